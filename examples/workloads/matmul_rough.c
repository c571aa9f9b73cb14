/* matmul_rough.c - C += A B on processors whose time jumps from one tile to the next: measure
   tiles, see whether that is roughness or noise, choose tiles, multiply, compare.

   matmul_rough [N [UNIT]]

   N by N matrices; tiles have multiples of UNIT rows and columns, and A and B come in panels of
   UNIT columns and rows.  Two kinds of processors: one has the product of fpm_kernels.h, which
   packs B and keeps a tile of C in registers; the others have three nested loops, which read B
   down its columns, and are slow where these collide in a cache.  They run at the same time as
   far as there are cores.  The entries are small whole numbers, so that the product can be
   checked exactly. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#define FPMK_STATIC
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h"

#include <stdio.h>
#include <stdlib.h>

enum { PROCS = 4, KINDS = 2, SIDES = 32, TILES = SIDES * SIDES, ROUNDS = 5, WAYS = 3 };

static const int kind_of[PROCS] = {0, 1, 1, 1};
static const char *const kernel_of[KINDS] = {"gemm", "gemm-plain"};

typedef struct job {
    int64_t n, unit;
    double *a, *b, *c;
    int together; /* so many run at the same time */
} job;

/* Each tile of the grid, measured on both kinds. */
typedef struct known {
    int count;
    int64_t m[TILES], n[TILES];
    double seconds[KINDS][TILES], half_width[KINDS][TILES];
} known;

static int measure(const job *g, known *k) {
    static fpm_point point[KINDS * TILES];
    fpmk_setup setup = FPM_ZERO;
    fpmk_kernel kernel[KINDS];
    fpmk_member member[KINDS];
    fpmk_options opts = FPM_ZERO;
    int64_t sides = g->n / g->unit, i;
    int kind, t, status;
    setup.depth = g->unit;
    for (kind = 0; kind < KINDS; kind++) {
        kernel[kind] = *fpmk_kernel_find(kernel_of[kind]);
        kernel[kind].context = &setup;
        member[kind].kernel = &kernel[kind];
        member[kind].core = g->together > 1 ? fpmk_core(kind) : -1;
        member[kind].threads = 1;
    }
    k->count = (int)(sides * sides);
    for (i = 0; i < sides * sides; i++) {
        k->m[i] = (i / sides + 1) * g->unit;
        k->n[i] = (i % sides + 1) * g->unit;
    }
    opts.min_seconds = 0.0005;
    opts.max_seconds = 0.05;
    status = fpmk_measure_tiles(KINDS, member, k->count, k->m, k->n, &opts, point);
    if (status < 0) return status;
    for (t = 0; t < KINDS * k->count; t++) {
        k->seconds[t / k->count][t % k->count] = point[t].seconds;
        k->half_width[t / k->count][t % k->count] = point[t].half_width;
    }
    return status;
}

/* Are the times rough? */
static int judge(const known *k) {
    static const char *const verdict[] = {"undecided", "noise", "rough", "smooth except spots"};
    int kind, status = FPM_OK;
    for (kind = 0; kind < KINDS && status >= 0; kind++) {
        fpmk_roughness_report r;
        status =
            fpmk_roughness(k->count, k->m, k->n, k->seconds[kind], k->half_width[kind], NULL, &r);
        if (status >= 0)
            printf("%-10s  times repeat within %4.1f %%, tiles differ by %4.1f %% besides: %s\n",
                   kernel_of[kind], 100 * r.noise, 100 * r.roughness, verdict[r.verdict]);
    }
    return status;
}

/* Tiles by even areas (0), a smooth model (1), the measured tiles themselves (2). */
static int find_tiles(const job *g, const known *k, int way, fpm_tile *tile, double *foretold) {
    static const double even[PROCS] = {1, 1, 1, 1};
    fpm_model2d model[KINDS];
    fpm_proc2d proc[PROCS];
    fpm_matrix_options opts = FPM_ZERO;
    fpm_info info;
    int i, status = FPM_OK;
    opts.block = g->unit;
    *foretold = 0;
    if (way == 0) return fpm_matrix_areas(g->n, g->n, PROCS, even, &opts, tile, NULL, NULL);
    memset(model, 0, sizeof model);
    memset(proc, 0, sizeof proc);
    for (i = 0; i < KINDS && status >= 0; i++)
        status =
            way == 1
                ? fpm_model2d_init(&model[i], k->count, k->m, k->n, k->seconds[i], NULL, NULL)
                : fpm_model2d_discrete(&model[i], k->count, k->m, k->n, k->seconds[i], NULL, NULL);
    for (i = 0; i < PROCS; i++) proc[i].model = &model[kind_of[i]];
    if (status >= 0)
        status = fpm_matrix_partition2d(g->n, g->n, PROCS, proc, &opts, tile, NULL, &info);
    if (status >= 0) *foretold = info.makespan * (double)(g->n / g->unit);
    for (i = 0; i < KINDS; i++) fpm_model2d_free(&model[i]);
    return status;
}

typedef struct part {
    const job *g;
    fpm_tile t;
    int kind;
} part;

/* One processor: its tile, panel by panel.  Its panels and its tile lie together, as measured. */
static int multiply(void *context) {
    const part *s = (const part *)context;
    int64_t n = s->g->n, unit = s->g->unit, k, i, j;
    int64_t h = s->t.r1 - s->t.r0, w = s->t.c1 - s->t.c0;
    double *a = (double *)calloc((size_t)(h * unit + unit * w + h * w), sizeof *a);
    double *b = a + h * unit, *c = b + unit * w;
    int status = a ? FPM_OK : FPM_E_MEMORY;
    for (k = 0; k < n && status >= 0; k += unit) {
        for (i = 0; i < h; i++)
            for (j = 0; j < unit; j++) a[i * unit + j] = s->g->a[(s->t.r0 + i) * n + k + j];
        for (i = 0; i < unit; i++)
            for (j = 0; j < w; j++) b[i * w + j] = s->g->b[(k + i) * n + s->t.c0 + j];
        status = s->kind == 0 ? fpmk_gemm(h, w, unit, a, unit, b, w, c, w)
                              : fpmk_gemm_plain(h, w, unit, a, unit, b, w, c, w);
    }
    if (status >= 0)
        for (i = 0; i < h; i++)
            for (j = 0; j < w; j++) s->g->c[(s->t.r0 + i) * n + s->t.c0 + j] = c[i * w + j];
    free(a);
    return status;
}

/* All processors; the makespan. */
static int run(const job *g, const fpm_tile *tile, double *makespan) {
    part parts[PROCS];
    fpmk_task task[PROCS];
    int i, status = FPM_OK;
    memset(task, 0, sizeof task);
    *makespan = 0;
    for (i = 0; i < PROCS; i++) {
        parts[i].g = g;
        parts[i].t = tile[i];
        parts[i].kind = kind_of[i];
        task[i].run = tile[i].r1 > tile[i].r0 ? multiply : NULL;
        task[i].context = &parts[i];
        task[i].core = g->together > 1 ? fpmk_core(i % g->together) : -1;
    }
    for (i = 0; i < PROCS && status >= 0; i += g->together)
        status = fpmk_run_group(PROCS - i < g->together ? PROCS - i : g->together, task + i);
    for (i = 0; i < PROCS; i++)
        if (task[i].finished - task[i].started > *makespan)
            *makespan = task[i].finished - task[i].started;
    return status;
}

/* Is C = A B?  C x = A (B x) for x of small whole numbers, exactly. */
static int product_ok(const job *g) {
    int64_t n = g->n, i, j;
    double *y = (double *)calloc((size_t)n, sizeof *y);
    int ok = 1;
    if (!y) return 0;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) y[i] += g->b[i * n + j] * (double)(1 + j % 7);
    for (i = 0; i < n && ok; i++) {
        double left = 0, right = 0;
        for (j = 0; j < n; j++) {
            left += g->c[i * n + j] * (double)(1 + j % 7);
            right += g->a[i * n + j] * y[j];
        }
        ok = !(left < right) && !(left > right);
    }
    free(y);
    return ok;
}

/* Each way in turn, so that no way has a quieter machine than others. */
static int compare(const job *g, const known *k) {
    static const char *const name[WAYS] = {"even", "smooth models", "measured tiles"};
    fpm_tile tile[WAYS][PROCS];
    double foretold[WAYS], sample[WAYS][ROUNDS], makespan;
    fpmk_stat stat[WAYS];
    int way, round, i, right = 1, status = FPM_OK;
    memset(stat, 0, sizeof stat);
    for (way = 0; way < WAYS && status >= 0; way++) {
        stat[way].sample = sample[way];
        stat[way].capacity = ROUNDS;
        status = find_tiles(g, k, way, tile[way], &foretold[way]);
    }
    for (round = 0; round < ROUNDS && status >= 0; round++)
        for (way = 0; way < WAYS && status >= 0; way++) {
            memset(g->c, 0, (size_t)(g->n * g->n) * sizeof *g->c);
            status = run(g, tile[way], &makespan);
            if (status >= 0) status = fpmk_stat_add(&stat[way], makespan > 0 ? makespan : 1e-9);
            right = right && (status < 0 || product_ok(g));
        }
    if (status < 0) return status;
    for (way = 0; way < WAYS; way++) {
        printf("%-15s |", name[way]);
        for (i = 0; i < PROCS; i++)
            printf(" %4dx%-4d", (int)(tile[way][i].r1 - tile[way][i].r0),
                   (int)(tile[way][i].c1 - tile[way][i].c0));
        printf("| foretold %8.2f ms | took %8.2f ms\n", 1e3 * foretold[way], 1e3 * stat[way].value);
    }
    puts(right ? "all products are right" : "WRONG: C is not A B");
    return right ? status : (int)FPMK_E_VERIFY;
}

int main(int argc, char **argv) {
    static known k;
    fpmk_capabilities caps;
    job g;
    int64_t i;
    int status = fpmk_caps(&caps);
    g.n = argc > 1 ? strtol(argv[1], NULL, 10) : 512;
    g.unit = argc > 2 ? strtol(argv[2], NULL, 10) : 32;
    if (argc > 3 || g.unit < 1 || g.n < 2 * g.unit || g.n % g.unit || g.n / g.unit > SIDES)
        return fprintf(stderr, "usage: matmul_rough [N [UNIT]], N = 2 to %d UNITs\n", SIDES), 2;
    g.together = caps.cores < PROCS ? caps.cores : PROCS;
    if (!caps.threads) g.together = 1;
    g.a = (double *)malloc(3 * (size_t)(g.n * g.n) * sizeof *g.a);
    if (!g.a) return puts("no memory"), 1;
    g.b = g.a + g.n * g.n;
    g.c = g.b + g.n * g.n;
    for (i = 0; i < g.n * g.n; i++) {
        g.a[i] = (double)(i * 7919 % 13 - 6);
        g.b[i] = (double)(i * 104729 % 11 - 5);
    }
    if (status >= 0) status = measure(&g, &k);
    if (status >= 0) status = judge(&k);
    if (status >= 0) status = compare(&g, &k);
    if (status < 0) fprintf(stderr, "matmul_rough: %s\n", fpmk_status_str(status));
    free(g.a);
    return status < 0;
}
