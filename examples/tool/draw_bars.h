/* draw_bars.h - the picture of shares alone, where speeds have no curves. */
#ifndef DRAW_BARS_H
#define DRAW_BARS_H
#include "problem.h"

void bars_draw(FILE *to, const problem *q);

#endif
