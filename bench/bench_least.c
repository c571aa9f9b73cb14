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
        if (fpm_model_init(&f.model[i], FPM_DISCRETE, SIZES, f.size, t, &bench_borrowed, NULL) < 0)
            exit(1);
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

/* Linear costs on rising times: by price, beside the way for costs of any shape, as which the same
   costs look when their model is FPM_PIECEWISE; and a front of 50 pairs, ms a pair. */
static void linear_row(int p, int64_t n) {
    enum { PAIRS = 50, MOST = 1024 };
    static fpm_model model[MOST], cost[2][MOST];
    static fpm_cost price_of[MOST];
    static int64_t size[MOST][6], one = 1;
    static double took[MOST][6], price[MOST], time[PAIRS], sum[PAIRS];
    fpm_proc *procs = (fpm_proc *)need((size_t)p, sizeof *procs);
    int64_t *d = (int64_t *)need((size_t)p, sizeof *d), count;
    double ms[2] = {0, 0}, value[2], start;
    fpm_options o = FPM_ZERO;
    fpm_info info;
    int i, k, way;
    memset(procs, 0, (size_t)p * sizeof *procs);
    for (i = 0; i < p; i++) {
        double speed = 1e9 * bench_between(1, 2);
        for (k = 0; k < 6; k++, speed *= bench_between(0.8, 1)) {
            size[i][k] = n / p / 6 * (k + 1) + k + 1;
            took[i][k] = (double)size[i][k] / speed;
        }
        price[i] = bench_between(1, 2);
        if (fpm_model_init(&model[i], FPM_AKIMA, 6, size[i], took[i], &bench_borrowed, NULL) < 0 ||
            fpm_model_init(&cost[0][i], FPM_CONSTANT, 1, &one, &price[i], &bench_borrowed, NULL) <
                0 ||
            fpm_model_init(&cost[1][i], FPM_PIECEWISE, 1, &one, &price[i], &bench_borrowed, NULL) <
                0)
            exit(1);
        procs[i].model = &model[i];
    }
    o.least = FPM_LEAST_COST, o.slack = 0.05;
    for (way = 0; way < 2; way++) {
        for (i = 0; i < p; i++) price_of[i].model = cost[way][i], procs[i].cost = &price_of[i];
        start = bench_now();
        if (way && n > 1000000000) break;
        if (fpm_partition(n, p, procs, &o, d, &info) < 0) exit(1);
        ms[way] = 1e3 * (bench_now() - start), value[way] = info.cost;
    }
    if (way == 2 && fabs(value[0] - value[1]) > 1e-12 * value[0]) exit(1);
    printf("%6d %10.3g %12.4f", p, (double)n, ms[0]);
    if (way == 2) printf(" %12.4f", ms[1]);
    else printf("            -");
    for (i = 0; i < p; i++) price_of[i].model = cost[0][i];
    o.slack = 0;
    start = bench_now();
    if (fpm_pareto(n, p, procs, &o, PAIRS, time, sum, &count, &info) < 0) exit(1);
    printf(" %12.4f\n", 1e3 * (bench_now() - start) / (double)count);
    free(procs), free(d);
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
    printf(
        "\n"
        "linear costs within 1.05 of the makespan: ms by price, by the general way; ms a pair of a "
        "front of 50\n     p          n     by price      general       a pair\n");
    linear_row(3, 1000000);
    linear_row(3, 300000000);
    linear_row(3, FPM_SIZE_MAX);
    linear_row(64, 1000000);
    linear_row(64, FPM_SIZE_MAX);
    linear_row(1024, FPM_SIZE_MAX);
    return 0;
}
