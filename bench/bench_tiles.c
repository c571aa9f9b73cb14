/* Tiles of kernels that this machine really has: two products (packed for the cache; three nested
   loops, which walk down the columns of B and are slow where these collide in a cache) are timed on
   a grid of tiles.  The answer of measured tiles (FPM_DISCRETE) and those of smooth models are
   judged by a second timing of the same grid.  Each timing visits every tile in a random order, in
   turn with the other one, and takes the median.

   bench_tiles [lines [depth]]: a grid of so many lines of 32 elements on each side (12), panels of
   so many columns (64).  Times are of the thread's processor where the system tells them, so that
   other programs on a shared machine do not count.  Its clock, which may change to half from one
   second to the next, is taken out: each run stands between two of one small product, and its time
   is multiplied by what that product takes usually over what it takes now.

   bench_tiles drawn [lines]: the same on times that are drawn: rough by so much, padded to blocks,
   slow at some widths. */
#define FPM_IMPLEMENTATION
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h"

#include "bench.h"

enum { UNIT = 32, LINES = 32, TILES = LINES * LINES, KINDS = 2, PROCS = 6, WAYS = 4, VISITS = 9 };

static const char *const kernel_name[KINDS] = {"gemm", "gemm-plain"};
static const char *const way_name[WAYS] = {"measured tiles", "smooth, all", "smooth, thinned",
                                           "by area"};
enum { PLATFORMS = 5 };
static const int first_kind[PLATFORMS] = {1, 2, 1, 0, 3};
static const int second_kind[PLATFORMS] = {3, 4, 2, 6, 3};

static int lines, count;
static int64_t m[TILES], n[TILES];
static double seconds[2][KINDS][TILES], half_width[2][KINDS][TILES];
static double sample[2][KINDS][TILES][VISITS];

#if defined(__unix__) && defined(CLOCK_THREAD_CPUTIME_ID)
static double own_time(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
#else
static double own_time(void) { return fpmk_now(); }
#endif

/* One run of a kernel on a tile of h x w. */
static double run_tile(int kind, int64_t h, int64_t w, int64_t depth, double *data) {
    double *a = data, *b = a + h * depth, *c = b + w * depth, start = own_time();
    int status = kind == 0 ? fpmk_gemm(h, w, depth, a, depth, b, w, c, w)
                           : fpmk_gemm_plain(h, w, depth, a, depth, b, w, c, w);
    if (status < 0) exit(1);
    return own_time() - start;
}

/* What the small product takes now. */
static double clock_now(double *data) { return run_tile(0, 64, 64, 32, data); }

/* Each tile on each kind, once for each timing; usual: what clock_now says usually. */
static void visit_grid(int visit, int64_t depth, double *data, double usual) {
    int order[TILES] = {0}, at, kind, timing;
    for (at = 1; at < count; at++) {
        int other = (int)(bench_random() * (at + 1));
        order[at] = order[other];
        order[other] = at;
    }
    for (at = 0; at < count; at++) {
        int k = order[at];
        for (kind = 0; kind < KINDS; kind++) {
            run_tile(kind, m[k], n[k], depth, data); /* brings the tile into the caches */
            for (timing = 0; timing < 2; timing++) {
                double before = clock_now(data);
                double took = run_tile(kind, m[k], n[k], depth, data);
                double now = sqrt(before * clock_now(data));
                sample[timing][kind][k][visit] = took * usual / now;
            }
        }
    }
}

static double usual_clock(double *data) {
    double t[1001];
    int i;
    for (i = 0; i < 1001; i++) t[i] = clock_now(data);
    return bench_median(t, 1001);
}

/* The median of all visits to a tile, and an interval that holds it. */
static void summarize(int timing, int kind, int k) {
    double room[VISITS];
    fpmk_stat stat = FPM_ZERO;
    int visit;
    stat.sample = room;
    stat.capacity = VISITS;
    for (visit = 0; visit < VISITS; visit++)
        if (fpmk_stat_add(&stat, sample[timing][kind][k][visit]) < 0) exit(1);
    seconds[timing][kind][k] = stat.value;
    half_width[timing][kind][k] = stat.half_width;
}

static void time_grid(int64_t depth) {
    int64_t side = (int64_t)UNIT * lines, size = 2 * side * depth + side * side + 8192, i;
    double *data = (double *)malloc((size_t)size * sizeof *data), usual;
    int visit, timing, kind, k;
    if (!data) exit(1);
    for (i = 0; i < size; i++) data[i] = (double)(i % 7);
    usual = usual_clock(data);
    for (visit = 0; visit < VISITS; visit++) visit_grid(visit, depth, data, usual);
    for (timing = 0; timing < 2; timing++)
        for (kind = 0; kind < KINDS; kind++)
            for (k = 0; k < count; k++) summarize(timing, kind, k);
    free(data);
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
    int c, i, way;
    printf(
        "\n# makespan by the second timing, of each way over that of measured tiles; foretold: by "
        "the first\n# timing over the second, of measured tiles\n");
    printf("gemm  plain  foretold");
    for (way = 0; way < WAYS; way++) printf("  %15s", way_name[way]);
    printf("\n");
    for (c = 0; c < PLATFORMS; c++) {
        fpm_tile tile[PROCS];
        double base = 1;
        int kind_of[PROCS], p = first_kind[c] + second_kind[c];
        for (i = 0; i < p; i++) kind_of[i] = i >= first_kind[c];
        printf("%4d  %5d", first_kind[c], second_kind[c]);
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

/* ---- drawn times ---- */

/* What times are drawn like.  RANDOM: each tile takes up to so much longer than its area says, in
   the same way each time.  PADDED: both sides are padded to multiples of so many elements.  POWER:
   both sides are padded to a power of two.  STRIDE: widths that are multiples of 256 take so many
   times as long. */
enum { RANDOM, PADDED, POWER, STRIDE };
typedef struct shape {
    const char *name;
    int way;
    double much;
} shape;

static const shape shapes[] = {{"smooth", RANDOM, 0},           {"rough by 20 %", RANDOM, 0.2},
                               {"rough by 100 %", RANDOM, 1},   {"rough by 400 %", RANDOM, 4},
                               {"padded to 64", PADDED, 64},    {"padded to 96", PADDED, 96},
                               {"padded to 128", PADDED, 128},  {"power of two", POWER, 0},
                               {"width 256: 1.5", STRIDE, 1.5}, {"width 256: 3", STRIDE, 3}};
enum { SHAPES = sizeof shapes / sizeof *shapes, DRAWS = 8 };

static double padded_side(const shape *s, double side) {
    if (s->way == PADDED) return s->much * ceil(side / s->much);
    if (s->way == POWER) return exp2(ceil(log2(side) - 1e-9));
    return side;
}

/* Seconds of a tile on the faster kind. */
static double drawn_time(const shape *s, double h, double w) {
    double t = 1e-9 * padded_side(s, h) * padded_side(s, w);
    if (s->way == RANDOM) t *= 1 + s->much * bench_random();
    if (s->way == STRIDE && fmod(w, 256) < 1) t *= s->much;
    return t;
}

/* Two timings of times that are drawn, each with errors of so much. */
static void draw_grid(const shape *s, double error) {
    int kind, timing, k;
    for (kind = 0; kind < KINDS; kind++) {
        double slower = kind == 0 ? 1 : bench_between(1.5, 5);
        for (k = 0; k < count; k++) {
            double t = slower * drawn_time(s, (double)m[k], (double)n[k]);
            for (timing = 0; timing < 2; timing++)
                seconds[timing][kind][k] = t * exp(error * (2 * bench_random() - 1));
        }
    }
}

/* All platforms on a grid: the makespans by the second timing are added to sum, and to worst. */
static void drawn_platforms(int64_t side, double *sum, double *worst) {
    int c, i, way;
    for (c = 0; c < PLATFORMS; c++) {
        fpm_tile tile[PROCS];
        double base = 1;
        int kind_of[PROCS], p = first_kind[c] + second_kind[c];
        for (i = 0; i < p; i++) kind_of[i] = i >= first_kind[c];
        for (way = 0; way < WAYS; way++) {
            double took;
            if (tiles_of(way, side, p, kind_of, tile) < 0) exit(1);
            took = makespan(1, p, kind_of, tile);
            if (way == 0) base = took;
            sum[way] += took / base;
            worst[way] = fmax(worst[way], took / base);
        }
    }
}

static void drawn(int64_t side) {
    static const double errors[] = {0, 0.05};
    int e, s, d, way;
    printf("\n# drawn times, %d draws by %d platforms: makespan by the second timing over that of\n"
           "# measured tiles, mean and worst; error: how far two timings differ\n",
           (int)DRAWS, (int)PLATFORMS);
    printf("%-15s  error", "times");
    for (way = 1; way < WAYS; way++) printf("  %15s", way_name[way]);
    printf("\n");
    for (s = 0; s < SHAPES; s++)
        for (e = 0; e < 2; e++) {
            double sum[WAYS] = {0}, worst[WAYS] = {0};
            for (d = 0; d < DRAWS; d++) {
                draw_grid(&shapes[s], errors[e]);
                drawn_platforms(side, sum, worst);
            }
            printf("%-15s  %3.0f %%", shapes[s].name, 100 * errors[e]);
            for (way = 1; way < WAYS; way++)
                printf("  %7.3f %7.3f", sum[way] / (DRAWS * PLATFORMS), worst[way]);
            printf("\n");
            fflush(stdout);
        }
}

int main(int argc, char **argv) {
    int drawing = argc > 1 && strcmp(argv[1], "drawn") == 0, k;
    int64_t depth = argc > 2 && !drawing ? strtol(argv[2], NULL, 10) : 64;
    lines = argc > 1 + drawing ? (int)strtol(argv[1 + drawing], NULL, 10) : 12;
    if (lines < 4 || lines > LINES || depth < 1 || depth > 4096) return 2;
    count = lines * lines;
    bench_head("bench_tiles");
    for (k = 0; k < count; k++) {
        m[k] = UNIT * (k / lines + 1);
        n[k] = UNIT * (k % lines + 1);
    }
    if (drawing) {
        drawn(UNIT * lines);
        return 0;
    }
    printf("\n# products on tiles of %d x %d to %d x %d, panels of %d\n", UNIT, UNIT, UNIT * lines,
           UNIT * lines, (int)depth);
    time_grid(depth);
    print_kinds();
    platforms(UNIT * lines);
    return 0;
}
