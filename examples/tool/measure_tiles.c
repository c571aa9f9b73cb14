/* measure_tiles.c - measure on a grid of tiles: times by both sides. */
#include "measure.h"
#include "roughness.h"

#define TILE_SIDE (INT64_C(1) << 21)

int64_t tile_key(int64_t rows, int64_t cols) { return rows * TILE_SIDE + cols; }
int64_t tile_rows(int64_t key) { return key / TILE_SIDE; }
int64_t tile_cols(int64_t key) { return key % TILE_SIDE; }

int measure_tiles_read(const char *path, fpm_points *points) {
    tile_times t;
    int64_t k;
    int status = tile_times_read(path, &t);
    for (k = 0; k < t.count && !status; k++) {
        fpm_point point = FPM_ZERO;
        point.size = tile_key(t.m[k], t.n[k]);
        point.seconds = t.seconds[k];
        point.half_width = t.half_width[k];
        point.reps = t.reps[k];
        if (t.m[k] >= TILE_SIDE || t.n[k] >= TILE_SIDE)
            status = no_answer("%s:%" PRId64 ": a side of 2^21 or more is not measured here", path,
                               t.line[k]);
        else if (fpmk_points_pool(points, &point) < 0)
            status = no_answer("%s:%" PRId64 ": no time of a tile", path, t.line[k]);
    }
    tile_times_free(&t);
    return status;
}

/* Do the files that were resumed hold this tile of every device? */
static int known_tile(const session *s, int64_t key) {
    int i;
    for (i = 0; i < s->count; i++)
        if (!measure_known(&s->dev[i], key)) return 0;
    return 1;
}

/* One tile on all devices, pooled and written; ANSWERED even if it could not be measured. */
static int measure_tile(session *s, int64_t key, int *measured) {
    fpm_point points[MOST_DEVICES];
    fpmk_report reports[MOST_DEVICES];
    int64_t rows[MOST_DEVICES];
    int i, ok = 1;
    for (i = 0; i < s->count; i++) {
        rows[i] = tile_rows(key);
        s->dev[i].setup.width = tile_cols(key);
        s->dev[i].shell.cols = tile_cols(key);
    }
    memset(reports, 0, sizeof reports);
    *measured = measure_round(s, s->count, rows, points, reports) >= 0;
    for (i = 0; i < s->count && *measured && ok; i++) {
        points[i].size = key;
        ok = fpmk_points_pool(&s->dev[i].points, &points[i]) == FPM_OK;
    }
    if (ok && (!*measured || measure_write(s))) return ANSWERED;
    return measure_unwritten(s);
}

/* The tiles that are to be measured, as keys; how many. */
static int64_t tiles_left(const session *s, int64_t *key) {
    int64_t left = 0;
    int i, j;
    for (i = 0; i < s->rounds; i++)
        for (j = 0; j < s->col_rounds; j++) {
            int64_t tile = tile_key(s->x[i], s->cols[j]);
            if (!s->resume || !known_tile(s, tile)) key[left++] = tile;
        }
    return left;
}

/* All visits of all tiles. */
static int visit_tiles(session *s, int64_t *key, int64_t left) {
    int visit, status = ANSWERED;
    for (visit = 0; visit < s->visits; visit++) {
        int64_t count = left, j;
        measure_shuffle(key, count, s->opts.seed + (uint64_t)visit + 1);
        for (left = 0, j = 0; j < count && !status; j++) {
            char text[120];
            int measured;
            snprintf(text, sizeof text, "visit %d of %d, %" PRId64 " of %" PRId64 " tiles",
                     visit + 1, s->visits, j + 1, count);
            measure_progress(text);
            status = measure_tile(s, key[j], &measured);
            if (measured) key[left++] = key[j];
        }
    }
    measure_progress("");
    return status;
}

int measure_tiles(session *s) {
    int64_t most = (int64_t)s->rounds * s->col_rounds;
    int64_t *key = (int64_t *)malloc((size_t)most * sizeof *key);
    int status;
    if (!key) return out_of_memory();
    status = visit_tiles(s, key, tiles_left(s, key));
    free(key);
    if (status || s->failures == 0) return status;
    return no_answer("%s (%d of %" PRId64 " tiles are measured)", s->failure,
                     (int)(most - s->failures), most);
}

/* Speeds of the slowest and the fastest tile. */
static void speeds_of(const fpm_points *p, double *least, double *most) {
    int64_t k;
    *least = HUGE_VAL;
    *most = 0;
    for (k = 0; k < p->count; k++) {
        double cells = (double)tile_rows(p->size[k]) * (double)tile_cols(p->size[k]);
        *least = fmin(*least, cells / p->seconds[k]);
        *most = fmax(*most, cells / p->seconds[k]);
    }
}

/* The points as lists of tiles; 0: no memory. */
static int tiles_of(const fpm_points *p, tile_times *t) {
    size_t count = (size_t)p->count;
    int64_t k;
    memset(t, 0, sizeof *t);
    t->m = (int64_t *)malloc(count * sizeof *t->m);
    t->n = (int64_t *)malloc(count * sizeof *t->n);
    t->seconds = (double *)malloc(count * sizeof *t->seconds);
    t->half_width = (double *)malloc(count * sizeof *t->half_width);
    if (!t->m || !t->n || !t->seconds || !t->half_width) return 0;
    for (k = 0; k < p->count; k++) {
        t->m[k] = tile_rows(p->size[k]);
        t->n[k] = tile_cols(p->size[k]);
        t->seconds[k] = p->seconds[k];
        t->half_width[k] = p->half_width[k];
    }
    t->count = p->count;
    return 1;
}

void measure_tiles_print(const device *dev) {
    fpmk_roughness_report r;
    tile_times t;
    double least, most;
    char room[ROUGHNESS_ROOM];
    if (dev->points.count == 0) return;
    speeds_of(&dev->points, &least, &most);
    say("%s: %" PRId64 " tiles, %d measurements imprecise, %d unstable, %.4g to %.4g elements/s\n",
        dev->path, dev->points.count, dev->rough, dev->unstable, least, most);
    if (tiles_of(&dev->points, &t) && roughness_tiles(dev->path, &t, &r) == ANSWERED)
        say("   %s\n", roughness_text(&r, room));
    tile_times_free(&t);
}
