#define FPM_IMPLEMENTATION
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h" /* includes fpm.h */
#include <stdio.h>
static double data[2000000];
static int fast(void *units) { /* your work, as processor 0 does it: so many units */
    for (int64_t i = 0; i < *(int64_t *)units; i++) data[i] = data[i] / 2 + 1;
    return 0;
}
static int slow(void *units) { return fast(units) + fast(units) + fast(units); } /* processor 1 */
int main(void) {
    int (*run[2])(void *) = {fast, slow};
    fpm_points points[2] = FPM_ZERO; /* what was measured */
    fpm_model model[2] = FPM_ZERO;   /* a speed function through these points */
    fpm_proc procs[2] = FPM_ZERO;
    fpm_point point;
    fpm_info info;
    int64_t size, d[2];
    for (int i = 0; i < 2; i++) {
        for (size = 2000; size <= 2000000; size *= 10) {
            if (fpmk_measure_call(run[i], &size, size, NULL, &point, NULL) < 0) return 1;
            if (fpm_points_add(&points[i], &point) < 0) return 1;
            printf("%d: %7d units %.3g +- %.1g s\n", i, (int)size, point.seconds, point.half_width);
        }
        procs[i].model = &model[i]; /* fpm_partition refuses a model that could not be made */
        fpm_model_from_points(&model[i], FPM_AKIMA, &points[i], NULL, NULL);
    }
    if (fpm_partition(2000000, 2, procs, NULL, d, &info) < 0) return 1;
    for (int i = 0; i < 2; i++) {
        fpm_model_free(&model[i]);
        fpm_points_free(&points[i]);
    }
    return printf("%d + %d units, %.3g s\n", (int)d[0], (int)d[1], info.makespan) < 0;
}
