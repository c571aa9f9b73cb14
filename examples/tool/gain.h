/* gain.h - what functional performance models gain over simpler ones. */
#ifndef GAIN_H
#define GAIN_H
#include "problem.h"

/* Makespans at n units, in seconds; 0: not known. */
typedef struct gain {
    double optimum;
    double
        constant;  /* by one constant speed per processor, that at n / p, or at the size of --at */
    double smooth; /* of discrete models: by times that rise, along the trend */
    double blind;  /* by shares that ignore transfers; 0: there are none */
    double variation; /* of the speeds near the shares, see near_variation in gain.c */
    int beyond;       /* a share of one of them is beyond the last measured point */
} gain;

/* Fill q->d and q->info with the optimum at q->n, and compare; the status. */
int gain_compare(problem *q, gain *g);

/* Amounts of work: A, A + STEP, .. up to B. */
typedef struct amounts {
    int64_t first, last, step;
    int usual; /* the step was not given */
} amounts;

/* Read A:B or A:B:STEP (default: about 100 amounts). */
int amounts_read(args *a, const char *text, amounts *of);

/* Compare at all these amounts, and print, or draw with --svg, what simpler models lose. */
int gain_answer(problem *q, const amounts *of, const output *out);

#endif
