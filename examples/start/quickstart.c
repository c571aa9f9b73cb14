#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>

int main(void) {
    int64_t size[] = {1000, 2000, 4000, 8000, 16000};            // units of work
    double seconds[2][5] = {{0.010, 0.020, 0.041, 0.190, 0.800}, // falls out of its cache
                            {0.030, 0.060, 0.120, 0.240, 0.480}};
    fpm_points points[2] = FPM_ZERO; // lists of what was measured
    fpm_model model[2];              // speed functions through them
    fpm_proc procs[2] = FPM_ZERO;
    fpm_info info;
    int64_t d[2];
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 5; k++) { // here a program times its own function
            fpm_point point = {size[k], seconds[i][k], 0, 0};
            if (fpm_points_add(&points[i], &point) < 0) return 1;
        }
        if (fpm_model_from_points(&model[i], FPM_AKIMA, &points[i], NULL, NULL) < 0) return 1;
        procs[i].model = &model[i];
    }
    if (fpm_partition(12000, 2, procs, NULL, d, &info) < 0) return 1;
    printf("%d + %d units, done after %.4f s, at best %.4f s\n", (int)d[0], (int)d[1],
           info.makespan, info.lower_bound);
    for (int i = 0; i < 2; i++) {
        fpm_model_free(&model[i]);
        fpm_points_free(&points[i]);
    }
    return 0;
}
