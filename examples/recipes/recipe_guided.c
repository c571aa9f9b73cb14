/* recipe_guided.c - a loop on processors of roughly known speeds: most of each share at once, and
   the rest in shrinking chunks to whoever is early.  next_chunk() is the part to copy; the run is
   simulated, for what each way costs above an ideal that knows all speeds.
      cc -O2 -I. examples/recipes/recipe_guided.c -o guided -lm && ./guided
   The rest is as large as speeds are uncertain: 3 standard deviations of noise. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <math.h>
#include <stdio.h>
enum { P = 8, N = 100000, RUNS = 2000 };
static const double FETCH = 50; /* what a chunk costs to fetch, in iterations of a mean processor */
static const double seconds[P] = {4e-6, 4e-6, 2e-6, 2e-6, 2e-6, 1.5e-6, 1e-6, 1e-6};
/* Iterations that processor i gets next, 0 at the end: first its share d[i] without the rest, then
   half of its part of the queue, or what takes as long as to fetch it.  In OpenMP: "critical". */
static int64_t next_chunk(int i, const int64_t *d, double rest, int started, int64_t *queue) {
    int64_t share = (int64_t)((1 - rest) * (double)d[i]), take;
    if (!started && share > 0) return share;
    take = (int64_t)ceil(fmax(0.5 * (double)*queue, P * FETCH) * (double)d[i] / N);
    if (take > *queue) take = *queue;
    *queue -= take;
    return take;
}
/* When the last is done, above what an ideal needs: whoever is free first gets the next chunk. */
static double run(const int64_t *d, double rest, double noise, uint64_t seed) {
    double done[P] = {0}, speed[P], sum = 0, mean = 0, last = 0;
    int64_t queue = N, take = 1;
    int started[P] = {0}, i, k;
    for (i = 0; i < P; i++) {
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        speed[i] = 1 + noise * sqrt(3) * ((double)(seed >> 11) / 4503599627370496.0 - 1);
        speed[i] /= seconds[i];
        sum += speed[i];
        mean += 1 / seconds[i] / P;
        queue -= (int64_t)((1 - rest) * (double)d[i]);
    }
    while (take > 0) {
        i = 0;
        for (k = 1; k < P; k++)
            if (done[k] < done[i]) i = k;
        take = next_chunk(i, d, rest, started[i]++, &queue);
        if (take > 0) done[i] += FETCH / mean + (double)take / speed[i];
    }
    for (i = 0; i < P; i++) last = fmax(last, done[i]);
    return last / (N / sum) - 1;
}
int main(void) {
    static const double noise[3] = {0.01, 0.05, 0.2};
    const int64_t unit = 1;
    fpm_model model[P];
    fpm_proc procs[P] = FPM_ZERO;
    int64_t d[P];
    int i, k, j;
    for (i = 0; i < P; i++) {
        int status = fpm_model_init(&model[i], FPM_CONSTANT, 1, &unit, &seconds[i], NULL, NULL);
        if (status < 0) return 1;
        procs[i].model = &model[i];
    }
    if (fpm_partition(N, P, procs, NULL, d, NULL) < 0) return 1;
    printf("noise   rest: 0    3 deviations        all   (time above the ideal)\n");
    for (k = 0; k < 3; k++) {
        const double part[3] = {0, fmin(1, 3 * noise[k]), 1};
        printf("%3.0f %%", 100 * noise[k]);
        for (j = 0; j < 3; j++) {
            double above = 0;
            for (i = 0; i < RUNS; i++) above += run(d, part[j], noise[k], (uint64_t)i + 1) / RUNS;
            printf(" %10.1f %%", 100 * above);
        }
        printf("\n");
    }
    for (i = 0; i < P; i++) fpm_model_free(&model[i]);
    return 0;
}
