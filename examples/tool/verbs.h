/* verbs.h - the verbs, a file each. */
#ifndef VERBS_H
#define VERBS_H
#include "args.h"

typedef struct verb {
    const char *name, *what;
    int (*run)(args *a); /* the exit status */
    const char *help;
} verb;

extern const verb partition_verb, matrix_verb, measure_verb, devices_verb, plot_verb, simulate_verb,
    chain_verb, rect_verb, advise_verb, pipeline_verb, items_verb;

/* Where a help ends. */
#define STATUS_HELP "Exit status: 0 answered, 1 no answer, 2 wrong use.\n"

#endif
