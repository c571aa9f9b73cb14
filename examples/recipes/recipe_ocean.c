/* recipe_ocean.c - an ocean with land in it over 256 processors: rectangles of about equal work, no
   thinner than the halo allows.
      cc -O2 -I. examples/recipes/recipe_ocean.c -o ocean -lm && ./ocean [MASK.pgm]
   A cell's load is its number of levels, 0 on land: here of a made-up ocean, which MASK.pgm gets;
   put your own depths there.  Parts of land alone need no processor (idle). */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
enum { ROWS = 340, COLS = 720, M = 256, LANDS = 13, LEAST = 10 };
static int64_t level[ROWS * COLS];
static void check(int status) {
    if (status >= 0) return;
    fprintf(stderr, "recipe_ocean: %s\n", fpm_status_str(status));
    exit(1);
}
static double uniform(double low, double high) { /* the same numbers everywhere */
    static uint32_t state = 3;
    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return low + (high - low) * (state >> 8) / 16777216.0;
}
/* Continents are ellipses, east and west are neighbours; the sea is 40 to 75 levels deep. */
static void make_ocean(void) {
    double y[LANDS], x[LANDS], high[LANDS], wide[LANDS];
    int r, c, i;
    for (i = 0; i < LANDS; i++) {
        y[i] = uniform(0, ROWS);
        x[i] = uniform(0, COLS);
        high[i] = uniform(15, 75);
        wide[i] = uniform(20, 110);
    }
    for (r = 0; r < ROWS; r++)
        for (c = 0; c < COLS; c++) {
            double shore = 1e9;
            for (i = 0; i < LANDS; i++) {
                double away = fabs(c - x[i]);
                away = fmin(away, COLS - away) / wide[i];
                shore = fmin(shore, away * away + (r - y[i]) * (r - y[i]) / (high[i] * high[i]));
            }
            level[r * COLS + c] = shore < 1 ? 0 : (int64_t)(40 + 35 * fmin(1, (shore - 1) / 4));
        }
}
static void line(const char *name, const fpm_grid *grid, int algorithm, int side, int64_t least) {
    fpm_rect_options opts = FPM_ZERO;
    fpm_info info;
    fpm_rect_outputs out;
    fpm_rect part[M];
    opts.algorithm = algorithm;
    opts.stripes = side;
    if (algorithm == FPM_RECT_AUTO && least == 0) opts.compact = FPM_EXACT; /* evenness alone */
    opts.min_rows = opts.min_cols = least; /* a part is empty or has so many */
    check(fpm_rect_partition(grid, M, &opts, part, &out, &info));
    check(fpm_rect_check(grid, M, &opts, part, NULL, NULL) == FPM_OK ? FPM_OK : FPM_E_ARGUMENT);
    printf("%-22s %6d %11.2f %% %10d %6d\n", name, (int)least, 100 * info.imbalance,
           (int)out.min_extent, M - info.busy);
}
int main(int argc, char **argv) {
    FILE *to = argc > 1 ? fopen(argv[1], "w") : NULL;
    fpm_grid grid;
    int i, sea = 0;
    make_ocean();
    for (i = 0; i < ROWS * COLS; i++) sea += level[i] > 0;
    if (to) fprintf(to, "P2\n%d %d\n255\n", COLS, ROWS);
    for (i = 0; to && i < ROWS * COLS; i++) fprintf(to, "%d\n", (int)level[i]);
    if (argc > 1 && (!to || fclose(to))) return perror(argv[1]), 1;
    check(fpm_grid_init(&grid, ROWS, COLS, level, 0, NULL, NULL));
    printf("%d x %d cells, %.0f %% sea, %d processors\n", ROWS, COLS, 100.0 * sea / (ROWS * COLS),
           M);
    printf("class                   least     imbalance    thinnest   idle\n");
    line("uniform, 16 x 16", &grid, FPM_RECT_UNIFORM, 16, 0);
    line("rectilinear, 16 x 16", &grid, FPM_RECT_NICOL, 16, 0);
    line("P x Q, the best", &grid, FPM_RECT_PQ_OPT, 0, 0);
    line("P x Q, the best", &grid, FPM_RECT_PQ_OPT, 0, LEAST);
    line("auto", &grid, FPM_RECT_AUTO, 0, 0);
    line("auto", &grid, FPM_RECT_AUTO, 0, LEAST / 2);
    line("auto", &grid, FPM_RECT_AUTO, 0, LEAST);
    return fpm_grid_free(&grid), 0;
}
