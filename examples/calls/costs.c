/* What does a cell cost, what a particle?  A code with fields and particles is cut into slabs of
   columns, one for each rank.  Equal columns leave ranks waiting, and so do equal numbers of
   particles.  fpmk_costs finds both costs from the times that ranks take anyway, ten steps are
   enough; loads made of them are cut evenly by fpm_chain_partition.

      cc -O2 -I. examples/calls/costs.c -o costs -lm -lpthread
      ./costs [RANKS [PARTICLES]]

   Slabs run one after the other here, on one core, and are timed as ranks would be. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#define FPMK_STATIC
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { COLUMNS = 512, HIGH = 512, MOST_RANKS = 64, MOST = 1000000, STEPS = 10 };
static double field[COLUMNS + 2][HIGH + 2], next[COLUMNS + 2][HIGH + 2], charge[COLUMNS + 2][HIGH];
static double x[MOST], y[MOST], vx[MOST], vy[MOST];
static int64_t first[COLUMNS + 1]; /* particles of column i: first[i] .. first[i + 1] - 1 */

static double number(void) { /* from 0 to 1, the same everywhere */
    static uint64_t state = 1;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(state >> 11) / 9007199254740992.0;
}

/* Two clouds of particles, column by column. */
static void begin(int64_t particles) {
    static double share[COLUMNS];
    double sum = 0;
    int64_t k = 0;
    int i;
    for (i = 0; i < COLUMNS; i++) {
        double a = (i - 130) / 30.0, b = (i - 350) / 60.0;
        sum += share[i] = 0.1 + 3 * exp(-a * a) + exp(-b * b);
    }
    for (i = 0; i < COLUMNS; i++) {
        first[i] = k;
        while (k < particles && (double)(k - first[i]) < (double)particles * share[i] / sum) {
            x[k] = i + number();
            y[k] = (HIGH - 1) * number();
            vx[k] = number() - 0.5;
            vy[k] = number() - 0.5;
            k++;
        }
    }
    first[COLUMNS] = k;
    for (i = 0; i < COLUMNS + 2; i++)
        for (k = 0; k < HIGH + 2; k++) field[i][k] = number();
}

/* One step of columns c0 .. c1 - 1: the field, then its particles. */
static double step(int64_t c0, int64_t c1) {
    double started = fpmk_now();
    int64_t i, k;
    int j;
    for (i = c0 + 1; i <= c1; i++)
        for (j = 1; j <= HIGH; j++)
            next[i][j] = field[i][j] +
                         0.2 * (field[i - 1][j] + field[i + 1][j] + field[i][j - 1] +
                                field[i][j + 1] - 4 * field[i][j]) +
                         1e-3 * exp(-field[i][j] * field[i][j]) * log(2 + field[i][j]);
    for (k = first[c0]; k < first[c1]; k++) {
        int64_t column = (int64_t)x[k], row = (int64_t)y[k];
        double fx = x[k] - (double)column, fy = y[k] - (double)row;
        double force = (1 - fx) * field[column + 1][row + 1] + fx * field[column + 2][row + 1];
        double speed = sqrt(1 + vx[k] * vx[k] + vy[k] * vy[k]);
        vx[k] += 1e-3 * force / speed;
        vy[k] -= 1e-3 * force * fy / speed;
        charge[column][row] += (1 - fx) * (1 - fy) / speed;
        charge[column + 1][row] += fx * (1 - fy) / speed;
    }
    return fpmk_now() - started;
}

/* Steps with these cuts: the slowest rank's time, by medians over the steps, over the mean of all.
   Rows for fpmk_costs. */
static double run(int p, const int64_t *cut, double *count, double *seconds) {
    double taken[MOST_RANKS][STEPS], sum = 0, slowest = 0;
    int s, k, i;
    for (s = -1; s < STEPS; s++) /* the first one warms up */
        for (k = 0; k < p; k++) {
            double t = step(cut[k], cut[k + 1]);
            if (s < 0) continue;
            count[2 * (s * p + k)] = (double)((cut[k + 1] - cut[k]) * HIGH);
            count[2 * (s * p + k) + 1] = (double)(first[cut[k + 1]] - first[cut[k]]);
            seconds[s * p + k] = t;
            for (i = s; i > 0 && taken[k][i - 1] > t; i--) taken[k][i] = taken[k][i - 1];
            taken[k][i] = t;
        }
    for (k = 0; k < p; k++) {
        sum += taken[k][STEPS / 2];
        slowest = fmax(slowest, taken[k][STEPS / 2]);
    }
    return slowest * p / sum;
}

/* Cuts of columns whose cells and particles cost this. */
static int cuts(int p, double cell, double particle, int64_t *cut) {
    static int64_t load[COLUMNS], prefix[COLUMNS + 1];
    fpm_chain chain;
    double unit = 1e6 / (cell * HIGH * COLUMNS + particle * (double)first[COLUMNS]);
    int i;
    for (i = 0; i < COLUMNS; i++)
        load[i] = (int64_t)(unit * (cell * HIGH + particle * (double)(first[i + 1] - first[i])));
    if (fpm_chain_init(&chain, COLUMNS, load, prefix, NULL) < 0) return -1;
    return fpm_chain_partition(&chain, p, NULL, cut, NULL, NULL);
}

int main(int argc, char **argv) {
    static double count[2 * MOST_RANKS * STEPS], seconds[MOST_RANKS * STEPS];
    int64_t particles = argc > 2 ? atoll(argv[2]) : 400000, cut[MOST_RANKS + 1];
    int p = argc > 1 ? atoi(argv[1]) : 8, status;
    double cost[2], half_width[2];
    fpmk_costs_info info;
    if (p < 1 || p > MOST_RANKS || particles < 1 || particles > MOST)
        return fputs("usage: costs [RANKS [PARTICLES]]\n", stderr), 1;
    begin(particles);
    if (cuts(p, 1, 0, cut) < 0) return 1;
    printf("equal numbers of cells:      slowest rank %.2f times the mean\n",
           run(p, cut, count, seconds));
    status = fpmk_costs((int64_t)p * STEPS, 2, count, seconds, NULL, cost, half_width, NULL, NULL,
                        &info);
    if (status < 0 || info.kind >= 0) return puts(fpmk_status_str(status)), 1;
    printf("a cell takes %.2f +- %.2f ns, a particle %.2f +- %.2f ns; %lld of %d times left out\n",
           1e9 * cost[0], 1e9 * half_width[0], 1e9 * cost[1], 1e9 * half_width[1],
           (long long)info.outliers, p * STEPS);
    if (cuts(p, 0, 1, cut) < 0) return 1;
    printf("equal numbers of particles:  slowest rank %.2f times the mean\n",
           run(p, cut, count, seconds));
    if (cuts(p, cost[0], cost[1], cut) < 0) return 1;
    printf("equal costs:                 slowest rank %.2f times the mean\n",
           run(p, cut, count, seconds));
    return 0;
}
