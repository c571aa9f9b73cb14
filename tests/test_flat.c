/* Timings as they are printed: flat, rounded, repeated, one bit apart.  Every kind of model, every
   algorithm, opts.least, fronts and compositions, on sizes of some units and of 10^15, against
   tables of the times that the models report; fpm_partition_check after each answer.

   Where a model is monotone, its evaluated times may still fall by a bit or two between
   neighbouring sizes of a nearly flat stretch, so makespans are compared to 1e-14.  A limit holds
   to the bit. */
#include "../fpm.h"

#include "test.h"
#include "flat.h"

enum { PROCS = 5, UNITS = 20, MOST_CALLS = 200000 };
#define NEVER FLAT_NEVER
#define CLOSE 1e-14

/* The problem at hand: shares are counted in units of `scale`. */
static struct {
    int p;
    int64_t n, scale;
    fpm_model model[PROCS], cost[PROCS];
    fpm_proc procs[PROCS];
    double time[PROCS][UNITS + 1], price[PROCS][UNITS + 1];
} the;

static int64_t d[PROCS], asked;
static fpm_info info;

/* ---- instances ---- */

static void dump(void) {
    static int dumps;
    int i;
    if (dumps++ > 3) return;
    printf("    n %lld of %lld units each\n", (long long)the.n, (long long)the.scale);
    for (i = 0; i < the.p; i++) {
        const fpm_proc *r = &the.procs[i];
        printf("    %d: min %lld max %lld grain %lld fixed %.17g required %d\n", i,
               (long long)r->min, (long long)r->max, (long long)r->grain, r->fixed, r->required);
        flat_dump("time", r->model);
        if (r->cost && r->cost->model.kind) flat_dump("cost", &r->cost->model);
    }
    fflush(stdout);
}

static void random_proc(fpm_proc *r) {
    if (test_int(0, 3) == 0) r->max = test_int(1, 8) * the.scale;
    if (test_int(0, 7) == 0) r->min = test_int(1, 3) * the.scale;
    if (r->max > 0 && r->min > r->max) r->min = 0;
    if (test_int(0, 7) == 0) r->fixed = (double)test_int(1, 10) / 10;
    if (test_int(0, 9) == 0) r->required = 1;
    r->grain = the.scale > 1 ? the.scale : test_int(0, 9) == 0 ? test_int(1, 3) : 0;
}

/* What each share takes and costs, from the models. */
static void tables(void) {
    int64_t x;
    int i;
    for (i = 0; i < the.p; i++)
        for (x = 0; x <= the.n; x++) {
            const fpm_proc *r = &the.procs[i];
            int64_t size = x * the.scale;
            double t = 0;
            if (x > 0) t = flat_time(r->model, size);
            if (x > 0 && t < NEVER) t += r->fixed;
            if (x > 0 && (size < r->min || (r->max > 0 && size > r->max))) t = NEVER;
            if (x > 0 && r->grain > 0 && size % r->grain) t = NEVER;
            if (x == 0 && r->required) t = NEVER;
            the.time[i][x] = t;
            the.price[i][x] =
                x > 0 && r->cost && r->cost->model.kind ? flat_time(&r->cost->model, size) : 0;
        }
}

static void random_instance(int linear) {
    int i;
    memset(&the, 0, sizeof the);
    the.scale = test_int(0, 3) ? 1 : test_int(1, INT64_C(100000000000000));
    the.p = (int)test_int(1, PROCS);
    the.n = test_int(0, UNITS);
    for (i = 0; i < the.p; i++) {
        flat_model(&the.model[i], 0, the.scale, UNITS * the.scale);
        the.procs[i].model = &the.model[i];
        if (i > 0 && test_int(0, 4) == 0) the.procs[i].model = the.procs[i - 1].model;
        random_proc(&the.procs[i]);
        if (test_int(0, 4) == 0) continue;
        flat_model(&the.cost[i], 1, the.scale, UNITS * the.scale);
        if (!linear || the.cost[i].kind == FPM_CONSTANT)
            the.procs[i].cost = test_cost(&the.cost[i]);
    }
    test_some_cost(the.procs, the.p);
    tables();
}

static void free_instance(void) {
    int i;
    for (i = 0; i < the.p; i++) {
        fpm_model_free(&the.model[i]);
        fpm_model_free(&the.cost[i]);
    }
}

/* ---- by tables ---- */

/* Least of the largest time of a share, for every sum up to n; shares take at most `limit`. */
static void fastest_sums(double limit, double *best) {
    int64_t w, x;
    int i;
    for (w = 0; w <= the.n; w++) best[w] = w ? NEVER : 0;
    for (i = 0; i < the.p; i++)
        for (w = the.n; w >= 0; w--) {
            double least = NEVER;
            for (x = 0; x <= w; x++) {
                double t = the.time[i][x], before = best[w - x], latest = t > before ? t : before;
                if (t <= limit && latest < least) least = latest;
            }
            best[w] = least;
        }
}

static double price_of(int what, int i, int64_t x) {
    if (what == FPM_LEAST_TOTAL) return the.time[i][x];
    if (what == FPM_LEAST_BUSY) return x > 0;
    return the.price[i][x];
}

/* Least sum of costs of shares that take at most `limit`; NEVER: there is no such partition. */
static double cheapest(int what, double limit) {
    double best[UNITS + 1];
    int64_t w, x;
    int i;
    for (w = 0; w <= the.n; w++) best[w] = w ? NEVER : 0;
    for (i = 0; i < the.p; i++)
        for (w = the.n; w >= 0; w--) {
            double least = NEVER;
            for (x = 0; x <= w; x++) {
                double cost = price_of(what, i, x), sum = best[w - x] + cost;
                if (the.time[i][x] <= limit && cost < NEVER && sum < least) least = sum;
            }
            best[w] = least;
        }
    return best[the.n];
}

/* ---- one call each ---- */

static int count_calls(void *context, const fpm_progress *state) {
    (void)context;
    (void)state;
    return ++asked > MOST_CALLS;
}

static int partition(const fpm_options *opts) {
    fpm_options o = *opts;
    int i, status;
    for (i = 0; i < PROCS; i++) d[i] = -7;
    asked = 0;
    o.progress = count_calls;
    status = fpm_partition(the.n * the.scale, the.p, the.procs, &o, d, &info);
    CHECK_INT(info.status, status);
    CHECK(asked <= MOST_CALLS);
    CHECK(strcmp(fpm_status_str(status), "unknown status") != 0);
    for (i = 0; i < the.p && status < 0; i++) CHECK_INT(d[i], -7);
    return status;
}

/* Is d a partition, as its checker and the tables say? */
static int valid(double limit) {
    fpm_options opts = FPM_ZERO;
    fpm_info seen;
    double makespan = 0;
    int64_t sum = 0;
    int i, ok;
    opts.limit = limit;
    ok =
        CHECK(fpm_partition_check(the.n * the.scale, the.p, the.procs, &opts, d, &seen) == FPM_OK ||
              seen.status == FPM_EXTRAPOLATED);
    for (i = 0; i < the.p && ok; i++) {
        int64_t x = d[i] / the.scale;
        ok &= CHECK(d[i] >= 0 && x <= the.n && d[i] % the.scale == 0);
        if (!ok) return 0;
        sum += x;
        if (the.time[i][x] > makespan) makespan = the.time[i][x];
    }
    if (!ok) return 0;
    ok &= CHECK_INT(sum, the.n) && CHECK_SAME(makespan, info.makespan);
    ok &= CHECK_SAME(makespan, seen.makespan);
    if (limit > 0) ok &= CHECK_LE(makespan, limit);
    return ok;
}

/* The same where no table holds the shares. */
static int huge_valid(double limit) {
    fpm_options opts = FPM_ZERO;
    fpm_info seen;
    int ok;
    opts.limit = limit;
    fpm_partition_check(the.n, the.p, the.procs, &opts, d, &seen);
    ok = CHECK(seen.status == FPM_OK || seen.status == FPM_EXTRAPOLATED);
    ok &= CHECK_SAME(seen.makespan, info.makespan);
    return ok & CHECK_REL(seen.lower_bound, info.lower_bound, CLOSE);
}

static int algorithms(void) {
    fpm_options opts = FPM_ZERO;
    double best[UNITS + 1];
    int ok = 1;
    fastest_sums(NEVER / 2, best);
    for (opts.algorithm = FPM_AUTO; opts.algorithm <= FPM_HPOPTA; opts.algorithm++) {
        int choice = (int)test_int(0, 1), status;
        int exact = opts.algorithm == FPM_AUTO || opts.algorithm == FPM_GEOMETRIC ||
                    opts.algorithm == FPM_OPTIMAL || opts.algorithm == FPM_HPOPTA;
        opts.search =
            choice && (opts.algorithm == FPM_AUTO || opts.algorithm == FPM_GEOMETRIC) ? 1 : 0;
        opts.dense = choice && opts.algorithm == FPM_NUMERICAL;
        NOTE("algorithm %d, search %d, dense %d", opts.algorithm, opts.search, opts.dense);
        status = partition(&opts);
        if (!(best[the.n] < NEVER)) {
            ok &= CHECK(status < 0);
            continue;
        }
        if (opts.algorithm == FPM_AUTO || opts.algorithm == FPM_OPTIMAL) ok &= CHECK(status >= 0);
        if (status < 0) continue;
        ok &= valid(0);
        ok &= CHECK_LE(best[the.n] * (1 - CLOSE), info.makespan);
        ok &= CHECK_LE(info.lower_bound, best[the.n] * (1 + CLOSE));
        if (exact) ok &= CHECK_LE(info.makespan, best[the.n] * (1 + CLOSE));
        if (exact) ok &= CHECK_LE(info.gap, CLOSE);
    }
    return ok;
}

static double random_limit(void) {
    const double *times = the.time[test_int(0, the.p - 1)];
    double t = times[test_int(0, the.n)];
    int64_t off = test_int(-2, 1);
    if (!(t > 0 && t < NEVER)) t = 2;
    return off < -1 ? t * (1 + test_real()) : test_from_bits(test_bits(t) + (uint64_t)off);
}

static int least_within(int what, double limit) {
    fpm_options opts = FPM_ZERO;
    double want = cheapest(what, limit), best[UNITS + 1];
    int status, ok;
    opts.least = what;
    opts.limit = limit;
    NOTE("least %d, limit %.17g", what, limit);
    status = partition(&opts);
    fastest_sums(NEVER / 2, best);
    if (!(want < NEVER)) return CHECK_INT(status, FPM_E_INFEASIBLE);
    ok = CHECK(status == FPM_OK || status == FPM_EXTRAPOLATED);
    if (!ok) return 0;
    ok &= valid(limit);
    ok &= CHECK_REL(info.cost, want, 1e-13);
    return ok & CHECK_LE(info.lower_bound, best[the.n] * (1 + CLOSE));
}

/* All pairs from the slowest down, each more than CLOSE faster than the one before. */
static int64_t table_front(int what, double limit, double *time, double *cost) {
    double times[PROCS * (UNITS + 1)];
    int64_t x, count = 0, pairs = 0, k;
    int i;
    for (i = 0; i < the.p; i++)
        for (x = 0; x <= the.n; x++)
            if (the.time[i][x] <= limit) times[count++] = the.time[i][x];
    for (;;) {
        double least = cheapest(what, limit), first = limit;
        if (!(least < NEVER)) return pairs;
        for (k = 0; k < count; k++)
            if (times[k] < first && cheapest(what, times[k]) <= least * (1 + CLOSE))
                first = times[k];
        time[pairs] = first;
        cost[pairs++] = cheapest(what, first);
        if (!(first > 0)) return pairs;
        limit = first * (1 - CLOSE);
    }
}

static int front(int what) {
    static double want_time[PROCS * (UNITS + 1)], want_cost[PROCS * (UNITS + 1)];
    static double time[PROCS * (UNITS + 1)], cost[PROCS * (UNITS + 1)];
    double limit = test_int(0, 1) ? random_limit() : 0;
    int64_t pairs = table_front(what, limit > 0 ? limit : NEVER / 2, want_time, want_cost);
    int64_t count = -1, k;
    fpm_options opts = FPM_ZERO;
    int status, ok = 1;
    opts.least = what;
    opts.limit = limit;
    opts.progress = count_calls;
    asked = 0;
    NOTE("front %d, limit %.17g", what, limit);
    status = fpm_pareto(the.n * the.scale, the.p, the.procs, &opts, pairs + 1, time, cost, &count,
                        &info);
    ok &= CHECK(asked <= MOST_CALLS);
    if (pairs == 0) return ok & CHECK_INT(status, FPM_E_INFEASIBLE) & CHECK_INT(count, -1);
    ok &= CHECK(status >= 0) && CHECK_INT(count, pairs);
    for (k = 0; k < pairs && ok; k++) {
        ok &= CHECK_REL(time[k], want_time[pairs - 1 - k], CLOSE);
        ok &= CHECK_REL(cost[k], want_cost[pairs - 1 - k], 1e-13);
        ok &= k == 0 ||
              (CHECK_LT(time[k - 1], time[k] * (1 - CLOSE / 2)) && CHECK_LT(cost[k], cost[k - 1]));
        if (ok && test_int(0, 3) == 0) ok &= least_within(what, time[k]);
    }
    return ok;
}

static int composition(void) {
    fpm_points points = FPM_ZERO;
    double best[UNITS + 1];
    int64_t sizes[UNITS], x, k = 0;
    int ok;
    fastest_sums(NEVER / 2, best);
    for (x = 1; x <= the.n; x++) sizes[x - 1] = x * the.scale;
    NOTE("composition");
    ok = CHECK_INT(fpm_compose(the.p, the.procs, the.n, sizes, NULL, &points, &info), FPM_OK);
    for (x = 1; x <= the.n && ok; x++) {
        if (!(best[x] < NEVER)) continue;
        ok &= CHECK(k < points.count) && CHECK_INT(points.size[k], x * the.scale);
        ok &= ok && CHECK_REL(points.seconds[k], best[x], CLOSE);
        k++;
    }
    ok &= CHECK_INT(points.count, k);
    fpm_points_free(&points);
    return ok;
}

/* ---- cases ---- */

static void small_sizes(void) {
    int64_t round, rounds = test_count(4000);
    for (round = 0; round < rounds; round++) {
        int what = (int)test_int(FPM_LEAST_TOTAL, FPM_LEAST_BUSY), ok = 1;
        random_instance(test_int(0, 1) == 0);
        ok &= algorithms();
        ok &= least_within(what, random_limit());
        if (test_int(0, 3) == 0) ok &= front(what);
        if (test_int(0, 3) == 0) ok &= composition();
        if (!ok) dump();
        free_instance();
    }
}

/* Up to 10^15 units without a grain: no table holds these.  All exact ways give the same makespan,
   a limit holds, no pair of a front is beaten by what a limit just below it gives. */
static int huge_least(double makespan) {
    double time[8], cost[8];
    fpm_options opts = FPM_ZERO;
    int64_t count = 0, k;
    int status, ok = 1;
    opts.least = FPM_LEAST_COST;
    opts.limit = makespan * (test_int(0, 1) ? 1 : 1 + test_real());
    NOTE("limit %.17g", opts.limit);
    status = partition(&opts);
    ok &= CHECK(status >= 0 || status == FPM_E_INFEASIBLE || status == FPM_E_WORK_LIMIT);
    if (status >= 0) ok &= huge_valid(opts.limit) && CHECK(info.cost < NEVER);
    opts.progress = count_calls;
    asked = 0;
    status = fpm_pareto(the.n, the.p, the.procs, &opts, 8, time, cost, &count, &info);
    ok &= CHECK(asked <= MOST_CALLS);
    for (k = 0; k < count && status >= 0; k++) {
        ok &= CHECK_LE(time[k], opts.limit) && CHECK(cost[k] < NEVER);
        ok &= k == 0 || (CHECK_LT(time[k - 1], time[k]) && CHECK_LT(cost[k], cost[k - 1]));
    }
    return ok;
}

static void huge_sizes(void) {
    int64_t round, rounds = test_count(400);
    for (round = 0; round < rounds; round++) {
        fpm_options opts = FPM_ZERO;
        double makespan;
        int i, ok = 1, status;
        random_instance(1);
        the.scale = test_int(1, INT64_C(50000000000000));
        the.n *= the.scale;
        for (i = 0; i < the.p; i++) { /* anew, without grain, min and lists */
            fpm_model_free(&the.model[i]);
            flat_model(&the.model[i], 0, the.scale, UNITS * the.scale);
            while (the.model[i].kind == FPM_DISCRETE || !the.model[i].monotone) {
                fpm_model_free(&the.model[i]);
                flat_model(&the.model[i], 0, the.scale, UNITS * the.scale);
            }
            the.procs[i].model = &the.model[i];
            the.procs[i].grain = the.procs[i].min = 0;
            if (the.procs[i].max > 0) the.procs[i].max = test_int(1, the.n + 1);
        }
        the.scale = 1;
        NOTE("round %lld", (long long)round);
        status = partition(&opts);
        ok &= CHECK(status >= 0 || status == FPM_E_INFEASIBLE);
        makespan = info.makespan;
        if (status >= 0) {
            ok &= huge_valid(0) && CHECK_LE(info.gap, CLOSE);
            opts.search = FPM_BISECTION;
            ok &= CHECK(partition(&opts) >= 0) && huge_valid(0);
            ok &= CHECK_REL(info.makespan, makespan, CLOSE);
            opts.search = 0;
            opts.algorithm = FPM_OPTIMAL;
            ok &= CHECK(partition(&opts) >= 0) && huge_valid(0);
            ok &= CHECK_REL(info.makespan, makespan, CLOSE);
            ok &= huge_least(makespan);
        }
        if (!ok) dump();
        free_instance();
    }
}

/* Between two points no time lies outside of theirs, to the last bit: of models without corrections
   too, where they are monotone. */
static void between_points(void) {
    int64_t round, rounds = test_count(3000), j, k;
    for (round = 0; round < rounds; round++) {
        fpm_model m;
        const double *times;
        the.scale = test_int(0, 1) ? 1 : test_int(1, INT64_C(100000000000000));
        flat_model(&m, 0, the.scale, UNITS * the.scale);
        times = m.shaped ? m.shaped : m.seconds;
        if (m.kind == FPM_CONSTANT) m.count = 0;
        for (j = 1; j < m.count && m.kind != FPM_DISCRETE; j++) {
            double low = times[j - 1], high = times[j];
            if (high < low) low = times[j], high = times[j - 1];
            if (!m.monotone && (m.flags & FPM_PLAIN || m.flags == FPM_LITERAL)) break;
            for (k = 0; k < 20; k++) {
                double t = flat_time(&m, test_int(m.size[j - 1], m.size[j]));
                NOTE("round %lld", (long long)round);
                if (!(CHECK_LE(low, t) && CHECK_LE(t, high))) flat_dump("time", &m);
            }
        }
        fpm_model_free(&m);
    }
}

/* Many processors, which take another way inside: the makespan is that of the models to the bit. */
static void many_processors(void) {
    enum { MANY = 700, KINDS = 9 };
    static fpm_proc procs[MANY];
    static int64_t share[MANY];
    int64_t round, rounds = test_count(40);
    for (round = 0; round < rounds; round++) {
        fpm_model model[KINDS];
        fpm_options opts = FPM_ZERO;
        fpm_info seen;
        int64_t n;
        int i;
        the.scale = test_int(0, 1) ? 1000 : test_int(1, INT64_C(1000000000));
        for (i = 0; i < KINDS; i++) {
            flat_model(&model[i], 0, the.scale, UNITS * the.scale);
            while (!model[i].monotone || model[i].kind == FPM_DISCRETE) {
                fpm_model_free(&model[i]);
                flat_model(&model[i], 0, the.scale, UNITS * the.scale);
            }
        }
        memset(procs, 0, sizeof procs);
        for (i = 0; i < MANY; i++) procs[i].model = &model[test_int(0, KINDS - 1)];
        n = test_int(1, MANY * 8 * the.scale);
        opts.algorithm = test_int(0, 1) ? FPM_GEOMETRIC : FPM_NUMERICAL;
        NOTE("round %lld, algorithm %d", (long long)round, opts.algorithm);
        CHECK(fpm_partition(n, MANY, procs, &opts, share, &info) >= 0);
        CHECK(fpm_partition_check(n, MANY, procs, NULL, share, &seen) >= 0);
        CHECK_SAME(seen.makespan, info.makespan);
        CHECK_REL(seen.lower_bound, info.makespan, CLOSE);
        for (i = 0; i < KINDS; i++) fpm_model_free(&model[i]);
    }
}

/* Two processors, one flat: the least makespan below 3 s was cut off by rounding, and the front of
   makespan and cost had no end. */
static void flat_and_cheap(void) {
    const int64_t one[] = {1}, size[] = {1, 3};
    const double second[] = {1}, flat[] = {3, 3}, half[] = {0.5};
    double time[16], cost[16];
    fpm_options opts = FPM_ZERO;
    int64_t count = 0;
    memset(&the, 0, sizeof the);
    the.p = 2;
    the.n = 2;
    the.scale = 1;
    CHECK_INT(fpm_model_init(&the.model[0], FPM_CONSTANT, 1, one, second, &test_borrowed, NULL),
              FPM_OK);
    CHECK_INT(fpm_model_init(&the.model[1], FPM_PIECEWISE, 2, size, flat, &test_borrowed, NULL),
              FPM_OK);
    CHECK_INT(fpm_model_init(&the.cost[0], FPM_CONSTANT, 1, one, half, &test_borrowed, NULL),
              FPM_OK);
    CHECK_INT(fpm_model_init(&the.cost[1], FPM_CONSTANT, 1, one, second, &test_borrowed, NULL),
              FPM_OK);
    the.procs[0].model = &the.model[0];
    the.procs[0].cost = test_cost(&the.cost[0]);
    the.procs[0].max = 1;
    the.procs[1].model = &the.model[1];
    the.procs[1].cost = test_cost(&the.cost[1]);
    tables();
    CHECK_SAME(the.time[1][2], 3.0);
    opts.least = FPM_LEAST_COST;
    opts.limit = test_from_bits(test_bits(3.0) - 1);
    CHECK_INT(partition(&opts), FPM_E_INFEASIBLE);
    opts.limit = 3;
    CHECK_INT(partition(&opts), FPM_OK);
    CHECK(d[0] == 1 && d[1] == 1);
    CHECK_SAME(info.cost, 1.5);
    opts.limit = 0;
    opts.progress = count_calls;
    asked = 0;
    CHECK_INT(fpm_pareto(2, 2, the.procs, &opts, 16, time, cost, &count, &info), FPM_OK);
    CHECK_INT(count, 1);
    CHECK_SAME(time[0], 3.0);
    CHECK_SAME(cost[0], 1.5);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(flat_and_cheap);
    RUN(small_sizes);
    RUN(huge_sizes);
    RUN(between_points);
    RUN(many_processors);
    return test_end();
}
