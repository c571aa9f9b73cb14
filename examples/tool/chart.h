/* chart.h - pictures: axes, grids, places in a chart. */
#ifndef CHART_H
#define CHART_H
#include "svg.h"

typedef struct axis {
    double low, high; /* values at the ends */
    double from, to;  /* their places, in pixels */
    int log, whole;   /* whole: no ticks between whole numbers */
    int ticks;        /* about so many; 0: seven on x, six on y */
} axis;

typedef struct chart {
    FILE *to;
    axis x, y;
    const char *id; /* of what it is clipped to, one for each chart of a picture */
} chart;

/* Where a value is, in pixels. */
double chart_x(const chart *c, double v);
double chart_y(const chart *c, double v);

/* Grid, tick values and titles of both axes (without y_title the y axis is that of a chart to the
   left); opens the group that is clipped to the frame. */
void chart_begin(const chart *c, const char *x_title, const char *y_title);
void chart_end(const chart *c);

enum { MOST_NUMBERS = 22 };

/* A share in a panel, and where its number goes. */
typedef struct mark {
    int proc;
    double x, y, at;
} mark;

/* Places as near to x as a distance of `gap` between neighbours and the frame allow: midway between
   pushing all to the right and pushing all to the left. */
void chart_spread(const chart *c, mark *m, int count, double gap);

#endif
