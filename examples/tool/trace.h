/* trace.h - partition --trace: the thresholds of HPOPTA's search. */
#ifndef TRACE_H
#define TRACE_H
#include "problem.h"

typedef struct trace {
    const problem *q;
    double last; /* the time threshold that was printed last */
    int printed; /* so many */
} trace;

/* Options that print a line for each time threshold tau that the search reaches, with the size
   thresholds sigma_0 .. sigma_(p-1) of it. */
fpm_options trace_options(trace *t);

#endif
