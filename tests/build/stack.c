/* The stack that calls take where functions call themselves most often: old cuts within each other,
   processors of very different speeds in any order, 128 parts of loads that grow, short borders of
   many parts.  Each call runs in a thread of its own, whose stack was filled before; what it
   overwrote is printed.  fpm.h promises at most 128 KB. */
#define FPM_IMPLEMENTATION
#include "fpm.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 400, PARTS = 2 * SIDE - 1, FREE = 300, ROOM = 1 << 20, FILLED = 0x77 };

static int64_t load[SIDE * SIDE];
static fpm_grid grid;
static fpm_rect from[PARTS], part[PARTS];
static double speed[FREE];
static fpm_rect_options rect;
static int parts, status;

static void *cut(void *argument) {
    status = fpm_rect_partition(&grid, parts, &rect, part, NULL);
    return argument;
}

/* Runs a call; 1: it had no answer or took too much. */
static int measure(const char *name) {
    unsigned char *memory = (unsigned char *)malloc(2 * ROOM), *stack = memory;
    pthread_attr_t attributes;
    pthread_t thread;
    int k = 0;
    if (!memory) return 1;
    while ((uintptr_t)stack % 65536 > 0) stack++;
    memset(stack, FILLED, ROOM);
    if (pthread_attr_init(&attributes) || pthread_attr_setstack(&attributes, stack, ROOM) ||
        pthread_create(&thread, &attributes, cut, NULL))
        return 1;
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    while (k < ROOM && stack[k] == FILLED) k++;
    free(memory);
    printf("%-8s status %d, stack %d bytes\n", name, status, ROOM - k);
    return status < 0 || ROOM - k > 128 * 1024;
}

int main(void) {
    int k, bad = 0;
    for (k = 0; k < SIDE * SIDE; k++) load[k] = 1 + k % 3;
    if (fpm_grid_init(&grid, SIDE, SIDE, load, 0, NULL, NULL) < 0) return 2;
    for (k = 0; k < SIDE; k++) { /* rows and columns off a square in turn */
        const fpm_rect row = {k, k + 1, k, SIDE, 0, 0}, column = {k + 1, SIDE, k, k + 1, 0, 0};
        from[2 * k] = row;
        if (k + 1 < SIDE) from[2 * k + 1] = column;
    }
    rect.max_work = 3000000;
    rect.algorithm = FPM_RECT_NEAR, rect.from = from, rect.slack = 1e6, parts = PARTS;
    bad |= measure("near");
    rect.from = NULL, rect.slack = 0;
    rect.algorithm = FPM_RECT_COMPACT;
    bad |= measure("compact");
    fpm_grid_free(&grid);

    for (k = 0; k < SIDE * SIDE; k++)
        load[k] = 1 + ((int64_t)1 << (k / SIDE + k % SIDE) * 40 / (2 * SIDE));
    if (fpm_grid_init(&grid, SIDE, SIDE, load, 0, NULL, NULL) < 0) return 2;
    rect.algorithm = FPM_RECT_HIER_OPT, parts = 128;
    bad |= measure("exact");
    for (speed[0] = 1e6, k = 1; k < FREE; k++) speed[k] = speed[k - 1] * 0.8;
    rect.algorithm = FPM_RECT_AUTO, rect.speed = speed, rect.free_order = 1, parts = FREE;
    bad |= measure("free");
    fpm_grid_free(&grid);
    return bad;
}
