/* solve_mpi.c - a dense linear system A x = b over MPI by Jacobi's method, until its residual is
   small.  Rows of A are shared by what each rank can do, and migrate while it runs: the application
   of Clarke, Lastovetsky, Rychkov (HeteroPar 2010) and of PaCT 2011.  Each iteration a rank updates
   the unknowns of its rows, then all get all unknowns (MPI_Allgatherv).

      make mpi && mpirun -n 4 build/examples/solve_mpi [WORD...]

      n=N            unknowns (1000)          tolerance=E   on max |b - A x| / max |b| (1e-10)
      window=K       iterations between two decisions (4)
      memory=MB      of rank 0's imitated machine; 0: as fast as ranks really are
      method=WORD    of balancing: default, constant (speeds of the latest decision), dfpa
                     (HeteroPar 2009, 2010) or numerical (PaCT 2011)

   It solves twice, with even shares and balanced, checks the solution by rows of A made afresh, and
   that both have the same bits: a row's update does not depend on who does it.
   Imitated machines are those of the papers: ranks 0 and 1 have a quarter of the memory of rank 3,
   rank 2 a half of it, and so on in fours.  A rank sleeps until the time is over that its machine
   would take, which is six times as long for rows beyond its memory, as they come from a disk. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 256 }; /* ranks */

typedef struct setup {
    int me, ranks, n, window;
    double tolerance, memory; /* memory: bytes of rank 0 */
    int method;               /* a value of enum fpm_balance_method */
} setup;

static const char *const methods[] = {"default", "constant", "dfpa", "numerical"};

typedef struct result {
    int iterations, moves;
    double seconds, residual, share_seconds; /* share_seconds: to hand rows over, in all */
} result;

static void require(int good, const char *what) {
    if (good) return;
    fprintf(stderr, "solve_mpi: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

static void check(int status) { require(status >= 0, fpm_status_str(status)); }

static void *room(size_t bytes) {
    void *p = malloc(bytes ? bytes : 1);
    require(p != NULL, "out of memory");
    return p;
}

/* ---- the system ---- */

/* Row i of A and behind it b_i, the sum of a_ij x_j for x_j = 1 + j mod 7.  Entries are above 0 and
   the diagonal is the sum of the others in its row over 0.9: errors shrink by 0.9 an iteration. */
static void make_row(int n, int64_t i, double *row) {
    double others = 0, b = 0;
    int64_t j;
    for (j = 0; j < n; j++) {
        row[j] = (double)(((i + 11) * (j + 17) + 7919 * j) % 1009 + 1) / 1009;
        if (j != i) others += row[j];
    }
    row[i] = others > 0 ? others / 0.9 : 1;
    for (j = 0; j < n; j++) b += row[j] * (double)(1 + j % 7);
    row[n] = b;
}

/* One iteration on `rows` rows from `begin` on: their unknowns into next.  Returns the largest
   residual. */
static double sweep(int n, int64_t begin, int64_t rows, const double *a, const double *x,
                    double *next) {
    double most = 0;
    int64_t i, j;
    for (i = 0; i < rows; i++, a += n + 1) {
        double sum = 0, rest;
        for (j = 0; j < n; j++) sum += a[j] * x[j];
        rest = a[n] - sum;
        next[i] = x[begin + i] + rest / a[begin + i];
        if (!(fabs(rest) <= most)) most = fabs(rest);
    }
    return most;
}

/* What the sweep over so many rows takes the machine that this rank stands for. */
static double imitated(const setup *s, double rows) {
    static const double row_seconds[4] = {12e-6, 9e-6, 10e-6, 6e-6}, part[4] = {1, 1, 2, 4};
    double fit = s->memory * part[s->me % 4] / (8.0 * (s->n + 1));
    return row_seconds[s->me % 4] * (rows + 5 * fmax(0, rows - fit)) * s->n / 1000;
}

static void sleep_until(double end) {
    double left;
    struct timespec pause;
    while ((left = end - MPI_Wtime()) > 0) {
        pause.tv_sec = (time_t)left;
        pause.tv_nsec = (long)(1e9 * (left - floor(left)));
        nanosleep(&pause, NULL);
    }
}

/* ---- the solver ---- */

typedef struct part {
    int64_t d[MOST + 1], begin[MOST + 1]; /* rows of each rank, and before it; d[ranks]: verdict */
    int count[MOST], at[MOST];            /* the same as MPI wants them */
    double *a;                            /* rows of this rank, each with its b behind it */
} part;

static void shares_changed(const setup *s, part *own) {
    check(fpm_export_chunks(s->ranks, own->d, own->begin));
    check(fpm_export_counts(s->ranks, own->d, 1, own->count, own->at));
}

/* Rows go where the shares in own->d say. */
static void migrate(const setup *s, part *own, const int64_t *was, MPI_Datatype row) {
    static int out[MOST], out_at[MOST], in[MOST], in_at[MOST];
    double *to = (double *)room((size_t)(own->d[s->me] * (s->n + 1)) * sizeof *to);
    check(fpm_export_moves(s->ranks, was, own->d, 1, s->me, out, out_at, in, in_at));
    MPI_Alltoallv(own->a, out, out_at, row, to, in, in_at, row, MPI_COMM_WORLD);
    free(own->a);
    own->a = to;
    shares_changed(s, own);
}

/* Rank 0 decides by the times of a window, and broadcasts. */
static void decide(const setup *s, fpm_balance *b, double seconds, part *own, result *found,
                   MPI_Datatype row) {
    static double all[MOST];
    int64_t was[MOST + 1];
    fpm_info info = FPM_ZERO;
    double start;
    memcpy(was, own->d, sizeof was);
    MPI_Gather(&seconds, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (s->me == 0) check(fpm_balance_step(b, all, own->d, &info));
    own->d[s->ranks] = b->verdict;
    MPI_Bcast(own->d, s->ranks + 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
    if (own->d[s->ranks] != FPM_MOVE) return;
    start = MPI_Wtime();
    migrate(s, own, was, row);
    MPI_Barrier(MPI_COMM_WORLD);
    found->moves++, found->share_seconds += MPI_Wtime() - start;
    if (s->me == 0) check(fpm_balance_moved(b, MPI_Wtime() - start));
}

static result solve(const setup *s, int balanced, double *x) {
    result found = FPM_ZERO;
    part *own = (part *)room(sizeof *own);
    double *next = (double *)room((size_t)s->n * sizeof *next), mine = 0, most, b_most, start;
    fpm_balance b = FPM_ZERO; /* of rank 0 */
    fpm_balance_options opts = FPM_ZERO;
    MPI_Datatype row;
    int64_t i;
    opts.method = s->method;
    MPI_Type_contiguous(s->n + 1, MPI_DOUBLE, &row), MPI_Type_commit(&row);
    if (s->me == 0) check(fpm_balance_init(&b, s->n, s->ranks, NULL, -1, -1, &opts, own->d, NULL));
    MPI_Bcast(own->d, s->ranks, MPI_INT64_T, 0, MPI_COMM_WORLD);
    shares_changed(s, own);
    own->a = (double *)room((size_t)(own->d[s->me] * (s->n + 1)) * sizeof *own->a);
    for (i = 0, most = 0; i < own->d[s->me]; i++) {
        make_row(s->n, own->begin[s->me] + i, own->a + i * (s->n + 1));
        most = fmax(most, fabs(own->a[i * (s->n + 1) + s->n]));
    }
    MPI_Allreduce(&most, &b_most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    memset(x, 0, (size_t)s->n * sizeof *x);
    start = MPI_Wtime();
    do {
        double begin = MPI_Wtime();
        most = sweep(s->n, own->begin[s->me], own->d[s->me], own->a, x, next);
        if (s->memory > 0) sleep_until(begin + imitated(s, (double)own->d[s->me]));
        mine += fmax(MPI_Wtime() - begin, 1e-9);
        MPI_Allreduce(&most, &found.residual, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        found.residual /= b_most;
        MPI_Allgatherv(next, own->count[s->me], MPI_DOUBLE, x, own->count, own->at, MPI_DOUBLE,
                       MPI_COMM_WORLD);
        if (++found.iterations % s->window != 0) continue;
        if (balanced) decide(s, &b, mine, own, &found, row);
        mine = 0;
    } while (found.residual > s->tolerance && found.iterations < 100000);
    found.seconds = MPI_Wtime() - start;
    if (s->me == 0 && balanced) {
        printf("rows of each rank at the end:");
        for (i = 0; i < s->ranks; i++) printf(" %d", (int)own->d[i]);
        printf("\n");
    }
    MPI_Type_free(&row);
    fpm_balance_free(&b);
    free(own->a), free(own), free(next);
    return found;
}

/* The largest residual of x over max |b|, and the largest error, by rows that are made anew. */
static void prove(const setup *s, const double *x, double *residual, double *error) {
    double *row = (double *)room((size_t)(s->n + 1) * sizeof *row), most = 0;
    int i, j;
    for (i = 0, *residual = *error = 0; i < s->n; i++) {
        double sum = 0;
        make_row(s->n, i, row);
        for (j = 0; j < s->n; j++) sum += row[j] * x[j];
        most = fmax(most, fabs(row[s->n]));
        *residual = fmax(*residual, fabs(row[s->n] - sum));
        *error = fmax(*error, fabs(x[i] - (1 + i % 7)));
    }
    *residual /= most;
    free(row);
}

/* Is this method=WORD? */
static int parse_method(setup *s, const char *word) {
    int i;
    if (strncmp(word, "method=", 7) != 0) return 0;
    for (i = 0; i < 4; i++) {
        if (strcmp(word + 7, methods[i]) != 0) continue;
        s->method = i;
        return 1;
    }
    return 0;
}

static int parse(setup *s, int argc, char **argv) {
    int i, good = 1;
    for (i = 1; i < argc; i++)
        if (sscanf(argv[i], "n=%d", &s->n) != 1 && sscanf(argv[i], "window=%d", &s->window) != 1 &&
            sscanf(argv[i], "tolerance=%lf", &s->tolerance) != 1 &&
            sscanf(argv[i], "memory=%lf", &s->memory) != 1 && !parse_method(s, argv[i]))
            good = 0;
    s->memory *= 1e6;
    return good && s->n >= 1 && s->n <= 40000 && s->window >= 1 && s->memory >= 0 &&
           s->tolerance >= 1e-14 && s->tolerance < 1;
}

int main(int argc, char **argv) {
    setup s = {0, 0, 1000, 4, 1e-10, 1.5, FPM_BALANCE_DEFAULT};
    result even, balanced;
    double *x, *other, residual = 0, error = 0;
    int good = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &s.me);
    MPI_Comm_size(MPI_COMM_WORLD, &s.ranks);
    if (!parse(&s, argc, argv)) {
        if (s.me == 0) fprintf(stderr, "solve_mpi: bad argument; the top of the file lists them\n");
        MPI_Finalize();
        return 2;
    }
    require(s.ranks <= MOST, "more ranks than MOST");
    x = (double *)room((size_t)s.n * sizeof *x), other = (double *)room((size_t)s.n * sizeof *x);
    even = solve(&s, 0, other);
    balanced = solve(&s, 1, x);
    if (s.me == 0) {
        prove(&s, x, &residual, &error);
        good = residual <= 2 * s.tolerance && memcmp(x, other, (size_t)s.n * sizeof *x) == 0;
        printf("%d unknowns, %d iterations, residual %.1e, error %.1e\n", s.n, balanced.iterations,
               residual, error);
        printf("even %.3f s; balanced %.3f s, of which %.3f s for %d migrations\n", even.seconds,
               balanced.seconds, balanced.share_seconds, balanced.moves);
        printf("%.2f times as fast as the even shares\n", even.seconds / balanced.seconds);
        puts(good ? "solved, same bits as with even shares" : "WRONG");
    }
    free(x), free(other);
    MPI_Finalize();
    return !good;
}
