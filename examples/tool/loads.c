/* loads.c - loads: a chain of numbers, a Matrix Market file, a PGM image. */
#include "loads.h"
#include "args.h"
#include "cdl.h"
#include "file.h"
#include "head.h"
#include "table.h"
#include "text.h"

void loads_free(loads *l) {
    free(l->row), free(l->col), free(l->value);
    memset(l, 0, sizeof *l);
}

static const char an_entry[] = "a load (a number, 0 or more); --pattern counts every entry as 1";

/* One more entry; row and col are not kept where all entries come row by row. */
static int add_load(loads *l, int64_t row, int64_t col, int sparse, double value) {
    size_t count = (size_t)l->count;
    double *list = (double *)more_room(l->value, count, sizeof *list);
    if (!list) return out_of_memory();
    l->value = list;
    l->value[count] = value;
    if (!(value <= (double)FPM_SIZE_MAX && floor(value) >= value)) l->whole = 0;
    if (sparse) {
        int64_t *at = (int64_t *)more_room(l->row, count, sizeof *at);
        if (at) l->row = at;
        if (at) at = (int64_t *)more_room(l->col, count, sizeof *at);
        if (!at) return out_of_memory();
        l->col = at;
        l->row[count] = row;
        l->col[count] = col;
    }
    l->count++;
    return ANSWERED;
}

int loads_add(loads *l, double value) { return add_load(l, 0, 0, 0, value); }

/* rows x cols, for a dense field: their product is the number of entries to come. */
static int set_size(loads *l, const scanner *s, int64_t rows, int64_t cols) {
    l->rows = rows;
    l->cols = cols;
    if (cols == 0 || rows <= FPM_SIZE_MAX / cols) return ANSWERED;
    return scan_error(s, "%" PRId64 " x %" PRId64 " is too large", rows, cols);
}

static int next_load(scanner *s, char mark, const char *expected, double *value) {
    int status = scan_real(s, mark, expected, value);
    return status || *value >= 0 ? status : scan_bad(s, expected);
}

static int no_more(scanner *s, char mark) {
    return scan_item(s, mark) ? scan_bad(s, "the end of the file") : ANSWERED;
}

/* How the numbers of a row stand in lines: those of the first line, of each other one (0: they
   differ), and of this one so far. */
typedef struct table {
    int64_t line, lines, head, each, have;
    double first, entries; /* the first number of this line, the last one of the first line */
    int other;             /* 1: first numbers do not count lines */
} table;

static void table_end_line(table *t) {
    if (t->lines == 1) t->head = t->have;
    if (t->lines == 2) t->each = t->have;
    if (t->lines > 2 && t->have != t->each) t->each = 0;
}

static void table_add(table *t, int64_t line, double value) {
    if (line != t->line) {
        table_end_line(t);
        if (t->lines > 0 && fabs(value - t->first - 1) > 0) t->other = 1;
        t->line = line, t->first = value;
        t->lines++, t->have = 0;
    }
    t->have++;
    if (t->lines == 1) t->entries = value;
}

/* Numbers in lines that look as if some of them were no loads: 1 after a doubt. */
static int doubt_table(const char *file, table *t, doubts *d) {
    const char *what = NULL;
    table_end_line(t);
    if (t->lines < 3) return 0;
    if (t->head == 2 && t->each == 2 && !t->other) what = "is the first an index?";
    if (t->head == 3 && (t->each == 2 || t->each == 3) &&
        !(fabs(t->entries - (double)(t->lines - 1)) > 0))
        what = "is this a Matrix Market file without its first line?";
    if (what)
        doubts_add(d, "%s: all numbers count as loads, and there are %" PRId64 " in each line: %s",
                   file, t->each, what);
    return what != NULL;
}

static void note_lines(const loads *l, int64_t lines, int64_t each, doubts *d) {
    doubts_add(d,
               "%s: %" PRId64 " lines of %" PRId64 " numbers: each %s is one element, its load the "
               "sum (where each number is an element, write one number per line)",
               l->file, lines, each, l->columns ? "column" : "line");
}

/* The word is no load; first: it may be a name of a column. */
static int bad_load(const scanner *s, int first) {
    if (s->length == 0) return scan_bad(s, "a load (a number, 0 or more)");
    return scan_error(s, "\"%.*s\" is not a load (a number, 0 or more)%s%s", text_width(s->length),
                      s->word, text_load_hint(s->word, s->length),
                      first && !text_missing(s->word, s->length)
                          ? "; delete the line with the names of columns"
                          : "");
}

/* A row of numbers, or lines of as many each; # begins a comment. */
static int read_row(loads *l, scanner *s, doubts *d) {
    table t = FPM_ZERO;
    double value;
    int status = ANSWERED, doubted;
    s->cells = 1;
    while (!status && scan_item(s, '#')) {
        if (text_real(s->word, s->length, &value) && value > 1e60)
            return scan_error(s, "\"%.*s\" is too large: loads are numbers up to 1e60",
                              text_width(s->length), s->word);
        if (!text_real(s->word, s->length, &value) || value < 0)
            return l->places ? scan_bad(s, "the place of a cut: it takes whole numbers with blanks "
                                           "between them, such as 0 4 8 12")
                             : bad_load(s, l->count == 0 && head_words(s->word, s->length));
        status = loads_add(l, value);
        table_add(&t, s->line, value);
    }
    if (status) return status;
    doubted = doubt_table(l->file, &t, d);
    if (!l->matrix || t.lines < 2 || t.head < 2 || t.each != t.head)
        return l->columns ? no_answer("%s: --columns needs lines of two or more numbers each, a "
                                      "Matrix Market file, a PGM image or a .npy file",
                                      l->file)
                          : set_size(l, s, 1, l->count);
    l->chain = 0;
    l->as = "lines of numbers";
    if (!doubted) note_lines(l, t.lines, t.head, d);
    return set_size(l, s, t.lines, t.head);
}

/* Has the first line of numbers commas or semicolons between its columns, and nothing but these?  A
   comma beside a blank within a number is something else, such as a decimal one. */
static int has_columns(const char *text, size_t length) {
    head_line line = FPM_ZERO;
    size_t i, marks = 0;
    int after = 1; /* a mark was the last that is no blank */
    line.at = text, line.end = text + length;
    while (head_next(&line) && line.length == 0) {}
    for (i = 0; i < line.length; i++) {
        int blank = strchr(" \t\v\f", line.text[i]) != NULL,
            mark = strchr(",;", line.text[i]) != NULL;
        if (!blank && !mark && !after && i > 0 && strchr(" \t\v\f", line.text[i - 1])) return 0;
        if (mark) marks++;
        if (!blank) after = mark;
    }
    return marks > 0;
}

/* A row of a table is a chain, several are the lines of a matrix. */
static int read_columns(loads *l, const char *text, size_t length, doubts *d) {
    int status = table_read(l, text, length, d);
    if (status || l->rows == 1) return status;
    l->chain = 0;
    note_lines(l, l->rows, l->cols, d);
    return ANSWERED;
}

/* The banner's words: what, how it is stored, of what, and which symmetry. */
typedef struct banner {
    int array, pattern, symmetric, complex_values;
} banner;

static int banner_word(scanner *s, const choice *all, int *value) {
    char word[32];
    size_t i;
    if (!scan_word(s)) return scan_bad(s, "a word of a Matrix Market banner");
    for (i = 0; i < s->length && i + 1 < sizeof word; i++)
        word[i] = (char)(s->word[i] >= 'A' && s->word[i] <= 'Z' ? s->word[i] + 32 : s->word[i]);
    word[i] = 0;
    for (; all->name; all++)
        if (!strcmp(all->name, word)) {
            *value = all->value;
            return ANSWERED;
        }
    return scan_bad(s, "a word of a Matrix Market banner, which is as `%%MatrixMarket matrix "
                       "coordinate real general`");
}

static int read_banner(scanner *s, banner *b) {
    static const choice object[] = {{"matrix", 0}, {NULL, 0}};
    static const choice format[] = {{"coordinate", 0}, {"array", 1}, {NULL, 0}};
    static const choice field[] = {{"real", 0},    {"double", 0},  {"integer", 0},
                                   {"complex", 1}, {"pattern", 2}, {NULL, 0}};
    static const choice symmetry[] = {
        {"general", 0}, {"symmetric", 1}, {"hermitian", 1}, {"skew-symmetric", 2}, {NULL, 0}};
    int what = 0, kind = 0, status = banner_word(s, object, &what);
    memset(b, 0, sizeof *b);
    if (!status) status = banner_word(s, format, &b->array);
    if (!status) status = banner_word(s, field, &kind);
    if (!status) status = banner_word(s, symmetry, &b->symmetric);
    b->pattern = kind == 2;
    b->complex_values = kind == 1;
    return status;
}

/* The load of an entry: its value, or 1. */
static int read_entry(const loads *l, scanner *s, const banner *b, double *value) {
    double ignored;
    int i, status = ANSWERED;
    *value = 1;
    if (b->pattern) return ANSWERED;
    if (!l->pattern && !b->complex_values && b->symmetric < 2)
        return next_load(s, '%', an_entry, value);
    for (i = 0; i <= b->complex_values && !status; i++)
        status = scan_real(s, '%', "a number", &ignored);
    if (l->pattern || status) return status;
    return scan_error(s,
                      "complex and skew-symmetric values are no loads (count entries: --pattern)");
}

static int add_entry(loads *l, const banner *b, int64_t row, int64_t col, double value) {
    int status = add_load(l, row, col, 1, value);
    if (!status && b->symmetric && row != col) status = add_load(l, col, row, 1, value);
    return status;
}

/* Matrix Market after `%%MatrixMarket`; arrays come column by column, symmetric ones the part from
   the diagonal down (skew-symmetric ones without it). */
static int read_market(loads *l, scanner *s) {
    banner b;
    int64_t rows = 0, cols = 0, count = 0, k, row = 0, col = 0;
    double value = 0;
    int status = read_banner(s, &b);
    if (!status && b.array && b.pattern)
        return scan_error(s, "`array pattern` is no Matrix Market format: an array has a value for "
                             "each element, only `coordinate pattern` has none");
    if (!status) status = scan_whole(s, '%', 0, INT_MAX, "a number of rows", &rows);
    if (!status) status = scan_whole(s, '%', 0, INT_MAX, "a number of columns", &cols);
    if (!status && !b.array) status = scan_whole(s, '%', 0, INT_MAX, "a number of entries", &count);
    if (!status) status = set_size(l, s, rows, cols);
    if (!status && b.symmetric && rows != cols)
        return scan_error(s, "a symmetric matrix is square");
    for (k = 0; !b.array && k < count && !status; k++) {
        status = scan_whole(s, '%', 1, INT_MAX, "a row of the matrix", &row);
        if (!status) status = scan_whole(s, '%', 1, INT_MAX, "a column of the matrix", &col);
        if (!status && (row > rows || col > cols))
            return scan_error(s, "entry (%" PRId64 ", %" PRId64 ") is outside of the matrix", row,
                              col);
        if (!status) status = read_entry(l, s, &b, &value);
        if (!status) status = add_entry(l, &b, row - 1, col - 1, value);
    }
    for (col = 0; b.array && col < cols && !status; col++)
        for (row = b.symmetric ? col + b.symmetric - 1 : 0; row < rows && !status; row++) {
            status = read_entry(l, s, &b, &value);
            if (!status) status = add_entry(l, &b, row, col, value);
        }
    if (!status && b.array && scan_item(s, '%'))
        return scan_error(s,
                          "\"%.*s\" stands after the last of %" PRId64 " x %" PRId64
                          " values (array: two sizes, then values column by column)",
                          text_width(s->length), s->word, rows, cols);
    return status ? status : no_more(s, '%');
}

/* A PGM image after its `P2` (text) or `P5` (bytes, two of them where values are above 255). */
static int read_pgm(loads *l, scanner *s, int bytes) {
    int64_t rows = 0, cols = 0, top = 0, k, value = 0;
    int status = scan_whole(s, '#', 0, INT_MAX, "a width", &cols), wide;
    if (!status) status = scan_whole(s, '#', 0, INT_MAX, "a height", &rows);
    if (!status) status = scan_whole(s, '#', 1, INT_MAX, "a largest value", &top);
    if (!status && top > 65535) status = scan_bad(s, "a largest value (1 to 65535)");
    if (!status) status = set_size(l, s, rows, cols);
    wide = top > 255;
    if (bytes && s->at < s->end) s->at++; /* one white space ends the head */
    for (k = 0; k < rows * cols && !status; k++) {
        if (bytes) {
            if (s->end - s->at < 1 + wide)
                return no_answer("%s: the image ends before its last value", s->file);
            value = (unsigned char)*s->at++;
            if (wide) value = 256 * value + (unsigned char)*s->at++;
        } else status = scan_whole(s, '#', 0, INT_MAX, "a value", &value);
        if (!status && value > top)
            return scan_error(s, "value %" PRId64 " is above the largest, %" PRId64, value, top);
        if (!status) status = loads_add(l, (double)value);
    }
    return status || bytes ? status : no_more(s, '#');
}

int loads_read(loads *l, const char *file, doubts *d) {
    scanner s;
    char *text;
    size_t length;
    int64_t i = 0;
    int kind, status = file_read(file, 1, &text, &length);
    if (status) return status;
    kind = head_kind(text, length);
    if (kind == HEAD_PLAIN) text_unquote(text, length);
    s = scan_begin(file, text, length);
    l->file = file;
    l->length = length;
    l->whole = 1;
    if (l->pattern && kind != HEAD_MARKET)
        status = no_answer("%s: --pattern needs a Matrix Market file, whose first word is "
                           "%%%%MatrixMarket",
                           file);
    else if (l->variable && kind != HEAD_CDL)
        status = no_answer("%s: --variable needs text of ncdump (CDL), whose first word is netcdf",
                           file);
    else if (l->columns && kind == HEAD_PLAIN && !l->matrix)
        status =
            no_answer("%s: --columns needs a Matrix Market file, a PGM image or a .npy file", file);
    else if (kind == HEAD_PLAIN && length > 2 && text[0] == 'P' && text[1] >= '1' && text[1] <= '7')
        status = no_answer("%s: a P%c image; of images PGM is read, P2 or P5", file, text[1]);
    else if (kind == HEAD_PLAIN && head_utf16(text, length))
        status = no_answer("%s: " HEAD_UTF16, file);
    else if (kind == HEAD_PLAIN && memchr(text, '\0', length))
        status = no_answer("%s: not a text file; of images PGM is read, of arrays .npy", file);
    else if (kind == HEAD_NPY) status = npy_read(l, text, length);
    else if (kind == HEAD_CDL) status = cdl_read(l, text, length);
    else if (kind == HEAD_PLAIN && l->matrix && has_columns(text, length))
        status = read_columns(l, text, length, d);
    else if (kind == HEAD_PLAIN && l->chain) status = read_row(l, &s, d);
    else if (kind == HEAD_PLAIN) status = table_read(l, text, length, d);
    else {
        scan_word(&s);
        l->chain = 0;
        l->as = kind == HEAD_MARKET ? "a Matrix Market file" : "a PGM image";
        if (kind == HEAD_MARKET) status = read_market(l, &s);
        else status = read_pgm(l, &s, kind == HEAD_PGM_BYTES);
    }
    free(text);
    while (status == ANSWERED && i < l->count && !(l->value[i] > 0)) i++;
    if (status == ANSWERED && l->count > 0 && i == l->count)
        doubts_add(d, "%s: all loads are 0", file);
    return status;
}
