/* draw_plane.h - the picture of loads, the darker the more, and rectangles over them. */
#ifndef DRAW_PLANE_H
#define DRAW_PLANE_H
#include "plane.h"

/* The loads of the grid as shades, once, for draw_loads_at to show where it says; turned: its first
   row is at the bottom.  The status. */
int draw_loads(FILE *to, const plane *w, double wide, double high, int turned);
void draw_loads_at(FILE *to, double x, double y);

/* What the shades mean, in a line at y; returns where the next entry begins. */
double draw_loads_key(FILE *to, double y);

/* The number of a part in the middle of its rectangle, where there is space. */
void draw_part_number(FILE *to, int64_t i, double x, double y, double width, double height);

/* All answers, a panel each; the status. */
int plane_draw(FILE *to, const plane *w);

#endif
