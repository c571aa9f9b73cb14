/* fpm_items_assign from where the pieces were, after loads have drifted, beside three loops that
   people write for this: pieces move from the last processor to another; two pieces are exchanged;
   or whichever of both moves less load for what it takes off the last processor.  Each loop looks
   at all pieces and processors, stops when all end by (1 + slack) times the best makespan known,
   and knows speeds and counts.  Of each loop two rules are tried, the cheapest step and the largest
   one, and the best of all that got there counts.  Copies: a slot is given to another piece; two
   slots are exchanged; or either; what moves is counted in slots.

   bench_moves [SEED [DRAWS]]: seed and drift of each draw are new without SEED. */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"

enum { PIECES = 1024, PROCS = 128 };

typedef struct state {
    int n, p;
    int64_t load[PIECES];
    int old[PIECES], owner[PIECES];
    double speed[PROCS];
    int64_t cap[PROCS], sum[PROCS];
    int count[PROCS], fewest, most;
} state;

static state now;

static double gauss(void) {
    double length = sqrt(-2 * log(1 - bench_random()));
    return length * cos(6.283185307179586 * bench_random());
}

/* Where the pieces were. */
static void begin(state *s) {
    int i, j;
    for (j = 0; j < s->p; j++) {
        s->sum[j] = 0;
        s->count[j] = 0;
    }
    for (i = 0; i < s->n; i++) {
        s->owner[i] = s->old[i];
        s->sum[s->old[i]] += s->load[i];
        s->count[s->old[i]]++;
    }
}

static int last_of(const state *s) {
    int j, last = 0;
    for (j = 1; j < s->p; j++)
        if ((double)s->sum[j] / s->speed[j] > (double)s->sum[last] / s->speed[last]) last = j;
    return last;
}

static int64_t moved_of(const state *s) {
    int64_t moved = 0;
    int i;
    for (i = 0; i < s->n; i++)
        if (s->owner[i] != s->old[i]) moved += s->load[i];
    return moved;
}

static int64_t away(const state *s, int i, int j) { return s->old[i] == j ? 0 : s->load[i]; }

/* A step: piece `give` of the last processor goes to `to`, for piece `take` of it, or -1. */
typedef struct step {
    int give, take, to;
    double worth;
} step;

static void consider(const state *s, int a, int give, int take, int b, int cheapest, step *best) {
    int64_t less = s->load[give] - (take >= 0 ? s->load[take] : 0), excess = s->sum[a] - s->cap[a];
    int64_t more = away(s, give, b) - away(s, give, a);
    double relief, worth;
    if (take >= 0) more += away(s, take, a) - away(s, take, b);
    if (less <= 0 || s->sum[b] + less > s->cap[b]) return;
    relief = (double)(less < excess ? less : excess);
    worth = relief - 1e-3 * (double)less;
    if (cheapest) worth = more > 0 ? -(double)more / relief : -(double)more;
    if (best->to >= 0 && worth <= best->worth) return;
    best->give = give;
    best->take = take;
    best->to = b;
    best->worth = worth;
}

/* 1: all end within their capacities. */
static int loop(state *s, int moves, int exchanges, int cheapest) {
    int steps;
    begin(s);
    for (steps = 0; steps < 20 * s->p + s->n; steps++) {
        int a = last_of(s), i, k, b;
        step best = {-1, -1, -1, 0};
        if (s->sum[a] <= s->cap[a]) return 1;
        for (i = 0; i < s->n; i++) {
            if (s->owner[i] != a) continue;
            for (b = 0; b < s->p; b++) {
                if (!moves || b == a || s->count[a] <= s->fewest || s->count[b] >= s->most)
                    continue;
                consider(s, a, i, -1, b, cheapest, &best);
            }
            for (k = 0; k < s->n; k++)
                if (exchanges && s->owner[k] != a)
                    consider(s, a, i, k, s->owner[k], cheapest, &best);
        }
        if (best.to < 0) return 0;
        s->owner[best.give] = best.to;
        s->sum[a] -= s->load[best.give];
        s->sum[best.to] += s->load[best.give];
        s->count[a]--;
        s->count[best.to]++;
        if (best.take < 0) continue;
        s->owner[best.take] = a;
        s->sum[a] += s->load[best.take];
        s->sum[best.to] -= s->load[best.take];
        s->count[a]++;
        s->count[best.to]--;
    }
    return 0;
}

/* The least that any loop moves; -1: none got there. */
static int64_t loops(state *s) {
    int64_t least = -1;
    int kind;
    for (kind = 0; kind < 6; kind++) {
        if (!loop(s, kind % 3 != 1, kind % 3 != 0, kind / 3)) continue;
        if (least < 0 || moved_of(s) < least) least = moved_of(s);
    }
    return least;
}

/* ---- copies: slots, as many on each processor, of pieces that share their load among them ---- */

enum { SLOTS = PIECES + PIECES / 8 };

typedef struct slots {
    int n, p, m, piece[SLOTS], host[SLOTS], count[PIECES];
    int64_t load[PIECES];
    double sum[PROCS], cap;
    unsigned char old[PIECES][PROCS], now[PIECES][PROCS];
    int from[SLOTS], copies[PIECES];
} slots;

static slots was;

static double share(const slots *s, int e, int more) {
    return (double)s->load[e] / (s->count[e] + more);
}

static void begin_slots(slots *s) {
    int i, k, m = 0;
    memset(s->now, 0, sizeof s->now);
    memset(s->sum, 0, sizeof s->sum);
    for (i = 0; i < s->n; i++) {
        s->count[i] = s->copies[i];
        for (k = 0; k < s->copies[i]; k++) {
            s->piece[m] = i;
            s->host[m] = s->from[m];
            s->now[i][s->from[m]] = 1;
            s->sum[s->from[m]] += share(s, i, 0);
            m++;
        }
    }
}

static double over(const slots *s, int j, double more) {
    return fmax(s->sum[j] + more - s->cap, 0);
}

/* By how much less is above the capacity, if slot t becomes a copy of e. */
static double change_relief(const slots *s, int t, int e) {
    int f = s->piece[t], k = s->host[t], u;
    double down = share(s, e, 1) - share(s, e, 0), up = share(s, f, -1) - share(s, f, 0);
    double more = share(s, e, 1) - share(s, f, 0), relief = over(s, k, 0) - over(s, k, more);
    for (u = 0; u < s->m; u++) {
        int j = s->host[u];
        if (u == t || j == k) continue;
        if (s->piece[u] == e) more = down + (s->now[f][j] ? up : 0);
        else if (s->piece[u] == f && !s->now[e][j]) more = up;
        else continue;
        relief += over(s, j, 0) - over(s, j, more);
    }
    return relief;
}

static void change_slot(slots *s, int t, int e) {
    int u, f = s->piece[t];
    for (u = 0; u < s->m; u++)
        if (s->piece[u] == e || s->piece[u] == f) s->sum[s->host[u]] -= share(s, s->piece[u], 0);
    s->now[f][s->host[t]] = 0;
    s->now[e][s->host[t]] = 1;
    s->piece[t] = e;
    s->count[f]--;
    s->count[e]++;
    for (u = 0; u < s->m; u++)
        if (s->piece[u] == e || s->piece[u] == f) s->sum[s->host[u]] += share(s, s->piece[u], 0);
}

static void exchange_slots(slots *s, int t, int u) {
    int e = s->piece[t], f = s->piece[u], j = s->host[t], k = s->host[u];
    s->sum[j] += share(s, f, 0) - share(s, e, 0);
    s->sum[k] += share(s, e, 0) - share(s, f, 0);
    s->now[e][j] = 0;
    s->now[f][k] = 0;
    s->now[e][k] = 1;
    s->now[f][j] = 1;
    s->piece[t] = f;
    s->piece[u] = e;
}

static double slot_worth(double relief, int more, int cheapest) {
    if (!cheapest) return relief - 1e-3 * more;
    return more > 0 ? -more / relief : 1 - more;
}

/* Slots that moved when all end within the capacity; -1: the loop does not get there. */
static int loop_slots(slots *s, int changes, int exchanges, int cheapest) {
    int steps, t, u, e, moved;
    begin_slots(s);
    for (steps = 0; steps < 20 * s->p; steps++) {
        int a = 0, give = -1, with = -1, to = -1;
        double best = -INFINITY, worth;
        for (u = 1; u < s->p; u++)
            if (s->sum[u] > s->sum[a]) a = u;
        if (s->sum[a] <= s->cap * (1 + 1e-12)) {
            for (t = 0, moved = 0; t < s->m; t++)
                if (!s->old[s->piece[t]][s->host[t]]) moved++;
            return moved;
        }
        for (t = 0; t < s->m; t++) {
            int k = s->host[t], f = s->piece[t];
            for (e = 0; e < s->n; e++) {
                double relief;
                if (!changes || s->now[e][k] || s->count[f] < 2) continue;
                if (k != a && !s->now[e][a]) continue;
                relief = change_relief(s, t, e);
                worth = slot_worth(relief, !s->old[e][k] - !s->old[f][k], cheapest);
                if (relief <= 1e-9 * s->cap || worth <= best) continue;
                best = worth;
                give = t;
                to = e;
                with = -1;
            }
            if (!exchanges || k != a) continue;
            for (u = 0; u < s->m; u++) {
                int h = s->host[u], g = s->piece[u];
                double less = share(s, f, 0) - share(s, g, 0), relief;
                if (h == a || s->now[f][h] || s->now[g][a]) continue;
                relief = over(s, a, 0) - over(s, a, -less) + over(s, h, 0) - over(s, h, less);
                worth = slot_worth(relief,
                                   !s->old[f][h] + !s->old[g][a] - !s->old[f][a] - !s->old[g][h],
                                   cheapest);
                if (relief <= 1e-9 * s->cap || worth <= best) continue;
                best = worth;
                give = t;
                with = u;
            }
        }
        if (give < 0) return -1;
        if (with >= 0) exchange_slots(s, give, with);
        else change_slot(s, give, to);
    }
    return -1;
}

enum { FREE, COUNTS, SPEEDS, BOTH, COPIES, KINDS };

typedef struct cell {
    int n, p, kind;
    double slack;
    int64_t work; /* opts.max_work of copies with from; 0: the default */
    int draws, lost,
        unsolved; /* draws; more than a piece above the loops; loops did not get there */
    double ours, theirs, most, above, seconds; /* means of parts of all load; the worst */
} cell;

/* 9 copies for 8 pieces, as many on each processor. */
static void draw_slots(cell *c) {
    static int owner[SLOTS], copies[PIECES];
    slots *s = &was;
    fpm_items_options o = FPM_ZERO;
    fpm_items_outputs out = FPM_ZERO;
    fpm_info info;
    double drift = bench_between(0.05, 0.5), best, t, ours, limit;
    int i, k, m = 0, theirs = -1;
    s->n = c->n;
    s->p = c->p;
    s->m = c->n + c->n / 8;
    for (i = 0; i < s->n; i++) s->load[i] = 1 + (int64_t)(1e6 * exp(0.6 * gauss()));
    o.replicas = s->m;
    o.equal_counts = 1;
    out.copies = s->copies;
    fpm_items_assign(s->n, s->load, s->p, &o, s->from, &out, &info);
    memset(s->old, 0, sizeof s->old);
    for (i = 0; i < s->n; i++) {
        s->load[i] = 1 + (int64_t)((double)s->load[i] * exp(drift * gauss()));
        for (k = 0; k < s->copies[i]; k++) {
            s->old[i][s->from[m]] = 1;
            m++;
        }
    }
    out.copies = copies;
    fpm_items_assign(s->n, s->load, s->p, &o, owner, &out, &info);
    best = info.makespan;
    o.from = s->from;
    o.from_copies = s->copies;
    o.slack = c->slack;
    o.max_work = c->work;
    t = bench_now();
    fpm_items_assign(s->n, s->load, s->p, &o, owner, &out, &info);
    c->seconds += bench_now() - t;
    ours = info.moved;
    limit = (1 + c->slack) * best;
    if (info.makespan > limit * (1 + 1e-3)) ours = INFINITY;
    s->cap = fmax(limit, info.makespan);
    for (k = 0; k < 6; k++) {
        int moved = loop_slots(s, k % 3 != 1, k % 3 != 0, k / 3);
        if (moved >= 0 && (theirs < 0 || moved < theirs)) theirs = moved;
    }
    c->draws++;
    if (theirs < 0) {
        c->unsolved++;
        return;
    }
    c->ours += ours / s->m;
    c->theirs += (double)theirs / s->m;
    if (ours > theirs + 1) c->lost++;
    if (ours > theirs) c->above = fmax(c->above, ours - theirs);
}

static void draw(cell *c) {
    state *s = &now;
    fpm_items_options o = FPM_ZERO;
    fpm_info info;
    double drift = bench_between(0.05, 0.5), best, t, ours, limit;
    int64_t total = 0, theirs;
    int i, j;
    s->n = c->n;
    s->p = c->p;
    for (i = 0; i < s->n; i++) s->load[i] = 1 + (int64_t)(100000 * exp(0.6 * gauss()));
    for (j = 0; j < s->p; j++)
        s->speed[j] = c->kind == SPEEDS || c->kind == BOTH ? exp(bench_between(-0.7, 0.7)) : 1;
    s->fewest = c->kind == COUNTS || c->kind == BOTH ? s->n / s->p : 0;
    s->most = c->kind == COUNTS || c->kind == BOTH ? (s->n + s->p - 1) / s->p : s->n;
    if (c->kind == SPEEDS || c->kind == BOTH) o.speed = s->speed;
    o.equal_counts = c->kind == COUNTS || c->kind == BOTH;
    fpm_items_assign(s->n, s->load, s->p, &o, s->old, NULL, &info);
    for (i = 0; i < s->n; i++) {
        s->load[i] = 1 + (int64_t)((double)s->load[i] * exp(drift * gauss()));
        total += s->load[i];
    }
    fpm_items_assign(s->n, s->load, s->p, &o, s->owner, NULL, &info);
    best = info.makespan;
    o.from = s->old;
    o.slack = c->slack;
    t = bench_now();
    fpm_items_assign(s->n, s->load, s->p, &o, s->owner, NULL, &info);
    t = bench_now() - t;
    ours = info.moved;
    limit = (1 + c->slack) * best;
    if (info.makespan > limit * (1 + 1e-3)) ours = INFINITY;
    else if (info.makespan > limit) limit = info.makespan;
    for (j = 0; j < s->p; j++) s->cap[j] = (int64_t)(limit * s->speed[j]);
    theirs = loops(s);
    c->draws++;
    c->seconds += t;
    if (theirs < 0) {
        c->unsolved++;
        return;
    }
    c->ours += ours / (double)total;
    c->theirs += (double)theirs / (double)total;
    if (ours > (double)theirs + (double)total / s->n) c->lost++;
    if (ours > (double)theirs && c->above < (ours - (double)theirs) / (double)total * s->n)
        c->above = (ours - (double)theirs) / (double)total * s->n;
}

/* What less work costs: 256 experts in 288 slots of 32 devices, the same draws each time. */
static void experts(int draws) {
    const int64_t work[6] = {0, 20000000, 10000000, 5000000, 3500000, 2500000};
    const uint64_t start = bench_state;
    int k, r;
    printf("256 experts in 288 slots of 32 devices, slack 0.05; moved in %% of the slots, means\n");
    printf("max_work    ours   loops  lost  above   ms\n");
    for (k = 0; k < 6; k++) {
        cell c = FPM_ZERO;
        int solved;
        c.n = 256;
        c.p = 32;
        c.kind = COPIES;
        c.slack = 0.05;
        c.work = work[k];
        bench_state = start;
        for (r = 0; r < draws; r++) draw_slots(&c);
        solved = c.draws > c.unsolved ? c.draws - c.unsolved : 1;
        printf("%8lld  %6.2f  %6.2f  %4d  %5.2f  %5.1f\n", (long long)c.work, 100 * c.ours / solved,
               100 * c.theirs / solved, c.lost, c.above, 1e3 * c.seconds / c.draws);
    }
}

int main(int argc, char **argv) {
    static const char *const name[KINDS] = {"free", "counts", "speeds", "both", "copies"};
    const int pieces[4] = {32, 128, 512, 1024}, procs[4] = {4, 16, 32, 128};
    const double slack[3] = {0.02, 0.05, 0.1};
    int k, r, draws = argc > 2 ? atoi(argv[2]) : 5, won = 0, lost = 0;
    bench_state = argc > 1 ? (uint64_t)strtoull(argv[1], NULL, 10) : (uint64_t)time(NULL);
    bench_head("Few moves after a drift, beside three loops");
    printf("seed %llu, %d draws a cell; moved in %% of all load, or copies, means\n",
           (unsigned long long)bench_state, draws);
    printf("     n    p  kind    slack    ours   loops  lost  above  unsolved   ms\n");
    for (k = 0; k < 4 * 3 * KINDS; k++) {
        cell c = FPM_ZERO;
        int solved;
        c.n = pieces[k / (3 * KINDS)];
        c.p = procs[k / (3 * KINDS)];
        c.kind = k / 3 % KINDS;
        c.slack = slack[k % 3];
        for (r = 0; r < draws; r++) {
            if (c.kind == COPIES) draw_slots(&c);
            else draw(&c);
        }
        solved = c.draws > c.unsolved ? c.draws - c.unsolved : 1;
        lost += c.lost;
        if (c.lost == 0) won++;
        printf("%6d %4d  %-6s  %5.2f  %6.2f  %6.2f  %4d  %5.2f  %8d  %5.1f\n", c.n, c.p,
               name[c.kind], c.slack, 100 * c.ours / solved, 100 * c.theirs / solved, c.lost,
               c.above, c.unsolved, 1e3 * c.seconds / c.draws);
    }
    printf("%d of %d cells without a draw that moves a piece more than the best loop; %d draws\n",
           won, 4 * 3 * KINDS, lost);
    experts(4 * draws);
    return 0;
}
