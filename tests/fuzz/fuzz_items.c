/* fpm_items_share on anything the bytes spell: up to 8 pieces with copies on up to 5 processors,
   equal ones or speeds, limits.  A negative status leaves the shares alone; what is shared is the
   load, and no processor ends later than said.  That no shares end earlier is Hall's condition: at
   a lower time some set of processors could not take the pieces that have all their copies there.
   And fpm_items_assign of the same pieces: no better than the best of all owners, nor is its bound
   above that. */
#define FPM_IMPLEMENTATION
#include "fpm.h"

#include "bytes.h"
#include "driver.h"

#include <math.h>

enum { PIECES = 8, PROCS = 5, SLOTS = PIECES * PROCS };

static struct {
    int64_t n, load[PIECES], max[PROCS], share[SLOTS + 1];
    int copies[PIECES], owner[SLOTS], p, slots, status;
    double speed[PROCS];
    fpm_items_options opts;
    fpm_items_outputs out;
    fpm_info info;
} q;

static void fuzz_describe(void) {
    int i, k, at = 0;
    for (i = 0; i < q.n; i++) {
        printf("load %lld, copies on", (long long)q.load[i]);
        for (k = 0; k < q.copies[i] && at < q.slots; k++) {
            printf(" %d (%lld)", q.owner[at], (long long)q.share[at]);
            at++;
        }
        printf("\n");
    }
    for (k = 0; k < q.p; k++)
        printf("processor %d: speed %.17g, max %lld\n", k, q.opts.speed ? q.speed[k] : 1,
               q.opts.max ? (long long)q.max[k] : 0);
    printf("status %d (%s), makespan %.17g\n", q.status, fpm_status_str(q.status), q.info.makespan);
}

static double speed_of(int j) { return q.opts.speed ? q.speed[j] : 1; }

/* The most that a processor takes by a time, or before it. */
static int64_t capacity(int j, double time, int before) {
    int64_t low = 0, high = INT64_C(1) << 54, most = high;
    if (q.opts.max && q.max[j] > 0) most = q.max[j];
    if (q.opts.max && q.max[j] < 0) most = 0;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        double ends = (double)middle / speed_of(j);
        if (before ? ends < time : ends <= time) low = middle;
        else high = middle;
    }
    return low < most ? low : most;
}

/* Can a set of processors not take the pieces whose copies are all there? */
static int crowded(double time, int before) {
    int set, i, k, at;
    for (set = 1; set < 1 << q.p; set++) {
        int64_t load = 0, room = 0;
        for (k = 0; k < q.p; k++)
            if (set >> k & 1) room += capacity(k, time, before);
        for (i = 0, at = 0; i < q.n; i++) {
            int inside = 1;
            for (k = 0; k < q.copies[i]; k++) {
                if (!(set >> q.owner[at] & 1)) inside = 0;
                at++;
            }
            if (inside) load += q.load[i];
        }
        if (load > room) return 1;
    }
    return 0;
}

static void check_shares(void) {
    double work[PROCS] = {0}, last = 0;
    int64_t sum[PROCS] = {0}, all;
    int i, k, at = 0;
    for (i = 0; i < q.n; i++) {
        all = 0;
        for (k = 0; k < q.copies[i]; k++) {
            EXPECT(q.share[at] >= 0);
            all += q.share[at];
            sum[q.owner[at]] += q.share[at];
            at++;
        }
        EXPECT(all == q.load[i]);
    }
    for (k = 0; k < q.p; k++) {
        EXPECT(sum[k] <= capacity(k, HUGE_VAL, 0));
        work[k] = (double)sum[k] / speed_of(k);
        last = fmax(last, work[k]);
    }
    EXPECT(fabs(last - q.info.makespan) <= last * LAST_BITS);
    EXPECT(q.status == FPM_OK ? q.info.gap <= 0 : q.info.gap > 0);
    EXPECT(!(q.info.lower_bound > 0) || crowded(q.info.lower_bound * (1 - LAST_BITS), 1));
}

static void check_refusal(void) {
    int i;
    for (i = 0; i <= SLOTS; i++) EXPECT(q.share[i] == -777);
    EXPECT(q.status == FPM_E_ARGUMENT || q.status == FPM_E_LOAD || q.status == FPM_E_OVERFLOW ||
           q.status == FPM_E_BOUNDS || q.status == FPM_E_INFEASIBLE ||
           (q.status == FPM_E_MAX_BYTES && q.opts.max_bytes) ||
           (q.status == FPM_E_WORK_LIMIT && q.opts.max && q.opts.max_work));
    if (q.status == FPM_E_INFEASIBLE) EXPECT(q.opts.max && crowded(HUGE_VAL, 0));
}

/* The least makespan of all owners from piece i on; sums beyond a limit do not count. */
static double least_of_all(int i, int64_t *sum) {
    double best = HUGE_VAL, last = 0;
    int k;
    for (k = 0; k < q.p && i == q.n; k++) {
        if (sum[k] > capacity(k, HUGE_VAL, 0)) return HUGE_VAL;
        last = fmax(last, (double)sum[k] / speed_of(k));
    }
    if (i == q.n) return last;
    for (k = 0; k < q.p; k++) {
        sum[k] += q.load[i];
        best = fmin(best, least_of_all(i + 1, sum));
        sum[k] -= q.load[i];
    }
    return best;
}

static void assign(void) {
    int owner[PIECES], i, status;
    int64_t sum[PROCS] = {0};
    double least, ways = 1;
    fpm_info info;
    for (i = 0; i < q.n; i++) ways *= q.p;
    q.opts.replicas = 0;
    q.opts.max_work = 1 + 100 * (int64_t)take();
    status = fpm_items_assign(q.n, q.load, q.p, &q.opts, owner, NULL, &info);
    if (ways > 2000 || status == FPM_E_MAX_BYTES) return;
    if (status < 0 && status != FPM_E_INFEASIBLE && status != FPM_E_WORK_LIMIT) return;
    least = least_of_all(0, sum);
    if (status == FPM_E_INFEASIBLE) EXPECT(!(least < HUGE_VAL));
    if (status < 0) return;
    EXPECT(info.makespan >= least * (1 - LAST_BITS));
    EXPECT(info.lower_bound <= least * (1 + LAST_BITS));
    EXPECT(fpm_items_check(q.n, q.load, q.p, &q.opts, owner, NULL, &info) >= 0);
}

/* Where the copies of piece i are: some of the processors, from one on. */
static void make_copies(int i) {
    int at = (int)(take() % (unsigned)q.p), k;
    q.copies[i] = 1 + (int)(take() % (unsigned)q.p);
    for (k = 0; k < q.copies[i]; k++) {
        q.owner[q.slots] = (at + k) % q.p;
        q.slots++;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    unsigned which;
    int i;
    bytes = data;
    left = size;
    memset(&q, 0, sizeof q);
    for (i = 0; i <= SLOTS; i++) q.share[i] = -777;
    q.n = take() % (PIECES + 1);
    q.p = 1 + (int)(take() % PROCS);
    which = take();
    for (i = 0; i < q.n; i++) {
        q.load[i] = take_size();
        if (which < 200 && (q.load[i] < 0 || q.load[i] > INT64_C(1) << 50)) q.load[i] = 1;
        make_copies(i);
    }
    for (i = 0; i < q.p; i++) {
        q.speed[i] = take_seconds();
        q.max[i] = take_size() % 40 - (take() % 8 == 7);
    }
    if (which & 1) q.opts.speed = q.speed;
    if (which & 2) q.opts.max = q.max;
    if (take() % 16 == 15) q.opts.max_bytes = 1 + 16 * take();
    if (take() % 4 == 3) q.opts.max_work = 1 + (INT64_C(1) << take() % 20);
    q.opts.replicas = q.slots;
    if (take() % 32 == 31) q.opts.replicas += (int)(take() % 3) - 1;
    q.out.copies = q.copies;
    if (fuzz_trace) fuzz_describe();
    fflush(stdout);
    q.status = fpm_items_share(q.n, q.load, q.p, &q.opts, q.owner, &q.out, q.share, &q.info);
    EXPECT(strcmp(fpm_status_str(q.status), "unknown status") != 0 && q.info.status == q.status);
    if (q.status < 0) check_refusal();
    else check_shares();
    assign();
    return 0;
}

#ifdef FUZZ_STANDALONE

static size_t fuzz_make(uint8_t *data) { return fuzz_bytes(data); }

#endif
