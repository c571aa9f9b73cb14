/* ocean.h - a grid with land in it, cut into equal tiles; those of land are dropped. */
#ifndef OCEAN_H
#define OCEAN_H
#include "plane.h"

/* Rows are those of the models: row 0 is the southernmost one, whichever the file begins with. */
typedef struct ocean {
    plane w;         /* the file, its loads, the processors, the form of the answer */
    int north_first; /* the file begins with the northernmost row */
    int wrap;        /* WRAP_X, WRAP_Y */
    int fold;        /* the northernmost row lies beside itself, mirrored */
    int64_t rim;     /* land that a dropped tile has around it; below 0: as the form has it */
    int64_t low;     /* least number of processors of a list; 0: one answer */
    const char *mask_file, *blank_file;
    fpm_tiles_options opts; /* form below 0: as the files have it */
    int64_t sea;            /* cells with load */
    fpm_grid kept;          /* 1 at cells whose tile is kept: the sea, and what is near it */
    fpm_rect *part;
    fpm_tiles tiles;
    fpm_info info;
    int *owner; /* of each tile, row by row of tiles; -1: dropped */
} ocean;

extern const choice tile_forms[];

/* The tiles of w.grid; all memory. */
int ocean_solve(ocean *o);

/* The same for each number of processors from w.m down to low at which they differ: calls each one,
   first with the most.  FPM_E_INFEASIBLE ends the list, unless nothing is in it. */
int ocean_list(ocean *o, void (*each)(const ocean *));
void ocean_end(ocean *o);

/* The load of cells, in the unit of the file. */
double ocean_load(const ocean *o, int64_t r0, int64_t r1, int64_t c0, int64_t c1);

/* How the edges of the grid are joined. */
fpm_rect_edges ocean_edges(const ocean *o);

/* The files of models that name the dropped tiles: of FMS (MOM6), of exch2 (MITgcm). */
int ocean_write_mask_table(const ocean *o);
int ocean_write_blank_list(const ocean *o);

/* The picture; the status. */
int ocean_draw(FILE *to, const ocean *o);

#endif
