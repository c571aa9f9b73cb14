/* measure.h - what is measured on which devices. */
#ifndef MEASURE_H
#define MEASURE_H
#include "args.h"
#include "command.h"
#include "draw_times.h"

enum { MOST_DEVICES = 64, MOST_SIZES = 1000, LEAST_SIZES = 5 };

typedef struct device {
    const char *name; /* as given: cpu:0 */
    const char *form; /* what its kernel's name ends in: "", "-blas", "-cuda" */
    int core, threads;
    fpmk_kernel kernel;
    fpmk_setup setup;
    command shell;       /* what it is, if it is none of this machine's devices */
    char *path;          /* of its points file */
    fpm_points points;   /* measured so far; of tiles the size is tile_key */
    int rough, unstable; /* measurements that did not reach the precision, or were not stable */
    int seen;            /* why not stable: FPMK_WARMING and so on, of all measurements */
    double skew;         /* the latest start after the first, in seconds */
    spread times;        /* of all samples of all measurements */
} device;

typedef struct session {
    const char *kernel, *sizes, *tiles, *dir, *svg;
    fpmk_options opts;
    fpmk_build how;
    double timeout, device_memory;
    int64_t low[MOST_DEVICES], high[MOST_DEVICES];
    device dev[MOST_DEVICES];
    int count, adaptive, resume, writing;
    int working[MOST_DEVICES]; /* which device each member of a measurement is */
    int memory;                /* there was none for samples */
    int64_t x[MOST_SIZES];     /* sizes, or rows of tiles */
    int64_t cols[MOST_SIZES];
    int64_t depth; /* of the panels of gemm */
    int rounds, col_rounds, visits;
    int failures;      /* sizes that could not be measured */
    char failure[300]; /* the first of them */
} session;

/* All arguments, and the kernels of the devices; the status. */
int measure_options(session *s, args *a);

/* Paths of the files; whether they can be written is better known now than after a measurement. */
int measure_name_files(session *s);

/* The points files of all devices as far as they are known; 0 when that failed. */
int measure_write(const session *s);

/* All devices at a size, and their points; what fpmk_build_model calls. */
int measure_round(void *context, int count, const int64_t *x, fpm_point *points,
                  fpmk_report *reports);

/* Have the points of a device this size, or the key of this tile? */
int measure_known(const device *d, int64_t key);

/* A random order of numbers: a drift of the machine must not look like a property of the sizes. */
void measure_shuffle(int64_t *x, int64_t count, uint64_t random);

/* A line of text for people who wait, "": none. */
void measure_progress(const char *text);

/* Points could not be written; the status. */
int measure_unwritten(const session *s);

/* ---- tiles (measure_tiles.c) ---- */

/* A tile as a whole number, ordered by rows, then columns. */
int64_t tile_key(int64_t rows, int64_t cols);
int64_t tile_rows(int64_t key);
int64_t tile_cols(int64_t key);

/* All tiles on all devices; the status. */
int measure_tiles(session *s);

/* The tiles of a file become points of a device; the status. */
int measure_tiles_read(const char *path, fpm_points *points);

/* A line about a device. */
void measure_tiles_print(const device *dev);

#endif
