/* The other calls after the models of test_flat.c, flat, rounded and repeated timings: pieces,
   chains and pipelines against all answers there are, tiles against the fastest shares, intervals
   against what they must hold; the check of each call after each answer.

   A model that is monotone may fall by a bit or two between neighbouring sizes, as evaluated, so
   makespans are compared to 1e-14. */
#include "../fpm.h"

#include "test.h"
#include "flat.h"

enum { PROCS = 4, ITEMS = 7, UNITS = 32 };
#define NEVER FLAT_NEVER
#define CLOSE 1e-14

/* The problem at hand. */
static struct {
    int p;
    int64_t n, scale; /* elements; loads are multiples of the scale */
    fpm_model model[PROCS];
    fpm_proc procs[PROCS];
    int64_t load[ITEMS], sums[ITEMS + 1];
} the;

static fpm_info info, seen;

static void dump(void) {
    static int dumps;
    int64_t k;
    int i;
    if (dumps++ > 3) return;
    printf("    loads:");
    for (k = 0; k < the.n; k++) printf(" %lld", (long long)the.load[k]);
    printf("\n");
    for (i = 0; i < the.p; i++) {
        printf("    %d: min %lld max %lld fixed %.17g required %d\n", i,
               (long long)the.procs[i].min, (long long)the.procs[i].max, the.procs[i].fixed,
               the.procs[i].required);
        flat_dump("time", &the.model[i]);
    }
    fflush(stdout);
}

/* Models that these calls take: monotone, no list of sizes. */
static void random_procs(int all) {
    int i;
    the.scale = test_int(0, 3) ? 1 : test_int(1, INT64_C(10000000000000));
    for (i = 0; i < the.p; i++) {
        fpm_proc *r = &the.procs[i];
        flat_model(&the.model[i], 0, the.scale, UNITS * the.scale);
        while (the.model[i].kind == FPM_DISCRETE || !the.model[i].monotone) {
            fpm_model_free(&the.model[i]);
            flat_model(&the.model[i], 0, the.scale, UNITS * the.scale);
        }
        r->model = &the.model[i];
        if (i > 0 && test_int(0, 3) == 0) r->model = the.procs[i - 1].model;
        if (test_int(0, 3) == 0) r->max = test_int(1, 10) * the.scale;
        if (test_int(0, 5) == 0) r->fixed = (double)test_int(1, 10) / 10;
        if (!all) continue;
        if (test_int(0, 5) == 0) r->min = test_int(1, 4) * the.scale;
        if (r->max > 0 && r->min > r->max) r->min = 0;
        if (test_int(0, 7) == 0) r->required = 1;
    }
}

static void random_loads(int least) {
    int64_t k, most = test_int(1, 4);
    the.n = test_int(0, ITEMS);
    the.sums[0] = 0;
    for (k = 0; k < the.n; k++) {
        the.load[k] = test_int(least, most) * the.scale;
        the.sums[k + 1] = the.sums[k] + the.load[k];
    }
}

static void begin(int all, int least) {
    memset(&the, 0, sizeof the);
    the.p = (int)test_int(1, PROCS);
    random_procs(all);
    random_loads(least);
}

static void end(int ok) {
    int i;
    if (!ok) dump();
    for (i = 0; i < the.p; i++) fpm_model_free(&the.model[i]);
}

/* When processor i finishes x; NEVER: it may not take x. */
static double time_of(int i, int64_t x) {
    const fpm_proc *r = &the.procs[i];
    double t;
    if (x == 0) return 0;
    if (r->max > 0 && x > r->max) return NEVER;
    t = flat_time(r->model, x);
    return t < NEVER ? t + r->fixed : NEVER;
}

static int is_answer(int status) { return status == FPM_OK || status == FPM_EXTRAPOLATED; }

/* ---- pieces ---- */

/* Every assignment: its makespan and what it moves. */
typedef struct outcome {
    double makespan;
    int64_t moved;
} outcome;

static outcome outcomes[4 * 4 * 4 * 4 * 4 * 4 * 4];

static int all_assignments(const int *from) {
    int count = 1, code, k, i;
    for (k = 0; k < the.n; k++) count *= the.p;
    for (code = 0; code < count; code++) {
        int64_t sum[PROCS] = {0};
        int rest = code;
        outcomes[code].makespan = 0;
        outcomes[code].moved = 0;
        for (k = 0; k < the.n; k++) {
            int owner = rest % the.p;
            rest /= the.p;
            sum[owner] += the.load[k];
            if (from[k] >= 0 && from[k] != owner) outcomes[code].moved += the.load[k];
        }
        for (i = 0; i < the.p; i++) {
            double t = time_of(i, sum[i]);
            if (t > outcomes[code].makespan) outcomes[code].makespan = t;
        }
    }
    return count;
}

static double least_makespan(int count) {
    double best = NEVER;
    int code;
    for (code = 0; code < count; code++)
        if (outcomes[code].makespan < best) best = outcomes[code].makespan;
    return best;
}

static int64_t least_moved(int count, double limit) {
    int64_t best = INT64_MAX;
    int code;
    for (code = 0; code < count; code++)
        if (outcomes[code].makespan <= limit && outcomes[code].moved < best)
            best = outcomes[code].moved;
    return best;
}

static int pieces_stay(const int *from, double best, int count) {
    int owner[ITEMS], k, status, ok;
    int64_t low, high;
    fpm_items_options opts = FPM_ZERO;
    fpm_items_outputs out = FPM_ZERO;
    opts.procs = the.procs;
    opts.slack = test_int(0, 1) ? 0 : (double)test_int(1, 10) / 20;
    for (k = 0; k < the.n; k++) owner[k] = from[k];
    opts.from = test_int(0, 1) ? owner : from;
    NOTE("from, slack %.17g", opts.slack);
    status = fpm_items_assign(the.n, the.load, the.p, &opts, owner, &out, &info);
    if (!CHECK(status >= 0)) return 0;
    ok = CHECK_LE(info.makespan, best * (1 + opts.slack) * (1 + CLOSE));
    low = least_moved(count, best * (1 + opts.slack) * (1 + CLOSE));
    high = least_moved(count, best * (1 + opts.slack) * (1 - CLOSE));
    ok &= CHECK(info.moved >= (double)low);
    if (status != FPM_WORK_LIMIT && opts.slack > 0) ok &= CHECK(info.moved <= (double)high);
    ok &= CHECK(out.least_moved <= high);
    opts.from = from;
    CHECK(fpm_items_check(the.n, the.load, the.p, &opts, owner, NULL, &seen) >= 0);
    return ok & CHECK_SAME(seen.makespan, info.makespan) & CHECK_SAME(seen.moved, info.moved);
}

static void pieces(void) {
    int64_t round, rounds = test_count(600);
    for (round = 0; round < rounds; round++) {
        int from[ITEMS], owner[ITEMS], count, k, status, ok = 1;
        fpm_items_options opts = FPM_ZERO;
        double best;
        begin(0, 0);
        for (k = 0; k < ITEMS; k++) from[k] = (int)test_int(-1, the.p - 1);
        count = all_assignments(from);
        best = least_makespan(count);
        opts.procs = the.procs;
        NOTE("round %lld", (long long)round);
        status = fpm_items_assign(the.n, the.load, the.p, &opts, owner, NULL, &info);
        if (!(best < NEVER)) {
            CHECK_INT(status, FPM_E_INFEASIBLE);
            end(1);
            continue;
        }
        ok &= CHECK(is_answer(status));
        if (ok) {
            ok &= CHECK_LE(info.makespan, best * (1 + CLOSE));
            ok &= CHECK_LE(best * (1 - CLOSE), info.makespan);
            ok &= CHECK_LE(info.lower_bound, best * (1 + CLOSE));
            status = fpm_items_check(the.n, the.load, the.p, &opts, owner, NULL, &seen);
            ok &= CHECK(is_answer(status) || status == FPM_HEURISTIC);
            ok &= CHECK_SAME(seen.makespan, info.makespan);
            ok &= pieces_stay(from, best, count);
        }
        end(ok);
    }
}

/* ---- chains ---- */

/* The makespan of parts [cut[k], cut[k + 1]) on processors who[k]; NEVER: a constraint is hurt. */
static double chain_makespan(const int64_t *cut, const int *who, int64_t min_items) {
    double latest = 0;
    int k;
    for (k = 0; k < the.p; k++) {
        const fpm_proc *r = &the.procs[who[k]];
        int64_t items = cut[k + 1] - cut[k], x = the.sums[cut[k + 1]] - the.sums[cut[k]];
        double t = time_of(who[k], x);
        if (items == 0 && r->required) return NEVER;
        if (items > 0 && (x < r->min || items < min_items)) return NEVER;
        if (t > latest) latest = t;
    }
    return latest;
}

/* The least of all cuts, from place k on. */
static double best_cuts(int64_t *cut, int k, const int *who, int64_t min_items) {
    double best = NEVER;
    if (k == the.p) {
        cut[k] = the.n;
        return chain_makespan(cut, who, min_items);
    }
    for (cut[k] = cut[k - 1]; cut[k] <= the.n; cut[k]++) {
        double t = best_cuts(cut, k + 1, who, min_items);
        if (t < best) best = t;
    }
    return best;
}

/* ... and of all orders of the processors from place k on. */
static double best_orders(int *who, int k, int64_t min_items) {
    int64_t cut[PROCS + 1] = {0};
    double best = NEVER;
    int i;
    if (k == the.p) return best_cuts(cut, 1, who, min_items);
    for (i = k; i < the.p; i++) {
        double t;
        int held = who[k];
        who[k] = who[i];
        who[i] = held;
        t = best_orders(who, k + 1, min_items);
        if (t < best) best = t;
        held = who[k];
        who[k] = who[i];
        who[i] = held;
    }
    return best;
}

static int cut_chain(const fpm_chain *chain, const fpm_chain_options *opts, double best) {
    int64_t cut[PROCS + 1];
    int who[PROCS], k, status, ok;
    fpm_chain_outputs out = FPM_ZERO;
    double limit = best * (1 + opts->slack) * (1 + 4e-15) * (1 + CLOSE);
    out.who = opts->free_order ? who : NULL;
    NOTE("free %d, min_items %lld, slack %.17g", opts->free_order, (long long)opts->min_items,
         opts->slack);
    status = fpm_chain_partition(chain, the.p, opts, cut, &out, &info);
    if (!(best < NEVER)) return CHECK_INT(status, FPM_E_INFEASIBLE);
    ok = CHECK(is_answer(status) || (opts->free_order && status == FPM_HEURISTIC));
    if (!ok) return 0;
    if (!opts->free_order)
        for (k = 0; k < the.p; k++) who[k] = k;
    if (status != FPM_HEURISTIC) ok &= CHECK_LE(info.makespan, limit);
    ok &= CHECK_LE(info.lower_bound, best * (1 + CLOSE));
    ok &= CHECK_SAME(chain_makespan(cut, who, opts->min_items), info.makespan);
    ok &= CHECK(fpm_chain_check(chain, the.p, opts, cut, &out, &seen) >= 0);
    return ok & CHECK_SAME(seen.makespan, info.makespan);
}

static void chains(void) {
    int64_t round, rounds = test_count(1500);
    for (round = 0; round < rounds; round++) {
        int64_t begun[PROCS + 1] = {0}, from[PROCS + 1];
        int who[PROCS] = {0, 1, 2, 3}, k, ok = 1, free_order = test_int(0, 3) == 0;
        fpm_chain_options opts = FPM_ZERO;
        fpm_chain chain;
        int64_t prefix[ITEMS + 1];
        begin(!free_order && test_int(0, 2) == 0, 1);
        CHECK_INT(fpm_chain_init(&chain, the.n, the.load, prefix, NULL), FPM_OK);
        opts.procs = the.procs;
        opts.free_order = free_order;
        if (!free_order && test_int(0, 2) == 0) opts.min_items = test_int(0, 3);
        ok &= cut_chain(&chain, &opts,
                        free_order ? best_orders(who, 0, 0)
                                   : best_cuts(begun, 1, who, opts.min_items));
        if (!free_order && info.status >= 0) {
            from[0] = 0;
            from[the.p] = the.n;
            for (k = 1; k < the.p; k++) from[k] = test_int(from[k - 1], the.n);
            opts.from = from;
            opts.slack = test_int(0, 1) ? 0 : (double)test_int(1, 10) / 20;
            ok &= cut_chain(&chain, &opts, best_cuts(begun, 1, who, opts.min_items));
        }
        end(ok);
    }
}

/* ---- pipelines ---- */

static double stage_seconds(const fpm_pipeline *line, const fpm_device *d, int overlap, int64_t i,
                            int64_t j, double *whole) {
    double sum[3] = {0, 0, 0};
    int64_t e;
    if (i == j) return 0;
    for (e = i; e < j; e++) sum[0] += line->seconds[d->type * line->n + e];
    sum[0] = (d->factor > 0 ? d->factor : 1) * sum[0] + d->fixed;
    if (j < line->n) {
        sum[1] = d->latency;
        if (d->bandwidth > 0) sum[1] += (double)line->sent[j - 1] / d->bandwidth;
    }
    if (i > 0) sum[2] = d->in_latency;
    *whole += sum[0] + sum[1] + sum[2];
    if (!overlap) return sum[0] + sum[1] + sum[2];
    if (sum[1] > sum[0]) sum[0] = sum[1];
    return sum[2] > sum[0] ? sum[2] : sum[0];
}

static double pipeline_goal(const fpm_pipeline *line, const fpm_device *device,
                            const fpm_pipeline_options *o, const int64_t *cut, const int *who) {
    double latest = 0, whole = 0;
    int k;
    for (k = 0; k < the.p; k++) {
        double t = stage_seconds(line, &device[who[k]], o->overlap, cut[k], cut[k + 1], &whole);
        if (t > latest) latest = t;
    }
    if (o->goal == FPM_PIPELINE_LATEST) return latest;
    if (o->goal == FPM_PIPELINE_TOTAL) return whole;
    return (double)((o->batches > 0 ? o->batches : 1) - 1) * latest + whole;
}

static double best_stages(const fpm_pipeline *line, const fpm_device *device,
                          const fpm_pipeline_options *o, int64_t *cut, int k, int *who) {
    double best = NEVER;
    if (k == the.p) {
        cut[k] = the.n;
        return pipeline_goal(line, device, o, cut, who);
    }
    for (cut[k] = cut[k - 1]; cut[k] <= the.n; cut[k]++) {
        double t = best_stages(line, device, o, cut, k + 1, who);
        if (t < best) best = t;
    }
    return best;
}

static double best_lines(const fpm_pipeline *line, const fpm_device *device,
                         const fpm_pipeline_options *o, int k, int *who) {
    int64_t cut[PROCS + 1] = {0};
    double best = NEVER;
    int i;
    if (k == the.p || !o->free_order) return best_stages(line, device, o, cut, 1, who);
    for (i = k; i < the.p; i++) {
        double t;
        int held = who[k];
        who[k] = who[i];
        who[i] = held;
        t = best_lines(line, device, o, k + 1, who);
        if (t < best) best = t;
        held = who[k];
        who[k] = who[i];
        who[i] = held;
    }
    return best;
}

static void random_device(fpm_device *d, int types) {
    memset(d, 0, sizeof *d);
    d->type = (int)test_int(0, types - 1);
    if (test_int(0, 2) == 0) d->factor = (double)test_int(1, 30) / 10;
    if (test_int(0, 3) == 0) d->fixed = (double)test_int(1, 10) / 10;
    if (test_int(0, 3) == 0) d->latency = (double)test_int(1, 10) / 10;
    if (test_int(0, 3) == 0) d->in_latency = (double)test_int(1, 10) / 10;
    if (test_int(0, 2) == 0) d->bandwidth = (double)test_int(1, 10);
}

static void pipelines(void) {
    int64_t round, rounds = test_count(1500), e;
    for (round = 0; round < rounds; round++) {
        double seconds[2 * ITEMS], best;
        int64_t sent[ITEMS], cut[PROCS + 1];
        int who[PROCS] = {0, 1, 2, 3}, order[PROCS] = {0, 1, 2, 3}, k, ok, status;
        int shape = (int)test_int(0, 5), types = (int)test_int(1, 2);
        fpm_device device[PROCS];
        fpm_pipeline line = FPM_ZERO;
        fpm_pipeline_options opts = FPM_ZERO;
        fpm_pipeline_outputs out = FPM_ZERO;
        memset(&the, 0, sizeof the);
        the.p = (int)test_int(1, PROCS);
        the.n = test_int(0, ITEMS - 1);
        seconds[0] = (double)test_int(1, 30) / 10;
        for (e = 1; e < types * the.n; e++) seconds[e] = flat_next_time(seconds[e - 1], shape);
        for (e = 0; e < the.n; e++) sent[e] = test_int(0, 6);
        for (k = 0; k < the.p; k++) {
            random_device(&device[k], types);
            if (k > 0 && test_int(0, 2) == 0) device[k] = device[k - 1];
        }
        line.n = the.n;
        line.types = types;
        line.seconds = seconds;
        line.sent = sent;
        opts.goal = (int)test_int(0, 2);
        opts.overlap = (int)test_int(0, 1);
        opts.free_order = (int)test_int(0, 1);
        if (opts.goal == FPM_PIPELINE_FILLED) opts.batches = test_int(0, 9);
        out.who = who;
        NOTE("round %lld: goal %d, overlap %d, free %d, batches %lld, n %lld, p %d",
             (long long)round, opts.goal, opts.overlap, opts.free_order, (long long)opts.batches,
             (long long)the.n, the.p);
        best = best_lines(&line, device, &opts, 0, order);
        status = fpm_pipeline_partition(&line, the.p, device, &opts, cut, &out, &info);
        ok = CHECK_INT(status, FPM_OK);
        if (!ok) continue;
        CHECK_REL(info.makespan, best, CLOSE);
        CHECK_REL(pipeline_goal(&line, device, &opts, cut, who), info.makespan, CLOSE);
        CHECK_REL(info.lower_bound, best, CLOSE);
        CHECK(fpm_pipeline_check(&line, the.p, device, &opts, cut, &out, &seen) >= 0);
        CHECK_REL(seen.makespan, info.makespan, CLOSE);
        CHECK_LE(seen.lower_bound, best * (1 + CLOSE));
    }
}

/* ---- tiles ---- */

static void tiles(void) {
    enum { SIDE = 5 };
    int64_t round, rounds = test_count(1500);
    for (round = 0; round < rounds; round++) {
        int64_t rows = test_int(1, SIDE), cols = test_int(1, SIDE), r, c, d[PROCS];
        int covered[SIDE][SIDE] = {{0}}, i, ok = 1, status;
        fpm_matrix_options opts = FPM_ZERO;
        fpm_tile tile[PROCS];
        fpm_info whole;
        double latest = 0;
        memset(&the, 0, sizeof the);
        the.p = (int)test_int(1, rows * cols < PROCS ? rows * cols : PROCS);
        random_procs(0);
        for (i = 0; i < the.p; i++) {
            if (the.scale > 1) the.procs[i].max = 0;
            if (the.procs[i].max > 0) the.procs[i].max += 3;
        }
        opts.arrangement = (int)test_int(0, 2);
        if (test_int(0, 1) && opts.arrangement == FPM_MATRIX_AUTO) opts.compact = FPM_EXACT;
        NOTE("round %lld: %lld x %lld, arrangement %d", (long long)round, (long long)rows,
             (long long)cols, opts.arrangement);
        status = fpm_partition(rows * cols, the.p, the.procs, NULL, d, &whole);
        if (status < 0) {
            CHECK(fpm_matrix_partition(rows, cols, the.p, the.procs, &opts, tile, NULL, &info) < 0);
            end(1);
            continue;
        }
        status = fpm_matrix_partition(rows, cols, the.p, the.procs, &opts, tile, NULL, &info);
        ok &= CHECK(status >= 0 || status == FPM_E_INFEASIBLE);
        for (i = 0; i < the.p && status >= 0; i++) {
            double t = time_of(i, (tile[i].r1 - tile[i].r0) * (tile[i].c1 - tile[i].c0));
            if (t > latest) latest = t;
            for (r = tile[i].r0; r < tile[i].r1; r++)
                for (c = tile[i].c0; c < tile[i].c1; c++) covered[r][c]++;
        }
        for (r = 0; r < rows && status >= 0; r++)
            for (c = 0; c < cols; c++) ok &= CHECK_INT(covered[r][c], 1);
        if (status >= 0) {
            ok &= CHECK_REL(info.makespan, latest, CLOSE);
            ok &= CHECK_LE(whole.makespan * (1 - CLOSE), info.makespan);
            ok &= CHECK_LE(info.lower_bound, info.makespan * (1 + CLOSE));
        }
        end(ok);
    }
}

/* ---- intervals ---- */

static int interval_of(int64_t n, const int64_t *d, int sure) {
    double last[PROCS], sum = 0;
    fpm_interval found;
    fpm_options opts = FPM_ZERO;
    int i, ok, status;
    opts.runs = (double)test_int(0, 2) * 100;
    status = fpm_partition_interval(n, the.p, the.procs, &opts, d, last, &found, &seen);
    ok = CHECK(is_answer(status));
    if (!ok) return 0;
    for (i = 0; i < the.p; i++) {
        ok &= CHECK(last[i] >= 0 && last[i] <= 1 + 1e-9);
        sum += last[i];
    }
    if (n > 0) ok &= CHECK_ABS(sum, 1.0, 1e-6);
    ok &= CHECK_LE(found.low, found.high) & CHECK_LE(0.0, found.gain);
    ok &= CHECK_LE(info.makespan * (1 - 1e-9), found.mean);
    if (sure) {
        ok &= CHECK_REL(found.low, info.makespan, 1e-12) & CHECK_INT(found.next, -1);
        ok &= CHECK_REL(found.mean, info.makespan, 1e-12);
        ok &= CHECK_REL(found.high, info.makespan, 1e-12);
    }
    return ok;
}

static void intervals(void) {
    int64_t round, rounds = test_count(800), k;
    for (round = 0; round < rounds; round++) {
        int64_t d[PROCS], n;
        int i, ok, sure = test_int(0, 2) == 0;
        begin(1, 1);
        for (i = 0; i < the.p && !sure; i++) {
            double half[FLAT_POINTS];
            fpm_model_options opts = FPM_ZERO;
            fpm_model m = the.model[i];
            for (k = 0; k < m.count; k++) {
                half[k] = m.seconds[k] * (double)test_int(0, 10);
                half[k] /= test_int(0, 3) ? 100 : 5;
            }
            opts.flags = m.flags;
            opts.extent = m.extent;
            opts.half_width = half;
            CHECK_INT(
                fpm_model_init(&the.model[i], m.kind, m.count, m.size, m.seconds, &opts, NULL),
                FPM_OK);
            fpm_model_free(&m);
        }
        n = test_int(0, UNITS) * the.scale;
        NOTE("round %lld, n %lld", (long long)round, (long long)n);
        ok = fpm_partition(n, the.p, the.procs, NULL, d, &info) < 0 || interval_of(n, d, sure);
        end(ok);
    }
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(pieces);
    RUN(chains);
    RUN(pipelines);
    RUN(tiles);
    RUN(intervals);
    return test_end();
}
