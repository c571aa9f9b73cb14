/* Models: evaluation, inverse, proofs, adding points; against definitions, published vectors and
   plain scans. */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "oracle_model.h"
#include "test.h"

enum { MOST = 64 };

static int64_t size[MOST];
static double seconds[MOST];

static int random_points(int noisy, int64_t scale) {
    int j, k = (int)test_int(1, 14);
    int64_t x = 0;
    double t = 0;
    for (j = 0; j < k; j++) {
        int64_t step = scale * test_int(1, 12);
        size[j] = x += step;
        t += (double)step * (0.02 + test_real());
        seconds[j] = noisy ? t * (0.6 + 0.8 * test_real()) : t;
    }
    return k;
}

static void dump(int k) {
    int j;
    for (j = 0; j < k; j++) printf(" %lld %.17g", (long long)size[j], seconds[j]);
    printf("\n");
}

/* ---- Akima vectors in exact rationals ---- */

typedef struct vector {
    double x[MOST], y[MOST];
    int knots;
} vector;

/* Value and slope of the spline at u, from the two private building blocks of the header. */
static double spline(const vector *v, double at, double *slope) {
    double m[MOST + 8], c[4], d0, d1, value;
    int i, k = v->knots, j = 0;
    for (i = 0; i + 1 < k; i++) m[i + 2] = (v->y[i + 1] - v->y[i]) / (v->x[i + 1] - v->x[i]);
    m[1] = 2 * m[2] - m[3], m[0] = 2 * m[1] - m[2];
    m[k + 1] = 2 * m[k] - m[k - 1], m[k + 2] = 2 * m[k + 1] - m[k];
    while (j + 2 < k && v->x[j + 1] <= at) j++;
    d0 = fpm__akima_slope(m[j], m[j + 1], m[j + 2], m[j + 3]);
    d1 = fpm__akima_slope(m[j + 1], m[j + 2], m[j + 3], m[j + 4]);
    fpm__hermite_cubic(c, v->x[j + 1] - v->x[j], v->y[j], v->y[j + 1], d0, d1);
    value = fpm__cubic(c, at - v->x[j]);
    *slope = fpm__cubic_slope(c, at - v->x[j]);
    return value;
}

/* Cases 21 and 22 are the paper's extended models of one and two points: through the public calls.
   Knots 0, x1, .., n; the points are knot 2 (k = 1) or knots 1 and 2. */
static void check_model(int which, const vector *v, int kind, double x, double want) {
    fpm_model_options opts = FPM_ZERO;
    fpm_model m;
    double got = 0;
    int i, k = which == 21 ? 1 : 2, first = which == 21 ? 2 : 1, status;
    for (i = 0; i < k; i++) {
        size[i] = (int64_t)v->x[first + i];
        seconds[i] = v->x[first + i] / v->y[first + i];
    }
    opts.flags = FPM_LITERAL;
    opts.extent = (int64_t)v->x[v->knots - 1];
    REQUIRE(fpm_model_init(&m, FPM_AKIMA, k, size, seconds, &opts) == FPM_OK);
    status = fpm_model_speed(&m, x, &got);
    if (kind == 2) { /* speed' from t' = (s - x s') / s^2 */
        double slope = 0;
        status = fpm_model_slope(&m, x, &slope);
        got = x > 0 ? (got - slope * got * got) / x : 0;
    }
    CHECK(status >= 0);
    CHECK_ABS(got, want, 1e-13 * fmax(1, fabs(want)));
}

static void akima_vectors(void) {
    FILE *file = fopen("tests/data/akima_expected.tsv", "r");
    char line[256];
    vector v;
    int last = -1, which, kind, checked = 0;
    double x, want, slope;
    memset(&v, 0, sizeof v);
    REQUIRE(file != NULL);
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%d %d %lf %lf", &which, &kind, &x, &want) != 4) continue;
        if (which != last) v.knots = 0;
        last = which;
        if (kind == 0) {
            v.x[v.knots] = x, v.y[v.knots++] = want;
        } else if (kind < 3) { /* kind 3, integrals, is not a thing the header computes */
            double value = spline(&v, x, &slope), got = kind == 1 ? value : slope;
            NOTE("case %d kind %d x %g", which, kind, x);
            CHECK_ABS(got, want, 1e-13 * fmax(1, fabs(want)));
            if (which > 20) check_model(which, &v, kind, x, want);
            checked++;
        }
    }
    fclose(file);
    CHECK(checked > 60);
}

/* ---- evaluation ---- */

static void equals_the_definition(void) {
    static const int kinds[] = {FPM_CONSTANT, FPM_PIECEWISE, FPM_AKIMA};
    int64_t round;
    for (round = 0; round < test_count(4000); round++) {
        int i, k = random_points((int)test_int(0, 1), test_int(1, 1000));
        oracle_model truth;
        fpm_model m;
        truth.kind = kinds[test_int(0, 2)];
        truth.count = k;
        memcpy(truth.size, size, sizeof size);
        memcpy(truth.seconds, seconds, sizeof seconds);
        CHECK_INT(fpm_model_init(&m, truth.kind, k, size, seconds, NULL), FPM_OK);
        for (i = 0; i < 20; i++) {
            int64_t x = test_int(1, size[k - 1] + size[k - 1] / 3 + 1);
            double t = 0, s = 0;
            long double want = (oracle_ill = 0, oracle_time(&truth, x));
            int status = fpm_model_time(&m, (double)x, &t);
            if (oracle_ill || want > 1e290L || want > 1e6L * (long double)seconds[k - 1]) continue;
            if (truth.kind != FPM_CONSTANT)
                CHECK_INT(status, x > size[k - 1] ? FPM_EXTRAPOLATED : FPM_OK);
            fpm_model_speed(&m, (double)x, &s);
            if (!CHECK_REL(t, (double)want, 1e-11) || !CHECK_REL(s, (double)x / t, 1e-11)) {
                dump(k);
                return;
            }
        }
        for (i = 0; i < k && truth.kind != FPM_CONSTANT; i++) { /* points are met exactly */
            double t = 0;
            CHECK(fpm_model_time(&m, (double)size[i], &t) == FPM_OK);
            CHECK_SAME(t, seconds[i]);
        }
    }
}

static void slope_is_the_derivative(void) {
    int64_t round;
    for (round = 0; round < test_count(500); round++) {
        int i, k = random_points(0, 1000), kind = test_int(0, 1) ? FPM_AKIMA : FPM_PIECEWISE;
        fpm_model_options opts = FPM_ZERO;
        fpm_model m;
        opts.flags = FPM_SAFE;
        CHECK_INT(fpm_model_init(&m, kind, k, size, seconds, &opts), FPM_OK);
        for (i = 0; i < 10; i++) {
            double x = (double)test_int(1, size[k - 1] - 1) + 0.5, h = 1e-3, a = 0, b = 0, d = 0;
            CHECK(fpm_model_time(&m, x - h, &a) >= 0 && fpm_model_time(&m, x + h, &b) >= 0);
            CHECK(fpm_model_slope(&m, x, &d) >= 0);
            CHECK_ABS((b - a) / (2 * h), d, 1e-5 * fabs(d) + 1e-9 * b);
        }
    }
}

/* Largest size within a time, against a scan of every size. */
static void size_within_time(void) {
    static const int kinds[] = {FPM_CONSTANT, FPM_PIECEWISE, FPM_SHAPED, FPM_AKIMA, FPM_DISCRETE};
    int64_t round;
    for (round = 0; round < test_count(1500); round++) {
        int i, k = random_points((int)test_int(0, 1), 1), kind = kinds[test_int(0, 4)];
        fpm_model_options opts = FPM_ZERO;
        fpm_model m;
        opts.flags = (int)test_int(0, 1) * FPM_SAFE;
        CHECK_INT(fpm_model_init(&m, kind, k, size, seconds, &opts), FPM_OK);
        for (i = 0; i < 10; i++) {
            double limit = seconds[test_int(0, k - 1)] * (test_int(0, 1) ? 1 : 2 * test_real()), t;
            int64_t x, best = 0, got = -1, reach = size[k - 1] + 400;
            for (x = 1; x <= reach; x++)
                if (fpm_model_time(&m, (double)x, &t) >= 0 && t <= limit) best = x;
            CHECK_INT(fpm_model_size(&m, limit, &got), FPM_OK);
            if (best < reach && !CHECK_INT(got, best)) {
                printf("kind %d limit %.17g:", kind, limit);
                dump(k);
                return;
            }
        }
        fpm_model_free(&m, NULL);
    }
}

/* ---- proofs ---- */

/* check() against dense sampling: what it proves is never seen violated, what it denies is. */
static void check_against_sampling(void) {
    int64_t round, denied = 0;
    for (round = 0; round < test_count(3000); round++) {
        int i, k = random_points((int)test_int(0, 1), 100), seen = 0;
        int kind = test_int(0, 2) ? FPM_AKIMA : FPM_PIECEWISE;
        fpm_model_options opts = FPM_ZERO;
        fpm_model_report r;
        fpm_model m;
        double before = 0, t = 0;
        if (test_int(0, 3) == 0) opts.flags = FPM_LITERAL, opts.extent = test_int(1, 40000);
        CHECK_INT(fpm_model_init(&m, kind, k, size, seconds, &opts), FPM_OK);
        i = fpm_model_check(&m, &r);
        CHECK_INT(i, r.single_crossing ? FPM_OK : FPM_VIOLATED);
        CHECK(m.monotone == r.monotone && m.positive == r.positive);
        for (i = 1; i <= 2000; i++) {
            double x = (double)size[k - 1] * 1.2 * i / 2000;
            int status = fpm_model_time(&m, x, &t);
            seen |= status == FPM_E_TIME || t < before * (1 - 1e-12);
            before = t;
        }
        if (r.monotone && r.positive && !CHECK(!seen)) {
            dump(k);
            return;
        }
        if (!r.single_crossing) { /* around the place it names, time does not rise */
            double a = 0, b = 0, h = 1e-4 * (double)size[0], d = 0;
            int slope = fpm_model_slope(&m, r.size, &d);
            int one = fpm_model_time(&m, fmax(r.size - h, 0), &a),
                two = fpm_model_time(&m, r.size + h, &b);
            int three = fpm_model_slope(&m, fmax(r.size - h, 0), &b);
            denied++;
            NOTE("kind %d size %.17g", kind, r.size);
            CHECK(slope < 0 || one < 0 || two < 0 || three < 0 || d <= 1e-9 || b <= 1e-3);
        }
    }
    CHECK(denied > 100);
}

/* FPM_SAFE: time rises and speed is positive wherever the points rise; equal to the plain spline
   where that is fine; the points are met. */
static void safe_spline(void) {
    int64_t round, repaired = 0;
    for (round = 0; round < test_count(1500); round++) {
        int i, j, k = random_points(0, 100);
        fpm_model_options opts = FPM_ZERO;
        fpm_model plain, safe;
        for (j = 1; j < k; j++) /* cliffs and flats, but rising */
            if (test_int(0, 2) == 0) seconds[j] = seconds[j - 1] * (1 + 1e-3 * test_real());
            else if (seconds[j] <= seconds[j - 1]) seconds[j] = seconds[j - 1] * 1.5;
        opts.flags = FPM_SAFE;
        CHECK_INT(fpm_model_init(&plain, FPM_AKIMA, k, size, seconds, NULL), FPM_OK);
        CHECK_INT(fpm_model_init(&safe, FPM_AKIMA, k, size, seconds, &opts), FPM_OK);
        CHECK(safe.monotone && safe.positive);
        repaired += !plain.monotone;
        for (j = 0; j + 1 < k; j++) {
            double t0 = seconds[j], t = 0, u = 0, lowest = 1;
            for (i = 1; i <= 40; i++) {
                double x = (double)size[j] + (double)(size[j + 1] - size[j]) * i / 40;
                CHECK(fpm_model_time(&safe, x, &t) >= 0);
                if (!CHECK_LE(t0 * (1 - 1e-14), t)) {
                    dump(k);
                    return;
                }
                t0 = t;
                if (fpm_model_slope(&plain, x - 1e-3, &u) < 0 || u <= 0) lowest = -1;
            }
            for (i = 1; i < 40 && plain.monotone && lowest > 0; i++) {
                double x = (double)size[j] + (double)(size[j + 1] - size[j]) * i / 40;
                CHECK(fpm_model_time(&safe, x, &t) >= 0 && fpm_model_time(&plain, x, &u) >= 0);
                CHECK_SAME(t, u);
            }
        }
    }
    CHECK(repaired > 100);
}

/* FPM_SHAPED: the shape holds, and no function of it with this peak is closer in the worst ratio:
   the least majorant by brute force over pairs of points. */
static void shaped_model(void) {
    int64_t round;
    for (round = 0; round < test_count(1500); round++) {
        int i, j, l, k = random_points(1, 100), peak = 0;
        double s[MOST], upper[MOST], worst = 1, most = 0;
        fpm_model m;
        fpm_model_report r;
        CHECK_INT(fpm_model_init(&m, FPM_SHAPED, k, size, seconds, NULL), FPM_OK);
        for (i = 0; i < k; i++) {
            s[i] = (double)size[i] / seconds[i];
            if (s[i] > s[peak]) peak = i;
        }
        for (i = 0; i < k; i++) {
            upper[i] = s[i];
            for (j = i > peak ? i : k; j < k; j++) upper[i] = fmax(upper[i], s[j]);
            for (j = -1; j < i && i < peak; j++) /* chords over i, one maybe from near the origin */
                for (l = i + 1; l <= peak; l++) {
                    double x0 = j < 0 ? 0 : (double)size[j], s0 = j < 0 ? 1e-6 * s[0] : s[j];
                    upper[i] = fmax(upper[i], s0 + (s[l] - s0) * ((double)size[i] - x0) /
                                                       ((double)size[l] - x0));
                }
            worst = fmax(worst, upper[i] / s[i]);
        }
        for (i = 0; i < k; i++) {
            double got = (double)size[i] / m.shaped[i];
            CHECK_REL(got, upper[i] / sqrt(worst), 1e-9);
            most = fmax(most, fabs(got / s[i] - 1));
        }
        CHECK_ABS(m.change, most, 1e-12);
        CHECK_INT(fpm_model_check(&m, &r), FPM_OK);
        fpm_model_free(&m, NULL);
    }
}

/* ---- life of a model ---- */

static void adding_equals_rebuilding(void) {
    int64_t round;
    for (round = 0; round < test_count(400); round++) {
        static const int kinds[] = {FPM_CONSTANT, FPM_PIECEWISE, FPM_SHAPED, FPM_AKIMA};
        int i, k = random_points(1, 100), kind = kinds[test_int(0, 3)], order[MOST] = {0};
        fpm_model whole, grown;
        CHECK_INT(fpm_model_init(&whole, kind, k, size, seconds, NULL), FPM_OK);
        for (i = 0; i < k; i++) order[i] = i;
        for (i = k - 1; i > 0; i--) {
            int j = (int)test_int(0, i), swap = order[i];
            order[i] = order[j], order[j] = swap;
        }
        CHECK_INT(fpm_model_init(&grown, kind, 1, &size[order[0]], &seconds[order[0]], NULL),
                  FPM_OK);
        for (i = 1; i < k; i++) {
            fpm_point point = FPM_ZERO;
            point.size = size[order[i]], point.seconds = seconds[order[i]];
            CHECK_INT(fpm_model_add(&grown, &point, NULL), FPM_OK);
        }
        CHECK_INT(grown.count, k);
        CHECK_INT(grown.monotone, whole.monotone);
        for (i = 0; i < 20; i++) {
            double x = (double)test_int(1, size[k - 1] * 2), a = -1, b = -1;
            CHECK_INT(fpm_model_time(&grown, x, &a), fpm_model_time(&whole, x, &b));
            CHECK_SAME(a, b);
        }
        {
            fpm_point again = FPM_ZERO; /* the same size twice: the mean of the two */
            double t = 0;
            again.size = size[0], again.seconds = 3 * seconds[0];
            CHECK_INT(fpm_model_add(&grown, &again, NULL), FPM_OK);
            CHECK_INT(grown.count, k);
            CHECK_REL(grown.seconds[0], 2 * seconds[0], 1e-15);
            if (kind == FPM_PIECEWISE) {
                CHECK(fpm_model_time(&grown, (double)size[0], &t) == FPM_OK);
                CHECK_REL(t, 2 * seconds[0], 1e-15);
            }
        }
        fpm_model_free(&grown, NULL);
        fpm_model_free(&whole, NULL);
        CHECK(grown.own.size == NULL && grown.kind == 0);
    }
}

static void bad_input_is_refused(void) {
    static const int64_t x[] = {1, 2, 3}, same[] = {1, 2, 2}, zero[] = {0, 2, 3};
    static const double t[] = {1, 2, 3};
    double bad[3] = {1, 2, 3}, out = -7;
    int64_t where = -1, units = -7;
    fpm_model m, before;
    fpm_model_options opts = FPM_ZERO;
    fpm_point point = FPM_ZERO;
    int i;
    memset(&m, 0x5a, sizeof m);
    memcpy(&before, &m, sizeof m);
    CHECK_INT(fpm_model_init(&m, FPM_AKIMA, 0, x, t, NULL), FPM_E_NO_POINTS);
    CHECK_INT(fpm_model_init(&m, FPM_AKIMA, -1, x, t, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_model_init(&m, FPM_AKIMA, 3, NULL, t, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_model_init(NULL, FPM_AKIMA, 3, x, t, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_model_init(&m, 77, 3, x, t, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_model_init(&m, FPM_AKIMA, 3, same, t, NULL), FPM_E_ORDER);
    CHECK_INT(fpm_model_init(&m, FPM_AKIMA, 3, zero, t, NULL), FPM_E_SIZE);
    for (i = 0; i < 5; i++) {
        const double wrong[] = {0, -1, test_nan(), test_inf(), 1e300};
        bad[1] = wrong[i];
        CHECK_INT(fpm_model_init(&m, FPM_AKIMA, 3, x, bad, NULL), FPM_E_TIME);
        CHECK_INT(fpm_points_check(3, x, bad, &where), FPM_E_TIME);
        CHECK_INT(where, 1);
    }
    bad[1] = -1;
    opts.half_width = bad;
    CHECK_INT(fpm_model_init(&m, FPM_AKIMA, 3, x, t, &opts), FPM_E_WEIGHT);
    CHECK(memcmp(&m, &before, sizeof m) == 0);
    memset(&m, 0, sizeof m);
    CHECK_INT(fpm_model_time(&m, 1, &out), FPM_E_MODEL);
    CHECK_INT(fpm_model_time(NULL, 1, &out), FPM_E_MODEL);
    CHECK_INT(fpm_model_check(&m, NULL), FPM_E_MODEL);
    CHECK_INT(fpm_model_add(&m, &point, NULL), FPM_E_MODEL);
    CHECK_INT(fpm_model_init(&m, FPM_DISCRETE, 0, NULL, NULL, NULL), FPM_OK);
    CHECK_INT(fpm_model_time(&m, 1, &out), FPM_E_SIZE);
    CHECK_INT(fpm_model_size(&m, 1e9, &units), FPM_OK);
    CHECK_INT(units, 0);
    CHECK_INT(fpm_model_init(&m, FPM_DISCRETE, 3, x, t, NULL), FPM_OK);
    out = -7;
    CHECK_INT(fpm_model_time(&m, 1.5, &out), FPM_E_SIZE);
    CHECK_INT(fpm_model_time(&m, -1, &out), FPM_E_SIZE);
    CHECK_INT(fpm_model_time(&m, test_nan(), &out), FPM_E_SIZE);
    CHECK_INT(fpm_model_slope(&m, 1, &out), FPM_E_UNSUPPORTED);
    CHECK_SAME(out, -7.0);
    CHECK_INT(fpm_model_time(&m, 1, NULL), FPM_E_ARGUMENT);
    units = -7;
    CHECK_INT(fpm_model_size(&m, test_nan(), &units), FPM_E_TIME);
    CHECK_INT(fpm_model_size(&m, -1, &units), FPM_E_TIME);
    CHECK_INT(units, -7);
}

static void failing_allocator(void) {
    int64_t k;
    int forever;
    for (forever = 0; forever < 2; forever++)
        for (k = 1; k < 40; k++) {
            int j, count;
            fpm_model m;
            fpm_model_options opts = FPM_ZERO;
            test_heap h;
            do count = random_points(1, 10);
            while (count < 9);
            test_heap_start(&h, k, forever);
            opts.alloc = &h.alloc;
            if (fpm_model_init(&m, FPM_SHAPED, 2, size, seconds, &opts) == FPM_E_MEMORY) {
                CHECK(h.failures > 0 && test_heap_clean(&h));
                continue;
            }
            for (j = 2; j < count; j++) {
                fpm_point point = FPM_ZERO;
                fpm_model before = m;
                point.size = size[j], point.seconds = seconds[j];
                if (fpm_model_add(&m, &point, &h.alloc) == FPM_E_MEMORY)
                    CHECK(memcmp(&m, &before, sizeof m) == 0);
            }
            fpm_model_free(&m, &h.alloc);
            CHECK(test_heap_clean(&h));
        }
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(akima_vectors);
    RUN(equals_the_definition);
    RUN(slope_is_the_derivative);
    RUN(size_within_time);
    RUN(check_against_sampling);
    RUN(safe_spline);
    RUN(shaped_model);
    RUN(adding_equals_rebuilding);
    RUN(bad_input_is_refused);
    RUN(failing_allocator);
    return test_end();
}
