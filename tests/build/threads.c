/* Threads share const models and solve at the same time; made for -fsanitize=thread. */
#define FPM_IMPLEMENTATION
#include "fpm.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { PROCS = 4, THREADS = 4, POINTS = 6, ROUNDS = 50 };

static const int64_t size[POINTS] = {10, 20, 40, 80, 160, 320};
static const double seconds[PROCS][POINTS] = {
    {1, 2, 4, 8, 16, 32}, {2, 3, 5, 9, 30, 90}, {1, 2, 5, 12, 30, 50}, {3, 5, 9, 17, 33, 65}};
static fpm_model model[PROCS];
static fpm_proc procs[PROCS];
static int64_t answer[THREADS][ROUNDS][PROCS];

static void *solve(void *argument) {
    int64_t(*mine)[PROCS] = *(int64_t(*)[ROUNDS][PROCS])argument;
    int i;
    for (i = 0; i < ROUNDS; i++)
        if (fpm_partition(50 + 7 * i, PROCS, procs, NULL, mine[i], NULL) < 0) mine[i][0] = -1;
    return NULL;
}

int main(void) {
    pthread_t thread[THREADS];
    int i;
    for (i = 0; i < PROCS; i++) {
        int kind = i < 2 ? FPM_AKIMA : i < 3 ? FPM_SHAPED : FPM_PIECEWISE;
        if (fpm_model_init(&model[i], kind, POINTS, size, seconds[i], NULL) < 0) return 1;
        procs[i].model = &model[i];
    }
    for (i = 0; i < THREADS; i++)
        if (pthread_create(&thread[i], NULL, solve, &answer[i])) return 2;
    for (i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
    for (i = 0; i < PROCS; i++) fpm_model_free(&model[i], NULL);
    for (i = 0; i < THREADS; i++)
        if (answer[i][0][0] < 0 || memcmp(answer[0], answer[i], sizeof answer[0])) return 3;
    puts("all threads agree");
    return 0;
}
