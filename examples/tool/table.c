/* table.c - loads on a plane from lines of numbers. */
#include "table.h"
#include "head.h"
#include "text.h"

/* How numbers stand in lines. */
typedef struct shape {
    int64_t lines, first, second; /* lines with numbers; how many are in the first two */
    int64_t odd, odd_count;       /* the number of a line with more or fewer than the first */
    int ragged;                   /* lines from the second on have not as many each */
    int head;                     /* the first line is two whole numbers in plain digits */
    int fractions;                /* some number of another line is none */
    int64_t glued;                /* the first line that is digits without blanks, or 0 */
} shape;

/* The next field of a line from *at on, between commas or semicolons if there are any, else between
   blanks, where two TABs enclose an empty one; 0: there is none. */
static int next_field(const char **at, const char *end, char mark, const char **word,
                      size_t *length) {
    const char *from = *at, *stop;
    if (!from) return 0;
    while (from < end && strchr(" \t\v\f", *from) && !(mark == '\t' && *from == '\t')) from++;
    if (from == end && !strchr(",;\t", mark)) return 0;
    for (stop = from; stop < end && *stop != mark;) {
        if (mark == ' ' && strchr("\t\v\f", *stop)) break;
        stop++;
    }
    *at = stop < end ? stop + 1 : NULL;
    while (stop > from && strchr(" \t\v\f", stop[-1])) stop--;
    *word = from, *length = (size_t)(stop - from);
    return 1;
}

static char field_mark(const char *text, size_t length) {
    if (memchr(text, ';', length)) return ';';
    if (memchr(text, ',', length)) return ',';
    return memchr(text, '\t', length) ? '\t' : ' ';
}

static int is_digits(const char *word, size_t length) {
    size_t i = 0;
    while (i < length && word[i] >= '0' && word[i] <= '9') i++;
    return i == length && length > 0 && length < 10;
}

/* What to add to the refusal of a word of a line. */
static const char *bad_hint(const head_line *line, const shape *s, const char *word,
                            size_t length) {
    const char *hint = text_load_hint(word, length), *at = line->text, *name;
    char mark = field_mark(at, line->length);
    size_t letters, names = 0;
    if (*hint || s->lines > 0 || !head_words(line->text, line->length)) return hint;
    while (next_field(&at, line->text + line->length, mark, &name, &letters)) names++;
    return names == 3 ? "; delete the line with the names of columns (a line is a row of cells: x, "
                        "y, load in each is another format)"
                      : "; delete the line with the names of columns";
}

/* The numbers of one line. */
static int read_line(loads *l, const head_line *line, shape *s) {
    const char *at = line->text, *end = at + line->length, *word;
    char mark = field_mark(at, line->length);
    int64_t count = 0;
    int digits = 1, status;
    size_t length;
    double value;
    while (next_field(&at, end, mark, &word, &length)) {
        count++;
        /* A comma at the end, as ncdump has it; `rows cols` says that no number is missing. */
        if (length == 0 && !at && s->lines > 0 && s->head) {
            count--;
            break;
        }
        if (length == 0)
            return no_answer("%s:%" PRId64 ": column %" PRId64 " is empty", l->file, line->number,
                             count);
        if (!text_real(word, length, &value) || value < 0)
            return no_answer("%s:%" PRId64 ": \"%.*s\" is not a load (a number, 0 or more)%s",
                             l->file, line->number, text_width(length), word,
                             bad_hint(line, s, word, length));
        if (!s->glued && text_glued(word, length)) s->glued = line->number;
        digits &= is_digits(word, length);
        if (s->lines > 0 && floor(value) < value) s->fractions = 1;
        if ((status = loads_add(l, value)) != ANSWERED) return status;
    }
    if (s->lines == 0) s->first = count, s->head = digits && count == 2;
    if (s->lines == 1) s->second = count;
    if (s->lines > 1 && count != s->second) s->ragged = 1;
    if (count != s->first && !s->odd) s->odd = line->number, s->odd_count = count;
    s->lines++;
    return ANSWERED;
}

/* Neither lines of equal length nor numbers after `rows cols`. */
static int no_plane(const loads *l, const shape *s) {
    char more[160] = "";
    if (s->head)
        snprintf(more, sizeof more,
                 "; as `rows cols` the first line wants %.0f x %.0f numbers, and %" PRId64
                 " follow",
                 l->value[0], l->value[1], l->count - 2);
    return no_answer("%s:%" PRId64 ": %" PRId64 " number%s, and the first line has %" PRId64
                     " (lines are equally long, or the first is `rows cols` alone)%s",
                     l->file, s->odd, s->odd_count, s->odd_count == 1 ? "" : "s", s->first, more);
}

/* A first line of two whole numbers is `rows cols` where as many numbers follow; a chain of two
   numbers is none.  Where that is one row alone, which is seldom a plane, these stand in lines of
   one length that is not 2: else `1 2` and `3 4` were a row of two. */
int table_read(loads *l, const char *text, size_t length, doubts *d) {
    head_line line = FPM_ZERO;
    shape s = FPM_ZERO;
    int64_t rows, cols;
    int status = ANSWERED, head;
    line.at = text, line.end = text + length;
    while (!status && head_next(&line))
        if (line.length > 0) status = read_line(l, &line, &s);
    if (status) return status;
    rows = s.head ? (int64_t)l->value[0] : 0, cols = s.head ? (int64_t)l->value[1] : 0;
    if (l->chain && l->count == 2) s.head = 0;
    head = s.head && (double)rows * (double)cols <= (double)l->count && rows * cols == l->count - 2;
    if (head && rows == 1 && s.lines > 1) head = !s.ragged && s.odd;
    if (!head && s.odd) return no_plane(l, &s);
    l->rows = head ? rows : s.lines;
    l->cols = head ? cols : s.first;
    if (s.glued && s.first == 1 && !s.odd)
        doubts_add(d,
                   "%s:%" PRId64 ": a line of digits counts as one number: is each a cell? Write "
                   "blanks between them, as by sed 's/./& /g'",
                   l->file, s.glued);
    l->as = head ? "a first line `rows cols` and numbers" : "lines of numbers";
    if (head && rows > 0 && !s.odd && !s.fractions)
        doubts_add(d,
                   "%s: the first line, %" PRId64 " %" PRId64
                   ", counts as `rows cols`; for %" PRId64 " x 2 loads write that before it",
                   l->file, rows, cols, s.lines);
    if (head && s.ragged)
        doubts_add(d, "%s: %" PRId64 " x %" PRId64 " loads, row by row, in lines of other lengths",
                   l->file, rows, cols);
    if (!head) return ANSWERED;
    l->count -= 2;
    memmove(l->value, l->value + 2, (size_t)l->count * sizeof *l->value);
    return ANSWERED;
}
