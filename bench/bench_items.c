/* fpm_items_assign beside the rules that are in use, each written here from its
   description: longest first (LPT), with counts capped; Karmarkar-Karp with equal counts, as verl
   has it; copies of experts as EPLB makes and packs them.  A gap is makespan / bound - 1.

   bench_items [SEED] draws other instances. */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"

static int64_t load[1000000];
static int owner[1000000];

static double gauss(void) {
    double length = sqrt(-2 * log(1 - bench_random()));
    return length * cos(6.283185307179586 * bench_random());
}

static void lognormal(int n, double mean, double sigma) {
    int i;
    for (i = 0; i < n; i++) load[i] = 1 + (int64_t)exp(mean + sigma * gauss());
}

static int down(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x < y) - (x > y);
}

/* Longest first, at most `most` pieces each: the makespan. */
static double longest_first(int n, const int64_t *given, int p, int most) {
    int64_t *w = (int64_t *)malloc((size_t)n * sizeof *w), *sum, top = 0;
    int *count = (int *)calloc((size_t)p, sizeof *count), i, j;
    sum = (int64_t *)calloc((size_t)p, sizeof *sum);
    memcpy(w, given, (size_t)n * sizeof *w);
    qsort(w, (size_t)n, sizeof *w, down);
    for (i = 0; i < n; i++) {
        int to = -1;
        for (j = 0; j < p; j++)
            if (count[j] < most && (to < 0 || sum[j] < sum[to])) to = j;
        sum[to] += w[i], count[to]++;
        if (sum[to] > top) top = sum[to];
    }
    free(w), free(sum), free(count);
    return (double)top;
}

/* Karmarkar-Karp with equal counts (n a multiple of p): sorted loads in groups of p, one
   piece a set; the two groups with the widest spread are joined, the heaviest set of one with the
   lightest of the other, and so on. */
static double differencing(int n, int p) {
    int64_t *w = (int64_t *)malloc((size_t)n * sizeof *w);
    int groups = n / p, a, b, g, i;
    double top;
    memcpy(w, load, (size_t)n * sizeof *w);
    qsort(w, (size_t)n, sizeof *w, down);
    for (; groups > 1; groups--) {
        for (a = 0, g = 1; g < groups; g++)
            if (w[g * p] - w[g * p + p - 1] > w[a * p] - w[a * p + p - 1]) a = g;
        for (b = a ? 0 : 1, g = 0; g < groups; g++)
            if (g != a && w[g * p] - w[g * p + p - 1] > w[b * p] - w[b * p + p - 1]) b = g;
        for (i = 0; i < p; i++) w[a * p + i] += w[b * p + p - 1 - i];
        qsort(w + a * p, (size_t)p, sizeof *w, down);
        memmove(w + b * p, w + (groups - 1) * p, (size_t)p * sizeof *w);
    }
    top = (double)w[0];
    free(w);
    return top;
}

enum { FEW = 512, FEW_PROCS = 256 };

/* Karmarkar-Karp without counts: each piece is a tuple of p sums; the two tuples with the widest
   spread are joined, the largest sum of one with the least of the other, and so on. */
static double plain_differencing(int n, int p) {
    static int64_t tuple[FEW][FEW_PROCS];
    int m = n, a, b, i, j;
    memset(tuple, 0, sizeof tuple);
    for (i = 0; i < n; i++) tuple[i][0] = load[i];
    for (; m > 1; m--) {
        for (a = 0, i = 1; i < m; i++)
            if (tuple[i][0] - tuple[i][p - 1] > tuple[a][0] - tuple[a][p - 1]) a = i;
        b = a ? 0 : 1;
        for (i = 0; i < m; i++)
            if (i != a && tuple[i][0] - tuple[i][p - 1] > tuple[b][0] - tuple[b][p - 1]) b = i;
        for (j = 0; j < p; j++) tuple[a][j] += tuple[b][p - 1 - j];
        qsort(tuple[a], (size_t)p, sizeof tuple[a][0], down);
        memcpy(tuple[b], tuple[m - 1], sizeof tuple[b]);
    }
    return (double)tuple[0][0];
}

/* Multifit: first fit by falling load into p bins of a capacity, which is halved. */
static double plain_multifit(int n, int p) {
    static int64_t sorted[FEW], left[FEW_PROCS];
    int64_t low = 0, high = (int64_t)longest_first(n, load, p, n);
    int i, j;
    memcpy(sorted, load, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, down);
    while (high - low > 1) {
        int64_t cap = low + (high - low) / 2;
        for (j = 0; j < p; j++) left[j] = cap;
        for (i = 0; i < n; i++) {
            for (j = 0; j < p && left[j] < sorted[i]; j++) continue;
            if (j == p) break;
            left[j] -= sorted[i];
        }
        if (i == n) high = cap;
        else low = cap;
    }
    return (double)high;
}

/* Two or three pieces on each processor: the call with work of about 1, 10, 100, 1000 ms, and three
   simple rules. */
static void few_each(int n, int p) {
    const int64_t work[4] = {1000000, 10000000, 100000000, 1000000000};
    double gap[4] = {0}, multifit = 0, longest = 0, differences = 0;
    int r, i, k, behind = 0;
    for (r = 0; r < 10; r++) {
        fpm_info info;
        double rule[3], makespan[4];
        for (i = 0; i < n; i++) load[i] = 1 + (int64_t)(10000 * bench_random());
        for (k = 0; k < 4; k++) {
            fpm_items_options o = FPM_ZERO;
            o.gap = FPM_EXACT;
            o.max_work = work[k];
            fpm_items_assign(n, load, p, &o, owner, NULL, &info);
            makespan[k] = info.makespan;
        }
        rule[0] = plain_multifit(n, p);
        rule[1] = longest_first(n, load, p, n);
        rule[2] = plain_differencing(n, p);
        multifit += 10 * (rule[0] / info.lower_bound - 1);
        longest += 10 * (rule[1] / info.lower_bound - 1);
        differences += 10 * (rule[2] / info.lower_bound - 1);
        for (k = 0; k < 4; k++) {
            gap[k] += 10 * (makespan[k] / info.lower_bound - 1);
            if (makespan[k] > fmin(rule[0], fmin(rule[1], rule[2]))) behind++;
        }
    }
    printf(
        "%d pieces on %d processors, above the bound: %.2f, %.2f, %.2f, %.2f %% with max_work 1e6, "
        "1e7, 1e8, 1e9; multifit %.2f, longest first %.2f, Karmarkar-Karp %.2f %%; behind one of "
        "them %d of 40\n",
        n, p, gap[0], gap[1], gap[2], gap[3], multifit, longest, differences, behind);
}

static void kinds(void) {
    const int pieces[5] = {10, 50, 100, 500, 1000}, procs[3] = {5, 10, 25};
    const int top[3] = {100, 1000, 10000};
    int k, r, i, all = 0, proven = 0, near = 0, first = 0;
    double longest = 0, worst = 0, sum = 0;
    for (k = 0; k < 90; k++)
        for (r = 0; r < 10 && (k % 5 || k / 5 % 3 == 0); r++) {
            int n = pieces[k % 5], p = procs[k / 5 % 3], b = top[k / 15 % 3];
            fpm_items_options o = FPM_ZERO;
            fpm_info info;
            double t;
            o.gap = FPM_EXACT;
            for (i = 0; i < n; i++)
                load[i] = k < 45                  ? 1 + (int64_t)(b * bench_random())
                          : bench_random() < 0.98 ? (int64_t)bench_between(0.9 * b, b + 1)
                                                  : 1 + (int64_t)(b / 50 * bench_random());
            t = bench_now();
            proven += fpm_items_assign(n, load, p, &o, owner, NULL, &info) == FPM_OK;
            t = bench_now() - t;
            all++, sum += t, near += info.gap < 0.01;
            first += longest_first(n, load, p, n) <= info.lower_bound;
            longest = t > longest ? t : longest, worst = info.gap > worst ? info.gap : worst;
        }
    printf(
        "published kinds: %d of %d proven (LPT meets the bound in %d), %d within 1 %%, worst %.2g, "
        "longest %.2f s, all %.1f s\n",
        proven, all, first, near, worst, longest, sum);
}

static void large(int n, int p, int unequal) {
    double speed[1024], t;
    fpm_items_options o = FPM_ZERO;
    fpm_info info;
    int j;
    for (j = 0; j < p; j++) speed[j] = 0.1 + bench_random();
    if (unequal) o.speed = speed;
    lognormal(n, unequal ? 12 : 7.5, 1);
    t = bench_now();
    fpm_items_assign(n, load, p, &o, owner, NULL, &info);
    printf("%d lognormal pieces on %d %s processors: gap %.1e, %.2f s\n", n, p,
           unequal ? "random" : "equal", info.gap, bench_now() - t);
}

static void sequences(void) {
    double t, times[50], gap = 0, kk = 0, lpt = 0;
    int r;
    for (r = 0; r < 50; r++) {
        fpm_items_options o = FPM_ZERO;
        fpm_info info;
        lognormal(512, 7.5, 1);
        o.equal_counts = 1;
        t = bench_now();
        fpm_items_assign(512, load, 8, &o, owner, NULL, &info);
        times[r] = bench_now() - t;
        gap = info.gap > gap ? info.gap : gap;
        kk += (differencing(512, 8) / info.lower_bound - 1) / 50;
        lpt += (longest_first(512, load, 8, 64) / info.lower_bound - 1) / 50;
    }
    printf("512 sequences on 8 ranks, equal counts: worst gap %.1e, median %.2f ms; Karmarkar-Karp "
           "mean gap %.1e, LPT with capped counts %.1e\n",
           gap, 1e3 * bench_median(times, 50), kk, lpt);
}

/* 256 experts in 288 slots of 32 devices.  EPLB: each further copy goes to the expert with most
   load a copy; then copies, longest first, to the device with least load that has one of 9 slots
   left. */
static void experts(int64_t work) {
    static int64_t each[288];
    static int copies[256];
    double t, times[20], gap = 0, eplb = 0;
    int r, i, k, m;
    for (r = 0; r < 20; r++) {
        fpm_items_options o = FPM_ZERO;
        fpm_items_outputs out = FPM_ZERO;
        fpm_info info;
        lognormal(256, 10, 1);
        for (i = 0; i < 256; i++) load[i] *= 2520, copies[i] = 1;
        for (m = 256; m < 288; m++) {
            for (k = 0, i = 1; i < 256; i++)
                if ((double)load[i] / copies[i] > (double)load[k] / copies[k]) k = i;
            copies[k]++;
        }
        for (m = i = 0; i < 256; i++)
            for (k = 0; k < copies[i]; k++) each[m++] = load[i] / copies[i];
        o.replicas = 288, o.equal_counts = 1, o.max_work = work;
        out.copies = copies;
        t = bench_now();
        fpm_items_assign(256, load, 32, &o, owner, &out, &info);
        times[r] = bench_now() - t;
        gap += info.gap / 20;
        eplb += (longest_first(288, each, 32, 9) / info.lower_bound - 1) / 20;
    }
    printf("256 experts in 288 slots of 32 devices, work of %.0e: mean gap %.1e, median %.2f ms; "
           "EPLB's rule %.1e\n",
           (double)work, gap, 1e3 * bench_median(times, 20), eplb);
}

/* Copies of the experts by EPLB's rule: one more where most load is on a copy. */
static void copy_heaviest(int n, const int64_t *w, int slots, int *copies) {
    int i, k, m;
    for (i = 0; i < n; i++) copies[i] = 1;
    for (m = n; m < slots; m++) {
        for (k = 0, i = 1; i < n; i++)
            if ((double)w[i] / copies[i] > (double)w[k] / copies[k]) k = i;
        copies[k]++;
    }
}

enum { NODE_GROUPS = 16, GROUP_EXPERTS = 16 };

/* The experts of the groups of a node, over its devices in its slots: the makespan by EPLB's rule,
   or by the call. */
static double node_makespan(const int64_t *w, int n, int devices, int slots, int rule) {
    static int64_t each[1024];
    static int copies[512];
    fpm_items_options o = FPM_ZERO;
    fpm_items_outputs out = FPM_ZERO;
    fpm_info info;
    int i, k, m = 0;
    if (!rule) {
        o.replicas = slots;
        o.equal_counts = 1;
        o.colocate = 1;
        o.max_work = 1000000;
        out.copies = copies;
        fpm_items_assign(n, w, devices, &o, owner, &out, &info);
        return info.makespan;
    }
    copy_heaviest(n, w, slots, copies);
    for (i = 0; i < n; i++) {
        for (k = 0; k < copies[i]; k++) {
            each[m] = w[i] / copies[i];
            m++;
        }
    }
    return longest_first(m, each, devices, slots / devices);
}

/* Groups over nodes, as many on each: by EPLB's rule or by the call. */
static void groups_to_nodes(const int64_t *w, int groups, int nodes, int rule, int *at) {
    int64_t sum[NODE_GROUPS] = {0};
    int full[NODE_GROUPS] = {0}, i, j, g;
    fpm_items_options o = FPM_ZERO;
    fpm_info info;
    o.equal_counts = 1;
    o.gap = FPM_EXACT;
    o.max_work = 1000000;
    if (!rule) {
        fpm_items_assign(groups, w, nodes, &o, at, NULL, &info);
        return;
    }
    for (g = 0; g < groups; g++) at[g] = -1;
    for (i = 0; i < groups; i++) {
        int top = -1, to = -1;
        for (g = 0; g < groups; g++)
            if (at[g] < 0 && (top < 0 || w[g] > w[top])) top = g;
        for (j = 0; j < nodes; j++)
            if (full[j] < groups / nodes && (to < 0 || sum[j] < sum[to])) to = j;
        at[top] = to;
        full[to]++;
        sum[to] += w[top];
    }
}

static double two_levels(int n, int groups, int nodes, int devices, int slots, int rule) {
    int64_t sum[NODE_GROUPS] = {0}, own[NODE_GROUPS * GROUP_EXPERTS];
    int at[NODE_GROUPS], i, j, size = n / groups;
    double last = 0;
    for (i = 0; i < n; i++) sum[i / size] += load[i];
    groups_to_nodes(sum, groups, nodes, rule, at);
    for (j = 0; j < nodes; j++) {
        int m = 0;
        double t;
        for (i = 0; i < n; i++) {
            if (at[i / size] != j) continue;
            own[m] = load[i];
            m++;
        }
        t = node_makespan(own, m, devices / nodes, slots / nodes, rule);
        if (t > last) last = t;
    }
    return last;
}

/* EPLB's question with nodes: all experts of a group are on one node, which has as many groups as
   the others.  Two calls: first groups over nodes, then the experts of each node over its devices.
 */
static void nodes(int draws) {
    double ours = 0, rule = 0;
    int r, i, better = 0, worse = 0;
    for (r = 0; r < draws; r++) {
        int count = 2 << (int)(3 * bench_random()),
            groups = count * (1 + (int)(2 * bench_random()));
        int n = groups * (2 + (int)(7 * bench_random()));
        int devices = count * (2 + (int)(4 * bench_random()));
        int slots = (n + devices - 1) / devices * devices + (bench_random() < 0.5 ? devices : 0);
        double a, b, total = 0;
        lognormal(n, 6, bench_random());
        for (i = 0; i < n; i++) {
            load[i] *= 720720;
            total += (double)load[i] / devices;
        }
        a = two_levels(n, groups, count, devices, slots, 0);
        b = two_levels(n, groups, count, devices, slots, 1);
        ours += (a / total - 1) / draws;
        rule += (b / total - 1) / draws;
        if (a < b) better++;
        if (a > b) worse++;
    }
    printf("experts of groups on 2 to 8 nodes, %d draws: two calls end %.2f %% above even loads, "
           "EPLB's rule %.2f %%; better in %d, worse in %d\n",
           draws, 100 * ours, 100 * rule, better, worse);
}

/* First fit by falling load into bins of one capacity: how many. */
static int first_fit(int n, const int64_t *given, int64_t cap) {
    static int64_t sorted[2000], left[2000];
    int i, k, used = 0;
    memcpy(sorted, given, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, down);
    for (i = 0; i < n; i++) {
        for (k = 0; k < used && left[k] < sorted[i]; k++) continue;
        if (k == used) {
            left[used] = cap;
            used++;
        }
        left[k] -= sorted[i];
    }
    return used;
}

/* The fewest bins, of 50 instances: pieces of 1 to 100 in bins of `cap`; or, with `triples`, three
   pieces that fill a bin together, so that n / 3 suffice. */
static void bins(int n, int64_t cap, int triples) {
    double t, times[50];
    int r, i, met = 0, greedy = 0, over = 0, greedy_over = 0;
    for (r = 0; r < 50; r++) {
        fpm_info info;
        int plain;
        for (i = 0; i < n; i++) load[i] = 1 + (int64_t)(100 * bench_random());
        for (i = 0; i + 2 < n; i += 3) {
            if (!triples) break;
            load[i] = cap * 38 / 100 + (int64_t)((double)cap * 0.11 * bench_random());
            load[i + 1] = cap / 4 + (int64_t)((double)(cap / 2 - load[i]) * bench_random());
            load[i + 2] = cap - load[i] - load[i + 1];
        }
        plain = first_fit(n, load, cap);
        t = bench_now();
        fpm_items_fewest(n, load, n, (double)cap, NULL, NULL, owner, &info);
        times[r] = bench_now() - t;
        if (info.cost <= info.least) met++;
        if (plain <= info.least) greedy++;
        over += (int)(info.cost - info.least);
        greedy_over += plain - (int)info.least;
    }
    printf(
        "%d %s in the fewest bins of %d: proven %d of 50, %d bins above the bound in all, median "
        "%.2f ms; first fit by falling load %d of 50, %d bins\n",
        n, triples ? "pieces, three a bin," : "pieces of 1 to 100", (int)cap, met, over,
        1e3 * bench_median(times, 50), greedy, greedy_over);
}

/* Sequences whose work grows with the square of their lengths, so that this is balanced, and whose
   tokens a rank holds up to `spare` above even; beside longest first to whoever has room for the
   tokens, and ends first. */
static void two_loads(int n, int p, double spare) {
    static int64_t tokens[10000], most[256], sum[256], held[256];
    double times[20], gap = 0, rule = 0;
    int r, found = 0, placed = 0, i, j;
    for (r = 0; r < 20; r++) {
        fpm_items_limit limit = FPM_ZERO;
        fpm_items_options o = FPM_ZERO;
        fpm_info info;
        double t;
        int64_t all = 0, top = 0;
        int left = n;
        lognormal(n, 7, 0.8);
        qsort(load, (size_t)n, sizeof *load, down);
        for (i = 0; i < n; i++) {
            tokens[i] = load[i];
            all += load[i];
            load[i] = load[i] * load[i] + 4096 * load[i];
        }
        for (j = 0; j < p; j++) {
            most[j] = (int64_t)((double)all / p * (1 + spare));
            sum[j] = 0;
            held[j] = 0;
        }
        for (i = 0; i < n; i++) {
            int to = -1;
            for (j = 0; j < p; j++)
                if (held[j] + tokens[i] <= most[j] && (to < 0 || sum[j] < sum[to])) to = j;
            if (to < 0) break;
            sum[to] += load[i];
            held[to] += tokens[i];
            left--;
        }
        limit.load = tokens;
        limit.max = most;
        o.limit = &limit;
        o.limits = 1;
        t = bench_now();
        fpm_items_assign(n, load, p, &o, owner, NULL, &info);
        times[r] = bench_now() - t;
        if (info.status < 0) continue;
        found++;
        gap += info.gap;
        if (left > 0) continue;
        placed++;
        for (j = 0; j < p; j++)
            if (sum[j] > top) top = sum[j];
        rule += (double)top / info.lower_bound - 1;
    }
    printf("%d sequences on %d ranks, tokens up to %g above even: %d of 20 found, mean gap %.1e, "
           "median "
           "%.2f ms; longest first with room %d of 20, mean gap %.1e\n",
           n, p, spare, found, gap / (found ? found : 1), 1e3 * bench_median(times, 20), placed,
           rule / (placed ? placed : 1));
}

/* Copies where they are, loads that drifted: the least makespan of uneven shares, by halving the
   time and looking for paths one after the other. */
enum { ROUTED = 4096, ROUTED_PROCS = 512 };
static int first_copy[ROUTED + 1];
static int64_t sent[2 * ROUTED], room[ROUTED_PROCS];
static char seen[ROUTED_PROCS];

/* Send up to `amount` of piece i on, if need be by taking others off a processor that is full. */
static int64_t send(int n, int i, int64_t amount) {
    int k, e, m;
    for (k = first_copy[i]; k < first_copy[i + 1]; k++) {
        int j = owner[k];
        int64_t part = amount < room[j] ? amount : room[j];
        if (seen[j]) continue;
        if (part > 0) {
            room[j] -= part;
            sent[k] += part;
            return part;
        }
        seen[j] = 1;
        for (e = 0; e < n; e++) {
            for (m = first_copy[e]; m < first_copy[e + 1] && owner[m] != j; m++) continue;
            if (e == i || m == first_copy[e + 1] || sent[m] == 0) continue;
            part = send(n, e, amount < sent[m] ? amount : sent[m]);
            sent[m] -= part;
            sent[k] += part;
            if (part > 0) return part;
        }
    }
    return 0;
}

static int enough_room(int n, int p, int64_t time) {
    int i, j;
    for (j = 0; j < p; j++) room[j] = time;
    memset(sent, 0, sizeof sent);
    for (i = 0; i < n; i++) {
        int64_t left = load[i], part = 1;
        while (left > 0 && part > 0) {
            memset(seen, 0, sizeof seen);
            part = send(n, i, left);
            left -= part;
        }
        if (left > 0) return 0;
    }
    return 1;
}

static int64_t plain_shares(int n, int p) {
    int64_t low = -1, high = 0;
    int i;
    for (i = 0; i < n; i++) high += load[i];
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (enough_room(n, p, middle)) high = middle;
        else low = middle;
    }
    return high;
}

static int copies[ROUTED];
static int64_t share[2 * ROUTED];

/* Copies made for some loads, which then drift by up to a fifth. */
static void draw_copies(int n, int slots, int p) {
    fpm_items_options o = FPM_ZERO;
    fpm_items_outputs out = FPM_ZERO;
    int i;
    lognormal(n, 10, 1);
    o.replicas = slots;
    o.equal_counts = 1;
    o.max_work = 3000000;
    out.copies = copies;
    fpm_items_assign(n, load, p, &o, owner, &out, NULL);
    for (i = 0; i < n; i++) {
        load[i] = (int64_t)((double)load[i] * bench_between(0.8, 1.2));
        first_copy[i + 1] = first_copy[i] + copies[i];
    }
}

static void routed(int n, int slots, int p) {
    double t, times[10], plain[10], even = 0;
    int r, same = 0;
    for (r = 0; r < 10; r++) {
        fpm_items_options s = FPM_ZERO;
        fpm_items_outputs out = FPM_ZERO;
        fpm_info info, before;
        draw_copies(n, slots, p);
        out.copies = copies;
        s.replicas = slots;
        fpm_items_check(n, load, p, &s, owner, &out, &before);
        t = bench_now();
        fpm_items_share(n, load, p, &s, owner, &out, share, &info);
        times[r] = bench_now() - t;
        even += (before.makespan / info.makespan - 1) / 10;
        t = bench_now();
        if ((double)plain_shares(n, p) <= info.makespan) same++;
        plain[r] = bench_now() - t;
    }
    printf("uneven shares of %d copies of %d experts on %d devices: median %.2f ms; halving and "
           "augmenting paths %.2f ms, as good in %d of 10; even shares end %.1f %% later\n",
           slots, n, p, 1e3 * bench_median(times, 10), 1e3 * bench_median(plain, 10), same,
           100 * even);
}

/* fpm_items_share ended by max_work: how far it then is above the least. */
static void cut_short(int n, int slots, int p) {
    double gap[4] = {0}, even = 0, all = 0;
    int r, k;
    for (r = 0; r < 10; r++) {
        fpm_items_options s = FPM_ZERO;
        fpm_items_outputs out = FPM_ZERO;
        fpm_info least, info;
        draw_copies(n, slots, p);
        out.copies = copies;
        s.replicas = slots;
        fpm_items_check(n, load, p, &s, owner, &out, &info);
        fpm_items_share(n, load, p, &s, owner, &out, share, &least);
        even += 10 * (info.makespan / least.makespan - 1);
        all += (double)least.work / 10;
        for (k = 0; k < 4; k++) {
            s.max_work = least.work * (k + 1) / 5;
            fpm_items_share(n, load, p, &s, owner, &out, share, &info);
            gap[k] += 10 * (info.makespan / least.makespan - 1);
        }
    }
    printf("uneven shares of %d copies of %d experts on %d devices, ended after 1, 2, 3, 4 fifths "
           "of the work of %.1e: %.2f, %.2f, %.2f, %.2f %% above the least; even shares %.2f %%\n",
           slots, n, p, all, gap[0], gap[1], gap[2], gap[3], even);
}

int main(int argc, char **argv) {
    if (argc > 1) bench_state = (uint64_t)strtoull(argv[1], NULL, 10);
    bench_head("Pieces that cannot be cut");
    kinds();
    large(100000, 1024, 1);
    large(1000000, 1024, 0);
    few_each(112, 50);
    few_each(450, 200);
    few_each(60, 20);
    few_each(150, 50);
    sequences();
    experts(3000000);
    experts(400000000);
    nodes(1000);
    routed(256, 288, 32);
    routed(256, 320, 64);
    routed(512, 768, 64);
    cut_short(256, 288, 32);
    cut_short(256, 320, 64);
    cut_short(512, 768, 64);
    cut_short(2048, 2304, 256);
    bins(200, 150, 0);
    bins(1000, 150, 0);
    bins(60, 1000, 1);
    bins(249, 1000, 1);
    two_loads(256, 8, 0.05);
    two_loads(256, 8, 0.005);
    two_loads(1024, 64, 0.05);
    two_loads(1024, 64, 0.01);
    return 0;
}
