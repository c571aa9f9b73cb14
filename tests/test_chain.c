/* fpm_chain_partition and fpm_chain_check against a plain dynamic program over parts and elements:
   whole and real loads, equal processors, speeds, models with caps, several chains, free order. */
#include "../fpm.h"

#include "test.h"

#include <fenv.h>

#include "oracle.h"
#include "oracle_chain.h"

#include "instance.h"

enum { MOST_N = 40, MOST_P = 12 };
static const double never = ORACLE_BARRED;

/* ---- an instance ---- */

enum { EQUAL, SPEEDS, MODELS };

typedef struct problem {
    int64_t n, load[MOST_N], w[MOST_N + 1], first[MOST_N + 2];
    double real[MOST_N], r[MOST_N + 1], speed[MOST_P];
    int p, whole, how;
    fpm_chain chain;
    fpm_chain_options o;
    fpm_chain_outputs out;
} problem;

static problem q;

static void dump(void) {
    int64_t i;
    int k;
    printf("    n %lld, p %d, %s, how %d, chains %lld\n    loads", (long long)q.n, q.p,
           q.whole ? "whole" : "real", q.how, (long long)q.chain.chains);
    for (i = 0; i < q.n; i++)
        if (q.whole) printf(" %lld", (long long)q.load[i]);
        else printf(" %.17g", q.real[i]);
    for (i = 0; i <= q.chain.chains && q.chain.chains > 1; i++)
        printf("%s%lld", i ? " " : "\n    first ", (long long)q.first[i]);
    for (k = 0; k < q.p && q.how == SPEEDS; k++)
        printf("%s%.17g", k ? " " : "\n    speeds ", q.speed[k]);
    printf("\n");
    if (q.how == MODELS) instance_dump();
}

/* Loads of many kinds: zeros, ties, one that dominates, sums near 2^63, reals of all magnitudes. */
static void random_loads(int64_t n, int whole) {
    int64_t i, most = q.how == EQUAL && whole ? INT64_MAX / MOST_N : INT64_C(1) << 40;
    int kind = (int)test_int(0, 6);
    q.n = n, q.whole = whole;
    for (i = 0; i < n; i++) {
        int64_t x = kind == 0   ? test_int(0, 1)
                    : kind == 1 ? test_int(0, 3)
                    : kind == 2 ? test_int(1, 100)
                    : kind == 3 ? (test_int(0, 3) ? 0 : test_int(0, 50))
                    : kind == 4 ? test_int(most / 2, most)
                    : kind == 5 ? (INT64_C(1) << test_int(0, 30))
                                : i + 1;
        int power = kind == 4 ? (int)test_int(-40, 40) : 0;
        q.load[i] = x;
        q.real[i] = kind == 2   ? test_real()
                    : kind == 4 ? ldexp(test_real(), power)
                    : kind == 6 ? 0.1 * (double)test_int(0, 9)
                                : (double)x / 8;
    }
    if (n > 0 && test_int(0, 3) == 0) {
        i = test_int(0, n - 1);
        q.load[i] = kind == 4 ? most : 1000;
        q.real[i] = 1000 * test_real();
    }
    if (kind == 5 && test_int(0, 5) == 0) memset(q.load, 0, sizeof q.load);
    memset(&q.chain, 0, sizeof q.chain);
    memset(&q.o, 0, sizeof q.o), memset(&q.out, 0, sizeof q.out);
    if (whole) CHECK_INT(fpm_chain_init(&q.chain, n, q.load, q.w, NULL), FPM_OK);
    else CHECK_INT(fpm_chain_init_real(&q.chain, n, q.real, q.r, NULL), FPM_OK);
    if (test_int(0, 3) == 0 && n > 0) q.chain.largest = test_int(0, n - 1); /* not known */
}

static void random_chains(void) {
    int64_t c, i;
    q.chain.chains = test_int(1, 5);
    for (c = 0; c <= q.chain.chains; c++) q.first[c] = test_int(0, q.n);
    q.first[0] = 0, q.first[q.chain.chains] = q.n;
    for (c = 1; c < q.chain.chains; c++)
        for (i = c; i > 0 && q.first[i - 1] > q.first[i]; i--) {
            int64_t swap = q.first[i];
            q.first[i] = q.first[i - 1], q.first[i - 1] = swap;
        }
    q.chain.first = q.first;
}

static void random_speeds(int kinds) {
    int k;
    for (k = 0; k < MOST_P; k++)
        q.speed[k] = kinds ? 0.5 + 0.75 * (double)test_int(1, kinds) : 0.1 + 10 * test_real();
    q.o.speed = q.speed;
}

static void random_models(int caps) {
    static const int kind[] = {FPM_CONSTANT, FPM_PIECEWISE, FPM_SHAPED, FPM_AKIMA};
    int k;
    instance_free();
    memset(&the, 0, sizeof the);
    the.p = q.p;
    for (k = 0; k < q.p; k++) {
        oracle_model *m = &the.truth[k];
        int points = (int)test_int(1, 8);
        int64_t top = test_int(20, 2000);
        points_random(m, points, top, (int)test_int(0, 2));
        m->kind = kind[test_int(0, 3)];
        if (m->kind == FPM_AKIMA) m->flags = FPM_SAFE;
        instance_model(k);
        instance_proc(k, k);
        if (k > 0 && test_int(0, 2) == 0) instance_proc(k, k - 1);
        if (caps && test_int(0, 3) == 0) the.procs[k].max = test_int(1, 200);
        if (caps && test_int(0, 3) == 0) the.procs[k].fixed = test_real();
    }
    instance_rules();
    q.o.procs = the.procs;
}

/* ---- the definition ---- */

/* What elements [i, j) cost on a processor. */
static double cost(int proc, int64_t i, int64_t j) {
    double load = q.whole ? (double)(q.w[j] - q.w[i]) : q.r[j] - q.r[i], t = 0;
    if (q.how == SPEEDS) return load / q.speed[proc];
    if (q.how == EQUAL || !(load > 0)) return load;
    if (the.procs[proc].max && load > (double)the.procs[proc].max) return never;
    if (fpm_model_time(the.procs[proc].model, load, &t) < 0) return never;
    return the.procs[proc].fixed + t;
}

static int same_chain(int64_t i, int64_t j) {
    int64_t c;
    for (c = 1; c < q.chain.chains; c++)
        if (i < q.first[c] && j > q.first[c]) return 0;
    return 1;
}

static double part_cost(int k, int proc, int64_t i, int64_t j) {
    (void)k;
    return i == j ? 0 : same_chain(i, j) ? cost(proc, i, j) : never;
}

/* The least makespan of all partitions in this order of processors; in any. */
static double plain(const int *who) { return oracle_chain(q.n, q.p, who, part_cost); }
static double plain_any(int *who) { return oracle_chain_any(q.n, q.p, who, 0, part_cost); }

static double makespan(const int64_t *begin, const int *who) {
    double most = 0, t;
    int k;
    CHECK_INT(begin[0], 0);
    CHECK_INT(begin[q.p], q.n);
    for (k = 0; k < q.p; k++) {
        if (!CHECK(begin[k] <= begin[k + 1]) || !CHECK(same_chain(begin[k], begin[k + 1])))
            return 0;
        t = cost(who ? who[k] : k, begin[k], begin[k + 1]);
        most = t > most ? t : most;
    }
    return most;
}

/* Solve, compare with the definition, have it checked with its proof. */
static void compare(void) {
    int64_t begin[MOST_P + 1], proof[MOST_P + 1];
    fpm_info info, seen;
    double want = plain(NULL);
    int status, failed = (int)test__.bad;
    q.out.proof = proof;
    status = fpm_chain_partition(&q.chain, q.p, &q.o, begin, &q.out, &info);
    if (!(want < never)) CHECK_INT(status, FPM_E_INFEASIBLE);
    else if (CHECK(status == FPM_OK || status == FPM_EXTRAPOLATED)) {
        CHECK_SAME(info.makespan, want);
        CHECK_SAME(makespan(begin, NULL), want);
        CHECK_SAME(info.lower_bound, want);
        CHECK_INT(fpm_chain_check(&q.chain, q.p, &q.o, begin, &q.out, &seen), status);
        CHECK_SAME(seen.makespan, want);
        CHECK_SAME(seen.lower_bound, want);
#ifdef __FAST_MATH__ /* each call sums the speeds in an order of its own */
        CHECK(fabs(seen.imbalance - info.imbalance) <= 1e-14 * (1 + info.imbalance));
#else
        CHECK_SAME(seen.imbalance, info.imbalance);
#endif
        CHECK_INT(seen.last, info.last);
        CHECK_INT(seen.busy, info.busy);
    }
    if (test__.bad > failed) dump();
}

static void sweep(int whole, int how, int chains) {
    int64_t k;
    for (k = test_count(800); k > 0; k--) {
        q.how = how;
        q.p = (int)test_int(1, MOST_P);
        random_loads(test_int(0, test_int(0, 2) ? 14 : MOST_N), whole);
        if (chains) random_chains();
        if (how == SPEEDS) random_speeds((int)test_int(0, 3));
        if (how == MODELS) random_models((int)test_int(0, 1));
        compare();
    }
}

/* ---- which of the best partitions ---- */

/* What is due to each processor, as parts of the whole. */
static void dues(double *due) {
    double sum = 0;
    int64_t units[MOST_P];
    int k;
    for (k = 0; k < q.p; k++) due[k] = q.how == SPEEDS ? q.speed[k] : 1;
    if (q.how == MODELS) {
        int64_t n = q.whole ? q.w[q.n] : (int64_t)floor(q.r[q.n]) - q.p; /* see the header */
        fpm_partition(n > 0 ? n : 0, q.p, the.procs, NULL, units, NULL);
        for (k = 0; k < q.p; k++) due[k] = units[k] > 0 ? (double)units[k] : 1e-9;
    }
    for (k = 0; k < q.p; k++) sum += due[k];
    for (k = 0; k < q.p; k++) due[k] /= sum;
}

/* Places of cuts and of their targets on a line where an element above the due of the processor
   right of a target in it is as long as that due, and the rest of the load is shared anew.  Targets
   that are this close to the left of a place count as there. */
static void targets(const double *due, double close, double *place, double *target) {
    double total = q.whole ? (double)q.w[q.n] : q.r[q.n], sum = total, length, over, taken;
    int64_t i;
    int k, round;
    for (round = 0; round < 5; round++) {
        for (k = 0, target[0] = 0; k < q.p; k++) target[k + 1] = target[k] + due[k] * sum;
        for (i = 0, k = 0, place[0] = over = taken = 0; i < q.n; i++) {
            length = q.whole ? (double)q.load[i] : q.r[i + 1] - q.r[i];
            while (k < q.p && target[k] < place[i] - close * sum) k++;
            if (k < q.p && target[k] < place[i] + length - close * sum &&
                length > due[k] * sum * (1 + 1e-12) &&
                target[k] - place[i] < due[k] * sum - close * sum) {
                over += length, taken += due[k];
                length = due[k] * sum;
            }
            place[i + 1] = place[i] + length;
        }
        if (!(total - over > 1e-12 * total) || !(taken < 1 - 1e-12)) break;
        if (!((total - over) / (1 - taken) < sum * (1 - 1e-9))) break;
        if (round < 4) sum = (total - over) / (1 - taken);
    }
}

/* May a cut lie at j? */
static int allowed(int64_t j) {
    int64_t x;
    int end = j == 0 || j == q.n;
    for (x = 1; x < q.chain.chains; x++) end |= q.first[x] == j;
    if (!end && q.o.grain > 1 && j % q.o.grain) return 0;
    for (x = 0; x < q.o.cuts && !end; x++) end |= q.o.cut[x] == j;
    return end || !q.o.cut;
}

/* What counts as elements where parts shall not be empty: with least numbers elements, else what
   lies between neighbouring places of cuts. */
static int64_t units(int64_t i, int64_t j) {
    int64_t count = 0;
    if (q.o.min_items > 1) return j - i;
    for (; i < j; j--) count += allowed(j);
    return count;
}

/* The partition of the rule, parts at a price of `most` at most and cuts at most `shift` (if that
   is not below 0) from their targets: cuts from left to right, each as near as it can be. */
static void by_rule(oracle_cost *price, double most, double shift, int64_t *best,
                    const double *place, const double *target) {
    char can[MOST_P + 1][MOST_N + 1] = {{0}};
    int64_t i, j, at, items = q.o.min_items > 1 ? q.o.min_items : 1;
    int k, pass;
    if (items > q.n) items = (int64_t)q.n + 1; /* no part has as many: no sum of them overflows */
    for (k = q.p, can[k][q.n] = 1; k > 0; k--)
        for (i = 0; i <= q.n; i++)
            for (j = i; j <= q.n; j++)
                can[k - 1][i] |= can[k][j] && price(k - 1, k - 1, i, j) <= most &&
                                 (shift < 0 || k == q.p || fabs(place[j] - target[k]) <= shift);
    for (k = 0, best[0] = i = 0; k < q.p; k++, best[k] = i = at) {
        int64_t rest = q.p - k - 1;
        int enough = units(i, q.n) >= (rest + 1) * items;
        for (pass = 0, at = -1; pass < 2 && at < 0; pass++)
            for (j = i; j <= q.n; j++) {
                double x = fabs(place[j] - target[k + 1]), y;
                if (!can[k + 1][j] || price(k, k, i, j) > most) continue;
                if (shift >= 0 && k + 1 < q.p && x > shift) continue;
                if (!pass && enough && (units(i, j) < items || units(j, q.n) < rest * items))
                    continue;
                if (!pass && !enough && (items > 1 || units(i, j) > 1)) continue;
                y = at < 0 ? 2 * x + 1 : fabs(place[at] - target[k + 1]);
                if (x < y && y - x > 2e-9 * (x + y)) at = j;
            }
        if (at < 0) at = q.n;
    }
}

static void rule(int whole, int how, int chains) {
    int64_t round, begin[MOST_P + 1], best[MOST_P + 1];
    double due[MOST_P], place[MOST_N + 1], other[MOST_N + 1], target[MOST_P + 1];
    double apart[MOST_P + 1], least, most;
    fpm_info info;
    int k, same, failed;
    for (round = test_count(1500); round > 0; round--) {
        failed = (int)test__.bad;
        q.how = how;
        q.p = (int)test_int(1, 5);
        random_loads(test_int(0, 9), whole);
        if (test_int(0, 2) == 0 && whole) { /* a giant among small ones */
            for (k = 0; k < (int)q.n; k++) q.load[k] = test_int(0, 3);
            int64_t giant = test_int(1, 60);
            if (q.n > 0) q.load[test_int(0, q.n - 1)] = giant;
            REQUIRE(fpm_chain_init(&q.chain, q.n, q.load, q.w, NULL) == FPM_OK);
        } else if (q.n > 0) { /* the largest is known */
            if (whole) REQUIRE(fpm_chain_init(&q.chain, q.n, q.load, q.w, NULL) == FPM_OK);
            else REQUIRE(fpm_chain_init_real(&q.chain, q.n, q.real, q.r, NULL) == FPM_OK);
        }
        if (chains) random_chains();
        if (how == SPEEDS) random_speeds((int)test_int(0, 3));
        if (how == SPEEDS && test_int(0, 2) == 0)
            for (k = 0; k < q.p; k++) q.speed[k] = pow(10, 3 * test_real());
        if (how == MODELS) random_models((int)test_int(0, 1));
        if (test_int(0, 3) == 0) q.o.slack = 0.3 * test_real();
        if (fpm_chain_partition(&q.chain, q.p, &q.o, begin, &q.out, &info) < 0) continue;
        if (!((q.whole ? (double)q.w[q.n] : q.r[q.n]) > 0)) continue; /* even in elements */
        dues(due);
        for (k = 0, least = most = due[0]; k < q.p; k++)
            least = fmin(least, due[k]), most = fmax(most, due[k]);
        if (least < 1e-4 * most) continue; /* where targets lie is then a matter of rounding */
        for (k = 0, least = never, most = 0; k < (int)q.n; k++) {
            double x = q.whole ? (double)q.load[k] : q.r[k + 1] - q.r[k];
            if (x > 0) least = fmin(least, x);
            most = fmax(most, x);
        }
        if (least < 1e-8 * most) continue;
        targets(due, -1e-9, other, apart);
        targets(due, 1e-12, place, target);
        for (k = 0; k <= (int)q.n && how != EQUAL; k++)
            if (fabs(place[k] - other[k]) > 1e-6 * place[k]) break;
        if (how != EQUAL && k <= (int)q.n) continue; /* a target by chance at the end of a giant */
        for (k = 0; k < q.p && how != EQUAL; k++)
            if (fabs(target[k] - apart[k]) > 1e-6 * target[q.p]) break;
        if (how != EQUAL && k < q.p) continue;
        most = info.lower_bound * (1 + q.o.slack);
        most = most > info.lower_bound ? most : info.lower_bound;
        by_rule(part_cost, most, -1, best, place, target);
        for (k = 0; k < q.p && begin[k] == best[k];) k++;
        same = k == q.p;
        if (!same && !whole) /* as near to the target but for rounding: either will do */
            same = fabs(fabs(place[begin[k]] - target[k]) - fabs(place[best[k]] - target[k])) <
                   1e-14 * target[q.p];
        if (how == EQUAL) CHECK_INT(info.busy, q.n < q.p ? q.n : q.p);
        if (!CHECK(same))
            for (k = 0; k <= q.p; k++)
                printf("    cut %d: %lld, by the rule %lld, target %.17g, places %.17g %.17g\n", k,
                       (long long)begin[k], (long long)best[k], target[k], place[begin[k]],
                       place[best[k]]);
        if (test__.bad > failed) dump();
    }
}

/* ---- constraints, and cuts to stay near to ---- */

static struct {
    int64_t cut[MOST_N + 1], weight[2][MOST_N + 1], near[MOST_P + 1], low[MOST_P + 1],
        high[MOST_P + 1];
    double real[2][MOST_N + 1], most[2][MOST_P];
    fpm_chain_limit limit[2];
} more;

/* Is there a law against part k being elements [i, j)? */
static int lawful(int k, int64_t i, int64_t j) {
    const fpm_proc *proc = q.how == MODELS ? &the.procs[k] : NULL;
    int l;
    if (i == j) return !proc || !proc->required;
    if (!same_chain(i, j) || j - i < q.o.min_items) return 0;
    if (proc && proc->min &&
        (q.whole ? (double)(q.w[j] - q.w[i]) : q.r[j] - q.r[i]) < (double)proc->min)
        return 0;
    for (l = 0; l < q.o.limits; l++) {
        const fpm_chain_limit *f = &more.limit[l];
        double held = f->whole ? (double)(f->whole[j] - f->whole[i]) : f->real[j] - f->real[i];
        if (f->max[k] > 0 && held > f->max[k]) return 0;
        if (f->max[k] < 0 && held > 0) return 0;
    }
    return allowed(j);
}

static double most_allowed; /* by a part, where shifts count */

static double lawful_cost(int k, int proc, int64_t i, int64_t j) {
    return !lawful(k, i, j) ? never : i == j ? 0 : cost(proc, i, j);
}

static double lawful_shift(int k, int proc, int64_t i, int64_t j) {
    int64_t old = more.near[k + 1];
    if (lawful_cost(k, proc, i, j) > most_allowed) return never;
    if (k + 1 == q.p) return 0;
    return q.whole ? fabs((double)(q.w[j] - q.w[old])) : fabs(q.r[j] - q.r[old]);
}

/* The least makespan of all that are lawful, and the least largest shift within one. */
static double plain_lawful(void) { return oracle_chain(q.n, q.p, NULL, lawful_cost); }
static double plain_shift(double most) {
    most_allowed = most;
    return oracle_chain(q.n, q.p, NULL, lawful_shift);
}

/* What parts may take where cuts stay near old ones; a few bits more for models, whose times of
   flat pieces differ by those. */
static double near_limit(double want) {
    double limit = want * (1 + q.o.slack);
    int k;
    if (q.whole && q.how == EQUAL) limit = floor(limit);
    if (limit < want) limit = want;
    for (k = 0; k < 8 && q.how == MODELS; k++) limit = nextafter(limit, never);
    return limit;
}

/* A number of elements: mostly few, sometimes all, one more, or as many as the type holds. */
static int64_t random_count(int64_t few) {
    const int64_t many[] = {q.n, q.n + 1, INT64_MAX / 2 + 1, INT64_MAX - 1, INT64_MAX};
    return test_int(0, 15) ? test_int(0, few) : many[test_int(0, 4)];
}

static void random_constraints(void) {
    int64_t i;
    int k, l;
    if (test_int(0, 1)) q.o.min_items = random_count(4);
    if (test_int(0, 3) == 0) q.o.grain = random_count(4);
    if (test_int(0, 3) == 0) {
        q.o.cut = more.cut;
        for (i = 0, q.o.cuts = 0; i <= q.n; i++)
            if (test_int(0, 2)) more.cut[q.o.cuts++] = i;
    }
    q.o.limit = more.limit;
    q.o.limits = test_int(0, 2) ? 0 : (int)test_int(1, 2);
    for (l = 0; l < q.o.limits; l++) {
        memset(&more.limit[l], 0, sizeof more.limit[l]);
        more.weight[l][0] = 0, more.real[l][0] = 0;
        for (i = 0; i < q.n; i++) {
            more.weight[l][i + 1] = more.weight[l][i] + test_int(0, 5);
            more.real[l][i + 1] = more.real[l][i] + test_real();
        }
        for (k = 0; k < q.p; k++) {
            double all = test_int(0, 9) ? 3.0 / q.p : 1;
            more.most[l][k] = all * (l ? more.real[l][q.n] : (double)more.weight[l][q.n]);
            more.most[l][k] *= 0.5 + test_real();
            if (test_int(0, 31) == 0) more.most[l][k] = test_int(0, 1) ? 0 : FPM_NOTHING;
        }
        if (l) more.limit[l].real = more.real[l];
        else more.limit[l].whole = more.weight[l];
        more.limit[l].max = more.most[l];
    }
    for (k = 0; k < q.p && q.how == MODELS; k++) {
        the.procs[k].required = test_int(0, 2) == 0;
        if (test_int(0, 2) == 0) the.procs[k].min = test_int(1, 60);
        if (the.procs[k].max && the.procs[k].min > the.procs[k].max)
            the.procs[k].min = the.procs[k].max;
    }
}

/* The bottleneck equals a plain dynamic program, cuts keep to the law, the check agrees, and small
   ones are what the rule says. */
static void constraints(int whole, int how, int chains) {
    int64_t round, begin[MOST_P + 1], best[MOST_P + 1], solved = 0;
    double place[MOST_N + 1], target[MOST_P + 1], want, shift;
    fpm_info info, seen;
    int k, status, failed, same;
    for (round = test_count(1000); round > 0; round--) {
        int small = test_int(0, 2) == 0, with_near = test_int(0, 2) == 0;
        failed = (int)test__.bad;
        q.how = how;
        q.p = (int)test_int(1, small ? 4 : MOST_P);
        random_loads(test_int(0, small ? 9 : MOST_N), whole);
        if (chains) random_chains();
        if (how == SPEEDS) random_speeds((int)test_int(0, 3));
        if (how == MODELS) random_models((int)test_int(0, 1));
        random_constraints();
        want = plain_lawful();
        if (with_near) {
            for (k = 0; k <= q.p; k++) more.near[k] = test_int(0, q.n);
            more.near[0] = 0, more.near[q.p] = q.n;
            for (k = 1; k <= q.p; k++)
                if (more.near[k] < more.near[k - 1]) more.near[k] = more.near[k - 1];
            q.o.from = more.near;
            q.o.slack = test_int(0, 1) ? test_real() : 0;
        }
        memset(begin, 0x11, sizeof begin);
        status = fpm_chain_partition(&q.chain, q.p, &q.o, begin, &q.out, &info);
        if (!(want < never)) {
            CHECK_INT(status, FPM_E_INFEASIBLE);
            CHECK(begin[0] == INT64_C(0x1111111111111111));
        } else if (CHECK(status == FPM_OK || status == FPM_EXTRAPOLATED)) {
            solved++;
            CHECK_SAME(info.lower_bound, want);
            for (k = 0; k < q.p; k++) CHECK(lawful(k, begin[k], begin[k + 1]));
            CHECK_SAME(makespan(begin, NULL), info.makespan);
            if (q.o.slack > 0) CHECK_LE(info.makespan, want * (1 + q.o.slack));
            else if (how == MODELS && with_near) CHECK_LE(info.makespan, want * (1 + 3e-15));
            else CHECK_SAME(info.makespan, want);
            shift = q.out.shift;
            q.out.shift = -1;
            CHECK_INT(fpm_chain_check(&q.chain, q.p, &q.o, begin, &q.out, &seen), status);
            CHECK_SAME(seen.makespan, info.makespan);
            CHECK_SAME(q.out.shift, shift);
            if (!with_near) CHECK_SAME(shift, 0);
            shift = -1;
            if (with_near) {
                double limit = near_limit(want);
                shift = plain_shift(limit);
                CHECK_SAME(q.out.shift, shift);
                CHECK_SAME(seen.moved, info.moved);
                for (k = 0; k <= (int)q.n; k++) place[k] = q.whole ? (double)q.w[k] : q.r[k];
                for (k = 0; k <= q.p; k++) target[k] = place[more.near[k]];
                for (k = 0; k < (int)q.n; k++) small &= place[k + 1] - place[k] > 1e-7 * place[q.n];
                small &= place[q.n] < 9e15;
                if (small) {
                    by_rule(lawful_cost, limit, shift, best, place, target);
                    for (k = 0, same = 1; k <= q.p; k++) same &= begin[k] == best[k];
                    if (!CHECK(same))
                        for (k = 0; k <= q.p; k++)
                            printf("    cut %d: %lld, by the rule %lld, near %lld\n", k,
                                   (long long)begin[k], (long long)best[k],
                                   (long long)more.near[k]);
                }
            }
        }
        if (test__.bad > failed) {
            printf("    min_items %lld grain %lld cuts %lld limits %d slack %.17g near %d\n",
                   (long long)q.o.min_items, (long long)q.o.grain,
                   q.o.cut ? (long long)q.o.cuts : -1, q.o.limits, q.o.slack, q.o.from != NULL);
            for (k = 0; k < q.o.cuts; k++) printf(" %lld", (long long)more.cut[k]);
            printf(" want %.17g\n", want);
            dump();
        }
    }
    if (test_count(1000) >= 200) CHECK(3 * solved > test_count(1000)); /* fewer say nothing */
}

/* Tables that lack work: what is found keeps to all constraints, and what is not proven is not said
   to be. */
static void little_work(void) {
    int64_t round, begin[MOST_P + 1], limited = 0, optimal = 0, unknown = 0;
    for (round = test_count(3000); round > 0; round--) {
        fpm_info info;
        double want;
        int k, status, failed = (int)test__.bad;
        q.how = (int)(round % 3), q.p = (int)test_int(1, 6);
        q.n = test_int(1, 16);
        random_loads(q.n, (int)test_int(0, 1));
        if (test_int(0, 2) == 0) random_chains();
        if (q.how == SPEEDS) random_speeds((int)test_int(0, 3));
        if (q.how == MODELS) random_models((int)test_int(0, 1));
        random_constraints();
        for (k = 0, q.o.from = test_int(0, 2) ? NULL : more.near; k <= q.p; k++)
            more.near[k] = k == q.p ? q.n : k > 0 ? test_int(more.near[k - 1], q.n) : 0;
        want = plain_lawful();
        q.o.max_work = test_int(1, 9) * 25; /* a cell of a table is about 25 */
        memset(begin, 0x11, sizeof begin);
        status = fpm_chain_partition(&q.chain, q.p, &q.o, begin, &q.out, &info);
        limited += status == FPM_WORK_LIMIT, unknown += status == FPM_E_WORK_LIMIT;
        if (status == FPM_E_INFEASIBLE) CHECK(!(want < never));
        else if (status < 0) {
            CHECK_INT(status, FPM_E_WORK_LIMIT);
            CHECK(begin[0] == INT64_C(0x1111111111111111));
        } else {
            optimal += status != FPM_WORK_LIMIT;
            for (k = 0; k < q.p; k++) CHECK(lawful(k, begin[k], begin[k + 1]));
            CHECK_SAME(makespan(begin, NULL), info.makespan);
            CHECK_LE(want, info.makespan);
            CHECK_LE(info.lower_bound, want);
            if (status != FPM_WORK_LIMIT) CHECK_SAME(info.lower_bound, want);
            CHECK(fpm_chain_check(&q.chain, q.p, &q.o, begin, &q.out, NULL) >= 0);
        }
        if (test__.bad > failed) dump();
    }
    printf("    %d limited, %d optimal, %d unknown\n", (int)limited, (int)optimal, (int)unknown);
    CHECK(limited > test_count(100) && optimal > test_count(1000) && unknown > test_count(10));
}

/* Little work may end the search for cuts near old ones, but FPM_OK means that none are nearer.
   0: work ended it. */
static int follows(void) {
    int64_t begin[MOST_P + 1];
    double want = plain_lawful();
    int status = fpm_chain_partition(&q.chain, q.p, &q.o, begin, &q.out, NULL);
    NOTE("max_work %d", (int)q.o.max_work);
    if (status == FPM_WORK_LIMIT || status == FPM_E_WORK_LIMIT) return 0;
    if (status == FPM_E_INFEASIBLE) return CHECK(!(want < never));
    CHECK(status == FPM_OK || status == FPM_EXTRAPOLATED);
    return CHECK_SAME(q.out.shift, plain_shift(near_limit(want)));
}

static void followed_or_said(void) {
    static const int64_t loads[] = {2, 21, 10, 2, 1, 4, 7, 0, 8, 6, 50, 9, 30, 1, 7};
    int64_t round, followed = 0, said = 0;
    for (round = test_count(1500); round > 0; round--) {
        int k, failed = (int)test__.bad, plain_one = test_int(0, 2) == 0;
        q.how = plain_one ? EQUAL : (int)(round % 3);
        q.p = (int)test_int(3, 6);
        random_loads(test_int(12, MOST_N), plain_one);
        if (plain_one) {
            for (k = 0; k < (int)q.n; k++)
                q.load[k] = test_int(0, 3) ? test_int(1, 9) : test_int(0, 60);
            CHECK_INT(fpm_chain_init(&q.chain, q.n, q.load, q.w, NULL), FPM_OK);
        }
        if (q.how == SPEEDS) random_speeds((int)test_int(0, 3));
        if (q.how == MODELS) random_models((int)test_int(0, 1));
        if (!plain_one) random_constraints();
        if (plain_one || test_int(0, 1)) q.o.min_items = test_int(2, q.n / q.p);
        for (k = 0; k <= q.p; k++) {
            more.near[k] = q.n * k / q.p;
            if (!plain_one && k > 0 && k < q.p) more.near[k] = test_int(more.near[k - 1], q.n);
        }
        q.o.from = more.near;
        q.o.slack = test_int(0, 1) ? 0 : 0.1;
        q.o.max_work = test_int(1, 1 << test_int(1, 14));
        if (follows()) followed++;
        else said++;
        if (test__.bad > failed) dump();
    }
    if (test_count(1500) >= 200) CHECK(followed > 0 && said > 0);
    q.how = EQUAL;
    q.p = 6;
    random_loads(15, 1);
    memcpy(q.load, loads, sizeof loads);
    CHECK_INT(fpm_chain_init(&q.chain, 15, q.load, q.w, NULL), FPM_OK);
    q.o.min_items = 2;
    for (round = 0; round <= 6; round++) more.near[round] = 15 * round / 6;
    q.o.from = more.near;
    for (q.o.max_work = 1; q.o.max_work < 4000; q.o.max_work += 25) follows();
    CHECK(follows()); /* 1,569 found no table left for the cuts of the nearest shift */
}

/* Solve q with ever more work: what has an answer keeps one, no worse.  Returns the last status. */
static int ever_more_work(int64_t most) {
    int64_t begin[MOST_P + 1], work;
    double least = never, close = 1;
    int who[MOST_P], status = FPM_OK;
    fpm_info info;
    q.out.who = who;
    if (q.how == MODELS) close = 1 + 4e-15; /* as times of flat pieces differ in the last bits */
    for (work = 1; work <= most; work *= 2) {
        q.o.max_work = work;
        NOTE("max_work %lld", (long long)work);
        status = fpm_chain_partition(&q.chain, q.p, &q.o, begin, &q.out, &info);
        CHECK(status != FPM_E_WORK_LIMIT || !(least < never));
        CHECK(status >= 0 || status == FPM_E_INFEASIBLE || status == FPM_E_WORK_LIMIT);
        if (status < 0) continue;
        CHECK_LE(info.makespan, least * (1 + q.o.slack) * close);
        CHECK_LE(info.lower_bound, info.makespan);
        if (!q.o.free_order) CHECK(fpm_chain_check(&q.chain, q.p, &q.o, begin, NULL, NULL) >= 0);
        if (info.makespan < least) least = info.makespan;
    }
    return status;
}

static void more_work(void) {
    static const int64_t loads[] = {6, 7, 46, 5, 0, 3};
    int64_t round;
    int k;
    for (round = test_count(1500); round > 0; round--) {
        long long failed = test__.bad;
        q.how = (int)(round % 3);
        q.p = (int)test_int(1, 6);
        q.n = test_int(1, 24);
        random_loads(q.n, (int)test_int(0, 1));
        if (test_int(0, 2) == 0) random_chains();
        if (q.how == SPEEDS) random_speeds((int)test_int(0, 3));
        if (q.how == MODELS) random_models((int)test_int(0, 1));
        q.o.free_order = q.how != EQUAL && test_int(0, 3) == 0;
        if (!q.o.free_order) random_constraints();
        if (!q.o.free_order && test_int(0, 3) == 0) {
            for (k = 0; k <= q.p; k++) more.near[k] = k > 0 ? test_int(more.near[k - 1], q.n) : 0;
            more.near[q.p] = q.n;
            q.o.from = more.near;
            q.o.slack = test_int(0, 1) ? 0.1 * test_real() : 0;
        }
        CHECK(ever_more_work(INT64_C(1) << 24) != FPM_E_WORK_LIMIT);
        if (test__.bad > failed) dump();
    }
    q.how = EQUAL;
    q.p = 3;
    random_loads(6, 1);
    memcpy(q.load, loads, sizeof loads);
    q.o.min_items = 2;
    REQUIRE(fpm_chain_init(&q.chain, 6, q.load, q.w, NULL) == FPM_OK);
    CHECK_INT(ever_more_work(1 << 16), FPM_OK);
}

/* Parts of least lengths, equal processors: a table at a larger key finds less than what was found
   without tables by chance (20 and 28 elements, rarely), and the better one is kept. */
static void more_work_by_tables(void) {
    static const int64_t first[] = {5,  1, 25, 27, 25, 9,  30, 17, 5,  14,
                                    10, 5, 25, 17, 7,  14, 22, 24, 27, 8};
    int64_t round;
    q.how = EQUAL;
    for (round = test_count(2000); round >= 0; round--) {
        q.p = round > 0 ? (int)test_int(4, 6) : 6;
        random_loads(round > 0 ? test_int(18, 30) : 20, 0);
        q.o.min_items = round > 0 ? test_int(2, 5) : 3;
        if (round == 0) memcpy(q.load, first, sizeof first);
        REQUIRE(fpm_chain_init(&q.chain, q.n, q.load, q.w, NULL) == FPM_OK);
        CHECK(ever_more_work(1 << 20) != FPM_E_WORK_LIMIT);
    }
}

/* Fewer elements than two parts need: one part has all of them, which takes no table to prove. */
static void one_part_of_all(void) {
    int64_t load[20], w[21], begin[10];
    int i, n, p, round;
    for (round = 0; round < 200; round++) {
        fpm_chain chain;
        fpm_chain_options o = FPM_ZERO;
        fpm_info info;
        int status;
        o.min_items = test_int(2, 10);
        o.max_work = 1;
        n = (int)test_int(1, 2 * o.min_items - 1);
        p = (int)test_int(1, 9);
        for (i = 0; i < n; i++) load[i] = test_int(1, 100);
        REQUIRE(fpm_chain_init(&chain, n, load, w, NULL) == FPM_OK);
        status = fpm_chain_partition(&chain, p, &o, begin, NULL, &info);
        CHECK_INT(status, n < o.min_items ? FPM_E_INFEASIBLE : FPM_OK);
        if (status == FPM_OK) CHECK_SAME(info.lower_bound, (double)w[n]);
    }
}

/* Two million elements, of which each part must have as many as even parts have: the tables that
   would prove the optimum exceed the default of max_work. */
static void least_items_of_many(void) {
    enum { N = 2000000, P = 1440 };
    int64_t *w = (int64_t *)malloc((N + 1) * sizeof *w), i, begin[P + 1];
    const int64_t count = test_brief() ? N / 10 : N;
    fpm_chain chain;
    fpm_chain_options o = FPM_ZERO;
    fpm_info info;
    int p, status;
    REQUIRE(w != NULL);
    for (i = 0; i < count; i++) w[i + 1] = test_int(1, 100);
    REQUIRE(fpm_chain_init(&chain, count, w + 1, w, NULL) == FPM_OK);
    for (p = 90; p <= P; p *= 4) {
        o.min_items = count / p;
        status = fpm_chain_partition(&chain, p, &o, begin, NULL, &info);
        CHECK(status == FPM_OK || status == FPM_WORK_LIMIT);
        CHECK_INT(fpm_chain_check(&chain, p, &o, begin, NULL, NULL), FPM_OK);
    }
    free(w);
}

/* One element of 10^5 among 10^5 of 1, unlike processors: the search needs no table, and where the
   rule's has no memory the partition found is the answer. */
static void giant_and_least(void) {
    enum { N = 100000, P = 256 };
    static int64_t load[N], w[N + 1], begin[P + 1];
    static double speed[P];
    fpm_chain chain;
    fpm_chain_options o = FPM_ZERO;
    fpm_info info;
    int k;
    for (k = 0; k < N; k++) load[k] = k == N / 3 ? N : 1;
    for (k = 0; k < P; k++) speed[k] = k == P / 2 ? 1.5 : 0.5 + 0.9 * test_real();
    REQUIRE(fpm_chain_init(&chain, N, load, w, NULL) == FPM_OK);
    o.speed = speed, o.max_bytes = 1 << 20;
    for (k = 0; k < 2; k++) {
        o.min_items = k ? 0 : 2, o.grain = k ? 10 : 0;
        CHECK_INT(fpm_chain_partition(&chain, P, &o, begin, NULL, &info), FPM_OK);
#ifdef __FAST_MATH__ /* a last bit may differ */
        CHECK_REL(info.makespan, (N + (k ? 9 : 1)) / 1.5, 4e-16);
#else
        CHECK_SAME(info.makespan, (N + (k ? 9 : 1)) / 1.5);
#endif
        CHECK_INT(fpm_chain_check(&chain, P, &o, begin, NULL, NULL), FPM_OK);
    }
}

/* Two processors of which the second takes the same time for 1 to 13 units, but for the last bits
   of evaluated times: it has to take all. */
static void flat_stretch(void) {
    int64_t one = 1, size[3] = {1, 6, 13}, load[2] = {2, 1}, w[3], begin[3];
    double tenth = 0.1, flat[3] = {.3, .3, .3};
    fpm_model model[2];
    fpm_proc procs[2] = FPM_ZERO;
    fpm_chain chain;
    fpm_chain_options o = FPM_ZERO;
    fpm_info info;
    REQUIRE(fpm_model_init(&model[0], FPM_CONSTANT, 1, &one, &tenth, &test_borrowed, NULL) ==
            FPM_OK);
    REQUIRE(fpm_model_init(&model[1], FPM_PIECEWISE, 3, size, flat, &test_borrowed, NULL) ==
            FPM_OK);
    REQUIRE(fpm_chain_init(&chain, 2, load, w, NULL) == FPM_OK);
    procs[0].model = &model[0], procs[0].min = 4;
    procs[1].model = &model[1];
    o.procs = procs;
    CHECK_INT(fpm_chain_partition(&chain, 2, &o, begin, NULL, &info), FPM_OK);
    CHECK_INT(begin[1], 0);
    CHECK_ULP(info.makespan, 0.3, 2);
    fpm_model_free(&model[0]), fpm_model_free(&model[1]);
}

/* Nor may a proof fail its check by these bits: 2 to 13 units take one time, but of 3, 7 and
   9 the last is a double less. */
static void flat_proof(void) {
    int64_t size[3] = {2, 13, 72}, load[9], w[10], cut[4] = {0, 3, 7, 9}, begin[2], proof[2];
    double seconds[3] = {0.95723135109178992, 0.95723135109178992, 3.4510032420084129};
    fpm_model model;
    fpm_proc proc = FPM_ZERO;
    fpm_chain chain;
    fpm_chain_options o = FPM_ZERO;
    fpm_chain_outputs out = FPM_ZERO;
    fpm_info info;
    int i;
    for (i = 0; i < 9; i++) load[i] = 1;
    REQUIRE(fpm_model_init(&model, FPM_PIECEWISE, 3, size, seconds, &test_borrowed, NULL) ==
            FPM_OK);
    REQUIRE(fpm_chain_init(&chain, 9, load, w, NULL) == FPM_OK);
    proc.model = &model, o.procs = &proc, o.cut = cut, o.cuts = 4, out.proof = proof;
    CHECK_INT(fpm_chain_partition(&chain, 1, &o, begin, &out, &info), FPM_OK);
    CHECK_INT(fpm_chain_check(&chain, 1, &o, begin, &out, &info), FPM_OK);
    CHECK_REL(info.lower_bound, seconds[0], 2e-15);
}

/* Nor a proof of splines, or a cut outside of low and high: left of 53 units the speed falls so
   steeply that evaluated times of loads about there fall by 22 doubles as loads rise. */
static void falling_splines(void) {
    static const int64_t size[7] = {49, 52, 53, 60, 1821, 1829, 1837};
    static const double seconds[7] = {1.083729711611749,  1.321923112715504,  7.535860313792714,
                                      7.5358618451395758, 7.5358662279651254, 7.5358731102347072,
                                      9.3321523614132857};
    const double about = 52.99999999999966;
    fpm_model model;
    int round, i;
    REQUIRE(fpm_model_init(&model, FPM_AKIMA, 7, size, seconds, &test_borrowed, NULL) == FPM_OK);
    for (round = 0; round < 1000; round++) {
        double load[10], w[11], width = about * pow(10, 4 * test_real() - 13), fall;
        int64_t begin[3], proof[3], low[3], high[3], old[3];
        double least;
        int n = 3 + (int)(8 * test_real()), p = 1 + (int)(2 * test_real()), wrong = 0;
        fpm_proc procs_of[2] = {FPM_ZERO, FPM_ZERO};
        fpm_chain chain;
        fpm_chain_options o = FPM_ZERO;
        fpm_chain_outputs out = FPM_ZERO;
        fpm_info info;
        for (i = 0; i < n; i++) {
            fall = width * test_real();
            load[i] = i == 0 || (p == 2 && i == n / 2) ? about - fall : 0.3 * fall;
        }
        procs_of[0].model = &model;
        procs_of[1].model = &model;
        o.procs = procs_of;
        out.proof = proof;
        out.low = low;
        out.high = high;
        NOTE("round %d: %d elements, %d processors", round, n, p);
        REQUIRE(fpm_chain_init_real(&chain, n, load, w, NULL) == FPM_OK);
        CHECK_INT(fpm_chain_partition(&chain, p, &o, begin, &out, &info), FPM_OK);
        for (i = 0; i <= p; i++)
            if (begin[i] < low[i] || begin[i] > high[i]) wrong++;
        CHECK_INT(wrong, 0);
        least = info.makespan;
        CHECK_INT(fpm_chain_check(&chain, p, &o, begin, &out, &info), FPM_OK);
        /* Near old cuts: as early to the last bits, and within low and high, too. */
        memcpy(old, begin, sizeof old);
        if (p == 2) old[1] = n * (round % 2);
        o.from = old;
        CHECK_INT(fpm_chain_partition(&chain, p, &o, begin, &out, &info), FPM_OK);
        CHECK_LE(info.makespan, least * (1 + 3e-15));
        for (i = 0; i <= p; i++)
            if (begin[i] < low[i] || begin[i] > high[i]) wrong++;
        CHECK_INT(wrong, 0);
    }
}

/* The same of splines that rise by 1 to 10^16 from one size to the next.  Near the ends of this
   segment evaluated times fall by up to a million doubles; the steepest ones do not fall. */
static void steep_splines(void) {
    static const int64_t size[7] = {49, 52, 53, 60, 1821, 1829, 1837};
    int64_t round, rounds = test_count(1600);
    int i, outside = 0, refused = 0;
    for (round = 0; round < rounds; round++) {
        double seconds[7], load[10], w[11], top, about, width;
        int64_t begin[3], proof[3], low[3], high[3];
        int n = (int)test_int(3, 10), p = (int)test_int(1, 2);
        fpm_proc procs_of[2] = {FPM_ZERO, FPM_ZERO};
        fpm_model model;
        fpm_chain chain;
        fpm_chain_options o = FPM_ZERO;
        fpm_chain_outputs out = FPM_ZERO;
        top = pow(10, (double)(round % 16) + test_real());
        seconds[0] = 1 + 0.1 * test_real();
        seconds[1] = seconds[0] + 0.3 * test_real();
        seconds[2] = seconds[1] + top;
        for (i = 3; i < 7; i++) seconds[i] = seconds[i - 1] * (1 + 1e-6 * test_real());
        about = pow(10, 13 * test_real() - 14);
        about = round / 16 % 2 ? 52 + about : 53 - about;
        width = about * pow(10, 3 * test_real() - 14);
        for (i = 0; i < n; i++) {
            double fall = width * test_real();
            load[i] = i == 0 || (p == 2 && i == n / 2) ? about - fall : 0.3 * fall;
        }
        REQUIRE(fpm_model_init(&model, FPM_AKIMA, 7, size, seconds, &test_borrowed, NULL) ==
                FPM_OK);
        procs_of[0].model = &model;
        procs_of[1].model = &model;
        o.procs = procs_of;
        out.proof = proof;
        out.low = low;
        out.high = high;
        REQUIRE(fpm_chain_init_real(&chain, n, load, w, NULL) == FPM_OK);
        CHECK_INT(fpm_chain_partition(&chain, p, &o, begin, &out, NULL), FPM_OK);
        for (i = 0; i <= p; i++)
            if (begin[i] < low[i] || begin[i] > high[i]) outside++;
        if (fpm_chain_check(&chain, p, &o, begin, &out, NULL) != FPM_OK) refused++;
        fpm_model_free(&model);
    }
    CHECK_INT(outside, 0);
    CHECK_INT(refused, 0);
}

/* Models that take equal times over several sizes, within the last bits of evaluated ones. */
static void flat_models(void) {
    static const double tick[] = {0.1, 0.3, 0.7, 1.1};
    static int64_t sizes[MOST_P][3];
    static double times[MOST_P][3];
    int k;
    random_models(0);
    for (k = 0; k < q.p; k++) {
        int64_t *size = sizes[k];
        double *seconds = times[k];
        int first = (int)test_int(0, 2);
        size[0] = test_int(1, 3), size[1] = size[0] + test_int(1, 6);
        size[2] = size[1] + test_int(1, 9);
        seconds[0] = tick[first], seconds[1] = tick[first + test_int(0, 1)];
        seconds[2] = test_int(0, 2) ? seconds[1] : 2 * seconds[1];
        fpm_model_free(&the.model[k]);
        REQUIRE(fpm_model_init(&the.model[k], FPM_PIECEWISE, 3, size, seconds, &test_borrowed,
                               NULL) == FPM_OK);
        memset(&the.procs[k], 0, sizeof the.procs[k]);
        the.procs[k].model = &the.model[k];
        if (test_int(0, 1)) the.procs[k].min = test_int(0, 5);
        the.procs[k].required = test_int(0, 3) == 0;
        if (test_int(0, 3) == 0) the.procs[k].max = the.procs[k].min + test_int(1, 9);
    }
}

/* Where cut k may lie, by all partitions in which no part takes more. */
static void plain_windows(double most, int64_t *low, int64_t *high) {
    char left[MOST_P + 1][MOST_N + 1] = {{0}}, right[MOST_P + 1][MOST_N + 1] = {{0}};
    int64_t i, j;
    int k;
    left[0][0] = right[q.p][q.n] = 1;
    for (k = 0; k < q.p; k++)
        for (j = 0; j <= q.n; j++)
            for (i = 0; i <= j; i++) {
                int r = q.p - 1 - k;
                left[k + 1][j] |= left[k][i] && lawful_cost(k, k, i, j) <= most;
                right[r][i] |= right[r + 1][j] && lawful_cost(r, r, i, j) <= most;
            }
    for (k = 0; k <= q.p; k++) {
        for (i = 0; i < q.n && !(left[k][i] && right[k][i]);) i++;
        for (j = q.n; j > 0 && !(left[k][j] && right[k][j]);) j--;
        low[k] = i, high[k] = j;
    }
}

/* Against all partitions, by evaluated times.  Of those within the last bits of one time the search
   may take any, and cuts that stay near may do so within any. */
static void flat_stretches(void) {
    int64_t round, begin[MOST_P + 1], low[2][MOST_P + 1], high[2][MOST_P + 1], solved = 0;
    for (round = test_count(12000); round > 0; round--) {
        double want, bit = 9e-16, bits = 3e-15;
        fpm_info info;
        int k, status, how = (int)(round % 3), failed = (int)test__.bad; /* 1: from, 2: low, high */
        q.how = MODELS, q.p = (int)test_int(1, 4);
        random_loads(test_int(1, 8), 1);
        for (k = 0; k < (int)q.n; k++) q.load[k] = test_int(0, 4);
        REQUIRE(fpm_chain_init(&q.chain, q.n, q.load, q.w, NULL) == FPM_OK);
        flat_models();
        q.o.procs = the.procs;
        if (test_int(0, 3) == 0) q.o.grain = 2;
        if (test_int(0, 3) == 0) q.o.min_items = 2;
        if (test_int(0, 3) == 0)
            for (k = 0, q.o.cut = more.cut; k <= (int)q.n; k++)
                if (test_int(0, 2)) more.cut[q.o.cuts++] = k;
        if (how == 2) {
            for (k = 0; k < q.p; k++) the.procs[k].min = the.procs[k].required = 0;
            q.o.grain = q.o.min_items = q.o.cuts = 0, q.o.cut = NULL;
            q.out.low = low[0], q.out.high = high[0];
        }
        for (k = 0; k <= q.p && how == 1; k++)
            more.near[k] = k == q.p ? q.n : k > 0 ? test_int(more.near[k - 1], q.n) : 0;
        if (how == 1) q.o.from = more.near;
        want = plain_lawful();
        status = fpm_chain_partition(&q.chain, q.p, &q.o, begin, &q.out, &info);
        if (!(want < never)) CHECK_INT(status, FPM_E_INFEASIBLE);
        else if (CHECK(status == FPM_OK || status == FPM_EXTRAPOLATED)) {
            solved++;
            CHECK_LE(want, info.makespan);
            CHECK_LE(info.makespan, want * (1 + (how == 1 ? bits : bit)));
            CHECK_SAME(makespan(begin, NULL), info.makespan);
            for (k = 0; k < q.p; k++) CHECK(lawful(k, begin[k], begin[k + 1]));
            if (how == 1 && q.o.grain < 2 && !q.o.cut) {
                CHECK_LE(plain_shift(want * (1 + bits)), q.out.shift);
                CHECK_LE(q.out.shift, plain_shift(want));
            }
            if (how == 2) {
                plain_windows(want * (1 + bits), low[1], high[1]);
                for (k = 0; k <= q.p; k++)
                    CHECK(low[1][k] <= low[0][k] && high[0][k] <= high[1][k]);
                plain_windows(info.makespan, low[1], high[1]);
                for (k = 0; k <= q.p; k++)
                    CHECK(low[0][k] <= low[1][k] && high[1][k] <= high[0][k]);
            }
        }
        if (test__.bad > failed) {
            int j;
            printf("round %d how %d: want %.17g\n", (int)round, how, want);
            for (k = 0; k < q.p; k++) {
                printf("    proc %d min %d required %d:", k, (int)the.procs[k].min,
                       the.procs[k].required);
                for (j = 0; j <= q.w[q.n]; j++) {
                    double t = 0;
                    fpm_model_time(the.procs[k].model, j, &t);
                    printf(" %.17g", t);
                }
                printf("\n");
            }
            dump();
            for (k = 0; k <= q.p; k++)
                printf("    cut %d: %d low %d %d high %d %d near %d\n", k, (int)begin[k],
                       (int)low[0][k], (int)low[1][k], (int)high[0][k], (int)high[1][k],
                       (int)more.near[k]);
            memset(more.near, 0, sizeof more.near);
        }
    }
    CHECK(3 * solved > test_count(12000));
}

/* Real sums whose last is -0, and old cuts. */
static void sums_of_minus_zero(void) {
    double r[6] = {0, 0, 0, 0, 0, -0.0};
    int64_t old[4] = {0, 1, 4, 5}, begin[4];
    fpm_chain chain;
    fpm_chain_options o = FPM_ZERO;
    int k;
    CHECK_INT(fpm_chain_init_real(&chain, 5, NULL, r, NULL), FPM_OK);
    o.from = old;
    CHECK_INT(fpm_chain_partition(&chain, 3, &o, begin, NULL, NULL), FPM_OK);
    for (k = 0; k <= 3; k++) CHECK_INT(begin[k], old[k]);
}

/* Old cuts stay where nothing lies between them and others, wherever the places are looked for. */
static void loads_of_nothing(void) {
    int64_t nothing[] = {0, 0, 0}, middle[] = {0, 183, 963, 1140, 1140, 1763, 2179};
    int64_t three[] = {0, 1, 2, 2}, five[] = {0, 2, 2, 4, 5, 6}, begin[6], most;
    int64_t none[12] = {0}, two[] = {0, 2, 6, 7, 11};
    double speed[] = {1, 2, 4}, held[] = {FPM_NOTHING, FPM_NOTHING, FPM_NOTHING};
    fpm_chain_limit limit = FPM_ZERO;
    fpm_chain_options o = FPM_ZERO;
    fpm_chain chain;
    int k, how;
    limit.whole = nothing, limit.max = held;
    REQUIRE(fpm_chain_init(&chain, 2, NULL, nothing, NULL) == FPM_OK);
    o.from = three;
    for (how = 0; how < 4; how++) {
        o.speed = how == 1 ? speed : NULL, o.min_items = how == 2;
        o.limit = &limit, o.limits = how == 3;
        CHECK_INT(fpm_chain_partition(&chain, 3, &o, begin, NULL, NULL), FPM_OK);
        for (k = 0; k <= 3; k++) CHECK_INT(begin[k], three[k]);
    }
    REQUIRE(fpm_chain_init(&chain, 11, NULL, none, NULL) == FPM_OK);
    memset(&o, 0, sizeof o);
    o.from = two, o.min_items = 3; /* 2 leaves too few: 3 is nearer than 0 */
    CHECK_INT(fpm_chain_partition(&chain, 4, &o, begin, NULL, NULL), FPM_OK);
    CHECK_INT(begin[1], 3);
    memset(&o, 0, sizeof o);
    REQUIRE(fpm_chain_init(&chain, 6, NULL, middle, NULL) == FPM_OK);
    o.from = five, o.limits = 0, o.slack = 0.375;
    for (most = 0; most < 3; most++) {
        o.grain = most;
        CHECK_INT(fpm_chain_partition(&chain, 5, &o, begin, NULL, NULL), FPM_OK);
        for (k = 0; k <= 5 && most < 2; k++) CHECK_INT(begin[k], five[k]);
    }
}

/* A caller who allows the makespan of the old cuts, T, says slack = T / least - 1.  Rounding, of
   that or of (1 + slack) least, never forbids it: the cuts stay.  First one part of loads 11 and 4,
   whose least makespan is 11: (1 + (15. / 11 - 1)) 11 is below 15. */
static void slack_of_a_makespan(void) {
    static const int64_t two[2] = {11, 4}, one[3] = {0, 2, 2};
    fpm_chain_options fixed = FPM_ZERO;
    fpm_chain pair;
    int64_t r, draws = test_count(400), below = 0, was[4], begin[4], load[8], sums[9];
    fixed.from = one;
    fixed.slack = 15. / 11 - 1;
    REQUIRE(fpm_chain_init(&pair, 2, two, sums, NULL) == FPM_OK);
    CHECK_INT(fpm_chain_partition(&pair, 2, &fixed, begin, NULL, NULL), FPM_OK);
    CHECK_INT(begin[1], 2);
    for (r = 0; r < draws; r++) {
        fpm_chain_options o = FPM_ZERO;
        fpm_chain_outputs out = FPM_ZERO;
        fpm_chain chain;
        fpm_info info;
        double speed[3], old = 0;
        int64_t n = test_int(2, 8), i;
        int p = (int)test_int(2, 3), k;
        for (i = 0; i < n; i++) load[i] = test_int(1, INT64_C(100000000000000));
        for (k = 0; k < p; k++) speed[k] = 0.5 + test_real();
        was[0] = 0;
        was[p] = n;
        for (k = 1; k < p; k++) was[k] = test_int(was[k - 1], n);
        if (r % 2) o.speed = speed;
        for (k = 0; k < p; k++) {
            int64_t sum = 0;
            for (i = was[k]; i < was[k + 1]; i++) sum += load[i];
            old = fmax(old, (double)sum / (r % 2 ? speed[k] : 1));
        }
        REQUIRE(fpm_chain_init(&chain, n, load, sums, NULL) == FPM_OK);
        CHECK_INT(fpm_chain_partition(&chain, p, &o, begin, NULL, &info), FPM_OK);
        o.from = was;
        o.slack = old / info.makespan - 1;
        if ((1 + o.slack) * info.makespan < old) below++;
        NOTE("draw %lld, slack %.17g", (long long)r, o.slack);
        CHECK_INT(fpm_chain_partition(&chain, p, &o, begin, &out, &info), FPM_OK);
        for (k = 0; k <= p; k++) CHECK_INT(begin[k], was[k]);
        CHECK_SAME(out.shift, 0);
        CHECK_SAME(info.makespan, old);
    }
    CHECK(below > 0 || test_brief());
}

/* Rows that users reported: sizes differ by one at most, and nobody is idle beside a giant. */
static void even_sizes(void) {
    static const int n[] = {5, 42, 61, 38, 3001}, p[] = {4, 16, 8, 8, 200};
    static int64_t load[3001], w[3002], begin[201];
    int t, i, k;
    for (t = 0; t < 5; t++) {
        int64_t least = 3001, most = 0;
        fpm_chain chain;
        for (i = 0; i < n[t]; i++) load[i] = t == 4 && i == 1234 ? 9462 : 1;
        REQUIRE(fpm_chain_init(&chain, n[t], load, w, NULL) == FPM_OK);
        CHECK_INT(fpm_chain_partition(&chain, p[t], NULL, begin, NULL, NULL), FPM_OK);
        for (k = 0; k < p[t]; k++) {
            int64_t size = begin[k + 1] - begin[k];
            least = size < least ? size : least;
            if (size > most && !(t == 4 && begin[k] == 1234)) most = size;
        }
        CHECK(least > 0);
        CHECK(most <= (t < 4 ? least + 1 : 23));
    }
}

/* ---- instances with known optima ---- */

static void known_optima(void) {
    static int64_t load[1000], w[1001], begin[1001];
    char line[200], name[60], class_name[60], param[60], path[80];
    FILE *f = test_data("chain/", "expected.tsv"), *g;
    int rows = 0;
    REQUIRE(f != NULL);
    while (fgets(line, sizeof line, f)) {
        fpm_chain chain;
        fpm_chain_options o = FPM_ZERO;
        fpm_chain_outputs out = FPM_ZERO;
        fpm_info info;
        double speed[1000], over = 1;
        long long above, x;
        int who[1000], one, n, p = 0;
        char *s;
        if (line[0] != 'c') continue;
        REQUIRE(sscanf(line, "%59s %59s %59s %lld/%lf", name, class_name, param, &above, &over) >=
                4);
        snprintf(path, sizeof path, "%s.txt", name);
        g = test_data("chain/", path);
        REQUIRE(g && fscanf(g, "%d %d", &one, &n) == 2 && n <= 1000);
        for (one = 0; one < n && fscanf(g, "%lld", &x) == 1; one++) load[one] = x;
        CHECK_INT(one, n);
        fclose(g);
        CHECK_INT(fpm_chain_init(&chain, n, load, w, NULL), FPM_OK);
        s = strchr(param, '=') + 1;
        if (param[0] == 'm') p = atoi(s);
        for (o.speed = param[0] == 'm' ? NULL : speed; o.speed && *s; s += *s == ',')
            speed[p++] = strtod(s, &s);
        o.free_order = !strcmp(class_name, "CHAIN-HET-FREE-ORDER");
        out.who = who;
        NOTE("%s", line);
        REQUIRE(p <= 1000);
        CHECK_INT(fpm_chain_partition(&chain, p, &o, begin, &out, &info), FPM_OK);
        CHECK_ULP(info.makespan, (double)above / over, 1);
        rows++;
    }
    fclose(f);
    CHECK_INT(rows, 107);
}

/* ---- any order ---- */

static void free_order(int whole, int how, int kinds) {
    int64_t k;
    for (k = test_count(60); k > 0; k--) {
        int64_t begin[MOST_P + 1];
        int who[MOST_P], all[MOST_P], i, status, failed = (int)test__.bad;
        fpm_info info, seen;
        double want;
        q.how = how;
        q.p = (int)test_int(1, 5);
        random_loads(test_int(0, 12), whole);
        if (test_int(0, 3) == 0) random_chains();
        if (how == SPEEDS) random_speeds(kinds);
        if (how == MODELS) random_models((int)test_int(0, 1));
        for (i = 0; i < q.p; i++) all[i] = i;
        want = plain_any(all);
        q.o.free_order = 1;
        q.out.who = who;
        status = fpm_chain_partition(&q.chain, q.p, &q.o, begin, &q.out, &info);
        if (!(want < never)) CHECK_INT(status, FPM_E_INFEASIBLE);
        else if (status == FPM_E_INFEASIBLE) CHECK(kinds == 0); /* not found, by a heuristic */
        else if (CHECK(status >= 0)) {
            NOTE("status %d, bound %.17g", status, info.lower_bound);
            if (status != FPM_HEURISTIC) CHECK_SAME(info.makespan, want);
            CHECK(kinds == 0 || status != FPM_HEURISTIC);
            CHECK_LE(want, info.makespan);
            CHECK_LE(info.lower_bound, want);
            if (how != EQUAL && q.chain.n > 0) CHECK(info.work > 0); /* counted against max_work */
            CHECK_SAME(makespan(begin, who), info.makespan);
            CHECK(fpm_chain_check(&q.chain, q.p, &q.o, begin, &q.out, &seen) >= 0);
            CHECK_SAME(seen.makespan, info.makespan);
            CHECK_LE(seen.lower_bound, want);
        }
        if (test__.bad > failed) dump();
    }
}

/* Bounds so tight that the given order often has no partition, while a hidden one has: what is
   found keeps to them, and with at most three kinds of processors it is found. */
static void free_order_tight(void) {
    int64_t k, found = 0, given = 0, thrifty = 0, rounds = test_count(40);
    for (k = 0; k < rounds; k++) {
        int64_t begin[MOST_P + 1], cut[6] = {0};
        int who[MOST_P], all[MOST_P], i, kinds = k % 4 < 2 ? 0 : (int)(k % 4), status,
                                         failed = (int)test__.bad;
        fpm_info info;
        double want;
        q.how = MODELS, q.p = 5;
        random_loads(test_int(6, 12), 1);
        for (i = 0; i < q.n; i++) q.load[i] = test_int(1, 20);
        REQUIRE(fpm_chain_init(&q.chain, q.n, q.load, q.w, NULL) == FPM_OK);
        random_models(0);
        for (i = 0; i < q.p; i++) {
            int from = (int)test_int(0, i);
            all[i] = all[from], all[from] = i;
            cut[i + 1] = i + 1 < q.p ? test_int(cut[i], q.n) : q.n;
        }
        for (i = 0; i < q.p; i++) {
            int64_t units = q.w[cut[i + 1]] - q.w[cut[i]];
            int like = kinds ? i % kinds : i;
            instance_proc(all[i], all[like]);
            the.procs[all[i]].max = units > 0 ? units : 1;
            if (like < i && the.procs[all[like]].max > the.procs[all[i]].max)
                the.procs[all[i]].max = the.procs[all[like]].max;
        }
        for (i = q.p - 1; i >= 0 && kinds; i--) /* alike: the most of all of a kind */
            if (the.procs[all[i]].max > the.procs[all[i % kinds]].max)
                the.procs[all[i % kinds]].max = the.procs[all[i]].max;
        for (i = 0; i < q.p && kinds; i++) the.procs[all[i]].max = the.procs[all[i % kinds]].max;
        instance_rules();
        q.o.procs = the.procs;
        given += plain(NULL) < never;
        want = plain_any(all);
        CHECK(want < never);
        q.o.free_order = 1, q.out.who = who;
        memset(begin, 0x11, sizeof begin);
        NOTE("round %d, %d kinds", (int)k, kinds);
        status = fpm_chain_partition(&q.chain, q.p, &q.o, begin, &q.out, &info);
        found += status >= 0;
        thrifty += kinds == 0 && status >= 0;
        if (status < 0) {
            CHECK_INT(status, FPM_E_INFEASIBLE);
            CHECK(kinds == 0 && begin[0] == INT64_C(0x1111111111111111));
        } else {
            CHECK_SAME(makespan(begin, who), info.makespan);
            CHECK_LE(info.lower_bound, want);
            if (kinds) CHECK_SAME(info.makespan, want);
            CHECK_LE(want, info.makespan);
        }
        if (kinds == 0 && !(plain(NULL) < never)) { /* nothing to fall back on without memory */
            test_heap heap;
            int at;
            q.o.alloc = &heap.alloc;
            for (at = 1, heap.failures = 1; heap.failures; at++) {
                int again;
                test_heap_start(&heap, at, 1);
                again = fpm_chain_partition(&q.chain, q.p, &q.o, begin, &q.out, NULL);
                CHECK_INT(again, heap.failures && again < 0 ? FPM_E_MEMORY : status);
                CHECK(test_heap_clean(&heap));
            }
            q.o.alloc = NULL;
        }
        if (test__.bad > failed) dump();
    }
    printf("    %d of %d found, %d in the given order; of unlike ones %d\n", (int)found,
           (int)rounds, (int)given, (int)thrifty);
    if (rounds >= 40) CHECK(given < found && 4 * thrifty > rounds);
}

/* Ten elements a processor: thrift must beat the given order. */
static void thrift_pays(void) {
    enum { P = 100, N = 1000 };
    static int64_t load[N], w[N + 1], begin[P + 1];
    static double speed[P];
    static int who[P];
    fpm_chain chain;
    fpm_chain_options o = FPM_ZERO;
    fpm_chain_outputs out = FPM_ZERO;
    fpm_info given, any;
    int i;
    for (i = 0; i < N; i++) load[i] = test_int(1, 100);
    for (i = 0; i < P; i++) speed[i] = 1 + 3 * test_real();
    o.speed = speed;
    CHECK_INT(fpm_chain_init(&chain, N, load, w, NULL), FPM_OK);
    CHECK_INT(fpm_chain_partition(&chain, P, &o, begin, &out, &given), FPM_OK);
    o.free_order = 1, out.who = who;
    CHECK_INT(fpm_chain_partition(&chain, P, &o, begin, &out, &any), FPM_HEURISTIC);
    if (!test_shrunk()) CHECK_LE(any.imbalance, 0.5 * given.imbalance);
    o.max_work = 1;
    CHECK_INT(fpm_chain_partition(&chain, P, &o, begin, &out, &any), FPM_WORK_LIMIT);
    CHECK_LE(any.makespan, given.makespan);
    for (i = 0; i < P; i++) speed[i] = i % 3 ? 1 : 2; /* two kinds, and no work for their lattice */
    CHECK_INT(fpm_chain_partition(&chain, P, &o, begin, &out, &any), FPM_WORK_LIMIT);
    CHECK_LE(any.lower_bound, any.makespan);
    o.free_order = 0;
    CHECK_INT(fpm_chain_partition(&chain, P, &o, begin, &out, &given), FPM_OK);
    CHECK_LE(any.makespan, given.makespan);
    o.free_order = 1, o.max_work = 0;
    CHECK_INT(fpm_chain_partition(&chain, P, &o, begin, &out, &given), FPM_OK);
    CHECK_LE(given.makespan, any.makespan);
    CHECK_LE(any.lower_bound, given.makespan);
}

/* Only the order big, small, big takes these loads: where that is not found for want of work or
   memory, that is said, and not that there is none. */
static void free_order_not_found(void) {
    const int64_t load[3] = {10, 1, 10}, size[1] = {1};
    const double second[1] = {1};
    int64_t w[4], begin[4];
    int who[3] = {7, 7, 7}, i, found = 0;
    fpm_model model;
    fpm_proc procs[3] = FPM_ZERO;
    fpm_chain chain;
    fpm_chain_options o = FPM_ZERO;
    fpm_chain_outputs out = FPM_ZERO;
    test_heap heap;
    CHECK_INT(fpm_model_init(&model, FPM_CONSTANT, 1, size, second, &test_borrowed, NULL), FPM_OK);
    for (i = 0; i < 3; i++) procs[i].model = &model, procs[i].max = i < 2 ? 10 : 1;
    CHECK_INT(fpm_chain_init(&chain, 3, load, w, NULL), FPM_OK);
    o.procs = procs, o.free_order = 1, out.who = who, o.max_work = 1;
    CHECK_INT(fpm_chain_partition(&chain, 3, &o, begin, &out, NULL), FPM_E_WORK_LIMIT);
    CHECK(who[0] == 7);
    o.max_work = 0;
    for (i = 0; i < 40; i++) {
        int status;
        test_heap_start(&heap, i + 1, 0);
        o.alloc = &heap.alloc;
        status = fpm_chain_partition(&chain, 3, &o, begin, &out, NULL);
        CHECK(status == FPM_OK || status == FPM_E_MEMORY);
        found += status == FPM_OK;
        CHECK(test_heap_clean(&heap));
    }
    CHECK(found > 0 && who[1] == 2);
    o.free_order = 2;
    CHECK_INT(fpm_chain_partition(&chain, 3, &o, begin, &out, NULL), FPM_E_ARGUMENT);
}

/* Speeds up to 10^18 times apart, the quickest first, and loads that suit them: what the slow ones
   add is hardly seen in the sum of all speeds. */
static void speeds_far_apart(void) {
    int64_t k;
    for (k = test_count(2000); k > 0; k--) {
        double magnitude = 18 * test_real(), most = 0;
        int i;
        q.how = SPEEDS;
        q.p = (int)test_int(2, MOST_P);
        random_loads(test_int(1, 2 * q.p < MOST_N ? 2 * q.p : MOST_N), 0);
        random_speeds(0);
        for (i = 0; i < q.p; i++) q.speed[i] = pow(10, magnitude * test_real());
        for (i = 0; i < q.p; i++) most = fmax(most, q.speed[i]);
        if (test_int(0, 2)) q.speed[0] = most;
        for (i = 0; i < (int)q.n; i++)
            q.real[i] = i < q.p && test_int(0, 3) ? q.speed[i] : pow(10, magnitude * test_real());
        CHECK_INT(fpm_chain_init_real(&q.chain, q.n, q.real, q.r, NULL), FPM_OK);
        compare();
    }
}

/* ---- loads near the limits of 64 bits, to the unit ---- */

static int64_t plain_whole(const int64_t *w, int64_t n, int p) {
    int64_t best[2][MOST_N + 1], i, j;
    int k;
    for (j = 0; j <= n; j++) best[0][j] = w[j];
    for (k = 1; k < p; k++)
        for (j = 0; j <= n; j++) {
            best[k % 2][j] = best[(k + 1) % 2][j];
            for (i = 0; i < j; i++) {
                int64_t t = w[j] - w[i];
                t = t > best[(k + 1) % 2][i] ? t : best[(k + 1) % 2][i];
                if (t < best[k % 2][j]) best[k % 2][j] = t;
            }
        }
    return best[(p + 1) % 2][n];
}

static void near_overflow(void) {
    int64_t k;
    for (k = test_count(300); k > 0; k--) {
        int64_t n = test_int(1, MOST_N), i, left = INT64_MAX, most = 0, begin[1001];
        int p = test_int(0, 9) ? (int)test_int(1, MOST_P) : 1000;
        for (i = 0; i < n; i++) {
            q.load[i] = i + 1 == n ? left : test_int(0, test_int(0, 2) ? left / (n - i) : left / 2);
            left -= q.load[i];
        }
        CHECK_INT(fpm_chain_init(&q.chain, n, q.load, q.w, NULL), FPM_OK);
        CHECK_INT(q.w[n], INT64_MAX);
        CHECK_INT(fpm_chain_partition(&q.chain, p, NULL, begin, NULL, NULL), FPM_OK);
        for (i = 0; i < p; i++) {
            int64_t load = q.w[begin[i + 1]] - q.w[begin[i]];
            most = load > most ? load : most;
        }
        CHECK_INT(most, plain_whole(q.w, n, p));
        CHECK_INT(fpm_chain_check(&q.chain, p, NULL, begin, NULL, NULL), FPM_OK);
    }
}

/* The limit that leaves no partition is named where loads are above the largest key of a time. */
static void culprit_near_overflow(void) {
    int64_t load[] = {INT64_MAX - 9, 1, 1}, w[4], none[] = {0, 0, 0, 0}, ones[] = {0, 1, 2, 3},
            begin[3];
    double most[2][2] = {{FPM_NOTHING, FPM_NOTHING}, {1, 1}};
    fpm_chain_limit limit[2] = FPM_ZERO;
    fpm_chain_options o = FPM_ZERO;
    fpm_chain chain;
    fpm_info info;
    REQUIRE(fpm_chain_init(&chain, 3, load, w, NULL) == FPM_OK);
    limit[0].whole = none, limit[0].max = most[0];
    limit[1].whole = ones, limit[1].max = most[1];
    o.limit = limit, o.limits = 2;
    CHECK_INT(fpm_chain_partition(&chain, 2, &o, begin, NULL, &info), FPM_E_INFEASIBLE);
    CHECK_INT(info.at, 1);
}

/* No limit is named where max alone leaves no partition: 3 3 3 on two that take 5 each. */
static void culprit_is_max(void) {
    const int64_t load[] = {3, 3, 3}, size[] = {1};
    const double seconds[] = {1}, plenty[] = {100, 100};
    int64_t w[4], begin[3];
    fpm_chain_limit limit = FPM_ZERO;
    fpm_chain_options o = FPM_ZERO;
    fpm_proc procs[2] = FPM_ZERO;
    fpm_chain chain;
    fpm_model model;
    fpm_info info;
    REQUIRE(fpm_model_init(&model, FPM_CONSTANT, 1, size, seconds, NULL, NULL) == FPM_OK);
    REQUIRE(fpm_chain_init(&chain, 3, load, w, NULL) == FPM_OK);
    procs[0].model = procs[1].model = &model;
    procs[0].max = procs[1].max = 5;
    limit.whole = w;
    limit.max = plenty;
    o.procs = procs;
    o.limit = &limit;
    o.limits = 1;
    CHECK_INT(fpm_chain_partition(&chain, 2, &o, begin, NULL, &info), FPM_E_INFEASIBLE);
    CHECK_INT(info.at, -1);
    CHECK(info.reason != NULL);
    fpm_model_free(&model);
}

/* The same with constraints: no sum, length or shift overflows, none is mistaken for `none`. */
static void constraints_near_overflow(void) {
    int64_t load[] = {0, 0, 0, INT64_MAX}, w[5], begin[5], whole[] = {0, 0, 4};
    fpm_chain_options o = FPM_ZERO;
    fpm_chain chain;
    int k;
    REQUIRE(fpm_chain_init(&chain, 4, load, w, NULL) == FPM_OK);
    o.grain = 2;
    CHECK_INT(fpm_chain_partition(&chain, 4, &o, begin, NULL, NULL), FPM_OK);
    for (k = 0; k <= 4; k++) CHECK_INT(begin[k] % 2, 0);
    CHECK_INT(fpm_chain_check(&chain, 4, &o, begin, NULL, NULL), FPM_OK);
    o.grain = 0, o.from = whole;
    CHECK_INT(fpm_chain_partition(&chain, 2, &o, begin, NULL, NULL), FPM_OK);
    o.from++;
    CHECK_INT(fpm_chain_partition(&chain, 1, &o, begin, NULL, NULL), FPM_OK);
    o.from = NULL, o.min_items = INT64_MAX;
    for (k = 1; k <= 3; k++)
        CHECK_INT(fpm_chain_partition(&chain, k, &o, begin, NULL, NULL), FPM_E_INFEASIBLE);
    o.min_items = 4;
    CHECK_INT(fpm_chain_partition(&chain, 3, &o, begin, NULL, NULL), FPM_OK);
}

/* ---- long chains: windows, galloping, many parts; against a greedy walk from element to element.
   In a given order the longest parts get furthest. ---- */

static int plain_walk(const fpm_chain *chain, int p, double most) {
    int64_t i, from = 0;
    for (i = 1; i <= chain->n && p > 0; i++) {
        double load = chain->whole ? (double)(chain->whole[i] - chain->whole[from])
                                   : chain->real[i] - chain->real[from];
        if (load > most) from = --i, p--;
    }
    return p > 0;
}

static void long_chains(void) {
    enum { N = 20000 };
    static int64_t load[N], w[N + 1], begin[N + 2];
    static double real[N], r[N + 1];
    int round;
    for (round = 0; round < 24; round++) {
        fpm_chain chain;
        fpm_chain_options o = FPM_ZERO;
        fpm_chain_outputs out = FPM_ZERO;
        fpm_info one, seen;
        int64_t i, *proof = (int64_t *)malloc((N + 2) * sizeof *proof);
        int p = (int)test_int(1, round % 3 ? 200 : N);
        for (i = 0; i < N; i++) {
            double at = (double)i / N - 0.3;
            load[i] = round % 4 == 0   ? test_int(0, 9)
                      : round % 4 == 1 ? (int64_t)(1e6 * exp(-1e3 * at * at) * test_real())
                      : round % 4 == 2 ? (i > N / 2) * test_int(1, 5)
                                       : (i % 1000 == 0) * test_int(1, 100000);
            real[i] = (double)load[i] * test_real();
        }
        if (round % 2) CHECK_INT(fpm_chain_init(&chain, N, load, w, NULL), FPM_OK);
        else CHECK_INT(fpm_chain_init_real(&chain, N, real, r, NULL), FPM_OK);
        out.proof = proof;
        CHECK_INT(fpm_chain_partition(&chain, p, &o, begin, &out, &one), FPM_OK);
        CHECK_INT(fpm_chain_check(&chain, p, &o, begin, &out, &seen), FPM_OK);
        CHECK_SAME(seen.lower_bound, one.makespan);
        CHECK(one.iterations <= 40);
        CHECK(plain_walk(&chain, p, one.makespan));
        CHECK(!plain_walk(&chain, p, nextafter(one.makespan, -1)));
        free(proof);
    }
}

/* The largest element is the bound: one probe. */
static void one_probe(void) {
    int64_t load[] = {3, 1, 4, 1, 50, 9, 2, 6}, w[9], begin[5];
    fpm_chain chain;
    fpm_info info;
    CHECK_INT(fpm_chain_init(&chain, 8, load, w, NULL), FPM_OK);
    CHECK_INT(chain.largest, 4);
    CHECK_INT(fpm_chain_partition(&chain, 4, NULL, begin, NULL, &info), FPM_OK);
    CHECK_INT(info.iterations, 1);
    CHECK_SAME(info.makespan, 50);
    CHECK_INT(info.last, 2);
}

/* The same numbers for all seeds. */
static double same_real(uint32_t *state) {
    *state = *state * UINT32_C(1664525) + UINT32_C(1013904223);
    return (double)*state / 4294967296.0;
}

/* Models whose memory ends near their share: 62 probes of six chains, 73 without forks, 89 without
   the measured slope, 102 without both. */
static void probes_of_models(void) {
    enum { N = 100000, P = 2000 };
    static int64_t w[N + 1], begin[P + 1], size[P][4];
    static double t[P][4];
    static fpm_model model[P];
    static fpm_proc procs[P];
    fpm_chain_options o = FPM_ZERO;
    int64_t probes = 0;
    uint32_t state = 1;
    int round, i, k;
    o.procs = procs;
    for (round = 0; round < 6; round++) {
        fpm_chain chain;
        fpm_info info;
        for (i = 0; i < N; i++) w[i + 1] = 1 + (int64_t)(100 * same_real(&state));
        CHECK_INT(fpm_chain_init(&chain, N, w + 1, w, NULL), FPM_OK);
        for (i = 0; i < P; i++) {
            double speed = 1 + 9 * same_real(&state);
            double memory = (1 + 2 * same_real(&state)) * (double)w[N] / P;
            for (k = 0; k < 4; k++) {
                size[i][k] = (int64_t)(memory * (k == 0 ? 0.1 : k == 1 ? 0.5 : k == 2 ? 0.55 : 3));
                t[i][k] = (double)size[i][k] / speed * (k < 2 ? 1 : 8);
            }
            CHECK_INT(
                fpm_model_init(&model[i], FPM_PIECEWISE, 4, size[i], t[i], &test_borrowed, NULL),
                FPM_OK);
            procs[i].model = &model[i];
        }
        CHECK_INT(fpm_chain_partition(&chain, P, &o, begin, NULL, &info), FPM_OK);
        probes += info.iterations;
        for (i = 0; i < P; i++) fpm_model_free(&model[i]);
    }
    CHECK(probes <= 67);
}

/* Loads and times among denormals, where rounding takes a larger part than elsewhere: proofs hold,
   no bound is above a makespan, and no flag is raised (see no_flags). */
static void denormal_loads(void) {
    int64_t i, rounds = test_count(20000);
    for (i = 0; i < rounds; i++) {
        int n = (int)test_int(1, 6), p = (int)test_int(1, 4), k;
        double load[6], sum[7], speed[4];
        double unit = ldexp(1, (int)test_int(-1074, i % 3 ? -1026 : -1074));
        int64_t begin[5], proof[5];
        fpm_chain_options o = FPM_ZERO;
        fpm_chain_outputs out = FPM_ZERO;
        fpm_info info, seen;
        fpm_chain chain;
        for (k = 0; k < n; k++) load[k] = unit * (double)test_int(0, i % 2 ? 1000 : 1);
        for (k = 0; k < p; k++) speed[k] = 0.0625 * (double)test_int(1, 400);
        NOTE("round %lld n %d p %d", (long long)i, n, p);
        REQUIRE(fpm_chain_init_real(&chain, n, load, sum, NULL) == FPM_OK);
        if (test_int(0, 3)) o.speed = speed;
        out.proof = proof;
        if (!CHECK_INT(fpm_chain_partition(&chain, p, &o, begin, &out, &info), FPM_OK)) break;
        if (!CHECK_INT(fpm_chain_check(&chain, p, &o, begin, &out, &seen), FPM_OK)) break;
        if (!CHECK(seen.makespan >= info.makespan && seen.makespan <= info.makespan)) break;
        if (!CHECK(info.lower_bound <= info.makespan && seen.lower_bound <= seen.makespan)) break;
        if (!CHECK_LE(info.imbalance, 1e300)) break;
    }
}

/* The least load that is not 0, over eight parts: its mean is 0, and no part is above it. */
static void mean_of_nothing(void) {
    double load[1], sum[2];
    int64_t begin[9];
    fpm_chain chain;
    fpm_info info;
    load[0] = ldexp(1, -1074);
    REQUIRE(fpm_chain_init_real(&chain, 1, load, sum, NULL) == FPM_OK);
    REQUIRE(fpm_chain_partition(&chain, 8, NULL, begin, NULL, &info) == FPM_OK);
    CHECK_SAME(info.imbalance, 0);
}

/* `largest` may be any element: the cuts stay. */
static void largest_is_a_hint(void) {
    int64_t load[] = {1, 44, 2, 799, 22, 156, 212, 101, 95, 1, 11, 36, 43, 1, 84};
    int64_t w[16], begin[15], cuts[15];
    fpm_chain chain;
    int k;
    CHECK_INT(fpm_chain_init(&chain, 15, load, w, NULL), FPM_OK);
    CHECK_INT(fpm_chain_partition(&chain, 14, NULL, begin, NULL, NULL), FPM_OK);
    for (chain.largest = 0; chain.largest < 15; chain.largest++) {
        CHECK_INT(fpm_chain_partition(&chain, 14, NULL, cuts, NULL, NULL), FPM_OK);
        for (k = 0; k < 15; k++) CHECK_INT(cuts[k], begin[k]);
    }
}

/* ---- prefix sums ---- */

static void sums(void) {
    int64_t load[] = {5, 0, 7, 7, 1}, in_place[] = {0, 5, 0, 7, 7, 1}, w[6], i;
    double real[] = {0.5, -0.0, 2.5, 1e200}, r[5];
    fpm_chain a, b;
    fpm_info info;
    CHECK_INT(fpm_chain_init(&a, 5, load, w, NULL), FPM_OK);
    CHECK_INT(a.largest, 2);
    CHECK_INT(a.n, 5);
    CHECK(a.whole == w && a.real == NULL && a.chains == 0);
    CHECK_INT(fpm_chain_init(&b, 5, in_place + 1, in_place, NULL), FPM_OK);
    for (i = 0; i < 6; i++) CHECK_INT(in_place[i], w[i]);
    CHECK_INT(fpm_chain_init(&b, 5, NULL, w, NULL), FPM_OK);
    CHECK_INT(b.largest, 2);
    CHECK_INT(fpm_chain_init(&b, 0, NULL, w, NULL), FPM_OK);
    CHECK_INT(fpm_chain_init_real(&b, 3, real, r, NULL), FPM_OK);
    CHECK_SAME(r[3], 3);
    CHECK_INT(b.largest, 2);
    CHECK_INT(fpm_chain_init_real(&b, 3, NULL, r, NULL), FPM_OK);
    b = a;
    w[3] = 4;
    CHECK_INT(fpm_chain_init(&b, 5, NULL, w, &info), FPM_E_LOAD);
    CHECK_INT(info.at, 2);
    load[3] = -1;
    CHECK_INT(fpm_chain_init(&b, 5, load, w, &info), FPM_E_LOAD);
    CHECK_INT(info.at, 3);
    load[3] = INT64_MAX - 11;
    CHECK_INT(fpm_chain_init(&b, 5, load, w, &info), FPM_E_OVERFLOW);
    CHECK_INT(info.at, 3);
    load[3] = INT64_MIN;
    CHECK_INT(fpm_chain_init(&b, 5, load, w, &info), FPM_E_LOAD);
    w[0] = 1;
    CHECK_INT(fpm_chain_init(&b, 5, NULL, w, &info), FPM_E_LOAD);
    CHECK_INT(info.at, 0);
    CHECK_INT(fpm_chain_init_real(&b, 4, real, r, &info), FPM_OK);
    b = a;
    real[0] = 1e190;
    CHECK_INT(fpm_chain_init_real(&b, 4, real, r, &info), FPM_E_OVERFLOW);
    CHECK_INT(info.at, 3);
    real[1] = test_nan();
    CHECK_INT(fpm_chain_init_real(&b, 4, real, r, &info), FPM_E_LOAD);
    CHECK_INT(info.at, 1);
    real[1] = test_inf();
    CHECK_INT(fpm_chain_init_real(&b, 4, real, r, &info), FPM_E_LOAD);
    real[1] = -1;
    CHECK_INT(fpm_chain_init_real(&b, 4, real, r, &info), FPM_E_LOAD);
    CHECK_INT(fpm_chain_init(&b, -1, load, w, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_chain_init(&b, 5, load, NULL, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_chain_init(NULL, 5, load, w, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_chain_init_real(&b, 5, real, NULL, NULL), FPM_E_ARGUMENT);
    CHECK(!memcmp(&a, &b, sizeof a)); /* untouched all along */
}

/* ---- bad input, memory ---- */

static int64_t kept[MOST_P + 1];

/* A status, and nothing written. */
static void refuse(const fpm_chain *chain, int p, const fpm_chain_options *o,
                   fpm_chain_outputs *out, int want) {
    int64_t before[MOST_P + 1];
    fpm_info info;
    memcpy(before, kept, sizeof kept);
    CHECK_INT(fpm_chain_partition(chain, p, o, kept, out, &info), want);
    CHECK_INT(info.status, want);
    CHECK(!memcmp(before, kept, sizeof kept));
}

static void bad_input(void) {
    double speed[3] = {1, 2, 3};
    int64_t cuts[4];
    int who[3];
    fpm_chain chain;
    fpm_chain_options o = FPM_ZERO;
    fpm_chain_outputs out = FPM_ZERO;
    fpm_info info;
    memset(kept, 0x5a, sizeof kept);
    q.how = EQUAL, q.p = 3;
    random_loads(10, 1);
    for (who[0] = 0; who[0] < 10; who[0]++) q.load[who[0]] = 1 + who[0];
    CHECK_INT(fpm_chain_init(&q.chain, 10, q.load, q.w, NULL), FPM_OK);
    chain = q.chain;
    CHECK_INT(fpm_chain_partition(&chain, 3, NULL, NULL, NULL, NULL), FPM_E_ARGUMENT);
    refuse(NULL, 3, NULL, NULL, FPM_E_ARGUMENT);
    refuse(&chain, 0, NULL, NULL, FPM_E_ARGUMENT);
    chain.n = -1, refuse(&chain, 3, NULL, NULL, FPM_E_ARGUMENT), chain = q.chain;
    chain.largest = 10, refuse(&chain, 3, NULL, NULL, FPM_E_ARGUMENT), chain = q.chain;
    chain.real = q.r, refuse(&chain, 3, NULL, NULL, FPM_E_ARGUMENT), chain = q.chain;
    chain.whole = NULL, refuse(&chain, 3, NULL, NULL, FPM_E_ARGUMENT), chain = q.chain;
    chain.chains = 2, refuse(&chain, 3, NULL, NULL, FPM_E_ARGUMENT);
    q.first[0] = 0, q.first[1] = 4, q.first[2] = 9, chain.first = q.first;
    refuse(&chain, 3, NULL, NULL, FPM_E_ARGUMENT);
    q.first[2] = 10, refuse(&chain, 1, NULL, NULL, FPM_E_INFEASIBLE);
    chain = q.chain;
    out.proof = cuts;
    o.free_order = 1, refuse(&chain, 3, &o, &out, FPM_E_ARGUMENT);
    out.who = who, refuse(&chain, 3, &o, &out, FPM_E_UNSUPPORTED);
    memset(&o, 0, sizeof o), memset(&out, 0, sizeof out);
    o.max_work = -1, refuse(&chain, 3, &o, &out, FPM_E_ARGUMENT), o.max_work = 0;
    o.max_bytes = 40, refuse(&chain, 3, &o, &out, FPM_E_MAX_BYTES), o.max_bytes = 0;
    o.speed = speed;
    speed[1] = 0, refuse(&chain, 3, &o, &out, FPM_E_ARGUMENT);
    speed[1] = test_nan(), refuse(&chain, 3, &o, &out, FPM_E_ARGUMENT);
    speed[1] = 1e61, refuse(&chain, 3, &o, &out, FPM_E_ARGUMENT);
    CHECK_INT(fpm_chain_partition(&chain, 3, &o, kept, &out, &info), FPM_E_ARGUMENT);
    CHECK_INT(info.fault, 1);
    speed[1] = 2;
    random_models(0);
    instance_proc(2, 2);
    o.procs = the.procs, refuse(&chain, 3, &o, &out, FPM_E_ARGUMENT), o.speed = NULL;
    q.w[10] += FPM_SIZE_MAX, refuse(&chain, 3, &o, &out, FPM_E_SIZE);
    o.procs = NULL, o.speed = speed, refuse(&chain, 3, &o, &out, FPM_E_SIZE);
    o.procs = the.procs, o.speed = NULL, q.w[10] -= FPM_SIZE_MAX;
    the.procs[2].min = -1, refuse(&chain, 3, &o, &out, FPM_E_BOUNDS), the.procs[2].min = 0;
    the.procs[2].grain = 2, refuse(&chain, 3, &o, &out, FPM_E_UNSUPPORTED), the.procs[2].grain = 0;
    the.procs[2].required = 2, refuse(&chain, 3, &o, &out, FPM_E_ARGUMENT),
    the.procs[2].required = 0;
    the.procs[2].fixed = -1, refuse(&chain, 3, &o, &out, FPM_E_BOUNDS), the.procs[2].fixed = 0;
    the.model[2].monotone = 0, refuse(&chain, 3, &o, &out, FPM_E_NOT_MONOTONE),
    the.model[2].monotone = 1;
    the.procs[2].model = NULL, refuse(&chain, 3, &o, &out, FPM_E_MODEL);
}

/* Constraints that no partition can be read from: which entry, which limit, whose. */
static void bad_constraints(void) {
    static const int64_t falls[] = {0, 4, 4, 10}, beyond[] = {0, 11}, below[] = {-1, 3};
    static const int64_t no_start[] = {1, 4, 10, 10}, no_end[] = {0, 4, 8, 9},
                         back[] = {0, 5, 4, 10};
    int64_t load[10], w[11], bytes[11], negative[11], window[4], begin[4];
    double most[3] = {5, 5, 5}, r[11] = {0};
    fpm_chain_limit limit[2];
    fpm_chain chain;
    fpm_chain_options o = FPM_ZERO, none = FPM_ZERO;
    fpm_chain_outputs out = FPM_ZERO;
    fpm_info info;
    int i;
    for (i = 0; i < 10; i++) load[i] = 1 + i, bytes[i] = 2 * i, negative[i] = i - 1;
    bytes[10] = 20, negative[10] = 12;
    memset(kept, 0x5a, sizeof kept);
    REQUIRE(fpm_chain_init(&chain, 10, load, w, NULL) == FPM_OK);
    o.min_items = -1, refuse(&chain, 3, &o, &out, FPM_E_ARGUMENT), o = none;
    o.grain = -1, refuse(&chain, 3, &o, &out, FPM_E_ARGUMENT), o = none;
    o.slack = -0.5, refuse(&chain, 3, &o, &out, FPM_E_ARGUMENT);
    o.slack = test_nan(), refuse(&chain, 3, &o, &out, FPM_E_ARGUMENT), o = none;
    o.cuts = 3, refuse(&chain, 3, &o, &out, FPM_E_ARGUMENT);
    o.cut = falls, o.cuts = 4, refuse(&chain, 3, &o, &out, FPM_E_ARGUMENT);
    CHECK_INT(fpm_chain_partition(&chain, 3, &o, kept, &out, &info), FPM_E_ARGUMENT);
    CHECK_INT(info.at, 2);
    o.cut = beyond, o.cuts = 2, refuse(&chain, 3, &o, &out, FPM_E_ARGUMENT);
    o.cut = below, refuse(&chain, 3, &o, &out, FPM_E_ARGUMENT), o = none;
    o.from = no_start, refuse(&chain, 3, &o, &out, FPM_E_ARGUMENT);
    o.from = no_end, refuse(&chain, 3, &o, &out, FPM_E_ARGUMENT);
    o.from = back, refuse(&chain, 3, &o, &out, FPM_E_ARGUMENT);
    CHECK_INT(fpm_chain_partition(&chain, 3, &o, kept, &out, &info), FPM_E_ARGUMENT);
    CHECK_INT(info.at, 2), o = none;
    memset(limit, 0, sizeof limit);
    o.limits = 1, refuse(&chain, 3, &o, &out, FPM_E_ARGUMENT), o.limits = -1, o.limit = limit;
    refuse(&chain, 3, &o, &out, FPM_E_ARGUMENT), o.limits = 2;
    limit[0].whole = bytes, limit[0].max = most;
    limit[1] = limit[0], limit[1].real = r, refuse(&chain, 3, &o, &out, FPM_E_ARGUMENT);
    CHECK_INT(fpm_chain_partition(&chain, 3, &o, kept, &out, &info), FPM_E_ARGUMENT);
    CHECK_INT(info.at, 1);
    limit[1] = limit[0], limit[1].whole = negative, refuse(&chain, 3, &o, &out, FPM_E_LOAD);
    r[10] = -1, limit[1].whole = NULL, limit[1].real = r, refuse(&chain, 3, &o, &out, FPM_E_LOAD);
    limit[1] = limit[0], most[2] = test_nan(), refuse(&chain, 3, &o, &out, FPM_E_BOUNDS);
    CHECK_INT(fpm_chain_partition(&chain, 3, &o, kept, &out, &info), FPM_E_BOUNDS);
    CHECK(info.fault == 2 && info.at == 0);
    most[2] = test_inf(), refuse(&chain, 3, &o, &out, FPM_E_BOUNDS), most[2] = 5;
    r[10] = 0, limit[0].whole = NULL, limit[0].real = r; /* the second leaves none */
    refuse(&chain, 3, &o, &out, FPM_E_INFEASIBLE);
    CHECK_INT(fpm_chain_partition(&chain, 3, &o, kept, &out, &info), FPM_E_INFEASIBLE);
    CHECK_INT(info.at, 1), o = none;
    o.min_items = 11, refuse(&chain, 3, &o, &out, FPM_E_INFEASIBLE);
    CHECK_INT(fpm_chain_partition(&chain, 3, &o, kept, &out, &info), FPM_E_INFEASIBLE);
    CHECK_INT(info.at, -1);
    o.min_items = 2, out.low = window, refuse(&chain, 3, &o, &out, FPM_E_UNSUPPORTED);
    out.low = NULL, out.proof = window, refuse(&chain, 3, &o, &out, FPM_E_UNSUPPORTED);
    o = none;
    o.slack = 0.5, out.proof = window, refuse(&chain, 3, &o, &out, FPM_E_UNSUPPORTED), o = none;
    out.proof = NULL;
    o.min_items = 4;
    CHECK_INT(fpm_chain_partition(&chain, 3, &o, begin, &out, &info), FPM_OK);
    o.min_items = 6; /* the check knows it */
    CHECK_INT(fpm_chain_check(&chain, 3, &o, begin, &out, &info), FPM_E_VIOLATED);
}

/* Where each cut can lie: in the loads' own partitions, all of them. */
static void windows(void) {
    int64_t round, j, low[MOST_P + 1], high[MOST_P + 1], begin[MOST_P + 1];
    for (round = test_count(200); round > 0; round--) {
        char first[MOST_P + 2][MOST_N + 1], last[MOST_P + 2][MOST_N + 1];
        int64_t i;
        fpm_info info;
        int k, failed = (int)test__.bad;
        q.how = (int)test_int(0, 1);
        q.p = (int)test_int(1, MOST_P);
        q.n = test_int(0, 14);
        random_loads(q.n, (int)test_int(0, 1));
        if (test_int(0, 3) == 0) random_chains();
        if (q.how == SPEEDS) random_speeds((int)test_int(0, 3));
        q.out.low = low, q.out.high = high;
        if (fpm_chain_partition(&q.chain, q.p, &q.o, begin, &q.out, &info) < 0) continue;
        memset(first, 0, sizeof first), memset(last, 0, sizeof last);
        first[0][0] = last[q.p][q.n] = 1;
        for (k = 0; k < q.p; k++)
            for (j = 0; j <= q.n; j++)
                for (i = 0; i <= j; i++) {
                    int fits = same_chain(i, j) && (i == j || cost(k, i, j) <= info.makespan);
                    int proc = q.p - 1 - k;
                    if (fits && first[k][i]) first[k + 1][j] = 1;
                    fits = same_chain(i, j) && (i == j || cost(proc, i, j) <= info.makespan);
                    if (fits && last[proc + 1][j]) last[proc][i] = 1;
                }
        for (k = 0; k <= q.p; k++) {
            for (i = 0; i <= q.n && !(first[k][i] && last[k][i]);) i++;
            CHECK_INT(low[k], i);
            for (i = q.n; i >= 0 && !(first[k][i] && last[k][i]);) i--;
            CHECK_INT(high[k], i);
        }
        if (test__.bad > failed) dump();
    }
}

/* Cuts at some places only are those of a chain whose elements reach from place to place: in
   any order, too, with proof and windows. */
static void places(void) {
    int64_t round, i, m, w[MOST_N + 1], weight[MOST_N + 1], first[MOST_N + 2];
    int64_t cuts[4][MOST_P + 1], want[4][MOST_P + 1], at[MOST_N + 1];
    double r[MOST_N + 1];
    for (round = test_count(4000); round > 0; round--) {
        fpm_chain few;
        fpm_chain_options o;
        fpm_chain_outputs out = FPM_ZERO, found = FPM_ZERO;
        fpm_chain_limit limit;
        fpm_info info, seen;
        int who[2][MOST_P], k, l, status, failed = (int)test__.bad;
        q.how = (int)test_int(0, 2), q.p = (int)test_int(1, MOST_P);
        q.n = test_int(0, MOST_N);
        random_loads(q.n, (int)test_int(0, 1));
        if (test_int(0, 2) == 0) random_chains();
        if (q.how == SPEEDS) random_speeds((int)test_int(0, 3));
        if (q.how == MODELS) random_models((int)test_int(0, 1));
        random_constraints();
        for (k = 0; k < q.p && q.how == MODELS; k++)
            the.procs[k].required = 0, the.procs[k].min = 0;
        if (!q.o.cut && q.o.grain < 2) q.o.grain = test_int(2, 5);
        q.o.min_items = 0, q.o.limits = test_int(0, 3) == 0 && q.o.limits > 0;
        o = q.o, o.grain = 0, o.cut = NULL, o.cuts = 0;
        for (i = m = 0; i <= q.n; i++) {
            if (!allowed(i)) continue;
            at[m] = i, weight[m] = more.weight[0][i];
            if (q.whole) w[m++] = q.w[i];
            else r[m++] = q.r[i];
        }
        few = q.chain, few.n = m - 1;
        for (few.largest = 0; q.n && at[few.largest + 1] <= q.chain.largest;) few.largest++;
        if (q.whole) few.whole = w;
        else few.real = r;
        for (i = 0; i <= few.chains && few.chains > 1; i++)
            for (first[i] = 0; at[first[i]] < q.first[i];) first[i]++;
        few.first = first, limit = more.limit[0], limit.whole = weight;
        if (o.limits) o.limit = &limit;
        if (!o.limits && test_int(0, 3) == 0) q.o.free_order = o.free_order = 1;
        else {
            out.low = cuts[1], out.high = cuts[2], found.low = want[1], found.high = want[2];
            out.proof = cuts[3], found.proof = want[3];
        }
        out.who = who[0], found.who = who[1];
        memset(cuts, 0, sizeof cuts), memset(want, 0, sizeof want), memset(who, 0, sizeof who);
        status = fpm_chain_partition(&q.chain, q.p, &q.o, cuts[0], &out, &info);
        CHECK_INT(status, fpm_chain_partition(&few, q.p, &o, want[0], &found, &seen));
        for (l = 0; l < 4 && status >= 0; l++)
            for (k = 0; k <= q.p; k++) CHECK_INT(cuts[l][k], at[want[l][k]]);
        for (k = 0; k < q.p; k++) CHECK_INT(who[0][k], who[1][k]);
        CHECK_SAME(info.makespan, seen.makespan);
        CHECK_SAME(info.lower_bound, seen.lower_bound);
        if (status >= 0) {
            CHECK(fpm_chain_check(&q.chain, q.p, &q.o, cuts[0], &out, &seen) >= 0);
            if (out.proof) CHECK_SAME(seen.lower_bound, info.lower_bound);
            if (out.proof && info.makespan > 0) { /* a proof that stops short of a place is none */
                for (k = q.p; k > 0 && cuts[3][k] == cuts[3][k - 1];) k--;
                if (k > 0) cuts[3][k] = cuts[3][k - 1];
                for (i = 0; k > 0 && at[i] <= cuts[3][k];) i++;
                /* unless this part takes as long to the next place, but for rounding */
                if (k > 0 && part_cost(0, k - 1, cuts[3][k], at[i]) < info.makespan * (1 - 8e-15))
                    CHECK_INT(fpm_chain_check(&q.chain, q.p, &q.o, cuts[0], &out, &seen),
                              FPM_E_VIOLATED);
            }
        }
        if (test__.bad > failed) printf("    grain %d\n", (int)q.o.grain), dump();
    }
}

/* Sums that rise from end to end, but fall in between: there is no right answer, but an end, and
   cuts of these elements or none. */
static void sums_that_fall(void) {
    int64_t round, i, begin[MOST_P + 1];
    for (round = test_count(3000); round > 0; round--) {
        int k, status;
        q.how = (int)(round % 3), q.p = (int)test_int(1, 6);
        q.n = test_int(2, 16);
        random_loads(q.n, (int)test_int(0, 1));
        if (test_int(0, 2) == 0) random_chains();
        if (q.how == SPEEDS) random_speeds((int)test_int(0, 3));
        if (q.how == MODELS) random_models((int)test_int(0, 1));
        for (i = 1; i < q.n; i++) q.w[i] = test_int(0, 100), q.r[i] = 100 * test_real();
        q.w[q.n] = test_int(0, 100), q.r[q.n] = 100 * test_real();
        random_constraints();
        for (k = 0, q.o.from = test_int(0, 2) ? NULL : more.near; k <= q.p; k++)
            more.near[k] = k == q.p ? q.n : k > 0 ? test_int(more.near[k - 1], q.n) : 0;
        memset(begin, 0x11, sizeof begin);
        status = fpm_chain_partition(&q.chain, q.p, &q.o, begin, &q.out, NULL);
        for (k = 0; k <= q.p && status >= 0; k++) CHECK(begin[k] >= 0 && begin[k] <= q.n);
        if (status < 0) CHECK(begin[0] == INT64_C(0x1111111111111111));
    }
}

/* Three kinds of processors, and memory for orders but not for their lattice. */
static void free_order_little_memory(void) {
    enum { P = 60, N = 600 };
    static int64_t load[N], w[N + 1], begin[P + 1];
    double speed[P];
    int i, who[P];
    fpm_chain chain;
    fpm_chain_options o = FPM_ZERO;
    fpm_chain_outputs out = FPM_ZERO;
    fpm_info given, little, all;
    for (i = 0; i < N; i++) load[i] = test_int(1, 100);
    for (i = 0; i < P; i++) speed[i] = 1 + i % 3;
    REQUIRE(fpm_chain_init(&chain, N, load, w, NULL) == FPM_OK);
    o.speed = speed;
    CHECK_INT(fpm_chain_partition(&chain, P, &o, begin, &out, &given), FPM_OK);
    o.free_order = 1, out.who = who;
    CHECK_INT(fpm_chain_partition(&chain, P, &o, begin, &out, &all), FPM_OK);
    o.max_bytes = 10000; /* the lattice has 21^3 states of 8 bytes */
    CHECK_INT(fpm_chain_partition(&chain, P, &o, begin, &out, &little), FPM_HEURISTIC);
    CHECK(little.makespan < given.makespan && little.makespan >= all.makespan);
    CHECK(fpm_chain_check(&chain, P, &o, begin, &out, NULL) >= 0);
}

/* Orders of eight unlike processors with fixed seconds: the mean gap over 300 chains, always the
   same, is 1.62 %; where fixed seconds do not count in what is wasted it is 1.70 %. */
static void free_order_fixed(void) {
    enum { P = 8, N = 48 };
    uint64_t s = 77;
    double sum = 0;
    int run, k, i;
    for (run = 0; run < 300; run++) {
        int64_t load[N], w[N + 1], begin[P + 1], one = 1;
        double u[N + 2 * P], seconds[P];
        fpm_model model[P];
        fpm_proc procs[P] = FPM_ZERO;
        fpm_chain_options o = FPM_ZERO;
        fpm_chain_outputs out = FPM_ZERO;
        fpm_chain chain;
        fpm_info info;
        int who[P];
        for (i = 0; i < N + 2 * P; i++) {
            s ^= s << 13, s ^= s >> 7, s ^= s << 17;
            u[i] = (double)(s >> 11) / 9007199254740992.0;
        }
        for (k = 0; k < N; k++) load[k] = 1 + (int64_t)(u[k] * 20);
        for (k = 0; k < P; k++) {
            seconds[k] = 0.5 + 2 * u[N + 2 * k], procs[k].fixed = 80 * u[N + 2 * k + 1];
            fpm_model_init(&model[k], FPM_CONSTANT, 1, &one, &seconds[k], &test_borrowed, NULL);
            procs[k].model = &model[k];
        }
        CHECK_INT(fpm_chain_init(&chain, N, load, w, NULL), FPM_OK);
        o.procs = procs, o.free_order = 1, out.who = who;
        CHECK(fpm_chain_partition(&chain, P, &o, begin, &out, &info) >= 0);
        sum += info.gap;
    }
    if (!test_shrunk()) CHECK_LE(sum / 300, 0.0166);
}

static void caps_infeasible(void) {
    int64_t load[4] = {5, 5, 5, 5}, w[5], begin[3];
    int who[2];
    fpm_chain chain;
    fpm_chain_options o = FPM_ZERO;
    fpm_chain_outputs out = FPM_ZERO;
    q.p = 2;
    random_models(0);
    the.procs[0].max = 9, the.procs[1].max = 14; /* 20 units of work, but in fives */
    o.procs = the.procs;
    CHECK_INT(fpm_chain_init(&chain, 4, load, w, NULL), FPM_OK);
    CHECK_INT(fpm_chain_partition(&chain, 2, &o, begin, &out, NULL), FPM_E_INFEASIBLE);
    o.free_order = 1, out.who = who;
    CHECK_INT(fpm_chain_partition(&chain, 2, &o, begin, &out, NULL), FPM_E_INFEASIBLE);
    the.procs[1].max = 15;
    CHECK(fpm_chain_partition(&chain, 2, &o, begin, &out, NULL) >= 0);
    o.free_order = 0;
    CHECK(fpm_chain_partition(&chain, 2, &o, begin, &out, NULL) >= 0);
    CHECK_INT(begin[1], 1);
}

/* Every request for memory fails once, and from then on. */
static void failing_memory(void) {
    int how, forever, order;
    int64_t k;
    for (how = 0; how < 9; how++) /* from 3: any order; from 6: of three kinds at most */
        for (forever = 0; forever < 2; forever++)
            for (k = 1, order = how >= 3;; k++) {
                test_heap heap;
                int64_t begin[MOST_P + 1];
                int who[MOST_P], status;
                q.how = how % 3, q.p = 6;
                random_loads(30, 1);
                if (q.how == SPEEDS) random_speeds(how < 6 ? 0 : 3);
                if (q.how == MODELS) random_models(0);
                for (who[0] = 1; who[0] < q.p && how == 8; who[0]++) instance_proc(who[0], 0);
                test_heap_start(&heap, k, forever);
                q.o.alloc = &heap.alloc;
                q.o.free_order = order;
                q.out.who = who;
                memset(begin, 0x11, sizeof begin);
                status = fpm_chain_partition(&q.chain, q.p, &q.o, begin, &q.out, NULL);
                CHECK(test_heap_clean(&heap));
                if (heap.failures == 0) break;
                if (status >= 0) { /* what it had until then, an optimum in the given order */
                    q.o.alloc = NULL;
                    if (!order) CHECK_SAME(makespan(begin, NULL), plain(NULL));
                    CHECK(fpm_chain_check(&q.chain, q.p, &q.o, begin, &q.out, NULL) >= 0);
                    continue;
                }
                CHECK_INT(status, FPM_E_MEMORY);
                CHECK(begin[0] == INT64_C(0x1111111111111111));
            }
    for (how = 0; how < 60; how++) /* of tables and windows, too */
        for (k = 1;; k++) {
            test_heap heap;
            int64_t begin[MOST_P + 1];
            int status, i;
            q.how = how % 3, q.p = 5;
            random_loads(30, 1);
            if (q.how == SPEEDS) random_speeds(0);
            if (q.how == MODELS) random_models(0);
            q.o.min_items = 3, q.o.grain = how == 0 ? 2 : 0;
            for (i = 0; i <= q.p; i++) more.near[i] = how < 3 ? 6 * i : test_int(6 * i - 5, 6 * i);
            more.near[0] = 0, more.near[q.p] = q.n;
            q.o.from = q.how < 2 ? more.near : NULL, q.o.slack = how > 2;
            test_heap_start(&heap, k, 0);
            q.o.alloc = &heap.alloc;
            memset(begin, 0x11, sizeof begin);
            status = fpm_chain_partition(&q.chain, q.p, &q.o, begin, &q.out, NULL);
            CHECK(test_heap_clean(&heap));
            if (heap.failures == 0) break;
            if (status < 0) {
                CHECK_INT(status, FPM_E_MEMORY);
                CHECK(begin[0] == INT64_C(0x1111111111111111));
            } else CHECK(fpm_chain_check(&q.chain, q.p, &q.o, begin, &q.out, NULL) >= 0);
        }
    memset(&q.o, 0, sizeof q.o), memset(&q.out, 0, sizeof q.out);
    {
        test_heap heap;
        int64_t begin[] = {0, 1, 2, 3};
        int who[] = {0, 1, 2};
        fpm_chain_options o = FPM_ZERO;
        fpm_chain_outputs out = FPM_ZERO;
        fpm_info info;
        q.how = EQUAL;
        random_loads(3, 1);
        test_heap_start(&heap, 1, 0);
        o.alloc = &heap.alloc, out.who = who;
        CHECK_INT(fpm_chain_check(&q.chain, 3, &o, begin, &out, NULL), FPM_E_MEMORY);
        CHECK(test_heap_clean(&heap));
        test_heap_start(&heap, 0, 0);
        CHECK_INT(fpm_chain_check(&q.chain, 3, &o, begin, &out, &info), FPM_OK);
        CHECK(heap.peak > 0 && info.bytes == heap.peak);
    }
}

/* Of all that is asked for, also inside, no more is held than max_bytes, and info says how much. */
static void limits_of_memory(void) {
    int how, order;
    for (how = 0; how < 3; how++)
        for (order = 0; order < 3; order++) { /* 2: the given one, with a table */
            test_heap heap;
            int64_t begin[MOST_P + 1];
            int who[MOST_P], status = 0;
            size_t most;
            fpm_info info;
            q.how = how, q.p = 6;
            random_loads(30, 1);
            if (q.how == SPEEDS) random_speeds(0);
            if (q.how == MODELS) random_models(0);
            test_heap_start(&heap, 0, 0);
            q.o.alloc = &heap.alloc;
            q.o.max_bytes = 0;
            q.o.free_order = order == 1;
            q.o.grain = order;
            q.out.who = who;
            REQUIRE(fpm_chain_partition(&q.chain, q.p, &q.o, begin, &q.out, &info) >= 0);
            CHECK_INT(info.bytes, heap.peak);
            most = info.bytes;
            for (q.o.max_bytes = 1; q.o.max_bytes <= most; q.o.max_bytes++) {
                NOTE("how %d, order %d, max_bytes %d of %d", how, order, (int)q.o.max_bytes,
                     (int)most);
                test_heap_start(&heap, 0, 0);
                status = fpm_chain_partition(&q.chain, q.p, &q.o, begin, &q.out, &info);
                CHECK(status >= 0 || status == FPM_E_MAX_BYTES);
                CHECK(heap.peak <= q.o.max_bytes && test_heap_clean(&heap));
                if (status >= 0) CHECK_INT(info.bytes, heap.peak);
            }
            CHECK(status >= 0); /* what it says it needs is enough */
        }
    memset(&q.o, 0, sizeof q.o), memset(&q.out, 0, sizeof q.out);
}

/* The header's figure for models. */
static void memory_of_models(void) {
    enum { P = 1000 };
    static int64_t load[10 * P], w[10 * P + 1], begin[P + 1];
    static fpm_proc procs[P];
    int64_t size[2] = {100, 200};
    double seconds[2] = {1, 2};
    fpm_chain_options o = FPM_ZERO;
    fpm_chain chain;
    fpm_model model;
    fpm_info info;
    int i;
    REQUIRE(fpm_model_init(&model, FPM_AKIMA, 2, size, seconds, &test_borrowed, NULL) == FPM_OK);
    for (i = 0; i < P; i++) procs[i].model = &model;
    for (i = 0; i < 10 * P; i++) load[i] = test_int(1, 100);
    REQUIRE(fpm_chain_init(&chain, 10 * P, load, w, NULL) == FPM_OK);
    o.procs = procs;
    CHECK(fpm_chain_partition(&chain, P, &o, begin, NULL, &info) >= 0);
    CHECK(info.bytes > 200 * P && info.bytes <= 310 * P);
    fpm_model_free(&model);
}

/* Least loads close to the most: no hard problem is solved for a first guess, and without memory
   for one the chain is cut none the less. */
static void least_loads_tight(void) {
    enum { P = 48, N = 5 * P };
    static int64_t load[N], w[N + 1], begin[P + 1];
    fpm_proc procs[P] = FPM_ZERO;
    fpm_model model[P];
    fpm_chain chain;
    fpm_chain_options o = FPM_ZERO;
    fpm_info info, little;
    int64_t size = 100, sum;
    double seconds;
    int k, i;
    for (k = 0; k < P; k++) {
        for (i = 0, sum = 0; i < 5; i++) sum += load[5 * k + i] = test_int(20, 90);
        seconds = 0.5 + test_real();
        REQUIRE(fpm_model_init(&model[k], FPM_CONSTANT, 1, &size, &seconds, &test_borrowed, NULL) >=
                0);
        procs[k].model = &model[k];
        procs[k].min = sum - 1, procs[k].max = sum + 1;
    }
    CHECK_INT(fpm_chain_init(&chain, N, load, w, NULL), FPM_OK);
    o.procs = procs;
    CHECK(fpm_chain_partition(&chain, P, &o, begin, NULL, &info) >= 0);
    for (k = 0; k <= P; k++) CHECK_INT(begin[k], 5 * k);
    CHECK(info.bytes <= 370 * P + 3000);
    o.max_bytes = info.bytes - 64 * P;
    CHECK(fpm_chain_partition(&chain, P, &o, begin, NULL, &little) >= 0);
    CHECK_SAME(little.makespan, info.makespan);
    CHECK_SAME(little.lower_bound, info.makespan);
    for (k = 0; k < P; k++) fpm_model_free(&model[k]);
}

/* A share past the last point is told by info.extrapolated, whatever the status; last is the one
   that finishes last. */
static void beyond_the_points(void) {
    int64_t load[8] = {30, 31, 5, 60, 40, 33, 27, 19}, w[9], size[2] = {1, 50}, begin[6];
    double seconds[5][2] = {{1, 60}, {1, 70}, {1, 80}, {1, 90}, {1, 100}};
    fpm_chain_options o = FPM_ZERO;
    fpm_chain_outputs out = FPM_ZERO;
    fpm_model model[5];
    fpm_proc procs[5] = FPM_ZERO;
    fpm_chain chain;
    fpm_info info, seen;
    int i, who[5];
    for (i = 0; i < 5; i++) {
        CHECK_INT(
            fpm_model_init(&model[i], FPM_PIECEWISE, 2, size, seconds[i], &test_borrowed, NULL),
            FPM_OK);
        procs[i].model = &model[i];
    }
    REQUIRE(fpm_chain_init(&chain, 8, load, w, NULL) == FPM_OK);
    o.procs = procs;
    CHECK_INT(fpm_chain_partition(&chain, 5, &o, begin, &out, &info), FPM_EXTRAPOLATED);
    CHECK(info.extrapolated >= 0 && info.fault == -1);
    CHECK_INT(fpm_chain_check(&chain, 5, &o, begin, &out, &seen), FPM_EXTRAPOLATED);
    CHECK(seen.extrapolated == info.extrapolated && seen.fault == -1);
    o.free_order = 1, out.who = who;
    procs[3].fixed = 10;
    CHECK_INT(fpm_chain_partition(&chain, 5, &o, begin, &out, &info), FPM_HEURISTIC);
    REQUIRE(info.extrapolated >= 0 && info.last >= 0);
    for (i = 0; i < 5; i++)
        if (who[i] == info.extrapolated) CHECK(w[begin[i + 1]] - w[begin[i]] > 50);
        else if (who[i] == info.last) {
            double t = 0;
            fpm_model_time(&model[who[i]], (double)(w[begin[i + 1]] - w[begin[i]]), &t);
            CHECK_SAME(t + procs[who[i]].fixed, info.makespan);
        }
    procs[3].max = 1, o.procs = NULL;
    o.free_order = 0, out.who = NULL;
    CHECK_INT(fpm_chain_partition(&chain, 5, &o, begin, &out, &info), FPM_OK);
    CHECK_INT(info.extrapolated, -1);
    CHECK_INT(fpm_chain_partition(&chain, 0, &o, begin, &out, &info), FPM_E_ARGUMENT);
    CHECK_INT(info.extrapolated, -1);
    for (i = 0; i < 5; i++) fpm_model_free(&model[i]);
}

/* ---- the check finds what is wrong ---- */

static void check_finds(void) {
    int64_t load[] = {4, 1, 3, 2, 6, 1}, w[7], first[] = {0, 3, 6};
    int64_t begin[] = {0, 2, 4, 6}, proof[] = {0, 2, 4, 5};
    int who[] = {2, 0, 1};
    fpm_chain chain;
    fpm_chain_options o = FPM_ZERO;
    fpm_chain_outputs out = FPM_ZERO;
    fpm_info info;
    CHECK_INT(fpm_chain_init(&chain, 6, load, w, NULL),
              FPM_OK); /* 5, 5, 7: 6 and 1 stay together */
    CHECK_INT(fpm_chain_check(&chain, 3, NULL, begin, NULL, &info), FPM_OK);
    CHECK_SAME(info.makespan, 7);
    CHECK_SAME(info.lower_bound, 6);
    CHECK_INT(info.last, 2);
    out.proof = proof;
    CHECK_INT(fpm_chain_check(&chain, 3, &o, begin, &out, &info), FPM_OK);
    CHECK_SAME(info.lower_bound, 7);
    CHECK_SAME(info.gap, 0);
    proof[3] = 6;
    CHECK_INT(fpm_chain_check(&chain, 3, &o, begin, &out, &info), FPM_E_VIOLATED);
    CHECK_INT(info.at, 3);
    CHECK_INT(info.fault, -1);
    proof[3] = 4; /* the 6 alone is less than 7 */
    CHECK_INT(fpm_chain_check(&chain, 3, &o, begin, &out, &info), FPM_E_VIOLATED);
    CHECK_INT(info.at, 3);
    proof[3] = 5, proof[1] = 1; /* could have been longer */
    CHECK_INT(fpm_chain_check(&chain, 3, &o, begin, &out, &info), FPM_E_VIOLATED);
    CHECK_INT(info.at, 1);
    proof[0] = 1;
    CHECK_INT(fpm_chain_check(&chain, 3, &o, begin, &out, &info), FPM_E_VIOLATED);
    CHECK_INT(info.at, 0);
    proof[0] = 0, proof[1] = 2, proof[2] = 1; /* falls */
    CHECK_INT(fpm_chain_check(&chain, 3, &o, begin, &out, &info), FPM_E_VIOLATED);
    CHECK_INT(info.at, 1);
    proof[2] = 7; /* beyond the end */
    CHECK_INT(fpm_chain_check(&chain, 3, &o, begin, &out, &info), FPM_E_VIOLATED);
    CHECK_INT(info.at, 1);
    out.proof = NULL;
    out.who = who;
    CHECK_INT(fpm_chain_check(&chain, 3, &o, begin, &out, &info), FPM_OK);
    CHECK_INT(info.last, 1);
    who[1] = 2;
    CHECK_INT(fpm_chain_check(&chain, 3, &o, begin, &out, &info), FPM_E_VIOLATED);
    CHECK_INT(info.fault, 1);
    who[1] = 3;
    CHECK_INT(fpm_chain_check(&chain, 3, &o, begin, &out, &info), FPM_E_VIOLATED);
    who[1] = -1;
    CHECK_INT(fpm_chain_check(&chain, 3, &o, begin, &out, &info), FPM_E_VIOLATED);
    CHECK_INT(info.fault, 1);
    chain.chains = 2, chain.first = first;
    CHECK_INT(fpm_chain_check(&chain, 3, NULL, begin, NULL, &info), FPM_E_VIOLATED);
    CHECK_INT(info.fault, 1);
    chain.chains = 0;
    begin[1] = 5;
    CHECK_INT(fpm_chain_check(&chain, 3, NULL, begin, NULL, &info), FPM_E_VIOLATED);
    CHECK_INT(info.fault, 1);
    begin[1] = 2, begin[3] = 5;
    CHECK_INT(fpm_chain_check(&chain, 3, NULL, begin, NULL, &info), FPM_E_VIOLATED);
    CHECK_INT(info.fault, 2);
    begin[3] = 7;
    CHECK_INT(fpm_chain_check(&chain, 3, NULL, begin, NULL, &info), FPM_E_VIOLATED);
    begin[3] = 6, begin[0] = 1;
    CHECK_INT(fpm_chain_check(&chain, 3, NULL, begin, NULL, &info), FPM_E_VIOLATED);
    CHECK_INT(info.fault, 0);
    CHECK_INT(fpm_chain_check(&chain, 3, NULL, NULL, NULL, &info), FPM_E_ARGUMENT);
    CHECK_INT(fpm_chain_check(NULL, 3, NULL, begin, NULL, &info), FPM_E_ARGUMENT);
}

/* An element that is more than the memory of every processor, whatever the order. */
static void nobody_can_take_it(void) {
    static const int64_t size[] = {639, 1110};
    static const double seconds[] = {1118.25, 1942.5}, load[] = {0, 0, 0, 280.5, 0, 0};
    double prefix[7];
    int64_t begin[4];
    fpm_model model;
    fpm_proc procs[3] = FPM_ZERO;
    fpm_chain chain;
    int i, order, who[3];
    REQUIRE(fpm_model_init(&model, FPM_PIECEWISE, 2, size, seconds, &test_borrowed, NULL) ==
            FPM_OK);
    REQUIRE(fpm_chain_init_real(&chain, 6, load, prefix, NULL) == FPM_OK);
    for (i = 0; i < 3; i++) {
        procs[i].model = &model;
        procs[i].max = 59 + 60 * i;
    }
    for (order = 0; order < 2; order++) {
        fpm_chain_options opts = FPM_ZERO;
        fpm_chain_outputs out = FPM_ZERO;
        opts.procs = procs;
        opts.free_order = order;
        out.who = order ? who : NULL;
        CHECK_INT(fpm_chain_partition(&chain, 3, &opts, begin, &out, NULL), FPM_E_INFEASIBLE);
    }
}

/* No call above has raised a floating-point flag that some codes trap. */
static void no_flags(void) {
#if !defined __FAST_MATH__ && !defined __TINYC__ /* tcc's long double in the oracles raises one */
    CHECK(!fetestexcept(FE_INVALID | FE_DIVBYZERO));
#endif
}

/* Chains that the caller filled in, and a check of a part that is too large for its processor. */
static void filled_in(void) {
    static const int64_t size[] = {10}, up[] = {0, 3, 2}, first[] = {0, 2, 1, 3};
    static const double seconds[] = {1}, fall[] = {1, 0.5}, below[] = {-1, 0}, ends[] = {0, -1};
    int64_t w[4], load[3] = {2, 3, 4}, begin[] = {0, 1, 3};
    double r[2], sums[] = {0, 2, 1.5};
    fpm_chain chain = FPM_ZERO, good;
    fpm_chain_options o = FPM_ZERO;
    fpm_model model;
    fpm_proc procs[2] = FPM_ZERO;
    fpm_info info;
    CHECK_INT(fpm_chain_init(&chain, FPM_SIZE_MAX + 1, load, w, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_chain_init_real(&chain, FPM_SIZE_MAX + 1, r, r, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_chain_init_real(&chain, -1, r, r, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_chain_init_real(NULL, 1, r, r, NULL), FPM_E_ARGUMENT);
    r[0] = 1, r[1] = 2;
    CHECK_INT(fpm_chain_init_real(&chain, 1, NULL, r, &info), FPM_E_LOAD);
    CHECK_INT(info.at, 0);
    r[0] = 0, r[1] = -2;
    CHECK_INT(fpm_chain_init_real(&chain, 1, NULL, r, &info), FPM_E_LOAD);
    CHECK_INT(fpm_chain_init_real(&chain, 2, NULL, sums, &info), FPM_E_LOAD);
    CHECK_INT(info.at, 1);
    chain.n = 1;
    chain.real = fall, refuse(&chain, 1, NULL, NULL, FPM_E_LOAD);
    chain.real = below, refuse(&chain, 1, NULL, NULL, FPM_E_LOAD);
    chain.real = ends, refuse(&chain, 1, NULL, NULL, FPM_E_LOAD);
    chain.real = NULL, chain.whole = up + 1, refuse(&chain, 1, NULL, NULL, FPM_E_LOAD);
    REQUIRE(fpm_chain_init(&chain, 3, load, w, NULL) == FPM_OK);
    good = chain;
    chain.n = FPM_SIZE_MAX + 1, refuse(&chain, 2, NULL, NULL, FPM_E_ARGUMENT), chain = good;
    chain.largest = -1, refuse(&chain, 2, NULL, NULL, FPM_E_ARGUMENT), chain = good;
    chain.chains = -1, refuse(&chain, 2, NULL, NULL, FPM_E_ARGUMENT), chain = good;
    chain.chains = 3, chain.first = first, refuse(&chain, 2, NULL, NULL, FPM_E_ARGUMENT);
    chain = good;
    chain.chains = 2, chain.first = first + 1, refuse(&chain, 2, NULL, NULL, FPM_E_ARGUMENT);
    chain = good;
    REQUIRE(fpm_model_init(&model, FPM_CONSTANT, 1, size, seconds, &test_borrowed, NULL) == FPM_OK);
    procs[0].model = procs[1].model = &model;
    procs[1].max = 6;
    o.procs = procs;
    CHECK_INT(fpm_chain_check(&chain, 2, &o, begin, NULL, &info), FPM_E_VIOLATED);
    CHECK_INT(info.fault, 1);
    procs[1].max = 7;
    CHECK_INT(fpm_chain_check(&chain, 2, &o, begin, NULL, &info), FPM_OK);
    begin[0] = -1;
    CHECK_INT(fpm_chain_check(&chain, 2, &o, begin, NULL, &info), FPM_E_VIOLATED);
    begin[0] = 0, begin[1] = 4;
    CHECK_INT(fpm_chain_check(&chain, 2, &o, begin, NULL, &info), FPM_E_VIOLATED);
    procs[1].cost = test_cost(&model), refuse(&chain, 2, &o, NULL, FPM_E_UNSUPPORTED),
    procs[1].cost = NULL;
    procs[1].grain = 2, refuse(&chain, 2, &o, NULL, FPM_E_UNSUPPORTED);
}

int main(int argc, char **argv) {
    feclearexcept(FE_ALL_EXCEPT);
    test_begin(argc, argv);
    RUN(nobody_can_take_it);
    RUN_AS("exact_whole", sweep(1, EQUAL, 0));
    RUN_AS("exact_real", sweep(0, EQUAL, 0));
    RUN_AS("exact_speeds", sweep(1, SPEEDS, 0));
    RUN_AS("exact_speeds_real", sweep(0, SPEEDS, 0));
    RUN_AS("exact_models", sweep(1, MODELS, 0));
    RUN_AS("exact_models_real", sweep(0, MODELS, 0));
    RUN_AS("several_chains", sweep(1, EQUAL, 1));
    RUN_AS("several_chains_real", sweep(0, EQUAL, 1));
    RUN_AS("several_chains_speeds", sweep(1, SPEEDS, 1));
    RUN_AS("several_chains_models", sweep(0, MODELS, 1));
    RUN_AS("rule_whole", rule(1, EQUAL, 0));
    RUN_AS("rule_real", rule(0, EQUAL, 0));
    RUN_AS("rule_chains", rule(1, EQUAL, 1));
    RUN_AS("rule_speeds", rule(1, SPEEDS, 0));
    RUN_AS("rule_speeds_real", rule(0, SPEEDS, 1));
    RUN_AS("rule_models", rule(1, MODELS, 0));
    RUN_AS("rule_models_chains", rule(0, MODELS, 1));
    RUN(even_sizes);
    RUN(loads_of_nothing);
    RUN(sums_of_minus_zero);
    RUN(little_work);
    RUN(followed_or_said);
    RUN(more_work);
    RUN(more_work_by_tables);
    RUN(one_part_of_all);
    RUN(least_items_of_many);
    RUN(slack_of_a_makespan);
    RUN(giant_and_least);
    RUN(flat_stretch);
    RUN(flat_proof);
    RUN(falling_splines);
    RUN(steep_splines);
    RUN(flat_stretches);
    RUN_AS("constraints_whole", constraints(1, EQUAL, 0));
    RUN_AS("constraints_real", constraints(0, EQUAL, 0));
    RUN_AS("constraints_chains", constraints(1, EQUAL, 1));
    RUN_AS("constraints_speeds", constraints(0, SPEEDS, 0));
    RUN_AS("constraints_models", constraints(1, MODELS, 0));
    RUN_AS("constraints_models_chains", constraints(0, MODELS, 1));
    RUN(known_optima);
    RUN(free_order_tight);
    RUN(free_order_not_found);
    RUN_AS("free_order_equal", free_order(1, EQUAL, 1));
    RUN_AS("free_order_kinds", free_order(1, SPEEDS, 3));
    RUN_AS("free_order_kinds_real", free_order(0, SPEEDS, 2));
    RUN_AS("free_order_speeds", free_order(1, SPEEDS, 0));
    RUN_AS("free_order_models", free_order(1, MODELS, 0));
    RUN_AS("free_order_models_real", free_order(0, MODELS, 0));
    RUN(thrift_pays);
    RUN(speeds_far_apart);
    RUN(near_overflow);
    RUN(constraints_near_overflow);
    RUN(culprit_near_overflow);
    RUN(culprit_is_max);
    RUN(long_chains);
    RUN(one_probe);
    RUN(probes_of_models);
    RUN(denormal_loads);
    RUN(mean_of_nothing);
    RUN(largest_is_a_hint);
    RUN(sums);
    RUN(bad_input);
    RUN(filled_in);
    RUN(bad_constraints);
    RUN(windows);
    RUN(places);
    RUN(free_order_little_memory);
    RUN(free_order_fixed);
    RUN(caps_infeasible);
    RUN(failing_memory);
    RUN(limits_of_memory);
    RUN(memory_of_models);
    RUN(least_loads_tight);
    RUN(beyond_the_points);
    RUN(check_finds);
    RUN(no_flags);
    RUN(sums_that_fall);
    instance_free();
    return test_end();
}
