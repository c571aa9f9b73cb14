/* fpm_chain_init and fpm_chain_partition on anything the bytes spell: up to 20 whole or real loads,
   up to 5 processors that are equal or have speeds or models, several chains, any method, order and
   limit.  A negative status leaves the outputs alone; cuts tile the chain, their makespan is
   computed anew, and a dynamic program over all cuts (of all orders) says what is optimal. */
#define FPM_IMPLEMENTATION
#include "fpm.h"

#include "bytes.h"
#include "driver.h"

enum { PROCS = 5, MOST = 20, POINTS = 6 };

static const double never = 1e300;

static struct {
    int64_t n, load[MOST + 1], whole[MOST + 1], first[MOST + 2];
    double value[MOST + 1], real[MOST + 1], speed[PROCS];
    int64_t size[PROCS][POINTS];
    double seconds[PROCS][POINTS];
    fpm_model model[PROCS];
    fpm_proc procs[PROCS];
    fpm_chain chain;
    fpm_chain_options opts;
    int64_t begin[PROCS + 1];
    int p, who[PROCS], status;
    fpm_info info;
} q;

static void fuzz_describe(void) {
    int64_t i;
    int k;
    printf("method %d, free_order %d, who %d, proof %d, max_work %lld, max_bytes %llu; p %d, n "
           "%lld, %s loads",
           q.opts.method, q.opts.free_order, q.opts.who != NULL, q.opts.proof != NULL,
           (long long)q.opts.max_work, (unsigned long long)q.opts.max_bytes, q.p, (long long)q.n,
           q.chain.whole ? "whole" : "real");
    for (i = 0; i < q.n; i++)
        if (q.chain.whole) printf(" %lld", (long long)q.load[i]);
        else printf(" %.17g", q.value[i]);
    for (i = 0; i <= q.chain.chains && q.chain.chains > 1; i++)
        printf("%s%lld", i ? " " : "\nfirst ", (long long)q.first[i]);
    for (k = 0; k < q.p && q.opts.speed; k++) printf("%s%.17g", k ? " " : "\nspeeds ", q.speed[k]);
    for (k = 0; k < q.p && q.opts.procs; k++) {
        const fpm_proc *proc = &q.procs[k];
        printf("\n%d: max %lld fixed %.17g kind %d ", k, (long long)proc->max, proc->fixed,
               proc->model->kind);
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

/* The least makespan of all cuts in this order of processors; of all orders from the k-th on. */
static double best_of(const int *who) {
    double best[2][MOST + 1], t;
    int64_t i, j;
    int k;
    for (j = 0; j <= q.n; j++) best[0][j] = j ? never : 0;
    for (k = 0; k < q.p; k++)
        for (j = 0; j <= q.n; j++) {
            double *least = &best[(k + 1) % 2][j];
            for (*least = best[k % 2][j], i = 0; i < j; i++) {
                if (!(best[k % 2][i] < never) || !same_chain(i, j)) continue;
                t = cost(who[k], i, j);
                *least = fmin(*least, fmax(t, best[k % 2][i]));
            }
        }
    return best[q.p % 2][q.n];
}

static double best_order(int *who, int k) {
    double best = never;
    int i, swap;
    if (k == q.p || !q.opts.free_order) return best_of(who);
    for (i = k; i < q.p; i++) {
        swap = who[k], who[k] = who[i], who[i] = swap;
        best = fmin(best, best_order(who, k + 1));
        swap = who[k], who[k] = who[i], who[i] = swap;
    }
    return best;
}

static void check_answer(double best) {
    fpm_info seen;
    double most = 0;
    int k, status, used[PROCS] = {0};
    EXPECT(q.begin[0] == 0 && q.begin[q.p] == q.n);
    for (k = 0; k < q.p; k++) {
        int proc = q.opts.who ? q.who[k] : k;
        EXPECT(q.begin[k] <= q.begin[k + 1] && same_chain(q.begin[k], q.begin[k + 1]));
        EXPECT(proc >= 0 && proc < q.p && !used[proc]);
        used[proc] = 1;
        if (q.begin[k] < q.begin[k + 1]) most = fmax(most, cost(proc, q.begin[k], q.begin[k + 1]));
    }
    EXPECT(most < never && q.info.makespan >= most && q.info.makespan <= most);
    EXPECT(most >= best && q.info.lower_bound <= best);
    if (q.status == FPM_OK || (q.status == FPM_EXTRAPOLATED && q.info.gap <= 0))
        EXPECT(most <= best);
    if (!q.opts.free_order &&
        (q.opts.method == FPM_CHAIN_EXACT || q.opts.method == FPM_CHAIN_NICOL))
        EXPECT(most <= best && (q.status == FPM_OK || q.status == FPM_EXTRAPOLATED));
    status = fpm_chain_check(&q.chain, q.p, &q.opts, q.begin, &seen);
    EXPECT(status == FPM_OK || status == FPM_EXTRAPOLATED);
    EXPECT(seen.makespan >= most && seen.makespan <= most && seen.lower_bound <= best);
}

static int make_chain(void) {
    int64_t at = -99, i;
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
    status = whole ? fpm_chain_init(&q.chain, q.n, q.load, q.whole, &at)
                   : fpm_chain_init_real(&q.chain, q.n, q.value, q.real, &at);
    if (whole) EXPECT((status == FPM_OK) == !bad);
    if (status < 0) EXPECT(at >= 0 && at < q.n && !q.chain.whole && !q.chain.real);
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
    int i, order[PROCS], exact;
    double best;
    unsigned odd;
    bytes = data, left = size;
    memset(&q, 0, sizeof q);
    q.n = take() % (MOST + 1), q.p = 1 + (int)(take() % PROCS);
    if (!make_chain()) return 0;
    make_procs();
    odd = take();
    q.opts.method = (int)(odd % 4);
    if (odd % 32 >= 24) q.opts.free_order = 1, q.opts.method = 0;
    odd = take();
    if (q.opts.free_order || odd % 4 == 1) q.opts.who = q.who;
    if (!q.opts.free_order && odd % 4 >= 2) q.opts.proof = proof;
    if (take() % 8 == 7) q.opts.max_bytes = 1 + take() * 16;
    if (take() % 8 == 7) q.opts.max_work = 1 + take();
    for (i = 0; i <= PROCS; i++) q.begin[i] = -777 - i;
    for (i = 0; i < PROCS; i++) q.who[i] = -777 - i, order[i] = i;
    if (fuzz_trace) fuzz_describe(), fflush(stdout);
    q.status = fpm_chain_partition(&q.chain, q.p, &q.opts, q.begin, &q.info);
    EXPECT(strcmp(fpm_status_str(q.status), "unknown status") != 0 && q.info.status == q.status);
    exact = !q.opts.free_order && q.opts.method % 3 == 0;
    if (q.status < 0) {
        for (i = 0; i <= PROCS; i++) EXPECT(q.begin[i] == -777 - i);
        for (i = 0; i < PROCS; i++) EXPECT(q.who[i] == -777 - i);
        EXPECT(q.status != FPM_E_MAX_BYTES || q.opts.max_bytes);
        if (q.status == FPM_E_INFEASIBLE && exact) EXPECT(!(best_of(order) < never));
    } else {
        for (i = q.p + 1; i <= PROCS; i++) EXPECT(q.begin[i] == -777 - i);
        best = best_order(order, 0);
        check_answer(best);
    }
    for (i = 0; i < q.p; i++) fpm_model_free(&q.model[i], NULL);
    return 0;
}

#ifdef FUZZ_STANDALONE

static size_t fuzz_make(uint8_t *data) { return fuzz_bytes(data); }

#endif
