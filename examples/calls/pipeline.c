/* The layers of a model on three unequal devices: what each computes, keeps and sends counts.
   First for throughput, then for the time of one token, then for eight batches in a row, with the
   devices in any order.
      cc -O2 -I. examples/calls/pipeline.c -o pipeline -lm */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>

enum { LAYERS = 34, DEVICES = 3 }; /* an embedding, 32 blocks, the output */

int main(void) {
    static const char *const goal[] = {"throughput", "one token", "8 batches"};
    static const char *const name[] = {"big", "fast", "old"};
    double seconds[2][LAYERS]; /* on each type of device: here the fast one has a type of its own */
    int64_t bytes[LAYERS], sent[LAYERS], begin[DEVICES + 1];
    fpm_pipeline line = FPM_ZERO;
    fpm_device device[DEVICES] = FPM_ZERO;
    fpm_pipeline_options opts = FPM_ZERO;
    fpm_pipeline_outputs out = FPM_ZERO;
    fpm_info info;
    int who[DEVICES], e, k, status;
    for (e = 0; e < LAYERS; e++) {
        int block = e > 0 && e + 1 < LAYERS;
        seconds[0][e] = block ? 1.5e-3 : 2.0e-3; /* the ends are heavy, but easy to multiply by */
        seconds[1][e] = block ? 0.6e-3 : 0.5e-3;
        bytes[e] = block ? 900000000 : 2100000000;
        sent[e] = 16384; /* the activations of a token */
    }
    line.n = LAYERS;
    line.types = 2;
    line.seconds = seconds[0];
    line.bytes = bytes;
    line.sent = sent;
    device[1].type = 1;
    device[2].factor = 2; /* half as fast as the first */
    device[0].max = INT64_C(24000000000);
    device[0].held = 1500000000;
    device[1].max = INT64_C(12000000000);
    device[1].held = 1500000000;
    device[2].max = INT64_C(16000000000);
    device[2].held = 1500000000;
    for (k = 0; k < DEVICES; k++) {
        device[k].latency = 20e-6;
        device[k].bandwidth = 8e9;
    }
    out.who = who;
    for (opts.goal = FPM_PIPELINE_LATEST; opts.goal <= FPM_PIPELINE_FILLED; opts.goal++) {
        opts.free_order = opts.goal == FPM_PIPELINE_FILLED;
        opts.batches = opts.goal == FPM_PIPELINE_FILLED ? 8 : 0;
        status = fpm_pipeline_partition(&line, DEVICES, device, &opts, begin, &out, &info);
        if (status < 0) return printf("%s\n", fpm_status_str(status)), 1;
        printf("%-10s  slowest stage %.2f ms, all stages %.2f ms:", goal[opts.goal],
               1e3 * info.common_time, 1e3 * info.cost);
        for (k = 0; k < DEVICES; k++)
            printf("  %s %d", name[who[k]], (int)(begin[k + 1] - begin[k]));
        printf("\n");
        if (fpm_pipeline_check(&line, DEVICES, device, &opts, begin, &out, &info) != FPM_OK)
            return 1;
    }
    return 0;
}
