/* fpm_chain_init and fpm_chain_partition on anything the bytes spell: up to 20 whole or real loads,
   up to 5 processors that are equal or have speeds or models, several chains, any order and limit;
   least lengths, places of cuts, further loads, old cuts.  A negative status leaves the
   outputs alone; cuts tile the chain, their makespan is computed anew, and a dynamic program over
   all cuts (of all orders) says what is optimal. */
#define FPM_IMPLEMENTATION
#include "fpm.h"

#include <math.h>

#include "bytes.h"
#include "driver.h"

#include "../oracle_chain.h"

enum { PROCS = 5, MOST = 20, POINTS = 6 };

static const double never = ORACLE_BARRED;

static struct {
    int64_t n, load[MOST + 1], whole[MOST + 1], first[MOST + 2];
    double value[MOST + 1], real[MOST + 1], speed[PROCS];
    int64_t size[PROCS][POINTS];
    double seconds[PROCS][POINTS];
    fpm_model model[PROCS];
    fpm_proc procs[PROCS];
    fpm_chain chain;
    fpm_chain_options opts;
    fpm_chain_outputs out;
    int64_t cut[MOST + 1], bytes[MOST + 1], near[PROCS + 1], low[PROCS + 1], high[PROCS + 1];
    double most[PROCS];
    fpm_chain_limit limit;
    int64_t begin[PROCS + 1];
    int p, who[PROCS], status;
    fpm_info info;
} q;

static void fuzz_describe(void) {
    int64_t i;
    int k;
    printf("free_order %d, who %d, proof %d, max_work %lld, max_bytes %llu; p %d, n "
           "%lld, %s loads",
           q.opts.free_order, q.out.who != NULL, q.out.proof != NULL, (long long)q.opts.max_work,
           (unsigned long long)q.opts.max_bytes, q.p, (long long)q.n,
           q.chain.whole ? "whole" : "real");
    for (i = 0; i < q.n; i++)
        if (q.chain.whole) printf(" %lld", (long long)q.load[i]);
        else printf(" %.17g", q.value[i]);
    for (i = 0; i <= q.chain.chains && q.chain.chains > 1; i++)
        printf("%s%lld", i ? " " : "\nfirst ", (long long)q.first[i]);
    printf("\nmin_items %lld, grain %lld, slack %.17g, low %d", (long long)q.opts.min_items,
           (long long)q.opts.grain, q.opts.slack, q.out.low != NULL);
    for (i = 0; i < q.opts.cuts; i++) printf("%s%lld", i ? " " : ", cut ", (long long)q.cut[i]);
    for (k = 0; k <= q.p && q.opts.from; k++)
        printf("%s%lld", k ? " " : ", near_to ", (long long)q.near[k]);
    for (i = 1; i <= q.n && q.opts.limits; i++)
        printf("%s%lld", i > 1 ? " " : ", bytes ", (long long)q.bytes[i]);
    for (k = 0; k < q.p && q.opts.limits; k++) printf("%s%g", k ? " " : ", most ", q.most[k]);
    for (k = 0; k < q.p && q.opts.speed; k++) printf("%s%.17g", k ? " " : "\nspeeds ", q.speed[k]);
    for (k = 0; k < q.p && q.opts.procs; k++) {
        const fpm_proc *proc = &q.procs[k];
        printf("\n%d: min %lld max %lld required %d fixed %.17g kind %d ", k, (long long)proc->min,
               (long long)proc->max, proc->required, proc->fixed, proc->model->kind);
        for (i = 0; i < proc->model->count; i++)
            printf(" (%lld, %.17g)", (long long)proc->model->size[i], proc->model->seconds[i]);
    }
    printf("\nstatus %d (%s), makespan %.17g, bound %.17g, cuts", q.status,
           fpm_status_str(q.status), q.info.makespan, q.info.lower_bound);
    for (k = 0; k <= q.p; k++) printf(" %lld", (long long)q.begin[k]);
    puts("");
}

/* What elements [i, j) cost on a processor. */
static double cost(int proc, int64_t i, int64_t j) {
    double load = q.chain.whole ? (double)(q.whole[j] - q.whole[i]) : q.real[j] - q.real[i], t;
    if (q.opts.speed) return load / q.speed[proc];
    if (!q.opts.procs || !(load > 0)) return load;
    if (q.procs[proc].max && load > (double)q.procs[proc].max) return never;
    if (fpm_model_time(q.procs[proc].model, load, &t) < 0) return never;
    return q.procs[proc].fixed + t;
}

static int same_chain(int64_t i, int64_t j) {
    int64_t c;
    for (c = 1; c < q.chain.chains; c++)
        if (i < q.first[c] && j > q.first[c]) return 0;
    return 1;
}

/* What part k costs; never where a law is against it. */
static double part_cost(int k, int proc, int64_t i, int64_t j) {
    const fpm_proc *own = q.opts.procs ? &q.procs[proc] : NULL;
    double load = q.chain.whole ? (double)(q.whole[j] - q.whole[i]) : q.real[j] - q.real[i];
    int64_t x;
    int allowed = j == q.n || (!q.opts.cut && (q.opts.grain < 2 || j % q.opts.grain == 0));
    (void)k;
    if (i == j) return own && own->required ? never : 0;
    if (!same_chain(i, j) || j - i < q.opts.min_items) return never;
    if (own && own->min > 0 && load < (double)own->min) return never;
    if (q.opts.limits && q.most[k] > 0 && (double)(q.bytes[j] - q.bytes[i]) > q.most[k])
        return never;
    if (q.opts.limits && q.most[k] < 0 && q.bytes[j] > q.bytes[i]) return never;
    for (x = 1; x < q.chain.chains; x++) allowed |= q.first[x] == j;
    for (x = 0; x < q.opts.cuts && (q.opts.grain < 2 || j % q.opts.grain == 0); x++)
        allowed |= q.opts.cut[x] == j;
    return allowed ? cost(proc, i, j) : never;
}

static double most_allowed;

/* The shift of the cut at its end. */
static double part_shift(int k, int proc, int64_t i, int64_t j) {
    int64_t old = q.near[k + 1];
    if (part_cost(k, proc, i, j) > most_allowed) return never;
    return q.chain.whole ? fabs((double)(q.whole[j] - q.whole[old]))
                         : fabs(q.real[j] - q.real[old]);
}

/* The least makespan of all cuts, in the given order of processors or in any. */
static double best_order(int *who) {
    if (!q.opts.free_order) return oracle_chain(q.n, q.p, who, part_cost);
    return oracle_chain_any(q.n, q.p, who, 0, part_cost);
}

static void check_answer(double best) {
    fpm_info seen;
    double most = 0, part = q.opts.from && q.opts.procs ? fmax(q.opts.slack, 3e-15) : q.opts.slack;
    double least, above, slack = part > 0 ? fmin(best * (1 + part), 1e200) : best;
    /* where tables lack memory or work there is a partition, neither proven nor nearest */
    int k, status, used[PROCS] = {0}, limited = q.opts.max_bytes > 0 || q.opts.max_work > 0;
    EXPECT(q.begin[0] == 0 && q.begin[q.p] == q.n);
    for (k = 0; k < q.p; k++) {
        int proc = q.out.who ? q.who[k] : k;
        EXPECT(q.begin[k] <= q.begin[k + 1]);
        EXPECT(part_cost(k, proc, q.begin[k], q.begin[k + 1]) < never);
        EXPECT(proc >= 0 && proc < q.p && !used[proc]);
        used[proc] = 1;
        if (q.begin[k] < q.begin[k + 1]) most = fmax(most, cost(proc, q.begin[k], q.begin[k + 1]));
    }
    EXPECT(most < never && fabs(q.info.makespan - most) <= most * LAST_BITS);
    EXPECT(most >= best * (1 - LAST_BITS) && q.info.lower_bound <= best * (1 + LAST_BITS));
    slack *= 1 + LAST_BITS;
    if (q.status == FPM_OK || (q.status == FPM_EXTRAPOLATED && q.info.gap <= 0))
        EXPECT(most <= slack);
    if (!q.opts.free_order && !(limited && q.status == FPM_WORK_LIMIT))
        EXPECT(most <= slack && (q.status == FPM_OK || q.status == FPM_EXTRAPOLATED));
    status = fpm_chain_check(&q.chain, q.p, &q.opts, q.begin, &q.out, &seen);
    EXPECT(status == FPM_OK || status == FPM_EXTRAPOLATED);
    EXPECT(fabs(seen.makespan - most) <= most * LAST_BITS);
    EXPECT(seen.lower_bound <= best * (1 + LAST_BITS));
    for (k = 0; k <= q.p && q.out.low; k++)
        EXPECT(q.low[k] <= q.begin[k] && q.begin[k] <= q.high[k]);
    if (!q.opts.from || q.opts.grain > 1 || q.opts.cut || limited) return;
    if (q.chain.whole && best > 9007199254740992.0) return; /* the oracle's loads are rounded */
    most_allowed = q.chain.whole && !q.opts.speed && !q.opts.procs ? floor(slack) : slack;
    if (most_allowed < best) most_allowed = best;
    least = oracle_chain(q.n, q.p, NULL, part_shift) * (1 - LAST_BITS);
    /* How many last bits of times are allowed is not said. */
    if (q.opts.procs) most_allowed = best * (1 + q.opts.slack);
    most_allowed *= 1 - 2 * LAST_BITS;
    above = oracle_chain(q.n, q.p, NULL, part_shift) * (1 + LAST_BITS);
    EXPECT(q.out.shift >= least && q.out.shift <= above);
}

/* Constraints and wishes, in the given order. */
static void make_rules(void) {
    unsigned which = take();
    int64_t i;
    int k;
    if (which & 1) q.opts.min_items = take() % 5;
    if (which & 2) q.opts.grain = take() % 5;
    if (which & 4)
        for (q.opts.cut = q.cut, i = 0; i <= q.n; i++)
            if (take() % 3) q.cut[q.opts.cuts++] = i;
    if (which & 8) {
        q.opts.limit = &q.limit, q.opts.limits = 1, q.limit.whole = q.bytes, q.limit.max = q.most;
        for (i = 0; i < q.n; i++) q.bytes[i + 1] = q.bytes[i] + take() % 8;
        for (k = 0; k < q.p; k++) q.most[k] = take() % 64 - 1;
    }
    if (which & 16) {
        for (q.opts.from = q.near, k = 1; k <= q.p; k++)
            q.near[k] = k == q.p ? q.n : q.near[k - 1] + take() % (q.n - q.near[k - 1] + 1);
        if (take() % 2) q.opts.slack = take() / 256.0;
    }
    for (k = 0; k < q.p && q.opts.procs && which & 32; k++) {
        q.procs[k].required = take() % 4 == 3;
        if (take() % 4 == 3) q.procs[k].min = take() % 64;
        if (q.procs[k].max && q.procs[k].min > q.procs[k].max) q.procs[k].min = 0;
    }
    if (!(which & 39)) q.out.low = q.low, q.out.high = q.high;
}

static int make_chain(void) {
    fpm_info made;
    int64_t i;
    int whole = take() % 2, status, bad = 0;
    unsigned scale = take();
    uint64_t sum = 0;
    for (i = 0; i < q.n; i++) {
        q.load[i] = take_size();
        if (scale < 240 && q.load[i] < 0) q.load[i] = 1;
        q.value[i] = scale < 128 ? (double)q.load[i] / 8 : take_seconds();
        if (scale < 240 && !(q.value[i] >= 0 && q.value[i] < 1e100)) q.value[i] = 1;
        bad |= q.load[i] < 0;
        if (!bad) bad |= (sum += (uint64_t)q.load[i]) > INT64_MAX;
    }
    status = whole ? fpm_chain_init(&q.chain, q.n, q.load, q.whole, &made)
                   : fpm_chain_init_real(&q.chain, q.n, q.value, q.real, &made);
    if (whole) EXPECT((status == FPM_OK) == !bad);
    if (status < 0) EXPECT(made.at >= 0 && made.at < q.n && !q.chain.whole && !q.chain.real);
    if (status < 0) return 0;
    for (sum = 0, i = 0; i <= q.n && whole; sum += (uint64_t)q.load[i++])
        EXPECT(q.whole[i] == (int64_t)sum);
    if (take() % 4 == 3 && q.n) q.chain.largest = take() % q.n;
    if (take() % 4 == 3) {
        q.chain.chains = 1 + take() % 4;
        for (i = 1; i < q.chain.chains; i++)
            q.first[i] = q.first[i - 1] + take() % (q.n - q.first[i - 1] + 1);
        q.first[q.chain.chains] = q.n;
        q.chain.first = q.first;
    }
    return 1;
}

static void make_procs(void) {
    unsigned how = take() % 3;
    int i;
    for (i = 0; i < q.p && how == 1; i++) {
        q.speed[i] = take_seconds();
        if (i && take() % 2) q.speed[i] = q.speed[i - 1];
        q.opts.speed = q.speed;
    }
    for (i = 0; i < q.p && how == 2; i++) {
        EXPECT(take_model(&q.model[i], POINTS, q.size[i], q.seconds[i]) == FPM_OK);
        q.procs[i].model = &q.model[i];
        if (take() % 4 == 3) q.procs[i].max = take_size();
        if (take() % 4 == 3) q.procs[i].fixed = take_seconds();
        if (i && take() % 4 == 3) q.procs[i] = q.procs[i - 1];
        q.opts.procs = q.procs;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int64_t proof[PROCS + 1];
    int i, order[PROCS];
    double best;
    unsigned odd;
    bytes = data, left = size;
    memset(&q, 0, sizeof q);
    q.n = take() % (MOST + 1), q.p = 1 + (int)(take() % PROCS);
    if (!make_chain()) return 0;
    make_procs();
    odd = take();
    if (odd % 32 >= 24) q.opts.free_order = 1;
    odd = take();
    if (q.opts.free_order || odd % 4 == 1) q.out.who = q.who;
    if (!q.opts.free_order && odd % 4 >= 2) q.out.proof = proof;
    if (take() % 2 && !q.opts.free_order && !q.out.proof) make_rules();
    if (take() % 8 == 7) q.opts.max_bytes = 1 + take() * 16;
    if (take() % 8 == 7) q.opts.max_work = 25 * (1 + take());
    for (i = 0; i <= PROCS; i++) q.begin[i] = -777 - i;
    for (i = 0; i < PROCS; i++) q.who[i] = -777 - i, order[i] = i;
    if (fuzz_trace) fuzz_describe(), fflush(stdout);
    q.status = fpm_chain_partition(&q.chain, q.p, &q.opts, q.begin, &q.out, &q.info);
    EXPECT(strcmp(fpm_status_str(q.status), "unknown status") != 0 && q.info.status == q.status);
    if (q.status < 0) {
        for (i = 0; i <= PROCS; i++) EXPECT(q.begin[i] == -777 - i);
        for (i = 0; i < PROCS; i++) EXPECT(q.who[i] == -777 - i);
        EXPECT(q.status != FPM_E_MAX_BYTES || q.opts.max_bytes);
        if (q.status == FPM_E_INFEASIBLE && !q.opts.free_order)
            EXPECT(!(best_order(order) < never));
    } else {
        for (i = q.p + 1; i <= PROCS; i++) EXPECT(q.begin[i] == -777 - i);
        best = best_order(order);
        check_answer(best);
    }
    for (i = 0; i < q.p; i++) fpm_model_free(&q.model[i]);
    return 0;
}

#ifdef FUZZ_STANDALONE

static size_t fuzz_make(uint8_t *data) { return fuzz_bytes(data); }

#endif
