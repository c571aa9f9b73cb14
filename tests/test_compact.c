/* Rectangles with short borders: opts.compact and FPM_RECT_COMPACT against an exhaustive program on
   small grids and against evenness alone on fields. */
#include "fpm.h"

#include "oracle_rect.h"
#include "test.h"

#define STEP INT64_C(30) /* max_work of a step: steps are what a search is measured in here */

enum { MANY = 2304, WIDE = 256, TINY = 6 };

static fpm_rect part[MANY], even[MANY];
static fpm_info info;
static fpm_rect_outputs out;
static uint64_t dice;
static int64_t cell[WIDE * WIDE];

/* The shortest sides in all of m parts by cuts from side to side, each of at most `most`; -1: there
   are none.  Tables over all rectangles of a tiny grid. */
static int64_t table[TINY][TINY][TINY + 1][TINY + 1][6];

static int64_t shortest(const oracle_grid *g, int64_t most, int r0, int c0, int r1, int c1, int m) {
    int64_t *known = &table[r0][c0][r1][c1][m], best = -1;
    int j, x;
    if (*known) return *known - 2;
    if (m == 1) {
        int64_t load = g->sum[r1][c1] - g->sum[r0][c1] - g->sum[r1][c0] + g->sum[r0][c0];
        if (load <= most) best = r1 - r0 + c1 - c0;
    }
    for (j = 1; j < m; j++) {
        for (x = r0 + 1; x < r1; x++) {
            int64_t a = shortest(g, most, r0, c0, x, c1, j), b;
            b = a < 0 ? -1 : shortest(g, most, x, c0, r1, c1, m - j);
            if (b >= 0 && (best < 0 || a + b < best)) best = a + b;
        }
        for (x = c0 + 1; x < c1; x++) {
            int64_t a = shortest(g, most, r0, c0, r1, x, j), b;
            b = a < 0 ? -1 : shortest(g, most, r0, x, r1, c1, m - j);
            if (b >= 0 && (best < 0 || a + b < best)) best = a + b;
        }
    }
    *known = best + 2;
    return best;
}

/* Tiny grids: never shorter than the shortest of what is allowed, and hardly ever longer. */
static void tiny(void) {
    int64_t rounds = test_count(1500), k, longer = 0, all = 0;
    for (k = 0; k < rounds; k++) {
        int rows = (int)test_int(2, TINY), cols = (int)test_int(2, TINY), m, i;
        fpm_rect_options o = FPM_ZERO;
        oracle_grid w;
        fpm_grid grid;
        int64_t most, want;
        for (i = 0; i < rows * cols; i++) cell[i] = test_int(0, 3) ? test_int(1, 60) : 0;
        oracle_grid_set(&w, rows, cols, cell);
        m = (int)test_int(1, rows * cols < 5 ? rows * cols : 5);
        NOTE("round %d, seed %llu", (int)k, (unsigned long long)test__.seed);
        REQUIRE(fpm_grid_init(&grid, rows, cols, cell, 0, NULL, NULL) == FPM_OK);
        o.compact = FPM_EXACT;
        CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
        o.compact = k % 3 ? 0.3 : 0;
        most = (int64_t)((double)out.load * (k % 3 ? 1.3 : 1.01) * (1 + 1e-12));
        CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
        CHECK_INT(fpm_rect_check(&grid, m, &o, part, &out, &info), FPM_OK);
        CHECK(out.load <= most);
        memset(table, 0, sizeof table);
        want = shortest(&w, out.load, 0, 0, rows, cols, m);
        for (i = 0; i < m; i++) CHECK(part[i].r0 < part[i].r1 && part[i].c0 < part[i].c1);
        CHECK(want >= 0 && out.half_perimeter >= (double)want);
        longer += out.half_perimeter > (double)want, all++;
        fpm_grid_free(&grid);
    }
    printf("    tiny grids: of %d, %d longer than the shortest\n", (int)all, (int)longer);
    CHECK_LE((double)longer, 0.05 * (double)all);
}

/* Fields, with all that may be asked for: the makespan within the tolerance of what evenness alone
   has, no more empty parts, and what info says. */
static void promise(void) {
    static const double tolerance[] = {0, 0.002, 0.05, 0.5};
    int64_t rounds = test_count(60), k;
    for (k = 0; k < rounds; k++) {
        int64_t rows = test_int(1, 60), cols = test_int(1, 60);
        int m = (int)test_int(1, 40), i, kind = (int)test_int(0, 6), idle[2] = {0, 0}, status;
        fpm_rect_options o = FPM_ZERO;
        double speed[40], within = tolerance[k % 4], makespan;
        fpm_grid grid;
        if (oracle_field(kind, rows, cols, 1.2, &dice, cell) < 0) exit(1);
        REQUIRE(fpm_grid_init(&grid, rows, cols, cell, 0, NULL, NULL) == FPM_OK);
        for (i = 0; i < m; i++) speed[i] = (double)test_int(1, 4);
        if (k % 5 == 1) o.speed = speed;
        if (k % 7 == 2) o.border = (double)grid.total / 40000;
        if (k % 6 == 3) o.min_rows = test_int(1, 4), o.min_cols = test_int(1, 4);
        o.max_work = STEP * 3000000;
        NOTE("round %d, kind %d, m %d, seed %llu", (int)k, kind, m,
             (unsigned long long)test__.seed);
        o.compact = FPM_EXACT;
        status = fpm_rect_partition(&grid, m, &o, even, &out, &info);
        makespan = info.makespan;
        o.compact = within;
        if (status < 0) {
            CHECK_INT(fpm_rect_partition(&grid, m, &o, part, &out, &info), status);
        } else if (CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0)) {
            CHECK(status == FPM_WORK_LIMIT ||
                  info.makespan <= makespan * (1 + (within > 0 ? within : 0.01)) * (1 + 1e-12));
            CHECK_INT(info.status == FPM_OK, info.gap <= 0);
            CHECK_INT(fpm_rect_check(&grid, m, &o, part, &out, &info), FPM_OK);
            for (i = 0; i < m; i++) {
                idle[0] += even[i].r0 == even[i].r1 || even[i].c0 == even[i].c1;
                idle[1] += part[i].r0 == part[i].r1 || part[i].c0 == part[i].c1;
            }
            CHECK(idle[1] <= idle[0]);
        }
        o.algorithm = FPM_RECT_COMPACT;
        if (CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0 ||
                  info.status == FPM_E_INFEASIBLE) &&
            info.status >= 0)
            CHECK_INT(fpm_rect_check(&grid, m, &o, part, NULL, NULL), FPM_OK);
        fpm_grid_free(&grid);
    }
}

/* Fields of some size: parts are near to squares, and the cut cells a fraction of what evenness
   alone has. */
static void shapes(void) {
    static const int many[] = {16, 36, 60};
    uint64_t same = 1; /* the same fields in every run */
    double all = 0;
    int kind, j, i;
    if (test_short()) {
        SKIP("shapes are those of full sweeps");
        return;
    }
    for (kind = 0; kind < 4; kind++) {
        fpm_grid grid;
        if (oracle_field(kind, WIDE, WIDE, 1.2, &same, cell) < 0) exit(1);
        REQUIRE(fpm_grid_init(&grid, WIDE, WIDE, cell, 0, NULL, NULL) == FPM_OK);
        for (j = 0; j < 3; j++) {
            fpm_rect_options o = FPM_ZERO;
            double mean = 0, sides, squares = 2 * WIDE * sqrt(many[j]);
            int m = many[j];
            NOTE("kind %d, m %d", kind, m);
            CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
            sides = out.half_perimeter;
            if (info.algorithm == FPM_RECT_UNIFORM) CHECK_LE(sides, 1.005 * squares);
            else CHECK_INT(info.algorithm, FPM_RECT_COMPACT);
            for (i = 0; i < m; i++) {
                double high = (double)(part[i].r1 - part[i].r0);
                double wide = (double)(part[i].c1 - part[i].c0);
                mean += 0.5 * (high + wide) / sqrt(high * wide) / m;
                CHECK_LE(0.5 * (high + wide) / sqrt(high * wide), 2.5);
            }
            CHECK_LE(mean, 1.2); /* one of uniform loads 1.184 */
            all += mean / 12;
            CHECK_LE(sides, 1.15 * squares);
            o.compact = FPM_EXACT;
            CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
            CHECK_LE(sides, out.half_perimeter);
        }
        fpm_grid_free(&grid);
    }
    CHECK_LE(all, 1.15);
}

/* The least sum of height + width of all tilings into `left` rectangles of at most `area` cells, of
   what is not yet covered: the first such cell is the corner of the next rectangle. */
static int least_sides(unsigned *row, int rows, int cols, int left, int area) {
    int r = 0, c = 0, high, wide, i, best = 1000;
    while (r < rows && row[r] == (1u << cols) - 1) r++;
    if (r == rows) return left == 0 ? 0 : best;
    if (left == 0) return best;
    while (row[r] >> c & 1) c++;
    for (wide = 1; c + wide <= cols && !(row[r] >> (c + wide - 1) & 1); wide++)
        for (high = 1; r + high <= rows && high * wide <= area; high++) {
            unsigned bits = ((1u << wide) - 1) << c;
            int found;
            for (i = 0; i < high; i++) row[r + i] |= bits;
            found = high + wide + least_sides(row, rows, cols, left - 1, area);
            for (i = 0; i < high; i++) row[r + i] &= ~bits;
            if (found < best) best = found;
        }
    return best;
}

/* Equal loads: parts of equal extent that are the answer without a search have at most 1.005 times
   the shortest sides of all tilings within the tolerance. */
static void equal_loads(void) {
    int64_t rounds = test_count(300), uniform = 0, k, i;
    for (k = 0; k < rounds; k++) {
        int rows = (int)test_int(1, 6), cols = (int)test_int(1, 6);
        int m = (int)test_int(1, rows * cols < 7 ? rows * cols : 7), top;
        int64_t load = test_int(1, 1000);
        unsigned covered[6] = {0};
        fpm_rect_options o = FPM_ZERO;
        fpm_grid grid;
        for (i = 0; i < rows * cols; i++) cell[i] = load;
        REQUIRE(fpm_grid_init(&grid, rows, cols, cell, 0, NULL, NULL) == FPM_OK);
        o.compact = k % 3 ? 0.01 : (double)test_int(1, 60) / 100;
        NOTE("round %d, seed %llu: %d x %d into %d, compact %g", (int)k,
             (unsigned long long)test__.seed, rows, cols, m, o.compact);
        CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
        CHECK_INT(fpm_rect_check(&grid, m, NULL, part, NULL, NULL), FPM_OK);
        top = (int)((1 + o.compact) * (double)out.load_bound / (double)load * (1 + 1e-12));
        if (info.algorithm == FPM_RECT_UNIFORM) {
            uniform++;
            CHECK(out.load <= load * top);
            CHECK_LE(out.half_perimeter, 1.005 * least_sides(covered, rows, cols, m, top));
        }
        fpm_grid_free(&grid);
    }
    if (!test_short()) CHECK(uniform > rounds / 20);
    /* 64 x 64 into 8: three columns of 3, 3 and 2 parts are shorter than 2 x 4 parts. */
    {
        fpm_rect_options o = FPM_ZERO;
        fpm_grid grid;
        for (i = 0; i < 64 * 64; i++) cell[i] = 1;
        REQUIRE(fpm_grid_init(&grid, 64, 64, cell, 0, NULL, NULL) == FPM_OK);
        o.compact = 0.04;
        CHECK(fpm_rect_partition(&grid, 8, &o, part, &out, &info) >= 0);
        CHECK_LE(out.half_perimeter, 1.005 * 368);
        fpm_grid_free(&grid);
    }
    /* Squares, however many: 2 rows and columns of each. */
    for (k = 1; k <= 16; k++) {
        fpm_rect_options o = FPM_ZERO;
        fpm_grid grid;
        for (i = 0; i < 4 * k * k; i++) cell[i] = 7;
        REQUIRE(fpm_grid_init(&grid, 2 * k, 2 * k, cell, 0, NULL, NULL) == FPM_OK);
        CHECK_INT(fpm_rect_partition(&grid, (int)(k * k), &o, part, &out, &info), FPM_OK);
        CHECK_ABS(out.half_perimeter, (double)(4 * k * k), 0);
        CHECK_INT(info.algorithm, FPM_RECT_UNIFORM);
        CHECK(info.work <= 30 * k * k);
        fpm_grid_free(&grid);
    }
}

/* Few parts are needles, as those cost more than their sides: 407 of 10,320 have more than 1.5
   times the sides of a square; by sides alone 578. */
static void needles(void) {
    uint64_t same = 4; /* the same fields in every run */
    int64_t all = 0, long_ones = 0;
    int k, i;
    if (test_short()) {
        SKIP("needles are those of full sweeps");
        return;
    }
    for (k = 0; k < 96; k++) {
        int side = 96 + k % 8 * 8, m = 60 + k;
        fpm_rect_options o = FPM_ZERO;
        fpm_grid grid;
        if (oracle_field(1 + k % 3, side, side, 1.2, &same, cell) < 0) exit(1);
        REQUIRE(fpm_grid_init(&grid, side, side, cell, 0, NULL, NULL) == FPM_OK);
        o.algorithm = FPM_RECT_COMPACT, o.compact = 0.02;
        CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
        for (i = 0; i < m; i++, all++) {
            double high = (double)(part[i].r1 - part[i].r0);
            double wide = (double)(part[i].c1 - part[i].c0);
            long_ones += 0.5 * (high + wide) > 1.5 * sqrt(high * wide);
        }
        fpm_grid_free(&grid);
    }
    printf("    needles: %d of %d parts\n", (int)long_ones, (int)all);
    CHECK_LE((double)long_ones, 495.0);
}

/* Within the tolerance of the bound the shortest border that a pass found stays: with more work,
   which is more passes, it gets longer in a few of a thousand cases at most (a pass that is cut
   short follows other cuts). */
static void shortest_stays(void) {
    int64_t rounds = test_count(24), k, steps, shorter = 0, longer = 0;
    for (k = 0; k < rounds; k++) {
        int rows = (int)test_int(20, 40), cols = (int)test_int(20, 40), m = (int)test_int(8, 24), i;
        int64_t most = 0, total = 0;
        double sides = 1e9, within;
        fpm_rect_options o = FPM_ZERO;
        fpm_grid grid;
        for (i = 0; i < rows * cols; i++) {
            total += cell[i] = test_int(0, 59);
            if (cell[i] > most) most = cell[i];
        }
        within = 1.05 * fmax((double)((total + m - 1) / m), (double)most);
        REQUIRE(fpm_grid_init(&grid, rows, cols, cell, 0, NULL, NULL) == FPM_OK);
        o.algorithm = FPM_RECT_COMPACT, o.compact = 0.05;
        NOTE("round %d, %d by %d, m %d", (int)k, rows, cols, m);
        for (steps = 2000; steps < 1500000; steps += steps / 2) {
            o.max_work = STEP * steps;
            if (fpm_rect_partition(&grid, m, &o, part, &out, &info) < 0) continue;
            if ((double)out.load > within) continue;
            longer += out.half_perimeter > sides;
            shorter += sides < 1e9 && out.half_perimeter < sides;
            sides = out.half_perimeter;
        }
        fpm_grid_free(&grid);
    }
    printf("    shortest: %d times shorter with more work, %d times longer\n", (int)shorter,
           (int)longer);
    CHECK(longer <= 1 + rounds / 24);
    CHECK(rounds < 24 || shorter > 0);
}

/* A thin heavy front, where cells are too coarse for 1 % of the bound: among partitions within 1 %
   of the most even one AUTO finds some with shorter sides, also where COMPACT's search has none. */
static void front(void) {
    enum { SIDE = 48 };
    int64_t rounds = test_count(24), k, i, shorter = 0;
    for (k = 0; k < rounds; k++) {
        double turn = 6.3 * test_real(), bend = 6 * test_real(), sides;
        int m = (int)test_int(40, 80);
        int64_t load;
        fpm_rect_options o = FPM_ZERO;
        fpm_grid grid;
        for (i = 0; i < SIDE * SIDE; i++) {
            double y = ((double)(i / SIDE) + 0.5) / SIDE, x = ((double)(i % SIDE) + 0.5) / SIDE;
            double d =
                cos(turn) * (y - 0.5) + sin(turn) * (x - 0.5) + 0.1 * sin(4 * (y - x) + bend);
            cell[i] = 5 + (int64_t)(2000 * exp(-d * d / (0.012 * 0.012)));
        }
        NOTE("round %d, seed %llu, m %d", (int)k, (unsigned long long)test__.seed, m);
        REQUIRE(fpm_grid_init(&grid, SIDE, SIDE, cell, 0, NULL, NULL) == FPM_OK);
        o.compact = FPM_EXACT;
        CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
        load = out.load;
        sides = out.half_perimeter;
        o.compact = 0;
        CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
        CHECK_INT(fpm_rect_check(&grid, m, NULL, part, NULL, NULL), FPM_OK);
        CHECK_LE((double)out.load, (1 + out.tolerance) * (double)load * (1 + 1e-12));
        CHECK_LE(out.half_perimeter, sides);
        if (out.half_perimeter < sides) {
            int64_t within = (int64_t)(1.01 * (double)load);
            o.algorithm = FPM_RECT_COMPACT;
            CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
            if (out.load > within) shorter++;
        }
        fpm_grid_free(&grid);
    }
    printf("    fronts: %d of %d shorter without COMPACT's search\n", (int)shorter, (int)rounds);
    if (!test_short()) CHECK(shorter > 0);
}

/* The tolerance that AUTO says it allowed: compact, or twice as much where the sides are then
   shorter by a third than those of the most even partition; the makespan is within it.  Coasts:
   four where it is doubled, six where what is cut anew within compact is hardly longer, others. */
static void doubled(void) {
    enum { SIDE = 160 };
    enum { WIDER = 4, GIVEN = 10 };
    static const double turns[GIVEN] = {4.56, 1.55, 2, 5.66, 6.04, 5.67, 3.37, 3.37, 5.7, 2.36};
    static const double waves[GIVEN] = {4.76, 8.27, 6.26, 5.46, 3.62, 5.41, 7.68, 9.9, 4.55, 8.92};
    static const int parts[GIVEN] = {234, 280, 254, 276, 294, 202, 154, 269, 241, 191};
    int64_t rounds = GIVEN + test_count(8), k, i, wide = 0, strict = 0, needless = 0;
    for (k = 0; k < rounds; k++) {
        double turn = k < GIVEN ? turns[k] : 6.3 * test_real();
        double wave = k < GIVEN ? waves[k] : 3 + 9 * test_real();
        int m = k < GIVEN ? parts[k] : (int)test_int(150, 300);
        double sides, least;
        fpm_rect_options o = FPM_ZERO;
        fpm_grid grid;
        for (i = 0; i < SIDE * SIDE; i++) {
            double y = (double)(i / SIDE) / SIDE, x = (double)(i % SIDE) / SIDE;
            double shore = sin(wave * y + turn) + sin(7 * x + wave * y);
            cell[i] = shore + 0.5 * sin(23 * (x + y) + turn) > -0.3;
        }
        NOTE("round %d, seed %llu, m %d", (int)k, (unsigned long long)test__.seed, m);
        REQUIRE(fpm_grid_init(&grid, SIDE, SIDE, cell, 0, NULL, NULL) == FPM_OK);
        o.compact = FPM_EXACT;
        CHECK(fpm_rect_partition(&grid, m, &o, even, &out, &info) >= 0);
        CHECK_SAME(out.tolerance, 0.0);
        least = (double)out.load;
        sides = out.half_perimeter;
        o.compact = k >= GIVEN ? 0.005 * (double)test_int(1, 10) : 0;
        CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
        CHECK_INT(fpm_rect_check(&grid, m, NULL, part, NULL, NULL), FPM_OK);
        if (o.compact == 0) o.compact = 0.01;
        CHECK_LE((double)out.load, (1 + out.tolerance) * least * (1 + 1e-12));
        if (out.tolerance > o.compact) {
            CHECK_SAME(out.tolerance, 2 * o.compact);
            CHECK_LE(1.5 * out.half_perimeter, sides);
            wide++;
            if (k >= WIDER && k < GIVEN) needless++;
            if ((double)out.load > (1 + o.compact) * least) strict++;
        } else CHECK_SAME(out.tolerance, o.compact);
        if (k < WIDER) { /* old parts: never doubled */
            o.algorithm = FPM_RECT_UNIFORM;
            o.compact = 0;
            CHECK(fpm_rect_partition(&grid, m, &o, even, &out, &info) >= 0);
            o.algorithm = FPM_RECT_AUTO;
            o.from = even;
            CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
            CHECK_LE((double)out.load, 1.01 * least);
            CHECK_SAME(out.tolerance, 0.0);
        }
        fpm_grid_free(&grid);
    }
    printf("    %d of %d with twice the tolerance, %d of them above the single one\n", (int)wide,
           (int)rounds, (int)strict);
    CHECK(strict > 0);
    CHECK_LE((double)needless, 2);
}

/* Spirals with cells as large as a part in the middle, where AUTO counts the parts patch by patch.
   The answer is within compact of the most even partition and its sides are shorter than those of
   squares of the mean extent, since parts are larger outside.  Another search, which cuts the most
   even partition anew, has .89 to .97 of these sides. */
static void coarse(void) {
    enum { SIDE = 160, SPIRALS = 4 };
    static const double y0[SPIRALS] = {0.6859, 0.3070, 0.3053, 0.3536};
    static const double x0[SPIRALS] = {0.6552, 0.4223, 0.3729, 0.5750};
    static const double turn[SPIRALS] = {3.7033, 5.0252, 1.1685, 1.9229};
    static const double fall[SPIRALS] = {3.1648, 3.5511, 4.6788, 5.1400};
    static const int parts[SPIRALS] = {1309, 823, 859, 740};
    double worst = 0;
    int64_t i;
    int k;
    for (k = 0; k < SPIRALS; k++) {
        fpm_rect_options o = FPM_ZERO;
        fpm_grid grid;
        double least, squares = 2 * SIDE * sqrt((double)parts[k]);
        for (i = 0; i < SIDE * SIDE; i++) {
            double y = ((double)(i / SIDE) + 0.5) / SIDE - y0[k];
            double x = ((double)(i % SIDE) + 0.5) / SIDE - x0[k], far = hypot(y, x);
            double arm = cos(2 * atan2(y, x) - 12 * log(far + 0.02) + turn[k]);
            far = exp(-fall[k] * far) * (1 + arm);
            cell[i] = (int64_t)(1000 * far * far) + 2;
        }
        REQUIRE(fpm_grid_init(&grid, SIDE, SIDE, cell, 0, NULL, NULL) == FPM_OK);
        o.compact = FPM_EXACT;
        CHECK(fpm_rect_partition(&grid, parts[k], &o, part, &out, &info) >= 0);
        least = (double)out.load;
        o.compact = 0;
        CHECK(fpm_rect_partition(&grid, parts[k], &o, part, &out, &info) >= 0);
        CHECK_INT(fpm_rect_check(&grid, parts[k], NULL, part, NULL, NULL), FPM_OK);
        CHECK_LE((double)out.load, 1.01 * least);
        for (i = 0; i < parts[k]; i++) CHECK(part[i].r1 > part[i].r0 && part[i].c1 > part[i].c0);
        CHECK_LE(out.half_perimeter, 0.87 * squares);
        worst = fmax(worst, out.half_perimeter / squares);
        fpm_grid_free(&grid);
    }
    printf("    sides at most %.3f of those of squares\n", worst);
}

/* What a part's half-perimeter counts, more for needles. */
static double needle(const fpm_rect *a) {
    double high = (double)(a->r1 - a->r0), wide = (double)(a->c1 - a->c0);
    return (high + wide) * (high + wide) * (high + wide) / (4 * high * wide);
}

/* The least sum of needle() over all ways to cut a rectangle into q parts with loads of at most
   `most`, by cuts from side to side. */
static double least_needles(const fpm_grid *grid, const fpm_rect *r, int q, int64_t most) {
    double least = HUGE_VAL;
    int64_t at;
    int rows, j;
    if (q == 1) return fpm_grid_load(grid, r->r0, r->r1, r->c0, r->c1) > most ? least : needle(r);
    for (rows = 0; rows < 2; rows++)
        for (at = (rows ? r->r0 : r->c0) + 1; at < (rows ? r->r1 : r->c1); at++) {
            fpm_rect one = *r, other = *r;
            if (rows) {
                one.r1 = at;
                other.r0 = at;
            } else {
                one.c1 = at;
                other.c0 = at;
            }
            for (j = 1; j < q; j++) {
                double sum = least_needles(grid, &one, j, most);
                if (sum < least) sum += least_needles(grid, &other, q - j, most);
                if (sum < least) least = sum;
            }
        }
    return least;
}

/* Can q parts, if they make up a rectangle, be cut otherwise, with loads of at most `most`, so that
   they count less by a tenth? */
static int cut_better(const fpm_grid *grid, const fpm_rect *a, int q, int64_t most) {
    fpm_rect all = *a;
    int64_t area = 0;
    double now = 0;
    int i;
    for (i = 0; i < q; i++) {
        if (a[i].r0 < all.r0) all.r0 = a[i].r0;
        if (a[i].r1 > all.r1) all.r1 = a[i].r1;
        if (a[i].c0 < all.c0) all.c0 = a[i].c0;
        if (a[i].c1 > all.c1) all.c1 = a[i].c1;
        if (a[i].r0 == a[i].r1 || a[i].c0 == a[i].c1) return 0;
        area += (a[i].r1 - a[i].r0) * (a[i].c1 - a[i].c0);
        now += needle(&a[i]);
    }
    if ((all.r1 - all.r0) * (all.c1 - all.c0) != area) return 0;
    return least_needles(grid, &all, q, most) < 0.9 * now;
}

/* Coasts of 0 and 1, where few partitions are even and those have needles: of pairs of parts hardly
   any are left that could be cut better within the makespan of the answer. */
static void anew(void) {
    enum { SIDE = 64, PARTS = 300 };
    int64_t rounds = test_count(40), k, i;
    int pairs = 0;
    for (k = 0; k < rounds; k++) {
        double a = 6.3 * test_real(), b = 1 + 3 * test_real(), c = 5 + 10 * test_real();
        int better = 0, idle = 0;
        fpm_rect_options o = FPM_ZERO;
        int64_t load;
        fpm_grid grid;
        for (i = 0; i < SIDE * SIDE; i++) {
            double y = (double)(i / SIDE) / SIDE, x = (double)(i % SIDE) / SIDE;
            cell[i] = sin(c * y + a) + sin(7 * x + b * y) + 0.5 * sin(23 * (x + y) + a) > -0.3;
        }
        NOTE("round %d, seed %llu", (int)k, (unsigned long long)test__.seed);
        REQUIRE(fpm_grid_init(&grid, SIDE, SIDE, cell, 0, NULL, NULL) == FPM_OK);
        o.compact = FPM_EXACT;
        CHECK(fpm_rect_partition(&grid, PARTS, &o, even, &out, &info) >= 0);
        load = out.load;
        o.compact = 0;
        CHECK(fpm_rect_partition(&grid, PARTS, &o, part, &out, &info) >= 0);
        CHECK_LE((double)out.load, (1 + out.tolerance) * (double)load * (1 + 1e-12));
        CHECK_INT(fpm_rect_check(&grid, PARTS, &o, part, &out, &info), FPM_OK);
        for (i = 0; i < PARTS; i++) {
            if ((even[i].r1 - even[i].r0) * (even[i].c1 - even[i].c0) == 0) idle++;
            if ((part[i].r1 - part[i].r0) * (part[i].c1 - part[i].c0) == 0) idle--;
        }
        CHECK(idle >= 0);
        for (i = 0; i + 1 < PARTS; i++) better += cut_better(&grid, &part[i], 2, out.load);
        CHECK_LE((double)better, 0.05 * PARTS);
        pairs += better;
        fpm_grid_free(&grid);
    }
    printf("    coasts: %.2f pairs of parts that could be cut better\n",
           (double)pairs / (double)rounds);
    if (!test_short()) CHECK_LE((double)pairs, 0.7 * (double)rounds);
}

/* Lumps, for which a search finds a partition near the most even one: of three of its parts that
   make up a rectangle, too, hardly any could be cut better within its makespan.  The same draws at
   each run; without cutting groups of parts anew there were 6. */
static void lumps_anew(void) {
    enum { SIDE = 64, ROUNDS = 12, GROUP = 3, FEW = 3 };
    uint64_t state = 9;
    int k, i, better = 0;
    for (k = 0; k < ROUNDS; k++) {
        int m = 120 + 10 * k;
        fpm_grid grid;
        if (oracle_field(ORACLE_CLUSTERED, SIDE, SIDE, 1.2, &state, cell) < 0) exit(1);
        NOTE("round %d, m %d", k, m);
        REQUIRE(fpm_grid_init(&grid, SIDE, SIDE, cell, 0, NULL, NULL) == FPM_OK);
        CHECK(fpm_rect_partition(&grid, m, NULL, part, &out, &info) >= 0);
        CHECK_INT(fpm_rect_check(&grid, m, NULL, part, &out, &info), FPM_OK);
        for (i = 0; i + GROUP <= m; i++) better += cut_better(&grid, &part[i], GROUP, out.load);
        fpm_grid_free(&grid);
    }
    printf("    lumps: %d threes could be cut better\n", better);
    CHECK_LE((double)better, FEW);
}

/* Little work, many parts: AUTO is about as even as the best class with as much work, with borders
   near those of squares.  (Not where all cells are nearly equal: there it is chance which class
   finds parts of as many cells each.) */
static void little_work(void) {
    static const int kind[] = {0, 2, 3, 4, 5};
    static const int class_of[] = {FPM_RECT_PQ_OPT, FPM_RECT_M_HEUR_PROBE, FPM_RECT_HIER_RELAXED};
    int64_t rounds = test_count(30), k, i;
    double gaps = 0, sides = 0;
    for (k = 0; k < rounds; k++) {
        int m = (int)test_int(300, 1000), c;
        double least = 1e9, gap;
        fpm_rect_options o = FPM_ZERO;
        fpm_grid grid;
        if (oracle_field(kind[k % 5], WIDE, WIDE, 1.2, &test__.rng, cell) < 0) exit(1);
        for (i = 0; i < WIDE * WIDE; i++) cell[i]++;
        REQUIRE(fpm_grid_init(&grid, WIDE, WIDE, cell, 0, NULL, NULL) == FPM_OK);
        o.max_work = STEP * m * test_int(20, 127);
        NOTE("round %d, seed %llu, kind %d, m %d, work %d", (int)k, (unsigned long long)test__.seed,
             kind[k % 5], m, (int)o.max_work);
        for (c = 0; c < 3; c++) {
            o.algorithm = class_of[c];
            CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
            if (info.gap < least) least = info.gap;
        }
        o.algorithm = FPM_RECT_AUTO;
        CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
        CHECK_INT(fpm_rect_check(&grid, m, NULL, part, NULL, NULL), FPM_OK);
        gap = (info.gap + 0.01) / (least + 0.01);
        gaps += gap / (double)rounds;
        sides += out.half_perimeter / (2 * WIDE * sqrt(m)) / (double)rounds;
        fpm_grid_free(&grid);
    }
    printf("    little work: gap %.3f times that of the best class, sides %.3f of squares'\n", gaps,
           sides);
    if (test_short()) return;
    CHECK_LE(gaps, 1.3); /* 10 seeds: 1.00 to 1.11 */
    CHECK_LE(sides, 1.1);
}

/* Cells too coarse for any partition within the tolerance of the bound: what looks for one leaves
   half of the work, so that there is a partition, as even as with less work for evenness alone. */
static void work_is_left(void) {
    int64_t rounds = test_count(8), k, work;
    for (k = 0; k < rounds; k++) {
        int side = (int)test_int(30, 60), m = (int)test_int(20, 60);
        fpm_rect_options o = FPM_ZERO;
        fpm_grid grid;
        test_ints(cell, side * side, 0, 59);
        REQUIRE(fpm_grid_init(&grid, side, side, cell, 0, NULL, NULL) == FPM_OK);
        for (work = 2000 * m; work < 16000 * m; work *= 2) {
            int64_t load;
            NOTE("round %d, m %d, work %d", (int)k, m, (int)work);
            o.compact = FPM_EXACT, o.max_work = STEP * (work * 2 / 5);
            CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
            load = out.load;
            o.compact = 0, o.max_work = STEP * work;
            CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
            CHECK_LE((double)out.load, 1.01 * (double)load * (1 + 1e-12));
        }
        fpm_grid_free(&grid);
    }
}

/* Any limit of work or memory, any allocation that fails: a partition, or a status. */
static void limits(void) {
    fpm_rect_options o = FPM_ZERO;
    test_heap heap;
    fpm_grid grid;
    int64_t k;
    const int times = test_brief() ? 27 : 3, some = test_brief() ? 2000 : 20000;
    int way, forever, status;
    if (oracle_field(ORACLE_CLUSTERED, 60, 50, 1, &dice, cell) < 0) exit(1);
    REQUIRE(fpm_grid_init(&grid, 60, 50, cell, 0, NULL, NULL) == FPM_OK);
    for (way = 0; way < 2; way++) {
        o.algorithm = way ? FPM_RECT_COMPACT : FPM_RECT_AUTO;
        for (o.max_work = 1; o.max_work < STEP * 10000000; o.max_work *= times) {
            status = fpm_rect_partition(&grid, 37, &o, part, &out, &info);
            NOTE("max_work %d", (int)o.max_work);
            CHECK(status >= 0);
            CHECK(info.work <= o.max_work + STEP * 40000);
            CHECK_INT(fpm_rect_check(&grid, 37, NULL, part, NULL, NULL), FPM_OK);
        }
        o.max_work = 0;
        for (o.max_bytes = 10; o.max_bytes < 10000000; o.max_bytes *= (size_t)times) {
            status = fpm_rect_partition(&grid, 37, &o, part, &out, &info);
            CHECK(status == FPM_E_MAX_BYTES || status >= 0);
            CHECK(info.bytes <= o.max_bytes);
            if (status >= 0) CHECK_INT(fpm_rect_check(&grid, 37, NULL, part, NULL, NULL), FPM_OK);
        }
        o.max_bytes = 0;
        o.max_work = test_short() ? STEP * some : 0;
        for (forever = 0; forever < 2; forever++)
            for (k = 1, heap.failures = 1; heap.failures; k++) {
                test_heap_start(&heap, k, forever);
                o.alloc = &heap.alloc;
                status = fpm_rect_partition(&grid, 37, &o, part, &out, &info);
                CHECK(status == FPM_E_MEMORY || status >= 0);
                CHECK(test_heap_clean(&heap));
                if (status >= 0)
                    CHECK_INT(fpm_rect_check(&grid, 37, NULL, part, NULL, NULL), FPM_OK);
            }
        o.alloc = NULL, o.max_work = 0;
    }
    fpm_grid_free(&grid);
}

static void bad_tolerances(void) {
    static const double bad[] = {-0.5, -2, HUGE_VAL, -HUGE_VAL};
    fpm_rect_options o = FPM_ZERO;
    fpm_grid grid;
    int i;
    for (i = 0; i < 6; i++) cell[i] = i;
    REQUIRE(fpm_grid_init(&grid, 2, 3, cell, 0, NULL, NULL) == FPM_OK);
    for (i = 0; i < 5; i++) {
        o.compact = i < 4 ? bad[i] : HUGE_VAL - HUGE_VAL;
        part[0].load = 77;
        CHECK_INT(fpm_rect_partition(&grid, 2, &o, part, &out, &info), FPM_E_ARGUMENT);
        CHECK_INT(part[0].load, 77);
    }
    o.compact = 1.7e308;
    CHECK(fpm_rect_partition(&grid, 2, &o, part, &out, &info) >= 0);
    fpm_grid_free(&grid);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    dice = test_u64();
    RUN(tiny);
    RUN(promise);
    RUN(shapes);
    RUN(equal_loads);
    RUN(needles);
    RUN(shortest_stays);
    RUN(front);
    RUN(doubled);
    RUN(coarse);
    RUN(anew);
    RUN(lumps_anew);
    RUN(little_work);
    RUN(work_is_left);
    RUN(limits);
    RUN(bad_tolerances);
    return test_end();
}
