/* fpm_partition against oracle_model.h: every algorithm, kind and constraint. */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "oracle_model.h"
#include "test.h"

enum { MOST = 64 };

typedef struct instance {
    int64_t n;
    int p;
    oracle_model truth[MOST];
    oracle_proc rules[MOST];
    fpm_model model[MOST];
    fpm_proc procs[MOST];
} instance;

enum { RISING, NOISY, TIES }; /* times of the points */

/* k points, sizes up to about 12 k scale, times of the given kind. */
static void make_points(oracle_model *m, int kind, int times, int64_t scale) {
    int j, k = (int)test_int(kind == FPM_DISCRETE ? 0 : 1, 12);
    int64_t x = 0;
    double t = 0;
    m->kind = kind;
    m->count = k;
    for (j = 0; j < k; j++) {
        int64_t step = scale * test_int(1, 12);
        x += step;
        t += times == TIES ? (double)test_int(0, 3) : (double)step * (0.02 + test_real());
        m->size[j] = x;
        m->seconds[j] = times == NOISY ? t * (0.5 + test_real()) : t > 0 ? t : 1;
    }
}

static int make_model(instance *f, int i) {
    oracle_model *m = &f->truth[i];
    int status = fpm_model_init(&f->model[i], m->kind, m->count, m->size, m->seconds, NULL);
    f->rules[i].model = m;
    memset(&f->procs[i], 0, sizeof f->procs[i]);
    f->procs[i].model = &f->model[i];
    return CHECK_INT(status, FPM_OK);
}

static int random_kind(void) {
    static const int kinds[] = {FPM_CONSTANT, FPM_PIECEWISE, FPM_AKIMA, FPM_DISCRETE};
    return kinds[test_int(0, 3)];
}

static void copy_rules(instance *f) {
    int i;
    for (i = 0; i < f->p; i++) {
        const oracle_proc *r = &f->rules[i];
        f->procs[i].min = r->min;
        f->procs[i].max = r->max;
        f->procs[i].grain = r->grain;
        f->procs[i].fixed = r->fixed;
        f->procs[i].required = r->required;
    }
}

static void random_rules(instance *f) {
    int i, strict = (int)test_int(0, 2);
    for (i = 0; i < f->p; i++) {
        oracle_proc *r = &f->rules[i];
        memset(&r->min, 0, sizeof *r - ((size_t)((char *)&r->min - (char *)r)));
        if (strict > 0 && test_int(0, 2) == 0) r->max = test_int(1, 60);
        if (strict > 0 && test_int(0, 3) == 0) r->fixed = 3 * test_real();
        if (strict > 1 && test_int(0, 3) == 0) r->min = test_int(1, r->max ? r->max : 20);
        if (strict > 1 && test_int(0, 3) == 0) r->grain = test_int(1, 5);
        if (strict > 1 && test_int(0, 5) == 0) r->required = 1;
    }
    copy_rules(f);
}

static void dump(const instance *f, uint64_t round) {
    int i, j;
    printf("round %llu: n %lld p %d\n", (unsigned long long)round, (long long)f->n, f->p);
    for (i = 0; i < f->p; i++) {
        const oracle_proc *r = &f->rules[i];
        printf("  kind %d min %lld max %lld grain %lld fixed %.17g required %d:", r->model->kind,
               (long long)r->min, (long long)r->max, (long long)r->grain, r->fixed, r->required);
        for (j = 0; j < r->model->count; j++)
            printf(" %lld %.17g", (long long)r->model->size[j], r->model->seconds[j]);
        printf("\n");
    }
}

/* Sum, constraints and makespan of an answer, by the oracle; the makespan, or -1. */
static double judge(const instance *f, const int64_t *d) {
    long double most = 0;
    int64_t sum = 0;
    int i;
    for (i = 0; i < f->p; i++) {
        long double t = d[i] < 0 ? ORACLE_NEVER : oracle_share(&f->rules[i], d[i]);
        sum += d[i];
        if (t > most) most = t;
    }
    return sum == f->n && most < 1e290L ? (double)most : -1;
}

/* Run one algorithm; check what must hold whatever the answer.  best: least makespan or NEVER. */
static int run(const instance *f, int algorithm, double best, fpm_info *info) {
    int64_t d[MOST];
    fpm_options opts = FPM_ZERO;
    fpm_info check;
    int i, status, ok = 1;
    for (i = 0; i < f->p; i++) d[i] = -77;
    opts.algorithm = algorithm;
    status = fpm_partition(f->n, f->p, f->procs, &opts, d, info);
    ok &= CHECK_INT(info->status, status);
    if (status < 0) {
        for (i = 0; i < f->p; i++) ok &= CHECK_INT(d[i], -77);
        return ok;
    }
    ok &= CHECK_REL(judge(f, d), info->makespan, 1e-12);
    ok &= CHECK_LE(info->lower_bound, info->makespan);
    ok &= CHECK_LE(info->lower_bound, best * (1 + 1e-12));
    ok &= CHECK_LE(best * (1 - 1e-12), info->makespan);
    i = fpm_partition_check(f->n, f->p, f->procs, d, &check);
    ok &= CHECK_INT(i, status == FPM_WORK_LIMIT ? FPM_OK : status);
    ok &= CHECK_SAME(check.makespan, info->makespan);
    ok &= CHECK_LE(check.lower_bound, best * (1 + 1e-12));
    return ok;
}

static int run_exact(const instance *f, int algorithm, double best) {
    fpm_info info;
    int ok = run(f, algorithm, best, &info);
    if (best > 1e290) return ok & CHECK_INT(info.status, FPM_E_INFEASIBLE);
    ok &= CHECK(info.status == FPM_OK || info.status == FPM_EXTRAPOLATED);
    ok &= CHECK_REL(info.makespan, best, 1e-12); /* oracle in long double, sums of fixed costs */
    ok &= CHECK_SAME(info.lower_bound, info.makespan);
    return ok;
}

static void small_instance(instance *f, int times) {
    int i;
    f->p = (int)test_int(1, 6);
    f->n = test_int(0, 120);
    for (i = 0; i < f->p; i++) {
        make_points(&f->truth[i], random_kind(), times, 1);
        make_model(f, i);
    }
    random_rules(f);
}

static instance f;

static void sweep(int times) {
    int64_t round, rounds = test_count(2500);
    int algorithm;
    for (round = 0; round < rounds; round++) {
        double best;
        fpm_info info;
        int ok = 1;
        small_instance(&f, times);
        oracle_ill = 0;
        best = (double)oracle_makespan(f.n, f.p, f.rules);
        if (oracle_ill) continue;
        ok &= run_exact(&f, FPM_AUTO, best);
        ok &= run_exact(&f, FPM_OPTIMAL, best);
        for (algorithm = FPM_EVEN; algorithm <= FPM_GEOMETRIC; algorithm++)
            ok &= run(&f, algorithm, best, &info);
        if (info.status >= 0) ok &= CHECK_REL(info.makespan, best, 1e-12); /* GEOMETRIC */
        if (!ok) {
            dump(&f, (uint64_t)round);
            return;
        }
    }
}

static void optimal_where_times_rise(void) { sweep(RISING); }
static void optimal_where_times_fall(void) { sweep(NOISY); }
static void optimal_with_ties(void) { sweep(TIES); }

/* Monotone models, many processors, any n: geometric in both searches, auto, against halving. */
static void geometric_equals_oracle(void) {
    int64_t round, rounds = test_count(4000), most[2] = {0, 0}, sum[2] = {0, 0};
    for (round = 0; round < rounds; round++) {
        int i, ok = 1, search;
        int64_t grain = test_int(0, 3) ? 1 : test_int(2, 9);
        double best;
        f.p = (int)test_int(1, test_int(0, 9) ? 8 : MOST);
        f.n = grain * (int64_t)exp(test_real() * 20);
        for (i = 0; i < f.p; i++) {
            static const int kinds[] = {FPM_CONSTANT, FPM_PIECEWISE, FPM_AKIMA};
            do {
                make_points(&f.truth[i], kinds[test_int(0, 2)], RISING, test_int(1, 100000));
                make_model(&f, i);
            } while (!f.model[i].monotone);
            memset(&f.rules[i].min, 0,
                   sizeof f.rules[i] - (size_t)((char *)&f.rules[i].min - (char *)&f.rules[i]));
            f.rules[i].grain = grain;
            if (test_int(0, 4) == 0) f.rules[i].fixed = test_real() * 1000;
            if (i > 0 && test_int(0, 4) == 0) f.rules[i].max = 1 + f.n / test_int(1, 2 * f.p);
        }
        copy_rules(&f);
        oracle_ill = 0;
        best = (double)oracle_monotone(f.n, f.p, f.rules);
        if (oracle_ill) continue;
        ok &= run_exact(&f, FPM_AUTO, f.n ? best : 0);
        for (search = 0; search < 2; search++) {
            int64_t d[MOST];
            double real[MOST], total = 0;
            fpm_options opts = FPM_ZERO;
            fpm_info info;
            int status;
            opts.algorithm = FPM_GEOMETRIC;
            opts.search = search;
            status = fpm_partition(f.n, f.p, f.procs, &opts, d, &info);
            ok &= CHECK(status >= 0) && CHECK_REL(judge(&f, d), f.n ? best : 0, 1e-12);
            sum[search] += info.evaluations;
            if (info.evaluations > most[search]) most[search] = info.evaluations;
            opts.real = real;
            ok &= CHECK(fpm_partition(f.n, f.p, f.procs, &opts, d, &info) >= 0);
            for (i = 0; i < f.p && f.n > 0; i++) total += real[i];
            ok &= CHECK_REL(total, (double)f.n, 1e-12);
        }
        if (!ok) {
            dump(&f, (uint64_t)round);
            return;
        }
    }
    printf("evaluations of the sum: newton mean %.2f most %lld, bisection mean %.2f most %lld\n",
           (double)sum[0] / (double)rounds, (long long)most[0], (double)sum[1] / (double)rounds,
           (long long)most[1]);
}

/* Units that finish before the makespan are all taken; those that finish at it go to the lowest. */
static void ties_go_to_the_lowest(void) {
    int64_t round;
    for (round = 0; round < test_count(2000); round++) {
        int64_t d[8], speed[8], n = test_int(0, 300), k;
        int i, p = (int)test_int(1, 8);
        double most = 0;
        instance *g = &f;
        for (i = 0; i < p; i++) { /* t(x) = x / speed with speeds 1, 2, 4: exact */
            speed[i] = (int64_t)1 << test_int(0, 2);
            g->truth[i].kind = FPM_CONSTANT;
            g->truth[i].count = 1;
            g->truth[i].size[0] = speed[i];
            g->truth[i].seconds[0] = 1;
            make_model(g, i);
        }
        CHECK_INT(fpm_partition(n, p, g->procs, NULL, d, NULL), FPM_OK);
        for (i = 0; i < p; i++) most = fmax(most, (double)d[i] / (double)speed[i]);
        for (i = 0, k = 0; i < p; i++) {
            int64_t before = (int64_t)ceil(most * (double)speed[i]) - 1;
            int at = most * (double)speed[i] == floor(most * (double)speed[i]);
            if (n == 0) before = at = 0;
            if (!CHECK(d[i] >= before && d[i] <= before + at)) return;
            if (at && d[i] == before) k = 1;
            if (!CHECK(!(k && at && d[i] > before))) return;
        }
    }
}

static void even_and_proportional(void) {
    int64_t d[3], size[] = {100, 200}, i;
    double slow[] = {1, 2}, fast[] = {0.25, 0.5};
    fpm_model m[2];
    fpm_proc procs[3] = FPM_ZERO;
    fpm_options opts = FPM_ZERO;
    CHECK_INT(fpm_model_init(&m[0], FPM_PIECEWISE, 2, size, slow, NULL), FPM_OK);
    CHECK_INT(fpm_model_init(&m[1], FPM_PIECEWISE, 2, size, fast, NULL), FPM_OK);
    procs[0].model = procs[1].model = &m[0];
    procs[2].model = &m[1];
    opts.algorithm = FPM_EVEN;
    CHECK(fpm_partition(302, 3, procs, &opts, d, NULL) >= 0);
    CHECK_INT(d[0], 101), CHECK_INT(d[1], 101), CHECK_INT(d[2], 100);
    opts.algorithm = FPM_PROPORTIONAL; /* speeds 100, 100, 400 */
    CHECK(fpm_partition(600, 3, procs, &opts, d, NULL) >= 0);
    CHECK_INT(d[0], 100), CHECK_INT(d[1], 100), CHECK_INT(d[2], 400);
    procs[2].max = 150; /* the rest is shared */
    CHECK(fpm_partition(600, 3, procs, &opts, d, NULL) >= 0);
    CHECK_INT(d[0], 225), CHECK_INT(d[1], 225), CHECK_INT(d[2], 150);
    procs[0].min = 50;
    for (i = FPM_EVEN; i <= FPM_GEOMETRIC; i++) {
        fpm_info info;
        opts.algorithm = (int)i;
        CHECK_INT(fpm_partition(600, 3, procs, &opts, d, &info), FPM_E_UNSUPPORTED);
        CHECK_INT(info.proc, 0);
    }
}

static void bad_input_is_refused(void) {
    static const int64_t size[] = {10, 20, 30};
    static const double t[] = {1, 2, 3}, falls[] = {1, 0.5, 3};
    int64_t d[2] = {-5, -5};
    fpm_model m, rough, zero = FPM_ZERO;
    fpm_proc procs[2] = FPM_ZERO, bad[2];
    fpm_options opts = FPM_ZERO;
    fpm_info info;
    CHECK_INT(fpm_model_init(&m, FPM_PIECEWISE, 3, size, t, NULL), FPM_OK);
    CHECK_INT(fpm_model_init(&rough, FPM_PIECEWISE, 3, size, falls, NULL), FPM_OK);
    procs[0].model = procs[1].model = &m;
#define REFUSED(call, wanted, where)                                                               \
    do {                                                                                           \
        CHECK_INT(call, wanted);                                                                   \
        CHECK_INT(info.proc, where);                                                               \
        CHECK(d[0] == -5 && d[1] == -5);                                                           \
        memcpy(bad, procs, sizeof bad);                                                            \
    } while (0)
    memcpy(bad, procs, sizeof bad);
    REFUSED(fpm_partition(-1, 2, procs, NULL, d, &info), FPM_E_ARGUMENT, -1);
    REFUSED(fpm_partition(FPM_SIZE_MAX + 1, 2, procs, NULL, d, &info), FPM_E_ARGUMENT, -1);
    REFUSED(fpm_partition(5, 0, procs, NULL, d, &info), FPM_E_ARGUMENT, -1);
    REFUSED(fpm_partition(5, -3, procs, NULL, d, &info), FPM_E_ARGUMENT, -1);
    REFUSED(fpm_partition(5, 2, NULL, NULL, d, &info), FPM_E_ARGUMENT, -1);
    REFUSED(fpm_partition(5, 2, procs, NULL, NULL, &info), FPM_E_ARGUMENT, -1);
    opts.algorithm = 99;
    REFUSED(fpm_partition(5, 2, procs, &opts, d, &info), FPM_E_ARGUMENT, -1);
    bad[1].model = NULL;
    REFUSED(fpm_partition(5, 2, bad, NULL, d, &info), FPM_E_MODEL, 1);
    bad[1].model = &zero;
    REFUSED(fpm_partition(5, 2, bad, NULL, d, &info), FPM_E_MODEL, 1);
    bad[1].min = -1;
    REFUSED(fpm_partition(5, 2, bad, NULL, d, &info), FPM_E_BOUNDS, 1);
    bad[1].min = 4, bad[1].max = 3;
    REFUSED(fpm_partition(5, 2, bad, NULL, d, &info), FPM_E_BOUNDS, 1);
    bad[0].grain = -2;
    REFUSED(fpm_partition(5, 2, bad, NULL, d, &info), FPM_E_BOUNDS, 0);
    bad[0].fixed = test_nan();
    REFUSED(fpm_partition(5, 2, bad, NULL, d, &info), FPM_E_BOUNDS, 0);
    bad[0].fixed = test_inf();
    REFUSED(fpm_partition(5, 2, bad, NULL, d, &info), FPM_E_BOUNDS, 0);
    bad[0].fixed = -1;
    REFUSED(fpm_partition(5, 2, bad, NULL, d, &info), FPM_E_BOUNDS, 0);
    bad[0].max = bad[1].max = 2;
    REFUSED(fpm_partition(5, 2, bad, NULL, d, &info), FPM_E_INFEASIBLE, -1);
    bad[0].required = bad[1].required = 1, bad[0].min = 3, bad[1].min = 3;
    REFUSED(fpm_partition(5, 2, bad, NULL, d, &info), FPM_E_INFEASIBLE, -1);
    bad[0].grain = bad[1].grain = 2;
    REFUSED(fpm_partition(5, 2, bad, NULL, d, &info), FPM_E_INFEASIBLE, -1);
    bad[1].model = &rough;
    opts.algorithm = FPM_GEOMETRIC;
    REFUSED(fpm_partition(5, 2, bad, &opts, d, &info), FPM_E_NOT_MONOTONE, 1);
    opts.max_bytes = 100;
    REFUSED(fpm_partition(5, 2, bad, &opts, d, &info), FPM_E_MAX_BYTES, -1);
#undef REFUSED
}

static int stop_at_third(void *context, const fpm_progress *state) {
    int *calls = (int *)context;
    CHECK(state->low <= state->seconds && state->seconds <= state->high);
    return ++*calls == 3;
}

static int go_on(void *context, const fpm_progress *state) {
    ++*(int *)context;
    return state->iteration < 0;
}

static void progress_callback(void) {
    static const int64_t size[] = {1000, 2000, 3000, 4000};
    static const double a[] = {1, 2, 9, 20}, b[] = {3, 4, 5, 40};
    int64_t d[2] = {-5, -5}, plain[2];
    int calls = 0;
    fpm_model m[2];
    fpm_proc procs[2] = FPM_ZERO;
    fpm_options opts = FPM_ZERO;
    CHECK_INT(fpm_model_init(&m[0], FPM_PIECEWISE, 4, size, a, NULL), FPM_OK);
    CHECK_INT(fpm_model_init(&m[1], FPM_PIECEWISE, 4, size, b, NULL), FPM_OK);
    procs[0].model = &m[0], procs[1].model = &m[1];
    opts.algorithm = FPM_GEOMETRIC;
    opts.search = FPM_BISECTION;
    CHECK_INT(fpm_partition(5000, 2, procs, &opts, plain, NULL), FPM_OK);
    opts.progress = stop_at_third;
    opts.context = &calls;
    CHECK_INT(fpm_partition(5000, 2, procs, &opts, d, NULL), FPM_E_STOPPED);
    CHECK_INT(calls, 3), CHECK_INT(d[0], -5);
    opts.progress = go_on;
    CHECK_INT(fpm_partition(5000, 2, procs, &opts, d, NULL), FPM_OK);
    CHECK(calls > 3 && d[0] == plain[0] && d[1] == plain[1]);
}

/* Every allocation fails once, and from there on: no answer, no leak, outputs untouched. */
static void failing_allocator(void) {
    int64_t k, round;
    int algorithm, forever;
    for (round = 0; round < 40; round++)
        for (algorithm = FPM_AUTO; algorithm <= FPM_OPTIMAL; algorithm++)
            for (forever = 0; forever < 2; forever++) {
                small_instance(&f, round % 2 ? NOISY : TIES);
                for (k = 1; k < 60; k++) {
                    int64_t d[MOST];
                    fpm_options opts = FPM_ZERO;
                    fpm_info info;
                    test_heap h;
                    int i, status;
                    for (i = 0; i < f.p; i++) d[i] = -77;
                    test_heap_start(&h, k, forever);
                    opts.algorithm = algorithm;
                    opts.alloc = &h.alloc;
                    status = fpm_partition(f.n, f.p, f.procs, &opts, d, &info);
                    if (!CHECK(test_heap_clean(&h))) return;
                    if (!h.failures) break;
                    CHECK_INT(status, FPM_E_MEMORY);
                    for (i = 0; i < f.p; i++) CHECK_INT(d[i], -77);
                }
                CHECK(k < 60);
            }
}

static void instances_of_the_literature(void) {
    FILE *list = fopen("tests/data/hpopt/expected.tsv", "r");
    char line[256], name[64], state[32], wanted[64], path[128];
    int cases = 0;
    REQUIRE(list != NULL);
    while (fgets(line, sizeof line, list)) {
        long long n, size;
        int p, i, points, status;
        FILE *file;
        if (line[0] == '#' || strncmp(line, "file", 4) == 0) continue;
        REQUIRE(sscanf(line, "%63s %lld %d %d %31s %63s", name, &n, &p, &points, state, wanted) ==
                6);
        snprintf(path, sizeof path, "tests/data/hpopt/%s", name);
        file = fopen(path, "r");
        REQUIRE(file != NULL && p <= MOST);
        REQUIRE(fscanf(file, "%lld %d", &n, &p) == 2);
        {
            static fpm_points list_of[MOST];
            fpm_proc procs[MOST];
            int64_t d[MOST];
            fpm_info info;
            memset(procs, 0, sizeof procs);
            memset(list_of, 0, sizeof list_of);
            for (i = 0; i < p; i++) {
                int k, count;
                REQUIRE(fscanf(file, "%d", &count) == 1);
                for (k = 0; k < count; k++) {
                    fpm_point point = FPM_ZERO;
                    REQUIRE(fscanf(file, "%lld %lf", &size, &point.seconds) == 2);
                    point.size = size;
                    REQUIRE(fpm_points_add(&list_of[i], &point, NULL) == FPM_OK);
                }
                REQUIRE(fpm_points_sort(&list_of[i], NULL) == FPM_OK);
                REQUIRE(fpm_model_init(&f.model[i], FPM_DISCRETE, list_of[i].count, list_of[i].size,
                                       list_of[i].seconds, NULL) == FPM_OK);
                procs[i].model = &f.model[i];
            }
            status = fpm_partition(n, p, procs, NULL, d, &info);
            NOTE("%s", name);
            if (strcmp(state, "infeasible") == 0) {
                CHECK_INT(status, FPM_E_INFEASIBLE);
            } else {
                CHECK_INT(status, FPM_OK);
                CHECK_REL(info.makespan, atof(wanted), 1e-14);
                CHECK_INT(fpm_partition_check(n, p, procs, d, NULL), FPM_OK);
            }
            for (i = 0; i < p; i++) fpm_points_free(&list_of[i], NULL);
        }
        fclose(file);
        cases++;
    }
    fclose(list);
    CHECK(cases >= 20);
}

static void extremes(void) {
    static const int64_t one[] = {1}, big[] = {FPM_SIZE_MAX};
    static const double quick[] = {1e-60}, slow[] = {1e60}, second[] = {1};
    int64_t d[3];
    fpm_model m[3];
    fpm_proc procs[3] = FPM_ZERO;
    fpm_info info;
    CHECK_INT(fpm_model_init(&m[0], FPM_PIECEWISE, 1, one, second, NULL), FPM_OK);
    CHECK_INT(fpm_model_init(&m[1], FPM_AKIMA, 1, big, quick, NULL), FPM_OK);
    CHECK_INT(fpm_model_init(&m[2], FPM_PIECEWISE, 1, one, slow, NULL), FPM_OK);
    procs[0].model = &m[0], procs[1].model = &m[0], procs[2].model = &m[0];
    CHECK_INT(fpm_partition(FPM_SIZE_MAX, 3, procs, NULL, d, &info), FPM_EXTRAPOLATED);
    CHECK_INT(d[0] + d[1] + d[2], FPM_SIZE_MAX);
    CHECK_INT(d[0] - d[2], 1);
    procs[1].model = &m[1], procs[2].model = &m[2];
    CHECK_INT(fpm_partition(FPM_SIZE_MAX, 3, procs, NULL, d, &info), FPM_OK);
    CHECK_INT(d[1], FPM_SIZE_MAX);
    CHECK_INT(fpm_partition(0, 3, procs, NULL, d, &info), FPM_OK);
    CHECK(d[0] == 0 && d[1] == 0 && d[2] == 0 && info.busy == 0);
    CHECK_SAME(info.makespan, 0.0);
    CHECK_INT(fpm_partition(1, 3, procs, NULL, d, &info), FPM_OK);
    CHECK_INT(d[1], 1);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(optimal_where_times_rise);
    RUN(optimal_where_times_fall);
    RUN(optimal_with_ties);
    RUN(geometric_equals_oracle);
    RUN(ties_go_to_the_lowest);
    RUN(even_and_proportional);
    RUN(bad_input_is_refused);
    RUN(progress_callback);
    RUN(failing_allocator);
    RUN(instances_of_the_literature);
    RUN(extremes);
    return test_end();
}
