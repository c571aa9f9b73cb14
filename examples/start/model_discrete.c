/* FPM_DISCRETE: only the measured sizes, and 0, can be given to a processor.

   Take it when times jump about so much that nothing between two measurements can be trusted, or
   when only these sizes exist (whole blocks, compiled problem sizes).  Nothing is assumed of the
   shape; the answer is the exact optimum, and it may well leave a processor idle. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>

enum { POINTS = 6, P = 3 };

static int split(int64_t n, const fpm_proc *procs) {
    fpm_info info;
    int64_t d[P];
    int status = fpm_partition(n, P, procs, NULL, d, &info);
    if (status < 0) {
        printf("%d units: %s\n", (int)n, fpm_status_str(status));
        return status;
    }
    printf("%d units: %d + %d + %d, done after %g s, %d busy\n", (int)n, (int)d[0], (int)d[1],
           (int)d[2], info.makespan, info.busy);
    return status;
}

int main(void) {
    const int64_t size[POINTS] = {64, 128, 192, 256, 320, 384};
    const double first[POINTS] = {3, 9, 4, 14, 8, 21}; /* seconds: larger may be quicker */
    const double second[POINTS] = {4, 5, 13, 7, 19, 10};
    const double third[POINTS] = {12, 12, 25, 25, 40, 40};
    fpm_model model[P];
    fpm_proc procs[P] = FPM_ZERO;
    int i, status = fpm_model_init(&model[0], FPM_DISCRETE, POINTS, size, first, NULL, NULL);
    if (status >= 0)
        status = fpm_model_init(&model[1], FPM_DISCRETE, POINTS, size, second, NULL, NULL);
    if (status >= 0)
        status = fpm_model_init(&model[2], FPM_DISCRETE, POINTS, size, third, NULL, NULL);
    for (i = 0; i < P; i++) procs[i].model = &model[i];
    if (status >= 0) status = split(448, procs);
    if (status >= 0) status = split(576, procs);
    if (status < 0) return 1;
    /* No sum of these sizes is 500: a status below 0, and no answer. */
    status = split(500, procs);
    for (i = 0; i < P; i++) fpm_model_free(&model[i]);
    return status != FPM_E_INFEASIBLE;
}
