/* draw_times.h - how repeated times of the same work spread: a histogram. */
#ifndef DRAW_TIMES_H
#define DRAW_TIMES_H
#include "tool.h"

/* Samples of many measurements, each over the median of its measurement. */
typedef struct spread {
    double *ratio;
    int64_t count;
    double skewness;    /* the sum over all measurements */
    int64_t measured;   /* so many of three samples or more */
    double most_skewed; /* the skewness farthest from 0 */
} spread;

/* Add those of a measurement, ascending; 0: there was no memory. */
int spread_add(spread *s, const double *seconds, int64_t count);
void spread_note(spread *s, double skewness);
double spread_skewness(const spread *s); /* the mean */
void spread_free(spread *s);

/* A histogram for each device, beside the normal curve of the same mean and deviation. */
typedef struct spreads {
    const spread *const *of;
    const char *const *name;
    int count;
} spreads;
void spreads_draw(FILE *to, const void *all);

#endif
