/* FPM_HPOPTA against a plain dynamic program: known instances, the paper's worked example with its
   size thresholds, ties, holes, constraints, limits of memory and work, and what may stop it.

   Makespans are compared bit by bit: both sides only choose among the given times.  The cases with
   "memo" in their names are made for the mutants of memo_mutants.sh: each wrong reading of the
   memo gives a wrong answer in them. */
#include "../fpm.h"

#include "test.h"

#include "inside.h"

enum { PROCS = 256, TABLE = 100000 };

#define NEVER 1e300

/* The instance at hand: points of processor i from first[i] to first[i + 1]. */
static int64_t n, size[PROCS * 1000];
static double seconds[PROCS * 1000];
static int p, first[PROCS + 1];
static fpm_model model[PROCS];
static fpm_proc procs[PROCS];

static int64_t d[PROCS + 1];
static fpm_info info;

static void dump(void) {
    static const char *name;
    static int dumps;
    int i, j;
    if (name != test__.name) dumps = 0;
    name = test__.name;
    if (dumps++ >= 3) return;
    printf("    instance: n %lld, p %d\n", (long long)n, p);
    for (i = 0; i < p && first[p] < 1000; i++) {
        const fpm_proc *r = &procs[i];
        printf("    %d: min %lld max %lld grain %lld fixed %.17g required %d points", i,
               (long long)r->min, (long long)r->max, (long long)r->grain, r->fixed, r->required);
        for (j = first[i]; j < first[i + 1]; j++)
            printf(" (%lld, %.17g)", (long long)size[j], seconds[j]);
        printf("\n");
    }
}

/* ---- instances ---- */

static void begin(int count) {
    p = count;
    first[0] = 0;
    memset(procs, 0, sizeof procs);
}

/* Point of the processor that is being listed; end_proc makes its model. */
static void add(int i, int64_t x, double t) {
    int at = first[i + 1]++;
    size[at] = x;
    seconds[at] = t;
}

static void begin_proc(int i) { first[i + 1] = first[i]; }

static void end_proc(int i) {
    CHECK_INT(fpm_model_init(&model[i], FPM_DISCRETE, first[i + 1] - first[i], size + first[i],
                             seconds + first[i], &test_borrowed, NULL),
              FPM_OK);
    procs[i].model = &model[i];
}

/* Random sizes up to top, each one on offer with the given chance, and whole times up to slowest
   (0: real times); rising: along a trend. */
static void random_proc(int i, int64_t top, double chance, int64_t slowest, int rising) {
    double rate = 0.2 + 3 * test_real();
    int64_t x;
    begin_proc(i);
    for (x = 1; x <= top; x++) {
        double t = slowest ? (double)test_int(1, slowest) : 0.1 + test_real();
        if (rising) t *= rate * (double)x;
        if (test_real() < chance) add(i, x, t);
    }
    end_proc(i);
}

static int read_instance(const char *name) {
    FILE *f = test_data("hpopt/", name);
    long long units, x;
    int i, count, procs_count, ok = f && fscanf(f, "%lld %d", &units, &procs_count) == 2;
    begin(ok ? procs_count : 0);
    for (i = 0; ok && i < p; i++) {
        ok = fscanf(f, "%d", &count) == 1;
        for (begin_proc(i); ok && count > 0; count--) {
            int at = first[i + 1];
            double t;
            ok = fscanf(f, "%lld %lf", &x, &t) == 2;
            for (; at > first[i] && size[at - 1] > x; at--) {
                size[at] = size[at - 1];
                seconds[at] = seconds[at - 1];
            }
            size[at] = x;
            seconds[at] = t;
            first[i + 1]++;
        }
        if (ok) end_proc(i);
    }
    if (f) fclose(f);
    n = ok ? units : 0;
    return ok;
}

/* ---- the oracle ---- */

/* Seconds of share x at point j of processor i; NEVER if a constraint forbids it. */
static double allowed(int i, int j) {
    const fpm_proc *r = &procs[i];
    int64_t x = size[j];
    if (x > n || x < r->min || (r->max > 0 && x > r->max) || (r->grain > 0 && x % r->grain))
        return NEVER;
    return seconds[j] + r->fixed;
}

/* best[w] = least makespan of w units on the processors so far. */
static double table(void) {
    static double best[TABLE], next[TABLE];
    int64_t w;
    int i, j;
    for (w = 0; w <= n; w++) best[w] = w > 0 ? NEVER : 0;
    for (i = 0; i < p; i++) {
        for (w = 0; w <= n; w++) next[w] = procs[i].required ? NEVER : best[w];
        for (j = first[i]; j < first[i + 1]; j++) {
            double t = allowed(i, j);
            for (w = size[j]; w <= n && t < NEVER; w++) {
                double v = best[w - size[j]] > t ? best[w - size[j]] : t;
                if (v < next[w]) next[w] = v;
            }
        }
        memcpy(best, next, ((size_t)n + 1) * sizeof(double));
    }
    return best[n];
}

/* Makespan of the shares in d, or NEVER when they are not a partition that is allowed. */
static double makespan_of(void) {
    double most = 0;
    int64_t sum = 0;
    int i, j;
    for (i = 0; i < p; i++) {
        double t = d[i] == 0 && !procs[i].required ? 0 : NEVER;
        for (j = first[i]; j < first[i + 1]; j++)
            if (size[j] == d[i]) t = allowed(i, j);
        if (t > most) most = t;
        sum += d[i];
    }
    return sum == n ? most : NEVER;
}

/* ---- calls and their checks ---- */

static double *real_asked; /* NULL: not asked for */
static fpm_partition_outputs more;

static int solve_with(const fpm_options *opts) {
    int i, status;
    for (i = 0; i <= PROCS; i++) d[i] = -1234567 - i;
    memset(&info, 0x77, sizeof info);
    memset(&more, 0, sizeof more);
    more.real = real_asked;
    status = fpm_partition_real(n, p, procs, opts, d, &more, &info);
    for (i = status < 0 ? 0 : p; i <= PROCS && d[i] == -1234567 - i; i++) {}
    CHECK(i > PROCS); /* nothing else is written */
    CHECK_INT(info.status, status);
    return status;
}

static int64_t calls, stop_at;
static double last_time;

/* tau falls with every distribution that is found; a long search reports in between. */
static int count_calls(void *context, const fpm_progress *state) {
    CHECK_INT(state->iteration, ++calls);
    CHECK_SAME(state->high, state->seconds);
    if (context) CHECK_LE(state->seconds, last_time);
    else CHECK_LT(state->seconds, last_time);
    last_time = state->seconds;
    return calls == stop_at;
}

static int solve(void) {
    fpm_options opts = FPM_ZERO;
    opts.algorithm = FPM_HPOPTA;
    opts.progress = count_calls;
    calls = stop_at = 0, last_time = NEVER;
    return solve_with(&opts);
}

static int optimal(double best) {
    int status = solve(), ok = CHECK_INT(status, best < NEVER ? FPM_OK : FPM_E_INFEASIBLE);
    if (ok && status == FPM_OK) {
        ok &= CHECK_SAME(info.makespan, best);
        ok &= CHECK_SAME(makespan_of(), best);
        ok &= CHECK_SAME(info.lower_bound, best) & CHECK_SAME(info.gap, 0);
        ok &= CHECK_INT(info.algorithm, FPM_HPOPTA) & CHECK_INT(info.iterations, calls);
        ok &= CHECK(more.nodes >= more.cuts && more.cuts >= 0 && more.hits >= 0);
    }
    if (!ok) dump();
    return ok;
}

/* ---- known optima ---- */

static void known(const char *part) {
    FILE *f = test_data("hpopt/", "expected.tsv");
    char line[300], name[100], feasible[20], optimum[40];
    int files = 0;
    if (!f) return;
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "%99s %*s %*s %*s %19s %39s", name, feasible, optimum) != 3 ||
            name[0] == '#' || strcmp(name, "file") == 0 || !strstr(name, part))
            continue;
        files++;
        NOTE("%s", name);
        if (CHECK(read_instance(name)))
            optimal(strcmp(feasible, "feasible") == 0 ? strtod(optimum, NULL) : NEVER);
    }
    fclose(f);
    CHECK(files > 0);
}

static void known_optima(void) { known(""); }

static void known_memo(void) { known("memo"); }

/* The worked example of the paper: size thresholds in the order in which they come up. */
static void paper_example(void) {
    static const int64_t sigma[3][4] = {{40, 24, 15, 8}, {37, 22, 13, 6}, {33, 21, 13, 6}};
    static const int64_t shares[4] = {8, 8, 0, 0};
    inside_hpopta tree;
    int i, at = 0, c;
    REQUIRE(read_instance("paper_example.txt"));
    REQUIRE(CHECK_INT(p, 4));
    CHECK_SAME(table(), 1);
    REQUIRE(CHECK_INT(inside_hpopta_search(n, procs, &tree), FPM_OK));
    CHECK_SAME(tree.first, 12);
    REQUIRE(tree.seen > 0 && tree.seen <= 20);
    CHECK_INT(tree.wrong, 0);
    for (i = 0; i < 3; i++) {
        while (at < tree.seen && memcmp(tree.sigma[at], sigma[i], sizeof sigma[i]) != 0) at++;
        NOTE("thresholds %d", i);
        CHECK(at < tree.seen);
    }
    for (c = 0; c < 4; c++) {
        CHECK_INT(tree.sigma[0][c], sigma[0][c]);
        CHECK_INT(tree.sigma[tree.seen - 1][c], 0); /* nothing takes less than the end's time */
        CHECK_INT(tree.share[c], shares[c]);
    }
    CHECK_SAME(tree.time, 1);
}

/* ---- random instances ---- */

static void small(void) {
    int64_t round, rounds = test_count(12000), infeasible = 0;
    for (round = 0; round < rounds; round++) {
        int64_t m = test_int(1, 12), slowest = test_int(0, 2) ? test_int(1, 20) : 0;
        double chance = test_int(0, 3) ? 0.2 + 0.8 * test_real() : 1, best;
        int i, rising = test_int(0, 2) == 0;
        begin((int)test_int(1, 6));
        for (i = 0; i < p; i++) random_proc(i, m, i % 5 == 4 ? 0 : chance, slowest, rising);
        n = test_int(0, m * p);
        best = table();
        infeasible += best >= NEVER;
        NOTE("round %lld", (long long)round);
        optimal(best);
    }
    CHECK(infeasible * 50 > rounds && infeasible * 2 < rounds);
}

/* Many processors with few points: memo cells are read many times, by ways that differ. */
static void memo(int64_t slowest) {
    int64_t round, rounds = test_count(6000);
    for (round = 0; round < rounds; round++) {
        int i;
        begin((int)test_int(10, 24));
        for (i = 0; i < p; i++) {
            int count = (int)test_int(1, 3), k;
            int64_t x = 0;
            begin_proc(i);
            for (k = 0; k < count; k++) {
                x += test_int(1, 1 + (3 - x - (count - k)));
                add(i, x, (double)test_int(1, slowest));
            }
            end_proc(i);
        }
        n = test_int(1, 2 * p);
        NOTE("round %lld", (long long)round);
        optimal(table());
    }
}

static void memo_random(void) { memo(1000); }

static void memo_ties(void) { memo(30); }

static void medium(void) {
    int64_t round, rounds = test_count(40);
    for (round = 0; round < rounds; round++) {
        int64_t m = test_int(50, 200), slowest = test_int(0, 3) ? 0 : 40;
        double chance = test_int(0, 1) ? 1 : 0.1 + 0.5 * test_real();
        int i, rising = test_int(0, 3) > 0;
        begin((int)test_int(8, 32));
        for (i = 0; i < p; i++) random_proc(i, m, chance, slowest, rising);
        n = test_int(1, m * p / 2);
        NOTE("round %lld", (long long)round);
        optimal(table());
    }
}

/* Sizes with a common divisor, which the memo does without: the bytes are those of the others. */
static void common_divisor(void) {
    int64_t round, rounds = test_count(300);
    for (round = 0; round < rounds; round++) {
        int64_t factor = test_int(2, 1000000007), part;
        double best;
        size_t bytes;
        int i;
        begin((int)test_int(2, 8));
        for (i = 0; i < p; i++) random_proc(i, 10, 0.7, 50, 0);
        n = test_int(1, 5 * p);
        part = n;
        best = table();
        if (!optimal(best) || best >= NEVER || more.nodes == 0) continue;
        bytes = info.bytes;
        for (i = 0; i < first[p]; i++) size[i] *= factor;
        n *= factor;
        CHECK_INT(solve(), FPM_OK);
        CHECK_SAME(info.makespan, best);
        CHECK_SAME(makespan_of(), best);
        CHECK(info.bytes <= bytes); /* less where the sizes had a divisor before */
        n += test_int(1, factor - 1);
        if (part > 0) CHECK_INT(solve(), FPM_E_INFEASIBLE);
    }
}

static void constraints(void) {
    int64_t round, rounds = test_count(6000), infeasible = 0;
    for (round = 0; round < rounds; round++) {
        int64_t m = test_int(4, 20), slowest = test_int(0, 1) ? test_int(2, 30) : 0;
        int i, rules = (int)test_int(1, 31);
        double best;
        begin((int)test_int(1, 9));
        for (i = 0; i < p; i++) {
            random_proc(i, m, 0.8, slowest, test_int(0, 1) == 0);
            if (rules & 1 && test_int(0, 1)) procs[i].min = test_int(1, m / 2);
            if (rules & 2 && test_int(0, 1)) procs[i].max = test_int(m / 2, m);
            if (rules & 4 && test_int(0, 1)) procs[i].grain = test_int(1, 4);
            if (rules & 8 && test_int(0, 1)) procs[i].fixed = slowest ? 3 : test_real();
            if (rules & 16 && test_int(0, 1)) procs[i].required = 1;
        }
        n = test_int(0, m * p * 2 / 3);
        best = table();
        infeasible += best >= NEVER;
        NOTE("round %lld", (long long)round);
        optimal(best);
    }
    CHECK(infeasible * 2 < rounds);
}

/* A thousand units for three thousand processors that take one each: the thousandth time. */
static void deep(void) {
    enum { MANY = 3000, UNITS = 1000 };
    static fpm_model models[MANY];
    static fpm_proc many[MANY];
    static double time[MANY];
    static int64_t shares[MANY], one = 1;
    fpm_options opts = FPM_ZERO;
    int i, faster = 0, not_slower = 0;
    for (i = 0; i < MANY; i++) {
        time[i] = (double)test_int(1, 100000);
        CHECK_INT(fpm_model_init(&models[i], FPM_DISCRETE, 1, &one, &time[i], &test_borrowed, NULL),
                  FPM_OK);
        memset(&many[i], 0, sizeof many[i]);
        many[i].model = &models[i];
    }
    opts.algorithm = FPM_HPOPTA;
    CHECK_INT(fpm_partition(UNITS, MANY, many, &opts, shares, &info), FPM_OK);
    for (i = 0; i < MANY; i++) {
        faster += time[i] < info.makespan;
        not_slower += time[i] <= info.makespan;
    }
    CHECK(faster < UNITS && not_slower >= UNITS);
    CHECK_INT(info.busy, UNITS);
}

/* ---- limits and refusals ---- */

/* Profiles with a trend whose even distribution is not the best one. */
static void trend(int count, int64_t m) {
    int i;
    begin(count);
    for (i = 0; i < p; i++) random_proc(i, m, 0.9, 0, 1);
    n = m * p / 3;
}

static void refusals(void) {
    int64_t two[2], one_size[] = {5};
    double times[] = {1, 2};
    fpm_options opts = FPM_ZERO;
    double real[3] = {-7, -7, -7};
    fpm_model line;
    int i;
    trend(3, 20);
    opts.algorithm = FPM_HPOPTA;
    real_asked = real;
    CHECK_INT(solve_with(&opts), FPM_E_UNSUPPORTED);
    CHECK(real[0] < -6);
    real_asked = NULL;
    CHECK_INT(fpm_model_init(&line, FPM_PIECEWISE, 1, one_size, times, &test_borrowed, NULL),
              FPM_OK);
    procs[1].model = &line;
    CHECK_INT(solve(), FPM_E_UNSUPPORTED);
    CHECK_INT(info.fault, 1);
    procs[1].model = NULL;
    CHECK_INT(solve(), FPM_E_MODEL);
    CHECK_INT(info.fault, 1);
    procs[1].model = &model[1];
    procs[2].min = 9, procs[2].max = 8;
    CHECK_INT(solve(), FPM_E_BOUNDS);
    procs[2].min = 0, procs[2].max = 0;
    n = -1;
    CHECK_INT(solve(), FPM_E_ARGUMENT);
    real_asked = NULL;
    opts.algorithm = FPM_HPOPTA + 1;
    n = 4;
    CHECK_INT(solve_with(&opts), FPM_E_ARGUMENT);
    /* sums that do not fit, and memory that cannot be had */
    two[0] = FPM_SIZE_MAX - 1, two[1] = FPM_SIZE_MAX;
    begin(40);
    for (i = 0; i < p; i++) {
        CHECK_INT(fpm_model_init(&model[i], FPM_DISCRETE, 2, two, times, &test_borrowed, NULL),
                  FPM_OK);
        procs[i].model = &model[i];
    }
    n = FPM_SIZE_MAX;
    CHECK_INT(solve(), FPM_E_OVERFLOW);
    p = 8;
    CHECK_INT(solve(), FPM_E_MAX_BYTES);
    CHECK(info.bytes > (size_t)1 << 30);
    p = 1; /* one workload, one cell */
    CHECK_INT(solve(), FPM_OK);
    CHECK_SAME(info.makespan, 2);
    CHECK_INT(d[0], FPM_SIZE_MAX);
}

static void memory_failures(void) {
    fpm_options opts = FPM_ZERO;
    test_heap heap;
    size_t need;
    int forever, k;
    trend(6, 30);
    procs[2].required = 1;
    opts.algorithm = FPM_HPOPTA;
    opts.alloc = &heap.alloc;
    for (forever = 0; forever < 2; forever++)
        for (k = 1; k < 100; k++) {
            int status;
            test_heap_start(&heap, k, forever);
            NOTE("request %d, forever %d", k, forever);
            status = solve_with(&opts);
            CHECK(test_heap_clean(&heap));
            if (!heap.failures) {
                CHECK(k > 3);
                CHECK_INT(status, FPM_OK);
                CHECK_INT(info.bytes, heap.peak);
                break;
            }
            CHECK_INT(status, FPM_E_MEMORY);
        }
    need = info.bytes;
    opts.max_bytes = need;
    test_heap_start(&heap, 0, 0);
    CHECK_INT(solve_with(&opts), FPM_OK);
    opts.max_bytes = need - 1;
    test_heap_start(&heap, 0, 0);
    CHECK_INT(solve_with(&opts), FPM_E_MAX_BYTES);
    CHECK_INT(heap.requests, 0);
    CHECK_INT(info.bytes, need); /* what it would take */
}

/* Whatever the limit: a partition, and bounds that hold. */
static void work_limit(void) {
    fpm_options opts = FPM_ZERO;
    int even, limited = 0, without = 0;
    opts.algorithm = FPM_HPOPTA;
    for (even = 0; even < 2; even++) {
        double best, last = NEVER;
        int status = FPM_WORK_LIMIT;
        trend(12, 60);
        if (!even) procs[11].grain = 7;
        best = table();
        for (opts.max_work = 1; status != FPM_OK; opts.max_work += 1 + opts.max_work / 10) {
            status = solve_with(&opts);
            NOTE("limit %lld, even %d: %s", (long long)opts.max_work, even, fpm_status_str(status));
            without += status == FPM_E_WORK_LIMIT;
            /* One size in ten is missing, so the even shares may be, too; once there is a partition
               there is always one. */
            if (status == FPM_E_WORK_LIMIT && last >= NEVER) continue;
            REQUIRE(status == FPM_OK || status == FPM_WORK_LIMIT);
            CHECK_SAME(makespan_of(), info.makespan);
            CHECK_LE(info.lower_bound, best);
            CHECK_LE(best, info.makespan);
            CHECK_LE(info.makespan, last);
            CHECK_REL(1 + info.gap, info.makespan / info.lower_bound, 1e-15);
            CHECK(more.nodes <= opts.max_work + 61);
            last = info.makespan;
            if (status == FPM_OK) CHECK_SAME(info.lower_bound, best);
            else CHECK_LT(best * 0.5, info.lower_bound), limited++;
        }
        CHECK_SAME(last, best);
    }
    CHECK(limited > 10 && without > 3);
}

/* The bound of a search that was cut short is one of the times, and an answer that meets it is
   proven optimal. */
static void bound_at_the_limit(void) {
    fpm_options opts = FPM_ZERO;
    int round, limited = 0;
    opts.algorithm = FPM_HPOPTA;
    for (round = 0; round < test_count(400); round++) {
        int i, k, status;
        begin((int)test_int(2, 4));
        for (i = 0; i < p; i++) {
            begin_proc(i);
            for (k = 1; k <= 4; k++)
                if (k == 4 || test_int(0, 2)) add(i, k, (double)test_int(1, 9));
            end_proc(i);
        }
        n = test_int(1, 2 * p);
        for (opts.max_work = 1, status = FPM_WORK_LIMIT; status != FPM_OK && opts.max_work < 200;
             opts.max_work++) {
            status = solve_with(&opts);
            NOTE("seed %llu round %d limit %d", (unsigned long long)test__.seed, round,
                 (int)opts.max_work);
            if (status == FPM_E_INFEASIBLE) break;
            if (status < 0) continue;
            CHECK_LT(0, info.lower_bound);
            CHECK_LE(info.lower_bound, table());
            CHECK_INT(info.gap > 0, status == FPM_WORK_LIMIT);
            limited += status == FPM_WORK_LIMIT;
        }
    }
    CHECK(limited > 0 || round < 40);
}

/* Two processors, 4 units, times of sizes 1 .. 4 (0: there is no such point).  With the first: in
   the order of their times one has sizes 0, 1, 3, 2.  The rest of 0 is more than the other can do;
   that of 1 is found solved and is the first distribution; that of 3 is found solved and takes
   longer; 2 takes as long as the even distribution.  With the second, that of 3 is better.  With
   the third, one does all: a rest of 0 is found solved, too. */
static void counts_of_work(void) {
    static const double time[3][2][4] = {{{1, 10, 2, 0}, {6, 3, 5, 0}},
                                         {{1, 10, 2, 0}, {1, 10, 5, 0}},
                                         {{0, 10, 0, 3}, {0, 10, 0, 0}}};
    static const int count[3][4] = {{5, 3, 1, 2}, {2, 3, 1, 2}, {3, 2, 1, 1}};
    int k, i, x;
    for (k = 0; k < 3; k++) {
        begin(2);
        for (i = 0; i < 2; i++) {
            begin_proc(i);
            for (x = 1; x <= 4; x++)
                if (time[k][i][x - 1] > 0) add(i, x, time[k][i][x - 1]);
            end_proc(i);
        }
        n = 4;
        NOTE("instance %d", k);
        CHECK(optimal(count[k][0]));
        CHECK_INT(more.nodes, count[k][1]);
        { /* step by step: a limit that is passed as the search ends does not count */
            fpm_options opts = FPM_ZERO;
            double best = info.makespan;
            int64_t nodes = more.nodes, cuts = more.cuts, all = 3 * (nodes + 16 * (nodes - cuts));
            int status = FPM_OK;
            opts.algorithm = FPM_HPOPTA;
            for (opts.max_work = 1; opts.max_work <= all; opts.max_work++) {
                int before = status;
                status = solve_with(&opts);
                NOTE("instance %d, limit %d of %d", k, (int)opts.max_work, (int)all);
                if (opts.max_work > 1 && before == FPM_OK) CHECK_INT(status, FPM_OK);
                if (status == FPM_OK) CHECK_SAME(info.makespan, best);
                else CHECK(status == FPM_WORK_LIMIT || status == FPM_E_WORK_LIMIT);
            }
            CHECK_INT(status, FPM_OK);
            CHECK(optimal(count[k][0]));
        }
        CHECK_INT(more.cuts, count[k][2]);
        CHECK_INT(more.hits, count[k][3]);
    }
}

static void progress(void) {
    fpm_options opts = FPM_ZERO;
    double best;
    int status, even;
    int64_t all;
    trend(10, 50);
    opts.algorithm = FPM_EVEN;
    even = solve_with(&opts) >= 0; /* the search begins with it where all shares are on offer */
    opts.algorithm = FPM_HPOPTA;
    opts.progress = count_calls;
    calls = stop_at = 0, last_time = NEVER;
    CHECK_INT(solve_with(&opts), FPM_OK);
    CHECK_INT(info.iterations, calls);
    CHECK_SAME(last_time, info.makespan);
    CHECK(calls > 3);
    best = info.makespan;
    all = calls;
    for (stop_at = 1; stop_at <= all; stop_at++) {
        calls = 0, last_time = NEVER;
        NOTE("stop at %lld", (long long)stop_at);
        status = solve_with(&opts);
        CHECK(status == (stop_at == 1 && !even ? FPM_E_STOPPED : FPM_STOPPED) ||
              (status == FPM_OK && stop_at == all)); /* proven by the last step */
        CHECK(status < 0 || (info.makespan >= best && info.lower_bound <= best));
        CHECK_INT(calls, stop_at);
    }
}

/* Long searches without a better distribution report too. */
static void progress_long(void) {
    fpm_options opts = FPM_ZERO;
    int64_t x;
    int i;
    opts.algorithm = FPM_HPOPTA;
    opts.progress = count_calls;
    opts.context = &calls;
    begin(50); /* all are multiples of 6 but for 2 and 3: remainder 1 is out of reach */
    for (i = 0; i < p; i++) {
        begin_proc(i);
        if (i == 0) add(i, 2, 1), add(i, 3, 2);
        for (x = 6; i > 0 && x <= 600; x += 6) add(i, x, (double)(1 + (x * 37 + i) % 601));
        end_proc(i);
    }
    n = 12001;
    calls = stop_at = 0, last_time = NEVER;
    CHECK_INT(solve_with(&opts), FPM_E_INFEASIBLE);
    CHECK(calls > 1 && info.work > 3 << 24);
    CHECK_INT(info.iterations, calls);
}

static void same_again(void) {
    fpm_partition_outputs before;
    int64_t shares[PROCS];
    trend(16, 100);
    CHECK_INT(solve(), FPM_OK);
    before = more;
    memcpy(shares, d, sizeof shares);
    CHECK_INT(solve(), FPM_OK);
    CHECK(memcmp(shares, d, sizeof shares) == 0 && before.nodes == more.nodes &&
          before.hits == more.hits && before.cuts == more.cuts);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(known_optima);
    RUN(known_memo);
    RUN(paper_example);
    RUN(small);
    RUN(memo_random);
    RUN(memo_ties);
    RUN(medium);
    RUN(common_divisor);
    RUN(constraints);
    RUN(deep);
    RUN(refusals);
    RUN(memory_failures);
    RUN(work_limit);
    RUN(bound_at_the_limit);
    RUN(counts_of_work);
    RUN(progress);
    RUN(progress_long);
    RUN(same_again);
    return test_end();
}
