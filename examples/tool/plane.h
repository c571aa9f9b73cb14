/* plane.h - loads on a plane, cut into rectangles by one class or several. */
#ifndef PLANE_H
#define PLANE_H
#include "args.h"
#include "loads.h"

enum { MOST_CLASSES = 18 };
enum { WRAP_X = 1, WRAP_Y = 2 }; /* edges that are joined */

typedef struct tiling { /* the answer of one class */
    int algorithm;
    fpm_rect *part;
    fpm_info info;
    fpm_rect_outputs out;
} tiling;

typedef struct plane {
    const char *file, *speeds, *part_file, *from_file, *halo_file; /* as given, or NULL */
    output out;
    loads in;
    fpm_grid grid;
    fpm_grid_options grids;
    int64_t m;     /* processors */
    double fewest; /* --fewest, or below 0 */
    int pair[2];   /* P and Q of --pq; 0: not given */
    int wrap;      /* rect --neighbours: WRAP_X, WRAP_Y */
    int fold;      /* rect --neighbours: the last row lies beside itself, mirrored */
    fpm_rect_options opts;
    double *speed;  /* m, or NULL */
    fpm_rect *from; /* opts.parts, or NULL */
    tiling answer[MOST_CLASSES];
    int answers;
} plane;

extern const choice rect_classes[], orientations[], directions[], wraps[];

/* The grid of the loads that were read; all answers; all memory. */
int plane_make_grid(plane *w);
int plane_solve(plane *w);
void plane_end(plane *w);

/* A grid whose edges are joined: WRAP_X, WRAP_Y. */
fpm_rect_edges plane_edges(const fpm_grid *grid, int wrap);

/* The halos of parts, one cell deep, to a file: whom each has a side with, and of how many cells.
   The status. */
int halos_write(const char *file, int m, const fpm_rect *part, const fpm_rect_edges *edges);

/* A load of the grid in the units of the file; the time that a part takes, given speeds. */
double plane_load(const plane *w, int64_t load);
double plane_seconds(const plane *w, const tiling *t, int64_t part);

#endif
