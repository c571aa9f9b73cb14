#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>

int main(void) {
    int64_t size[] = {1000, 2000, 4000, 8000, 16000};     // units of work that were timed
    double quick[] = {0.010, 0.020, 0.041, 0.190, 0.800}; // seconds: falls out of its cache
    double steady[] = {0.030, 0.060, 0.120, 0.240, 0.480};
    fpm_model model[2]; // views: the arrays above must stay as long as these are used
    fpm_proc procs[2] = FPM_ZERO;
    fpm_info info;
    int64_t d[2];
    procs[0].model = &model[0], procs[1].model = &model[1];
    if (fpm_model_init(&model[0], FPM_AKIMA, 5, size, quick, NULL) < 0 ||
        fpm_model_init(&model[1], FPM_AKIMA, 5, size, steady, NULL) < 0 ||
        fpm_partition(12000, 2, procs, NULL, d, &info) < 0)
        return 1;
    printf("%d + %d units, done after %.4f s, at best %.4f s\n", (int)d[0], (int)d[1],
           info.makespan, info.lower_bound);
    return 0;
}
