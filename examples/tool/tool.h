/* tool.h - what all files of fpm-tool share.

      cd examples/tool && cc -O2 -I../.. *.c -o fpm-tool -lm -lpthread

   A verb returns the exit status: 0 answered, 1 no answer and one line on standard error, 2 wrong
   use. */
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

/* One line on standard error, for what has no answer. */
PRINTS(1, 2) int no_answer(const char *format, ...);
int out_of_memory(void);

/* Room for one more element of a list that doubles, or NULL (and the list stays). */
void *more_room(void *list, size_t count, size_t each);

#endif
