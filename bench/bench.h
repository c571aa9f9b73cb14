/* What the benches share: a clock, a generator, shapes of speed functions, processors with models,
   and the head lines that name machine, compiler, flags and date.  Include after fpm.h.  Everything
   is seeded; ratios are taken within one run. */
#ifndef BENCH_H
#define BENCH_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__GNUC__) || defined(__clang__)
#define BENCH_FN __attribute__((unused)) static
#else
#define BENCH_FN static
#endif

/* Options of models that read a bench's own arrays and need no fpm_model_free. */
BENCH_FN const fpm_model_options bench_borrowed = {FPM_BORROW, 0, 0, NULL, NULL, 0, NULL};

BENCH_FN double bench_now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint64_t bench_state = 1;

BENCH_FN double bench_random(void) { /* uniform in [0, 1) */
    uint64_t z = bench_state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

BENCH_FN double bench_between(double a, double b) { return a + (b - a) * bench_random(); }

BENCH_FN int bench_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

BENCH_FN double bench_median(double *x, int n) {
    qsort(x, (size_t)n, sizeof *x, bench_compare);
    return n % 2 ? x[n / 2] : 0.5 * (x[n / 2 - 1] + x[n / 2]);
}

/* Seconds of one pass over sizes and times; sums apart, so that only memory makes it wait. */
BENCH_FN double bench_stream(const int64_t *size, const double *t, int64_t count, double *sink) {
    int64_t i, units[4] = {0, 0, 0, 0};
    double sum[4] = {0, 0, 0, 0}, start = bench_now();
    for (i = 0; i + 4 <= count; i += 4) {
        sum[0] += t[i], sum[1] += t[i + 1], sum[2] += t[i + 2], sum[3] += t[i + 3];
        units[0] += size[i], units[1] += size[i + 1];
        units[2] += size[i + 2], units[3] += size[i + 3];
    }
    *sink += sum[0] + sum[1] + sum[2] + sum[3];
    *sink += (double)(units[0] + units[1] + units[2] + units[3]);
    return bench_now() - start;
}

/* A speed function in units a second.  MEM: rise, plateau, slow decline, a paging cliff of x4 to
   x40; SMOOTH: rise and slow decline; times rise with size in both.  SAW: teeth of 10 to 35 %. */
enum { BENCH_MEM, BENCH_SMOOTH, BENCH_SAW };

typedef struct bench_shape {
    int kind;
    double base, ramp, decline, cliff, factor, tooth, depth;
} bench_shape;

BENCH_FN bench_shape bench_shape_random(int kind, double range) {
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

BENCH_FN double bench_shape_speed(const bench_shape *s, double x, double range) {
    double v = s->base * x / (x + s->ramp) / (1 + x / s->decline);
    if (s->kind == BENCH_MEM && x > s->cliff)
        v /= 1 + (s->factor - 1) * fmin((x - s->cliff) / (0.1 * range), 1);
    if (s->kind == BENCH_SAW) v *= 1 - s->depth * fmod(x, s->tooth) / s->tooth;
    return v;
}

/* k points at even spacing up to range. */
BENCH_FN void bench_points(const bench_shape *s, double range, int k, int64_t *size,
                           double *seconds) {
    int j;
    for (j = 0; j < k; j++) {
        size[j] = (int64_t)(range * (j + 1) / k);
        seconds[j] = (double)size[j] / bench_shape_speed(s, (double)size[j], range);
    }
}

enum { POINTS = 20 };
#define RANGE 20000.0 /* units: the usual largest size that was timed */

/* p processors of the same shape and kind of model (Akima: safe), POINTS points each. */
typedef struct platform {
    int p;
    int64_t *size;
    double *seconds;
    fpm_model *model;
    fpm_proc *procs;
} platform;

BENCH_FN void *need(size_t count, size_t each) {
    void *block = calloc(count, each);
    if (!block) {
        fprintf(stderr, "bench: out of memory\n");
        exit(1);
    }
    return block;
}

BENCH_FN platform platform_make(int p, int kind, int shape, double range) {
    platform f;
    fpm_model_options safe = FPM_ZERO;
    int i;
    safe.flags = kind == FPM_SHAPED ? 0 : FPM_BORROW;
    f.p = p;
    f.size = (int64_t *)need((size_t)p * POINTS, sizeof(int64_t));
    f.seconds = (double *)need((size_t)p * POINTS, sizeof(double));
    f.model = (fpm_model *)need((size_t)p, sizeof(fpm_model));
    f.procs = (fpm_proc *)need((size_t)p, sizeof(fpm_proc));
    for (i = 0; i < p; i++) {
        bench_shape s = bench_shape_random(shape, range);
        bench_points(&s, range, POINTS, f.size + i * POINTS, f.seconds + i * POINTS);
        if (fpm_model_init(&f.model[i], kind, POINTS, f.size + i * POINTS, f.seconds + i * POINTS,
                           &safe, NULL) < 0)
            exit(1);
        f.procs[i].model = &f.model[i];
    }
    return f;
}

BENCH_FN void platform_free(platform *f) {
    free(f->size), free(f->seconds), free(f->model), free(f->procs);
}

BENCH_FN void bench_head(const char *title) {
    char line[256] = "unknown processor";
    time_t now = time(NULL);
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
#ifdef BENCH_BUILD
    printf(", %s", BENCH_BUILD);
#endif
    strftime(line, sizeof line, "%Y-%m-%d", gmtime(&now));
    printf(", %s\n", line);
}

#endif
