/* draw_legend.h - the picture of speed functions: what stands beside the chart and above it. */
#ifndef DRAW_LEGEND_H
#define DRAW_LEGEND_H
#include "draw_speeds.h"

/* What other shares of the same units would take, or 0; share: even, or 0 where some differ. */
typedef struct rivals {
    double even, constant;
    int64_t share;
} rivals;

/* Those of a solved problem. */
rivals rivals_of(const problem *q);

#define EVEN_LINE SVG_SOFT " " SVG_STROKE " stroke-width=\"1.4\" stroke-dasharray=\"1 4\""

/* How high the legend's row of a curve is. */
int speeds_row(const problem *q, const besides *more);

/* Names, shares and times on the right, a row a curve, and the key with its last line at bottom. */
void speeds_legend(const chart *c, const problem *q, const besides *more, const rivals *others,
                   double x, double bottom);

/* The lines below the title. */
void speeds_notes(FILE *to, const problem *q, const lines *steps, const rivals *others);

/* What is seen, in a sentence. */
void speeds_describe(const problem *q, const rivals *others, char *text, size_t size);

#endif
