/* measure.h - what is measured on which devices. */
#ifndef MEASURE_H
#define MEASURE_H
#include "args.h"
#include "fpm_kernels.h"

enum { MOST_DEVICES = 64, MOST_SIZES = 1000, LEAST_SIZES = 5, KILLED = 1000 };

typedef struct device {
    const char *name; /* as given: cpu:0 */
    const char *form; /* what its kernel's name ends in: "", "-blas", "-cuda" */
    int core, threads;
    fpmk_kernel kernel;
    fpmk_setup setup;
    const char *command; /* or NULL */
    double timeout;      /* of it, seconds */
    char *path;          /* of its points file */
    fpm_points points;   /* measured so far */
    int rough, unstable; /* measurements that did not reach the precision, or were not stable */
    double skew;         /* the latest start after the first, in seconds */
} device;

typedef struct session {
    const char *kernel, *sizes, *dir;
    fpmk_options opts;
    fpmk_build how;
    double timeout, device_memory;
    int64_t low[MOST_DEVICES], high[MOST_DEVICES];
    device dev[MOST_DEVICES];
    int count, adaptive, resume, writing;
    int64_t x[MOST_SIZES];
    int rounds, visits;
    int failures;      /* sizes that could not be measured */
    char failure[300]; /* the first of them */
} session;

/* A command of the shell as a kernel. */
int command_init(void *context, int64_t x, int threads, const fpm_alloc *alloc, void **state);
void command_fini(void *context, void *state);
int command_run(void *context, void *state);

int measure_options(session *s, args *a);

/* The points file of device i as far as it is known; 0 when that failed. */
int write_device(const session *s, int i);

/* Paths of the files; whether they can be written is better known now than after a measurement. */
int name_files(session *s);

#endif
