/* reach.h - the sums of shares that processors can take. */
#ifndef REACH_H
#define REACH_H
#include "tool.h"

/* Most units that all processors together may take, by their limits and measured sizes; 2^53 at
   most. */
int64_t reach_capacity(int p, const fpm_proc *proc);

/* The nearest numbers of units below n and above it that have a partition over the processors;
   below 0: there is none, or the search for it would take long. */
void reach_nearest(int64_t n, int p, const fpm_proc *proc, int64_t *below, int64_t *above);

/* These two as a cure, "take n = 4608 or 5120"; empty where neither is known. */
void reach_text(int64_t n, int p, const fpm_proc *proc, char *text, size_t size);

#endif
