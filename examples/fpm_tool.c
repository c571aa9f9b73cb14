/* fpm_tool.c - fpm-tool: partitions, measurements and pictures on the command line

      cc -O2 -I. examples/fpm_tool.c -o fpm-tool -lm -lpthread

   Data flow down the file: messages and numbers, options, files, the problem (files and constraints
   become processors of fpm.h), its solution as text, drawing (SVG, a chart, the speed functions),
   then the verbs one by one and their table.  A verb returns the exit status: 0 answered, 1 no
   answer and one line on standard error, 2 wrong use. */
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
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/utsname.h>
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
    char names[128] = "";
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
                                    {NULL, 0}};

/* ---- files ---- */

/* The whole of a text file, or of standard input for "-".  The caller frees *text. */
static int read_file(const char *name, char **text, size_t *length) {
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
        binary = got > 0 && memchr(*text + *length, '\0', got) != NULL;
        *length += got;
    }
    if (file != stdin) fclose(file);
    if (!failed && !binary) return ANSWERED;
    free(*text);
    *text = NULL;
    return no_answer("%s: %s", name, failed ? strerror(failed) : "not a text file");
}

/* Words of a text between white space, and the line they are on. */
typedef struct scanner {
    const char *file, *at, *end;
    int64_t line;
    const char *word;
    size_t length;
} scanner;

static int next_word(scanner *s) {
    while (s->at < s->end && strchr(" \t\r\n\v\f", *s->at)) s->line += *s->at++ == '\n';
    s->word = s->at;
    while (s->at < s->end && !strchr(" \t\r\n\v\f", *s->at)) s->at++;
    s->length = (size_t)(s->at - s->word);
    return s->length > 0;
}

/* What is wrong with the word just read, where something else was expected. */
static int bad_word(const scanner *s, const char *expected) {
    if (s->length == 0)
        return no_answer("%s:%" PRId64 ": the file ends where %s should be", s->file, s->line,
                         expected);
    return no_answer("%s:%" PRId64 ": \"%.*s\" is not %s", s->file, s->line,
                     s->length > 40 ? 40 : (int)s->length, s->word, expected);
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
    const char *instance; /* file of all processors, or NULL */
    const char **file;    /* else one of each */
    rule *rules;
    int files, rule_count;
    int p;
    fpm_points *points; /* p of each from here on */
    fpm_model *model;
    fpm_proc *proc;
    int64_t *d;
    fpm_info info;
    int solved; /* d and info are there */
} problem;

static int problem_begin(problem *q, const args *a) {
    memset(q, 0, sizeof *q);
    q->n = -1;
    q->file = (const char **)calloc((size_t)a->count + 1, sizeof *q->file);
    q->rules = (rule *)calloc((size_t)a->count + 1, sizeof *q->rules);
    return q->file && q->rules ? ANSWERED : out_of_memory();
}

static void problem_end(problem *q) {
    int i;
    for (i = 0; i < q->p; i++) {
        if (q->model) fpm_model_free(&q->model[i], NULL);
        fpm_points_free(&q->points[i], NULL);
    }
    free(q->d);
    free(q->proc);
    free(q->model);
    free(q->points);
    free(q->rules);
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
        wrong_use(a, "%s %s: the value is seconds, 0 or more", option, text);
    } else if (!real && !none && !read_whole(value, strlen(value), 1, FPM_SIZE_MAX, &r->value)) {
        wrong_use(a, "%s %s: the value is a whole number from 1 to 2^53", option, text);
    }
}

/* Options that all verbs with a problem share; 1 if the argument was one. */
static int problem_option(problem *q, args *a) {
    static const char *const constraints[] = {"--max", "--min", "--grain", "--fixed", "--required"};
    const char *v;
    int i, at = a->at;
    for (i = 0; i < 5 && a->at == at && !a->status; i++)
        if ((v = take_value(a, constraints[i])) != NULL) take_rule(q, a, constraints[i], v);
    if (a->at > at || a->status) return 1;
    if ((v = take_value(a, "-n")) != NULL) {
        if (!read_whole(v, strlen(v), 0, FPM_SIZE_MAX, &q->n))
            wrong_use(a, "-n %s: not a whole number from 0 to 2^53", v);
    } else if ((v = take_value(a, "-a")) != NULL) {
        take_choice(a, "-a", v, algorithms, &q->algorithm);
    } else if ((v = take_value(a, "-m")) != NULL) {
        take_choice(a, "-m", v, kinds, &q->kind);
    } else if ((v = take_value(a, "--instance")) != NULL) {
        if (q->instance) wrong_use(a, "--instance %s: there is one already", v);
        q->instance = v;
    }
    return a->at > at || a->status;
}

static int problem_checked(problem *q, args *a) {
    if (q->instance && q->files) wrong_use(a, "%s: not together with --instance", q->file[0]);
    if (!q->instance && !q->files) wrong_use(a, "no FILE given");
    if (!q->kind) q->kind = q->instance ? FPM_DISCRETE : FPM_AKIMA;
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

static int read_points(problem *q, const char *file) {
    fpm_points *points = add_processor(q);
    char *text;
    size_t length;
    int64_t line = 0;
    int status;
    if (!points) return out_of_memory();
    if (read_file(file, &text, &length) != ANSWERED) return NO_ANSWER;
    status = fpm_points_parse(points, text, length, &line, NULL);
    free(text);
    if (status < 0 && line > 0)
        return no_answer("%s:%" PRId64 ": %s", file, line, fpm_status_str(status));
    if (status == FPM_OK && points->count == 0) status = FPM_E_NO_POINTS;
    if (status == FPM_OK) status = fpm_points_sort(points, NULL);
    return status < 0 ? no_answer("%s: %s", file, fpm_status_str(status)) : ANSWERED;
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

static int make_models(problem *q) {
    fpm_model_options opts;
    char room[40];
    int i, status;
    q->model = (fpm_model *)calloc((size_t)q->p, sizeof *q->model);
    q->proc = (fpm_proc *)calloc((size_t)q->p, sizeof *q->proc);
    q->d = (int64_t *)calloc((size_t)q->p, sizeof *q->d);
    if (!q->model || !q->proc || !q->d) return out_of_memory();
    memset(&opts, 0, sizeof opts);
    if (q->kind == FPM_CONSTANT && q->n >= 0) /* the speed at the even share */
        opts.at = q->n > q->p ? q->n / q->p : 1;
    for (i = 0; i < q->p; i++) {
        const fpm_points *points = &q->points[i];
        opts.half_width = points->half_width;
        opts.reps = points->reps;
        status = fpm_model_init(&q->model[i], q->kind, points->count, points->size, points->seconds,
                                &opts);
        if (status < 0)
            return no_answer("%s%s%s: %s", q->instance ? q->instance : "", q->instance ? ": " : "",
                             processor_name(q, i, room, sizeof room), fpm_status_str(status));
        q->proc[i].model = &q->model[i];
    }
    return ANSWERED;
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

/* Read all files, make the models, apply the constraints. */
static int problem_load(problem *q, args *a) {
    int i, status = q->instance ? read_instance(q) : ANSWERED;
    for (i = 0; i < q->files && status == ANSWERED; i++) status = read_points(q, q->file[i]);
    if (status == ANSWERED) status = make_models(q);
    return status == ANSWERED ? apply_rules(q, a) : status;
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
    status = fpm_partition(q->n, q->p, q->proc, &opts, q->d, &q->info);
    q->solved = status >= 0;
    return status < 0 ? unsolved(q, status) : ANSWERED;
}

/* Seconds that processor i needs for its share. */
static double share_seconds(const problem *q, int i) {
    double t = 0;
    if (q->d[i] == 0 || fpm_model_time(&q->model[i], (double)q->d[i], &t) < 0) return 0;
    return q->proc[i].fixed + t;
}

static const char *share_remark(const problem *q, int i) {
    double t;
    if (q->d[i] == 0) return "  (idle)";
    if (fpm_model_time(&q->model[i], (double)q->d[i], &t) != FPM_EXTRAPOLATED) return "";
    return "  (beyond its last point)";
}

static void print_tsv(const problem *q) {
    const fpm_info *info = &q->info;
    int i;
    printf("# status %s\n# makespan %.17g\n# lower_bound %.17g\n# imbalance %.17g\n",
           fpm_status_str(info->status), info->makespan, info->lower_bound, info->imbalance);
    printf("# algorithm %s\n# gap %.17g\n# common_time %.17g\n# n %" PRId64 "\n",
           choice_name(algorithms, info->algorithm), info->gap, info->common_time, q->n);
    if (info->algorithm == FPM_NUMERICAL) printf("# residual %.17g\n", info->residual);
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
    if (info->gap > 0) printf("   (gap %.3g %%)\n", 100 * info->gap);
    else printf("   (no partition is faster)\n");
    printf("imbalance    %.3g %%   (%d of %d busy)\n", 100 * info->imbalance, info->busy, q->p);
    printf("algorithm    %s on %s models\n", choice_name(algorithms, info->algorithm),
           choice_name(kinds, q->kind));
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
    int log;
} axis;

typedef struct chart {
    FILE *to;
    axis x, y;
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
        for (k = (int)ceil(a->low / step - 1e-9); k * step <= a->high * 1.0000001; k++)
            if (count < room) tick[count++] = k * step;
    }
    return count;
}

/* Grid, tick values and titles of both axes; opens the group that is clipped to the frame. */
static void chart_begin(const chart *c, const char *x_title, const char *y_title) {
    const axis *x = &c->x, *y = &c->y;
    double tick[40];
    char room[40], turned[120];
    int i, count = axis_ticks(x, 7, tick, 40);
    for (i = 0; i < count; i++) {
        double at = place(x, tick[i]);
        svg_line(c->to, at, y->from, at, y->to, "stroke=\"#e4e4e4\"");
        svg_text(c->to, at, y->from + 18, "text-anchor=\"middle\"", "%s",
                 round_text(tick[i], room, sizeof room));
    }
    count = axis_ticks(y, 6, tick, 40);
    for (i = 0; i < count; i++) {
        double at = place(y, tick[i]);
        svg_line(c->to, x->from, at, x->to, at, "stroke=\"#e4e4e4\"");
        svg_text(c->to, x->from - 8, at + 4, "text-anchor=\"end\"", "%s",
                 round_text(tick[i], room, sizeof room));
    }
    svg_text(c->to, (x->from + x->to) / 2, y->from + 42, "text-anchor=\"middle\"", "%s%s", x_title,
             x->log ? ", logarithmic" : "");
    snprintf(turned, sizeof turned, "text-anchor=\"middle\" transform=\"rotate(-90 %.2f %.2f)\"",
             x->from - 54, (y->from + y->to) / 2);
    svg_text(c->to, x->from - 54, (y->from + y->to) / 2, turned, "%s%s", y_title,
             y->log ? ", logarithmic" : "");
    fprintf(c->to,
            "<clipPath id=\"frame\"><rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"/>"
            "</clipPath>\n<g clip-path=\"url(#frame)\" fill=\"none\">\n",
            x->from, y->to, x->to - x->from, y->from - y->to);
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

static void draw_curve(const chart *c, const problem *q, int i) {
    const fpm_proc *proc = &q->proc[i];
    const fpm_model *m = proc->model;
    double end = proc->max ? (double)proc->max : c->x.high, last = last_size(m);
    char solid[120], dashed[120];
    snprintf(solid, sizeof solid, "stroke=\"%s\" stroke-width=\"2\"", colour_of(i));
    snprintf(dashed, sizeof dashed, "stroke=\"%s\" stroke-width=\"1.6\" stroke-dasharray=\"5 4\"",
             colour_of(i));
    if (m->count == 0 || m->kind == FPM_DISCRETE) return;
    draw_span(c, proc, 0, fmin((double)m->size[0], end), dashed);
    draw_span(c, proc, (double)m->size[0], fmin(last, end), solid);
    draw_span(c, proc, last, end, dashed);
    if (proc->max && end <= c->x.high) { /* the end of its memory */
        double x = place(&c->x, end), y = place(&c->y, speed_at(proc, end));
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
    snprintf(fill, sizeof fill, "fill=\"%s\"", colour_of(i));
    snprintf(bar, sizeof bar, "stroke=\"%s\" stroke-width=\"1.2\"", colour_of(i));
    for (j = 0; j < points->count; j++) {
        double size = (double)points->size[j], t = fixed + points->seconds[j];
        double half = points->half_width[j], x = place(&c->x, size), y = place(&c->y, size / t);
        if (size > c->x.high || fabs(x - last_x) + fabs(y - last_y) < 2) continue;
        if (half > 0 && half < t)
            svg_line(c->to, x, fmin(place(&c->y, size / (t + half)), c->y.from), x,
                     fmax(place(&c->y, size / (t - half)), c->y.to), bar);
        svg_marker(c->to, i, x, y, 3, fill);
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
                 colour_of(i));
        snprintf(ring, sizeof ring, "fill=\"#fff\" stroke=\"%s\" stroke-width=\"2.4\"",
                 colour_of(i));
        svg_line(c->to, x, y, x, c->y.from, drop);
        svg_marker(c->to, i, x, y, 6, ring);
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
        if (j != i && !strcmp(other, base + 1)) return name;
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

/* Names, shares and times on the right, and the key below. */
static void draw_legend(const chart *c, const problem *q, double x, double bottom) {
    double y = c->y.to + 6, row = q->solved ? 42 : 24;
    int i, fit = (int)((bottom - 100 - y) / row);
    char room[40], cut[80], more[100], note[] = "font-size=\"12\" fill=\"#555\"";
    if (fit >= q->p) fit = q->p;
    else fit--;
    for (i = 0; i < fit; i++, y += row) {
        const char *name = legend_name(q, i, room, sizeof room);
        snprintf(more, sizeof more, "stroke=\"%s\" stroke-width=\"2.4\"", colour_of(i));
        if (q->kind != FPM_DISCRETE) svg_line(c->to, x, y, x + 26, y, more);
        snprintf(more, sizeof more, "fill=\"%s\"", colour_of(i));
        svg_marker(c->to, i, x + 13, y, 4, more);
        svg_text(c->to, x + 34, y + 4, "", "%s", short_name(name, 20, cut, sizeof cut));
        if (q->solved && q->d[i])
            svg_text(c->to, x + 34, y + 20, note, "%" PRId64 " units, %.4g s", q->d[i],
                     share_seconds(q, i));
        else if (q->solved) svg_text(c->to, x + 34, y + 20, note, "0 units, idle");
    }
    if (fit < q->p) svg_text(c->to, x + 34, y + 4, "", "and %d more", q->p - fit), y += row;
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
    int i, right;
    memset(&c, 0, sizeof c);
    c.to = to;
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
    for (i = 0; i < q->p; i++) draw_curve(&c, q, i);
    chart_end(&c);
    for (i = 0; i < q->p; i++) draw_points(&c, q, i);
    draw_shares(&c, q);
    if (q->solved) draw_line_labels(&c, q, steps);
    draw_legend(&c, q, width - 228, c.y.from);
    svg_end(to);
}

/* Close a file that was written to (NULL name: standard output stays open). */
static int finish_file(FILE *file, const char *name) {
    int failed = ferror(file) || fflush(file);
    if (name) failed |= fclose(file);
    return failed ? no_answer("%s: %s", name ? name : "standard output", strerror(errno))
                  : ANSWERED;
}

static int save_picture(const char *name, const problem *q) {
    FILE *file = fopen(name, "wb");
    if (!file) return no_answer("%s: %s", name, strerror(errno));
    draw_speeds(file, q, NULL);
    return finish_file(file, name);
}

/* ---- verb: partition ---- */

#define PROBLEM_HELP                                                                               \
    "  -n N             units of work, 12000 or 1.2e4\n"                                           \
    "  -a ALG           auto (default: exact, the fastest way), even, proportional, geometric,\n"  \
    "                   numerical (equal times as equations), optimal\n"                           \
    "  -m KIND          model made of the points: akima (default), piecewise, shaped, discrete,\n" \
    "                   constant (the speed at the even share)\n"                                  \
    "  --instance FILE  all processors in one file: `n p`, then for each its number of points\n"   \
    "                   and as many `size seconds`; -n overrides its n, -m is discrete\n"          \
    "  --max I:K        processor I, counted from 0, takes K units at most\n"                      \
    "  --min I:K        ... takes at least K units, if any\n"                                      \
    "  --grain [I:]G    ... takes a multiple of G; without I: all do\n"                            \
    "  --fixed I:S      ... spends S seconds if it takes any\n"                                    \
    "  --required I     ... must take some\n"

static const char partition_help[] =
    "usage: fpm-tool partition -n N [options] FILE...\n"
    "       fpm-tool partition --instance FILE [options]\n\n"
    "Split N units of work over the processors so that the last one finishes as early as\n"
    "possible.  Each FILE holds the points of one processor, a line each:\n"
    "size seconds [half_width [repetitions]]; # starts a comment; - is standard input.\n"
    "\n" PROBLEM_HELP
    "  --tsv            tab-separated, 17 digits: `# key value` lines, then a row a processor\n"
    "  --svg OUT        draw the speed functions, the result's line and the shares\n\n"
    "Exit status: 0 answered, 1 no answer, 2 wrong use.\n";

static int run_partition(args *a) {
    problem q;
    const char *v, *svg = NULL;
    int tsv = 0, status = problem_begin(&q, a);
    while (status == ANSWERED && !a->status && a->at < a->count) {
        if (problem_option(&q, a)) continue;
        if (take_flag(a, "--tsv")) tsv = 1;
        else if ((v = take_value(a, "--svg")) != NULL) svg = v;
        else if ((v = take_operand(a)) != NULL) q.file[q.files++] = v;
    }
    if (status == ANSWERED) status = problem_checked(&q, a);
    if (status == ANSWERED && q.n < 0 && !q.instance) status = wrong_use(a, "-n N is needed");
    if (status == ANSWERED) status = problem_load(&q, a);
    if (status == ANSWERED) status = solve(&q, NULL);
    if (status == ANSWERED) {
        if (tsv) print_tsv(&q);
        else print_table(&q);
        if (svg) status = save_picture(svg, &q);
    }
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

/* ---- verb: measure ---- */

enum { MOST_DEVICES = 64, MOST_SIZES = 1000, LEAST_SIZES = 5 };

static const char measure_help[] =
    "usage: fpm-tool measure --kernel NAME --device SPEC... --sizes A:B[:COUNT] --dir OUT\n\n"
    "Time a kernel on processors at COUNT sizes from A to B (10 unless told, at least 5, in\n"
    "geometric progression) and write one points file a device, OUT/<device>.pts with - for a :.\n"
    "Devices given together are measured at the same time, as they share caches and memory.\n\n"
    "  --kernel NAME      what to run (fpm-tool devices lists kernels)\n"
    "  --device SPEC...   cpu:0 is the first core that this process may use, and so on\n"
    "  --sizes A:B[:N]    sizes of the kernel, as the side of a matrix; the points files hold\n"
    "                     units of work, as its area\n"
    "  --dir OUT          directory of the points files, made if it is missing\n"
    "  --precision E      stop when the 95 % interval is within E of the median (default 0.025)\n"
    "  --max-seconds S    most time for one size (default 5)\n\n"
    "Points are written as they come; a size that fails (too large, say) stops no others.\n"
    "Exit status: 0 all measured, 1 something failed, 2 wrong use.\n";

typedef struct device {
    const char *name; /* cpu:0 */
    int core;
    char *path;        /* of its points file */
    fpm_points points; /* measured so far */
    int rough;         /* points that did not reach the precision */
} device;

typedef struct session {
    const fpmk_kernel *kernel;
    const char *sizes, *dir;
    fpmk_options opts;
    device dev[MOST_DEVICES];
    int count;
    int64_t x[MOST_SIZES];
    int rounds;
    int failures;      /* sizes that could not be measured */
    char failure[160]; /* the first of them */
} session;

static void take_device(session *s, args *a, const char *name) {
    fpmk_capabilities caps;
    device *dev = &s->dev[s->count];
    int64_t k;
    int i;
    for (i = 0; i < s->count; i++)
        if (!strcmp(s->dev[i].name, name)) wrong_use(a, "device %s is there twice", name);
    if (s->count == MOST_DEVICES) wrong_use(a, "more than %d devices", MOST_DEVICES);
    if (strncmp(name, "cpu:", 4) != 0 || !read_whole(name + 4, strlen(name + 4), 0, 4095, &k))
        wrong_use(a, "device %s: it is cpu:I (fpm-tool devices lists them)", name);
    if (a->status) return;
    memset(dev, 0, sizeof *dev);
    dev->name = name;
    dev->core = fpmk_core((int)k);
    if (dev->core < 0) wrong_use(a, "device %s: this process may not use so many cores", name);
    if (fpmk_caps(&caps) == FPM_OK && !caps.affinity) dev->core = -1;
    s->count++;
}

/* A:B or A:B:COUNT. */
static void take_sizes(session *s, args *a, const char *text) {
    const char *b = strchr(text, ':'), *count = b ? strchr(b + 1, ':') : NULL;
    const char *end = count ? count : text + strlen(text);
    int64_t low, high, most = 10;
    s->sizes = text;
    if (!b || !read_whole(text, (size_t)(b - text), 1, FPM_SIZE_MAX, &low) ||
        !read_whole(b + 1, (size_t)(end - b) - 1, 1, FPM_SIZE_MAX, &high) || low > high ||
        (count && !read_whole(count + 1, strlen(count + 1), LEAST_SIZES, MOST_SIZES, &most))) {
        wrong_use(a, "--sizes %s: it takes A:B or A:B:COUNT, A up to B, COUNT from %d to %d", text,
                  LEAST_SIZES, MOST_SIZES);
        return;
    }
    s->rounds = fpmk_sizes(low, high, (int)most, s->x);
    if (s->rounds < LEAST_SIZES)
        wrong_use(a, "--sizes %s: fewer than %d different sizes", text, LEAST_SIZES);
}

static void take_setting(args *a, const char *option, const char *text, double most, double *to) {
    if (!read_real(text, strlen(text), to) || !(*to > 0) || !(*to <= most))
        wrong_use(a, "%s %s: a number above 0, up to %g", option, text, most);
}

static int measure_options(session *s, args *a) {
    const char *v;
    int listing = 0; /* operands are devices */
    while (!a->status && a->at < a->count) {
        int was = listing;
        listing = 0;
        if ((v = take_value(a, "--kernel")) != NULL) {
            s->kernel = fpmk_kernel_find(v);
            if (!s->kernel) wrong_use(a, "no kernel %s (fpm-tool devices lists them)", v);
        } else if ((v = take_value(a, "--device")) != NULL) {
            take_device(s, a, v);
            listing = 1;
        } else if ((v = take_value(a, "--sizes")) != NULL) {
            take_sizes(s, a, v);
        } else if ((v = take_value(a, "--dir")) != NULL) {
            s->dir = v;
        } else if ((v = take_value(a, "--precision")) != NULL) {
            take_setting(a, "--precision", v, 1, &s->opts.precision);
        } else if ((v = take_value(a, "--max-seconds")) != NULL) {
            take_setting(a, "--max-seconds", v, 1e6, &s->opts.max_seconds);
        } else if ((v = take_operand(a)) != NULL) {
            if (was) take_device(s, a, v);
            else wrong_use(a, "%s: measure takes no files", v);
            listing = was;
        }
    }
    if (!s->kernel) wrong_use(a, "--kernel NAME is needed");
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

static void write_comments(FILE *file, const session *s, int i) {
    fpmk_capabilities caps;
    char machine[300] = "unknown", date[40] = "unknown";
    time_t now = time(NULL);
    const struct tm *utc = gmtime(&now);
    int j;
    if (utc) strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", utc);
    describe_machine(machine, sizeof machine);
    fprintf(file, "# kernel   %s: %s\n# device   %s", s->kernel->name, s->kernel->what,
            s->dev[i].name);
    if (s->dev[i].core >= 0) fprintf(file, " (core %d)", s->dev[i].core);
    for (j = 0; j < s->count; j++)
        if (j != i) fprintf(file, ", together with %s", s->dev[j].name);
    fprintf(file, "\n# machine  %s\n", machine);
    if (fpmk_caps(&caps) == FPM_OK)
        fprintf(file, "# compiler %s\n# clock    %s, ticks of %.2g s\n", caps.compiler, caps.clock,
                caps.tick);
    fprintf(file, "# date     %s\n# options  --sizes %s --precision %g --max-seconds %g\n", date,
            s->sizes, s->opts.precision, s->opts.max_seconds);
    fprintf(file, "# quality  %d of %" PRId64 " points did not reach the precision\n",
            s->dev[i].rough, s->dev[i].points.count);
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

/* Keep the points of a round; 0 when they could not be. */
static int keep_round(session *s, const fpm_point *points, const fpmk_report *reports) {
    int i;
    for (i = 0; i < s->count; i++) {
        device *dev = &s->dev[i];
        dev->rough += reports[i].status > 0;
        if (fpm_points_add(&dev->points, &points[i], NULL) != FPM_OK ||
            fpm_points_sort(&dev->points, NULL) != FPM_OK || !write_device(s, i))
            return 0;
    }
    return 1;
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
    return file != NULL;
}

/* Paths of the files; whether they can be written is better known now than after a measurement. */
static int name_files(session *s) {
    int i;
    if (make_dir(s->dir) != 0 && errno != EEXIST)
        return no_answer("%s: %s", s->dir, strerror(errno));
    for (i = 0; i < s->count; i++) {
        size_t size = strlen(s->dir) + strlen(s->dev[i].name) + 6;
        char *path = (char *)malloc(size), *colon;
        if (!path) return out_of_memory();
        snprintf(path, size, "%s/%s.pts", s->dir, s->dev[i].name);
        for (colon = path + strlen(s->dir); (colon = strchr(colon, ':')) != NULL;) *colon = '-';
        s->dev[i].path = path;
        if (!can_write(path)) return no_answer("%s: %s", path, strerror(errno));
    }
    return ANSWERED;
}

/* A fixed random order of sizes: a drift of the machine must not look like a property of sizes. */
static void shuffle(int64_t *x, int count) {
    uint64_t random = 1;
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

/* Why a size could not be measured: the device at fault is not the ones that had to stop for it. */
static void note_failure(session *s, int64_t x, int status, const fpmk_report *reports) {
    int i, at = 0;
    if (s->failures++ > 0) return;
    for (i = 0; i < s->count; i++)
        if (reports[i].status < 0 && reports[i].status != FPM_E_STOPPED) at = i;
    snprintf(s->failure, sizeof s->failure, "%s on %s at size %" PRId64 ": %s", s->kernel->name,
             s->dev[at].name, x, fpmk_status_str(status));
}

/* All sizes, also those after one that fails: it may have been too large for the memory. */
static int measure_devices(session *s) {
    fpmk_member member[MOST_DEVICES];
    fpm_point points[MOST_DEVICES];
    fpmk_report reports[MOST_DEVICES];
    int i, j;
    memset(member, 0, sizeof member);
    shuffle(s->x, s->rounds);
    for (j = 0; j < s->rounds; j++) {
        int status;
        for (i = 0; i < s->count; i++) {
            member[i].kernel = s->kernel;
            member[i].core = s->dev[i].core;
            member[i].x = s->x[j];
        }
        memset(reports, 0, sizeof reports);
        status = fpmk_measure_group(s->count, member, &s->opts, points, reports);
        if (status < 0) note_failure(s, s->x[j], status, reports);
        else if (!keep_round(s, points, reports))
            return no_answer("%s: points could not be written: %s", s->dir, strerror(errno));
        if (is_terminal(stderr))
            fprintf(stderr, "\r%d of %d sizes%s", j + 1, s->rounds, j + 1 == s->rounds ? "\n" : "");
    }
    if (s->failures == 0) return ANSWERED;
    return no_answer("%s (%d of %d sizes are measured)", s->failure, s->rounds - s->failures,
                     s->rounds);
}

static int run_measure(args *a) {
    session *s = (session *)calloc(1, sizeof *s);
    int i, status;
    if (!s) return out_of_memory();
    s->opts.precision = 0.025;
    s->opts.max_seconds = 5;
    status = measure_options(s, a);
    if (status == ANSWERED) status = name_files(s);
    if (status == ANSWERED) status = measure_devices(s);
    for (i = 0; i < s->count; i++) {
        const fpm_points *points = &s->dev[i].points;
        if (points->count)
            printf("%s: %" PRId64 " points, %d imprecise, %.4g units/s at the largest\n",
                   s->dev[i].path, points->count, s->dev[i].rough,
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

static int run_devices(args *a) {
    fpmk_capabilities caps;
    const fpmk_kernel *kernel;
    int i, core, status, tsv = 0;
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
    printf(tsv ? "# threads %d\n# affinity %d\n# openmp %d\n"
               : "threads  %d   (1: devices can be measured together)\n"
                 "affinity %d   (1: a device is one core, not any)\n"
                 "openmp   %d   (1: kernels can use several cores)\n\n",
           caps.threads, caps.affinity, caps.openmp);
    printf(tsv ? "kind\tname\twhat\n" : "kind    name         what\n");
    for (i = 0; (core = fpmk_core(i)) >= 0 && i < caps.cores; i++)
        printf(tsv ? "device\tcpu:%d\tcore %d\n" : "device  cpu:%-7d  core %d\n", i, core);
    for (i = 0; (kernel = fpmk_kernel_at(i)) != NULL; i++)
        printf(tsv ? "kernel\t%s\t%s\n" : "kernel  %-11s  %s\n", kernel->name, kernel->what);
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
    {"measure", "time a kernel on devices, write points files", run_measure, measure_help},
    {"devices", "list what can be measured here", run_devices, devices_help},
    {"plot", "draw speed functions and shares as SVG", run_plot, plot_help},
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
