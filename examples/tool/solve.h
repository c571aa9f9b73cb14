/* solve.h - the solution of a problem. */
#ifndef SOLVE_H
#define SOLVE_H
#include "problem.h"

/* The partition that is asked for, in q->d and q->info; more holds further options, or is NULL. */
int solve_problem(problem *q, const fpm_options *more);

/* Solves a problem anew, into memory of its own; the status. */
typedef int (*solve_again)(problem *q, void *context);

/* Why there is none: q->info.fault is the processor at fault.  `again` finds the constraint without
   which there would be one: each is left out in turn. */
int solve_failed(problem *q, int status, solve_again again, void *context);

/* Say what is doubtful of an answer with that status, done after that time, and of its shares: rows
   of q->p each. */
void solve_doubt(problem *q, int status, double makespan, const int64_t *shares, int64_t rows);

/* Seconds that processor i needs for a share, and for its own. */
double solve_seconds(const problem *q, int i, int64_t share);
double solve_share_seconds(const problem *q, int i);

/* What opts.least adds up. */
const char *solve_cost_unit(const problem *q);

#endif
