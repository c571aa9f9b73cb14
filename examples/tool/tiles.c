/* tiles.c - verb tiles: a grid with land in it, in equal tiles without those of land. */
#include "file.h"
#include "ocean.h"
#include "svg.h"
#include "tsv.h"
#include "verbs.h"

static const char tiles_help[] =
    "usage: fpm-tool tiles -p P [options] FILE\n\n"
    "Cut a grid into rows and columns of equal tiles and drop the tiles without load, which are\n"
    "land: the smallest tile of which P or fewer are left, one per processor.  The tool tries all\n"
    "numbers of rows and columns of tiles.  FILE is as for rect: lines of numbers, ncdump -v, ...\n"
    "One row of the output is one tile: its place, its first and last row and column, its load.\n"
    "Rows and tiles are counted from the south, from 0.\n\n"
    "  -p P            number of processors\n"
    "  --form FORM     even: sides differ by one at most (default)\n"
    "                  divide: sides divide the grid (default with --blank-list)\n"
    "                  short: sides are equal, the last one may be shorter\n"
    "                  fms: sides as FMS makes them, for MOM6 (default with --mask-table)\n"
    "  --north WHICH   the northernmost row of FILE: last (default), as models count, or first,\n"
    "                  as maps and images have it\n"
    "  --wrap WAY      edges that are joined: x (west and east), y (south and north), or xy\n"
    "  --fold          the northernmost row lies beside itself, mirrored: a tripolar grid\n"
    "  --rim N         drop a tile only if the N cells around it are land, too (default 0; form\n"
    "                  fms: 2, as MOM6 does; check_mask takes 1).  With --fold, form fms keeps\n"
    "                  all tiles within N + 1 rows of the folded edge, as MOM6 does\n"
    "  --halo N        a tile counts with N cells around it, and no side is shorter: say the\n"
    "                  width of the model's halo (MOM6: NIHALO, usually 4), or tiles get thin\n"
    "  --min-side N    the shortest side of a tile\n"
    "  --down N, --across N   rows of tiles, columns of tiles (default: all numbers)\n"
    "  --list LOW      list the choices from P processors down to LOW instead of one answer: the\n"
    "                  layout, the largest tile, and the cells computed for each cell with load\n"
    "  --mask-table FILE   write the dropped tiles as FMS and MOM6 read them (MASKTABLE, LAYOUT)\n"
    "  --blank-list FILE   write them as data.exch2 of MITgcm\n"
    "  --neighbours FILE   write halos: a line `tile neighbour cells side` for each common side;\n"
    "                  side is that of the tile: r0 (south), r1 (north), c0 (west), c1 (east)\n"
    "  --svg OUT       draw loads and tiles, with the north on top\n"
    "  --work W        most work, in about nanoseconds (default 1e10)\n"
    "  --max-bytes N   most memory for a table of sums, 16 bytes per cell: 2000000000, or 2G\n"
    "  --pattern       every entry of a Matrix Market file counts 1\n"
    "  --variable NAME   of ncdump's text: the variable with the loads (default: the only one);\n"
    "                  NAME:0 its first layer, NAME:sum the sum of all; what is missing is land\n"
    "  --tsv, --json   for programs: keys and values, then one row per tile: part row col r0 r1\n"
    "                  c0 c1 load, where cells are r0 to r1 - 1 and c0 to c1 - 1\n";

static const choice norths[] = {{"last", 0}, {"first", 1}, {NULL, 0}};

/* Tile k of those that are kept: its place among all. */
static int64_t place_of(const ocean *o, int64_t *place, int64_t k) {
    while (o->owner[*place] != (int)k) (*place)++;
    return *place;
}

static void print_tsv(const ocean *o) {
    const fpm_tiles *t = &o->tiles;
    int64_t k, place = 0;
    tsv_begin(&o->w.out);
    tsv_text("status", fpm_status_str(o->info.status));
    tsv_text("form", choice_name(tile_forms, t->form));
    tsv_whole("down", t->down);
    tsv_whole("across", t->across);
    tsv_whole("rows", t->rows);
    tsv_whole("cols", t->cols);
    tsv_whole("kept", t->kept);
    tsv_whole("dropped", t->dropped);
    tsv_whole("cells", t->cells);
    tsv_real("lower_bound", o->info.lower_bound);
    tsv_real("gap", o->info.gap);
    tsv_real("imbalance", o->info.imbalance);
    tsv_whole("plane_rows", o->w.grid.rows);
    tsv_whole("plane_cols", o->w.grid.cols);
    tsv_whole("sea", o->sea);
    tsv_text("read", o->w.in.as);
    tsv_columns("part\trow\tcol\tr0\tr1\tc0\tc1\tload");
    for (k = 0; k < t->kept; k++) {
        const fpm_rect *a = &o->part[k];
        place_of(o, &place, k);
        tsv_cell_whole(k);
        tsv_cell_whole(place / t->across);
        tsv_cell_whole(place % t->across);
        tsv_cell_whole(a->r0);
        tsv_cell_whole(a->r1);
        tsv_cell_whole(a->c0);
        tsv_cell_whole(a->c1);
        tsv_cell_real(ocean_load(o, a->r0, a->r1, a->c0, a->c1));
    }
    tsv_end();
}

/* Tiles as characters, north on top, where they fit on a screen. */
static void print_map(const ocean *o) {
    const fpm_tiles *t = &o->tiles;
    int64_t i, j;
    if (t->across > 76 || t->down > 40) return;
    for (i = t->down - 1; i >= 0; i--) {
        say("  ");
        for (j = 0; j < t->across; j++) say(o->owner[i * t->across + j] < 0 ? "." : "#");
        say("\n");
    }
    say("\n");
}

static void print_list(const ocean *o) {
    const fpm_tiles *t = &o->tiles;
    int64_t k, place = 0;
    say("  part    tile        rows, first to last   columns, first to last   load\n");
    for (k = 0; k < t->kept && k < 64; k++) {
        const fpm_rect *a = &o->part[k];
        place_of(o, &place, k);
        say("  %-6" PRId64 " %4" PRId64 " %-4" PRId64 " %8" PRId64 " to %-8" PRId64 " %8" PRId64
            " to %-8" PRId64 "   %.10g\n",
            k, place / t->across, place % t->across, a->r0, a->r1 - 1, a->c0, a->c1 - 1,
            ocean_load(o, a->r0, a->r1, a->c0, a->c1));
    }
    if (k < t->kept) say("  ... %" PRId64 " more (--tsv lists all)\n", t->kept - k);
}

static void print_table(const ocean *o) {
    const fpm_tiles *t = &o->tiles;
    double cells = (double)o->w.grid.rows * (double)o->w.grid.cols;
    say("%" PRId64 " x %" PRId64 " cells from %s, %" PRId64 " with load (%.3g %%), over %" PRId64
        " processor%s\n",
        o->w.grid.rows, o->w.grid.cols, o->w.in.as, o->sea, 100 * (double)o->sea / cells, o->w.m,
        PLURAL(o->w.m));
    say("%" PRId64 " x %" PRId64 " tiles of up to %" PRId64 " x %" PRId64 " cells (%s): %" PRId64
        " kept, %" PRId64 " dropped: %s\n\n",
        t->down, t->across, t->rows, t->cols, choice_name(tile_forms, t->form), t->kept, t->dropped,
        fpm_status_str(o->info.status));
    print_map(o);
    print_list(o);
    say("\n  largest tile %" PRId64 " cells%s, %.4g %% above the mean of those kept; ", t->cells,
        o->opts.halo > 0 ? " with its halo" : "", 100 * o->info.imbalance);
    if (o->info.status == FPM_OK) say("no smaller one of this form\n");
    else
        say("none of this form below %.10g: gap %.4g %%\n", o->info.lower_bound, 100 * o->info.gap);
    if (t->form == FPM_TILES_FMS)
        say("  MOM6: LAYOUT = %" PRId64 ", %" PRId64 " on %" PRId64 " processes\n", t->across,
            t->down, t->kept);
    if (o->mask_file) say("  MOM6: MASKTABLE = \"%s\"\n", o->mask_file);
    if (t->form != FPM_TILES_FMS && o->fold)
        say("  MOM6 cuts in another way: for its tiles say --form fms, or --mask-table FILE\n");
    if (t->form == FPM_TILES_DIVIDE)
        say("  MITgcm: sNx = %" PRId64 ", sNy = %" PRId64 ", nSx * nSy * nPx * nPy = %" PRId64 "\n",
            t->cols, t->rows, t->kept);
}

/* Cells that all processors compute together, if each takes as long as the largest tile, for each
   cell with load. */
static double paid(const ocean *o) {
    return (double)o->tiles.kept * (double)o->tiles.cells / (double)(o->sea > 0 ? o->sea : 1);
}

static void list_row(const ocean *o) {
    const fpm_tiles *t = &o->tiles;
    say("  %-10" PRId64 " %-8" PRId64 " %4" PRId64 " x %-10" PRId64 " %8" PRId64 "   %4" PRId64
        " x %-8" PRId64 " %.4g%s\n",
        t->kept, t->dropped, t->down, t->across, t->cells, t->rows, t->cols, paid(o),
        o->info.status == FPM_OK ? "" : " (there may be a better one)");
}

static void list_tsv(const ocean *o) {
    const fpm_tiles *t = &o->tiles;
    tsv_cell_whole(t->kept);
    tsv_cell_whole(t->dropped);
    tsv_cell_whole(t->down);
    tsv_cell_whole(t->across);
    tsv_cell_whole(t->rows);
    tsv_cell_whole(t->cols);
    tsv_cell_whole(t->cells);
    tsv_cell_real(paid(o));
}

static int answer_list(ocean *o) {
    const fpm_grid *g = &o->w.grid;
    int status;
    if (o->w.out.tsv) {
        tsv_begin(&o->w.out);
        tsv_text("form", choice_name(tile_forms, o->opts.form));
        tsv_whole("plane_rows", g->rows);
        tsv_whole("plane_cols", g->cols);
        tsv_columns("processors\tdropped\tdown\tacross\trows\tcols\tcells\tpaid");
        status = ocean_list(o, list_tsv);
        tsv_end();
        return status;
    }
    say("%" PRId64 " x %" PRId64 " cells from %s, %" PRId64 " to %" PRId64 " processors (%s)\n\n",
        g->rows, g->cols, o->w.in.as, o->low, o->w.m, choice_name(tile_forms, o->opts.form));
    say("  processors dropped  rows x columns  largest   of rows x columns  "
        "cells computed per cell with load\n");
    return ocean_list(o, list_row);
}

static int tiles_option(ocean *o, args *a) {
    plane *w = &o->w;
    if (args_choice(a, "--form", tile_forms, &o->opts.form)) return 1;
    if (args_choice(a, "--north", norths, &o->north_first)) return 1;
    if (args_choice(a, "--wrap", wraps, &o->wrap)) return 1;
    if (args_flag(a, "--fold", &o->fold)) return 1;
    if (args_processors(a, "-p", &w->m)) return 1;
    if (args_whole(a, "--list", 1, INT_MAX, "a whole number from 1 to 2^31 - 1", &o->low)) return 1;
    if (args_whole(a, "--rim", 0, INT_MAX, NULL, &o->rim)) return 1;
    if (args_whole(a, "--halo", 0, INT_MAX, NULL, &o->opts.halo)) return 1;
    if (args_whole(a, "--min-side", 1, INT_MAX, NULL, &o->opts.min_rows)) return 1;
    if (args_whole(a, "--down", 1, INT_MAX, NULL, &o->opts.down)) return 1;
    if (args_whole(a, "--across", 1, INT_MAX, NULL, &o->opts.across)) return 1;
    if (args_text(a, "--mask-table", &o->mask_file)) return 1;
    if (args_text(a, "--blank-list", &o->blank_file)) return 1;
    if (args_text(a, "--neighbours", &w->halo_file)) return 1;
    if (args_whole(a, "--work", 1, FPM_SIZE_MAX, "a whole number from 1", &o->opts.max_work))
        return 1;
    if (args_max_bytes(a, &w->grids.max_bytes)) return 1;
    if (args_flag(a, "--pattern", &w->in.pattern)) return 1;
    if (args_text(a, "--variable", &w->in.variable)) return 1;
    return args_forms(a, &w->out);
}

static void take_file(plane *w, args *a) {
    const char *name = args_operand(a);
    if (name && w->file && !w->m) wrong_file(a, w->file, "-p");
    if (name && w->file) wrong_use(a, "%s: one file of loads is enough", name);
    w->file = name;
}

/* What options leave open depends on others. */
static void complete(ocean *o) {
    if (o->opts.form < 0) o->opts.form = FPM_TILES_EVEN;
    o->opts.min_cols = o->opts.min_rows;
    if (o->rim >= 0) return;
    o->rim = 0;
    if (o->opts.form == FPM_TILES_FMS) o->rim = 2;
}

static int tiles_checked(ocean *o, args *a) {
    int *form = &o->opts.form;
    if (o->w.file && !o->w.m) wrong_file(a, o->w.file, "-p");
    if (!o->w.m) wrong_use(a, "-p P is needed");
    if (!o->w.file) wrong_use(a, "a file of loads is needed");
    if (*form < 0 && o->mask_file) *form = FPM_TILES_FMS;
    if (*form < 0 && o->blank_file) *form = FPM_TILES_DIVIDE;
    if (o->mask_file && *form != FPM_TILES_FMS)
        wrong_use(a, "--mask-table is for --form fms: FMS makes the sides itself");
    if (o->blank_file && *form != FPM_TILES_DIVIDE)
        wrong_use(a, "--blank-list is for --form divide: MITgcm has tiles of one size");
    if (o->fold && (o->wrap & WRAP_Y)) wrong_use(a, "--fold is not for --wrap y: one or the other");
    if (o->low > o->w.m) wrong_use(a, "--list is at most -p, the number that the list begins with");
    if (o->low && (o->mask_file || o->blank_file || o->w.halo_file || o->w.out.svg))
        wrong_use(a, "--list writes no files: take a row, and ask again with its number as -p");
    complete(o);
    return a->status;
}

static int write_halos(const ocean *o) {
    fpm_rect_edges edges = ocean_edges(o);
    return halos_write(o->w.halo_file, (int)o->tiles.kept, o->part, &edges);
}

/* FMS stops at a folded edge of an odd number of columns. */
static int foldable(const ocean *o) {
    if (!o->fold || o->opts.form != FPM_TILES_FMS || o->w.grid.cols % 2 == 0) return ANSWERED;
    return no_answer("%s: %" PRId64 " columns, and FMS folds an even number of them: take out a "
                     "column of the halo, or put the missing one in",
                     o->w.file, o->w.grid.cols);
}

static int answer(ocean *o) {
    int status = foldable(o);
    if (!status && o->low) return answer_list(o);
    if (!status) status = ocean_solve(o);
    if (!status && o->mask_file) status = ocean_write_mask_table(o);
    if (!status && o->blank_file) status = ocean_write_blank_list(o);
    if (!status && o->w.halo_file) status = write_halos(o);
    if (!status && o->w.out.svg) {
        FILE *to = file_create("--svg", o->w.out.svg);
        status = to ? file_finish(to, o->w.out.svg, ocean_draw(to, o)) : NO_ANSWER;
    }
    if (status) return status;
    if (o->w.out.tsv) print_tsv(o);
    else print_table(o);
    return ANSWERED;
}

static int run_tiles(args *a) {
    ocean *o = (ocean *)calloc(1, sizeof *o);
    doubts d = FPM_ZERO;
    int status;
    if (!o) return out_of_memory();
    o->opts.form = -1;
    o->rim = -1;
    while (args_left(a))
        if (!tiles_option(o, a)) take_file(&o->w, a);
    status = tiles_checked(o, a);
    if (!status) status = loads_read(&o->w.in, o->w.file, &d);
    if (!status) doubts_say(&d);
    doubts_free(&d);
    if (!status) status = plane_make_grid(&o->w);
    if (!status) status = answer(o);
    ocean_end(o);
    free(o);
    return status;
}

const verb tiles_verb = {
    "tiles", "cut a grid into equal tiles, drop those of land", run_tiles, tiles_help,
    "  fpm-tool tiles -p 3 --wrap x --svg tiles.svg ocean.txt\n"
    "  fpm-tool tiles -p 4 --wrap x --fold --mask-table mask_table ocean.txt\n"};
