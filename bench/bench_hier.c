/* Hierarchical rectangles: seconds beside those of building the prefix sums in the same run,
   imbalance against the average or the largest cell, whichever is more, and what is proved.

   ./bench_hier          the table below; about a minute */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "../tests/oracle_rect.h"
#include "bench.h"

static fpm_rect part[2304];
static int64_t *cells;

static double bound_of(const fpm_grid *grid, int m) {
    double mean = (double)grid->total / m, most = (double)grid->largest;
    return mean > most ? mean : most;
}

static void row(const fpm_grid *grid, const char *field, const char *name, int m, int algorithm,
                int direction, int64_t work, double prefix) {
    fpm_rect_options o = FPM_ZERO;
    fpm_info info;
    fpm_rect_outputs out;
    double seconds[3];
    int i, status = 0, times = 3;
    o.algorithm = algorithm, o.direction = direction, o.max_work = work;
    for (i = 0; i < times; i++) {
        double start = bench_now();
        status = fpm_rect_partition(grid, m, &o, part, &out, &info);
        seconds[i] = bench_now() - start;
        if (seconds[i] > 0.5) times = i + 1;
    }
    if (status < 0) {
        printf("%-10s %-16s %s\n", field, name, fpm_status_str(status));
        return;
    }
    seconds[0] = bench_median(seconds, times);
    printf("%-10s %5lld %5d %-18s %9.2f ms %8.2f x %8.2f %%  %s\n", field, (long long)grid->rows, m,
           name, 1e3 * seconds[0], seconds[0] / prefix,
           100 * ((double)out.load / bound_of(grid, m) - 1), fpm_status_str(status));
}

static void field(int kind, int64_t n) {
    static const char *const ways[] = {"load", "dist", "hor", "ver"};
    const char *name = oracle_field_name(kind);
    fpm_grid grid = FPM_ZERO;
    uint64_t dice = 1;
    double start, prefix;
    int d;
    if (oracle_field(kind, n, n, 1.2, &dice, cells) < 0) exit(1);
    start = bench_now();
    if (fpm_grid_init(&grid, n, n, cells, 0, NULL, NULL) < 0) exit(1);
    prefix = bench_now() - start;
    if (n == 64) {
        row(&grid, name, "hier-opt", 16, FPM_RECT_HIER_OPT, 0, 0, prefix);
        row(&grid, name, "hier-opt", 32, FPM_RECT_HIER_OPT, 0, 0, prefix);
    } else {
        for (d = 0; d < 4; d++) {
            char text[32];
            snprintf(text, sizeof text, "hier-rb %s", ways[d]);
            row(&grid, name, text, 2304, FPM_RECT_HIER_RB, d, 0, prefix);
            snprintf(text, sizeof text, "hier-relaxed %s", ways[d]);
            row(&grid, name, text, 2304, FPM_RECT_HIER_RELAXED, d, 0, prefix);
        }
        row(&grid, name, "hier-opt", 16, FPM_RECT_HIER_OPT, 0, 0, prefix);
        row(&grid, name, "hier-search .6 s", 2304, FPM_RECT_HIER_SEARCH, 0, 600000000, prefix);
        row(&grid, name, "hier-search 6 s", 2304, FPM_RECT_HIER_SEARCH, 0, 6000000000, prefix);
        row(&grid, name, "peel", 2304, FPM_RECT_PEEL, 0, 0, prefix);
    }
    fpm_grid_free(&grid);
}

int main(void) {
    static const int kinds[] = {ORACLE_FLOW,      ORACLE_CLUSTERED, ORACLE_UNIFORM,
                                ORACLE_MULTIPEAK, ORACLE_DIAGONAL,  ORACLE_ZEROS};
    int i;
    cells = (int64_t *)malloc(2048 * 2048 * sizeof *cells);
    if (!cells) return 1;
    bench_head("bench_hier");
    printf("field       side     m class                  time  / prefix  imbalance\n");
    for (i = 0; i < 6; i++) field(kinds[i], 2048);
    for (i = 0; i < 6; i++) field(kinds[i], 64);
    free(cells);
    return 0;
}
