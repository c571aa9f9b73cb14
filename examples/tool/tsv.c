/* tsv.c - the forms for programs. */
#include "tsv.h"
#include "text.h"

/* What has been written so far. */
static struct {
    int json, keys, items, rows, column, columns;
    const char *list, *names, *name; /* name: of the next column, up to its tab */
} now;

void tsv_begin(const output *out) {
    memset(&now, 0, sizeof now);
    now.json = out->json;
    if (now.json) putchar('{');
}

static void json_text(const char *text, size_t length) {
    const char *end = text + length;
    putchar('"');
    while (text < end) {
        int size = text_plain(text);
        if (*text == '"' || *text == '\\') putchar('\\');
        if (size) fwrite(text, 1, (size_t)size, stdout);
        else if ((unsigned char)*text < 0x80) printf("\\u%04x", (unsigned)*text);
        else if (text_utf8((const unsigned char *)text))
            printf("\\u%04x", (unsigned)(unsigned char)*++text); /* from U+0080 to U+009F */
        else fputs("\\ufffd", stdout);
        text += size ? size : 1;
    }
    putchar('"');
}

static void write_text(const char *value) {
    if (now.json) json_text(value, strlen(value));
    else text_show(stdout, value, "");
}

/* JSON has no infinity. */
static void write_real(double value) {
    if (now.json && !(value >= -1e308 && value <= 1e308)) fputs("null", stdout);
    else printf("%.17g", value);
}

static void write_key(const char *key) {
    if (!now.json) {
        printf("# %s ", key);
        return;
    }
    fputs(now.keys++ ? ",\n \"" : "\"", stdout);
    printf("%s\": ", key);
}

static void end_key(void) {
    if (!now.json) putchar('\n');
}

void tsv_text(const char *key, const char *value) {
    write_key(key);
    write_text(value);
    end_key();
}

void tsv_whole(const char *key, int64_t value) {
    write_key(key);
    printf("%" PRId64, value);
    end_key();
}

void tsv_real(const char *key, double value) {
    write_key(key);
    write_real(value);
    end_key();
}

void tsv_list_begin(const char *key) {
    now.list = key;
    now.items = 0;
    if (!now.json) return;
    write_key(key);
    putchar('[');
}

void tsv_list_text(const char *value) {
    if (!now.json) {
        tsv_text(now.list, value);
        return;
    }
    if (now.items++) fputs(", ", stdout);
    write_text(value);
}

void tsv_list_end(void) {
    if (now.json) putchar(']');
}

void tsv_columns(const char *names) {
    const char *at;
    now.names = names;
    now.columns = 1;
    now.column = now.rows = 0;
    for (at = names; *at; at++) now.columns += *at == '\t';
    if (!now.json) {
        puts(names);
        return;
    }
    write_key("rows");
    putchar('[');
}

static void begin_cell(void) {
    size_t length;
    if (now.column == 0) now.name = now.names;
    length = strcspn(now.name, "\t");
    if (!now.json && now.column) putchar('\t');
    if (now.json) {
        if (now.column == 0) fputs(now.rows++ ? ",\n  {" : "\n  {", stdout);
        else fputs(", ", stdout);
        json_text(now.name, length);
        fputs(": ", stdout);
    }
    now.name += length + (now.name[length] == '\t');
}

static void end_cell(void) {
    if (++now.column < now.columns) return;
    now.column = 0;
    putchar(now.json ? '}' : '\n');
}

void tsv_cell_text(const char *value) {
    begin_cell();
    write_text(value);
    end_cell();
}

void tsv_cell_whole(int64_t value) {
    begin_cell();
    printf("%" PRId64, value);
    end_cell();
}

void tsv_cell_real(double value) {
    begin_cell();
    write_real(value);
    end_cell();
}

void tsv_end(void) {
    if (now.json) puts(now.names ? "]}" : "}");
}
