/* fpm_chain_partition against building the prefix sums, which every user pays, and against plain
   bisection of the value with binary searches, in the same run. */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"

enum { RUNS = 5 };

static int64_t *whole_loads(int64_t n) {
    int64_t *load = (int64_t *)need((size_t)n, sizeof *load), i;
    for (i = 0; i < n; i++) load[i] = 1 + (int64_t)(100 * bench_random());
    return load;
}

static int64_t plain_sums(int64_t n, const int64_t *load, int64_t *prefix) {
    int64_t i, sum = 0;
    for (i = 0, prefix[0] = 0; i < n; i++) prefix[i + 1] = sum += load[i];
    return sum;
}

/* ---- the textbook: halve the value, binary search for the end of each part ---- */

static int plain_probe(const int64_t *w, int64_t n, int p, int64_t value) {
    int64_t i = 0;
    int k;
    for (k = 0; k < p && i < n; k++) {
        int64_t low = i, high = n;
        while (low < high) {
            int64_t middle = low + (high - low + 1) / 2;
            if (w[middle] - w[i] <= value) low = middle;
            else high = middle - 1;
        }
        i = low;
    }
    return i == n;
}

static int64_t plain_bisection(const int64_t *w, int64_t n, int p, int64_t largest) {
    int64_t low = w[n] / p, high = w[n] / p + largest;
    if (low < largest) low = largest;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (plain_probe(w, n, p, middle)) high = middle;
        else low = middle + 1;
    }
    return low;
}

/* Milliseconds of one call, the median; the makespan and the probes. */
static double timed(const fpm_chain *chain, int p, const fpm_chain_options *o, int64_t *begin,
                    fpm_chain_outputs *out, fpm_info *info) {
    double ms[RUNS];
    int k;
    for (k = 0; k < RUNS; k++) {
        double start = bench_now();
        if (fpm_chain_partition(chain, p, o, begin, out, info) < 0) exit(1);
        ms[k] = 1e3 * (bench_now() - start);
    }
    return bench_median(ms, RUNS);
}

static void equal_processors(int64_t n, int huge) {
    static const int ps[] = {16, 1000, 10000, 100000};
    int64_t *load = whole_loads(n), *w = (int64_t *)need((size_t)n + 1, sizeof *w);
    int64_t *begin = (int64_t *)need(100001, sizeof *begin), check = 0;
    double *real = (double *)need((size_t)n, sizeof *real), prefix[RUNS], init[RUNS];
    double *r = (double *)need((size_t)n + 1, sizeof *r), start;
    fpm_chain chain, reals;
    fpm_info info, info_real;
    int64_t i;
    int k;
    if (huge) load[n / 3] = 100 * n;
    for (k = 0; k < RUNS; k++) {
        start = bench_now(), check += plain_sums(n, load, w);
        prefix[k] = 1e3 * (bench_now() - start);
        start = bench_now();
        if (fpm_chain_init(&chain, n, load, w, NULL) < 0) exit(1);
        init[k] = 1e3 * (bench_now() - start);
    }
    for (i = 0; i < n; i++) real[i] = (double)load[i] * bench_between(0.5, 1);
    if (fpm_chain_init_real(&reals, n, real, r, NULL) < 0) exit(1);
    prefix[0] = bench_median(prefix, RUNS);
    printf("N = %lld%s: plain prefix sums %.2f ms, fpm_chain_init (checks, largest) %.2f ms\n",
           (long long)n, huge ? ", one huge element" : "", prefix[0], bench_median(init, RUNS));
    printf("%8s %10s %10s %8s %8s %10s %8s\n", "p", "bisection", "exact", "probes", "/prefix",
           "reals", "probes");
    for (k = 0; k < 4; k++) {
        double ms, ms_plain, ms_real;
        int64_t value;
        start = bench_now();
        value = plain_bisection(w, n, ps[k], load[chain.largest]);
        ms_plain = 1e3 * (bench_now() - start);
        ms = timed(&chain, ps[k], NULL, begin, NULL, &info);
        ms_real = timed(&reals, ps[k], NULL, begin, NULL, &info_real);
        if (info.makespan != (double)value) exit(1);
        printf("%8d %10.3f %10.3f %8d %8.4f %10.3f %8d\n", ps[k], ms_plain, ms,
               (int)info.iterations, ms / prefix[0], ms_real, (int)info_real.iterations);
    }
    free(load), free(w), free(begin), free(real), free(r);
}

static void ordered(int64_t n, int p) {
    int64_t *load = whole_loads(n), *w = (int64_t *)need((size_t)n + 1, sizeof *w);
    int64_t *begin = (int64_t *)need((size_t)p + 1, sizeof *begin);
    double *speed = (double *)need((size_t)p, sizeof *speed), ms;
    fpm_chain chain;
    fpm_chain_options o = FPM_ZERO;
    fpm_info info;
    platform f;
    int i;
    if (fpm_chain_init(&chain, n, load, w, NULL) < 0) exit(1);
    for (i = 0; i < p; i++) speed[i] = bench_between(1, 10);
    o.speed = speed;
    ms = timed(&chain, p, &o, begin, NULL, &info);
    printf("N = %lld, p = %d, speeds in order: %.2f ms, %d probes, %.2f %% over the mean\n",
           (long long)n, p, ms, (int)info.iterations, 100 * info.imbalance);
    if (p > 10000) {
        free(load), free(w), free(begin), free(speed);
        return;
    }
    f = platform_make(p, FPM_AKIMA, BENCH_MEM, 2 * (double)w[n] / p);
    o.speed = NULL, o.procs = f.procs;
    ms = timed(&chain, p, &o, begin, NULL, &info);
    printf("N = %lld, p = %d, models in order: %.2f ms, %d probes, %.2f %% over the mean\n",
           (long long)n, p, ms, (int)info.iterations, 100 * info.imbalance);
    platform_free(&f);
    free(load), free(w), free(begin), free(speed);
}

static void free_order(int classes, int p, int items) {
    int64_t n = (int64_t)items * p;
    int64_t *load = whole_loads(n), *w = (int64_t *)need((size_t)n + 1, sizeof *w);
    int64_t *begin = (int64_t *)need((size_t)p + 1, sizeof *begin);
    double *speed = (double *)need((size_t)p, sizeof *speed), given, ms, bound;
    int *who = (int *)need((size_t)p, sizeof *who), i;
    fpm_chain chain;
    fpm_chain_options o = FPM_ZERO;
    fpm_chain_outputs out = FPM_ZERO;
    fpm_info info;
    if (fpm_chain_init(&chain, n, load, w, NULL) < 0) exit(1);
    for (i = 0; i < p; i++)
        speed[i] = classes ? 1 + (int)(classes * bench_random()) : bench_between(1, 4);
    o.speed = speed;
    timed(&chain, p, &o, begin, NULL, &info);
    given = info.imbalance;
    o.free_order = 1, out.who = who;
    ms = timed(&chain, p, &o, begin, &out, &info);
    bound = info.gap;
    printf("%8d %8s %8d %9.2f %% %9.2f %% %9.2f %% %10.1f\n", p,
           classes == 0   ? "all"
           : classes == 2 ? "2"
                          : "3",
           items, 100 * given, 100 * info.imbalance, 100 * bound, ms);
    free(load), free(w), free(begin), free(speed), free(who);
}

/* What the rule among the best and what is wished for costs: passes are greedy ones over all parts,
   and the rule is what is left of a call without options when its probes are taken off. */
static void wishes(int64_t n, int p) {
    static const char *const name[] = {"no options", "min_items 3", "grain 4", "near_to", "limit"};
    int64_t *load = whole_loads(n), *w = (int64_t *)need((size_t)n + 1, sizeof *w);
    int64_t *begin = (int64_t *)need((size_t)p + 1, sizeof *begin);
    int64_t *old = (int64_t *)need((size_t)p + 1, sizeof *old);
    double *most = (double *)need((size_t)p, sizeof *most), pass[RUNS], ms, first = 0;
    fpm_chain_limit limit = {NULL, NULL, NULL};
    fpm_chain chain;
    fpm_info info;
    int i, k;
    if (fpm_chain_init(&chain, n, load, w, NULL) < 0) exit(1);
    if (fpm_chain_partition(&chain, p, NULL, begin, NULL, &info) < 0) exit(1);
    for (i = 0; i <= p; i++) old[i] = n / p * i + n % p * i / p;
    for (i = 0; i < p; i++) most[i] = 1.2 * (double)w[n] / p;
    for (k = 0; k < RUNS; k++) {
        int64_t at = 0, low, high, mid;
        double start = bench_now();
        for (i = 0; i < p; i++, at = low) /* a part: the last place within the makespan */
            for (low = at, high = n + 1; high - low > 1;) {
                mid = low + (high - low) / 2;
                if ((double)(w[mid] - w[at]) <= info.makespan) low = mid;
                else high = mid;
            }
        if (at < n) exit(1);
        pass[k] = 1e3 * (bench_now() - start);
    }
    pass[0] = bench_median(pass, RUNS);
    limit.whole = w, limit.max = most;
    printf("N = %lld, p = %d: a greedy pass over all parts %.3f ms\n", (long long)n, p, pass[0]);
    for (k = 0; k < 5; k++) {
        fpm_chain_options o = FPM_ZERO;
        if (k == 1) o.min_items = 3;
        if (k == 2) o.grain = 4;
        if (k == 3) o.from = old, o.slack = 0.01;
        if (k == 4) o.limit = &limit, o.limits = 1;
        ms = timed(&chain, p, &o, begin, NULL, &info);
        if (k == 0) first = ms;
        printf("%12s %10.3f ms, %6.2f times that without options, %4d probes", name[k], ms,
               ms / first, (int)info.iterations);
        if (k == 0) printf(", the rule %.1f passes", ms / pass[0] - (double)info.iterations);
        puts("");
    }
    free(load), free(w), free(begin), free(old), free(most);
}

/* Cuts at some places only, beside what a caller would do: gather the sums there, and cut these.
   A limit is on other loads: 1.5 times their mean. */
enum { EQUAL, SPEEDS, LIMIT };

static void places(int64_t n, int p, int grain, int what) {
    static const char *const name[] = {"equal", "speeds", "limit"};
    int64_t *load = whole_loads(n), *w = (int64_t *)need((size_t)n + 1, sizeof *w), i, m;
    int64_t *begin = (int64_t *)need((size_t)p + 1, sizeof *begin);
    int64_t *at = (int64_t *)need((size_t)n + 1, sizeof *at);
    int64_t *few = (int64_t *)need((size_t)n + 1, sizeof *few);
    int64_t *sum = (int64_t *)need((size_t)n + 1, sizeof *sum);
    int64_t *sums = (int64_t *)need((size_t)n + 1, sizeof *sums);
    double *speed = (double *)need((size_t)p, sizeof *speed), ms[RUNS], plain;
    double *most = (double *)need((size_t)p, sizeof *most);
    fpm_chain chain, gathered;
    fpm_chain_options o = FPM_ZERO, none = FPM_ZERO;
    fpm_chain_limit limit = {NULL, NULL, NULL}, few_limit = {NULL, NULL, NULL};
    fpm_info info, seen;
    int k;
    if (fpm_chain_init(&chain, n, load, w, NULL) < 0) exit(1);
    for (i = 0; i < n; i++) sum[i + 1] = sum[i] + (int64_t)(1000 * bench_random());
    for (k = 0; k < p; k++) speed[k] = bench_between(1, 10), most[k] = 1.5 * (double)sum[n] / p;
    limit.whole = sum, few_limit.whole = sums, limit.max = few_limit.max = most;
    if (what == SPEEDS) o.speed = none.speed = speed;
    if (what == LIMIT) o.limit = &limit, none.limit = &few_limit, o.limits = none.limits = 1;
    for (i = 0, m = 0; i < n; i += grain ? grain : 1 + (int64_t)(16 * bench_random())) at[m++] = i;
    if (grain) o.grain = grain;
    else o.cut = at, o.cuts = m;
    for (k = 0; k < RUNS; k++) {
        double start = bench_now();
        for (i = 0; i < m; i++) few[i] = w[at[i]];
        few[m] = w[n];
        for (i = 0; i < m && what == LIMIT; i++) sums[i] = sum[at[i]];
        sums[m] = sum[n];
        if (fpm_chain_init(&gathered, m, NULL, few, NULL) < 0) exit(1);
        if (fpm_chain_partition(&gathered, p, &none, begin, NULL, &seen) < 0) exit(1);
        ms[k] = 1e3 * (bench_now() - start);
    }
    plain = bench_median(ms, RUNS);
    ms[0] = timed(&chain, p, &o, begin, NULL, &info);
    if (info.makespan != seen.makespan) exit(1);
    printf("%8d %8s %8s %10.3f %10.3f %8.2f\n", p, name[what], grain ? "grain 8" : "a list", plain,
           ms[0], ms[0] / plain);
    free(load), free(w), free(begin), free(at), free(few), free(speed), free(sum), free(sums);
    free(most);
}

/* Loads that drift for 100 steps, within 1.5 times the imbalance of cuts from scratch: what near_to
   moves of what those move, and what nothing moves less than, even with all steps known.  The bound
   lets each cut go its best way from step to step within the places that it can have, whatever the
   others do. */
enum { STEPS = 100, EACH = 100 };

static void drift_loads(int kind, int step, int64_t n, double *base, int64_t *load) {
    int64_t i;
    for (i = 0; i < n; i++) {
        double from = (double)i / (double)n - 0.2 - 1e-4 * step;
        if (step == 0) base[i] = bench_between(500, 1000);
        else if (kind == 0) base[i] *= bench_between(0.99, 1.01);
        else if (kind == 1 && bench_random() < 0.01) base[i] = bench_between(500, 1000);
        load[i] = (int64_t)(base[i] * (kind == 2 ? 1 + 3 * exp(-200 * from * from) : 1));
    }
}

/* Go on to step t: way[i] is the least that a cut has moved that lies at i. */
static void drift_bound(double *way, const int64_t *w, int64_t n, int64_t low, int64_t high,
                        int64_t new_low, int64_t new_high) {
    int64_t from = low < new_low ? low : new_low, to = high > new_high ? high : new_high, i;
    for (i = from; i <= to; i++)
        if (i < low || i > high) way[i] = 1e300;
    for (i = from + 1; i <= to; i++)
        way[i] = fmin(way[i], way[i - 1] + (double)(w[i] - w[i - 1]) / (double)w[n]);
    for (i = to - 1; i >= from; i--)
        way[i] = fmin(way[i], way[i + 1] + (double)(w[i + 1] - w[i]) / (double)w[n]);
}

static void drift(int kind, int p) {
    static const char *const name[] = {"random walk", "1 % redrawn", "moving hill"};
    int64_t n = (int64_t)EACH * p, cuts = p + 1, i, *load, *w, *cut, *low, *high;
    double *base = (double *)need((size_t)n, sizeof *base), *way, least = 0;
    double moved[2] = {0, 0}, over[2] = {0, 0};
    int t, k;
    load = (int64_t *)need((size_t)n, sizeof *load);
    w = (int64_t *)need((size_t)((n + 1) * (STEPS + 1)), sizeof *w);
    cut = (int64_t *)need((size_t)(3 * cuts), sizeof *cut);
    low = (int64_t *)need((size_t)(cuts * (STEPS + 1)), sizeof *low);
    high = (int64_t *)need((size_t)(cuts * (STEPS + 1)), sizeof *high);
    way = (double *)need((size_t)n + 1, sizeof *way);
    for (t = 0; t <= STEPS; t++) {
        int64_t *now = w + t * (n + 1), *new_cut = cut + 2 * cuts;
        fpm_chain_options o = FPM_ZERO;
        fpm_chain_outputs out = FPM_ZERO;
        fpm_chain chain;
        fpm_info info;
        drift_loads(kind, t, n, base, load);
        if (fpm_chain_init(&chain, n, load, now, NULL) < 0) exit(1);
        if (t) o.from = cut;
        if (fpm_chain_partition(&chain, p, NULL, new_cut, NULL, &info) < 0) exit(1);
        if (t && fpm_chain_check(&chain, p, &o, new_cut, &out, &info) < 0) exit(1);
        moved[0] += info.moved / (double)now[n];
        if (t) over[0] += info.imbalance;
        memcpy(cut, new_cut, (size_t)cuts * sizeof *cut);
        o.slack = 0.5 * info.imbalance / (1 + info.imbalance);
        out.low = low + t * cuts, out.high = high + t * cuts;
        if (t) o.from = cut + cuts;
        if (fpm_chain_partition(&chain, p, &o, new_cut, &out, &info) < 0) exit(1);
        moved[1] += info.moved / (double)now[n];
        if (t) over[1] += info.imbalance;
        memcpy(cut + cuts, new_cut, (size_t)cuts * sizeof *cut);
    }
    for (k = 1; k < p; k++) {
        double best = 1e300;
        for (i = low[k]; i <= high[k]; i++) way[i] = 0;
        for (t = 1; t <= STEPS; t++)
            drift_bound(way, w + t * (n + 1), n, low[(t - 1) * cuts + k], high[(t - 1) * cuts + k],
                        low[t * cuts + k], high[t * cuts + k]);
        for (i = low[STEPS * cuts + k]; i <= high[STEPS * cuts + k]; i++) best = fmin(best, way[i]);
        least += best;
    }
    printf("%8d %12s %10.4f %10.3f %10.3f %8.2f\n", p, name[kind], moved[0] / STEPS,
           moved[1] / moved[0], least / moved[0], over[1] / over[0]);
    free(base), free(load), free(w), free(cut), free(low), free(high), free(way);
}

int main(int argc, char **argv) {
    static const int parts[] = {4, 64, 1000, 10000};
    int64_t n = argc > 1 ? strtoll(argv[1], NULL, 10) : 10000000;
    int i;
    bench_head("chains; milliseconds, median of 5");
    equal_processors(n, 0);
    equal_processors(n / 10, 0);
    equal_processors(n / 10, 1);
    ordered(1000000, 10000);
    ordered(1000000, 100000);
    wishes(1000000, 10000);
    printf("cuts at some places of 10^6, ms\n%8s %8s %8s %10s %10s %8s\n", "p", "", "places",
           "gathered", "the call", "ratio");
    for (i = 0; i < 24; i++) places(1000000, parts[i % 4], i < 12 ? 8 : 0, i / 4 % 3);
    printf("loads that drift, %d elements a part, %d steps\n%8s %12s %10s %10s %10s %8s\n", EACH,
           STEPS, "p", "loads", "scratch", "near_to", "no less", "over");
    for (i = 0; i < 6; i++) drift(i % 3, i < 3 ? 64 : 1024);
    printf("free order: part above the mean of all speeds, and above the bound reported\n");
    printf("%8s %8s %8s %11s %11s %11s %10s\n", "p", "kinds", "items/p", "in order", "free", "gap",
           "ms");
    free_order(2, 1000, 10);
    free_order(3, 150, 10);
    free_order(0, 1000, 10);
    return 0;
}
