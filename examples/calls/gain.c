/* Is it worth moving the data?  16 ranks time their steps, and loads in proportion to the measured
   speeds would be even.  That move takes 1.2 s, and 2,000 steps are to come.  The slowest rank
   always seems late, by noise alone; fpmk_gain tells noise from load.

      cc -O2 -I. examples/calls/gain.c -o gain -lm -lpthread
      ./gain

   The first case is noise alone, in the second one rank has really become slower.  Times are made
   up here: put those of your ranks into `timed`. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#define FPMK_STATIC
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h"
#include <stdio.h>

enum { RANKS = 16, STEPS = 10 };

static double noise(void) { /* from -1 to 1, the same everywhere */
    static uint64_t state = 1;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(state >> 11) / 4503599627370496.0 - 1;
}

/* Seconds of a rank in the latest steps. */
static double timed(int rank, int slow) {
    return (rank == 5 && slow ? 0.0130 : 0.0100) * (1 + 0.15 * noise());
}

int main(void) {
    int slow, i, k;
    for (slow = 0; slow < 2; slow++) {
        double now[RANKS], next[RANKS], error[RANKS], speed = 0, latest = 0;
        fpmk_gain_options o = FPM_ZERO;
        fpmk_gain_report r;
        for (i = 0; i < RANKS; i++) { /* mean times, and how sure they are */
            double sample[STEPS];
            fpmk_stat s = FPM_ZERO;
            s.method = FPMK_MEAN;
            s.sample = sample;
            s.capacity = STEPS;
            for (k = 0; k < STEPS; k++) fpmk_stat_add(&s, timed(i, slow));
            now[i] = s.value;
            error[i] = s.half_width / s.value;
            speed += 1 / now[i];
            if (now[i] > latest) latest = now[i];
        }
        for (i = 0; i < RANKS; i++) next[i] = RANKS / speed; /* even, as times seem */
        o.error = error;
        if (fpmk_gain(RANKS, now, next, 1.2, 2000, &o, &r) < 0) return 1;
        printf("%s: a step seems to take %.2f ms, after the move %.2f ms\n",
               slow ? "one rank is slow" : "noise alone", 1e3 * latest, 1e3 * next[0]);
        printf("   saves %.2f ms a step (95 %%: %.2f to %.2f), %.2f s in all; pays with odds of "
               "%.2f: %s\n",
               1e3 * r.gain, 1e3 * r.low, 1e3 * r.high, r.net, r.odds,
               r.verdict == FPM_MOVE ? "move" : "stay");
    }
    return 0;
}
