/* matrix.c - verb: matrix. */
#include "file.h"
#include "problem.h"
#include "solve.h"
#include "svg.h"
#include "text.h"
#include "verbs.h"

static const char matrix_help[] =
    "usage: fpm-tool matrix --rows M --cols N [options] FILE...\n\n"
    "Cut an M by N matrix into a tile for each processor, so that the last one finishes as early\n"
    "as possible and little has to be communicated in a multiplication.  Each FILE holds the\n"
    "points of one processor as for `partition`; sizes are areas, in elements of the matrix.\n\n"
    "  -a ARRANGEMENT   auto (default: the least makespan, then the least volume), columns (the\n"
    "                   least half-perimeter), rows (columns on their side), slices (the best of\n"
    "                   columns, rows and cutting in two), corners (2 or 3 processors: also\n"
    "                   shapes that are no rectangles)\n"
    "  --columns Q      just so many columns, or rows\n"
    "  --eps E          auto: up to (1 + E) times the least makespan for less volume\n"
    "  --block B        tiles begin at multiples of B\n"
    "  -m KIND          model made of the points: akima (default), piecewise, shaped, constant\n"
    "                   (speed at the even share)\n"
    "  --max I:K        processor I, counted from 0, takes K elements at most\n"
    "  --fixed I:S      ... spends S seconds if it takes any\n"
    "  --tsv            tab-separated, 17 digits: `# key value` lines, then a row a processor\n"
    "  --svg OUT        draw the tiles\n\n"
    "Exit status: 0 answered, 1 no answer, 2 wrong use.\n";

static const choice arrangements[] = {
    {"auto", FPM_MATRIX_AUTO},     {"columns", FPM_MATRIX_COLUMNS}, {"rows", FPM_MATRIX_ROWS},
    {"slices", FPM_MATRIX_SLICES}, {"corners", FPM_MATRIX_CORNERS}, {NULL, 0}};

typedef struct tile_plan {
    int64_t rows, cols;
    fpm_matrix_options opts;
    fpm_matrix_info info;
    fpm_tile *tile;
} tile_plan;

static int64_t tile_cells(const fpm_tile *t) { return (t->r1 - t->r0) * (t->c1 - t->c0); }

/* Elements of processor i, who may have what the others leave. */
static int64_t cells_of(const problem *q, const tile_plan *t, int i) {
    int64_t cells = tile_cells(&t->tile[i]);
    int j;
    for (j = 0; j < q->p && t->info.rest == i; j++) cells -= j == i ? 0 : tile_cells(&t->tile[j]);
    return cells;
}

/* Elements that shapes, and rectangles, of the areas of the whole tiles make travel at least; 0 when
   that is not known. */
static void tile_bounds(const problem *q, const tile_plan *t, double *shapes, double *rectangles) {
    double *area = (double *)calloc((size_t)q->p, sizeof *area);
    fpm_tile *tile = (fpm_tile *)calloc((size_t)q->p, sizeof *tile);
    fpm_matrix_options opts;
    fpm_matrix_info info;
    int i, count = 0, status = area && tile ? FPM_OK : FPM_E_MEMORY;
    memset(&opts, 0, sizeof opts);
    opts.arrangement = FPM_MATRIX_COLUMNS; /* the bounds are of all arrangements */
    for (i = 0; i < q->p && status == FPM_OK; i++)
        if (cells_of(q, t, i) > 0) area[count++] = (double)cells_of(q, t, i);
    if (status == FPM_OK)
        status = fpm_matrix_columns(t->rows, t->cols, count, area, &opts, tile, &info);
    *shapes = *rectangles = 0;
    if (status >= 0) { /* whole elements; the sums are rounded */
        *shapes = ceil(info.bound - (double)(t->rows + t->cols) - 1e-9 * info.bound);
        *rectangles = ceil(info.rectangle_bound - (double)(t->rows + t->cols) - 1e-9 * info.bound);
    }
    free(area);
    free(tile);
}

static void print_tiles_tsv(const problem *q, const tile_plan *t) {
    const fpm_matrix_info *f = &t->info;
    int i;
    printf("# status %s\n# makespan %.17g\n# lower_bound %.17g\n# imbalance %.17g\n",
           fpm_status_str(f->status), f->makespan, f->lower_bound, f->imbalance);
    printf("# algorithm %s\n# columns %d\n# volume %" PRId64 "\n# half_perimeter %.17g\n",
           choice_name(arrangements, f->arrangement), f->columns, f->volume, f->half_perimeter);
    printf("# bound %.17g\n# rectangle_bound %.17g\n# rest %d\n# model %s\n", f->bound,
           f->rectangle_bound, f->rest, choice_name(kinds, q->kind));
    printf("proc\tr0\tr1\tc0\tc1\tseconds\n");
    for (i = 0; i < q->p; i++) {
        const fpm_tile *r = &t->tile[i];
        printf("%d\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%.17g\n", i, r->r0, r->r1,
               r->c0, r->c1, seconds_for(q, i, cells_of(q, t, i)));
    }
}

static void print_tiles(const problem *q, const tile_plan *t) {
    const fpm_matrix_info *f = &t->info;
    double whole = (double)(t->rows * t->cols), shapes, rectangles;
    int i;
    printf("proc          rows       columns  percent     seconds  file\n");
    for (i = 0; i < q->p; i++) {
        const fpm_tile *r = &t->tile[i];
        int64_t cells = cells_of(q, t, i);
        printf("%4d %6" PRId64 " ..%6" PRId64 " %6" PRId64 " ..%6" PRId64
               "  %6.2f%%  %10.4g  %s%s\n",
               i, r->r0, r->r1, r->c0, r->c1, 100 * (double)cells / whole, seconds_for(q, i, cells),
               q->instance ? "" : q->file[i],
               cells == 0     ? "  (idle)"
               : f->rest == i ? "  (all that the others leave)"
                              : "");
    }
    printf("\nmakespan     %.6g s\nlower bound  %.6g s   (%.3g %% earlier, for any shapes)\n",
           f->makespan, f->lower_bound, 100 * f->gap);
    printf("imbalance    %.3g %%   (%d of %d busy)\n", 100 * f->imbalance, f->busy, q->p);
    printf("volume       %" PRId64 " elements a step of a multiplication\n", f->volume);
    tile_bounds(q, t, &shapes, &rectangles);
    printf("bound        %.0f elements for any shapes of these areas, %.0f for rectangles\n",
           shapes, rectangles);
    printf("arrangement  %s", choice_name(arrangements, f->arrangement));
    if (f->columns) printf(", %d of them", f->columns);
    printf("; %" PRId64 " tried\n", f->tried);
    if (f->status != FPM_OK) printf("status       %s\n", fpm_status_str(f->status));
}

/* The processor's number in its tile, and what its tile is, if there is room. */
static void draw_tile_text(FILE *to, const problem *q, const tile_plan *t, int i, double x,
                           double y, double width, double height) {
    const fpm_tile *r = &t->tile[i];
    char text[80];
    int size;
    if (width < 14 || height < 14) return;
    svg_text(to, x + 7, y + 17, "font-weight=\"bold\"", "%d", i);
    size =
        snprintf(text, sizeof text, "%" PRId64 " \xc3\x97 %" PRId64, r->r1 - r->r0, r->c1 - r->c0);
    if (t->info.rest != i && width > 7.5 * size + 10 && height > 40)
        svg_text(to, x + 7, y + 34, "", "%s", text);
    if (width > 80 && height > 58)
        svg_text(to, x + 7, y + 51, "fill=\"#444\"", "%.4g s",
                 seconds_for(q, i, cells_of(q, t, i)));
}

static void draw_tile(FILE *to, const problem *q, const tile_plan *t, int i, double left,
                      double top, double scale) {
    const fpm_tile *r = &t->tile[i];
    double x = left + scale * (double)r->c0, y = top + scale * (double)r->r0;
    double width = scale * (double)(r->c1 - r->c0), height = scale * (double)(r->r1 - r->r0);
    if (tile_cells(r) == 0) return;
    fprintf(to,
            "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\" "
            "fill-opacity=\"0.35\" stroke=\"#fff\" stroke-width=\"%s\"/>\n",
            x, y, width, height, colour_of(i), q->p > 200 ? "0.3" : "1.5");
    if (t->info.rest == i)
        x += scale * (double)t->cols / 2 - 40, y += scale * (double)t->rows / 2 - 30;
    draw_tile_text(to, q, t, i, x, y, width, height);
}

static void draw_tile_list(FILE *to, const problem *q, const tile_plan *t, double x, double y) {
    char room[40], shorter[80];
    int i;
    for (i = 0; i < q->p && i < 20; i++, y += 20) {
        if (cells_of(q, t, i) > 0)
            fprintf(to,
                    "<rect x=\"%.2f\" y=\"%.2f\" width=\"12\" height=\"12\" fill=\"%s\" "
                    "fill-opacity=\"0.35\"/>\n",
                    x, y - 10, colour_of(i));
        svg_text(to, x + 20, y, "", "%d  %s, %.3g %%", i,
                 short_name(legend_name(q, i, room, sizeof room), 24, shorter, sizeof shorter),
                 100 * (double)cells_of(q, t, i) / (double)(t->rows * t->cols));
    }
    if (q->p > 20) svg_text(to, x + 20, y, "fill=\"#444\"", "and %d more", q->p - 20);
}

static void draw_tiles(FILE *to, const problem *q, const tile_plan *t) {
    const fpm_matrix_info *f = &t->info;
    double rows = (double)t->rows, cols = (double)t->cols, wide = 460, high = 460, scale;
    double shapes, rectangles;
    char title[160];
    int i, bottom;
    scale = wide / cols < high / rows ? wide / cols : high / rows;
    bottom = q->p < 20 ? 20 * q->p : 420;
    bottom = 66 + (scale * rows > bottom ? (int)(scale * rows) : bottom);
    snprintf(title, sizeof title, "%" PRId64 " \xc3\x97 %" PRId64 " elements on %d processors: %s",
             t->rows, t->cols, q->p, choice_name(arrangements, f->arrangement));
    svg_begin(to, 780, bottom + 58, title);
    svg_text(to, 20, 26, "font-size=\"16\" font-weight=\"bold\"", "%s", title);
    svg_text(to, 20, 45, "fill=\"#444\"",
             "done after %.4g s, %.2g %% above the bound for any shapes", f->makespan,
             100 * f->gap);
    if (f->rest >= 0) draw_tile(to, q, t, f->rest, 20, 60, scale);
    for (i = 0; i < q->p; i++)
        if (i != f->rest) {
            const fpm_tile *r = &t->tile[i];
            if (f->rest >= 0) /* what is below does not shine through */
                fprintf(
                    to,
                    "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"#fff\"/>\n",
                    20 + scale * (double)r->c0, 60 + scale * (double)r->r0,
                    scale * (double)(r->c1 - r->c0), scale * (double)(r->r1 - r->r0));
            draw_tile(to, q, t, i, 20, 60, scale);
        }
    draw_tile_list(to, q, t, 40 + scale * cols, 72);
    svg_text(to, 20, bottom + 18, "",
             "%" PRId64 " elements travel in each step of a multiplication", f->volume);
    tile_bounds(q, t, &shapes, &rectangles);
    svg_text(to, 20, bottom + 37, "fill=\"#444\"",
             "at least %.0f with rectangles of these areas, %.0f with any shapes", rectangles,
             shapes);
    svg_end(to);
}

static int take_length(args *a, const char *option, int64_t *to) {
    const char *v = take_value(a, option);
    if (v && !read_whole(v, strlen(v), 1, FPM_SIZE_MAX, to))
        wrong_use(a, "%s %s: not a whole number from 1 to 2^53", option, v);
    return v != NULL;
}

/* Options of this verb only; 1 if the argument was one. */
static int tiling_option(tile_plan *t, args *a) {
    const char *v;
    int64_t count;
    if (take_length(a, "--rows", &t->rows) || take_length(a, "--cols", &t->cols) ||
        take_length(a, "--block", &t->opts.block))
        return 1;
    if (take_length(a, "--columns", &count)) {
        if (!a->status) t->opts.columns = count < INT_MAX ? (int)count : INT_MAX;
    } else if ((v = take_value(a, "--eps")) != NULL) {
        if (!read_real(v, strlen(v), &t->opts.eps) || !(t->opts.eps >= 0))
            wrong_use(a, "--eps %s: not a number from 0 on%s", v, comma_hint(v, strlen(v)));
    } else if ((v = take_value(a, "-a")) != NULL) {
        take_choice(a, "-a", v, arrangements, &t->opts.arrangement);
    } else {
        return 0;
    }
    return 1;
}

static int answer_matrix(problem *q, tile_plan *t, int tsv, const char *svg) {
    FILE *file;
    int status;
    t->tile = (fpm_tile *)calloc((size_t)q->p, sizeof *t->tile);
    if (!t->tile) return out_of_memory();
    status = fpm_matrix_partition(t->rows, t->cols, q->p, q->proc, &t->opts, t->tile, &t->info);
    q->info.proc = t->info.proc;
    if (status < 0) return unsolved(q, status);
    if (tsv) print_tiles_tsv(q, t);
    else print_tiles(q, t);
    if (!svg) return ANSWERED;
    file = fopen(svg, "wb");
    if (!file) return no_answer("%s: %s", svg, strerror(errno));
    draw_tiles(file, q, t);
    return finish_file(file, svg);
}

static int run_matrix(args *a) {
    problem q;
    tile_plan t;
    const char *v, *svg = NULL;
    int tsv = 0, status = problem_begin(&q, a);
    memset(&t, 0, sizeof t);
    while (status == ANSWERED && !a->status && a->at < a->count) {
        if (tiling_option(&t, a) || rule_option(&q, a)) continue;
        if (take_flag(a, "--tsv")) tsv = 1;
        else if ((v = take_value(a, "-m")) != NULL) take_choice(a, "-m", v, kinds, &q.kind);
        else if ((v = take_value(a, "--svg")) != NULL) svg = v;
        else if ((v = take_operand(a)) != NULL) q.file[q.files++] = v;
    }
    if (status == ANSWERED) status = problem_checked(&q, a);
    if (status == ANSWERED && (!t.rows || !t.cols))
        status = wrong_use(a, "--rows M and --cols N are needed");
    if (status == ANSWERED && t.rows > FPM_SIZE_MAX / t.cols)
        status = wrong_use(a, "more than 2^53 elements");
    q.n = status == ANSWERED ? t.rows * t.cols : 0;
    if (status == ANSWERED) status = problem_load(&q, a);
    if (status == ANSWERED) status = answer_matrix(&q, &t, tsv, svg);
    free(t.tile);
    problem_end(&q);
    return status;
}

const verb matrix_verb = {"matrix", "cut a matrix into a tile for each processor", run_matrix,
                          matrix_help};
