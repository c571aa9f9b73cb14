/* bench_item_types.c - pieces on processors of several types: the makespan over a lower bound, in
   per cent, of fpm_items_assign and of two simple rules, each complete here:
     list   longest first (by its least seconds), each to the processor that ends first with it
     speeds one speed for each type (the mean of its seconds), by fpm_items_assign
   Instances: related (types differ by a speed, a fifth of scatter), unrelated, restricted (each
   piece may be on half of the types), accelerators (7 of 10 pieces run 20 times as fast on one).
   Then opts.from: how many pieces move after a drift, beside three loops that people write: pieces
   move from the last processor to another; two pieces are exchanged; or either.
   bench_item_types [SEED [DRAWS]] draws other ones, DRAWS for each cell of opts.from. */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"

enum { PIECES = 64 * 50, TYPES = 4, PROCS = 64 };

static double seconds[TYPES * PIECES], speed[PROCS];
static int64_t load[PIECES];
static int type[PROCS], owner[PIECES], p, types;
static int64_t n;

/* What each piece takes on each type. */
static void draw(int kind) {
    int64_t i;
    int t, j, may;
    for (j = 0; j < p; j++) type[j] = j < types ? j : (int)(bench_random() * types);
    for (i = 0; i < n; i++) {
        double base = 1 + 99 * bench_random(), faster = bench_random() < 0.7 ? 20 : 1;
        may = (int)(bench_random() * types);
        for (t = 0; t < types; t++) {
            double *x = &seconds[t * n + i];
            if (kind == 0) *x = base * (t + 1) * (0.8 + 0.4 * bench_random());
            else if (kind == 1) *x = 1 + 99 * bench_random();
            else if (kind == 2) *x = bench_random() < 0.5 || t == may ? base : FPM_NOTHING;
            else *x = t == 0 ? base / faster : base;
        }
    }
}

static double makespan(void) {
    double work[PROCS] = {0}, last = 0;
    int64_t i;
    int j;
    for (i = 0; i < n; i++) work[owner[i]] += fmax(0, seconds[type[owner[i]] * n + i]);
    for (j = 0; j < p; j++) last = fmax(last, work[j]);
    return last;
}

typedef struct piece {
    double least;
    int64_t at;
} piece;

static int longer(const void *a, const void *b) {
    const piece *x = (const piece *)a, *y = (const piece *)b;
    return (x->least < y->least) - (x->least > y->least);
}

static double list(void) {
    static piece order[PIECES];
    double work[PROCS] = {0};
    int64_t i, k;
    int j;
    for (i = 0; i < n; i++) {
        order[i].at = i;
        order[i].least = 1e300;
        for (j = 0; j < types; j++)
            if (seconds[j * n + i] >= 0) order[i].least = fmin(order[i].least, seconds[j * n + i]);
    }
    qsort(order, (size_t)n, sizeof *order, longer);
    for (k = 0; k < n; k++) {
        double soonest = 1e300;
        i = order[k].at;
        for (j = 0; j < p; j++) {
            double x = seconds[type[j] * n + i];
            if (x < 0 || work[j] + x >= soonest) continue;
            soonest = work[j] + x;
            owner[i] = j;
        }
        work[owner[i]] = soonest;
    }
    return makespan();
}

/* Loads are means over types, speeds are means over pieces; 0: not all pieces may be everywhere. */
static double one_speed(void) {
    fpm_items_options o = FPM_ZERO;
    double mean[TYPES] = {0}, all = 0;
    int64_t i;
    int t, j;
    for (i = 0; i < n; i++) {
        double sum = 0;
        for (t = 0; t < types; t++) {
            if (seconds[t * n + i] < 0) return 0;
            sum += seconds[t * n + i];
            mean[t] += seconds[t * n + i];
        }
        load[i] = (int64_t)(1e6 * sum / types);
    }
    for (t = 0; t < types; t++) all += mean[t] / types;
    for (j = 0; j < p; j++) speed[j] = all / mean[type[j]];
    o.speed = speed;
    if (fpm_items_assign(n, load, p, &o, owner, NULL, NULL) < 0) return 0;
    return makespan();
}

static const char *const name[4] = {"related", "unrelated", "restricted", "accelerators"};

/* ---- from where pieces are, after a drift, beside three loops ---- */

static int was[PIECES], at[PIECES];
static double busy[PROCS];

static double takes(int64_t i, int j) { return seconds[type[j] * n + i]; }

static int moves_of(const int *now) {
    int64_t i;
    int moved = 0;
    for (i = 0; i < n; i++)
        if (now[i] != was[i]) moved++;
    return moved;
}

/* A step: piece `give` of the last processor goes to `to`, for piece `take` of it, or -1. */
typedef struct step {
    int64_t give, take;
    int to;
    double worth;
} step;

/* Is this step better?  Nobody else may end after the limit.  cheapest: by the seconds above the
   limit that are gone, for each piece that leaves home; else by these seconds. */
static void consider(int last, int64_t give, int64_t take, int to, double limit, int cheapest,
                     step *best) {
    double less = takes(give, last), more = takes(give, to), relief, worth;
    int moves = (was[give] != to) - (was[give] != last);
    if (more < 0) return;
    if (take >= 0) {
        if (takes(take, last) < 0) return;
        less -= takes(take, last);
        more -= takes(take, to);
        moves += (was[take] != last) - (was[take] != to);
    }
    if (less <= 1e-9 * limit || busy[to] + more > limit) return;
    relief = fmin(less, busy[last] - limit);
    worth = relief - 1e-3 * fmax(more, 0);
    if (cheapest) worth = moves > 0 ? -moves / relief : -moves;
    if (best->to >= 0 && worth <= best->worth) return;
    best->give = give;
    best->take = take;
    best->to = to;
    best->worth = worth;
}

/* The best step from the last processor, by moves, by exchanges of two pieces, or by either. */
static step best_step(int last, double limit, int moves, int exchanges, int cheapest) {
    step best = {-1, -1, -1, 0};
    int64_t i, k;
    int j;
    for (i = 0; i < n; i++) {
        if (at[i] != last) continue;
        for (j = 0; j < p; j++)
            if (moves && j != last) consider(last, i, -1, j, limit, cheapest, &best);
        for (k = 0; k < n; k++)
            if (exchanges && at[k] != last) consider(last, i, k, at[k], limit, cheapest, &best);
    }
    return best;
}

/* How many pieces such a loop moves until all end within the limit; -1: it does not get there. */
static int loop(double limit, int moves, int exchanges, int cheapest) {
    int64_t i, steps;
    int j;
    for (j = 0; j < p; j++) busy[j] = 0;
    for (i = 0; i < n; i++) {
        at[i] = was[i];
        busy[at[i]] += takes(i, at[i]);
    }
    for (steps = 0; steps < 20 * p + n; steps++) {
        int last = 0;
        step best;
        for (j = 1; j < p; j++)
            if (busy[j] > busy[last]) last = j;
        if (busy[last] <= limit) return moves_of(at);
        best = best_step(last, limit, moves, exchanges, cheapest);
        if (best.to < 0) return -1;
        busy[last] -= takes(best.give, last);
        busy[best.to] += takes(best.give, best.to);
        at[best.give] = best.to;
        if (best.take < 0) continue;
        busy[last] += takes(best.take, last);
        busy[best.to] -= takes(best.take, best.to);
        at[best.take] = last;
    }
    return -1;
}

/* What draws of a cell say: means of pieces, and how often each came off worse. */
typedef struct cell {
    double ours, proven, theirs, seconds;
    int lost, unsolved, late;
} cell;

/* Yesterday's assignment, and seconds that drifted by up to a fifth. */
static void drift(int kind, double slack, cell *c) {
    static int next[PIECES];
    fpm_items_types of = FPM_ZERO;
    fpm_items_options o = FPM_ZERO;
    fpm_items_outputs out = FPM_ZERO;
    fpm_info anew, info;
    double limit, began;
    int64_t i;
    int r, moved, least = -1;
    draw(kind);
    of.count = types;
    of.seconds = seconds;
    of.type = type;
    o.types = &of;
    fpm_items_assign(n, NULL, p, &o, was, NULL, &anew);
    for (i = 0; i < types * n; i++)
        if (seconds[i] >= 0) seconds[i] *= bench_between(0.8, 1.2);
    fpm_items_assign(n, NULL, p, &o, next, NULL, &anew);
    o.from = was;
    o.slack = slack;
    began = bench_now();
    fpm_items_assign(n, NULL, p, &o, next, &out, &info);
    c->seconds += bench_now() - began;
    moved = moves_of(next);
    limit = (1 + slack) * anew.makespan;
    if (info.makespan > limit * (1 + 1e-3)) c->late++;
    limit = fmax(limit, info.makespan);
    for (r = 0; r < 6; r++) {
        int one = loop(limit, r % 3 != 1, r % 3 != 0, r / 3);
        if (one >= 0 && (least < 0 || one < least)) least = one;
    }
    c->ours += moved;
    c->proven += (double)out.least_moved;
    if (least < 0) c->unsolved++;
    else c->theirs += least;
    if (least >= 0 && moved > least + 1) c->lost++;
}

/* The best of three loops, each by two rules, at (1 + slack) times the best makespan known. */
static void from_here(int draws) {
    const int pieces[3] = {32, 160, 512}, procs[3] = {4, 16, 32};
    const double slack[3] = {0.02, 0.05, 0.1};
    int k, r, won = 0;
    types = 3;
    printf("\nopts.from, 3 types, drift of a fifth; pieces that move, means of %d draws\n", draws);
    printf("              n   p  slack    ours  proven   loops  lost  unsolved  late     ms\n");
    for (k = 0; k < 36; k++) {
        cell c = FPM_ZERO;
        int solved;
        n = pieces[k / 3 % 3];
        p = procs[k / 3 % 3];
        for (r = 0; r < draws; r++) drift(k / 9, slack[k % 3], &c);
        solved = draws - c.unsolved;
        if (c.lost == 0 && c.late == 0) won++;
        printf("%-12s %3d  %2d  %5.2f  %6.1f  %6.1f  ", name[k / 9], (int)n, p, slack[k % 3],
               c.ours / draws, c.proven / draws);
        if (solved > 0) printf("%6.1f", c.theirs / solved);
        else printf("%6s", "-");
        printf("  %4d  %8d  %4d  %5.0f\n", c.lost, c.unsolved, c.late, 1e3 * c.seconds / draws);
        fflush(stdout);
    }
    printf("%d of 36 cells without a draw that moves two pieces more than the best loop, or ends "
           "late\n",
           won);
}

int main(int argc, char **argv) {
    const int procs[2] = {8, 64}, each[3] = {3, 20, 50};
    int kind, a, b, draws = argc > 2 ? atoi(argv[2]) : 5;
    if (argc > 1) bench_state = (uint64_t)atoll(argv[1]);
    bench_head("Pieces on types of processors");
    printf("%-13s %5s %5s %6s %9s %9s %9s %9s\n", "above bound", "types", "p", "n / p", "speeds",
           "list", "this", "ms");
    for (kind = 0; kind < 4; kind++) {
        for (types = 2; types <= TYPES; types++) {
            for (a = 0; a < 2; a++) {
                for (b = 0; b < 3; b++) {
                    fpm_items_types t = FPM_ZERO;
                    fpm_items_options o = FPM_ZERO;
                    fpm_info info;
                    double began, took, rule, plain;
                    p = procs[a];
                    n = (int64_t)p * each[b];
                    draw(kind);
                    plain = one_speed();
                    rule = list();
                    t.count = types;
                    t.seconds = seconds;
                    t.type = type;
                    o.types = &t;
                    began = bench_now();
                    if (fpm_items_assign(n, NULL, p, &o, owner, NULL, &info) < 0) return 1;
                    took = bench_now() - began;
                    printf("%-13s %5d %5d %6d ", name[kind], types, p, each[b]);
                    if (plain > 0) printf("%8.2f%% ", 100 * (plain / info.lower_bound - 1));
                    else printf("%9s ", "-");
                    printf("%8.2f%% %8.3f%% %9.1f\n", 100 * (rule / info.lower_bound - 1),
                           100 * info.gap, 1000 * took);
                    fflush(stdout);
                }
            }
        }
    }
    from_here(draws);
    return 0;
}
