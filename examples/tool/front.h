/* front.h - partition --front: all pairs of makespan and cost of which none is better in both. */
#ifndef FRONT_H
#define FRONT_H
#include "problem.h"

/* Find, print and draw the front of a problem. */
int front_answer(problem *q, const output *out);

#endif
