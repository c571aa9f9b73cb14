/* demo.c - the cores of this machine as unequal processors, and what a good partition gains.

   The work: C += A B, where C has n rows of 4096 numbers and is computed in blocks of 64 columns,
   each updated by panels of A, 8 columns at a time.  Core 0 calls the optimised fpmk_gemm; each
   other core (up to three) has the same done by three plain loops, which sweep their part of a
   block once for every column of A: fast until that part falls out of the cache.  A unit of work
   is a row.

   demo [SVG]   measures, partitions, runs the real work, checks the result, draws the picture. */
#define FPM_IMPLEMENTATION
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h"

#include <stdio.h>

enum {
    WIDTH = 4096,
    BLOCK = 64,
    DEPTH = 256,
    PANEL = 8,
    MOST = 4,    /* processors */
    ROWS = 1200, /* most of an even share */
    SIZES = 8,   /* at which each is measured, and the even share */
    RUNS = 5,    /* of the real work under each partition */
    WAYS = 3
};
static const char *const way_name[WAYS] = {"even", "constant", "fpm"};
static const int way_algorithm[WAYS] = {FPM_EVEN, FPM_PROPORTIONAL, FPM_AUTO};

/* ---- the work ---- */

static double *a_panels, *b_panels; /* A as panels of 8 columns, B as panels of 8 rows of a block */
static double b_sums[DEPTH];        /* B r, with r[j] = 1 + j % 7, for checking */
static int64_t a_rows;

typedef struct slab { /* some rows of C, and who computes them */
    int plain;
    int64_t begin, rows, runs;
    double *c;
} slab;

/* C += a b for a column a and a row b. */
static void plain_update(int64_t rows, const double *a, const double *b, double *c) {
    int64_t i;
    int j;
    for (i = 0; i < rows; i++, a += PANEL, c += WIDTH) {
        double x = *a;
        for (j = 0; j < BLOCK; j++) c[j] += x * b[j];
    }
}

static int multiply(void *context) {
    slab *s = (slab *)context;
    int block, panel, p, status = FPM_OK;
    for (block = 0; block < WIDTH / BLOCK; block++) {
        for (panel = 0; panel < DEPTH / PANEL && status == FPM_OK; panel++) {
            const double *a = a_panels + (panel * a_rows + s->begin) * PANEL;
            const double *b = b_panels + (block * (DEPTH / PANEL) + panel) * PANEL * BLOCK;
            double *c = s->c + block * BLOCK;
            for (p = 0; p < PANEL && s->plain; p++) plain_update(s->rows, a + p, b + p * BLOCK, c);
            if (!s->plain) status = fpmk_gemm(s->rows, BLOCK, PANEL, a, PANEL, b, BLOCK, c, WIDTH);
        }
    }
    s->runs++;
    return status;
}

/* Is C r = runs * A (B r)?  All numbers are multiples of 1/8 small enough to be exact. */
static int wrong(const slab *s, double *checksum) {
    int64_t i;
    int j, bad = 0;
    for (*checksum = 0, i = 0; i < s->rows; i++) {
        double got = 0, want = 0;
        for (j = 0; j < WIDTH; j++) got += s->c[i * WIDTH + j] * (1 + j % 7);
        for (j = 0; j < DEPTH; j++)
            want += a_panels[(j / PANEL * a_rows + s->begin + i) * PANEL + j % PANEL] * b_sums[j];
        bad |= got < (double)s->runs * want || got > (double)s->runs * want;
        *checksum += got;
    }
    return bad;
}

static int make_operands(int64_t rows) {
    int64_t i, j, k;
    a_rows = rows;
    a_panels = (double *)malloc((size_t)(rows * DEPTH) * sizeof *a_panels);
    b_panels = (double *)malloc(sizeof *b_panels * WIDTH * DEPTH);
    if (!a_panels || !b_panels) return FPM_E_MEMORY;
    for (i = 0; i < rows * DEPTH; i++) a_panels[i] = (double)(i * 7919 % 17 - 8) / 8;
    for (i = 0; i < WIDTH * DEPTH; i++) { /* block, panel, row, column */
        j = i / (BLOCK * DEPTH) * BLOCK + i % BLOCK;
        k = i / BLOCK % DEPTH;
        b_panels[i] = (double)(i * 6007 % 17 - 8) / 8;
        b_sums[k] += b_panels[i] * (double)(1 + j % 7);
    }
    return FPM_OK;
}

/* ---- the work as a kernel that can be measured: x rows of its own ---- */

static int slab_init(void *context, int64_t x, int threads, const fpm_alloc *alloc, void **state) {
    slab *s = (slab *)calloc(1, sizeof *s);
    (void)threads, (void)alloc;
    if (s) s->c = (double *)aligned_alloc(64, (size_t)x * WIDTH * sizeof *s->c);
    if (s && s->c) memset(s->c, 0, (size_t)x * WIDTH * sizeof *s->c);
    if (!s || !s->c) return free(s), FPM_E_MEMORY;
    s->plain = context != NULL;
    s->rows = x;
    *state = s;
    return 0;
}

static int slab_run(void *context, void *state) { return (void)context, multiply(state); }

static int slab_check(void *context, void *state, double *checksum) {
    return (void)context, wrong((slab *)state, checksum);
}

static void slab_fini(void *context, void *state) {
    (void)context;
    free(((slab *)state)->c);
    free(state);
}

static double slab_flops(void *context, int64_t x) {
    return (void)context, 2.0 * WIDTH * DEPTH * (double)x;
}

static char is_plain;
static const fpmk_kernel quick_kernel = {"fpmk_gemm", "rows of C", NULL,       NULL,     slab_flops,
                                         slab_init,   slab_run,    slab_check, slab_fini};
static const fpmk_kernel plain_kernel = {"plain loops", "rows of C", &is_plain,
                                         NULL,          slab_flops,  slab_init,
                                         slab_run,      slab_check,  slab_fini};

/* ---- measuring ---- */

typedef struct platform {
    int count, together; /* together: 0 when they take turns on one core */
    int64_t n;
    fpmk_member member[MOST];
    fpm_points points[MOST];
    fpm_model model[MOST];
    fpm_proc proc[MOST];
} platform;

static void find_processors(platform *pf) {
    fpmk_capabilities caps;
    int i, cores = fpmk_caps(&caps) == FPM_OK ? caps.cores : 1;
    pf->together = cores > 1 && caps.threads;
    pf->count = cores < 2 ? 2 : cores > MOST ? MOST : cores;
    for (i = 0; i < pf->count; i++) {
        pf->member[i].kernel = i ? &plain_kernel : &quick_kernel;
        pf->member[i].core = caps.affinity ? fpmk_core(cores > 1 ? i : 0) : -1;
        pf->member[i].threads = 1;
        pf->proc[i].model = &pf->model[i];
    }
    printf("%d processors, %s\n", pf->count,
           pf->together ? "working at the same time, each on its own core"
                        : "taking turns on the only core, as if they were separate machines");
}

/* Enough rows that an even share falls out of the plain loops' cache: there the speed depends on
   the size, which is the case that is worth showing. */
static int choose_rows(platform *pf) {
    fpmk_options opts = FPM_ZERO;
    double best = 0;
    int low = 0, status;
    int64_t x;
    opts.max_seconds = 0.2;
    for (x = 64; x < ROWS && low < 2; x += x / 5) {
        fpm_point point;
        fpmk_member member = pf->member[1];
        member.x = x;
        status = fpmk_measure_group(1, &member, &opts, &point, NULL);
        if (status < 0) return status;
        best = (double)x / point.seconds > best ? (double)x / point.seconds : best;
        low = (double)x / point.seconds < 0.65 * best ? low + 1 : 0;
        pf->n = x * pf->count;
    }
    printf("n = %d rows: half the speed of the plain loops is %s at %d rows\n", (int)pf->n,
           low == 2 ? "lost" : "not lost even", (int)(pf->n / pf->count));
    return FPM_OK;
}

/* Measure the processors at their sizes and (re)make the models. */
static int measure(platform *pf, int sizes, const int64_t *x) {
    fpmk_options opts = FPM_ZERO;
    fpm_model_options safe = FPM_ZERO;
    int i, status = FPM_OK, step = pf->together ? pf->count : 1;
    opts.max_seconds = 1;
    safe.flags = FPM_SAFE;
    for (i = 0; i < pf->count && status >= 0; i += step)
        status =
            fpmk_build_model(step, pf->member + i, sizes, x + i * sizes, &opts, pf->points + i);
    for (i = 0; i < pf->count && status >= 0; i++) {
        fpm_points *p = &pf->points[i];
        status = fpm_model_init(&pf->model[i], FPM_AKIMA, p->count, p->size, p->seconds, &safe);
    }
    return status;
}

/* Sizes around which shares can fall, and the even share; then twice more at the shares that the
   models so far lead to, which makes them exact where it counts. */
static int build_models(platform *pf, int64_t *d) {
    int64_t x[MOST * (SIZES + 1)], share = pf->n / pf->count;
    int i, status, round;
    for (i = 0; i < pf->count; i++) {
        int64_t *mine = x + i * (SIZES + 1);
        fpmk_sizes(i ? share / 8 : pf->n / 8, i ? share * 5 / 4 : pf->n, SIZES, mine);
        mine[SIZES] = share;
    }
    status = measure(pf, SIZES + 1, x);
    for (round = 0; round < 2 && status >= 0; round++) {
        status = fpm_partition(pf->n, pf->count, pf->proc, NULL, d, NULL);
        for (i = 0; i < pf->count; i++) x[i] = d[i] > 0 ? d[i] : 1;
        if (status >= 0) status = measure(pf, 1, x);
    }
    return status;
}

/* ---- the real work ---- */

typedef struct outcome {
    int64_t d[MOST];
    fpm_info info;
    double predicted[MOST], finished[MOST][RUNS], makespan[RUNS];
} outcome;

static double median(double *v) {
    int i, j;
    for (i = 1; i < RUNS; i++) {
        double x = v[i];
        for (j = i; j > 0 && v[j - 1] > x; j--) v[j] = v[j - 1];
        v[j] = x;
    }
    return v[RUNS / 2];
}

/* One multiplication under partition d: C must be right afterwards. */
static int run_once(const platform *pf, outcome *o, int run, double *c) {
    fpmk_task task[MOST];
    slab part[MOST];
    int64_t begin = 0;
    double sum;
    int i, status = FPM_OK, step = pf->together ? pf->count : 1;
    memset(task, 0, sizeof task);
    memset(c, 0, (size_t)pf->n * WIDTH * sizeof *c);
    for (i = 0; i < pf->count; i++) {
        slab s = {i > 0, begin, o->d[i], 0, c + begin * WIDTH};
        part[i] = s;
        task[i].run = o->d[i] > 0 ? multiply : NULL;
        task[i].context = &part[i];
        task[i].core = pf->member[i].core;
        begin += o->d[i];
    }
    for (i = 0; i < pf->count && status >= 0; i += step) status = fpmk_run_group(step, task + i);
    for (o->makespan[run] = 0, i = 0; i < pf->count && status >= 0; i++) {
        o->finished[i][run] = task[i].finished;
        if (task[i].finished > o->makespan[run]) o->makespan[run] = task[i].finished;
        if (part[i].rows > 0 && wrong(&part[i], &sum)) status = FPMK_E_VERIFY;
    }
    return status;
}

static int run_all(const platform *pf, outcome *o) {
    double *c = (double *)aligned_alloc(64, (size_t)pf->n * WIDTH * sizeof *c);
    int run, way, status = c ? (int)FPM_OK : (int)FPM_E_MEMORY;
    for (run = 0; run < RUNS; run++) /* interleaved, so that a drift meets all of them */
        for (way = 0; way < WAYS && status >= 0; way++) status = run_once(pf, &o[way], run, c);
    free(c);
    return status;
}

static void print_table(const platform *pf, outcome *o) {
    int i, way;
    printf("\n%-26s", "");
    for (way = 0; way < WAYS; way++)
        printf("%-9s%6s  predicted measured   ", way_name[way], "rows");
    for (i = 0; i < pf->count; i++) {
        printf("\ncore %2d, %-17s", pf->member[i].core, pf->member[i].kernel->name);
        for (way = 0; way < WAYS; way++)
            printf("%15d %9.4f s %8.4f s ", (int)o[way].d[i], o[way].predicted[i],
                   median(o[way].finished[i]));
    }
    printf("\n%-26s", "all finished after");
    for (way = 0; way < WAYS; way++)
        printf("%25.4f s %8.4f s ", o[way].info.makespan, median(o[way].makespan));
    printf("\n(medians of %d runs; the constant model is taken at the even share)\n\n", RUNS);
}

/* ---- the picture ---- */

static const char *const colour[MOST] = {"#1b6ca8", "#c44e2b", "#3a7d44", "#7a4b9d"};
enum { LEFT = 80, TOP = 60, WIDE = 780, HIGH = 420 };

static double gflops(double rows_a_second) { return rows_a_second * 2e-9 * WIDTH * DEPTH; }

static double speed_at(const fpm_model *model, double x) {
    double speed = 0;
    return fpm_model_speed(model, x, &speed) < 0 ? 0 : gflops(speed);
}

static void draw_axes(FILE *f, double most_x, double most_y) {
    int i;
    fprintf(f,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 920 560' font-size='14' "
            "font-family='sans-serif'>\n<rect width='920' height='560' fill='white'/>\n"
            "<text x='%d' y='30' font-size='18'>Speed functions of this machine, and where %.0f "
            "rows go</text>\n",
            LEFT, most_x);
    for (i = 0; i <= 5; i++) {
        int x = LEFT + WIDE * i / 5, y = TOP + HIGH - HIGH * i / 5;
        fprintf(f,
                "<path d='M%d %dV%dM%d %dH%d' stroke='#ddd'/>\n<text x='%d' y='%d' "
                "text-anchor='middle'>%.0f</text><text x='%d' y='%d' text-anchor='end'>%.1f"
                "</text>\n",
                x, TOP, TOP + HIGH, LEFT, y, LEFT + WIDE, x, TOP + HIGH + 20, most_x * i / 5,
                LEFT - 8, y + 5, most_y * i / 5);
    }
    fprintf(f,
            "<text x='%d' y='%d' text-anchor='middle'>share: rows of C</text>\n<text x='25' "
            "y='%d' text-anchor='middle' transform='rotate(-90 25 %d)'>speed: Gflop/s</text>\n",
            LEFT + WIDE / 2, TOP + HIGH + 45, TOP + HIGH / 2, TOP + HIGH / 2);
}

static int draw(const platform *pf, const outcome *fpm, const outcome *constant, const char *path) {
    double most_y = 0, line = gflops(1 / fpm->info.makespan), end = (double)pf->n, sx, sy;
    FILE *f = fopen(path, "w");
    int i, j;
    if (!f) return 1;
    for (i = 0; i < pf->count; i++)
        for (j = 0; j < pf->points[i].count; j++) {
            double s = gflops((double)pf->points[i].size[j] / pf->points[i].seconds[j]);
            most_y = s * 1.25 > most_y ? s * 1.25 : most_y;
        }
    if (end * line > most_y) end = most_y / line;
    sx = WIDE / (double)pf->n, sy = HIGH / most_y;
    draw_axes(f, (double)pf->n, most_y);
    fprintf(f, "<path d='M%d %dL%.1f %.1f' stroke='#333' stroke-dasharray='7 4'/>\n", LEFT,
            TOP + HIGH, LEFT + end * sx, TOP + HIGH - end * line * sy);
    for (i = 0; i < pf->count; i++) {
        const fpm_model *m = &pf->model[i];
        double x = (double)fpm->d[i], y = speed_at(m, x),
               even = speed_at(m, (double)(pf->n / pf->count));
        fprintf(f, "<polyline fill='none' stroke='%s' stroke-width='2' points='", colour[i]);
        for (j = 1; j <= 300; j++)
            fprintf(f, "%.1f,%.1f ", LEFT + WIDE * j / 300.0,
                    TOP + HIGH - sy * speed_at(m, (double)pf->n * j / 300));
        fprintf(f, "'/>\n");
        for (j = 0; j < pf->points[i].count; j++)
            fprintf(f, "<circle cx='%.1f' cy='%.1f' r='3.5' fill='%s'/>\n",
                    LEFT + sx * (double)pf->points[i].size[j],
                    TOP + HIGH -
                        sy * gflops((double)pf->points[i].size[j] / pf->points[i].seconds[j]),
                    colour[i]);
        fprintf(f, "<path d='M%d %.1fH%d' stroke='%s' stroke-dasharray='2 4'/>\n", LEFT,
                TOP + HIGH - sy * even, LEFT + WIDE, colour[i]);
        fprintf(f,
                "<path d='M%.1f %.1fV%d' stroke='%s'/><circle cx='%.1f' cy='%.1f' r='7' "
                "fill='none' stroke='%s' stroke-width='2'/><text x='%.1f' y='%d' fill='%s'>%d"
                "</text>\n",
                LEFT + sx * x, TOP + HIGH - sy * y, TOP + HIGH, colour[i], LEFT + sx * x,
                TOP + HIGH - sy * y, colour[i], LEFT + sx * x + 5, TOP + HIGH - 6, colour[i],
                (int)fpm->d[i]);
        fprintf(f, "<text x='%d' y='%d' fill='%s'>core %d, %s: fpm %d rows, constant %d</text>\n",
                LEFT + 420, TOP + 22 + 20 * i, colour[i], pf->member[i].core,
                pf->member[i].kernel->name, (int)fpm->d[i], (int)constant->d[i]);
    }
    fprintf(f, "</svg>\n");
    return fclose(f) != 0;
}

static int fail(const char *what, int status) {
    fprintf(stderr, "demo: %s: %s\n", what, fpmk_status_str(status));
    return 1;
}

int main(int argc, char **argv) {
    static platform pf;
    static outcome o[WAYS];
    const char *path = argc > 1 ? argv[1] : "demo.svg";
    double time[WAYS];
    int i, way, status = make_operands(ROWS * MOST);
    if (status < 0) return fail("operands", status);
    find_processors(&pf);
    status = choose_rows(&pf);
    if (status >= 0) status = build_models(&pf, o[2].d);
    if (status < 0) return fail("measuring", status);
    for (way = 0; way < WAYS; way++) {
        fpm_options opts = FPM_ZERO;
        opts.algorithm = way_algorithm[way];
        status = fpm_partition(pf.n, pf.count, pf.proc, &opts, o[way].d, &o[way].info);
        if (status < 0) return fail(way_name[way], status);
        for (i = 0; i < pf.count; i++)
            fpm_model_time(&pf.model[i], (double)o[way].d[i], &o[way].predicted[i]);
    }
    status = run_all(&pf, o);
    if (status < 0) return fail("the real work", status);
    print_table(&pf, o);
    if (draw(&pf, &o[2], &o[1], path)) return fprintf(stderr, "demo: cannot write %s\n", path), 1;
    printf("the speed functions are drawn in %s\n", path);
    for (way = 0; way < WAYS; way++) time[way] = median(o[way].makespan);
    printf("demo: even %.4f s, constant %.4f s, fpm %.4f s, speedup %.2f\n", time[0], time[1],
           time[2], time[0] / time[2]);
    return 0;
}
