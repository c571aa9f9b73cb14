/* loads.h - loads from a file: a chain of numbers, lines of them, a NumPy array, a Matrix Market
   file, a PGM image, a variable of ncdump's text (CDL). */
#ifndef LOADS_H
#define LOADS_H
#include "tool.h"

typedef struct loads {
    const char *file, *as; /* as: what it was read as, "a PGM image" */
    int chain;             /* rows is 1 and the numbers stand in a row, without a head */
    int places;            /* of a chain: the numbers are places of cuts, as messages say */
    int pattern;           /* asked for: every entry of a Matrix Market file counts 1 */
    const char *variable;  /* asked for: of CDL, by its name; NULL: the only one */
    int columns;           /* asked for: columns are the elements, not rows */
    int matrix;            /* of a chain: lines of as many numbers each, two or more, are rows */
    int64_t rows, cols;
    int64_t count;      /* entries, room for more in more_room's steps */
    int64_t *row, *col; /* where they are, from 0, repeats add up; NULL: all, row by row */
    double *value;      /* 0 or more */
    size_t length;      /* of the file in bytes */
    int whole;          /* 1: all are whole numbers up to 2^53 */
    char title[80];     /* room for what it was read as */
} loads;

/* Loads from a file, whose first word says which kind it is.  Set l->chain, l->places, l->pattern,
   l->variable and l->columns, and zero the rest, before; loads_free(l) after, whatever the result.
   Doubts: whether the numbers are loads, all of them. */
int loads_read(loads *l, const char *file, doubts *d);
void loads_free(loads *l);

/* One more entry of a plane that is read row by row. */
int loads_add(loads *l, double value);

#endif
