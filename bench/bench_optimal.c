/* Profiles as they are measured: the study of Khaleghzadeh, Reddy, Lastovetsky (TPDS 29, 2018) on
   generated ones (what the optimum gains over smooth and over constant models), the exact
   algorithms on growing numbers of processors, and what equal times cost where times fall.
   usage: bench_optimal [cap [most [parts]]]
   cap    no solve may need more seconds than this, default 20
   most   largest number of processors, default 100000 (1.6 GB of points)
   parts  which of a (study), b (growth), c (continuous models), default abc
   Two pictures of the study are drawn beside the folder of the program: study_dgemm.svg and
   study_fft.svg.
   peers: cminpack
*/
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "../examples/tool/style.h"
#include "bench.h"

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif
#ifdef HAVE_CMINPACK
#include <cminpack.h>
#endif

static double cap = 20;    /* seconds */
static int most = 100000;  /* processors */
static int wrong;          /* answers that another method contradicts */
#define NEVER 1e300        /* time of what cannot be done */
#define STEPS_A_SECOND 4e8 /* of opts.max_work, as fpm.h says */

/* ---- a solve, and what its answer is worth ---- */

typedef struct answer {
    int status;
    double makespan; /* NAN: no answer */
    double seconds;  /* that it took to answer, or to find that there is none; else NAN */
    fpm_info info;
} answer;

/* Index of a size among the points of a model, or -1. */
static int64_t find(const fpm_model *m, int64_t size) {
    int64_t low = 0, high = m->count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (m->size[middle] < size) low = middle + 1;
        else high = middle;
    }
    return low < m->count && m->size[low] == size ? low : -1;
}

/* The makespan of shares on the profiles, NEVER when one is not on offer. */
static double timed(const platform *f, const int64_t *d) {
    double longest = 0;
    int i;
    for (i = 0; i < f->p; i++) {
        int64_t at = d[i] ? find(&f->model[i], d[i]) : 0;
        if (at < 0) return NEVER;
        if (d[i] && f->model[i].seconds[at] > longest) longest = f->model[i].seconds[at];
    }
    return longest;
}

BENCH_FN int late(void *context, const fpm_progress *state) {
    (void)state;
    return bench_now() > *(double *)context;
}

static answer solve(const platform *f, int64_t n, int algorithm, int64_t *d) {
    answer a;
    fpm_options opts = FPM_ZERO;
    double start = bench_now(), limit = start + cap;
    opts.algorithm = algorithm;
    opts.max_bytes = (size_t)2 << 30;
    opts.max_work = (int64_t)(cap * STEPS_A_SECOND) + 1;
    opts.progress = late, opts.context = &limit;
    a.status = fpm_partition(n, f->p, f->procs, &opts, d, &a.info);
    a.seconds = a.status < 0 && a.status != FPM_E_INFEASIBLE ? NAN : bench_now() - start;
    a.makespan = a.status < 0 ? NAN : a.info.makespan;
    return a;
}

/* The same on profiles, where the answer is not believed but timed here. */
static answer solve_checked(const platform *f, int64_t n, int algorithm, int64_t *d) {
    answer a = solve(f, n, algorithm, d);
    int64_t sum = 0;
    int i;
    if (a.status < 0) return a;
    for (i = 0; i < f->p; i++) sum += d[i];
    a.makespan = timed(f, d);
    if (sum == n && a.makespan == a.info.makespan) return a;
    printf(
        "WRONG: algorithm %d, p = %d, n = %lld: shares sum to %lld, makespan %.17g, said %.17g\n",
        algorithm, f->p, (long long)n, (long long)sum, a.makespan, a.info.makespan);
    exit(1);
}

enum { RUNS = 9 };

/* The median of up to RUNS solves in about a second. */
static answer solve_often(const platform *f, int64_t n, int algorithm, int64_t *d) {
    answer a;
    double taken[RUNS], spent = 0;
    int done = 0;
    do {
        a = solve(f, n, algorithm, d);
        if (!isfinite(a.seconds)) return a;
        spent += taken[done++] = a.seconds;
    } while (done < RUNS && spent < 1);
    a.seconds = bench_median(taken, done);
    return a;
}

/* The sum of the largest sizes that are done before the makespan is less than n: then it is the
   optimum.  True wherever many processors are at work. */
static int too_few_below(const platform *f, int64_t n, double makespan) {
    int64_t sum = 0, j;
    int i;
    for (i = 0; i < f->p; i++) {
        for (j = f->model[i].count; j > 0 && !(f->model[i].seconds[j - 1] < makespan);) j--;
        sum += j ? f->model[i].size[j - 1] : 0;
    }
    return sum < n;
}

static void cell(int width, const char *format, double value) { /* NAN: a dash */
    char text[64];
    if (isfinite(value)) snprintf(text, sizeof text, format, value);
    printf(" %*s", width, isfinite(value) ? text : "-");
}

/* ---- the plain dynamic program ---- */

enum { TILE = 1024 }; /* workloads whose values stay in the nearest cache */

/* now[w] = min over the points of max(t, old[w - x]) for from <= w < to; x = 0 takes no time.
   old is known up to reach. */
static void dp_tile(const fpm_model *m, const double *restrict old, int64_t reach,
                    double *restrict now, int64_t from, int64_t to) {
    int64_t j, w;
    for (w = from; w < to; w++) now[w] = w <= reach ? old[w] : NEVER;
    for (j = 0; j < m->count; j++) {
        int64_t x = m->size[j], begin = from > x ? from : x;
        int64_t end = to < reach + x + 1 ? to : reach + x + 1;
        double t = m->seconds[j];
        for (w = begin; w < end; w++) {
            double v = old[w - x];
            v = v > t ? v : t;
            now[w] = v < now[w] ? v : now[w];
        }
    }
}

static int64_t largest(const fpm_model *m) { return m->count ? m->size[m->count - 1] : 0; }

/* Optimal makespans of all workloads least .. n, in an array of n + 1 values to be freed.
   Workloads from which least cannot be reached any more, and those not reached yet, are left
   out. */
static double *dp(const platform *f, int64_t n, int64_t least) {
    double *old = (double *)need((size_t)n + 1, sizeof(double)), *swap;
    double *now = (double *)need((size_t)n + 1, sizeof(double));
    int64_t rest = 0, reach = 0, from, tile;
    int i;
    for (i = 0; i < f->p; i++) rest += largest(&f->model[i]);
    for (i = 0; i < f->p; i++) {
        int64_t to = reach + largest(&f->model[i]);
        if (to > n) to = n;
        rest -= largest(&f->model[i]);
        from = least > rest ? least - rest : 0;
        for (tile = from; tile <= to; tile += TILE)
            dp_tile(&f->model[i], old, reach, now, tile, tile + TILE <= to ? tile + TILE : to + 1);
        reach = to;
        swap = old, old = now, now = swap;
    }
    for (; reach < n; reach++) old[reach + 1] = NEVER;
    free(now);
    return old;
}

/* ---- A. the study: three processors, profiles of whole numbers, the same on every machine ---- */

enum { THREE = 3, LEVELS = 12, SWEEP = 240, SHORT_SWEEP = 60, DEGREE = 4, REACH = 16 };
enum { SMOOTH, SMALL, MIDDLE, LARGE, RIVALS };

typedef struct family {
    const char *name, *title;
    int64_t points, hole;      /* one size in `hole` is missing; 0: none */
    int64_t shortest, longest; /* stretches of one amplitude, in points */
    int64_t ramp, knee, tail;  /* of the trend, parts of 1000 of the range */
    int64_t speed[THREE];      /* units in 1000 seconds */
    uint64_t seed;
} family;

static const family families[2] = {
    {"dgemm", "DGEMM-like", 700, 0, 16, 56, 40, 600, 2500, {2000000, 1400000, 1000000}, 1},
    {"fft", "FFT-like", 1090, 3, 3, 24, 90, 300, 900, {1500000, 2000000, 900000}, 2}};

static uint64_t whole_state;

static int64_t whole(int64_t a, int64_t b) { /* a .. b, both included */
    uint64_t z = whole_state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return a + (int64_t)((z ^ (z >> 31)) >> 1) % (b - a + 1);
}

/* Speed rises, stays and declines; times a slow-down of up to 30 .. 700 % from stretch to stretch,
   at the full level; most sizes take a small part of it, few all. */
static void profile(const family *k, int level, int64_t speed, int64_t *size, double *seconds) {
    static const int64_t amplitude[] = {300, 300, 500, 800, 1300, 2100, 3500, 7000};
    int64_t j, x = 0, left = 0, strength = 0, range = k->points + (k->hole ? k->points / 2 : 0);
    for (j = 0; j < k->points; j++, left--) {
        int64_t u = whole(0, 1000), v, knee = k->knee * range / 1000, tail = k->tail * range / 1000;
        x += k->hole && whole(1, k->hole) == 1 ? whole(2, 3) : 1;
        if (left == 0) {
            left = whole(k->shortest, k->longest);
            strength = amplitude[whole(0, 7)] * level / LEVELS;
        }
        v = speed * x / (x + k->ramp * range / 1000);
        if (x > knee) v = v * tail / (tail + x - knee);
        v = v * 1000 / (1000 + strength * u * u / 1000000);
        size[j] = x;
        seconds[j] = (double)(x * INT64_C(1000000000000) / v) / 1e9; /* whole nanoseconds */
    }
}

/* Room for p profiles of m points; the models are made when the points are there. */
static platform profiles_room(int p, int64_t m) {
    platform f;
    f.p = p;
    f.size = (int64_t *)need((size_t)p * (size_t)m, sizeof(int64_t));
    f.seconds = (double *)need((size_t)p * (size_t)m, sizeof(double));
    f.model = (fpm_model *)need((size_t)p, sizeof(fpm_model));
    f.procs = (fpm_proc *)need((size_t)p, sizeof(fpm_proc));
    return f;
}

static void profiles_model(platform *f, int kind, int64_t m, const fpm_model_options *opts) {
    int i;
    for (i = 0; i < f->p; i++) {
        if (fpm_model_init(&f->model[i], kind, m, f->size + (int64_t)i * m,
                           f->seconds + (int64_t)i * m, opts, NULL) < 0)
            exit(1);
        f->procs[i].model = &f->model[i];
    }
}

static platform triple(const family *k, int level) {
    platform f = profiles_room(THREE, k->points);
    int64_t i;
    whole_state = k->seed;
    for (i = 0; i < THREE; i++)
        profile(k, level, k->speed[i], f.size + i * k->points, f.seconds + i * k->points);
    profiles_model(&f, FPM_DISCRETE, k->points, NULL);
    return f;
}

static double speed_at(const fpm_model *m, int64_t j) { return (double)m->size[j] / m->seconds[j]; }

/* Least squares in polynomials that are orthogonal over the sizes (Forsythe's recurrence):
   next = (x - a) q - b last.  The fit may not fall below a part of the mean. */
static void trend(const fpm_model *m, double *speed) {
    int64_t count = m->count, j;
    double *q = (double *)need((size_t)count, sizeof(double)), mean = 0, norm_last = 1;
    double *last = (double *)need((size_t)count, sizeof(double));
    int k;
    for (j = 0; j < count; j++) q[j] = 1, speed[j] = 0, mean += speed_at(m, j) / (double)count;
    for (k = 0; k <= DEGREE; k++) {
        double norm = 0, a = 0, c = 0, x, next;
        for (j = 0; j < count; j++) {
            x = 2.0 * (double)m->size[j] / (double)largest(m) - 1;
            norm += q[j] * q[j], a += x * q[j] * q[j], c += speed_at(m, j) * q[j];
        }
        for (j = 0; j < count; j++) {
            x = 2.0 * (double)m->size[j] / (double)largest(m) - 1;
            speed[j] += c / norm * q[j];
            next = (x - a / norm) * q[j] - (k ? norm / norm_last : 0) * last[j];
            last[j] = q[j], q[j] = next;
        }
        norm_last = norm;
    }
    for (j = 0; j < count; j++) speed[j] = fmax(speed[j], 0.05 * mean);
    free(q), free(last);
}

/* What the rivals believe: the trend as piecewise linear models, and constant speeds taken at one
   size each, a twentieth, half and nineteen twentieths of the way. */
static platform belief(const platform *f, int rival) {
    int64_t m = f->model[0].count, i, j;
    platform g = profiles_room(THREE, m);
    fpm_model_options opts = FPM_ZERO;
    memcpy(g.size, f->size, (size_t)(THREE * m) * sizeof(int64_t));
    memcpy(g.seconds, f->seconds, (size_t)(THREE * m) * sizeof(double));
    for (i = 0; i < THREE && rival == SMOOTH; i++) {
        trend(&f->model[i], g.seconds + i * m);
        for (j = i * m; j < (i + 1) * m; j++) g.seconds[j] = (double)g.size[j] / g.seconds[j];
    }
    if (rival == SMOOTH) profiles_model(&g, FPM_PIECEWISE, m, NULL);
    for (i = 0; i < THREE && rival != SMOOTH; i++) {
        opts.at = g.size[i * m + (rival == SMALL ? m / 20 : rival == MIDDLE ? m / 2 : m - m / 20)];
        if (fpm_model_init(&g.model[i], FPM_CONSTANT, m, g.size + i * m, g.seconds + i * m, &opts,
                           NULL))
            exit(1);
        g.procs[i].model = &g.model[i];
    }
    return g;
}

static int offered(const platform *f, int i, int64_t d) {
    return d == 0 || (d > 0 && find(&f->model[i], d) >= 0);
}

/* Moves shares to sizes on offer: none by more than REACH units, together as little as can be, and
   of such sets the one that its own model holds for fastest.  0: there is none. */
static int settle(const platform *f, const platform *g, const int64_t *want, int64_t *d) {
    int64_t a, b, n = want[0] + want[1] + want[2], moved, fewest = INT64_MAX, pick[THREE];
    double best = NEVER, seconds, t;
    int i;
    for (a = -REACH; a <= REACH; a++)
        for (b = -REACH; b <= REACH && offered(f, 0, want[0] + a); b++) {
            moved = llabs(a) + llabs(b) + llabs(a + b);
            pick[0] = want[0] + a, pick[1] = want[1] + b, pick[2] = n - pick[0] - pick[1];
            if (moved > fewest || llabs(a + b) > REACH || !offered(f, 1, pick[1]) ||
                !offered(f, 2, pick[2]))
                continue;
            for (seconds = 0, i = 0; i < THREE; i++)
                if (fpm_model_time(&g->model[i], (double)pick[i], &t) >= 0)
                    seconds = fmax(seconds, t);
            if (moved == fewest && !(seconds < best)) continue;
            fewest = moved, best = seconds;
            memcpy(d, pick, sizeof pick);
        }
    return fewest < INT64_MAX;
}

typedef struct sample {
    int64_t n;
    double optimum, rival[RIVALS]; /* seconds on the true profiles; NAN: left out */
    int same[2];                   /* OPTIMAL, HPOPTA: 1 the bits of the dynamic program, 0 not,
                                      -1 no answer */
} sample;

/* The workloads count times over the range. */
static void sweep(const platform *f, int count, sample *s) {
    int64_t total = largest(&f->model[0]) + largest(&f->model[1]) + largest(&f->model[2]);
    int64_t d[THREE], want[THREE];
    platform g[RIVALS];
    double *exact = dp(f, total, 0);
    int i, rival, way;
    for (rival = 0; rival < RIVALS; rival++) g[rival] = belief(f, rival);
    for (i = 0; i < count; i++, s++) {
        s->n = total * (i + 1) / (count + 1);
        s->optimum = exact[s->n] < NEVER ? exact[s->n] : NAN;
        for (way = 0; way < 2; way++) {
            answer a = solve_checked(f, s->n, way ? FPM_HPOPTA : FPM_OPTIMAL, d);
            s->same[way] = a.status == FPM_E_INFEASIBLE ? exact[s->n] >= NEVER
                           : a.status < 0               ? -1
                                                        : a.makespan == exact[s->n];
        }
        for (rival = 0; rival < RIVALS; rival++) {
            answer a = solve(&g[rival], s->n, FPM_AUTO, want);
            s->rival[rival] = NAN;
            if (a.status >= 0 && settle(f, &g[rival], want, d)) s->rival[rival] = timed(f, d);
        }
    }
    for (rival = 0; rival < RIVALS; rival++) platform_free(&g[rival]);
    free(exact);
}

typedef struct spread {
    int count;
    double least, sum, most;
} spread;

static void spread_add(spread *s, double v) {
    if (s->count++ == 0) s->least = s->most = v;
    s->least = fmin(s->least, v), s->most = fmax(s->most, v), s->sum += v;
}

static double mean_of(const spread *s) { return s->count ? s->sum / s->count : NAN; }

/* Per cent between the speeds at neighbouring extrema, over the smaller one. */
static spread variation(const fpm_model *m) {
    spread s = FPM_ZERO;
    double extreme = speed_at(m, 0), v;
    int64_t j;
    for (j = 1; j < m->count; j++) {
        double here = speed_at(m, j);
        if (j + 1 < m->count && (here - speed_at(m, j - 1)) * (speed_at(m, j + 1) - here) >= 0)
            continue;
        v = 100 * fabs(here - extreme) / fmin(here, extreme);
        if (v > 0) spread_add(&s, v);
        extreme = here;
    }
    return s;
}

/* As in the paper: over the smooth model's time, but over the optimum against a constant one. */
static spread gain(const sample *s, int count, int rival) {
    spread g = FPM_ZERO;
    int i;
    for (i = 0; i < count; i++)
        if (isfinite(s[i].rival[rival]) && isfinite(s[i].optimum))
            spread_add(&g, 100 * (s[i].rival[rival] - s[i].optimum) /
                               (rival == SMOOTH ? s[i].rival[rival] : s[i].optimum));
    return g;
}

static void spread_row(const char *name, const char *which, const spread *s, int left_out) {
    printf("%-10s %-22s %6d", name, which, s->count);
    if (left_out >= 0) printf(" %8d", left_out);
    else printf(" %8s", "");
    cell(9, "%.2f", s->least), cell(9, "%.1f", mean_of(s)), cell(9, "%.1f", s->most);
    printf("\n");
}

static void study_table(const family *k, const platform *f, const sample *s) {
    static const char *const name[RIVALS] = {"gain over smooth", "over constant, small",
                                             "over constant, middle", "over constant, large"};
    char which[32];
    int i, same[2][3] = {{0}}, way;
    for (i = 0; i < THREE; i++) {
        spread v = variation(&f->model[i]);
        snprintf(which, sizeof which, "variation, processor %d", i);
        spread_row(k->title, which, &v, -1);
    }
    for (i = 0; i < RIVALS; i++) {
        spread g = gain(s, SWEEP, i);
        spread_row(k->title, name[i], &g, SWEEP - g.count);
    }
    for (i = 0; i < SWEEP; i++)
        for (way = 0; way < 2; way++) same[way][s[i].same[way] + 1]++;
    for (way = 0; way < 2; way++) {
        wrong += same[way][1];
        printf("%-10s %s: ", k->title, way ? "HPOPTA" : "OPTIMAL");
        if (same[way][0]) printf("no answer to %d, ", same[way][0]);
        printf("%d of %d makespans have the bits of the dynamic program's\n", same[way][2], SWEEP);
    }
}

static double pearson(const double *x, const double *y, int n) {
    double mx = 0, my = 0, xx = 0, yy = 0, xy = 0;
    int i;
    for (i = 0; i < n; i++) mx += x[i] / n, my += y[i] / n;
    for (i = 0; i < n; i++) {
        xx += (x[i] - mx) * (x[i] - mx), yy += (y[i] - my) * (y[i] - my);
        xy += (x[i] - mx) * (y[i] - my);
    }
    return xy / sqrt(xx * yy);
}

/* The same profiles with their variation scaled: does the gain follow it? */
static void correlation(void) {
    static sample s[SHORT_SWEEP];
    static double of[2][LEVELS], gains[2][RIVALS][LEVELS];
    int level, k, i;
    printf("\n# Variation and gain: the same triples at %d levels of variation, means over the "
           "three profiles and\n# over %d workloads, per cent\n",
           LEVELS, SHORT_SWEEP);
    printf("      DGEMM-like                                      FFT-like\n"
           "level variation  smooth   small  middle   large       variation  smooth   small  middle"
           "   large\n");
    for (level = 1; level <= LEVELS; level++) {
        printf("%5d", level);
        for (k = 0; k < 2; k++) {
            platform f = triple(&families[k], level);
            sweep(&f, SHORT_SWEEP, s);
            for (i = 0; i < THREE; i++) {
                spread v = variation(&f.model[i]);
                of[k][level - 1] += mean_of(&v) / THREE;
            }
            printf("%s", k ? "     " : "");
            cell(9, "%.1f", of[k][level - 1]);
            for (i = 0; i < RIVALS; i++) {
                spread g = gain(s, SHORT_SWEEP, i);
                gains[k][i][level - 1] = mean_of(&g);
                cell(7, "%.1f", mean_of(&g));
            }
            platform_free(&f);
        }
        printf("\n");
    }
    printf("Pearson's r:");
    for (k = 0; k < 2; k++) {
        printf("%*s", k ? 15 : 3, "");
        for (i = 0; i < RIVALS; i++) cell(7, "%.3f", pearson(of[k], gains[k][i], LEVELS));
    }
    printf("\n");
}

/* ---- its pictures ---- */

typedef struct panel {
    FILE *f;
    double left, top, wide, high;
    double x, y; /* the ends of the axes, which start at 0 */
} panel;

static double panel_x(const panel *v, double x) { return v->left + v->wide * x / v->x; }
static double panel_y(const panel *v, double y) { return v->top + v->high * (1 - y / v->y); }

static double round_step(double range, int steps) { /* 1, 2 or 5 times a power of ten */
    double raw = range / steps, ten = pow(10, floor(log10(raw))), part = raw / ten;
    return ten * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

static void panel_axes(const panel *v, int across, int up) {
    double step = round_step(v->x, across), at;
    for (at = 0; at <= v->x * 1.0001; at += step)
        fprintf(v->f,
                "<path d='M%.1f %.1fv%.1f' class='grid' stroke='currentColor'/><text x='%.1f' "
                "y='%.1f' text-anchor='middle'>%g</text>\n",
                panel_x(v, at), v->top, v->high, panel_x(v, at), v->top + v->high + 18, at);
    for (step = round_step(v->y, up), at = 0; at <= v->y * 1.0001; at += step)
        fprintf(v->f,
                "<path d='M%.1f %.1fh%.1f' class='grid' stroke='currentColor'/><text x='%.1f' "
                "y='%.1f' text-anchor='end'>%g</text>\n",
                v->left, panel_y(v, at), v->wide, v->left - 8, panel_y(v, at) + 4, at);
}

/* A line through the points; NAN: a gap. */
static void panel_line(const panel *v, const double *x, const double *y, int64_t count,
                       const char *colour, double width) {
    int64_t i;
    int pen = 0;
    fprintf(v->f,
            "<path fill='none' class='%s' stroke='currentColor' stroke-width='%g' "
            "stroke-linejoin='round' d='",
            colour, width);
    for (i = 0; i < count; i++) {
        if (isfinite(y[i]))
            fprintf(v->f, "%s%.1f %.1f", pen ? "L" : "M", panel_x(v, x[i]), panel_y(v, y[i]));
        pen = isfinite(y[i]);
    }
    fprintf(v->f, "'/>\n");
}

static double greatest(const double *y, int64_t count) {
    double best = 0;
    int64_t i;
    for (i = 0; i < count; i++)
        if (isfinite(y[i])) best = fmax(best, y[i]);
    return best;
}

/* The speeds that were measured, and the trend in them. */
static void draw_profile(FILE *f, const platform *machine, int i) {
    const fpm_model *m = &machine->model[i];
    double *x = (double *)need((size_t)m->count * 3, sizeof(double));
    double *y = x + m->count, *fit = y + m->count;
    panel v = {NULL, 0, 566, 232, 120, 0, 0};
    int64_t j;
    for (j = 0; j < m->count; j++) x[j] = (double)m->size[j], y[j] = speed_at(m, j);
    trend(m, fit);
    v.f = f, v.left = 84 + 282 * i, v.x = (double)largest(m), v.y = greatest(y, m->count);
    fprintf(f, "<text x='%.1f' y='%.1f' font-weight='bold'>processor %d</text>\n", v.left,
            v.top - 10, i);
    panel_axes(&v, 4, 3);
    panel_line(&v, x, y, m->count, "soft", 0.8);
    panel_line(&v, x, fit, m->count, "c2", 2);
    free(x);
}

static void draw_speeds(FILE *f, const sample *s) {
    static const char *const name[] = {"constant models (middle size)", "smooth models (trend)",
                                       "optimum"};
    static const char *const colour[] = {"c1", "c2", "c0"};
    static double x[SWEEP], y[3][SWEEP];
    panel v = {NULL, 84, 98, 800, 360, 0, 0};
    int i, line;
    for (i = 0; i < SWEEP; i++) {
        x[i] = (double)s[i].n;
        y[0][i] = x[i] / s[i].rival[MIDDLE], y[1][i] = x[i] / s[i].rival[SMOOTH];
        y[2][i] = x[i] / s[i].optimum;
    }
    v.f = f, v.x = x[SWEEP - 1];
    for (line = 0; line < 3; line++) v.y = fmax(v.y, 1.02 * greatest(y[line], SWEEP));
    panel_axes(&v, 10, 8);
    for (line = 0; line < 3; line++) {
        double at = v.left + 250 * (2 - line);
        fprintf(f,
                "<path d='M%.1f 76h26' class='%s' stroke='currentColor' stroke-width='2.4'/><text "
                "x='%.1f' y='81'>%s"
                "</text>\n",
                at, colour[line], at + 34, name[line]);
        panel_line(&v, x, y[line], SWEEP, colour[line], line == 2 ? 2.2 : 1.2);
    }
    fprintf(f,
            "<text x='%.1f' y='%.1f' text-anchor='middle'>workload n, units</text>\n"
            "<text x='22' y='%.1f' text-anchor='middle' transform='rotate(-90 22 %.1f)'>speed n / "
            "t, units a second</text>\n",
            v.left + v.wide / 2, v.top + v.high + 40, v.top + v.high / 2, v.top + v.high / 2);
}

/* DIR/bench/bench_optimal draws DIR/study_NAME.svg. */
static void draw(const char *program, const family *k, const platform *machine, const sample *s) {
    char path[1024];
    const char *end = strrchr(program, '/'), *folder;
    int keep = end ? (int)(end - program) : 0, i;
    FILE *f;
    for (folder = end; folder && folder > program && folder[-1] != '/';) folder--;
    if (folder && keep && strncmp(folder, "bench/", 6) == 0) keep = (int)(folder - program) - 1;
    snprintf(path, sizeof path, "%.*s%sstudy_%s.svg", keep > 0 ? keep : 0, program,
             keep > 0 ? "/" : "", k->name);
    if (!(f = fopen(path, "w"))) return;
    fprintf(f,
            STYLE_HEAD "Speed against workload, %s profiles" STYLE_DESC
                       "Above, the speed of three processors together against the workload with "
                       "constant models, with smooth models and at the optimum; below, their "
                       "profiles." STYLE_BODY
                       "<text x='16' y='28' font-size='18' font-weight='bold'>%s profiles: what "
                       "the optimum gains</text>\n<text x='16' y='48' font-size='12' "
                       "class='soft'>three processors, %d workloads, timed on the profiles below; "
                       "a line ends where a share would lie beyond them</text>\n",
            920, 760, 920, 760, k->title, k->title, SWEEP);
    draw_speeds(f, s);
    for (i = 0; i < THREE; i++) draw_profile(f, machine, i);
    fprintf(f,
            "<text x='484' y='728' text-anchor='middle'>size, units; speeds measured at each size "
            "on offer, in units a second, and the trend fitted to them</text>\n</svg>\n");
    if (fclose(f) == 0) printf("# drawn: %s\n", path);
}

static void study(const char *program) {
    static sample s[SWEEP];
    int k;
    printf(
        "\n# A. Three processors, profiles of trend and variation; %d workloads over the range.  "
        "Gain of the optimum\n# over the trend (polynomials of degree %d, piecewise models, "
        "AUTO): (smooth - optimum) / smooth; over constant\n# models: (constant - optimum) / "
        "optimum; variation between speeds at neighbouring extrema over the smaller;\n# all in "
        "per cent.  Rivals' shares are moved to sizes on offer, none by more than %d units and "
        "all together as\n# little as can be, then by the rival's own model; left out: "
        "workloads that this cannot reach.\n",
        SWEEP, DEGREE, REACH);
    printf("profiles   what                    count left out       min   average   maximum\n");
    for (k = 0; k < 2; k++) {
        platform f = triple(&families[k], LEVELS);
        sweep(&f, SWEEP, s);
        study_table(&families[k], &f, s);
        draw(program, &families[k], &f, s);
        platform_free(&f);
        fflush(stdout);
    }
    correlation();
}

/* ---- B. growing numbers of processors ---- */

enum { M = 1000, EXTRAPOLATE = 256 };

/* Rise, slow decline, and a slow-down of up to 30 .. 700 %; sizes 1 .. m. */
static platform grown(int p, int64_t m) {
    platform f = profiles_room(p, m);
    int64_t i, j;
    bench_state = (uint64_t)p;
    for (i = 0; i < p; i++) {
        double base = 1e3 * pow(10, bench_between(0, 1)), ramp = (double)m * bench_random() / 20;
        double decline = 1 / ((double)m * bench_between(1, 10)), strength = bench_between(0.3, 7);
        for (j = 0; j < m; j++) {
            double x = (double)(j + 1), u = bench_random();
            f.size[i * m + j] = j + 1;
            f.seconds[i * m + j] = (x + ramp) * (1 + x * decline) * (1 + strength * u * u) / base;
        }
    }
    profiles_model(&f, FPM_DISCRETE, m, NULL);
    return f;
}

static int memory_for(double bytes) {
#if defined(_SC_PAGESIZE) && defined(_SC_AVPHYS_PAGES)
    return (double)sysconf(_SC_PAGESIZE) * (double)sysconf(_SC_AVPHYS_PAGES) > 1.2 * bytes;
#else
    return bytes < 1e9; /* who knows */
#endif
}

/* Can n be reached by sizes that are done before `seconds`?  A set of bits for each workload; -1:
   would take too long. */
static int reachable(const platform *f, int64_t n, double seconds) {
    int64_t words = n / 64 + 1, w, j, points = 0;
    uint64_t *old, *now;
    int i, yes;
    for (i = 0; i < f->p; i++)
        for (j = 0; j < f->model[i].count; j++) points += f->model[i].seconds[j] < seconds;
    if ((double)points * (double)words > 1e10) return -1;
    old = (uint64_t *)need((size_t)words, sizeof *old);
    now = (uint64_t *)need((size_t)words, sizeof *now);
    old[0] = now[0] = 1;
    for (i = 0; i < f->p; i++) {
        const fpm_model *m = &f->model[i];
        for (j = 0; j < m->count; j++) {
            int64_t far = m->size[j] / 64, near = m->size[j] % 64;
            if (!(m->seconds[j] < seconds) || far >= words) continue;
            now[far] |= old[0] << near;
            for (w = far + 1; w < words; w++)
                now[w] |= old[w - far] << near | (old[w - far - 1] >> 1) >> (63 - near);
        }
        memcpy(old, now, (size_t)words * sizeof *old);
    }
    yes = (int)(now[n / 64] >> (n % 64) & 1);
    free(old), free(now);
    return yes;
}

/* What confirms that an answer of OPTIMAL is the optimum (or that there is none), by means that
   share nothing with it. */
static const char *confirmed(const platform *f, int64_t n, const answer *a, double exact,
                             const char *whose) {
    double limit = a->status == FPM_E_INFEASIBLE ? NEVER : a->makespan;
    int reached;
    if (a->status != FPM_OK && a->status != FPM_E_INFEASIBLE) return "-";
    if (isfinite(exact)) return exact == a->makespan ? whose : (wrong++, "WRONG");
    if (too_few_below(f, n, limit)) return "sum";
    reached = n < INT64_C(1) << 32 ? reachable(f, n, limit) : -1;
    return reached < 0 ? "-" : reached ? (wrong++, "WRONG") : "bits";
}

static answer dp_often(const platform *f, int64_t n) {
    answer a = FPM_ZERO;
    double taken[RUNS], spent = 0;
    int done = 0;
    do {
        double start = bench_now(), *table = dp(f, n, n);
        spent += taken[done++] = bench_now() - start;
        a.makespan = table[n];
        free(table);
    } while (done < RUNS && spent < 1);
    a.seconds = bench_median(taken, done);
    return a;
}

/* The median of up to RUNS solves, and of as many passes over all points, in turn. */
static double beside_passes(const platform *f, int64_t n, int64_t *d, answer *a) {
    double sink = 0, pass[RUNS], taken[RUNS], spent = 0;
    int done = 0;
    if (!isfinite(a->seconds)) return NAN;
    do {
        pass[done] = bench_stream(f->size, f->seconds, f->p * f->model->count, &sink);
        *a = solve(f, n, FPM_OPTIMAL, d);
        spent += taken[done++] = a->seconds;
    } while (done < RUNS && spent < 5);
    a->seconds = bench_median(taken, done);
    return bench_median(pass, done) + (sink < 0 ? 1 : 0);
}

/* The dynamic program and HPOPTA up to p = EXTRAPOLATE, then the former's time grows with p^2. */
static void growth_row(int p, double *dp_seconds) {
    const int64_t n = (int64_t)p * M / 3;
    platform f;
    answer plain = FPM_ZERO, paper, ours;
    double pass;
    int differs;
    int64_t *d = (int64_t *)need((size_t)p, sizeof(int64_t));
    plain.makespan = paper.makespan = paper.seconds = NAN, paper.info.bytes = 0;
    f = grown(p, M);
    plain.seconds = dp_seconds[0] * pow(p / dp_seconds[1], 2);
    if (p <= EXTRAPOLATE && !(plain.seconds > cap)) {
        plain = dp_often(&f, n), dp_seconds[0] = plain.seconds, dp_seconds[1] = p;
        paper = solve_checked(&f, n, FPM_HPOPTA, d);
        if (paper.status >= 0) paper = solve_often(&f, n, FPM_HPOPTA, d);
    }
    ours = solve_checked(&f, n, FPM_OPTIMAL, d);
    pass = beside_passes(&f, n, d, &ours);
    printf("%7d %9lld", p, (long long)n);
    cell(9, isfinite(plain.makespan) ? "%.2e" : "~%.1e", plain.seconds);
    cell(9, "%.2e", paper.seconds), cell(9, "%.2e", ours.seconds);
    cell(8, "%.2f", paper.seconds / plain.seconds), cell(8, "%.1f", paper.seconds / ours.seconds);
    cell(8, "%.1f", plain.seconds / ours.seconds), cell(9, "%.5f", pass),
        cell(8, "%.2f", ours.seconds / pass);
    cell(8, "%.1f", paper.info.bytes ? (double)paper.info.bytes / 1e6 : NAN);
    cell(8, "%.2f", (double)ours.info.bytes / 1e6);
    differs = isfinite(paper.makespan) && paper.makespan != plain.makespan;
    wrong += differs;
    printf(" %7s %s%s\n", confirmed(&f, n, &ours, plain.makespan, "DP"),
           differs ? "HPOPTA IS WRONG; " : "", fpm_status_str(ours.status));
    fflush(stdout);
    platform_free(&f);
    free(d);
}

static void growth(void) {
    static const int procs[] = {16, 64, 256, 1024, 4096, 16384, 100000};
    double dp_seconds[2] = {0, 16};
    int i;
    printf(
        "\n# B. Profiles of %d points, trend and variation, n = p m / 3, seconds.  DP: min-max "
        "over all points, tiles\n# of %d workloads, from p = %d on its last time grown as p^2 "
        "(~).  pass: one reading of all points, 16 bytes\n# each.  MB: working memory.  by: what "
        "confirms OPTIMAL's makespan, to the last bit: the DP, or that the\n# largest sizes "
        "done before it sum to less than n (sum), or a set of bits for each workload (bits).\n",
        M, TILE, 4 * EXTRAPOLATE);
    printf(
        "                                                  HPOPTA   HPOPTA       DP            "
        "OPTIMAL   HPOPTA  OPTIMAL\n"
        "      p         n        DP    HPOPTA   OPTIMAL      /DP /OPTIMAL /OPTIMAL      pass    "
        "/pass       MB       MB      by status\n");
    for (i = 0; i < 7; i++) {
        double bytes = (double)procs[i] * (16.0 * M + sizeof(fpm_model) + sizeof(fpm_proc));
        if (procs[i] > most) continue;
        if (memory_for(bytes)) growth_row(procs[i], dp_seconds);
        else printf("%7d   SKIP: needs %.1f GB of free memory\n", procs[i], 1.2e-9 * bytes);
    }
}

/* Sets that defeat what the engine does on profiles. */
enum { SIDON, SPARSE, ODD, ODDS, EVENS, RESIDUE, SETS };

static int64_t adverse_size(int set, int i, int64_t j, int64_t last) {
    switch (set) {
    case SIDON: return 166 * (j + 1) + (j + 1) * (j + 1) % 83; /* Erdos and Turan */
    case SPARSE: return last + 1 + (int64_t)(130 * bench_random());
    case EVENS: return 2 * (j + 1);
    case RESIDUE: return j == 0 && i >= 3 ? 500 : j ? 1000 * j : 7;
    default: return j ? 1000 * j : 7;
    }
}

static void adverse_report(const char *name, const platform *f, int64_t n, double planted) {
    int64_t *d = (int64_t *)need((size_t)f->p, sizeof(int64_t));
    answer a = solve_often(f, n, FPM_OPTIMAL, d);
    if (a.status >= 0) solve_checked(f, n, FPM_OPTIMAL, d);
    printf("%-26s %5d %6lld %17lld", name, f->p, (long long)f->model[0].count, (long long)n);
    cell(9, "%.2e", a.seconds), cell(9, "%.1e", a.status < 0 ? NAN : a.info.gap);
    cell(8, "%.2f", (double)a.info.bytes / 1e6);
    printf(" %7s %s\n", confirmed(f, n, &a, planted, "planted"), fpm_status_str(a.status));
    fflush(stdout);
    free(d);
}

static void adverse_row(int set, int p) {
    static const char *const name[SETS] = {"Sidon sizes",         "sparse sizes",
                                           "1000 k and 7; one 7", "1000 k and 7; 429 sevens",
                                           "even sizes, n odd",   "1000 k, 500; three have 7"};
    const int64_t m = set == SIDON ? 40 : set == SPARSE ? 60 : set == EVENS ? 100 : 21;
    platform f = profiles_room(p, m);
    int64_t i, j, n = 0;
    bench_state = (uint64_t)(set + 1);
    for (i = 0; i < p; i++) {
        int64_t *size = f.size + i * m;
        for (j = 0; j < m; j++) {
            size[j] = adverse_size(set, (int)i, j, j ? size[j - 1] : 0);
            f.seconds[i * m + j] = (double)size[j] * bench_between(1, 4) / 1e3;
        }
        n += size[m - 1];
    }
    profiles_model(&f, FPM_DISCRETE, m, NULL);
    n /= 3;
    if (set == ODD || set == ODDS || set == RESIDUE) n -= n % 1000;
    n += set == ODD ? 7 : set == ODDS ? 3 : set == EVENS ? 1 - n % 2 : set == RESIDUE ? 5 : 0;
    adverse_report(name[set], &f, n, NAN);
    platform_free(&f);
}

/* One huge size each, n the sum of some: the only subset, as good as surely. */
static void subset_row(int p) {
    platform f = profiles_room(p, 1);
    int64_t n = 0;
    double planted = 0;
    int i;
    whole_state = (uint64_t)p;
    for (i = 0; i < p; i++) {
        f.size[i] = whole(1, INT64_C(1) << 47);
        f.seconds[i] = (double)f.size[i] * (double)whole(1000, 4000) / 1e12;
        if (whole(0, 1)) n += f.size[i], planted = fmax(planted, f.seconds[i]);
    }
    profiles_model(&f, FPM_DISCRETE, 1, NULL);
    adverse_report("subset sum, sizes to 2^47", &f, n, planted);
    platform_free(&f);
}

static void adverse(void) {
    int set;
    printf(
        "\n# Sets that are not as measured profiles are; times 1 to 4 ms a unit.  planted: the "
        "one subset known to sum to n\nsizes                          p points                 n "
        "  seconds       gap       MB      by status\n");
    for (set = 0; set < SETS && most >= 1024; set++) adverse_row(set, 1024);
    subset_row(34);
    subset_row(40);
}

/* ---- C. continuous models whose times fall in places ---- */

static void continuous_row(int p, int64_t n) {
    enum { MOST = 25 };
    const int instances = p <= 64 ? MOST : p <= 512 ? 5 : 3;
    int64_t *d = (int64_t *)need((size_t)p, sizeof(int64_t));
    double taken[MOST], longest = 0, gap = 0, bytes = 0;
    int i, solved = 0, proven = 0;
    bench_state = (uint64_t)p;
    for (i = 0; i < instances; i++) {
        platform f = platform_make(p, FPM_AKIMA, BENCH_SAW, 2.0 * (double)n / p);
        answer a = solve_often(&f, n, FPM_OPTIMAL, d);
        if (a.status >= 0) {
            longest = fmax(longest, a.seconds), gap = fmax(gap, a.info.gap);
            bytes = fmax(bytes, (double)a.info.bytes);
            proven += !(a.info.gap > 0);
            taken[solved++] = a.seconds;
        }
        platform_free(&f);
    }
    printf("%6d %13lld %9d %6d %6d", p, (long long)n, instances, solved, proven);
    cell(9, "%.2e", solved ? bench_median(taken, solved) : NAN);
    cell(9, "%.2e", solved ? longest : NAN), cell(9, "%.1e", solved ? gap : NAN);
    cell(8, "%.2f", solved ? bytes / 1e6 : NAN);
    printf("\n");
    fflush(stdout);
    free(d);
}

static void continuous(void) {
    static const int procs[] = {4, 16, 64, 512, 4096};
    int i, huge;
    printf("\n# C. Safe Akima models of %d points, SAW shapes, n half the range: OPTIMAL, seconds\n"
           "     p             n instances solved proven    median   longest       gap       MB\n",
           POINTS);
    for (huge = 0; huge < 2; huge++)
        for (i = 0; i < 5; i++)
            if (procs[i] <= most)
                continuous_row(procs[i], huge ? INT64_C(400000000000) : (int64_t)procs[i] * 10000);
}

typedef struct problem {
    const platform *f;
    int64_t n;
} problem;

#ifdef HAVE_CMINPACK
enum { HYBRJ = 1 };

/* Time or slope at any real share; below 0 the speed is that of 0. */
static double model_at(const fpm_model *m, double x, int slope) {
    double v = NAN;
    if (x >= 0 || slope) {
        x = fmax(0, fmin(x, (double)FPM_SIZE_MAX));
        if (slope) fpm_model_slope(m, x, &v);
        else fpm_model_time(m, x, &v);
    } else if (fpm_model_speed(m, 0, &v) >= 0) v = x / v;
    return v;
}

/* F_1 = n - sum x_i, F_i = t_i(x_i) - t_1(x_1), and its derivatives by columns. */
static int equal_times(void *context, int p, const double *x, double *f, double *jacobian, int ld,
                       int flag) {
    const problem *q = (const problem *)context;
    const fpm_model *m = q->f->model;
    int i;
    if (flag == 1) {
        for (f[0] = (double)q->n, i = 0; i < p; i++) f[0] -= x[i];
        for (i = 1; i < p; i++) f[i] = model_at(&m[i], x[i], 0) - model_at(m, x[0], 0);
        return 0;
    }
    memset(jacobian, 0, (size_t)p * (size_t)ld * sizeof *jacobian);
    for (i = 0; i < p; i++) jacobian[(size_t)i * (size_t)ld] = -1;
    for (i = 1; i < p; i++) {
        jacobian[i] = -model_at(m, x[0], 1);
        jacobian[(size_t)i * (size_t)(ld + 1)] = model_at(&m[i], x[i], 1);
    }
    return 0;
}

/* hybrj from n / p each; 1: a root, with shares of 0 or more and times equal within 1e-6. */
static int hybrj_root(problem *q, double *x) {
    const int p = q->f->p;
    const size_t m = (size_t)p;
    double *w = (double *)need(m * m + m * (m + 1) / 2 + 7 * m, sizeof(double)), *v = w + m * m;
    double sum = 0, first;
    int i, calls, jacobians, good = 1;
    for (i = 0; i < p; i++) x[i] = (double)q->n / p;
    hybrj(equal_times, q, p, x, v, w, p, 1e-10, 100 * (p + 1), v + p, 1, 100, 0, &calls, &jacobians,
          v + 7 * m, p * (p + 1) / 2, v + 2 * m, v + 3 * m, v + 4 * m, v + 5 * m, v + 6 * m);
    first = model_at(q->f->model, x[0], 0);
    for (i = 0; i < p; i++) {
        sum += x[i];
        good &= x[i] >= 0 && fabs(model_at(&q->f->model[i], x[i], 0) / first - 1) < 1e-6;
    }
    free(w);
    return good && fabs(sum / (double)q->n - 1) < 1e-9;
}

/* The makespan of hybrj's root in whole shares: what the floors leave goes unit by unit to whom
   finishes it first.  NAN: no root. */
static double hybrj_makespan(problem *q) {
    const int p = q->f->p;
    double *x = (double *)need((size_t)p, sizeof(double)), longest = 0;
    int64_t left = q->n;
    int i, best, found = hybrj_root(q, x);
    for (i = 0; i < p && found; i++) left -= (int64_t)(x[i] = floor(x[i]));
    for (; left > 0 && found; left--) {
        for (best = 0, i = 1; i < p; i++)
            if (model_at(&q->f->model[i], x[i] + 1, 0) <
                model_at(&q->f->model[best], x[best] + 1, 0))
                best = i;
        x[best]++;
    }
    for (i = 0; i < p; i++) longest = fmax(longest, model_at(&q->f->model[i], x[i], 0));
    free(x);
    return found ? longest : NAN;
}
#else
enum { HYBRJ = 0 };

static double hybrj_makespan(problem *q) { return q->n < 0 ? 0 : NAN; }
#endif

static void balanced_row(int p) {
    enum { SEEDS = 50 };
    int64_t *d = (int64_t *)need((size_t)p, sizeof(int64_t));
    spread s[2] = {FPM_ZERO, FPM_ZERO};
    int seed, way, solved = 0;
    for (seed = 1; seed <= SEEDS; seed++) {
        platform f;
        problem q;
        answer best, root;
        bench_state = (uint64_t)seed;
        f = platform_make(p, FPM_AKIMA, BENCH_SAW, RANGE);
        q.f = &f, q.n = (int64_t)p * 10000;
        best = solve(&f, q.n, FPM_OPTIMAL, d);
        root = solve(&f, q.n, FPM_NUMERICAL, d);
        for (way = 0; way < 2 && best.status >= 0; way++) {
            double t = way == 0 ? hybrj_makespan(&q) : root.makespan;
            if (way == 1 && root.info.algorithm != FPM_NUMERICAL) t = NAN; /* fell back */
            if (isfinite(t)) spread_add(&s[way], t / best.makespan);
        }
        solved += best.status == FPM_OK || best.status == FPM_EXTRAPOLATED;
        platform_free(&f);
    }
    printf("%5d %5d %7d", p, SEEDS, solved);
    for (way = 0; way < 2; way++) {
        cell(9, "%.0f %%", way == 0 && !HYBRJ ? NAN : 100.0 * s[way].count / SEEDS);
        cell(8, "%.3f", mean_of(&s[way])), cell(8, "%.3f", s[way].count ? s[way].most : NAN);
    }
    printf("\n");
    fflush(stdout);
    free(d);
}

static void balanced(void) {
    static const int procs[] = {4, 16, 64};
    int i;
    printf(
        "\n# Equal times as the goal, on the same kind of models, n = 10000 p: how often a root is "
        "found, and the\n# makespan of its whole shares over the optimum, mean and largest\n"
        "                    cminpack hybrj             FPM_NUMERICAL\n"
        "    p seeds OPTIMAL     found     mean  largest     found     mean  largest\n");
    for (i = 0; i < 3; i++) balanced_row(procs[i]);
}

int main(int argc, char **argv) {
    const char *parts = argc > 3 ? argv[3] : "abc";
    bench_head("bench_optimal");
    if (argc > 1) cap = atof(argv[1]);
    if (argc > 2) most = atoi(argv[2]);
#ifndef HAVE_CMINPACK
    printf("# SKIP cminpack: not installed when this was built (Debian: libcminpack-dev)\n");
#endif
    if (strchr(parts, 'a')) study(argv[0]);
    if (strchr(parts, 'b')) growth(), adverse();
    if (strchr(parts, 'c')) continuous(), balanced();
    if (wrong) printf("\nWRONG: %d answers are contradicted by another method\n", wrong);
    return wrong > 0;
}
