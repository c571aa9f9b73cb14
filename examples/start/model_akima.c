/* FPM_AKIMA: speed is an Akima spline, smooth, and local: a point moves only its neighbourhood.

   Take it when speed varies smoothly and the points are good: five or six of them describe what
   straight lines need many for.  Where data turn sharply a spline overshoots, and time may even
   fall with size (FPM_PLAIN).  Therefore the default is the safe spline: where the plain one fails,
   a monotone cubic of time takes its place.  fpm_model_check proves what holds; the default
   algorithm is exact either way. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>

enum { POINTS = 6, P = 2 };

static int try_flags(int flags, const char *name) {
    const int64_t size[POINTS] = {1000, 2000, 3000, 4000, 8000, 16000};
    const double jump[POINTS] = {0.100, 0.200, 0.206,
                                 0.270, 0.530, 1.060}; /* better from 3000 on */
    const double steady[POINTS] = {0.080, 0.160, 0.240, 0.320, 0.640, 1.280};
    fpm_model_options opts = FPM_ZERO;
    fpm_model model[P] = FPM_ZERO;
    fpm_model_report report;
    fpm_proc procs[P] = FPM_ZERO;
    fpm_info info;
    int64_t d[P];
    double between;
    int status;
    opts.flags = flags;
    status = fpm_model_init(&model[0], FPM_AKIMA, POINTS, size, jump, &opts, NULL);
    if (status >= 0)
        status = fpm_model_init(&model[1], FPM_AKIMA, POINTS, size, steady, &opts, NULL);
    if (status >= 0) status = fpm_model_time(&model[0], 2900, &between);
    if (status >= 0) status = fpm_model_check(&model[0], &report);
    if (status == FPM_E_VIOLATED) status = FPM_OK; /* time falls somewhere: the report says so */
    procs[0].model = &model[0];
    procs[1].model = &model[1];
    if (status >= 0) status = fpm_partition(5300, P, procs, NULL, d, &info);
    fpm_model_free(&model[0]);
    fpm_model_free(&model[1]);
    if (status < 0) return status;
    printf("%s: 2000 units take 0.2000 s, 2900 units %.4f s: time %s with size\n", name, between,
           report.monotone ? "rises" : "falls somewhere");
    printf("       %d + %d units, done after %.4f s, at best %.4f s\n", (int)d[0], (int)d[1],
           info.makespan, info.lower_bound);
    return status;
}

int main(void) {
    int status = try_flags(FPM_PLAIN, "plain");
    if (status >= 0) status = try_flags(0, "safe");
    if (status < 0) fprintf(stderr, "%s\n", fpm_status_str(status));
    return status < 0;
}
