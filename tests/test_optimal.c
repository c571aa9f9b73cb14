/* The exact partition of models of any shape, judged from the statement alone: no partition is
   done before the makespan, and what info says of it is true.

   The first half takes finite sets of sizes, kept in `bag` and judged by the four ways of
   oracle_sums.h; the second any models and constraints, as instance.h keeps them, judged by the
   definitions in oracle.h.  A finite set that fails is printed, or written to a file when it is
   large, in the instance format: fpm-tool partition --instance FILE -a optimal runs it again. */
#include "../fpm.h"

#include "test.h"

#include "oracle.h"

#include "oracle_sums.h"

#include "instance.h"

#include "inside.h"

#include <time.h>

static const int ALGORITHMS[] = {FPM_OPTIMAL, FPM_AUTO};
enum { COUNT = sizeof ALGORITHMS / sizeof ALGORITHMS[0] };

enum { PROCS = 2400, POINTS = 1 << 17 };

static int64_t d[PROCS + 1];
static fpm_info info;
static fpm_options options; /* but for the algorithm; zeroed by each case that sets some */

static int64_t sentinel(int i) { return -1234567 - i; }

/* Call with guarded outputs: a negative status leaves them alone, nothing is written past p. */
static int solve(int64_t n, int p, const fpm_proc *procs, int algorithm) {
    int i, status, ok = 1;
    options.algorithm = algorithm;
    for (i = 0; i <= p; i++) d[i] = sentinel(i);
    memset(&info, 0x77, sizeof info);
    status = fpm_partition(n, p, procs, &options, d, &info);
    for (i = status < 0 ? 0 : p; i <= p; i++) ok &= d[i] == sentinel(i);
    CHECK(ok);
    CHECK_INT(info.status, status);
    return status;
}

/* ---- what every answer has to be ---- */

static double seconds_of(const fpm_proc *proc, int64_t x) {
    double t = 0;
    if (x == 0) return 0;
    if (fpm_model_time(proc->model, (double)x, &t) < 0) return (double)ORACLE_NEVER;
    return t + proc->fixed;
}

static int allowed(const fpm_proc *proc, int64_t x) {
    if (x == 0) return !proc->required;
    return x > 0 && x >= proc->min && (proc->max == 0 || x <= proc->max) &&
           (proc->grain == 0 || x % proc->grain == 0) && seconds_of(proc, x) < 1e299;
}

/* Shares, makespan, and what else info says; whether it could be faster is left to the oracles. */
static int answer_ok(int64_t n, int p, const fpm_proc *procs, int status, int thorough) {
    double makespan = 0, total = 0;
    int64_t rest = n;
    fpm_info found;
    int i, busy = 0, beyond = 0, ok = 1;
    for (i = 0; i < p; i++) {
        const fpm_model *m = procs[i].model;
        double t = seconds_of(&procs[i], d[i]);
        ok &= allowed(&procs[i], d[i]) && d[i] <= rest;
        rest -= d[i];
        busy += d[i] > 0;
        total += t;
        makespan = t > makespan ? t : makespan;
        beyond |= m->kind != FPM_CONSTANT && d[i] > 0 && d[i] > m->size[m->count - 1];
    }
    ok = CHECK(ok) & CHECK_INT(rest, 0);
    ok &= CHECK_SAME(info.makespan, makespan) & CHECK_INT(info.busy, busy);
    if (busy) ok &= CHECK_ABS(info.imbalance, makespan / (total / busy) - 1, 1e-12 * p);
    if (status == FPM_WORK_LIMIT) {
        ok &= CHECK(info.lower_bound >= 0) & CHECK_LE(info.lower_bound, makespan);
        ok &= CHECK_LT(0, info.gap);
    } else {
        ok &= CHECK_INT(status, beyond ? FPM_EXTRAPOLATED : FPM_OK);
        ok &= CHECK_SAME(info.lower_bound, makespan) & CHECK_SAME(info.gap, 0.0);
    }
    i = fpm_partition_check(n, p, procs, NULL, d, thorough ? &found : NULL);
    ok &= CHECK_INT(i, beyond ? FPM_EXTRAPOLATED : FPM_OK);
    if (thorough) ok &= CHECK_SAME(found.makespan, makespan);
    if (thorough) ok &= CHECK_LE(found.lower_bound, makespan);
    return ok;
}

/* ---- finite sets ---- */

enum { BITS = 1, DEFICITS, HALVES }; /* which oracle; above these: runs modulo that */

static struct {
    int64_t n;
    int p;
    int64_t begin[PROCS + 1], size[POINTS];
    double seconds[POINTS];
    fpm_model model[PROCS];
    fpm_proc procs[PROCS];
} bag;

static void bag_start(void) { bag.p = 0, bag.n = 0, bag.begin[0] = 0; }

static void bag_proc(void) {
    if (bag.p == PROCS) abort();
    bag.begin[bag.p + 1] = bag.begin[bag.p];
    bag.p++;
}

/* To the last processor, ascending; a size that is not above the last one is left out. */
static void bag_point(int64_t size, double seconds) {
    int64_t *end = &bag.begin[bag.p];
    if (size < 1 || (*end > bag.begin[bag.p - 1] && size <= bag.size[*end - 1])) return;
    if (*end == POINTS) abort();
    bag.size[*end] = size;
    bag.seconds[(*end)++] = seconds;
}

static int64_t bag_largest(int i) {
    return bag.begin[i + 1] > bag.begin[i] ? bag.size[bag.begin[i + 1] - 1] : 0;
}

static int64_t bag_sum(void) {
    int64_t sum = 0;
    int i;
    for (i = 0; i < bag.p; i++) sum += bag_largest(i);
    return sum;
}

static oracle_set bag_set(void) {
    oracle_set s;
    s.n = bag.n, s.p = bag.p;
    s.begin = bag.begin, s.size = bag.size, s.seconds = bag.seconds;
    return s;
}

static void bag_models(void) {
    int i;
    for (i = 0; i < bag.p; i++) {
        int64_t j = bag.begin[i];
        memset(&bag.procs[i], 0, sizeof bag.procs[i]);
        bag.procs[i].model = &bag.model[i];
        CHECK_INT(fpm_model_init(&bag.model[i], FPM_DISCRETE, bag.begin[i + 1] - j, bag.size + j,
                                 bag.seconds + j, &test_borrowed, NULL),
                  FPM_OK);
    }
}

static void bag_write(FILE *f) {
    int64_t j;
    int i;
    fprintf(f, "%lld %d\n", (long long)bag.n, bag.p);
    for (i = 0; i < bag.p; i++) {
        fprintf(f, "%lld\n", (long long)(bag.begin[i + 1] - bag.begin[i]));
        for (j = bag.begin[i]; j < bag.begin[i + 1]; j++)
            fprintf(f, "%lld %.17g\n", (long long)bag.size[j], bag.seconds[j]);
    }
}

static void bag_failed(void) {
    static int dumps;
    char path[80];
    FILE *f;
    printf("    algorithm %d, status %d (%s), makespan %.17g, lower bound %.17g\n",
           options.algorithm, info.status, fpm_status_str(info.status), info.makespan,
           info.lower_bound);
    if (++dumps > 8) return;
    if (bag.begin[bag.p] <= 60) {
        bag_write(stdout);
        return;
    }
    snprintf(path, sizeof path, "build/failed_optimal_%d.txt", dumps);
    if ((f = fopen(path, "w")) == NULL) return;
    bag_write(f);
    fclose(f);
    printf("    instance: %s\n", path);
}

static int bag_reach(int64_t how, double limit) {
    oracle_set s = bag_set();
    oracle_proc *procs;
    oracle_model *models;
    int i, result;
    if (how == BITS) return oracle_bits(&s, limit);
    if (how == DEFICITS) return oracle_deficits(&s, limit);
    if (how == HALVES) return oracle_halves(&s, limit);
    procs = (oracle_proc *)oracle_get((size_t)s.p, sizeof *procs);
    models = (oracle_model *)oracle_get((size_t)s.p, sizeof *models);
    for (i = 0; i < s.p; i++) {
        oracle_model *m = &models[i];
        int64_t j;
        procs[i].model = m;
        m->kind = ORACLE_DISCRETE;
        for (j = s.begin[i]; j < s.begin[i + 1] && m->count < ORACLE_POINTS; j++) {
            m->size[m->count] = s.size[j];
            m->seconds[m->count++] = s.seconds[j];
        }
        if (j < s.begin[i + 1]) abort();
    }
    result = oracle_sums(s.n, s.p, procs, how, (long double)limit);
    free(procs);
    free(models);
    return result;
}

/* An answer with any status that options may lead to.  Returns the makespan, -1: infeasible. */
static double bag_check(int algorithm, int64_t how, int thorough) {
    int status = solve(bag.n, bag.p, bag.procs, algorithm), ok;
    int sized = options.max_bytes > 0, limited = options.max_work > 0 || sized;
    if (status == FPM_E_INFEASIBLE) ok = CHECK_INT(bag_reach(how, (double)ORACLE_NEVER), 0);
    else if (status == FPM_OK)
        ok = answer_ok(bag.n, bag.p, bag.procs, status, thorough) &&
             CHECK_INT(info.makespan > 0 ? bag_reach(how, info.makespan) : 0, 0);
    else if (status == FPM_WORK_LIMIT && limited)
        ok = answer_ok(bag.n, bag.p, bag.procs, status, thorough) &&
             CHECK(info.lower_bound == 0 || bag_reach(how, info.lower_bound) <= 0);
    else if (status == FPM_E_WORK_LIMIT && limited)
        ok = CHECK(info.lower_bound >= 0 &&
                   (info.lower_bound == 0 || bag_reach(how, info.lower_bound) <= 0));
    else ok = CHECK(status == FPM_E_MAX_BYTES && sized);
    if (!ok) bag_failed();
    return status < 0 ? -1 : info.makespan;
}

/* All algorithms agree, and the oracle with them. */
static double bag_solve(int64_t how, int thorough) {
    double makespan = 0, again;
    int i;
    bag_models();
    for (i = 0; i < COUNT; i++) {
        again = bag_check(ALGORITHMS[i], how, thorough);
        if (i == 0) makespan = again;
        if (!CHECK_SAME(again, makespan)) bag_failed();
    }
    return makespan;
}

/* Times by size: pure noise, a trend with noise of up to `noise`, few values, one value. */
enum { NOISE, TREND, TIES, SAME };

static double draw_seconds(int how, int64_t size, double noise) {
    if (how == NOISE) return 1 + 1000 * test_real();
    if (how == TREND) return (double)size * (1 + noise * test_real());
    return how == TIES ? (double)test_int(1, 6) : 2.5;
}

static void known_optima(void) {
    char line[300], name[100], feasible[20], optimum[40];
    int files = 0, i;
    FILE *list = test_data("hpopt/", "expected.tsv");
    if (!list) return;
    while (fgets(line, sizeof line, list)) {
        long long n, count, size;
        double makespan, seconds;
        int p = 0, ok;
        FILE *f;
        if (sscanf(line, "%99s %*s %*s %*s %19s %39s", name, feasible, optimum) != 3 ||
            strcmp(name, "file") == 0 || name[0] == '#')
            continue;
        NOTE("%s", name);
        f = test_data("hpopt/", name);
        if (!f) break;
        bag_start();
        ok = fscanf(f, "%lld %d", &n, &p) == 2;
        for (bag.n = ok ? n : 0, i = 0; ok && i < p; i++) {
            bag_proc();
            for (ok = fscanf(f, "%lld", &count) == 1; ok && count > 0; count--) {
                ok = fscanf(f, "%lld %lf", &size, &seconds) == 2;
                bag_point(size, seconds);
            }
        }
        fclose(f);
        if (!CHECK(ok)) continue;
        makespan = bag_solve(BITS, 1);
        CHECK_SAME(makespan, strcmp(feasible, "feasible") == 0 ? strtod(optimum, NULL) : -1.0);
        files++;
    }
    fclose(list);
    CHECK_INT(files, 22);
}

static void random_bag(int p, int m, int64_t gap, int times);

/* The oracles agree with each other, wherever they can tell. */
static void oracles_agree(void) {
    static const int64_t ways[] = {DEFICITS, HALVES, 7, 4 + 1};
    int64_t round, rounds = test_count(1500), told = 0;
    int i;
    for (round = 0; round < rounds; round++) {
        oracle_set s;
        double best, limit;
        int p = (int)test_int(1, 9), sizes = (int)test_int(1, 6);
        random_bag(p, sizes, test_int(1, 9), (int)(round % 4));
        bag.n = test_int(0, bag_sum() + 1);
        s = bag_set();
        best = oracle_plain(&s);
        limit = test_int(0, 1) && best > 0 ? test_int(0, 1) ? best : best * (1 + 1e-9)
                                           : draw_seconds((int)(round % 4), 9, 2);
        NOTE("round %lld, limit %.17g", (long long)round, limit);
        CHECK_INT(oracle_bits(&s, limit), best >= 0 && best < limit);
        for (i = 0; i < 4; i++) {
            int reach = bag_reach(ways[i], limit);
            told += reach >= 0;
            if (reach >= 0 && !CHECK_INT(reach, best >= 0 && best < limit)) bag_failed();
        }
    }
    CHECK(told > 3 * rounds);
}

static void random_bag(int p, int m, int64_t gap, int times) {
    int i, j, k;
    double noise = 0.3 + 6.7 * test_real();
    bag_start();
    for (i = 0; i < p; i++) {
        int64_t x = 0;
        bag_proc();
        for (j = 0, k = (int)test_int(0, m); j < k; j++) {
            x += test_int(1, gap);
            bag_point(x, draw_seconds(times, x, noise));
        }
    }
}

/* Ties, holes, repeated times, processors without points. */
static void small_sets(void) {
    int64_t round, rounds = test_count(25000), feasible = 0;
    for (round = 0; round < rounds; round++) {
        oracle_set s;
        double best;
        int i;
        int p = (int)test_int(1, 6), sizes = (int)test_int(1, 12);
        int64_t gap = test_int(1, 3);
        random_bag(p, sizes, gap, (int)test_int(0, 3));
        bag.n = test_int(0, test_int(0, 3) ? bag_sum() * 3 / 4 : bag_sum() + 1);
        bag_models();
        s = bag_set();
        best = oracle_plain(&s);
        feasible += best >= 0;
        NOTE("round %lld", (long long)round);
        for (i = 0; i < COUNT; i++) {
            if (i > 0 && round % 4) break;
            if (!CHECK_SAME(bag_check(ALGORITHMS[i], BITS, round % 16 == 0), best)) bag_failed();
        }
    }
    CHECK(feasible > rounds / 2 && feasible < rounds);
}

/* The shape that shows most mistakes of a search with memory. */
static void memo_sets(void) {
    int64_t round, rounds = test_count(3000);
    int i, j;
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(10, 24);
        int64_t most = test_int(0, 1) ? 1000 : 30;
        bag_start();
        for (i = 0; i < p; i++) {
            int64_t x = 0;
            bag_proc();
            for (j = (int)test_int(1, 3); j > 0; j--) {
                x += test_int(1, 3);
                if (x <= 3) bag_point(x, (double)test_int(1, most));
            }
            x = test_int(1, 3);
            if (bag_largest(i) == 0) bag_point(x, (double)test_int(1, most));
        }
        bag.n = test_int(0, bag_sum());
        NOTE("round %lld", (long long)round);
        bag_solve(BITS, round % 16 == 0);
    }
}

static void medium_sets(void) {
    int64_t round, rounds = test_count(1500), feasible = 0;
    for (round = 0; round < rounds; round++) {
        int m = (int)pow(2, 7.64 * test_real());
        int p = (int)pow(2, 1 + 5 * test_real());
        int times = (int)test_int(NOISE, test_int(0, 3) ? TREND : SAME);
        random_bag(p, m, test_int(1, 12), times);
        bag.n = (int64_t)((double)bag_sum() * (test_int(0, 2) ? 0.3 + 0.7 * test_real() : 0.6));
        NOTE("round %lld", (long long)round);
        feasible += bag_solve(BITS, round % 16 == 0) >= 0;
    }
    CHECK(feasible > rounds / 3);
}

/* ---- finite sets with structure ---- */

/* {2 q k + k^2 mod q}: all sums of two of them differ (Erdos, Turan 1941). */
static void sidon(void) {
    static const int prime[] = {11, 23, 37, 53, 71};
    int64_t round, rounds = test_count(20);
    int i, k;
    for (round = 0; round < rounds; round++) {
        int q = prime[test_int(0, 4)], p = (int)test_int(2, 64), times = (int)test_int(0, 1);
        bag_start();
        for (i = 0; i < p; i++) {
            bag_proc();
            for (k = 0; k < q; k++)
                if (test_int(0, 2)) {
                    int64_t x = 2 * (int64_t)q * k + (int64_t)k * k % q + 1;
                    bag_point(x, draw_seconds(times, x, 2));
                }
        }
        bag.n = test_int(bag_sum() / 4, bag_sum());
        NOTE("round %lld", (long long)round);
        bag_solve(BITS, 0);
    }
}

/* Multiples of q, and few sizes that are not: n is reached in its own residue, or not at all. */
static void odd_sizes(int p, int m, int64_t q, int odd, int64_t n) {
    int i, j;
    bag_start();
    for (i = 0; i < p; i++) {
        int64_t x = 0;
        bag_proc();
        for (j = 0; j < m; j++) {
            x += q * test_int(1, 3);
            bag_point(x, draw_seconds(TREND, x, 1.5));
            if (i < odd && !test_int(0, m / 2)) {
                x += test_int(1, q - 1);
                bag_point(x, (double)x * (1 + 4 * test_real()));
                x = (x / q) * q;
            }
        }
    }
    bag.n = n >= 0 ? n : (bag_sum() / 3 / q) * q + test_int(0, q - 1);
}

static void residues(void) {
    static const int64_t modulus[] = {2, 3, 7, 12};
    int64_t round, rounds = test_count(150), feasible = 0;
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(2, 60), sizes = (int)test_int(1, 40), odd = (int)test_int(0, 3);
        odd_sizes(p, sizes, modulus[test_int(0, 3)], odd, -1);
        NOTE("round %lld", (long long)round);
        feasible += bag_solve(BITS, 0) >= 0;
    }
    CHECK(test_short() || (feasible > 0 && feasible < rounds));
    for (round = 0; round < test_count(3); round++) {
        int p = (int)test_int(20, test__.count > 1 ? 200 : 40), i;
        int64_t last;
        odd_sizes(p, 20, 1000, 0, -1);
        bag_proc(); /* one odd size */
        last = 1000 * test_int(1, 20);
        last += test_int(1, 999);
        bag_point(last, (double)last * 3);
        bag.n += test_int(0, 1) ? 0 : last % 1000 - bag.n % 1000;
        if (round == 0) bag.n = bag.n / 1000 * 1000 + last % 1000;
        NOTE("thousands, round %lld", (long long)round);
        i = bag_solve(1000, 0) >= 0;
        CHECK_INT(i, bag.n % 1000 == 0 || bag.n % 1000 == last % 1000);
    }
}

/* What is missing to all maxima is a sum of the few odd steps down just so, or a multiple of q
   more, or less.  Half the time sizes and steps down change places. */
static void odd_steps(void) {
    int64_t round, rounds = test_count(200), feasible = 0;
    int i, j;
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(5, 60), odd = (int)test_int(1, 4), up = (int)test_int(0, 1);
        int64_t q = test_int(2, test_int(0, 1) ? 20 : 300), lack = 0;
        bag_start();
        for (i = 0; i < p; i++) {
            int k = (int)test_int(2, 8);
            int64_t step = q * test_int(8, 30), top = up ? 0 : 1000 * q;
            step += test_int(1, q);
            bag_proc();
            if (i < odd && !up) bag_point(top - step, 1);
            for (j = up ? 1 : k; i >= odd && (up ? j <= k : j > 0); j += up ? 1 : -1)
                bag_point(up ? j * q : top - j * q, 1);
            bag_point(up ? step : top, 1);
            if (i < odd && test_int(0, 2)) lack += step;
        }
        lack += q * test_int(-1, test_int(0, 1) ? 0 : 2 * p);
        bag.n = up ? lack : bag_sum() - lack;
        if (bag.n < 0) bag.n = 0;
        NOTE("round %lld", (long long)round);
        feasible += bag_solve(up ? BITS : DEFICITS, 0) >= 0;
    }
    CHECK(rounds < 100 || (feasible > 0 && feasible < rounds));
}

/* Multiples of q far apart and one odd size: n, or what is missing to all maxima, is that size, or
   a multiple of q more, or one less. */
static void lone_odd(void) {
    static const int64_t order[] = {0, 3, 1, 2};
    int64_t round, rounds = test_count(2);
    int i, j;
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(10, 24), up = (int)(round % 2), reach;
        int64_t q = test_int(300, 3000), far = test_int(300, 1000), more = order[round / 2 % 4];
        int64_t odd = q * test_int(2 * far, 6 * far), top = up ? 0 : q * 9 * far;
        odd += test_int(1, q - 1);
        bag_start();
        for (i = 0; i < p; i++) {
            int64_t size[10], x = 0;
            bag_proc();
            for (j = 0; j < 10; j++) size[j] = x += q * test_int(1, far / 5);
            for (j = 9; j >= 0 && !up; j--) bag_point(top - size[j], 1 + test_real());
            for (j = 0; j < 10 && up; j++) bag_point(size[j], 1 + test_real());
            if (!up) bag_point(top, 1);
        }
        bag_proc();
        bag_point(up ? odd : top - odd, 2.5);
        if (!up) bag_point(top, 1);
        odd += more == 3 ? -q : more * q * test_int(1, 3);
        bag.n = up ? odd : bag_sum() - odd;
        NOTE("round %lld", (long long)round);
        reach = bag_solve(q, 0) >= 0;
        if (more == 0 || more == 3) CHECK_INT(reach, more == 0);
    }
}

/* All sizes even, n odd, and a processor of odd sizes that is of no use. */
static void unreachable(void) {
    int64_t round, rounds = test_count(12);
    int i, j;
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(2, 100), m = (int)test_int(2, 60);
        bag_start();
        for (i = 0; i < p; i++) {
            int64_t x = 0;
            bag_proc();
            for (j = 0; j < m; j++) {
                x += 2 * test_int(1, 4);
                bag_point(x, draw_seconds(NOISE, x, 0));
            }
        }
        bag.n = test_int(0, bag_sum() / 2) | 1;
        bag_proc();
        if (round % 2) bag_point(bag.n + 2 * test_int(1, 100), 1e-3);
        NOTE("round %lld", (long long)round);
        CHECK_SAME(bag_solve(BITS, 0), -1.0);
        if (round % 2 == 0) { /* it helps, at a price */
            bag_point(bag.n > 9 ? 9 : 1, 1e6);
            CHECK_SAME(bag_solve(BITS, 0), 1e6);
        }
    }
}

/* The largest sum out of reach of a and b is ab - a - b. */
static void frobenius(void) {
    static const int64_t pairs[][2] = {{3, 5}, {7, 11}, {16, 27}, {31, 37}, {101, 103}};
    int which, i;
    for (which = 0; which < 5; which++) {
        int64_t a = pairs[which][0], b = pairs[which][1], gap = a * b - a - b;
        bag_start();
        for (i = 0; i < gap / a + 2; i++) {
            bag_proc();
            bag_point(a, 1 + 1000 * test_real());
            bag_point(b, 1 + 1000 * test_real());
        }
        NOTE("%lld %lld", (long long)a, (long long)b);
        for (bag.n = gap; bag.n < gap + 4; bag.n++)
            CHECK_INT(bag_solve(BITS, bag.n == gap + 1) < 0, bag.n == gap);
    }
    bag_start(); /* and of 6, 10, 15 is 29 */
    for (i = 0; i < 15; i++) {
        bag_proc();
        bag_point(6, 1), bag_point(10, 1), bag_point(15, 1);
    }
    for (bag.n = 29; bag.n < 40; bag.n++) CHECK_INT(bag_solve(BITS, 1) < 0, bag.n == 29);
}

static void shuffle(double *seconds, int64_t count) {
    int64_t i;
    for (i = count - 1; i > 0; i--) {
        int64_t j = test_int(0, i);
        double swap = seconds[i];
        seconds[i] = seconds[j], seconds[j] = swap;
    }
}

static void equal_or_distinct_times(void) {
    int64_t round, rounds = test_count(60), j;
    for (round = 0; round < rounds; round++) {
        int distinct = (int)(round % 2);
        int p = (int)test_int(1, 100), sizes = (int)test_int(1, 50);
        random_bag(p, sizes, test_int(1, 9), SAME);
        for (j = 0; distinct && j < bag.begin[bag.p]; j++) bag.seconds[j] = 1 + (double)j;
        if (distinct) shuffle(bag.seconds, bag.begin[bag.p]);
        bag.n = test_int(0, bag_sum());
        NOTE("round %lld", (long long)round);
        bag_solve(BITS, round % 8 == 0);
    }
}

/* Times a few units in the last place apart are different times. */
static void close_times(void) {
    int64_t round, rounds = test_count(300), j;
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(2, 12), sizes = (int)test_int(1, 8);
        random_bag(p, sizes, 3, SAME);
        for (j = 0; j < bag.begin[bag.p]; j++)
            bag.seconds[j] = test_from_bits(test_bits(bag.seconds[j]) + (uint64_t)test_int(0, 5));
        bag.n = test_int(0, bag_sum());
        NOTE("round %lld", (long long)round);
        bag_solve(BITS, 1);
    }
}

/* The extremes of time. */
static void extreme_times(void) {
    int64_t round, rounds = test_count(200), j;
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(2, 12), sizes = (int)test_int(1, 8);
        random_bag(p, sizes, 3, SAME);
        for (j = 0; j < bag.begin[bag.p]; j++)
            bag.seconds[j] = test_int(0, 3)   ? pow(10, 120 * test_real() - 60)
                             : test_int(0, 1) ? FPM_TIME_MIN
                                              : FPM_TIME_MAX;
        bag.n = test_int(0, bag_sum());
        NOTE("round %lld", (long long)round);
        bag_solve(BITS, 1);
    }
}

static void one_processor(void) {
    int64_t round, rounds = test_count(300), j;
    for (round = 0; round < rounds; round++) {
        double want = -1;
        random_bag(1, 200, test_int(1, 5), NOISE);
        bag.n = test_int(0, bag_sum() + 1);
        for (j = 0; j < bag.begin[1]; j++)
            if (bag.size[j] == bag.n) want = bag.seconds[j];
        CHECK_SAME(bag_solve(BITS, 1), bag.n ? want : 0.0);
        if (bag.n && want >= 0) CHECK_INT(d[0], bag.n);
    }
}

static void one_point_each(void) {
    int64_t round, rounds = test_count(6);
    int i, times;
    for (round = 0; round < rounds; round++) {
        int64_t most = round % 2 ? 1000 : 5;
        times = (int)(round % 3);
        bag_start();
        for (i = 0; i < 1000; i++) {
            int64_t x = test_int(1, most);
            bag_proc();
            bag_point(x, draw_seconds(times, x, 3));
        }
        bag.n = round == 0 ? bag_sum() : test_int(1, bag_sum());
        NOTE("round %lld", (long long)round);
        bag_solve(BITS, 0);
    }
}

/* n = 0, n = 1, and all maxima together: nothing to choose. */
static void corners(void) {
    int64_t round, rounds = test_count(300), j;
    int i;
    for (round = 0; round < rounds; round++) {
        double want = 0;
        int p = (int)test_int(1, 30), sizes = (int)test_int(1, 20);
        random_bag(p, sizes, test_int(1, 1000), (int)(round % 4));
        NOTE("round %lld", (long long)round);
        CHECK_SAME(bag_solve(DEFICITS, 1), 0.0);
        for (i = 0; i < bag.p; i++) CHECK_INT(d[i], 0);
        bag.n = 1;
        for (want = -1, j = 0; j < bag.begin[bag.p]; j++)
            if (bag.size[j] == 1 && (want < 0 || bag.seconds[j] < want)) want = bag.seconds[j];
        CHECK_SAME(bag_solve(BITS, 1), want);
        bag.n = bag_sum();
        for (want = 0, i = 0; i < bag.p; i++)
            if (bag_largest(i) && bag.seconds[bag.begin[i + 1] - 1] > want)
                want = bag.seconds[bag.begin[i + 1] - 1];
        CHECK_SAME(bag_solve(DEFICITS, 1), want);
        for (i = 0; want > 0 && i < bag.p; i++) CHECK_INT(d[i], bag_largest(i));
        bag.n++;
        CHECK_SAME(bag_solve(DEFICITS, 1), -1.0);
    }
}

/* ---- sizes without a small table ---- */

/* Sizes 3^i: each sum is had in one way, so the planted one is the optimum. */
static void powers_of_three(void) {
    int64_t round, rounds = test_count(2);
    int i;
    for (round = 0; round < rounds; round++) {
        int64_t x = 1;
        double want = 0;
        bag_start();
        for (i = 0; i < (test__.count > 1 ? 33 : 22); i++, x *= 3) {
            double t = draw_seconds(NOISE, x, 0);
            bag_proc();
            bag_point(x, t);
            if (bag.n > FPM_SIZE_MAX - x || test_int(0, 1)) continue;
            bag.n += x;
            want = t > want ? t : want;
        }
        NOTE("round %lld", (long long)round);
        CHECK_SAME(bag_solve(HALVES, 0), want);
    }
}

/* Few processors with huge sizes: at most 2^20 choices in either half. */
static void subset_sums(void) {
    static const struct {
        int p, points, bits;
    } shapes[] = {{20, 1, 40}, {12, 2, 48}, {6, 9, 45},  {4, 31, 50}, {2, 900, 52}, {22, 1, 30},
                  {40, 1, 40}, {24, 2, 45}, {12, 9, 48}, {6, 99, 50}, {34, 1, 47},  {30, 1, 48}};
    int64_t round, rounds = test_count(6); /* the larger half takes its time */
    int i, j, shape;
    for (round = 0; round < rounds; round++) {
        int64_t top, x;
        shape = (int)(round % 12);
        top = (int64_t)1 << shapes[shape].bits;
        bag_start();
        for (i = 0; i < shapes[shape].p; i++) {
            int64_t chosen = 0;
            int points = shapes[shape].points;
            bag_proc();
            for (x = test_int(1, 4), j = 0; j < points; j++) {
                x += points == 1 ? top - test_int(0, top / 8) : test_int(1, 2 * top / points);
                bag_point(x, draw_seconds(round % 2 ? NOISE : TREND, x, 3));
                if (test_int(0, points) == 0) chosen = x;
            }
            if (bag.n <= FPM_SIZE_MAX - chosen) bag.n += chosen;
        }
        if (round % 5 == 4 && bag.n > 0) bag.n--; /* hardly ever reachable */
        NOTE("round %lld, shape %d", (long long)round, shape);
        bag_solve(HALVES, 0);
    }
}

/* Huge maxima, n a little less than their sum: what is missing fits a small table. */
static void near_the_top(void) {
    int64_t round, rounds = test_count(40), most;
    int i, j;
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(2, 500), points = (int)test_int(2, 20);
        int64_t top = FPM_SIZE_MAX / p, sum;
        bag_start();
        for (i = 0; i < p; i++) {
            int64_t x = top - test_int(200, 2000);
            bag_proc();
            for (j = 0; j < points; j++) {
                x += test_int(1, 200 / points);
                bag_point(x, (double)test_int(1, round % 2 ? 1000000 : 10));
            }
        }
        for (most = 1; most < p && most < 50; most *= 2) {}
        sum = bag_sum();
        bag.n = sum - test_int(0, 20 * most);
        NOTE("round %lld", (long long)round);
        bag_solve(DEFICITS, 0);
    }
}

/* A common divisor makes small numbers of huge ones. */
static void common_divisor(void) {
    int64_t round, rounds = test_count(40), j;
    for (round = 0; round < rounds; round++) {
        double makespan;
        int64_t unit = ((int64_t)1 << 36) + test_int(0, 1 << 20);
        int p = (int)test_int(2, 60), sizes = (int)test_int(1, 20);
        random_bag(p, sizes, 6, (int)test_int(NOISE, TIES));
        bag.n = test_int(0, bag_sum());
        makespan = bag_solve(BITS, 0);
        for (j = 0; j < bag.begin[bag.p]; j++) bag.size[j] *= unit;
        bag.n *= unit;
        NOTE("round %lld", (long long)round);
        CHECK_SAME(bag_solve(unit, 0), makespan);
        bag.n++;
        CHECK_SAME(bag_solve(unit, 0), -1.0);
    }
}

/* Sums beyond 2^53 and 2^63. */
static void huge_sizes(void) {
    const int64_t top = FPM_SIZE_MAX;
    double least = 1e9;
    int i;
    bag_start();
    for (i = 0; i < 2300; i++) {
        double t = draw_seconds(NOISE, 1, 0);
        bag_proc();
        bag_point(top, t);
        least = t < least ? t : least;
    }
    bag.n = top;
    CHECK_SAME(bag_solve(7, 1), least);
    bag.n = top - 1;
    CHECK_SAME(bag_solve(7, 0), -1.0);
    bag_start(); /* halves of it, some a little off in pairs */
    for (i = 0; i < 64; i++) {
        bag_proc();
        bag_point(top / 2 + (i % 2 ? i / 2 + 1 : -(i / 2 + 1)), 100 - i / 2);
        bag_point(top - 1, 1000);
        bag_point(top, 2000);
    }
    bag.n = top;
    CHECK_SAME(bag_solve(top / 2, 1), 100 - 31.0);
    bag.n = top - 1;
    CHECK_SAME(bag_solve(top / 2, 1), 100 - 30.0); /* 32 above and 33 below */
    bag_start();
    for (i = 0; i < 2; i++) {
        bag_proc();
        bag_point(1, 5), bag_point(top - 1, 2), bag_point(top, 7);
    }
    bag.n = top;
    CHECK_SAME(bag_solve(HALVES, 1), 5.0);
    bag.n = 2;
    CHECK_SAME(bag_solve(HALVES, 1), 5.0);
    bag.n = top - 2;
    CHECK_SAME(bag_solve(HALVES, 1), -1.0);
}

/* Too many processors of huge sizes to be exact for certain: no more is claimed than is so. */
static void beyond_the_table(void) {
    int64_t round, rounds = test_count(1), seen[4] = {0, 0, 0, 0};
    int i, algorithm;
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(50, 120), status, ok;
        double planted = 0;
        bag_start();
        for (i = 0; i < p; i++) {
            int64_t x = test_int((int64_t)1 << 40, (int64_t)1 << 44);
            double t = draw_seconds(NOISE, x, 0);
            bag_proc();
            bag_point(x, t);
            if (test_int(0, 2)) continue;
            bag.n += x;
            planted = t > planted ? t : planted;
        }
        bag_models();
        memset(&options, 0, sizeof options);
        options.max_work = round % 2 ? 30000000 : 100000;
        for (algorithm = 0; algorithm < COUNT; algorithm++) {
            NOTE("round %lld", (long long)round);
            status = solve(bag.n, bag.p, bag.procs, ALGORITHMS[algorithm]);
            if (status == FPM_E_WORK_LIMIT) ok = CHECK_LE(info.lower_bound, planted), seen[0]++;
            else {
                ok = CHECK(status == FPM_OK || status == FPM_WORK_LIMIT) &&
                     answer_ok(bag.n, bag.p, bag.procs, status, 1) &&
                     CHECK_LE(info.lower_bound, planted);
                if (status == FPM_OK) ok &= CHECK_LE(info.makespan, planted);
                seen[1 + status]++;
            }
            if (!ok) bag_failed();
        }
    }
    memset(&options, 0, sizeof options);
    printf("    no answer %lld, solved %lld, with a gap %lld\n", (long long)seen[0],
           (long long)seen[1], (long long)seen[3]);
}

/* Small limits of work and memory: an honest status, or the right answer. */
static void small_limits(void) {
    int64_t round, rounds = test_count(2000), seen[3] = {0, 0, 0};
    int i;
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(2, 30), sizes = (int)test_int(1, 30);
        int64_t gap = test_int(1, 40);
        random_bag(p, sizes, gap, (int)test_int(NOISE, TIES));
        bag.n = test_int(0, bag_sum());
        bag_models();
        memset(&options, 0, sizeof options);
        if (round % 3) options.max_work = (int64_t)pow(10, 6 * test_real());
        if (round % 3 != 1) options.max_bytes = (size_t)pow(10, 2 + 4 * test_real());
        for (i = 0; i < COUNT; i++) {
            NOTE("round %lld, max_work %lld, max_bytes %llu", (long long)round,
                 (long long)options.max_work, (unsigned long long)options.max_bytes);
            bag_check(ALGORITHMS[i], BITS, 0);
            CHECK(options.max_bytes == 0 || info.bytes <= options.max_bytes);
            seen[info.status >= 0 && info.status != FPM_WORK_LIMIT ? 0
                 : info.status == FPM_E_MAX_BYTES                  ? 1
                                                                   : 2]++;
        }
    }
    memset(&options, 0, sizeof options);
    printf("    solved %lld, out of memory %lld, of work %lld\n", (long long)seen[0],
           (long long)seen[1], (long long)seen[2]);
    CHECK(seen[0] > 0 && seen[1] > 0 && seen[2] > 0);
}

/* ---- a partition whatever the limit ---- */

/* p processors of m irregular sizes, a few units to 2 * gap apart, or copies of the first; n is the
   sum of a size of each.  Returns when these finish. */
static double irregular(int p, int m, int64_t gap, int times, int copies) {
    double planted = 0;
    int i, j;
    bag_start();
    for (i = 0; i < p; i++) {
        int64_t x = 0;
        int chosen = (int)test_int(m / 4, m - 1);
        bag_proc();
        for (j = 0; j < m; j++) {
            int64_t from = bag.begin[0] + j;
            x += test_int(1, 2 * gap);
            if (copies && i > 0) bag_point(bag.size[from], bag.seconds[from]);
            else bag_point(x, draw_seconds(times, x, 0.01));
        }
        j = (int)bag.begin[i] + chosen;
        bag.n += bag.size[j];
        planted = bag.seconds[j] > planted ? bag.seconds[j] : planted;
    }
    return planted;
}

static int by_time(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The engine's first bound: the least time by which the most that each processor can do sums to n,
   from all times of all sizes; to the last bit where models are finite, else to a few, since times
   that stay equal between points are rounded.  Few processors and many. */
static void envelope(void) {
    enum { TOP = 60, P = 30 };
    static double at[P][TOP + 1], times[P * TOP];
    int64_t round, rounds = test_count(1000);
    for (round = 0; round < rounds; round++) {
        static const int kinds[] = {FPM_DISCRETE, FPM_PIECEWISE, FPM_AKIMA};
        fpm_model models[P];
        fpm_proc procs[P] = FPM_ZERO;
        int64_t size[P][6], n = 0, x;
        double seconds[P][6], least;
        int p = (int)test_int(2, round % 2 ? P : 6), count = 0, low = -1, high, i, j, status;
        for (i = 0; i < p; i++) {
            int points = (int)test_int(1, 6);
            for (j = 0, x = 0; j < points; j++) {
                x += test_int(1, 9);
                size[i][j] = x;
                seconds[i][j] = test_int(0, 3) && j
                                    ? seconds[i][j - 1] * (1 + 1e-15 * (double)(round % 3))
                                    : (double)test_int(1, 40) / 7;
            }
            REQUIRE(test_borrow(&models[i], kinds[round % 4 < 2 ? 0 : test_int(0, 2)], points,
                                size[i], seconds[i]) == FPM_OK);
            procs[i].model = &models[i];
            procs[i].max = TOP;
            procs[i].fixed = test_int(0, 2) ? 0 : (double)test_int(1, 9) / 3;
            for (x = 1; x <= TOP; x++) {
                at[i][x] = seconds_of(&procs[i], x);
                if (at[i][x] < 1e299) times[count++] = at[i][x];
            }
            n += test_int(0, 2) ? size[i][test_int(0, points - 1)] : 0;
        }
        qsort(times, (size_t)count, sizeof *times, by_time);
        for (high = count; high - low > 1;) { /* done by times[high], not by times[low] */
            int middle = low + (high - low) / 2;
            int64_t sum = 0;
            for (i = 0; i < p; i++) {
                for (x = n < TOP ? n : TOP; x > 0 && at[i][x] > times[middle];) x--;
                sum += x;
            }
            if (sum >= n) high = middle;
            else low = middle;
        }
        NOTE("round %lld p %d n %lld", (long long)round, p, (long long)n);
        status = inside_envelope(n, p, procs, &least);
        if (high < count && CHECK_INT(status, FPM_OK)) {
            double want = n > 0 ? times[high] : 0;
            if (round % 4 < 2) CHECK_SAME(least, want);
            else CHECK_REL(least, want, 1e-15);
        } else if (high == count) CHECK_INT(status, FPM_E_INFEASIBLE);
        for (i = 0; i < p; i++) fpm_model_free(&models[i]);
    }
}

/* Where whole shares abound there is always a partition, however little work is allowed, and its
   bound holds.  Sums are too many for tables. */
static void always_some(void) {
    static const struct {
        int p, m, copies;
        int64_t gap;
    } shapes[] = {{4, 20000, 0, 10000},   {60, 1500, 1, 100000}, {1, 30000, 0, 1000000},
                  {30, 1000, 0, 1000000}, {2000, 40, 0, 100000}, {2300, 50, 1, 50000},
                  {3, 20000, 1, 100000}};
    int64_t seen[2] = {0, 0};
    int round, rounds = (int)test_count(5), work;
    for (round = 0; round < rounds; round++) {
        int shape = round % 7;
        double planted = irregular(shapes[shape].p, shapes[shape].m, shapes[shape].gap,
                                   round % 2 ? NOISE : TREND, shapes[shape].copies);
        bag_models();
        memset(&options, 0, sizeof options);
        for (work = 0; work < 2; work++) {
            int status, ok;
            options.max_work = work ? 10000000 : 1;
            NOTE("round %d, shape %d, work %d", round, shape, work);
            status = solve(bag.n, bag.p, bag.procs, FPM_AUTO);
            ok = CHECK(status >= 0) && answer_ok(bag.n, bag.p, bag.procs, status, 0) &&
                 CHECK_LE(info.lower_bound, planted) &&
                 CHECK(bag_reach(DEFICITS, info.lower_bound) <= 0);
            if (!ok) bag_failed();
            seen[info.status == FPM_WORK_LIMIT]++;
        }
    }
    memset(&options, 0, sizeof options);
    printf("    solved %lld, with a gap %lld\n", (long long)seen[0], (long long)seen[1]);
    CHECK(seen[1] > 0);
}

/* The same with processors that take any size, or multiples of grains of their own: among some with
   large irregular sizes, where one takes any size, or alone.  Then the short last tests see only a
   part of the sums at a time: in 12000 rounds 8 were left without a partition, all alone. */
static void always_some_mixed(void) {
    static const int64_t grains[] = {7, 64, 1000, 4096, 30030};
    static const int64_t ends[] = {1000, INT64_C(1000000000000)};
    static const double rise[] = {1, 1e9};
    int round, rounds = (int)test_count(60), i, without = 0;
    fpm_model any;
    CHECK_INT(fpm_model_init(&any, FPM_PIECEWISE, 2, ends, rise, &test_borrowed, NULL), FPM_OK);
    memset(&options, 0, sizeof options);
    for (round = 0; round < rounds; round++) {
        int alone = round % 2, status;
        double planted = irregular(20, 30, INT64_C(1) << (round % 30), TREND, 0);
        bag_models();
        bag.n = 0;
        for (planted = 0, i = 0; i < bag.p; i++) {
            fpm_proc *proc = &bag.procs[i];
            int64_t x = bag.size[test_int(bag.begin[i], bag.begin[i + 1] - 1)];
            double t;
            if (alone || i == 7 || test_int(0, 9) == 0) {
                proc->model = &any;
                proc->grain = i == 7 && !alone ? 1 : grains[test_int(0, 4)];
                proc->min = test_int(0, 3) ? 0 : 500000;
                x = proc->grain * test_int(1000000 / proc->grain, 2000000 / proc->grain);
            }
            t = seconds_of(proc, x);
            bag.n += x;
            planted = t > planted ? t : planted;
        }
        options.max_work = round % 4 < 2 ? 1 : 100000;
        NOTE("round %d", round);
        status = solve(bag.n, bag.p, bag.procs, FPM_AUTO);
        CHECK_LE(info.lower_bound, planted * (1 + 1e-12));
        if (status == FPM_E_WORK_LIMIT && alone) without++;
        else if (CHECK(status >= 0)) answer_ok(bag.n, bag.p, bag.procs, status, 0);
    }
    CHECK(without <= 1 + rounds / 200);
    memset(&options, 0, sizeof options);
}

/* max_work holds inside a step as well: one processor's sizes against all sums of a wide window. */
static void work_inside(void) {
    clock_t begin = clock();
    int way;
    for (way = 0; way < 2; way++) {
        irregular(3, 40000, 1000, NOISE, way);
        bag_models();
        memset(&options, 0, sizeof options);
        options.max_work = 1000000;
        CHECK(solve(bag.n, bag.p, bag.procs, FPM_OPTIMAL) >= 0);
    }
    memset(&options, 0, sizeof options);
    CHECK((double)(clock() - begin) / CLOCKS_PER_SEC < 10); /* without: a minute */
}

/* ---- the same again ---- */

static void same_answer(int status, const fpm_info *first, const int64_t *before) {
    int ok = CHECK_INT(info.status, status) & CHECK_SAME(info.makespan, first->makespan);
    ok &= CHECK_SAME(info.lower_bound, first->lower_bound);
    ok &= CHECK(info.iterations == first->iterations && info.evaluations == first->evaluations);
    ok &= CHECK(info.bytes == first->bytes && info.busy == first->busy);
    ok &= CHECK(status < 0 || memcmp(before, d, (size_t)bag.p * sizeof *d) == 0);
    if (!ok) bag_failed();
}

static void same_twice(void) {
    static int64_t before[PROCS];
    static fpm_model copy[PROCS];
    int64_t round, rounds = test_count(300), share[PROCS];
    int i, a;
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(1, 40), sizes = (int)test_int(1, 40);
        random_bag(p, sizes, test_int(1, 9), (int)(round % 4));
        bag.n = test_int(0, bag_sum());
        for (a = 0; a < COUNT; a++) {
            fpm_info first;
            int status;
            bag_models();
            status = solve(bag.n, bag.p, bag.procs, ALGORITHMS[a]);
            first = info;
            memcpy(before, d, sizeof before);
            NOTE("round %lld", (long long)round);
            solve(bag.n, bag.p, bag.procs, ALGORITHMS[a]);
            same_answer(status, &first, before);
            for (i = 0; i < bag.p; i++) { /* models elsewhere in memory */
                copy[bag.p - 1 - i] = bag.model[i];
                bag.procs[i].model = &copy[bag.p - 1 - i];
            }
            solve(bag.n, bag.p, bag.procs, ALGORITHMS[a]);
            same_answer(status, &first, before);
            CHECK_INT(fpm_partition(bag.n, bag.p, bag.procs, &options, share, NULL), status);
            CHECK(status < 0 || memcmp(share, d, (size_t)bag.p * sizeof *d) == 0);
        }
    }
}

/* In another order the makespan is the same. */
static void permuted(void) {
    int64_t round, rounds = test_count(200);
    int i;
    for (round = 0; round < rounds; round++) {
        double makespan;
        int p = (int)test_int(2, 60), sizes = (int)test_int(1, 30);
        random_bag(p, sizes, test_int(1, 9), (int)(round % 4));
        bag.n = test_int(0, bag_sum());
        makespan = bag_solve(BITS, 0);
        for (i = bag.p - 1; i > 0; i--) {
            int j = (int)test_int(0, i);
            fpm_proc swap = bag.procs[i];
            bag.procs[i] = bag.procs[j], bag.procs[j] = swap;
        }
        NOTE("round %lld", (long long)round);
        for (i = 0; i < COUNT; i++) {
            int status = solve(bag.n, bag.p, bag.procs, ALGORITHMS[i]);
            CHECK_SAME(status < 0 ? -1 : info.makespan, makespan);
            if (status >= 0) answer_ok(bag.n, bag.p, bag.procs, status, 0);
        }
    }
}

/* Models shared by many processors, one by all, and copies of one: all the same. */
static void shared(void) {
    int64_t round, rounds = test_count(60), j;
    int i, a, kinds;
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(2, 150), m = (int)test_int(1, 20), times;
        double makespan;
        kinds = (int)test_int(1, round % 2 ? 1 : 4);
        times = (int)test_int(NOISE, TIES);
        random_bag(kinds, m, test_int(1, 20), times);
        for (i = kinds; i < p; i++) {
            int from = (int)test_int(0, kinds - 1);
            bag_proc();
            for (j = bag.begin[from]; j < bag.begin[from + 1]; j++)
                bag_point(bag.size[j], bag.seconds[j]);
        }
        bag.n = test_int(0, bag_sum());
        NOTE("round %lld", (long long)round);
        makespan = bag_solve(BITS, 0);
        for (i = 0; i < bag.p; i++)
            for (a = 0; a < i; a++) { /* the first of equal ones serves all */
                int64_t k = bag.begin[i + 1] - bag.begin[i];
                if (bag.begin[a + 1] - bag.begin[a] == k &&
                    (k == 0 || memcmp(bag.seconds + bag.begin[a], bag.seconds + bag.begin[i],
                                      (size_t)k * sizeof(double)) == 0) &&
                    (k == 0 || memcmp(bag.size + bag.begin[a], bag.size + bag.begin[i],
                                      (size_t)k * sizeof(int64_t)) == 0)) {
                    bag.procs[i].model = &bag.model[a];
                    break;
                }
            }
        for (i = 0; i < COUNT; i++) CHECK_SAME(bag_check(ALGORITHMS[i], BITS, 0), makespan);
    }
}

/* ---- any models and constraints ---- */

static void failed(void) {
    printf("    algorithm %d, status %d (%s), makespan %.17g, lower bound %.17g\n",
           options.algorithm, info.status, fpm_status_str(info.status), info.makespan,
           info.lower_bound);
    instance_failed();
}

/* Where a straight line makes the time of a model the same at many sizes, rounding moves it by an
   ulp or two from one size to the next, up and down: no run of sizes has an end that is exact. */
enum { BLUR = 4 };

/* Teeth: a trend, each point off it by up to a factor. */
static void sawtooth(oracle_model *m, int k, int64_t top, double teeth) {
    int i, j;
    double speed = pow(10, 3 * test_real());
    points_random(m, k, top, TIMES_RISING);
    for (i = 0; i < m->count; i++)
        m->seconds[i] = (double)m->size[i] / speed * (i % 2 ? 1 + teeth * test_real() : 1);
    for (i = 0, j = (int)test_int(0, 3); j == 0 && i < m->count; i++) /* paging at the end */
        if (4 * m->size[i] > 3 * top) m->seconds[i] *= 20;
}

static void random_model(int i, int64_t top) {
    oracle_model *m = &the.truth[i];
    int how = (int)test_int(0, 9), k = (int)test_int(1, test_int(0, 1) ? 6 : 24);
    memset(m, 0, sizeof *m);
    m->kind = how < 3 ? FPM_AKIMA : how < 5 ? FPM_PIECEWISE : how < 9 ? FPM_DISCRETE : FPM_CONSTANT;
    if (m->kind == FPM_AKIMA && k < 5) k = 5;
    if (m->kind == FPM_DISCRETE && !test_int(0, 9)) m->count = 0;
    else if (m->kind == FPM_CONSTANT || !test_int(0, 3)) points_random(m, k, top, TIMES_EXACT);
    else if (test_int(0, 1)) points_random(m, k, top, test_int(0, 2) ? TIMES_NOISY : TIMES_SMALL);
    else sawtooth(m, k, top, 3);
    instance_model(i);
}

/* Grains divide 12, for the oracle of large n. */
static void random_rules(int mixed) {
    static const int64_t grains[] = {1, 2, 3, 4, 6, 12};
    int i, which = (int)test_int(0, 31);
    int64_t grain = grains[test_int(0, 5)];
    for (i = 0; i < the.p; i++) {
        fpm_proc *r = &the.procs[i];
        int64_t fair = the.n / the.p + 1;
        if (which & 1 && test_int(0, 1)) r->min = test_int(1, fair + 1);
        if (which & 2 && test_int(0, 1)) r->max = test_int(1, 3 * fair);
        if (which & 4) r->grain = mixed && test_int(0, 2) ? grains[test_int(0, 5)] : grain;
        if (which & 8 && test_int(0, 1)) {
            r->fixed = test_real();
            r->fixed *= (double)test_int(0, 3);
        }
        if (which & 16 && !test_int(0, 3)) r->required = 1;
        if (r->max > 0 && r->min > r->max) r->max = r->min;
    }
    instance_rules();
}

static void random_instance(int64_t n, int p) {
    int i;
    the.n = n;
    the.p = p;
    for (i = 0; i < p; i++) {
        int64_t top = n / (test_int(0, 1) ? 1 : p) + 3;
        do {
            fpm_model_free(&the.model[i]);
            random_model(i, top);
        } while (!the.model[i].positive);
        instance_proc(i, i);
    }
}

/* Least makespan in the library's own times, by the plain program over units; -1: none. */
static double best_in_doubles(void) {
    size_t row = (size_t)the.n + 1;
    long double *table = (long double *)oracle_get((size_t)the.p * row, sizeof *table), best;
    int64_t x;
    int i;
    for (i = 0; i < the.p; i++)
        for (x = 0; x <= the.n; x++)
            table[(size_t)i * row + (size_t)x] = allowed(&the.procs[i], x)
                                                     ? (long double)seconds_of(&the.procs[i], x)
                                                     : ORACLE_NEVER;
    best = oracle_table_best(the.n, the.p, table);
    free(table);
    return best < ORACLE_NEVER ? (double)best : -1;
}

static void constraints(void) {
    int64_t round, rounds = test_count(1500), feasible = 0;
    int i;
    for (round = 0; round < rounds; round++) {
        long double best;
        double same;
        the.n = test_int(0, test_int(0, 9) ? 40 : 150);
        random_instance(the.n, (int)test_int(1, test_int(2, 7)));
        random_rules(1);
        best = oracle_best(the.n, the.p, the.rules);
        same = best_in_doubles();
        feasible += best < ORACLE_NEVER;
        NOTE("round %lld", (long long)round);
        if (round % 4 == 0) { /* the oracle of large n agrees */
            CHECK_INT(oracle_sums(the.n, the.p, the.rules, 12,
                                  fminl(best * (1 + 1e-12L) + 1e-70L, ORACLE_NEVER)),
                      best < ORACLE_NEVER);
            if (best > 0) CHECK(!oracle_sums(the.n, the.p, the.rules, 12, best * (1 - 1e-12L)));
        }
        for (i = 0; i < COUNT; i++) {
            int status = solve(the.n, the.p, the.procs, ALGORITHMS[i]), ok;
            if (best == ORACLE_NEVER) ok = CHECK_INT(status, FPM_E_INFEASIBLE);
            else
                ok = CHECK(status >= 0) &&
                     answer_ok(the.n, the.p, the.procs, status, round % 8 == 0) &&
                     CHECK_ULP(info.makespan, same, BLUR) &&
                     CHECK_REL(info.makespan, (double)best, 1e-12) &&
                     CHECK_REL((double)oracle_makespan(the.p, the.rules, d), (double)best, 1e-12);
            if (!ok) failed();
        }
        instance_free();
    }
    CHECK(feasible > rounds / 3 && feasible < rounds);
}

/* ---- large n ---- */

/* No move of units from the processors that finish last makes the makespan less. */
static int moves_ok(void) {
    int i, j, k, critical = 0, last = 0, ok = 1;
    long double least = info.makespan * (1 - 1e-13L);
    for (i = 0; i < the.p; i++)
        if (seconds_of(&the.procs[i], d[i]) >= info.makespan) critical++, last = i;
    if (critical != 1) return 1;
    for (j = 0; j < the.p; j++)
        for (k = 0; k < 60; k++) {
            int64_t by = k < 8 ? k + 1 : (int64_t)pow((double)the.n, test_real());
            long double less, more;
            if (j == last || by > d[last] || by > the.n - d[j]) continue;
            less = oracle_share(&the.rules[last], d[last] - by);
            more = oracle_share(&the.rules[j], d[j] + by);
            if (less < least && more < least) ok = 0;
        }
    return CHECK(ok);
}

static int64_t unknown, judged, given_up;

/* No partition is done before a time; none is known to be when the oracle cannot tell. */
static int not_before(double time, int64_t modulus) {
    int reach;
    if (!(time > 0)) return 1;
    reach = oracle_sums(the.n, the.p, the.rules, modulus, (long double)time * (1 - 1e-13L));
    judged++, unknown += reach < 0;
    return CHECK(reach <= 0);
}

static void check_large(int64_t modulus) {
    double makespan = -1, again;
    int i, ok, limited = options.max_work > 0;
    for (i = 0; i < COUNT; i++) {
        int status = solve(the.n, the.p, the.procs, ALGORITHMS[i]);
        if (status == FPM_E_INFEASIBLE)
            ok = CHECK(oracle_sums(the.n, the.p, the.rules, modulus, ORACLE_NEVER) <= 0);
        else if (status == FPM_E_WORK_LIMIT && limited) ok = not_before(info.lower_bound, modulus);
        else
            ok = CHECK(status >= 0 && (status != FPM_WORK_LIMIT || limited)) &&
                 answer_ok(the.n, the.p, the.procs, status, 1) &&
                 (i > 0 || not_before(info.lower_bound, modulus)) &&
                 (status == FPM_WORK_LIMIT || moves_ok());
        again = status < 0 ? -1 : info.makespan;
        if (i == 0) makespan = again;
        ok &= CHECK_SAME(again, makespan);
        if (status == FPM_E_WORK_LIMIT || status == FPM_WORK_LIMIT) given_up++;
        if (!ok) failed();
    }
}

/* At most one grain for all. */
static void large(void) {
    int64_t round, rounds = test_count(200), feasible = 0;
    unknown = judged = 0;
    for (round = 0; round < rounds; round++) {
        the.n = (int64_t)pow(2, 7 + 31.6 * test_real());
        random_instance(the.n, (int)test_int(1, 5));
        if (round % 2) random_rules(0);
        else instance_rules();
        NOTE("round %lld", (long long)round);
        check_large(round % 2 ? 12 : 1);
        feasible += info.status >= 0;
        instance_free();
    }
    printf("    %lld feasible, %lld of %lld unknown\n", (long long)feasible, (long long)unknown,
           (long long)judged);
    CHECK(10 * unknown <= judged);
    CHECK(feasible > rounds / 3);
}

/* Grains that differ leave no runs of numbers: giving up is legal, a wrong bound is not. */
static void large_grains(void) {
    int64_t round, rounds = test_count(100);
    unknown = judged = given_up = 0;
    memset(&options, 0, sizeof options);
    options.max_work = 3000000;
    for (round = 0; round < rounds; round++) {
        the.n = (int64_t)pow(2, 7 + 31.6 * test_real());
        random_instance(the.n, (int)test_int(1, 3));
        random_rules(1);
        NOTE("round %lld", (long long)round);
        check_large(12);
        instance_free();
    }
    memset(&options, 0, sizeof options);
    printf("    given up %lld of %lld, %lld of %lld unknown\n", (long long)given_up,
           (long long)rounds * COUNT, (long long)unknown, (long long)judged);
    CHECK(10 * unknown <= judged);
}

/* Sizes and n times 2^a, times times 2^b: the same numbers, scaled.  Which of several optimal
   partitions it is depends on the algorithm and, where times stay equal, on rounding: a share
   beyond the points (answer_ok compares the status with the shares) need not be one again. */
static void scaled(void) {
    int64_t round, rounds = test_count(600);
    int i, j, a;
    for (round = 0; round < rounds; round++) {
        double makespan, factor = pow(2, (double)test_int(-20, 20));
        int64_t unit = (int64_t)1 << test_int(1, 32);
        int status;
        the.n = test_int(1, 1000);
        random_instance(the.n, (int)test_int(1, 6));
        if (round % 2) random_rules(1);
        for (i = 0; i < the.p; i++)
            if (the.procs[i].grain == 0) the.procs[i].grain = 1;
        instance_rules();
        status = solve(the.n, the.p, the.procs, FPM_OPTIMAL);
        makespan = status < 0 ? 0 : info.makespan;
        the.n *= unit;
        for (i = 0; i < the.p; i++) {
            oracle_model *m = &the.truth[i];
            fpm_proc *r = &the.procs[i];
            for (j = 0; j < m->count; j++) m->size[j] *= unit, m->seconds[j] *= factor;
            m->at *= unit;
            fpm_model_free(&the.model[i]);
            instance_model(i);
            r->min *= unit, r->max *= unit, r->grain *= unit, r->fixed *= factor;
        }
        instance_rules();
        NOTE("round %lld unit %lld factor %g", (long long)round, (long long)unit, factor);
        for (a = 0; a < COUNT; a++) {
            int again = solve(the.n, the.p, the.procs, ALGORITHMS[a]);
            int ok = CHECK_INT(again == FPM_EXTRAPOLATED ? FPM_OK : again,
                               status == FPM_EXTRAPOLATED ? FPM_OK : status);
            if (ok && status >= 0)
                ok = answer_ok(the.n, the.p, the.procs, again, 1) &&
                     CHECK_ULP(info.makespan, makespan * factor, BLUR);
            if (!ok) failed();
        }
        instance_free();
    }
}

/* All points take 3 s.  Between them times are 3 s but for rounding, so that shares may be done a
   little later than the least time that the search finds: they are proven optimal nevertheless. */
static void flat_times(void) {
    int64_t round, rounds = test_count(300);
    int i, j, a;
    for (round = 0; round < rounds; round++) {
        the.p = (int)test_int(1, 3);
        the.n = 0;
        for (i = 0; i < the.p; i++) {
            oracle_model *m = &the.truth[i];
            memset(m, 0, sizeof *m);
            m->kind = FPM_PIECEWISE;
            points_random(m, 3, 24, TIMES_SMALL);
            for (j = 0; j < m->count; j++) m->seconds[j] = 3;
            instance_model(i);
            instance_proc(i, i);
            the.procs[i].grain = test_int(1, 4);
            j = (int)test_int(m->size[0], m->size[m->count - 1]);
            the.n += j - j % the.procs[i].grain;
        }
        instance_rules();
        NOTE("round %lld", (long long)round);
        for (a = 0; a < COUNT; a++) {
            int status = solve(the.n, the.p, the.procs, ALGORITHMS[a]);
            if (!CHECK(status >= 0) || !answer_ok(the.n, the.p, the.procs, status, 1)) failed();
        }
        instance_free();
    }
}

/* Shares are drawn first; every processor is done with its own by the end, and with more only
   later: the sum of what can be done before the end is too small. */
static void planted(void) {
    int64_t round, rounds = test_count(200);
    int i, j, a;
    for (round = 0; round < rounds; round++) {
        int64_t scale = (int64_t)pow(10, 1 + 9.6 * test_real());
        double end = 1 + 1000 * test_real();
        the.p = (int)test_int(1, round % 8 ? 8 : INSTANCE_PROCS);
        the.n = 0;
        for (i = 0; i < the.p; i++) {
            oracle_model *m = &the.truth[i];
            int k = (int)test_int(1, 8), kind = (int)test_int(0, 2);
            int64_t share = test_int(0, 9) ? test_int(scale / 9 + 9, scale + 9) : 0;
            double speed = (double)(share ? share : scale) / end;
            memset(m, 0, sizeof *m);
            m->kind = kind == 0 ? FPM_DISCRETE : kind == 1 ? FPM_PIECEWISE : FPM_CONSTANT;
            if (m->kind == FPM_CONSTANT || share == 0) k = 0;
            for (j = 0; j < k && share; j++) { /* teeth, some of them later than the end */
                int64_t x = share / (k + 1) * (j + 1);
                m->size[j] = x;
                m->seconds[j] = (double)x / speed * (test_int(0, 3) ? 1 : 0.7 + 8 * test_real());
            }
            j = share ? k : 0;
            m->size[j] = share ? share : scale;
            m->seconds[j++] = share ? end : 1.5 * end;
            for (a = (int)test_int(0, 4); a > 0 && m->kind != FPM_CONSTANT; a--, j++) {
                m->size[j] = m->size[j - 1] + test_int(1, scale); /* slower and slower */
                m->seconds[j] = (double)m->size[j] / (double)m->size[j - 1] * m->seconds[j - 1] *
                                (1 + test_real());
            }
            m->count = j;
            instance_model(i);
            instance_proc(i, i);
            if (share == 0) the.procs[i].fixed = end;
            the.n += share;
        }
        instance_rules();
        NOTE("round %lld", (long long)round);
        for (a = 0; a < COUNT; a++) {
            int status = solve(the.n, the.p, the.procs, ALGORITHMS[a]);
            if (!(CHECK(status == FPM_OK) && answer_ok(the.n, the.p, the.procs, status, 1) &&
                  CHECK_REL(info.makespan, the.n ? end : 0, 1e-14)))
                failed();
        }
        instance_free();
    }
}

/* ---- failures, stops, the check itself ---- */

/* Instances that take the engine different ways; returns how many there are. */
static int way(int which) {
    static const int64_t huge[] = {INT64_C(1) << 40, INT64_C(3) << 39, INT64_C(5) << 38};
    int i;
    test__.rng = 4711 + (uint64_t)which;
    memset(&options, 0, sizeof options);
    if (which == 0) random_bag(8, 6, 3, NOISE), bag.n = bag_sum() / 2;
    else if (which == 1) random_bag(40, 40, 30, TREND), bag.n = bag_sum() / 3;
    else if (which == 2) odd_sizes(20, 20, 100, 1, -1);
    else if (which == 3) { /* halves */
        for (bag_start(), i = 0; i < 18; i++) {
            int64_t size = huge[i % 3] + test_int(0, 1000000);
            bag_proc();
            bag_point(size, 1 + test_real());
            if (i % 3) bag.n += bag_largest(i);
        }
    } else if (which == 4) { /* unreachable */
        odd_sizes(20, 20, 2, 0, 1001);
    } else { /* tooth upon tooth, mixed grains */
        the.n = 777, the.p = 6;
        for (i = 0; i < the.p; i++) {
            oracle_model *m = &the.truth[i];
            memset(m, 0, sizeof *m);
            m->kind = i < 3 ? FPM_PIECEWISE : FPM_AKIMA;
            points_random(m, 20, 400, TIMES_NOISY);
            instance_model(i);
            instance_proc(i, i);
            the.procs[i].grain = 1 + 2 * i;
        }
        bag.n = the.n, bag.p = the.p;
        memcpy(bag.procs, the.procs, (size_t)the.p * sizeof *bag.procs);
    }
    if (which < 5) bag_models();
    return 6;
}

static void memory_failures(void) {
    int which, forever, k, a;
    for (which = 0; which < way(0); which++)
        for (a = 0; a < COUNT; a++) {
            int plain;
            double makespan;
            way(which);
            plain = solve(bag.n, bag.p, bag.procs, ALGORITHMS[a]);
            makespan = plain < 0 ? 0 : info.makespan;
            for (forever = 0; forever < 2; forever++)
                for (k = 1; k < 2000; k++) {
                    test_heap heap;
                    int status;
                    test_heap_start(&heap, k, forever);
                    options.alloc = &heap.alloc;
                    NOTE("way %d, request %d, forever %d", which, k, forever);
                    status = solve(bag.n, bag.p, bag.procs, ALGORITHMS[a]);
                    CHECK(test_heap_clean(&heap));
                    if (heap.failures && status == FPM_E_MEMORY) continue;
                    CHECK_INT(status, plain); /* an engine may have another way */
                    if (status >= 0) CHECK_SAME(info.makespan, makespan);
                    if (heap.failures) continue;
                    CHECK_INT(info.bytes, heap.peak);
                    break;
                }
        }
    memset(&options, 0, sizeof options);
}

static void memory_limit(void) {
    int which, a;
    for (which = 0; which < way(0); which++)
        for (a = 0; a < COUNT; a++) {
            static const double part[] = {1, 0.999, 0.9, 0.5, 0.2, 0.05};
            size_t bytes;
            double makespan;
            int status, k, plain;
            way(which);
            NOTE("way %d", which);
            plain = solve(bag.n, bag.p, bag.procs, ALGORITHMS[a]);
            bytes = info.bytes;
            makespan = info.makespan;
            for (k = 0; k < 6; k++) {
                options.max_bytes = (size_t)((double)bytes * part[k]);
                if (options.max_bytes == 0) continue;
                status = solve(bag.n, bag.p, bag.procs, ALGORITHMS[a]);
                CHECK(info.bytes <= options.max_bytes);
                if (status == plain) CHECK(status < 0 || !test_ulps(info.makespan, makespan));
                else /* another way, that fits, may give up */
                    CHECK(k > 0 && (status == FPM_E_MAX_BYTES || status == FPM_WORK_LIMIT ||
                                    status == FPM_E_WORK_LIMIT));
                if (plain >= 0) CHECK_LE(info.lower_bound, makespan);
            }
            options.max_bytes = 1;
            CHECK_INT(solve(bag.n, bag.p, bag.procs, ALGORITHMS[a]), FPM_E_MAX_BYTES);
        }
    memset(&options, 0, sizeof options);
}

static void stopping(void) {
    static int64_t before[PROCS];
    int which, a, k, i, calls = 0, stopped = 0;
    for (which = 0; which < way(0); which++)
        for (a = 0; a < COUNT; a++) {
            stopper s = {0, 0, 0};
            fpm_info plain;
            int status;
            way(which);
            NOTE("way %d", which);
            status = solve(bag.n, bag.p, bag.procs, ALGORITHMS[a]);
            plain = info;
            memcpy(before, d, sizeof before);
            options.progress = stop_at;
            options.context = &s;
            CHECK_INT(solve(bag.n, bag.p, bag.procs, ALGORITHMS[a]), status);
            for (i = 0; i < bag.p; i++) CHECK_INT(d[i], before[i]); /* looking on changes nothing */
            if (status >= 0) CHECK_SAME(info.makespan, plain.makespan);
            CHECK_INT(s.bad, 0);
            calls += s.calls;
            for (k = 1; k <= s.calls && k < 60; k++) {
                stopper t = {0, 0, 0};
                t.stop_at = k;
                options.context = &t;
                i = solve(bag.n, bag.p, bag.procs, ALGORITHMS[a]);
                CHECK_INT(t.calls, k);
                if (status < 0) CHECK(i == FPM_E_STOPPED || i == status);
                if (status < 0 || i == FPM_E_STOPPED) continue;
                CHECK(i == FPM_STOPPED || i == status); /* the last step may prove it */
                CHECK(info.makespan >= plain.makespan && info.lower_bound <= plain.makespan);
                stopped += i == FPM_STOPPED;
            }
        }
    CHECK(calls > 0 && stopped > 0);
    memset(&options, 0, sizeof options);
}

/* One share changed, two exchanged, one unit moved: the check says what is wrong, or how late. */
static void mutations(void) {
    static int64_t share[INSTANCE_PROCS];
    int64_t round, rounds = test_count(1500), wrong = 0, right = 0;
    int i, k;
    for (round = 0; round < rounds; round++) {
        long double best;
        the.n = test_int(1, 60);
        random_instance(the.n, (int)test_int(1, 6));
        random_rules(1);
        if (solve(the.n, the.p, the.procs, FPM_OPTIMAL) < 0) {
            instance_free();
            continue;
        }
        best = oracle_best(the.n, the.p, the.rules);
        NOTE("round %lld", (long long)round);
        for (k = 0; k < 12; k++) {
            int a = (int)test_int(0, the.p - 1), b = (int)test_int(0, the.p - 1), first = -1, got;
            int64_t by = test_int(1, k % 2 ? 2 : the.n), sum = 0;
            fpm_info found;
            memcpy(share, d, sizeof share);
            if (k < 3) share[a] += test_int(0, 1) ? by : -by;
            else if (k < 6) share[a] = d[b], share[b] = d[a];
            else share[a] -= by, share[b] += by;
            if (k == 0) share[a] = test_int(0, 1) ? INT64_MAX : INT64_MIN;
            for (i = the.p - 1; i >= 0; i--) {
                sum += share[i] > -100000 && share[i] < 100000 ? share[i] : 1 << 30;
                if (!allowed(&the.procs[i], share[i]) || share[i] > the.n) first = i;
            }
            memset(&found, 0x55, sizeof found);
            got = fpm_partition_check(the.n, the.p, the.procs, NULL, share, &found);
            if (first >= 0 || sum != the.n) {
                wrong++;
                if (!(CHECK_INT(got, FPM_E_VIOLATED) & CHECK_INT(found.fault, first))) failed();
            } else {
                double makespan = 0;
                right++;
                for (i = 0; i < the.p; i++) {
                    double t = seconds_of(&the.procs[i], share[i]);
                    makespan = t > makespan ? t : makespan;
                }
                if (!(CHECK(got == FPM_OK || got == FPM_EXTRAPOLATED) &
                      CHECK_SAME(found.makespan, makespan) &
                      CHECK_LE(found.lower_bound, (double)best * (1 + 1e-12))))
                    failed();
            }
        }
        instance_free();
    }
    CHECK(wrong > rounds && right > rounds);
}

/* Many processors whose sizes are multiples of one of three steps, and times that are often equal:
   the window is wide, and is met with few units that are no multiples of the usual step. */
static void many_of_three_steps(void) {
    int64_t round, rounds = test_count(40), feasible = 0;
    options.max_work = 20000000;
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(100, 200), i, j, count;
        int64_t step[3], n = test_int(33000, 60000);
        for (i = 0; i < 3; i++) step[i] = test_int(100, 200);
        bag_start();
        for (i = 0; i < p; i++) {
            int64_t by = step[test_int(0, 1) ? 0 : test_int(0, 2)], first = test_int(1, 4);
            bag_proc();
            for (j = 0, count = (int)test_int(3, 8); j < count; j++)
                bag_point((first + j) * by, (double)test_int(1, 6));
        }
        bag.n = n < bag_sum() ? n : bag_sum() / 2;
        NOTE("round %lld", (long long)round);
        feasible += bag_solve(BITS, 0) >= 0;
    }
    memset(&options, 0, sizeof options);
    CHECK(test_short() || feasible > 0);
}

/* However much work is allowed, INT64_MAX too, answers are those of the default: on subset sums,
   which only the last ways of the search solve, and for the calls that search more than once. */
static void no_limit(void) {
    static const int64_t works[] = {INT64_MAX, INT64_MAX - 1, INT64_MAX / 2, INT64_C(1) << 62};
    enum { WORKS = sizeof works / sizeof works[0], P = 40 };
    int round, k, i, j, shape;
    for (round = 0; round < (test_short() ? 2 : 6); round++) {
        double makespan[2], fast, cost = 0, fronts[2][8], front_cost[8];
        int64_t counts[2] = {0, 0};
        int status[2] = {0, 0};
        bag_start();
        bag.n = 0;
        for (i = 0; i < P - round % 3; i++) {
            int64_t size = test_int(1, INT64_C(1) << (20 + 2 * round));
            bag_proc();
            bag_point(size, 1 + test_real());
            if (test_int(0, 1)) bag.n += size;
        }
        bag_models();
        memset(&options, 0, sizeof options);
        for (j = 0; j < COUNT; j++) {
            options.max_work = 0;
            status[0] = solve(bag.n, bag.p, bag.procs, ALGORITHMS[j]);
            fast = info.makespan;
            for (k = 0; k < WORKS; k++) {
                options.max_work = works[k];
                NOTE("round %d, max_work %lld", round, (long long)works[k]);
                CHECK_INT(solve(bag.n, bag.p, bag.procs, ALGORITHMS[j]), status[0]);
                if (status[0] >= 0) CHECK_SAME(info.makespan, fast);
            }
            CHECK_INT(status[0], FPM_OK);
        }
        options.least = FPM_LEAST_BUSY; /* then, of ten of them */
        options.algorithm = FPM_AUTO;
        bag.n = bag.size[0] + bag.size[3] + bag.size[4] + bag.size[8];
        for (k = -1; k < WORKS; k++) {
            options.max_work = k < 0 ? 0 : works[k];
            j = k >= 0;
            status[j] = fpm_partition(bag.n, 10, bag.procs, &options, d, &info);
            makespan[j] = info.makespan;
            if (k < 0) cost = info.cost;
            CHECK_SAME(info.cost, cost);
            CHECK_INT(status[j], fpm_pareto(bag.n, 10, bag.procs, &options, 8, fronts[j],
                                            front_cost, &counts[j], NULL));
            if (k < 0) continue;
            CHECK_INT(status[1], FPM_OK);
            CHECK_SAME(makespan[1], makespan[0]);
            CHECK_INT(counts[1], counts[0]);
            CHECK_SAME(fronts[1][0], fronts[0][0]);
        }
        memset(&options, 0, sizeof options);
    }
    for (shape = 0; shape < 2; shape++) { /* NUMERICAL that falls back, groups, equal processors */
        const int64_t size[4] = {100, 5000, 20000, 90000}, asked[2] = {70001, 123456};
        const double rough[4] = {3, 9, 2, 11}, noisy[4] = {2, 3, 8, 5};
        double latest[3] = {0, 0, 0}, want[3] = {0, 0, 0};
        fpm_model model[2];
        fpm_proc procs[4] = FPM_ZERO;
        fpm_points points = FPM_ZERO;
        fpm_proc same[4];
        int kind = shape ? FPM_DISCRETE : FPM_PIECEWISE, falls[3];
        CHECK_INT(test_borrow(&model[0], kind, 4, size, rough), FPM_OK);
        CHECK_INT(test_borrow(&model[1], kind, 4, size, noisy), FPM_OK);
        for (i = 0; i < 4; i++) procs[i].model = &model[i % 2];
        for (k = -1; k < WORKS; k++) {
            options.max_work = k < 0 ? 0 : works[k];
            NOTE("shape %d, max_work %lld", shape, (long long)options.max_work);
            falls[0] = solve(shape ? 20100 : 70001, 4, procs, shape ? FPM_OPTIMAL : FPM_NUMERICAL);
            latest[0] = info.makespan;
            options.algorithm = FPM_AUTO;
            falls[1] = compose_over(2, asked, 4, procs, &options, &points, &info);
            latest[1] = info.makespan;
            for (i = 0; i < 4; i++) same[i] = procs[0];
            falls[2] = solve(180000, 4, same, FPM_OPTIMAL);
            latest[2] = info.makespan;
            for (i = 0; i < 3; i++) {
                CHECK(falls[i] >= 0 && falls[i] != FPM_WORK_LIMIT);
                if (k < 0) want[i] = latest[i];
                CHECK_SAME(latest[i], want[i]);
            }
        }
        fpm_points_free(&points);
        memset(&options, 0, sizeof options);
    }
}

/* The finish times that are listed count as work, each once. */
static void listed_times_are_work(void) {
    enum { K = 1000 };
    static int64_t size[K];
    static double seconds[K];
    fpm_model model;
    fpm_proc proc = FPM_ZERO;
    int i;
    for (i = 0; i < K; i++) size[i] = 3 * i + 1, seconds[i] = 1 + test_real();
    CHECK_INT(fpm_model_init(&model, FPM_DISCRETE, K, size, seconds, &test_borrowed, NULL), FPM_OK);
    proc.model = &model;
    CHECK_INT(inside_listed(&proc, 3 * K), K);
    CHECK_INT(fpm_model_init(&model, FPM_PIECEWISE, K, size, seconds, &test_borrowed, NULL),
              FPM_OK);
    CHECK_INT(inside_listed(&proc, K), K);
}

/* Which of 36 sizes without a common measure sum to n shows in two lists of 2^18 sums, by more than
   8e6 steps.  With 6e6 it is not found. */
static void lists_are_work(void) {
    enum { MANY = 36 };
    static const double one = 1;
    int64_t size[MANY], n = 0;
    fpm_model model[MANY];
    fpm_proc procs[MANY];
    uint64_t dice = 1;
    int i;
    memset(procs, 0, sizeof procs);
    for (i = 0; i < MANY; i++) {
        dice = dice * UINT64_C(6364136223846793005) + 1; /* the same for any seed */
        size[i] = INT64_C(1000000000000) + (int64_t)(dice >> 24);
        if (i % 2) n += size[i];
        REQUIRE(fpm_model_init(&model[i], FPM_DISCRETE, 1, &size[i], &one, &test_borrowed, NULL) ==
                FPM_OK);
        procs[i].model = &model[i];
    }
    memset(&options, 0, sizeof options);
    if (!test_short()) CHECK_INT(solve(n, MANY, procs, FPM_OPTIMAL), FPM_OK);
    options.max_work = 6000000;
    CHECK_INT(solve(n, MANY, procs, FPM_OPTIMAL), FPM_E_WORK_LIMIT);
    options.max_work = 0;
}

/* Of two lists of sums the short ones end at 2^16 ranges.  A processor whose sizes are multiples
   of 3 has more of them here, so its list is cut; the sums with one to three units more close up to
   one range.  So the cut list refutes nothing: n needs 300000 units besides the one size of the
   last processor, which only the long lists hold.  At that one's time all is done. */
static void cut_lists(void) {
    static const int64_t few[] = {1, 2, 3}, one[] = {1000001}, steady[] = {1};
    static const double soon[] = {1, 1, 1}, late[] = {900000}, second[] = {1};
    fpm_model model[3];
    fpm_proc procs[3] = FPM_ZERO;
    int i, a;
    REQUIRE(test_borrow(&model[0], FPM_DISCRETE, 3, few, soon) == FPM_OK);
    REQUIRE(test_borrow(&model[1], FPM_CONSTANT, 1, steady, second) == FPM_OK);
    REQUIRE(test_borrow(&model[2], FPM_DISCRETE, 1, one, late) == FPM_OK);
    for (i = 0; i < 3; i++) procs[i].model = &model[i];
    procs[1].grain = 3;
    memset(&options, 0, sizeof options);
    for (a = 0; a < COUNT; a++) {
        CHECK_INT(solve(1300001, 3, procs, ALGORITHMS[a]), FPM_OK);
        CHECK_SAME(info.makespan, 900000);
        CHECK_INT(d[2], 1000001);
        CHECK_INT(d[0] + d[1], 300000);
        CHECK(d[0] >= 0 && d[0] <= 3 && d[1] % 3 == 0);
    }
}

/* Sizes without a common measure, as those of lists_are_work, each in one second: every second one
   makes n. */
static int64_t sizes_of_a_second(int many, int64_t *size, fpm_model *model, fpm_proc *procs) {
    static const double one = 1;
    uint64_t dice = 1;
    int64_t n = 0;
    int i;
    memset(procs, 0, (size_t)many * sizeof *procs);
    for (i = 0; i < many; i++) {
        dice = dice * UINT64_C(6364136223846793005) + 1; /* the same for any seed */
        size[i] = INT64_C(1000000000000) + (int64_t)(dice >> 24);
        if (i % 2) n += size[i];
        CHECK_INT(test_borrow(&model[i], FPM_DISCRETE, 1, &size[i], &one), FPM_OK);
        procs[i].model = &model[i];
    }
    return n;
}

/* Is what a call left in d a partition, whatever its status said of the makespan? */
static int partition_ok(int64_t n, int p, const fpm_proc *procs) {
    double makespan = 0;
    int64_t sum = 0;
    int i, ok = 1;
    for (i = 0; i < p; i++) {
        double t = seconds_of(&procs[i], d[i]);
        ok &= allowed(&procs[i], d[i]);
        makespan = t > makespan ? t : makespan;
        sum += d[i];
    }
    return CHECK(ok) & CHECK_INT(sum, n) & CHECK_SAME(info.makespan, makespan);
}

/* When the work is used up, short tests follow.  They may prove that there is no partition: no two
   of 6, 10, 15 leave 7.  Where the first of them find nothing, longer ones do: 32 sizes need two
   lists of more than 2^12 sums, which takes more than 2^20 steps. */
static void last_tests(void) {
    static const int64_t six[] = {6}, ten[] = {10}, fifteen[] = {15};
    static const double second[] = {1};
    enum { MANY = 32 };
    int64_t size[MANY], n;
    fpm_model model[MANY];
    fpm_proc procs[MANY];
    int i;
    n = sizes_of_a_second(MANY, size, model, procs);
    memset(&options, 0, sizeof options);
    options.max_work = 1;
    if (!test_shrunk()) {
        CHECK_INT(solve(n, MANY, procs, FPM_OPTIMAL), FPM_OK);
        CHECK_SAME(info.makespan, 1);
        partition_ok(n, MANY, procs);
        options.progress = stop_at;
        for (i = 1; i < 62; i++) { /* beyond the envelope's reports: the first short tests */
            stopper s = {0, 0, 0};
            s.stop_at = i;
            options.context = &s;
            CHECK_INT(solve(n, MANY, procs, FPM_OPTIMAL), FPM_E_STOPPED);
            CHECK_INT(s.calls, i);
        }
        CHECK(info.work > 1 << 19);
        options.progress = NULL;
    }
    REQUIRE(test_borrow(&model[0], FPM_DISCRETE, 1, six, second) == FPM_OK);
    REQUIRE(test_borrow(&model[1], FPM_DISCRETE, 1, ten, second) == FPM_OK);
    REQUIRE(test_borrow(&model[2], FPM_DISCRETE, 1, fifteen, second) == FPM_OK);
    for (i = 1; i <= 31; i++) {
        static const int64_t made[] = {6, 10, 15, 16, 21, 25, 31};
        int k, can = 0;
        for (k = 0; k < 7; k++)
            if (made[k] == i) can = 1;
        NOTE("n %d", i);
        CHECK_INT(solve(i, 3, procs, FPM_OPTIMAL), can ? FPM_OK : FPM_E_INFEASIBLE);
        if (can) CHECK_SAME(info.makespan, 1);
    }
    memset(&options, 0, sizeof options);
}

/* Is an answer that a limit or a failure cut short a partition, and is what it says of the least
   makespan true? */
static int short_answer_ok(double least) {
    return partition_ok(bag.n, bag.p, bag.procs) & CHECK_LE(least, info.makespan) &
           CHECK_LE(info.lower_bound, least);
}

/* The caller stops the call in each of these tests, or memory fails at each request.  What was
   found before is the answer, if anything was; if it cannot be kept beside what short tests find,
   there are none. */
static void last_tests_end(void) {
    static const struct {
        int which, found; /* 1: something is found before these tests */
        int64_t work;
    } at[] = {{1, 0, 1}, {1, 0, 1000}, {3, 0, 1}, {3, 1, 200000}};
    int j, k, forever, kept = 0, none = 0, without[2] = {0, 0};
    for (j = 0; j < 4; j++) {
        stopper s = {0, 0, 0};
        double least;
        int status, got;
        way(at[j].which);
        REQUIRE(solve(bag.n, bag.p, bag.procs, FPM_OPTIMAL) == FPM_OK);
        least = info.makespan;
        options.max_work = at[j].work;
        options.progress = stop_at;
        options.context = &s;
        status = solve(bag.n, bag.p, bag.procs, FPM_OPTIMAL);
        CHECK(status == FPM_WORK_LIMIT || status == FPM_OK);
        for (k = 1; k <= s.calls; k++) {
            stopper t = {0, 0, 0};
            t.stop_at = k;
            options.context = &t;
            NOTE("case %d, call %d", j, k);
            got = solve(bag.n, bag.p, bag.procs, FPM_OPTIMAL);
            CHECK(got == FPM_STOPPED || got == FPM_E_STOPPED || (k == s.calls && got == status));
            CHECK_INT(t.calls, k);
            if (got >= 0) short_answer_ok(least);
            if (got == FPM_STOPPED) kept++;
            if (got == FPM_E_STOPPED) none++;
        }
        for (forever = 0; forever < 2; forever++) {
            for (k = 1; k < 2000; k++) {
                stopper t = {0, 0, 0};
                test_heap heap;
                test_heap_start(&heap, k, forever);
                options.alloc = &heap.alloc;
                options.context = &t;
                NOTE("case %d, request %d", j, k);
                got = solve(bag.n, bag.p, bag.procs, FPM_OPTIMAL);
                CHECK(test_heap_clean(&heap));
                CHECK(got == status || (heap.failures && got == FPM_E_MEMORY));
                if (got >= 0) short_answer_ok(least);
                if (!heap.failures) break;
                if (got < 0) continue;
                without[at[j].found]++;
                if (at[j].found) CHECK(t.calls < s.calls || test_shrunk());
            }
        }
    }
    CHECK(test_shrunk() || (kept > 0 && none > 0 && without[0] > 0 && without[1] > 0));
    memset(&options, 0, sizeof options);
}

/* More work never makes an answer worse: max_work doubled from 1, on sizes that seldom sum to n. */
static void more_work(void) {
    int64_t round, rounds = test_count(60), worse = 0, better = 0;
    for (round = 0; round < rounds; round++) {
        const uint64_t mine = test__.rng;
        int64_t work, top;
        int p, points, algorithm, i, j;
        double last = -1;
        const int64_t most = INT64_C(1) << (test_brief() ? 18 : 24);
        if (round == 0) test__.rng = UINT64_C(8763017384984455244); /* a hard one, for any seed */
        top = test_int(1, 4) < 4 ? INT64_C(1) << test_int(10, 36) : 100;
        p = (int)test_int(4, 24);
        points = (int)test_int(1, 5);
        bag_start();
        bag.n = 0;
        for (i = 0; i < p; i++) {
            int64_t size = 0, share = 0;
            bag_proc();
            for (j = 0; j < points; j++) {
                size += test_int(1, top);
                bag_point(size, 1 + 9 * test_real());
                if (test_int(0, points) == 0) share = size;
            }
            bag.n += share;
        }
        bag_models();
        memset(&options, 0, sizeof options);
        algorithm = test_int(0, 4) ? FPM_OPTIMAL : FPM_HPOPTA;
        if (algorithm == FPM_HPOPTA && bag.n > 2000) algorithm = FPM_OPTIMAL;
        if (round == 0) test__.rng = mine;
        for (work = 1; work < most; work *= 2) {
            int status;
            options.max_work = work;
            status = solve(bag.n, bag.p, bag.procs, algorithm);
            NOTE("round %lld, algorithm %d, max_work %lld", (long long)round, algorithm,
                 (long long)work);
            if (last >= 0 && !(CHECK(status >= 0) && CHECK_LE(info.makespan, last))) worse++;
            if (status < 0) continue;
            better += last >= 0 && info.makespan < last;
            last = info.makespan;
            if (status == FPM_OK) break;
        }
    }
    printf("    more work: %d times better, %d times worse\n", (int)better, (int)worse);
    memset(&options, 0, sizeof options);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(known_optima);
    RUN(oracles_agree);
    RUN(small_sets);
    RUN(memo_sets);
    RUN(medium_sets);
    RUN(sidon);
    RUN(residues);
    RUN(odd_steps);
    RUN(lone_odd);
    RUN(unreachable);
    RUN(frobenius);
    RUN(equal_or_distinct_times);
    RUN(close_times);
    RUN(extreme_times);
    RUN(one_processor);
    RUN(one_point_each);
    RUN(corners);
    RUN(powers_of_three);
    RUN(subset_sums);
    RUN(near_the_top);
    RUN(common_divisor);
    RUN(huge_sizes);
    RUN(beyond_the_table);
    RUN(small_limits);
    RUN(envelope);
    RUN(always_some);
    RUN(always_some_mixed);
    RUN(work_inside);
    RUN(same_twice);
    RUN(permuted);
    RUN(shared);
    RUN(constraints);
    RUN(large);
    RUN(large_grains);
    RUN(scaled);
    RUN(flat_times);
    RUN(planted);
    RUN(memory_failures);
    RUN(memory_limit);
    RUN(stopping);
    RUN(mutations);
    RUN(many_of_three_steps);
    RUN(no_limit);
    RUN(listed_times_are_work);
    RUN(lists_are_work);
    RUN(cut_lists);
    RUN(last_tests);
    RUN(last_tests_end);
    RUN(more_work);
    return test_end();
}
