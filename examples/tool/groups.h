/* groups.h - partition --groups: first over groups of processors, then inside each group. */
#ifndef GROUPS_H
#define GROUPS_H
#include "problem.h"

typedef struct groups {
    const char *text; /* as it was given: sizes of the groups, or NULL */
    int count;
    int64_t *size;  /* processors of each */
    int64_t *share; /* units of each */
    double flat;    /* makespan of the partition over all processors at once */
} groups;

int groups_option(groups *g, args *a); /* as in args.h */
void groups_free(groups *g);

/* The problem that is solved is solved anew, in two levels: q->d and q->info; the status. */
int groups_solve(groups *g, problem *q);

/* The shares of the groups, and what two levels lose. */
void groups_print(const groups *g, const problem *q);
void groups_print_tsv(const groups *g);

#endif
