/* fpm_items_assign from where the pieces were, after loads have drifted, beside three loops that
   people write for this: pieces move from the last processor to another; two pieces are exchanged;
   or whichever of both moves less load for what it takes off the last processor.  Each loop looks
   at all pieces and processors, stops when all end by (1 + slack) times the best makespan known,
   and knows speeds and counts.  Of each loop two rules are tried, the cheapest step and the largest
   one, and the best of all that got there counts.

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
    return sqrt(-2 * log(1 - bench_random())) * cos(6.283185307179586 * bench_random());
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

static double makespan_of(const state *s) {
    int last = last_of(s);
    return (double)s->sum[last] / s->speed[last];
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

enum { FREE, COUNTS, SPEEDS, BOTH, KINDS };

typedef struct cell {
    int n, p, kind;
    double slack;
    int draws, lost,
        unsolved; /* draws; more than a piece above the loops; loops did not get there */
    double ours, theirs, most, above, seconds; /* means of parts of all load; the worst */
} cell;

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

int main(int argc, char **argv) {
    static const char *const name[KINDS] = {"free", "counts", "speeds", "both"};
    const int pieces[4] = {32, 128, 512, 1024}, procs[4] = {4, 16, 32, 128};
    const double slack[3] = {0.02, 0.05, 0.1};
    int k, r, draws = argc > 2 ? atoi(argv[2]) : 5, won = 0, lost = 0;
    bench_state = argc > 1 ? (uint64_t)strtoull(argv[1], NULL, 10) : (uint64_t)time(NULL);
    bench_head("Few moves after a drift, beside three loops");
    printf("seed %llu, %d draws a cell; moved in %% of all load, means\n",
           (unsigned long long)bench_state, draws);
    printf("     n    p  kind    slack    ours   loops  lost  above  unsolved   ms\n");
    for (k = 0; k < 4 * 3 * KINDS; k++) {
        cell c = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        int solved;
        c.n = pieces[k / (3 * KINDS)];
        c.p = procs[k / (3 * KINDS)];
        c.kind = k / 3 % KINDS;
        c.slack = slack[k % 3];
        for (r = 0; r < draws; r++) draw(&c);
        solved = c.draws > c.unsolved ? c.draws - c.unsolved : 1;
        lost += c.lost;
        if (c.lost == 0) won++;
        printf("%6d %4d  %-6s  %5.2f  %6.2f  %6.2f  %4d  %5.2f  %8d  %5.1f\n", c.n, c.p,
               name[c.kind], c.slack, 100 * c.ours / solved, 100 * c.theirs / solved, c.lost,
               c.above, c.unsolved, 1e3 * c.seconds / c.draws);
    }
    printf("%d of %d cells without a draw that moves a piece more than the best loop; %d draws\n",
           won, 4 * 3 * KINDS, lost);
    return 0;
}
