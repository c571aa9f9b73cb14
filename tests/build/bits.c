/* Prints a hash of the answers to many random instances.  The same input must give the same bits in
   every build without fast-math, with -ffp-contract=off and IEEE doubles. */
#define FPM_IMPLEMENTATION
#include "fpm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROCS = 6, POINTS = 12 };

static uint64_t state = 1, hash = UINT64_C(0xcbf29ce484222325);

static int64_t draw(int64_t low, int64_t high) {
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return low + (int64_t)((z ^ z >> 31) % (uint64_t)(high - low + 1));
}

static void mix(const void *data, size_t bytes) {
    const unsigned char *c = (const unsigned char *)data;
    while (bytes--) hash = (hash ^ *c++) * UINT64_C(0x100000001b3);
}

/* More, Garbow, Hillstrom's variably dimensioned system, without functions of the library. */
static int equations(void *context, int n, const double *x, double *f) {
    double sum = 0;
    int i;
    (void)context;
    for (i = 0; i < n; i++) sum += (i + 1) * (x[i] - 1);
    for (i = 0; i < n; i++) f[i] = x[i] - 1 + (i + 1) * sum * (1 + 2 * sum * sum);
    return 0;
}

static void roots(void) {
    int n, i, status;
    hash = UINT64_C(0xcbf29ce484222325);
    for (n = 1; n <= 20; n++) {
        double x[20], f[20];
        for (i = 0; i < n; i++) x[i] = 1 - (i + 1.0) / n + (double)draw(-5, 5) / 8;
        status = fpm_root_solve(n, equations, NULL, NULL, x, f, NULL);
        mix(&status, sizeof status);
        mix(x, (size_t)n * sizeof x[0]);
        mix(f, (size_t)n * sizeof f[0]);
    }
    printf("roots: %016llx\n", (unsigned long long)hash);
}

int main(int argc, char **argv) {
    static int64_t size[PROCS][POINTS];
    static double seconds[PROCS][POINTS];
    int kind, round, rounds = argc > 1 ? atoi(argv[1]) : 200;
    for (kind = FPM_CONSTANT; kind <= FPM_DISCRETE; kind++) {
        int status_count[40] = {0}, i, j;
        hash = UINT64_C(0xcbf29ce484222325);
        for (round = 0; round < rounds; round++) {
            fpm_model model[PROCS];
            fpm_proc procs[PROCS] = FPM_ZERO;
            fpm_options opts = FPM_ZERO;
            fpm_info info = FPM_ZERO;
            int64_t d[PROCS] = {0}, n = draw(0, 2000);
            int status, p = (int)draw(1, PROCS);
            for (i = 0; i < p; i++) {
                int k = (int)draw(1, POINTS), flags = kind == FPM_AKIMA ? (int)draw(0, 1) : 0;
                fpm_model_options mopts = FPM_ZERO;
                mopts.flags = kind == FPM_AKIMA && !flags ? FPM_PLAIN : flags;
                for (j = 0; j < k; j++) {
                    size[i][j] = draw(1, 50) + (j ? size[i][j - 1] : 0);
                    seconds[i][j] = (double)size[i][j] * (double)draw(50, 150) / 1000.0;
                }
                procs[i].model = &model[i];
                if (draw(0, 3) == 0) procs[i].fixed = (double)draw(1, 100) / 64.0;
                status = fpm_model_init(&model[i], kind, k, size[i], seconds[i], &mopts);
                mix(&status, sizeof status);
                if (status < 0) return 1;
            }
            opts.algorithm = (int)draw(FPM_AUTO, FPM_NUMERICAL);
            status = fpm_partition(n, p, procs, &opts, d, &info);
            mix(&status, sizeof status);
            if (status > -20 && status < 20) status_count[status + 20]++;
            if (status >= 0) {
                mix(d, (size_t)p * sizeof d[0]);
                mix(&info.makespan, sizeof info.makespan);
                mix(&info.lower_bound, sizeof info.lower_bound);
                mix(&info.imbalance, sizeof info.imbalance);
            }
            for (i = 0; i < p; i++) fpm_model_free(&model[i], NULL);
        }
        printf("kind %d: %016llx", kind, (unsigned long long)hash);
        for (i = 0; i < 40; i++)
            if (status_count[i]) printf("  %d x %d", i - 20, status_count[i]);
        puts("");
    }
    roots();
    return 0;
}
