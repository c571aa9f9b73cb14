/* points_table.h - one table of several processors: its first column names them. */
#ifndef POINTS_TABLE_H
#define POINTS_TABLE_H
#include "tool.h"

/* A processor: its lines without its name, where the lines of the others are empty. */
typedef struct named_points {
    char *name, *text;
} named_points;

/* The processors of a text, in the order of their first lines; how many, 0: its lines do not begin
   with names, below 0: no memory. */
int points_split(const char *text, size_t length, named_points **list);

void points_split_free(named_points *list, int count);

#endif
