/* measure_mpi.c - the ranks of a communicator measured together, as they will work together: those
   on one node share its caches and memory, and a rank that is timed alone looks too fast.
      make mpi && mpirun -n 4 build/examples/measure_mpi gemm 100 1000 8 DIRECTORY
   Every rank times the kernel at 8 sizes from 100 to 1000, all start together, and nobody goes on
   until all are precise enough.  DIRECTORY/rank-R.pts are points files, one a rank, for
   fpm-tool partition.  Another kernel: any fpmk_kernel of your own for fpmk_kernel_find. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h"
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 1024, SIZES = 64, REPS = 100 };
static const double BLOCK = 5e-3; /* seconds of a repetition, far more than starts are apart */

static void require(int good, const char *what) {
    if (good) return;
    fprintf(stderr, "measure_mpi: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

static double of_all(double mine, MPI_Op op) {
    double all;
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, op, MPI_COMM_WORLD);
    return all;
}

/* Seconds of `runs` runs that all ranks begin together.  skew: how far starts may be apart, summed
   up and at most; a second barrier takes at least that, so clocks of nodes are not compared. */
static double timed(const fpmk_kernel *k, void *state, int64_t runs, double *skew) {
    double start;
    MPI_Barrier(MPI_COMM_WORLD);
    start = fpmk_now();
    MPI_Barrier(MPI_COMM_WORLD);
    skew[0] += fpmk_now() - start;
    skew[1] = fmax(skew[1], fpmk_now() - start);
    for (start = fpmk_now(); runs > 0; runs--)
        require(k->run(k->context, state) == 0, "the kernel failed");
    return fmax(fpmk_now() - start, 1e-9);
}

/* One size, on all ranks.  A repetition takes all about as long, the slowest's run or BLOCK at
   least, so that each is under the load of the others to its end. */
static fpmk_stat measure(const fpmk_kernel *k, int64_t x, double *sample, double *skew) {
    fpmk_stat stat = FPM_ZERO;
    void *state = NULL;
    double run, warm[2] = {0, 0};
    int64_t runs = 1;
    int i;
    stat.sample = sample;
    stat.capacity = REPS;
    require(!k->init || k->init(k->context, x, 1, NULL, &state) == 0, "no memory for this size");
    for (i = 0; i < 3; i++) { /* warm up, and count runs */
        run = timed(k, state, runs, warm) / (double)runs;
        runs = (int64_t)ceil(of_all(fmax(run, BLOCK), MPI_MAX) / run);
    }
    do
        require(fpmk_stat_add(&stat, timed(k, state, runs, skew) / (double)runs) == FPM_OK,
                "a time");
    while (of_all(fpmk_stat_done(&stat), MPI_MIN) < 1 && stat.count < REPS);
    require(!k->check || k->check(k->context, state, warm) == 0, "the kernel's result is wrong");
    if (k->fini) k->fini(k->context, state);
    return stat;
}

int main(int argc, char **argv) {
    static FILE *file[MOST];
    static double sample[REPS], all[3 * MOST];
    int64_t x[SIZES];
    double skew[2] = {0, 0}, mine[3], starts = 0;
    int me, ranks, count = argc == 6 ? atoi(argv[4]) : 0, j, r;
    const fpmk_kernel *k = argc == 6 ? fpmk_kernel_find(argv[1]) : NULL;
    char name[4096];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    require(k && count >= 1 && count <= SIZES && ranks <= MOST, "KERNEL LOW HIGH COUNT DIRECTORY");
    require((count = fpmk_sizes(atoll(argv[2]), atoll(argv[3]), count, x)) > 0, "LOW above HIGH");
    for (r = 0; me == 0 && r < ranks; r++) {
        snprintf(name, sizeof name, "%s/rank-%d.pts", argv[5], r);
        require((file[r] = fopen(name, "w")) != NULL, name);
        fprintf(file[r], "# %s, rank %d of %d together; units seconds half_width repetitions\n",
                k->name, r, ranks);
    }
    for (j = 0; j < count; j++) {
        fpmk_stat stat = measure(k, x[j], sample, skew);
        mine[0] = stat.value;
        mine[1] = stat.half_width;
        mine[2] = (double)stat.count;
        MPI_Gather(mine, 3, MPI_DOUBLE, all, 3, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        for (r = 0, starts += mine[2]; me == 0 && r < ranks; r++)
            fprintf(file[r], "%lld %.17g %.17g %.0f\n",
                    (long long)(k->units ? k->units(k->context, x[j]) : x[j]), all[3 * r],
                    all[3 * r + 1], all[3 * r + 2]);
    }
    skew[0] = of_all(skew[0] / starts, MPI_MAX);
    skew[1] = of_all(skew[1], MPI_MAX);
    snprintf(name, sizeof name, "starts apart by %.2g s in the mean, %.2g s at most", skew[0],
             skew[1]);
    for (r = 0; me == 0 && r < ranks; r++)
        require(fprintf(file[r], "# %s\n", name) > 0 && !fclose(file[r]), "a file is not whole");
    if (me == 0) printf("%d sizes, %d ranks; %s\n", count, ranks, name);
    MPI_Finalize();
    return 0;
}
