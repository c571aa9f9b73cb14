/* recipe_openmp.c - a loop of unequal iterations on cores of two kinds: threads get as much as they
   can do.

      cc -O2 -fopenmp -I. examples/recipes/recipe_openmp.c -o recipe_openmp -lm
      OMP_PLACES=cores OMP_PROC_BIND=close ./recipe_openmp

   A thread must stay on its core: OMP_PLACES lists these, as "{0},{2},{16}" (`fpm-tool devices`
   says P or E where it can), OMP_PROC_BIND=close puts thread t on place t.  Every other thread
   works three times here, to be slow: take that out.  A step stands for a window of loops, so that
   other programs on the same cores disturb it less: let a window take 0.1 s or more. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <math.h>
#include <stdio.h>
#ifndef _OPENMP
int main(void) { return puts("recipe_openmp: compile it with -fopenmp"), 0; }
#else
#include <omp.h>
enum { N = 6000, WINDOWS = 10, LOOPS = 5, TERMS = 200, MOST = 256 };
static double result[N];
static int64_t sums[N + 1]; /* of the work of iterations: a sum that is as long as i is far */
/* The same bits whichever thread computes it, so the checksum does not depend on the shares. */
static double iteration(int64_t i) {
    double sum = 0;
    int k;
    for (k = 1; k <= TERMS * i / N; k++) sum += sin((double)(i * k)) / k;
    return sum;
}

int main(void) {
    int64_t d[MOST], begin[MOST + 1], i;
    double seconds[MOST], whole, checksum = 0;
    int p = 1, window, loop, part, k, status;
    fpm_balance_options opts = FPM_ZERO; /* without a chain iterations are taken to be alike */
    fpm_info info;
    fpm_balance b;
    fpm_chain work;
    for (i = 0; i < N; i++) sums[i + 1] = 1 + TERMS * i / N;
    fpm_chain_init(&work, N, sums + 1, sums, NULL);
    opts.chain = &work;
    omp_set_dynamic(0);        /* else a team may shrink from loop to loop */
#pragma omp parallel
#pragma omp single
    p = omp_get_num_threads(); /* limits may leave fewer than OMP_NUM_THREADS asks for */
    if (p > MOST) p = MOST;
    /* Memory is shared, so nothing travels, and moves cost 0. */
    status = fpm_balance_init(&b, N, p, NULL, 0, 0, &opts, d, &info);
    for (window = 0; window < WINDOWS && status >= 0; window++) {
        fpm_export_chunks(p, d, begin);
        for (part = 0; part < p; part++) seconds[part] = 0;
        whole = omp_get_wtime();
        for (loop = 0; loop < LOOPS; loop++) {
#pragma omp parallel num_threads(p) private(i, k, part)
            /* One part per thread; a thread of a smaller team does several, so none is lost. */
            for (part = omp_get_thread_num(); part < p; part += omp_get_num_threads()) {
                double start = omp_get_wtime(); /* not CPU time: that does not see other programs */
                for (k = 0; k <= 2 * (part % 2); k++)
                    for (i = begin[part]; i < begin[part + 1]; i++) result[i] = iteration(i);
                seconds[part] += omp_get_wtime() - start;
            }
        }
        whole = omp_get_wtime() - whole;
        fpm_balance_wall(&b, whole);
        status = fpm_balance_step(&b, seconds, d, &info);
        if (status >= 0)
            printf("%2d: %.3f s, imbalance %5.1f %%\n", window, whole, 100 * info.imbalance);
    }
    fpm_balance_free(&b);
    for (i = 0; i < N; i++) checksum += result[i];
    if (status < 0) return printf("recipe_openmp: %s\n", fpm_status_str(status)), 1;
    return printf("checksum %.15g\n", checksum) < 0;
}
#endif
