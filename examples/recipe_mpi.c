/* recipe_mpi.c - all that an MPI code needs to balance itself: times are gathered, rank 0 decides,
   the shares are broadcast, rows travel.

      mpicc -O2 -I. examples/recipe_mpi.c -o loop -lm && mpirun --oversubscribe -n 4 ./loop

   Open MPI wants --oversubscribe where ranks exceed cores.  Each rank has a slab of rows that lie
   together.  Rank r works r + 1 times on each row, to be slower: take that out. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <mpi.h>
#include <stdio.h>
enum { ROWS = 2000, ROW = 500, ITERATIONS = 20, MOST = 64 };
static double now[ROWS * ROW], next[ROWS * ROW]; /* the rows of this rank */

int main(int argc, char **argv) {
    int64_t d[MOST], was[MOST], is[MOST + 1], i;
    int out[MOST], out_at[MOST], in[MOST], in_at[MOST], p, me, k, j, wrong = 0, all_wrong;
    double seconds, all[MOST];
    fpm_balance_options opts = FPM_ZERO;
    fpm_balance b = FPM_ZERO; /* of rank 0 */
    opts.contiguous = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    if (p > MOST || (me == 0 && fpm_balance_init(&b, ROWS, p, NULL, &opts, d, NULL) < 0))
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Bcast(d, p, MPI_INT64_T, 0, MPI_COMM_WORLD);
    fpm_export_chunks(p, d, is); /* rank r has rows is[r] .. is[r + 1] - 1 */
    for (i = 0; i < d[me] * ROW; i++) now[i] = (double)(is[me] * ROW + i);
    for (k = 0; k < ITERATIONS; k++) {
        seconds = MPI_Wtime();
        for (j = 0; j <= me; j++) /* the work: each number grows by 1, in me + 1 steps */
            for (i = 0; i < d[me] * ROW; i++) now[i] += j < me ? 0 : 1;
        seconds = MPI_Wtime() - seconds; /* without waiting for others */
        MPI_Gather(&seconds, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        memcpy(was, d, sizeof was);
        if (me == 0 && fpm_balance_step(&b, all, d, NULL) < 0) MPI_Abort(MPI_COMM_WORLD, 1);
        MPI_Bcast(d, p, MPI_INT64_T, 0, MPI_COMM_WORLD);
        fpm_export_moves(p, was, d, ROW, me, out, out_at, in, in_at);
        MPI_Alltoallv(now, out, out_at, MPI_DOUBLE, next, in, in_at, MPI_DOUBLE, MPI_COMM_WORLD);
        memcpy(now, next, (size_t)d[me] * ROW * sizeof *now);
    }
    fpm_export_chunks(p, d, is);
    for (i = 0; i < d[me] * ROW; i++) wrong += now[i] != (double)(is[me] * ROW + i + ITERATIONS);
    MPI_Reduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    for (j = 0; me == 0 && j < p; j++) printf("rank %d: %d of %d rows\n", j, (int)d[j], ROWS);
    if (me == 0) printf("%d numbers are wrong\n", all_wrong);
    fpm_balance_free(&b);
    return MPI_Finalize() || (me == 0 && all_wrong > 0);
}
