/* tsv.c - the form for programs: `# key value` lines before a table with tabs. */
#include "tsv.h"

void tsv_text(const char *key, const char *value) { printf("# %s %s\n", key, value); }

void tsv_whole(const char *key, int64_t value) { printf("# %s %" PRId64 "\n", key, value); }

void tsv_real(const char *key, double value) { printf("# %s %.17g\n", key, value); }
