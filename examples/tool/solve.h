/* solve.h - the solution of a problem. */
#ifndef SOLVE_H
#define SOLVE_H
#include "problem.h"

/* The partition that is asked for, in q->d and q->info; more holds further options, or is NULL. */
int solve_problem(problem *q, const fpm_options *more);

/* Why there is none: q->info.proc is the processor at fault. */
int solve_failed(const problem *q, int status);

/* Seconds that processor i needs for a share, and for its own. */
double solve_seconds(const problem *q, int i, int64_t share);
double solve_share_seconds(const problem *q, int i);

/* What opts.least adds up. */
const char *solve_cost_unit(int least);

#endif
