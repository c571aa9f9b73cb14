/* What the benches share: a clock, a generator, shapes of speed functions, and the head line that
   names machine and compiler.  Everything is seeded; ratios are taken within one run. */
#ifndef BENCH_H
#define BENCH_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double bench_now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint64_t bench_state = 1;

static double bench_random(void) { /* uniform in [0, 1) */
    uint64_t z = bench_state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

static double bench_between(double a, double b) { return a + (b - a) * bench_random(); }

static int bench_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double bench_median(double *x, int n) {
    qsort(x, (size_t)n, sizeof *x, bench_compare);
    return n % 2 ? x[n / 2] : 0.5 * (x[n / 2 - 1] + x[n / 2]);
}

/* A speed function in units a second.  MEM: rise, plateau, slow decline, a paging cliff of x4 to
   x40; SMOOTH: rise and slow decline; times rise with size in both.  SAW: teeth of 10 to 35 %. */
enum { BENCH_MEM, BENCH_SMOOTH, BENCH_SAW };

typedef struct bench_shape {
    int kind;
    double base, ramp, decline, cliff, factor, tooth, depth;
} bench_shape;

static bench_shape bench_shape_random(int kind, double range) {
    bench_shape s;
    s.kind = kind;
    s.base = 1e3 * pow(10, bench_between(0, 2));
    s.ramp = range * bench_between(0.005, 0.05);
    s.decline = range * bench_between(2, 20);
    s.cliff = range * bench_between(0.2, 0.8);
    s.factor = bench_between(4, 40);
    s.tooth = range * bench_between(0.1, 0.3);
    s.depth = bench_between(0.1, 0.35);
    return s;
}

static double bench_shape_speed(const bench_shape *s, double x, double range) {
    double v = s->base * x / (x + s->ramp) / (1 + x / s->decline);
    if (s->kind == BENCH_MEM && x > s->cliff)
        v /= 1 + (s->factor - 1) * fmin((x - s->cliff) / (0.1 * range), 1);
    if (s->kind == BENCH_SAW) v *= 1 - s->depth * fmod(x, s->tooth) / s->tooth;
    return v;
}

/* k points at even spacing up to range. */
static void bench_points(const bench_shape *s, double range, int k, int64_t *size,
                         double *seconds) {
    int j;
    for (j = 0; j < k; j++) {
        size[j] = (int64_t)(range * (j + 1) / k);
        seconds[j] = (double)size[j] / bench_shape_speed(s, (double)size[j], range);
    }
}

static void bench_head(const char *title) {
    char line[256] = "unknown processor";
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "model name", 10) == 0) break;
    if (f) fclose(f);
    line[strcspn(line, "\n")] = 0;
    printf("# %s\n# %s, ", title, strchr(line, ':') ? strchr(line, ':') + 2 : line);
#if defined(__clang__)
    printf("clang %d.%d", __clang_major__, __clang_minor__);
#elif defined(__GNUC__)
    printf("gcc %d.%d", __GNUC__, __GNUC_MINOR__);
#endif
#ifdef __AVX2__
    printf(", AVX2");
#endif
    printf("\n");
}

#endif
