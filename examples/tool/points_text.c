/* points_text.c - points as text: what is wrong with it, and what is odd.  The page has it too. */
#include "points_text.h"
#include "head.h"
#include "text.h"

/* The line of that number, from 1, or the line of point k, from 0.  *first: no line before it has
   more than a comment. */
static head_line find_line(const char *text, size_t length, int64_t number, int64_t k, int *first) {
    head_line line = FPM_ZERO;
    *first = 1;
    line.at = text, line.end = text + length;
    while (head_next(&line) && line.number != number) {
        if (line.length == 0 || (*first && head_words(line.text, line.length))) k++;
        *first = *first && line.length == 0;
        if (number == 0 && k-- == 0) break;
    }
    return line;
}

/* A line of points as it is cut up. */
typedef struct fields {
    const char *word[5];
    size_t length[5];
    int count, other; /* other: the one behind another kind of separator than before; or 0 */
} fields;

/* Is this word the unit of the number before it?  The library is asked, which knows them. */
static int is_unit(const char *word, size_t length) {
    fpm_points points = FPM_ZERO;
    char line[40];
    int unit;
    if (length == 0 || strchr("+-.0123456789", *word) || length > 20) return 0;
    sprintf(line, "1 1 %.*s", (int)length, word);
    unit = fpm_points_parse(&points, line, strlen(line), NULL) == FPM_OK;
    fpm_points_free(&points);
    return unit;
}

static void cut_fields(const char *text, size_t length, fields *f) {
    size_t i = 0, begin;
    char kind, before = 0;
    memset(f, 0, sizeof *f);
    while (f->count < 5) {
        for (begin = i; i < length && !strchr(" \v\f\t,;", text[i]);) i++;
        if (before == ' ' && f->count > 0 && is_unit(text + begin, i - begin)) {
            f->length[f->count - 1] = (size_t)(text + i - f->word[f->count - 1]);
        } else {
            f->word[f->count] = text + begin;
            f->length[f->count++] = i - begin;
        }
        if (i == length || i == begin) return;
        for (begin = i; i < length && strchr(" \v\f", text[i]);) i++;
        kind = i < length && strchr("\t,;", text[i]) ? text[i++] : ' ';
        while (i < length && strchr(" \v\f", text[i])) i++;
        if (kind == ',' && i == begin + 1) kind = '.'; /* it may be inside a number */
        if (before && before != kind && !f->other && f->count < 5) f->other = f->count;
        before = kind;
    }
}

/* The word around a comma between digits that is not the separator of the line. */
static void name_comma(const char *text, size_t length, char *why, size_t room) {
    const char *comma = text_digit_comma(text, length), *from = comma;
    while (from > text && !strchr(" \v\f\t;\"", from[-1])) from--;
    while (comma < text + length && !strchr(" \v\f\t;\"", *comma)) comma++;
    comma -= comma[-1] == ',';
    snprintf(why, room, ": \"%.*s\"%s", text_width((size_t)(comma - from)), from,
             text_comma_hint(from, (size_t)(comma - from)));
}

/* Are the columns swapped, perhaps: is the second one a whole number above the first? */
static int may_be_swapped(const fields *f, double first) {
    int64_t size;
    return f->count > 1 && text_whole(f->word[1], f->length[1], 1, FPM_SIZE_MAX, &size) &&
           (double)size > first;
}

/* What to do about a size or a time that is out of range. */
static const char *range_hint(const fields *f, int k, int status) {
    double value = 0;
    int number = text_real(f->word[k], f->length[k], &value);
    if (status == FPM_E_SIZE && number && !(value > 0) && !(value < 0))
        return ": leave the line out, no work takes no time";
    if (status == FPM_E_SIZE && number && value > 0 && value < 9e15 && may_be_swapped(f, value))
        return ": count in a smaller unit of work; are the columns swapped? The size comes first";
    if (status == FPM_E_SIZE && number && value > 0 && value < 9e15)
        return ": count in a smaller unit of work";
    if (status == FPM_E_TIME && number && !(value > 0) && !(value < 0))
        return ": the clock is too coarse: time the work many times over, and divide";
    if (status == FPM_E_TIME && number && value < 0) return ": start and end are swapped, perhaps";
    if (status == FPM_E_WEIGHT && k == 2) return ": the third column is a half-width, 0 or more";
    return "";
}

/* Words that stand for a time that was not measured. */
static int is_missing_time(const fields *f, int k) {
    size_t length = f->length[k];
    const char *word = f->word[k];
    if (length > 0 && (*word == '+' || *word == '-')) {
        word++;
        length--;
    }
    return k > 0 && length > 0 &&
           (text_missing(word, length) || text_distance(word, length, "inf") == 0);
}

/* What may be meant by a number that is out of range. */
static const char *hint_of(const fields *f, int k, int status, const char *reason,
                           const char *comma) {
    if (status == FPM_E_SYNTAX && strchr("'\"", *f->word[k]))
        return " (numbers stand without quotation marks)";
    if (status == FPM_E_SYNTAX && is_missing_time(f, k))
        return ": leave out sizes that were not measured";
    if (status == FPM_E_SYNTAX && !strcmp(reason, "is not a number"))
        return ": write it as 12000, 1.2e4 or 0.5; a time may end in ms, us, ns, min or h";
    if (status == FPM_E_SYNTAX) return "";
    if (comma && f->count > 2) return "; decimal comma?";
    if (k == 1 && f->length[1] == 3 && !strncmp(f->word[1], "000", 3))
        return "; a blank between thousands?";
    if (*range_hint(f, k, status)) return range_hint(f, k, status);
    return k == 3 ? " (repeated timings? write one line per timing)" : "";
}

/* What fpm_points_parse has against a line: its reason, beside the words that it means.  head: the
   line is before the first one of numbers. */
static void explain_point(const char *text, size_t length, int head, const fpm_info *info,
                          char *why, size_t room) {
    const char *argument = info->argument ? info->argument : "", *comma;
    const char *reason = info->reason ? info->reason : "";
    int k = strncmp(argument, "column ", 7) ? 0 : argument[7] - '1';
    double value;
    fields f;
    cut_fields(text, length, &f);
    comma = text_digit_comma(text, length);
    if (head && length > 0 && strchr("/%;!-", *text) && !text_real(f.word[0], f.length[0], &value))
        snprintf(why, room, ": a comment begins with #");
    else if (head && length > 1 && *text == ',' && head_words(text + 1, length - 1))
        snprintf(why, room,
                 ": %s %s: write the table without its index (pandas: to_csv(.., index=False))",
                 argument, reason);
    else if (length == 0 || (head && head_words(text, length)))
        snprintf(why, room, ": %s %s", argument, reason);
    else if (length > 0 && *text && strchr(",;\t", *text))
        snprintf(why, room, ": %s %s: delete the separator in front", argument, reason);
    else if (f.other && comma) name_comma(text, length, why, room);
    else if (f.other && f.length[f.other] == 0)
        snprintf(why, room, ": the line ends with a separator: delete it");
    else if (f.other)
        snprintf(why, room, ": another separator before \"%.*s\" (several points on a line?)",
                 text_width(f.length[f.other]), f.word[f.other]);
    else if (k >= f.count || f.length[k] == 0) snprintf(why, room, ": %s %s", argument, reason);
    else
        snprintf(why, room, ": \"%.*s\"%s%s%s", text_width(f.length[k]), f.word[k],
                 *reason ? " " : "", reason, hint_of(&f, k, info->status, reason, comma));
}

/* Does a comment or a first line name half-widths, as those of files that `measure` wrote do? */
static int names_widths(const char *text, size_t length) {
    static const char name[] = "half_width";
    size_t i, letters = sizeof name - 1;
    for (i = 0; i + letters <= length; i++)
        if (memcmp(text + i, name, letters) == 0) return 1;
    return 0;
}

/* A remark on a line, 0: on the whole text; one more of them. */
PRINTS(3, 4) static int remark_on(remark *to, int64_t line, const char *format, ...) {
    va_list list;
    to->line = line;
    va_start(list, format);
    vsnprintf(to->text, sizeof to->text, format, list);
    va_end(list);
    return 1;
}

/* A third column that is no half-width: usually it is another time, or what stands behind a decimal
   comma.  Where the file names it, the time is not known better.  Points are in the order of their
   lines. */
static int doubt_widths(const char *text, size_t length, const fpm_points *points, remark *to) {
    head_line line;
    int64_t k = 0;
    int first;
    while (k < points->count && points->half_width[k] <= 0.5 * points->seconds[k]) k++;
    if (k == points->count) return 0;
    line = find_line(text, length, 0, k, &first);
    if (names_widths(text, length))
        return remark_on(to, line.number,
                         "this time is known within %.3g %% only (half_width): measure this size "
                         "again when the machine is quiet",
                         100 * points->half_width[k] / points->seconds[k]);
    return remark_on(to, line.number,
                     "the third column is a half-width, %.3g %% of this time: are these repeated "
                     "timings%s? Write one line per timing",
                     100 * points->half_width[k] / points->seconds[k],
                     text_digit_comma(line.text, line.length) ? ", or decimal commas" : "");
}

/* Sizes such as 12.000: whole, and below 1000 as this tool reads them. */
static int doubt_thousands(const char *text, size_t length, const fpm_points *points, remark *to) {
    head_line line = FPM_ZERO;
    int64_t k = 0;
    line.at = text, line.end = text + length;
    while (head_next(&line)) {
        size_t digits = 0;
        if (line.length == 0 || head_words(line.text, line.length)) continue;
        k++;
        while (digits < line.length && line.text[digits] >= '0' && line.text[digits] <= '9')
            digits++;
        if (digits < 1 || digits > 3 || line.length < digits + 5) continue;
        if (strncmp(line.text + digits, ".000", 4) || !strchr(" \v\f\t,;", line.text[digits + 4]))
            continue;
        if (k > points->count || points->size[k - 1] != atoi(line.text)) continue; /* a time */
        return remark_on(to, line.number, "\"%.*s\" is read as %.*s: a point between thousands?",
                         (int)digits + 4, line.text, (int)digits, line.text);
    }
    return 0;
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
static int doubt_repeats(const fpm_points *points, remark *to) {
    timing *all = (timing *)malloc(((size_t)points->count + 1) * sizeof *all);
    int64_t i, first, at = 0, count = 0;
    double most = 2; /* a factor that noise alone hardly reaches */
    if (!all) return -1;
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
        remark_on(to, 0,
                  "%" PRId64 " times of size %" PRId64 ", %.4g to %.4g s, a factor %.3g apart, "
                  "count as their mean: is one a first run that warmed up?",
                  count, all[at].size, all[at].seconds, all[at + count - 1].seconds, most);
    free(all);
    return count > 0;
}

int points_parse(const char *text, size_t length, fpm_points *points, remark *wrong) {
    char why[240] = "";
    fpm_info info;
    const char *other = head_foreign(text, length);
    int status, head;
    if (other) {
        remark_on(wrong, 0, "%s", other);
        return FPM_E_SYNTAX;
    }
    if (head_kind(text, length) != HEAD_PLAIN) {
        remark_on(wrong, 0, "%s has loads, no points; fpm-tool chain and rect cut it up",
                  head_data(text, length));
        return FPM_E_SYNTAX;
    }
    status = fpm_points_parse(points, text, length, &info);
    if (status == FPM_OK && points->count == 0) {
        remark_on(wrong, 0, "no points: write one `size seconds` pair per line");
        return FPM_E_NO_POINTS;
    }
    if (status < 0 && info.at >= 0) {
        head_line line = find_line(text, length, info.at, 0, &head);
        explain_point(line.text, line.length, head, &info, why, sizeof why);
    }
    if (status < 0)
        remark_on(wrong, info.at >= 0 ? info.at : 0, "%s%s", fpm_status_str(status), why);
    return status;
}

int points_doubts(const char *text, size_t length, const fpm_points *points, remark *to) {
    int count = doubt_widths(text, length, points, to), repeats;
    count += doubt_thousands(text, length, points, to + count);
    repeats = doubt_repeats(points, to + count);
    return repeats < 0 ? -1 : count + repeats;
}
