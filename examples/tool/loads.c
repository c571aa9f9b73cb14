/* loads.c - loads: a chain of numbers, a matrix, a Matrix Market file, a PGM image. */
#include "loads.h"
#include "args.h"
#include "file.h"
#include "text.h"

void loads_free(loads *l) {
    free(l->row), free(l->col), free(l->value);
    memset(l, 0, sizeof *l);
}

/* The next word that is not in a comment: those begin with a mark and end with the line. */
static int next_item(scanner *s, char mark) {
    while (next_word(s)) {
        if (s->word[0] != mark) return 1;
        while (s->at < s->end && *s->at != '\n') s->at++;
    }
    return 0;
}

static int next_count(scanner *s, char mark, int64_t low, const char *what, int64_t *value) {
    if (next_item(s, mark) && read_whole(s->word, s->length, low, INT_MAX, value)) return ANSWERED;
    return bad_word(s, what);
}

static int next_load(scanner *s, char mark, double *value) {
    if (next_item(s, mark) && read_real(s->word, s->length, value) && *value >= 0) return ANSWERED;
    return bad_word(s, "a load (a number, 0 or more)");
}

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

/* rows x cols, for a dense field: their product is the number of entries to come. */
static int set_size(loads *l, const scanner *s, int64_t rows, int64_t cols) {
    l->rows = rows;
    l->cols = cols;
    if (cols == 0 || rows <= FPM_SIZE_MAX / cols) return ANSWERED;
    return no_answer("%s:%" PRId64 ": %" PRId64 " x %" PRId64 " is too large", s->file, s->line,
                     rows, cols);
}

static int no_more(scanner *s, char mark) {
    return next_item(s, mark) ? bad_word(s, "the end of the file") : ANSWERED;
}

/* Plain text: numbers (a chain), or `rows cols` and the numbers row by row; # begins a comment. */
static int read_plain(loads *l, scanner *s) {
    int64_t rows = 1, cols = 0, k;
    double value;
    int status = ANSWERED;
    s->cells = 1;
    if (l->chain) {
        while (status == ANSWERED && next_item(s, '#')) {
            if (!read_real(s->word, s->length, &value) || value < 0)
                return bad_word(s, "a load (a number, 0 or more)");
            status = add_load(l, 0, 0, 0, value);
        }
        return status == ANSWERED ? set_size(l, s, 1, l->count) : status;
    }
    status = next_count(s, '#', 0, "a number of rows", &rows);
    if (status == ANSWERED) status = next_count(s, '#', 0, "a number of columns", &cols);
    if (status == ANSWERED) status = set_size(l, s, rows, cols);
    for (k = 0; k < rows * cols && status == ANSWERED; k++) {
        status = next_load(s, '#', &value);
        if (status == ANSWERED) status = add_load(l, 0, 0, 0, value);
    }
    return status == ANSWERED ? no_more(s, '#') : status;
}

/* The banner's words: what, how it is stored, of what, and which symmetry. */
typedef struct banner {
    int array, pattern, symmetric, complex_values;
} banner;

static int banner_word(scanner *s, const choice *all, int *value) {
    char word[32];
    size_t i;
    if (!next_word(s)) return bad_word(s, "a word of a Matrix Market banner");
    for (i = 0; i < s->length && i + 1 < sizeof word; i++)
        word[i] = (char)(s->word[i] >= 'A' && s->word[i] <= 'Z' ? s->word[i] + 32 : s->word[i]);
    word[i] = 0;
    for (; all->name; all++)
        if (!strcmp(all->name, word)) return *value = all->value, ANSWERED;
    return bad_word(s, "a word of a Matrix Market banner");
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
    if (status == ANSWERED) status = banner_word(s, format, &b->array);
    if (status == ANSWERED) status = banner_word(s, field, &kind);
    if (status == ANSWERED) status = banner_word(s, symmetry, &b->symmetric);
    b->pattern = kind == 2;
    b->complex_values = kind == 1;
    return status;
}

/* The load of an entry: its value, or 1. */
static int read_entry(const loads *l, scanner *s, const banner *b, double *value) {
    double ignored;
    int i;
    *value = 1;
    if (b->pattern) return ANSWERED;
    if (!l->pattern && !b->complex_values && b->symmetric < 2) return next_load(s, '%', value);
    for (i = 0; i <= b->complex_values; i++)
        if (!next_item(s, '%') || !read_real(s->word, s->length, &ignored))
            return bad_word(s, "a number");
    if (l->pattern) return ANSWERED;
    return no_answer("%s:%" PRId64 ": complex and skew-symmetric values are no loads (count "
                     "entries: --pattern)",
                     s->file, s->line);
}

static int add_entry(loads *l, const banner *b, int64_t row, int64_t col, double value) {
    int status = add_load(l, row, col, 1, value);
    if (status == ANSWERED && b->symmetric && row != col) status = add_load(l, col, row, 1, value);
    return status;
}

/* Matrix Market after `%%MatrixMarket`; arrays come column by column, symmetric ones the part from
   the diagonal down (skew-symmetric ones without it). */
static int read_market(loads *l, scanner *s) {
    banner b;
    int64_t rows = 0, cols = 0, count = 0, k, row = 0, col = 0;
    double value = 0;
    int status = read_banner(s, &b);
    if (status == ANSWERED) status = next_count(s, '%', 0, "a number of rows", &rows);
    if (status == ANSWERED) status = next_count(s, '%', 0, "a number of columns", &cols);
    if (status == ANSWERED && !b.array)
        status = next_count(s, '%', 0, "a number of entries", &count);
    if (status == ANSWERED) status = set_size(l, s, rows, cols);
    if (status == ANSWERED && b.symmetric && rows != cols)
        return no_answer("%s:%" PRId64 ": a symmetric matrix is square", s->file, s->line);
    for (k = 0; !b.array && k < count && status == ANSWERED; k++) {
        status = next_count(s, '%', 1, "a row of the matrix", &row);
        if (status == ANSWERED) status = next_count(s, '%', 1, "a column of the matrix", &col);
        if (status == ANSWERED && (row > rows || col > cols))
            return no_answer("%s:%" PRId64 ": entry (%" PRId64 ", %" PRId64 ") is outside of the "
                             "matrix",
                             s->file, s->line, row, col);
        if (status == ANSWERED) status = read_entry(l, s, &b, &value);
        if (status == ANSWERED) status = add_entry(l, &b, row - 1, col - 1, value);
    }
    for (col = 0; b.array && col < cols && status == ANSWERED; col++)
        for (row = b.symmetric ? col + b.symmetric - 1 : 0; row < rows && status == ANSWERED;
             row++) {
            status = read_entry(l, s, &b, &value);
            if (status == ANSWERED) status = add_entry(l, &b, row, col, value);
        }
    return status == ANSWERED ? no_more(s, '%') : status;
}

/* A PGM image after its `P2` (text) or `P5` (bytes, two of them where values are above 255). */
static int read_pgm(loads *l, scanner *s, int bytes) {
    int64_t rows = 0, cols = 0, top = 0, k, value = 0;
    int status = next_count(s, '#', 0, "a width", &cols), wide;
    if (status == ANSWERED) status = next_count(s, '#', 0, "a height", &rows);
    if (status == ANSWERED) status = next_count(s, '#', 1, "a largest value", &top);
    if (status == ANSWERED && top > 65535) status = bad_word(s, "a largest value (1 to 65535)");
    if (status == ANSWERED) status = set_size(l, s, rows, cols);
    wide = top > 255;
    if (bytes && s->at < s->end) s->at++; /* one white space ends the head */
    for (k = 0; k < rows * cols && status == ANSWERED; k++) {
        if (bytes) {
            if (s->end - s->at < 1 + wide)
                return no_answer("%s: the image ends before its last value", s->file);
            value = (unsigned char)*s->at++;
            if (wide) value = 256 * value + (unsigned char)*s->at++;
        } else status = next_count(s, '#', 0, "a value", &value);
        if (status == ANSWERED && value > top)
            return no_answer("%s:%" PRId64 ": value %" PRId64 " is above the largest, %" PRId64,
                             s->file, s->line, value, top);
        if (status == ANSWERED) status = add_load(l, 0, 0, 0, (double)value);
    }
    return status == ANSWERED && !bytes ? no_more(s, '#') : status;
}

/* Loads from a file, whose first word says which kind it is.  Set l->chain and l->pattern, and zero
   the rest, before; loads_free(l) after, whatever the result. */
int read_loads(loads *l, const char *file) {
    scanner s;
    char *text;
    size_t length;
    int status = read_bytes(file, 1, &text, &length);
    if (status != ANSWERED) return status;
    memset(&s, 0, sizeof s);
    l->file = s.file = file;
    l->whole = 1;
    s.at = text;
    s.end = text + length;
    s.line = 1;
    if (length > 14 && !strncmp(text, "%%MatrixMarket", 14)) {
        next_word(&s);
        l->chain = 0;
        status = read_market(l, &s);
    } else if (length > 2 && text[0] == 'P' && (text[1] == '2' || text[1] == '5')) {
        next_word(&s);
        l->chain = 0;
        status = read_pgm(l, &s, text[1] == '5');
    } else if (memchr(text, '\0', length)) status = no_answer("%s: not a text file", file);
    else status = read_plain(l, &s);
    free(text);
    return status;
}
