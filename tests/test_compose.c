/* fpm_compose, and fpm_partition over many copies of a processor, against a plain dynamic program
   over all sizes at once, two- and three-level hierarchies against the flat optimum, and thousands
   of copies against a program for few that decides the same.

   Makespans are compared at 1e-12 relative, as in test_split.c; those of discrete models are the
   same doubles. */
#include "../fpm.h"

#include "test.h"

#include "inside.h"

#include "oracle.h"

#include "instance.h"

static const double TOLERANCE = 1e-12;

static fpm_info info;

/* ---- oracle: least makespans of all sizes 0 .. n at once ---- */

static long double *all_best(int64_t n, int p, const oracle_proc *rules) {
    size_t row = (size_t)n + 1;
    long double *best = (long double *)malloc(row * sizeof *best), *swap;
    long double *next = (long double *)malloc(row * sizeof *best);
    int64_t w, x;
    int i;
    if (!best || !next) abort();
    for (w = 0; w <= n; w++) best[w] = w == 0 ? 0 : ORACLE_NEVER;
    for (i = 0; i < p; i++) {
        for (w = 0; w <= n; w++) next[w] = ORACLE_NEVER;
        for (x = 0; x <= n; x++) {
            long double t = oracle_share(&rules[i], x);
            if (!(t < ORACLE_NEVER)) continue;
            for (w = x; w <= n; w++) {
                long double worst = best[w - x] > t ? best[w - x] : t;
                if (worst < next[w]) next[w] = worst;
            }
        }
        swap = best, best = next, next = swap;
    }
    free(next);
    return best;
}

/* ---- random groups ---- */

enum { GROUP_PLAIN, GROUP_TIES, GROUP_SPARSE, GROUP_UNITS, GROUP_MIXED, GROUP_ROUGH, GROUP_KINDS };

static void random_model(int i, int kind, int64_t top) {
    oracle_model *m = &the.truth[i];
    int k = (int)test_int(1, top < 12 ? top : 12), j, times;
    memset(m, 0, sizeof *m);
    times = kind == GROUP_TIES ? TIMES_SMALL : (int)test_int(TIMES_RISING, TIMES_SMALL);
    m->kind = ORACLE_DISCRETE;
    if (kind == GROUP_SPARSE) k = (int)test_int(1, 3);
    if (kind == GROUP_MIXED && test_int(0, 1)) m->kind = (int)test_int(ORACLE_CONSTANT, 4);
    if (kind == GROUP_ROUGH) m->kind = test_int(0, 1) ? ORACLE_PIECEWISE : ORACLE_AKIMA;
    if (kind == GROUP_ROUGH) times = TIMES_NOISY;
    if (kind == GROUP_UNITS) top = top / 3 > 0 ? top / 3 : 1;
    points_random(m, k < top ? k : (int)top, top, times);
    for (j = 0; j < m->count && kind == GROUP_UNITS; j++) m->size[j] *= 3;
    if (m->kind == ORACLE_AKIMA && test_int(0, 1)) m->flags = ORACLE_SAFE;
    instance_model(i);
}

static void random_rules(int i, int64_t top) {
    fpm_proc *proc = &the.procs[i];
    if (test_int(0, 3) == 0) proc->min = test_int(0, top / 2 + 1);
    if (test_int(0, 3) == 0) proc->max = test_int(proc->min > 1 ? proc->min : 1, top + top / 2 + 1);
    if (test_int(0, 3) == 0) proc->grain = test_int(1, 4);
    if (test_int(0, 3) == 0) proc->fixed = (double)test_int(0, 8) / 8;
    if (test_int(0, 5) == 0) proc->required = 1;
}

/* Another value of one rule, so that neighbours of one model are not alike. */
static void other_rule(fpm_proc *proc, int64_t top) {
    switch (test_int(0, 4)) {
    case 0: proc->grain = test_int(1, 3); break;
    case 1: proc->max = test_int(proc->min > 1 ? proc->min : 1, proc->min + top); break;
    case 2: proc->fixed = (double)test_int(0, 8) / 8; break;
    case 3: proc->required = !proc->required; break;
    default: proc->min = proc->max ? test_int(0, proc->max) : test_int(0, top / 2 + 1); break;
    }
}

static void random_group(int p, int kind, int64_t top, int bound) {
    int i;
    the.p = p;
    for (i = 0; i < p; i++) {
        random_model(i, kind, top);
        if (i > 0 && test_int(0, 2) == 0) { /* like the one before, or all but one rule */
            instance_proc(i, i);
            the.procs[i] = the.procs[i - 1];
            the.rules[i].model = the.rules[i - 1].model;
            if (test_int(0, 3) == 0) other_rule(&the.procs[i], top);
        } else {
            instance_proc(i, i);
            if (bound) random_rules(i, top);
        }
    }
    instance_rules();
}

/* Do the points say just what the oracle does? */
static int points_ok(const fpm_points *points, int64_t count, const int64_t *sizes,
                     const long double *best, int same) {
    int64_t j, k = 0;
    int ok = 1;
    for (j = 0; j < count && ok; j++) {
        int64_t n = sizes ? sizes[j] : j + 1;
        if (!(best[n] < ORACLE_NEVER)) continue;
        ok = CHECK(k < points->count) && CHECK_INT(points->size[k], n);
        if (ok && same) ok = CHECK_SAME(points->seconds[k], (double)best[n]);
        if (ok && !same) ok = CHECK_REL(points->seconds[k], (double)best[n], TOLERANCE);
        if (ok) ok = CHECK(points->reps[k] == 0 && !(points->half_width[k] > 0));
        k++;
    }
    return ok && CHECK_INT(points->count, k);
}

static void check_group(int64_t n, int same) {
    long double *best = all_best(n, the.p, the.rules);
    fpm_points points = FPM_ZERO;
    int64_t sizes[64], count = 0, x;
    int ok = CHECK_INT(compose_over(n, NULL, the.p, the.procs, NULL, &points, &info), FPM_OK);
    ok = ok && points_ok(&points, n, NULL, best, same);
    ok &= CHECK_INT(info.status, FPM_OK);
    if (ok && points.count > 0) ok = CHECK_SAME(info.makespan, points.seconds[points.count - 1]);
    for (x = test_int(1, 5); x <= n && count < 64; x += test_int(1, n / 4 + 2)) sizes[count++] = x;
    ok &= CHECK_INT(compose_over(count, sizes, the.p, the.procs, NULL, &points, NULL), FPM_OK);
    ok = ok && points_ok(&points, count, sizes, best, 0);
    if (!ok) instance_failed();
    fpm_points_free(&points);
    free(best);
}

static void small_groups(void) {
    int64_t round, rounds = test_count(6000);
    for (round = 0; round < rounds; round++) {
        int kind = (int)(round % GROUP_KINDS), p = (int)test_int(1, 6);
        int64_t top = test_int(1, 14), n = test_int(1, p * top + 3);
        random_group(p, kind, top, round / GROUP_KINDS % 2 == 0);
        NOTE("round %lld kind %d n %lld", (long long)round, kind, (long long)n);
        check_group(n, kind < GROUP_MIXED);
        instance_free();
    }
}

static void medium_groups(void) {
    int64_t round, rounds = test_count(60);
    for (round = 0; round < rounds; round++) {
        int kind = (int)(round % GROUP_KINDS), p = (int)test_int(7, 60);
        int64_t top = test_int(10, 60), n = test_int(p, p * top / 2);
        random_group(p, kind, top, round / GROUP_KINDS % 2 == 0);
        NOTE("round %lld kind %d n %lld", (long long)round, kind, (long long)n);
        check_group(n < 800 ? n : 800, kind < GROUP_MIXED);
        instance_free();
    }
}

/* Sets of shares that leave many sums out of reach: all words of sums stay in the chain. */
static void gaps(void) {
    int64_t round, rounds = test_count(60);
    for (round = 0; round < rounds; round++) {
        int i, j;
        the.p = (int)test_int(2, 7);
        for (i = 0; i < the.p; i++) {
            oracle_model *m = &the.truth[i];
            memset(m, 0, sizeof *m);
            m->kind = ORACLE_DISCRETE;
            m->count = (int)test_int(1, 6);
            for (j = 0; j < m->count; j++) {
                m->size[j] = (j ? m->size[j - 1] : 0) + test_int(1, 200);
                m->seconds[j] = (double)test_int(1, round % 2 ? 9 : 1000000) / 64;
            }
            instance_model(i);
            instance_proc(i, i);
        }
        instance_rules();
        NOTE("round %lld", (long long)round);
        check_group(2500, 1);
        instance_free();
    }
}

/* ---- hierarchies ---- */

typedef struct machine {
    fpm_points points;
    fpm_model model;
    fpm_proc proc;
} machine;

/* procs becomes one node that can do up to n. */
static int node_make(machine *node, int p, const fpm_proc *procs, int64_t n) {
    int i;
    memset(node, 0, sizeof *node);
    if (!CHECK_INT(compose_over(n, NULL, p, procs, NULL, &node->points, NULL), FPM_OK) ||
        !CHECK_INT(fpm_model_init(&node->model, FPM_DISCRETE, node->points.count, node->points.size,
                                  node->points.seconds, &test_borrowed, NULL),
                   FPM_OK))
        return 0;
    node->proc.model = &node->model;
    for (i = 0; i < p; i++) node->proc.required |= procs[i].required;
    return 1;
}

/* Shares of n over nodes, then inside them: returns the makespan of all devices, or -1. */
static double split_nodes(int64_t n, int nodes, const machine *node, const int *begin) {
    int64_t d[8], shares[INSTANCE_PROCS];
    fpm_proc procs[8];
    double makespan = 0;
    int i, status;
    for (i = 0; i < nodes; i++) procs[i] = node[i].proc;
    status = fpm_partition(n, nodes, procs, NULL, d, &info);
    if (status == FPM_E_INFEASIBLE) return -1;
    if (!CHECK_INT(status, FPM_OK)) return -2;
    for (i = 0; i < nodes; i++) {
        const fpm_proc *members = &the.procs[begin[i]];
        if (!CHECK(fpm_partition(d[i], begin[i + 1] - begin[i], members, NULL, shares, &info) >= 0))
            return -2;
        makespan = fmax(makespan, info.makespan);
    }
    return makespan;
}

static void hierarchies(void) {
    int64_t round, rounds = test_count(1500);
    for (round = 0; round < rounds; round++) {
        int kind = (int)(round % GROUP_MIXED), nodes = (int)test_int(2, 5), begin[9], i;
        int64_t top = test_int(2, 12), n, k, upper;
        machine node[6], racks[2];
        long double *best;
        double makespan;
        int64_t d[INSTANCE_PROCS];
        begin[0] = 0;
        for (i = 0; i < nodes; i++) begin[i + 1] = begin[i] + (int)test_int(1, 4);
        random_group(begin[nodes], kind, top, (int)(round / GROUP_MIXED % 2));
        n = test_int(1, the.p * top + 1);
        NOTE("round %lld kind %d nodes %d n %lld", (long long)round, kind, nodes, (long long)n);
        best = all_best(n, the.p, the.rules);
        for (i = 0; i < nodes; i++)
            if (!node_make(&node[i], begin[i + 1] - begin[i], &the.procs[begin[i]], n)) return;
        makespan = split_nodes(n, nodes, node, begin);
        if (!CHECK_SAME(makespan, best[n] < ORACLE_NEVER ? (double)best[n] : -1)) instance_failed();
        if (fpm_partition(n, the.p, the.procs, NULL, d, &info) >= 0)
            CHECK_SAME(info.makespan, makespan);
        else CHECK_SAME(makespan, -1);
        { /* racks of nodes: composed again */
            fpm_proc procs[6];
            fpm_points all = FPM_ZERO;
            upper = nodes / 2;
            for (i = 0; i < nodes; i++) procs[i] = node[i].proc;
            if (!node_make(&racks[0], (int)upper, procs, n) ||
                !node_make(&racks[1], nodes - (int)upper, procs + upper, n))
                return;
            procs[0] = racks[0].proc;
            procs[1] = racks[1].proc;
            CHECK_INT(compose_over(n, NULL, 2, procs, NULL, &all, NULL), FPM_OK);
            if (!points_ok(&all, n, NULL, best, 1)) instance_failed();
            fpm_points_free(&all);
        }
        for (k = 0; k < 2; k++) fpm_points_free(&racks[k].points);
        for (i = 0; i < nodes; i++) fpm_points_free(&node[i].points);
        free(best);
        instance_free();
    }
}

/* Each point is the partition of its size. */
static void partitioned(const fpm_points *points, int p, const fpm_proc *procs,
                        const int64_t *asked) {
    int64_t d[3], j;
    for (j = 0; j < points->count; j++) {
        fpm_info flat;
        CHECK(fpm_partition(asked[j], p, procs, NULL, d, &flat) >= 0);
        CHECK_INT(points->size[j], asked[j]);
        CHECK_SAME(points->seconds[j], flat.makespan);
    }
}

/* A continuous group of many units and few sizes: each by fpm_partition. */
static void large_sizes(void) {
    const int64_t size[3] = {1000, 100000, 10000000};
    const double quick[3] = {1, 50, 9000}, steady[3] = {2, 200, 20000}, rough[3] = {9, 500, 400};
    const int64_t asked[4] = {1, 5000, INT64_C(1) << 33, FPM_SIZE_MAX};
    fpm_model model[3];
    fpm_proc procs[3] = FPM_ZERO;
    fpm_points points = FPM_ZERO;
    int i, kind;
    for (kind = 0; kind < 2; kind++) {
        CHECK_INT(fpm_model_init(&model[0], FPM_PIECEWISE, 3, size, quick, &test_borrowed, NULL),
                  FPM_OK);
        CHECK_INT(fpm_model_init(&model[1], FPM_PIECEWISE, 3, size, steady, &test_borrowed, NULL),
                  FPM_OK);
        CHECK_INT(fpm_model_init(&model[2], FPM_PIECEWISE, 3, size, kind ? rough : steady,
                                 &test_borrowed, NULL),
                  FPM_OK);
        for (i = 0; i < 3; i++) procs[i].model = &model[i];
        REQUIRE(CHECK_INT(compose_over(4, asked, 3, procs, NULL, &points, &info), FPM_OK));
        REQUIRE(CHECK_INT(points.count, 4));
        partitioned(&points, 3, procs, asked);
        CHECK_SAME(info.makespan, points.seconds[3]);
    }
    fpm_points_free(&points);
}

/* What only grain, least shares and requirements decide. */
static void group_rules(void) {
    const int64_t size[4] = {1, 2, 3, 4};
    const double seconds[4] = {1, 2, 3, 4};
    fpm_model model, empty;
    fpm_proc procs[2] = FPM_ZERO;
    fpm_points points = FPM_ZERO;
    CHECK_INT(fpm_model_init(&model, FPM_DISCRETE, 4, size, seconds, &test_borrowed, NULL), FPM_OK);
    CHECK_INT(fpm_model_init(&empty, FPM_DISCRETE, 0, NULL, NULL, &test_borrowed, NULL), FPM_OK);
    procs[0].model = procs[1].model = &model;
    procs[0].required = procs[1].required = 1; /* 2 units at least */
    CHECK_INT(compose_over(100, NULL, 2, procs, NULL, &points, &info), FPM_OK);
    REQUIRE(CHECK_INT(points.count, 7));
    CHECK_INT(points.size[0], 2);
    CHECK_SAME(points.seconds[0], 1);
    CHECK_INT(points.size[6], 8);
    CHECK_SAME(info.makespan, 4);
    procs[1].model = &empty; /* required, but can do nothing */
    CHECK_INT(compose_over(100, NULL, 2, procs, NULL, &points, &info), FPM_OK);
    CHECK_INT(points.count, 0);
    CHECK(points.size == NULL);
    procs[1].required = 0;
    CHECK_INT(compose_over(3, NULL, 2, procs, NULL, &points, &info), FPM_OK);
    CHECK_INT(points.count, 3);
    CHECK_INT(compose_over(0, NULL, 2, procs, NULL, &points, &info), FPM_OK);
    CHECK_INT(points.count, 0);
    procs[0].fixed = FPM_TIME_MAX; /* 1e60 + 1 s is no longer a time; rounding hides it */
    CHECK_INT(compose_over(4, NULL, 1, procs, NULL, &points, &info), FPM_OK);
    CHECK_INT(points.count, 4);
    fpm_points_free(&points);
}

/* ---- identical processors ---- */

enum { BATCHES = 600 };
/* A number of processors that get the same share. */
typedef struct {
    int64_t size, count;
} batch;
static batch batches[BATCHES];
static int64_t used;

/* Are the batches what is claimed of them? */
static int batches_ok(int64_t n, int64_t count, const fpm_proc *proc, const oracle_proc *rule) {
    long double worst = 0;
    double sum = 0, busy = 0, latest = 0, seconds = 0;
    int64_t i, rest = n, left = count;
    int ok = CHECK(used >= 1 && used <= BATCHES), beyond = 0;
    for (i = 0; i < used && ok; i++) {
        long double t = oracle_share(rule, batches[i].size);
        ok = CHECK(batches[i].count > 0) && CHECK(i == 0 || batches[i].size < batches[i - 1].size);
        ok = ok && CHECK(batches[i].count <= left) && CHECK(t < ORACLE_NEVER);
        ok = ok && CHECK(batches[i].size == 0 || batches[i].count <= rest / batches[i].size);
        left -= batches[i].count;
        rest -= batches[i].count * batches[i].size;
        if (t > worst) worst = t;
        sum += (double)t * (double)batches[i].count;
        if (batches[i].size > 0) busy += (double)batches[i].count;
        beyond |= batches[i].size > 0 && fpm_model_time(proc->model, (double)batches[i].size,
                                                        &seconds) == FPM_EXTRAPOLATED;
        if (batches[i].size > 0 && proc->fixed + seconds > latest) latest = proc->fixed + seconds;
    }
    ok = ok && CHECK_INT(info.extrapolated >= 0, beyond) && CHECK_INT(info.fault, -1);
    ok = ok && CHECK_INT(info.status, beyond ? FPM_EXTRAPOLATED : FPM_OK);
    ok = ok && CHECK_INT(left, 0) && CHECK_INT(rest, 0);
    ok = ok && CHECK_REL(info.makespan, (double)worst, TOLERANCE);
    ok = ok && CHECK_SAME(info.makespan, latest);
    ok = ok && CHECK_SAME(info.lower_bound, info.makespan) && CHECK_SAME(info.gap, 0);
    ok = ok && CHECK_INT(info.busy, busy < 2147483647.0 ? (int)busy : 2147483647);
    if (ok && busy > 0)
        ok = CHECK_ABS(info.imbalance, info.makespan / (sum / busy) - 1,
                       1e-9 * (1 + info.imbalance));
    return ok && CHECK(proc->model != NULL);
}

static int descending(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x < y) - (x > y);
}

/* fpm_partition of that many copies of the first processor; what they get, in batches. */
static int solve_batches(int64_t n, int64_t count, const fpm_options *opts) {
    fpm_options exact = FPM_ZERO;
    fpm_proc *procs = (fpm_proc *)malloc((size_t)count * sizeof *procs);
    int64_t *d = (int64_t *)malloc((size_t)count * sizeof *d), i;
    int status;
    if (!CHECK(procs && d)) exit(1);
    if (opts) exact = *opts;
    exact.algorithm = FPM_OPTIMAL;
    for (i = 0; i < count; i++) procs[i] = the.procs[0], d[i] = -5;
    memset(&info, 0x77, sizeof info);
    memset(batches, 0x77, sizeof batches);
    status = fpm_partition(n, (int)count, procs, &exact, d, &info);
    CHECK_INT(info.status, status);
    for (i = 0; i < count && status < 0; i++) CHECK_INT(d[i], -5);
    qsort(d, (size_t)count, sizeof *d, descending);
    for (i = used = 0; i < count && status >= 0; i++) {
        if (i == 0 || d[i] < d[i - 1]) {
            if (!CHECK(used < BATCHES)) break;
            batches[used].size = d[i];
            batches[used++].count = 0;
        }
        batches[used - 1].count++;
    }
    free(procs), free(d);
    return status;
}

static void identical_few(void) {
    int64_t round, rounds = test_count(1000), seen = 0;
    int i;
    for (round = 0; round < rounds; round++) {
        int kind = (int)(round % GROUP_KINDS), status, count = (int)test_int(1, 30), ok;
        int64_t top = test_int(1, round % 7 ? 14 : 60), n, d[32];
        long double *best;
        the.p = 1;
        random_group(1, kind, top, (int)(round / GROUP_KINDS % 2));
        for (i = 1; i < count; i++) the.procs[i] = the.procs[0], the.rules[i] = the.rules[0];
        if (test_int(0, 3) == 0) n = test_int(0, 20);
        else n = count * top - test_int(0, test_int(0, 1) ? 10 : count * top);
        if (n < 0) n = 0;
        best = all_best(n, count, the.rules);
        NOTE("round %lld kind %d count %d n %lld", (long long)round, kind, count, (long long)n);
        status = solve_batches(n, count, NULL);
        if (best[n] < ORACLE_NEVER) {
            ok = CHECK(status == FPM_OK || status == FPM_EXTRAPOLATED);
            ok = ok && CHECK_REL(info.makespan, (double)best[n], TOLERANCE);
            ok = ok && batches_ok(n, count, &the.procs[0], &the.rules[0]);
            seen++;
        } else ok = CHECK_INT(status, FPM_E_INFEASIBLE);
        if (count > 2) { /* the same through fpm_partition */
            fpm_options opts = FPM_ZERO;
            int64_t k, b, sum = 0;
            opts.algorithm = FPM_OPTIMAL;
            status = fpm_partition(n, count, the.procs, &opts, d, &info);
            if (best[n] < ORACLE_NEVER) {
                ok &= CHECK(status >= 0) && CHECK_REL(info.makespan, (double)best[n], TOLERANCE);
                for (k = 0; k < count && status >= 0; k++) sum += d[k];
                if (status >= 0) ok &= CHECK_INT(sum, n);
                qsort(d, (size_t)count, sizeof d[0], descending); /* the engine has its own order */
                for (b = k = 0; ok && the.truth[0].kind == ORACLE_DISCRETE && b < used; b++)
                    for (sum = 0; sum < batches[b].count; sum++)
                        ok &= CHECK_INT(d[k++], batches[b].size);
            } else ok &= CHECK_INT(status, FPM_E_INFEASIBLE);
        }
        if (!ok) the.p = 1, instance_failed();
        free(best);
        instance_free();
    }
    printf("    %lld of %lld have a partition\n", (long long)seen, (long long)rounds);
}

/* The fewest coins that add up to n; -1: none do.  For small n. */
static int64_t fewest(int64_t n, const int64_t *coin, int coins) {
    int64_t *least = (int64_t *)malloc(((size_t)n + 1) * sizeof *least), w, result;
    int j;
    if (!least) abort();
    for (w = 0; w <= n; w++) {
        least[w] = w ? -1 : 0;
        for (j = 0; j < coins; j++)
            if (coin[j] <= w && least[w - coin[j]] >= 0 &&
                (least[w] < 0 || least[w - coin[j]] + 1 < least[w]))
                least[w] = least[w - coin[j]] + 1;
    }
    result = least[n];
    free(least);
    return result;
}

/* Can count processors do n by tau?  Full shares and idle processors are taken away while more than
   2 M^2 units remain to be done and to be left undone: that changes nothing (Granville, Walker). */
static int feasible_many(int64_t n, int64_t count, const oracle_proc *rule, double tau) {
    const oracle_model *m = rule->model;
    int64_t coin[ORACLE_POINTS + 1], least = -1, full, slack, room, take, result;
    int j, coins = 0;
    if (!rule->required) coin[coins++] = least = 0;
    for (j = 0; j < m->count; j++) {
        long double t = oracle_share(rule, m->size[j]);
        if (t <= tau) coin[coins++] = m->size[j];
    }
    if (coins == 0) return 0;
    least = coin[0];
    if (least > n / count) return 0;
    n -= least * count;
    for (j = 0; j < coins; j++) coin[j] -= least;
    full = coin[coins - 1];
    if (full == 0) return n == 0;
    if (n / full + (n % full > 0) > count) return 0;
    room = 2 * full * full;
    take = n > room ? (n - room) / full : 0;
    n -= take * full;
    count -= take;
    slack = count - n / full; /* processors that full ones leave idle, or one more */
    if (slack > 2 * full + 2) count -= slack - 2 * full - 2;
    result = fewest(n, coin + 1, coins - 1);
    return result >= 0 && result <= count;
}

static void identical_many(void) {
    int64_t round, rounds = test_count(2000), late = 0, none = 0;
    for (round = 0; round < rounds; round++) {
        int kind = (int)(round % GROUP_MIXED), status, j, ok = 1;
        int64_t top = test_int(1, round % 3 ? 24 : 120), count, n, most;
        double earlier = -1, best = -1;
        const oracle_model *m = &the.truth[0];
        random_group(1, round % 3 ? kind : GROUP_SPARSE, top, (int)(round / GROUP_MIXED % 2));
        the.procs[0].fixed = the.rules[0].fixed = 0;
        switch (test_int(0, round % 3 ? 3 : 1)) {
        case 0: count = test_int(1, 60); break;
        case 1: count = test_int(60, 3000); break;
        default: count = test_int(60, 200); break;
        }
        most = m->size[m->count - 1];
        n = count * most;
        if (test_int(0, 2) == 0) n = test_int(0, n);
        else n -= test_int(0, n < 50 ? n : 50);
        NOTE("round %lld kind %d count %lld n %lld", (long long)round, kind, (long long)count,
             (long long)n);
        status = solve_batches(n, count, NULL);
        for (j = -1; j < m->count; j++) { /* least time that does it, and the one before */
            double tau = j < 0 ? 0 : m->seconds[j];
            if ((best < 0 || tau < best) && feasible_many(n, count, &the.rules[0], tau)) best = tau;
        }
        for (j = 0; j < m->count; j++)
            if (m->seconds[j] < best && m->seconds[j] > earlier) earlier = m->seconds[j];
        late += earlier > 0;
        none += best < 0;
        if (best < 0) ok = CHECK_INT(status, FPM_E_INFEASIBLE);
        else {
            ok = CHECK_INT(status, FPM_OK) && CHECK_SAME(info.makespan, best);
            ok = ok && batches_ok(n, count, &the.procs[0], &the.rules[0]);
        }
        if (!ok) instance_failed();
        instance_free();
    }
    printf("    not at the first time %lld, infeasible %lld\n", (long long)late, (long long)none);
}

/* 5000 processors, 1000 sizes; a residue that one rare size has. */
static void identical_large(void) {
    enum { POINTS = 1000 };
    int64_t *size = (int64_t *)malloc(POINTS * sizeof *size), n, count = test_short() ? 500 : 5000;
    double *seconds = (double *)malloc(POINTS * sizeof *seconds);
    fpm_model model;
    int64_t sum = 0, have = 0;
    int j, round;
    REQUIRE(CHECK(size && seconds));
    for (round = 0; round < 3; round++) {
        for (j = 0; j < POINTS; j++) {
            size[j] = round == 1 ? 6 * (j + 1) - (j == POINTS / 2) : j + 1;
            seconds[j] = (double)(j + 1) * (1 + 3 * test_real());
            if (round == 1 && j == POINTS / 2) seconds[j] = 1e6;
        }
        REQUIRE(CHECK_INT(
            fpm_model_init(&model, FPM_DISCRETE, POINTS, size, seconds, &test_borrowed, NULL),
            FPM_OK));
        memset(&the.procs[0], 0, sizeof the.procs[0]);
        the.procs[0].model = &model;
        n = round == 2 ? 7 * count + 5 : count * 333 + 1;
        NOTE("round %d", round);
        REQUIRE(CHECK_INT(solve_batches(n, count, NULL), FPM_OK));
        for (j = 0, sum = have = 0; j < used; j++) {
            double t;
            have += batches[j].count;
            sum += batches[j].count * batches[j].size;
            if (batches[j].size > 0)
                CHECK_INT(fpm_model_time(&model, (double)batches[j].size, &t), FPM_OK);
        }
        CHECK_INT(have, count);
        CHECK_INT(sum, n);
        if (round == 1) CHECK_SAME(info.makespan, 1e6);
    }
    free(size), free(seconds);
}

/* Models with times that never fall, by the engine for any; some may have to stay idle. */
static void identical_continuous(void) {
    const int64_t size[3] = {100, 1000, 4000};
    const double seconds[3] = {1, 12, 90};
    fpm_model model;
    double t;
    CHECK_INT(fpm_model_init(&model, FPM_AKIMA, 3, size, seconds, &test_borrowed, NULL), FPM_OK);
    memset(&the.procs[0], 0, sizeof the.procs[0]);
    the.procs[0].model = &model;
    CHECK_INT(solve_batches(33333, 10000, NULL), FPM_OK);
    CHECK_INT(batches[0].size, 4);
    CHECK_INT(fpm_model_time(&model, 4, &t), FPM_OK);
    CHECK_SAME(info.makespan, t);
    the.procs[0].min = 1000;
    CHECK_INT(solve_batches(3333500, 10000, NULL), FPM_OK);
    CHECK_INT(batches[0].size, 1001);
    CHECK_INT(batches[used - 1].size, 0);
    CHECK(batches[used - 1].count >= 10000 - 3333);
    CHECK_INT(solve_batches(999, 10000, NULL), FPM_E_INFEASIBLE);
    the.procs[0].min = 0;
    CHECK_INT(solve_batches(FPM_SIZE_MAX, 1, NULL), FPM_EXTRAPOLATED);
    CHECK_INT(solve_batches(0, 10000, NULL), FPM_OK);
    CHECK_INT(used, 1);
    the.procs[0].required = 1;
    CHECK_INT(solve_batches(0, 7, NULL), FPM_E_INFEASIBLE);
}

/* Between points of the same time rounding decides which share is the latest: it need not be the
   largest. */
static void identical_flat(void) {
    int64_t round, rounds = test_count(300), count;
    int j;
    for (round = 0; round < rounds; round++) {
        oracle_model *m = &the.truth[0];
        memset(m, 0, sizeof *m);
        m->kind = FPM_PIECEWISE;
        points_random(m, 3, 24, TIMES_SMALL);
        for (j = 0; j < m->count; j++) m->seconds[j] = 3;
        the.p = 1;
        instance_model(0);
        instance_proc(0, 0);
        instance_rules();
        count = test_int(2, 10);
        the.n = count * test_int(m->size[0], m->size[m->count - 1]);
        the.n -= test_int(1, count - 1);
        NOTE("round %lld count %lld", (long long)round, (long long)count);
        if (!CHECK(solve_batches(the.n, count, NULL) >= 0) ||
            !batches_ok(the.n, count, &the.procs[0], &the.rules[0]))
            instance_failed();
        instance_free();
    }
}

/* ---- bad input, memory, work ---- */

static int compose_status(int p, const fpm_proc *procs, int64_t count, const int64_t *sizes,
                          const fpm_options *opts) {
    fpm_points points = FPM_ZERO;
    fpm_point point = FPM_ZERO;
    int status;
    point.size = 77;
    point.seconds = 1;
    CHECK_INT(fpm_points_add(&points, &point), FPM_OK);
    memset(&info, 0x77, sizeof info);
    status = compose_over(count, sizes, p, procs, opts, &points, &info);
    CHECK_INT(info.status, status);
    if (status < 0) CHECK(points.count == 1 && points.size[0] == 77);
    fpm_points_free(&points);
    return status;
}

static void bad_input(void) {
    const int64_t sizes[3] = {1, 3, 3}, zero[1] = {0}, beyond[2] = {5, FPM_SIZE_MAX + 1};
    fpm_options opts = FPM_ZERO;
    fpm_proc *procs = the.procs;
    fpm_points points = FPM_ZERO;
    int status;
    random_group(3, GROUP_PLAIN, 9, 0);
    CHECK_INT(compose_status(0, procs, 3, NULL, NULL), FPM_E_ARGUMENT);
    CHECK_INT(compose_status(3, NULL, 3, NULL, NULL), FPM_E_ARGUMENT);
    CHECK_INT(compose_status(3, procs, -1, NULL, NULL), FPM_E_ARGUMENT);
    CHECK_INT(compose_status(3, procs, FPM_SIZE_MAX + 1, NULL, NULL), FPM_E_ARGUMENT);
    status = compose_status(3, procs, FPM_SIZE_MAX, NULL, NULL); /* the latter: in 32 bits */
    CHECK(status == FPM_E_MAX_BYTES || status == FPM_E_OVERFLOW);
    CHECK_INT(compose_over(3, NULL, 3, procs, NULL, NULL, &info), FPM_E_ARGUMENT);
    CHECK_INT(compose_status(3, procs, 3, sizes, NULL), FPM_E_ORDER);
    CHECK_INT(info.at, 2);
    CHECK_INT(compose_status(3, procs, 1, zero, NULL), FPM_E_SIZE);
    CHECK_INT(info.at, 0);
    CHECK_INT(compose_status(3, procs, 2, beyond, NULL), FPM_E_SIZE);
    CHECK_INT(info.at, 1);
    opts.max_work = -1;
    CHECK_INT(compose_status(3, procs, 3, NULL, &opts), FPM_E_ARGUMENT);
    CHECK_INT(solve_batches(3, 3, &opts), FPM_E_ARGUMENT);
    procs[1].min = -1;
    CHECK_INT(compose_status(3, procs, 3, NULL, NULL), FPM_E_BOUNDS);
    CHECK_INT(info.fault, 1);
    procs[1].min = 0;
    procs[2].model = NULL;
    CHECK_INT(compose_status(3, procs, 3, NULL, NULL), FPM_E_MODEL);
    CHECK_INT(info.fault, 2);
    CHECK_INT(compose_over(3, NULL, 2, procs, NULL, &points, NULL), FPM_OK);
    fpm_points_free(&points);
    procs[0].fixed = test_nan();
    CHECK_INT(solve_batches(1, 3, NULL), FPM_E_BOUNDS);
    procs[0].fixed = 0;
    {
        const int64_t size[2] = {2, 3};
        const double seconds[2] = {1, 2};
        fpm_model model;
        CHECK_INT(fpm_model_init(&model, FPM_DISCRETE, 2, size, seconds, &test_borrowed, NULL),
                  FPM_OK);
        procs[0].model = &model;
        CHECK_INT(solve_batches(5, 3, NULL), FPM_OK);
        CHECK_INT(used, 3);
        CHECK_INT(solve_batches(1, 3, NULL), FPM_E_INFEASIBLE);
        CHECK_INT(solve_batches(10, 3, NULL), FPM_E_INFEASIBLE);
    }
    instance_free();
}

/* The ways that take memory: groups at once, with several times, size by size; copies of a
   processor at the first time, at a later one, in a wide window, and with a remainder.  Lists come
   from the allocator in opts. */
static int memory_case(int which, const fpm_options *opts) {
    const int64_t sizes[2] = {7, 100000}, few[3] = {10, 14, 20}, odd[2] = {35, 150};
    const int64_t steps[3] = {1, 7, 100};
    const double seconds[3] = {1, 5, 3}, rise[3] = {1, 2, 3};
    int64_t many = 2000;
    fpm_points points = FPM_ZERO;
    fpm_model model;
    int status;
    if (which < 3) {
        test__.rng = 4321;
        random_group(4, which ? GROUP_ROUGH : GROUP_PLAIN, which ? 60 : 30, which == 1);
        memset(&info, 0x77, sizeof info);
        status = compose_over(which == 2 ? 2 : 200, which == 2 ? sizes : NULL, the.p, the.procs,
                              opts, &points, &info);
        CHECK_INT(info.status, status);
        CHECK_INT(points.count == 0, status < 0);
        fpm_points_free(&points);
        instance_free();
        return status;
    }
    memset(&the.procs[0], 0, sizeof the.procs[0]);
    the.procs[0].model = &model;
    if (which < 5)
        fpm_model_init(&model, FPM_DISCRETE, 3, few, which == 3 ? rise : seconds, &test_borrowed,
                       NULL);
    else if (which == 5) fpm_model_init(&model, FPM_DISCRETE, 2, odd, rise, &test_borrowed, NULL);
    else fpm_model_init(&model, FPM_DISCRETE, 3, steps, rise, &test_borrowed, NULL);
    if (which == 3) return solve_batches(72, 5, opts);
    if (which == 4) return solve_batches(12 * many + 4, many, opts);
    return which == 5 ? solve_batches(15 * many, many, opts) : solve_batches(263, 20, opts);
}

enum { MEMORY_CASES = 7 };

static int memory_alloc(int which, const fpm_alloc *alloc) {
    fpm_options opts = FPM_ZERO;
    opts.alloc = alloc;
    return memory_case(which, &opts);
}

static void memory_failures(void) {
    int which;
    for (which = 0; which < MEMORY_CASES; which++) {
        size_t peak = test_heap_sweep(which, memory_alloc);
        CHECK_INT(info.bytes, peak);
    }
}

static void limits(void) {
    const int64_t finer = test_long() ? 8 : test_short() ? 1 : 4;
    const size_t some = test_brief() ? 10 : 40;
    int which;
    for (which = 0; which < MEMORY_CASES; which++) {
        fpm_options opts = FPM_ZERO;
        size_t bytes;
        int64_t work;
        int status, seen = 0;
        NOTE("case %d", which);
        if (!CHECK(memory_case(which, NULL) >= 0)) continue;
        bytes = info.bytes;
        CHECK(bytes > 0);
        opts.max_bytes = bytes;
        CHECK(memory_case(which, &opts) >= 0);
        CHECK_INT(info.bytes, bytes);
        opts.max_bytes = 1;
        CHECK_INT(memory_case(which, &opts), FPM_E_MAX_BYTES);
        for (opts.max_bytes = 1; opts.max_bytes < bytes;
             opts.max_bytes += 1 + bytes / (test_long()    ? 999
                                            : test_short() ? some
                                                           : 250)) {
            test_heap heap;
            test_heap_start(&heap, 0, 0);
            opts.alloc = &heap.alloc;
            status = memory_case(which, &opts); /* less may do, but slower */
            CHECK(status == FPM_E_MAX_BYTES || status >= 0);
            CHECK(heap.peak <= opts.max_bytes && test_heap_clean(&heap));
            CHECK_INT(info.bytes, heap.peak);
        }
        opts.alloc = NULL;
        opts.max_bytes = 0;
        for (work = 1; work < 100000; work += 1 + work / finer) {
            opts.max_work = work;
            status = memory_case(which, &opts);
            seen += status == FPM_E_WORK_LIMIT;
            CHECK(status >= 0 || status == FPM_E_WORK_LIMIT);
            if (status == FPM_WORK_LIMIT) CHECK(info.lower_bound <= info.makespan && info.gap >= 0);
        }
        CHECK(which < 3 ? seen > 0 : seen == 0); /* equal processors always get a partition */
    }
}

/* Sizes on offer of a processor, irregular: about `gap` units apart. */
static void irregular(int64_t *size, double *seconds, int count, int64_t gap) {
    int64_t x = 0;
    int i;
    for (i = 0; i < count; i++) {
        size[i] = x += test_int(1, 2 * gap);
        seconds[i] = (double)x * (1 + 0.1 * test_real());
    }
}

/* Few sizes of many units, each partitioned on its own: one that the group cannot do has no point,
   and of few units all are asked for. */
static void sizes_alone(void) {
    static const int64_t size[] = {1000, 100000}, asked[] = {7, 5000000, 30000000, 30000001};
    static const double quick[] = {1, 120}, slow[] = {2, 250};
    fpm_model model[2];
    fpm_proc procs[2] = FPM_ZERO;
    fpm_points points = FPM_ZERO;
    int i;
    for (i = 0; i < 2; i++) {
        REQUIRE(fpm_model_init(&model[i], FPM_AKIMA, 2, size, i ? slow : quick, &test_borrowed,
                               NULL) == FPM_OK);
        procs[i].model = &model[i], procs[i].max = 10000000 * (i + 1);
    }
    CHECK(compose_over(4, asked, 2, procs, NULL, &points, &info) >= 0);
    REQUIRE(CHECK_INT(points.count, 3));
    partitioned(&points, 2, procs, asked);
    fpm_points_free(&points);
}

/* Splines of the same points that end elsewhere are not the same. */
static void unlike_in_extent(void) {
    static const int64_t size[] = {10, 20, 30}, extent[] = {31, 300};
    static const double seconds[] = {1, 3, 9};
    fpm_model model[2];
    fpm_proc procs[2] = FPM_ZERO;
    fpm_points points = FPM_ZERO;
    int64_t n, x;
    int i;
    for (i = 0; i < 2; i++) {
        fpm_model_options opts = FPM_ZERO;
        opts.flags = FPM_SAFE | FPM_LITERAL | FPM_BORROW, opts.extent = extent[i];
        REQUIRE(fpm_model_init(&model[i], FPM_AKIMA, 3, size, seconds, &opts, NULL) == FPM_OK);
        procs[i].model = &model[i];
    }
    CHECK(compose_over(150, NULL, 2, procs, NULL, &points, &info) >= 0);
    REQUIRE(CHECK_INT(points.count, 150));
    for (n = 1; n <= 150; n++) {
        double best = 1e300, t = 0, u = 0;
        for (x = 0; x <= n; x++) {
            CHECK(fpm_model_time(&model[0], (double)x, &t) >= 0);
            CHECK(fpm_model_time(&model[1], (double)(n - x), &u) >= 0);
            best = fmin(best, fmax(t, u));
        }
        CHECK_SAME(points.seconds[n - 1], best);
    }
    fpm_points_free(&points);
}

/* max_work holds for all sizes together. */
static void work_of_all(void) {
    enum { P = 6, K = 40, SIZES = 12 };
    static int64_t size[P][K], asked[SIZES];
    static double seconds[P][K];
    fpm_model model[P];
    fpm_proc procs[P] = FPM_ZERO;
    fpm_points points = FPM_ZERO;
    fpm_options opts = FPM_ZERO;
    int i, j, status, again;
    for (again = 0, status = FPM_OK; again < 20 && status == FPM_OK; again++) {
        /* where one size takes nearly all the work, it does for all: other models then */
        for (i = 0; i < P; i++) {
            irregular(size[i], seconds[i], K, 1000000000);
            status = fpm_model_init(&model[i], FPM_DISCRETE, K, size[i], seconds[i], &test_borrowed,
                                    NULL);
            CHECK_INT(status, FPM_OK);
            procs[i].model = &model[i];
        }
        for (j = 0; j < SIZES; j++)
            for (asked[j] = 0, i = 0; i < P; i++) asked[j] += size[i][K / 2 + j];
        for (j = 0, opts.max_work = 64; j < SIZES; j += status == FPM_OK) { /* for each alone */
            status = compose_over(1, &asked[j], P, procs, &opts, &points, &info);
            if (status == FPM_E_WORK_LIMIT) opts.max_work *= 2;
            else REQUIRE(CHECK_INT(status, FPM_OK));
        }
        CHECK_INT(points.count, 1);
        status = compose_over(SIZES, asked, P, procs, &opts, &points, &info);
    }
    CHECK_INT(status, FPM_E_WORK_LIMIT);
    CHECK_INT(points.count, 1);
    opts.max_work *= 4 * SIZES;
    CHECK_INT(compose_over(SIZES, asked, P, procs, &opts, &points, &info), FPM_OK);
    CHECK_INT(points.count, SIZES);
    fpm_points_free(&points);
}

/* However many equal processors of irregular sizes: a partition, and a bound that holds. */
static void identical_irregular(void) {
    enum { K = 1000 };
    static int64_t size[K];
    static double seconds[K];
    const int64_t counts[] = {3, 60, 300, 1500, 20000};
    fpm_options opts = FPM_ZERO;
    fpm_model model;
    int which, work;
    memset(&the.procs[0], 0, sizeof the.procs[0]);
    the.procs[0].model = &model;
    for (which = 0; which < 10; which += test_long() ? 1 : test_short() ? 5 : 2) {
        int64_t count = counts[which / 2], some = test_int(1, count - 1), n, left, i;
        int a = (int)test_int(K / 4, K - 1), b = (int)test_int(K / 4, K - 1);
        irregular(size, seconds, K, 1000);
        CHECK_INT(fpm_model_init(&model, FPM_DISCRETE, K, size, seconds, &test_borrowed, NULL),
                  FPM_OK);
        n = some * size[a] + (count - some) * size[b];
        for (work = 0; work < 2; work++) {
            double t = 0, worst = 0;
            opts.max_work = work ? 3000000 : 1;
            NOTE("case %d, count %lld, work %d", which, (long long)count, work);
            REQUIRE(solve_batches(n, count, &opts) >= 0);
            for (i = 0, left = count; i < used; i++) {
                left -= batches[i].count;
                n -= batches[i].count * batches[i].size;
                if (batches[i].size > 0)
                    CHECK_INT(fpm_model_time(&model, (double)batches[i].size, &t), FPM_OK);
                worst = t > worst ? t : worst;
            }
            CHECK(n == 0 && left == 0);
            n = some * size[a] + (count - some) * size[b];
            CHECK_SAME(info.makespan, worst);
            CHECK_INT(info.status, info.gap > 0 ? FPM_WORK_LIMIT : FPM_OK);
            CHECK_LE(info.lower_bound, info.makespan);
            CHECK_LE(info.lower_bound, seconds[a] > seconds[b] ? seconds[a] : seconds[b]);
        }
    }
}

/* The same where some are required: shares that sum to n, with a true makespan. */
static void identical_partitioned(void) {
    enum { K = 1000, P = 1500 };
    static int64_t size[K], d[P];
    static double seconds[K];
    static fpm_proc procs[P];
    fpm_options opts = FPM_ZERO;
    fpm_model model;
    const int p = test_brief() ? P / 15 : P;
    int round, i, ended[2] = {0, 0};
    const int64_t most = test_short() ? 3000000 : 30000000;
    for (round = 0; round < 6; round++) {
        int64_t some = test_int(1, p - 1), n, sum = 0;
        int a = (int)test_int(K / 4, K - 1), b = (int)test_int(K / 4, K - 1);
        double t = 0, worst = 0;
        if (round == 1) a = b = K - 1; /* all that all can do */
        irregular(size, seconds, K, 1000);
        CHECK_INT(fpm_model_init(&model, FPM_DISCRETE, K, size, seconds, &test_borrowed, NULL),
                  FPM_OK);
        memset(procs, 0, sizeof procs);
        for (i = 0; i < p; i++) procs[i].model = &model, procs[i].required = round % 2;
        n = some * size[a] + (p - some) * size[b];
        opts.max_work = round < 4 ? 1 : most / (test_brief() ? 100 : 1);
        NOTE("round %d", round);
        memset(d, 0x77, sizeof d);
        REQUIRE(fpm_partition(n, p, procs, &opts, d, &info) >= 0);
        for (i = 0; i < p; i++) {
            sum += d[i];
            CHECK(d[i] >= round % 2);
            if (d[i] > 0) CHECK_INT(fpm_model_time(&model, (double)d[i], &t), FPM_OK);
            worst = d[i] > 0 && t > worst ? t : worst;
        }
        CHECK_INT(sum, n);
        CHECK_SAME(info.makespan, worst);
        CHECK_INT(info.status, info.gap > 0 ? FPM_WORK_LIMIT : FPM_OK);
        CHECK_LE(info.lower_bound, seconds[a] > seconds[b] ? seconds[a] : seconds[b]);
        ended[info.status == FPM_OK]++;
    }
    printf("    %d proven, %d ended by max_work\n", ended[1], ended[0]);
}

/* Times that fall, and shares of nothing or of some units at least: an even share may be too
   small, or none. */
static void identical_least(void) {
    int64_t round, seen = 0;
    int i;
    for (round = 0; round < 300; round++) {
        int status, count = (int)test_int(2, 12), ok;
        int64_t top = test_int(4, 20), n;
        long double *best;
        random_group(1, GROUP_ROUGH, top, 0);
        the.procs[0].min = test_int(0, top), the.procs[0].required = (int)test_int(0, 1);
        instance_rules();
        for (i = 1; i < count; i++) the.rules[i] = the.rules[0];
        n = test_int(0, count * top);
        best = all_best(n, count, the.rules);
        NOTE("round %lld count %d n %lld", (long long)round, count, (long long)n);
        status = solve_batches(n, count, NULL);
        if (best[n] < ORACLE_NEVER) {
            ok = CHECK(status >= 0) && CHECK_REL(info.makespan, (double)best[n], TOLERANCE);
            ok = ok && batches_ok(n, count, &the.procs[0], &the.rules[0]);
            seen++;
        } else ok = CHECK_INT(status, FPM_E_INFEASIBLE);
        if (!ok) the.p = 1, instance_failed();
        free(best);
        instance_free();
    }
    CHECK(seen > 100 && seen < 300);
}

/* Times that fall, and hardly any work allowed: a partition is found all the same. */
static void identical_bounded(void) {
    const int64_t size[4] = {10, 100, 1000, 100000};
    const double seconds[4] = {1, 2, 1.5, 150};
    const int64_t counts[] = {5, 1025, 20000};
    fpm_options opts = FPM_ZERO;
    fpm_model model;
    int i, j;
    memset(&the.procs[0], 0, sizeof the.procs[0]);
    the.procs[0].model = &model;
    opts.max_work = 1;
    CHECK_INT(fpm_model_init(&model, FPM_PIECEWISE, 4, size, seconds, &test_borrowed, NULL),
              FPM_OK);
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++) {
            int64_t n = j == 0 ? 3 : j == 1 ? 100000 : 777 * counts[i] + 5, left = counts[i], k;
            double t = 0, worst = 0;
            NOTE("count %lld, n %lld", (long long)counts[i], (long long)n);
            REQUIRE(solve_batches(n, counts[i], &opts) >= 0);
            for (k = 0; k < used; k++) {
                n -= batches[k].size * batches[k].count;
                left -= batches[k].count;
                if (batches[k].size > 0)
                    CHECK_INT(fpm_model_time(&model, (double)batches[k].size, &t), FPM_OK);
                worst = batches[k].size > 0 && t > worst ? t : worst;
            }
            CHECK(n == 0 && left == 0);
            CHECK_SAME(info.makespan, worst);
            CHECK(info.bytes < 4000000 + 400 * (size_t)counts[i]);
            CHECK(info.evaluations < 1000);
            CHECK_LE(info.gap, 1e-3);
        }
}

/* What is called proven with hardly any work is no later than the optimum found with enough of it,
   by tables. */
static void identical_claims(void) {
    int64_t round, rounds = test_count(60), proven = 0;
    fpm_options opts = FPM_ZERO;
    double best;
    for (round = 0; round < rounds; round++) {
        oracle_model *m = &the.truth[0];
        int64_t count = test_int(1025, 2000), n;
        memset(m, 0, sizeof *m);
        m->kind = round % 2 ? FPM_PIECEWISE : FPM_AKIMA;
        points_random(m, (int)test_int(4, 30), 150, TIMES_NOISY);
        the.p = 1;
        instance_model(0);
        instance_proc(0, 0);
        if (round % 3 == 0) the.procs[0].min = test_int(1, 60);
        if (round % 5 == 0) the.procs[0].grain = test_int(1, 4);
        n = (int64_t)(test_real() * (double)(count * m->size[m->count - 1]));
        if (the.procs[0].grain > 1) n -= n % the.procs[0].grain;
        NOTE("round %lld, count %lld, n %lld", (long long)round, (long long)count, (long long)n);
        opts.max_work = 0;
        if (the.model[0].positive && solve_batches(n, count, &opts) >= 0 && info.gap <= 0) {
            best = info.makespan;
            opts.max_work = 1;
            if (!CHECK(solve_batches(n, count, &opts) >= 0)) instance_failed();
            proven += info.gap <= 0;
            CHECK_LE(info.lower_bound, best * (1 + 4e-16));
            if (!(info.gap > 0) && !CHECK_REL(info.makespan, best, 4e-16)) instance_failed();
        }
        instance_free();
    }
    CHECK(proven > rounds / 3 || test_brief()); /* some models are refused */
}

/* Wherever max_work ends the search: FPM_WORK_LIMIT with a gap, or the optimum. */
static void identical_limit(void) {
    enum { K = 300 };
    static int64_t size[K];
    static double seconds[K];
    fpm_options opts = FPM_ZERO;
    fpm_model model;
    double best;
    int64_t n;
    int round, seen[2] = {0, 0};
    memset(&the.procs[0], 0, sizeof the.procs[0]);
    the.procs[0].model = &model;
    for (round = 0; round < (test_long() ? 8 : 4); round++) {
        irregular(size, seconds, K, 300);
        CHECK_INT(fpm_model_init(&model, round ? FPM_DISCRETE : FPM_PIECEWISE, K, size, seconds,
                                 &test_borrowed, NULL),
                  FPM_OK);
        n = size[K / 2] + size[K / 2 + 9 * round] + size[K / 2 + 5 * round];
        REQUIRE(CHECK_INT(solve_batches(n, 3, NULL), FPM_OK));
        best = info.makespan;
        for (opts.max_work = 1000; opts.max_work < 3000000;
             opts.max_work += opts.max_work / (test_long() ? 8 : 4)) {
            int status = solve_batches(n, 3, &opts);
            NOTE("round %d, max_work %lld", round, (long long)opts.max_work);
            REQUIRE(CHECK_INT(status, info.gap > 0 ? FPM_WORK_LIMIT : FPM_OK));
            CHECK_LE(info.lower_bound, best);
            CHECK_LE(best, info.makespan);
            seen[status == FPM_WORK_LIMIT]++;
        }
    }
    CHECK(seen[0] > 0 && seen[1] > 0);
}

/* ---- opts.progress ---- */

typedef struct listener {
    int calls, stop_at, bad;
    int64_t work;
} listener;

static int listen_to(void *context, const fpm_progress *state) {
    listener *l = (listener *)context;
    if (state->work < l->work || (l->stop_at > 0 && l->calls >= l->stop_at)) l->bad++;
    l->work = state->work;
    return ++l->calls == l->stop_at;
}

/* Looking on changes nothing; a call that is stopped at its k-th question leaves the list alone,
   gives all memory back, and asks no more. */
static void stop_each(int64_t count, const int64_t *asked, int p, const fpm_proc *procs,
                      int least_calls) {
    fpm_options opts = FPM_ZERO;
    fpm_points plain = FPM_ZERO, points = FPM_ZERO;
    listener l;
    test_heap heap;
    int k, step, calls;
    memset(&l, 0, sizeof l);
    opts.progress = listen_to;
    opts.context = &l;
    REQUIRE(CHECK_INT(fpm_compose(p, procs, count, asked, NULL, &plain, &info), FPM_OK));
    REQUIRE(CHECK_INT(fpm_compose(p, procs, count, asked, &opts, &points, &info), FPM_OK));
    CHECK_INT(points.count, plain.count);
    CHECK(memcmp(points.seconds, plain.seconds, (size_t)plain.count * sizeof(double)) == 0);
    CHECK_INT(l.bad, 0);
    CHECK(l.calls >= least_calls);
    CHECK(l.work <= info.work);
    calls = l.calls;
    step = test_brief() ? calls / 3 + 1 : calls / 10 + 1;
    fpm_points_free(&points);
    for (k = 1; k <= calls; k += step) {
        NOTE("stopped at question %d of %d", k, calls);
        memset(&l, 0, sizeof l);
        l.stop_at = k;
        test_heap_start(&heap, 0, 0);
        opts.alloc = &heap.alloc;
        memset(&points, 1, sizeof points);
        CHECK_INT(fpm_compose(p, procs, count, asked, &opts, &points, &info), FPM_E_STOPPED);
        CHECK_INT(info.status, FPM_E_STOPPED);
        CHECK_INT(l.calls, k);
        CHECK_INT(l.bad, 0);
        CHECK(points.capacity == INT64_C(0x0101010101010101) && test_heap_clean(&heap));
    }
    fpm_points_free(&plain);
}

static void stopped(void) {
    enum { MEMBERS = 4, COUNT = 30 };
    static const int64_t size[] = {1000, 100000}, asked[] = {7, 5000000, 30000000};
    static const double rising[2][2] = {{1, 120}, {2, 250}};
    fpm_model model[MEMBERS];
    fpm_proc procs[MEMBERS] = FPM_ZERO;
    int64_t sizes[COUNT];
    double seconds[COUNT];
    int i;
    for (i = 0; i < MEMBERS; i++) { /* merged: most sums are never reached */
        irregular(sizes, seconds, COUNT, 1000);
        REQUIRE(fpm_model_init(&model[i], FPM_DISCRETE, COUNT, sizes, seconds, NULL, NULL) ==
                FPM_OK);
        procs[i].model = &model[i];
    }
    stop_each(40000, NULL, MEMBERS, procs, 4);
    for (i = 0; i < MEMBERS; i++) fpm_model_free(&model[i]);
    memset(procs, 0, sizeof procs);
    for (i = 0; i < 2; i++) { /* each size is partitioned */
        REQUIRE(fpm_model_init(&model[i], FPM_AKIMA, 2, size, rising[i], &test_borrowed, NULL) ==
                FPM_OK);
        procs[i].model = &model[i];
    }
    stop_each(3, asked, 2, procs, 3);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(small_groups);
    RUN(medium_groups);
    RUN(gaps);
    RUN(hierarchies);
    RUN(large_sizes);
    RUN(group_rules);
    RUN(identical_few);
    RUN(identical_many);
    RUN(identical_large);
    RUN(identical_continuous);
    RUN(identical_flat);
    RUN(identical_irregular);
    RUN(sizes_alone);
    RUN(unlike_in_extent);
    RUN(identical_partitioned);
    RUN(identical_least);
    RUN(identical_limit);
    RUN(identical_bounded);
    RUN(identical_claims);
    RUN(work_of_all);
    RUN(bad_input);
    RUN(memory_failures);
    RUN(limits);
    RUN(stopped);
    return test_end();
}
