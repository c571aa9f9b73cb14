/* costs.h - what shares cost, for --least cost: --cost, --costs and --watts. */
#ifndef COSTS_H
#define COSTS_H
#include "problem.h"

#define COSTS_HELP                                                                                 \
    "  --cost FILE      what shares cost: one FILE per processor, of lines `size cost`; a\n"       \
    "                   cost may be 0, and size 0 is a processor at rest\n"                        \
    "  --costs U:B:R,.. or, per processor, U for each unit, B more if busy, R at rest\n"           \
    "  --watts W:I,...  or, per processor, W at work, I while it waits: costs in joules\n"

/* One of these options: 1, as in args.h. */
int costs_option(problem *q, args *a);

/* After the last argument: how the costs were given, or NULL. */
const char *costs_given(const problem *q);
void costs_checked(const problem *q, args *a);

/* When the models are made. */
int costs_load(problem *q, args *a);
void costs_end(problem *q);

/* With --watts: joules of all processors until `makespan`, of which `cost` are above those of
   processors that wait all the time. */
double costs_energy(const problem *q, double makespan, double cost);

#endif
