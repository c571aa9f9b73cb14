/* Hierarchical rectangles: bisections, guillotine partitions; exhaustive programs on
   small grids, and on the same grids spread out by lines of zeros. */
#include "fpm.h"

#include "oracle_rect.h"
#include "test.h"

#define STEP INT64_C(30) /* max_work of a step: steps are what a search is measured in here */
#define OWN 4000         /* steps a part of HIER_SEARCH within AUTO */

enum { MANY = 2048, WIDE = 320 };

static fpm_rect part[MANY];
static fpm_info info;
static fpm_rect_outputs out;
static uint64_t dice = 1;
static int64_t wide[WIDE * WIDE];

static void start(void) { dice = test_u64(); }

static fpm_rect_options options(int algorithm, int direction) {
    fpm_rect_options o = FPM_ZERO;
    o.algorithm = algorithm;
    if (algorithm == FPM_RECT_HIER_RB || algorithm == FPM_RECT_HIER_RELAXED)
        o.direction = direction;
    o.compact = FPM_EXACT;
    return o;
}

/* Solve; the rectangles tile the grid and hold what they and info say.  Largest load, or -1. */
static int64_t solve(const fpm_grid *grid, int m, const fpm_rect_options *o) {
    oracle_canvas canvas;
    int64_t most = 0;
    int i, status = fpm_rect_partition(grid, m, o, part, &out, &info), painted = 1;
    if (!CHECK(status >= 0) || !CHECK(oracle_canvas_start(&canvas, grid->rows, grid->cols)))
        return -1;
    for (i = 0; i < m; i++) {
        const fpm_rect *a = &part[i];
        const int64_t *top = grid->fpm__at + a->r0 * (grid->cols + 1),
                      *bottom = grid->fpm__at + a->r1 * (grid->cols + 1);
        painted = painted && oracle_canvas_paint(&canvas, a->r0, a->r1, a->c0, a->c1);
        CHECK_INT(a->load, bottom[a->c1] - bottom[a->c0] - top[a->c1] + top[a->c0]);
        most = oracle_most(most, a->load);
    }
    CHECK(oracle_canvas_done(&canvas) && painted);
    CHECK_INT(most, out.load);
    CHECK_INT(info.status, status);
    CHECK_INT(info.algorithm, o->algorithm);
    CHECK(out.class_bound <= out.load && out.load_bound <= out.load);
    return most;
}

static void check_optimum(const fpm_grid *grid, int m, int algorithm, int64_t want) {
    fpm_rect_options o = options(algorithm, 0);
    CHECK_INT(solve(grid, m, &o), want);
    CHECK_INT(out.class_bound, want);
    CHECK(info.status == FPM_OK || info.status == FPM_CLASS_OPTIMUM);
}

static void random_grid(oracle_grid *g, int side) {
    int64_t cell[ORACLE_SIDE * ORACLE_SIDE];
    int rows = (int)test_int(1, side), cols = (int)test_int(1, side);
    int kind = (int)test_int(0, ORACLE_FLOW - 1);
    oracle_field(kind, rows, cols, 1 + 3 * test_real(), &dice, cell);
    oracle_grid_set(g, rows, cols, cell);
    NOTE("%s %d x %d", oracle_field_name(kind), rows, cols);
}

static fpm_grid grid_of(const oracle_grid *g) {
    fpm_grid grid = FPM_ZERO;
    CHECK_INT(fpm_grid_init(&grid, g->rows, g->cols, g->cell[0], ORACLE_SIDE, NULL, NULL), FPM_OK);
    return grid;
}

/* The same grid with lines of zeros in between, rows x cols now: no optimum changes. */
static fpm_grid spread(const oracle_grid *g, int rows, int cols) {
    fpm_grid grid = FPM_ZERO;
    int r, c, to_r[ORACLE_SIDE], to_c[ORACLE_SIDE];
    memset(wide, 0, sizeof wide);
    for (r = 0; r < g->rows; r++) /* one in each band */
        to_r[r] = (int)(r * rows / g->rows + test_int(0, rows / g->rows - 1));
    for (c = 0; c < g->cols; c++)
        to_c[c] = (int)(c * cols / g->cols + test_int(0, cols / g->cols - 1));
    for (r = 0; r < g->rows; r++)
        for (c = 0; c < g->cols; c++) wide[to_r[r] * cols + to_c[c]] = g->cell[r][c];
    CHECK_INT(fpm_grid_init(&grid, rows, cols, wide, 0, NULL, NULL), FPM_OK);
    return grid;
}

/* ---- optima ---- */

static void opt_small(void) {
    int64_t i;
    for (start(), i = 0; i < test_count(3000); i++) {
        oracle_grid g;
        fpm_grid grid;
        int m = (int)test_int(1, i % 10 ? 6 : 12);
        random_grid(&g, i % 10 ? 5 : 8);
        grid = grid_of(&g);
        check_optimum(&grid, m, FPM_RECT_HIER_OPT, oracle_hier(&g, m));
        fpm_grid_free(&grid);
    }
}

/* More than 256 lines each way: the search alone. */
static void opt_search(void) {
    int64_t i;
    for (start(), i = 0; i < test_count(80); i++) {
        oracle_grid g;
        fpm_grid grid;
        int m = (int)test_int(2, 9), rows = (int)test_int(257, WIDE);
        random_grid(&g, 7);
        grid = spread(&g, rows, (int)test_int(257, WIDE));
        check_optimum(&grid, m, FPM_RECT_HIER_OPT, oracle_hier(&g, m));
        fpm_grid_free(&grid);
    }
}

/* Wide, narrow and middling grids. */
static void opt_wide(void) {
    int64_t i;
    for (start(), i = 0; i < test_count(200); i++) {
        oracle_grid g;
        fpm_grid grid;
        int m = (int)test_int(5, 14), tall = (int)test_int(0, 1);
        random_grid(&g, 6);
        grid = spread(&g, tall ? 40 : 9, tall ? 9 : 40);
        check_optimum(&grid, m, FPM_RECT_HIER_OPT, oracle_hier(&g, m));
        fpm_grid_free(&grid);
    }
}

/* ---- bisections ---- */

/* Largest load of the best cut in two between rows, between columns, or either. */
static int64_t best_two(const oracle_grid *g, int rows, int cols) {
    int64_t best = oracle_total(g);
    int x;
    for (x = 1; rows && x < g->rows; x++)
        best = oracle_least(best, oracle_most(oracle_load(g, 0, x, 0, g->cols),
                                              oracle_load(g, x, g->rows, 0, g->cols)));
    for (x = 1; cols && x < g->cols; x++)
        best = oracle_least(best, oracle_most(oracle_load(g, 0, g->rows, 0, x),
                                              oracle_load(g, 0, g->rows, x, g->cols)));
    return best;
}

static void bisect_two(void) {
    int64_t i;
    for (start(), i = 0; i < test_count(5000); i++) {
        oracle_grid g;
        fpm_grid grid;
        int direction, relaxed;
        random_grid(&g, 8);
        grid = grid_of(&g);
        for (relaxed = 0; relaxed < 2; relaxed++)
            for (direction = FPM_RECT_BY_LOAD; direction <= FPM_RECT_BY_VER; direction++) {
                fpm_rect_options o =
                    options(relaxed ? FPM_RECT_HIER_RELAXED : FPM_RECT_HIER_RB, direction);
                int rows = direction != FPM_RECT_BY_VER, cols = direction != FPM_RECT_BY_HOR;
                if (direction == FPM_RECT_BY_DIST) rows = g.rows >= g.cols, cols = !rows;
                if (g.rows < 2) rows = 0, cols = 1; /* the way that divides */
                else if (g.cols < 2) rows = 1, cols = 0;
                CHECK_INT(solve(&grid, 2, &o), best_two(&g, rows, cols));
            }
        fpm_grid_free(&grid);
    }
}

/* What the two bisections are by definition, cut for cut: the loads a part of the two sides of the
   first cut, as the worse fraction, over everything that was allowed. */
static oracle_fraction worse_side(const oracle_grid *g, int rows, int x, int j, int q) {
    oracle_fraction a, b;
    a.load = rows ? oracle_load(g, 0, x, 0, g->cols) : oracle_load(g, 0, g->rows, 0, x);
    b.load = oracle_total(g) - a.load;
    a.speed = j, b.speed = q - j;
    return oracle_below(a, b) ? b : a;
}

static void bisect_first_cut(void) {
    int64_t i;
    for (start(), i = 0; i < test_count(5000); i++) {
        oracle_grid g;
        fpm_grid grid;
        oracle_fraction best, got, cell, limit;
        int64_t halved;
        int m = (int)test_int(2, 9), relaxed = (int)test_int(0, 1), rows, x, j, k;
        fpm_rect_options o =
            options(relaxed ? FPM_RECT_HIER_RELAXED : FPM_RECT_HIER_RB, FPM_RECT_BY_LOAD);
        random_grid(&g, 7);
        grid = grid_of(&g);
        best.load = oracle_total(&g), best.speed = 1;
        for (rows = 0; rows < 2; rows++)
            for (x = 0; x <= (rows ? g.rows : g.cols); x++)
                for (j = relaxed ? 1 : m / 2; j <= (relaxed ? m - 1 : m - m / 2); j++) {
                    got = worse_side(&g, rows, x, j, m);
                    if (oracle_below(got, best)) best = got;
                }
        /* Some cut of the answer from side to side is as good, or below the largest cell.  Where
           halves end more even, HIER_RELAXED returns these. */
        o.algorithm = FPM_RECT_HIER_RB;
        CHECK(solve(&grid, m, &o) >= 0);
        halved = out.load;
        o.algorithm = relaxed ? FPM_RECT_HIER_RELAXED : FPM_RECT_HIER_RB;
        if (solve(&grid, m, &o) >= 0) {
            int found = relaxed && out.load == halved;
            CHECK(!relaxed || out.load <= halved);
            cell.load = oracle_largest_cell(&g), cell.speed = 1;
            limit = oracle_below(best, cell) ? cell : best;
            for (rows = 0; rows < 2; rows++)
                for (j = 1; j < m; j++) {
                    int64_t low = rows ? g.rows : g.cols, high = 0;
                    for (k = 0; k < m; k++) {
                        int64_t from = rows ? part[k].r0 : part[k].c0;
                        int64_t to = rows ? part[k].r1 : part[k].c1;
                        if (part[k].r0 == part[k].r1 || part[k].c0 == part[k].c1) continue;
                        if (k < j && to > high) high = to;
                        if (k >= j && from < low) low = from;
                    }
                    if (high > low) continue; /* not a cut */
                    if (!relaxed && j != m / 2 && j != m - m / 2) continue;
                    got = worse_side(&g, rows, (int)high, j, m);
                    if (!oracle_below(limit, got)) found = 1;
                }
            CHECK(found);
        }
        fpm_grid_free(&grid);
    }
}

/* Ways that alternate, on a field that is even: all the parts of a level are cut the same way, and
   those of the next level the other way. */
static void bisect_alternately(void) {
    static const int64_t even[64] = {
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    };
    int algorithm, ver, i;
    fpm_grid grid = FPM_ZERO;
    REQUIRE(fpm_grid_init(&grid, 8, 8, even, 0, NULL, NULL) == FPM_OK);
    for (algorithm = FPM_RECT_HIER_RB; algorithm <= FPM_RECT_HIER_RELAXED; algorithm++)
        for (ver = 0; ver < 2; ver++) {
            fpm_rect_options o = options(algorithm, ver ? FPM_RECT_BY_VER : FPM_RECT_BY_HOR);
            CHECK_INT(solve(&grid, 8, &o), 8);
            for (i = 0; i < 8; i++) {
                CHECK_INT(part[i].r1 - part[i].r0, ver ? 4 : 2);
                CHECK_INT(part[i].c1 - part[i].c0, ver ? 2 : 4);
            }
        }
    fpm_grid_free(&grid);
}

static void bisect_many(void) {
    int64_t i;
    for (start(), i = 0; i < test_count(1500); i++) {
        oracle_grid g;
        fpm_grid grid;
        int m = (int)test_int(1, 12), algorithm;
        int64_t best;
        random_grid(&g, 6);
        grid = grid_of(&g);
        best = oracle_hier(&g, m);
        for (algorithm = FPM_RECT_HIER_RB; algorithm <= FPM_RECT_HIER_RELAXED; algorithm++) {
            fpm_rect_options o = options(algorithm, (int)test_int(0, 3));
            CHECK(solve(&grid, m, &o) >= best);
        }
        fpm_grid_free(&grid);
    }
}

/* ---- search ---- */

/* Never below the optimum; up to a dozen parts at it. */
static void search_small(void) {
    int64_t i;
    for (start(), i = 0; i < test_count(100); i++) {
        oracle_grid g;
        fpm_grid grid;
        fpm_rect_options o = options(FPM_RECT_HIER_SEARCH, 0);
        int m = (int)test_int(1, 15);
        int64_t best, got;
        random_grid(&g, 6);
        grid = spread(&g, 50, 60);
        o.max_work = STEP * 1000000;
        best = oracle_hier(&g, m);
        got = solve(&grid, m, &o);
        if (m <= 12) CHECK_INT(got, best);
        else CHECK(got >= best);
        fpm_grid_free(&grid);
    }
}

/* More parts than the search goes through: at most half the imbalance of the bisections. */
static void search_large(void) {
    fpm_rect_options o = options(FPM_RECT_HIER_RELAXED, 0);
    fpm_grid grid = FPM_ZERO;
    double before;
    start();
    oracle_field(ORACLE_UNIFORM, WIDE, WIDE, 1.2, &dice, wide);
    REQUIRE(fpm_grid_init(&grid, WIDE, WIDE, wide, 0, NULL, NULL) == FPM_OK);
    solve(&grid, 150, &o);
    before = info.imbalance;
    o.algorithm = FPM_RECT_HIER_SEARCH;
    o.max_work = STEP * 10000000;
    solve(&grid, 150, &o);
    CHECK_LE(info.imbalance, before / 2);
    fpm_grid_free(&grid);
}

/* It begins as PEEL does, and is no worse: 2.15 % above the mean. */
static void search_on(void) {
    fpm_rect_options o = options(FPM_RECT_PEEL, 0);
    fpm_grid grid = FPM_ZERO;
    uint64_t one = 1;
    int64_t before;
    oracle_field(ORACLE_CLUSTERED, 128, 128, 1.2, &one, wide);
    REQUIRE(fpm_grid_init(&grid, 128, 128, wide, 0, NULL, NULL) == FPM_OK);
    before = solve(&grid, 80, &o);
    o.algorithm = FPM_RECT_HIER_SEARCH;
    CHECK(solve(&grid, 80, &o) <= before);
    if (!test_shrunk()) CHECK_LE(info.imbalance, 0.022);
    CHECK_INT(info.status, FPM_HEURISTIC);
    fpm_grid_free(&grid);
}

/* ---- edges ---- */

static const int classes[] = {FPM_RECT_HIER_RB, FPM_RECT_HIER_RELAXED, FPM_RECT_HIER_OPT,
                              FPM_RECT_HIER_SEARCH, FPM_RECT_PEEL};
enum { CLASSES = (int)(sizeof classes / sizeof *classes) };

/* Loads near the largest that fit, more parts than cells, nothing at all. */
static void edges(void) {
    int64_t huge[6] = {INT64_C(1) << 58, 0, INT64_C(1) << 57, 0, INT64_C(1) << 59, 1}, one = 7;
    int64_t none[12] = {0};
    int k;
    for (k = 0; k < CLASSES; k++) {
        fpm_rect_options o = options(classes[k], 0);
        fpm_grid grid = FPM_ZERO;
        REQUIRE(fpm_grid_init(&grid, 2, 3, huge, 0, NULL, NULL) == FPM_OK);
        CHECK(solve(&grid, 3, &o) >= INT64_C(1) << 59);
        CHECK_INT(solve(&grid, MANY, &o), INT64_C(1) << 59);
        CHECK_INT(solve(&grid, 1, &o), grid.total);
        fpm_grid_free(&grid);
        REQUIRE(fpm_grid_init(&grid, 1, 1, &one, 0, NULL, NULL) == FPM_OK);
        CHECK_INT(solve(&grid, 5, &o), 7);
        fpm_grid_free(&grid);
        REQUIRE(fpm_grid_init(&grid, 3, 4, none, 0, NULL, NULL) == FPM_OK);
        CHECK_INT(solve(&grid, 7, &o), 0);
        CHECK_INT(info.status, FPM_OK);
        fpm_grid_free(&grid);
    }
}

/* Few cells with loads up to the largest that fit, or the sums that scaled real loads have: every
   class against the exhaustive programs, by the search alone where the grid is spread out. */
static void huge_loads(void) {
    static const int bits[] = {52, 53, 60};
    int64_t i, k;
    for (start(), i = 0; i < test_count(600); i++) {
        int64_t cell[ORACLE_SIDE * ORACLE_SIDE], left = (INT64_C(1) << bits[i % 3]) - 1, best;
        int rows = (int)test_int(1, 5), cols = (int)test_int(1, 5), m = (int)test_int(1, 12);
        oracle_grid g;
        fpm_grid grid;
        fpm_rect_options o = options(FPM_RECT_HIER_RB, (int)test_int(0, 3));
        for (k = 0; k < rows * cols; k++) {
            int64_t mean = left / (rows * cols - k);
            cell[k] = test_int(0, 3) ? test_int(mean / 4, k % 2 ? mean : left / 2) : test_int(0, 1);
            left -= cell[k];
        }
        oracle_grid_set(&g, rows, cols, cell);
        grid = i % 20 == 7 ? spread(&g, 260, 300) : grid_of(&g);
        NOTE("%d x %d, m %d, up to 2^%d", rows, cols, m, bits[i % 3]);
        best = oracle_hier(&g, m);
        check_optimum(&grid, m, FPM_RECT_HIER_OPT, best);
        CHECK(solve(&grid, m, &o) >= best);
        o.algorithm = FPM_RECT_HIER_RELAXED;
        CHECK(solve(&grid, m, &o) >= best);
        o.algorithm = FPM_RECT_HIER_SEARCH, o.direction = 0; /* of few parts: exact */
        CHECK_INT(solve(&grid, m, &o), best);
        fpm_grid_free(&grid);
    }
}

/* Out of work: a partition all the same, and bounds that hold. */
static void limits(void) {
    int64_t i, best;
    for (start(), i = 0; i < test_count(100); i++) {
        oracle_grid g;
        fpm_grid grid;
        int m = (int)test_int(3, 9), k;
        random_grid(&g, 7);
        grid = i % 2 ? grid_of(&g) : spread(&g, 257, 259);
        best = oracle_hier(&g, m);
        for (k = 0; k < CLASSES; k++) {
            fpm_rect_options o = options(classes[k], 0);
            o.max_work = STEP * test_int(1, 3000);
            CHECK(solve(&grid, m, &o) >= best);
            if (classes[k] == FPM_RECT_HIER_OPT) CHECK(out.class_bound <= best);
        }
        fpm_grid_free(&grid);
    }
}

static void bad_input(void) {
    int64_t cell[4] = {3, 1, 4, 1};
    fpm_grid grid = FPM_ZERO;
    int k;
    REQUIRE(fpm_grid_init(&grid, 2, 2, cell, 0, NULL, NULL) == FPM_OK);
    part[0].load = -77;
    for (k = 0; k < CLASSES; k++) {
        fpm_rect_options o = options(classes[k], 0);
        o.direction = 4;
        CHECK_INT(fpm_rect_partition(&grid, 2, &o, part, &out, &info), FPM_E_ARGUMENT);
        o.direction = 0;
        CHECK_INT(fpm_rect_partition(&grid, 0, &o, part, &out, &info), FPM_E_ARGUMENT);
        CHECK_INT(fpm_rect_partition(&grid, 2, &o, NULL, &out, &info), FPM_E_ARGUMENT);
        CHECK_INT(fpm_rect_partition(NULL, 2, &o, part, &out, &info), FPM_E_ARGUMENT);
        o.max_bytes = 1;
        CHECK_INT(fpm_rect_partition(&grid, 2, &o, part, &out, &info), FPM_E_MAX_BYTES);
    }
    CHECK_INT(part[0].load, -77);
    fpm_grid_free(&grid);
}

static void memory_fails(void) {
    int64_t cell[600];
    int k, forever, size;
    for (size = 4; size <= 20; size += 16) {
        fpm_grid grid = FPM_ZERO;
        start();
        oracle_field(ORACLE_UNIFORM, size, size, 3, &dice, cell);
        REQUIRE(fpm_grid_init(&grid, size, size, cell, 0, NULL, NULL) == FPM_OK);
        for (k = 0; k < CLASSES; k++)
            for (forever = 0; forever < 2; forever++) {
                fpm_rect_options o = options(classes[k], 0);
                test_heap heap;
                int64_t at;
                o.alloc = &heap.alloc;
                for (at = 1; at < 100; at++) {
                    int status;
                    test_heap_start(&heap, at, forever);
                    part[0].load = -77;
                    status = fpm_rect_partition(&grid, 15, &o, part, &out, &info);
                    CHECK(test_heap_clean(&heap));
                    if (!heap.failures) break;
                    if (status >= 0) { /* what it had until then */
                        CHECK_INT(fpm_rect_check(&grid, 15, NULL, part, NULL, NULL), FPM_OK);
                        continue;
                    }
                    CHECK_INT(status, FPM_E_MEMORY);
                    CHECK_INT(part[0].load, -77);
                }
                CHECK(at > 2 && at < 100);
            }
        fpm_grid_free(&grid);
    }
}

/* PEEL on fields that it is for: near to the mean, the same twice, no worse with more work or as
   HIER_SEARCH, and a tiling cell by cell. */
static void peel_many(void) {
    static const int kinds[] = {ORACLE_UNIFORM, ORACLE_CLUSTERED};
    static fpm_rect again[400];
    int k, i, m = test_short() ? 100 : 400;
    for (k = 0; k < (test_short() ? 1 : 2); k++) {
        fpm_rect_options o = options(FPM_RECT_PEEL, 0);
        int64_t before = INT64_MAX, works = test_short() ? 1000000 : 10000000;
        uint64_t one = 1;
        fpm_info full;
        fpm_rect_outputs full_out;
        fpm_grid grid = FPM_ZERO;
        oracle_canvas canvas;
        if (oracle_field(kinds[k], 128, 128, 1.2, &one, wide) < 0) exit(1);
        REQUIRE(fpm_grid_init(&grid, 128, 128, wide, 0, NULL, NULL) == FPM_OK);
        for (o.max_work = STEP * 1000; o.max_work < STEP * works; o.max_work *= 10) {
            int64_t lmax = solve(&grid, m, &o);
            CHECK(lmax <= before);
            before = lmax;
        }
        o.max_work = 0;
        REQUIRE(fpm_rect_partition(&grid, m, &o, again, &full_out, &full) == FPM_HEURISTIC);
        CHECK_INT(full.algorithm, FPM_RECT_PEEL);
        CHECK(full_out.load <= before);
        CHECK_INT(solve(&grid, m, &o), full_out.load);
        CHECK_INT(info.work, full.work);
        CHECK(memcmp(again, part, (size_t)m * sizeof *again) == 0);
        REQUIRE(oracle_canvas_start(&canvas, 128, 128));
        for (i = 0; i < m; i++)
            CHECK(oracle_canvas_paint(&canvas, again[i].r0, again[i].r1, again[i].c0, again[i].c1));
        CHECK(oracle_canvas_done(&canvas));
        if (!test_shrunk() && !test_short()) CHECK_LE(full.imbalance, k ? 0.05 : 0.08);
        o.algorithm = FPM_RECT_HIER_SEARCH;
        CHECK(solve(&grid, m, &o) <= full_out.load);
        fpm_grid_free(&grid);
    }
}

/* Few cells a part: few stripes fit, and each cell counts.  Bisection, from which PEEL starts, is
   far off, and hardly ever may PEEL find nothing better. */
static void peel_coarse(void) {
    int k, m, runs = (int)test_count(5), none = 0;
    for (k = 0; k < runs; k++) {
        fpm_grid grid = FPM_ZERO;
        double x = 72 * test_real(), y = 34 * test_real();
        int i;
        for (i = 0; i < 34 * 72; i++) { /* an island in a sea that grows deeper */
            double far = hypot((i % 72 - x) / 20, (i / 72 - y) / 12);
            wide[i] = far < 1 ? 0 : (int64_t)fmin(7500, 7500 * sqrt(far - 1));
        }
        REQUIRE(fpm_grid_init(&grid, 34, 72, wide, 0, NULL, NULL) == FPM_OK);
        for (m = 200; m <= 400; m += 20) {
            fpm_rect_options o = options(FPM_RECT_HIER_RELAXED, 0);
            int64_t relaxed = solve(&grid, m, &o);
            o.algorithm = FPM_RECT_PEEL;
            o.max_work = STEP * (1000 * m); /* enough for the first that is better */
            none += (double)solve(&grid, m, &o) > 0.95 * (double)relaxed;
        }
        fpm_grid_free(&grid);
    }
    printf("    few cells a part: of %d, %d no better than bisection\n", 11 * runs, none);
    if (!test_shrunk()) CHECK_LE(none, 0.04 * 11 * runs + 1);
}

/* How even, with 1000 steps a part, on fields whose cells are small against a part. */
static void peel_even(void) {
    static const int kinds[] = {ORACLE_UNIFORM, ORACLE_CLUSTERED, ORACLE_ZEROS, ORACLE_TIES,
                                ORACLE_FLOW};
    static int64_t fine[512 * 512];
    double all = 0;
    int k, m;
    if (test_short()) return; /* a mean alone */
    for (k = 0; k < 5; k++) {
        uint64_t one = 1;
        fpm_grid grid = FPM_ZERO;
        if (oracle_field(kinds[k], 512, 512, 1.2, &one, fine) < 0) exit(1);
        REQUIRE(fpm_grid_init(&grid, 512, 512, fine, 0, NULL, NULL) == FPM_OK);
        for (m = 128; m <= 1000; m += 436) {
            fpm_rect_options o = options(FPM_RECT_PEEL, 0);
            o.max_work = STEP * (1000 * m);
            solve(&grid, m, &o);
            all += log(100 * info.imbalance) / 15;
        }
        fpm_grid_free(&grid);
    }
    printf("    small cells: %.4f %% above the mean, geometric mean\n", exp(all));
    if (!test_shrunk()) CHECK_LE(exp(all), 0.74); /* 0.726 */
}

/* PEEL cuts from side to side: on small grids never below the optimum, with a border and least
   sides too, and often there. */
static void peel_small(void) {
    int64_t i, equal = 0, runs = test_count(400);
    for (start(), i = 0; i < runs; i++) {
        oracle_grid g;
        fpm_grid grid;
        fpm_rect_options o = options(FPM_RECT_PEEL, 0);
        int m = (int)test_int(1, 12);
        int64_t best, got;
        random_grid(&g, 6);
        grid = grid_of(&g);
        best = oracle_hier(&g, m);
        got = solve(&grid, m, &o);
        CHECK(got >= best);
        equal += got == best;
        o.min_rows = test_int(1, 3), o.min_cols = test_int(1, 3), o.border = (double)test_int(0, 2);
        if (fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0) {
            CHECK(out.load >= best);
            CHECK(fpm_rect_check(&grid, m, &o, part, NULL, NULL) == FPM_OK);
        }
        fpm_grid_free(&grid);
    }
    CHECK(10 * equal > 9 * runs); /* 395 of 400 */
}

/* A block that was possible at a smaller threshold need not be found again at a larger one where
   parts have least sizes: the stripe is given up, and no part gets ends from nowhere. */
static void peel_thin(void) {
    static const int64_t cell[30] = {21671, 20493, 20497, 22830, 21124, 21838, 22757, 21518,
                                     20782, 20006, 21550, 21609, 20563, 21440, 22005, 20798,
                                     21197, 21054, 21875, 21761, 20766, 20800, 21181, 22839,
                                     21624, 20889, 21481, 20560, 20109, 22076};
    fpm_rect_options o = options(FPM_RECT_HIER_SEARCH, 0);
    fpm_grid grid = FPM_ZERO;
    REQUIRE(fpm_grid_init(&grid, 5, 6, cell, 0, NULL, NULL) == FPM_OK);
    o.min_cols = 2;
    o.max_work = STEP * 200000;
    CHECK(fpm_rect_partition(&grid, 13, &o, part, &out, &info) >= 0);
    CHECK_INT(fpm_rect_check(&grid, 13, &o, part, NULL, NULL), FPM_OK);
    fpm_grid_free(&grid);
}

/* The largest load of whatever class finds. */
static int64_t found(const fpm_grid *grid, int m, const fpm_rect_options *o) {
    if (!CHECK(fpm_rect_partition(grid, m, o, part, &out, &info) >= 0)) return -1;
    CHECK_INT(fpm_rect_check(grid, m, NULL, part, NULL, NULL), FPM_OK);
    return out.load;
}

/* AUTO: more work is never worse; with what it takes by itself it is no worse than its classes
   alone, with their own limits for few parts, with 4000 steps a part for many. */
static void auto_portfolio(void) {
    static const int with[] = {FPM_RECT_PQ_OPT,      FPM_RECT_M_HEUR_PROBE, FPM_RECT_M_OPT,
                               FPM_RECT_HIER_RB,     FPM_RECT_HIER_RELAXED, FPM_RECT_HIER_OPT,
                               FPM_RECT_HIER_SEARCH, FPM_RECT_PEEL};
    int64_t i;
    for (start(), i = 0; i < test_count(8); i++) {
        int kind = (int)test_int(ORACLE_UNIFORM, ORACLE_MULTIPEAK), side = (int)test_int(16, 96), k;
        int m = (int)(test_int(0, 2) ? test_int(2, 64) : test_int(65, 200));
        fpm_rect_options o = options(FPM_RECT_AUTO, 0);
        fpm_grid grid = FPM_ZERO;
        int64_t before = INT64_MAX, lmax;
        if (oracle_field(kind, side, side, 1.2, &dice, wide) < 0) exit(1);
        REQUIRE(fpm_grid_init(&grid, side, side, wide, 0, NULL, NULL) == FPM_OK);
        for (o.max_work = 1; o.max_work < STEP * 3000000;
             o.max_work = o.max_work * (test_short() ? 8 : 2) + test_int(0, 9)) {
            lmax = found(&grid, m, &o);
            CHECK(lmax <= before);
            before = lmax;
        }
        o.max_work = 0;
        lmax = found(&grid, m, &o);
        CHECK(lmax <= before);
        for (k = 0; k < 8; k++) {
            o.algorithm = with[k];
            o.max_work = m > 20 ? STEP * OWN * m : 0;
            NOTE("kind %d, %d, m %d, class %d", kind, side, m, with[k]);
            CHECK(found(&grid, m, &o) >= lmax);
        }
        fpm_grid_free(&grid);
    }
}

/* For up to 17 parts the memo of the exact search takes less than a megabyte, and proves as much:
   with 10 MB for 16 parts on, clearing it took half of AUTO's time for 16.  AUTO proves it, too. */
static void opt_in_a_megabyte(void) {
    int64_t i;
    for (start(), i = 0; i < test_count(8); i++) {
        int kind = (int)test_int(ORACLE_UNIFORM, ORACLE_MULTIPEAK), side = (int)test_int(24, 32);
        int m = (int)test_int(13, 17);
        fpm_rect_options o = options(FPM_RECT_HIER_OPT, 0);
        fpm_grid grid = FPM_ZERO;
        int64_t load;
        if (oracle_field(kind, side, side, 1.2, &dice, wide) < 0) exit(1);
        REQUIRE(fpm_grid_init(&grid, side, side, wide, 0, NULL, NULL) == FPM_OK);
        o.max_bytes = 1 << 20;
        found(&grid, m, &o);
        CHECK(info.status == FPM_OK || info.status == FPM_CLASS_OPTIMUM);
        CHECK_INT(out.class_bound, out.load);
        load = out.load;
        o = options(FPM_RECT_AUTO, 0);
        CHECK_INT(found(&grid, m, &o), load);
        CHECK(info.status == FPM_OK || info.status == FPM_CLASS_OPTIMUM);
        fpm_grid_free(&grid);
    }
}

/* AUTO of many parts takes no more steps than its classes alone, and 4000 per part for HIER_SEARCH,
   which alone takes more.  With 13 times the default work, so 52,000 per part, it is as even as
   HIER_SEARCH by default, which has 50,000. */
static void auto_shares(void) {
    static const int with[] = {FPM_RECT_PQ_OPT, FPM_RECT_HIER_RELAXED, FPM_RECT_M_OPT,
                               FPM_RECT_PEEL};
    const int most_parts = test_brief() ? 70 : 120;
    int64_t i, rounds = test_count(6), cut_short = 0, alone;
    for (i = 0; i < rounds; i++) {
        int side = (int)test_int(48, test_brief() ? 56 : 96), m = (int)test_int(65, most_parts), k;
        double most = (double)STEP * OWN * m;
        fpm_rect_options o = options(FPM_RECT_AUTO, 0);
        fpm_grid grid = FPM_ZERO;
        test_ints(wide, side * side, 0, 59);
        REQUIRE(fpm_grid_init(&grid, side, side, wide, 0, NULL, NULL) == FPM_OK);
        for (k = 0; k < 4; k++) {
            o.algorithm = with[k];
            found(&grid, m, &o);
            most += (double)info.work;
        }
        o.algorithm = FPM_RECT_HIER_SEARCH;
        alone = found(&grid, m, &o);
        cut_short += (double)info.work > most;
        o.algorithm = FPM_RECT_AUTO;
        found(&grid, m, &o);
        NOTE("side %d, m %d", side, m);
        CHECK_LE((double)info.work, most);
        o.max_work = STEP * 13000000000;
        CHECK(found(&grid, m, &o) <= alone);
        fpm_grid_free(&grid);
    }
    printf("    HIER_SEARCH alone took more in %d of %d\n", (int)cut_short, (int)rounds);
    if (!test_short()) CHECK(cut_short > 0);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(opt_small);
    RUN(opt_search);
    RUN(opt_wide);
    RUN(bisect_two);
    RUN(bisect_first_cut);
    RUN(bisect_alternately);
    RUN(bisect_many);
    RUN(search_small);
    RUN(search_large);
    RUN(search_on);
    RUN(edges);
    RUN(huge_loads);
    RUN(limits);
    RUN(bad_input);
    RUN(memory_fails);
    RUN(peel_small);
    RUN(peel_thin);
    RUN(peel_many);
    RUN(peel_coarse);
    RUN(peel_even);
    RUN(auto_portfolio);
    RUN(opt_in_a_megabyte);
    RUN(auto_shares);
    return test_end();
}
