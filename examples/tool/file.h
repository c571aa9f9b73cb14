/* file.h - files as a whole. */
#ifndef FILE_H
#define FILE_H
#include "tool.h"

/* The whole of a file, or of standard input for "-"; bytes of value 0 only where any are allowed.
   The caller frees *text. */
int read_bytes(const char *name, int any, char **text, size_t *length);
int read_file(const char *name, char **text, size_t *length);

/* Close a file that was written to (NULL name: standard output stays open). */
int finish_file(FILE *file, const char *name);

#endif
