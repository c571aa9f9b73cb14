/* web.c - what the page calls of fpm.h, compiled to WebAssembly by build.sh.

   One problem at a time lies in static arrays: the page gives points as text, then constraints,
   asks for a partition, and reads its numbers one by one.  Numbers cross as doubles, which hold
   every whole size; the library itself refuses what is wrong with them, and the tool's words say
   why. */
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include "../tool/head.h"
#include "../tool/pieces_text.h"
#include "../tool/points_text.h"
#include "../tool/reach.h"
#include "../tool/text.h"
#include <math.h>

/* A function that the page may call. */
#define CALL(name) __attribute__((export_name(#name))) name

enum { PROCS = 5, TEXT = 1 << 16, SIDE = 64, PARTS = 64, PIECES = 4096 };

/* Steps of a search before it stops with its best: up to 0.5 s in a browser. */
static const int64_t partition_work = 50000000, rect_work = 300000000, items_work = 50000000;
static const size_t most_bytes = 1 << 27;

static char text[TEXT + 1];
static fpm_points points[PROCS];
static fpm_model model[PROCS];
static fpm_proc proc[PROCS];
static fpm_info info;
static remark seen[REMARKS]; /* of the points that were taken last: what is wrong, or odd */
static int odd;
static int64_t share[PROCS];
static int procs;

static double load[SIDE * SIDE], speed[PARTS];
static fpm_rect part[PARTS];
static fpm_info rect_info;
static fpm_rect_outputs rect_info_out;

static piece_list list;
static int64_t piece_load[PIECES]; /* in units */
static double unit;
static int owner[PIECES], present[PIECES];
static fpm_info items_info;
static fpm_items_outputs items_made;

/* -1, which every call refuses, for what is no whole number that a size may be. */
static int64_t whole(double v) {
    return v >= 0 && v <= (double)FPM_SIZE_MAX && v == floor(v) ? (int64_t)v : -1;
}

int CALL(version)(void) { return fpm_version(); }
const char *CALL(status_text)(int status) { return fpm_status_str(status); }

/* ---- shares of work ---- */

char *CALL(text_room)(void) { return text; }
int CALL(text_size)(void) { return TEXT; }

/* A new problem of p processors without points and constraints. */
int CALL(begin)(int p) {
    static const fpm_proc none = FPM_ZERO;
    int i;
    if (p < 1 || p > PROCS) return FPM_E_ARGUMENT;
    for (i = 0; i < PROCS; i++) {
        fpm_points_free(&points[i]);
        fpm_model_free(&model[i]);
        proc[i] = none;
    }
    procs = p;
    return FPM_OK;
}

/* The points of processor i from the first bytes of the text, as the tool reads a file of them. */
int CALL(take_points)(int i, int bytes) {
    size_t length = (size_t)bytes;
    int status;
    head_strip(text, &length);
    text_unquote(text, length);
    odd = 0;
    status = points_parse(text, length, &points[i], &seen[0]);
    if (status < 0) return status;
    odd = points_doubts(text, length, &points[i], seen);
    return odd < 0 ? FPM_E_MEMORY : fpm_points_sort(&points[i], NULL);
}
/* What the tool says of them: how many sentences on what is odd, or sentence 0 on what is wrong;
   each is on a line, or on all of them (0). */
int CALL(remarks)(void) { return odd; }
int CALL(remark_line)(int k) { return (int)seen[k].line; }
const char *CALL(remark_text)(int k) { return seen[k].text; }

int CALL(count)(int i) { return (int)points[i].count; }
double CALL(point_size)(int i, int k) { return (double)points[i].size[k]; }
double CALL(point_seconds)(int i, int k) { return points[i].seconds[k]; }

int CALL(make_model)(int i, int kind) {
    fpm_model_free(&model[i]);
    return fpm_model_from_points(&model[i], kind, &points[i], NULL, NULL);
}

void CALL(constrain)(int i, double min, double max, double grain, double fixed, int required) {
    proc[i].model = &model[i];
    proc[i].min = whole(min);
    proc[i].max = whole(max);
    proc[i].grain = whole(grain);
    proc[i].fixed = fixed;
    proc[i].required = required;
}

/* Seconds that processor i takes for a size, its start-up among them; NaN: no such time. */
double CALL(seconds_for)(int i, double size) {
    double t;
    if (fpm_model_time(&model[i], size, &t) < 0) return NAN;
    return size > 0 ? t + proc[i].fixed : t;
}

int CALL(partition)(double n, int algorithm) {
    fpm_options opts = FPM_ZERO;
    opts.algorithm = algorithm;
    opts.max_work = partition_work;
    opts.max_bytes = most_bytes;
    return fpm_partition(whole(n), procs, proc, &opts, share, &info);
}
double CALL(share_of)(int i) { return (double)share[i]; }
double CALL(makespan)(void) { return info.makespan; }
double CALL(lower_bound)(void) { return info.lower_bound; }
double CALL(gap)(void) { return info.gap; }
int CALL(proc_at_fault)(void) { return info.fault; }

/* The nearest work below n that can be done, or above it; below 0: none is known. */
double CALL(nearest)(double n, int up) {
    int64_t below, above;
    reach_nearest(whole(n), procs, proc, &below, &above);
    return (double)(up ? above : below);
}

/* ---- rectangles ---- */

double *CALL(load_room)(void) { return load; }
double *CALL(speed_room)(void) { return speed; }
int CALL(side)(void) { return SIDE; }
int CALL(most_parts)(void) { return PARTS; }

/* Cut the loads, which are whole numbers, into m rectangles; timed: part i is done at speed[i]. */
int CALL(cut)(int m, int algorithm, int timed) {
    static int64_t loads[SIDE * SIDE];
    static const fpm_info nothing = FPM_ZERO;
    fpm_rect_options opts = FPM_ZERO;
    fpm_grid grid;
    int i, status;
    rect_info = nothing;
    if (m < 1 || m > PARTS) return FPM_E_ARGUMENT;
    for (i = 0; i < SIDE * SIDE; i++) loads[i] = whole(load[i]);
    status = fpm_grid_init(&grid, SIDE, SIDE, loads, 0, NULL, NULL);
    if (status < 0) return status;
    opts.algorithm = algorithm;
    opts.max_work = rect_work;
    opts.max_bytes = most_bytes;
    if (timed) opts.speed = speed;
    status = fpm_rect_partition(&grid, m, &opts, part, &rect_info_out, &rect_info);
    fpm_grid_free(&grid);
    return status;
}
/* Edges 0 to 3 of a part: its first row, the row after its last, the same of columns. */
double CALL(edge)(int i, int which) {
    const fpm_rect *r = &part[i];
    return (double)(which == 0 ? r->r0 : which == 1 ? r->r1 : which == 2 ? r->c0 : r->c1);
}
double CALL(part_load)(int i) { return (double)part[i].load; }
int CALL(last_part)(void) { return rect_info.last; }
int CALL(class_found)(void) { return rect_info.algorithm; }
double CALL(imbalance)(void) { return rect_info.imbalance; }
double CALL(rect_gap)(void) { return rect_info.gap; }
/* The largest load, or with speeds the latest finish; and what no partition can be below. */
double CALL(most)(int timed) { return timed ? rect_info.makespan : (double)rect_info_out.load; }
double CALL(least_most)(int timed) {
    return timed ? rect_info.lower_bound : (double)rect_info_out.load_bound;
}

/* ---- pieces ---- */

int *CALL(owner_room)(void) { return owner; }
int *CALL(present_room)(void) { return present; }
int CALL(most_pieces)(void) { return PIECES; }

/* The pieces from the first bytes of the text, as the tool reads a file of them. */
int CALL(take_pieces)(int bytes) {
    size_t length = (size_t)bytes;
    int64_t i;
    int status;
    pieces_free(&list);
    head_strip(text, &length);
    odd = 0;
    status = pieces_parse(text, length, &list, &seen[0]);
    if (status < 0) return status;
    odd = pieces_doubt(&list, &seen[0]);
    if (list.n > PIECES) return FPM_E_CAPACITY;
    unit = pieces_unit(list.given, list.n);
    if (!(unit > 0)) return FPM_E_OVERFLOW;
    for (i = 0; i < list.n; i++) piece_load[i] = (int64_t)floor(list.given[i] / unit + 0.5);
    return FPM_OK;
}
int CALL(piece_count)(void) { return (int)list.n; }
double CALL(piece_given)(int i) { return list.given[i]; }
double CALL(piece_units)(int i) { return (double)piece_load[i]; }
/* NULL: none. */
const char *CALL(piece_name)(int i) { return list.name[i]; }
double CALL(piece_unit)(void) { return unit; }

/* The pieces to m processors, of equal speed or (timed) of speed[].  slack, 0 or more: from the
   owners in present[], as few moves as this allows; below 0: anew. */
int CALL(assign)(int m, int timed, double slack) {
    fpm_items_options opts = FPM_ZERO;
    if (m < 1 || m > PARTS) return FPM_E_ARGUMENT;
    opts.max_work = items_work;
    opts.max_bytes = most_bytes;
    if (timed) opts.speed = speed;
    if (slack >= 0) opts.from = present;
    if (slack >= 0) opts.slack = slack;
    return fpm_items_assign(list.n, piece_load, m, &opts, owner, &items_made, &items_info);
}

/* When the last of m processors finishes with the owners in owner[]; below 0: they are none. */
int CALL(judge)(int m, int timed) {
    fpm_items_options opts = FPM_ZERO;
    if (m < 1 || m > PARTS) return FPM_E_ARGUMENT;
    if (timed) opts.speed = speed;
    return fpm_items_check(list.n, piece_load, m, &opts, owner, NULL, &items_info);
}
double CALL(items_makespan)(void) { return items_info.makespan * unit; }
double CALL(items_bound)(void) { return items_info.lower_bound * unit; }
double CALL(items_gap)(void) { return items_info.gap; }
double CALL(items_imbalance)(void) { return items_info.imbalance; }
double CALL(items_moved)(void) { return items_info.moved * unit; }
double CALL(items_least_moved)(void) { return (double)items_made.least_moved * unit; }
