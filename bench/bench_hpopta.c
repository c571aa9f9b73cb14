/* HPOPTA beside a plain dynamic program on profiles of a trend times random variation. */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"

enum { SIZES = 1000 };

/* Sizes 1 .. SIZES; times rise as those of a speed of MEM shape do, without its cliff, times
   a random factor of 1 to 1.3 up to 1 to 8, as the processor has it. */
static platform profiles(int p) {
    platform f;
    int i, j;
    f.p = p;
    f.size = (int64_t *)need((size_t)p * SIZES, sizeof(int64_t));
    f.seconds = (double *)need((size_t)p * SIZES, sizeof(double));
    f.model = (fpm_model *)need((size_t)p, sizeof(fpm_model));
    f.procs = (fpm_proc *)need((size_t)p, sizeof(fpm_proc));
    for (i = 0; i < p; i++) {
        bench_shape s = bench_shape_random(BENCH_SMOOTH, SIZES);
        double speed = bench_between(0.5, 2), vary = bench_between(0.3, 7);
        s.base = 1;
        for (j = 0; j < SIZES; j++) {
            double x = j + 1;
            f.size[i * SIZES + j] = j + 1;
            f.seconds[i * SIZES + j] =
                x / (speed * bench_shape_speed(&s, x, SIZES)) * (1 + vary * bench_random());
        }
        if (fpm_model_init(&f.model[i], FPM_DISCRETE, SIZES, f.size + i * SIZES,
                           f.seconds + i * SIZES, NULL) < 0)
            exit(1);
        f.procs[i].model = &f.model[i];
    }
    return f;
}

/* The makespans of 0 .. n units over the first processors, one processor more a round: best[w] =
   least over x of max(best[w - x], t(x)), in the form that compilers turn into vectors. */
static double plain(const platform *f, int64_t n) {
    double *best = (double *)need((size_t)n + 1, sizeof(double)), makespan;
    double *next = (double *)need((size_t)n + 1, sizeof(double)), *swap;
    int64_t reach = 0, from, w, j;
    int i;
    for (w = 1; w <= n; w++) best[w] = 1e300;
    for (i = 0; i < f->p; i++) {
        memcpy(next, best, ((size_t)n + 1) * sizeof(double));
        for (from = 0; from <= reach; from += 1024) { /* blocks that stay in the cache */
            int64_t end = from + 1024 < reach + 1 ? from + 1024 : reach + 1;
            for (j = 0; j < SIZES; j++) {
                int64_t x = j + 1, last = end < n - x + 1 ? end : n - x + 1;
                double t = f->seconds[i * SIZES + j], *to = next + x;
                for (w = from; w < last; w++) {
                    double v = best[w] > t ? best[w] : t;
                    to[w] = v < to[w] ? v : to[w];
                }
            }
        }
        reach = reach + SIZES < n ? reach + SIZES : n;
        swap = best, best = next, next = swap;
    }
    makespan = best[n];
    free(best), free(next);
    return makespan;
}

static void row(int p, int reps) {
    double *ours = (double *)need((size_t)reps, sizeof(double));
    double *theirs = (double *)need((size_t)reps, sizeof(double)), nodes = 0, bytes = 0, a, b;
    int64_t *d = (int64_t *)need((size_t)p, sizeof(int64_t)), n = (int64_t)p * SIZES / 3;
    int rep;
    for (rep = 0; rep < reps; rep++) {
        platform f = profiles(p);
        fpm_options opts = FPM_ZERO;
        fpm_info info;
        double start = bench_now(), makespan;
        opts.algorithm = FPM_HPOPTA;
        opts.max_work = INT64_C(1) << 50;
        if (fpm_partition(n, p, f.procs, &opts, d, &info) != FPM_OK) exit(1);
        ours[rep] = bench_now() - start;
        start = bench_now();
        makespan = plain(&f, n);
        theirs[rep] = bench_now() - start;
        if (makespan < info.makespan || makespan > info.makespan) {
            fprintf(stderr, "bench_hpopta: %.17g is not %.17g\n", info.makespan, makespan);
            exit(1);
        }
        nodes += (double)info.nodes / reps;
        bytes += (double)info.bytes / reps;
        platform_free(&f);
    }
    a = bench_median(ours, reps), b = bench_median(theirs, reps);
    printf("%5d %9lld %12.5f %12.5f %8.2f %10.1f %10.3g %9d\n", p, (long long)n, a, b, a / b,
           bytes * 1e-6, nodes, reps);
    fflush(stdout);
    free(ours), free(theirs), free(d);
}

int main(void) {
    bench_head("bench_hpopta");
    printf("\n# HPOPTA and a plain dynamic program, O(p n m): seconds, medians; %d points a "
           "processor,\n# n = %d p / 3, trend times random variation of 30 to 700 %%\n",
           SIZES, SIZES);
    printf("    p         n       HPOPTA        plain    ratio    memo MB      nodes instances\n");
    row(16, 21);
    row(64, 5);
    row(256, 1);
    return 0;
}
