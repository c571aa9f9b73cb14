/* tsv.h - the forms for programs.  TSV: `# key value` lines before a table with tabs; JSON: an
   object with these keys, and the rows as objects in an array `rows`. */
#ifndef TSV_H
#define TSV_H
#include "args.h"

/* First, unless it is TSV; and last. */
void tsv_begin(const output *out);
void tsv_end(void);

void tsv_text(const char *key, const char *value);
void tsv_whole(const char *key, int64_t value);
void tsv_real(const char *key, double value); /* 17 digits: the same bits when it is read again */

/* Several texts under one key: a line each, or an array. */
void tsv_list_begin(const char *key);
void tsv_list_text(const char *value);
void tsv_list_end(void);

/* The names of the columns, with tabs between them; then the cells, row by row. */
void tsv_columns(const char *names);
void tsv_cell_text(const char *value);
void tsv_cell_whole(int64_t value);
void tsv_cell_real(double value);

#endif
