/* args.c - arguments of the command line: options, and operands such as files. */
#include "args.h"
#include "text.h"
#include <ctype.h>

int wrong_use(args *a, const char *format, ...) {
    va_list list;
    if (a->status) return a->status;
    if (a->listing) return a->status = WRONG_USE;
    va_start(list, format);
    fprintf(stderr, "fpm-tool %s: ", a->verb);
    put_message(stderr, format, list);
    fprintf(stderr, " (see fpm-tool %s --help)\n", a->verb);
    va_end(list);
    return a->status = WRONG_USE;
}

int args_left(args *a) {
    if (a->status) return 0;
    if (!a->plain && a->at < a->count && !strcmp(a->list[a->at], "--")) a->plain = 1, a->at++;
    a->nearest = NULL;
    return a->at < a->count;
}

/* Keep the option that is most like an argument which is none of those known. */
static int not_this(args *a, const char *arg, const char *name) {
    int distance = text_distance(arg, strcspn(arg, "="), name);
    if (distance < TOO_FAR && (!a->nearest || distance < a->distance))
        a->nearest = name, a->distance = distance;
    return 0;
}

/* Is the next argument this option?  *value becomes what stands behind it in the same argument, or
   NULL. */
static int is_option(args *a, const char *name, const char **value) {
    const char *arg = a->list[a->at], *rest;
    size_t length = strlen(name);
    *value = NULL;
    if (a->plain || arg[0] != '-') return 0;
    if (name[1] != '-' && arg[1] == name[1]) { /* -x */
        if (arg[2]) *value = arg + 2 + (arg[2] == '=');
        return 1;
    }
    if (name[1] != '-') rest = arg[1] == '-' && arg[2] == name[1] ? arg + 3 : NULL; /* --x */
    else rest = strncmp(arg, name, length) == 0 ? arg + length : NULL;
    if (!rest || (*rest && *rest != '=')) return not_this(a, arg, name);
    if (*rest) *value = rest + 1;
    return 1;
}

/* List an option: 1 where options are only listed.  An option that is asked for twice is listed
   once. */
static int listed(args *a, const char *name, int kind, const choice *all) {
    option_list *to = a->listing;
    known_option *list;
    int i;
    if (!to) return 0;
    for (i = 0; i < to->count; i++)
        if (!strcmp(to->of[i].name, name)) return 1;
    list = (known_option *)more_room(to->of, (size_t)to->count, sizeof *list);
    if (!list) {
        a->memory = 1;
        return 1;
    }
    to->of = list;
    list[to->count].name = name;
    list[to->count].kind = kind;
    list[to->count++].all = all;
    return 1;
}

int args_flag(args *a, const char *name, int *on) {
    const char *value;
    if (a->status) return 1;
    if (listed(a, name, OPTION_FLAG, NULL)) return 0;
    if (!is_option(a, name, &value)) return 0;
    if (value) return wrong_use(a, "%s takes no value", name) != 0;
    a->at++;
    return *on = 1;
}

/* What stands alone behind an option may be the next option, where its value was forgotten. */
static int forgotten(args *a, const char *name) {
    const char *next = a->list[a->at + 1];
    if (next[0] != '-' || next[1] != '-' || !isalpha((unsigned char)next[2])) return 0;
    return wrong_use(a, "%s needs a value, and %s is an option; write %s=%s if it is the value",
                     name, next, name, next) != 0;
}

int args_each(args *a, const char *name, const char **to) {
    const char *value;
    if (a->status) return 1;
    if (listed(a, name, OPTION_TEXT, NULL)) return 0;
    if (!is_option(a, name, &value)) return 0;
    if (!value && a->at + 1 == a->count) return wrong_use(a, "%s needs a value", name) != 0;
    if (!value && forgotten(a, name)) return 1;
    a->at += value ? 1 : 2;
    *to = value ? value : a->list[a->at - 1];
    return 1;
}

static int was_given(const args *a, const char *name) {
    int i;
    for (i = 0; i < a->given_count; i++)
        if (!strcmp(a->given[i], name)) return 1;
    return 0;
}

/* A second value is refused, as one of the two would be lost. */
int args_text(args *a, const char *name, const char **to) {
    if (!args_each(a, name, to)) return 0;
    if (was_given(a, name)) wrong_use(a, "%s is given twice", name);
    if (a->given_count < MOST_GIVEN) a->given[a->given_count++] = name;
    return 1;
}

int args_one_of(args *a, const char *name, const char *other) {
    if (was_given(a, name) && was_given(a, other))
        wrong_use(a, "%s and %s are two names of one option, which is given twice", name, other);
    return 1;
}

/* Are these the same letters, capital or small? */
static int same_letters(const char *one, const char *other) {
    while (*one && tolower((unsigned char)*one) == tolower((unsigned char)*other)) {
        one++;
        other++;
    }
    return *one == *other;
}

int choice_find(args *a, const char *option, const char *text, const choice *all, int *value) {
    char names[320] = "", hint[64] = "";
    int i, distance, least = TOO_FAR;
    for (i = 0; all[i].name; i++) {
        if (same_letters(all[i].name, text)) {
            *value = all[i].value;
            return 1;
        }
        strcat(strcat(names, i ? ", " : ""), all[i].name);
        distance = text_distance(text, strlen(text), all[i].name);
        if (distance >= least) continue;
        least = distance;
        snprintf(hint, sizeof hint, "did you mean %s? ", all[i].name);
    }
    wrong_use(a, "%s %s: %sit is one of %s", option, text, hint, names);
    return 0;
}

const char *choice_name(const choice *all, int value) {
    for (; all->name; all++)
        if (all->value == value) return all->name;
    return "?";
}

int args_choice(args *a, const char *name, const choice *all, int *to) {
    const char *v = NULL;
    if (!a->status && listed(a, name, OPTION_CHOICE, all)) return 0;
    if (!args_text(a, name, &v)) return 0;
    if (v) choice_find(a, name, v, all, to);
    return 1;
}

int args_words(args *a, const char *name, const choice *all, const char **to) {
    if (!a->status && listed(a, name, OPTION_CHOICE, all)) return 0;
    return args_text(a, name, to);
}

int args_whole(args *a, const char *name, int64_t low, int64_t high, const char *expected,
               int64_t *to) {
    const char *v = NULL;
    if (!a->status && listed(a, name, OPTION_NUMBER, NULL)) return 0;
    if (!args_text(a, name, &v)) return 0;
    if (!v || text_whole(v, strlen(v), low, high, to)) return 1;
    if (expected) wrong_use(a, "%s %s: %s", name, v, expected);
    else wrong_use(a, "%s %s: a whole number from %" PRId64 " to %" PRId64, name, v, low, high);
    return 1;
}

int args_processors(args *a, const char *name, int64_t *to) {
    return args_whole(a, name, 1, 10000000, "a whole number of processors, from 1 to 10000000", to);
}

int args_count(args *a, const char *name, int low, int high, const char *expected, int *to) {
    int64_t value = *to;
    if (!args_whole(a, name, low, high, expected, &value)) return 0;
    if (!a->status) *to = (int)value;
    return 1;
}

static int take_real(args *a, const char *name, int zero, double most, const char *expected,
                     double *to) {
    const char *v = NULL, *hint;
    if (!a->status && listed(a, name, OPTION_NUMBER, NULL)) return 0;
    if (!args_text(a, name, &v)) return 0;
    if (!v) return 1;
    if (text_real(v, strlen(v), to) && (*to > 0 || (zero && *to >= 0)) && *to <= most) return 1;
    hint = text_comma_hint(v, strlen(v));
    if (expected) wrong_use(a, "%s %s: %s%s", name, v, expected, hint);
    else if (zero) wrong_use(a, "%s %s: a number from 0 to %g%s", name, v, most, hint);
    else wrong_use(a, "%s %s: a number above 0, up to %g%s", name, v, most, hint);
    return 1;
}

int args_amount(args *a, const char *name, double most, const char *expected, double *to) {
    return take_real(a, name, 1, most, expected, to);
}

int args_positive(args *a, const char *name, double most, const char *expected, double *to) {
    return take_real(a, name, 0, most, expected, to);
}

int args_max_bytes(args *a, size_t *to) {
    const char *v = NULL;
    int64_t bytes = 0;
    if (!a->status && listed(a, "--max-bytes", OPTION_NUMBER, NULL)) return 0;
    if (!args_text(a, "--max-bytes", &v)) return 0;
    if (!v) return 1;
    if (!text_whole(v, strlen(v), 1, FPM_SIZE_MAX, &bytes) && !text_bytes(v, strlen(v), &bytes))
        bytes = 0;
    if (bytes < 1 || (uint64_t)bytes > SIZE_MAX)
        wrong_use(a, "--max-bytes %s: a whole number of bytes, such as 2000000000 or 2G", v);
    *to = (size_t)bytes;
    return 1;
}

int args_form(args *a, output *out) {
    if (args_flag(a, "--tsv", &out->tsv)) return 1;
    if (!args_flag(a, "--json", &out->json)) return 0;
    return out->tsv = 1;
}

int args_picture(args *a, const char **svg) {
    static const char *const others[] = {"pdf", "png", "eps", "ps", NULL};
    const char *ending;
    int i;
    if (!args_text(a, "--svg", svg)) return 0;
    ending = a->status || !*svg ? NULL : strrchr(*svg, '.');
    if (!ending) return 1;
    for (i = 0; others[i]; i++)
        if (same_letters(ending + 1, others[i]))
            return wrong_use(a,
                             "--svg %s: it writes SVG: name it .svg and convert it, as with "
                             "rsvg-convert -f %s",
                             *svg, others[i]) != 0;
    return 1;
}

int args_forms(args *a, output *out) { return args_form(a, out) || args_picture(a, &out->svg); }

const char *args_operand(args *a) {
    const char *arg = a->list[a->at];
    if (a->status) return NULL;
    if (a->listing) { /* the options are all listed */
        a->status = WRONG_USE;
        return NULL;
    }
    if (!a->plain && arg[0] == '-' && arg[1] != '\0') {
        if (a->nearest) wrong_use(a, "unknown option %s; did you mean %s?", arg, a->nearest);
        else wrong_use(a, "unknown option %s", arg);
        return NULL;
    }
    a->at++;
    return arg;
}

void wrong_file(args *a, const char *name, const char *option) {
    double value;
    FILE *file = NULL;
    if (!text_real(name, strcspn(name, ","), &value) || (file = fopen(name, "rb")) != NULL) {
        if (file) fclose(file);
        return;
    }
    if (option) wrong_use(a, "%s was taken for a file; %s %s?", name, option, name);
    else wrong_use(a, "%s was taken for a file; --speeds has commas, and no blanks, in it", name);
}

/* Numbers of the processors, with commas between them; zero: a number may be 0. */
static double *numbers(args *a, const char *name, const char *text, int zero, int64_t *p) {
    const char *piece, *list = text;
    size_t length;
    int count = 0;
    double *speed = (double *)calloc(strlen(text) + 1, sizeof *speed);
    if (!speed) a->status = out_of_memory();
    while (speed && !a->status && text_piece(&list, ',', &piece, &length)) {
        if (length == 0)
            wrong_use(a,
                      "%s %s: number %d of the list is empty; it takes one for each processor, "
                      "such as 4,2.5,1",
                      name, text, count + 1);
        else if (strpbrk(text, "; \t") && text_digit_comma(text, strlen(text)))
            wrong_use(a, "%s %s: decimal comma? Commas are between numbers, which have points",
                      name, text);
        else if (!text_real(piece, length, &speed[count++]) ||
                 !(zero ? speed[count - 1] >= 0 : speed[count - 1] > 0))
            wrong_use(a,
                      "%s %s: number %d is \"%.*s\"; it takes numbers %s, with commas and no "
                      "blanks between them, such as 4,2.5,1",
                      name, text, count, text_width(length), piece,
                      zero ? "of 0 or more" : "above 0");
        else if ((speed[count - 1] < 1e-60 && speed[count - 1] > 0) || speed[count - 1] > 1e60)
            wrong_use(a, "%s %s: number %d is not from 1e-60 to 1e60", name, text, count);
    }
    if (*p == 0) *p = count;
    if (*p != count)
        wrong_use(a, "%s %s: %d %s%s, and there %s %" PRId64 " processor%s: write one for each",
                  name, text, count, zero ? "price" : "speed", count == 1 ? "" : "s",
                  *p == 1 ? "is" : "are", *p, *p == 1 ? "" : "s");
    return speed;
}

double *args_speeds(args *a, const char *text, int64_t *p) {
    return numbers(a, "--speeds", text, 0, p);
}

double *args_prices(args *a, const char *text, int64_t *p) {
    return numbers(a, "--prices", text, 1, p);
}

int args_limit(args *a, const char *text, const char **file, double *amount) {
    char *colon = (char *)strrchr(text, ':'), *end = NULL;
    double most = colon ? strtod(colon + 1, &end) : -1;
    if (!colon || end == colon + 1 || *end || !(most >= 0) || most > 1e200) {
        wrong_use(a, "--limit %s: it takes FILE:AMOUNT, such as bytes.txt:2e9", text);
        return 0;
    }
    *colon = '\0';
    *file = text;
    *amount = most;
    return 1;
}
