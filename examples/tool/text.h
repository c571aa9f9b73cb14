/* text.h - numbers in text, and words of a text. */
#ifndef TEXT_H
#define TEXT_H
#include "tool.h"

/* Is text[0 .. length) a plain decimal number?  No blanks, no hexadecimal, no inf or nan. */
int read_real(const char *text, size_t length, double *value);

/* A whole number from low to high (-2^53 to 2^53), as 12000 or 1.2e4. */
int read_whole(const char *text, size_t length, int64_t low, int64_t high, int64_t *value);

/* The first comma right between two digits, or NULL. */
const char *digit_comma(const char *text, size_t length);

/* What to add to a complaint about a number: its only comma may be the reason. */
const char *comma_hint(const char *text, size_t length);

/* Words of a text between white space, and the line and the column that they are in. */
typedef struct scanner {
    const char *file, *at, *end;
    int64_t line, column;
    const char *word;
    size_t length;
    int cells; /* two TABs between words of a line enclose an empty field, which is a word too */
} scanner;

int next_word(scanner *s);

/* How much of a word is shown. */
int word_width(size_t length);

/* What is wrong with the word just read, where something else was expected. */
int bad_word(const scanner *s, const char *expected);

#endif
