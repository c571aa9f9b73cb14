/* Costs of elements: conditions of the least squares problem with costs of 0 or more, checked by
   what comes out alone; exact data; coverage of the intervals with noise, outliers and speeds;
   kinds that cannot be told apart; bad input, memory. */
#define FPMK_STATIC
#define FPMK_IMPLEMENTATION
#include "../fpm_kernels.h"

#include <math.h>

#include "test.h"

enum { ROWS = 2000, KINDS = 6, P = 8 };

static double count[ROWS * FPMK_KINDS], seconds[ROWS], width[ROWS], cost[FPMK_KINDS];
static double half[FPMK_KINDS], truth[FPMK_KINDS], speed[P], fast[P];
static int proc[ROWS];
static unsigned char left_out[ROWS];
static fpmk_costs_options o;
static fpmk_costs_info info;

static double normal(void) {
    double a = test_real(), b = test_real();
    return sqrt(-2 * log(1 - a)) * cos(6.283185307179586 * b);
}

static double told(int64_t r, int kinds, int p) { /* seconds of row r by what came out */
    double sum = 0;
    int j;
    for (j = 0; j < kinds; j++) sum += cost[j] * count[r * kinds + j];
    return sum / (p ? speed[proc[r]] : 1);
}

/* Random parts: rows of `kinds` counts, on p processors (0: equal ones). */
static void draw(int64_t rows, int kinds, int p, double noise) {
    int64_t r;
    int j;
    memset(&o, 0, sizeof o);
    for (j = 0; j < kinds; j++) truth[j] = 1e-6 * pow(10, 2 * test_real());
    for (j = 0; j < p; j++) fast[j] = j ? 0.5 + 2 * test_real() : 1;
    for (r = 0; r < rows; r++) {
        seconds[r] = 0;
        proc[r] = p ? (int)(r % p) : 0;
        for (j = 0; j < kinds; j++) {
            count[r * kinds + j] = (double)test_int(0, test_int(0, 3) ? 1000 : 20000);
            seconds[r] += truth[j] * count[r * kinds + j];
        }
        if (seconds[r] <= 0) seconds[r] = truth[0] * (count[r * kinds] = 1);
        seconds[r] *= exp(noise * normal()) / (p ? fast[proc[r]] : 1);
    }
    if (p) o.proc = proc, o.p = p;
}

/* Of the rows within 4 times the scatter the weighted squares are least: slopes are 0 where a cost
   is above 0 and point upwards at 0, and each speed is the best for its rows. */
static void least_squares(void) {
    int64_t round, r;
    int j, k, zeros = 0, outliers = 0, within = 0;
    for (round = test_count(300); round > 0; round--) {
        int kinds = (int)test_int(1, KINDS), p = test_int(0, 1) ? 0 : (int)test_int(2, P);
        int64_t rows = test_int(60, 200), kept;
        double slope[KINDS] = {0}, size[KINDS] = {0}, up[P] = {0}, down[P] = {0}, off[200], scatter;
        double sorted[200];
        draw(rows, kinds, p, 0.3 * test_real());
        /* Some costs come out as 0: times fall with the number of one kind. */
        if (kinds > 1 && test_int(0, 1))
            for (r = 0; r < rows; r++) seconds[r] *= exp(-2 * count[r * kinds + 1] / 20000);
        for (r = 0; r < rows; r++) {
            if (!test_int(0, 19)) seconds[r] *= 1 + 5 * test_real();
            width[r] = seconds[r] * (0.5 + test_real());
        }
        if (test_int(0, 1)) o.half_width = width;
        CHECK(fpmk_costs(rows, kinds, count, seconds, &o, cost, half, speed, left_out, &info) >= 0);
        NOTE("%d kinds, %d processors, %d rows", kinds, p, (int)rows);
        for (kept = r = 0; r < rows; r++) {
            double h = o.half_width ? width[r] : seconds[r];
            off[r] = fabs(told(r, kinds, p) - seconds[r]) / h;
            if (left_out[r]) continue;
            for (j = (int)kept++; j > 0 && sorted[j - 1] > off[r]; j--) sorted[j] = sorted[j - 1];
            sorted[j] = off[r];
        }
        CHECK_INT(rows - kept, info.outliers);
        scatter = 1.4826 * sorted[(kept - 1) / 2];
        CHECK_LE(sorted[kept - 1], 4 * scatter * (1 + 1e-6));
        outliers += (int)info.outliers;
        for (r = 0; r < rows; r++) {
            double h = o.half_width ? width[r] : seconds[r], t = told(r, kinds, p);
            if (left_out[r]) {
                within += off[r] <= 4 * scatter; /* of an earlier fit */
                continue;
            }
            for (j = 0; j < kinds; j++) {
                double by = count[r * kinds + j] / (p ? speed[proc[r]] : 1) / h;
                slope[j] += by * (t - seconds[r]) / h;
                size[j] += by * by;
            }
            up[proc[r]] += t * (t - seconds[r]) / h / h, down[proc[r]] += t * t / h / h;
        }
        for (j = 0; j < kinds; j++) {
            double all = sqrt(size[j]) * sqrt((double)rows) * 0.3;
            CHECK(cost[j] >= 0);
            zeros += cost[j] <= 0;
            if (cost[j] > 0) CHECK_ABS(slope[j] / all, 0, 1e-4);
            else CHECK_LE(-slope[j] / all, 1e-4);
        }
        for (k = 1; k < p; k++) CHECK_ABS(up[k] / down[k], 0, 1e-4);
        if (p) CHECK_SAME(speed[0], 1);
    }
    printf("    %d outliers, %d of them within at the end, %d costs of 0\n", outliers, within,
           zeros);
    if (!test_brief()) CHECK_LE(within, 0.03 * outliers + 1);
    if (!test_short()) CHECK(outliers > 100 && zeros > 10);
}

/* Times without an error give the costs and the speeds to many digits; counts of any magnitude. */
static void exact(void) {
    int64_t round;
    int j, bad_one, missed = 0;
    for (round = test_count(200); round > 0; round--) {
        int kinds = (int)test_int(1, KINDS), p = test_int(0, 1) ? 0 : (int)test_int(2, P);
        int64_t r, rows = 20 * kinds + 16 * p;
        double by = pow(10, (double)test_int(-8, 8)), of = pow(10, (double)test_int(-6, 6));
        draw(rows, kinds, p, 0);
        for (r = 0; r < rows * kinds; r++) count[r] *= of;
        for (r = 0; r < rows; r++) {
            seconds[r] *= by;
            if (r / (p ? p : 1) % 4 == 3)
                seconds[r] *= 1 + test_real(); /* a quarter were disturbed */
        }
        CHECK_INT(fpmk_costs(rows, kinds, count, seconds, &o, cost, half, speed, left_out, &info),
                  FPM_OK);
        NOTE("%d kinds, %d processors", kinds, p);
        for (bad_one = 0, j = 0; j < kinds; j++)
            bad_one |= fabs(cost[j] * of / by / truth[j] - 1) > 1e-5;
        for (j = 0; j < p; j++) bad_one |= fabs(speed[j] / fast[j] - 1) > 1e-5;
        CHECK_INT(bad_one, info.scatter > 1e-5);
        missed += bad_one;
    }
    printf("    disturbed rows are taken for others in %d of %d\n", missed, (int)test_count(200));
    CHECK_LE(missed, 0.005 * (double)test_count(200));
}

/* The intervals hold the truth in 90 to 99 % of all cases: normal and heavy noise, a tenth of the
   times disturbed, equal processors and unequal ones. */
static void coverage(void) {
    int way, j;
    for (way = 0; way < 4; way++) {
        int64_t round, rounds = test_count(400), r, rows = 80;
        int p = way % 2 ? 4 : 0, held = 0, all = 0;
        double off = 0;
        for (round = 0; round < rounds; round++) {
            draw(rows, 3, p, 0.05);
            if (way > 1) /* Student's t of 3 degrees on top, and a competitor */
                for (r = 0; r < rows; r++) {
                    double a = normal(), b = normal(), c = normal();
                    seconds[r] *= 1 + 0.02 * normal() / sqrt((a * a + b * b + c * c) / 3 + 0.01);
                    if (!test_int(0, 9)) seconds[r] *= 1.5 + test_real();
                }
            CHECK_INT(fpmk_costs(rows, 3, count, seconds, &o, cost, half, speed, left_out, &info),
                      FPM_OK);
            for (j = 0; j < 3; j++) {
                held += fabs(cost[j] - truth[j]) <= half[j];
                all++;
                off += fabs(cost[j] / truth[j] - 1) / 3 / (double)rounds;
            }
        }
        printf("    way %d: %.1f %% in the interval, off by %.2f %% in the mean\n", way,
               100.0 * held / all, 100 * off);
        if (!test_short()) CHECK(held > 0.90 * all && held < 0.99 * all);
    }
}

/* Kinds in one proportion, a kind that never occurs, kinds of one processor each. */
static void together(void) {
    int64_t r, rows = 200;
    int j, way;
    for (way = 0; way < 3; way++) {
        double seen = 0;
        draw(rows, 3, way == 2 ? 2 : 0, 0.01);
        for (r = 0; r < rows; r++) {
            if (way == 0) count[r * 3 + 2] = 4 * count[r * 3 + 1];
            if (way == 1) count[r * 3 + 2] = 0;
            if (way == 2) count[r * 3 + proc[r]] = 0, count[r * 3 + 2] = 0;
            seconds[r] = 1e-9;
            for (j = 0; j < 3; j++) seconds[r] += truth[j] * count[r * 3 + j];
        }
        NOTE("way %d", way);
        CHECK_INT(fpmk_costs(rows, 3, count, seconds, &o, cost, half, speed, left_out, &info),
                  FPMK_TOGETHER);
        CHECK_INT(info.kind, way == 2 ? 0 : way ? 2 : 1);
        for (j = 0; j < 3; j++) {
            int apart = way == 2 ? j == 1 : j == 0 || (way && j == 1);
            CHECK((half[j] < 1e300) == apart);
            if (apart && way < 2) CHECK_LE(fabs(cost[j] / truth[j] - 1), 1e-3);
        }
        for (r = 0; r < rows; r++)
            seen = fmax(seen, fabs(told(r, 3, o.p) / seconds[r] - 1)); /* mixtures are right */
        if (way < 2) CHECK_LE(seen, 1e-2);
    }
    CHECK_INT(fpmk_costs(2, 3, count, seconds, NULL, cost, half, NULL, NULL, &info), FPMK_TOGETHER);
    CHECK(strstr(fpmk_status_str(FPMK_TOGETHER), "told apart") != NULL);
}

static int with_heap(int64_t fail_at, int forever, test_heap *heap) {
    test_heap_start(heap, fail_at, forever);
    o.alloc = &heap->alloc;
    return fpmk_costs(100, 3, count, seconds, &o, cost, half, speed, left_out, &info);
}

static void bad(void) {
    const double wrong[] = {-1, NAN, INFINITY, 1e17};
    test_heap heap;
    int k;
    draw(100, 3, 4, 0.1);
    for (k = 0; k < 3; k++) cost[k] = half[k] = 7;
    speed[0] = 7;
    CHECK_INT(fpmk_costs(0, 3, count, seconds, &o, cost, half, speed, left_out, &info),
              FPM_E_ARGUMENT);
    CHECK_INT(fpmk_costs(100, 0, count, seconds, &o, cost, half, speed, left_out, NULL),
              FPM_E_ARGUMENT);
    CHECK_INT(
        fpmk_costs(100, FPMK_KINDS + 1, count, seconds, &o, cost, half, speed, left_out, NULL),
        FPM_E_ARGUMENT);
    CHECK_INT(fpmk_costs(100, 3, NULL, seconds, &o, cost, half, speed, left_out, NULL),
              FPM_E_ARGUMENT);
    CHECK_INT(fpmk_costs(100, 3, count, NULL, &o, cost, half, speed, left_out, NULL),
              FPM_E_ARGUMENT);
    CHECK_INT(fpmk_costs(100, 3, count, seconds, &o, NULL, half, speed, left_out, NULL),
              FPM_E_ARGUMENT);
    CHECK_INT(fpmk_costs(INT64_MAX, 3, count, seconds, &o, cost, half, speed, left_out, NULL),
              FPM_E_OVERFLOW);
    o.p = 3;
    CHECK_INT(fpmk_costs(100, 3, count, seconds, &o, cost, half, speed, left_out, &info),
              FPM_E_ARGUMENT);
    CHECK_INT(info.at, 3);
    o.p = 0;
    CHECK_INT(fpmk_costs(100, 3, count, seconds, &o, cost, half, speed, left_out, &info),
              FPM_E_ARGUMENT);
    o.p = 4;
    for (k = 0; k < 4; k++) {
        double kept = count[50];
        count[50] = wrong[k];
        CHECK_INT(fpmk_costs(100, 3, count, seconds, &o, cost, half, speed, left_out, &info),
                  FPM_E_LOAD);
        CHECK_INT(info.at, 16);
        CHECK_INT(info.status, FPM_E_LOAD);
        count[50] = kept, kept = seconds[9], seconds[9] = k == 3 ? 0 : wrong[k];
        CHECK_INT(fpmk_costs(100, 3, count, seconds, &o, cost, half, speed, left_out, &info),
                  FPM_E_TIME);
        CHECK_INT(info.at, 9);
        seconds[9] = kept;
        memcpy(width, seconds, sizeof width);
        width[99] = k == 3 ? 0 : wrong[k], o.half_width = width;
        CHECK_INT(fpmk_costs(100, 3, count, seconds, &o, cost, half, speed, left_out, &info),
                  FPM_E_WEIGHT);
        CHECK_INT(info.at, 99);
        o.half_width = NULL;
    }
    CHECK_INT(with_heap(1, 0, &heap), FPM_E_MEMORY);
    CHECK(test_heap_clean(&heap));
    for (k = 0; k < 3; k++) CHECK(cost[k] == 7 && half[k] == 7);
    CHECK_SAME(speed[0], 7);
    CHECK_INT(with_heap(0, 0, &heap), FPM_OK);
    CHECK_INT(heap.requests, 1);
    CHECK(test_heap_clean(&heap));
}

/* Extremes of all numbers: an answer that is finite, whatever it says. */
static void extremes(void) {
    int64_t round, r;
    int j, overflows = 0;
    for (round = test_count(300); round > 0; round--) {
        int kinds = (int)test_int(1, 4), p = (int)test_int(1, 3);
        int64_t rows = test_int(1, 12);
        for (r = 0; r < rows; r++) {
            static const double times[] = {1e-60, 1e60, 1, 1e-3, 3};
            proc[r] = (int)test_int(0, p - 1);
            seconds[r] = times[test_int(0, 4)], width[r] = times[test_int(0, 4)];
            for (j = 0; j < kinds; j++)
                count[r * kinds + j] = test_int(0, 2) ? (double)test_int(0, 3) : 9007199254740992.0;
        }
        memset(&o, 0, sizeof o);
        o.proc = proc, o.p = p;
        if (test_int(0, 1)) o.half_width = width;
        cost[0] = 7;
        if (fpmk_costs(rows, kinds, count, seconds, &o, cost, half, speed, left_out, &info) < 0) {
            CHECK_INT(info.status, FPM_E_OVERFLOW);
            CHECK_SAME(cost[0], 7);
            overflows++;
            continue;
        }
        for (j = 0; j < kinds; j++) CHECK(cost[j] >= 0 && cost[j] <= 1e300 && half[j] >= 0);
        for (j = 0; j < p; j++) CHECK(speed[j] >= 0);
        CHECK(info.scatter >= 0 && info.outliers >= 0 && info.outliers < rows);
    }
    CHECK_LE(overflows, 0.1 * (double)test_count(300) + 1);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(least_squares);
    RUN(exact);
    RUN(coverage);
    RUN(together);
    RUN(bad);
    RUN(extremes);
    return test_end();
}
