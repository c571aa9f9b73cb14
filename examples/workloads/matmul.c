/* matmul.c - C += A B on processors of really different speed, each with a tile of C: even tiles,
   and tiles by constant speeds, by speed functions of the area, and of rows and columns.

   matmul [N [PANEL]]

   All compute the same numbers on N by N matrices, PANEL columns of A and rows of B at a time.
   Here they are four threads that walk their tiles differently: the first along whole rows, the
   others down strips of a few columns, which wastes cache.  Compiled by nvcc as matmul_hybrid.cu
   they are the machine's CUDA devices and a thread with a good multiplication on each other core.
   Each has a core of its own as far as there are any; else some take turns, and what counts is the
   time of the slowest.  The entries are small whole numbers, so that the product can be checked
   exactly, by multiplying both sides with vectors. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#define FPMK_STATIC
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 8, GRID = 4, REPS = 3, WAYS = 4 };

typedef struct worker { /* a processor */
    int core, device;   /* a CUDA device, or -1: a thread, */
    int64_t strip;      /* ... so many columns at a time, or 0: as well as it can */
} worker;

typedef struct job {
    int64_t n, panel;
    double *a, *b, *c;
    worker who[MOST];
    int p, devices, step; /* so many run at the same time */
} job;

typedef struct part {
    const job *g;
    worker who;
    fpm_tile t;
    int64_t panels;
} part;

static void walk_strips(const part *s, int64_t from, int64_t depth) {
    int64_t n = s->g->n, i, j, x, first, last;
    for (first = s->t.c0; first < s->t.c1; first = last) {
        last = s->who.strip < s->t.c1 - first ? first + s->who.strip : s->t.c1;
        for (i = s->t.r0; i < s->t.r1; i++)
            for (x = from; x < from + depth; x++) {
                const double *b = s->g->b + x * n;
                double *c = s->g->c + i * n, a = s->g->a[i * n + x];
                for (j = first; j < last; j++) c[j] += a * b[j];
            }
    }
}

/* One processor: its tile, panel by panel.  (A device gets and returns its tile of C with each
   panel, so panels should be wide there.) */
static int multiply(void *context) {
    const part *s = (const part *)context;
    int64_t n = s->g->n, k, h = s->t.r1 - s->t.r0, w = s->t.c1 - s->t.c0;
    fpmk_setup setup = FPM_ZERO;
    int status = FPM_OK;
    setup.device = s->who.device;
    for (k = 0; k < s->panels && status >= 0; k++) {
        int64_t from = k * s->g->panel, depth = s->g->panel < n - from ? s->g->panel : n - from;
        const double *a = s->g->a + s->t.r0 * n + from, *b = s->g->b + from * n + s->t.c0;
        double *c = s->g->c + s->t.r0 * n + s->t.c0;
        if (s->who.device >= 0) status = fpmk_gemm_cuda(&setup, h, w, depth, a, n, b, n, c, n);
        else if (s->who.strip == 0) status = fpmk_gemm(h, w, depth, a, n, b, n, c, n);
        else walk_strips(s, from, depth);
    }
    return status;
}

/* All tasks, as many at the same time as there are cores; the first failure. */
static int run_tasks(const job *g, fpmk_task *task) {
    int i, status = FPM_OK;
    for (i = 0; i < g->p; i++) task[i].core = g->who[i].core;
    for (i = 0; i < g->p && status >= 0; i += g->step)
        status = fpmk_run_group(i + g->step < g->p ? g->step : g->p - i, task + i);
    for (i = 0; i < g->p && status == FPMK_E_KERNEL; i++)
        if (task[i].result < 0) status = task[i].result;
    return status;
}

/* All processors, and the seconds of each. */
static int run(const job *g, const fpm_tile *tile, int64_t panels, double *seconds) {
    part parts[MOST];
    fpmk_task task[MOST];
    int i, status;
    memset(task, 0, sizeof task);
    for (i = 0; i < g->p; i++) {
        parts[i].g = g, parts[i].who = g->who[i], parts[i].t = tile[i], parts[i].panels = panels;
        task[i].run = tile[i].r1 > tile[i].r0 ? multiply : NULL;
        task[i].context = &parts[i];
    }
    status = run_tasks(g, task);
    for (i = 0; i < g->p; i++)
        seconds[i] = task[i].run ? fmax(task[i].finished - task[i].started, 1e-9) : 0;
    return status;
}

/* The processors: devices and other cores, or without devices four threads. */
static int find_workers(job *g) {
    static const int64_t strip[] = {FPM_SIZE_MAX, 1, 8, 2};
    fpmk_capabilities caps;
    fpmk_device device;
    int i, none = FPM_OK, status = fpmk_caps(&caps), cores = caps.threads ? caps.cores : 1;
    for (g->devices = 0; g->devices < MOST / 2; g->devices++) {
        none = fpmk_device_get(g->devices, &device);
        if (none < 0) break;
        printf("processor %d is %s\n", g->devices, device.name);
    }
    if (caps.cuda && !g->devices)
        fprintf(stderr, "matmul: %s: threads only\n", fpmk_status_str(none));
    g->p = !g->devices ? 4 : cores > MOST ? (int)MOST : cores;
    if (g->p <= g->devices) g->p = g->devices + 1;
    g->step = cores < g->p ? cores : g->p;
    for (i = 0; i < g->p; i++) {
        g->who[i].core = caps.affinity ? fpmk_core(i % g->step) : -1;
        g->who[i].device = i < g->devices ? i : -1;
        g->who[i].strip = g->devices ? 0 : strip[i];
    }
    return status;
}

/* Matrices of small whole numbers. */
static int make_matrices(job *g) {
    int64_t i, cells = g->n * g->n;
    g->a = (double *)malloc((size_t)cells * sizeof *g->a);
    g->b = (double *)malloc((size_t)cells * sizeof *g->b);
    g->c = (double *)malloc((size_t)cells * sizeof *g->c);
    if (!g->a || !g->b || !g->c) return FPM_E_MEMORY;
    for (i = 0; i < cells; i++) {
        g->a[i] = (double)(i * 7919 % 13 - 6);
        g->b[i] = (double)(i * 104729 % 11 - 5);
    }
    return FPM_OK;
}

/* What was measured: squares, and a grid of heights and widths. */
typedef struct known {
    int64_t size[GRID], m[GRID * GRID], n[GRID * GRID];
    double square[MOST][GRID], seconds[MOST][GRID * GRID];
} known;

typedef struct trial {
    part s;
    known *k;
    int who;
} trial;

/* One processor: a panel of each height and width, the quickest of a few. */
static int try_sizes(void *context) {
    trial *y = (trial *)context;
    known *k = y->k;
    int i, r;
    for (i = 0; i < GRID * GRID; i++)
        for (r = 0; r < REPS; r++) {
            double started = fpmk_now(), took;
            int status;
            y->s.t.r1 = y->s.t.r0 + k->m[i], y->s.t.c1 = y->s.t.c0 + k->n[i];
            status = multiply(&y->s);
            if (status < 0) return status;
            took = fmax(fpmk_now() - started, 1e-9);
            k->seconds[y->who][i] = r ? fmin(took, k->seconds[y->who][i]) : took;
            if (k->m[i] == k->n[i]) k->square[y->who][i / GRID] = k->seconds[y->who][i];
        }
    return 0;
}

static int measure(const job *g, known *k) {
    trial trials[MOST];
    fpmk_task task[MOST];
    job own[MOST]; /* nobody else writes to its C */
    int i, j, status = FPM_OK;
    memset(task, 0, sizeof task);
    memset(trials, 0, sizeof trials);
    for (i = 0; i < GRID; i++)
        for (j = 0; j < GRID; j++) {
            k->size[i] = g->n * (i + 1) * (i + 2) / 20;
            k->m[GRID * i + j] = k->size[i];
            k->n[GRID * i + j] = g->n * (j + 1) * (j + 2) / 20;
        }
    for (i = 0; i < GRID; i++) k->size[i] *= k->size[i];
    for (i = 0; i < g->p; i++) {
        own[i] = *g;
        own[i].c = (double *)calloc((size_t)(g->n * g->n), sizeof *g->c);
        if (!own[i].c) status = FPM_E_MEMORY;
        trials[i].s.g = &own[i], trials[i].s.who = g->who[i], trials[i].s.panels = 1;
        trials[i].k = k, trials[i].who = i;
        task[i].run = try_sizes, task[i].context = &trials[i];
    }
    if (status >= 0) status = run_tasks(g, task);
    for (i = 0; i < g->p; i++) free(own[i].c);
    return status;
}

/* The tiles of one way: 0 even, 1 constant speeds at the even share, 2 by area, 3 by both sides. */
static int find_tiles(const job *g, const known *k, int way, fpm_tile *tile,
                      fpm_matrix_outputs *out) {
    double even[MOST];
    fpm_model model[MOST];
    fpm_model2d sides[MOST];
    fpm_proc procs[MOST];
    fpm_proc2d pairs[MOST];
    fpm_model_options at = FPM_ZERO;
    fpm_matrix_options opts = FPM_ZERO;
    int i, status = FPM_OK;
    memset(procs, 0, sizeof procs);
    memset(pairs, 0, sizeof pairs);
    memset(sides, 0, sizeof sides);
    memset(model, 0, sizeof model);
    opts.compact = 0.01; /* a little time for less communication */
    for (i = 0; i < g->p; i++) even[i] = 1;
    if (way == 0) return fpm_matrix_areas(g->n, g->n, g->p, even, &opts, tile, out, NULL);
    at.at = way == 1 ? g->n * g->n / g->p : 0;
    for (i = 0; i < g->p && status >= 0; i++) {
        procs[i].model = &model[i], pairs[i].model = &sides[i];
        if (way < 3)
            status = fpm_model_init(&model[i], way == 1 ? FPM_CONSTANT : FPM_PIECEWISE, GRID,
                                    k->size, k->square[i], &at, NULL);
        else
            status =
                fpm_model2d_init(&sides[i], GRID * GRID, k->m, k->n, k->seconds[i], NULL, NULL);
    }
    if (status >= 0 && way < 3)
        status = fpm_matrix_partition(g->n, g->n, g->p, procs, &opts, tile, out, NULL);
    else if (status >= 0)
        status = fpm_matrix_partition2d(g->n, g->n, g->p, pairs, &opts, tile, out, NULL);
    for (i = 0; i < g->p; i++) {
        fpm_model_free(&model[i]);
        fpm_model2d_free(&sides[i]);
    }
    return status;
}

/* Is C = A B?  C x = A (B x) for a few x, exactly. */
static int product_ok(const job *g) {
    int64_t n = g->n, i, j;
    double *x = (double *)calloc(2 * (size_t)n, sizeof *x), *y = x + n;
    int round, ok = x != NULL;
    for (round = 0; round < 3 && ok; round++) {
        for (i = 0; i < n; i++) x[i] = (double)((i * (2 * round + 3) + round) * 31 % 17 - 8);
        for (i = 0; i < n; i++)
            for (y[i] = 0, j = 0; j < n; j++) y[i] += g->b[i * n + j] * x[j];
        for (i = 0; i < n; i++) {
            double left = 0, right = 0;
            for (j = 0; j < n; j++) left += g->c[i * n + j] * x[j], right += g->a[i * n + j] * y[j];
            ok &= !(left < right) && !(left > right);
        }
    }
    free(x);
    return ok;
}

static void print_way(const job *g, int way, const fpm_tile *tile, const double *seconds,
                      double median, const fpm_matrix_outputs *out) {
    static const char *const name[WAYS] = {"even", "constant speeds", "speeds by area",
                                           "speeds by rows and columns"};
    int i;
    printf("%-26s |", name[way]);
    for (i = 0; i < g->p; i++)
        printf(" %4dx%-4d", (int)(tile[i].r1 - tile[i].r0), (int)(tile[i].c1 - tile[i].c0));
    printf(" |");
    for (i = 0; i < g->p; i++) printf(" %6.1f", 1e3 * seconds[i]);
    printf(" | %7.1f | %6d\n", 1e3 * median, (int)out->volume);
}

int main(int argc, char **argv) {
    long size[2] = {512, 32};
    fpm_tile tile[WAYS][MOST];
    fpm_matrix_outputs out[WAYS];
    double seconds[WAYS][MOST], sample[WAYS][REPS];
    fpmk_stat stat[WAYS];
    job g;
    known k;
    int i, way, round, right = 1, status;
    for (i = 0; i < 2 && i + 1 < argc; i++) size[i] = strtol(argv[i + 1], NULL, 10);
    if (argc == 2 && size[0] < size[1]) size[1] = size[0];
    if (argc > 3 || size[0] < 16 || size[0] > 20000 || size[1] < 1 || size[1] > size[0])
        return fprintf(stderr, "usage: matmul [N [PANEL]]\n"), 2;
    status = find_workers(&g);
    if (g.devices && argc < 2) size[0] = 4096;
    if (g.devices && argc < 3) size[1] = size[0] < 1024 ? size[0] : 1024;
    memset(stat, 0, sizeof stat);
    g.a = g.b = g.c = NULL;
    g.n = size[0], g.panel = size[1];
    if (status >= 0) status = make_matrices(&g);
    if (status >= 0) status = measure(&g, &k);
    for (way = 0; way < WAYS && status >= 0; way++) {
        stat[way].sample = sample[way], stat[way].capacity = REPS;
        status = find_tiles(&g, &k, way, tile[way], &out[way]);
    }
    for (round = 0; round < REPS; round++)
        for (way = 0; way < WAYS && status >= 0; way++) {
            double makespan = 0;
            memset(g.c, 0, (size_t)(g.n * g.n) * sizeof *g.c);
            status = run(&g, tile[way], (g.n + g.panel - 1) / g.panel, seconds[way]);
            for (i = 0; i < g.p; i++) makespan = fmax(makespan, seconds[way][i]);
            if (status >= 0) status = fpmk_stat_add(&stat[way], makespan);
            right = right && (status < 0 || product_ok(&g));
        }
    if (status < 0) fprintf(stderr, "matmul: %s\n", fpmk_status_str(status));
    else {
        printf("C += A B, %ld by %ld, panels of %ld, %d processors, %d at a time\n", size[0],
               size[0], size[1], g.p, g.step);
        printf("%-26s | rows x columns of each %16s | milliseconds of each, and median | volume\n",
               "tiles by", "");
        for (way = 0; way < WAYS; way++)
            print_way(&g, way, tile[way], seconds[way], stat[way].value, &out[way]);
        printf(
            "even tiles take %.2f times as long as those by area, %.2f times those by both sides\n",
            stat[0].value / stat[2].value, stat[0].value / stat[3].value);
        puts(right ? "all products are right" : "WRONG: C is not A B");
    }
    free(g.a), free(g.b), free(g.c);
    return status < 0 || !right;
}
