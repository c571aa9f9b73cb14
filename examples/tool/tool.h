/* tool.h - what all files of fpm-tool share: its messages, its exit status, doubts, lists that
   grow.

      cd examples/tool && cc -O2 -I../.. *.c -o fpm-tool -lm -lpthread

   main.c calls a verb, which has a file of its own (verbs.h lists them): it reads its arguments by
   args.h and its files by points.h or loads.h, makes a problem.h of them, calls fpm.h, prints and
   draws (svg.h, chart.h).  The implementations of both headers are in fpm.c alone.  Functions that
   answer, load or check return a status: 0, or what the program ends with after a message. */
#ifndef TOOL_H
#define TOOL_H
#include "fpm.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#define PRINTS(text, rest) __attribute__((format(printf, text, rest)))
#else
#define PRINTS(text, rest)
#endif

enum { ANSWERED = 0, NO_ANSWER = 1, WRONG_USE = 2 };

/* Text for people: names in it may hold anything, so what would act on a terminal is written \xNN.
   say() is printf, and keeps line feeds; in a message (a format and its values) they are written
   \x0a. */
PRINTS(1, 2) void say(const char *format, ...);
void put_message(FILE *to, const char *format, va_list values);

/* One line on standard error, for what has no answer. */
PRINTS(1, 2) int no_answer(const char *format, ...);
int out_of_memory(void);

/* Doubts: what should be known of an answer that stands all the same.  They are kept until they are
   said, a line each on standard error, whatever the form of the answer; or listed in it. */
typedef struct doubts {
    char **text;
    int count;
} doubts;

PRINTS(2, 3) void doubts_add(doubts *d, const char *format, ...);
void doubts_say(doubts *d); /* and forget them */
void doubts_free(doubts *d);

/* Room for one more element of a list that doubles, or NULL (and the list stays). */
void *more_room(void *list, size_t count, size_t each);

#endif
