/* text.c - numbers in text, and words of a text. */
#include "text.h"

/* Is text[0 .. length) a plain decimal number?  No blanks, no hexadecimal, no inf or nan. */
int read_real(const char *text, size_t length, double *value) {
    char copy[64], *end;
    size_t i;
    if (length == 0 || length >= sizeof copy) return 0;
    for (i = 0; i < length; i++) {
        if (text[i] == '\0' || !strchr("0123456789+-.eE", text[i])) return 0;
        copy[i] = text[i];
    }
    copy[length] = '\0';
    *value = strtod(copy, &end);
    return end == copy + length && *value >= -1e300 && *value <= 1e300;
}

/* A whole number from low to high (-2^53 to 2^53), as 12000 or 1.2e4. */
int read_whole(const char *text, size_t length, int64_t low, int64_t high, int64_t *value) {
    double real;
    int64_t exact = 0;
    size_t i = 0;
    if (!read_real(text, length, &real)) return 0;
    if (!(real >= (double)low && real <= (double)high && floor(real) >= real)) return 0;
    while (i < length && text[i] >= '0' && text[i] <= '9' && exact <= FPM_SIZE_MAX)
        exact = 10 * exact + (text[i++] - '0');
    *value =
        i == length ? exact : (int64_t)real; /* digits alone: 2^53 + 1 is not rounded to 2^53 */
    return *value >= low && *value <= high;
}

static int is_digit(char c) { return c >= '0' && c <= '9'; }

/* The first comma right between two digits, or NULL. */
const char *digit_comma(const char *text, size_t length) {
    size_t i;
    for (i = 1; i + 1 < length; i++)
        if (text[i] == ',' && is_digit(text[i - 1]) && is_digit(text[i + 1])) return text + i;
    return NULL;
}

/* What to add to a complaint about a number: its only comma may be the reason. */
const char *comma_hint(const char *text, size_t length) {
    const char *comma = digit_comma(text, length);
    if (!comma || memchr(comma + 1, ',', (size_t)(text + length - comma) - 1)) return "";
    return "; decimal comma?";
}

int next_word(scanner *s) {
    int tabs = 0;
    for (; s->at < s->end && strchr(" \t\r\n\v\f", *s->at); s->at++) {
        if (*s->at == '\n') s->line++, s->column = 0;
        tabs = s->column == 0 ? 0 : tabs + (*s->at == '\t');
    }
    s->column++;
    s->word = s->at;
    s->length = 0;
    if (s->at == s->end) return 0;
    if (s->cells && tabs > 1 && *s->at != '#') return 1;
    while (s->at < s->end && !strchr(" \t\r\n\v\f", *s->at)) s->at++;
    s->length = (size_t)(s->at - s->word);
    return 1;
}

/* How much of a word is shown. */
int word_width(size_t length) { return length > 40 ? 40 : (int)length; }

/* What is wrong with the word just read, where something else was expected. */
int bad_word(const scanner *s, const char *expected) {
    if (s->length == 0 && s->at < s->end)
        return no_answer("%s:%" PRId64 ": column %" PRId64 " is empty, where %s should be", s->file,
                         s->line, s->column, expected);
    if (s->length == 0)
        return no_answer("%s:%" PRId64 ": the file ends where %s should be", s->file, s->line,
                         expected);
    return no_answer("%s:%" PRId64 ": \"%.*s\" is not %s%s", s->file, s->line,
                     word_width(s->length), s->word, expected, comma_hint(s->word, s->length));
}
