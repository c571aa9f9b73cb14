/* The fewest processors within a limit, fpm_chain_fewest and its sisters, against enumeration: all
   choices of processors, and for each a plain search of whether it can meet the limit. */
#include "../fpm.h"

#include "test.h"

#include <math.h>

enum { MOST_N = 12, MOST_P = 6 };

/* ---- chains ---- */

enum { EQUAL, SPEEDS, MODELS };

/* An instance; the constraints are those of q.o. */
static struct {
    int n, p, whole, how, chains;
    int64_t load[MOST_N], w[MOST_N + 1], byte[MOST_N], bytes[MOST_N + 1], first[4], cut[MOST_N + 1];
    double real[MOST_N], r[MOST_N + 1], speed[MOST_P], price[MOST_P], most[MOST_P], limit;
    int priced;
    fpm_model model[MOST_P];
    fpm_proc procs[MOST_P];
    fpm_chain chain;
    fpm_chain_limit second;
    fpm_chain_options o;
} q;

static void dump(void) {
    int i;
    printf("    n %d, p %d, whole %d, how %d, limit %.17g, min_items %d, grain %d, limits %d\n   ",
           q.n, q.p, q.whole, q.how, q.limit, (int)q.o.min_items, (int)q.o.grain, q.o.limits);
    for (i = 0; i < q.n; i++) {
        if (q.whole) printf(" %lld", (long long)q.load[i]);
        else printf(" %.17g", q.real[i]);
    }
    printf("\n    price");
    for (i = 0; i < q.p; i++) printf(" %.17g", q.priced ? q.price[i] : 1);
    printf("\n");
}

static double amount(int i, int j) { return q.whole ? (double)(q.w[j] - q.w[i]) : q.r[j] - q.r[i]; }

/* What elements [i, j) take on processor k. */
static double seconds(int k, int i, int j) {
    double load = amount(i, j), t = 0;
    if (q.how == SPEEDS) return load / q.speed[k];
    if (q.how == EQUAL || !(load > 0)) return load;
    if (q.procs[k].max > 0 && load > (double)q.procs[k].max) return 1e300;
    if (q.procs[k].max < 0) return 1e300;
    if (fpm_model_time(q.procs[k].model, load, &t) < 0) return 1e300;
    return q.procs[k].fixed + t;
}

static int may_cut(int i) {
    int64_t c;
    if (i == 0 || i == q.n) return 1;
    for (c = 1; c < q.chains; c++)
        if (q.first[c] == i) return 1;
    if (q.o.grain > 1 && i % q.o.grain != 0) return 0;
    if (!q.o.cut) return 1;
    for (c = 0; c < q.o.cuts; c++)
        if (q.o.cut[c] == i) return 1;
    return 0;
}

/* May processor k take elements [i, j)? */
static int may_take(int k, int i, int j) {
    int c;
    if (!may_cut(i) || !may_cut(j) || j - i < q.o.min_items) return 0;
    for (c = 1; c < q.chains; c++)
        if (i < q.first[c] && j > q.first[c]) return 0;
    if (q.how == MODELS && q.procs[k].min > 0 && amount(i, j) < (double)q.procs[k].min) return 0;
    if (q.o.limits && q.most[k] > 0 && (double)(q.bytes[j] - q.bytes[i]) > q.most[k]) return 0;
    if (q.o.limits && q.most[k] < 0 && q.bytes[j] - q.bytes[i] > 0) return 0;
    return seconds(k, i, j) <= q.limit;
}

/* Can the processors of a set, each with a part, take all? */
static int suffices(int set) {
    char now[MOST_N + 1] = {1}, next[MOST_N + 1];
    int k, i, j;
    for (k = 0; k < q.p; k++) {
        if (!(set >> k & 1)) {
            if (q.how == MODELS && q.procs[k].required) return 0;
            continue;
        }
        memset(next, 0, sizeof next);
        for (i = 0; i <= q.n; i++)
            for (j = i + 1; now[i] && j <= q.n; j++)
                if (may_take(k, i, j)) next[j] = 1;
        memcpy(now, next, sizeof now);
    }
    return now[q.n];
}

/* The least price of a choice; above 1e299: there is none. */
static double least_price(void) {
    double least = 1e300;
    int set, k;
    for (set = 0; set < 1 << q.p; set++) {
        double price = 0;
        for (k = 0; k < q.p; k++)
            if (set >> k & 1) price += q.priced ? q.price[k] : 1;
        if (price < least && suffices(set)) least = price;
    }
    return least;
}

static void random_elements(int whole) {
    int kind = (int)test_int(0, 5), i;
    q.n = (int)test_int(test_int(0, 9) ? 1 : 0, MOST_N);
    q.whole = whole;
    for (i = 0; i < q.n; i++) {
        int64_t x = test_int(1, 100);
        if (kind == 0) x = test_int(0, 1);
        if (kind == 1) x = test_int(0, 3);
        if (kind == 2) x = test_int(0, 3) ? 0 : test_int(0, 50);
        if (kind == 3) x = test_int(INT64_C(1) << 39, INT64_C(1) << 40);
        q.load[i] = x;
        q.real[i] = kind == 4 ? test_real() : 0.1 * (double)x;
        q.byte[i] = test_int(0, 4);
    }
    if (whole) CHECK_INT(fpm_chain_init(&q.chain, q.n, q.load, q.w, NULL), FPM_OK);
    else CHECK_INT(fpm_chain_init_real(&q.chain, q.n, q.real, q.r, NULL), FPM_OK);
    q.chains = test_int(0, 3) ? 0 : (int)test_int(2, 3);
    if (q.chains == 0) return;
    q.first[0] = 0;
    q.first[1] = test_int(0, q.n);
    q.first[2] = q.chains == 2 ? q.n : test_int(q.first[1], q.n);
    q.first[3] = q.n;
    q.chain.chains = q.chains;
    q.chain.first = q.first;
}

static void random_model(int k) {
    int64_t size[3] = {1, 50, 200};
    double time[3];
    int i;
    time[0] = 0.5 + test_real();
    for (i = 1; i < 3; i++) time[i] = time[i - 1] * (double)test_int(1, 20);
    q.procs[k].model = &q.model[k];
    if (k > 0 && test_int(0, 2) == 0) q.procs[k] = q.procs[k - 1];
    CHECK_INT(fpm_model_init(&q.model[k], test_int(0, 1) ? FPM_PIECEWISE : FPM_CONSTANT, 3, size,
                             time, NULL, NULL),
              FPM_OK);
    if (test_int(0, 5) == 0) q.procs[k].max = test_int(0, 4) ? test_int(1, 200) : FPM_NOTHING;
    if (test_int(0, 5) == 0) q.procs[k].fixed = test_real();
}

static void random_least(fpm_proc *a) {
    if (test_int(0, 3) == 0) a->min = test_int(1, 60);
    if (a->max != 0 && a->min > a->max) a->min = 0;
    if (a->max >= 0 && test_int(0, 5) == 0) a->required = 1;
}

static void random_processors(int how, int least) {
    int k, alike = test_int(0, 3) == 0;
    q.how = how;
    q.p = (int)test_int(1, MOST_P);
    q.priced = (int)test_int(0, 3);
    memset(q.procs, 0, sizeof q.procs);
    for (k = 0; k < q.p; k++) {
        q.speed[k] = 0.5 * (double)test_int(1, 5);
        q.price[k] = q.priced == 1 ? (double)test_int(0, 3) : 10 * test_real();
        if (alike && k > 0) q.speed[k] = q.speed[0];
        if (alike && k > 0) q.price[k] = q.price[0];
        if (how == MODELS) random_model(k);
        if (how == MODELS && alike) q.procs[k] = q.procs[0];
        if (how == MODELS && least) random_least(&q.procs[k]);
        q.most[k] = (double)test_int(1, 20);
        if (test_int(0, 4) == 0) q.most[k] = test_int(0, 1) ? 0 : FPM_NOTHING;
        if (alike && k > 0) q.most[k] = q.most[0];
    }
    if (how == SPEEDS) q.o.speed = q.speed;
    if (how == MODELS) q.o.procs = q.procs;
}

static void random_rules(int least) {
    int i;
    if (least && test_int(0, 2)) q.o.min_items = test_int(0, 4);
    if (test_int(0, 4) == 0) q.o.grain = test_int(0, 4);
    if (test_int(0, 4) == 0) {
        q.o.cut = q.cut;
        for (i = 0; i <= q.n; i++)
            if (test_int(0, 2)) q.cut[q.o.cuts++] = i;
    }
    if (test_int(0, 3) == 0) {
        fpm_chain unused;
        CHECK_INT(fpm_chain_init(&unused, q.n, q.byte, q.bytes, NULL), FPM_OK);
        q.second.whole = q.bytes;
        q.second.max = q.most;
        q.o.limit = &q.second;
        q.o.limits = 1;
    }
    i = (int)test_int(0, q.n);
    q.limit = q.n > 0 ? seconds((int)test_int(0, q.p - 1), i / 2, i) : 0;
    if (q.limit > 1e200 || test_int(0, 3) == 0) q.limit = 200 * test_product();
    if (test_int(0, 9) == 0) q.limit = amount(0, q.n) / q.p;
}

/* The processors of an answer with a part, each within the limit; their price. */
static double price_of(const int64_t *begin) {
    double price = 0;
    int k;
    CHECK(begin[0] == 0 && begin[q.p] == q.n);
    for (k = 0; k < q.p; k++) {
        if (begin[k] == begin[k + 1]) continue;
        CHECK(may_take(k, (int)begin[k], (int)begin[k + 1]));
        price += q.priced ? q.price[k] : 1;
    }
    return price;
}

static void compare_chain(void) {
    const double *price = q.priced ? q.price : NULL;
    double want = least_price();
    int64_t begin[MOST_P + 1];
    fpm_info info, check;
    int status = fpm_chain_fewest(&q.chain, q.p, q.limit, price, &q.o, begin, &info);
    if (want > 1e299) {
        CHECK_INT(status, FPM_E_INFEASIBLE);
        CHECK(info.reason != NULL);
        return;
    }
    CHECK(status == FPM_OK || status == FPM_EXTRAPOLATED);
    if (status < 0) return;
    CHECK_ABS(info.cost, want, 1e-12);
    CHECK_ABS(info.least, want, 1e-12);
    CHECK(price_of(begin) <= want + 1e-12);
    CHECK_LE(info.makespan, q.limit);
    CHECK(fpm_chain_check(&q.chain, q.p, &q.o, begin, NULL, &check) >= 0);
    CHECK_SAME(info.makespan, check.makespan);
    CHECK_INT(info.busy, check.busy);
    if (check.makespan > 0) CHECK_INT(info.last, check.last);
    CHECK_INT(info.extrapolated, check.extrapolated);
}

static void chains(int whole, int how, int least) {
    int64_t left = test_count(1000);
    int k;
    for (; left > 0; left--) {
        memset(&q, 0, sizeof q);
        random_elements(whole);
        random_processors(how, least);
        random_rules(least);
        for (k = (int)test_int(0, 5); k > 0 && least_price() > 1e299; k--) q.limit *= 2;
        compare_chain();
        for (k = 0; k < MOST_P; k++) fpm_model_free(&q.model[k]);
        if (test__.bad) {
            dump();
            return;
        }
    }
}

/* Many unlike processors: each set of them, in the order of the chain, reaches as far as it can. */
enum { MANY_N = 60, MANY_P = 13 };
static int64_t many_load[MANY_N], many_sum[MANY_N + 1];
static double many_speed[MANY_P], many_price[MANY_P];

static double many_least(int p, double limit) {
    static int reach[1 << MANY_P];
    static double price[1 << MANY_P];
    double least = 1e300;
    int set, k, j;
    for (set = 1; set < 1 << p; set++) {
        for (k = p - 1; !(set >> k & 1); k--) continue; /* the last one */
        j = reach[set ^ 1 << k];
        price[set] = price[set ^ 1 << k] + many_price[k];
        reach[set] = j;
        while (reach[set] < MANY_N &&
               (double)(many_sum[reach[set] + 1] - many_sum[j]) / many_speed[k] <= limit)
            reach[set]++;
        if (reach[set] == MANY_N && price[set] < least) least = price[set];
    }
    return least;
}

/* A search that max_work ends: the bound holds, and twice the work is never worse. */
static void little_work(void) {
    int64_t draws = test_count(100), left = draws, begin[MANY_P + 1], work;
    int k, unproven = 0;
    for (; left > 0; left--) {
        int p = (int)test_int(8, MANY_P), status = FPM_WORK_LIMIT;
        double limit, want, before = 1e300, bound = 0;
        fpm_chain_options o = FPM_ZERO;
        fpm_chain chain;
        fpm_info info;
        char text[256];
        for (k = 0; k < MANY_N; k++) many_load[k] = test_int(0, 50);
        for (k = 0; k < p; k++) many_speed[k] = 1 + test_real();
        for (k = 0; k < p; k++) many_price[k] = many_speed[k] * (1 + 0.2 * test_real());
        CHECK_INT(fpm_chain_init(&chain, MANY_N, many_load, many_sum, NULL), FPM_OK);
        limit = (double)many_sum[MANY_N] / p * (0.9 + 0.3 * test_real());
        want = many_least(p, limit);
        o.speed = many_speed;
        for (work = 1; work < INT64_C(1000000000); work *= 2) {
            o.max_work = work;
            status = fpm_chain_fewest(&chain, p, limit, many_price, &o, begin, &info);
            if (status < 0) break;
            if (status == FPM_WORK_LIMIT) unproven++;
            fpm_explain(&info, text, sizeof text);
            CHECK((strstr(text, "at least") != NULL) == (status == FPM_WORK_LIMIT));
            CHECK_LE(info.cost, before);
            CHECK_LE(bound, info.least);
            CHECK_LE(info.least, want + 1e-12);
            CHECK_LE(want, info.cost + 1e-12);
            before = info.cost;
            bound = info.least;
        }
        if (want > 1e299) CHECK_INT(status, FPM_E_INFEASIBLE);
        else CHECK_INT(status, FPM_OK);
        if (status == FPM_OK) CHECK_ABS(info.cost, want, 1e-12);
        if (test__.bad) return;
    }
    CHECK(draws < 10 || unproven > draws);
}

/* Many equal parts: the greedy answer, in closed form; and a hundred thousand processors. */
static void many_parts(void) {
    enum { N = 200000 };
    static int64_t sum[N + 1], begin[N + 1];
    fpm_chain chain;
    fpm_info info;
    int64_t i;
    for (i = 0; i < N; i++) sum[i + 1] = 1 + i % 2;
    CHECK_INT(fpm_chain_init(&chain, N, sum + 1, sum, NULL), FPM_OK);
    CHECK_INT(fpm_chain_fewest(&chain, N / 2, 5, NULL, NULL, begin, &info), FPM_OK);
    CHECK_INT(info.busy, 66667); /* 1 2 1, 2 1 2, ..: 4 and 5 in turn */
    CHECK_SAME(info.cost, 66667);
    CHECK_SAME(info.makespan, 5);
    CHECK_INT(fpm_chain_fewest(&chain, 66666, 5, NULL, NULL, begin, &info), FPM_E_INFEASIBLE);
    CHECK_INT(fpm_chain_fewest(&chain, N, 1, NULL, NULL, begin, &info), FPM_E_INFEASIBLE);
    CHECK_INT(info.at, 1);
}

/* The example of the header. */
static void example(void) {
    int64_t load[6] = {4, 1, 3, 2, 6, 1}, sums[7], begin[6];
    double price[3] = {3, 1, 1}, speed[3] = {3, 1, 1};
    fpm_chain_options o = FPM_ZERO;
    fpm_chain chain;
    fpm_info info;
    CHECK_INT(fpm_chain_init(&chain, 6, load, sums, NULL), FPM_OK);
    CHECK_INT(fpm_chain_fewest(&chain, 5, 8, NULL, NULL, begin, &info), FPM_OK);
    CHECK_INT(info.busy, 3);
    CHECK_INT(begin[1], 2);
    CHECK_INT(begin[2], 4);
    CHECK_SAME(info.makespan, 7);
    o.speed = speed;
    CHECK_INT(fpm_chain_fewest(&chain, 3, 9, NULL, &o, begin, &info), FPM_OK);
    CHECK_INT(info.busy, 1); /* the fast one alone takes 17 / 3 */
    CHECK_INT(fpm_chain_fewest(&chain, 3, 10, price, &o, begin, &info), FPM_OK);
    CHECK_SAME(info.cost, 2); /* the two slow ones are cheaper */
    CHECK_INT(begin[1], 0);
    CHECK_INT(begin[2], 3);
    CHECK_INT(info.last, 2);
}

static fpm_progress seen;
static int stop(void *context, const fpm_progress *state) {
    seen = *state;
    return --*(int *)context < 0;
}

/* Stopped in the first pass, where nothing is known, and later. */
static void stopped(void) {
    int64_t begin[MANY_P + 1];
    fpm_chain_options o = FPM_ZERO;
    fpm_chain chain;
    fpm_info info;
    int k, calls, status, usable = 0;
    for (k = 0; k < MANY_N; k++) many_load[k] = 1 + k % 7;
    for (k = 0; k < MANY_P; k++) many_speed[k] = 1 + 0.1 * k;
    for (k = 0; k < MANY_P; k++) many_price[k] = many_speed[k] * (1 + 0.03 * (k % 5));
    CHECK_INT(fpm_chain_init(&chain, MANY_N, many_load, many_sum, NULL), FPM_OK);
    o.speed = many_speed;
    o.progress = stop;
    o.context = &calls;
    for (k = 0; k < 100; k++) {
        calls = k;
        begin[0] = -7;
        status = fpm_chain_fewest(&chain, MANY_P, 14.5, many_price, &o, begin, &info);
        if (status == FPM_OK) break;
        if (status == FPM_STOPPED) usable = 1;
        CHECK_INT(status, usable ? FPM_STOPPED : FPM_E_STOPPED);
        if (status < 0) CHECK_INT(begin[0], -7);
    }
    CHECK(usable && k > MANY_P && k < 100);
}

static int any_chain(int which, const fpm_alloc *alloc) {
    static int64_t load[8] = {3, 1, 4, 1, 5, 9, 2, 6}, sums[9];
    static const double speed[4] = {1, 2, 3, 4}, price[4] = {1, 2.5, 3, 4.25};
    double most[4] = {18, 18, 18, 18};
    int64_t begin[5] = {-7, -7, -7, -7, -7}, size[1] = {1};
    double second[1] = {1};
    fpm_model model;
    fpm_proc procs[4] = FPM_ZERO;
    fpm_chain_limit limit = FPM_ZERO;
    fpm_chain_options o = FPM_ZERO;
    fpm_chain chain;
    fpm_info info;
    int k, status;
    CHECK_INT(fpm_chain_init(&chain, 8, load, sums, NULL), FPM_OK);
    CHECK_INT(test_borrow(&model, FPM_CONSTANT, 1, size, second), FPM_OK);
    limit.whole = sums;
    limit.max = most;
    for (k = 0; k < 4; k++) procs[k].model = &model;
    procs[1].fixed = 1;
    procs[2].min = 4;
    if (which % 3 == 1) o.speed = speed;
    if (which % 3 == 2) o.procs = procs;
    if (which > 2) {
        o.min_items = 2;
        o.limit = &limit;
        o.limits = 1;
        o.grain = 2;
    }
    o.alloc = alloc;
    status = fpm_chain_fewest(&chain, 4, 18, which % 2 ? price : NULL, &o, begin, &info);
    for (k = 0; k < 5; k++)
        if (status < 0) CHECK_INT(begin[k], -7);
    return status;
}

/* ---- pipelines ---- */

enum { MOST_LAYERS = 8, MOST_DEVICES = 5, TYPES = 2 };

static struct {
    int n, p, priced;
    double seconds[TYPES * MOST_LAYERS], price[MOST_DEVICES], limit;
    int64_t bytes[MOST_LAYERS], sent[MOST_LAYERS];
    fpm_device device[MOST_DEVICES];
    fpm_tier tier[MOST_DEVICES][2];
    fpm_pipeline line;
    fpm_pipeline_options o;
} pl;

static void dump_line(void) {
    int i, k;
    printf("    n %d, p %d, limit %.17g, overlap %d, free %d\n", pl.n, pl.p, pl.limit, pl.o.overlap,
           pl.o.free_order);
    for (i = 0; i < pl.n; i++)
        printf("    %d: %g or %g s, %d bytes, %d sent\n", i, pl.seconds[i], pl.seconds[pl.n + i],
               (int)pl.bytes[i], (int)pl.sent[i]);
    for (k = 0; k < pl.p; k++) {
        const fpm_device *d = &pl.device[k];
        printf("    %d: type %d, factor %g, max %d, held %d, fixed %g, out %g %g, in %g %g, "
               "required %d, tiers %d, price %g\n",
               k, d->type, d->factor, (int)d->max, (int)d->held, d->fixed, d->latency, d->bandwidth,
               d->in_latency, d->in_bandwidth, d->required, d->tiers, pl.priced ? pl.price[k] : 1);
    }
}

/* What so many bytes take on a link; 1e300: it takes none. */
static double link_seconds(double latency, double bandwidth, int64_t bytes) {
    if (bytes == 0 || bandwidth == 0) return latency;
    return bandwidth < 0 ? 1e300 : latency + (double)bytes / bandwidth;
}

/* What layers [i, j) take on device k; 1e300: it cannot have them. */
static double stage_seconds(int k, int i, int j) {
    const fpm_device *d = &pl.device[k];
    double own = d->fixed, in = 0, out = 0, compute = 0;
    int64_t bytes = 0, place;
    int e, t;
    for (e = i; e < j; e++) {
        if (pl.seconds[d->type * pl.n + e] < 0) return 1e300;
        compute += pl.seconds[d->type * pl.n + e];
        bytes += pl.bytes[e];
    }
    own += (d->factor > 0 ? d->factor : 1) * compute;
    place = d->max > d->held ? d->max - d->held : 0;
    if (d->max == 0) place = bytes;
    if (d->max != 0 && place == 0 && d->tiers == 0) return 1e300;
    bytes -= bytes < place ? bytes : place;
    for (t = 0, place = 0; t < d->tiers; t++) {
        int64_t here = d->tier[t].max < 0 ? 0 : d->tier[t].max;
        if (d->tier[t].max == 0 || here > bytes) here = bytes;
        if (d->tier[t].max >= 0) place = 1;
        own += (double)here * d->tier[t].seconds;
        bytes -= here;
    }
    if (bytes > 0 || (d->max != 0 && d->max <= d->held && !place)) return 1e300;
    if (i > 0) in = link_seconds(d->in_latency, d->in_bandwidth, pl.sent[i - 1]);
    if (j > i && j < pl.n) out = link_seconds(d->latency, d->bandwidth, pl.sent[j - 1]);
    if (!pl.o.overlap) return in + own + out;
    if (in > own) own = in;
    return out > own ? out : own;
}

/* The least price of devices that meet the limit: which cuts each set of devices, all with a stage,
   can end at.  Above 1e299: none does. */
static double least_devices(void) {
    static char ends[1 << MOST_DEVICES][MOST_LAYERS + 1];
    double least = 1e300;
    int set, k, i, j, must = 0;
    memset(ends, 0, sizeof ends);
    ends[0][0] = 1;
    for (k = 0; k < pl.p; k++)
        if (pl.device[k].required) must |= 1 << k;
    for (set = 0; set < 1 << pl.p; set++) {
        double price = 0;
        for (k = 0; k < pl.p; k++) {
            int last = pl.o.free_order || set >> k == 1; /* may it have the last stage? */
            if (!(set >> k & 1)) continue;
            price += pl.priced ? pl.price[k] : 1;
            if (!last) continue;
            for (i = 0; i < pl.n; i++) {
                if (!ends[set ^ 1 << k][i]) continue;
                for (j = i + 1; j <= pl.n; j++)
                    if (stage_seconds(k, i, j) <= pl.limit) ends[set][j] = 1;
            }
        }
        if ((set & must) == must && ends[set][pl.n] && price < least) least = price;
    }
    return least;
}

/* Numbers without rounding: a sum of them is exact. */
static void random_device(int k, int rules) {
    static const double factor[4] = {0, 1, 0.5, 2}, bandwidth[5] = {0, 1, 2, 4, FPM_NOTHING};
    fpm_device *d = &pl.device[k];
    int t;
    if (k > 0 && ((rules & 8) != 0 || test_int(0, 1))) {
        pl.device[k] = pl.device[k - 1];
        pl.price[k] = pl.price[k - 1];
        return;
    }
    pl.price[k] = pl.priced == 1 ? (double)test_int(0, 3) : 0.0625 * (double)test_int(0, 100);
    d->type = (int)test_int(0, TYPES - 1);
    d->factor = factor[test_int(0, 3)];
    if (test_int(0, 2) == 0) d->fixed = 0.5 * (double)test_int(0, 3);
    if (rules & 1) {
        if (test_int(0, 2)) d->max = test_int(0, 9) ? test_int(1, 20) : FPM_NOTHING;
        if (d->max > 0 && test_int(0, 3) == 0) d->held = test_int(0, d->max);
        if (d->max != 0) d->tiers = (int)test_int(0, 2);
        d->tier = pl.tier[k];
        for (t = 0; t < d->tiers; t++) {
            pl.tier[k][t].max = test_int(-1, 5);
            pl.tier[k][t].seconds = 0.25 * (double)test_int(0, 4);
        }
        d->required = test_int(0, 7) == 0;
    }
    if (rules & 2) {
        d->latency = 0.5 * (double)test_int(0, 2);
        d->bandwidth = bandwidth[test_int(0, 4)];
    }
    if (rules & 4) {
        d->in_latency = 0.5 * (double)test_int(0, 2);
        d->in_bandwidth = bandwidth[test_int(0, 4)];
    }
}

static void random_line(int rules) {
    int i, k;
    memset(&pl, 0, sizeof pl);
    pl.n = (int)test_int(test_int(0, 9) ? 1 : 0, MOST_LAYERS);
    pl.p = (int)test_int(1, MOST_DEVICES);
    pl.priced = (int)test_int(0, 2);
    pl.o.overlap = (int)test_int(0, 1);
    pl.o.free_order = test_int(0, 2) == 0;
    for (i = 0; i < pl.n; i++) {
        pl.seconds[i] = (double)test_int(0, 9);
        pl.seconds[pl.n + i] = test_int(0, 1) ? 2 * pl.seconds[i] : (double)test_int(0, 9);
        pl.bytes[i] = test_int(0, 6);
        pl.sent[i] = test_int(0, 8);
        if ((rules & 16) && test_int(0, 3) == 0)
            pl.seconds[test_int(0, 1) * pl.n + i] = FPM_NOTHING;
    }
    for (k = 0; k < pl.p; k++) random_device(k, rules);
    pl.line.n = pl.n;
    pl.line.types = TYPES;
    pl.line.seconds = pl.seconds;
    pl.line.bytes = pl.bytes;
    pl.line.sent = pl.sent;
    i = (int)test_int(0, pl.n);
    pl.limit = pl.n > 0 ? stage_seconds((int)test_int(0, pl.p - 1), i / 2, i) : 0;
    if (pl.limit > 1e200 || test_int(0, 3) == 0) pl.limit = (double)test_int(0, 40);
    for (i = (int)test_int(0, 4); i > 0 && least_devices() > 1e299; i--) pl.limit *= 2;
}

/* The makespan of fpm_pipeline_partition on the devices that an answer uses. */
static double even_makespan(const int64_t *begin, const fpm_pipeline_outputs *out) {
    int64_t other[MOST_DEVICES + 1];
    int who[MOST_DEVICES], k, count = 0;
    fpm_device some[MOST_DEVICES];
    fpm_pipeline_outputs found = FPM_ZERO;
    fpm_pipeline_options o = pl.o;
    fpm_info info;
    for (k = 0; k < pl.p; k++) {
        if (begin[k] == begin[k + 1]) continue;
        some[count] = pl.device[pl.o.free_order ? out->who[k] : k];
        count++;
    }
    if (count == 0) return 0;
    found.who = who;
    CHECK(fpm_pipeline_partition(&pl.line, count, some, &o, other, &found, &info) >= 0);
    return info.makespan;
}

/* An answer keeps to the limit, says so, costs what it says, and is even. */
static void check_line(const int64_t *begin, const fpm_pipeline_outputs *out,
                       const fpm_info *info) {
    double price = 0, slowest = 0;
    int seen_device[MOST_DEVICES] = {0};
    fpm_pipeline_options o = pl.o;
    fpm_info check;
    int k;
    for (k = 0; k < pl.p; k++) {
        int i = pl.o.free_order ? out->who[k] : k;
        double t = 0;
        CHECK(i >= 0 && i < pl.p && !seen_device[i]++);
        if (begin[k] < begin[k + 1]) {
            t = stage_seconds(i, (int)begin[k], (int)begin[k + 1]);
            price += pl.priced ? pl.price[i] : 1;
        }
        CHECK_SAME(out->stage[k], t);
        if (t > slowest) slowest = t;
    }
    CHECK_SAME(price, info->cost);
    CHECK_SAME(slowest, info->makespan);
    CHECK_LE(slowest, pl.limit);
    CHECK_LE(info->lower_bound, slowest);
    CHECK_INT(fpm_pipeline_check(&pl.line, pl.p, pl.device, &o, begin, out, &check), FPM_OK);
    CHECK_SAME(check.makespan, info->makespan);
    CHECK_INT(check.busy, info->busy);
    CHECK_INT(check.last, info->last);
    if (pl.o.max_work == 0) CHECK_SAME(info->makespan, even_makespan(begin, out));
}

static void pipelines(int rules) {
    int64_t left = test_count(1000), begin[MOST_DEVICES + 1];
    int met = 0, status, who[MOST_DEVICES];
    double stage[MOST_DEVICES], want;
    fpm_pipeline_outputs out = FPM_ZERO;
    fpm_info info;
    out.who = who;
    out.stage = stage;
    for (; left > 0; left--) {
        random_line(rules);
        want = least_devices();
        status = fpm_pipeline_fewest(&pl.line, pl.p, pl.device, pl.limit,
                                     pl.priced ? pl.price : NULL, &pl.o, begin, &out, &info);
        if (want > 1e299) {
            CHECK_INT(status, FPM_E_INFEASIBLE);
            CHECK(info.reason != NULL);
        } else {
            CHECK_INT(status, FPM_OK);
            CHECK_SAME(info.cost, want);
            CHECK_SAME(info.least, want);
            if (status >= 0) check_line(begin, &out, &info);
            met++;
        }
        if (test__.bad) {
            dump_line();
            return;
        }
    }
    CHECK(met > 0 || test_count(1000) < 10);
}

/* A free order without work for its states: the given order's answer, and a bound that holds. */
static void given_instead(void) {
    int64_t left = test_count(300), begin[MOST_DEVICES + 1];
    int who[MOST_DEVICES], status, open = 0;
    double stage[MOST_DEVICES], want;
    fpm_pipeline_outputs out = FPM_ZERO;
    fpm_info info;
    out.who = who;
    out.stage = stage;
    for (; left > 0; left--) {
        random_line((int)test_int(0, 7));
        pl.o.free_order = 0;
        want = least_devices();
        pl.o.free_order = 1;
        pl.o.max_work = 1;
        status = fpm_pipeline_fewest(&pl.line, pl.p, pl.device, pl.limit,
                                     pl.priced ? pl.price : NULL, &pl.o, begin, &out, &info);
        if (want > 1e299) {
            CHECK(status == FPM_E_WORK_LIMIT || status == FPM_E_INFEASIBLE);
            if (status == FPM_E_INFEASIBLE) CHECK(least_devices() > 1e299);
        } else {
            CHECK(status == FPM_OK || status == FPM_HEURISTIC);
            CHECK_SAME(info.cost, want);
            CHECK((status == FPM_OK) == (info.cost <= info.least));
            if (status == FPM_HEURISTIC) open++;
            if (status >= 0) check_line(begin, &out, &info);
            CHECK_LE(info.least, least_devices());
        }
        if (test__.bad) {
            dump_line();
            return;
        }
    }
    NOTE("%d not proven", open);
    CHECK(open > 0 || test_count(300) < 30);
}

/* Many layers, where the answer is known: layers of 1 s, sums that ascend, and bytes. */
static void many_layers(void) {
    enum { N = 600, P = 40 };
    static double seconds[N];
    static int64_t bytes[N], begin[P + 1];
    static fpm_device device[P];
    static double price[P];
    fpm_pipeline line = FPM_ZERO;
    fpm_pipeline_outputs out = FPM_ZERO;
    fpm_pipeline_options o = FPM_ZERO;
    fpm_info info;
    static int who[P];
    int k;
    for (k = 0; k < N; k++) {
        seconds[k] = 1;
        bytes[k] = 2;
    }
    line.n = N;
    line.types = 1;
    line.seconds = seconds;
    line.bytes = bytes;
    memset(device, 0, sizeof device);
    CHECK_INT(fpm_pipeline_fewest(&line, P, device, 40.5, NULL, NULL, begin, NULL, &info), FPM_OK);
    CHECK_SAME(info.cost, 15);
    CHECK_SAME(info.makespan, 40);
    CHECK_INT(begin[15], N);
    /* 10 that hold 50 layers for 5 each, 30 that hold 20 for 1 each: all of these, and none. */
    for (k = 0; k < P; k++) {
        device[k].max = k % 4 ? 40 : 100;
        price[k] = k % 4 ? 1 : 5;
    }
    CHECK_INT(fpm_pipeline_fewest(&line, P, device, 60, price, NULL, begin, NULL, &info), FPM_OK);
    CHECK_SAME(info.cost, 30);
    CHECK_INT(info.busy, 30);
    /* For 2 each the large ones are cheaper: 10 of them, and 5 of the small ones. */
    for (k = 0; k < P; k += 4) price[k] = 2;
    o.free_order = 1;
    out.who = who;
    CHECK_INT(fpm_pipeline_fewest(&line, P, device, 60, price, &o, begin, &out, &info), FPM_OK);
    CHECK_SAME(info.cost, 25);
}

/* The first cut is in time for an expensive device alone, since much is sent there: the second one
   costs less. */
static void cheap_later_cut(void) {
    double seconds[3] = {0.5, 0.5, 1.5}, price[3] = {1, 3, 1};
    int64_t sent[3] = {9, 1, 0}, begin[4];
    fpm_device device[3] = FPM_ZERO;
    fpm_pipeline line = FPM_ZERO;
    fpm_info info;
    line.n = 3;
    line.types = 1;
    line.seconds = seconds;
    line.sent = sent;
    device[0].bandwidth = 1;
    device[1].bandwidth = 10;
    CHECK_INT(fpm_pipeline_fewest(&line, 3, device, 2.2, price, NULL, begin, NULL, &info), FPM_OK);
    CHECK_SAME(info.cost, 2);
    CHECK_INT(begin[1], 2);
    CHECK_INT(begin[2], 2);
}

/* What devices that share the work by price for each second could cost is a bound: a fifth of the
   first one, whose seconds are cheaper, where the second one alone is cheapest. */
static void part_of_a_device(void) {
    double seconds[2] = {1, 1}, price[2] = {10, 3};
    int64_t begin[3];
    int who[2];
    fpm_device device[2] = FPM_ZERO;
    fpm_pipeline line = FPM_ZERO;
    fpm_pipeline_options o = FPM_ZERO;
    fpm_pipeline_outputs out = FPM_ZERO;
    fpm_info info;
    int status;
    line.n = 2;
    line.types = 1;
    line.seconds = seconds;
    device[0].factor = 0.5;
    device[1].fixed = 2.5;
    o.free_order = 1;
    o.max_work = 1;
    out.who = who;
    status = fpm_pipeline_fewest(&line, 2, device, 5, price, &o, begin, &out, &info);
    CHECK_INT(status, FPM_HEURISTIC);
    CHECK_SAME(info.cost, 3);
    CHECK_LE(info.least, 2);
    CHECK_LE(1.999, info.least);
}

/* The second device receives 5 bytes before layer 2 and none before layer 1, so its beginnings are
   tried one by one.  It holds two layers; three would be within the limit.  The third device holds
   two as well, and layer 2 would come to it too late. */
static void one_by_one(void) {
    double seconds[4] = {1, 1, 1, 1};
    int64_t bytes[4] = {1, 1, 1, 1}, sent[4] = {0, 5, 0, 0}, begin[4];
    fpm_device device[3] = FPM_ZERO;
    fpm_pipeline line = FPM_ZERO;
    fpm_info info;
    line.n = 4;
    line.types = 1;
    line.seconds = seconds;
    line.bytes = bytes;
    line.sent = sent;
    device[0].max = 1;
    device[1].in_bandwidth = 1;
    device[2].in_bandwidth = 1;
    device[2].max = 2;
    device[1].max = 2;
    CHECK_INT(fpm_pipeline_fewest(&line, 3, device, 3, NULL, NULL, begin, NULL, &info), FPM_OK);
    CHECK_SAME(info.cost, 3);
    CHECK_INT(begin[1], 1);
    CHECK_INT(begin[2], 3);
}

/* The example of the header. */
static void example_line(void) {
    double seconds[10] = {3, 3, 3, 3, 3, 3, 3, 3, 3, 3};
    int64_t begin[6];
    fpm_device device[5] = FPM_ZERO;
    fpm_pipeline line = FPM_ZERO;
    fpm_info info;
    line.n = 10;
    line.types = 1;
    line.seconds = seconds;
    CHECK_INT(fpm_pipeline_fewest(&line, 5, device, 10, NULL, NULL, begin, NULL, &info), FPM_OK);
    CHECK_SAME(info.cost, 4);
    CHECK_SAME(info.makespan, 9);
    CHECK_INT(begin[4], 10);
    CHECK_INT(begin[5], 10);
}

static int any_line(int which, const fpm_alloc *alloc) {
    double seconds[6] = {1, 2, 3, 1, 2, 3}, price[3] = {1, 2, 3};
    int64_t begin[4] = {-7, -7, -7, -7};
    fpm_device device[3] = FPM_ZERO;
    fpm_pipeline line = FPM_ZERO;
    fpm_pipeline_outputs out = FPM_ZERO;
    fpm_pipeline_options o = FPM_ZERO;
    int who[3], k, status;
    line.n = 6;
    line.types = 1;
    line.seconds = seconds;
    out.who = who;
    o.alloc = alloc;
    o.free_order = which;
    device[1].factor = 0.5;
    status = fpm_pipeline_fewest(&line, 3, device, 6, price, &o, begin, &out, NULL);
    for (k = 0; k < 4; k++)
        if (status < 0) CHECK_INT(begin[k], -7);
    return status;
}

/* Stopped while a lattice is searched, before anything is known. */
static void stopped_line(void) {
    double seconds[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    int64_t begin[9] = {-7};
    fpm_device device[8] = FPM_ZERO;
    fpm_pipeline line = FPM_ZERO;
    fpm_pipeline_outputs out = FPM_ZERO;
    fpm_pipeline_options o = FPM_ZERO;
    int who[8], k, calls = 0;
    for (k = 0; k < 8; k++) device[k].factor = 1 + 0.125 * k;
    line.n = 8;
    line.types = 1;
    line.seconds = seconds;
    out.who = who;
    o.free_order = 1;
    o.progress = stop;
    o.context = &calls;
    CHECK_INT(fpm_pipeline_fewest(&line, 8, device, 20, NULL, &o, begin, &out, NULL),
              FPM_E_STOPPED);
    CHECK_INT(begin[0], -7);
    calls = 1;
    CHECK_INT(fpm_pipeline_fewest(&line, 8, device, 20, NULL, &o, begin, &out, NULL), FPM_OK);
    CHECK_INT(begin[8], 8);
}

/* No stage of the devices that an answer uses is shorter than a layer on the best of them. */
static double slowest_layer(const int64_t *begin, const fpm_pipeline_outputs *out) {
    double slowest = 0;
    int e, k;
    for (e = 0; e < pl.n; e++) {
        double least = 1e300;
        for (k = 0; k < pl.p; k++) {
            const fpm_device *d = &pl.device[pl.o.free_order ? out->who[k] : k];
            double factor = d->factor > 0 ? d->factor : 1;
            if (begin[k] == begin[k + 1]) continue;
            least = fmin(least, factor * pl.seconds[d->type * pl.n + e]);
        }
        slowest = fmax(slowest, least);
    }
    return slowest;
}

/* Stopped at each call of the callback in turn: where the fewest devices are known, that is the
   answer; if only the even cuts are missing, its bound still holds for the same devices. */
static void stopped_anywhere(void) {
    int64_t left = test_count(300), begin[MOST_DEVICES + 1];
    int who[MOST_DEVICES], uneven = 0;
    double stage[MOST_DEVICES];
    fpm_pipeline_outputs out = FPM_ZERO;
    out.who = who;
    out.stage = stage;
    for (; left > 0; left--) {
        int at, calls = -1, status = FPM_STOPPED;
        double want, even;
        random_line((int)test_int(0, 7));
        want = least_devices();
        if (want > 1e299 || pl.n == 0) continue;
        for (at = 0; at < 100 && calls < 0; at++) {
            fpm_info info;
            calls = at;
            pl.o.progress = stop;
            pl.o.context = &calls;
            status = fpm_pipeline_fewest(&pl.line, pl.p, pl.device, pl.limit,
                                         pl.priced ? pl.price : NULL, &pl.o, begin, &out, &info);
            pl.o.progress = NULL;
            if (status == FPM_E_STOPPED) continue;
            CHECK_INT(status, FPM_OK);
            CHECK_SAME(info.cost, want);
            CHECK_LE(info.makespan, pl.limit);
            even = even_makespan(begin, &out);
            CHECK_LE(info.lower_bound, even);
            CHECK_LE(slowest_layer(begin, &out) * (1 - 1e-9), info.lower_bound);
            if (info.lower_bound > 0)
                CHECK_REL(info.gap + 1, info.makespan / info.lower_bound, 1e-9);
            if (calls < 0) uneven++;
        }
        CHECK(at < 100 && status == FPM_OK);
        if (test__.bad) {
            dump_line();
            return;
        }
    }
    NOTE("%d stopped before their cuts were even", uneven);
    CHECK(uneven > 0 || test_count(300) < 30);
}

/* In a given order, too, the callback is asked before there is an answer: devices that are alike
   take the longest stages one after the other, the others go through rows. */
static void stopped_order(void) {
    double seconds[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    int64_t begin[9];
    fpm_device device[8] = FPM_ZERO;
    fpm_pipeline line = FPM_ZERO;
    fpm_pipeline_options o = FPM_ZERO;
    fpm_info info;
    int unlike, k, calls;
    line.n = 8;
    line.types = 1;
    line.seconds = seconds;
    o.progress = stop;
    o.context = &calls;
    for (unlike = 0; unlike < 2; unlike++) {
        for (k = 0; k < 8; k++) device[k].factor = 1 + 0.125 * k * unlike;
        for (k = 0; k < 9; k++) begin[k] = -7;
        calls = 0;
        CHECK_INT(fpm_pipeline_fewest(&line, 8, device, 20, NULL, &o, begin, NULL, &info),
                  FPM_E_STOPPED);
        CHECK_INT(info.status, FPM_E_STOPPED);
        CHECK_INT(begin[0], -7);
        calls = 0;
        CHECK_INT(fpm_pipeline_partition(&line, 8, device, &o, begin, NULL, &info), FPM_E_STOPPED);
        CHECK_INT(begin[0], -7);
        /* Work alone ends no search of one order: without it there is no answer. */
        calls = 1000;
        o.max_work = 1;
        CHECK_INT(fpm_pipeline_fewest(&line, 8, device, 20, NULL, &o, begin, NULL, &info), FPM_OK);
        CHECK(calls < 1000 && info.work > 0);
        CHECK_INT(begin[8], 8);
        o.max_work = 0;
    }
}

/* ---- pieces ---- */

enum { MOST_PIECES = 9 };

static struct {
    int n, p, priced, how;
    int64_t load[MOST_PIECES], cap[MOST_P], max[MOST_P], max_pieces[MOST_P];
    double speed[MOST_P], price[MOST_P], limit;
    fpm_model model[MOST_P];
    fpm_proc procs[MOST_P];
    fpm_items_options o;
} it;

/* What processor k takes for a load; 1e300: it may not. */
static double piece_seconds(int k, int64_t x) {
    double t = 0;
    if (it.o.max && it.max[k] != 0 && x > (it.max[k] < 0 ? 0 : it.max[k])) return 1e300;
    if (it.how == SPEEDS) return (double)x / it.speed[k];
    if (it.how == EQUAL || x == 0) return (double)x;
    if (it.procs[k].max != 0 && x > it.procs[k].max) return 1e300;
    if (fpm_model_time(it.procs[k].model, (double)x, &t) < 0) return 1e300;
    return it.procs[k].fixed + t;
}

/* Can pieces from i on go to the processors of a set? */
static int packs(int set, int i, int64_t *sum, int64_t *count) {
    int k;
    if (i == it.n) return 1;
    for (k = 0; k < it.p; k++) {
        int64_t most = it.o.max_pieces ? it.max_pieces[k] : 0;
        int found;
        if (!(set >> k & 1)) continue;
        if (most < 0 || (most > 0 && count[k] >= most)) continue;
        if (piece_seconds(k, sum[k] + it.load[i]) > it.limit) continue;
        sum[k] += it.load[i];
        count[k]++;
        found = packs(set, i + 1, sum, count);
        sum[k] -= it.load[i];
        count[k]--;
        if (found) return 1;
    }
    return 0;
}

static double price_of_set(int set) {
    double price = 0;
    int k;
    for (k = 0; k < it.p; k++)
        if (set >> k & 1) price += it.priced ? it.price[k] : 1;
    return price;
}

static double least_of_pieces(void) {
    double least = 1e300;
    int set;
    for (set = 0; set < 1 << it.p; set++) {
        int64_t sum[MOST_P] = {0}, count[MOST_P] = {0};
        if (price_of_set(set) < least && packs(set, 0, sum, count)) least = price_of_set(set);
    }
    return least;
}

static void random_pieces(int how) {
    static const int64_t most[5] = {1, 3, 20, 1000, INT64_C(1) << 40};
    int64_t top = most[test_int(0, 4)], half = test_int(0, 1) ? top / 3 : 0, size[1] = {10};
    int k, alike = (int)test_int(0, 1), kinds = (int)test_int(1, 3);
    memset(&it, 0, sizeof it);
    it.how = how;
    it.n = (int)test_int(test_int(0, 9) ? 1 : 0, MOST_PIECES);
    it.p = (int)test_int(1, MOST_P);
    it.priced = (int)test_int(0, 2);
    test_ints(it.load, it.n, half, top);
    for (k = 0; k < it.p; k++) {
        double time = 10 * (0.5 + test_real());
        it.speed[k] = 0.5 * (double)test_int(1, 5);
        it.price[k] = it.priced == 1 ? (double)test_int(0, 3) : 10 * test_real();
        it.max[k] = test_int(0, 3) ? test_int(top / 2, 3 * top) : -test_int(0, 1);
        it.max_pieces[k] = test_int(0, 5) ? test_int(1, 5) : -test_int(0, 1);
        if (alike && k >= kinds) {
            it.speed[k] = it.speed[k - kinds];
            it.price[k] = it.price[k - kinds];
            it.max[k] = it.max[k - kinds];
            it.max_pieces[k] = it.max_pieces[k - kinds];
        }
        CHECK_INT(fpm_model_init(&it.model[k], FPM_CONSTANT, 1, size, &time, NULL, NULL), FPM_OK);
        it.procs[k].model = &it.model[k];
        it.procs[k].fixed = test_int(0, 2) ? 0 : test_real();
        it.procs[k].max = test_int(0, 3) ? 0 : test_int(1, 3 * top);
    }
    if (how == SPEEDS) it.o.speed = it.speed;
    if (how == MODELS) it.o.procs = it.procs;
    if (test_int(0, 3) == 0) it.o.max = it.max;
    if (test_int(0, 3) == 0) it.o.max_pieces = it.max_pieces;
    it.limit = (double)test_int(top, 3 * top);
    if (test_int(0, 1)) it.limit = piece_seconds(0, test_int(top, 2 * top));
    if (it.limit > 1e200) it.limit = 0;
    for (k = (int)test_int(0, 5); k > 0 && least_of_pieces() > 1e299; k--) it.limit *= 1.5;
}

static void dump_pieces(void) {
    int k;
    printf("    how %d, limit %.17g, loads", it.how, it.limit);
    for (k = 0; k < it.n; k++) printf(" %lld", (long long)it.load[k]);
    printf("\n");
    for (k = 0; k < it.p; k++)
        printf("    price %g, max %lld, pieces %lld, speed %g\n", it.priced ? it.price[k] : 1,
               it.o.max ? (long long)it.max[k] : 0,
               it.o.max_pieces ? (long long)it.max_pieces[k] : 0, it.speed[k]);
}

static int unproven;

static void compare_pieces(void) {
    double want = least_of_pieces();
    int owner[MOST_PIECES], k, set = 0, status;
    int64_t sum[MOST_P] = {0};
    fpm_info info, check;
    status = fpm_items_fewest(it.n, it.load, it.p, it.limit, it.priced ? it.price : NULL, &it.o,
                              owner, &info);
    if (want > 1e299) {
        if (status == FPM_E_WORK_LIMIT) unproven++;
        else CHECK_INT(status, FPM_E_INFEASIBLE);
        CHECK(info.reason != NULL);
        return;
    }
    if (status == FPM_E_WORK_LIMIT) { /* at 16 searches it may not be found */
        unproven++;
        return;
    }
    if (!CHECK(status >= 0)) return;
    if (status == FPM_HEURISTIC) unproven++;
    else CHECK_ABS(info.least, want, 1e-12);
    CHECK_LE(info.least, want + 1e-12);
    CHECK_LE(want, info.cost + 1e-12);
    if (status != FPM_HEURISTIC) CHECK_ABS(info.cost, want, 1e-12);
    for (k = 0; k < it.n; k++) {
        sum[owner[k]] += it.load[k];
        set |= 1 << owner[k];
    }
    CHECK_ABS(info.cost, price_of_set(set), 1e-12);
    for (k = 0; k < it.p; k++) CHECK_LE(piece_seconds(k, sum[k]), it.limit);
    CHECK(fpm_items_check(it.n, it.load, it.p, &it.o, owner, NULL, &check) >= 0);
    CHECK_SAME(info.makespan, check.makespan);
    CHECK_INT(info.busy, check.busy);
    if (check.makespan > 0) CHECK_INT(info.last, check.last);
}

static void pieces(int how) {
    int64_t left = test_count(1000);
    int k;
    unproven = 0;
    for (; left > 0; left--) {
        random_pieces(how);
        compare_pieces();
        for (k = 0; k < it.p; k++) fpm_model_free(&it.model[k]);
        if (test__.bad) {
            dump_pieces();
            return;
        }
    }
    CHECK(unproven <= 0.01 * (double)test_count(1000) + 5);
    NOTE("%d not proven", unproven);
}

/* First fit by falling load into bins of one capacity. */
static int plain_first_fit(int n, const int64_t *load, int64_t cap) {
    int64_t sorted[300], left[300], x;
    int i, k, used = 0;
    for (i = 0; i < n; i++) {
        x = load[i];
        for (k = i; k > 0 && sorted[k - 1] < x; k--) sorted[k] = sorted[k - 1];
        sorted[k] = x;
    }
    for (i = 0; i < n; i++) {
        for (k = 0; k < used && left[k] < sorted[i]; k++) continue;
        if (k == used) left[used++] = cap;
        left[k] -= sorted[i];
    }
    return used;
}

/* Unlike processors, too many for all sets to be tried: the cost is that of the processors that
   have pieces, never that of others too.  First three pieces, which first fit cannot place. */
static void only_used_cost(void) {
    enum { PIECES = 12, PROCS = 20 };
    static const int64_t three[3] = {19, 99, 8};
    static const int64_t most[PROCS] = {59, 34, 170, 0,   0,   39, 24, 198, 178, 32,
                                        0,  60, 28,  122, 158, 97, 58, 140, 0,   57};
    static const int64_t few[PROCS] = {5, 0, 1, 0, 1, 0, 0, 0, 5, 1, 3, 5, 5, 0, 2, 2, 0, 5, 2, 1};
    int64_t left = test_count(100), load[PIECES], max[PROCS], places[PROCS];
    int owner[PIECES], solved = 0, k;
    fpm_items_options o = FPM_ZERO;
    fpm_info info;
    o.max = most;
    o.max_pieces = few;
    o.max_work = 433;
    CHECK(fpm_items_fewest(3, three, PROCS, 103.27702119497394, NULL, &o, owner, &info) >= 0);
    CHECK_LE(info.cost, 3);
    o.max = max;
    o.max_pieces = places;
    for (; left > 0; left--) {
        int n = (int)test_int(3, PIECES), p = (int)test_int(13, PROCS);
        double limit = (double)test_int(10, 16), cost = 0, used[PROCS] = {0};
        for (k = 0; k < n; k++) load[k] = test_int(1, 10);
        for (k = 0; k < p; k++) {
            max[k] = k % 3 ? test_int(1, 6) : test_int(8, 16);
            places[k] = test_int(1, 3);
        }
        o.max_work = test_int(1, 3000);
        NOTE("%d pieces on %d, limit %g, work %d", n, p, limit, (int)o.max_work);
        if (fpm_items_fewest(n, load, p, limit, NULL, &o, owner, &info) < 0) continue;
        solved++;
        for (k = 0; k < n; k++) used[owner[k]] = 1;
        for (k = 0; k < p; k++) cost += used[k];
        CHECK_SAME(info.cost, cost);
        CHECK_LE(info.least, cost);
    }
    CHECK(solved > 0);
}

/* Unlike processors: more work never costs more, though a longer search for a place for all pieces
   would spread them over more processors. */
static void never_dearer(void) {
    static const int64_t load[25] = {66, 3,  50, 88, 9,  33, 66, 15, 46, 54, 1,  44, 15,
                                     51, 23, 47, 22, 82, 15, 15, 92, 10, 4,  68, 47};
    static const double speed[17] = {1.2386, 1.2728, 1.1695, 1.2101, 0.3964, 0.6513,
                                     0.4269, 0.3054, 0.6208, 1.0066, 0.3805, 0.4396,
                                     1.0978, 0.6681, 1.0630, 1.1123, 0.9794};
    static const double price[17] = {20, 20, 15, 18, 13, 12, 8, 15, 4, 4, 15, 6, 3, 17, 5, 16, 1};
    fpm_items_options o = FPM_ZERO;
    double before = 1e9;
    int owner[25];
    o.speed = speed;
    for (o.max_work = 1000; o.max_work < 5000000; o.max_work *= 2) {
        fpm_info info;
        int status = fpm_items_fewest(25, load, 17, 87.71822143646979, price, &o, owner, &info);
        CHECK(status >= 0 || (status == FPM_E_WORK_LIMIT && before >= 1e9));
        if (status < 0) continue;
        CHECK_LE(info.cost, before);
        before = info.cost;
    }
    CHECK_LE(before, 162);
}

/* Bins that were full before they were broken into pieces: that many suffice.  Never more than
   first fit takes, and more work is never worse. */
static void planted(void) {
    int64_t load[300], left = test_count(40), work;
    int owner[300], met = 0, better = 0, all = 0, i, k;
    for (; left > 0; left--) {
        int bins = (int)test_int(3, 40), pieces_each = (int)test_int(2, 6), n = 0, plain;
        int64_t cap = test_int(30, 10000);
        double before = 1e300;
        fpm_items_options o = FPM_ZERO;
        fpm_info info;
        for (k = 0; k < bins; k++) {
            int64_t rest = cap;
            for (i = 1; i < pieces_each; i++) {
                load[n] = test_int(1, 2 * rest / (pieces_each - i + 1));
                rest -= load[n];
                n++;
            }
            load[n] = rest;
            n++;
        }
        plain = plain_first_fit(n, load, cap);
        for (work = 1; work < 100000000; work = work < 1000 ? 100000 : 10 * work) {
            o.max_work = work;
            CHECK(fpm_items_fewest(n, load, n, (double)cap, NULL, &o, owner, &info) >= 0);
            CHECK_LE(info.cost, before);
            CHECK_LE(bins, info.cost);
            CHECK_LE(info.least, bins);
            CHECK_LE(info.cost, plain);
            CHECK_LE(info.makespan, (double)cap);
            before = info.cost;
        }
        all++;
        if (info.cost <= bins) met++;
        if (info.cost < plain) better++;
    }
    NOTE("%d of %d met, %d better than first fit", met, all, better);
    CHECK(met >= all / 4);
}

static int any_pieces(int which, const fpm_alloc *alloc) {
    int64_t load[12] = {9, 8, 8, 7, 6, 6, 5, 5, 4, 3, 2, 2}, max[8], size[1] = {1};
    double speed[8], price[8], second[1] = {1};
    int owner[12], k, status;
    fpm_model model;
    fpm_proc procs[8] = FPM_ZERO;
    fpm_items_options o = FPM_ZERO;
    fpm_info info;
    CHECK_INT(test_borrow(&model, FPM_CONSTANT, 1, size, second), FPM_OK);
    for (k = 0; k < 8; k++) {
        speed[k] = 1 + 0.25 * k;
        price[k] = 1 + 0.2 * (which == 3 ? k % 7 : k % 2);
        max[k] = 17;
        procs[k].model = &model;
    }
    for (k = 0; k < 12; k++) owner[k] = -7;
    if (which == 1) o.speed = speed;
    if (which == 2) o.procs = procs;
    if (which > 1) o.max = max;
    o.alloc = alloc;
    o.max_work = 100000;
    status = fpm_items_fewest(12, load, 8, 13.5, which ? price : NULL, &o, owner, &info);
    for (k = 0; k < 12; k++)
        if (status < 0) CHECK_INT(owner[k], -7);
    return status;
}

/* Each request fails, alone or with all later ones: no memory, or a choice that is not proven. */
static void failing_memory(void) {
    test_heap heap;
    int which, forever, k, status;
    for (which = 0; which < 24; which++) {
        forever = which % 2;
        heap.failures = 1;
        for (k = 1; heap.failures; k++) {
            test_heap_start(&heap, k, forever);
            NOTE("case %d, request %d, forever %d", which / 2, k, forever);
            if (which < 12) status = any_chain(which / 2, &heap.alloc);
            else if (which < 20) status = any_pieces(which / 2 - 6, &heap.alloc);
            else status = any_line(which / 2 - 10, &heap.alloc);
            CHECK(test_heap_clean(&heap));
            if (!heap.failures) CHECK(status >= 0);
            else CHECK(status == FPM_E_MEMORY || status >= 0);
        }
        CHECK(k > 4);
    }
}

/* ---- options that these calls do not use ---- */

#if defined __has_builtin
#if __has_builtin(__builtin_clear_padding)
#define CLEAR_PADDING(o) __builtin_clear_padding(o)
#endif
#endif

#ifdef CLEAR_PADDING
/* Does byte k lie within this field of a struct? */
#define IN(options, field)                                                                         \
    (k + 1 > offsetof(options, field) &&                                                           \
     k < offsetof(options, field) + sizeof(((options *)0)->field))

/* Is byte k of the options one of a field that a call uses? */
static int items_used(size_t k) {
#define IS(field) IN(fpm_items_options, field)
    return IS(speed) || IS(max) || IS(limit) || IS(max_bytes) || IS(max_work) || IS(alloc) ||
           IS(progress) || IS(context);
#undef IS
}

static int items_fewest_used(size_t k) {
#define IS(field) IN(fpm_items_options, field)
    return items_used(k) || IS(procs) || IS(max_pieces);
#undef IS
}

static int items_share_used(size_t k) { return items_used(k) || IN(fpm_items_options, replicas); }

static int chain_used(size_t k) {
#define IS(field) IN(fpm_chain_options, field)
    return IS(speed) || IS(procs) || IS(max_bytes) || IS(max_work) || IS(alloc) || IS(min_items) ||
           IS(grain) || IS(cut) || IS(cuts) || IS(limit) || IS(limits) || IS(progress) ||
           IS(context);
#undef IS
}

static int rect_used(size_t k) {
#define IS(field) IN(fpm_rect_options, field)
    return IS(algorithm) || IS(orientation) || IS(direction) || IS(max_work) || IS(max_bytes) ||
           IS(alloc) || IS(border) || IS(min_rows) || IS(min_cols) || IS(compact) || IS(progress) ||
           IS(context);
#undef IS
}

/* The calls, with options that have one byte set. */
static union {
    fpm_items_options items;
    fpm_chain_options chain;
    fpm_rect_options rect;
} any;

static const int64_t three[3] = {3, 2, 1};

static int call_items_fewest(fpm_info *info) {
    int owner[3] = {0, 0, 0};
    return fpm_items_fewest(3, three, 2, 3, NULL, &any.items, owner, info);
}

static int call_items_share(fpm_info *info) {
    int owner[3] = {0, 0, 0};
    int64_t share[3];
    return fpm_items_share(3, three, 2, &any.items, owner, NULL, share, info);
}

static int call_chain_fewest(fpm_info *info) {
    static const int64_t sum[4] = {0, 3, 5, 6};
    fpm_chain chain = FPM_ZERO;
    int64_t begin[3];
    chain.n = 3;
    chain.whole = sum;
    return fpm_chain_fewest(&chain, 2, 3, NULL, &any.chain, begin, info);
}

static int call_rect_fewest(fpm_info *info) {
    fpm_grid grid;
    fpm_rect part[2];
    int status = fpm_grid_init(&grid, 1, 3, three, 0, NULL, NULL);
    CHECK_INT(status, FPM_OK);
    status = fpm_rect_fewest(&grid, 2, 3, &any.rect, part, NULL, info);
    fpm_grid_free(&grid);
    return status;
}

static const struct {
    const char *name;
    size_t size;
    int bytes; /* that are refused at least; pointers may have 4 */
    int (*call)(fpm_info *info);
    int (*used)(size_t k);
} call_of[] = {
    {"items_fewest", sizeof(fpm_items_options), 60, call_items_fewest, items_fewest_used},
    {"items_share", sizeof(fpm_items_options), 60, call_items_share, items_share_used},
    {"chain_fewest", sizeof(fpm_chain_options), 16, call_chain_fewest, chain_used},
    {"rect_fewest", sizeof(fpm_rect_options), 40, call_rect_fewest, rect_used},
};

/* Without the bytes between fields. */
static void clear_padding(int which) {
    if (which < 2) CLEAR_PADDING(&any.items);
    else if (which == 2) CLEAR_PADDING(&any.chain);
    else CLEAR_PADDING(&any.rect);
}

/* Every other byte of the struct that is no padding is a field: where it is set, the call refuses
   this by name.  So an option that is new is refused, or somebody has decided that it is used. */
static void other_options(void) {
    int which, refused;
    size_t k;
    for (which = 0; which < 4; which++) {
        refused = 0;
        for (k = 0; k < call_of[which].size; k++) {
            fpm_info info;
            unsigned char set;
            memset(&any, 0, sizeof any);
            memset((unsigned char *)&any + k, 1, 1);
            clear_padding(which);
            memcpy(&set, (unsigned char *)&any + k, 1);
            if (!set || call_of[which].used(k)) continue;
            NOTE("byte %d of the options of %s", (int)k, call_of[which].name);
            CHECK_INT(call_of[which].call(&info), FPM_E_ARGUMENT);
            CHECK(info.argument && strncmp(info.argument, "opts.", 5) == 0);
            CHECK(info.reason && strstr(info.reason, "in this call") != NULL);
            refused++;
        }
        CHECK(refused >= call_of[which].bytes);
    }
}
#else
static void other_options(void) { test_skip("this compiler cannot tell padding"); }
#endif

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN_AS("chain_whole", chains(1, EQUAL, 0));
    RUN_AS("chain_real", chains(0, EQUAL, 0));
    RUN_AS("chain_speeds", chains(1, SPEEDS, 0));
    RUN_AS("chain_speeds_real", chains(0, SPEEDS, 0));
    RUN_AS("chain_models", chains(1, MODELS, 0));
    RUN_AS("chain_whole_least", chains(1, EQUAL, 1));
    RUN_AS("chain_speeds_least", chains(0, SPEEDS, 1));
    RUN_AS("chain_models_least", chains(1, MODELS, 1));
    RUN(little_work);
    RUN(many_parts);
    RUN(example);
    RUN(stopped);
    RUN(failing_memory);
    RUN_AS("pipelines", pipelines(0));
    RUN_AS("pipelines_memory", pipelines(1));
    RUN_AS("pipelines_sent", pipelines(3));
    RUN_AS("pipelines_received", pipelines(7));
    RUN_AS("pipelines_links", pipelines(6));
    RUN_AS("pipelines_equal", pipelines(8 + 3));
    RUN_AS("pipelines_may_not", pipelines(16 + 7));
    RUN_AS("pipelines_equal_may_not", pipelines(16 + 8));
    RUN(given_instead);
    RUN(many_layers);
    RUN(cheap_later_cut);
    RUN(part_of_a_device);
    RUN(one_by_one);
    RUN(example_line);
    RUN(stopped_line);
    RUN(stopped_anywhere);
    RUN(stopped_order);
    RUN_AS("pieces", pieces(EQUAL));
    RUN_AS("pieces_speeds", pieces(SPEEDS));
    RUN_AS("pieces_models", pieces(MODELS));
    RUN(only_used_cost);
    RUN(never_dearer);
    RUN(planted);
    RUN(other_options);
    return test_end();
}
