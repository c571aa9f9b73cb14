/* oracle_sums.h - can shares add up to n, each taking less than a limit of time?  Four ways that
   share nothing with fpm.h nor with each other.  Include after oracle.h.

   Finite sets: processor i offers 0 and size[j], seconds[j] for begin[i] <= j < begin[i + 1],
   ascending; only points with seconds < limit count.
     oracle_plain     least makespan by a dynamic program over units
     oracle_bits      a bit for each sum up to n
     oracle_deficits  a bit for each sum of what is missing to the largest sizes
     oracle_halves    sorted sums of either half of the processors (meet in the middle)
   Any models, n of any size:
     oracle_sums      runs of whole numbers, one list for each residue modulo `modulus`, which every
                      grain has to divide
   They return 1 or 0, or -1 when the instance is too large for them. */
#ifndef ORACLE_SUMS_H
#define ORACLE_SUMS_H

#include <string.h>

typedef struct oracle_set {
    int64_t n;
    int p;
    const int64_t *begin, *size;
    const double *seconds;
} oracle_set;

enum { ORACLE_WINDOW = 1 << 23, ORACLE_SUMS = 1 << 22 };

ORACLE_FN void *oracle_get(size_t count, size_t size) {
    void *block = calloc(count ? count : 1, size);
    if (!block) abort();
    return block;
}

/* The least makespan; negative: no shares sum to n. */
ORACLE_FN double oracle_plain(const oracle_set *s) {
    size_t row = (size_t)s->n + 1;
    double *best = (double *)oracle_get(2 * row, sizeof *best), *next = best + row, *block = best;
    double result;
    int64_t w, j;
    int i;
    for (w = 1; w <= s->n; w++) best[w] = -1;
    for (i = 0; i < s->p; i++) {
        double *swap = best;
        memcpy(next, best, row * sizeof *best);
        for (j = s->begin[i]; j < s->begin[i + 1]; j++)
            for (w = s->size[j]; w <= s->n; w++) {
                double rest = best[w - s->size[j]], t = s->seconds[j];
                if (rest < 0) continue;
                if (t < rest) t = rest;
                if (next[w] < 0 || t < next[w]) next[w] = t;
            }
        best = next, next = swap;
    }
    result = best[s->n];
    free(block);
    return result;
}

/* to |= from << by, both of `words` words. */
ORACLE_FN void oracle_shift(uint64_t *to, const uint64_t *from, int64_t words, int64_t by) {
    int64_t skip = by / 64, w;
    int bits = (int)(by % 64);
    if (bits == 0)
        for (w = skip; w < words; w++) to[w] |= from[w - skip];
    else
        for (w = skip; w < words; w++)
            to[w] |= from[w - skip] << bits | (w > skip ? from[w - skip - 1] >> (64 - bits) : 0);
}

/* Bits of the sums up to n of 0 or (direct) sizes, else of what they lack to the largest. */
ORACLE_FN int oracle_window(const oracle_set *s, double limit, int64_t n, int direct) {
    int64_t words = n / 64 + 1, j;
    uint64_t *have = (uint64_t *)oracle_get(2 * (size_t)words, 8), *next = have + words;
    uint64_t *block = have;
    int i, result;
    have[0] = 1;
    for (i = 0; i < s->p; i++) {
        uint64_t *swap = have;
        int64_t top = 0;
        for (j = s->begin[i]; !direct && j < s->begin[i + 1]; j++)
            if (s->seconds[j] < limit && s->size[j] <= s->n) top = s->size[j];
        memset(next, 0, (size_t)words * 8);
        if (top <= n) oracle_shift(next, have, words, top); /* no share */
        for (j = s->begin[i]; j < s->begin[i + 1]; j++) {
            int64_t by = direct ? s->size[j] : top - s->size[j];
            if (s->seconds[j] < limit && by >= 0 && by <= n) oracle_shift(next, have, words, by);
        }
        have = next, next = swap;
    }
    result = (int)(have[n / 64] >> (n % 64) & 1);
    free(block);
    return result;
}

ORACLE_FN int oracle_bits(const oracle_set *s, double limit) {
    return s->n >= ORACLE_WINDOW ? -1 : oracle_window(s, limit, s->n, 1);
}

ORACLE_FN int oracle_deficits(const oracle_set *s, double limit) {
    long double sum = 0; /* exact: fewer than 2^11 sizes of 53 bits */
    int64_t j;
    int i;
    for (i = 0; i < s->p; i++) {
        int64_t top = 0;
        for (j = s->begin[i]; j < s->begin[i + 1]; j++)
            if (s->seconds[j] < limit && s->size[j] <= s->n) top = s->size[j];
        sum += (long double)top;
    }
    sum -= (long double)s->n;
    if (sum < 0) return 0;
    return sum >= ORACLE_WINDOW ? -1 : oracle_window(s, limit, (int64_t)sum, 0);
}

/* Ascending sums up to n of processors first .. last - 1; NULL: too many. */
ORACLE_FN int64_t *oracle_half(const oracle_set *s, double limit, int first, int last,
                               int64_t *count) {
    int64_t *sum, *old, *next, *swap, j, k, a, b, many = 1;
    int i;
    for (i = first; i < last; i++) {
        for (j = s->begin[i], k = 1; j < s->begin[i + 1]; j++) k += s->seconds[j] < limit;
        many *= k;
        if (many > ORACLE_SUMS) return NULL;
    }
    sum = (int64_t *)oracle_get((size_t)many, 8);
    old = (int64_t *)oracle_get((size_t)many, 8);
    next = (int64_t *)oracle_get((size_t)many, 8);
    *count = 1;
    for (i = first; i < last; i++) {
        int64_t before = *count;
        memcpy(old, sum, (size_t)before * 8);
        for (j = s->begin[i]; j < s->begin[i + 1]; j++) {
            int64_t x = s->size[j];
            if (!(s->seconds[j] < limit)) continue;
            for (a = b = k = 0; a < *count || (b < before && old[b] + x <= s->n);) {
                int64_t v = a < *count ? sum[a] : INT64_MAX;
                int64_t w = b < before && old[b] + x <= s->n ? old[b] + x : INT64_MAX;
                next[k++] = v < w ? v : w;
                a += v <= w, b += w <= v;
            }
            *count = k;
            swap = sum, sum = next, next = swap;
        }
    }
    free(old);
    free(next);
    return sum;
}

ORACLE_FN int oracle_halves(const oracle_set *s, double limit) {
    int64_t left = 0, right = 0, i = 0;
    int64_t *low = oracle_half(s, limit, 0, s->p / 2, &left);
    int64_t *high = oracle_half(s, limit, s->p / 2, s->p, &right);
    int result = low && high ? 0 : -1;
    for (right--; result == 0 && i < left && right >= 0;) {
        int64_t sum = low[i] + high[right];
        if (sum == s->n) result = 1;
        else if (sum < s->n) i++;
        else right--;
    }
    free(low);
    free(high);
    return result;
}

/* ---- runs of whole numbers ---- */

typedef struct oracle_run {
    int64_t residue, low, high; /* residue + modulus * z for low <= z <= high */
} oracle_run;

typedef struct oracle_runs {
    oracle_run *run;
    int64_t count, room;
} oracle_runs;

ORACLE_FN void oracle_push(oracle_runs *r, int64_t residue, int64_t low, int64_t high) {
    if (low > high) return;
    if (r->count == r->room) {
        r->room = r->room ? 2 * r->room : 64;
        r->run = (oracle_run *)realloc(r->run, (size_t)r->room * sizeof *r->run);
        if (!r->run) abort();
    }
    r->run[r->count].residue = residue;
    r->run[r->count].low = low;
    r->run[r->count++].high = high;
}

ORACLE_FN int oracle_run_order(const void *a, const void *b) {
    const oracle_run *x = (const oracle_run *)a, *y = (const oracle_run *)b;
    if (x->residue != y->residue) return x->residue < y->residue ? -1 : 1;
    return (x->low > y->low) - (x->low < y->low);
}

/* Ascending, what touches or overlaps joined. */
ORACLE_FN void oracle_tidy(oracle_runs *r) {
    int64_t i, k = 0;
    if (r->count == 0) return;
    qsort(r->run, (size_t)r->count, sizeof *r->run, oracle_run_order);
    for (i = 1; i < r->count; i++) {
        oracle_run *last = &r->run[k], *next = &r->run[i];
        if (next->residue == last->residue && next->low <= last->high + 1) {
            if (next->high > last->high) last->high = next->high;
        } else r->run[++k] = *next;
    }
    r->count = k + 1;
}

/* Where the time of x, q(x) / s(x)^2 its slope, may turn: sizes between which it rises or falls
   throughout.  Wants positive speeds. */
ORACLE_FN int oracle_turns(const oracle_model *m, long double *at) {
    int i, half, round, count = 0;
    for (i = 0; i < m->knots; i++) {
        long double h, s0, s1, d0, d1, curve, start, edge[3];
        at[count++] = m->x[i];
        if (m->kind != ORACLE_AKIMA || i + 1 == m->knots) continue;
        h = m->x[i + 1] - m->x[i];
        s0 = m->s[i], s1 = m->s[i + 1];
        d0 = m->slope[i] * h, d1 = m->slope[i + 1] * h;
        curve = 12 * (s0 - s1) + 6 * (d0 + d1); /* the second derivative: start + curve u */
        start = 6 * (s1 - s0) - 4 * d0 - 2 * d1;
        edge[0] = 0, edge[2] = 1;
        edge[1] = curve != 0 && -start / curve > 0 && -start / curve < 1 ? -start / curve : 0.5L;
        for (half = 0; half < 2; half++) { /* q is monotone in each */
            long double low = m->x[i] + edge[half] * h, high = m->x[i] + edge[half + 1] * h;
            long double slope, q0, q1;
            q0 = oracle_speed(m, low, &slope), q0 -= low * slope;
            q1 = s1 - m->x[i + 1] * d1 / h;
            if (half == 0) q1 = oracle_speed(m, high, &slope), q1 -= high * slope;
            if (q0 * q1 >= 0) continue;
            for (round = 0; round < 80; round++) {
                long double middle = (low + high) / 2, q = oracle_speed(m, middle, &slope);
                q -= middle * slope;
                if (q * q0 > 0) low = middle;
                else high = middle;
            }
            at[count++] = low;
        }
    }
    return count;
}

/* Sizes residue + modulus z of a stretch where time rises or falls throughout. */
ORACLE_FN void oracle_stretch(oracle_runs *out, const oracle_proc *proc, long double limit,
                              int64_t residue, int64_t modulus, int64_t low, int64_t high) {
    int first, last;
    int64_t in, outside, middle;
    if (low > high) return;
    first = oracle_share(proc, residue + modulus * low) < limit;
    last = oracle_share(proc, residue + modulus * high) < limit;
    if (!first && !last) return;
    if (first && last) {
        oracle_push(out, residue, low, high);
        return;
    }
    for (in = first ? low : high, outside = first ? high : low;
         in - outside > 1 || outside - in > 1;) {
        middle = in + (outside - in) / 2;
        if (oracle_share(proc, residue + modulus * middle) < limit) in = middle;
        else outside = middle;
    }
    if (first) oracle_push(out, residue, low, in);
    else oracle_push(out, residue, in, high);
}

/* All shares up to n of a processor that take less than limit. */
ORACLE_FN void oracle_offer(oracle_runs *out, const oracle_proc *proc, int64_t n, int64_t modulus,
                            long double limit) {
    long double at[3 * ORACLE_KNOTS];
    int64_t grain = proc->grain > 0 ? proc->grain : 1, r, j;
    int64_t least = proc->min > 1 ? proc->min : 1, most = proc->max > 0 ? proc->max : n;
    int turns, i;
    out->count = 0;
    if (!proc->required && limit > 0) oracle_push(out, 0, 0, 0);
    if (proc->model->kind == ORACLE_DISCRETE) {
        for (j = 0; j < proc->model->count; j++) {
            int64_t x = proc->model->size[j];
            if (x <= n && oracle_share(proc, x) < limit)
                oracle_push(out, x % modulus, x / modulus, x / modulus);
        }
        oracle_tidy(out);
        return;
    }
    if (most > n) most = n;
    turns = oracle_turns(proc->model, at);
    for (r = 0; r < modulus; r += grain)
        for (i = 0; i <= turns; i++) {
            int64_t low = i == 0 ? least : (int64_t)floorl(fminl(at[i - 1], 1e17L)) + 1;
            int64_t high = i == turns ? most : (int64_t)floorl(fminl(at[i], 1e17L));
            if (low < least) low = least;
            if (high > most) high = most;
            if (high < r) continue;
            oracle_stretch(out, proc, limit, r, modulus,
                           low <= r ? 0 : (low - r + modulus - 1) / modulus, (high - r) / modulus);
        }
    oracle_tidy(out);
}

ORACLE_FN int oracle_sums(int64_t n, int p, const oracle_proc *procs, int64_t modulus,
                          long double limit) {
    oracle_runs have = {NULL, 0, 0}, offer = {NULL, 0, 0}, next = {NULL, 0, 0}, swap;
    int64_t a, b;
    int i, result = 0;
    oracle_push(&have, 0, 0, 0);
    for (i = 0; i < p && result == 0; i++) {
        oracle_offer(&offer, &procs[i], n, modulus, limit);
        next.count = 0;
        if (have.count * offer.count > ORACLE_SUMS) result = -1;
        for (a = 0; a < have.count && result == 0; a++)
            for (b = 0; b < offer.count; b++) {
                int64_t r = have.run[a].residue + offer.run[b].residue, carry = r >= modulus;
                int64_t low = have.run[a].low + offer.run[b].low + carry;
                int64_t high = have.run[a].high + offer.run[b].high + carry, most;
                r -= carry * modulus;
                if (r > n) continue;
                most = (n - r) / modulus;
                oracle_push(&next, r, low, high < most ? high : most);
            }
        oracle_tidy(&next);
        swap = have, have = next, next = swap;
    }
    for (a = 0; a < have.count && result == 0; a++)
        result = have.run[a].residue == n % modulus && have.run[a].low <= n / modulus &&
                 n / modulus <= have.run[a].high;
    free(have.run);
    free(offer.run);
    free(next.run);
    return result;
}

#endif
