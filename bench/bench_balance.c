/* Dynamic load balancing, simulated: families of platforms (paging nodes, GPUs, processors that
   throttle, run in tiles, or drop to half their speed), kinds of noise, and the methods side by
   side; redistributions that cost as much as an iteration; straight lines whose level changes, with
   noise and moves that cost; two processors 2 : 1; walls of windows; elements of unequal load, cut;
   one step at 1000 and 10^5 processors.

   bench_balance [FAMILY [PLATFORMS [SEED]]]   (FAMILY: part of a name, "moves", "lines", "two",
   "walls", "elements", "step" or "totals": one row of sums, which constants.sh prints for other
   constants and other headers; SEED: 0 to 999, 0 if it is left out) */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"

enum { MOST = 16, LONGEST = 60, PLATFORMS = 105, METHODS = 6 };
enum { EVEN = 4, PLAIN = 5 }; /* beside the library's methods 0 to 3 */

static uint64_t first_seed; /* added to all seeds: other platforms, other noise */

static const char *const method_name[METHODS] = {"default",   "constant", "DFPA",
                                                 "numerical", "even",     "plain"};

/* ---- true times -------------------------------------------------------------------------------

   t(x, k) = level(k) (start + x (1 + ramp / x)(1 + x / decline) cliff(x) / speed), in whole tiles.
   Beyond `limit` either the speed falls to 1 / factor within `width` (paging), or, where width is
   0, the time jumps by `jump` and further units take `factor` times as long (a full GPU). */
typedef struct truth {
    double speed, start, ramp, decline, limit, width, factor, jump;
    int64_t tile;
    double loss, settle; /* throttling: part of the speed that goes, and iterations until then */
    int from, to;        /* `worse` times as slow from one iteration to the other, ... */
    double worse, drift; /* ... or slower by this factor in each of 24 iterations from the 8th on */
} truth;

static double shape_time(const truth *s, int64_t size) {
    double x, t;
    if (size <= 0) return 0;
    if (s->tile > 1) size = (size + s->tile - 1) / s->tile * s->tile;
    x = (double)size;
    t = s->start + (x + s->ramp) / s->speed;
    if (s->decline > 0) t *= 1 + x / s->decline;
    if (s->limit > 0 && x > s->limit) {
        if (s->width > 0) t *= 1 + (s->factor - 1) * fmin((x - s->limit) / s->width, 1);
        else t = (s->start + s->limit / s->speed) * s->jump + (x - s->limit) * s->factor / s->speed;
    }
    return t;
}

static double level(const truth *s, int k) {
    double v = 1;
    if (s->loss > 0) v = 1 - s->loss * (1 - exp(-k / s->settle));
    if (k >= s->from && k < s->to) v /= s->worse;
    if (s->drift > 1) v /= pow(s->drift, fmin(fmax(k - 7, 0), 24));
    return 1 / v;
}

static double truth_time(const truth *s, int64_t size, int k) {
    return level(s, k) * shape_time(s, size);
}

static double makespan(const truth *s, int p, const int64_t *d, int k) {
    double most = 0;
    int i;
    for (i = 0; i < p; i++) most = fmax(most, truth_time(&s[i], d[i], k));
    return most;
}

/* The true optimum of iteration k: times rise, so by halving the time. */
static double optimum(const truth *s, int p, int64_t n, int k) {
    double low = 0, high = 0;
    int i, round;
    for (i = 0; i < p; i++) high = fmax(high, truth_time(&s[i], n, k));
    for (round = 0; round < 60 && high - low > 1e-7 * high; round++) {
        double middle = 0.5 * (low + high);
        int64_t sum = 0;
        for (i = 0; i < p && sum < n; i++) {
            int64_t a = 0, b = n;
            while (a < b) {
                int64_t m = a + (b - a + 1) / 2;
                if (truth_time(&s[i], m, k) <= middle) a = m;
                else b = m - 1;
            }
            sum += a;
        }
        if (sum >= n) high = middle;
        else low = middle;
    }
    return high;
}

/* ---- families ----------------------------------------------------------------------------- */

typedef struct family {
    const char *name;
    int p, steps;
} family;

static const family families[] = {{"paging 4", 4, 40},   {"paging 16", 16, 40}, {"gpu", 8, 40},
                                  {"throttling", 8, 40}, {"staircase", 8, 40},  {"drop", 8, 60}};

static void smooth(truth *s, double share, double fastest) {
    s->speed = 1e3 * bench_between(1, fastest);
    s->ramp = share * bench_between(0.01, 0.1);
    s->decline = share * bench_between(4, 40);
}

static int64_t platform_random(int kind, int p, truth *s) {
    int64_t n = (int64_t)bench_between(8000, 14000);
    double share = (double)n / p;
    int i, best = 0;
    memset(s, 0, (size_t)p * sizeof *s);
    for (i = 0; i < p; i++) switch (kind) {
        case 0:
        case 1: /* rise, plateau, decline, and a cliff of 4 to 40 times at 0.4 to 3 even shares */
            smooth(&s[i], 11000.0 / p, 1);
            s[i].speed = 1e3 * pow(10, bench_between(0, 1));
            s[i].limit = 11000.0 / p * bench_between(0.4, 3);
            s[i].width = 11000.0 / p * bench_between(0.1, 0.4);
            s[i].factor = bench_between(4, 40);
            break;
        case 2: /* two GPUs and six processors */
            s[i].speed = 1e3 * bench_between(0.8, 1.2);
            if (i > 1) break;
            s[i].speed = 1e3 * bench_between(8, 40);
            s[i].start = bench_between(0.02, 0.3) * share / 1e3;
            s[i].limit = share * bench_between(0.5, 6);
            s[i].factor = bench_between(3, 15);
            s[i].jump = bench_between(1.1, 2);
            break;
        case 3: /* four big ones get hot */
            smooth(&s[i], share, 1.2);
            if (i > 3) break;
            s[i].speed *= bench_between(2, 4);
            s[i].loss = bench_between(0.2, 0.55);
            s[i].settle = bench_between(5, 20);
            break;
        case 4: /* every other one in tiles */
            smooth(&s[i], share, 4);
            if (i % 2) s[i].tile = (int64_t)fmax(share * bench_between(0.02, 0.25), 1);
            break;
        default:
            smooth(&s[i], share, 4);
            if (s[i].speed > s[best].speed) best = i;
        }
    if (kind == 5) s[best].from = 20, s[best].to = 40, s[best].worse = 2;
    return n;
}

/* ---- noise -------------------------------------------------------------------------------- */

typedef struct noise {
    const char *name;
    double scatter, accidents,
        memory; /* relative; part of times that are tenfold; autocorrelation */
} noise;

static const noise noises[] = {{"no noise", 0, 0, 0},
                               {"2 %", 0.02, 0, 0},
                               {"5 %, 1 % of times tenfold", 0.05, 0.01, 0},
                               {"5 %, autocorrelated 0.8", 0.05, 0, 0.8}};

static double gauss(void) {
    double sum = -6;
    int j;
    for (j = 0; j < 12; j++) sum += bench_random();
    return sum;
}

/* ---- a plain estimator ------------------------------------------------------------------------

   What sixty lines on top of fpm_partition do: times must lie in the band that smaller and larger
   sizes allow; a time far above it is looked at once more; other surprises scale all that is known
   of the processor by a gain that follows the bias of the residuals (Trigg, Leach); shares grow
   beyond the largest size measured by at most three times what there is to gain; a partition
   changes when the gain over ten iterations pays for it. */
typedef struct plain {
    int count, flag;
    double size[LONGEST + 1], seconds[LONGEST + 1], bias, scatter;
} plain;

static void plain_learn(plain *s, double x, double t) {
    double low = 0, high = 1e300, off;
    int j, at;
    for (j = 0; j < s->count; j++) {
        if (s->size[j] <= x) low = fmax(low, s->seconds[j]);
        if (s->size[j] >= x) high = fmin(high, s->seconds[j]);
    }
    if (t > 1.5 * high && !s->flag) {
        s->flag = 1;
        return;
    }
    off = t > high ? log(t / high) : t < low ? log(t / low) : 0;
    s->bias += 0.3 * (off - s->bias);
    s->scatter += 0.3 * (fabs(off) - s->scatter);
    if (s->scatter > 0) off *= s->flag || t < low / 1.5 ? 1 : fabs(s->bias) / s->scatter;
    for (j = 0; j < s->count; j++) s->seconds[j] *= exp(off);
    s->flag = 0;
    for (at = 0; at < s->count && s->size[at] < x; at++) {}
    if (at < s->count && s->size[at] == x) {
        s->seconds[at] = 0.5 * (s->seconds[at] + t);
        return;
    }
    for (j = s->count++; j > at; j--)
        s->size[j] = s->size[j - 1], s->seconds[j] = s->seconds[j - 1];
    s->size[at] = x, s->seconds[at] = t;
}

static int plain_step(plain *s, int p, int64_t n, const double *t, int64_t *d) {
    fpm_model model[MOST];
    fpm_proc procs[MOST] = FPM_ZERO;
    fpm_info info;
    double seconds[MOST][LONGEST + 1], now = 0, takes, reach;
    int64_t size[MOST][LONGEST + 1], next[MOST];
    int i, j, k, round, moved = 0;
    for (i = 0; i < p; i++) {
        if (d[i] > 0) plain_learn(&s[i], (double)d[i], t[i]);
        for (j = k = 0; j < s[i].count; j++, k++) { /* times that rise */
            seconds[i][k] = s[i].seconds[j], size[i][k] = (int64_t)s[i].size[j];
            while (k > 0 && seconds[i][k] <= seconds[i][k - 1]) {
                seconds[i][k - 1] = 0.5 * (seconds[i][k - 1] + seconds[i][k]);
                k--;
            }
        }
        if (fpm_model_init(&model[i], FPM_PIECEWISE, k, size[i], seconds[i], &bench_borrowed,
                           NULL) < 0)
            exit(1);
        procs[i].model = &model[i];
        if (fpm_model_time(&model[i], (double)d[i], &takes) < 0) exit(1);
        now = fmax(now, takes);
    }
    for (round = 0; round < 2; round++) {
        if (fpm_partition(n, p, procs, NULL, next, &info) < 0) return 0;
        reach = 1 + 3 * (now / info.makespan - 1);
        for (i = 0; i < p; i++)
            procs[i].max = (int64_t)fmax(ceil(s[i].size[s[i].count - 1] * reach), 1.0);
    }
    if (!((now - info.makespan) * 10 > 1e-3 * now)) return 0;
    for (i = 0; i < p; i++) moved |= next[i] != d[i], d[i] = next[i];
    return moved;
}

/* ---- runs --------------------------------------------------------------------------------- */

typedef struct outcome {
    double total, even;   /* measured makespans: over the true optima, over staying even */
    double last;          /* true makespan at the end over the optimum */
    double within, moves; /* iterations until within 5 % of the optimum (LONGEST: never) */
} outcome;

static outcome run(const truth *s, const family *f, int64_t n, const noise *e, int method) {
    fpm_balance_options opts = FPM_ZERO;
    fpm_balance b;
    static plain known[MOST];
    double ar[MOST] = {0}, t[MOST], sum = 0, best = 0, even = 0, optimal = 1;
    int64_t d[MOST], start[MOST];
    outcome o = {0, 0, 0, LONGEST, 0};
    int i, k;
    memset(known, 0, sizeof known);
    opts.method = method < EVEN ? method : 0;
    opts.min_gain = opts.method ? 1e-9 : 0; /* the baselines go on to the end */
    if (fpm_balance_init(&b, n, f->p, NULL, 0, 0, &opts, d, NULL) < 0) exit(1);
    memcpy(start, d, sizeof start);
    for (k = 0; k < f->steps; k++) {
        double most = 0, stay = 0;
        if (k == 0 || s->loss > 0 || k == 20 || k == 40) optimal = optimum(s, f->p, n, k);
        for (i = 0; i < f->p; i++) {
            double g = gauss(), factor;
            ar[i] = e->memory * ar[i] + sqrt(1 - e->memory * e->memory) * g;
            if (k == 0) ar[i] = g;
            factor = fmax(1 + e->scatter * (e->memory > 0 ? ar[i] : g), 0.5);
            if (bench_random() < e->accidents) factor *= 10;
            t[i] = truth_time(&s[i], d[i], k) * factor;
            most = fmax(most, t[i]);
            stay = fmax(stay, truth_time(&s[i], start[i], k) * factor);
        }
        sum += most, best += optimal, even += stay;
        o.last = makespan(s, f->p, d, k) / optimal;
        if (o.within >= LONGEST && o.last <= 1.05) o.within = k;
        if (method == EVEN) continue;
        if (method == PLAIN) o.moves += plain_step(known, f->p, n, t, d);
        else if (fpm_balance_step(&b, t, d, NULL) < 0) exit(1);
    }
    if (method < EVEN) o.moves = (double)b.moves;
    fpm_balance_free(&b);
    o.total = sum / best, o.even = sum / even;
    return o;
}

static double part(double *x, int n, double q) {
    qsort(x, (size_t)n, sizeof *x, bench_compare);
    return x[(int)(q * (n - 1) + 0.5)];
}

static void cell(int kind, const noise *e, int platforms) {
    static double v[METHODS][5][PLATFORMS];
    const family *f = &families[kind];
    double least = 1e300, at_once = 1e300;
    int method, k;
    for (method = 0; method < METHODS; method++)
        for (k = 0; k < platforms; k++) {
            truth s[MOST];
            int64_t n;
            outcome o;
            bench_state = first_seed + (uint64_t)(1000 * kind + k);
            n = platform_random(kind, f->p, s);
            o = run(s, f, n, e, method);
            v[method][0][k] = o.total, v[method][1][k] = o.last, v[method][2][k] = o.even;
            v[method][3][k] = o.within, v[method][4][k] = o.moves;
        }
    for (method = 0; method < METHODS; method++) {
        double soon = bench_median(v[method][3], platforms);
        least = fmin(least, bench_median(v[method][0], platforms));
        if (part(v[method][2], platforms, 1) <= 1.06) at_once = fmin(at_once, soon);
    }
    printf("\n# %s, %s: all time over the optima (median, 95 %%), that over the best method's;\n"
           "# makespan at the end over the optimum (median, 95 %%, largest); all time over even "
           "(largest);\n# iterations until within 5 %% (median), redistributions (median)\n",
           f->name, e->name);
    for (method = 0; method < METHODS; method++) {
        double *total = v[method][0], *last = v[method][1];
        double middle = bench_median(total, platforms), end = bench_median(last, platforms);
        printf("%-10s %7.3f %7.3f %6.3f   %6.3f %6.3f %7.3f   %6.3f   %4.0f %4.0f\n",
               method_name[method], middle, part(total, platforms, 0.95), middle / least, end,
               part(last, platforms, 0.95), part(last, platforms, 1),
               part(v[method][2], platforms, 1), bench_median(v[method][3], platforms),
               bench_median(v[method][4], platforms));
    }
    fflush(stdout);
}

/* ---- redistributions that cost time ------------------------------------------------------- */

/* Two linear processors; all time, moves included, over that of one ideal move after the first
   iteration (or none, where that is better). */
static void dear_moves(void) {
    static const double ratio[] = {2, 3.4}, cost[] = {0, 0.3, 1, 2};
    static const int steps[] = {30, 100, 400};
    size_t r, c, l;
    printf("\n# n = 96, two linear processors, 3 %% noise, a move as dear as 0 to 2 even "
           "iterations: all time over\n# that with one ideal move: median of 25 runs, default, "
           "constant (redistributions)\n");
    for (r = 0; r < 2; r++)
        for (c = 0; c < 4; c++)
            for (l = 0; l < 3; l++) {
                double v[2][25], moves[2][25];
                int method, k, j;
                for (method = 0; method < 2; method++)
                    for (j = 0; j < 25; j++) {
                        fpm_balance_options opts = FPM_ZERO;
                        fpm_balance b;
                        double ideal = 96 / (1 + ratio[r]), sum = 0, one;
                        int64_t d[2];
                        bench_state = first_seed + (uint64_t)(100 + j);
                        opts.method = method;
                        if (method == FPM_BALANCE_DEFAULT) opts.iterations = steps[l];
                        if (fpm_balance_init(&b, 96, 2, NULL, 0, 48 * cost[c], &opts, d, NULL) < 0)
                            exit(1);
                        for (k = 0; k < steps[l]; k++) {
                            double t[2];
                            t[0] = (double)d[0] * (1 + 0.03 * gauss());
                            t[1] = (double)d[1] / ratio[r] * (1 + 0.03 * gauss());
                            sum += fmax((double)d[0], (double)d[1] / ratio[r]);
                            if (k + 1 < steps[l] && fpm_balance_step(&b, t, d, NULL) < 0) exit(1);
                        }
                        sum += (double)b.moves * 48 * cost[c];
                        one = fmin(48.0 * steps[l], 48 + 48 * cost[c] + ideal * (steps[l] - 1));
                        v[method][j] = sum / one;
                        moves[method][j] = (double)b.moves;
                        fpm_balance_free(&b);
                    }
                printf("ratio %.1f  cost %.1f  %3d steps   %6.3f (%2.0f)   %6.3f (%3.0f)\n",
                       ratio[r], cost[c], steps[l], bench_median(v[0], 25),
                       bench_median(moves[0], 25), bench_median(v[1], 25),
                       bench_median(moves[1], 25));
            }
}

/* ---- straight lines ----------------------------------------------------------------------- */

/* The logarithm of each processor's speed, averaged since its level last changed (a two-sided
   cumulated sum, allowance 0.5 and limit 5 standard deviations); shares in proportion; a move where
   what it gains over the iterations to come exceeds its cost, and the gain its standard error. */
typedef struct pooled {
    double mean[MOST], count[MOST], up[MOST], down[MOST], variance, seen, cost;
} pooled;

static int pooled_step(pooled *s, int p, int64_t n, const double *t, int64_t *d, int left) {
    double speed[MOST], all = 0, part = 0, now = 0, next = 0, error = 0;
    int64_t to[MOST], begin = 0, end;
    int i;
    for (i = 0; i < p; i++) {
        double y = log((double)d[i] / t[i]), off = y - s->mean[i], z = off / sqrt(s->variance);
        if (d[i] == 0) continue;
        if (s->count[i] > 0) {
            s->up[i] = fmax(0, s->up[i] + z - 0.5);
            s->down[i] = fmax(0, s->down[i] - z - 0.5);
            if (s->up[i] > 5 || s->down[i] > 5) {
                s->count[i] = s->up[i] = s->down[i] = 0;
            } else {
                double most = fmin(off * off, 9 * s->variance) * s->count[i] / (s->count[i] + 1);
                s->variance = fmax(s->variance + (most - s->variance) / ++s->seen, 1e-6);
            }
        }
        s->mean[i] += (y - s->mean[i]) / ++s->count[i];
    }
    for (i = 0; i < p; i++) all += speed[i] = exp(s->mean[i]);
    for (i = 0; i < p; i++, begin = end) {
        part += speed[i];
        end = i + 1 == p ? n : (int64_t)floor((double)n * part / all + 0.5);
        to[i] = end - begin;
        next = fmax(next, (double)to[i] / speed[i]);
        if (!((double)d[i] / speed[i] > now)) continue;
        now = (double)d[i] / speed[i];
        error = now * sqrt(s->variance / s->count[i]);
    }
    if (!((now - next) * left > s->cost && now - next > error)) return 0;
    i = memcmp(to, d, (size_t)p * sizeof *d) != 0;
    memcpy(d, to, (size_t)p * sizeof *d);
    return i;
}

enum { DEFAULT_WAY, CONSTANT_WAY, POOLED_WAY, EVEN_WAY, WAYS };

/* All time of `steps` iterations, moves of `cost` seconds included; *moves: how many. */
static double run_lines(const truth *s, int p, int64_t n, int steps, double scatter, double cost,
                        int told, int way, double *moves) {
    fpm_balance_options opts = FPM_ZERO;
    fpm_balance b;
    fpm_info info;
    pooled pool = FPM_ZERO;
    int64_t d[MOST];
    double t[MOST], sum = 0;
    int i, k, moved = 0;
    opts.method = way == CONSTANT_WAY ? FPM_BALANCE_CONSTANT : FPM_BALANCE_DEFAULT;
    if (opts.method == FPM_BALANCE_DEFAULT) opts.iterations = steps;
    pool.variance = 1e-4, pool.seen = 1, pool.cost = told ? cost : 0, *moves = 0;
    if (fpm_balance_init(&b, n, p, NULL, -1, -1, &opts, d, NULL) < 0) exit(1);
    if (told || !(cost > 0)) fpm_balance_cost(&b, 0, pool.cost);
    for (k = 0; k < steps; k++) {
        double most = 0;
        for (i = 0; i < p; i++) {
            t[i] = truth_time(&s[i], d[i], k) * fmax(1 + scatter * gauss(), 0.5);
            most = fmax(most, t[i]);
        }
        sum += most;
        if (way == EVEN_WAY || k + 1 == steps) continue;
        if (way == POOLED_WAY) {
            moved = pooled_step(&pool, p, n, t, d, steps - k - 1);
        } else {
            if (fpm_balance_step(&b, t, d, &info) < 0) exit(1);
            moved = b.verdict == FPM_MOVE;
        }
        if (!moved) continue;
        sum += cost, ++*moves, pool.cost = cost;
        if (!told && way != POOLED_WAY && fpm_balance_moved(&b, cost) < 0) exit(1);
    }
    fpm_balance_free(&b);
    return sum;
}

enum { KINDS = 6 };
static const char *const kind_name[KINDS] = {"lines",      "a start-up time", "two jumps",
                                             "slow drift", "2 to 16",         "half cliffs"};

/* Speeds 1 to 4; the level of one is worse by 1.5 to 2.5 for 8 to 16 of 40 iterations. */
static int64_t platform_lines(int kind, int p, int steps, truth *s) {
    int64_t n = (int64_t)bench_between(900, 1100) * p;
    double share = (double)n / p, scale = steps / 40.0;
    int i, who = (int)bench_between(0, p), who2 = (int)bench_between(0, p);
    memset(s, 0, (size_t)p * sizeof *s);
    for (i = 0; i < p; i++) {
        if (kind == 5 && i % 2) {
            smooth(&s[i], share, 1);
            s[i].limit = share * bench_between(0.6, 3);
            s[i].width = share * bench_between(0.1, 0.4);
            s[i].factor = bench_between(4, 40);
        }
        s[i].speed = 1e3 * bench_between(1, 4);
        if (kind == 1) s[i].start = bench_between(0.02, 0.3) * share / s[i].speed;
    }
    s[who].worse = bench_between(1.5, 2.5);
    s[who].from = (int)(scale * bench_between(4, 22));
    s[who].to = s[who].from + (int)(scale * bench_between(8, 17));
    if (kind == 2 && who2 != who) {
        s[who2].worse = bench_between(1.5, 2.5);
        s[who2].from = (int)(scale * bench_between(4, 22));
        s[who2].to = s[who2].from + (int)(scale * bench_between(8, 17));
    }
    if (kind == 3) s[who].drift = pow(s[who].worse, 1 / 24.0), s[who].to = s[who].from;
    return n;
}

/* One cell: logarithms of the default's total over that of the better of constant speeds and the
   pooled way, whose means over the runs are compared; *error: a standard error of that, by paired
   runs.  moves: of the default and the pooled way. */
static double cell_lines(int kind, int p, int steps, double scatter, double cost, int told,
                         int runs, double *error, double *moves) {
    double sum[WAYS] = {0}, square = 0, each[WAYS], m, mean, off;
    int way, k, best;
    double diff[2] = {0}, diff2[2] = {0};
    moves[0] = moves[1] = 0;
    for (k = 0; k < runs; k++) {
        truth s[MOST];
        int64_t n;
        int many = p;
        uint64_t seed = (uint64_t)(((kind * 40 + p) * 40 + (int)(100 * scatter)) * 40 +
                                   (int)(10 * cost) + told * 20) *
                            100000 +
                        (uint64_t)k;
        for (way = 0; way < EVEN_WAY; way++) {
            double even;
            bench_state = first_seed + seed;
            if (kind == 4) many = 2 + (int)bench_between(0, 15);
            n = platform_lines(kind, many, steps, s);
            even = 0;
            for (best = 0; best < many; best++) even = fmax(even, shape_time(&s[best], n / many));
            each[way] = run_lines(s, many, n, steps, scatter, cost * even, told, way, &m) / even;
            sum[way] += each[way] / runs;
            if (way != CONSTANT_WAY) moves[way == POOLED_WAY] += m / runs;
        }
        for (way = 0; way < 2; way++) {
            off = each[0] - each[1 + way];
            diff[way] += off / runs, diff2[way] += off * off / runs;
        }
    }
    best = sum[POOLED_WAY] < sum[CONSTANT_WAY] ? POOLED_WAY : CONSTANT_WAY;
    mean = diff[best - 1], square = diff2[best - 1] - mean * mean;
    *error = sqrt(fmax(square, 0) / runs) / sum[best];
    return log(sum[0] / sum[best]);
}

static double lines(int runs, int steps, int show, double *worst, double *moved) {
    static const double scatters[] = {0, 0.02, 0.05}, cost[] = {0, 0.3, 0.3, 1.5, 1.5};
    static const int processors[] = {2, 4, 8}, told[] = {1, 1, 0, 1, 0};
    double all = 0;
    int kind, p, e, c, cells = 0;
    *worst = *moved = 0;
    for (kind = 0; kind < KINDS; kind++) {
        double sum = 0, error = 0, most = 0, moves[2] = {0};
        int beyond = 0;
        for (p = 0; p < 3; p++)
            for (e = 0; e < 3; e++)
                for (c = 0; c < 5; c++) {
                    double one, m[2],
                        r = cell_lines(kind, processors[p], steps, scatters[e], cost[c], told[c],
                                       runs, &one, m);
                    sum += r / 45, error += one * one / (45.0 * 45), most = fmax(most, exp(r));
                    beyond += r > log(1.02);
                    moves[0] += m[0] / 45, moves[1] += m[1] / 45, cells++;
                }
        all += sum / KINDS, *worst = fmax(*worst, most), *moved += moves[0] / KINDS;
        if (show)
            printf("%-16s %6.3f +- %.3f  worst cell %6.3f, %2d of 45 above 1.02; moves %4.1f, "
                   "pooled %4.1f\n",
                   kind_name[kind], exp(sum), 1.96 * sqrt(error), most, beyond, moves[0], moves[1]);
        fflush(stdout);
    }
    return exp(all);
}

/* Two ranks 2 : 1, a move as dear as 1.5 steps, told after the first, 10 % of noise on a window. */
static void two_ranks(int runs) {
    static const int steps[] = {30, 100};
    int l, k, way;
    printf(
        "\n# two processors 2 : 1, 10 %% of noise, a move as dear as 1.5 iterations: all time "
        "over staying even,\n# mean and largest of %d runs: default, constant, pooled; one ideal "
        "move\n",
        runs);
    for (l = 0; l < 2; l++) {
        printf("%3d iterations ", steps[l]);
        for (way = 0; way < EVEN_WAY; way++) {
            double mean = 0, most = 0, m;
            for (k = 0; k < runs; k++) {
                truth s[2];
                double even, total;
                memset(s, 0, sizeof s);
                s[0].speed = 1 + k % 2, s[1].speed = 2 - k % 2;
                bench_state = first_seed + (uint64_t)(77000 + k);
                even = run_lines(s, 2, 200, steps[l], 0.1, 150, 0, EVEN_WAY, &m);
                bench_state = first_seed + (uint64_t)(77000 + k);
                total = run_lines(s, 2, 200, steps[l], 0.1, 150, 0, way, &m) / even;
                mean += total / runs, most = fmax(most, total);
            }
            printf("  %.3f %.3f", mean, most);
        }
        printf("   %.3f\n", (2.5 + (steps[l] - 1) * 2 / 3.0) / steps[l]);
    }
}

/* Walls: 2 to 8 processors, 100 windows of which the wall is `grow` times as long, beside the own
   times, once shares are right; walls have noise of their own, and some windows are held up.  All
   walls and moves over those of even shares; with fpm_balance_wall and without. */
static double run_walls(int p, double own, double scatter, double held, double grow, int tell) {
    enum { UNITS = 1000, WINDOWS = 100 };
    double speed[MOST], t[MOST], sum = 0, even = 0, total = 0;
    fpm_balance_options opts = FPM_ZERO;
    fpm_balance b;
    int i, k;
    for (i = 0; i < p; i++) sum += speed[i] = 1 + (i % 2 ? 2 * bench_random() : 0);
    opts.iterations = WINDOWS;
    if (fpm_balance_init(&b, (int64_t)p * UNITS, p, NULL, -1, -1, &opts, NULL, NULL) < 0) exit(1);
    for (k = 0; k < WINDOWS; k++) {
        double latest = 0, off = 0, all = 0, wall;
        for (i = 0; i < p; i++) {
            t[i] = (double)b.d[i] / speed[i] * exp(own * gauss());
            latest = fmax(latest, t[i]), even = fmax(even, UNITS / speed[i]);
            off += fabs((double)b.d[i] - UNITS);
            all += fabs((double)p * UNITS * speed[i] / sum - UNITS);
        }
        wall = 1.05 * latest * (1 + (grow - 1) * fmin(1, off / (all + 1))) * exp(scatter * gauss());
        if (bench_random() < held) wall *= 1 + 2 * bench_random();
        total += wall;
        if (tell && fpm_balance_wall(&b, wall) < 0) exit(1);
        if (fpm_balance_step(&b, t, NULL, NULL) < 0) exit(1);
    }
    total += 0.5 * UNITS * (double)b.moves;
    fpm_balance_free(&b);
    return total / (WINDOWS * 1.05 * even);
}

static void walls(int runs) {
    static const double owns[] = {0, 0.02, 0.05}, scatters[] = {0, 0.05, 0.15},
                        held[] = {0, 0.05, 0.2};
    static const double grows[] = {1, 1.3, 1.8};
    int g, tell, c, k;
    printf("\n# walls that grow with right shares, 27 cells of noise and windows held up,\n"
           "# %d runs each: all time over even shares, walls told, and not\n",
           runs);
    for (g = 0; g < 3; g++) {
        printf("grow %.1f ", grows[g]);
        for (tell = 1; tell >= 0; tell--) {
            double all = 0;
            for (c = 0; c < 27; c++)
                for (k = 0; k < runs; k++) {
                    bench_state = first_seed + (uint64_t)(31000 + 97 * c + k);
                    all += log(run_walls(2 + k % 3 * 3, owns[c / 9], scatters[c / 3 % 3],
                                         held[c % 3], grows[g], tell));
                }
            printf("  %.3f", exp(all / (27 * runs)));
        }
        printf("\n");
    }
}

/* 20,000 elements on 8 processors, a hill of load that stays or moves by 1 % of them a window, 3 %
   of noise: all time of 40 windows, moves included, over that of the best cuts at once and free. */
static void elements(int runs) {
    enum { N = 20000, P = 8, SIDES = 3 };
    static int64_t sums[N + 1];
    static const double cost[] = {0, 0.3, 1.5};
    int side, c, moving, run, k, i;
    printf("\n# 20000 elements, 8 processors 1 to 4, 3 %% of noise, 40 windows, %d runs: all time "
           "over the best\n# cuts at once (moves a run): default, constant speeds of the library, "
           "cutting by measured speeds\n",
           runs);
    for (moving = 0; moving < 2; moving++)
        for (c = 0; c < 3; c++) {
            double all[SIDES] = {0}, moves[SIDES] = {0};
            for (run = 0; run < runs; run++)
                for (side = 0; side < SIDES; side++) {
                    fpm_balance_options opts = FPM_ZERO;
                    fpm_chain_options cut = FPM_ZERO, best = FPM_ZERO;
                    double speed[P], true_speed[P], t[P], sum = 0, ideal = 0, even = 0;
                    int64_t begin[P + 1], d[P], was[P], at;
                    fpm_balance b;
                    fpm_chain chain;
                    fpm_info info;
                    bench_state = first_seed + (uint64_t)(5000 + run);
                    for (i = 0; i < P; i++) true_speed[i] = 1e6 * bench_between(1, 4);
                    opts.chain = &chain, cut.speed = speed;
                    opts.method = side == 1 ? FPM_BALANCE_CONSTANT : FPM_BALANCE_DEFAULT;
                    opts.iterations = side == 1 ? 0 : 40;
                    best.speed = true_speed;
                    for (k = 0; k < 40; k++) {
                        double most = 0;
                        for (i = 0; i < N && (moving || k == 0); i++) {
                            double far = (i / (double)N - 0.3 - 0.01 * k) * 8;
                            sums[i + 1] =
                                (int64_t)bench_between(0, 20) + (int64_t)(60 * exp(-far * far));
                        }
                        if ((moving || k == 0) && fpm_chain_init(&chain, N, sums + 1, sums, NULL))
                            exit(1);
                        if (k == 0 && fpm_balance_init(&b, N, P, NULL, -1, -1, &opts, d, NULL) < 0)
                            exit(1);
                        for (i = 0, at = 0; i < P; at += d[i++]) {
                            double load = (double)(sums[at + d[i]] - sums[at]);
                            t[i] = load / true_speed[i] * fmax(1 + 0.03 * gauss(), 0.5);
                            speed[i] = load > 0 ? load / t[i] : true_speed[i];
                            most = fmax(most, t[i]);
                        }
                        if (k == 0) even = most;
                        if (k == 0 && fpm_balance_cost(&b, 0, cost[c] * even) < 0) exit(1);
                        sum += most;
                        if (fpm_chain_partition(&chain, P, &best, begin, NULL, &info) < 0) exit(1);
                        ideal += info.makespan;
                        memcpy(was, d, sizeof was);
                        if (side < 2 && fpm_balance_step(&b, t, d, NULL) < 0) exit(1);
                        if (side == 2 &&
                            fpm_chain_partition(&chain, P, &cut, begin, NULL, NULL) < 0)
                            exit(1);
                        for (i = 0; i < P && side == 2; i++) d[i] = begin[i + 1] - begin[i];
                        if (memcmp(was, d, sizeof was))
                            sum += cost[c] * even, moves[side] += 1.0 / runs;
                    }
                    fpm_balance_free(&b);
                    all[side] += log(sum / ideal) / runs;
                }
            printf("hill that %s, a move as dear as %.1f windows ", moving ? "moves" : "stays",
                   cost[c]);
            for (side = 0; side < SIDES; side++)
                printf("  %.3f (%.1f)", exp(all[side]), moves[side]);
            printf("\n");
        }
}

/* Sums that one row shows: lines; all time over the optima on the platforms with cliffs; the worst
   run over staying even without accidents, and in how many runs of a thousand that is above 1.02;
   redistributions; all time over the optima where memory pages (two families of the six). */
static void totals(int platforms) {
    double worst, moved, cells = lines(platforms / 4 + 1, 40, 0, &worst, &moved), all = 0, most = 0;
    double moves = 0, paging = 0;
    int kind, e, k, above = 0;
    for (kind = 0; kind < 6; kind++)
        for (e = 0; e < 4; e++)
            for (k = 0; k < platforms; k++) {
                truth s[MOST];
                int64_t n;
                outcome o;
                bench_state = first_seed + (uint64_t)(1000 * kind + k);
                n = platform_random(kind, families[kind].p, s);
                o = run(s, &families[kind], n, &noises[e], 0);
                all += log(o.total) / (24 * platforms), moves += o.moves / (24 * platforms);
                if (kind < 2) paging += log(o.total) / (8 * platforms);
                if (e != 2) most = fmax(most, o.even), above += o.even > 1.02;
            }
    printf("%.4f %.3f %.1f   %.4f %.3f %.1f %.1f   %.4f\n", cells, worst, moved, exp(all), most,
           1000.0 * above / (18 * platforms), moves, exp(paging));
}

/* ---- one step ----------------------------------------------------------------------------- */

static void large(int p, double scatter) {
    truth *s = (truth *)need((size_t)p, sizeof(truth));
    double *t = (double *)need((size_t)p, sizeof(double)), spent[25], median;
    fpm_balance b;
    int i, k;
    bench_state = first_seed + 9;
    for (i = 0; i < p; i += 16) platform_random(1, p - i < 16 ? p - i : 16, s + i);
    if (fpm_balance_init(&b, (int64_t)p * 700, p, NULL, -1, -1, NULL, NULL, NULL) < 0) exit(1);
    for (k = 0; k < 25; k++) {
        double start;
        for (i = 0; i < p; i++)
            t[i] = fmax(truth_time(&s[i], b.d[i], k) * (1 + scatter * gauss()), 1e-9);
        start = bench_now();
        if (fpm_balance_step(&b, t, NULL, NULL) < 0) exit(1);
        spent[k] = 1e3 * (bench_now() - start);
    }
    median = bench_median(spent, 25); /* sorts */
    printf("# One step at %d processors, noise %g %%: median %.3f ms, largest %.3f ms, %.0f bytes "
           "a processor\n",
           p, 100 * scatter, median, spent[24], (double)b.bytes / p);
    fpm_balance_free(&b);
    free(s), free(t);
}

int main(int argc, char **argv) {
    const char *only = argc > 1 ? argv[1] : "";
    int platforms = argc > 2 ? atoi(argv[2]) : PLATFORMS, kind, j;
    double worst, moved;
    if (platforms < 1 || platforms > PLATFORMS) platforms = PLATFORMS;
    first_seed = argc > 3 ? UINT64_C(1000000000) * (uint64_t)atoi(argv[3]) : 0;
    bench_head("bench_balance");
    for (kind = 0; kind < 6; kind++)
        for (j = 0; j < 4 && strstr(families[kind].name, only); j++)
            cell(kind, &noises[j], platforms);
    if (strstr("moves", only)) dear_moves();
    if (strstr("two", only)) two_ranks(200);
    if (strstr("walls", only)) walls(argc > 2 ? platforms : 60);
    if (strstr("elements", only)) elements(argc > 2 ? platforms : 50);
    if (!strcmp("totals", only)) totals(platforms);
    for (j = 0; j < 3 && strstr("lines", only); j++) {
        static const int steps[] = {40, 25, 400}, runs[] = {200, 200, 20};
        printf(
            "\n# straight lines, %d iterations, %d runs a cell: all time over that of the better "
            "of constant\n# speeds and the pooled way: geometric mean of 45 cells and its 95 %% "
            "interval\n",
            steps[j], runs[j]);
        lines(argc > 2 ? platforms : runs[j], steps[j], 1, &worst, &moved);
    }
    for (j = 0; j < 2 && strstr("step", only); j++) large(1000, 0.02 * j), large(100000, 0.02 * j);
    return 0;
}
