/* fpm_pipeline_partition and fpm_pipeline_check against enumeration of all devices and cuts, and
   what others have published. */
#include "../fpm.h"

#include "test.h"

#include <math.h>

enum { MOST_N = 12, MOST_P = 8, MOST_TYPES = 3 };
static const double never = 1e300;

/* -ffast-math may contract the sums here and there in different ways, and stages are differences of
   sums. */
#ifdef __FAST_MATH__
#define SAME(got, want) CHECK_LE(fabs((got) - (want)), 1e-12 * (1 + fabs(want)))
#else
#define SAME(got, want) CHECK_SAME(got, want)
#endif

/* ---- an instance ---- */

typedef struct problem {
    int64_t n, bytes[MOST_N], sent[MOST_N];
    double seconds[MOST_TYPES * MOST_N];
    int p;
    fpm_pipeline line;
    fpm_device device[MOST_P];
    fpm_tier tier[MOST_P][3];
    fpm_pipeline_options o;
    fpm_pipeline_outputs out;
} problem;

static problem q;

static void dump(void) {
    int64_t i;
    int k;
    printf("    n %lld, p %d, goal %d, overlap %d, free %d, batches %lld\n    seconds",
           (long long)q.n, q.p, q.o.goal, q.o.overlap, q.o.free_order, (long long)q.o.batches);
    for (i = 0; i < q.n * q.line.types; i++) printf(" %.17g", q.seconds[i]);
    for (i = 0; i < q.n && q.line.bytes; i++)
        printf("%s %lld", i ? "" : "\n    bytes", (long long)q.bytes[i]);
    for (i = 0; i < q.n && q.line.sent; i++)
        printf("%s %lld", i ? "" : "\n    sent", (long long)q.sent[i]);
    for (k = 0; k < q.p; k++) {
        const fpm_device *d = &q.device[k];
        printf("\n    %d: type %d factor %.17g room %lld held %lld fixed %.17g latency %.17g "
               "bandwidth %.17g required %d",
               k, d->type, d->factor, (long long)d->max, (long long)d->held, d->fixed, d->latency,
               d->bandwidth, d->required);
        printf(" in %.17g %.17g", d->in_latency, d->in_bandwidth);
        for (i = 0; i < d->tiers; i++)
            printf(" tier %lld %.17g", (long long)d->tier[i].max, d->tier[i].seconds);
    }
    printf("\n");
}

/* Some elements that some types may not run: each at random, or all up to one or from one on. */
static void bar_elements(void) {
    int64_t e, from, to;
    int t;
    for (t = 0; t < q.line.types; t++) {
        int one_in = (int)test_int(1, 8);
        from = test_int(0, q.n);
        to = test_int(0, 1) ? q.n : test_int(from, q.n);
        for (e = 0; e < q.n; e++)
            if (one_in > 2 ? test_int(1, one_in) == 1 : one_in == 1 && (e < from || e >= to))
                q.seconds[t * q.n + e] = FPM_NOTHING;
    }
}

/* whole: seconds are small multiples of 1/8, so that all sums are exact. */
static void random_problem(int64_t most_n, int most_p, int whole) {
    int64_t e;
    int k, t, style = (int)test_int(0, 31);
    memset(&q, 0, sizeof q);
    q.n = test_int(test_int(0, 20) ? 1 : 0, most_n);
    q.p = (int)test_int(1, most_p);
    q.line.n = q.n, q.line.types = (int)test_int(1, MOST_TYPES), q.line.seconds = q.seconds;
    if (style & 1) q.line.bytes = q.bytes;
    if (test_int(0, 2)) q.line.sent = q.sent;
    for (e = 0; e < q.n; e++) {
        for (t = 0; t < q.line.types; t++)
            q.seconds[t * q.n + e] =
                whole ? (double)test_int(test_int(0, 1), 12) / 8 : 3 * test_product();
        q.bytes[e] = test_int(0, test_int(0, 3) ? 4 : 20);
        q.sent[e] = test_int(0, test_int(0, 3) ? 4 : 40);
    }
    if (test_int(0, 3) == 0) bar_elements();
    for (k = 0; k < q.p; k++) {
        fpm_device *d = &q.device[k];
        if (k > 0 && test_int(0, 3) == 0) {
            *d = d[-1];
            if (!(style & 8) || !d->tiers || test_int(0, 1)) continue;
            memcpy(q.tier[k], d->tier, sizeof q.tier[k]), d->tier = q.tier[k];
            q.tier[k][0].seconds += 1; /* alike but for that */
            continue;
        }
        d->type = (int)test_int(0, q.line.types - 1);
        if (test_int(0, 1)) d->factor = whole ? (double)test_int(1, 8) / 4 : 0.2 + test_real();
        if (style & 2 && test_int(0, 1)) d->max = test_int(1, 40), d->held = test_int(0, 8);
        if (style & 4 && test_int(0, 2) == 0) d->fixed = whole ? 0.5 : test_real();
        if (test_int(0, 2) == 0) d->latency = whole ? 0.25 : 0.3 * test_real();
        d->bandwidth = whole ? (double)(INT64_C(1) << test_int(0, 6)) : 1 + 30 * test_real();
        if (test_int(0, 7) == 0) d->bandwidth = test_int(0, 1) ? 0 : FPM_NOTHING;
        if (style & 2 && test_int(0, 15) == 0) d->max = INT64_MAX;
        if (style & 2 && test_int(0, 15) == 0) d->held = INT64_MAX;
        d->required = test_int(0, 5) == 0;
        if (style & 8 && test_int(0, 2)) {
            if (d->max == 0) d->max = test_int(0, 3) ? test_int(1, 12) : FPM_NOTHING;
            d->tier = q.tier[k], d->tiers = (int)test_int(0, 3);
            for (t = 0; t < d->tiers; t++) { /* no order: a fuller tier may cost less a byte */
                q.tier[k][t].max = test_int(0, 9) ? test_int(1, 12) : test_int(-1, 0);
                q.tier[k][t].seconds = test_int(0, 6) == 0 ? 0
                                       : whole             ? (double)test_int(1, 8) / 16
                                                           : test_real() / 2;
            }
        }
        if (style & 16 && test_int(0, 3)) {
            if (test_int(0, 1)) d->in_latency = whole ? 0.25 : 0.3 * test_real();
            if (test_int(0, 3))
                d->in_bandwidth =
                    whole ? (double)(INT64_C(1) << test_int(0, 6)) : 1 + 30 * test_real();
            if (test_int(0, 7) == 0) d->in_bandwidth = FPM_NOTHING;
        }
    }
    q.o.goal = (int)test_int(0, 2);
    q.o.overlap = (int)test_int(0, 1);
    if (q.o.goal == FPM_PIPELINE_FILLED) q.o.batches = test_int(0, 1) ? test_int(0, 4) : 1000;
}

/* ---- the definition ---- */

/* Seconds that the bytes of an element take on a link; below 0: it cannot take them. */
static double link_time(int64_t e, double latency, double bandwidth) {
    if (!q.line.sent || !q.sent[e] || bandwidth == 0) return latency;
    return bandwidth > 0 ? latency + (double)q.sent[e] / bandwidth : -1;
}

static int own_sums; /* 1: add up the elements of a stage, instead of the difference of sums */

/* Elements [i, j) on a device: the stage, and what it adds to the sum.  0: there is no room, or it
   may not run one of them; -1: it cannot receive or send. */
static int stage(int k, int64_t i, int64_t j, double *slow, double *all) {
    const fpm_device *d = &q.device[k];
    double from = 0, to = 0, own, hop = 0, in = 0, spill = 0;
    int64_t e, bytes = 0, room = d->max > d->held ? d->max - d->held : 0, kept[4] = {0};
    int t, any = room > 0 || d->max == 0;
    for (e = 0; e < j; e++) {
        if (q.seconds[d->type * q.n + e] >= 0) to += q.seconds[d->type * q.n + e];
        else if (e >= i) return 0;
        if (e < i && own_sums) to = 0;
        if (e < i) from = to;
        if (e >= i && q.line.bytes) bytes += q.bytes[e];
    }
    for (t = 0; t < d->tiers; t++) any |= d->tier[t].max >= 0;
    for (t = 0; bytes > 0 && d->max; bytes--) { /* each into the first memory with room left */
        while (t <= d->tiers && (t == 0 || d->tier[t - 1].max != 0) &&
               kept[t] >= (t ? d->tier[t - 1].max : room))
            t++;
        if (t > d->tiers) return 0;
        kept[t]++;
    }
    for (t = 0; t < d->tiers; t++) spill += (double)kept[t + 1] * d->tier[t].seconds;
    if (!any) return 0;
    own = (d->factor != 0 ? d->factor : 1) * (to - from) + d->fixed + spill;
    if (j < q.n) hop = link_time(j - 1, d->latency, d->bandwidth);
    if (i > 0) in = link_time(i - 1, d->in_latency, d->in_bandwidth);
    if (hop < 0 || in < 0) return -1;
    *slow = !q.o.overlap ? in + own + hop : own > hop ? own : hop;
    if (q.o.overlap && in > *slow) *slow = in;
    *all = in + own + hop;
    return 1;
}

static double goal(double slow, double all) {
    if (q.o.goal == FPM_PIPELINE_LATEST) return slow;
    if (q.o.goal == FPM_PIPELINE_TOTAL || q.o.batches < 2) return all;
    return (double)(q.o.batches - 1) * slow + all;
}

static double best, best_sum; /* of the enumeration; sum: where LATEST has a choice */

/* Every device, as given or in any order, with every stage. */
static void enumerate(int k, unsigned used, int64_t i, double slow, double all) {
    int next;
    int64_t j;
    if (i == q.n) {
        double value = goal(slow, all);
        for (next = 0; next < q.p; next++)
            if (q.device[next].required && !(used >> next & 1)) return;
        if (value < best || (value == best && all < best_sum)) best = value, best_sum = all;
        return;
    }
    for (next = q.o.free_order ? 0 : k; next < q.p; next++)
        for (j = i + 1; j <= q.n && !(used >> next & 1); j++) {
            double s, a;
            int can = stage(next, i, j, &s, &a);
            if (can == 0) break;
            if (can < 0) continue;
            enumerate(next + 1, used | 1u << next, j, s > slow ? s : slow, all + a);
        }
}

/* Solve q and compare with the enumeration. */
static int solved(double tolerance) {
    int64_t begin[MOST_P + 1], k;
    int who[MOST_P], status, ok = 1;
    double seconds[MOST_P], again[MOST_P], slow = 0, all = 0;
    unsigned used = 0;
    fpm_info info, seen;
    best = best_sum = never;
    enumerate(0, 0, 0, 0, 0);
    memset(begin, 0x5a, sizeof begin), memset(who, 0x5a, sizeof who);
    q.out.who = who, q.out.stage = seconds;
    status = fpm_pipeline_partition(&q.line, q.p, q.device, &q.o, begin, &q.out, &info);
    if (best == never) {
        ok &= CHECK_INT(status, FPM_E_INFEASIBLE);
        ok &= CHECK_INT(begin[0], INT64_C(0x5a5a5a5a5a5a5a5a));
        if (!ok) dump();
        return 0;
    }
    ok &= CHECK_INT(status, FPM_OK);
    if (status < 0) return dump(), 0;
    ok &= CHECK_INT(begin[0], 0);
    ok &= CHECK_INT(begin[q.p], q.n);
    for (k = 0; k < q.p && ok; k++) {
        double s = 0, a = 0;
        ok &= CHECK(who[k] >= 0 && who[k] < q.p && !(used >> who[k] & 1));
        ok &= CHECK(q.o.free_order || who[k] == k) && CHECK(begin[k] <= begin[k + 1]);
        used |= ok ? 1u << who[k] : 0;
        if (ok && begin[k] < begin[k + 1])
            ok &= CHECK(stage(who[k], begin[k], begin[k + 1], &s, &a) > 0);
        else ok &= CHECK(!q.device[who[k]].required);
        ok &= SAME(seconds[k], s);
        slow = s > slow ? s : slow, all += a;
    }
    ok &= SAME(info.common_time, slow) & SAME(info.cost, all);
    ok &= SAME(info.makespan, goal(slow, all)) & CHECK_SAME(info.gap, 0);
    ok &= CHECK_SAME(info.lower_bound, info.makespan);
    if (q.o.goal == FPM_PIPELINE_LATEST) ok &= SAME(info.makespan, best);
    else ok &= CHECK_REL(info.makespan, best, tolerance);
    if (q.o.goal == FPM_PIPELINE_LATEST && !q.o.free_order)
        ok &= CHECK_REL(info.cost, best_sum, tolerance);
    memset(again, 0x5a, sizeof again), q.out.stage = again;
    ok &= CHECK_INT(fpm_pipeline_check(&q.line, q.p, q.device, &q.o, begin, &q.out, &seen), FPM_OK);
    ok &= CHECK(((unsigned char *)again)[0] == 0x5a); /* a check writes nothing but info */
    ok &= CHECK_SAME(seen.makespan, info.makespan) & CHECK_SAME(seen.cost, info.cost);
    ok &= CHECK_LE(seen.lower_bound, best * (1 + tolerance));
    if (!ok) dump();
    return 1;
}

static void given_whole(void) {
    int64_t i, count = test_count(8000), answers = 0;
    for (i = 0; i < count; i++) random_problem(8, 5, 1), answers += solved(0);
    CHECK(answers * 2 > count);
}

static void given_real(void) {
    int64_t i, count = test_count(6000);
    for (i = 0; i < count; i++) random_problem(8, 5, 0), solved(1e-13);
}

static void free_whole(void) {
    int64_t i, count = test_count(3500);
    for (i = 0; i < count; i++) random_problem(6, 4, 1), q.o.free_order = 1, solved(0);
}

static void free_real(void) {
    int64_t i, count = test_count(2500);
    for (i = 0; i < count; i++) random_problem(6, 4, 0), q.o.free_order = 1, solved(1e-13);
}

/* Seconds of any magnitude, with outliers, and with a type on which some elements take very long:
   an answer is within 1e-4 of the best, where stages are sums of their own elements, or the call
   refuses.  It does not where magnitudes differ by less than 10^9. */
static void unlike_seconds(void) {
    int64_t left, begin[MOST_P + 1], e, k, refused = 0, plain = 0;
    int who[MOST_P], status;
    double seconds[MOST_P];
    fpm_info info;
    own_sums = 1;
    for (left = test_count(3000); left > 0; left--) {
        double slow = 0, all = 0, decades = (double)test_int(0, 30);
        int what = (int)test_int(0, 2);
        random_problem(6, 4, 0);
        q.o.free_order = test_int(0, 2) == 0;
        for (e = 0; e < q.n * q.line.types; e++) {
            if (q.seconds[e] < 0) continue;
            if (what == 0 || (what == 1 && test_int(0, 4) == 0))
                q.seconds[e] *= pow(10, decades * (test_real() - 0.5));
            if (what == 2 && e >= q.n && test_int(0, 3) == 0) q.seconds[e] *= pow(10, decades);
            if (test_int(0, 9) == 0) q.seconds[e] = 0;
        }
        best = never;
        best_sum = never;
        enumerate(0, 0, 0, 0, 0);
        q.out.who = who;
        q.out.stage = seconds;
        status = fpm_pipeline_partition(&q.line, q.p, q.device, &q.o, begin, &q.out, &info);
        if (status == FPM_E_LOAD) {
            CHECK(info.at >= 0 && info.at < q.n && info.reason);
            if (!CHECK(decades > 9)) dump();
            refused++;
            continue;
        }
        if (best == never) {
            CHECK_INT(status, FPM_E_INFEASIBLE);
            continue;
        }
        CHECK_INT(status, FPM_OK);
        if (status < 0) continue;
        for (k = 0; k < q.p; k++) {
            double s = 0, a = 0;
            if (begin[k] == begin[k + 1]) continue;
            CHECK_INT(stage(who[k], begin[k], begin[k + 1], &s, &a), 1);
            slow = s > slow ? s : slow;
            all += a;
        }
        if (!(CHECK_LE(goal(slow, all), best * (1 + 1e-4)) & CHECK_REL(info.makespan, best, 1e-4)))
            dump();
        plain++;
    }
    own_sums = 0;
    NOTE("%d refused, %d not", (int)refused, (int)plain);
    CHECK(refused > test_count(3000) / 100 && plain > test_count(3000) / 3);
}

/* A first element of 10^16 s beside which sums lose 100,000 others, each of them less than
   matters. */
static void many_lost(void) {
    enum { N = 100001 };
    static double seconds[2 * N];
    fpm_pipeline line = FPM_ZERO;
    fpm_device device[2] = FPM_ZERO;
    fpm_pipeline_options o = FPM_ZERO;
    int64_t begin[3], e;
    fpm_info info;
    for (e = 0; e < N; e++) {
        seconds[e] = 5;
        seconds[N + e] = 0.1;
    }
    seconds[0] = 1e6;
    seconds[N] = 1e16;
    line.n = N;
    line.types = 2;
    line.seconds = seconds;
    device[1].type = 1;
    o.goal = FPM_PIPELINE_TOTAL;
    CHECK_INT(fpm_pipeline_partition(&line, 2, device, &o, begin, NULL, &info), FPM_E_LOAD);
    CHECK_INT(info.at, 0);
    seconds[N] = FPM_NOTHING;
    CHECK_INT(fpm_pipeline_partition(&line, 2, device, &o, begin, NULL, &info), FPM_OK);
    CHECK_INT(begin[1], 1);
    CHECK_REL(info.makespan, 1.01e6, 1e-10);
    seconds[N] = 1e6; /* as magnitudes that are usual */
    CHECK_INT(fpm_pipeline_partition(&line, 2, device, &o, begin, NULL, &info), FPM_OK);
    CHECK_REL(info.makespan, 1.01e6, 1e-10);
    /* Nothing is lost of zeros, but values that hide sums before them decide where stages begin. */
    for (e = 1; e < N; e++) seconds[N + e] = 0;
    seconds[N] = 1e18;
    CHECK_INT(fpm_pipeline_partition(&line, 2, device, &o, begin, NULL, &info), FPM_E_LOAD);
}

/* What a stage pays to receive decides where it begins.  Three equal devices must all be used.
   Before element 2 the second receives for ten seconds and the third for five, else for one at
   most.  So the stages begin at elements 0, 1 and 3. */
static void costly_to_receive(void) {
    static const int64_t sent[] = {1, 10, 0, 0};
    int what, batches, e;
    for (what = FPM_PIPELINE_LATEST; what <= FPM_PIPELINE_FILLED; what++) {
        for (batches = 0; batches < 3; batches++) {
            memset(&q, 0, sizeof q);
            q.n = 4;
            q.p = 3;
            q.line.n = 4;
            q.line.types = 1;
            q.line.seconds = q.seconds;
            q.line.sent = q.sent;
            for (e = 0; e < 4; e++) {
                q.seconds[e] = 1;
                q.sent[e] = sent[e];
            }
            for (e = 0; e < 3; e++) q.device[e].required = 1;
            q.device[1].in_bandwidth = 1;
            q.device[2].in_bandwidth = 2;
            q.o.goal = what;
            if (what == FPM_PIPELINE_FILLED) q.o.batches = batches;
            CHECK(solved(0));
            if (what == FPM_PIPELINE_TOTAL) CHECK_SAME(best, 5);
            if (what == FPM_PIPELINE_LATEST) CHECK_SAME(best, 3);
            q.o.overlap = 1;
            CHECK(solved(0));
        }
    }
}

/* ---- orders beyond the lattice, and little work ---- */

/* What max_work leaves undone is within the gap that is told. */
static void little_work(void) {
    int64_t i, count = test_count(1500), begin[MOST_P + 1], better = 0, limited = 0;
    int who[MOST_P], status;
    for (i = 0; i < count; i++) {
        fpm_info info;
        random_problem(6, 4, (int)(i & 1));
        q.o.free_order = i % 3 > 0, q.o.max_work = 20 * test_int(1, i % 3 == 1 ? 2 : 400),
        q.out.who = who;
        if (i % 3 == 0) q.o.goal = FPM_PIPELINE_FILLED, q.o.batches = test_int(2, 8);
        best = best_sum = never;
        enumerate(0, 0, 0, 0, 0);
        status = fpm_pipeline_partition(&q.line, q.p, q.device, &q.o, begin, &q.out, &info);
        if (status < 0 && best < never) CHECK(q.o.free_order && status == FPM_E_WORK_LIMIT);
        if (status < 0) continue;
        CHECK(status == FPM_OK || status == FPM_WORK_LIMIT || status == FPM_HEURISTIC);
        limited += status == FPM_WORK_LIMIT, better += info.makespan < best * (1 + 1e-13);
        if (!(CHECK_LE(info.lower_bound, best * (1 + 1e-13)) &
              CHECK_LE(best, info.makespan * (1 + 1e-13)) &
              CHECK(status != FPM_OK || info.makespan <= best * (1 + 1e-13))))
            dump();
        CHECK_REL(info.gap, info.lower_bound > 0 ? info.makespan / info.lower_bound - 1 : 0, 1e-12);
        CHECK_INT(fpm_pipeline_check(&q.line, q.p, q.device, &q.o, begin, &q.out, NULL), FPM_OK);
    }
    CHECK(limited > 50 * count / 1500 && better > count / 3);
}

/* With ever more work what has an answer keeps one, no worse. */
static void more_work(void) {
    int64_t round, begin[MOST_P + 1], work;
    int who[MOST_P], status;
    fpm_info info;
    for (round = test_count(1500); round > 0; round--) {
        double least = never;
        long long failed = test__.bad;
        random_problem(10, 7, (int)(round & 1));
        q.o.free_order = round % 4 > 0;
        if (round % 3 == 0) {
            q.o.goal = FPM_PIPELINE_FILLED;
            q.o.batches = test_int(2, 8);
        }
        q.out.who = who;
        for (work = 1; work <= INT64_C(1) << 28; work *= 2) {
            q.o.max_work = work;
            NOTE("max_work %lld", (long long)work);
            status = fpm_pipeline_partition(&q.line, q.p, q.device, &q.o, begin, &q.out, &info);
            CHECK(status >= 0 || status == FPM_E_INFEASIBLE || status == FPM_E_WORK_LIMIT);
            CHECK(status >= 0 || !(least < never));
            if (status < 0) continue;
            CHECK_LE(info.makespan, least * (1 + 1e-13));
            if (info.makespan < least) least = info.makespan;
        }
        if (test__.bad > failed) dump();
    }
}

/* Beyond the lattice, too, the devices that are left out are the last. */
static void idle_last(void) {
    enum { N = 60, P = 40 };
    static double seconds[N];
    static int64_t sent[N];
    fpm_device device[P] = FPM_ZERO;
    fpm_pipeline line = {N, 1, seconds, NULL, sent};
    fpm_pipeline_options o = FPM_ZERO;
    fpm_pipeline_outputs out = FPM_ZERO;
    int64_t begin[P + 1];
    int who[P], seen[P], k, g, empty, idle = 0;
    for (k = 0; k < N; k++) seconds[k] = 0.5 + test_real(), sent[k] = test_int(1, 100);
    for (k = 0; k < P; k++) device[k].factor = 0.3 + test_real(), device[k].bandwidth = 100;
    o.free_order = 1, out.who = who, o.max_work = 6000000;
    for (g = FPM_PIPELINE_LATEST; g <= FPM_PIPELINE_FILLED; g++) {
        o.goal = g;
        o.batches = g == FPM_PIPELINE_FILLED ? 3 : 0;
        CHECK(fpm_pipeline_partition(&line, P, device, &o, begin, &out, NULL) > FPM_OK);
        memset(seen, 0, sizeof seen);
        for (k = 0, empty = 0; k < P; k++) {
            seen[who[k]]++;
            if (begin[k] == begin[k + 1]) empty++;
            else CHECK_INT(empty, 0);
        }
        for (k = 0; k < P; k++) CHECK_INT(seen[k], 1);
        idle += empty;
        CHECK_INT(fpm_pipeline_check(&line, P, device, &o, begin, &out, NULL), FPM_OK);
    }
    CHECK(idle >= P - 1);
}

/* A call that is refused has done no work, whatever limit it was given. */
static void refused_work(void) {
    double seconds[1] = {1};
    fpm_device device = FPM_ZERO;
    fpm_pipeline line = {1, 1, seconds, NULL, NULL};
    fpm_pipeline_options o = FPM_ZERO;
    int64_t begin[2];
    fpm_info info;
    int k;
    for (k = 0; k < 3; k++) {
        o.max_work = k == 2 ? -7 : 5;
        CHECK_INT(fpm_pipeline_partition(&line, k == 0 ? 0 : 1, &device, &o, k == 1 ? NULL : begin,
                                         NULL, &info),
                  FPM_E_ARGUMENT);
        CHECK_INT(info.evaluations, 0);
        CHECK_INT(info.iterations, 0);
        CHECK_INT(info.fault, -1);
        CHECK_INT(info.extrapolated, -1);
        CHECK_INT(info.at, -1);
    }
}

/* Twenty-four unlike devices: no lattice, but an order that is no worse than the given one. */
static void many_devices(void) {
    enum { N = 60, P = 24 };
    static double seconds[N];
    static int64_t sent[N];
    fpm_device device[P] = FPM_ZERO;
    fpm_pipeline line = {N, 1, seconds, NULL, sent};
    int64_t begin[P + 1], begin_given[P + 1];
    int who[P], k, g, status, better = 0;
    for (k = 0; k < N; k++) seconds[k] = 0.5 + test_real(), sent[k] = test_int(1, 100);
    for (k = 0; k < P; k++) device[k].factor = 0.3 + 0.1 * k, device[k].bandwidth = 1000;
    for (g = FPM_PIPELINE_LATEST; g <= FPM_PIPELINE_FILLED; g++) {
        fpm_pipeline_options o = FPM_ZERO;
        fpm_pipeline_outputs out = FPM_ZERO;
        fpm_info any, given;
        o.goal = g, o.batches = g == FPM_PIPELINE_FILLED ? 5 : 0, out.who = who, o.max_work = 0;
        CHECK_INT(fpm_pipeline_partition(&line, P, device, &o, begin_given, &out, &given), FPM_OK);
        o.free_order = 1, o.max_work = g == FPM_PIPELINE_LATEST ? 0 : 40000000;
        status = fpm_pipeline_partition(&line, P, device, &o, begin, &out, &any);
        CHECK(status == FPM_HEURISTIC || (g > FPM_PIPELINE_LATEST && status == FPM_WORK_LIMIT));
        better += any.makespan < given.makespan;
        CHECK_LE(any.makespan, given.makespan);
        CHECK_LT(any.gap, 1);
        CHECK_INT(fpm_pipeline_check(&line, P, device, &o, begin, &out, NULL), FPM_OK);
        /* Of few kinds any number is exact. */
        for (k = 0; k < P; k++) device[k].factor = 1 + k % 2;
        o.max_work = 0;
        CHECK_INT(fpm_pipeline_partition(&line, P, device, &o, begin, &out, &any), FPM_OK);
        for (k = 0; k < P; k++) device[k].factor = 0.3 + 0.1 * k;
    }
    CHECK(better > 0); /* two that change places gain */
}

/* Sixteen unlike devices: the slowest stage is exact, and no order of a sample is better. */
static void sixteen_devices(void) {
    enum { N = 200, P = 16 };
    static double seconds[N];
    static int64_t bytes[N];
    fpm_device device[P] = FPM_ZERO, other[P];
    fpm_pipeline line = {N, 1, seconds, bytes, NULL};
    fpm_pipeline_options o = FPM_ZERO;
    fpm_pipeline_outputs out = FPM_ZERO;
    int64_t begin[P + 1];
    const int p = test_brief() ? 12 : P;
    int who[P], k, i;
    fpm_info any, info;
    if (test_count(30) < N) line.n = test_count(30) > 20 ? test_count(30) : 20;
    for (k = 0; k < N; k++) seconds[k] = 0.5 + test_real(), bytes[k] = test_int(1, 10);
    for (k = 0; k < p; k++) {
        device[k].factor = 0.3 + test_real(), device[k].latency = test_real();
        device[k].max = test_int(100, 500);
    }
    o.free_order = 1, out.who = who;
    CHECK_INT(fpm_pipeline_partition(&line, p, device, &o, begin, &out, &any), FPM_OK);
    o.free_order = 0;
    for (k = 0; k < p; k++) other[k] = device[who[k]];
    for (i = 0; i < test_count(1000); i++) {
        CHECK_INT(fpm_pipeline_partition(&line, p, other, &o, begin, &out, &info), FPM_OK);
        if (i == 0) CHECK_SAME(info.makespan, any.makespan);
        else CHECK_LE(any.makespan, info.makespan);
        k = (int)test_int(0, p - 2);
        device[0] = other[k], other[k] = other[k + 1], other[k + 1] = device[0];
    }
}

/* ---- the chain ---- */

/* One type, no hops: the makespan of the chain, to the bit. */
static void as_the_chain(void) {
    enum { N = 200 };
    static double seconds[N], prefix[N + 1];
    int64_t begin[31], i, count = test_count(400);
    for (i = 0; i < count; i++) {
        fpm_device device[30] = FPM_ZERO;
        fpm_pipeline line = {test_int(1, N), 1, seconds, NULL, NULL};
        fpm_chain chain;
        fpm_info mine, its;
        int p = (int)test_int(1, 30), k, style = (int)test_int(0, 2);
        for (k = 0; k < N; k++) {
            int power = style == 1 ? (int)test_int(-30, 30) : 0;
            seconds[k] = style == 2 ? (double)test_int(0, 3) : ldexp(test_real(), power);
        }
        CHECK_INT(fpm_chain_init_real(&chain, line.n, seconds, prefix, NULL), FPM_OK);
        CHECK_INT(fpm_chain_partition(&chain, p, NULL, begin, NULL, &its), FPM_OK);
        CHECK_INT(fpm_pipeline_partition(&line, p, device, NULL, begin, NULL, &mine), FPM_OK);
        CHECK_SAME(mine.makespan, its.makespan);
        for (k = 0; k < p; k++) device[k].required = p <= line.n && test_int(0, 1);
        CHECK_INT(fpm_pipeline_partition(&line, p, device, NULL, begin, NULL, &mine), FPM_OK);
        CHECK_SAME(mine.makespan, its.makespan);
    }
}

/* One batch is the sum; of very many only the slowest stage counts. */
static void batches(void) {
    int64_t i, begin[MOST_P + 1];
    for (i = 0; i < 300; i++) {
        fpm_info one, sum, many, latest;
        int status;
        random_problem(12, 5, 1);
        q.o.goal = FPM_PIPELINE_TOTAL, q.o.batches = 0;
        status = fpm_pipeline_partition(&q.line, q.p, q.device, &q.o, begin, &q.out, &sum);
        q.o.goal = FPM_PIPELINE_FILLED, q.o.batches = 1;
        CHECK_INT(fpm_pipeline_partition(&q.line, q.p, q.device, &q.o, begin, &q.out, &one),
                  status);
        q.o.batches = INT64_C(1) << 40;
        CHECK_INT(fpm_pipeline_partition(&q.line, q.p, q.device, &q.o, begin, &q.out, &many),
                  status);
        q.o.goal = FPM_PIPELINE_LATEST, q.o.batches = 0;
        CHECK_INT(fpm_pipeline_partition(&q.line, q.p, q.device, &q.o, begin, &q.out, &latest),
                  status);
        if (status < 0) continue;
        CHECK_SAME(one.makespan, sum.makespan);
        CHECK_SAME(many.common_time, latest.makespan);
        CHECK_SAME(many.cost, latest.cost);
    }
}

/* ---- what others have published ---- */

static struct {
    double seconds[36];
    int64_t bytes[36], begin[4];
    fpm_pipeline line;
    fpm_device device[3];
    fpm_info info;
} r;

/* n layers of a second and so many bytes each; the devices have no bounds yet. */
static void equal_layers(int64_t n, int64_t each) {
    int64_t e;
    memset(&r, 0, sizeof r);
    r.line.n = n, r.line.types = 1, r.line.seconds = r.seconds, r.line.bytes = r.bytes;
    for (e = 0; e < n; e++) r.seconds[e] = 1, r.bytes[e] = each;
}

static int cut_layers(int p, const fpm_pipeline_options *o) {
    return fpm_pipeline_partition(&r.line, p, r.device, o, r.begin, NULL, &r.info);
}

/* exo's test of its allocation by throughput: 819, 273 and 800 GB/s, at most 4, 4 and 8 of 12
   layers, at least one each. */
static void exo_throughput(void) {
    fpm_pipeline_options o = FPM_ZERO;
    int k, rate[] = {819, 273, 800}, room[] = {4, 4, 8};
    equal_layers(12, 1);
    for (k = 0; k < 3; k++)
        r.device[k].factor = 1.0 / rate[k], r.device[k].max = room[k], r.device[k].required = 1;
    o.goal = FPM_PIPELINE_TOTAL;
    CHECK_INT(cut_layers(3, &o), FPM_OK);
    CHECK(r.begin[1] == 4 && r.begin[2] == 5 && r.begin[3] == 12);
    CHECK_REL(r.info.makespan, 4 / 819.0 + 1 / 273.0 + 7 / 800.0, 1e-15);
    /* A hop of 4 ms is dearer than the four layers that the slow one would take over. */
    for (k = 0; k < 3; k++) r.device[k].latency = 4e-3, r.device[k].required = 0;
    CHECK_INT(cut_layers(3, &o), FPM_OK);
    CHECK(r.begin[1] == 4 && r.begin[2] == 4);
    CHECK_INT(r.info.busy, 2);
    /* A full pipeline: 4 2 6. */
    for (k = 0; k < 3; k++) r.device[k].latency = 0;
    CHECK_INT(cut_layers(3, NULL), FPM_OK);
    CHECK(r.begin[1] == 4 && r.begin[2] == 6);
}

/* 97.5, 1.25 and 1.25 GB: shares by memory gave 20, 1 and -1 of 20 layers. */
static void exo_memory(void) {
    int k;
    equal_layers(20, 1000000000);
    r.device[0].max = INT64_C(97500000000), r.device[1].max = r.device[2].max = 1250000000;
    for (k = 0; k < 3; k++) r.device[k].required = 1;
    CHECK_INT(cut_layers(3, NULL), FPM_OK);
    CHECK(r.begin[1] == 18 && r.begin[2] == 19);
    for (k = 0; k < 20; k++) r.bytes[k] = 2000000000;
    memset(r.begin, 0x5a, sizeof r.begin);
    CHECK_INT(cut_layers(3, NULL), FPM_E_INFEASIBLE);
    CHECK(r.info.fault == 1 && r.info.at == -1 && r.begin[0] == INT64_C(0x5a5a5a5a5a5a5a5a));
    r.device[1].required = r.device[2].required = 0;
    CHECK_INT(cut_layers(3, NULL), FPM_OK);
    CHECK(r.begin[1] == 20);
}

/* 36 layers: memory first gave 35 and 1 and ran out, as each device also holds a buffer for what
   it computes; by speed 12 and 24 fit. */
static void memory_first(void) {
    equal_layers(36, 600000000);
    r.device[0].factor = 2, r.device[0].max = INT64_C(22000000000);
    r.device[1].factor = 1, r.device[1].max = INT64_C(17000000000);
    r.device[0].held = r.device[1].held = 1500000000;
    CHECK_INT(cut_layers(2, NULL), FPM_OK);
    CHECK_INT(r.begin[1], 12);
    r.begin[1] = 35;
    CHECK_INT(fpm_pipeline_check(&r.line, 2, r.device, NULL, r.begin, NULL, &r.info),
              FPM_E_VIOLATED);
    CHECK_INT(r.info.fault, 0);
}

/* Llama 3 70B on 8 devices that hold 20.18 GB: with ten layers each, embedding and head leave the
   ends room for 1476 blocks of keys and values a layer, as was measured.  Lighter end stages leave
   more: published are 9 layers there, and 1.46 times the speed. */
static void llama_70b(void) {
    enum { LAYERS = 80, P = 8 };
    const int64_t layer = 1711276032, head = INT64_C(2101346304), block = 65536;
    double seconds[LAYERS + 2];
    int64_t bytes[LAYERS + 2], begin[P + 1], fits[P + 1] = {0}, low = 0, high = 10000, e;
    fpm_pipeline line = {LAYERS + 2, 1, seconds, bytes, NULL};
    fpm_device device[P] = FPM_ZERO;
    fpm_pipeline_options o = FPM_ZERO;
    int k;
    for (k = 0; k < P; k++) device[k].max = 10 * (layer + 1476 * block) + head;
    while (high - low > 1) {
        int64_t blocks = low + (high - low) / 2;
        for (e = 0; e < LAYERS + 2; e++) {
            int end = e == 0 || e == LAYERS + 1;
            bytes[e] = end ? head : layer + blocks * block;
            seconds[e] = end ? 0 : 1;
        }
        if (fpm_pipeline_partition(&line, P, device, &o, begin, NULL, NULL) < 0) high = blocks;
        else low = blocks, memcpy(fits, begin, sizeof fits);
    }
    CHECK_INT(low, (device[0].max - 11 * layer) / (11 * block));
    CHECK(low > 1476 * 5 / 4);
    CHECK(fits[1] - 1 <= 9 && fits[P] - fits[P - 1] - 1 <= 9);
}

/* 80 layers of 0.48 GB in four machines, each with what its memory reads in GB/s, its room in GB
   and what it reads beyond, 2 ms a hop: a token takes 502 ms without the last machine, and where
   layers are split by room, 3,545 ms (a token also pays a hop back to the first machine). */
static void slow_memory(void) {
    static const double within[] = {68, 448, 616, 20}, beyond[] = {0.72, 40, 40, 1.37};
    static const int64_t room[] = {2400, 8000, 11000, 1900};
    double seconds[4 * 80];
    int64_t bytes[80], begin[5], other[2][5] = {{0, 5, 50, 80, 80}, {0, 8, 35, 73, 80}};
    fpm_pipeline line = {80, 4, seconds, bytes, NULL};
    fpm_device device[4] = FPM_ZERO;
    fpm_tier tier[4] = FPM_ZERO;
    fpm_pipeline_options o = FPM_ZERO;
    fpm_pipeline_outputs out = FPM_ZERO;
    fpm_info info;
    int k, e, who[4];
    out.who = who;
    for (k = 0; k < 4; k++) {
        for (e = 0; e < 80; e++) seconds[80 * k + e] = 0.48 / within[k], bytes[e] = 480000000;
        device[k].type = k, device[k].max = room[k] * 1000000, device[k].latency = 2e-3;
        device[k].tier = &tier[k], device[k].tiers = 1;
        tier[k].seconds = 1e-9 / beyond[k] - 1e-9 / within[k];
    }
    o.goal = FPM_PIPELINE_TOTAL;
    CHECK_INT(fpm_pipeline_partition(&line, 4, device, &o, begin, NULL, &info), FPM_OK);
    CHECK(begin[1] == 5 && begin[3] == 80);
    CHECK_REL(info.makespan + 2e-3, 0.5020084, 1e-6);
    CHECK_INT(fpm_pipeline_check(&line, 4, device, &o, other[0], NULL, &info), FPM_OK);
    CHECK_REL(info.makespan + 2e-3, 0.5020084, 1e-6);
    CHECK_INT(fpm_pipeline_check(&line, 4, device, &o, other[1], NULL, &info), FPM_OK);
    CHECK_REL(info.makespan + 2e-3, 3.5447018, 1e-6);
    /* In any order it is the same; without slower memory nothing fits. */
    o.free_order = 1;
    CHECK_INT(fpm_pipeline_partition(&line, 4, device, &o, begin, &out, &info), FPM_OK);
    CHECK_REL(info.makespan + 2e-3, 0.5020084, 1e-6);
    for (k = 0; k < 4; k++) tier[k].max = INT64_MAX; /* as much as no limit */
    CHECK_INT(fpm_pipeline_partition(&line, 4, device, &o, begin, &out, &info), FPM_OK);
    CHECK_REL(info.makespan + 2e-3, 0.5020084, 1e-6);
    for (k = 0; k < 4; k++) tier[k].max = FPM_NOTHING;
    CHECK_INT(fpm_pipeline_partition(&line, 4, device, &o, begin, &out, &info), FPM_E_INFEASIBLE);
}

/* Layers in one row, so many devices, 24 layers of BERT with links that both ends pay and VGG16 as
   profiled for training: the slowest stage in ms. */
static void published_profiles(void) {
    static const double bert[] = {.696,  3.598, 3.608, 3.584, 3.576, 3.576, 3.621, 3.616, 3.58,
                                  3.698, 3.6,   3.566, 3.55,  3.608, 3.539, 3.54,  3.541, 3.597,
                                  3.541, 3.547, 3.542, 3.559, 3.552, 3.557, 3.59,  .169,  5.655};
    static const double vgg[] = {
        0,      46.92, 9.999,  159.531, 9.766,  9.374,  54.803, 5.097,  75.441, 5.133,  4.999,
        29.149, 2.757, 44.481, 3.103,   48.133, 2.87,   2.682,  23.823, 1.722,  37.259, 1.527,
        40.445, 1.523, 1.583,  12.989,  1.05,   11.466, .653,   12.69,  .63,    .787,   0,
        0,      7.05,  .407,   0,       1.443,  .309,   0,      .941};
    static const int devices[] = {2, 3, 4, 8};
    static const double want[] = {370.931, 231.234, 216.450, 159.531};
    fpm_pipeline line = {27, 1, bert, NULL, NULL};
    fpm_device device[8] = FPM_ZERO;
    int64_t begin[9];
    fpm_info info;
    int k;
    for (k = 0; k < 6; k++) device[k].latency = device[k].in_latency = 1. / 512;
    CHECK_INT(fpm_pipeline_partition(&line, 6, device, NULL, begin, NULL, &info), FPM_OK);
    CHECK_REL(info.makespan, 17.78990625, 1e-12);
    memset(device, 0, sizeof device);
    line.n = 41, line.seconds = vgg;
    for (k = 0; k < 4; k++) {
        CHECK_INT(fpm_pipeline_partition(&line, devices[k], device, NULL, begin, NULL, &info),
                  FPM_OK);
        CHECK_REL(info.makespan, want[k], 1e-12);
    }
}

/* Five machines by what their memory reads and holds, 40 layers of 1 GB: 29.07 ms where a rule by
   capacity gives 34.88. */
static void exo_machines(void) {
    static const double rate[] = {264.4, 344.0, 308.7, 351.2, 177.6};
    static const int64_t room[] = {36, 96, 64, 96, 36}, want[] = {0, 7, 17, 25, 35, 40};
    double seconds[40];
    int64_t bytes[40], begin[6];
    fpm_pipeline line = {40, 1, seconds, bytes, NULL};
    fpm_device device[5] = FPM_ZERO;
    fpm_info info;
    int k;
    for (k = 0; k < 40; k++) seconds[k] = 1, bytes[k] = 1;
    for (k = 0; k < 5; k++) device[k].factor = 1 / rate[k], device[k].max = room[k];
    CHECK_INT(fpm_pipeline_partition(&line, 5, device, NULL, begin, NULL, &info), FPM_OK);
    for (k = 0; k < 6; k++) CHECK_INT(begin[k], want[k]);
    CHECK_REL(info.makespan, 10 / 344.0, 1e-12);
}

/* ---- what is refused ---- */

static void refuse(int status, int proc, int64_t point) {
    int64_t begin[MOST_P + 1];
    int who[MOST_P];
    double seconds[MOST_P];
    fpm_info info;
    fpm_pipeline_options o = q.o;
    fpm_pipeline_outputs out = FPM_ZERO;
    memset(begin, 0x5a, sizeof begin), memset(who, 0x5a, sizeof who);
    seconds[0] = 7;
    if (o.free_order < 2) out.who = who;
    else o.free_order = 1;
    out.stage = seconds;
    CHECK_INT(fpm_pipeline_partition(&q.line, q.p, q.device, &o, begin, &out, &info), status);
    CHECK_INT(info.status, status);
    CHECK_INT(info.fault, proc);
    CHECK_INT(info.at, point);
    CHECK(begin[0] == INT64_C(0x5a5a5a5a5a5a5a5a) && who[0] == 0x5a5a5a5a && seconds[0] == 7);
}

static void legal(void) {
    int k;
    memset(&q, 0, sizeof q);
    q.n = 4, q.p = 3;
    q.line.n = 4, q.line.types = 2, q.line.seconds = q.seconds;
    q.line.bytes = q.bytes, q.line.sent = q.sent;
    for (k = 0; k < 8; k++) q.seconds[k] = 1;
    for (k = 0; k < 4; k++) q.bytes[k] = q.sent[k] = 10;
    for (k = 0; k < 3; k++) q.device[k].bandwidth = 100, q.device[k].max = 20;
    q.device[1].type = 1;
}

#define REFUSE(change, status, proc, point) (legal(), change, refuse(status, proc, point))

static void bad_input(void) {
    int64_t begin[4] = {0, 1, 2, 4};
    fpm_info info;
    legal();
    CHECK_INT(fpm_pipeline_partition(NULL, 3, q.device, NULL, begin, NULL, &info), FPM_E_ARGUMENT);
    CHECK_INT(fpm_pipeline_partition(&q.line, 3, NULL, NULL, begin, NULL, &info), FPM_E_ARGUMENT);
    CHECK_INT(fpm_pipeline_partition(&q.line, 3, q.device, NULL, NULL, NULL, &info),
              FPM_E_ARGUMENT);
    CHECK_INT(fpm_pipeline_check(&q.line, 3, q.device, NULL, NULL, NULL, &info), FPM_E_ARGUMENT);
    CHECK_INT(fpm_pipeline_check(&q.line, 3, q.device, NULL, begin, NULL, NULL), FPM_OK);
    REFUSE(q.p = 0, FPM_E_ARGUMENT, -1, -1);
    REFUSE(q.line.n = -1, FPM_E_ARGUMENT, -1, -1);
    REFUSE(q.line.n = INT32_MAX, FPM_E_ARGUMENT, -1, -1);
    REFUSE(q.line.types = 0, FPM_E_ARGUMENT, -1, -1);
    REFUSE(q.line.seconds = NULL, FPM_E_ARGUMENT, -1, -1);
    REFUSE(q.o.goal = -1, FPM_E_ARGUMENT, -1, -1);
    REFUSE(q.o.goal = 3, FPM_E_ARGUMENT, -1, -1);
    REFUSE(q.o.overlap = 2, FPM_E_ARGUMENT, -1, -1);
    REFUSE(q.o.free_order = -1, FPM_E_ARGUMENT, -1, -1);
    REFUSE(q.o.free_order = 2, FPM_E_ARGUMENT, -1, -1); /* refuse() makes this 1, without who */
    REFUSE(q.o.batches = -1, FPM_E_ARGUMENT, -1, -1);
    REFUSE((q.o.goal = 2, q.o.batches = FPM_SIZE_MAX + 1), FPM_E_ARGUMENT, -1, -1);
    REFUSE(q.o.batches = 2, FPM_E_ARGUMENT, -1, -1);
    REFUSE(q.o.max_work = -1, FPM_E_ARGUMENT, -1, -1);
    REFUSE(q.device[1].type = -1, FPM_E_ARGUMENT, 1, -1);
    REFUSE(q.device[1].type = 2, FPM_E_ARGUMENT, 1, -1);
    REFUSE(q.device[2].required = 2, FPM_E_ARGUMENT, 2, -1);
    REFUSE(q.device[2].factor = -1, FPM_E_BOUNDS, 2, -1);
    REFUSE(q.device[2].factor = 1e61, FPM_E_BOUNDS, 2, -1);
    REFUSE(q.device[2].factor = test_nan(), FPM_E_BOUNDS, 2, -1);
    REFUSE(q.device[2].max = -2, FPM_E_BOUNDS, 2, -1);
    REFUSE(q.device[2].held = -1, FPM_E_BOUNDS, 2, -1);
    REFUSE(q.device[2].fixed = -1, FPM_E_BOUNDS, 2, -1);
    REFUSE(q.device[2].fixed = test_nan(), FPM_E_BOUNDS, 2, -1);
    REFUSE(q.device[2].latency = test_inf(), FPM_E_BOUNDS, 2, -1);
    REFUSE(q.device[2].latency = -1e-9, FPM_E_BOUNDS, 2, -1);
    REFUSE(q.device[2].bandwidth = test_inf(), FPM_E_BOUNDS, 2, -1);
    REFUSE(q.device[0].in_latency = -1, FPM_E_BOUNDS, 0, -1);
    REFUSE(q.device[0].in_latency = test_nan(), FPM_E_BOUNDS, 0, -1);
    REFUSE(q.device[0].in_bandwidth = test_inf(), FPM_E_BOUNDS, 0, -1);
    REFUSE(q.device[0].in_bandwidth = -2, FPM_E_BOUNDS, 0, -1);
    REFUSE(q.device[1].tiers = -1, FPM_E_ARGUMENT, 1, -1);
    REFUSE(q.device[1].tiers = 1, FPM_E_ARGUMENT, 1, -1);
#define TIER(change) (q.device[1].tier = q.tier[0], q.device[1].tiers = 2, change)
    REFUSE(TIER(q.device[1].max = 0), FPM_E_BOUNDS, 1, -1);
    REFUSE(TIER(q.tier[0][1].max = -2), FPM_E_BOUNDS, 1, -1);
    REFUSE(TIER(q.tier[0][1].seconds = -1), FPM_E_BOUNDS, 1, -1);
    REFUSE(TIER(q.tier[0][0].seconds = 1e61), FPM_E_BOUNDS, 1, -1);
    REFUSE(TIER(q.tier[0][1].seconds = test_nan()), FPM_E_BOUNDS, 1, -1);
    REFUSE(TIER((q.tier[0][0].max = 5, q.tier[0][1].max = -1, q.bytes[2] = 26)), FPM_E_INFEASIBLE,
           -1, 2);
    REFUSE(q.device[2].bandwidth = -2, FPM_E_BOUNDS, 2, -1);
    /* Two devices are needed, and the first two cannot send. */
    legal(), q.device[0].bandwidth = q.device[1].bandwidth = FPM_NOTHING;
    refuse(FPM_E_INFEASIBLE, -1, -1);
    q.device[0].bandwidth = 0; /* no limit */
    CHECK_INT(fpm_pipeline_partition(&q.line, 3, q.device, NULL, begin, NULL, NULL), FPM_OK);
    legal(), q.device[0].bandwidth = q.device[1].bandwidth = FPM_NOTHING;
    q.sent[0] = q.sent[1] = q.sent[2] = 0;
    CHECK_INT(fpm_pipeline_partition(&q.line, 3, q.device, NULL, begin, NULL, NULL), FPM_OK);
    REFUSE(q.seconds[2] = -2, FPM_E_LOAD, -1, 2);
    REFUSE(q.seconds[4 + 3] = test_nan(), FPM_E_LOAD, -1, 3);
    REFUSE((q.seconds[4 + 3] = 1e201, q.device[1].type = 0), FPM_E_LOAD, -1, 3);
    REFUSE(q.bytes[2] = -1, FPM_E_LOAD, -1, 2);
    REFUSE(q.sent[3] = -1, FPM_E_LOAD, -1, 3);
    REFUSE((q.bytes[1] = INT64_MAX - 10), FPM_E_OVERFLOW, -1, 2);
    /* No room: for an element anywhere, of a required device, of all together. */
    REFUSE(q.bytes[2] = 21, FPM_E_INFEASIBLE, -1, 2);
    REFUSE((q.device[1].required = 1, q.device[1].held = 11), FPM_E_INFEASIBLE, 1, -1);
    REFUSE((q.device[1].held = q.device[2].held = 11), FPM_E_INFEASIBLE, -1, -1);
    REFUSE((q.device[1].held = q.device[2].held = 11, q.o.goal = 1), FPM_E_INFEASIBLE, -1, -1);
    REFUSE((q.device[1].held = q.device[2].held = 11, q.o.free_order = 1), FPM_E_INFEASIBLE, -1,
           -1);
    REFUSE((q.device[1].held = q.device[2].held = 11, q.o.free_order = 1, q.o.max_work = 1),
           FPM_E_WORK_LIMIT, -1, -1);
    REFUSE((q.line.n = 2, q.device[0].required = q.device[1].required = q.device[2].required = 1),
           FPM_E_INFEASIBLE, -1, -1);
    /* Nothing to do. */
    legal(), q.line.n = 0, q.line.seconds = NULL;
    CHECK_INT(fpm_pipeline_partition(&q.line, 3, q.device, NULL, begin, NULL, &info), FPM_OK);
    CHECK(begin[3] == 0 && info.makespan == 0 && info.busy == 0);
}

/* Elements that nobody may run, or whose devices are in the way of each other. */
static void may_not_run(void) {
    static const double wrong[] = {-0.5, -2, -1e-300};
    int64_t begin[4] = {0, 1, 2, 4};
    fpm_info info;
    int k;
    for (k = 0; k < 3; k++) {
        legal();
        q.seconds[2] = wrong[k];
        refuse(FPM_E_LOAD, -1, 2);
    }
    legal(); /* no type may run it */
    q.seconds[2] = FPM_NOTHING;
    CHECK_INT(fpm_pipeline_partition(&q.line, 3, q.device, NULL, begin, NULL, &info), FPM_OK);
    CHECK_INT(fpm_pipeline_check(&q.line, 3, q.device, NULL, begin, NULL, &info), FPM_OK);
    q.seconds[4 + 2] = FPM_NOTHING;
    refuse(FPM_E_INFEASIBLE, -1, 2);
    legal(); /* no type that a device has */
    q.seconds[3] = FPM_NOTHING;
    q.device[1].type = 0;
    refuse(FPM_E_INFEASIBLE, -1, 3);
    legal(); /* who may run it has no room */
    q.seconds[1] = FPM_NOTHING;
    q.device[1].max = 9;
    refuse(FPM_E_INFEASIBLE, -1, 1);
    legal(); /* a required device may run nothing */
    for (k = 4; k < 8; k++) q.seconds[k] = FPM_NOTHING;
    q.device[1].required = 1;
    refuse(FPM_E_INFEASIBLE, 1, -1);
    legal(); /* the first device may not run what is before, the second what is after */
    q.seconds[4] = FPM_NOTHING;
    q.seconds[1] = FPM_NOTHING;
    q.p = 2;
    begin[1] = 2;
    begin[2] = 4;
    CHECK_INT(fpm_pipeline_check(&q.line, 2, q.device, NULL, begin, NULL, &info), FPM_E_VIOLATED);
    CHECK_INT(info.fault, 0);
    begin[1] = 0;
    q.seconds[1] = 1;
    for (k = 0; k < 3; k++) q.device[k].max = 40;
    CHECK_INT(fpm_pipeline_check(&q.line, 2, q.device, NULL, begin, NULL, &info), FPM_E_VIOLATED);
    CHECK_INT(info.fault, 1);
    q.seconds[1] = FPM_NOTHING;
    CHECK_INT(fpm_pipeline_partition(&q.line, 2, q.device, NULL, begin, NULL, &info), FPM_OK);
    CHECK_INT(begin[1], 1);
    q.seconds[0] = FPM_NOTHING;
    q.seconds[4] = 1;
    q.seconds[4 + 3] = FPM_NOTHING;
    refuse(FPM_E_INFEASIBLE, -1, -1);
}

static void check_finds(void) {
    static const int64_t wrong[][4] = {{1, 2, 3, 4},  {0, 2, 1, 4}, {0, 2, 3, 3}, {0, 1, 5, 4},
                                       {0, -1, 2, 4}, {0, 0, 2, 4}, {0, 3, 4, 4}, {0, 2, 4, 4}};
    static const int at[] = {0, 1, 2, 1, 0, 0, 0, -1};
    fpm_info info;
    int who[3] = {2, 0, 1};
    size_t i;
    for (i = 0; i < sizeof at / sizeof *at; i++) {
        legal(), q.device[0].required = 1;
        CHECK_INT(fpm_pipeline_check(&q.line, 3, q.device, &q.o, wrong[i], &q.out, &info),
                  at[i] < 0 ? FPM_OK : FPM_E_VIOLATED);
        NOTE("wrong %d", (int)i);
        if (at[i] >= 0) CHECK_INT(info.fault, at[i]);
    }
    q.out.who = who;
    CHECK_INT(fpm_pipeline_check(&q.line, 3, q.device, &q.o, wrong[7], &q.out, &info), FPM_OK);
    who[1] = 2;
    CHECK_INT(fpm_pipeline_check(&q.line, 3, q.device, &q.o, wrong[7], &q.out, &info),
              FPM_E_VIOLATED);
    who[1] = 3;
    CHECK_INT(fpm_pipeline_check(&q.line, 3, q.device, &q.o, wrong[7], &q.out, &info),
              FPM_E_VIOLATED);
    CHECK_INT(info.fault, 1);
    /* Stages that take no time: one of them is named, not a device without one. */
    legal(), q.line.sent = NULL;
    for (i = 0; i < 8; i++) q.seconds[i] = 0;
    CHECK_INT(fpm_pipeline_check(&q.line, 3, q.device, NULL, wrong[5], NULL, &info), FPM_OK);
    CHECK_INT(info.last, 1);
}

/* ---- memory ---- */

/* Every request fails in turn: no answer, nothing held; or, of a free order, another answer. */
static void failing_memory(void) {
    int64_t begin[MOST_P + 1], i;
    int who[MOST_P], status, forever;
    for (i = 0; i < (test_short() ? 20 : 60); i++) {
        random_problem(8, 4, 1);
        if (i % 3 == 0) q.o.goal = FPM_PIPELINE_FILLED, q.o.batches = 3;
        q.o.free_order = (int)(i & 1), q.out.who = who;
        for (forever = 0; forever < 2; forever++) {
            test_heap heap;
            int64_t k, size;
            int want = fpm_pipeline_partition(&q.line, q.p, q.device, &q.o, begin, &q.out, NULL);
            for (k = 1, heap.failures = 1; heap.failures; k++) {
                test_heap_start(&heap, k, forever);
                q.o.alloc = &heap.alloc, q.o.max_bytes = 0;
                memset(begin, 0x5a, sizeof begin);
                status = fpm_pipeline_partition(&q.line, q.p, q.device, &q.o, begin, &q.out, NULL);
                CHECK(test_heap_clean(&heap));
                if (!heap.failures) CHECK_INT(status, want);
                else if (q.o.free_order && status != FPM_E_MEMORY)
                    CHECK(status == want || status == FPM_HEURISTIC || want < 0);
                else CHECK_INT(status, FPM_E_MEMORY);
                CHECK(status >= 0 || begin[0] == INT64_C(0x5a5a5a5a5a5a5a5a));
            }
            for (size = 64; size < 20000; size += test_short() ? 64 + size / 16 : 64) {
                fpm_info info;
                test_heap_start(&heap, 0, 0);
                q.o.max_bytes = (size_t)size;
                status = fpm_pipeline_partition(&q.line, q.p, q.device, &q.o, begin, &q.out, &info);
                CHECK(test_heap_clean(&heap) && heap.peak <= q.o.max_bytes);
                CHECK(heap.peak == info.bytes);
                if (status == FPM_E_MAX_BYTES) continue;
                CHECK(status == want || (q.o.free_order && status == FPM_HEURISTIC) || want < 0);
            }
            q.o.alloc = NULL, q.o.max_bytes = 0;
        }
    }
}

/* A check finds the stage that sends or receives where its device cannot. */
static void checked_senders(void) {
    const double sec[2] = {1, 2};
    const int64_t sent[2] = {1, 0}, begin[3] = {0, 1, 2};
    int who[2] = {1, 0};
    fpm_pipeline line = FPM_ZERO;
    fpm_device device[2] = FPM_ZERO;
    fpm_pipeline_options o = FPM_ZERO;
    fpm_pipeline_outputs out = FPM_ZERO;
    fpm_info info;
    line.n = 2;
    line.types = 1;
    line.seconds = sec;
    line.sent = sent;
    out.who = who;
    device[1].bandwidth = FPM_NOTHING;
    CHECK_INT(fpm_pipeline_check(&line, 2, device, &o, begin, &out, &info), FPM_E_VIOLATED);
    CHECK_INT(info.fault, 0);
    device[0].bandwidth = FPM_NOTHING;
    device[1].bandwidth = 1;
    CHECK_INT(fpm_pipeline_check(&line, 2, device, &o, begin, &out, &info), FPM_OK);
    CHECK_SAME(info.makespan, 2.0);
    device[0].in_bandwidth = FPM_NOTHING;
    CHECK_INT(fpm_pipeline_check(&line, 2, device, &o, begin, &out, &info), FPM_E_VIOLATED);
    CHECK_INT(info.fault, 1);
    out.who = NULL;
    CHECK_INT(fpm_pipeline_check(&line, 2, device, &o, begin, &out, &info), FPM_E_VIOLATED);
    CHECK_INT(info.fault, 0);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(given_whole);
    RUN(given_real);
    RUN(free_whole);
    RUN(free_real);
    RUN(unlike_seconds);
    RUN(many_lost);
    RUN(costly_to_receive);
    RUN(little_work);
    RUN(more_work);
    RUN(many_devices);
    RUN(idle_last);
    RUN(refused_work);
    RUN(sixteen_devices);
    RUN(as_the_chain);
    RUN(batches);
    RUN(exo_throughput);
    RUN(exo_memory);
    RUN(memory_first);
    RUN(llama_70b);
    RUN(slow_memory);
    RUN(published_profiles);
    RUN(exo_machines);
    RUN(bad_input);
    RUN(may_not_run);
    RUN(check_finds);
    RUN(failing_memory);
    RUN(checked_senders);
    return test_end();
}
