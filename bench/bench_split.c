/* Rounding, the search for the common time, and a million processors.
   usage: bench_split [p]   the number of processors of the last table, default 1000000 */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"

enum { POINTS = 20 };
#define RANGE 20000.0 /* largest size that was timed, but for rounding: twice the even share */

typedef struct platform {
    int p;
    int64_t *size;
    double *seconds;
    fpm_model *model;
    fpm_proc *procs;
} platform;

static void *need(size_t count, size_t each) {
    void *block = calloc(count, each);
    if (!block) {
        fprintf(stderr, "bench_split: out of memory\n");
        exit(1);
    }
    return block;
}

static platform platform_make(int p, int kind, int shape, double range) {
    platform f;
    fpm_model_options safe = FPM_ZERO;
    int i;
    safe.flags = FPM_SAFE;
    f.p = p;
    f.size = (int64_t *)need((size_t)p * POINTS, sizeof(int64_t));
    f.seconds = (double *)need((size_t)p * POINTS, sizeof(double));
    f.model = (fpm_model *)need((size_t)p, sizeof(fpm_model));
    f.procs = (fpm_proc *)need((size_t)p, sizeof(fpm_proc));
    for (i = 0; i < p; i++) {
        bench_shape s = bench_shape_random(shape, range);
        bench_points(&s, range, POINTS, f.size + i * POINTS, f.seconds + i * POINTS);
        if (fpm_model_init(&f.model[i], kind, POINTS, f.size + i * POINTS, f.seconds + i * POINTS,
                           &safe) < 0)
            exit(1);
        f.procs[i].model = &f.model[i];
    }
    return f;
}

static void platform_free(platform *f) {
    free(f->size), free(f->seconds), free(f->model), free(f->procs);
}

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
        int64_t n = units * p;
        double best;
        opts.algorithm = FPM_GEOMETRIC;
        opts.real = x;
        if (fpm_partition(n, p, f.procs, &opts, d, NULL) >= 0) {
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

/* One pass over all points, both arrays, as fast as this compiler makes it. */
static double stream(const platform *f, double *sink) {
    int64_t i, count = (int64_t)f->p * POINTS;
    double sum = 0, start = bench_now();
    for (i = 0; i < count; i++) sum += f->seconds[i] + (double)f->size[i];
    *sink += sum;
    return bench_now() - start;
}

static void many(int p) {
    enum { RUNS = 5 };
    int kind, run;
    printf("\n# %d processors with %d points each: points to optimal integers, median of %d runs, "
           "over one\n# streaming pass over the points\n",
           p, POINTS, RUNS);
    printf("kind          seconds  streaming  ratio  evaluations  bytes a processor\n");
    for (kind = FPM_PIECEWISE; kind <= FPM_AKIMA; kind += 2) {
        platform f = platform_make(p, kind, BENCH_MEM, RANGE);
        double time[RUNS], pass[RUNS], sink = 0;
        int64_t *d = (int64_t *)need((size_t)p, sizeof(int64_t));
        fpm_options opts = FPM_ZERO;
        fpm_info info;
        opts.max_bytes = (size_t)8 << 30;
        for (run = 0; run < RUNS; run++) {
            double start = bench_now();
            if (fpm_partition((int64_t)p * 10000, p, f.procs, &opts, d, &info) < 0) exit(1);
            time[run] = bench_now() - start;
            pass[run] = stream(&f, &sink);
        }
        printf("%-12s %8.4f %10.5f %6.1f %12lld %18.1f%s\n",
               kind == FPM_AKIMA ? "akima, safe" : "piecewise", bench_median(time, RUNS),
               bench_median(pass, RUNS), bench_median(time, RUNS) / bench_median(pass, RUNS),
               (long long)info.evaluations, (double)info.bytes / p, sink < 0 ? "!" : "");
        free(d);
        platform_free(&f);
    }
}

int main(int argc, char **argv) {
    bench_head("bench_split");
    rounding();
    evaluations();
    many(argc > 1 ? atoi(argv[1]) : 1000000);
    return 0;
}
