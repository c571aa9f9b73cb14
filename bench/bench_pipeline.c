/* fpm_pipeline_partition against the textbook: a dynamic program over devices and both ends of a
   stage, which does not know that stages grow; what tiers and receiving links cost; and what free
   order and unlike layers are worth. */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"

typedef struct instance {
    fpm_pipeline line;
    fpm_tier (*tier)[2];
    double *seconds;
    int64_t *bytes, *sent, *begin;
    fpm_device *device;
    int *who, p;
} instance;

/* Layers of unlike weight, devices of unlike speed, room and link. */
static instance make(int64_t n, int p) {
    instance q;
    int64_t e;
    int k;
    q.seconds = (double *)need((size_t)n, sizeof *q.seconds);
    q.bytes = (int64_t *)need((size_t)n, sizeof *q.bytes);
    q.sent = (int64_t *)need((size_t)n, sizeof *q.sent);
    q.begin = (int64_t *)need((size_t)p + 1, sizeof *q.begin);
    q.device = (fpm_device *)need((size_t)p, sizeof *q.device);
    q.who = (int *)need((size_t)p, sizeof *q.who);
    q.tier = (fpm_tier(*)[2])need((size_t)p, sizeof *q.tier);
    q.p = p;
    for (e = 0; e < n; e++) {
        q.seconds[e] = 1e-3 * bench_between(0.5, 1.5);
        q.bytes[e] = (int64_t)(1e6 * bench_between(1, 2));
        q.sent[e] = (int64_t)bench_between(8000, 16000);
    }
    memset(q.device, 0, (size_t)p * sizeof *q.device);
    for (k = 0; k < p; k++) {
        q.device[k].factor = bench_between(0.5, 1.5);
        q.device[k].max = (int64_t)(3e6 * (double)n / p);
        q.device[k].latency = 1e-4, q.device[k].bandwidth = 1e9 * bench_between(1, 2);
    }
    memset(&q.line, 0, sizeof q.line);
    q.line.n = n, q.line.types = 1, q.line.seconds = q.seconds;
    q.line.bytes = q.bytes, q.line.sent = q.sent;
    return q;
}

static void drop(instance *q) {
    free(q->seconds), free(q->bytes), free(q->sent), free(q->begin), free(q->device), free(q->who);
    free(q->tier);
}

/* A third of the room, and two tiers for what is beyond. */
static void add_tiers(instance *q) {
    int k;
    for (k = 0; k < q->p; k++) {
        fpm_device *d = &q->device[k];
        d->max /= 3, d->tier = q->tier[k], d->tiers = 2;
        q->tier[k][0].max = d->max, q->tier[k][0].seconds = 1e-10 * bench_between(0.5, 1.5);
        q->tier[k][1].max = 0, q->tier[k][1].seconds = 1e-9 * bench_between(0.5, 1.5);
    }
}

/* Links that take as long as the hop, or 0.1 to 0.2 of a layer for what some layers send. */
static void add_links(instance *q, int unlike) {
    int k;
    for (k = 0; k < q->p; k++)
        q->device[k].in_latency = 1e-4, q->device[k].in_bandwidth = unlike ? 1e8 : 0;
}

/* The textbook, O(p n^2): the least slowest stage, or the least sum. */
static double plain(const instance *q, int goal) {
    int64_t n = q->line.n, i, j;
    double *old = (double *)need((size_t)n + 1, sizeof *old), *now, *swap, best;
    int k;
    now = (double *)need((size_t)n + 1, sizeof *now);
    for (j = 0; j <= n; j++) old[j] = j > 0 ? 1e300 : 0;
    for (k = 0; k < q->p; k++, swap = old, old = now, now = swap) {
        const fpm_device *d = &q->device[k];
        for (j = 0; j <= n; j++) {
            double hop = j < n && j > 0 ? d->latency + (double)q->sent[j - 1] / d->bandwidth : 0;
            double own = 0, v;
            int64_t bytes = 0;
            now[j] = old[j];
            for (i = j - 1; i >= 0; i--) {
                own += q->seconds[i], bytes += q->bytes[i];
                if (bytes > d->max) break;
                v = own * d->factor + hop;
                if (goal == FPM_PIPELINE_TOTAL) v += old[i];
                else if (v < old[i]) v = old[i];
                if (v < now[j]) now[j] = v;
            }
        }
    }
    best = old[n];
    free(old), free(now);
    return best;
}

static fpm_info solve(instance *q, int goal, int any, double *ms) {
    fpm_pipeline_options o = FPM_ZERO;
    fpm_pipeline_outputs out = FPM_ZERO;
    fpm_info info;
    double seconds[5], start;
    int k = 0;
    o.goal = goal, o.batches = goal == FPM_PIPELINE_FILLED ? 32 : 0, o.free_order = any,
    out.who = q->who;
    do {
        start = bench_now();
        if (fpm_pipeline_partition(&q->line, q->p, q->device, &o, q->begin, &out, &info) < 0)
            exit(1);
        seconds[k++] = bench_now() - start;
    } while (k < 5 && seconds[0] < 0.5);
    *ms = 1e3 * bench_median(seconds, k);
    return info;
}

static const char *const goals[] = {"slowest", "sum", "32 batches"};

/* The fewest devices within twice the least slowest stage of all: how many, and the time beside
   that of a call of fpm_pipeline_partition over all of them. */
static void fewest(int64_t n, int p, int free_order) {
    instance q = make(n, p);
    double all_ms, start, ms;
    fpm_info info = solve(&q, FPM_PIPELINE_LATEST, free_order, &all_ms);
    const double limit = 2 * info.makespan;
    fpm_pipeline_options opts = FPM_ZERO;
    fpm_pipeline_outputs out = FPM_ZERO;
    int status;
    opts.free_order = free_order;
    out.who = q.who;
    start = bench_now();
    status = fpm_pipeline_fewest(&q.line, q.p, q.device, limit, NULL, &opts, q.begin, &out, &info);
    ms = 1e3 * (bench_now() - start);
    printf("%10d %6d %8s %10.3f %8.2f %8d %s\n", (int)n, p, free_order ? "free" : "given", ms,
           ms / all_ms, info.busy, fpm_status_str(status));
    drop(&q);
}

int main(void) {
    static const int64_t size[][2] = {{80, 8}, {1000, 64}, {10000, 16}, {100000, 16}};
    static const int fleet[] = {4, 8, 12, 16, 24};
    int i, g;
    bench_head("bench_pipeline");
    printf("given order: ms, and plain / ours (the textbook, O(p n^2))\n");
    printf("%10s %6s %12s %10s %8s %8s %10s\n", "elements", "p", "goal", "ms", "plain", "passes",
           "MB");
    for (i = 0; i < 4; i++) {
        instance q = make(size[i][0], (int)size[i][1]);
        for (g = FPM_PIPELINE_LATEST; g <= FPM_PIPELINE_FILLED; g++) {
            double ms, start = bench_now(), its;
            fpm_info info = solve(&q, g, 0, &ms);
            char ratio[32] = "-";
            start = bench_now();
            if (g != FPM_PIPELINE_FILLED && size[i][0] <= 10000) {
                its = plain(&q, g);
                if (fabs(its - info.makespan) > 1e-9 * its) return 1;
                snprintf(ratio, sizeof ratio, "%.1f", 1e3 * (bench_now() - start) / ms);
            }
            printf("%10d %6d %12s %10.3f %8s %8d %10.1f\n", (int)size[i][0], q.p, goals[g], ms,
                   ratio, (int)info.iterations, 1e-6 * (double)info.bytes);
        }
        drop(&q);
    }
    printf("\n"
           "given order: ms of two tiers, of receiving links, of links that differ, over those of "
           "none\n");
    printf("%10s %6s %12s %10s %8s %8s %8s\n", "elements", "p", "goal", "none", "tiers", "links",
           "unlike");
    for (i = 0; i < 4; i++)
        for (g = FPM_PIPELINE_LATEST; g <= FPM_PIPELINE_TOTAL; g++) {
            double ms[4];
            int way;
            for (way = 0; way < 4; way++) {
                instance q = make(size[i][0], (int)size[i][1]);
                if (way == 1) add_tiers(&q);
                else if (way > 1) add_links(&q, way == 3);
                solve(&q, g, 0, &ms[way]);
                drop(&q);
            }
            printf("%10d %6d %12s %10.3f %8.2f %8.2f %8.2f\n", (int)size[i][0], (int)size[i][1],
                   goals[g], ms[0], ms[1] / ms[0], ms[2] / ms[0], ms[3] / ms[0]);
        }
    printf("\nfree order, 80 elements, unlike devices: ms, the given order's seconds over these\n");
    printf("%6s %12s %10s %8s %10s\n", "p", "goal", "ms", "gain", "gap %");
    for (i = 0; i < 5; i++) {
        instance q = make(80, fleet[i]);
        for (g = FPM_PIPELINE_LATEST; g <= FPM_PIPELINE_FILLED; g++) {
            double given_ms, ms, given = solve(&q, g, 0, &given_ms).makespan;
            fpm_info info;
            info = solve(&q, g, 1, &ms);
            printf("%6d %12s %10.3f %8.3f %10.3f\n", q.p, goals[g], ms, given / info.makespan,
                   100 * info.gap);
        }
        drop(&q);
    }
    printf(
        "\nthe fewest devices within twice the least slowest stage: ms, and over those of a call "
        "about all devices\n");
    printf("%10s %6s %8s %10s %8s %8s\n", "elements", "p", "order", "ms", "ratio", "fewest");
    for (i = 0; i < 4; i++) fewest(size[i][0], (int)size[i][1], 0);
    for (i = 0; i < 4; i++) fewest(80, fleet[i], 1);
    return 0;
}
