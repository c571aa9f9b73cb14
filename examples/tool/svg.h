/* svg.h - pictures: the elements of SVG.  Where a function has a format, it writes what further
   attributes the element has. */
#ifndef SVG_H
#define SVG_H
#include "tool.h"

#define SVG_NOTE "font-size=\"12\" fill=\"#555\""
#define SVG_BOLD "font-weight=\"bold\""
#define SVG_MIDDLE "text-anchor=\"middle\""
#define SVG_END "text-anchor=\"end\""

enum { COLOURS = 7, SHAPES = 5 };

const char *svg_colour(int i);
void svg_begin(FILE *to, int width, int height, const char *title);
void svg_end(FILE *to);

/* The title as the picture shows it, y from the top. */
void svg_heading(FILE *to, double y, const char *title);

/* Text at a point; more holds further attributes, as text-anchor="end". */
PRINTS(5, 6)
void svg_text(FILE *to, double x, double y, const char *more, const char *format, ...);
PRINTS(6, 7)
void svg_line(FILE *to, double x0, double y0, double x1, double y1, const char *format, ...);
PRINTS(6, 7)
void svg_rect(FILE *to, double x, double y, double width, double height, const char *format, ...);

/* One of SHAPES markers, of about radius r. */
PRINTS(6, 7)
void svg_marker(FILE *to, int shape, double x, double y, double r, const char *format, ...);

/* A number in a ring. */
void svg_number(FILE *to, double x, double y, int number, const char *colour);

/* Dots of one colour. */
void svg_dots_begin(FILE *to, const char *colour, double width);
void svg_dot(FILE *to, double x, double y);
void svg_dots_end(FILE *to);

/* A group that is cut to a rectangle, which gets that name. */
void svg_clip(FILE *to, const char *id, double x, double y, double width, double height);

#endif
