/* explain.h - why the library has no answer, in the words of the command line. */
#ifndef EXPLAIN_H
#define EXPLAIN_H
#include "tool.h"

/* What the library calls `from` is called `to` on the command line, a list that ends with NULL. */
typedef struct term {
    const char *from, *to;
} term;

/* What is wrong with which option, and what to do; the status alone where no more is known.  Terms
   of the verb, or NULL, come before those of all verbs. */
enum { EXPLAIN_ROOM = 600 };
const char *explain(const fpm_info *info, const term *own, char room[EXPLAIN_ROOM]);

#endif
