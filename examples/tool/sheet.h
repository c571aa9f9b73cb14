/* sheet.h - tables with a header row: names of columns, then rows of as many cells, between blanks,
   TABs, commas or semicolons; # begins a comment. */
#ifndef SHEET_H
#define SHEET_H
#include "tool.h"

typedef struct sheet {
    const char *file;
    char *text;
    size_t length; /* of the text */
    char **cell;   /* row 0 has the names of the columns */
    int64_t *line; /* of each row in the file */
    int64_t rows, columns;
} sheet;

/* Zero it before; sheet_free after, whatever the result.  There is a row below the header. */
int sheet_read(sheet *s, const char *file);
void sheet_free(sheet *s);

/* The column of that name, -1: there is none. */
int64_t sheet_column(const sheet *s, const char *name);

/* A cell; `-` or no such column: NULL. */
const char *sheet_cell(const sheet *s, int64_t row, int64_t column);

/* Numbers in cells, unchanged where there is none.  Bytes are whole, or as 24GB and 512MiB; seconds
   may have ms, us or ns behind them; the status. */
int sheet_bytes(const sheet *s, int64_t row, int64_t column, int64_t *value);
int sheet_seconds(const sheet *s, int64_t row, int64_t column, double *value);
int sheet_real(const sheet *s, int64_t row, int64_t column, double *value);

/* One line on standard error with file, line and column. */
int sheet_bad(const sheet *s, int64_t row, int64_t column, const char *expected);

#endif
