/* Tiles of a matrix: arrangements against exhaustive search and the plain recurrence, whole tiles
   against programs over all widths and heights, bounds against all ways of cutting in two, models in
   two dimensions against surfaces that are known. */
#include "fpm.h"
#include "test.h"
#include <math.h>

enum { MOST = 400 };

static double area[MOST];
static fpm_tile tile[MOST];
static fpm_matrix_info info;

/* ---- what every answer must be ---- */

static int64_t height(const fpm_tile *t) { return t->r1 - t->r0; }
static int64_t width(const fpm_tile *t) { return t->c1 - t->c0; }
static int64_t cells(const fpm_tile *t) { return height(t) * width(t); }

/* Do the tiles cover every element once?  Disjoint rectangles within the matrix whose areas sum to
   its area do. */
static int tiles_ok(int64_t rows, int64_t cols, int p) {
    int64_t sum = 0;
    int i, j, ok = 1;
    for (i = 0; i < p; i++) {
        const fpm_tile *t = &tile[i];
        ok &= t->r0 >= 0 && t->r0 <= t->r1 && t->r1 <= rows && t->c0 >= 0 && t->c0 <= t->c1 &&
              t->c1 <= cols && (t->r0 == t->r1) == (t->c0 == t->c1);
        sum += cells(t);
        for (j = 0; j < i && ok; j++)
            ok &= cells(t) == 0 || cells(&tile[j]) == 0 || t->r1 <= tile[j].r0 ||
                  tile[j].r1 <= t->r0 || t->c1 <= tile[j].c0 || tile[j].c1 <= t->c0;
    }
    return CHECK(ok) & CHECK_INT(sum, rows * cols);
}

static double area_sum(int p) {
    double sum = 0;
    int i;
    for (i = 0; i < p; i++) sum += area[i];
    return sum;
}

/* Nobody with a block or more goes without, tiles begin at multiples of the block, and the record
   tells the makespan and the volume. */
static void answer_ok(int64_t rows, int64_t cols, int p, int64_t block) {
    double makespan = 0, sum = area_sum(p), whole = (double)(rows * cols);
    int64_t volume = 0;
    int i;
    if (!tiles_ok(rows, cols, p)) return;
    for (i = 0; i < p; i++) {
        double deserved = area[i] / sum * whole;
        makespan = fmax(makespan, (double)cells(&tile[i]) / deserved);
        volume += height(&tile[i]) + width(&tile[i]);
        CHECK(cells(&tile[i]) > 0 || deserved < (double)(block * block) * (1 + 1e-6));
        CHECK(tile[i].r0 % block == 0 && tile[i].c0 % block == 0);
    }
    CHECK_REL(info.makespan, makespan, 1e-12);
    CHECK_INT(info.volume, volume - rows - cols);
    CHECK(info.lower_bound <= info.makespan && info.gap >= 0 && info.imbalance >= 0);
}

static void random_areas(int p, double range) {
    int i, ties = test_int(0, 3) == 0;
    double scale = test_int(0, 1) ? 1 : exp(20 * test_real() - 10);
    for (i = 0; i < p; i++)
        area[i] = scale * (ties ? (double)test_int(1, 4) : exp(log(range) * test_real()));
}

static int solve(int64_t rows, int64_t cols, int p, int arrangement, int64_t block) {
    fpm_matrix_options opts = FPM_ZERO;
    int status;
    opts.arrangement = arrangement;
    opts.block = block;
    memset(&info, 0x77, sizeof info);
    status = fpm_matrix_columns(rows, cols, p, area, &opts, tile, &info);
    CHECK_INT(info.status, status);
    return status;
}

/* ---- arrangements ---- */

/* The least half-perimeter over all ways to put p areas into any columns, by assigning one area
   after the other to a column that is there or to a new one. */
static double all_columns(int p, double rows, double cols, int i, int columns, double *sum,
                          int *count) {
    double best = 1e300, total = area_sum(p);
    int c;
    if (i == p) {
        for (best = columns * rows, c = 0; c < columns; c++)
            best += count[c] * sum[c] / total * cols;
        return best;
    }
    for (c = 0; c <= columns; c++) {
        double was = c < columns ? sum[c] : 0;
        int had = c < columns ? count[c] : 0;
        sum[c] = was + area[i], count[c] = had + 1;
        best = fmin(best, all_columns(p, rows, cols, i + 1, columns + (c == columns), sum, count));
        sum[c] = was, count[c] = had;
    }
    return best;
}

static void columns_are_the_least_of_all(void) {
    double sum[10];
    int count[10];
    int64_t round;
    for (round = 0; round < test_count(1200); round++) {
        int p = (int)test_int(1, round % 20 ? 7 : 9);
        int64_t rows = 4000, cols = round % 2 ? rows : test_int(2000, 40000);
        random_areas(p, round % 3 ? 1000 : 10);
        NOTE("seed %llu round %d p %d", (unsigned long long)test__.seed, (int)round, p);
        if (!CHECK(solve(rows, cols, p, FPM_MATRIX_COLUMNS, 1) >= 0)) continue;
        CHECK_REL(info.half_perimeter, all_columns(p, (double)rows, (double)cols, 0, 0, sum, count),
                  1e-12);
        answer_ok(rows, cols, p, 1);
        CHECK_INT(info.arrangement, FPM_MATRIX_COLUMNS);
        if (!CHECK(solve(rows, cols, p, FPM_MATRIX_ROWS, 1) >= 0)) continue;
        CHECK_REL(info.half_perimeter, all_columns(p, (double)cols, (double)rows, 0, 0, sum, count),
                  1e-12);
        CHECK_INT(info.arrangement, FPM_MATRIX_ROWS);
        answer_ok(rows, cols, p, 1);
    }
}

static int descending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* The plain recurrence over sorted areas, for just `count` columns (0: any). */
static double plain_recurrence(int p, double rows, double cols, int count) {
    static double sorted[MOST], sum[MOST + 1], was[MOST + 1], now[MOST + 1];
    double best = 1e300;
    int i, j, c;
    memcpy(sorted, area, sizeof sorted);
    qsort(sorted, (size_t)p, sizeof *sorted, descending);
    for (sum[0] = 0, i = 0; i < p; i++) sum[i + 1] = sum[i] + sorted[i] / area_sum(p);
    for (j = 0; j <= p; j++) was[j] = j ? 1e300 : 0;
    for (c = 1; c <= (count ? count : p); c++) {
        for (j = 0; j <= p; j++)
            for (now[j] = 1e300, i = 0; i < j; i++)
                now[j] = fmin(now[j], was[i] + rows + cols * (j - i) * (sum[j] - sum[i]));
        memcpy(was, now, sizeof was);
        if (!count || c == count) best = fmin(best, now[p]);
    }
    return best;
}

static void columns_follow_the_plain_recurrence(void) {
    int64_t round;
    for (round = 0; round < test_count(60); round++) {
        int p = (int)test_int(10, 60), count = (int)test_int(1, 12);
        int64_t rows = 100000, cols = round % 3 ? rows : test_int(1000, 10000000);
        fpm_matrix_options opts = FPM_ZERO;
        random_areas(p, round % 4 ? 1000 : 1e5);
        NOTE("seed %llu round %d p %d", (unsigned long long)test__.seed, (int)round, p);
        if (!CHECK(solve(rows, cols, p, FPM_MATRIX_COLUMNS, 1) >= 0)) continue;
        CHECK_REL(info.half_perimeter, plain_recurrence(p, (double)rows, (double)cols, 0), 1e-12);
        opts.arrangement = FPM_MATRIX_COLUMNS;
        opts.columns = count < p ? count : p;
        if (!CHECK(fpm_matrix_columns(rows, cols, p, area, &opts, tile, &info) >= 0)) continue;
        CHECK_REL(info.half_perimeter,
                  plain_recurrence(p, (double)rows, (double)cols, opts.columns), 1e-12);
        CHECK_INT(info.columns, opts.columns);
        answer_ok(rows, cols, p, 1);
    }
}

/* ---- whole tiles ---- */

/* Seconds of processor i for an h by w tile, for the programs below. */
typedef double (*clock_of)(int i, int64_t h, int64_t w);

static double area_scale; /* sum of areas / (rows cols) */
static double by_area(int i, int64_t h, int64_t w) {
    return (double)(h * w) * area_scale / area[i];
}

/* The least makespan of a column w wide: rows are given one by one to whoever is done first with
   one more.  must: everybody has at least one. */
static double column_makespan(const int *member, int count, int64_t rows, int64_t w, clock_of t,
                              const int *must) {
    int64_t h[16] = {0}, left = rows;
    double worst = 0;
    int k, best;
    for (k = 0; k < count; k++) left -= h[k] = must[member[k]];
    if (left < 0) return 1e300;
    for (; left > 0; left--) {
        for (best = 0, k = 1; k < count; k++)
            if (t(member[k], h[k] + 1, w) < t(member[best], h[best] + 1, w)) best = k;
        h[best]++;
    }
    for (k = 0; k < count; k++)
        if (h[k]) worst = fmax(worst, t(member[k], h[k], w));
    return worst;
}

/* The least makespan of given columns (column[i] of processor i) over all widths and heights, by a
   program over columns and the width they take; *volume: the least volume within `limit`. */
static double arrangement_makespan(int p, int64_t rows, int64_t cols, const int *column,
                                   int columns, clock_of t, const int *must, double limit,
                                   int64_t *volume) {
    static double was[256], now[256], least[256], next[256];
    int64_t n, w;
    int c, i;
    for (n = 0; n <= cols; n++) was[n] = least[n] = n ? 1e300 : 0;
    for (c = 0; c < columns; c++) {
        int member[16], count = 0;
        for (i = 0; i < p; i++)
            if (column[i] == c) member[count++] = i;
        for (n = 0; n <= cols; n++) now[n] = next[n] = 1e300;
        for (w = 1; w <= cols; w++) {
            double time = column_makespan(member, count, rows, w, t, must);
            double side = (double)rows + (double)count * (double)w;
            for (n = w; n <= cols; n++) {
                now[n] = fmin(now[n], fmax(was[n - w], time));
                if (time <= limit) next[n] = fmin(next[n], least[n - w] + side);
            }
        }
        memcpy(was, now, sizeof was);
        memcpy(least, next, sizeof least);
    }
    if (volume) *volume = least[cols] < 1e200 ? (int64_t)least[cols] - rows - cols : INT64_MAX;
    return was[cols];
}

/* Columns of an answer: the column of each processor, and their number. */
static int columns_of(int p, int *column) {
    int i, j, columns = 0;
    for (i = 0; i < p; i++) {
        for (j = 0; j < i && tile[j].c0 != tile[i].c0; j++) {}
        column[i] = j < i ? column[j] : columns++;
    }
    return columns;
}

static void who_must(int p, int64_t rows, int64_t cols, int *must) {
    int i;
    for (i = 0; i < p; i++) must[i] = area[i] / area_sum(p) * (double)(rows * cols) >= 1 - 1e-9;
}

static int nobody_idle(int p) {
    int i;
    for (i = 0; i < p && cells(&tile[i]) > 0; i++) {}
    return i == p;
}

static void whole_tiles_are_the_best_of_their_columns(void) {
    int64_t round;
    for (round = 0; round < test_count(400); round++) {
        int p = (int)test_int(1, 8), column[8], must[8], columns;
        int64_t rows = test_int(p, 200), cols = test_int(p, round % 4 ? 60 : 200);
        double best;
        random_areas(p, round % 2 ? 30 : 1000);
        NOTE("seed %llu round %d: %d by %d, p %d", (unsigned long long)test__.seed, (int)round,
             (int)rows, (int)cols, p);
        if (!CHECK(solve(rows, cols, p, FPM_MATRIX_COLUMNS, 1) >= 0)) continue;
        answer_ok(rows, cols, p, 1);
        who_must(p, rows, cols, must);
        if (!nobody_idle(p)) continue;
        columns = columns_of(p, column);
        area_scale = area_sum(p) / (double)(rows * cols);
        best = arrangement_makespan(p, rows, cols, column, columns, by_area, must, 0, NULL);
        CHECK_REL(info.makespan, best, 1e-11);
    }
}

/* Blocks that do not divide the matrix: all widths and heights of small arrangements. */
static double any_heights(const int *member, int count, int64_t rows, int64_t w, int64_t block,
                          int rest, double worst) {
    double best = 1e300;
    int64_t h;
    if (count == 1) {
        if (rows < 1 || (rows % block && rest)) return 1e300;
        return fmax(worst, by_area(member[0], rows, w));
    }
    for (h = 1; h < rows; h++) {
        if (h % block && (rest || h % block != rows % block)) continue;
        best = fmin(best, any_heights(member + 1, count - 1, rows - h, w, block, rest || h % block,
                                      fmax(worst, by_area(member[0], h, w))));
    }
    return best;
}

static double any_widths(int p, int64_t rows, int64_t cols, const int *column, int c, int columns,
                         int64_t block, int rest) {
    double best = 1e300;
    int member[8], count = 0, i;
    int64_t w;
    for (i = 0; i < p; i++)
        if (column[i] == c) member[count++] = i;
    for (w = 1; w <= cols; w++) {
        double after;
        if (c == columns - 1 && w < cols) continue;
        if (w % block && (rest || w % block != cols % block)) continue;
        after = c == columns - 1 ? 0
                                 : any_widths(p, rows, cols - w, column, c + 1, columns, block,
                                              rest || w % block);
        best = fmin(best, fmax(after, any_heights(member, count, rows, w, block, 0, 0)));
    }
    return best;
}

static void blocks_that_do_not_divide(void) {
    int64_t round;
    for (round = 0; round < test_count(400); round++) {
        int p = (int)test_int(1, 4), column[8], columns;
        int64_t block = test_int(2, 4), rows = test_int(2 * block, 15);
        int64_t cols = test_int(2 * block, 15);
        random_areas(p, 4);
        NOTE("seed %llu round %d: %d by %d, p %d, block %d", (unsigned long long)test__.seed,
             (int)round, (int)rows, (int)cols, p, (int)block);
        if (!CHECK(solve(rows, cols, p, FPM_MATRIX_COLUMNS, block) >= 0)) continue;
        answer_ok(rows, cols, p, block);
        if (!nobody_idle(p)) continue;
        columns = columns_of(p, column);
        area_scale = area_sum(p) / (double)(rows * cols);
        CHECK_REL(info.makespan, any_widths(p, rows, cols, column, 0, columns, block, 0), 1e-11);
    }
}

/* AUTO against every composition of the sorted areas into columns and into rows: least makespan,
   then least volume (slices may have less of either). */
static void auto_is_the_best_it_lists(void) {
    int64_t round;
    for (round = 0; round < test_count(200); round++) {
        int p = (int)test_int(1, 6), flip, mask, column[8], must[8], i, j;
        int64_t rows = test_int(p, 40), cols = test_int(p, 40), volume, least = INT64_MAX;
        double best = 1e300;
        random_areas(p, 20);
        qsort(area, (size_t)p, sizeof *area, descending);
        NOTE("seed %llu round %d: %d by %d, p %d", (unsigned long long)test__.seed, (int)round,
             (int)rows, (int)cols, p);
        if (!CHECK(solve(rows, cols, p, FPM_MATRIX_AUTO, 1) >= 0)) continue;
        answer_ok(rows, cols, p, 1);
        who_must(p, rows, cols, must);
        area_scale = area_sum(p) / (double)(rows * cols);
        for (flip = 0; flip < 2; flip++)
            for (mask = 0; mask < 1 << (p - 1); mask++) {
                for (column[0] = j = 0, i = 1; i < p; i++) column[i] = j += mask >> (i - 1) & 1;
                best = fmin(best, arrangement_makespan(p, flip ? cols : rows, flip ? rows : cols,
                                                       column, j + 1, by_area, must,
                                                       info.makespan * (1 + 1e-11), &volume));
                if (volume < least) least = volume;
            }
        CHECK_LE(info.makespan, best * (1 + 1e-11));
        if (info.arrangement == FPM_MATRIX_SLICES) continue;
        CHECK_REL(info.makespan, best, 1e-11);
        CHECK(info.volume <= least);
    }
}

/* With eps, no more volume than without and no more time than allowed. */
static void eps_buys_volume(void) {
    int64_t round;
    int less = 0;
    for (round = 0; round < test_count(30); round++) {
        int p = (int)test_int(3, 12);
        fpm_matrix_options opts = FPM_ZERO;
        double makespan;
        int64_t volume;
        random_areas(p, 30);
        if (!CHECK(solve(300, 400, p, FPM_MATRIX_AUTO, 1) >= 0)) continue;
        makespan = info.makespan, volume = info.volume;
        opts.eps = 0.02;
        if (!CHECK(fpm_matrix_columns(300, 400, p, area, &opts, tile, &info) >= 0)) continue;
        answer_ok(300, 400, p, 1);
        CHECK_LE(info.makespan, makespan * 1.02);
        CHECK(info.volume <= volume);
        less += info.volume < volume;
    }
    CHECK(less > 0);
}

/* ---- bounds, slices ---- */

/* The least half-perimeter of the areas in set when a rectangle is cut in two again and again. */
static double all_cuts(int set, double h, double w) {
    double best = 1e300, total = 0;
    int part, i;
    if ((set & (set - 1)) == 0) return h + w;
    for (i = 0; i < 8; i++)
        if (set >> i & 1) total += area[i];
    for (part = (set - 1) & set; part; part = (part - 1) & set) {
        double share = 0;
        if (part < (set ^ part)) continue;
        for (i = 0; i < 8; i++)
            if (part >> i & 1) share += area[i] / total;
        best = fmin(best, all_cuts(part, h * share, w) + all_cuts(set ^ part, h * (1 - share), w));
        best = fmin(best, all_cuts(part, h, w * share) + all_cuts(set ^ part, h, w * (1 - share)));
    }
    return best;
}

static void bounds_hold(void) {
    int64_t round;
    double worst = 0;
    for (round = 0; round < test_count(120); round++) {
        int p = (int)test_int(1, round % 10 ? 4 : 5);
        double least, rows = 3000, cols = round % 2 ? 3000 : (double)test_int(500, 9000);
        random_areas(p, round % 3 ? 1000 : 3);
        least = all_cuts((1 << p) - 1, rows, cols);
        NOTE("seed %llu round %d p %d", (unsigned long long)test__.seed, (int)round, p);
        if (!CHECK(solve((int64_t)rows, (int64_t)cols, p, FPM_MATRIX_SLICES, 1) >= 0)) continue;
        CHECK_LE(info.bound, info.rectangle_bound);
        CHECK_LE(info.rectangle_bound, least * (1 + 1e-12));
        CHECK_LE(least * (1 - 1e-12), info.half_perimeter);
        worst = fmax(worst, info.half_perimeter / least);
        if (p <= 3) CHECK_REL(info.half_perimeter, least, 1e-12);
    }
    CHECK_LE(worst, 1.1);
}

static void slices_stay_near_the_bound(void) {
    int64_t round;
    for (round = 0; round < test_count(18); round++) {
        int p = (int)test_int(round % 2 ? 8 : 2, round % 9 ? 30 : 100), slices;
        int64_t rows = 2000, cols = round % 4 ? 2000 : test_int(1000, 8000);
        double half;
        random_areas(p, 1000);
        NOTE("seed %llu round %d p %d", (unsigned long long)test__.seed, (int)round, p);
        if (!CHECK(solve(rows, cols, p, FPM_MATRIX_SLICES, 1) >= 0)) continue;
        answer_ok(rows, cols, p, 1);
        half = info.half_perimeter;
        slices = info.arrangement == FPM_MATRIX_SLICES;
        CHECK_LE(half, (p >= 8 ? 1.25 : 1.5) * info.rectangle_bound);
        if (slices) CHECK_LE(info.makespan, 1.25);
        CHECK(solve(rows, cols, p, FPM_MATRIX_COLUMNS, 1) >= 0);
        CHECK_LE(half, info.half_perimeter * (1 + 1e-12));
        CHECK(solve(rows, cols, p, FPM_MATRIX_ROWS, 1) >= 0);
        CHECK_LE(half, info.half_perimeter * (1 + 1e-12));
    }
}

/* ---- hostile sizes ---- */

static void crowded(void) {
    int64_t round;
    int arrangement;
    for (round = 0; round < test_count(300); round++) {
        int64_t rows = test_int(1, 12), cols = test_int(1, 12), most = rows * cols;
        int p = (int)test_int(1, most < 40 ? most : 40);
        int64_t block = round % 3 ? 1 : test_int(1, rows < cols ? rows : cols);
        random_areas(p, round % 2 ? 1.5 : 1000);
        NOTE("seed %llu round %d: %d by %d, p %d, block %d", (unsigned long long)test__.seed,
             (int)round, (int)rows, (int)cols, p, (int)block);
        for (arrangement = FPM_MATRIX_AUTO; arrangement <= FPM_MATRIX_SLICES; arrangement++) {
            int status = solve(rows, cols, p, arrangement, block);
            if (CHECK(status >= 0)) answer_ok(rows, cols, p, block);
        }
    }
}

static void large_p(void) {
    enum { P = 10000 };
    static double many[P];
    static fpm_tile tiles[P];
    fpm_matrix_options opts = FPM_ZERO;
    int64_t sum = 0;
    int i, again;
    for (again = 0; again < 2; again++) {
        for (i = 0; i < P; i++) many[i] = again ? 1 : exp(7 * test_real());
        opts.arrangement = FPM_MATRIX_COLUMNS;
        if (!CHECK_INT(fpm_matrix_columns(60000, 50000, P, many, &opts, tiles, &info),
                       FPM_NORMALISED))
            return;
        for (sum = 0, i = 0; i < P; i++) sum += cells(&tiles[i]);
        CHECK_INT(sum, INT64_C(3000000000));
        CHECK_LE(info.makespan, 1.02);
        CHECK_LE(info.half_perimeter, 1.01 * info.bound);
    }
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(columns_are_the_least_of_all);
    RUN(columns_follow_the_plain_recurrence);
    RUN(whole_tiles_are_the_best_of_their_columns);
    RUN(blocks_that_do_not_divide);
    RUN(auto_is_the_best_it_lists);
    RUN(eps_buys_volume);
    RUN(bounds_hold);
    RUN(slices_stay_near_the_bound);
    RUN(crowded);
    RUN(large_p);
    return test_end();
}
