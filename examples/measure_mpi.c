/* measure_mpi.c - the ranks of a communicator measured together, as they will work together: those
   on one node share its caches and memory, and a rank that is timed alone looks too fast.
      mpicc -O2 -I. examples/measure_mpi.c -o measure_mpi -lm -lpthread
      mpirun -n 4 ./measure_mpi gemm 100 1000 8 points       (sizes 100 to 1000, 8 of them)
   Every rank times the kernel at the same size, all start together, and nobody goes on until all
   are precise enough.  Rank 0 writes points/rank-R.pts, a points file a rank, for
      build/fpm-tool partition -n 1000000 points/rank-0.pts points/rank-1.pts ...
   Another kernel: any fpmk_kernel of your own in place of fpmk_kernel_find. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h"
#include <mpi.h>
#include <stdio.h>

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
   up and at most.  A second barrier takes at least that long where all have passed a first, so no
   clocks of different nodes are compared. */
static double timed(const fpmk_kernel *k, void *state, int64_t runs, double *skew) {
    double start;
    MPI_Barrier(MPI_COMM_WORLD);
    start = fpmk_now();
    MPI_Barrier(MPI_COMM_WORLD);
    skew[0] += fpmk_now() - start, skew[1] = fmax(skew[1], fpmk_now() - start);
    for (start = fpmk_now(); runs > 0; runs--)
        require(k->run(k->context, state) == 0, "the kernel failed");
    return fmax(fpmk_now() - start, 1e-9);
}

/* One size, on all ranks.  A repetition takes all about as long, the slowest's run or BLOCK at
   least, so that each is under the load of the others to its end. */
static fpm_stat measure(const fpmk_kernel *k, int64_t x, double *sample, double *skew) {
    fpm_stat stat = FPM_ZERO;
    void *state = NULL;
    double run, warm[2] = {0, 0};
    int64_t runs = 1;
    int i;
    stat.sample = sample, stat.capacity = REPS;
    require(!k->init || k->init(k->context, x, 1, NULL, &state) == 0, "no memory for this size");
    for (i = 0; i < 3; i++) { /* warm up, and count runs */
        run = timed(k, state, runs, warm) / (double)runs;
        runs = (int64_t)ceil(of_all(fmax(run, BLOCK), MPI_MAX) / run);
    }
    do require(fpm_stat_add(&stat, timed(k, state, runs, skew) / (double)runs) == FPM_OK, "a time");
    while (of_all(fpm_stat_done(&stat), MPI_MIN) < 1 && stat.count < REPS);
    require(!k->check || k->check(k->context, state, warm) == 0, "the kernel's result is wrong");
    if (k->fini) k->fini(k->context, state);
    return stat;
}

/* One line of every rank's file: rank 0 gathers. */
static void append(FILE **file, int me, int ranks, const fpm_stat *stat) {
    static double all[3 * MOST];
    double mine[3];
    int r;
    mine[0] = stat->value, mine[1] = stat->half_width, mine[2] = (double)stat->count;
    MPI_Gather(mine, 3, MPI_DOUBLE, all, 3, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (r = 0; me == 0 && r < ranks; r++)
        fprintf(file[r], "%.17g %.17g %.0f\n", all[3 * r], all[3 * r + 1], all[3 * r + 2]);
}

int main(int argc, char **argv) {
    static FILE *file[MOST];
    static double sample[REPS];
    int64_t x[SIZES];
    double skew[2] = {0, 0}, starts = 0;
    int me, ranks, count = argc == 6 ? atoi(argv[4]) : 0, j, r;
    const fpmk_kernel *k = argc == 6 ? fpmk_kernel_find(argv[1]) : NULL;
    char name[4096];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me), MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    require(k && count >= 1 && count <= SIZES && ranks <= MOST, "KERNEL LOW HIGH COUNT DIRECTORY");
    count = fpmk_sizes(atoll(argv[2]), atoll(argv[3]), count, x);
    require(count > 0, "sizes go from LOW to HIGH");
    for (r = 0; me == 0 && r < ranks; r++) {
        snprintf(name, sizeof name, "%s/rank-%d.pts", argv[5], r);
        require((file[r] = fopen(name, "w")) != NULL, name);
        fprintf(file[r], "# %s, rank %d of %d measured together; units, seconds\n", k->name, r,
                ranks);
    }
    for (j = 0; j < count; j++) {
        fpm_stat stat = measure(k, x[j], sample, skew);
        starts += (double)stat.count;
        for (r = 0; me == 0 && r < ranks; r++)
            fprintf(file[r], "%lld ", (long long)(k->units ? k->units(k->context, x[j]) : x[j]));
        append(file, me, ranks, &stat);
    }
    for (r = 0; me == 0 && r < ranks; r++) require(fclose(file[r]) == 0, "a file is not whole");
    skew[0] = of_all(skew[0] / starts, MPI_MAX), skew[1] = of_all(skew[1], MPI_MAX);
    if (me == 0)
        printf("%d sizes, %d ranks; starts apart by %.2g s in the mean, %.2g s at most\n", count,
               ranks, skew[0], skew[1]);
    MPI_Finalize();
    return 0;
}
