/* together.c - two workers blur the rows of a picture.  They share the memory, so they are timed at
   the same time, and the rows are partitioned by these times.  Put your own function for blur.
      cc -O2 -I. examples/start/together.c -o together -lm -lpthread && ./together */
#define FPM_IMPLEMENTATION
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h" /* includes fpm.h */
#include <stdio.h>
enum { WORKERS = 2, ROWS = 2000, WIDTH = 1000, SIZES = 5 };
typedef struct worker {
    int64_t rows;                            /* that it does now */
    int times;                               /* that it does each row: the second one is slow */
    float in[ROWS][WIDTH], out[ROWS][WIDTH]; /* its own */
} worker;
static worker workers[WORKERS];
static int blur(void *context) {
    worker *w = (worker *)context;
    for (int64_t row = 0; row < w->rows * w->times; row++) {
        const float *in = w->in[row % w->rows];
        for (int j = 1; j < WIDTH - 1; j++)
            w->out[row % w->rows][j] = (in[j - 1] + 2 * in[j] + in[j + 1]) / 4;
    }
    return 0; /* anything else: it failed */
}
int main(void) {
    int (*run[WORKERS])(void *) = {blur, blur};
    void *context[WORKERS] = {&workers[0], &workers[1]};
    fpm_points points[WORKERS] = FPM_ZERO; /* what was measured */
    fpm_model model[WORKERS] = FPM_ZERO;   /* speed functions through these points */
    fpm_proc procs[WORKERS] = FPM_ZERO;
    fpm_point now[WORKERS];
    fpmk_report report[WORKERS];
    fpm_info info;
    int64_t size[SIZES], rows[WORKERS], d[WORKERS];
    char text[400];
    memset(workers, 0, sizeof workers); /* so that every page is there */
    workers[0].times = 1;
    workers[1].times = 3;
    fpmk_sizes(ROWS / 20, ROWS, SIZES, size);
    for (int k = 0; k < SIZES; k++) { /* small for one while large for the other: about ROWS */
        for (int i = 0; i < WORKERS; i++) rows[i] = workers[i].rows = size[i ? SIZES - 1 - k : k];
        if (fpmk_measure_calls(WORKERS, run, context, rows, NULL, now, report) < 0) return 1;
        for (int i = 0; i < WORKERS; i++) {
            fpmk_explain(&report[i], text, sizeof text); /* is the time reliable? */
            printf("%d: %4d rows %.3g s, %s\n", i, (int)rows[i], now[i].seconds, text);
            if (fpm_points_add(&points[i], &now[i]) < 0) return 1;
        }
    }
    for (int i = 0; i < WORKERS; i++) {
        fpm_points_sort(&points[i], NULL);
        fpm_model_init(&model[i], FPM_AKIMA, points[i].count, points[i].size, points[i].seconds, 0,
                       0);
        procs[i].model = &model[i]; /* fpm_partition refuses a model that could not be made */
    }
    if (fpm_partition(ROWS, WORKERS, procs, NULL, d, &info) < 0) return 1;
    for (int i = 0; i < WORKERS; i++) {
        fpm_model_free(&model[i]);
        fpm_points_free(&points[i]);
    }
    return printf("%d + %d rows, %.3g s\n", (int)d[0], (int)d[1], info.makespan) < 0;
}
