/* fpm_tool.c - fpm-tool: partitions, measurements and pictures on the command line

      cc -O2 -I. examples/fpm_tool.c -o fpm-tool -lm -lpthread

   Data flow down the file: messages and numbers, options, files, the problem (files and constraints
   become processors of fpm.h), its solution as text, drawing (SVG, charts, speed functions, rough
   profiles, fronts), then the verbs one by one and their table.  A verb returns the exit status:
   0 answered, 1 no answer and one line on standard error, 2 wrong use. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* clocks, threads bound to cores, isatty */
#endif
#define FPM_IMPLEMENTATION
#define FPMK_IMPLEMENTATION
#include "fpm.h"
#include "fpm_kernels.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef _WIN32
#include <direct.h>
#include <io.h>
#define make_dir(name) _mkdir(name)
#define is_terminal(file) _isatty(_fileno(file))
#else
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>
#define make_dir(name) mkdir(name, 0777)
#define is_terminal(file) isatty(fileno(file))
#endif

#if defined(__GNUC__) || defined(__clang__)
#define PRINTS(text, rest) __attribute__((format(printf, text, rest)))
#else
#define PRINTS(text, rest)
#endif

enum { ANSWERED = 0, NO_ANSWER = 1, WRONG_USE = 2 };

/* ---- messages and numbers ---- */

/* One line on standard error, for what has no answer. */
PRINTS(1, 2) static int no_answer(const char *format, ...) {
    va_list list;
    va_start(list, format);
    fputs("fpm-tool: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    return NO_ANSWER;
}

static int out_of_memory(void) { return no_answer("out of memory"); }

/* Is text[0 .. length) a plain decimal number?  No blanks, no hexadecimal, no inf or nan. */
static int read_real(const char *text, size_t length, double *value) {
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
static int read_whole(const char *text, size_t length, int64_t low, int64_t high, int64_t *value) {
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
static const char *digit_comma(const char *text, size_t length) {
    size_t i;
    for (i = 1; i + 1 < length; i++)
        if (text[i] == ',' && is_digit(text[i - 1]) && is_digit(text[i + 1])) return text + i;
    return NULL;
}

/* What to add to a complaint about a number: its only comma may be the reason. */
static const char *comma_hint(const char *text, size_t length) {
    const char *comma = digit_comma(text, length);
    if (!comma || memchr(comma + 1, ',', (size_t)(text + length - comma) - 1)) return "";
    return "; decimal comma?";
}

/* Room for one more element of a list that doubles, or NULL (and the list stays). */
static void *more_room(void *list, size_t count, size_t each) {
    size_t room = count < 8 ? 8 : 2 * count;
    if (count >= 8 ? (count & (count - 1)) != 0 : count != 0) return list; /* not full */
    return room > SIZE_MAX / each ? NULL : realloc(list, room * each);
}

/* ---- options ---- */

typedef struct args {
    const char *verb;
    char **list; /* what follows the verb */
    int count, at;
    int status; /* WRONG_USE after a complaint */
} args;

PRINTS(2, 3) static int wrong_use(args *a, const char *format, ...) {
    va_list list;
    if (a->status) return a->status; /* one line is enough */
    va_start(list, format);
    fprintf(stderr, "fpm-tool %s: ", a->verb);
    vfprintf(stderr, format, list);
    fprintf(stderr, " (see fpm-tool %s --help)\n", a->verb);
    va_end(list);
    return a->status = WRONG_USE;
}

static int take_flag(args *a, const char *name) {
    if (a->status || strcmp(a->list[a->at], name) != 0) return 0;
    a->at++;
    return 1;
}

/* The value of an option: `-x VALUE`, or `--name=VALUE`. */
static const char *take_value(args *a, const char *name) {
    const char *arg = a->list[a->at];
    size_t length = strlen(name);
    if (a->status || strncmp(arg, name, length) != 0) return NULL;
    if (arg[length] == '=' && name[1] == '-') {
        a->at++;
        return arg + length + 1;
    }
    if (arg[length] != '\0') return NULL;
    if (a->at + 1 == a->count) {
        wrong_use(a, "%s needs a value", name);
        return NULL;
    }
    a->at += 2;
    return a->list[a->at - 1];
}

/* An argument that is no option. */
static const char *take_operand(args *a) {
    const char *arg = a->list[a->at];
    if (a->status) return NULL;
    if (arg[0] == '-' && arg[1] != '\0') {
        wrong_use(a, "unknown option %s", arg);
        return NULL;
    }
    a->at++;
    return arg;
}

typedef struct choice {
    const char *name;
    int value;
} choice;

static int take_choice(args *a, const char *option, const char *text, const choice *all,
                       int *value) {
    char names[320] = "";
    int i;
    for (i = 0; all[i].name; i++) {
        if (!strcmp(all[i].name, text)) {
            *value = all[i].value;
            return 1;
        }
        strcat(strcat(names, i ? ", " : ""), all[i].name);
    }
    wrong_use(a, "%s %s: it is one of %s", option, text, names);
    return 0;
}

static const char *choice_name(const choice *all, int value) {
    for (; all->name; all++)
        if (all->value == value) return all->name;
    return "?";
}

static const choice kinds[] = {{"akima", FPM_AKIMA},       {"piecewise", FPM_PIECEWISE},
                               {"shaped", FPM_SHAPED},     {"discrete", FPM_DISCRETE},
                               {"constant", FPM_CONSTANT}, {NULL, 0}};
static const choice algorithms[] = {{"auto", FPM_AUTO},
                                    {"even", FPM_EVEN},
                                    {"proportional", FPM_PROPORTIONAL},
                                    {"geometric", FPM_GEOMETRIC},
                                    {"numerical", FPM_NUMERICAL},
                                    {"optimal", FPM_OPTIMAL},
                                    {"hpopta", FPM_HPOPTA},
                                    {NULL, 0}};
static const choice leasts[] = {{"total", FPM_LEAST_TOTAL},
                                {"busy", FPM_LEAST_BUSY},
                                {"times", FPM_LEAST_TIMES},
                                {"cost", FPM_LEAST_COST},
                                {NULL, 0}};

/* ---- files ---- */

/* The whole of a file, or of standard input for "-"; bytes of value 0 only where any are allowed.
   The caller frees *text. */
static int read_bytes(const char *name, int any, char **text, size_t *length) {
    FILE *file = strcmp(name, "-") != 0 ? fopen(name, "rb") : stdin;
    size_t room = 0, got = 1;
    int failed = 0, binary = 0;
    *text = NULL;
    *length = 0;
    if (!file) return no_answer("%s: %s", name, strerror(errno));
    while (got > 0 && !binary && !failed) {
        if (*length == room) {
            char *bigger = (char *)(room > SIZE_MAX / 2 ? NULL : realloc(*text, room * 2 + 65536));
            if (!bigger) {
                failed = ENOMEM;
                break;
            }
            *text = bigger;
            room = room * 2 + 65536;
        }
        errno = 0;
        got = fread(*text + *length, 1, room - *length, file);
        if (ferror(file)) failed = errno ? errno : EIO;
        binary = !any && got > 0 && memchr(*text + *length, '\0', got) != NULL;
        *length += got;
    }
    if (file != stdin) fclose(file);
    if (!failed && !binary) return ANSWERED;
    free(*text);
    *text = NULL;
    return no_answer("%s: %s", name, failed ? strerror(failed) : "not a text file");
}

static int read_file(const char *name, char **text, size_t *length) {
    return read_bytes(name, 0, text, length);
}

/* Words of a text between white space, and the line and the column that they are in. */
typedef struct scanner {
    const char *file, *at, *end;
    int64_t line, column;
    const char *word;
    size_t length;
    int cells; /* two TABs between words of a line enclose an empty field, which is a word too */
} scanner;

static int next_word(scanner *s) {
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
static int word_width(size_t length) { return length > 40 ? 40 : (int)length; }

/* What is wrong with the word just read, where something else was expected. */
static int bad_word(const scanner *s, const char *expected) {
    if (s->length == 0 && s->at < s->end)
        return no_answer("%s:%" PRId64 ": column %" PRId64 " is empty, where %s should be", s->file,
                         s->line, s->column, expected);
    if (s->length == 0)
        return no_answer("%s:%" PRId64 ": the file ends where %s should be", s->file, s->line,
                         expected);
    return no_answer("%s:%" PRId64 ": \"%.*s\" is not %s%s", s->file, s->line,
                     word_width(s->length), s->word, expected, comma_hint(s->word, s->length));
}

/* ---- loads: a chain of numbers, a matrix, a Matrix Market file, a PGM image ---- */

typedef struct loads {
    const char *file;
    int chain;   /* rows is 1 and the numbers stand in a row, without a head */
    int pattern; /* asked for: every entry of a Matrix Market file counts 1 */
    int64_t rows, cols;
    int64_t count;      /* entries, room for more in more_room's steps */
    int64_t *row, *col; /* where they are, from 0, repeats add up; NULL: all, row by row */
    double *value;      /* 0 or more */
    int whole;          /* 1: all are whole numbers up to 2^53 */
} loads;

static void loads_free(loads *l) {
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
static int read_loads(loads *l, const char *file) {
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

/* ---- the problem: n, processors from files, constraints ---- */

typedef struct rule { /* a constraint as it was given */
    const char *option, *text;
    int64_t proc; /* -1: all */
    int64_t value;
    double seconds;
} rule;

typedef struct problem {
    int64_t n; /* -1: not given */
    int algorithm, kind;
    int least; /* FPM_LEAST_...; 0: only the makespan counts */
    double eps, limit;
    const char *instance; /* file of all processors, or NULL */
    const char **file;    /* else one of each */
    const char **cost_file;
    rule *rules;
    int files, costs, rule_count;
    int p;
    fpm_points *points; /* p of each from here on */
    fpm_model *model;
    fpm_points *cost_points; /* `costs` of these two */
    fpm_model *cost;
    fpm_proc *proc;
    int64_t *d;
    int *curve, curves; /* which one a processor has: those of one file and fixed cost share it */
    fpm_info info;
    int solved; /* d and info are there */
} problem;

static int problem_begin(problem *q, const args *a) {
    memset(q, 0, sizeof *q);
    q->n = -1;
    q->file = (const char **)calloc((size_t)a->count + 1, sizeof *q->file);
    q->cost_file = (const char **)calloc((size_t)a->count + 1, sizeof *q->cost_file);
    q->rules = (rule *)calloc((size_t)a->count + 1, sizeof *q->rules);
    return q->file && q->cost_file && q->rules ? ANSWERED : out_of_memory();
}

static void problem_end(problem *q) {
    int i;
    for (i = 0; i < q->p; i++) {
        if (q->model) fpm_model_free(&q->model[i], NULL);
        fpm_points_free(&q->points[i], NULL);
    }
    for (i = 0; i < q->costs && q->cost_points; i++) fpm_points_free(&q->cost_points[i], NULL);
    free(q->curve);
    free(q->d);
    free(q->proc);
    free(q->cost);
    free(q->cost_points);
    free(q->model);
    free(q->points);
    free(q->rules);
    free((void *)q->cost_file);
    free((void *)q->file);
}

/* `I:VALUE`, or VALUE alone where that is allowed. */
static void take_rule(problem *q, args *a, const char *option, const char *text) {
    rule *r = &q->rules[q->rule_count++];
    const char *colon = strchr(text, ':'), *value = colon ? colon + 1 : text;
    int real = !strcmp(option, "--fixed"), none = !strcmp(option, "--required"), ok;
    r->option = option;
    r->text = text;
    r->proc = -1;
    if (none) ok = read_whole(text, strlen(text), 0, INT_MAX, &r->proc);
    else if (colon) ok = read_whole(text, (size_t)(colon - text), 0, INT_MAX, &r->proc);
    else ok = !strcmp(option, "--grain");
    if (!ok) {
        wrong_use(a, "%s %s: it takes %s", option, text,
                  none ? "I, a processor counted from 0" : "I:VALUE, with processor I from 0");
    } else if (real && (!read_real(value, strlen(value), &r->seconds) || r->seconds < 0)) {
        wrong_use(a, "%s %s: the value is seconds, 0 or more%s", option, text,
                  comma_hint(text, strlen(text)));
    } else if (!real && !none && !read_whole(value, strlen(value), 1, FPM_SIZE_MAX, &r->value)) {
        wrong_use(a, "%s %s: the value is a whole number from 1 to 2^53", option, text);
    }
}

/* Options that say what is asked of which processors; 1 if the argument was one. */
static int model_option(problem *q, args *a) {
    const char *v;
    int at = a->at;
    if ((v = take_value(a, "-n")) != NULL) {
        if (!read_whole(v, strlen(v), 0, FPM_SIZE_MAX, &q->n))
            wrong_use(a, "-n %s: not a whole number from 0 to 2^53", v);
    } else if ((v = take_value(a, "-m")) != NULL) {
        take_choice(a, "-m", v, kinds, &q->kind);
    } else if ((v = take_value(a, "--instance")) != NULL) {
        if (q->instance) wrong_use(a, "--instance %s: there is one already", v);
        q->instance = v;
    }
    return a->at > at || a->status;
}

/* Constraints; 1 if the argument was one. */
static int rule_option(problem *q, args *a) {
    static const char *const constraints[] = {"--max", "--min", "--grain", "--fixed", "--required"};
    const char *v;
    int i, at = a->at;
    for (i = 0; i < 5 && a->at == at && !a->status; i++)
        if ((v = take_value(a, constraints[i])) != NULL) take_rule(q, a, constraints[i], v);
    return a->at > at || a->status;
}

/* All of these, and the algorithm. */
static int problem_option(problem *q, args *a) {
    const char *v;
    if (rule_option(q, a)) return 1;
    if ((v = take_value(a, "-a")) != NULL) take_choice(a, "-a", v, algorithms, &q->algorithm);
    else return model_option(q, a);
    return 1;
}

/* Options about the least cost; 1 if the argument was one. */
static int least_option(problem *q, args *a) {
    const char *v;
    int at = a->at;
    if ((v = take_value(a, "--least")) != NULL) {
        take_choice(a, "--least", v, leasts, &q->least);
    } else if ((v = take_value(a, "--cost")) != NULL) {
        q->cost_file[q->costs++] = v;
    } else if ((v = take_value(a, "--eps")) != NULL) {
        if (!read_real(v, strlen(v), &q->eps) || q->eps < 0)
            wrong_use(a, "--eps %s: a number, 0 or more; 0.05 is 5 %%%s", v,
                      comma_hint(v, strlen(v)));
    } else if ((v = take_value(a, "--limit")) != NULL) {
        if (!read_real(v, strlen(v), &q->limit) || !(q->limit > 0))
            wrong_use(a, "--limit %s: seconds, above 0%s", v, comma_hint(v, strlen(v)));
    }
    return a->at > at || a->status;
}

static int least_checked(const problem *q, args *a, int front) {
    const char *lone = front          ? "--front"
                       : q->eps > 0   ? "--eps"
                       : q->limit > 0 ? "--limit"
                       : q->costs     ? "--cost"
                                      : NULL;
    if (!q->least && lone) wrong_use(a, "%s needs --least", lone);
    if (q->eps > 0 && q->limit > 0) wrong_use(a, "--eps or --limit, not both");
    if (q->costs && q->least != FPM_LEAST_COST) wrong_use(a, "--cost needs --least cost");
    if (!q->costs && q->least == FPM_LEAST_COST)
        wrong_use(a, "--least cost needs --cost FILE, one a processor");
    if (q->least && q->algorithm != FPM_AUTO && q->algorithm != FPM_OPTIMAL)
        wrong_use(a, "--least needs -a auto or optimal");
    if (front && q->least == FPM_LEAST_TIMES) wrong_use(a, "--front: not of --least times");
    if (front && (q->eps > 0 || q->limit > 0))
        wrong_use(a, "--front is of all limits: no --eps, no --limit");
    return a->status;
}

static int problem_checked(problem *q, args *a) {
    if (q->instance && q->files) wrong_use(a, "%s: not together with --instance", q->file[0]);
    if (!q->instance && !q->files) wrong_use(a, "no FILE given");
    if (!q->kind) q->kind = q->instance || q->algorithm == FPM_HPOPTA ? FPM_DISCRETE : FPM_AKIMA;
    return a->status;
}

/* Room for processor p, or NULL. */
static fpm_points *add_processor(problem *q) {
    fpm_points *list = (fpm_points *)more_room(q->points, (size_t)q->p, sizeof *list);
    if (!list) return NULL;
    q->points = list;
    memset(&list[q->p], 0, sizeof *list);
    return &list[q->p++];
}

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
    const char *comma = digit_comma(text, length), *from = comma;
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
        snprintf(why, room, ": \"%.*s\": decimal comma?", word_width((size_t)(comma - from)), from);
    } else if (f.other) {
        snprintf(why, room, ": another separator before \"%.*s\" (several points on a line?)",
                 word_width(f.length[f.other]), f.word[f.other]);
    } else {
        if (status == FPM_E_SYNTAX)
            for (k = 0; k < f.count && k < 4 && read_real(f.word[k], f.length[k], &value);) k++;
        else if (k == 2 && read_real(f.word[2], f.length[2], &value) && value >= 0) k = 3;
        if (k < f.count)
            snprintf(why, room, ": \"%.*s\"%s", word_width(f.length[k]), f.word[k],
                     status != FPM_E_SYNTAX ? ""
                     : k < 4                ? " is not a number"
                                            : " is a fifth column");
        else if (k == 1)
            snprintf(why, room, ": \"%.*s\" has no time beside it", word_width(f.length[0]),
                     f.word[0]);
    }
}

static int read_points(const char *file, fpm_points *points) {
    char *text, why[160] = "";
    const char *at;
    size_t length, size;
    int64_t line = 0;
    int status;
    if (read_file(file, &text, &length) != ANSWERED) return NO_ANSWER;
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

static int read_processor(problem *q, const char *file) {
    fpm_points *points = add_processor(q);
    return points ? read_points(file, points) : out_of_memory();
}

/* One processor of an instance file: how many points, and the points. */
static int scan_processor(problem *q, scanner *s) {
    fpm_points *points = add_processor(q);
    fpm_point point;
    int64_t count = 0, i;
    int status = FPM_OK;
    memset(&point, 0, sizeof point);
    if (!points) return out_of_memory();
    if (!next_word(s) || !read_whole(s->word, s->length, 0, FPM_SIZE_MAX, &count))
        return bad_word(s, "a number of points");
    for (i = 0; i < count && status == FPM_OK; i++) {
        if (!next_word(s) || !read_whole(s->word, s->length, 1, FPM_SIZE_MAX, &point.size))
            return bad_word(s, "a size (a whole number from 1 to 2^53)");
        if (!next_word(s) || !read_real(s->word, s->length, &point.seconds))
            return bad_word(s, "a time in seconds");
        status = fpm_points_add(points, &point, NULL);
    }
    if (status == FPM_OK) status = fpm_points_sort(points, NULL);
    if (status == FPM_OK) return ANSWERED;
    return no_answer("%s:%" PRId64 ": %s", s->file, s->line, fpm_status_str(status));
}

static int read_instance(problem *q) {
    scanner s;
    char *text;
    size_t length;
    int64_t n = 0, p = 0, i;
    int status = read_file(q->instance, &text, &length);
    if (status != ANSWERED) return status;
    memset(&s, 0, sizeof s);
    s.file = q->instance;
    s.cells = 1;
    s.at = text;
    s.end = text + length;
    s.line = 1;
    if (!next_word(&s) || !read_whole(s.word, s.length, 0, FPM_SIZE_MAX, &n))
        status = bad_word(&s, "n (a whole number from 0 to 2^53)");
    else if (!next_word(&s) || !read_whole(s.word, s.length, 1, INT_MAX, &p))
        status = bad_word(&s, "a number of processors");
    for (i = 0; i < p && status == ANSWERED; i++) status = scan_processor(q, &s);
    if (status == ANSWERED && next_word(&s)) status = bad_word(&s, "the end of the file");
    if (q->n < 0) q->n = n;
    free(text);
    return status;
}

/* How messages and tables call processor i. */
static const char *processor_name(const problem *q, int i, char *room, size_t size) {
    if (!q->instance) return q->file[i];
    snprintf(room, size, "processor %d", i);
    return room;
}

static int make_model(problem *q, int i) {
    const fpm_points *points = &q->points[i];
    fpm_model_options opts;
    char room[40];
    int status;
    memset(&opts, 0, sizeof opts);
    if (q->kind == FPM_CONSTANT && q->n >= 0) /* the speed at the even share */
        opts.at = q->n > q->p ? q->n / q->p : 1;
    opts.half_width = points->half_width;
    opts.reps = points->reps;
    status =
        fpm_model_init(&q->model[i], q->kind, points->count, points->size, points->seconds, &opts);
    if (status >= 0) return ANSWERED;
    return no_answer("%s%s%s: %s", q->instance ? q->instance : "", q->instance ? ": " : "",
                     processor_name(q, i, room, sizeof room), fpm_status_str(status));
}

static int make_models(problem *q) {
    int i, status = ANSWERED;
    q->model = (fpm_model *)calloc((size_t)q->p, sizeof *q->model);
    q->proc = (fpm_proc *)calloc((size_t)q->p, sizeof *q->proc);
    q->d = (int64_t *)calloc((size_t)q->p, sizeof *q->d);
    if (!q->model || !q->proc || !q->d) return out_of_memory();
    for (i = 0; i < q->p && status == ANSWERED; i++) {
        status = make_model(q, i);
        q->proc[i].model = &q->model[i];
    }
    return status;
}

static int apply_rules(problem *q, args *a) {
    int i, j;
    for (j = 0; j < q->rule_count; j++) {
        const rule *r = &q->rules[j];
        if (r->proc >= q->p)
            return wrong_use(a, "%s %s: processors are counted from 0 and there are %d", r->option,
                             r->text, q->p);
        for (i = 0; i < q->p; i++) {
            fpm_proc *proc = &q->proc[i];
            if (r->proc >= 0 && r->proc != i) continue;
            if (!strcmp(r->option, "--max")) proc->max = r->value;
            else if (!strcmp(r->option, "--min")) proc->min = r->value;
            else if (!strcmp(r->option, "--grain")) proc->grain = r->value;
            else if (!strcmp(r->option, "--fixed")) proc->fixed = r->seconds;
            else proc->required = 1;
        }
    }
    return ANSWERED;
}

/* What shares cost: as given at the points; between them units per cost is on straight lines. */
static int read_costs(problem *q, args *a) {
    int i, status;
    if (!q->costs) return ANSWERED;
    if (q->costs != q->p) return wrong_use(a, "--cost: %d files for %d processors", q->costs, q->p);
    q->cost_points = (fpm_points *)calloc((size_t)q->costs, sizeof *q->cost_points);
    q->cost = (fpm_model *)calloc((size_t)q->costs, sizeof *q->cost);
    if (!q->cost_points || !q->cost) return out_of_memory();
    for (i = 0; i < q->costs; i++) {
        fpm_points *points = &q->cost_points[i];
        if (read_points(q->cost_file[i], points) != ANSWERED) return NO_ANSWER;
        status = fpm_model_init(&q->cost[i], FPM_PIECEWISE, points->count, points->size,
                                points->seconds, NULL);
        if (status < 0) return no_answer("%s: %s", q->cost_file[i], fpm_status_str(status));
        q->proc[i].cost = &q->cost[i];
    }
    return ANSWERED;
}

/* Number the different speed functions in the order of their first processors. */
static int find_curves(problem *q) {
    int i, j;
    q->curve = (int *)calloc((size_t)q->p, sizeof *q->curve);
    if (!q->curve) return out_of_memory();
    for (i = 0; i < q->p; i++) {
        const char *file = q->instance ? NULL : q->file[i];
        for (j = file ? 0 : i; j < i; j++) {
            double more = q->proc[j].fixed - q->proc[i].fixed;
            if (!(more > 0 || more < 0) && !strcmp(q->file[j], file)) break;
        }
        q->curve[i] = j < i ? q->curve[j] : q->curves++;
    }
    return ANSWERED;
}

static const double far_apart = 100; /* as no two processors that share work usually are */

/* The files whose speeds are farthest apart, when one is more than 100 times the other; else 0.  A
   speed is the largest one of a file's points, since small sizes are slow on a GPU and large ones
   on a processor that pages: times in milliseconds are too long at every size. */
static double speeds_apart(const problem *q, int *slow, int *quick) {
    double least = 1e300, most = 0;
    int64_t j;
    int i;
    *slow = *quick = 0;
    for (i = 0; i < q->files; i++) {
        const fpm_points *points = &q->points[i];
        double peak = 0;
        for (j = 0; j < points->count; j++)
            peak = fmax(peak, (double)points->size[j] / points->seconds[j]);
        if (peak < least) least = peak, *slow = i;
        if (peak > most) most = peak, *quick = i;
    }
    return most > far_apart * least ? most / least : 0;
}

#define UNITS_DIFFER                                                                               \
    "%s is %.0f times as fast as %s: do their units differ (milliseconds against seconds)?"

static void warn_units(const problem *q) {
    int slow, quick;
    double times = speeds_apart(q, &slow, &quick);
    if (!(times > 0)) return;
    fprintf(stderr, "fpm-tool: warning: " UNITS_DIFFER "\n", q->file[quick], times, q->file[slow]);
}

/* Read all files, make the models, apply the constraints. */
static int problem_load(problem *q, args *a) {
    int i, status = q->instance ? read_instance(q) : ANSWERED;
    for (i = 0; i < q->files && status == ANSWERED; i++) status = read_processor(q, q->file[i]);
    if (status == ANSWERED) warn_units(q);
    if (status == ANSWERED) status = make_models(q);
    if (status == ANSWERED) status = apply_rules(q, a);
    if (status == ANSWERED) status = find_curves(q);
    return status == ANSWERED ? read_costs(q, a) : status;
}

/* ---- its solution ---- */

/* Most units that all processors together may take, up to 2^62 or so. */
static int64_t capacity(const problem *q) {
    int64_t sum = 0;
    int i;
    for (i = 0; i < q->p; i++) {
        const fpm_model *m = &q->model[i];
        int64_t most = q->proc[i].max ? q->proc[i].max : FPM_SIZE_MAX;
        int64_t last = m->count ? m->size[m->count - 1] : 0;
        if (m->kind == FPM_DISCRETE && last < most) most = last;
        sum = (sum < FPM_SIZE_MAX ? sum : FPM_SIZE_MAX) + most;
    }
    return sum;
}

/* The makespan of the optimal partition, 0 if there is none. */
static double optimum(const problem *q) {
    fpm_info info;
    int64_t *d = (int64_t *)malloc((size_t)q->p * sizeof *d);
    int status = d ? fpm_partition(q->n, q->p, q->proc, NULL, d, &info) : FPM_E_MEMORY;
    free(d);
    return status >= 0 ? info.makespan : 0;
}

/* Why there is no partition. */
static int unsolved(const problem *q, int status) {
    char room[40], where[80] = "";
    const char *name = q->info.proc >= 0 && q->info.proc < q->p
                           ? processor_name(q, q->info.proc, room, sizeof room)
                           : NULL;
    fpm_model_report report;
    if (status == FPM_E_INFEASIBLE && !name && q->n > capacity(q))
        return no_answer("%s: n is %" PRId64 ", the processors can take %" PRId64 " at most",
                         fpm_status_str(status), q->n, capacity(q));
    if (status == FPM_E_INFEASIBLE && q->limit > 0 && optimum(q) > q->limit)
        return no_answer("no partition is done by --limit %.6g s; the optimum is %.17g s", q->limit,
                         optimum(q));
    if (status == FPM_E_NOT_MONOTONE && name &&
        fpm_model_check(&q->model[q->info.proc], &report) == FPM_VIOLATED)
        snprintf(where, sizeof where, " (it falls near size %.6g)", report.size);
    if (q->instance && name)
        return no_answer("%s: %s: %s%s", q->instance, name, fpm_status_str(status), where);
    if (name) return no_answer("%s: %s%s", name, fpm_status_str(status), where);
    return no_answer("%s (n is %" PRId64 ")", fpm_status_str(status), q->n);
}

static int solve(problem *q, const fpm_options *more) {
    fpm_options opts;
    int status;
    memset(&opts, 0, sizeof opts);
    if (more) opts = *more;
    if (q->algorithm != FPM_AUTO) opts.algorithm = q->algorithm;
    opts.least = q->least;
    opts.eps = q->eps;
    opts.limit = q->limit;
    status = fpm_partition(q->n, q->p, q->proc, &opts, q->d, &q->info);
    q->solved = status >= 0;
    return status < 0 ? unsolved(q, status) : ANSWERED;
}

/* Seconds that processor i needs for a share, and for its own. */
static double seconds_for(const problem *q, int i, int64_t share) {
    double t = 0;
    if (share == 0 || fpm_model_time(&q->model[i], (double)share, &t) < 0) return 0;
    return q->proc[i].fixed + t;
}

static double share_seconds(const problem *q, int i) { return seconds_for(q, i, q->d[i]); }

static const char *share_remark(const problem *q, int i) {
    double t;
    if (q->d[i] == 0) return "  (idle)";
    if (fpm_model_time(&q->model[i], (double)q->d[i], &t) != FPM_EXTRAPOLATED) return "";
    return "  (beyond its last point)";
}

/* What opts.least adds up. */
static const char *cost_text(int least) {
    return least == FPM_LEAST_BUSY    ? "busy processors"
           : least == FPM_LEAST_TOTAL ? "s of busy time in total"
                                      : "in total";
}

static void print_tsv(const problem *q) {
    const fpm_info *info = &q->info;
    int i;
    printf("# status %s\n# makespan %.17g\n# lower_bound %.17g\n# imbalance %.17g\n",
           fpm_status_str(info->status), info->makespan, info->lower_bound, info->imbalance);
    printf("# algorithm %s\n# gap %.17g\n# common_time %.17g\n# n %" PRId64 "\n",
           choice_name(algorithms, info->algorithm), info->gap, info->common_time, q->n);
    printf("# below %.17g\n", info->below);
    if (q->least) printf("# least %s\n# cost %.17g\n", choice_name(leasts, q->least), info->cost);
    if (info->algorithm == FPM_NUMERICAL) printf("# residual %.17g\n", info->residual);
    if (info->algorithm == FPM_HPOPTA)
        printf("# nodes %" PRId64 "\n# cuts %" PRId64 "\n# hits %" PRId64 "\n# bytes %.0f\n",
               info->nodes, info->cuts, info->hits, (double)info->bytes);
    printf("# iterations %" PRId64 "\n# evaluations %" PRId64 "\n# model %s\n", info->iterations,
           info->evaluations, choice_name(kinds, q->kind));
    printf("proc\tsize\tseconds\n");
    for (i = 0; i < q->p; i++) printf("%d\t%" PRId64 "\t%.17g\n", i, q->d[i], share_seconds(q, i));
}

static void print_table(const problem *q) {
    const fpm_info *info = &q->info;
    int i, width = snprintf(NULL, 0, "%" PRId64, q->n);
    if (width < 5) width = 5;
    printf("proc  %*s  percent     seconds%s\n", width, "share", q->instance ? "" : "  file");
    for (i = 0; i < q->p; i++) {
        printf("%4d  %*" PRId64 "  %6.2f%%  %10.4g", i, width, q->d[i],
               q->n ? 100 * (double)q->d[i] / (double)q->n : 0.0, share_seconds(q, i));
        printf("%s%s%s\n", q->instance ? "" : "  ", q->instance ? "" : q->file[i],
               share_remark(q, i));
    }
    printf("\nmakespan     %.6g s\nlower bound  %.6g s", info->makespan, info->lower_bound);
    if (info->gap > 0 && q->least) printf("   (%.3g %% earlier)\n", 100 * info->gap);
    else if (info->gap > 0) printf("   (gap %.3g %%)\n", 100 * info->gap);
    else printf("   (no partition is faster)\n");
    if (info->below > 0 && info->below < 0.999999 * info->lower_bound)
        printf("certificate  no partition is done by %.6g s, and no share ends between\n"
               "             that and the bound\n",
               info->below);
    if (q->least == FPM_LEAST_TIMES) printf("least        the largest time, then the next\n");
    else if (q->least) printf("cost         %.6g %s\n", info->cost, cost_text(q->least));
    printf("imbalance    %.3g %%   (%d of %d busy)\n", 100 * info->imbalance, info->busy, q->p);
    printf("algorithm    %s on %s models\n", choice_name(algorithms, info->algorithm),
           choice_name(kinds, q->kind));
    if (info->algorithm == FPM_HPOPTA)
        printf("search       %" PRId64 " points tried, %" PRId64 " cuts, %" PRId64
               " workloads found in the memo, %.3g MB\n",
               info->nodes, info->cuts, info->hits, 1e-6 * (double)info->bytes);
    if (info->status != FPM_OK) printf("status       %s\n", fpm_status_str(info->status));
}

/* ---- drawing: SVG ---- */

/* Okabe and Ito's colours, told apart by all kinds of colour vision; no yellow, on white. */
static const char *const palette[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#e69f00", "#56b4e9", "#000000"};
enum { COLOURS = 7, SHAPES = 5 };

static const char *colour_of(int i) { return palette[i % COLOURS]; }

/* Length of the UTF-8 sequence at s, 0 if it is none that XML allows. */
static int utf8_length(const unsigned char *s) {
    int i, more = s[0] < 0x80 ? 0 : s[0] >= 0xf0 ? 3 : s[0] >= 0xe0 ? 2 : 1;
    if (s[0] < 0x20 || s[0] == 0x7f || (s[0] >= 0x80 && s[0] < 0xc2) || s[0] > 0xf4) return 0;
    for (i = 1; i <= more; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f)) return 0;
    if ((s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f)) return 0;
    return s[0] == 0xef && s[1] == 0xbf && s[2] >= 0xbe ? 0 : more + 1;
}

/* Any text as the content of an element; what XML forbids becomes a question mark. */
static void svg_escape(FILE *to, const char *text) {
    const unsigned char *s = (const unsigned char *)text;
    while (*s) {
        int length = utf8_length(s);
        if (*s == '&') fputs("&amp;", to);
        else if (*s == '<') fputs("&lt;", to);
        else if (*s == '>') fputs("&gt;", to);
        else if (length == 0) fputc('?', to);
        else fwrite(s, 1, (size_t)length, to);
        s += length ? length : 1;
    }
}

static void svg_begin(FILE *to, int width, int height, const char *title) {
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" "
            "fill=\"#222\">\n<title>",
            width, height, width, height);
    svg_escape(to, title);
    fprintf(to, "</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height);
}

static void svg_end(FILE *to) { fputs("</svg>\n", to); }

/* Text at a point; more holds further attributes, as text-anchor="end". */
PRINTS(5, 6)
static void svg_text(FILE *to, double x, double y, const char *more, const char *format, ...) {
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fprintf(to, "<text x=\"%.2f\" y=\"%.2f\"%s%s>", x, y, more[0] ? " " : "", more);
    svg_escape(to, text);
    fputs("</text>\n", to);
}

static void svg_line(FILE *to, double x0, double y0, double x1, double y1, const char *more) {
    fprintf(to, "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" %s/>\n", x0, y0, x1, y1,
            more);
}

/* A rectangle that `clip-path="url(#id)"` cuts to. */
static void svg_clip(FILE *to, const char *id, double x, double y, double width, double height) {
    fprintf(to,
            "<clipPath id=\"%s\"><rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"/>"
            "</clipPath>\n",
            id, x, y, width, height > 0 ? height : 0);
}

/* One of SHAPES markers, of about radius r. */
static void svg_marker(FILE *to, int shape, double x, double y, double r, const char *more) {
    static const double corner[SHAPES][4][2] = {{{0, 0}, {0, 0}, {0, 0}, {0, 0}},
                                                {{-.9, -.9}, {.9, -.9}, {.9, .9}, {-.9, .9}},
                                                {{0, -1.2}, {1.1, .8}, {-1.1, .8}, {0, -1.2}},
                                                {{0, -1.25}, {1.25, 0}, {0, 1.25}, {-1.25, 0}},
                                                {{0, 1.2}, {1.1, -.8}, {-1.1, -.8}, {0, 1.2}}};
    int i;
    shape %= SHAPES;
    if (shape == 0) {
        fprintf(to, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\" %s/>\n", x, y, r, more);
        return;
    }
    fputs("<path d=\"", to);
    for (i = 0; i < 4; i++)
        fprintf(to, "%c%.2f,%.2f", i ? 'L' : 'M', x + r * corner[shape][i][0],
                y + r * corner[shape][i][1]);
    fprintf(to, "Z\" %s/>\n", more);
}

/* A name of at most `most` bytes or so: both ends of a long one. */
static const char *short_name(const char *name, size_t most, char *room, size_t size) {
    size_t length = strlen(name), head = most / 2;
    const char *tail;
    if (length <= most) return name;
    tail = name + length - most / 2;
    while ((name[head] & 0xc0) == 0x80) head--; /* not in the middle of a character */
    while ((*tail & 0xc0) == 0x80) tail++;
    snprintf(room, size, "%.*s\xe2\x80\xa6%s", (int)head, name, tail);
    return room;
}

/* ---- drawing: charts ---- */

typedef struct axis {
    double low, high; /* values at the ends */
    double from, to;  /* their places, in pixels */
    int log, whole;   /* whole: no ticks between whole numbers */
    int ticks;        /* about so many; 0: seven on x, six on y */
} axis;

typedef struct chart {
    FILE *to;
    axis x, y;
    const char *id; /* of what it is clipped to, one for each chart of a picture */
} chart;

static double place(const axis *a, double v) {
    double f;
    if (a->log) f = v > 0 ? log(v / a->low) / log(a->high / a->low) : -9;
    else f = (v - a->low) / (a->high - a->low);
    f = f < -9 ? -9 : f > 9 ? 9 : f;
    return a->from + f * (a->to - a->from);
}

/* A round value in few characters: 250, 1.5k, 20M, 1e-05. */
static const char *round_text(double v, char *room, size_t size) {
    static const char *const suffix[] = {"", "k", "M", "G", "T"};
    double scaled = fabs(v);
    int k = 0;
    while (scaled >= 999.9995 && k < 4) scaled /= 1000, k++;
    snprintf(room, size, "%s%.4g%s", v < 0 ? "-" : "", scaled, suffix[k]);
    return room;
}

/* The next of 1, 2, 5 times powers of ten that is at least v. */
static double round_up(double v) {
    double power = pow(10, floor(log10(v))), f = v / power;
    return power * (f <= 1.0000001 ? 1 : f <= 2.0000001 ? 2 : f <= 5.0000001 ? 5 : 10);
}

/* Values for ticks, about as many as asked for; the number of them. */
static int axis_ticks(const axis *a, int about, double *tick, int room) {
    static const double times[] = {1, 2, 5};
    int count = 0, k;
    if (a->log) {
        int first = (int)floor(log10(a->low)), last = (int)floor(log10(a->high));
        int every = 1 + (last - first) / (about + 2), fine = last - first <= about / 3;
        for (k = first; k <= last; k += every) {
            int j;
            for (j = 0; j < (fine ? 3 : 1); j++) {
                double v = times[j] * pow(10, k);
                if (v >= a->low * 0.999 && v <= a->high * 1.001 && count < room) tick[count++] = v;
            }
        }
    } else {
        double step = round_up((a->high - a->low) / about);
        if (a->whole) step = fmax(step, 1);
        for (k = (int)ceil(a->low / step - 1e-9); k * step <= a->high * 1.0000001; k++)
            if (count < room) tick[count++] = k * step;
    }
    return count;
}

/* Grid, tick values and titles of both axes (without y_title the y axis is that of a chart to the
   left); opens the group that is clipped to the frame. */
static void chart_begin(const chart *c, const char *x_title, const char *y_title) {
    const axis *x = &c->x, *y = &c->y;
    double tick[40];
    char room[40], turned[120];
    double aside = 54; /* of the title, past the widest value */
    int i, count = axis_ticks(x, x->ticks ? x->ticks : 7, tick, 40);
    for (i = 0; i < count; i++) {
        double at = place(x, tick[i]);
        svg_line(c->to, at, y->from, at, y->to, "stroke=\"#e4e4e4\"");
        svg_text(c->to, at, y->from + 18, "text-anchor=\"middle\"", "%s",
                 round_text(tick[i], room, sizeof room));
    }
    count = axis_ticks(y, y->ticks ? y->ticks : 6, tick, 40);
    for (i = 0; i < count; i++) {
        double at = place(y, tick[i]);
        svg_line(c->to, x->from, at, x->to, at, "stroke=\"#e4e4e4\"");
        if (!y_title) continue;
        svg_text(c->to, x->from - 8, at + 4, "text-anchor=\"end\"", "%s",
                 round_text(tick[i], room, sizeof room));
        aside = fmax(aside, 24 + 7.5 * (double)strlen(room));
    }
    svg_text(c->to, (x->from + x->to) / 2, y->from + 42, "text-anchor=\"middle\"", "%s%s", x_title,
             x->log ? ", logarithmic" : "");
    snprintf(turned, sizeof turned, "text-anchor=\"middle\" transform=\"rotate(-90 %.2f %.2f)\"",
             x->from - aside, (y->from + y->to) / 2);
    if (y_title)
        svg_text(c->to, x->from - aside, (y->from + y->to) / 2, turned, "%s%s", y_title,
                 y->log ? ", logarithmic" : "");
    svg_clip(c->to, c->id, x->from, y->to, x->to - x->from, y->from - y->to);
    fprintf(c->to, "<g clip-path=\"url(#%s)\" fill=\"none\">\n", c->id);
}

static void chart_end(const chart *c) {
    const axis *x = &c->x, *y = &c->y;
    fprintf(c->to,
            "</g>\n<path d=\"M%.2f,%.2fV%.2fH%.2f\" fill=\"none\" stroke=\"#222\" "
            "stroke-width=\"1.2\"/>\n",
            x->from, y->to, y->from, x->to);
}

/* ---- drawing: speed functions, lines through the origin, shares ---- */

/* Times of the lines that a bisection tried. */
typedef struct lines {
    double *time;
    int count;
    int failed; /* out of memory */
} lines;

/* Speed of a processor at size x with its fixed cost; 0 where there is none. */
static double speed_at(const fpm_proc *proc, double x) {
    double s = 0;
    if (fpm_model_speed(proc->model, x, &s) < 0 || !(s > 0)) return 0;
    return proc->fixed > 0 ? x / (proc->fixed + x / s) : s;
}

static double last_size(const fpm_model *m) { return m->count ? (double)m->size[m->count - 1] : 0; }

/* The sizes to show: measured from first to last, shares from least to most. */
typedef struct extent {
    double first, last, least, most;
} extent;

static extent sizes_to_show(const problem *q) {
    extent e = {1e300, 0, 1e300, 0};
    int i;
    for (i = 0; i < q->p; i++) {
        const fpm_model *m = &q->model[i];
        e.last = fmax(e.last, last_size(m));
        if (m->count) e.first = fmin(e.first, (double)m->size[0]);
        if (!q->solved || q->d[i] == 0) continue;
        e.most = fmax(e.most, (double)q->d[i]);
        e.least = fmin(e.least, (double)q->d[i]);
    }
    if (!(e.last > 0)) e.first = e.last = e.most > 0 ? e.most : 1;
    if (!(e.most > 0)) e.least = e.most = e.last;
    return e;
}

/* Largest speed of processor i up to a size; *lowest becomes the least one of a point, if less. */
static double peak_speed(const problem *q, int i, double end, double *lowest) {
    const fpm_model *m = &q->model[i];
    int k, columns = m->kind == FPM_DISCRETE ? 0 : q->p <= 100 ? 240 : 12;
    double peak = 0, s;
    int64_t j;
    for (j = 0; j < m->count && (double)m->size[j] <= end; j++) {
        s = speed_at(&q->proc[i], (double)m->size[j]);
        peak = fmax(peak, s);
        if (s > 0) *lowest = fmin(*lowest, s);
    }
    for (k = 1; k <= columns && m->count; k++)
        peak = fmax(peak, speed_at(&q->proc[i], end * k / columns));
    return peak;
}

/* Ends of the axes, and whether they are logarithmic: lines through the origin stay straight only
   if both are, or none. */
static void choose_axes(const problem *q, chart *c) {
    extent e = sizes_to_show(q);
    double slow = 1e300, quick = 0, lowest = 1e300; /* peaks of two processors; any point */
    int i;
    c->x.high = fmin(fmax(e.last, 1.12 * e.most), 4 * e.most) * 1.03;
    for (i = 0; i < q->p; i++) {
        double peak = peak_speed(q, i, c->x.high, &lowest);
        if (peak > 0) slow = fmin(slow, peak), quick = fmax(quick, peak);
    }
    if (!(quick > 0)) quick = slow = 1;
    lowest = fmin(lowest, slow);
    if (q->solved) c->x.log = c->y.log = quick > 40 * slow || e.most > 100 * e.least;
    else c->x.log = e.last > 200 * e.first, c->y.log = quick > 60 * lowest;
    if (c->x.log) c->x.low = fmin(e.first, q->solved ? e.least : e.first) / 1.3;
    if (c->y.log) c->y.low = lowest / 1.5;
    c->y.high = (c->y.log ? 1.4 : 1.06) * quick;
}

/* The curve of a processor from size a to size b: samples as dense as pixels, and the knots. */
static void draw_span(const chart *c, const fpm_proc *proc, double a, double b, const char *more) {
    const fpm_model *m = proc->model;
    double x, y, next, from = fmax(a, c->x.low), last = place(&c->x, from) - 1;
    int pen = 0;
    int64_t j = 0;
    b = fmin(b, c->x.high);
    if (!(from < b)) return;
    while (j < m->count && (double)m->size[j] <= from) j++;
    fputs("<path d=\"", c->to);
    for (x = from;; x = next) {
        double s = speed_at(proc, x), at = place(&c->x, x);
        if (s > 0) {
            y = place(&c->y, s);
            fprintf(c->to, "%c%.2f,%.2f", pen ? 'L' : 'M', at, y);
            last = at;
        }
        pen = s > 0;
        if (!(x < b)) break;
        if (c->x.log) next = x * exp(1.5 * log(c->x.high / c->x.low) / (c->x.to - c->x.from));
        else next = x + 1.5 * (c->x.high - c->x.low) / (c->x.to - c->x.from);
        while (j < m->count && place(&c->x, (double)m->size[j]) < last + 0.2) j++;
        if (j < m->count && (double)m->size[j] < next) next = (double)m->size[j++];
        if (!(next < b) || !(next > x)) next = b;
    }
    fprintf(c->to, "\" %s/>\n", more);
}

/* The curve that processor i is the first of, as far as one of its processors may go, and where the
   memory of each of them ends. */
static void draw_curve(const chart *c, const problem *q, int i) {
    const fpm_proc *proc = &q->proc[i];
    const fpm_model *m = proc->model;
    double end = 0, last = last_size(m);
    char solid[120], dashed[120];
    int j, curve = q->curve[i];
    snprintf(solid, sizeof solid, "stroke=\"%s\" stroke-width=\"2\"", colour_of(curve));
    snprintf(dashed, sizeof dashed, "stroke=\"%s\" stroke-width=\"1.6\" stroke-dasharray=\"5 4\"",
             colour_of(curve));
    if (m->count == 0 || m->kind == FPM_DISCRETE) return;
    for (j = i; j < q->p; j++)
        if (q->curve[j] == curve)
            end = fmax(end, q->proc[j].max ? (double)q->proc[j].max : c->x.high);
    draw_span(c, proc, 0, fmin((double)m->size[0], end), dashed);
    draw_span(c, proc, (double)m->size[0], fmin(last, end), solid);
    draw_span(c, proc, last, end, dashed);
    for (j = i; j < q->p; j++) {
        double most = (double)q->proc[j].max, x = place(&c->x, most), y;
        if (q->curve[j] != curve || !(most > 0 && most <= c->x.high)) continue;
        y = place(&c->y, speed_at(proc, most));
        svg_line(c->to, x, y - 9, x, y + 9, solid);
    }
}

/* The measured points with their confidence intervals; those that would cover each other are left
   out. */
static void draw_points(const chart *c, const problem *q, int i) {
    const fpm_points *points = &q->points[i];
    double fixed = q->proc[i].fixed, last_x = -9e9, last_y = -9e9;
    char fill[60], bar[60];
    int64_t j;
    snprintf(fill, sizeof fill, "fill=\"%s\"", colour_of(q->curve[i]));
    snprintf(bar, sizeof bar, "stroke=\"%s\" stroke-width=\"1.2\"", colour_of(q->curve[i]));
    for (j = 0; j < points->count; j++) {
        double size = (double)points->size[j], t = fixed + points->seconds[j];
        double half = points->half_width[j], x = place(&c->x, size), y = place(&c->y, size / t);
        if (size > c->x.high || fabs(x - last_x) + fabs(y - last_y) < 2) continue;
        if (half > 0 && half < t)
            svg_line(c->to, x, fmin(place(&c->y, size / (t + half)), c->y.from), x,
                     fmax(place(&c->y, size / (t - half)), c->y.to), bar);
        svg_marker(c->to, q->curve[i], x, y, 3, fill);
        last_x = x;
        last_y = y;
    }
}

/* Where the line speed = size / time leaves the frame; 0 if it misses it. */
static int line_exit(const chart *c, double time, double *x, double *y) {
    *x = time * c->y.high;
    *y = c->y.high;
    if (*x > c->x.high) *x = c->x.high, *y = c->x.high / time;
    return time > 0 && *x > c->x.low && *y > c->y.low;
}

static int exits_right(const chart *c, double time) {
    double x, y;
    return line_exit(c, time, &x, &y) && x >= c->x.high;
}

static void draw_line(const chart *c, double time, const char *more) {
    double x, y, from = fmax(c->x.low, time * c->y.low);
    if (!line_exit(c, time, &x, &y)) return;
    svg_line(c->to, place(&c->x, from), place(&c->y, from / time), place(&c->x, x), place(&c->y, y),
             more);
}

/* Labels around the frame that do not touch each other. */
typedef struct label_space {
    double from[80], to[80]; /* taken along the top edge, then on down the right one */
    int count;
} label_space;

static void draw_label(const chart *c, label_space *taken, double time, const char *more,
                       const char *text) {
    double x, y, at, half;
    int i, right = exits_right(c, time);
    if (!line_exit(c, time, &x, &y) || taken->count == 80) return;
    x = place(&c->x, x);
    y = place(&c->y, y);
    half = right ? 7.5 : 3.7 * (double)strlen(text) + 3;
    at = right ? c->x.to + 20 + y : x;
    for (i = 0; i < taken->count; i++)
        if (at + half > taken->from[i] && at - half < taken->to[i]) return;
    taken->from[i] = at - half;
    taken->to[i] = at + half;
    taken->count++;
    if (right) svg_text(c->to, x + 6, y + 4, more, "%s", text);
    else {
        char middle[160];
        snprintf(middle, sizeof middle, "text-anchor=\"middle\" %s", more);
        svg_text(c->to, x, y - 7, middle, "%s", text);
    }
}

/* The time of the line that tells the result: whole shares lie on it or above it. */
static double result_time(const problem *q) { return q->solved ? q->info.makespan : 0; }

static void draw_lines(const chart *c, const problem *q, const lines *steps) {
    int i;
    for (i = 0; steps && i < steps->count; i++) {
        char more[80];
        snprintf(more, sizeof more, "stroke=\"#666\" stroke-width=\"%.2f\" stroke-opacity=\"%.2f\"",
                 1.0, i < 2 ? 1 : 0.75);
        draw_line(c, steps->time[i], more);
    }
    draw_line(c, result_time(q), "stroke=\"#222\" stroke-width=\"1.8\"");
}

static void draw_line_labels(const chart *c, const problem *q, const lines *steps) {
    label_space taken;
    char text[40];
    int i;
    taken.count = 0;
    snprintf(text, sizeof text, "%.4g s", result_time(q));
    if (!steps) draw_label(c, &taken, result_time(q), "font-weight=\"bold\"", text);
    for (i = 0; steps && i < steps->count; i++) {
        snprintf(text, sizeof text, "%d", i + 1);
        draw_label(c, &taken, steps->time[i], "font-size=\"12\"", text);
    }
}

static void draw_shares(const chart *c, const problem *q) {
    char ring[100], drop[100];
    int i;
    for (i = 0; i < q->p && q->solved; i++) {
        double t = share_seconds(q, i), x = place(&c->x, (double)q->d[i]), y;
        if (q->d[i] == 0 || !(t > 0)) continue;
        y = place(&c->y, (double)q->d[i] / t);
        snprintf(drop, sizeof drop, "stroke=\"%s\" stroke-width=\"1.2\" stroke-dasharray=\"2 3\"",
                 colour_of(q->curve[i]));
        snprintf(ring, sizeof ring, "fill=\"#fff\" stroke=\"%s\" stroke-width=\"2.4\"",
                 colour_of(q->curve[i]));
        svg_line(c->to, x, y, x, c->y.from, drop);
        svg_marker(c->to, q->curve[i], x, y, 6, ring);
    }
}

/* The name of a file without its directory, unless another one has the same. */
static const char *legend_name(const problem *q, int i, char *room, size_t size) {
    const char *name = processor_name(q, i, room, size), *base = strrchr(name, '/');
    int j;
    if (q->instance || !base) return name;
    for (j = 0; j < q->files; j++) {
        const char *other = strrchr(q->file[j], '/');
        other = other ? other + 1 : q->file[j];
        if (strcmp(q->file[j], name) != 0 && !strcmp(other, base + 1)) return name;
    }
    return base + 1;
}

/* What the signs mean. */
static void draw_key(const chart *c, const problem *q, double x, double y) {
    static const char note[] = "font-size=\"12\" fill=\"#555\"";
    svg_marker(c->to, 0, x + 13, y, 3, "fill=\"#555\"");
    svg_text(c->to, x + 34, y + 4, note, "measured");
    if (q->kind != FPM_DISCRETE) {
        y += 20;
        svg_line(c->to, x, y, x + 26, y,
                 "stroke=\"#555\" stroke-width=\"1.6\" stroke-dasharray=\"5 4\"");
        svg_text(c->to, x + 34, y + 4, note, "outside the points");
    }
    if (!q->solved) return;
    y += 20;
    svg_marker(c->to, 0, x + 13, y, 6, "fill=\"#fff\" stroke=\"#555\" stroke-width=\"2.4\"");
    svg_text(c->to, x + 34, y + 4, note, "share");
    y += 20;
    svg_line(c->to, x, y, x + 26, y, "stroke=\"#222\" stroke-width=\"1.8\"");
    svg_text(c->to, x + 34, y + 4, note, "done in %.4g s", result_time(q));
}

/* The shares of all processors of a curve, and when the last one of them is done. */
static void shares_text(const problem *q, int curve, char *text, size_t size) {
    int64_t least = INT64_MAX, most = 0;
    double seconds = 0;
    int i, length;
    for (i = 0; i < q->p; i++) {
        if (q->curve[i] != curve) continue;
        if (q->d[i] < least) least = q->d[i];
        if (q->d[i] > most) most = q->d[i];
        seconds = fmax(seconds, share_seconds(q, i));
    }
    if (most == 0) {
        snprintf(text, size, "0 units, idle");
        return;
    }
    length = least < most ? snprintf(text, size, "%" PRId64 " to ", least) : 0;
    snprintf(text + length, size - (size_t)length, "%" PRId64 " units, %.4g s", most, seconds);
}

/* Names, shares and times on the right, a row a curve, and the key below. */
static void draw_legend(const chart *c, const problem *q, double x, double bottom) {
    double y = c->y.to + 6, row = q->solved ? 42 : 24;
    int i, j, curve = 0, named = 0, fit = (int)((bottom - 100 - y) / row);
    char room[40], cut[80], more[120], note[] = "font-size=\"12\" fill=\"#555\"";
    if (fit >= q->curves) fit = q->curves;
    else fit--;
    for (i = 0; i < q->p && curve < fit; i++) {
        const char *name = legend_name(q, i, room, sizeof room), *colour = colour_of(curve);
        int count = 0;
        if (q->curve[i] != curve) continue;
        for (j = i; j < q->p; j++) count += q->curve[j] == curve;
        snprintf(more, sizeof more, "stroke=\"%s\" stroke-width=\"2.4\"", colour);
        if (q->kind != FPM_DISCRETE) svg_line(c->to, x, y, x + 26, y, more);
        snprintf(more, sizeof more, "fill=\"%s\"", colour);
        svg_marker(c->to, curve, x + 13, y, 4, more);
        name = short_name(name, 20, cut, sizeof cut);
        if (count > 1) svg_text(c->to, x + 34, y + 4, "", "%s x %d", name, count);
        else svg_text(c->to, x + 34, y + 4, "", "%s", name);
        if (q->solved) {
            shares_text(q, curve, more, sizeof more);
            svg_text(c->to, x + 34, y + 20, note, "%s", more);
        }
        named += count, curve++, y += row;
    }
    if (named < q->p) svg_text(c->to, x + 34, y + 4, "", "and %d more", q->p - named), y += row;
    draw_key(c, q, x, bottom - (q->solved ? 70 : 30));
}

static void draw_titles(FILE *to, const problem *q, const lines *steps, char *title, size_t size) {
    const fpm_info *info = &q->info;
    const char *kind = choice_name(kinds, q->kind), *note = "font-size=\"12\" fill=\"#555\"";
    if (q->solved)
        snprintf(title, size, "%" PRId64 " units over %d processors: done after %.4g s", q->n, q->p,
                 info->makespan);
    else snprintf(title, size, "Speed of %d processor%s", q->p, q->p == 1 ? "" : "s");
    if (!to) return; /* only the title */
    svg_text(to, 20, 28, "font-size=\"18\" font-weight=\"bold\"", "%s", title);
    if (q->solved)
        svg_text(to, 20, 48, note, "%s models, %s: imbalance %.3g %%, lower bound %.4g s%s", kind,
                 choice_name(algorithms, info->algorithm), 100 * info->imbalance, info->lower_bound,
                 info->gap > 0 ? "" : " (no partition is faster)");
    else svg_text(to, 20, 48, note, "%s models", kind);
    if (steps)
        svg_text(to, 20, 65, note,
                 "lines 1 and 2 enclose the answer; each of the next %d lies midway between the "
                 "closest two that do",
                 steps->count > 2 ? steps->count - 2 : 0);
}

/* The picture of a problem, with its solution if there is one, with the lines of a bisection if
   steps is not NULL. */
static void draw_speeds(FILE *to, const problem *q, const lines *steps) {
    const int width = 940, height = 560;
    char title[160];
    chart c;
    int i, next, right;
    memset(&c, 0, sizeof c);
    c.to = to;
    c.id = "frame";
    choose_axes(q, &c);
    right = q->solved && exits_right(&c, result_time(q));
    for (i = 0; steps && i < steps->count; i++) right |= exits_right(&c, steps->time[i]);
    c.x.from = 82;
    c.x.to = right ? 600 : 680;
    c.y.from = height - 62;
    c.y.to = q->solved ? steps ? 106 : 90 : 72;
    draw_titles(NULL, q, steps, title, sizeof title);
    svg_begin(to, width, height, title);
    draw_titles(to, q, steps, title, sizeof title);
    chart_begin(&c, "size (units of work)", "speed (units per second)");
    if (q->solved) draw_lines(&c, q, steps);
    for (i = next = 0; i < q->p; i++)
        if (q->curve[i] == next) draw_curve(&c, q, i), next++;
    chart_end(&c);
    for (i = next = 0; i < q->p; i++)
        if (q->curve[i] == next) draw_points(&c, q, i), next++;
    draw_shares(&c, q);
    if (q->solved) draw_line_labels(&c, q, steps);
    draw_legend(&c, q, width - 228, c.y.from);
    svg_end(to);
}

/* ---- what simpler models of the same points would give ---- */

/* The best partition into sizes on offer if each processor took other times: those of its trend,
   which gives the balanced partition, or those of one constant speed. */
typedef struct stand_in {
    fpm_model *model; /* p: the sizes on offer with these times */
    fpm_proc *proc;
    double *seconds; /* of all points, a processor after the other */
    int64_t *d;
    double makespan; /* what it really takes */
} stand_in;

static void stand_in_free(stand_in *s) {
    free(s->model);
    free(s->proc);
    free(s->seconds);
    free(s->d);
}

/* At each point the mean speed of its neighbours, about a tenth of all, and times that never fall;
   times that never fall in the first place are their own trend. */
static void trend_times(const fpm_model *m, double *seconds) {
    int64_t reach = m->monotone ? 0 : 2 + m->count / 20, from = 0, to = 0, j;
    double sum = 0;
    for (j = 0; j < m->count; j++) {
        for (; to < m->count && to <= j + reach; to++) sum += (double)m->size[to] / m->seconds[to];
        for (; from < j - reach; from++) sum -= (double)m->size[from] / m->seconds[from];
        seconds[j] = reach ? (double)m->size[j] * (double)(to - from) / sum : m->seconds[j];
        if (j) seconds[j] = fmax(seconds[j], seconds[j - 1]);
    }
}

/* One speed, that at the even share. */
static void constant_times(const fpm_model *m, int64_t even, double *seconds) {
    fpm_model constant;
    fpm_model_options opts;
    int64_t j;
    memset(&opts, 0, sizeof opts);
    opts.at = even > 1 ? even : 1;
    if (fpm_model_init(&constant, FPM_CONSTANT, m->count, m->size, m->seconds, &opts) < 0) return;
    for (j = 0; j < m->count; j++) seconds[j] = (double)m->size[j] / constant.speed;
}

static int stand_in_solve(const problem *q, int one_speed, stand_in *s) {
    size_t p = (size_t)q->p, all = 0;
    double *seconds;
    int i, status = FPM_OK;
    for (i = 0; i < q->p; i++) all += (size_t)q->model[i].count;
    s->model = (fpm_model *)calloc(p, sizeof *s->model);
    s->proc = (fpm_proc *)calloc(p, sizeof *s->proc);
    s->seconds = seconds = (double *)calloc(all + 1, sizeof *seconds);
    s->d = (int64_t *)calloc(p, sizeof *s->d);
    if (!s->model || !s->proc || !s->seconds || !s->d) return out_of_memory();
    for (i = 0; i < q->p && status >= 0; i++) {
        const fpm_model *m = &q->model[i];
        if (one_speed) constant_times(m, q->n / q->p, seconds);
        else trend_times(m, seconds);
        status = fpm_model_init(&s->model[i], FPM_DISCRETE, m->count, m->size, seconds, NULL);
        s->proc[i] = q->proc[i];
        s->proc[i].model = &s->model[i];
        seconds += m->count;
    }
    if (status >= 0) status = fpm_partition(q->n, q->p, s->proc, NULL, s->d, NULL);
    if (status < 0) return no_answer("the partition to compare with: %s", fpm_status_str(status));
    for (i = 0; i < q->p; i++) s->makespan = fmax(s->makespan, seconds_for(q, i, s->d[i]));
    return ANSWERED;
}

/* ---- drawing: rough profiles, the balanced and the optimal partition side by side ---- */

enum { CELL = 2, CELLS_X = 206, CELLS_Y = 166, MOST_NUMBERS = 22, MOST_TRENDS = COLOURS };

/* Both panels share this: time against size, the lowest times up to some way above the lines. */
static void rough_axes(const problem *q, const stand_in *balanced, chart *c) {
    double late = fmax(balanced->makespan, q->info.makespan), early = q->info.makespan;
    double most = 0, least = 1e300, last = 0;
    int i, k;
    int64_t j;
    if (!(late > 0)) late = early = 1;
    c->y.log = late > 15 * early;
    c->y.high = (c->y.log ? 3 : 1.3) * late;
    c->y.low = c->y.log ? early / 30 : 0;
    for (i = 0; i < q->p; i++) {
        const fpm_model *m = &q->model[i];
        for (j = m->count; j > 0 && seconds_for(q, i, m->size[j - 1]) > c->y.high;) j--;
        if (j > 0) last = fmax(last, (double)m->size[j - 1]);
        for (k = 0; k < 2; k++) {
            double share = (double)(k ? q->d[i] : balanced->d[i]);
            if (!(share > 0)) continue;
            most = fmax(most, share);
            least = fmin(least, share);
        }
    }
    last = fmax(last, most > 0 ? most : 1);
    c->x.log = most > 60 * least;
    c->x.high = (c->x.log ? 1.3 : 1.03) * last;
    c->x.low = c->x.log ? least / 2 : 0;
}

/* Owner of each cell of a panel, one fewer, in the order that treats all processors alike: a dot
   is drawn only where there is none yet, which bounds the picture however many points there are. */
static int cell_of(const chart *c, const problem *q, int i, int64_t j, double *x, double *y) {
    const fpm_model *m = &q->model[i];
    double t = q->proc[i].fixed + m->seconds[j];
    int column, row;
    *x = place(&c->x, (double)m->size[j]);
    *y = place(&c->y, t);
    column = (int)((*x - c->x.from) / CELL);
    row = (int)((*y - c->y.to) / CELL);
    if (*x < c->x.from || *y < c->y.to || *x > c->x.to || *y > c->y.from) return -1;
    return column < CELLS_X && row < CELLS_Y ? row * CELLS_X + column : -1;
}

/* All points on offer as the group `cloud`, a path a processor. */
static int draw_cloud(const chart *c, const problem *q) {
    int *owner = (int *)calloc((size_t)CELLS_X * CELLS_Y, sizeof *owner);
    double x, y, dots = 0, width;
    int i, cell, more = owner != NULL, open;
    int64_t j;
    if (!owner) return out_of_memory();
    for (j = 0; more; j++)
        for (i = more = 0; i < q->p; i++) {
            if (j >= q->model[i].count) continue;
            more = 1;
            cell = cell_of(c, q, i, j, &x, &y);
            if (cell < 0 || owner[cell]) continue;
            owner[cell] = i + 1;
            dots++;
        }
    width = dots > 6000 ? 1.7 : dots > 1200 ? 2.2 : dots > 200 ? 3 : 5;
    fprintf(c->to, "<defs><g id=\"cloud\" stroke-width=\"%.1f\" stroke-linecap=\"round\">\n",
            width);
    for (i = 0; i < q->p; i++) {
        for (j = open = 0; j < q->model[i].count; j++) {
            cell = cell_of(c, q, i, j, &x, &y);
            if (cell < 0 || owner[cell] != i + 1) continue;
            owner[cell] = -1;
            if (!open++) fprintf(c->to, "<path stroke=\"%s\" d=\"", colour_of(q->curve[i]));
            fprintf(c->to, "M%.1f %.1fh0", x, y);
        }
        if (open) fputs("\"/>\n", c->to);
    }
    fputs("</g></defs>\n", c->to);
    free(owner);
    return ANSWERED;
}

/* The times that the balanced partition takes for true, as lines. */
static void draw_trends(const chart *c, const problem *q, const stand_in *s) {
    int i;
    for (i = 0; i < q->p && q->p <= MOST_TRENDS; i++) {
        const fpm_model *m = &s->model[i];
        double last = -9e9;
        int64_t j;
        int pen = 0;
        if (m->count < 2) continue;
        fputs("<path d=\"", c->to);
        for (j = 0; j < m->count; j++) {
            double x = place(&c->x, (double)m->size[j]);
            if (x < last + 2 && j + 1 < m->count) continue;
            fprintf(c->to, "%c%.1f,%.1f", pen++ ? 'L' : 'M', x,
                    place(&c->y, q->proc[i].fixed + m->seconds[j]));
            last = x;
        }
        fprintf(c->to, "\" stroke=\"%s\" stroke-width=\"2\"/>\n", colour_of(q->curve[i]));
    }
}

/* A share in a panel, and where its number goes. */
typedef struct mark {
    int proc;
    double x, y, at;
} mark;

static int mark_order(const void *one, const void *other) {
    const mark *a = (const mark *)one, *b = (const mark *)other;
    int x = (int)(a->x / 12), other_x = (int)(b->x / 12);
    if (x != other_x) return x - other_x;
    if (a->y < b->y || a->y > b->y) return a->y > b->y ? -1 : 1; /* so that leaders do not cross */
    return a->proc - b->proc;
}

/* Places as near to x as a distance of `gap` between neighbours and the frame allow: midway between
   pushing all to the right and pushing all to the left. */
static void spread_marks(const chart *c, mark *m, int count, double gap) {
    double left[MOST_NUMBERS], most = c->x.to;
    int k;
    for (k = 0; k < count; k++) left[k] = k ? fmax(m[k].x, left[k - 1] + gap) : m[k].x;
    for (k = count; k-- > 0;) m[k].at = k + 1 < count ? fmin(m[k].x, m[k + 1].at - gap) : m[k].x;
    for (k = 0; k < count; k++) m[k].at = (m[k].at + left[k]) / 2;
    for (k = count; k-- > 0; most -= gap) m[k].at = fmin(m[k].at, most);
    most = c->x.from;
    for (k = 0; k < count; k++, most += gap) m[k].at = fmax(m[k].at, most);
}

/* Shares as dots, and numbers in a row above the line that they end below. */
static void draw_marks(const chart *c, const problem *q, const int64_t *d, double makespan) {
    mark m[MOST_NUMBERS];
    double row = fmax(place(&c->y, makespan) - 24, c->y.to + 10);
    char more[120];
    int i, k, count = 0, busy = 0;
    for (i = 0; i < q->p; i++) busy += d[i] > 0;
    for (i = 0; i < q->p; i++) {
        double t = seconds_for(q, i, d[i]);
        if (d[i] == 0 || (busy > MOST_NUMBERS && (t < makespan || count == MOST_NUMBERS))) continue;
        m[count].proc = i;
        m[count].x = place(&c->x, (double)d[i]);
        m[count++].y = place(&c->y, t);
    }
    qsort(m, (size_t)count, sizeof *m, mark_order);
    spread_marks(c, m, count, 18);
    for (k = 0; k < count; k++) {
        snprintf(more, sizeof more, "stroke=\"%s\" stroke-width=\"%s\"",
                 colour_of(q->curve[m[k].proc]), count > 8 ? "0.7" : "1.1");
        svg_line(c->to, m[k].x, m[k].y, m[k].at, row, more);
    }
    for (i = 0; i < q->p; i++) {
        snprintf(more, sizeof more, "fill=\"%s\" stroke=\"#fff\" stroke-width=\"1.2\"",
                 colour_of(q->curve[i]));
        if (d[i])
            svg_marker(c->to, 0, place(&c->x, (double)d[i]), place(&c->y, seconds_for(q, i, d[i])),
                       busy > 60 ? 3 : 4.6, more);
    }
    for (k = 0; k < count; k++) {
        snprintf(more, sizeof more, "fill=\"#fff\" stroke=\"%s\" stroke-width=\"1.6\"",
                 colour_of(q->curve[m[k].proc]));
        svg_marker(c->to, 0, m[k].at, row, 8.4, more);
        svg_text(c->to, m[k].at, row + 3.6, "text-anchor=\"middle\" font-size=\"10\"", "%d",
                 m[k].proc);
    }
}

/* All points again; without `paler` in full colour. */
static void use_cloud(const chart *c, double shift, const char *paler) {
    fprintf(
        c->to,
        "<use xmlns:xlink=\"http://www.w3.org/1999/xlink\" xlink:href=\"#cloud\" x=\"%.2f\"%s/>\n",
        shift, paler);
}

/* One panel: all points, those below the line in full colour, the line and the shares. */
static void draw_panel(const chart *c, const problem *q, const stand_in *balanced, double shift) {
    int left = shift <= 0;
    double line = left ? balanced->makespan : q->info.makespan, y = place(&c->y, line);
    const char *below = left ? "below0" : "below1";
    chart_begin(c, "size (units of work)", left ? "time (seconds)" : NULL);
    use_cloud(c, shift, " stroke-opacity=\"0.22\"");
    fputs("</g>\n", c->to);
    svg_clip(c->to, below, c->x.from, y, c->x.to - c->x.from, c->y.from - y);
    fprintf(c->to, "<g clip-path=\"url(#%s)\" fill=\"none\">\n", below);
    use_cloud(c, shift, "");
    fprintf(c->to, "</g>\n<g clip-path=\"url(#%s)\" fill=\"none\">\n", c->id);
    if (left) draw_trends(c, q, balanced);
    if (!left && balanced->makespan > line)
        svg_line(c->to, c->x.from, place(&c->y, balanced->makespan), c->x.to,
                 place(&c->y, balanced->makespan),
                 "stroke=\"#777\" stroke-width=\"1.4\" stroke-dasharray=\"6 4\"");
    svg_line(c->to, c->x.from, y, c->x.to, y, "stroke=\"#222\" stroke-width=\"2\"");
    chart_end(c);
    draw_marks(c, q, left ? balanced->d : q->d, line);
    svg_text(c->to, c->x.to + 5, y + 4, "font-weight=\"bold\"", "%.4g s", line);
    if (!left && place(&c->y, balanced->makespan) < y - 14)
        svg_text(c->to, c->x.to + 5, place(&c->y, balanced->makespan) + 4, "fill=\"#777\"",
                 "%.4g s", balanced->makespan);
}

static void panel_share(const problem *q, int i, int64_t share, char *text, size_t size) {
    if (share == 0) snprintf(text, size, "idle");
    else
        snprintf(text, size, "%" PRId64 " unit%s, %.4g s", share, share == 1 ? "" : "s",
                 seconds_for(q, i, share));
}

/* Both shares of each processor, in columns of a table below the panels. */
static void draw_share_table(FILE *to, const problem *q, const stand_in *balanced, double x,
                             double y, int rows) {
    const char *note = "font-size=\"12\" fill=\"#555\"";
    char room[40], cut[80], more[100], one[60], other[60];
    int i;
    for (i = 0; i < 3 * rows && i < q->p; i++) {
        double left = x + 322 * (i / rows), top = y + 38 * (i % rows);
        if (i + 1 == 3 * rows && q->p > 3 * rows) {
            svg_text(to, left + 16, top + 4, "", "and %d more", q->p - i);
            break;
        }
        snprintf(more, sizeof more, "fill=\"#fff\" stroke=\"%s\" stroke-width=\"1.6\"",
                 colour_of(q->curve[i]));
        svg_marker(to, 0, left, top, 8.4, more);
        svg_text(to, left, top + 3.6, "text-anchor=\"middle\" font-size=\"10\"", "%d", i);
        svg_text(to, left + 16, top + 4, "", "%s",
                 short_name(legend_name(q, i, room, sizeof room), 36, cut, sizeof cut));
        panel_share(q, i, balanced->d[i], one, sizeof one);
        panel_share(q, i, q->d[i], other, sizeof other);
        svg_text(to, left + 16, top + 20, note, "%s \xe2\x86\x92 %s", one, other);
    }
}

/* What the right panel shows, in words. */
static void right_title(const problem *q, char *text, size_t size) {
    int exact =
        q->algorithm == FPM_AUTO || q->algorithm == FPM_OPTIMAL || q->algorithm == FPM_HPOPTA;
    if (q->least)
        snprintf(text, size, "least %s%s", choice_name(leasts, q->least),
                 q->eps > 0 || q->limit > 0 ? " within the limit" : " of the fastest");
    else if (exact) snprintf(text, size, q->info.gap > 0 ? "best found" : "optimal");
    else snprintf(text, size, "%s", choice_name(algorithms, q->algorithm));
}

static void rough_title(const problem *q, const stand_in *balanced, char *title, size_t size) {
    double now = q->info.makespan, was = balanced->makespan;
    int length = snprintf(title, size, "%" PRId64 " units over %d processors: done after %.4g s",
                          q->n, q->p, now);
    if (now < was) snprintf(title + length, size - (size_t)length, " instead of %.4g s", was);
}

/* The two lines above a panel. */
static void panel_captions(const chart *c, const problem *q, const stand_in *balanced, int left) {
    const char *note = "font-size=\"12\" fill=\"#555\"", *bold = "font-weight=\"bold\"";
    char title[80];
    right_title(q, title, sizeof title);
    svg_text(c->to, c->x.from, 84, bold, "%s: done after %.4g s", left ? "balanced" : title,
             left ? balanced->makespan : q->info.makespan);
    if (left)
        svg_text(c->to, c->x.from, 102, note,
                 "equal times on the trends%s: mean speeds of neighbouring sizes",
                 q->p <= MOST_TRENDS ? " (the curves)" : "");
    else
        svg_text(c->to, c->x.from, 102, note, "imbalance %.3g %%%s%s", 100 * q->info.imbalance,
                 q->info.gap > 0 ? "" : "; no partition is faster",
                 balanced->makespan > q->info.makespan ? "; dashed: balanced" : "");
}

static int draw_rough(FILE *to, const problem *q, const stand_in *balanced) {
    const int rows = q->p <= 3 ? 1 : q->p >= 24 ? 8 : (q->p + 2) / 3, width = 1040;
    const double top = 118, side = 400, high = 330, gap = 78;
    const char *note = "font-size=\"12\" fill=\"#555\"";
    char title[200], right[80];
    int k;
    chart c;
    memset(&c, 0, sizeof c);
    rough_axes(q, balanced, &c);
    rough_title(q, balanced, title, sizeof title);
    right_title(q, right, sizeof right);
    svg_begin(to, width, (int)(top + high) + 92 + 38 * rows, title);
    svg_text(to, 20, 28, "font-size=\"18\" font-weight=\"bold\"", "%s", title);
    svg_text(to, 20, 48, note,
             "Each dot is a size on offer and its time. A partition is done at the line when all "
             "its shares lie on or below it, as the dots in full colour do.");
    c.to = to;
    c.y.from = top + high;
    c.y.to = top;
    for (k = 0; k < 2; k++) {
        c.id = k ? "frame1" : "frame0";
        c.x.from = 82 + k * (side + gap);
        c.x.to = c.x.from + side;
        if (k == 0 && draw_cloud(&c, q) != ANSWERED) return NO_ANSWER;
        panel_captions(&c, q, balanced, k == 0);
        draw_panel(&c, q, balanced, k * (side + gap));
    }
    svg_text(to, 74, top + high + 66, note, "processor: balanced share \xe2\x86\x92 %s share",
             right);
    draw_share_table(to, q, balanced, 84, top + high + 90, rows);
    svg_end(to);
    return ANSWERED;
}

/* ---- drawing: a front of makespan and cost ---- */

typedef struct front {
    double *makespan, *cost; /* ascending, descending */
    int64_t count;
} front;

static const char *cost_axis(int least) {
    return least == FPM_LEAST_BUSY    ? "busy processors"
           : least == FPM_LEAST_TOTAL ? "total busy time (seconds)"
                                      : "cost";
}

/* What is saved by waiting some per cent longer, for the title. */
static void front_note(const front *f, char *text, size_t size) {
    static const double later[] = {0.02, 0.05, 0.1, 0.2, 0.5, 1};
    size_t length = 0;
    int64_t j = 0;
    double last = 0;
    int i, shown = 0;
    text[0] = '\0';
    for (i = 0; i < 6; i++) {
        double saved;
        while (j + 1 < f->count && f->makespan[j + 1] <= (1 + later[i]) * f->makespan[0]) j++;
        saved = 100 * (1 - f->cost[j] / f->cost[0]);
        if (!(saved > last + 0.5) || !(f->cost[0] > 0) || shown == 5) continue;
        length += (size_t)snprintf(text + length, size - length, "%s%g %% later: %.3g %% less",
                                   shown++ ? ";  " : "", 100 * later[i], saved);
        last = saved;
    }
}

static void front_axes(const front *f, chart *c) {
    double first = f->makespan[0], last = f->makespan[f->count - 1];
    double high = f->cost[0], low = f->cost[f->count - 1], wide = last - first, tall = high - low;
    if (!(wide > 0)) wide = first > 0 ? 0.2 * first : 1;
    if (!(tall > 0)) tall = high > 0 ? 0.2 * high : 1;
    c->x.log = first > 0 && last > 30 * first;
    c->x.low = c->x.log ? first / 1.15 : fmax(0, first - 0.05 * wide);
    c->x.high = c->x.log ? last * 1.3 : first + 1.07 * wide;
    c->y.low = fmax(0, low - 0.12 * tall);
    c->y.high = high + 0.12 * tall;
}

/* A cost holds until the next makespan. */
static void draw_steps(const chart *c, const front *f) {
    int64_t j, end = f->count - 1;
    double x, y, last_x = 0, last_y = 0;
    fputs("<path d=\"", c->to);
    for (j = 0; j <= end; j++) {
        x = place(&c->x, f->makespan[j]);
        y = place(&c->y, f->cost[j]);
        if (j && j < end && x - last_x < 0.4 && y - last_y < 0.4) continue;
        last_x = x;
        last_y = y;
        if (j) fprintf(c->to, "H%.2fV%.2f", x, y);
        else fprintf(c->to, "M%.2f,%.2f", x, y);
    }
    fprintf(c->to, "H%.2f\" stroke=\"%s\" stroke-width=\"1.8\"/>\n", c->x.to, colour_of(0));
}

static void draw_front(FILE *to, const problem *q, const front *f) {
    const int width = 860, height = 520;
    const char *note = "font-size=\"12\" fill=\"#555\"";
    char title[200], text[300];
    int64_t j, end = f->count - 1;
    double x, y;
    chart c;
    memset(&c, 0, sizeof c);
    c.to = to;
    c.id = "frame";
    front_axes(f, &c);
    c.y.whole = q->least == FPM_LEAST_BUSY;
    c.x.from = 92;
    c.x.to = width - 30;
    c.y.from = height - 62;
    c.y.to = 72;
    snprintf(title, sizeof title, "%" PRId64 " units over %d processors: what waiting longer saves",
             q->n, q->p);
    svg_begin(to, width, height, title);
    svg_text(to, 20, 28, "font-size=\"18\" font-weight=\"bold\"", "%s", title);
    front_note(f, text, sizeof text);
    svg_text(to, 20, 48, note, "%s", text);
    chart_begin(&c, "makespan allowed (seconds)", cost_axis(q->least));
    draw_steps(&c, f);
    x = place(&c.x, f->makespan[0]);
    svg_line(to, x, c.y.from, x, c.y.to, "stroke=\"#222\" stroke-dasharray=\"5 4\"");
    chart_end(&c);
    for (j = 0; j <= end && end < 400; j++)
        svg_marker(to, 0, place(&c.x, f->makespan[j]), place(&c.y, f->cost[j]), 2.4,
                   "fill=\"#0072b2\"");
    y = place(&c.y, f->cost[0]);
    svg_marker(to, 0, x, y, 6, "fill=\"#fff\" stroke=\"#d55e00\" stroke-width=\"2.4\"");
    svg_text(to, x + 13, y - 9, "font-weight=\"bold\"", "optimal makespan %.4g s: %.4g %s",
             f->makespan[0], f->cost[0], cost_text(q->least));
    if (end > 0)
        svg_text(to, c.x.to - 4, place(&c.y, f->cost[end]) + 22, "text-anchor=\"end\"",
                 "least: %.4g %s, done after %.4g s", f->cost[end], cost_text(q->least),
                 f->makespan[end]);
    svg_end(to);
}

/* Close a file that was written to (NULL name: standard output stays open). */
static int finish_file(FILE *file, const char *name) {
    int failed = ferror(file) || fflush(file);
    if (name) failed |= fclose(file);
    return failed ? no_answer("%s: %s", name ? name : "standard output", strerror(errno))
                  : ANSWERED;
}

/* The picture of a solved problem; sizes on offer alone are compared with the balanced way. */
static int save_picture(const char *name, const problem *q) {
    stand_in balanced;
    FILE *file;
    int status = ANSWERED;
    memset(&balanced, 0, sizeof balanced);
    if (q->kind == FPM_DISCRETE) status = stand_in_solve(q, 0, &balanced);
    if (status == ANSWERED) {
        file = fopen(name, "wb");
        if (!file) {
            status = no_answer("%s: %s", name, strerror(errno));
        } else {
            if (q->kind == FPM_DISCRETE) status = draw_rough(file, q, &balanced);
            else draw_speeds(file, q, NULL);
            if (status == ANSWERED) status = finish_file(file, name);
            else fclose(file);
        }
    }
    stand_in_free(&balanced);
    return status;
}

/* ---- verb: partition ---- */

#define ASKED_HELP                                                                                 \
    "  -n N             units of work, 12000 or 1.2e4\n"                                           \
    "  -a ALG           auto (default: exact, the fastest way), even, proportional,\n"             \
    "                   geometric, numerical (equal times as equations), optimal (exact for\n"     \
    "                   any shape), hpopta (exact for -m discrete, its default; slower)\n"         \
    "  -m KIND          model made of the points: akima (default), piecewise, shaped,\n"           \
    "                   discrete (only the sizes measured), constant (speed at the even share)\n"
#define FILES_HELP                                                                                 \
    "  --instance FILE  all processors in one file: `n p`, then for each its number of points\n"   \
    "                   (0: it can take nothing) and as many `size seconds`; -n overrides n,\n"    \
    "                   -m is discrete\n"
#define RULES_HELP                                                                                 \
    "  --max I:K        processor I, counted from 0, takes K units at most\n"                      \
    "  --min I:K        ... takes at least K units, if any\n"                                      \
    "  --grain [I:]G    ... takes a multiple of G; without I: all do\n"                            \
    "  --fixed I:S      ... spends S seconds if it takes any\n"                                    \
    "  --required I     ... must take some\n"
#define PROBLEM_HELP ASKED_HELP FILES_HELP RULES_HELP

static const char partition_help[] =
    "usage: fpm-tool partition -n N [options] FILE...\n"
    "       fpm-tool partition --instance FILE [options]\n\n"
    "Split N units of work over the processors so that the last one finishes as early as\n"
    "possible.  Each FILE holds the points of one processor, a line each:\n"
    "size seconds [half_width [repetitions]], separated by blanks, commas, semicolons or tabs,\n"
    "of one kind in a line; a first line of words is skipped; # starts a comment; - is standard\n"
    "input.\n"
    "\n" PROBLEM_HELP
    "  --least WHAT     of the partitions with the optimal makespan, the one with the least\n"
    "                   total (sum of the busy times), busy (number of busy processors), times\n"
    "                   (largest, then second largest, ...) or cost (sum of --cost)\n"
    "  --eps E          ... of those within (1 + E) times the optimal makespan; 0.05 is 5 %\n"
    "  --limit S        ... of those done by S seconds\n"
    "  --cost FILE      what shares cost, a FILE a processor in their order: `size cost` a line;\n"
    "                   between its sizes, units per cost lies on straight lines\n"
    "  --front          print the whole front instead: each makespan with the least cost that it\n"
    "                   allows, as far as waiting longer lowers it (--least total, busy or cost;\n"
    "                   models other than discrete have a pair for nearly every unit of N)\n"
    "  --tsv            tab-separated, 17 digits: `# key value` lines, then a row a processor\n"
    "                   (--front: a row a pair)\n"
    "  --svg OUT        draw the speed functions, the result's line and the shares; -m discrete:\n"
    "                   the balanced partition and this one side by side; --front: the front\n\n"
    "Exit status: 0 answered, 1 no answer, 2 wrong use.\n";

/* All of the front, in arrays that the caller frees; q->info tells what went wrong. */
static int find_front(problem *q, front *f) {
    fpm_options opts;
    int64_t room = 1024;
    int status;
    memset(&opts, 0, sizeof opts);
    opts.algorithm = q->algorithm;
    opts.least = q->least;
    do {
        free(f->makespan);
        f->makespan = (double *)malloc((size_t)room * 2 * sizeof *f->makespan);
        if (!f->makespan) return out_of_memory();
        f->cost = f->makespan + room;
        status =
            fpm_pareto(q->n, q->p, q->proc, &opts, room, f->makespan, f->cost, &f->count, &q->info);
        if (status == FPM_E_CAPACITY) room = f->count;
    } while (status == FPM_E_CAPACITY);
    return status < 0 ? unsolved(q, status) : ANSWERED;
}

static void print_front(const problem *q, const front *f, int tsv) {
    int64_t j;
    if (tsv)
        printf("# status %s\n# least %s\n# n %" PRId64 "\n# pairs %" PRId64 "\nmakespan\tcost\n",
               fpm_status_str(q->info.status), choice_name(leasts, q->least), q->n, f->count);
    else
        printf("%12s  %12s  %9s  %9s   (cost: %s)\n", "makespan", "cost", "later", "saved",
               cost_axis(q->least));
    for (j = 0; j < f->count; j++) {
        double t = f->makespan[j], cost = f->cost[j];
        if (tsv) printf("%.17g\t%.17g\n", t, cost);
        else
            printf("%12.6g  %12.6g  %7.2f %%  %7.2f %%\n", t, cost,
                   f->makespan[0] > 0 ? 100 * (t / f->makespan[0] - 1) : 0.0,
                   f->cost[0] > 0 ? 100 * (1 - cost / f->cost[0]) : 0.0);
    }
    if (!tsv && q->info.status != FPM_OK) printf("status %s\n", fpm_status_str(q->info.status));
}

static int answer_front(problem *q, int tsv, const char *svg) {
    front f = FPM_ZERO;
    FILE *file;
    int status = find_front(q, &f);
    if (status == ANSWERED) {
        print_front(q, &f, tsv);
        file = svg ? fopen(svg, "wb") : NULL;
        if (svg && !file) status = no_answer("%s: %s", svg, strerror(errno));
        if (file && f.count) draw_front(file, q, &f);
        if (file) status = finish_file(file, svg);
    }
    free(f.makespan);
    return status;
}

static int answer_partition(problem *q, int tsv, const char *svg) {
    int status = solve(q, NULL);
    if (status != ANSWERED) return status;
    if (tsv) print_tsv(q);
    else print_table(q);
    return svg ? save_picture(svg, q) : ANSWERED;
}

static int run_partition(args *a) {
    problem q;
    const char *v, *svg = NULL;
    int tsv = 0, whole_front = 0, status = problem_begin(&q, a);
    while (status == ANSWERED && !a->status && a->at < a->count) {
        if (problem_option(&q, a) || least_option(&q, a)) continue;
        if (take_flag(a, "--tsv")) tsv = 1;
        else if (take_flag(a, "--front")) whole_front = 1;
        else if ((v = take_value(a, "--svg")) != NULL) svg = v;
        else if ((v = take_operand(a)) != NULL) q.file[q.files++] = v;
    }
    if (status == ANSWERED) status = problem_checked(&q, a);
    if (status == ANSWERED) status = least_checked(&q, a, whole_front);
    if (status == ANSWERED && q.n < 0 && !q.instance) status = wrong_use(a, "-n N is needed");
    if (status == ANSWERED) status = problem_load(&q, a);
    if (status == ANSWERED)
        status = whole_front ? answer_front(&q, tsv, svg) : answer_partition(&q, tsv, svg);
    problem_end(&q);
    return status;
}

/* ---- verb: plot ---- */

static const char plot_help[] =
    "usage: fpm-tool plot [-n N] [--steps] [options] FILE... > out.svg\n\n"
    "Draw the speed functions of the processors with their measured points; with -n the line\n"
    "through the origin of the time that N units take, and the shares on it; with --steps also\n"
    "the lines of the geometric bisection that leads there, numbered in the order tried.\n"
    "\n" PROBLEM_HELP
    "  --steps          draw the bisection (needs -n, and times that never fall with size)\n\n"
    "Exit status: 0 answered, 1 no answer, 2 wrong use.\n";

/* Progress of the bisection: the first call tells the two lines that enclose the answer. */
static int note_step(void *context, const fpm_progress *state) {
    lines *steps = (lines *)context;
    double fresh[3];
    int i, count = 0;
    if (steps->count == 0) {
        if (state->low > 0) fresh[count++] = state->low;
        if (state->high != state->seconds) fresh[count++] = state->high;
    }
    fresh[count++] = state->seconds;
    for (i = 0; i < count; i++) {
        void *room = more_room(steps->time, (size_t)steps->count, sizeof(double));
        if (!room) return steps->failed = 1;
        steps->time = (double *)room;
        steps->time[steps->count++] = fresh[i];
    }
    return 0;
}

static int solve_for_plot(problem *q, lines *steps, int want_steps) {
    fpm_options opts;
    int status;
    memset(&opts, 0, sizeof opts);
    if (q->n < 0) return ANSWERED;
    if (!want_steps) return solve(q, NULL);
    opts.algorithm = FPM_GEOMETRIC;
    opts.search = FPM_BISECTION;
    opts.progress = note_step;
    opts.context = steps;
    status = solve(q, &opts);
    return steps->failed ? out_of_memory() : status;
}

static int run_plot(args *a) {
    problem q;
    lines steps = FPM_ZERO;
    const char *v;
    int want_steps = 0, status = problem_begin(&q, a);
    while (status == ANSWERED && !a->status && a->at < a->count) {
        if (problem_option(&q, a)) continue;
        if (take_flag(a, "--steps")) want_steps = 1;
        else if ((v = take_operand(a)) != NULL) q.file[q.files++] = v;
    }
    if (status == ANSWERED) status = problem_checked(&q, a);
    if (status == ANSWERED && want_steps && q.n < 0 && !q.instance)
        status = wrong_use(a, "--steps needs -n N");
    if (status == ANSWERED && want_steps && q.algorithm != FPM_AUTO && q.algorithm != FPM_GEOMETRIC)
        status = wrong_use(a, "--steps shows the geometric algorithm, not -a %s",
                           choice_name(algorithms, q.algorithm));
    if (status == ANSWERED) status = problem_load(&q, a);
    if (status == ANSWERED) status = solve_for_plot(&q, &steps, want_steps);
    if (status == ANSWERED) draw_speeds(stdout, &q, want_steps ? &steps : NULL);
    free(steps.time);
    problem_end(&q);
    return status;
}

/* ---- verb: advise ---- */

static const char advise_help[] =
    "usage: fpm-tool advise [-n N] [-m KIND] FILE...\n"
    "       fpm-tool advise --instance FILE [-n N] [-m KIND]\n\n"
    "Say how rough the processors' times are, which algorithm suits them and why, what one\n"
    "constant speed a processor would lose at N units, and what to measure better.\n\n"
    "  -n N             units of work, 12000 or 1.2e4\n"
    "  -m KIND          akima (default), piecewise, shaped, discrete, constant\n" FILES_HELP
    "  --tsv            tab-separated, 17 digits: `# key value` lines, then a row a processor\n\n"
    "Exit status: 0 answered, 1 no answer, 2 wrong use.\n";

enum { FEW_POINTS = 5, MANY_POINTS = 30 };
static const double wide_interval = 0.05, rough_variation = 0.3;

/* What the points of a processor say, and its model. */
typedef struct profile {
    fpm_model_report report;
    double mean,
        most;         /* variation of speed between neighbouring extrema: |s1 - s2| / min(s1, s2) */
    double drop;      /* largest fall of time towards a larger size, of the time it falls from */
    int64_t from, to; /* the points of it */
    int in_error;     /* it is within the confidence intervals */
    int wide;         /* points with wide intervals */
    double widest;    /* largest half-width of a time, of the time */
} profile;

static void note_variation(const fpm_points *points, profile *f) {
    double before = 0, sum = 0; /* the extremum before; 0: none yet */
    int64_t j, pairs = 0;
    int up = 0;
    for (j = 1; j < points->count; j++) {
        double s = (double)points->size[j - 1] / points->seconds[j - 1];
        double next = (double)points->size[j] / points->seconds[j];
        int way = next > s ? 1 : next < s ? -1 : up;
        if (up && way != up) {
            if (before > 0) {
                double v = fabs(s - before) / fmin(s, before);
                sum += v;
                pairs++;
                f->most = fmax(f->most, v);
            }
            before = s;
        }
        up = way;
    }
    f->mean = pairs ? sum / (double)pairs : 0;
}

static void note_times(const fpm_points *points, profile *f) {
    const double *t = points->seconds, *half = points->half_width;
    int64_t j, top = 0; /* the latest so far */
    for (j = 0; j < points->count; j++) {
        double fall = 1 - t[j] / t[top];
        if (t[j] >= t[top]) top = j;
        if (fall > f->drop) {
            f->drop = fall;
            f->from = top;
            f->to = j;
        }
        f->wide += half[j] > wide_interval * t[j];
        f->widest = fmax(f->widest, half[j] / t[j]);
    }
    f->in_error = f->drop > 0 && t[f->from] - t[f->to] <= half[f->from] + half[f->to];
}

/* All that is said, so that both forms say the same. */
typedef struct advice {
    profile *of;             /* p */
    int rising, rough, idle; /* how many: times rise everywhere; many and rough points; no points */
    double cells;            /* of HPOPTA's memo */
    double constant;         /* makespan with one constant speed a processor; 0: not known */
    int tsv;
} advice;

static int64_t common_divisor(int64_t a, int64_t b) {
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Cells of HPOPTA's memo when the common divisor of n and all sizes is the unit. */
static double memo_cells(const problem *q) {
    int64_t unit = q->n, j;
    int i;
    for (i = 0; i < q->p; i++)
        for (j = 0; j < q->model[i].count && unit != 1; j++)
            unit = common_divisor(unit, q->model[i].size[j]);
    return q->p < 3 ? 0 : (double)(q->p - 2) * ((double)q->n / (double)(unit ? unit : 1) + 1);
}

/* The optimum, and what constant speeds give: read at the even share, times as they really are. */
static int compare_constant(problem *q, advice *v) {
    fpm_options opts;
    fpm_info info;
    stand_in s;
    int status;
    memset(&opts, 0, sizeof opts);
    memset(&s, 0, sizeof s);
    q->info.status = fpm_partition(q->n, q->p, q->proc, NULL, q->d, &q->info);
    q->solved = q->info.status >= 0;
    if (!q->solved || q->n == 0) return ANSWERED;
    if (q->kind == FPM_DISCRETE) {
        status = stand_in_solve(q, 1, &s);
        v->constant = s.makespan;
        stand_in_free(&s);
        return status;
    }
    s.d = (int64_t *)malloc((size_t)q->p * sizeof *s.d);
    if (!s.d) return out_of_memory();
    opts.algorithm = FPM_PROPORTIONAL;
    if (fpm_partition(q->n, q->p, q->proc, &opts, s.d, &info) >= 0) v->constant = info.makespan;
    free(s.d);
    return ANSWERED;
}

static int find_advice(problem *q, advice *v) {
    int i;
    v->of = (profile *)calloc((size_t)q->p, sizeof *v->of);
    if (!v->of) return out_of_memory();
    for (i = 0; i < q->p; i++) {
        const fpm_points *points = &q->points[i];
        profile *f = &v->of[i];
        fpm_model_check(&q->model[i], &f->report);
        note_variation(points, f);
        note_times(points, f);
        v->rising += f->report.monotone && f->report.positive;
        v->rough += points->count >= MANY_POINTS && f->most > rough_variation;
        v->idle += points->count == 0;
    }
    if (q->kind == FPM_DISCRETE && q->n >= 0) v->cells = memo_cells(q);
    return q->n >= 0 ? compare_constant(q, v) : ANSWERED;
}

/* Which algorithm. */
static const char *advised(const problem *q, const advice *v) {
    if (q->kind == FPM_DISCRETE || v->rising < q->p) return "optimal";
    return q->kind == FPM_CONSTANT ? "proportional" : "geometric";
}

PRINTS(2, 3) static void warn(const advice *v, const char *format, ...) {
    va_list list;
    fputs(v->tsv ? "# warning " : "warning      ", stdout);
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
}

static void warn_processor(const problem *q, const advice *v, int i) {
    const profile *f = &v->of[i];
    const fpm_model *m = &q->model[i];
    char room[40];
    const char *name = processor_name(q, i, room, sizeof room);
    int smooth = q->kind != FPM_DISCRETE && q->kind != FPM_CONSTANT;
    if (m->count == 0) warn(v, "%s: no points; it can take nothing", name);
    else if (m->count < FEW_POINTS && smooth)
        warn(v, "%s: few points (%d); measure 5 or more, where the shares may lie", name,
             (int)m->count);
    if (!f->report.positive)
        warn(v, "%s: the %s curve has no speed above 0 near size %.6g; use -m piecewise", name,
             choice_name(kinds, q->kind), f->report.size);
    else if (!f->report.monotone && !(f->drop > 0))
        warn(v, "%s: the %s curve falls near size %.6g though the points rise; use -m piecewise",
             name, choice_name(kinds, q->kind), f->report.size);
    if (f->in_error)
        warn(v, "%s: the largest drop is within the confidence intervals: noise, perhaps", name);
    if (f->wide)
        warn(v, "%s: %d of %d points have confidence intervals wider than %.0f %% (up to %.3g %%)",
             name, f->wide, (int)m->count, 100 * wide_interval, 100 * f->widest);
    if (q->solved && q->d[i] > (m->count ? m->size[m->count - 1] : 0))
        warn(v,
             "%s: its share, %" PRId64 ", lies beyond its last point, %" PRId64 "; measure there",
             name, q->d[i], m->size[m->count - 1]);
}

static void print_warnings(const problem *q, const advice *v) {
    int i, slow, quick;
    double times = speeds_apart(q, &slow, &quick);
    if (times > 0) warn(v, UNITS_DIFFER, q->file[quick], times, q->file[slow]);
    for (i = 0; i < q->p; i++) warn_processor(q, v, i);
    if (q->n >= 0 && q->info.status < 0 && !q->solved)
        warn(v, "at n = %" PRId64 ": %s", q->n, fpm_status_str(q->info.status));
}

static void print_advice_tsv(const problem *q, const advice *v) {
    int i;
    printf("# advised %s\n# model %s\n# rising %d\n# rough %d\n", advised(q, v),
           choice_name(kinds, q->kind), v->rising, v->rough);
    if (q->n >= 0) printf("# n %" PRId64 "\n", q->n);
    if (v->cells > 0) printf("# hpopta_cells %.17g\n", v->cells);
    if (q->solved) printf("# optimum %.17g\n", q->info.makespan);
    if (v->constant > 0)
        printf("# constant %.17g\n# constant_loss %.17g\n", v->constant,
               v->constant / q->info.makespan - 1);
    print_warnings(q, v);
    printf("proc\tpoints\tfirst\tlast\tvariation_mean\tvariation_max\tpositive\tmonotone\t"
           "single_crossing\tat\tdrop\n");
    for (i = 0; i < q->p; i++) {
        const profile *f = &v->of[i];
        const fpm_points *points = &q->points[i];
        int64_t k = points->count;
        printf("%d\t%" PRId64 "\t%" PRId64 "\t%" PRId64
               "\t%.17g\t%.17g\t%d\t%d\t%d\t%.17g\t%.17g\n",
               i, k, k ? points->size[0] : 0, k ? points->size[k - 1] : 0, f->mean, f->most,
               f->report.positive, f->report.monotone, f->report.single_crossing, f->report.size,
               f->drop);
    }
}

static void print_profiles(const problem *q, const advice *v) {
    char room[60];
    int i, drops = 0;
    printf("proc  points      from        to  variation: mean     max  time%s\n",
           q->instance ? "" : "                      file");
    for (i = 0; i < q->p; i++) {
        const profile *f = &v->of[i];
        const fpm_points *points = &q->points[i];
        int64_t k = points->count;
        printf("%4d  %6" PRId64 "  %8" PRId64 "  %8" PRId64 "  %13.3g %%  %4.3g %%  ", i, k,
               k ? points->size[0] : 0, k ? points->size[k - 1] : 0, 100 * f->mean, 100 * f->most);
        if (f->drop > 0)
            snprintf(room, sizeof room, "-%.3g %% from %" PRId64 " to %" PRId64, 100 * f->drop,
                     points->size[f->from], points->size[f->to]);
        else if (k == 0) snprintf(room, sizeof room, "takes nothing");
        else if (!f->report.monotone)
            snprintf(room, sizeof room, "falls near %.6g", f->report.size);
        else
            snprintf(room, sizeof room, f->report.single_crossing ? "rises" : "flat near %.6g",
                     f->report.size);
        drops += f->drop > 0;
        printf(q->instance ? "%s" : "%-24s  ", room);
        printf("%s\n", q->instance ? "" : q->file[i]);
    }
    printf("\nvariation    of speed between a peak and the next dip: |s1 - s2| / min(s1, s2)\n");
    if (drops) printf("time         largest drop: a larger size that takes less time\n");
}

/* The algorithm and the reason. */
static void print_reasons(const problem *q, const advice *v) {
    if (q->kind == FPM_DISCRETE) {
        printf("use          -a optimal (auto does): only the sizes measured can be given, %s\n",
               v->rising < q->p ? "and times fall\n             towards some larger ones; equal "
                                  "times need not be best, only a search is exact"
                                : "so equal times are\n             hardly ever on offer");
        printf("or           -a hpopta, the literature's search: exact too, slower");
        if (q->p < 3) printf("; no memo for %d processor%s\n", q->p, q->p == 1 ? "" : "s");
        else if (v->cells > 0)
            printf(
                "; its memo has up to about\n             (p - 2)(n + 1) = %.4g cells, %.3g MB\n",
                v->cells, 8e-6 * v->cells);
        else printf("; its memo has up to about\n             (p - 2)(n + 1) cells of 8 bytes\n");
        return;
    }
    if (v->rising == q->p) {
        printf("use          -a auto: all times rise with size, so equal times are best, and\n"
               "             -a geometric and -a numerical are exact\n");
    } else {
        printf("use          -a optimal (auto does): the times of %d of %d processors fall\n"
               "             somewhere, so equal times need not be best; -a geometric refuses,\n"
               "             -a numerical may miss the best partition\n",
               q->p - v->rising, q->p);
    }
    if (v->rough)
        printf("consider     -m discrete: %d of %d profiles are rough (many points, speeds that\n"
               "             jump), and between the points nothing is known\n",
               v->rough, q->p);
}

static void print_comparison(const problem *q, const advice *v) {
    double times = q->solved && q->info.makespan > 0 ? v->constant / q->info.makespan : 0;
    if (q->n < 0 || !q->solved) return;
    printf("at n = %-5" PRId64 " the optimum is done after %.6g s", q->n, q->info.makespan);
    if (times > 0)
        printf("; with one constant speed a processor (the one\n"
               "             at n/p) it is %.6g s, ",
               v->constant);
    if (times > 10) printf("%.3g times as long\n", times);
    else if (times > 0) printf("%.3g %% later\n", 100 * (times - 1));
    else putchar('\n');
}

static int run_advise(args *a) {
    problem q;
    advice v;
    const char *text;
    int status = problem_begin(&q, a);
    memset(&v, 0, sizeof v);
    while (status == ANSWERED && !a->status && a->at < a->count) {
        if (model_option(&q, a)) continue;
        if (take_flag(a, "--tsv")) v.tsv = 1;
        else if ((text = take_operand(a)) != NULL) q.file[q.files++] = text;
    }
    if (status == ANSWERED) status = problem_checked(&q, a);
    if (status == ANSWERED) status = problem_load(&q, a);
    if (status == ANSWERED) status = find_advice(&q, &v);
    if (status == ANSWERED && v.tsv) print_advice_tsv(&q, &v);
    else if (status == ANSWERED) {
        print_profiles(&q, &v);
        print_reasons(&q, &v);
        print_comparison(&q, &v);
        print_warnings(&q, &v);
    }
    free(v.of);
    problem_end(&q);
    return status;
}

/* ---- a balanced run over processors that are known ---- */

enum { SLOW, DRIFT, LEAVE, JOIN, MOST_ITERATIONS = 100000, EARLY_FRAMES = 4 };

typedef struct event { /* from iteration `at` on */
    int what, place;   /* place: on the command line */
    const char *text;
    int64_t at;
    int proc;
    double value; /* SLOW: factor; DRIFT: growth of its times in an iteration */
} event;

typedef struct iteration {
    double makespan, optimum, even; /* true seconds; even: those of the shares of the start */
    double imbalance, cost;
    int64_t moved;
} iteration;

typedef struct simulation {
    problem q;
    int method, tsv;
    int64_t iterations, seed;
    double noise, outliers, outlier; /* outliers: part of the measurements */
    double eps, unit_cost, move_cost;
    const char *svg;
    event *events; /* ascending in `at` once they are checked */
    int event_count;
    fpm_balance b;
    double **given; /* times of the points as they were read */
    double *fixed, *factor, *seconds;
    int *there;
    fpm_proc *proc; /* those that are there, and shares of theirs */
    int64_t *d, *last;
    double optimum, even; /* of those that are there now */
    iteration *rows;
    int64_t count;
    int64_t *shares;           /* for the picture: p of each row, */
    double *measured;          /* 0: not measured */
    char *frame[EARLY_FRAMES]; /* states as text */
    size_t frame_length[EARLY_FRAMES];
} simulation;

static const int64_t frame_after[EARLY_FRAMES] = {1, 2, 3, 5};

/* Room for a row is made when it comes; p of each only for a picture. */
static int simulation_begin(simulation *s) {
    size_t p = (size_t)s->q.p, rows = (size_t)s->iterations + 1, cells = s->svg ? rows : 1;
    size_t j;
    int i;
    if (cells > SIZE_MAX / 16 / p) return out_of_memory();
    s->given = (double **)calloc(p, sizeof *s->given);
    s->fixed = (double *)calloc(p, sizeof *s->fixed);
    s->factor = (double *)calloc(p, sizeof *s->factor);
    s->seconds = (double *)calloc(p, sizeof *s->seconds);
    s->there = (int *)calloc(p, sizeof *s->there);
    s->proc = (fpm_proc *)calloc(p, sizeof *s->proc);
    s->d = (int64_t *)calloc(p, sizeof *s->d);
    s->last = (int64_t *)calloc(p, sizeof *s->last);
    s->rows = (iteration *)calloc(rows, sizeof *s->rows);
    s->shares = (int64_t *)calloc(cells * p, sizeof *s->shares);
    s->measured = (double *)calloc(cells * p, sizeof *s->measured);
    if (!s->given || !s->fixed || !s->factor || !s->seconds || !s->there || !s->proc || !s->d ||
        !s->last || !s->rows || !s->shares || !s->measured)
        return out_of_memory();
    for (i = 0; i < s->q.p; i++) {
        const fpm_points *points = &s->q.points[i];
        s->given[i] = (double *)malloc((size_t)points->count * sizeof(double) + 1);
        if (!s->given[i]) return out_of_memory();
        for (j = 0; j < (size_t)points->count; j++) s->given[i][j] = points->seconds[j];
        s->fixed[i] = s->q.proc[i].fixed;
        s->factor[i] = s->there[i] = 1;
    }
    return ANSWERED;
}

static void simulation_end(simulation *s) {
    int i;
    fpm_balance_free(&s->b);
    for (i = 0; i < EARLY_FRAMES; i++) free(s->frame[i]);
    for (i = 0; s->given && i < s->q.p; i++) free(s->given[i]);
    free((void *)s->given);
    free(s->fixed);
    free(s->factor);
    free(s->seconds);
    free(s->there);
    free(s->proc);
    free(s->d);
    free(s->last);
    free(s->rows);
    free(s->shares);
    free(s->measured);
    free(s->events);
    problem_end(&s->q);
}

/* Times of processor i in iteration k over those given. */
static double factor_at(const simulation *s, int i, int64_t k) {
    double factor = 1;
    int j;
    for (j = 0; j < s->event_count; j++) {
        const event *e = &s->events[j];
        if (e->proc != i || e->at > k) continue;
        if (e->what == SLOW) factor *= e->value;
        if (e->what == DRIFT) factor *= pow(1 + e->value, (double)k);
    }
    return factor;
}

/* Make the true models those of iteration k; *changed: one is another. */
static int set_truth(simulation *s, int64_t k, int *changed) {
    problem *q = &s->q;
    int i;
    int64_t j;
    if (s->event_count == 0) return ANSWERED;
    for (i = 0; i < q->p; i++) {
        double factor = factor_at(s, i, k);
        fpm_points *points = &q->points[i];
        if (factor >= s->factor[i] && factor <= s->factor[i]) continue;
        for (j = 0; j < points->count; j++) points->seconds[j] = factor * s->given[i][j];
        fpm_model_free(&q->model[i], NULL);
        if (make_model(q, i) != ANSWERED) return NO_ANSWER;
        q->proc[i].fixed = factor * s->fixed[i];
        s->factor[i] = factor;
        *changed = 1;
    }
    return ANSWERED;
}

/* True seconds of the shares d, and the one that has none, or -1. */
static int true_times(const simulation *s, const int64_t *d, double *seconds) {
    int i;
    for (i = 0; i < s->q.p; i++) {
        double t = 0;
        if (d[i] > 0 &&
            (fpm_model_time(&s->q.model[i], (double)d[i], &t) < 0 || !(t > 0) || !(t < 1e60)))
            return i;
        seconds[i] = d[i] > 0 ? s->q.proc[i].fixed + t : 0;
    }
    return -1;
}

static double latest(const double *seconds, int p) {
    double most = 0;
    int i;
    for (i = 0; i < p; i++) most = fmax(most, seconds[i]);
    return most;
}

/* What those that are there can reach at best, and what even shares take them. */
static int find_optimum(simulation *s, int64_t k) {
    problem *q = &s->q;
    fpm_balance even;
    fpm_info info;
    int i, m = 0, status;
    for (i = 0; i < q->p; i++)
        if (s->there[i]) s->proc[m++] = q->proc[i];
    if (m == 0) return no_answer("iteration %" PRId64 ": nobody is left", k);
    status = fpm_partition(q->n, m, s->proc, NULL, s->d, &info);
    if (status < 0)
        return no_answer("the optimum of iteration %" PRId64 ": %s", k, fpm_status_str(status));
    s->optimum = info.makespan;
    for (i = 0; i < m; i++) s->proc[i].model = NULL;
    status = fpm_balance_init(&even, q->n, m, s->proc, NULL, s->d, NULL);
    if (status < 0) return no_answer("even shares: %s", fpm_status_str(status));
    fpm_balance_free(&even);
    for (i = q->p; i-- > 0;) s->d[i] = s->there[i] ? s->d[--m] : 0;
    i = true_times(s, s->d, s->seconds);
    s->even = i < 0 ? latest(s->seconds, q->p) : 0;
    return ANSWERED;
}

/* Processors that leave and join before iteration k runs. */
static int set_present(simulation *s, int64_t k, int *changed) {
    int j, status;
    for (j = 0; j < s->event_count; j++) {
        const event *e = &s->events[j];
        int join = e->what == JOIN;
        if (e->at != k || (!join && e->what != LEAVE)) continue;
        status = join ? fpm_balance_join(&s->b, e->proc, NULL, NULL)
                      : fpm_balance_leave(&s->b, e->proc, NULL, NULL);
        if (status < 0)
            return no_answer("iteration %" PRId64 ": processor %d %s: %s", k, e->proc,
                             join ? "joins" : "leaves", fpm_status_str(status));
        s->there[e->proc] = join;
        *changed = 1;
    }
    return ANSWERED;
}

/* Those that join before they ever leave are not there at the start. */
static int set_absent(simulation *s) {
    int i, j, status = FPM_OK;
    for (i = 0; i < s->q.p && status >= 0; i++) {
        for (j = 0; j < s->event_count; j++)
            if (s->events[j].proc == i && s->events[j].what >= LEAVE) break;
        if (j == s->event_count || s->events[j].what == LEAVE) continue;
        s->there[i] = 0;
        status = fpm_balance_leave(&s->b, i, NULL, NULL);
    }
    memcpy(s->last, s->b.d, (size_t)s->q.p * sizeof *s->last);
    return status < 0 ? no_answer("the start: %s", fpm_status_str(status)) : ANSWERED;
}

/* Row k: the truth of the partition that runs now. */
static int add_row(simulation *s, int64_t k) {
    iteration *r = &s->rows[s->count++];
    char room[40];
    double sum = 0;
    int i = true_times(s, s->b.d, s->seconds), busy = 0, p = s->q.p;
    if (i >= 0)
        return no_answer("iteration %" PRId64 ": the model of %s has no time for %" PRId64 " units",
                         k, processor_name(&s->q, i, room, sizeof room), s->b.d[i]);
    for (i = 0; i < p; i++) {
        r->moved += s->b.d[i] > s->last[i] ? s->b.d[i] - s->last[i] : 0;
        s->last[i] = s->b.d[i];
        if (s->svg) s->shares[k * p + i] = s->b.d[i];
        busy += s->b.d[i] > 0;
        sum += s->seconds[i];
    }
    r->makespan = latest(s->seconds, p);
    r->optimum = s->optimum;
    r->even = s->even;
    r->imbalance = busy ? fmax(r->makespan / (sum / busy) - 1, 0) : 0;
    r->cost = r->moved ? s->move_cost + s->unit_cost * (double)r->moved : 0;
    return ANSWERED;
}

/* The function of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
static uint64_t scramble(uint64_t z) {
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Number `which` of processor i in iteration k, in (0, 1): whatever else happens, it stays. */
static double drawn(const simulation *s, int64_t k, int i, int which) {
    uint64_t z = scramble(scramble((uint64_t)s->seed) + (uint64_t)k);
    z = scramble(z + (uint64_t)i) + (uint64_t)which;
    return ((double)(scramble(z) >> 12) + 0.5) / 4503599627370496.0;
}

/* True times become measured ones. */
static void disturb(simulation *s, int64_t k) {
    int i;
    for (i = 0; i < s->q.p; i++) {
        double normal = sqrt(-2 * log(drawn(s, k, i, 0))) * cos(2 * acos(-1.0) * drawn(s, k, i, 1));
        if (s->b.d[i] == 0) continue;
        if (s->noise > 0) s->seconds[i] *= fmax(1 + s->noise * normal, 0.05);
        if (drawn(s, k, i, 2) < s->outliers) s->seconds[i] *= s->outlier;
        if (s->svg) s->measured[k * s->q.p + i] = s->seconds[i];
    }
}

/* The state after so many iterations, if a frame shows it. */
static int keep_frame(simulation *s, int64_t after) {
    int j;
    for (j = 0; j < EARLY_FRAMES && s->svg; j++) {
        if (frame_after[j] != after) continue;
        fpm_balance_format(&s->b, NULL, 0, &s->frame_length[j]);
        s->frame[j] = (char *)malloc(s->frame_length[j] + 1);
        if (!s->frame[j] ||
            fpm_balance_format(&s->b, s->frame[j], s->frame_length[j] + 1, &s->frame_length[j]) < 0)
            return out_of_memory();
    }
    return ANSWERED;
}

/* Is nothing else to come after iteration k?  A time that contradicts the others is believed after
   a few repeats, so the verdict right after an event is not the last word. */
static int settled(const simulation *s, int64_t k) {
    int j;
    for (j = 0; j < s->event_count; j++)
        if (s->events[j].what == DRIFT || s->events[j].at + 5 > k) return 0;
    return !(s->noise > 0) && !(s->outliers > 0);
}

static int simulate(simulation *s) {
    problem *q = &s->q;
    fpm_balance_options opts;
    fpm_balance_info info;
    int64_t k;
    int i, status, stop = 0;
    memset(&opts, 0, sizeof opts);
    opts.method = s->method;
    opts.eps = s->eps;
    opts.iterations = s->iterations + 1;
    opts.unit_cost = s->unit_cost;
    opts.move_cost = s->move_cost;
    for (i = 0; i < q->p; i++) s->proc[i] = q->proc[i], s->proc[i].model = NULL;
    status = fpm_balance_init(&s->b, q->n, q->p, s->proc, &opts, NULL, &info);
    if (status < 0) return no_answer("%s (n is %" PRId64 ")", fpm_status_str(status), q->n);
    status = set_absent(s);
    for (k = 0; status == ANSWERED && k <= s->iterations && !stop; k++) {
        int changed = k == 0;
        status = set_truth(s, k, &changed);
        if (status == ANSWERED) status = set_present(s, k, &changed);
        if (status == ANSWERED && changed) status = find_optimum(s, k);
        if (status == ANSWERED) status = add_row(s, k);
        if (status != ANSWERED || k == s->iterations) break;
        disturb(s, k);
        i = fpm_balance_step(&s->b, s->seconds, NULL, &info);
        if (i < 0) return no_answer("iteration %" PRId64 ": %s", k, fpm_status_str(i));
        stop = info.verdict == FPM_CONVERGED && settled(s, k);
        status = keep_frame(s, k + 1);
    }
    return status;
}

/* ---- its rows ---- */

/* What happens to a processor, for people. */
static void event_text(const event *e, char *text, size_t size) {
    if (e->what == LEAVE || e->what == JOIN)
        snprintf(text, size, "processor %d %s", e->proc, e->what == LEAVE ? "leaves" : "joins");
    else if (e->what == DRIFT)
        snprintf(text, size, "processor %d drifts by %.3g %%", e->proc, 100 * e->value);
    else
        snprintf(text, size, "processor %d: %.3g times %s", e->proc,
                 e->value < 1 ? 1 / e->value : e->value, e->value < 1 ? "faster" : "slower");
}

static double ratio(double time, double optimum) { return optimum > 0 ? time / optimum : 1; }

typedef struct totals {
    double all, moving, even, optimum;
    int64_t moved, moves;
} totals;

static totals add_up(const simulation *s) {
    totals sum = {0, 0, 0, 0, 0, 0};
    int64_t k;
    for (k = 0; k < s->count; k++) {
        const iteration *r = &s->rows[k];
        sum.all += r->makespan + r->cost;
        sum.moving += r->cost;
        sum.even += r->even;
        sum.optimum += r->optimum;
        sum.moved += r->moved;
        sum.moves += r->moved > 0;
    }
    return sum;
}

static const choice methods[] = {{"default", FPM_BALANCE_DEFAULT},
                                 {"constant", FPM_BALANCE_CONSTANT},
                                 {"dfpa", FPM_BALANCE_DFPA},
                                 {"numerical", FPM_BALANCE_NUMERICAL},
                                 {NULL, 0}};

static void print_rows_tsv(const simulation *s) {
    totals sum = add_up(s);
    int64_t k;
    printf("# status %s\n# method %s\n# model %s\n# n %" PRId64 "\n# p %d\n# noise %.17g\n"
           "# seed %" PRId64 "\n",
           fpm_status_str(FPM_OK), choice_name(methods, s->method), choice_name(kinds, s->q.kind),
           s->q.n, s->q.p, s->noise, s->seed);
    printf("# total %.17g\n# total_moving %.17g\n# total_even %.17g\n# total_optimum %.17g\n"
           "# moved %" PRId64 "\n# moves %" PRId64 "\n# failed %" PRId64 "\n",
           sum.all, sum.moving, sum.even, sum.optimum, sum.moved, sum.moves, s->b.failed);
    printf("iteration\tmakespan\toptimum\tratio\tmoved\timbalance\n");
    for (k = 0; k < s->count; k++) {
        const iteration *r = &s->rows[k];
        printf("%" PRId64 "\t%.17g\t%.17g\t%.17g\t%" PRId64 "\t%.17g\n", k, r->makespan, r->optimum,
               ratio(r->makespan, r->optimum), r->moved, r->imbalance);
    }
}

static void print_rows(const simulation *s) {
    totals sum = add_up(s);
    char text[80];
    int64_t k;
    int j;
    printf("iteration     makespan      optimum    ratio         moved  imbalance\n");
    for (k = 0; k < s->count; k++) {
        const iteration *r = &s->rows[k];
        printf("%9" PRId64 "  %11.6g  %11.6g  %7.4f  %12" PRId64 "  %7.2f %%", k, r->makespan,
               r->optimum, ratio(r->makespan, r->optimum), r->moved, 100 * r->imbalance);
        for (j = 0; j < s->event_count; j++) {
            if (s->events[j].at != k) continue;
            event_text(&s->events[j], text, sizeof text);
            printf("  %s", text);
        }
        putchar('\n');
    }
    printf("\nin all       %.6g s, moving %" PRId64 " units in %" PRId64
           " redistributions included",
           sum.all, sum.moved, sum.moves);
    if (sum.moving > 0) printf(" (%.6g s)", sum.moving);
    if (sum.even > 0) printf("\neven shares  %.6g s", sum.even);
    printf("\noptimal      %.6g s   (the fastest shares from the start, moving free of cost)\n",
           sum.optimum);
    printf("method       %s\n", choice_name(methods, s->method));
    if (s->b.failed) printf("failed       %" PRId64 " solves found no root\n", s->b.failed);
}

/* ---- drawing: shares and times over iterations, frames of the partial models ---- */

enum { MOST_NAMED = 20, MOST_BANDS = 60, MOST_SHOWN = 6, MOST_COLUMNS = 400, EVENT_ROWS = 4 };

/* Rows that are drawn: every so many. */
static int64_t row_step(const simulation *s) { return 1 + (s->count - 1) / MOST_COLUMNS; }

/* Edge of a stack of shares, to the right or back to the left. */
static void draw_edge(const chart *c, const simulation *s, const double *height, int back) {
    int64_t step = row_step(s), columns = (s->count + step - 1) / step, j;
    double last = 0;
    for (j = 0; j < columns; j++) {
        int64_t k = (back ? columns - 1 - j : j) * step;
        double y = place(&c->y, height[k]), left = place(&c->x, (double)k - 0.5);
        double right = place(&c->x, (double)(k + step < s->count ? k + step : s->count) - 0.5);
        if (j == 0) fprintf(c->to, "%c%.1f,%.1f", back ? 'L' : 'M', back ? right : left, y);
        else if (fabs(y - last) >= 0.05) fprintf(c->to, "H%.1fV%.1f", back ? right : left, y);
        if (j == 0 || fabs(y - last) >= 0.05) last = y;
        if (j + 1 == columns) fprintf(c->to, "H%.1f", back ? left : right);
    }
}

/* Shares as bands on top of each other; many processors: neighbours share a band. */
static int draw_bands(const chart *c, const simulation *s) {
    int p = s->q.p, bands = p < MOST_BANDS ? p : MOST_BANDS, j, i;
    double *under = (double *)calloc((size_t)s->count * 2, sizeof *under);
    double *over = under + s->count;
    int64_t k;
    if (!under) return out_of_memory();
    for (j = 0; j < bands; j++) {
        int first = (int)((int64_t)p * j / bands), next = (int)((int64_t)p * (j + 1) / bands);
        for (k = 0; k < s->count; k++) {
            over[k] = under[k];
            for (i = first; i < next; i++) over[k] += (double)s->shares[k * p + i];
        }
        fputs("<path d=\"", c->to);
        draw_edge(c, s, over, 0);
        draw_edge(c, s, under, 1);
        fprintf(c->to,
                "Z\" fill=\"%s\" fill-opacity=\"0.7\" stroke=\"#fff\" stroke-width=\"%s\"/>\n",
                colour_of(j), bands > MOST_NAMED ? "0.3" : "1");
        memcpy(under, over, (size_t)s->count * sizeof *under);
    }
    free(under);
    return ANSWERED;
}

/* Names beside the bands, as high as they end, the last processor on top. */
static void draw_names(const chart *c, const simulation *s, double bottom) {
    const problem *q = &s->q;
    const char *note = "font-size=\"12\" fill=\"#555\"";
    char room[40], cut[80], more[80];
    mark m[MOST_NUMBERS];
    double over = (double)q->n, x = c->x.to;
    chart down = *c;
    int i, j;
    if (q->p > MOST_NAMED) {
        svg_text(c->to, x + 14, c->y.to + 14, note, "%d processors,", q->p);
        svg_text(c->to, x + 14, c->y.to + 30, note, "the first at the bottom");
        return;
    }
    down.x.from = c->y.to + 6;
    down.x.to = bottom;
    for (i = q->p, j = 0; i-- > 0; j++) {
        double share = (double)s->shares[(s->count - 1) * q->p + i];
        m[j].proc = i;
        m[j].x = m[j].y = place(&c->y, over - share / 2);
        over -= share;
    }
    spread_marks(&down, m, q->p, 20);
    for (j = 0; j < q->p; j++) {
        const char *name = legend_name(q, m[j].proc, room, sizeof room);
        snprintf(more, sizeof more, "stroke=\"%s\" stroke-width=\"1.6\"", colour_of(m[j].proc));
        svg_line(c->to, x + 2, m[j].y, x + 16, m[j].at, more);
        svg_text(c->to, x + 21, m[j].at + 4, "", "%s%s", short_name(name, 17, cut, sizeof cut),
                 s->there[m[j].proc] ? "" : " (gone)");
        svg_text(c->to, x + 222, m[j].at + 4, "font-size=\"12\" fill=\"#555\" text-anchor=\"end\"",
                 "%" PRId64, s->last[m[j].proc]);
    }
}

/* Times from the least optimum to the latest makespan. */
static void time_axis(const simulation *s, axis *y) {
    double high = 0, low = 1e300;
    int64_t k;
    for (k = 0; k < s->count; k++) {
        high = fmax(high, fmax(s->rows[k].makespan, s->rows[k].optimum));
        low = fmin(low, s->rows[k].optimum);
    }
    y->log = low > 0 && high > 12 * low;
    y->low = y->log ? 0.7 * low : 0;
    y->high = high > 0 ? (y->log ? 1.3 : 1.08) * high : 1;
}

enum { MAKESPAN, OPTIMUM, EVEN };

static double row_time(const iteration *r, int which) {
    return which == MAKESPAN ? r->makespan : which == OPTIMUM ? r->optimum : r->even;
}

static void draw_times(const chart *c, const simulation *s, int which, const char *more) {
    int64_t k, step = row_step(s);
    fputs("<path d=\"", c->to);
    for (k = 0; k < s->count; k += step) {
        double y = place(&c->y, row_time(&s->rows[k], which));
        if (which == MAKESPAN)
            fprintf(c->to, "%c%.1f,%.1f", k ? 'L' : 'M', place(&c->x, (double)k), y);
        else
            fprintf(c->to, "%c%.1f,%.1fH%.1f", k ? 'L' : 'M', place(&c->x, (double)k - 0.5), y,
                    place(&c->x, fmin((double)(k + step), (double)s->count) - 0.5));
    }
    fprintf(c->to, "\" %s/>\n", more);
    for (k = 0; k < s->count && s->count <= 80 && which == MAKESPAN; k++)
        svg_marker(c->to, 0, place(&c->x, (double)k), place(&c->y, s->rows[k].makespan), 2.8,
                   "fill=\"#222\"");
}

/* Dots of one colour follow. */
static void dots_begin(FILE *to, int i, double width) {
    fprintf(to, "<path stroke=\"%s\" stroke-width=\"%.1f\" stroke-linecap=\"round\" d=\"M0 0",
            colour_of(i), width);
}

static void dots_end(FILE *to) { fputs("\"/>\n", to); }

/* Are there few enough times to show each? */
static int shows_measured(const simulation *s) {
    return s->q.p <= MOST_NAMED && s->count * s->q.p <= 2000;
}

static void draw_measured(const chart *c, const simulation *s) {
    int i, p = s->q.p;
    int64_t k;
    for (i = 0; i < p && shows_measured(s); i++) {
        dots_begin(c->to, i, 4);
        for (k = 0; k < s->count; k++)
            if (s->measured[k * p + i] > 0)
                fprintf(c->to, "M%.1f %.1fh0", place(&c->x, (double)k),
                        place(&c->y, s->measured[k * p + i]));
        dots_end(c->to);
    }
}

/* Lines where something happens, and what, above the frame; the number of text rows that takes. */
static int draw_events(const chart *c, const simulation *s, int texts, int lines_too) {
    double end[EVENT_ROWS] = {0}, x, half;
    char text[80];
    int j, row, rows = 0;
    for (j = 0; j < s->event_count; j++) {
        const event *e = &s->events[j];
        if (e->what == DRIFT || e->at >= s->count) continue;
        x = place(&c->x, (double)e->at - 0.5);
        if (lines_too)
            svg_line(c->to, x, c->y.to - 4, x, c->y.from,
                     "stroke=\"#222\" stroke-dasharray=\"2 3\"");
        event_text(e, text, sizeof text);
        half = 3.1 * (double)strlen(text);
        x = fmin(fmax(x, c->x.from + half), c->x.to - half);
        for (row = 0; row < EVENT_ROWS && x - half < end[row];) row++;
        if (row == EVENT_ROWS) continue;
        end[row] = x + half + 10;
        if (row >= rows) rows = row + 1;
        if (texts)
            svg_text(c->to, x, c->y.to - 10 - 15 * row, "text-anchor=\"middle\" font-size=\"12\"",
                     "%s", text);
    }
    return rows;
}

/* The key of the lower chart, in the line above it. */
static void draw_time_key(FILE *to, const simulation *s, double x, double y) {
    static const char *const name[] = {"makespan", "optimum", "even shares", "measured"};
    static const char *const line[] = {
        "stroke=\"#222\" stroke-width=\"2\"",
        "stroke=\"#222\" stroke-width=\"1.4\" stroke-dasharray=\"5 3\"",
        "stroke=\"#999\" stroke-width=\"1.4\""};
    int k;
    for (k = 0; k < 4; k++) {
        if (k == 3 && !shows_measured(s)) continue;
        if (k < 3) svg_line(to, x, y - 4, x + 24, y - 4, line[k]);
        else svg_marker(to, 0, x + 22, y - 4, 2.1, "fill=\"#0072b2\"");
        svg_text(to, x + 30, y, "font-size=\"12\"", "%s", name[k]);
        x += 56 + 6.2 * (double)strlen(name[k]);
    }
}

static void run_axis(const simulation *s, axis *x) {
    x->low = -0.5;
    x->high = (double)s->count - 0.5;
    x->from = 82;
    x->to = 740;
    x->whole = 1;
}

/* Shares above, times below, over the same iterations. */
static int draw_run(FILE *to, const simulation *s, double top) {
    const double middle = top + 220, below = middle + 62, bottom = below + 200;
    chart c;
    int status;
    memset(&c, 0, sizeof c);
    c.to = to;
    c.id = "shares";
    run_axis(s, &c.x);
    c.y.whole = 1;
    c.y.from = middle;
    c.y.to = top;
    c.y.high = s->q.n > 0 ? (double)s->q.n : 1;
    chart_begin(&c, "", "shares (units of work)");
    status = draw_bands(&c, s);
    chart_end(&c);
    draw_names(&c, s, bottom);
    draw_events(&c, s, 1, 1);
    c.id = "times";
    c.y.from = bottom;
    c.y.to = below;
    c.y.whole = 0;
    time_axis(s, &c.y);
    chart_begin(&c, "iteration", "time (seconds)");
    draw_times(&c, s, EVEN, "stroke=\"#999\" stroke-width=\"1.4\"");
    draw_measured(&c, s);
    draw_times(&c, s, OPTIMUM, "stroke=\"#222\" stroke-width=\"1.4\" stroke-dasharray=\"5 3\"");
    draw_times(&c, s, MAKESPAN, "stroke=\"#222\" stroke-width=\"2\"");
    chart_end(&c);
    draw_events(&c, s, 0, 1);
    draw_time_key(to, s, 90, below - 12);
    return status;
}

/* Processor j of those that the frames show: all, or some of different colours. */
static int shown(const simulation *s, int j) {
    int p = s->q.p, i;
    if (j >= MOST_SHOWN || j >= p) return -1;
    if (p <= MOST_SHOWN) return j;
    i = (int)((int64_t)p * j / MOST_SHOWN);
    i += j - i % COLOURS;
    return i < p ? i : i - COLOURS;
}

/* Axes that fit all frames: shares and the speeds of the truth and of the measurements. */
static void frame_axes(const simulation *s, chart *c) {
    double least = 1e300, most = 0, slow = 1e300, quick = 0, lowest = 1e300;
    int i, j, p = s->q.p;
    int64_t k;
    for (j = 0; (i = shown(s, j)) >= 0; j++) {
        double peak = 0;
        for (k = 0; k < s->count; k++) {
            double x = (double)s->shares[k * p + i], t = s->measured[k * p + i];
            if (!(x > 0)) continue;
            most = fmax(most, x);
            least = fmin(least, x);
            if (t > 0) lowest = fmin(lowest, x / t), peak = fmax(peak, x / t);
        }
        if (peak > 0) slow = fmin(slow, peak), quick = fmax(quick, peak);
    }
    if (!(most > 0)) least = most = 1;
    if (!(quick > 0)) quick = slow = lowest = 1;
    c->x.high = 1.15 * most;
    c->x.log = c->y.log = quick > 40 * slow || most > 300 * least;
    if (!c->x.log) {
        for (j = 0; (i = shown(s, j)) >= 0; j++)
            quick = fmax(quick, fmin(peak_speed(&s->q, i, c->x.high, &lowest), 1.6 * quick));
    } else {
        c->x.low = least / 2;
        c->y.low = lowest / 2;
    }
    c->y.high = (c->y.log ? 1.6 : 1.08) * quick;
}

/* What was known after so many iterations. */
static int draw_frame(chart *c, simulation *s, const fpm_balance *b, int64_t after) {
    const char *bold = "text-anchor=\"middle\" font-weight=\"bold\" font-size=\"12\"";
    int i, j, unused, p = s->q.p;
    int64_t k;
    if (set_truth(s, after - 1, &unused) != ANSWERED) return NO_ANSWER;
    chart_begin(c, "size (units of work)", c->x.from < 100 ? "speed (units/s)" : NULL);
    for (j = 0; (i = shown(s, j)) >= 0; j++)
        draw_span(c, &s->q.proc[i], 0, c->x.high, "stroke=\"#c4c4c4\" stroke-width=\"3\"");
    for (j = 0; (i = shown(s, j)) >= 0; j++) {
        char line[80];
        snprintf(line, sizeof line, "stroke=\"%s\" stroke-width=\"1.4\"", colour_of(i));
        if (b->count[i] > 0) draw_span(c, &b->procs[i], 0, c->x.high, line);
        dots_begin(c->to, i, 4.8);
        for (k = after > 400 ? after - 400 : 0; k < after && k < s->count; k++) {
            double x = (double)s->shares[k * p + i], t = s->measured[k * p + i];
            if (t > 0) fprintf(c->to, "M%.1f %.1fh0", place(&c->x, x), place(&c->y, x / t));
        }
        dots_end(c->to);
    }
    chart_end(c);
    svg_text(c->to, (c->x.from + c->x.to) / 2, c->y.to - 9, bold, "after %" PRId64 " iteration%s",
             after, after == 1 ? "" : "s");
    return ANSWERED;
}

/* Frames of the first iterations, and of the last one that was measured. */
static int draw_frames(FILE *to, simulation *s, double top) {
    static const char *const id[] = {"frame0", "frame1", "frame2", "frame3", "frame4"};
    int j, frames = 0, status = ANSWERED;
    chart c;
    memset(&c, 0, sizeof c);
    c.to = to;
    c.y.from = top + 160;
    c.y.to = top;
    frame_axes(s, &c);
    c.x.ticks = c.y.ticks = 3;
    for (j = 0; j <= EARLY_FRAMES && status == ANSWERED; j++) {
        fpm_balance early;
        const fpm_balance *b = &s->b;
        int64_t after = j < EARLY_FRAMES ? frame_after[j] : s->b.steps;
        if (after > s->b.steps || (j == EARLY_FRAMES && (after <= 3 || after == 5))) continue;
        c.id = id[frames];
        c.x.from = 82 + 184 * frames++;
        c.x.to = c.x.from + 160;
        if (j < EARLY_FRAMES) {
            if (fpm_balance_parse(&early, s->frame[j], s->frame_length[j], NULL, NULL) < 0)
                return out_of_memory();
            b = &early;
        }
        status = draw_frame(&c, s, b, after);
        if (j < EARLY_FRAMES) fpm_balance_free(&early);
    }
    return status;
}

static void frames_note(const simulation *s, char *text, size_t size) {
    int j, i, length = snprintf(text, size, "What was known");
    for (j = 0; (i = shown(s, j)) >= 0 && s->q.p > MOST_SHOWN; j++)
        length +=
            snprintf(text + length, size - (size_t)length, "%s %d", j ? "," : " of processors", i);
    snprintf(text + length, size - (size_t)length,
             ": the truth in grey, times measured so far as dots, the partial models as lines");
}

static int draw_simulation(FILE *to, simulation *s) {
    const char *note = "font-size=\"12\" fill=\"#555\"";
    const iteration *first = &s->rows[0], *last = &s->rows[s->count - 1];
    const int frames = s->b.steps > 0;
    char title[300];
    chart c;
    int status, top, below;
    memset(&c, 0, sizeof c);
    run_axis(s, &c.x);
    top = 70 + 15 * draw_events(&c, s, 0, 0);
    below = top + 220 + 62 + 200;
    snprintf(title, sizeof title,
             "%" PRId64 " units over %d processors: %.4g s at first, %.4g s %" PRId64
             " iterations later",
             s->q.n, s->q.p, first->makespan, last->makespan, s->count - 1);
    svg_begin(to, 1000, below + (frames ? 330 : 60), title);
    svg_text(to, 20, 28, "font-size=\"18\" font-weight=\"bold\"", "%s", title);
    svg_text(to, 20, 48, note,
             "dynamic balancing, method %s, noise %.3g %%: makespan %.4g times the optimum at "
             "first, %.4g times in the end",
             choice_name(methods, s->method), 100 * s->noise,
             ratio(first->makespan, first->optimum), ratio(last->makespan, last->optimum));
    status = draw_run(to, s, top);
    if (status == ANSWERED && frames) {
        frames_note(s, title, sizeof title);
        svg_text(to, 20, below + 76, note, "%s", title);
        status = draw_frames(to, s, below + 112);
    }
    svg_end(to);
    return status;
}

/* ---- verb: simulate ---- */

static const char simulate_help[] =
    "usage: fpm-tool simulate -n N [options] FILE...\n"
    "       fpm-tool simulate --instance FILE [options]\n\n"
    "Run an iterative routine over processors whose true times are the models of the files, and\n"
    "balance it: nothing is known at first, the measured times of each iteration teach it.\n"
    "A row an iteration: iteration makespan optimum ratio moved imbalance; row 0 is the even\n"
    "start.  makespan, optimum and imbalance are those of the true times, ratio is makespan over\n"
    "optimum, moved is the number of units that changed hands before the iteration.\n\n"
    "  -n N             units of work, 12000 or 1.2e4\n"
    "  -m KIND          true model made of the points: akima (default), piecewise, shaped,\n"
    "                   constant (speed at the even share)\n"
    "  --instance FILE  all processors in one file: `n p`, then for each its number of points\n"
    "                   and as many `size seconds`; -n overrides n\n"
    "  --method M       default, constant (the traditional one), dfpa (piecewise linear,\n"
    "                   geometric) or numerical (Akima splines, Powell's hybrid method)\n"
    "  --iterations K   at most so many after row 0 (default 20): without noise and with nothing\n"
    "                   to come, the run ends when the method has converged\n"
    "  --eps E          look for no gain below this part of the makespan (default 0.001);\n"
    "                   other methods: times within E are equal (default 0.05)\n"
    "  --noise E        relative standard deviation of each measured time, 0 to 1 (default 0)\n"
    "  --outliers F:X   a part F of the measured times is X times too long\n"
    "  --seed S         of the noise, a whole number (default 1); same seed, same rows; the same\n"
    "                   noise for every method\n"
    "  --slow I:AT:X    processor I, from 0, becomes X times slower from iteration AT on (and\n"
    "                   again by another --slow; below 1: faster)\n"
    "  --drift I:R      times of processor I grow by a part R with every iteration\n"
    "  --leave I:AT     processor I is gone from iteration AT on\n"
    "  --join I:AT      ... is there from then on, after it left or for the first time\n"
    "  --unit-cost S    seconds to move one unit to another processor (default 0)\n"
    "  --move-cost S    ... and those that a redistribution takes on top\n" RULES_HELP
    "  --tsv            tab-separated, 17 digits: `# key value` lines, then a row an iteration\n"
    "  --svg OUT        draw shares and times over iterations, and frames of the partial models\n\n"
    "Exit status: 0 answered, 1 no answer, 2 wrong use.\n";

/* `A:B` or `A:B:C` as so many numbers; 0 if it is not that. */
static int split_numbers(const char *text, int count, double *value) {
    int k;
    for (k = 0; k < count; k++) {
        size_t length = strcspn(text, ":");
        if (!read_real(text, length, &value[k])) return 0;
        if ((text[length] == ':') != (k + 1 < count)) return 0;
        text += length + 1;
    }
    return 1;
}

static int whole(double v, double most) { return v >= 0 && v <= most && floor(v) >= v; }

static void take_event(simulation *s, args *a, int what, const char *option, const char *text) {
    event *list = (event *)more_room(s->events, (size_t)s->event_count, sizeof *list), *e;
    double v[3] = {0, 0, 0};
    int count = what == SLOW ? 3 : 2;
    if (!list) {
        a->status = out_of_memory();
        return;
    }
    s->events = list;
    e = &list[s->event_count++];
    if (!split_numbers(text, count, v) || !whole(v[0], INT_MAX) ||
        (what != DRIFT && !whole(v[1], 1e15)) || (what == SLOW && !(v[2] > 0 && v[2] <= 1e9)) ||
        (what == DRIFT && !(v[1] > -1 && v[1] <= 10)))
        wrong_use(a, "%s %s: it takes %s%s", option, text,
                  what == SLOW    ? "I:AT:X, processor and iteration from 0, X above 0"
                  : what == DRIFT ? "I:R, with processor I from 0 and R above -1"
                                  : "I:AT, processor and iteration from 0",
                  comma_hint(text, strlen(text)));
    e->what = what;
    e->place = s->event_count;
    e->text = text;
    e->proc = (int)v[0];
    e->at = what == DRIFT ? 0 : (int64_t)v[1];
    e->value = what == SLOW ? v[2] : v[1];
}

/* Events; 1 if the argument was one. */
static int event_option(simulation *s, args *a) {
    static const char *const option[] = {"--slow", "--drift", "--leave", "--join"};
    const char *v;
    int what, at = a->at;
    for (what = SLOW; what <= JOIN && a->at == at && !a->status; what++)
        if ((v = take_value(a, option[what])) != NULL) take_event(s, a, what, option[what], v);
    return a->at > at || a->status;
}

static void take_amount(args *a, const char *option, const char *text, double most, double *to) {
    if (!read_real(text, strlen(text), to) || !(*to >= 0 && *to <= most))
        wrong_use(a, "%s %s: a number from 0 to %g%s", option, text, most,
                  comma_hint(text, strlen(text)));
}

/* How to balance and what is measured; 1 if the argument was one of these. */
static int run_option(simulation *s, args *a) {
    const char *v;
    double out[2];
    int at = a->at;
    if ((v = take_value(a, "--method")) != NULL) {
        take_choice(a, "--method", v, methods, &s->method);
    } else if ((v = take_value(a, "--iterations")) != NULL) {
        if (!read_whole(v, strlen(v), 0, MOST_ITERATIONS, &s->iterations))
            wrong_use(a, "--iterations %s: a whole number from 0 to %d", v, MOST_ITERATIONS);
    } else if ((v = take_value(a, "--seed")) != NULL) {
        if (!read_whole(v, strlen(v), 0, FPM_SIZE_MAX, &s->seed))
            wrong_use(a, "--seed %s: a whole number from 0 to 2^53", v);
    } else if ((v = take_value(a, "--noise")) != NULL) {
        take_amount(a, "--noise", v, 1, &s->noise);
    } else if ((v = take_value(a, "--eps")) != NULL) {
        take_amount(a, "--eps", v, 1e6, &s->eps);
    } else if ((v = take_value(a, "--unit-cost")) != NULL) {
        take_amount(a, "--unit-cost", v, 1e9, &s->unit_cost);
    } else if ((v = take_value(a, "--move-cost")) != NULL) {
        take_amount(a, "--move-cost", v, 1e9, &s->move_cost);
    } else if ((v = take_value(a, "--outliers")) != NULL) {
        if (!split_numbers(v, 2, out) || !(out[0] >= 0 && out[0] <= 1) ||
            !(out[1] > 0 && out[1] <= 1e9))
            wrong_use(a, "--outliers %s: it takes F:X, a part from 0 to 1 and a factor%s", v,
                      comma_hint(v, strlen(v)));
        else s->outliers = out[0], s->outlier = out[1];
    }
    return a->at > at || a->status;
}

static int event_order(const void *one, const void *other) {
    const event *a = (const event *)one, *b = (const event *)other;
    if (a->at != b->at) return a->at < b->at ? -1 : 1;
    return a->place - b->place;
}

/* Processors that exist, and nobody leaves or joins twice. */
static int events_checked(simulation *s, args *a) {
    int i, j;
    if (s->event_count) qsort(s->events, (size_t)s->event_count, sizeof *s->events, event_order);
    for (j = 0; j < s->event_count; j++) {
        const event *e = &s->events[j];
        if (e->proc >= s->q.p)
            return wrong_use(a, "%s: processors are counted from 0 and there are %d", e->text,
                             s->q.p);
        if (e->what < LEAVE) continue;
        for (i = j; i-- > 0;)
            if (s->events[i].proc == e->proc && s->events[i].what >= LEAVE) break;
        if (i >= 0 && s->events[i].what == e->what)
            return wrong_use(a, "%s: processor %d %s twice", e->text, e->proc,
                             e->what == LEAVE ? "leaves" : "joins");
    }
    return ANSWERED;
}

static int answer_simulate(simulation *s) {
    FILE *file;
    int status = simulate(s);
    if (status != ANSWERED) return status;
    if (s->tsv) print_rows_tsv(s);
    else print_rows(s);
    if (!s->svg) return ANSWERED;
    file = fopen(s->svg, "wb");
    if (!file) return no_answer("%s: %s", s->svg, strerror(errno));
    status = draw_simulation(file, s);
    if (status == ANSWERED) return finish_file(file, s->svg);
    fclose(file);
    return status;
}

static int run_simulate(args *a) {
    simulation s;
    const char *v;
    int status;
    memset(&s, 0, sizeof s);
    s.iterations = 20;
    s.seed = 1;
    status = problem_begin(&s.q, a);
    while (status == ANSWERED && !a->status && a->at < a->count) {
        if (event_option(&s, a) || run_option(&s, a) || rule_option(&s.q, a) ||
            model_option(&s.q, a))
            continue;
        if (take_flag(a, "--tsv")) s.tsv = 1;
        else if ((v = take_value(a, "--svg")) != NULL) s.svg = v;
        else if ((v = take_operand(a)) != NULL) s.q.file[s.q.files++] = v;
    }
    if (status == ANSWERED && !s.q.kind) s.q.kind = FPM_AKIMA;
    if (status == ANSWERED) status = problem_checked(&s.q, a);
    if (status == ANSWERED && s.q.kind == FPM_DISCRETE)
        status = wrong_use(a, "-m discrete: true times of every size are needed");
    if (status == ANSWERED && s.q.n < 0 && !s.q.instance) status = wrong_use(a, "-n N is needed");
    if (status == ANSWERED) status = problem_load(&s.q, a);
    if (status == ANSWERED) status = events_checked(&s, a);
    if (status == ANSWERED) status = simulation_begin(&s);
    if (status == ANSWERED) status = answer_simulate(&s);
    simulation_end(&s);
    return status;
}

/* ---- verb: chain ---- */

static const char chain_help[] =
    "usage: fpm-tool chain -p P [options] FILE\n\n"
    "Cut a row of loads into P contiguous parts so that the largest part, or the latest finish,\n"
    "is as small as possible. FILE holds numbers separated by white space (# begins a comment),\n"
    "or is a Matrix Market file or a PGM image, whose rows are the elements; - is standard\n"
    "input.\n\n"
    "  -a METHOD        exact (default), nicol, direct, bisection\n"
    "  --speeds S,...   one speed a processor, left to right (then -p may be left out)\n"
    "  --models FILE,.. one points file a processor: seconds against load\n"
    "  -m KIND          of the models: akima (default), piecewise, shaped, constant\n"
    "  --max I:K        processor I (from 0) takes at most K units of load\n"
    "  --fixed I:S      processor I spends S seconds more if it gets any work\n"
    "  --free           parts go to the processors in any order\n"
    "  --columns        of a matrix or image: columns are the elements\n"
    "  --pattern        of a Matrix Market file: every entry counts 1\n"
    "  --tsv            for programs: # key value, then part begin end load\n"
    "                   (and proc seconds with models, proc time, load / speed, with speeds)\n"
    "  --svg OUT        draw loads and parts\n\n"
    "Exit status: 0 answered, 1 no answer, 2 wrong use.\n";

static const choice chain_methods[] = {{"exact", FPM_CHAIN_EXACT},
                                       {"nicol", FPM_CHAIN_NICOL},
                                       {"direct", FPM_CHAIN_DIRECT},
                                       {"bisection", FPM_CHAIN_BISECTION},
                                       {NULL, 0}};

typedef struct chain_job {
    loads in;
    int columns;
    problem q; /* the models */
    int64_t p; /* 0: not given */
    double *speed;
    fpm_chain chain;
    int64_t *whole;
    double *real;
    fpm_chain_options opts;
    int64_t *begin;
    int *who;
    fpm_info info;
} chain_job;

static void chain_end(chain_job *j) {
    problem_end(&j->q);
    loads_free(&j->in);
    free(j->speed), free(j->whole), free(j->real), free(j->begin), free(j->who);
}

/* The pieces of a list with commas, one after the other; the length, -1 after the last one. */
static int next_piece(const char **list, const char **piece) {
    int length;
    if (!*list) return -1;
    length = (int)strcspn(*piece = *list, ",");
    *list = (*list)[length] ? *list + length + 1 : NULL;
    return length;
}

/* Complain of a piece that is empty, or of a list that has no decimal points. */
static int piece_checked(args *a, const char *option, const char *text, int number, int length) {
    if (length == 0) wrong_use(a, "%s %s: number %d of the list is empty", option, text, number);
    else if (strpbrk(text, "; \t") && digit_comma(text, strlen(text)))
        wrong_use(a, "%s %s: decimal comma? Commas are between numbers, which have points", option,
                  text);
    return a->status;
}

/* A list of speeds, one for each of *p processors, of which the number may not be given: 0. */
static double *read_speeds(args *a, const char *text, const char *option, int64_t *p) {
    const char *piece, *list = text;
    int length, count = 0;
    double *speed = (double *)calloc(strlen(text) + 1, sizeof *speed);
    if (!speed) a->status = out_of_memory();
    while (speed && (length = next_piece(&list, &piece)) >= 0) {
        if (piece_checked(a, "--speeds", text, count + 1, length)) return speed;
        if (!read_real(piece, (size_t)length, &speed[count++]) || !(speed[count - 1] > 0)) {
            wrong_use(a, "--speeds %s: numbers above 0, with commas between them", text);
            return speed;
        }
    }
    if (*p == 0) *p = count;
    if (*p != count) wrong_use(a, "--speeds: %d speeds for %s %" PRId64, count, option, *p);
    return speed;
}

/* Names of models: the list is cut up in place, so it must be writable, as arguments are. */
static void take_models(chain_job *j, args *a, const char *text) {
    const char *piece, *list = text;
    int length, count = 0;
    free((void *)j->q.file);
    j->q.file = (const char **)calloc(strlen(text) + 1, sizeof *j->q.file);
    while (j->q.file && (length = next_piece(&list, &piece)) >= 0) {
        if (length == 0) wrong_use(a, "--models: name %d of the list is empty", count + 1);
        ((char *)piece)[length] = '\0';
        j->q.file[count++] = piece;
    }
    j->q.files = count;
}

static int chain_option(chain_job *j, args *a, const char **speeds) {
    const char *v;
    int at = a->at;
    if ((v = take_value(a, "-p")) != NULL) {
        if (!read_whole(v, strlen(v), 1, INT_MAX - 1, &j->p))
            wrong_use(a, "-p %s: a whole number of processors, 1 or more", v);
    } else if ((v = take_value(a, "-a")) != NULL) {
        take_choice(a, "-a", v, chain_methods, &j->opts.method);
    } else if ((v = take_value(a, "-m")) != NULL) {
        take_choice(a, "-m", v, kinds, &j->q.kind);
    } else if ((v = take_value(a, "--speeds")) != NULL) {
        *speeds = v;
    } else if ((v = take_value(a, "--models")) != NULL) {
        take_models(j, a, v);
    } else if (take_flag(a, "--free")) {
        j->opts.free_order = 1;
    } else if (take_flag(a, "--columns")) {
        j->columns = 1;
    } else if (take_flag(a, "--pattern")) {
        j->in.pattern = 1;
    }
    return a->at > at || a->status || rule_option(&j->q, a);
}

static int chain_checked(chain_job *j, args *a, const char *speeds, const char *file) {
    if (!file) return wrong_use(a, "no FILE given");
    if (speeds && j->q.files) return wrong_use(a, "--speeds or --models, not both");
    if (speeds) j->opts.speed = j->speed = read_speeds(a, speeds, "-p", &j->p);
    if (j->q.files && j->p == 0) j->p = j->q.files;
    if (j->q.files && j->p != j->q.files)
        wrong_use(a, "--models: %d files for -p %" PRId64, j->q.files, j->p);
    if (j->p == 0) wrong_use(a, "no -p given");
    if (!j->q.files && j->q.rule_count) wrong_use(a, "%s needs --models", j->q.rules[0].option);
    if (!j->q.kind) j->q.kind = FPM_AKIMA;
    return a->status;
}

/* Sums of rows, or of columns, of what was read; for a chain, its numbers. */
static int chain_sums(chain_job *j) {
    loads *l = &j->in;
    int rows = !l->chain && !j->columns, status;
    int64_t n = l->chain || j->columns ? l->cols : l->rows, k, at = 0;
    if (n == 0) return no_answer("%s: no loads", l->file);
    j->real = (double *)calloc((size_t)n + 1, sizeof *j->real);
    j->whole = (int64_t *)calloc((size_t)n + 1, sizeof *j->whole);
    if (!j->real || !j->whole) return out_of_memory();
    for (k = 0; k < l->count; k++) {
        int64_t row = l->row ? l->row[k] : k / l->cols, col = l->col ? l->col[k] : k % l->cols;
        double *to = &j->real[1 + (rows ? row : col)];
        *to += l->value[k];
        if (*to > (double)FPM_SIZE_MAX) l->whole = 0;
    }
    for (k = 1; k <= n && l->whole; k++) j->whole[k] = (int64_t)j->real[k];
    status = l->whole ? fpm_chain_init(&j->chain, n, j->whole + 1, j->whole, &at)
                      : fpm_chain_init_real(&j->chain, n, j->real + 1, j->real, &at);
    if (status == FPM_OK) return ANSWERED;
    return no_answer("%s: %s (element %" PRId64 ")", l->file, fpm_status_str(status), at);
}

static double part_load(const chain_job *j, int64_t from, int64_t to) {
    if (j->chain.whole) return (double)(j->chain.whole[to] - j->chain.whole[from]);
    return j->chain.real[to] - j->chain.real[from];
}

/* What counts: the load, or the seconds that it takes. */
static double part_value(const chain_job *j, int64_t k) {
    double load = part_load(j, j->begin[k], j->begin[k + 1]), t = 0;
    int proc = j->who[k];
    if (j->speed) return load / j->speed[proc];
    if (!j->q.files || !(load > 0)) return load;
    fpm_model_time(&j->q.model[proc], load, &t);
    return j->q.proc[proc].fixed + t;
}

static int chain_solve(chain_job *j) {
    int status;
    j->begin = (int64_t *)calloc((size_t)j->p + 1, sizeof *j->begin);
    j->who = (int *)calloc((size_t)j->p, sizeof *j->who);
    if (!j->begin || !j->who) return out_of_memory();
    j->opts.who = j->who;
    if (j->q.files) j->opts.procs = j->q.proc;
    status = fpm_chain_partition(&j->chain, (int)j->p, &j->opts, j->begin, &j->info);
    if (status >= 0) return ANSWERED;
    if (j->info.proc >= 0 && j->q.files)
        return no_answer("%s: %s", j->q.file[j->info.proc], fpm_status_str(status));
    return no_answer("%s: %s", j->in.file, fpm_status_str(status));
}

/* Do times count?  Speeds are relative: a time is a load over a speed, and no seconds. */
static int in_time(const chain_job *j) { return j->speed || j->q.files; }

static const char *time_name(const chain_job *j) { return j->speed ? "time" : "seconds"; }

static void print_chain_number(const chain_job *j, double v) {
    if (j->chain.whole) printf("%.0f", v);
    else printf("%.17g", v);
}

static void print_chain_tsv(const chain_job *j) {
    const fpm_info *info = &j->info;
    double most = 0;
    int64_t k;
    for (k = 0; k < j->p; k++) most = fmax(most, part_load(j, j->begin[k], j->begin[k + 1]));
    printf("# status %s\n# lmax %.17g\n# makespan %.17g\n", fpm_status_str(info->status), most,
           info->makespan);
    printf("# lower_bound %.17g\n# imbalance %.17g\n# algorithm %s\n# gap %.17g\n",
           info->lower_bound, info->imbalance, choice_name(chain_methods, info->algorithm),
           info->gap);
    printf("# n %" PRId64 "\n# probes %" PRId64 "\npart\tbegin\tend\tload%s%s\n", j->chain.n,
           info->iterations, in_time(j) ? "\tproc\t" : "", in_time(j) ? time_name(j) : "");
    for (k = 0; k < j->p; k++) {
        printf("%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t", k, j->begin[k], j->begin[k + 1]);
        print_chain_number(j, part_load(j, j->begin[k], j->begin[k + 1]));
        if (in_time(j)) printf("\t%d\t%.17g", j->who[k], part_value(j, k));
        putchar('\n');
    }
}

static void print_chain(const chain_job *j) {
    const fpm_info *info = &j->info;
    const char *unit = j->speed ? " (load / speed)" : j->q.files ? " s" : "";
    int64_t k;
    printf("%8s %12s %12s %16s", "part", "begin", "end", "load");
    if (in_time(j)) printf(" %8s %12s", "proc", time_name(j));
    putchar('\n');
    for (k = 0; k < j->p; k++) {
        printf("%8" PRId64 " %12" PRId64 " %12" PRId64 " %16.10g", k, j->begin[k], j->begin[k + 1],
               part_load(j, j->begin[k], j->begin[k + 1]));
        if (in_time(j)) printf(" %8d %12.6g", j->who[k], part_value(j, k));
        putchar('\n');
    }
    printf("\n%" PRId64 " elements: %s %.10g%s, lower bound %.10g%s", j->chain.n,
           in_time(j) ? "done after" : "largest part", info->makespan, unit, info->lower_bound,
           j->speed ? "" : unit);
    printf("; imbalance %.3g %%\n%s\n", 100 * info->imbalance, fpm_status_str(info->status));
}

/* ---- drawing: a chain, its parts ---- */

enum { CHAIN_COLUMNS = 800 };

/* The mean load of elements in each column of the picture, in the colour of the part that the
   column begins in; cuts where there is room for them. */
static void draw_elements(const chart *c, const chain_job *j, int columns) {
    int colour, at;
    int64_t k, n = j->chain.n;
    for (colour = 0; colour < COLOURS; colour++) {
        fputs("<path d=\"", c->to);
        for (at = 0, k = 0; at < columns; at++) {
            int64_t from = (int64_t)((double)n * at / columns);
            int64_t to = (int64_t)((double)n * (at + 1) / columns);
            while (k + 1 < j->p && j->begin[k + 1] <= from) k++;
            if (k % COLOURS != colour || to <= from) continue;
            fprintf(c->to, "M%.2f,%.2fV%.2fH%.2fV%.2fZ", place(&c->x, (double)from), c->y.from,
                    place(&c->y, part_load(j, from, to) / (double)(to - from)),
                    place(&c->x, (double)to), c->y.from);
        }
        fprintf(c->to, "\" fill=\"%s\"/>\n", colour_of(colour));
    }
    for (k = 1; k < j->p && j->p <= 100; k++) {
        double x = place(&c->x, (double)j->begin[k]);
        svg_line(c->to, x, c->y.from, x, c->y.to, "stroke=\"#999\" stroke-dasharray=\"2 3\"");
    }
}

static void draw_parts(const chart *c, const chain_job *j) {
    int64_t k;
    double width = (c->x.to - c->x.from) / (double)j->p, low = place(&c->y, j->info.lower_bound);
    for (k = 0; k < j->p; k++) {
        double x = place(&c->x, (double)k), y = place(&c->y, part_value(j, k));
        fprintf(c->to, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"/>\n",
                x + (width > 6 ? 1 : 0), y, width - (width > 6 ? 2 : 0), c->y.from - y,
                colour_of((int)(k % COLOURS)));
    }
    svg_line(c->to, c->x.from, low, c->x.to, low, "stroke=\"#222\" stroke-dasharray=\"6 4\"");
}

static void draw_chain(FILE *to, const chain_job *j) {
    int64_t n = j->chain.n, k;
    int columns = n < CHAIN_COLUMNS ? (int)n : CHAIN_COLUMNS, at;
    char title[200];
    double top = 0;
    chart c;
    memset(&c, 0, sizeof c);
    snprintf(title, sizeof title,
             "%" PRId64 " loads in %" PRId64
             " parts: %s %.6g%s, lower bound %.6g, imbalance %.3g %%",
             n, j->p, in_time(j) ? "done after" : "largest", j->info.makespan,
             j->q.files ? " s" : "", j->info.lower_bound, 100 * j->info.imbalance);
    svg_begin(to, 920, 640, title);
    svg_text(to, 90, 30, "font-size=\"16\"", "%s", title);
    for (at = 0; at < columns; at++) {
        int64_t from = (int64_t)((double)n * at / columns);
        int64_t next = (int64_t)((double)n * (at + 1) / columns);
        if (next > from) top = fmax(top, part_load(j, from, next) / (double)(next - from));
    }
    c.to = to;
    c.id = "elements";
    c.x.from = 90, c.x.to = 890, c.x.high = n > 0 ? (double)n : 1, c.x.whole = 1;
    c.y.from = 290, c.y.to = 50, c.y.high = top > 0 ? 1.05 * top : 1, c.y.ticks = 4;
    chart_begin(&c, n > columns ? "element (a column is the mean of those beneath)" : "element",
                "load");
    draw_elements(&c, j, columns);
    chart_end(&c);
    for (k = 0, top = j->info.lower_bound; k < j->p; k++) top = fmax(top, part_value(j, k));
    c.id = "parts";
    c.x.high = (double)j->p;
    c.y.from = 570, c.y.to = 370, c.y.high = top > 0 ? 1.12 * top : 1;
    chart_begin(&c, "part (dashed: no partition has less)",
                j->speed     ? "time (load / speed)"
                : j->q.files ? "seconds"
                             : "load");
    draw_parts(&c, j);
    chart_end(&c);
    svg_end(to);
}

static int answer_chain(const chain_job *j, int tsv, const char *svg) {
    FILE *file;
    if (svg) {
        file = fopen(svg, "wb");
        if (!file) return no_answer("%s: %s", svg, strerror(errno));
        draw_chain(file, j);
        if (finish_file(file, svg) != ANSWERED) return NO_ANSWER;
    }
    if (tsv) print_chain_tsv(j);
    else print_chain(j);
    return ANSWERED;
}

static int run_chain(args *a) {
    chain_job j;
    const char *v, *svg = NULL, *file = NULL, *speeds = NULL;
    int tsv = 0, status;
    memset(&j, 0, sizeof j);
    status = problem_begin(&j.q, a);
    j.in.chain = 1;
    while (status == ANSWERED && !a->status && a->at < a->count) {
        if (chain_option(&j, a, &speeds)) continue;
        if (take_flag(a, "--tsv")) tsv = 1;
        else if ((v = take_value(a, "--svg")) != NULL) svg = v;
        else if ((v = take_operand(a)) != NULL) {
            if (file) wrong_use(a, "%s: there is a FILE already", v);
            file = v;
        }
    }
    if (status == ANSWERED) status = a->status ? a->status : chain_checked(&j, a, speeds, file);
    if (status == ANSWERED) status = read_loads(&j.in, file);
    if (status == ANSWERED) status = chain_sums(&j);
    if (status == ANSWERED && j.q.files) {
        j.q.n = (int64_t)fmin(part_load(&j, 0, j.chain.n), (double)FPM_SIZE_MAX);
        status = problem_load(&j.q, a);
    }
    if (status == ANSWERED) status = chain_solve(&j);
    if (status == ANSWERED) status = answer_chain(&j, tsv, svg);
    chain_end(&j);
    return status;
}

/* ---- loads on a plane: rectangles by one class or several ---- */

enum { ROWS = 100, COLUMNS = 101 }; /* whole ones: P x Q with Q = 1 */

static const choice rect_classes[] = {{"auto", FPM_RECT_AUTO},
                                      {"rows", ROWS},
                                      {"columns", COLUMNS},
                                      {"uniform", FPM_RECT_UNIFORM},
                                      {"rect-nicol", FPM_RECT_NICOL},
                                      {"jag-pq-heur", FPM_RECT_PQ_HEUR},
                                      {"jag-pq-opt", FPM_RECT_PQ_OPT},
                                      {"jag-m-heur", FPM_RECT_M_HEUR},
                                      {"jag-m-probe", FPM_RECT_M_PROBE},
                                      {"jag-m-alloc", FPM_RECT_M_ALLOC},
                                      {"jag-m-heur-probe", FPM_RECT_M_HEUR_PROBE},
                                      {"jag-m-opt", FPM_RECT_M_OPT},
                                      {"hier-rb", FPM_RECT_HIER_RB},
                                      {"hier-relaxed", FPM_RECT_HIER_RELAXED},
                                      {"hier-opt", FPM_RECT_HIER_OPT},
                                      {"spiral", FPM_RECT_SPIRAL},
                                      {"hybrid", FPM_RECT_HYBRID},
                                      {"hier-search", FPM_RECT_HIER_SEARCH},
                                      {NULL, 0}};
static const choice orientations[] = {
    {"best", FPM_RECT_BEST}, {"hor", FPM_RECT_HOR}, {"ver", FPM_RECT_VER}, {NULL, 0}};
static const choice directions[] = {{"load", FPM_RECT_BY_LOAD},
                                    {"dist", FPM_RECT_BY_DIST},
                                    {"hor", FPM_RECT_BY_HOR},
                                    {"ver", FPM_RECT_BY_VER},
                                    {NULL, 0}};

enum { MOST_CLASSES = 18 };

typedef struct tiling { /* the answer of one class */
    int algorithm;
    fpm_rect *part;
    fpm_rect_info info;
} tiling;

typedef struct plane {
    loads in;
    fpm_grid grid;
    fpm_grid_options grids;
    int64_t m, p, q, work;
    fpm_rect_options opts;
    double *speed;
    tiling answer[MOST_CLASSES];
    int answers, tsv;
    const char *file, *svg, *speeds;
} plane;

/* 1.49 GiB */
static const char *bytes_text(double bytes, char *room, size_t size) {
    static const char *const unit[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    int k = 0;
    while (bytes >= 1024 && k < 4) bytes /= 1024, k++;
    snprintf(room, size, bytes < 1e4 ? "%.4g %s" : "%.3g %s", bytes, unit[k]);
    return room;
}

/* Why there is no grid of the loads; a table of sums that is too large: how large, what else works. */
static int no_grid(const plane *w, int status) {
    const loads *l = &w->in;
    double bytes = 16.0 * ((double)l->rows + 1) * ((double)l->cols + 1); /* of fpm_grid_init */
    double most = w->grids.max_bytes ? (double)w->grids.max_bytes : (double)(1 << 30);
    char takes[40], allowed[40];
    if (status != FPM_E_MAX_BYTES && status != FPM_E_MEMORY && bytes < 1e18)
        return no_answer("%s: %s", w->file, fpm_status_str(status));
    return no_answer("%s: %" PRId64 " x %" PRId64 " cells (%" PRId64 " entries) take %s as a table "
                     "of sums, %s %s: give more by --max-bytes, or take a coarser grid, or cut the "
                     "sums of its rows by fpm-tool chain",
                     w->file, l->rows, l->cols, l->count, bytes_text(bytes, takes, sizeof takes),
                     status == FPM_E_MEMORY ? "which this machine does not have; allowed are"
                                            : "allowed are",
                     bytes_text(most, allowed, sizeof allowed));
}

/* The grid of the loads that were read. */
static int make_grid(plane *w) {
    const loads *l = &w->in;
    const fpm_grid_options *o = &w->grids;
    int64_t *whole = NULL, k, cell = -1;
    int status;
    if (l->rows < 1 || l->cols < 1) return no_answer("%s: no loads", w->file);
    if (l->whole) {
        whole = (int64_t *)malloc((size_t)(l->count ? l->count : 1) * sizeof *whole);
        if (!whole) return out_of_memory();
        for (k = 0; k < l->count; k++) whole[k] = (int64_t)l->value[k];
    }
    if (l->row || l->count == 0) {
        if (!l->whole)
            return no_answer("%s: entries of a sparse matrix are whole loads (count "
                             "entries: --pattern)",
                             w->file);
        status = fpm_grid_init_sparse(&w->grid, l->rows, l->cols, l->count, l->row, l->col, whole,
                                      o, &cell);
    } else if (l->whole) status = fpm_grid_init(&w->grid, l->rows, l->cols, whole, 0, o, &cell);
    else status = fpm_grid_init_real(&w->grid, l->rows, l->cols, l->value, 0, o, &cell);
    free(whole);
    return status < 0 ? no_grid(w, status) : ANSWERED;
}

static int solve_plane(plane *w) {
    int i;
    for (i = 0; i < w->answers; i++) {
        tiling *t = &w->answer[i];
        fpm_rect_options o = w->opts;
        int status;
        t->part = (fpm_rect *)malloc((size_t)w->m * sizeof *t->part);
        if (!t->part) return out_of_memory();
        o.algorithm = t->algorithm;
        if (t->algorithm == ROWS || t->algorithm == COLUMNS) {
            o.algorithm = FPM_RECT_PQ_OPT;
            o.orientation = t->algorithm == ROWS ? FPM_RECT_HOR : FPM_RECT_VER;
            o.p = (int)w->m, o.q = 1;
        }
        status = fpm_rect_partition(&w->grid, (int)w->m, &o, t->part, &t->info);
        if (status < 0)
            return no_answer("%s: %s: %s%s", w->file, choice_name(rect_classes, t->algorithm),
                             fpm_status_str(status),
                             status == FPM_E_MAX_BYTES ? ": give more by --max-bytes" : "");
    }
    return ANSWERED;
}

static double in_units(const plane *w, int64_t load) { return (double)load * w->grid.unit; }

static double seconds_of(const plane *w, const tiling *t, int64_t part) {
    return in_units(w, t->part[part].load) / w->speed[part];
}

static void print_tiling_tsv(const plane *w, const tiling *t) {
    const fpm_rect_info *f = &t->info;
    int64_t i;
    printf("# status %s\n# lmax %.17g\n# lower_bound %.17g\n# class_bound %.17g\n"
           "# imbalance %.17g\n# gap %.17g\n# algorithm %s\n# orientation %s\n# stripes %d\n",
           fpm_status_str(f->status), in_units(w, f->lmax), in_units(w, f->lower_bound),
           in_units(w, f->class_bound), f->imbalance, f->gap,
           choice_name(rect_classes, f->algorithm),
           f->orientation ? choice_name(orientations, f->orientation) : "none", f->stripes);
    if (w->speed)
        printf("# makespan %.17g\n# makespan_bound %.17g\n", f->makespan, f->makespan_bound);
    printf("part\tr0\tr1\tc0\tc1\tload%s\n", w->speed ? "\tseconds" : "");
    for (i = 0; i < w->m; i++) {
        printf("%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%.17g", i,
               t->part[i].r0, t->part[i].r1, t->part[i].c0, t->part[i].c1,
               in_units(w, t->part[i].load));
        if (w->speed) printf("\t%.17g", seconds_of(w, t, i));
        printf("\n");
    }
}

static void print_tiling(const plane *w, const tiling *t) {
    const fpm_rect_info *f = &t->info;
    int64_t i;
    printf("%" PRId64 " x %" PRId64 " loads, total %.10g, largest %.10g, over %" PRId64
           " processors\n",
           w->grid.rows, w->grid.cols, in_units(w, w->grid.total), in_units(w, w->grid.largest),
           w->m);
    printf("%s", choice_name(rect_classes, f->algorithm));
    if (f->orientation)
        printf(", %d stripes of %s", f->stripes,
               f->orientation == FPM_RECT_HOR ? "rows" : "columns");
    printf(": %s\n\n", fpm_status_str(f->status));
    printf("  part     rows              columns           %s\n",
           w->speed ? "load          load / speed" : "load");
    for (i = 0; i < w->m && i < 64; i++) {
        const fpm_rect *r = &t->part[i];
        printf("  %-6" PRId64 " %7" PRId64 " .. %-7" PRId64 " %7" PRId64 " .. %-7" PRId64, i, r->r0,
               r->r1, r->c0, r->c1);
        if (w->speed) printf(" %-13.10g %-10.6g", in_units(w, r->load), seconds_of(w, t, i));
        else printf(" %.10g", in_units(w, r->load));
        printf("%s\n", i != f->part ? "" : w->speed ? " <- the last" : "  <- the largest");
    }
    if (i < w->m) printf("  ... %" PRId64 " more (--tsv lists all)\n", w->m - i);
    if (w->speed)
        printf("\n  done after %.10g (load / speed), %.4g %% above the mean; no partition before "
               "%.10g: gap %.4g %%\n",
               f->makespan, 100 * f->imbalance, f->makespan_bound, 100 * f->gap);
    else
        printf(
            "\n  largest load %.10g, %.4g %% above the mean; any partition has %.10g or more: gap "
            "%.4g %%\n",
            in_units(w, f->lmax), 100 * f->imbalance, in_units(w, f->lower_bound), 100 * f->gap);
}

/* Several classes: a row each. */
static void print_classes(const plane *w) {
    int i, timed = w->speed != NULL;
    if (w->tsv)
        printf("class\torientation\tstripes\t%s\timbalance\tgap\tstatus\n",
               timed ? "makespan\tmakespan_bound" : "lmax\tlower_bound");
    else
        printf("class             way  stripes  %s  imbalance %%      gap %%\n",
               timed ? "load / speed" : "largest load");
    for (i = 0; i < w->answers; i++) {
        const fpm_rect_info *f = &w->answer[i].info;
        const char *name = choice_name(rect_classes, w->answer[i].algorithm);
        const char *way = f->orientation ? choice_name(orientations, f->orientation) : "none";
        double most = timed ? f->makespan : in_units(w, f->lmax);
        if (w->tsv)
            printf("%s\t%s\t%d\t%.17g\t%.17g\t%.17g\t%.17g\t%s\n", name, way, f->stripes, most,
                   timed ? f->makespan_bound : in_units(w, f->lower_bound), f->imbalance, f->gap,
                   fpm_status_str(f->status));
        else
            printf("%-17s %-5s %6d %13.8g %12.4f %10.4f\n", name, way, f->stripes, most,
                   100 * f->imbalance, 100 * f->gap);
    }
}

/* ---- drawing: loads in grey, rectangles over them ---- */

enum { SHADES = 24, PIXELS = 192 };

static int compare_loads(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return a < b ? -1 : a > b;
}

/* Mean loads over at most PIXELS x PIXELS blocks as shades: 0 white, the heaviest darkest, in
   proportion to the root of the load, as a few cells usually hold most of it. */
static int *shade_loads(const plane *w, int *rows, int *cols) {
    int64_t nr = w->grid.rows, nc = w->grid.cols, step = 1;
    double *mean, top;
    int *shade, r, c, count;
    while (nr / step > PIXELS || nc / step > PIXELS) step++;
    *rows = (int)((nr + step - 1) / step);
    *cols = (int)((nc + step - 1) / step);
    count = *rows * *cols;
    mean = (double *)malloc(2 * (size_t)count * sizeof *mean);
    shade = (int *)malloc((size_t)count * sizeof *shade);
    for (r = 0; mean && shade && r < *rows; r++)
        for (c = 0; c < *cols; c++) {
            int64_t r0 = r * step, r1 = r0 + step < nr ? r0 + step : nr;
            int64_t c0 = c * step, c1 = c0 + step < nc ? c0 + step : nc;
            const int64_t *low = w->grid.at + r0 * (nc + 1), *high = w->grid.at + r1 * (nc + 1);
            mean[r * *cols + c] = (double)((high[c1] - high[c0]) - (low[c1] - low[c0])) /
                                  (double)((r1 - r0) * (c1 - c0));
        }
    if (mean && shade) {
        memcpy(mean + count, mean, (size_t)count * sizeof *mean);
        qsort(mean + count, (size_t)count, sizeof *mean, compare_loads);
        top = mean[count + count - 1 - count / 200]; /* a few peaks may be cut off */
        if (!(top > 0)) top = mean[count + count - 1];
        for (r = 0; r < count; r++) {
            double v = top > 0 ? sqrt(mean[r] / top) * SHADES : 0;
            shade[r] = v >= SHADES ? SHADES : mean[r] > 0 && v < 1 ? 1 : (int)v;
        }
    } else {
        free(shade);
        shade = NULL;
    }
    free(mean);
    return shade;
}

/* Runs of equal shade, one path a shade, in units of pixels. */
static void draw_shades(FILE *to, const int *shade, int rows, int cols) {
    int s, r, c, end;
    for (s = 1; s <= SHADES; s++) {
        int grey = 250 - 190 * s / SHADES, some = 0;
        for (r = 0; r < rows; r++)
            for (c = 0; c < cols; c = end) {
                for (end = c + 1; end < cols && shade[r * cols + end] == shade[r * cols + c];)
                    end++;
                if (shade[r * cols + c] != s) continue;
                if (!some++) fprintf(to, "<path fill=\"#%02x%02x%02x\" d=\"", grey, grey, grey);
                fprintf(to, "M%d %dh%dv1h-%dz", c, r, end - c, end - c);
            }
        if (some) fprintf(to, "\"/>\n");
    }
}

/* One panel: the loads, the rectangles, the part with the largest load marked. */
static void draw_tiling(FILE *to, const plane *w, const tiling *t, double x, double y,
                        double scale) {
    int64_t i;
    fprintf(to, "<use href=\"#loads\" x=\"%.2f\" y=\"%.2f\"/>\n", x, y);
    fprintf(to, "<g fill=\"none\" stroke=\"#0072b2\" stroke-width=\"%.2f\">\n",
            w->m > 2000  ? 0.4
            : w->m > 400 ? 0.6
                         : 1.0);
    for (i = 0; i < w->m; i++) {
        const fpm_rect *r = &t->part[i];
        if (r->r0 >= r->r1 || r->c0 >= r->c1) continue;
        fprintf(to, "<path d=\"M%.2f %.2fh%.2fv%.2fh%.2fz\"", x + scale * (double)r->c0,
                y + scale * (double)r->r0, scale * (double)(r->c1 - r->c0),
                scale * (double)(r->r1 - r->r0), -scale * (double)(r->c1 - r->c0));
        if (i == t->info.part)
            fprintf(to, " stroke=\"#d55e00\" stroke-width=\"2\" fill=\"#d55e00\" "
                        "fill-opacity=\"0.25\"");
        fprintf(to, "/>\n");
    }
    fprintf(to, "</g>\n");
    svg_text(to, x, y - 24, "font-size=\"14\" font-weight=\"bold\"", "%s",
             choice_name(rect_classes, t->algorithm));
    svg_text(to, x, y - 7, "font-size=\"12\" fill=\"#555\"", "imbalance %.2f %%, gap %.2f %%",
             100 * t->info.imbalance, 100 * t->info.gap);
}

static int draw_plane(FILE *to, const plane *w) {
    int rows, cols, i, across = w->answers < 4 ? w->answers : w->answers == 4 ? 2 : 3;
    int *shade = shade_loads(w, &rows, &cols);
    double side = across == 1 ? 640 : across == 2 ? 460 : 310;
    double scale = side / (double)(w->grid.rows > w->grid.cols ? w->grid.rows : w->grid.cols);
    double wide = scale * (double)w->grid.cols, high = scale * (double)w->grid.rows;
    int down = (w->answers + across - 1) / across;
    char title[200];
    if (!shade) return out_of_memory();
    snprintf(title, sizeof title, "%" PRId64 " x %" PRId64 " loads over %" PRId64 " processors%s",
             w->grid.rows, w->grid.cols, w->m, w->speed ? " of given speeds" : "");
    svg_begin(to,
              (int)(40 + across * (wide + 24) - 24) < 420 ? 420
                                                          : (int)(40 + across * (wide + 24) - 24),
              (int)(50 + down * (high + 66)), title);
    svg_text(to, 20, 30, "font-size=\"18\" font-weight=\"bold\"", "%s", title);
    fprintf(to,
            "<defs><g id=\"loads\"><rect width=\"%.2f\" height=\"%.2f\" fill=\"#fff\"/>"
            "<g shape-rendering=\"crispEdges\" transform=\"scale(%.5f %.5f)\">\n",
            wide, high, wide / cols, high / rows);
    draw_shades(to, shade, rows, cols);
    fprintf(to, "</g></g></defs>\n");
    for (i = 0; i < w->answers; i++)
        draw_tiling(to, w, &w->answer[i], 20 + i % across * (wide + 24),
                    92 + i / across * (high + 66), scale);
    svg_end(to);
    free(shade);
    return ANSWERED;
}

/* ---- verb: rect ---- */

static const char rect_help[] =
    "usage: fpm-tool rect -m M [options] FILE\n\n"
    "Cut a plane of loads into M rectangles, one a processor, of which the heaviest is as light\n"
    "as may be.  FILE: `rows cols` and the loads row by row, a Matrix Market file, or a PGM\n"
    "image.  A row a part: part r0 r1 c0 c1 load, rows r0 up to but not r1, columns likewise.\n\n"
    "  -m M            processors\n"
    "  --speeds S,...  one speed a processor (then -m may be left out): the latest finish counts,\n"
    "                  part I is for processor I.  Classes: auto, uniform, jag-pq-opt,\n"
    "                  jag-m-probe, -alloc, -heur-probe, -opt, hier-rb, hier-relaxed\n"
    "  -a CLASS        auto (default), uniform, rect-nicol, jag-pq-heur, jag-pq-opt, jag-m-heur,\n"
    "                  jag-m-probe, jag-m-alloc, jag-m-heur-probe, jag-m-opt, hier-rb,\n"
    "                  hier-relaxed, hier-opt, hier-search, spiral, hybrid, rows, columns (whole\n"
    "                  ones); or several, as A,B,C: then a row a class, and a picture each\n"
    "  --pq PxQ        classes of P x Q parts: P stripes of Q (default: the best of all pairs)\n"
    "  --stripes P     jag-m-heur and the like: so many stripes (default: many are tried)\n"
    "  --orient WAY    hor: stripes of rows, ver: of columns, best (default)\n"
    "  --direction D   hier-rb, hier-relaxed: load (default), dist, hor or ver\n"
    "  --work W        most elementary steps (default 1e9)\n"
    "  --max-bytes N   most memory for the table of sums (16 bytes a cell), and as much again while\n"
    "                  it works: 2000000000, or 2G of 1024^3 bytes, M, K (default 1G)\n"
    "  --pattern       every entry of a Matrix Market file counts 1\n"
    "  --tsv           tab-separated, 17 digits, `# key value` lines first\n"
    "  --svg OUT       draw loads and rectangles\n\n"
    "Exit status: 0 answered, 1 no answer, 2 wrong use.\n";

static void take_classes(plane *w, args *a, const char *text) {
    w->answers = 0;
    while (!a->status) {
        char name[32] = "";
        size_t length = strcspn(text, ",");
        if (length >= sizeof name || w->answers == MOST_CLASSES) {
            wrong_use(a, "-a %s: classes are separated by commas, %d at most", text, MOST_CLASSES);
            return;
        }
        memcpy(name, text, length);
        if (length == 0) wrong_use(a, "-a: class %d of the list is empty", w->answers + 1);
        else if (take_choice(a, "-a", name, rect_classes, &w->answer[w->answers].algorithm))
            w->answers++;
        if (text[length] == '\0') return;
        text += length + 1;
    }
}

static void take_pair(plane *w, args *a, const char *text) {
    size_t length = strcspn(text, "x");
    if (text[length] != 'x' || !read_whole(text, length, 1, INT_MAX, &w->p) ||
        !read_whole(text + length + 1, strlen(text + length + 1), 1, INT_MAX, &w->q))
        wrong_use(a, "--pq %s: it takes PxQ, such as 8x6", text);
}

/* Bytes, as 2000000000 or 2G. */
static void take_bytes(plane *w, args *a, const char *text) {
    static const char units[] = "KMG";
    size_t length = strlen(text);
    const char *unit = length ? strchr(units, text[length - 1]) : NULL;
    int shift = unit && *unit ? 10 * (int)(unit - units + 1) : 0;
    int64_t count = 0;
    if (!read_whole(text, length - (shift > 0), 1, FPM_SIZE_MAX >> shift, &count) ||
        (uint64_t)count << shift > SIZE_MAX)
        wrong_use(a, "--max-bytes %s: a whole number of bytes, such as 2000000000 or 2G", text);
    w->grids.max_bytes = w->opts.max_bytes = (size_t)((uint64_t)count << shift);
}

static int rect_options(plane *w, args *a) {
    int64_t stripes = 0;
    const char *v;
    while (!a->status && a->at < a->count) {
        if ((v = take_value(a, "-m")) != NULL) {
            if (!read_whole(v, strlen(v), 1, INT_MAX, &w->m))
                wrong_use(a, "-m %s: a whole number from 1 to 2^31 - 1", v);
        } else if ((v = take_value(a, "--speeds")) != NULL) {
            w->speeds = v;
        } else if ((v = take_value(a, "-a")) != NULL) {
            take_classes(w, a, v);
        } else if ((v = take_value(a, "--pq")) != NULL) {
            take_pair(w, a, v);
        } else if ((v = take_value(a, "--stripes")) != NULL) {
            if (!read_whole(v, strlen(v), 1, INT_MAX, &stripes))
                wrong_use(a, "--stripes %s: a whole number from 1", v);
        } else if ((v = take_value(a, "--orient")) != NULL) {
            take_choice(a, "--orient", v, orientations, &w->opts.orientation);
        } else if ((v = take_value(a, "--direction")) != NULL) {
            take_choice(a, "--direction", v, directions, &w->opts.direction);
        } else if ((v = take_value(a, "--work")) != NULL) {
            if (!read_whole(v, strlen(v), 1, FPM_SIZE_MAX, &w->opts.max_work))
                wrong_use(a, "--work %s: a whole number from 1", v);
        } else if ((v = take_value(a, "--max-bytes")) != NULL) {
            take_bytes(w, a, v);
        } else if (take_flag(a, "--pattern")) w->in.pattern = 1;
        else if (take_flag(a, "--tsv")) w->tsv = 1;
        else if ((v = take_value(a, "--svg")) != NULL) w->svg = v;
        else if ((v = take_operand(a)) != NULL) {
            if (w->file) wrong_use(a, "%s: one file of loads is enough", v);
            w->file = v;
        }
    }
    w->opts.stripes = (int)stripes;
    w->opts.p = (int)w->p;
    w->opts.q = (int)w->q;
    if (!a->status && w->speeds) w->opts.speed = w->speed = read_speeds(a, w->speeds, "-m", &w->m);
    if (!a->status && !w->m) wrong_use(a, "-m M is needed");
    if (!a->status && !w->file) wrong_use(a, "a file of loads is needed");
    if (!a->status && stripes > w->m) wrong_use(a, "more stripes than processors");
    if (!a->status && w->p && w->p * w->q != w->m)
        wrong_use(a, "--pq %" PRId64 "x%" PRId64 " is not %" PRId64 " processors", w->p, w->q,
                  w->m);
    return a->status;
}

static int answer_rect(plane *w) {
    FILE *file;
    int status = solve_plane(w);
    if (status != ANSWERED) return status;
    if (w->answers > 1) print_classes(w);
    else if (w->tsv) print_tiling_tsv(w, &w->answer[0]);
    else print_tiling(w, &w->answer[0]);
    if (!w->svg) return ANSWERED;
    file = fopen(w->svg, "wb");
    if (!file) return no_answer("%s: %s", w->svg, strerror(errno));
    status = draw_plane(file, w);
    if (status == ANSWERED) return finish_file(file, w->svg);
    fclose(file);
    return status;
}

static int run_rect(args *a) {
    plane *w = (plane *)calloc(1, sizeof *w);
    int i, status;
    if (!w) return out_of_memory();
    w->answers = 1;
    status = rect_options(w, a);
    if (status == ANSWERED) status = read_loads(&w->in, w->file);
    if (status == ANSWERED) status = make_grid(w);
    if (status == ANSWERED) status = answer_rect(w);
    for (i = 0; i < MOST_CLASSES; i++) free(w->answer[i].part);
    free(w->speed);
    fpm_grid_free(&w->grid);
    loads_free(&w->in);
    free(w);
    return status;
}

/* ---- verb: matrix ---- */

static const char matrix_help[] =
    "usage: fpm-tool matrix --rows M --cols N [options] FILE...\n\n"
    "Cut an M by N matrix into a tile for each processor, so that the last one finishes as early\n"
    "as possible and little has to be communicated in a multiplication.  Each FILE holds the\n"
    "points of one processor as for `partition`; sizes are areas, in elements of the matrix.\n\n"
    "  -a ARRANGEMENT   auto (default: the least makespan, then the least volume), columns (the\n"
    "                   least half-perimeter), rows (columns on their side), slices (the best of\n"
    "                   columns, rows and cutting in two), corners (2 or 3 processors: also\n"
    "                   shapes that are no rectangles)\n"
    "  --columns Q      just so many columns, or rows\n"
    "  --eps E          auto: up to (1 + E) times the least makespan for less volume\n"
    "  --block B        tiles begin at multiples of B\n"
    "  -m KIND          model made of the points: akima (default), piecewise, shaped, constant\n"
    "                   (speed at the even share)\n"
    "  --max I:K        processor I, counted from 0, takes K elements at most\n"
    "  --fixed I:S      ... spends S seconds if it takes any\n"
    "  --tsv            tab-separated, 17 digits: `# key value` lines, then a row a processor\n"
    "  --svg OUT        draw the tiles\n\n"
    "Exit status: 0 answered, 1 no answer, 2 wrong use.\n";

static const choice arrangements[] = {
    {"auto", FPM_MATRIX_AUTO},     {"columns", FPM_MATRIX_COLUMNS}, {"rows", FPM_MATRIX_ROWS},
    {"slices", FPM_MATRIX_SLICES}, {"corners", FPM_MATRIX_CORNERS}, {NULL, 0}};

typedef struct tile_plan {
    int64_t rows, cols;
    fpm_matrix_options opts;
    fpm_matrix_info info;
    fpm_tile *tile;
} tile_plan;

static int64_t tile_cells(const fpm_tile *t) { return (t->r1 - t->r0) * (t->c1 - t->c0); }

/* Elements of processor i, who may have what the others leave. */
static int64_t cells_of(const problem *q, const tile_plan *t, int i) {
    int64_t cells = tile_cells(&t->tile[i]);
    int j;
    for (j = 0; j < q->p && t->info.rest == i; j++) cells -= j == i ? 0 : tile_cells(&t->tile[j]);
    return cells;
}

/* Elements that shapes, and rectangles, of the areas of the whole tiles make travel at least; 0 when
   that is not known. */
static void tile_bounds(const problem *q, const tile_plan *t, double *shapes, double *rectangles) {
    double *area = (double *)calloc((size_t)q->p, sizeof *area);
    fpm_tile *tile = (fpm_tile *)calloc((size_t)q->p, sizeof *tile);
    fpm_matrix_options opts;
    fpm_matrix_info info;
    int i, count = 0, status = area && tile ? FPM_OK : FPM_E_MEMORY;
    memset(&opts, 0, sizeof opts);
    opts.arrangement = FPM_MATRIX_COLUMNS; /* the bounds are of all arrangements */
    for (i = 0; i < q->p && status == FPM_OK; i++)
        if (cells_of(q, t, i) > 0) area[count++] = (double)cells_of(q, t, i);
    if (status == FPM_OK)
        status = fpm_matrix_columns(t->rows, t->cols, count, area, &opts, tile, &info);
    *shapes = *rectangles = 0;
    if (status >= 0) { /* whole elements; the sums are rounded */
        *shapes = ceil(info.bound - (double)(t->rows + t->cols) - 1e-9 * info.bound);
        *rectangles = ceil(info.rectangle_bound - (double)(t->rows + t->cols) - 1e-9 * info.bound);
    }
    free(area);
    free(tile);
}

static void print_tiles_tsv(const problem *q, const tile_plan *t) {
    const fpm_matrix_info *f = &t->info;
    int i;
    printf("# status %s\n# makespan %.17g\n# lower_bound %.17g\n# imbalance %.17g\n",
           fpm_status_str(f->status), f->makespan, f->lower_bound, f->imbalance);
    printf("# algorithm %s\n# columns %d\n# volume %" PRId64 "\n# half_perimeter %.17g\n",
           choice_name(arrangements, f->arrangement), f->columns, f->volume, f->half_perimeter);
    printf("# bound %.17g\n# rectangle_bound %.17g\n# rest %d\n# model %s\n", f->bound,
           f->rectangle_bound, f->rest, choice_name(kinds, q->kind));
    printf("proc\tr0\tr1\tc0\tc1\tseconds\n");
    for (i = 0; i < q->p; i++) {
        const fpm_tile *r = &t->tile[i];
        printf("%d\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%.17g\n", i, r->r0, r->r1,
               r->c0, r->c1, seconds_for(q, i, cells_of(q, t, i)));
    }
}

static void print_tiles(const problem *q, const tile_plan *t) {
    const fpm_matrix_info *f = &t->info;
    double whole = (double)(t->rows * t->cols), shapes, rectangles;
    int i;
    printf("proc          rows       columns  percent     seconds  file\n");
    for (i = 0; i < q->p; i++) {
        const fpm_tile *r = &t->tile[i];
        int64_t cells = cells_of(q, t, i);
        printf("%4d %6" PRId64 " ..%6" PRId64 " %6" PRId64 " ..%6" PRId64
               "  %6.2f%%  %10.4g  %s%s\n",
               i, r->r0, r->r1, r->c0, r->c1, 100 * (double)cells / whole, seconds_for(q, i, cells),
               q->instance ? "" : q->file[i],
               cells == 0     ? "  (idle)"
               : f->rest == i ? "  (all that the others leave)"
                              : "");
    }
    printf("\nmakespan     %.6g s\nlower bound  %.6g s   (%.3g %% earlier, for any shapes)\n",
           f->makespan, f->lower_bound, 100 * f->gap);
    printf("imbalance    %.3g %%   (%d of %d busy)\n", 100 * f->imbalance, f->busy, q->p);
    printf("volume       %" PRId64 " elements a step of a multiplication\n", f->volume);
    tile_bounds(q, t, &shapes, &rectangles);
    printf("bound        %.0f elements for any shapes of these areas, %.0f for rectangles\n",
           shapes, rectangles);
    printf("arrangement  %s", choice_name(arrangements, f->arrangement));
    if (f->columns) printf(", %d of them", f->columns);
    printf("; %" PRId64 " tried\n", f->tried);
    if (f->status != FPM_OK) printf("status       %s\n", fpm_status_str(f->status));
}

/* The processor's number in its tile, and what its tile is, if there is room. */
static void draw_tile_text(FILE *to, const problem *q, const tile_plan *t, int i, double x,
                           double y, double width, double height) {
    const fpm_tile *r = &t->tile[i];
    char text[80];
    int size;
    if (width < 14 || height < 14) return;
    svg_text(to, x + 7, y + 17, "font-weight=\"bold\"", "%d", i);
    size =
        snprintf(text, sizeof text, "%" PRId64 " \xc3\x97 %" PRId64, r->r1 - r->r0, r->c1 - r->c0);
    if (t->info.rest != i && width > 7.5 * size + 10 && height > 40)
        svg_text(to, x + 7, y + 34, "", "%s", text);
    if (width > 80 && height > 58)
        svg_text(to, x + 7, y + 51, "fill=\"#444\"", "%.4g s",
                 seconds_for(q, i, cells_of(q, t, i)));
}

static void draw_tile(FILE *to, const problem *q, const tile_plan *t, int i, double left,
                      double top, double scale) {
    const fpm_tile *r = &t->tile[i];
    double x = left + scale * (double)r->c0, y = top + scale * (double)r->r0;
    double width = scale * (double)(r->c1 - r->c0), height = scale * (double)(r->r1 - r->r0);
    if (tile_cells(r) == 0) return;
    fprintf(to,
            "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\" "
            "fill-opacity=\"0.35\" stroke=\"#fff\" stroke-width=\"%s\"/>\n",
            x, y, width, height, colour_of(i), q->p > 200 ? "0.3" : "1.5");
    if (t->info.rest == i)
        x += scale * (double)t->cols / 2 - 40, y += scale * (double)t->rows / 2 - 30;
    draw_tile_text(to, q, t, i, x, y, width, height);
}

static void draw_tile_list(FILE *to, const problem *q, const tile_plan *t, double x, double y) {
    char room[40], shorter[80];
    int i;
    for (i = 0; i < q->p && i < 20; i++, y += 20) {
        if (cells_of(q, t, i) > 0)
            fprintf(to,
                    "<rect x=\"%.2f\" y=\"%.2f\" width=\"12\" height=\"12\" fill=\"%s\" "
                    "fill-opacity=\"0.35\"/>\n",
                    x, y - 10, colour_of(i));
        svg_text(to, x + 20, y, "", "%d  %s, %.3g %%", i,
                 short_name(legend_name(q, i, room, sizeof room), 24, shorter, sizeof shorter),
                 100 * (double)cells_of(q, t, i) / (double)(t->rows * t->cols));
    }
    if (q->p > 20) svg_text(to, x + 20, y, "fill=\"#444\"", "and %d more", q->p - 20);
}

static void draw_tiles(FILE *to, const problem *q, const tile_plan *t) {
    const fpm_matrix_info *f = &t->info;
    double rows = (double)t->rows, cols = (double)t->cols, wide = 460, high = 460, scale;
    double shapes, rectangles;
    char title[160];
    int i, bottom;
    scale = wide / cols < high / rows ? wide / cols : high / rows;
    bottom = q->p < 20 ? 20 * q->p : 420;
    bottom = 66 + (scale * rows > bottom ? (int)(scale * rows) : bottom);
    snprintf(title, sizeof title, "%" PRId64 " \xc3\x97 %" PRId64 " elements on %d processors: %s",
             t->rows, t->cols, q->p, choice_name(arrangements, f->arrangement));
    svg_begin(to, 780, bottom + 58, title);
    svg_text(to, 20, 26, "font-size=\"16\" font-weight=\"bold\"", "%s", title);
    svg_text(to, 20, 45, "fill=\"#444\"",
             "done after %.4g s, %.2g %% above the bound for any shapes", f->makespan,
             100 * f->gap);
    if (f->rest >= 0) draw_tile(to, q, t, f->rest, 20, 60, scale);
    for (i = 0; i < q->p; i++)
        if (i != f->rest) {
            const fpm_tile *r = &t->tile[i];
            if (f->rest >= 0) /* what is below does not shine through */
                fprintf(
                    to,
                    "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"#fff\"/>\n",
                    20 + scale * (double)r->c0, 60 + scale * (double)r->r0,
                    scale * (double)(r->c1 - r->c0), scale * (double)(r->r1 - r->r0));
            draw_tile(to, q, t, i, 20, 60, scale);
        }
    draw_tile_list(to, q, t, 40 + scale * cols, 72);
    svg_text(to, 20, bottom + 18, "",
             "%" PRId64 " elements travel in each step of a multiplication", f->volume);
    tile_bounds(q, t, &shapes, &rectangles);
    svg_text(to, 20, bottom + 37, "fill=\"#444\"",
             "at least %.0f with rectangles of these areas, %.0f with any shapes", rectangles,
             shapes);
    svg_end(to);
}

static int take_length(args *a, const char *option, int64_t *to) {
    const char *v = take_value(a, option);
    if (v && !read_whole(v, strlen(v), 1, FPM_SIZE_MAX, to))
        wrong_use(a, "%s %s: not a whole number from 1 to 2^53", option, v);
    return v != NULL;
}

/* Options of this verb only; 1 if the argument was one. */
static int tiling_option(tile_plan *t, args *a) {
    const char *v;
    int64_t count;
    if (take_length(a, "--rows", &t->rows) || take_length(a, "--cols", &t->cols) ||
        take_length(a, "--block", &t->opts.block))
        return 1;
    if (take_length(a, "--columns", &count)) {
        if (!a->status) t->opts.columns = count < INT_MAX ? (int)count : INT_MAX;
    } else if ((v = take_value(a, "--eps")) != NULL) {
        if (!read_real(v, strlen(v), &t->opts.eps) || !(t->opts.eps >= 0))
            wrong_use(a, "--eps %s: not a number from 0 on%s", v, comma_hint(v, strlen(v)));
    } else if ((v = take_value(a, "-a")) != NULL) {
        take_choice(a, "-a", v, arrangements, &t->opts.arrangement);
    } else {
        return 0;
    }
    return 1;
}

static int answer_matrix(problem *q, tile_plan *t, int tsv, const char *svg) {
    FILE *file;
    int status;
    t->tile = (fpm_tile *)calloc((size_t)q->p, sizeof *t->tile);
    if (!t->tile) return out_of_memory();
    status = fpm_matrix_partition(t->rows, t->cols, q->p, q->proc, &t->opts, t->tile, &t->info);
    q->info.proc = t->info.proc;
    if (status < 0) return unsolved(q, status);
    if (tsv) print_tiles_tsv(q, t);
    else print_tiles(q, t);
    if (!svg) return ANSWERED;
    file = fopen(svg, "wb");
    if (!file) return no_answer("%s: %s", svg, strerror(errno));
    draw_tiles(file, q, t);
    return finish_file(file, svg);
}

static int run_matrix(args *a) {
    problem q;
    tile_plan t;
    const char *v, *svg = NULL;
    int tsv = 0, status = problem_begin(&q, a);
    memset(&t, 0, sizeof t);
    while (status == ANSWERED && !a->status && a->at < a->count) {
        if (tiling_option(&t, a) || rule_option(&q, a)) continue;
        if (take_flag(a, "--tsv")) tsv = 1;
        else if ((v = take_value(a, "-m")) != NULL) take_choice(a, "-m", v, kinds, &q.kind);
        else if ((v = take_value(a, "--svg")) != NULL) svg = v;
        else if ((v = take_operand(a)) != NULL) q.file[q.files++] = v;
    }
    if (status == ANSWERED) status = problem_checked(&q, a);
    if (status == ANSWERED && (!t.rows || !t.cols))
        status = wrong_use(a, "--rows M and --cols N are needed");
    if (status == ANSWERED && t.rows > FPM_SIZE_MAX / t.cols)
        status = wrong_use(a, "more than 2^53 elements");
    q.n = status == ANSWERED ? t.rows * t.cols : 0;
    if (status == ANSWERED) status = problem_load(&q, a);
    if (status == ANSWERED) status = answer_matrix(&q, &t, tsv, svg);
    free(t.tile);
    problem_end(&q);
    return status;
}

/* ---- verb: measure ---- */

enum { MOST_DEVICES = 64, MOST_SIZES = 1000, LEAST_SIZES = 5, KILLED = 1000 };

static const char measure_help[] =
    "usage: fpm-tool measure --kernel NAME --device SPEC... --sizes A:B[:COUNT] --dir OUT\n\n"
    "Time a kernel on processors and write one points file a device, OUT/<device>.pts with - for\n"
    "a : and whatever does not suit a file's name.  Devices given together are measured at the\n"
    "same time, as they share caches and memory.  Sizes are COUNT from A to B (10 unless told, at\n"
    "least 5, in geometric progression) in a random order; with -n they are chosen: those that\n"
    "decide how n units of work are partitioned over these devices.\n\n"
    "  --kernel NAME      what to run (fpm-tool devices lists kernels)\n"
    "  --device SPEC...   cpu:0 the first core that this process may use, cpu:0-3 four cores,\n"
    "                     omp:4 four threads anywhere, blas:0 or blas:0-3 the kernel's form that\n"
    "                     calls a BLAS, cuda:0 its form for that device, \"cmd:COMMAND {size}\" a\n"
    "                     command of the shell, with the size in place of {size}\n"
    "  --sizes A:B[:N]    sizes of the kernel, as the side of a matrix; the points files hold\n"
    "                     units of work, as its area.  A command's size is its units\n"
    "  --dir OUT          directory of the points files, made if it is missing\n"
    "  -n N, -n N:M       choose sizes, from A to B, for partitions of N units, or of N to M\n"
    "  --tolerance E      with -n: until no partition can be faster by more than E (0.02)\n"
    "  --max-rounds R     with -n: at most so many rounds (200)\n"
    "  --resume           keep the points that the files hold, and do not measure them again\n"
    "  --visits V         measure each size at V times, far apart (3)\n"
    "  --precision E      stop when the 95 % interval is within E of the time (0.025)\n"
    "  --mean             mean and Student's t, not median and order statistics\n"
    "  --max-seconds S    most time for one size at one visit (5)\n"
    "  --timeout S        kill a command after S seconds (60)\n"
    "  --device-memory B  bytes of a CUDA device to use; what is larger goes in tiles (90 %)\n"
    "  --seed S           of the random order (0)\n\n"
    "Points are written as they come; a size that fails (too large, say) stops no others.\n"
    "Exit status: 0 all measured, 1 something failed, 2 wrong use.\n";

typedef struct device {
    const char *name; /* as given: cpu:0 */
    const char *form; /* what its kernel's name ends in: "", "-blas", "-cuda" */
    int core, threads;
    fpmk_kernel kernel;
    fpmk_setup setup;
    const char *command; /* or NULL */
    double timeout;      /* of it, seconds */
    char *path;          /* of its points file */
    fpm_points points;   /* measured so far */
    int rough, unstable; /* measurements that did not reach the precision, or were not stable */
    double skew;         /* the latest start after the first, in seconds */
} device;

typedef struct session {
    const char *kernel, *sizes, *dir;
    fpmk_options opts;
    fpmk_build how;
    double timeout, device_memory;
    int64_t low[MOST_DEVICES], high[MOST_DEVICES];
    device dev[MOST_DEVICES];
    int count, adaptive, resume, writing;
    int64_t x[MOST_SIZES];
    int rounds, visits;
    int failures;      /* sizes that could not be measured */
    char failure[300]; /* the first of them */
} session;

/* ---- a command of the shell as a kernel ---- */

static int command_init(void *context, int64_t x, int threads, const fpm_alloc *alloc,
                        void **state) {
    const char *text = ((const device *)context)->command, *hole;
    size_t room = 1, used = 0;
    char *line;
    (void)threads, (void)alloc;
    for (hole = text; *hole; hole++) room += 20;
    line = (char *)malloc(room);
    if (!line) return FPM_E_MEMORY;
    while ((hole = strstr(text, "{size}")) != NULL) {
        memcpy(line + used, text, (size_t)(hole - text));
        used += (size_t)(hole - text);
        used += (size_t)snprintf(line + used, room - used, "%" PRId64, x);
        text = hole + 6;
    }
    strcpy(line + used, text);
    *state = line;
    return FPM_OK;
}

static void command_fini(void *context, void *state) {
    (void)context;
    free(state);
}

#ifdef _WIN32
static int command_run(void *context, void *state) {
    (void)context;
    return system((const char *)state);
}
#else
/* Run it in a group of processes of its own, so that all of them can be killed.  It is looked after
   in steps of 1/400 of the time that it has taken, which is the error of the measurement. */
static int command_run(void *context, void *state) {
    const device *dev = (const device *)context;
    double start = fpmk_now(), spent = 0;
    int status = 0;
    pid_t child = fork(), done;
    if (child < 0) return errno;
    if (child == 0) {
        int null = open("/dev/null", O_RDWR);
        setpgid(0, 0);
        if (null >= 0) dup2(null, 0), dup2(null, 1);
        execl("/bin/sh", "sh", "-c", (const char *)state, (char *)NULL);
        _exit(127);
    }
    while ((done = waitpid(child, &status, WNOHANG)) == 0 && spent < dev->timeout) {
        struct timespec step = {0, 20000};
        if (spent > 0.008) step.tv_nsec = (long)fmin(spent / 400 * 1e9, 1e8);
        nanosleep(&step, NULL);
        spent = fpmk_now() - start;
    }
    if (done == 0) {
        kill(-child, SIGKILL);
        kill(child, SIGKILL); /* if it has not made its group yet */
        waitpid(child, &status, 0);
        return KILLED;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
#endif

/* ---- options of measure ---- */

/* A or A-B: cores. */
static int take_cores(device *dev, const char *text) {
    const char *dash = strchr(text, '-');
    size_t length = dash ? (size_t)(dash - text) : strlen(text);
    fpmk_capabilities caps;
    int64_t first, last;
    if (!read_whole(text, length, 0, 4095, &first)) return 0;
    last = first;
    if (dash && !read_whole(dash + 1, strlen(dash + 1), first, 4095, &last)) return 0;
    dev->core = fpmk_core((int)first);
    dev->threads = (int)(last - first) + 1;
    if (dev->core < 0 || fpmk_core((int)last) < 0) return -1;
    if (fpmk_caps(&caps) == FPM_OK && !caps.affinity) dev->core = -1;
    return 1;
}

static void take_device(session *s, args *a, const char *name) {
    device *dev = &s->dev[s->count];
    const char *value = strchr(name, ':') ? strchr(name, ':') + 1 : "";
    size_t kind = (size_t)(value - name);
    fpmk_capabilities caps;
    int64_t k = 1;
    int i, good = 0;
    for (i = 0; i < s->count; i++)
        if (!strcmp(s->dev[i].name, name)) wrong_use(a, "device %s is there twice", name);
    if (s->count == MOST_DEVICES) wrong_use(a, "more than %d devices", MOST_DEVICES);
    if (a->status) return;
    memset(dev, 0, sizeof *dev);
    dev->name = name;
    dev->form = "";
    dev->core = -1;
    dev->threads = 1;
    if (kind == 4 && !strncmp(name, "cpu:", kind)) good = take_cores(dev, value);
    if (kind == 5 && !strncmp(name, "blas:", kind))
        good = take_cores(dev, value), dev->form = "-blas";
    if (kind == 4 && !strncmp(name, "omp:", kind)) {
        good = read_whole(value, strlen(value), 1, 1024, &k);
        dev->threads = (int)k;
    }
    if (kind == 5 && !strncmp(name, "cuda:", kind)) {
        good = read_whole(value, strlen(value), 0, 1023, &k);
        dev->setup.device = (int)k;
        dev->form = "-cuda";
    }
    if (kind == 4 && !strncmp(name, "cmd:", kind) && *value) good = 1, dev->command = value;
    if (good == 0)
        wrong_use(a, "device %s: cpu:I, cpu:I-J, omp:T, blas:I, blas:I-J, cuda:I or cmd:COMMAND",
                  name);
    if (good < 0) wrong_use(a, "device %s: this process may not use so many cores", name);
    if (good > 0 && dev->threads > 1 && fpmk_caps(&caps) == FPM_OK && !caps.openmp)
        wrong_use(a, "device %s: this build has no OpenMP, a kernel runs on one core", name);
    s->count++;
}

/* A:B or A:B:COUNT. */
static void take_sizes(session *s, args *a, const char *text) {
    const char *b = strchr(text, ':'), *count = b ? strchr(b + 1, ':') : NULL;
    const char *end = count ? count : text + strlen(text);
    int64_t low, high, most = 10;
    int i;
    s->sizes = text;
    if (!b || !read_whole(text, (size_t)(b - text), 1, FPM_SIZE_MAX, &low) ||
        !read_whole(b + 1, (size_t)(end - b) - 1, 1, FPM_SIZE_MAX, &high) || low > high ||
        (count && !read_whole(count + 1, strlen(count + 1), LEAST_SIZES, MOST_SIZES, &most))) {
        wrong_use(a, "--sizes %s: it takes A:B or A:B:COUNT, A up to B, COUNT from %d to %d", text,
                  LEAST_SIZES, MOST_SIZES);
        return;
    }
    for (i = 0; i < MOST_DEVICES; i++) s->low[i] = low, s->high[i] = high;
    s->rounds = fpmk_sizes(low, high, (int)most, s->x);
    if (s->rounds < LEAST_SIZES)
        wrong_use(a, "--sizes %s: fewer than %d different sizes", text, LEAST_SIZES);
}

/* N or N:M. */
static void take_units(session *s, args *a, const char *text) {
    const char *colon = strchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : strlen(text);
    s->adaptive = 1;
    s->how.n_high = 0;
    if (!read_whole(text, length, 1, FPM_SIZE_MAX, &s->how.n_low) ||
        (colon &&
         !read_whole(colon + 1, strlen(colon + 1), s->how.n_low, FPM_SIZE_MAX, &s->how.n_high)))
        wrong_use(a, "-n %s: it takes N or N:M, whole numbers from 1 on, N up to M", text);
}

static void take_setting(args *a, const char *option, const char *text, double most, double *to) {
    if (!read_real(text, strlen(text), to) || !(*to > 0) || !(*to <= most))
        wrong_use(a, "%s %s: a number above 0, up to %g%s", option, text, most,
                  comma_hint(text, strlen(text)));
}

static int64_t take_count(args *a, const char *option, const char *text, int64_t low,
                          int64_t most) {
    int64_t value = low;
    if (!read_whole(text, strlen(text), low, most, &value))
        wrong_use(a, "%s %s: a whole number from %" PRId64 " to %" PRId64, option, text, low, most);
    return value;
}

static int measure_setting(session *s, args *a) {
    const char *v;
    if (take_flag(a, "--resume")) s->resume = 1;
    else if (take_flag(a, "--mean")) s->opts.method = FPM_MEAN;
    else if ((v = take_value(a, "--precision")) != NULL)
        take_setting(a, "--precision", v, 1, &s->opts.precision);
    else if ((v = take_value(a, "--max-seconds")) != NULL)
        take_setting(a, "--max-seconds", v, 1e6, &s->opts.max_seconds);
    else if ((v = take_value(a, "--tolerance")) != NULL)
        take_setting(a, "--tolerance", v, 1, &s->how.tolerance);
    else if ((v = take_value(a, "--timeout")) != NULL)
        take_setting(a, "--timeout", v, 1e6, &s->timeout);
    else if ((v = take_value(a, "--device-memory")) != NULL)
        take_setting(a, "--device-memory", v, 1e15, &s->device_memory);
    else if ((v = take_value(a, "--visits")) != NULL)
        s->visits = (int)take_count(a, "--visits", v, 1, 1000);
    else if ((v = take_value(a, "--max-rounds")) != NULL)
        s->how.max_rounds = (int)take_count(a, "--max-rounds", v, 1, 10000);
    else if ((v = take_value(a, "--seed")) != NULL)
        s->opts.seed = (uint64_t)take_count(a, "--seed", v, 0, FPM_SIZE_MAX);
    else if ((v = take_value(a, "-n")) != NULL) take_units(s, a, v);
    else return 0;
    return 1;
}

/* The kernel of each device: the form of it that the device needs, with its own context. */
static void choose_kernels(session *s, args *a) {
    static const char *const vendor[] = {"-cublas", "-cufft"};
    int i, j;
    for (i = 0; i < s->count && !a->status; i++) {
        device *dev = &s->dev[i];
        const fpmk_kernel *kernel = NULL;
        char name[80];
        if (dev->command) {
            memset(&dev->kernel, 0, sizeof dev->kernel);
            dev->kernel.name = "command", dev->kernel.what = "x = {size}, unit = what it counts";
            dev->kernel.init = command_init, dev->kernel.run = command_run;
            dev->kernel.fini = command_fini;
            dev->kernel.context = dev;
            dev->timeout = s->timeout;
            continue;
        }
        if (!s->kernel) return;
        for (j = 0; j < 2 && !strcmp(dev->form, "-cuda") && !kernel; j++) {
            snprintf(name, sizeof name, "%s%s", s->kernel, vendor[j]);
            kernel = fpmk_kernel_find(name);
        }
        snprintf(name, sizeof name, "%s%s", s->kernel, dev->form);
        if (!kernel) kernel = fpmk_kernel_find(name);
        if (!kernel && *dev->form && fpmk_kernel_find(s->kernel))
            wrong_use(a, "device %s: this build has no %s", dev->name, name);
        if (!kernel) wrong_use(a, "no kernel %s (fpm-tool devices lists them)", name);
        if (a->status) return;
        dev->kernel = *kernel;
        dev->setup.device_bytes = (size_t)s->device_memory;
        dev->kernel.context = &dev->setup;
    }
}

static int measure_options(session *s, args *a) {
    const char *v;
    int listing = 0, i, commands = 0; /* listing: operands are devices */
    while (!a->status && a->at < a->count) {
        int was = listing;
        listing = 0;
        if ((v = take_value(a, "--kernel")) != NULL) {
            s->kernel = v;
            if (!fpmk_kernel_find(v)) wrong_use(a, "no kernel %s (fpm-tool devices lists them)", v);
        } else if ((v = take_value(a, "--device")) != NULL) {
            take_device(s, a, v);
            listing = 1;
        } else if ((v = take_value(a, "--sizes")) != NULL) {
            take_sizes(s, a, v);
        } else if ((v = take_value(a, "--dir")) != NULL) {
            s->dir = v;
        } else if (!measure_setting(s, a) && (v = take_operand(a)) != NULL) {
            if (was) take_device(s, a, v);
            else wrong_use(a, "%s: measure takes no files", v);
            listing = was;
        }
    }
    for (i = 0; i < s->count; i++) commands += s->dev[i].command != NULL;
    choose_kernels(s, a);
    if (!s->kernel && (commands < s->count || !s->count)) wrong_use(a, "--kernel NAME is needed");
    if (!s->count) wrong_use(a, "--device SPEC is needed");
    if (!s->rounds) wrong_use(a, "--sizes A:B is needed");
    if (!s->dir) wrong_use(a, "--dir OUT is needed");
    return a->status;
}

/* Name of this machine, its system and its processor. */
static void describe_machine(char *text, size_t size) {
#ifdef _WIN32
    snprintf(text, size, "Windows");
#else
    struct utsname name;
    char line[256], *model;
    FILE *file = fopen("/proc/cpuinfo", "r");
    int length = 0;
    if (uname(&name) == 0)
        length = snprintf(text, size, "%s %s, %s", name.sysname, name.release, name.machine);
    while (file && length > 0 && (size_t)length < size && fgets(line, sizeof line, file)) {
        if (strncmp(line, "model name", 10) != 0 || !(model = strchr(line, ':'))) continue;
        model[strcspn(model, "\n")] = '\0';
        snprintf(text + length, size - (size_t)length, ",%s", model + 1);
        break;
    }
    if (file) fclose(file);
#endif
}

/* ---- its files ---- */

static void write_comments(FILE *file, const session *s, int i) {
    const device *dev = &s->dev[i];
    fpmk_capabilities caps;
    char machine[300] = "unknown", date[40] = "unknown";
    time_t now = time(NULL);
    const struct tm *utc = gmtime(&now);
    int j;
    if (utc) strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", utc);
    describe_machine(machine, sizeof machine);
    fprintf(file, "# kernel   %s: %s\n# device   %s", dev->kernel.name, dev->kernel.what,
            dev->name);
    if (dev->core >= 0) fprintf(file, " (core %d)", dev->core);
    for (j = 0; j < s->count; j++)
        if (j != i) fprintf(file, ", together with %s", s->dev[j].name);
    fprintf(file, "\n# machine  %s\n", machine);
    if (fpmk_caps(&caps) == FPM_OK)
        fprintf(file, "# compiler %s\n# clock    %s, ticks of %.2g s\n", caps.compiler, caps.clock,
                caps.tick);
    fprintf(file,
            "# date     %s\n# options  --sizes %s --precision %g --max-seconds %g --visits %d",
            date, s->sizes, s->opts.precision, s->opts.max_seconds, s->visits);
    if (s->adaptive) fprintf(file, " -n %" PRId64, s->how.n_low);
    if (s->adaptive && s->how.n_high) fprintf(file, ":%" PRId64, s->how.n_high);
    fprintf(file, "%s%s\n", s->opts.method == FPM_MEAN ? " --mean" : "",
            s->resume ? " --resume" : "");
    fprintf(file,
            "# quality  %d measurements did not reach the precision, %d were unstable; %d visits "
            "each; starts within %.2g s\n",
            dev->rough, dev->unstable, s->visits, dev->skew);
    fprintf(file, "# size seconds half_width repetitions\n");
}

/* The points file of device i as far as it is known; 0 when that failed. */
static int write_device(const session *s, int i) {
    const fpm_points *points = &s->dev[i].points;
    char *text = NULL;
    size_t length = 0;
    FILE *file = fopen(s->dev[i].path, "wb");
    int ok = file != NULL;
    fpm_points_format(points, NULL, 0, &length);
    if (ok) {
        write_comments(file, s, i);
        text = (char *)malloc(length + 1);
        ok = text && fpm_points_format(points, text, length + 1, &length) == FPM_OK &&
             fwrite(text, 1, length, file) == length;
        if (fclose(file) != 0) ok = 0;
    }
    free(text);
    return ok;
}

/* Can this file be written?  What it holds stays, and if there was none there is none. */
static int can_write(const char *path) {
    FILE *file = fopen(path, "rb");
    int there = file != NULL, error;
    if (there) fclose(file);
    file = fopen(path, "ab");
    error = errno;
    if (file) fclose(file);
    if (file && !there) remove(path);
    errno = error;
    return there ? file != NULL ? 2 : 0 : file != NULL;
}

/* Paths of the files; whether they can be written is better known now than after a measurement. */
static int name_files(session *s) {
    int i, j, there;
    if (make_dir(s->dir) != 0 && errno != EEXIST)
        return no_answer("%s: %s", s->dir, strerror(errno));
    for (i = 0; i < s->count; i++) {
        size_t size = strlen(s->dir) + strlen(s->dev[i].name) + 6;
        char *path = (char *)malloc(size), *at;
        if (!path) return out_of_memory();
        snprintf(path, size, "%s/%s.pts", s->dir, s->dev[i].name);
        for (at = path + strlen(s->dir) + 1; *at; at++)
            if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._", *at))
                *at = '-';
        if (strlen(s->dev[i].name) > 80) strcpy(path + strlen(s->dir) + 81, ".pts");
        s->dev[i].path = path;
        for (j = 0; j < i; j++)
            if (!strcmp(s->dev[j].path, path))
                return no_answer("%s: the file of two devices", path);
        there = can_write(path);
        if (!there) return no_answer("%s: %s", path, strerror(errno));
        if (there == 2 && s->resume) {
            int status = read_points(path, &s->dev[i].points);
            if (status != ANSWERED) return status;
        }
    }
    return ANSWERED;
}

/* ---- its rounds ---- */

/* Why a size could not be measured: the device at fault is not the ones that had to stop for it. */
static void note_failure(session *s, const int64_t *x, int status, const fpmk_report *reports) {
    int i, at = 0;
    const device *dev;
    char why[100];
    if (s->failures++ > 0) return;
    for (i = 0; i < s->count; i++)
        if (reports[i].status < 0 && reports[i].status != FPM_E_STOPPED) at = i;
    dev = &s->dev[at];
    snprintf(why, sizeof why, "%s", fpmk_status_str(status));
    if (status == FPMK_E_KERNEL && dev->command && reports[at].result == KILLED)
        snprintf(why, sizeof why, "killed after %g s", dev->timeout);
    else if (status == FPMK_E_KERNEL && dev->command)
        snprintf(why, sizeof why, "the command ended with status %d", reports[at].result);
    snprintf(s->failure, sizeof s->failure, "%s on %.80s at size %" PRId64 ": %s", dev->kernel.name,
             dev->name, x[at], why);
}

/* Measure the devices whose x is not 0 as a group: what fpmk_build_model calls, and the rounds of
   a grid. */
static int measure_round(void *context, int count, const int64_t *x, fpm_point *points,
                         fpmk_report *reports) {
    session *s = (session *)context;
    fpmk_member member[MOST_DEVICES];
    int i, status, who[MOST_DEVICES], working = 0;
    memset(member, 0, sizeof member);
    for (i = 0; i < count; i++) {
        if (x[i] == 0) continue;
        member[working].kernel = &s->dev[i].kernel;
        member[working].core = s->dev[i].core;
        member[working].threads = s->dev[i].threads;
        member[working].x = x[i];
        who[working++] = i;
    }
    status = fpmk_measure_group(working, member, &s->opts, points, reports);
    while (working-- > 0) {
        device *dev = &s->dev[i = who[working]];
        points[i] = points[working];
        reports[i] = reports[working];
        if (status < 0) continue;
        dev->rough += reports[i].status > 0;
        dev->unstable += reports[i].unstable;
        if (reports[i].skew > dev->skew) dev->skew = reports[i].skew;
    }
    if (status < 0) note_failure(s, x, status, reports);
    return status;
}

static int write_all(const session *s) {
    int i;
    for (i = 0; i < s->count; i++)
        if (s->dev[i].points.count > 0 && !write_device(s, i)) return 0;
    return 1;
}

static void show_progress(const char *text) {
    if (is_terminal(stderr)) fprintf(stderr, "\r%-40s%s", text, *text ? "" : "\r");
}

/* Keep the points of a round in the files. */
static int keep_built(void *context, const fpmk_progress *state) {
    session *s = (session *)context;
    char text[80];
    int i;
    for (i = 0; i < s->count; i++)
        if (state->x[i] > 0 &&
            fpmk_points_pool(&s->dev[i].points, &state->points[i], NULL) != FPM_OK)
            return 1;
    s->writing = write_all(s);
    snprintf(text, sizeof text, "round %d, gap %.1f %%", state->done, 100 * state->gap);
    show_progress(text);
    return !s->writing;
}

/* Sizes chosen for partitions of n. */
static int measure_chosen(session *s) {
    fpm_points lists[MOST_DEVICES];
    fpmk_build_info info;
    int i, status = FPM_OK;
    memset(lists, 0, sizeof lists);
    for (i = 0; i < s->count; i++) { /* what was resumed */
        int64_t j;
        for (j = 0; j < s->dev[i].points.count && status >= 0; j++) {
            const fpm_points *p = &s->dev[i].points;
            fpm_point point;
            point.size = p->size[j], point.seconds = p->seconds[j];
            point.half_width = p->half_width[j], point.reps = p->reps[j];
            status = fpmk_points_pool(&lists[i], &point, NULL);
        }
    }
    s->how.low = s->low, s->how.high = s->high;
    s->how.visits = s->visits;
    s->how.measure = measure_round, s->how.context = s;
    s->opts.progress = keep_built, s->opts.progress_context = s;
    s->writing = 1;
    memset(&info, 0, sizeof info);
    if (status >= 0) {
        fpmk_member members[MOST_DEVICES];
        memset(members, 0, sizeof members);
        for (i = 0; i < s->count; i++) members[i].kernel = &s->dev[i].kernel;
        status = fpmk_build_model(s->count, members, &s->how, &s->opts, lists, &info);
    }
    show_progress("");
    for (i = 0; i < s->count; i++) fpm_points_free(&lists[i], NULL);
    if (!s->writing)
        return no_answer("%s: points could not be written: %s", s->dir, strerror(errno));
    if (status == FPM_E_SIZE && s->failures == 0)
        return no_answer("-n: the sizes %s of all devices together do not reach it", s->sizes);
    if (s->failures > 0 && (status < 0 || !info.limited)) return no_answer("%s", s->failure);
    if (status < 0) return no_answer("%s", fpmk_status_str(status));
    printf("%d rounds; no partition can be faster by more than %.1f %%%s%s\n", info.rounds,
           100 * info.gap, status > 0 ? "; the limit of rounds came first" : "",
           info.limited ? "; sizes are limited by memory" : "");
    return ANSWERED;
}

/* A random order of sizes: a drift of the machine must not look like a property of the sizes. */
static void shuffle(int64_t *x, int count, uint64_t random) {
    int i;
    for (i = count - 1; i > 0; i--) {
        int64_t kept = x[i];
        int j;
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        j = (int)((random >> 33) % (uint64_t)(i + 1));
        x[i] = x[j];
        x[j] = kept;
    }
}

/* Do the files that were resumed hold this size of every device? */
static int known_already(const session *s, int64_t x) {
    int i;
    for (i = 0; i < s->count; i++) {
        const fpm_points *p = &s->dev[i].points;
        const fpmk_kernel *k = &s->dev[i].kernel;
        int64_t j, units = k->units ? k->units(k->context, x) : x;
        for (j = 0; j < p->count && p->size[j] != units; j++) {}
        if (j == p->count) return 0;
    }
    return 1;
}

/* One size on all devices, pooled and written; ANSWERED even if it could not be measured. */
static int measure_size(session *s, int64_t x, int *measured) {
    fpm_point points[MOST_DEVICES];
    fpmk_report reports[MOST_DEVICES];
    int64_t sizes[MOST_DEVICES];
    int i, ok = 1;
    for (i = 0; i < s->count; i++) sizes[i] = x;
    memset(reports, 0, sizeof reports);
    *measured = measure_round(s, s->count, sizes, points, reports) >= 0;
    for (i = 0; i < s->count && *measured; i++)
        ok = ok && fpmk_points_pool(&s->dev[i].points, &points[i], NULL) == FPM_OK;
    if (ok && (!*measured || write_all(s))) return ANSWERED;
    return no_answer("%s: points could not be written: %s", s->dir, strerror(errno));
}

/* All sizes, also those after one that fails: it may have been too large for the memory. */
static int measure_grid(session *s) {
    int64_t x[MOST_SIZES];
    int visit, j, left = 0, status = ANSWERED, measured;
    char text[80];
    for (j = 0; j < s->rounds; j++)
        if (!s->resume || !known_already(s, s->x[j])) x[left++] = s->x[j];
    for (visit = 0; visit < s->visits; visit++) {
        int count = left;
        shuffle(x, count, s->opts.seed + (uint64_t)visit + 1);
        for (left = 0, j = 0; j < count && status == ANSWERED; j++) {
            status = measure_size(s, x[j], &measured);
            if (measured) x[left++] = x[j];
            snprintf(text, sizeof text, "visit %d of %d, %d of %d sizes", visit + 1, s->visits,
                     j + 1, count);
            show_progress(text);
        }
    }
    show_progress("");
    if (status != ANSWERED || s->failures == 0) return status;
    return no_answer("%s (%d of %d sizes are measured)", s->failure, s->rounds - s->failures,
                     s->rounds);
}

static int run_measure(args *a) {
    session *s = (session *)calloc(1, sizeof *s);
    int i, status;
    if (!s) return out_of_memory();
    s->opts.precision = 0.025;
    s->opts.max_seconds = 5;
    s->timeout = 60;
    s->visits = 3;
    status = measure_options(s, a);
    if (status == ANSWERED) status = name_files(s);
    if (status == ANSWERED) status = s->adaptive ? measure_chosen(s) : measure_grid(s);
    for (i = 0; i < s->count; i++) {
        const fpm_points *points = &s->dev[i].points;
        if (points->count && a->status == ANSWERED)
            printf("%s: %" PRId64
                   " points, %d measurements imprecise, %d unstable, %.4g units/s at "
                   "the largest\n",
                   s->dev[i].path, points->count, s->dev[i].rough, s->dev[i].unstable,
                   (double)points->size[points->count - 1] / points->seconds[points->count - 1]);
        fpm_points_free(&s->dev[i].points, NULL);
        free(s->dev[i].path);
    }
    free(s);
    return status;
}

/* ---- verb: devices ---- */

static const char devices_help[] =
    "usage: fpm-tool devices [--tsv]\n\n"
    "List what this build can measure on this machine: devices and kernels for fpm-tool measure,\n"
    "and how well it can time them.\n";

static void list_devices(const fpmk_capabilities *caps, int tsv) {
    const char *row = tsv ? "device\t%s\t%s\n" : "device  %-13s %s\n";
    char name[40], what[200];
    int i, core, status = FPM_OK;
    for (i = 0; (core = fpmk_core(i)) >= 0 && i < caps->cores; i++) {
        snprintf(name, sizeof name, "cpu:%d", i);
        snprintf(what, sizeof what, "core %d", core);
        printf(row, name, what);
    }
    if (caps->openmp && caps->cores > 1) {
        snprintf(name, sizeof name, "cpu:0-%d", caps->cores - 1);
        printf(row, name, "that many cores, a thread each");
        snprintf(name, sizeof name, "omp:%d", caps->cores);
        printf(row, name, "that many threads on any cores");
    }
    for (i = 0; i < 1024 && status == FPM_OK; i++) {
        fpmk_device found;
        status = fpmk_device_get(i, &found);
        if (status != FPM_OK) break;
        snprintf(name, sizeof name, "cuda:%d", i);
        snprintf(what, sizeof what, "%s, %.1f of %.1f GB free", found.name, found.free * 1e-9,
                 found.memory * 1e-9);
        printf(row, name, what);
    }
    if (i == 0 && status != FPM_E_UNSUPPORTED)
        printf(tsv ? "# cuda %s\n" : "cuda    %s\n", fpmk_status_str(status));
}

static int run_devices(args *a) {
    fpmk_capabilities caps;
    const fpmk_kernel *kernel;
    int i, status, tsv = 0;
    while (!a->status && a->at < a->count) {
        const char *v;
        if (take_flag(a, "--tsv")) tsv = 1;
        else if ((v = take_operand(a)) != NULL) wrong_use(a, "%s: devices takes no files", v);
    }
    if (a->status) return a->status;
    status = fpmk_caps(&caps);
    if (status < 0) return no_answer("%s", fpmk_status_str(status));
    printf(tsv ? "# clock %s\n# tick %.17g\n# compiler %s\n"
               : "clock    %s, ticks of %.2g s\n"
                 "compiler %s\n",
           caps.clock, caps.tick, caps.compiler);
    printf(tsv ? "# threads %d\n# affinity %d\n# openmp %d\n# blas %d\n# cuda %d\n"
               : "threads  %d   (1: devices can be measured together)\n"
                 "affinity %d   (1: a device is one core, not any)\n"
                 "openmp   %d   (1: kernels can use several cores)\n"
                 "blas     %d   (1: kernels that call a BLAS)\n"
                 "cuda     %d   (1: kernels for CUDA devices)\n",
           caps.threads, caps.affinity, caps.openmp, caps.blas, caps.cuda);
    if (caps.memory < 1e17)
        printf(tsv ? "# memory %.17g\n" : "memory   %.3g bytes may be used\n", caps.memory);
    printf(tsv ? "kind\tname\twhat\n" : "\nkind    name          what\n");
    list_devices(&caps, tsv);
    for (i = 0; (kernel = fpmk_kernel_at(i)) != NULL; i++)
        printf(tsv ? "kernel\t%s\t%s\n" : "kernel  %-13s %s\n", kernel->name, kernel->what);
    return ANSWERED;
}

/* ---- the table of verbs ---- */

typedef struct verb {
    const char *name, *what;
    int (*run)(args *a);
    const char *help;
} verb;

static const verb verbs[] = {
    {"partition", "split n units of work over processors", run_partition, partition_help},
    {"matrix", "cut a matrix into a tile for each processor", run_matrix, matrix_help},
    {"measure", "time a kernel on devices, write points files", run_measure, measure_help},
    {"devices", "list what can be measured here", run_devices, devices_help},
    {"plot", "draw speed functions and shares as SVG", run_plot, plot_help},
    {"simulate", "balance an iterative routine over given processors", run_simulate, simulate_help},
    {"chain", "cut a row of loads into contiguous parts", run_chain, chain_help},
    {"rect", "cut a plane of loads into rectangles", run_rect, rect_help},
    {"advise", "say which algorithm suits given points, and why", run_advise, advise_help},
};
enum { VERBS = (int)(sizeof verbs / sizeof verbs[0]) };

static void print_help(FILE *to) {
    int i;
    fprintf(to, "usage: fpm-tool VERB [options]\n\n"
                "Functional performance models and optimal data partitioning (fpm.h).\n\n");
    for (i = 0; i < VERBS; i++) fprintf(to, "  %-10s %s\n", verbs[i].name, verbs[i].what);
    fprintf(to, "\nfpm-tool VERB --help tells more; fpm-tool --version.\n"
                "Exit status: 0 answered, 1 no answer, 2 wrong use.\n");
}

static int wants_help(const args *a) {
    int i;
    for (i = 0; i < a->count; i++)
        if (!strcmp(a->list[i], "--help") || !strcmp(a->list[i], "-h")) return 1;
    return 0;
}

static int run(int argc, char **argv) {
    args a;
    int i;
    memset(&a, 0, sizeof a);
    a.verb = argc > 1 ? argv[1] : "";
    a.list = argv + 2;
    a.count = argc > 2 ? argc - 2 : 0;
    if (!strcmp(a.verb, "--help") || !strcmp(a.verb, "-h")) return print_help(stdout), ANSWERED;
    if (!strcmp(a.verb, "--version")) {
        int v = fpm_version();
        printf("fpm-tool %d.%d.%d\n", v / 10000, v / 100 % 100, v % 100);
        return ANSWERED;
    }
    for (i = 0; i < VERBS; i++) {
        if (strcmp(a.verb, verbs[i].name) != 0) continue;
        if (!wants_help(&a)) return verbs[i].run(&a);
        fputs(verbs[i].help, stdout);
        return ANSWERED;
    }
    if (argc > 1) fprintf(stderr, "fpm-tool: unknown verb %s (see fpm-tool --help)\n", a.verb);
    else print_help(stderr);
    return WRONG_USE;
}

int main(int argc, char **argv) {
    int status = run(argc, argv), written = finish_file(stdout, NULL);
    return status == ANSWERED ? written : status;
}
