/* front.h - a front of makespan and cost. */
#ifndef FRONT_H
#define FRONT_H
#include "problem.h"

/* Find, print and draw all of the front. */
int answer_front(problem *q, int tsv, const char *svg);

#endif
