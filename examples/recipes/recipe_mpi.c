/* recipe_mpi.c - what an MPI code needs to balance itself: times of a window of iterations are
   gathered, rank 0 decides, the shares are broadcast, rows (a slab a rank) travel where that pays.
      mpicc -O2 -I. examples/recipes/recipe_mpi.c -o loop -lm && mpirun --oversubscribe -n 4 ./loop
   (root: --allow-run-as-root).  Rank r works r + 1 times on a row to be slow: take that out.  Ghost
   rows at the border lie elsewhere after a move and are set again.  Windows take 50 ms or more:
   longer than slices of the scheduler, if cores are shared. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 2000, ROW = 100, WINDOWS = 20, WINDOW = 100, MOST = 64, END = (ROWS + 2) * ROW };

/* A ghost row, the rows of this rank, a ghost row: now, and after the next iteration. */
static double data[2][END], *now = data[0], *next = data[1];
static int me, p;
static int64_t d[MOST + 1]; /* rows of each rank, then the verdict, which travels with them */

static void check(int status) {
    if (status >= 0) return;
    fprintf(stderr, "%s\n", fpm_status_str(status));
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void exchange_fields(void) {
    double *swap = now;
    now = next;
    next = swap;
}

static void set_border(int64_t at, int row) {
    for (int i = 0; i < ROW; i++) now[at * ROW + i] = next[at * ROW + i] = (double)row * ROW + i;
}

/* One iteration; returns the seconds of the work alone, without waiting for others: elapsed time,
   which sees other programs on the same core, not time of the processor, which does not. */
static double iteration(void) {
    int up = me > 0 ? me - 1 : MPI_PROC_NULL, down = me < p - 1 ? me + 1 : MPI_PROC_NULL;
    double *first = now + ROW, *last = now + d[me] * ROW, *end = last + ROW, start;
    MPI_Sendrecv(first, ROW, MPI_DOUBLE, up, 0, end, ROW, MPI_DOUBLE, down, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(last, ROW, MPI_DOUBLE, down, 0, now, ROW, MPI_DOUBLE, up, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    start = MPI_Wtime();
    for (int j = 0; j <= me;
         j++) /* the mean of the rows above and below; rank me does it me + 1 times */
        for (int64_t i = ROW; i < d[me] * ROW + ROW; i++)
            next[i] = (now[i - ROW] + now[i + ROW]) / 2;
    return MPI_Wtime() - start;
}

/* Rows go from the ranks that had them to those that have them now.  A code with more arrays calls
   fpm_export_moves once for each, with its elements per row. */
static void move_rows(const int64_t *was) {
    int out[MOST], out_at[MOST], in[MOST], in_at[MOST];
    check(fpm_export_moves(p, was, d, ROW, me, out, out_at, in, in_at));
    MPI_Alltoallv(now + ROW, out, out_at, MPI_DOUBLE, next + ROW, in, in_at, MPI_DOUBLE,
                  MPI_COMM_WORLD);
    exchange_fields();
}

/* How many numbers differ from those of the beginning: this field stays as it is. */
static int wrong_numbers(void) {
    int64_t begin[MOST + 1];
    int wrong = 0, sum = 0;
    fpm_export_chunks(p, d, begin);
    for (int64_t i = 0; i < d[me] * ROW; i++)
        if (now[ROW + i] != (double)(begin[me] * ROW + i)) wrong++;
    MPI_Reduce(&wrong, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    return sum;
}

int main(int argc, char **argv) {
    int64_t was[MOST + 1], begin[MOST + 1];
    double seconds, whole, start, even = 0, later = 0, all[MOST];
    fpm_proc procs[MOST] = FPM_ZERO;
    fpm_balance_options opts = FPM_ZERO; /* noisy times? opts.min_gain = 0.05 */
    fpm_info info = FPM_ZERO;
    fpm_balance b = FPM_ZERO; /* of rank 0 */
    int wrong;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    check(p > MOST ? FPM_E_CAPACITY : FPM_OK);
    opts.contiguous = 1;
    opts.iterations = WINDOWS;
    for (int j = 0; j < p; j++)
        procs[j].required = 1; /* else a share may be 0: no row for a halo */
    if (me == 0) check(fpm_balance_init(&b, ROWS, p, procs, -1, -1, &opts, d, NULL));
    MPI_Bcast(d, p, MPI_INT64_T, 0, MPI_COMM_WORLD);

    start = MPI_Wtime();
    fpm_export_chunks(p, d, begin); /* rank r has the rows from begin[r] to begin[r + 1] - 1 */
    for (int64_t i = 0; i < d[me] * ROW; i++) now[ROW + i] = (double)(begin[me] * ROW + i);
    whole = MPI_Wtime() - start; /* the first guess of what a move takes: as long as the setup */
    if (me == 0) check(fpm_balance_cost(&b, 0, whole));

    for (int w = 0; w < WINDOWS; w++) {
        if (me == 0) set_border(0, -1);
        if (me == p - 1) set_border(d[me] + 1, ROWS);
        seconds = 0;
        start = MPI_Wtime();
        for (int k = 0; k < WINDOW; k++) {
            seconds += iteration();
            exchange_fields();
        }
        MPI_Gather(&seconds, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        whole = MPI_Wtime() - start;
        if (w == 0) even = whole / WINDOW;
        else later += whole / WINDOW;
        memcpy(was, d, sizeof was);
        if (me == 0) {
            check(fpm_balance_wall(&b, whole));
            check(fpm_balance_step(&b, all, d, &info));
            d[p] = b.verdict;
        }
        MPI_Bcast(d, p + 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
        if (d[p] != FPM_MOVE) continue;
        start = MPI_Wtime();
        move_rows(was);
        if (me == 0) fpm_balance_moved(&b, MPI_Wtime() - start); /* moves must pay for that */
    }

    wrong = wrong_numbers();
    if (me == 0) {
        for (int j = 0; j < p; j++) printf("rank %d: %d of %d rows\n", j, (int)d[j], ROWS);
        printf("an iteration: %.3g s even, %.3g s later\n", even, later / (WINDOWS - 1));
        printf("%d numbers are wrong\n", wrong);
    }
    fpm_balance_free(&b);
    MPI_Finalize();
    return wrong > 0;
}
