/* points.h - points files. */
#ifndef POINTS_H
#define POINTS_H
#include "tool.h"

/* The points of a file, sorted, and what is odd about them; the caller frees both. */
int points_read(const char *file, fpm_points *points, doubts *d);

/* The same of a text that was read from it, without quotation marks around numbers. */
int points_parse_file(const char *file, const char *text, size_t length, fpm_points *points,
                      doubts *d);

/* Variation of speed between neighbouring extrema, |s1 - s2| / min(s1, s2) (equation 1 of the paper
   on HPOPTA): its mean and its largest; 0 where there are less than two extrema. */
void points_variation(const fpm_points *points, double *mean, double *most);

/* Width of the band of speeds that half-widths allow, (s_high - s_low) / s with s = x / seconds:
   its mean over all points and its largest, which is at size *at.  A point with a half-width that
   is no less than its time has no highest speed and is left out; how many are not. */
int64_t points_band(const fpm_points *points, double *mean, double *most, int64_t *at);

#endif
