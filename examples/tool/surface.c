/* surface.c - files of tiles: rows, columns and seconds of a processor on each line. */
#include "surface.h"
#include "explain.h"
#include "file.h"
#include "text.h"

typedef struct tiles_read {
    int64_t count, *m, *n, *line;
    double *seconds;
} tiles_read;

static void tiles_free(tiles_read *t) {
    free(t->m);
    free(t->n);
    free(t->line);
    free(t->seconds);
}

/* Room for one tile more. */
static int tiles_grow(tiles_read *t) {
    int64_t *m = (int64_t *)more_room(t->m, (size_t)t->count, sizeof *m), *n, *line;
    double *seconds;
    if (m) t->m = m;
    n = (int64_t *)more_room(t->n, (size_t)t->count, sizeof *n);
    if (n) t->n = n;
    line = (int64_t *)more_room(t->line, (size_t)t->count, sizeof *line);
    if (line) t->line = line;
    seconds = (double *)more_room(t->seconds, (size_t)t->count, sizeof *seconds);
    if (seconds) t->seconds = seconds;
    return m && n && line && seconds ? ANSWERED : out_of_memory();
}

/* All lines of a text. */
static int tiles_scan(scanner *s, tiles_read *t) {
    const int64_t most = INT32_MAX;
    int status = ANSWERED;
    while (!status && scan_item(s, '#')) {
        int64_t m, n;
        double seconds;
        if (!text_whole(s->word, s->length, 1, most, &m))
            return scan_bad(s, "the rows of a tile, from 1 to 2^31 - 1, as the first of `rows "
                               "columns seconds`");
        status = scan_whole(s, '#', 1, most, "the columns of a tile, from 1 to 2^31 - 1", &n);
        if (!status) status = scan_real(s, '#', "the seconds of a tile", &seconds);
        if (!status) status = tiles_grow(t);
        if (status) return status;
        t->m[t->count] = m;
        t->n[t->count] = n;
        t->line[t->count] = s->line;
        t->seconds[t->count++] = seconds;
    }
    return status;
}

/* The model of the tiles that were read. */
static int tiles_model(const char *file, const tiles_read *t, int kind, fpm_model2d *model) {
    char why[EXPLAIN_ROOM];
    fpm_info info;
    int status;
    if (t->count == 0)
        return no_answer("%s: no tiles: write a line `rows columns seconds` for each", file);
    status = kind == FPM_DISCRETE
                 ? fpm_model2d_discrete(model, t->count, t->m, t->n, t->seconds, NULL, &info)
                 : fpm_model2d_init(model, t->count, t->m, t->n, t->seconds, NULL, &info);
    if (status >= 0) return ANSWERED;
    if (status == FPM_E_ORDER)
        return no_answer("%s:%" PRId64 ": a second time for a tile of %" PRId64 " by %" PRId64
                         ": keep one, such as the mean",
                         file, t->line[info.at], t->m[info.at], t->n[info.at]);
    if (info.at >= 0)
        return no_answer("%s:%" PRId64 ": %s", file, t->line[info.at], explain(&info, NULL, why));
    return no_answer("%s: %s", file, explain(&info, NULL, why));
}

int surface_read(const char *file, int kind, fpm_model2d *model) {
    tiles_read t;
    scanner s;
    char *text;
    size_t length;
    int status = file_read(file, 0, &text, &length);
    if (status) return status;
    memset(&t, 0, sizeof t);
    text_unquote(text, length);
    s = scan_begin(file, text, length);
    status = tiles_scan(&s, &t);
    if (!status) status = tiles_model(file, &t, kind, model);
    tiles_free(&t);
    free(text);
    return status;
}
