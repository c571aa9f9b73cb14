/* bench_item_types.c - pieces on processors of several types: the makespan over a lower bound, in
   per cent, of fpm_items_assign and of two simple rules, each complete here:
     list   longest first (by its least seconds), each to the processor that ends first with it
     speeds one speed for each type (the mean of its seconds), by fpm_items_assign
   Instances: related (types differ by a speed, a fifth of scatter), unrelated, restricted (each
   piece may be on half of the types), accelerators (7 of 10 pieces run 20 times as fast on one).
   bench_item_types [SEED] draws other ones. */
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

/* From where pieces are: while the last processor ends after a limit, the piece of it that another
   one then ends soonest with, if that is within the limit.  How many move; below 0: the limit is
   not reached. */
static int64_t move_from_last(int *at, double limit) {
    double work[PROCS] = {0};
    int64_t i, moved;
    int j;
    for (i = 0; i < n; i++) work[at[i]] += seconds[type[at[i]] * n + i];
    for (moved = 0; moved < n; moved++) {
        double soonest = 1e300;
        int64_t goes = -1;
        int last = 0, to = 0;
        for (j = 1; j < p; j++)
            if (work[j] > work[last]) last = j;
        if (work[last] <= limit) return moved;
        for (i = 0; i < n; i++) {
            for (j = 0; j < p; j++) {
                double x = seconds[type[j] * n + i];
                if (at[i] != last || x < 0 || j == last || work[j] + x >= soonest) continue;
                soonest = work[j] + x;
                goes = i;
                to = j;
            }
        }
        if (goes < 0 || soonest > limit) return -1;
        work[last] -= seconds[type[last] * n + goes];
        work[to] = soonest;
        at[goes] = to;
    }
    return -1;
}

/* Yesterday's assignment, and seconds that drifted by up to a fifth: how many pieces move to be
   within 5 % of the makespan found anew, by the call and by the loop above. */
static void stays(int kind) {
    static int was[PIECES], next[PIECES];
    int64_t loop = 0, i;
    double moved = 0;
    int r, t, missed = 0;
    for (r = 0; r < 10; r++) {
        fpm_items_types of = FPM_ZERO;
        fpm_items_options o = FPM_ZERO;
        fpm_info anew, info;
        int64_t once;
        draw(kind);
        of.count = types;
        of.seconds = seconds;
        of.type = type;
        o.types = &of;
        o.max_work = 20000000;
        fpm_items_assign(n, NULL, p, &o, was, NULL, &anew);
        for (i = 0; i < types * n; i++)
            if (seconds[i] >= 0) seconds[i] *= bench_between(0.8, 1.2);
        fpm_items_assign(n, NULL, p, &o, next, NULL, &anew);
        o.from = was;
        o.slack = 0.05;
        fpm_items_assign(n, NULL, p, &o, next, NULL, &info);
        for (t = 0, i = 0; i < n; i++)
            if (next[i] != was[i]) t++;
        moved += t / 10.0;
        once = move_from_last(was, 1.05 * anew.makespan);
        if (once < 0) missed++;
        else loop += once;
    }
    printf("%s, %d types, %d pieces on %d, drift of a fifth, slack 5 %%: %.1f pieces move; by the "
           "loop %.1f, which does not get there in %d of 10\n",
           name[kind], types, (int)n, p, moved, missed < 10 ? (double)loop / (10 - missed) : 0,
           missed);
}

int main(int argc, char **argv) {
    const int procs[2] = {8, 64}, each[3] = {3, 20, 50};
    int kind, a, b;
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
    for (kind = 0; kind < 4; kind++) {
        types = 3;
        p = 16;
        n = 160;
        stays(kind);
    }
    return 0;
}
