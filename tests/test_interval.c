/* How sure a makespan is: opts.risk of models and fpm_risk against points moved by hand,
   fpm_partition_interval against draws of normal times and against integrals done finely here, and
   what risk is for, simulated. */
#include "../fpm.h"

#include <limits.h>
#include <math.h>

#include "test.h"

enum { MOST = 10, KNOTS = 6, DRAWS = 20000 };

static const int KINDS[] = {FPM_CONSTANT, FPM_PIECEWISE, FPM_AKIMA, FPM_DISCRETE, FPM_SHAPED};

/* ---- normal errors, from here alone ---- */

static double normal(void) {
    double length = sqrt(-2 * log(1 - test_real()));
    return length * cos(6.283185307179586 * test_real());
}

/* The odds that a time of this mean and standard deviation (0: sure) is at most t. */
static double odds(double mean, double deviation, double t) {
    if (!(deviation > 0)) return t >= mean;
    return 0.5 * erfc((mean - t) / (deviation * 1.4142135623730951));
}

static double density(double z) { return exp(-z * z / 2) / 2.5066282746310002; }

/* fpm_partition_interval of shares, with their sum as n; what it says of the call goes to `told`.
   */
static fpm_info told;

static int interval(int p, const fpm_proc *procs, const int64_t *d, const fpm_options *opts,
                    double *last, fpm_interval *f) {
    int64_t n = 0;
    int i, status;
    for (i = 0; i < p && d; i++) n += d[i] > 0 ? d[i] : 0;
    status = fpm_partition_interval(n, p, procs, opts, d, last, f, &told);
    CHECK_INT(told.status, status);
    if (status == FPM_E_ARGUMENT) CHECK(told.argument && told.reason);
    return status;
}

/* ---- opts.risk ---- */

typedef struct points {
    int count;
    int64_t size[KNOTS], reps[KNOTS];
    double seconds[KNOTS], half[KNOTS];
} points;

static void random_points(points *q, int count, double widest) {
    double speed = 1 + 9 * test_real(), unit = pow(10, 6 * test_real() - 3);
    int64_t size = 0;
    int k;
    q->count = count;
    for (k = 0; k < count; k++) {
        size += test_int(1, test_int(0, 1) ? 5 : 400);
        if (test_int(0, 2)) speed *= 0.6 + 0.9 * test_real();
        q->size[k] = size;
        q->seconds[k] = unit * (double)size / speed;
        q->half[k] = test_int(0, 4) ? widest * test_real() * q->seconds[k] : 0;
        q->reps[k] = test_int(0, 20);
    }
}

static void random_options(fpm_model_options *opts, int kind, int64_t last) {
    static const int flags[] = {0, FPM_SAFE, FPM_LITERAL, FPM_LITERAL | FPM_SAFE, FPM_PLAIN};
    memset(opts, 0, sizeof *opts);
    if (kind == FPM_AKIMA) opts->flags = flags[test_int(0, 4)];
    if ((opts->flags & FPM_LITERAL) && test_int(0, 1)) opts->extent = test_int(1, 2 * last);
    if (kind == FPM_CONSTANT && test_int(0, 1)) opts->at = test_int(1, 2 * last);
}

static int same_answers(const fpm_model *a, const fpm_model *b) {
    fpm_model_report report[2];
    int64_t last = a->count ? a->size[a->count - 1] : 10, whole[2];
    int i, ok;
    ok = CHECK_INT(a->kind, b->kind) & CHECK_INT(a->flags, b->flags);
    ok &= CHECK_INT(a->monotone, b->monotone) & CHECK_INT(a->positive, b->positive);
    ok &= CHECK_INT(a->count, b->count) & CHECK_INT(a->extent, b->extent) & CHECK_INT(a->at, b->at);
    ok &= CHECK_SAME(a->speed, b->speed) & CHECK_SAME(a->change, b->change);
    for (i = 0; i < 40 && ok; i++) {
        double x = i < (int)a->count ? (double)a->size[i] : 1.5 * (double)last * test_real();
        double got = -7, want = -7;
        if (test_int(0, 1)) x = floor(x);
        ok &= CHECK_INT(fpm_model_time(a, x, &got), fpm_model_time(b, x, &want));
        ok &= CHECK_SAME(got, want);
        whole[0] = whole[1] = -7;
        if (got > 0) {
            ok &= CHECK_INT(fpm_model_size(a, got, &whole[0]), fpm_model_size(b, got, &whole[1]));
            ok &= CHECK_INT(whole[0], whole[1]);
        }
        ok &= CHECK_INT(fpm_model_speed(a, x, &got), fpm_model_speed(b, x, &want));
        ok &= CHECK_SAME(got, want);
        ok &= CHECK_INT(fpm_model_slope(a, x, &got), fpm_model_slope(b, x, &want));
        ok &= CHECK_SAME(got, want);
    }
    memset(report, 0, sizeof report);
    ok &= CHECK_INT(fpm_model_check(a, &report[0]), fpm_model_check(b, &report[1]));
    ok &= CHECK(report[0].positive == report[1].positive &&
                report[0].monotone == report[1].monotone && report[0].point == report[1].point &&
                report[0].single_crossing == report[1].single_crossing);
    return ok & CHECK_SAME(report[0].size, report[1].size);
}

/* seconds + risk * half_width, rounded twice. */
static double shifted(double seconds, double risk, double half) {
    volatile double more = risk * half;
    return seconds + more;
}

/* For every kind and all flags: as the points that are moved by hand; the arrays may go. */
static void risk_moves_points(void) {
    int64_t round, rounds = test_count(4000);
    int k;
    for (round = 0; round < rounds; round++) {
        int kind = KINDS[round % 5], ok;
        double risk = test_int(0, 2) ? 3 * test_real() : fpm_risk((int)test_int(2, 100));
        fpm_model with, by_hand, before;
        fpm_point point = FPM_ZERO;
        fpm_model_options opts;
        test_heap heap;
        points q, r;
        random_points(&q, (int)test_int(1, KNOTS), round % 7 ? 0.8 : 0);
        r = q;
        random_options(&opts, kind, q.size[q.count - 1]);
        NOTE("round %lld, kind %d, flags %d, risk %g", (long long)round, kind, opts.flags, risk);
        if (round % 7) /* else half-widths are 0: nothing changes */
            for (k = 0; k < r.count; k++) r.seconds[k] = shifted(q.seconds[k], risk, q.half[k]);
        opts.half_width = r.half;
        if (test_int(0, 1)) opts.reps = r.reps;
        REQUIRE(fpm_model_init(&by_hand, kind, r.count, r.size, r.seconds, &opts, NULL) == FPM_OK);
        if (opts.reps) opts.reps = q.reps;
        opts.half_width = q.half;
        opts.risk = risk;
        test_heap_start(&heap, 0, 0);
        opts.alloc = &heap.alloc;
        REQUIRE(fpm_model_init(&with, kind, q.count, q.size, q.seconds, &opts, NULL) == FPM_OK);
        memset(&q, 0x77, sizeof q);
        memset(&opts, 0x77, sizeof opts);
        ok = CHECK_SAME(with.risk, risk) & CHECK_SAME(by_hand.risk, 0);
        for (k = 0; k < r.count; k++) {
#ifdef FP_FAST_FMA /* may be rounded once there */
            ok &= CHECK_ULP(with.seconds[k], r.seconds[k], 1);
#else
            ok &= CHECK_SAME(with.seconds[k], r.seconds[k]);
#endif
            ok &= CHECK_SAME(with.half_width[k], r.half[k]) & CHECK_INT(with.size[k], r.size[k]);
        }
#ifndef FP_FAST_FMA
        ok &= same_answers(&with, &by_hand);
#endif
        before = with;
        point.size = r.size[0], point.seconds = r.seconds[0];
        ok &= CHECK_INT(fpm_model_add(&with, &point), FPM_E_UNSUPPORTED);
        ok &= CHECK(!memcmp(&with, &before, sizeof with));
        fpm_model_free(&with);
        fpm_model_free(&by_hand);
        ok &= CHECK(test_heap_clean(&heap));
        if (!ok) return;
    }
}

static void untouched(int want, int kind, const points *q, const fpm_model_options *opts) {
    unsigned char pattern[sizeof(fpm_model)];
    fpm_model model;
    memset(pattern, 0x77, sizeof pattern);
    memcpy(&model, pattern, sizeof model);
    NOTE("kind %d, risk %g", kind, opts->risk);
    CHECK_INT(fpm_model_init(&model, kind, q->count, q->size, q->seconds, opts, NULL), want);
    CHECK(!memcmp(&model, pattern, sizeof model));
}

static void risk_errors(void) {
    const double bad[] = {-1, -1e-300, test_nan(), test_inf(), -test_inf()};
    fpm_model_options opts;
    fpm_model model;
    points q;
    int i, k;
    for (k = 0; k < 5; k++) {
        random_points(&q, KNOTS, 0.5);
        memset(&opts, 0, sizeof opts);
        opts.half_width = q.half;
        for (i = 0; i < 5; i++) opts.risk = bad[i], untouched(FPM_E_ARGUMENT, KINDS[k], &q, &opts);
        opts.half_width = NULL, opts.risk = 1, untouched(FPM_E_ARGUMENT, KINDS[k], &q, &opts);
        opts.half_width = q.half, q.half[2] = -1, untouched(FPM_E_WEIGHT, KINDS[k], &q, &opts);
        q.half[2] = test_inf(), untouched(FPM_E_WEIGHT, KINDS[k], &q, &opts);
        q.half[2] = 2e60, untouched(FPM_E_TIME, KINDS[k], &q, &opts);
        q.half[2] = 1e308, opts.risk = 1e10, untouched(FPM_E_TIME, KINDS[k], &q, &opts);
        q.half[2] = 1, opts.risk = 2e60, untouched(FPM_E_TIME, KINDS[k], &q, &opts);
        opts.risk = 0; /* half-widths then only have to be numbers */
        q.half[2] = 1e308;
        CHECK_INT(fpm_model_init(&model, KINDS[k], q.count, q.size, q.seconds, &opts, NULL),
                  FPM_OK);
        fpm_model_free(&model);
        q.count = 1, q.seconds[0] = FPM_TIME_MAX / 2, q.half[0] = FPM_TIME_MAX / 4, opts.risk = 2;
        CHECK_INT(fpm_model_init(&model, KINDS[k], 1, q.size, q.seconds, &opts, NULL), FPM_OK);
        CHECK_SAME(model.seconds[0], FPM_TIME_MAX);
        fpm_model_free(&model);
        opts.risk = 2.001, untouched(FPM_E_TIME, KINDS[k], &q, &opts);
    }
    opts.risk = 1; /* one that can take nothing */
    CHECK_INT(fpm_model_init(&model, FPM_DISCRETE, 0, NULL, NULL, &opts, NULL), FPM_OK);
    fpm_model_free(&model);
}

static int risk_model(int which, const fpm_alloc *alloc) {
    const int64_t size[4] = {1, 2, 5, 9};
    const double seconds[4] = {1, 3, 4, 20}, half[4] = {.5, 0, .25, 1};
    fpm_model_options opts = FPM_ZERO;
    fpm_model model, before;
    int status;
    memset(&model, 0x77, sizeof model);
    memcpy(&before, &model, sizeof model);
    opts.half_width = half;
    opts.risk = 1;
    opts.alloc = alloc;
    status = fpm_model_init(&model, KINDS[which], 4, size, seconds, &opts, NULL);
    if (status < 0) CHECK(!memcmp(&model, &before, sizeof model));
    else fpm_model_free(&model);
    return status;
}

static void risk_without_memory(void) {
    int k;
    for (k = 0; k < 5; k++) CHECK(test_heap_sweep(k, risk_model) > 0);
}

static void risk_partitions(void) {
    int64_t round, rounds = test_count(500), d[2][6];
    fpm_model model[2][6];
    fpm_proc procs[2][6];
    fpm_info info[2];
    points q, r[6];
    int i, k, status;
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(1, 6), ok;
        int64_t n = test_int(0, 800);
        double risk = 2 * test_real() + 1e-9;
        memset(procs, 0, sizeof procs);
        NOTE("round %lld, p %d, n %lld", (long long)round, p, (long long)n);
        for (i = 0; i < p; i++) {
            int kind = KINDS[test_int(0, i ? 4 : 2)];
            fpm_model_options opts = FPM_ZERO;
            random_points(&q, (int)test_int(1, KNOTS), 0.8);
            r[i] = q;
            for (k = 0; k < q.count; k++) r[i].seconds[k] = shifted(q.seconds[k], risk, q.half[k]);
            REQUIRE(fpm_model_init(&model[0][i], kind, q.count, r[i].size, r[i].seconds, &opts,
                                   NULL) == FPM_OK);
            opts.risk = risk, opts.half_width = q.half;
            REQUIRE(fpm_model_init(&model[1][i], kind, q.count, q.size, q.seconds, &opts, NULL) ==
                    FPM_OK);
            procs[0][i].model = &model[0][i], procs[1][i].model = &model[1][i];
        }
        memset(d, 0, sizeof d);
        status = fpm_partition(n, p, procs[0], NULL, d[0], &info[0]);
        ok = CHECK_INT(fpm_partition(n, p, procs[1], NULL, d[1], &info[1]), status);
#ifndef FP_FAST_FMA
        ok &= CHECK(!memcmp(d[0], d[1], sizeof d[0]));
        ok &= CHECK_SAME(info[0].makespan, info[1].makespan);
#endif
        for (i = 0; i < p; i++) fpm_model_free(&model[0][i]), fpm_model_free(&model[1][i]);
        if (!ok) return;
    }
}

/* ---- fpm_risk ---- */

static void risk_of_p(void) {
    static const int p[] = {1, 2, 4, 16, 64, 1000}, some[] = {2, 4, 16, 64};
    static const double want[] = {0, .278, .509, .879, 1.173, 1.631};
    double before = -1;
    int i, k, j;
    for (i = 0; i < 6; i++) CHECK_ABS(fpm_risk(p[i]), want[i], 1e-12);
    for (i = 1; i < 3000; i++, before = fpm_risk(i - 1)) CHECK_LE(before, fpm_risk(i));
    for (i = 1; i < INT_MAX / 2; i *= 2) CHECK_LT(fpm_risk(i), fpm_risk(2 * i));
    CHECK_LT(fpm_risk(1 << 30), fpm_risk(INT_MAX));
    for (i = 1; i < 2000; i += 1 + i / 50) { /* all done with even odds */
        NOTE("p %d", i);
        CHECK_ABS(pow(odds(0, 1, 1.96 * fpm_risk(i)), i), 0.5, 0.002); /* three decimals */
    }
    for (i = 0; i < 4; i++) { /* by draws: half of the largest errors are within */
        int draws = (int)test_count(40000), within = 0;
        for (k = 0; k < draws; k++) {
            double largest = -1e9;
            for (j = 0; j < some[i]; j++) largest = fmax(largest, normal());
            within += largest <= 1.96 * fpm_risk(some[i]);
        }
        NOTE("p %d, %d of %d", some[i], within, draws);
        CHECK_ABS((double)within / draws, 0.5, 4 * 0.5 / sqrt((double)draws) + 0.002);
    }
}

/* ---- groups of processors with half-widths ---- */

static struct {
    int p;
    points q[MOST];
    fpm_model model[MOST];
    fpm_proc procs[MOST];
    int64_t share[MOST];
    double time[MOST], deviation[MOST]; /* at the shares */
    double widest;                      /* half-width */
    int beyond, between;                /* a share past its points; one between those of a spline */
} g;

/* By the comment: relative to the time, linear in size between points, as it is beyond them; one
   speed everywhere is as sure as at its size. */
static double relative(const points *q, const fpm_model *m, int64_t share) {
    double r[KNOTS];
    int k;
    if (!m->half_width) return 0;
    if (m->kind == FPM_CONSTANT) share = m->at ? m->at : q->size[q->count - 1];
    for (k = 0; k < q->count; k++) r[k] = q->half[k] / q->seconds[k];
    if (share <= q->size[0]) return r[0];
    for (k = 1; k < q->count; k++)
        if (share <= q->size[k]) {
            double part = (double)(share - q->size[k - 1]) / (double)(q->size[k] - q->size[k - 1]);
            return (1 - part) * r[k - 1] + part * r[k];
        }
    return r[q->count - 1];
}

/* Times and deviations at the shares; all models, as they are, without risk. */
static void group_times(void) {
    int i;
    g.widest = 0, g.beyond = g.between = 0;
    for (i = 0; i < g.p; i++) {
        double t = 0, half;
        int status = fpm_model_time(&g.model[i], (double)g.share[i], &t);
        CHECK(status >= 0);
        g.beyond |= status == FPM_EXTRAPOLATED;
        half = g.share[i] ? relative(&g.q[i], &g.model[i], g.share[i]) * t : 0;
        g.time[i] = g.share[i] ? g.procs[i].fixed + t : 0;
        g.deviation[i] = half / 1.96;
        g.widest = fmax(g.widest, half);
        if (g.model[i].kind == FPM_AKIMA && g.share[i] > 0 && status == FPM_OK) {
            int k, at = 0;
            for (k = 0; k < g.q[i].count; k++) at |= g.q[i].size[k] == g.share[i];
            g.between |= !at && g.share[i] > g.q[i].size[0];
        }
    }
}

static int64_t random_share(const points *q, int kind) {
    int64_t last = q->size[q->count - 1];
    if (!test_int(0, 7)) return 0;
    if (kind == FPM_DISCRETE || !test_int(0, 3)) return q->size[test_int(0, q->count - 1)];
    return test_int(1, test_int(0, 1) ? last : 2 * last);
}

static void group_random(int p, double narrow, double wide) {
    int i, k;
    g.p = p;
    memset(g.procs, 0, sizeof g.procs);
    for (i = 0; i < p; i++) {
        int kind = KINDS[test_int(0, 3)], none = !test_int(0, 9);
        points *q = &g.q[i];
        fpm_model_options opts;
        double t = 1, scale;
        random_points(q, (int)test_int(1, 4), 0);
        random_options(&opts, kind, q->size[q->count - 1]);
        if (kind == FPM_AKIMA) opts.flags = 0, opts.extent = 0;
        if (kind != FPM_SHAPED) opts.flags |= FPM_BORROW;
        if (!none) opts.half_width = q->half;
        g.share[i] = random_share(q, kind);
        /* times that are near each other, so that many may be the last */
        REQUIRE(fpm_model_init(&g.model[i], kind, q->count, q->size, q->seconds, &opts, NULL) ==
                FPM_OK);
        CHECK(fpm_model_time(&g.model[i], (double)g.share[i], &t) >= 0);
        if (!(t > 0)) t = 1;
        scale = (1 + 0.2 * test_real()) / t;
        if (!test_int(0, 4)) g.procs[i].fixed = 0.5 * test_real(), scale *= 1 - g.procs[i].fixed;
        for (k = 0; k < q->count; k++) {
            double r = narrow * pow(wide / narrow, test_real());
            q->seconds[k] *= scale;
            q->half[k] = test_int(0, 5) ? r * q->seconds[k] : 0;
        }
        REQUIRE(fpm_model_init(&g.model[i], kind, q->count, q->size, q->seconds, &opts, NULL) ==
                FPM_OK);
        g.procs[i].model = &g.model[i];
    }
    group_times();
}

/* One point each: times, in seconds, and half-widths. */
static void group_of(int p, const double *seconds, const double *half) {
    fpm_model_options opts = test_borrowed;
    int i;
    g.p = p;
    memset(g.procs, 0, sizeof g.procs);
    for (i = 0; i < p; i++) {
        points *q = &g.q[i];
        q->count = 1, q->size[0] = g.share[i] = 10, q->seconds[0] = seconds[i],
        q->half[0] = half[i];
        opts.half_width = q->half;
        CHECK_INT(fpm_model_init(&g.model[i], FPM_CONSTANT, 1, q->size, q->seconds, &opts, NULL),
                  FPM_OK);
        g.procs[i].model = &g.model[i];
    }
    group_times();
}

static void group_note(const char *what, int64_t round) {
    char text[400];
    int i, at = 0;
    for (i = 0; i < g.p && at < 340; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, " %g+-%g", g.time[i],
                       1.96 * g.deviation[i]);
    NOTE("%s round %lld:%s", what, (long long)round, text);
}

/* ---- what the interval should be: integrals, by Gauss's rule of 5 between nodes that lie close
   where any of the distributions rises.  No time is below 0. ---- */

typedef struct exact {
    double mean, last[MOST], gain[MOST];
} exact;

static double all_done(double t) {
    double all = t >= 0;
    int i;
    for (i = 0; i < g.p; i++) all *= odds(g.time[i], g.deviation[i], t);
    return all;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void integrate(exact *e) {
    static const double at[5] = {-.9061798459386640, -.5384693101056831, 0, .5384693101056831,
                                 .9061798459386640};
    static const double weight[5] = {.2369268850561891, .4786286704993665, .5688888888888889,
                                     .4786286704993665, .2369268850561891};
    static double node[MOST * 200 + 1];
    int count = 0, i, j, k;
    double sure = 0;
    memset(e, 0, sizeof *e);
    node[count++] = 0;
    for (i = 0; i < g.p; i++) {
        if (!(g.deviation[i] > 0)) node[count++] = g.time[i], sure = fmax(sure, g.time[i]);
        for (j = -90; j <= 90 && g.deviation[i] > 0; j++)
            node[count++] = fmax(0, g.time[i] + 0.1 * j * g.deviation[i]);
    }
    qsort(node, (size_t)count, sizeof *node, ascending);
    e->mean = node[count - 1];
    for (k = 1; k < count; k++) {
        double half = (node[k] - node[k - 1]) / 2, middle = (node[k] + node[k - 1]) / 2;
        if (!(half > 0)) continue;
        for (j = 0; j < 5; j++) {
            double t = middle + half * at[j], w = half * weight[j], one[MOST], all = 1;
            for (i = 0; i < g.p; i++) all *= one[i] = odds(g.time[i], g.deviation[i], t);
            e->mean -= w * all;
            for (i = 0; i < g.p; i++) {
                double s = g.deviation[i], others = one[i] > 0 ? all / one[i] : 0;
                if (!(s > 0)) continue;
                e->last[i] += w * others * density((t - g.time[i]) / s) / s;
                e->gain[i] += w * others * (odds(g.time[i], s / 2, t) - one[i]);
            }
        }
    }
    for (i = 0; i < g.p; i++) /* the latest of the sure ones is the last if all others are done */
        if (!(g.deviation[i] > 0) && g.time[i] >= sure) {
            e->last[i] = all_done(sure);
            break;
        }
}

/* Against the integrals; slack: seconds that quantiles, mean and gain may be off. */
static int as_integrals(const fpm_interval *f, const double *last, const exact *e, double slack,
                        double odds_off) {
    double sum = 0, best = 0;
    int i, ok;
    slack += 1e-12 * e->mean + 1e-300;
    ok = CHECK_ABS(f->mean, e->mean, slack);
    ok &= CHECK_LE(all_done(f->low - slack), 0.025 + 1e-9);
    ok &= CHECK_LE(0.025 - 1e-9, all_done(f->low + slack));
    ok &= CHECK_LE(all_done(f->high - slack), 0.975 + 1e-9);
    ok &= CHECK_LE(0.975 - 1e-9, all_done(f->high + slack));
    for (i = 0; i < g.p; i++) {
        sum += last[i];
        best = fmax(best, e->gain[i]);
        ok &= CHECK(last[i] >= 0);
#ifndef __FAST_MATH__ /* of two that are sure and equal but for rounding, either may be the last */
        ok &= CHECK_ABS(last[i], e->last[i], odds_off);
#endif
    }
    ok &= CHECK_ABS(sum, 1, 1e-12);
    ok &= CHECK_ABS(f->gain, best, slack) & CHECK_LE(0, f->gain);
    ok &= CHECK(f->next >= -1 && f->next < g.p);
    if (f->next >= 0 && f->next < g.p) ok &= CHECK_ABS(f->gain, e->gain[f->next], slack);
    else ok &= CHECK_SAME(f->gain, 0) & CHECK_LE(best, slack);
    /* log F is concave, so F is at least 1/e at the mean; high may be below it, where one of many
       lies far beyond all others now and then */
    ok &= CHECK_LE(f->low, f->mean * (1 + 1e-12) + slack) & CHECK_LE(f->low, f->high);
    return ok;
}

/* Statuses, the makespan of fpm_partition_check, and what must not change an interval. */
static int as_checked(const fpm_interval *f, const double *last, int status) {
    fpm_options opts = FPM_ZERO;
    fpm_interval again;
    double odd[MOST];
    int64_t n = 0;
    fpm_info info;
    test_heap heap;
    int i, ok;
    for (i = 0; i < g.p; i++) n += g.share[i];
    ok = CHECK_INT(status, g.beyond ? FPM_EXTRAPOLATED : FPM_OK);
    ok &= CHECK_INT(fpm_partition_check(n, g.p, g.procs, NULL, g.share, &info), status);
    ok &= CHECK_LE(info.makespan * (1 - 1e-15), f->mean);
    if (g.p == 1 || !(g.widest > 0)) ok &= CHECK_INT(f->next, -1) & CHECK_SAME(f->gain, 0);
    if (!(g.widest > 0)) {
        ok &= CHECK_REL(f->low, info.makespan, 1e-15) & CHECK_REL(f->high, info.makespan, 1e-15);
        ok &= CHECK_REL(f->mean, info.makespan, 1e-15);
    }
    test_heap_start(&heap, 0, 0);
    opts.alloc = &heap.alloc;
    opts.algorithm = FPM_OPTIMAL, opts.least = FPM_LEAST_BUSY, opts.limit = 1; /* not read */
    memset(&again, 0, sizeof again);
    ok &= CHECK_INT(interval(g.p, g.procs, g.share, &opts, odd, &again), status);
    ok &= CHECK(!memcmp(odd, last, (size_t)g.p * sizeof *odd) && again.next == f->next);
    ok &= CHECK_SAME(again.low, f->low) & CHECK_SAME(again.high, f->high);
    ok &= CHECK_SAME(again.mean, f->mean) & CHECK_SAME(again.gain, f->gain);
    ok &= CHECK(test_heap_clean(&heap) && heap.peak <= (size_t)(40 * g.p + 64));
    memset(&again, 0, sizeof again);
    ok &= CHECK_INT(interval(g.p, g.procs, g.share, NULL, NULL, &again), status);
    return ok & CHECK_SAME(again.mean, f->mean) & CHECK_INT(again.next, f->next);
}

static void intervals_exactly(double narrow) {
    int64_t round, rounds = test_count(300);
    double last[MOST];
    fpm_interval f;
    int status, ok;
    for (round = 0; round < rounds; round++) {
        exact e;
        group_random((int)test_int(1, MOST), narrow, 0.3);
        memset(&f, 0, sizeof f);
        status = interval(g.p, g.procs, g.share, NULL, last, &f);
        group_note("exact", round);
        integrate(&e);
        ok = as_checked(&f, last, status);
        ok &= as_integrals(&f, last, &e, 1e-4 * g.widest, 1e-4);
        if (!ok) return;
    }
}

/* By draws of normal times; none is below 0. */
static void intervals_by_draws(void) {
    int64_t round, rounds = test_count(40);
    const double draws = DRAWS;
    static double lower[MOST], square[MOST];
    fpm_interval f;
    double last[MOST];
    int status, ok, i, k;
    for (round = 0; round < rounds; round++) {
        int wins[MOST] = {0}, below[2] = {0, 0};
        double sum = 0, sum2 = 0, slack, off, best = 0;
        group_random((int)test_int(1, MOST), round % 4 ? 0.03 : 3e-5, 0.3);
        slack = 1e-4 * g.widest + 1e-12;
        memset(&f, 0, sizeof f);
        status = interval(g.p, g.procs, g.share, NULL, last, &f);
        group_note("draws", round);
        ok = as_checked(&f, last, status);
        memset(lower, 0, sizeof lower);
        memset(square, 0, sizeof square);
        for (k = 0; k < DRAWS; k++) {
            double drawn[MOST], first = 0, second = 0;
            int who = -1;
            for (i = 0; i < g.p; i++) {
                drawn[i] = g.time[i];
                if (g.deviation[i] > 0) drawn[i] += g.deviation[i] * normal();
                if (who < 0 || drawn[i] > first) {
                    second = who < 0 ? 0 : first;
                    first = drawn[i], who = i;
                } else if (drawn[i] > second) second = drawn[i];
            }
            wins[who]++;
            first = fmax(first, 0);
            sum += first - f.mean, sum2 += (first - f.mean) * (first - f.mean);
            below[0] += first < f.low - slack, below[1] += first < f.high - slack;
            /* half the error of the last changes when it is done, or who is last; of another one
               too, where that is then later: the common random numbers say */
            for (i = 0; i < g.p; i++) {
                double others = i == who ? fmax(second, 0) : first, drop;
                drop = first - fmax(others, (drawn[i] + g.time[i]) / 2);
                lower[i] += drop, square[i] += drop * drop;
            }
        }
        off = sqrt(fmax(0, sum2 / draws)) / sqrt(draws);
        ok &= CHECK_ABS(sum / draws, 0, 5 * off + slack);
        if (g.widest > 0) {
            ok &= CHECK(below[0] / draws < 0.025 + 5 * sqrt(.025 * .975 / draws));
            ok &= CHECK(below[1] / draws < 0.975 + 5 * sqrt(.025 * .975 / draws));
        }
        for (i = 0; i < g.p; i++) {
            double part = wins[i] / draws;
            off = 5 * sqrt(fmax(part * (1 - part), 1.0 / draws) / draws);
            off += 1e-4;
            ok &= CHECK_ABS(last[i], part, off);
            lower[i] /= draws;
            off = 5 * sqrt(fmax(0, square[i] / draws - lower[i] * lower[i]) / draws) + slack;
            best = fmax(best, lower[i] - off);
            if (i == f.next) ok &= CHECK_ABS(f.gain, lower[i], off);
        }
        ok &= CHECK_LE(best, f.gain);
        if (!ok) return;
    }
}

/* The comment's example; equal errors, and two unequal ones, from the books. */
static void known_values(void) {
    static double seconds[1000], half[1000], last[1000];
    static fpm_proc many[1000];
    static int64_t share[1000];
    const int p[] = {2, 3, 7, 10, 100, 1000};
    fpm_interval f;
    int i, k, round;
    for (i = 0; i < 1000; i++) seconds[i] = 1, half[i] = 0.1;
    group_of(2, seconds, half);
    CHECK_INT(interval(2, g.procs, g.share, NULL, last, &f), FPM_OK);
    CHECK_ABS(f.mean, 1.029, 5e-4);
    CHECK_ABS(f.low, 0.949, 5e-4);
    CHECK_ABS(f.high, 1.114, 5e-4);
    for (i = 0; i < 1000; i++) many[i] = g.procs[0], share[i] = g.share[0];
    for (k = 0; k < 6; k++) { /* all equal: of p normal errors the largest */
        double mean = 0, z, step = 1e-3, s = 0.1 / 1.96, top = 9;
        NOTE("p %d", p[k]);
        for (z = -9 + step / 2; z < 9; z += step) mean += step * pow(odds(0, 1, z), p[k]);
        mean = top - mean; /* E = top - the integral of F below top */
        CHECK_INT(interval(p[k], many, share, NULL, last, &f), FPM_OK);
        CHECK_ABS(f.mean, 1 + s * mean, 1e-6);
        CHECK_ABS(pow(odds(1, s, f.low), p[k]), 0.025, 1e-6);
        CHECK_ABS(pow(odds(1, s, f.high), p[k]), 0.975, 1e-6);
        CHECK(f.next >= 0 && f.next < p[k] && f.gain > 0);
        for (i = 0; i < p[k]; i++) CHECK_ABS(last[i], 1.0 / p[k], 1e-9);
    }
    for (i = 0; i < 1000; i++) share[i] = i == 700 ? 11 : 10; /* one of many is 1.1 s */
    CHECK_INT(interval(1000, many, share, NULL, last, &f), FPM_OK);
    CHECK(last[700] > 0.05 && last[0] < 0.001 && f.next == 700);
    for (round = 0; round < test_count(300);
         round++) { /* two: Clark, Operations Research 9, 1961 */
        double a, b, s, u, v;
        seconds[0] = 1, seconds[1] = 0.9 + 0.2 * test_real();
        half[0] = 0.02 + 0.1 * test_real(), half[1] = 0.02 + 0.1 * test_real();
        group_of(2, seconds, half);
        group_note("Clark", round);
        a = half[0] / 1.96, b = half[1] / 1.96, s = sqrt(a * a + b * b);
        u = (seconds[0] - seconds[1]) / s;
        v = seconds[0] * odds(0, 1, u) + seconds[1] * odds(0, 1, -u) + s * density(u);
        CHECK_INT(interval(2, g.procs, g.share, NULL, last, &f), FPM_OK);
        CHECK_ABS(f.mean, v, 1e-6);
        CHECK_ABS(last[0], odds(0, 1, u), 1e-6);
        for (i = 0; i < 2; i++) { /* what half of one error gains */
            double one = i ? a : a / 2, two = i ? b / 2 : b, w = sqrt(one * one + two * two), x;
            x = (seconds[0] - seconds[1]) / w;
            x = v - seconds[0] * odds(0, 1, x) - seconds[1] * odds(0, 1, -x) - w * density(x);
            CHECK_LE(x, f.gain + 1e-6);
            if (i == f.next) CHECK_ABS(f.gain, x, 1e-6);
        }
    }
}

/* One that is sure, amidst what the others may take: the makespan is never below it. */
static void one_is_sure(void) {
    int round;
    double seconds[3] = {1, 1, 1}, half[3] = {0.1, 0, 0.2}, last[MOST], alone[MOST];
    fpm_interval f, first;
    exact e;
    for (round = -8; round <= 8; round++) {
        seconds[1] = 1 + 0.03 * round;
        group_of(3, seconds, half);
        group_note("sure", round);
        CHECK_INT(interval(3, g.procs, g.share, NULL, last, &f), FPM_OK);
        integrate(&e);
        as_integrals(&f, last, &e, 2e-5, 1e-4);
        if (all_done(seconds[1]) > 0.025) CHECK_ABS(f.low, seconds[1], 1e-15);
        CHECK_LE(seconds[1] - 1e-15, f.mean);
    }
    /* one that has nothing to do, or is done long before, changes nothing */
    group_of(2, seconds, half);
    CHECK_INT(interval(2, g.procs, g.share, NULL, alone, &first), FPM_OK);
    group_of(3, seconds, half);
    g.share[2] = 0;
    CHECK_INT(interval(3, g.procs, g.share, NULL, last, &f), FPM_OK);
    CHECK(f.low >= first.low && f.low <= first.low && f.high >= first.high);
    CHECK_SAME(f.mean, first.mean);
    CHECK(f.next == first.next && last[2] <= 0);
    CHECK_SAME(last[1], alone[1]);
    g.share[0] = g.share[1] = 0; /* nobody works */
    CHECK_INT(interval(3, g.procs, g.share, NULL, last, &f), FPM_OK);
    CHECK(f.low <= 0 && f.high <= 0 && f.mean <= 0 && f.gain <= 0 && f.next == -1);
}

/* Half-widths that vanish in the last bit, and those that only just are numbers. */
static void tiny_and_huge(void) {
    const double half[] = {5e-324, 1e-300, 1e-18, 1e-17, 1e-16, 3e-16, 1e-15, 1e-12,
                           1e-9,   10,     1e17,  1e60,  1e200, 1e300, 1e308};
    const double unit[] = {1, FPM_TIME_MIN, FPM_TIME_MAX};
    double seconds[3], wide[3], last[MOST], widest;
    fpm_interval f;
    int i, j, k, status;
    for (k = 0; k < 3; k++)
        for (i = 0; i < 15; i++)
            for (j = 0; j < 15; j++) {
                NOTE("of %g s, half-widths %g %g", unit[k], half[i], half[j]);
                seconds[0] = seconds[1] = seconds[2] = unit[k];
                wide[0] = half[i], wide[1] = half[j], wide[2] = 0;
                group_of(3, seconds, wide);
                widest = fmax(half[i], half[j]) / unit[k];
                status = interval(3, g.procs, g.share, NULL, last, &f);
                CHECK_INT(status, widest > 13 ? FPM_E_WEIGHT : FPM_OK);
                if (widest > 13) CHECK_INT(told.fault, half[i] / unit[k] > 13 ? 0 : 1);
                if (status < 0) continue;
                CHECK(test_finite(f.low) && test_finite(f.high) && test_finite(f.mean));
                CHECK(test_finite(last[0]) && test_finite(last[1]) && test_finite(last[2]));
                CHECK(f.low >= unit[k] * (1 - 1e-15) && f.high >= f.low && f.mean >= f.low);
                CHECK(test_finite(f.gain) && f.gain >= 0 && (f.next < 0) == !(f.gain > 0));
                CHECK_ABS(last[0] + last[1] + last[2], 1, 1e-12);
            }
}

/* Errors as large as their times: what would be below 0 counts as 0.  The mean of max(0, X), X
   normal, is m P(m / s) + s p(m / s). */
static void cut_off_at_zero(void) {
    static const double ratio[] = {0.1, 0.5, 1, 1.96, 3, 5, 8, 12.7};
    const double unit[] = {1, 3e-20, 7e30};
    double seconds[1], half[1], last[1];
    fpm_interval f;
    int i, k;
    for (k = 0; k < 3; k++)
        for (i = 0; i < 8; i++) {
            double m = unit[k], s = ratio[i] * m / 1.96;
            seconds[0] = m, half[0] = ratio[i] * m;
            group_of(1, seconds, half);
            NOTE("%g s +- %g s", seconds[0], half[0]);
            CHECK_INT(interval(1, g.procs, g.share, NULL, last, &f), FPM_OK);
            CHECK_REL(f.mean, m * (1 - odds(0, 1, -m / s)) + s * density(m / s), 1e-6);
            CHECK_ABS(f.low, ratio[i] < 1 ? m - half[0] : 0, 1e-4 * m);
            CHECK_REL(f.high, m + half[0], 1e-4);
#ifndef __FAST_MATH__
            CHECK_SAME(last[0], 1.0);
#else
            CHECK_ABS(last[0], 1.0, 1e-15);
#endif
        }
}

/* With runs to come the one whose measuring pays most, for three times its repetitions. */
static void measuring_pays(void) {
    int64_t round, rounds = test_count(200), some = 0, other = 0;
    double last[MOST];
    for (round = 0; round < rounds; round++) {
        fpm_options opts = FPM_ZERO;
        fpm_interval f, free;
        double most = 0, found = 0, worth[MOST];
        int64_t reps[MOST][KNOTS];
        exact e;
        int i, k, ok;
        group_random((int)test_int(2, MOST), 0.01, 0.3);
        integrate(&e);
        opts.runs = pow(10, 5 * test_real());
        for (i = 0; i < g.p; i++) {
            int64_t at = 0, times;
            for (k = 0; k < KNOTS; k++) reps[i][k] = test_int(0, 20);
            if (test_int(0, 3)) g.model[i].reps = reps[i];
            for (k = 1; k < g.q[i].count; k++) at += g.q[i].size[k] <= g.share[i];
            times = g.model[i].reps && reps[i][at] > 0 ? reps[i][at] : 1;
            worth[i] = opts.runs * e.gain[i] - 3 * (double)times * g.time[i];
            most = fmax(most, worth[i]);
        }
        group_note("pays", round);
        ok = CHECK(interval(g.p, g.procs, g.share, &opts, last, &f) >= 0);
        ok &= CHECK(interval(g.p, g.procs, g.share, NULL, last, &free) >= 0);
        ok &= CHECK_SAME(f.mean, free.mean) & CHECK_SAME(f.high, free.high);
        if (f.next >= 0) found = worth[f.next];
        ok &= CHECK_ABS(found, most, 1e-4 * opts.runs * (g.widest + 1e-9));
        if (f.next >= 0) ok &= CHECK_ABS(f.gain, e.gain[f.next], 1e-4 * g.widest + 1e-9);
        else ok &= CHECK_SAME(f.gain, 0);
        some += f.next >= 0, other += f.next != free.next;
        opts.runs = 1e-9;
        ok &= CHECK(interval(g.p, g.procs, g.share, &opts, last, &f) >= 0);
        ok &= CHECK_INT(f.next, -1);
        if (!ok) return;
    }
    if (!test_short()) CHECK(some > rounds / 5 && other > rounds / 5);
}

/* In other units of time the same, but for rounding; most of it is scaled by a power of two. */
static void other_units(void) {
    int64_t round, rounds = test_count(200);
    double last[2][MOST];
    fpm_interval f[2];
    int i, k;
    for (round = 0; round < rounds; round++) {
        group_random((int)test_int(1, MOST), 0.003, 0.3);
        CHECK(interval(g.p, g.procs, g.share, NULL, last[0], &f[0]) >= 0);
        for (i = 0; i < g.p; i++) {
            g.procs[i].fixed *= 1024;
            g.model[i].speed /= 1024;
            for (k = 0; k < g.q[i].count; k++) g.q[i].seconds[k] *= 1024, g.q[i].half[k] *= 1024;
        }
        group_note("units", round);
        CHECK(interval(g.p, g.procs, g.share, NULL, last[1], &f[1]) >= 0);
        CHECK_REL(f[1].low, 1024 * f[0].low, 1e-14);
        CHECK_REL(f[1].high, 1024 * f[0].high, 1e-14);
        CHECK_REL(f[1].mean, 1024 * f[0].mean, 1e-14);
        CHECK_ABS(f[1].gain, 1024 * f[0].gain, 1e-12);
        CHECK_INT(f[1].next, f[0].next);
        for (i = 0; i < g.p; i++) CHECK_ABS(last[1][i], last[0][i], 1e-12);
    }
}

/* Models with risk: as without it; splines between their points nearly. */
static void without_the_risk(void) {
    int64_t round, rounds = test_count(700), splines = 0, exactly = 0;
    double last[2][MOST], off, mean = 0;
    fpm_interval f[2];
    int i, ok;
    for (round = 0; round < rounds; round++) {
        static fpm_model plain[MOST];
        double risk = 2 * test_real() + 1e-9;
        group_random((int)test_int(1, MOST), 0.01, round % 2 ? 0.3 : 0.05);
        ok = CHECK(interval(g.p, g.procs, g.share, NULL, last[0], &f[0]) >= 0);
        for (i = 0; i < g.p; i++) {
            const fpm_model *m = &g.model[i];
            fpm_model_options opts = FPM_ZERO;
            plain[i] = *m;
            opts.risk = m->half_width ? risk : 0;
            opts.half_width = m->half_width, opts.at = m->at;
            opts.flags = m->half_width ? m->flags & ~FPM_BORROW : m->flags;
            REQUIRE(fpm_model_init(&g.model[i], plain[i].kind, g.q[i].count, g.q[i].size,
                                   g.q[i].seconds, &opts, NULL) == FPM_OK);
        }
        ok = CHECK(interval(g.p, g.procs, g.share, NULL, last[1], &f[1]) >= 0);
        group_note("risk", round);
        off = fabs(f[1].mean / f[0].mean - 1);
        if (g.between) {
            if (round % 2 == 0) splines++, mean += off;
        } else {
            exactly++;
            ok &= CHECK_REL(f[1].low, f[0].low, 1e-12) & CHECK_REL(f[1].high, f[0].high, 1e-12);
            ok &= CHECK_REL(f[1].mean, f[0].mean, 1e-12) & CHECK_ABS(f[1].gain, f[0].gain, 1e-12);
            for (i = 0; i < g.p; i++) ok &= CHECK_ABS(last[1][i], last[0][i], 1e-10);
        }
        for (i = 0; i < g.p; i++) fpm_model_free(&g.model[i]);
        if (!ok) return;
    }
    if (test_short()) return;
    CHECK(exactly > rounds / 4 && splines > rounds / 20);
    CHECK_LE(mean / (double)splines, 5e-3);
}

/* ---- errors ---- */

static void refused(int want, const fpm_options *opts) {
    unsigned char pattern[sizeof(fpm_interval)];
    fpm_interval f;
    double last[3] = {-9, -9, -9};
    memset(pattern, 0x77, sizeof pattern);
    memcpy(&f, pattern, sizeof f);
    CHECK_INT(interval(3, g.procs, g.share, opts, last, &f), want);
    CHECK(!memcmp(&f, pattern, sizeof f) && last[0] <= -9 && last[1] <= -9 && last[2] <= -9);
    CHECK_INT(interval(3, g.procs, g.share, opts, NULL, &f), want);
    CHECK(!memcmp(&f, pattern, sizeof f));
}

static void three(void) {
    const double seconds[3] = {1, 1.01, 1.02}, half[3] = {0.1, 0, 0.2};
    fpm_model_options opts = test_borrowed;
    group_of(3, seconds, half);
    opts.half_width = g.q[2].half; /* the last: 10 and 20 units, and no others */
    g.q[2].count = 2, g.q[2].size[1] = 20, g.q[2].seconds[1] = 2, g.q[2].half[1] = 0.3;
    CHECK_INT(
        fpm_model_init(&g.model[2], FPM_DISCRETE, 2, g.q[2].size, g.q[2].seconds, &opts, NULL),
        FPM_OK);
    opts.half_width = NULL;
    CHECK_INT(
        fpm_model_init(&g.model[1], FPM_PIECEWISE, 1, g.q[1].size, g.q[1].seconds, &opts, NULL),
        FPM_OK);
}

static int without_memory(int which, const fpm_alloc *alloc) {
    fpm_options opts = FPM_ZERO;
    fpm_interval f, before;
    double last[3] = {-9, -9, -9};
    int status;
    (void)which;
    three();
    memset(&f, 0x77, sizeof f);
    memcpy(&before, &f, sizeof f);
    opts.alloc = alloc;
    status = interval(3, g.procs, g.share, &opts, last, &f);
    if (status < 0) CHECK(!memcmp(&f, &before, sizeof f) && last[0] <= -9 && last[2] <= -9);
    else CHECK(f.mean > 0 && last[0] > 0);
    return status;
}

static void errors(void) {
    static const int64_t size[] = {10, 20, 30, 40};
    static const double seconds[] = {1, 1, 1, 40};
    fpm_model zeroed = FPM_ZERO, swinging;
    fpm_model_options literal = FPM_ZERO;
    fpm_options opts = FPM_ZERO;
    fpm_interval f;
    double last[3];
    three();
    CHECK_INT(interval(3, g.procs, g.share, NULL, last, &f), FPM_OK);
    CHECK_INT(interval(0, g.procs, g.share, NULL, last, &f), FPM_E_ARGUMENT);
    CHECK_INT(interval(-3, g.procs, g.share, NULL, last, &f), FPM_E_ARGUMENT);
    CHECK_INT(interval(3, NULL, g.share, NULL, last, &f), FPM_E_ARGUMENT);
    CHECK_INT(interval(3, g.procs, NULL, NULL, last, &f), FPM_E_ARGUMENT);
    CHECK_INT(interval(3, g.procs, g.share, NULL, last, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_partition_interval(31, 3, g.procs, NULL, g.share, last, &f, &told),
              FPM_E_ARGUMENT);
    CHECK_STR(told.argument, "d");
    CHECK_INT(fpm_partition_interval(-1, 3, g.procs, NULL, g.share, last, &f, NULL),
              FPM_E_ARGUMENT);
    g.share[2] = -1, refused(FPM_E_SIZE, NULL);
    g.share[2] = INT64_MIN, refused(FPM_E_SIZE, NULL);
    g.share[2] = 15, refused(FPM_E_SIZE, NULL);
    g.share[2] = 40, refused(FPM_E_SIZE, NULL);
    three(), g.share[0] = INT64_MIN, refused(FPM_E_SIZE, NULL);
    three(), g.procs[1].max = 9, refused(FPM_E_SIZE, NULL);
    three(), g.procs[1].max = FPM_NOTHING, refused(FPM_E_SIZE, NULL);
    three(), g.procs[2].min = 11, refused(FPM_E_SIZE, NULL);
    three(), g.procs[0].grain = 7, refused(FPM_E_SIZE, NULL);
    three(), g.procs[2].required = 1, g.share[2] = 0, refused(FPM_E_SIZE, NULL);
    three(), g.procs[1].model = NULL, refused(FPM_E_MODEL, NULL);
    three(), g.procs[2].model = &zeroed, refused(FPM_E_MODEL, NULL);
    three(), g.procs[2].model = NULL, g.share[2] = 0, refused(FPM_E_MODEL, NULL);
    three(), g.procs[2].fixed = test_nan(), refused(FPM_E_BOUNDS, NULL);
    three(), g.procs[2].fixed = -1, refused(FPM_E_BOUNDS, NULL);
    three(), g.procs[0].min = 5, g.procs[0].max = 4, refused(FPM_E_BOUNDS, NULL);
    three(), g.procs[1].grain = -1, refused(FPM_E_BOUNDS, NULL);
    three(), g.procs[1].required = 2, refused(FPM_E_ARGUMENT, NULL);
    literal.flags = FPM_LITERAL | FPM_BORROW, literal.extent = 4000; /* a speed below 0 */
    CHECK_INT(fpm_model_init(&swinging, FPM_AKIMA, 4, size, seconds, &literal, NULL), FPM_OK);
    three(), g.procs[0].model = &swinging;
    for (g.share[0] = 41; g.share[0] < 4000; g.share[0]++)
        if (fpm_model_time(&swinging, (double)g.share[0], &last[0]) == FPM_E_TIME) break;
    CHECK(g.share[0] < 4000);
    refused(FPM_E_SIZE, NULL);
    three(), opts.max_bytes = 1, refused(FPM_E_MAX_BYTES, &opts);
    opts.max_bytes = 40 * 3 - 1, refused(FPM_E_MAX_BYTES, &opts);
    opts.max_bytes = 40 * 3 + 64;
    CHECK_INT(interval(3, g.procs, g.share, &opts, last, &f), FPM_OK);
    test_heap_sweep(0, without_memory);
    three(), g.share[1] = 11; /* past its point; one speed everywhere has no such place */
    CHECK_INT(interval(3, g.procs, g.share, NULL, last, &f), FPM_EXTRAPOLATED);
    three(), g.share[0] = 11;
    CHECK_INT(interval(3, g.procs, g.share, NULL, last, &f), FPM_OK);
}

/* ---- what risk is for ---- */

/* Times per unit are 1 s, measured once each with errors of so many percent.  The mean makespan of
   partitions by fpm_risk(p), over that of partitions by the measured times as they are. */
static double time_with_risk(int64_t runs, const double *error) {
    enum { P = 16 };
    const int64_t n = 1000000, size[1] = {1000};
    int64_t run, d[P];
    double sum[2] = {0, 0}, seconds[P], half[P];
    fpm_model model[P];
    fpm_proc procs[P] = FPM_ZERO;
    int i, with;
    for (run = 0; run < runs; run++) {
        for (i = 0; i < P; i++) {
            seconds[i] = 1000 * (1 + error[i] * normal());
            half[i] = 1.96 * error[i] * seconds[i];
        }
        for (with = 0; with < 2; with++) {
            double makespan = 0;
            for (i = 0; i < P; i++) {
                fpm_model_options opts = FPM_ZERO;
                opts.half_width = &half[i];
                opts.risk = with ? fpm_risk(P) : 0;
                CHECK_INT(
                    fpm_model_init(&model[i], FPM_CONSTANT, 1, size, &seconds[i], &opts, NULL),
                    FPM_OK);
                procs[i].model = &model[i];
            }
            CHECK(fpm_partition(n, P, procs, NULL, d, NULL) >= 0);
            for (i = 0; i < P; i++) makespan = fmax(makespan, (double)d[i]);
            sum[with] += makespan;
            for (i = 0; i < P; i++) fpm_model_free(&model[i]);
        }
    }
    return sum[1] / sum[0];
}

static void risk_helps(void) {
    double error[16], ratio;
    int i;
    for (i = 0; i < 16; i++) error[i] = i < 4 ? 0.10 : 0.02;
    ratio = time_with_risk(test_count(400), error);
    printf("    16 processors, 4 of them less sure: %.1f %% of the time\n", 100 * ratio);
    if (!test_short()) CHECK_LE(ratio, 0.98);
    for (i = 0; i < 16; i++) error[i] = 0.05;
    CHECK_ABS(time_with_risk(test_count(400), error), 1, 1e-3);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(risk_moves_points);
    RUN(risk_errors);
    RUN(risk_without_memory);
    RUN(risk_partitions);
    RUN(risk_of_p);
    RUN_AS("intervals_alike", intervals_exactly(0.02));
    RUN_AS("intervals_wide", intervals_exactly(3e-5));
    RUN(intervals_by_draws);
    RUN(known_values);
    RUN(one_is_sure);
    RUN(tiny_and_huge);
    RUN(cut_off_at_zero);
    RUN(measuring_pays);
    RUN(other_units);
    RUN(without_the_risk);
    RUN(errors);
    RUN(risk_helps);
    return test_end();
}
