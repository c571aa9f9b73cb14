/* FPM_CONSTANT: one speed at every size.

   Take it when only one timing is known, when speeds really do not depend on the size, or as the
   baseline that other models are compared with.  `at` says at which size the speed is taken: what a
   processor does in its cache says little about what it does with a share that does not fit. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>

enum { POINTS = 4, P = 2 };

int main(void) {
    const int64_t size[POINTS] = {1000, 4000, 16000, 64000};
    const double cached[POINTS] = {0.010, 0.040, 0.320, 1.280}; /* 100000 units/s, then 50000 */
    const double steady[POINTS] = {0.020, 0.080, 0.320, 1.280}; /* 50000 units/s */
    const int64_t n = 40000, sizes_to_try[] = {1000, n / P};
    int k, status;

    for (k = 0; k < 2; k++) {
        fpm_model_options opts = FPM_ZERO;
        fpm_model model[P];
        fpm_proc procs[P] = FPM_ZERO;
        fpm_info info;
        int64_t d[P];
        opts.at = sizes_to_try[k];
        status = fpm_model_init(&model[0], FPM_CONSTANT, POINTS, size, cached, &opts, NULL);
        if (status >= 0)
            status = fpm_model_init(&model[1], FPM_CONSTANT, POINTS, size, steady, &opts, NULL);
        procs[0].model = &model[0];
        procs[1].model = &model[1];
        if (status >= 0) status = fpm_partition(n, P, procs, NULL, d, &info);
        if (status < 0) {
            fprintf(stderr, "%s\n", fpm_status_str(status));
            return 1;
        }
        printf("speeds at %d units: %.0f and %.0f units/s, shares %d and %d\n", (int)opts.at,
               model[0].speed, model[1].speed, (int)d[0], (int)d[1]);
        fpm_model_free(&model[0]);
        fpm_model_free(&model[1]);
    }
    return 0;
}
