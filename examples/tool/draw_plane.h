/* draw_plane.h - drawing: loads in grey, rectangles over them. */
#ifndef DRAW_PLANE_H
#define DRAW_PLANE_H
#include "plane.h"

int draw_plane(FILE *to, const plane *w);

#endif
