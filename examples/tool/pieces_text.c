/* pieces_text.c - pieces of work as text: their loads, names and present processors.  The page has
   it too. */
#include "pieces_text.h"
#include "head.h"
#include "text.h"

enum { FIELDS = 3 };

void pieces_free(piece_list *all) {
    free(all->given);
    free((void *)all->name);
    free(all->from);
    free(all->had);
    memset(all, 0, sizeof *all);
}

/* The sentence, with the line that it is about. */
PRINTS(3, 4) static int refuse(remark *wrong, int64_t line, const char *format, ...) {
    va_list values;
    wrong->line = line;
    va_start(values, format);
    vsnprintf(wrong->text, sizeof wrong->text, format, values);
    va_end(values);
    return FPM_E_SYNTAX;
}

/* The fields of a line, each ended by a 0; how many, FIELDS + 1 if there are more. */
static int cut_line(char *at, char **field) {
    int count = 0;
    for (at += strspn(at, " \t,;"); *at && count <= FIELDS; at += strspn(at, " \t,;")) {
        if (count < FIELDS) field[count] = at;
        count++;
        at += strcspn(at, " \t,;");
        if (*at) *at++ = '\0';
    }
    return count;
}

/* The present processors of a piece, joined by plus signs if there may be several.  0: one of them
   is none. */
static int read_homes(piece_list *to, const char *home) {
    int64_t owner = -1;
    int left = 1;
    if (strcmp(home, "-") == 0) {
        if (to->copies) return 1;
        to->from[to->homes] = -1;
        to->homes++;
        return 1;
    }
    while (left) {
        size_t length = to->copies ? strcspn(home, "+") : strlen(home);
        left = home[length] == '+';
        if (!text_whole(home, length, 0, to->p - 1, &owner)) return 0;
        to->from[to->homes] = (int)owner;
        to->homes++;
        to->had[to->n]++;
        home += length + (left ? 1 : 0);
    }
    return 1;
}

/* What to add to the refusal of a line whose first field is no load. */
static const char *load_hint(const piece_list *to, char **field, int count) {
    const char *hint = text_load_hint(field[0], strlen(field[0]));
    double number;
    if (text_missing(field[0], strlen(field[0]))) return ": write 0 for a piece without work";
    if (field[0][0] == '"') return ": take off the quotation marks";
    if (*hint) return hint;
    if (count > 1 && text_real(field[1], strlen(field[1]), &number))
        return ": is the load behind the name?";
    if (text_distance(field[0], strlen(field[0]), "inf") == 0 || strchr("$+", field[0][0]))
        return ": write the number alone, as 12000, 1.2e4 or 0.5";
    if (to->n == 0 && head_words(field[0], strlen(field[0])))
        return "; delete the line with the names of columns (the load is the first one)";
    return "";
}

/* What to add to the refusal of a line that has too many fields. */
static const char *fields_hint(char **field) {
    size_t length = strlen(field[1]);
    int64_t thousands;
    double number;
    if (!text_real(field[1], length, &number)) return "; a blank in the name? Write _";
    if (length == 3 && text_whole(field[1], length, 0, 999, &thousands))
        return "; a blank or comma between thousands? Write 1000";
    return "; one piece per line; a decimal comma? Write a point";
}

/* One piece. */
static int read_piece(piece_list *to, char *text, int64_t line, remark *wrong) {
    char *field[FIELDS] = {NULL, NULL, NULL};
    int count = cut_line(text, field), homed = to->homed && count > 1 && count <= FIELDS;
    const char *home = homed ? field[count - 1] : "-";
    if (count == 0)
        return refuse(wrong, line,
                      "\"\": a line begins with a load, a number of 0 or more, then "
                      "its name");
    if (!text_real(field[0], strlen(field[0]), &to->given[to->n]) || !(to->given[to->n] >= 0))
        return refuse(wrong, line,
                      "\"%.*s\": a line begins with a load, a number of 0 or more, then its name%s",
                      text_width(strlen(field[0])), field[0], load_hint(to, field, count));
    if (count - homed > 2)
        return refuse(wrong, line, "more fields than a load%s%s",
                      to->homed ? ", a name and a processor"
                                : " and a name (with --from: and a processor)",
                      fields_hint(field));
    if (!read_homes(to, home))
        return refuse(wrong, line,
                      "%.*s is none of the processors 0 to %" PRId64 "; - stands for none",
                      text_width(strlen(home)), home, to->p - 1);
    to->name[to->n] = count - homed > 1 ? field[1] : NULL;
    to->n++;
    return FPM_OK;
}

static int make_room(const char *text, size_t length, piece_list *to) {
    size_t room = 2, more = 0, k;
    for (k = 0; k < length; k++) {
        if (text[k] == '\n' || text[k] == '\r') room++;
        if (text[k] == '+') more++;
    }
    to->given = (double *)calloc(room, sizeof *to->given);
    to->name = (const char **)calloc(room, sizeof *to->name);
    to->from = (int *)calloc(room + more, sizeof *to->from);
    to->had = (int *)calloc(room, sizeof *to->had);
    return to->given && to->name && to->from && to->had;
}

int pieces_parse(char *text, size_t length, piece_list *to, remark *wrong) {
    head_line line = FPM_ZERO;
    const char *other = head_foreign(text, length);
    int status = FPM_OK;
    wrong->text[0] = '\0';
    wrong->line = 0;
    if (other) return refuse(wrong, 0, "%s", other);
    if (!make_room(text, length, to)) return FPM_E_MEMORY;
    line.at = text;
    line.end = text + length;
    while (status == FPM_OK && head_next(&line)) {
        char *begin = text + (line.text - text);
        if (line.length == 0) continue;
        begin[line.length] = '\0';
        status = read_piece(to, begin, line.number, wrong);
    }
    if (status != FPM_OK || to->n > 0) return status;
    refuse(wrong, 0, "no loads: write one `load name` per line");
    return FPM_E_NO_POINTS;
}

/* Are all names numbers?  Then they may be the loads, or what stands behind a decimal comma. */
int pieces_doubt(const piece_list *all, remark *to) {
    double number;
    int64_t i;
    for (i = 0; i < all->n; i++)
        if (!all->name[i] || !text_real(all->name[i], strlen(all->name[i]), &number)) return 0;
    refuse(to, 0,
           "the first number of a line is the load, \"%.*s\" a name: are the loads behind the "
           "names, or is this a decimal comma?",
           text_width(strlen(all->name[0])), all->name[0]);
    return 1;
}

/* Are all loads whole in units of 1 / ten? */
static int whole_in(const double *given, int64_t n, double ten) {
    int64_t i;
    for (i = 0; i < n; i++) {
        double x = given[i] * ten;
        if (!(x < 1e15) || fabs(x - floor(x + 0.5)) > 1e-9 * fmin(x, 1) + 1e-15 * x) return 0;
    }
    return 1;
}

double pieces_unit(const double *given, int64_t n) {
    double sum = 0, ten = 1;
    int64_t i;
    int bits;
    for (i = 0; i < n; i++) sum += given[i];
    if (!(sum <= 1e300)) return 0;
    while (ten < 1e6 && !whole_in(given, n, ten)) ten *= 10;
    if (whole_in(given, n, ten) && sum * ten <= (double)FPM_SIZE_MAX) return 1 / ten;
    frexp(sum, &bits);
    return ldexp(1, bits > -1000 ? bits - 50 : -1050);
}
