/* head.c - what a file is, by how it begins: byte order marks, banners, names of columns. */
#include "head.h"
#include "text.h"

void head_strip(char *text, size_t *length) {
    if (*length < 3 || memcmp(text, "\xEF\xBB\xBF", 3) != 0) return;
    *length -= 3;
    memmove(text, text + 3, *length);
}

int head_utf16(const char *text, size_t length) {
    size_t i;
    int side;
    if (length > 1 && (!memcmp(text, "\xFF\xFE", 2) || !memcmp(text, "\xFE\xFF", 2))) return 1;
    if (length < 4) return 0;
    for (side = 0; side < 2; side++) {
        for (i = 0; i < length && i < 64; i++)
            if ((text[i] == '\0') != (i % 2 == (size_t)side)) break;
        if (i == length || i == 64) return 1;
    }
    return 0;
}

static char lower(char c) { return (char)(c >= 'A' && c <= 'Z' ? c + 32 : c); }

static int is_digit(char c) { return c >= '0' && c <= '9'; }

int head_kind(const char *text, size_t length) {
    scanner s = scan_begin("", text, length);
    const char *banner = "%%matrixmarket";
    size_t i = 0;
    if (length > 2 && text[0] == 'P' && text[1] == '2') return HEAD_PGM;
    if (length > 2 && text[0] == 'P' && text[1] == '5') return HEAD_PGM_BYTES;
    if (length > 5 && !memcmp(text, "\x93NUMPY", 6)) return HEAD_NPY;
    scan_word(&s);
    while (i < s.length && lower(s.word[i]) == banner[i] && banner[i]) i++;
    return i == s.length && !banner[i] ? HEAD_MARKET : HEAD_PLAIN;
}

static int is_blank(char c) { return c != '\0' && strchr(" \v\f\t", c) != NULL; }

int head_next(head_line *line) {
    const char *from = line->at, *stop = from, *mark;
    if (from == line->end) return 0;
    while (stop < line->end && *stop != '\n' && *stop != '\r') stop++;
    line->number++;
    line->at = stop + (stop < line->end);
    if (stop < line->end && *stop == '\r' && line->at < line->end && *line->at == '\n') line->at++;
    mark = (const char *)memchr(from, '#', (size_t)(stop - from));
    line->comment = mark ? mark + 1 : stop;
    line->comment_length = (size_t)(stop - line->comment);
    if (mark) stop = mark;
    while (stop > from && is_blank(stop[-1])) stop--;
    while (from < stop && *from != '\t' && is_blank(*from)) from++;
    line->text = from;
    line->length = (size_t)(stop - from);
    return 1;
}

static int between_fields(char c) { return is_blank(c) || c == ',' || c == ';'; }

int head_words(const char *text, size_t length) {
    size_t i;
    for (i = 0; i < length; i++)
        if (i == 0 || between_fields(text[i - 1])) {
            if (is_digit(text[i]) || text[i] == '+' || text[i] == '-' || text[i] == '.') return 0;
            if (i == 0 && between_fields(text[i])) return 0;
        }
    return length > 0;
}

const char *head_data(const char *text, size_t length) {
    fpm_points points = FPM_ZERO;
    head_line line = FPM_ZERO;
    int words = 0, kind = head_kind(text, length), status;
    if (kind == HEAD_MARKET) return "a Matrix Market file";
    if (kind == HEAD_NPY) return "a NumPy array";
    if (kind != HEAD_PLAIN) return "a PGM image";
    line.at = text, line.end = text + length;
    while (head_next(&line))
        if (line.length > 0 && !(head_words(line.text, line.length) && words++ == 0)) break;
    if (line.length == 0 || head_words(line.text, line.length)) return NULL;
    status = fpm_points_parse(&points, line.text, line.length, NULL);
    fpm_points_free(&points);
    return status == FPM_OK ? "a points file" : NULL;
}

/* What a word of a column's name says of the column; what stands later in this list is stronger. */
enum { IS_UNKNOWN, IS_RUN, IS_SIZE, IS_SECONDS, IS_SPREAD, IS_OTHER_UNIT, IS_SPEED, IS_PER };
static const struct {
    int means;
    const char *words; /* blanks around each */
} meanings[] = {
    {IS_RUN, " run call step iteration iter sweep loop repetition "},
    {IS_SIZE, " size sizes n x units elements rows cells items work "},
    {IS_SECONDS,
     " s sec secs second seconds t time times elapsed duration runtime walltime mean median "},
    {IS_SPREAD, " half width halfwidth ci error err sd std stddev deviation reps repetitions "},
    {IS_OTHER_UNIT,
     " ms msec msecs millisecond milliseconds us usec usecs microsecond microseconds "
     "\xc2\xb5s \xce\xbcs ns nsec nsecs nanosecond nanoseconds minutes hours cycles "},
    {IS_SPEED, " speed rate throughput bandwidth performance flops mflops gflops tflops "},
    {IS_PER, " per "}};
enum { MEANINGS = sizeof meanings / sizeof meanings[0] };

static int word_means(const char *text, size_t length) {
    char word[24] = " ";
    size_t i;
    if (length + 3 > sizeof word) return IS_UNKNOWN;
    for (i = 0; i < length; i++) word[i + 1] = lower(text[i]);
    strcpy(word + length + 1, " ");
    for (i = 0; i < MEANINGS; i++)
        if (strstr(meanings[i].words, word)) return meanings[i].means;
    return IS_UNKNOWN;
}

static int in_word(char c) { return (lower(c) >= 'a' && lower(c) <= 'z') || (c & 0x80); }

/* "time (ms)" is in another unit; "units/s" and "time per unit" are speeds, "time/s" and "time per
   step" times, "t/s" may be tokens; a size is what has no stronger word. */
static int column_means(const char *text, size_t length) {
    size_t i, begin;
    int means = IS_UNKNOWN, of_time = 0, per = 0, one, timed;
    for (i = 0; i < length; i++) {
        for (begin = i; i < length && in_word(text[i]);) i++;
        if (i == begin && text[i] != '/') continue;
        one = i > begin ? word_means(text + begin, i - begin) : IS_PER;
        if (i > begin) i--;
        timed = one == IS_SECONDS || one == IS_OTHER_UNIT;
        if (per && !(of_time && (timed || one == IS_RUN))) means = IS_SPEED;
        per = one == IS_PER;
        of_time |= timed && (i > begin || lower(text[i]) != 't');
        if (one > means && one != IS_RUN && !per) means = one;
    }
    return per ? IS_SPEED : means;
}

enum { MOST_COLUMNS = 16 };

/* The columns that a line names: between commas, semicolons or TABs, if there are any; else between
   blanks, where a unit in brackets belongs to the word before. */
static int name_columns(const char *text, size_t length, int *means) {
    const char *marks = ",;\t", *end = text + length, *stop;
    int count = 0, one;
    for (stop = text; stop < end && !strchr(",;\t", *stop);) stop++;
    if (stop == end) marks = " \v\f";
    while (text < end && count < MOST_COLUMNS) {
        for (stop = text; stop < end && !strchr(marks, *stop);) stop++;
        one = column_means(text, (size_t)(stop - text));
        if (*marks == ' ' && count > 0 && stop > text && strchr("([", *text)) {
            if (one > means[count - 1]) means[count - 1] = one;
        } else if (stop > text || *marks != ' ') means[count++] = one;
        text = stop + (stop < end);
    }
    return count;
}

/* Why columns of such names are not those of a points file, or NULL. */
static const char *wrong_columns(const int *means, int count) {
    int later[IS_SPEED + 1] = {0}, k;
    if (count < 2) return NULL;
    for (k = 2; k < count; k++) later[means[k]] = 1;
    if ((means[0] > IS_SIZE && means[0] < IS_SPEED) || means[1] == IS_SIZE ||
        (means[0] == IS_UNKNOWN && later[IS_SIZE]) ||
        (means[1] == IS_UNKNOWN && (later[IS_SECONDS] || later[IS_OTHER_UNIT])))
        return "a line of points is size, then seconds";
    if (means[1] == IS_SPEED) return "points have times, not speeds";
    if (count > 2 && (means[2] == IS_SPEED || means[2] == IS_SECONDS))
        return "a third column is the half-width of the time";
    return means[1] == IS_OTHER_UNIT ? "times of points are in seconds" : NULL;
}

/* Does a comment name columns, and says nothing else?  seen: a bit for each meaning in it. */
static int names_alone(int seen) {
    return !(seen & (1 << IS_UNKNOWN | 1 << IS_SPEED)) && (seen & 1 << IS_SIZE) &&
           (seen & (1 << IS_SECONDS | 1 << IS_OTHER_UNIT));
}

/* What a comment that begins with a size says of the times after it, or NULL; one of many words is
   prose. */
static const char *odd_comment(const head_line *line, const int *means, int count) {
    size_t i;
    int words = 0, k;
    for (i = 0; i < line->comment_length; i++)
        words += !is_blank(line->comment[i]) && (i == 0 || is_blank(line->comment[i - 1]));
    if (count < 2 || words > 6 || means[0] != IS_SIZE) return NULL;
    if (means[1] == IS_SPEED) return "points have times, not speeds";
    for (k = 1; k < count && k < 4; k++)
        if (means[k] == IS_OTHER_UNIT) return "times of points are in seconds";
    return NULL;
}

int head_columns(const char *file, const char *text, size_t length, doubts *d) {
    head_line line = FPM_ZERO;
    int means[MOST_COLUMNS], count, k, seen;
    const char *why = NULL;
    line.at = text, line.end = text + length;
    while (!why && head_next(&line)) {
        if (line.length > 0 && !head_words(line.text, line.length)) return ANSWERED;
        if (line.length > 0) {
            line.comment = line.text, line.comment_length = line.length;
            for (k = 0; k + 1 < (int)line.length; k++)
                if (strchr("\"'", line.text[k]) && is_digit(line.text[k + 1]))
                    why = "numbers stand without quotation marks";
        }
        count = name_columns(line.comment, line.comment_length, means);
        for (k = seen = 0; k < count; k++) seen |= 1 << means[k];
        while (line.comment_length && is_blank(*line.comment))
            line.comment++, line.comment_length--;
        if (line.length == 0 && !names_alone(seen)) {
            const char *odd = odd_comment(&line, means, count);
            if (odd)
                doubts_add(d, "%s:%" PRId64 ": the comment \"%.*s\": %s", file, line.number,
                           text_width(line.comment_length), line.comment, odd);
            continue;
        }
        if (!why) why = wrong_columns(means, count);
        if (!why && line.length > 0) return ANSWERED;
    }
    if (!why) return ANSWERED;
    return no_answer("%s:%" PRId64 ": \"%.*s\": %s", file, line.number,
                     text_width(line.comment_length), line.comment, why);
}
