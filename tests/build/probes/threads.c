/* Threads share models, a chain, a grid, an index of rectangles, models of tiles, a pipeline with
   its devices, which nobody changes, and solve at the same time; made for -fsanitize=thread. */
#define FPM_IMPLEMENTATION
#include "fpm.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { PROCS = 4, THREADS = 4, POINTS = 6, ROUNDS = 20, SIDE = 24, PAIRS = 512 };

static const int64_t size[POINTS] = {10, 20, 40, 80, 160, 320};
static const double seconds[PROCS][POINTS] = {
    {1, 2, 4, 8, 16, 32}, {2, 3, 5, 9, 30, 90}, {1, 2, 5, 12, 30, 50}, {3, 5, 9, 17, 33, 65}};
static fpm_model model[PROCS];
static fpm_proc procs[PROCS];
static fpm_chain chain;
static fpm_grid grid;
static fpm_rect_index rect_index;
static fpm_model2d plane;
static fpm_proc2d tiled[PROCS];
static int64_t load[SIDE * SIDE];
static double took[SIDE * SIDE];
static fpm_pipeline line;
static fpm_device device[PROCS];

typedef struct answers {
    int64_t d[PROCS], begin[PROCS + 1];
    fpm_rect part[PROCS];
    fpm_tile tile[PROCS];
    double makespan[PAIRS], cost[PAIRS];
    int64_t d2[PROCS], pairs, stage[PROCS + 1], sums;
    fpm_rect near_part[PROCS];
    int owner, status, taker[SIDE];
} answers;

static answers answer[THREADS][ROUNDS];

/* The calls that read the shared objects in other ways. */
static int solve_others(int i, answers *mine) {
    fpm_options total = FPM_ZERO, other = FPM_ZERO;
    fpm_chain_options chained = FPM_ZERO;
    fpm_rect_options near_to = FPM_ZERO;
    fpm_items_options pieces = FPM_ZERO;
    fpm_matrix_options tiles = FPM_ZERO;
    fpm_points sum = FPM_ZERO;
    fpm_interval interval;
    int status;
    total.least = FPM_LEAST_TOTAL;
    other.algorithm = i % 2 ? FPM_NUMERICAL : FPM_OPTIMAL;
    chained.procs = pieces.procs = procs;
    near_to.speed = seconds[0], near_to.from = mine->part;
    status = fpm_pareto(60 + i, PROCS, procs, &total, PAIRS, mine->makespan, mine->cost,
                        &mine->pairs, NULL);
    if (status >= 0) status = fpm_partition(90 + i, PROCS, procs, &other, mine->d2, NULL);
    if (status >= 0) status = fpm_partition_check(90 + i, PROCS, procs, NULL, mine->d2, NULL);
    if (status >= 0)
        fpm_partition_interval(90 + i, PROCS, procs, NULL, mine->d2, NULL, &interval, NULL);
    if (status >= 0) status = fpm_compose(PROCS, procs, POINTS, size, NULL, &sum, NULL);
    mine->sums = sum.count;
    fpm_points_free(&sum);
    if (status >= 0) status = fpm_chain_partition(&chain, PROCS, &chained, mine->begin, NULL, NULL);
    if (status >= 0)
        status = fpm_rect_partition(&grid, PROCS, &near_to, mine->near_part, NULL, NULL);
    if (status >= 0) status = fpm_items_assign(SIDE, load, PROCS, &pieces, mine->taker, NULL, NULL);
    if (status >= 0)
        status = fpm_matrix_partition(40, 50, PROCS, procs, &tiles, mine->tile, NULL, NULL);
    if (status >= 0)
        status = fpm_pipeline_partition(&line, PROCS, device, NULL, mine->stage, NULL, NULL);
    return status;
}

static void *solve(void *argument) {
    answers *mine = (answers *)argument;
    int i;
    for (i = 0; i < ROUNDS; i++) {
        int *status = &mine[i].status;
        *status = fpm_partition(50 + 7 * i, PROCS, procs, NULL, mine[i].d, NULL);
        if (*status >= 0)
            *status = fpm_chain_partition(&chain, PROCS, NULL, mine[i].begin, NULL, NULL);
        if (*status >= 0)
            *status = fpm_rect_partition(&grid, PROCS, NULL, mine[i].part, NULL, NULL);
        if (*status >= 0)
            *status =
                fpm_matrix_partition2d(40 + i, 50, PROCS, tiled, NULL, mine[i].tile, NULL, NULL);
        if (*status >= 0) *status = solve_others(i, &mine[i]);
        mine[i].owner = fpm_rect_owner(&rect_index, i, i);
    }
    return NULL;
}

static int prepare(void) {
    static int64_t prefix[SIDE * SIDE + 1];
    int64_t m[POINTS], n[POINTS];
    double t[POINTS];
    fpm_rect part[PROCS];
    int i;
    for (i = 0; i < PROCS; i++) {
        int kind = i < 2 ? FPM_AKIMA : i < 3 ? FPM_SHAPED : FPM_PIECEWISE;
        if (fpm_model_init(&model[i], kind, POINTS, size, seconds[i], NULL, NULL) < 0) return -1;
        procs[i].model = &model[i];
        tiled[i].model = &plane;
    }
    for (i = 0; i < SIDE * SIDE; i++) load[i] = i * i % 17, took[i] = 1 + i % 5;
    line.n = SIDE, line.types = PROCS, line.seconds = took, line.bytes = load;
    for (i = 0; i < PROCS; i++) device[i].type = i;
    for (i = 0; i < POINTS; i++) m[i] = 1 + i % 2 * 60, n[i] = 1 + i / 2 * 40, t[i] = 1 + i;
    if (fpm_model2d_init(&plane, POINTS, m, n, t, NULL, NULL) < 0) return -1;
    if (fpm_chain_init(&chain, SIDE * SIDE, load, prefix, NULL) < 0) return -1;
    if (fpm_grid_init(&grid, SIDE, SIDE, load, 0, NULL, NULL) < 0) return -1;
    if (fpm_rect_partition(&grid, PROCS, NULL, part, NULL, NULL) < 0) return -1;
    return fpm_rect_index_init(&rect_index, PROCS, part, NULL);
}

int main(void) {
    pthread_t thread[THREADS];
    int i;
    if (prepare() < 0) return 1;
    for (i = 0; i < THREADS; i++)
        if (pthread_create(&thread[i], NULL, solve, answer[i])) return 2;
    for (i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
    for (i = 0; i < PROCS; i++) fpm_model_free(&model[i]);
    fpm_model2d_free(&plane);
    fpm_grid_free(&grid);
    fpm_rect_index_free(&rect_index);
    for (i = 0; i < THREADS; i++)
        if (memcmp(answer[0], answer[i], sizeof answer[0])) return 3;
    for (i = 0; i < ROUNDS; i++)
        if (answer[0][i].status < 0) return printf("status %d\n", answer[0][i].status), 4;
    puts("all threads agree");
    return 0;
}
