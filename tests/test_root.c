/* fpm_root_solve: the 55 runs of More, Garbow, Hillstrom; linear and planted systems; bad input of
   every kind; callbacks that fail or stop at any call; memory; invariances. */
#include "../fpm.h"

#include "test.h"

#include "mgh.h"

enum { MOST = 40 };

/* x holds the root, or the best point that was found. */
static int has_point(int status) {
    return status == FPM_OK || status == FPM_E_STALLED || status == FPM_E_EVALUATION_LIMIT;
}

/* ---- a system under observation ---- */

typedef struct probe {
    int problem;        /* of mgh.h; 0: planted */
    int64_t calls;      /* of residual and jacobian */
    int64_t bad_at;     /* this call, from 1, and all later ones if forever, gives `bad` */
    int64_t stop_at;    /* this call returns 1 */
    int forever, where; /* which component is bad */
    double bad;
    double unit[MOST], factor; /* the solver's unknown times unit is the system's; F times factor */
    double a[MOST][MOST], root[MOST]; /* planted: a (x - root) + curve (x - root)^2 */
    double curve;
} probe;

static int fails(const probe *p) {
    return p->bad_at && (p->forever ? p->calls >= p->bad_at : p->calls == p->bad_at);
}

static void system_at(const probe *p, int n, const double *x, double *f, double *J) {
    double z[MOST] = {0};
    int i, j;
    for (j = 0; j < n; j++) z[j] = x[j] * p->unit[j];
    if (p->problem) mgh_evaluate(p->problem, n, z, f, J);
    for (i = 0; i < n && !p->problem; i++) {
        double e = z[i] - p->root[i];
        for (f[i] = p->curve * e * e, j = 0; j < n; j++) {
            f[i] += p->a[i][j] * (z[j] - p->root[j]);
            J[i * n + j] = p->a[i][j] + (i == j ? 2 * p->curve * e : 0);
        }
    }
    for (i = 0; i < n; i++) f[i] *= p->factor;
    for (i = 0; i < n * n; i++) J[i] *= p->factor * p->unit[i % n];
}

static int residual(void *context, int n, const double *x, double *f) {
    static double J[MOST * MOST];
    probe *p = (probe *)context;
    p->calls++;
    system_at(p, n, x, f, J);
    if (fails(p)) f[p->where] = p->bad;
    return p->calls == p->stop_at;
}

static int jacobian(void *context, int n, const double *x, double *J) {
    double f[MOST];
    probe *p = (probe *)context;
    p->calls++;
    system_at(p, n, x, f, J);
    if (fails(p)) J[p->where] = p->bad;
    return p->calls == p->stop_at;
}

static void probe_start(probe *p, int problem) {
    int i;
    memset(p, 0, sizeof *p);
    p->problem = problem;
    p->factor = 1;
    for (i = 0; i < MOST; i++) p->unit[i] = 1;
}

static double length_of(int n, const double *v) {
    double sum = 0;
    int i;
    for (i = 0; i < n; i++) sum += v[i] * v[i];
    return sqrt(sum);
}

static int same(int n, const double *a, const double *b) {
    return memcmp(a, b, (size_t)n * sizeof *a) == 0;
}

/* ---- the published systems ---- */

typedef struct run {
    int number, problem, n, singular, stagnate;
    double factor, norm;
} run;

static run runs[60];
static int run_count;

static void read_runs(void) {
    char line[200], name[50], kind[50];
    FILE *f = test_data("", "mgh_expected.tsv");
    if (!f) return;
    for (run_count = 0; run_count < 60 && fgets(line, sizeof line, f);) {
        run *r = &runs[run_count];
        if (sscanf(line, "%d %d %49s %d %lf %lf %49s", &r->number, &r->problem, name, &r->n,
                   &r->factor, &r->norm, kind) != 7)
            continue;
        r->singular = !strcmp(kind, "zero_singular");
        r->stagnate = !strcmp(kind, "stagnate");
        run_count++;
    }
    fclose(f);
    CHECK_INT(run_count, 55);
}

/* The systems here are those of the table, and their Jacobians those of their residuals. */
static void mgh_definitions(void) {
    int r, i, j;
    read_runs();
    for (r = 0; r < run_count; r++) {
        int n = runs[r].n;
        double x[MOST], f[MOST], low[MOST], high[MOST], J[MOST * MOST], spare[MOST * MOST];
        NOTE("run %d", runs[r].number);
        mgh_start(runs[r].problem, n, runs[r].factor, x);
        mgh_evaluate(runs[r].problem, n, x, f, J);
        CHECK_REL(length_of(n, f), runs[r].norm, 1e-7);
        for (j = 0; j < n; j++) x[j] += 0.1 * sin(j + 1.0) * (1 + fabs(x[j]));
        mgh_evaluate(runs[r].problem, n, x, f, J);
        for (j = 0; j < n; j++) {
            double keep = x[j], h = 1e-6 * (1 + fabs(x[j])), most = 0;
            x[j] = keep - h, mgh_evaluate(runs[r].problem, n, x, low, spare);
            x[j] = keep + h, mgh_evaluate(runs[r].problem, n, x, high, spare);
            x[j] = keep;
            for (i = 0; i < n; i++) most = fmax(most, fabs(J[i * n + j]));
            for (i = 0; i < n; i++)
                CHECK_ABS((high[i] - low[i]) / (2 * h), J[i * n + j], 1e-4 * most);
        }
    }
}

/* All runs; *solved counts those of the classes that must be, the result all. */
static int mgh_solve(const fpm_root_options *opts, int *solved) {
    int r, all = 0;
    int64_t evaluations = 0, jacobians = 0;
    *solved = 0;
    for (r = 0; r < run_count; r++) {
        double x[MOST], f[MOST], g[MOST];
        fpm_root_info info;
        probe p;
        int status;
        NOTE("run %d", runs[r].number);
        probe_start(&p, runs[r].problem);
        mgh_start(p.problem, runs[r].n, runs[r].factor, x);
        status = fpm_root_solve(runs[r].n, residual, &p, opts, x, f, &info);
        CHECK(has_point(status));
        CHECK_INT(info.status, status);
        CHECK(info.evaluations + (opts->jacobian ? info.jacobians : 0) == p.calls);
        residual(&p, runs[r].n, x, g);
        CHECK(same(runs[r].n, f, g));
        CHECK_REL(info.norm, length_of(runs[r].n, f), 1e-12);
        if (status == FPM_OK) CHECK_LT(info.norm, 1e-6); /* never solved where it is not */
        if (info.norm < 1e-6) all++, *solved += !runs[r].stagnate;
        evaluations += info.evaluations;
        jacobians += info.jacobians;
    }
    printf("    %s, %s%s: %d of 55, %d of the 51, %lld evaluations, %lld Jacobians\n",
           opts->scaling ? "unscaled" : "adaptive", opts->jacobian ? "analytic" : "differences",
           opts->ladder ? ", ladder" : "", all, *solved, (long long)evaluations,
           (long long)jacobians);
    return all;
}

/* Paths through these systems are chaotic: other roundings (fused multiply-add, -Ofast) lose one
   run of Wood's function now and then, so the last numbers leave room for one. */
static void mgh_runs(void) {
    fpm_root_options opts = FPM_ZERO;
    int solved, scaling, analytic;
    read_runs();
    for (scaling = 0; scaling < 2; scaling++)
        for (analytic = test_count(100) < 100; analytic < 2; analytic++) { /* quickly: one */
            opts.scaling = scaling;
            opts.jacobian = analytic ? jacobian : NULL;
            opts.ladder = 0;
            mgh_solve(&opts, &solved);
            CHECK(solved >= (scaling == FPM_SCALE_ADAPTIVE ? 44 : analytic ? 51 : 50));
            opts.ladder = 1;
            CHECK(mgh_solve(&opts, &solved) >= 53);
            CHECK_INT(solved, 51);
        }
}

/* ---- planted roots ---- */

static void plant(probe *p, int n, double curve) {
    int i, j;
    probe_start(p, 0);
    p->curve = curve;
    for (i = 0; i < n; i++) {
        p->root[i] = 4 * test_real() - 2;
        for (j = 0; j < n; j++) p->a[i][j] = (2 * test_real() - 1) + (i == j ? 2.0 * n : 0);
    }
}

/* Newton's first step solves a linear system; one more evaluation may polish the last bits. */
static void linear_systems(void) {
    int n, i, analytic;
    for (n = 1; n <= MOST; n++)
        for (analytic = 0; analytic < 2; analytic++) {
            double x[MOST];
            fpm_root_options opts = FPM_ZERO;
            fpm_root_info info;
            probe p;
            plant(&p, n, 0);
            opts.jacobian = analytic ? jacobian : NULL;
            for (i = 0; i < n; i++) x[i] = 10 * test_real() + 1;
            NOTE("n %d analytic %d", n, analytic);
            CHECK_INT(fpm_root_solve(n, residual, &p, &opts, x, NULL, &info), FPM_OK);
            CHECK(info.evaluations <= (analytic ? 5 : n + 6));
            CHECK(info.jacobians <= 2 && info.tries == 1 && info.at == -1);
            CHECK(info.bytes == fpm_root_work_bytes(n));
            for (i = 0; i < n; i++) CHECK_ABS(x[i], p.root[i], 1e-9);
        }
}

static void planted_roots(void) {
    int64_t round, rounds = test_count(300);
    for (round = 0; round < rounds; round++) {
        int n = (int)test_int(1, 12), i, status;
        double x[MOST], scale[MOST];
        fpm_root_options opts = FPM_ZERO;
        fpm_root_info info;
        probe p;
        plant(&p, n, 0.2 * test_real());
        for (i = 0; i < n; i++) p.unit[i] = ldexp(1, (int)test_int(-20, 20));
        for (i = 0; i < n; i++) x[i] = (p.root[i] + test_real() - 0.5) / p.unit[i];
        for (i = 0; i < n; i++) scale[i] = p.unit[i];
        opts.scaling = (int)test_int(0, 2);
        opts.scale = opts.scaling == FPM_SCALE_GIVEN ? scale : NULL;
        opts.jacobian = test_int(0, 1) ? jacobian : NULL;
        status = fpm_root_solve(n, residual, &p, &opts, x, NULL, &info);
        NOTE("round %lld n %d scaling %d", (long long)round, n, opts.scaling);
        if (opts.scaling == FPM_SCALE_NONE && status == FPM_E_STALLED) continue; /* bad units */
        CHECK_INT(status, FPM_OK);
        for (i = 0; i < n; i++) CHECK_ABS(x[i] * p.unit[i], p.root[i], 1e-5);
    }
}

static int quadratic(void *context, int n, const double *x, double *f) {
    (void)context, (void)n;
    f[0] = (x[0] - 3) * (x[0] + 1);
    return 0;
}

static void one_unknown(void) {
    double x, f = 1;
    fpm_root_options opts = FPM_ZERO;
    fpm_root_info info;
    x = 7;
    CHECK_INT(fpm_root_solve(1, quadratic, NULL, NULL, &x, &f, NULL), FPM_OK);
    CHECK_ABS(x, 3, 1e-12);
    CHECK_ABS(f, 0, 1e-11);
    x = 3; /* at the root: nothing to do */
    CHECK_INT(fpm_root_solve(1, quadratic, NULL, NULL, &x, &f, &info), FPM_OK);
    CHECK_SAME(x, 3);
    CHECK(info.evaluations == 1 && info.jacobians == 0 && info.iterations == 0);
    x = -5, opts.f_tol = 0.1;
    CHECK_INT(fpm_root_solve(1, quadratic, NULL, &opts, &x, &f, &info), FPM_OK);
    CHECK_LE(info.norm, 0.1);
    CHECK_LT(1e-9, info.norm);
    x = 1; /* stationary: the derivative is exactly 0 */
    opts.f_tol = 0;
    opts.jacobian = NULL;
    CHECK(has_point(fpm_root_solve(1, quadratic, NULL, &opts, &x, &f, &info)));
}

/* A start that is next to nothing beside the root: neither differences nor steps may get lost in
   the rounding of F. */
static int far_from_zero(void *context, int n, const double *x, double *f) {
    (void)context;
    f[0] = x[0] - 3;
    if (n > 1) f[1] = x[1] - x[0] - 1e3;
    return 0;
}

static void tiny_starts(void) {
    int k, n;
    for (k = 0; k <= 323; k++)
        for (n = 1; n <= 2; n++) {
            double x[2];
            x[0] = pow(10, -k) * (1 + 3 * test_real()), x[1] = k % 3 ? -x[0] : x[0];
            NOTE("seed %llu 1e-%d, n %d", (unsigned long long)test__.seed, k, n);
            CHECK_INT(fpm_root_solve(n, far_from_zero, NULL, NULL, x, NULL, NULL), FPM_OK);
            CHECK_REL(x[0], 3, 1e-7);
            if (n > 1) CHECK_REL(x[1], 1003, 1e-7);
        }
}

/* ---- singular Jacobians ---- */

/* Differences are as large as asked for: relative to the unknown, or to a root of that of the
   largest one. */
static double seen[3][2];
static int evaluations;

static int steps_seen(void *context, int n, const double *x, double *f) {
    (void)context;
    if (evaluations < 3) memcpy(seen[evaluations++], x, sizeof seen[0]);
    f[0] = x[0] - 5, f[1] = x[1] * x[1] - 2;
    return n != 2;
}

static void steps_of_differences(void) {
    static const double step[] = {0, 1e-4, 1e-6};
    int k;
    for (k = 0; k < 3; k++) {
        double x[2] = {0.001, 4}, relative = k ? step[k] : 1.4901161193847656e-8;
        fpm_root_options opts = FPM_ZERO;
        opts.step = step[k];
        evaluations = 0;
        CHECK_INT(fpm_root_solve(2, steps_seen, NULL, &opts, x, NULL, NULL), FPM_OK);
        CHECK_REL(x[0], 5, 1e-7);
        CHECK_REL(x[1], sqrt(2), 1e-7);
        CHECK_REL(seen[1][0] - seen[0][0], relative * fmax(0.001, 4 * sqrt(relative)), 1e-6);
        CHECK_REL(seen[2][1] - seen[0][1], relative * 4, 1e-6);
        CHECK(!(seen[1][1] > 4) && !(seen[1][1] < 4));
    }
}

static int flat(void *context, int n, const double *x, double *f) {
    int i;
    (void)context, (void)x;
    for (i = 0; i < n; i++) f[i] = 1 + i;
    return 0;
}

/* Rank 1: every component is i + 1 times the same square of a sum, less 1. */
static int rank_one(void *context, int n, const double *x, double *f) {
    double sum = *(const double *)context;
    int i;
    for (i = 0; i < n; i++) sum += (i + 1) * x[i];
    for (i = 0; i < n; i++) f[i] = (i + 1) * (sum + sum * sum * sum);
    return 0;
}

static int first_unused(void *context, int n, const double *x, double *f) {
    int i;
    (void)context;
    for (i = 0; i < n; i++) f[i] = x[n - 1] * x[n - 1] - 2;
    return 0;
}

static void singular_jacobians(void) {
#ifdef __FAST_MATH__
    const double loose = 1e-5; /* clang: 3.4e-6 */
#else
    const double loose = 1e-6;
#endif
    int n, scaling;
    for (scaling = 0; scaling < 2; scaling++)
        for (n = 1; n <= 6; n++) {
            fpm_root_options opts = FPM_ZERO;
            fpm_root_info info;
            double x[6] = {1, 1, 1, 1, 1, 1}, f[6], shift = -100;
            opts.scaling = scaling;
            NOTE("n %d scaling %d", n, scaling);
            CHECK_INT(fpm_root_solve(n, flat, NULL, &opts, x, f, &info), FPM_E_STALLED);
            CHECK_SAME(x[0], 1.0);
            CHECK_SAME(f[n - 1], (double)n);
            CHECK(info.evaluations <= 3 + n);
            CHECK_INT(fpm_root_solve(n, rank_one, &shift, &opts, x, f, &info), FPM_OK);
            CHECK_LE(info.norm, loose);
            x[0] = x[n - 1] = 5;
            CHECK_INT(fpm_root_solve(n, first_unused, NULL, &opts, x, f, &info), FPM_OK);
            CHECK_ABS(x[n - 1], sqrt(2.0), 1e-7);
            if (n > 1) CHECK_SAME(x[0], 5.0);
        }
}

/* ---- bad input ---- */

static void refused(int want, int at, int n, const fpm_root_options *opts, double *x) {
    double f[3] = {7, 8, 9}, before[3];
    fpm_root_info info;
    probe p;
    memset(&info, 0x77, sizeof info);
    probe_start(&p, 14);
    memcpy(before, x, sizeof before);
    CHECK_INT(fpm_root_solve(n, residual, &p, opts, x, f, &info), want);
    CHECK_INT(info.status, want);
    CHECK_INT(info.at, at);
    if (want == FPM_E_ARGUMENT) CHECK(info.argument && info.reason);
    CHECK_INT(p.calls, 0);
    CHECK(same(3, x, before));
    CHECK(f[0] == 7 && f[1] == 8 && f[2] == 9);
    CHECK_INT(fpm_root_solve(n, residual, &p, opts, x, NULL, NULL), want);
}

static void bad_input(void) {
    const double wrong[] = {-1, test_nan(), test_inf(), -test_inf()};
    double x[3] = {1, 2, 3}, scale[3] = {1, 2, 3};
    char work[8];
    fpm_root_options opts = FPM_ZERO;
    probe p;
    int i;
    probe_start(&p, 14);
    refused(FPM_E_ARGUMENT, -1, 0, NULL, x);
    refused(FPM_E_ARGUMENT, -1, -1, NULL, x);
    refused(FPM_E_ARGUMENT, -1, INT32_MIN, NULL, x);
    CHECK_INT(fpm_root_solve(3, NULL, &p, NULL, x, NULL, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_root_solve(3, residual, &p, NULL, NULL, NULL, NULL), FPM_E_ARGUMENT);
    for (i = 0; i < 4; i++) {
        NOTE("value %d", i);
        opts.radius = wrong[i], refused(FPM_E_ARGUMENT, -1, 3, &opts, x), opts.radius = 0;
        opts.x_tol = wrong[i], refused(FPM_E_ARGUMENT, -1, 3, &opts, x), opts.x_tol = 0;
        opts.f_tol = wrong[i], refused(FPM_E_ARGUMENT, -1, 3, &opts, x), opts.f_tol = 0;
        opts.step = wrong[i], refused(FPM_E_ARGUMENT, -1, 3, &opts, x), opts.step = 0;
        opts.scaling = FPM_SCALE_GIVEN, opts.scale = scale;
        scale[1] = wrong[i], refused(FPM_E_ARGUMENT, 1, 3, &opts, x), scale[1] = 0;
        refused(FPM_E_ARGUMENT, 1, 3, &opts, x), scale[1] = 2, opts.scaling = 0;
        opts.scale = NULL;
        if (i > 0) x[2] = wrong[i], refused(FPM_E_ARGUMENT, 2, 3, &opts, x), x[2] = 3;
    }
    opts.x_tol = 1, refused(FPM_E_ARGUMENT, -1, 3, &opts, x), opts.x_tol = 0;
    opts.step = 1, refused(FPM_E_ARGUMENT, -1, 3, &opts, x);
    opts.step = 2.2e-16, refused(FPM_E_ARGUMENT, -1, 3, &opts, x), opts.step = 0;
    opts.max_evaluations = -1, refused(FPM_E_ARGUMENT, -1, 3, &opts, x), opts.max_evaluations = 0;
    opts.ladder = 2, refused(FPM_E_ARGUMENT, -1, 3, &opts, x);
    opts.ladder = -1, refused(FPM_E_ARGUMENT, -1, 3, &opts, x), opts.ladder = 0;
    opts.scaling = 3, refused(FPM_E_ARGUMENT, -1, 3, &opts, x);
    opts.scaling = -1, refused(FPM_E_ARGUMENT, -1, 3, &opts, x);
    opts.scaling = 0, opts.scale = scale, refused(FPM_E_ARGUMENT, -1, 3, &opts, x);
    opts.scaling = FPM_SCALE_GIVEN, opts.scale = NULL;
    refused(FPM_E_ARGUMENT, -1, 3, &opts, x), opts.scaling = 0;
    opts.work = work, opts.work_bytes = sizeof work;
    refused(FPM_E_CAPACITY, -1, 3, &opts, x);
    opts.work = NULL, opts.max_bytes = fpm_root_work_bytes(3) - 1;
    refused(FPM_E_MAX_BYTES, -1, 3, &opts, x);
    opts.max_bytes++;
    CHECK_INT(fpm_root_solve(3, residual, &p, &opts, x, NULL, NULL), FPM_OK);
}

static void work_sizes(void) {
    CHECK_INT(fpm_root_work_bytes(0), 0);
    CHECK_INT(fpm_root_work_bytes(-5), 0);
    CHECK_INT(fpm_root_work_bytes(1), 8 * (2 + 12 + 1));
    CHECK_INT(fpm_root_work_bytes(40), 8 * (2 * 1600 + 12 * 40 + 1));
    CHECK_INT(fpm_root_work_bytes(INT32_MAX), 0); /* 2^65 bytes */
    if (SIZE_MAX > 0xffffffffu) CHECK(fpm_root_work_bytes(100000) > 0);
    else CHECK_INT(fpm_root_work_bytes(20000), 0);
}

static void workspace(void) {
    int n, offset;
    for (n = 1; n <= 6; n++) {
        size_t size = fpm_root_work_bytes(n);
        double x[MOST], want[MOST];
        fpm_root_options opts = FPM_ZERO;
        fpm_root_info info;
        test_heap heap;
        probe p;
        probe_start(&p, 14);
        mgh_start(14, n, 1, want);
        test_heap_start(&heap, 0, 0);
        opts.alloc = &heap.alloc;
        CHECK_INT(fpm_root_solve(n, residual, &p, &opts, want, NULL, &info), FPM_OK);
        CHECK(heap.requests == 1 && heap.peak == size && info.bytes == size);
        CHECK(test_heap_clean(&heap));
        for (offset = 0; offset < 9; offset++) { /* exactly enough, at any address */
            char *block = (char *)malloc(size + (size_t)offset);
            REQUIRE(block);
            memset(block, 0xa5, size + (size_t)offset);
            opts.work = block + offset;
            opts.work_bytes = size;
            mgh_start(14, n, 1, x);
            NOTE("n %d offset %d", n, offset);
            CHECK_INT(fpm_root_solve(n, residual, &p, &opts, x, NULL, NULL), FPM_OK);
            CHECK(same(n, x, want));
            opts.work_bytes--;
            CHECK_INT(fpm_root_solve(n, residual, &p, &opts, x, NULL, NULL), FPM_E_CAPACITY);
            CHECK(same(n, x, want));
            free(block);
        }
        CHECK_INT(heap.requests, 1);
    }
}

static void failing_allocations(void) {
    int forever, k;
    for (forever = 0; forever < 2; forever++)
        for (k = 1;; k++) {
            double x[5], start[5], f[5] = {7, 7, 7, 7, 7};
            fpm_root_options opts = FPM_ZERO;
            test_heap heap;
            probe p;
            int status;
            probe_start(&p, 14);
            mgh_start(14, 5, 1, x);
            memcpy(start, x, sizeof x);
            test_heap_start(&heap, k, forever);
            opts.alloc = &heap.alloc;
            opts.ladder = 1;
            status = fpm_root_solve(5, residual, &p, &opts, x, f, NULL);
            CHECK(test_heap_clean(&heap));
            if (!heap.failures) {
                CHECK_INT(status, FPM_OK);
                break;
            }
            CHECK_INT(status, FPM_E_MEMORY);
            CHECK(same(5, x, start) && f[0] == 7 && f[4] == 7);
        }
}

/* ---- callbacks ---- */

/* A call that gives NaN or infinity: the first is fatal; a step is shortened, a difference taken
   the other way, a bad Jacobian reported.  For ever after, there is no answer. */
static void broken_callbacks(void) {
    const double bad[] = {test_nan(), test_inf(), -test_inf()};
    int problem, analytic, forever, kind;
    int64_t k, recovered = 0, step = test_count(100) < 100 ? 5 : 1; /* no multiple of 3 */
    for (problem = 1; problem <= 14; problem++)
        for (analytic = 0; analytic < 2; analytic++)
            for (forever = 0; forever < 2; forever++)
                for (k = 1;; k += step) {
                    int n = problem == 6 ? 6 : problem < 6 ? 4 - (problem % 3 != 0 ? 2 : 0) : 5;
                    double x[MOST], start[MOST], f[MOST];
                    fpm_root_options opts = FPM_ZERO;
                    fpm_root_info info;
                    probe p;
                    int status;
                    if (problem == 2 || problem == 4) n = 4;
                    if (problem == 3) n = 2;
                    if (problem == 5) n = 3;
                    kind = (int)(k % 3);
                    probe_start(&p, problem);
                    p.bad_at = k, p.bad = bad[kind], p.forever = forever, p.where = (int)(k % n);
                    mgh_start(problem, n, 1, x);
                    memcpy(start, x, sizeof x);
                    f[0] = 7;
                    opts.jacobian = analytic ? jacobian : NULL;
                    status = fpm_root_solve(n, residual, &p, &opts, x, f, &info);
                    NOTE("problem %d analytic %d forever %d call %d", problem, analytic, forever,
                         (int)k);
                    if (p.calls < k) break;
                    CHECK(k > 1 || (status == FPM_E_CALLBACK && info.at == p.where));
                    if (forever) CHECK(status < 0 || p.calls == k);
                    if (status == FPM_E_CALLBACK) {
                        CHECK(same(n, x, start) && f[0] == 7);
                    } else {
                        CHECK(status == FPM_OK || status == FPM_E_STALLED);
                        CHECK(test_finite(info.norm) && info.at == -1);
                        recovered += status == FPM_OK;
                    }
                    if (k > 60) break;
                }
    printf("    %lld recovered\n", (long long)recovered);
    CHECK(recovered > 300 / step);
}

static void bad_jacobian(void) {
    double x[5], start[5], f[5] = {7};
    fpm_root_options opts = FPM_ZERO;
    fpm_root_info info;
    probe p;
    opts.jacobian = jacobian;
    probe_start(&p, 14);
    p.bad_at = 2, p.bad = test_nan(), p.where = 13; /* row 2, column 3 */
    mgh_start(14, 5, 1, x);
    memcpy(start, x, sizeof x);
    CHECK_INT(fpm_root_solve(5, residual, &p, &opts, x, f, &info), FPM_E_CALLBACK);
    CHECK(info.at == 3 && info.evaluations == 1 && same(5, x, start) && f[0] == 7);
}

/* The residual is finite on one side of the start only: differences go there. */
static int half_line(void *context, int n, const double *x, double *f) {
    (void)n;
    f[0] = *(const double *)context * x[0] < 1 ? test_nan() : x[0] * x[0] - 9;
    return 0;
}

static void one_sided(void) {
    double sign, x;
    for (sign = -1; sign < 2; sign += 2) {
        x = sign;
        CHECK_INT(fpm_root_solve(1, half_line, &sign, NULL, &x, NULL, NULL), FPM_OK);
        CHECK_ABS(x, 3 * sign, 1e-9);
    }
}

static int huge(void *context, int n, const double *x, double *f) {
    int i;
    for (i = 0; i < n; i++) f[i] = *(const double *)context * (x[i] - i - 1);
    return 0;
}

/* Norms neither overflow nor underflow on the way; where the compiler may reorder products, half
   the exponents are left. */
static void extreme_values(void) {
#ifdef __FAST_MATH__
    static const double factor[] = {1e-120, 1e-60, 1e60, 1e120};
#else
    static const double factor[] = {1e-300, 1e-200, 1e200, 1e300};
    double big = 5e307, far[2] = {1e300, 1e300};
    fpm_root_info last;
#endif
    int i, j, n = 5;
    for (i = 0; i < 4; i++) {
        double x[5] = {2, 2, 2, 2, 2}, times = factor[i];
        fpm_root_info info;
        NOTE("factor %g", times);
        CHECK_INT(fpm_root_solve(n, huge, &times, NULL, x, NULL, &info), FPM_OK);
        for (j = 0; j < n; j++) CHECK_REL(x[j], j + 1, 1e-7);
    }
#ifndef __FAST_MATH__
    { /* finite residuals whose norm is not */
        double x[5] = {2, 2, 2, 2, 2};
        CHECK_INT(fpm_root_solve(n, huge, &big, NULL, x, NULL, &last), FPM_E_CALLBACK);
        CHECK_INT(last.at, -1);
    }
    big = 1e-308; /* far away, and all but 0 */
    CHECK(fpm_root_solve(2, huge, &big, NULL, far, NULL, &last) >= 0);
#endif
}

typedef struct watcher {
    int64_t calls, stop_at, iteration, evaluations;
    double norm, x0;
    int n, errors;
} watcher;

static int watch(void *context, const fpm_root_progress *state) {
    watcher *w = (watcher *)context;
    w->calls++;
    w->errors += state->n != w->n || state->evaluations < w->evaluations ||
                 state->iteration < w->iteration || !(state->radius > 0) ||
                 fabs(length_of(state->n, state->f) - state->norm) > 1e-12 * state->norm ||
                 (w->calls > 1 && state->norm > w->norm);
    w->norm = state->norm;
    w->x0 = state->x[0];
    w->iteration = state->iteration, w->evaluations = state->evaluations;
    return w->calls == w->stop_at;
}

static void stopping(void) {
    int analytic, kind;
    int64_t k;
    for (analytic = 0; analytic < 2; analytic++)
        for (kind = 0; kind < 2; kind++)
            for (k = 1;; k++) {
                double x[10], start[10], f[10];
                fpm_root_options opts = FPM_ZERO;
                fpm_root_info info;
                watcher w;
                probe p;
                int status;
                memset(&w, 0, sizeof w);
                probe_start(&p, 13);
                mgh_start(13, 10, 10, x);
                memcpy(start, x, sizeof x);
                f[0] = 7;
                w.n = 10;
                opts.jacobian = analytic ? jacobian : NULL;
                opts.progress = watch, opts.progress_context = &w;
                if (kind) p.stop_at = k;
                else w.stop_at = k;
                status = fpm_root_solve(10, residual, &p, &opts, x, f, &info);
                NOTE("analytic %d kind %d call %d", analytic, kind, (int)k);
                CHECK_INT(w.errors, 0);
                if ((kind ? p.calls : w.calls) < k) {
                    CHECK_INT(status, FPM_OK);
                    CHECK(k > 20);
                    break;
                }
                CHECK_INT(kind ? p.calls : w.calls, k);
                CHECK_INT(status, FPM_E_STOPPED);
                CHECK_INT(info.status, FPM_E_STOPPED);
                CHECK(same(10, x, start) && f[0] == 7);
            }
}

static void progress_changes_nothing(void) {
    int r, ladder;
    read_runs();
    for (r = 0; r < run_count; r += test_count(100) < 100 ? 9 : 2)
        for (ladder = 0; ladder < 2; ladder++) {
            int n = runs[r].n, i, round;
            double x[3][MOST], f[3][MOST];
            fpm_root_info info[3];
            NOTE("run %d", runs[r].number);
            for (round = 0; round < 3; round++) { /* without, with, and again without */
                fpm_root_options opts = FPM_ZERO;
                watcher w;
                probe p;
                memset(&w, 0, sizeof w);
                memset(&info[round], 0, sizeof info[round]);
                w.n = n;
                opts.ladder = ladder;
                opts.jacobian = r % 4 ? jacobian : NULL;
                if (round == 1) opts.progress = watch, opts.progress_context = &w;
                probe_start(&p, runs[r].problem);
                mgh_start(p.problem, n, runs[r].factor, x[round]);
                CHECK(has_point(
                    fpm_root_solve(n, residual, &p, &opts, x[round], f[round], &info[round])));
                if (round == 1) CHECK_INT(w.calls, info[round].iterations);
            }
            for (i = 1; i < 3; i++) {
                CHECK(same(n, x[0], x[i]) && same(n, f[0], f[i]));
                CHECK(info[0].status == info[i].status && info[0].tries == info[i].tries);
                CHECK(info[0].evaluations == info[i].evaluations);
                CHECK(info[0].iterations == info[i].iterations);
                CHECK_SAME(info[0].norm, info[i].norm);
            }
        }
}

/* ---- limits and invariances ---- */

/* Every limit is kept, the norm never rises with it, and the last one solves. */
static void evaluation_limits(void) {
    int analytic, k;
    for (analytic = 0; analytic < 2; analytic++) {
        double before = 1e300;
        for (k = 1;; k++) {
            double x[5], f[5];
            fpm_root_options opts = FPM_ZERO;
            fpm_root_info info;
            probe p;
            int status;
            probe_start(&p, 7);
            mgh_start(7, 5, 1, x);
            opts.jacobian = analytic ? jacobian : NULL;
            opts.max_evaluations = k;
            status = fpm_root_solve(5, residual, &p, &opts, x, f, &info);
            NOTE("analytic %d limit %d", analytic, k);
            CHECK(info.evaluations <= k && info.evaluations + 1 >= info.iterations);
            CHECK_LE(info.norm, before);
            CHECK_REL(info.norm, length_of(5, f), 1e-12);
            before = info.norm;
            if (status == FPM_OK) break;
            CHECK_INT(status, FPM_E_EVALUATION_LIMIT);
            CHECK_INT(info.evaluations, k);
            if (!CHECK(k < 100)) break;
        }
        CHECK_LT(before, 1e-8);
    }
}

/* With adaptive scaling, other units of the unknowns and of F (powers of two, so that no rounding
   differs) give the same steps; with given scales likewise. */
static void units(void) {
    int r, i, given;
    read_runs();
    for (r = 0; r < run_count; r += test_count(100) < 100 ? 9 : 1)
        for (given = 0; given < 2; given++) {
            int n = runs[r].n, round, status[2];
            double x[2][MOST], scale[MOST];
            fpm_root_info info[2];
            probe p;
            NOTE("run %d, given %d", runs[r].number, given);
            probe_start(&p, runs[r].problem);
            for (round = 0; round < 2; round++) {
                fpm_root_options opts = FPM_ZERO;
                opts.jacobian = jacobian;
                opts.scaling = given ? FPM_SCALE_GIVEN : FPM_SCALE_ADAPTIVE;
                opts.scale = opts.scaling == FPM_SCALE_GIVEN ? scale : NULL;
                mgh_start(p.problem, n, runs[r].factor, x[round]);
                for (i = 0; i < n; i++) {
                    if (round) p.unit[i] = ldexp(1, (int)test_int(-30, 30));
                    x[round][i] /= p.unit[i];
                    scale[i] = p.unit[i] * (i + 1);
                }
                if (round) p.factor = ldexp(1, (int)test_int(-30, 30));
                status[round] =
                    fpm_root_solve(n, residual, &p, &opts, x[round], NULL, &info[round]);
            }
            if (!given && runs[r].problem == 5) continue; /* a column of zeros at the start */
#ifndef __FAST_MATH__
            CHECK_INT(status[1], status[0]);
            CHECK_INT(info[1].evaluations, info[0].evaluations);
            for (i = 0; i < n; i++) CHECK_SAME(x[1][i] * p.unit[i], x[0][i]);
            CHECK_SAME(info[1].norm / p.factor, info[0].norm);
#else
            CHECK(has_point(status[0]) && has_point(status[1]));
#endif
        }
}

static void ladder_keeps_the_best(void) {
    int number;
    read_runs();
    for (number = 26; number <= 28; number++) {
        const run *r = &runs[number - 1];
        double once[MOST], all[MOST];
        fpm_root_options opts = FPM_ZERO;
        fpm_root_info first, info;
        probe p;
        probe_start(&p, r->problem);
        opts.jacobian = jacobian;
        mgh_start(r->problem, r->n, r->factor, once);
        mgh_start(r->problem, r->n, r->factor, all);
        fpm_root_solve(r->n, residual, &p, &opts, once, NULL, &first);
        opts.ladder = 1;
        fpm_root_solve(r->n, residual, &p, &opts, all, NULL, &info);
        NOTE("run %d", number);
        CHECK_INT(first.tries, 1);
        CHECK_LE(info.norm, first.norm);
        CHECK(info.evaluations >= first.evaluations);
        CHECK(info.status == FPM_OK ? info.tries <= 6 : info.tries == 6);
        if (number == 28) CHECK_INT(info.status, FPM_E_STALLED); /* it has no real root */
    }
}

/* (z^2 - 1)^2 + tilt z + floor for each unknown: two minima, no root. */
static int twin_valleys(void *context, int n, const double *x, double *f) {
    const double *tilt = (const double *)context;
    int i;
    for (i = 0; i < n; i++) {
        double e = x[i] * x[i] - 1, next = x[(i + 1) % n];
        f[i] = e * e + tilt[0] * x[i] + tilt[1] * next + tilt[2];
    }
    return 0;
}

/* Where no try solves it, the answer is the best of the six that the ladder is made of. */
static void ladder_takes_the_best_of_six(void) {
    static const double radius[6] = {0.5, 100, 1, 1, 0.1, 0.1};
    int round, k, differ = 0;
    for (round = 0; round < 100; round++) {
        double start[2], x[2], tilt[3], best = 1e300, worst = 0;
        fpm_root_options opts = FPM_ZERO;
        fpm_root_info info;
        int n = (int)test_int(1, 2), solved = 0, status;
        for (k = 0; k < 2; k++) start[k] = 4 * test_real() - 2, tilt[k] = 0.6 * test_real() - 0.3;
        tilt[2] = 2;
        for (k = 0; k < 6; k++) {
            opts.scaling = k % 2 ? FPM_SCALE_NONE : FPM_SCALE_ADAPTIVE;
            opts.radius = radius[k];
            memcpy(x, start, sizeof x);
            solved |= fpm_root_solve(n, twin_valleys, tilt, &opts, x, NULL, &info) == FPM_OK;
            best = info.norm < best ? info.norm : best;
            worst = info.norm > worst ? info.norm : worst;
        }
        opts.scaling = FPM_SCALE_ADAPTIVE, opts.radius = radius[0], opts.ladder = 1;
        memcpy(x, start, sizeof x);
        NOTE("round %d", round);
        if (solved) continue;
        status = fpm_root_solve(n, twin_valleys, tilt, &opts, x, NULL, &info);
        if (!CHECK(status == FPM_E_STALLED || status == FPM_E_EVALUATION_LIMIT)) continue;
        CHECK_INT(info.tries, 6);
        CHECK_SAME(info.norm, best);
        differ += worst > 1.01 * best;
    }
    CHECK(differ > 10);
}

/* (x - 1)^2 + y^2 + 1 has no root; it ends, not finite, at x > border. */
static int bordered(void *context, int n, const double *x, double *f) {
    const double border = *(const double *)context;
    (void)n;
    f[0] = x[0] > border ? exp(1e9) : (x[0] - 1) * (x[0] - 1) + x[1] * x[1] + 1;
    f[1] = x[1] + 0.1 * x[0];
    return 0;
}

/* Where F is not finite beyond a border the best point counts, however the search ends. */
static void one_side(void) {
    int k, scaling;
    for (scaling = FPM_SCALE_ADAPTIVE; scaling <= FPM_SCALE_NONE; scaling++)
        for (k = 0; k < 200; k++) {
            double border = 0.9 * test_real(), x[2], f[2], first[2], begin;
            fpm_root_options opts = FPM_ZERO;
            fpm_root_info info;
            int status;
            opts.scaling = scaling;
            opts.ladder = k % 2;
            x[0] = border - 2 * test_real();
            x[1] = 4 * test_real() - 2;
            bordered(&border, 2, x, first);
            begin = sqrt(first[0] * first[0] + first[1] * first[1]);
            status = fpm_root_solve(2, bordered, &border, &opts, x, f, &info);
            NOTE("scaling %d, run %d, border %g", scaling, k, border);
            CHECK_INT(status, FPM_E_STALLED);
            CHECK(x[0] <= border);
            CHECK_LE(info.norm, begin);
        }
}

/* Rosenbrock's valley; its Jacobian is not a number from the second time on. */
static int valley(void *context, int n, const double *x, double *f) {
    (void)context, (void)n;
    f[0] = 10 * (x[1] - x[0] * x[0]), f[1] = 1 - x[0];
    return 0;
}

static int valley_once(void *context, int n, const double *x, double *jacobian) {
    int *times = (int *)context;
    (void)n;
    jacobian[0] = ++*times > 1 ? test_nan() : -20 * x[0];
    jacobian[1] = 10, jacobian[2] = -1, jacobian[3] = 0;
    return 0;
}

/* Where the Jacobian fails after steps were taken, the best point stays. */
static void jacobian_ends(void) {
    int scaling, times, reached = 0, k;
    for (scaling = FPM_SCALE_ADAPTIVE; scaling <= FPM_SCALE_NONE; scaling++)
        for (k = 0; k < 100; k++) {
            double x[2], f[2], first[2], begin;
            fpm_root_options opts = FPM_ZERO;
            fpm_root_info info;
            int status;
            opts.scaling = scaling, opts.jacobian = valley_once;
            x[0] = 6 * test_real() - 3, x[1] = 6 * test_real() - 3;
            valley(NULL, 2, x, first);
            begin = sqrt(first[0] * first[0] + first[1] * first[1]);
            times = 0;
            status = fpm_root_solve(2, valley, &times, &opts, x, f, &info);
            NOTE("scaling %d, run %d", scaling, k);
            CHECK(status == FPM_OK || status == FPM_E_STALLED);
            if (times < 2) continue;
            reached++;
            CHECK_INT(status, FPM_E_STALLED);
            CHECK_LE(info.norm, begin);
            CHECK_REL(sqrt(f[0] * f[0] + f[1] * f[1]), info.norm, 1e-12);
        }
    CHECK(reached > 20);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(mgh_definitions);
    RUN(mgh_runs);
    RUN(linear_systems);
    RUN(planted_roots);
    RUN(steps_of_differences);
    RUN(one_unknown);
    RUN(tiny_starts);
    RUN(singular_jacobians);
    RUN(bad_input);
    RUN(work_sizes);
    RUN(workspace);
    RUN(failing_allocations);
    RUN(broken_callbacks);
    RUN(bad_jacobian);
    RUN(one_sided);
    RUN(extreme_values);
    RUN(stopping);
    RUN(progress_changes_nothing);
    RUN(evaluation_limits);
    RUN(units);
    RUN(ladder_keeps_the_best);
    RUN(ladder_takes_the_best_of_six);
    RUN(one_side);
    RUN(jacobian_ends);
    return test_end();
}
