/* sheet.c - tables with a header row. */
#include "sheet.h"
#include "file.h"
#include "head.h"
#include "text.h"

/* Is the second word the unit of the first one? */
static int is_unit(const char *amount, const char *unit) {
    static const char *const known[] = {"B",   "kB", "KB", "MB", "GB", "TB", "KiB", "MiB", "GiB",
                                        "TiB", "K",  "M",  "G",  "T",  "s",  "ms",  "us",  "ns"};
    size_t k;
    double value;
    if (!text_real(amount, strlen(amount), &value)) return 0;
    for (k = 0; k < sizeof known / sizeof *known; k++)
        if (!strcmp(unit, known[k])) return 1;
    return 0;
}

/* A row has other cells than the header, maybe since a blank is within one. */
static int wrong_width(const sheet *s, int64_t number, int64_t count, int blank, size_t cells) {
    char why[120] = "- stands for none", *const *row = s->cell + cells - count;
    int64_t k = 1, quoted = 0;
    while (quoted < count && !strchr(row[quoted], '"')) quoted++;
    while (blank && k < count && !is_unit(row[k - 1], row[k])) k++;
    if (blank && k < count)
        snprintf(why, sizeof why, "a blank separates cells: write %.40s%s", row[k - 1], row[k]);
    else if (blank)
        snprintf(why, sizeof why, "a blank separates cells: write RTX_4090, not RTX 4090");
    else if (quoted < count)
        snprintf(why, sizeof why, "a comma separates cells, in quotation marks, too: write 0.5");
    return no_answer("%s:%" PRId64 ": %" PRId64 " cells, where the header names %" PRId64 " (%s)",
                     s->file, number, count, s->columns, why);
}

/* Cut a line into cells, in place. */
static int take_line(sheet *s, char *text, size_t length, int64_t number, size_t *cells) {
    int64_t count = 0;
    char *end = text + length, **cell;
    int blank = 0; /* one separates two cells */
    int64_t *line = (int64_t *)more_room(s->line, (size_t)s->rows, sizeof *line);
    if (!line) return out_of_memory();
    s->line = line;
    s->line[s->rows] = number;
    *end = '\0';
    for (text += strspn(text, " \t,;"); *text; text += strspn(text, " \t,;")) {
        cell = (char **)more_room(s->cell, *cells, sizeof *cell);
        if (!cell) return out_of_memory();
        s->cell = cell;
        s->cell[(*cells)++] = text;
        count++;
        text += strcspn(text, " \t,;");
        if (*text == ' ' && text[1 + strspn(text + 1, " ")] != '\0') blank = 1;
        if (*text) *text++ = '\0';
    }
    if (s->rows == 0) s->columns = count;
    if (count == s->columns) return s->rows++, ANSWERED;
    return wrong_width(s, number, count, blank && count > s->columns, *cells);
}

/* A number may name a column, as 4090 a type of device, where the first column is that of names. */
static int check_names(const sheet *s) {
    int64_t i, j;
    double number;
    int header = !strcmp(s->cell[0], "name");
    for (i = 0; i < s->columns; i++) {
        const char *name = s->cell[i];
        if (!header && text_real(name, strlen(name), &number))
            return no_answer("%s:%" PRId64 ": the first row names the columns, and %s is a number: "
                             "write a row such as `name count bytes sent seconds` before it",
                             s->file, s->line[0], name);
        for (j = 0; j < i; j++)
            if (!strcmp(name, s->cell[j]))
                return no_answer("%s:%" PRId64 ": two columns are called %s", s->file, s->line[0],
                                 name);
    }
    return ANSWERED;
}

int sheet_read(sheet *s, const char *file) {
    size_t cells = 0;
    int status = file_read(file, 0, &s->text, &s->length);
    head_line line = FPM_ZERO;
    s->file = file;
    if (status) return status;
    line.at = s->text, line.end = s->text + s->length;
    while (!status && head_next(&line))
        if (line.length > 0)
            status =
                take_line(s, s->text + (line.text - s->text), line.length, line.number, &cells);
    if (status) return status;
    if (s->rows < 2) return no_answer("%s: a header row and rows below it are needed", file);
    return check_names(s);
}

void sheet_free(sheet *s) { free(s->text), free(s->cell), free(s->line); }

int64_t sheet_column(const sheet *s, const char *name) {
    int64_t i = s->columns - 1;
    while (i >= 0 && strcmp(s->cell[i], name) != 0) i--;
    return i;
}

const char *sheet_cell(const sheet *s, int64_t row, int64_t column) {
    const char *text = column < 0 ? "-" : s->cell[row * s->columns + column];
    return strcmp(text, "-") != 0 ? text : NULL;
}

int sheet_bad(const sheet *s, int64_t row, int64_t column, const char *expected) {
    const char *text = s->cell[row * s->columns + column];
    return no_answer("%s:%" PRId64 ": %s: \"%.*s\" is not %s", s->file, s->line[row],
                     s->cell[column], text_width(strlen(text)), text, expected);
}

int sheet_bytes(const sheet *s, int64_t row, int64_t column, int64_t *value) {
    const char *text = sheet_cell(s, row, column);
    if (!text || text_whole(text, strlen(text), 0, FPM_SIZE_MAX, value) ||
        text_bytes(text, strlen(text), value))
        return ANSWERED;
    return sheet_bad(s, row, column, "a number of bytes, as 1000000, 24GB or 512MiB");
}

int sheet_real(const sheet *s, int64_t row, int64_t column, double *value) {
    const char *text = sheet_cell(s, row, column);
    if (!text || (text_real(text, strlen(text), value) && *value >= 0)) return ANSWERED;
    return sheet_bad(s, row, column, "a number, 0 or more");
}

int sheet_seconds(const sheet *s, int64_t row, int64_t column, double *value) {
    const char *text = sheet_cell(s, row, column);
    if (text && text_seconds(text, value)) return ANSWERED;
    return text ? sheet_bad(s, row, column, "seconds, as 0.002, 2ms or 30us") : ANSWERED;
}
