/* halo_mpi.c - rectangles that exchange halos over MPI: fpm_rect_partition gives every rank a
   rectangle of a plane of unequal cells, fpm_rect_neighbours says which ranks share a side, and
   these are the ranks of MPI_Dist_graph_create_adjacent and MPI_Neighbor_alltoallv.  Every sweep
   sends each rank's border cells once.  Rank 0 checks the result against its own sweeps over the
   whole plane, to the last bit.

      make mpi && mpirun -n 6 build/examples/halo_mpi [ROWS COLUMNS SWEEPS] */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void require(int good, const char *what) {
    if (good) return;
    fprintf(stderr, "halo_mpi: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

static void *room(int64_t count, size_t size) {
    void *block = calloc((size_t)count + 1, size);
    require(block != NULL, "out of memory");
    return block;
}

/* A rectangle with a frame of one cell around it. */
typedef struct tile {
    int64_t r0, c0, rows, cols;
    double *now, *next;
} tile;

static double *cell(const tile *t, double *plane, int64_t r, int64_t c) {
    return &plane[(r - t->r0 + 1) * (t->cols + 2) + c - t->c0 + 1];
}

static tile make_tile(const fpm_rect *part) {
    tile t;
    int64_t r, c;
    t.r0 = part->r0;
    t.rows = part->r1 - part->r0;
    t.c0 = part->c0;
    t.cols = part->c1 - part->c0;
    t.now = (double *)room((t.rows + 2) * (t.cols + 2), sizeof *t.now);
    t.next = (double *)room((t.rows + 2) * (t.cols + 2), sizeof *t.next);
    for (r = t.r0; r < t.r0 + t.rows; r++)
        for (c = t.c0; c < t.c0 + t.cols; c++)
            *cell(&t, t.now, r, c) = (double)((r * 7919 + c * 104729) % 1009);
    return t;
}

/* What a cell costs: more near a point of the plane.  It repeats its update so many times. */
static int64_t load_of(int64_t r, int64_t c, int64_t rows, int64_t cols) {
    int64_t y = 8 * (r - rows / 3) / (rows / 4 + 1), x = 8 * (c - cols / 2) / (cols / 4 + 1);
    return 1 + 40 / (1 + y * y + x * x);
}

static void sweep(tile *t, int64_t rows, int64_t cols) {
    double *was = t->now;
    int64_t r, c, k;
    for (r = t->r0; r < t->r0 + t->rows; r++)
        for (c = t->c0; c < t->c0 + t->cols; c++) {
            const double *at = cell(t, t->now, r, c);
            double sum = (at[-1] + at[1]) + (at[-(t->cols + 2)] + at[t->cols + 2]);
            double v = at[0];
            for (k = load_of(r, c, rows, cols); k > 0; k--) v = 0.5 * (v + 0.25 * sum);
            *cell(t, t->next, r, c) = v;
        }
    t->now = t->next;
    t->next = was;
}

/* The cells of `from` that lie beside a side of `to`: row by row, or all of a column. */
static int64_t border(const fpm_rect *from, const fpm_rect *to, int64_t *r, int64_t *c) {
    int64_t low_r = from->r0 > to->r0 ? from->r0 : to->r0, k = 0;
    int64_t high_r = from->r1 < to->r1 ? from->r1 : to->r1;
    int64_t low_c = from->c0 > to->c0 ? from->c0 : to->c0;
    int64_t high_c = from->c1 < to->c1 ? from->c1 : to->c1;
    if (low_r < high_r) { /* to is left or right */
        for (; low_r < high_r; low_r++, k++) {
            r[k] = low_r;
            c[k] = from->c1 == to->c0 ? from->c1 - 1 : from->c0;
        }
    } else {
        for (; low_c < high_c; low_c++, k++) {
            r[k] = from->r1 == to->r0 ? from->r1 - 1 : from->r0;
            c[k] = low_c;
        }
    }
    return k;
}

/* Whom this rank meets, and which cells go to and come from each. */
typedef struct halo {
    MPI_Comm comm;
    int degree, *count, *at;
    int64_t *out_r, *out_c, *in_r, *in_c;
    double *out, *in;
    int64_t total;
} halo;

static halo make_halo(int me, int ranks, const fpm_rect *part) {
    int64_t *first = (int64_t *)room(ranks + 1, sizeof *first), k;
    int64_t *cells = (int64_t *)room(6 * ranks, sizeof *cells);
    int *other = (int *)room(6 * ranks, sizeof *other), *whom;
    halo h;
    int status =
        fpm_rect_neighbours(ranks, part, NULL, first, other, cells, 6 * (int64_t)ranks, NULL);
    require(status >= 0, fpm_status_str(status));
    h.degree = (int)(first[me + 1] - first[me]);
    whom = other + first[me];
    for (k = first[me], h.total = 0; k < first[me + 1]; k++) h.total += cells[k];
    h.count = (int *)room(h.degree, sizeof *h.count);
    h.at = (int *)room(h.degree, sizeof *h.at);
    h.out_r = (int64_t *)room(h.total, sizeof *h.out_r);
    h.out_c = (int64_t *)room(h.total, sizeof *h.out_c);
    h.in_r = (int64_t *)room(h.total, sizeof *h.in_r);
    h.in_c = (int64_t *)room(h.total, sizeof *h.in_c);
    h.out = (double *)room(h.total, sizeof *h.out);
    h.in = (double *)room(h.total, sizeof *h.in);
    for (k = 0, h.total = 0; k < h.degree; k++) {
        const fpm_rect *mine = &part[me], *theirs = &part[whom[k]];
        h.at[k] = (int)h.total;
        h.count[k] = (int)cells[first[me] + k];
        require(border(mine, theirs, h.out_r + h.total, h.out_c + h.total) == h.count[k] &&
                    border(theirs, mine, h.in_r + h.total, h.in_c + h.total) == h.count[k],
                "fpm_rect_neighbours counts other cells");
        h.total += h.count[k];
    }
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, h.degree, whom, h.count, h.degree, whom, h.count,
                                   MPI_INFO_NULL, 0, &h.comm);
    free(first);
    free(cells);
    free(other);
    return h;
}

static void exchange(halo *h, tile *t) {
    int64_t k;
    for (k = 0; k < h->total; k++) h->out[k] = *cell(t, t->now, h->out_r[k], h->out_c[k]);
    MPI_Neighbor_alltoallv(h->out, h->count, h->at, MPI_DOUBLE, h->in, h->count, h->at, MPI_DOUBLE,
                           h->comm);
    for (k = 0; k < h->total; k++) *cell(t, t->now, h->in_r[k], h->in_c[k]) = h->in[k];
}

static void free_halo(halo *h) {
    MPI_Comm_free(&h->comm);
    free(h->count);
    free(h->at);
    free(h->out_r);
    free(h->out_c);
    free(h->in_r);
    free(h->in_c);
    free(h->out);
    free(h->in);
}

/* Every rank finds the same rectangles: the same loads, the same build. */
static void cut(int64_t rows, int64_t cols, int ranks, fpm_rect *part) {
    int64_t *load = (int64_t *)room(rows * cols, sizeof *load), k;
    fpm_grid grid;
    int status;
    for (k = 0; k < rows * cols; k++) load[k] = load_of(k / cols, k % cols, rows, cols);
    status = fpm_grid_init(&grid, rows, cols, load, 0, NULL, NULL);
    require(status >= 0, fpm_status_str(status));
    status = fpm_rect_partition(&grid, ranks, NULL, part, NULL, NULL);
    require(status >= 0, fpm_status_str(status));
    fpm_grid_free(&grid);
    free(load);
}

/* Rank 0 runs the whole plane and compares the cells that the others send, part by part. */
static void check(const tile *mine, const fpm_rect *part, int me, int ranks, const int64_t *size) {
    fpm_rect whole = FPM_ZERO;
    int64_t r, c, k, wrong = 0;
    double *got;
    tile t;
    int i;
    got = (double *)room(size[0] * size[1], sizeof *got);
    for (r = mine->r0, k = 0; r < mine->r0 + mine->rows; r++)
        for (c = mine->c0; c < mine->c0 + mine->cols; c++) got[k++] = *cell(mine, mine->now, r, c);
    if (me > 0) MPI_Send(got, (int)k, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    whole.r1 = size[0];
    whole.c1 = size[1];
    t = make_tile(&whole);
    for (k = 0; me == 0 && k < size[2]; k++) sweep(&t, size[0], size[1]);
    for (i = 0; me == 0 && i < ranks; i++) {
        k = (part[i].r1 - part[i].r0) * (part[i].c1 - part[i].c0);
        if (i > 0) MPI_Recv(got, (int)k, MPI_DOUBLE, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (r = part[i].r0, k = 0; r < part[i].r1; r++)
            for (c = part[i].c0; c < part[i].c1; c++, k++)
                wrong += memcmp(&got[k], cell(&t, t.now, r, c), sizeof *got) != 0;
    }
    require(wrong == 0, "cells differ from those of one rank");
    free(t.now);
    free(t.next);
    free(got);
}

int main(int argc, char **argv) {
    int64_t size[3] = {240, 320, 20}, k, most = 0, sum = 0;
    int me, ranks, i;
    fpm_rect *part;
    halo h;
    tile t;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (i = 1; i < argc && i < 4; i++) size[i - 1] = strtol(argv[i], NULL, 10);
    require(size[0] > 0 && size[1] > 0 && size[2] >= 0 && size[0] <= 20000 && size[1] <= 20000,
            "usage: halo_mpi [ROWS COLUMNS SWEEPS]");
    part = (fpm_rect *)room(ranks, sizeof *part);
    cut(size[0], size[1], ranks, part);
    h = make_halo(me, ranks, part);
    t = make_tile(&part[me]);
    for (k = 0; k < size[2]; k++) {
        exchange(&h, &t);
        sweep(&t, size[0], size[1]);
    }
    check(&t, part, me, ranks, size);
    for (i = 0; i < ranks; i++) {
        if (part[i].load > most) most = part[i].load;
        sum += part[i].load;
    }
    if (me == 0)
        printf("%d rectangles of %d x %d cells, largest load %.2f %% above the mean; %d sweeps, "
               "equal to one rank's to the last bit\n",
               ranks, (int)size[0], (int)size[1], 100 * ((double)most * ranks / (double)sum - 1),
               (int)size[2]);
    free_halo(&h);
    free(t.now);
    free(t.next);
    free(part);
    MPI_Finalize();
    return 0;
}
