/* standin.h - what simpler models of the same points would give. */
#ifndef STANDIN_H
#define STANDIN_H
#include "problem.h"

/* The best partition into sizes on offer if each processor took other times: those of its trend,
   which gives the balanced partition, or those of one constant speed. */
typedef struct stand_in {
    fpm_model *model; /* p: the sizes on offer with these times */
    fpm_proc *proc;
    double *seconds; /* of all points, a processor after the other */
    int64_t *d;
    double makespan; /* what it really takes */
} stand_in;

/* Zero it before; stand_in_free after, whatever the result. */
int stand_in_solve(const problem *q, int one_speed, stand_in *s);
void stand_in_free(stand_in *s);

#endif
