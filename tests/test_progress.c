/* opts.progress of chains, pipelines, rectangles and tiles: looking on changes no bit of an answer;
   a call that is stopped at its k-th question, for every k, ends at once with the best so far,
   which the library's own checks accept, is no worse than what it told and no better than the
   answer of the whole search or its bound; allocations that fail leave nothing behind.
   (fpm_partition and its kin: test_optimal, test_hpopta, test_least, test_split, test_numerical.)
   And fpm_explain. */
#include "../fpm.h"

#include "test.h"

#include <math.h>
#include <string.h>

enum { P = 16, N = 400, SIDE = 64, PARTS = 40 };

typedef struct watcher {
    int calls, stop_at, bad;
    double best, bound;
} watcher;

static int watch(void *context, const fpm_progress *state) {
    watcher *w = (watcher *)context;
    w->bad += w->stop_at > 0 && w->calls >= w->stop_at; /* asked again after it said stop */
    w->bad += state->iteration < 0 || state->work < 0 || !(state->best >= 0) ||
              !(state->bound >= 0) || state->real != NULL;
    /* what was found first stays or gets better, as far as it is told */
    w->bad += w->best > 0 && state->best > w->best * (1 + 1e-12);
    w->bad += state->best > 0 && state->bound > state->best * (1 + 1e-9);
    if (state->best > 0) w->best = state->best;
    if (state->bound > w->bound) w->bound = state->bound;
    return ++w->calls == w->stop_at;
}

static fpm_info info;
static int64_t sums[N + 1], load[SIDE * SIDE], begin[P + 1], other[P + 1];
static double speed[PARTS], seconds[2 * N];
static int who[P], kept_who[P];
static fpm_rect part[PARTS], kept_part[PARTS];
static fpm_tile tile[P], kept_tile[P];
static fpm_grid grid;
static fpm_chain chain;
static fpm_pipeline line;
static fpm_device device[P];
static fpm_model2d surface[P];

enum {
    CHAIN,
    CHAIN_KINDS,
    CHAIN_TABLE,
    PIPE,
    PIPE_ORDER,
    PIPE_LATTICE,
    RECT,
    RECT_SPEEDS,
    TILES,
    PAIRS,
    CALLS
};
static const char *const name[] = {"chain, free order", "chain, few kinds",    "chain, tables",
                                   "pipeline",          "pipeline, one order", "pipeline, kinds",
                                   "rectangles",        "rectangles, speeds",  "tiles",
                                   "tiles by surfaces"};
static int p = 8;
static fpm_proc2d pair[P];
static double area[P];

static int call(int which, watcher *w, const fpm_alloc *alloc) {
    int (*progress)(void *, const fpm_progress *) = w ? watch : NULL;
    memset(&info, 0x77, sizeof info);
    if (which <= CHAIN_TABLE) {
        fpm_chain_options o = FPM_ZERO;
        fpm_chain_outputs out = FPM_ZERO;
        o.progress = progress, o.context = w, o.alloc = alloc;
        o.free_order = which != CHAIN_TABLE, o.speed = speed, out.who = who;
        if (which == CHAIN_TABLE) o.min_items = 7;
        return fpm_chain_partition(&chain, p, &o, begin, &out, &info);
    } else if (which <= PIPE_LATTICE) {
        fpm_pipeline_options o = FPM_ZERO;
        fpm_pipeline_outputs out = FPM_ZERO;
        o.progress = progress, o.context = w, o.alloc = alloc, out.who = who;
        o.free_order = which != PIPE_ORDER, o.goal = FPM_PIPELINE_FILLED, o.batches = 7;
        o.max_work = which == PIPE ? 40000000 : 0;
        return fpm_pipeline_partition(&line, P, device, &o, begin, &out, &info);
    } else if (which <= RECT_SPEEDS) {
        fpm_rect_options o = FPM_ZERO;
        o.progress = progress, o.context = w, o.alloc = alloc, o.max_work = 90000000;
        if (which == RECT_SPEEDS) o.speed = speed, o.algorithm = FPM_RECT_M_OPT;
        else o.algorithm = FPM_RECT_HIER_OPT;
        return fpm_rect_partition(&grid, PARTS, &o, part, NULL, &info);
    } else {
        fpm_matrix_options o = FPM_ZERO;
        o.progress = progress, o.context = w, o.alloc = alloc;
        if (which == TILES) return fpm_matrix_areas(300, 200, P, area, &o, tile, NULL, &info);
        o.max_work = 200000000;
        return fpm_matrix_partition2d(300, 200, P, pair, &o, tile, NULL, &info);
    }
}

/* Is what the arrays hold a partition of that makespan? */
static int sound(int which, const fpm_info *was) {
    fpm_info seen;
    int status, i;
    if (which <= CHAIN_TABLE) {
        fpm_chain_options o = FPM_ZERO;
        fpm_chain_outputs out = FPM_ZERO;
        o.speed = speed, out.who = who;
        if (which == CHAIN_TABLE) o.min_items = 7;
        status = fpm_chain_check(&chain, p, &o, begin, &out, &seen);
    } else if (which <= PIPE_LATTICE) {
        fpm_pipeline_options o = FPM_ZERO;
        fpm_pipeline_outputs out = FPM_ZERO;
        out.who = who, o.goal = FPM_PIPELINE_FILLED, o.batches = 7;
        status = fpm_pipeline_check(&line, P, device, &o, begin, &out, &seen);
    } else if (which <= RECT_SPEEDS) {
        fpm_rect_options o = FPM_ZERO;
        if (which == RECT_SPEEDS) o.speed = speed;
        status = fpm_rect_check(&grid, PARTS, &o, part, NULL, &seen);
    } else {
        int64_t cells = 0;
        for (i = 0; i < P; i++) cells += (tile[i].r1 - tile[i].r0) * (tile[i].c1 - tile[i].c0);
        return cells == 300 * 200 && was->makespan >= was->lower_bound;
    }
    return status == FPM_OK && fabs(seen.makespan - was->makespan) <= 1e-9 * seen.makespan;
}

static void random_instance(void) {
    static double pattern[4][9];
    int i, k;
    int64_t x[9], y[9];
    static const int64_t side[3] = {20, 100, 300};
    for (i = 0; i < SIDE * SIDE; i++)
        load[i] = test_int(0, 9) + 900 / (9 + i % SIDE * (i % SIDE) + 3 * (i / SIDE) * (i / SIDE));
    REQUIRE(fpm_chain_init(&chain, N, load, sums, NULL) == FPM_OK);
    REQUIRE(fpm_grid_init(&grid, SIDE, SIDE, load, 0, NULL, NULL) == FPM_OK);
    for (i = 0; i < PARTS; i++) speed[i] = 1 + test_real() * 3;
    for (i = 0; i < P; i++) area[i] = 0.1 + test_real();
    line.n = 60, line.types = 2, line.seconds = seconds;
    for (i = 0; i < 2 * N; i++) seconds[i] = test_real();
    for (i = 0; i < P; i++) {
        device[i].type = (int)test_int(0, 1), device[i].latency = 0.01 * test_real();
        device[i].factor = 1 + test_real();
    }
    for (i = 0; i < 4; i++)
        for (k = 0; k < 9; k++)
            x[k] = side[k / 3], y[k] = side[k % 3],
            pattern[i][k] = (double)(x[k] * y[k] * (1 + i)) * (1 + 0.5 * test_real());
    for (i = 0; i < 4; i++)
        REQUIRE(fpm_model2d_init(&surface[i], 9, x, y, pattern[i], NULL, NULL) == FPM_OK);
    for (i = 0; i < P; i++) pair[i].model = &surface[i % 4];
}

static void end_instance(void) {
    int i;
    fpm_grid_free(&grid);
    for (i = 0; i < 4; i++) fpm_model2d_free(&surface[i]);
}

static void stopping(void) {
    int which, k, stopped[CALLS], asked[CALLS];
    int64_t round;
    memset(stopped, 0, sizeof stopped), memset(asked, 0, sizeof asked);
    for (round = test_count(2); round > 0; round--) {
        random_instance();
        for (which = 0; which < CALLS; which++) {
            watcher w = {0, 0, 0, 0, 0};
            fpm_info plain, now;
            int status;
            if (which == CHAIN_KINDS)
                for (k = 0; k < P; k++) speed[k] = 1 + k % 3;
            if (which == PIPE_LATTICE)
                for (k = 0; k < P; k++) device[k] = device[k % 4];
            NOTE("%s", name[which]);
            status = call(which, NULL, NULL);
            REQUIRE(status >= 0);
            plain = info;
            memcpy(other, begin, sizeof begin), memcpy(kept_who, who, sizeof who);
            memcpy(kept_part, part, sizeof part), memcpy(kept_tile, tile, sizeof tile);
            CHECK_INT(call(which, &w, NULL), status); /* looking on changes nothing */
            CHECK(!memcmp(other, begin, sizeof begin) && !memcmp(kept_who, who, sizeof who));
            CHECK(!memcmp(kept_part, part, sizeof part) && !memcmp(kept_tile, tile, sizeof tile));
            CHECK_SAME(info.makespan, plain.makespan);
            CHECK_SAME(info.lower_bound, plain.lower_bound);
            CHECK_INT(w.bad, 0);
            CHECK(w.calls > 0);
            if (w.best > 0) CHECK_LE(plain.makespan, w.best * (1 + 1e-12));
            asked[which] += w.calls;
            for (k = 1; k <= w.calls; k += 1 + k / (test_short() ? 1 : 4)) {
                watcher s = {0, 0, 0, 0, 0};
                s.stop_at = k;
                NOTE("%s, stopped at %d of %d", name[which], k, w.calls);
                memset(begin, 0x33, sizeof begin), memset(part, 0x33, sizeof part);
                status = call(which, &s, NULL);
                now = info;
                CHECK_INT(s.calls, k);
                CHECK_INT(s.bad, 0);
                CHECK_INT(now.status, status);
                if (status == FPM_E_STOPPED) continue;
                /* tables and last steps may have proven what they had */
                CHECK(status == FPM_STOPPED || status == plain.status || status == FPM_OK);
                CHECK(sound(which, &now));
                CHECK_LE(now.lower_bound, plain.makespan * (1 + 1e-12));
                if (which != PAIRS && which != TILES && plain.status == FPM_OK)
                    CHECK_LE(plain.makespan, now.makespan * (1 + 1e-12));
                /* tiles: up to 0.1 % more for less volume */
                if (s.best > 0)
                    CHECK_LE(now.makespan, s.best * (which < TILES ? 1 + 1e-12 : 1.0011));
                stopped[which] += status == FPM_STOPPED;
            }
        }
        end_instance();
    }
    for (which = 0; which < CALLS; which++) {
        printf("    %s: asked %d times, stopped %d times\n", name[which], asked[which],
               stopped[which]);
        CHECK(asked[which] > 0);
        CHECK(stopped[which] > 0 || which == CHAIN_TABLE || which == PIPE_ORDER);
    }
}

/* A call that is stopped gives its memory back, and where memory fails, too. */
static void stopping_memory(void) {
    const int steps = test_brief() ? 1 : 4;
    int which;
    random_instance();
    for (which = 0; which < CALLS; which++) {
        test_heap heap;
        int64_t fail = 0, blocks;
        do {
            watcher s = {0, 2, 0, 0, 0};
            int status;
            test_heap_start(&heap, fail, 0);
            status = call(which, &s, &heap.alloc);
            blocks = heap.requests;
            NOTE("%s, allocation %d of %d", name[which], (int)fail, (int)blocks);
            CHECK(test_heap_clean(&heap));
            CHECK(status >= 0 || status == FPM_E_STOPPED || (fail > 0 && status == FPM_E_MEMORY) ||
                  fail > 0);
            CHECK_INT(s.bad, 0);
            fail += test_short() ? 1 + fail / steps : 1;
        } while (fail <= blocks && fail < 60);
    }
    end_instance();
}

/* Costs known at few sizes: the fastest partition has none, and a stop does not return it. */
static void stopping_costs(void) {
    static const int64_t size[] = {10, 20}, sold[] = {3, 7, 13, 17};
    static const double time[] = {1, 2}, price[] = {3, 7, 9, 5};
    fpm_model model, cost;
    fpm_proc procs[2] = FPM_ZERO;
    fpm_options opts = FPM_ZERO;
    int64_t share[2];
    watcher all = {0, 0, 0, 0, 0};
    int k, status;
    REQUIRE(fpm_model_init(&model, FPM_PIECEWISE, 2, size, time, &test_borrowed, NULL) == FPM_OK);
    REQUIRE(fpm_model_init(&cost, FPM_DISCRETE, 4, sold, price, &test_borrowed, NULL) == FPM_OK);
    procs[0].model = procs[1].model = &model, procs[0].cost = procs[1].cost = test_cost(&cost);
    opts.least = FPM_LEAST_COST, opts.slack = 1;
    opts.progress = watch, opts.context = &all;
    CHECK_INT(fpm_partition(20, 2, procs, &opts, share, &info), FPM_OK);
    CHECK(all.calls > 1 && info.cost >= 8 && info.cost <= 8); /* 3 and 17 */
    for (k = 1; k <= all.calls; k++) {
        watcher s = {0, 0, 0, 0, 0};
        s.stop_at = k, opts.context = &s;
        status = fpm_partition(20, 2, procs, &opts, share, &info);
        NOTE("stopped at %d of %d", k, all.calls);
        CHECK(status == FPM_E_STOPPED || status == FPM_STOPPED || status == FPM_OK);
        if (status >= 0) CHECK(info.cost < 1e200);
    }
}

/* ---- what a record says, in a sentence ---- */

static void says(const char *want) {
    char text[512], cut[8] = "0123456";
    size_t length = fpm_explain(&info, text, sizeof text);
    CHECK_STR(text, want);
    CHECK_INT((int64_t)length, (int64_t)strlen(want));
    CHECK_INT((int64_t)fpm_explain(&info, NULL, 0), (int64_t)length);
    CHECK_INT((int64_t)fpm_explain(&info, cut, sizeof cut), (int64_t)length);
    CHECK(!memcmp(cut, want, 7) && cut[7] == 0);
    CHECK_INT((int64_t)fpm_explain(&info, text, length + 1), (int64_t)length);
    CHECK_STR(text, want);
}

static void explained(void) {
    static const int64_t size[] = {10, 20, 40}, row[] = {5, 1, 8, 2};
    static const double time[] = {1, 2, 4}, each[] = {1, 1, 1, 1};
    fpm_proc procs[2] = FPM_ZERO;
    fpm_model model;
    fpm_options opts = FPM_ZERO;
    fpm_chain_options co = FPM_ZERO;
    fpm_chain few;
    fpm_pipeline layers = FPM_ZERO;
    fpm_device two[2] = FPM_ZERO;
    fpm_tier slow[1] = FPM_ZERO;
    char text[4] = "xyz";
    int64_t share[2], sum[5];
    REQUIRE(fpm_model_init(&model, FPM_AKIMA, 3, size, time, &test_borrowed, NULL) == FPM_OK);
    procs[0].model = procs[1].model = &model;
    CHECK_INT((int64_t)fpm_explain(NULL, text, 4), 0);
    CHECK_STR(text, "");
    memset(&info, 0, sizeof info);
    says("no call has filled this record: fpm_status_str says what a status means");
    CHECK_INT(fpm_partition(30, 2, procs, NULL, share, &info), FPM_OK);
    says("solved; no allowed partition has a smaller makespan");
    CHECK_INT(fpm_partition(200, 2, procs, NULL, share, &info), FPM_EXTRAPOLATED);
    says("solved; a share lies beyond the last measured point; processor 0; no allowed partition "
         "has a smaller makespan");
    procs[0].max = 40, procs[1].max = 25;
    CHECK_INT(fpm_partition(80, 2, procs, NULL, share, &info), FPM_E_INFEASIBLE);
    says("no partition satisfies the constraints: n is above the sum of procs[].max (as multiples "
         "of grain): raise one: 80 to share, the processors can take 65 at most");
    procs[1].max = 0;
    procs[1].min = 42;
    CHECK_INT(fpm_partition(41, 2, procs, NULL, share, &info), FPM_E_INFEASIBLE);
    says(
        "no partition satisfies the constraints: procs[].min as a multiple of grain is above n or "
        "max, so that this processor takes nothing: lower it, or raise max of others: 41 to share, "
        "the processors can take 40 at most; processor 1");
    procs[1].max = 25;
    procs[1].min = 20, procs[1].required = 1;
    CHECK_INT(fpm_partition(19, 2, procs, NULL, share, &info), FPM_E_INFEASIBLE);
    says("no partition satisfies the constraints: procs[].required asks for a share that min, max, "
         "grain and n do not allow: set it to 0, or change one of these; processor 1");
    procs[0].min = 15, procs[0].required = 1;
    CHECK_INT(fpm_partition(22, 2, procs, NULL, share, &info), FPM_E_INFEASIBLE);
    says("no partition satisfies the constraints: n is below the sum of the shares that are "
         "required: lower procs[].min, or set required to 0: 22 to share, the processors must take "
         "35 at least");
    procs[1].grain = -1;
    CHECK_INT(fpm_partition(22, 2, procs, NULL, share, &info), FPM_E_BOUNDS);
    says("a constraint is negative, not finite, or min exceeds max: procs[].grain is negative; "
         "processor 1");
    procs[0].min = procs[1].min = 0, procs[0].grain = procs[1].grain = 3;
    procs[0].required = procs[1].required = 0;
    CHECK_INT(fpm_partition(8, 2, procs, NULL, share, &info), FPM_E_INFEASIBLE);
    says("no partition satisfies the constraints: n is not a multiple of the processors' grain: "
         "round it");
    procs[0].grain = 0;
    opts.limit = 1;
    CHECK_INT(fpm_partition(8, 2, procs, &opts, share, &info), FPM_E_ARGUMENT);
    says("an argument is missing, out of range or not for this call: opts.limit needs opts.least");
    CHECK_INT(fpm_partition(-1, 2, procs, NULL, share, &info), FPM_E_ARGUMENT);
    says("an argument is missing, out of range or not for this call: n must be from 0 to 2^53");
    opts.limit = 0;
    opts.algorithm = FPM_EVEN;
    procs[0].min = procs[1].min = procs[1].grain = 0, procs[0].required = procs[1].required = 0;
    procs[0].fixed = 1;
    CHECK_INT(fpm_partition(40, 2, procs, &opts, share, &info), FPM_OK);
    says("solved; at most 20 % above the least makespan");
    procs[0].max = procs[1].max = 7, procs[0].fixed = 0, co.procs = procs;
    REQUIRE(fpm_chain_init(&few, 4, row, sum, NULL) == FPM_OK);
    CHECK_INT(fpm_chain_partition(&few, 2, &co, begin, NULL, &info), FPM_E_INFEASIBLE);
    says("no partition satisfies the constraints: opts.procs[].max is too small in sum: 16 to "
         "share, the processors can take 14 at most");
    layers.n = 4, layers.types = 1, layers.seconds = each, layers.bytes = row;
    two[0].max = 9, two[1].max = 8, two[1].held = 2, two[0].bandwidth = 1;
    CHECK_INT(fpm_pipeline_partition(&layers, 2, two, NULL, begin, NULL, &info), FPM_E_INFEASIBLE);
    says("no partition satisfies the constraints: device[].max is too small in sum: 16 to share, "
         "the processors can take 15 at most");
    slow[0].max = 3, slow[0].seconds = 1; /* slower memory counts: bytes are not the reason */
    two[1].tier = slow, two[1].tiers = 1, two[1].held = 8, two[1].max = 8, two[0].max = 13;
    CHECK_INT(fpm_pipeline_partition(&layers, 2, two, NULL, begin, NULL, &info), FPM_E_INFEASIBLE);
    says("no partition satisfies the constraints: device[] allows no stages within max, bandwidth, "
         "required and what each may run in this order (see opts.free_order)");
    slow[0].max = 0; /* no limit */
    two[0].max = 4, two[0].held = 4, two[0].required = 1;
    CHECK_INT(fpm_pipeline_partition(&layers, 2, two, NULL, begin, NULL, &info), FPM_E_INFEASIBLE);
    says(
        "no partition satisfies the constraints: device[].required cannot be met: its max holds no "
        "element that it may run; processor 0");
}

/* What is proven, call by call: each answer here is known by hand. */
static void explained_proofs(void) {
    static const int64_t row[] = {5, 1, 8, 2}, square[] = {1, 1, 1, 1, 1, 1, 1, 1, 40};
    static const int64_t piece[] = {5, 4, 3, 3, 3}, early[] = {0, 1, 4};
    static const double each[] = {1, 1, 1, 1}, price[] = {1, 1, 1, 1};
    static const char *const least = "solved; no allowed partition has a smaller makespan";
    static const char *const two = "solved: 2, and no choice costs less";
    fpm_chain short_row;
    fpm_grid three;
    fpm_rect rect[9];
    fpm_rect_options ro = FPM_ZERO;
    fpm_tiles_options to = FPM_ZERO;
    fpm_pipeline layers = FPM_ZERO;
    fpm_device four[4] = FPM_ZERO;
    int64_t loads[5];
    REQUIRE(fpm_chain_init(&short_row, 4, row, loads, NULL) == FPM_OK);
    REQUIRE(fpm_grid_init(&three, 3, 3, square, 0, NULL, NULL) == FPM_OK);
    CHECK_INT(fpm_chain_partition(&short_row, 2, NULL, begin, NULL, &info), FPM_OK);
    says(least); /* 5 1 | 8 2 */
    CHECK_INT(fpm_chain_fewest(&short_row, 4, 10, NULL, NULL, begin, &info), FPM_OK);
    says(two);
    CHECK_INT(fpm_chain_check(&short_row, 2, NULL, early, NULL, &info), FPM_OK);
    says("solved; at most 37.5 % above the least makespan"); /* 5 | 1 8 2, and 8 cannot be cut */
    CHECK_INT(fpm_items_assign(5, piece, 2, NULL, who, NULL, &info), FPM_OK);
    says(least); /* 5 4 | 3 3 3 */
    CHECK_INT(fpm_items_fewest(5, piece, 4, 9, NULL, NULL, who, &info), FPM_OK);
    says(two);
    CHECK_INT(fpm_rect_partition(&three, 4, NULL, rect, NULL, &info), FPM_OK);
    says(least); /* the cell of 40 */
    ro.algorithm = FPM_RECT_UNIFORM;
    CHECK_INT(fpm_rect_partition(&three, 2, &ro, rect, NULL, &info), FPM_HEURISTIC);
    says("valid, not proven optimal; the gap says how good; at most 12.5 % above the least "
         "makespan"); /* 45, and 40 cannot be cut */
    CHECK_INT(fpm_tiles_partition(&three, 9, &to, rect, NULL, &info), FPM_OK);
    says(least);
    layers.n = 4;
    layers.types = 1;
    layers.seconds = each;
    CHECK_INT(fpm_pipeline_partition(&layers, 2, four, NULL, begin, NULL, &info), FPM_OK);
    says(least);
    CHECK_INT(fpm_pipeline_fewest(&layers, 4, four, 2, price, NULL, begin, NULL, &info), FPM_OK);
    says(two);
    fpm_grid_free(&three);
}

/* Records that prove nothing must not say that they do. */
static void explained_without_proof(void) {
    memset(&info, 0, sizeof info);
    info.fault = -1;
    info.other = -1;
    info.extrapolated = -1;
    info.at = -1;
    says("solved"); /* a call that makes an object */
    info.makespan = 2;
    info.lower_bound = 1; /* fpm_balance: measured, predicted */
    says("solved");
    info.makespan = 1;
    info.lower_bound = 2;
    says("solved");
    info.lower_bound = 0; /* fpm_pareto without a bound */
    says("solved");
    info.status = FPM_HEURISTIC;
    says("valid, not proven optimal; the gap says how good; no bound of the least makespan is "
         "known");
    info.gap = HUGE_VAL; /* a bound of 0 */
    says("valid, not proven optimal; the gap says how good; no bound of the least makespan is "
         "known");
    info.status = FPM_WORK_LIMIT;
    info.lower_bound = 1;
    info.gap = 0;
    says("work limit reached; the best partition found so far; no allowed partition has a smaller "
         "makespan");
    info.cost = 3;
    info.least = 2;
    says("work limit reached; the best partition found so far: 3, and at least 2 are needed");
    info.gap = 0.5;
    says("work limit reached; the best partition found so far: 3, and at least 2 are needed; at "
         "most 50 % above the least makespan of those that are used");
    info.status = FPM_E_WORK_LIMIT;
    says("work limit reached before any partition was found");
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(explained);
    RUN(explained_proofs);
    RUN(explained_without_proof);
    RUN(stopping_costs);
    RUN(stopping);
    RUN(stopping_memory);
    return test_end();
}
