/* svg.h - drawing: SVG. */
#ifndef SVG_H
#define SVG_H
#include "tool.h"

enum { COLOURS = 7, SHAPES = 5 };

const char *colour_of(int i);
void svg_begin(FILE *to, int width, int height, const char *title);
void svg_end(FILE *to);

/* Text at a point; more holds further attributes, as text-anchor="end". */
PRINTS(5, 6)
void svg_text(FILE *to, double x, double y, const char *more, const char *format, ...);
void svg_line(FILE *to, double x0, double y0, double x1, double y1, const char *more);

/* A rectangle that `clip-path="url(#id)"` cuts to. */
void svg_clip(FILE *to, const char *id, double x, double y, double width, double height);

/* One of SHAPES markers, of about radius r. */
void svg_marker(FILE *to, int shape, double x, double y, double r, const char *more);

/* A name of at most `most` bytes or so: both ends of a long one. */
const char *short_name(const char *name, size_t most, char *room, size_t size);

#endif
