/* jacobi_mpi.c - an iterative routine that balances itself, over MPI: Jacobi sweeps over a grid
   whose rows are split over ranks of unequal speed.  A rank holds its own rows only; when the
   shares change, rows travel by MPI_Alltoallv.  Rank 0 checks the result, to the last bit.

      make mpi && mpirun -n 4 build/examples/jacobi_mpi [WORD...]

      rows=N columns=N sweeps=N   the grid (1200 by 200) and how long (30)
      slow=RANK:SWEEP:FACTOR      from that sweep on this rank is so many times slower
      replicated                  every rank calls the balancer, and hashes of shares are compared
      disagree                    with it: the last rank gets other shares at its third sweep

   Rank 0 decides and broadcasts: ranks of other builds may differ in last bits, and counts that
   disagree deadlock the exchange.  `replicated` is for one build on machines of one kind.
   The ranks of this example are made unequal: each sleeps until the time is over that a sweep would
   take its machine.  Every fourth has memory for half of an even share, and pages beyond it. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#define FPMK_STATIC
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h"
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST = 1024, PAIRS = 5 }; /* ranks; sweeps to compare with the even distribution by */

typedef struct setup {
    int me, ranks, rows, columns, sweeps, slow_rank, slow_sweep, replicated, disagree;
    double slow_factor;
} setup;

/* The rows of this rank, with the row above and the row below them. */
typedef struct band {
    int64_t begin, rows, pitch; /* pitch: numbers in a row, columns + 2 */
    double *now, *next;
} band;

static void require(int good, const char *what) {
    if (good) return;
    fprintf(stderr, "jacobi_mpi: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

static void check(int status) { require(status >= 0, fpm_status_str(status)); }

/* ---- the routine ---- */

/* Rows of the grid as it is at first, borders included: they never change. */
static band make_band(int64_t begin, int64_t rows, int columns) {
    band b;
    int64_t i, cells = (rows + 2) * (columns + 2), offset = begin * (columns + 2);
    b.begin = begin;
    b.rows = rows;
    b.pitch = columns + 2;
    b.now = (double *)malloc((size_t)cells * sizeof *b.now);
    b.next = (double *)malloc((size_t)cells * sizeof *b.next);
    require(b.now && b.next, "out of memory");
    for (i = 0; i < cells; i++) b.now[i] = b.next[i] = (double)((offset + i) * 7919 % 1009);
    return b;
}

static void free_band(band *b) {
    free(b->now);
    free(b->next);
}

/* No product is added to anything, so that no compiler fuses the two and rounds otherwise. */
static void sweep(band *b) {
    double *was = b->now;
    int64_t r, j, pitch = b->pitch;
    for (r = 1; r <= b->rows; r++) {
        const double *at = b->now + r * pitch;
        double *to = b->next + r * pitch;
        for (j = 1; j < pitch - 1; j++)
            to[j] = 0.25 * ((at[j - 1] + at[j + 1]) + (at[j - pitch] + at[j + pitch]));
    }
    b->now = b->next;
    b->next = was;
}

/* The rows next to mine, from the nearest ranks that have any. */
static void exchange(const setup *s, band *b, const int64_t *d) {
    int up = s->me - 1, down = s->me + 1, pitch = (int)b->pitch;
    double *first = b->now + pitch, *last = b->now + b->rows * pitch;
    if (b->rows == 0) return;
    while (up >= 0 && d[up] == 0) up--;
    while (down < s->ranks && d[down] == 0) down++;
    if (up < 0) up = MPI_PROC_NULL;
    if (down == s->ranks) down = MPI_PROC_NULL;
    MPI_Sendrecv(first, pitch, MPI_DOUBLE, up, 0, last + pitch, pitch, MPI_DOUBLE, down, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(last, pitch, MPI_DOUBLE, down, 1, first - pitch, pitch, MPI_DOUBLE, up, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* What a sweep over so many rows takes the machine that this rank stands for. */
static double imitated(const setup *s, double rows, int k) {
    static const double row_seconds[4] = {20e-6, 40e-6, 80e-6, 30e-6};
    double memory = s->me % 4 == 3 ? 0.5 * s->rows / s->ranks : s->rows;
    double slower = s->me == s->slow_rank && k >= s->slow_sweep ? s->slow_factor : 1;
    return slower * row_seconds[s->me % 4] * (rows + 7 * fmax(0, rows - memory));
}

/* Sweep k.  Returns the time of this rank alone: neighbours are waited for before it. */
static double run_sweep(const setup *s, band *b, const int64_t *d, int k) {
    double start, left;
    struct timespec pause;
    exchange(s, b, d);
    start = MPI_Wtime();
    sweep(b);
    while ((left = start + imitated(s, (double)b->rows, k) - MPI_Wtime()) > 0) {
        pause.tv_sec = (time_t)left;
        pause.tv_nsec = (long)(1e9 * (left - floor(left)));
        nanosleep(&pause, NULL);
    }
    return fmax(MPI_Wtime() - start, 1e-9);
}

/* ---- balancing ---- */

/* Rows of a that are in b. */
static int64_t overlap(const int64_t *a, const int64_t *b) {
    int64_t from = a[0] > b[0] ? a[0] : b[0], to = a[1] < b[1] ? a[1] : b[1];
    return to > from ? to - from : 0;
}

/* From the shares that were to those that are: all rows go where they belong now. */
static void redistribute(const setup *s, band *b, const int64_t *was, const int64_t *d) {
    static int64_t old_begin[MOST + 1], new_begin[MOST + 1], out[MOST], in[MOST];
    static int out_count[MOST], out_at[MOST], in_count[MOST], in_at[MOST];
    band to;
    int i;
    check(fpm_export_chunks(s->ranks, was, old_begin));
    check(fpm_export_chunks(s->ranks, d, new_begin));
    for (i = 0; i < s->ranks; i++) {
        out[i] = overlap(old_begin + s->me, new_begin + i);
        in[i] = overlap(old_begin + i, new_begin + s->me);
    }
    check(fpm_export_counts(s->ranks, out, b->pitch, out_count, out_at));
    check(fpm_export_counts(s->ranks, in, b->pitch, in_count, in_at));
    to = make_band(new_begin[s->me], d[s->me], s->columns);
    MPI_Alltoallv(b->now + b->pitch, out_count, out_at, MPI_DOUBLE, to.now + b->pitch, in_count,
                  in_at, MPI_DOUBLE, MPI_COMM_WORLD);
    free_band(b);
    *b = to;
}

/* Have all ranks the same shares?  Compared by a hash (FNV-1a): the least of h and of ~h tell. */
static void compare_hash(const setup *s, const int64_t *d) {
    uint64_t h[2] = {UINT64_C(14695981039346656037), 0}, least[2];
    const unsigned char *byte = (const unsigned char *)d;
    size_t i;
    for (i = 0; i < (size_t)s->ranks * sizeof *d; i++) h[0] = (h[0] ^ byte[i]) * 1099511628211u;
    h[1] = ~h[0];
    MPI_Allreduce(h, least, 2, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
    if (least[0] == ~least[1]) return;
    if (s->me == 0) require(0, "the ranks disagree about the shares: let rank 0 decide");
    MPI_Barrier(MPI_COMM_WORLD); /* rank 0 ends this */
}

/* The times of all ranks go in, the next shares come out, the same on every rank. */
static void decide(const setup *s, fpm_balance *b, double *seconds, int64_t *d, fpm_info *info) {
    double mine = seconds[s->me];
    if (!s->replicated) {
        MPI_Gather(&mine, 1, MPI_DOUBLE, seconds, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        if (s->me == 0) check(fpm_balance_step(b, seconds, d, info));
        MPI_Bcast(d, s->ranks, MPI_INT64_T, 0, MPI_COMM_WORLD);
        return;
    }
    MPI_Allgather(&mine, 1, MPI_DOUBLE, seconds, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    check(fpm_balance_step(b, seconds, d, info));
    if (s->disagree && s->me == s->ranks - 1 && b->steps == 3) d[0]++;
    compare_hash(s, d);
}

static void print_row(const setup *s, int k, const int64_t *d, const double *seconds, int verdict,
                      const fpm_info *info) {
    static const char *const verdict_name[] = {"keep", "move", "converged"};
    int i;
    printf("%5d |", k);
    for (i = 0; i < s->ranks; i++) printf(" %6d", (int)d[i]);
    printf(" |");
    for (i = 0; i < s->ranks; i++) printf(" %7.2f", d[i] > 0 ? 1e3 * seconds[i] : 0.0);
    printf(" | %7.1f %% | %s", 100 * info->imbalance, verdict_name[verdict]);
    if (info->moved) printf(" %d", (int)info->moved);
    printf("\n");
}

/* THE LOOP */
static void balance(const setup *s, band *rows, int64_t *even, int64_t *d) {
    static double seconds[MOST];
    static int64_t was[MOST];
    size_t bytes = (size_t)s->ranks * sizeof *d;
    fpm_balance b;
    fpm_balance_options opts = FPM_ZERO;
    fpm_info info;
    int k;
    opts.iterations = s->sweeps;
    /* 2e-6 and 2e-4 are seconds, for a row that moves and for a redistribution. */
    check(fpm_balance_init(&b, s->rows, s->ranks, NULL, 2e-6, 2e-4, &opts, d, NULL));
    memcpy(even, d, bytes);
    *rows = make_band(0, s->me ? 0 : s->rows, s->columns); /* rank 0 has all, and hands it out */
    memset(was, 0, bytes);
    was[0] = s->rows;
    redistribute(s, rows, was, d);
    for (k = 0; k < s->sweeps; k++) {
        memcpy(was, d, bytes);
        seconds[s->me] = run_sweep(s, rows, d, k);
        decide(s, &b, seconds, d, &info);
        if (s->me == 0) print_row(s, k, was, seconds, b.verdict, &info);
        if (memcmp(was, d, bytes) != 0) redistribute(s, rows, was, d);
    }
    fpm_balance_free(&b);
}

/* ---- the proof ---- */

static double longest(double mine) {
    double most;
    MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return most;
}

/* The median speed-up over the even distribution, of pairs of sweeps. */
static double compare(const setup *s, band *rows, const int64_t *even, const int64_t *d) {
    double ratio[PAIRS], slowest;
    fpmk_stat stat = FPM_ZERO;
    stat.sample = ratio;
    stat.capacity = PAIRS;
    while (stat.count < PAIRS) {
        redistribute(s, rows, d, even);
        slowest = longest(run_sweep(s, rows, even, s->sweeps));
        redistribute(s, rows, even, d);
        check(fpmk_stat_add(&stat, slowest / longest(run_sweep(s, rows, d, s->sweeps))));
    }
    return stat.value;
}

/* Rank 0 collects the grid, and computes it alone. */
static int same_as_serial(const setup *s, const band *rows, const int64_t *d) {
    static int counts[MOST], displs[MOST];
    band all = make_band(0, s->me ? 0 : s->rows, s->columns), serial = all;
    int k, same = 1;
    check(fpm_export_counts(s->ranks, d, rows->pitch, counts, displs));
    MPI_Gatherv(rows->now + rows->pitch, counts[s->me], MPI_DOUBLE, all.now + all.pitch, counts,
                displs, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (s->me == 0) {
        serial = make_band(0, s->rows, s->columns);
        for (k = 0; k < s->sweeps + 2 * PAIRS; k++) sweep(&serial);
        same =
            memcmp(all.now, serial.now, (size_t)((s->rows + 2) * all.pitch) * sizeof *all.now) == 0;
        free_band(&serial);
    }
    free_band(&all);
    return same;
}

static int parse(setup *s, int argc, char **argv) {
    int i, good = 1;
    for (i = 1; i < argc; i++)
        if (strcmp(argv[i], "replicated") == 0) s->replicated = 1;
        else if (strcmp(argv[i], "disagree") == 0) s->disagree = 1;
        else if (sscanf(argv[i], "slow=%d:%d:%lf", &s->slow_rank, &s->slow_sweep,
                        &s->slow_factor) != 3 &&
                 sscanf(argv[i], "rows=%d", &s->rows) != 1 &&
                 sscanf(argv[i], "columns=%d", &s->columns) != 1 &&
                 sscanf(argv[i], "sweeps=%d", &s->sweeps) != 1)
            good = 0;
    return good && s->rows >= 1 && s->rows <= 20000 && s->columns >= 1 && s->columns <= 20000 &&
           s->sweeps >= 1 && s->sweeps <= 20000 && s->slow_factor > 0 && s->slow_factor < 1000;
}

int main(int argc, char **argv) {
    static int64_t even[MOST], d[MOST];
    setup s = {0, 0, 1200, 200, 30, -1, 0, 0, 0, 1.0};
    band rows;
    double speedup;
    int same;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &s.me);
    MPI_Comm_size(MPI_COMM_WORLD, &s.ranks);
    if (!parse(&s, argc, argv)) {
        if (s.me == 0)
            fprintf(stderr, "jacobi_mpi: bad argument; the top of the file lists them\n");
        MPI_Finalize();
        return 2;
    }
    require(s.ranks <= MOST, "more ranks than MOST");
    if (s.me == 0)
        printf("%d rows of %d columns, %d ranks, %s\nsweep | rows of each | milliseconds | "
               "imbalance | verdict, rows moved\n",
               s.rows, s.columns, s.ranks, s.replicated ? "every rank decides" : "rank 0 decides");
    balance(&s, &rows, even, d);
    speedup = compare(&s, &rows, even, d);
    same = same_as_serial(&s, &rows, d);
    free_band(&rows);
    if (s.me == 0) {
        printf("%.2f times as fast as the even shares (median of %d pairs)\n", speedup, PAIRS);
        puts(same ? "same bits as one rank alone" : "WRONG: not what one rank alone computes");
    }
    MPI_Finalize();
    return !same;
}
