/* simulation.h - a balanced run over processors that are known. */
#ifndef SIMULATION_H
#define SIMULATION_H
#include "links.h"

enum { SLOW, DRIFT, LEAVE, JOIN, MOST_ITERATIONS = 100000, EARLY_FRAMES = 4 };

typedef struct event { /* from iteration `at` on */
    int what, place;   /* place: on the command line */
    const char *text;
    int64_t at;
    int proc;
    double value; /* SLOW: factor; DRIFT: growth of its times in an iteration */
} event;

typedef struct iteration {
    double makespan, optimum, even; /* true seconds; even: those of the shares of the start */
    double stay; /* true seconds of the shares at the start, or at the last event */
    double imbalance, cost;
    int64_t moved;
} iteration;

typedef struct simulation {
    problem q;
    links transfers; /* true times include them; the balancer does not know them */
    int method;
    output out;
    int64_t iterations, seed;
    double noise, outliers, outlier; /* outliers: part of the measurements */
    double min_gain, unit_cost, move_cost;
    event *events; /* ascending in `at` once they are checked */
    int event_count;
    fpm_balance b;
    double **given; /* times of the points as they were read */
    double *fixed, *factor, *seconds;
    int *there;
    fpm_proc *proc;             /* those that are there, and shares of theirs */
    int64_t *d, *last, *most;   /* most: of all iterations so far */
    double optimum, even, stay; /* of those that are there now */
    int64_t *stayed;            /* the shares at the start, or at the last event */
    iteration *rows;
    int64_t count, failed;          /* iterations; those whose solve found no root */
    int64_t *shares;                /* for the picture: p of each row, */
    double *measured;               /* 0: not measured */
    fpm_model *frame[EARLY_FRAMES]; /* the p models of then; no points: nothing was known */
} simulation;

/* The iterations from the start, or from an event, to the next event: what all of them took, moving
   included, and would have taken with the shares that they began with, and with the best ones.
   From iteration `pays` on all of them together took less than without moving; -1: not yet. */
enum { MOST_STRETCHES = 4 };
typedef struct stretch {
    int64_t from, count, pays;
    double all, stay, optimum;
} stretch;

extern const int64_t simulation_frames[EARLY_FRAMES];
extern const choice simulation_methods[];

/* Memory for all iterations, after the problem is loaded; simulation_end frees what is there. */
int simulation_begin(simulation *s);
void simulation_end(simulation *s);

/* Make the true models those of iteration k; *changed: one is another. */
int simulation_set_truth(simulation *s, int64_t k, int *changed);

/* All iterations. */
int simulation_run(simulation *s);

/* The last stretches, `most` at most; how many. */
int simulation_stretches(const simulation *s, stretch *list, int most);

/* What happens to a processor, for people. */
void simulation_event_text(const event *e, char *text, size_t size);
double simulation_ratio(double time, double optimum); /* 1 where nothing takes time */

#endif
