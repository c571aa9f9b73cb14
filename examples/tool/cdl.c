/* cdl.c - loads from CDL, the text of a NetCDF file that ncdump writes:

      netcdf ocean {
      dimensions:
              time = UNLIMITED ; // (1 currently)
              lat = 2 ;
              lon = 3 ;
      variables:
              short depth(time, lat, lon) ;
                      depth:_FillValue = -1s ;
      data:
       depth = 40, _, 7, 12, _, 5 ;
      }

   The head and the values are read in one pass, which notes where each variable's values begin; a
   second one reads those of the variable that is taken. */
#include "cdl.h"
#include "text.h"

/* A piece of the text: a word, a string in quotation marks, a mark, or the end. */
enum { AT_END = 0, A_WORD = 'w', A_STRING = '"' };

typedef struct reader {
    const char *at, *end;
    int64_t line;
    const char *word;
    size_t length;
    int kind; /* one of the above, or the mark itself */
} reader;

typedef struct dimension {
    const char *name;
    size_t length;
    int64_t size; /* below 0: unlimited, and nothing says how long it is now */
} dimension;

typedef struct variable {
    const char *name; /* the declaration begins with it: `depth(time, lat, lon)` */
    size_t length, declaration;
    int text;          /* its values are no numbers */
    int axes;          /* how many dimensions */
    double layers;     /* how many planes: the product of the dimensions before the last two */
    int own;           /* a coordinate: its name is that of its only dimension */
    int64_t rows;      /* the last dimension but one; 1: there is none */
    int64_t cols;      /* the last one */
    double missing[2]; /* _FillValue, missing_value, or NOT_SAID */
    int missing_nan;   /* one of them is NaN */
    double scale, offset;
    reader values; /* right before the first one; at NULL: the file has none */
} variable;

static const double NOT_SAID = 1e308; /* numbers are up to 1e300 */

enum { HEAD, TYPES, DIMENSIONS, VARIABLES, DATA };

typedef struct cdl {
    loads *l;
    reader r;
    int section;
    dimension *dim;
    size_t dimensions;
    variable *var;
    size_t variables;
} cdl;

static int is_white(char c) { return c != '\0' && strchr(" \t\r\n\v\f", c) != NULL; }

static int is_mark(char c) { return c != '\0' && strchr("{}(),;=:", c) != NULL; }

static void skip_line(reader *r) {
    while (r->at < r->end && *r->at != '\n') r->at++;
}

static int at_comment(const reader *r) {
    return r->end - r->at > 1 && r->at[0] == '/' && r->at[1] == '/';
}

static void skip_blanks(reader *r) {
    while (r->at < r->end && (is_white(*r->at) || at_comment(r))) {
        if (at_comment(r)) {
            skip_line(r);
        } else {
            if (*r->at == '\n') r->line++;
            r->at++;
        }
    }
}

/* A backslash takes away what the next character means, in names and in strings. */
static void skip_character(reader *r) {
    if (*r->at == '\n') r->line++;
    if (*r->at == '\\' && r->at + 1 < r->end) r->at++;
    r->at++;
}

static void skip_string(reader *r) {
    r->at++;
    while (r->at < r->end && *r->at != '"') skip_character(r);
    if (r->at < r->end) r->at++;
}

static void skip_word(reader *r) {
    while (r->at < r->end && !is_white(*r->at) && !is_mark(*r->at) && *r->at != '"')
        skip_character(r);
}

/* The next piece; its kind. */
static int next(reader *r) {
    skip_blanks(r);
    r->word = r->at;
    if (r->at == r->end) {
        r->kind = AT_END;
    } else if (*r->at == '"') {
        r->kind = A_STRING;
        skip_string(r);
    } else if (is_mark(*r->at)) {
        r->kind = *r->at;
        r->at++;
    } else {
        r->kind = A_WORD;
        skip_word(r);
    }
    r->length = (size_t)(r->at - r->word);
    return r->kind;
}

static void skip_statement(reader *r) {
    while (r->kind != ';' && r->kind != AT_END) next(r);
}

static int is_name(const char *word, size_t length, const char *name) {
    return strlen(name) == length && memcmp(word, name, length) == 0;
}

static int same(const char *a, size_t a_length, const char *b, size_t b_length) {
    return a_length == b_length && memcmp(a, b, a_length) == 0;
}

/* The piece just read is not what should stand there. */
static int unexpected(const cdl *c, const char *expected) {
    const reader *r = &c->r;
    if (r->kind == AT_END)
        return no_answer("%s: the file ends where %s should be: is it cut off?", c->l->file,
                         expected);
    return no_answer("%s:%" PRId64 ": \"%.*s\" stands where %s should be", c->l->file, r->line,
                     text_width(r->length), r->word, expected);
}

static int want(cdl *c, int kind, const char *expected) {
    if (next(&c->r) == kind) return ANSWERED;
    return unexpected(c, expected);
}

/* ---- dimensions ---- */

/* How long an unlimited dimension is stands in a comment of its line: // (12 currently). */
static int64_t size_in_comment(const reader *r) {
    const char *at = r->at, *digits;
    int64_t size;
    while (at < r->end && *at != '\n' && *at != '(') at++;
    if (at == r->end || *at != '(') return -1;
    at++;
    digits = at;
    while (at < r->end && *at >= '0' && *at <= '9') at++;
    return text_whole(digits, (size_t)(at - digits), 0, FPM_SIZE_MAX, &size) ? size : -1;
}

static int add_dimension(cdl *c, dimension d) {
    dimension *list = (dimension *)more_room(c->dim, c->dimensions, sizeof *list);
    if (!list) return out_of_memory();
    c->dim = list;
    list[c->dimensions] = d;
    c->dimensions++;
    return ANSWERED;
}

/* `lat = 2`, whose name was read; what follows is read, too. */
static int read_dimension(cdl *c) {
    reader *r = &c->r;
    dimension d;
    int unlimited, status;
    d.name = r->word;
    d.length = r->length;
    status = want(c, '=', "= and the length of the dimension");
    if (!status) status = want(c, A_WORD, "the length of a dimension");
    if (status) return status;
    unlimited =
        is_name(r->word, r->length, "UNLIMITED") || is_name(r->word, r->length, "unlimited");
    if (!unlimited && !text_whole(r->word, r->length, 0, FPM_SIZE_MAX, &d.size))
        return unexpected(c, "the length of a dimension");
    next(r);
    if (r->kind != ';' && r->kind != ',') return unexpected(c, "; after a dimension");
    if (unlimited) d.size = size_in_comment(r);
    return add_dimension(c, d);
}

/* Of groups that use a name again the one that was read last. */
static const dimension *find_dimension(const cdl *c) {
    size_t i = c->dimensions;
    while (i > 0) {
        const dimension *d = &c->dim[i - 1];
        if (same(d->name, d->length, c->r.word, c->r.length)) return d;
        i--;
    }
    return NULL;
}

/* ---- variables ---- */

static variable *find_variable(const cdl *c, const char *name, size_t length) {
    size_t i = c->variables;
    while (i > 0) {
        variable *v = &c->var[i - 1];
        if (same(v->name, v->length, name, length)) return v;
        i--;
    }
    return NULL;
}

static int add_variable(cdl *c, const variable *v) {
    variable *list = (variable *)more_room(c->var, c->variables, sizeof *list);
    if (!list) return out_of_memory();
    c->var = list;
    list[c->variables] = *v;
    c->variables++;
    return ANSWERED;
}

/* One dimension more, which is the last one so far. */
static int add_axis(cdl *c, variable *v) {
    const dimension *d = find_dimension(c);
    if (!d) return unexpected(c, "a name of the dimensions above");
    if (d->size < 0)
        return no_answer("%s: dimension %.*s is unlimited: write how long it is, as ncdump does, "
                         "`UNLIMITED ; // (12 currently)`",
                         c->l->file, text_width(d->length), d->name);
    if (v->axes >= 2) v->layers *= (double)v->rows;
    v->own = v->axes == 0 && same(v->name, v->length, d->name, d->length);
    v->rows = v->axes > 0 ? v->cols : 1;
    v->cols = d->size;
    v->axes++;
    return ANSWERED;
}

/* The dimensions of a variable, where there are any: `(lat, lon)`. */
static int read_axes(cdl *c, variable *v) {
    reader *r = &c->r;
    int status = ANSWERED;
    if (next(r) != '(') return ANSWERED;
    while (!status && r->kind != ')') {
        status = want(c, A_WORD, "a dimension");
        if (!status) status = add_axis(c, v);
        if (!status) next(r);
        if (!status && r->kind != ',' && r->kind != ')') return unexpected(c, ") after dimensions");
    }
    v->declaration = (size_t)(r->at - v->name);
    if (!status) next(r);
    return status;
}

static int is_numeric(const char *type, size_t length) {
    static const char *const all[] = {"byte", "ubyte", "short",  "ushort", "int",  "uint",
                                      "long", "int64", "uint64", "float",  "real", "double"};
    size_t i;
    for (i = 0; i < sizeof all / sizeof *all; i++)
        if (is_name(type, length, all[i])) return 1;
    return 0;
}

/* `mask(lat, lon), lat(lat) ;`, whose first name was read. */
static int read_declarations(cdl *c, int numeric) {
    reader *r = &c->r;
    int status = ANSWERED;
    while (!status && r->kind == A_WORD) {
        variable v = FPM_ZERO;
        v.name = r->word;
        v.length = r->length;
        v.declaration = r->length;
        v.text = !numeric;
        v.layers = 1;
        v.rows = 1;
        v.cols = 1;
        v.missing[0] = NOT_SAID;
        v.missing[1] = NOT_SAID;
        v.scale = 1;
        status = read_axes(c, &v);
        if (!status) status = add_variable(c, &v);
        if (r->kind != ',') break;
        next(r);
    }
    if (status || r->kind == ';') return status;
    return unexpected(c, "; after a variable");
}

/* A number, which may end with letters of its type: -999.f, 0b, 5ll. */
static int number(const reader *r, double *value) {
    size_t digits = r->length;
    while (digits > 1 && strchr("bBsSlLfFdDuU", r->word[digits - 1])) digits--;
    return r->kind == A_WORD && text_real(r->word, digits, value);
}

/* NaN or NaNf, as ncdump writes it. */
static int is_nan(const reader *r) {
    return is_name(r->word, r->length, "NaN") || is_name(r->word, r->length, "NaNf");
}

/* `depth:_FillValue = -1s ;` from the colon on, of the variable (NULL: one that is not known). */
static int read_attribute(cdl *c, variable *v) {
    reader *r = &c->r;
    double ignored, *to = &ignored;
    int status = want(c, A_WORD, "a name of an attribute");
    if (status) return status;
    if (v && is_name(r->word, r->length, "_FillValue")) to = &v->missing[0];
    if (v && is_name(r->word, r->length, "missing_value")) to = &v->missing[1];
    if (v && is_name(r->word, r->length, "scale_factor")) to = &v->scale;
    if (v && is_name(r->word, r->length, "add_offset")) to = &v->offset;
    status = want(c, '=', "= and the value of an attribute");
    if (status) return status;
    next(r);
    number(r, to);
    if (v && to != &ignored && is_nan(r)) v->missing_nan = 1;
    skip_statement(r);
    if (r->kind == AT_END) return unexpected(c, "; after an attribute");
    return ANSWERED;
}

/* A declaration or an attribute, whose first piece was read: `int mask(lat, lon) ;`,
   `mask:units = "1" ;`, `string mask:units = "1" ;`, `:title = "of the file" ;`. */
static int read_variables(cdl *c) {
    reader *r = &c->r, first = *r;
    if (first.kind == ':') return read_attribute(c, NULL);
    next(r);
    if (r->kind == ':') return read_attribute(c, find_variable(c, first.word, first.length));
    if (r->kind == A_WORD) {
        reader name = *r;
        if (next(&name) != ':') return read_declarations(c, is_numeric(first.word, first.length));
        first = *r;
        *r = name;
        return read_attribute(c, find_variable(c, first.word, first.length));
    }
    return unexpected(c, "a variable");
}

/* ---- values ---- */

/* `mask = 1, 0, _ ;`, whose name was read: notes where the values begin. */
static int note_values(cdl *c) {
    reader *r = &c->r;
    variable *v = find_variable(c, r->word, r->length);
    int status;
    if (!v) return unexpected(c, "a name of the variables above");
    status = want(c, '=', "= and values");
    if (status) return status;
    v->values = *r;
    skip_statement(r);
    if (r->kind == ';') return ANSWERED;
    return no_answer("%s: the file ends within the values of %.*s: is it cut off?", c->l->file,
                     text_width(v->length), v->name);
}

/* A heading is a word and a colon with a blank after it, which attributes do not have. */
static int is_heading(cdl *c) {
    static const struct {
        const char *name;
        int section;
    } all[] = {{"types", TYPES},
               {"dimensions", DIMENSIONS},
               {"variables", VARIABLES},
               {"data", DATA},
               {"group", HEAD}};
    reader *r = &c->r;
    size_t i;
    if (r->kind != A_WORD || r->end - r->at < 2 || r->at[0] != ':' || !is_white(r->at[1])) return 0;
    for (i = 0; i < sizeof all / sizeof *all; i++)
        if (is_name(r->word, r->length, all[i].name)) {
            c->section = all[i].section;
            next(r);
            return 1;
        }
    return 0;
}

static int read_statement(cdl *c) {
    const reader *r = &c->r;
    if (c->section == HEAD || c->section == TYPES) return ANSWERED;
    if (r->kind == '{' || r->kind == '}' || r->kind == ';' || r->kind == ',') return ANSWERED;
    if (c->section == VARIABLES) return read_variables(c);
    if (r->kind == ':') return read_attribute(c, NULL); /* of a group without variables */
    if (r->kind != A_WORD) return unexpected(c, "a name");
    return c->section == DIMENSIONS ? read_dimension(c) : note_values(c);
}

static int read_sections(cdl *c) {
    int status = ANSWERED;
    while (!status && next(&c->r) != AT_END)
        if (!is_heading(c)) status = read_statement(c);
    return status;
}

/* A value as a load. */
static int read_value(const cdl *c, const variable *v, const reader *r, double *value) {
    static const char land[] = "land is what _FillValue or missing_value of the variable say";
    int i;
    if (is_name(r->word, r->length, "_") || (v->missing_nan && is_nan(r))) {
        *value = 0;
        return ANSWERED;
    }
    if (!number(r, value))
        return no_answer("%s:%" PRId64 ": \"%.*s\" is not a load (a number, 0 or more): %s",
                         c->l->file, r->line, text_width(r->length), r->word, land);
    for (i = 0; i < 2; i++)
        if (*value >= v->missing[i] && *value <= v->missing[i]) {
            *value = 0;
            return ANSWERED;
        }
    *value = *value * v->scale + v->offset;
    if (*value >= 0 && *value <= 1e300) return ANSWERED;
    return no_answer("%s:%" PRId64 ": %s %.*s is not a load (a number, 0 or more): %s", c->l->file,
                     r->line, *value < 0 ? "a value below 0," : "the value", text_width(r->length),
                     r->word, land);
}

/* Which of a variable's planes are taken: one of them, or the sum of all. */
enum { FIRST_LAYER = 0, SUM_OF_LAYERS = -1 };

/* The values of one plane are added to the loads, those of others to what is there, or left out. */
static int take_value(loads *l, int64_t layer, int64_t cells, int64_t index, double value) {
    if (layer != SUM_OF_LAYERS && index / cells != layer) return ANSWERED;
    if (layer != SUM_OF_LAYERS || index < cells) return loads_add(l, value);
    l->value[index % cells] += value;
    if (l->value[index % cells] > (double)FPM_SIZE_MAX) l->whole = 0;
    return ANSWERED;
}

static int read_values(const cdl *c, const variable *v, int64_t layer) {
    loads *l = c->l;
    reader r = v->values;
    double value = 0, plane = (double)v->rows * (double)v->cols, all = v->layers * plane;
    int64_t index = 0, cells = plane < (double)FPM_SIZE_MAX ? v->rows * v->cols : FPM_SIZE_MAX;
    int status = ANSWERED;
    while (!status && next(&r) != ';') {
        if (r.kind == ',' || r.kind == '{' || r.kind == '}') continue;
        status = read_value(c, v, &r, &value);
        if (!status && (double)index < all) status = take_value(l, layer, cells, index, value);
        index++;
    }
    if (status) return status;
    if ((double)index >= all && (double)index <= all && l->count == cells) return ANSWERED;
    return no_answer("%s: %.*s has %" PRId64 " values, and its dimensions say %s%" PRId64
                     " x %" PRId64,
                     l->file, text_width(v->length), v->name, index,
                     v->layers > 1 ? "several layers of " : "", v->rows, v->cols);
}

/* ---- which variable ---- */

/* Are its values loads on one plane or several, or for a chain in a row? */
static int has_loads(const cdl *c, const variable *v) {
    if (!v->values.at || v->text) return 0;
    return v->axes >= 2 || (c->l->chain && v->axes == 1);
}

static int is_layered(const variable *v) { return v->layers < 1 || v->layers > 1; }

/* Loads on one plane or in a row, unless it says where the elements are. */
static int is_field(const cdl *c, const variable *v) {
    return has_loads(c, v) && !is_layered(v) && !(v->axes == 1 && v->own);
}

enum { LISTED = 300 };

/* Adds a declaration to a list that is as long as it may be. */
static void list_variable(char *list, const variable *v) {
    size_t used = strlen(list);
    if (used + 5 >= LISTED) return;
    if (used > 0) {
        memcpy(list + used, ", ", 3);
        used += 2;
    }
    if (v->declaration + 5 < LISTED - used)
        snprintf(list + used, LISTED - used, "%.*s", (int)v->declaration, v->name);
    else memcpy(list + used, "...", 4);
}

/* All variables, or those with a field; how many. */
static int list_variables(const cdl *c, int fields, char *list) {
    size_t i;
    int count = 0;
    *list = '\0';
    for (i = 0; i < c->variables; i++) {
        const variable *v = &c->var[i];
        if (fields && !is_field(c, v)) continue;
        list_variable(list, v);
        count++;
    }
    return count;
}

/* Why the variable that was asked for is no field, and what to do. */
static int no_field(const cdl *c, const variable *v) {
    const char *file = c->l->file;
    int name = text_width(v->length), declaration = text_width(v->declaration);
    if (!v->values.at)
        return no_answer("%s: no values of %.*s are in the file: write them by ncdump -v %.*s",
                         file, name, v->name, name, v->name);
    if (v->text) return no_answer("%s: the values of %.*s are no numbers", file, name, v->name);
    if (v->axes < 2)
        return no_answer("%s: %.*s has %s: loads on a plane have two dimensions", file, declaration,
                         v->name, v->axes == 0 ? "no dimension" : "one dimension");
    return no_answer("%s: %.*s has layers: --variable %.*s:0 takes the first, %.*s:sum adds all",
                     file, declaration, v->name, name, v->name, name, v->name);
}

/* The layer of `tmask:0` or `tmask:sum`, whose first characters are the variable's name. */
static int read_layer(const cdl *c, const variable *v, const char *layer, int64_t *which) {
    double last = v->layers - 1;
    *which = SUM_OF_LAYERS;
    if (strcmp(layer, "sum") == 0) return ANSWERED;
    if (text_whole(layer, strlen(layer), 0, FPM_SIZE_MAX, which) && (double)*which <= last)
        return ANSWERED;
    return no_answer("%s: --variable %s: the layers of %.*s are 0 to %.0f, or sum for all of them",
                     c->l->file, c->l->variable, text_width(v->declaration), v->name, last);
}

static int take_named(const cdl *c, const variable **v, int64_t *layer) {
    const char *name = c->l->variable, *colon = strrchr(name, ':');
    char list[LISTED];
    *v = find_variable(c, name, strlen(name));
    if (*v && has_loads(c, *v) && !is_layered(*v)) return ANSWERED;
    if (*v) return no_field(c, *v);
    if (colon) *v = find_variable(c, name, (size_t)(colon - name));
    if (*v && has_loads(c, *v)) return read_layer(c, *v, colon + 1, layer);
    if (*v) return no_field(c, *v);
    list_variables(c, 0, list);
    return no_answer("%s: --variable %s: the file has %s", c->l->file, name,
                     *list ? list : "no variables");
}

static int take_only(const cdl *c, const variable **v) {
    char list[LISTED];
    size_t i, valued = 0, layered = 0;
    const variable *layers = NULL;
    int count = list_variables(c, 1, list);
    if (count > 1)
        return no_answer("%s: choose a variable by --variable NAME: %s", c->l->file, list);
    for (i = 0; i < c->variables; i++) {
        if (c->var[i].values.at) valued++;
        if (is_field(c, &c->var[i])) *v = &c->var[i];
        if (has_loads(c, &c->var[i]) && is_layered(&c->var[i])) {
            layers = &c->var[i];
            layered++;
        }
    }
    if (count == 1) return ANSWERED;
    if (layered == 1) return no_field(c, layers);
    list_variables(c, 0, list);
    if (valued == 0)
        return no_answer(
            "%s: no values are in the file, which ncdump -v NAME writes: the variables "
            "are %s",
            c->l->file, *list ? list : "none");
    if (c->variables == 1) return no_field(c, &c->var[0]);
    return no_answer("%s: no variable of two dimensions has values that are numbers: the variables "
                     "are %s (--variable NAME:0 takes the first layer of one with more)",
                     c->l->file, list);
}

static int take(const cdl *c) {
    loads *l = c->l;
    const variable *v = NULL;
    int64_t layer = FIRST_LAYER;
    int status = l->variable ? take_named(c, &v, &layer) : take_only(c, &v);
    if (!status) status = read_values(c, v, layer);
    if (status) return status;
    l->chain = v->axes == 1;
    l->rows = v->rows;
    l->cols = v->cols;
    if (l->variable)
        snprintf(l->title, sizeof l->title, "variable %.40s of ncdump's text (CDL)", l->variable);
    else
        snprintf(l->title, sizeof l->title, "variable %.*s of ncdump's text (CDL)",
                 text_width(v->length), v->name);
    l->as = l->title;
    return ANSWERED;
}

int cdl_read(loads *l, const char *text, size_t length) {
    cdl c = FPM_ZERO;
    int status;
    c.l = l;
    c.r.at = text;
    c.r.end = text + length;
    c.r.line = 1;
    status = read_sections(&c);
    if (!status) status = take(&c);
    free(c.dim);
    free(c.var);
    return status;
}
