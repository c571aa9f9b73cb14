/* Loads in a row that change from step to step: cuts that follow them (from) move less than cuts
   from scratch, and slack buys more.  from makes the largest shift of a cut least; slack is how
   far above the least makespan it may go for that.
      cc -O2 -I. examples/calls/drift.c -o drift -lm */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 6400, P = 64, STEPS = 100, KINDS = 3, WAYS = 4 };

static double uniform(void) { /* the same numbers everywhere */
    static uint32_t state = 7;
    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return (state >> 8) / 16777216.0;
}

/* All loads walk at random; or one in a hundred is another; or a hill goes from left to right. */
static void change(int kind, int step, double *base, int64_t *load) {
    int i;
    for (i = 0; i < N; i++) {
        double from = (double)i / N - 0.2 - 1e-4 * step;
        if (kind == 0) base[i] *= 1 + 0.02 * (uniform() - 0.5);
        if (kind == 1 && uniform() < 0.01) base[i] = 500 * (1 + uniform());
        load[i] = (int64_t)(base[i] * (kind == 2 ? 1 + 3 * exp(-200 * from * from) : 1));
    }
}

int main(void) {
    static const char *const kind_name[KINDS] = {"a random walk", "1 % redrawn", "a moving hill"};
    static const char *const way_name[WAYS] = {"from scratch", "from", "slack 0.2 %",
                                               "slack 0.5 %"};
    static const double slack[WAYS] = {0, 0, 0.002, 0.005};
    static double base[N];
    static int64_t load[N], sum[N + 1];
    int kind, way, step, i, k;
    printf("%d loads over %d processors, %d steps: moved per step, of all loads; imbalance\n", N, P,
           STEPS);
    for (kind = 0; kind < KINDS; kind++) {
        int64_t begin[WAYS][P + 1] = {{0}}, old[P + 1];
        double moved[WAYS] = {0}, imbalance[WAYS] = {0};
        for (i = 0; i < N; i++) base[i] = 500 * (1 + uniform());
        for (step = 0; step <= STEPS; step++) {
            fpm_chain chain;
            change(kind, step, base, load);
            if (fpm_chain_init(&chain, N, load, sum, NULL) < 0) return 1;
            for (way = 0; way < WAYS; way++) {
                fpm_chain_options opts = FPM_ZERO;
                fpm_info info;
                memcpy(old, begin[way], sizeof old);
                if (way && step) {
                    opts.from = old;
                    opts.slack = slack[way];
                }
                if (fpm_chain_partition(&chain, P, &opts, begin[way], NULL, &info) < 0) return 1;
                if (step == 0) continue;
                for (k = 1; k < P; k++) /* what lies between the old cut and the new one */
                    moved[way] += fabs((double)(sum[begin[way][k]] - sum[old[k]])) / (double)sum[N];
                imbalance[way] += info.imbalance;
            }
        }
        printf("%s\n", kind_name[kind]);
        for (way = 0; way < WAYS; way++)
            printf("  %-13s %8.3f %%  %8.2f %%   moved %.2f of scratch\n", way_name[way],
                   100 * moved[way] / STEPS, 100 * imbalance[way] / STEPS, moved[way] / moved[0]);
    }
    return 0;
}
