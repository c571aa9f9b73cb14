/* Transfers: a GPU beside a CPU, with PCI Express in between.  Adding two vectors does one addition
   for 24 bytes, so the bytes decide; a row of a matrix product or of an FFT does more.  The shares
   are those that ignore the transfers, those before and after the work (overlap 0), those of
   pieces that are copied while others are worked on (overlap 1), and two GPUs on one bus.

   To copy it: measure seconds of work and of copies as below (fpmk_build_model measures work), or
   take bytes over bandwidth, and set link and overlap. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>

enum { P = 2, KERNELS = 3, CHUNKS = 1000 };

static const double bus = 25e9;   /* bytes per second, there and back */
static const double start = 4e-5; /* seconds to launch and to begin a copy */

typedef struct kernel {
    const char *name, *unit;
    int64_t units;
    double cpu, gpu; /* seconds per unit */
    double bytes;    /* to the GPU and back, per unit */
} kernel;

/* A million numbers of each vector; a row of 4096 complex numbers; a row of 4096 x 4096. */
static const kernel kernels[KERNELS] = {
    {"vector add", "blocks", 1000, 1.2e-3, 1.6e-5, 24e6},
    {"FFT of rows", "rows", 20000, 3.1e-5, 4.1e-7, 2 * 65536},
    {"matrix product", "rows", 4096, 6.7e-5, 2.3e-6, 2 * 32768},
};

/* Seconds until the last of both is done, with the transfers as they are. */
static double really(const fpm_proc *procs, const int64_t *d) {
    fpm_info info;
    int64_t n = d[0] + d[1];
    return fpm_partition_check(n, P, procs, NULL, d, &info) < 0 ? -1 : info.makespan;
}

static int show(const kernel *k) {
    const int64_t one[1] = {1};
    fpm_model cpu, gpu, link;
    fpm_proc procs[P] = FPM_ZERO;
    fpm_info info;
    int64_t blind[P], d[P];
    double seconds = k->bytes / bus, lost;
    int overlap, status;
    fpm_model_init(&cpu, FPM_CONSTANT, 1, one, &k->cpu, NULL, NULL);
    fpm_model_init(&gpu, FPM_CONSTANT, 1, one, &k->gpu, NULL, NULL);
    fpm_model_init(&link, FPM_CONSTANT, 1, one, &seconds, NULL, NULL);
    procs[0].model = &cpu;
    procs[1].model = &gpu;
    procs[1].fixed = start;
    status = fpm_partition(k->units, P, procs, NULL, blind, &info);
    printf("%-15s %7s  %6s  %9s  %s\n", k->name, "CPU", "GPU", "seconds", "shares that know of");
    for (overlap = 0; overlap < 2 && status >= 0; overlap++) {
        procs[1].link = &link;
        procs[1].overlap = overlap;
        status = fpm_partition(k->units, P, procs, NULL, d, &info);
        if (status < 0) break;
        lost = really(procs, blind);
        printf("%15s %7d  %6d  %9.4f  no transfers\n", "", (int)blind[0], (int)blind[1], lost);
        printf("%15s %7d  %6d  %9.4f  %s: %.2f times as fast\n", "", (int)d[0], (int)d[1],
               info.makespan, overlap ? "transfers beside the work" : "transfers and work in turn",
               lost / info.makespan);
    }
    fpm_model_free(&cpu);
    fpm_model_free(&gpu);
    fpm_model_free(&link);
    return status;
}

/* Two GPUs whose copies share a bus: one processor for both, by fpm_compose, has it as link. */
static int shared_bus(const kernel *k) {
    const int64_t one[1] = {1};
    fpm_model cpu, gpu, link, both;
    fpm_proc pair[P] = FPM_ZERO, procs[P] = FPM_ZERO;
    fpm_points points = FPM_ZERO;
    fpm_info info;
    int64_t d[P], inner[P];
    double seconds = k->bytes / bus;
    int status;
    fpm_model_init(&cpu, FPM_CONSTANT, 1, one, &k->cpu, NULL, NULL);
    fpm_model_init(&gpu, FPM_CONSTANT, 1, one, &k->gpu, NULL, NULL);
    fpm_model_init(&link, FPM_CONSTANT, 1, one, &seconds, NULL, NULL);
    pair[0].model = &gpu;
    pair[0].fixed = start;
    pair[1] = pair[0];
    status = fpm_compose(P, pair, k->units, NULL, NULL, &points, &info);
    if (status >= 0) status = fpm_model_from_points(&both, FPM_DISCRETE, &points, NULL, NULL);
    if (status < 0) return status;
    procs[0].model = &cpu;
    procs[1].model = &both;
    procs[1].link = &link;
    procs[1].overlap = 1;
    status = fpm_partition(k->units, P, procs, NULL, d, &info);
    if (status >= 0) status = fpm_partition(d[1], P, pair, NULL, inner, NULL);
    if (status >= 0)
        printf("%-15s %7d  %6d  %9.4f  one bus for both GPUs, %d and %d\n", "two GPUs", (int)d[0],
               (int)d[1], info.makespan, (int)inner[0], (int)inner[1]);
    fpm_points_free(&points);
    fpm_model_free(&both);
    fpm_model_free(&cpu);
    fpm_model_free(&gpu);
    fpm_model_free(&link);
    return status;
}

int main(void) {
    int k, status = FPM_OK;
    for (k = 0; k < KERNELS && status >= 0; k++) status = show(&kernels[k]);
    if (status >= 0) status = shared_bus(&kernels[1]);
    if (status < 0) printf("%s\n", fpm_status_str(status));
    return status < 0;
}
