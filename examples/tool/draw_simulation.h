/* draw_simulation.h - the picture of shares and times over iterations. */
#ifndef DRAW_SIMULATION_H
#define DRAW_SIMULATION_H
#include "simulation.h"

/* After simulation_run; the status.  The truth is then that of the last frame. */
int simulation_draw(FILE *to, simulation *s);

#endif
