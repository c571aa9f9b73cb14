/* draw_rough.h - the picture of rough profiles: the balanced and the optimal partition. */
#ifndef DRAW_ROUGH_H
#define DRAW_ROUGH_H
#include "standin.h"

int rough_draw(FILE *to, const problem *q, const stand_in *balanced);

#endif
