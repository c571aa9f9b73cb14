/* plane.h - loads on a plane: rectangles by one class or several. */
#ifndef PLANE_H
#define PLANE_H
#include "args.h"
#include "loads.h"

enum { MOST_CLASSES = 18 };

typedef struct tiling { /* the answer of one class */
    int algorithm;
    fpm_rect *part;
    fpm_rect_info info;
} tiling;

typedef struct plane {
    loads in;
    fpm_grid grid;
    fpm_grid_options grids;
    int64_t m, p, q, work;
    fpm_rect_options opts;
    double *speed;
    tiling answer[MOST_CLASSES];
    int answers, tsv;
    const char *file, *svg, *speeds;
} plane;

extern const choice rect_classes[], orientations[], directions[];

/* The grid of the loads that were read. */
int make_grid(plane *w);
int solve_plane(plane *w);
double in_units(const plane *w, int64_t load);
void print_tiling_tsv(const plane *w, const tiling *t);
void print_tiling(const plane *w, const tiling *t);

/* Several classes: a row each. */
void print_classes(const plane *w);

#endif
