/* problem.h - the problem: n, processors from files, constraints. */
#ifndef PROBLEM_H
#define PROBLEM_H
#include "args.h"

#define ASKED_HELP                                                                                 \
    "  -n N             units of work, 12000 or 1.2e4\n"                                           \
    "  -a ALG           auto (default: exact, the fastest way), even, proportional,\n"             \
    "                   geometric, numerical (equal times as equations), optimal (exact for\n"     \
    "                   any shape), hpopta (exact for -m discrete, its default; slower)\n"         \
    "  -m KIND          model made of the points: akima (default), piecewise, shaped,\n"           \
    "                   discrete (only the sizes measured), constant (speed at the even share)\n"
#define FILES_HELP                                                                                 \
    "  --instance FILE  all processors in one file: `n p`, then for each its number of points\n"   \
    "                   (0: it can take nothing) and as many `size seconds`; -n overrides n,\n"    \
    "                   -m is discrete\n"
#define RULES_HELP                                                                                 \
    "  --max I:K        processor I, counted from 0, takes K units at most\n"                      \
    "  --min I:K        ... takes at least K units, if any\n"                                      \
    "  --grain [I:]G    ... takes a multiple of G; without I: all do\n"                            \
    "  --fixed I:S      ... spends S seconds if it takes any\n"                                    \
    "  --required I     ... must take some\n"
#define PROBLEM_HELP ASKED_HELP FILES_HELP RULES_HELP

typedef struct rule { /* a constraint as it was given */
    const char *option, *text;
    int64_t proc; /* -1: all */
    int64_t value;
    double seconds;
} rule;

typedef struct problem {
    int64_t n; /* -1: not given */
    int algorithm, kind;
    int least; /* FPM_LEAST_...; 0: only the makespan counts */
    double eps, limit;
    const char *instance; /* file of all processors, or NULL */
    const char **file;    /* else one of each */
    const char **cost_file;
    rule *rules;
    int files, costs, rule_count;
    int p;
    fpm_points *points; /* p of each from here on */
    fpm_model *model;
    fpm_points *cost_points; /* `costs` of these two */
    fpm_model *cost;
    fpm_proc *proc;
    int64_t *d;
    int *curve, curves; /* which one a processor has: those of one file and fixed cost share it */
    fpm_info info;
    int solved; /* d and info are there */
} problem;

extern const choice kinds[], algorithms[], leasts[];

int problem_begin(problem *q, const args *a);
void problem_end(problem *q);

/* Options that say what is asked of which processors; 1 if the argument was one. */
int model_option(problem *q, args *a);

/* Constraints; 1 if the argument was one. */
int rule_option(problem *q, args *a);

/* All of these, and the algorithm. */
int problem_option(problem *q, args *a);

/* Options about the least cost; 1 if the argument was one. */
int least_option(problem *q, args *a);
int least_checked(const problem *q, args *a, int front);
int problem_checked(problem *q, args *a);

/* How messages and tables call processor i. */
const char *processor_name(const problem *q, int i, char *room, size_t size);

/* The name of a file without its directory, unless another one has the same. */
const char *legend_name(const problem *q, int i, char *room, size_t size);
int make_model(problem *q, int i);

#define UNITS_DIFFER                                                                               \
    "%s is %.0f times as fast as %s: do their units differ (milliseconds against seconds)?"

/* The files whose speeds are farthest apart, when one is more than 100 times the other; else 0. */
double speeds_apart(const problem *q, int *slow, int *quick);

/* Read all files, make the models, apply the constraints. */
int problem_load(problem *q, args *a);

#endif
