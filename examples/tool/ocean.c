/* ocean.c - a grid with land in it: which cells keep their tile, and the least equal tiles. */
#include "ocean.h"
#include "explain.h"
#include "os.h"

const choice tile_forms[] = {{"even", FPM_TILES_EVEN},
                             {"divide", FPM_TILES_DIVIDE},
                             {"short", FPM_TILES_SHORT},
                             {"fms", FPM_TILES_FMS},
                             {NULL, 0}};

static const term terms[] = {{"opts.down", "--down"},
                             {"opts.across", "--across"},
                             {"min_rows", "--min-side"},
                             {"min_cols", "--min-side"},
                             {"opts.halo", "--halo"},
                             {"halo", "--halo"},
                             {NULL, NULL}};

/* The sum of loads, as the grid has them. */
static int64_t sum(const ocean *o, int64_t r0, int64_t r1, int64_t c0, int64_t c1) {
    const fpm_grid *g = &o->w.grid;
    if (o->north_first) return fpm_grid_load(g, g->rows - r1, g->rows - r0, c0, c1);
    return fpm_grid_load(g, r0, r1, c0, c1);
}

double ocean_load(const ocean *o, int64_t r0, int64_t r1, int64_t c0, int64_t c1) {
    return plane_load(&o->w, sum(o, r0, r1, c0, c1));
}

fpm_rect_edges ocean_edges(const ocean *o) {
    fpm_rect_edges e = plane_edges(&o->w.grid, o->wrap);
    e.fold = o->fold ? FPM_FOLD_LAST : FPM_FOLD_NONE;
    return e;
}

static int64_t at_least(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t at_most(int64_t a, int64_t b) { return a < b ? a : b; }

/* Is there sea in these rows and columns?  Columns may lie beyond the edges. */
static int has_sea(const ocean *o, int64_t r0, int64_t r1, int64_t c0, int64_t c1) {
    int64_t cols = o->w.grid.cols;
    if (sum(o, r0, r1, at_least(c0, 0), at_most(c1, cols)) > 0) return 1;
    if (!(o->wrap & WRAP_X)) return 0;
    if (c0 < 0 && sum(o, r0, r1, at_least(cols + c0, 0), cols) > 0) return 1;
    return c1 > cols && sum(o, r0, r1, 0, at_most(c1 - cols, cols)) > 0;
}

/* Is there sea within the rim around a cell, across the edges that are joined? */
static int near_sea(const ocean *o, int64_t r, int64_t c) {
    int64_t rows = o->w.grid.rows, cols = o->w.grid.cols;
    int64_t r0 = at_least(r - o->rim, -rows), r1 = at_most(r + o->rim + 1, 2 * rows);
    int64_t c0 = c - o->rim, c1 = c + o->rim + 1;
    if (has_sea(o, at_least(r0, 0), at_most(r1, rows), c0, c1)) return 1;
    if (o->wrap & WRAP_Y) {
        if (r0 < 0 && has_sea(o, rows + r0, rows, c0, c1)) return 1;
        return r1 > rows && has_sea(o, 0, r1 - rows, c0, c1);
    }
    return o->fold && r1 > rows && has_sea(o, 2 * rows - r1, rows, cols - c1, cols - c0);
}

/* Which cells keep their tile.  A tile has sea within the rim around it where one of its cells has,
   so the sea is widened by the rim, and a tile is dropped where nothing of that is in it.  MOM6
   keeps all tiles near a folded row. */
static int widen_sea(ocean *o) {
    const fpm_grid *g = &o->w.grid;
    int64_t r, c, *wide = (int64_t *)calloc((size_t)(g->rows * g->cols), sizeof *wide);
    int64_t stitch = o->fold && o->opts.form == FPM_TILES_FMS ? g->rows - 1 - o->rim : g->rows;
    int status;
    if (!wide) return out_of_memory();
    for (r = 0; r < g->rows; r++)
        for (c = 0; c < g->cols; c++) {
            if (sum(o, r, r + 1, c, c + 1) > 0) o->sea++;
            if (r >= stitch || near_sea(o, r, c)) wide[r * g->cols + c] = 1;
        }
    status = fpm_grid_init(&o->kept, g->rows, g->cols, wide, 0, &o->w.grids, NULL);
    free(wide);
    if (status < 0) return no_answer("%s: %s", o->w.file, fpm_status_str(status));
    return ANSWERED;
}

/* What all numbers of processors up to w.m need. */
static int begin(ocean *o) {
    int status = widen_sea(o);
    if (status) return status;
    o->part = (fpm_rect *)malloc((size_t)o->w.m * sizeof *o->part);
    if (!o->part) return out_of_memory();
    o->opts.max_bytes = o->w.grids.max_bytes;
    o->opts.progress = os_watched;
    return ANSWERED;
}

/* The status of the library for p processors. */
static int solve(ocean *o, int64_t p) {
    int status;
    os_watch("tiles");
    status = fpm_tiles_partition(&o->kept, (int)p, &o->opts, o->part, &o->tiles, &o->info);
    os_watch(NULL);
    return status;
}

static int refused(const ocean *o) {
    char text[EXPLAIN_ROOM];
    explain(&o->info, terms, text);
    return no_answer("%s: %s", o->w.file, text);
}

/* Of all processors from tiles.kept to p the least tiles are the same: so the next is kept - 1.  Of
   several choices with tiles of one size only the last one counts, which takes the fewest. */
int ocean_list(ocean *o, void (*each)(const ocean *)) {
    ocean held;
    int64_t p;
    int holding = 0, status = begin(o);
    if (status) return status;
    for (p = o->w.m; p >= o->low; p = o->tiles.kept - 1) {
        status = solve(o, p);
        if (status == FPM_E_INFEASIBLE && holding) break;
        if (status < 0) return refused(o);
        if (holding && held.tiles.cells != o->tiles.cells) each(&held);
        held = *o;
        holding = 1;
    }
    if (holding) each(&held);
    return ANSWERED;
}

int ocean_solve(ocean *o) {
    int64_t count;
    int status = begin(o);
    if (status) return status;
    if (solve(o, o->w.m) < 0) return refused(o);
    count = o->tiles.down * o->tiles.across;
    o->owner = (int *)malloc((size_t)count * sizeof *o->owner);
    if (!o->owner) return out_of_memory();
    status = fpm_tiles_owners(&o->kept, &o->tiles, o->owner, count, NULL);
    return status < 0 ? no_answer("%s: %s", o->w.file, fpm_status_str(status)) : ANSWERED;
}

void ocean_end(ocean *o) {
    free(o->part);
    free(o->owner);
    fpm_grid_free(&o->kept);
    plane_end(&o->w);
}
