/* points.h - points files. */
#ifndef POINTS_H
#define POINTS_H
#include "tool.h"

/* The points of a file, sorted; the caller frees them. */
int points_read(const char *file, fpm_points *points);

#endif
