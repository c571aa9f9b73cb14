/* A client that knows the declarations only; C and C++. */
#include "fpm.h"

#include <stdio.h>

static int stop(void *context, const fpm_progress *state) {
    (void)state;
    ++*(int *)context;
    return 0;
}

int main(void) {
    static const int64_t size[] = {1000, 2000, 4000, 8000, 16000};
    static const double quick[] = {0.010, 0.020, 0.041, 0.190, 0.800};
    static const double steady[] = {0.030, 0.060, 0.120, 0.240, 0.480};
    fpm_model model[2] = FPM_ZERO;
    fpm_proc procs[2] = FPM_ZERO;
    fpm_options opts = FPM_ZERO;
    fpm_info info = FPM_ZERO;
    int64_t d[2] = {-1, -1};
    int kind, steps = 0, status;
    opts.progress = stop, opts.context = &steps;
    procs[0].model = &model[0], procs[1].model = &model[1];
    for (kind = FPM_CONSTANT; kind <= FPM_AKIMA; kind++) {
        if (fpm_model_init(&model[0], kind, 5, size, quick, NULL, NULL) < 0) return 1;
        if (fpm_model_init(&model[1], kind, 5, size, steady, NULL, NULL) < 0) return 2;
        status = fpm_partition(12000, 2, procs, &opts, d, &info);
        printf("kind %d: %s: %ld + %ld in %.17g s\n", kind, fpm_status_str(status), (long)d[0],
               (long)d[1], info.makespan);
        if (status < 0 || d[0] + d[1] != 12000 || d[0] < 0 || d[1] < 0) return 3;
        status = fpm_partition_check(12000, 2, procs, NULL, d, &info);
        if (status < 0) return 4;
        fpm_model_free(&model[0]);
        fpm_model_free(&model[1]);
    }
    return fpm_version() > 0 ? 0 : 5;
}
