/* file.h - files that are read as a whole, files that are written. */
#ifndef FILE_H
#define FILE_H
#include "tool.h"

/* The whole of a file, or of standard input for "-", without a byte order mark; bytes of value 0
   only where any are allowed.  The caller frees *text. */
int file_read(const char *name, int any, char **text, size_t *length);

/* May an input of that length take so many bytes of memory?  Allowed are 100 times its length and
   64 MiB, or what --max-bytes says (0: it was not given): a file can name sizes that it does not
   hold.  `what` takes the bytes, such as "9 elements"; the status. */
int file_allows(const char *name, size_t length, size_t max_bytes, double bytes, const char *what);

/* A new file to write to, for that option, or NULL after a message; its name is that of the former
   one, if any, until file_finish.  What was measured is never written over: a file that was read,
   or one that holds points or loads. */
FILE *file_create(const char *option, const char *name);

/* Close a file that was written to (NULL name: standard output stays open); the status, or that of
   what went wrong with the file.  Unless all went well the former file stays, or none. */
int file_finish(FILE *file, const char *name, int status);

/* The picture that --svg asks for, which draw(file, what) draws; name NULL: none.  A status. */
int file_picture(const char *name, void (*draw)(FILE *to, const void *what), const void *what);

#endif
