/* Models: each kind against its definition in long double, published Akima vectors, added points
   against models made anew, the inverse against scans, and what fpm_model_check proves against
   dense sampling. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include <math.h>
#include <time.h>

#include "test.h"

#include <float.h>

#include "oracle.h"

#include "instance.h"

/* One random model in slot 0, on both sides; top is the largest size. */
static void random_model(int kind, int flags, int64_t top, int times) {
    oracle_model *m = &the.truth[0];
    memset(m, 0, sizeof *m);
    the.p = 1;
    the.n = 0;
    m->kind = kind;
    m->flags = flags;
    points_random(m, (int)test_int(1, test_int(0, 2) ? 7 : 30), top, times);
    if (flags & FPM_LITERAL && test_int(0, 3))
        m->extent = test_int(1, test_int(0, 1) ? 2 * top : m->size[m->count - 1] + 2);
    if (kind == FPM_CONSTANT && test_int(0, 2)) m->at = test_int(1, 2 * top);
    instance_model(0);
    instance_proc(0, 0);
}

static double sample_size(const oracle_model *m) {
    double top = (double)m->size[m->count - 1];
    switch (test_int(0, 4)) {
    case 0: return (double)m->size[test_int(0, m->count - 1)];
    case 1: return (double)m->size[0] * test_real();
    case 2: return top * (1 + 2 * test_real());
    default: return top * test_real();
    }
}

/* Largest speed of the knots: the scale of rounding errors of a spline. */
static long double top_speed(const oracle_model *m) {
    long double top = 0;
    int i;
    for (i = 0; i < m->knots; i++)
        if (m->s[i] > top) top = m->s[i];
    return top;
}

static long double steepest(const oracle_model *m) {
    long double top = 0, h = m->x[m->knots - 1];
    int i;
    for (i = 0; i < m->knots; i++) {
        if (fabsl(m->slope[i]) > top) top = fabsl(m->slope[i]);
        if (i > 0 && m->x[i] - m->x[i - 1] < h) h = m->x[i] - m->x[i - 1];
    }
    return top + top_speed(m) / (h > 0 ? h : 1);
}

/* How far rounding can move a spline's speed: where chords are equal but for rounding, Akima's
   weights are noise, and a slope is off by as much as a short chord, over the longest segment. */
static double spline_blur(const oracle_model *m) {
    long double longest = 1, shortest = 1;
    int i;
    for (i = 1; i < m->knots; i++) {
        long double h = m->x[i] - m->x[i - 1];
        if (i == 1 || h < shortest) shortest = h;
        if (i == 1 || h > longest) longest = h;
    }
    if (m->kind != ORACLE_AKIMA) longest = shortest;
    return (double)(4e-16L * top_speed(m) * (25 + longest / shortest));
}

/* ---- evaluation ---- */

static void against_definition(void) {
    static const int kinds[] = {FPM_CONSTANT, FPM_PIECEWISE, FPM_SHAPED, FPM_AKIMA, FPM_AKIMA};
    int64_t round, rounds = test_count(4000);
    int i;
    for (round = 0; round < rounds; round++) {
        int which = (int)test_int(0, 4), ok = 1;
        int64_t top = test_int(0, 1) ? 100 : 1000000;
        const oracle_model *m = &the.truth[0];
        const fpm_model *model = &the.model[0];
        random_model(kinds[which], which == 4 ? FPM_LITERAL : 0, top,
                     (int)test_int(TIMES_RISING, TIMES_SMALL));
        NOTE("round %lld", (long long)round);
        for (i = 0; i < 20; i++) {
            double x = sample_size(m), time = -1, speed = -1, slope = -1;
            long double s1, s = oracle_speed(m, (long double)x, &s1), q = s - (long double)x * s1;
            int beyond = m->kind != FPM_CONSTANT && x > (double)m->size[m->count - 1];
            double close = spline_blur(m);
            int status = fpm_model_time(model, x, &time);
            if (s > 0 && x > 0) {
                ok &= CHECK_INT(status, beyond ? FPM_EXTRAPOLATED : FPM_OK);
                ok &= CHECK_REL(time, (double)((long double)x / s), 1e-14 + close / (double)s);
            } else if (x > 0 && s < -(long double)close) {
                ok &= CHECK_INT(status, FPM_E_TIME);
                ok &= CHECK_SAME(time, -1.0);
            }
            status = fpm_model_speed(model, x, &speed);
            if (s > 0) {
                ok &= CHECK_INT(status, beyond ? FPM_EXTRAPOLATED : FPM_OK);
                ok &= CHECK_REL(speed, (double)s, 1e-14 + close / (double)s);
            } else if (s < -(long double)close) {
                ok &= CHECK_INT(status, FPM_E_TIME);
                ok &= CHECK_SAME(speed, -1.0);
            }
            status = fpm_model_slope(model, x, &slope);
            if (s > (long double)close * 1000) {
                double blur = (double)((s + (long double)x * steepest(m)) / (s * s)) *
                              (1e-13 + 10 * close / (double)s);
                ok &= CHECK_INT(status, beyond ? FPM_EXTRAPOLATED : FPM_OK);
                ok &= CHECK_ABS(slope, (double)(q / (s * s)), blur);
            }
            if (!ok) {
                printf("    at %.17g of:\n", x);
                break;
            }
        }
        for (i = 0; i < m->count; i++) { /* the points themselves */
            double time;
            if (m->kind == FPM_CONSTANT) continue;
            ok &= CHECK_INT(fpm_model_time(model, (double)m->size[i], &time), FPM_OK);
            ok &= CHECK_ULP(time, m->seconds[i], 4);
        }
        if (!ok) instance_failed();
        instance_free();
    }
}

/* At a knot the slope is that of the right side; elsewhere both sides agree. */
static void slopes_by_differences(void) {
    int64_t round, rounds = test_count(1500);
    int i;
    for (round = 0; round < rounds; round++) {
        const oracle_model *m = &the.truth[0];
        int ok = 1;
        random_model(test_int(0, 1) ? FPM_AKIMA : FPM_PIECEWISE, 0, 1000, TIMES_RISING);
        NOTE("round %lld", (long long)round);
        for (i = 0; i < 10; i++) {
            double x = sample_size(m), h = 1e-5, t0, t1, t2, slope;
            if (x < 1 || fpm_model_time(&the.model[0], x, &t0) < 0) continue;
            if (fpm_model_time(&the.model[0], x + h, &t1) < 0) continue;
            if (fpm_model_time(&the.model[0], x + 2 * h, &t2) < 0) continue;
            ok &= CHECK(fpm_model_slope(&the.model[0], x, &slope) >= 0);
            { /* second order, unless a knot lies in between */
                double want = (4 * t1 - t2 - 3 * t0) / (2 * h);
                if (floor(x) < floor(x + 2 * h)) continue;
                ok &= CHECK_ABS(slope, want, 1e-6 * (fabs(want) + t0 / x + slope) + 1e-9 * t0);
            }
        }
        if (!ok) instance_failed();
        instance_free();
    }
}

static void discrete(void) {
    static const int64_t size[] = {2, 5, 9};
    static const double seconds[] = {3, 1, 7};
    fpm_model model;
    double x, got;
    int64_t units = -1;
    REQUIRE(fpm_model_init(&model, FPM_DISCRETE, 3, size, seconds, &test_borrowed, NULL) == FPM_OK);
    for (x = 0; x < 12; x += 0.5) {
        int at = x == 2 ? 0 : x == 5 ? 1 : x == 9 ? 2 : -1;
        NOTE("size %g", x);
        got = -1;
        CHECK_INT(fpm_model_time(&model, x, &got), at >= 0 || x == 0 ? FPM_OK : FPM_E_SIZE);
        CHECK_SAME(got, at >= 0 ? seconds[at] : x > 0 ? -1.0 : 0.0);
        got = -1;
        CHECK_INT(fpm_model_speed(&model, x, &got), at >= 0 ? FPM_OK : FPM_E_SIZE);
        CHECK_SAME(got, at >= 0 ? x / seconds[at] : -1.0);
        CHECK_INT(fpm_model_slope(&model, x, &got),
                  at >= 0 || x == 0 ? FPM_E_UNSUPPORTED : FPM_E_SIZE);
    }
    CHECK_INT(fpm_model_size(&model, 0.5, &units), FPM_OK);
    CHECK_INT(units, 0);
    CHECK_INT(fpm_model_size(&model, 1, &units), FPM_OK);
    CHECK_INT(units, 5);
    CHECK_INT(fpm_model_size(&model, 6.9, &units), FPM_OK);
    CHECK_INT(units, 5);
    CHECK_INT(fpm_model_size(&model, 7, &units), FPM_OK);
    CHECK_INT(units, 9);
    /* no points: it can take nothing */
    CHECK_INT(fpm_model_init(&model, FPM_DISCRETE, 0, NULL, NULL, &test_borrowed, NULL), FPM_OK);
    CHECK_INT(fpm_model_time(&model, 0, &got), FPM_OK);
    CHECK_SAME(got, 0.0);
    CHECK_INT(fpm_model_time(&model, 1, &got), FPM_E_SIZE);
    CHECK_INT(fpm_model_size(&model, 1e9, &units), FPM_OK);
    CHECK_INT(units, 0);
    CHECK_INT(fpm_model_check(&model, NULL), FPM_OK);
}

/* ---- Akima's vectors ---- */

enum { KNOTS = 16 };

static double knot_x[KNOTS], knot_y[KNOTS];
static int knots;

/* The library's own slope and cubic, slid over the knots with Akima's extrapolated ends. */
static void raw_spline(double x, double *value, double *derivative) {
    double chord[KNOTS + 4], c[4], d0, d1, u;
    double *m = chord + 2;
    int i;
    for (i = 0; i + 1 < knots; i++)
        m[i] = (knot_y[i + 1] - knot_y[i]) / (knot_x[i + 1] - knot_x[i]);
    m[-1] = 2 * m[0] - m[1], m[-2] = 2 * m[-1] - m[0];
    m[knots - 1] = 2 * m[knots - 2] - m[knots - 3], m[knots] = 2 * m[knots - 1] - m[knots - 2];
    for (i = 0; i + 2 < knots && knot_x[i + 1] <= x; i++) {}
    d0 = fpm__akima_slope(m[i - 2], m[i - 1], m[i], m[i + 1]);
    d1 = fpm__akima_slope(m[i - 1], m[i], m[i + 1], m[i + 2]);
    fpm__hermite_cubic(c, knot_x[i + 1] - knot_x[i], knot_y[i], knot_y[i + 1], d0, d1);
    u = x - knot_x[i];
    *value = ((c[3] * u + c[2]) * u + c[1]) * u + c[0];
    *derivative = (3 * c[3] * u + 2 * c[2]) * u + c[1];
}

/* Cases 21 and 22 are speeds of a model: their outer knots are 0 and the extent, their measured
   points those inside but for the mid-points, which the library adds itself. */
static int vector_model(int number, fpm_model *model, int64_t *size, double *seconds) {
    fpm_model_options opts = FPM_ZERO;
    int i, count = 0;
    for (i = 0; i < knots; i++) {
        int inside = number == 21 ? i == 2 : i == 1 || i == 2;
        if (!inside) continue;
        size[count] = (int64_t)knot_x[i];
        seconds[count++] = knot_x[i] / knot_y[i];
    }
    opts.flags = FPM_LITERAL | FPM_BORROW;
    opts.extent = (int64_t)knot_x[knots - 1];
    return fpm_model_init(model, FPM_AKIMA, count, size, seconds, &opts, NULL);
}

static void check_vector(int number, int kind, double x, double want) {
    int64_t size[2];
    double seconds[2], value = 0, derivative = 0;
    NOTE("case %d kind %d x %g", number, kind, x);
    if (number >= 21) {
        fpm_model model;
        double s = 0, slope = 0;
        if (!CHECK_INT(vector_model(number, &model, size, seconds), FPM_OK)) return;
        CHECK(fpm_model_speed(&model, x, &s) >= 0);
        if (kind == 1) CHECK_REL(s, want, 1e-13);
        if (kind == 2 && x > 0) { /* t' = (s - x s') / s^2 */
            CHECK(fpm_model_slope(&model, x, &slope) >= 0);
            CHECK_ABS((s - slope * s * s) / x, want, 1e-13 * s);
        }
        return;
    }
    raw_spline(x, &value, &derivative);
    if (kind == 1) CHECK_ABS(value, want, 1e-13 * (1 + fabs(want)));
    if (kind == 2) CHECK_ABS(derivative, want, 1e-12 * (1 + fabs(want)));
}

static void akima_vectors(void) {
    char line[200];
    double x, y;
    int number, kind, checked = 0, last = -1;
    FILE *f = test_data("", "akima_expected.tsv");
    if (!f) return;
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "%d %d %lf %lf", &number, &kind, &x, &y) != 4) continue;
        if (number != last) knots = 0;
        last = number;
        if (kind == 0 && knots < KNOTS) knot_x[knots] = x, knot_y[knots++] = y;
        else if (kind < 3) check_vector(number, kind, x, y); /* kind 3, integrals: not offered */
        if (kind == 1 || kind == 2) checked++;
    }
    fclose(f);
    CHECK_INT(checked, 109);
}

/* The corner that implementations disagree on: all weights zero, the mean of the middle chords. */
static void akima_corner(void) {
    CHECK_SAME(fpm__akima_slope(1, 1, 3, 3), 2.0);
    CHECK_SAME(fpm__akima_slope(0, 0, 0, 0), 0.0);
    CHECK_SAME(fpm__akima_slope(0, 1, 5, 5), 5.0);
    CHECK_SAME(fpm__akima_slope(1, 1, 5, 7), 1.0);
#ifndef __FAST_MATH__ /* a local test: no cutoff, however small the weights */
    CHECK_SAME(fpm__akima_slope(0, 1e-300, 5, 5), 5.0);
#endif
}

/* ---- the safe form ---- */

static void safe(void) {
    int64_t round, rounds = test_count(1500), replaced = 0;
    int i, j;
    for (round = 0; round < rounds; round++) {
        oracle_model *m = &the.truth[0];
        int literal = test_int(0, 1) ? 0 : FPM_LITERAL, ok = 1;
        double t, before = 0;
        int64_t top = test_int(0, 1) ? 300 : 100000;
        random_model(FPM_AKIMA, FPM_SAFE | literal, top, (int)test_int(TIMES_RISING, TIMES_SMALL));
        m->time = NULL;
        NOTE("round %lld", (long long)round);
        for (i = 0; i < m->count; i++) {
            ok &= CHECK_INT(fpm_model_time(&the.model[0], (double)m->size[i], &t), FPM_OK);
            ok &= CHECK_ULP(t, m->seconds[i], 4);
        }
        for (i = -1; i < m->count; i++) { /* segments, the one before the first point too */
            double x0 = i < 0 ? 0 : (double)m->size[i], t0 = i < 0 ? 0 : m->seconds[i];
            double x1 = i + 1 < m->count ? (double)m->size[i + 1] : 2 * x0;
            double t1 = i + 1 < m->count ? m->seconds[i + 1] : 2 * t0;
            int plain = 1;
            long double least = ORACLE_NEVER, most = 0;
            for (j = 0; j <= 40; j++) { /* is the plain spline fit here? */
                long double s1, s,
                    x = (long double)x0 + ((long double)x1 - (long double)x0) * j / 40;
                s = oracle_speed(m, j == 40 ? x - 1e-15L * x : x, &s1);
                if (!(s > 1e-6L * top_speed(m))) plain = 0;
                least = fminl(least, s - x * s1);
                most = fmaxl(most, fabsl(s - x * s1));
            }
            /* by so much that the cubic s - x s' cannot dip below 0 between the samples */
            if (!(least > 0.05L * most)) plain = 0;
            before = t0;
            for (j = 1; j <= 40; j++) {
                double x = x0 + (x1 - x0) * j / 40, slope;
                if (!CHECK(fpm_model_time(&the.model[0], x, &t) >= 0)) {
                    ok = 0;
                    continue;
                }
                if (t1 > t0 || i + 1 >= m->count)
                    ok &= CHECK(t >= before - 1e-13 * (fabs(before) + (t1 > t0 ? t1 : 0)));
                if (t1 > t0 * (1 + 1e-9) && t1 < 1e9 * t0 && j % 10 == 0 && j < 40) {
                    ok &= CHECK(t > t0 && (t < t1 || i + 1 >= m->count)); /* strictly rising */
                    ok &= CHECK(fpm_model_slope(&the.model[0], x, &slope) >= 0 &&
                                slope >= -1e-13 * (t1 - t0) / (x1 - x0));
                }
                ok &= CHECK(t > 0);
                before = t;
                if (plain && i + 1 < m->count)
                    ok &= CHECK_REL(t, (double)oracle_time_at(m, (long double)x), 1e-9);
            }
            replaced += !plain;
        }
        if (!ok) instance_failed();
        instance_free();
    }
    printf("    %lld segments where plain Akima is not fit\n", (long long)replaced);
}

/* Times that fall by up to 10^118 from point to point: those in between are never outside. */
static void safe_falling(void) {
    int64_t round, size[5];
    double seconds[5], t;
    fpm_model model;
    int i, j;
    for (round = 0; round < test_count(3000); round++) {
        int ok = 1;
        for (i = 0; i < 5; i++) {
            size[i] = (i > 0 ? size[i - 1] : 0) + 1 + (int64_t)pow(10, 14 * test_real());
            seconds[i] = pow(10, 118 * test_real() - 59);
        }
        REQUIRE(fpm_model_init(&model, FPM_AKIMA, 5, size, seconds, &test_borrowed, NULL) ==
                FPM_OK);
        for (i = 0; i < 4; i++)
            for (j = 1; j < 20; j++) { /* in between, and within a few units of the end */
                int64_t at = size[i] + (size[i + 1] - size[i]) / 20 * j;
                double x = (double)(j < 15 ? at : size[i + 1] - test_int(0, 1000));
                double low = seconds[i + 1], high = seconds[i];
                if (x < (double)size[i] || low > high) continue; /* see `safe` */
                ok &= CHECK(fpm_model_time(&model, x, &t) == FPM_OK);
                ok &= CHECK(t >= low * (1 - 1e-12) && t <= high * (1 + 1e-12));
            }
        NOTE("round %lld", (long long)round);
        if (!ok) return;
    }
}

/* Before the first point the literal form's speed may be made safe too: at size 0, where time is 0,
   it is the limit of the speeds above. */
static void safe_at_nothing(void) {
    static const int64_t size[] = {1000, 2000, 3000, 4000, 5000};
    static const double seconds[] = {1000, 200, 300, 400, 500};
    fpm_model_options opts = FPM_ZERO;
    fpm_model model;
    double speed = -1, near_nothing = -1, slope = -1;
    opts.flags = FPM_SAFE | FPM_LITERAL | FPM_BORROW;
    opts.extent = 10000;
    REQUIRE(fpm_model_init(&model, FPM_AKIMA, 5, size, seconds, &opts, NULL) == FPM_OK);
    CHECK_INT(fpm_model_speed(&model, 0, &speed), FPM_OK);
    CHECK_INT(fpm_model_speed(&model, 1e-9, &near_nothing), FPM_OK);
    CHECK_INT(fpm_model_slope(&model, 0, &slope), FPM_OK);
    CHECK_REL(speed, near_nothing, 1e-9);
    CHECK_REL(speed, 1 / slope, 1e-15);
}

/* ---- the shaped form ---- */

/* Against the least change there is.  The library keeps a margin, so that times rise strictly: the
   least change of the closed class is not reached where two times would become equal. */
static const long double MARGIN = 1e-6L;

static int shape_ok(const oracle_model *m, int peak) {
    int i, ok = 1;
    for (i = 1; i < m->count; i++) {
        long double before = oracle_measured(m, i - 1), s = oracle_measured(m, i), left, right;
        ok &= CHECK(m->seconds[i] > m->seconds[i - 1]); /* one crossing with each line */
        if (i <= peak) ok &= CHECK(s >= before * (1 - 1e-12L));
        else ok &= CHECK(s <= before * (1 + 1e-12L));
        if (i >= peak) continue;
        left = (s - before) / (long double)(m->size[i] - m->size[i - 1]);
        right = (oracle_measured(m, i + 1) - s) / (long double)(m->size[i + 1] - m->size[i]);
        ok &= CHECK(right <= left + 1e-9L * (fabsl(left) + fabsl(right)) +
                                 1e-12L * s / (long double)m->size[i]); /* concave */
    }
    return ok;
}

static void shaped(void) {
    int64_t round, rounds = test_count(4000), unchanged = 0;
    int i;
    for (round = 0; round < rounds; round++) {
        oracle_model *m = &the.truth[0], measured;
        long double want[ORACLE_POINTS], change = 0, ours = 0, least = 0;
        int peak = 0, ok, apart = 1, points;
        int64_t top;
        memset(m, 0, sizeof *m);
        the.p = 1;
        m->kind = FPM_SHAPED;
        points = (int)test_int(1, test_int(0, 1) ? 6 : 30);
        top = test_int(0, 1) ? 100 : 1000000;
        points_random(m, points, top, (int)test_int(TIMES_RISING, TIMES_SMALL));
        measured = *m;
        instance_model(0); /* leaves the moved times in m */
        instance_proc(0, 0);
        NOTE("round %lld", (long long)round);
        oracle_shape(m->count, measured.size, measured.seconds, want);
        for (i = 0; i < m->count; i++) {
            long double s = oracle_measured(m, i), before = oracle_measured(&measured, i);
            if (before > oracle_measured(&measured, peak)) peak = i;
            change = fmaxl(change, fabsl(s / before - 1));
            ours = fmaxl(ours, fabsl(logl(s / before)));
            least = fmaxl(least, fabsl(logl(want[i] / before)));
            if (i > 0 && m->seconds[i] < m->seconds[i - 1] * (1 + 1e-5)) apart = 0;
        }
        ok = shape_ok(m, peak);
        ok &= CHECK_ABS(the.model[0].change, (double)change, 1e-14 * (1 + (double)change));
        ok &= CHECK(ours <= least + (apart ? 1e-12L : MARGIN));
        ok &= CHECK(the.model[0].monotone && the.model[0].positive);
        ok &= CHECK_INT(fpm_model_check(&the.model[0], NULL), FPM_OK);
        unchanged += least < 1e-12L;
        if (!ok) {
            *m = measured;
            instance_failed();
        }
        instance_free();
    }
    printf("    %lld of %lld had the shape already\n", (long long)unchanged, (long long)rounds);
}

/* Points of the shape stay what they are. */
static void shaped_already(void) {
    static const int64_t size[] = {10, 20, 40, 80, 160, 320};
    static const double speed[] = {50, 80, 100, 110, 90, 20};
    double seconds[6];
    fpm_model model;
    int i;
    for (i = 0; i < 6; i++) seconds[i] = (double)size[i] / speed[i];
    REQUIRE(fpm_model_init(&model, FPM_SHAPED, 6, size, seconds, NULL, NULL) == FPM_OK);
    CHECK_ABS(model.change, 0, 1e-14);
    for (i = 0; i < 6; i++) CHECK_REL(model.shaped[i], seconds[i], 1e-14);
    CHECK_INT(fpm_model_check(&model, NULL), FPM_OK);
    fpm_model_free(&model);
    CHECK(model.shaped == NULL && model.kind == 0);
}

/* Whatever the points: time always rises, from point to point and by its slope; sizes that are next
   to each other beside 10^15, and times that fall or rise by any factor up to 1e120. */
static void shaped_rises(void) {
    int64_t round, size[8];
    for (round = 0; round < test_count(5000); round++) {
        int k = (int)test_int(1, 8), near = test_int(0, 2) == 0, i, ok = 1;
        double seconds[8], range = 60 * test_real(), slope;
        fpm_model model;
        for (i = 0; i < k; i++) {
            size[i] = i > 0 ? size[i - 1] : near ? INT64_C(1000000000000000) : 0;
            size[i] += near ? test_int(1, 3) : 1 + (int64_t)pow(10, 10 * test_real());
            seconds[i] = near ? 1 - i * pow(10, -1 - 15 * test_real())
                              : pow(10, range * (2 * test_real() - 1));
        }
        NOTE("round %lld", (long long)round);
        REQUIRE(fpm_model_init(&model, FPM_SHAPED, k, size, seconds, NULL, NULL) == FPM_OK);
        ok &= CHECK_INT(model.monotone, 1) && CHECK_INT(fpm_model_check(&model, NULL), FPM_OK);
        for (i = 1; i < k; i++) ok &= CHECK_LT(model.shaped[i - 1], model.shaped[i]);
        for (i = 0; i < 30 && ok; i++) {
            double x = i < k ? (double)size[i] : (double)size[k - 1] * test_real();
            if (fpm_model_slope(&model, x, &slope) >= 0) ok &= CHECK_LE(0, slope);
        }
        fpm_model_free(&model);
        if (!ok) return;
    }
}

/* A smooth curve, of which every point is a corner of the hull: in linear time, unchanged. */
static void shaped_many(void) {
    enum { POINTS = 300000 };
    int64_t i, *size = (int64_t *)malloc(POINTS * sizeof *size);
    double *seconds = (double *)malloc(POINTS * sizeof *seconds);
    fpm_model model;
    clock_t began = clock();
    for (i = 0; i < POINTS; i++) {
        size[i] = 10 * (i + 1);
        seconds[i] = 100000 + (double)size[i]; /* speed x / (a + x) */
    }
    REQUIRE(fpm_model_init(&model, FPM_SHAPED, POINTS, size, seconds, NULL, NULL) == FPM_OK);
    CHECK((double)(clock() - began) / CLOCKS_PER_SEC < 20); /* O(k^2): two minutes at -O2 */
    CHECK_ABS(model.change, 0, 1e-12);
    fpm_model_free(&model);
    free(size);
    free(seconds);
}

/* ---- adding points ---- */

static int same_model(const fpm_model *a, const fpm_model *b, int own) {
    int64_t i;
    int ok = CHECK_INT(a->count, b->count);
    ok &= CHECK(a->kind == b->kind && a->flags == b->flags && a->extent == b->extent);
    ok &= CHECK(a->monotone == b->monotone && a->positive == b->positive && a->at == b->at);
    ok &= CHECK_ULP(a->speed, b->speed, 8);
    ok &= CHECK_ABS(a->change, b->change, 1e-14);
    for (i = 0; i < a->count && i < b->count; i++) {
        ok &= CHECK_INT(a->size[i], b->size[i]);
        /* Merged in another order, of times up to 1.1. */
        ok &= CHECK_ABS(a->seconds[i], b->seconds[i], 8 * 2.3e-16);
        if (a->kind == FPM_SHAPED) ok &= CHECK_ULP(a->shaped[i], b->shaped[i], 16);
        if (a->half_width && b->half_width) ok &= CHECK_SAME(a->half_width[i], b->half_width[i]);
        if (a->reps && b->reps) ok &= CHECK_INT(a->reps[i], b->reps[i]);
    }
    if (own) ok &= CHECK(a->size == a->block && a->seconds == (double *)a->block + a->capacity);
    return ok;
}

static void added_equals_rebuilt(void) {
    static const int kinds[] = {FPM_CONSTANT, FPM_PIECEWISE, FPM_SHAPED, FPM_AKIMA, FPM_DISCRETE};
    int64_t round, rounds = test_count(800);
    int i;
    for (round = 0; round < rounds; round++) {
        fpm_points list = FPM_ZERO;
        fpm_model grown, fresh;
        fpm_model_options opts = FPM_ZERO;
        int kind = kinds[test_int(0, 4)], count = (int)test_int(2, 20), begin;
        fpm_point all[20];
        for (i = 0; i < count; i++) {
            all[i].size = test_int(1, 30);
            all[i].seconds = 0.1 + test_real();
            all[i].half_width = test_int(0, 2) ? 0.01 + test_real() : 0;
            all[i].reps = test_int(1, 5);
        }
        begin = kind == FPM_DISCRETE ? (int)test_int(0, count) : (int)test_int(1, count);
        if (kind == FPM_AKIMA) opts.flags = (int)test_int(0, 4);
        if (opts.flags & FPM_LITERAL) opts.extent = test_int(0, 60);
        if (kind == FPM_CONSTANT) opts.at = test_int(0, 40);
        for (i = 0; i < begin; i++) CHECK_INT(fpm_points_add(&list, &all[i]), FPM_OK);
        CHECK_INT(fpm_points_sort(&list, NULL), FPM_OK);
        opts.half_width = list.half_width, opts.reps = list.reps;
        NOTE("round %lld kind %d", (long long)round, kind);
        if (!CHECK_INT(
                fpm_model_init(&grown, kind, list.count, list.size, list.seconds, &opts, NULL),
                FPM_OK))
            continue;
        for (i = begin; i < count; i++) CHECK_INT(fpm_model_add(&grown, &all[i]), FPM_OK);
        for (i = begin; i < count; i++) { /* the same merges, one after the other */
            CHECK_INT(fpm_points_add(&list, &all[i]), FPM_OK);
            CHECK_INT(fpm_points_sort(&list, NULL), FPM_OK);
        }
        opts.half_width = list.half_width, opts.reps = list.reps;
        CHECK_INT(fpm_model_init(&fresh, kind, list.count, list.size, list.seconds, &opts, NULL),
                  FPM_OK);
        same_model(&grown, &fresh, begin < count);
        fpm_model_free(&grown);
        fpm_model_free(&fresh);
        fpm_points_free(&list);
        if (test__.bad > 10) return;
    }
}

/* A model that borrows takes no points.  One that owns a copy does, and bad ones leave it alone. */
static void add_refused(void) {
    int64_t size[] = {10, 20};
    double seconds[] = {1, 3};
    fpm_point point = {15, 2, 0, 0}, bad = {15, 0, 0, 0};
    fpm_model model, before;
    double t;
    REQUIRE(test_borrow(&model, FPM_PIECEWISE, 2, size, seconds) == FPM_OK);
    CHECK(model.size == size && model.seconds == seconds && model.block == NULL);
    before = model;
    CHECK_INT(fpm_model_add(&model, &point), FPM_E_UNSUPPORTED);
    CHECK(memcmp(&model, &before, sizeof model) == 0);
    REQUIRE(fpm_model_init(&model, FPM_PIECEWISE, 2, size, seconds, NULL, NULL) == FPM_OK);
    CHECK(model.size != size && model.seconds != seconds && model.block != NULL);
    before = model;
    size[0] = 99, seconds[0] = 99; /* no longer looked at */
    CHECK_INT(fpm_model_add(&model, &bad), FPM_E_TIME);
    bad.seconds = test_nan();
    CHECK_INT(fpm_model_add(&model, &bad), FPM_E_TIME);
    bad = point, bad.size = 0;
    CHECK_INT(fpm_model_add(&model, &bad), FPM_E_SIZE);
    bad = point, bad.half_width = -1;
    CHECK_INT(fpm_model_add(&model, &bad), FPM_E_WEIGHT);
    bad = point, bad.reps = -1;
    CHECK_INT(fpm_model_add(&model, &bad), FPM_E_WEIGHT);
    CHECK(memcmp(&model, &before, sizeof model) == 0);
    CHECK_INT(fpm_model_add(&model, &point), FPM_OK);
    CHECK(model.count == 3 && model.size[1] == 15);
    CHECK_INT(fpm_model_time(&model, 10, &t), FPM_OK);
    CHECK_SAME(t, 1.0);
    CHECK_INT(fpm_model_time(&model, 15, &t), FPM_OK);
    CHECK_SAME(t, 2.0);
    fpm_model_free(&model);
    memset(&before, 0, sizeof before);
    CHECK(memcmp(&model, &before, sizeof model) == 0); /* zeroed */
    CHECK_INT(fpm_model_add(&model, &point), FPM_E_MODEL);
    CHECK_INT(fpm_model_add(NULL, &point), FPM_E_MODEL);
    fpm_model_free(&model);
    fpm_model_free(NULL);
}

/* Of any kind: a model that owns its points is that of the same arrays borrowed, whatever becomes
   of these.  It takes one block, of the exact size. */
static void copied(void) {
    static const int kinds[] = {FPM_CONSTANT, FPM_PIECEWISE, FPM_SHAPED, FPM_AKIMA, FPM_DISCRETE};
    int64_t round;
    for (round = 0; round < test_count(1000); round++) {
        enum { MOST = 12 };
        int64_t size[MOST], reps[MOST], size2[MOST], reps2[MOST];
        double seconds[MOST], half[MOST], seconds2[MOST], half2[MOST], a, b;
        int kind = kinds[test_int(0, 4)], k = (int)test_int(kind == FPM_DISCRETE ? 0 : 1, MOST), i;
        int weights = (int)test_int(0, 3), ok = 1, arrays = 2;
        fpm_model_options opts = FPM_ZERO;
        fpm_model view, own;
        test_heap heap;
        NOTE("round %lld, kind %d, %d points", (long long)round, kind, k);
        test_heap_start(&heap, 0, 0);
        for (i = 0; i < k; i++) {
            size[i] = size2[i] = (i > 0 ? size[i - 1] : 0) + test_int(1, 9);
            seconds[i] = seconds2[i] = 0.1 + test_real();
            half[i] = half2[i] = 0.01 * test_real();
            reps[i] = reps2[i] = test_int(1, 9);
        }
        opts.alloc = &heap.alloc;
        opts.flags = kind == FPM_AKIMA ? (int)test_int(0, 1) * FPM_PLAIN : 0;
        if (weights & 1) opts.half_width = half2;
        if (weights & 2) opts.reps = reps2;
        REQUIRE(fpm_model_init(&own, kind, k, size2, seconds2, &opts, NULL) == FPM_OK);
        arrays += (weights & 1) + weights / 2 + (kind == FPM_SHAPED);
        CHECK_INT((int64_t)heap.live, 8 * arrays * k);
        CHECK_INT(heap.requests, k > 0);
        CHECK_INT(own.capacity, k);
        if (weights & 1) opts.half_width = half;
        if (weights & 2) opts.reps = reps;
        if (kind != FPM_SHAPED) opts.flags |= FPM_BORROW;
        REQUIRE(fpm_model_init(&view, kind, k, size, seconds, &opts, NULL) == FPM_OK);
        CHECK_INT(own.flags, view.flags & ~FPM_BORROW);
        CHECK(kind == FPM_SHAPED || !view.block);
        memset(size2, 0x55, sizeof size2), memset(seconds2, 0x55, sizeof seconds2);
        memset(half2, 0x55, sizeof half2), memset(reps2, 0x55, sizeof reps2);
        ok &= CHECK_INT(own.count, view.count) && CHECK_INT(own.monotone, view.monotone);
        ok &= CHECK_INT(own.positive, view.positive) && CHECK_SAME(own.change, view.change);
        for (i = 0; i <= 120 && ok; i++) {
            int status = fpm_model_time(&view, i, &a);
            ok &= CHECK_INT(fpm_model_time(&own, i, &b), status);
            if (status >= 0) ok &= CHECK_SAME(b, a);
        }
        for (i = 0; i < k && ok; i++) {
            if (weights & 1) ok &= CHECK_SAME(own.half_width[i], half[i]);
            if (weights & 2) ok &= CHECK_INT(own.reps[i], reps[i]);
        }
        fpm_model_free(&view);
        fpm_model_free(&own);
        CHECK(test_heap_clean(&heap));
        if (!ok) return;
    }
}

/* A list of points makes the model that its arrays make, with half-widths and repetitions where any
   are known. */
static void from_points(void) {
    int64_t round;
    for (round = 0; round < test_count(500); round++) {
        fpm_points list = FPM_ZERO;
        fpm_model_options opts = FPM_ZERO;
        fpm_model one, other;
        fpm_info info;
        int known = (int)test_int(0, 3), count = (int)test_int(1, 9), i, kind, status;
        for (i = 0; i < count; i++) {
            fpm_point point = FPM_ZERO;
            point.size = i + test_int(1, 2) * (i + 1);
            point.seconds = 0.1 + test_real();
            if ((known & 1) && test_int(0, 2)) point.half_width = test_real();
            if ((known & 2) && test_int(0, 2)) point.reps = test_int(1, 5);
            CHECK_INT(fpm_points_add(&list, &point), FPM_OK);
        }
        CHECK_INT(fpm_points_sort(&list, NULL), FPM_OK);
        kind = (int)test_int(FPM_CONSTANT, FPM_DISCRETE);
        if (kind != FPM_SHAPED && test_int(0, 1)) opts.flags = FPM_BORROW;
        opts.risk = test_int(0, 3) ? 0 : 0.5;
        status = fpm_model_from_points(&one, kind, &list, &opts, &info);
        CHECK_INT(info.status, status);
        for (i = 0; i < list.count && !(list.half_width[i] > 0); i++) {}
        if (i < list.count) opts.half_width = list.half_width;
        for (i = 0; i < list.count && list.reps[i] == 0; i++) {}
        if (i < list.count) opts.reps = list.reps;
        NOTE("round %lld, kind %d", (long long)round, kind);
        CHECK_INT(status,
                  fpm_model_init(&other, kind, list.count, list.size, list.seconds, &opts, NULL));
        if (status == FPM_OK) {
            same_model(&one, &other, !(opts.flags & FPM_BORROW));
            CHECK(!one.half_width == !other.half_width && !one.reps == !other.reps);
            fpm_model_free(&one), fpm_model_free(&other);
        }
        fpm_points_free(&list);
        if (test__.bad > 10) return;
    }
}

/* ---- the inverse ---- */

/* Largest size with time at most `seconds`, by scanning; the library's own times, so exactly. */
static int64_t scan(const fpm_model *model, double seconds, int64_t last) {
    int64_t best = 0, x;
    for (x = 1; x <= last; x++) {
        double t;
        if (fpm_model_time(model, (double)x, &t) >= 0 && t <= seconds) best = x;
    }
    return best;
}

static void sizes_against_scan(void) {
    static const int kinds[] = {FPM_CONSTANT, FPM_PIECEWISE, FPM_SHAPED,
                                FPM_AKIMA,    FPM_AKIMA,     FPM_DISCRETE};
    int64_t round, rounds = test_count(1500);
    int i;
    for (round = 0; round < rounds; round++) {
        int which = (int)test_int(0, 5), ok = 1;
        const fpm_model *model = &the.model[0];
        int64_t last, top = test_int(2, 200);
        double longest = 0, took;
        int options = which == 4 ? (int)test_int(1, 3) : 0;
        random_model(kinds[which], options, top, (int)test_int(TIMES_RISING, TIMES_SMALL));
        last = 3 * the.truth[0].size[the.truth[0].count - 1];
        if (the.truth[0].extent > last) last = 2 * the.truth[0].extent;
        for (i = 0; i < the.truth[0].count; i++)
            if (the.truth[0].seconds[i] > longest) longest = the.truth[0].seconds[i];
        for (i = 0; i < 6; i++) {
            double t = longest * 1.5 * test_real();
            int64_t want, got = -1;
            if (i < 2 && kinds[which] != FPM_CONSTANT)
                t = the.truth[0].seconds[test_int(0, the.truth[0].count - 1)];
            if (i == 3) { /* exactly the time of some size, or next to it */
                int64_t x = test_int(1, last);
                if (fpm_model_time(model, (double)x, &t) < 0) continue;
                if (round % 3 == 1) t = test_from_bits(test_bits(t) - 1);
            }
            NOTE("round %lld seconds %.17g", (long long)round, t);
            want = scan(model, t, last);
            if (want == last) continue; /* beyond the scan */
            ok &= CHECK_INT(fpm_model_size(model, t, &got), FPM_OK);
            if (got < want) { /* equal times differ by a rounding here and there */
                double at;
                CHECK_INT(fpm_model_time(model, (double)want, &at), FPM_OK);
                if (test_ulps(at, t) <= 4) want = scan(model, t * (1 - 1e-15), last);
                ok &= CHECK(got >= want);
                if (got > want) want = got;
            }
            ok &= CHECK_INT(got, want);
            if (got > 0) ok &= CHECK(fpm_model_time(model, (double)got, &took) >= 0 && took <= t);
        }
        if (!ok) instance_failed();
        instance_free();
    }
}

/* Far out, where the speed is constant: next to the size found, time passes the limit. */
static void sizes_far_out(void) {
    int64_t round, rounds = test_count(1000);
    for (round = 0; round < rounds; round++) {
        double seconds, t;
        int64_t x = -1;
        int ok;
        random_model(test_int(0, 1) ? FPM_PIECEWISE : FPM_CONSTANT, 0, 1000, TIMES_RISING);
        seconds = pow(10, 18 * test_real() - 2);
        NOTE("round %lld seconds %.17g", (long long)round, seconds);
        ok = CHECK_INT(fpm_model_size(&the.model[0], seconds, &x), FPM_OK);
        ok &= CHECK(x >= 0 && x <= FPM_SIZE_MAX);
        if (x > 0) ok &= CHECK(fpm_model_time(&the.model[0], (double)x, &t) >= 0 && t <= seconds);
        if (x < FPM_SIZE_MAX)
            ok &= CHECK(fpm_model_time(&the.model[0], (double)(x + 1), &t) >= 0 && t > seconds);
        if (!ok) instance_failed();
        instance_free();
    }
}

/* ---- check ---- */

static void proofs(void) {
    static const int kinds[] = {FPM_CONSTANT, FPM_PIECEWISE, FPM_SHAPED,
                                FPM_AKIMA,    FPM_AKIMA,     FPM_DISCRETE};
    int64_t round, rounds = test_count(4000), count[2] = {0, 0};
    int i;
    for (round = 0; round < rounds; round++) {
        int which = (int)test_int(0, 5), ok = 1, status, discrete_kind = which == 5;
        const fpm_model *model = &the.model[0];
        const oracle_model *m = &the.truth[0];
        fpm_model_report report;
        double top, before = 0, last_x = 0;
        int64_t most = test_int(0, 1) ? 50 : 1000;
        int options = which == 3 && test_int(0, 4) == 0 ? FPM_SAFE : 0;
        if (which == 4) options = FPM_LITERAL;
        random_model(kinds[which], options, most, (int)test_int(TIMES_RISING, TIMES_SMALL));
        memset(&report, 0x77, sizeof report);
        status = fpm_model_check(model, &report);
        NOTE("round %lld", (long long)round);
        ok &= CHECK_INT(fpm_model_check(model, NULL), status);
        ok &= CHECK_INT(status, report.positive && report.monotone && report.single_crossing
                                    ? FPM_OK
                                    : FPM_E_VIOLATED);
        ok &= CHECK(report.positive == model->positive && report.monotone == model->monotone);
        ok &= CHECK(!report.single_crossing || report.monotone);
        ok &= CHECK(!report.monotone || report.positive);
        count[status == FPM_OK]++;
        top =
            (double)(m->extent > m->size[m->count - 1] ? m->extent : m->size[m->count - 1]) * 1.25;
        for (i = 1; i <= 500 && ok; i++) { /* what is proven is never contradicted */
            double x = top * i / 500, t;
            if (discrete_kind) {
                if (i > m->count) break;
                x = (double)m->size[i - 1];
            }
            status = fpm_model_time(model, x, &t);
            if (report.positive) ok &= CHECK(status >= 0);
            if (status < 0) break;
            if (report.monotone) ok &= CHECK(t >= before * (1 - 4e-15));
            before = t;
            last_x = x;
        }
        if (!ok) printf("    at size %.17g\n", last_x);
        if (report.point > -2) { /* what is reported shows at that size */
            double x = report.size, t, slope = -1, speed;
            double begin = report.point < 0 ? 0 : (double)m->size[report.point];
            ok &= CHECK(report.point >= -1 && report.point < m->count);
            ok &= CHECK(x >= begin &&
                        (report.point + 1 >= m->count || x <= (double)m->size[report.point + 1]));
            if (discrete_kind) {
                ok &= CHECK(report.point + 1 < m->count &&
                            m->seconds[report.point + 1] <= m->seconds[report.point]);
            } else if (!report.positive && fpm_model_speed(model, x, &speed) < 0) {
                ok &= CHECK(oracle_speed(m, (long double)x, NULL) <= 1e-12L * top_speed(m));
            } else { /* time falls, or does not rise, to one side of it at least */
                int left = fpm_model_time(model, x * (1 - 1e-6), &t) >= 0 &&
                           fpm_model_time(model, x, &before) >= 0 && before <= t * (1 + 1e-15);
                int flat = 0, side; /* slope is that to the right: of the double before x, too */
                for (side = 0; side < 2 && !flat; side++)
                    flat = fpm_model_slope(model, test_from_bits(test_bits(x) - (x > 0 && side)),
                                           &slope) >= 0 &&
                           slope <= 1e-9 * before / x;
                ok &= CHECK(left || flat);
                if (!(left || flat)) printf("    size %.17g slope %g\n", x, slope);
            }
        } else ok &= CHECK(report.positive && report.monotone && report.single_crossing);
        if (!ok) instance_failed();
        instance_free();
    }
    printf("    %lld hold, %lld violated\n", (long long)count[1], (long long)count[0]);
}

/* Where the definition, sampled densely, breaks a property by a margin, check must see it; speeds
   that stay above 0 by a margin are positive. */
static void violations_are_seen(void) {
    int64_t round, rounds = test_count(2500), seen = 0;
    int i;
    for (round = 0; round < rounds; round++) {
        const oracle_model *m = &the.truth[0];
        int positive = 1, above = 1, monotone = 1, literal = test_int(0, 1) ? FPM_LITERAL : 0;
        long double top;
        random_model(test_int(0, 3) ? FPM_AKIMA : FPM_PIECEWISE, 0, 200, TIMES_NOISY);
        if (literal && m->kind == FPM_AKIMA) {
            instance_free();
            random_model(FPM_AKIMA, literal, 200, TIMES_NOISY);
        }
        top = m->x[m->knots - 1];
        for (i = 1; i <= 400; i++) {
            long double s1, x = top * i / 401, s = oracle_speed(m, x, &s1);
            if (s < -1e-9L * top_speed(m)) positive = 0;
            if (s < 0.02L * top_speed(m)) above = 0;
            if (s > 0 && s - x * s1 < -1e-9L * top_speed(m)) monotone = 0;
        }
        NOTE("round %lld", (long long)round);
        seen += !monotone;
        if (!CHECK(positive || !the.model[0].positive) || !CHECK(!above || the.model[0].positive) ||
            !CHECK(monotone || !the.model[0].monotone))
            instance_failed();
        if (literal == 0 && m->kind == FPM_PIECEWISE) { /* exactly when the data do */
            int rising = 1;
            for (i = 1; i < m->count; i++) rising &= m->seconds[i] >= m->seconds[i - 1];
            if (!CHECK_INT(the.model[0].monotone, rising)) instance_failed();
        }
        instance_free();
    }
    printf("    %lld fall somewhere\n", (long long)seen);
}

static void check_plain(void) {
    static const int64_t size[] = {1, 2, 3, 4};
    static const double rising[] = {1, 2, 3, 4}, flat[] = {1, 2, 2, 4}, falling[] = {1, 3, 2, 4};
    fpm_model_report report;
    fpm_model model, zeroed = FPM_ZERO;
    int kind;
    for (kind = FPM_PIECEWISE; kind <= FPM_DISCRETE; kind += 3) {
        REQUIRE(test_borrow(&model, kind, 4, size, rising) == FPM_OK);
        CHECK_INT(fpm_model_check(&model, &report), FPM_OK);
        CHECK(report.positive && report.monotone && report.single_crossing && report.point == -2);
        REQUIRE(test_borrow(&model, kind, 4, size, flat) == FPM_OK);
        CHECK_INT(fpm_model_check(&model, &report), FPM_E_VIOLATED);
        CHECK(report.positive && report.monotone && !report.single_crossing && report.point == 1);
        REQUIRE(test_borrow(&model, kind, 4, size, falling) == FPM_OK);
        CHECK_INT(fpm_model_check(&model, &report), FPM_E_VIOLATED);
        CHECK(report.positive && !report.monotone && !report.single_crossing && report.point == 1);
        CHECK(report.size >= 2 && report.size <= 3);
    }
    CHECK_INT(fpm_model_check(&zeroed, &report), FPM_E_MODEL);
    CHECK(fpm_model_check(NULL, &report) < 0);
}

/* Times are compared in blocks: one that falls is found at any place, one that stays is none. */
static void fall_at_any_place(void) {
    int64_t size[100];
    double time[100];
    fpm_model model;
    int count, at, i;
    for (i = 0; i < 100; i++) size[i] = i + 1;
    for (count = 2; count <= 100; count++)
        for (at = 1; at < count; at++) {
            for (i = 0; i < 100; i++) time[i] = i + 1;
            time[at] = time[at - 1];
            NOTE("count %d, at %d", count, at);
            REQUIRE(fpm_model_init(&model, FPM_DISCRETE, count, size, time, &test_borrowed, NULL) ==
                    FPM_OK);
            CHECK_INT(model.monotone, 1);
            time[at] *= 1 - 1e-15;
            REQUIRE(fpm_model_init(&model, FPM_DISCRETE, count, size, time, &test_borrowed, NULL) ==
                    FPM_OK);
            CHECK_INT(model.monotone, 0);
        }
}

/* Segments of a spline are examined in blocks: times that fall are found at any place, and the
   first segment that can fall begins at most three points before. */
static void spline_falls_at_any_place(void) {
    int64_t size[60];
    double time[60];
    fpm_model_options opts = FPM_ZERO;
    fpm_model_report report;
    fpm_model model;
    int count, at, i;
    opts.flags = FPM_PLAIN | FPM_BORROW;
    for (i = 0; i < 60; i++) size[i] = i + 1;
    for (count = 2; count <= 60; count++)
        for (at = 0; at < count; at++) {
            for (i = 0; i < 60; i++) time[i] = i + 1;
            if (at > 0) time[at] = 0.9 * time[at - 1];
            NOTE("count %d, at %d", count, at);
            REQUIRE(fpm_model_init(&model, FPM_AKIMA, count, size, time, &opts, NULL) == FPM_OK);
            CHECK_INT(model.monotone, at == 0);
            CHECK_INT(fpm_model_check(&model, &report), at == 0 ? FPM_OK : FPM_E_VIOLATED);
            CHECK(at == 0 || (report.point <= at - 1 && report.point >= at - 4));
            CHECK(at == 0 || (report.size >= at - 3 && report.size <= at + 1));
        }
}

/* ---- arguments, statuses, memory ---- */

static void init_refused(int kind, int64_t count, const int64_t *size, const double *seconds,
                         const fpm_model_options *opts, int want) {
    fpm_model model, copy;
    memset(&model, 0x77, sizeof model);
    copy = model;
    CHECK_INT(fpm_model_init(&model, kind, count, size, seconds, opts, NULL), want);
    CHECK(memcmp(&model, &copy, sizeof model) == 0);
}

static void arguments(void) {
    int64_t size[] = {1, 2, 3}, units = -7;
    double seconds[] = {1, 2, 3}, half_width[] = {0, 0, 0}, out = -7;
    int64_t reps[] = {1, 1, 1};
    fpm_model_options opts = FPM_ZERO;
    fpm_model model, zeroed = FPM_ZERO;
    double bad[6];
    int kind, i;
    for (kind = FPM_CONSTANT; kind <= FPM_DISCRETE; kind++) {
        NOTE("kind %d", kind);
        init_refused(kind, -1, size, seconds, NULL, FPM_E_ARGUMENT);
        init_refused(kind, 3, NULL, seconds, NULL, FPM_E_ARGUMENT);
        init_refused(kind, 3, size, NULL, NULL, FPM_E_ARGUMENT);
        if (kind != FPM_DISCRETE) init_refused(kind, 0, size, seconds, NULL, FPM_E_NO_POINTS);
        size[1] = 1, init_refused(kind, 3, size, seconds, NULL, FPM_E_ORDER);
        size[1] = FPM_SIZE_MAX + 1, init_refused(kind, 3, size, seconds, NULL, FPM_E_SIZE);
        size[1] = 0, init_refused(kind, 3, size, seconds, NULL, FPM_E_SIZE);
        size[1] = 2, seconds[2] = 0, init_refused(kind, 3, size, seconds, NULL, FPM_E_TIME);
        seconds[2] = test_inf(), init_refused(kind, 3, size, seconds, NULL, FPM_E_TIME);
        seconds[2] = 3;
        opts.half_width = half_width, opts.reps = reps;
        half_width[1] = -1, init_refused(kind, 3, size, seconds, &opts, FPM_E_WEIGHT);
        half_width[1] = test_nan(), init_refused(kind, 3, size, seconds, &opts, FPM_E_WEIGHT);
        half_width[1] = 0, reps[2] = -1, init_refused(kind, 3, size, seconds, &opts, FPM_E_WEIGHT);
        reps[2] = 1;
        opts.flags = 16, init_refused(kind, 3, size, seconds, &opts, FPM_E_ARGUMENT);
        opts.flags = FPM_SAFE | FPM_PLAIN;
        init_refused(kind, 3, size, seconds, &opts, FPM_E_ARGUMENT);
        opts.flags = -1, init_refused(kind, 3, size, seconds, &opts, FPM_E_ARGUMENT);
        opts.flags = FPM_SAFE, opts.extent = 5;
        init_refused(kind, 3, size, seconds, &opts, FPM_E_ARGUMENT);
        opts.flags = 0, init_refused(kind, 3, size, seconds, &opts, FPM_E_ARGUMENT);
        opts.extent = 0, opts.at = 2;
        if (kind != FPM_CONSTANT) init_refused(kind, 3, size, seconds, &opts, FPM_E_ARGUMENT);
        opts.at = 0, opts.flags = FPM_SAFE;
        if (kind != FPM_AKIMA) init_refused(kind, 3, size, seconds, &opts, FPM_E_ARGUMENT);
        opts.flags = FPM_LITERAL;
        if (kind != FPM_AKIMA) init_refused(kind, 3, size, seconds, &opts, FPM_E_ARGUMENT);
        opts.flags = FPM_PLAIN | FPM_BORROW;
        if (kind != FPM_AKIMA) init_refused(kind, 3, size, seconds, &opts, FPM_E_ARGUMENT);
        opts.flags = 0;
    }
    opts.extent = -1, opts.flags = FPM_LITERAL;
    init_refused(FPM_AKIMA, 3, size, seconds, &opts, FPM_E_ARGUMENT);
    opts.extent = 0, opts.flags = 0, opts.at = -1;
    init_refused(FPM_CONSTANT, 3, size, seconds, &opts, FPM_E_ARGUMENT);
    opts.at = 0;
    init_refused(0, 3, size, seconds, NULL, FPM_E_ARGUMENT);
    init_refused(6, 3, size, seconds, NULL, FPM_E_ARGUMENT);
    init_refused(-1, 3, size, seconds, NULL, FPM_E_ARGUMENT);
    CHECK_INT(fpm_model_init(NULL, FPM_AKIMA, 3, size, seconds, &test_borrowed, NULL),
              FPM_E_ARGUMENT);

    REQUIRE(fpm_model_init(&model, FPM_PIECEWISE, 3, size, seconds, &test_borrowed, NULL) ==
            FPM_OK);
    for (i = 0; i < 6; i++) { /* what fpm_model_init does not make */
        fpm_model no = model;
        NOTE("field %d", i);
        if (i == 0) no.kind = FPM_DISCRETE + 1;
        else if (i == 1) no.kind = 0;
        else if (i == 2) no.count = -1;
        else if (i == 3) no.count = 0;
        else if (i == 4) no.size = NULL;
        else no.seconds = NULL;
        CHECK_INT(fpm_model_time(&no, 1, &out), FPM_E_MODEL);
        CHECK_INT(fpm_model_check(&no, NULL), FPM_E_MODEL);
    }
    CHECK_INT(fpm_model_add(&model, NULL), FPM_E_ARGUMENT);
    CHECK(model.count == 3 && model.size == size);
    CHECK_INT(fpm_model_time(&zeroed, 1, &out), FPM_E_MODEL);
    CHECK_INT(fpm_model_speed(&zeroed, 1, &out), FPM_E_MODEL);
    CHECK_INT(fpm_model_slope(&zeroed, 1, &out), FPM_E_MODEL);
    CHECK_INT(fpm_model_size(&zeroed, 1, &units), FPM_E_MODEL);
    CHECK_INT(fpm_model_time(NULL, 1, &out), FPM_E_MODEL);
    CHECK_INT(fpm_model_time(&model, 1, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_model_speed(&model, 1, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_model_slope(&model, 1, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_model_size(&model, 1, NULL), FPM_E_ARGUMENT);
    bad[0] = -1, bad[1] = test_nan(), bad[2] = test_inf(), bad[3] = -test_inf();
    bad[4] = 2.0 * (double)FPM_SIZE_MAX, bad[5] = -1e-300;
    for (i = 0; i < 6; i++) {
        NOTE("bad %d", i);
#ifdef __FAST_MATH__
        if (i == 5) continue;
#endif
        CHECK_INT(fpm_model_time(&model, bad[i], &out), FPM_E_SIZE);
        CHECK_INT(fpm_model_speed(&model, bad[i], &out), FPM_E_SIZE);
        CHECK_INT(fpm_model_slope(&model, bad[i], &out), FPM_E_SIZE);
        if (i < 4) CHECK_INT(fpm_model_size(&model, bad[i], &units), FPM_E_TIME);
    }
    CHECK_SAME(out, -7.0);
    CHECK_INT(units, -7);
    CHECK_INT(fpm_model_time(&model, (double)FPM_SIZE_MAX, &out), FPM_EXTRAPOLATED);
    CHECK_SAME(out, (double)FPM_SIZE_MAX);
    CHECK_INT(fpm_model_time(&model, 3, &out), FPM_OK); /* the last point is not beyond it */
    CHECK_INT(fpm_model_time(&model, 3.0000001, &out), FPM_EXTRAPOLATED);
    CHECK_INT(fpm_model_time(&model, 0, &out), FPM_OK);
    CHECK_SAME(out, 0.0);
    CHECK_INT(fpm_model_speed(&model, 0, &out), FPM_OK); /* that of the first point */
    CHECK_SAME(out, 1.0);
    CHECK_INT(fpm_model_slope(&model, 0, &out), FPM_OK);
    CHECK_SAME(out, 1.0);
    CHECK_INT(fpm_model_size(&model, 1e30, &units), FPM_OK);
    CHECK_INT(units, FPM_SIZE_MAX);
    CHECK_INT(fpm_model_size(&model, 0, &units), FPM_OK);
    CHECK_INT(units, 0);
}

static void memory(void) {
    static const int64_t size[] = {1, 2, 3, 4, 5};
    static const double seconds[] = {1, 1.5, 3, 2, 5};
    int forever, k, way;
    for (way = 0; way < 7; way++) /* 1 to 3: add to a model, else make one that owns its points */
        for (forever = 0; forever < 2; forever++)
            for (k = 1; k < 50; k++) {
                fpm_model model, copy;
                fpm_model_options opts = FPM_ZERO;
                fpm_point point = {7, 9, 0, 0};
                test_heap heap;
                int status, failed, added = way >= 1 && way <= 3;
                int kind = way < 2 || way == 4    ? FPM_SHAPED
                           : way == 2 || way == 5 ? FPM_AKIMA
                           : way == 3             ? FPM_CONSTANT
                                                  : FPM_DISCRETE;
                test_heap_start(&heap, 0, forever);
                opts.alloc = &heap.alloc;
                memset(&model, 0x33, sizeof model);
                NOTE("way %d, request %d, forever %d", way, k, forever);
                if (added)
                    CHECK_INT(fpm_model_init(&model, kind, 5, size, seconds, &opts, NULL), FPM_OK);
                copy = model;
                heap.fail_at = heap.requests + k;
                if (!added) status = fpm_model_init(&model, kind, 5, size, seconds, &opts, NULL);
                else status = fpm_model_add(&model, &point);
                failed = heap.failures > 0;
                heap.fail_at = 0;
                CHECK_INT(status, failed ? FPM_E_MEMORY : FPM_OK);
                if (failed) CHECK(memcmp(&model, &copy, sizeof model) == 0);
                if (added || !failed) {
                    double t = 0;
                    CHECK_INT(fpm_model_time(&model, 1, &t), FPM_OK);
                    fpm_model_free(&model);
                }
                CHECK(test_heap_clean(&heap));
                if (!failed) break;
            }
}

/* An allocator without a function is none: the default one makes, moves and frees. */
static void zeroed_allocator(void) {
    static const int64_t size[] = {1, 2};
    static const double seconds[] = {1, 3};
    const fpm_alloc none = FPM_ZERO;
    fpm_model model;
    fpm_model_options opts = FPM_ZERO;
    int i;
    opts.alloc = &none;
    REQUIRE(fpm_model_init(&model, FPM_SHAPED, 2, size, seconds, &opts, NULL) == FPM_OK);
    for (i = 3; i < 40; i++) {
        fpm_point point = FPM_ZERO;
        point.size = i, point.seconds = (double)i * i;
        CHECK_INT(fpm_model_add(&model, &point), FPM_OK);
    }
    CHECK_INT(model.count, 39);
    CHECK_INT(model.size[38], 39);
    fpm_model_free(&model);
}

/* Working memory of a call: blocks taken, grown, dropped and released in any order keep what is in
   them, what is held is counted to the byte and never exceeds the limit, a failure stays until it
   is asked for, and a mark separates what is released. */
static void working_memory(void) {
    enum { BLOCKS = 40 };
    int64_t round, *block[BLOCKS], count[BLOCKS];
    size_t mark[BLOCKS], held;
    for (round = 0; round < test_count(1500); round++) {
        fpm__mem mem = FPM_ZERO;
        test_heap heap;
        int i, k, ok = 1, used = 0, fails = test_int(0, 3) ? 0 : (int)test_int(1, 30);
        int64_t j;
        test_heap_start(&heap, fails, 0);
        fpm__mem_begin(&mem, &heap.alloc, test_int(0, 2) ? 0 : (size_t)test_int(1, 20000));
        for (k = 0; k < 120; k++) {
            int what = (int)test_int(0, 5);
            i = used > 0 ? (int)test_int(0, used - 1) : 0;
            if (what < 3 && used < BLOCKS) {
                mark[used] = fpm__mem_mark(&mem);
                count[used] = test_int(1, 100);
                block[used] = (int64_t *)fpm__take(&mem, count[used], sizeof(int64_t));
                if (!block[used]) {
                    ok &= CHECK(fpm__take(&mem, 1, 1) == NULL); /* until it is told */
                    ok &= CHECK(fpm__mem_status(&mem) < 0);
                    continue;
                }
                for (j = 0; j < count[used]; j++) block[used][j] = 1000 * used + j;
                used++;
            } else if (what == 3 && used > 0 && block[i]) {
                int64_t more = test_int(1, 300), *moved;
                moved = (int64_t *)fpm__more(&mem, block[i], more, sizeof(int64_t));
                if (fpm__mem_status(&mem) != FPM_OK) continue;
                for (j = count[i]; j < more; j++) moved[j] = 1000 * i + j;
                block[i] = moved;
                count[i] = more;
            } else if (what == 4 && used > 0) {
                fpm__drop(&mem, block[i]);
                block[i] = NULL;
            } else if (what == 5 && used > 0 && test_int(0, 3) == 0) {
                fpm__release(&mem, mark[i]);
                used = i;
            }
            for (i = 0, held = 0; i < used; i++) {
                if (!block[i]) continue;
                held += (size_t)count[i] * sizeof(int64_t) + sizeof(fpm__block);
                for (j = 0; j < count[i]; j++) ok &= block[i][j] == 1000 * i + j;
            }
            ok &= CHECK(ok && mem.used == held && held <= mem.limit && mem.peak >= held);
        }
        ok &= CHECK_INT(mem.peak, heap.peak);
        CHECK(fpm__take(&mem, 0, 8) == NULL && fpm__mem_status(&mem) == FPM_E_OVERFLOW);
        CHECK(fpm__take(&mem, INT64_MAX / 4, 8) == NULL && fpm__mem_status(&mem) < 0);
        fpm__release(&mem, 0);
        if (!CHECK(ok && mem.used == 0 && test_heap_clean(&heap))) return;
    }
}

/* How far evaluated times of a monotone model fall from one size to the next, near its points and
   at random sizes, as a part of the time. */
static double largest_fall(const fpm_model *m) {
    const int64_t reach = 40, last = m->size[m->count - 1];
    double worst = 0;
    int64_t k;
    for (k = 0; k < m->count + 20; k++) {
        int64_t near = k < m->count ? m->size[k] : test_int(1, last);
        int64_t x = near > reach ? near - reach : 1;
        double before = 0, t;
        for (; x < near + reach && x < FPM_SIZE_MAX; x++, before = t) {
            if (fpm_model_time(m, (double)x, &t) < 0) return 1;
            if (before - t > worst * before) worst = (before - t) / before;
        }
    }
    return worst;
}

/* Points close together after a wide gap: there the terms of a spline's value are far larger than
   the value itself.  What counts as monotone rises as it is evaluated, but for the last places. */
static void clusters(void) {
    int64_t round, rounds = test_count(300), size[8];
    double gap, seconds[8];
    for (gap = 1e9; gap < 2e15; gap *= 10)
        for (round = 0; round < rounds; round++) {
            const int flags[] = {0, FPM_LITERAL | FPM_SAFE, FPM_PLAIN};
            int i, count = (int)test_int(4, 8), wide = (int)test_int(0, count - 1);
            fpm_model_options opts = FPM_ZERO;
            fpm_model m;
            double t = 0;
            int64_t x = 0;
            for (i = 0; i < count; i++) {
                size[i] = x += i == wide ? (int64_t)(gap * (0.5 + test_real())) : test_int(1, 20);
                double factor = test_int(0, 2) ? 1 : gap / 1000;
                t += exp(8 * test_real() - 4) * factor;
                seconds[i] = t;
            }
            opts.flags = flags[round % 3] | FPM_BORROW;
            if (round % 3 == 1) opts.extent = x + test_int(1, 20);
            REQUIRE(fpm_model_init(&m, FPM_AKIMA, count, size, seconds, &opts, NULL) == FPM_OK);
            NOTE("gap %g, round %d", gap, (int)round);
            if (m.monotone) CHECK_LE(largest_fall(&m), 2e-15);
        }
}

/* A positive least rise is a proof.  Speeds s whose slope comes from below, touches about 1 or 2
   times s / x and turns, far from the origin: there all of q = s - x s' is cancellation, and its
   sign is that of the roundings, unless as much as these is taken off. */
static void rise_is_proven(void) {
    int64_t round, rounds = test_count(20000), proven = 0;
    if (LDBL_MANT_DIG < 64) {
        SKIP("long double is not wider than double");
        return;
    }
    for (round = 0; round < rounds; round++) {
        double h = (double)test_int(1, 2), x0 = 1e15 + 8e15 * test_real(), turn, bend, c[4];
        double s = exp(4 * test_real() - 2), least, where;
        int i;
        turn = h * (1 + test_real()) / 2;
        bend = 3 * test_real() * s / (h * h * h);
        c[0] = s;
        c[1] = 2 * test_real() * s / x0 - bend * turn * turn;
        c[2] = bend * turn;
        c[3] = -bend / 3;
        least = fpm__least_rise(c, x0, h, &where);
        if (!(least > 0)) continue;
        proven++;
        for (i = -1; i <= 16; i++) {
            long double u = i < 0 ? turn : h * i / 16, x = x0 + u;
            long double speed = ((c[3] * u + c[2]) * u + c[1]) * u + c[0];
            long double slope = (3 * c[3] * u + 2 * c[2]) * u + c[1];
            NOTE("round %d, x0 %.17g, h %g, turn %.17g", (int)round, x0, h, turn);
            CHECK(speed - x * slope > 0);
        }
    }
    printf("    proven: %d of %d\n", (int)proven, (int)rounds);
    CHECK(proven > 0 || rounds < 1000);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(against_definition);
    RUN(slopes_by_differences);
    RUN(discrete);
    RUN(akima_vectors);
    RUN(akima_corner);
    RUN(safe);
    RUN(safe_falling);
    RUN(safe_at_nothing);
    RUN(shaped);
    RUN(shaped_already);
    RUN(shaped_rises);
    RUN(shaped_many);
    RUN(working_memory);
    RUN(added_equals_rebuilt);
    RUN(add_refused);
    RUN(from_points);
    RUN(copied);
    RUN(sizes_against_scan);
    RUN(sizes_far_out);
    RUN(proofs);
    RUN(violations_are_seen);
    RUN(rise_is_proven);
    RUN(check_plain);
    RUN(spline_falls_at_any_place);
    RUN(fall_at_any_place);
    RUN(arguments);
    RUN(memory);
    RUN(zeroed_allocator);
    RUN(clusters);
    return test_end();
}
