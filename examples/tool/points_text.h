/* points_text.h - points as text: what is wrong with it, and what is odd. */
#ifndef POINTS_TEXT_H
#define POINTS_TEXT_H
#include "tool.h"

enum { REMARKS = 3 };

/* A sentence on a line, from 1, or on the whole text (0). */
typedef struct remark {
    int64_t line;
    char text[400];
} remark;

/* The points of a text, in the order of its lines; the status of the library, FPM_E_NO_POINTS for a
   text without any.  Below 0: why. */
int points_parse(const char *text, size_t length, fpm_points *points, remark *wrong);

/* What is odd about points that were parsed just now: up to REMARKS remarks; how many, below 0: no
   memory. */
int points_doubts(const char *text, size_t length, const fpm_points *points, remark *to);

#endif
