/* How many processors does it take?  Sequences of tokens become batches within a budget of tokens:
   in their order (a chain), or in any order (pieces).  Then the steps of a nightly job, in their
   order, must end within an hour on rented machines: which of them cost least?  And which GPUs hold
   a model and give a token every 20 ms?
      cc -O2 -I. examples/calls/fewest.c -o fewest -lm */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>

enum { SEQUENCES = 14, BUDGET = 4096, STEPS = 8, MACHINES = 5 };

static int batches(void) {
    const int64_t tokens[SEQUENCES] = {1900, 310,  2600, 750,  1210, 3050, 420,
                                       1490, 2240, 960,  1780, 350,  3400, 990};
    int64_t sums[SEQUENCES + 1], begin[SEQUENCES + 1];
    int owner[SEQUENCES], batch, i;
    fpm_chain chain;
    fpm_info info;
    if (fpm_chain_init(&chain, SEQUENCES, tokens, sums, NULL) < 0) return -1;
    if (fpm_chain_fewest(&chain, SEQUENCES, BUDGET, NULL, NULL, begin, &info) < 0) return -1;
    printf("in order: %d batches within %d tokens, no fewer than %g; the largest has %g\n",
           info.busy, BUDGET, info.least, info.makespan);
    for (batch = 0; batch < info.busy; batch++) {
        int64_t load = sums[begin[batch + 1]] - sums[begin[batch]];
        printf("   sequences %d to %d: %d\n", (int)begin[batch], (int)begin[batch + 1] - 1,
               (int)load);
    }
    if (fpm_items_fewest(SEQUENCES, tokens, SEQUENCES, BUDGET, NULL, NULL, owner, &info) < 0)
        return -1;
    printf("in any order: %d batches, no fewer than %g; the largest has %g\n", info.busy,
           info.least, info.makespan);
    for (batch = 0; batch < info.busy; batch++) {
        printf("   sequences");
        for (i = 0; i < SEQUENCES; i++)
            if (owner[i] == batch) printf(" %d", i);
        printf("\n");
    }
    return 0;
}

static int machines(void) {
    const int64_t seconds[STEPS] = {900, 2400, 600, 1500, 3000, 1200, 800, 1900};
    const double speed[MACHINES] = {1, 1, 2, 2, 4}, price[MACHINES] = {1, 1, 1.8, 1.8, 4};
    int64_t sums[STEPS + 1], begin[MACHINES + 1];
    fpm_chain_options opts = FPM_ZERO;
    fpm_chain chain;
    fpm_info info;
    int k;
    opts.speed = speed;
    if (fpm_chain_init(&chain, STEPS, seconds, sums, NULL) < 0) return -1;
    if (fpm_chain_fewest(&chain, MACHINES, 3600, price, &opts, begin, &info) < 0) return -1;
    printf("within an hour for %g an hour, not for less than %g:\n", info.cost, info.least);
    for (k = 0; k < MACHINES; k++) {
        double load = (double)(sums[begin[k + 1]] - sums[begin[k]]);
        if (begin[k] == begin[k + 1]) continue;
        printf("   machine %d of speed %g: steps %d to %d, %g s\n", k, speed[k], (int)begin[k],
               (int)begin[k + 1] - 1, load / speed[k]);
    }
    return 0;
}

/* 32 layers of 1 GB, on GPUs of 12, 24 and 48 GB, two of each, in any order. */
static int gpus(void) {
    enum { LAYERS = 32, GPUS = 6 };
    static const char *const name[] = {"small", "small", "middle", "middle", "large", "large"};
    const double factor[3] = {1, 0.5, 0.4}, price[GPUS] = {0.2, 0.2, 0.5, 0.5, 1.4, 1.4};
    const int64_t room[3] = {12, 24, 48};
    double seconds[LAYERS];
    int64_t bytes[LAYERS], begin[GPUS + 1];
    int who[GPUS], k;
    fpm_pipeline line = FPM_ZERO;
    fpm_device device[GPUS] = FPM_ZERO;
    fpm_pipeline_options opts = FPM_ZERO;
    fpm_pipeline_outputs out = FPM_ZERO;
    fpm_info info;
    for (k = 0; k < LAYERS; k++) {
        seconds[k] = 2e-3;
        bytes[k] = 1000000000;
    }
    for (k = 0; k < GPUS; k++) {
        device[k].factor = factor[k / 2];
        device[k].max = room[k / 2] * 1000000000;
    }
    line.n = LAYERS;
    line.types = 1;
    line.seconds = seconds;
    line.bytes = bytes;
    opts.free_order = 1;
    out.who = who;
    if (fpm_pipeline_fewest(&line, GPUS, device, 20e-3, price, &opts, begin, &out, &info) < 0)
        return -1;
    printf("a token every %g ms for %g an hour, not for less than %g:\n", 1e3 * info.makespan,
           info.cost, info.least);
    for (k = 0; k < info.busy; k++)
        printf("   %s GPU: layers %d to %d\n", name[who[k]], (int)begin[k], (int)begin[k + 1] - 1);
    return 0;
}

int main(void) { return batches() < 0 || machines() < 0 || gpus() < 0; }
