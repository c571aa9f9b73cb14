/* FPM_PIECEWISE: speed is linear between the measured points.

   Take it when measurements are few, noisy or show steps (paging, cache borders): it never leaves
   the range of the data.  Where the points' times rise, so does the model's time, and then the
   default algorithm needs a handful of evaluations.  New measurements are added as they come. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>

enum { P = 2 };

static int split(int64_t n, const fpm_model *model) {
    fpm_proc procs[P] = FPM_ZERO;
    fpm_info info;
    int64_t d[P];
    int i, status;
    for (i = 0; i < P; i++) procs[i].model = &model[i];
    status = fpm_partition(n, P, procs, NULL, d, &info);
    if (status >= 0)
        printf("%d + %d units, done after %.3f s: %s\n", (int)d[0], (int)d[1], info.makespan,
               fpm_status_str(status));
    return status;
}

int main(void) {
    const int64_t size[] = {1000, 10000, 20000};
    const double paging[] = {0.010, 0.100, 0.800}; /* short of memory from 10000 units on */
    const double steady[] = {0.020, 0.200, 0.400};
    const fpm_point fresh = {15000, 0.150, 0, 0}; /* it turns out: only beyond 15000 */
    fpm_model model[P] = {FPM_ZERO, FPM_ZERO};
    int status = fpm_model_init(&model[0], FPM_PIECEWISE, 3, size, paging, NULL, NULL);
    if (status >= 0) status = fpm_model_init(&model[1], FPM_PIECEWISE, 3, size, steady, NULL, NULL);
    if (status >= 0) status = split(24000, model);
    if (status >= 0) status = fpm_model_add(&model[0], &fresh);
    if (status >= 0) status = split(24000, model);
    if (status < 0) fprintf(stderr, "%s\n", fpm_status_str(status));
    fpm_model_free(&model[0]); /* zeroed models may be freed, too */
    fpm_model_free(&model[1]);
    return status < 0;
}
