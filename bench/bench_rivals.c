/* Calls of fpm.h beside the shortest honest program for the same question: what one would write
   instead, in an afternoon at most.  Each of theirs is complete between its two lines of dashes,
   knows its arrays to be right, and answers one question.  bench_rivals_calls.c has the calls that
   are not here. */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"
#include "rivals.h"

/* ---- partition: straight lines of speed, Illinois steps, the last units by quickselect ----- */

typedef struct stretch { /* from t0 to t1: speed + slope * (x - x0); after one unit more: next */
    double x0, t0, t1, speed, slope, next;
} stretch;

static stretch line_at(const int64_t *size, const double *seconds, double t) {
    stretch g = {0, 0, seconds[0], (double)size[0] / seconds[0], 0, 0};
    int low = 0, high = POINTS;
    while (low < high) {
        int middle = (low + high) / 2;
        if (seconds[middle] <= t) low = middle + 1;
        else high = middle;
    }
    if (low == 0) return g;
    g.x0 = (double)size[low - 1];
    g.t0 = seconds[low - 1];
    g.speed = g.x0 / g.t0;
    g.t1 = low < POINTS ? seconds[low] : 1e300;
    if (low < POINTS) g.slope = ((double)size[low] / g.t1 - g.speed) / ((double)size[low] - g.x0);
    return g;
}

static double line_share(const stretch *g, double t) {
    return g->x0 + (t * g->speed - g->x0) / (1 - t * g->slope);
}

/* The k-th smallest of count finishes, which are moved. */
static double kth_finish(double *v, int count, int k) {
    int low = 0, high = count - 1;
    while (low < high) {
        double pivot = v[k];
        int i = low, j = high;
        while (i <= j) {
            double swap = v[i];
            if (swap < pivot) i++;
            else if (v[j] > pivot) j--;
            else {
                v[i++] = v[j];
                v[j--] = swap;
            }
        }
        if (j < k) low = i;
        if (k < i) high = j;
    }
    return v[k];
}

static void lines_partition(int64_t n, int p, const int64_t *size, const double *seconds,
                            stretch *g, double *finish, int64_t *d) {
    double low = 0, high = 0, below = (double)-n, above = 0, t = 0, beyond, last;
    int64_t rest = n;
    int i, side = 0;
    for (i = 0; i < p; i++) g[i] = line_at(size + i * POINTS, seconds + i * POINTS, 0);
    for (i = 0; i < p; i++) t += (double)size[i * POINTS + 9] / seconds[i * POINTS + 9];
    for (t = (double)n / t;; t = high > 0 ? high - above * (high - low) / (above - below) : 2 * t) {
        beyond = (double)-n;
        for (i = 0; i < p; i++) {
            if (t < g[i].t0 || t >= g[i].t1)
                g[i] = line_at(size + i * POINTS, seconds + i * POINTS, t);
            beyond += line_share(&g[i], t);
        }
        if (fabs(beyond) <= 0.25 || (high > 0 && high - low <= 1e-15 * high)) break;
        if (beyond > 0 && side > 0) below /= 2;
        if (beyond < 0 && side < 0) above /= 2;
        side = beyond > 0 ? 1 : -1;
        if (beyond > 0) {
            high = t;
            above = beyond;
        } else {
            low = t;
            below = beyond;
        }
    }
    for (i = 0; i < p; i++) {
        d[i] = (int64_t)line_share(&g[i], t);
        rest -= d[i];
        g[i].next = (double)(d[i] + 1) / (g[i].speed + g[i].slope * ((double)(d[i] + 1) - g[i].x0));
        finish[i] = g[i].next;
    }
    last = rest > 0 ? kth_finish(finish, p, (int)rest - 1) : 0;
    for (i = 0; i < p && rest > 0; i++)
        if (g[i].next <= last) {
            d[i]++;
            rest--;
        }
}

/* ---- check of a partition: the latest time ------------------------------------------------- */

static double lines_latest(int p, const int64_t *size, const double *seconds, const int64_t *d) {
    double latest = 0;
    int i;
    for (i = 0; i < p; i++) {
        const int64_t *x = size + i * POINTS;
        const double *t = seconds + i * POINTS;
        double s, part, own;
        int k = 0;
        while (k < POINTS && x[k] <= d[i]) k++;
        if (k == 0) s = (double)x[0] / t[0];
        else s = (double)x[k - 1] / t[k - 1];
        if (k > 0 && k < POINTS) {
            part = (double)(d[i] - x[k - 1]) / (double)(x[k] - x[k - 1]);
            s += part * ((double)x[k] / t[k] - s);
        }
        own = (double)d[i] / s;
        if (own > latest) latest = own;
    }
    return latest;
}

/* ---- chain: bisection over the largest load ------------------------------------------------ */

static int chain_fits(const int64_t *sum, int64_t n, int p, int64_t most, int64_t *cut) {
    int64_t at = 0;
    int k;
    cut[0] = 0;
    for (k = 1; k <= p; k++) {
        int64_t low = at, high = n;
        while (low < high) {
            int64_t middle = high - (high - low) / 2;
            if (sum[middle] - sum[at] <= most) low = middle;
            else high = middle - 1;
        }
        at = low;
        cut[k] = at;
    }
    return at == n;
}

static int64_t chain_bisect(const int64_t *sum, int64_t n, int p, int64_t largest, int64_t *cut) {
    int64_t low = (sum[n] + p - 1) / p, high = sum[n] / p + largest;
    if (low < largest) low = largest;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (chain_fits(sum, n, p, middle, cut)) high = middle;
        else low = middle + 1;
    }
    chain_fits(sum, n, p, high, cut);
    return high;
}

/* ---- pipeline: bisection over the slowest stage, each as long as it can be ----------------- */

static int stages_fit(const fpm_pipeline *line, int p, const fpm_device *device, double most,
                      int64_t *cut) {
    int64_t at = 0, n = line->n;
    int k;
    cut[0] = 0;
    for (k = 0; k < p; k++) {
        const fpm_device *d = &device[k];
        int64_t j, bytes = 0, end = at;
        double own = 0, hop;
        for (j = at; j < n; j++) {
            own += line->seconds[j] * d->factor;
            bytes += line->bytes[j];
            if (own > most || bytes > d->max) break;
            hop = j + 1 < n ? d->latency + (double)line->sent[j] / d->bandwidth : 0;
            if (own + hop <= most) end = j + 1;
        }
        at = end;
        cut[k + 1] = at;
    }
    return at == n;
}

static double stages_bisect(const fpm_pipeline *line, int p, const fpm_device *device,
                            int64_t *cut) {
    double low = 0, high = 0, rate = 0;
    int k;
    for (k = 0; k < line->n; k++) high += line->seconds[k];
    for (k = 0; k < p; k++) rate += 1 / device[k].factor;
    high /= rate;
    while (!stages_fit(line, p, device, high, cut)) high *= 1.25;
    for (k = 0; k < 45; k++) {
        double middle = low + (high - low) / 2;
        if (stages_fit(line, p, device, middle, cut)) high = middle;
        else low = middle;
    }
    stages_fit(line, p, device, high, cut);
    return high;
}

/* ---- pipeline: the textbook's table, O(p n^2) ---------------------------------------------- */

static double stages_table(const fpm_pipeline *line, int p, const fpm_device *device, double *old,
                           double *now) {
    int64_t n = line->n, i, j;
    int k;
    for (j = 0; j <= n; j++) old[j] = j > 0 ? 1e300 : 0;
    for (k = 0; k < p; k++) {
        const fpm_device *d = &device[k];
        double *swap = old;
        for (j = 0; j <= n; j++) {
            double hop = 0, own = 0, v;
            int64_t bytes = 0;
            if (j > 0 && j < n) hop = d->latency + (double)line->sent[j - 1] / d->bandwidth;
            now[j] = old[j];
            for (i = j - 1; i >= 0; i--) {
                own += line->seconds[i] * d->factor;
                bytes += line->bytes[i];
                if (bytes > d->max) break;
                v = own + hop;
                if (v < old[i]) v = old[i];
                if (v < now[j]) now[j] = v;
            }
        }
        old = now;
        now = swap;
    }
    return old[n];
}

/* ---- items: the longest first, each to the least loaded ------------------------------------ */

typedef struct piece {
    int64_t load;
    int who;
} piece;

static int piece_compare(const void *a, const void *b) {
    const piece *x = (const piece *)a, *y = (const piece *)b;
    return (x->load < y->load) - (x->load > y->load);
}

static void longest_first(int n, const int64_t *load, int p, piece *order, int64_t *sum,
                          int *owner) {
    int i, k;
    for (i = 0; i < n; i++) {
        order[i].load = load[i];
        order[i].who = i;
    }
    qsort(order, (size_t)n, sizeof *order, piece_compare);
    memset(sum, 0, (size_t)p * sizeof *sum);
    for (i = 0; i < n; i++) {
        int least = 0;
        for (k = 1; k < p; k++)
            if (sum[k] < sum[least]) least = k;
        sum[least] += order[i].load;
        owner[order[i].who] = least;
    }
}

/* ---- text: the C library ------------------------------------------------------------------- */

static int text_read(const char *text, int64_t *size, double *seconds) {
    char *end;
    int count = 0;
    for (;;) {
        size[count] = strtoll(text, &end, 10);
        if (end == text) return count;
        seconds[count] = strtod(end, &end);
        text = end;
        count++;
    }
}

static size_t text_write(int count, const int64_t *size, const double *seconds, char *text) {
    size_t at = 0;
    int i;
    for (i = 0; i < count; i++)
        at += (size_t)sprintf(text + at, "%lld %.17g\n", (long long)size[i], seconds[i]);
    return at;
}

/* ---- the table ----------------------------------------------------------------------------- */

/* What all of them are given. */
typedef struct question {
    int64_t n, largest;
    int p, points;
    platform f;
    stretch *lines;
    double *finish;
    fpm_chain chain;
    fpm_pipeline line;
    fpm_device *device;
    int64_t *load, *cut[2];
    int *owner[2];
    piece *order;
    double *table[2];
    fpm_points list;
    char *text;
} question;

static question q;

static void partition_ours(void) {
    fpm_info info;
    if (fpm_partition(q.n, q.p, q.f.procs, NULL, q.cut[0], &info) < 0) failed();
}

static void partition_theirs(void) {
    lines_partition(q.n, q.p, q.f.size, q.f.seconds, q.lines, q.finish, q.cut[1]);
}

static double partition_judged(const int64_t *d) {
    fpm_info info;
    if (fpm_partition_check(q.n, q.p, q.f.procs, NULL, d, &info) < 0) failed();
    return info.makespan;
}

static void check_ours(void) { judged[0] = partition_judged(q.cut[0]); }

static void check_theirs(void) { judged[1] = lines_latest(q.p, q.f.size, q.f.seconds, q.cut[0]); }

static void partitions(const int *ps, int count, int check) {
    int k;
    for (k = 0; k < count; k++) {
        q.p = ps[k];
        q.n = 10000 * (int64_t)q.p;
        q.f = platform_make(q.p, FPM_PIECEWISE, BENCH_MEM, RANGE);
        q.lines = (stretch *)need((size_t)q.p, sizeof *q.lines);
        q.finish = (double *)need((size_t)q.p, sizeof *q.finish);
        q.cut[0] = (int64_t *)need((size_t)q.p, sizeof(int64_t));
        q.cut[1] = (int64_t *)need((size_t)q.p, sizeof(int64_t));
        partition_ours();
        partition_theirs();
        judged[0] = partition_judged(q.cut[0]);
        judged[1] = partition_judged(q.cut[1]);
        if (check) row("fpm_partition_check", q.n, q.p, check_ours, check_theirs);
        else row("fpm_partition", q.n, q.p, partition_ours, partition_theirs);
        platform_free(&q.f);
        free(q.lines);
        free(q.finish);
        free(q.cut[0]);
        free(q.cut[1]);
    }
}

static void chain_ours(void) {
    fpm_info info;
    if (fpm_chain_partition(&q.chain, q.p, NULL, q.cut[0], NULL, &info) < 0) failed();
    judged[0] = info.makespan;
}

static void chain_theirs(void) {
    judged[1] = (double)chain_bisect(q.chain.whole, q.n, q.p, q.largest, q.cut[1]);
}

static void chains(int64_t n, int p) {
    int64_t *sum = (int64_t *)need((size_t)n + 1, sizeof *sum), i;
    q.n = n;
    q.p = p;
    q.largest = 0;
    q.load = (int64_t *)need((size_t)n, sizeof *q.load);
    for (i = 0; i < n; i++) {
        q.load[i] = 1 + (int64_t)(100 * bench_random());
        if (q.load[i] > q.largest) q.largest = q.load[i];
    }
    q.cut[0] = (int64_t *)need((size_t)p + 1, sizeof(int64_t));
    q.cut[1] = (int64_t *)need((size_t)p + 1, sizeof(int64_t));
    if (fpm_chain_init(&q.chain, n, q.load, sum, NULL) < 0) failed();
    row("fpm_chain_partition", q.n, q.p, chain_ours, chain_theirs);
    free(sum);
    free(q.load);
    free(q.cut[0]);
    free(q.cut[1]);
}

static void pipeline_ours(void) {
    fpm_info info;
    if (fpm_pipeline_partition(&q.line, q.p, q.device, NULL, q.cut[0], NULL, &info) < 0) failed();
    judged[0] = info.common_time;
}

static void pipeline_greedy(void) { judged[1] = stages_bisect(&q.line, q.p, q.device, q.cut[1]); }

static void pipeline_table(void) {
    judged[1] = stages_table(&q.line, q.p, q.device, q.table[0], q.table[1]);
}

static void pipelines(int64_t n, int p, const char *what, void (*theirs)(void)) {
    double *seconds = (double *)need((size_t)n, sizeof *seconds);
    int64_t *bytes = (int64_t *)need((size_t)n, sizeof *bytes), e;
    int64_t *sent = (int64_t *)need((size_t)n, sizeof *sent);
    int k;
    q.n = n;
    q.p = p;
    q.device = (fpm_device *)need((size_t)p, sizeof *q.device);
    for (e = 0; e < n; e++) {
        seconds[e] = 1e-3 * bench_between(0.5, 1.5);
        bytes[e] = (int64_t)(1e6 * bench_between(1, 2));
        sent[e] = (int64_t)bench_between(8000, 16000);
    }
    for (k = 0; k < p; k++) {
        q.device[k].factor = bench_between(0.5, 1.5);
        q.device[k].max = (int64_t)(1e6 + 3e6 * (double)n / p);
        q.device[k].latency = 1e-4;
        q.device[k].bandwidth = 1e9 * bench_between(1, 2);
    }
    memset(&q.line, 0, sizeof q.line);
    q.line.n = n;
    q.line.types = 1;
    q.line.seconds = seconds;
    q.line.bytes = bytes;
    q.line.sent = sent;
    for (k = 0; k < 2; k++) {
        q.cut[k] = (int64_t *)need((size_t)p + 1, sizeof(int64_t));
        q.table[k] = (double *)need((size_t)n + 1, sizeof(double));
    }
    row(what, q.n, q.p, pipeline_ours, theirs);
    for (k = 0; k < 2; k++) {
        free(q.cut[k]);
        free(q.table[k]);
    }
    free(seconds);
    free(bytes);
    free(sent);
    free(q.device);
}

static void items_ours(void) {
    fpm_info info;
    if (fpm_items_assign(q.n, q.load, q.p, NULL, q.owner[0], NULL, &info) < 0) failed();
    judged[0] = info.makespan;
}

static void items_theirs(void) {
    int k;
    longest_first((int)q.n, q.load, q.p, q.order, q.cut[1], q.owner[1]);
    judged[1] = 0;
    for (k = 0; k < q.p; k++) judged[1] = fmax(judged[1], (double)q.cut[1][k]);
}

static void items(int n, int p) {
    int i;
    q.n = n;
    q.p = p;
    q.load = (int64_t *)need((size_t)n, sizeof *q.load);
    q.order = (piece *)need((size_t)n, sizeof *q.order);
    q.cut[1] = (int64_t *)need((size_t)p, sizeof(int64_t));
    q.owner[0] = (int *)need((size_t)n, sizeof(int));
    q.owner[1] = (int *)need((size_t)n, sizeof(int));
    for (i = 0; i < n; i++) q.load[i] = (int64_t)(1e6 * bench_between(0.05, 1));
    row("fpm_items_assign", q.n, q.p, items_ours, items_theirs);
    free(q.load);
    free(q.order);
    free(q.cut[1]);
    free(q.owner[0]);
    free(q.owner[1]);
}

static void parse_ours(void) {
    fpm_points_free(&q.list);
    if (fpm_points_parse(&q.list, q.text, strlen(q.text), NULL) < 0) failed();
}

static void parse_theirs(void) { q.points = text_read(q.text, q.load, q.table[0]); }

static void format_ours(void) {
    size_t length;
    if (fpm_points_format(&q.list, q.text, 84 * ((size_t)q.n + 1), &length) < 0) failed();
}

static void format_theirs(void) { text_write((int)q.n, q.list.size, q.list.seconds, q.text); }

static void texts(int n) {
    int i;
    q.n = n;
    q.p = 1;
    judged[0] = 0;
    q.load = (int64_t *)need((size_t)n + 1, sizeof(int64_t));
    q.table[0] = (double *)need((size_t)n + 1, sizeof(double));
    q.text = (char *)need((size_t)n + 1, 84);
    for (i = 0; i < n; i++) {
        q.load[i] = 10 * (i + 1);
        q.table[0][i] = (i + 1) * bench_between(1e-6, 2e-6);
    }
    text_write(n, q.load, q.table[0], q.text);
    row("fpm_points_parse", q.n, q.p, parse_ours, parse_theirs);
    if (q.points != q.list.count) failed();
    row("fpm_points_format", q.n, q.p, format_ours, format_theirs);
    fpm_points_free(&q.list);
    free(q.load);
    free(q.table[0]);
    free(q.text);
}

int main(void) {
    static const int few[] = {2, 4, 8, 16, 64, 1024, 100000};
    bench_head("bench_rivals: fpm.h beside the shortest honest program for the same question");
    printf(
        "# ratio: theirs / fpm.h in time (above 1: fpm.h is faster), medians of\n"
        "# processor times in turn, the report of fpm.h included; makespan: by how much theirs is\n"
        "# longer (0: the same)\n");
    head("Units over piecewise models of 20 points, theirs 90 lines",
         "proof, bounds, grains, fixed times, other models", "makespan");
    partitions(few, 7, 0);
    head("The makespan of given shares, theirs 20 lines", "what fpm_partition_check refuses",
         "makespan");
    partitions(few + 1, 3, 1);
    head("A row of whole loads, theirs 35 lines",
         "the rule for equal cuts, speeds, models, constraints, a proof to hand on", "makespan");
    chains(1000, 4);
    chains(100000, 100);
    chains(100000, 1000);
    chains(1000000, 10000);
    chains(1000000, 100000);
    head("Layers in a row: bisection, theirs 40 lines",
         "tiers, receiving links, required devices, least sum of stages, free order", "makespan");
    pipelines(80, 4, "fpm_pipeline_partition", pipeline_greedy);
    pipelines(80, 16, "fpm_pipeline_partition", pipeline_greedy);
    pipelines(80, 64, "fpm_pipeline_partition", pipeline_greedy);
    pipelines(1000, 16, "fpm_pipeline_partition", pipeline_greedy);
    pipelines(100000, 16, "fpm_pipeline_partition", pipeline_greedy);
    head("Layers in a row: the textbook's table, theirs 30 lines",
         "the same, but it would take them with more lines", "makespan");
    pipelines(80, 4, "fpm_pipeline_partition", pipeline_table);
    pipelines(80, 64, "fpm_pipeline_partition", pipeline_table);
    pipelines(1000, 16, "fpm_pipeline_partition", pipeline_table);
    head("Pieces that cannot be cut: longest first, theirs 25 lines",
         "speeds, limits, old owners, a bound", "makespan");
    items(30, 10);
    items(100, 10);
    items(10000, 100);
    head("Points as text: strtoll and strtod, sprintf %.17g, theirs 20 lines",
         "checks with line numbers, comments, any locale", "makespan");
    texts(20);
    texts(10000);
    return 0;
}
