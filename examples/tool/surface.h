/* surface.h - files of tiles: rows, columns and seconds of a processor on each line. */
#ifndef SURFACE_H
#define SURFACE_H
#include "tool.h"

/* Tiles as a file has them, in its order. */
typedef struct tile_times {
    int64_t count, *m, *n, *reps, *line;
    double *seconds, *half_width; /* 0: the file does not say it */
} tile_times;

/* A line is `rows columns seconds`, and may go on with a half-width and repetitions, as measure
   writes it.  The caller frees the list, whatever the status. */
int tile_times_read(const char *file, tile_times *t);
void tile_times_free(tile_times *t);

/* The model of a file, smooth (FPM_PIECEWISE) or of these tiles alone (FPM_DISCRETE); the caller
   frees it with fpm_model2d_free.  A status of the program. */
int surface_read(const char *file, int kind, fpm_model2d *model);

#endif
