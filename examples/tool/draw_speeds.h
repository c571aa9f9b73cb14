/* draw_speeds.h - the picture of speed functions, lines through the origin, shares. */
#ifndef DRAW_SPEEDS_H
#define DRAW_SPEEDS_H
#include "chart.h"
#include "problem.h"

/* Times of the lines that a bisection tried. */
typedef struct lines {
    double *time;
    int count;
    int failed; /* out of memory */
} lines;

/* Largest speed of processor i up to a size; *lowest becomes the least one of a point, if less. */
double speeds_peak(const problem *q, int i, double end, double *lowest);

/* The curve of a processor from size a to size b; more holds the attributes of the path. */
void speeds_draw_span(const chart *c, const fpm_proc *proc, double a, double b, const char *more);

/* What a picture shows beside the speed functions of a problem and its solution. */
enum { MOST_OTHERS = 3 };
typedef struct besides {
    const lines *steps;   /* of a bisection, or NULL */
    const problem *other; /* the same processors with models of another kind */
    int others;           /* so many, up to MOST_OTHERS */
    int band;             /* 1: the speeds that the half-widths of the points allow */
} besides;

/* How the curves of other[k] are dashed, as an attribute. */
const char *speeds_dashes(int k);

/* The picture of a problem, with its solution if there is one; more may be NULL. */
void speeds_draw(FILE *to, const problem *q, const besides *more);

#endif
