/* The calls of fpm.h that bench_rivals.c leaves out, beside the shortest honest program for the
   same question.  Each of theirs is complete below its line of dashes, knows its arrays to be
   right, and answers one question; what asks both stands below it. */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"
#include "rivals.h"

static int64_t count_of; /* what the row asked about */
static int parts;
static int64_t *load, *sum, *cut[2];
static int *owner[2];

static void check(int status) {
    if (status < 0) failed();
}

/* Arrays of count loads in 1 .. most and of what else is asked about them. */
static void make_loads(int64_t count, int p, int64_t most) {
    int64_t i;
    int k;
    count_of = count;
    parts = p;
    load = (int64_t *)need((size_t)count, sizeof *load);
    sum = (int64_t *)need((size_t)count + 1, sizeof *sum);
    for (k = 0; k < 2; k++) {
        cut[k] = (int64_t *)need((size_t)(count + p) + 1, sizeof *cut[k]);
        owner[k] = (int *)need((size_t)count, sizeof *owner[k]);
    }
    for (i = 0; i < count; i++) load[i] = 1 + (int64_t)((double)most * bench_random());
}

static void free_loads(void) {
    int k;
    free(load);
    free(sum);
    for (k = 0; k < 2; k++) {
        free(cut[k]);
        free(owner[k]);
    }
}

/* ---- points: qsort, then the mean of repeated sizes ----------------------------------------- */

typedef struct timing {
    int64_t size;
    double seconds;
} timing;

static int timing_compare(const void *a, const void *b) {
    const timing *x = (const timing *)a, *y = (const timing *)b;
    return (x->size > y->size) - (x->size < y->size);
}

static int64_t timings_sort(timing *list, int64_t count) {
    int64_t i, kept = 0, same = 0;
    qsort(list, (size_t)count, sizeof *list, timing_compare);
    for (i = 0; i < count; i++) {
        if (i > 0 && list[i].size == list[kept - 1].size) {
            same++;
            list[kept - 1].seconds += (list[i].seconds - list[kept - 1].seconds) / (double)same;
        } else {
            same = 1;
            list[kept] = list[i];
            kept++;
        }
    }
    return kept;
}

static fpm_points points;
static timing *timings[2]; /* in the order measured, and sorted */

static void points_ours(void) {
    int64_t i;
    fpm_points_free(&points);
    for (i = 0; i < count_of; i++) {
        fpm_point point = FPM_ZERO;
        point.size = timings[0][i].size;
        point.seconds = timings[0][i].seconds;
        check(fpm_points_add(&points, &point));
    }
    check(fpm_points_sort(&points, NULL));
}

static void points_theirs(void) {
    memcpy(timings[1], timings[0], (size_t)count_of * sizeof **timings);
    if (timings_sort(timings[1], count_of) != points.count) failed();
}

static void rows_points(int64_t count) {
    int64_t i;
    int k;
    count_of = count;
    for (k = 0; k < 2; k++) timings[k] = (timing *)need((size_t)count, sizeof **timings);
    for (i = 0; i < count; i++) {
        timings[0][i].size = 1 + (int64_t)(1e6 * bench_random());
        timings[0][i].seconds = 1e-6 * (double)timings[0][i].size * bench_between(1, 2);
    }
    row("fpm_points_sort", count, 1, points_ours, points_theirs);
    fpm_points_free(&points);
    for (k = 0; k < 2; k++) free(timings[k]);
}

/* ---- a model: speed on straight lines through the points ------------------------------------ */

static double lines_time(int count, const int64_t *size, const double *seconds, double x) {
    int low = 0, high = count;
    double a, b, part;
    while (low < high) {
        int middle = (low + high) / 2;
        if ((double)size[middle] <= x) low = middle + 1;
        else high = middle;
    }
    if (low == 0) return x * seconds[0] / (double)size[0];
    a = (double)size[low - 1] / seconds[low - 1];
    if (low == count) return x / a;
    b = (double)size[low] / seconds[low];
    part = (x - (double)size[low - 1]) / (double)(size[low] - size[low - 1]);
    return x / (a + part * (b - a));
}

/* The largest size within a time, as times rise with size. */
static int64_t lines_size(int count, const int64_t *size, const double *seconds, double t) {
    int64_t low = 0, high = 1;
    while (lines_time(count, size, seconds, (double)high) <= t) high *= 2;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (lines_time(count, size, seconds, (double)middle) <= t) low = middle;
        else high = middle;
    }
    return low;
}

enum { ASKED = 1000 };
static platform f;
static double at[ASKED], sums[2];

static void time_ours(void) {
    double t;
    int k;
    sums[0] = 0;
    for (k = 0; k < ASKED; k++) {
        fpm_model_time(&f.model[0], at[k], &t);
        sums[0] += t;
    }
}

static void time_theirs(void) {
    int k;
    sums[1] = 0;
    for (k = 0; k < ASKED; k++) sums[1] += lines_time(POINTS, f.size, f.seconds, at[k]);
}

static void size_ours(void) {
    int64_t x;
    int k;
    sums[0] = 0;
    for (k = 0; k < ASKED; k++) {
        fpm_model_size(&f.model[0], 1e-5 * at[k], &x);
        sums[0] += (double)x;
    }
}

static void size_theirs(void) {
    int k;
    sums[1] = 0;
    for (k = 0; k < ASKED; k++)
        sums[1] += (double)lines_size(POINTS, f.size, f.seconds, 1e-5 * at[k]);
}

static void rows_models(void) {
    int k;
    f = platform_make(1, FPM_PIECEWISE, BENCH_MEM, RANGE);
    for (k = 0; k < ASKED; k++) at[k] = floor(bench_between(1, RANGE));
    row("fpm_model_time, 1000", POINTS, 1, time_ours, time_theirs);
    if (fabs(sums[1] / sums[0] - 1) > 1e-12) failed();
    row("fpm_model_size, 1000", POINTS, 1, size_ours, size_theirs);
    if (sums[0] != sums[1]) failed();
    platform_free(&f);
}

/* ---- lists of times: the table over processors and amounts ---------------------------------- */

/* best[x]: the least makespan of x units in all, or (added 1) the least sum of times; processor i
   does k units in seconds[i * m + k - 1] seconds, which may be `most` at most. */
static inline void any_table(int p, int m, const double *seconds, int64_t n, double most, int added,
                             double *best, double *next) {
    int64_t x;
    int i, k;
    for (x = 0; x <= n; x++) best[x] = x > 0 ? 1e300 : 0;
    for (i = 0; i < p; i++) {
        for (x = 0; x <= n; x++) {
            next[x] = best[x];
            for (k = 1; k <= m && k <= x; k++) {
                double one = seconds[i * m + k - 1], all = fmax(best[x - k], one);
                if (added) all = best[x - k] + one;
                if (one <= most && all < next[x]) next[x] = all;
            }
        }
        memcpy(best, next, (size_t)(n + 1) * sizeof *best);
    }
}

static void lists_table(int p, int m, const double *seconds, int64_t n, double *best,
                        double *next) {
    any_table(p, m, seconds, n, 1e300, 0, best, next);
}

static int sizes; /* that each processor was timed at */
static double *listed, *table[2];
static fpm_model *models;
static fpm_proc *procs;

static void lists_ours(void) {
    fpm_info info;
    check(fpm_partition(count_of, parts, procs, NULL, cut[0], &info));
    judged[0] = info.makespan;
}

static void lists_theirs(void) {
    lists_table(parts, sizes, listed, count_of, table[0], table[1]);
    judged[1] = table[0][count_of];
}

static void compose_ours(void) {
    fpm_points group = FPM_ZERO;
    check(fpm_compose(parts, procs, (int64_t)parts * sizes, NULL, NULL, &group, NULL));
    judged[0] = group.seconds[group.count - 1];
    fpm_points_free(&group);
}

static void compose_theirs(void) {
    lists_table(parts, sizes, listed, (int64_t)parts * sizes, table[0], table[1]);
    judged[1] = table[0][(int64_t)parts * sizes];
}

/* ---- a front: for each time, the table of the least sum of times within it ------------------ */

static double front_sum(int p, int m, const double *seconds, int64_t n, double most, double *best,
                        double *next) {
    any_table(p, m, seconds, n, most, 1, best, next);
    return best[n];
}

/* All pairs of a makespan and the least sum: the times of all sizes in turn.  Returns how many. */
static int front_all(int p, int m, const double *seconds, int64_t n, double *sorted, double *best,
                     double *next) {
    int k, count = 0;
    double least = 1e300;
    memcpy(sorted, seconds, (size_t)(p * m) * sizeof *sorted);
    qsort(sorted, (size_t)(p * m), sizeof *sorted, bench_compare);
    for (k = 0; k < p * m; k++) {
        double sum_of = front_sum(p, m, seconds, n, sorted[k], best, next);
        if (sum_of < least * (1 - 1e-12)) {
            least = sum_of;
            count++;
        }
    }
    return count;
}

static double *front[2], *ascending;

static void front_ours(void) {
    fpm_options o = FPM_ZERO;
    int64_t count;
    o.least = FPM_LEAST_TOTAL;
    o.limit = 1e9; /* the front to its end */
    check(fpm_pareto(count_of, parts, procs, &o, (int64_t)parts * sizes, front[0], front[1], &count,
                     NULL));
    judged[0] = (double)count;
}

static void front_theirs(void) {
    judged[1] = front_all(parts, sizes, listed, count_of, ascending, table[0], table[1]);
}

static void rows_lists(int p, int m) {
    int i, k;
    size_t all = (size_t)(p * m) + 1;
    make_loads((int64_t)p * m / 3, p, 1);
    sizes = m;
    listed = (double *)need(all, sizeof *listed);
    ascending = (double *)need(all, sizeof *ascending);
    models = (fpm_model *)need((size_t)p, sizeof *models);
    procs = (fpm_proc *)need((size_t)p, sizeof *procs);
    for (k = 0; k < 2; k++) {
        table[k] = (double *)need(all, sizeof(double));
        front[k] = (double *)need(all, sizeof(double));
    }
    for (i = 0; i < p; i++) {
        int64_t *size = (int64_t *)need((size_t)m, sizeof *size);
        for (k = 0; k < m; k++) {
            size[k] = k + 1;
            listed[i * m + k] = 1e-3 * (k + 1) * bench_between(1, 1.3);
        }
        check(fpm_model_init(&models[i], FPM_DISCRETE, m, size, &listed[i * m], NULL, NULL));
        procs[i].model = &models[i];
        free(size);
    }
    row("fpm_partition, lists", count_of, p, lists_ours, lists_theirs);
    row("fpm_compose", (int64_t)p * m, p, compose_ours, compose_theirs);
    if (p * m <= 200) row("fpm_pareto, pairs", count_of, p, front_ours, front_theirs);
    for (i = 0; i < p; i++) fpm_model_free(&models[i]);
    for (k = 0; k < 2; k++) {
        free(table[k]);
        free(front[k]);
    }
    free(listed);
    free(ascending);
    free(models);
    free(procs);
    free_loads();
}

/* ---- an interval: a thousand draws ---------------------------------------------------------- */

/* Draw the times of all processors with normal errors; the mean of the latest, and 95 % of them. */
static void draws(int p, const double *seconds, const double *half_width, double *latest,
                  double *mean, double *low, double *high) {
    int k, i;
    *mean = 0;
    for (k = 0; k < ASKED; k++) {
        latest[k] = 0;
        for (i = 0; i < p; i++) {
            double radius = sqrt(-2 * log(1 - bench_random()));
            double normal = radius * cos(6.283185307179586 * bench_random());
            latest[k] = fmax(latest[k], seconds[i] + half_width[i] / 1.96 * normal);
        }
        *mean += latest[k] / ASKED;
    }
    qsort(latest, ASKED, sizeof *latest, bench_compare);
    *low = latest[ASKED / 40];
    *high = latest[ASKED - 1 - ASKED / 40];
}

static double *own, *half;

static void interval_ours(void) {
    fpm_interval interval;
    check(fpm_partition_interval(count_of, parts, procs, NULL, cut[0], NULL, &interval, NULL));
    judged[0] = interval.mean;
}

static void interval_theirs(void) {
    static double latest[ASKED];
    double low, high;
    draws(parts, own, half, latest, &judged[1], &low, &high);
}

static void rows_interval(int p) {
    int i;
    make_loads((int64_t)p * 100, p, 1);
    models = (fpm_model *)need((size_t)p, sizeof *models);
    procs = (fpm_proc *)need((size_t)p, sizeof *procs);
    own = (double *)need((size_t)p, sizeof *own);
    half = (double *)need((size_t)p, sizeof *half);
    for (i = 0; i < p; i++) {
        fpm_points one = FPM_ZERO;
        fpm_point point = FPM_ZERO;
        cut[0][i] = 100;
        own[i] = bench_between(0.95, 1.05);
        half[i] = 0.05 * own[i];
        point.size = 100;
        point.seconds = own[i];
        point.half_width = half[i];
        check(fpm_points_add(&one, &point));
        check(fpm_model_from_points(&models[i], FPM_PIECEWISE, &one, NULL, NULL));
        procs[i].model = &models[i];
        fpm_points_free(&one);
    }
    row("fpm_partition_interval", count_of, p, interval_ours, interval_theirs);
    for (i = 0; i < p; i++) fpm_model_free(&models[i]);
    free(models);
    free(procs);
    free(own);
    free(half);
    free_loads();
}

/* ---- exports: counts, and what goes from rank to rank --------------------------------------- */

static void plain_counts(int p, const int64_t *d, int *counts, int *displs) {
    int64_t begin = 0;
    int i;
    for (i = 0; i < p; i++) {
        counts[i] = (int)d[i];
        displs[i] = (int)begin;
        begin += d[i];
    }
}

/* What rank sends: the overlap of its old range with the new range of each other rank. */
static void plain_moves(int p, const int64_t *from, const int64_t *to, int rank, int *send) {
    int64_t low = 0, high, begin = 0;
    int i;
    for (i = 0; i < rank; i++) low += from[i];
    high = low + from[rank];
    for (i = 0; i < p; i++) {
        int64_t end = begin + to[i];
        int64_t first = begin > low ? begin : low, last = end < high ? end : high;
        send[i] = last > first ? (int)(last - first) : 0;
        begin = end;
    }
}

static int *ints[4];

static void counts_ours(void) { check(fpm_export_counts(parts, cut[0], 1, ints[0], ints[1])); }

static void counts_theirs(void) { plain_counts(parts, cut[0], ints[0], ints[1]); }

static void moves_ours(void) {
    check(
        fpm_export_moves(parts, cut[0], cut[1], 1, parts / 2, ints[0], ints[1], ints[2], ints[3]));
}

static void moves_theirs(void) {
    plain_moves(parts, cut[0], cut[1], parts / 2, ints[0]);
    plain_moves(parts, cut[1], cut[0], parts / 2, ints[2]);
}

static void rows_exports(int p) {
    int i;
    make_loads(p, p, 1000);
    for (i = 0; i < 4; i++) ints[i] = (int *)need((size_t)p, sizeof(int));
    for (i = 0; i < p; i++) {
        cut[0][i] = load[i];
        cut[1][p - 1 - i] = load[i];
    }
    row("fpm_export_counts", p, p, counts_ours, counts_theirs);
    row("fpm_export_moves", p, p, moves_ours, moves_theirs);
    for (i = 0; i < 4; i++) free(ints[i]);
    free_loads();
}

/* ---- chains: sums; the parts' largest load; the fewest parts within a limit ----------------- */

static void chain_sums(int64_t n, const int64_t *of, int64_t *prefix) {
    int64_t i;
    prefix[0] = 0;
    for (i = 0; i < n; i++) prefix[i + 1] = prefix[i] + of[i];
}

static int64_t chain_largest(const int64_t *prefix, int p, const int64_t *begin) {
    int64_t most = 0;
    int k;
    for (k = 0; k < p; k++) {
        int64_t own_load = prefix[begin[k + 1]] - prefix[begin[k]];
        if (own_load > most) most = own_load;
    }
    return most;
}

static int chain_fewest(int64_t n, const int64_t *of, int64_t limit, int64_t *begin) {
    int64_t i, filled = 0;
    int count = 0;
    for (i = 0; i < n; i++) {
        if (count == 0 || filled + of[i] > limit) {
            begin[count] = i;
            count++;
            filled = 0;
        }
        filled += of[i];
    }
    return count;
}

static fpm_chain chain;
static int64_t chain_limit;

static void sums_ours(void) { check(fpm_chain_init(&chain, count_of, load, sum, NULL)); }

static void sums_theirs(void) { chain_sums(count_of, load, sum); }

static void largest_ours(void) {
    fpm_info info;
    check(fpm_chain_check(&chain, parts, NULL, cut[0], NULL, &info));
    judged[0] = info.makespan;
}

static void largest_theirs(void) { judged[1] = (double)chain_largest(sum, parts, cut[0]); }

static void fewest_ours(void) {
    fpm_info info;
    check(fpm_chain_fewest(&chain, parts, (double)chain_limit, NULL, NULL, cut[1], &info));
    judged[0] = info.busy;
}

static void fewest_theirs(void) { judged[1] = chain_fewest(count_of, load, chain_limit, cut[1]); }

static void rows_chains(int64_t n, int p) {
    fpm_info info;
    make_loads(n, p, 100);
    judged[0] = 0;
    row("fpm_chain_init", n, p, sums_ours, sums_theirs);
    check(fpm_chain_partition(&chain, p, NULL, cut[0], NULL, &info));
    chain_limit = (int64_t)(1.2 * info.makespan);
    row("fpm_chain_check", n, p, largest_ours, largest_theirs);
    row("fpm_chain_fewest", n, p, fewest_ours, fewest_theirs);
    free_loads();
}

/* ---- pipelines: the fewest equal devices, each stage as long as it can be ------------------- */

static int stages_fewest(const fpm_pipeline *line, const fpm_device *d, double limit,
                         int64_t *begin) {
    int64_t j, start = 0;
    int count = 0;
    while (start < line->n) {
        int64_t bytes = 0, end = start;
        double work = 0;
        for (j = start; j < line->n; j++) {
            double hop = 0;
            work += line->seconds[j];
            bytes += line->bytes[j];
            if (work > limit || bytes > d->max) break;
            if (j + 1 < line->n) hop = d->latency + (double)line->sent[j] / d->bandwidth;
            if (work + hop <= limit) end = j + 1;
        }
        if (end == start) return -1;
        begin[count] = start;
        count++;
        start = end;
    }
    return count;
}

static fpm_pipeline line;
static fpm_device *device;
static double line_limit;

static void stages_ours(void) {
    fpm_info info;
    check(fpm_pipeline_fewest(&line, parts, device, line_limit, NULL, NULL, cut[0], NULL, &info));
    judged[0] = info.busy;
}

static void stages_theirs(void) {
    judged[1] = stages_fewest(&line, &device[0], line_limit, cut[1]);
}

static void rows_pipelines(int64_t n, int p) {
    int64_t *sent, e;
    double *seconds;
    int k;
    make_loads(n, p, 1000000);
    sent = (int64_t *)need((size_t)n, sizeof *sent);
    seconds = (double *)need((size_t)n, sizeof *seconds);
    device = (fpm_device *)need((size_t)p, sizeof *device);
    for (e = 0; e < n; e++) {
        seconds[e] = 1e-3 * bench_between(0.5, 1.5);
        sent[e] = (int64_t)bench_between(8000, 16000);
    }
    for (k = 0; k < p; k++) {
        device[k].max = (int64_t)(1e6 * (double)n / p);
        device[k].latency = 1e-4;
        device[k].bandwidth = 1e9;
    }
    memset(&line, 0, sizeof line);
    line.n = n;
    line.types = 1;
    line.seconds = seconds;
    line.bytes = load;
    line.sent = sent;
    line_limit = 2e-3 * (double)n / p;
    row("fpm_pipeline_fewest", n, p, stages_ours, stages_theirs);
    free(sent);
    free(seconds);
    free(device);
    free_loads();
}

/* ---- items: bins by first fit; types by the earliest end; the largest sum ------------------- */

typedef struct piece {
    double key;
    int who;
} piece;

static int piece_compare(const void *a, const void *b) {
    const piece *x = (const piece *)a, *y = (const piece *)b;
    return (x->key < y->key) - (x->key > y->key);
}

/* Each piece, the largest first, into the first bin that has room for it. */
static int first_fit(int n, const int64_t *of, int64_t room, piece *order, int64_t *filled) {
    int i, k, bins = 0;
    for (i = 0; i < n; i++) {
        order[i].key = (double)of[i];
        order[i].who = i;
    }
    qsort(order, (size_t)n, sizeof *order, piece_compare);
    for (i = 0; i < n; i++) {
        int64_t own_load = of[order[i].who];
        for (k = 0; k < bins; k++)
            if (filled[k] + own_load <= room) break;
        if (k == bins) {
            filled[k] = 0;
            bins++;
        }
        filled[k] += own_load;
    }
    return bins;
}

/* Processor j takes seconds[j * n + i] for piece i: the longest pieces first, by their least
   seconds, each to whoever ends first. */
static double earliest_end(int n, int p, const double *seconds, piece *order, double *end) {
    double latest = 0;
    int i, j;
    for (i = 0; i < n; i++) {
        order[i].key = 1e300;
        order[i].who = i;
        for (j = 0; j < p; j++) order[i].key = fmin(order[i].key, seconds[j * n + i]);
    }
    qsort(order, (size_t)n, sizeof *order, piece_compare);
    for (j = 0; j < p; j++) end[j] = 0;
    for (i = 0; i < n; i++) {
        const double *of = seconds + order[i].who;
        int first = 0;
        for (j = 1; j < p; j++)
            if (end[j] + of[j * n] < end[first] + of[first * n]) first = j;
        end[first] += of[first * n];
        latest = fmax(latest, end[first]);
    }
    return latest;
}

static int64_t sums_largest(int64_t n, const int64_t *of, int p, const int *who, int64_t *filled) {
    int64_t i, most = 0;
    int j;
    memset(filled, 0, (size_t)p * sizeof *filled);
    for (i = 0; i < n; i++) filled[who[i]] += of[i];
    for (j = 0; j < p; j++)
        if (filled[j] > most) most = filled[j];
    return most;
}

static piece *order;
static int64_t room;
static double *by_type, *ends;

static void bins_ours(void) {
    fpm_info info;
    check(
        fpm_items_fewest(count_of, load, (int)count_of, (double)room, NULL, NULL, owner[0], &info));
    judged[0] = info.busy;
}

static void bins_theirs(void) { judged[1] = first_fit((int)count_of, load, room, order, cut[1]); }

static void types_ours(void) {
    fpm_items_types types = FPM_ZERO;
    fpm_items_options o = FPM_ZERO;
    fpm_info info;
    types.count = parts;
    types.seconds = by_type;
    o.types = &types;
    check(fpm_items_assign(count_of, load, parts, &o, owner[0], NULL, &info));
    judged[0] = info.makespan;
}

static void types_theirs(void) {
    judged[1] = earliest_end((int)count_of, parts, by_type, order, ends);
}

static void assigned_ours(void) {
    fpm_info info;
    check(fpm_items_check(count_of, load, parts, NULL, owner[0], NULL, &info));
    judged[0] = info.makespan;
}

static void assigned_theirs(void) {
    judged[1] = (double)sums_largest(count_of, load, parts, owner[0], cut[1]);
}

static void rows_items(int n, int p) {
    int i;
    make_loads(n, p, 100);
    order = (piece *)need((size_t)n, sizeof *order);
    by_type = (double *)need((size_t)(n * p), sizeof *by_type);
    ends = (double *)need((size_t)p, sizeof *ends);
    room = 150;
    for (i = 0; i < n * p; i++) by_type[i] = 1e-3 * (double)load[i % n] * bench_between(1, 4);
    row("fpm_items_fewest", n, n, bins_ours, bins_theirs);
    row("fpm_items_assign,types", n, p, types_ours, types_theirs);
    row("fpm_items_check", n, p, assigned_ours, assigned_theirs);
    free(order);
    free(by_type);
    free(ends);
    free_loads();
}

/* ---- a plane: sums, four reads, recursive bisection, owners, a check by painting ------------ */

static void plane_sums(int64_t rows, int64_t cols, const int64_t *of, int64_t *s) {
    int64_t r, c;
    memset(s, 0, (size_t)(cols + 1) * sizeof *s);
    for (r = 0; r < rows; r++) {
        int64_t in_row = 0, *above = s + r * (cols + 1), *here = above + cols + 1;
        here[0] = 0;
        for (c = 0; c < cols; c++) {
            in_row += of[r * cols + c];
            here[c + 1] = above[c + 1] + in_row;
        }
    }
}

static int64_t plane_load(int64_t cols, const int64_t *s, int64_t r0, int64_t r1, int64_t c0,
                          int64_t c1) {
    const int64_t *top = s + r0 * (cols + 1), *end = s + r1 * (cols + 1);
    return end[c1] - end[c0] - top[c1] + top[c0];
}

/* Halve the parts, cut the longer side where the loads are nearest to their ratio, and again. */
static void plane_bisect(int64_t cols, const int64_t *s, int p, fpm_rect whole, fpm_rect *part) {
    int by_rows = whole.r1 - whole.r0 > whole.c1 - whole.c0, half_of = p / 2;
    int64_t low = by_rows ? whole.r0 : whole.c0, high = by_rows ? whole.r1 : whole.c1;
    double want = (double)plane_load(cols, s, whole.r0, whole.r1, whole.c0, whole.c1) * half_of / p;
    fpm_rect first = whole, second = whole;
    double before = 0, after = 0;
    if (p == 1) {
        *part = whole;
        return;
    }
    while (low < high) { /* the first cut with at least what is wanted before it */
        int64_t middle = low + (high - low) / 2;
        if (by_rows) after = (double)plane_load(cols, s, whole.r0, middle, whole.c0, whole.c1);
        else after = (double)plane_load(cols, s, whole.r0, whole.r1, whole.c0, middle);
        if (after < want) low = middle + 1;
        else high = middle;
    }
    if (by_rows) {
        after = (double)plane_load(cols, s, whole.r0, low, whole.c0, whole.c1);
        if (low > whole.r0)
            before = (double)plane_load(cols, s, whole.r0, low - 1, whole.c0, whole.c1);
        if (low > whole.r0 && want - before < after - want) low--;
        first.r1 = low;
        second.r0 = low;
    } else {
        after = (double)plane_load(cols, s, whole.r0, whole.r1, whole.c0, low);
        if (low > whole.c0)
            before = (double)plane_load(cols, s, whole.r0, whole.r1, whole.c0, low - 1);
        if (low > whole.c0 && want - before < after - want) low--;
        first.c1 = low;
        second.c0 = low;
    }
    plane_bisect(cols, s, half_of, first, part);
    plane_bisect(cols, s, p - half_of, second, part + half_of);
}

static int plane_owner(int p, const fpm_rect *part, int64_t r, int64_t c) {
    int i;
    for (i = 0; i < p; i++)
        if (r >= part[i].r0 && r < part[i].r1 && c >= part[i].c0 && c < part[i].c1) return i;
    return -1;
}

/* The largest load, or -1 if a cell has no owner or two. */
static int64_t plane_paint(int64_t rows, int64_t cols, const int64_t *s, int p,
                           const fpm_rect *part, char *seen) {
    int64_t r, c, most = 0;
    int i;
    memset(seen, 0, (size_t)(rows * cols));
    for (i = 0; i < p; i++) {
        int64_t own_load = plane_load(cols, s, part[i].r0, part[i].r1, part[i].c0, part[i].c1);
        if (own_load > most) most = own_load;
        for (r = part[i].r0; r < part[i].r1; r++) {
            for (c = part[i].c0; c < part[i].c1; c++) {
                if (seen[r * cols + c]) return -1;
                seen[r * cols + c] = 1;
            }
        }
    }
    return memchr(seen, 0, (size_t)(rows * cols)) ? -1 : most;
}

static int64_t side;
static int64_t *plane;
static char *painted;
static fpm_grid grid;
static fpm_rect *rects[2];
static fpm_rect_index place;

static void grid_ours(void) {
    fpm_grid_free(&grid);
    check(fpm_grid_init(&grid, side, side, load, side, NULL, NULL));
}

static void grid_theirs(void) { plane_sums(side, side, load, plane); }

static void reads_ours(void) {
    int k;
    sums[0] = 0;
    for (k = 0; k < ASKED; k++) {
        int64_t a = k % side, b = 7 * k % side;
        sums[0] += (double)fpm_grid_load(&grid, a / 2, a, b / 2, b);
    }
}

static void reads_theirs(void) {
    int k;
    sums[1] = 0;
    for (k = 0; k < ASKED; k++) {
        int64_t a = k % side, b = 7 * k % side;
        sums[1] += (double)plane_load(side, plane, a / 2, a, b / 2, b);
    }
}

static void rect_ours(void) {
    fpm_info info;
    check(fpm_rect_partition(&grid, parts, NULL, rects[0], NULL, &info));
    judged[0] = info.makespan;
}

static void rect_theirs(void) {
    fpm_rect whole = FPM_ZERO;
    int i;
    whole.r1 = side;
    whole.c1 = side;
    plane_bisect(side, plane, parts, whole, rects[1]);
    judged[1] = 0;
    for (i = 0; i < parts; i++) {
        const fpm_rect *x = &rects[1][i];
        judged[1] = fmax(judged[1], (double)plane_load(side, plane, x->r0, x->r1, x->c0, x->c1));
    }
}

static void paint_ours(void) {
    fpm_info info;
    check(fpm_rect_check(&grid, parts, NULL, rects[0], NULL, &info));
    judged[0] = info.makespan;
}

static void paint_theirs(void) {
    judged[1] = (double)plane_paint(side, side, plane, parts, rects[0], painted);
}

static void owner_ours(void) {
    int k;
    sums[0] = 0;
    for (k = 0; k < ASKED; k++) sums[0] += fpm_rect_owner(&place, k % side, 7 * k % side);
}

static void owner_theirs(void) {
    int k;
    sums[1] = 0;
    for (k = 0; k < ASKED; k++) sums[1] += plane_owner(parts, rects[0], k % side, 7 * k % side);
}

/* Half-perimeters of both, as borders are what has to be sent. */
static double borders(const fpm_rect *part) {
    double all = 0;
    int i;
    for (i = 0; i < parts; i++) all += (double)(part[i].r1 - part[i].r0 + part[i].c1 - part[i].c0);
    return all;
}

static void rows_planes(int64_t extent, int p) {
    int64_t i;
    int k;
    side = extent;
    make_loads(side * side, p, 100);
    for (i = 0; i < side * side; i++) { /* a hill of load in one corner */
        double r = (double)(i / side) / (double)side, c = (double)(i % side) / (double)side;
        load[i] += (int64_t)(2000 * exp(-20 * (r * r + c * c)));
    }
    plane = (int64_t *)need((size_t)((side + 1) * (side + 1)), sizeof *plane);
    painted = (char *)need((size_t)(side * side), 1);
    for (k = 0; k < 2; k++) rects[k] = (fpm_rect *)need((size_t)p, sizeof(fpm_rect));
    memset(&grid, 0, sizeof grid);
    judged[0] = 0;
    row("fpm_grid_init", side * side, p, grid_ours, grid_theirs);
    row("fpm_grid_load, 1000", side * side, p, reads_ours, reads_theirs);
    if (sums[0] != sums[1]) failed();
    row("fpm_rect_partition", side * side, p, rect_ours, rect_theirs);
    printf("    its borders            %.2f times as long\n",
           borders(rects[1]) / borders(rects[0]));
    row("fpm_rect_check", side * side, p, paint_ours, paint_theirs);
    check(fpm_rect_index_init(&place, p, rects[0], NULL));
    judged[0] = 0;
    row("fpm_rect_owner, 1000", side * side, p, owner_ours, owner_theirs);
    if (sums[0] != sums[1]) failed();
    fpm_rect_index_free(&place);
    fpm_grid_free(&grid);
    free(plane);
    free(painted);
    for (k = 0; k < 2; k++) free(rects[k]);
    free_loads();
}

/* ---- equal tiles without land: all numbers of tiles ----------------------------------------- */

/* The fewest cells of the largest tile, halo included, of which at most p have water. */
static int64_t tiles_least(int64_t rows, int64_t cols, const int64_t *s, int p, int64_t halo) {
    int64_t down, across, a, b, least = INT64_MAX;
    for (down = 1; down <= rows; down++) {
        for (across = 1; across <= cols; across++) {
            int64_t high = (rows + down - 1) / down, wide = (cols + across - 1) / across;
            int64_t cells = (high + 2 * halo) * (wide + 2 * halo), wet = 0;
            if (rows / down < halo || cols / across < halo || cells >= least) continue;
            for (a = 0; a < down; a++) {
                int64_t r0 = a * rows / down, r1 = (a + 1) * rows / down;
                if (wet > p) break;
                for (b = 0; b < across; b++) {
                    int64_t c0 = b * cols / across, c1 = (b + 1) * cols / across;
                    if (plane_load(cols, s, r0, r1, c0, c1) > 0) wet++;
                }
            }
            if (wet <= p) least = cells;
        }
    }
    return least;
}

static void tiles_ours(void) {
    fpm_tiles_options o = FPM_ZERO;
    fpm_info info;
    o.halo = 1;
    check(fpm_tiles_partition(&grid, parts, &o, rects[0], NULL, &info));
    judged[0] = info.makespan;
}

static void tiles_theirs(void) { judged[1] = (double)tiles_least(side, side, plane, parts, 1); }

static void rows_tiles(int64_t extent, int p) {
    int64_t i;
    side = extent;
    make_loads(side * side, p, 1);
    for (i = 0; i < side * side; i++) { /* round islands */
        double r = (double)(i / side) / (double)side, c = (double)(i % side) / (double)side;
        load[i] = sin(9 * r) * sin(7 * c) + 0.3 > 0;
    }
    plane = (int64_t *)need((size_t)((side + 1) * (side + 1)), sizeof *plane);
    rects[0] = (fpm_rect *)need((size_t)p, sizeof(fpm_rect));
    plane_sums(side, side, load, plane);
    check(fpm_grid_init(&grid, side, side, load, side, NULL, NULL));
    row("fpm_tiles_partition", side * side, p, tiles_ours, tiles_theirs);
    fpm_grid_free(&grid);
    free(plane);
    free(rects[0]);
    free_loads();
}

/* ---- tiles of a matrix: areas in columns, the table over sorted areas ----------------------- */

/* The least sum of half-perimeters of columns of a unit square, whose areas are in falling order
   and sum to 1: best[j] of the first j areas is the least over the last column. */
static double columns_least(int p, const double *area, double *best) {
    int i, j;
    best[0] = 0;
    for (j = 1; j <= p; j++) {
        double width = 0;
        best[j] = 1e300;
        for (i = j - 1; i >= 0; i--) { /* areas i .. j - 1 are a column */
            width += area[i];
            best[j] = fmin(best[j], best[i] + 1 + (j - i) * width);
        }
    }
    return best[p];
}

static double *areas, *ordered, *best_of;
static fpm_tile *tile;

static void areas_ours(void) {
    fpm_matrix_outputs out;
    check(fpm_matrix_areas(100000, 100000, parts, areas, NULL, tile, &out, NULL));
    judged[0] = out.half_perimeter / 100000;
}

static void areas_theirs(void) {
    double all = 0;
    int i;
    for (i = 0; i < parts; i++) all += areas[i];
    for (i = 0; i < parts; i++) ordered[i] = -areas[i] / all;
    qsort(ordered, (size_t)parts, sizeof *ordered, bench_compare);
    for (i = 0; i < parts; i++) ordered[i] = -ordered[i];
    judged[1] = columns_least(parts, ordered, best_of);
}

static void rows_areas(int p) {
    int i;
    parts = p;
    areas = (double *)need((size_t)p, sizeof *areas);
    ordered = (double *)need((size_t)p, sizeof *ordered);
    best_of = (double *)need((size_t)p + 1, sizeof *best_of);
    tile = (fpm_tile *)need((size_t)p, sizeof *tile);
    for (i = 0; i < p; i++) areas[i] = bench_between(1, 10);
    row("fpm_matrix_areas", 10000000000, p, areas_ours, areas_theirs);
    free(areas);
    free(ordered);
    free(best_of);
    free(tile);
}

/* ---- balancing: shares by the speeds of the last iteration ---------------------------------- */

static void speeds_step(int64_t n, int p, const double *seconds, int64_t *d) {
    double all = 0, speed;
    int64_t rest = n;
    int i;
    for (i = 0; i < p; i++) all += (double)d[i] / seconds[i];
    for (i = 0; i < p; i++) {
        speed = (double)d[i] / seconds[i];
        d[i] = (int64_t)((double)n * speed / all);
        if (d[i] < 1) d[i] = 1;
        rest -= d[i];
    }
    for (i = 0; rest != 0; i = (i + 1) % p) {
        int64_t one = rest > 0 ? 1 : -1;
        if (d[i] + one < 1) continue;
        d[i] += one;
        rest -= one;
    }
}

enum { STEPS = 40, NODES = 4 };

/* Forty iterations on nodes that page, from even shares: seconds of all. */
static double iterate(int64_t n, int64_t *d, fpm_balance *b) {
    double seconds[NODES], all = 0;
    int i, k;
    for (k = 0; k < STEPS; k++) {
        double latest = 0;
        for (i = 0; i < NODES; i++) {
            check(fpm_model_time(&f.model[i], (double)d[i], &seconds[i]));
            latest = fmax(latest, seconds[i]);
        }
        all += latest;
        if (b) check(fpm_balance_step(b, seconds, d, NULL));
        else speeds_step(n, NODES, seconds, d);
    }
    return all;
}

static void balance_ours(void) {
    fpm_balance b;
    check(fpm_balance_init(&b, count_of, NODES, NULL, 0, 0, NULL, cut[0], NULL));
    judged[0] = iterate(count_of, cut[0], &b);
    fpm_balance_free(&b);
}

static void balance_theirs(void) {
    int i;
    for (i = 0; i < NODES; i++) cut[1][i] = count_of / NODES;
    judged[1] = iterate(count_of, cut[1], NULL);
}

static void rows_balance(void) {
    make_loads((int64_t)(0.7 * RANGE * NODES), NODES, 1);
    f = platform_make(NODES, FPM_PIECEWISE, BENCH_MEM, RANGE);
    row("fpm_balance_step, 40", count_of, NODES, balance_ours, balance_theirs);
    platform_free(&f);
    free_loads();
}

/* ---- F(x) = 0: Newton's method, differences, Gauss ------------------------------------------ */

/* Solve a x = b of n rows in place, with pivots; a has n + 1 columns, of which the last is b. */
static int gauss(int n, double *a) {
    int i, j, k, w = n + 1;
    for (k = 0; k < n; k++) {
        int pivot = k;
        for (i = k + 1; i < n; i++)
            if (fabs(a[i * w + k]) > fabs(a[pivot * w + k])) pivot = i;
        if (a[pivot * w + k] == 0) return -1;
        for (j = k; j <= n; j++) {
            double swap = a[k * w + j];
            a[k * w + j] = a[pivot * w + j];
            a[pivot * w + j] = swap;
        }
        for (i = 0; i < n; i++) {
            double factor = a[i * w + k] / a[k * w + k];
            if (i == k) continue;
            for (j = k; j <= n; j++) a[i * w + j] -= factor * a[k * w + j];
        }
    }
    for (i = 0; i < n; i++) a[i * w + n] /= a[i * w + i];
    return 0;
}

/* Returns the largest residual where it ends, after 50 steps at most. */
static double newton(int n, int (*residual)(void *, int, const double *, double *), double *x,
                     double *value, double *moved, double *a) {
    double most = 0;
    int step, i, j;
    for (step = 0; step < 50; step++) {
        residual(NULL, n, x, value);
        most = 0;
        for (i = 0; i < n; i++) most = fmax(most, fabs(value[i]));
        if (most <= 1e-12) break;
        for (j = 0; j < n; j++) {
            double old = x[j], h = 1e-8 * fmax(fabs(old), 1);
            x[j] = old + h;
            residual(NULL, n, x, moved);
            x[j] = old;
            for (i = 0; i < n; i++) a[i * (n + 1) + j] = (moved[i] - value[i]) / h;
        }
        for (i = 0; i < n; i++) a[i * (n + 1) + n] = value[i];
        if (gauss(n, a) < 0) break;
        for (i = 0; i < n; i++) x[i] -= a[i * (n + 1) + n];
    }
    return most;
}

/* Broyden's tridiagonal function (More, Garbow, Hillstrom). */
static int tridiagonal(void *context, int n, const double *x, double *value) {
    int i;
    (void)context;
    for (i = 0; i < n; i++) {
        double left = i > 0 ? x[i - 1] : 0, right = i + 1 < n ? x[i + 1] : 0;
        value[i] = (3 - 2 * x[i]) * x[i] - left - 2 * right + 1;
    }
    return 0;
}

static double *unknown, *values, *moved_values, *rows_of;

static void start(void) {
    int i;
    for (i = 0; i < parts; i++) unknown[i] = -1;
}

static void root_ours(void) {
    start();
    check(fpm_root_solve(parts, tridiagonal, NULL, NULL, unknown, values, NULL));
}

static void root_theirs(void) {
    start();
    if (newton(parts, tridiagonal, unknown, values, moved_values, rows_of) > 1e-10) failed();
}

static void rows_roots(int n) {
    parts = n;
    unknown = (double *)need((size_t)n, sizeof(double));
    values = (double *)need((size_t)n, sizeof(double));
    moved_values = (double *)need((size_t)n, sizeof(double));
    rows_of = (double *)need((size_t)n * (size_t)(n + 1), sizeof(double));
    judged[0] = 0;
    row("fpm_root_solve", n, 1, root_ours, root_theirs);
    free(unknown);
    free(values);
    free(moved_values);
    free(rows_of);
}

/* ---- the tables ----------------------------------------------------------------------------- */

int main(void) {
    bench_head("bench_rivals_calls: the other calls beside the shortest honest program");
    printf(
        "# ratio: theirs / fpm.h in time (above 1: fpm.h is faster); the last column: by how much\n"
        "# theirs is worse (below 0: better), 0: the same, -: nothing but time is compared\n");
    head("Points: qsort and means, theirs 30 lines", "half-widths, growth, checks", "");
    rows_points(20);
    rows_points(10000);
    head("Speed on straight lines through 20 points, theirs 15 and 10 lines",
         "splines, times that fall, sizes beyond the points told", "");
    rows_models();
    head("Lists of times: the table over processors and amounts, theirs 20 lines",
         "the shares, constraints; front: costs", "makespan");
    rows_lists(3, 30);
    rows_lists(16, 100);
    head("How sure a makespan is: 1000 draws, theirs 15 lines",
         "the same answer each time, what to measure again", "mean");
    rows_interval(4);
    rows_interval(64);
    head("Counts for MPI, and what a rank sends and receives, theirs 10 and 15 lines",
         "overflow of int, gaps", "");
    judged[0] = 0;
    rows_exports(16);
    rows_exports(1024);
    head("Loads in a row: sums; the largest part; fewest parts within a limit, theirs 5, 10, 15",
         "checks; speeds, models, prices, constraints", "result");
    rows_chains(1000, 16);
    rows_chains(1000000, 1000);
    head("Layers on the fewest equal devices: each takes what it can, theirs 25 lines",
         "unlike devices, prices, tiers, receiving links", "devices");
    rows_pipelines(80, 16);
    rows_pipelines(1000, 64);
    head("Pieces: bins by first fit; types by the earliest end; sums, theirs 20, 25, 10 lines",
         "a bound, limits, groups, old owners", "result");
    rows_items(60, 8);
    rows_items(1000, 32);
    head("Loads on a plane: sums, reads, bisection, owners by painting and scan, theirs 12 to 45",
         "short borders on purpose, speeds, old owners, a bound", "load");
    rows_planes(128, 16);
    rows_planes(512, 64);
    head("Equal tiles without land: all numbers of tiles, theirs 20 lines",
         "the rectangles, other forms", "cells");
    rows_tiles(128, 64);
    rows_tiles(256, 256);
    head("Tiles of a matrix by areas: the table of columns, theirs 15 lines",
         "whole rows and columns, cuts, a bound", "border");
    rows_areas(4);
    rows_areas(16);
    rows_areas(256);
    head("Forty iterations on four nodes that page: speeds of the last one, theirs 20 lines",
         "speeds that depend on the share, noise, costs of moves", "seconds");
    rows_balance();
    head("F(x) = 0: Newton's method from near the root, theirs 50 lines",
         "a trust region, fewer evaluations, limits", "");
    rows_roots(10);
    rows_roots(100);
    return 0;
}
