/* What elements cost, from times of parts: 16 ranks hold cells and particles of 512 columns, take
   their times for ten steps, and the columns are cut anew by loads made of the costs.  Beside
   fpmk_costs: plain least squares, and loads by particles alone, by cells alone.  Printed for each
   noise of the times: the mean error of the two costs, the share of 95 % intervals that hold them,
   and the true longest time after the new cut over the mean.  300 runs a row. */
#define FPM_IMPLEMENTATION
#define FPMK_IMPLEMENTATION
#include "../fpm_kernels.h"

#include "bench.h"

enum { P = 16, COLUMNS = 512, HIGH = 256, STEPS = 10, RUNS = 300, ROWS = P * STEPS };
static double particles[COLUMNS];

static double gauss(void) {
    double length = sqrt(-2 * log(1 - bench_random()));
    return length * cos(6.283185307179586 * bench_random());
}

static double student(void) { /* 3 degrees of freedom, variance 1 */
    double a = gauss(), b = gauss(), c = gauss(), d = gauss();
    return a / sqrt(b * b + c * c + d * d);
}

/* Columns cut by these costs: the longest part by the true ones over the mean. */
static double cut(const double *cost, const double *truth) {
    static double load[COLUMNS], prefix[COLUMNS + 1];
    int64_t begin[P + 1];
    double longest = 0, all = 0;
    fpm_chain chain;
    int64_t i;
    int k;
    for (i = 0; i < COLUMNS; i++) load[i] = cost[0] * HIGH + cost[1] * particles[i];
    if (fpm_chain_init_real(&chain, COLUMNS, load, prefix, NULL) < 0 ||
        fpm_chain_partition(&chain, P, NULL, begin, NULL, NULL) < 0)
        exit(1);
    for (k = 0; k < P; k++) {
        double sum = 0;
        for (i = begin[k]; i < begin[k + 1]; i++) sum += truth[0] * HIGH + truth[1] * particles[i];
        longest = fmax(longest, sum), all += sum;
    }
    return longest * P / all;
}

/* Plain least squares of two costs. */
static void plain(const double *count, const double *seconds, double *cost) {
    double a = 0, b = 0, c = 0, x = 0, y = 0, det;
    int r;
    for (r = 0; r < ROWS; r++) {
        const double *n = count + 2 * r;
        a += n[0] * n[0], b += n[0] * n[1], c += n[1] * n[1];
        x += n[0] * seconds[r], y += n[1] * seconds[r];
    }
    det = a * c - b * b;
    cost[0] = fmax(0, (c * x - b * y) / det), cost[1] = fmax(0, (a * y - b * x) / det);
}

static void row(const char *name, int kind, double noise, double disturbed) {
    double off[2] = {0, 0}, long_one[4] = {0, 0, 0, 0}, held = 0, start, taken = 0;
    int run, r, i, j;
    for (run = 0; run < RUNS; run++) {
        static double count[2 * ROWS], seconds[ROWS];
        double truth[2], cost[4][2] = {{0, 0}, {0, 0}, {0, 1}, {1, 0}}, half[2], at, wide;
        double before = 0;
        truth[0] = 1e-8 * exp(0.5 * gauss()), truth[1] = 1e-8 * exp(0.5 * gauss());
        at = COLUMNS * bench_random(), wide = 20 + 60 * bench_random();
        for (i = 0; i < COLUMNS; i++)
            particles[i] = floor(50 + 1500 * exp(-(i - at) * (i - at) / (wide * wide)));
        for (r = 0; r < ROWS; r++) {
            int c0 = r % P * (COLUMNS / P);
            double e = kind == 1 ? student() : gauss();
            if (kind == 2) e = before = 0.8 * before + 0.6 * e;
            count[2 * r] = HIGH * COLUMNS / P, count[2 * r + 1] = 0;
            for (i = 0; i < COLUMNS / P; i++) count[2 * r + 1] += particles[c0 + i];
            seconds[r] = truth[0] * count[2 * r] + truth[1] * count[2 * r + 1];
            seconds[r] *= fmax(0.1, 1 + noise * e);
            if (bench_random() < disturbed) seconds[r] *= 1.5 + bench_random();
        }
        start = fpmk_now();
        if (fpmk_costs(ROWS, 2, count, seconds, NULL, cost[0], half, NULL, NULL, NULL) < 0) exit(1);
        taken += (fpmk_now() - start) / RUNS;
        plain(count, seconds, cost[1]);
        for (j = 0; j < 2; j++) {
            held += fabs(cost[0][j] - truth[j]) <= half[j];
            for (i = 0; i < 2; i++) off[i] += fabs(cost[i][j] / truth[j] - 1) / (2 * RUNS);
        }
        for (i = 0; i < 4; i++) long_one[i] += cut(cost[i], truth) / RUNS;
    }
    printf("%-16s %4.0f %%  %5.0f %%      %5.2f %% %5.1f %%   %5.1f      "
           "%.3f  %.3f  %.3f  %.3f   %4.0f\n",
           name, 100 * noise, 100 * disturbed, 100 * off[0], 100 * off[1], 100 * held / (2 * RUNS),
           long_one[0], long_one[1], long_one[2], long_one[3], 1e6 * taken);
}

int main(void) {
    static const char *const name[] = {"normal", "Student, 3", "autocorrelated"};
    int k;
    bench_head("bench_costs: what elements cost, from times of parts");
    printf("%-16s errors  disturbed  off by, plain    %% held   longest / mean: fpmk_costs, plain, "
           "particles, cells; us\n",
           "noise");
    for (k = 0; k < 3; k++) {
        row(name[k], k, 0.02, 0);
        row(name[k], k, 0.05, 0.1);
        row(name[k], k, 0.10, 0.1);
    }
    return 0;
}
