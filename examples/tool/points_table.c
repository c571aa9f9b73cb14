/* points_table.c - one table of several processors: its first column names them. */
#include "points_table.h"
#include "head.h"
#include "text.h"

/* The name that a line begins with, and what follows it. */
typedef struct cut {
    const char *name, *rest;
    size_t letters, length;
} cut;

static int is_space(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

/* Fields are between semicolons, commas or TABs if there are any, else between blanks. */
static char mark_of(const head_line *line) {
    if (memchr(line->text, ';', line->length)) return ';';
    if (memchr(line->text, ',', line->length)) return ',';
    return memchr(line->text, '\t', line->length) ? '\t' : ' ';
}

static cut cut_name(const head_line *line) {
    const char *end = line->text + line->length, *mark;
    cut c = FPM_ZERO;
    mark = (const char *)memchr(line->text, mark_of(line), line->length);
    c.name = line->text;
    c.letters = (size_t)((mark ? mark : end) - line->text);
    c.rest = mark ? mark + 1 : end;
    while (c.rest < end && is_space(*c.rest)) c.rest++;
    c.length = (size_t)(end - c.rest);
    while (c.letters > 0 && is_space(c.name[c.letters - 1])) c.letters--;
    if (c.letters > 2 && strchr("\"'", *c.name) && c.name[c.letters - 1] == *c.name) {
        c.name++;
        c.letters -= 2;
    }
    return c;
}

/* Does the line begin with a letter, and is a number behind this word? */
static int is_named(const cut *c) {
    size_t digits = 0;
    double value;
    if (c->letters == 0 || !(((*c->name | 32) >= 'a' && (*c->name | 32) <= 'z') || *c->name & 0x80))
        return 0;
    if (text_missing(c->name, c->letters)) return 0;
    while (digits < c->length && !is_space(c->rest[digits]) && !strchr(",;", c->rest[digits]))
        digits++;
    return digits < c->length && text_real(c->rest, digits, &value);
}

void points_split_free(named_points *list, int count) {
    while (count-- > 0) {
        free(list[count].name);
        free(list[count].text);
    }
    free(list);
}

/* The processor of that name, maybe a new one; -1: no memory. */
static int find_name(named_points **list, int *count, const cut *c, size_t length) {
    named_points *more;
    int i;
    for (i = 0; i < *count; i++)
        if (strlen((*list)[i].name) == c->letters && !memcmp((*list)[i].name, c->name, c->letters))
            return i;
    more = (named_points *)more_room(*list, (size_t)*count, sizeof *more);
    if (!more) return -1;
    *list = more;
    more[i].name = (char *)calloc(c->letters + 1, 1);
    more[i].text = (char *)calloc(length + 2, 1);
    ++*count;
    if (!more[i].name || !more[i].text) return -1;
    memcpy(more[i].name, c->name, c->letters);
    return i;
}

/* Do all lines but a header begin with names? */
static int all_named(head_line line) {
    int64_t named = 0, others = 0;
    while (head_next(&line)) {
        cut c;
        if (line.length == 0) continue;
        c = cut_name(&line);
        if (is_named(&c)) named++;
        else if (named + others > 0 || !head_words(line.text, line.length)) return 0;
        else others++;
    }
    return named > 0;
}

/* The text of one processor: the header and its own lines, without the first column. */
static void write_text(const char *text, size_t length, named_points *p) {
    head_line line = FPM_ZERO;
    char *to = p->text;
    line.at = text;
    line.end = text + length;
    while (head_next(&line)) {
        cut c = cut_name(&line);
        int own = strlen(p->name) == c.letters && !memcmp(p->name, c.name, c.letters);
        if (line.length > 0 && (own || !is_named(&c))) {
            memcpy(to, c.rest, c.length);
            to += c.length;
        }
        *to++ = '\n';
    }
}

int points_split(const char *text, size_t length, named_points **list) {
    head_line line = FPM_ZERO;
    int count = 0, i;
    *list = NULL;
    line.at = text;
    line.end = text + length;
    if (!all_named(line)) return 0;
    while (head_next(&line)) {
        cut c = cut_name(&line);
        if (line.length > 0 && is_named(&c) && find_name(list, &count, &c, length) < 0) {
            points_split_free(*list, count);
            return -1;
        }
    }
    for (i = 0; i < count; i++) write_text(text, length, &(*list)[i]);
    return count;
}
