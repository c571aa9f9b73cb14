/* bench_kernels - how well fpm_kernels.h measures, and how fast its matrix product is.
   peers: openblas

   Ratios within one run: fpmk_gemm against three plain loops and, where it is, one thread of
   OpenBLAS; a measured short kernel against a long calibrated loop of the same; the time that the
   measuring takes besides the runs themselves; two builds of one model against each other's
   intervals; sizes chosen for a partition.  bench_kernels [repeats] */
#define FPM_IMPLEMENTATION
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h"

#include "bench.h"

#ifdef HAVE_OPENBLAS
#include <cblas.h>
#endif

enum { SIDE = 1000, MOST = 31, PIECES = 21 };

static double *a, *b, *c;

static double once(int which) {
    double start = fpmk_now();
    if (which == 0) fpmk_gemm_plain(SIDE, SIDE, SIDE, a, SIDE, b, SIDE, c, SIDE);
    if (which == 1) fpmk_gemm(SIDE, SIDE, SIDE, a, SIDE, b, SIDE, c, SIDE);
#ifdef HAVE_OPENBLAS
    if (which == 2)
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, SIDE, SIDE, SIDE, 1, a, SIDE, b,
                    SIDE, 1, c, SIDE);
#endif
    return fpmk_now() - start;
}

/* Interleaved; the quickest run of each counts, since others use this machine too. */
static void products(int repeats) {
    double best[3] = {1e9, 1e9, 1e9};
    int i, which;
    for (i = 0; i < SIDE * SIDE; i++)
        a[i] = bench_between(-1, 1), b[i] = bench_between(-1, 1), c[i] = 0;
#ifdef HAVE_OPENBLAS
    openblas_set_num_threads(1);
#endif
    for (i = 0; i < repeats; i++)
        for (which = i < 3 ? 0 : 1; which < 3; which++)
            best[which] = fmin(best[which], once(which));
    printf("matrix product %d x %d, one thread\n", SIDE, SIDE);
    printf("  plain loops   %8.2f Gflop/s\n", 2e-9 * SIDE * SIDE * SIDE / best[0]);
    printf("  fpmk_gemm     %8.2f Gflop/s   %.1f x plain (wanted: 10)\n",
           2e-9 * SIDE * SIDE * SIDE / best[1], best[0] / best[1]);
#ifdef HAVE_OPENBLAS
    printf("  OpenBLAS      %8.2f Gflop/s   fpmk_gemm has %.2f of it (wanted: 0.5)\n",
           2e-9 * SIDE * SIDE * SIDE / best[2], best[2] / best[1]);
#endif
}

/* ---- a short kernel ---- */

static volatile double seed = 1.000001;

static int short_kernel(void *context) { /* a chain of multiplications: nothing overlaps */
    double x = seed;
    int i, steps = *(int *)context;
    for (i = 0; i < steps; i++) x *= 0.999999;
    seed = x > 0.5 ? x : 1.000001;
    return 0;
}

/* The same calls in a long loop: seconds of one, the median of pieces of it, since others use this
   machine too. */
static double long_loop(int (*volatile run)(void *), int *steps, int64_t runs) {
    double piece[PIECES];
    int64_t i;
    int k;
    for (k = 0; k < PIECES; k++) {
        double start = fpmk_now();
        for (i = 0; i < runs; i++) run(steps);
        piece[k] = (fpmk_now() - start) / (double)runs;
    }
    return bench_median(piece, PIECES);
}

static void short_times(int repeats) {
    static const double aim[3] = {100e-9, 1e-6, 1e-3};
    int i, k, steps;
    printf("\nshort kernels: measured over a long loop of the same calls (medians of %d pairs)\n",
           repeats);
    for (k = 0; k < 3; k++) {
        double ratio[MOST], looped = 0;
        steps = 1000;
        steps = (int)(aim[k] / long_loop(short_kernel, &steps, 1000) * 1000);
        for (i = 0; i < repeats; i++) {
            fpm_point point = FPM_ZERO;
            double first = long_loop(short_kernel, &steps, (int64_t)(1.5e-3 / aim[k]));
            fpmk_measure_call(short_kernel, &steps, 1, NULL, &point, NULL);
            looped = long_loop(short_kernel, &steps, (int64_t)(1.5e-3 / aim[k]));
            looped = 0.5 * (first + looped);
            ratio[i] = point.seconds / looped;
        }
        printf("  %8.1f ns: %.4f%s\n", 1e9 * looped, bench_median(ratio, repeats),
               k == 0 ? " (wanted: within 0.05 of 1)" : "");
    }
}

/* ---- what measuring costs ---- */

static double spent_in_runs;

static int timed_run(void *context) {
    double start = fpmk_now();
    short_kernel(context);
    spent_in_runs += fpmk_now() - start;
    return 0;
}

static void overhead(int repeats) {
    double part[MOST];
    int i, steps = 1000;
    steps = (int)(1.1e-3 / long_loop(short_kernel, &steps, 1000) * 1000);
    for (i = 0; i < repeats; i++) {
        fpmk_options opts = FPM_ZERO;
        fpm_point point = FPM_ZERO;
        double start;
        opts.max_reps = 100, opts.precision = 1e-12;
        opts.tick = 3e-8; /* as it is known; to find it takes some microseconds */
        spent_in_runs = 0;
        start = fpmk_now();
        fpmk_measure_call(timed_run, &steps, 1, &opts, &point, NULL);
        part[i] = (fpmk_now() - start) / spent_in_runs - 1;
    }
    printf("\nmeasuring a kernel of 1.1 ms 100 times: %.3f %% besides the runs (wanted: 1 %%)\n",
           100 * bench_median(part, repeats));
}

/* ---- two builds of one model ---- */

static void builds(void) {
    const fpmk_kernel *kernel = fpmk_kernel_find("gemm");
    fpm_points list[2];
    int64_t x[8];
    int i, j, visit, order[8], agree = 0, sizes = fpmk_sizes(60, 400, 8, x);
    memset(list, 0, sizeof list);
    for (j = 0; j < 2; j++) {
        for (visit = 0; visit < 3; visit++) {
            for (i = 0; i < sizes; i++) order[i] = (i * 5 + visit) % sizes;
            for (i = 0; i < sizes; i++) {
                fpmk_options opts = FPM_ZERO;
                fpm_point point;
                opts.max_seconds = 0.2;
                if (fpmk_measure(kernel, x[order[i]], &opts, &point, NULL) >= 0)
                    fpmk_points_pool(&list[j], &point);
            }
        }
    }
    for (i = 0; i < sizes && list[0].count == sizes && list[1].count == sizes; i++)
        agree += fabs(list[0].seconds[i] - list[1].seconds[i]) <=
                 list[0].half_width[i] + list[1].half_width[i];
    printf("\ntwo builds of a model, three visits of each size: %d of %d points agree within their "
           "intervals (wanted: 90 %%)\n",
           agree, sizes);
    for (j = 0; j < 2; j++) fpm_points_free(&list[j]);
}

/* ---- sizes that matter: bench_shape with noise ---- */

enum { P = 8, GRIDS = 200 };

typedef struct farm {
    bench_shape shape[P];
    int64_t measured;
} farm;

static double noisy(const farm *f, int i, int64_t x) {
    double sum = 0, t = (double)x / bench_shape_speed(&f->shape[i], (double)x, RANGE);
    int k;
    for (k = 0; k < 12; k++) sum += bench_random() - 0.5;
    return t * (1 + 0.003 * sum);
}

static int measure_farm(void *context, int count, const int64_t *x, fpm_point *points,
                        fpmk_report *reports) {
    farm *f = (farm *)context;
    int i;
    (void)reports;
    for (i = 0; i < count; i++) {
        if (x[i] == 0) continue;
        points[i].size = x[i], points[i].reps = 1;
        points[i].seconds = noisy(f, i, x[i]);
        points[i].half_width = 0.006 * points[i].seconds;
        f->measured++;
    }
    return FPM_OK;
}

/* True makespan of the partition under the points; without points the optimum, by bisection. */
static double makespan(const farm *f, const fpm_points *points, int64_t n) {
    fpm_model model[P];
    fpm_proc procs[P] = FPM_ZERO;
    int64_t d[P];
    double latest = 0, low = 1e-9, high = 1e9;
    int i, k, step;
    for (step = 0; !points && step < 120; step++) {
        double t = sqrt(low * high), sum = 0;
        for (i = 0; i < P; i++) {
            double from = 0, to = (double)n;
            for (k = 0; k < 50; k++) {
                double x = 0.5 * (from + to);
                if (x / bench_shape_speed(&f->shape[i], x, RANGE) <= t) from = x;
                else to = x;
            }
            sum += floor(from + 1e-6);
        }
        if (sum < (double)n) low = t;
        else high = t;
    }
    if (!points) return high;
    for (i = 0; i < P; i++) {
        fpm_model_init(&model[i], FPM_PIECEWISE, points[i].count, points[i].size, points[i].seconds,
                       &bench_borrowed, NULL);
        procs[i].model = &model[i];
    }
    if (fpm_partition(n, P, procs, NULL, d, NULL) < 0) return 1e9;
    for (i = 0; i < P; i++)
        if (d[i] > 0)
            latest =
                fmax(latest, (double)d[i] / bench_shape_speed(&f->shape[i], (double)d[i], RANGE));
    return latest;
}

static void chosen_sizes(int cases) {
    double mine = 0, uniform = 0, loss = 0;
    int never = 0, within = 0, round, i, j, k;
    for (round = 0; round < cases; round++) {
        int64_t n = (int64_t)(P * RANGE * bench_between(0.2, 0.6)), low[P], high[P];
        fpm_points points[P], grid[P];
        fpmk_build how = FPM_ZERO;
        farm f;
        double best;
        memset(points, 0, sizeof points);
        f.measured = 0;
        for (i = 0; i < P; i++) {
            f.shape[i] = bench_shape_random(round % 2 ? BENCH_MEM : BENCH_SMOOTH, RANGE);
            low[i] = 1, high[i] = n;
        }
        how.low = low, how.high = high, how.n_low = n;
        how.measure = measure_farm, how.context = &f;
        if (fpmk_build_model(P, NULL, &how, NULL, points, NULL) < 0) exit(1);
        best = makespan(&f, NULL, n);
        mine += (double)f.measured / P;
        loss += makespan(&f, points, n) / best - 1;
        within += makespan(&f, points, n) <= 1.02 * best;
        for (k = 3; k < GRIDS; k += 1 + k / 10) { /* up to three times the even share */
            double reached;
            memset(grid, 0, sizeof grid);
            for (i = 0; i < P; i++) {
                for (j = 1; j <= k; j++) {
                    fpm_point point = {0, 0, 0, 1};
                    point.size = 3 * n / P * j / k;
                    point.seconds = noisy(&f, i, point.size);
                    fpm_points_add(&grid[i], &point);
                }
            }
            reached = makespan(&f, grid, n);
            for (i = 0; i < P; i++) fpm_points_free(&grid[i]);
            if (reached <= 1.02 * best) break;
        }
        never += k >= GRIDS;
        uniform += k < GRIDS ? k : GRIDS;
        for (i = 0; i < P; i++) fpm_points_free(&points[i]);
    }
    printf(
        "\nsizes chosen for one n, %d processors, %d platforms, 0.3 %% of noise: %.1f points each, "
        "%d of %d within 2 %% of the optimum (mean %.2f %%)\n"
        "the smallest uniform grid within 2 %%: %.1f points each, %d times none below %d: ratio "
        "%.3f (wanted: 0.333)\n",
        P, cases, mine / cases, within, cases, 100 * loss / cases, uniform / cases, never, GRIDS,
        mine / uniform);
}

int main(int argc, char **argv) {
    int repeats = argc > 1 ? atoi(argv[1]) : 9;
    repeats = repeats < 1 ? 1 : repeats > MOST ? (int)MOST : repeats;
    bench_head("fpm_kernels.h");
    a = (double *)need(SIDE * SIDE, sizeof *a);
    b = (double *)need(SIDE * SIDE, sizeof *b);
    c = (double *)need(SIDE * SIDE, sizeof *c);
    products(repeats);
    short_times(repeats);
    overhead(repeats);
    builds();
    chosen_sizes(60);
    free(a), free(b), free(c);
    return 0;
}
