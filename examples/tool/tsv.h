/* tsv.h - the form for programs: `# key value` lines before a table with tabs. */
#ifndef TSV_H
#define TSV_H
#include "tool.h"

void tsv_text(const char *key, const char *value);
void tsv_whole(const char *key, int64_t value);
void tsv_real(const char *key, double value); /* 17 digits: the same bits when it is read again */

#endif
