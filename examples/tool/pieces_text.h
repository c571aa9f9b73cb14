/* pieces_text.h - pieces of work as text: their loads, names and present processors. */
#ifndef PIECES_TEXT_H
#define PIECES_TEXT_H
#include "points_text.h"

typedef struct piece_list {
    int64_t p;         /* set before: processors */
    int homed, copies; /* set before: the last field of a line is its present processor; or those of
                          its copies, joined by plus signs */
    int64_t n;
    double *given;     /* loads as they stand in the text */
    const char **name; /* in the text; NULL: none */
    int *from, *had;   /* present processors, and how many each piece has; -1: new */
    int64_t homes;     /* entries of from */
} piece_list;

/* One piece per line, as `95 auth` or `95 auth 2`.  The text, which has room for one more byte, is
   cut up.  FPM_OK or the status that comes nearest; below 0: why. */
int pieces_parse(char *text, size_t length, piece_list *to, remark *wrong);

/* What is odd about pieces that were parsed just now: 1 after a remark. */
int pieces_doubt(const piece_list *all, remark *to);

/* The unit of loads: 1 for whole ones, a power of ten for decimals of up to six digits, for others
   a power of two, so that their sum has 50 bits; 0 if that is too large. */
double pieces_unit(const double *given, int64_t n);

void pieces_free(piece_list *all);

#endif
