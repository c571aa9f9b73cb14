/* recipe_climate.c - components of a climate model on one machine: ocean beside the rest, which is
   ice and land side by side and then the atmosphere: the time is max(ocean, atm + max(ice, land)).
      cc -O2 -I. examples/recipes/recipe_climate.c -o climate -lm && ./climate
   Tasks are the units that are shared, components the processors, and their times fall.  Times are
   offered block by block (FPM_DISCRETE), as a continuous model goes on with its last speed: a time
   that falls would rise beyond the last point.  The data are of CIME's test of its own
   mixed-integer solver, which expects 992 tasks for the atmosphere. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
enum { TASKS = 1024, BLOCK = 8, N = TASKS / BLOCK, ATM = 0, OCN = 1, LND = 2, ICE = 3, TIMES = 5 };
static const double tasks[4][TIMES] = {{32, 64, 128, 256, 512}, /* measured at so many tasks, */
                                       {32, 64, 128, 256, 512},
                                       {32, 64, 128, 256, 512},
                                       {32, 64, 160, 320, 640}};
static const double seconds[4][TIMES] = {{427.471, 223.332, 119.580, 66.182, 37.769}, /* each */
                                         {15.745, 7.782, 4.383, 3.181, 2.651},
                                         {4.356, 2.191, 1.191, 0.705, 0.560},
                                         {8.018, 4.921, 2.368, 1.557, 1.429}};
static void check(int status) {
    if (status >= 0) return;
    fprintf(stderr, "%s\n", fpm_status_str(status));
    exit(1);
}
/* Linear between measurements; below the first from one block that scales perfectly; above the last
   to the whole machine, scaling as between the last two. */
static double component(int c, double x) {
    const double *n = tasks[c], *t = seconds[c], last = n[TIMES - 1];
    double a = BLOCK, ta = t[0] * n[0] / BLOCK, b = TASKS, tb = t[TIMES - 1];
    int i;
    tb *= pow(b / last, log(tb / t[TIMES - 2]) / log(last / n[TIMES - 2]));
    for (i = 0; i < TIMES; i++) {
        if (n[i] <= x) {
            a = n[i];
            ta = t[i];
        } else if (n[i] < b) {
            b = n[i];
            tb = t[i];
        }
    }
    return ta + (tb - ta) * (x - a) / (b - a);
}
int main(void) {
    static int64_t blocks[N];
    static double t[4][N];
    fpm_model model[4];
    fpm_proc procs[4] = FPM_ZERO;
    fpm_points group = FPM_ZERO;
    fpm_info info;
    int64_t side[2], inner[2], i, c;
    for (c = 0; c < 4; c++) {
        for (i = 0; i < N; i++) {
            blocks[i] = i + 1;
            t[c][i] = component(c, (double)(i + 1) * BLOCK);
        }
        check(fpm_model_init(&model[c], FPM_DISCRETE, N, blocks, t[c], NULL, NULL));
        procs[c].model = &model[c];
        procs[c].required = 1;
    }
    check(fpm_compose(2, procs + LND, N, NULL, NULL, &group, NULL));
    for (i = 0; i < group.count; i++) group.seconds[i] += t[ATM][group.size[i] - 1];
    fpm_model_free(&model[0]);
    check(fpm_model_from_points(&model[0], FPM_DISCRETE, &group, NULL, NULL));
    check(fpm_partition(N, 2, procs, NULL, side, &info));
    check(fpm_partition(side[0], 2, procs + LND, NULL, inner, NULL));
    printf("ATM %4d  OCN %4d  LND %4d  ICE %4d  tasks, %.3f s a simulated day\n",
           (int)side[0] * BLOCK, (int)side[1] * BLOCK, (int)inner[0] * BLOCK, (int)inner[1] * BLOCK,
           info.makespan);
    for (c = 0; c < 4; c++) fpm_model_free(&model[c]);
    fpm_points_free(&group);
    return 0;
}
