/* svg.h - pictures: the elements of SVG.  Where a function has a format, it writes what further
   attributes the element has. */
#ifndef SVG_H
#define SVG_H
#include "style.h"
#include "tool.h"

/* Of elements and of text; colours are classes, see style.h. */
#define SVG_STROKE "stroke=\"currentColor\""
#define SVG_FILL "fill=\"currentColor\""
#define SVG_SOFT "class=\"soft\""
#define SVG_NOTE "font-size=\"12\" " SVG_SOFT
#define SVG_BOLD "font-weight=\"bold\""
#define SVG_MIDDLE "text-anchor=\"middle\""
#define SVG_END "text-anchor=\"end\""
#define SVG_AREA "fill-opacity=\"0.4\" " SVG_FILL /* with text on it */

/* "3 part" PLURAL(3) */
#define PLURAL(count) ((count) == 1 ? "" : "s")

/* Pictures are as wide as a column of text in a browser, where they are not scaled. */
enum { SVG_WIDTH = 840, SVG_LEFT = 16, SVG_SHAPES = 5 };

/* The class of a part, as an attribute. */
const char *svg_colour(int i);

/* The head, and the title as the picture shows it; the format writes what is seen. */
PRINTS(4, 5) void svg_begin(FILE *to, int height, const char *title, const char *format, ...);
void svg_end(FILE *to);

/* A line below the title, from 1. */
PRINTS(3, 4) void svg_note(FILE *to, int line, const char *format, ...);

/* Text at a point; more holds further attributes, as text-anchor="end". */
PRINTS(5, 6)
void svg_text(FILE *to, double x, double y, const char *more, const char *format, ...);
PRINTS(6, 7)
void svg_line(FILE *to, double x0, double y0, double x1, double y1, const char *format, ...);
PRINTS(6, 7)
void svg_rect(FILE *to, double x, double y, double width, double height, const char *format, ...);

/* One of SVG_SHAPES markers, of about radius r. */
PRINTS(6, 7)
void svg_marker(FILE *to, int shape, double x, double y, double r, const char *format, ...);

/* A number in a ring; a ring around a point, as one of the markers. */
void svg_number(FILE *to, double x, double y, int number, const char *colour);
void svg_ring(FILE *to, int shape, double x, double y, const char *colour);

/* Entries of a legend: a line or an area with attributes of its own (none: no area), then text. */
PRINTS(5, 6)
void svg_key_line(FILE *to, double x, double y, const char *more, const char *format, ...);
PRINTS(5, 6)
void svg_key_area(FILE *to, double x, double y, const char *more, const char *format, ...);

/* Dots of one colour. */
void svg_dots_begin(FILE *to, const char *colour, double width);
void svg_dot(FILE *to, double x, double y);
void svg_dots_end(FILE *to);

/* A group that is cut to a rectangle, which gets that name. */
void svg_clip(FILE *to, const char *id, double x, double y, double width, double height);

#endif
