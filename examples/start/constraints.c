/* Constraints of processors: limited memory, whole blocks, a fixed cost, a processor that must or
   need not take part.  All are fields of fpm_proc; zero means none. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>

enum { POINTS = 3, P = 3 };

/* Split, check the answer independently, print it. */
static int split(const char *title, int64_t n, const fpm_proc *procs) {
    fpm_info info;
    int64_t d[P];
    int status = fpm_partition(n, P, procs, NULL, d, &info);
    if (status < 0) {
        printf("%-22s %s\n", title, fpm_status_str(status)); /* info.fault: at fault, or -1 */
        return status;
    }
    status = fpm_partition_check(n, P, procs, NULL, d, NULL);
    if (status < 0) return FPM_E_ARGUMENT;
    printf("%-22s %6d %6d %6d   %.4f s, imbalance %.1f %%, %d busy\n", title, (int)d[0], (int)d[1],
           (int)d[2], info.makespan, 100 * info.imbalance, info.busy);
    return FPM_OK;
}

int main(void) {
    const int64_t size[POINTS] = {1000, 10000, 100000};
    const double gpu[POINTS] = {0.0100, 0.0200, 0.1600};
    const double core[POINTS] = {0.0100, 0.1000, 1.0000};
    const double slow[POINTS] = {0.0200, 0.2000, 2.0000};
    fpm_model model[P];
    fpm_proc procs[P] = FPM_ZERO;
    int i, status = fpm_model_init(&model[0], FPM_PIECEWISE, POINTS, size, gpu, NULL, NULL);
    if (status >= 0)
        status = fpm_model_init(&model[1], FPM_PIECEWISE, POINTS, size, core, NULL, NULL);
    if (status >= 0)
        status = fpm_model_init(&model[2], FPM_PIECEWISE, POINTS, size, slow, NULL, NULL);
    for (i = 0; i < P; i++) procs[i].model = &model[i];

    if (status >= 0) status = split("no constraints", 60000, procs);
    procs[0].max = 33000; /* the units that fit into the memory of the GPU */
    if (status >= 0) status = split("memory limit", 60000, procs);
    procs[0].grain = 1024; /* whole tiles only */
    if (status >= 0) status = split("tiles of 1024", 60000, procs);
    procs[2].fixed = 0.3; /* seconds to wake the slow one: not worth it, it stays idle */
    if (status >= 0) status = split("a slow start", 60000, procs);
    procs[2].required = 1; /* but it has data that only it can read */
    procs[2].min = 1000;
    if (status >= 0) status = split("must take part", 60000, procs);
    if (status < 0) return 1;

    for (i = 0; i < P; i++) procs[i].max = 10000; /* no room for all the work: no answer */
    status = split("too little memory", 60000, procs);
    for (i = 0; i < P; i++) fpm_model_free(&model[i]);
    return status != FPM_E_INFEASIBLE;
}
