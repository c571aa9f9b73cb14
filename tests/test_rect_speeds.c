/* Rectangles over processors that differ: jagged classes with ordered speeds or models against
   plain dynamic programs, known optima, bounds against exhaustive search, other classes, check,
   limits. */
#include "fpm.h"

#include "test.h"

#include "oracle.h"

#include "instance.h"
#include "oracle_rect.h"

enum { MANY = 600, MOST_M = 12 };
static const double never = 1e300;

static fpm_rect part[MANY];
static fpm_info info;
static fpm_rect_outputs out;
static uint64_t dice;

/* ---- an instance ---- */

static oracle_grid g, turned;
static double speed[MANY];
static fpm_rect_options o; /* of the calls */
static int m;

static void dump(void) {
    int r, c, i;
    printf("    m %d, algorithm %d, orientation %d, %d stripes\n", m, o.algorithm, o.orientation,
           o.stripes);
    for (r = 0; r < g.rows; r++) {
        printf("    ");
        for (c = 0; c < g.cols; c++) printf("%lld ", (long long)g.cell[r][c]);
        printf("\n");
    }
    for (i = 0; i < m && o.speed; i++) printf("%s%.17g", i ? " " : "    speeds ", speed[i]);
    printf("\n");
    if (o.procs) instance_dump();
}

static void random_grid(int side) {
    int64_t cell[ORACLE_SIDE * ORACLE_SIDE];
    int rows = (int)test_int(1, side), cols = (int)test_int(1, side), i, kind = 0;
    int fields = (int)test_int(0, 1);
    if (fields) {
        kind = (int)test_int(0, ORACLE_FLOW - 1);
        if (oracle_field(kind, rows, cols, 1 + 3 * test_real(), &dice, cell) < 0) exit(1);
    } else {
        int zeros = (int)test_int(0, 3);
        int64_t most = test_int(0, 2) == 0 ? INT64_C(1) << 44 : test_int(1, 9);
        for (i = 0; i < rows * cols; i++) cell[i] = test_int(0, 3) < zeros ? 0 : test_int(0, most);
        if (test_int(0, 7) == 0) memset(cell, 0, sizeof cell);
    }
    oracle_grid_set(&g, rows, cols, cell);
    if (test_int(0, 3) == 0) g.border = test_int(1, 9);
    if (test_int(0, 3) == 0) g.high = (int)test_int(1, 3), g.wide = (int)test_int(1, 3);
    oracle_turn(&g, &turned);
    NOTE("%s %d x %d, m %d", fields ? oracle_field_name(kind) : "plain", rows, cols, m);
}

static void random_speeds(void) {
    int kind = (int)test_int(0, 3), i;
    for (i = 0; i < MANY; i++)
        speed[i] = kind == 0   ? 1
                   : kind == 1 ? (double)test_int(1, 3)
                   : kind == 2 ? 0.1 + 10 * test_real()
                               : pow(10, (double)test_int(-3, 3));
    memset(&o, 0, sizeof o);
    o.compact = FPM_EXACT;
    o.speed = speed;
    o.border = (double)g.border;
    o.min_rows = g.high, o.min_cols = g.wide;
}

static void random_models(void) {
    static const int kind[] = {FPM_CONSTANT, FPM_PIECEWISE, FPM_SHAPED, FPM_AKIMA};
    int64_t total = oracle_total(&g);
    int i, caps = test_int(0, 2) == 0;
    instance_free();
    memset(&the, 0, sizeof the);
    the.p = m;
    for (i = 0; i < m; i++) {
        oracle_model *t = &the.truth[i];
        int points = (int)test_int(1, 8);
        int64_t top = oracle_most(total / test_int(1, m) + 20, 20);
        points_random(t, points, top, (int)test_int(0, 2));
        t->kind = kind[test_int(0, 3)];
        if (t->kind == FPM_AKIMA) t->flags = FPM_SAFE;
        instance_model(i);
        instance_proc(i, i);
        if (i > 0 && test_int(0, 2) == 0) instance_proc(i, i - 1);
        if (caps && test_int(0, 3) == 0) the.procs[i].max = 1 + total / test_int(1, 2 * m);
        if (test_int(0, 3) == 0) the.procs[i].fixed = test_real();
    }
    memset(&o, 0, sizeof o);
    o.compact = FPM_EXACT;
    o.procs = the.procs;
    o.border = (double)g.border;
    o.min_rows = g.high, o.min_cols = g.wide;
}

/* ---- the definition ---- */

/* Seconds for a load, with its border, on a processor. */
static double cost(int i, int64_t load) {
    volatile double by = speed[i]; /* a division, under fast-math too */
    double t = 0;
    if (load == INT64_MAX) return never; /* too thin */
    if (o.speed) return (double)load / by;
    if (load == 0) return 0;
    if (the.procs[i].max && load > the.procs[i].max) return never;
    if (fpm_model_time(the.procs[i].model, (double)load, &t) < 0) return never;
    return the.procs[i].fixed + t;
}

/* What part i costs. */
static int64_t units(int i) {
    int64_t high = part[i].r1 - part[i].r0, wide = part[i].c1 - part[i].c0;
    return part[i].load + (high && wide ? (int64_t)o.border * (high + wide) : 0);
}

static double later(double a, double b) { return a > b ? a : b; }

/* best[e - u]: rows a .. b-1 by processors u .. e-1 in this order. */
static void plain_stripe(const oracle_grid *w, int a, int b, int u, double *best) {
    double now[ORACLE_SIDE + 1], next[ORACLE_SIDE + 1];
    int e, i, j;
    for (i = 0; i <= w->cols; i++) now[i] = i ? never : 0;
    best[0] = a == b ? 0 : never;
    for (e = u; e < m; e++) {
        for (i = 0; i <= w->cols; i++)
            for (next[i] = never, j = 0; j <= i; j++) {
                double t = later(now[j], cost(e, oracle_load(w, a, b, j, i)));
                if (t < next[i]) next[i] = t;
            }
        memcpy(now, next, sizeof now);
        best[e + 1 - u] = now[w->cols];
    }
}

/* table[u][a][b][q]: rows a .. b-1 by q processors from u on. */
static double table[MOST_M + 1][ORACLE_SIDE + 1][ORACLE_SIDE + 1][MOST_M + 1];

static void plain_table(const oracle_grid *w) {
    int u, a, b;
    for (u = 0; u <= m; u++)
        for (a = 0; a <= w->rows; a++)
            for (b = a; b <= w->rows; b++) plain_stripe(w, a, b, u, table[u][a][b]);
}

/* Stripes of any number of processors. */
static double plain_m(const oracle_grid *w) {
    double best[MOST_M + 1][ORACLE_SIDE + 1];
    int v, u, a, b;
    for (v = 0; v <= m; v++)
        for (b = 0; b <= w->rows; b++)
            for (best[v][b] = v || b ? never : 0, u = 0; u < v; u++)
                for (a = 0; a <= b; a++) {
                    double t = later(best[u][a], table[u][a][b][v - u]);
                    if (t < best[v][b]) best[v][b] = t;
                }
    return best[m][w->rows];
}

/* count[s] processors for stripe s. */
static double plain_alloc(const oracle_grid *w, int stripes, const int *count) {
    double now[ORACLE_SIDE + 1], next[ORACLE_SIDE + 1];
    int s, a, b, u = 0;
    for (b = 0; b <= w->rows; b++) now[b] = b ? never : 0;
    for (s = 0; s < stripes; u += count[s++]) {
        for (b = 0; b <= w->rows; b++)
            for (next[b] = never, a = 0; a <= b; a++) {
                double t = later(now[a], table[u][a][b][count[s]]);
                if (t < next[b]) next[b] = t;
            }
        memcpy(now, next, sizeof now);
    }
    return now[w->rows];
}

static double plain_pq(const oracle_grid *w, int p) {
    int count[MOST_M], s;
    for (s = 0; s < p; s++) count[s] = m / p;
    return plain_alloc(w, p, count);
}

/* Stripe s is rows cut[s] .. cut[s+1]-1. */
static double plain_probe(int stripes, const int64_t *cut) {
    double now[MOST_M + 1], next[MOST_M + 1];
    int s, u, v;
    for (v = 0; v <= m; v++) now[v] = v ? never : 0;
    for (s = 0; s < stripes; s++) {
        for (v = 0; v <= m; v++)
            for (next[v] = never, u = 0; u <= v; u++) {
                double t = later(now[u], table[u][cut[s]][cut[s + 1]][v - u]);
                if (t < next[v]) next[v] = t;
            }
        memcpy(now, next, sizeof now);
    }
    for (v = 0; v < m; v++)
        if (now[v] < now[m]) now[m] = now[v];
    return now[m];
}

/* Any rectangles, any processors: the first cell that is not covered is the corner of the next. */
static double plain_any(unsigned covered, unsigned used, double so_far, double limit) {
    int cells = g.rows * g.cols, at = 0, r, c, r1, c1, i, y, x;
    while (at < cells && covered >> at & 1) at++;
    if (at == cells) return so_far;
    r = at / g.cols, c = at % g.cols;
    for (r1 = r + 1; r1 <= g.rows; r1++)
        for (c1 = c + 1; c1 <= g.cols; c1++) {
            unsigned mine = 0;
            for (y = r; y < r1; y++)
                for (x = c; x < c1; x++) mine |= 1u << (y * g.cols + x);
            if (mine & covered) break;
            for (i = 0; i < m; i++) {
                double t = later(so_far, cost(i, oracle_load(&g, r, r1, c, c1)));
                if (used >> i & 1 || !(t < limit)) continue;
                t = plain_any(covered | mine, used | 1u << i, t, limit);
                if (t < limit) limit = t;
            }
        }
    return limit;
}

/* ---- solve, and hold the answer to what it says of itself ---- */

static void consistent(const fpm_grid *grid, int status) {
    fpm_info again;
    fpm_rect_outputs again_out;
    oracle_canvas canvas;
    double last = 0, sum = 0, all = 0, even;
    int i, painted = 1, busy = 0;
    for (i = 0; i < m && !o.speed; i++)
        if (fpm_model_time(o.procs[i].model, (double)units(i), &last) == FPM_EXTRAPOLATED) break;
    CHECK_INT(info.extrapolated, o.speed || i == m ? -1 : i);
    CHECK_INT(fpm_rect_check(grid, m, &o, part, &again_out, &again),
              info.extrapolated < 0 ? FPM_OK : FPM_EXTRAPOLATED);
    CHECK_INT(again.extrapolated, info.extrapolated);
    last = 0;
    CHECK_SAME(again.makespan, info.makespan);
    CHECK_SAME(again.lower_bound, info.lower_bound);
    CHECK_SAME(again.imbalance, info.imbalance);
    CHECK_SAME(again.gap, info.gap);
    CHECK_INT(again.last, info.last);
    CHECK_INT(again_out.load, out.load);
    CHECK_INT(out.class_bound, 0); /* it is of loads */
    CHECK_LE(info.lower_bound, info.makespan);
    CHECK_INT(status == (info.extrapolated < 0 ? FPM_OK : FPM_EXTRAPOLATED),
              !(info.makespan > info.lower_bound));
    if (!CHECK(oracle_canvas_start(&canvas, grid->rows, grid->cols))) return;
    for (i = 0; i < m; i++) {
        double t = cost(i, units(i));
        painted =
            painted && oracle_canvas_paint(&canvas, part[i].r0, part[i].r1, part[i].c0, part[i].c1);
        last = later(last, t);
        sum += t;
        busy += units(i) > 0;
        all += o.speed ? speed[i] : 0;
        CHECK(part[i].load <= out.load && out.load_bound <= out.load);
    }
    CHECK(oracle_canvas_done(&canvas) && painted);
    CHECK_SAME(last, info.makespan);
    CHECK_SAME(info.last < 0 ? 0 : cost(info.last, units(info.last)), last);
    even = o.speed ? (double)grid->total / all : sum / (busy ? busy : 1);
    CHECK_ABS(info.imbalance, even > 0 ? last / even - 1 : 0, 1e-9 * (1 + info.imbalance));
}

/* Is the makespan of an exact class this? */
static void exact(const fpm_grid *grid, double want) {
    long long failed = test__.bad;
    int status = fpm_rect_partition(grid, m, &o, part, &out, &info);
    CHECK_INT(info.status, status);
    if (o.algorithm == FPM_RECT_M_OPT && (o.min_rows > 1 || o.min_cols > 1)) { /* not exact */
        if (status >= 0) consistent(grid, status);
        CHECK(status >= 0 ? want <= info.makespan : status == FPM_E_INFEASIBLE);
    } else if (!(want < never)) CHECK_INT(status, FPM_E_INFEASIBLE);
    else if (CHECK(status == FPM_OK || status == FPM_EXTRAPOLATED || status == FPM_CLASS_OPTIMUM)) {
        CHECK_SAME(info.makespan, want);
        consistent(grid, status);
    }
    if (test__.bad > failed) dump();
}

static double sooner(double a, double b) { return a < b ? a : b; }

static void given_stripes(const fpm_grid *grid, const oracle_grid *w, int way) {
    int64_t cut[MOST_M + 1];
    int count[MOST_M], stripes = (int)test_int(1, m), s, left = m;
    o.orientation = way, o.stripes = stripes;
    for (s = 0; s <= stripes; s++)
        cut[s] = s == 0 ? 0 : s == stripes ? w->rows : test_int(cut[s - 1], w->rows);
    o.algorithm = FPM_RECT_M_PROBE, o.cuts = cut;
    exact(grid, plain_probe(stripes, cut));
    for (s = 0; s < stripes; s++) {
        count[s] = s + 1 == stripes ? left : (int)test_int(0, left);
        left -= count[s];
    }
    o.algorithm = FPM_RECT_M_ALLOC, o.cuts = NULL, o.counts = count;
    exact(grid, plain_alloc(w, stripes, count));
    o.counts = NULL, o.stripes = 0;
}

static void one_way(const fpm_grid *grid, const oracle_grid *w, int way, double *best,
                    double *pairs) {
    int p;
    plain_table(w);
    o.orientation = way;
    o.algorithm = FPM_RECT_M_OPT;
    *best = plain_m(w);
    exact(grid, *best);
    o.algorithm = FPM_RECT_PQ_OPT;
    for (*pairs = never, p = 1; p <= m; p++) {
        double t;
        if (m % p) continue;
        t = plain_pq(w, p);
        *pairs = sooner(*pairs, t);
        o.stripes = p;
        if (test_int(0, 2) == 0) exact(grid, t);
    }
    o.stripes = 0;
    exact(grid, *pairs);
    given_stripes(grid, w, way);
}

/* Not exact: never better than any of their class. */
static void heuristics(const fpm_grid *grid, double hor, double ver) {
    static const int way[] = {FPM_RECT_M_HEUR_PROBE, FPM_RECT_UNIFORM, FPM_RECT_HIER_RB,
                              FPM_RECT_HIER_RELAXED, FPM_RECT_AUTO};
    int i, status;
    long long failed = test__.bad;
    for (i = 0; i < 5; i++) {
        o.algorithm = way[i], o.orientation = (int)test_int(0, 2);
        o.direction = (int)test_int(0, 3);
        if (way[i] >= FPM_RECT_HIER_RB) o.orientation = FPM_RECT_BEST;
        else o.direction = FPM_RECT_BY_LOAD;
        status = fpm_rect_partition(grid, m, &o, part, &out, &info);
        if (status == FPM_E_INFEASIBLE) {
            /* max, and what was tried is above it */
            CHECK(o.procs != NULL || g.high > 1 || g.wide > 1);
            CHECK(g.high > 1 || g.wide > 1 || way[i] != FPM_RECT_AUTO ||
                  !(sooner(hor, ver) < never) || o.orientation);
        } else if (CHECK(status >= 0)) {
            consistent(grid, status);
            if (i < 2) CHECK_LE(sooner(hor, ver), info.makespan);
            if (way[i] == FPM_RECT_AUTO && g.high < 2 && g.wide < 2)
                CHECK_LE(info.makespan, o.orientation == FPM_RECT_HOR   ? hor
                                        : o.orientation == FPM_RECT_VER ? ver
                                                                        : sooner(hor, ver));
        }
    }
    if (test__.bad > failed) dump();
    o.direction = 0;
}

static void sweep(int models, int64_t count) {
    for (; count > 0; count--) {
        double hor, ver, pq[2];
        fpm_grid grid = FPM_ZERO;
        m = (int)test_int(1, count % 16 ? 7 : MOST_M);
        random_grid(count % 16 ? 6 : 9);
        if (models) random_models();
        else random_speeds();
        REQUIRE(fpm_grid_init(&grid, g.rows, g.cols, g.cell[0], ORACLE_SIDE, NULL, NULL) == FPM_OK);
        one_way(&grid, &turned, FPM_RECT_VER, &ver, &pq[1]);
        one_way(&grid, &g, FPM_RECT_HOR, &hor, &pq[0]);
        o.orientation = FPM_RECT_BEST;
        o.algorithm = FPM_RECT_M_OPT;
        exact(&grid, sooner(hor, ver));
        o.algorithm = FPM_RECT_PQ_OPT;
        exact(&grid, sooner(pq[0], pq[1]));
        heuristics(&grid, hor, ver);
        fpm_grid_free(&grid);
    }
}

static void exact_speeds(void) { sweep(0, test_count(400)); }
static void exact_models(void) {
    sweep(1, test_count(150));
    instance_free();
    memset(&the, 0, sizeof the);
}

/* ---- known optima: fractions ---- */

static void known_optima(void) {
    char line[256], name[64], class_of[64], list[64], path[128];
    FILE *f = fopen("tests/data/rect/expected.tsv", "r"), *from;
    int seen = 0;
    REQUIRE(f != NULL);
    while (fgets(line, sizeof line, f)) {
        int64_t cell[ORACLE_SIDE * ORACLE_SIDE];
        int64_t whole[MOST_M];
        oracle_fraction plain;
        long long load, per, v;
        int rows, cols, i;
        const char *s;
        fpm_grid grid;
        if (sscanf(line, "%63s %63s speeds=%63s %lld/%lld", name, class_of, list, &load, &per) != 5)
            continue;
        if (strcmp(class_of, "JAG-HET-ROWS") != 0) continue;
        NOTE("%s", line);
        snprintf(path, sizeof path, "tests/data/rect/%s.txt", name);
        from = fopen(path, "r");
        REQUIRE(from && fscanf(from, "%d %d", &rows, &cols) == 2 && rows <= ORACLE_SIDE &&
                cols <= ORACLE_SIDE);
        for (i = 0; i < rows * cols && fscanf(from, "%lld", &v) == 1; i++) cell[i] = v;
        CHECK_INT(i, rows * cols);
        fclose(from);
        memset(&o, 0, sizeof o);
        o.compact = FPM_EXACT;
        for (m = 0, s = list; *s && m < MOST_M; s += *s == ',') {
            whole[m] = strtoll(s, (char **)&s, 10);
            speed[m] = (double)whole[m], m++;
        }
        oracle_grid_set(&g, rows, cols, cell);
        plain = oracle_jag_speeds(&g, m, whole);
        CHECK_INT(plain.load * per, load * plain.speed);
        o.speed = speed, o.algorithm = FPM_RECT_M_OPT, o.orientation = FPM_RECT_HOR;
        REQUIRE(fpm_grid_init(&grid, rows, cols, cell, 0, NULL, NULL) == FPM_OK);
        exact(&grid, (double)load / (double)per);
        CHECK_INT(part[info.last].load * per, load * whole[info.last]); /* the fraction itself */
        fpm_grid_free(&grid);
        seen++;
    }
    fclose(f);
    CHECK_INT(seen, 80);
}

/* ---- bounds ---- */

static void bounds_hold_for_any_partition(void) {
    int64_t k, count = test_count(300);
    int tight = 0;
    for (k = 0; k < count; k++) {
        fpm_grid grid;
        double best;
        m = (int)test_int(1, 4);
        random_grid(3);
        if (k % 3 == 2) random_models();
        else random_speeds();
        REQUIRE(fpm_grid_init(&grid, g.rows, g.cols, g.cell[0], ORACLE_SIDE, NULL, NULL) == FPM_OK);
        best = plain_any(0, 0, 0, never);
        if (fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0) {
            CHECK_LE(best, info.makespan);
            if (!CHECK_LE(info.lower_bound, best)) dump();
            tight += !(info.lower_bound < best);
        } else if (!(best < never)) tight++;
        fpm_grid_free(&grid);
    }
    CHECK(4 * tight > count);
    instance_free();
    memset(&the, 0, sizeof the);
}

/* ---- bisection in proportion to speeds ---- */

/* The earliest and the latest makespan of rows r0 .. r1-1, columns c0 .. c1-1 on processors
   u .. u+q-1: at every step over all the cuts, in either direction and after j of the processors,
   whose worse side has the least load for its speed. */
static void plain_bisection(const int *at, int u, int q, int relaxed, double *early, double *late) {
    int64_t load = oracle_load(&g, at[0], at[1], at[2], at[3]);
    double least = never;
    int pass, rows, x, j, k;
    *early = *late = (double)load / speed[u];
    if (q == 1) return;
    *early = *late = 0;
    if (load == 0) return;
    for (pass = 0; pass < 2; pass++)
        for (rows = 0; rows < 2; rows++)
            for (x = at[rows ? 0 : 2]; x <= at[rows ? 1 : 3]; x++)
                for (j = relaxed ? 1 : q / 2; j <= (relaxed ? q - 1 : q - q / 2); j++) {
                    int one[4], two[4];
                    double first = 0, second = 0, worse, a[2], b[2];
                    int64_t before;
                    memcpy(one, at, sizeof one), memcpy(two, at, sizeof two);
                    one[rows ? 1 : 3] = two[rows ? 0 : 2] = x;
                    before = oracle_load(&g, one[0], one[1], one[2], one[3]);
                    for (k = 0; k < q; k++) *(k < j ? &first : &second) += speed[u + k];
                    worse = later((double)before / first, (double)(load - before) / second);
                    if (pass == 0) {
                        least = sooner(least, worse);
                        continue;
                    }
                    if (worse > least * (1 + 1e-12)) continue;
                    plain_bisection(one, u, j, relaxed, &a[0], &a[1]);
                    plain_bisection(two, u + j, q - j, relaxed, &b[0], &b[1]);
                    a[0] = later(a[0], b[0]), a[1] = later(a[1], b[1]);
                    *early = *late > 0 ? sooner(*early, a[0]) : a[0];
                    *late = later(*late, a[1]);
                }
}

static void bisections_by_speed(void) {
    static const int64_t row[10] = {1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000};
    int64_t k, count = test_count(400);
    fpm_grid grid;
    int i;
    for (k = 0; k < count; k++) {
        int64_t cell[ORACLE_SIDE * ORACLE_SIDE];
        int rows = (int)test_int(1, 6), cols = (int)test_int(1, 6), at[4] = {0, 0, 0, 0};
        double early, late, halved = 0;
        for (i = 0; i < rows * cols; i++) cell[i] = test_int(1, k % 2 ? 9 : 1000000);
        oracle_grid_set(&g, rows, cols, cell);
        m = (int)test_int(2, 5), at[1] = rows, at[3] = cols;
        memset(&o, 0, sizeof o);
        o.compact = FPM_EXACT;
        o.speed = speed;
        for (i = 0; i < m; i++) speed[i] = (double)test_int(1, 20);
        REQUIRE(fpm_grid_init(&grid, rows, cols, cell, 0, NULL, NULL) == FPM_OK);
        for (i = 0; i < 2; i++) {
            long long failed = test__.bad;
            o.algorithm = i ? FPM_RECT_HIER_RELAXED : FPM_RECT_HIER_RB;
            plain_bisection(at, 0, m, i, &early, &late);
            CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
            if (i > 0 && halved < early) early = halved; /* the better of both */
            if (i > 0 && halved < late) late = halved;
            CHECK_LE(early * (1 - 1e-12), info.makespan);
            CHECK_LE(info.makespan, late * (1 + 1e-12));
            halved = info.makespan;
            if (test__.bad > failed) dump();
        }
        fpm_grid_free(&grid);
    }
    /* the same with models: one of ten cells for the processor of a ninth of the other's speed */
    instance_free();
    memset(&the, 0, sizeof the);
    memset(&o, 0, sizeof o);
    o.compact = FPM_EXACT;
    m = 2;
    the.p = 2;
    for (i = 0; i < 2; i++) {
        the.truth[i].kind = FPM_CONSTANT, the.truth[i].count = 1;
        the.truth[i].size[0] = 10000, the.truth[i].seconds[0] = i ? 10000.0 / 9 : 10000;
        instance_model(i);
        instance_proc(i, i);
    }
    o.procs = the.procs;
    REQUIRE(fpm_grid_init(&grid, 1, 10, row, 0, NULL, NULL) == FPM_OK);
    for (i = 0; i < 2; i++) {
        o.algorithm = i ? FPM_RECT_HIER_RELAXED : FPM_RECT_HIER_RB;
        CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
        CHECK_INT(part[0].load, 1000);
        CHECK_INT(part[1].load, 9000);
    }
    fpm_grid_free(&grid);
    instance_free();
    memset(&the, 0, sizeof the);
}

/* Stripes of even load, each as wide as its processors' speeds together: in proportion to what they
   do, every processor gets columns as many as its speed, and all end together.  One more processor
   that does next to nothing ends up with nothing. */
static void stripes_by_speed(void) {
    int64_t k, count = test_count(200);
    for (k = 0; k < count; k++) {
        int64_t cell[ORACLE_SIDE * ORACLE_SIDE];
        int stripes = (int)test_int(1, 4), high = (int)test_int(1, 3), cols = (int)test_int(1, 9);
        int t, s, i, from[5] = {0, 0, 0, 0, 0}, tail = (int)test_int(0, 1);
        fpm_grid grid;
        for (m = 0, s = 0; s < stripes; s++) {
            int left = cols;
            for (from[s] = m; left > 0; m++) {
                int w = (int)test_int(1, left);
                speed[m] = w, left -= w;
            }
        }
        from[stripes] = m;
        if (tail) speed[m++] = 1e-6;
        for (i = 0; i < stripes * high * cols; i++) cell[i] = 1;
        oracle_grid_set(&g, stripes * high, cols, cell);
        oracle_turn(&g, &turned);
        memset(&o, 0, sizeof o);
        o.compact = FPM_EXACT;
        o.speed = speed, o.stripes = stripes, o.algorithm = FPM_RECT_M_ALLOC;
        for (t = 0; t < 2; t++) {
            const oracle_grid *w = t ? &turned : &g;
            long long failed = test__.bad;
            o.orientation = t ? FPM_RECT_VER : FPM_RECT_HOR;
            REQUIRE(fpm_grid_init(&grid, w->rows, w->cols, w->cell[0], ORACLE_SIDE, NULL, NULL) ==
                    FPM_OK);
            NOTE("%d stripes of %d x %d, m %d", stripes, high, cols, m);
            CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
            CHECK_SAME(info.makespan, high);
            for (s = 0; s < stripes; s++)
                for (i = from[s]; i < from[s + 1]; i++) {
                    CHECK_INT(part[i].load, high * (int64_t)speed[i]);
                    CHECK_INT(t ? part[i].c0 : part[i].r0, s * high);
                }
            if (test__.bad > failed) dump();
            if (tail) CHECK_INT(part[m - 1].load, 0);
            fpm_grid_free(&grid);
        }
    }
}

/* ---- larger ones: equal speeds are no speeds, and what exact classes owe each other ---- */

static int64_t *field(int kind, int side) {
    int64_t *cell = (int64_t *)calloc((size_t)(side * side), sizeof *cell);
    if (!cell || oracle_field(kind, side, side, 1.5, &dice, cell) < 0) exit(1);
    return cell;
}

static void equal_speeds_are_none(void) {
    int64_t k, count = test_count(12);
    for (k = 0; k < count; k++) {
        static const int way[] = {FPM_RECT_M_OPT, FPM_RECT_PQ_OPT};
        int side = (int)test_int(20, 60), i, t;
        int64_t *cell = field((int)(k % ORACLE_FLOW), side);
        fpm_info plain;
        fpm_rect_outputs plain_out;
        fpm_grid grid;
        m = (int)test_int(1, 150);
        REQUIRE(fpm_grid_init(&grid, side, side, cell, 0, NULL, NULL) == FPM_OK);
        for (i = 0; i < m; i++) speed[i] = 4;
        for (i = 0; i < 2; i++)
            for (t = FPM_RECT_HOR; t <= FPM_RECT_VER; t++) {
                memset(&o, 0, sizeof o);
                o.compact = FPM_EXACT;
                o.algorithm = way[i], o.orientation = t;
                NOTE("side %d m %d way %d", side, m, i);
                CHECK(fpm_rect_partition(&grid, m, &o, part, &plain_out, &plain) >= 0);
                o.speed = speed;
                exact(&grid, (double)plain_out.load / 4);
            }
        fpm_grid_free(&grid);
        free(cell);
    }
}

static void larger_fields(void) {
    int64_t k, count = test_count(6);
    for (k = 0; k < count; k++) {
        int side = (int)test_int(30, 70), i;
        int64_t *cell = field((int)(k % ORACLE_FLOW), side);
        double best, pq;
        fpm_grid grid;
        m = (int)test_int(2, 12);
        m *= (int)test_int(2, 12);
        random_speeds();
        REQUIRE(fpm_grid_init(&grid, side, side, cell, 0, NULL, NULL) == FPM_OK);
        o.algorithm = FPM_RECT_M_OPT;
        CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
        best = info.makespan;
        exact(&grid, best);
        o.algorithm = FPM_RECT_PQ_OPT;
        CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
        pq = info.makespan;
        exact(&grid, pq);
        CHECK_LE(best, pq);
        for (i = 0; i < 2; i++) {
            o.algorithm = i ? FPM_RECT_M_HEUR_PROBE : FPM_RECT_AUTO;
            CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
            if (i) CHECK_LE(best, info.makespan);
            else CHECK_LE(info.makespan, best);
            consistent(&grid, info.status);
        }
        o.algorithm = FPM_RECT_HIER_RELAXED; /* not far off where cells are small */
        CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
        consistent(&grid, info.status);
        fpm_grid_free(&grid);
        free(cell);
    }
}

/* ---- processors in any order ---- */

enum { FREE_M = 5, FREE_ROWS = 5, FREE_COLS = 6 };
static double known[FREE_ROWS][FREE_ROWS + 1][FREE_COLS][FREE_COLS + 1][1 << FREE_M];

/* The best of all partitions by cuts from side to side for a set of processors in any order. */
static double plain_free(int r0, int r1, int c0, int c1, unsigned set) {
    double *best = &known[r0][r1][c0][c1][set];
    unsigned one;
    int i, x;
    if (*best >= 0) return *best;
    for (*best = never, i = 0; i < m; i++)
        if (set >> i & 1) *best = sooner(*best, cost(i, oracle_load(&g, r0, r1, c0, c1)));
    for (one = (set - 1) & set; one; one = (one - 1) & set) {
        for (x = r0 + 1; x < r1; x++)
            *best = sooner(*best, later(plain_free(r0, x, c0, c1, one),
                                        plain_free(x, r1, c0, c1, set & ~one)));
        for (x = c0 + 1; x < c1; x++)
            *best = sooner(*best, later(plain_free(r0, r1, c0, x, one),
                                        plain_free(r0, r1, x, c1, set & ~one)));
    }
    return *best;
}

static void free_order_by_definition(void) {
    static const int way[] = {FPM_RECT_AUTO, FPM_RECT_HIER_RELAXED, FPM_RECT_COMPACT};
    int64_t k, count = test_count(200);
    int optimal = 0, i, j, status, given;
    for (k = 0; k < count; k++) {
        long long failed = test__.bad;
        double best, first;
        fpm_rect again[FREE_M];
        fpm_grid grid = FPM_ZERO;
        m = (int)test_int(2, FREE_M);
        random_grid(FREE_ROWS);
        if (k % 3 == 2) random_models();
        else random_speeds();
        for (i = 0; i < (int)(sizeof known / sizeof(double)); i++) (&known[0][0][0][0][0])[i] = -1;
        best = plain_free(0, g.rows, 0, g.cols, (1u << m) - 1);
        REQUIRE(fpm_grid_init(&grid, g.rows, g.cols, g.cell[0], ORACLE_SIDE, NULL, NULL) == FPM_OK);
        for (i = 0; i < 3; i++) {
            o.algorithm = way[i], o.free_order = 0;
            given = fpm_rect_partition(&grid, m, &o, part, &out, &info);
            first = given < 0 ? never : info.makespan;
            o.free_order = 1;
            status = fpm_rect_partition(&grid, m, &o, part, &out, &info);
            if (status < 0) {
                CHECK(status == FPM_E_INFEASIBLE && given == status);
                continue;
            }
            memcpy(again, part, sizeof again);
            consistent(&grid, status);
            for (j = 1; j < m && o.speed && speed[j] == speed[0]; j++) {}
            CHECK(status != FPM_CLASS_OPTIMUM || j == m || o.procs);
            CHECK_LE(best, info.makespan);
            CHECK_LE(info.lower_bound, best);
            if (i < 2) CHECK_LE(info.makespan, first); /* COMPACT: within its tolerance */
            if (i == 0) optimal += !(info.makespan > best);
            CHECK_INT(fpm_rect_partition(&grid, m, &o, part, &out, &info), status);
            CHECK(memcmp(again, part, (size_t)m * sizeof *part) == 0);
        }
        if (test__.bad > failed) dump();
        fpm_grid_free(&grid);
    }
    NOTE("%d of %d optimal", optimal, (int)count);
    CHECK(2 * optimal > count || count < 50);
    instance_free();
    memset(&the, 0, sizeof the);
    g.border = 0, g.high = g.wide = 0;
}

/* 4 1 2 in a row, speeds 1, 2 and 4: 7 / 4 seconds in this order, one in the order 4, 1, 2. */
static void free_order_known(void) {
    static int64_t cell[] = {4, 1, 2};
    fpm_grid grid;
    int i;
    memset(&o, 0, sizeof o);
    o.compact = FPM_EXACT, o.speed = speed;
    m = 3, speed[0] = 1, speed[1] = 2, speed[2] = 4;
    REQUIRE(fpm_grid_init(&grid, 1, 3, cell, 0, NULL, NULL) == FPM_OK);
    CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) > FPM_OK);
    CHECK_SAME(info.makespan, 1.75);
    o.free_order = 1;
    CHECK_INT(fpm_rect_partition(&grid, m, &o, part, &out, &info), FPM_OK);
    CHECK_SAME(info.makespan, 1);
    for (i = 0; i < 3; i++) CHECK_INT(part[i].load, INT64_C(1) << i);
    CHECK_INT(fpm_rect_check(&grid, m, &o, part, NULL, NULL), FPM_OK);
    fpm_grid_free(&grid);
}

/* No worse than the best of many shuffled orders, within a tenth; and than the given order. */
static void free_order_against_shuffles(void) {
    static const int sizes[] = {8, 16, 37, 64};
    int64_t k, count = test_count(8);
    int i, j, t;
    for (k = 0; k < count; k++) {
        int64_t *cell = field((int)(k % ORACLE_FLOW), 60);
        double first, best = never;
        fpm_grid grid;
        m = sizes[k % 4];
        memset(&o, 0, sizeof o);
        for (i = 0; i < m; i++) speed[i] = k % 2 ? 1 + 3 * test_real() : test_int(0, 1) ? 10 : 1;
        REQUIRE(fpm_grid_init(&grid, 60, 60, cell, 0, NULL, NULL) == FPM_OK);
        o.compact = FPM_EXACT, o.speed = speed;
        CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
        first = info.makespan, o.free_order = 1;
        CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
        consistent(&grid, info.status);
        CHECK_LE(info.makespan, first);
        first = info.makespan;
        o.free_order = 0, o.algorithm = FPM_RECT_HIER_RELAXED;
        for (t = 0; t < 300; t++) {
            for (i = m - 1; i > 0; i--) {
                double was = speed[i];
                j = (int)test_int(0, i), speed[i] = speed[j], speed[j] = was;
            }
            CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
            best = sooner(best, info.makespan);
        }
        CHECK_LE(first, 1.1 * best);
        fpm_grid_free(&grid);
        free(cell);
    }
}

/* ---- the same cuts everywhere ---- */

enum { CROSS_M = 6 };

/* The least makespan when places from k on may have any of the processors that are left. */
static double plain_places(const int64_t *load, int k, unsigned used, double limit) {
    int i;
    if (k == m) return 0;
    for (i = 0; i < m; i++) {
        double t = cost(i, load[k]);
        if (used >> i & 1 || !(t < limit)) continue;
        t = later(t, plain_places(load, k + 1, used | 1u << i, limit));
        if (t < limit) limit = t;
    }
    return limit;
}

/* The makespan of P x Q parts of a grid; in a free order, of the best processors for them. */
static double plain_cross(const oracle_grid *w, const int *row, const int *col, int p,
                          double limit) {
    int64_t load[CROSS_M];
    double last = 0;
    int k, q = m / p;
    for (k = 0; k < m; k++)
        load[k] = oracle_load(w, row[k / q], row[k / q + 1], col[k % q], col[k % q + 1]);
    if (o.free_order) return plain_places(load, 0, 0, limit);
    for (k = 0; k < m; k++) last = later(last, cost(k, load[k]));
    return sooner(last, limit);
}

/* The next one of all ways to cut a side into `count` bands; 0: that was the last one. */
static int next_cuts(int *cut, int count, int side) {
    int s;
    cut[count] = side;
    for (s = count - 1; s > 0 && cut[s] == side; s--) {}
    if (s == 0) return 0;
    for (cut[s]++; s + 1 < count; s++) cut[s + 1] = cut[s];
    return 1;
}

/* The best of all P x Q parts of a grid, row-major. */
static double plain_rectilinear(const oracle_grid *w, int p) {
    double best = never;
    int row[CROSS_M + 1] = {0};
    row[p] = w->rows;
    do {
        int col[CROSS_M + 1] = {0};
        col[m / p] = w->cols;
        do best = plain_cross(w, row, col, p, best);
        while (next_cuts(col, m / p, w->cols));
    } while (next_cuts(row, p, w->rows));
    return best;
}

/* Can the answer's rows alone, its columns alone, or its processors alone be better? */
static void settled(const oracle_grid *w) {
    int p = out.stripes, q = m / p, row[CROSS_M + 1] = {0}, col[CROSS_M + 1] = {0},
        any[CROSS_M + 1];
    int turned_too = out.orientation == FPM_RECT_VER, k, given = o.free_order;
    int64_t load[CROSS_M];
    double best = never;
    for (k = 0; k < m; k++) { /* where parts end; empty ones tell nothing */
        const fpm_rect *a = &part[k];
        load[k] = units(k);
        if (given || a->r0 == a->r1 || a->c0 == a->c1) continue;
        row[k / q + 1] = (int)(turned_too ? a->c1 : a->r1);
        col[k % q + 1] = (int)(turned_too ? a->r1 : a->c1);
    }
    if (given) {
        CHECK_LE(info.makespan, plain_places(load, 0, 0, never));
        return;
    }
    for (k = 1; k <= p; k++) row[k] = row[k] > row[k - 1] ? row[k] : row[k - 1];
    for (k = 1; k <= q; k++) col[k] = col[k] > col[k - 1] ? col[k] : col[k - 1];
    if (row[p] != w->rows || col[q] != w->cols) return;
    memset(any, 0, sizeof any);
    any[p] = w->rows;
    do best = plain_cross(w, any, col, p, best);
    while (next_cuts(any, p, w->rows));
    CHECK_LE(info.makespan, best);
    memset(any, 0, sizeof any);
    any[q] = w->cols;
    do best = plain_cross(w, row, any, p, best);
    while (next_cuts(any, q, w->cols));
    CHECK_LE(info.makespan, best);
}

/* Where the given order ends, processors may change places, and cuts go on from there: 8 units for
   the fastest one, which is the bound, where the given order alone ends at 4 / 4.64. */
static void nicol_goes_on(void) {
    static const int64_t load[] = {2, 1, 3, 4, 4, 8, 0, 2};
    static const double own[] = {10.06, 4.64, 5.79, 8.82, 9.35, 4.56};
    fpm_rect_options opts = FPM_ZERO;
    fpm_rect found[6];
    fpm_grid grid = FPM_ZERO;
    REQUIRE(fpm_grid_init(&grid, 4, 2, load, 0, NULL, NULL) == FPM_OK);
    opts.algorithm = FPM_RECT_NICOL;
    opts.speed = own;
    CHECK(fpm_rect_partition(&grid, 6, &opts, found, NULL, &info) >= 0);
    CHECK_REL(info.makespan, 4 / 4.64, 1e-14);
    opts.free_order = 1;
    CHECK_INT(fpm_rect_partition(&grid, 6, &opts, found, NULL, &info), FPM_OK);
    CHECK_REL(info.makespan, 8 / 10.06, 1e-14);
    fpm_grid_free(&grid);
}

/* NICOL beside all cuts and, in a free order, all ways to place the processors: never better than
   the best of these, mostly as good, and no direction alone can be better. */
static void nicol_by_definition(void) {
    int64_t k, count = test_count(120);
    int met[4] = {0}, all[4] = {0}, i, p, status, kind;
    for (k = 0; k < count; k++) {
        long long failed = test__.bad;
        fpm_rect again[CROSS_M];
        double best, given = never;
        fpm_grid grid = FPM_ZERO;
        m = (int)test_int(1, CROSS_M);
        random_grid(4);
        if (k % 3 == 2) random_models();
        else random_speeds();
        REQUIRE(fpm_grid_init(&grid, g.rows, g.cols, g.cell[0], ORACLE_SIDE, NULL, NULL) == FPM_OK);
        o.algorithm = FPM_RECT_NICOL;
        for (i = 0; i < 6; i++) {
            o.orientation = i % 3;
            o.free_order = i / 3;
            do o.stripes = (int)test_int(0, m);
            while (o.stripes && m % o.stripes);
            if (i % 3 == 0) o.stripes = 0;
            for (best = never, p = 1; p <= m; p++) {
                if (m % p || (o.stripes && p != o.stripes)) continue;
                if (o.orientation != FPM_RECT_VER) best = sooner(best, plain_rectilinear(&g, p));
                if (o.orientation != FPM_RECT_HOR)
                    best = sooner(best, plain_rectilinear(&turned, p));
            }
            status = fpm_rect_partition(&grid, m, &o, part, &out, &info);
            kind = 2 * (g.high > 1 || g.wide > 1) + (i == 0 || i == 3);
            all[kind]++;
            if (status == FPM_E_INFEASIBLE) {
                CHECK(o.procs != NULL || g.high > 1 || g.wide > 1);
                CHECK(i != 3 || !(given < never));
                if (!(best < never)) met[kind]++;
                continue;
            }
            if (!CHECK(status >= 0)) continue;
            memcpy(again, part, sizeof again);
            consistent(&grid, status);
            CHECK_LE(best, info.makespan);
            if (!(info.makespan > best)) met[kind]++;
            settled(out.orientation == FPM_RECT_VER ? &turned : &g);
            if (i == 0) given = info.makespan;
            if (i == 3) CHECK_LE(info.makespan, given);
            CHECK_INT(fpm_rect_partition(&grid, m, &o, part, &out, &info), status);
            CHECK(memcmp(again, part, (size_t)m * sizeof *part) == 0);
            if (test__.bad > failed) dump();
        }
        fpm_grid_free(&grid);
    }
    for (i = 0; i < 4; i++) { /* all pairs or not; with least rows and columns or without */
        if (getenv("TEST_VERBOSE")) printf("    %d of %d optimal\n", met[i], all[i]);
        CHECK(100 * met[i] > (i < 2 ? 90 : 75) * all[i] || all[i] < 40);
    }
    instance_free();
    memset(&the, 0, sizeof the);
    g.border = 0;
    g.high = 0;
    g.wide = 0;
}

/* P x Q racks on even loads: speeds that are products of one of the row and one of the column have
   cuts in proportion to these, and so have the same speeds in any order where that is free. */
static void nicol_of_racks(void) {
    int64_t k, count = test_count(20);
    for (k = 0; k < count; k++) {
        static int64_t cell[48 * 48];
        int p = (int)test_int(1, 4), q = (int)test_int(1, 4), row[4], col[4], i, j;
        int rows = 0, cols = 0;
        fpm_grid grid;
        m = p * q;
        for (i = 0; i < p; i++) {
            row[i] = (int)test_int(1, 12);
            rows += row[i];
        }
        for (i = 0; i < q; i++) {
            col[i] = (int)test_int(1, 12);
            cols += col[i];
        }
        for (i = 0; i < rows * cols; i++) cell[i] = 7;
        REQUIRE(fpm_grid_init(&grid, rows, cols, cell, 0, NULL, NULL) == FPM_OK);
        memset(&o, 0, sizeof o);
        o.algorithm = FPM_RECT_NICOL;
        o.speed = speed;
        o.stripes = p;
        o.orientation = FPM_RECT_HOR;
        for (i = 0; i < m; i++) speed[i] = row[i / q] * col[i % q];
        CHECK_INT(fpm_rect_partition(&grid, m, &o, part, &out, &info), FPM_OK);
        CHECK_SAME(info.makespan, 7);
        for (i = 0; i < m; i++) {
            CHECK_INT(part[i].r1 - part[i].r0, row[i / q]);
            CHECK_INT(part[i].c1 - part[i].c0, col[i % q]);
        }
        for (i = 0; i < m; i++) speed[i] = col[i / p] * row[i % p]; /* by columns */
        o.stripes = 0;
        o.orientation = FPM_RECT_BEST;
        CHECK_INT(fpm_rect_partition(&grid, m, &o, part, &out, &info), FPM_OK);
        CHECK_SAME(info.makespan, 7);
        for (i = m - 1; i > 0; i--) {
            double was = speed[i];
            j = (int)test_int(0, i);
            speed[i] = speed[j];
            speed[j] = was;
        }
        CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
        if (p == 1 || q == 1) CHECK_SAME(info.makespan, 7);
        oracle_grid_set(&g, 1, 1, &grid.total);
        consistent(&grid, info.status);
        o.free_order = 1;
        {
            double before = info.makespan;
            CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
            CHECK_LE(info.makespan, before);
        }
        consistent(&grid, info.status);
        fpm_grid_free(&grid);
    }
}

/* The least makespan of columns cut for one row of processors: all last cuts before each column. */
static double plain_row(const int64_t *cell, int cols) {
    double best[MOST_M + 1][41];
    int64_t sum[41] = {0};
    int i, j, k;
    for (j = 0; j < cols; j++) sum[j + 1] = sum[j] + cell[j];
    for (j = 0; j <= cols; j++) best[0][j] = j ? never : 0;
    for (i = 1; i <= m; i++)
        for (j = 0; j <= cols; j++) {
            best[i][j] = never;
            for (k = 0; k <= j; k++) {
                double last = cost(i - 1, sum[j] - sum[k]);
                best[i][j] = sooner(best[i][j], later(best[i - 1][k], last));
            }
        }
    return best[m][cols];
}

/* One row of processors is a chain: no cut is left to chance. */
static void nicol_of_one_row(void) {
    int64_t k, count = test_count(60), cell[40];
    for (k = 0; k < count; k++) {
        int cols = (int)test_int(1, 40), j;
        int64_t most = test_int(0, 1) ? 3 : 1000;
        double best;
        fpm_grid grid;
        m = (int)test_int(2, 12);
        for (j = 0; j < cols; j++) cell[j] = test_int(0, most);
        for (j = 0; j < cols; j++) cell[j] *= test_int(0, most);
        REQUIRE(fpm_grid_init(&grid, 1, cols, cell, 0, NULL, NULL) == FPM_OK);
        oracle_grid_set(&g, 1, 1, &grid.total);
        if (k % 3) random_speeds();
        else random_models();
        o.algorithm = FPM_RECT_NICOL;
        o.stripes = 1;
        o.orientation = FPM_RECT_HOR;
        NOTE("turn %d, %d columns, m %d", (int)k, cols, m);
        best = plain_row(cell, cols);
        if (!(best < never)) {
            CHECK_INT(fpm_rect_partition(&grid, m, &o, part, &out, &info), FPM_E_INFEASIBLE);
        } else if (CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0)) {
            CHECK_SAME(info.makespan, best);
        }
        fpm_grid_free(&grid);
    }
    instance_free();
    memset(&the, 0, sizeof the);
}

/* Loads so large that a unit more takes a time that rounding makes no longer, or shorter: the
   search for places in a free order ends all the same.  Each draw against the given order and the
   models themselves.  The first, of three cells, did not end. */
static void nicol_of_huge_loads(void) {
    static const int64_t three[3] = {INT64_C(4459764998), INT64_C(2858525284), INT64_C(5829769567)};
    int64_t k, count = test_count(300);
    for (k = 0; k < count; k++) {
        int64_t load[5], size[2], total = 0;
        double seconds[2], given, latest = 0;
        fpm_model model[4];
        fpm_proc procs[4];
        fpm_grid grid;
        int high = k ? (int)test_int(2, 5) : 3, i;
        m = k ? (int)test_int(2, 4) : 2;
        memset(procs, 0, sizeof procs);
        for (i = 0; i < high; i++) {
            load[i] = k ? test_int(1, INT64_C(1) << test_int(30, 45)) : three[i];
            total += load[i];
        }
        for (i = 0; i < m; i++) {
            size[0] = k ? test_int(1, 20) : 9 - i;
            size[1] = total;
            seconds[0] = k ? (double)test_int(1, 9) : 1;
            seconds[1] = k ? seconds[0] + (double)test_int(0, 40) : 1 + 21 * i;
            REQUIRE(fpm_model_init(&model[i], FPM_PIECEWISE, 2, size, seconds, NULL, NULL) ==
                    FPM_OK);
            procs[i].model = &model[i];
        }
        REQUIRE(fpm_grid_init(&grid, high, 1, load, 0, NULL, NULL) == FPM_OK);
        memset(&o, 0, sizeof o);
        o.algorithm = FPM_RECT_NICOL;
        o.procs = procs;
        NOTE("draw %d, %d cells, m %d", (int)k, high, m);
        REQUIRE(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
        given = info.makespan;
        o.free_order = 1;
        REQUIRE(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
        CHECK_LE(info.makespan, given * (1 + 1e-12));
        CHECK_INT(fpm_rect_check(&grid, m, &o, part, NULL, NULL), FPM_OK);
        for (i = 0; i < m; i++) {
            double time = 0;
            if (part[i].load > 0)
                CHECK_INT(fpm_model_time(&model[i], (double)part[i].load, &time), FPM_OK);
            if (time > latest) latest = time;
            fpm_model_free(&model[i]);
        }
        CHECK_REL(info.makespan, latest, 1e-12);
        fpm_grid_free(&grid);
    }
}

/* Places that one glance finds: the largest load for the fastest one.  And one column for columns
   of fast and of slow processors: the slow ones, in an empty column, limit no row. */
static void nicol_known(void) {
    int64_t row[] = {4, 1, 2}, column[] = {1, 1, 1, 1, 1, 1};
    int i;
    fpm_grid grid;
    memset(&o, 0, sizeof o);
    o.algorithm = FPM_RECT_NICOL;
    o.speed = speed;
    o.free_order = 1;
    m = 3;
    for (i = 0; i < m; i++) speed[i] = 1 << i;
    REQUIRE(fpm_grid_init(&grid, 1, 3, row, 0, NULL, NULL) == FPM_OK);
    CHECK_INT(fpm_rect_partition(&grid, m, &o, part, &out, &info), FPM_OK);
    CHECK_SAME(info.makespan, 1);
    fpm_grid_free(&grid);
    REQUIRE(fpm_grid_init(&grid, 6, 1, column, 0, NULL, NULL) == FPM_OK);
    o.free_order = 0;
    o.stripes = 2;
    o.border = 1;
    m = 4;
    speed[0] = 8;
    speed[1] = 1;
    speed[3] = 1;
    speed[2] = 4;
    CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
    CHECK_SAME(info.makespan, 1.25); /* four rows take (4 + 5) / 8 s, two rows (2 + 3) / 4 s */
    fpm_grid_free(&grid);
}

/* Speeds that are one power of two, or one model, change nothing; nor do least rows or columns. */
static void nicol_of_equal_processors(void) {
    int64_t k, count = test_count(12);
    for (k = 0; k < count; k++) {
        int side = (int)test_int(10, 40), i;
        int64_t *cell = field((int)(k % ORACLE_FLOW), side), size = 1;
        double seconds = 0.25;
        fpm_rect_outputs plain_out;
        fpm_rect plain[MANY];
        fpm_proc procs[MANY] = FPM_ZERO;
        fpm_model model;
        fpm_grid grid;
        fpm_info was;
        int status;
        m = (int)test_int(1, 100);
        REQUIRE(fpm_grid_init(&grid, side, side, cell, 0, NULL, NULL) == FPM_OK);
        REQUIRE(fpm_model_init(&model, FPM_CONSTANT, 1, &size, &seconds, &test_borrowed, NULL) ==
                FPM_OK);
        for (i = 0; i < m; i++) {
            speed[i] = 4;
            procs[i].model = &model;
        }
        memset(&o, 0, sizeof o);
        o.algorithm = FPM_RECT_NICOL;
        if (k % 3 == 1) o.min_rows = 2;
        if (k % 3 == 2) o.min_cols = 2;
        status = fpm_rect_partition(&grid, m, &o, plain, &plain_out, &was);
        for (i = 0; i < 2; i++) {
            NOTE("side %d m %d least %d %d", side, m, (int)o.min_rows, (int)o.min_cols);
            o.speed = i ? NULL : speed;
            o.procs = i ? procs : NULL;
            CHECK_INT(fpm_rect_partition(&grid, m, &o, part, &out, &info) < 0, status < 0);
            if (status < 0) continue;
            CHECK_INT(out.load, plain_out.load);
            CHECK(memcmp(part, plain, (size_t)m * sizeof *part) == 0);
        }
        fpm_model_free(&model);
        fpm_grid_free(&grid);
        free(cell);
    }
}

/* ---- corners ---- */

static void every_class(const fpm_grid *grid) {
    static const int way[] = {FPM_RECT_AUTO,         FPM_RECT_UNIFORM, FPM_RECT_NICOL,
                              FPM_RECT_PQ_OPT,       FPM_RECT_M_PROBE, FPM_RECT_M_ALLOC,
                              FPM_RECT_M_HEUR_PROBE, FPM_RECT_M_OPT,   FPM_RECT_HIER_RB,
                              FPM_RECT_HIER_RELAXED};
    size_t i;
    int t, status;
    for (i = 0; i < sizeof way / sizeof way[0]; i++)
        for (t = FPM_RECT_BEST; t <= FPM_RECT_VER; t++) {
            o.algorithm = way[i], o.orientation = way[i] < FPM_RECT_HIER_RB ? t : FPM_RECT_BEST;
            NOTE("class %d, orientation %d, %d x %d, m %d", way[i], t, (int)grid->rows,
                 (int)grid->cols, m);
            status = fpm_rect_partition(grid, m, &o, part, &out, &info);
            if (CHECK(status >= 0)) consistent(grid, status);
        }
}

static void odd_fields(void) {
    static int64_t cell[400];
    static const int many[] = {1, 6, 60, 500};
    fpm_grid grid;
    int i;
    random_speeds();
    memset(cell, 0, sizeof cell);
    for (i = 0; i < 4; i++) {
        m = many[i];
        memset(cell, 0, sizeof cell);
        REQUIRE(fpm_grid_init(&grid, 5, 7, cell, 0, NULL, NULL) == FPM_OK); /* nothing to do */
        every_class(&grid);
        CHECK_SAME(info.makespan, 0.0);
        fpm_grid_free(&grid);
        cell[200] = FPM_SIZE_MAX; /* all in one cell */
        REQUIRE(fpm_grid_init(&grid, 20, 20, cell, 0, NULL, NULL) == FPM_OK);
        every_class(&grid);
        o.algorithm = FPM_RECT_M_OPT, o.orientation = FPM_RECT_BEST;
        CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
        CHECK_INT(info.status, FPM_OK); /* the fastest has it */
        fpm_grid_free(&grid);
        cell[200] = 0, cell[0] = 1, cell[1] = 2;
        REQUIRE(fpm_grid_init(&grid, 1, 400, cell, 0, NULL, NULL) == FPM_OK); /* a chain */
        every_class(&grid);
        fpm_grid_free(&grid);
        REQUIRE(fpm_grid_init(&grid, 1, 1, cell, 0, NULL, NULL) == FPM_OK); /* a cell */
        every_class(&grid);
        fpm_grid_free(&grid);
    }
}

/* Loads of which the largest is near 2^53, speeds at both ends of their range. */
static void exact_at_the_limit(void) {
    int64_t k, count = test_count(60);
    for (k = 0; k < count; k++) {
        int64_t cell[ORACLE_SIDE * ORACLE_SIDE], left = FPM_SIZE_MAX, i;
        int n1 = (int)test_int(1, 6), n2 = (int)test_int(1, 6);
        fpm_grid grid;
        m = (int)test_int(1, 8);
        random_speeds();
        for (i = 0; i < n1 * n2; i++) {
            cell[i] = test_int(0, 2) ? test_int(0, left / 3) : 0;
            left -= cell[i];
        }
        cell[0] += left; /* the total is 2^53 */
        for (i = 0; i < m; i++)
            if (test_int(0, 3) == 0) speed[i] = test_int(0, 1) ? FPM_TIME_MIN : FPM_TIME_MAX;
        oracle_grid_set(&g, n1, n2, cell);
        REQUIRE(fpm_grid_init(&grid, n1, n2, cell, 0, NULL, NULL) == FPM_OK);
        o.algorithm = FPM_RECT_M_OPT, o.orientation = FPM_RECT_HOR;
        plain_table(&g);
        exact(&grid, plain_m(&g));
        fpm_grid_free(&grid);
    }
}

/* Real loads: times are of the loads as the grid rounded them, in the caller's units. */
static void real_loads(void) {
    double load[6] = {0.5, 0.25, 1.75, 2, 0, 3.5}, two[2] = {1, 3}, large[2] = {1e300, 1e300};
    fpm_grid grid;
    random_speeds();
    m = 2;
    speed[0] = two[0], speed[1] = two[1];
    o.algorithm = FPM_RECT_M_OPT, o.orientation = FPM_RECT_HOR;
    REQUIRE(fpm_grid_init_real(&grid, 2, 3, load, 0, NULL, NULL) == FPM_OK);
    CHECK(fpm_rect_partition(&grid, 2, &o, part, &out, &info) >=
          0); /* 2.5, 5.5: rows; 0.75 | 7.25: no */
    CHECK_SAME(info.makespan, 2.5);
    CHECK_INT(fpm_rect_check(&grid, 2, &o, part, &out, &info), FPM_OK);
    CHECK_SAME(info.makespan, 2.5);
    fpm_grid_free(&grid);
    REQUIRE(fpm_grid_init_real(&grid, 1, 2, large, 0, NULL, NULL) == FPM_OK);
    CHECK_INT(fpm_rect_partition(&grid, 2, &o, part, &out, &info), FPM_E_SIZE);
    fpm_grid_free(&grid);
}

static int status_of(const fpm_grid *grid) {
    fpm_rect left[4];
    int status;
    memset(left, 0x55, sizeof left);
    status = fpm_rect_partition(grid, 4, &o, left, NULL, &info);
    if (status < 0) CHECK_INT(left[0].r0, INT64_C(0x5555555555555555));
    CHECK_INT(info.status, status);
    return status;
}

/* 4 4 4 for two processors that take 6 each: the total fits, the cells do not. */
static void no_partition(void) {
    static const int way[] = {FPM_RECT_AUTO, FPM_RECT_COMPACT, FPM_RECT_HIER_RELAXED};
    int64_t cell[3] = {4, 4, 4}, size = 10;
    double seconds = 1;
    fpm_proc procs[2] = FPM_ZERO;
    fpm_rect left[2];
    fpm_model model;
    fpm_grid grid;
    int i;
    memset(&o, 0, sizeof o);
    REQUIRE(fpm_grid_init(&grid, 1, 3, cell, 0, NULL, NULL) == FPM_OK);
    REQUIRE(fpm_model_init(&model, FPM_CONSTANT, 1, &size, &seconds, &test_borrowed, NULL) ==
            FPM_OK);
    for (i = 0; i < 2; i++) procs[i].model = &model, procs[i].max = 6;
    o.procs = procs;
    for (i = 0; i < 3; i++) {
        o.algorithm = way[i];
        CHECK_INT(fpm_rect_partition(&grid, 2, &o, left, NULL, &info), FPM_E_INFEASIBLE);
    }
    fpm_model_free(&model);
    fpm_grid_free(&grid);
}

static void bad_arguments(void) {
    static const int not_for[] = {FPM_RECT_PQ_HEUR, FPM_RECT_M_HEUR, FPM_RECT_HIER_OPT,
                                  FPM_RECT_HIER_SEARCH, FPM_RECT_PEEL};
    int64_t cell[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, size[2] = {10, 20};
    double seconds[2] = {1, 2}, falls[2] = {2, 1};
    const double bad[] = {0, -1, 1e-61, 1e61, test_nan(), test_inf(), -test_inf()};
    fpm_proc procs[4] = FPM_ZERO;
    fpm_model model[3];
    fpm_grid grid;
    int i, k;
    memset(&o, 0, sizeof o);
    o.compact = FPM_EXACT;
    REQUIRE(fpm_grid_init(&grid, 3, 3, cell, 0, NULL, NULL) == FPM_OK);
    m = 4;
    for (i = 0; i < 4; i++) speed[i] = 1;
    o.speed = speed;
    CHECK(status_of(&grid) >= 0);
    for (k = -1; k < 3; k++) { /* alike: nothing changes */
        fpm_rect was[4];
        memcpy(was, part, sizeof was);
        o.free_order = k;
        CHECK((k < 0 || k > 1) == (status_of(&grid) == FPM_E_ARGUMENT));
        CHECK((k < 0 || k > 1) ==
              (fpm_rect_check(&grid, 4, &o, part, NULL, NULL) == FPM_E_ARGUMENT));
        if (k < 0 || k > 1) continue;
        CHECK(fpm_rect_partition(&grid, 4, &o, part, &out, &info) >= 0);
        if (k > 0) CHECK(memcmp(was, part, sizeof was) == 0);
    }
    o.free_order = 1, o.algorithm = FPM_RECT_M_OPT;
    CHECK(status_of(&grid) >= 0);
    speed[1] = 2;
    CHECK_INT(status_of(&grid), FPM_E_UNSUPPORTED);
    o.algorithm = FPM_RECT_AUTO;
    CHECK(status_of(&grid) >= 0);
    o.from = part;
    CHECK_INT(status_of(&grid), FPM_E_UNSUPPORTED);
    o.from = NULL, o.free_order = 0, speed[1] = 1;
    for (k = 0; k < 7; k++) {
        speed[2] = bad[k];
        CHECK_INT(status_of(&grid), FPM_E_ARGUMENT);
        CHECK_INT(info.fault, 2);
        CHECK_INT(fpm_rect_check(&grid, 4, &o, part, &out, &info), FPM_E_ARGUMENT);
        speed[2] = 1;
    }
    for (k = 0; k < 5; k++) {
        o.algorithm = not_for[k];
        CHECK_INT(status_of(&grid), FPM_E_UNSUPPORTED);
    }
    o.algorithm = FPM_RECT_AUTO, o.procs = procs;
    CHECK_INT(status_of(&grid), FPM_E_ARGUMENT); /* both */
    o.speed = NULL;
    CHECK_INT(status_of(&grid), FPM_E_MODEL);
    CHECK_INT(fpm_model_init(&model[0], FPM_PIECEWISE, 2, size, seconds, &test_borrowed, NULL),
              FPM_OK);
    CHECK_INT(fpm_model_init(&model[1], FPM_DISCRETE, 2, size, seconds, &test_borrowed, NULL),
              FPM_OK);
    CHECK_INT(fpm_model_init(&model[2], FPM_PIECEWISE, 2, size, falls, &test_borrowed, NULL),
              FPM_OK);
    for (i = 0; i < 4; i++) procs[i].model = &model[0];
    CHECK(status_of(&grid) >= 0);
    procs[3].model = &model[1];
    CHECK_INT(status_of(&grid), FPM_E_UNSUPPORTED);
    CHECK_INT(info.fault, 3);
    procs[3].model = &model[2];
    CHECK_INT(status_of(&grid), FPM_E_NOT_MONOTONE);
    procs[3].model = &model[0], procs[3].min = 1;
    CHECK_INT(status_of(&grid), FPM_E_UNSUPPORTED);
    procs[3].min = 0, procs[3].fixed = -1;
    CHECK_INT(status_of(&grid), FPM_E_BOUNDS);
    procs[3].fixed = 0;
    for (i = 0; i < 4; i++) procs[i].max = 8; /* the largest cell is 9 */
    CHECK_INT(status_of(&grid), FPM_E_INFEASIBLE);
    for (i = 0; i < 4; i++) procs[i].max = 11; /* 44 of 45 */
    CHECK_INT(status_of(&grid), FPM_E_INFEASIBLE);
    for (i = 0; i < 4; i++) part[i].r0 = part[i].c0 = 0, part[i].r1 = part[i].c1 = 0;
    part[2].r1 = 3; /* all to one, above its max: so says the check */
    part[2].c1 = 3;
    for (i = 0; i < 4; i++) part[i].load = i == 2 ? 45 : 0;
    CHECK_INT(fpm_rect_check(&grid, 4, &o, part, &out, &info), FPM_E_VIOLATED);
    CHECK_INT(info.fault, 2);
    for (i = 0; i < 4; i++) procs[i].max = 45;
    o.algorithm = FPM_RECT_UNIFORM;
    CHECK(fpm_rect_partition(&grid, 4, &o, part, &out, &info) >= 0);
    procs[info.last].max = part[info.last].load - 1;
    CHECK_INT(fpm_rect_check(&grid, 4, &o, part, &out, &info), FPM_E_VIOLATED); /* above its max */
    CHECK(procs[info.fault].max < 45);
    CHECK_INT(status_of(&grid), FPM_E_INFEASIBLE);
    for (i = 0; i < 3; i++) fpm_model_free(&model[i]);
    fpm_grid_free(&grid);
    cell[0] = FPM_SIZE_MAX;
    o.procs = NULL, o.speed = speed;
    REQUIRE(fpm_grid_init(&grid, 3, 3, cell, 0, NULL, NULL) == FPM_OK);
    CHECK_INT(status_of(&grid), FPM_E_SIZE);
    fpm_grid_free(&grid);
}

/* Nobody may take enough, and one takes so much longer for more, up to its limit, that the search
   for the least time takes large steps by then: it must end. */
static void too_little_room_for_any_time(void) {
    static int64_t cell[100], size[11];
    static double time[11];
    fpm_model model[2];
    fpm_proc procs[2] = FPM_ZERO;
    fpm_grid grid;
    int i;
    for (i = 0; i < 100; i++) cell[i] = 30;
    for (i = 0; i < 11; i++) size[i] = 10 * (i + 1), time[i] = pow(10, 11 * i - 59);
    REQUIRE(fpm_model_init(&model[0], FPM_PIECEWISE, 11, size, time, &test_borrowed, NULL) ==
            FPM_OK);
    REQUIRE(fpm_model_init(&model[1], FPM_CONSTANT, 1, size, time, &test_borrowed, NULL) == FPM_OK);
    REQUIRE(fpm_grid_init(&grid, 10, 10, cell, 0, NULL, NULL) == FPM_OK);
    procs[0].model = &model[0], procs[0].max = 110;
    procs[1].model = &model[1], procs[1].max = 1600;
    memset(&o, 0, sizeof o);
    o.compact = FPM_EXACT;
    o.procs = procs;
    o.algorithm = FPM_RECT_M_OPT;
    CHECK_INT(fpm_rect_partition(&grid, 2, &o, part, &out, &info), FPM_E_INFEASIBLE);
    fpm_grid_free(&grid);
}

static void limits(int free_order) {
    int64_t *cell = field(ORACLE_CLUSTERED, 40);
    double before = never, best;
    fpm_grid grid;
    REQUIRE(fpm_grid_init(&grid, 40, 40, cell, 0, NULL, NULL) == FPM_OK);
    m = 30;
    random_speeds();
    o.free_order = free_order;
    CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
    best = info.makespan;
    for (o.max_work = 1; o.max_work < 300000000; o.max_work *= 4) {
        int status = fpm_rect_partition(&grid, m, &o, part, &out, &info);
        CHECK(status == FPM_WORK_LIMIT || status == FPM_E_WORK_LIMIT || !(info.makespan > best));
        if (status < 0) continue;
        CHECK_INT(fpm_rect_check(&grid, m, &o, part, NULL, NULL), FPM_OK);
        CHECK_LE(info.makespan, before);
        before = info.makespan;
    }
    CHECK_SAME(before, best);
    o.max_work = 0, o.max_bytes = 2000;
    CHECK_INT(fpm_rect_partition(&grid, m, &o, part, &out, &info), FPM_E_MAX_BYTES);
    o.max_bytes = 0;
    CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
    o.max_bytes = info.bytes; /* what it says it needs is enough */
    CHECK(fpm_rect_partition(&grid, m, &o, part, &out, &info) >= 0);
    fpm_grid_free(&grid);
    free(cell);
}

static void limits_of_work_and_memory(void) {
    limits(0);
    limits(1);
}

static void every_failing_allocation(void) {
    static const int way[] = {FPM_RECT_AUTO, FPM_RECT_M_OPT, FPM_RECT_HIER_RELAXED, FPM_RECT_NICOL,
                              -1};
    int64_t *cell = field(ORACLE_MULTIPEAK, 20);
    fpm_grid grid;
    test_heap h;
    const int64_t step = test_brief() ? 2 : 100;
    int models, forever, a, status, free_order;
    int64_t k;
    m = 12;
    REQUIRE(fpm_grid_init(&grid, 20, 20, cell, 0, NULL, NULL) == FPM_OK);
    oracle_grid_set(&g, 1, 1, &grid.total);
    for (models = 0; models < 2; models++) {
        if (models) random_models();
        else random_speeds();
        for (k = 0; k < m; k++) the.procs[k].max = 0;
        CHECK(fpm_rect_partition(&grid, m, &o, part, NULL, NULL) >= 0);
        for (forever = 0; forever < 2; forever++)
            for (a = free_order = 0; a < 5;
                 free_order = !free_order && way[a] != FPM_RECT_M_OPT, a += !free_order)
                for (k = 1; k < 100; k += 1 + k / step) {
                    NOTE("models %d, class %d, free order %d, allocation %d", models, way[a],
                         free_order, (int)k);
                    o.free_order = free_order;
                    test_heap_start(&h, k, forever);
                    o.alloc = &h.alloc;
                    o.algorithm = way[a] < 0 ? 0 : way[a];
                    status = way[a] < 0 ? fpm_rect_check(&grid, m, &o, part, NULL, NULL)
                                        : fpm_rect_partition(&grid, m, &o, part, NULL, NULL);
                    CHECK(test_heap_clean(&h));
                    if (!h.failures) {
                        CHECK(status >= 0);
                        break;
                    }
                    if (way[a] >= 0 && status >= 0) /* what it had until then */
                        CHECK(fpm_rect_check(&grid, m, &o, part, NULL, NULL) >= 0 || forever);
                    else CHECK_INT(status, FPM_E_MEMORY);
                }
        o.alloc = NULL;
    }
    instance_free();
    memset(&the, 0, sizeof the);
    fpm_grid_free(&grid);
    free(cell);
}

/* One small field with what may be asked for; the work is doubled from 1 on. */
static int64_t doubled(const fpm_grid *grid, int parts, fpm_rect_options *opts, double tolerance) {
    double least = 1e300;
    int64_t calls = 0;
    for (opts->max_work = 1; opts->max_work < 6000000; opts->max_work *= 2) {
        int status = fpm_rect_partition(grid, parts, opts, part, &out, &info);
        if (status == FPM_E_UNSUPPORTED) return 0;
        if (status < 0 && least < 1e300) CHECK_INT(status, FPM_OK);
        if (status < 0) continue;
        CHECK_LE(info.makespan, least * (1 + tolerance) * (1 + 1e-12));
        if (info.makespan < least) least = info.makespan;
        calls++;
    }
    return calls;
}

/* More work never makes an answer worse, but for what short borders may cost; AUTO is as even as
   COMPACT, and with FPM_EXACT as even as any class. */
static void more_work_is_never_worse(void) {
    static const int64_t small[3][6] = {{5, 8, 8, 4, 6, 7}, {1, 9, 8, 2, 7, 3}, {5, 6, 7, 3, 4, 2}};
    static const double quick[4] = {2, 4, 1, 1}, free_speeds[3] = {3, 2, 7};
    static const int64_t free_cells[3] = {7, 7, 1};
    int64_t count = test_count(60), calls = 0, k;
    fpm_grid grid;
    int i, a;
    memset(&o, 0, sizeof o);
    REQUIRE(fpm_grid_init(&grid, 1, 6, small[0], 0, NULL, NULL) == FPM_OK);
    o.algorithm = FPM_RECT_HIER_RELAXED;
    calls += doubled(&grid, 5, &o, 0);
    CHECK_SAME(info.makespan, 10);
    fpm_grid_free(&grid);
    REQUIRE(fpm_grid_init(&grid, 2, 3, small[1], 0, NULL, NULL) == FPM_OK);
    o.algorithm = FPM_RECT_COMPACT;
    calls += doubled(&grid, 2, &o, 0.01);
    CHECK_SAME(info.makespan, 18);
    fpm_grid_free(&grid);
    REQUIRE(fpm_grid_init(&grid, 2, 3, small[2], 0, NULL, NULL) == FPM_OK);
    memset(&o, 0, sizeof o);
    o.speed = quick;
    CHECK(fpm_rect_partition(&grid, 4, &o, part, &out, &info) >= 0);
    CHECK_SAME(info.makespan, 4);
    o.compact = FPM_EXACT;
    CHECK(fpm_rect_partition(&grid, 4, &o, part, &out, &info) >= 0);
    CHECK_SAME(info.makespan, 4);
    fpm_grid_free(&grid);
    REQUIRE(fpm_grid_init(&grid, 1, 3, free_cells, 0, NULL, NULL) == FPM_OK);
    memset(&o, 0, sizeof o);
    o.speed = free_speeds;
    o.free_order = 1;
    CHECK(fpm_rect_partition(&grid, 3, &o, part, &out, &info) >= 0);
    CHECK_SAME(info.makespan, 2);
    fpm_grid_free(&grid);
    for (k = 0; k < count; k++) {
        int64_t cell[6 * 15];
        int rows = (int)test_int(1, 6), cols = (int)test_int(1, 15), parts = (int)test_int(1, 8);
        double makespan[3];
        for (i = 0; i < rows * cols; i++) cell[i] = test_int(0, test_int(0, 2) ? 9 : 999);
        for (i = 0; i < parts; i++) speed[i] = (double)test_int(1, 8);
        REQUIRE(fpm_grid_init(&grid, rows, cols, cell, 0, NULL, NULL) == FPM_OK);
        memset(&o, 0, sizeof o);
        if (k % 2) o.speed = speed;
        if (k % 5 == 2) o.border = (double)test_int(1, 5);
        if (k % 7 == 3) o.min_rows = 2;
        for (a = 0; a < 3; a++) {
            o.algorithm = a == 2 ? FPM_RECT_COMPACT : FPM_RECT_AUTO;
            o.compact = a == 1 ? FPM_EXACT : 0;
            makespan[a] = 1e300;
            if (fpm_rect_partition(&grid, parts, &o, part, &out, &info) >= 0)
                makespan[a] = info.makespan;
        }
        NOTE("round %d, %d x %d, %d parts", (int)k, rows, cols, parts);
        CHECK_LE(makespan[0], makespan[2] * 1.01 * (1 + 1e-12));
        CHECK_LE(makespan[1], makespan[0] * (1 + 1e-12));
        CHECK_LE(makespan[1], makespan[2] * (1 + 1e-12));
        o.speed = speed;
        o.compact = 0;
        o.free_order = 1;
        for (a = 0; a < 2; a++) {
            o.algorithm = a ? FPM_RECT_COMPACT : FPM_RECT_AUTO;
            makespan[a] = 1e300;
            if (fpm_rect_partition(&grid, parts, &o, part, &out, &info) >= 0)
                makespan[a] = info.makespan;
        }
        CHECK_LE(makespan[0], makespan[1] * 1.01 * (1 + 1e-12));
        o.compact = 0;
        for (a = FPM_RECT_AUTO; a <= FPM_RECT_COMPACT; a++) {
            int named = a != FPM_RECT_NEAR;
            o.algorithm = a;
            o.free_order = k % 6 == 5;
            if (named && k % 7 == 3) o.free_order = 0;
            if (named) calls += doubled(&grid, parts, &o, 0.01);
        }
        fpm_grid_free(&grid);
    }
    CHECK(calls > 20 * count);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    dice = test_u64();
    RUN(known_optima);
    RUN(exact_speeds);
    RUN(exact_models);
    RUN(bounds_hold_for_any_partition);
    RUN(bisections_by_speed);
    RUN(more_work_is_never_worse);
    RUN(stripes_by_speed);
    RUN(equal_speeds_are_none);
    RUN(larger_fields);
    RUN(free_order_by_definition);
    RUN(free_order_known);
    RUN(free_order_against_shuffles);
    RUN(nicol_by_definition);
    RUN(nicol_goes_on);
    RUN(nicol_of_racks);
    RUN(nicol_of_one_row);
    RUN(nicol_of_huge_loads);
    RUN(nicol_known);
    RUN(nicol_of_equal_processors);
    RUN(odd_fields);
    RUN(exact_at_the_limit);
    RUN(real_loads);
    RUN(no_partition);
    RUN(bad_arguments);
    RUN(too_little_room_for_any_time);
    RUN(limits_of_work_and_memory);
    RUN(every_failing_allocation);
    return test_end();
}
