/* fpm_root_solve: a few nonlinear equations in as many unknowns, by Powell's hybrid method.

   Three tanks in a row: water flows from one to the next as the square root of the difference of
   their levels, pours into the first and out of the last.  At which levels does it stay?  Levels
   that make no sense give NaN: the solver then takes a shorter step. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <math.h>
#include <stdio.h>

enum { TANKS = 3 };

typedef struct pipes {
    double inflow, conductance[TANKS];
} pipes;

/* Residual: what flows into each tank less what flows out. */
static int balance(void *context, int n, const double *level, double *f) {
    const pipes *p = (const pipes *)context;
    double in = p->inflow;
    int i;
    for (i = 0; i < n; i++) {
        double next = i + 1 < n ? level[i + 1] : 0;
        double out = p->conductance[i] * sqrt(level[i] - next);
        f[i] = in - out;
        in = out;
    }
    return 0; /* anything else stops the solver */
}

int main(void) {
    pipes p = {0.02, {0.010, 0.015, 0.008}};
    double level[TANKS] = {3, 2, 1}, f[TANKS]; /* where to start; it becomes the root */
    fpm_root_options opts = FPM_ZERO;
    fpm_root_info info;
    int i, status;
    opts.ladder = 1; /* if it stalls, try again with other scalings and radii */
    status = fpm_root_solve(TANKS, balance, &p, &opts, level, f, &info);
    printf("%s: norm %.1e after %d evaluations and %d steps\n", fpm_status_str(status), info.norm,
           (int)info.evaluations, (int)info.iterations);
    if (status != FPM_OK) return 1;
    for (i = 0; i < TANKS; i++) printf("tank %d: %.6f m (residual %+.1e)\n", i, level[i], f[i]);
    return 0;
}
