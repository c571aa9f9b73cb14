/* draw_plane.h - the picture of loads in grey and rectangles over them. */
#ifndef DRAW_PLANE_H
#define DRAW_PLANE_H
#include "plane.h"

/* All answers, a panel each; the status. */
int plane_draw(FILE *to, const plane *w);

#endif
