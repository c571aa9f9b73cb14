/* recipe_loops.c - several loops of different lengths, one set of shares: a step of this program is
   three products of matrices of 300, 3,000 and 1,000 rows with a vector, as the layers of a neural
   network are.  Units are thousandths of any loop, and the cuts are scaled to its length.

      cc -O2 -fopenmp -I. examples/recipes/recipe_loops.c -o recipe_loops -lm
      OMP_PLACES=cores OMP_PROC_BIND=close ./recipe_loops

   The shares begin as this program divided its loops before, by opts.from.  Every other thread
   works three times here, to be slow: take that out. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>
#ifndef _OPENMP
int main(void) { return puts("recipe_loops: compile it with -fopenmp"), 0; }
#else
#include <omp.h>
enum { UNITS = 1000, LOOPS = 3, ROWS = 3000, COLUMNS = 500, STEPS = 12, REPEAT = 20, MOST = 256 };
static const int64_t rows[LOOPS] = {300, ROWS, 1000};
static double matrix[ROWS][COLUMNS], vector[COLUMNS], result[LOOPS][ROWS];

static void product(int loop, int64_t first, int64_t last) {
    for (int64_t i = first; i < last; i++) {
        double sum = 0;
        for (int j = 0; j < COLUMNS; j++) sum += matrix[i][j] * vector[j];
        result[loop][i] = sum;
    }
}

int main(void) {
    int64_t d[MOST], own[MOST], begin[MOST + 1], i;
    double seconds[MOST], whole, checksum = 0;
    int p = 1, step, repeat, loop, part, k, status;
    fpm_balance_options opts = FPM_ZERO;
    fpm_info info;
    fpm_balance b;
    for (i = 0; i < ROWS * COLUMNS; i++) matrix[i / COLUMNS][i % COLUMNS] = (double)(i % 7);
    for (i = 0; i < COLUMNS; i++) vector[i] = (double)(i % 3);
    omp_set_dynamic(0); /* else a team may shrink from loop to loop */
#pragma omp parallel
#pragma omp single
    p = omp_get_num_threads() < MOST ? omp_get_num_threads() : MOST;
    for (part = 0; part < p; part++) own[part] = UNITS * (part + 1) / p - UNITS * part / p;
    opts.from = own; /* the split that the program had: shares that sum to UNITS */
    /* Memory is shared, so nothing travels, and moves cost 0. */
    status = fpm_balance_init(&b, UNITS, p, NULL, 0, 0, &opts, d, &info);
    for (step = 0; step < STEPS && status >= 0; step++) {
        fpm_export_chunks(p, d, begin);
        for (part = 0; part < p; part++) seconds[part] = 0;
        whole = omp_get_wtime();
        for (repeat = 0; repeat < REPEAT; repeat++) /* a step of 0.1 s or more averages noise */
            for (loop = 0; loop < LOOPS; loop++) {
#pragma omp parallel num_threads(p) private(part, k)
                for (part = omp_get_thread_num(); part < p; part += omp_get_num_threads()) {
                    /* elapsed time of the own work: CPU time would not see other programs */
                    double start = omp_get_wtime();
                    for (k = 0; k <= 2 * (part % 2); k++)
                        product(loop, rows[loop] * begin[part] / UNITS,
                                rows[loop] * begin[part + 1] / UNITS);
                    seconds[part] += omp_get_wtime() - start;
                }
            }
        whole = omp_get_wtime() - whole;
        fpm_balance_wall(&b, whole);
        status = fpm_balance_step(&b, seconds, d, &info);
        if (status >= 0)
            printf("%2d: %.3f s, imbalance %5.1f %%\n", step, whole, 100 * info.imbalance);
    }
    fpm_balance_free(&b);
    for (i = 0; i < LOOPS * ROWS; i++) checksum += result[i / ROWS][i % ROWS];
    if (status < 0) return printf("recipe_loops: %s\n", fpm_status_str(status)), 1;
    return printf("checksum %.15g\n", checksum) < 0;
}
#endif
