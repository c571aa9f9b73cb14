/* Models and optimal partitions from their definitions, in long double and by exhaustive dynamic
   programs.  Shares nothing with fpm.h but the meaning of the kinds (design: constant, piecewise
   linear speed, Akima spline of speed with slope 0 at the first and last point, discrete). */
#ifndef ORACLE_MODEL_H
#define ORACLE_MODEL_H

#include <math.h>
#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
#define ORACLE_FN __attribute__((unused)) static
#else
#define ORACLE_FN static
#endif

typedef struct oracle_model {
    int kind; /* 1 constant (at the last point), 2 piecewise, 4 Akima, 5 discrete */
    int count;
    int64_t size[64];
    double seconds[64];
} oracle_model;

typedef struct oracle_proc {
    const oracle_model *model;
    int64_t min, max, grain;
    double fixed;
    int required;
} oracle_proc;

#define ORACLE_NEVER 1e300L

/* Akima's slope at a knot from the chords around it.  Where both weights are rounding noise while
   the middle chords differ, the slope is anything between them, and depends on the arithmetic: said
   in oracle_ill, for such instances decide nothing. */
static int oracle_ill;

static long double oracle_akima(long double a, long double b, long double c, long double d) {
    long double w0 = fabsl(d - c), w1 = fabsl(b - a), scale = fabsl(b) + fabsl(c);
    if (w0 + w1 < 1e-12L * scale && fabsl(b - c) > 1e-12L * scale) oracle_ill = 1;
    return w0 + w1 == 0 ? (b + c) / 2 : (w0 * b + w1 * c) / (w0 + w1);
}

static long double oracle_chord(const oracle_model *m, int i) { /* from point i to i + 1 */
    if (i < 0 || i + 1 >= m->count) return 0;
    return ((long double)m->size[i + 1] / m->seconds[i + 1] -
            (long double)m->size[i] / m->seconds[i]) /
           (long double)(m->size[i + 1] - m->size[i]);
}

static long double oracle_slope(const oracle_model *m, int i) {
    if (i <= 0 || i + 1 >= m->count) return 0;
    return oracle_akima(oracle_chord(m, i - 2), oracle_chord(m, i - 1), oracle_chord(m, i),
                        oracle_chord(m, i + 1));
}

static long double oracle_speed(const oracle_model *m, long double x) {
    int k = m->count, i = 0;
    long double s0, s1, h, u, d0, d1;
    if (m->kind == 1 || x >= (long double)m->size[k - 1])
        return (long double)m->size[k - 1] / m->seconds[k - 1];
    if (x <= (long double)m->size[0]) return (long double)m->size[0] / m->seconds[0];
    while ((long double)m->size[i + 1] < x) i++;
    s0 = (long double)m->size[i] / m->seconds[i];
    s1 = (long double)m->size[i + 1] / m->seconds[i + 1];
    h = (long double)(m->size[i + 1] - m->size[i]);
    u = (x - (long double)m->size[i]) / h;
    if (m->kind == 2) return s0 + u * (s1 - s0);
    d0 = oracle_slope(m, i) * h; /* Hermite basis */
    d1 = oracle_slope(m, i + 1) * h;
    return s0 * (1 + 2 * u) * (1 - u) * (1 - u) + d0 * u * (1 - u) * (1 - u) +
           s1 * u * u * (3 - 2 * u) - d1 * u * u * (1 - u);
}

static long double oracle_time(const oracle_model *m, int64_t x) {
    long double s;
    int i;
    if (x == 0) return 0;
    if (m->kind == 5) {
        for (i = 0; i < m->count; i++)
            if (m->size[i] == x) return m->seconds[i];
        return ORACLE_NEVER;
    }
    s = oracle_speed(m, (long double)x);
    return s > 0 ? (long double)x / s : ORACLE_NEVER;
}

/* Time of a share, fixed cost and all constraints included. */
ORACLE_FN long double oracle_share(const oracle_proc *p, int64_t x) {
    if (x == 0) return p->required ? ORACLE_NEVER : 0;
    if (x < p->min || (p->max > 0 && x > p->max) || (p->grain > 0 && x % p->grain))
        return ORACLE_NEVER;
    return oracle_time(p->model, x) + p->fixed;
}

/* Least makespan of n <= 511 units over p processors, by dynamic program; ORACLE_NEVER: none. */
ORACLE_FN long double oracle_makespan(int64_t n, int p, const oracle_proc *procs) {
    static long double least[2][512], time[512];
    int64_t w, x;
    int i;
    for (w = 0; w <= n; w++) least[0][w] = w ? ORACLE_NEVER : 0;
    for (i = 0; i < p; i++) {
        const long double *old = least[i % 2];
        long double *next = least[(i + 1) % 2];
        for (x = 0; x <= n; x++) time[x] = oracle_share(&procs[i], x);
        for (w = 0; w <= n; w++) {
            next[w] = ORACLE_NEVER;
            for (x = 0; x <= w; x++) {
                long double t = old[w - x] > time[x] ? old[w - x] : time[x];
                if (t < next[w]) next[w] = t;
            }
        }
    }
    return least[p % 2][n];
}

/* Most units done by time t, where time rises: halving on the definition. */
ORACLE_FN int64_t oracle_units(const oracle_proc *p, int64_t n, long double t) {
    int64_t grain = p->grain > 0 ? p->grain : 1, low = 0,
            high = (p->max > 0 && p->max < n ? p->max : n) / grain;
    while (low < high) {
        int64_t middle = low + (high - low + 1) / 2;
        if (oracle_time(p->model, middle * grain) + p->fixed <= t) low = middle;
        else high = middle - 1;
    }
    return low * grain;
}

/* The same for any n where times rise and only max, grain (common) and fixed bind: halving on t. */
ORACLE_FN long double oracle_monotone(int64_t n, int p, const oracle_proc *procs) {
    long double low = 0, high = 1e30L;
    int round, i;
    for (round = 0; round < 400 && high - low > 1e-17L * high; round++) {
        long double middle = low > 0 ? sqrtl(low) * sqrtl(high) : high / 1e6L;
        int64_t sum = 0;
        if (round > 60) middle = (low + high) / 2;
        for (i = 0; i < p && sum < n; i++) sum += oracle_units(&procs[i], n, middle);
        if (sum >= n) high = middle;
        else low = middle;
    }
    return high;
}

#endif
