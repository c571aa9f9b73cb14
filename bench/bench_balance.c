/* Dynamic load balancing, simulated: how the methods end, how soon they balance, what they gain
   over even shares as n grows through the paging cliffs, and one step at 10^5 processors. */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"

enum { MOST = 16, STEPS = 40, PLATFORMS = 30, METHODS = 4 };

static const char *const method_name[METHODS] = {"default", "constant", "DFPA", "numerical"};

typedef struct truth {
    double speed, ramp, decline, cliff, width, factor;
} truth;

/* Rise, plateau, slow decline, a paging cliff of 4 to 40 times at 0.4 to 3 even shares. */
static void truth_random(truth *s, double share) {
    s->speed = 1e3 * pow(10, bench_between(0, 1));
    s->ramp = share * bench_between(0.01, 0.1);
    s->decline = share * bench_between(4, 40);
    s->cliff = share * bench_between(0.4, 3);
    s->width = share * bench_between(0.1, 0.4);
    s->factor = bench_between(4, 40);
}

static double truth_time(const truth *s, int64_t size) {
    double x = (double)size, v;
    if (size <= 0) return 0;
    v = s->speed * x / (x + s->ramp) / (1 + x / s->decline);
    if (x > s->cliff) v /= 1 + (s->factor - 1) * fmin((x - s->cliff) / s->width, 1);
    return x / v;
}

static double makespan(const truth *s, int p, const int64_t *d) {
    double most = 0;
    int i;
    for (i = 0; i < p; i++) most = fmax(most, truth_time(&s[i], d[i]));
    return most;
}

static int64_t done_by(const truth *s, double time, int64_t n) {
    int64_t low = 0, high = n;
    while (low < high) {
        int64_t middle = low + (high - low + 1) / 2;
        if (truth_time(s, middle) <= time) low = middle;
        else high = middle - 1;
    }
    return low;
}

/* The true optimum: times rise, so by halving the time. */
static double optimum(const truth *s, int p, int64_t n) {
    double low = 0, high = 1e9;
    int i, round;
    for (round = 0; round < 70; round++) {
        double middle = low > 0 ? sqrt(low * high) : high / 1e6;
        int64_t sum = 0;
        for (i = 0; i < p; i++) sum += done_by(&s[i], middle, n);
        if (sum >= n) high = middle;
        else low = middle;
    }
    return high;
}

static void measure(const truth *s, const fpm_balance *b, double noise, double outliers,
                    double *t) {
    int i, j;
    for (i = 0; i < b->p; i++) {
        double sum = -6;
        for (j = 0; j < 12 && noise > 0; j++) sum += bench_random();
        t[i] = truth_time(&s[i], b->d[i]) * fmax(noise > 0 ? 1 + noise * sum : 1, 0.5);
        if (outliers > 0 && bench_random() < outliers) t[i] *= 10;
    }
}

typedef struct outcome {
    int within;                 /* redistributions until within the limit; -1: never */
    double last, total, faster; /* makespan over the optimum; all time over even; even over last */
    int64_t failed;
} outcome;

static outcome run(const truth *s, int p, int64_t n, int method, double noise, double outliers,
                   double limit) {
    fpm_balance_options opts = FPM_ZERO;
    outcome o = {-1, 0, 0, 0, 0};
    fpm_balance b;
    double best = optimum(s, p, n), even, t[MOST];
    int k;
    opts.method = method;
    opts.eps = method ? 1e-9 : 0; /* the baselines go on to the end */
    opts.iterations = STEPS;
    if (fpm_balance_init(&b, n, p, NULL, &opts, NULL, NULL) < 0) exit(1);
    even = makespan(s, p, b.d);
    for (k = 0; k <= STEPS; k++) {
        double now = makespan(s, p, b.d);
        o.last = now / best;
        o.faster = even / now;
        if (o.within < 0 && o.last <= limit) o.within = (int)b.moves;
        if (k == STEPS) break;
        o.total += now / (even * STEPS);
        measure(s, &b, noise, outliers, t);
        if (fpm_balance_step(&b, t, NULL, NULL) < 0) exit(1);
    }
    o.failed = b.failed;
    fpm_balance_free(&b);
    return o;
}

static void methods(int p, double noise, double outliers, double limit) {
    static double last[PLATFORMS * 7];
    int method, k, j;
    printf("\n# %d nodes, noise %g %%, outliers %g %%: within %g %% at some time, at the end; most "
           "redistributions to there;\n# final makespan over the optimum, median and largest; all "
           "time over even shares, largest, and runs above 1.02; solves without a root\n",
           p, 100 * noise, 100 * outliers, 100 * (limit - 1));
    for (method = 0; method < METHODS; method++) {
        int within = 0, ends = 0, slowest = 0, count = 0, dear = 0;
        double dearest = 0, median;
        int64_t failed = 0;
        bench_state = (uint64_t)p;
        for (k = 0; k < PLATFORMS; k++) {
            truth s[MOST];
            for (j = 0; j < p; j++) truth_random(&s[j], 11000.0 / p);
            for (j = 0; j < 7; j++) {
                uint64_t keep = bench_state;
                outcome o = run(s, p, 8000 + 1000 * j, method, noise, outliers, limit);
                bench_state = keep + 1;
                last[count++] = o.last;
                within += o.within >= 0;
                ends += o.last <= limit;
                slowest = o.within > slowest ? o.within : slowest;
                dearest = fmax(dearest, o.total);
                dear += o.total > 1.02;
                failed += o.failed;
            }
        }
        median = bench_median(last, count); /* sorts */
        printf("%-10s %3d %3d of %d  %2d   %7.4f %8.3f   %7.3f %3d   %4.1f %%\n",
               method_name[method], within, ends, count, slowest, median, last[count - 1], dearest,
               dear, 100.0 * (double)failed / (count * STEPS));
    }
}

/* The shape of the literature's figures: even shares, constant speeds, speed functions. */
static void speedup(void) {
    truth s[MOST];
    int64_t n;
    int j;
    bench_state = 5;
    for (j = 0; j < 8; j++) truth_random(&s[j], 11000.0 / 8);
    printf("\n# Even shares' time over that of the balanced ones, 8 nodes, no noise (the optimum's "
           "last)\n     n  constant     DFPA  default  optimum\n");
    for (n = 2000; n <= 24000; n += 2000) {
        fpm_balance b;
        double even;
        if (fpm_balance_init(&b, n, 8, NULL, NULL, NULL, NULL) < 0) exit(1);
        even = makespan(s, 8, b.d);
        fpm_balance_free(&b);
        printf("%6lld %9.2f %8.2f %8.2f %8.2f\n", (long long)n, run(s, 8, n, 1, 0, 0, 1.01).faster,
               run(s, 8, n, 2, 0, 0, 1.01).faster, run(s, 8, n, 0, 0, 0, 1.01).faster,
               even / optimum(s, 8, n));
    }
}

static void large(int p) {
    truth *s = (truth *)need((size_t)p, sizeof(truth));
    double *t = (double *)need((size_t)p, sizeof(double)), spent[25], median;
    fpm_balance b;
    int i, k;
    bench_state = 9;
    for (i = 0; i < p; i++) truth_random(&s[i], 700);
    if (fpm_balance_init(&b, (int64_t)p * 700, p, NULL, NULL, NULL, NULL) < 0) exit(1);
    for (k = 0; k < 25; k++) {
        double start;
        measure(s, &b, 0.02, 0, t);
        start = bench_now();
        if (fpm_balance_step(&b, t, NULL, NULL) < 0) exit(1);
        spent[k] = 1e3 * (bench_now() - start);
    }
    median = bench_median(spent, 25); /* sorts */
    printf(
        "\n# One step at %d processors, noise 2 %%: median %.1f ms, largest %.1f ms, %.0f bytes a "
        "processor\n",
        p, median, spent[24], (double)b.bytes / p);
    fpm_balance_free(&b);
    free(s), free(t);
}

int main(void) {
    int i;
    bench_head("bench_balance");
    printf("# %d platforms, n = 8000 to 14000, %d iterations\n", PLATFORMS, STEPS);
    for (i = 0; i < 2; i++) {
        int p = i ? 16 : 4;
        methods(p, 0, 0, 1.01);
        methods(p, 0.02, 0, 1.05);
        methods(p, 0.05, 0.01, 1.10);
    }
    speedup();
    large(100000);
    return 0;
}
