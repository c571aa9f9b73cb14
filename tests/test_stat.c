/* Sequential statistics: the median's interval against exact binomial ranks, Student's t against
   published tables and its own integral, coverage by simulation, outliers, the stopping rule. */
#include <math.h>

/* Each sum of a quantile takes one cosine, which is counted. */
static long cosines;
static double counted_cos(double x) {
    cosines++;
    return cos(x);
}
#define cos counted_cos
#define FPMK_STATIC
#define FPMK_IMPLEMENTATION
#include "../fpm_kernels.h"
#undef cos

#include "test.h"

enum { ROOM = 2000 };

static double room[ROOM];

static fpmk_stat begin(int method, double confidence, double precision) {
    fpmk_stat stat = FPM_ZERO;
    CHECK(FPMK_MEDIAN == 0 && FPMK_MEAN == 1 && stat.method == FPMK_MEDIAN); /* frozen */
    stat.sample = room;
    stat.capacity = ROOM;
    stat.method = method;
    stat.confidence = confidence;
    stat.precision = precision;
    return stat;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* ---- the median ---- */

/* P(fewer than r of n fair coins show heads). */
static long double below(int n, int r) {
    long double term = powl(0.5L, n), sum = 0;
    int i;
    for (i = 0; i < r; i++) {
        sum += term;
        term *= (long double)(n - i) / (long double)(i + 1);
    }
    return sum;
}

/* The narrowest symmetric pair of order statistics r, n + 1 - r (from 1) that covers the median
   with at least the given confidence: 1 - 2 P(fewer than r) >= confidence; 0 when there is none. */
static int rank_of(int n, double confidence) {
    int r = 0;
    while (2 * (r + 1) <= n && 1 - 2 * below(n, r + 1) >= (long double)confidence) r++;
    return r;
}

static void median_ranks(void) {
    static const double confidences[] = {0.5, 0.9, 0.95, 0.99, 0.999};
    int c, n, most = (int)(test_count(300) < 900 ? test_count(300) : 900);
    for (c = 0; c < 5; c++) {
        double copy[ROOM];
        fpmk_stat stat = begin(FPMK_MEDIAN, confidences[c], 0);
        for (n = 1; n <= most; n++) {
            int r = rank_of(n, confidences[c]);
            double x = 1 + test_real(), middle;
            NOTE("n %d confidence %g", n, confidences[c]);
            copy[n - 1] = x;
            CHECK_INT(fpmk_stat_add(&stat, x), FPM_OK);
            qsort(copy, (size_t)n, sizeof copy[0], by_value);
            middle = n % 2 ? copy[n / 2] : (copy[n / 2 - 1] + copy[n / 2]) / 2;
            CHECK_INT(stat.count, n);
            CHECK(memcmp(room, copy, (size_t)n * sizeof copy[0]) == 0); /* ascending */
            CHECK_ULP(stat.value, middle, 1);
            if (r == 0) {
                CHECK_SAME(stat.half_width, 0.0);
                CHECK(stat.low == stat.value && stat.high == stat.value);
                CHECK_INT(fpmk_stat_done(&stat), 0);
            } else {
                CHECK_SAME(stat.low, copy[r - 1]);
                CHECK_SAME(stat.high, copy[n - r]);
                CHECK_REL(stat.half_width, (stat.high - stat.low) / 2, 1e-15);
                CHECK_INT(fpmk_stat_done(&stat), n >= 3 && stat.half_width <= 0.025 * stat.value);
            }
        }
    }
}

static void median_needs_six(void) {
    fpmk_stat stat = begin(FPMK_MEDIAN, 0, 0);
    int i;
    for (i = 1; i <= 8; i++) { /* all alike: done as soon as there is an interval */
        CHECK_INT(fpmk_stat_add(&stat, 3.5), FPM_OK);
        NOTE("%d samples", i);
        CHECK_INT(fpmk_stat_done(&stat), i >= 6);
        CHECK_SAME(stat.half_width, 0.0);
        CHECK_SAME(stat.value, 3.5);
    }
}

/* ---- the mean ---- */

/* Half the area under Student's density from -t to t, by Simpson's rule on t = sqrt(df) tan a. */
static long double student(int df, long double t) {
    long double end = atanl(t / sqrtl((long double)df)), sum = 0, norm = 0, half = acosl(0);
    int i, steps = 2000;
    for (i = 0; i <= steps; i++) { /* the density becomes cos(a)^(df - 1) */
        long double weight = i == 0 || i == steps ? 1 : i % 2 ? 4 : 2;
        sum += weight * powl(cosl(end * (long double)i / steps), (long double)(df - 1));
        norm += weight * (i == steps
                              ? (df == 1)
                              : powl(cosl(half * (long double)i / steps), (long double)(df - 1)));
    }
    return sum * end / (norm * half);
}

/* The factor that the library uses: half_width of a sample with a known deviation. */
static double factor(int n, double confidence, double *samples) {
    fpmk_stat stat = begin(FPMK_MEAN, confidence, 0);
    long double mean = 0, square = 0;
    int i;
    for (i = 0; i < n; i++) {
        samples[i] = 10 + sin((double)i * 1.7) + (double)(i % 7) / 3;
        CHECK_INT(fpmk_stat_add(&stat, samples[i]), FPM_OK);
        mean += (long double)samples[i];
    }
    mean /= n;
    for (i = 0; i < n; i++)
        square += ((long double)samples[i] - mean) * ((long double)samples[i] - mean);
    CHECK_REL(stat.value, (double)mean, 1e-14);
    CHECK_REL(stat.high - stat.value, stat.half_width, 1e-12);
    CHECK_REL(stat.value - stat.low, stat.half_width, 1e-12);
    return (double)((long double)stat.half_width / sqrtl(square / (n - 1) / n));
}

static void student_tables(void) {
    static const struct {
        int df;
        double t975, t995;
    } table[] = {{2, 4.303, 9.925},   {3, 3.182, 5.841},   {4, 2.776, 4.604},   {5, 2.571, 4.032},
                 {6, 2.447, 3.707},   {7, 2.365, 3.499},   {8, 2.306, 3.355},   {9, 2.262, 3.250},
                 {10, 2.228, 3.169},  {15, 2.131, 2.947},  {20, 2.086, 2.845},  {25, 2.060, 2.787},
                 {30, 2.042, 2.750},  {40, 2.021, 2.704},  {60, 2.000, 2.660},  {80, 1.990, 2.639},
                 {100, 1.984, 2.626}, {120, 1.980, 2.617}, {1000, 1.962, 2.581}};
    double samples[ROOM];
    size_t i;
    for (i = 0; i < sizeof table / sizeof table[0]; i++) {
        NOTE("df %d", table[i].df);
        CHECK_ABS(factor(table[i].df + 1, 0.95, samples), table[i].t975, 0.00051);
        CHECK_ABS(factor(table[i].df + 1, 0.99, samples), table[i].t995, 0.00051);
        CHECK_SAME(factor(table[i].df + 1, 0, samples), factor(table[i].df + 1, 0.95, samples));
    }
}

static void student_integral(void) {
    const int most = test_brief() ? 100 : 800;
    static const double confidences[] = {0.01, 0.5, 0.8, 0.95, 0.99, 0.999, 0.99999};
    double samples[ROOM];
    int c, df;
    for (c = 0; c < 7; c++)
        for (df = 2; df < most; df += 1 + df / (test_short() ? 2 : 4)) {
            double t = factor(df + 1, confidences[c], samples);
            NOTE("df %d confidence %g t %.17g", df, confidences[c], t);
            CHECK_ABS((double)student(df, (long double)t), confidences[c],
                      1e-8 * (1 - confidences[c]) + 1e-11);
        }
}

static void mean_needs_three(void) {
    fpmk_stat stat = begin(FPMK_MEAN, 0, 0);
    int i;
    for (i = 1; i <= 5; i++) {
        CHECK_INT(fpmk_stat_add(&stat, 0.25), FPM_OK);
        NOTE("%d samples", i);
        CHECK_INT(fpmk_stat_done(&stat), i >= 3);
        CHECK_SAME(stat.half_width, 0.0);
        CHECK_SAME(stat.value, 0.25);
        CHECK(stat.low == 0.25 && stat.high == 0.25);
    }
}

/* ---- cost ---- */

/* The median of more than 1000 samples needs Student's quantile: in about six sums of 500 terms for
   each sample, not in 60. */
static void quantiles_are_cheap(void) {
    fpmk_stat stat = begin(FPMK_MEDIAN, 0, 0);
    int i;
    cosines = 0;
    for (i = 0; i < 1000; i++) fpmk_stat_add(&stat, 1 + test_real());
    CHECK_INT(cosines, 0);
    for (i = 0; i < 1000; i++) fpmk_stat_add(&stat, 1 + test_real());
    NOTE("%ld sums for 1000 samples", cosines);
    CHECK(cosines >= 1000 && cosines <= 12000);
}

/* ---- coverage ---- */

static double normal(void) {
    double u = test_real(), v = test_real();
    return sqrt(-2 * log(1 - u)) * cos(6.283185307179586 * v);
}

static void coverage(void) {
    static const int sizes[] = {8, 15, 40};
    int method, s, i;
    for (method = FPMK_MEDIAN; method <= FPMK_MEAN; method++)
        for (s = 0; s < 3; s++) {
            int64_t round, rounds = test_count(2000), covered = 0;
            /* the median of skewed noise, the mean of normal noise */
            double truth = method == FPMK_MEDIAN ? 1 + log(2) : 10, off;
            for (round = 0; round < rounds; round++) {
                fpmk_stat stat = begin(method, 0.9, 0);
                for (i = 0; i < sizes[s]; i++)
                    fpmk_stat_add(&stat,
                                  method == FPMK_MEDIAN ? 1 - log(1 - test_real()) : 10 + normal());
                covered += stat.low <= truth && truth <= stat.high;
            }
            NOTE("method %d, %d samples: %lld of %lld", method, sizes[s], (long long)covered,
                 (long long)rounds);
            if (rounds < 2000) continue;
            /* 1 % off the nominal 90 % is 2.6 standard errors of 6000 rounds */
            off = rounds < 6000 ? 0.02 : 0.01;
            CHECK((double)covered >= (0.9 - off) * (double)rounds);
            if (method == FPMK_MEAN) CHECK((double)covered <= (0.9 + off) * (double)rounds);
        }
}

/* ---- outliers ---- */

/* Far outside whatever definition of quartiles, or well inside it. */
static void outliers(void) {
    fpmk_stat stat = begin(FPMK_MEDIAN, 0, 0);
    int i;
    for (i = 0; i < 40; i++) CHECK_INT(fpmk_stat_add(&stat, 10 + (double)(i % 10) / 10), FPM_OK);
    CHECK_INT(stat.outliers, 0); /* quartiles about 10.2 and 10.7: fences about 8.7 and 12.2 */
    CHECK_INT(fpmk_stat_add(&stat, 11.7), FPM_OK);
    CHECK_INT(fpmk_stat_add(&stat, 9.2), FPM_OK);
    CHECK_INT(stat.outliers, 0);
    CHECK_INT(fpmk_stat_add(&stat, 14), FPM_OK);
    CHECK_INT(stat.outliers, 1);
    CHECK_INT(fpmk_stat_add(&stat, 5), FPM_OK);
    CHECK_INT(stat.outliers, 2);
    CHECK_INT(fpmk_stat_add(&stat, 1000), FPM_OK);
    CHECK_INT(stat.outliers, 3);
    stat = begin(FPMK_MEAN, 0, 0);
    for (i = 0; i < 20; i++) CHECK_INT(fpmk_stat_add(&stat, 10 + (double)(i % 10) / 10), FPM_OK);
    CHECK_INT(fpmk_stat_add(&stat, 50), FPM_OK);
    CHECK_INT(stat.outliers, 1);
}

/* Quartiles lie as far from one end as from the other: samples seen in a mirror have as many. */
static void outliers_in_a_mirror(void) {
    static double mirrored[ROOM];
    int round, i, count, seen = 0;
    for (round = 0; round < 200; round++) {
        fpmk_stat stat = begin(FPMK_MEDIAN, 0, 0), other = stat;
        other.sample = mirrored;
        count = (int)test_int(1, 40);
        for (i = 0; i < count; i++) {
            int64_t factor = test_int(0, 5) ? 1 : 8;
            double t = (double)(50 + test_int(-4, 4) * factor);
            CHECK_INT(fpmk_stat_add(&stat, t), FPM_OK);
            CHECK_INT(fpmk_stat_add(&other, 100 - t), FPM_OK);
            CHECK_INT(stat.outliers, other.outliers);
        }
        seen += stat.outliers > 0;
    }
    CHECK(seen > 10);
}

/* ---- the rule to stop, and what is refused ---- */

static void stops(void) {
    int method;
    for (method = FPMK_MEDIAN; method <= FPMK_MEAN; method++) {
        fpmk_stat stat = begin(method, 0.95, 0.01);
        int i;
        for (i = 0; i < ROOM && !fpmk_stat_done(&stat); i++)
            CHECK_INT(fpmk_stat_add(&stat, 1 + 0.02 * test_real()), FPM_OK);
        NOTE("method %d, %d samples", method, i);
        CHECK(i > 2 && i < 100);
        CHECK(stat.half_width <= 0.01 * stat.value);
        CHECK(stat.low <= stat.value && stat.value <= stat.high);
        stat.precision = 1e-9; /* a stricter rule on the same samples */
        CHECK_INT(fpmk_stat_done(&stat), 0);
    }
}

static void add_refused(fpmk_stat *stat, double seconds, int want) {
    fpmk_stat copy = *stat;
    double samples[ROOM];
    memcpy(samples, room, sizeof samples);
    CHECK_INT(fpmk_stat_add(stat, seconds), want);
    CHECK(stat->sample == copy.sample && stat->capacity == copy.capacity &&
          stat->method == copy.method && stat->count == copy.count &&
          stat->outliers == copy.outliers);
    CHECK(memcmp(&stat->confidence, &copy.confidence, sizeof(double)) == 0 &&
          memcmp(&stat->precision, &copy.precision, sizeof(double)) == 0);
    CHECK_SAME(stat->value, copy.value);
    CHECK_SAME(stat->half_width, copy.half_width);
    CHECK(stat->low <= copy.low && stat->low >= copy.low && stat->high <= copy.high &&
          stat->high >= copy.high);
    CHECK(memcmp(room, samples, sizeof samples) == 0);
}

static void refuses(void) {
    fpmk_stat stat = begin(FPMK_MEDIAN, 0, 0), bad;
    int i;
    memset(room, 0, sizeof room);
    CHECK_INT(fpmk_stat_add(NULL, 1), FPM_E_ARGUMENT);
    CHECK_INT(fpmk_stat_done(NULL), 0);
    CHECK_INT(fpmk_stat_done(&stat), 0);
    CHECK_INT(fpmk_stat_add(&stat, 1), FPM_OK);
    add_refused(&stat, test_nan(), FPM_E_TIME);
    add_refused(&stat, test_inf(), FPM_E_TIME);
    add_refused(&stat, 0, FPM_E_TIME);
    add_refused(&stat, -1, FPM_E_TIME);
    add_refused(&stat, 1e61, FPM_E_TIME);
    add_refused(&stat, 1e-61, FPM_E_TIME);
    bad = stat, bad.sample = NULL, add_refused(&bad, 1, FPM_E_ARGUMENT);
    bad = stat, bad.count = -1, add_refused(&bad, 1, FPM_E_ARGUMENT);
    bad = stat, bad.method = 2, add_refused(&bad, 1, FPM_E_ARGUMENT);
    bad = stat, bad.method = -1, add_refused(&bad, 1, FPM_E_ARGUMENT);
    bad = stat, bad.confidence = 1, add_refused(&bad, 1, FPM_E_ARGUMENT);
    bad = stat, bad.confidence = -0.1, add_refused(&bad, 1, FPM_E_ARGUMENT);
    bad = stat, bad.confidence = test_nan(), add_refused(&bad, 1, FPM_E_ARGUMENT);
    bad = stat, bad.precision = -0.1, add_refused(&bad, 1, FPM_E_ARGUMENT);
    bad = stat, bad.precision = test_nan(), add_refused(&bad, 1, FPM_E_ARGUMENT);
    stat.capacity = 4;
    for (i = 0; i < 3; i++) CHECK_INT(fpmk_stat_add(&stat, 2), FPM_OK);
    add_refused(&stat, 2, FPM_E_CAPACITY);
    CHECK_SAME(room[4], 0.0);
    CHECK_INT(fpmk_stat_add(&stat, test_nan()) < 0, 1);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(median_ranks);
    RUN(median_needs_six);
    RUN(student_tables);
    RUN(student_integral);
    RUN(mean_needs_three);
    RUN(quantiles_are_cheap);
    RUN(coverage);
    RUN(outliers);
    RUN(stops);
    RUN(refuses);
    RUN(outliers_in_a_mirror);
    return test_end();
}
