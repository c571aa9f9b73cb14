/* points.c - points files, and what is wrong with them. */
#include "points.h"
#include "file.h"
#include "text.h"

/* The line of that number, from 1, as fpm_points_parse reads it: without its comment and what is
   blank at its end. */
static const char *find_line(const char *text, size_t length, int64_t number, size_t *size) {
    const char *end = text + length, *stop;
    if (length >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3)) text += 3;
    for (; number > 1 && text < end; text++)
        number -= *text == '\n' || (*text == '\r' && (text + 1 == end || text[1] != '\n'));
    for (stop = text; stop < end && !strchr("\r\n#", *stop);) stop++;
    while (stop > text && strchr(" \v\f\t", stop[-1])) stop--;
    while (text < stop && strchr(" \v\f", *text)) text++;
    *size = (size_t)(stop - text);
    return text;
}

/* A line of points as it is cut up. */
typedef struct fields {
    const char *word[5];
    size_t length[5];
    int count, empty; /* empty: this one is, from 1 */
    int other;        /* before this one stands another kind of separator than before; or 0 */
} fields;

static void cut_fields(const char *text, size_t length, fields *f) {
    size_t i = 0, begin;
    char kind, before = 0;
    memset(f, 0, sizeof *f);
    while (f->count < 5 && !f->empty) {
        for (begin = i; i < length && !strchr(" \v\f\t,;", text[i]);) i++;
        f->word[f->count] = text + begin;
        f->length[f->count++] = i - begin;
        if (i == begin) f->empty = f->count;
        if (i == length || f->count == 5) return;
        for (begin = i; i < length && strchr(" \v\f", text[i]);) i++;
        kind = i < length && strchr("\t,;", text[i]) ? text[i++] : ' ';
        while (i < length && strchr(" \v\f", text[i])) i++;
        if (kind == ',' && i == begin + 1) kind = '.'; /* it may be inside a number */
        if (before && before != kind && !f->other) f->other = f->count;
        before = kind;
    }
}

/* What fpm_points_parse has against a line, naming the word; nothing where it is the whole line. */
static void explain_point(const char *text, size_t length, int status, char *why, size_t room) {
    const char *comma = text_digit_comma(text, length), *from = comma;
    double value;
    fields f;
    int k = status == FPM_E_SIZE ? 0 : status == FPM_E_TIME ? 1 : 2;
    cut_fields(text, length, &f);
    if (f.empty) {
        snprintf(why, room, ": column %d is empty", f.empty);
    } else if (f.other && comma) {
        while (from > text && !strchr(" \v\f\t;", from[-1])) from--;
        while (comma < text + length && !strchr(" \v\f\t;", *comma)) comma++;
        comma -= comma[-1] == ',';
        snprintf(why, room, ": \"%.*s\": decimal comma?", text_width((size_t)(comma - from)), from);
    } else if (f.other) {
        snprintf(why, room, ": another separator before \"%.*s\" (several points on a line?)",
                 text_width(f.length[f.other]), f.word[f.other]);
    } else {
        if (status == FPM_E_SYNTAX)
            for (k = 0; k < f.count && k < 4 && text_real(f.word[k], f.length[k], &value);) k++;
        else if (k == 2 && text_real(f.word[2], f.length[2], &value) && value >= 0) k = 3;
        if (k < f.count)
            snprintf(why, room, ": \"%.*s\"%s", text_width(f.length[k]), f.word[k],
                     status != FPM_E_SYNTAX ? ""
                     : k < 4                ? " is not a number"
                                            : " is a fifth column");
        else if (k == 1)
            snprintf(why, room, ": \"%.*s\" has no time beside it", text_width(f.length[0]),
                     f.word[0]);
    }
}

int points_read(const char *file, fpm_points *points) {
    char *text, why[160] = "";
    const char *at;
    size_t length, size;
    int64_t line = 0;
    int status;
    if (file_read(file, 0, &text, &length)) return NO_ANSWER;
    status = fpm_points_parse(points, text, length, &line, NULL);
    if (status < 0 && line > 0 && status != FPM_E_MEMORY && status != FPM_E_OVERFLOW) {
        at = find_line(text, length, line, &size);
        explain_point(at, size, status, why, sizeof why);
    }
    free(text);
    if (status < 0 && line > 0)
        return no_answer("%s:%" PRId64 ": %s%s", file, line, fpm_status_str(status), why);
    if (status == FPM_OK && points->count == 0) status = FPM_E_NO_POINTS;
    if (status == FPM_OK) status = fpm_points_sort(points, NULL);
    return status < 0 ? no_answer("%s: %s", file, fpm_status_str(status)) : ANSWERED;
}
