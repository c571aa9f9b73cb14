/* Rows of a sparse matrix for four processors: contiguous rows, so that the largest number of
   entries is as small as possible; then for processors of different speed.
      cc -O2 -I. examples/start/chain.c -o chain -lm */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>

enum { ROWS = 12, P = 4 };

int main(void) {
    int64_t entries[ROWS] = {3, 3, 4, 3, 40, 9, 8, 6, 5, 4, 4, 3}; /* one row is almost dense */
    int64_t prefix[ROWS + 1], begin[P + 1], proof[P + 1];
    double speed[P] = {1, 4, 1, 1}; /* entries a microsecond; from left to right */
    fpm_chain chain;
    fpm_chain_options opts = FPM_ZERO;
    fpm_chain_outputs out = FPM_ZERO;
    fpm_info info;
    int k;
    if (fpm_chain_init(&chain, ROWS, entries, prefix, NULL) < 0) return 1;

    if (fpm_chain_partition(&chain, P, NULL, begin, NULL, &info) < 0) return 1;
    printf("equal:  at most %.0f entries, %.0f %% above the mean\n", info.makespan,
           100 * info.imbalance);

    opts.speed = speed;
    out.proof = proof; /* cuts that show that nothing faster exists ... */
    if (fpm_chain_partition(&chain, P, &opts, begin, &out, &info) < 0) return 1;
    printf("speeds: done after %.2f us\n", info.makespan);
    for (k = 0; k < P; k++)
        printf("  processor %d: rows %d to %d, %d entries\n", k, (int)begin[k],
               (int)begin[k + 1] - 1, (int)(prefix[begin[k + 1]] - prefix[begin[k]]));

    /* ... and that anybody can check, without solving the problem again. */
    if (fpm_chain_check(&chain, P, &opts, begin, &out, &info) != FPM_OK) return 1;
    printf("checked: no partition is done before %.2f us\n", info.lower_bound);
    return 0;
}
