/* fpm_rect_fewest beside enumeration: of all tilings of tiny fields, of all cuts from side to side
   of small ones, and of all stripes; and beside what is known of planted tilings. */
#include "../fpm.h"

#include "test.h"

#include <math.h>

enum { MOST = 8, SIDE = 40 };

/* A field, and what a part may cost. */
static struct {
    int rows, cols;
    int64_t load[SIDE * SIDE], sum[SIDE + 1][SIDE + 1], border;
    double limit, unit; /* unit: what a load of 1 stands for */
    fpm_grid grid;
    fpm_rect_options o;
} q;

static double cost(int r0, int r1, int c0, int c1) {
    int64_t load = q.sum[r1][c1] - q.sum[r0][c1] - q.sum[r1][c0] + q.sum[r0][c0];
    return q.unit * (double)(load + q.border * (r1 - r0 + c1 - c0));
}

/* May these cells be one part? */
static int fits(int r0, int r1, int c0, int c1) {
    if (r1 - r0 < q.o.min_rows || c1 - c0 < q.o.min_cols) return 0;
    return cost(r0, r1, c0, c1) <= q.limit;
}

static void dump(void) {
    int r, c;
    printf("    limit %.17g, border %d, algorithm %d\n", q.limit, (int)q.border, q.o.algorithm);
    for (r = 0; r < q.rows; r++) {
        printf("   ");
        for (c = 0; c < q.cols; c++) printf(" %lld", (long long)q.load[r * q.cols + c]);
        printf("\n");
    }
}

/* Loads of several kinds: even, with holes, a few heavy ones, powers. */
static int64_t any_load(int kind, int64_t top) {
    if (kind == 1 && test_int(0, 2)) return 0;
    if (kind == 2 && test_int(0, 3)) return test_int(0, 2);
    if (kind == 3) return INT64_C(1) << test_int(0, 9);
    return test_int(0, top);
}

static int make_grid(void) {
    double real[SIDE * SIDE];
    int i;
    if (q.unit >= 1) return fpm_grid_init(&q.grid, q.rows, q.cols, q.load, 0, NULL, NULL);
    for (i = 0; i < q.rows * q.cols; i++) real[i] = q.unit * (double)q.load[i];
    return fpm_grid_init_real(&q.grid, q.rows, q.cols, real, 0, NULL, NULL);
}

static void sums(void) {
    int r, c;
    for (r = 0; r < q.rows; r++)
        for (c = 0; c < q.cols; c++)
            q.sum[r + 1][c + 1] =
                q.sum[r][c + 1] + q.sum[r + 1][c] - q.sum[r][c] + q.load[r * q.cols + c];
}

static void random_field(int side, int cells, int border) {
    int64_t heavy = 0, all = 0, top = test_int(1, 30);
    int kind = (int)test_int(0, 3), i;
    memset(&q, 0, sizeof q);
    do {
        q.rows = (int)test_int(1, side);
        q.cols = (int)test_int(1, side);
    } while (q.rows * q.cols > cells);
    q.unit = test_int(0, 2) ? 1 : 0.25;
    for (i = 0; i < q.rows * q.cols; i++) {
        q.load[i] = any_load(kind, top);
        if (q.load[i] > heavy) heavy = q.load[i];
        all += q.load[i];
    }
    if (border) q.border = test_int(1, 6);
    q.o.border = q.unit * (double)q.border;
    heavy += 2 * q.border;
    all += q.border * (q.rows + q.cols);
    q.limit = q.unit * (double)test_int(heavy, heavy + (all - heavy) / test_int(1, 6));
    if (test_int(0, 3) == 0) q.limit = q.unit * (double)heavy;
    if (test_int(0, 3) == 0) q.limit += 0.125 * q.unit;
    sums();
    CHECK_INT(make_grid(), FPM_OK);
}

/* Fewest parts of all partitions by cuts from side to side. */
static int by_cuts(void) {
    static int least[MOST + 1][MOST + 1][MOST + 1][MOST + 1];
    int high, wide, r, c, k;
    for (high = 1; high <= q.rows; high++)
        for (wide = 1; wide <= q.cols; wide++)
            for (r = 0; r + high <= q.rows; r++)
                for (c = 0; c + wide <= q.cols; c++) {
                    int best = fits(r, r + high, c, c + wide) ? 1 : 1000;
                    for (k = r + 1; best > 1 && k < r + high; k++) {
                        int both = least[r][k][c][c + wide] + least[k][r + high][c][c + wide];
                        if (both < best) best = both;
                    }
                    for (k = c + 1; best > 1 && k < c + wide; k++) {
                        int both = least[r][r + high][c][k] + least[r][r + high][k][c + wide];
                        if (both < best) best = both;
                    }
                    least[r][r + high][c][c + wide] = best;
                }
    return least[0][q.rows][0][q.cols];
}

/* Parts that a stripe needs: lines j .. i - 1, rows (way 0) or columns.  1000: it cannot. */
static int needed(int way, int j, int i) {
    int m = way ? q.rows : q.cols, parts = 1, from = 0, k;
    for (k = 0; k < m; k++) {
        double one = way ? cost(k, k + 1, j, i) : cost(j, i, k, k + 1);
        double more = way ? cost(from, k + 1, j, i) : cost(j, i, from, k + 1);
        if (one > q.limit) return 1000;
        if (more <= q.limit) continue;
        parts++;
        from = k;
    }
    return parts;
}

/* Fewest parts of stripes of rows (way 0) or columns, each cut on its own. */
static int by_stripes(int way) {
    int n = way ? q.cols : q.rows, least[MOST + 1], i, j;
    least[0] = 0;
    for (i = 1; i <= n; i++) {
        least[i] = 1000;
        for (j = 0; j < i; j++)
            if (least[j] + needed(way, j, i) < least[i]) least[i] = least[j] + needed(way, j, i);
    }
    return least[n];
}

/* Fewest parts of P stripes of Q parts, with stripes in one direction. */
static int by_pairs(int way) {
    int n = way ? q.cols : q.rows, most = way ? q.rows : q.cols, each, best = 1000;
    for (each = 1; each <= most; each++) {
        int least[MOST + 1] = {0}, i, j;
        for (i = 1; i <= n; i++) {
            least[i] = 1000;
            for (j = 0; j < i; j++)
                if (needed(way, j, i) <= each && least[j] + 1 < least[i]) least[i] = least[j] + 1;
        }
        if (each * least[n] < best) best = each * least[n];
    }
    return best;
}

/* Fewest parts of all tilings: each rectangle whose corner is the first free cell. */
static int tiled[MOST][MOST], fewest_tiles;

static void paint(int r, int c, int high, int wide, int value) {
    int i, j;
    for (i = r; i < r + high; i++)
        for (j = c; j < c + wide; j++) tiled[i][j] = value;
}

static void tile(int at, int used) {
    int r, c, high, wide, most = q.cols;
    while (at < q.rows * q.cols && tiled[at / q.cols][at % q.cols]) at++;
    if (at == q.rows * q.cols) fewest_tiles = used;
    if (at == q.rows * q.cols || used + 1 >= fewest_tiles) return;
    r = at / q.cols;
    c = at % q.cols;
    for (high = 1; r + high <= q.rows; high++)
        for (wide = 1; c + wide <= most; wide++) {
            if (tiled[r][c + wide - 1] || cost(r, r + high, c, c + wide) > q.limit) {
                most = c + wide - 1;
                break;
            }
            if (!fits(r, r + high, c, c + wide)) continue; /* too small */
            paint(r, c, high, wide, 1);
            tile(at + wide, used + 1);
            paint(r, c, high, wide, 0);
        }
}

/* What every answer must be: a tiling within the limit, empty parts last. */
static void check_parts(int p, const fpm_rect *part, const fpm_info *info) {
    char seen[SIDE * SIDE] = {0};
    int i, r, c, used = (int)info->cost;
    double most = 0, all = cost(0, q.rows, 0, q.cols);
    for (i = 0; i < p; i++) {
        const fpm_rect *a = &part[i];
        int cells = (int)((a->r1 - a->r0) * (a->c1 - a->c0));
        if (i >= used || q.o.algorithm == 0) CHECK_INT(cells > 0, i < used);
        if (cells == 0) continue;
        CHECK(fits((int)a->r0, (int)a->r1, (int)a->c0, (int)a->c1));
        most = fmax(most, cost((int)a->r0, (int)a->r1, (int)a->c0, (int)a->c1));
        for (r = (int)a->r0; r < a->r1; r++)
            for (c = (int)a->c0; c < a->c1; c++) CHECK(!seen[r * q.cols + c]++);
    }
    for (i = 0; i < q.rows * q.cols; i++) CHECK(seen[i]);
    CHECK_LE(info->least, info->cost);
    CHECK_REL(info->makespan, most, 1e-15);
    CHECK_LE(info->lower_bound, info->makespan);
    if (q.border == 0 && all > 0) CHECK_REL(info->imbalance + 1, most * used / all, 1e-14);
    CHECK(info->last >= 0 && info->last < used);
}

/* Small fields: `want` is the least of the class that is asked for. */
static void classes(int algorithm, int border) {
    int64_t left = test_count(200);
    fpm_rect part[MOST * MOST];
    int open = 0, all = 0;
    for (; left > 0; left--) {
        fpm_info info;
        int want, status, p = MOST * MOST;
        random_field(7, 30, border);
        q.o.algorithm = algorithm;
        want = by_cuts();
        if (algorithm == FPM_RECT_M_OPT) {
            want = by_stripes(0);
            if (by_stripes(1) < want) want = by_stripes(1);
        }
        if (algorithm == FPM_RECT_PQ_OPT) {
            want = by_pairs(0);
            if (by_pairs(1) < want) want = by_pairs(1);
        }
        status = fpm_rect_fewest(&q.grid, p, q.limit, &q.o, part, NULL, &info);
        if (CHECK(status >= 0)) {
            check_parts(p, part, &info);
            all++;
            if (info.cost > want) open++;
            CHECK(algorithm != FPM_RECT_M_OPT || info.cost <= want);
            if (status == FPM_CLASS_OPTIMUM) CHECK_INT((int)info.cost, want);
            if (status == FPM_OK) CHECK_LE(info.cost, want);
            if (border == 0 && algorithm != FPM_RECT_AUTO && algorithm != FPM_RECT_HIER_OPT)
                CHECK(status != FPM_HEURISTIC);
            CHECK_INT((int)info.cost < want, 0);
        }
        fpm_grid_free(&q.grid);
        if (test__.bad) {
            dump();
            return;
        }
    }
    NOTE("%d of %d above the least", open, all);
    CHECK(open <= 1 + all / 1000);
}

/* Tiny fields: the bound holds for all tilings, or all with parts of a least height and width. */
static void bounds(int border, int thick) {
    int64_t left = test_count(300);
    fpm_rect part[MOST * MOST];
    int met = 0, all = 0;
    for (; left > 0; left--) {
        fpm_info info;
        int status;
        random_field(6, 15, border);
        if (thick) q.o.min_rows = test_int(0, 3);
        if (thick) q.o.min_cols = test_int(0, 3);
        memset(tiled, 0, sizeof tiled);
        fewest_tiles = 100;
        tile(0, 0);
        status = fpm_rect_fewest(&q.grid, MOST * MOST, q.limit, &q.o, part, NULL, &info);
        if (thick && by_cuts() == 1000) {
            CHECK(fewest_tiles < 100 || status < 0);
        } else if (CHECK(status >= 0)) {
            check_parts(MOST * MOST, part, &info);
            CHECK_LE(info.least, fewest_tiles);
            CHECK_LE(fewest_tiles, info.cost);
            all++;
            if (status == FPM_OK) met++;
        }
        if (fewest_tiles > 1) {
            int p = fewest_tiles - 1;
            status = fpm_rect_fewest(&q.grid, p, q.limit, &q.o, part, NULL, &info);
            CHECK(status == FPM_E_INFEASIBLE || status == FPM_E_WORK_LIMIT);
            CHECK(info.reason != NULL);
        }
        fpm_grid_free(&q.grid);
        if (test__.bad) {
            dump();
            return;
        }
    }
    NOTE("%d of %d proven", met, all);
    CHECK(met > all / 2 || test_brief());
}

/* Any class and any work: the answer is what its record says, and more work finds no more parts. */
static void any_work(void) {
    static const int64_t work[] = {1, 1000000, 30000000, 0};
    static const int uneven[] = {FPM_RECT_M_ALLOC, FPM_RECT_HIER_RB, FPM_RECT_HIER_RELAXED};
    int64_t left = test_count(2000);
    fpm_rect part[MOST * MOST];
    int answers = 0;
    for (; left > 0; left--) {
        int w, was = MOST * MOST;
        random_field(6, 20, left % 3 == 0);
        q.o.algorithm = (int)test_int(FPM_RECT_AUTO, FPM_RECT_COMPACT);
        if (left % 8) q.o.algorithm = uneven[left % 8 % 3]; /* these leave parts empty */
        for (w = 0; w < 4; w++) {
            fpm_info info;
            int status;
            q.o.max_work = work[w];
            status = fpm_rect_fewest(&q.grid, MOST * MOST, q.limit, &q.o, part, NULL, &info);
            if (status < 0) continue;
            answers++;
            check_parts(MOST * MOST, part, &info);
            CHECK_LE(info.cost, was);
            was = (int)info.cost;
        }
        fpm_grid_free(&q.grid);
        if (test__.bad) {
            dump();
            return;
        }
    }
    CHECK(answers > 0);
}

/* A field that recursive cuts made of parts of one load: that many suffice.  More work never takes
   more parts; all classes by name keep the limit. */
static void plant(int r0, int r1, int c0, int c1, int parts, int64_t each) {
    int high = r1 - r0, wide = c1 - c0, cells = high * wide, i;
    if (parts == 1) {
        for (i = 0; i < each; i++) {
            int row = r0 + (int)test_int(0, high - 1), col = c0 + (int)test_int(0, wide - 1);
            q.load[row * q.cols + col]++;
        }
        return;
    }
    i = (int)test_int(1, parts - 1);
    if (test_int(0, 1) ? high > 1 : wide == 1) {
        int cut = r0 + 1 + (int)test_int(0, high - 2);
        if ((cut - r0) * wide < i || (r1 - cut) * wide < parts - i) cut = r0 + high / 2;
        if ((cut - r0) * wide < i) i = 1;
        if ((r1 - cut) * wide < parts - i) parts = i + 1;
        plant(r0, cut, c0, c1, i, each);
        plant(cut, r1, c0, c1, parts - i, each);
    } else if (cells > 1) {
        int cut = c0 + 1 + (int)test_int(0, wide - 2);
        if ((cut - c0) * high < i) i = 1;
        if ((c1 - cut) * high < parts - i) parts = i + 1;
        plant(r0, r1, c0, cut, i, each);
        plant(r0, r1, cut, c1, parts - i, each);
    }
}

static void planted(void) {
    static const int class_of[] = {FPM_RECT_AUTO,   FPM_RECT_NICOL,        FPM_RECT_PQ_OPT,
                                   FPM_RECT_M_HEUR, FPM_RECT_M_HEUR_PROBE, FPM_RECT_HIER_RELAXED,
                                   FPM_RECT_PEEL,   FPM_RECT_UNIFORM,      FPM_RECT_COMPACT};
    static fpm_rect part[SIDE * SIDE];
    int64_t left = test_count(15), work;
    int met = 0, all = 0, k;
    for (; left > 0; left--) {
        int64_t each = test_int(5, 400), sum = 0;
        double before = 1e300;
        fpm_info info;
        memset(&q, 0, sizeof q);
        q.unit = 1;
        q.rows = (int)test_int(1, SIDE);
        q.cols = (int)test_int(1, SIDE);
        plant(0, q.rows, 0, q.cols, (int)test_int(1, 1 + q.rows * q.cols / 20), each);
        for (k = 0; k < q.rows * q.cols; k++) sum += q.load[k];
        q.limit = (double)each;
        sums();
        CHECK_INT(make_grid(), FPM_OK);
        for (work = 1; work < 300000000; work = work < 1000 ? 1000000 : 10 * work) {
            q.o.max_work = work;
            q.o.compact = FPM_EXACT;
            CHECK(fpm_rect_fewest(&q.grid, SIDE * SIDE, q.limit, &q.o, part, NULL, &info) >= 0);
            check_parts(SIDE * SIDE, part, &info);
            CHECK_LE(info.cost, before);
            CHECK_LE(info.least, (double)sum / (double)each);
            before = info.cost;
        }
        all++;
        if (info.cost <= (double)sum / (double)each) met++;
        q.o.max_work = 1000000;
        q.o.compact = 0;
        for (k = 0; k < 9; k++) {
            int status;
            q.o.algorithm = class_of[k];
            status = fpm_rect_fewest(&q.grid, SIDE * SIDE, q.limit, &q.o, part, NULL, &info);
            if (status >= 0) check_parts(SIDE * SIDE, part, &info);
            else CHECK_INT(status, FPM_E_WORK_LIMIT);
        }
        fpm_grid_free(&q.grid);
        if (test__.bad) {
            dump();
            return;
        }
    }
    NOTE("%d of %d met", met, all);
    CHECK(met >= all / 4);
}

/* A grid of one row or column is a chain: its number is that of the greedy method, proven. */
static void one_row(void) {
    int64_t left = test_count(200);
    static fpm_rect part[SIDE];
    for (; left > 0; left--) {
        int n = (int)test_int(1, SIDE), way = (int)test_int(0, 1), i, parts = 1;
        int64_t heavy = 0, have = 0;
        fpm_info info;
        memset(&q, 0, sizeof q);
        q.unit = 1;
        q.rows = way ? n : 1;
        q.cols = way ? 1 : n;
        for (i = 0; i < n; i++) {
            q.load[i] = test_int(0, 20);
            if (q.load[i] > heavy) heavy = q.load[i];
        }
        q.limit = (double)(heavy + test_int(0, 40));
        for (i = 0; i < n; i++) {
            have += q.load[i];
            if ((double)have <= q.limit) continue;
            have = q.load[i];
            parts++;
        }
        sums();
        CHECK_INT(make_grid(), FPM_OK);
        CHECK_INT(fpm_rect_fewest(&q.grid, SIDE, q.limit, NULL, part, NULL, &info), FPM_OK);
        CHECK_INT((int)info.cost, parts);
        check_parts(SIDE, part, &info);
        fpm_grid_free(&q.grid);
        if (test__.bad) {
            dump();
            return;
        }
    }
}

/* Three cells of which no two fit together, though two parts could take the load: they are proven
   to need three. */
static void apart(void) {
    const int64_t load[9] = {1, 0, 0, 0, 10, 0, 0, 0, 1};
    fpm_rect part[9];
    fpm_info info;
    fpm_grid grid;
    CHECK_INT(fpm_grid_init(&grid, 3, 3, load, 0, NULL, NULL), FPM_OK);
    CHECK_INT(fpm_rect_fewest(&grid, 9, 10, NULL, part, NULL, &info), FPM_OK);
    CHECK_SAME(info.cost, 3);
    CHECK_SAME(info.least, 3);
    fpm_grid_free(&grid);
}

/* AUTO has four parts within 49 here, and then prefers shorter borders to them. */
static void tolerant(void) {
    const int64_t load[16] = {17, 7, 8, 0, 1, 2, 1, 16, 14, 16, 14, 16, 17, 11, 19, 19};
    fpm_rect part[16];
    fpm_info info;
    fpm_grid grid;
    CHECK_INT(fpm_grid_init(&grid, 4, 4, load, 0, NULL, NULL), FPM_OK);
    CHECK_INT(fpm_rect_fewest(&grid, 16, 49, NULL, part, NULL, &info), FPM_OK);
    CHECK_SAME(info.cost, 4);
    fpm_grid_free(&grid);
}

/* The partition of least work into four has an empty part, with more work none has. */
static void lucky(void) {
    const int64_t load[6] = {6, 20, 17, 2, 13, 8};
    fpm_grid grid;
    fpm_rect part[4];
    fpm_rect_options o = FPM_ZERO;
    fpm_info info;
    double was = 4;
    CHECK_INT(fpm_grid_init(&grid, 3, 2, load, 0, NULL, NULL), FPM_OK);
    o.algorithm = FPM_RECT_M_ALLOC;
    for (o.max_work = 1; o.max_work < 1000000000; o.max_work *= 10) {
        CHECK(fpm_rect_fewest(&grid, 4, 24.6, &o, part, NULL, &info) >= 0);
        CHECK_LE(info.cost, was);
        was = info.cost;
    }
    fpm_grid_free(&grid);
}

/* The comment's example; too few parts; a cell above the limit; no loads at all. */
static void example(void) {
    const int64_t load[4] = {4, 1, 2, 3}, none[4] = {0};
    fpm_rect part[4];
    fpm_rect_outputs out;
    fpm_info info;
    fpm_grid grid;
    CHECK_INT(fpm_grid_init(&grid, 2, 2, load, 0, NULL, NULL), FPM_OK);
    CHECK_INT(fpm_rect_fewest(&grid, 4, 5, NULL, part, &out, &info), FPM_OK);
    CHECK_SAME(info.cost, 2);
    CHECK_SAME(info.least, 2);
    CHECK_SAME(info.makespan, 5);
    CHECK_SAME(out.half_perimeter, 6);
    CHECK_INT((int)part[0].r1, 1);
    CHECK_INT((int)part[0].c1, 2);
    CHECK_INT((int)part[3].r1, 0);
    part[0].r0 = -7;
    CHECK_INT(fpm_rect_fewest(&grid, 1, 5, NULL, part, &out, &info), FPM_E_INFEASIBLE);
    CHECK_INT((int)info.at, -1);
    CHECK_INT(fpm_rect_fewest(&grid, 4, 3.5, NULL, part, &out, &info), FPM_E_INFEASIBLE);
    CHECK_INT((int)info.at, 0);
    CHECK_INT((int)part[0].r0, -7);
    fpm_grid_free(&grid);
    CHECK_INT(fpm_grid_init(&grid, 2, 2, none, 0, NULL, NULL), FPM_OK);
    CHECK_INT(fpm_rect_fewest(&grid, 4, 0, NULL, part, &out, &info), FPM_OK);
    CHECK_SAME(info.cost, 1);
    fpm_grid_free(&grid);
}

static int stop_at;

static int stops(void *context, const fpm_progress *state) {
    (void)context;
    (void)state;
    return --stop_at < 0;
}

/* The caller stops the call at each of its questions: the best so far, or none. */
static void stopped(void) {
    static fpm_rect part[SIDE * SIDE];
    int k, status = FPM_E_STOPPED, some = 0;
    memset(&q, 0, sizeof q);
    q.unit = 1;
    q.rows = 12;
    q.cols = 12;
    for (k = 0; k < q.rows * q.cols; k++) q.load[k] = 1 + k * k % 17;
    q.limit = 60;
    sums();
    CHECK_INT(make_grid(), FPM_OK);
    q.o.progress = stops;
    for (k = 0; k < 15; k++) {
        fpm_info info;
        stop_at = k;
        part[0].r0 = -7;
        status = fpm_rect_fewest(&q.grid, 144, q.limit, &q.o, part, NULL, &info);
        if (status == FPM_E_STOPPED) CHECK_INT((int)part[0].r0, -7);
        if (status == FPM_STOPPED) some++;
        if (status >= 0) check_parts(144, part, &info);
        else CHECK_INT(status, FPM_E_STOPPED);
    }
    CHECK(some > 0);
    fpm_grid_free(&q.grid);
}

/* Each request fails, alone or with all later ones: no memory, or a partition. */
static void failing_memory(void) {
    static fpm_rect part[SIDE * SIDE];
    test_heap heap;
    int forever, k, status;
    memset(&q, 0, sizeof q);
    q.unit = 1;
    q.rows = 9;
    q.cols = 9;
    for (k = 0; k < q.rows * q.cols; k++) q.load[k] = 1 + k * k % 17;
    q.limit = 50;
    q.o.max_work = 30000000; /* also later passes, which have an answer already */
    sums();
    CHECK_INT(make_grid(), FPM_OK);
    for (forever = 0; forever < 2; forever++) {
        heap.failures = 1;
        for (k = 1; heap.failures && k < 400; k++) {
            fpm_info info;
            test_heap_start(&heap, k, forever);
            q.o.alloc = &heap.alloc;
            NOTE("request %d, forever %d", k, forever);
            part[0].r0 = -7;
            status = fpm_rect_fewest(&q.grid, 81, q.limit, &q.o, part, NULL, &info);
            CHECK(test_heap_clean(&heap));
            if (status < 0) CHECK_INT(status, FPM_E_MEMORY);
            if (status < 0) CHECK_INT((int)part[0].r0, -7);
            else check_parts(81, part, &info);
        }
        CHECK(k > 4);
    }
    fpm_grid_free(&q.grid);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN_AS("cuts", classes(FPM_RECT_AUTO, 0));
    RUN_AS("cuts_border", classes(FPM_RECT_AUTO, 1));
    RUN_AS("cuts_search", classes(FPM_RECT_HIER_OPT, 0));
    RUN_AS("stripes", classes(FPM_RECT_M_OPT, 0));
    RUN_AS("stripes_border", classes(FPM_RECT_M_OPT, 1));
    RUN_AS("pairs", classes(FPM_RECT_PQ_OPT, 0));
    RUN_AS("bounds", bounds(0, 0));
    RUN_AS("bounds_border", bounds(1, 0));
    RUN_AS("bounds_thick", bounds(0, 1));
    RUN_AS("bounds_thick_border", bounds(1, 1));
    RUN(any_work);
    RUN(planted);
    RUN(one_row);
    RUN(apart);
    RUN(tolerant);
    RUN(lucky);
    RUN(example);
    RUN(stopped);
    RUN(failing_memory);
    return test_end();
}
