/* Tiles of kernels that this machine really has: two products (packed for the cache; three nested
   loops) are timed on a grid of tiles.  The answer of measured tiles (FPM_DISCRETE) and those of
   smooth models are judged by a second timing of the same grid.  Each timing visits the grid
   several times, in turn with the other one, and keeps the least time of a tile: what disturbs a
   visit is no property of the tile.

   bench_tiles [lines [depth]]: a grid of so many lines of 32 elements on each side (8), panels of
   so many columns (32).  Times are of the thread's processor where the system tells them, so that
   other programs on a shared machine do not count. */
#define FPM_IMPLEMENTATION
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h"

#include "bench.h"

enum { UNIT = 32, LINES = 32, TILES = LINES * LINES, KINDS = 2, PROCS = 6, WAYS = 4, VISITS = 4 };

static const char *const kernel_name[KINDS] = {"gemm", "gemm-plain"};
static const char *const way_name[WAYS] = {"measured tiles", "smooth, all", "smooth, thinned",
                                           "by area"};

static int lines, count;
static int64_t m[TILES], n[TILES];
static double seconds[2][KINDS][TILES], half_width[2][KINDS][TILES];

#if defined(__unix__) && defined(CLOCK_THREAD_CPUTIME_ID)
static double own_time(void *context) {
    struct timespec t;
    (void)context;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
#else
static double own_time(void *context) {
    (void)context;
    return fpmk_now();
}
#endif

/* Keep the least time of a tile, and an interval that holds those of all visits. */
static void keep(int timing, int kind, int k, const fpm_point *point) {
    double *t = &seconds[timing][kind][k], *half = &half_width[timing][kind][k];
    double high = fmax(*t + *half, point->seconds + point->half_width), low = point->seconds;
    if (*t > 0) low = fmin(low, *t);
    *t = low;
    *half = high - low;
}

/* Time the grid on each kind by itself; every other visit is of the other timing. */
static void time_grid(int visit, int64_t depth) {
    static fpm_point point[TILES];
    int kind, k;
    for (kind = 0; kind < KINDS; kind++) {
        fpmk_setup setup = FPM_ZERO;
        fpmk_options opts = FPM_ZERO;
        fpmk_kernel kernel = *fpmk_kernel_find(kernel_name[kind]);
        fpmk_member member = {NULL, 0, -1, 1};
        setup.depth = depth;
        kernel.context = &setup;
        member.kernel = &kernel;
        opts.clock = own_time;
        opts.min_seconds = 0.0005;
        opts.max_reps = 9;
        opts.seed = (uint64_t)visit + 1;
        if (fpmk_measure_tiles(1, &member, count, m, n, &opts, point) < 0) exit(1);
        for (k = 0; k < count; k++) keep(visit % 2, kind, k, &point[k]);
    }
}

/* What the first timing says of roughness, and how well it repeats. */
static void print_kinds(void) {
    static const char *const verdict[] = {"undecided", "smooth", "rough", "spots"};
    int kind, k;
    printf("kernel      noise  roughness  verdict    second timing differs by\n");
    for (kind = 0; kind < KINDS; kind++) {
        fpmk_roughness_report r;
        double sum = 0;
        if (fpmk_roughness(count, m, n, seconds[0][kind], half_width[0][kind], NULL, &r) < 0)
            exit(1);
        for (k = 0; k < count; k++) {
            double d = log(seconds[1][kind][k] / seconds[0][kind][k]);
            sum += d * d / count;
        }
        printf("%-10s %5.1f %%    %5.1f %%  %-9s  %5.1f %%\n", kernel_name[kind], 100 * r.noise,
               100 * r.roughness, verdict[r.verdict], 100 * sqrt(sum));
    }
}

/* Models by both sides of each kind, of every step-th line. */
static void models_of(int way, fpm_model2d *model) {
    int64_t tall[TILES], wide[TILES];
    double t[TILES];
    int kind, k, step = way == 2 ? 2 : 1;
    for (kind = 0; kind < KINDS; kind++) {
        int kept = 0, status;
        for (k = 0; k < count; k++) {
            if ((m[k] / UNIT) % step != 0 || (n[k] / UNIT) % step != 0) continue;
            tall[kept] = m[k];
            wide[kept] = n[k];
            t[kept++] = seconds[0][kind][k];
        }
        if (way == 0) status = fpm_model2d_discrete(&model[kind], kept, tall, wide, t, NULL, NULL);
        else status = fpm_model2d_init(&model[kind], kept, tall, wide, t, NULL, NULL);
        if (status < 0) exit(1);
    }
}

/* Tiles by models by area, of squares. */
static int by_area(int64_t side, int p, const int *kind_of, fpm_tile *tile) {
    fpm_model model[KINDS];
    fpm_proc proc[PROCS] = FPM_ZERO;
    fpm_matrix_options opts = FPM_ZERO;
    int64_t size[LINES];
    double t[LINES];
    int kind, i, status;
    opts.block = UNIT;
    for (kind = 0; kind < KINDS; kind++) {
        for (i = 0; i < lines; i++) {
            size[i] = m[i * lines + i] * n[i * lines + i];
            t[i] = seconds[0][kind][i * lines + i];
        }
        if (fpm_model_init(&model[kind], FPM_AKIMA, lines, size, t, NULL, NULL) < 0) exit(1);
    }
    for (i = 0; i < p; i++) proc[i].model = &model[kind_of[i]];
    status = fpm_matrix_partition(side, side, p, proc, &opts, tile, NULL, NULL);
    for (kind = 0; kind < KINDS; kind++) fpm_model_free(&model[kind]);
    return status;
}

static int tiles_of(int way, int64_t side, int p, const int *kind_of, fpm_tile *tile) {
    fpm_model2d model[KINDS];
    fpm_proc2d proc[PROCS] = FPM_ZERO;
    fpm_matrix_options opts = FPM_ZERO;
    int i, status;
    if (way == 3) return by_area(side, p, kind_of, tile);
    opts.block = UNIT;
    models_of(way, model);
    for (i = 0; i < p; i++) proc[i].model = &model[kind_of[i]];
    status = fpm_matrix_partition2d(side, side, p, proc, &opts, tile, NULL, NULL);
    for (i = 0; i < KINDS; i++) fpm_model2d_free(&model[i]);
    return status;
}

/* The makespan of tiles by a timing. */
static double makespan(int visit, int p, const int *kind_of, const fpm_tile *tile) {
    double worst = 0;
    int i;
    for (i = 0; i < p; i++) {
        int64_t h = (tile[i].r1 - tile[i].r0) / UNIT, w = (tile[i].c1 - tile[i].c0) / UNIT;
        if (h > 0) worst = fmax(worst, seconds[visit][kind_of[i]][(h - 1) * lines + w - 1]);
    }
    return worst;
}

static void platforms(int64_t side) {
    static const int first[] = {1, 2, 1, 0, 3}, second[] = {3, 4, 2, 6, 3};
    int c, i, way;
    printf(
        "\n# makespan by the second timing, of each way over that of measured tiles; foretold: by "
        "the first\n# timing over the second, of measured tiles\n");
    printf("gemm  plain  foretold");
    for (way = 0; way < WAYS; way++) printf("  %15s", way_name[way]);
    printf("\n");
    for (c = 0; c < 5; c++) {
        fpm_tile tile[PROCS];
        double base = 1;
        int kind_of[PROCS], p = first[c] + second[c];
        for (i = 0; i < p; i++) kind_of[i] = i >= first[c];
        printf("%4d  %5d", first[c], second[c]);
        for (way = 0; way < WAYS; way++) {
            double took;
            if (tiles_of(way, side, p, kind_of, tile) < 0) exit(1);
            took = makespan(1, p, kind_of, tile);
            if (way == 0) {
                base = took;
                printf("  %8.3f  %12.3f ms", makespan(0, p, kind_of, tile) / took, 1e3 * took);
            } else {
                printf("  %15.3f", took / base);
            }
        }
        printf("\n");
    }
}

int main(int argc, char **argv) {
    int64_t depth = argc > 2 ? strtol(argv[2], NULL, 10) : 32;
    int k;
    lines = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 8;
    if (lines < 4 || lines > LINES || depth < 1 || depth > 4096) return 2;
    count = lines * lines;
    bench_head("bench_tiles");
    for (k = 0; k < count; k++) {
        m[k] = UNIT * (k / lines + 1);
        n[k] = UNIT * (k % lines + 1);
    }
    printf("\n# products on tiles of %d x %d to %d x %d, panels of %d\n", UNIT, UNIT, UNIT * lines,
           UNIT * lines, (int)depth);
    for (k = 0; k < 2 * VISITS; k++) time_grid(k, depth);
    print_kinds();
    platforms(UNIT * lines);
    return 0;
}
