/* fpm_chain_partition and fpm_chain_check against a plain dynamic program over parts and elements:
   whole and real loads, equal processors, speeds, models with caps, several chains, free order. */
#include "../fpm.h"

#include "test.h"

#include "oracle.h"

#include "instance.h"

enum { MOST_N = 40, MOST_P = 12 };
static const double never = 1e300;

/* ---- an instance ---- */

enum { EQUAL, SPEEDS, MODELS };

typedef struct problem {
    int64_t n, load[MOST_N], w[MOST_N + 1], first[MOST_N + 2];
    double real[MOST_N], r[MOST_N + 1], speed[MOST_P];
    int p, whole, how;
    fpm_chain chain;
    fpm_chain_options o;
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
        q.load[i] = x;
        q.real[i] = kind == 2   ? test_real()
                    : kind == 4 ? ldexp(test_real(), (int)test_int(-40, 40))
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
    memset(&q.o, 0, sizeof q.o);
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
        points_random(m, (int)test_int(1, 8), test_int(20, 2000), (int)test_int(0, 2));
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

/* The least makespan of all partitions in this order of processors. */
static double plain(const int *who) {
    double best[2][MOST_N + 1], t;
    int64_t i, j;
    int k;
    for (j = 0; j <= q.n; j++) best[0][j] = j ? never : 0;
    for (k = 0; k < q.p; k++)
        for (j = 0; j <= q.n; j++) {
            best[(k + 1) % 2][j] = best[k % 2][j];
            for (i = 0; i < j; i++) {
                if (!(best[k % 2][i] < never) || !same_chain(i, j)) continue;
                t = cost(who ? who[k] : k, i, j);
                t = t > best[k % 2][i] ? t : best[k % 2][i];
                if (t < best[(k + 1) % 2][j]) best[(k + 1) % 2][j] = t;
            }
        }
    return best[q.p % 2][q.n];
}

/* ... and in any order. */
static double plain_any(int *who, int k) {
    double best = never, t;
    int i, swap;
    if (k == q.p) return plain(who);
    for (i = k; i < q.p; i++) {
        swap = who[k], who[k] = who[i], who[i] = swap;
        t = plain_any(who, k + 1);
        if (t < best) best = t;
        swap = who[k], who[k] = who[i], who[i] = swap;
    }
    return best;
}

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
static void compare(int method) {
    int64_t begin[MOST_P + 1], proof[MOST_P + 1];
    fpm_info info, seen;
    double want = plain(NULL);
    int status, failed = (int)test__.bad;
    q.o.method = method;
    q.o.proof = proof;
    status = fpm_chain_partition(&q.chain, q.p, &q.o, begin, &info);
    if (!(want < never)) CHECK_INT(status, FPM_E_INFEASIBLE);
    else if (CHECK(status == FPM_OK || status == FPM_EXTRAPOLATED)) {
        CHECK_SAME(info.makespan, want);
        CHECK_SAME(makespan(begin, NULL), want);
        CHECK_SAME(info.lower_bound, want);
        CHECK_INT(fpm_chain_check(&q.chain, q.p, &q.o, begin, &seen), status);
        CHECK_SAME(seen.makespan, want);
        CHECK_SAME(seen.lower_bound, want);
        CHECK_SAME(seen.imbalance, info.imbalance);
        CHECK_INT(seen.proc, info.proc);
        CHECK_INT(seen.busy, info.busy);
    }
    if (test__.bad > failed) dump();
}

static void sweep(int whole, int how, int method, int chains) {
    int64_t k;
    for (k = test_count(400); k > 0; k--) {
        q.how = how;
        q.p = (int)test_int(1, MOST_P);
        random_loads(test_int(0, test_int(0, 2) ? 14 : MOST_N), whole);
        if (chains) random_chains();
        if (how == SPEEDS) random_speeds((int)test_int(0, 3));
        if (how == MODELS) random_models((int)test_int(0, 1));
        compare(method);
    }
}

static void exact_whole(void) { sweep(1, EQUAL, FPM_CHAIN_EXACT, 0); }
static void exact_real(void) { sweep(0, EQUAL, FPM_CHAIN_EXACT, 0); }
static void nicol_whole(void) { sweep(1, EQUAL, FPM_CHAIN_NICOL, 0); }
static void nicol_real(void) { sweep(0, EQUAL, FPM_CHAIN_NICOL, 0); }
static void exact_speeds(void) { sweep(1, SPEEDS, FPM_CHAIN_EXACT, 0); }
static void exact_speeds_real(void) { sweep(0, SPEEDS, FPM_CHAIN_EXACT, 0); }
static void nicol_speeds(void) { sweep(1, SPEEDS, FPM_CHAIN_NICOL, 0); }
static void exact_models(void) { sweep(1, MODELS, FPM_CHAIN_EXACT, 0); }
static void exact_models_real(void) { sweep(0, MODELS, FPM_CHAIN_EXACT, 0); }
static void nicol_models(void) { sweep(1, MODELS, FPM_CHAIN_NICOL, 0); }
static void several_chains(void) { sweep(1, EQUAL, FPM_CHAIN_EXACT, 1); }
static void several_chains_real(void) { sweep(0, EQUAL, FPM_CHAIN_NICOL, 1); }
static void several_chains_speeds(void) { sweep(1, SPEEDS, FPM_CHAIN_EXACT, 1); }
static void several_chains_models(void) { sweep(0, MODELS, FPM_CHAIN_EXACT, 1); }

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(exact_whole);
    RUN(exact_real);
    RUN(nicol_whole);
    RUN(nicol_real);
    RUN(exact_speeds);
    RUN(exact_speeds_real);
    RUN(nicol_speeds);
    RUN(exact_models);
    RUN(exact_models_real);
    RUN(nicol_models);
    RUN(several_chains);
    RUN(several_chains_real);
    RUN(several_chains_speeds);
    RUN(several_chains_models);
    instance_free();
    return test_end();
}
