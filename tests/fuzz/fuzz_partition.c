/* fpm_partition on anything the bytes spell: up to 6 processors of any kind, any points and
   constraints, any options.  A negative status leaves the outputs alone; an answer sums to n, keeps
   every constraint, passes fpm_partition_check and lies above its lower bound; small instances are
   compared with all partitions there are. */
#define FPM_IMPLEMENTATION
#include "fpm.h"

#include "bytes.h"
#include "driver.h"

enum { PROCS = 6, POINTS = 8, SMALL = 14 };

static int finite_(double x) {
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return (u >> 52 & 0x7ff) != 0x7ff;
}

static int keeps(const fpm_proc *proc, int64_t d) {
    int64_t i;
    if (d < 0 || (proc->required && !d)) return 0;
    if (!d) return 1;
    if (d < proc->min || (proc->max && d > proc->max) || (proc->grain && d % proc->grain)) return 0;
    if (proc->model->kind != FPM_DISCRETE) return 1;
    for (i = 0; i < proc->model->count && proc->model->size[i] != d; i++) {}
    return i < proc->model->count;
}

static int stop_after(void *context, const fpm_progress *state) {
    (void)state;
    return --*(int *)context <= 0;
}

/* The least makespan of all partitions: -1 when there is none, -2 when a time is not to be had. */
static double best(int64_t n, int p, const fpm_proc *procs) {
    double least = -1, rest, t;
    int64_t x;
    for (x = p > 1 ? 0 : n; x <= n; x++) {
        if (!keeps(procs, x)) continue;
        if (fpm_model_time(procs->model, (double)x, &t) < 0) return -2;
        if (x) t += procs->fixed;
        rest = p > 1 ? best(n - x, p - 1, procs + 1) : 0;
        if (rest < -1) return rest;
        if (rest < 0) continue;
        if (t < rest) t = rest;
        if (least < 0 || t < least) least = t;
    }
    return least;
}

static struct {
    int64_t n;
    int p, status;
    const fpm_proc *procs;
    const fpm_options *opts;
    const fpm_info *info;
    const int64_t *d;
    double *real;
} running;

static void fuzz_describe(void) {
    const fpm_options *o = running.opts;
    int i;
    int64_t j;
    printf("n %lld, p %d, algorithm %d, search %d, real %d, max_bytes %llu, max_work %lld\n",
           (long long)running.n, running.p, o->algorithm, o->search, running.real != NULL,
           (unsigned long long)o->max_bytes, (long long)o->max_work);
    for (i = 0; i < running.p; i++) {
        const fpm_proc *proc = &running.procs[i];
        const fpm_model *m = proc->model;
        printf("%d: min %lld max %lld grain %lld fixed %.17g required %d; kind %d flags %d extent "
               "%lld\n  ",
               i, (long long)proc->min, (long long)proc->max, (long long)proc->grain, proc->fixed,
               proc->required, m->kind, m->flags, (long long)m->extent);
        for (j = 0; j < m->count; j++)
            printf(" (%lld, %.17g)", (long long)m->size[j], m->seconds[j]);
        puts("");
    }
    if (running.status == INT32_MIN) return; /* still running */
    printf("status %d (%s), makespan %.17g, bound %.17g, d", running.status,
           fpm_status_str(running.status), running.info->makespan, running.info->lower_bound);
    for (i = 0; i < running.p; i++) printf(" %lld", (long long)running.d[i]);
    puts("");
}

static void check_answer(int64_t n, int p, const fpm_proc *procs, const int64_t *d, int status,
                         const fpm_info *info) {
    fpm_info again;
    int64_t sum = 0;
    int i, verdict;
    for (i = 0; i < p; i++) {
        EXPECT(keeps(&procs[i], d[i]));
        EXPECT(d[i] <= n - sum);
        sum += d[i];
    }
    EXPECT(sum == n);
    memset(&again, 0, sizeof again);
    verdict = fpm_partition_check(n, p, procs, NULL, d, &again);
    EXPECT(verdict == FPM_OK || verdict == FPM_EXTRAPOLATED);
    EXPECT(info->status == status && again.status == verdict);
    EXPECT(finite_(info->makespan) && info->makespan >= 0);
    EXPECT(info->makespan <= again.makespan * (1 + 1e-12));
    EXPECT(again.makespan <= info->makespan * (1 + 1e-12));
    EXPECT(info->lower_bound <= info->makespan);
    EXPECT(again.lower_bound <= again.makespan);
    EXPECT(!(info->gap < 0) && !(info->imbalance < -1e-9));
    if (status == FPM_WORK_LIMIT) return;
    if (info->algorithm == FPM_OPTIMAL) EXPECT(info->gap < 1e-12);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static int64_t sizes[PROCS][POINTS];
    static double seconds[PROCS][POINTS];
    fpm_model model[PROCS];
    fpm_proc procs[PROCS] = FPM_ZERO;
    fpm_options opts = FPM_ZERO;
    fpm_info info;
    fpm_partition_outputs out = FPM_ZERO;
    int64_t d[PROCS], n;
    double real[PROCS], least;
    int i, j, p, status, steps = 1000000, untouched;
    bytes = data, left = size;
    n = take_size();
    p = 1 + (int)(take() % PROCS);
    for (i = 0; i < p; i++) {
        fpm_model_options mopts = FPM_ZERO;
        int kind = FPM_CONSTANT + (int)(take() % 5), k = (int)(take() % (POINTS + 1));
        unsigned odd = take();
        int64_t x = 0;
        for (j = 0; j < k; j++) {
            int64_t step = take_size();
            if (step < 1 && odd < 250) step = 1;
            x = (int64_t)((uint64_t)x + (uint64_t)step); /* wraps: any size at all */
            sizes[i][j] = x;
            seconds[i][j] = take_seconds();
            if (odd % 4 && odd < 200) seconds[i][j] += j ? seconds[i][j - 1] : 0;
        }
        if (kind == FPM_AKIMA) mopts.flags = (int)(take() % 5);
        if (mopts.flags & FPM_LITERAL) mopts.extent = take_size();
        status = fpm_model_init(&model[i], kind, k, sizes[i], seconds[i], &mopts, NULL);
        if (status < 0) { /* a plain processor instead */
            sizes[i][0] = 4, seconds[i][0] = 1 + i;
            EXPECT(fpm_model_init(&model[i], kind, 1, sizes[i], seconds[i], NULL, NULL) == FPM_OK);
        }
        procs[i].model = &model[i];
        odd = take();
        if (odd & 1) procs[i].min = take_size();
        if (odd & 2) procs[i].max = take_size();
        if (odd & 4) procs[i].grain = take_size();
        if (odd & 8) procs[i].fixed = take_seconds();
        if ((odd & 48) == 48) procs[i].required = 1;
        if (odd & 128) procs[i].min = procs[i].grain = 0;
    }
    opts.algorithm = (int)(take() % 5);
    opts.search = (int)(take() % 2); /* FPM_BISECTION where there are lines */
    if (opts.algorithm != FPM_AUTO && opts.algorithm != FPM_GEOMETRIC) opts.search = FPM_NEWTON;
    opts.max_work = 1 + (int64_t)(take() << 12);
    if (take() % 8 == 7) opts.max_bytes = (size_t)take() * 64 + 1;
    running.real = take() % 4 == 3 ? real : NULL;
    if (take() % 8 == 7)
        opts.progress = stop_after, opts.context = &steps, steps = 1 + (int)(take() % 8);
    for (i = 0; i < PROCS; i++) d[i] = -777 - i, real[i] = -777 - i;
    memset(&info, 0x55, sizeof info);

    running.n = n, running.p = p, running.procs = procs, running.opts = &opts;
    running.d = d, running.info = &info, running.status = INT32_MIN;
    if (fuzz_trace) fuzz_describe(), fflush(stdout);

    out.real = running.real;
    status = running.status = fpm_partition_real(n, p, procs, &opts, d, &out, &info);
    EXPECT(strcmp(fpm_status_str(status), "unknown status") != 0 && status != FPM_E_VIOLATED);
    EXPECT(info.status == status);
    for (untouched = 1, i = status < 0 ? 0 : p; i < PROCS; i++) untouched &= d[i] == -777 - i;
    EXPECT(untouched);
    if (status < 0)
        for (i = 0; i < PROCS; i++) EXPECT(real[i] == -777 - i);
    else check_answer(n, p, procs, d, status, &info);

    if (n >= 0 && n <= SMALL && p <= 3 && status != FPM_WORK_LIMIT && info.algorithm >= 0 &&
        (opts.algorithm == FPM_AUTO || opts.algorithm == FPM_OPTIMAL) &&
        (status >= 0 || status == FPM_E_INFEASIBLE)) {
        least = best(n, p, procs);
        if (least > -2) EXPECT((status == FPM_E_INFEASIBLE) == (least < 0));
        if (least >= 0) EXPECT(info.makespan <= least * (1 + 1e-12));
        if (least >= 0) EXPECT(info.lower_bound <= least * (1 + 1e-12));
    }
    for (i = 0; i < p; i++) fpm_model_free(&model[i]);
    return 0;
}

#ifdef FUZZ_STANDALONE

static size_t fuzz_make(uint8_t *data) {
    size_t size = fuzz_bytes(data);
    if (size) data[0] = (uint8_t)fuzz_draw(fuzz_draw(4) ? 200 : 256);
    return size;
}

#endif
