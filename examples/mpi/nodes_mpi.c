/* nodes_mpi.c - two levels that balance themselves while they run: ranks are nodes, and the threads
   of a rank its devices.  Nothing is measured beforehand.

      make mpi && mpirun --oversubscribe -n 2 build/examples/nodes_mpi

   (root: --allow-run-as-root).  Inside a node fpm_balance_step finds the shares of its devices from
   their times (the literature calls this IDPA).  Between nodes (INPA) each node composes what its
   devices have shown so far to one model, rank 0 partitions the rows over these models, and rows
   travel where that pays.  fpm_balance_resize then gives a node's devices their new sum.

   A balancer of nodes above one in each node would not do: a node's time depends on how its devices
   share the work, which the balancer below keeps changing.  bench/bench_nodes.c compares both.

   Device k of rank r works (r + 1) (2 k + 1) times on a row to be slow: take that out. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#define FPMK_STATIC
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h"
#include <mpi.h>
#include <stdio.h>

enum {
    ROWS = 2000,
    ROW = 500, /* numbers */
    WINDOWS = 20,
    DEVICES = 2,
    SIZES = 100, /* of the composed models */
    MOST = 64    /* ranks */
};
static const double least_gain = 0.05; /* rows move where the window is to be so much shorter */

static double data[2][ROWS * ROW], *now = data[0], *next = data[1];

typedef struct part { /* the rows of a device */
    int64_t from, rows, times;
} part;

static void check(int status) {
    if (status >= 0) return;
    fprintf(stderr, "nodes_mpi: %s\n", fpm_status_str(status));
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The work: each number grows by 1. */
static int work(void *context) {
    const part *w = (const part *)context;
    int64_t k, i;
    for (k = 0; k < w->times; k++)
        for (i = w->from * ROW; i < (w->from + w->rows) * ROW; i++)
            now[i] += k == 0 ? 1 : 1e-300 * now[i]; /* adds nothing, slowly */
    return 0;
}

/* All devices of a node at the same time; seconds: elapsed, of each one's own work. */
static void run(const int64_t *own, int me, double *seconds) {
    fpmk_task task[DEVICES] = FPM_ZERO;
    part w[DEVICES] = FPM_ZERO;
    int k;
    for (k = 0; k < DEVICES; k++) {
        if (k) w[k].from = w[k - 1].from + w[k - 1].rows;
        w[k].rows = own[k];
        w[k].times = (me + 1) * (2 * k + 1);
        task[k].run = work;
        task[k].context = &w[k];
        task[k].core = -1; /* any; your devices have cores of their own */
    }
    check(fpmk_run_group(DEVICES, task));
    for (k = 0; k < DEVICES; k++) {
        seconds[k] = task[k].finished - task[k].started;
        if (seconds[k] < 1e-9) seconds[k] = 1e-9;
    }
}

static int64_t size_of(int k) { return (int64_t)(k + 1) * ROWS / SIZES; }

/* INPA, on each node: its seconds for SIZES sizes up to all rows; 0: not known. */
static void node_times(const fpm_balance *inner, double *seconds) {
    fpm_proc procs[DEVICES] = FPM_ZERO;
    fpm_points points = FPM_ZERO;
    int64_t size[SIZES], j;
    int k;
    for (k = 0; k < SIZES; k++) {
        size[k] = size_of(k);
        seconds[k] = 0;
    }
    for (k = 0; k < DEVICES; k++) {
        procs[k].model = fpm_balance_model(inner, k);
        if (procs[k].model == NULL) return;
    }
    check(fpm_compose(DEVICES, procs, SIZES, size, NULL, &points, NULL));
    for (j = k = 0; j < points.count; j++) {
        while (size[k] < points.size[j]) k++;
        seconds[k] = points.seconds[j];
    }
    fpm_points_free(&points);
}

/* The model of a node from these times; FPM_E_NO_POINTS: none is known. */
static int node_model(const double *seconds, fpm_model *model) {
    fpm_points points = FPM_ZERO;
    fpm_point at = FPM_ZERO;
    int k, status = FPM_E_NO_POINTS;
    for (k = 0; k < SIZES; k++) {
        at.size = size_of(k);
        at.seconds = seconds[k];
        if (at.seconds > 0) check(fpm_points_add(&points, &at));
    }
    if (points.count > 0) status = fpm_model_from_points(model, FPM_PIECEWISE, &points, NULL, NULL);
    fpm_points_free(&points);
    return status;
}

/* INPA, on rank 0: shares of the nodes by their models, if that gains enough; 0: they stay. */
static int between(int p, const double *seconds, int64_t *d) {
    static fpm_model model[MOST];
    fpm_proc procs[MOST] = FPM_ZERO;
    fpm_info old = FPM_ZERO, best = FPM_ZERO;
    int64_t to[MOST];
    int i, status = FPM_OK, count = 0;
    while (count < p && status >= 0) {
        status = node_model(seconds + count * SIZES, &model[count]);
        procs[count].model = &model[count];
        if (status >= 0) count++;
    }
    if (status >= 0) status = fpm_partition_check(ROWS, p, procs, NULL, d, &old);
    if (status >= 0) status = fpm_partition(ROWS, p, procs, NULL, to, &best);
    for (i = 0; i < count; i++) fpm_model_free(&model[i]);
    if (status < 0 || !(best.makespan < (1 - least_gain) * old.makespan)) return 0;
    memcpy(d, to, (size_t)p * sizeof *d);
    return 1;
}

/* Rows travel to their new nodes. */
static void migrate(int p, int me, const int64_t *was, const int64_t *is) {
    static int out[MOST], out_at[MOST], in[MOST], in_at[MOST];
    double *swapped = now;
    check(fpm_export_moves(p, was, is, ROW, me, out, out_at, in, in_at));
    MPI_Alltoallv(now, out, out_at, MPI_DOUBLE, next, in, in_at, MPI_DOUBLE, MPI_COMM_WORLD);
    now = next;
    next = swapped;
}

/* After each window: IDPA, then INPA.  1: rows have moved between nodes. */
static int balance(int p, int me, const double *seconds, fpm_balance *inner, int64_t *own,
                   int64_t *d) {
    static double all[MOST * SIZES];
    double mine[SIZES];
    int64_t was[MOST];
    check(fpm_balance_step(inner, seconds, own, NULL)); /* devices share memory: no row moves */
    node_times(inner, mine);
    MPI_Gather(mine, SIZES, MPI_DOUBLE, all, SIZES, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    memcpy(was, d, (size_t)p * sizeof *d);
    d[p] = me == 0 && between(p, all, d); /* travels with the shares */
    MPI_Bcast(d, p + 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
    if (!d[p]) return 0;
    migrate(p, me, was, d);
    check(fpm_balance_resize(inner, d[me], own, NULL));
    return 1;
}

/* Numbers that did not grow by 1 in each window, of all nodes. */
static int wrong_numbers(int64_t rows) {
    int wrong = 0, sum = 0;
    int64_t i;
    for (i = 0; i < rows * ROW; i++)
        if (now[i] < WINDOWS || now[i] > WINDOWS) wrong++;
    MPI_Reduce(&wrong, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    return sum;
}

int main(int argc, char **argv) {
    int64_t d[MOST + 1], own[DEVICES], devices[MOST * DEVICES];
    double seconds[DEVICES], even = 0, later = 0;
    int p, me, k, w, moves = 0, wrong;
    fpm_balance inner;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    check(p > MOST ? FPM_E_CAPACITY : FPM_OK);
    for (k = 0; k < p; k++) d[k] = ROWS / p + (k < ROWS % p); /* even shares */
    check(fpm_balance_init(&inner, d[me], DEVICES, NULL, 0, 0, NULL, own, NULL));
    for (w = 0; w < WINDOWS; w++) { /* in your code: many iterations, 0.1 s or more */
        double start;
        MPI_Barrier(MPI_COMM_WORLD);
        start = MPI_Wtime();
        run(own, me, seconds);
        MPI_Barrier(MPI_COMM_WORLD);
        if (w == 0) even = MPI_Wtime() - start;
        else later += MPI_Wtime() - start;
        moves += balance(p, me, seconds, &inner, own, d);
    }
    wrong = wrong_numbers(d[me]);
    MPI_Gather(own, DEVICES, MPI_INT64_T, devices, DEVICES, MPI_INT64_T, 0, MPI_COMM_WORLD);
    for (k = 0; k < p * DEVICES; k++) {
        if (me != 0) break;
        if (k % DEVICES == 0) printf("node %d: %d rows", k / DEVICES, (int)d[k / DEVICES]);
        printf(" %c %d%s", k % DEVICES ? '+' : '=', (int)devices[k], (k + 1) % DEVICES ? "" : "\n");
    }
    if (me == 0) {
        printf("%d moves between nodes; a window: %.3g s even, %.3g s later\n", moves, even,
               later / (WINDOWS - 1));
        printf("%d numbers are wrong\n", wrong);
    }
    fpm_balance_free(&inner);
    MPI_Finalize();
    return me == 0 && wrong > 0;
}
