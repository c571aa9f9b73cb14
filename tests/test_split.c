/* fpm_partition: every algorithm against exhaustive and bisecting oracles, the information record,
   constraints, ties, extremes, refusals, failures of memory, and every status of the list.

   Makespans are compared at 1e-12 relative: the oracle works in long double, fpm.h in double, where
   a time is a handful of operations (a few 1e-16) on speeds that are themselves rounded; a share
   that is off by one unit costs at least 1e-9 here. */
#include "../fpm.h"

#include "test.h"

#include "oracle.h"

#include "instance.h"

static const double TOLERANCE = 1e-12;

static int64_t d[INSTANCE_PROCS + 1];
static double real_shares[INSTANCE_PROCS + 1], *wanted; /* real shares: NULL: not asked for */
static fpm_info info;

static int64_t sentinel(int i) { return -1234567 - i; }

/* Call with guarded outputs: a negative status leaves them alone, and nothing is written past p. */
static int solve_with(const fpm_options *opts) {
    fpm_partition_outputs out = FPM_ZERO;
    int i, status, first;
    for (i = 0; i <= INSTANCE_PROCS; i++) {
        d[i] = sentinel(i);
        real_shares[i] = -7;
    }
    memset(&info, 0x77, sizeof info);
    out.real = wanted;
    status = fpm_partition_real(the.n, the.p, the.procs, opts, d, &out, &info);
    first = status < 0 ? 0 : the.p;
    for (i = first; i <= INSTANCE_PROCS; i++)
        if (d[i] != sentinel(i) || (real_shares[i] != -7 && (status < 0 || i >= the.p))) break;
    CHECK(i > INSTANCE_PROCS);
    CHECK_INT(info.status, status);
    if (status < 0) CHECK_INT(info.extrapolated, -1);
    return status;
}

/* search: where the algorithm has one. */
static int solve(int algorithm, int search) {
    fpm_options opts = FPM_ZERO;
    int status;
    opts.algorithm = algorithm;
    if (algorithm == FPM_AUTO || algorithm == FPM_GEOMETRIC) opts.search = search;
    wanted = algorithm == FPM_GEOMETRIC ? real_shares : NULL;
    status = solve_with(&opts);
    wanted = NULL;
    return status;
}

static int64_t step(void) { return the.procs[0].grain > 0 ? the.procs[0].grain : 1; }

/* Bounds of shares in whole steps of a grain common to all. */
static int64_t lowest(int i) {
    const fpm_proc *r = &the.procs[i];
    int64_t min = r->min > 1 ? r->min : 1;
    return r->required ? (min + step() - 1) / step() : 0;
}

static int64_t highest(int i) {
    const fpm_proc *r = &the.procs[i];
    return (r->max > 0 && r->max < the.n ? r->max : the.n) / step();
}

/* Sum, constraints, and all of info but its bound. */
static int answer_ok(int status) {
    double makespan = 0, sum = 0;
    int64_t units = 0;
    int i, busy = 0, beyond = 0, ok = 1;
    for (i = 0; i < the.p; i++) {
        double t = instance_time(i, d[i]);
        const fpm_model *m = the.procs[i].model;
        ok &= CHECK(oracle_share(&the.rules[i], d[i]) < ORACLE_NEVER);
        units += d[i];
        busy += d[i] > 0;
        sum += t;
        if (t > makespan) makespan = t;
        if (m->kind != FPM_CONSTANT && d[i] > 0 && d[i] > m->size[m->count - 1]) beyond = 1;
        ok &= CHECK(i != info.extrapolated || beyond);
    }
    ok &= CHECK_INT(info.extrapolated >= 0, beyond);
    ok &= CHECK_INT(units, the.n);
    ok &= CHECK_SAME(info.makespan, makespan);
    ok &= CHECK_INT(info.busy, busy);
    if (busy > 0) ok &= CHECK_ABS(info.imbalance, makespan / (sum / busy) - 1, 1e-12 * the.p);
    ok &= CHECK_LE(info.lower_bound, info.makespan);
    if (info.lower_bound > 0)
        ok &= CHECK_ABS(info.gap, info.makespan / info.lower_bound - 1, 1e-15);
    if (status != FPM_WORK_LIMIT) ok &= CHECK_INT(status, beyond ? FPM_EXTRAPOLATED : FPM_OK);
    if (status == FPM_EXTRAPOLATED)
        ok &= CHECK(info.extrapolated >= 0 && info.extrapolated < the.p &&
                    d[info.extrapolated] >
                        the.procs[info.extrapolated]
                            .model->size[the.procs[info.extrapolated].model->count - 1]);
    ok &= CHECK_INT(info.fault, -1);
    if (busy > 0)
        ok &= CHECK(info.last >= 0 && info.last < the.p &&
                    test_ulps(instance_time(info.last, d[info.last]), makespan) == 0);
    return ok;
}

/* An exact answer: as good as the oracle's, and said to be. */
static int exact_ok(int status, long double best) {
    int ok = CHECK(status == FPM_OK || status == FPM_EXTRAPOLATED);
    if (!ok) return printf("    status %s\n", fpm_status_str(status)), 0;
    ok = answer_ok(status);
    ok &= CHECK_REL((double)oracle_makespan(the.p, the.rules, d), (double)best, TOLERANCE);
    ok &= CHECK_SAME(info.lower_bound, info.makespan);
    ok &= CHECK_SAME(info.gap, 0.0);
    return ok;
}

/* Steps that processor i has done before a time, or by it. */
static int64_t steps_done(int i, double time, int by) {
    int64_t low = lowest(i), high = highest(i);
    while (low < high) {
        int64_t middle = low + (high - low + 1) / 2;
        double t = instance_time(i, middle * step());
        if (t < time || (by && test_ulps(t, time) == 0)) low = middle;
        else high = middle - 1;
    }
    return low;
}

static int64_t all_steps_done(double time, int by) {
    int64_t sum = 0;
    int i;
    for (i = 0; i < the.p; i++) sum += steps_done(i, time, by);
    return sum;
}

/* The documented rule for ties: all units done before the last one needed are taken, those done at
   the same time as it go to the lowest-numbered.  The last one needed finishes at the makespan,
   unless a required share takes longer than all else.  In the library's own times, so exactly. */
static int ties_ok(void) {
    double last = info.makespan;
    int64_t rest = the.n / step();
    int i, ok = 1;
    if (the.n >> 40) return 1; /* thousands of units may share one rounded time */
    if (all_steps_done(last, 0) > rest) {
        uint64_t low = 0, high = test_bits(last);
        while (high - low > 1) {
            uint64_t middle = low + (high - low) / 2;
            if (all_steps_done(test_from_bits(middle), 1) >= rest) high = middle;
            else low = middle;
        }
        last = test_from_bits(high);
    }
    rest -= all_steps_done(last, 0);
    for (i = 0; i < the.p; i++) {
        int64_t before = steps_done(i, last, 0), most = steps_done(i, last, 1) - before;
        if (most > rest) most = rest > 0 ? rest : 0;
        rest -= most;
        ok &= CHECK_INT(d[i], (before + most) * step());
    }
    return ok;
}

/* Real shares: they sum to n and finish together, but for those at a bound. */
static int real_ok(void) {
    double sum = 0, time = info.common_time, blur = 1e-12 * (double)the.n, t;
    int i, ok = CHECK_LE(0, time);
    if (the.n == 0) return 1;
    for (i = 0; i < the.p; i++) {
        double x = real_shares[i], low = (double)(lowest(i) * step());
        double high = (double)(highest(i) * step());
        sum += x;
        if (!CHECK(x >= low && x <= high)) ok = 0;
        if (high <= 0) continue;
        t = the.procs[i].fixed;
        if (x > 0) {
            double model_time;
            if (!CHECK(fpm_model_time(the.procs[i].model, x, &model_time) >= 0)) return 0;
            t += model_time;
        }
        if (x < high - blur) ok &= CHECK(t >= time * (1 - 1e-9));
        if (x > low + blur) ok &= CHECK(t <= time * (1 + 1e-9));
        if (!ok)
            return printf("    real share %d: %.17g of %g..%g, %.17g s, common time %.17g\n", i, x,
                          low, high, t, time),
                   0;
    }
    return ok & CHECK_REL(sum, (double)the.n, 1e-12);
}

/* ---- monotone instances ---- */

static int64_t newton[32], halving[128]; /* histograms of evaluations */

/* Of exact integers; real shares converged to the last digits may need more. */
static int count_evaluations(int search) {
    int64_t e = info.evaluations, most = search == FPM_NEWTON ? 31 : 127;
    int64_t *bin = search == FPM_NEWTON ? newton : halving;
    bin[e < 0 ? 0 : e > most ? most : e]++;
    return search != FPM_NEWTON || the.n >> 40 || CHECK(e >= 0 && (e <= 64 || test_shrunk()));
}

static void histogram(const char *name, const int64_t *bin, int size) {
    int i;
    printf("    evaluations, %s:", name);
    for (i = 0; i < size; i++)
        if (bin[i]) printf(" %d: %lld", i, (long long)bin[i]);
    printf("\n");
}

static void random_continuous(int i, int64_t top) {
    static const int kinds[] = {FPM_CONSTANT, FPM_PIECEWISE, FPM_PIECEWISE,
                                FPM_SHAPED,   FPM_AKIMA,     FPM_AKIMA};
    oracle_model *m = &the.truth[i];
    memset(m, 0, sizeof *m);
    m->kind = kinds[test_int(0, 5)];
    int points = (int)test_int(1, test_int(0, 3) ? 6 : 24);
    points_random(m, points, top,
                  (int)test_int(TIMES_RISING, m->kind == FPM_SHAPED ? TIMES_NOISY : TIMES_EXACT));
    if (m->kind == FPM_AKIMA) m->flags = (int)test_int(0, 3) ? FPM_SAFE * (int)test_int(0, 1) : 2;
    if (m->flags & FPM_LITERAL) m->extent = test_int(0, 2 * top);
    if (m->kind == FPM_CONSTANT && test_int(0, 1)) m->at = test_int(1, 2 * top);
    instance_model(i);
}

/* Constraints that leave no holes. */
static void random_plain_rules(void) {
    int64_t grain = test_int(0, 3) ? 0 : test_int(1, 4);
    int i, capped = !test_int(0, 2), fixed = !test_int(0, 3), required = !test_int(0, 4);
    if (grain > 1 && test_int(0, 7)) the.n -= the.n % grain;
    for (i = 0; i < the.p; i++) {
        fpm_proc *r = &the.procs[i];
        int64_t fair = the.n / the.p + 1;
        r->grain = grain;
        if (capped && test_int(0, 1)) r->max = test_int(1, 3 * fair + grain);
        if (fixed && test_int(0, 1)) {
            r->fixed = test_real();
            r->fixed *= (double)test_int(0, fair);
        }
        if (required && test_int(0, 1)) {
            r->required = 1;
            r->min = test_int(0, 1) ? 0 : test_int(1, fair);
            if (r->max > 0 && r->min > r->max) r->min = r->max;
        }
    }
    instance_rules();
}

static void random_monotone(int64_t n, int p) {
    int64_t top;
    int i, models = test_int(0, 3) ? p : (int)test_int(1, p);
    the.n = n;
    the.p = p;
    top = (int64_t)((double)(n / p + 1) * pow(10, 3 * test_real() - 1.5)) + 1;
    if (top > FPM_SIZE_MAX / 4) top = FPM_SIZE_MAX / 4;
    for (i = 0; i < p; i++) {
        if (i < models) random_continuous(i, top);
        instance_proc(i, i < models ? i : (int)test_int(0, models - 1));
    }
    random_plain_rules();
}

static int all_monotone(void) {
    int i;
    for (i = 0; i < the.p; i++)
        if (!the.procs[i].model->monotone || !the.procs[i].model->positive) return 0;
    return 1;
}

/* All ways to the exact answer; AUTO's ties.  with_optimal: also the exact engine. */
static void check_monotone(long double best, int with_optimal) {
    int search, status, ok = 1, monotone = all_monotone();
    for (search = FPM_NEWTON; search <= FPM_BISECTION; search++) {
        status = solve(FPM_AUTO, search);
        if (best < ORACLE_NEVER) {
            ok &= exact_ok(status, best);
            if (monotone && ok) ok &= ties_ok();
            if (monotone) ok &= CHECK_INT(info.algorithm, FPM_GEOMETRIC);
            if (monotone) ok &= count_evaluations(search);
        } else ok &= CHECK_INT(status, FPM_E_INFEASIBLE);
        status = solve(FPM_GEOMETRIC, search);
        if (!monotone && (best < ORACLE_NEVER || status != FPM_E_INFEASIBLE))
            ok &= CHECK_INT(status, FPM_E_NOT_MONOTONE);
        else if (best < ORACLE_NEVER) {
            ok &= exact_ok(status, best) && ties_ok() && real_ok();
            ok &= CHECK_INT(info.algorithm, FPM_GEOMETRIC);
        } else ok &= CHECK_INT(status, FPM_E_INFEASIBLE);
    }
    if (with_optimal) {
        status = solve(FPM_OPTIMAL, FPM_NEWTON);
        if (best < ORACLE_NEVER) ok &= exact_ok(status, best);
        else ok &= CHECK_INT(status, FPM_E_INFEASIBLE);
    }
    if (!ok) instance_failed();
    instance_free();
}

static void small_monotone(void) {
    int64_t round, rounds = test_count(2500);
    for (round = 0; round < rounds; round++) {
        the.n = test_int(0, test_int(0, 9) ? 40 : 100);
        random_monotone(the.n, (int)test_int(1, test_int(3, 12)));
        NOTE("round %lld", (long long)round);
        check_monotone(oracle_best(the.n, the.p, the.rules), 1);
    }
}

static void medium_monotone(void) {
    int64_t round, rounds = test_count(200);
    for (round = 0; round < rounds; round++) {
        the.n = test_int(100, 400);
        random_monotone(the.n, (int)test_int(2, 8));
        NOTE("round %lld", (long long)round);
        check_monotone(oracle_best(the.n, the.p, the.rules), 1);
    }
}

/* Where the Akima splines (and noisy points) happen to be monotone as the library says; that it
   says so rightly is test_model.c's to check. */
static void large_monotone(void) {
    int64_t round, rounds = test_count(1000), tried = 0, all = 0, times = 0;
    int e;
    memset(newton, 0, sizeof newton), memset(halving, 0, sizeof halving);
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(1, round % 64 == 0 ? INSTANCE_PROCS : 8);
        random_monotone((int64_t)pow(2, 3 + (round % 5 ? 20 : 45) * test_real()), p);
        if (!all_monotone()) {
            instance_free();
            continue;
        }
        tried++;
        NOTE("round %lld", (long long)round);
        check_monotone(oracle_bisect(the.n, the.p, the.rules), round % 4 == 0);
    }
    CHECK(tried > rounds / 8);
    for (e = 0; e < 32; e++) times += newton[e], all += e * newton[e];
    /* seeds 1 to 120: 1.53 evaluations in the mean of 828 searches, standard deviation 0.036 */
    if (times >= 150 && !test_shrunk())
        CHECK_LE((double)all / (double)times, 1.53 + 5 * 0.036 * sqrt(828 / (double)times));
    histogram("newton", newton, 32);
    histogram("bisection", halving, 128);
}

/* The two oracles agree with each other. */
static void oracles_agree(void) {
    int64_t round, rounds = test_count(500);
    for (round = 0; round < rounds; round++) {
        long double a, b;
        the.n = test_int(0, 60);
        random_monotone(the.n, (int)test_int(1, 6));
        if (all_monotone()) {
            a = oracle_best(the.n, the.p, the.rules);
            b = oracle_bisect(the.n, the.p, the.rules);
            if (!CHECK_REL((double)b, (double)a, 1e-14)) instance_failed();
        }
        instance_free();
    }
}

/* ---- holes, mixed grains, rough and discrete models ---- */

static void random_rough(int i, int64_t top) {
    oracle_model *m = &the.truth[i];
    int how = (int)test_int(0, 5);
    memset(m, 0, sizeof *m);
    m->kind = how < 2 ? FPM_AKIMA : how < 3 ? FPM_PIECEWISE : FPM_DISCRETE;
    if (m->kind == FPM_DISCRETE && !test_int(0, 7)) m->count = 0;
    else {
        int points = (int)test_int(1, m->kind == FPM_DISCRETE ? 20 : 12);
        points_random(m, points, top, (int)test_int(TIMES_EXACT, TIMES_SMALL));
    }
    if (m->kind == FPM_AKIMA && !test_int(0, 3)) m->flags = (int)test_int(1, 2);
    if (m->flags & FPM_LITERAL) m->extent = test_int(0, 2 * top);
    instance_model(i);
}

static void random_rules(void) {
    int i;
    for (i = 0; i < the.p; i++) {
        fpm_proc *r = &the.procs[i];
        int64_t fair = the.n / the.p + 1;
        int discrete = r->model->kind == FPM_DISCRETE;
        if (!test_int(0, 2)) r->min = test_int(1, fair + 1);
        if (!test_int(0, 2)) r->max = test_int(1, 3 * fair);
        if (!test_int(0, 2)) r->grain = test_int(1, discrete ? 2 : 5);
        if (!test_int(0, 3)) r->fixed = (double)test_int(0, 3);
        if (!test_int(0, 5)) r->required = 1;
        if (r->max > 0 && r->min > r->max) r->max = r->min;
    }
    instance_rules();
}

static void check_exact(long double best) {
    int status, ok, algorithm;
    for (algorithm = FPM_AUTO; algorithm <= FPM_OPTIMAL; algorithm += FPM_OPTIMAL) {
        status = solve(algorithm, FPM_NEWTON);
        if (best < ORACLE_NEVER) ok = exact_ok(status, best);
        else ok = CHECK_INT(status, FPM_E_INFEASIBLE);
        if (!ok) instance_failed();
    }
}

/* Any mixture of kinds and constraints. */
static void holes(void) {
    int64_t round, rounds = test_count(2000), solved = 0;
    int i, status;
    for (round = 0; round < rounds; round++) {
        long double best;
        the.p = (int)test_int(1, 6);
        the.n = test_int(0, test_int(0, 9) ? 40 : 150);
        for (i = 0; i < the.p; i++) {
            int64_t top = the.n / (test_int(0, 1) ? 1 : the.p) + 3;
            if (test_int(0, 1)) random_rough(i, top);
            else random_continuous(i, top);
            instance_proc(i, i);
        }
        random_rules();
        NOTE("round %lld", (long long)round);
        best = oracle_best(the.n, the.p, the.rules);
        solved += best < ORACLE_NEVER;
        check_exact(best);
        for (i = 0; i < the.p; i++) { /* a hole for certain */
            const fpm_proc *r = &the.procs[i];
            int64_t g = r->grain > 1 ? r->grain : 1, least = (r->min + g - 1) / g * g;
            if (!r->required && r->min > 1 && least > g && the.n >= least &&
                (r->max == 0 || r->max >= least))
                break;
        }
        if (i < the.p) {
            status = solve(FPM_GEOMETRIC, FPM_NEWTON);
            if (!CHECK(status == FPM_E_UNSUPPORTED || status == FPM_E_NOT_MONOTONE ||
                       (status == FPM_E_INFEASIBLE && best == ORACLE_NEVER)))
                instance_failed();
        }
        instance_free();
    }
    printf("    %lld of %lld feasible\n", (long long)solved, (long long)rounds);
}

/* Without constraints: noisy splines, teeth, discrete profiles. */
static void rough(void) {
    int64_t round, rounds = test_count(2000);
    int i;
    for (round = 0; round < rounds; round++) {
        the.p = (int)test_int(1, test_int(2, 8));
        the.n = test_int(0, test_int(0, 9) ? 50 : 200);
        for (i = 0; i < the.p; i++) {
            random_rough(i, the.n / (test_int(0, 2) ? the.p : 1) + 3);
            instance_proc(i, i);
        }
        instance_rules();
        NOTE("round %lld", (long long)round);
        check_exact(oracle_best(the.n, the.p, the.rules));
        instance_free();
    }
}

/* The shape that shows most mistakes of a search with memory: many processors, few sizes, times
   from few values (ties) or many. */
static void discrete_few(void) {
    int64_t round, rounds = test_count(2500);
    int i, j;
    for (round = 0; round < rounds; round++) {
        int64_t most = test_int(0, 1) ? 1000 : 30, sum = 0;
        the.p = (int)test_int(6, 24);
        for (i = 0; i < the.p; i++) {
            oracle_model *m = &the.truth[i];
            int64_t x = 0;
            memset(m, 0, sizeof *m);
            m->kind = FPM_DISCRETE;
            m->count = (int)test_int(1, 3);
            for (j = 0; j < m->count; j++) {
                x += test_int(1, j ? 2 : 3);
                m->size[j] = x;
                m->seconds[j] = (double)test_int(1, most);
            }
            sum += x;
            instance_model(i);
            instance_proc(i, i);
        }
        the.n = test_int(0, sum);
        instance_rules();
        NOTE("round %lld", (long long)round);
        check_exact(oracle_best(the.n, the.p, the.rules));
    }
}

/* Small bounds of work: an honest status, and bounds that hold. */
static void work_limits(void) {
    int64_t round, rounds = test_count(1500), seen[3] = {0, 0, 0};
    int i;
    for (round = 0; round < rounds; round++) {
        fpm_options opts = FPM_ZERO;
        long double best;
        int status, ok;
        the.p = (int)test_int(2, 8);
        the.n = test_int(1, 120);
        for (i = 0; i < the.p; i++) {
            random_rough(i, the.n / 2 + 3);
            instance_proc(i, i);
        }
        instance_rules();
        opts.algorithm = test_int(0, 1) ? FPM_AUTO : FPM_OPTIMAL;
        opts.max_work = test_int(1, test_int(0, 1) ? 100 : 3000);
        status = solve_with(&opts);
        best = oracle_best(the.n, the.p, the.rules);
        NOTE("round %lld max_work %lld", (long long)round, (long long)opts.max_work);
        if (status == FPM_WORK_LIMIT) {
            seen[1]++;
            ok = answer_ok(status);
            ok &= CHECK((double)oracle_makespan(the.p, the.rules, d) >=
                        (double)best * (1 - TOLERANCE));
            ok &= CHECK(info.lower_bound <= (double)best * (1 + TOLERANCE));
        } else if (status == FPM_E_WORK_LIMIT) {
            seen[2]++;
            ok = CHECK_LE(0, info.lower_bound);
        } else if (best < ORACLE_NEVER) {
            seen[0]++;
            ok = exact_ok(status, best);
        } else ok = CHECK_INT(status, FPM_E_INFEASIBLE);
        if (!ok) instance_failed();
        instance_free();
    }
    printf("    solved %lld, with a gap %lld, without an answer %lld\n", (long long)seen[0],
           (long long)seen[1], (long long)seen[2]);
}

/* ---- instances with known optima ---- */

static int read_instance(const char *name, fpm_points *points) {
    FILE *f = test_data("hpopt/", name);
    long long n, count, size;
    double seconds;
    int i, ok = f && fscanf(f, "%lld %d", &n, &the.p) == 2 && the.p <= INSTANCE_PROCS;
    for (i = 0; ok && i < the.p; i++) {
        memset(&points[i], 0, sizeof points[i]);
        ok = fscanf(f, "%lld", &count) == 1;
        for (; ok && count > 0; count--) {
            fpm_point point = FPM_ZERO;
            ok = fscanf(f, "%lld %lf", &size, &seconds) == 2;
            point.size = size;
            point.seconds = seconds;
            ok = ok && fpm_points_add(&points[i], &point) == FPM_OK;
        }
        ok = ok && fpm_points_sort(&points[i], NULL) == FPM_OK;
        ok = ok && fpm_model_init(&the.model[i], FPM_DISCRETE, points[i].count, points[i].size,
                                  points[i].seconds, &test_borrowed, NULL) == FPM_OK;
        memset(&the.procs[i], 0, sizeof the.procs[i]);
        the.procs[i].model = &the.model[i];
    }
    if (f) fclose(f);
    the.n = ok ? n : 0;
    return ok;
}

static void known_optima(void) {
    static fpm_points points[INSTANCE_PROCS];
    FILE *f = test_data("hpopt/", "expected.tsv");
    char line[300], name[100], feasible[20], optimum[40];
    int i, files = 0, algorithm;
    if (!f) return;
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "%99s %*s %*s %*s %19s %39s", name, feasible, optimum) != 3 ||
            strcmp(name, "file") == 0 || name[0] == '#')
            continue;
        files++;
        if (!CHECK(read_instance(name, points))) continue;
        for (algorithm = FPM_AUTO; algorithm <= FPM_OPTIMAL; algorithm += FPM_OPTIMAL) {
            int64_t sum = 0;
            int status = solve(algorithm, FPM_NEWTON);
            NOTE("%s: %s", name, fpm_status_str(status));
            if (strcmp(feasible, "feasible") != 0) {
                CHECK_INT(status, FPM_E_INFEASIBLE);
            } else if (CHECK_INT(status, FPM_OK)) {
                for (i = 0; i < the.p; i++) sum += d[i];
                CHECK_INT(sum, the.n);
                CHECK_SAME(info.makespan, strtod(optimum, NULL));
                CHECK_SAME(info.lower_bound, info.makespan);
                CHECK_INT(fpm_partition_check(the.n, the.p, the.procs, NULL, d, NULL), FPM_OK);
            }
        }
        for (i = 0; i < the.p; i++) fpm_points_free(&points[i]);
    }
    fclose(f);
    CHECK_INT(files, 22);
}

/* ---- even and proportional ---- */

static int even_ok(void) {
    int64_t most = 0, least = INT64_MAX, sum = 0, last = INT64_MAX;
    int i, ok = 1;
    for (i = 0; i < the.p; i++) {
        int64_t x = d[i] / step();
        ok &= CHECK(d[i] % step() == 0 && x >= lowest(i) && x <= highest(i));
        sum += d[i];
        if (x > lowest(i) && x > most) most = x;
        if (x < highest(i) && x < least) least = x;
        if (lowest(i) < x && x < highest(i)) {
            ok &= CHECK(x <= last);
            last = x;
        }
    }
    return ok & CHECK_INT(sum, the.n) & CHECK(least == INT64_MAX || most <= least + 1);
}

static void even(void) {
    int64_t round, rounds = test_count(1000);
    int status, ok;
    for (round = 0; round < rounds; round++) {
        long double best;
        the.n = test_int(0, 200);
        random_monotone(the.n, (int)test_int(1, 8));
        instance_rules();
        best = oracle_best(the.n, the.p, the.rules);
        status = solve(FPM_EVEN, FPM_NEWTON);
        NOTE("round %lld", (long long)round);
        if (status >= 0) {
            ok = even_ok() && answer_ok(status);
            ok &= CHECK_INT(info.algorithm, FPM_EVEN);
            ok &= CHECK((double)oracle_makespan(the.p, the.rules, d) >=
                        (double)best * (1 - TOLERANCE));
            ok &= CHECK(info.lower_bound <= (double)best * (1 + TOLERANCE));
            if (all_monotone() && info.lower_bound < info.makespan) /* that of the optimum */
                ok &= CHECK_REL(info.lower_bound, (double)best, TOLERANCE);
        } else /* speeds of a literal spline may not be positive at the even share */
            ok = CHECK(status == FPM_E_UNSUPPORTED
                           ? !all_monotone()
                           : status == FPM_E_INFEASIBLE && best == ORACLE_NEVER);
        if (!ok) instance_failed();
        instance_free();
    }
}

/* Optimal for the speeds at the even share. */
static void proportional(void) {
    static oracle_model constant[INSTANCE_PROCS];
    static oracle_proc rules[INSTANCE_PROCS];
    int64_t round, rounds = test_count(1000);
    int i, status, ok;
    for (round = 0; round < rounds; round++) {
        long double best, truth, speed;
        int usable = 1;
        the.n = test_int(0, test_int(0, 3) ? 200 : 4000000);
        random_monotone(the.n, (int)test_int(1, 8));
        for (i = 0; i < the.p; i++) {
            const oracle_model *m = the.rules[i].model;
            long double even = (long double)the.n / the.p;
            double measured = 0;
            speed = oracle_speed(m, even, NULL);
            if (m->time && fpm_model_speed(the.procs[i].model, (double)even, &measured) >= 0)
                speed = (long double)measured;
            if (speed <= 0) usable = 0;
            rules[i] = the.rules[i];
            rules[i].model = &constant[i];
            memset(&constant[i], 0, sizeof constant[i]);
            constant[i].kind = ORACLE_CONSTANT;
            oracle_knot(&constant[i], 0, speed);
        }
        status = solve(FPM_PROPORTIONAL, FPM_NEWTON);
        NOTE("round %lld", (long long)round);
        if (!usable) {
            instance_free();
            continue;
        }
        best = oracle_bisect(the.n, the.p, rules);
        if (best == ORACLE_NEVER) ok = CHECK_INT(status, FPM_E_INFEASIBLE);
        else if (status == FPM_E_UNSUPPORTED) /* a speed below 0 at its share */
            ok = CHECK(!all_monotone());
        else if (status == FPM_E_INFEASIBLE) { /* ... or at all shares that the others leave */
            ok = CHECK(!all_monotone());
            if (the.n <= 200) ok &= CHECK(oracle_best(the.n, the.p, the.rules) >= ORACLE_NEVER);
        } else {
            ok = CHECK(status == FPM_OK || status == FPM_EXTRAPOLATED) && answer_ok(status);
            ok &= CHECK_INT(info.algorithm, FPM_PROPORTIONAL);
            ok &= CHECK_REL((double)oracle_makespan(the.p, rules, d), (double)best, TOLERANCE);
            if (the.n <= 200 || all_monotone()) {
                truth = the.n <= 200 ? oracle_best(the.n, the.p, the.rules)
                                     : oracle_bisect(the.n, the.p, the.rules);
                ok &= CHECK(info.lower_bound <= (double)truth * (1 + TOLERANCE));
            }
        }
        if (!ok) instance_failed();
        instance_free();
    }
}

/* ---- a fixed pair of processors for the rest ---- */

static const int64_t PAIR_SIZE[] = {100, 200, 400, 800, 1600};
static const double PAIR_QUICK[] = {1, 2, 4.25, 19, 80}, PAIR_STEADY[] = {3, 6, 12, 24, 48};
static const double PAIR_ROUGH[] = {3, 2, 12, 7, 48};

static void pair(int kind, const double *first, const double *second) {
    fpm_model_options opts = FPM_ZERO;
    opts.flags = kind == FPM_AKIMA ? FPM_PLAIN | FPM_BORROW : kind == FPM_SHAPED ? 0 : FPM_BORROW;
    memset(&the.procs[0], 0, 2 * sizeof the.procs[0]);
    CHECK_INT(fpm_model_init(&the.model[0], kind, 5, PAIR_SIZE, first, &opts, NULL), FPM_OK);
    CHECK_INT(fpm_model_init(&the.model[1], kind, 5, PAIR_SIZE, second, &opts, NULL), FPM_OK);
    the.procs[0].model = &the.model[0];
    the.procs[1].model = &the.model[1];
    the.p = 2;
    the.n = 1200;
}

static void algorithms_status(int want, int proc) {
    int algorithm, search;
    for (algorithm = FPM_AUTO; algorithm <= FPM_OPTIMAL; algorithm++)
        for (search = FPM_NEWTON; search <= FPM_BISECTION; search++) {
            NOTE("algorithm %d search %d", algorithm, search);
            CHECK_INT(solve(algorithm, search), want);
            if (want < 0 && proc >= -1) CHECK_INT(info.fault, proc);
        }
}

/* A processor that can take nothing is as good as none, in every algorithm; 0 is no limit. */
static void nothing_fits(void) {
    int64_t round, rounds = test_count(300);
    CHECK_INT(fpm_capacity(80, 8), 10);
    CHECK_INT(fpm_capacity(87, 8), 10);
    CHECK_INT(fpm_capacity(7, 8), FPM_NOTHING);
    CHECK_INT(fpm_capacity(0, 8), FPM_NOTHING);
    CHECK_INT(fpm_capacity(INT64_MIN, 8), FPM_NOTHING);
    CHECK_INT(fpm_capacity(INT64_MAX, 1), INT64_MAX);
    CHECK_INT(fpm_capacity(7, 0), 0);
    CHECK_INT(fpm_capacity(7, -1), 0);
    CHECK(!FPM_FAILED(FPM_EXTRAPOLATED) && !FPM_FAILED(FPM_OK) && FPM_FAILED(FPM_E_SIZE));
    CHECK_INT(fpm_abi_0_5(), fpm_version());
    for (round = 0; round < rounds; round++) {
        int algorithm = (int)test_int(FPM_AUTO, FPM_NUMERICAL), i, status, out;
        fpm_options opts = FPM_ZERO;
        fpm_proc rest;
        double makespan;
        the.n = test_int(0, 60);
        random_monotone(the.n, (int)test_int(1, 6));
        opts.algorithm = algorithm;
        out = (int)test_int(0, the.p - 1);
        the.procs[out].max = FPM_NOTHING;
        status = solve_with(&opts);
        NOTE("round %lld, algorithm %d, without %d of %d", (long long)round, algorithm, out, the.p);
        if (status >= 0) {
            CHECK_INT(d[out], 0);
            CHECK_INT(fpm_partition_check(the.n, the.p, the.procs, NULL, d, NULL) < 0, 0);
        }
        if (the.p == 1 || the.procs[out].required) {
            CHECK(status < 0 || (the.p == 1 && the.n == 0));
            instance_free();
            continue;
        }
        makespan = info.makespan;
        rest = the.procs[out];
        for (i = out; i < the.p - 1; i++) the.procs[i] = the.procs[i + 1];
        the.procs[--the.p] = rest;
        if (algorithm != FPM_EVEN && algorithm != FPM_PROPORTIONAL && /* there n / p has changed */
            status != FPM_E_NOT_MONOTONE &&
            status != FPM_E_UNSUPPORTED) { /* its model, its grain */
            CHECK_INT(solve_with(&opts) < 0, status < 0);
            if (status >= 0) CHECK_REL(info.makespan, makespan, 1e-12);
        }
        the.p++;
        instance_free();
    }
}

static void refusals(void) {
    fpm_options opts = FPM_ZERO;
    fpm_model zeroed = FPM_ZERO;
    int64_t share[2] = {5, 6};
    double bad[6];
    int i;
    bad[0] = -1, bad[1] = test_nan(), bad[2] = test_inf(), bad[3] = -test_inf(), bad[4] = -1e-300;
    pair(FPM_AKIMA, PAIR_QUICK, PAIR_STEADY);
    the.n = -1;
    algorithms_status(FPM_E_ARGUMENT, -1);
    the.n = FPM_SIZE_MAX + 1;
    algorithms_status(FPM_E_ARGUMENT, -1);
    the.n = INT64_MAX;
    algorithms_status(FPM_E_ARGUMENT, -1);
    the.n = 1200;
    the.p = 0;
    algorithms_status(FPM_E_ARGUMENT, -1);
    the.p = -3;
    algorithms_status(FPM_E_ARGUMENT, -1);
    the.p = INT32_MIN;
    algorithms_status(FPM_E_ARGUMENT, -1);
    the.p = 2;
    CHECK_INT(fpm_partition(1200, 2, NULL, NULL, share, &info), FPM_E_ARGUMENT);
    CHECK_INT(info.status, FPM_E_ARGUMENT);
    CHECK_INT(fpm_partition(1200, 2, the.procs, NULL, NULL, &info), FPM_E_ARGUMENT);
    CHECK_INT(fpm_partition(1200, 2, NULL, NULL, NULL, NULL), FPM_E_ARGUMENT);
    CHECK(share[0] == 5 && share[1] == 6);
    opts.algorithm = 99;
    CHECK_INT(solve_with(&opts), FPM_E_ARGUMENT);
    opts.algorithm = -1;
    CHECK_INT(solve_with(&opts), FPM_E_ARGUMENT);
    opts.algorithm = 0;
    opts.search = 2;
    CHECK_INT(solve_with(&opts), FPM_E_ARGUMENT);
    opts.search = 0;
    opts.max_work = -1;
    CHECK_INT(solve_with(&opts), FPM_E_ARGUMENT);
    opts.max_work = 0;
    for (i = FPM_AUTO; i <= FPM_HPOPTA; i++) { /* what only some algorithms have */
        NOTE("algorithm %d", i);
        opts.algorithm = i, opts.search = FPM_BISECTION;
        if (i != FPM_AUTO && i != FPM_GEOMETRIC) CHECK_INT(solve_with(&opts), FPM_E_ARGUMENT);
        else CHECK_INT(solve_with(&opts), FPM_OK);
        opts.search = FPM_NEWTON, opts.dense = 1;
        if (i != FPM_NUMERICAL) CHECK_INT(solve_with(&opts), FPM_E_ARGUMENT);
        opts.dense = 2;
        CHECK_INT(solve_with(&opts), FPM_E_ARGUMENT);
        opts.dense = 0;
    }
    the.procs[1].required = 2;
    algorithms_status(FPM_E_ARGUMENT, 1);
    the.procs[1].required = -1;
    algorithms_status(FPM_E_ARGUMENT, 1);
    the.procs[1].required = 0;

    the.procs[1].model = NULL;
    algorithms_status(FPM_E_MODEL, 1);
    the.procs[1].model = &zeroed;
    algorithms_status(FPM_E_MODEL, 1);
    the.procs[1].model = &the.model[1];

    bad[5] = 2 * FPM_TIME_MAX;
    for (i = 0; i < 6; i++) {
        the.procs[1].fixed = bad[i];
        algorithms_status(FPM_E_BOUNDS, 1);
    }
    the.procs[1].fixed = 0;
    for (i = 0; i < 3; i++) {
        int64_t *field = i == 0   ? &the.procs[0].min
                         : i == 1 ? &the.procs[0].max
                                  : &the.procs[0].grain;
        *field = i == 1 ? FPM_NOTHING - 1 : -1;
        algorithms_status(FPM_E_BOUNDS, 0);
        *field = INT64_MIN;
        algorithms_status(FPM_E_BOUNDS, 0);
        *field = 0;
    }
    the.procs[0].min = 11, the.procs[0].max = 10;
    algorithms_status(FPM_E_BOUNDS, 0);
    the.procs[0].min = 0;

    the.procs[1].max = 1189; /* 10 + 1189 < 1200 */
    algorithms_status(FPM_E_INFEASIBLE, -2);
    the.procs[1].max = 1190;
    algorithms_status(FPM_OK, 0);
    CHECK_INT(d[0], 10);
    the.procs[0].max = the.procs[1].max = 0;
    the.procs[0].required = the.procs[1].required = 1;
    the.procs[0].min = 700, the.procs[1].min = 501;
    algorithms_status(FPM_E_INFEASIBLE, -2);
    the.procs[1].min = 500;
    algorithms_status(FPM_OK, 0);
    CHECK(d[0] == 700 && d[1] == 500);
    the.procs[0].min = INT64_MAX;
    algorithms_status(FPM_E_INFEASIBLE, -2);
    the.procs[0].min = the.procs[1].min = 0;
    the.procs[0].required = the.procs[1].required = 0;

    the.procs[0].grain = the.procs[1].grain = 7; /* 1200 = 171 * 7 + 3 */
    algorithms_status(FPM_E_INFEASIBLE, -2);
    the.procs[0].grain = the.procs[1].grain = INT64_MAX;
    algorithms_status(FPM_E_INFEASIBLE, -2);
    the.procs[0].grain = 6, the.procs[1].grain = 4; /* no grain common to all */
    CHECK_INT(solve(FPM_GEOMETRIC, FPM_NEWTON), FPM_E_UNSUPPORTED);
    CHECK_INT(solve(FPM_EVEN, FPM_NEWTON), FPM_E_UNSUPPORTED);
    CHECK_INT(solve(FPM_PROPORTIONAL, FPM_NEWTON), FPM_E_UNSUPPORTED);
    CHECK_INT(solve(FPM_AUTO, FPM_NEWTON), FPM_OK);
    the.n = 1201; /* odd */
    CHECK_INT(solve(FPM_AUTO, FPM_NEWTON), FPM_E_INFEASIBLE);
    CHECK_INT(solve(FPM_OPTIMAL, FPM_NEWTON), FPM_E_INFEASIBLE);
    the.n = 1200;
    the.procs[0].grain = the.procs[1].grain = 0;

    the.procs[0].min = 20; /* a hole */
    CHECK_INT(solve(FPM_GEOMETRIC, FPM_NEWTON), FPM_E_UNSUPPORTED);
    CHECK_INT(info.fault, 0);
    CHECK_INT(solve(FPM_EVEN, FPM_NEWTON), FPM_E_UNSUPPORTED);
    CHECK_INT(solve(FPM_PROPORTIONAL, FPM_NEWTON), FPM_E_UNSUPPORTED);
    CHECK_INT(solve(FPM_AUTO, FPM_NEWTON), FPM_OK);
    the.procs[0].min = 0;

    pair(FPM_DISCRETE, PAIR_QUICK, PAIR_STEADY);
    CHECK_INT(solve(FPM_GEOMETRIC, FPM_NEWTON), FPM_E_UNSUPPORTED);
    CHECK_INT(solve(FPM_EVEN, FPM_NEWTON), FPM_E_UNSUPPORTED); /* 600 is not on offer */
    CHECK_INT(solve(FPM_PROPORTIONAL, FPM_NEWTON), FPM_E_UNSUPPORTED);
    the.n = 800;
    CHECK_INT(solve(FPM_EVEN, FPM_NEWTON), FPM_OK); /* 400 is */
    CHECK(d[0] == 400 && d[1] == 400);
    CHECK_SAME(info.makespan, 12.0);
    pair(FPM_PIECEWISE, PAIR_STEADY, PAIR_ROUGH);
    CHECK_INT(solve(FPM_GEOMETRIC, FPM_NEWTON), FPM_E_NOT_MONOTONE);
    CHECK_INT(info.fault, 1);
    CHECK_INT(solve(FPM_GEOMETRIC, FPM_BISECTION), FPM_E_NOT_MONOTONE);
    CHECK(solve(FPM_AUTO, FPM_NEWTON) >= 0);
}

/* One thing that each constraint does, and a name for each. */
static void constraints(void) {
    int algorithm;
    pair(FPM_PIECEWISE, PAIR_QUICK, PAIR_STEADY);
    the.procs[0].fixed = 100; /* better left idle */
    the.procs[1].max = 1200;
    CHECK_INT(solve(FPM_AUTO, FPM_NEWTON), FPM_OK);
    CHECK(d[0] == 0 && d[1] == 1200 && info.busy == 1);
    CHECK_REL(info.makespan, 36, 1e-14);
    CHECK_SAME(info.imbalance, 0.0);
    the.procs[0].required = 1; /* but it must take part: one unit, and no more is of use */
    for (algorithm = FPM_AUTO; algorithm <= FPM_OPTIMAL; algorithm += FPM_OPTIMAL) {
        CHECK_INT(solve(algorithm, FPM_NEWTON), FPM_OK);
        CHECK_INT(d[0] + d[1], 1200);
        CHECK_REL(info.makespan, 100.01, 1e-14);
        CHECK_INT(info.last, 0);
    }
    the.procs[0].fixed = 0;
    the.procs[0].required = 0;
    the.procs[0].min = 900; /* all or nothing: idle is better */
    CHECK_INT(solve(FPM_AUTO, FPM_NEWTON), FPM_OK);
    CHECK_INT(info.algorithm, FPM_OPTIMAL);
    CHECK_INT(d[0], 900 <= d[0] ? d[0] : 0);
    the.procs[0].min = 0;
    the.procs[0].grain = the.procs[1].grain = 50;
    CHECK_INT(solve(FPM_GEOMETRIC, FPM_NEWTON), FPM_OK);
    CHECK(d[0] % 50 == 0 && d[1] % 50 == 0);
}

static void extrapolation(void) {
    int algorithm;
    for (algorithm = FPM_AUTO; algorithm <= FPM_OPTIMAL; algorithm++) {
        pair(FPM_AKIMA, PAIR_QUICK, PAIR_STEADY);
        NOTE("algorithm %d", algorithm);
        the.procs[0].max = 1000;
        the.n = 2600;
        CHECK_INT(solve(algorithm, FPM_NEWTON), FPM_OK);
        CHECK(d[0] == 1000 && d[1] == 1600);
        the.n = 2601;
        CHECK_INT(solve(algorithm, FPM_NEWTON), FPM_EXTRAPOLATED);
        CHECK(info.last >= 0 && d[info.last] > 1600);
        CHECK(info.makespan > 0);
    }
}

/* ---- extremes ---- */

/* The speed of measured sizes is that of the nearest one: the even share is 18, so 20 with 2 units
   a second counts, neither 10 nor 28; halfway between two, the smaller one. */
static void proportional_to_the_nearest(void) {
    static const int64_t size[] = {10, 20, 24, 28}, half[] = {16, 20, 24}, one[] = {1};
    static const double seconds[] = {10, 10, 13, 28}, slow[] = {8, 40, 13}, second[] = {1};
    fpm_options opts = FPM_ZERO;
    fpm_model model[2];
    fpm_proc procs[2] = FPM_ZERO;
    int k;
    opts.algorithm = FPM_PROPORTIONAL;
    procs[0].model = &model[0], procs[1].model = &model[1];
    REQUIRE(fpm_model_init(&model[1], FPM_CONSTANT, 1, one, second, &test_borrowed, NULL) ==
            FPM_OK);
    REQUIRE(fpm_model_init(&model[0], FPM_DISCRETE, 0, size, seconds, &test_borrowed, NULL) ==
            FPM_OK);
    CHECK_INT(fpm_partition(36, 2, procs, &opts, d, NULL), FPM_OK);
    CHECK(d[0] == 0 && d[1] == 36); /* who has no sizes takes nothing */
    for (k = 0; k < 2; k++) {
        REQUIRE(fpm_model_init(&model[0], FPM_DISCRETE, 4 - k, k ? half : size, k ? slow : seconds,
                               &test_borrowed, NULL) == FPM_OK);
        CHECK_INT(fpm_partition(36, 2, procs, &opts, d, NULL), FPM_OK);
        CHECK_INT(d[0], 24);
        CHECK_INT(d[1], 12);
    }
}

static void extremes(void) {
    static int64_t size[4] = {1, 2, 3, FPM_SIZE_MAX};
    static double seconds[4] = {1, 2, 3, 1e9};
    static const int kinds[] = {FPM_CONSTANT, FPM_PIECEWISE, FPM_SHAPED, FPM_AKIMA};
    int i, k, kind, p, algorithm, status;
    fpm_model model;
    int64_t sum;
    for (kind = 0; kind < 4; kind++)
        for (k = 1; k <= 4; k++) {
            REQUIRE(test_borrow(&model, kinds[kind], k, size, seconds) == FPM_OK);
            for (p = 1; p <= 7; p += 2)
                for (algorithm = FPM_AUTO; algorithm <= FPM_OPTIMAL; algorithm++)
                    for (i = 0; i < 9; i++) {
                        static const int64_t ns[] = {0,
                                                     1,
                                                     2,
                                                     3,
                                                     10,
                                                     1000003,
                                                     INT64_C(4503599627370497),
                                                     FPM_SIZE_MAX - 1,
                                                     FPM_SIZE_MAX};
                        int j;
                        the.n = ns[i];
                        the.p = p;
                        memset(the.procs, 0, sizeof the.procs);
                        for (j = 0; j < p; j++) the.procs[j].model = &model;
                        NOTE("kind %d k %d p %d algorithm %d n %lld", kinds[kind], k, p, algorithm,
                             (long long)the.n);
                        status = solve(algorithm, i % 2);
                        if (algorithm == FPM_GEOMETRIC && !model.monotone) {
                            CHECK_INT(status, FPM_E_NOT_MONOTONE);
                            continue;
                        }
                        CHECK(status == FPM_OK || status == FPM_EXTRAPOLATED);
                        for (sum = 0, j = 0; j < p; j++) {
                            sum += d[j];
                            if (algorithm != FPM_OPTIMAL && k < 4) /* equal processors */
                                CHECK(d[j] == the.n / p || d[j] == the.n / p + 1);
                        }
                        CHECK_INT(sum, the.n);
                        CHECK(info.makespan >= 0 && info.makespan < 1e300);
                        CHECK_LE(info.lower_bound, info.makespan);
                    }
            fpm_model_free(&model);
        }
}

/* Times and sizes at the ends of their ranges, with the bisecting oracle. */
static void extreme_values(void) {
    static const double scale[] = {1e-60, 1e-30, 1, 1e30, 1e60};
    int i, j, k;
    memset(&the.procs, 0, sizeof the.procs);
    for (i = 0; i < 5; i++)
        for (j = 0; j < 5; j++)
            for (k = 0; k < 6; k++) {
                oracle_model *a = &the.truth[0], *b = &the.truth[1];
                memset(a, 0, sizeof *a);
                memset(b, 0, sizeof *b);
                a->kind = k < 2 ? FPM_CONSTANT : FPM_PIECEWISE;
                b->kind = k < 4 ? FPM_CONSTANT : FPM_AKIMA;
                a->count = b->count = 1;
                a->size[0] = k % 2 ? 1 : FPM_SIZE_MAX;
                b->size[0] = 1000;
                a->seconds[0] = scale[i];
                b->seconds[0] = scale[j];
                instance_model(0);
                instance_model(1);
                instance_proc(0, 0);
                instance_proc(1, 1);
                instance_rules();
                the.p = 2;
                the.n = k < 3 ? INT64_C(1000000007) : FPM_SIZE_MAX;
                NOTE("scales %g %g case %d", scale[i], scale[j], k);
                check_monotone(oracle_bisect(the.n, the.p, the.rules), 1);
            }
}

static void large_constraints(void) {
    int i;
    pair(FPM_AKIMA, PAIR_QUICK, PAIR_STEADY);
    for (i = 0; i < 2; i++) the.procs[i].max = INT64_MAX;
    algorithms_status(FPM_OK, 0);
    the.procs[0].min = INT64_MAX; /* cannot be used, need not be */
    CHECK_INT(solve(FPM_AUTO, FPM_NEWTON), FPM_OK);
    CHECK(d[0] == 0 && d[1] == 1200);
    the.procs[0].min = 0;
    the.procs[0].grain = INT64_MAX;
    CHECK_INT(solve(FPM_AUTO, FPM_NEWTON), FPM_OK);
    CHECK(d[0] == 0 && d[1] == 1200);
    the.procs[0].grain = 0;
    the.procs[0].fixed = 1e59;
    CHECK_INT(solve(FPM_AUTO, FPM_NEWTON), FPM_OK);
    CHECK(d[0] == 0 && d[1] == 1200);
    the.procs[0].fixed = 0;
    the.n = 1; /* fewer units than processors */
    algorithms_status(FPM_OK, 0);
    CHECK(d[0] + d[1] == 1 && info.busy == 1);
    the.procs[0].required = the.procs[1].required = 1;
    algorithms_status(FPM_E_INFEASIBLE, -2);
    the.n = 2;
    algorithms_status(FPM_OK, 0);
    CHECK(d[0] == 1 && d[1] == 1);
    the.procs[0].required = the.procs[1].required = 0;
    the.n = 0;
    algorithms_status(FPM_OK, -2);
    CHECK(d[0] == 0 && d[1] == 0 && info.busy == 0);
    CHECK_SAME(info.makespan, 0.0);
    CHECK_SAME(info.imbalance, 0.0);
    CHECK_SAME(info.gap, 0.0);
}

/* ---- many processors ---- */

/* p processors that share the models of the instance, in a layout that no sample of them shows: a
   few unlike all others, kinds in periods, slow ones at one end.  Optimal is what the check proves,
   in other code: no partition is faster. */
static void check_many(int p, int layout, int constrained) {
    fpm_proc *procs = (fpm_proc *)calloc((size_t)p, sizeof *procs);
    int64_t *shares = (int64_t *)malloc((size_t)p * sizeof *shares);
    double *real = (double *)malloc((size_t)p * sizeof *real);
    long double sum = 0;
    fpm_options opts = FPM_ZERO;
    fpm_partition_outputs out = FPM_ZERO;
    fpm_info told, found;
    int64_t units = 0;
    int i, fast = (int)test_int(0, p - 1), status;
    opts.algorithm = FPM_GEOMETRIC;
    opts.max_bytes = (size_t)-1 / 2;
    for (i = 0; i < p; i++) {
        int model = (int)test_int(0, the.p - 1);
        if (layout == 1) model = i % 13 % the.p;
        if (layout == 2) model = (int)((int64_t)i * the.p / p);
        if (layout == 3) model = i == fast ? 1 : 0;
        procs[i].model = &the.model[model];
        if (constrained && test_int(0, 1)) procs[i].max = test_int(1, 1 + 2 * the.n / p);
        if (constrained && !test_int(0, 3)) procs[i].fixed = test_real() * the.truth[0].seconds[0];
        procs[i].required = constrained && !test_int(0, 9) && procs[i].max != 1;
    }
    if (constrained) procs[fast].max = 0;
    status = fpm_partition(the.n, p, procs, &opts, shares, &told);
    CHECK(status == FPM_OK || status == FPM_EXTRAPOLATED);
    CHECK_INT(fpm_partition_check(the.n, p, procs, NULL, shares, &found), status);
    CHECK_SAME(told.makespan, found.makespan);
    CHECK_SAME(found.lower_bound, found.makespan);
    CHECK(told.evaluations <= 40 || test_shrunk());
    out.real = real;
    CHECK_INT(fpm_partition_real(the.n, p, procs, &opts, shares, &out, &found), status);
    CHECK_SAME(found.makespan, told.makespan);
    for (i = 0; i < p; i++) sum += (long double)real[i], units += shares[i];
    CHECK_INT(units, the.n);
    CHECK_REL((double)sum, (double)the.n, 1e-12);
    free(procs), free(shares), free(real);
}

static void many_processors(void) {
    int64_t round, rounds = test_count(4);
    for (round = 0; round < rounds; round++) {
        int p = (int)pow(2, 6 + 11 * test_real()), layout = (int)(round % 4), i;
        int64_t top = (int64_t)pow(10, 1 + 4 * test_real());
        the.p = 40;
        for (i = 0; i < the.p; i++) do { /* rising times only */
                oracle_model *m = &the.truth[i];
                fpm_model_free(&the.model[i]);
                memset(m, 0, sizeof *m);
                m->kind = test_int(0, 1) ? FPM_AKIMA : FPM_PIECEWISE;
                m->flags = m->kind == FPM_AKIMA ? FPM_SAFE : 0;
                int points = (int)test_int(1, 20);
                points_random(m, points, top, (int)test_int(0, 2));
                instance_model(i);
            } while (!the.model[i].monotone);
        the.n = (int64_t)((double)p * (double)top * pow(10, 2 * test_real() - 1.5)) + 1;
        NOTE("round %lld p %d layout %d", (long long)round, p, layout);
        check_many(p, layout, (int)(round / 4 % 3 == 2));
        instance_free();
    }
}

/* Processors whose times hardly rise over many sizes, then jump: how fast the sum of shares grows
   at the common time says little of the times close to it, where the last units are given out. */
static void plateaus(void) {
    enum { MOST = 265 };
    static fpm_model models[MOST];
    static fpm_proc procs[MOST];
    static int64_t share[MOST], size[MOST][6];
    static double second[MOST][6];
    int64_t round, rounds = test_count(600);
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(65, MOST), alike = test_int(0, 2) > 0, i, j;
        int64_t n = p * test_int(20, 520);
        fpm_info found;
        for (i = 0; i < p; i++) {
            double t = 0.2 + (alike ? 1e-3 : 1) * test_real();
            int count = (int)test_int(3, 6);
            int64_t x = 0;
            for (j = 0; j < count; j++) {
                size[i][j] = x += test_int(1, 200);
                second[i][j] = t;
                t *= 1 + pow(10, (double)-test_int(0, 6));
                t += test_int(0, 1) ? 0.2 * (double)test_int(0, 2) : 0;
            }
            REQUIRE(fpm_model_init(&models[i], test_int(0, 1) ? FPM_PIECEWISE : FPM_AKIMA, count,
                                   size[i], second[i], &test_borrowed, NULL) == FPM_OK);
            procs[i].model = &models[i];
            if (!models[i].monotone) fpm_model_free(&models[i--]);
        }
        NOTE("round %lld p %d n %lld", (long long)round, p, (long long)n);
        CHECK(fpm_partition(n, p, procs, NULL, share, &info) >= 0);
        CHECK(fpm_partition_check(n, p, procs, NULL, share, &found) >= 0);
        CHECK_SAME(found.makespan, info.makespan);
        CHECK_SAME(found.lower_bound, found.makespan);
        for (i = 0; i < p; i++) fpm_model_free(&models[i]);
    }
}

/* A slow processor gets its least share, also where -ffast-math multiplies in place of dividing. */
static void least_multiples(void) {
    static const int64_t size[] = {1000};
    static const double slow[] = {1000}, quick[] = {1};
    fpm_model models[2];
    fpm_proc procs[2] = FPM_ZERO;
    int64_t grain, share[2];
    CHECK_INT(fpm_model_init(&models[0], FPM_PIECEWISE, 1, size, slow, &test_borrowed, NULL),
              FPM_OK);
    CHECK_INT(fpm_model_init(&models[1], FPM_PIECEWISE, 1, size, quick, &test_borrowed, NULL),
              FPM_OK);
    procs[0].model = &models[0], procs[1].model = &models[1], procs[0].required = 1;
    for (grain = 2; grain < 1000; grain++) {
        procs[0].grain = procs[1].grain = grain;
        procs[0].min = grain * (1 + grain % 7);
        if (!CHECK(fpm_partition(12 * grain, 2, procs, NULL, share, NULL) >= 0)) return;
        if (!CHECK_INT(share[0], procs[0].min)) return;
    }
}

/* Up to 512 processors take a path of their own, up to 32 without memory; asked for real shares
   they take the other one.  Times that stay equal over many sizes, or almost, make the first one
   give up now and then.  Above 2^46 units one unit may take less time than rounding adds or hides.
   Then times as evaluated fall here and there, no order of steps is right, and shares may differ by
   some units, makespans by the last places. */
static void few_as_many(void) {
    static int64_t size[600][12];
    static double second[600][12], real[600];
    fpm_model models[600];
    fpm_proc procs[600];
    int64_t round, rounds = test_count(6000), share[600], same[600], without = 0, solved = 0;
    fpm_info other;
    test_heap heap;
    for (round = 0; round < rounds; round++) {
        int flat = !test_int(0, 2), most = test_int(0, 1) ? 8 : 40, i, j, status;
        int p = (int)test_int(1, test_int(0, 99) ? most : 600);
        int64_t n = (int64_t)pow(2, test_int(0, 4) ? 4 + 12 * test_real() : 20 + 32 * test_real());
        int64_t grain = test_int(0, 3) ? 1 : test_int(2, 9), top = n / p / 3 + 3;
        fpm_options opts = FPM_ZERO;
        fpm_partition_outputs out = FPM_ZERO;
        memset(procs, 0, sizeof procs);
        n -= n % grain;
        for (i = 0; i < p; i++) {
            double t = pow(10, 2 * test_real());
            int count = (int)test_int(1, 12);
            int64_t x = 0;
            for (j = 0; j < count; j++) {
                size[i][j] = x += test_int(1, top);
                second[i][j] = t;
                if (flat) t *= 1 + pow(10, (double)-test_int(0, 17));
                else t += pow(10, 2 * test_real());
            }
            status = test_borrow(&models[i], (int)test_int(FPM_CONSTANT, FPM_SHAPED), count,
                                 size[i], second[i]);
            if (status == FPM_E_SIZE) { /* sizes add up to more than 2^53 */
                size[i][0] = 1;
                status = fpm_model_init(&models[i], FPM_CONSTANT, 1, size[i], second[i],
                                        &test_borrowed, NULL);
            }
            REQUIRE(status == FPM_OK);
            /* Some are the same, so that steps finish at the same time. */
            procs[i].model = i > 0 && !flat && !test_int(0, 2) ? procs[i - 1].model : &models[i];
            procs[i].grain = grain;
            if (!test_int(0, 5)) procs[i].max = test_int(1, 2 * n / p + grain);
            if (!test_int(0, 5)) procs[i].fixed = test_real() * 100;
            if (!test_int(0, 5)) procs[i].required = 1, procs[i].min = test_int(0, top) / 4;
            if (procs[i].max > 0 && procs[i].min > procs[i].max) procs[i].min = procs[i].max;
        }
        NOTE("round %lld p %d n %lld", (long long)round, p, (long long)n);
        opts.algorithm = FPM_GEOMETRIC;
        out.real = real;
        status = fpm_partition_real(n, p, procs, &opts, same, &out, &other);
        if (status >= 0) {
            test_heap_start(&heap, 0, 0);
            opts.alloc = &heap.alloc;
            opts.search = (int)test_int(FPM_NEWTON, FPM_BISECTION);
            CHECK_INT(fpm_partition(n, p, procs, &opts, share, &info), status);
            for (i = 0; i < p && n < INT64_C(1) << 46; i++)
                if (!CHECK_INT(share[i], same[i])) break;
            CHECK_REL(info.makespan, other.makespan, 1e-15);
            CHECK_INT(fpm_partition_check(n, p, procs, NULL, share, NULL), status);
            CHECK(info.common_time >= 0 && (info.common_time > 0 || other.common_time <= 0));
            without += heap.requests == 0;
            solved++;
        }
        for (i = 0; i < p; i++) fpm_model_free(&models[i]);
    }
    printf("    %lld of %lld without memory\n", (long long)without, (long long)solved);
    if (!test_shrunk()) CHECK(without > solved / 2 && (test_short() || without < solved));
}

/* Many constant speeds, and bounds that leave a sample of the processors more or less room than all
   have.  Optimal: no step of anybody would finish before the last one does and take its place. */
static void many_constant(void) {
    enum { MOST = 3000 };
    static const int64_t one[] = {1000};
    static fpm_model models[MOST];
    static fpm_proc procs[MOST];
    static int64_t share[MOST];
    static double second[MOST];
    static const int algorithms[] = {FPM_AUTO, FPM_PROPORTIONAL, FPM_EVEN, FPM_GEOMETRIC};
    int64_t round, rounds = test_count(60);
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(570, MOST), way = (int)(round % 5), i, k;
        int64_t grain = round % 3 ? 1 : test_int(2, 9), lowest = 0, highest = 0, n;
        memset(procs, 0, sizeof procs);
        for (i = 0; i < p; i++) {
            second[i] = exp(4 * test_real());
            REQUIRE(fpm_model_init(&models[i], FPM_CONSTANT, 1, one, &second[i], &test_borrowed,
                                   NULL) == FPM_OK);
            procs[i].model = &models[i], procs[i].grain = grain;
            if (way > 0) procs[i].max = grain * test_int(2, 400);
            if (way > 2) procs[i].min = grain * test_int(1, procs[i].max / grain);
            procs[i].required = way > 2;
            if (way == 4) procs[i].fixed = 0.1 * test_real();
            lowest += procs[i].min, highest += procs[i].max;
        }
        if (way == 0) n = grain * test_int(0, 10000000);
        else if (way % 2) n = highest - grain * test_int(0, 9);
        else n = lowest + grain * test_int(0, way == 2 ? (highest - lowest) / grain : 9);
        for (k = 0; k < 4; k++) {
            fpm_options opts = FPM_ZERO;
            double last = 0, next = 1e300;
            int64_t sum = 0;
            opts.algorithm = algorithms[k];
            opts.search = k < 3 ? FPM_NEWTON : FPM_BISECTION;
            NOTE("round %lld p %d way %d algorithm %d", (long long)round, p, way, opts.algorithm);
            REQUIRE(fpm_partition(n, p, procs, &opts, share, &info) >= 0);
            for (i = 0; i < p; i++) {
                int even = opts.algorithm == FPM_EVEN;
                double each = even ? 1 : second[i] / 1000, fixed = even ? 0 : procs[i].fixed;
                double t = fixed + (double)share[i] * each, more = t + (double)grain * each;
                CHECK(share[i] >= procs[i].min && (way == 0 || share[i] <= procs[i].max));
                CHECK(share[i] % grain == 0);
                sum += share[i];
                if (share[i] > procs[i].min && t > last) last = t;
                if ((way == 0 || share[i] < procs[i].max) && more < next) next = more;
            }
            CHECK_INT(sum, n);
            CHECK_LE(last, next * (1 + 1e-12));
        }
    }
}

/* Fixed seconds so long that a double's last bit is worth thousands of units: times then stay equal
   over as many, which are not given out one by one. */
static void units_below_the_last_bit(void) {
    static const int64_t one[] = {1};
    static const double slow[] = {1}, quick[] = {0.25};
    static const int algorithms[] = {FPM_AUTO, FPM_PROPORTIONAL};
    fpm_model models[2];
    fpm_proc procs[2] = FPM_ZERO;
    int round, k;
    int64_t share[2];
    REQUIRE(fpm_model_init(&models[0], FPM_CONSTANT, 1, one, slow, &test_borrowed, NULL) == FPM_OK);
    REQUIRE(fpm_model_init(&models[1], FPM_CONSTANT, 1, one, quick, &test_borrowed, NULL) ==
            FPM_OK);
    for (round = 0; round < 20; round++) {
        int power = (int)test_int(58, 70);
        double fixed = ldexp(1 + test_real(), power), best = 1e300;
        int64_t n = test_int(1000000, 20000000), x;
        for (k = 0; k < 2; k++) procs[k].model = &models[k], procs[k].fixed = fixed;
        procs[0].max = round % 2 ? n / test_int(2, 8) : 0;
        for (x = 0; x <= n; x += x < 10 ? 1 : x / 10) { /* doubles: few sizes show every time */
            double a = x ? fixed + (double)x : 0, b = x < n ? fixed + 0.25 * (double)(n - x) : 0;
            if (procs[0].max && x > procs[0].max) break;
            best = fmin(best, fmax(a, b));
        }
        for (k = 0; k < 2; k++) {
            fpm_options opts = FPM_ZERO;
            opts.algorithm = algorithms[k];
            NOTE("round %d fixed %.17g n %lld algorithm %d", round, fixed, (long long)n,
                 opts.algorithm);
            REQUIRE(fpm_partition(n, 2, procs, &opts, share, &info) >= 0);
            CHECK(share[0] >= 0 && share[1] >= 0 && share[0] + share[1] == n);
            CHECK(!procs[0].max || share[0] <= procs[0].max);
            CHECK(test_ulps(info.makespan, best) <= 1 || info.makespan < best);
            CHECK_LE(info.lower_bound, info.makespan);
            CHECK_LE(info.lower_bound, best);
        }
    }
}

/* ---- memory, stopping, determinism ---- */

/* The four ways through fpm_partition that take memory. */
static int memory_case(int which) {
    switch (which) {
    case 0: pair(FPM_AKIMA, PAIR_QUICK, PAIR_STEADY); return FPM_AUTO;
    case 1: pair(FPM_AKIMA, PAIR_QUICK, PAIR_STEADY); return FPM_PROPORTIONAL;
    case 2: pair(FPM_PIECEWISE, PAIR_QUICK, PAIR_ROUGH); return FPM_AUTO;
    case 3: pair(FPM_AKIMA, PAIR_QUICK, PAIR_STEADY); return FPM_EVEN;
    case 4: pair(FPM_DISCRETE, PAIR_QUICK, PAIR_ROUGH); return FPM_OPTIMAL;
    default: /* tooth upon tooth: the exact engine has to search */
        the.n = 777;
        the.p = 5;
        test__.rng = 12345;
        {
            int i;
            for (i = 0; i < the.p; i++) {
                oracle_model *m = &the.truth[i];
                memset(m, 0, sizeof *m);
                m->kind = i < 3 ? FPM_PIECEWISE : FPM_AKIMA;
                points_random(m, 20, 400, TIMES_NOISY);
                instance_model(i);
                instance_proc(i, i);
                the.procs[i].grain = 1 + 2 * i;
            }
            instance_rules();
        }
        return FPM_OPTIMAL;
    }
}

/* Of so many processors a sample is searched first, in memory of its own. */
static int memory_of_many(int which, const fpm_alloc *alloc) {
    enum { MANY = 600 };
    static const int algorithms[] = {FPM_AUTO, FPM_NUMERICAL, FPM_PROPORTIONAL};
    static fpm_proc procs[MANY];
    static int64_t share[MANY];
    fpm_options opts = FPM_ZERO;
    int i, status;
    pair(FPM_AKIMA, PAIR_QUICK, PAIR_STEADY);
    for (i = 0; i < MANY; i++) procs[i].model = &the.model[i % 2];
    opts.algorithm = algorithms[which];
    opts.alloc = alloc;
    status = fpm_partition(300000, MANY, procs, &opts, share, &info);
    return status >= 0 && info.lower_bound <= 0 ? FPM_E_MEMORY : status; /* only the bound failed */
}

static void memory_failures(void) {
    int which, forever, k;
    for (which = 0; which < 6; which++)
        for (forever = 0; forever < 2; forever++)
            for (k = 1; k < 1000; k++) {
                fpm_options opts = FPM_ZERO;
                test_heap heap;
                int status;
                opts.algorithm = memory_case(which);
                test_heap_start(&heap, k, forever);
                opts.alloc = &heap.alloc;
                if (which == 0) opts.algorithm = FPM_GEOMETRIC;
                wanted = which == 0 ? real_shares : NULL;
                NOTE("case %d, request %d, forever %d", which, k, forever);
                status = solve_with(&opts);
                wanted = NULL;
                CHECK(test_heap_clean(&heap));
                if (!heap.failures) {
                    CHECK(status >= 0);
                    CHECK_INT(info.bytes, heap.peak);
                    break;
                }
                if (status < 0) CHECK_INT(status, FPM_E_MEMORY);
                else CHECK(info.lower_bound <= 0); /* what failed is only the bound */
            }
    for (which = 0; which < 3; which++) {
        size_t peak = test_heap_sweep(which, memory_of_many);
        CHECK_INT(info.bytes, peak);
    }
}

/* All ways that take memory: those of memory_case, and other algorithms and objectives. */
static int bytes_case(int which, fpm_options *opts) {
    static const int algorithms[] = {FPM_GEOMETRIC, FPM_EVEN,   FPM_PROPORTIONAL, FPM_NUMERICAL,
                                     FPM_NUMERICAL, FPM_HPOPTA, FPM_OPTIMAL};
    static fpm_cost price;
    int i;
    opts->algorithm = FPM_AUTO;
    if (which < 6) {
        opts->algorithm = memory_case(which);
    } else if (which < 13) {
        opts->algorithm = algorithms[which - 6];
        pair(opts->algorithm == FPM_HPOPTA ? FPM_DISCRETE : FPM_AKIMA, PAIR_QUICK, PAIR_STEADY);
        opts->dense = which == 10;
        wanted = which == 6 || which == 9 ? real_shares : NULL;
        if (opts->algorithm == FPM_HPOPTA) the.n = 1200;
    } else { /* equal processors; a second objective */
        pair(which < 15 ? FPM_DISCRETE : FPM_AKIMA, PAIR_QUICK, PAIR_ROUGH);
        the.p = 5;
        for (i = 1; i < the.p; i++) the.procs[i] = the.procs[0];
        the.n = 1500;
        if (which > 13) opts->least = which - 13;
        CHECK_INT(fpm_cost_linear(&price, 1, 0, 0, NULL), FPM_OK);
        for (i = 0; i < the.p && opts->least == FPM_LEAST_COST; i++) the.procs[i].cost = &price;
    }
    return which < 17;
}

static int pareto(const fpm_options *opts) {
    static double makespan[400], cost[400];
    int64_t count;
    return fpm_pareto(the.n, the.p, the.procs, opts, 400, makespan, cost, &count, &info);
}

/* From one byte up: what is held at any time never exceeds max_bytes, and info.bytes is the most
   that was; FPM_HPOPTA says what it would need. */
static void every_byte(void) {
    fpm_options opts = FPM_ZERO;
    test_heap heap;
    int which, status, front;
    for (which = 0; bytes_case(which, &opts); which++)
        for (front = 0; front <= (opts.least > 0); front++)
            for (opts.max_bytes = 1, status = -1; status < 0;
                 opts.max_bytes += 1 + heap.peak / 99) {
                int own = opts.algorithm == FPM_HPOPTA;
                test_heap_start(&heap, 0, 0);
                opts.alloc = &heap.alloc;
                status = front ? pareto(&opts) : solve_with(&opts);
                NOTE("case %d, front %d, max_bytes %d", which, front, (int)opts.max_bytes);
                CHECK(heap.peak <= opts.max_bytes && test_heap_clean(&heap));
                if (!own || status >= 0) CHECK_INT(info.bytes, heap.peak);
                if (!CHECK(status >= 0 || status == FPM_E_MAX_BYTES)) return;
            }
}

static void memory_limit(void) {
    int which;
    for (which = 0; which < 6; which++) {
        fpm_options opts = FPM_ZERO;
        int64_t before[INSTANCE_PROCS];
        size_t bytes;
        opts.algorithm = memory_case(which);
        NOTE("case %d", which);
        if (!CHECK(solve_with(&opts) >= 0)) continue;
        bytes = info.bytes;
        memcpy(before, d, sizeof before);
        if (bytes == 0) continue;
        opts.max_bytes = bytes;
        CHECK(solve_with(&opts) >= 0);
        CHECK_INT(info.bytes, bytes);
        CHECK(memcmp(before, d, (size_t)the.p * sizeof d[0]) == 0);
        opts.max_bytes = bytes - 1;
        CHECK(solve_with(&opts) == FPM_E_MAX_BYTES ||
              (info.status >= 0 && info.algorithm == FPM_OPTIMAL)); /* another way may fit */
        CHECK(info.bytes < bytes);
        opts.max_bytes = 1;
        CHECK_INT(solve_with(&opts), FPM_E_MAX_BYTES);
    }
}

static void stopping(void) {
    int which, search, k, i, status;
    for (which = 0; which < 6; which++)
        for (search = FPM_NEWTON; search <= FPM_BISECTION; search++) {
            fpm_options opts = FPM_ZERO;
            fpm_info plain;
            int64_t before[INSTANCE_PROCS];
            stopper s = {0, 0, 0};
            opts.algorithm = memory_case(which);
            if (search && opts.algorithm != FPM_AUTO) continue;
            opts.search = search;
            NOTE("case %d search %d", which, search);
            CHECK(solve_with(&opts) >= 0);
            memcpy(before, d, sizeof before);
            plain = info;
            opts.progress = stop_at;
            opts.context = &s;
            CHECK(solve_with(&opts) >= 0); /* looking on changes nothing */
            CHECK_INT(s.bad, 0);
            for (i = 0; i < the.p; i++) CHECK_INT(d[i], before[i]);
            CHECK_SAME(info.makespan, plain.makespan);
            CHECK_SAME(info.lower_bound, plain.lower_bound);
            CHECK_SAME(info.common_time, plain.common_time);
            CHECK_INT(info.evaluations, plain.evaluations);
            if (which == 0 || which == 2) CHECK(s.calls > 0);
            for (k = 1; k <= s.calls && k < 60; k++) {
                stopper t = {0, 0, 0};
                t.stop_at = k;
                opts.context = &t;
                status = solve_with(&opts); /* the last step may prove the optimum */
                CHECK(status == FPM_E_STOPPED || status == FPM_STOPPED || k == s.calls);
                CHECK_INT(t.calls, k);
            }
        }
}

static void same_twice(void) {
    int64_t round, rounds = test_count(200), before[INSTANCE_PROCS];
    int i, j, status, algorithm;
    for (round = 0; round < rounds; round++) {
        static fpm_model copy[INSTANCE_PROCS];
        fpm_info first;
        the.n = test_int(0, 5000);
        random_monotone(the.n, (int)test_int(1, 40));
        algorithm = (int)test_int(FPM_AUTO, FPM_OPTIMAL);
        status = solve(algorithm, FPM_NEWTON);
        memcpy(before, d, sizeof before);
        first = info;
        for (i = 0; i < 2; i++) {
            if (i == 1) /* a model each instead of shared ones, elsewhere in memory */
                for (j = 0; j < the.p; j++) {
                    copy[the.p - 1 - j] = *the.procs[j].model;
                    the.procs[j].model = &copy[the.p - 1 - j];
                }
            NOTE("round %lld algorithm %d", (long long)round, algorithm);
            CHECK_INT(solve(algorithm, FPM_NEWTON), status);
            CHECK(status < 0 || memcmp(before, d, (size_t)the.p * sizeof d[0]) == 0);
            CHECK_SAME(info.makespan, first.makespan);
            CHECK_SAME(info.lower_bound, first.lower_bound);
            CHECK_SAME(info.imbalance, first.imbalance);
            CHECK_SAME(info.common_time, first.common_time);
            CHECK_INT(info.iterations, first.iterations);
            CHECK_INT(info.evaluations, first.evaluations);
            CHECK_INT(info.bytes, first.bytes);
            CHECK(info.last == first.last && info.busy == first.busy);
        }
        instance_free();
    }
}

/* A model of any kind whose times may fall, its spline's speeds below 0, and constraints. */
static void random_any(int i) {
    oracle_model *m = &the.truth[i];
    fpm_proc *r = &the.procs[i];
    memset(m, 0, sizeof *m);
    m->kind = test_int(0, 1) ? FPM_AKIMA : (int)test_int(FPM_CONSTANT, FPM_DISCRETE);
    int times = (int)test_int(TIMES_RISING, TIMES_SMALL);
    points_random(m, (int)test_int(1, 6), 30, times);
    m->flags = m->kind != FPM_AKIMA ? 0 : (int)test_int(0, 3);
    if (m->flags == (FPM_SAFE | FPM_LITERAL) || m->flags == FPM_LITERAL)
        m->extent = m->size[m->count - 1] + test_int(0, 60);
    instance_model(i);
    instance_proc(i, i);
    if (test_int(0, 1)) r->max = test_int(1, 30);
    if (test_int(0, 3) == 0) r->fixed = 20 * test_real();
    if (test_int(0, 4) == 0) r->required = 1;
    if (test_int(0, 9) == 0) r->min = test_int(0, r->max > 0 && r->max < 4 ? r->max : 4);
    if (test_int(0, 5) == 0) r->grain = test_int(1, 3);
}

/* An info record changes neither status nor shares, whatever the algorithm and the memory; shares
   sum to n. */
static void same_without(const fpm_options *opts) {
    int64_t share[INSTANCE_PROCS] = {0}, sum = 0;
    int i, status = solve_with(opts);
    CHECK_INT(fpm_partition(the.n, the.p, the.procs, opts, share, NULL), status);
    for (i = 0; i < the.p && status >= 0; i++) {
        CHECK_INT(share[i], d[i]);
        sum += share[i];
    }
    if (status >= 0) CHECK_INT(sum, the.n);
}

/* Two processors whose speed is below 0 from about 7 units on, which equal times do not show: 7 and
   7 units are a root of n = 15, as far as real shares go. */
static void whole_shares_short(void) {
    const int64_t size[4] = {6, 12, 14, 20};
    const double seconds[4] = {184, 49.4, 15.7, 6.68};
    fpm_model_options plain = FPM_ZERO;
    fpm_options opts = FPM_ZERO;
    plain.flags = FPM_PLAIN | FPM_BORROW;
    opts.algorithm = FPM_NUMERICAL;
    CHECK_INT(fpm_model_init(&the.model[0], FPM_AKIMA, 4, size, seconds, &plain, NULL), FPM_OK);
    memset(the.procs, 0, 2 * sizeof the.procs[0]);
    the.procs[0].model = the.procs[1].model = &the.model[0];
    the.p = 2;
    for (the.n = 4; the.n < 20; the.n++) {
        int64_t max;
        for (max = the.n / 2 + 1; max < the.n; max++) {
            the.procs[0].max = the.procs[1].max = max;
            NOTE("n %d max %d", (int)the.n, (int)max);
            same_without(&opts);
        }
    }
}

/* Without an information record shares and status are the same, also where constant speeds ask for
   shares that are not on offer. */
static void without_info(void) {
    const int64_t size[2] = {5, 10};
    const double seconds[2] = {1, 2};
    int algorithm, i;
    int64_t round, rounds = test_count(600), share[INSTANCE_PROCS];
    for (round = 0; round < rounds; round++) {
        fpm_options opts = FPM_ZERO;
        the.p = (int)test_int(1, 5);
        the.n = test_int(0, 50);
        for (i = 0; i < the.p; i++) random_any(i);
        for (opts.algorithm = FPM_AUTO; opts.algorithm <= FPM_HPOPTA; opts.algorithm++) {
            opts.dense = opts.algorithm == FPM_NUMERICAL && test_int(0, 1);
            opts.max_bytes = test_int(0, 1) ? (size_t)test_int(100, 3000) : 0;
            same_without(&opts);
        }
        instance_free();
    }
    whole_shares_short();
    CHECK_INT(fpm_model_init(&the.model[0], FPM_DISCRETE, 2, size, seconds, &test_borrowed, NULL),
              FPM_OK);
    memset(the.procs, 0, 2 * sizeof the.procs[0]);
    the.procs[0].model = the.procs[1].model = &the.model[0];
    the.p = 2;
    for (algorithm = FPM_EVEN; algorithm <= FPM_PROPORTIONAL; algorithm++)
        for (the.n = 4; the.n <= 15; the.n += 11) { /* none; 5 and 10, but not 8 and 7 */
            fpm_options opts = FPM_ZERO;
            int status = the.n == 4 ? FPM_E_INFEASIBLE : FPM_E_UNSUPPORTED;
            opts.algorithm = algorithm;
            CHECK_INT(solve_with(&opts), status);
            CHECK_INT(fpm_partition(the.n, 2, the.procs, &opts, share, NULL), status);
        }
}

/* Fields of the record that do not apply: of a limit before the optimum, and where nobody works. */
static void fields_that_do_not_apply(void) {
    fpm_options opts = FPM_ZERO;
    pair(FPM_AKIMA, PAIR_QUICK, PAIR_STEADY);
    opts.least = FPM_LEAST_TOTAL;
    opts.limit = 1e-9;
    CHECK_INT(solve_with(&opts), FPM_E_INFEASIBLE);
    CHECK_SAME(info.lower_bound, 0);
    CHECK_SAME(info.common_time, 0);
    CHECK_SAME(info.makespan, 0);
    CHECK_INT(info.algorithm, 0);
    the.n = 0;
    CHECK_INT(solve(FPM_AUTO, FPM_NEWTON), FPM_OK);
    CHECK_INT(info.last, -1);
    CHECK_INT(fpm_partition_check(0, the.p, the.procs, NULL, d, &info), FPM_OK);
    CHECK_INT(info.last, -1);
}

/* ---- every status ---- */

static int parse_status(const char *text) {
    fpm_points points = FPM_ZERO;
    int status = fpm_points_parse(&points, text, strlen(text), NULL);
    fpm_points_free(&points);
    return status;
}

/* x^2 + 1 has no root; the context is added: NaN or 0. */
static int no_root(void *context, int n, const double *x, double *f) {
    (void)n;
    f[0] = x[0] * x[0] + 1 + *(const double *)context;
    return 0;
}

static int reach_root(int64_t most, double added) {
    fpm_root_options opts = FPM_ZERO;
    double x = 1;
    opts.max_evaluations = most;
    return fpm_root_solve(1, no_root, &added, &opts, &x, NULL, NULL);
}

/* Four unlike processors in any order: what is found is above its bound; a negative load. */
static int reach_chain(int64_t first) {
    static const double speed[] = {1, 2, 3, 4};
    int64_t load[] = {first, 5, 2, 3, 3}, prefix[6], begin[5];
    fpm_chain chain;
    fpm_chain_options opts = FPM_ZERO;
    fpm_chain_outputs out = FPM_ZERO;
    int who[4], status = fpm_chain_init(&chain, 5, load, prefix, NULL);
    opts.speed = speed, opts.free_order = 1, out.who = who;
    return status < 0 ? status : fpm_chain_partition(&chain, 4, &opts, begin, &out, NULL);
}

/* A plane on which the optimum of a class is above the lower bound. */
static int reach_rect(int algorithm, stopper *s) {
    static const int64_t load[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    fpm_rect_options opts = FPM_ZERO;
    fpm_grid grid;
    fpm_rect part[3];
    int status;
    if (fpm_grid_init(&grid, 3, 4, load, 0, NULL, NULL) < 0) return 0;
    opts.algorithm = algorithm;
    if (s) opts.progress = stop_at, opts.context = s;
    status = fpm_rect_partition(&grid, 3, &opts, part, NULL, NULL);
    fpm_grid_free(&grid);
    return status;
}

static int reach_tiles(int p, double area, int64_t block) {
    double areas[5] = {1, 1, 1, 1, 1};
    fpm_tile tiles[5];
    fpm_matrix_options opts = FPM_ZERO;
    opts.block = block;
    areas[0] = area;
    return fpm_matrix_areas(2, 2, p, areas, &opts, tiles, NULL, NULL);
}

static int reach(int status) {
    static const int64_t wrong[] = {5, 5};
    static const double ones[] = {1, 1};
    fpm_options opts = FPM_ZERO;
    fpm_points points = FPM_ZERO;
    fpm_model_options mopts = FPM_ZERO;
    fpm_model model;
    test_heap heap;
    stopper s = {0, 1, 0};
    char byte;
    int32_t count, at;
    size_t length;
    pair(FPM_AKIMA, PAIR_QUICK, PAIR_STEADY);
    switch (status) {
    case FPM_OK: return solve_with(NULL);
    case FPM_EXTRAPOLATED: the.n = 10000; return solve_with(NULL);
    case FPM_WORK_LIMIT:
    case FPM_E_WORK_LIMIT: {
        /* sums of subsets that no small table holds */
        static int64_t size[90];
        static const double second[] = {1, 1, 1};
        int i;
        the.n = 0;
        the.p = 90;
        for (i = 0; i < the.p; i++) {
            instance_proc(i, i);
            size[i] = ((int64_t)1 << 45) + test_int(0, (int64_t)1 << 43);
            the.n += i % 2 ? size[i] : 0;
            if (status == FPM_WORK_LIMIT) {
                pair(FPM_PIECEWISE, PAIR_ROUGH, PAIR_ROUGH);
                break;
            }
            CHECK_INT(fpm_model_init(&the.model[i], FPM_DISCRETE, 1, &size[i], second,
                                     &test_borrowed, NULL),
                      FPM_OK);
        }
        opts.algorithm = FPM_OPTIMAL;
        for (opts.max_work = 1; opts.max_work < 100000; opts.max_work *= 2)
            if (solve_with(&opts) == status) return status;
        return FPM_OK;
    }
    case FPM_FALLBACK: { /* no root in sight of the start */
        static const double up[] = {6, 58, 16, 38, 29}, down[] = {39, 37, 57, 45, 17};
        pair(FPM_AKIMA, up, down);
        the.n = 900;
        opts.algorithm = FPM_NUMERICAL;
        return solve_with(&opts);
    }
    case FPM_CLASS_OPTIMUM: return reach_rect(FPM_RECT_M_OPT, NULL);
    case FPM_STOPPED: return reach_rect(FPM_RECT_AUTO, &s);
    case FPM_E_VIOLATED: return fpm_partition_check(11, 1, the.procs, NULL, wrong, NULL);
    case FPM_E_STALLED: return reach_root(0, 0);
    case FPM_E_EVALUATION_LIMIT: return reach_root(2, 0);
    case FPM_E_CALLBACK: return reach_root(0, test_nan());
    case FPM_E_ARGUMENT: return fpm_partition(-1, 2, the.procs, NULL, d, NULL);
    case FPM_E_MEMORY:
        test_heap_start(&heap, 1, 1);
        opts.alloc = &heap.alloc;
        opts.algorithm = FPM_OPTIMAL;
        return solve_with(&opts);
    case FPM_E_MAX_BYTES:
        opts.max_bytes = 1;
        opts.algorithm = FPM_OPTIMAL;
        return solve_with(&opts);
    case FPM_E_OVERFLOW: return fpm_export_counts(1, wrong, 0x7fffffff, &count, &at);
    case FPM_E_NO_POINTS:
        return fpm_model_init(&model, FPM_AKIMA, 0, NULL, NULL, &test_borrowed, NULL);
    case FPM_E_SIZE: return parse_status("0 1\n");
    case FPM_E_TIME: return parse_status("1 0\n");
    case FPM_E_ORDER: return fpm_points_check(2, wrong, ones, NULL);
    case FPM_E_WEIGHT: return parse_status("1 1 -1\n");
    case FPM_E_SYNTAX: return parse_status("one 1\n");
    case FPM_E_MODEL: the.procs[0].model = NULL; return solve_with(NULL);
    case FPM_E_BOUNDS: the.procs[0].max = -2; return solve_with(NULL);
    case FPM_E_INFEASIBLE: the.procs[0].max = the.procs[1].max = 1; return solve_with(NULL);
    case FPM_E_NOT_MONOTONE:
        pair(FPM_AKIMA, PAIR_QUICK, PAIR_ROUGH);
        opts.algorithm = FPM_GEOMETRIC;
        return solve_with(&opts);
    case FPM_E_UNSUPPORTED:
        pair(FPM_DISCRETE, PAIR_QUICK, PAIR_ROUGH);
        opts.algorithm = FPM_GEOMETRIC;
        return solve_with(&opts);
    case FPM_E_STOPPED:
        opts.progress = stop_at;
        opts.context = &s;
        return solve_with(&opts);
    case FPM_NORMALISED: return reach_tiles(2, 1, 1);
    case FPM_E_AREA: return reach_tiles(2, -1, 1);
    case FPM_E_BLOCK: return reach_tiles(2, 1, 3);
    case FPM_E_TILES: return reach_tiles(5, 1, 1);
    case FPM_E_CAPACITY: {
        fpm_point point = {1, 1, 0, 0};
        int result;
        if (fpm_points_add(&points, &point) != FPM_OK) return FPM_OK;
        result = fpm_points_format(&points, &byte, 1, &length);
        fpm_points_free(&points);
        return result;
    }
    case FPM_HEURISTIC: return reach_chain(2);
    case FPM_E_LOAD: return reach_chain(-1);
    default: (void)mopts; return 999;
    }
}

static void every_status(void) {
    static const struct {
        const char *name, *text;
        int value;
    } list[] = {
#define ROW(name, value, text) {#name, text, value},
        FPM_STATUS_LIST(ROW)
#undef ROW
    };
    size_t i, j, count = sizeof list / sizeof list[0];
    for (i = 0; i < count; i++) {
        NOTE("%s", list[i].name);
        CHECK_INT(reach(list[i].value), list[i].value);
        CHECK_STR(fpm_status_str(list[i].value), list[i].text);
        for (j = 0; j < i; j++) CHECK(list[i].value != list[j].value);
    }
    CHECK_STR(fpm_status_str(77), "unknown status");
    CHECK_STR(fpm_status_str(INT32_MIN), "unknown status");
}

/* Safe splines between times up to 10^118 apart: each has a partition of what all may take.  Most
   are steep, over large sizes, and limited to about the size of a point: roundings tell most. */
static void steep_splines(void) {
    int64_t round, size[3][6], sum, n;
    double seconds[3][6];
    fpm_model model[3];
    fpm_proc procs[3];
    fpm_options opts = FPM_ZERO;
    fpm_model_options spline = FPM_ZERO;
    int i, j, p, status;
    spline.flags = FPM_SAFE | FPM_BORROW;
    for (round = 0; round < test_count(20000); round++) {
        double span = 118 * (1 - test_product());
        p = (int)test_int(1, 3);
        for (i = 0, n = 0; i < p; i++) {
            int count = (int)test_int(2, 6);
            double lg = -59;
            for (j = 0, sum = 0; j < count; j++) {
                sum += 1 + (int64_t)pow(10, 15 * (1 - test_product()));
                lg += span * test_product() / count;
                size[i][j] = sum;
                seconds[i][j] = pow(10, lg);
                if (j > 0 && seconds[i][j] <= seconds[i][j - 1])
                    seconds[i][j] = seconds[i][j - 1] * (1 + 1e-9);
            }
            if (!CHECK_INT(
                    fpm_model_init(&model[i], FPM_AKIMA, count, size[i], seconds[i], &spline, NULL),
                    FPM_OK))
                return;
            memset(&procs[i], 0, sizeof procs[i]);
            procs[i].model = &model[i];
            procs[i].max = size[i][test_int(0, 1) ? 1 : test_int(0, count - 1)];
            if (test_int(0, 3)) /* just beyond a point, or just before it */
                procs[i].max += test_int(0, 3) ? test_int(-2, 2) : test_int(-2000000, 2000000);
            if (procs[i].max > size[i][count - 1]) procs[i].max = size[i][count - 1];
            if (procs[i].max < 1) procs[i].max = 1;
            n += procs[i].max;
        }
        n = test_int(0, 1) ? n : test_int(0, n);
        opts.algorithm = test_int(0, 1) ? FPM_AUTO : FPM_GEOMETRIC;
        status = fpm_partition(n, p, procs, &opts, d, &info);
        for (i = 0, sum = 0; i < p && status >= 0; i++) {
            CHECK(d[i] >= 0 && d[i] <= procs[i].max);
            sum += d[i];
        }
        if (CHECK(status >= 0) && CHECK_INT(sum, n)) continue;
        NOTE("round %lld, n %lld", (long long)round, (long long)n);
        for (i = 0; i < p; i++)
            for (j = 0; j < model[i].count; j++)
                printf("    %d: %lld %.17g, max %lld\n", i, (long long)size[i][j], seconds[i][j],
                       (long long)procs[i].max);
    }
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(nothing_fits);
    RUN(refusals);
    RUN(constraints);
    RUN(extrapolation);
    RUN(proportional_to_the_nearest);
    RUN(extremes);
    RUN(extreme_values);
    RUN(steep_splines);
    RUN(large_constraints);
    RUN(oracles_agree);
    RUN(small_monotone);
    RUN(medium_monotone);
    RUN(large_monotone);
    RUN(holes);
    RUN(rough);
    RUN(discrete_few);
    RUN(work_limits);
    RUN(known_optima);
    RUN(even);
    RUN(proportional);
    RUN(many_processors);
    RUN(plateaus);
    RUN(least_multiples);
    RUN(few_as_many);
    RUN(many_constant);
    RUN(units_below_the_last_bit);
    RUN(memory_failures);
    RUN(memory_limit);
    RUN(every_byte);
    RUN(stopping);
    RUN(same_twice);
    RUN(without_info);
    RUN(fields_that_do_not_apply);
    RUN(every_status);
    return test_end();
}
