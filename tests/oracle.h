/* oracle.h - models and partitions straight from their definitions, in long double.

   Shares nothing with fpm.h: neither its types nor its code, only the meaning of the numbers.
   Slow on purpose: every function is the definition written down.
     oracle_build       knots of the speed function and its slopes there, from the points
     oracle_speed/time  evaluation; ORACLE_NEVER where a size cannot be done
     oracle_share       the same with fixed seconds and all constraints of a processor
     oracle_table_best  least makespan by a dynamic program over processors and units
     oracle_bisect      least makespan by halving the time, for shares without holes and times that
                        rise with size (any n)
     oracle_shape       largest relative change that makes speeds rise concavely, then fall */
#ifndef ORACLE_H
#define ORACLE_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#if defined(__GNUC__) || defined(__clang__)
#define ORACLE_FN __attribute__((unused)) static
#else
#define ORACLE_FN static
#endif

enum { ORACLE_CONSTANT = 1, ORACLE_PIECEWISE, ORACLE_SHAPED, ORACLE_AKIMA, ORACLE_DISCRETE };
enum { ORACLE_SAFE = 1, ORACLE_LITERAL = 2 };
enum { ORACLE_POINTS = 40, ORACLE_KNOTS = ORACLE_POINTS + 4 };
#define ORACLE_NEVER 1e300L

typedef struct oracle_model {
    int kind, flags, count;
    int64_t extent, at;
    int64_t size[ORACLE_POINTS];
    double seconds[ORACLE_POINTS];
    /* the rest is oracle_build's */
    int knots;
    long double x[ORACLE_KNOTS], s[ORACLE_KNOTS], slope[ORACLE_KNOTS];
    /* takes the place of the definition where a kind is defined by properties only */
    long double (*time)(const void *context, int64_t size);
    const void *context;
} oracle_model;

typedef struct oracle_proc {
    const oracle_model *model;
    int64_t min, max, grain;
    double fixed;
    int required;
} oracle_proc;

/* ---- speed functions ---- */

ORACLE_FN void oracle_knot(oracle_model *m, long double x, long double s) {
    m->x[m->knots] = x;
    m->s[m->knots] = s;
    m->slope[m->knots++] = 0;
}

ORACLE_FN long double oracle_measured(const oracle_model *m, int i) {
    return (long double)m->size[i] / (long double)m->seconds[i];
}

/* Slope of the chord from knot i to i + 1; flat beyond the ends, or Akima's extrapolation. */
ORACLE_FN long double oracle_chord(const oracle_model *m, int i) {
    int last = m->knots - 2, literal = m->flags & ORACLE_LITERAL;
    if (!literal && (i < 0 || i > last)) return 0;
    if (i < 0) return 2 * oracle_chord(m, i + 1) - oracle_chord(m, i + 2);
    if (i > last) return 2 * oracle_chord(m, i - 1) - oracle_chord(m, i - 2);
    return (m->s[i + 1] - m->s[i]) / (m->x[i + 1] - m->x[i]);
}

/* Derivative at a knot from two chords on either side (Akima 1970). */
ORACLE_FN long double oracle_akima(long double a, long double b, long double c, long double d) {
    long double wb = fabsl(d - c), wc = fabsl(b - a);
    return wb + wc > 0 ? (wb * b + wc * c) / (wb + wc) : (b + c) / 2;
}

ORACLE_FN void oracle_slopes(oracle_model *m) {
    int i, literal = m->flags & ORACLE_LITERAL;
    for (i = 0; i < m->knots; i++)
        if (m->knots > 2 && (literal || (i > 0 && i + 1 < m->knots)))
            m->slope[i] = oracle_akima(oracle_chord(m, i - 2), oracle_chord(m, i - 1),
                                       oracle_chord(m, i), oracle_chord(m, i + 1));
}

ORACLE_FN long double oracle_speed(const oracle_model *m, long double x, long double *slope);

ORACLE_FN void oracle_build(oracle_model *m) {
    int i, k = m->count, literal = m->kind == ORACLE_AKIMA && (m->flags & ORACLE_LITERAL);
    long double end = (long double)m->extent, first, last;
    m->knots = 0;
    if (k == 0) return;
    first = oracle_measured(m, 0);
    last = oracle_measured(m, k - 1);
    if (m->kind == ORACLE_CONSTANT) {
        long double speed = last;
        if (m->at > 0) { /* off the straight lines */
            oracle_model lines = *m;
            lines.kind = ORACLE_PIECEWISE;
            lines.at = 0;
            oracle_build(&lines);
            speed = oracle_speed(&lines, (long double)m->at, NULL);
        }
        oracle_knot(m, 0, speed);
        return;
    }
    if (literal) oracle_knot(m, 0, first);
    for (i = 0; i < k; i++) oracle_knot(m, (long double)m->size[i], oracle_measured(m, i));
    if (literal && m->extent > m->size[k - 1]) {
        if (k == 2) oracle_knot(m, ((long double)m->size[1] + end) / 2, last);
        oracle_knot(m, end, last);
    }
    if (m->kind == ORACLE_AKIMA) oracle_slopes(m);
}

/* Speed, and its slope to the right of x. */
ORACLE_FN long double oracle_speed(const oracle_model *m, long double x, long double *slope) {
    int i = 0, last = m->knots - 1;
    long double h, u, v, s0, s1, d0, d1, rest;
    if (!slope) slope = &rest;
    *slope = 0;
    if (x < m->x[0]) return m->s[0];
    if (x >= m->x[last]) return m->s[last];
    while (m->x[i + 1] <= x) i++;
    h = m->x[i + 1] - m->x[i];
    u = (x - m->x[i]) / h;
    v = 1 - u;
    s0 = m->s[i];
    s1 = m->s[i + 1];
    if (m->kind != ORACLE_AKIMA) {
        *slope = (s1 - s0) / h;
        return v * s0 + u * s1;
    }
    d0 = m->slope[i] * h; /* the Hermite basis */
    d1 = m->slope[i + 1] * h;
    *slope = (6 * u * v * (s1 - s0) + d0 * v * (v - 2 * u) + d1 * u * (u - 2 * v)) / h;
    return s0 * (1 + 2 * u) * v * v + d0 * u * v * v + s1 * u * u * (1 + 2 * v) - d1 * u * u * v;
}

ORACLE_FN long double oracle_time_at(const oracle_model *m, long double x) {
    long double s = oracle_speed(m, x, NULL);
    if (x <= 0) return 0;
    return s > 0 ? x / s : ORACLE_NEVER;
}

ORACLE_FN long double oracle_time(const oracle_model *m, int64_t x) {
    int i;
    if (x == 0) return 0;
    if (m->time) return m->time(m->context, x);
    if (m->kind != ORACLE_DISCRETE) return oracle_time_at(m, (long double)x);
    for (i = 0; i < m->count; i++)
        if (m->size[i] == x) return (long double)m->seconds[i];
    return ORACLE_NEVER;
}

/* Seconds of a share, or ORACLE_NEVER when it cannot be given. */
ORACLE_FN long double oracle_share(const oracle_proc *p, int64_t x) {
    long double t;
    if (x == 0) return p->required ? ORACLE_NEVER : 0;
    if (x < p->min || (p->max > 0 && x > p->max) || (p->grain > 0 && x % p->grain))
        return ORACLE_NEVER;
    t = oracle_time(p->model, x);
    return t < ORACLE_NEVER ? t + (long double)p->fixed : t;
}

ORACLE_FN long double oracle_makespan(int p, const oracle_proc *procs, const int64_t *d) {
    long double worst = 0, t;
    int i;
    for (i = 0; i < p; i++) {
        t = oracle_share(&procs[i], d[i]);
        if (t > worst) worst = t;
    }
    return worst;
}

/* ---- the least makespan ---- */

/* table: p rows of n + 1 times, ORACLE_NEVER where a share cannot be given.  The result is
   ORACLE_NEVER when no shares sum to n. */
ORACLE_FN long double oracle_table_best(int64_t n, int p, const long double *table) {
    size_t row = (size_t)n + 1;
    long double *best = (long double *)malloc(2 * row * sizeof *best), *next, *swap, result;
    long double *block = best;
    int i;
    int64_t w, x;
    if (!best) abort();
    next = best + row;
    for (w = 0; w <= n; w++) best[w] = w == 0 ? 0 : ORACLE_NEVER;
    for (i = 0; i < p; i++, table += row) {
        for (w = 0; w <= n; w++) next[w] = ORACLE_NEVER;
        for (x = 0; x <= n; x++) {
            long double t = table[x];
            if (!(t < ORACLE_NEVER)) continue;
            for (w = x; w <= n; w++) {
                long double worst = best[w - x] > t ? best[w - x] : t;
                if (worst < next[w]) next[w] = worst;
            }
        }
        swap = best, best = next, next = swap;
    }
    result = best[n];
    free(block);
    return result;
}

ORACLE_FN long double oracle_best(int64_t n, int p, const oracle_proc *procs) {
    size_t row = (size_t)n + 1;
    long double *table = (long double *)malloc((size_t)p * row * sizeof *table), result;
    int64_t x;
    int i;
    if (!table) abort();
    for (i = 0; i < p; i++)
        for (x = 0; x <= n; x++) table[(size_t)i * row + (size_t)x] = oracle_share(&procs[i], x);
    result = oracle_table_best(n, p, table);
    free(table);
    return result;
}

/* Most steps of grain that are done by tau, known to lie from low to high; never below low. */
ORACLE_FN int64_t oracle_steps_by(const oracle_proc *proc, int64_t grain, long double tau,
                                  int64_t low, int64_t high) {
    while (low < high) {
        int64_t middle = low + (high - low + 1) / 2;
        if (oracle_time(proc->model, middle * grain) + (long double)proc->fixed <= tau)
            low = middle;
        else high = middle - 1;
    }
    return low;
}

/* Times must rise with size, min goes with required, one grain for all.  ORACLE_NEVER: infeasible.
   The result is exact to about 1e-17. */
ORACLE_FN long double oracle_bisect(int64_t n, int p, const oracle_proc *procs) {
    int64_t grain = procs[0].grain > 0 ? procs[0].grain : 1, want = n / grain, sum = 0, room = 0;
    int64_t *low = (int64_t *)malloc(3 * (size_t)p * sizeof *low), *high = low + p, *mid = high + p;
    long double least = 0, most = 0, first = ORACLE_NEVER;
    int i, round;
    if (!low) abort();
    for (i = 0; i < p; i++) {
        int64_t min = procs[i].required ? (procs[i].min > 1 ? procs[i].min : 1) : 0;
        int64_t max = procs[i].max > 0 && procs[i].max < n ? procs[i].max : n;
        long double t;
        low[i] = (min + grain - 1) / grain;
        high[i] = max / grain;
        if (low[i] > high[i]) sum = n + 1;
        sum += low[i];
        room += high[i] > want ? want : high[i];
        t = low[i] > 0 ? oracle_time(procs[i].model, low[i] * grain) + (long double)procs[i].fixed
                       : 0;
        if (t > least) least = t;
        if (high[i] == 0) continue;
        t = oracle_time(procs[i].model, high[i] * grain) + (long double)procs[i].fixed;
        if (t > most) most = t;
        t = oracle_time(procs[i].model, grain) + (long double)procs[i].fixed;
        if (t < first) first = t;
    }
    if (n % grain || sum > want || room < want) {
        free(low);
        return ORACLE_NEVER;
    }
    for (sum = 0, i = 0; i < p; i++)
        sum += mid[i] = oracle_steps_by(&procs[i], grain, least, low[i], high[i]);
    if (sum >= want) most = least;
    if (least < first / 2) least = first / 2;
    for (round = 0; round < 400 && most - least > 1e-18L * most; round++) {
        long double tau = most > 4 * least ? sqrtl(least * most) : (least + most) / 2;
        if (!(tau > least && tau < most)) break;
        for (sum = 0, i = 0; i < p; i++)
            sum += mid[i] = oracle_steps_by(&procs[i], grain, tau, low[i], high[i]);
        if (sum >= want) most = tau;
        else least = tau;
        for (i = 0; i < p; i++) *(sum >= want ? &high[i] : &low[i]) = mid[i];
    }
    free(low);
    return most;
}

/* ---- shaped speeds ----

   The class: concave and rising up to the peak, every chord up to it rising less steeply than the
   line from the origin to its left end (so that the line through the origin is crossed once), then
   falling.  It is closed under scaling by a positive number, and under minima with the peak held
   fixed, so it has a least majorant U of the measured s, and the best approximation in
   max |log r - log s| is U / sqrt(max U / s): any r of the class scaled up to cover s lies above U.
   Left of the peak U is the least concave majorant of (0, 0) and the points; right of it the
   largest speed from there on. */
ORACLE_FN long double oracle_shape(int count, const int64_t *size, const double *seconds,
                                   long double *shaped) {
    long double ratio = 1, largest = 0, top = 0;
    int i, j, l, peak = 0;
    for (i = 0; i < count; i++)
        if ((long double)size[i] / (long double)seconds[i] > top)
            top = (long double)size[i] / (long double)seconds[i], peak = i;
    for (i = 0; i < count; i++) {
        long double u = 0;
        if (i > peak) {
            for (j = i; j < count; j++) {
                long double s = (long double)size[j] / (long double)seconds[j];
                if (s > u) u = s;
            }
        } else { /* highest chord over size i between any two of the origin and points to a peak */
            for (j = -1; j <= i; j++) {
                long double xj = j < 0 ? 0 : (long double)size[j];
                long double sj = j < 0 ? 0 : xj / (long double)seconds[j];
                for (l = i; l <= peak; l++) {
                    long double xl = (long double)size[l], sl = xl / (long double)seconds[l];
                    long double at =
                        l == j ? sl : sj + (sl - sj) * ((long double)size[i] - xj) / (xl - xj);
                    if (at > u) u = at;
                }
            }
        }
        shaped[i] = u;
        u = u * (long double)seconds[i] / (long double)size[i];
        if (u > ratio) ratio = u;
    }
    for (i = 0; i < count; i++) {
        long double s = (long double)size[i] / (long double)seconds[i], change;
        shaped[i] /= sqrtl(ratio);
        change = fabsl(shaped[i] / s - 1);
        if (change > largest) largest = change;
    }
    return largest;
}

#endif
