/* plane.c - loads on a plane, cut into rectangles by one class or several. */
#include "plane.h"
#include "explain.h"
#include "file.h"
#include "os.h"
#include "text.h"

enum { ROWS = 100, COLUMNS = 101 }; /* whole ones: P x Q with Q = 1 */

const choice rect_classes[] = {{"auto", FPM_RECT_AUTO},
                               {"rows", ROWS},
                               {"columns", COLUMNS},
                               {"uniform", FPM_RECT_UNIFORM},
                               {"rect-nicol", FPM_RECT_NICOL},
                               {"jag-pq-heur", FPM_RECT_PQ_HEUR},
                               {"jag-pq-opt", FPM_RECT_PQ_OPT},
                               {"jag-m-heur", FPM_RECT_M_HEUR},
                               {"jag-m-probe", FPM_RECT_M_PROBE},
                               {"jag-m-alloc", FPM_RECT_M_ALLOC},
                               {"jag-m-heur-probe", FPM_RECT_M_HEUR_PROBE},
                               {"jag-m-opt", FPM_RECT_M_OPT},
                               {"hier-rb", FPM_RECT_HIER_RB},
                               {"hier-relaxed", FPM_RECT_HIER_RELAXED},
                               {"hier-opt", FPM_RECT_HIER_OPT},
                               {"hier-search", FPM_RECT_HIER_SEARCH},
                               {"near", FPM_RECT_NEAR},
                               {"peel", FPM_RECT_PEEL},
                               {"compact", FPM_RECT_COMPACT},
                               {NULL, 0}};
const choice orientations[] = {
    {"best", FPM_RECT_BEST}, {"hor", FPM_RECT_HOR}, {"ver", FPM_RECT_VER}, {NULL, 0}};
const choice wraps[] = {{"x", WRAP_X}, {"y", WRAP_Y}, {"xy", WRAP_X | WRAP_Y}, {NULL, 0}};
const choice directions[] = {{"load", FPM_RECT_BY_LOAD},
                             {"dist", FPM_RECT_BY_DIST},
                             {"hor", FPM_RECT_BY_HOR},
                             {"ver", FPM_RECT_BY_VER},
                             {NULL, 0}};

/* Why there is no grid of the loads: of a table of sums that is too large also what else works. */
static int no_grid(const plane *w, int status) {
    const loads *l = &w->in;
    double bytes = 16.0 * ((double)l->rows + 1) * ((double)l->cols + 1); /* of fpm_grid_init */
    double most =
        w->grids.max_bytes ? (double)w->grids.max_bytes : 1025.0 * (1 << 20); /* fpm_grid_init's */
    char takes[40], allowed[40];
    if (status != FPM_E_MAX_BYTES && status != FPM_E_MEMORY && bytes < 1e18)
        return no_answer("%s: %s", w->file, fpm_status_str(status));
    return no_answer("%s: %" PRId64 " x %" PRId64 " cells (%" PRId64 " entries) take %s as a table "
                     "of sums, %s %s: give more by --max-bytes, or take a coarser grid, or cut the "
                     "sums of its rows by fpm-tool chain",
                     w->file, l->rows, l->cols, l->count, text_memory(bytes, takes, sizeof takes),
                     status == FPM_E_MEMORY ? "which this machine does not have; allowed are"
                                            : "allowed are",
                     text_memory(most, allowed, sizeof allowed));
}

int plane_make_grid(plane *w) {
    const loads *l = &w->in;
    const fpm_grid_options *o = &w->grids;
    int64_t *whole = NULL, k;
    int status;
    if (l->rows < 1 || l->cols < 1)
        return no_answer("%s: no loads: there must be a number, 0 or more, for each element",
                         w->file);
    if (l->whole) {
        whole = (int64_t *)malloc((size_t)(l->count ? l->count : 1) * sizeof *whole);
        if (!whole) return out_of_memory();
        for (k = 0; k < l->count; k++) whole[k] = (int64_t)l->value[k];
    }
    if (l->row || l->count == 0) {
        if (!l->whole)
            return no_answer("%s: entries of a sparse matrix are whole loads (count "
                             "entries: --pattern)",
                             w->file);
        status = fpm_grid_init_sparse(&w->grid, l->rows, l->cols, l->count, l->row, l->col, whole,
                                      o, NULL);
    } else if (l->whole) status = fpm_grid_init(&w->grid, l->rows, l->cols, whole, 0, o, NULL);
    else status = fpm_grid_init_real(&w->grid, l->rows, l->cols, l->value, 0, o, NULL);
    free(whole);
    return status < 0 ? no_grid(w, status) : ANSWERED;
}

/* Of several classes, each gets the options that it takes. */
static void class_options(fpm_rect_options *o, int several) {
    int jagged = o->algorithm <= FPM_RECT_M_OPT;
    int bisects = o->algorithm == FPM_RECT_HIER_RB || o->algorithm == FPM_RECT_HIER_RELAXED;
    int follows = o->algorithm == FPM_RECT_AUTO || o->algorithm == FPM_RECT_NEAR;
    int compact = o->algorithm == FPM_RECT_AUTO || o->algorithm == FPM_RECT_COMPACT;
    if (!several) return;
    if (!jagged) o->orientation = FPM_RECT_BEST;
    if (!bisects) o->direction = FPM_RECT_BY_LOAD;
    if (!follows) o->slack = 0;
    if (!compact) o->compact = 0;
}

/* What is wrong with the parts of --from. */
static int old_parts_fault(const plane *w, const fpm_info *f) {
    if (f->fault < 0) return no_answer("%s: the parts do not cover %s", w->from_file, w->file);
    if (f->other < 0) return no_answer("%s: part %d is not in %s", w->from_file, f->fault, w->file);
    return no_answer("%s: parts %d and %d overlap", w->from_file, f->fault, f->other);
}

static const term terms[] = {
    {"limit cannot be met by p parts: raise it, or p",
     "--fewest cannot be met by so many rectangles: raise it, or -p"},
    {"limit was not met by any partition that was found: raise it, p or max_work",
     "--fewest was not met by any partition that was found: raise it, -p or --work"},
    {NULL, NULL}};

/* Why a class has no answer. */
static int no_rect(const plane *w, const tiling *t) {
    const fpm_info *f = &t->info;
    char text[EXPLAIN_ROOM];
    if (f->argument && !strncmp(f->argument, "opts.from", 9) && w->from)
        return old_parts_fault(w, f);
    if (f->status == FPM_E_UNSUPPORTED && w->speed)
        return no_answer("-a %s does not take --speeds%s: leave %s out, or take -a auto",
                         choice_name(rect_classes, t->algorithm),
                         w->opts.free_order ? " and --free" : "",
                         w->opts.free_order ? "--free" : "it");
    if (f->status == FPM_E_INFEASIBLE && w->fewest >= 0 && f->at >= 0)
        return no_answer("%s: row %" PRId64 ", column %" PRId64
                         ": --fewest is below this cell alone: raise it",
                         w->file, f->at / w->grid.cols, f->at % w->grid.cols);
    explain(f, terms, text);
    return no_answer("%s: -a %s: %s", w->file, choice_name(rect_classes, t->algorithm), text);
}

static int plane_cut(const plane *w, const fpm_rect_options *o, tiling *t) {
    int p = (int)w->m;
    if (w->fewest < 0) return fpm_rect_partition(&w->grid, p, o, t->part, &t->out, &t->info);
    return fpm_rect_fewest(&w->grid, p, w->fewest, o, t->part, &t->out, &t->info);
}

int plane_solve(plane *w) {
    int i;
    for (i = 0; i < w->answers; i++) {
        tiling *t = &w->answer[i];
        fpm_rect_options o = w->opts;
        int status;
        t->part = (fpm_rect *)malloc((size_t)w->m * sizeof *t->part);
        if (!t->part) return out_of_memory();
        o.algorithm = t->algorithm;
        if (t->algorithm >= FPM_RECT_UNIFORM && t->algorithm <= FPM_RECT_PQ_OPT)
            o.stripes = w->pair[0]; /* --pq */
        if (t->algorithm == ROWS || t->algorithm == COLUMNS) {
            o.algorithm = FPM_RECT_PQ_OPT;
            o.orientation = t->algorithm == ROWS ? FPM_RECT_HOR : FPM_RECT_VER;
            o.stripes = (int)w->m;
        }
        class_options(&o, w->answers > 1);
        o.progress = os_watched;
        os_watch(choice_name(rect_classes, t->algorithm));
        status = plane_cut(w, &o, t);
        os_watch(NULL);
        if (status < 0) return no_rect(w, t);
        if (w->fewest >= 0) w->m = (int64_t)t->info.cost;
    }
    return ANSWERED;
}

fpm_rect_edges plane_edges(const fpm_grid *grid, int wrap) {
    fpm_rect_edges e = FPM_ZERO;
    e.rows = grid->rows;
    e.cols = grid->cols;
    e.wrap_rows = (wrap & WRAP_Y) != 0;
    e.wrap_cols = (wrap & WRAP_X) != 0;
    return e;
}

static int64_t overlap(int64_t a0, int64_t a1, int64_t b0, int64_t b1) {
    int64_t from = a0 > b0 ? a0 : b0, to = a1 < b1 ? a1 : b1;
    return to > from ? to - from : 0;
}

/* Do two ends lie side by side, or at the two edges of a plane that wraps? */
static int meet(int64_t end, int64_t begin, int joined, int64_t length) {
    return end == begin || (joined && end == length && begin == 0);
}

enum { SIDES = 4 };
static const char *const sides[SIDES] = {"r0", "r1", "c0", "c1"};

/* Cells of each side of a that lie beside b. */
static void side_cells(const fpm_rect *a, const fpm_rect *b, const fpm_rect_edges *e,
                       int64_t *cells) {
    int64_t rows = overlap(a->r0, a->r1, b->r0, b->r1), cols = overlap(a->c0, a->c1, b->c0, b->c1);
    memset(cells, 0, SIDES * sizeof *cells);
    if (meet(b->r1, a->r0, e->wrap_rows, e->rows)) cells[0] += cols;
    if (meet(a->r1, b->r0, e->wrap_rows, e->rows)) cells[1] += cols;
    if (e->fold == FPM_FOLD_LAST && a->r1 == e->rows && b->r1 == e->rows)
        cells[1] += overlap(e->cols - a->c1, e->cols - a->c0, b->c0, b->c1);
    if (meet(b->c1, a->c0, e->wrap_cols, e->cols)) cells[2] += rows;
    if (meet(a->c1, b->c0, e->wrap_cols, e->cols)) cells[3] += rows;
}

static void halo_lines(FILE *to, int64_t i, int64_t j, const fpm_rect *part,
                       const fpm_rect_edges *edges) {
    int64_t cells[SIDES];
    int side;
    side_cells(&part[i], &part[j], edges, cells);
    for (side = 0; side < SIDES; side++)
        if (cells[side] > 0)
            fprintf(to, "%" PRId64 " %" PRId64 " %" PRId64 " %s\n", i, j, cells[side], sides[side]);
}

int halos_write(const char *file, int m, const fpm_rect *part, const fpm_rect_edges *edges) {
    int64_t most = 7 * (int64_t)m + 1, i, k;
    int64_t *first = (int64_t *)calloc((size_t)m + 1, sizeof *first);
    int64_t *cells = (int64_t *)calloc((size_t)most, sizeof *cells);
    int *other = (int *)calloc((size_t)most, sizeof *other), status = FPM_E_MEMORY;
    FILE *to = NULL;
    if (first && cells && other) status = FPM_OK;
    if (status >= 0 && m > 0)
        status = fpm_rect_neighbours(m, part, edges, first, other, cells, most, NULL);
    if (status >= 0) to = file_create("--neighbours", file);
    if (to) fputs("# part neighbour cells side\n", to);
    for (i = 0; to && i < m; i++)
        for (k = first[i]; k < first[i + 1]; k++) halo_lines(to, i, other[k], part, edges);
    free(first);
    free(cells);
    free(other);
    if (status < 0) return no_answer("--neighbours %s: %s", file, fpm_status_str(status));
    return to ? file_finish(to, file, ANSWERED) : NO_ANSWER;
}

void plane_end(plane *w) {
    int i;
    for (i = 0; i < MOST_CLASSES; i++) free(w->answer[i].part);
    free(w->speed);
    free(w->from);
    fpm_grid_free(&w->grid);
    loads_free(&w->in);
}

double plane_load(const plane *w, int64_t load) { return (double)load * w->grid.unit; }

double plane_seconds(const plane *w, const tiling *t, int64_t part) {
    return plane_load(w, t->part[part].load) / w->speed[part];
}
