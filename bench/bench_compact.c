/* Rectangles with short borders, the default of fpm_rect_partition, beside evenness alone and,
   where they are installed, METIS 5.1 (k-way) on the graph of the cells and Zoltan (recursive
   coordinate bisection). A cut is the number of pairs of neighbouring cells in different parts.
   METIS runs with ten tolerances (ufactor 1 to 40), and the least cut of those with no larger
   imbalance counts; its time is that of ufactor 10. Times are those of the CPU.
   bench_compact: 340 x 720 and 512 x 512, m = 60 and 256; two minutes with METIS
   bench_compact large: 2048 x 2048, m = 256 and 2304, beside squares of the same number

   peers: metis zoltan
*/
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"
#include "fields.h"
#include "peers_rect.h"

typedef struct answer {
    double imbalance, cut, ms;
    double mean, worst; /* of half-perimeters over those of squares */
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
        t[i] = cpu_ms();
        if (fpm_rect_partition(grid, m, &o, part, &out, &info) < 0) exit(1);
        t[i] = cpu_ms() - t[i];
    }
    if (fpm_rect_check(grid, m, NULL, part, NULL, NULL) != FPM_OK) exit(1);
    a.ms = bench_median(t, 3);
    a.imbalance = info.imbalance;
    a.cut = out.half_perimeter - (double)(grid->rows + grid->cols);
    for (i = 0; i < m; i++) {
        double high = (double)(part[i].r1 - part[i].r0), wide = (double)(part[i].c1 - part[i].c0);
        double shape = high > 0 && wide > 0 ? 0.5 * (high + wide) / sqrt(high * wide) : 0;
        a.mean += shape / m;
        a.worst = fmax(a.worst, shape);
    }
    return a;
}

#ifdef HAVE_METIS
/* The least cut of those that are no less even than `within`. */
static peer_answer metis(peer_cells *c, int m, double within) {
    static const int tolerance[] = {1, 2, 3, 5, 8, 10, 13, 17, 25, 40};
    metis_graph g = metis_graph_of(c);
    peer_answer best = FPM_ZERO;
    double ms = 0;
    int k;
    best.cut = HUGE_VAL;
    for (k = 0; k < 10; k++) {
        peer_answer a = metis_parts(&g, c, m, tolerance[k]);
        if (tolerance[k] == 10) ms = a.ms;
        if (a.imbalance <= within + 1e-4 && a.cut < best.cut) best = a;
    }
    best.ms = ms;
    metis_graph_free(&g);
    return best;
}
#endif

/* Columns of the libraries; returns the logarithm of our cut over that of METIS. */
static double beside(const fpm_grid *grid, const int64_t *cell, int m, const answer *a) {
    peer_cells c = peer_cells_of(grid, cell);
    double ratio = 0;
#ifdef HAVE_METIS
    peer_answer b = metis(&c, m, a->imbalance);
    printf(" %6.3f %7.0f %7.1f %9.3f    ", 100 * b.imbalance, b.cut, b.ms, a->cut / b.cut);
    ratio = log(a->cut / b.cut);
#endif
#ifdef HAVE_ZOLTAN
    peer_answer z = zoltan_parts(&c, m, "RCB");
    printf(" | %6.3f %7.0f %7.1f", 100 * z.imbalance, z.cut, z.ms);
#endif
    free(c.owner);
    (void)m, (void)a;
    return ratio;
}

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
#ifdef HAVE_ZOLTAN
    float version;
    if (Zoltan_Initialize(argc, argv, &version) != ZOLTAN_OK) return 1;
#endif
    printf(
        "                      evenness alone         |            by default                     "
        "     | METIS                                   | Zoltan, RCB\n"
        "field        m  imb. %%     cut      ms | imb. %%     cut      ms   sides of "
        "square, worst | imb. %%     cut      ms  cut of ours | imb. %%     cut      ms\n");
    for (kind = 0; kind < FIELDS; kind++) {
        fpm_grid grid;
        field(kind, n, 77, &rows, &cols, cell);
        if (fpm_grid_init(&grid, rows, cols, cell, 0, NULL, NULL) < 0) exit(1);
        for (j = 0; j < 2; j++) {
            int m = large ? many[j] : few[j];
            answer even = ours(&grid, m, FPM_EXACT, part), a = ours(&grid, m, 0, part);
            printf("%-9s %4d %7.3f %7.0f %7.1f | %6.3f %7.0f %7.1f %15.3f %11.2f |",
                   field_name[kind], m, 100 * even.imbalance, even.cut, even.ms, 100 * a.imbalance,
                   a.cut, a.ms, a.mean, a.worst);
            squares = 2 * sqrt((double)(rows * cols) * m) - (double)(rows + cols);
            if (large) printf(" %.2f of the cut of squares", a.cut / squares);
            else {
                all += beside(&grid, cell, m, &a);
                count++;
            }
            printf("\n");
            fflush(stdout);
        }
        fpm_grid_free(&grid);
    }
    if (fabs(all) > 0)
        printf("geometric mean of our cut over that of METIS: %.3f\n", exp(all / count));
#ifdef HAVE_ZOLTAN
    MPI_Finalize();
#endif
    free(cell);
    free(part);
    return 0;
}
