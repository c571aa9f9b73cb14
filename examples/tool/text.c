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

int text_bytes(const char *text, size_t length, int64_t *bytes) {
    static const char units[] = "KMGT";
    size_t digits = length;
    const char *unit, *rest;
    double value, scale = 1;
    int power;
    while (digits > 0 && !strchr("0123456789.", text[digits - 1])) digits--;
    if (digits == length || !text_real(text, digits, &value) || !(value > 0)) return 0;
    unit = text + digits, rest = unit;
    length -= digits;
    for (power = 0; units[power] && units[power] != (*unit == 'k' ? 'K' : *unit);) power++;
    power = units[power] ? power + 1 : 0;
    if (power) rest++, length--;
    if (length == 1 && *rest == 'B') scale = pow(1000, power);
    else if (power && (length == 0 || (length == 2 && !memcmp(rest, "iB", 2))))
        scale = ldexp(1, 10 * power);
    else return 0;
    value = floor(value * scale + 0.5);
    if (!(value >= 1 && value <= (double)FPM_SIZE_MAX)) return 0;
    return *bytes = (int64_t)value, 1;
}

const char *text_memory(double bytes, char *room, size_t size) {
    static const char *const unit[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    int k = 0;
    while (bytes >= 1024 && k < 4) {
        bytes /= 1024;
        k++;
    }
    snprintf(room, size, bytes < 1e4 ? "%.4g %s" : "%.3g %s", bytes, unit[k]);
    return room;
}

static int is_digit(char c) { return c >= '0' && c <= '9'; }

void text_unquote(char *text, size_t length) {
    char *from = text, *end = text + length, *stop;
    double value;
    while ((from = (char *)memchr(from, '"', (size_t)(end - from))) != NULL) {
        for (stop = from + 1; stop < end && !strchr("\"\r\n", *stop);) stop++;
        if (stop < end && *stop == '"' && text_real(from + 1, (size_t)(stop - from - 1), &value))
            *from = *stop = ' ';
        from = stop < end ? stop + 1 : end;
    }
}

const char *text_digit_comma(const char *text, size_t length) {
    size_t i;
    for (i = 1; i + 1 < length; i++)
        if (text[i] == ',' && is_digit(text[i - 1]) && is_digit(text[i + 1])) return text + i;
    return NULL;
}

const char *text_comma_hint(const char *text, size_t length) {
    static char hint[160]; /* until the next call */
    const char *comma = text_digit_comma(text, length), *end = text + length, *from, *to;
    int before, after;
    double part;
    if (length > 1 && text[length - 1] == '%' && text_real(text, length - 1, &part)) {
        snprintf(hint, sizeof hint, "; write %.*s as %.6g", text_width(length), text, part / 100);
        return hint;
    }
    if (!comma || memchr(comma + 1, ',', (size_t)(end - comma) - 1)) return "";
    for (from = comma; from > text && is_digit(from[-1]);) from--;
    for (to = comma + 1; to < end && is_digit(*to);) to++;
    before = text_width((size_t)(comma - from));
    after = text_width((size_t)(to - comma) - 1);
    if (after == 3 && *from != '0')
        snprintf(hint, sizeof hint,
                 "; decimal comma, or one between thousands? Write %.*s.%.*s or %.*s%.*s", before,
                 from, after, comma + 1, before, from, after, comma + 1);
    else
        snprintf(hint, sizeof hint, "; decimal comma? Write %.*s.%.*s", before, from, after,
                 comma + 1);
    return hint;
}

int text_missing(const char *word, size_t length) {
    static const char *const none[] = {"nan", "na", "n/a", "null", "none", "fill", "_", "--", "-"};
    double value;
    size_t i, k;
    if (text_real(word, length, &value)) return value < 0;
    for (i = 0; i < sizeof none / sizeof *none; i++) {
        for (k = 0; k < length && none[i][k] && (word[k] | 32) == (none[i][k] | 32);) k++;
        if (k == length && !none[i][k]) return 1;
    }
    return 0;
}

int text_glued(const char *word, size_t length) {
    size_t i = 0;
    while (i < length && is_digit(word[i])) i++;
    return length > 1 && i == length && (*word == '0' || length > 20);
}

/* T, F, true and so on, which masks may have for 1 and 0. */
static int is_logical(const char *word, size_t length) {
    static const char *const all[] = {"t", "f", "true", "false", ".true.", ".false."};
    size_t i, k;
    for (i = 0; i < sizeof all / sizeof *all; i++) {
        for (k = 0; k < length && all[i][k] && (word[k] | 32) == (all[i][k] | 32);) k++;
        if (k == length && !all[i][k]) return 1;
    }
    return 0;
}

const char *text_load_hint(const char *word, size_t length) {
    const char *comma = text_comma_hint(word, length);
    size_t digits = 0;
    if (text_missing(word, length))
        return ": write 0 where there is nothing to do, such as on land";
    if (*comma) return comma;
    if (memchr(word, ' ', length) || memchr(word, '\t', length))
        return ": two kinds of separators in the line, or a decimal comma?";
    if (text_glued(word, length))
        return ": is each digit a cell? Write blanks between them, as by sed 's/./& /g'";
    if (is_logical(word, length)) return ": write 1 for true and 0 for false";
    while (digits < length && (is_digit(word[digits]) || word[digits] == '.')) digits++;
    return digits > 0 ? ": write the number alone, as 12000, 1.2e4 or 0.5" : "";
}

int text_distance(const char *word, size_t length, const char *name) {
    enum { MOST = 40 };
    int row[3][MOST + 1], i, j, m, n;
    while (length && *word == '-') word++, length--;
    while (*name == '-') name++;
    m = length < MOST ? (int)length : MOST;
    n = strlen(name) < MOST ? (int)strlen(name) : MOST;
    if (m >= 3 && m < n && !memcmp(word, name, (size_t)m)) return 1;
    for (j = 0; j <= n; j++) row[0][j] = j;
    for (i = 1; i <= m; i++) {
        int *at = row[i % 3], *before = row[(i + 2) % 3], *swapped = row[(i + 1) % 3];
        at[0] = i;
        for (j = 1; j <= n; j++) {
            int least = before[j - 1] + (word[i - 1] != name[j - 1]);
            if (before[j] + 1 < least) least = before[j] + 1;
            if (at[j - 1] + 1 < least) least = at[j - 1] + 1;
            if (i > 1 && j > 1 && word[i - 1] == name[j - 2] && word[i - 2] == name[j - 1] &&
                swapped[j - 2] + 1 < least)
                least = swapped[j - 2] + 1;
            at[j] = least;
        }
    }
    return 3 * row[m % 3][n] <= (m > n ? m : n) ? row[m % 3][n] : TOO_FAR;
}

int text_utf8(const unsigned char *s) {
    int i, more = s[0] < 0x80 ? 0 : s[0] >= 0xf0 ? 3 : s[0] >= 0xe0 ? 2 : 1;
    if (s[0] < 0x20 || s[0] == 0x7f || (s[0] >= 0x80 && s[0] < 0xc2) || s[0] > 0xf4) return 0;
    for (i = 1; i <= more; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f)) return 0;
    if ((s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f)) return 0;
    return s[0] == 0xef && s[1] == 0xbf && s[2] >= 0xbe ? 0 : more + 1;
}

int text_plain(const char *s) {
    const unsigned char *u = (const unsigned char *)s;
    return u[0] == 0xc2 && u[1] < 0xa0 ? 0 : text_utf8(u);
}

void text_show(FILE *to, const char *text, const char *keep) {
    while (*text) {
        int bytes = strchr(keep, *text) ? 1 : text_plain(text);
        if (bytes == 0) fprintf(to, "\\x%02x", (unsigned)(unsigned char)*text);
        else fwrite(text, 1, (size_t)bytes, to);
        text += bytes ? bytes : 1;
    }
}

int text_width(size_t length) { return length > 40 ? 40 : (int)length; }

const char *text_short(const char *name, size_t most, char *room, size_t size) {
    size_t length = strlen(name), head;
    const char *tail;
    if (most > size - 4) most = size - 4;
    head = most / 2;
    if (length <= most) {
        snprintf(room, size, "%s", name);
        return room;
    }
    tail = name + length - most / 2;
    while (head > 0 && (name[head] & 0xc0) == 0x80) head--; /* not in the middle of a character */
    while ((*tail & 0xc0) == 0x80) tail++;
    snprintf(room, size, "%.*s\xe2\x80\xa6%s", (int)head, name, tail);
    return room;
}

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

char *text_list(const int64_t *value, int count) {
    char *text = (char *)malloc((size_t)count * 21 + 1), *to = text;
    int i;
    if (!text) return NULL;
    *to = 0;
    for (i = 0; i < count; i++) to += sprintf(to, "%s%" PRId64, i ? "," : "", value[i]);
    return text;
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
    if (s->length == 0)
        return scan_error(s, "the file ends where %s should be: is it cut off?", expected);
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

int text_seconds(const char *text, double *value) {
    static const char *const unit[] = {"", "s", "ms", "us", "ns"};
    static const double scale[] = {1, 1, 1e3, 1e6, 1e9};
    size_t digits = strlen(text);
    int i;
    while (digits > 0 && strchr("smun", text[digits - 1])) digits--;
    for (i = 0; i < 5; i++) {
        if (strcmp(text + digits, unit[i]) != 0) continue;
        if (!text_real(text, digits, value) || !(*value >= 0)) return 0;
        *value /= scale[i];
        return 1;
    }
    return 0;
}
