/* args.h - arguments of the command line. */
#ifndef ARGS_H
#define ARGS_H
#include "tool.h"

typedef struct args {
    const char *verb;
    char **list; /* what follows the verb */
    int count, at;
    int status; /* WRONG_USE after a complaint */
} args;

PRINTS(2, 3) int wrong_use(args *a, const char *format, ...);
int take_flag(args *a, const char *name);

/* The value of an option: `-x VALUE`, or `--name=VALUE`. */
const char *take_value(args *a, const char *name);

/* An argument that is no option. */
const char *take_operand(args *a);

typedef struct choice {
    const char *name;
    int value;
} choice;

int take_choice(args *a, const char *option, const char *text, const choice *all, int *value);
const char *choice_name(const choice *all, int value);

/* The pieces of a list with commas, one after the other; the length, -1 after the last one. */
int next_piece(const char **list, const char **piece);

/* A list of speeds, one for each of *p processors, of which the number may not be given: 0. */
double *read_speeds(args *a, const char *text, const char *option, int64_t *p);

#endif
