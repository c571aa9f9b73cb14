/* fpm_rect_partition for processors of different speeds in a given order: times and quality of the
   classes, the exact m-way class against the same of equal processors and, on a smaller field,
   against the plain form of its search (every stripe that may end with a processor is tried, times
   are halved), in the same run.

   Literature's figure for the exact class at 512 x 512, m = 1024, from a prototype on another
   machine: 0.8 to 1.05 s, imbalance 1.9 to 2.4 %. */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "../tests/oracle_rect.h"
#include "bench.h"

/* ---- the plain form ---- */

/* Does a row of processors from u on cover rows r0 .. r1 - 1 before processor limit, each with at
   most its cap?  The first processor that is not needed. */
static int plain_end(const fpm_grid *g, int64_t r0, int64_t r1, const double *cap, int u,
                     int limit) {
    const int64_t *low = g->fpm__at + r0 * (g->cols + 1), *high = g->fpm__at + r1 * (g->cols + 1);
    int64_t from = 0;
    for (; u < limit && from < g->cols; u++) {
        int64_t a = from, b = g->cols + 1;
        while (b - a > 1) {
            int64_t mid = a + (b - a) / 2;
            if ((double)(high[mid] - low[mid] - high[from] + low[from]) <= cap[u]) a = mid;
            else b = mid;
        }
        from = a;
    }
    return from < g->cols ? limit + 1 : u;
}

static int plain_fits(const fpm_grid *g, int m, const double *cap, int64_t *row) {
    int u, v;
    for (row[0] = 0, v = 1; v <= m; v++)
        for (row[v] = row[v - 1], u = 0; u < v; u++)
            while (row[v] < g->rows && plain_end(g, row[u], row[v] + 1, cap, u, v) <= v) row[v]++;
    return row[m] == g->rows;
}

/* The least time to 12 digits. */
static double plain(const fpm_grid *g, int m, const double *speed) {
    double *cap = (double *)need((size_t)m, sizeof *cap), low, high, sum = 0, t;
    int64_t *row = (int64_t *)need((size_t)m + 1, sizeof *row);
    int i;
    for (i = 0; i < m; i++) sum += speed[i];
    low = (double)g->total / sum;
    high = 2 * low;
    while (high - low > 1e-12 * high) {
        t = 0.5 * (low + high);
        for (i = 0; i < m; i++) cap[i] = t * speed[i];
        if (plain_fits(g, m, cap, row)) high = t;
        else low = t;
    }
    free(cap), free(row);
    return high;
}

/* ---- the table ---- */

static double run(const fpm_grid *g, int m, int algorithm, int orientation, const double *speed,
                  fpm_rect *part, fpm_info *info) {
    fpm_rect_options o = FPM_ZERO;
    double start = bench_now();
    o.compact = FPM_EXACT; /* evenness alone, as of the other classes */
    o.algorithm = algorithm;
    o.orientation = orientation;
    o.speed = speed;
    if (fpm_rect_partition(g, m, &o, part, NULL, info) < 0) exit(1);
    start = bench_now() - start;
    if (fpm_rect_check(g, m, &o, part, NULL, NULL) != FPM_OK) {
        printf("not a partition\n");
        exit(1);
    }
    return start;
}

static void field(int kind, int n, int m, int small) {
    static const struct {
        const char *name;
        int algorithm, orientation;
    } rows[] = {{"uniform", FPM_RECT_UNIFORM, 0},
                {"rect-nicol", FPM_RECT_NICOL, 0},
                {"hier-rb", FPM_RECT_HIER_RB, 0},
                {"hier-relaxed", FPM_RECT_HIER_RELAXED, 0},
                {"jag-pq-opt, all pairs", FPM_RECT_PQ_OPT, 0},
                {"jag-m-heur-probe", FPM_RECT_M_HEUR_PROBE, 0},
                {"jag-m-opt, rows", FPM_RECT_M_OPT, 1},
                {"jag-m-opt, columns", FPM_RECT_M_OPT, 2},
                {"auto", FPM_RECT_AUTO, 0}};
    int64_t *cell = (int64_t *)need((size_t)(n * n), sizeof *cell);
    double *speed = (double *)need((size_t)m, sizeof *speed), t, equal;
    fpm_rect *part = (fpm_rect *)need((size_t)m, sizeof *part);
    uint64_t state = 1;
    fpm_info info, same;
    fpm_grid g;
    size_t i;
    int k;
    if (oracle_field(kind, n, n, 1.2, &state, cell) < 0) exit(1);
    if (fpm_grid_init(&g, n, n, cell, 0, NULL, NULL) < 0) exit(1);
    for (k = 0; k < m; k++) speed[k] = bench_between(1, 4);
    printf("\n%s, %d x %d, m = %d, speeds 1 to 4\n", oracle_field_name(kind), n, n, m);
    printf("%-22s %10s %12s %8s   %s\n", "", "ms", "imbalance %", "gap %", "times equal speeds");
    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (small && rows[i].orientation != 1) continue;
        t = run(&g, m, rows[i].algorithm, rows[i].orientation, speed, part, &info);
        equal = run(&g, m, rows[i].algorithm, rows[i].orientation, NULL, part, &same);
        printf("%-22s %10.2f %12.3f %8.3f   %.1f\n", rows[i].name, 1e3 * t, 100 * info.imbalance,
               100 * info.gap, t / equal);
        fflush(stdout);
    }
    if (small) {
        double best = info.makespan, start = bench_now(), found;
        t = run(&g, m, FPM_RECT_M_OPT, FPM_RECT_HOR, speed, part, &info);
        start = bench_now();
        found = plain(&g, m, speed);
        start = bench_now() - start;
        printf("plain search, rows     %10.2f   %.0f times ours, %s\n", 1e3 * start, start / t,
               fabs(found / best - 1) < 1e-11 ? "same time" : "ANOTHER TIME");
    }
    fpm_grid_free(&g);
    free(cell), free(speed), free(part);
}

/* ---- processors in any order ---- */

/* Imbalances of AUTO in the given order and in any, and the best of shuffled orders in 200 ms. */
static void any_order(int kind, int n, int m, int two) {
    int64_t *cell = (int64_t *)need((size_t)(n * n), sizeof *cell);
    double *speed = (double *)need((size_t)m, sizeof *speed), found[3], t[2], start;
    fpm_rect *part = (fpm_rect *)need((size_t)m, sizeof *part);
    uint64_t state = 1;
    fpm_info info;
    fpm_grid g;
    int k, j;
    if (oracle_field(kind, n, n, 1.2, &state, cell) < 0) exit(1);
    if (fpm_grid_init(&g, n, n, cell, 0, NULL, NULL) < 0) exit(1);
    for (k = 0; k < m; k++) speed[k] = two ? (bench_random() < 0.5 ? 1 : 10) : bench_between(1, 4);
    for (k = 0; k < 2; k++) {
        fpm_rect_options o = FPM_ZERO;
        o.speed = speed, o.free_order = k, o.compact = FPM_EXACT;
        t[k] = bench_now();
        if (fpm_rect_partition(&g, m, &o, part, NULL, &info) < 0) exit(1);
        t[k] = bench_now() - t[k];
        found[k] = info.imbalance;
    }
    for (start = bench_now(), found[2] = 1e300; bench_now() - start < 0.2;) {
        run(&g, m, FPM_RECT_HIER_RELAXED, 0, speed, part, &info);
        if (info.imbalance < found[2]) found[2] = info.imbalance;
        for (k = m - 1; k > 0; k--) {
            double was = speed[k];
            j = (int)(bench_random() * (k + 1)), speed[k] = speed[j], speed[j] = was;
        }
    }
    printf("%-12s %4d %4d  %s %9.3f %9.3f %9.3f   %.4f   %.1f\n", oracle_field_name(kind), n, m,
           two ? "1, 10 " : "1 to 4", 100 * found[0], 100 * found[1], 100 * found[2],
           (1 + found[1]) / (1 + found[2]), t[1] / t[0]);
    fpm_grid_free(&g);
    free(cell), free(speed), free(part);
}

/* ---- the same cuts in all rows ---- */

/* Imbalances of P x Q parts and of classes that need no such cuts, where speeds are products of one
   of the row and one of the column ("racks") or random. */
static void racks(int kind, int n, int p, int q, int random) {
    static const int class_of[] = {FPM_RECT_UNIFORM, FPM_RECT_NICOL, FPM_RECT_NICOL,
                                   FPM_RECT_PQ_OPT, FPM_RECT_AUTO};
    int64_t *cell = (int64_t *)need((size_t)(n * n), sizeof *cell);
    double *speed = (double *)need((size_t)(p * q), sizeof *speed);
    fpm_rect *part = (fpm_rect *)need((size_t)(p * q), sizeof *part);
    uint64_t state = 1;
    fpm_grid g;
    int k, m = p * q;
    if (oracle_field(kind, n, n, 1.2, &state, cell) < 0) exit(1);
    if (fpm_grid_init(&g, n, n, cell, 0, NULL, NULL) < 0) exit(1);
    for (k = 0; k < m; k++) {
        int row = k / q % 2 ? 1 : 3, col = 1 + k % q % 3;
        speed[k] = random ? bench_between(1, 4) : row * col;
    }
    printf("%-12s %4d %3d x %2d  %-6s", oracle_field_name(kind), n, p, q,
           random ? "random" : "racks");
    for (k = 0; k < 5; k++) {
        fpm_rect_options o = FPM_ZERO;
        fpm_info info;
        o.algorithm = class_of[k];
        o.stripes = class_of[k] == FPM_RECT_AUTO ? 0 : p;
        o.speed = speed;
        o.free_order = k == 2;
        if (fpm_rect_partition(&g, m, &o, part, NULL, &info) < 0) exit(1);
        if (fpm_rect_check(&g, m, &o, part, NULL, NULL) != FPM_OK) exit(1);
        printf(" %10.3f", 100 * info.imbalance);
    }
    printf("\n");
    fpm_grid_free(&g);
    free(cell);
    free(speed);
    free(part);
}

int main(void) {
    static const int kind[] = {ORACLE_UNIFORM, ORACLE_FLOW, ORACLE_CLUSTERED, ORACLE_DIAGONAL,
                               ORACLE_MULTIPEAK};
    size_t i;
    bench_head("rectangles over processors of different speeds");
    for (i = 0; i < sizeof kind / sizeof kind[0]; i++) {
        field(kind[i], 512, 1024, 0);
        field(kind[i], 96, 96, 1);
    }
    printf("\nfree_order: imbalance %%, makespan against shuffles, time against the given order\n");
    printf("%-12s %4s %4s  %6s %9s %9s %9s   makespan time\n", "", "side", "m", "speeds", "given",
           "free", "shuffles");
    for (i = 0; i < 2 * 3 * 5 * sizeof kind / sizeof kind[0]; i++) {
        static const int side[] = {60, 256, 512}, parts[] = {8, 16, 37, 64, 256};
        any_order(kind[i / 30], side[i / 10 % 3], parts[i / 2 % 5], (int)(i % 2));
    }
    printf("\nP x Q parts: imbalance %%, in the last columns of classes with other cuts\n");
    printf("%-12s %4s %8s  %-6s %10s %10s %10s %10s %10s\n", "", "side", "P x Q", "speeds",
           "uniform", "rect-nicol", "free order", "jag-pq-opt", "auto");
    for (i = 0; i < 2 * 3 * sizeof kind / sizeof kind[0]; i++) {
        static const int side[] = {64, 256, 512}, rows[] = {3, 8, 16}, cols[] = {4, 8, 16};
        racks(kind[i / 6], side[i / 2 % 3], rows[i / 2 % 3], cols[i / 2 % 3], (int)(i % 2));
    }
    return 0;
}
