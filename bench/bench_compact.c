/* Rectangles with short borders, the default of fpm_rect_partition, beside evenness alone and,
   where it is installed, METIS 5.1 (k-way) on the graph of the cells. A cut is the number of
   pairs of neighbouring cells in different parts. METIS runs with ten tolerances (ufactor 1 to
   40), and the least cut of those with no larger imbalance counts; its time is that of ufactor
   10. bench_compact: 340 x 720 and 512 x 512, m = 60 and 256; two minutes with METIS
   bench_compact large: 2048 x 2048, m = 256 and 2304, beside squares of the same number

   peers: metis
*/
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"
#include "fields.h"

#ifdef HAVE_METIS
#include <metis.h>
#endif

typedef struct answer {
    double imbalance, cut, seconds, mean, worst; /* of half-perimeter over that of a square */
} answer;

static answer ours(const fpm_grid *grid, int m, double compact, fpm_rect *part) {
    fpm_rect_options o = FPM_ZERO;
    fpm_info info;
    fpm_rect_outputs out;
    answer a = FPM_ZERO;
    double t[3];
    int i;
    o.compact = compact;
    for (i = 0; i < 3; i++) {
        t[i] = bench_now();
        if (fpm_rect_partition(grid, m, &o, part, &out, &info) < 0) exit(1);
        t[i] = bench_now() - t[i];
    }
    if (fpm_rect_check(grid, m, NULL, part, NULL, NULL) != FPM_OK) exit(1);
    a.seconds = bench_median(t, 3), a.imbalance = info.imbalance;
    a.cut = out.half_perimeter - (double)(grid->rows + grid->cols);
    for (i = 0; i < m; i++) {
        double high = (double)(part[i].r1 - part[i].r0), wide = (double)(part[i].c1 - part[i].c0);
        double shape = high > 0 && wide > 0 ? 0.5 * (high + wide) / sqrt(high * wide) : 0;
        a.mean += shape / m, a.worst = fmax(a.worst, shape);
    }
    return a;
}

#ifdef HAVE_METIS
static answer metis(const fpm_grid *grid, const int64_t *cell, int m, double within) {
    static const int tolerance[] = {1, 2, 3, 5, 8, 10, 13, 17, 25, 40};
    idx_t n = (idx_t)(grid->rows * grid->cols), cols = (idx_t)grid->cols, one = 1, parts = m, cut;
    idx_t *first = (idx_t *)need((size_t)n + 1, sizeof *first), opts[METIS_NOPTIONS], i, e = 0;
    idx_t *other = (idx_t *)need(4 * (size_t)n, sizeof *other);
    idx_t *weight = (idx_t *)need((size_t)n, sizeof *weight);
    idx_t *owner = (idx_t *)need((size_t)n, sizeof *owner);
    int64_t *load = (int64_t *)need((size_t)m, sizeof *load), most;
    answer best = FPM_ZERO;
    int k;
    for (i = 0; i < n; i++) {
        first[i] = e, weight[i] = (idx_t)(cell[i] / (grid->total / 1000000000 + 1));
        if (i >= cols) other[e++] = i - cols;
        if (i % cols > 0) other[e++] = i - 1;
        if (i % cols < cols - 1) other[e++] = i + 1;
        if (i < n - cols) other[e++] = i + cols;
    }
    first[n] = e, best.cut = HUGE_VAL;
    for (k = 0; k < 10; k++) {
        double start = bench_now(), off;
        METIS_SetDefaultOptions(opts);
        opts[METIS_OPTION_UFACTOR] = tolerance[k];
        if (METIS_PartGraphKway(&n, &one, first, other, weight, NULL, NULL, &parts, NULL, NULL,
                                opts, &cut, owner) != METIS_OK)
            exit(1);
        if (tolerance[k] == 10) best.seconds = bench_now() - start;
        memset(load, 0, (size_t)m * sizeof *load);
        for (i = 0, most = 0; i < n; i++) load[owner[i]] += cell[i];
        for (i = 0; i < m; i++) most = load[i] > most ? load[i] : most;
        off = (double)most * m / (double)grid->total - 1;
        if (off > within + 1e-4 || (double)cut >= best.cut) continue;
        best.cut = (double)cut, best.imbalance = off;
    }
    free(first), free(other), free(weight), free(owner), free(load);
    return best;
}
#endif

int main(int argc, char **argv) {
    static const int few[] = {60, 256}, many[] = {256, 2304};
    int large = argc > 1 && !strcmp(argv[1], "large"), kind, j, count = 0;
    int64_t n = large ? 2048 : 512, rows, cols;
    int64_t *cell = (int64_t *)need(2 * (size_t)(n * n), sizeof *cell);
    fpm_rect *part = (fpm_rect *)need(2304, sizeof *part);
    double all = 0, squares = 0;
    bench_head("short borders: fpm_rect_partition");
#ifndef HAVE_METIS
    printf("METIS (libmetis-dev) IS NOT INSTALLED: ITS COLUMNS ARE LEFT OUT\n");
#endif
    printf(
        "                      evenness alone         |            by default                     "
        "     | METIS\n"
        "field        m  imb. %%     cut      ms | imb. %%     cut      ms   sides of "
        "square, worst | imb. %%     cut      ms  cut of ours\n");
    for (kind = 0; kind < FIELDS; kind++) {
        fpm_grid grid;
        field(kind, n, 77, &rows, &cols, cell);
        if (fpm_grid_init(&grid, rows, cols, cell, 0, NULL, NULL) < 0) exit(1);
        for (j = 0; j < 2; j++) {
            int m = large ? many[j] : few[j];
            answer even = ours(&grid, m, FPM_EXACT, part), a = ours(&grid, m, 0, part);
            printf("%-9s %4d %7.3f %7.0f %7.1f | %6.3f %7.0f %7.1f %15.3f %11.2f |",
                   field_name[kind], m, 100 * even.imbalance, even.cut, 1e3 * even.seconds,
                   100 * a.imbalance, a.cut, 1e3 * a.seconds, a.mean, a.worst);
            squares = 2 * sqrt((double)(rows * cols) * m) - (double)(rows + cols);
            if (large) printf(" %.2f of the cut of squares\n", a.cut / squares);
#ifdef HAVE_METIS
            if (!large) {
                answer b = metis(&grid, cell, m, a.imbalance);
                printf(" %6.3f %7.0f %7.1f %9.3f\n", 100 * b.imbalance, b.cut, 1e3 * b.seconds,
                       a.cut / b.cut);
                all += log(a.cut / b.cut), count++;
            }
#else
            if (!large) printf("\n");
#endif
            fflush(stdout);
        }
        fpm_grid_free(&grid);
    }
    if (count) printf("geometric mean of our cut over that of METIS: %.3f\n", exp(all / count));
    free(cell), free(part);
    return 0;
}
