/* Transfers beside work: fpm_proc.link and overlap, against enumeration by oracle.h: every
   algorithm that takes links, second objectives and their front, groups, checks; the bits of times;
   a bus that a group shares; refusals, memory, work. */
#include "../fpm.h"

#include <math.h>

#include "oracle.h"
#include "test.h"

#include "instance.h"

enum { P = 4, MOST = 64, MANY = 120 };

/* Slots P + i of the instance hold the links, where P are enough. */
static int linked[INSTANCE_PROCS], link_of[INSTANCE_PROCS]; /* by processor; its slot */
static int64_t share[P];
static fpm_info info;
static fpm_options o;

/* Seconds of x units on processor i, by the definition: model and link, both or the larger. */
static long double seconds_of(int i, int64_t x) {
    const fpm_proc *proc = &the.procs[i];
    long double work = oracle_share(&the.rules[i], x), move;
    if (x == 0 || !linked[i] || !(work < ORACLE_NEVER)) return work;
    move = oracle_time(&the.truth[link_of[i]], x);
    if (!(move < ORACLE_NEVER)) return ORACLE_NEVER;
    if (!proc->overlap) return work + move;
    move += (long double)proc->fixed;
    return work > move ? work : move;
}

static void table_fill(long double *table) {
    size_t row = (size_t)the.n + 1;
    int64_t x;
    int i;
    for (i = 0; i < the.p; i++)
        for (x = 0; x <= the.n; x++) table[(size_t)i * row + (size_t)x] = seconds_of(i, x);
}

/* The least makespan by a table of all shares. */
static long double least_makespan(void) {
    static long double table[P * (MOST + 1)];
    table_fill(table);
    return oracle_table_best(the.n, the.p, table);
}

/* Times that fall become those before: equal over many sizes. */
static void never_fall(oracle_model *m) {
    int j;
    for (j = 1; j < m->count; j++) m->seconds[j] = fmax(m->seconds[j], m->seconds[j - 1]);
}

/* kinds: 0: any, 1: times that never fall, of every size. */
static void slot_random(int i, int kinds) {
    static const int smooth[] = {FPM_CONSTANT, FPM_PIECEWISE, FPM_AKIMA, FPM_SHAPED};
    static const int rising[] = {TIMES_RISING, TIMES_MEMORY, TIMES_EXACT, TIMES_SMALL};
    oracle_model *m = &the.truth[i];
    if (the.model[i].kind) fpm_model_free(&the.model[i]);
    memset(m, 0, sizeof *m);
    m->kind = smooth[test_int(0, 3)];
    if (!kinds && test_int(0, 3) == 0) m->kind = FPM_DISCRETE;
    int times = kinds ? rising[test_int(0, 3)] : (int)test_int(TIMES_RISING, TIMES_SMALL);
    points_random(m, (int)test_int(1, m->kind == FPM_DISCRETE ? 30 : 8), MOST, times);
    if (kinds) never_fall(m);
    if (m->kind == FPM_AKIMA && (kinds || test_int(0, 1))) m->flags = FPM_SAFE;
    instance_model(i);
}

static void constraints_random(int i, int kinds, int64_t grain) {
    fpm_proc *proc = &the.procs[i];
    proc->grain = grain;
    if (!kinds && !test_int(0, 5)) proc->grain = test_int(2, 3);
    proc->max = test_int(0, 2) ? 0 : test_int(MOST / 3, MOST);
    proc->fixed = test_int(0, 2) ? 0 : 2 * test_real();
    proc->required = test_int(0, 6) == 0;
    if ((!kinds || proc->required) && test_int(0, 4) == 0)
        proc->min = test_int(1, proc->max > 0 ? proc->max : 9);
}

/* A random instance, some of its processors with links. */
static void draw(int kinds) {
    int64_t grain = kinds && test_int(0, 4) == 0 ? test_int(2, 3) : 0;
    int i, any = 0;
    the.p = (int)test_int(1, P);
    for (i = 0; i < the.p; i++) {
        slot_random(i, kinds);
        instance_proc(i, i > 0 && test_int(0, 3) == 0 ? i - 1 : i);
        constraints_random(i, kinds, grain);
        linked[i] = test_int(0, 3) > 0;
        any |= linked[i];
    }
    if (!any) linked[0] = 1;
    for (i = 0; i < the.p; i++) {
        if (!linked[i]) continue;
        slot_random(P + i, kinds);
        link_of[i] = P + i;
        if (i > 0 && linked[i - 1] && test_int(0, 2) == 0) link_of[i] = link_of[i - 1];
        the.procs[i].link = &the.model[link_of[i]];
        the.procs[i].overlap = (int)test_int(0, 1);
    }
    instance_rules();
    the.n = test_int(0, MOST);
    if (grain) the.n -= the.n % grain;
}

static void dump(void) {
    int i, j;
    for (i = 0; i < the.p; i++) {
        const oracle_model *m = &the.truth[link_of[i]];
        if (!linked[i]) continue;
        printf("    link of %d: kind %d flags %d overlap %d", i, m->kind, m->flags,
               the.procs[i].overlap);
        for (j = 0; j < m->count; j++)
            printf(" (%lld, %.17g)", (long long)m->size[j], m->seconds[j]);
        printf("\n");
    }
    instance_failed();
}

/* Makespan of the shares by the definition, and that they are n units. */
static long double makespan_of(const int64_t *d) {
    long double worst = 0, t;
    int64_t sum = 0;
    int i;
    for (i = 0; i < the.p; i++) {
        sum += d[i];
        t = seconds_of(i, d[i]);
        if (t > worst) worst = t;
    }
    return sum == the.n ? worst : ORACLE_NEVER;
}

/* Can HPOPTA take this one: is the model or the link of each a list? */
static int all_listed(void) {
    int i;
    for (i = 0; i < the.p; i++)
        if (the.procs[i].model->kind != FPM_DISCRETE &&
            !(linked[i] && the.procs[i].link->kind == FPM_DISCRETE))
            return 0;
    return 1;
}

/* The least time by which all processors can do n units together, were their sums all shares. */
static double shares_bound(void) {
    double low = 0, high = 1e70;
    int round, i;
    for (round = 0; round < 300; round++) {
        double middle = low > 0 ? sqrt(low) * sqrt(high) : high / 1e10;
        int64_t sum = 0, x, most;
        for (i = 0; i < the.p; i++) {
            most = 0;
            for (x = 1; x <= the.n; x++)
                if (seconds_of(i, x) <= middle) most = x;
            sum += most;
        }
        if (sum >= the.n) high = middle;
        else low = middle;
        if (high < 1e-60) return 0;
    }
    return high;
}

/* fpm_partition by an algorithm has the least makespan, or says that nothing is feasible. */
static int optimal_by(int algorithm, long double want) {
    int status, ok, i;
    memset(&o, 0, sizeof o);
    o.algorithm = algorithm;
    for (i = 0; i < P; i++) share[i] = -7;
    status = fpm_partition(the.n, the.p, the.procs, &o, share, &info);
    if (!(want < ORACLE_NEVER)) return CHECK_INT(status, FPM_E_INFEASIBLE) && share[0] == -7;
    ok = CHECK(status == FPM_OK || status == FPM_EXTRAPOLATED);
    ok = ok && CHECK_REL((double)makespan_of(share), (double)want, 1e-12);
    ok = ok && CHECK_REL(info.makespan, (double)want, 1e-12);
    ok = ok && CHECK_ABS(info.gap, 0, 0);
    if (ok) {
        fpm_info seen;
        ok = CHECK_INT(fpm_partition_check(the.n, the.p, the.procs, NULL, share, &seen), status);
        ok = ok && CHECK_SAME(seen.makespan, info.makespan);
        ok = ok && CHECK_INT(seen.extrapolated, info.extrapolated);
        ok = ok && CHECK_LE(seen.lower_bound, (double)want * (1 + 1e-12));
        if (ok && all_listed()) ok = CHECK_LE(shares_bound() * (1 - 1e-12), seen.lower_bound);
    }
    return ok;
}

/* Any kinds: AUTO, OPTIMAL, and HPOPTA where it can. */
static void mixtures(void) {
    int64_t round, hpopta = 0, infeasible = 0;
    for (round = test_count(2000); round > 0; round--) {
        long double want;
        int ok;
        draw(0);
        want = least_makespan();
        if (!(want < ORACLE_NEVER)) infeasible++;
        NOTE("round %lld", (long long)round);
        ok = optimal_by(FPM_AUTO, want) && optimal_by(FPM_OPTIMAL, want);
        if (ok && all_listed()) {
            hpopta++;
            ok = optimal_by(FPM_HPOPTA, want);
        }
        if (!ok) dump();
    }
    if (test_short()) return;
    CHECK(hpopta > 0 && infeasible < test_count(2000) / 2);
}

/* Times that never fall: the common time, and its bound. */
static void rising(void) {
    int64_t round;
    for (round = test_count(2000); round > 0; round--) {
        long double want;
        int ok, way;
        draw(1);
        want = least_makespan();
        NOTE("round %lld", (long long)round);
        ok = optimal_by(FPM_GEOMETRIC, want);
        if (ok && want < ORACLE_NEVER) {
            ok = CHECK_INT(info.algorithm, FPM_GEOMETRIC);
            ok = ok && CHECK_REL(info.lower_bound, (double)want, 1e-12);
        }
        ok = ok && optimal_by(FPM_AUTO, want) && optimal_by(FPM_OPTIMAL, want);
        o.algorithm = FPM_GEOMETRIC;
        o.search = FPM_BISECTION;
        if (ok && want < ORACLE_NEVER) {
            ok = CHECK(fpm_partition(the.n, the.p, the.procs, &o, share, &info) >= 0);
            ok = ok && CHECK_REL((double)makespan_of(share), (double)want, 1e-12);
        }
        for (way = FPM_EVEN; way <= FPM_PROPORTIONAL && ok && want < ORACLE_NEVER; way++) {
            memset(&o, 0, sizeof o);
            o.algorithm = way;
            ok = CHECK(fpm_partition(the.n, the.p, the.procs, &o, share, &info) >= 0);
            ok = ok && CHECK_REL(info.makespan, (double)makespan_of(share), 1e-12);
            ok = ok && CHECK_REL(info.lower_bound, (double)want, 1e-12);
        }
        if (!ok) dump();
    }
}

/* Units that all finish strictly before a time, the required ones in any case; times never fall. */
static int64_t before(long double time) {
    int64_t sum = 0;
    int i;
    for (i = 0; i < the.p; i++) {
        const fpm_proc *proc = &the.procs[i];
        int64_t grain = proc->grain > 0 ? proc->grain : 1, low = 0, high = the.n / grain;
        if (proc->max > 0 && proc->max < the.n) high = proc->max / grain;
        if (proc->required) low = (proc->min > 1 ? proc->min + grain - 1 : grain) / grain;
        while (low < high) {
            int64_t middle = low + (high - low + 1) / 2;
            if (seconds_of(i, middle * grain) < time) low = middle;
            else high = middle - 1;
        }
        sum += low * grain;
    }
    return sum;
}

/* Many processors and large n: nothing finishes all earlier than the answer. */
static void large(void) {
    static int64_t d[MANY];
    int64_t round;
    for (round = test_count(150); round > 0; round--) {
        int i, j, kind = (int)test_int(0, 4),
                  p = (int)(kind ? test_int(1, 40) : test_int(40, MANY));
        int64_t unit = kind > 1 ? test_int(1, 1000000) : 1, found;
        double worst;
        the.p = p;
        for (i = 0; i < p && i < 40; i++)
            for (j = 0; j < 2; j++) {
                int k, slot = j ? MANY + i : i;
                slot_random(slot, 1);
                for (k = 0; k < the.truth[slot].count; k++) the.truth[slot].size[k] *= unit;
                fpm_model_free(&the.model[slot]);
                instance_model(slot);
            }
        for (i = 0; i < p; i++) {
            instance_proc(i, i % 40);
            constraints_random(i, 1, 0);
            the.procs[i].max *= unit;
            the.procs[i].min *= unit;
            linked[i] = test_int(0, 2) > 0;
            link_of[i] = MANY + i % 40;
            if (linked[i]) the.procs[i].link = &the.model[link_of[i]];
            if (linked[i]) the.procs[i].overlap = (int)test_int(0, 1);
        }
        instance_rules();
        the.n = test_int(1, unit * MOST / 3);
        the.n += p * test_int(0, unit);
        memset(&o, 0, sizeof o);
        NOTE("round %lld, p %d, n %lld", (long long)round, p, (long long)the.n);
        if (fpm_partition(the.n, p, the.procs, &o, d, &info) == FPM_E_INFEASIBLE) {
            CHECK(before(1e100L) < the.n || info.reason != NULL);
            continue;
        }
        worst = (double)makespan_of(d);
        CHECK_INT(info.algorithm, FPM_GEOMETRIC);
        CHECK_REL(info.makespan, worst, 1e-12);
        found = before((long double)worst * (1 - 1e-12L));
        for (i = 0; i < p; i++) /* a required share may be what finishes last */
            if (the.procs[i].required && seconds_of(i, d[i]) >= (long double)worst * (1 - 1e-12L) &&
                d[i] <= (the.procs[i].min > 1 ? the.procs[i].min : 1))
                found = 0;
        CHECK(found < the.n);
        CHECK(fpm_partition_check(the.n, p, the.procs, NULL, d, &info) >= 0);
        CHECK_ABS(info.gap, 0, 1e-12);
    }
}

/* A linear cost of whole numbers, or none, by its definition. */
static double price_of(const fpm_cost *cost, int64_t x) {
    if (!cost) return 0;
    if (x == 0) return cost->rest;
    return cost->busy + cost->per_unit * (double)x;
}

/* The least sum of costs within a limit, by a table; kind as opts.least. */
static long double least_sum(int kind, long double limit) {
    static long double best[MOST + 1], next[MOST + 1];
    int64_t w, x;
    int i;
    for (w = 0; w <= the.n; w++) best[w] = ORACLE_NEVER;
    best[0] = 0;
    for (i = 0; i < the.p; i++) {
        for (w = 0; w <= the.n; w++) next[w] = ORACLE_NEVER;
        for (x = 0; x <= the.n; x++) {
            long double t = seconds_of(i, x), cost = t;
            if (!(t <= limit)) continue;
            if (kind == FPM_LEAST_BUSY) cost = x > 0;
            if (kind == FPM_LEAST_COST) cost = price_of(the.procs[i].cost, x);
            for (w = x; w <= the.n; w++)
                if (best[w - x] + cost < next[w]) next[w] = best[w - x] + cost;
        }
        memcpy(best, next, sizeof best);
    }
    return best[the.n];
}

/* Does some share take about as long as the limit?  Then rounding decides. */
static int near_limit(long double limit) {
    int64_t x;
    int i;
    for (i = 0; i < the.p; i++)
        for (x = 1; x <= the.n; x++) {
            long double t = seconds_of(i, x);
            if (t > limit * (1 - 1e-10L) && t < limit * (1 + 1e-10L)) return 1;
        }
    return 0;
}

static fpm_cost price[P];

static void draw_priced(void) {
    int i;
    draw((int)test_int(0, 1));
    for (i = 0; i < the.p; i++) {
        double busy = (double)test_int(0, 5);
        double other = test_int(0, 1) ? busy : (double)test_int(0, 5);
        CHECK_INT(fpm_cost_linear(&price[i], (double)test_int(0, 9), busy, other, NULL), FPM_OK);
        the.procs[i].cost = test_int(0, 4) || i == 0 ? &price[i] : NULL;
    }
}

/* Second objectives with slack, and all pairs of the front. */
static void objectives(void) {
    int64_t round;
    for (round = test_count(800); round > 0; round--) {
        long double first, want, spread = test_int(0, 2) ? 1 + test_real() : 1;
        int status, least = (int)test_int(FPM_LEAST_TOTAL, FPM_LEAST_BUSY), ok;
        double times[200], costs[200];
        int64_t count = -1, k;
        draw_priced();
        first = least_makespan();
        if (!(first < ORACLE_NEVER)) continue;
        memset(&o, 0, sizeof o);
        o.least = least;
        o.slack = (double)spread - 1;
        NOTE("round %lld, least %d, slack %g", (long long)round, least, o.slack);
        if (spread > 1 && near_limit(first * (1 + (long double)o.slack))) continue;
        want = least_sum(least, first * (1 + (long double)o.slack) * (1 + 1e-12L));
        status = fpm_partition(the.n, the.p, the.procs, &o, share, &info);
        ok = CHECK(status >= 0 && status != FPM_WORK_LIMIT);
        ok = ok && CHECK_ABS(info.cost, (double)want, 1e-12 + 1e-12 * (double)want);
        ok =
            ok && CHECK_LE((double)makespan_of(share), (double)first * (1 + o.slack) * (1 + 1e-12));
        ok = ok && CHECK_REL(info.lower_bound, (double)first, 1e-12);
        o.slack = 0;
        status = fpm_pareto(the.n, the.p, the.procs, &o, 200, times, costs, &count, &info);
        ok = ok && CHECK(status >= 0);
        ok = ok && CHECK_REL(times[0], (double)first, 1e-12);
        for (k = 0; k < count && ok; k++) {
            long double at = (long double)times[k], sum = least_sum(least, at * (1 + 1e-12L));
            ok = CHECK_ABS(costs[k], (double)sum, 1e-12 + 1e-12 * (double)sum);
            if (k == 0) continue;
            sum = least_sum(least, at * (1 - 1e-12L)); /* just before: the pair before */
            ok = ok && CHECK_ABS(costs[k - 1], (double)sum, 1e-12 + 1e-12 * (double)sum);
        }
        want = least_sum(least, ORACLE_NEVER / 2);
        if (ok && count > 0) ok = CHECK_ABS(costs[count - 1], (double)want, 1e-9);
        if (!ok) dump();
    }
}

/* Groups: the points of fpm_compose, and a bus that all members share as the link of the group. */
static void groups(void) {
    int64_t round, k;
    for (round = test_count(300); round > 0; round--) {
        static long double best[MOST + 1];
        fpm_points points = FPM_ZERO;
        fpm_model group, bus;
        fpm_proc outer[2];
        int64_t top, one = 1, d[2], x;
        double bytes = 0.01 + 0.3 * test_real();
        long double least = ORACLE_NEVER;
        int ok = 1;
        draw((int)test_int(0, 1));
        top = test_int(1, MOST);
        for (the.n = 0; the.n <= top; the.n++) best[the.n] = least_makespan();
        NOTE("round %lld, top %lld", (long long)round, (long long)top);
        CHECK(fpm_compose(the.p, the.procs, top, NULL, NULL, &points, &info) >= 0);
        for (x = 1, k = 0; x <= top && ok; x++) {
            int there = k < points.count && points.size[k] == x;
            ok = CHECK_INT(there, best[x] < ORACLE_NEVER);
            if (ok && there) ok = CHECK_REL(points.seconds[k++], (double)best[x], 1e-12);
        }
        if (!ok) dump();
        fpm_model_init(&bus, FPM_CONSTANT, 1, &one, &bytes, NULL, NULL);
        fpm_model_from_points(&group, FPM_DISCRETE, &points, NULL, NULL);
        memset(outer, 0, sizeof outer);
        outer[0].model = &group;
        outer[0].link = &bus;
        outer[0].overlap = 1;
        outer[1].model = &bus; /* any processor that is on no bus */
        outer[1].fixed = 1;
        for (x = 0; x <= top; x++) {
            long double a = best[x], b = (long double)bytes * (long double)x, c;
            c = x < top ? 1 + (long double)bytes * (long double)(top - x) : 0;
            if (x == 0) a = 0; /* the group as such is not required */
            a = b > a ? b : a;
            a = c > a ? c : a;
            least = a < least ? a : least;
        }
        ok = CHECK(fpm_partition(top, 2, outer, NULL, d, &info) >= 0);
        ok = ok && CHECK_REL(info.makespan, (double)least, 1e-12);
        if (!ok) dump();
        fpm_model_free(&group);
        fpm_model_free(&bus);
        fpm_points_free(&points);
    }
}

/* Is a share past the last point of a model that goes on there? */
static int beyond(const fpm_model *m, int64_t x) {
    if (m->kind == FPM_CONSTANT || m->kind == FPM_DISCRETE) return 0;
    return x > m->size[m->count - 1];
}

/* A time is fixed seconds, and the sum or the larger of two from fpm_model_time: these bits. */
static void bits(void) {
    int64_t round;
    for (round = test_count(500); round > 0; round--) {
        double worst = 0, work, move;
        int i, past = -1;
        draw((int)test_int(0, 1));
        if (fpm_partition(the.n, the.p, the.procs, NULL, share, &info) < 0) continue;
        for (i = 0; i < the.p; i++) {
            double t;
            if (share[i] == 0) continue;
            fpm_model_time(the.procs[i].model, (double)share[i], &work);
            t = work;
            if (linked[i]) {
                fpm_model_time(the.procs[i].link, (double)share[i], &move);
                t = the.procs[i].overlap ? fmax(work, move) : work + move;
            }
            if (past < 0 && beyond(the.procs[i].model, share[i])) past = i;
            if (past < 0 && linked[i] && beyond(the.procs[i].link, share[i])) past = i;
            t = the.procs[i].fixed + t;
            worst = t > worst ? t : worst;
        }
        CHECK_SAME(info.makespan, worst);
        CHECK_INT(info.extrapolated, past);
    }
}

/* More work never makes an answer worse; more memory neither. */
static void doubling(void) {
    int64_t round;
    for (round = test_count(40); round > 0; round--) {
        double last = 1e300;
        int64_t work;
        draw(0);
        for (work = 1; work < INT64_C(1) << 32; work *= 4) {
            int status;
            memset(&o, 0, sizeof o);
            o.algorithm = FPM_OPTIMAL;
            o.max_work = work;
            status = fpm_partition(the.n, the.p, the.procs, &o, share, &info);
            if (status < 0) continue;
            NOTE("round %lld, work %lld", (long long)round, (long long)work);
            CHECK_LE(info.makespan, last);
            last = info.makespan;
        }
    }
}

/* With requests for memory that fail; which: an algorithm, 10: least, 11: compose. */
static int with_memory(int which, const fpm_alloc *alloc) {
    fpm_points points = FPM_ZERO;
    int status;
    memset(&o, 0, sizeof o);
    o.alloc = alloc;
    o.algorithm = which < 10 ? which : FPM_AUTO;
    o.least = which == 10 ? FPM_LEAST_TOTAL : 0;
    if (which == 11) {
        status = fpm_compose(the.p, the.procs, 20, NULL, &o, &points, &info);
        fpm_points_free(&points);
        return status;
    }
    share[0] = -7;
    status = fpm_partition(the.n, the.p, the.procs, &o, share, NULL);
    if (status < 0) CHECK_INT(share[0], -7);
    return status;
}

/* Two processors of one speed; the second has a link of half that speed. */
static void two(int kind) {
    static int64_t size[] = {10, 20, 30};
    static double work[] = {1, 2, 3}, move[] = {2, 4, 6};
    int i;
    for (i = 0; i < 2; i++) {
        int slot = i ? P : 0;
        oracle_model *m = &the.truth[slot];
        if (the.model[slot].kind) fpm_model_free(&the.model[slot]);
        memset(m, 0, sizeof *m);
        m->kind = kind;
        m->count = 3;
        memcpy(m->size, size, sizeof size);
        memcpy(m->seconds, i ? move : work, sizeof work);
        instance_model(slot);
        instance_proc(i, 0);
        linked[i] = i;
    }
    the.procs[1].link = &the.model[P];
    link_of[1] = P;
    the.p = 2;
    the.n = 40;
    instance_rules();
}

static void memory(void) {
    static const int ways[] = {FPM_AUTO, FPM_OPTIMAL, FPM_GEOMETRIC, 10, 11};
    int k;
    for (k = 0; k < 5; k++) {
        two(FPM_PIECEWISE);
        test_heap_sweep(ways[k], with_memory);
    }
    two(FPM_DISCRETE);
    test_heap_sweep(FPM_HPOPTA, with_memory);
    test_heap_sweep(FPM_OPTIMAL, with_memory);
}

/* What is refused, by which name; the outputs stay. */
static void refuses(fpm_proc proc, int n, const fpm_options *opts, int want, const char *name) {
    the.procs[1] = proc;
    share[0] = -7;
    CHECK_INT(fpm_partition(n, 2, the.procs, opts, share, &info), want);
    CHECK_STR(info.argument, name);
    CHECK(info.reason != NULL);
    CHECK_INT(info.fault, 1);
    CHECK_INT(share[0], -7);
}

static void refusals(void) {
    static double falling[] = {2, 1, 3};
    static int64_t size[] = {10, 20, 30};
    fpm_model down, none = FPM_ZERO;
    fpm_proc good, bad;
    fpm_interval f;
    two(FPM_PIECEWISE);
    good = the.procs[1];
    memset(&o, 0, sizeof o);
    bad = good;
    bad.link = &none;
    refuses(bad, 40, NULL, FPM_E_MODEL, "procs[].link");
    bad = good;
    bad.overlap = 2;
    refuses(bad, 40, NULL, FPM_E_ARGUMENT, "procs[].overlap");
    bad.overlap = 1;
    bad.link = NULL;
    refuses(bad, 40, NULL, FPM_E_ARGUMENT, "procs[].overlap");
    o.algorithm = FPM_NUMERICAL;
    refuses(good, 40, &o, FPM_E_UNSUPPORTED, "procs[].link");
    o.algorithm = FPM_GEOMETRIC;
    fpm_model_init(&down, FPM_PIECEWISE, 3, size, falling, NULL, NULL);
    bad = good;
    bad.link = &down;
    refuses(bad, 40, &o, FPM_E_NOT_MONOTONE, "procs[].link");
    fpm_model_free(&down);
    fpm_model_init(&down, FPM_DISCRETE, 3, size, falling, NULL, NULL);
    refuses(bad, 40, &o, FPM_E_UNSUPPORTED, "procs[].link");
    fpm_model_free(&down);
    fpm_model_init(&down, FPM_PIECEWISE, 3, size, falling, NULL, NULL);
    refuses(bad, 1 << 23, NULL, FPM_E_UNSUPPORTED, "procs[].link");
    the.procs[1] = bad;
    CHECK(fpm_partition(1 << 14, 2, the.procs, NULL, share, &info) >= 0);
    the.procs[1] = good;
    CHECK(fpm_partition(40, 2, the.procs, NULL, share, NULL) >= 0);
    CHECK_INT(fpm_partition_interval(40, 2, the.procs, NULL, share, NULL, &f, &info),
              FPM_E_UNSUPPORTED);
    CHECK_STR(info.argument, "procs[].link");
    fpm_model_free(&down);
}

/* The sentence of the header: speeds 3 and 6, and 6 with a link that brings 6 a second. */
static void example(void) {
    static int64_t one[] = {1};
    static double slow[] = {1.0 / 3}, fast[] = {1.0 / 6};
    fpm_model cpu, gpu, pcie;
    fpm_proc pair[2];
    memset(pair, 0, sizeof pair);
    fpm_model_init(&cpu, FPM_CONSTANT, 1, one, slow, NULL, NULL);
    fpm_model_init(&gpu, FPM_CONSTANT, 1, one, fast, NULL, NULL);
    fpm_model_init(&pcie, FPM_CONSTANT, 1, one, fast, NULL, NULL);
    pair[0].model = &cpu;
    pair[1].model = &gpu;
    CHECK_INT(fpm_partition(36, 2, pair, NULL, share, &info), FPM_OK);
    CHECK_INT(share[1], 24);
    pair[1].link = &pcie;
    CHECK_INT(fpm_partition(36, 2, pair, NULL, share, &info), FPM_OK);
    CHECK_INT(share[1], 18);
    CHECK_ABS(info.makespan, 6, 1e-12);
    pair[1].overlap = 1;
    CHECK_INT(fpm_partition(36, 2, pair, NULL, share, &info), FPM_OK);
    CHECK_INT(share[1], 24);
    CHECK_ABS(info.makespan, 4, 1e-12);
    fpm_model_free(&cpu);
    fpm_model_free(&gpu);
    fpm_model_free(&pcie);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(mixtures);
    RUN(rising);
    RUN(large);
    RUN(objectives);
    RUN(groups);
    RUN(bits);
    RUN(doubling);
    RUN(memory);
    RUN(refusals);
    RUN(example);
    instance_free();
    return test_end();
}
