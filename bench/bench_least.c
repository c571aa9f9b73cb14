/* opts.least: the least total busy time with a makespan within (1 + eps) of the optimum, against
   the plain dynamic program over processors and units where that is affordable. */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"

enum { SIZES = 1000 };

/* FPM_DISCRETE, sizes 1 .. SIZES: a smooth trend times a random variation of 30 to 300 %. */
static platform discrete_make(int p) {
    platform f;
    int i, j;
    f.p = p;
    f.size = (int64_t *)need(SIZES, sizeof(int64_t));
    f.seconds = (double *)need((size_t)p * SIZES, sizeof(double));
    f.model = (fpm_model *)need((size_t)p, sizeof(fpm_model));
    f.procs = (fpm_proc *)need((size_t)p, sizeof(fpm_proc));
    for (j = 0; j < SIZES; j++) f.size[j] = j + 1;
    for (i = 0; i < p; i++) {
        bench_shape s = bench_shape_random(BENCH_MEM, SIZES);
        double noise = bench_between(0.3, 3), *t = f.seconds + (size_t)i * SIZES;
        for (j = 0; j < SIZES; j++)
            t[j] = (j + 1) / bench_shape_speed(&s, j + 1, SIZES) * (1 + noise * bench_random());
        if (fpm_model_init(&f.model[i], FPM_DISCRETE, SIZES, f.size, t, NULL) < 0) exit(1);
        f.procs[i].model = &f.model[i];
    }
    return f;
}

/* Least total time of n units by the limit: O(p n SIZES). */
static double plain(const platform *f, int64_t n, double limit) {
    double *block = (double *)need(2 * ((size_t)n + 1), sizeof(double)), *old = block, best;
    double *to = block + n + 1;
    int64_t w;
    int i, j;
    for (w = 0; w <= n; w++) old[w] = w ? 1e300 : 0;
    for (i = 0; i < f->p; i++) {
        double *swap = old;
        memcpy(to, old, ((size_t)n + 1) * sizeof *to);
        for (j = 1; j <= SIZES && j <= n; j++) {
            double t = f->seconds[(size_t)i * SIZES + (size_t)j - 1];
            if (t > limit) continue;
            for (w = j; w <= n; w++) to[w] = to[w] < old[w - j] + t ? to[w] : old[w - j] + t;
        }
        old = to;
        to = swap;
    }
    best = old[n];
    free(block);
    return best;
}

static double busy_time(const platform *f, const int64_t *d) {
    double sum = 0;
    int i;
    for (i = 0; i < f->p; i++) sum += d[i] ? f->seconds[(size_t)i * SIZES + (size_t)d[i] - 1] : 0;
    return sum;
}

static void row(int p, int reps) {
    static const double eps[] = {0, 0.05, 0.5};
    double first[32], took[3][32], saved[3][32], ratio[3][32];
    int64_t n = (int64_t)p * SIZES / 3, *d = (int64_t *)need((size_t)p, sizeof(int64_t));
    int rep, k;
    for (rep = 0; rep < reps; rep++) {
        platform f = discrete_make(p);
        fpm_info info;
        double start = bench_now(), busy;
        if (fpm_partition(n, p, f.procs, NULL, d, &info) < 0) exit(1);
        first[rep] = bench_now() - start;
        busy = busy_time(&f, d);
        for (k = 0; k < 3; k++) {
            fpm_options opts = FPM_ZERO;
            double makespan = info.makespan, total;
            int status;
            opts.least = FPM_LEAST_TOTAL;
            opts.slack = eps[k];
            start = bench_now();
            status = fpm_partition(n, p, f.procs, &opts, d, &info);
            took[k][rep] = fmax(bench_now() - start - first[rep], 0);
            if (status < 0) {
                fprintf(stderr, "p %d eps %g: %s\n", p, eps[k], fpm_status_str(status));
                exit(1);
            }
            saved[k][rep] = 100 * (1 - info.cost / busy);
            ratio[k][rep] = 0;
            info.makespan = makespan;
            if (p > 64) continue;
            start = bench_now();
            total = plain(&f, n, makespan * (1 + eps[k]));
            ratio[k][rep] = (bench_now() - start) / fmax(took[k][rep], 1e-6);
            if (!(fabs(total - info.cost) <= 1e-12 * total)) {
                fprintf(stderr, "p %d eps %g: %.17g, plain %.17g\n", p, eps[k], info.cost, total);
                exit(1);
            }
        }
        free(f.size), free(f.seconds), free(f.model), free(f.procs);
    }
    printf("%6d %9.4f", p, bench_median(first, reps));
    for (k = 0; k < 3; k++) {
        printf("   %8.4f %5.1f %%", bench_median(took[k], reps), bench_median(saved[k], reps));
        if (p <= 64) printf(" %7.1f", bench_median(ratio[k], reps));
        else printf("       -");
    }
    printf("\n");
    free(d);
}

int main(void) {
    bench_head("bench_least");
    printf("# Seconds for the least total time within (1 + eps) of the optimal makespan, beyond "
           "those for the\n# makespan; part of the busy time that it saves; plain dynamic program "
           "over ours.  %d sizes a\n# processor, trend times noise, n = p * %d / 3; medians\n",
           SIZES, SIZES);
    printf("     p  makespan   eps 0: s    saved   plain   eps 5 %%: s  saved   plain   "
           "eps 50 %%: s saved   plain\n");
    row(3, 15);
    row(16, 15);
    row(64, 5);
    row(256, 5);
    row(1024, 3);
    row(4096, 3);
    row(16384, 1);
    return 0;
}
