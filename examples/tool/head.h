/* head.h - what a file is, by how it begins: byte order marks, banners, names of columns. */
#ifndef HEAD_H
#define HEAD_H
#include "tool.h"

/* Take a byte order mark of UTF-8 away. */
void head_strip(char *text, size_t *length);

enum { HEAD_PLAIN, HEAD_MARKET, HEAD_PGM, HEAD_PGM_BYTES, HEAD_NPY, HEAD_CDL };

/* Which kind of file this is by its first word, in a Matrix Market file of any case. */
int head_kind(const char *text, size_t length);

/* Does a text begin as UTF-16 does, by its mark or by a zero in every other byte? */
int head_utf16(const char *text, size_t length);
#define HEAD_UTF16 "UTF-16 text, as PowerShell's > writes it; save it as UTF-8"

/* The lines of a text: what stands before a comment, without blanks at its ends.  Start with at and
   end alone; 0 after the last line. */
typedef struct head_line {
    const char *at, *end; /* of what comes after */
    int64_t number;       /* of this line, from 1 */
    const char *text;
    size_t length;
} head_line;

int head_next(head_line *line);

/* Are these words, none of which begins as a number does?  Such a first line names columns. */
int head_words(const char *text, size_t length);

/* A format that is not read, and what to do, by how it begins; NULL: it may be one that is. */
const char *head_foreign(const char *text, size_t length);

/* What is measured data, "a points file" or the like; NULL: something else. */
const char *head_data(const char *text, size_t length);

#endif
