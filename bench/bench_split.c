/* Rounding, and the search for the common time. */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"

static double makespan(const platform *f, const int64_t *d) {
    double most = 0, t;
    int i;
    for (i = 0; i < f->p; i++)
        if (fpm_model_time(&f->model[i], (double)d[i], &t) >= 0 && t > most) most = t;
    return most;
}

/* What users do: the nearest whole numbers by largest remainder (floors, and what is left to the
   largest fractions), or floors and what is left to the first processors. */
static void round_usual(const double *x, int p, int64_t n, int64_t *d, int remainders) {
    int i;
    for (i = 0; i < p; i++) n -= d[i] = (int64_t)floor(x[i]);
    for (; n > 0; n--) {
        int best = (int)(n - 1) % p;
        for (i = 0; i < p && remainders; i++)
            if (x[i] - (double)d[i] > x[best] - (double)d[best]) best = i;
        d[best]++;
    }
}

static void rounding_row(int p, int64_t units, int reps) {
    double *loss[2], *x = (double *)need((size_t)p, sizeof(double));
    int64_t *d = (int64_t *)need((size_t)p, sizeof(int64_t));
    int rep, way, worse[2] = {0, 0}, counted = 0;
    loss[0] = (double *)need((size_t)reps, sizeof(double));
    loss[1] = (double *)need((size_t)reps, sizeof(double));
    for (rep = 0; rep < reps; rep++) {
        platform f = platform_make(p, FPM_PIECEWISE, BENCH_MEM, 2.0 * (double)units);
        fpm_options opts = FPM_ZERO;
        fpm_partition_outputs out = FPM_ZERO;
        int64_t n = units * p;
        double best;
        opts.algorithm = FPM_GEOMETRIC;
        out.real = x;
        if (fpm_partition_real(n, p, f.procs, &opts, d, &out, NULL) >= 0) {
            best = makespan(&f, d);
            for (way = 0; way < 2; way++) {
                round_usual(x, p, n, d, way == 0);
                loss[way][counted] = makespan(&f, d) / best - 1;
                worse[way] += loss[way][counted] > 1e-12;
            }
            counted++;
        }
        platform_free(&f);
    }
    printf("%7d %6lld", p, (long long)units);
    for (way = 0; way < 2; way++) {
        double mean = 0, most = 0;
        for (rep = 0; rep < counted; rep++) {
            mean += loss[way][rep] / counted;
            most = fmax(most, loss[way][rep]);
        }
        printf("   %5.1f %% %8.2f %% %8.1f %%", 100.0 * worse[way] / counted, 100 * mean,
               100 * most);
    }
    printf("\n");
    free(x), free(d), free(loss[0]), free(loss[1]);
}

static void rounding(void) {
    static const int procs[] = {4, 16, 64, 256};
    static const int64_t units[] = {10, 100, 1000};
    int i, j;
    printf("\n# Rounding: makespan of the usual roundings of the same real shares over the optimal "
           "integers\n# (worse: share of instances; loss: mean, largest)\n");
    printf(
        "      p  units   nearest, by remainders: worse, loss    floor and first: worse, loss\n");
    for (j = 0; j < 3; j++)
        for (i = 0; i < 4; i++) rounding_row(procs[i], units[j], procs[i] > 64 ? 20 : 200);
}

static void evaluations(void) {
    static const int procs[] = {2, 4, 16, 64, 256, 1024};
    int i, kind, search;
    printf("\n# Sums over all processors to find the common time: Newton inside the bracket and "
           "bisection\n# (mean, largest; MEM shapes, %d points, 0.001 to 100 times the range)\n",
           POINTS);
    printf("kind            p     newton          bisection       instances\n");
    for (kind = FPM_PIECEWISE; kind <= FPM_AKIMA; kind += 2)
        for (i = 0; i < 6; i++) {
            int reps = procs[i] <= 16 ? 2000 : procs[i] <= 64 ? 500 : 50, rep;
            double sum[2] = {0, 0};
            int64_t most[2] = {0, 0};
            int64_t *d = (int64_t *)need((size_t)procs[i], sizeof(int64_t));
            for (rep = 0; rep < reps; rep++) {
                platform f = platform_make(procs[i], kind, BENCH_MEM, RANGE);
                double load = pow(10, bench_between(-3, 2));
                for (search = 0; search < 2; search++) {
                    fpm_options opts = FPM_ZERO;
                    fpm_info info;
                    opts.algorithm = FPM_GEOMETRIC;
                    opts.search = search;
                    if (fpm_partition((int64_t)(RANGE * load * f.p) + 1, f.p, f.procs, &opts, d,
                                      &info) < 0)
                        exit(1);
                    sum[search] += (double)info.evaluations;
                    if (info.evaluations > most[search]) most[search] = info.evaluations;
                }
                platform_free(&f);
            }
            printf("%-12s %4d   %5.2f %6lld    %5.2f %9lld   %12d\n",
                   kind == FPM_AKIMA ? "akima, safe" : "piecewise", procs[i], sum[0] / reps,
                   (long long)most[0], sum[1] / reps, (long long)most[1], reps);
            free(d);
        }
}

/* Shares by the halving of time that one writes down first: the most units that each does by it. */
static void halved(const platform *f, int64_t n, int64_t *d) {
    double low = 0, high = 1e6;
    int i, round;
    for (round = 0; round < 50; round++) {
        double time = 0.5 * (low + high);
        int64_t sum = 0;
        for (i = 0; i < f->p; i++) {
            fpm_model_size(&f->model[i], time, &d[i]);
            sum += d[i];
        }
        if (sum >= n) high = time;
        else low = time;
    }
}

/* Seconds of this process alone. */
static double cpu(void) { return (double)clock() / CLOCKS_PER_SEC; }

static void calls(void) {
    static const int kinds[] = {FPM_CONSTANT, FPM_PIECEWISE, FPM_AKIMA, FPM_DISCRETE};
    static const char *const name[] = {"constant", "piecewise", "akima, safe", "discrete"};
    int k, p, rep, j;
    printf("\n# A call per parallel loop: microseconds, and of halving the time by fpm_model_size "
           "(median of 9)\nkind            p     a call    halving\n");
    for (k = 0; k < 4; k++)
        for (p = 2; p <= 16; p *= 2) {
            platform f = platform_make(p, kinds[k], BENCH_MEM, RANGE);
            int64_t d[16], unit = k < 3 ? 1 : (int64_t)RANGE / POINTS;
            double took[2][9];
            for (rep = 0; rep < 9; rep++) {
                double start = cpu();
                for (j = 0; j < 2000; j++)
                    if (fpm_partition(unit * p * (k < 3 ? 3000 + 7 * j : 1 + j % 10), p, f.procs,
                                      NULL, d, NULL) < 0)
                        exit(1);
                took[0][rep] = (cpu() - start) / 2000;
                start = cpu();
                for (j = 0; j < 200; j++)
                    halved(&f, unit * p * (k < 3 ? 3000 + 70 * j : 1 + j % 10), d);
                took[1][rep] = (cpu() - start) / 200;
            }
            printf("%-12s %4d   %8.2f %10.2f\n", name[k], p, 1e6 * bench_median(took[0], 9),
                   1e6 * bench_median(took[1], 9));
            platform_free(&f);
        }
}

int main(void) {
    bench_head("bench_split");
    calls();
    rounding();
    evaluations();
    return 0;
}
