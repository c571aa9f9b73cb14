/* draw_rough.h - drawing: rough profiles, the balanced and the optimal partition side by side. */
#ifndef DRAW_ROUGH_H
#define DRAW_ROUGH_H
#include "standin.h"

int draw_rough(FILE *to, const problem *q, const stand_in *balanced);

#endif
