/* points.h - points files. */
#ifndef POINTS_H
#define POINTS_H
#include "tool.h"

/* The points of a file, sorted, and what is odd about them; the caller frees both. */
int points_read(const char *file, fpm_points *points, doubts *d);

#endif
