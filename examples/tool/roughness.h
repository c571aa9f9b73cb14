/* roughness.h - is what neighbouring sizes differ by real, or noise of measuring? */
#ifndef ROUGHNESS_H
#define ROUGHNESS_H
#include "fpm_kernels.h"
#include "surface.h"

enum { ROUGHNESS_ROOM = 240 };

/* What the half-widths of points, or of tiles, say; the program's status. */
int roughness_points(const fpm_points *points, fpmk_roughness_report *r);
int roughness_tiles(const char *file, const tile_times *t, fpmk_roughness_report *r);

/* A verdict in a word, for programs; and in a sentence. */
const char *roughness_word(const fpmk_roughness_report *r);
const char *roughness_text(const fpmk_roughness_report *r, char *room);

#endif
