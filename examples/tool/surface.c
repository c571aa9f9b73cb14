/* surface.c - files of tiles: rows, columns and seconds of a processor on each line. */
#include "surface.h"
#include "explain.h"
#include "file.h"
#include "text.h"

void tile_times_free(tile_times *t) {
    free(t->m);
    free(t->n);
    free(t->reps);
    free(t->line);
    free(t->seconds);
    free(t->half_width);
    memset(t, 0, sizeof *t);
}

/* Room for one more in a list of whole numbers, and in one of others; 0: no memory. */
static int grow_wholes(int64_t **list, int64_t count) {
    int64_t *more = (int64_t *)more_room(*list, (size_t)count, sizeof *more);
    if (more) *list = more;
    return more != NULL;
}

static int grow_reals(double **list, int64_t count) {
    double *more = (double *)more_room(*list, (size_t)count, sizeof *more);
    if (more) *list = more;
    return more != NULL;
}

/* Room for one tile more. */
static int tiles_grow(tile_times *t) {
    int enough = grow_wholes(&t->m, t->count) && grow_wholes(&t->n, t->count) &&
                 grow_wholes(&t->reps, t->count) && grow_wholes(&t->line, t->count) &&
                 grow_reals(&t->seconds, t->count) && grow_reals(&t->half_width, t->count);
    return enough ? ANSWERED : out_of_memory();
}

/* Does a line go on with another word?  Where it does, the word is read. */
static int line_goes_on(scanner *s) {
    scanner next = *s;
    if (!scan_word(&next) || next.line != s->line || next.word[0] == '#') return 0;
    *s = next;
    return 1;
}

/* What may follow the seconds of the last tile: a half-width and repetitions. */
static int scan_quality(scanner *s, tile_times *t) {
    double *half = &t->half_width[t->count];
    if (!line_goes_on(s)) return ANSWERED;
    if (!text_real(s->word, s->length, half) || *half < 0)
        return scan_bad(s, "the half-width of the seconds, 0 or more");
    if (!line_goes_on(s)) return ANSWERED;
    if (!text_whole(s->word, s->length, 0, FPM_SIZE_MAX, &t->reps[t->count]))
        return scan_bad(s, "a number of repetitions");
    return line_goes_on(s) ? scan_bad(s, "the end of the line") : ANSWERED;
}

/* All lines of a text. */
static int tiles_scan(scanner *s, tile_times *t) {
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
        t->seconds[t->count] = seconds;
        t->half_width[t->count] = 0;
        t->reps[t->count] = 0;
        status = scan_quality(s, t);
        t->count++;
    }
    return status;
}

/* The model of the tiles that were read. */
static int tiles_model(const char *file, const tile_times *t, int kind, fpm_model2d *model) {
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

int tile_times_read(const char *file, tile_times *t) {
    scanner s;
    char *text;
    size_t length;
    int status;
    memset(t, 0, sizeof *t);
    status = file_read(file, 0, &text, &length);
    if (status) return status;
    text_unquote(text, length);
    s = scan_begin(file, text, length);
    status = tiles_scan(&s, t);
    free(text);
    return status;
}

int surface_read(const char *file, int kind, fpm_model2d *model) {
    tile_times t;
    int status = tile_times_read(file, &t);
    if (!status) status = tiles_model(file, &t, kind, model);
    tile_times_free(&t);
    return status;
}
