/* jacobi.c - an iterative routine that balances itself: Jacobi sweeps over a grid whose rows are
   split over threads of unequal speed.  Nobody says how fast they are; every sweep is timed, and
   the quickest of a few counts: what disturbs a machine makes it slower.

   jacobi [ROWS [COLUMNS [ITERATIONS]]]

   All compute the same numbers, each on its own core, but walk their rows differently: the first
   along whole rows, the others down strips of a few columns, quick only while the cache and the
   table of addresses hold a strip.  So speed depends on the share, as in real life.  The memory is
   shared: handing rows over is no more than moving a boundary.  The grid must come out as when one
   thread does it all, to the last bit. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#define FPMK_STATIC
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 4, SWEEPS = 3, PAIRS = 5 }; /* processors; sweeps an iteration; to compare by */
static const int64_t strip[MOST] = {FPM_SIZE_MAX, 1, 8, 2}; /* columns at a time */

typedef struct grid {
    int64_t rows, columns;
    double *now, *next; /* with a border all around: (rows + 2) (columns + 2) */
    int p, step, core[MOST];
} grid;

typedef struct part {
    const grid *g;
    int64_t begin, end, strip;
} part;

/* Rows begin .. end - 1.  No product is added to anything, so that no compiler fuses the two. */
static int sweep(void *context) {
    const part *s = (const part *)context;
    int64_t pitch = s->g->columns + 2, first, last, r, j;
    for (first = 1; first < pitch - 1; first = last) {
        last = s->strip < pitch - 1 - first ? first + s->strip : pitch - 1;
        for (r = s->begin + 1; r <= s->end; r++) {
            const double *at = s->g->now + r * pitch;
            double *to = s->g->next + r * pitch;
            for (j = first; j < last; j++)
                to[j] = 0.25 * ((at[j - 1] + at[j + 1]) + (at[j - pitch] + at[j + pitch]));
        }
    }
    return 0;
}

static void swap(grid *g) {
    double *was = g->now;
    g->now = g->next;
    g->next = was;
}

/* The grid, and the processors: a core each.  Threads that share the only core take turns. */
static int make_grid(grid *g, int64_t rows, int64_t columns) {
    fpmk_capabilities caps;
    int64_t cells = (rows + 2) * (columns + 2), i;
    int status = fpmk_caps(&caps), together = caps.cores > 1 && caps.threads;
    g->rows = rows;
    g->columns = columns;
    g->p = !together ? 2 : caps.cores < MOST ? caps.cores : (int)MOST;
    g->step = together ? g->p : 1;
    for (i = 0; i < g->p; i++) g->core[i] = caps.affinity ? fpmk_core(together ? (int)i : 0) : -1;
    g->now = (double *)malloc((size_t)cells * sizeof *g->now);
    g->next = (double *)malloc((size_t)cells * sizeof *g->next);
    if (!g->now || !g->next) return FPM_E_MEMORY;
    for (i = 0; i < cells; i++) g->now[i] = g->next[i] = (double)(i * 7919 % 1009);
    return status;
}

/* A few sweeps under a partition, what one took each processor, and the longest of that. */
static int iterate(grid *g, const int64_t *d, double *seconds, double *makespan) {
    part parts[MOST];
    fpmk_task task[MOST];
    int64_t begin[MOST + 1];
    int i, k, status = fpm_export_chunks(g->p, d, begin);
    memset(task, 0, sizeof task);
    for (i = 0; i < g->p; i++) {
        parts[i].g = g;
        parts[i].strip = strip[i];
        parts[i].begin = begin[i];
        parts[i].end = begin[i + 1];
        task[i].run = d[i] > 0 ? sweep : NULL;
        task[i].context = &parts[i];
        task[i].core = g->core[i];
    }
    for (k = 0; k < SWEEPS && status >= 0; k++, swap(g)) {
        for (i = 0; i < g->p && status >= 0; i += g->step)
            status = fpmk_run_group(g->step, task + i);
        for (i = 0; i < g->p; i++) {
            double took = d[i] > 0 ? fmax(task[i].finished - task[i].started, 1e-9) : 0;
            seconds[i] = k > 0 && seconds[i] < took ? seconds[i] : took;
        }
    }
    for (*makespan = 0, i = 0; i < g->p; i++) *makespan = fmax(*makespan, seconds[i]);
    return status;
}

static void print_row(const grid *g, int k, const int64_t *d, const double *seconds, int verdict,
                      const fpm_info *info) {
    static const char *const verdict_name[] = {"keep", "move", "converged"};
    int i;
    printf("%5d |", k);
    for (i = 0; i < g->p; i++) printf(" %6d", (int)d[i]);
    printf(" |");
    for (i = 0; i < g->p; i++) printf(" %8.3f", 1e3 * seconds[i]);
    printf(" | %7.1f %% | %s", 100 * info->imbalance, verdict_name[verdict]);
    if (info->moved) printf(" %d", (int)info->moved);
    printf("\n");
}

/* THE LOOP: work, tell the balancer what it took, go on with the shares that it says. */
static int balance(grid *g, int iterations, int64_t *even, int64_t *d) {
    fpm_balance b;
    fpm_balance_options opts = FPM_ZERO;
    fpm_info info;
    double seconds[MOST], makespan;
    int64_t was[MOST];
    int k, status;
    opts.iterations = iterations;
    status = fpm_balance_init(&b, g->rows, g->p, NULL, 0, 0, &opts, d, NULL); /* no row travels */
    for (k = 0; k < iterations && status >= 0; k++) {
        memcpy(k ? was : even, d, sizeof was);
        status = iterate(g, d, seconds, &makespan);
        if (status >= 0) status = fpm_balance_step(&b, seconds, d, &info);
        if (status >= 0) print_row(g, k, k ? was : even, seconds, b.verdict, &info);
    }
    fpm_balance_free(&b);
    return status;
}

/* The median speed-up of pairs of iterations, one under each partition. */
static int compare(grid *g, const int64_t *even, const int64_t *d, double *speedup) {
    double seconds[MOST], a, b, ratio[PAIRS];
    fpmk_stat stat = FPM_ZERO;
    int status = FPM_OK;
    stat.sample = ratio;
    stat.capacity = PAIRS;
    while (stat.count < PAIRS && status >= 0) {
        status = iterate(g, even, seconds, &a);
        if (status >= 0) status = iterate(g, d, seconds, &b);
        if (status >= 0) status = fpmk_stat_add(&stat, a / b);
    }
    *speedup = stat.value;
    return status;
}

static int same_as_serial(const grid *g, int sweeps) {
    grid serial;
    part all = FPM_ZERO;
    size_t bytes = (size_t)((g->rows + 2) * (g->columns + 2)) * sizeof *g->now;
    int same = make_grid(&serial, g->rows, g->columns) >= 0;
    all.g = &serial;
    all.end = g->rows;
    all.strip = strip[0];
    while (same && sweeps-- > 0) {
        sweep(&all);
        swap(&serial);
    }
    same = same && memcmp(serial.now, g->now, bytes) == 0;
    free(serial.now);
    free(serial.next);
    return same;
}

int main(int argc, char **argv) {
    long size[3] = {3000, 2000, 20};
    int64_t even[MOST] = {0}, d[MOST] = {0};
    double speedup = 0;
    grid g;
    int i, same, status = argc > 4;
    for (i = 0; i < 3 && i + 1 < argc; i++) size[i] = strtol(argv[i + 1], NULL, 10);
    for (i = 0; i < 3; i++) status = status || size[i] < 1 || size[i] > 20000;
    if (status) return fprintf(stderr, "usage: jacobi [ROWS [COLUMNS [ITERATIONS]]]\n"), 2;
    status = make_grid(&g, size[0], size[1]);
    printf("%ld rows of %ld columns, %d processors\n", size[0], size[1], g.p);
    printf("    k | rows of each | milliseconds | imbalance | verdict, rows moved\n");
    if (status >= 0) status = balance(&g, (int)size[2], even, d);
    if (status >= 0) status = compare(&g, even, d, &speedup);
    if (status < 0) return fprintf(stderr, "jacobi: %s\n", fpmk_status_str(status)), 1;
    same = same_as_serial(&g, SWEEPS * ((int)size[2] + 2 * PAIRS));
    printf("%.2f times as fast as the even shares (median of %d pairs)\n", speedup, PAIRS);
    puts(same ? "same bits as one thread alone" : "WRONG: not what one thread alone computes");
    free(g.now);
    free(g.next);
    return !same;
}
