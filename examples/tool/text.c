/* text.c - numbers in text, lists with a mark between their pieces, words of a file. */
#include "text.h"

int text_real(const char *text, size_t length, double *value) {
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

int text_whole(const char *text, size_t length, int64_t low, int64_t high, int64_t *value) {
    double real;
    int64_t exact = 0;
    size_t i = 0;
    if (!text_real(text, length, &real)) return 0;
    if (!(real >= (double)low && real <= (double)high && floor(real) >= real)) return 0;
    while (i < length && text[i] >= '0' && text[i] <= '9' && exact <= FPM_SIZE_MAX)
        exact = 10 * exact + (text[i++] - '0');
    if (i < length) exact = (int64_t)real; /* digits alone: 2^53 + 1 is not rounded to 2^53 */
    *value = exact;
    return exact >= low && exact <= high;
}

static int is_digit(char c) { return c >= '0' && c <= '9'; }

const char *text_digit_comma(const char *text, size_t length) {
    size_t i;
    for (i = 1; i + 1 < length; i++)
        if (text[i] == ',' && is_digit(text[i - 1]) && is_digit(text[i + 1])) return text + i;
    return NULL;
}

const char *text_comma_hint(const char *text, size_t length) {
    const char *comma = text_digit_comma(text, length);
    if (!comma || memchr(comma + 1, ',', (size_t)(text + length - comma) - 1)) return "";
    return "; decimal comma?";
}

int text_width(size_t length) { return length > 40 ? 40 : (int)length; }

int text_piece(const char **list, char mark, const char **piece, size_t *length) {
    const char *end;
    if (!*list) return 0;
    *piece = *list;
    end = strchr(*list, mark);
    *length = end ? (size_t)(end - *list) : strlen(*list);
    *list = end ? end + 1 : NULL;
    return 1;
}

int text_reals(const char *text, char mark, int most, double *value) {
    const char *piece;
    size_t length;
    int count = 0;
    while (text_piece(&text, mark, &piece, &length))
        if (count == most || !text_real(piece, length, &value[count++])) return 0;
    return count;
}

int text_wholes(const char *text, char mark, int most, int64_t low, int64_t high, int64_t *value) {
    const char *piece;
    size_t length;
    int count = 0;
    while (text_piece(&text, mark, &piece, &length))
        if (count == most || !text_whole(piece, length, low, high, &value[count++])) return 0;
    return count;
}

scanner scan_begin(const char *file, const char *text, size_t length) {
    scanner s;
    memset(&s, 0, sizeof s);
    s.file = file;
    s.at = text;
    s.end = text + length;
    s.line = 1;
    return s;
}

int scan_word(scanner *s) {
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

int scan_item(scanner *s, char mark) {
    while (scan_word(s)) {
        if (s->word[0] != mark) return 1;
        while (s->at < s->end && *s->at != '\n') s->at++;
    }
    return 0;
}

int scan_error(const scanner *s, const char *format, ...) {
    char text[400];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return no_answer("%s:%" PRId64 ": %s", s->file, s->line, text);
}

int scan_bad(const scanner *s, const char *expected) {
    if (s->length == 0 && s->at < s->end)
        return scan_error(s, "column %" PRId64 " is empty, where %s should be", s->column,
                          expected);
    if (s->length == 0) return scan_error(s, "the file ends where %s should be", expected);
    return scan_error(s, "\"%.*s\" is not %s%s", text_width(s->length), s->word, expected,
                      text_comma_hint(s->word, s->length));
}

int scan_whole(scanner *s, char mark, int64_t low, int64_t high, const char *expected,
               int64_t *value) {
    if (scan_item(s, mark) && text_whole(s->word, s->length, low, high, value)) return ANSWERED;
    return scan_bad(s, expected);
}

int scan_real(scanner *s, char mark, const char *expected, double *value) {
    if (scan_item(s, mark) && text_real(s->word, s->length, value)) return ANSWERED;
    return scan_bad(s, expected);
}
