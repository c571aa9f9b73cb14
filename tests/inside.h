/* inside.h - what tests need of the static functions of fpm.h.  tests/fpm.c, the object that holds
   the implementation for all tests, has these. */
#ifndef INSIDE_H
#define INSIDE_H

/* FPM_HPOPTA's search over four processors: the size thresholds of the levels at each report, the
   first time that it has to beat, the time and the shares that it ends with. */
typedef struct inside_hpopta {
    int64_t sigma[20][4], share[4];
    double first, time;
    int seen, wrong; /* reports; those whose sum is not the first threshold */
} inside_hpopta;

extern int inside_hpopta_search(int64_t n, const fpm_proc *procs, inside_hpopta *out);

/* The exact engine's envelope: *least is the least time by which the most that each processor can
   do sums to n. */
extern int inside_envelope(int64_t n, int p, const fpm_proc *procs, double *least);

/* Steps that listing all finish times of one processor's shares up to n counts. */
extern int64_t inside_listed(const fpm_proc *proc, int64_t n);

/* The status of the search for the least within opts->limit, and the steps that it counted. */
extern int inside_least(int64_t n, int p, const fpm_proc *procs, const fpm_options *opts,
                        int64_t *work);

/* A step of the search for few copies that move.  Slots have pieces and processors, and these after
   the step too. */
enum { INSIDE_SLOTS = 16 };
typedef struct inside_slots {
    int n, p, slots, from[INSIDE_SLOTS], from_copies[INSIDE_SLOTS];
    int piece[INSIDE_SLOTS], host[INSIDE_SLOTS];
    int64_t load[INSIDE_SLOTS], cap; /* of pieces; of each processor */
    int64_t budget, more;            /* copies that may move more, and that do */
    int late, largest;               /* the processor that the step relieves; the rule */
} inside_slots;

/* 1: a step was found; 0: none; -1: the problem was refused. */
extern int inside_slots_relieve(inside_slots *t);

/* fpm_compose into a list that is used again: what it held is freed where there is an answer. */
int compose_over(int64_t count, const int64_t *sizes, int p, const fpm_proc *procs,
                 const fpm_options *opts, fpm_points *points, fpm_info *info);

#endif /* INSIDE_H */
