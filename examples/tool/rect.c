/* rect.c - verb rect: a plane of loads in rectangles. */
#include "draw_plane.h"
#include "file.h"
#include "svg.h"
#include "text.h"
#include "tsv.h"
#include "verbs.h"

static const char rect_help[] =
    "usage: fpm-tool rect -p P [options] FILE\n"
    "       fpm-tool rect --fewest LIMIT [options] FILE\n\n"
    "Cut a plane of loads into P rectangles, one per processor, so that the heaviest one is as\n"
    "light as possible.  FILE is one of these, and the output names which (- is standard input):\n"
    "  text with the same number of values on every line, separated by blanks, tabs, commas or\n"
    "  semicolons (# begins a comment); a first line `rows cols` is optional\n"
    "  a NumPy array (.npy), a Matrix Market file, a PGM image, the text of ncdump -v (NetCDF)\n"
    "One row of the output is one part: its first and its last row and column, and its load.\n\n"
    "  -p P, -m P      number of processors (not needed with --speeds, --fewest)\n"
    "  --speeds S,...  one speed per processor: the last one finishes as early as possible, and\n"
    "                  part I is for processor I: auto, uniform, rect-nicol, jag-pq-opt,\n"
    "                  jag-m-probe, -alloc, -heur-probe, -opt, hier-rb, hier-relaxed, compact\n"
    "  --fewest LIMIT  as few rectangles as possible, none with more load (with --border: cost)\n"
    "                  than LIMIT, instead of P; -p P: at most P (default 65536)\n"
    "  --free          any processor, any part: auto, compact, hier-relaxed, rect-nicol\n"
    "  -a CLASS        auto (default), uniform, rect-nicol, jag-pq-heur, jag-pq-opt, jag-m-heur,\n"
    "                  jag-m-probe, jag-m-alloc, jag-m-heur-probe, jag-m-opt, hier-rb,\n"
    "                  hier-relaxed, hier-opt, hier-search, peel, compact, rows, columns, near\n"
    "                  (with --from); several, as A,B,C, give one row and one picture each\n"
    "  --pq PxQ        classes of P x Q parts: P stripes of Q parts (default: the best pair)\n"
    "  --stripes P     jag-m-heur and its relatives: the number of stripes (default: many tried)\n"
    "  --orient WAY    stripes of rows (hor), stripes of columns (ver), or best (default)\n"
    "  --direction D   hier-rb, hier-relaxed: load (default), dist, hor or ver\n"
    "  --compact X     auto, compact: the makespan may be X (default 0.01; 0: evenness alone)\n"
    "                  above the least, for shorter borders; auto: 2 X for a third shorter ones\n"
    "  --border X      a part costs its load and X for each cell of its height and width\n"
    "  --from OLD      stay near the parts that --tsv wrote to OLD, in the order of their owners:\n"
    "                  auto moves the cuts of stripes; other classes cut anew and choose owners\n"
    "  --slack S       with --from: the largest load may be (1 + S) times the least found\n"
    "  --min-rows N, --min-cols N   a part is empty or has at least N rows, N columns\n"
    "  --work W        most work, in about nanoseconds (default 3e10)\n"
    "  --max-bytes N   most memory for the table of sums, 16 bytes per cell, and as much again\n"
    "                  for the search: 2000000000, or 2G of 1024^3 bytes, M, K (default 1025M)\n"
    "  --pattern       every entry of a Matrix Market file counts 1\n"
    "  --variable NAME   of ncdump's text: the loads; NAME:0: its first layer, NAME:sum: all\n"
    "  --tsv, --json   for programs, 17 digits: keys and values, then one row per part: part r0\n"
    "                  r1 c0 c1 load, where rows are r0 to r1 - 1 and columns c0 to c1 - 1\n"
    "  --svg OUT       draw loads and rectangles\n"
    "  --part FILE     write the owner of each cell, one line per row of cells\n"
    "  --neighbours FILE   write halos: a line `part neighbour cells side` for each common side;\n"
    "                  side is that of the part: r0 (before its first row), r1, c0 or c1\n"
    "  --wrap WAY      --neighbours: edges that are joined: x (first and last column), y, or xy\n"
    "  --fold          --neighbours: the last row lies beside itself, mirrored: a tripolar grid\n";

static const char *orientation_name(const fpm_rect_outputs *o) {
    return o->orientation ? choice_name(orientations, o->orientation) : "none";
}

static void print_tsv(const plane *w, const tiling *t) {
    const fpm_info *f = &t->info;
    const fpm_rect_outputs *o = &t->out;
    int64_t i;
    tsv_begin(&w->out);
    tsv_text("status", fpm_status_str(f->status));
    tsv_real("lmax", plane_load(w, o->load));
    tsv_real("lower_bound", plane_load(w, o->load_bound));
    tsv_real("class_bound", plane_load(w, o->class_bound));
    tsv_real("imbalance", f->imbalance);
    tsv_real("gap", f->gap);
    tsv_text("algorithm", choice_name(rect_classes, f->algorithm));
    tsv_text("orientation", orientation_name(o));
    tsv_whole("stripes", o->stripes);
    if (w->from) tsv_real("moved", f->moved);
    if (w->fewest >= 0) tsv_real("cost", f->cost);
    if (w->fewest >= 0) tsv_real("least_cost", f->least);
    tsv_whole("plane_rows", w->grid.rows);
    tsv_whole("plane_cols", w->grid.cols);
    tsv_text("read", w->in.as);
    if (w->speed || w->opts.border > 0) {
        tsv_real("makespan", f->makespan);
        tsv_real("makespan_bound", f->lower_bound);
    }
    tsv_columns(w->speed ? "part\tr0\tr1\tc0\tc1\tload\tseconds" : "part\tr0\tr1\tc0\tc1\tload");
    for (i = 0; i < w->m; i++) {
        const fpm_rect *r = &t->part[i];
        tsv_cell_whole(i);
        tsv_cell_whole(r->r0);
        tsv_cell_whole(r->r1);
        tsv_cell_whole(r->c0);
        tsv_cell_whole(r->c1);
        tsv_cell_real(plane_load(w, r->load));
        if (w->speed) tsv_cell_real(plane_seconds(w, t, i));
    }
    tsv_end();
}

static void print_table(const plane *w, const tiling *t) {
    const fpm_info *f = &t->info;
    const fpm_rect_outputs *o = &t->out;
    double compact = w->opts.compact > 0 ? w->opts.compact : 0.01;
    int64_t i;
    say("%" PRId64 " x %" PRId64 " loads from %s, total %.10g, largest %.10g, over %" PRId64
        " processor%s\n",
        w->grid.rows, w->grid.cols, w->in.as, plane_load(w, w->grid.total),
        plane_load(w, w->grid.largest), w->m, PLURAL(w->m));
    say("%s", choice_name(rect_classes, f->algorithm));
    if (o->orientation)
        say(", %d stripes of %s", o->stripes, o->orientation == FPM_RECT_HOR ? "rows" : "columns");
    say(": %s\n\n", fpm_status_str(f->status));
    say("  part    rows, first to last   columns, first to last   %s\n",
        w->speed ? "load          load / speed" : "load");
    for (i = 0; i < w->m && i < 64; i++) {
        const fpm_rect *r = &t->part[i];
        say("  %-6" PRId64, i);
        if (r->r0 == r->r1 || r->c0 == r->c1) say(" %8s    %-8s %8s    %-8s  ", "-", "", "-", "");
        else
            say(" %8" PRId64 " to %-8" PRId64 " %8" PRId64 " to %-8" PRId64 "  ", r->r0, r->r1 - 1,
                r->c0, r->c1 - 1);
        if (w->speed) say(" %-13.10g %-10.6g", plane_load(w, r->load), plane_seconds(w, t, i));
        else say(" %.10g", plane_load(w, r->load));
        say("%s\n", i != f->last ? "" : w->speed ? " <- the last" : "  <- the largest");
    }
    if (i < w->m) say("  ... %" PRId64 " more (--tsv lists all)\n", w->m - i);
    if (w->fewest >= 0)
        say("\n  %" PRId64 " rectangle%s; no fewer than %.10g can all be within %.10g\n", w->m,
            w->m == 1 ? "" : "s", f->least, w->fewest);
    if (o->tolerance > compact && w->opts.compact >= 0)
        say("\n  up to %.4g %% above the most even partition, for borders shorter by a third\n",
            100 * o->tolerance);
    if (w->from)
        say("\n  %.4g %% of the load changes owner\n",
            w->grid.total ? 100 * f->moved / ((double)w->grid.total * w->grid.unit) : 0);
    if (w->speed || w->opts.border > 0)
        say("\n  done after %.10g (load%s%s), %.4g %% above the mean; no partition before "
            "%.10g: gap %.4g %%\n",
            f->makespan, w->opts.border > 0 ? " and border" : "", w->speed ? " / speed" : "",
            100 * f->imbalance, f->lower_bound, 100 * f->gap);
    else
        say("\n  largest load %.10g, %.4g %% above the mean; any partition has %.10g or more: gap "
            "%.4g %%\n",
            plane_load(w, o->load), 100 * f->imbalance, plane_load(w, o->load_bound), 100 * f->gap);
}

/* Rows as --tsv writes them: part r0 r1 c0 c1 and what else there is. */
static int read_from(plane *w) {
    FILE *f = fopen(w->from_file, "r");
    char line[400];
    long long a[4];
    int room = 0, n = 0;
    if (!f) return no_answer("%s: it cannot be read", w->from_file);
    while (fgets(line, sizeof line, f)) {
        fpm_rect *more;
        if (line[0] < '0' || line[0] > '9') continue;
        if (sscanf(line, "%*d %lld %lld %lld %lld", &a[0], &a[1], &a[2], &a[3]) != 4) break;
        if (n == room) {
            more = (fpm_rect *)realloc(w->from, (size_t)(room = 2 * room + 64) * sizeof *more);
            if (!more) break;
            w->from = more;
        }
        memset(&w->from[n], 0, sizeof *w->from);
        w->from[n].r0 = a[0], w->from[n].r1 = a[1], w->from[n].c0 = a[2], w->from[n++].c1 = a[3];
    }
    if (!feof(f) || n == 0) {
        fclose(f);
        return no_answer("%s: no rows of part, r0, r1, c0, c1, as --tsv writes them", w->from_file);
    }
    fclose(f);
    w->opts.from = w->from, w->opts.parts = n;
    return ANSWERED;
}

/* Several classes: a row each. */
static void print_classes_tsv(const plane *w) {
    int i, timed = w->speed != NULL || w->opts.border > 0;
    tsv_begin(&w->out);
    tsv_columns(
        timed ? "class\torientation\tstripes\tmakespan\tmakespan_bound\timbalance\tgap\tstatus"
              : "class\torientation\tstripes\tlmax\tlower_bound\timbalance\tgap\tstatus");
    for (i = 0; i < w->answers; i++) {
        const fpm_info *f = &w->answer[i].info;
        const fpm_rect_outputs *o = &w->answer[i].out;
        tsv_cell_text(choice_name(rect_classes, w->answer[i].algorithm));
        tsv_cell_text(orientation_name(o));
        tsv_cell_whole(o->stripes);
        tsv_cell_real(timed ? f->makespan : plane_load(w, o->load));
        tsv_cell_real(timed ? f->lower_bound : plane_load(w, o->load_bound));
        tsv_cell_real(f->imbalance);
        tsv_cell_real(f->gap);
        tsv_cell_text(fpm_status_str(f->status));
    }
    tsv_end();
}

static void print_classes(const plane *w) {
    int i, timed = w->speed != NULL || w->opts.border > 0;
    say("class             way  stripes  %s  imbalance %%      gap %%\n", w->speed ? "load / speed"
                                                                          : timed  ? "load, border"
                                                                                  : "largest load");
    for (i = 0; i < w->answers; i++) {
        const fpm_info *f = &w->answer[i].info;
        const fpm_rect_outputs *o = &w->answer[i].out;
        say("%-17s %-5s %6d %13.8g %12.4f %10.4f\n",
            choice_name(rect_classes, w->answer[i].algorithm), orientation_name(o), o->stripes,
            timed ? f->makespan : plane_load(w, o->load), 100 * f->imbalance, 100 * f->gap);
    }
}

static void take_classes(plane *w, args *a, const char *text) {
    const char *piece, *list = text;
    size_t length;
    w->answers = 0;
    while (!a->status && text_piece(&list, ',', &piece, &length)) {
        char name[32] = "";
        if (length >= sizeof name || w->answers == MOST_CLASSES) {
            wrong_use(a, "-a %s: classes are separated by commas, %d at most", text, MOST_CLASSES);
            return;
        }
        memcpy(name, piece, length);
        if (!strcmp(name, "spiral"))
            wrong_use(a, "-a spiral: peel contains all spirals: write -a peel");
        else if (length == 0) wrong_use(a, "-a: class %d of the list is empty", w->answers + 1);
        else if (choice_find(a, "-a", name, rect_classes, &w->answer[w->answers].algorithm))
            w->answers++;
    }
}

static void take_pair(plane *w, args *a, const char *text) {
    int64_t pair[2] = {0, 0};
    if (text_wholes(text, 'x', 2, 1, INT_MAX, pair) != 2)
        wrong_use(a, "--pq %s: it takes PxQ, such as 8x6", text);
    w->pair[0] = (int)pair[0];
    w->pair[1] = (int)pair[1];
}

/* --compact: a tolerance, 0 for evenness alone. */
static int take_tolerance(plane *w, args *a) {
    double *part = &w->opts.compact;
    if (!args_amount(a, "--compact", 1e9, "a number from 0", part)) return 0;
    if (!(*part > 0)) *part = FPM_EXACT;
    return 1;
}

/* -m, as the papers call it, or -p. */
static int take_count(plane *w, args *a) {
    return (args_processors(a, "-m", &w->m) || args_processors(a, "-p", &w->m)) &&
           args_one_of(a, "-m", "-p");
}

static int rect_option(plane *w, args *a) {
    const char *v = NULL;
    if (args_words(a, "-a", rect_classes, &v)) {
        if (v) take_classes(w, a, v);
    } else if (args_text(a, "--pq", &v)) {
        if (v) take_pair(w, a, v);
    } else if (args_max_bytes(a, &w->opts.max_bytes)) {
        w->grids.max_bytes = w->opts.max_bytes;
    } else {
        return take_count(w, a) ||
               args_amount(a, "--fewest", 1e200, "a load, 0 or more", &w->fewest) ||
               args_text(a, "--speeds", &w->speeds) || args_text(a, "--part", &w->part_file) ||
               args_text(a, "--neighbours", &w->halo_file) ||
               args_choice(a, "--wrap", wraps, &w->wrap) || args_flag(a, "--fold", &w->fold) ||
               args_flag(a, "--free", &w->opts.free_order) ||
               args_text(a, "--from", &w->from_file) ||
               args_amount(a, "--slack", 1e9, "a number from 0", &w->opts.slack) ||
               args_count(a, "--stripes", 1, INT_MAX, "a whole number from 1", &w->opts.stripes) ||
               args_choice(a, "--orient", orientations, &w->opts.orientation) ||
               args_choice(a, "--direction", directions, &w->opts.direction) ||
               args_amount(a, "--border", 1e200, "a number from 0", &w->opts.border) ||
               take_tolerance(w, a) ||
               args_whole(a, "--min-rows", 1, FPM_SIZE_MAX, "a whole number from 1",
                          &w->opts.min_rows) ||
               args_whole(a, "--min-cols", 1, FPM_SIZE_MAX, "a whole number from 1",
                          &w->opts.min_cols) ||
               args_whole(a, "--work", 1, FPM_SIZE_MAX, "a whole number from 1",
                          &w->opts.max_work) ||
               args_flag(a, "--pattern", &w->in.pattern) ||
               args_text(a, "--variable", &w->in.variable);
    }
    return 1;
}

static void take_file(plane *w, args *a) {
    const char *name = args_operand(a);
    if (name && w->file && !w->m) wrong_file(a, w->file, w->speeds ? NULL : "-p");
    if (name && w->file) wrong_use(a, "%s: one file of loads is enough", name);
    w->file = name;
}

static int rect_checked(plane *w, args *a) {
    const fpm_rect_options *o = &w->opts;
    int i;
    if (w->file && !w->m) wrong_file(a, w->file, w->speeds ? NULL : "-p");
    if (!a->status && w->speeds) w->opts.speed = w->speed = args_speeds(a, w->speeds, &w->m);
    if (!w->m && w->fewest < 0) wrong_use(a, "-p P is needed");
    if (w->fewest >= 0 && (w->speeds || o->free_order || w->from_file || o->stripes || w->pair[0]))
        wrong_use(a, "--fewest excludes --speeds, --free, --from, --stripes and --pq");
    if (w->fewest >= 0 && (w->answers > 1 || w->answer[0].algorithm > FPM_RECT_COMPACT))
        wrong_use(a, "--fewest takes one class, and not rows or columns");
    if (!w->m && w->fewest >= 0) w->m = 65536;
    if (!w->file) wrong_use(a, "a file of loads is needed");
    if ((w->part_file || w->halo_file) && w->answers > 1)
        wrong_use(a, "%s is of one class", w->part_file ? "--part" : "--neighbours");
    for (i = 0; i < w->answers && !w->from_file; i++)
        if (w->answer[i].algorithm == FPM_RECT_NEAR) wrong_use(a, "near is for --from OLD");
    if (w->wrap && !w->halo_file) wrong_use(a, "--wrap is for --neighbours FILE");
    if (w->fold && !w->halo_file) wrong_use(a, "--fold is for --neighbours FILE");
    if (w->fold && (w->wrap & WRAP_Y)) wrong_use(a, "--fold is not for --wrap y: one or the other");
    if (o->slack > 0 && !w->from_file) wrong_use(a, "--slack is for --from OLD");
    if (o->stripes > w->m) wrong_use(a, "more stripes than processors");
    if (w->pair[0] && (int64_t)w->pair[0] * w->pair[1] != w->m)
        wrong_use(a, "--pq %dx%d has %" PRId64 " parts, and there are %" PRId64 " processors",
                  w->pair[0], w->pair[1], (int64_t)w->pair[0] * w->pair[1], w->m);
    return a->status;
}

/* The owner of each cell, in the lines of the plane. */
static int write_part(const plane *w) {
    int64_t rows = w->grid.rows, cols = w->grid.cols, i, r, c;
    int *owner = (int *)calloc((size_t)(rows * cols), sizeof *owner);
    FILE *to = owner ? file_create("--part", w->part_file) : NULL;
    for (i = 0; to && i < w->m; i++) {
        const fpm_rect *part = &w->answer[0].part[i];
        for (r = part->r0; r < part->r1; r++)
            for (c = part->c0; c < part->c1; c++) owner[r * cols + c] = (int)i;
    }
    for (r = 0; to && r < rows && !ferror(to); r++)
        for (c = 0; c < cols; c++)
            fprintf(to, "%d%c", owner[r * cols + c], c + 1 < cols ? ' ' : '\n');
    free(owner);
    if (!owner) return out_of_memory();
    return to ? file_finish(to, w->part_file, ANSWERED) : NO_ANSWER;
}

static int answer(plane *w) {
    int status = plane_solve(w);
    if (!status && w->part_file) status = write_part(w);
    if (!status && w->halo_file) {
        fpm_rect_edges edges = plane_edges(&w->grid, w->wrap);
        if (w->fold) edges.fold = FPM_FOLD_LAST;
        status = halos_write(w->halo_file, (int)w->m, w->answer[0].part, &edges);
    }
    if (!status && w->out.svg) {
        FILE *to = file_create("--svg", w->out.svg);
        status = to ? file_finish(to, w->out.svg, plane_draw(to, w)) : NO_ANSWER;
    }
    if (status) return status;
    if (w->answers > 1 && w->out.tsv) print_classes_tsv(w);
    else if (w->answers > 1) print_classes(w);
    else if (w->out.tsv) print_tsv(w, &w->answer[0]);
    else print_table(w, &w->answer[0]);
    return ANSWERED;
}

static int run_rect(args *a) {
    plane *w = (plane *)calloc(1, sizeof *w);
    doubts d = FPM_ZERO;
    int status;
    if (!w) return out_of_memory();
    w->answers = 1;
    w->fewest = -1;
    while (args_left(a))
        if (!rect_option(w, a) && !args_forms(a, &w->out)) take_file(w, a);
    status = rect_checked(w, a);
    if (!status && w->from_file) status = read_from(w);
    if (!status) status = loads_read(&w->in, w->file, &d);
    if (!status) doubts_say(&d);
    doubts_free(&d);
    if (!status) status = plane_make_grid(w);
    if (!status) status = answer(w);
    plane_end(w);
    free(w);
    return status;
}

const verb rect_verb = {"rect", "cut a plane of loads into rectangles", run_rect, rect_help,
                        "  fpm-tool rect -p 64 --svg parts.svg uszip_512.mtx\n"
                        "  fpm-tool rect --speeds 4,2,1 -a rows,auto ocean.txt\n"};
