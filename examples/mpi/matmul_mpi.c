/* matmul_mpi.c - C += A B over MPI on ranks of unequal speed: each holds its tile of A, B and C,
   and receives, panel by panel, the part of a column panel of A beside its rows and the part of a
   row panel of B above its columns.  What travels is counted, and is what out.volume foretold.

      make mpi && mpirun --oversubscribe -n 4 build/examples/matmul_mpi [N [PANEL]]

   Rank 0 cuts the matrix and broadcasts the tiles.  The ranks of this example are made unequal:
   each sleeps until the time is over that its panel would take the machine it stands for.  The
   entries are small whole numbers, so that the product can be checked exactly. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 256 };
static const double speed[4] = {1e8, 5e7, 2.5e7, 4e7}; /* products a second, of every fourth rank */

typedef struct job {
    int me, ranks;
    int64_t n, panel;
    fpm_tile tile[MOST];
    double *a, *b, *c;  /* my tile of each, row by row */
    double *left, *top; /* my rows of a panel of A; my columns of a panel of B */
    double *self;       /* a part of a panel that need not travel */
    int64_t received;   /* elements, from others */
} job;

static void require(int good, const char *what) {
    if (good) return;
    fprintf(stderr, "matmul_mpi: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

static double a_at(int64_t i, int64_t j) { return (double)((i * 7919 + j * 31) % 13 - 6); }
static double b_at(int64_t i, int64_t j) { return (double)((i * 104729 + j * 17) % 11 - 5); }
static int64_t height(const fpm_tile *t) { return t->r1 - t->r0; }
static int64_t width(const fpm_tile *t) { return t->c1 - t->c0; }

static double *need(int64_t count) {
    double *block = (double *)calloc((size_t)count + 1, sizeof *block);
    require(block != NULL, "out of memory");
    return block;
}

static void make_job(job *g) {
    const fpm_tile *t = &g->tile[g->me];
    int64_t i, j, cells = height(t) * width(t);
    g->a = need(cells);
    g->b = need(cells);
    g->c = need(cells);
    g->left = need(height(t) * g->panel);
    g->top = need(g->panel * width(t));
    g->self = need(g->n * g->panel);
    g->received = 0;
    for (i = 0; i < height(t); i++)
        for (j = 0; j < width(t); j++) {
            g->a[i * width(t) + j] = a_at(t->r0 + i, t->c0 + j);
            g->b[i * width(t) + j] = b_at(t->r0 + i, t->c0 + j);
        }
}

static void free_job(job *g) {
    free(g->a);
    free(g->b);
    free(g->c);
    free(g->left);
    free(g->top);
    free(g->self);
}

/* What two tiles and a panel have in common: for A the rows of both and the columns of the owner in
   the panel, for B the columns of both and the rows of the owner in it.  Empty: r0 = r1 or so. */
static fpm_tile common(const fpm_tile *owner, const fpm_tile *user, int64_t k0, int64_t k1,
                       int of_b) {
    fpm_tile t = *owner;
    int64_t *u0 = of_b ? &t.c0 : &t.r0, *u1 = of_b ? &t.c1 : &t.r1;
    int64_t *p0 = of_b ? &t.r0 : &t.c0, *p1 = of_b ? &t.r1 : &t.c1;
    int64_t low = of_b ? user->c0 : user->r0, high = of_b ? user->c1 : user->r1;
    if (*u0 < low) *u0 = low;
    if (*u1 > high) *u1 = high;
    if (*p0 < k0) *p0 = k0;
    if (*p1 > k1) *p1 = k1;
    if (t.r0 >= t.r1 || t.c0 >= t.c1) {
        t.r1 = t.r0;
        t.c1 = t.c0;
    }
    return t;
}

/* Copy a part of a matrix whose first element is (r, c) from or into a dense block. */
static void copy(double *matrix, int64_t r, int64_t c, int64_t pitch, const fpm_tile *t,
                 double *block, int in) {
    int64_t i, row = width(t);
    for (i = 0; i < height(t); i++) {
        double *at = matrix + (t->r0 - r + i) * pitch + (t->c0 - c);
        if (in) memcpy(at, block + i * row, (size_t)row * sizeof *at);
        else memcpy(block + i * row, at, (size_t)row * sizeof *at);
    }
}

/* Bring panel k0 .. k1 - 1 of A (or B) to all who need it. */
static void exchange(job *g, int64_t k0, int64_t k1, int of_b) {
    static int out_count[MOST], out_at[MOST], in_count[MOST], in_at[MOST];
    const fpm_tile *me = &g->tile[g->me];
    double *mine = of_b ? g->b : g->a, *to = of_b ? g->top : g->left;
    double *send, *receive;
    int i, out = 0, in = 0;
    for (i = 0; i < g->ranks; i++) {
        fpm_tile give = common(me, &g->tile[i], k0, k1, of_b);
        fpm_tile get = common(&g->tile[i], me, k0, k1, of_b);
        out_at[i] = out;
        in_at[i] = in;
        out_count[i] = (int)(height(&give) * width(&give));
        in_count[i] = (int)(height(&get) * width(&get));
        if (i == g->me) { /* no need to travel */
            copy(mine, me->r0, me->c0, width(me), &give, g->self, 0);
            copy(to, of_b ? k0 : me->r0, of_b ? me->c0 : k0, of_b ? width(me) : g->panel, &get,
                 g->self, 1);
            out_count[i] = in_count[i] = 0;
        }
        out += out_count[i];
        in += in_count[i];
    }
    send = need(out);
    receive = need(in);
    for (i = 0; i < g->ranks; i++) {
        fpm_tile give = common(me, &g->tile[i], k0, k1, of_b);
        if (out_count[i]) copy(mine, me->r0, me->c0, width(me), &give, send + out_at[i], 0);
    }
    MPI_Alltoallv(send, out_count, out_at, MPI_DOUBLE, receive, in_count, in_at, MPI_DOUBLE,
                  MPI_COMM_WORLD);
    for (i = 0; i < g->ranks; i++) {
        fpm_tile get = common(&g->tile[i], me, k0, k1, of_b);
        if (in_count[i])
            copy(to, of_b ? k0 : me->r0, of_b ? me->c0 : k0, of_b ? width(me) : g->panel, &get,
                 receive + in_at[i], 1);
    }
    g->received += in;
    free(send);
    free(receive);
}

/* My tile of C += panel of A times panel of B, as slowly as the machine I stand for. */
static void multiply(job *g, int64_t k0, int64_t k1) {
    const fpm_tile *t = &g->tile[g->me];
    double start = MPI_Wtime(), left;
    int64_t i, j, k, h = height(t), w = width(t);
    struct timespec pause;
    for (i = 0; i < h; i++)
        for (k = 0; k < k1 - k0; k++) {
            double a = g->left[i * g->panel + k];
            for (j = 0; j < w; j++) g->c[i * w + j] += a * g->top[k * w + j];
        }
    while ((left = start + (double)(h * w * (k1 - k0)) / speed[g->me % 4] - MPI_Wtime()) > 0) {
        pause.tv_sec = (time_t)left;
        pause.tv_nsec = (long)(1e9 * (left - (double)pause.tv_sec));
        nanosleep(&pause, NULL);
    }
}

/* Is C = A B?  C x = A (B x), exactly; every rank adds what its tile knows. */
static int product_ok(const job *g) {
    const fpm_tile *t = &g->tile[g->me];
    int64_t n = g->n, i, j;
    double *part = need(n), *all = need(n), *y = need(n);
    int ok = 1;
    for (i = 0; i < height(t); i++)
        for (j = 0; j < width(t); j++)
            part[t->r0 + i] += g->c[i * width(t) + j] * (double)((t->c0 + j) * 31 % 17 - 8);
    MPI_Reduce(part, all, (int)n, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    for (i = 0; i < n && g->me == 0; i++)
        for (j = 0; j < n; j++) y[i] += b_at(i, j) * (double)(j * 31 % 17 - 8);
    for (i = 0; i < n && g->me == 0; i++) {
        double right = 0;
        for (j = 0; j < n; j++) right += a_at(i, j) * y[j];
        ok &= !(all[i] < right) && !(all[i] > right);
    }
    free(part);
    free(all);
    free(y);
    return ok;
}

/* Cut by these speeds, multiply, check; the seconds that it took. */
static double run(job *g, const double *areas, const char *name, int *right, int *foretold) {
    fpm_matrix_outputs out;
    double start, took, most;
    int64_t k, k1, sum;
    memset(&out, 0, sizeof out);
    if (g->me == 0) {
        int status = fpm_matrix_areas(g->n, g->n, g->ranks, areas, NULL, g->tile, &out, NULL);
        require(status >= 0, fpm_status_str(status));
    }
    MPI_Bcast(g->tile, 4 * g->ranks, MPI_INT64_T, 0, MPI_COMM_WORLD);
    make_job(g);
    MPI_Barrier(MPI_COMM_WORLD);
    start = MPI_Wtime();
    for (k = 0; k < g->n; k = k1) {
        k1 = k + g->panel < g->n ? k + g->panel : g->n;
        exchange(g, k, k1, 0);
        exchange(g, k, k1, 1);
        multiply(g, k, k1);
    }
    took = MPI_Wtime() - start;
    MPI_Reduce(&took, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Reduce(&g->received, &sum, 1, MPI_INT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    *right &= product_ok(g);
    free_job(g);
    if (g->me) return 0;
    *foretold &= sum == g->n * out.volume;
    printf("%-16s %8.3f s, %lld elements received\n", name, most, (long long)sum);
    return most;
}

int main(int argc, char **argv) {
    static job g;
    double even[MOST], known[MOST], slow, quick;
    int i, right = 1, foretold = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &g.me);
    MPI_Comm_size(MPI_COMM_WORLD, &g.ranks);
    g.n = argc > 1 ? strtol(argv[1], NULL, 10) : 400;
    g.panel = argc > 2 ? strtol(argv[2], NULL, 10) : 25;
    if (argc > 3 || g.n < 2 || g.n > 20000 || g.panel < 1 || g.panel > g.n) {
        if (g.me == 0) fprintf(stderr, "usage: matmul_mpi [N [PANEL]]\n");
        MPI_Finalize();
        return 2;
    }
    require(g.ranks <= MOST, "more ranks than MOST");
    for (i = 0; i < g.ranks; i++) {
        even[i] = 1;
        known[i] = speed[i % 4];
    }
    slow = run(&g, even, "even tiles", &right, &foretold);
    quick = run(&g, known, "tiles by speed", &right, &foretold);
    if (g.me == 0) {
        printf("%.2f times as fast\n", slow / quick);
        puts(right ? "the product is right" : "WRONG: C is not A B");
        puts(foretold ? "elements received are as many as foretold" : "WRONG: the volume");
    }
    MPI_Finalize();
    return g.me == 0 && !(right && foretold);
}
