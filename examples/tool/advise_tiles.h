/* advise_tiles.h - advise on files of tiles. */
#ifndef ADVISE_TILES_H
#define ADVISE_TILES_H
#include "problem.h"
#include "roughness.h"

/* --points2d: is what neighbouring tiles differ by real?  Only files and a form are taken; the
   status. */
int advise_tiles(const problem *q, args *a, const output *out);

#endif
