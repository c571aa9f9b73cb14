/* FPM_NUMERICAL: against the oracles on monotone models of every kind under all constraints that it
   honours, on the shapes with paging cliffs against FPM_AUTO, on rough models (never a wrong or
   unmarked answer), and with failing memory, small limits and callbacks that stop.

   Real shares are judged by fpm_model_time alone: equal times to 1e-12 but for those at a bound. */
#include "../fpm.h"

#include "test.h"

#include "oracle.h"

#include "instance.h"

enum { MOST = 1024, MEM_POINTS = 20 };

static const double TOLERANCE = 1e-12;
static double equal = 1e-12; /* how equal the times of real shares are: 1e-9 for the dense system */
static int dense;            /* of the next solves */

static int64_t d[MOST + 1];
static double real_shares[MOST + 1], *real; /* real: handed to the call, or NULL */
static fpm_info info;
static fpm_partition_outputs extra;
static int64_t fallen, converged; /* answers by another algorithm, and by this one */

static int solve_with(const fpm_options *more) {
    fpm_options opts = FPM_ZERO;
    int i, status, first;
    if (more) opts = *more;
    opts.algorithm = FPM_NUMERICAL;
    opts.dense = dense;
    for (i = 0; i <= the.p; i++) d[i] = -77, real_shares[i] = -7;
    memset(&info, 0x77, sizeof info);
    extra.real = real;
    extra.residual = -1;
    status = fpm_partition_real(the.n, the.p, the.procs, &opts, d, &extra, &info);
    if (status < 0) CHECK_SAME(extra.residual, -1.0);
    first = status < 0 ? 0 : the.p;
    for (i = first; i <= the.p; i++)
        if (d[i] != -77 || (real && real_shares[i] != -7)) break;
    CHECK(i > the.p); /* untouched on failure, never past p */
    CHECK_INT(info.status, status);
    return status;
}

static int solve(void) {
    fpm_options opts = FPM_ZERO;
    real = real_shares;
    return solve_with(&opts);
}

/* Shares that keep all constraints, and their makespan as said. */
static int answer_ok(int status) {
    int64_t sum = 0;
    double most = 0;
    int i, ok = CHECK(status == FPM_OK || status == FPM_EXTRAPOLATED || status == FPM_FALLBACK ||
                      status == FPM_WORK_LIMIT);
    if (!ok) return printf("    status %s\n", fpm_status_str(status)), 0;
    for (i = 0; i < the.p; i++) {
        double t = instance_time(i, d[i]);
        ok &= CHECK(oracle_share(&the.rules[i], d[i]) < ORACLE_NEVER);
        sum += d[i];
        if (t > most) most = t;
    }
    ok &= CHECK_INT(sum, the.n) & CHECK_SAME(info.makespan, most);
    ok &= CHECK_LE(info.lower_bound, info.makespan) & CHECK_LE(0, info.lower_bound);
    if (status == FPM_OK || status == FPM_EXTRAPOLATED) ok &= CHECK_INT(info.algorithm, 5);
    if (status == FPM_FALLBACK)
        ok &= CHECK(info.algorithm == FPM_GEOMETRIC || info.algorithm == FPM_OPTIMAL);
    *(status == FPM_FALLBACK || status == FPM_WORK_LIMIT ? &fallen : &converged) += 1;
    return ok;
}

/* Real shares of a root: they sum to n, and all take the common time, but for those that a bound
   keeps early (at the largest share) or late (at the least, or idle). */
static int root_ok(void) {
    double sum = 0, time = info.common_time;
    int i, ok = CHECK_LE(0, extra.residual) & CHECK_LE(extra.residual, equal);
    for (i = 0; i < the.p; i++) {
        const fpm_proc *r = &the.procs[i];
        int64_t grain = r->grain > 1 ? r->grain : 1, least = r->min > grain ? r->min : grain;
        int64_t high = r->max > 0 && r->max < the.n ? r->max : the.n, low;
        double x = real_shares[i], t = 0;
        high -= high % grain, least += (grain - least % grain) % grain;
        if (least > high) high = 0;
        low = r->required ? least : 0;
        sum += x;
        ok &= CHECK(x >= (double)low && x <= (double)high);
        if (high == 0 || low == high || the.n == 0) continue;
        if (x > 0) ok &= CHECK(fpm_model_time(the.procs[i].model, x, &t) >= 0);
        t += the.procs[i].fixed;
        if (x < (double)high) ok &= CHECK(t >= time * (1 - equal));
        if (x > (double)low) ok &= CHECK(t <= time * (1 + equal));
        if (!ok) return printf("    share %d: %.17g takes %.17g of %.17g\n", i, x, t, time), 0;
    }
    return ok & CHECK_REL(sum, (double)the.n, TOLERANCE);
}

/* ---- monotone models: the optimum of the oracle ---- */

static void random_model(int i, int64_t top) {
    static const int kinds[] = {FPM_CONSTANT, FPM_PIECEWISE, FPM_SHAPED,
                                FPM_AKIMA,    FPM_AKIMA,     FPM_AKIMA};
    oracle_model *m = &the.truth[i];
    memset(m, 0, sizeof *m);
    m->kind = kinds[test_int(0, 5)];
    int points = (int)test_int(1, test_int(0, 3) ? 6 : 24);
    points_random(m, points, top,
                  (int)test_int(TIMES_RISING, m->kind == FPM_SHAPED ? TIMES_NOISY : TIMES_EXACT));
    if (m->kind == FPM_AKIMA) m->flags = (int)test_int(0, 3) ? FPM_SAFE : FPM_LITERAL;
    if (m->flags & FPM_LITERAL) m->extent = test_int(0, 2 * top);
    if (m->kind == FPM_CONSTANT && test_int(0, 1)) m->at = test_int(1, 2 * top);
    instance_model(i);
}

/* All constraints but those that leave holes. */
static void random_rules(void) {
    int64_t grain = test_int(0, 3) ? 0 : test_int(1, 4);
    int i, capped = !test_int(0, 2), fixed = !test_int(0, 2), required = !test_int(0, 3);
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

static int random_monotone(int64_t n, int p, int rules) {
    double load = pow(10, 3 * test_real() - 1.5);
    int64_t top = (int64_t)((double)(n / p + 1) * load) + 1;
    int i, monotone = 1;
    if (top > FPM_SIZE_MAX / 4) top = FPM_SIZE_MAX / 4;
    the.n = n;
    the.p = p;
    for (i = 0; i < p; i++) {
        random_model(i, top);
        instance_proc(i, i);
        monotone &= the.model[i].monotone && the.model[i].positive;
    }
    if (rules) random_rules();
    else instance_rules();
    return monotone;
}

static void check_monotone(long double best) {
    int status = solve(), ok;
    if (!(best < ORACLE_NEVER)) ok = CHECK_INT(status, FPM_E_INFEASIBLE);
    else {
        ok = answer_ok(status);
        ok &= CHECK_REL((double)oracle_makespan(the.p, the.rules, d), (double)best, TOLERANCE);
        ok &= CHECK_SAME(info.gap, 0.0);
        if (status != FPM_FALLBACK) ok = ok && root_ok();
        else ok &= CHECK_SAME(extra.residual, 0.0);
    }
    if (!ok) instance_failed();
}

static void tell_fallen(int64_t most) {
    printf("    roots %lld, solved by another %lld\n", (long long)converged, (long long)fallen);
    CHECK(fallen <= most);
    fallen = converged = 0;
}

static void small_monotone(void) {
    int64_t round, rounds = test_count(6000), tried = 0;
    for (round = 0; round < rounds; round++) {
        NOTE("round %lld", (long long)round);
        int64_t n = test_int(0, 60);
        if (random_monotone(n, (int)test_int(1, test_int(2, 8)), (int)(round % 3))) {
            tried++;
            check_monotone(oracle_best(the.n, the.p, the.rules));
        }
        instance_free();
    }
    tell_fallen(tried / 100);
}

static void large_monotone(void) {
    int64_t round, rounds = test_count(4000), tried = 0;
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(1, round % 64 == 0 ? INSTANCE_PROCS : 12);
        int64_t n = (int64_t)pow(2, 3 + (round % 5 ? 20 : 45) * test_real());
        NOTE("round %lld", (long long)round);
        if (random_monotone(n, p, (int)(round % 3))) {
            tried++;
            check_monotone(oracle_bisect(the.n, the.p, the.rules));
        }
        instance_free();
    }
    tell_fallen(tried / 100);
}

/* ---- a fixed pair ---- */

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

/* ---- the dense system ---- */

/* The literal system: it knows no bounds, so it falls back more often, but is never wrong. */
static void literal(void) {
    int64_t round, rounds = test_count(1500), tried = 0;
    fpm_options opts = FPM_ZERO;
    dense = 1, equal = 1e-9;
    for (round = 0; round < rounds; round++) {
        NOTE("round %lld", (long long)round);
        int64_t n = test_int(0, round % 2 ? 60 : 100000);
        if (random_monotone(n, (int)test_int(1, 12), (int)(round % 2))) {
            tried++;
            check_monotone(oracle_bisect(the.n, the.p, the.rules));
        }
        instance_free();
    }
    tell_fallen(tried / 2);
    pair(FPM_AKIMA, PAIR_QUICK, PAIR_STEADY);
    opts.algorithm = FPM_NUMERICAL;
    for (dense = -1; dense < 3; dense++)
        CHECK_INT(solve_with(&opts), dense < 0 || dense > 1 ? FPM_E_ARGUMENT : FPM_OK);
    dense = 0, equal = TOLERANCE;
}

/* ---- shapes with a paging cliff (bench.h's MEM): real shares, against FPM_AUTO ---- */

static double mem_speed(double x, const double *shape) {
    double v = shape[0] * x / (x + shape[1]) / (1 + x / shape[2]);
    return x > shape[3] ? v / (1 + shape[4] * fmin((x - shape[3]) / 2000, 1)) : v;
}

/* Real shares that sum to n and finish at one time, within TOLERANCE. */
static int equal_times(int p, int64_t n, const fpm_model *model) {
    long double sum = 0;
    double t;
    int i, ok = 1;
    for (i = 0; i < p; i++) {
        ok &= fpm_model_time(&model[i], real_shares[i], &t) >= 0;
        ok &= CHECK_REL(t, info.common_time, TOLERANCE);
        sum += (long double)real_shares[i];
    }
    return ok & CHECK_REL((double)sum, (double)n, TOLERANCE);
}

static void mem_run(int p, int64_t reps, int64_t histogram[2][64]) {
    static int64_t size[MOST][MEM_POINTS], best[MOST];
    static double seconds[MOST][MEM_POINTS];
    static fpm_model model[MOST];
    static fpm_proc procs[MOST];
    fpm_model_options safe = FPM_ZERO;
    fpm_options opts = FPM_ZERO;
    safe.flags = FPM_SAFE | FPM_BORROW;
    real = real_shares;
    for (; reps > 0; reps--) {
        double load = pow(10, 5 * test_real() - 3), makespan;
        int64_t n = (int64_t)(20000 * load * p) + 1;
        int i, j, ok = 1;
        for (i = 0; i < p; i++) {
            double shape[5];
            shape[0] = 1e3 * pow(10, 2 * test_real());
            shape[1] = 100 + 900 * test_real();
            shape[2] = 4e4 + 36e4 * test_real();
            shape[3] = 4e3 + 12e3 * test_real();
            shape[4] = 3 + 36 * test_real();
            for (j = 0; j < MEM_POINTS; j++) {
                size[i][j] = 1000 * (j + 1);
                seconds[i][j] = (double)size[i][j] / mem_speed((double)size[i][j], shape);
            }
            ok &= fpm_model_init(&model[i], FPM_AKIMA, MEM_POINTS, size[i], seconds[i], &safe,
                                 NULL) == 0;
            procs[i].model = &model[i];
        }
        NOTE("p %d load %.17g", p, load);
        ok &= CHECK(fpm_partition(n, p, procs, NULL, best, &info) >= 0);
        makespan = info.makespan;
        for (j = 0; j < 2; j++) {
            opts.algorithm = j ? FPM_NUMERICAL : FPM_GEOMETRIC;
            extra.real = real;
            ok &= CHECK(fpm_partition_real(n, p, procs, &opts, d, &extra, &info) >= 0);
            ok &= CHECK_INT(info.algorithm, opts.algorithm) & equal_times(p, n, model);
            ok &= CHECK_REL(info.makespan, makespan, 1e-14) & CHECK_LE(extra.residual, TOLERANCE);
            histogram[j][info.iterations < 63 ? info.iterations : 63]++;
        }
        if (!ok) return;
    }
}

/* Literal splines through seven points where memory pages: their speed falls below 0 between some
   points.  Where the paper's dense way finds a root, the default way finds one, too. */
static void literal_run(int p, int64_t reps, int64_t *without) {
    static double seconds[7];
    static const int64_t size[] = {2500, 5000, 7500, 10000, 12500, 15000, 17500};
    static fpm_model model[MOST];
    static fpm_proc procs[MOST];
    fpm_options opts = FPM_ZERO;
    opts.algorithm = FPM_NUMERICAL;
    real = real_shares;
    extra.real = real;
    for (; reps > 0; reps--) {
        int64_t n = (int64_t)(20000 * pow(10, 0.7 * (test_real() - 1)) * p);
        fpm_model_options literally = FPM_ZERO;
        int i, j, status, ok = 1;
        literally.flags = FPM_LITERAL;
        literally.extent = n;
        NOTE("p %d n %lld", p, (long long)n);
        for (i = 0; i < p; i++) {
            double shape[5];
            int count = 0;
            shape[0] = 1e3 * pow(10, 2 * test_real());
            shape[1] = 100 + 900 * test_real();
            shape[2] = 4e4 + 36e4 * test_real();
            shape[3] = 4e3 + 12e3 * test_real();
            shape[4] = 3 + 36 * test_real();
            for (; count < 7 && size[count] < n; count++)
                seconds[count] = (double)size[count] / mem_speed((double)size[count], shape);
            status = fpm_model_init(&model[i], FPM_AKIMA, count, size, seconds, &literally, NULL);
            if (!CHECK_INT(status, FPM_OK)) ok = 0;
            procs[i].model = &model[i];
        }
        for (j = 0; ok && j < 2; j++) {
            opts.dense = j;
            status = fpm_partition_real(n, p, procs, &opts, d, &extra, &info);
            if (!CHECK(status >= 0)) ok = 0;
            if (status == FPM_FALLBACK) without[j]++;
            if (j == 0 && status != FPM_FALLBACK) ok &= equal_times(p, n, model);
            if (j == 1 || p < 64) continue;
            opts.max_bytes = fpm_root_work_bytes(p); /* too little for the dense way */
            status = fpm_partition_real(n, p, procs, &opts, d, &extra, &info);
            if (!CHECK(status >= 0)) ok = 0;
            opts.max_bytes = 0;
        }
        for (i = 0; i < p; i++) fpm_model_free(&model[i]);
        if (!ok) return;
    }
}

static void literal_cliffs(void) {
    static const int procs[] = {4, 16, 64};
    int i;
    for (i = 0; i < 3; i++) {
        int64_t reps = test_count(i < 2 ? 100 : 20), without[2] = {0, 0};
        literal_run(procs[i], reps, without);
        printf("    p %d: no root %lld of %lld, dense %lld\n", procs[i], (long long)without[0],
               (long long)reps, (long long)without[1]);
        /* The arrow alone finds none in a quarter to three quarters of them. */
        CHECK(without[0] <= without[1] + 1 + reps / 50);
    }
}

static void tell_steps(const int64_t *histogram) {
    int j;
    for (j = 0; j < 64; j++)
        if (histogram[j]) printf(" %d: %lld", j, (long long)histogram[j]);
    printf("\n");
}

/* Numbers of steps have a geometric tail, so that the largest of a sweep grows with its length:
   what may be asked is their mean, that more than `usual` occur at most once in `rare`, and that
   none is above `end`. */
static void check_steps(const int64_t *histogram, int mean, int usual, int rare, int end) {
    int64_t count = 0, sum = 0, more = 0, j;
    for (j = 0; j < 64; j++) {
        count += histogram[j];
        sum += j * histogram[j];
        more += j > usual ? histogram[j] : 0;
        CHECK(j <= end || histogram[j] == 0);
    }
    NOTE("%lld steps in %lld searches, above %d in %lld", (long long)sum, (long long)count, usual,
         (long long)more);
    CHECK(sum <= mean * count);
    CHECK(test_short() || rare * more <= count);
}

static void cliffs(void) {
    static const int procs[] = {2, 4, 16, 64, 256, 1024};
    int64_t all[2][64] = {{0}};
    int i, j, k;
    for (i = 0; i < 6; i++) {
        int64_t histogram[2][64] = {{0}};
        mem_run(procs[i], test_count(i < 3 ? 400 : i < 5 ? 60 : 8), histogram);
        for (k = 0; k < 2; k++) {
            printf("    p %4d, iterations, %s:", procs[i], k ? "numerical" : "geometric");
            tell_steps(histogram[k]);
            for (j = 0; j < 64; j++) all[k][j] += histogram[k][j];
        }
    }
    /* Times of even shares, where a bracket begins, are less than 1e4 apart (speeds 100, cliffs
       40); it ends at 1e-12 of its times: halving its logarithm would take 44 steps. */
    check_steps(all[0], 4, 9, 50, 44);
    check_steps(all[1], 3, 5, 200, 60); /* after 60 steps it falls back */
}

/* ---- rough models: an answer that is not proven is said to be so ---- */

static void random_rough(int i, int64_t top) {
    oracle_model *m = &the.truth[i];
    memset(m, 0, sizeof *m);
    m->kind = test_int(0, 2) ? FPM_AKIMA : FPM_PIECEWISE;
    int times = (int)test_int(TIMES_EXACT, TIMES_SMALL);
    points_random(m, (int)test_int(1, 12), top, times);
    if (m->kind == FPM_AKIMA) m->flags = (int)test_int(0, 2);
    if (m->flags & FPM_LITERAL) m->extent = test_int(0, 2 * top);
    instance_model(i);
}

static void rough(void) {
    int64_t round, rounds = test_count(1500), proven = 0, unproven = 0;
    double worst = 1;
    for (round = 0; round < rounds; round++) {
        long double best;
        int i, status, ok;
        the.p = (int)test_int(1, test_int(2, 10));
        the.n = test_int(0, 200);
        for (i = 0; i < the.p; i++) {
            random_rough(i, the.n / (test_int(0, 2) ? the.p : 1) + 3);
            instance_proc(i, i);
        }
        if (round % 3) random_rules();
        else instance_rules();
        NOTE("round %lld", (long long)round);
        best = oracle_best(the.n, the.p, the.rules);
        dense = round % 4 == 0;
        equal = dense ? 1e-9 : TOLERANCE;
        status = solve();
        if (best < ORACLE_NEVER) {
            double over;
            ok = answer_ok(status);
            over = ok ? (double)(oracle_makespan(the.p, the.rules, d) / best) : 1;
            if (!(best > 0)) over = 1;
            ok &= CHECK_LE(1 - TOLERANCE, over);
            ok &= CHECK_LE(info.lower_bound, (double)best * (1 + TOLERANCE));
            if (info.gap <= 0 || status == FPM_FALLBACK) ok &= CHECK_LE(over, 1 + TOLERANCE);
            if (status == FPM_OK || status == FPM_EXTRAPOLATED) {
                ok = ok && root_ok();
                *(info.gap > 0 ? &unproven : &proven) += 1;
                worst = fmax(worst, over);
            }
        } else ok = CHECK_INT(status, FPM_E_INFEASIBLE);
        if (!ok) instance_failed();
        instance_free();
    }
    dense = 0, equal = TOLERANCE;
    printf("    roots: proven optimal %lld, not proven %lld, %.2f times the optimum at worst\n",
           (long long)proven, (long long)unproven, worst);
    tell_fallen(rounds);
}

/* ---- refusals, bounds, failures ---- */

/* Bad input is refused as for FPM_GEOMETRIC. */
static void refusals(void) {
    double bad[4];
    int i;
    bad[0] = -1, bad[1] = test_nan(), bad[2] = test_inf(), bad[3] = -1e-300;
    pair(FPM_AKIMA, PAIR_QUICK, PAIR_STEADY);
    the.n = -1;
    CHECK_INT(solve(), FPM_E_ARGUMENT);
    the.n = FPM_SIZE_MAX + 1;
    CHECK_INT(solve(), FPM_E_ARGUMENT);
    the.n = 1200;
    for (i = 0; i < 4; i++) {
        the.procs[1].fixed = bad[i];
        CHECK_INT(solve(), FPM_E_BOUNDS);
        CHECK_INT(info.fault, 1);
    }
    the.procs[1].fixed = 0;
    the.procs[0].min = 20; /* a hole */
    CHECK_INT(solve(), FPM_E_UNSUPPORTED);
    the.procs[0].min = 0;
    the.procs[1].grain = 2; /* no grain common to all */
    CHECK_INT(solve(), FPM_E_UNSUPPORTED);
    the.procs[0].grain = the.procs[1].grain = 7;
    CHECK_INT(solve(), FPM_E_INFEASIBLE);
    the.procs[0].grain = the.procs[1].grain = 0;
    the.procs[0].max = the.procs[1].max = 599;
    CHECK_INT(solve(), FPM_E_INFEASIBLE);
    the.procs[0].model = NULL;
    CHECK_INT(solve(), FPM_E_MODEL);
    pair(FPM_DISCRETE, PAIR_QUICK, PAIR_STEADY);
    CHECK_INT(solve(), FPM_E_UNSUPPORTED);
    pair(FPM_PIECEWISE, PAIR_STEADY, PAIR_ROUGH); /* not monotone, but taken */
    CHECK(solve() >= 0);
}

/* Bounds, one by one. */
static void bounds(void) {
    int i;
    pair(FPM_AKIMA, PAIR_QUICK, PAIR_STEADY);
    CHECK_INT(solve(), FPM_OK);
    CHECK(d[0] > 0 && d[1] > 0 && info.iterations > 0 && info.evaluations > info.iterations);
    the.procs[0].max = 100;
    CHECK_INT(solve(), FPM_OK);
    CHECK_SAME(real_shares[0], 100.0);
    the.procs[0].max = 0;
    the.procs[1].required = 1, the.procs[1].min = 1000;
    CHECK_INT(solve(), FPM_OK);
    CHECK_SAME(real_shares[1], 1000.0);
    the.procs[1].required = 0, the.procs[1].min = 0;
    the.procs[0].fixed = 1e6; /* better idle */
    CHECK_INT(solve(), FPM_OK);
    CHECK_SAME(real_shares[0], 0.0);
    CHECK(d[0] == 0 && d[1] == 1200);
    the.procs[0].fixed = 3;
    CHECK_INT(solve(), FPM_OK);
    CHECK(d[0] > 0 && d[1] > 0);
    the.procs[0].fixed = 0;
    the.procs[0].max = the.procs[1].max = 600; /* nothing left to choose */
    CHECK_INT(solve(), FPM_OK);
    CHECK(d[0] == 600 && d[1] == 600);
    CHECK_SAME(extra.residual, 0.0);
    the.procs[0].max = 0, the.procs[1].max = 700; /* one has no choice, and is the last */
    the.procs[1].required = 1, the.procs[1].min = 700;
    CHECK_INT(solve(), FPM_OK);
    CHECK_INT(info.algorithm, FPM_NUMERICAL);
    CHECK(d[0] == 500 && d[1] == 700);
    the.procs[1].required = 0, the.procs[1].min = 0;
    for (i = 1; i < 60; i++) { /* hardly more */
        fpm_options opts = FPM_ZERO;
        double want;
        the.procs[0].max = 600 - i % 7, the.procs[1].max = 600 + i;
        NOTE("max %d and %d", (int)the.procs[0].max, (int)the.procs[1].max);
        REQUIRE(fpm_partition(the.n, 2, the.procs, &opts, d, &info) >= 0 || i < i % 7);
        want = info.makespan;
        if (i < i % 7) continue;
        CHECK(solve() >= 0);
        CHECK_SAME(info.makespan, want);
    }
    the.procs[0].max = the.procs[1].max = 0;
    the.n = 0;
    CHECK_INT(solve(), FPM_OK);
    CHECK(d[0] == 0 && d[1] == 0 && info.iterations == 0);
    CHECK_SAME(info.makespan, 0.0);
    the.n = 1; /* fewer units than processors */
    CHECK_INT(solve(), FPM_OK);
    CHECK(d[0] == 1 && d[1] == 0);
    the.p = 1, the.n = 777;
    CHECK_INT(solve(), FPM_OK);
    CHECK_INT(d[0], 777);
    CHECK_SAME(real_shares[0], 777.0);
}

/* Where the spline's speed is not positive at one of the whole shares next to the root, above it or
   below, another algorithm has to answer. */
static void no_whole_share(void) {
    static const struct {
        int64_t size[4], n, undone; /* units that cannot be done, next to n / 2 */
        double seconds[4];
    } at[] = {{{3, 5, 9, 10}, 11, 6, {1, 51, 70, 27}}, {{3, 5, 9, 10}, 17, 8, {3, 34, 43, 9}}};
    fpm_model_options plain = FPM_ZERO;
    fpm_options exact = FPM_ZERO;
    double best, t = -1;
    int k;
    plain.flags = FPM_PLAIN | FPM_BORROW;
    exact.algorithm = FPM_OPTIMAL;
    for (k = 0; k < 4; k++) {
        const int64_t half = at[k / 2].n / 2;
        dense = k % 2;
        memset(&the.procs[0], 0, 2 * sizeof the.procs[0]);
        REQUIRE(fpm_model_init(&the.model[0], FPM_AKIMA, 4, at[k / 2].size, at[k / 2].seconds,
                               &plain, NULL) == FPM_OK);
        the.procs[0].model = the.procs[1].model = &the.model[0];
        the.p = 2;
        the.n = at[k / 2].n;
        CHECK(fpm_model_time(&the.model[0], (double)half + 0.5, &t) == FPM_OK && t > 0);
        CHECK_INT(fpm_model_time(&the.model[0], (double)at[k / 2].undone, &t), FPM_E_TIME);
        CHECK_INT(fpm_model_time(&the.model[0], (double)(2 * half + 1 - at[k / 2].undone), &t),
                  FPM_OK);
        REQUIRE(fpm_partition(the.n, 2, the.procs, &exact, d, &info) >= 0);
        best = info.makespan;
        CHECK_INT(solve(), FPM_FALLBACK);
        CHECK_INT(info.algorithm, FPM_OPTIMAL);
        CHECK_SAME(info.makespan, best);
    }
    dense = 0;
}

/* Ways through: roots, on monotone models and on rough ones, falling back, and a root that only the
   dense way finds. */
static void ways(int which) {
    static const double up_and_down[] = {40, 8, 8, 21, 30}, down_and_up[] = {57, 42, 13, 10, 15};
    static const double dense_up[] = {47, 19, 26, 23, 2}, dense_down[] = {36, 41, 41, 27, 15};
    pair(FPM_AKIMA, PAIR_QUICK, PAIR_STEADY);
    if (which == 1) pair(FPM_AKIMA, up_and_down, down_and_up);
    if (which == 5) pair(FPM_AKIMA, dense_up, dense_down);
    if (which == 1 || which == 5) the.n = 900;
    if (which == 2) the.n = 0;
    if (which == 3) the.procs[0].fixed = 1;
    if (which == 4) pair(FPM_PIECEWISE, PAIR_STEADY, PAIR_ROUGH);
}

enum { WAYS = 6 };

/* Memory failed: refused with `status`; or what failed is only the bound, which is then 0; or
   max_bytes is too little for the dense way alone, and AUTO answers. */
static void short_of(int got, int status, const int64_t *before) {
    if (got < 0) CHECK_INT(got, status);
    else if (got == FPM_FALLBACK && status == FPM_E_MAX_BYTES)
        CHECK(d[0] + d[1] == the.n && info.algorithm == FPM_OPTIMAL);
    else CHECK(info.lower_bound <= 0 && memcmp(before, d, 2 * sizeof d[0]) == 0);
}

static void memory_of(void) {
    int which, forever, k;
    for (which = 0; which < WAYS; which++) {
        fpm_options opts = FPM_ZERO;
        int64_t before[2];
        size_t bytes;
        int want;
        ways(which);
        want = solve();
        CHECK(want == FPM_OK || want == FPM_FALLBACK);
        if (which == 1) CHECK_INT(want, FPM_FALLBACK);
        if (which == 5) CHECK_INT(want, FPM_OK);
        memcpy(before, d, sizeof before);
        bytes = info.bytes;
        NOTE("way %d", which);
        if (bytes > 0) {
            opts.max_bytes = bytes;
            CHECK_INT(solve_with(&opts), want);
            CHECK(info.bytes == bytes && memcmp(before, d, sizeof before) == 0);
            opts.max_bytes = bytes - 1;
            short_of(solve_with(&opts), FPM_E_MAX_BYTES, before);
            opts.max_bytes = 1;
            CHECK_INT(solve_with(&opts), FPM_E_MAX_BYTES);
        }
        for (forever = 0; forever < 2; forever++)
            for (k = 1; k < 1000; k++) {
                fpm_options failing = FPM_ZERO;
                test_heap heap;
                int status;
                test_heap_start(&heap, k, forever);
                failing.alloc = &heap.alloc;
                real = real_shares;
                status = solve_with(&failing);
                NOTE("way %d, request %d, forever %d", which, k, forever);
                CHECK(test_heap_clean(&heap));
                if (!heap.failures) {
                    CHECK_INT(status, want);
                    break;
                }
                short_of(status, FPM_E_MEMORY, before);
            }
    }
}

static void memory(void) {
    for (dense = 0; dense < 2; dense++) memory_of();
    dense = 0;
}

typedef struct watcher {
    int calls, stop_at, bad;
} watcher;

static int watch(void *context, const fpm_progress *state) {
    watcher *w = (watcher *)context;
    double sum = 0;
    int i;
    w->calls++;
    if (!(state->low <= state->high) || !(state->seconds >= 0) || state->iteration < 0) w->bad++;
    for (i = 0; state->real && i < the.p; i++) {
        if (!(state->real[i] >= 0) && !dense) w->bad++;
        sum += state->real[i];
    }
    /* dense: shares sum to n at the root, and not on the way */
    if (state->real && !(fabs(sum - (dense ? state->sum : (double)the.n)) <= 1e-9 * sum)) w->bad++;
    return w->calls == w->stop_at;
}

static void stopping_of(void) {
    int which, k, i;
    for (which = 0; which < WAYS; which++) {
        fpm_options opts = FPM_ZERO;
        watcher w = {0, 0, 0};
        fpm_info plain;
        int64_t before[2];
        double residual;
        int status;
        ways(which);
        status = solve();
        plain = info;
        residual = extra.residual;
        memcpy(before, d, sizeof before);
        opts.progress = watch;
        opts.context = &w;
        real = real_shares;
        NOTE("way %d", which);
        CHECK_INT(solve_with(&opts), status); /* looking on changes nothing */
        CHECK(w.bad == 0 && (w.calls > 0 || the.n == 0));
        CHECK(memcmp(before, d, sizeof before) == 0);
        CHECK(info.iterations == plain.iterations && info.evaluations == plain.evaluations);
        CHECK_SAME(info.common_time, plain.common_time);
        CHECK_SAME(extra.residual, residual);
        for (k = 1; k <= w.calls; k++) {
            watcher stop = {0, 0, 0};
            stop.stop_at = k;
            opts.context = &stop;
            i = solve_with(&opts); /* the last step may prove the optimum */
            CHECK(i == FPM_E_STOPPED || i == FPM_STOPPED || (i == status && k == w.calls));
            CHECK_INT(stop.calls, k);
        }
    }
}

static void stopping(void) {
    for (dense = 0; dense < 2; dense++) stopping_of();
    dense = 0;
}

/* Sizes and times at the ends of their ranges. */
static void extremes(void) {
    static const double scale[] = {1e-60, 1e-30, 1, 1e30, 1e60};
    int i, j, k;
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
                the.p = 2;
                the.n = k < 3 ? INT64_C(1000000007) : FPM_SIZE_MAX;
                instance_model(0), instance_model(1);
                instance_proc(0, 0), instance_proc(1, 1);
                instance_rules();
                NOTE("scales %g %g case %d", scale[i], scale[j], k);
                check_monotone(oracle_bisect(the.n, the.p, the.rules));
            }
    tell_fallen(0);
}

/* Where times fall, but speeds are constant from the even share to the root's, the search starts at
   the root: it takes no step. */
static void constant_about_even_shares(void) {
    static const int64_t size[] = {10, 50000, 60000, 70000};
    int64_t round;
    for (round = 0; round < test_count(50); round++) {
        int p = (int)test_int(2, 8), i;
        fpm_options opts = FPM_ZERO;
        fpm_model model[8];
        fpm_proc procs[8];
        double seconds[8][4];
        memset(procs, 0, sizeof procs);
        for (i = 0; i < p; i++) {
            double speed = 1 + test_real(), *s = seconds[i];
            s[0] = (double)size[0] / speed, s[1] = (double)size[1] / speed;
            s[2] = (2 + test_real()) * (double)size[2] / speed, s[3] = 0.5 * s[2];
            REQUIRE(fpm_model_init(&model[i], FPM_PIECEWISE, 4, size, s, &test_borrowed, NULL) ==
                    FPM_OK);
            CHECK(!model[i].monotone);
            procs[i].model = &model[i];
        }
        opts.algorithm = FPM_NUMERICAL;
        NOTE("round %d, p %d", (int)round, p);
        CHECK_INT(fpm_partition(10000 * p, p, procs, &opts, d, &info), FPM_OK);
        CHECK_INT(info.iterations, 0);
    }
}

/* A root that only the dense way finds: it is found for 32 processors.  For 512 the dense way,
   which takes p^3 steps, is not tried, and another algorithm answers. */
static void dense_for_few(void) {
    static const double rise[] = {47, 19, 26, 23, 2}, fall[] = {36, 41, 41, 27, 15};
    static const int many[] = {32, 512};
    static fpm_proc procs[512];
    fpm_options opts = FPM_ZERO;
    double t, makespan;
    int64_t sum;
    int i, k;
    pair(FPM_AKIMA, rise, fall);
    for (k = 0; k < 2; k++) {
        int p = many[k];
        memset(procs, 0, sizeof procs);
        for (i = 0; i < p; i++) procs[i].model = &the.model[i % 2];
        memset(d, 0, sizeof d);
        opts.algorithm = FPM_NUMERICAL;
        CHECK_INT(fpm_partition(INT64_C(450) * p, p, procs, &opts, d, &info),
                  k ? FPM_FALLBACK : FPM_OK);
        CHECK_INT(info.algorithm, k ? FPM_OPTIMAL : FPM_NUMERICAL);
        for (i = 0, sum = 0, makespan = 0; i < p; i++) {
            t = 0;
            if (d[i] > 0) CHECK_INT(fpm_model_time(procs[i].model, (double)d[i], &t), FPM_OK);
            makespan = t > makespan ? t : makespan;
            sum += d[i];
        }
        CHECK_INT(sum, 450 * p);
        CHECK_SAME(info.makespan, makespan);
    }
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(refusals);
    RUN(bounds);
    RUN(no_whole_share);
    RUN(extremes);
    RUN(small_monotone);
    RUN(large_monotone);
    RUN(literal);
    RUN(literal_cliffs);
    RUN(cliffs);
    RUN(rough);
    RUN(memory);
    RUN(stopping);
    RUN(constant_about_even_shares);
    RUN(dense_for_few);
    return test_end();
}
