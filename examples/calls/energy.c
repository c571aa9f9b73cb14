/* Less energy for a little more time: of all partitions that take at most half as long again as the
   fastest, the one that costs the fewest joules; and all trade-offs between seconds and joules. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>

enum { POINTS = 5, P = 3, PAIRS = 64 };

static const char *const name[P] = {"GPU", "big cores", "small cores"};
static const int64_t size[POINTS] = {20, 40, 60, 80, 100}; /* blocks of work that were timed */
static const double seconds[P][POINTS] = {{0.4, 0.5, 0.7, 1.6, 2.4}, /* memory full beyond 60 */
                                          {0.6, 1.1, 1.7, 2.2, 2.8},
                                          {1.0, 2.1, 2.9, 4.1, 5.0}};
static const double joules[P][POINTS] = {
    {120, 150, 205, 450, 690}, {40, 75, 115, 150, 190}, {12, 24, 34, 48, 59}};

static void print_split(const char *title, const int64_t *d, const fpm_info *info) {
    int i;
    printf("%s: %.1f s, %.0f J;", title, info->makespan, info->cost);
    for (i = 0; i < P; i++) printf(" %s %d", name[i], (int)d[i]);
    printf("\n");
}

int main(void) {
    fpm_model time[P];
    fpm_cost energy[P];
    fpm_proc procs[P] = FPM_ZERO;
    fpm_options opts = FPM_ZERO;
    fpm_info info;
    double makespan[PAIRS], cost[PAIRS];
    int64_t d[P], count, k;
    int i;
    for (i = 0; i < P; i++) {
        if (fpm_model_init(&time[i], FPM_DISCRETE, POINTS, size, seconds[i], NULL, NULL) < 0 ||
            fpm_cost_points(&energy[i], FPM_DISCRETE, POINTS, size, joules[i], 0, NULL, NULL) < 0)
            return 1;
        procs[i].model = &time[i];
        procs[i].cost = &energy[i];
    }
    opts.least = FPM_LEAST_COST;
    if (fpm_partition(160, P, procs, &opts, d, &info) < 0) return 1;
    print_split("as fast as possible   ", d, &info);
    opts.slack = 0.5;
    if (fpm_partition(160, P, procs, &opts, d, &info) < 0) return 1;
    print_split("up to 50 % more time  ", d, &info);

    opts.slack = 0;
    if (fpm_pareto(160, P, procs, &opts, PAIRS, makespan, cost, &count, &info) < 0) return 1;
    for (k = 0; k < count; k++) printf("%6.1f s %6.0f J\n", makespan[k], cost[k]);
    for (i = 0; i < P; i++) {
        fpm_model_free(&time[i]);
        fpm_cost_free(&energy[i]);
    }
    return 0;
}
