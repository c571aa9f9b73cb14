/* FPM_NUMERICAL: the comparison of Rychkov, Clarke, Lastovetsky (PaCT 2011), recomputed.

   Processors whose true speed rises, declines and has teeth are timed at a few sizes.  Of the same
   points two models are made: straight lines restricted in shape, as the geometric algorithm's
   theory asks (FPM_SHAPED), and Akima splines (FPM_NUMERICAL).  The truth judges both shares.
   Then how Powell's method gets there, and in how many steps on many instances: the paper's dense
   system from the even distribution, and the default, which costs O(p) a step. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <math.h>
#include <stdio.h>

enum { P = 4, POINTS = 16, TRIALS = 2000, BINS = 8 };
#define RANGE 40000.0 /* largest size timed */

typedef struct truth {
    double top, ramp, decline, tooth, depth;
} truth;

static double uniform(double low, double high) { /* the same numbers everywhere */
    static uint32_t state = 2011;
    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return low + (high - low) * (state >> 8) / 16777216.0;
}

static double true_seconds(const truth *t, double x) {
    double part = x / t->tooth - floor(x / t->tooth),
           tooth = part < 0.7 ? part / 0.7 : (1 - part) / 0.3;
    return x / (t->top * x / (x + t->ramp) / (1 + x / t->decline) * (1 - t->depth * tooth));
}

static double true_makespan(const truth *t, const int64_t *d) {
    double most = 0;
    int i;
    for (i = 0; i < P; i++) most = d[i] > 0 ? fmax(most, true_seconds(&t[i], (double)d[i])) : most;
    return most;
}

/* Points of fresh processors, models of both kinds of them, and n. */
static int64_t draw(truth *t, int64_t size[P][POINTS], double seconds[P][POINTS]) {
    int i, j;
    for (i = 0; i < P; i++) {
        t[i].top = uniform(1e4, 1e5);
        t[i].ramp = uniform(200, 2000);
        t[i].decline = uniform(2, 10) * RANGE;
        t[i].tooth = RANGE * uniform(0.25, 0.6);
        t[i].depth = uniform(0.1, 0.35);
        for (j = 0; j < POINTS; j++) {
            size[i][j] = (int64_t)(RANGE * (j + 1) / POINTS);
            seconds[i][j] = true_seconds(&t[i], (double)size[i][j]);
        }
    }
    return (int64_t)(P * RANGE * uniform(0.1, 0.7));
}

static int show(void *context, const fpm_progress *at) {
    (void)context;
    printf("%9d  %9.1e  %8.1f %8.1f %8.1f %8.1f\n", (int)at->iteration, at->high / at->low - 1,
           at->real[0], at->real[1], at->real[2], at->real[3]);
    return 0;
}

/* Shares by models of a kind.  which: 0 geometric, 1 numerical, 2 dense. */
static int solve(int kind, int which, int64_t n, int64_t size[P][POINTS], double seconds[P][POINTS],
                 int table, int64_t *d, fpm_info *info) {
    fpm_model model[P];
    fpm_proc procs[P] = FPM_ZERO;
    fpm_model_options spline = FPM_ZERO;
    fpm_options opts = FPM_ZERO;
    int i, status = FPM_OK;
    spline.flags = kind == FPM_AKIMA ? FPM_PLAIN : 0; /* as the literature has it */
    for (i = 0; i < P; i++) {
        if (fpm_model_init(&model[i], kind, POINTS, size[i], seconds[i], &spline, NULL) < 0)
            return -1;
        procs[i].model = &model[i];
    }
    opts.algorithm = which ? FPM_NUMERICAL : FPM_GEOMETRIC;
    opts.dense = which == 2;
    opts.progress = table ? show : NULL;
    status = fpm_partition(n, P, procs, &opts, d, info);
    for (i = 0; i < P; i++) fpm_model_free(&model[i]);
    return status;
}

int main(void) {
    static int64_t size[P][POINTS], d[3][P], histogram[3][BINS];
    static double seconds[P][POINTS];
    int trial, which, better = 0, solved[3] = {0, 0, 0};
    double gain = 0, most = 0, least = 9;
    for (trial = 0; trial < TRIALS; trial++) {
        truth t[P];
        int64_t n = draw(t, size, seconds);
        double made[3], ratio;
        for (which = 0; which < 3; which++) {
            fpm_info info;
            int table = trial == 0 && which > 0;
            if (table)
                printf("%s\niteration   residual  shares\n",
                       which == 2 ? "\ndense, from n/p" : "default");
            if (solve(which ? FPM_AKIMA : FPM_SHAPED, which, n, size, seconds, table, d[which],
                      &info) < 0)
                return 1;
            made[which] = true_makespan(t, d[which]);
            solved[which] += info.status != FPM_FALLBACK;
            if (info.status != FPM_FALLBACK)
                histogram[which][info.iterations < 35 ? info.iterations / 5 : 7]++;
        }
        ratio = made[0] / made[1];
        better += ratio > 1;
        gain += ratio / TRIALS;
        most = fmax(most, ratio);
        least = fmin(least, ratio);
        if (trial == 0)
            printf("\ntrue makespan: shaped lines %.4f s, Akima %.4f s, speed-up %.3f\n", made[0],
                   made[1], ratio);
    }
    printf("%d such instances: speed-up %.3f in the mean, %.3f to %.3f, Akima better in %.0f %%\n",
           TRIALS, gain, least, most, 100.0 * better / TRIALS);
    printf("\niterations    0-4    5-9  10-14  15-19  20-24  25-29  30-34   more  no root\n");
    for (which = 1; which < 3; which++) {
        printf("%-10s", which == 1 ? "default" : "dense");
        for (trial = 0; trial < BINS; trial++) printf(" %6d", (int)histogram[which][trial]);
        printf(" %8d\n", TRIALS - solved[which]);
    }
    return 0;
}
