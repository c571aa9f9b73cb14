/* The least input that makes each public call refuse, for every status and reason that fpm.h names.
   A row is a call, a change to the valid input below, its status, and where the fault lies: the
   processor (info->fault) and the entry (info->at, or *at of calls that have no info).  Each row
   runs twice, the second time without info.  Outputs keep their pattern, nothing stays allocated,
   and fpm_explain has a sentence.  tests/build/jobs/refusals.sh shows that each FPM_E_... of fpm.h
   that some input reaches is reached from here. */
#include "../fpm.h"

#include "test.h"

#include <math.h>

enum { N = 8 }; /* entries of arrays */

static const int64_t big = FPM_SIZE_MAX;

/* ---- input: begin_row sets it to what all calls accept ---- */

static struct {
    int64_t n, rows, cols, stride, count, capacity, unit, at_m, at_n;
    int p, rank, kind, i;
    double x, unit_cost, move_cost;
    size_t length;
    const char *text;
    int64_t *size, *load, *d, *d2, *row, *col, *begin;
    double *seconds, *real;
    int *owner;
    int (*residual)(void *context, int n, const double *x, double *f);
    fpm_points *points;
    fpm_point *point;
    fpm_model *model;
    fpm_proc *procs;
    fpm_options *o;
    fpm_chain *chain;
    fpm_pipeline *line;
    fpm_device *device;
    fpm_grid *grid;
    fpm_rect *part;
    const fpm_rect_edges *edges;
    fpm_tiles *tiling;
    fpm_model2d *surface;
    fpm_proc2d *pairs;
    fpm_balance *balance;
    const fpm_alloc *alloc;
} in;

static int64_t load[N], d[N], d2[N], row[N], col[N], cut[N], whole[N], first[N], bytes[N], sent[N],
    from[N], most_load[N], most_pieces[N], least_pieces[N], max[N];
static double real[N], speed[N], most[N], scale[N];
static int owner[N], past[N], parts[N];
static fpm_point point;
static fpm_model_options mo;
static fpm_root_options ro;
static fpm_options o;
static fpm_chain chain, units;
static fpm_chain_limit limit[2];
static fpm_chain_options co;
static fpm_chain_outputs cout_;
static fpm_pipeline line;
static fpm_device device[N];
static fpm_tier tier[2];
static fpm_pipeline_options po;
static fpm_pipeline_outputs pout;
static fpm_items_options io;
static fpm_items_outputs iout;
static fpm_items_limit held[9];
static fpm_items_types kinds;
static fpm_items_groups group_of;
static int parts_were[2];
static fpm_grid_options go;
static fpm_rect rect[N], old[N];
static fpm_rect_options qo;
static fpm_rect_edges edges;
static fpm_tiles_options eo;
static fpm_tiles tiling;
static const fpm_tiles two_tiles = {FPM_TILES_EVEN, 2, 1, 1, 2, 2, 0, 2};
static fpm_matrix_options xo;
static fpm_proc procs[3 * N];
static fpm_proc2d pairs[N];
static fpm_balance_options bo;

/* Models, grids and surfaces: made once, by main. */
static fpm_model flat, rises, falls, listed, odd, bare, none, dips, fast, vast, steep, tenth, level,
    unsure, slow_start, quarter;
static fpm_grid grid, no_grid, heavy, corners; /* corners: 2 x 3 cells, four of them with load */
static fpm_model2d surface, no_surface, table, single, uneven;

static const fpm_cost no_cost = {-1, 0, 0, FPM_ZERO};

/* ---- output: what a call that refuses leaves as it is ---- */

static struct {
    double x[N], f[N], seconds, real[N], least[N], makespan[N], cost[N], stage[N], prefix[N],
        weights[N];
    int64_t d[N], to[N], begin[N], whole, cut[N], first[N], cells[N], counts64[N], displs64[N],
        low[N], high[N], proof[N], ratios[N], prefixes[N], count;
    int counts[N], displs[N], who[N], owner[N], other[N], send[N], send_at[N], receive[N],
        receive_at[N];
    float weightsf[N];
    size_t length;
    char text[64];
    fpm_model model;
    fpm_points points;
    fpm_chain chain;
    fpm_grid grid;
    fpm_rect part[N];
    fpm_rect_outputs rects;
    fpm_tiles tiling;
    fpm_rect_index index;
    fpm_model2d surface;
    fpm_tile tiles[N];
    fpm_matrix_outputs tiled;
    fpm_interval interval;
    /* read and written */
    fpm_points list;
    fpm_model spare;
    int64_t size[N], reps[N];
    double times[N], half_width[N];
} out, was;

/* Where the calls write: NULL in some rows. */
static struct {
    double *x, *seconds, *real, *least, *makespan, *cost, *weights, *prefix;
    int64_t *d, *to, *begin, *whole, *first, *cells, *counts64, *displs64, *ratios, *count,
        *prefixes;
    int *counts, *displs, *who, *owner, *other, *send, *send_at, *receive, *receive_at;
    float *weightsf;
    size_t *length;
    char *text;
    fpm_model *model;
    fpm_points *points;
    fpm_chain *chain;
    fpm_grid *grid;
    fpm_rect *part;
    fpm_rect_index *index;
    fpm_model2d *surface;
    fpm_tile *tiles;
    fpm_interval *interval;
} to;

static int64_t where;    /* *at of calls that have no info */
static fpm_info info;    /* the call's record */
static fpm_info *record; /* NULL in the second run */
static test_heap heap;
static int measured; /* fpm_balance_step has taken the times, and info says which was the latest */
static int64_t needed;
static size_t needed_length;

static const fpm_alloc *fails(int64_t at) {
    test_heap_start(&heap, at, 1);
    return &heap.alloc;
}

static int reports; /* progress stops at its call of this number */
static int stop(void *context, const fpm_progress *state) {
    (void)context, (void)state;
    return --reports <= 0;
}

static void begin_row(int second) {
    int i;
    memset(&in, 0, sizeof in), memset(&to, 0, sizeof to);
    memset(&mo, 0, sizeof mo), memset(&ro, 0, sizeof ro), memset(&o, 0, sizeof o);
    memset(&co, 0, sizeof co), memset(&cout_, 0, sizeof cout_), memset(&po, 0, sizeof po);
    memset(&pout, 0, sizeof pout), memset(&io, 0, sizeof io), memset(&go, 0, sizeof go);
    memset(&edges, 0, sizeof edges);
    memset(&eo, 0, sizeof eo);
    memset(&iout, 0, sizeof iout), memset(&qo, 0, sizeof qo), memset(&xo, 0, sizeof xo),
        memset(&bo, 0, sizeof bo);
    memset(procs, 0, sizeof procs), memset(pairs, 0, sizeof pairs), memset(tier, 0, sizeof tier);
    memset(device, 0, sizeof device), memset(limit, 0, sizeof limit);
    memset(&chain, 0, sizeof chain), memset(&line, 0, sizeof line);
    memset(&heap, 0, sizeof heap), memset(rect, 0, sizeof rect);
    memset(&out, 0xa5, sizeof out), memset(&info, 0x5a, sizeof info);
    memset(&out.list, 0, sizeof out.list), memset(&out.spare, 0, sizeof out.spare);
    for (i = 0; i < N; i++) {
        load[i] = d[i] = d2[i] = parts[i] = 1, row[i] = col[i] = bytes[i] = sent[i] = 0;
        whole[i] = cut[i] = first[i] = from[i] = i, past[i] = 0, owner[i] = 0;
        most_load[i] = most_pieces[i] = least_pieces[i] = max[i] = 0;
        real[i] = speed[i] = most[i] = scale[i] = 1;
        out.size[i] = i + 1, out.times[i] = i + 1, out.half_width[i] = 0, out.reps[i] = 0;
        procs[i].model = &flat, pairs[i].model = &surface;
        device[i].factor = 1, device[i].bandwidth = 1;
    }
    out.x[0] = out.x[1] = 1; /* fpm_root_solve reads it */
    out.list.count = out.list.capacity = 2, out.list.size = out.size, out.list.reps = out.reps;
    out.list.seconds = out.times, out.list.half_width = out.half_width;
    point.size = 1, point.seconds = 1, point.half_width = 0, point.reps = 0;
    chain.n = 2, chain.whole = whole, units = chain;
    line.n = 2, line.types = 1, line.seconds = speed;
    rect[0].r1 = 1, rect[1].r0 = 1, rect[1].r1 = 2, rect[0].c1 = rect[1].c1 = 2;
    memcpy(old, rect, sizeof old);
    tiling = two_tiles;
    edges.rows = 2;
    edges.cols = 2;
    edges.wrap_cols = 1;
    in.n = in.p = 2, in.rows = in.cols = 2, in.count = in.capacity = 2, in.unit = 1;
    in.kind = FPM_PIECEWISE, in.x = 1, in.unit_cost = in.move_cost = 0, in.at_m = in.at_n = 1,
    in.text = "1 1\n", in.length = 4;
    in.size = out.size, in.load = load, in.d = d, in.d2 = d2, in.row = row, in.col = col;
    in.begin = from, in.seconds = out.times, in.real = real, in.owner = owner;
    in.points = &out.list, in.point = &point, in.model = &rises, in.procs = procs, in.o = &o;
    in.chain = &chain, in.line = &line, in.device = device, in.grid = &grid, in.part = rect;
    in.surface = &surface, in.pairs = pairs;
    in.edges = &edges;
    in.tiling = &tiling;
    to.x = out.x, to.seconds = &out.seconds, to.real = NULL, to.least = out.least;
    to.makespan = out.makespan, to.cost = out.cost, to.weights = out.weights, to.d = out.d;
    to.prefix = out.prefix, to.prefixes = out.prefixes, to.to = out.to, to.begin = out.begin;
    to.whole = &out.whole, to.first = out.first, to.cells = out.cells, to.count = &out.count;
    to.counts64 = out.counts64, to.displs64 = out.displs64, to.ratios = out.ratios;
    to.counts = out.counts, to.displs = out.displs, to.who = out.who, to.owner = out.owner;
    to.other = out.other, to.send = out.send, to.send_at = out.send_at, to.receive = out.receive;
    to.receive_at = out.receive_at, to.weightsf = out.weightsf, to.length = &out.length;
    to.text = out.text, to.model = &out.model, to.points = &out.points, to.chain = &out.chain;
    to.grid = &out.grid, to.part = out.part, to.index = &out.index, to.surface = &out.surface;
    to.tiles = out.tiles, to.interval = &out.interval;
    record = second ? NULL : &info;
    where = -1, reports = 1, measured = 0;
}

/* Parameters that the calls of a part have, for info.argument; NULL: any. */
static const char *parameters;

/* Is an argument, such as "opts.procs[].max", in one of them?  Points of a text have columns. */
static int of_parameters(const char *argument) {
    size_t length = strcspn(argument, ".[ ");
    const char *at = parameters;
    if (!at) return 1;
    for (; *at; at += strspn(at, " ")) {
        size_t name = strcspn(at, " ");
        if (name == length && strncmp(at, argument, name) == 0) return 1;
        at += name;
    }
    return 0;
}

/* TEST_TABLE=1 prints a row each: the call, what is wrong, and what fpm_explain says to it. */
static void refused(const char *call, const char *change, int status, int wanted, int fault,
                    int64_t at, int has_info) {
    char text[512];
    CHECK_INT(status, wanted);
    CHECK(!memcmp(&was, &out, sizeof out));
    CHECK(test_heap_clean(&heap));
    if (wanted == FPM_E_MEMORY) CHECK(heap.failures > 0);
    if (!has_info) {
        CHECK_INT(where, at);
        memset(&info, 0, sizeof info);
        info.status = status, info.fault = info.other = info.last = info.extrapolated = -1;
        info.at = at;
    } else if (!record) {
        return;
    } else {
        CHECK_INT(info.status, wanted);
        CHECK_INT(info.fault, fault);
        CHECK_INT(info.at, at);
        if (wanted == FPM_E_ARGUMENT || wanted == FPM_E_INFEASIBLE)
            CHECK(info.reason || info.total > info.most || info.total < info.least);
        if (info.argument && !CHECK(of_parameters(info.argument)))
            printf("    %s is no parameter\n", info.argument);
        if (!measured) CHECK_INT(info.last, -1);
        CHECK_INT(info.extrapolated, -1);
        CHECK_INT(info.busy, 0);
        CHECK_SAME(info.gap, 0);
        if (wanted != FPM_E_CAPACITY && !measured) CHECK_SAME(info.makespan, 0);
    }
    CHECK(strcmp(fpm_status_str(status), fpm_status_str(1000)) != 0);
    CHECK(fpm_explain(&info, text, sizeof text) > 0);
    CHECK(text[0] != 0);
    if (getenv("TEST_TABLE")) printf("%-24s %-60s %s\n", call, change, text);
}

/* Changes of a row. */
static int real_to(double *at, double x) {
    *at = x;
    return 1;
}
static int whole_to(int64_t *at, int64_t x) {
    *at = x;
    return 1;
}
static int int_to(int *at, int x) {
    *at = x;
    return 1;
}

#define ROW__(call, change, wanted, fault, at, has_info)                                           \
    do {                                                                                           \
        int twice, got;                                                                            \
        for (twice = 0; twice < 2; twice++) {                                                      \
            begin_row(twice);                                                                      \
            (void)(change);                                                                        \
            memcpy(&was, &out, sizeof was);                                                        \
            NOTE("line %d: %s %s", __LINE__, #call, #change);                                      \
            got = call();                                                                          \
            NOTE("line %d: %s %s", __LINE__, #call, #change);                                      \
            refused(#call, #change, got, wanted, fault, at, has_info);                             \
            fpm_model_free(&out.spare);                                                            \
        }                                                                                          \
    } while (0)
/* Of calls with info: the processor and the entry at fault, or neither. */
#define ROW(call, change, status, fault, at) ROW__(call, change, FPM_E_##status, fault, at, 1)
#define NO(call, change, status) ROW__(call, change, FPM_E_##status, -1, -1, 1)
/* Of calls without: the entry, or none. */
#define ENTRY(call, change, status, at) ROW__(call, change, FPM_E_##status, -1, at, 0)
#define BARE(call, change, status) ROW__(call, change, FPM_E_##status, -1, -1, 0)

/* ---- points and models ---- */

static int points_add(void) { return fpm_points_add(in.points, in.point); }
static int points_sort(void) { return fpm_points_sort(in.points, record); }
static int points_check(void) { return fpm_points_check(in.count, in.size, in.seconds, record); }
static int points_pad(void) {
    return fpm_points_pad(in.count, in.size, in.seconds, to.least, to.to, record);
}
static int points_parse(void) { return fpm_points_parse(in.points, in.text, in.length, record); }
static int points_format(void) {
    return fpm_points_format(in.points, to.text, (size_t)in.capacity, to.length);
}
static const char *words(const char *s) { return in.length = strlen(s), in.text = s; }

static void points(void) {
    BARE(points_add, in.points = NULL, ARGUMENT);
    BARE(points_add, in.point = NULL, ARGUMENT);
    BARE(points_add, point.size = 0, SIZE);
    BARE(points_add, point.size = big + 1, SIZE);
    BARE(points_add, point.seconds = 0, TIME);
    BARE(points_add, point.seconds = 1.1e60, TIME);
    BARE(points_add, (point.seconds = test_nan()), TIME);
    BARE(points_add, point.half_width = -1, WEIGHT);
    BARE(points_add, (point.half_width = test_inf()), WEIGHT);
    BARE(points_add, point.reps = -1, WEIGHT);
    BARE(points_add, point.reps = big + 1, WEIGHT);
    BARE(points_add, (out.list.alloc = *fails(1)), MEMORY);
    BARE(points_add, out.list.count = out.list.capacity = INT64_MAX / 4, OVERFLOW);

    NO(points_sort, in.points = NULL, ARGUMENT);
    ROW(points_sort, out.size[1] = 0, SIZE, -1, 1);
    ROW(points_sort, out.times[1] = 0, TIME, -1, 1);
    ROW(points_sort, out.half_width[0] = -1, WEIGHT, -1, 0);
    ROW(points_sort, out.reps[1] = -1, WEIGHT, -1, 1);

    NO(points_check, in.count = -1, ARGUMENT);
    NO(points_check, in.size = NULL, ARGUMENT);
    NO(points_check, in.seconds = NULL, ARGUMENT);
    ROW(points_check, out.size[0] = 0, SIZE, -1, 0);
    ROW(points_check, out.size[1] = big + 1, SIZE, -1, 1);
    ROW(points_check, out.times[1] = 0.9e-60, TIME, -1, 1);
    ROW(points_check, out.size[1] = 1, ORDER, -1, 1);

    NO(points_pad, in.count = -1, ARGUMENT);
    NO(points_pad, in.size = NULL, ARGUMENT);
    NO(points_pad, in.seconds = NULL, ARGUMENT);
    NO(points_pad, to.least = NULL, ARGUMENT);
    NO(points_pad, to.to = NULL, ARGUMENT);
    ROW(points_pad, out.size[0] = 0, SIZE, -1, 0);
    ROW(points_pad, out.times[0] = 0, TIME, -1, 0);
    ROW(points_pad, out.size[1] = 1, ORDER, -1, 1);

    NO(points_parse, in.points = NULL, ARGUMENT);
    NO(points_parse, in.text = NULL, ARGUMENT);
    ROW(points_parse, words("1"), SYNTAX, -1, 1);
    ROW(points_parse, words("\n1-"), SYNTAX, -1, 2);
    ROW(points_parse, words("1 1 1 1 1"), SYNTAX, -1, 1);
    ROW(points_parse, words("1;;1"), SYNTAX, -1, 1);
    ROW(points_parse, words("1;1 1"), SYNTAX, -1, 1);
    ROW(points_parse, words("1 1;1"), SYNTAX, -1, 1);
    ROW(points_parse, words("1 1,0"), SYNTAX, -1, 1);
    ROW(points_parse, words("n t\n1"), SYNTAX, -1, 2);
    ROW(points_parse, words("t n\n1"), SYNTAX, -1, 2);
    ROW(points_parse, words("1s 1"), SYNTAX, -1, 1);
    ROW(points_parse, words("n"), SYNTAX, -1, 1);
    ROW(points_parse, words("s"), SYNTAX, -1, 1);
    ROW(points_parse, words("n n"), SYNTAX, -1, 1);
    ROW(points_parse, words("n ?"), SYNTAX, -1, 1);
    ROW(points_parse, words("n rate"), SYNTAX, -1, 1);
    ROW(points_parse, words("n min"), SYNTAX, -1, 1);
    ROW(points_parse, words("n s sd"), SYNTAX, -1, 1);
    ROW(points_parse, words("rank s"), SYNTAX, -1, 1);
    ROW(points_parse, words("n ms_ns"), SYNTAX, -1, 1);
    ROW(points_parse, words("n s ci rep x"), SYNTAX, -1, 1);
    ROW(points_parse, words("1 1 x"), SYNTAX, -1, 1);
    ROW(points_parse, words("0 1"), SIZE, -1, 1);
    ROW(points_parse, words("1.5 1"), SIZE, -1, 1);
    ROW(points_parse, words("1 0"), TIME, -1, 1);
    ROW(points_parse, words("1 1 -1"), WEIGHT, -1, 1);
    ROW(points_parse, words("1 1 0 .5"), WEIGHT, -1, 1);
    NO(points_parse, (out.list.alloc = *fails(1)), MEMORY);
    NO(points_parse, out.list.count = out.list.capacity = INT64_MAX / 4, OVERFLOW);

    BARE(points_format, in.points = NULL, ARGUMENT);
    BARE(points_format, to.length = NULL, ARGUMENT);
    BARE(points_format, to.text = NULL, ARGUMENT);
    BARE(points_format, to.length = &needed_length, CAPACITY);
    BARE(points_format, (to.length = &needed_length, in.capacity = 0, to.text = NULL), CAPACITY);
    CHECK_INT(needed_length, 8);
}

static int model_init(void) {
    return fpm_model_init(to.model, in.kind, in.count, in.size, in.seconds, &mo, record);
}
static int model_from_points(void) {
    return fpm_model_from_points(to.model, in.kind, in.points, &mo, record);
}
static int model_add(void) { return fpm_model_add(in.model, in.point); }
static int model_time(void) { return fpm_model_time(in.model, in.x, to.seconds); }
static int model_speed(void) { return fpm_model_speed(in.model, in.x, to.seconds); }
static int model_slope(void) { return fpm_model_slope(in.model, in.x, to.seconds); }
static int model_size(void) { return fpm_model_size(in.model, in.x, to.whole); }
static int model_check(void) { return fpm_model_check(in.model, NULL); }
/* A model of the points of the list. */
static fpm_model *points_model(int kind) {
    fpm_model_init(&out.spare, kind, 2, out.size, out.times, &mo, NULL);
    return in.model = &out.spare;
}

static void models(void) {
    int (*const value[3])(void) = {model_time, model_speed, model_slope};
    int k;
    for (k = 0; k < 2; k++) {
        int (*const call)(void) = k ? model_from_points : model_init;
        NO(call, to.model = NULL, ARGUMENT);
        NO(call, in.kind = 0, ARGUMENT);
        NO(call, in.kind = 6, ARGUMENT);
        NO(call, mo.flags = 16, ARGUMENT);
        NO(call, mo.flags = FPM_SAFE, ARGUMENT);
        NO(call, (in.kind = FPM_AKIMA, mo.flags = FPM_SAFE | FPM_PLAIN), ARGUMENT);
        NO(call, (in.kind = FPM_SHAPED, mo.flags = FPM_BORROW), ARGUMENT);
        NO(call, mo.extent = 1, ARGUMENT);
        NO(call, (in.kind = FPM_AKIMA, mo.flags = FPM_LITERAL, mo.extent = -1), ARGUMENT);
        NO(call, (in.kind = FPM_AKIMA, mo.flags = FPM_LITERAL, mo.extent = big + 1), ARGUMENT);
        NO(call, mo.at = 1, ARGUMENT);
        NO(call, (in.kind = FPM_CONSTANT, mo.at = -1), ARGUMENT);
        NO(call, (in.kind = FPM_CONSTANT, mo.at = big + 1), ARGUMENT);
        NO(call, mo.risk = 1, ARGUMENT);
        NO(call, mo.risk = -1, ARGUMENT);
        NO(call, (mo.risk = test_inf()), ARGUMENT);
        ROW(call, out.size[0] = 0, SIZE, -1, 0);
        ROW(call, out.times[0] = 0, TIME, -1, 0);
        ROW(call, out.size[1] = 1, ORDER, -1, 1);
        NO(call, mo.alloc = fails(1), MEMORY);
        NO(call, (in.kind = FPM_SHAPED, mo.alloc = fails(1)), MEMORY);
    }
    NO(model_init, in.count = -1, ARGUMENT);
    NO(model_init, in.size = NULL, ARGUMENT);
    NO(model_init, in.seconds = NULL, ARGUMENT);
    NO(model_init, in.count = 0, NO_POINTS);
    ROW(model_init, (mo.half_width = out.half_width, out.half_width[1] = -1), WEIGHT, -1, 1);
    ROW(model_init, (mo.reps = out.reps, out.reps[1] = -1), WEIGHT, -1, 1);
    NO(model_init, (mo.half_width = out.half_width, mo.flags = FPM_BORROW, mo.risk = 1), ARGUMENT);
    ROW(model_init, (mo.half_width = out.half_width, out.half_width[1] = 1e60, mo.risk = 2), TIME,
        -1, 1);
    NO(model_init, (mo.half_width = out.half_width, mo.risk = 1, mo.alloc = fails(1)), MEMORY);
    NO(model_from_points, in.points = NULL, ARGUMENT);
    NO(model_from_points, out.list.count = -1, ARGUMENT);
    NO(model_from_points, out.list.count = 0, NO_POINTS);
    NO(model_from_points, mo.half_width = out.half_width, ARGUMENT);
    NO(model_from_points, mo.reps = out.reps, ARGUMENT);
    ROW(model_from_points, out.half_width[1] = -1, WEIGHT, -1, 1);
    ROW(model_from_points, out.reps[1] = -1, WEIGHT, -1, 1);

    BARE(model_add, (mo.half_width = out.half_width, mo.risk = 1, points_model(in.kind)),
         UNSUPPORTED);
    BARE(model_add, (mo.flags = FPM_BORROW, points_model(in.kind)), UNSUPPORTED);
    BARE(model_add, in.model = NULL, MODEL);
    BARE(model_add, in.model = &none, MODEL);
    BARE(model_add, (points_model(in.kind), in.point = NULL), ARGUMENT);
    BARE(model_add, (points_model(in.kind), point.size = 0), SIZE);
    BARE(model_add, (points_model(in.kind), point.seconds = 0), TIME);
    BARE(model_add, (points_model(in.kind), point.half_width = -1), WEIGHT);

    for (k = 0; k < 3; k++) {
        int (*const call)(void) = value[k];
        BARE(call, in.model = NULL, MODEL);
        BARE(call, in.model = &none, MODEL);
        BARE(call, to.seconds = NULL, ARGUMENT);
        BARE(call, in.x = -1, SIZE);
        BARE(call, (in.x = test_nan()), SIZE);
        BARE(call, (in.x = 2 * (double)big), SIZE);
        BARE(call, in.model = &listed, SIZE);
        BARE(call, (in.model = &dips, in.x = 22), TIME);
    }
    BARE(model_speed, (in.model = &listed, in.x = 0), SIZE);
    BARE(model_slope, (in.model = &listed, in.x = 2), UNSUPPORTED);

    BARE(model_size, in.model = NULL, MODEL);
    BARE(model_size, in.model = &none, MODEL);
    BARE(model_size, to.whole = NULL, ARGUMENT);
    BARE(model_size, in.x = -1, TIME);
    BARE(model_size, (in.x = test_inf()), TIME);
    BARE(model_check, in.model = NULL, MODEL);
    BARE(model_check, in.model = &none, MODEL);
}

/* ---- roots ---- */

static int square(void *context, int n, const double *x, double *f) {
    int i;
    (void)context;
    for (i = 0; i < n; i++) f[i] = x[i] * x[i] - 2;
    return 0;
}
static int stops(void *context, int n, const double *x, double *f) {
    return square(context, n, x, f), 1;
}
static int no_number(void *context, int n, const double *x, double *f) {
    return square(context, n, x, f), f[1] = test_nan(), 0;
}
#ifndef __FAST_MATH__
static int too_long(void *context, int n, const double *x, double *f) {
    return square(context, n, x, f), f[0] = f[1] = 1.5e308, 0;
}
#endif
static int one_place(void *context, int n, const double *x, double *f) {
    square(context, n, x, f);
    if (x[1] < 1 || x[1] > 1) f[0] = test_inf();
    return 0;
}
static int high_only(void *context, int n, const double *x, double *f) {
    (void)context, (void)n;
    return f[0] = f[1] = x[1] > 1e308 ? 1 : test_inf(), 0;
}
static int no_slope(void *context, int n, const double *x, double *j) {
    (void)context, (void)n, (void)x;
    return j[0] = j[2] = j[3] = 1, j[1] = test_nan(), 0;
}
static int stop_root(void *context, const fpm_root_progress *state) {
    (void)context, (void)state;
    return 1;
}

static int root_solve(void) {
    fpm_root_info trail;
    int status = fpm_root_solve(in.n > 0 ? in.p : 0, in.residual, NULL, &ro, to.x, out.f, NULL);
    fpm_root_solve(in.n > 0 ? in.p : 0, in.residual, NULL, &ro, to.x, out.f, &trail);
    CHECK_INT(trail.status, status);
    CHECK_SAME(trail.norm, 0);
    if (status == FPM_E_ARGUMENT || status == FPM_E_CAPACITY) CHECK(trail.argument && trail.reason);
    if (trail.argument && getenv("TEST_TABLE")) printf("%s %s: ", trail.argument, trail.reason);
    where = trail.at;
    return status;
}
#define ROOT(change, status, at) /* not by ENTRY: <math.h> of mingw defines OVERFLOW */            \
    ROW__(root_solve, (in.residual = square, change), FPM_E_##status, -1, at, 0)

static int scale_not_asked(void) {
    ro.scale = scale;
    return 1;
}

static void roots(void) {
    ROOT(in.n = 0, ARGUMENT, -1);
    ROOT(in.residual = NULL, ARGUMENT, -1);
    ROOT(to.x = NULL, ARGUMENT, -1);
    ROOT(ro.radius = -1, ARGUMENT, -1);
    ROOT(ro.x_tol = test_nan(), ARGUMENT, -1);
    ROOT(ro.f_tol = -1, ARGUMENT, -1);
    ROOT(ro.scaling = -1, ARGUMENT, -1);
    ROOT(ro.scaling = 3, ARGUMENT, -1);
    ROOT(ro.x_tol = 1, ARGUMENT, -1);
    ROOT(ro.step = 1, ARGUMENT, -1);
    ROOT(ro.step = 1e-16, ARGUMENT, -1);
    ROOT(ro.max_evaluations = -1, ARGUMENT, -1);
    ROOT(ro.ladder = -1, ARGUMENT, -1);
    ROOT(ro.ladder = 2, ARGUMENT, -1);
    ROOT(ro.scaling = FPM_SCALE_GIVEN, ARGUMENT, -1);
    ROOT(scale_not_asked(), ARGUMENT, -1);
    ROOT(out.x[1] = test_nan(), ARGUMENT, 1);
    ROOT((ro.scaling = FPM_SCALE_GIVEN, ro.scale = scale, scale[1] = 0), ARGUMENT, 1);
    ROOT((ro.work = out.text, ro.work_bytes = 8), CAPACITY, -1);
    ROOT(in.residual = stops, STOPPED, -1);
    ROOT(ro.jacobian = stops, STOPPED, -1);
    ROOT(ro.progress = stop_root, STOPPED, -1);
    ROOT(in.residual = no_number, CALLBACK, 1);
#ifndef __FAST_MATH__ /* there 1e120 is as far as norms go */
    ROOT(in.residual = too_long, CALLBACK, -1);
#endif
    ROOT(in.residual = one_place, CALLBACK, 0);
    ROOT(ro.jacobian = no_slope, CALLBACK, 1);
    ROOT((in.residual = high_only, ro.step = 0.9, out.x[1] = 1.7e308), CALLBACK, 0);
    ROOT(in.p = INT32_MAX, OVERFLOW, -1);
    ROOT(ro.max_bytes = 1, MAX_BYTES, -1);
    ROOT(ro.alloc = fails(1), MEMORY, -1);
}

/* ---- shares ---- */

static int partition(void) { return fpm_partition(in.n, in.p, in.procs, in.o, to.d, record); }
static int partition_real(void) {
    fpm_partition_outputs more = FPM_ZERO;
    more.real = out.real;
    return fpm_partition_real(in.n, in.p, in.procs, in.o, to.d, &more, record);
}
static int pareto(void) {
    if (!o.least && in.i >= 0) o.least = FPM_LEAST_TOTAL;
    return fpm_pareto(in.n, in.p, in.procs, in.o, in.capacity, to.makespan, to.cost, to.count,
                      record);
}
static int compose(void) {
    return fpm_compose(in.p, in.procs, in.count, in.size, in.o, to.points, record);
}
static int partition_interval(void) {
    return fpm_partition_interval(in.n, in.p, in.procs, in.o, in.d, to.least, to.interval, record);
}
static int partition_check(void) {
    return fpm_partition_check(in.n, in.p, in.procs, in.o, in.d, record);
}
/* All processors with this model. */
static const fpm_model *all(const fpm_model *m) {
    int i;
    for (i = 0; i < 3 * N; i++) procs[i].model = m;
    return m;
}

/* The second processor has this link. */
static void link_by(const fpm_model *link, int overlap) {
    procs[1].link = link;
    procs[1].overlap = overlap;
}

/* ... and this is to be partitioned by an algorithm. */
static void link_for(const fpm_model *link, int algorithm) {
    link_by(link, 0);
    o.algorithm = algorithm;
}

/* What calls with processors refuse alike. */
static void processors(int (*call)(void)) {
    NO(call, int_to(&in.p, 0), ARGUMENT);
    NO(call, in.procs = NULL, ARGUMENT);
    ROW(call, procs[1].required = 2, ARGUMENT, 1, -1);
    ROW(call, procs[1].model = NULL, MODEL, 1, -1);
    ROW(call, procs[1].model = &none, MODEL, 1, -1);
    ROW(call, procs[1].min = -1, BOUNDS, 1, -1);
    ROW(call, procs[1].max = -2, BOUNDS, 1, -1);
    ROW(call, (procs[1].min = 2, procs[1].max = 1), BOUNDS, 1, -1);
    ROW(call, procs[1].grain = -1, BOUNDS, 1, -1);
    ROW(call, procs[1].fixed = -1, BOUNDS, 1, -1);
    ROW(call, (procs[1].fixed = test_nan()), BOUNDS, 1, -1);
    ROW(call, procs[1].fixed = 2e60, BOUNDS, 1, -1);
    ROW(call, link_by(&none, 0), MODEL, 1, -1);
    ROW(call, link_by(NULL, 1), ARGUMENT, 1, -1);
    ROW(call, link_by(procs[0].model, 2), ARGUMENT, 1, -1);
}

/* A model written as "2:5 4:3": 2 units take 5 seconds, 4 take 3; valid until the next row. */
static const fpm_model *written(int i, int kind, const char *text) {
    static fpm_model made[3];
    static int64_t units_of[3][N];
    static double times_of[3][N];
    char *end;
    int64_t k = 0;
    for (; *text; text = end, k++) {
        units_of[i][k] = strtol(text, &end, 10);
        times_of[i][k] = (double)strtol(end + 1, &end, 10);
    }
    test_borrow(&made[i], kind, k, units_of[i], times_of[i]);
    return procs[i].model = &made[i];
}
static const fpm_model *sizes(int i, const char *text) { return written(i, FPM_DISCRETE, text); }

#define LEAST(change) (o.least = FPM_LEAST_TOTAL, change)

static void min_above_n(void) {
    procs[0].max = 1;
    procs[1].min = 3;
}

static int slack_beside_limit(void) {
    o.least = FPM_LEAST_TOTAL;
    o.slack = 1;
    return real_to(&o.limit, 10);
}

static void min_above_max(void) {
    procs[0].max = 1;
    procs[1].grain = 2;
    procs[1].min = 1;
    procs[1].max = 1;
}

static void partitions(void) {
    int k;
    processors(partition);
    NO(partition, in.n = -1, ARGUMENT);
    NO(partition, in.n = big + 1, ARGUMENT);
    NO(partition, to.d = NULL, ARGUMENT);
    NO(partition, (procs[0].grain = procs[1].grain = 2, in.n = 3), INFEASIBLE);
    NO(partition, o.algorithm = -1, ARGUMENT);
    NO(partition, o.runs = 1, ARGUMENT);
    NO(partition, o.algorithm = FPM_HPOPTA + 1, ARGUMENT);
    NO(partition, o.search = 2, ARGUMENT);
    NO(partition, (o.search = 1, o.algorithm = FPM_OPTIMAL), ARGUMENT);
    NO(partition, o.dense = 1, ARGUMENT);
    NO(partition, (o.dense = 2, o.algorithm = FPM_NUMERICAL), ARGUMENT);
    NO(partition, o.max_work = -1, ARGUMENT);
    NO(partition, o.least = -1, ARGUMENT);
    NO(partition, o.least = FPM_LEAST_BUSY + 1, ARGUMENT);
    NO(partition, o.slack = 1, ARGUMENT);
    NO(partition, o.limit = 1, ARGUMENT);
    NO(partition, LEAST(o.slack = -1), ARGUMENT);
    NO(partition, LEAST(o.slack = test_nan()), ARGUMENT);
    NO(partition, slack_beside_limit(), ARGUMENT);
    NO(partition, LEAST(o.limit = -1), ARGUMENT);
    NO(partition, LEAST(o.limit = test_inf()), ARGUMENT);
    NO(partition, (procs[0].max = FPM_NOTHING, procs[1].max = 1), INFEASIBLE);
    NO(partition, (procs[0].required = procs[1].required = 1, in.n = 1), INFEASIBLE);
    ROW(partition, (procs[1].required = 1, in.n = 0), INFEASIBLE, 1, -1);
    ROW(partition, link_for(&flat, FPM_NUMERICAL), UNSUPPORTED, 1, -1);
    ROW(partition, link_for(&falls, FPM_GEOMETRIC), NOT_MONOTONE, 1, -1);
    ROW(partition, link_for(&listed, FPM_GEOMETRIC), UNSUPPORTED, 1, -1);
    NO(partition, (procs[0].grain = procs[1].grain = 2, in.n = 1), INFEASIBLE);
    NO(partition, (procs[0].grain = 2, procs[1].grain = 4, in.n = 5), INFEASIBLE);
    NO(partition, (all(&listed), in.n = 1), INFEASIBLE);
    NO(partition, (all(&odd), in.n = 1), INFEASIBLE);
    ROW(partition, (all(&bare), in.n = 1), INFEASIBLE, 0, -1);
    ROW(partition, min_above_n(), INFEASIBLE, 1, -1);
    ROW(partition, min_above_max(), INFEASIBLE, 1, -1);
    ROW(partition, (o.algorithm = FPM_GEOMETRIC, procs[1].model = &falls), NOT_MONOTONE, 1, -1);
    for (k = FPM_EVEN; k <= FPM_NUMERICAL; k++) {
        if (k == FPM_OPTIMAL) continue;
        ROW(partition, (o.algorithm = k, procs[1].min = 2), UNSUPPORTED, 1, -1);
        ROW(partition, (o.algorithm = k, procs[0].grain = 2), UNSUPPORTED, 0, -1);
        if (k > FPM_PROPORTIONAL)
            ROW(partition, (o.algorithm = k, procs[1].model = &listed, in.n = 3), UNSUPPORTED, 1,
                -1);
        NO(partition, (o.algorithm = k, o.least = FPM_LEAST_TOTAL), UNSUPPORTED);
    }
    ROW(partition, (o.algorithm = FPM_EVEN, all(&listed), in.n = 2), UNSUPPORTED, 0, -1);
    NO(partition, (o.algorithm = FPM_EVEN, all(&odd), in.n = 10), INFEASIBLE);
    NO(partition, (o.algorithm = FPM_PROPORTIONAL, all(&dips), in.n = 44), INFEASIBLE);
    NO(partition,
       (o.algorithm = FPM_EVEN, all(&listed), procs[0].grain = procs[1].grain = 2, in.n = 3),
       INFEASIBLE);
    ROW(partition, int_to(&o.algorithm, FPM_HPOPTA), UNSUPPORTED, 0, -1);
    NO(partition, (o.algorithm = FPM_HPOPTA, o.least = FPM_LEAST_TOTAL), UNSUPPORTED);
    NO(partition, (o.algorithm = FPM_HPOPTA, all(&listed), in.n = 1), INFEASIBLE);
    NO(partition, (o.algorithm = FPM_HPOPTA, all(&odd), in.n = 5), INFEASIBLE);
    NO(partition,
       (o.algorithm = FPM_HPOPTA, in.p = 3, in.n = 4, o.max_work = 1, sizes(0, "1:5"),
        sizes(1, "2:3 5:4"), sizes(2, "3:5")),
       WORK_LIMIT);
    NO(partition, (o.algorithm = FPM_HPOPTA, in.p = 17, in.n = big, all(&vast)), OVERFLOW);
    NO(partition, (in.n = 4, sizes(0, "2:5"), sizes(1, "3:5")), INFEASIBLE);
    NO(partition, (o.algorithm = FPM_HPOPTA, all(&listed), in.n = 4, o.max_bytes = 1), MAX_BYTES);
    NO(partition, (o.algorithm = FPM_HPOPTA, all(&listed), in.n = 4, o.alloc = fails(1)), MEMORY);
    NO(partition,
       (o.algorithm = FPM_HPOPTA, in.p = 3, in.n = 4, o.progress = stop, sizes(0, "1:5"),
        sizes(1, "2:3 5:4"), sizes(2, "3:5")),
       STOPPED);
    NO(partition, (o.algorithm = FPM_OPTIMAL, o.max_bytes = 1), MAX_BYTES);
    NO(partition, (o.algorithm = FPM_OPTIMAL, o.alloc = fails(1)), MEMORY);
    NO(partition, (o.algorithm = FPM_OPTIMAL, o.progress = stop), STOPPED);
    NO(partition, (o.algorithm = FPM_NUMERICAL, o.progress = stop), STOPPED);
    NO(partition,
       (o.algorithm = FPM_NUMERICAL, o.dense = 1, procs[1].model = &fast, o.progress = stop),
       STOPPED);
    NO(partition, o.progress = stop, STOPPED);
    /* A second objective. */
    ROW(partition, (o.least = FPM_LEAST_COST, procs[1].cost = &no_cost), MODEL, 1, -1);
    NO(partition, o.least = FPM_LEAST_COST, ARGUMENT);
    NO(partition, LEAST(o.limit = 0.5), INFEASIBLE);
    NO(partition, (o.least = FPM_LEAST_COST, procs[0].cost = procs[1].cost = test_cost(&bare)),
       INFEASIBLE);
    NO(partition, LEAST((all(&falls), in.n = 9, o.max_work = 1)), WORK_LIMIT);
    NO(partition, LEAST(o.max_bytes = 1), MAX_BYTES);
    NO(partition, LEAST(o.alloc = fails(1)), MEMORY);
    NO(partition, LEAST(o.progress = stop), STOPPED);

    NO(partition, LEAST((in.n = 4, sizes(0, "2:3 3:2"), sizes(1, "2:2"), o.max_work = 21)),
       WORK_LIMIT);
    NO(partition,
       (o.least = FPM_LEAST_BUSY, in.n = 5, all(sizes(0, "2:9 3:5")), o.progress = stop,
        reports = 18),
       STOPPED);

    NO(partition, (in.n = 10, o.max_work = 1, sizes(0, "8:7"), sizes(1, "3:4")), INFEASIBLE);
    NO(partition,
       (in.n = 58442, in.p = 3, o.max_work = 57, written(0, 2, "6:4 8:5 16:2"),
        procs[0].grain = 291, sizes(1, "4:7 7:6 12:5"), written(2, 2, "4:6 10:1 11:8"),
        procs[2].grain = 9, procs[2].min = 40, procs[0].required = procs[1].required = 1),
       WORK_LIMIT);

    NO(partition_real, int_to(&o.algorithm, FPM_OPTIMAL), UNSUPPORTED);
    NO(partition_real, int_to(&o.algorithm, FPM_AUTO), UNSUPPORTED);
    NO(partition_real, in.n = -1, ARGUMENT);
}

static void fronts(void) {
    int k, status;
    NO(pareto, in.i = -1, ARGUMENT);
    NO(pareto, o.least = 4, ARGUMENT);
    NO(pareto, in.o = NULL, ARGUMENT);
    NO(pareto, o.slack = 1, ARGUMENT);
    NO(pareto, in.capacity = -1, ARGUMENT);
    NO(pareto, to.makespan = NULL, ARGUMENT);
    NO(pareto, to.cost = NULL, ARGUMENT);
    NO(pareto, to.count = NULL, ARGUMENT);
    NO(pareto, in.n = -1, ARGUMENT);
    NO(pareto, int_to(&in.p, 0), ARGUMENT);
    NO(pareto, in.procs = NULL, ARGUMENT);
    ROW(pareto, procs[1].required = 2, ARGUMENT, 1, -1);
    ROW(pareto, procs[1].model = NULL, MODEL, 1, -1);
    ROW(pareto, procs[1].grain = -1, BOUNDS, 1, -1);
    NO(pareto, procs[0].max = procs[1].max = FPM_NOTHING, INFEASIBLE);
    NO(pareto, o.limit = 0.5, INFEASIBLE);
    NO(pareto, int_to(&o.algorithm, FPM_EVEN), UNSUPPORTED);
    NO(pareto, (to.count = &needed, in.capacity = 0), CAPACITY);
    NO(pareto, (in.n = 4, o.max_work = 1), WORK_LIMIT);
    NO(pareto, o.max_bytes = 1, MAX_BYTES);
    NO(pareto, (o.alloc = fails(1)), MEMORY);
    NO(pareto, o.progress = stop, STOPPED);
    NO(pareto, (o.progress = stop, reports = 3, in.p = 1, in.n = 1, sizes(0, "1:2")), STOPPED);
    NO(pareto, (o.progress = stop, reports = 4, in.p = 8, in.n = 66, all(&steep)), STOPPED);
    NO(pareto, (in.p = 1, sizes(0, "2:5"), procs[0].required = 1, o.limit = 2), INFEASIBLE);
    NO(pareto, (procs[1].model = &fast, o.limit = 7, o.max_work = 19), WORK_LIMIT);
    NO(pareto,
       (o.least = FPM_LEAST_BUSY, in.n = 5, o.limit = 3, sizes(0, "3:3 5:4"), sizes(1, "3:3")),
       INFEASIBLE);
    NO(pareto, (o.least = FPM_LEAST_BUSY, in.n = 8, o.limit = 4, all(sizes(0, "2:4 4:5 7:2"))),
       INFEASIBLE);
    for (k = 1, status = FPM_E_MAX_BYTES; status < 0;
         k++) { /* what a step takes is the machine's */
        begin_row(0), o.least = FPM_LEAST_TOTAL, in.n = 0, in.p = 1, sizes(0, "3:4");
        o.max_bytes = (size_t)k * 16;
        status = pareto();
        CHECK(status == FPM_OK || (status == FPM_E_MAX_BYTES && k < 100000));
        if (k == 100000) break;
    }
}

static void groups(void) {
    int k;
    processors(compose);
    NO(compose, to.points = NULL, ARGUMENT);
    NO(compose, in.count = -1, ARGUMENT);
    NO(compose, (in.count = big + 1, in.size = NULL), ARGUMENT);
    NO(compose, o.max_work = -1, ARGUMENT);
    NO(compose, o.progress = stop, STOPPED);
    NO(compose, (out.size[1] = INT64_C(1) << 40, o.progress = stop), STOPPED);
    ROW(compose, out.size[1] = 0, SIZE, -1, 1);
    ROW(compose, out.size[1] = big + 1, SIZE, -1, 1);
    ROW(compose, out.size[1] = 1, ORDER, -1, 1);
    NO(compose, o.max_bytes = 1, MAX_BYTES);
    NO(compose, (o.alloc = fails(1)), MEMORY);
    NO(compose, o.max_work = 1, WORK_LIMIT);
    for (k = 1; k < 4; k++) NO(compose, (in.count = 1, in.p = 1, o.alloc = fails(k)), MEMORY);
    for (k = 8; k < 1000; k += 8) { /* until it suffices */
        begin_row(0), in.count = in.p = 1, o.max_bytes = (size_t)k;
        if (compose() >= 0) break;
        CHECK_INT(info.status, FPM_E_MAX_BYTES);
    }
    fpm_points_free(&out.points);
    NO(compose, (out.size[1] = INT64_C(1) << 40, o.max_work = 1), WORK_LIMIT);
    NO(compose,
       (in.count = 3, out.size[0] = 4, out.size[1] = 344494, out.size[2] = 344496, o.max_work = 402,
        procs[0].model = &fast, procs[0].grain = 2, procs[0].required = 1, sizes(1, "3:4")),
       WORK_LIMIT);
    NO(compose, (in.size = NULL, o.max_work = 1), WORK_LIMIT);
    NO(compose, (in.size = NULL, in.count = 40, o.max_work = 60), WORK_LIMIT);

    NO(partition_interval, int_to(&in.p, 0), ARGUMENT);
    NO(partition_interval, in.procs = NULL, ARGUMENT);
    NO(partition_interval, in.d = NULL, ARGUMENT);
    NO(partition_interval, to.interval = NULL, ARGUMENT);
    NO(partition_interval, o.runs = -1, ARGUMENT);
    NO(partition_interval, o.runs = test_nan(), ARGUMENT);
    ROW(partition_interval, procs[1].model = NULL, MODEL, 1, -1);
    ROW(partition_interval, procs[1].fixed = -1, BOUNDS, 1, -1);
    ROW(partition_interval, link_by(procs[0].model, 0), UNSUPPORTED, 1, -1);
    ROW(partition_interval, d[1] = -1, SIZE, 1, -1);
    NO(partition_interval, d[1]++, ARGUMENT);
    ROW(partition_interval, (d[1] = 2, procs[1].max = 1), SIZE, 1, -1);
    ROW(partition_interval, procs[1].model = &unsure, WEIGHT, 1, -1);
    NO(partition_interval, o.max_bytes = 1, MAX_BYTES);
    NO(partition_interval, o.alloc = fails(1), MEMORY);

    processors(partition_check);
    NO(partition_check, in.n = -1, ARGUMENT);
    NO(partition_check, in.n = big + 1, ARGUMENT);
    NO(partition_check, in.d = NULL, ARGUMENT);
    NO(partition_check, o.least = FPM_LEAST_BUSY + 1, ARGUMENT);
    ROW(partition_check, (o.least = FPM_LEAST_COST, procs[1].cost = &no_cost), MODEL, 1, -1);
}

/* ---- costs ---- */

static fpm_cost spare_cost;
static int cost_linear(void) {
    return fpm_cost_linear(&spare_cost, in.x, in.unit_cost, in.move_cost, record);
}
static int cost_linear_nowhere(void) { return fpm_cost_linear(NULL, 1, 1, 1, record); }
static int cost_points(void) {
    return fpm_cost_points(&spare_cost, in.kind, in.count, in.size, in.seconds, in.x, &mo, record);
}
static int cost_points_nowhere(void) {
    return fpm_cost_points(NULL, in.kind, in.count, in.size, in.seconds, in.x, &mo, record);
}

static void costs(void) {
    NO(cost_linear, in.x = -1, ARGUMENT);
    NO(cost_linear, in.x = test_nan(), ARGUMENT);
    NO(cost_linear, real_to(&in.unit_cost, -1), ARGUMENT);
    NO(cost_linear, real_to(&in.move_cost, -1), ARGUMENT);
    NO(cost_linear_nowhere, 0, ARGUMENT);
    NO(cost_points_nowhere, 0, ARGUMENT);
    ROW(cost_points, real_to(&out.times[1], -1), TIME, -1, 1);
    NO(cost_points, in.x = -1, ARGUMENT);
    NO(cost_points, mo.flags = FPM_BORROW, ARGUMENT);
    NO(cost_points, (mo.half_width = out.half_width, mo.risk = 1), ARGUMENT);
    NO(cost_points, in.seconds = NULL, ARGUMENT);
    NO(cost_points, in.count = INT64_MAX, OVERFLOW);
    NO(cost_points, mo.alloc = fails(1), MEMORY);
    NO(cost_points, mo.alloc = fails(2), MEMORY);
}

/* ---- exports ---- */

static int export_counts(void) {
    return fpm_export_counts(in.p, in.d, in.unit, to.counts, to.displs);
}
static int export_counts64(void) {
    return fpm_export_counts64(in.p, in.d, in.unit, to.counts64, to.displs64);
}
static int export_moves(void) {
    return fpm_export_moves(in.p, in.d, in.d2, in.unit, in.rank, to.send, to.send_at, to.receive,
                            to.receive_at);
}
static int export_weights(void) { return fpm_export_weights(in.p, in.d, to.weights); }
static int export_weightsf(void) { return fpm_export_weightsf(in.p, in.d, to.weightsf); }
static int export_ratios(void) { return fpm_export_ratios(in.p, in.d, in.unit, to.ratios); }
static int export_chunks(void) { return fpm_export_chunks(in.p, in.d, to.begin); }

static void exports(void) {
    int (*const every[7])(void) = {export_counts,   export_counts64, export_moves, export_weights,
                                   export_weightsf, export_ratios,   export_chunks};
    int k;
    for (k = 0; k < 7; k++) {
        BARE(every[k], in.p = 0, ARGUMENT);
        BARE(every[k], in.d = NULL, ARGUMENT);
        BARE(every[k], d[1] = -1, ARGUMENT);
        BARE(every[k], d[1] = INT64_MAX, OVERFLOW);
    }
    BARE(export_counts, in.unit = 0, ARGUMENT);
    BARE(export_counts, to.counts = NULL, ARGUMENT);
    BARE(export_counts, to.displs = NULL, ARGUMENT);
    BARE(export_counts, in.unit = 1 << 30, OVERFLOW);
    BARE(export_counts64, in.unit = 0, ARGUMENT);
    BARE(export_counts64, to.counts64 = NULL, ARGUMENT);
    BARE(export_counts64, to.displs64 = NULL, ARGUMENT);
    BARE(export_counts64, in.unit = INT64_MAX, OVERFLOW);
    BARE(export_moves, in.d2 = NULL, ARGUMENT);
    BARE(export_moves, d2[1] = -1, ARGUMENT);
    BARE(export_moves, d2[1] = INT64_MAX, OVERFLOW);
    BARE(export_moves, in.unit = -1, ARGUMENT);
    BARE(export_moves, in.rank = -1, ARGUMENT);
    BARE(export_moves, in.rank = 2, ARGUMENT);
    BARE(export_moves, to.send = NULL, ARGUMENT);
    BARE(export_moves, to.send_at = NULL, ARGUMENT);
    BARE(export_moves, to.receive = NULL, ARGUMENT);
    BARE(export_moves, to.receive_at = NULL, ARGUMENT);
    BARE(export_moves, (d2[0] = INT64_C(1) << 31), OVERFLOW);
    BARE(export_weights, to.weights = NULL, ARGUMENT);
    BARE(export_weights, d[0] = d[1] = 0, ARGUMENT);
    BARE(export_weightsf, to.weightsf = NULL, ARGUMENT);
    BARE(export_weightsf, d[0] = d[1] = 0, ARGUMENT);
    BARE(export_ratios, to.ratios = NULL, ARGUMENT);
    BARE(export_ratios, in.unit = 0, ARGUMENT);
    BARE(export_ratios, in.unit = big + 1, ARGUMENT);
    BARE(export_ratios, d[0] = d[1] = 0, ARGUMENT);
    BARE(export_chunks, to.begin = NULL, ARGUMENT);
}

/* ---- chains ---- */

static int64_t *sums_whole; /* "prefix has the sums before it": not among the outputs compared */
static double *sums_real;
static int64_t some_whole[N];
static double some_real[N];
static int chain_init(void) { return fpm_chain_init(to.chain, in.n, in.load, sums_whole, record); }
static int chain_init_real(void) {
    return fpm_chain_init_real(to.chain, in.n, in.real, sums_real, record);
}
static int chain_partition(void) {
    cout_.proof = cout_.proof ? out.proof : NULL;
    return fpm_chain_partition(in.chain, in.p, &co, to.begin, &cout_, record);
}
static int chain_check(void) {
    return fpm_chain_check(in.chain, in.p, &co, in.begin, NULL, record);
}
static int chain_fewest(void) {
    return fpm_chain_fewest(in.chain, in.p, in.x, in.real, &co, to.begin, record);
}
static int64_t *given(int64_t a, int64_t b, int64_t c) { /* sums instead of loads */
    some_whole[0] = a, some_whole[1] = b, some_whole[2] = c;
    some_real[0] = (double)a, some_real[1] = (double)b, some_real[2] = (double)c;
    in.load = NULL, in.real = NULL;
    return some_whole;
}
#define SUMS(change) (sums_whole = some_whole, sums_real = some_real, change)

static void chain_inits(void) {
    int (*const every[2])(void) = {chain_init, chain_init_real};
    int k;
    for (k = 0; k < 2; k++) {
        NO(every[k], SUMS(to.chain = NULL), ARGUMENT);
        NO(every[k], SUMS((sums_whole = NULL, sums_real = NULL)), ARGUMENT);
        NO(every[k], SUMS(in.n = -1), ARGUMENT);
        NO(every[k], SUMS(in.n = big + 1), ARGUMENT);
        ROW(every[k], SUMS((load[1] = -1, real[1] = -1)), LOAD, -1, 1);
        ROW(every[k], SUMS(given(1, 2, 3)), LOAD, -1, 0);
        ROW(every[k], SUMS(given(0, 2, 1)), LOAD, -1, 1);
        ROW(every[k], SUMS((load[1] = INT64_MAX, real[0] = real[1] = 1e200)), OVERFLOW, -1, 1);
    }
    ROW(chain_init_real, SUMS(real[1] = test_nan()), LOAD, -1, 1);
    ROW(chain_init_real, SUMS(real[1] = 2e200), LOAD, -1, 1);
}

static const fpm_proc *models_for_parts(const fpm_model *m) {
    procs[1].model = m;
    return co.procs = procs;
}
static int bounds(int64_t *min, int64_t a, int64_t b) { return min[0] = a, min[1] = b, 1; }

/* Old cuts that are none; fpm_chain_fewest does not read any. */
static void chain_old(int (*call)(void)) {
    ROW(call, (co.from = from, from[0] = 1), ARGUMENT, -1, 0);
    ROW(call, (co.from = from, from[1] = 3), ARGUMENT, -1, 1);
    ROW(call, (co.from = from, from[2] = 1), ARGUMENT, -1, 2);
}

/* What fpm_chain_partition and fpm_chain_check refuse alike. */
static void chain_both(int (*call)(void)) {
    NO(call, in.chain = NULL, ARGUMENT);
    NO(call, int_to(&in.p, 0), ARGUMENT);
    NO(call, to.begin = in.begin = NULL, ARGUMENT);
    NO(call, chain.n = -1, ARGUMENT);
    NO(call, chain.n = big + 1, ARGUMENT);
    NO(call, chain.whole = NULL, ARGUMENT);
    NO(call, chain.real = real, ARGUMENT);
    NO(call, chain.largest = -1, ARGUMENT);
    NO(call, chain.largest = 2, ARGUMENT);
    NO(call, chain.chains = -1, ARGUMENT);
    NO(call, chain.chains = 2, ARGUMENT);
    NO(call, (chain.chains = 2, chain.first = first, first[0] = 1), ARGUMENT);
    NO(call, (chain.chains = 2, chain.first = first, first[2] = 1), ARGUMENT);
    NO(call, (chain.chains = 2, chain.first = first, first[1] = 3), ARGUMENT);
    NO(call, (co.speed = speed, co.procs = procs), ARGUMENT);
    ROW(call, (co.speed = speed, speed[1] = 0), ARGUMENT, 1, -1);
    ROW(call, (co.speed = speed, speed[1] = test_nan()), ARGUMENT, 1, -1);
    NO(call, co.min_items = -1, ARGUMENT);
    NO(call, co.grain = -1, ARGUMENT);
    NO(call, co.limits = -1, ARGUMENT);
    NO(call, co.cuts = -1, ARGUMENT);
    NO(call, co.slack = -1, ARGUMENT);
    NO(call, (co.slack = test_nan()), ARGUMENT);
    NO(call, co.limits = 1, ARGUMENT);
    NO(call, co.cuts = 1, ARGUMENT);
    NO(call, (co.cuts = 4, co.cut = cut), ARGUMENT);
    ROW(call, (co.cuts = 2, co.cut = cut, cut[1] = 0), ARGUMENT, -1, 1);
    ROW(call, (co.cuts = 2, co.cut = cut, cut[1] = 3), ARGUMENT, -1, 1);
    ROW(call, (co.limits = 1, co.limit = limit, limit[0].max = most), ARGUMENT, -1, 0);
    ROW(call, (co.limits = 1, co.limit = limit, limit[0].whole = whole), ARGUMENT, -1, 0);
    ROW(call,
        (co.limits = 1, co.limit = limit, limit[0].whole = whole, limit[0].max = most,
         most[1] = test_nan()),
        BOUNDS, 1, 0);
    ROW(call,
        (co.limits = 1, co.limit = limit, limit[0].real = real, limit[0].max = most, real[2] = 0),
        LOAD, -1, 0);
    NO(call, whole[0] = -1, LOAD);
    NO(call, whole[2] = -1, LOAD);
    NO(call, (chain.whole = NULL, chain.real = real, real[0] = -1), LOAD);
    NO(call, (chain.whole = NULL, chain.real = real, real[0] = 2), LOAD);
    NO(call, (co.speed = speed, whole[2] = big + 1), SIZE);
    NO(call, (co.procs = procs, whole[2] = big + 1), SIZE);
    ROW(call, (models_for_parts(NULL)), MODEL, 1, -1);
    ROW(call, (models_for_parts(&flat), procs[1].max = -2), BOUNDS, 1, -1);
    ROW(call, (models_for_parts(&flat), procs[1].required = 2), ARGUMENT, 1, -1);
    ROW(call, (models_for_parts(&falls)), NOT_MONOTONE, 1, -1);
    ROW(call, (models_for_parts(&listed)), UNSUPPORTED, 1, -1);
    ROW(call, (models_for_parts(&flat), procs[1].grain = 2), UNSUPPORTED, 1, -1);
    ROW(call, (models_for_parts(&flat), link_by(&flat, 0)), UNSUPPORTED, 1, -1);
    ROW(call, (models_for_parts(&flat), procs[1].cost = test_cost(&flat)), UNSUPPORTED, 1, -1);
}

static int64_t loads(int64_t a, int64_t b) {
    co.procs = procs;
    return whole[1] = a, whole[2] = a + b;
}
#define FREE(change) (co.free_order = 1, cout_.who = out.who, change)

/* Loads that processor 0 may not have, and others that processor 1 may not have. */
static int limits_that_clash(void) {
    limit[0].whole = whole;
    limit[0].max = most;
    most[0] = FPM_NOTHING;
    most[1] = 0;
    limit[1].whole = whole;
    limit[1].max = scale;
    scale[0] = 0;
    scale[1] = FPM_NOTHING;
    co.limit = limit;
    return int_to(&co.limits, 2);
}
static int times_above_all(void) {
    chain.whole = NULL;
    chain.real = real;
    co.speed = speed;
    speed[0] = 1e-60;
    speed[1] = 1e-60;
    real[0] = 0;
    real[1] = 1e190;
    return real_to(&real[2], 2e190);
}

static void chains(void) {
    chain_inits();
    chain_both(chain_partition);
    chain_old(chain_partition);
    NO(chain_partition, co.max_work = -1, ARGUMENT);
    NO(chain_partition, co.free_order = 2, ARGUMENT);
    NO(chain_partition, co.free_order = 1, ARGUMENT);
    NO(chain_partition, FREE(cout_.proof = out.proof), UNSUPPORTED);
    NO(chain_partition, FREE(cout_.low = out.low), UNSUPPORTED);
    NO(chain_partition, FREE(co.from = from), UNSUPPORTED);
    NO(chain_partition, FREE(co.slack = 1), UNSUPPORTED);
    NO(chain_partition, FREE(co.min_items = 2), UNSUPPORTED);
    NO(chain_partition, (co.min_items = 2, cout_.high = out.high), UNSUPPORTED);
    NO(chain_partition, (co.min_items = 2, cout_.proof = out.proof), UNSUPPORTED);
    NO(chain_partition, (co.slack = 1, cout_.proof = out.proof), UNSUPPORTED);
    NO(chain_partition, (chain.chains = 2, chain.first = first, in.p = 1), INFEASIBLE);
    NO(chain_partition,
       (models_for_parts(&flat), bounds(max, 0, 0), procs[0].max = FPM_NOTHING,
        procs[1].max = FPM_NOTHING),
       INFEASIBLE);
    NO(chain_partition, (models_for_parts(&flat), procs[0].max = 1, procs[1].max = FPM_NOTHING),
       INFEASIBLE);
    ROW(chain_partition,
        (co.limits = 1, co.limit = limit, limit[0].whole = whole, limit[0].max = most,
         most[0] = most[1] = FPM_NOTHING),
        INFEASIBLE, -1, 0);
    NO(chain_partition, limits_that_clash(), INFEASIBLE);
    NO(chain_partition, times_above_all(), INFEASIBLE);
    NO(chain_partition, co.min_items = 3, INFEASIBLE);
    NO(chain_partition,
       (models_for_parts(&flat), procs[0].required = procs[1].required = 1, chain.n = 1),
       INFEASIBLE);
    NO(chain_partition, co.max_bytes = 1, MAX_BYTES);
    NO(chain_partition, (co.alloc = fails(1)), MEMORY);
    NO(chain_partition, (co.grain = 2, co.alloc = fails(2)), MEMORY);

    NO(chain_partition,
       (co.procs = procs, procs[0].max = procs[1].max = 1, whole[1] = 4, whole[2] = 5,
        co.min_items = 2),
       INFEASIBLE);
    NO(chain_partition,
       (in.p = 1, chain.n = 1, co.speed = speed, co.min_items = 3, co.progress = stop, reports = 2),
       STOPPED);
    NO(chain_partition,
       FREE((loads(4, 4), procs[0].max = 5, procs[1].max = 3, co.progress = stop, reports = 2)),
       STOPPED);
    NO(chain_partition, FREE((loads(4, 0), procs[0].max = 1, procs[1].max = 3)), INFEASIBLE);
    NO(chain_partition, FREE((loads(4, 0), procs[0].max = 1, procs[1].max = 3, co.max_work = 1500)),
       WORK_LIMIT);

    chain_both(chain_check);
    chain_old(chain_check);
}

/* Changes of one number, or of the processors and another one. */
static int unlike(double within, int64_t items) {
    co.speed = speed;
    speed[1] = 2;
    co.min_items = items;
    return real_to(&in.x, within);
}
static int short_one(void) {
    in.p = 1;
    chain.n = 1;
    co.speed = speed;
    co.min_items = 3;
    return whole_to(&co.max_work, 1);
}
/* Loads 1 2 0, of which a search without a table finds 3, and 2 is the bound. */
static int not_known(void) {
    chain.n = 3;
    chain.largest = 1;
    whole[2] = 3;
    speed[1] = 1;
    co.speed = speed;
    co.min_items = 2;
    return real_to(&in.x, 2.5) && whole_to(&co.max_work, 1);
}
static int reports_once(void) {
    co.progress = stop;
    return int_to(&reports, 1);
}
static int near_old(void) {
    co.from = from;
    return 1;
}
static int fails_at(const fpm_alloc **alloc, int request) {
    *alloc = fails(request);
    return 1;
}
static int one_byte(size_t *most_bytes) {
    *most_bytes = 1;
    return 1;
}

static void chains_fewest(void) {
    chain_both(chain_fewest);
    NO(chain_fewest, real_to(&in.x, -1), ARGUMENT);
    NO(chain_fewest, real_to(&in.x, 2e200), ARGUMENT);
    NO(chain_fewest, real_to(&in.x, test_nan()), ARGUMENT);
    ROW(chain_fewest, real_to(&real[1], -1), ARGUMENT, 1, -1);
    ROW(chain_fewest, real_to(&real[1], test_nan()), ARGUMENT, 1, -1);
    ROW(chain_fewest, real_to(&real[1], 2e60), ARGUMENT, 1, -1);
    NO(chain_fewest, whole_to(&co.max_work, -1), ARGUMENT);
    NO(chain_fewest, int_to(&co.free_order, 1), ARGUMENT);
    NO(chain_fewest, near_old(), ARGUMENT);
    NO(chain_fewest, real_to(&co.slack, 1), ARGUMENT);
    ROW(chain_fewest, whole_to(&whole[2], 3), INFEASIBLE, -1, 1);
    NO(chain_fewest, int_to(&in.p, 1), INFEASIBLE);
    NO(chain_fewest, unlike(0.25, 0), INFEASIBLE);
    NO(chain_fewest, unlike(0.5, 2), INFEASIBLE);
    NO(chain_fewest, unlike(1, 2) && whole_to(&whole[2], 3), INFEASIBLE);
    NO(chain_fewest, whole_to(&co.min_items, 2), INFEASIBLE);
    NO(chain_fewest,
       models_for_parts(&flat) && whole_to(&procs[0].max, 1) &&
           whole_to(&procs[1].max, FPM_NOTHING),
       INFEASIBLE);
    NO(chain_fewest, short_one(), WORK_LIMIT);
    NO(chain_fewest, not_known(), WORK_LIMIT);
    NO(chain_fewest, unlike(1, 0) && reports_once(), STOPPED);
    NO(chain_fewest, short_one() && reports_once(), STOPPED);
    NO(chain_fewest, one_byte(&co.max_bytes), MAX_BYTES);
    NO(chain_fewest, fails_at(&co.alloc, 1), MEMORY);
}

/* ---- pipelines and pieces ---- */

static int pipeline_partition(void) {
    return fpm_pipeline_partition(in.line, in.p, in.device, &po, to.begin, &pout, record);
}
static int pipeline_check(void) {
    return fpm_pipeline_check(in.line, in.p, in.device, &po, in.begin, NULL, record);
}
static int pipeline_fewest(void) {
    return fpm_pipeline_fewest(in.line, in.p, in.device, in.x, in.real, &po, to.begin, &pout,
                               record);
}
#define TIER(change) (device[1].tier = tier, device[1].tiers = 1, device[1].max = 1, change)

/* Two types, each with a device; sums of the second lose what is beside the first element. */
static int hides_others(void) {
    line.types = 2;
    device[1].type = 1;
    return real_to(&speed[2], 1e30);
}

static void pipelines(void) {
    int (*const every[3])(void) = {pipeline_partition, pipeline_check, pipeline_fewest};
    int k;
    for (k = 0; k < 3; k++) {
        int (*const call)(void) = every[k];
        NO(call, in.line = NULL, ARGUMENT);
        NO(call, in.device = NULL, ARGUMENT);
        NO(call, to.begin = in.begin = NULL, ARGUMENT);
        NO(call, int_to(&in.p, 0), ARGUMENT);
        NO(call, line.n = -1, ARGUMENT);
        NO(call, line.n = INT32_MAX, ARGUMENT);
        NO(call, line.types = 0, ARGUMENT);
        NO(call, line.seconds = NULL, ARGUMENT);
        NO(call, po.goal = -1, ARGUMENT);
        NO(call, po.goal = 3, ARGUMENT);
        NO(call, po.overlap = 2, ARGUMENT);
        NO(call, po.free_order = 2, ARGUMENT);
        NO(call, po.batches = -1, ARGUMENT);
        NO(call, (po.goal = FPM_PIPELINE_FILLED, po.batches = big + 1), ARGUMENT);
        NO(call, po.batches = 2, ARGUMENT);
        NO(call, po.max_work = -1, ARGUMENT);
        ROW(call, device[1].type = -1, ARGUMENT, 1, -1);
        ROW(call, device[1].type = 1, ARGUMENT, 1, -1);
        ROW(call, device[1].required = 2, ARGUMENT, 1, -1);
        ROW(call, device[1].tiers = -1, ARGUMENT, 1, -1);
        ROW(call, (device[1].tiers = 1, device[1].max = 1), ARGUMENT, 1, -1);
        ROW(call, device[1].factor = -1, BOUNDS, 1, -1);
        ROW(call, device[1].bandwidth = -2, BOUNDS, 1, -1);
        ROW(call, device[1].fixed = -1, BOUNDS, 1, -1);
        ROW(call, (device[1].latency = test_nan()), BOUNDS, 1, -1);
        ROW(call, device[1].max = -2, BOUNDS, 1, -1);
        ROW(call, device[1].held = -1, BOUNDS, 1, -1);
        ROW(call, device[1].in_latency = -1, BOUNDS, 1, -1);
        ROW(call, device[1].in_bandwidth = -2, BOUNDS, 1, -1);
        ROW(call, TIER(device[1].max = 0), BOUNDS, 1, -1);
        ROW(call, TIER(tier[0].max = -2), BOUNDS, 1, -1);
        ROW(call, TIER(tier[0].seconds = -1), BOUNDS, 1, -1);
        ROW(call, speed[1] = -2, LOAD, -1, 1);
        ROW(call, hides_others(), LOAD, -1, 0);
        ROW(call, real_to(&speed[1], FPM_NOTHING), INFEASIBLE, -1, 1);
        ROW(call, (speed[1] = test_nan()), LOAD, -1, 1);
        ROW(call, (line.bytes = bytes, bytes[1] = -1), LOAD, -1, 1);
        ROW(call, (line.sent = sent, sent[1] = -1), LOAD, -1, 1);
        ROW(call, speed[0] = speed[1] = 1e200, OVERFLOW, -1, 1);
        ROW(call, (line.bytes = bytes, bytes[0] = 1, bytes[1] = INT64_MAX), OVERFLOW, -1, 1);
        ROW(call, (line.sent = sent, sent[0] = 1, sent[1] = INT64_MAX), OVERFLOW, -1, 1);
        ROW(call, (line.bytes = bytes, bytes[1] = 1, device[0].max = device[1].max = -1),
            INFEASIBLE, -1, 0);
        ROW(call, (line.bytes = bytes, bytes[1] = 2, device[0].max = device[1].max = 1), INFEASIBLE,
            -1, 1);
        ROW(call, (line.bytes = bytes, device[1].max = -1, device[1].required = 1), INFEASIBLE, 1,
            -1);
        NO(call, po.max_bytes = 1, MAX_BYTES);
        NO(call, (po.alloc = fails(1)), MEMORY);
    }
    NO(pipeline_partition, po.free_order = 1, ARGUMENT);
    NO(pipeline_partition, (line.types = INT32_MAX, line.n = INT32_MAX - 1), OVERFLOW);
    NO(pipeline_partition,
       (in.p = 1, line.bytes = bytes, bytes[0] = 2, bytes[1] = 3, device[0].max = 4,
        po.free_order = 1, pout.who = out.who, po.max_work = 1),
       INFEASIBLE);
    NO(pipeline_partition, (line.n = 1, device[0].required = device[1].required = 1), INFEASIBLE);
    NO(pipeline_partition,
       (line.n = 1, device[0].required = device[1].required = 1, po.free_order = 1,
        pout.who = out.who),
       INFEASIBLE);
    NO(pipeline_partition,
       (line.n = 1, device[0].required = device[1].required = 1, po.max_work = 1, po.free_order = 1,
        pout.who = out.who, device[0].factor = 2),
       WORK_LIMIT);
}

static int stops_lines(void) {
    po.progress = stop;
    return int_to(&reports, 1);
}
static int free_devices(void) {
    po.free_order = 1;
    pout.who = out.who;
    return 1;
}

/* Both elements together are beyond the limit, and either with what it sends. */
static int sends(void) {
    line.sent = sent;
    sent[0] = 5;
    sent[1] = 5;
    return 1;
}

static void pipelines_fewest(void) {
    NO(pipeline_fewest, real_to(&in.x, -1), ARGUMENT);
    NO(pipeline_fewest, real_to(&in.x, 2e200), ARGUMENT);
    NO(pipeline_fewest, real_to(&in.x, test_nan()), ARGUMENT);
    ROW(pipeline_fewest, real_to(&real[1], -1), ARGUMENT, 1, -1);
    ROW(pipeline_fewest, real_to(&real[1], test_nan()), ARGUMENT, 1, -1);
    ROW(pipeline_fewest, real_to(&real[1], 2e60), ARGUMENT, 1, -1);
    NO(pipeline_fewest, int_to(&po.goal, FPM_PIPELINE_TOTAL), ARGUMENT);
    NO(pipeline_fewest, int_to(&po.free_order, 1), ARGUMENT);
    ROW(pipeline_fewest, real_to(&speed[1], 2), INFEASIBLE, -1, 1);
    NO(pipeline_fewest, int_to(&in.p, 1), INFEASIBLE);
    NO(pipeline_fewest, int_to(&in.p, 1) && free_devices(), INFEASIBLE);
    NO(pipeline_fewest, free_devices() && sends(), INFEASIBLE);
    /* One that is required has to be searched for. */
    NO(pipeline_fewest,
       int_to(&in.p, 1) && free_devices() && int_to(&device[0].required, 1) &&
           whole_to(&po.max_work, 1),
       WORK_LIMIT);
    NO(pipeline_fewest, free_devices() && int_to(&device[0].required, 1) && stops_lines(), STOPPED);
    NO(pipeline_fewest, stops_lines(), STOPPED);
    NO(pipeline_partition, stops_lines(), STOPPED);
}

static int items_assign(void) {
    return fpm_items_assign(in.n, in.load, in.p, &io, to.owner, &iout, record);
}
static int items_check(void) {
    return fpm_items_check(in.n, in.load, in.p, &io, in.owner, &iout, record);
}
static const fpm_proc *models_for_pieces(const fpm_model *m) {
    procs[1].model = m;
    return io.procs = procs;
}

/* A further load of two pieces, and what two processors may have of it. */
static fpm_items_limit *further(int64_t first_load, int64_t second_load, int64_t first_max,
                                int64_t second_max) {
    io.limits = 1;
    io.limit = held;
    held[0].load = bytes;
    held[0].max = most_load;
    bytes[0] = first_load;
    bytes[1] = second_load;
    most_load[0] = first_max;
    most_load[1] = second_max;
    return held;
}

static int further_lacks(const int64_t **array) {
    further(1, 1, 0, 0);
    *array = NULL;
    return 1;
}

static int near_owners(void) {
    io.from = past;
    return 1;
}

/* Three copies of two pieces, where two copies of the first and one of the second were. */
static int were_at[3], were_copies[2];
static int64_t moving[2];
static int copies_were(int one, int two, int three) {
    io.replicas = 3;
    iout.copies = past;
    past[0] = 2;
    past[1] = 1;
    io.from = were_at;
    io.from_copies = were_copies;
    were_at[0] = one;
    were_at[1] = two;
    were_at[2] = three;
    were_copies[0] = 2;
    were_copies[1] = 1;
    return 1;
}
static int sized(int64_t one, int64_t two) {
    io.size = moving;
    moving[0] = one;
    moving[1] = two;
    return 1;
}

static int limited_copies(void) {
    further(1, 1, 0, 0);
    io.replicas = 3;
    iout.copies = past;
    return 1;
}

static int items_stop(void) {
    io.progress = stop;
    return 1;
}

/* Both pieces have to be where one of two further loads has no room. */
static int crossed_limits(void) {
    further(2, 2, 2, 9)[1].load = sent;
    held[1].max = most_pieces;
    io.limits = 2;
    sent[0] = 1;
    sent[1] = 1;
    most_pieces[0] = 9;
    most_pieces[1] = FPM_NOTHING;
    return 1;
}

/* Two pieces of one and two seconds on the first of two types, four times that on the second. */
static int with_types(void) {
    io.types = &kinds;
    kinds.count = 2;
    kinds.seconds = real;
    kinds.type = parts;
    parts[0] = 0;
    parts[1] = 1;
    real[0] = 1;
    real[1] = 2;
    real[2] = 4;
    real[3] = 8;
    return 1;
}

/* The two pieces are of one group. */
static int with_groups(int64_t most_of_it) {
    io.groups = &group_of;
    group_of.of = past;
    group_of.most = most_of_it;
    past[0] = 0;
    past[1] = 0;
    return 1;
}

static int groups_to(const int *of) {
    group_of.of = of;
    return 1;
}

static int seconds_to(const double *array) {
    kinds.seconds = array;
    return 1;
}

static int copies_of_three(void) {
    io.replicas = 3;
    iout.copies = parts;
    return 1;
}

/* Both pieces in one place of one processor each. */
static int one_place_each(void) {
    io.max_pieces = most_pieces;
    most_pieces[0] = 1;
    most_pieces[1] = 1;
    return 1;
}

static void items_of_types(int (*const call)(void)) {
    NO(call, with_types() && int_to(&kinds.count, 0), ARGUMENT);
    NO(call, with_types() && seconds_to(NULL), ARGUMENT);
    NO(call, with_types() && models_for_pieces(&flat), ARGUMENT);
    NO(call, with_types() && copies_of_three(), ARGUMENT);
    ROW(call, with_types() && real_to(&real[3], -2), LOAD, -1, 1);
    ROW(call, with_types() && real_to(&real[1], test_nan()), LOAD, -1, 1);
    ROW(call, with_types() && real_to(&real[2], 2e60), LOAD, -1, 0);
    ROW(call, with_types() && int_to(&parts[1], 2), BOUNDS, 1, -1);
    ROW(call, with_types() && int_to(&parts[1], -1), BOUNDS, 1, -1);
    ROW(call, with_types() && real_to(&real[1], -1) && real_to(&real[3], -1), INFEASIBLE, -1, 1);
    NO(call, with_groups(0), ARGUMENT);
    NO(call, with_groups(-3), ARGUMENT);
    NO(call, with_groups(1) && groups_to(NULL), ARGUMENT);
    NO(call, with_groups(1) && copies_of_three(), ARGUMENT);
    ROW(call, with_groups(1) && int_to(&past[1], 2), ARGUMENT, -1, 1);
    ROW(call, with_groups(1) && int_to(&past[1], -2), ARGUMENT, -1, 1);
    ROW(call, with_groups(1) && int_to(&in.p, 1), INFEASIBLE, -1, 0);
}

/* A piece is where its type, or its group, may not be, and nothing may move. */
static int stuck_pieces(void) {
    io.from = parts_were;
    parts_were[0] = 0;
    parts_were[1] = 0;
    io.max_moved = FPM_NOTHING;
    return 1;
}

static int owners_to(int first_owner, int second_owner) {
    owner[0] = first_owner;
    owner[1] = second_owner;
    in.owner = owner;
    return 1;
}

static void owners_of_types(void) {
    ROW(items_check, owners_to(0, 1) && with_types() && real_to(&real[0], -1), VIOLATED, 0, 0);
    ROW(items_check, owners_to(0, 1) && with_groups(FPM_ITEMS_TOGETHER), VIOLATED, 1, 1);
    ROW(items_check, owners_to(0, 0) && with_groups(1), VIOLATED, 0, 0);
    ROW(items_check, owners_to(1, 1) && with_groups(FPM_ITEMS_EVEN), VIOLATED, 0, 0);
}

static void items(void) {
    int (*const every[2])(void) = {items_assign, items_check};
    int k;
    for (k = 0; k < 2; k++) {
        int (*const call)(void) = every[k];
        NO(call, further(1, 1, 0, 0) && int_to(&io.limits, -1), ARGUMENT);
        NO(call, further(1, 1, 0, 0) && int_to(&io.limits, 9), ARGUMENT);
        NO(call, int_to(&io.limits, 1), ARGUMENT);
        ROW(call, further_lacks(&held[0].load), ARGUMENT, -1, 0);
        ROW(call, further_lacks(&held[0].max), ARGUMENT, -1, 0);
        NO(call, limited_copies(), ARGUMENT);
        ROW(call, further(1, -1, 0, 0), LOAD, -1, 1);
        ROW(call, further(1, big, 0, 0), OVERFLOW, -1, 1);
        ROW(call, further(1, 1, 0, -2), BOUNDS, 1, 0);
        ROW(call, further(1, 1, 1, -1), INFEASIBLE, -1, 0);
        ROW(call, further(1, 3, 2, 2), INFEASIBLE, -1, 1);
        NO(call, in.n = -1, ARGUMENT);
        NO(call, in.n = INT32_MAX, ARGUMENT);
        NO(call, in.load = NULL, ARGUMENT);
        NO(call, to.owner = in.owner = NULL, ARGUMENT);
        NO(call, int_to(&in.p, 0), ARGUMENT);
        NO(call, (io.speed = speed, io.procs = procs), ARGUMENT);
        NO(call, io.equal_counts = 2, ARGUMENT);
        NO(call, io.gap = -0.5, ARGUMENT);
        NO(call, io.gap = test_nan(), ARGUMENT);
        NO(call, real_to(&io.gap, HUGE_VAL), ARGUMENT);
        NO(call, near_owners() && real_to(&io.slack, HUGE_VAL), ARGUMENT);
        NO(call, io.max_work = -1, ARGUMENT);
        NO(call, (io.from = past, io.slack = -1), ARGUMENT);
        NO(call, (io.from = past, io.slack = test_nan()), ARGUMENT);
        NO(call, (io.from = past, io.max_moved = -2), ARGUMENT);
        NO(call, io.slack = 1, ARGUMENT);
        NO(call, io.max_moved = 1, ARGUMENT);
        NO(call, io.replicas = 3, ARGUMENT);
        NO(call, iout.copies = past, ARGUMENT);
        NO(call, (io.replicas = 1, iout.copies = past), ARGUMENT);
        NO(call, (io.replicas = INT32_MAX, iout.copies = past), ARGUMENT);
        NO(call, int_to(&io.colocate, 1), ARGUMENT);
        NO(call, int_to(&io.colocate, 2), ARGUMENT);
        NO(call, int_to(&io.level, 2), ARGUMENT);
        NO(call, near_owners() && int_to(&io.level, 1), ARGUMENT);
        NO(call, copies_were(0, 1, 1) && int_to(&io.colocate, 1), ARGUMENT);
        NO(call, copies_were(0, 1, 1) && (io.from_copies = NULL) == NULL, ARGUMENT);
        NO(call, copies_were(0, 1, 1) && (io.from = NULL) == NULL, ARGUMENT);
        NO(call, copies_were(0, 1, 1) && whole_to(&io.replicas, 0), ARGUMENT);
        ROW(call, copies_were(0, 1, 2), ARGUMENT, -1, 2);
        ROW(call, copies_were(0, -1, 1), ARGUMENT, -1, 1);
        ROW(call, copies_were(1, 1, 1), ARGUMENT, -1, 1);
        ROW(call, copies_were(0, 1, 1) && int_to(&were_copies[1], -1), ARGUMENT, -1, 1);
        ROW(call, copies_were(0, 1, 1) && int_to(&were_copies[1], 3), ARGUMENT, -1, 1);
        ROW(call, copies_were(0, 1, 1) && sized(1, -1), LOAD, -1, 1);
        ROW(call, copies_were(0, 1, 1) && sized(1, FPM_SIZE_MAX), OVERFLOW, -1, 1);
        NO(call, sized(1, 1), ARGUMENT);
        ROW(call, sized(1, -1) && near_owners(), LOAD, -1, 1);
        ROW(call, sized(1, FPM_SIZE_MAX) && near_owners(), OVERFLOW, -1, 1);
        NO(call, (io.replicas = 5, iout.copies = past, past[0] = 2, past[1] = 3), INFEASIBLE);
        ROW(call, (io.from = past, past[1] = -2), ARGUMENT, -1, 1);
        ROW(call, (io.from = past, past[1] = 2), ARGUMENT, -1, 1);
        ROW(call, load[1] = -1, LOAD, -1, 1);
        ROW(call, load[1] = big, OVERFLOW, -1, 1);
        ROW(call, (io.speed = speed, speed[1] = 0), BOUNDS, 1, -1);
        ROW(call, (io.max = most_load, most_load[1] = -2), BOUNDS, 1, -1);
        ROW(call, (io.max_pieces = most_pieces, most_pieces[1] = -2), BOUNDS, 1, -1);
        ROW(call, (io.min_pieces = least_pieces, least_pieces[1] = -1), BOUNDS, 1, -1);
        ROW(call,
            (io.min_pieces = least_pieces, least_pieces[1] = 2, io.max_pieces = most_pieces,
             most_pieces[1] = 1),
            BOUNDS, 1, -1);
        ROW(call, (in.n = 4, io.equal_counts = 1, io.max_pieces = most_pieces, most_pieces[1] = 1),
            INFEASIBLE, 1, -1);
        ROW(call, (models_for_pieces(&flat), procs[1].max = -2), BOUNDS, 1, -1);
        ROW(call, (models_for_pieces(&flat), procs[1].required = 2), ARGUMENT, 1, -1);
        ROW(call, (models_for_pieces(NULL)), MODEL, 1, -1);
        ROW(call, (models_for_pieces(&falls)), NOT_MONOTONE, 1, -1);
        ROW(call, (models_for_pieces(&listed)), UNSUPPORTED, 1, -1);
        ROW(call, (models_for_pieces(&flat), procs[1].grain = 2), UNSUPPORTED, 1, -1);
        ROW(call, (models_for_pieces(&flat), link_by(&flat, 0)), UNSUPPORTED, 1, -1);
        ROW(call, (models_for_pieces(&flat), procs[1].cost = test_cost(&flat)), UNSUPPORTED, 1, -1);
        ROW(call, (models_for_pieces(&flat), procs[1].min = 1), UNSUPPORTED, 1, -1);
        ROW(call, (models_for_pieces(&flat), procs[1].required = 1), UNSUPPORTED, 1, -1);
        ROW(call, (io.max = most_load, most_load[0] = most_load[1] = 1, load[1] = 2), INFEASIBLE,
            -1, 1);
        NO(call, (io.max_pieces = most_pieces, most_pieces[0] = 1, most_pieces[1] = -1),
           INFEASIBLE);
        ROW(call, (io.min_pieces = least_pieces, least_pieces[1] = 3), INFEASIBLE, 1, -1);
        NO(call, (io.min_pieces = least_pieces, least_pieces[0] = 1, least_pieces[1] = 2),
           INFEASIBLE);
        NO(call, (io.max = most_load, most_load[0] = 1, most_load[1] = -1), INFEASIBLE);
        NO(call, io.max_bytes = 1, MAX_BYTES);
        NO(call, (io.alloc = fails(1)), MEMORY);
        items_of_types(call);
    }
    ROW(items_check, (io.replicas = 3, iout.copies = past, past[0] = 1, past[1] = 0), ARGUMENT, -1,
        1);
    NO(items_check, (io.replicas = 4, iout.copies = past, past[0] = past[1] = 1), ARGUMENT);
    NO(items_assign,
       (in.n = 3, io.max = most_load, load[0] = load[1] = load[2] = 2,
        most_load[0] = most_load[1] = 3),
       INFEASIBLE);
    NO(items_assign,
       (load[0] = load[1] = 3, io.max = most_load, most_load[0] = 1, most_load[1] = 8,
        io.max_pieces = most_pieces, most_pieces[1] = 1),
       INFEASIBLE);
    NO(items_assign,
       (load[0] = 3, load[1] = 4, io.max = most_load, most_load[0] = 5, most_load[1] = 2,
        io.max_work = 1),
       WORK_LIMIT);
    NO(items_assign,
       (load[0] = 3, load[1] = 4, io.max = most_load, most_load[0] = 5, most_load[1] = 2,
        io.progress = stop),
       STOPPED);
    NO(items_assign, (io.max = most_load, most_load[0] = -1, io.from = past, io.max_moved = -1),
       WORK_LIMIT);
    NO(items_assign, crossed_limits(), INFEASIBLE);
    NO(items_assign, crossed_limits() && whole_to(&io.max_work, 1), WORK_LIMIT);
    NO(items_assign, crossed_limits() && items_stop(), STOPPED);
    ROW(items_assign, with_groups(FPM_ITEMS_TOGETHER) && one_place_each(), INFEASIBLE, -1, 0);
    NO(items_assign, with_groups(1) && stuck_pieces(), WORK_LIMIT);
    NO(items_assign, with_types() && stuck_pieces() && real_to(&real[1], -1), WORK_LIMIT);
    NO(items_assign, crossed_limits() && with_types(), INFEASIBLE);
    owners_of_types();
    NO(items_assign, crossed_limits() && with_groups(2), INFEASIBLE);
    NO(items_assign, crossed_limits() && with_groups(2) && whole_to(&io.max_work, 1), WORK_LIMIT);
    NO(items_assign, crossed_limits() && with_types() && items_stop(), STOPPED);
}

static int items_fewest(void) {
    return fpm_items_fewest(in.n, in.load, in.p, in.x, in.real, &io, to.owner, record);
}
static int least_counts(void) {
    io.min_pieces = least_pieces;
    return 1;
}
static int items_share(void) {
    return fpm_items_share(in.n, in.load, in.p, &io, in.owner, &iout, to.d, record);
}
static int items_share_without_out(void) {
    return fpm_items_share(in.n, in.load, in.p, &io, in.owner, NULL, to.d, record);
}
static int few_places(void) {
    most_pieces[0] = 1;
    most_pieces[1] = FPM_NOTHING;
    io.max_pieces = most_pieces;
    return real_to(&in.x, 2);
}
/* Three pieces of 2 on two processors that take 3, or 5 and 2: sums suffice, but not the rest. */
static int pieces_of_two(int64_t a, int64_t b, double within) {
    in.n = 3;
    load[0] = 2;
    load[1] = 2;
    load[2] = 2;
    most_load[0] = a;
    most_load[1] = b;
    io.max = most_load;
    return real_to(&in.x, within);
}
/* 11 + 6 + 6 and 9 + 9 + 6 on processors that take 23 and 24, which takes a search. */
static int hard_pieces(void) {
    static const int64_t hard[6] = {6, 9, 6, 9, 11, 6};
    in.n = 6;
    memcpy(load, hard, sizeof hard);
    most_load[0] = 23;
    most_load[1] = 24;
    io.max = most_load;
    return real_to(&in.x, 200);
}

/* 11 11 6 3 3 do not fit on 18 and 16, though 34 is their sum, which takes a search. */
static int hopeless_pieces(void) {
    static const int64_t hard[5] = {11, 3, 11, 6, 3};
    in.n = 5;
    memcpy(load, hard, sizeof hard);
    most_load[0] = 18;
    most_load[1] = 16;
    io.max = most_load;
    return real_to(&in.x, 200);
}

/* Three copies of two pieces. */
static int copies_as(int first_piece, int second_piece) {
    io.replicas = 3;
    past[0] = first_piece;
    past[1] = second_piece;
    iout.copies = past;
    return 1;
}
static int without_load(void) {
    in.load = NULL;
    return 1;
}
static int without_owner(void) {
    in.owner = NULL;
    return 1;
}
static int without_old(void) {
    io.from = NULL;
    return 1;
}
static int without_share(void) {
    to.d = NULL;
    return 1;
}
static int most_loads(int64_t a, int64_t b) {
    most_load[0] = a;
    most_load[1] = b;
    io.max = most_load;
    return 1;
}
static int with_piece_speeds(double second) {
    speed[1] = second;
    io.speed = speed;
    return 1;
}
static int piece_models(void) {
    io.procs = procs;
    return 1;
}
static int items_stopped(void) {
    io.progress = stop;
    return 1;
}

/* The first piece has a copy on a processor that may take nothing: even shares are not allowed. */
static int uneven_alone(void) {
    return copies_as(2, 1) && owners_to(1, 0) && most_loads(0, FPM_NOTHING);
}

static void items_share_rows(void) {
    NO(items_share, whole_to(&in.n, -1), ARGUMENT);
    NO(items_share, whole_to(&in.n, INT32_MAX), ARGUMENT);
    NO(items_share, int_to(&in.p, 0), ARGUMENT);
    NO(items_share, without_load(), ARGUMENT);
    NO(items_share, without_owner(), ARGUMENT);
    NO(items_share, without_share(), ARGUMENT);
    NO(items_share, whole_to(&io.replicas, 3), ARGUMENT);
    NO(items_share, copies_as(2, 1) && whole_to(&io.replicas, 1), ARGUMENT);
    NO(items_share, copies_as(1, 1), ARGUMENT);
    NO(items_share_without_out, whole_to(&io.replicas, 3), ARGUMENT);
    ROW(items_share, copies_as(3, 0), ARGUMENT, -1, 1);
    ROW(items_share, int_to(&owner[1], 2), ARGUMENT, -1, 1);
    ROW(items_share, int_to(&owner[0], -1), ARGUMENT, -1, 0);
    ROW(items_share, whole_to(&load[1], -1), LOAD, -1, 1);
    ROW(items_share, whole_to(&load[1], FPM_SIZE_MAX), OVERFLOW, -1, 1);
    ROW(items_share, with_piece_speeds(0), BOUNDS, 1, -1);
    ROW(items_share, most_loads(0, -2), BOUNDS, 1, -1);
    ROW(items_share, most_loads(1, 5), INFEASIBLE, -1, 0);
    ROW(items_share, most_loads(FPM_NOTHING, 5), INFEASIBLE, -1, 0);
    NO(items_share, piece_models(), ARGUMENT);
    NO(items_share, near_owners(), ARGUMENT);
    NO(items_share, least_counts(), ARGUMENT);
    NO(items_share, few_places(), ARGUMENT);
    NO(items_share, int_to(&io.equal_counts, 1), ARGUMENT);
    NO(items_share, int_to(&io.colocate, 1), ARGUMENT);
    NO(items_share, int_to(&io.level, 1), ARGUMENT);
    NO(items_share, further(1, 1, 0, 0) != NULL, ARGUMENT);
    NO(items_share, with_types(), ARGUMENT);
    NO(items_share, with_groups(1), ARGUMENT);
    NO(items_share, sized(1, 1) && without_old(), ARGUMENT);
    NO(items_share, copies_were(0, 1, 1) && without_old(), ARGUMENT);
    NO(items_share, real_to(&io.slack, 1), ARGUMENT);
    NO(items_share, real_to(&io.slack, test_nan()), ARGUMENT);
    NO(items_share, whole_to(&io.max_moved, 1), ARGUMENT);
    NO(items_share, real_to(&io.gap, 0.5), ARGUMENT);
    NO(items_share, real_to(&io.gap, test_nan()), ARGUMENT);
    NO(items_share, whole_to(&io.max_work, -1), ARGUMENT);
    NO(items_share, uneven_alone() && whole_to(&io.max_work, 1), WORK_LIMIT);
    NO(items_share, uneven_alone() && items_stopped(), STOPPED);
    NO(items_share, one_byte(&io.max_bytes), MAX_BYTES);
    NO(items_share, fails_at(&io.alloc, 1), MEMORY);
}

static void items_fewest_rows(void) {
    NO(items_fewest, whole_to(&in.n, -1), ARGUMENT);
    NO(items_fewest, int_to(&in.p, 0), ARGUMENT);
    NO(items_fewest, real_to(&in.x, -1), ARGUMENT);
    NO(items_fewest, real_to(&in.x, 2e200), ARGUMENT);
    NO(items_fewest, real_to(&in.x, test_nan()), ARGUMENT);
    ROW(items_fewest, real_to(&real[1], -1), ARGUMENT, 1, -1);
    ROW(items_fewest, real_to(&real[1], test_nan()), ARGUMENT, 1, -1);
    ROW(items_fewest, real_to(&real[1], 2e60), ARGUMENT, 1, -1);
    NO(items_fewest, near_owners(), ARGUMENT);
    NO(items_fewest, copies_were(0, 1, 1) && whole_to(&io.replicas, 0) && (io.from = NULL) == NULL,
       ARGUMENT);
    NO(items_fewest, sized(1, 1), ARGUMENT);
    NO(items_fewest, least_counts(), ARGUMENT);
    NO(items_fewest, int_to(&io.equal_counts, 1), ARGUMENT);
    NO(items_fewest, further(1, 1, 0, 0) != NULL, ARGUMENT);
    NO(items_fewest, whole_to(&io.replicas, 3), ARGUMENT);
    NO(items_fewest, int_to(&io.colocate, 1), ARGUMENT);
    NO(items_fewest, int_to(&io.level, 1), ARGUMENT);
    NO(items_fewest, with_types(), ARGUMENT);
    NO(items_fewest, with_groups(1), ARGUMENT);
    NO(items_fewest, real_to(&io.gap, 0.5), ARGUMENT);
    NO(items_fewest, real_to(&io.gap, FPM_EXACT), ARGUMENT);
    NO(items_fewest, real_to(&io.gap, test_nan()), ARGUMENT);
    NO(items_fewest, real_to(&io.slack, test_nan()), ARGUMENT);
    NO(items_fewest, whole_to(&io.max_work, -1), ARGUMENT);
    ROW(items_fewest, whole_to(&load[1], -1), LOAD, -1, 1);
    ROW(items_fewest, whole_to(&load[1], 2), INFEASIBLE, -1, 1);
    NO(items_fewest, int_to(&in.p, 1), INFEASIBLE);
    NO(items_fewest, few_places(), INFEASIBLE);
    NO(items_fewest, pieces_of_two(3, 3, 9), INFEASIBLE);
    NO(items_fewest, pieces_of_two(3, 3, 9) && real_to(&real[1], 2), INFEASIBLE);
    NO(items_fewest, hopeless_pieces(), INFEASIBLE);
    NO(items_fewest, hopeless_pieces() && real_to(&real[1], 2), INFEASIBLE);
    NO(items_fewest, hard_pieces() && whole_to(&io.max_work, 1), WORK_LIMIT);
    NO(items_fewest, hard_pieces() && whole_to(&io.max_work, 1) && real_to(&real[1], 2),
       WORK_LIMIT);
    NO(items_fewest, one_byte(&io.max_bytes), MAX_BYTES);
    NO(items_fewest, fails_at(&io.alloc, 1), MEMORY);
}

/* ---- grids and rectangles ---- */

static int grid_init(void) {
    return fpm_grid_init(to.grid, in.rows, in.cols, in.load, in.stride, &go, record);
}
static int grid_init_real(void) {
    return fpm_grid_init_real(to.grid, in.rows, in.cols, in.real, in.stride, &go, record);
}
static int grid_init_sparse(void) {
    return fpm_grid_init_sparse(to.grid, in.rows, in.cols, in.count, in.row, in.col, in.load, &go,
                                record);
}

static void grids(void) {
    int (*const every[3])(void) = {grid_init, grid_init_real, grid_init_sparse};
    int k;
    for (k = 0; k < 3; k++) {
        NO(every[k], to.grid = NULL, ARGUMENT);
        NO(every[k], in.rows = 0, ARGUMENT);
        NO(every[k], in.cols = 0, ARGUMENT);
        NO(every[k], (in.rows = INT64_C(1) << 60), OVERFLOW);
        NO(every[k], (in.cols = INT64_C(1) << 60), OVERFLOW);
        NO(every[k], (in.rows = in.cols = INT64_C(1) << 30), OVERFLOW);
        NO(every[k], (in.rows = in.cols = 12000), MAX_BYTES);
        NO(every[k], go.max_bytes = 1, MAX_BYTES);
        NO(every[k], (go.alloc = fails(1)), MEMORY);
        NO(every[k], (go.alloc = fails(2)), MEMORY);
        ROW(every[k], (load[1] = -1, real[1] = -1), LOAD, -1, 1);
    }
    NO(grid_init, in.load = NULL, ARGUMENT);
    NO(grid_init, in.stride = 1, ARGUMENT);
    ROW(grid_init, (load[3] = INT64_C(1) << 60), OVERFLOW, -1, 3);
    NO(grid_init_real, in.real = NULL, ARGUMENT);
    NO(grid_init_real, in.stride = 1, ARGUMENT);
    ROW(grid_init_real, (real[3] = test_nan()), LOAD, -1, 3);
    ROW(grid_init_real, real[2] = real[3] = 1.5e308, OVERFLOW, -1, 3);
    NO(grid_init_sparse, in.count = -1, ARGUMENT);
    NO(grid_init_sparse, in.row = NULL, ARGUMENT);
    NO(grid_init_sparse, in.col = NULL, ARGUMENT);
    ROW(grid_init_sparse, row[1] = -1, BOUNDS, -1, 1);
    ROW(grid_init_sparse, row[1] = 2, BOUNDS, -1, 1);
    ROW(grid_init_sparse, col[1] = -1, BOUNDS, -1, 1);
    ROW(grid_init_sparse, col[1] = 2, BOUNDS, -1, 1);
    ROW(grid_init_sparse, (load[0] = load[1] = INT64_C(1) << 59), OVERFLOW, -1, 1);
    NO(grid_init_sparse, (load[0] = load[1] = INT64_C(1) << 59, row[1] = 1), OVERFLOW);
}

static int rect_partition(void) {
    return fpm_rect_partition(in.grid, in.p, &qo, to.part, &out.rects, record);
}
static int rect_fewest(void) {
    return fpm_rect_fewest(in.grid, in.p, in.x, &qo, to.part, &out.rects, record);
}
static int rect_check(void) {
    return fpm_rect_check(in.grid, in.p, &qo, in.part, &out.rects, record);
}
static int rect_index_init(void) { return fpm_rect_index_init(to.index, in.p, in.part, in.alloc); }
/* A row's change of one number. */
static void set(int64_t *at, int64_t value) { *at = value; }
static void set_int(int *at, int value) { *at = value; }
static void set_size(size_t *at, size_t value) { *at = value; }

static int rect_neighbours(void) {
    return fpm_rect_neighbours(in.p, in.part, in.edges, to.first, to.other, to.cells, in.capacity,
                               in.alloc);
}
static const fpm_proc *models_for_rects(const fpm_model *m) {
    procs[1].model = m;
    return qo.procs = procs;
}
#define CUTS(change)                                                                               \
    (qo.algorithm = FPM_RECT_M_PROBE, qo.orientation = FPM_RECT_HOR, qo.stripes = 2,               \
     qo.cuts = cut, change)
#define COUNTS(change) (qo.algorithm = FPM_RECT_M_ALLOC, qo.stripes = 2, qo.counts = parts, change)

static void rects(void) {
    int (*const every[2])(void) = {rect_partition, rect_check};
    int k;
    for (k = 0; k < 2; k++) {
        int (*const call)(void) = every[k];
        NO(call, in.grid = NULL, ARGUMENT);
        NO(call, in.grid = &no_grid, ARGUMENT);
        NO(call, int_to(&in.p, 0), ARGUMENT);
        NO(call, to.part = in.part = NULL, ARGUMENT);
        NO(call, qo.min_rows = -1, ARGUMENT);
        NO(call, qo.min_cols = -1, ARGUMENT);
        NO(call, qo.max_work = -1, ARGUMENT);
        NO(call, qo.border = -1, ARGUMENT);
        NO(call, (qo.border = test_nan()), ARGUMENT);
        NO(call, (qo.speed = speed, qo.procs = procs), ARGUMENT);
        ROW(call, (qo.speed = speed, speed[1] = 0), ARGUMENT, 1, -1);
        NO(call, (qo.from = old, qo.parts = -1), ARGUMENT);
        ROW(call, (qo.from = old, old[1].r1 = 3), ARGUMENT, 1, -1);
        ROW(call, (qo.from = old, old[1].r0 = 0), ARGUMENT, 0, -1);
        NO(call, (qo.from = old, qo.parts = 1), ARGUMENT);
        ROW(call, (models_for_rects(&flat), procs[1].required = 2), ARGUMENT, 1, -1);
        ROW(call, (models_for_rects(NULL)), MODEL, 1, -1);
        ROW(call, (models_for_rects(&flat), procs[1].max = -2), BOUNDS, 1, -1);
        ROW(call, (models_for_rects(&falls)), NOT_MONOTONE, 1, -1);
        ROW(call, (models_for_rects(&listed)), UNSUPPORTED, 1, -1);
        ROW(call, (models_for_rects(&flat), procs[1].min = 1), UNSUPPORTED, 1, -1);
        ROW(call, (models_for_rects(&flat), link_by(&flat, 0)), UNSUPPORTED, 1, -1);
        ROW(call, (models_for_rects(&flat), procs[1].required = 1), UNSUPPORTED, 1, -1);
        NO(call, (qo.speed = speed, in.grid = &heavy), SIZE);
        NO(call, (qo.procs = procs, in.grid = &heavy), SIZE);
        NO(call, qo.border = 1e200, OVERFLOW);
        NO(call, qo.max_bytes = 1, MAX_BYTES);
        NO(call, (qo.alloc = fails(1)), MEMORY);
        NO(call, (qo.speed = speed, qo.alloc = fails(k ? 1 : 4)), MEMORY);
    }
    NO(rect_partition, qo.free_order = 2, ARGUMENT);
    NO(rect_partition,
       (qo.free_order = 1, qo.speed = speed, speed[1] = 2, qo.algorithm = FPM_RECT_M_OPT),
       UNSUPPORTED);
    NO(rect_partition, qo.algorithm = -1, ARGUMENT);
    NO(rect_partition, qo.algorithm = FPM_RECT_COMPACT + 1, ARGUMENT);
    NO(rect_partition, qo.orientation = 3, ARGUMENT);
    NO(rect_partition, qo.direction = 4, ARGUMENT);
    NO(rect_partition, qo.stripes = -1, ARGUMENT);
    NO(rect_partition, qo.stripes = 3, ARGUMENT);
    NO(rect_partition, (qo.algorithm = FPM_RECT_PQ_OPT, in.p = 3, qo.stripes = 2), ARGUMENT);
    NO(rect_partition, qo.max_work = -1, ARGUMENT);
    NO(rect_partition, qo.slack = -1, ARGUMENT);
    NO(rect_partition, qo.compact = -0.5, ARGUMENT);
    NO(rect_partition, (qo.compact = test_nan()), ARGUMENT);
    NO(rect_partition, CUTS(qo.stripes = 0), ARGUMENT);
    NO(rect_partition, CUTS(cut[2] = 1), ARGUMENT);
    NO(rect_partition, CUTS(qo.orientation = FPM_RECT_BEST), ARGUMENT);
    NO(rect_partition, CUTS(qo.algorithm = FPM_RECT_M_OPT), ARGUMENT);
    NO(rect_partition, COUNTS(parts[1] = 2), ARGUMENT);
    NO(rect_partition, COUNTS((parts[0] = -1, parts[1] = 3)), ARGUMENT);
    NO(rect_partition, (qo.algorithm = FPM_RECT_PQ_OPT, in.p = 4, qo.stripes = 5), ARGUMENT);
    NO(rect_partition, qo.stripes = 1, ARGUMENT);
    NO(rect_partition, CUTS(cut[0] = 1), ARGUMENT);
    NO(rect_partition, CUTS(cut[1] = 3), ARGUMENT);
    NO(rect_partition, COUNTS(qo.stripes = 0), ARGUMENT);
    NO(rect_partition, COUNTS(qo.algorithm = FPM_RECT_M_OPT), ARGUMENT);
    NO(rect_partition, CUTS(int_to(&qo.algorithm, FPM_RECT_M_HEUR)), ARGUMENT);
    NO(rect_partition, COUNTS(int_to(&qo.algorithm, FPM_RECT_M_HEUR)), ARGUMENT);
    NO(rect_partition, (qo.algorithm = FPM_RECT_PEEL, qo.orientation = FPM_RECT_HOR), ARGUMENT);
    NO(rect_partition, qo.direction = FPM_RECT_BY_DIST, ARGUMENT);
    NO(rect_partition, (qo.algorithm = FPM_RECT_M_OPT, qo.compact = 0.1), ARGUMENT);
    NO(rect_partition, (qo.algorithm = FPM_RECT_M_OPT, qo.slack = 0.1), ARGUMENT);
    NO(rect_partition, qo.parts = 2, ARGUMENT);
    NO(rect_partition, (qo.algorithm = FPM_RECT_M_OPT, qo.from = old, qo.slack = 0.1), ARGUMENT);
    NO(rect_partition, int_to(&qo.algorithm, FPM_RECT_NEAR), ARGUMENT);
    NO(rect_partition,
       (qo.algorithm = FPM_RECT_M_OPT, qo.speed = speed, speed[1] = 2, qo.free_order = 1),
       UNSUPPORTED);
    NO(rect_partition, (qo.speed = speed, speed[1] = 2, qo.free_order = 1, qo.from = old),
       UNSUPPORTED);
    NO(rect_partition, (qo.algorithm = FPM_RECT_PEEL, qo.speed = speed), UNSUPPORTED);
    NO(rect_partition, (models_for_rects(&flat), procs[0].max = procs[1].max = FPM_NOTHING),
       INFEASIBLE);
    NO(rect_partition, qo.min_rows = 3, INFEASIBLE);
    NO(rect_partition,
       (models_for_rects(&flat), procs[0].max = procs[1].max = 2, qo.min_rows = qo.min_cols = 2),
       INFEASIBLE);
    NO(rect_partition, qo.min_cols = 3, INFEASIBLE);
    NO(rect_partition, (qo.min_rows = 2, qo.alloc = fails(4)), MEMORY);
    NO(rect_partition, (models_for_rects(&flat), procs[0].max = 1, procs[1].max = 3), INFEASIBLE);
    NO(rect_partition,
       (models_for_rects(&flat), procs[0].max = 1, procs[1].max = 3, qo.max_work = 1), WORK_LIMIT);

    BARE(rect_index_init, to.index = NULL, ARGUMENT);
    BARE(rect_index_init, int_to(&in.p, 0), ARGUMENT);
    BARE(rect_index_init, in.part = NULL, ARGUMENT);
    for (k = 1; k <= 5; k++) BARE(rect_index_init, (in.alloc = fails(k)), MEMORY);
    BARE(rect_neighbours, int_to(&in.p, 0), ARGUMENT);
    BARE(rect_neighbours, in.part = NULL, ARGUMENT);
    BARE(rect_neighbours, to.first = NULL, ARGUMENT);
    BARE(rect_neighbours, to.other = NULL, ARGUMENT);
    BARE(rect_neighbours, to.cells = NULL, ARGUMENT);
    BARE(rect_neighbours, rect[1].r0 = -1, ARGUMENT);
    BARE(rect_neighbours, rect[1].c0 = -1, ARGUMENT);
    BARE(rect_neighbours, rect[1].r0 = 0, ARGUMENT);
    BARE(rect_neighbours, set(&rect[1].r1, FPM_SIZE_MAX + 1), ARGUMENT);
    BARE(rect_neighbours, in.capacity = 1, CAPACITY);
    BARE(rect_neighbours, set(&edges.rows, 0), ARGUMENT);
    BARE(rect_neighbours, set(&edges.cols, 1), ARGUMENT);
    BARE(rect_neighbours, set_int(&edges.fold, 3), ARGUMENT);
    BARE(rect_neighbours, (set_int(&edges.fold, FPM_FOLD_LAST), set_int(&edges.wrap_rows, 1)),
         ARGUMENT);
    BARE(rect_neighbours, (in.alloc = fails(1)), MEMORY);
}

/* ---- equal tiles ---- */

static const int64_t corner_rows[4] = {0, 0, 1, 1}, corner_cols[4] = {0, 2, 0, 2};

static int tiles_partition(void) {
    return fpm_tiles_partition(in.grid, in.p, &eo, to.part, &out.tiling, record);
}
static int tiles_check(void) {
    return fpm_tiles_check(in.grid, in.p, &eo, in.part, in.tiling, record);
}
static int tiles_owners(void) {
    return fpm_tiles_owners(in.grid, in.tiling, to.owner, in.capacity, record);
}

/* Four tiles with load, each of a cell, or two, of `corners`. */
static void quarters(int p) {
    in.grid = &corners;
    in.p = p;
    eo.down = 2;
    eo.across = 2;
}
static void tiles_alloc(int64_t at) { eo.alloc = fails(at); }
static void tiles_stop(void) { eo.progress = stop; }
static void freed_grid(void) { in.grid = &no_grid; }

static int of_class(int number) { return int_to(&qo.algorithm, number); }
static int with_speeds(void) {
    qo.speed = speed;
    return 1;
}
static int with_models(void) {
    models_for_rects(&flat);
    return 1;
}
static int with_cuts(void) {
    qo.cuts = cut;
    return 1;
}
static int with_counts(void) {
    qo.counts = parts;
    return 1;
}
static int with_old(void) {
    qo.from = old;
    return 1;
}
static int without_grid(void) {
    in.grid = NULL;
    return 1;
}
static int of_no_grid(void) {
    freed_grid();
    return 1;
}
static int without_part(void) {
    to.part = NULL;
    return 1;
}

static void rects_fewest(void) {
    NO(rect_fewest, without_grid(), ARGUMENT);
    NO(rect_fewest, of_no_grid(), ARGUMENT);
    NO(rect_fewest, int_to(&in.p, 0), ARGUMENT);
    NO(rect_fewest, without_part(), ARGUMENT);
    NO(rect_fewest, real_to(&in.x, -1), ARGUMENT);
    NO(rect_fewest, real_to(&in.x, 2e200), ARGUMENT);
    NO(rect_fewest, real_to(&in.x, test_nan()), ARGUMENT);
    NO(rect_fewest, with_speeds(), ARGUMENT);
    NO(rect_fewest, with_models(), ARGUMENT);
    NO(rect_fewest, with_cuts(), ARGUMENT);
    NO(rect_fewest, with_counts(), ARGUMENT);
    NO(rect_fewest, with_old(), ARGUMENT);
    NO(rect_fewest, int_to(&qo.free_order, 1), ARGUMENT);
    NO(rect_fewest, int_to(&qo.stripes, 1), ARGUMENT);
    NO(rect_fewest, of_class(-1), ARGUMENT);
    NO(rect_fewest, of_class(FPM_RECT_NEAR), ARGUMENT);
    NO(rect_fewest, real_to(&qo.slack, 1), ARGUMENT);
    NO(rect_fewest, real_to(&qo.slack, test_nan()), ARGUMENT);
    NO(rect_fewest, real_to(&qo.compact, -0.5), ARGUMENT);
    NO(rect_fewest, whole_to(&qo.max_work, -1), ARGUMENT);
    NO(rect_fewest, real_to(&qo.border, -1), ARGUMENT);
    NO(rect_fewest, real_to(&qo.border, 1e199), OVERFLOW);
    ROW(rect_fewest, real_to(&in.x, 0.5), INFEASIBLE, -1, 0);
    NO(rect_fewest, int_to(&in.p, 1) && real_to(&in.x, 1), INFEASIBLE);
    NO(rect_fewest, whole_to(&qo.min_rows, 3), INFEASIBLE);
    NO(rect_fewest, whole_to(&qo.min_rows, 2) && whole_to(&qo.min_cols, 2) && real_to(&in.x, 2),
       WORK_LIMIT);
    NO(rect_fewest, one_byte(&qo.max_bytes), MAX_BYTES);
    NO(rect_fewest, fails_at(&qo.alloc, 1), MEMORY);
}
static void third_part(void) {
    in.p = 3;
    rect[2].r1 = 1;
    rect[2].c1 = 1;
}
static void no_parts(void) {
    in.part = NULL;
    to.part = NULL;
}
#define NONE(pointer) memset(&(pointer), 0, sizeof(pointer))

static void equal_tiles(void) {
    int (*const both[2])(void) = {tiles_partition, tiles_check};
    int64_t *const counts[6] = {&eo.halo, &eo.min_rows, &eo.min_cols,
                                &eo.down, &eo.across,   &eo.max_work};
    int k, c;
    for (k = 0; k < 2; k++) {
        NO(both[k], NONE(in.grid), ARGUMENT);
        NO(both[k], freed_grid(), ARGUMENT);
        NO(both[k], set_int(&in.p, 0), ARGUMENT);
        NO(both[k], no_parts(), ARGUMENT);
        NO(both[k], set_int(&eo.form, -1), ARGUMENT);
        NO(both[k], set_int(&eo.form, FPM_TILES_FMS + 1), ARGUMENT);
        for (c = 0; c < 6; c++) NO(both[k], set(counts[c], -1), ARGUMENT);
        NO(both[k], set_size(&eo.max_bytes, 1), MAX_BYTES);
        for (c = 1; c <= 2; c++) NO(both[k], tiles_alloc(c), MEMORY);
    }
    for (k = 3; k <= 6; k++) NO(tiles_partition, tiles_alloc(k), MEMORY);
    for (c = 0; c < 5; c++) NO(tiles_partition, set(counts[c], 3), INFEASIBLE);
    NO(tiles_partition, (set(&eo.down, 2), set(&eo.across, 2)), INFEASIBLE);
    NO(tiles_partition, quarters(3), INFEASIBLE);
    NO(tiles_partition, (quarters(3), set(&eo.max_work, 1)), WORK_LIMIT);
    NO(tiles_partition, (quarters(3), tiles_stop()), STOPPED);
    NO(tiles_check, NONE(in.tiling), ARGUMENT);
    NO(tiles_owners, NONE(in.grid), ARGUMENT);
    NO(tiles_owners, NONE(in.tiling), ARGUMENT);
    NO(tiles_owners, NONE(to.owner), ARGUMENT);
    NO(tiles_owners, set_int(&tiling.form, 4), ARGUMENT);
    NO(tiles_owners, set(&tiling.down, 0), ARGUMENT);
    NO(tiles_owners, set(&tiling.across, 3), ARGUMENT);
    NO(tiles_owners, set(&tiling.rows, 2), ARGUMENT);
    NO(tiles_owners, (set_int(&tiling.form, FPM_TILES_SHORT), set(&tiling.rows, 2)), ARGUMENT);
    NO(tiles_owners, set(&in.capacity, 1), CAPACITY);
}

/* ---- surfaces and tiles ---- */

static int model2d_init(void) {
    return fpm_model2d_init(to.surface, in.count, in.size, in.row, in.seconds, in.alloc, record);
}
static int model2d_discrete(void) {
    return fpm_model2d_discrete(to.surface, in.count, in.size, in.row, in.seconds, in.alloc,
                                record);
}
static int model2d_time(void) { return fpm_model2d_time(in.surface, in.at_m, in.at_n, to.seconds); }
static int matrix_areas(void) {
    return fpm_matrix_areas(in.rows, in.cols, in.p, in.real, &xo, to.tiles, &out.tiled, record);
}
static int matrix_partition(void) {
    return fpm_matrix_partition(in.rows, in.cols, in.p, in.procs, &xo, to.tiles, &out.tiled,
                                record);
}
static int matrix_partition2d(void) {
    return fpm_matrix_partition2d(in.rows, in.cols, in.p, in.pairs, &xo, to.tiles, &out.tiled,
                                  record);
}
#define TABLES (pairs[0].model = pairs[1].model = &table)
#define POINTS(change) (row[0] = row[1] = 1, change)

static void surfaces(void) {
    enum { MANY = 4097 };
    static int64_t lines[MANY];
    static double slow[MANY];
    int k;
    NO(model2d_init, POINTS(to.surface = NULL), ARGUMENT);
    NO(model2d_init, POINTS(in.size = NULL), ARGUMENT);
    NO(model2d_init, POINTS(in.row = NULL), ARGUMENT);
    NO(model2d_init, POINTS(in.seconds = NULL), ARGUMENT);
    NO(model2d_init, POINTS(in.count = 0), NO_POINTS);
    ROW(model2d_init, POINTS(out.size[1] = 0), SIZE, -1, 1);
    ROW(model2d_init, POINTS(row[1] = INT64_C(1) << 31), SIZE, -1, 1);
    ROW(model2d_init, POINTS(out.times[1] = 0), TIME, -1, 1);
    ROW(model2d_init, POINTS(out.size[1] = 1), ORDER, -1, 1);
    NO(model2d_init, POINTS(in.alloc = fails(1)), MEMORY);
    NO(model2d_init, POINTS(in.alloc = fails(4)), MEMORY);
    NO(model2d_init, (in.count = (1 << 24) + 1), OVERFLOW);
    for (k = 0; k < MANY; k++) lines[k] = k + 1, slow[k] = 1; /* 4097 x 4097 grid points */
    NO(model2d_init, (in.count = MANY, in.size = in.row = lines, in.seconds = slow), OVERFLOW);
    NO(model2d_discrete, POINTS(to.surface = NULL), ARGUMENT);
    NO(model2d_discrete, POINTS(in.count = 0), NO_POINTS);
    ROW(model2d_discrete, POINTS(out.times[1] = 0), TIME, -1, 1);
    ROW(model2d_discrete, POINTS(out.size[1] = 1), ORDER, -1, 1);
    NO(model2d_discrete, POINTS(in.alloc = fails(4)), MEMORY);
    NO(model2d_discrete, (in.count = MANY, in.size = in.row = lines, in.seconds = slow), OVERFLOW);
    BARE(model2d_time, (in.surface = &single, in.at_m = 2), SIZE);
    BARE(model2d_time, in.surface = NULL, MODEL);
    BARE(model2d_time, in.surface = &no_surface, MODEL);
    BARE(model2d_time, to.seconds = NULL, ARGUMENT);
    BARE(model2d_time, in.at_m = -1, SIZE);
    BARE(model2d_time, in.at_n = -1, SIZE);
    BARE(model2d_time, (in.at_m = big, in.at_n = 2), SIZE);
}

enum { CROWD = 24 };
static fpm_proc2d crowd[CROWD];
static fpm_tile crowd_tiles[CROWD];

static void tiles(void) {
    int (*const every[3])(void) = {matrix_areas, matrix_partition, matrix_partition2d};
    int k;
    for (k = 0; k < 3; k++) {
        int (*const call)(void) = every[k];
        NO(call, in.rows = 0, ARGUMENT);
        NO(call, in.cols = 0, ARGUMENT);
        NO(call, int_to(&in.p, 0), ARGUMENT);
        NO(call, to.tiles = NULL, ARGUMENT);
        NO(call, (in.real = NULL, in.procs = NULL, in.pairs = NULL), ARGUMENT);
        NO(call, xo.block = -1, ARGUMENT);
        NO(call, xo.arrangement = -1, ARGUMENT);
        NO(call, xo.arrangement = FPM_MATRIX_CUTS + 1, ARGUMENT);
        NO(call, xo.columns = -1, ARGUMENT);
        NO(call, xo.compact = -0.5, ARGUMENT);
        NO(call, (xo.compact = test_nan()), ARGUMENT);
        NO(call, (xo.arrangement = FPM_MATRIX_ROWS, xo.compact = 0.1), ARGUMENT);
        NO(call, (xo.arrangement = FPM_MATRIX_ROWS, xo.compact = FPM_EXACT), ARGUMENT);
        NO(call, xo.max_work = -1, ARGUMENT);
        NO(call, (xo.arrangement = FPM_MATRIX_ROWS, xo.max_work = 1), ARGUMENT);
        NO(call, in.cols = big, SIZE);
        NO(call, int_to(&in.p, 5), TILES);
        NO(call, xo.columns = 3, TILES);
        NO(call, (in.rows = 4, in.cols = 1, xo.columns = 2, xo.arrangement = FPM_MATRIX_COLUMNS),
           TILES);
        NO(call, xo.block = 3, BLOCK);
        NO(call, xo.max_bytes = 1, MAX_BYTES);
        NO(call, (xo.alloc = fails(1)), MEMORY);
    }
    ROW(matrix_areas, real[1] = 0, AREA, 1, -1);
    ROW(matrix_areas, (real[1] = test_inf()), AREA, 1, -1);
    ROW(matrix_areas, real[1] = 2e200, AREA, 1, -1);
    ROW(matrix_areas, real[1] = 0.9e-15, AREA, 1, -1);
    ROW(matrix_areas, (xo.max = max, max[1] = -2), BOUNDS, 1, -1);
    NO(matrix_areas, (xo.max = max, max[0] = max[1] = 1), INFEASIBLE);
    NO(matrix_areas, (xo.max = max, max[0] = 1, max[1] = 3), INFEASIBLE);
    NO(matrix_areas, xo.max_work = 1, ARGUMENT);
    NO(matrix_partition, xo.max_work = 1, ARGUMENT);
    NO(matrix_partition, xo.max = max, ARGUMENT);
    ROW(matrix_partition, procs[1].model = NULL, MODEL, 1, -1);
    ROW(matrix_partition, procs[1].min = 1, UNSUPPORTED, 1, -1);
    ROW(matrix_partition, procs[1].grain = 2, UNSUPPORTED, 1, -1);
    ROW(matrix_partition, procs[1].required = 1, UNSUPPORTED, 1, -1);
    ROW(matrix_partition, procs[1].cost = test_cost(&flat), UNSUPPORTED, 1, -1);
    ROW(matrix_partition, link_by(&flat, 0), UNSUPPORTED, 1, -1);
    ROW(matrix_partition, link_by(NULL, 1), UNSUPPORTED, 1, -1);
    ROW(matrix_partition, procs[1].model = &listed, UNSUPPORTED, 1, -1);
    ROW(matrix_partition, procs[1].max = -2, BOUNDS, 1, -1);
    NO(matrix_partition, procs[0].max = procs[1].max = 1, INFEASIBLE);
    NO(matrix_partition, (procs[0].max = 1, procs[1].max = 3), INFEASIBLE);
    NO(matrix_areas, xo.arrangement = FPM_MATRIX_CUTS, ARGUMENT);
    NO(matrix_partition, xo.arrangement = FPM_MATRIX_CUTS, ARGUMENT);
    NO(matrix_partition2d, (xo.arrangement = FPM_MATRIX_CUTS, xo.columns = 1), ARGUMENT);
    NO(matrix_partition2d, (xo.arrangement = FPM_MATRIX_CUTS, in.rows = 3, xo.block = 2), ARGUMENT);
    NO(matrix_partition2d, (xo.arrangement = FPM_MATRIX_CUTS, xo.compact = 0.1), ARGUMENT);
    NO(matrix_partition2d, (TABLES, xo.arrangement = FPM_MATRIX_CUTS, xo.max_work = 1), WORK_LIMIT);
    NO(matrix_partition2d, xo.max = max, ARGUMENT);
    ROW(matrix_partition2d, pairs[1].model = NULL, MODEL, 1, -1);
    ROW(matrix_partition2d, pairs[1].model = &no_surface, MODEL, 1, -1);
    ROW(matrix_partition2d, pairs[1].max = -2, BOUNDS, 1, -1);
    ROW(matrix_partition2d, pairs[1].fixed = -1, BOUNDS, 1, -1);
    ROW(matrix_partition2d, (pairs[1].fixed = test_nan()), BOUNDS, 1, -1);
    NO(matrix_partition2d, pairs[0].max = pairs[1].max = 1, INFEASIBLE);
    NO(matrix_partition2d, (xo.max_work = 1, xo.arrangement = FPM_MATRIX_ROWS), ARGUMENT);
    NO(matrix_partition2d, (pairs[1].model = &table, xo.columns = 1), ARGUMENT);
    NO(matrix_partition2d, (pairs[1].model = &table, in.rows = 3, xo.block = 2), ARGUMENT);
    NO(matrix_partition2d, (pairs[0].model = pairs[1].model = &single), INFEASIBLE);
    NO(matrix_partition2d, (TABLES, in.rows = 1 << 25), OVERFLOW);
    NO(matrix_partition2d, (TABLES, xo.max_work = 1), WORK_LIMIT);
    NO(matrix_partition2d, (TABLES, xo.max_work = 6), WORK_LIMIT);
    NO(matrix_partition2d, (TABLES, xo.progress = stop), STOPPED);
    NO(matrix_partition2d, (TABLES, pairs[0].max = pairs[1].max = FPM_NOTHING), INFEASIBLE);
    NO(matrix_partition2d, (TABLES, xo.alloc = fails(8)), MEMORY);
    for (k = 0; k < CROWD; k++) {
        crowd[k].model = &uneven;
        crowd[k].fixed = k; /* each is of a kind of its own: too many to try all sets of them */
    }
    NO(matrix_partition2d,
       (in.p = CROWD, in.pairs = crowd, to.tiles = crowd_tiles, in.rows = in.cols = 9), WORK_LIMIT);
}

/* ---- balance ---- */

static fpm_balance run;
static int64_t run_d[2];

static int balance_init(void) {
    fpm_balance made, zero;
    int status;
    memset(&zero, 0, sizeof zero), memset(&made, 0x77, sizeof made);
    status = fpm_balance_init(in.i < 0 ? NULL : &made, in.n, in.p, in.procs, in.unit_cost,
                              in.move_cost, &bo, to.d, record);
    if (in.i >= 0) CHECK(!memcmp(&made, &zero, sizeof made)); /* it holds nothing */
    return status;
}
/* A routine of in.n units to call with; the partition has to stay. */
static fpm_balance *routine(void) {
    CHECK_INT(fpm_balance_init(&run, in.n, in.p, in.procs, 0, 0, &bo, NULL, NULL), FPM_OK);
    memcpy(run_d, run.d, sizeof run_d);
    return in.balance = &run;
}
static int ended(int status) {
    CHECK(!memcmp(run.d, run_d, sizeof run_d));
    CHECK_INT(run.moves, 0);
    fpm_balance_free(&run);
    return status;
}
static int balance_step(void) {
    return ended(fpm_balance_step(in.balance, in.seconds, to.d, record));
}
static int balance_resize(void) {
    return ended(fpm_balance_resize(in.balance, in.n, to.d, record));
}
static int balance_leave(void) { return ended(fpm_balance_leave(in.balance, in.i, to.d, record)); }
static int balance_join(void) { return ended(fpm_balance_join(in.balance, in.i, to.d, record)); }
static int balance_cost(void) { return ended(fpm_balance_cost(in.balance, in.x, 0)); }
static int balance_move_cost(void) { return ended(fpm_balance_cost(in.balance, 0, in.x)); }
static int balance_moved(void) { return ended(fpm_balance_moved(in.balance, in.x)); }
static int balance_wall(void) { return ended(fpm_balance_wall(in.balance, in.x)); }
static int balance_points(void) { return ended(fpm_balance_points(in.balance, in.i, in.points)); }
#define GO(change) (routine(), change)
/* Memory fails from now on. */
static int64_t no_more(void) { return heap.fail_at = heap.requests + 1; }
#define BROKE (bo.alloc = fails(0), routine(), no_more())

static void chain_too_large(void) {
    bo.chain = &units;
    procs[0].max = FPM_NOTHING;
    procs[1].max = FPM_NOTHING;
}

static void chain_with_grain(void) {
    bo.chain = &units;
    procs[1].grain = 2;
}

static void chains_that_end_late(void) {
    bo.chain = &units;
    units.chains = 2;
    units.first = first;
    first[2] = 3;
}

static void only_even_shares(void) {
    procs[0].grain = 2;
    procs[1].grain = 2;
    in.n = 3;
}

static void balances(void) {
    int (*const every[3])(void) = {balance_resize, balance_leave, balance_join};
    int (*const value[3])(void) = {balance_cost, balance_move_cost, balance_moved};
    int64_t fewest;
    int k;
    NO(balance_init, in.i = -1, ARGUMENT);
    NO(balance_init, in.n = -1, ARGUMENT);
    NO(balance_init, in.n = big + 1, ARGUMENT);
    NO(balance_init, int_to(&in.p, 0), ARGUMENT);
    NO(balance_init, bo.contiguous = 2, ARGUMENT);
    NO(balance_init, in.unit_cost = -1, ARGUMENT);
    NO(balance_init, in.move_cost = -1, ARGUMENT);
    NO(balance_init, (in.unit_cost = test_nan()), ARGUMENT);
    NO(balance_init, in.move_cost = 2e60, ARGUMENT);
    NO(balance_init, (in.unit_cost = in.move_cost = -test_inf()), ARGUMENT);
    NO(balance_init, bo.min_gain = -1, ARGUMENT);
    NO(balance_init, (bo.trust = test_nan()), ARGUMENT);
    NO(balance_init, bo.stale = 2e60, ARGUMENT);
    NO(balance_init, bo.method = -1, ARGUMENT);
    NO(balance_init, bo.method = 4, ARGUMENT);
    NO(balance_init, bo.iterations = -1, ARGUMENT);
    NO(balance_init, bo.max_work = -1, ARGUMENT);
    NO(balance_init, bo.min_items = -1, ARGUMENT);
    NO(balance_init, bo.min_items = 1, ARGUMENT); /* without a chain */
    NO(balance_init, (bo.from = from, from[0] = -1), ARGUMENT);
    NO(balance_init, (bo.from = from, from[0] = in.n + 1), ARGUMENT);
    NO(balance_init, (bo.from = from, from[0] = from[1] = 0), ARGUMENT);
    ROW(balance_init, (bo.from = from, from[0] = 0, from[1] = in.n, procs[1].max = 1), INFEASIBLE,
        1, -1);
    NO(balance_init, bo.trust = 1, ARGUMENT);
    NO(balance_init, (bo.method = FPM_BALANCE_CONSTANT, bo.iterations = 1), ARGUMENT);
    NO(balance_init, (bo.method = FPM_BALANCE_DFPA, bo.trust = 2), ARGUMENT);
    NO(balance_init, (bo.method = FPM_BALANCE_NUMERICAL, bo.stale = 2), ARGUMENT);
    NO(balance_init, (bo.chain = &units, bo.max_work = 1), ARGUMENT);
    NO(balance_init, bo.stale = 1, ARGUMENT);
    NO(balance_init, (bo.chain = &units, units.n = 1), ARGUMENT);
    NO(balance_init, (bo.chain = &units, units.whole = NULL, units.real = real), ARGUMENT);
    NO(balance_init, (bo.chain = &units, units.largest = 2), ARGUMENT);
    NO(balance_init, (bo.chain = &units, whole[2] = -1), LOAD);
    NO(balance_init, (bo.chain = &units, whole[2] = big + 1), SIZE);
    NO(balance_init, (bo.chain = &units, bo.method = FPM_BALANCE_DFPA), UNSUPPORTED);
    ROW(balance_init, procs[1].required = 2, ARGUMENT, 1, -1);
    ROW(balance_init, link_by(&flat, 0), UNSUPPORTED, 1, -1);
    ROW(balance_init, procs[1].model = &none, MODEL, 1, -1);
    ROW(balance_init, (mo.flags = FPM_BORROW, procs[1].model = points_model(2), out.size[0] = 0),
        SIZE, 1, -1);
    ROW(balance_init, (mo.flags = FPM_BORROW, procs[1].model = points_model(2), out.times[0] = 0),
        TIME, 1, -1);
    ROW(balance_init, (mo.flags = FPM_BORROW, procs[1].model = points_model(2), out.size[1] = 1),
        ORDER, 1, -1);
    ROW(balance_init, procs[1].min = -1, BOUNDS, 1, -1);
    ROW(balance_init, procs[1].max = -2, BOUNDS, 1, -1);
    ROW(balance_init, (procs[1].min = 2, procs[1].max = 1), BOUNDS, 1, -1);
    ROW(balance_init, procs[1].grain = -1, BOUNDS, 1, -1);
    NO(balance_init, procs[0].max = procs[1].max = FPM_NOTHING, INFEASIBLE);
    NO(balance_init, only_even_shares(), INFEASIBLE);
    NO(balance_init, chain_too_large(), INFEASIBLE);
    ROW(balance_init, chain_with_grain(), UNSUPPORTED, 1, -1);
    NO(balance_init, chains_that_end_late(), ARGUMENT);
    ROW(balance_init, (in.n = 0, procs[1].required = 1), INFEASIBLE, 1, -1);
    ROW(balance_init, (bo.method = FPM_BALANCE_DFPA, procs[1].min = 2), UNSUPPORTED, 1, -1);
    NO(balance_init, bo.max_bytes = 1, MAX_BYTES);
    NO(balance_init, (bo.alloc = fails(1)), MEMORY);
    NO(balance_init, (bo.alloc = fails(2)), MEMORY);

    NO(balance_step, GO(in.balance = NULL), ARGUMENT);
    NO(balance_step, GO(in.seconds = NULL), ARGUMENT);
    ROW(balance_step, GO(out.times[1] = 0), TIME, 1, -1);
    ROW(balance_step, GO(out.times[1] = test_nan()), TIME, 1, -1);
    NO(balance_step, (bo.chain = &units, GO(units.n = 1)), ARGUMENT);
    NO(balance_step, (bo.chain = &units, GO(whole[2] = -1)), LOAD);
    NO(balance_step, (bo.chain = &units, GO(whole[2] = big + 1)), SIZE);
    NO(balance_step,
       (bo.chain = &units, procs[0].max = procs[1].max = 1, measured = 1, GO(whole[2] = 9)),
       INFEASIBLE);
    NO(balance_step, (measured = 1, BROKE), MEMORY);

    for (k = 0; k < 3; k++) {
        NO(every[k], GO(in.balance = NULL), ARGUMENT);
        NO(every[k], GO((in.i = -1, in.n = -1)), ARGUMENT);
        NO(every[k], GO((in.i = 2, in.n = big + 1)), ARGUMENT);
    }
    NO(balance_join, routine(), ARGUMENT);
    NO(balance_resize, BROKE, MEMORY);
    NO(balance_leave, BROKE, MEMORY);
    NO(balance_resize, (procs[0].max = procs[1].max = 1, GO(in.n = 3)), INFEASIBLE);
    NO(balance_leave, (procs[1].max = 1, routine()), INFEASIBLE);
    NO(balance_leave, (in.p = 1, routine()), INFEASIBLE);
    ROW(balance_resize, (bo.method = FPM_BALANCE_DFPA, procs[1].min = 5, GO(in.n = 6)), UNSUPPORTED,
        1, -1);
    begin_row(0), routine(), fewest = (int64_t)run.bytes, fpm_balance_free(&run);
    NO(balance_resize, (bo.max_bytes = (size_t)(2 * fewest - 1), GO(in.n = 3)), MAX_BYTES);
    NO(balance_leave, (bo.max_bytes = (size_t)(2 * fewest - 1), routine()), MAX_BYTES);

    for (k = 0; k < 3; k++) {
        BARE(value[k], GO(in.balance = NULL), ARGUMENT);
        BARE(value[k], GO(in.x = -1), ARGUMENT);
        BARE(value[k], GO(in.x = 2e60), ARGUMENT);
        BARE(value[k], GO(in.x = test_nan()), ARGUMENT);
    }
    BARE(balance_moved, routine(), ARGUMENT);
    BARE(balance_wall, GO(in.balance = NULL), ARGUMENT);
    BARE(balance_wall, GO(in.x = 0), ARGUMENT);
    BARE(balance_wall, GO(in.x = test_nan()), ARGUMENT);
    BARE(balance_points, GO(in.balance = NULL), ARGUMENT);
    BARE(balance_points, GO(in.points = NULL), ARGUMENT);
    BARE(balance_points, GO(in.i = -1), ARGUMENT);
    BARE(balance_points, GO(in.i = 2), ARGUMENT);
    BARE(balance_points, (routine(), out.list.alloc = *fails(1)), MEMORY);
}

/* ---- what a call passes on its way to an answer ---- */

#define ANSWER(call, change, wanted)                                                               \
    do {                                                                                           \
        begin_row(0);                                                                              \
        (void)(change);                                                                            \
        NOTE("line %d: %s %s", __LINE__, #call, #change);                                          \
        CHECK_INT(call(), wanted);                                                                 \
    } while (0)

static int falling(int64_t a, int64_t b) { return whole[1] = a, whole[2] = b, 1; }

/* Refused inside: an algorithm, a step of a search or a table, for which another one stands in. */
static void answers(void) {
    int i;
    ANSWER(partition, (o.algorithm = FPM_NUMERICAL, o.dense = 1, procs[1].max = 1, in.n = 8),
           FPM_FALLBACK);
    ANSWER(partition, (procs[0].min = procs[1].min = 60000, in.n = 119999), FPM_OK);
    ANSWER(chain_partition,
           (co.speed = speed, speed[1] = 3, chain.n = 1, co.from = from, from[2] = 1), FPM_OK);
    ANSWER(chain_partition,
           (loads(2, 1), procs[0].model = &tenth, procs[0].min = 4, procs[1].model = &level),
           FPM_OK);
    ANSWER(chain_partition,
           (falling(9, 5), co.procs = procs, all(&slow_start), procs[0].max = 5, procs[1].max = 9,
            co.from = from, co.slack = .75),
           FPM_EXTRAPOLATED);
    ANSWER(chain_partition,
           (falling(9, 4), in.p = 3, co.procs = procs, procs[0].model = &quarter,
            procs[0].required = 1, procs[0].fixed = 2, procs[1].max = 7, procs[2].max = 9,
            co.from = from, from[1] = 0, from[3] = 2, co.slack = .5),
           FPM_OK);
    ANSWER(rect_partition, (qo.border = 1, qo.compact = FPM_EXACT), FPM_CLASS_OPTIMUM);
    begin_row(0), in.n = 885, in.procs = NULL, routine();
    fpm_balance_cost(&run, 0, 0);
    for (i = 0; i < 3;
         i++) { /* the first is slow once: no share is within reach of what it takes */
        static const double slow[3][2] = {{3, 1}, {30, 3}, {1, 3}};
        real[0] = (double)run.d[0] * slow[i][0], real[1] = (double)run.d[1] * slow[i][1];
        CHECK_INT(fpm_balance_step(&run, real, NULL, NULL), FPM_OK);
    }
    fpm_balance_free(&run);
}

/* ---- checks that find a violation, and searches that end without ---- */

#define FOUND(call, change, wrong, entry)                                                          \
    do {                                                                                           \
        begin_row(0);                                                                              \
        (void)(change);                                                                            \
        NOTE("line %d: %s %s", __LINE__, #call, #change);                                          \
        CHECK_INT(call(), FPM_E_VIOLATED);                                                         \
        CHECK_INT(info.status, FPM_E_VIOLATED);                                                    \
        CHECK_INT(info.fault, wrong);                                                              \
        CHECK_INT(info.at, entry);                                                                 \
    } while (0)

static int chain_check_out(void) {
    return fpm_chain_check(in.chain, in.p, &co, in.begin, &cout_, record);
}

/* Parts or shares that break one constraint each. */
static int whole_chain_first(void) {
    first[2] = 2;
    chain.first = first;
    from[1] = 2;
    return whole_to(&chain.chains, 2);
}
static int nothing_for_second(void) {
    most[1] = FPM_NOTHING;
    limit[0].whole = whole;
    limit[0].max = most;
    co.limit = limit;
    return int_to(&co.limits, 1);
}
static int none_for_required(void) {
    from[1] = 2;
    return models_for_parts(&flat) && int_to(&procs[1].required, 1);
}
static int too_many_bytes(void) {
    line.bytes = bytes;
    bytes[1] = 2;
    return whole_to(&device[1].max, 1);
}
static int sends_nothing(void) {
    line.sent = sent;
    sent[0] = 1;
    return real_to(&device[0].bandwidth, FPM_NOTHING);
}
static int may_not_run(void) {
    line.types = 2;
    device[1].type = 1;
    return real_to(&speed[3], FPM_NOTHING);
}
static int size_not_listed(void) {
    procs[1].model = &listed;
    return 1;
}
static int above_limit(void) {
    o.least = FPM_LEAST_TOTAL;
    return real_to(&o.limit, 0.5);
}
static int without_cost(void) {
    o.least = FPM_LEAST_COST;
    procs[0].cost = test_cost(&flat);
    procs[1].cost = test_cost(&listed);
    return 1;
}
static int tiles_not_divided(void) {
    in.grid = &corners;
    tiling.across = 2;
    return int_to(&tiling.form, FPM_TILES_DIVIDE);
}

static int pipeline_check_out(void) {
    return fpm_pipeline_check(in.line, in.p, in.device, &po, in.begin, &pout, record);
}

static void violations(void) {
    FOUND(partition_check, d[1] = 3, 1, -1);
    FOUND(partition_check, d[1] = 0, -1, -1);
    FOUND(partition_check, d[0] = d[1] = in.n, -1, -1);
    FOUND(partition_check, whole_to(&procs[1].min, 2), 1, -1);
    FOUND(partition_check, whole_to(&procs[1].grain, 2), 1, -1);
    FOUND(partition_check, size_not_listed(), 1, -1);
    FOUND(partition_check, above_limit(), 0, -1);
    FOUND(partition_check, without_cost(), 1, -1);
    FOUND(chain_check, from[1] = 3, 0, -1);
    FOUND(chain_check, whole_chain_first(), 0, -1);
    FOUND(chain_check, whole_to(&co.grain, 2), 0, -1);
    FOUND(chain_check, whole_to(&co.min_items, 2), 0, -1);
    FOUND(chain_check, nothing_for_second(), 1, -1);
    FOUND(chain_check, models_for_parts(&flat) && whole_to(&procs[1].max, FPM_NOTHING), 1, -1);
    FOUND(chain_check, none_for_required(), 1, -1);
    FOUND(chain_check_out, (cout_.who = past, past[1] = 0), 1, -1);
    FOUND(chain_check_out, (cout_.proof = cut, cut[0] = 1), -1, 0);
    FOUND(chain_check_out, (from[1] = 2, cout_.proof = cut, cut[1] = 0), -1, 1);
    FOUND(chain_check_out, (cout_.proof = cut, cut[1] = 0, cut[2] = 2), -1, 2);
    FOUND(pipeline_check, from[2] = 1, 1, -1);
    FOUND(pipeline_check, too_many_bytes(), 1, -1);
    FOUND(pipeline_check, sends_nothing(), 0, -1);
    FOUND(pipeline_check, may_not_run(), 1, -1);
    FOUND(pipeline_check_out, (pout.who = past, past[1] = 0), 1, -1);
    FOUND(items_check, owner[1] = 2, -1, 1);
    FOUND(items_check, (io.max = most_load, most_load[0] = 1), 0, -1);
    FOUND(items_check, (io.max_pieces = most_pieces, most_pieces[0] = 1), 0, -1);
    FOUND(items_check, further(1, 1, 1, 1), 0, 0);
    FOUND(items_check, (io.min_pieces = least_pieces, least_pieces[1] = 1), 1, -1);
    FOUND(items_check, (io.from = past, past[0] = 1, io.max_moved = -1), -1, -1);
    FOUND(items_check,
          (io.replicas = 3, iout.copies = past, past[0] = 2, past[1] = 1, owner[2] = 1), 0, 1);
    FOUND(rect_check, (qo.min_rows = 2), 0, -1);
    FOUND(rect_check, (models_for_rects(&flat), procs[1].max = 1), 1, -1);
    FOUND(tiles_check, set(&tiling.cells, 3), -1, -1);
    FOUND(tiles_check, set(&tiling.kept, 1), -1, -1);
    FOUND(tiles_check, set_int(&tiling.form, -1), -1, -1);
    FOUND(tiles_check, set_int(&eo.form, FPM_TILES_FMS), -1, -1);
    FOUND(tiles_check, tiles_not_divided(), -1, -1);
    FOUND(tiles_check, set(&rect[0].c1, 1), 0, -1);
    FOUND(tiles_check, set(&rect[1].r1, 1), 1, -1);
    FOUND(tiles_check, third_part(), 2, -1);
}

static int no_root(void *context, int n, const double *x, double *f) {
    (void)context, (void)n;
    f[0] = x[0] * x[0] + 1;
    return 0;
}
/* Rosenbrock's valley; its Jacobian is not a number from the second time on. */
static int valley(void *context, int n, const double *x, double *f) {
    (void)context, (void)n;
    f[0] = 10 * (x[1] - x[0] * x[0]);
    f[1] = 1 - x[0];
    return 0;
}
static int valley_once(void *context, int n, const double *x, double *jacobian) {
    int *times = (int *)context;
    (void)n;
    ++*times;
    jacobian[0] = *times > 1 ? test_nan() : -20 * x[0];
    jacobian[1] = 10;
    jacobian[2] = -1;
    jacobian[3] = 0;
    return 0;
}
/* The exponential has no root, and each step takes the same off it. */
static int slope_to_nowhere(void *context, int n, const double *x, double *f) {
    (void)context, (void)n;
    f[0] = exp(-x[0] / 1000);
    return 0;
}

/* Each ends with the best point in x. */
static void no_roots(void) {
    static int (*const all_of[3])(void *, int, const double *, double *) = {no_root, valley,
                                                                            slope_to_nowhere};
    int which, scaling, k;
    for (which = 0; which < 3; which++)
        for (scaling = FPM_SCALE_ADAPTIVE; scaling <= FPM_SCALE_NONE; scaling++)
            for (k = 0; k < 60; k++) {
                fpm_root_options opts = FPM_ZERO;
                fpm_root_info found;
                double x[2], f[2];
                int times = 0, status;
                x[0] = 6 * test_real() - 3, x[1] = 6 * test_real() - 3;
                opts.scaling = scaling;
                if (which == 1) opts.jacobian = valley_once;
                if (k % 4 == 3) opts.max_evaluations = 1 + k / 4;
                status =
                    fpm_root_solve(which == 1 ? 2 : 1, all_of[which], &times, &opts, x, f, &found);
                NOTE("function %d, scaling %d, run %d", which, scaling, k);
                CHECK(status == FPM_E_STALLED || status == FPM_E_EVALUATION_LIMIT ||
                      (which != 0 && status == FPM_OK));
                CHECK_INT(found.status, status);
                CHECK(test_finite(found.norm) && found.norm > 0 - (double)(status == FPM_OK));
            }
}

/* Limits of work, doubled until they suffice. */
static void limits_of_work(void) {
    int64_t work;
    int refused_so_far = 0;
    for (work = 1; work < (INT64_C(1) << 40); work *= 2) {
        begin_row(0);
        in.size = NULL, in.count = 40, o.max_work = work;
        if (compose() >= 0) fpm_points_free(&out.points);
        else refused_so_far += info.status == FPM_E_WORK_LIMIT;
    }
    CHECK(refused_so_far > 0);
    for (work = 1, refused_so_far = 0; work < (INT64_C(1) << 32); work *= 2) {
        begin_row(0);
        o.least = FPM_LEAST_TOTAL, in.n = 4000, o.slack = 1, o.max_work = work;
        procs[0].model = &rises;
        refused_so_far += partition() == FPM_E_WORK_LIMIT;
    }
    CHECK(refused_so_far > 0);
    for (work = 1; work < 4000; work += 10) {
        static const int64_t sums[7] = {0, 6, 13, 59, 64, 64, 67};
        begin_row(0);
        chain.n = 6, chain.whole = sums, in.p = 3, co.min_items = 2, co.max_work = work;
        CHECK(chain_partition() >= 0);
    }
}

int main(int argc, char **argv) {
    static const int64_t table_m[] = {1, 1, 2, 2}, table_n[] = {1, 2, 1, 2};
    static const int64_t odd_m[] = {2, 1}, odd_n[] = {2, 3};
    static const double table_t[] = {1, 2, 2, 4};
    static const int64_t sizes_123[3] = {1, 2, 3}, far[3] = {1, 6, 13}, even[2] = {2, 4},
                         knots[3] = {10, 20, 21}, vast_sizes[2] = {FPM_SIZE_MAX - 1, FPM_SIZE_MAX},
                         eight[2] = {8, 9}, heaps[4] = {INT64_C(1) << 52, INT64_C(1) << 52, 1, 0};
    static const double one[3] = {1, 2, 3}, less[3] = {2, 1, 1}, swings[3] = {10, 200, 2100},
                        jump[2] = {3, 8}, quick[2] = {.1, .25}, same[3] = {.3, .3, .3},
                        start[3] = {3, 3, 3.5}, far_off[1] = {14};
    static const int64_t ones[4] = {1, 1, 1, 1};
    fpm_model_options how;
    memset(&how, 0, sizeof how);
    test_begin(argc, argv);
    fpm_model_init(&flat, FPM_CONSTANT, 1, sizes_123, one, &test_borrowed, NULL);
    fpm_model_init(&rises, FPM_PIECEWISE, 3, sizes_123, one, &test_borrowed, NULL);
    fpm_model_init(&falls, FPM_PIECEWISE, 2, sizes_123, less, &test_borrowed, NULL);
    fpm_model_init(&listed, FPM_DISCRETE, 2, sizes_123 + 1, one, &test_borrowed, NULL);
    fpm_model_init(&odd, FPM_DISCRETE, 2, even, one, &test_borrowed, NULL);
    fpm_model_init(&bare, FPM_DISCRETE, 0, NULL, NULL, &test_borrowed, NULL);
    fpm_model_init(&fast, FPM_CONSTANT, 1, even, one, &test_borrowed, NULL);
    fpm_model_init(&vast, FPM_DISCRETE, 2, vast_sizes, one, &test_borrowed, NULL);
    fpm_model_init(&steep, FPM_PIECEWISE, 2, eight, jump, &test_borrowed, NULL);
    fpm_model_init(&tenth, FPM_CONSTANT, 1, sizes_123, quick, &test_borrowed, NULL);
    fpm_model_init(&quarter, FPM_CONSTANT, 1, sizes_123, quick + 1, &test_borrowed, NULL);
    fpm_model_init(&level, FPM_PIECEWISE, 3, far, same, &test_borrowed, NULL);
    fpm_model_init(&slow_start, FPM_PIECEWISE, 3, sizes_123, start, &test_borrowed, NULL);
    how.half_width = far_off;
    fpm_model_init(&unsure, FPM_CONSTANT, 1, sizes_123, one, &how, NULL);
    how.half_width = NULL;
    how.flags = FPM_LITERAL, how.extent = 100;
    fpm_model_init(&dips, FPM_AKIMA, 3, knots, swings, &how, NULL);
    fpm_model2d_init(&surface, 1, ones, ones, one, NULL, NULL);
    fpm_model2d_discrete(&single, 1, ones, ones, one, NULL, NULL);
    fpm_model2d_discrete(&uneven, 2, odd_m, odd_n, one, NULL, NULL);
    fpm_model2d_discrete(&table, 4, table_m, table_n, table_t, NULL, NULL);
    fpm_grid_init(&grid, 2, 2, ones, 0, NULL, NULL);
    fpm_grid_init(&heavy, 2, 2, heaps, 0, NULL, NULL);
    fpm_grid_init_sparse(&corners, 2, 3, 4, corner_rows, corner_cols, NULL, NULL, NULL);
    parameters = "points count size seconds least to text column the";
    RUN(points);
    parameters = "m kind n p points opts model procs d last interval info count size seconds";
    RUN(models);
    parameters = NULL;
    RUN(roots);
    parameters = "n p procs opts d out";
    RUN(partitions);
    parameters = "n p procs opts capacity makespan cost count";
    RUN(fronts);
    parameters = "n p procs opts d count sizes points interval";
    RUN(groups);
    parameters = "cost per_unit value unit busy rest kind points opts n p procs size seconds count";
    RUN(costs);
    RUN(exports);
    parameters = "chain prefix limit n load real unit sum p opts begin out chains first";
    RUN(chains);
    parameters = "chain p opts price limit begin out";
    RUN(chains_fewest);
    parameters = "line p device limit price opts begin out";
    RUN(pipelines);
    RUN(pipelines_fewest);
    parameters = "n load p opts owner out";
    RUN(items);
    parameters = "n load p opts price limit owner out";
    RUN(items_fewest_rows);
    parameters = "n load p opts owner out share";
    RUN(items_share_rows);
    parameters = "grid stride rows cols load unit opts count row col real";
    RUN(grids);
    parameters = "grid p opts part out";
    RUN(rects);
    parameters = "grid p limit opts part out";
    RUN(rects_fewest);
    parameters = "grid p opts tiles part owner capacity";
    RUN(equal_tiles);
    parameters = "model count m n seconds";
    RUN(surfaces);
    parameters = "rows cols p areas procs pairs opts tiles";
    RUN(tiles);
    parameters = "b n p procs unit_cost move_cost opts d info seconds i";
    RUN(balances);
    parameters = NULL;
    RUN(answers);
    RUN(violations);
    RUN(no_roots);
    RUN(limits_of_work);
    fpm_grid_free(&corners);
    fpm_grid_free(&grid), fpm_grid_free(&heavy), fpm_model2d_free(&surface);
    fpm_model2d_free(&single), fpm_model2d_free(&table), fpm_model2d_free(&uneven);
    return test_end();
}
