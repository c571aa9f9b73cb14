/* FPM_OPTIMAL and FPM_AUTO on finite sets of sizes that the bytes spell: up to 12 processors of up
   to 12 points, all sizes times a unit that may be huge, under any limits.  The makespan is
   compared with a dynamic program over units; a limit may cost the answer, never its truth. */
#define FPM_IMPLEMENTATION
#include "fpm.h"

#include "bytes.h"
#include "driver.h"

#include "../oracle.h"

#include "../oracle_sums.h"

/* Models that read the arrays of this program. */
static const fpm_model_options borrowed = {FPM_BORROW, 0, 0, NULL, NULL, 0, NULL};

enum { PROCS = 12, MOST = 12 };

static int64_t size[PROCS * MOST], small[PROCS * MOST], begin[PROCS + 1], n;
static double seconds[PROCS * MOST];
static fpm_options opts;
static fpm_info info;

static int stop_after(void *context, const fpm_progress *state) {
    (void)state;
    return --*(int *)context <= 0;
}

static void fuzz_describe(void) {
    int i;
    int64_t j;
    printf("algorithm %d, max_work %lld, max_bytes %llu, progress %d; status %d (%s), makespan "
           "%.17g, lower bound %.17g\n",
           opts.algorithm, (long long)opts.max_work, (unsigned long long)opts.max_bytes,
           opts.progress != NULL, info.status, fpm_status_str(info.status), info.makespan,
           info.lower_bound);
    printf("%lld %d\n", (long long)n, PROCS); /* the instance format */
    for (i = 0; i < PROCS; i++) {
        printf("%lld\n", (long long)(begin[i + 1] - begin[i]));
        for (j = begin[i]; j < begin[i + 1]; j++)
            printf("%lld %.17g\n", (long long)size[j], seconds[j]);
    }
}

static double share_seconds(int i, int64_t x) {
    int64_t j;
    if (x == 0) return 0;
    for (j = begin[i]; j < begin[i + 1] && size[j] != x; j++) {}
    EXPECT(j < begin[i + 1]);
    return seconds[j];
}

static void check(int status, const int64_t *d, double best) {
    double makespan = 0;
    int64_t sum = 0;
    int i;
    EXPECT(info.status == status);
    for (i = 0; i < PROCS; i++)
        if (status < 0) EXPECT(d[i] == -777 - i);
    if (status == FPM_E_INFEASIBLE) EXPECT(best < 0);
    else if (status == FPM_E_WORK_LIMIT) EXPECT(best < 0 || info.lower_bound <= best);
    else if (status < 0)
        EXPECT((status == FPM_E_STOPPED && opts.progress) ||
               (status == FPM_E_MAX_BYTES && opts.max_bytes));
    if (status < 0) return;
    EXPECT(status == FPM_OK || status == FPM_WORK_LIMIT ||
           (status == FPM_STOPPED && opts.progress));
    for (i = 0; i < PROCS; i++) {
        double t = share_seconds(i, d[i]);
        EXPECT(d[i] <= n - sum);
        sum += d[i];
        if (t > makespan) makespan = t;
    }
    EXPECT(sum == n && best >= 0);
    EXPECT(makespan >= info.makespan && makespan <= info.makespan);
    EXPECT(info.lower_bound <= best && makespan >= best);
    EXPECT(status != FPM_OK || (makespan <= best && info.lower_bound >= best));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length) {
    fpm_model model[PROCS];
    fpm_proc procs[PROCS];
    oracle_set set;
    int64_t d[PROCS], unit, total = 0, count = 0, j;
    int i, steps, times, part, odd;
    double best;
    bytes = data, left = length;
    memset(procs, 0, sizeof procs);
    memset(&opts, 0, sizeof opts);
    memset(&info, 0, sizeof info);
    unit = (int64_t)1 << (take() % 40);
    unit += take() % 2 ? (int64_t)take() % unit : 0;
    times = (int)take() % 3;
    part = (int)take(), odd = (int)take();
    if (take() % 4 == 3) opts.max_work = 1 + ((int64_t)take() << take() % 16);
    if (take() % 4 == 3) opts.max_bytes = 1 + ((size_t)take() << take() % 12);
    steps = 1 + (int)take();
    if (take() % 8 == 7) opts.progress = stop_after, opts.context = &steps;
    for (begin[0] = 0, i = 0; i < PROCS; i++) {
        int64_t x = 0;
        int k = (int)take() % (MOST + 1), gap = 1 + (int)take() % 32, step = 1 + (int)take() % 3;
        for (j = 0; j < k && left > 0; j++) {
            unsigned t = take();
            x += step * (1 + (int)take() % gap);
            small[count] = x, size[count] = x * unit;
            seconds[count++] = times == 0   ? 1 + (double)(t % 7)
                               : times == 1 ? (double)x * (1 + (double)t / 64)
                                            : (double)t + (double)take() / 256 + 1e-3;
        }
        begin[i + 1] = count;
        total += x;
        EXPECT(fpm_model_init(&model[i], FPM_DISCRETE, count - begin[i], size + begin[i],
                              seconds + begin[i], &borrowed, NULL) == FPM_OK);
        procs[i].model = &model[i];
    }
    set.n = total * part / 255;
    set.p = PROCS, set.begin = begin, set.size = small, set.seconds = seconds;
    best = oracle_plain(&set);
    n = set.n * unit;
    if (unit > 1 && odd % 16 == 15) n++, best = -1;
    for (opts.algorithm = FPM_AUTO; opts.algorithm <= FPM_OPTIMAL; opts.algorithm += FPM_OPTIMAL) {
        for (i = 0; i < PROCS; i++) d[i] = -777 - i;
        if (fuzz_trace) fuzz_describe(), fflush(stdout);
        check(fpm_partition(n, PROCS, procs, &opts, d, &info), d, best);
    }
    return 0;
}

#ifdef FUZZ_STANDALONE

static size_t fuzz_make(uint8_t *data) {
    size_t length = (size_t)fuzz_draw(330), i;
    for (i = 0; i < length; i++) data[i] = (uint8_t)fuzz_draw(256);
    if (length) data[0] = (uint8_t)(fuzz_draw(2) ? 0 : data[0]);
    return length;
}

#endif
