/* FPM_SHAPED: piecewise linear, on points moved just so far that the speed rises concavely to its
   peak and then falls.

   Take it to repeat the literature's geometric algorithm, whose theory asks for that shape, or to
   smooth noise that makes times fall with size.  It changes what was measured: model.change says by
   how much at most, and a large change is a reason to take another kind. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>

enum { POINTS = 5, P = 2 };

int main(void) {
    const int64_t size[POINTS] = {1000, 2000, 3000, 4000, 8000};
    const double noisy[POINTS] = {0.0250, 0.0500, 0.0495, 0.0800, 0.1600}; /* 3000: too quick */
    const double steady[POINTS] = {0.0500, 0.1000, 0.1500, 0.2000, 0.4000};
    fpm_model raw = FPM_ZERO, model[P] = FPM_ZERO;
    fpm_model_report report;
    fpm_proc procs[P] = FPM_ZERO;
    fpm_options opts = FPM_ZERO;
    fpm_info info;
    int64_t d[P];
    int status = fpm_model_init(&raw, FPM_PIECEWISE, POINTS, size, noisy, NULL, NULL);
    if (status >= 0) status = fpm_model_check(&raw, &report);
    if (status == FPM_E_VIOLATED) {
        printf("as measured: time falls near size %.0f, after point %d\n", report.size,
               (int)report.point);
        status = FPM_OK; /* FPM_SHAPED moves the points so that it does not */
    }
    if (status >= 0)
        status = fpm_model_init(&model[0], FPM_SHAPED, POINTS, size, noisy, NULL, NULL);
    if (status >= 0)
        status = fpm_model_init(&model[1], FPM_SHAPED, POINTS, size, steady, NULL, NULL);
    procs[0].model = &model[0];
    procs[1].model = &model[1];
    opts.algorithm = FPM_GEOMETRIC;
    opts.search = FPM_BISECTION; /* as in the paper; the default search is quicker */
    if (status >= 0) status = fpm_partition(7000, P, procs, &opts, d, &info);
    if (status >= 0) {
        printf("shaped: speeds moved by %.1f %% and %.1f %% at most\n", 100 * model[0].change,
               100 * model[1].change);
        printf("%d + %d units, done after %.4f s, %d lines tried\n", (int)d[0], (int)d[1],
               info.makespan, (int)info.iterations);
    } else {
        fprintf(stderr, "%s\n", fpm_status_str(status));
    }
    fpm_model_free(&raw);
    fpm_model_free(&model[0]);
    fpm_model_free(&model[1]);
    return status < 0;
}
