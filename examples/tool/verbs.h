/* verbs.h - the verbs, a file each. */
#ifndef VERBS_H
#define VERBS_H
#include "args.h"

typedef struct verb {
    const char *name, *what;
    int (*run)(args *a);         /* the exit status */
    const char *help, *examples; /* one screen together */
} verb;

extern const verb partition_verb, matrix_verb, measure_verb, devices_verb, plot_verb, simulate_verb,
    chain_verb, rect_verb, tiles_verb, advise_verb, pipeline_verb, items_verb, completion_verb;

/* Verb i, NULL after the last one. */
const verb *verb_at(int i);

#endif
