/* draw_simulation.h - drawing: shares and times over iterations, frames of the partial models. */
#ifndef DRAW_SIMULATION_H
#define DRAW_SIMULATION_H
#include "simulation.h"

int draw_simulation(FILE *to, simulation *s);

#endif
