/* How sure a makespan is.  Simulated: 16 processors are measured, nine times at each of six sizes,
   with noise that differs, and share 100,000 units by models without risk and with that of
   fpm_risk: the true makespan of both over the least, and how often it lies in the interval that
   fpm_partition_interval says.  Noise: normal, Student's t of 3 degrees, and normal with each error
   half that of the repetition before, which a half-width does not see.  500 runs a row.

   Then for real, 30 times: four functions of this machine are measured, 2^20 units are shared, the
   shares are measured and shared again twice, and each is run 9 times: does the longest of the
   medians lie in the interval? */
#define FPM_IMPLEMENTATION
#define FPMK_IMPLEMENTATION
#include "../fpm_kernels.h"

#include "bench.h"

enum { P = 16, K = 6, REPS = 9, RUNS = 500, UNITS = 100000, FEW = 4, ROUNDS = 30 };

static double gauss(void) {
    return sqrt(-2 * log(1 - bench_random())) * cos(6.283185307179586 * bench_random());
}

static double student(void) { /* 3 degrees of freedom, variance 1 */
    double a = gauss(), b = gauss(), c = gauss(), d = gauss();
    return a / sqrt(b * b + c * c + d * d);
}

/* ---- simulated ---- */

static double true_time(double speed, double knee, double x) {
    return x / speed * (1 + x / (x + knee));
}

static void simulate(const char *name, int noise, int unsure, double high, double low) {
    static double ratio[2][RUNS], sorted[RUNS];
    double mean[2] = {0, 0}, late[2];
    int within[2] = {0, 0}, run, risk, i, k, r;
    for (run = 0; run < RUNS; run++) {
        static int64_t size[P][K];
        static double seconds[P][K], half[P][K];
        double speed[P], knee[P], least = 0;
        fpm_model model[P], real[P];
        fpm_proc procs[P] = FPM_ZERO;
        fpm_info info;
        int64_t d[P];
        for (i = 0; i < P; i++) {
            double sd = i < unsure ? high : low, before = 0;
            speed[i] = bench_between(1e4, 4e4), knee[i] = bench_between(1e3, 1e4);
            for (k = 0; k < K; k++) {
                double sample[REPS], t;
                fpmk_stat stat = FPM_ZERO;
                stat.method = FPMK_MEAN, stat.sample = sample, stat.capacity = REPS;
                size[i][k] = (int64_t)(500 * pow(3, k));
                t = true_time(speed[i], knee[i], (double)size[i][k]);
                for (r = 0; r < REPS; r++) {
                    double z = noise == 1 ? student() : gauss();
                    if (noise == 2) z = before / 2 + sqrt(0.75) * z, before = z;
                    fpmk_stat_add(&stat, t * fmax(1 + 3 * sd * z, 0.05));
                }
                seconds[i][k] = stat.value, half[i][k] = stat.half_width;
            }
        }
        for (i = 0; i < P; i++) { /* the least makespan: the same sizes, sure */
            double sure[K];
            fpm_model_options o = FPM_ZERO;
            for (k = 0; k < K; k++) sure[k] = true_time(speed[i], knee[i], (double)size[i][k]);
            o.flags = FPM_COPY;
            if (fpm_model_init(&real[i], FPM_AKIMA, K, size[i], sure, &o) < 0) exit(1);
            procs[i].model = &real[i];
        }
        if (fpm_partition(UNITS, P, procs, NULL, d, &info) < 0) exit(1);
        least = info.makespan;
        for (risk = 0; risk < 2; risk++) {
            double t = 0, at;
            fpm_interval f;
            for (i = 0; i < P; i++) {
                fpm_model_options o = FPM_ZERO;
                o.half_width = half[i], o.risk = risk ? fpm_risk(P) : 0;
                if (fpm_model_init(&model[i], FPM_AKIMA, K, size[i], seconds[i], &o) < 0) exit(1);
                procs[i].model = &model[i];
            }
            if (fpm_partition(UNITS, P, procs, NULL, d, NULL) < 0) exit(1);
            if (fpm_partition_interval(P, procs, d, NULL, NULL, &f) < 0) exit(1);
            for (i = 0; i < P; i++) {
                fpm_model_time(&real[i], (double)d[i], &at);
                t = fmax(t, at);
                fpm_model_free(&model[i]);
            }
            within[risk] += f.low <= t && t <= f.high;
            ratio[risk][run] = t / least;
            mean[risk] += t / least / RUNS;
        }
        for (i = 0; i < P; i++) fpm_model_free(&real[i]);
    }
    for (risk = 0; risk < 2; risk++) {
        memcpy(sorted, ratio[risk], sizeof sorted);
        qsort(sorted, RUNS, sizeof sorted[0], bench_compare);
        late[risk] = sorted[RUNS * 95 / 100];
    }
    printf("%-16s %2d of %4.1f %%, rest %4.1f %%", name, unsure, 100 * high, 100 * low);
    printf("  %.3f %.3f (%+.1f %%)", mean[0], mean[1], 100 * (mean[1] / mean[0] - 1));
    printf("  %.3f %.3f (%+.1f %%)", late[0], late[1], 100 * (late[1] / late[0] - 1));
    printf("  %5.1f %5.1f\n", 100.0 * within[0] / RUNS, 100.0 * within[1] / RUNS);
}

/* ---- on this machine ---- */

static double cell[1 << 20];
static volatile double sink;

static int passes[FEW] = {1, 2, 3, 5}; /* over data that is in the cache, or is not */
typedef struct work {
    int which;
    int64_t units;
} work;

static int run_units(void *context) {
    const work *w = (const work *)context;
    int64_t mask = w->which % 2 ? (1 << 20) - 1 : (1 << 12) - 1, i;
    double sum = 0;
    int pass;
    for (pass = 0; pass < passes[w->which]; pass++)
        for (i = 0; i < w->units; i++) sum += cell[i * 9 & mask];
    sink = sum;
    return 0;
}

static void measure(fpm_points *points, int which, int64_t size) {
    work w = {0, 0};
    fpm_point point;
    w.which = which, w.units = size;
    if (fpmk_measure_call(run_units, &w, size, NULL, &point, NULL) < 0) exit(1);
    if (fpm_points_add(points, &point) < 0 || fpm_points_sort(points, NULL) < 0) exit(1);
}

/* Four sizes, then twice the shares themselves: errors of models between points are not in a
   half-width. */
static void for_real(void) {
    int round, inside = 0, below = 0;
    int (*volatile same)(void *) = run_units; /* not inlined: the code that was measured */
    double wide = 0, off = 0;
    for (round = 0; round < 1 << 20; round++) cell[round] = bench_random();
    for (round = 0; round < ROUNDS; round++) {
        fpm_points points[FEW] = FPM_ZERO;
        fpm_model model[FEW];
        fpm_proc procs[FEW] = FPM_ZERO;
        fpm_interval f;
        int64_t d[FEW], size;
        double t = 0;
        int i, r, turn;
        for (i = 0; i < FEW; i++)
            for (size = 1 << 14; size <= 1 << 20; size *= 4) measure(&points[i], i, size);
        for (turn = 0; turn < 3; turn++) {
            for (i = 0; i < FEW; i++) {
                fpm_model_options o = FPM_ZERO;
                if (turn > 0) measure(&points[i], i, d[i]);
                o.half_width = points[i].half_width;
                if (fpm_model_init(&model[i], FPM_AKIMA, points[i].count, points[i].size,
                                   points[i].seconds, &o) < 0)
                    exit(1);
                procs[i].model = &model[i], procs[i].required = 1;
            }
            if (fpm_partition(1 << 20, FEW, procs, NULL, d, NULL) < 0) exit(1);
        }
        if (fpm_partition_interval(FEW, procs, d, NULL, NULL, &f) < 0) exit(1);
        for (i = 0; i < FEW; i++) {
            double one[REPS];
            work w = {0, 0};
            w.which = i, w.units = d[i];
            for (r = 0; r < REPS; r++) {
                double start = fpmk_now();
                same(&w);
                one[r] = fpmk_now() - start;
            }
            t = fmax(t, bench_median(one, REPS));
            fpm_points_free(&points[i]);
        }
        inside += f.low <= t && t <= f.high;
        below += t < f.low;
        wide += (f.high - f.low) / f.mean / ROUNDS;
        off += fabs(t / f.mean - 1) / ROUNDS;
    }
    printf("\nmeasured here, %d rounds: %d in the interval, %d below, %d above\n", ROUNDS, inside,
           below, ROUNDS - inside - below);
    printf("it is %.1f %% wide, and the makespan %.1f %% off its middle\n", 100 * wide, 100 * off);
}

int main(void) {
    static const char *const noise[] = {"normal", "Student, 3", "autocorrelated"};
    int k;
    bench_head("bench_interval: how sure a makespan is");
    printf("%-16s %-23s makespan / least, mean    95th percentile          %% in the interval\n",
           "noise", "errors of the means");
    for (k = 0; k < 3; k++) {
        simulate(noise[k], k, 4, 0.10, 0.02);
        simulate(noise[k], k, 8, 0.20, 0.02);
        simulate(noise[k], k, 16, 0.05, 0.05);
    }
    for_real();
    return 0;
}
