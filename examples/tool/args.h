/* args.h - arguments of the command line: options, and operands such as files. */
#ifndef ARGS_H
#define ARGS_H
#include "tool.h"

typedef struct choice {
    const char *name;
    int value;
} choice; /* a list of them ends with a name that is NULL */

/* The options of a verb, for shells that complete them, and what kind of value each one takes. */
enum { OPTION_FLAG, OPTION_TEXT, OPTION_NUMBER, OPTION_CHOICE };

typedef struct known_option {
    const char *name;
    int kind;
    const choice *all; /* OPTION_CHOICE */
} known_option;

typedef struct option_list {
    known_option *of;
    int count;
} option_list;

enum { MOST_GIVEN = 64 }; /* more than any verb has options with a value */

typedef struct args {
    const char *verb;
    char **list; /* what follows the verb */
    int count, at;
    int plain;            /* `--` was there: all that follows are operands */
    const char *nearest;  /* the option most like the next argument, of those that did not fit */
    int distance;         /* ... and how far it is from it */
    int status;           /* 0; after a complaint that of the program */
    option_list *listing; /* not NULL: options are only listed here, and nothing is said or done */
    int memory;           /* listing: there was none */
    const char *given[MOST_GIVEN]; /* the options that were there, of those that are given once */
    int given_count;
} args;

/* Complain of the arguments, of which one line is enough; the status. */
PRINTS(2, 3) int wrong_use(args *a, const char *format, ...);

/* Are there arguments that nobody took, and no complaint yet? */
int args_left(args *a);

/* Each of these takes the next argument if it is the option `name` and says so by 1; it is 1 as
   well after a complaint, since nothing else is to be tried then.  A name is `--name`, which is
   written `--name VALUE` or `--name=VALUE`, or `-x`, which is `-x VALUE`, `-xVALUE`, `--x VALUE`
   or `--x=VALUE`.  A value that is given twice is refused, except by args_each. */
int args_flag(args *a, const char *name, int *on);
int args_text(args *a, const char *name, const char **to);

/* 1, after a complaint if both were given: they are names of one option. */
int args_one_of(args *a, const char *name, const char *other);

/* As args_text, for an option that may be there several times, as one for each processor. */
int args_each(args *a, const char *name, const char **to);
int args_choice(args *a, const char *name, const choice *all, int *to);

/* The text of a list of such words, which the caller cuts up. */
int args_words(args *a, const char *name, const choice *all, const char **to);

/* A number from low, 0, or above 0, up to a largest one; what is expected may be NULL, which says
   these limits. */
int args_whole(args *a, const char *name, int64_t low, int64_t high, const char *expected,
               int64_t *to);
/* How many processors: as many as memory holds on most machines, a kilobyte each. */
int args_processors(args *a, const char *name, int64_t *to);
int args_count(args *a, const char *name, int low, int high, const char *expected, int *to);
int args_amount(args *a, const char *name, double most, const char *expected, double *to);
int args_positive(args *a, const char *name, double most, const char *expected, double *to);

/* --max-bytes: memory, as 2000000000 or 2G. */
int args_max_bytes(args *a, size_t *to);

/* --svg OUT; a name that ends as other formats do is refused. */
int args_picture(args *a, const char **svg);

/* How verbs answer: --tsv, --json (which sets both) and --svg OUT. */
typedef struct output {
    int tsv, json;
    const char *svg;
} output;

int args_form(args *a, output *out);  /* --tsv and --json alone */
int args_forms(args *a, output *out); /* all three */

/* An argument that is no option, or NULL after a complaint. */
const char *args_operand(args *a);

/* Complain of a file that is none but a number, which may belong to an option (NULL: to the list of
   --speeds). */
void wrong_file(args *a, const char *name, const char *option);

/* The value with that name, in capital or small letters; 0 after a complaint that lists the
   names. */
int choice_find(args *a, const char *option, const char *text, const choice *all, int *value);
const char *choice_name(const choice *all, int value);

/* A list of speeds, one for each of *p processors, of which the number may not be given: 0.  The
   caller frees it, also after a complaint. */
double *args_speeds(args *a, const char *text, int64_t *p);

/* The same of prices, which may be 0. */
double *args_prices(args *a, const char *text, int64_t *p);

/* FILE:AMOUNT, cut up in place, so it must be writable, as arguments are; 0 after a complaint. */
int args_limit(args *a, const char *text, const char **file, double *amount);

#endif
