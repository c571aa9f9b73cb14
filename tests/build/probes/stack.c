/* How much stack calls take, on a thread whose stack is painted before: what >>config says. */
#include "fpm.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Models that read the arrays of this program. */
static const fpm_model_options borrowed = {FPM_BORROW, 0, 0, NULL, NULL, 0, NULL};

enum { SIZE = 1 << 20, P = 40, N = 5000, PARTS = 2000 };

static unsigned char *stack;
static fpm_model model[P];
static fpm_proc procs[P];
static int64_t sums[N + 1], d[N], cell[512 * 512];
static fpm_chain chain;
static fpm_chain_options by_models;
static fpm_grid field, row;
static fpm_rect part[PARTS];
static int status;

static void *nothing(void *v) { return v; }

static void *shares(void *v) {
    status = fpm_partition(100000, P, procs, NULL, d, NULL);
    return v;
}

static void *group(void *v) {
    static const int64_t size[] = {100000, 1000000, 9000000};
    fpm_points points;
    status = fpm_compose(P, procs, 3, size, NULL, &points, NULL);
    if (status >= 0) fpm_points_free(&points);
    return v;
}

static void *cuts(void *v) {
    status = fpm_chain_partition(&chain, P, &by_models, d, NULL, NULL);
    return v;
}

static void *loop(void *v) {
    fpm_balance_options opts = FPM_ZERO;
    double seconds[16];
    fpm_balance b;
    int i, k;
    opts.chain = &chain;
    status = fpm_balance_init(&b, N, 16, NULL, -1, -1, &opts, d, NULL);
    for (k = 0; k < 20 && status >= 0; k++) {
        for (i = 0; i < 16; i++) seconds[i] = 1e-6 + 1e-5 * (double)d[i] * (1 + i % 3);
        status = fpm_balance_step(&b, seconds, d, NULL);
    }
    fpm_balance_free(&b);
    return v;
}

static void *sums_of_cells(void *v) {
    fpm_grid grid;
    status = fpm_grid_init(&grid, 512, 512, cell, 0, NULL, NULL);
    if (status >= 0) fpm_grid_free(&grid);
    return v;
}

static int rectangles(const fpm_grid *grid, int p, int algorithm) {
    fpm_rect_options opts = FPM_ZERO;
    opts.algorithm = algorithm;
    opts.max_work = 600000000;
    return fpm_rect_partition(grid, p, &opts, part, NULL, NULL);
}

static void *many(void *v) {
    status = rectangles(&field, PARTS, FPM_RECT_AUTO);
    return v;
}

static void *deep(void *v) {
    status = rectangles(&row, 128, FPM_RECT_HIER_OPT);
    return v;
}

/* Old cuts within each other: rows and columns off a square in turn. */
static void *near_old(void *v) {
    static fpm_rect from[799];
    fpm_rect_options opts = FPM_ZERO;
    int k;
    for (k = 0; k < 400; k++) {
        const fpm_rect line = {k, k < 399 ? k + 1 : 512, k, 512, 0, 0},
                       column = {k + 1, 512, k, k + 1, 0, 0};
        from[2 * k] = line;
        if (k < 399) from[2 * k + 1] = column;
    }
    opts.algorithm = FPM_RECT_NEAR, opts.from = from, opts.slack = 1e6;
    status = fpm_rect_partition(&field, 799, &opts, part, NULL, NULL);
    return v;
}

/* Any order of processors of very different speeds. */
static void *any_order(void *v) {
    static double speed[300];
    fpm_rect_options opts = FPM_ZERO;
    int k;
    for (k = 0; k < 300; k++) speed[k] = k ? speed[k - 1] * .8 : 1e6;
    opts.speed = speed, opts.free_order = 1, opts.max_work = 90000000;
    status = fpm_rect_partition(&field, 300, &opts, part, NULL, NULL);
    return v;
}

/* Bytes that a thread touches. */
static size_t touched(void *(*run)(void *)) {
    pthread_attr_t attributes;
    pthread_t thread;
    size_t i = 0;
    memset(stack, 0xa5, SIZE);
    pthread_attr_init(&attributes);
    if (pthread_attr_setstack(&attributes, stack, SIZE) != 0) return SIZE;
    if (pthread_create(&thread, &attributes, run, NULL) != 0) return SIZE;
    pthread_join(thread, NULL);
    while (i < SIZE && stack[i] == 0xa5) i++;
    return SIZE - i;
}

int main(void) {
    static const struct {
        const char *name;
        void *(*run)(void *);
        size_t most;
    } call[] = {{"fpm_partition", shares, 16},        {"fpm_compose", group, 16},
                {"fpm_chain_partition", cuts, 16},    {"fpm_balance_step", loop, 16},
                {"fpm_grid_init", sums_of_cells, 16}, {"fpm_rect_partition", many, 64},
                {"... HIER_OPT", deep, 64},           {"... NEAR", near_old, 64},
                {"... free_order", any_order, 64}};
    static int64_t size[P][12];
    static double seconds[P][12];
    double load = 1e10;
    size_t base, bytes;
    int i, k, bad = 0;
    for (i = 0; i < P; i++) {
        for (k = 0; k < 12; k++) {
            size[i][k] = 10 << k;
            seconds[i][k] = (10 << k) * (1 + i % 9) * (1 + .1 * k);
        }
        status = fpm_model_init(&model[i], FPM_AKIMA, 12, size[i], seconds[i], &borrowed, NULL);
        if (status < 0) return 1;
        procs[i].model = &model[i];
    }
    for (i = 0; i < N; i++) d[i] = i * INT64_C(7919) % 100 + 1;
    if (fpm_chain_init(&chain, N, d, sums, NULL) < 0) return 1;
    by_models.procs = procs;
    for (i = 0; i < N; i++, load *= .99) cell[i] = (int64_t)load + 1; /* one part off at a time */
    if (fpm_grid_init(&row, 1, N, cell, 0, NULL, NULL) < 0) return 1;
    for (i = 0; i < 512 * 512; i++) cell[i] = i * INT64_C(7919) % 10 + (i % 512 > 300 ? 50 : 0);
    if (fpm_grid_init(&field, 512, 512, cell, 0, NULL, NULL) < 0) return 1;
    stack = (unsigned char *)malloc(2 * SIZE);
    if (!stack) return 1;
    stack += SIZE - (uintptr_t)stack % SIZE;
    base = touched(nothing);
    for (i = 0; i < (int)(sizeof call / sizeof call[0]); i++) {
        bytes = touched(call[i].run) - base;
        printf("%-20s %6d bytes of stack, %d KB said\n", call[i].name, (int)bytes,
               (int)call[i].most);
        bad |= status < 0 || bytes < 1000 || bytes > 1024 * call[i].most;
    }
    return bad;
}
