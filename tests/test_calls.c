/* Calls in random order: partition by every algorithm and option, least, pareto, compose, copies
   processors, on the same few models one after the other.  Each status and makespan is judged by
   going through all partitions, and by the rules that fpm.h states for statuses. */
#include "../fpm.h"

#include "test.h"

#include "oracle.h"

#include "instance.h"

enum { TOP = 22, MOST = 4, COST = MOST, FRONT = 64 };

static double seconds[MOST][TOP + 1], price[MOST][TOP + 1]; /* ORACLE_NEVER: not on offer */
static int64_t d[MOST];
static fpm_info info;
static double best;        /* least makespan, ORACLE_NEVER: there is no partition */
static double cheapest[2]; /* least cost within limits[0] and limits[1] */
static double limits[2], fastest, most_cost; /* least makespan at a cost up to most_cost */

static int never(double t) { return t >= 1e299; }

/* Go through all partitions of `rest` units from processor i on. */
static void walk(int i, int64_t rest, double makespan, double cost) {
    int64_t x, from = i + 1 == the.p ? rest : 0;
    int k;
    if (i == the.p) {
        if (makespan < best) best = makespan;
        if (cost <= most_cost && makespan < fastest) fastest = makespan;
        for (k = 0; k < 2; k++)
            if (makespan <= limits[k] && cost < cheapest[k]) cheapest[k] = cost;
        return;
    }
    for (x = from; x <= rest; x++) {
        double t = seconds[i][x];
        if (never(t) || never(price[i][x])) continue;
        walk(i + 1, rest - x, t > makespan ? t : makespan, cost + price[i][x]);
    }
}

/* What is best with costs by an objective (0: none), within a limit give or take rounding. */
static void enumerate(int least, double limit) {
    int i;
    int64_t x;
    for (i = 0; i < the.p; i++)
        for (x = 0; x <= the.n; x++) {
            const fpm_proc *r = &the.procs[i];
            double t = 0;
            seconds[i][x] = oracle_share(&the.rules[i], x) < ORACLE_NEVER ? instance_time(i, x)
                                                                          : (double)ORACLE_NEVER;
            if (!never(seconds[i][x]))
                CHECK_REL(seconds[i][x], (double)oracle_share(&the.rules[i], x), 1e-11);
            if (least == FPM_LEAST_TOTAL) t = seconds[i][x];
            if (least == FPM_LEAST_BUSY) t = x > 0;
            if (least == FPM_LEAST_COST && x > 0 && r->cost && r->cost->model.kind &&
                fpm_model_time(&r->cost->model, (double)x, &t) < 0)
                t = (double)ORACLE_NEVER;
            price[i][x] = t;
        }
    best = fastest = cheapest[0] = cheapest[1] = (double)ORACLE_NEVER;
    limits[0] = limit * (1 - 1e-14), limits[1] = limit * (1 + 1e-14);
    walk(0, the.n, 0, 0);
}

/* ---- instances ---- */

static void model_random(int i, int family) {
    static const int kinds[5] = {FPM_CONSTANT, FPM_PIECEWISE, FPM_SHAPED, FPM_AKIMA, FPM_DISCRETE};
    oracle_model *m = &the.truth[i];
    int kind = family < 5 ? kinds[family] : kinds[test_int(0, 4)], points;
    memset(m, 0, sizeof *m);
    m->kind = kind;
    m->flags = kind == FPM_AKIMA ? FPM_SAFE : 0;
    points = (int)test_int(1, kind == FPM_DISCRETE ? 12 : 6);
    points_random(m, points, TOP, (int)test_int(0, 4));
    instance_model(i);
}

static void instance_random(void) {
    int i, family = (int)test_int(0, 7);
    int64_t grain = test_int(0, 3) ? 0 : test_int(1, 4);
    int rules = (int)test_int(0, 3); /* 0: none; 1: one grain, max, required; 2, 3: all */
    the.p = (int)test_int(1, MOST);
    the.n = test_int(0, 9) ? test_int(0, TOP) : 0;
    for (i = 0; i <= COST; i++) model_random(i, i < COST ? family : 7);
    for (i = 0; i < the.p; i++) {
        fpm_proc *r = &the.procs[i];
        instance_proc(i, test_int(0, 2) ? i : 0);
        if (rules && !test_int(0, 2)) r->max = test_int(1, TOP);
        if (rules && !test_int(0, 3)) r->required = 1;
        if (rules && !test_int(0, 3)) r->fixed = test_real() * 4;
        if (rules > 1 && !test_int(0, 2)) r->min = test_int(1, r->max ? r->max : 6);
        r->grain = rules > 1 && !test_int(0, 2) ? test_int(1, 5) : grain;
        if (test_int(0, 1)) r->cost = test_cost(&the.model[COST]);
    }
    test_some_cost(the.procs, the.p);
    instance_rules();
}

/* ---- what fpm.h says of statuses ---- */

/* May an algorithm refuse the instance with this status? */
static int refuses(const fpm_options *o, const double *real, int status) {
    int i, a = o->algorithm, even = a == FPM_EVEN || a == FPM_PROPORTIONAL, falls = 0, other = 0;
    if (real && a != FPM_GEOMETRIC && a != FPM_NUMERICAL) return status == FPM_E_UNSUPPORTED;
    if (a == FPM_AUTO || a == FPM_OPTIMAL) return 0;
    if (o->least) return status == FPM_E_UNSUPPORTED;
    for (i = 0; i < the.p; i++) {
        const fpm_proc *r = &the.procs[i], *first = &the.procs[0];
        int64_t grain = r->grain > 0 ? r->grain : 1, all = first->grain > 0 ? first->grain : 1;
        int64_t least = (r->min + grain - 1) / grain * grain;
        int finite = r->model->kind == FPM_DISCRETE;
        falls |= !r->model->monotone && a == FPM_GEOMETRIC;
        if (a == FPM_HPOPTA) other |= !finite;
        else other |= (finite && !even) || grain != all;
        if (a != FPM_HPOPTA) /* a least share out of reach leaves no hole */
            other |= !r->required && least > grain && least <= the.n &&
                     (r->max == 0 || least <= r->max) && r->model->count > 0;
    }
    return (falls && status == FPM_E_NOT_MONOTONE) || (other && status == FPM_E_UNSUPPORTED);
}

static int argument_wrong(const fpm_options *o) {
    int a = o->algorithm;
    return a < FPM_AUTO || a > FPM_HPOPTA || o->search < 0 || o->search > FPM_BISECTION ||
           (o->search && a != FPM_AUTO && a != FPM_GEOMETRIC) || (o->dense && a != FPM_NUMERICAL) ||
           o->max_work < 0 || o->least < 0 || o->least > FPM_LEAST_BUSY ||
           ((o->slack > 0 || o->limit > 0) && !o->least) || o->slack < 0 || o->limit < 0 ||
           (o->slack > 0 && o->limit > 0);
}

/* Shares, makespan, and what info says of them, for an answer. */
static void answer_ok(int status) {
    double makespan = 0;
    int64_t rest = the.n;
    int i, beyond = -1, busy = 0;
    for (i = 0; i < the.p; i++) {
        const fpm_model *m = the.procs[i].model;
        REQUIRE(d[i] >= 0 && d[i] <= rest);
        REQUIRE(!never(seconds[i][d[i]]));
        rest -= d[i];
        busy += d[i] > 0;
        if (seconds[i][d[i]] > makespan) makespan = seconds[i][d[i]];
        if (beyond < 0 && m->kind != FPM_CONSTANT && d[i] > 0 && d[i] > m->size[m->count - 1])
            beyond = i;
    }
    CHECK_INT(rest, 0);
    CHECK_SAME(info.makespan, makespan);
    CHECK_INT(info.busy, busy);
    CHECK_INT(info.extrapolated, beyond);
    CHECK_LE(info.lower_bound, makespan);
    CHECK_LE(info.lower_bound, best * (1 + 4e-16));
    CHECK_REL(info.gap, info.lower_bound > 0 ? makespan / info.lower_bound - 1 : 0, 1e-15);
    if (status == FPM_OK) CHECK(beyond < 0);
    if (status == FPM_EXTRAPOLATED) CHECK(beyond >= 0 && info.fault == -1);
    CHECK_INT(fpm_partition_check(the.n, the.p, the.procs, NULL, d, NULL),
              beyond < 0 ? FPM_OK : FPM_EXTRAPOLATED);
}

/* ---- memory that counts and fails, a callback that stops ---- */

static struct { int64_t blocks, calls, fail_at; } heap;

static void *counted(void *context, void *block, size_t old_size, size_t size) {
    void *moved;
    (void)context, (void)old_size;
    if (size == 0) {
        heap.blocks -= block != NULL;
        free(block);
        return NULL;
    }
    if (++heap.calls == heap.fail_at) return NULL;
    moved = realloc(block, size);
    heap.blocks += moved && !block;
    return moved;
}

static const fpm_alloc allocator = {counted, NULL};

static int stopped(void *context, const fpm_progress *state) {
    (void)state;
    return --*(int *)context == 0;
}

static int stop_after;

/* Limits of work, memory and patience: mostly none.  Returns 1 where they may end the call. */
static int limit_random(fpm_options *o) {
    static const int64_t works[8] = {0, 0, 0, INT64_MAX, INT64_MAX - 1, INT64_MAX / 2, 1, 60};
    int strict = 0;
    o->max_work = works[test_int(0, 7)];
    strict |= o->max_work > 0 && o->max_work < 1000;
    if (!test_int(0, 9)) o->max_bytes = (size_t)test_int(1, 4000), strict = 1;
    heap.calls = heap.fail_at = 0;
    o->alloc = test_int(0, 1) ? &allocator : NULL;
    if (o->alloc && !test_int(0, 4)) heap.fail_at = test_int(1, 12), strict = 1;
    stop_after = test_int(0, 7) ? 0 : (int)test_int(1, 9);
    if (stop_after > 0) o->progress = stopped, o->context = &stop_after, strict = 1;
    return strict;
}

/* Did a limit end the call? */
static int ended(const fpm_options *o, int status) {
    return (status == FPM_E_WORK_LIMIT && o->max_work > 0 && o->max_work < 1000) ||
           ((status == FPM_E_MAX_BYTES || status == FPM_E_WORK_LIMIT) && o->max_bytes > 0) ||
           ((status == FPM_E_MEMORY || status == FPM_E_WORK_LIMIT) && heap.fail_at > 0 &&
            heap.calls >= heap.fail_at) ||
           (status == FPM_E_STOPPED && o->progress && stop_after == 0);
}

/* ---- the calls ---- */

static int64_t seen[256]; /* statuses + 128 */

static void call_partition(void) {
    fpm_options o = FPM_ZERO;
    fpm_partition_outputs out = FPM_ZERO;
    double room[MOST], *real = test_int(0, 5) ? NULL : room;
    int i, status, strict, exact;
    int64_t was[MOST];
    o.algorithm = test_int(0, 30) ? (int)test_int(FPM_AUTO, FPM_HPOPTA) : (int)test_int(-1, 8);
    if (!test_int(0, 15)) o.search = FPM_BISECTION;
    if (!test_int(0, 15)) o.dense = 1;
    if (!test_int(0, 3)) o.least = (int)test_int(1, 3);
    if (o.least && test_int(0, 1)) o.slack = test_real() / 2;
    if (o.least && !test_int(0, 3)) o.limit = test_real() * 20;
    if (o.limit > 0 && test_int(0, 9)) o.slack = 0; /* both: refused */
    if (!test_int(0, 60)) o.slack = -1;
    strict = limit_random(&o);
    enumerate(0, 1e200);
    if (o.least) enumerate(o.least, o.limit > 0 ? o.limit : (1 + o.slack) * best);
    for (i = 0; i < the.p; i++) was[i] = d[i] = -77 - i;
    memset(&info, 0x77, sizeof info);
    NOTE("n %lld algorithm %d least %d eps %g limit %g work %lld bytes %lld fail %lld",
         (long long)the.n, o.algorithm, o.least, o.slack, o.limit, (long long)o.max_work,
         (long long)o.max_bytes, (long long)heap.fail_at);
    out.real = real;
    status = fpm_partition_real(the.n, the.p, the.procs, &o, d, &out, &info);
    seen[status + 128]++;
    CHECK_INT(info.status, status);
    CHECK_INT(heap.blocks, 0);
    for (i = 0; i < the.p && status < 0; i++) CHECK_INT(d[i], was[i]);
    if (argument_wrong(&o)) {
        CHECK_INT(status, FPM_E_ARGUMENT);
        CHECK(info.argument && info.reason);
        return;
    }
    if (refuses(&o, real, FPM_E_UNSUPPORTED) || refuses(&o, real, FPM_E_NOT_MONOTONE)) {
        if (status != FPM_E_INFEASIBLE || !never(best)) CHECK(refuses(&o, real, status));
        return;
    }
    if (status < 0 && strict && ended(&o, status)) return;
    if (o.least) enumerate(0, 1e200); /* without costs: some have none */
    exact = o.algorithm != FPM_EVEN && o.algorithm != FPM_PROPORTIONAL;
    if (never(best)) {
        CHECK(status == FPM_E_INFEASIBLE || (!exact && status == FPM_E_UNSUPPORTED));
        return;
    }
    if (o.least) {
        double limit = o.limit > 0 ? o.limit : (1 + o.slack) * best, cost = 0, fast = best;
        enumerate(o.least, limit);
        if (status == FPM_E_INFEASIBLE) {
            CHECK(never(cheapest[0]));
            return;
        }
        REQUIRE(status == FPM_OK || status == FPM_EXTRAPOLATED ||
                (status == FPM_STOPPED && o.progress));
        for (i = 0; i < the.p; i++) cost += price[i][d[i]];
        best = fast;
        CHECK_REL(info.cost, cost, 1e-14);
        CHECK_LE(info.makespan, limit * (1 + 1e-14));
        CHECK_LE(cheapest[1] * (1 - 1e-13), cost);
        if (!never(cheapest[0]) && status != FPM_STOPPED) CHECK_LE(cost, cheapest[0] * (1 + 1e-13));
        answer_ok(status);
        return;
    }
    if (!exact && status == FPM_E_UNSUPPORTED) return; /* a share that is not measured */
    REQUIRE(status >= 0);
    answer_ok(status);
    CHECK(status == FPM_OK || status == FPM_EXTRAPOLATED || (status == FPM_WORK_LIMIT && strict) ||
          (status == FPM_STOPPED && o.progress) ||
          (status == FPM_FALLBACK && o.algorithm == FPM_NUMERICAL));
    if (status == FPM_WORK_LIMIT || status == FPM_STOPPED) { /* no bound: memory failed for it */
        if (info.lower_bound > 0) CHECK_LT(0, info.gap);
        else CHECK(o.max_bytes || heap.fail_at);
    }
    for (exact &= status != FPM_WORK_LIMIT && status != FPM_STOPPED, i = 0; i < the.p; i++)
        exact &= o.algorithm != FPM_NUMERICAL || status == FPM_FALLBACK || the.model[i].monotone;
    /* EVEN, PROPORTIONAL, NUMERICAL: no bound where memory does not suffice for it */
    if (exact || (!(info.gap > 0) && info.lower_bound > 0)) CHECK_REL(info.makespan, best, 4e-16);
    if (exact) CHECK_SAME(info.gap, 0);
}

static void call_pareto(void) {
    fpm_options o = FPM_ZERO;
    double makespan[FRONT], cost[FRONT];
    int64_t count = -5, k;
    int status, strict;
    o.least = (int)test_int(1, 3);
    strict = limit_random(&o);
    enumerate(o.least, 1e200);
    memset(&info, 0x77, sizeof info);
    NOTE("pareto %d work %lld bytes %lld fail %lld", o.least, (long long)o.max_work,
         (long long)o.max_bytes, (long long)heap.fail_at);
    status = fpm_pareto(the.n, the.p, the.procs, &o, FRONT, makespan, cost, &count, &info);
    seen[status + 128]++;
    CHECK_INT(info.status, status);
    CHECK_INT(heap.blocks, 0);
    if (status < 0) CHECK_INT(count, -5);
    if (strict && ended(&o, status)) return;
    if (never(cheapest[0])) {
        CHECK_INT(status, FPM_E_INFEASIBLE);
        return;
    }
    REQUIRE(status == FPM_OK || status == FPM_EXTRAPOLATED);
    REQUIRE(count >= 1 && count <= FRONT);
    CHECK_REL(cost[count - 1], cheapest[0], 1e-13);
    CHECK_REL(makespan[0], best, 4e-16);
    for (k = 0; k < count; k++) {
        most_cost = cost[k] * (1 + 1e-13);
        enumerate(o.least, makespan[k]);
        CHECK_REL(makespan[k], fastest, 1e-14);
        if (k == 0) continue;
        CHECK(makespan[k] > makespan[k - 1] && cost[k] < cost[k - 1]);
        if (makespan[k - 1] > makespan[k] * (1 - 1e-12)) continue; /* the same but for rounding */
        enumerate(o.least, makespan[k] * (1 - 3e-14));             /* nothing in between */
        CHECK_REL(cost[k - 1], cheapest[0], 1e-13);
    }
}

static void call_compose(void) {
    fpm_options o = FPM_ZERO;
    fpm_points points = FPM_ZERO;
    int64_t n = the.n, k = 0;
    int status, strict = limit_random(&o);
    o.progress = NULL;
    memset(&info, 0x77, sizeof info);
    NOTE("compose work %lld bytes %lld fail %lld", (long long)o.max_work, (long long)o.max_bytes,
         (long long)heap.fail_at);
    status = fpm_compose(the.p, the.procs, n, NULL, &o, &points, &info);
    seen[status + 128]++;
    CHECK_INT(info.status, status);
    if (status < 0) {
        CHECK(strict && ended(&o, status));
        CHECK_INT(heap.blocks, 0);
        return;
    }
    CHECK_INT(status, FPM_OK);
    for (the.n = 1; the.n <= n; the.n++) {
        enumerate(0, 1e200);
        if (never(best)) continue;
        REQUIRE(k < points.count);
        CHECK_INT(points.size[k], the.n);
        CHECK_REL(points.seconds[k++], best, 4e-16);
    }
    the.n = n;
    CHECK_INT(points.count, k);
    fpm_points_free(&points);
    CHECK_INT(heap.blocks, 0);
}

/* The first processor, so many times, by FPM_OPTIMAL. */
static void call_identical(void) {
    fpm_options o = FPM_ZERO;
    int64_t sum = 0;
    double makespan = 0;
    int i, status, strict = limit_random(&o);
    o.progress = NULL;
    o.algorithm = FPM_OPTIMAL;
    for (i = 1; i < the.p; i++) the.procs[i] = the.procs[0], the.rules[i] = the.rules[0];
    enumerate(0, 1e200);
    memset(&info, 0x77, sizeof info);
    NOTE("identical work %lld bytes %lld fail %lld", (long long)o.max_work, (long long)o.max_bytes,
         (long long)heap.fail_at);
    memset(d, 0x77, sizeof d);
    status = fpm_partition(the.n, the.p, the.procs, &o, d, &info);
    seen[status + 128]++;
    CHECK_INT(info.status, status);
    CHECK_INT(heap.blocks, 0);
    if (strict && ended(&o, status)) return;
    if (never(best)) {
        CHECK_INT(status, FPM_E_INFEASIBLE);
        return;
    }
    REQUIRE(status >= 0);
    for (i = 0; i < the.p; i++) {
        double t = seconds[0][d[i]];
        REQUIRE(!never(t));
        sum += d[i];
        makespan = t > makespan ? t : makespan;
    }
    CHECK_INT(sum, the.n);
    CHECK_SAME(info.makespan, makespan);
    CHECK_LE(info.lower_bound, best * (1 + 4e-16));
    if (status == FPM_WORK_LIMIT) CHECK(strict);
    else CHECK_REL(makespan, best, 4e-16);
}

static void any_order(void) {
    int64_t round, rounds = test_count(6000);
    int calls, k;
    memset(seen, 0, sizeof seen);
    for (round = 0; round < rounds && test__.bad < 5; round++) {
        long long bad = test__.bad;
        instance_random();
        most_cost = 1e200;
        for (calls = 0; calls < 8; calls++) {
            switch (test_int(0, 9)) {
            case 0: call_pareto(); break;
            case 1: call_compose(); break;
            default: call_partition(); break;
            }
            the.n = test_int(0, 3) ? the.n : test_int(0, TOP);
            most_cost = 1e200;
        }
        if (test__.bad > bad) instance_failed();
        bad = test__.bad;
        call_identical();
        if (test__.bad > bad) instance_failed();
        instance_free();
    }
    for (k = 0; k < 256; k++)
        if (seen[k]) printf("    %s: %lld\n", fpm_status_str(k - 128), (long long)seen[k]);
}

/* A processor or device that can take nothing (FPM_NOTHING) gets nothing, in every call that has
   limits; the check agrees, and the others do as well without it. */
static void nothing_anywhere(void) {
    enum { P = 5, N = 12 };
    int64_t round, rounds = test_count(400), size[P][2], load[N], w[N + 1], begin[P + 1], bytes[N];
    double took[P][2], each[N];
    int i, k, solved = 0;
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(2, P), out = (int)test_int(0, p - 1), who[P], status, fewer;
        fpm_model model[P];
        fpm_proc procs[P] = FPM_ZERO, less[P] = FPM_ZERO;
        fpm_chain chain;
        fpm_chain_options co = FPM_ZERO;
        fpm_rect_options ro = FPM_ZERO;
        fpm_matrix_options mo = FPM_ZERO;
        fpm_pipeline_options po = FPM_ZERO;
        fpm_pipeline_outputs out_ = FPM_ZERO;
        fpm_device device[P] = FPM_ZERO;
        fpm_pipeline line = FPM_ZERO;
        fpm_grid grid;
        fpm_rect part[P];
        fpm_tile tile[P];
        double with;
        for (i = 0; i < N; i++)
            load[i] = test_int(0, 9), bytes[i] = test_int(0, 5), each[i] = test_real();
        for (i = k = 0; i < p; i++) {
            size[i][0] = test_int(1, 20), size[i][1] = size[i][0] + test_int(1, 30);
            took[i][0] = 0.1 + test_real(), took[i][1] = took[i][0] + test_real();
            REQUIRE(fpm_model_init(&model[i], FPM_PIECEWISE, 2, size[i], took[i], &test_borrowed,
                                   NULL) == FPM_OK);
            procs[i].model = &model[i];
            if (i == out) procs[i].max = FPM_NOTHING;
            else less[k++] = procs[i];
        }
        NOTE("round %d, processor %d of %d", (int)round, out, p);
        REQUIRE(fpm_chain_init(&chain, N, load, w, NULL) == FPM_OK);
        co.procs = procs;
        status = fpm_chain_partition(&chain, p, &co, begin, NULL, &info);
        REQUIRE(status >= 0);
        with = info.makespan;
        CHECK_INT(w[begin[out + 1]] - w[begin[out]], 0);
        CHECK_INT(fpm_chain_check(&chain, p, &co, begin, NULL, NULL), status);
        co.procs = less;
        fewer = fpm_chain_partition(&chain, p - 1, &co, begin, NULL, &info);
        CHECK(fewer >= 0);
        CHECK_SAME(info.makespan, with);
        REQUIRE(fpm_grid_init(&grid, 3, 4, load, 0, NULL, NULL) == FPM_OK);
        ro.procs = procs, ro.algorithm = round % 2 ? FPM_RECT_PQ_OPT : FPM_RECT_AUTO;
        status = fpm_rect_partition(&grid, p, &ro, part, NULL, &info);
        if (status >= 0) {
            solved++;
            CHECK_INT(part[out].load, 0);
            CHECK_INT(fpm_rect_check(&grid, p, &ro, part, NULL, NULL),
                      info.extrapolated < 0 ? FPM_OK : FPM_EXTRAPOLATED);
        }
        fpm_grid_free(&grid);
        mo.arrangement = (int)(round % 3);
        status = fpm_matrix_partition(7, 9, p, procs, &mo, tile, NULL, &info);
        CHECK(status >= 0);
        CHECK_INT((tile[out].r1 - tile[out].r0) * (tile[out].c1 - tile[out].c0), 0);
        device[out].max = FPM_NOTHING;
        line.n = N, line.types = 1, line.seconds = each, line.bytes = round % 3 ? bytes : NULL;
        po.goal = (int)(round % 3), po.free_order = (int)(round / 3 % 2), out_.who = who;
        REQUIRE(fpm_pipeline_partition(&line, p, device, &po, begin, &out_, &info) >= 0);
        for (i = 0; i < p; i++) CHECK(who[i] != out || begin[i] == begin[i + 1]);
        CHECK_INT(fpm_pipeline_check(&line, p, device, &po, begin, &out_, NULL), FPM_OK);
        for (i = 0; i < p; i++) fpm_model_free(&model[i]);
    }
    CHECK(solved > rounds / 2);
}

/* Is what a call says of a move the same? */
static void same_move(const fpm_info *apart, const fpm_info *in_place) {
    CHECK_INT(in_place->status, apart->status);
    CHECK_SAME(in_place->makespan, apart->makespan);
    CHECK_SAME(in_place->moved, apart->moved);
}

/* Cuts, owners and rectangles may be renewed in the arrays that hold the previous ones; the answer
   and what is said of it are those of two arrays. */
static void renewed_in_place(void) {
    enum { N = 12, P = 4, SIDE = 6 };
    int64_t round, i, load[SIDE * SIDE], sum[N + 1], cut[P + 1], next[P + 1];
    int owner[N], given[N], p, k, moved = 0;
    double speed[P];
    for (round = test_count(400); round > 0; round--) {
        fpm_chain chain;
        fpm_chain_options co = FPM_ZERO;
        fpm_chain_outputs made = FPM_ZERO, renewed = FPM_ZERO;
        fpm_items_options io = FPM_ZERO;
        fpm_rect_options ro = FPM_ZERO;
        fpm_rect part[P], other[P];
        fpm_grid grid;
        fpm_info apart, in_place;
        fpm_rect_outputs apart_out, in_place_out;
        p = (int)test_int(1, P);
        test_ints(load, SIDE * SIDE, 0, 20);
        for (k = 0; k < p; k++) speed[k] = (double)test_int(1, 3);

        REQUIRE(fpm_chain_init(&chain, N, load, sum, NULL) == FPM_OK);
        for (k = 0; k <= p; k++) cut[k] = k > 0 ? test_int(cut[k - 1], N) : 0;
        cut[p] = N;
        co.speed = round % 2 ? speed : NULL;
        co.slack = round % 3 ? 0 : 0.1;
        co.grain = round % 5 ? 0 : 2;
        co.from = cut;
        REQUIRE(fpm_chain_partition(&chain, p, &co, next, &made, &apart) >= 0);
        REQUIRE(fpm_chain_partition(&chain, p, &co, cut, &renewed, &in_place) >= 0);
        same_move(&apart, &in_place);
        CHECK_SAME(renewed.shift, made.shift);
        for (k = 0; k <= p; k++) CHECK_INT(cut[k], next[k]);
        moved += apart.moved > 0;

        for (i = 0; i < N; i++) owner[i] = (int)test_int(-1, p - 1);
        io.speed = co.speed;
        io.slack = co.slack;
        io.from = owner;
        REQUIRE(fpm_items_assign(N, load, p, &io, given, NULL, &apart) >= 0);
        REQUIRE(fpm_items_assign(N, load, p, &io, owner, NULL, &in_place) >= 0);
        same_move(&apart, &in_place);
        for (i = 0; i < N; i++) CHECK_INT(owner[i], given[i]);
        moved += apart.moved > 0;

        REQUIRE(fpm_grid_init(&grid, SIDE, SIDE, load, 0, NULL, NULL) == FPM_OK);
        REQUIRE(fpm_rect_partition(&grid, p, NULL, part, NULL, NULL) >= 0);
        for (i = 0; i < SIDE; i++) load[i * SIDE + i] += 50;
        fpm_grid_free(&grid);
        REQUIRE(fpm_grid_init(&grid, SIDE, SIDE, load, 0, NULL, NULL) == FPM_OK);
        ro.from = part;
        ro.slack = co.slack;
        ro.speed = co.speed;
        REQUIRE(fpm_rect_partition(&grid, p, &ro, other, &apart_out, &apart) >= 0);
        REQUIRE(fpm_rect_partition(&grid, p, &ro, part, &in_place_out, &in_place) >= 0);
        fpm_grid_free(&grid);
        same_move(&apart, &in_place);
        CHECK_INT(in_place_out.moved_cells, apart_out.moved_cells);
        CHECK(!memcmp(part, other, (size_t)p * sizeof *part));
        moved += apart.moved > 0;
    }
    CHECK(moved > (test_count(400) >= 100 ? test_count(400) : 0)); /* a few say little */
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(any_order);
    RUN(nothing_anywhere);
    RUN(renewed_in_place);
    return test_end();
}
