/* solve.h - the solution of a problem. */
#ifndef SOLVE_H
#define SOLVE_H
#include "problem.h"

/* Why there is no partition. */
int unsolved(const problem *q, int status);
int solve(problem *q, const fpm_options *more);

/* Seconds that processor i needs for a share, and for its own. */
double seconds_for(const problem *q, int i, int64_t share);
double share_seconds(const problem *q, int i);

/* What opts.least adds up. */
const char *cost_text(int least);

#endif
