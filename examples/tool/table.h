/* table.h - loads on a plane from lines of numbers, or from a NumPy array. */
#ifndef TABLE_H
#define TABLE_H
#include "loads.h"

/* Lines of as many numbers each, or a first line `rows cols` and the numbers row by row, each
   between blanks, TABs, commas or semicolons; # begins a comment.  Doubts: which of the two. */
int table_read(loads *l, const char *text, size_t length, doubts *d);

/* A .npy file: whole numbers, floating-point ones or truth values in one dimension (loads in a row,
   or as many rows of one) or two. */
int npy_read(loads *l, const char *text, size_t length);

#endif
