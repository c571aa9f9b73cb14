/* recipe_mpi.c - what an MPI code needs to balance itself: times of a window of iterations are
   gathered, rank 0 decides, the shares are broadcast, rows (a slab a rank) travel where that pays.
      mpicc -O2 -I. examples/recipes/recipe_mpi.c -o loop -lm && mpirun --oversubscribe -n 4 ./loop
   (root: --allow-run-as-root).  Rank r works r + 1 times on a row to be slow: take that out.  Ghost
   rows at the border lie elsewhere after a move and are set again.  Windows take 50 ms or more. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <mpi.h>
#include <stdio.h>
enum { ROWS = 2000, ROW = 100, WINDOWS = 20, WINDOW = 100, MOST = 64, END = (ROWS + 2) * ROW };
static double data[2][END], *now = data[0], *next = data[1], *swap; /* ghost row, rows, ghost row */
static void border(int64_t at, int row) {
    for (int i = 0; i < ROW; i++) now[at * ROW + i] = next[at * ROW + i] = (double)row * ROW + i;
}
static void check(int s) {
    if (s < 0) fprintf(stderr, "%s\n", fpm_status_str(s)), MPI_Abort(MPI_COMM_WORLD, 1);
}
int main(int argc, char **argv) {
    int64_t d[MOST + 1], was[MOST + 1], is[MOST + 1], i;
    int out[MOST], out_at[MOST], in[MOST], in_at[MOST], p, me, up, down, k, j, w, wrong = 0, sum;
    double start, seconds, whole, even = 0, later = 0, all[MOST];
    fpm_proc procs[MOST] = FPM_ZERO;
    fpm_balance_options opts = FPM_ZERO; /* noisy times? opts.min_gain = 0.05 */
    fpm_info info = FPM_ZERO;
    fpm_balance b = FPM_ZERO; /* of rank 0 */
    opts.contiguous = 1, opts.iterations = WINDOWS;
    for (j = 0; j < MOST; j++) procs[j].required = 1; /* else a share may be 0: no row for a halo */
    MPI_Init(&argc, &argv), MPI_Comm_size(MPI_COMM_WORLD, &p), MPI_Comm_rank(MPI_COMM_WORLD, &me);
    up = me > 0 ? me - 1 : MPI_PROC_NULL, down = me < p - 1 ? me + 1 : MPI_PROC_NULL;
    check(p > MOST ? FPM_E_CAPACITY : FPM_OK);
    if (me == 0) check(fpm_balance_init(&b, ROWS, p, procs, -1, -1, &opts, d, NULL));
    MPI_Bcast(d, p, MPI_INT64_T, 0, MPI_COMM_WORLD);
    fpm_export_chunks(p, d, is), whole = -MPI_Wtime(); /* rank r has rows is[r] .. is[r + 1] - 1 */
    for (i = 0; i < d[me] * ROW; i++) now[ROW + i] = (double)(is[me] * ROW + i);
    whole += MPI_Wtime(); /* the first guess of what a move takes: as long as the setup */
    if (me == 0) check(fpm_balance_cost(&b, 0, whole));
    for (w = 0; w < WINDOWS; w++) { /* longer than slices of the scheduler, if cores are shared */
        if (me == 0) border(0, -1);
        if (me == p - 1) border(d[me] + 1, ROWS);
        for (k = 0, seconds = 0, whole = -MPI_Wtime(); k < WINDOW; k++) {
            double *first = now + ROW, *last = now + d[me] * ROW, *end = last + ROW;
            MPI_Sendrecv(first, ROW, MPI_DOUBLE, up, 0, end, ROW, MPI_DOUBLE, down, 0,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Sendrecv(last, ROW, MPI_DOUBLE, down, 0, now, ROW, MPI_DOUBLE, up, 0,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            seconds -= MPI_Wtime();
            for (j = 0; j <= me; j++) /* the work: the mean of the rows above and below */
                for (i = ROW; i < d[me] * ROW + ROW; i++)
                    next[i] = (now[i - ROW] + now[i + ROW]) / 2;
            seconds += MPI_Wtime(); /* elapsed, of the work alone, without waiting for others */
            swap = now, now = next, next = swap;
        }
        MPI_Gather(&seconds, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        whole += MPI_Wtime(), *(w == 0 ? &even : &later) += whole / WINDOW;
        memcpy(was, d, sizeof was);
        if (me == 0) check(fpm_balance_wall(&b, whole)), check(fpm_balance_step(&b, all, d, &info));
        d[p] = b.verdict; /* travels with the shares */
        MPI_Bcast(d, p + 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
        if (d[p] != FPM_MOVE) continue;
        start = MPI_Wtime(); /* more arrays: one fpm_export_moves each, by its elements per row */
        check(fpm_export_moves(p, was, d, ROW, me, out, out_at, in, in_at));
        MPI_Alltoallv(now + ROW, out, out_at, MPI_DOUBLE, next + ROW, in, in_at, MPI_DOUBLE,
                      MPI_COMM_WORLD);
        swap = now, now = next, next = swap;
        if (me == 0) fpm_balance_moved(&b, MPI_Wtime() - start); /* moves must pay for that */
    }
    for (fpm_export_chunks(p, d, is), i = 0; i < d[me] * ROW; i++) /* this field stays as it is */
        wrong += now[ROW + i] != (double)(is[me] * ROW + i);
    MPI_Reduce(&wrong, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    for (j = 0; me == 0 && j < p; j++) printf("rank %d: %d of %d rows\n", j, (int)d[j], ROWS);
    if (me == 0) printf("an iteration: %.3g s even, %.3g s later\n", even, later / (WINDOWS - 1));
    if (me == 0) printf("%d numbers are wrong\n", sum);
    return fpm_balance_free(&b), MPI_Finalize() || (me == 0 && sum > 0);
}
