/* opts.least and fpm_pareto against tables: the least makespan, the least sum of costs by a limit,
   the least sorted times and the whole front, by plain dynamic programs over processors and units;
   refusals, failures of memory, limits, the progress callback.

   The tables hold the times and costs that fpm.h reports for each share (of FPM_DISCRETE: the
   points themselves), so limits mean the same on both sides, to the last bit.  Costs in whole
   numbers must be equal, others agree to 1e-12. */
#include "../fpm.h"

#include "test.h"

#include "oracle.h"

#include "instance.h"

#include "inside.h"

enum { UNITS = 4096, PROCS = 64 };
#define NEVER 1e300

static int64_t d[PROCS + 1];
static fpm_info info;
static double seconds[PROCS][UNITS + 1], price[PROCS][UNITS + 1]; /* NEVER: not allowed */
static oracle_model cost_truth[PROCS];
static fpm_model cost_model[PROCS];
static int whole; /* costs are whole numbers */

/* ---- tables ---- */

static int allowed(const fpm_proc *r, int64_t x) {
    if (x == 0) return !r->required;
    return x >= r->min && (r->max == 0 || x <= r->max) && (r->grain == 0 || x % r->grain == 0);
}

static double points_time(const oracle_model *m, const fpm_model *model, int64_t x) {
    double t;
    int j;
    if (m->kind != FPM_DISCRETE) return fpm_model_time(model, (double)x, &t) < 0 ? NEVER : t;
    for (j = 0; j < m->count; j++)
        if (m->size[j] == x) return m->seconds[j];
    return NEVER;
}

static void tables(int what) {
    int64_t x;
    int i;
    for (i = 0; i < the.p; i++)
        for (x = 0; x <= the.n; x++) {
            const fpm_proc *r = &the.procs[i];
            double t = 0, c = 0;
            if (x > 0) t = points_time(the.rules[i].model, r->model, x);
            if (x > 0 && t < NEVER) t += r->fixed;
            if (!allowed(r, x)) t = NEVER;
            if (what == FPM_LEAST_TOTAL) c = t;
            else if (what == FPM_LEAST_BUSY) c = x > 0;
            else if (x > 0 && r->cost && r->cost->model.kind)
                c = points_time(&cost_truth[test_cost_model(r->cost) - cost_model], &r->cost->model,
                                x);
            seconds[i][x] = t;
            price[i][x] = c;
        }
}

/* Least sum, or least largest one, of what `value` holds over shares done by the limit; NEVER when
   there are none. */
static double table_best(double limit, double (*value)[UNITS + 1], int largest) {
    static double row[2][UNITS + 1];
    int64_t w, x;
    int i;
    for (w = 0; w <= the.n; w++) row[0][w] = w ? NEVER : 0;
    for (i = 0; i < the.p; i++) {
        const double *old = row[i % 2];
        double *to = row[(i + 1) % 2];
        for (w = 0; w <= the.n; w++) to[w] = NEVER;
        for (x = 0; x <= the.n; x++)
            for (w = x; w <= the.n && seconds[i][x] <= limit && value[i][x] < NEVER; w++) {
                double v = value[i][x], before = old[w - x];
                if (largest) v = before > v ? before : v;
                else v += before;
                if (v < to[w]) to[w] = v;
            }
    }
    return row[the.p % 2][the.n];
}

static double table_least(double limit, double (*value)[UNITS + 1]) {
    return table_best(limit, value, 0);
}

/* Least makespan; costs do not count. */
static double table_fastest(void) { return table_best(NEVER, seconds, 1); }

/* The makespan that the limit goes by.  On flat stretches of continuous models evaluated times rise
   and fall by a rounding error, and that of FPM_OPTIMAL may be one above the least. */
static double fastest_said(double fastest) {
    int i, discrete = 1;
    for (i = 0; i < the.p; i++) discrete &= the.procs[i].model->kind == FPM_DISCRETE;
    return info.status >= 0 && !discrete && test_ulps(info.lower_bound, fastest) <= 4
               ? info.lower_bound
               : fastest;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* All different times in the tables, ascending. */
static int64_t table_times(double *times) {
    int64_t count = 0, kept = 0, x, k;
    int i;
    for (i = 0; i < the.p; i++)
        for (x = 0; x <= the.n; x++)
            if (seconds[i][x] < NEVER) times[count++] = seconds[i][x];
    qsort(times, (size_t)count, sizeof *times, by_value);
    for (k = 0; k < count; k++)
        if (k == 0 || times[k] > times[kept - 1]) times[kept++] = times[k];
    return kept;
}

/* ---- random instances ---- */

static void proc_random(int i, int64_t top) {
    fpm_proc *r = &the.procs[i];
    if (test_int(0, 3) == 0) r->max = test_int(1, top);
    if (test_int(0, 3) == 0) r->min = test_int(1, r->max ? r->max : top / 2 + 1);
    if (test_int(0, 3) == 0) r->grain = test_int(1, 4);
    if (test_int(0, 4) == 0) r->fixed = whole ? (double)test_int(0, 3) : test_real();
    if (test_int(0, 7) == 0) r->required = 1;
}

static void cost_random(int i, int64_t top) {
    oracle_model *m = &cost_truth[i];
    int kind = (int)test_int(0, 3), j;
    if (test_int(0, 5) == 0) {
        the.procs[i].cost = i > 0 && test_int(0, 1) ? the.procs[i - 1].cost : NULL;
        return;
    }
    memset(m, 0, sizeof *m);
    if (kind == 0) { /* the sizes of the model, some of them missing */
        *m = *the.rules[i].model;
        m->flags = 0;
    } else points_random(m, (int)test_int(1, 8), top, TIMES_SMALL);
    m->kind = kind < 2 ? FPM_DISCRETE : kind == 2 ? FPM_PIECEWISE : FPM_CONSTANT;
    if (whole || m->kind == FPM_DISCRETE) m->kind = FPM_DISCRETE;
    for (j = 0; j < m->count; j++)
        m->seconds[j] = whole ? (double)test_int(1, 9) : 0.1 + 5 * test_real();
    if (m->kind == FPM_DISCRETE && test_int(0, 2) == 0 && m->count > 1) m->count--;
    if (CHECK_INT(test_borrow(&cost_model[i], m->kind, m->count, m->size, m->seconds), 0))
        the.procs[i].cost = test_cost(&cost_model[i]);
}

/* p processors of up to k points, sizes up to top; kind 0: any. */
static void random_instance(int p, int k, int64_t top, int kind, int constraints) {
    int i, times = whole ? (test_int(0, 3) ? TIMES_SMALL : TIMES_EXACT) : (int)test_int(0, 4);
    int same = test_int(0, 5) == 0; /* all alike: ties everywhere */
    the.p = p;
    for (i = 0; i < p; i++) {
        oracle_model *m = &the.truth[i];
        int j = same ? 0 : i;
        if (j == i) {
            memset(m, 0, sizeof *m);
            m->kind = kind ? kind : (int)test_int(FPM_CONSTANT, FPM_DISCRETE);
            m->flags = m->kind == FPM_AKIMA && test_int(0, 1) ? FPM_SAFE : 0;
            points_random(m, (int)test_int(1, k), top, times);
            instance_model(i);
        }
        instance_proc(i, j);
        if (constraints) proc_random(i, top);
        cost_random(i, top);
    }
    instance_rules();
}

/* A reachable sum: of random shares. */
static int64_t reachable(int64_t most) {
    int64_t sum = 0;
    int i;
    for (i = 0; i < the.p; i++) {
        const oracle_model *m = the.rules[i].model;
        int64_t x = test_int(0, 3) ? m->size[test_int(0, m->count - 1)] : 0;
        if (m->kind != FPM_DISCRETE) x = test_int(0, x);
        if (sum + x <= most) sum += x;
    }
    return sum;
}

static void dump(void) {
    int i, j;
    instance_failed();
    for (i = 0; i < the.p; i++)
        if (the.procs[i].cost && the.procs[i].cost->model.kind) {
            const oracle_model *m = &cost_truth[test_cost_model(the.procs[i].cost) - cost_model];
            printf("    cost %d: kind %d", i, m->kind);
            for (j = 0; j < m->count; j++)
                printf(" (%lld, %.17g)", (long long)m->size[j], m->seconds[j]);
            printf("\n");
        }
}

/* ---- fpm_partition ---- */

static int solve(const fpm_options *opts) {
    int i, status;
    for (i = 0; i <= PROCS; i++) d[i] = -77 - i;
    memset(&info, 0x77, sizeof info);
    if (opts && opts->least == FPM_LEAST_COST) test_some_cost(the.procs, the.p);
    status = fpm_partition(the.n, the.p, the.procs, opts, d, &info);
    for (i = status < 0 ? 0 : the.p; i <= PROCS && d[i] == -77 - i; i++) {}
    CHECK_INT(i, PROCS + 1);
    CHECK_INT(info.status, status);
    return status;
}

/* Is d a partition by the limit, and does info say what is true of it? */
static int answer_ok(int status, double limit, double fastest) {
    double makespan = 0, cost = 0;
    int64_t sum = 0;
    int i, busy = 0, ok = CHECK(status == FPM_OK || status == FPM_EXTRAPOLATED);
    for (i = 0; i < the.p && ok; i++) {
        ok &= CHECK(d[i] >= 0 && d[i] <= the.n);
        if (!ok) break;
        ok &= CHECK_LE(seconds[i][d[i]], limit);
        makespan = seconds[i][d[i]] > makespan ? seconds[i][d[i]] : makespan;
        cost += price[i][d[i]];
        busy += d[i] > 0;
        sum += d[i];
    }
    if (!ok) return 0;
    ok &= CHECK_INT(sum, the.n);
    ok &= CHECK_SAME(info.makespan, makespan);
    ok &= CHECK_INT(info.busy, busy);
    ok &= CHECK_INT(info.algorithm, FPM_OPTIMAL);
    ok &= CHECK_SAME(info.lower_bound, fastest);
    ok &= CHECK_LE(info.lower_bound, info.makespan);
    return ok & CHECK_SAME(info.cost, cost);
}

static int cost_ok(int what, double got, double want) {
    int i, exact = whole || what == FPM_LEAST_BUSY;
    for (i = 0; i < the.p && what == FPM_LEAST_TOTAL; i++)
        exact &= the.procs[i].model->kind == FPM_DISCRETE;
    return exact ? CHECK_SAME(got, want) : CHECK_REL(got, want, 1e-12);
}

static double random_eps(void) {
    static const double some[] = {0, 0, 1e-9, 0.05, 0.3, 1, 5, 1e9, 1e300};
    return some[test_int(0, 8)];
}

/* One call against the tables. */
static int compare(int what, double eps, double limit) {
    fpm_options opts = FPM_ZERO;
    double fastest, by, want;
    int status, ok;
    tables(what);
    fastest = table_fastest();
    opts.least = what;
    opts.slack = limit > 0 ? 0 : eps;
    opts.limit = limit;
    opts.algorithm = test_int(0, 1) ? FPM_OPTIMAL : FPM_AUTO;
    status = solve(&opts);
    NOTE("what %d eps %g limit %.17g", what, eps, limit);
    fastest = fastest_said(fastest);
    by = limit > 0 ? limit : eps < 1e100 ? fastest * (1 + eps) : 1e200;
    if (!(fastest < NEVER) || by < fastest) return CHECK_INT(status, FPM_E_INFEASIBLE);
    want = table_least(by, price);
    if (!(want < NEVER)) return CHECK_INT(status, FPM_E_INFEASIBLE);
    ok = answer_ok(status, by, fastest);
    return ok && cost_ok(what, info.cost, want);
}

static void sums(int64_t rounds, int p, int k, int64_t top, int kind, int64_t most) {
    int64_t round;
    for (round = 0; round < rounds; round++) {
        int what = (int)test_int(FPM_LEAST_TOTAL, FPM_LEAST_BUSY), of, constrained;
        whole = test_int(0, 1) > 0;
        of = test_int(0, 3) ? FPM_DISCRETE : kind;
        constrained = test_int(0, 1) == 0;
        random_instance((int)test_int(1, p), k, top, of, constrained);
        the.n = test_int(0, 9) ? reachable(most) : test_int(0, most < 3 * top ? most : 3 * top);
        if (!compare(what, random_eps(), 0)) dump();
        if (info.status >= 0 &&
            !compare(what, 0, info.makespan * (test_int(0, 1) ? 1 : 0.5 + test_real())))
            dump();
        instance_free();
    }
}

static void small_sums(void) { sums(test_count(4000), 6, 12, 12, FPM_DISCRETE, 60); }

static void sparse_sums(void) { sums(test_count(3000), 5, 4, 40, FPM_DISCRETE, 150); }

static void mixed_sums(void) { sums(test_count(3000), 5, 6, 30, 0, 60); }

static void medium_sums(void) { sums(test_count(250), 20, 40, 60, FPM_DISCRETE, 800); }

static void large_sums(void) { sums(test_count(8), 50, 40, 200, FPM_DISCRETE, UNITS); }

/* A single pair of processors with whole sizes from 1 to n: every shape of a hull. */
static void continuous_sums(void) {
    int64_t round, rounds = test_count(400);
    for (round = 0; round < rounds; round++) {
        int of = (int)test_int(FPM_CONSTANT, FPM_AKIMA), constrained = test_int(0, 2) == 0;
        int what = (int)test_int(FPM_LEAST_TOTAL, FPM_LEAST_BUSY);
        whole = 0;
        random_instance((int)test_int(1, 4), 10, 300, of, constrained);
        the.n = test_int(0, 400);
        if (!compare(what, random_eps(), 0)) dump();
        instance_free();
    }
}

/* ---- fronts ---- */

static double got_time[UNITS], got_cost[UNITS];

static int front_ok(int what) {
    static double times[PROCS * (UNITS + 1)], want_time[UNITS], want_cost[UNITS];
    fpm_options opts = FPM_ZERO;
    int64_t count, k, pairs = 0, got = -5, asked;
    double bound;
    int status, ok = 1;
    opts.least = what;
    tables(what);
    count = table_times(times);
    if (count > 1 && test_int(0, 3) == 0) opts.limit = times[test_int(1, count - 1)];
    for (k = 0; k < count; k++) {
        double cost = table_least(times[k], price);
        if (opts.limit > 0 && times[k] > opts.limit) break;
        if (!(cost < NEVER) || (pairs > 0 && cost >= want_cost[pairs - 1] * (1 - 1e-13))) continue;
        want_time[pairs] = times[k];
        want_cost[pairs++] = cost;
    }
    asked = test_int(0, 3) ? pairs : test_int(0, pairs);
    for (k = 0; k <= pairs; k++) got_time[k] = got_cost[k] = -7;
    test_some_cost(the.procs, the.p);
    status = fpm_pareto(the.n, the.p, the.procs, &opts, asked, got_time, got_cost, &got, &info);
    ok &= CHECK_INT(info.status, status);
    if (pairs == 0) return ok & CHECK_INT(status, FPM_E_INFEASIBLE) & CHECK_INT(got, -5);
    if (asked < pairs) ok &= CHECK_INT(status, FPM_E_CAPACITY) & CHECK_INT(info.extrapolated, -1);
    else ok &= CHECK_INT(status, info.extrapolated >= 0 ? FPM_EXTRAPOLATED : FPM_OK);
    if (info.extrapolated >= 0) {
        const fpm_model *m = the.procs[info.extrapolated].model;
        ok &= CHECK_INT(info.fault, -1);
        ok &= CHECK(m->kind != FPM_DISCRETE && m->size[m->count - 1] < the.n);
    }
    ok &= CHECK_INT(got, pairs);
    for (k = 0; k < pairs && ok && status >= 0; k++) {
        ok &= CHECK_SAME(got_time[k], want_time[k]);
        ok &= cost_ok(what, got_cost[k], want_cost[k]);
    }
    for (k = status >= 0 ? pairs : 0; k <= pairs; k++)
        ok &= CHECK(test_ulps(got_time[k], -7) == 0 && test_ulps(got_cost[k], -7) == 0);
    if (status < 0 || !ok) return ok;
    bound = info.lower_bound;
    ok &= CHECK_SAME(info.makespan, want_time[0]);
    ok &= CHECK_LE(bound, info.makespan);
    if (bound > 0) ok &= CHECK_ABS(info.gap, want_time[0] / bound - 1, 1e-9 * (1 + info.gap));
    if (what != FPM_LEAST_COST) ok &= CHECK_SAME(info.gap, 0.0); /* the fastest may have no cost */
    k = test_int(0, pairs - 1);                                  /* the shares of a pair */
    opts.limit = want_time[k];
    ok &= CHECK(solve(&opts) >= 0) && CHECK_SAME(info.makespan, want_time[k]) &&
          cost_ok(what, info.cost, want_cost[k]);
    opts.least = 0, opts.limit = 0; /* the bound is the least makespan, whatever it costs */
    ok &= CHECK(solve(&opts) >= 0) && CHECK_ULP(bound, info.makespan, 2);
    return ok;
}

static void fronts(int64_t rounds, int p, int k, int64_t top, int kind, int64_t most) {
    int64_t round;
    for (round = 0; round < rounds; round++) {
        int of, constrained;
        whole = test_int(0, 1) > 0;
        of = test_int(0, 3) ? FPM_DISCRETE : kind;
        constrained = test_int(0, 1) == 0;
        random_instance((int)test_int(1, p), k, top, of, constrained);
        the.n = reachable(most);
        NOTE("round %lld", (long long)round);
        if (!front_ok((int)test_int(FPM_LEAST_TOTAL, FPM_LEAST_BUSY))) dump();
        instance_free();
    }
}

/* A share past the measured points is told of. */
static void beyond(void) {
    const int64_t size[2] = {10, 20};
    const double rise[2] = {1, 2}, slow[2] = {3, 5};
    fpm_options opts = FPM_ZERO;
    fpm_model model[2];
    int64_t count;
    int i;
    memset(the.procs, 0, sizeof the.procs);
    CHECK_INT(fpm_model_init(&model[0], FPM_PIECEWISE, 2, size, slow, &test_borrowed, NULL),
              FPM_OK);
    CHECK_INT(fpm_model_init(&model[1], FPM_PIECEWISE, 2, size, rise, &test_borrowed, NULL),
              FPM_OK);
    for (i = 0; i < 2; i++) the.procs[i].model = &model[i];
    the.p = 2;
    opts.least = FPM_LEAST_TOTAL;
    for (the.n = 24; the.n <= 40; the.n += 16) {
        int far = the.n == 40; /* the fast one has 17 of 24, 28 of 40 */
        opts.limit = opts.slack = 0;
        CHECK_INT(solve(&opts), far ? FPM_EXTRAPOLATED : FPM_OK);
        CHECK_INT(info.extrapolated, far ? 1 : -1);
        CHECK_INT(info.fault, -1);
        opts.limit = 5;
        test_some_cost(the.procs, 2);
        CHECK_INT(fpm_pareto(the.n, 2, the.procs, &opts, UNITS, got_time, got_cost, &count, &info),
                  FPM_EXTRAPOLATED); /* it alone is the cheapest */
        CHECK_INT(info.extrapolated, 1);
        CHECK_INT(info.fault, -1);
        test_some_cost(the.procs, 2);
        CHECK_INT(fpm_pareto(the.n, 2, the.procs, &opts, 0, NULL, NULL, &count, &info),
                  FPM_E_CAPACITY);
        CHECK_INT(info.extrapolated, -1);
        opts.limit = 1e-9;
        CHECK_INT(solve(&opts), FPM_E_INFEASIBLE);
        CHECK_INT(info.extrapolated, -1);
    }
}

/* ---- costs in proportion ---- */

enum { LINEAR = 6, MOST_PAIRS = 3000 };
static fpm_model each_cost[2][LINEAR]; /* constant; the same costs as of a model of any shape */

static void linear_costs_of(int way) {
    int i;
    for (i = 0; i < the.p; i++)
        if (the.procs[i].cost && the.procs[i].cost->model.kind)
            the.procs[i].cost = test_cost(&each_cost[way][i]);
}

/* Rising times, one price a unit; max, fixed and required, no grain. */
static void linear_instance(int64_t n) {
    static int64_t size[LINEAR][5], one = 1;
    static double took[LINEAR][5], joules[LINEAR];
    int i, k;
    the.n = n, the.p = (int)test_int(1, LINEAR);
    memset(the.procs, 0, sizeof the.procs);
    for (i = 0; i < the.p; i++) {
        fpm_proc *r = &the.procs[i];
        double speed = 1 + 9 * test_real();
        for (k = 0; k < 5; k++) {
            size[i][k] = (k ? size[i][k - 1] : 0) + test_int(1, n / 4 + 2);
            took[i][k] = (double)size[i][k] / speed;
            speed *= 1 - 0.4 * test_product();
        }
        CHECK_INT(fpm_model_init(&the.model[i], test_int(0, 1) ? FPM_AKIMA : FPM_PIECEWISE, 5,
                                 size[i], took[i], &test_borrowed, NULL),
                  FPM_OK);
        joules[i] = (double)test_int(1, 20);
        CHECK_INT(fpm_model_init(&each_cost[0][i], FPM_CONSTANT, 1, &one, &joules[i],
                                 &test_borrowed, NULL),
                  FPM_OK);
        CHECK_INT(fpm_model_init(&each_cost[1][i], FPM_PIECEWISE, 1, &one, &joules[i],
                                 &test_borrowed, NULL),
                  FPM_OK);
        r->model = &the.model[i], r->cost = test_int(0, 5) ? test_cost(&each_cost[0][i]) : NULL;
        if (test_int(0, 3) == 0) r->max = test_int(1, n);
        if (test_int(0, 3) == 0) r->fixed = test_real();
        if (test_int(0, 5) == 0) r->required = 1, r->min = test_int(0, 3);
    }
    test_some_cost(the.procs, the.p);
}

/* Filled by price as the general way has it, for any limit; and the front of both. */
static void linear_costs(void) {
    static double time[MOST_PAIRS], cost[MOST_PAIRS], some_time[MOST_PAIRS], some_cost[MOST_PAIRS];
    int64_t round, rounds = test_count(5000), all, some, k, answers = 0;
    for (round = 0; round < rounds; round++) {
        fpm_options o = FPM_ZERO;
        int status, i;
        double sum;
        linear_instance(test_int(1, round % 50 ? 60 : 400));
        NOTE("round %lld", (long long)round);
        o.least = FPM_LEAST_COST, o.slack = test_int(0, 3) ? test_real() : 0;
        status = solve(&o), sum = info.cost;
        linear_costs_of(1);
        /* Where prices are equal, another one may be beyond its points. */
        CHECK(status < 0 ? solve(&o) == status : solve(&o) >= 0);
        if (status >= 0) CHECK_REL(sum, info.cost, 1e-13);
        linear_costs_of(0);
        if (round % 10 || status < 0) continue;
        answers++;
        o.slack = 0;
        linear_costs_of(1);
        test_some_cost(the.procs, the.p);
        CHECK(fpm_pareto(the.n, the.p, the.procs, &o, MOST_PAIRS, time, cost, &all, &info) >= 0);
        linear_costs_of(0);
        some = 2 + test_int(0, all + 1);
        k = some;
        test_some_cost(the.procs, the.p);
        CHECK(fpm_pareto(the.n, the.p, the.procs, &o, k, some_time, some_cost, &some, &info) >= 0);
        if (k >= all) CHECK_INT(some, all);
        CHECK(some <= k && some <= all);
        CHECK_SAME(some_time[0], time[0]);
        CHECK_SAME(some_time[some - 1], time[all - 1]);
        for (i = 0; i < some; i++) { /* each is a pair, and the last one by its time */
            double at = time[0] + (time[all - 1] - time[0]) / (double)(k - 1) * i;
            int64_t a = 0;
            while (a + 1 < all && time[a + 1] <= some_time[i]) a++;
            CHECK_SAME(some_time[i], time[a]);
            CHECK_REL(some_cost[i], cost[a], 1e-13);
            if (k < all && some == k && a + 1 < all && i + 1 < some)
                CHECK(time[a] <= at * (1 + 1e-12) || some_time[i + 1] - some_time[i] < 1);
        }
    }
    CHECK(answers * 20 > rounds);
}

/* n = 2^53: the front of three processors, in closed form. */
static void linear_at_real_sizes(void) {
    enum { PAIRS = 50 };
    static const double rate[] = {4e9, 2e9, 1e9}, joules[] = {7, 3, 1};
    double time[PAIRS], cost[PAIRS], took[3];
    fpm_options o = FPM_ZERO;
    int64_t one[] = {1000000000}, unit = 1, count = 0;
    int i, k;
    memset(the.procs, 0, sizeof the.procs);
    the.n = FPM_SIZE_MAX, the.p = 3;
    for (i = 0; i < 3; i++) {
        took[i] = 1e9 / rate[i];
        CHECK_INT(
            fpm_model_init(&the.model[i], FPM_PIECEWISE, 1, one, &took[i], &test_borrowed, NULL),
            FPM_OK);
        CHECK_INT(fpm_model_init(&each_cost[0][i], FPM_CONSTANT, 1, &unit, &joules[i],
                                 &test_borrowed, NULL),
                  FPM_OK);
        the.procs[i].model = &the.model[i], the.procs[i].cost = test_cost(&each_cost[0][i]);
    }
    o.least = FPM_LEAST_COST;
    test_some_cost(the.procs, 3);
    CHECK(fpm_pareto(the.n, 3, the.procs, &o, PAIRS, time, cost, &count, &info) >= 0);
    CHECK_INT(count, PAIRS);
    CHECK_REL(time[0], (double)the.n / 7e9, 1e-12);
    CHECK_REL(time[PAIRS - 1], (double)the.n / 1e9, 1e-12);
    for (k = 0; k < count; k++) {
        double left = (double)the.n, sum = 0;
        for (i = 2; i >= 0; i--) {
            double share = fmin(left, rate[i] * time[k]);
            sum += joules[i] * share, left -= share;
        }
        CHECK_REL(cost[k], sum, 1e-12);
        CHECK_REL(time[k], time[0] + (time[PAIRS - 1] - time[0]) * k / (PAIRS - 1), 1e-12);
        o.limit = time[k];
        CHECK(solve(&o) >= 0);
        CHECK_REL(info.cost, cost[k], 2e-15);
    }
}

static void small_fronts(void) { fronts(test_count(1500), 5, 10, 12, FPM_DISCRETE, 50); }

static void mixed_fronts(void) { fronts(test_count(300), 4, 5, 20, 0, 40); }

/* What one search of a front has found of processors holds for the next one, and sizes far from the
   corners are not looked at: without either it takes more work than this. */
static void work_of_front(void) {
    enum { SIZES = 1000 };
    static int64_t size[SIZES];
    static double took[PROCS][SIZES];
    uint32_t draw = 1; /* the same for every seed */
    fpm_options o = FPM_ZERO;
    int64_t count = 0;
    int i, j;
    memset(the.procs, 0, sizeof the.procs);
    the.n = 300 * PROCS, the.p = PROCS;
    for (i = 0; i < PROCS; i++) {
        for (j = 0; j < SIZES; j++) {
            draw = draw * 1664525 + 1013904223;
            size[j] = j + 1;
            took[i][j] = (1 + i / 64.0) * (j + 1) * (0.7 + 0.9 * (draw >> 8) / 16777216.0);
        }
        CHECK_INT(
            fpm_model_init(&the.model[i], FPM_DISCRETE, SIZES, size, took[i], &test_borrowed, NULL),
            FPM_OK);
        the.procs[i].model = &the.model[i];
    }
    CHECK_INT(fpm_partition(the.n, PROCS, the.procs, NULL, d, &info), FPM_OK);
    o.least = FPM_LEAST_TOTAL, o.limit = 1.02 * info.makespan, o.max_work = 3000000;
    test_some_cost(the.procs, PROCS);
    CHECK_INT(fpm_pareto(the.n, PROCS, the.procs, &o, UNITS, got_time, got_cost, &count, &info),
              FPM_OK);
    CHECK_INT(count, 14);
}

static void medium_fronts(void) { fronts(test_count(8), 10, 20, 60, FPM_DISCRETE, 250); }

/* Between two points of the same time, as computed, every size is as late as the limit: it counts,
   whatever rounding says of the inverse. */
static void flat_times(void) {
    int64_t round, size[2], share;
    double times[2];
    fpm_model model;
    fpm_proc proc = FPM_ZERO;
    fpm_options opts = FPM_ZERO;
    proc.model = &model;
    opts.least = FPM_LEAST_TOTAL;
    for (round = 0; round < test_count(3000); round++) {
        int64_t n;
        size[0] = test_int(1, 60);
        size[1] = size[0] + test_int(1, 60);
        times[0] = times[1] = 0.1 + 10 * test_real();
        n = test_int(size[0], size[1]);
        REQUIRE(fpm_model_init(&model, FPM_PIECEWISE, 2, size, times, &test_borrowed, NULL) ==
                FPM_OK);
        NOTE("sizes %d %d, %.17g s, n %d", (int)size[0], (int)size[1], times[0], (int)n);
        if (!CHECK_INT(fpm_partition(n, 1, &proc, &opts, &share, &info), FPM_OK)) return;
        CHECK_INT(share, n);
    }
}

/* The same for two processors and the least limit that any partition keeps to, by trying them all:
   between two points of the same time all times are that one, so the fastest partition that is
   found is as fast as any, to the last bit. */
static void limits_by_last_bits(void) {
    int64_t round, k, rounds = test_count(2000);
    for (round = 0; round < rounds; round++) {
        fpm_options opts = FPM_ZERO;
        fpm_model model[2];
        int64_t size[2][2];
        double times[2][2], least = NEVER;
        memset(the.procs, 0, sizeof the.procs);
        the.p = 2;
        for (k = 0; k < 2; k++) {
            size[k][0] = test_int(1, 20);
            size[k][1] = size[k][0] + test_int(1, 60);
            times[k][0] = times[k][1] = k ? times[0][0] : 0.1 + 10 * test_real();
            REQUIRE(fpm_model_init(&model[k], FPM_PIECEWISE, 2, size[k], times[k], &test_borrowed,
                                   NULL) == FPM_OK);
            the.procs[k].model = &model[k];
        }
        the.n = test_int(size[0][0] + size[1][0], size[0][1] + size[1][1]);
        for (k = 0; k <= the.n; k++) {
            double a = 0, b = 0;
            if (k > 0) fpm_model_time(&model[0], (double)k, &a);
            if (k < the.n) fpm_model_time(&model[1], (double)(the.n - k), &b);
            least = fmin(least, fmax(a, b));
        }
        CHECK(fpm_partition(the.n, 2, the.procs, NULL, d, &info) >= 0);
        CHECK_SAME(info.makespan, least);
        opts.least = FPM_LEAST_TOTAL, opts.limit = least;
        NOTE("round %d, limit %.17g", (int)round, least);
        if (CHECK(solve(&opts) >= 0)) CHECK_LE(info.makespan, least);
    }
}

/* The shares of every pair of a front can be had by its makespan.  The second processor needs 5 s
   for 1 to 6 units: with any share in between it is as fast. */
static void flat_front(void) {
    const int64_t first[1] = {12}, second[3] = {1, 6, 13};
    const double rises[1] = {5}, rests[3] = {5, 5, 6};
    fpm_options opts = FPM_ZERO;
    fpm_model model[2];
    int64_t count, k;
    memset(the.procs, 0, sizeof the.procs);
    CHECK_INT(fpm_model_init(&model[0], FPM_CONSTANT, 1, first, rises, &test_borrowed, NULL),
              FPM_OK);
    CHECK_INT(fpm_model_init(&model[1], FPM_PIECEWISE, 3, second, rests, &test_borrowed, NULL),
              FPM_OK);
    the.procs[0].model = &model[0];
    the.procs[1].model = &model[1];
    the.p = 2;
    the.n = 14;
    for (opts.least = FPM_LEAST_TOTAL; opts.least <= FPM_LEAST_BUSY; opts.least++) {
        opts.limit = 0;
        test_some_cost(the.procs, 2);
        CHECK(fpm_pareto(the.n, 2, the.procs, &opts, UNITS, got_time, got_cost, &count, &info) >=
              0);
        REQUIRE(count > 0);
        for (k = 0; k < count; k++) {
            opts.limit = got_time[k];
            NOTE("least %d limit %.17g", opts.least, opts.limit);
            CHECK(solve(&opts) >= 0);
            CHECK_SAME(info.makespan, got_time[k]);
            CHECK_REL(info.cost, got_cost[k], 1e-12);
            CHECK_LE(info.lower_bound, info.makespan);
        }
        opts.limit = test_from_bits(test_bits(got_time[0]) - 1);
        CHECK_INT(solve(&opts), FPM_E_INFEASIBLE);
    }
}

/* ---- refusals and limits ---- */

enum { CASES = 5 };

/* Instances that reach every block of memory; the options of each. */
static fpm_options memory_case(int which) {
    static const int what[CASES] = {FPM_LEAST_TOTAL, FPM_LEAST_COST, FPM_LEAST_BUSY,
                                    FPM_LEAST_TOTAL, FPM_LEAST_TOTAL};
    fpm_options opts = FPM_ZERO;
    int i;
    test__.rng = 4242;
    whole = 0;
    if (which < 3) random_instance(12, 40, 200, FPM_DISCRETE, 0);
    else if (which == 3) random_instance(4, 6, 300, FPM_PIECEWISE, 0);
    else random_instance(30, 3, 5, FPM_DISCRETE, 0);
    the.n = which < 3 ? 1000 : which == 3 ? 1200 : 40;
    for (i = 0; i < the.p; i++) { /* a cost for every size */
        oracle_model *m = &cost_truth[i];
        points_random(m, 20, 200, TIMES_NOISY);
        CHECK_INT(fpm_model_init(&cost_model[i], FPM_PIECEWISE, m->count, m->size, m->seconds,
                                 &test_borrowed, NULL),
                  0);
        the.procs[i].cost = test_cost(&cost_model[i]);
    }
    opts.least = what[which];
    opts.slack = 0.3;
    return opts;
}

static void memory_failures(void) {
    int which, forever, k, front;
    for (which = 0; which < CASES; which++)
        for (front = 0; front < 2; front++)
            for (forever = 0; forever < 2; forever++)
                for (k = 1; k < 100000; k += 1 + front * k / 30) {
                    fpm_options opts = memory_case(which);
                    test_heap heap;
                    int status;
                    int64_t count = -5;
                    if (front && (which == 3 || which == 4 || which == 5)) break;
                    test_heap_start(&heap, k, forever);
                    opts.alloc = &heap.alloc;
                    NOTE("case %d, front %d, request %d, forever %d", which, front, k, forever);
                    if (front) opts.slack = 0;
                    if (front) the.n /= 5;
                    test_some_cost(the.procs, the.p);
                    status = front ? fpm_pareto(the.n, the.p, the.procs, &opts, UNITS, got_time,
                                                got_cost, &count, &info)
                                   : solve(&opts);
                    CHECK(test_heap_clean(&heap));
                    instance_free();
                    if (!heap.failures) {
                        CHECK(status >= 0);
                        CHECK_INT(info.bytes, heap.peak);
                        break;
                    }
                    if (!CHECK_INT(status, FPM_E_MEMORY)) break;
                    CHECK(!front || count == -5);
                }
}

static void memory_limit(void) {
    int which;
    for (which = 0; which < CASES; which++) {
        fpm_options opts = memory_case(which);
        int64_t before[PROCS];
        size_t bytes;
        NOTE("case %d", which);
        if (!CHECK(solve(&opts) >= 0)) continue;
        bytes = info.bytes;
        memcpy(before, d, sizeof before);
        opts.max_bytes = bytes;
        CHECK(solve(&opts) >= 0);
        CHECK_INT(info.bytes, bytes);
        CHECK(memcmp(before, d, (size_t)the.p * sizeof d[0]) == 0);
        opts.max_bytes = bytes - 1;
        CHECK_INT(solve(&opts), FPM_E_MAX_BYTES);
        opts.max_bytes = 1;
        CHECK_INT(solve(&opts), FPM_E_MAX_BYTES);
        instance_free();
    }
}

/* Whatever the limit of work, the answer is the same or there is none. */
static void work_limit(void) {
    int which, refused = 0;
    for (which = 0; which < CASES; which++) {
        fpm_options opts = memory_case(which);
        double cost;
        CHECK(solve(&opts) >= 0);
        cost = info.cost;
        for (opts.max_work = 1; opts.max_work < INT64_C(1) << 40; opts.max_work *= 2) {
            int status = solve(&opts);
            NOTE("case %d work %lld", which, (long long)opts.max_work);
            refused += status == FPM_E_WORK_LIMIT;
            CHECK(status == FPM_E_WORK_LIMIT || status >= 0);
            if (status >= 0) CHECK_SAME(info.cost, cost);
            else /* nothing is said of what is no answer */
                CHECK(!(info.makespan > 0) && !(info.gap > 0) && info.busy == 0 &&
                      info.fault == -1);
        }
        CHECK(info.status >= 0);
        instance_free();
    }
    CHECK(refused > 3 * CASES);
}

/* More sizes than can be looked at are refused at once; where none need be looked at, solved. */
static void huge(void) {
    static const int64_t size[] = {1000, 1000000};
    static const double quick[] = {1, 1000}, slow[] = {1, 3000};
    fpm_options opts = FPM_ZERO;
    int i;
    memset(&the, 0, sizeof the);
    the.p = 40;
    the.n = INT64_C(4000000000000);
    for (i = 0; i < the.p; i++) {
        CHECK_INT(fpm_model_init(&the.model[i], FPM_PIECEWISE, 2, size, i % 2 ? slow : quick,
                                 &test_borrowed, NULL),
                  0);
        the.procs[i].model = &the.model[i];
    }
    opts.slack = 0.5;
    opts.least = FPM_LEAST_TOTAL;
    CHECK_INT(solve(&opts), FPM_E_WORK_LIMIT);
    opts.least = FPM_LEAST_BUSY;
    CHECK_INT(solve(&opts), FPM_EXTRAPOLATED);
    CHECK_INT(info.busy, 18);
    opts.slack = 0;
    opts.least = FPM_LEAST_TOTAL; /* no freedom: few sizes */
    CHECK_INT(solve(&opts), FPM_EXTRAPOLATED);
}

/* A second objective needs an optimum for the first: where max_work ends the search for that with a
   gap, there is no answer. */
static void makespan_not_proven(void) {
    fpm_options opts = FPM_ZERO;
    int64_t count = -5;
    int round, i, k, seen = 0;
    for (round = 0; round < 40 && !seen; round++) {
        memset(&the, 0, sizeof the);
        the.p = 30;
        for (i = 0; i < the.p; i++) {
            oracle_model *m = &the.truth[i];
            m->kind = ORACLE_DISCRETE;
            points_random(m, 20, INT64_C(1000000000), TIMES_NOISY);
            instance_model(i);
            instance_proc(i, i);
            the.n += m->size[test_int(0, m->count - 1)];
        }
        instance_rules();
        for (k = 0; k < 12 && !seen; k++) {
            opts.least = 0, opts.algorithm = FPM_OPTIMAL;
            opts.max_work = INT64_C(100) << k;
            if (solve(&opts) != FPM_WORK_LIMIT) continue;
            seen++;
            opts.least = FPM_LEAST_TOTAL;
            NOTE("round %d, max_work %d", round, (int)opts.max_work);
            CHECK_INT(solve(&opts), FPM_E_WORK_LIMIT);
            test_some_cost(the.procs, the.p);
            CHECK_INT(fpm_pareto(the.n, the.p, the.procs, &opts, UNITS, got_time, got_cost, &count,
                                 &info),
                      FPM_E_WORK_LIMIT);
            CHECK_INT(count, -5);
        }
        instance_free();
    }
    CHECK(seen > 0);
}

static void stopping(void) {
    int which, k, status;
    for (which = 0; which < CASES; which++) {
        fpm_options opts = memory_case(which);
        stopper s = {0, 0, 0}, t = {0, 0, 0};
        double least;
        int64_t before[PROCS];
        CHECK(solve(&opts) >= 0);
        memcpy(before, d, sizeof before);
        least = info.cost * (1 - 1e-12);
        opts.progress = stop_at;
        opts.context = &s;
        CHECK(solve(&opts) >= 0); /* looking on changes nothing */
        CHECK(memcmp(before, d, (size_t)the.p * sizeof d[0]) == 0);
        CHECK(s.calls > 0 && s.bad == 0);
        opts.context = &t;
        for (k = 1; k <= s.calls; k++) {
            t.calls = 0;
            t.stop_at = k;
            status = solve(&opts);
            CHECK(status == FPM_E_STOPPED || status == FPM_STOPPED);
            CHECK(status < 0 || info.cost >= least);
            CHECK_INT(t.calls, k);
        }
        instance_free();
    }
}

/* Three continuous processors that take 0 or much: the fewest busy ones by their largest shares are
   two that cannot give back enough, so that every size has to be listed (about n / 8 in all). */
static fpm_options far_apart(int64_t n, int what) {
    static const int64_t size[] = {1000, 3000};
    static const double quick[] = {1, 3}, slow[] = {1 / 0.7, 3 / 0.7};
    fpm_options opts = FPM_ZERO;
    int i;
    memset(&the, 0, sizeof the);
    the.p = 3;
    the.n = n;
    for (i = 0; i < 3; i++) {
        CHECK_INT(fpm_model_init(&the.model[i], FPM_PIECEWISE, 2, size, i < 2 ? quick : slow,
                                 &test_borrowed, NULL),
                  0);
        the.procs[i].model = &the.model[i];
        the.procs[i].min = i < 2 ? n / 100 * 55 : n / 10 * 4;
    }
    opts.least = what;
    opts.limit = (double)n / 1000 * 0.6;
    return opts;
}

/* max_work holds within the list of one processor's sizes: also for the fewest busy processors, and
   where times stay equal a rounding error after the limit. */
static void work_within_lists(void) {
    static const int64_t works[] = {1, 700, 30000};
    int64_t work, size[2] = {2000, 20000000};
    int i, k, limited = 0;
    for (i = 0; i < 3; i++)
        for (k = FPM_LEAST_TOTAL; k <= FPM_LEAST_BUSY; k++) {
            fpm_options opts = far_apart(10000000, k);
            opts.max_work = works[i];
            NOTE("objective %d, max_work %d", k, (int)works[i]);
            test_some_cost(the.procs, 3);
            CHECK_INT(inside_least(the.n, 3, the.procs, &opts, &work), FPM_E_WORK_LIMIT);
            CHECK(work <= works[i] + 16);
        }
    for (i = 0; i < 6; i++) {
        double flat[2];
        fpm_options opts = FPM_ZERO;
        int status;
        flat[0] = flat[1] = 0.37 + 0.11 * i;
        memset(&the, 0, sizeof the);
        the.p = 1;
        the.n = size[1] - 7;
        CHECK_INT(fpm_model_init(&the.model[0], FPM_PIECEWISE, 2, size, flat, &test_borrowed, NULL),
                  0);
        the.procs[0].model = &the.model[0];
        opts.least = FPM_LEAST_TOTAL + i % 3;
        opts.limit = test_from_bits(test_bits(flat[0]) - 1);
        opts.max_work = 5000;
        test_some_cost(the.procs, 1);
        status = inside_least(the.n, 1, the.procs, &opts, &work);
        NOTE("flat at %.17g s", flat[0]);
        limited += status == FPM_E_WORK_LIMIT;
        CHECK(work <= opts.max_work + 16);
    }
    CHECK(limited > 0);
}

/* The callback hears of every 2^20 steps and may end the call at each of them.  Once a partition is
   known, as it is when lists begin, it is what a stop leaves. */
static void stopping_within_lists(void) {
    const int last = test_brief() ? FPM_LEAST_TOTAL : FPM_LEAST_BUSY;
    int what, k;
    for (what = FPM_LEAST_TOTAL; what <= last; what += 2) {
        fpm_options opts = far_apart(what == FPM_LEAST_TOTAL ? 3000000 : 10000000, what);
        stopper s = {0, 0, 0};
        int64_t work;
        int status, all, known = 0;
        opts.progress = stop_at;
        opts.context = &s;
        test_some_cost(the.procs, 3);
        CHECK_INT(inside_least(the.n, 3, the.procs, &opts, &work), FPM_OK);
        NOTE("objective %d: %d calls, %.0f steps", what, (int)s.calls, (double)work);
        CHECK(s.bad == 0 && work > 4 << 20 && s.calls >= work >> 20);
        s.calls = 0;
        CHECK(solve(&opts) >= 0);
        all = (int)s.calls;
        for (k = 1; k <= all + 1; k += test_short() ? 1 + all / 2 : 1) {
            test_heap heap;
            test_heap_start(&heap, 0, 0);
            opts.alloc = &heap.alloc;
            s.calls = 0;
            s.stop_at = k;
            status = solve(&opts); /* which also checks that d is untouched */
            NOTE("objective %d, stopped at %d of %d", what, k, all);
            if (k > all) CHECK(status >= 0 && status != FPM_STOPPED);
            else CHECK(status == FPM_E_STOPPED || status == FPM_STOPPED);
            if (k <= all) CHECK(status == FPM_STOPPED || !(known || k == all));
            known |= status == FPM_STOPPED;
            CHECK_INT(s.calls, k <= all ? k : all);
            CHECK(test_heap_clean(&heap));
            CHECK(status >= 0 || (!(info.makespan > 0) && info.busy == 0 && info.last == -1));
        }
    }
}

static double even(uint64_t *dice) {
    *dice = *dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*dice >> 11) / 9007199254740992.0;
}

/* Continuous models, costs that differ from unit to unit: most of the many moves cost more than the
   best few, and a first partition that is far off may not make the search list them all. */
static void unlike_costs(void) {
    enum { P = 12, K = 60 };
    static int64_t size[K], share[P];
    static double time[P][K], cost[P][K];
    fpm_model model[P], costs[P];
    fpm_proc procs[P];
    fpm_options opts = FPM_ZERO;
    uint64_t dice = 1;
    int i, j;
    memset(procs, 0, sizeof procs);
    opts.least = FPM_LEAST_COST, opts.slack = 0.3, opts.max_work = 30000000;
    for (j = 0; j < K; j++) size[j] = 500 * (j + 1);
    for (i = 0; i < P; i++) {
        double speed = 1 + 9 * even(&dice);
        for (j = 0; j < K; j++) {
            time[i][j] = (j + 1) * 10 / speed * (1 + 0.001 * j);
            cost[i][j] = (j + 1) * (5 + even(&dice));
        }
        CHECK_INT(fpm_model_init(&model[i], FPM_PIECEWISE, K, size, time[i], &test_borrowed, NULL),
                  FPM_OK);
        CHECK_INT(fpm_model_init(&costs[i], FPM_PIECEWISE, K, size, cost[i], &test_borrowed, NULL),
                  FPM_OK);
        procs[i].model = &model[i], procs[i].cost = test_cost(&costs[i]);
    }
    CHECK_INT(fpm_partition(P * K * 200, P, procs, &opts, share, &info), FPM_OK);
}

static void bad_input(void) {
    fpm_options good = memory_case(1), opts = good;
    fpm_cost wrong = FPM_ZERO;
    int64_t count = -5;
    double x[2] = {1, 2};
    int algorithm;
#define REFUSED(change, status)                                                                    \
    opts = good, change, CHECK_INT(solve(&opts), status),                                          \
    CHECK_INT(                                                                                     \
        fpm_pareto(the.n, the.p, the.procs, &opts, UNITS, got_time, got_cost, &count, &info),      \
        status)
    CHECK(solve(&opts) >= 0);
    REFUSED(opts.least = -1, FPM_E_ARGUMENT);
    REFUSED(opts.least = 5, FPM_E_ARGUMENT);
    REFUSED(opts.slack = -0.1, FPM_E_ARGUMENT);
    REFUSED(opts.slack = test_nan(), FPM_E_ARGUMENT);
    REFUSED(opts.slack = test_inf(), FPM_E_ARGUMENT);
    REFUSED(opts.limit = -1, FPM_E_ARGUMENT);
    REFUSED(opts.limit = test_nan(), FPM_E_ARGUMENT);
    REFUSED(opts.limit = test_inf(), FPM_E_ARGUMENT);
    REFUSED(opts.least = 0, FPM_E_ARGUMENT); /* slack without least */
    good.slack = 0;
    REFUSED((opts.limit = 1, opts.least = 0), FPM_E_ARGUMENT);
    REFUSED(opts.limit = 1e-9, FPM_E_INFEASIBLE);
    for (algorithm = FPM_EVEN; algorithm <= FPM_NUMERICAL; algorithm++)
        if (algorithm != FPM_OPTIMAL) REFUSED(opts.algorithm = algorithm, FPM_E_UNSUPPORTED);
    wrong.busy = -1;
    the.procs[3].cost = &wrong;
    REFUSED((void)0, FPM_E_MODEL);
    CHECK_INT(info.fault, 3);
    opts = good;
    opts.least = FPM_LEAST_TOTAL; /* then costs do not count */
    CHECK(solve(&opts) >= 0);
    the.procs[3].cost = NULL;
#undef REFUSED
    opts = good;
    CHECK_INT(fpm_pareto(5, the.p, the.procs, NULL, 2, x, x, &count, &info), FPM_E_ARGUMENT);
    CHECK_INT(fpm_pareto(5, the.p, the.procs, &opts, -1, x, x, &count, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_pareto(5, the.p, the.procs, &opts, 2, NULL, x, &count, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_pareto(5, the.p, the.procs, &opts, 2, x, NULL, &count, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_pareto(5, the.p, the.procs, &opts, 2, x, x, NULL, NULL), FPM_E_ARGUMENT);
    opts.least = FPM_LEAST_BUSY + 1;
    CHECK_INT(fpm_pareto(5, the.p, the.procs, &opts, 2, x, x, &count, NULL), FPM_E_ARGUMENT);
    opts.least = FPM_LEAST_TOTAL;
    opts.slack = 0.1;
    CHECK_INT(fpm_pareto(5, the.p, the.procs, &opts, 2, x, x, &count, NULL), FPM_E_ARGUMENT);
    CHECK(count == -5 && test_ulps(x[0], 1) == 0 && test_ulps(x[1], 2) == 0);
    opts.slack = 0;
    CHECK_INT(fpm_pareto(0, the.p, the.procs, &opts, 2, x, x, &count, NULL), FPM_OK);
    CHECK(count == 1 && test_ulps(x[0], 0) == 0 && test_ulps(x[1], 2) == 0);
    instance_free();
}

/* ---- costs at rest, when busy, of nothing: against all partitions ---- */

enum { FEW = 4, SMALL = 12 };

/* A cost as the test understands it: of each share, or forbidden. */
typedef struct plain_cost {
    double of[SMALL + 1];
} plain_cost;

static int forbidden(double cost) { return !(cost < (double)ORACLE_NEVER); }

/* Linear, with the cost at rest below, at or above that when busy; or points, some of them 0. */
static void any_cost(fpm_cost *c, plain_cost *truth) {
    int64_t size[SMALL];
    double value[SMALL], per = (double)test_int(0, 4), busy = (double)test_int(0, 6);
    double rest = (double)test_int(0, 6);
    int x, count = 0;
    if (test_int(0, 3) == 0) rest = busy;
    if (test_int(0, 1)) {
        CHECK_INT(fpm_cost_linear(c, per, busy, rest, NULL), FPM_OK);
        for (x = 0; x <= SMALL; x++) truth->of[x] = x ? busy + per * x : rest;
        return;
    }
    for (x = 0; x <= SMALL; x++) truth->of[x] = x ? (double)ORACLE_NEVER : rest;
    for (x = 1; x <= SMALL; x++) {
        if (test_int(0, 3) == 0) continue;
        size[count] = x;
        value[count] = truth->of[x] = (double)test_int(0, 9);
        count++;
    }
    CHECK_INT(fpm_cost_points(c, FPM_DISCRETE, count, size, value, rest, NULL, NULL), FPM_OK);
}

/* The least cost of n units on processors from i on that finish by the limit. */
static double least_of_all(int i, int p, int64_t n, double limit, double took[FEW][SMALL + 1],
                           const plain_cost *truth) {
    double best = (double)ORACLE_NEVER;
    int64_t x;
    if (i == p) return n == 0 ? 0 : best;
    for (x = 0; x <= n && x <= SMALL; x++) {
        double rest;
        if (took[i][x] > limit || forbidden(truth[i].of[x])) continue;
        rest = least_of_all(i + 1, p, n - x, limit, took, truth);
        if (!forbidden(rest) && truth[i].of[x] + rest < best) best = truth[i].of[x] + rest;
    }
    return best;
}

static void costs_of_rest(void) {
    int64_t round, rounds = test_count(4000), x, n;
    int solved = 0, rests = 0;
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(1, FEW), i, status, any = 0;
        static const int64_t one = 1;
        fpm_model model[FEW];
        fpm_cost cost[FEW] = FPM_ZERO;
        plain_cost truth[FEW];
        fpm_proc procs[FEW] = FPM_ZERO;
        fpm_options opts = FPM_ZERO;
        double took[FEW][SMALL + 1], speed[FEW], want;
        int64_t share[FEW];
        n = test_int(0, SMALL);
        for (i = 0; i < p; i++) {
            speed[i] = (double)test_int(1, 4);
            CHECK_INT(test_borrow(&model[i], FPM_CONSTANT, 1, &one, &speed[i]), FPM_OK);
            procs[i].model = &model[i];
            procs[i].required = test_int(0, 7) == 0;
            for (x = 0; x <= SMALL; x++) {
                took[i][x] = speed[i] * (double)x;
                if (x == 0 && procs[i].required) took[i][x] = (double)ORACLE_NEVER;
                truth[i].of[x] = 0;
            }
            if (test_int(0, 5) == 0) continue;
            any_cost(&cost[i], &truth[i]);
            procs[i].cost = &cost[i];
            any = 1;
            rests += cost[i].rest > cost[i].busy;
        }
        opts.least = FPM_LEAST_COST;
        opts.limit = (double)test_int(1, 30);
        NOTE("round %lld", (long long)round);
        want = least_of_all(0, p, n, opts.limit, took, truth);
        status = fpm_partition(n, p, procs, &opts, share, &info);
        if (!any) CHECK(status == FPM_E_ARGUMENT || (forbidden(want) && status < 0));
        else if (forbidden(want)) CHECK_INT(status, FPM_E_INFEASIBLE);
        else if (CHECK(status >= 0)) {
            double sum = 0;
            for (i = 0; i < p; i++) sum += truth[i].of[share[i]];
            CHECK_ABS(info.cost, want, 1e-9);
            CHECK_ABS(sum, want, 1e-9);
            solved++;
        }
        for (i = 0; i < p; i++) fpm_cost_free(&cost[i]);
        if (test__.bad > 10) return;
    }
    if (!test_short()) CHECK(solved > rounds / 3 && rests > rounds / 10);
}

/* What the constructors of costs refuse. */
static void bad_costs(void) {
    static const int64_t size[] = {1, 2};
    double value[] = {0, 5};
    fpm_model_options opts = FPM_ZERO;
    fpm_cost c, was;
    int kind;
    memset(&c, 0x55, sizeof c), was = c;
    CHECK_INT(fpm_cost_linear(&c, -1, 0, 0, &info), FPM_E_ARGUMENT);
    CHECK_STR(info.argument, "per_unit");
    CHECK_INT(fpm_cost_linear(&c, 0, test_inf(), 0, &info), FPM_E_ARGUMENT);
    CHECK_STR(info.argument, "busy");
    CHECK_INT(fpm_cost_linear(&c, 0, 0, test_nan(), &info), FPM_E_ARGUMENT);
    CHECK_STR(info.argument, "rest");
    CHECK_INT(fpm_cost_linear(NULL, 0, 0, 0, &info), FPM_E_ARGUMENT);
    CHECK_STR(info.argument, "cost");
    CHECK_INT(fpm_cost_linear(NULL, 0, 0, 0, NULL), FPM_E_ARGUMENT);
    opts.flags = FPM_BORROW;
    CHECK_INT(fpm_cost_points(&c, FPM_DISCRETE, 2, size, value, 0, &opts, &info), FPM_E_ARGUMENT);
    CHECK(info.argument && info.reason);
    CHECK_INT(fpm_cost_points(&c, FPM_DISCRETE, 2, size, value, -1, NULL, &info), FPM_E_ARGUMENT);
    CHECK(info.argument && info.reason);
    value[1] = -1;
    CHECK_INT(fpm_cost_points(&c, FPM_DISCRETE, 2, size, value, 0, NULL, &info), FPM_E_TIME);
    CHECK_INT(info.at, 1);
    value[1] = test_nan();
    CHECK_INT(fpm_cost_points(&c, FPM_DISCRETE, 2, size, value, 0, NULL, &info), FPM_E_TIME);
    /* A cost of 0 beside another one has no line of size / cost. */
    value[0] = -0.0;
    value[1] = 5;
    for (kind = FPM_CONSTANT; kind < FPM_DISCRETE; kind++) {
        CHECK_INT(fpm_cost_points(&c, kind, 2, size, value, 0, NULL, &info), FPM_E_TIME);
        CHECK_INT(info.at, 0);
        CHECK_STR(info.argument, "value[]");
    }
    CHECK(memcmp(&c, &was, sizeof c) == 0);
    CHECK_INT(fpm_cost_points(&c, FPM_DISCRETE, 2, size, value, 0, NULL, &info), FPM_OK);
    fpm_cost_free(&c);
    fpm_cost_free(NULL);
}

/* Costs near 10^12, one apart; prices that no rate explains; one processor. */
static void exact_numbers(void) {
    static const int64_t size[] = {1, 2, 3};
    static const double second[] = {1, 1, 1}, dear[] = {1e12, 2e12 + 1, 3e12};
    static const double odd[] = {1e12, 2e12, 3e12};
    fpm_options opts = FPM_ZERO;
    fpm_model price_of[2];
    int i;
    memset(&the, 0, sizeof the);
    the.p = 3;
    the.n = 6;
    for (i = 0; i < 3; i++) {
        CHECK_INT(
            fpm_model_init(&the.model[i], FPM_DISCRETE, 3, size, second, &test_borrowed, NULL), 0);
        the.procs[i].model = &the.model[i];
    }
    CHECK_INT(fpm_model_init(&price_of[0], FPM_DISCRETE, 3, size, odd, &test_borrowed, NULL), 0);
    CHECK_INT(fpm_model_init(&price_of[1], FPM_DISCRETE, 3, size, dear, &test_borrowed, NULL), 0);
    for (i = 0; i < 3; i++) the.procs[i].cost = test_cost(&price_of[i > 0]);
    opts.least = FPM_LEAST_COST;
    CHECK_INT(solve(&opts), FPM_OK);
    CHECK_SAME(info.cost, 6e12);
    the.procs[0].required = the.procs[1].required = the.procs[2].required = 1;
    the.procs[0].max = 2;
    CHECK_INT(solve(&opts), FPM_OK);
    CHECK_SAME(info.cost, 6e12);
    CHECK_INT(d[0] == 2 && (d[1] == 1 || d[2] == 1), 1);
    the.procs[0].max = the.procs[1].max = the.procs[2].max = 2;
    CHECK_INT(solve(&opts), FPM_OK);
    CHECK_SAME(info.cost, 6e12 + 2);
}

/* 2,049 processors that must work, each of which may take all 2^53 units: the sum of what they can
   take is n again modulo 2^64.  The one partition gives all but one a unit. */
static void sums_beyond_64_bits(void) {
    enum { MANY = 2049 };
    static const double second[] = {1, 2, 3, 3.5};
    static fpm_proc many[MANY];
    static int64_t share[MANY];
    const int64_t n = FPM_SIZE_MAX;
    int64_t size[4], left;
    fpm_options opts = FPM_ZERO;
    fpm_model model;
    int i, what, ones;
    size[0] = 1;
    size[1] = n - (MANY - 1);
    size[2] = n - 511; /* 512 that give back all but a unit leave 511 of the sum that is capped */
    size[3] = n;
    CHECK_INT(fpm_model_init(&model, FPM_DISCRETE, 4, size, second, &test_borrowed, NULL), FPM_OK);
    for (i = 0; i < MANY; i++) {
        many[i].model = &model;
        many[i].required = 1;
    }
    for (what = FPM_LEAST_TOTAL; what <= FPM_LEAST_BUSY; what += FPM_LEAST_BUSY - FPM_LEAST_TOTAL) {
        opts.least = what;
        opts.slack = 1;
        CHECK_INT(fpm_partition(n, MANY, many, &opts, share, &info), FPM_OK);
        ones = 0;
        left = n;
        for (i = 0; i < MANY; i++) {
            REQUIRE(share[i] >= 1 && share[i] <= left);
            left -= share[i];
            if (share[i] == 1) ones++;
        }
        CHECK_INT(left, 0);
        CHECK_INT(ones, MANY - 1);
        CHECK_SAME(info.makespan, 2);
        CHECK_INT(info.busy, MANY);
    }
}

/* Same input, same bits; models elsewhere in memory make no difference. */
static void same_twice(void) {
    int64_t round, rounds = test_count(200), before[PROCS];
    for (round = 0; round < rounds; round++) {
        static fpm_model copy[PROCS];
        fpm_options opts = FPM_ZERO;
        fpm_info first;
        int i, j, status;
        whole = test_int(0, 1) > 0;
        random_instance((int)test_int(1, 12), 20, 30, FPM_DISCRETE, 1);
        the.n = reachable(300);
        opts.least = (int)test_int(FPM_LEAST_TOTAL, FPM_LEAST_BUSY);
        opts.slack = random_eps();
        status = solve(&opts);
        first = info;
        memcpy(before, d, sizeof before);
        for (i = 0; i < 2; i++) {
            for (j = 0; j < the.p && i == 1; j++) {
                copy[the.p - 1 - j] = *the.procs[j].model;
                the.procs[j].model = &copy[the.p - 1 - j];
            }
            CHECK_INT(solve(&opts), status);
            CHECK(status < 0 || memcmp(before, d, (size_t)the.p * sizeof d[0]) == 0);
            CHECK_SAME(info.cost, first.cost);
            CHECK_INT(info.bytes, first.bytes);
            CHECK_INT(info.iterations, first.iterations);
        }
        instance_free();
    }
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(small_sums);
    RUN(sparse_sums);
    RUN(mixed_sums);
    RUN(medium_sums);
    RUN(large_sums);
    RUN(continuous_sums);
    RUN(beyond);
    RUN(small_fronts);
    RUN(linear_costs);
    RUN(linear_at_real_sizes);
    RUN(mixed_fronts);
    RUN(flat_times);
    RUN(limits_by_last_bits);
    RUN(flat_front);
    RUN(work_of_front);
    RUN(medium_fronts);
    RUN(memory_failures);
    RUN(memory_limit);
    RUN(work_limit);
    RUN(huge);
    RUN(makespan_not_proven);
    RUN(stopping);
    RUN(work_within_lists);
    RUN(stopping_within_lists);
    RUN(unlike_costs);
    RUN(bad_input);
    RUN(costs_of_rest);
    RUN(bad_costs);
    RUN(exact_numbers);
    RUN(sums_beyond_64_bits);
    RUN(same_twice);
    return test_end();
}
