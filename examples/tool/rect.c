/* rect.c - verb: rect. */
#include "draw_plane.h"
#include "file.h"
#include "text.h"
#include "verbs.h"

static const char rect_help[] =
    "usage: fpm-tool rect -m M [options] FILE\n\n"
    "Cut a plane of loads into M rectangles, one a processor, of which the heaviest is as light\n"
    "as may be.  FILE: `rows cols` and the loads row by row, a Matrix Market file, or a PGM\n"
    "image.  A row a part: part r0 r1 c0 c1 load, rows r0 up to but not r1, columns likewise.\n\n"
    "  -m M            processors\n"
    "  --speeds S,...  one speed a processor (then -m may be left out): the latest finish counts,\n"
    "                  part I is for processor I.  Classes: auto, uniform, jag-pq-opt,\n"
    "                  jag-m-probe, -alloc, -heur-probe, -opt, hier-rb, hier-relaxed\n"
    "  -a CLASS        auto (default), uniform, rect-nicol, jag-pq-heur, jag-pq-opt, jag-m-heur,\n"
    "                  jag-m-probe, jag-m-alloc, jag-m-heur-probe, jag-m-opt, hier-rb,\n"
    "                  hier-relaxed, hier-opt, hier-search, spiral, hybrid, rows, columns (whole\n"
    "                  ones); or several, as A,B,C: then a row a class, and a picture each\n"
    "  --pq PxQ        classes of P x Q parts: P stripes of Q (default: the best of all pairs)\n"
    "  --stripes P     jag-m-heur and the like: so many stripes (default: many are tried)\n"
    "  --orient WAY    hor: stripes of rows, ver: of columns, best (default)\n"
    "  --direction D   hier-rb, hier-relaxed: load (default), dist, hor or ver\n"
    "  --work W        most elementary steps (default 1e9)\n"
    "  --max-bytes N   most memory for the table of sums (16 bytes a cell), and as much again while\n"
    "                  it works: 2000000000, or 2G of 1024^3 bytes, M, K (default 1G)\n"
    "  --pattern       every entry of a Matrix Market file counts 1\n"
    "  --tsv           tab-separated, 17 digits, `# key value` lines first\n"
    "  --svg OUT       draw loads and rectangles\n\n"
    "Exit status: 0 answered, 1 no answer, 2 wrong use.\n";

static void take_classes(plane *w, args *a, const char *text) {
    w->answers = 0;
    while (!a->status) {
        char name[32] = "";
        size_t length = strcspn(text, ",");
        if (length >= sizeof name || w->answers == MOST_CLASSES) {
            wrong_use(a, "-a %s: classes are separated by commas, %d at most", text, MOST_CLASSES);
            return;
        }
        memcpy(name, text, length);
        if (length == 0) wrong_use(a, "-a: class %d of the list is empty", w->answers + 1);
        else if (take_choice(a, "-a", name, rect_classes, &w->answer[w->answers].algorithm))
            w->answers++;
        if (text[length] == '\0') return;
        text += length + 1;
    }
}

static void take_pair(plane *w, args *a, const char *text) {
    size_t length = strcspn(text, "x");
    if (text[length] != 'x' || !read_whole(text, length, 1, INT_MAX, &w->p) ||
        !read_whole(text + length + 1, strlen(text + length + 1), 1, INT_MAX, &w->q))
        wrong_use(a, "--pq %s: it takes PxQ, such as 8x6", text);
}

/* Bytes, as 2000000000 or 2G. */
static void take_bytes(plane *w, args *a, const char *text) {
    static const char units[] = "KMG";
    size_t length = strlen(text);
    const char *unit = length ? strchr(units, text[length - 1]) : NULL;
    int shift = unit && *unit ? 10 * (int)(unit - units + 1) : 0;
    int64_t count = 0;
    if (!read_whole(text, length - (shift > 0), 1, FPM_SIZE_MAX >> shift, &count) ||
        (uint64_t)count << shift > SIZE_MAX)
        wrong_use(a, "--max-bytes %s: a whole number of bytes, such as 2000000000 or 2G", text);
    w->grids.max_bytes = w->opts.max_bytes = (size_t)((uint64_t)count << shift);
}

static int rect_options(plane *w, args *a) {
    int64_t stripes = 0;
    const char *v;
    while (!a->status && a->at < a->count) {
        if ((v = take_value(a, "-m")) != NULL) {
            if (!read_whole(v, strlen(v), 1, INT_MAX, &w->m))
                wrong_use(a, "-m %s: a whole number from 1 to 2^31 - 1", v);
        } else if ((v = take_value(a, "--speeds")) != NULL) {
            w->speeds = v;
        } else if ((v = take_value(a, "-a")) != NULL) {
            take_classes(w, a, v);
        } else if ((v = take_value(a, "--pq")) != NULL) {
            take_pair(w, a, v);
        } else if ((v = take_value(a, "--stripes")) != NULL) {
            if (!read_whole(v, strlen(v), 1, INT_MAX, &stripes))
                wrong_use(a, "--stripes %s: a whole number from 1", v);
        } else if ((v = take_value(a, "--orient")) != NULL) {
            take_choice(a, "--orient", v, orientations, &w->opts.orientation);
        } else if ((v = take_value(a, "--direction")) != NULL) {
            take_choice(a, "--direction", v, directions, &w->opts.direction);
        } else if ((v = take_value(a, "--work")) != NULL) {
            if (!read_whole(v, strlen(v), 1, FPM_SIZE_MAX, &w->opts.max_work))
                wrong_use(a, "--work %s: a whole number from 1", v);
        } else if ((v = take_value(a, "--max-bytes")) != NULL) {
            take_bytes(w, a, v);
        } else if (take_flag(a, "--pattern")) w->in.pattern = 1;
        else if (take_flag(a, "--tsv")) w->tsv = 1;
        else if ((v = take_value(a, "--svg")) != NULL) w->svg = v;
        else if ((v = take_operand(a)) != NULL) {
            if (w->file) wrong_use(a, "%s: one file of loads is enough", v);
            w->file = v;
        }
    }
    w->opts.stripes = (int)stripes;
    w->opts.p = (int)w->p;
    w->opts.q = (int)w->q;
    if (!a->status && w->speeds) w->opts.speed = w->speed = read_speeds(a, w->speeds, "-m", &w->m);
    if (!a->status && !w->m) wrong_use(a, "-m M is needed");
    if (!a->status && !w->file) wrong_use(a, "a file of loads is needed");
    if (!a->status && stripes > w->m) wrong_use(a, "more stripes than processors");
    if (!a->status && w->p && w->p * w->q != w->m)
        wrong_use(a, "--pq %" PRId64 "x%" PRId64 " is not %" PRId64 " processors", w->p, w->q,
                  w->m);
    return a->status;
}

static int answer_rect(plane *w) {
    FILE *file;
    int status = solve_plane(w);
    if (status != ANSWERED) return status;
    if (w->answers > 1) print_classes(w);
    else if (w->tsv) print_tiling_tsv(w, &w->answer[0]);
    else print_tiling(w, &w->answer[0]);
    if (!w->svg) return ANSWERED;
    file = fopen(w->svg, "wb");
    if (!file) return no_answer("%s: %s", w->svg, strerror(errno));
    status = draw_plane(file, w);
    if (status == ANSWERED) return finish_file(file, w->svg);
    fclose(file);
    return status;
}

static int run_rect(args *a) {
    plane *w = (plane *)calloc(1, sizeof *w);
    int i, status;
    if (!w) return out_of_memory();
    w->answers = 1;
    status = rect_options(w, a);
    if (status == ANSWERED) status = read_loads(&w->in, w->file);
    if (status == ANSWERED) status = make_grid(w);
    if (status == ANSWERED) status = answer_rect(w);
    for (i = 0; i < MOST_CLASSES; i++) free(w->answer[i].part);
    free(w->speed);
    fpm_grid_free(&w->grid);
    loads_free(&w->in);
    free(w);
    return status;
}

const verb rect_verb = {"rect", "cut a plane of loads into rectangles", run_rect, rect_help};
