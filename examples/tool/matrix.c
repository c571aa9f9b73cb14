/* matrix.c - verb matrix: a tile of a matrix for each processor. */
#include "explain.h"
#include "file.h"
#include "os.h"
#include "problem.h"
#include "solve.h"
#include "surface.h"
#include "svg.h"
#include "tsv.h"
#include "verbs.h"

static const char matrix_help[] =
    "usage: fpm-tool matrix --rows M --cols N [options] FILE...\n"
    "       fpm-tool matrix --rows M --cols N --points2d [-m discrete] [options] FILE...\n"
    "       fpm-tool matrix --rows M --cols N --speeds S,... [options]\n\n"
    "Cut an M by N matrix into one tile per processor, so that the last one finishes as early as\n"
    "possible and a multiplication has little to communicate.  Each FILE holds the points of one\n"
    "processor as for `partition`; sizes are areas, in elements of the matrix.\n\n"
    "  --speeds S,...   constant speeds instead of files, relative to each other; times are then\n"
    "                   areas divided by speeds, not seconds\n"
    "  --points2d       times by both sides: a FILE has a line `rows columns seconds` for each\n"
    "                   measured tile, as `measure` writes it.  -m piecewise (default) is smooth\n"
    "                   between the tiles;\n"
    "                   -m discrete has these tiles alone and the best answer, for times that are\n"
    "                   rough in the same way each time that they are measured\n"
    "  -a ARRANGEMENT   auto (default: the least makespan, then the least volume), columns (the\n"
    "                   least half-perimeter), rows (the same, transposed), cuts (--points2d, few\n"
    "                   processors: cut in two from side to side, and each part again)\n"
    "  --columns Q      exactly Q columns, or Q rows\n"
    "  --compact E      auto: up to (1 + E) times the least makespan for less volume (0.001)\n"
    "  --block B        tiles begin at multiples of B\n"
    "  -m, --model KIND model made from the points: akima (default), akima-plain, akima-literal,\n"
    "                   piecewise, shaped, constant (the speed at the even share)\n" COUNT_HELP
    "  --max I:K        processor I, counted from 0, takes at most K elements\n"
    "  --fixed I:S      processor I spends S seconds more if it gets any work\n"
    "  --tsv, --json    for programs, 17 digits: keys and values, then one row per processor\n"
    "  --svg OUT        draw the tiles\n";

static const choice arrangements[] = {{"auto", FPM_MATRIX_AUTO},
                                      {"columns", FPM_MATRIX_COLUMNS},
                                      {"rows", FPM_MATRIX_ROWS},
                                      {"cuts", FPM_MATRIX_CUTS},
                                      {NULL, 0}};

typedef struct tile_plan {
    int64_t rows, cols;
    fpm_matrix_options opts;
    fpm_info info;
    fpm_matrix_outputs out;
    fpm_tile *tile;
    int by_sides;         /* --points2d: times by both sides, of these models */
    fpm_model2d *surface; /* one per processor; those of the same file share the first one's */
    fpm_proc2d *pair;
} tile_plan;

static int64_t tile_cells(const fpm_tile *t) { return (t->r1 - t->r0) * (t->c1 - t->c0); }

/* Seconds of processor i for its tile. */
static double tile_seconds(const problem *q, const tile_plan *t, int i) {
    const fpm_tile *r = &t->tile[i];
    double seconds = 0;
    if (!t->by_sides) return solve_seconds(q, i, tile_cells(r));
    if (tile_cells(r) == 0) return 0;
    fpm_model2d_time(t->pair[i].model, r->r1 - r->r0, r->c1 - r->c0, &seconds);
    return seconds + t->pair[i].fixed;
}

/* The least number of elements that travel when any shapes, or rectangles, have the areas of the
   whole tiles; 0 when that is not known. */
static void tile_bounds(const problem *q, const tile_plan *t, double *shapes, double *rectangles) {
    double *area = (double *)calloc((size_t)q->p, sizeof *area);
    fpm_tile *tile = (fpm_tile *)calloc((size_t)q->p, sizeof *tile);
    fpm_matrix_options opts = FPM_ZERO;
    fpm_matrix_outputs out;
    int i, count = 0, status = area && tile ? FPM_OK : FPM_E_MEMORY;
    opts.arrangement = FPM_MATRIX_COLUMNS; /* the bounds are of all arrangements */
    for (i = 0; i < q->p && status == FPM_OK; i++)
        if (tile_cells(&t->tile[i]) > 0) area[count++] = (double)tile_cells(&t->tile[i]);
    if (status == FPM_OK)
        status = fpm_matrix_areas(t->rows, t->cols, count, area, &opts, tile, &out, NULL);
    *shapes = *rectangles = 0;
    if (status >= 0) { /* whole elements; the sums are rounded */
        double less = (double)(t->rows + t->cols) + 1e-9 * out.shape_bound;
        *shapes = fmax(0, ceil(out.shape_bound - less));
        *rectangles = fmax(0, ceil(out.rectangle_bound - less));
    }
    free(area);
    free(tile);
}

static void print_tsv(const problem *q, const output *out, const tile_plan *t) {
    const fpm_info *f = &t->info;
    int i;
    tsv_begin(out);
    tsv_text("status", fpm_status_str(f->status));
    tsv_real("makespan", f->makespan);
    tsv_real("lower_bound", f->lower_bound);
    tsv_real("imbalance", f->imbalance);
    tsv_text("algorithm", choice_name(arrangements, f->algorithm));
    tsv_whole("columns", t->out.columns);
    tsv_whole("volume", t->out.volume);
    tsv_real("half_perimeter", t->out.half_perimeter);
    tsv_real("bound", t->out.shape_bound);
    tsv_real("rectangle_bound", t->out.rectangle_bound);
    tsv_text("model", choice_name(model_kinds, q->kind));
    tsv_columns(q->speeds ? "proc\tr0\tr1\tc0\tc1\ttime" : "proc\tr0\tr1\tc0\tc1\tseconds");
    for (i = 0; i < q->p; i++) {
        const fpm_tile *r = &t->tile[i];
        tsv_cell_whole(i);
        tsv_cell_whole(r->r0);
        tsv_cell_whole(r->r1);
        tsv_cell_whole(r->c0);
        tsv_cell_whole(r->c1);
        tsv_cell_real(tile_seconds(q, t, i));
    }
    tsv_end();
}

static void print_table(const problem *q, const tile_plan *t) {
    const fpm_info *f = &t->info;
    double whole = (double)(t->rows * t->cols), shapes, rectangles;
    int i;
    const char *unit = q->speeds ? " (elements / speed)" : " s";
    say("proc   rows, first to last  columns, first to last  percent  %10s%s\n",
        q->speeds ? "time" : "seconds", q->files ? "  file" : "");
    for (i = 0; i < q->p; i++) {
        const fpm_tile *r = &t->tile[i];
        int64_t cells = tile_cells(&t->tile[i]);
        say("%4d", i);
        if (cells == 0) say("  %8s    %-8s  %8s    %-8s  ", "-", "", "-", "");
        else
            say("  %8" PRId64 " to %-8" PRId64 "  %8" PRId64 " to %-8" PRId64 "  ", r->r0,
                r->r1 - 1, r->c0, r->c1 - 1);
        say("%6.2f%%  %10.4g%s%s\n", 100 * (double)cells / whole, tile_seconds(q, t, i),
            q->files ? "  " : "", q->files ? q->file[i] : "");
    }
    say("\nmakespan     %.6g%s\n", f->makespan, unit);
    if (f->lower_bound > 0)
        say("lower bound  %.6g%s   (%.3g %% earlier, for any shapes)\n", f->lower_bound,
            problem_unit(q), 100 * f->gap);
    say("imbalance    %.3g %%   (%d of %d busy)\n", 100 * f->imbalance, f->busy, q->p);
    say("volume       %" PRId64 " elements per step of a multiplication\n", t->out.volume);
    tile_bounds(q, t, &shapes, &rectangles);
    say("bound        %.0f elements for any shapes of these areas, %.0f for rectangles\n", shapes,
        rectangles);
    say("arrangement  %s", choice_name(arrangements, f->algorithm));
    if (t->out.columns) say(", %d of them", t->out.columns);
    if (f->evaluations) say("; %" PRId64 " tried", f->evaluations);
    say("\n");
    if (f->status != FPM_OK) say("status       %s\n", fpm_status_str(f->status));
}

/* The processor's number in its tile, and what its tile is, if there is room. */
static void draw_tile_text(FILE *to, const problem *q, const tile_plan *t, int i, double x,
                           double y, double width, double height) {
    const fpm_tile *r = &t->tile[i];
    char text[80];
    int size;
    size = snprintf(text, sizeof text, "%d", i);
    if (width < 10 + 8.5 * size || height < 14) return;
    svg_text(to, x + 7, y + fmin(17, height / 2 + 4.5), SVG_BOLD, "%s", text);
    size =
        snprintf(text, sizeof text, "%" PRId64 " \xc3\x97 %" PRId64, r->r1 - r->r0, r->c1 - r->c0);
    if (width > 7.5 * size + 10 && height > 40) svg_text(to, x + 7, y + 34, "", "%s", text);
    if (width > 80 && height > 58)
        svg_text(to, x + 7, y + 51, "font-size=\"12\"", "%.4g%s", tile_seconds(q, t, i),
                 problem_unit(q));
}

static const double matrix_left = SVG_LEFT, matrix_top = 78; /* in the picture */

static void draw_tile(FILE *to, const problem *q, const tile_plan *t, int i, double wide,
                      double high) {
    const fpm_tile *r = &t->tile[i];
    double across = wide / (double)t->cols, down = high / (double)t->rows, gap;
    double x = matrix_left + across * (double)r->c0, y = matrix_top + down * (double)r->r0;
    double width = across * (double)(r->c1 - r->c0), height = down * (double)(r->r1 - r->r0);
    if (tile_cells(r) == 0) return;
    gap = fmin(fmin(width, height) / 8, 0.8);
    svg_rect(to, x + gap, y + gap, width - 2 * gap, height - 2 * gap, "%s " SVG_AREA,
             svg_colour(i));
    draw_tile_text(to, q, t, i, x, y, width, height);
}

static void draw_tile_list(FILE *to, const problem *q, const tile_plan *t, double x, double y) {
    char label[LABEL], area[60];
    int i;
    for (i = 0; i < q->p && i < 20; i++, y += 20) {
        snprintf(area, sizeof area, "%s " SVG_AREA, svg_colour(i));
        svg_key_area(to, x, y, tile_cells(&t->tile[i]) > 0 ? area : "", "%d  %s, %.3g %%", i,
                     problem_label(q, i, 20, label),
                     100 * (double)tile_cells(&t->tile[i]) / (double)(t->rows * t->cols));
    }
    if (q->p > 20) svg_text(to, x + 34, y, SVG_SOFT, "and %d more", q->p - 20);
}

static void draw_tiles(FILE *to, const problem *q, const tile_plan *t) {
    const fpm_info *f = &t->info;
    double rows = (double)t->rows, cols = (double)t->cols, side = 520, least = 24;
    double wide = fmax(fmin(side, side * cols / rows), least); /* thin ones are drawn thicker */
    double high = fmax(fmin(side, side * rows / cols), least);
    double shapes, rectangles;
    char title[160];
    int i, bottom;
    bottom = q->p < 20 ? 20 * q->p : 420;
    bottom = (int)matrix_top + (high > bottom ? (int)high : bottom);
    snprintf(title, sizeof title, "%" PRId64 " \xc3\x97 %" PRId64 " elements on %d processor%s: %s",
             t->rows, t->cols, q->p, PLURAL(q->p), choice_name(arrangements, f->algorithm));
    svg_begin(to, bottom + 56, title,
              "A matrix of %" PRId64 " by %" PRId64 " elements cut into a rectangle for each of %d "
              "processors, done after %.4g%s; %" PRId64 " elements travel in each step.",
              t->rows, t->cols, q->p, f->makespan, problem_unit(q), t->out.volume);
    if (f->lower_bound > 0)
        svg_note(to, 1,
                 "done after %.4g%s, %.2f %% above the bound for any shapes (100 %%: %.4g%s)",
                 f->makespan, problem_unit(q), 100 * f->gap, f->lower_bound, problem_unit(q));
    else svg_note(to, 1, "done after %.4g%s", f->makespan, problem_unit(q));
    svg_note(to, 2, "in tiles: rows \xc3\x97 columns, %s; on the right 100 %% is the whole matrix",
             q->speeds ? "time (area / speed)" : "seconds");
    for (i = 0; i < q->p; i++) draw_tile(to, q, t, i, wide, high);
    draw_tile_list(to, q, t, matrix_left + wide + 24, matrix_top + 12);
    svg_text(to, SVG_LEFT, bottom + 24, "",
             "%" PRId64 " elements travel in each step of a multiplication", t->out.volume);
    tile_bounds(q, t, &shapes, &rectangles);
    svg_text(to, SVG_LEFT, bottom + 42, SVG_NOTE,
             "at least %.0f with rectangles of these areas, %.0f with any shapes", rectangles + 0,
             shapes + 0); /* no -0 */
    svg_end(to);
}

static int take_length(args *a, const char *option, int64_t *to) {
    return args_whole(a, option, 1, FPM_SIZE_MAX, "not a whole number from 1 to 2^53", to);
}

static int matrix_option(tile_plan *t, args *a) {
    int64_t count = t->opts.columns;
    if (take_length(a, "--columns", &count)) {
        t->opts.columns = count < INT_MAX ? (int)count : INT_MAX;
        return 1;
    }
    if (args_amount(a, "--compact", 1e300, "not a number from 0 on", &t->opts.compact)) {
        if (!(t->opts.compact > 0)) t->opts.compact = FPM_EXACT;
        return 1;
    }
    return take_length(a, "--rows", &t->rows) || take_length(a, "--cols", &t->cols) ||
           take_length(a, "--block", &t->opts.block) || args_flag(a, "--points2d", &t->by_sides) ||
           args_choice(a, "-a", arrangements, &t->opts.arrangement);
}

/* The models of all processors; a file that was given once for several is read once. */
static int read_surfaces(problem *q, tile_plan *t) {
    int i, status = ANSWERED;
    q->p = q->files;
    t->surface = (fpm_model2d *)calloc((size_t)q->p, sizeof *t->surface);
    t->pair = (fpm_proc2d *)calloc((size_t)q->p, sizeof *t->pair);
    if (!t->surface || !t->pair) return out_of_memory();
    for (i = 0; i < q->p && !status; i++) {
        int same = 0;
        while (q->file[same] != q->file[i]) same++;
        if (same == i) status = surface_read(q->file[i], q->kind, &t->surface[i]);
        t->pair[i].model = &t->surface[same];
    }
    return status;
}

/* The rules --max and --fixed, which are the only ones. */
static int apply_pair_rules(const problem *q, tile_plan *t, args *a) {
    int i, j;
    for (j = 0; j < q->rule_count; j++) {
        const rule *r = &q->rules[j];
        int most = strcmp(r->option, "--max") == 0;
        if (r->proc >= q->p)
            return wrong_use(a, "%s %s: processors are counted from 0 and there are %d", r->option,
                             r->text, q->p);
        for (i = 0; i < q->p; i++) {
            if (r->proc >= 0 && r->proc != i) continue;
            if (most) t->pair[i].max = r->value > 0 ? r->value : FPM_NOTHING;
            else t->pair[i].fixed = r->seconds;
        }
    }
    return ANSWERED;
}

static int load_surfaces(problem *q, tile_plan *t, args *a) {
    int status = read_surfaces(q, t);
    return status ? status : apply_pair_rules(q, t, a);
}

static void free_surfaces(problem *q, tile_plan *t) {
    int i;
    for (i = 0; i < q->p && t->surface; i++) fpm_model2d_free(&t->surface[i]);
    if (t->by_sides && !q->speeds) q->p = 0; /* nothing else was made of the files */
    free(t->surface);
    free(t->pair);
}

static int matrix_again(problem *q, void *context) {
    const tile_plan *t = (const tile_plan *)context;
    fpm_tile *tile = (fpm_tile *)malloc((size_t)q->p * sizeof *tile);
    int status = FPM_E_MEMORY;
    if (tile)
        status = fpm_matrix_partition(t->rows, t->cols, q->p, q->proc, &t->opts, tile, NULL, NULL);
    free(tile);
    return status;
}

static const term terms[] = {{"procs[].model", "FILE"}, {"procs[].max", "--max"}, {NULL, NULL}};

/* Why there are no tiles by both sides. */
static int pairs_failed(const problem *q, const tile_plan *t) {
    char said[EXPLAIN_ROOM], name[40];
    explain(&t->info, terms, said);
    if (t->info.fault < 0 || t->info.fault >= q->p) return no_answer("%s", said);
    return no_answer("%s: %s", problem_name(q, t->info.fault, name, sizeof name), said);
}

/* A tile lies beyond what was measured. */
static void say_doubt(problem *q, const tile_plan *t) {
    char name[40];
    int i = t->info.extrapolated;
    const fpm_tile *r = &t->tile[i];
    doubts_add(&q->doubtful,
               "%s: its tile, %" PRId64 " by %" PRId64
               ", lies beyond the tiles that were measured; "
               "measure there",
               problem_name(q, i, name, sizeof name), r->r1 - r->r0, r->c1 - r->c0);
    problem_doubt(q);
}

static int answer(problem *q, tile_plan *t, const output *out) {
    int i, status;
    t->tile = (fpm_tile *)calloc((size_t)q->p, sizeof *t->tile);
    if (!t->tile) return out_of_memory();
    t->opts.progress = os_watched;
    os_watch("searching");
    if (t->by_sides)
        status = fpm_matrix_partition2d(t->rows, t->cols, q->p, t->pair, &t->opts, t->tile, &t->out,
                                        &t->info);
    else
        status = fpm_matrix_partition(t->rows, t->cols, q->p, q->proc, &t->opts, t->tile, &t->out,
                                      &t->info);
    os_watch(NULL);
    t->opts.progress = NULL;
    q->info = t->info;
    if (status < 0 && t->by_sides) return pairs_failed(q, t);
    if (status < 0) return solve_failed(q, status, matrix_again, t);
    for (i = 0; i < q->p && !t->by_sides; i++) q->d[i] = tile_cells(&t->tile[i]);
    if (!t->by_sides) solve_doubt(q, FPM_OK, t->info.makespan, q->d, 1);
    if (t->by_sides && t->info.extrapolated >= 0) say_doubt(q, t);
    if (out->svg) {
        FILE *to = file_create("--svg", out->svg);
        if (!to) return NO_ANSWER;
        draw_tiles(to, q, t);
        if (file_finish(to, out->svg, ANSWERED)) return NO_ANSWER;
    }
    if (out->tsv) print_tsv(q, out, t);
    else print_table(q, t);
    return ANSWERED;
}

static int run_matrix(args *a) {
    problem q;
    tile_plan t;
    output out = FPM_ZERO;
    int status, kind;
    memset(&t, 0, sizeof t);
    problem_begin(&q, a);
    while (args_left(a))
        if (!matrix_option(&t, a) && !problem_rule_option(&q, a) && !args_forms(a, &out) &&
            !problem_kind_option(&q, a) && !problem_count_option(&q, a) &&
            !args_text(a, "--speeds", &q.speeds))
            problem_file(&q, a);
    kind = q.kind;
    problem_checked(&q, a);
    if (!t.rows || !t.cols) wrong_use(a, "--rows M and --cols N are needed");
    else if (t.rows > FPM_SIZE_MAX / t.cols)
        wrong_use(a, "--rows times --cols: more than 2^53 elements");
    problem_only_rules(&q, a, "--max and --fixed", "tiles");
    if (t.by_sides && q.speeds) wrong_use(a, "--points2d: --speeds are constant");
    if (t.by_sides && kind && kind != FPM_PIECEWISE && kind != FPM_DISCRETE)
        wrong_use(a, "-m %s: with --points2d it is piecewise or discrete",
                  choice_name(model_kinds, kind));
    if (!t.by_sides && t.opts.arrangement == FPM_MATRIX_CUTS)
        wrong_use(a, "-a cuts needs times by both sides: --points2d");
    if (t.by_sides) q.kind = kind ? kind : FPM_PIECEWISE;
    status = a->status;
    q.n = status ? 0 : t.rows * t.cols;
    q.fixed_n = 1;
    if (!status) status = t.by_sides ? load_surfaces(&q, &t, a) : problem_load(&q, a);
    if (!status) status = answer(&q, &t, &out);
    free(t.tile);
    free_surfaces(&q, &t);
    problem_end(&q);
    return status;
}

const verb matrix_verb = {
    "matrix", "cut a matrix into a tile for each processor", run_matrix, matrix_help,
    "  fpm-tool matrix --rows 360 --cols 480 core.pts gpu.pts steady.pts\n"
    "  fpm-tool matrix --rows 360 --cols 480 --speeds 4,2,1 --svg tiles.svg\n"};
