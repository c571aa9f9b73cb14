/* recipe_layers.c - layers of a model in stages of a pipeline, a device each: by time, as the
   slowest stage rules, and none with more bytes than its device has.
      cc -O2 -I. examples/recipes/recipe_layers.c -o layers -lm && ./layers
   Both are measured a layer: put your own below.  Links that cost time, devices in any order:
   pipeline.c. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>
#include <stdlib.h>
enum { LAYERS = 42, STAGES = 6 };
static void check(int status) {
    if (status >= 0) return;
    fprintf(stderr, "recipe_layers: %s\n", fpm_status_str(status));
    exit(1);
}
int main(void) {
    double room[STAGES] = {10e9, 10e9, 8e9, 8e9, 8e9, 6e9}; /* bytes of each device */
    double speed[STAGES] = {1, 1, 1, 1, 1, 1};              /* ... and how fast it is */
    int64_t time[LAYERS], size[LAYERS], sum[LAYERS + 1], bytes[LAYERS + 1] = {0}, begin[STAGES + 1];
    fpm_chain chain;
    fpm_chain_limit memory = FPM_ZERO;
    fpm_chain_options opts = FPM_ZERO;
    fpm_info info;
    int e, k, capped;
    for (e = 0; e < LAYERS; e++) {        /* microseconds and bytes: */
        time[e] = e % 6 == 5 ? 900 : 300; /* every sixth layer has attention, */
        size[e] = e < 12 ? 1500000000 : 900000000;
        if (e == 0) { /* the embedding is a table */
            time[e] = 20;
            size[e] = 2000000000;
        }
        if (e == LAYERS - 1) { /* the output is heavy */
            time[e] = 1400;
            size[e] = 2000000000;
        }
        bytes[e + 1] = bytes[e] + size[e];
    }
    check(fpm_chain_init(&chain, LAYERS, time, sum, NULL));
    memory.whole = bytes;
    memory.max = room;
    opts.speed = speed;
    opts.limit = &memory;
    for (capped = 0; capped < 2; capped++) {
        opts.limits = capped; /* how many further loads must fit */
        check(fpm_chain_partition(&chain, STAGES, &opts, begin, NULL, &info));
        printf("%s: slowest stage %.2f ms, %.0f %% above the mean\n",
               capped ? "bytes capped" : "time alone", 1e-3 * info.makespan, 100 * info.imbalance);
        for (k = 0; k < STAGES; k++) {
            double held = 1e-9 * (double)(bytes[begin[k + 1]] - bytes[begin[k]]);
            printf("  stage %d: %2d layers %6.2f ms %5.1f of %2.0f GB%s\n", k,
                   (int)(begin[k + 1] - begin[k]),
                   1e-3 * (double)(sum[begin[k + 1]] - sum[begin[k]]), held, 1e-9 * room[k],
                   held > 1e-9 * room[k] ? ", too many" : "");
        }
    }
    return 0;
}
