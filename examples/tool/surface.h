/* surface.h - files of tiles: rows, columns and seconds of a processor on each line. */
#ifndef SURFACE_H
#define SURFACE_H
#include "tool.h"

/* The model of a file, smooth (FPM_PIECEWISE) or of these tiles alone (FPM_DISCRETE); the caller
   frees it with fpm_model2d_free.  A status of the program. */
int surface_read(const char *file, int kind, fpm_model2d *model);

#endif
