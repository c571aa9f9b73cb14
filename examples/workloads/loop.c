/* loop.c - one OpenMP loop, shared between a fast and a slow group of threads.

   A loop with schedule(static) gives every thread the same, and on cores of two kinds all wait for
   the slow ones.  Here each group is a processor of fpm.h: measured together at a few sizes, given
   its share of the iterations, and its threads split that evenly.  An iteration of the slow group
   is three times the work, to be slow on any machine: take that out on a CPU that has two kinds of
   cores, and bind the threads (OMP_PLACES, OMP_PROC_BIND).

      cc -O2 -fopenmp -I. examples/workloads/loop.c -o loop -lm && ./loop */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

enum { N = 4000, GROUPS = 2, FAST = 0, SLOW = 1, SIZES = 6, TRIES = 5, TERMS = 300 };
static const int terms[GROUPS] = {TERMS, 3 * TERMS};

static double result[N];

/* Some work.  The result is that of the first TERMS terms, whichever group computes it. */
static double iteration(int64_t i, int count) {
    double sum = 0, more = 0;
    int k;
    for (k = 1; k <= count; k++) *(k <= TERMS ? &sum : &more) += sin((double)(i * k)) / k;
    return more > 1e9 ? more : sum; /* never more, but no compiler leaves the terms out */
}

/* Iterations begin[g] .. begin[g + 1] - 1 for group g; the seconds that each group took. */
static void run(const int64_t *begin, double *seconds) {
#ifdef _OPENMP
    int threads = omp_get_max_threads() > 1 ? omp_get_max_threads() : 2, g;
    double start = 0;
    for (g = 0; g < GROUPS; g++) seconds[g] = 0;
#pragma omp parallel num_threads(threads)
    {
        int me = omp_get_thread_num(), half = threads / 2, group = me < half ? FAST : SLOW;
        int first = group == FAST ? 0 : half, members = group == FAST ? half : threads - half;
        int64_t count = begin[group + 1] - begin[group], i;
        int64_t from = begin[group] + count * (me - first) / members;
        int64_t to = begin[group] + count * (me - first + 1) / members;
#pragma omp barrier
#pragma omp single
        start = omp_get_wtime();
        for (i = from; i < to; i++) result[i] = iteration(i, terms[group]);
#pragma omp critical
        seconds[group] = fmax(seconds[group], omp_get_wtime() - start);
    }
#else
    (void)begin;
    (void)seconds;
    (void)iteration;
    (void)result;
    (void)terms;
#endif
}

/* The best of some tries: a machine that is busy with something else only makes it slower. */
static double measure(const int64_t *begin, double *best) {
    double seconds[GROUPS], latest, shortest = 1e9;
    int g, k;
    for (k = 0; k < TRIES; k++) {
        run(begin, seconds);
        for (latest = 0, g = 0; g < GROUPS; g++) {
            best[g] = k == 0 ? seconds[g] : fmin(best[g], seconds[g]);
            latest = fmax(latest, seconds[g]);
        }
        shortest = fmin(shortest, latest);
    }
    return shortest;
}

int main(void) {
    int64_t size[SIZES], d[GROUPS], begin[GROUPS + 1];
    double seconds[GROUPS][SIZES], best[GROUPS], even, ours, check;
    fpm_model model[GROUPS];
    fpm_proc procs[GROUPS] = FPM_ZERO;
    int g, k;
#ifndef _OPENMP
    return puts("loop: compile it with -fopenmp"), 0;
#endif
    for (k = 0; k < SIZES; k++) { /* both groups at once: they share caches and memory */
        size[k] = N / 2 * (k + 1) / SIZES;
        begin[0] = 0;
        begin[1] = size[k];
        begin[2] = 2 * size[k];
        measure(begin, best);
        for (g = 0; g < GROUPS; g++) seconds[g][k] = best[g];
    }
    for (g = 0; g < GROUPS; g++) {
        procs[g].model = &model[g];
        if (fpm_model_init(&model[g], FPM_PIECEWISE, SIZES, size, seconds[g], NULL, NULL) < 0)
            return 1;
    }
    if (fpm_partition(N, GROUPS, procs, NULL, d, NULL) < 0) return 1;
    begin[0] = 0;
    begin[1] = N / 2;
    begin[2] = N;
    even = measure(begin, best);
    if (fpm_export_chunks(GROUPS, d, begin) < 0) return 1;
    ours = measure(begin, best);
    for (check = 0, k = 0; k < N; k++) check += result[k];
    for (g = 0; g < GROUPS; g++) fpm_model_free(&model[g]);
    printf("iterations: fast group %d, slow group %d\n", (int)d[0], (int)d[1]);
    printf("even %.4f s, shared by speed %.4f s: %.2f times as fast (sum %.6f)\n", even, ours,
           even / ours, check);
    return 0;
}
