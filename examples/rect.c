/* A sparse matrix cut into rectangles, one a processor, and a matrix-vector product by them.

      cc -I. examples/rect.c -o rect -lm && ./rect

   The load of a cell is its number of entries.  Each processor multiplies its rectangle: it reads
   its columns' part of x and adds to its rows' part of y. */
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, ENTRIES = 30000, PROCS = 24 };

static int64_t row[ENTRIES], col[ENTRIES];
static double value[ENTRIES], x[N], alone[N], together[N];

/* A matrix whose entries crowd around the diagonal and in the first columns. */
static void make_matrix(void) {
    uint64_t state = 1;
    int k;
    for (k = 0; k < ENTRIES; k++) {
        int64_t off;
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        row[k] = (int64_t)(state >> 33) % N;
        off = (int64_t)(state >> 20 & 255) - 128;
        col[k] = k % 4 == 0 ? (int64_t)(state >> 11 & 63) : (row[k] + off / 4 + N) % N;
        value[k] = 1 + (double)(state >> 40 & 15);
    }
    for (k = 0; k < N; k++) x[k] = k % 7;
}

/* Every processor in turn multiplies the entries that it owns; how many the busiest has. */
static int64_t multiply(const fpm_rect_index *owners) {
    int64_t count[PROCS] = {0}, most = 0;
    int i, k;
    for (i = 0; i < PROCS; i++)
        for (k = 0; k < ENTRIES; k++) {
            if (fpm_rect_owner(owners, row[k], col[k]) != i) continue;
            together[row[k]] += value[k] * x[col[k]];
            count[i]++;
        }
    for (i = 0; i < PROCS; i++)
        if (count[i] > most) most = count[i];
    return most;
}

static void show(const fpm_grid *grid, const char *name, int algorithm, fpm_rect *part) {
    fpm_rect_options opts = FPM_ZERO;
    fpm_rect_info info;
    opts.algorithm = algorithm;
    if (fpm_rect_partition(grid, PROCS, &opts, part, &info) < 0) exit(1);
    printf("%-13s largest load %5d, imbalance %6.2f %%, gap to any partition %6.2f %%\n", name,
           (int)info.lmax, 100 * info.imbalance, 100 * info.gap);
}

int main(void) {
    fpm_grid grid;
    fpm_rect part[PROCS];
    fpm_rect_index owners;
    int64_t most;
    int k, wrong = 0;
    make_matrix();
    if (fpm_grid_init_sparse(&grid, N, N, ENTRIES, row, col, NULL, NULL, NULL) < 0) return 1;
    show(&grid, "uniform", FPM_RECT_UNIFORM, part);
    show(&grid, "rect-nicol", FPM_RECT_NICOL, part);
    show(&grid, "jag-pq-opt", FPM_RECT_PQ_OPT, part);
    show(&grid, "hier-relaxed", FPM_RECT_HIER_RELAXED, part);
    show(&grid, "auto", FPM_RECT_AUTO, part);
    if (fpm_rect_check(&grid, PROCS, part, NULL, NULL) != FPM_OK) return 1;
    if (fpm_rect_index_init(&owners, PROCS, part, NULL) < 0) return 1;
    for (k = 0; k < ENTRIES; k++) alone[row[k]] += value[k] * x[col[k]];
    most = multiply(&owners);
    for (k = 0; k < N; k++) wrong += alone[k] > together[k] || alone[k] < together[k];
    printf("y = A x by %d processors, %d entries at most: %d of %d elements differ\n", PROCS,
           (int)most, wrong, N);
    fpm_rect_index_free(&owners);
    fpm_grid_free(&grid);
    return wrong != 0;
}
