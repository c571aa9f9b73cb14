/* Is what neighbouring sizes differ by real, or noise of measuring?  Drawn profiles of both kinds,
   the level of the test where both are alike, steps, and what the verdict is for: whether exact
   shares of measured times, or those of a smooth model, end earlier in the true times. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#define FPMK_STATIC
#define FPMK_IMPLEMENTATION
#include "../fpm_kernels.h"

#include <math.h>

#include "test.h"

enum { MOST = 1024 };

/* A profile: what is true, and what was measured. */
typedef struct profile {
    int64_t count, m[MOST], n[MOST];
    double truth[MOST], seconds[MOST], half_width[MOST];
} profile;

static double normal(void) {
    double a = 1 - test_real(), b = test_real();
    return sqrt(-2 * log(a)) * cos(6.283185307179586 * b);
}

/* What smooth times do: a cache that fills, and a step where a memory ends (0: there is none). */
static double smooth(double units, double step) {
    double t = units * (1 + 0.5 * exp(-units / 3000));
    return step > 0 && units > step ? 1.5 * t : t;
}

/* sides^2 tiles (sides lines of each side), or `sides` sizes: every one rough by `rough`, measured
   with errors of `noise`. */
static void draw(profile *p, int dimensions, int sides, double rough, double noise, double step) {
    int i, j, across = dimensions == 2 ? sides : 1;
    p->count = 0;
    for (i = 1; i <= sides; i++)
        for (j = 1; j <= across; j++) {
            int64_t k = p->count++;
            p->m[k] = 32 * i;
            p->n[k] = dimensions == 2 ? 32 * j : 1;
            p->truth[k] = smooth((double)(p->m[k] * p->n[k]), step) * 1e-9 * exp(rough * normal());
            p->seconds[k] = p->truth[k] * exp(noise * normal());
            p->half_width[k] = 1.96 * noise * p->seconds[k];
        }
}

static fpmk_roughness_report judged(const profile *p, int dimensions) {
    fpmk_roughness_report r = FPM_ZERO;
    const int64_t *n = dimensions == 2 ? p->n : NULL;
    CHECK_INT(fpmk_roughness(p->count, p->m, n, p->seconds, p->half_width, NULL, &r), FPM_OK);
    CHECK_INT(r.at, -1);
    return r;
}

/* Both kinds, in one dimension and in two. */
static void both_kinds(void) {
    static profile p;
    int dimensions, round;
    for (dimensions = 1; dimensions <= 2; dimensions++)
        for (round = 0; round < test_count(40); round++) {
            int sides = dimensions == 2 ? 24 : 600;
            fpmk_roughness_report r;
            NOTE("%d dimensions, round %d", dimensions, round);
            draw(&p, dimensions, sides, 0, 0.05, 0);
            r = judged(&p, dimensions);
            CHECK_INT(r.verdict, FPMK_SMOOTH);
            CHECK_REL(r.noise, 0.05, 1e-9);
            CHECK(r.roughness < 0.05);
            CHECK_INT(r.groups, dimensions == 2 ? 2 * 24 * 21 : 597);
            draw(&p, dimensions, sides, 0.15, 0.03, 0);
            r = judged(&p, dimensions);
            CHECK_INT(r.verdict, FPMK_ROUGH);
            CHECK(r.roughness > 0.09 && r.roughness < 0.21);
            CHECK(r.share > 0.7 && r.share <= 1 && r.error < 0.2);
        }
}

/* Where roughness and errors are alike neither kind is named, except in one of 20 cases: the
   interval allows for groups that share sizes. */
static void alike(void) {
    static profile p;
    int dimensions, round, rounds = (int)test_count(400);
    for (dimensions = 1; dimensions <= 2; dimensions++) {
        int decided = 0;
        double share = 0;
        for (round = 0; round < rounds; round++) {
            fpmk_roughness_report r;
            draw(&p, dimensions, dimensions == 2 ? 16 : 150, 0.04, 0.04, 0);
            r = judged(&p, dimensions);
            if (r.verdict != FPMK_UNDECIDED) decided++;
            share += r.share / rounds;
        }
        NOTE("%d dimensions: %d of %d decided, share %g", dimensions, decided, rounds, share);
        CHECK(decided <= 0.05 * rounds + 4 * sqrt(0.05 * rounds));
        CHECK_ABS(share, 0.5, 0.3 / sqrt((double)rounds));
    }
}

/* A step is found, and is no roughness; with it times are still smooth. */
static void steps(void) {
    static profile p;
    int round;
    for (round = 0; round < test_count(40); round++) {
        fpmk_roughness_report r;
        NOTE("round %d", round);
        draw(&p, 1, 600, 0, 0.01, 9600);
        r = judged(&p, 1);
        CHECK_INT(r.verdict, FPMK_SPOTS);
        CHECK(r.spots >= 1 && r.spots <= 4);
    }
}

/* One group by hand: sizes 1, 2, 4, 8 are evenly spaced in the logarithm. */
static void by_hand(void) {
    const int64_t m[4] = {4, 1, 8, 2}; /* in any order */
    double seconds[4] = {4e-6, 1e-6, 8e-6, 2e-6}, half[4];
    fpmk_roughness_report r = FPM_ZERO;
    int i;
    for (i = 0; i < 4; i++) half[i] = 1.96 * 0.01 * seconds[i];
    CHECK_INT(fpmk_roughness(4, m, NULL, seconds, half, NULL, &r), FPM_OK);
    CHECK_INT(r.groups, 1);
    CHECK_SAME(r.share, 0.0);
    CHECK_SAME(r.roughness, 0.0);
    CHECK_REL(r.noise, 0.01, 1e-12);
    seconds[3] *= exp(0.1);
    half[3] *= exp(0.1); /* 3 x 0.1 of errors sqrt(1 + 9 + 9 + 1) x 0.01 */
    CHECK_INT(fpmk_roughness(4, m, NULL, seconds, half, NULL, &r), FPM_OK);
    CHECK_SAME(r.share, 1.0);
    CHECK_REL(r.roughness, 0.01 * sqrt(0.09 / 0.002 / 0.4549364231195724 - 1), 1e-9);
    CHECK_INT(r.verdict, FPMK_UNDECIDED);
    CHECK_SAME(r.error, 0.5);
    half[0] = 0; /* not known: three are left */
    CHECK_INT(fpmk_roughness(4, m, NULL, seconds, half, NULL, &r), FPM_OK);
    CHECK_INT(r.groups, 0);
    CHECK_INT(r.verdict, FPMK_UNDECIDED);
}

/* Curves in a logarithmic picture that are parabolas along each line are 0 to rounding. */
static void parabolas(void) {
    static profile p;
    fpmk_roughness_report r;
    int64_t k;
    draw(&p, 2, 12, 0, 0.01, 0);
    for (k = 0; k < p.count; k++) {
        double a = log((double)p.m[k]), b = log((double)p.n[k]);
        p.seconds[k] =
            (double)(p.m[k] * p.n[k]) * exp(0.3 * a * a - 0.7 * a * b + b * b + a - 2 * b);
        p.half_width[k] = 1e-8 * p.seconds[k];
    }
    r = judged(&p, 2);
    CHECK_INT(r.verdict, FPMK_SMOOTH);
    CHECK_SAME(r.share, 0.0);
}

/* Times that jump with one side alone: the groups along this side see it, the others do not. */
static void both_directions(void) {
    static profile p;
    double jump[24];
    int side, j;
    int64_t k;
    for (j = 0; j < 24; j++) jump[j] = j % 2 == 0 ? 0.1 : -0.1;
    for (side = 0; side < 2; side++) {
        fpmk_roughness_report r;
        draw(&p, 2, 24, 0, 1e-6, 0);
        for (k = 0; k < p.count; k++) {
            p.seconds[k] = (double)(p.m[k] * p.n[k]) * exp(jump[(side ? p.m[k] : p.n[k]) / 32 - 1]);
            p.half_width[k] = 1e-3 * p.seconds[k];
        }
        r = judged(&p, 2);
        CHECK_INT(r.groups, 2 * 24 * 21);
        CHECK_INT(r.verdict, FPMK_ROUGH);
        CHECK_SAME(r.share, 1.0);
        CHECK_ABS(r.error, 2.24 * 0.5 * sqrt(1.7 / (24 * 21)), 1e-12);
    }
}

/* The same, drawn, with errors of measurement.  Few lines have few jumps, of which now and then too
   many are alike. */
static void one_side(void) {
    static profile p;
    int round, kind, rounds = (int)test_count(100), named[2] = {0, 0};
    for (round = 0; round < rounds; round++) {
        for (kind = 0; kind < 2; kind++) {
            double jump[16];
            int side = round % 2;
            int j;
            int64_t k;
            for (j = 0; j < 16; j++) jump[j] = (kind == 0 ? 0.1 : 0.01) * normal();
            draw(&p, 2, 16, 0, 0.03, 0);
            for (k = 0; k < p.count; k++) {
                double by = exp(jump[(side ? p.m[k] : p.n[k]) / 32 - 1]);
                p.seconds[k] *= by;
                p.half_width[k] *= by;
            }
            if (judged(&p, 2).verdict == FPMK_ROUGH) named[kind]++;
        }
    }
    NOTE("of %d: %d rough, %d noise", rounds, named[0], named[1]);
    CHECK(named[0] >= 0.95 * rounds - 2);
    CHECK_INT(named[1], 0);
}

/* ---- what the verdict is for ---- */

enum { UNITS = 300, PROCS = 4 };

/* A smooth model of measured times: the mean speed of 15 neighbours to either side, in whole sizes
   that all were measured. */
static void smoothed(const double *seconds, double *to) {
    int x, k;
    for (x = 1; x <= UNITS; x++) {
        int reach = x - 1 < 15 ? x - 1 : 15;
        double sum = 0;
        if (UNITS - x < reach) reach = UNITS - x;
        for (k = x - reach; k <= x + reach; k++) sum += log(seconds[k - 1] / k);
        to[x - 1] = x * exp(sum / (2 * reach + 1));
    }
}

/* The true makespan of the best shares of n units by these times of each processor. */
static double true_makespan(double (*times)[UNITS], double (*truth)[UNITS]) {
    fpm_model model[PROCS];
    fpm_proc proc[PROCS] = FPM_ZERO;
    int64_t size[UNITS], d[PROCS], k;
    double worst = 0;
    int i;
    for (k = 0; k < UNITS; k++) size[k] = k + 1;
    for (i = 0; i < PROCS; i++) {
        CHECK(fpm_model_init(&model[i], FPM_DISCRETE, UNITS, size, times[i], NULL, NULL) >= 0);
        proc[i].model = &model[i];
    }
    CHECK(fpm_partition(PROCS * UNITS / 2, PROCS, proc, NULL, d, NULL) >= 0);
    for (i = 0; i < PROCS; i++)
        if (d[i] > 0) worst = fmax(worst, truth[i][d[i] - 1]);
    for (i = 0; i < PROCS; i++) fpm_model_free(&model[i]);
    return worst;
}

/* Times of a kind: how much longer exact shares of measured times take than those of a smooth
   model, in the mean of their logarithms. */
static double compared(double rough, double noise, int rounds, int *verdict) {
    static double truth[PROCS][UNITS], measured[PROCS][UNITS], curve[PROCS][UNITS];
    double sum = 0;
    int round, i, k;
    *verdict = FPMK_UNDECIDED;
    for (round = 0; round < rounds; round++) {
        for (i = 0; i < PROCS; i++) {
            int64_t m[UNITS];
            double half[UNITS];
            fpmk_roughness_report r = FPM_ZERO;
            for (k = 0; k < UNITS; k++) {
                m[k] = k + 1;
                truth[i][k] = (k + 1) * (1 + 0.2 * i) * exp(rough * normal());
                measured[i][k] = truth[i][k] * exp(noise * normal());
                half[k] = 1.96 * noise * measured[i][k];
            }
            CHECK_INT(fpmk_roughness(UNITS, m, NULL, measured[i], half, NULL, &r), FPM_OK);
            if (i == 0 && round == 0) *verdict = r.verdict;
            smoothed(measured[i], curve[i]);
        }
        sum += log(true_makespan(measured, truth) / true_makespan(curve, truth));
    }
    return sum / rounds;
}

static void verdicts_pay(void) {
    int verdict, rounds = (int)test_count(60) + 10;
    double more = compared(0, 0.05, rounds, &verdict);
    NOTE("smooth: exact %g", more);
    CHECK_INT(verdict, FPMK_SMOOTH);
    CHECK(more > 0);
    more = compared(0.15, 0.03, rounds, &verdict);
    NOTE("rough: exact %g", more);
    CHECK_INT(verdict, FPMK_ROUGH);
    CHECK(more < 0);
}

/* ---- bad input, memory ---- */

static void refuses(void) {
    int64_t m[3] = {1, 2, 3}, n[3] = {5, 5, 5};
    double t[3] = {1, 2, 3}, h[3] = {0.1, 0.1, 0.1};
    fpmk_roughness_report r = FPM_ZERO, old;
    r.groups = 77;
    CHECK_INT(fpmk_roughness(0, m, n, t, h, NULL, &r), FPM_E_ARGUMENT);
    CHECK_INT(fpmk_roughness(3, NULL, n, t, h, NULL, &r), FPM_E_ARGUMENT);
    CHECK_INT(fpmk_roughness(3, m, n, NULL, h, NULL, &r), FPM_E_ARGUMENT);
    CHECK_INT(fpmk_roughness(3, m, n, t, NULL, NULL, &r), FPM_E_ARGUMENT);
    CHECK_INT(fpmk_roughness(3, m, n, t, h, NULL, NULL), FPM_E_ARGUMENT);
    m[1] = 0;
    CHECK_INT(fpmk_roughness(3, m, n, t, h, NULL, &r), FPM_E_SIZE);
    CHECK_INT(r.at, 1);
    m[1] = 2;
    n[2] = FPM_SIZE_MAX + 1;
    CHECK_INT(fpmk_roughness(3, m, n, t, h, NULL, &r), FPM_E_SIZE);
    CHECK_INT(r.at, 2);
    n[2] = 5;
    t[0] = 0;
    CHECK_INT(fpmk_roughness(3, m, n, t, h, NULL, &r), FPM_E_TIME);
    t[0] = test_nan();
    CHECK_INT(fpmk_roughness(3, m, n, t, h, NULL, &r), FPM_E_TIME);
    CHECK_INT(r.at, 0);
    t[0] = 1;
    h[1] = -1;
    CHECK_INT(fpmk_roughness(3, m, n, t, h, NULL, &r), FPM_E_WEIGHT);
    h[1] = test_nan();
    CHECK_INT(fpmk_roughness(3, m, n, t, h, NULL, &r), FPM_E_WEIGHT);
    CHECK_INT(r.at, 1);
    h[1] = 0.1;
    m[2] = 1;
    CHECK_INT(fpmk_roughness(3, m, n, t, h, NULL, &r), FPM_E_ORDER);
    CHECK_INT(r.at, 2);
    CHECK_INT(r.groups, 77); /* nothing else was written */
    n[2] = 6;
    old = r;
    CHECK_INT(fpmk_roughness(3, m, n, t, h, NULL, &r), FPM_OK);
    CHECK_INT(r.groups, 0);
    CHECK(r.at == -1 && old.groups == 77);
}

static void failing_allocation(void) {
    const int64_t m[2] = {1, 2};
    const double t[2] = {1, 2}, h[2] = {0.1, 0.1};
    fpmk_roughness_report r = FPM_ZERO;
    test_heap heap;
    int64_t at;
    for (at = 1; at < 5; at++) {
        int status;
        test_heap_start(&heap, at, 0);
        status = fpmk_roughness(2, m, NULL, t, h, &heap.alloc, &r);
        CHECK_INT(status, heap.failures ? FPM_E_MEMORY : FPM_OK);
        CHECK(test_heap_clean(&heap));
        if (!heap.failures) break;
    }
    CHECK_INT(at, 2);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(both_kinds);
    RUN(alike);
    RUN(steps);
    RUN(by_hand);
    RUN(parabolas);
    RUN(both_directions);
    RUN(one_side);
    RUN(verdicts_pay);
    RUN(refuses);
    RUN(failing_allocation);
    return test_end();
}
