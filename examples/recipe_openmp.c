/* recipe_openmp.c - a loop on cores of two kinds: threads get as many iterations as they can do.

      cc -O2 -fopenmp -I. examples/recipe_openmp.c -o recipe_openmp -lm
      OMP_PLACES=cores OMP_PROC_BIND=close ./recipe_openmp

   A thread must stay on its core: OMP_PLACES lists the cores, as "{0},{2},{16}" (`fpm-tool devices`
   says P or E where the system knows), and OMP_PROC_BIND=close puts thread t on place t.  Every
   other thread works three times here, to be slow: take that out. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <math.h>
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#endif
enum { N = 6000, REPEATS = 12, TERMS = 100, MOST = 256 };
static double result[N];

/* The same bits whichever thread computes it, so the checksum does not depend on the shares. */
static double iteration(int64_t i) {
    double sum = 0;
    int k;
    for (k = 1; k <= TERMS; k++) sum += sin((double)(i * k)) / k;
    return sum;
}

int main(void) {
    int64_t d[MOST], begin[MOST + 1], i;
    double seconds[MOST], checksum = 0;
    fpm_balance b;
    fpm_balance_info info;
    int p = 1, repeat, status;
#ifdef _OPENMP
    p = omp_get_max_threads() < MOST ? omp_get_max_threads() : MOST;
#else
    return puts("recipe_openmp: compile it with -fopenmp"), 0;
#endif
    status = fpm_balance_init(&b, N, p, NULL, NULL, d, &info);
    for (repeat = 0; repeat < REPEATS && status >= 0; repeat++) {
        fpm_export_chunks(p, d, begin);
#pragma omp parallel num_threads(p)
        {
#ifdef _OPENMP
            int me = omp_get_thread_num(), k;
            double start = omp_get_wtime();
            int64_t j;
            for (k = 0; k <= 2 * (me % 2); k++)
                for (j = begin[me]; j < begin[me + 1]; j++) result[j] = iteration(j);
            seconds[me] = omp_get_wtime() - start;
#endif
        }
        status = fpm_balance_step(&b, seconds, d, &info);
        if (status >= 0) printf("%2d: imbalance %5.1f %%\n", repeat, 100 * info.imbalance);
    }
    fpm_balance_free(&b);
    for (i = 0; i < N; i++) checksum += result[i];
    printf("checksum %.15g\n", checksum);
    return status < 0;
}
