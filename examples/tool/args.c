/* args.c - arguments of the command line. */
#include "args.h"
#include "text.h"

int wrong_use(args *a, const char *format, ...) {
    va_list list;
    if (a->status) return a->status; /* one line is enough */
    va_start(list, format);
    fprintf(stderr, "fpm-tool %s: ", a->verb);
    vfprintf(stderr, format, list);
    fprintf(stderr, " (see fpm-tool %s --help)\n", a->verb);
    va_end(list);
    return a->status = WRONG_USE;
}

int take_flag(args *a, const char *name) {
    if (a->status || strcmp(a->list[a->at], name) != 0) return 0;
    a->at++;
    return 1;
}

/* The value of an option: `-x VALUE`, or `--name=VALUE`. */
const char *take_value(args *a, const char *name) {
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
const char *take_operand(args *a) {
    const char *arg = a->list[a->at];
    if (a->status) return NULL;
    if (arg[0] == '-' && arg[1] != '\0') {
        wrong_use(a, "unknown option %s", arg);
        return NULL;
    }
    a->at++;
    return arg;
}

int take_choice(args *a, const char *option, const char *text, const choice *all, int *value) {
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

const char *choice_name(const choice *all, int value) {
    for (; all->name; all++)
        if (all->value == value) return all->name;
    return "?";
}

/* The pieces of a list with commas, one after the other; the length, -1 after the last one. */
int next_piece(const char **list, const char **piece) {
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
double *read_speeds(args *a, const char *text, const char *option, int64_t *p) {
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
