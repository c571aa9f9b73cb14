/* An iterative routine that balances itself: nothing is known of the processors before, the times
   of each iteration teach it.  Here they come from functions; a real routine runs and measures. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>

enum { P = 4, UNITS = 12000, ITERATIONS = 25 };
#define HAND_OVER 1e-6 /* seconds to hand one unit over; a move costs nothing besides */

/* Seconds of processor i for x units: different speeds, and a paging cliff beyond its memory. */
static double routine(int i, int64_t x) {
    const double speed[P] = {9000, 4000, 2500, 1500}, memory[P] = {4500, 2000, 9000, 9000};
    double over = (double)x - memory[i];
    return ((double)x + (over > 0 ? 15 * over : 0)) / speed[i];
}

int main(void) {
    fpm_balance_options opts = FPM_ZERO;
    fpm_info info;
    fpm_balance b;
    double seconds[P], total = 0, even = 0;
    int64_t d[P];
    int i, k, status;
    opts.iterations = ITERATIONS;
    status = fpm_balance_init(&b, UNITS, P, NULL, HAND_OVER, 0, &opts, d, &info);
    for (k = 0; k < ITERATIONS && status >= 0; k++) {
        for (i = 0; i < P; i++) seconds[i] = routine(i, d[i]); /* run and measure */
        printf("%2d:%6d%6d%6d%6d", k, (int)d[0], (int)d[1], (int)d[2], (int)d[3]);
        status = fpm_balance_step(&b, seconds, d, &info);
        if (status < 0) break;
        if (k == 0) even = info.makespan * ITERATIONS;
        total += info.makespan + info.cost;
        printf("   %.3f s, %s\n", info.makespan,
               b.verdict == FPM_MOVE        ? "move" /* hand the data over, as d says now */
               : b.verdict == FPM_CONVERGED ? "converged"
                                            : "keep");
    }
    fpm_balance_free(&b);
    if (status < 0) {
        char text[200];
        fpm_explain(&info, text, sizeof text);
        printf("%s\n", text);
        return 1;
    }
    printf("%.1f s in all, %.1f s on even shares\n", total, even);
    return total > even;
}
