/* text.h - numbers in text, lists with a mark between their pieces, words of a file. */
#ifndef TEXT_H
#define TEXT_H
#include "tool.h"

/* Is text[0 .. length) a plain decimal number?  No blanks, no hexadecimal, no inf or nan. */
int text_real(const char *text, size_t length, double *value);

/* Is it a number of seconds, 0 or more, as 0.002, 2ms or 30us? */
int text_seconds(const char *text, double *value);

/* A whole number from low to high (-2^53 to 2^53), as 12000 or 1.2e4. */
int text_whole(const char *text, size_t length, int64_t low, int64_t high, int64_t *value);

/* An amount of memory as whole bytes: 24GB, 0.8GB (10^9 bytes each), 512MiB, 2G (2^30), 100B. */
int text_bytes(const char *text, size_t length, int64_t *bytes);

/* Bytes of memory as a text, such as 1.49 GiB. */
const char *text_memory(double bytes, char *room, size_t size);

/* Blanks for the quotation marks around numbers, as a CSV may have them: "8","0.5". */
void text_unquote(char *text, size_t length);

/* The first comma right between two digits, or NULL. */
const char *text_digit_comma(const char *text, size_t length);

/* What to add to a complaint about a number: its only comma may be the reason.  It stands until
   the next call. */
const char *text_comma_hint(const char *text, size_t length);

/* Does the word stand for a load that is missing, as nan and -999 do? */
int text_missing(const char *word, size_t length);

/* Is it a row of a mask whose digits have no blanks between them, such as 0110?  A number of so
   many digits, or one that begins with 0, is hardly meant. */
int text_glued(const char *word, size_t length);

/* What to add to a complaint about a load. */
const char *text_load_hint(const char *word, size_t length);

/* How many letters a word is from a name: left out, added, changed or swapped with the next; 1 also
   for a beginning of three letters or more.  TOO_FAR if it is more than a third of them. */
enum { TOO_FAR = 1000 };
int text_distance(const char *word, size_t length, const char *name);

/* Length of the UTF-8 sequence at s, 0 if it is none that XML allows. */
int text_utf8(const unsigned char *s);

/* Length of the UTF-8 sequence at s, 0 if it is none or may be a command of a terminal: those are
   below U+0020, and from U+007F to U+009F. */
int text_plain(const char *s);

/* Write a text; what is neither plain nor one of `keep` becomes \xNN. */
void text_show(FILE *to, const char *text, const char *keep);

/* A name in most bytes, or room for them, or a little more: its middle is left out. */
const char *text_short(const char *name, size_t most, char *room, size_t size);

/* How much of a word is shown. */
int text_width(size_t length);

/* The pieces of a list, one after the other; 0 after the last one. */
int text_piece(const char **list, char mark, const char **piece, size_t *length);

/* Numbers with a mark between them, `most` or fewer; how many, or 0 if one of them is none. */
int text_reals(const char *text, char mark, int most, double *value);
int text_wholes(const char *text, char mark, int most, int64_t low, int64_t high, int64_t *value);

/* Numbers with commas between them; the caller frees the text, NULL: no memory. */
char *text_list(const int64_t *value, int count);

/* Words of a text between white space, and the line and the column that they are in. */
typedef struct scanner {
    const char *file, *at, *end;
    int64_t line, column;
    const char *word;
    size_t length;
    int cells; /* two TABs between words of a line enclose an empty field, which is a word too */
} scanner;

scanner scan_begin(const char *file, const char *text, size_t length);
int scan_word(scanner *s);

/* The next word that is not in a comment: those begin with a mark (0: there are none) and end with
   the line. */
int scan_item(scanner *s, char mark);

/* Such a word as a number; the status. */
int scan_whole(scanner *s, char mark, int64_t low, int64_t high, const char *expected,
               int64_t *value);
int scan_real(scanner *s, char mark, const char *expected, double *value);

/* One line on standard error with the file and the line. */
PRINTS(2, 3) int scan_error(const scanner *s, const char *format, ...);

/* What is wrong with the word just read, where something else was expected. */
int scan_bad(const scanner *s, const char *expected);

#endif
