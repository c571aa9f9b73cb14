/* points.h - points files. */
#ifndef POINTS_H
#define POINTS_H
#include "tool.h"

/* The points of a file, sorted; the caller frees them. */
int read_points(const char *file, fpm_points *points);

#endif
