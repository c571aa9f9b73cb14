/* item_times.c - items --times and --groups: seconds on types of processors; groups of pieces. */
#include "item_times.h"
#include "file.h"
#include "head.h"
#include "text.h"

int item_times_option(item_times *t, args *a) {
    return args_text(a, "--times", &t->times) || args_text(a, "--types", &t->list) ||
           args_text(a, "--groups", &t->groups) ||
           args_whole(a, "--apart", 1, INT32_MAX, "a whole number from 1", &t->apart) ||
           args_flag(a, "--together", &t->together) || args_flag(a, "--spread", &t->spread);
}

void item_times_free(item_times *t) {
    free(t->seconds);
    free(t->type);
    free(t->of);
}

/* The types of processors: as 0,0,1. */
static int read_types(item_times *t, args *a, int64_t *p) {
    int64_t count = 1, *number;
    const char *at;
    int k;
    for (at = t->list; *at; at++)
        if (*at == ',') count++;
    number = (int64_t *)calloc((size_t)count, sizeof *number);
    t->type = (int *)calloc((size_t)count, sizeof *t->type);
    if (!number || !t->type) {
        free(number);
        return out_of_memory();
    }
    if (text_wholes(t->list, ',', (int)count, 0, INT32_MAX - 1, number) != count)
        wrong_use(a, "--types %s: a whole number for each processor, as 0,0,1", t->list);
    else if (*p && *p != count)
        wrong_use(a, "--types %s has %" PRId64 " processor%s, -p says %" PRId64, t->list, count,
                  count == 1 ? "" : "s", *p);
    for (k = 0; k < count; k++) t->type[k] = (int)number[k];
    *p = count;
    free(number);
    return a->status;
}

int item_times_checked(item_times *t, args *a, int64_t *p) {
    int rules = (t->apart > 0) + t->together + t->spread;
    if (a->status) return a->status;
    if (t->list && !t->times) return wrong_use(a, "--types needs --times");
    if (rules && !t->groups) return wrong_use(a, "--apart, --together and --spread need --groups");
    if (t->groups && rules != 1)
        return wrong_use(a, "--groups needs one of --apart N, --together and --spread");
    return t->list ? read_types(t, a, p) : 0;
}

enum { MOST_TYPES = 64 };

static int blank(char c) { return c == ' ' || c == '\t' || c == ',' || c == ';'; }

/* The next field of a line; its length, 0 at the end. */
static size_t next_field(const char **at, const char *end) {
    size_t length = 0;
    while (*at < end && blank(**at)) ++*at;
    while (*at + length < end && !blank((*at)[length])) length++;
    return length;
}

/* A line of --times: a number for each type. */
static int read_seconds(item_times *t, const head_line *line, int64_t i, int64_t n) {
    const char *at = line->text, *end = line->text + line->length;
    int count = 0;
    size_t length;
    for (length = next_field(&at, end); length > 0; length = next_field(&at, end)) {
        double value = FPM_NOTHING;
        if (count == MOST_TYPES || (t->types.count > 0 && count == t->types.count))
            return no_answer("%s:%" PRId64 ": more numbers than %d", t->times, line->number, count);
        if (!(length == 1 && *at == '-') && (!text_real(at, length, &value) || !(value >= 0)))
            return no_answer("%s:%" PRId64 ": \"%.*s\": seconds are numbers of 0 or more, or -",
                             t->times, line->number, (int)length, at);
        t->seconds[count * n + i] = value;
        count++;
        at += length;
    }
    if (t->types.count > 0 && count < t->types.count)
        return no_answer("%s:%" PRId64 ": fewer numbers than %d", t->times, line->number,
                         t->types.count);
    t->types.count = count;
    return ANSWERED;
}

typedef struct group_name {
    const char *text;
    size_t length;
    int64_t first; /* the piece where it comes first, from 1; 0: the place is free */
} group_name;

/* The names of groups, in a table with twice as many places as pieces. */
typedef struct group_names {
    group_name *place;
    size_t places;
} group_names;

/* A line of --groups: the name of a group, or -. */
static int read_group(item_times *t, const head_line *line, int64_t i, group_names *names) {
    size_t k, at = 5381;
    t->of[i] = -1;
    if (line->length == 1 && *line->text == '-') return ANSWERED;
    for (k = 0; k < line->length; k++) at = at * 33 + (unsigned char)line->text[k];
    at %= names->places;
    while (names->place[at].first > 0) {
        if (names->place[at].length == line->length &&
            memcmp(names->place[at].text, line->text, line->length) == 0)
            break;
        at = (at + 1) % names->places;
    }
    if (names->place[at].first == 0) {
        names->place[at].text = line->text;
        names->place[at].length = line->length;
        names->place[at].first = i + 1;
    }
    t->of[i] = (int)(names->place[at].first - 1);
    return ANSWERED;
}

/* A file with one line per piece. */
static int read_lines(item_times *t, const char *file, int64_t n, int groups) {
    group_names names = {NULL, 2 * (size_t)n};
    head_line line = FPM_ZERO;
    char *text = NULL;
    size_t length;
    int64_t i = 0;
    int status = file_read(file, 0, &text, &length);
    if (!status && groups) {
        names.place = (group_name *)calloc(names.places, sizeof *names.place);
        if (!names.place) status = out_of_memory();
    }
    if (!status) {
        line.at = text;
        line.end = text + length;
    }
    while (!status && head_next(&line)) {
        if (line.length == 0) continue;
        if (i == n) status = no_answer("%s: more lines than %" PRId64 " pieces", file, n);
        else if (groups) status = read_group(t, &line, i, &names);
        else status = read_seconds(t, &line, i, n);
        i++;
    }
    if (!status && i < n)
        status = no_answer("%s: %" PRId64 " lines for %" PRId64 " pieces", file, i, n);
    free(text);
    free(names.place);
    return status;
}

int item_times_read(item_times *t, int64_t n, int64_t *p, fpm_items_options *opts) {
    int status = ANSWERED;
    if (t->times) {
        t->seconds = (double *)calloc((size_t)n * MOST_TYPES, sizeof *t->seconds);
        status = t->seconds ? read_lines(t, t->times, n, 0) : out_of_memory();
        if (!status && !t->type && *p == 0) *p = t->types.count;
        if (!status && !t->type && *p != t->types.count)
            status = no_answer("%s: %d types: say with --types which of the processors is of which",
                               t->times, t->types.count);
        t->types.seconds = t->seconds;
        t->types.type = t->type;
        opts->types = &t->types;
    }
    if (!status && t->groups) {
        t->of = (int *)calloc((size_t)n, sizeof *t->of);
        status = t->of ? read_lines(t, t->groups, n, 1) : out_of_memory();
        t->group.of = t->of;
        t->group.most = t->apart;
        if (t->together) t->group.most = FPM_ITEMS_TOGETHER;
        if (t->spread) t->group.most = FPM_ITEMS_EVEN;
        opts->groups = &t->group;
    }
    return status;
}
