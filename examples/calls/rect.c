/* A sparse matrix over 64 processors: whole rows, as a chain, beside rectangles of several classes.
   Each of them multiplies the matrix by a vector, and is checked against one processor alone.

      cc -O2 -I. examples/calls/rect.c -o rect -lm && ./rect examples/data/uszip_512.mtx

   The load of a cell is its number of entries.  An element of x lies with the first processor whose
   entries need it, and moves to each other one; a partial sum of y moves from each but the first
   that has entries in its row.  To see the partitions (add --pattern to count entries):

      fpm-tool rect -m 64 -a rows,uniform,jag-pq-opt,auto --svg rect.svg FILE */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROCS = 64, ENTRIES = 200000, LINES = 10000 }; /* at most */

static int64_t rows, cols, count, row[ENTRIES], col[ENTRIES];
static double value[ENTRIES], x[LINES], alone[LINES], together[LINES];

/* A Matrix Market file: coordinates, from 1, in which every entry stands by itself. */
static int read_matrix(const char *name) {
    FILE *f = fopen(name, "r");
    char line[1000] = "%";
    long long r, c, n;
    int64_t k = 0;
    if (!f) return 0;
    while (line[0] == '%' && fgets(line, sizeof line, f)) {}
    if (sscanf(line, "%lld %lld %lld", &r, &c, &n) == 3 && r <= LINES && c <= LINES && n <= ENTRIES)
        for (rows = r, cols = c, count = n; k < n; k++) {
            if (fscanf(f, "%lld %lld %lf", &r, &c, &value[k]) != 3) break;
            row[k] = r - 1;
            col[k] = c - 1;
        }
    fclose(f);
    return count > 0 && k == count;
}

/* Every processor in turn multiplies the entries that it owns; the elements that are moved. */
static int64_t multiply(const fpm_rect_index *owners) {
    static int owner[ENTRIES], in[LINES], out[LINES];
    int64_t moved = 0, k;
    int i;
    for (k = 0; k < count; k++) owner[k] = fpm_rect_owner(owners, row[k], col[k]);
    memset(together, 0, sizeof together);
    memset(in, 0, sizeof in);
    memset(out, 0, sizeof out); /* who had this column, this row, last */
    for (i = 0; i < PROCS; i++)
        for (k = 0; k < count; k++) {
            int64_t r = row[k], c = col[k];
            if (owner[k] != i) continue;
            together[r] += value[k] * x[c];
            moved += (in[c] && in[c] != i + 1) + (out[r] && out[r] != i + 1);
            in[c] = out[r] = i + 1;
        }
    return moved;
}

/* Check a partition, whoever made it, multiply by it; wrong elements. */
static int show(const fpm_grid *grid, const char *name, const fpm_rect *part) {
    fpm_info info;
    fpm_rect_outputs out;
    fpm_rect_index owners;
    int64_t moved, k;
    int wrong = 0;
    if (fpm_rect_check(grid, PROCS, NULL, part, &out, &info) != FPM_OK) exit(1);
    if (fpm_rect_index_init(&owners, PROCS, part, NULL) < 0) exit(1);
    moved = multiply(&owners);
    fpm_rect_index_free(&owners);
    for (k = 0; k < rows; k++) wrong += alone[k] > together[k] || alone[k] < together[k];
    printf("%-13s %12d %11.2f %% %8.2f %% %16d %10d\n", name, (int)out.load, 100 * info.imbalance,
           100 * info.gap, (int)moved, wrong);
    return wrong;
}

/* The best cut into whole rows. */
static void cut_rows(fpm_rect *part) {
    static int64_t entries[LINES], prefix[LINES + 1];
    int64_t begin[PROCS + 1], k;
    fpm_chain chain;
    int i;
    for (k = 0; k < count; k++) entries[row[k]]++;
    if (fpm_chain_init(&chain, rows, entries, prefix, NULL) < 0) exit(1);
    if (fpm_chain_partition(&chain, PROCS, NULL, begin, NULL, NULL) < 0) exit(1);
    for (i = 0; i < PROCS; i++) {
        part[i].r0 = begin[i];
        part[i].r1 = begin[i + 1];
        part[i].c0 = 0;
        part[i].c1 = cols;
        part[i].load = prefix[begin[i + 1]] - prefix[begin[i]];
    }
}

int main(int argc, char **argv) {
    static const char *const name[] = {"uniform", "rect-nicol", "jag-pq-opt", "hier-relaxed",
                                       "auto"};
    static const int algorithm[] = {FPM_RECT_UNIFORM, FPM_RECT_NICOL, FPM_RECT_PQ_OPT,
                                    FPM_RECT_HIER_RELAXED, FPM_RECT_AUTO};
    const char *file = argc > 1 ? argv[1] : "examples/data/uszip_512.mtx";
    fpm_rect_options opts = FPM_ZERO;
    fpm_rect part[PROCS];
    fpm_grid grid;
    int64_t k;
    int i, wrong;
    if (!read_matrix(file) ||
        fpm_grid_init_sparse(&grid, rows, cols, count, row, col, NULL, NULL, NULL) < 0) {
        fprintf(stderr, "%s: no sparse matrix\n", file);
        return 1;
    }
    for (k = 0; k < cols; k++) x[k] = (double)(k % 7);
    for (k = 0; k < count; k++) alone[row[k]] += value[k] * x[col[k]];
    printf("%d x %d, %d entries, %d processors\n"
           "class         most entries    imbalance        gap   elements moved   wrong y\n",
           (int)rows, (int)cols, (int)count, PROCS);
    cut_rows(part);
    wrong = show(&grid, "rows (chain)", part);
    for (i = 0; i < 5; i++) {
        opts.algorithm = algorithm[i];
        opts.stripes =
            i < 3 ? 8 : 0; /* 8 x 8; 0 would take the best of all pairs, here whole rows */
        if (fpm_rect_partition(&grid, PROCS, &opts, part, NULL, NULL) < 0) return 1;
        wrong += show(&grid, name[i], part);
    }
    fpm_grid_free(&grid);
    return wrong != 0;
}
