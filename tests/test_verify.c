/* fpm_partition_check and the exports: what is accepted, each kind of violation, bounds against the
   oracle, and the forms for other libraries against brute force. */
#include "../fpm.h"

#include <math.h>
#include <time.h>

#include "test.h"

#include "oracle.h"

#include "instance.h"

static int64_t d[INSTANCE_PROCS];

static void random_kind(int i, int64_t top, int rough) {
    static const int kinds[] = {FPM_CONSTANT, FPM_PIECEWISE, FPM_SHAPED, FPM_AKIMA, FPM_DISCRETE};
    oracle_model *m = &the.truth[i];
    memset(m, 0, sizeof *m);
    m->kind = kinds[test_int(0, rough ? 4 : 3)];
    int times = (int)test_int(TIMES_RISING, rough ? TIMES_SMALL : TIMES_EXACT);
    points_random(m, (int)test_int(1, 12), top, times);
    if (m->kind == FPM_AKIMA && !rough) m->flags = FPM_SAFE;
    instance_model(i);
    instance_proc(i, i);
}

/* Constraints; holes: also those that only the exact engine takes. */
static void random_rules(int holes) {
    int64_t fair = the.n / the.p + 1, grain = test_int(0, 3) ? 0 : test_int(1, 4);
    int i;
    for (i = 0; i < the.p; i++) {
        fpm_proc *r = &the.procs[i];
        r->grain = holes && test_int(0, 1) ? test_int(0, 3) : grain;
        if (!test_int(0, 2)) r->max = test_int(fair, 4 * fair);
        if (!test_int(0, 3)) r->fixed = test_real();
        if (!test_int(0, 4)) r->required = 1;
        if ((holes || r->required) && !test_int(0, 2)) r->min = test_int(1, fair);
    }
    instance_rules();
}

/* ---- partitions ---- */

/* Everything that fpm_partition says of its answer is found again. */
static void accepts_answers(void) {
    int64_t round, rounds = test_count(4000), checked = 0, tight = 0;
    int i;
    for (round = 0; round < rounds; round++) {
        int rough = (int)test_int(0, 1), status, verdict, ok;
        fpm_options opts = FPM_ZERO;
        fpm_info info, again;
        long double best;
        the.p = (int)test_int(1, 7);
        the.n = test_int(0, test_int(0, 4) ? 40 : 150);
        for (i = 0; i < the.p; i++) random_kind(i, the.n / (test_int(0, 1) ? 1 : the.p) + 2, rough);
        random_rules(rough);
        opts.algorithm = (int)test_int(FPM_AUTO, FPM_OPTIMAL);
        status = fpm_partition(the.n, the.p, the.procs, &opts, d, &info);
        if (status < 0) {
            instance_free();
            continue;
        }
        checked++;
        memset(&again, 0x77, sizeof again);
        verdict = fpm_partition_check(the.n, the.p, the.procs, NULL, d, &again);
        NOTE("round %lld algorithm %d", (long long)round, opts.algorithm);
        ok = CHECK_INT(verdict, status);
        ok &= CHECK_INT(again.status, verdict);
        ok &= CHECK_INT(fpm_partition_check(the.n, the.p, the.procs, NULL, d, NULL), verdict);
        ok &= CHECK_SAME(again.makespan, info.makespan);
        ok &= CHECK_REL(again.imbalance, info.imbalance, 1e-15);
        ok &= CHECK_INT(again.busy, info.busy);
        ok &= CHECK_INT(again.last, info.last);
        ok &= CHECK_INT(again.extrapolated, info.extrapolated) & CHECK_INT(again.fault, -1);
        best = oracle_best(the.n, the.p, the.rules);
        ok &= CHECK(again.lower_bound <= (double)best * (1 + 1e-12));
        ok &= CHECK_LE(again.lower_bound, again.makespan);
        if (again.lower_bound > 0)
            ok &= CHECK_ABS(again.gap, again.makespan / again.lower_bound - 1, 1e-15);
        if (!rough) /* no holes, rising times: the bound is the optimum, whatever was checked */
            ok &= CHECK_REL(again.lower_bound, (double)best, 1e-12);
        tight += fabs(again.lower_bound - (double)best) <= 1e-12 * (double)best;
        if (!ok) instance_failed();
        instance_free();
    }
    printf("    %lld answers, the bound was the optimum for %lld\n", (long long)checked,
           (long long)tight);
    CHECK(checked > rounds / 2);
}

static const int64_t SIZE[] = {10, 20, 40, 80};
static const double SECONDS[] = {1, 2, 4, 8};

static void three(void) {
    int i;
    the.p = 3;
    the.n = 60;
    for (i = 0; i < 3; i++) {
        CHECK_INT(fpm_model_init(&the.model[i], i == 2 ? FPM_DISCRETE : FPM_PIECEWISE, 4, SIZE,
                                 SECONDS, &test_borrowed, NULL),
                  FPM_OK);
        memset(&the.procs[i], 0, sizeof the.procs[i]);
        the.procs[i].model = &the.model[i];
    }
    d[0] = 24, d[1] = 16, d[2] = 20;
}

static void violated(int proc) {
    fpm_info info;
    memset(&info, 0x77, sizeof info);
    CHECK_INT(fpm_partition_check(the.n, the.p, the.procs, NULL, d, &info), FPM_E_VIOLATED);
    CHECK_INT(info.status, FPM_E_VIOLATED);
    CHECK_INT(info.fault, proc);
    CHECK_INT(info.extrapolated, -1);
    CHECK_INT(fpm_partition_check(the.n, the.p, the.procs, NULL, d, NULL), FPM_E_VIOLATED);
}

static void planted_violations(void) {
    fpm_info info;
    int i;
    three();
    CHECK_INT(fpm_partition_check(60, 3, the.procs, NULL, d, &info), FPM_OK);
    CHECK_REL(info.makespan, 2.4, 1e-15);
    CHECK_REL(info.imbalance, 0.2, 1e-14);
    CHECK(info.busy == 3 && info.last == 0);
    CHECK_INT(info.extrapolated, -1);
    d[0] = 25;
    violated(-1); /* the sum */
    d[0] = 23;
    violated(-1);
    for (i = 0; i < 2; i++) {
        NOTE("processor %d", i);
        three();
        d[i] = -1;
        violated(i);
        three();
        d[i] = INT64_MIN;
        violated(i);
        three();
        d[i] = INT64_MAX;
        violated(i);
        three();
        the.procs[i].max = d[i] - 1;
        violated(i);
        three();
        the.procs[i].min = d[i] + 1;
        violated(i);
        three();
        the.procs[i].grain = 7;
        violated(i);
        three();
        the.procs[i].required = 1;
        d[1 - i] += d[i];
        d[i] = 0;
        violated(i);
        three();
        the.procs[i].max = d[i];
        the.procs[i].min = d[i];
        the.procs[i].grain = d[i];
        the.procs[i].required = 1;
        CHECK_INT(fpm_partition_check(60, 3, the.procs, NULL, d, NULL), FPM_OK);
        three();
        the.procs[i].min = 50;
        d[1 - i] += d[i];
        d[i] = 0; /* min binds only who works */
        CHECK_INT(fpm_partition_check(60, 3, the.procs, NULL, d, NULL), FPM_OK);
    }
    three();
    d[2] = 21;
    d[1] = 15;
    violated(2); /* not on offer */
    three();
    d[2] = 160;
    the.n = 200;
    violated(2);
    three();
    the.procs[0].max = 1;
    the.procs[1].max = 1;
    violated(0); /* the first of two */
    three();
    the.procs[1].max = 1;
    d[0] = 25;
    violated(1); /* before the sum */
    three();
    d[0] = FPM_SIZE_MAX;
    d[1] = FPM_SIZE_MAX;
    d[2] = 20;
    the.n = 20; /* each above n */
    CHECK_INT(fpm_partition_check(the.n, 3, the.procs, NULL, d, NULL), FPM_E_VIOLATED);
    three();
    the.n = 1000;
    d[0] = 500;
    d[1] = 480;
    CHECK_INT(fpm_partition_check(the.n, 3, the.procs, NULL, d, &info), FPM_EXTRAPOLATED);
    CHECK_INT(info.extrapolated, 0);
    three();
    the.n = 0;
    memset(d, 0, sizeof d);
    CHECK_INT(fpm_partition_check(0, 3, the.procs, NULL, d, &info), FPM_OK);
    CHECK_SAME(info.makespan, 0.0);
    CHECK_INT(info.busy, 0);
}

/* The reason of each violation. */
static void wants_reason(const char *argument, const char *words) {
    fpm_info info;
    CHECK_INT(fpm_partition_check(the.n, the.p, the.procs, NULL, d, &info), FPM_E_VIOLATED);
    CHECK(info.argument && strcmp(info.argument, argument) == 0);
    if (!CHECK(info.reason && strstr(info.reason, words))) NOTE("wanted: %s", words);
}

static void reasons(void) {
    fpm_options opts = FPM_ZERO;
    fpm_info info;
    opts.least = FPM_LEAST_TOTAL;
    opts.limit = 2.3;
    three();
    d[0] = -1;
    wants_reason("d[]", "below 0");
    three();
    d[1] = 0;
    the.procs[1].required = 1;
    wants_reason("d[]", "required");
    three();
    the.procs[1].min = 17;
    wants_reason("d[]", "min");
    three();
    the.procs[1].max = 15;
    wants_reason("d[]", "max");
    three();
    the.procs[1].grain = 3;
    wants_reason("d[]", "grain");
    three();
    d[1] = 61;
    wants_reason("d[]", "above n");
    three();
    d[2] = 21;
    wants_reason("d[]", "no size");
    three();
    d[1] = 15;
    wants_reason("d", "less than n");
    three();
    d[1] = 17;
    wants_reason("d", "more than n");
    three();
    CHECK_INT(fpm_partition_check(60, 3, the.procs, &opts, d, &info), FPM_E_VIOLATED);
    CHECK(info.fault == 0 && strstr(info.reason, "opts.limit"));
}

/* info->cost of any shares is the sum that opts.least names, added up here. */
static void costs_of_shares(void) {
    static const int64_t offers[] = {16, 20, 24};
    static const double joules[] = {3, 0, 11};
    fpm_options opts = FPM_ZERO;
    fpm_cost line, list;
    fpm_info info;
    int64_t round, rounds = test_count(400);
    double found;
    int i;
    REQUIRE(fpm_cost_linear(&line, 0.25, 5, 1, NULL) == FPM_OK);
    REQUIRE(fpm_cost_points(&list, FPM_DISCRETE, 3, offers, joules, 2, NULL, NULL) == FPM_OK);
    for (round = 0; round < rounds; round++) {
        int64_t left = 60 - 20 * test_int(0, 1);
        double total, joule, busy;
        three();
        d[2] = 60 - left;
        d[0] = test_int(0, 9) ? test_int(0, left) : 0;
        d[1] = left - d[0];
        the.procs[0].cost = &line;
        the.procs[2].cost = &list;
        total = (double)d[0] / 10 + (double)d[1] / 10 + (double)d[2] / 10;
        joule = (d[0] > 0 ? 5 + 0.25 * (double)d[0] : 1) + (d[2] > 0 ? 0 : 2);
        busy = 0;
        for (i = 0; i < 3; i++)
            if (d[i] > 0) busy++;
        for (opts.least = 0; opts.least <= FPM_LEAST_BUSY; opts.least++) {
            const double want[] = {0, total, joule, busy};
            CHECK(fpm_partition_check(60, 3, the.procs, &opts, d, &info) >= 0);
            CHECK_REL(info.cost, want[opts.least], 1e-14);
        }
    }
    three();
    opts.least = FPM_LEAST_COST;
    the.procs[0].cost = &list; /* of 24, 16 and 20 units the first and the last are points */
    CHECK_INT(fpm_partition_check(60, 3, the.procs, &opts, d, &info), FPM_OK);
    CHECK_REL(info.cost, 11, 1e-15);
    d[0] = 23;
    d[1] = 17;
    CHECK_INT(fpm_partition_check(60, 3, the.procs, &opts, d, &info), FPM_E_VIOLATED);
    CHECK(info.fault == 0 && strstr(info.reason, "cost"));
    opts.least = 0;
    CHECK_INT(fpm_partition_check(60, 3, the.procs, &opts, d, &info), FPM_OK);
    /* what fpm_partition says of its answer is found again */
    three();
    the.procs[0].cost = &line;
    opts.least = FPM_LEAST_COST;
    opts.slack = 0.5;
    CHECK(fpm_partition(60, 3, the.procs, &opts, d, &info) >= 0);
    found = info.cost;
    CHECK(fpm_partition_check(60, 3, the.procs, &opts, d, &info) >= 0);
    CHECK_REL(info.cost, found, 1e-14);
    fpm_cost_free(&list);
}

static void bad_arguments(void) {
    fpm_cost unset = FPM_ZERO;
    fpm_options opts = FPM_ZERO;
    fpm_model zeroed = FPM_ZERO;
    fpm_info info;
    three();
    CHECK_INT(fpm_partition_check(-1, 3, the.procs, NULL, d, &info), FPM_E_ARGUMENT);
    CHECK_INT(info.status, FPM_E_ARGUMENT);
    CHECK_INT(fpm_partition_check(FPM_SIZE_MAX + 1, 3, the.procs, NULL, d, &info), FPM_E_ARGUMENT);
    CHECK_INT(fpm_partition_check(60, 0, the.procs, NULL, d, &info), FPM_E_ARGUMENT);
    CHECK_INT(fpm_partition_check(60, 3, NULL, NULL, d, &info), FPM_E_ARGUMENT);
    CHECK_INT(fpm_partition_check(60, 3, the.procs, NULL, NULL, &info), FPM_E_ARGUMENT);
    the.procs[1].model = NULL;
    CHECK_INT(fpm_partition_check(60, 3, the.procs, NULL, d, &info), FPM_E_MODEL);
    CHECK_INT(info.fault, 1);
    the.procs[1].model = &zeroed;
    CHECK_INT(fpm_partition_check(60, 3, the.procs, NULL, d, &info), FPM_E_MODEL);
    three(), the.procs[2].fixed = test_nan();
    CHECK_INT(fpm_partition_check(60, 3, the.procs, NULL, d, &info), FPM_E_BOUNDS);
    CHECK_INT(info.fault, 2);
    three(), the.procs[2].min = 5, the.procs[2].max = 4;
    CHECK_INT(fpm_partition_check(60, 3, the.procs, NULL, d, &info), FPM_E_BOUNDS);
    three(), the.procs[0].grain = -1;
    CHECK_INT(fpm_partition_check(60, 3, the.procs, NULL, d, &info), FPM_E_BOUNDS);
    CHECK_INT(info.fault, 0);
    three(), the.procs[2].required = 2;
    CHECK_INT(fpm_partition_check(60, 3, the.procs, NULL, d, &info), FPM_E_ARGUMENT);
    CHECK(info.fault == 2 && info.extrapolated == -1);
    three();
    opts.least = FPM_LEAST_BUSY + 1;
    CHECK_INT(fpm_partition_check(60, 3, the.procs, &opts, d, &info), FPM_E_ARGUMENT);
    opts.least = FPM_LEAST_COST;
    unset.rest = -1;
    the.procs[1].cost = &unset;
    CHECK_INT(fpm_partition_check(60, 3, the.procs, &opts, d, &info), FPM_E_MODEL);
    CHECK_INT(info.fault, 1);
    opts.least = FPM_LEAST_TOTAL; /* which reads no costs */
    CHECK_INT(fpm_partition_check(60, 3, the.procs, &opts, d, &info), FPM_OK);
}

/* A size at which a spline's speed is below 0 cannot be done. */
static void negative_speed(void) {
    static const int64_t size[] = {10, 20, 30, 40};
    static const double seconds[] = {1, 1, 1, 40}; /* 10, 20, 30 and 1 units a second */
    fpm_model_options opts = FPM_ZERO;
    int64_t x;
    double t;
    int seen = 0;
    the.p = 1;
    memset(&the.procs[0], 0, sizeof the.procs[0]);
    opts.flags = FPM_LITERAL;
    opts.extent = 4000;
    REQUIRE(fpm_model_init(&the.model[0], FPM_AKIMA, 4, size, seconds, &opts, NULL) == FPM_OK);
    CHECK_INT(the.model[0].positive, 0);
    the.procs[0].model = &the.model[0];
    for (x = 1; x < 4000; x++) {
        int status = fpm_model_time(&the.model[0], (double)x, &t), want;
        the.n = x;
        d[0] = x;
        want = status == FPM_E_TIME ? FPM_E_VIOLATED : status;
        seen += status == FPM_E_TIME;
        CHECK_INT(fpm_partition_check(x, 1, the.procs, NULL, d, NULL), want);
        if (x % 97 == 0) {
            int64_t share = -5;
            CHECK_INT(fpm_partition(x, 1, the.procs, NULL, &share, NULL),
                      status == FPM_E_TIME ? FPM_E_INFEASIBLE : status);
            CHECK_INT(share, status == FPM_E_TIME ? -5 : x);
        }
    }
    CHECK(seen > 0);
}

/* ---- exports ---- */

/* MPI_Alltoallv as it is defined, on numbered units: who gets what fpm_export_moves says has the
   new slab, in order. */
static void moves_of_slabs(void) {
    enum { MOST = 9, UNITS = 200 };
    int round, i, j, k, rounds = (int)test_count(300);
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(1, MOST), unit = (int)test_int(1, 3);
        int send[MOST][MOST], send_at[MOST][MOST], receive[MOST][MOST], receive_at[MOST][MOST];
        int64_t from[MOST], to[MOST], n = test_int(0, UNITS), rest[2], begin[2] = {0, 0};
        rest[0] = n;
        rest[1] = n;
        for (i = 0; i < p; i++) {
            from[i] = rest[0];
            if (i < p - 1) from[i] = test_int(0, rest[0]);
            if (i < p - 1) from[i] /= test_int(1, 3);
            to[i] = rest[1];
            if (i < p - 1) to[i] = test_int(0, rest[1]);
            if (i < p - 1) to[i] /= test_int(1, 3);
            rest[0] -= from[i];
            rest[1] -= to[i];
        }
        for (i = 0; i < p; i++)
            CHECK_INT(fpm_export_moves(p, from, to, unit, i, send[i], send_at[i], receive[i],
                                       receive_at[i]),
                      FPM_OK);
        for (i = 0; i < p; i++) {
            int got[3 * UNITS], count = 0;
            for (j = 0, begin[0] = 0; j < p; begin[0] += from[j++]) {
                CHECK_INT(receive[i][j], send[j][i]);
                for (k = 0; k < receive[i][j]; k++, count++)
                    got[receive_at[i][j] + k] = (int)begin[0] * unit + send_at[j][i] + k;
            }
            CHECK_INT(count, (int)to[i] * unit);
            for (k = 0; k < count; k++)
                if (!CHECK_INT(got[k], (int)begin[1] * unit + k)) break;
            begin[1] += to[i];
        }
        if (p < 2) continue;
        CHECK_INT(
            fpm_export_moves(p, from, to, unit, p, send[0], send_at[0], receive[0], receive_at[0]),
            FPM_E_ARGUMENT);
        CHECK_INT(fpm_export_moves(p, from, NULL, unit, 0, send[0], send_at[0], receive[0],
                                   receive_at[0]),
                  FPM_E_ARGUMENT);
        CHECK_INT(
            fpm_export_moves(p, from, to, -1, 0, send[0], send_at[0], receive[0], receive_at[0]),
            FPM_E_ARGUMENT);
        CHECK_INT(fpm_export_moves(p, from, to, 1, 0, send[0], NULL, receive[0], receive_at[0]),
                  FPM_E_ARGUMENT);
        CHECK_INT(fpm_export_moves(p, from, to, 1, -1, send[0], send_at[0], receive[0], send_at[1]),
                  FPM_E_ARGUMENT);
        CHECK_INT(fpm_export_moves(p, from, to, 1, 0, NULL, send_at[0], receive[0], send_at[1]),
                  FPM_E_ARGUMENT);
        CHECK_INT(fpm_export_moves(p, from, to, 1, 0, send[0], send_at[0], NULL, send_at[1]),
                  FPM_E_ARGUMENT);
        CHECK_INT(fpm_export_moves(p, from, to, 1, 0, send[0], send_at[0], receive[0], NULL),
                  FPM_E_ARGUMENT);
        CHECK_INT(fpm_export_moves(p, from, to, 0, 0, send[0], send_at[0], receive[0], send_at[1]),
                  FPM_OK);
        CHECK_INT(send[0][p - 1] + receive[0][p - 1], 0);
        rest[0] = to[p - 1], to[p - 1] = -1;
        CHECK_INT(fpm_export_moves(p, from, to, 1, 0, send[0], send_at[0], receive[0], send_at[1]),
                  FPM_E_ARGUMENT);
        to[p - 1] = rest[0];
        rest[0] = from[p - 1], from[p - 1] = -1;
        CHECK_INT(fpm_export_moves(p, from, to, 1, 0, send[0], send_at[0], receive[0], send_at[1]),
                  FPM_E_ARGUMENT);
        from[p - 1] = rest[0];
        from[0] = 3;
        send[0][0] = -7;
        CHECK_INT(fpm_export_moves(p, from, to, INT64_MAX / 2, 0, send[0], send_at[0], receive[0],
                                   receive_at[0]),
                  FPM_E_OVERFLOW);
        CHECK_INT(send[0][0], -7);
    }
}

static void counts(void) {
    int64_t round, rounds = test_count(500), share[6], counts64[6], displs64[6];
    int count[6], displs[6], i, p;
    for (round = 0; round < rounds; round++) {
        int64_t unit = test_int(1, 100), at = 0;
        p = (int)test_int(1, 6);
        for (i = 0; i < p; i++) share[i] = test_int(0, 1000);
        CHECK_INT(fpm_export_counts(p, share, unit, count, displs), FPM_OK);
        CHECK_INT(fpm_export_counts64(p, share, unit, counts64, displs64), FPM_OK);
        for (i = 0; i < p; i++) {
            CHECK_INT(count[i], share[i] * unit);
            CHECK_INT(displs[i], at);
            CHECK(counts64[i] == count[i] && displs64[i] == displs[i]);
            at += share[i] * unit;
        }
    }
    for (i = 0; i < 6; i++) count[i] = displs[i] = -9, counts64[i] = displs64[i] = -9;
    share[0] = 0x3fffffff, share[1] = 0x40000000; /* sum 2^31 - 1 */
    CHECK_INT(fpm_export_counts(2, share, 2, count, displs), FPM_E_OVERFLOW);
    CHECK(count[0] == -9 && displs[0] == -9);
    CHECK_INT(fpm_export_counts(2, share, 1, count, displs), FPM_OK);
    CHECK(count[1] == 0x40000000 && displs[1] == 0x3fffffff);
    share[0] = INT64_MAX;
    CHECK_INT(fpm_export_counts64(2, share, 1, counts64, displs64), FPM_E_OVERFLOW);
    share[1] = 0;
    CHECK_INT(fpm_export_counts64(2, share, 2, counts64, displs64), FPM_E_OVERFLOW);
    CHECK(counts64[0] == -9 && displs64[0] == -9);
    CHECK_INT(fpm_export_counts64(2, share, 1, counts64, displs64), FPM_OK);
    CHECK(counts64[0] == INT64_MAX && displs64[1] == INT64_MAX);
    CHECK_INT(fpm_export_counts(2, share, INT64_MAX, count, displs), FPM_E_OVERFLOW);
}

static void export_arguments(void) {
    int64_t share[2] = {3, -1}, out[3] = {-9, -9, -9};
    double weights[2] = {-9, -9};
    float weightsf[2] = {-9, -9};
    int count[2] = {-9, -9}, displs[2] = {-9, -9}, round;
    for (round = 0; round < 3; round++) { /* a negative share, no processors, no shares */
        const int64_t *s = round < 2 ? share : NULL;
        int p = round == 1 ? 0 : 2;
        NOTE("round %d", round);
        CHECK_INT(fpm_export_counts(p, s, 1, count, displs), FPM_E_ARGUMENT);
        CHECK_INT(fpm_export_counts64(p, s, 1, out, out + 1), FPM_E_ARGUMENT);
        CHECK_INT(fpm_export_weights(p, s, weights), FPM_E_ARGUMENT);
        CHECK_INT(fpm_export_weightsf(p, s, weightsf), FPM_E_ARGUMENT);
        CHECK_INT(fpm_export_ratios(p, s, 10, out), FPM_E_ARGUMENT);
        CHECK_INT(fpm_export_chunks(p, s, out), FPM_E_ARGUMENT);
    }
    share[1] = 1;
    CHECK_INT(fpm_export_counts(2, share, 1, NULL, displs), FPM_E_ARGUMENT);
    CHECK_INT(fpm_export_counts(2, share, 1, count, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_export_counts64(2, share, 1, NULL, out), FPM_E_ARGUMENT);
    CHECK_INT(fpm_export_counts64(2, share, 1, out, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_export_counts(2, share, 0, count, displs), FPM_E_ARGUMENT);
    CHECK_INT(fpm_export_counts(2, share, -1, count, displs), FPM_E_ARGUMENT);
    CHECK_INT(fpm_export_weights(2, share, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_export_weightsf(2, share, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_export_ratios(2, share, 10, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_export_ratios(2, share, 0, out), FPM_E_ARGUMENT);
    CHECK_INT(fpm_export_ratios(2, share, FPM_SIZE_MAX + 1, out), FPM_E_ARGUMENT);
    CHECK_INT(fpm_export_chunks(2, share, NULL), FPM_E_ARGUMENT);
    share[0] = 0;
    share[1] = 0;
    CHECK_INT(fpm_export_weights(2, share, weights), FPM_E_ARGUMENT);
    CHECK_INT(fpm_export_weightsf(2, share, weightsf), FPM_E_ARGUMENT);
    CHECK_INT(fpm_export_ratios(2, share, 10, out), FPM_E_ARGUMENT);
    CHECK_INT(fpm_export_counts(2, share, 5, count, displs), FPM_OK); /* nothing to send is fine */
    CHECK(count[0] == 0 && displs[1] == 0);
    count[0] = -9;
    share[0] = INT64_MAX;
    share[1] = INT64_MAX;
    CHECK_INT(fpm_export_chunks(2, share, out), FPM_E_OVERFLOW);
    CHECK_INT(fpm_export_weights(2, share, weights), FPM_E_OVERFLOW);
    CHECK_INT(fpm_export_weightsf(2, share, weightsf), FPM_E_OVERFLOW);
    CHECK_INT(fpm_export_ratios(2, share, 10, out), FPM_E_OVERFLOW);
    CHECK(out[0] == -9 && out[1] == -9 && out[2] == -9 && weights[0] <= -9 && weightsf[0] <= -9);
}

static void weights(void) {
    static int64_t share[1000];
    static double w[1000];
    static float f[1000];
    int64_t round, rounds = test_count(300);
    int i, p;
    for (round = 0; round < rounds; round++) {
        int64_t total = 0, top = test_int(0, 1) ? 20 : INT64_C(9007199254740);
        long double sum = 0, sumf = 0;
        float running = 0;
        p = (int)test_int(1, round % 10 ? 8 : 1000);
        for (i = 0; i < p; i++) total += share[i] = test_int(0, 3) ? test_int(0, top) : 0;
        if (total == 0) total = share[0] = 1;
        NOTE("round %lld p %d", (long long)round, p);
        CHECK_INT(fpm_export_weights(p, share, w), FPM_OK);
        CHECK_INT(fpm_export_weightsf(p, share, f), FPM_OK);
        for (i = 0; i < p; i++) {
            double want = (double)((long double)share[i] / (long double)total);
            CHECK(w[i] >= 0 && f[i] >= 0 && (share[i] > 0) == (w[i] > 0));
            CHECK_ABS(w[i], want, 1e-15 * (1 + p / 16.0));
            CHECK_ABS((double)f[i], want, 1e-7 * (1 + p / 16.0));
            sum += (long double)w[i];
            sumf += (long double)f[i];
            running += f[i];
        }
        CHECK_ABS((double)sum, 1, 2.3e-16 * p); /* long double may be double */
        CHECK_ABS((double)sumf, 1, 1.2e-7);
        CHECK_ABS((double)running, 1, 1e-3); /* what METIS asks for, in its own arithmetic */
    }
}

/* Least possible worst over-assignment, by trying all ratios. */
static long double best_ratio(int p, const int64_t *share, int64_t parts, long double worst) {
    long double best = 1e30L;
    int64_t r;
    if (p == 0) return parts == 0 ? worst : best;
    for (r = 0; r <= (share[0] > 0 ? parts : 0); r++) {
        long double here = r > 0 ? (long double)r / (long double)share[0] : 0, rest;
        if (here >= best) break;
        rest = best_ratio(p - 1, share + 1, parts - r, here > worst ? here : worst);
        if (rest < best) best = rest;
    }
    return best;
}

static void ratios(void) {
    int64_t round, rounds = test_count(1500), share[5], ratio[5], parts;
    int i, p;
    for (round = 0; round < rounds; round++) {
        int64_t total = 0, sum = 0;
        long double worst = 0;
        p = (int)test_int(1, 4);
        parts = test_int(1, 12);
        for (i = 0; i < p; i++) total += share[i] = test_int(0, 4) ? test_int(0, 50) : 0;
        if (total == 0) total = share[0] = 1;
        NOTE("round %lld: parts %lld, shares %lld %lld %lld %lld", (long long)round,
             (long long)parts, (long long)share[0], (long long)(p > 1 ? share[1] : 0),
             (long long)(p > 2 ? share[2] : 0), (long long)(p > 3 ? share[3] : 0));
        CHECK_INT(fpm_export_ratios(p, share, parts, ratio), FPM_OK);
        for (i = 0; i < p; i++) {
            CHECK(ratio[i] >= 0 && (share[i] > 0 || ratio[i] == 0));
            sum += ratio[i];
            if (ratio[i] > 0 && (long double)ratio[i] / (long double)share[i] > worst)
                worst = (long double)ratio[i] / (long double)share[i];
        }
        CHECK_INT(sum, parts);
        CHECK_REL((double)worst, (double)best_ratio(p, share, parts, 0), 1e-15);
    }
    share[0] = 70, share[1] = 20, share[2] = 10;
    CHECK_INT(fpm_export_ratios(3, share, 10, ratio), FPM_OK);
    CHECK(ratio[0] == 7 && ratio[1] == 2 && ratio[2] == 1);
    for (round = 0; round < rounds; round++) { /* large: the sum, and each next to its quota */
        int64_t total = 0, sum = 0;
        p = (int)test_int(1, 5);
        parts = test_int(1, FPM_SIZE_MAX);
        for (i = 0; i < p; i++) total += share[i] = test_int(1, INT64_C(1) << test_int(1, 50));
        NOTE("large round %lld parts %lld", (long long)round, (long long)parts);
        CHECK_INT(fpm_export_ratios(p, share, parts, ratio), FPM_OK);
        for (i = 0; i < p; i++) {
            long double quota = (long double)parts * (long double)share[i] / (long double)total;
            sum += ratio[i];
            CHECK(fabsl((long double)ratio[i] - quota) <= (long double)p + 1e-15L * quota);
        }
        CHECK_INT(sum, parts);
    }
}

/* By the definition: floors of the quotas, then one part at a time to where (ratio + 1) / share is
   least, the lowest number of equal ones. */
static void ratios_one_by_one(int p, const int64_t *share, int64_t parts, int64_t *ratio) {
    int64_t total = 0, rest = parts;
    int i;
    for (i = 0; i < p; i++) total += share[i];
    for (i = 0; i < p; i++) {
        double quota = (double)parts * ((double)share[i] / (double)total);
        rest -= ratio[i] = (int64_t)floor(quota * (1 - 1e-14));
    }
    for (; rest > 0; rest--) {
        double least = 1e300;
        int best = -1;
        for (i = 0; i < p; i++)
            if (share[i] > 0 && (double)(ratio[i] + 1) / (double)share[i] < least)
                least = (double)(ratio[i] + 1) / (double)share[i], best = i;
        ratio[best]++;
    }
}

static void ratios_as_defined(void) {
    enum { MOST = 40 };
    int64_t round, rounds = test_count(20000), share[MOST], ratio[MOST], want[MOST];
    int i;
    for (round = 0; round < rounds; round++) {
        int p = (int)test_int(1, test_int(0, 1) ? 4 : MOST), same = 1;
        int64_t top = INT64_C(1) << test_int(0, 56), total = 0, parts;
        for (i = 0; i < p; i++)
            total += share[i] = test_int(0, 6) ? test_int(0, test_int(0, 3) ? top : 3) : 0;
        if (total == 0) total = share[p - 1] = 1;
        parts = test_int(0, 1) ? test_int(1, 3 * p) : test_int(1, FPM_SIZE_MAX >> test_int(0, 52));
        if (test_int(0, 9) == 0 && total <= FPM_SIZE_MAX) parts = total; /* ratios: the shares */
        NOTE("round %lld, p %d, parts %lld", (long long)round, p, (long long)parts);
        ratios_one_by_one(p, share, parts, want);
        CHECK_INT(fpm_export_ratios(p, share, parts, ratio), FPM_OK);
#ifdef __FAST_MATH__ /* a last bit may decide who has one more */
        for (i = 0; i < p; i++) same &= ratio[i] >= want[i] - 1 && ratio[i] <= want[i] + 1;
#else
        for (i = 0; i < p; i++) same &= ratio[i] == want[i];
#endif
        CHECK(same);
    }
}

/* Ratios of many shares, in linear time; p parts, so that hardly any is a whole quota. */
static void ratios_of_many(void) {
    const int many = test_brief() ? 30000 : 300000;
    int64_t *share = (int64_t *)malloc((size_t)many * sizeof *share), sum = 0;
    int64_t *ratio = (int64_t *)malloc((size_t)many * sizeof *ratio);
    clock_t began;
    int i;
    for (i = 0; i < many; i++) share[i] = test_int(0, 1000000);
    began = clock();
    CHECK_INT(fpm_export_ratios(many, share, many, ratio), FPM_OK);
    CHECK((double)(clock() - began) / CLOCKS_PER_SEC < 20); /* O(p^2): two minutes at -O2 */
    for (i = 0; i < many; i++) sum += ratio[i];
    CHECK_INT(sum, many);
    free(share);
    free(ratio);
}

static void chunks(void) {
    int64_t share[4] = {3, 0, 5, 1}, begin[6] = {-9, -9, -9, -9, -9, -9};
    CHECK_INT(fpm_export_chunks(4, share, begin), FPM_OK);
    CHECK(begin[0] == 0 && begin[1] == 3 && begin[2] == 3 && begin[3] == 8 && begin[4] == 9);
    CHECK_INT(begin[5], -9);
}

/* Two of one speed, four units: nobody is done before 2 s, and not by one bit before. */
static void bound_to_the_last_bit(void) {
    const int64_t size[1] = {1}, share[2] = {2, 2}, uneven[2] = {3, 1};
    const double seconds[1] = {1};
    fpm_model model;
    fpm_proc procs[2] = FPM_ZERO;
    fpm_info info;
    CHECK_INT(fpm_model_init(&model, FPM_CONSTANT, 1, size, seconds, &test_borrowed, NULL), FPM_OK);
    procs[0].model = &model;
    procs[1].model = &model;
    CHECK_INT(fpm_partition_check(4, 2, procs, NULL, share, &info), FPM_OK);
    CHECK_SAME(info.makespan, 2);
    CHECK_SAME(info.lower_bound, 2);
    CHECK_SAME(info.gap, 0);
    CHECK_INT(fpm_partition_check(4, 2, procs, NULL, uneven, &info), FPM_OK);
    CHECK_SAME(info.makespan, 3);
    CHECK_SAME(info.lower_bound, 2);
}

/* Shares that together exceed n by a multiple of 2^64 do not sum to n. */
static void sum_beyond_64_bits(void) {
    enum { MANY = 2049 };
    static fpm_proc procs[MANY];
    static int64_t share[MANY];
    int64_t size = 1;
    double seconds = 1;
    fpm_model model;
    fpm_info info;
    int i;
    REQUIRE(fpm_model_init(&model, FPM_CONSTANT, 1, &size, &seconds, NULL, NULL) == FPM_OK);
    for (i = 0; i < MANY; i++) {
        procs[i].model = &model;
        share[i] = FPM_SIZE_MAX; /* all but the first one: 2^11 times 2^53 */
    }
    CHECK_INT(fpm_partition_check(FPM_SIZE_MAX, MANY, procs, NULL, share, &info), FPM_E_VIOLATED);
    CHECK_INT(info.fault, -1);
    fpm_model_free(&model);
}

/* opts.limit: a share that ends at the limit is in time, one that ends an ulp later is not. */
static void at_the_limit(void) {
    const int64_t size = 10, shares[2] = {30, 10};
    const double seconds[2] = {1, 2};
    fpm_model model[2];
    fpm_proc procs[2] = FPM_ZERO;
    fpm_options o = FPM_ZERO;
    fpm_info info;
    int i;
    for (i = 0; i < 2; i++) {
        CHECK_INT(test_borrow(&model[i], FPM_CONSTANT, 1, &size, &seconds[i]), FPM_OK);
        procs[i].model = &model[i];
    }
    o.limit = 3;
    CHECK(fpm_partition_check(40, 2, procs, &o, shares, &info) >= 0);
    CHECK_SAME(info.makespan, 3.0);
    o.limit = nextafter(3, 0);
    CHECK_INT(fpm_partition_check(40, 2, procs, &o, shares, &info), FPM_E_VIOLATED);
    CHECK_INT(info.fault, 0);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(moves_of_slabs);
    RUN(accepts_answers);
    RUN(planted_violations);
    RUN(reasons);
    RUN(costs_of_shares);
    RUN(bad_arguments);
    RUN(negative_speed);
    RUN(counts);
    RUN(export_arguments);
    RUN(weights);
    RUN(ratios);
    RUN(ratios_as_defined);
    RUN(ratios_of_many);
    RUN(chunks);
    RUN(bound_to_the_last_bit);
    RUN(sum_beyond_64_bits);
    RUN(at_the_limit);
    return test_end();
}
