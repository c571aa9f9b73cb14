/* How sure a makespan is.  Simulated: 16 processors are measured, nine times at each of six sizes,
   with noise that differs, and share 100,000 units by models without risk and with that of
   fpm_risk: the true makespan of both over the least, and how often it lies in the interval that
   fpm_partition_interval says.  Noise: normal, Student's t of 3 degrees, and normal with each error
   half that of the repetition before, which a half-width does not see.  500 runs a row.

   Is a move worth it?  Processors of unknown speed run `shares`: even ones; the right ones but for
   1 %; or the right ones, and one has become slow.  Times of 20 steps, off by 3 % in the mean, give
   the next partition, and fpmk_gain says whether to move, at the price of 3 % of 100 steps: how
   often the true gain lies in its interval, how many moves harm, and what decisions lose beside the
   right ones, in steps; then the same for gains as they seem.  500 runs a row.

   Then for real, 30 times: four functions of this machine are measured at four sizes, and 2^20
   units are shared; all that and the shares are measured in five rounds; units are shared again,
   and each share is run 9 times.  Does the longest of the medians lie in the interval, if
   half-widths are those of the last round, of the mean of the rounds, or of one more round? */
#define FPM_IMPLEMENTATION
#define FPMK_IMPLEMENTATION
#include "../fpm_kernels.h"

#include "bench.h"

enum { P = 16, K = 6, REPS = 9, RUNS = 500, UNITS = 100000, FEW = 4, RUNS_HERE = 30 };

static double gauss(void) {
    double length = sqrt(-2 * log(1 - bench_random()));
    return length * cos(6.283185307179586 * bench_random());
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
            if (fpm_model_init(&real[i], FPM_AKIMA, K, size[i], sure, &o, NULL) < 0) exit(1);
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
                o.flags = risk ? 0 : FPM_BORROW;
                if (fpm_model_init(&model[i], FPM_AKIMA, K, size[i], seconds[i], &o, NULL) < 0)
                    exit(1);
                procs[i].model = &model[i];
            }
            if (fpm_partition(UNITS, P, procs, NULL, d, NULL) < 0) exit(1);
            if (fpm_partition_interval(UNITS, P, procs, NULL, d, NULL, &f, NULL) < 0) exit(1);
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

/* ---- is a move worth it ---- */

/* The mean of 20 times that are off by 3 % in the mean, and its half-width.  Autocorrelated: five
   times in a row in each of 20 rounds, whose means count. */
static double mean_time(double t, int noise, double *half) {
    double sample[20], last;
    fpmk_stat stat = FPM_ZERO;
    int r, k;
    stat.method = FPMK_MEAN, stat.sample = sample, stat.capacity = 20;
    for (r = 0; r < 20; r++) {
        double z = noise == 1 ? student() : gauss();
        for (last = z, k = 1; noise == 2 && k < 5; k++)
            last = last / 2 + sqrt(0.75) * gauss(), z += last;
        fpmk_stat_add(&stat, t * fmax(1 + sqrt(20) * 0.03 * (noise == 2 ? z / 3.6 : z), 0.05));
    }
    *half = stat.half_width;
    return stat.value;
}

static void moves(const char *name, int noise, int scene, int p) {
    static const char *const scenes[] = {"even shares", "right ones", "one slow"};
    int run, held = 0, harm[2] = {0, 0}, way, i;
    double lost[2] = {0, 0};
    for (run = 0; run < RUNS; run++) {
        double speed[64], d[64], now[64], next[64], error[64], a = 0, b = 0, sum = 0, all = 0;
        double seen[2] = {0, 0}, saved;
        fpmk_gain_options o = FPM_ZERO;
        fpmk_gain_report r;
        for (i = 0; i < p; i++) {
            speed[i] = exp(0.05 * gauss());
            d[i] = scene ? speed[i] * exp(0.01 * gauss()) : 1;
            all += d[i];
        }
        if (scene == 2) speed[p / 2] /= 1.3;
        for (i = 0; i < p; i++) {
            d[i] *= p / all;
            a = fmax(a, d[i] / speed[i]);
            now[i] = mean_time(d[i] / speed[i], noise, &error[i]);
            error[i] /= now[i], sum += d[i] / now[i];
        }
        for (i = 0; i < p; i++) {
            next[i] = p / sum;
            b = fmax(b, p * d[i] / now[i] / sum / speed[i]);
            seen[0] = fmax(seen[0], now[i]), seen[1] = fmax(seen[1], next[i]);
        }
        o.error = error;
        if (fpmk_gain(p, now, next, 3, 100, &o, &r) < 0) exit(1);
        held += r.low <= a - b && a - b <= r.high;
        saved = 100 * (a - b) - 3;
        for (way = 0; way < 2; way++) {
            int move = way ? 100 * (seen[0] - seen[1]) > 3 : r.verdict == FPM_MOVE;
            harm[way] += move && saved < 0;
            lost[way] += (fmax(saved, 0) - (move ? saved : 0)) / RUNS;
        }
    }
    printf("%-16s %3d  %-12s %15.1f %10.1f %10.1f %9.2f %9.2f\n", name, p, scenes[scene],
           100.0 * held / RUNS, 100.0 * harm[0] / RUNS, 100.0 * harm[1] / RUNS, lost[0], lost[1]);
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

/* One round: the median of 9 times, whatever its half-width. */
static fpm_point measure(int which, int64_t size) {
    fpmk_options o = FPM_ZERO;
    work w = {0, 0};
    fpm_point point;
    w.which = which, w.units = size;
    o.max_reps = REPS, o.max_warmups = 2, o.min_seconds = FPMK_NONE;
    if (fpmk_measure_call(run_units, &w, size, &o, &point, NULL) < 0) exit(1);
    return point;
}

enum { SIZES = 5, VISITS = 5, WAYS = 3 };

/* The points of one function, from its rounds. */
static void points_of(int way, const int64_t *size, double (*seconds)[VISITS], const double *last,
                      fpm_points *points) {
    int k, v;
    for (k = 0; k < SIZES; k++) {
        double sample[VISITS];
        fpm_point point = FPM_ZERO;
        fpmk_stat stat = FPM_ZERO;
        stat.method = FPMK_MEAN, stat.sample = sample, stat.capacity = VISITS;
        for (v = 0; v < VISITS; v++) fpmk_stat_add(&stat, seconds[k][v]);
        point.size = size[k], point.seconds = stat.value, point.half_width = stat.half_width;
        if (way == 0) point.seconds = seconds[k][VISITS - 1], point.half_width = last[k];
        if (way == 2) point.half_width *= sqrt(VISITS + 1);
        if (fpm_points_add(points, &point) < 0) exit(1);
    }
    if (fpm_points_sort(points, NULL) < 0) exit(1);
}

static void share(const fpm_points *points, int64_t *d, fpm_interval *f) {
    fpm_model model[FEW];
    fpm_proc procs[FEW] = FPM_ZERO;
    int i;
    for (i = 0; i < FEW; i++) {
        fpm_model_options o = FPM_ZERO;
        o.half_width = points[i].half_width;
        o.flags = FPM_BORROW;
        if (fpm_model_init(&model[i], FPM_AKIMA, points[i].count, points[i].size, points[i].seconds,
                           &o, NULL) < 0)
            exit(1);
        procs[i].model = &model[i], procs[i].required = 1;
    }
    if (fpm_partition(1 << 20, FEW, procs, NULL, d, NULL) < 0) exit(1);
    if (f && fpm_partition_interval(1 << 20, FEW, procs, NULL, d, NULL, f, NULL) < 0) exit(1);
}

static void for_real(void) {
    static const char *const name[WAYS] = {"one round", "mean of 5 rounds", "one more round"};
    int (*volatile same)(void *) = run_units; /* not inlined: the code that was measured */
    int inside[WAYS] = {0}, below[WAYS] = {0}, round, way, i, k, v, r;
    double wide[WAYS] = {0}, off[WAYS] = {0};
    for (round = 0; round < 1 << 20; round++) cell[round] = bench_random();
    for (round = 0; round < RUNS_HERE; round++) {
        double seconds[FEW][SIZES][VISITS], last[FEW][SIZES], t[WAYS] = {0};
        int64_t size[FEW][SIZES], d[WAYS][FEW];
        fpm_interval f[WAYS];
        fpm_points first[FEW] = FPM_ZERO;
        for (i = 0; i < FEW; i++)
            for (k = 0; k < SIZES - 1; k++) {
                fpm_point point = measure(i, size[i][k] = (int64_t)1 << (14 + 2 * k));
                if (fpm_points_add(&first[i], &point) < 0) exit(1);
            }
        share(first, d[0], NULL);
        for (i = 0; i < FEW; i++) size[i][SIZES - 1] = d[0][i], fpm_points_free(&first[i]);
        for (v = 0; v < VISITS; v++)
            for (i = 0; i < FEW; i++)
                for (k = 0; k < SIZES; k++) {
                    fpm_point point = measure(i, size[i][k]);
                    seconds[i][k][v] = point.seconds, last[i][k] = point.half_width;
                }
        for (way = 0; way < WAYS; way++) {
            fpm_points points[FEW] = FPM_ZERO;
            for (i = 0; i < FEW; i++) points_of(way, size[i], seconds[i], last[i], &points[i]);
            share(points, d[way], &f[way]);
            for (i = 0; i < FEW; i++) fpm_points_free(&points[i]);
        }
        for (way = 0; way < WAYS; way++) {
            for (i = 0; i < FEW; i++) {
                double one[REPS];
                work w = {0, 0};
                w.which = i, w.units = d[way][i];
                for (r = 0; r < REPS; r++) {
                    double start = fpmk_now();
                    same(&w);
                    one[r] = fpmk_now() - start;
                }
                t[way] = fmax(t[way], bench_median(one, REPS));
            }
            inside[way] += f[way].low <= t[way] && t[way] <= f[way].high;
            below[way] += t[way] < f[way].low;
            wide[way] += (f[way].high - f[way].low) / f[way].mean / RUNS_HERE;
            off[way] += fabs(t[way] / f[way].mean - 1) / RUNS_HERE;
        }
    }
    printf(
        "\nmeasured here, %d times    in the interval  below  above  it is wide  off its middle\n",
        RUNS_HERE);
    for (way = 0; way < WAYS; way++)
        printf("%-26s %8d %11d %6d %9.1f %% %9.1f %%\n", name[way], inside[way], below[way],
               RUNS_HERE - inside[way] - below[way], 100 * wide[way], 100 * off[way]);
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
    printf("\n%-16s   p  shares       %% in the interval  moves that harm, as seems  steps lost\n",
           "noise");
    for (k = 0; k < 3; k++) {
        int scene;
        for (scene = 0; scene < 3; scene++) moves(noise[k], k, scene, 16);
    }
    moves(noise[0], 0, 1, 4);
    moves(noise[0], 0, 1, 64);
    for_real();
    return 0;
}
