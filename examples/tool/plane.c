/* plane.c - loads on a plane: rectangles by one class or several. */
#include "plane.h"

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
                               {"spiral", FPM_RECT_SPIRAL},
                               {"hybrid", FPM_RECT_HYBRID},
                               {"hier-search", FPM_RECT_HIER_SEARCH},
                               {NULL, 0}};
const choice orientations[] = {
    {"best", FPM_RECT_BEST}, {"hor", FPM_RECT_HOR}, {"ver", FPM_RECT_VER}, {NULL, 0}};
const choice directions[] = {{"load", FPM_RECT_BY_LOAD},
                             {"dist", FPM_RECT_BY_DIST},
                             {"hor", FPM_RECT_BY_HOR},
                             {"ver", FPM_RECT_BY_VER},
                             {NULL, 0}};

/* 1.49 GiB */
static const char *bytes_text(double bytes, char *room, size_t size) {
    static const char *const unit[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    int k = 0;
    while (bytes >= 1024 && k < 4) bytes /= 1024, k++;
    snprintf(room, size, bytes < 1e4 ? "%.4g %s" : "%.3g %s", bytes, unit[k]);
    return room;
}

/* Why there is no grid of the loads; a table of sums that is too large: how large, what else works. */
static int no_grid(const plane *w, int status) {
    const loads *l = &w->in;
    double bytes = 16.0 * ((double)l->rows + 1) * ((double)l->cols + 1); /* of fpm_grid_init */
    double most = w->grids.max_bytes ? (double)w->grids.max_bytes : (double)(1 << 30);
    char takes[40], allowed[40];
    if (status != FPM_E_MAX_BYTES && status != FPM_E_MEMORY && bytes < 1e18)
        return no_answer("%s: %s", w->file, fpm_status_str(status));
    return no_answer("%s: %" PRId64 " x %" PRId64 " cells (%" PRId64 " entries) take %s as a table "
                     "of sums, %s %s: give more by --max-bytes, or take a coarser grid, or cut the "
                     "sums of its rows by fpm-tool chain",
                     w->file, l->rows, l->cols, l->count, bytes_text(bytes, takes, sizeof takes),
                     status == FPM_E_MEMORY ? "which this machine does not have; allowed are"
                                            : "allowed are",
                     bytes_text(most, allowed, sizeof allowed));
}

/* The grid of the loads that were read. */
int make_grid(plane *w) {
    const loads *l = &w->in;
    const fpm_grid_options *o = &w->grids;
    int64_t *whole = NULL, k, cell = -1;
    int status;
    if (l->rows < 1 || l->cols < 1) return no_answer("%s: no loads", w->file);
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
                                      o, &cell);
    } else if (l->whole) status = fpm_grid_init(&w->grid, l->rows, l->cols, whole, 0, o, &cell);
    else status = fpm_grid_init_real(&w->grid, l->rows, l->cols, l->value, 0, o, &cell);
    free(whole);
    return status < 0 ? no_grid(w, status) : ANSWERED;
}

int solve_plane(plane *w) {
    int i;
    for (i = 0; i < w->answers; i++) {
        tiling *t = &w->answer[i];
        fpm_rect_options o = w->opts;
        int status;
        t->part = (fpm_rect *)malloc((size_t)w->m * sizeof *t->part);
        if (!t->part) return out_of_memory();
        o.algorithm = t->algorithm;
        if (t->algorithm == ROWS || t->algorithm == COLUMNS) {
            o.algorithm = FPM_RECT_PQ_OPT;
            o.orientation = t->algorithm == ROWS ? FPM_RECT_HOR : FPM_RECT_VER;
            o.p = (int)w->m, o.q = 1;
        }
        status = fpm_rect_partition(&w->grid, (int)w->m, &o, t->part, &t->info);
        if (status < 0)
            return no_answer("%s: %s: %s%s", w->file, choice_name(rect_classes, t->algorithm),
                             fpm_status_str(status),
                             status == FPM_E_MAX_BYTES ? ": give more by --max-bytes" : "");
    }
    return ANSWERED;
}

double in_units(const plane *w, int64_t load) { return (double)load * w->grid.unit; }

static double seconds_of(const plane *w, const tiling *t, int64_t part) {
    return in_units(w, t->part[part].load) / w->speed[part];
}

void print_tiling_tsv(const plane *w, const tiling *t) {
    const fpm_rect_info *f = &t->info;
    int64_t i;
    printf("# status %s\n# lmax %.17g\n# lower_bound %.17g\n# class_bound %.17g\n"
           "# imbalance %.17g\n# gap %.17g\n# algorithm %s\n# orientation %s\n# stripes %d\n",
           fpm_status_str(f->status), in_units(w, f->lmax), in_units(w, f->lower_bound),
           in_units(w, f->class_bound), f->imbalance, f->gap,
           choice_name(rect_classes, f->algorithm),
           f->orientation ? choice_name(orientations, f->orientation) : "none", f->stripes);
    if (w->speed)
        printf("# makespan %.17g\n# makespan_bound %.17g\n", f->makespan, f->makespan_bound);
    printf("part\tr0\tr1\tc0\tc1\tload%s\n", w->speed ? "\tseconds" : "");
    for (i = 0; i < w->m; i++) {
        printf("%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%.17g", i,
               t->part[i].r0, t->part[i].r1, t->part[i].c0, t->part[i].c1,
               in_units(w, t->part[i].load));
        if (w->speed) printf("\t%.17g", seconds_of(w, t, i));
        printf("\n");
    }
}

void print_tiling(const plane *w, const tiling *t) {
    const fpm_rect_info *f = &t->info;
    int64_t i;
    printf("%" PRId64 " x %" PRId64 " loads, total %.10g, largest %.10g, over %" PRId64
           " processors\n",
           w->grid.rows, w->grid.cols, in_units(w, w->grid.total), in_units(w, w->grid.largest),
           w->m);
    printf("%s", choice_name(rect_classes, f->algorithm));
    if (f->orientation)
        printf(", %d stripes of %s", f->stripes,
               f->orientation == FPM_RECT_HOR ? "rows" : "columns");
    printf(": %s\n\n", fpm_status_str(f->status));
    printf("  part     rows              columns           %s\n",
           w->speed ? "load          load / speed" : "load");
    for (i = 0; i < w->m && i < 64; i++) {
        const fpm_rect *r = &t->part[i];
        printf("  %-6" PRId64 " %7" PRId64 " .. %-7" PRId64 " %7" PRId64 " .. %-7" PRId64, i, r->r0,
               r->r1, r->c0, r->c1);
        if (w->speed) printf(" %-13.10g %-10.6g", in_units(w, r->load), seconds_of(w, t, i));
        else printf(" %.10g", in_units(w, r->load));
        printf("%s\n", i != f->part ? "" : w->speed ? " <- the last" : "  <- the largest");
    }
    if (i < w->m) printf("  ... %" PRId64 " more (--tsv lists all)\n", w->m - i);
    if (w->speed)
        printf("\n  done after %.10g (load / speed), %.4g %% above the mean; no partition before "
               "%.10g: gap %.4g %%\n",
               f->makespan, 100 * f->imbalance, f->makespan_bound, 100 * f->gap);
    else
        printf(
            "\n  largest load %.10g, %.4g %% above the mean; any partition has %.10g or more: gap "
            "%.4g %%\n",
            in_units(w, f->lmax), 100 * f->imbalance, in_units(w, f->lower_bound), 100 * f->gap);
}

/* Several classes: a row each. */
void print_classes(const plane *w) {
    int i, timed = w->speed != NULL;
    if (w->tsv)
        printf("class\torientation\tstripes\t%s\timbalance\tgap\tstatus\n",
               timed ? "makespan\tmakespan_bound" : "lmax\tlower_bound");
    else
        printf("class             way  stripes  %s  imbalance %%      gap %%\n",
               timed ? "load / speed" : "largest load");
    for (i = 0; i < w->answers; i++) {
        const fpm_rect_info *f = &w->answer[i].info;
        const char *name = choice_name(rect_classes, w->answer[i].algorithm);
        const char *way = f->orientation ? choice_name(orientations, f->orientation) : "none";
        double most = timed ? f->makespan : in_units(w, f->lmax);
        if (w->tsv)
            printf("%s\t%s\t%d\t%.17g\t%.17g\t%.17g\t%.17g\t%s\n", name, way, f->stripes, most,
                   timed ? f->makespan_bound : in_units(w, f->lower_bound), f->imbalance, f->gap,
                   fpm_status_str(f->status));
        else
            printf("%-17s %-5s %6d %13.8g %12.4f %10.4f\n", name, way, f->stripes, most,
                   100 * f->imbalance, 100 * f->gap);
    }
}
