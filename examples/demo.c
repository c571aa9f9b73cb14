/* demo.c - the cores of this machine as unequal processors, and what a good partition gains.

   The work: C += A B, where C has n rows of 4096 numbers and is computed in blocks of 64 columns, each
   updated by panels of A, 8 columns at a time.  Core 0 calls the optimised fpmk_gemm; each other
   core (up to three) has the same done by three plain loops, which sweep their part of a block once
   for every column of A: fast until that part falls out of the cache.  A unit of work is a row.

   demo [SVG]   measures, partitions, runs the real work, checks the result and draws the picture. */
#define FPM_IMPLEMENTATION
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h"

#include <stdio.h>

enum {
    WIDTH = 4096,
    BLOCK = 64,
    DEPTH = 256,
    PANEL = 8,
    MOST = 4,     /* processors */
    ROWS = 1200,  /* most of an even share */
    SIZES = 8,    /* at which each is measured, and the even share */
    RUNS = 5,     /* of the real work under each partition */
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

static void plain_update(int64_t rows, const double *a, const double *b, double *c) {
    int64_t i;
    int j, p;
    for (p = 0; p < PANEL; p++)
        for (i = 0; i < rows; i++)
            for (j = 0; j < BLOCK; j++) c[i * WIDTH + j] += a[i * PANEL + p] * b[p * BLOCK + j];
}

static int multiply(void *context) {
    slab *s = (slab *)context;
    int block, panel, status = FPM_OK;
    for (block = 0; block < WIDTH / BLOCK; block++) {
        for (panel = 0; panel < DEPTH / PANEL && status == FPM_OK; panel++) {
            const double *a = a_panels + (panel * a_rows + s->begin) * PANEL;
            const double *b = b_panels + (block * (DEPTH / PANEL) + panel) * PANEL * BLOCK;
            if (s->plain) plain_update(s->rows, a, b, s->c + block * BLOCK);
            else status = fpmk_gemm(s->rows, BLOCK, PANEL, a, PANEL, b, BLOCK,
                                    s->c + block * BLOCK, WIDTH);
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
    if (s) s->c = (double *)calloc((size_t)x * WIDTH, sizeof *s->c);
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
static const fpmk_kernel quick_kernel = {"fpmk_gemm", "rows of C", NULL, NULL, slab_flops,
                                         slab_init, slab_run, slab_check, slab_fini};
static const fpmk_kernel plain_kernel = {"plain loops", "rows of C", &is_plain, NULL, slab_flops,
                                         slab_init, slab_run, slab_check, slab_fini};

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
        status = fpmk_build_model(step, pf->member + i, sizes, x + i * sizes, &opts,
                                  pf->points + i);
    for (i = 0; i < pf->count && status >= 0; i++) {
        fpm_points *p = &pf->points[i];
        status = fpm_model_init(&pf->model[i], FPM_AKIMA, p->count, p->size, p->seconds, &safe);
    }
    return status;
}
