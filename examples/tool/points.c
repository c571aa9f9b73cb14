/* points.c - points files, and what is wrong with them. */
#include "points.h"
#include "file.h"
#include "head.h"
#include "text.h"

/* The line of that number, from 1, or the line of point k, from 0. */
static head_line find_line(const char *text, size_t length, int64_t number, int64_t k) {
    head_line line = FPM_ZERO;
    int first = 1;
    line.at = text, line.end = text + length;
    while (head_next(&line) && line.number != number) {
        if (line.length == 0 || (first && head_words(line.text, line.length))) k++;
        first = first && line.length == 0;
        if (number == 0 && k-- == 0) break;
    }
    return line;
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

static const char a_line_each[] = " (repeated timings? write one line per timing)";

/* What fpm_points_parse has against a line, naming the word; nothing where it is the whole line. */
static void explain_point(const char *text, size_t length, int status, char *why, size_t room) {
    const char *comma = text_digit_comma(text, length), *from = comma, *hint = "";
    double value = 0;
    fields f;
    int k = status == FPM_E_SIZE ? 0 : status == FPM_E_TIME ? 1 : 2;
    cut_fields(text, length, &f);
    if (f.empty) {
        snprintf(why, room, ": column %d is empty", f.empty);
    } else if (f.other && comma) {
        while (from > text && !strchr(" \v\f\t;", from[-1])) from--;
        while (comma < text + length && !strchr(" \v\f\t;", *comma)) comma++;
        comma -= comma[-1] == ',';
        hint = text_comma_hint(from, (size_t)(comma - from));
        snprintf(why, room, ": \"%.*s\"%s", text_width((size_t)(comma - from)), from, hint);
    } else if (f.other) {
        snprintf(why, room, ": another separator before \"%.*s\" (several points on a line?)",
                 text_width(f.length[f.other]), f.word[f.other]);
    } else {
        if (status == FPM_E_SYNTAX)
            for (k = 0; k < f.count && k < 4 && text_real(f.word[k], f.length[k], &value);) k++;
        else if (k == 2 && text_real(f.word[2], f.length[2], &value) && value >= 0) k = 3;
        if (status == FPM_E_SYNTAX && k < 4) hint = " is not a number";
        else if (status == FPM_E_SYNTAX)
            hint = " is a fifth column (repeated timings? write one line per timing)";
        else if (comma && f.count > 2) hint = "; decimal comma?";
        else if (k == 1 && f.length[1] == 3 && !strncmp(f.word[1], "000", 3))
            hint = "; a blank between thousands?";
        else if (k == 3) hint = a_line_each;
        if (k < f.count)
            snprintf(why, room, ": \"%.*s\"%s", text_width(f.length[k]), f.word[k], hint);
        else if (k == 1)
            snprintf(why, room, ": \"%.*s\" has no time beside it", text_width(f.length[0]),
                     f.word[0]);
    }
}

/* A third column that is no half-width: usually it is another time, or what stands behind a decimal
   comma.  Points are in the order of their lines. */
static void doubt_widths(const char *file, const char *text, size_t length,
                         const fpm_points *points, doubts *d) {
    head_line line;
    int64_t k = 0;
    while (k < points->count && points->half_width[k] <= 0.5 * points->seconds[k]) k++;
    if (k == points->count) return;
    line = find_line(text, length, 0, k);
    doubts_add(d,
               "%s:%" PRId64 ": the third column is a half-width, %.3g %% of this time: are these "
               "repeated timings%s? Write one line per timing",
               file, line.number, 100 * points->half_width[k] / points->seconds[k],
               text_digit_comma(line.text, line.length) ? ", or decimal commas" : "");
}

/* Sizes such as 12.000: whole, and below 1000 as this tool reads them. */
static void doubt_thousands(const char *file, const char *text, size_t length, doubts *d) {
    head_line line = FPM_ZERO;
    line.at = text, line.end = text + length;
    while (head_next(&line)) {
        size_t digits = 0;
        while (digits < line.length && line.text[digits] >= '0' && line.text[digits] <= '9')
            digits++;
        if (digits < 1 || digits > 3 || line.length < digits + 5) continue;
        if (strncmp(line.text + digits, ".000", 4) || !strchr(" \v\f\t,;", line.text[digits + 4]))
            continue;
        doubts_add(d, "%s:%" PRId64 ": \"%.*s\" is read as %.*s: a point between thousands?", file,
                   line.number, (int)digits + 4, line.text, (int)digits, line.text);
        return;
    }
}

typedef struct timing {
    int64_t size;
    double seconds;
} timing;

static int compare_timings(const void *one, const void *other) {
    const timing *a = (const timing *)one, *b = (const timing *)other;
    if (a->size != b->size) return a->size < b->size ? -1 : 1;
    return a->seconds < b->seconds ? -1 : a->seconds > b->seconds;
}

/* Points of one size become one: where times are far apart, one of them may be an accident. */
static int doubt_repeats(const char *file, const fpm_points *points, doubts *d) {
    timing *all = (timing *)malloc(((size_t)points->count + 1) * sizeof *all);
    int64_t i, first, at = 0, count = 0;
    double most = 2; /* a factor that noise alone hardly reaches */
    if (!all) return out_of_memory();
    for (i = 0; i < points->count; i++)
        all[i].size = points->size[i], all[i].seconds = points->seconds[i];
    qsort(all, (size_t)points->count, sizeof *all, compare_timings);
    for (first = 0; first < points->count; first = i) {
        for (i = first; i < points->count && all[i].size == all[first].size;) i++;
        if (all[i - 1].seconds <= most * all[first].seconds) continue;
        most = all[i - 1].seconds / all[first].seconds;
        at = first, count = i - first;
    }
    if (count > 0)
        doubts_add(d,
                   "%s: %" PRId64 " times of size %" PRId64 ", %.4g to %.4g s, a factor %.3g apart,"
                   " count as their mean: is one a first run that warmed up?",
                   file, count, all[at].size, all[at].seconds, all[at + count - 1].seconds, most);
    free(all);
    return ANSWERED;
}

static int parse_points(const char *file, const char *text, size_t length, fpm_points *points,
                        doubts *d) {
    int64_t number = 0;
    char why[160] = "";
    int status;
    if (head_kind(text, length) != HEAD_PLAIN)
        return no_answer("%s: %s has loads, no points; fpm-tool chain and rect cut it up", file,
                         head_data(text, length));
    if (head_columns(file, text, length, d)) return NO_ANSWER;
    status = fpm_points_parse(points, text, length, &number);
    if (status < 0 && number > 0 && status != FPM_E_MEMORY && status != FPM_E_OVERFLOW) {
        head_line line = find_line(text, length, number, 0);
        explain_point(line.text, line.length, status, why, sizeof why);
    }
    if (status < 0 && number > 0)
        return no_answer("%s:%" PRId64 ": %s%s", file, number, fpm_status_str(status), why);
    if (status == FPM_OK && points->count == 0) status = FPM_E_NO_POINTS;
    if (status < 0) return no_answer("%s: %s", file, fpm_status_str(status));
    doubt_widths(file, text, length, points, d);
    doubt_thousands(file, text, length, d);
    return doubt_repeats(file, points, d);
}

int points_read(const char *file, fpm_points *points, doubts *d) {
    char *text;
    size_t length;
    int status;
    if (file_read(file, 0, &text, &length)) return NO_ANSWER;
    text_unquote(text, length);
    status = parse_points(file, text, length, points, d);
    free(text);
    if (!status && fpm_points_sort(points, NULL) < 0) status = no_answer("%s: no points", file);
    return status;
}

void points_variation(const fpm_points *points, double *mean, double *most) {
    double before = 0, sum = 0; /* the extremum before; 0: none yet */
    int64_t j, pairs = 0;
    int up = 0;
    for (j = 1, *most = 0; j < points->count; j++) {
        double s = (double)points->size[j - 1] / points->seconds[j - 1];
        double next = (double)points->size[j] / points->seconds[j];
        int way = next > s ? 1 : next < s ? -1 : up;
        if (up && way != up) {
            if (before > 0) {
                double v = fabs(s - before) / fmin(s, before);
                sum += v;
                pairs++;
                *most = fmax(*most, v);
            }
            before = s;
        }
        up = way;
    }
    *mean = pairs ? sum / (double)pairs : 0;
}
