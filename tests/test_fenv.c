/* No call raises the floating-point flags "invalid" or "divide by zero" on legal input, whatever it
   answers: codes that trap them must be able to call the library.  Every public function, on random
   and on extreme instances; what they answer is tested elsewhere.  The flags mean nothing where
   arithmetic is not IEEE's (-ffast-math), nor where an emulator does not keep them. */
#define FPMK_STATIC
#define FPMK_IMPLEMENTATION
#include "../fpm_kernels.h"

#include <fenv.h>
#include <float.h>
#include <math.h>

#include "test.h"

enum { PROCS = 40, KNOTS = 24, CELLS = 900, ROOM = 3000 };

static int64_t size[PROCS][KNOTS];
static double seconds[PROCS][KNOTS];
static fpm_model model[PROCS], price[PROCS];
static fpm_proc procs[PROCS];
static int64_t d[PROCS + 1], proof[PROCS + 1];
static double real_shares[PROCS], *real_asked; /* NULL: not asked for */
static char about[300];                        /* the instance */

/* Has a call raised a flag?  Then say which. */
static int after(const char *call) {
    int raised = fetestexcept(FE_INVALID | FE_DIVBYZERO);
    if (!raised) return 1;
    NOTE("%s: %s", about, call);
    CHECK(!(raised & FE_INVALID));
    CHECK(!(raised & FE_DIVBYZERO));
    return 0;
}

#define QUIET(call) (feclearexcept(FE_ALL_EXCEPT), (call), after(#call))
#define STATUS(to, call) (feclearexcept(FE_ALL_EXCEPT), (to) = (call), after(#call))

static int flags_count(void) {
    volatile double zero = 0, one = 1, quotient;
#ifdef __FAST_MATH__
    return 0;
#endif
    feclearexcept(FE_ALL_EXCEPT);
    quotient = one / zero;
    (void)quotient;
    return fetestexcept(FE_DIVBYZERO) != 0;
}

static void flags(void) {
    if (!flags_count()) SKIP("no floating-point flags here");
}

/* ---- random input ---- */

/* From 10^low to 10^high, evenly in the exponent. */
static double spread(double low, double high) { return pow(10, low + (high - low) * test_real()); }

static int64_t any_size(void) {
    return (int64_t)fmin(spread(0, 15.95), (double)FPM_SIZE_MAX); /* 2^53 is 10^15.95 */
}

enum { RISING, FLAT, NOISY, WHOLE, CLIFF, EXTREME, FALLING, STYLES };

/* Points in row i; their number. */
static int random_points(int i, int64_t top, int style) {
    int k = (int)test_int(1, test_int(0, 1) ? 5 : KNOTS), j, count = 0;
    double t = spread(-6, 2), speed = spread(-3, 6), magnitude = test_int(0, 1) ? 60 : 3;
    int64_t x = 0, step = test_int(1, top / k + 1);
    for (j = 0; j < k && x < FPM_SIZE_MAX; j++) {
        x += style == EXTREME ? any_size() / 30 + 1 : test_int(0, 3) ? test_int(1, step) : step;
        if (x > FPM_SIZE_MAX) x = FPM_SIZE_MAX;
        switch (style) {
        case RISING: t += spread(-3, 1); break;
        case FLAT: t += test_int(0, 2) ? 0 : spread(-2, 1); break;
        case NOISY: t = (double)x / speed * (0.5 + test_real()); break;
        case WHOLE: t = (double)test_int(1, 6); break;
        case CLIFF: t = (double)x / speed * (2 * j > k ? 10 : 1); break;
        case FALLING: t = spread(0, 3) / (double)(j + 1); break;
        default: t = spread(-magnitude, magnitude); break;
        }
        size[i][count] = x;
        seconds[i][count++] = fmin(fmax(t, FPM_TIME_MIN), FPM_TIME_MAX);
    }
    for (j = 1; j < count && style == EXTREME && magnitude > 3; j++) /* some of them rise */
        if (size[i][0] % 2) seconds[i][j] = fmax(seconds[i][j], seconds[i][j - 1]);
    return count;
}

static int random_style(void) { return (int)test_int(RISING, STYLES - 1); }

/* A model of row i, kind 0: any; its largest size at most about top. */
static void random_model(fpm_model *m, int i, int kind, int64_t top, int style) {
    fpm_model_options opts = FPM_ZERO;
    int k = random_points(i, top, style), status = FPM_OK;
    if (kind == 0) kind = (int)test_int(FPM_CONSTANT, FPM_DISCRETE);
    if (kind == FPM_AKIMA) opts.flags = (int)test_int(0, 4);
    if (opts.flags & FPM_LITERAL)
        opts.extent = test_int(0, 1) ? any_size() : size[i][k - 1] + test_int(1, size[i][0]);
    if (opts.extent > FPM_SIZE_MAX) opts.extent = FPM_SIZE_MAX;
    if (kind == FPM_CONSTANT && test_int(0, 1)) opts.at = any_size();
    fpm_model_free(m);
    snprintf(about, sizeof about, "kind %d flags %d style %d points %d", kind, opts.flags, style,
             k);
    STATUS(status, fpm_model_init(m, kind, k, size[i], seconds[i], &opts, NULL));
    CHECK_INT(status, FPM_OK);
}

/* p processors, all of a kind, or of any (0), and their constraints: up to `rules` of a kind. */
static void random_procs(int p, int kind, int64_t top, int rules) {
    int i, style = random_style(), mixed = (int)test_int(0, 1);
    memset(procs, 0, sizeof procs);
    for (i = 0; i < p; i++) {
        fpm_proc *q = &procs[i];
        random_model(&model[i], i, kind, top, mixed ? random_style() : style);
        q->model = &model[i > 0 && test_int(0, 4) == 0 ? i - 1 : i];
        if (rules > 0 && test_int(0, 4) == 0) q->fixed = spread(-9, 3);
        if (rules > 0 && test_int(0, 6) == 0) q->max = test_int(1, top);
        if (rules > 1 && test_int(0, 5) == 0) q->required = 1;
        if (rules > 2 && test_int(0, 5) == 0) q->min = test_int(1, q->max ? q->max : top / 4 + 1);
        if (rules > 2 && test_int(0, 5) == 0) q->grain = test_int(1, 5);
    }
    snprintf(about, sizeof about, "p %d kind %d top %lld style %d mixed %d rules %d", p, kind,
             (long long)top, style, mixed, rules);
}

static void free_models(void) {
    int i;
    for (i = 0; i < PROCS; i++) fpm_model_free(&model[i]), fpm_model_free(&price[i]);
}

/* ---- what is measured ---- */

static void points(void) {
    int64_t round, rounds = test_count(300);
    fpm_info info;
    for (round = 0; round < rounds; round++) {
        fpm_points list = FPM_ZERO, copy = FPM_ZERO;
        int i, j, k = (int)test_int(1, 30), status = FPM_OK;
        char text[4000];
        size_t length = 0;
        snprintf(about, sizeof about, "round %lld", (long long)round);
        for (i = 0; i < k; i++) {
            fpm_point point;
            point.size = test_int(0, 1) ? test_int(1, 9) : any_size();
            point.seconds = spread(-60, 60);
            point.half_width = test_int(0, 2) == 0 ? 0 : spread(-300, 300);
            point.reps = test_int(0, 1) ? test_int(0, 3) : any_size();
            STATUS(status, fpm_points_add(&list, &point));
            CHECK_INT(status, FPM_OK);
        }
        QUIET(fpm_points_sort(&list, NULL));
        QUIET(fpm_points_check(list.count, list.size, list.seconds, &info));
        STATUS(status, fpm_points_format(&list, text, sizeof text, &length));
        STATUS(status, fpm_points_parse(&copy, text, length, NULL));
        for (j = 0; j < 60; j++) { /* text that need not be points */
            int from = (int)length;
            for (i = 0; i < 12 && from > 0; i++) {
                char *at = text + test_int(0, from - 1);
                *at = "0123456789.e+-, ;\t\n#"[test_int(0, 19)];
            }
            QUIET(fpm_points_parse(&copy, text, length, &info));
        }
        QUIET(fpm_points_free(&list));
        QUIET(fpm_points_free(&copy));
    }
}

static void statistics(void) {
    static double sample[ROOM];
    int64_t round, rounds = test_count(60);
    for (round = 0; round < rounds; round++) {
        fpmk_stat stat = FPM_ZERO;
        int i, style = (int)test_int(0, 3), most = round % 20 ? 60 : ROOM;
        stat.sample = sample;
        stat.capacity = ROOM;
        stat.method = (int)test_int(FPMK_MEDIAN, FPMK_MEAN);
        stat.confidence = test_int(0, 2) == 0   ? 0
                          : test_int(0, 1) == 0 ? test_real()
                                                : 1 - spread(-15.9, -1);
        stat.precision = test_int(0, 1) ? 0 : spread(-300, 300);
        snprintf(about, sizeof about, "method %d confidence %.17g style %d", stat.method,
                 stat.confidence, style);
        for (i = 0; i < most; i++) {
            double t = style == 0   ? 1
                       : style == 1 ? 1 + test_real()
                       : style == 2 ? spread(-60, 60)
                                    : 1 + 1e-3 * test_real();
            QUIET(fpmk_stat_add(&stat, t));
            QUIET(fpmk_stat_done(&stat));
        }
    }
}

/* ---- models ---- */

static void models(void) {
    int64_t round, rounds = test_count(4000), units;
    fpm_model_report report;
    for (round = 0; round < rounds; round++) {
        fpm_model *m = &model[0];
        int i, status = FPM_OK, kind = FPM_CONSTANT + (int)(round % FPM_DISCRETE);
        double t = 0, value;
        int64_t top = test_int(0, 1) ? test_int(1, 100) : any_size();
        random_model(m, 0, kind, top, random_style());
        QUIET(fpm_model_check(m, &report));
        for (i = 0; i < 25; i++) {
            double last = (double)m->size[m->count - 1];
            double x = i == 0   ? 0
                       : i == 1 ? (double)FPM_SIZE_MAX
                       : i < 8  ? (double)m->size[test_int(0, m->count - 1)]
                       : i < 12 ? floor(last * test_real())
                       : i < 14 ? spread(-320, 0)
                       : i < 20 ? fmin(last * 1.5 * test_real(), (double)FPM_SIZE_MAX)
                                : (double)any_size();
            STATUS(status, fpm_model_time(m, x, &t));
            QUIET(fpm_model_speed(m, x, &value));
            QUIET(fpm_model_slope(m, x, &value));
            if (status >= 0) QUIET(fpm_model_size(m, t, &units));
            QUIET(fpm_model_size(m, spread(-300, 300), &units));
        }
        for (i = 0; i < 3; i++) {
            fpm_point point = FPM_ZERO;
            point.size = test_int(0, 1) ? m->size[test_int(0, m->count - 1)] : any_size();
            point.seconds = spread(-60, 60);
            QUIET(fpm_model_add(m, &point));
            STATUS(status, fpm_model_time(m, (double)any_size(), &t));
        }
        QUIET(fpm_model_free(m));
    }
}

/* ---- equations ---- */

typedef struct system {
    int kind;
    double a[8][8], root[8];
} system_of;

static int residual(void *context, int n, const double *x, double *f) {
    const system_of *s = (const system_of *)context;
    double sum = 0;
    int i, j;
    for (i = 0; i < n; i++) sum += fabs(x[i] - s->root[i]);
    for (i = 0; i < n; i++)
        for (f[i] = 0, j = 0; j < n; j++) {
            double u = x[j] - s->root[j];
            f[i] += s->a[i][j] * (s->kind == 1 ? u * u : s->kind == 2 ? u * fabs(u) * u : u);
        }
    if (s->kind == 3 && sum > 40) f[n - 1] = test_nan();
    if (s->kind == 4 && sum > 40) f[0] = test_inf();
    for (i = 0; i < n && s->kind == 5; i++) f[i] = 1; /* no root, no slope */
    for (i = 0; i < n && s->kind == 6; i++) f[i] = 1 + sum * sum;
    for (i = 0; i < n && s->kind == 7; i++) f[i] = 0;
    return 0;
}

static void roots(void) {
    int64_t round, rounds = test_count(3000);
    for (round = 0; round < rounds; round++) {
        fpm_root_options opts = FPM_ZERO;
        fpm_root_info info;
        system_of s;
        int i, j, n = (int)test_int(1, 8);
        double x[8], f[8], scale[8], unit = test_int(0, 2) ? 1 : spread(-100, 100);
        memset(&s, 0, sizeof s);
        s.kind = (int)test_int(0, 7);
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++)
                s.a[i][j] = test_int(0, 3) ? unit * (2 * test_real() - 1) * (i == j ? 3 : 1) : 0;
        for (i = 0; i < n; i++) {
            s.root[i] = test_int(0, 1) ? 0 : 10 * test_real();
            x[i] = test_int(0, 1) ? s.root[i] : 10 * test_real();
            scale[i] = spread(-20, 20);
        }
        opts.scaling = (int)test_int(FPM_SCALE_ADAPTIVE, FPM_SCALE_GIVEN);
        opts.scale = scale;
        opts.ladder = (int)test_int(0, 1);
        opts.max_evaluations = test_int(0, 3) ? 0 : test_int(1, 40);
        snprintf(about, sizeof about, "round %lld kind %d n %d scaling %d ladder %d unit %g",
                 (long long)round, s.kind, n, opts.scaling, opts.ladder, unit);
        QUIET(fpm_root_solve(n, residual, &s, &opts, x, f, &info));
        QUIET(fpm_root_work_bytes(n));
    }
}

/* ---- partitions ---- */

static void exports(int p) {
    int counts[PROCS], displs[PROCS];
    int64_t counts64[PROCS], displs64[PROCS], ratios[PROCS], begin[PROCS + 1];
    double weights[PROCS];
    float weightsf[PROCS];
    QUIET(fpm_export_counts(p, d, test_int(1, 9), counts, displs));
    QUIET(fpm_export_counts64(p, d, test_int(1, 9), counts64, displs64));
    QUIET(fpm_export_weights(p, d, weights));
    QUIET(fpm_export_weightsf(p, d, weightsf));
    QUIET(fpm_export_ratios(p, d, test_int(0, 1) ? test_int(1, 99) : any_size(), ratios));
    QUIET(fpm_export_chunks(p, d, begin));
}

static void solve(int64_t n, int p, fpm_options *opts) {
    char instance[sizeof about];
    fpm_partition_outputs out = FPM_ZERO;
    fpm_info info;
    int i, status = FPM_OK;
    memcpy(instance, about, sizeof about);
    snprintf(about, sizeof about, "%.150s n %lld algorithm %d search %d dense %d least %d eps %g",
             instance, (long long)n, opts->algorithm, opts->search, opts->dense, opts->least,
             opts->slack);
    out.real = real_asked;
    STATUS(status, fpm_partition_real(n, p, procs, opts, d, &out, &info));
    if (status >= 0) QUIET(fpm_partition_check(n, p, procs, NULL, d, &info));
    if (status >= 0) exports(p);
    for (i = 0; i < p && status < 0; i++) d[i] = test_int(0, n); /* any shares can be checked */
    if (status < 0) QUIET(fpm_partition_check(n, p, procs, NULL, d, &info));
    STATUS(status, fpm_partition_real(n, p, procs, opts, d, &out, NULL));
    memcpy(about, instance, sizeof about);
}

static int64_t units(int64_t top, int p) {
    int64_t most = top < FPM_SIZE_MAX / p ? top * p : FPM_SIZE_MAX;
    switch (test_int(0, 4)) {
    case 0: return test_int(0, 3);
    case 1: return test_int(0, most);
    case 2: return test_int(0, 4 * p);
    default: return (int64_t)((double)most * 0.7 * test_real());
    }
}

/* Any algorithm that AUTO and OPTIMAL do not outlast: continuous models, any size. */
static void continuous(void) {
    int64_t round, rounds = test_count(2000);
    for (round = 0; round < rounds; round++) {
        fpm_options opts = FPM_ZERO;
        int64_t top = test_int(0, 1) ? test_int(1, 1000) : any_size();
        int p = (int)test_int(1, round % 8 ? 9 : PROCS);
        int kind = round % 3 ? (int)test_int(FPM_CONSTANT, FPM_AKIMA) : 0;
        random_procs(p, kind, top, (int)test_int(0, 2));
        opts.algorithm = (int)test_int(FPM_AUTO, FPM_NUMERICAL);
        if (opts.algorithm == FPM_AUTO || opts.algorithm == FPM_GEOMETRIC)
            opts.search = (int)test_int(FPM_NEWTON, FPM_BISECTION);
        if (opts.algorithm == FPM_NUMERICAL) opts.dense = test_int(0, 3) == 0;
        if (opts.algorithm == FPM_NUMERICAL || opts.algorithm == FPM_GEOMETRIC)
            real_asked = real_shares;
        else real_asked = NULL;
        opts.max_work = 100000;
        opts.max_bytes = (size_t)1 << 22;
        solve(units(top, p), p, &opts);
    }
    free_models();
}

/* Equal times as equations, where one processor can take nothing and the others need so long that
   no time is as short as a share of theirs. */
static void far_apart(void) {
    int64_t units = 100;
    double quick = 1e-5, slow = 1e24;
    fpm_options opts = FPM_ZERO;
    fpm_proc three[3];
    fpm_model of[2];
    fpm_info info;
    int status = FPM_OK;
    snprintf(about, sizeof about, "numerical, 1e-5 and 1e24 s");
    STATUS(status, fpm_model_init(&of[0], FPM_CONSTANT, 1, &units, &quick, &test_borrowed, NULL));
    STATUS(status, fpm_model_init(&of[1], FPM_CONSTANT, 1, &units, &slow, &test_borrowed, NULL));
    memset(three, 0, sizeof three);
    three[0].model = &of[0], three[1].model = three[2].model = &of[1];
    three[0].max = FPM_NOTHING, three[1].max = 50;
    opts.algorithm = FPM_NUMERICAL;
    STATUS(status, fpm_partition(1000, 3, three, &opts, d, &info));
    CHECK_INT(status, FPM_OK);
    CHECK(d[0] == 0 && d[1] == 50 && d[2] == 950);
}

/* No knot lies between two neighbouring sizes above 2^52. */
static void literal_ends(void) {
    int64_t sizes[] = {FPM_SIZE_MAX / 2, FPM_SIZE_MAX - 1};
    double taken[] = {1, 4};
    fpm_model_options opts = FPM_ZERO;
    fpm_model m;
    int status = FPM_OK;
    opts.flags = FPM_LITERAL, opts.extent = FPM_SIZE_MAX;
    snprintf(about, sizeof about, "literal, extent 2^53");
    STATUS(status, fpm_model_init(&m, FPM_AKIMA, 2, sizes, taken, &opts, NULL));
    CHECK_INT(status, FPM_OK);
    fpm_model_free(&m);
}

/* Rising times, packs full of lanes: the search for the common time as vector code. */
static void packs(void) {
    int64_t round, rounds = test_count(2000);
    for (round = 0; round < rounds; round++) {
        static const int styles[] = {RISING, FLAT, CLIFF};
        fpm_options opts = FPM_ZERO;
        int64_t top = test_int(20, test_int(0, 1) ? 400 : INT64_C(1) << 40);
        int i, p = (int)test_int(6, PROCS), kind = (int)test_int(FPM_PIECEWISE, FPM_AKIMA);
        int style = styles[test_int(0, 2)];
        memset(procs, 0, sizeof procs);
        for (i = 0; i < p; i++) {
            fpm_model_options safe = FPM_ZERO;
            int k = random_points(i, top, style);
            safe.flags = kind == FPM_AKIMA && test_int(0, 1) ? FPM_PLAIN : 0;
            fpm_model_free(&model[i]);
            CHECK_INT(fpm_model_init(&model[i], kind, k, size[i], seconds[i], &safe, NULL), FPM_OK);
            procs[i].model = &model[i];
            if (round % 4 == 0 && test_int(0, 2) == 0) procs[i].fixed = spread(-4, 1);
        }
        snprintf(about, sizeof about, "packs: p %d kind %d style %d", p, kind, style);
        opts.algorithm = test_int(0, 1) ? FPM_GEOMETRIC : FPM_NUMERICAL;
        real_asked = test_int(0, 1) ? real_shares : NULL;
        opts.max_work = 100000;
        opts.max_bytes = (size_t)1 << 22;
        solve(units(top, p), p, &opts);
    }
    real_asked = NULL;
    free_models();
}

/* Small sizes: OPTIMAL, HPOPTA, and what comes after the makespan. */
static void exact(void) {
    int64_t round, rounds = test_count(1200), count;
    for (round = 0; round < rounds; round++) {
        fpm_options opts = FPM_ZERO;
        fpm_info info;
        double makespan[200], cost[200];
        int64_t top = test_int(1, 30);
        int i, p = (int)test_int(1, 6), discrete = (int)test_int(0, 1), status;
        random_procs(p, discrete ? FPM_DISCRETE : 0, top, 3);
        opts.max_work = 200000;
        opts.max_bytes = (size_t)1 << 22;
        opts.algorithm = discrete && round % 3 == 0 ? FPM_HPOPTA : FPM_OPTIMAL;
        solve(test_int(0, top * p), p, &opts);
        opts.algorithm = FPM_AUTO;
        opts.least = (int)test_int(FPM_LEAST_TOTAL, FPM_LEAST_BUSY);
        for (i = 0; i < p && opts.least == FPM_LEAST_COST; i++) {
            random_model(&price[i], i + p, 0, top, random_style());
            if (test_int(0, 5)) procs[i].cost = test_cost(&price[i]);
        }
        opts.slack = test_int(0, 1) ? 0 : spread(-6, 3);
        if (test_int(0, 3) == 0) opts.slack = 0, opts.limit = spread(-6, 4);
        solve(test_int(0, top * p / 2), p, &opts);
        opts.slack = 0;
        STATUS(status, fpm_pareto(test_int(0, top * p / 2), p, procs, &opts, 200, makespan, cost,
                                  &count, &info));
        (void)status;
    }
    free_models();
}

static void groups(void) {
    int64_t round, rounds = test_count(60);
    for (round = 0; round < rounds; round++) {
        fpm_options opts = FPM_ZERO;
        fpm_points list = FPM_ZERO;
        fpm_proc same[9];
        fpm_info info;
        int64_t top = test_int(1, 40), sizes[6];
        int i, p = (int)test_int(1, 6);
        random_procs(p, test_int(0, 1) ? FPM_DISCRETE : 0, top, 3);
        opts.max_work = 200000;
        opts.max_bytes = (size_t)1 << 22;
        for (i = 0; i < 6; i++) sizes[i] = (i ? sizes[i - 1] : 0) + test_int(1, top);
        QUIET(fpm_compose(p, procs, test_int(1, top * p), NULL, &opts, &list, &info));
        fpm_points_free(&list);
        QUIET(fpm_compose(p, procs, 6, sizes, &opts, &list, &info));
        for (i = 0; i < 9; i++) same[i] = procs[0];
        i = (int)test_int(1, 9);
        QUIET(fpm_partition(test_int(0, 50), i, same, &opts, d, &info));
        QUIET(fpm_partition(any_size() / 4, 9, same, &opts, d, &info));
        fpm_points_free(&list);
    }
    free_models();
}

/* ---- balancing ---- */

static void balancing(void) {
    static char text[4000];
    int64_t round, rounds = test_count(100);
    for (round = 0; round < rounds; round++) {
        fpm_balance_options opts = FPM_ZERO;
        fpm_info info;
        fpm_balance b;
        int i, step, p = (int)test_int(1, 9), status = FPM_OK, extreme = test_int(0, 5) == 0;
        int64_t n = test_int(0, test_int(0, 1) ? 30 : 1000000);
        double speed[9], cliff[9], unit_cost, move_cost;
        opts.method = (int)test_int(FPM_BALANCE_DEFAULT, FPM_BALANCE_NUMERICAL);
        opts.iterations = opts.method || test_int(0, 1) ? 0 : 30;
        unit_cost = test_int(0, 1) ? 0 : spread(-9, -3);
        move_cost = test_int(0, 1) ? 0 : spread(-9, -1);
        snprintf(about, sizeof about, "round %lld: method %d n %lld p %d extreme %d",
                 (long long)round, opts.method, (long long)n, p, extreme);
        random_procs(p, 0, n + 1, 0);
        for (i = 0; i < p && opts.method == FPM_BALANCE_DEFAULT; i++) {
            if (test_int(0, 3) == 0) procs[i].min = test_int(0, n / (2 * p));
            if (test_int(0, 3) == 0) procs[i].max = n / p + 1 + test_int(0, n);
            if (test_int(0, 1)) procs[i].model = NULL;
        }
        STATUS(status,
               fpm_balance_init(&b, n, p, test_int(0, 1) ? procs : NULL, -1, -1, &opts, d, &info));
        if (status >= 0 && unit_cost + move_cost > 0)
            QUIET(fpm_balance_cost(&b, unit_cost, move_cost));
        for (i = 0; i < p; i++) speed[i] = spread(0, 5), cliff[i] = (double)n * 2 * test_real();
        for (step = 0; step < 25 && status >= 0; step++) {
            double took[9];
            fpm_points known = FPM_ZERO;
            size_t length;
            for (i = 0; i < p; i++) {
                double x = (double)b.d[i], over = x > cliff[i] ? x - cliff[i] : 0;
                took[i] = (x + 10 * over) / speed[i] * (test_int(0, 1) ? 1 : 0.9 + test_real() / 5);
                if (test_int(0, 30) == 0) took[i] *= 20;
                if (extreme) took[i] = spread(-60, 60);
            }
            QUIET(fpm_balance_step(&b, took, test_int(0, 1) ? d : NULL, &info));
            if (test_int(0, 12) == 0)
                QUIET(fpm_balance_leave(&b, (int)test_int(0, p - 1), d, &info));
            if (test_int(0, 9) == 0) QUIET(fpm_balance_join(&b, (int)test_int(0, p - 1), d, &info));
            if (test_int(0, 12) == 0) QUIET(fpm_balance_resize(&b, test_int(0, 2 * n), d, &info));
            if (test_int(0, 5)) continue;
            QUIET(fpm_balance_points(&b, (int)test_int(0, p - 1), &known));
            QUIET(fpm_points_format(&known, text, sizeof text, &length));
            fpm_points_free(&known);
        }
        if (status >= 0) QUIET(fpm_balance_free(&b));
    }
    free_models();
}

/* ---- matrices ---- */

static void matrices(void) {
    int64_t round, rounds = test_count(100);
    for (round = 0; round < rounds; round++) {
        fpm_matrix_options opts = FPM_ZERO;
        fpm_info info;
        fpm_matrix_outputs out;
        fpm_tile tile[PROCS];
        int64_t rows = test_int(1, test_int(0, 3) ? 60 : 100000), most[PROCS];
        int64_t cols = test_int(1, test_int(0, 3) ? 60 : 100000);
        double areas[PROCS], range = test_int(0, 2) ? 1 : 7;
        int i, p = (int)test_int(1, test_int(0, 2) ? 5 : 24);
        if (p > rows * cols) p = (int)(rows * cols);
        for (i = 0; i < p; i++) {
            areas[i] = test_int(0, 3) ? spread(-range, range) : 1;
            most[i] = test_int(0, 3) ? 0 : test_int(1, rows * cols);
        }
        opts.arrangement = (int)test_int(FPM_MATRIX_AUTO, FPM_MATRIX_ROWS);
        opts.compact = opts.arrangement || test_int(0, 1) ? 0 : test_real();
        opts.columns = test_int(0, 3) ? 0 : (int)test_int(1, p);
        opts.block = test_int(0, 2) ? 0 : test_int(1, rows < cols ? rows : cols);
        snprintf(about, sizeof about, "%lld x %lld p %d arrangement %d columns %d block %lld",
                 (long long)rows, (long long)cols, p, opts.arrangement, opts.columns,
                 (long long)opts.block);
        QUIET(fpm_matrix_areas(rows, cols, p, areas, &opts, tile, &out, &info));
        opts.max = most;
        QUIET(fpm_matrix_areas(rows, cols, p, areas, &opts, tile, &out, &info));
        opts.max = NULL;
        random_procs(p, (int)test_int(FPM_CONSTANT, FPM_AKIMA), rows * cols, 1);
        snprintf(about, sizeof about, "%lld x %lld p %d kind %d arrangement %d columns %d",
                 (long long)rows, (long long)cols, p, model[0].kind, opts.arrangement,
                 opts.columns);
        QUIET(fpm_matrix_partition(rows, cols, p, procs, &opts, tile, &out, &info));
    }
    free_models();
}

static void surfaces(void) {
    int64_t round, rounds = test_count(150);
    for (round = 0; round < rounds; round++) {
        fpm_matrix_options opts = FPM_ZERO;
        fpm_info info;
        fpm_matrix_outputs out;
        fpm_model2d surface[6];
        fpm_proc2d pairs[6];
        fpm_tile tile[6];
        int64_t rows = test_int(1, 300), cols = test_int(1, 300), m[40], n[40];
        int i, j, p = (int)test_int(1, 6), status = FPM_OK, grid = (int)test_int(0, 2);
        if (p > rows * cols) p = (int)(rows * cols);
        memset(surface, 0, sizeof surface);
        memset(pairs, 0, sizeof pairs);
        for (i = 0; i < p; i++) {
            double speed = spread(-2, 6), t[40], value;
            int k = grid ? 16 : (int)test_int(1, 20);
            for (j = 0; j < k; j++) {
                m[j] = grid ? 1 + 40 * (j / 4) : j + 1 + 7 * test_int(0, grid == 0 ? 30 : 0);
                n[j] = grid ? 1 + 40 * (j % 4) : test_int(1, 200);
                t[j] = (double)m[j] * (double)n[j] / speed * (0.5 + test_real());
                if (grid == 2) t[j] = spread(-60, 60);
            }
            snprintf(about, sizeof about, "surface of %d points, grid %d", k, grid);
            STATUS(status, fpm_model2d_init(&surface[i], k, m, n, t, NULL, NULL));
            if (status < 0) break; /* a pair twice */
            for (j = 0; j < 20; j++) {
                int64_t high = test_int(0, 400);
                QUIET(fpm_model2d_time(&surface[i], high, test_int(0, 400), &value));
            }
            QUIET(fpm_model2d_time(&surface[i], INT32_MAX, INT32_MAX, &value));
            pairs[i].model = &surface[i];
            pairs[i].max = test_int(0, 4) ? 0 : test_int(1, rows * cols);
            pairs[i].fixed = test_int(0, 3) ? 0 : spread(-6, 1);
        }
        opts.arrangement = (int)test_int(FPM_MATRIX_AUTO, FPM_MATRIX_CUTS);
        opts.max_work = opts.arrangement % FPM_MATRIX_CUTS ? 0 : 20000000; /* AUTO and CUTS */
        snprintf(about, sizeof about, "%lld x %lld p %d arrangement %d grid %d", (long long)rows,
                 (long long)cols, p, opts.arrangement, grid);
        if (status >= 0)
            QUIET(fpm_matrix_partition2d(rows, cols, p, pairs, &opts, tile, &out, &info));
        for (i = 0; i < p; i++) QUIET(fpm_model2d_free(&surface[i]));
    }
}

/* ---- loads in a row ---- */

static void chains(void) {
    static int64_t load[ROOM], prefix[ROOM + 1], first[6];
    static double heavy[ROOM], sums[ROOM + 1];
    int64_t round, rounds = test_count(3000);
    for (round = 0; round < rounds; round++) {
        fpm_chain_options opts = FPM_ZERO;
        fpm_chain_outputs out = FPM_ZERO;
        fpm_chain chain;
        fpm_info info;
        int64_t n = test_int(0, test_int(0, 3) ? 40 : 1000), j;
        int i, p = (int)test_int(1, test_int(0, 1) ? 6 : PROCS), status = FPM_OK;
        int who[PROCS], real = (int)test_int(0, 1), way = (int)test_int(0, 2);
        double speed[PROCS];
        for (j = 0; j < n; j++) {
            load[j] = test_int(0, 3) ? test_int(0, 100) : 0;
            heavy[j] = test_int(0, 3) ? spread(-6, round % 9 ? 3 : 190) : 0;
        }
        snprintf(about, sizeof about, "chain of %lld, real %d", (long long)n, real);
        if (real) STATUS(status, fpm_chain_init_real(&chain, n, heavy, sums, &info));
        else STATUS(status, fpm_chain_init(&chain, n, load, prefix, &info));
        if (status < 0) continue;
        for (i = 0; i < p; i++) {
            int twice = i > 0 && test_int(0, 1);
            speed[i] = twice ? speed[i - 1] : round % 7 ? spread(-2, 2) : spread(-60, 60);
        }
        opts.free_order = way > 0 && test_int(0, 2) == 0;
        opts.max_work = 5000000;
        if (way == 1) opts.speed = speed;
        if (way == 2) {
            random_procs(p, (int)test_int(FPM_CONSTANT, FPM_AKIMA), 2000, 1);
            opts.procs = procs;
        }
        if (opts.free_order) out.who = who;
        else if (test_int(0, 1)) out.proof = proof;
        if (test_int(0, 4) == 0 && n > 0) {
            chain.chains = test_int(1, 5);
            for (i = 0; i <= chain.chains; i++)
                first[i] = i == 0 ? 0 : i == chain.chains ? n : test_int(first[i - 1], n);
            chain.first = first;
        }
        snprintf(about, sizeof about, "chain of %lld, p %d real %d way %d free %d", (long long)n, p,
                 real, way, opts.free_order);
        STATUS(status, fpm_chain_partition(&chain, p, &opts, d, &out, &info));
        if (status >= 0) QUIET(fpm_chain_check(&chain, p, &opts, d, &out, &info));
        out.proof = NULL;
        if (status >= 0) QUIET(fpm_chain_check(&chain, p, &opts, d, &out, &info));
        QUIET(fpm_chain_partition(&chain, p, &opts, d, &out, NULL));
    }
    free_models();
}

/* Loads of a few times the least double, in any order: times halved between a bound and the best
   order end before they are 0. */
static void least_loads(void) {
    double load[4], sums[5], taken[] = {11, 7, 1, 4};
    int64_t begin[5], of = 8;
    int i, who[4], status = FPM_OK;
    fpm_chain_options opts = FPM_ZERO;
    fpm_chain_outputs out = FPM_ZERO;
    fpm_proc four[4];
    fpm_model each[4];
    fpm_chain chain;
    fpm_info info;
    memset(four, 0, sizeof four);
    for (i = 0; i < 4; i++) {
        load[i] = ldexp(i == 1 ? 0 : i == 2 ? 2 : 3, -1074);
        STATUS(status,
               fpm_model_init(&each[i], FPM_CONSTANT, 1, &of, &taken[i], &test_borrowed, NULL));
        four[i].model = &each[i];
    }
    opts.procs = four, opts.free_order = 1;
    out.who = who;
    snprintf(about, sizeof about, "denormal loads 3 0 2 3, free order");
    STATUS(status, fpm_chain_init_real(&chain, 4, load, sums, NULL));
    STATUS(status, fpm_chain_partition(&chain, 4, &opts, begin, &out, &info));
    CHECK(status >= 0);
}

/* ---- loads on a plane ---- */

static void rectangles_of(const fpm_grid *grid, int m, const fpm_rect_options *opts) {
    fpm_rect part[PROCS];
    fpm_info info;
    fpm_rect_index index;
    int status = FPM_OK, j;
    snprintf(about, sizeof about, "grid %lld x %lld total %lld m %d algorithm %d orientation %d %s",
             (long long)grid->rows, (long long)grid->cols, (long long)grid->total, m,
             opts->algorithm, opts->orientation,
             opts->speed   ? "speeds"
             : opts->procs ? "models"
                           : "");
    STATUS(status, fpm_rect_partition(grid, m, opts, part, NULL, &info));
    if (status < 0) return;
    QUIET(fpm_rect_check(grid, m, opts, part, NULL, &info));
    STATUS(status, fpm_rect_index_init(&index, m, part, NULL));
    for (j = 0; j < 5 && status >= 0; j++) {
        int64_t row = test_int(0, grid->rows);
        QUIET(fpm_rect_owner(&index, row, test_int(0, grid->cols)));
    }
    if (status >= 0) QUIET(fpm_rect_index_free(&index));
}

static void rectangles(void) {
    static int64_t load[CELLS], at[CELLS];
    static double heavy[CELLS];
    int64_t round, rounds = test_count(100);
    for (round = 0; round < rounds; round++) {
        fpm_rect_options opts = FPM_ZERO;
        fpm_grid grid = FPM_ZERO;
        int64_t rows = test_int(1, 30), cols = test_int(1, 30), j;
        double speed[PROCS], range = test_int(0, 5) ? 3 : 150;
        int i, m = (int)test_int(1, test_int(0, 1) ? 6 : PROCS), zero = (int)test_int(0, 5);
        int status = FPM_OK;
        for (j = 0; j < rows * cols; j++) {
            load[j] = zero == 0 ? 0 : test_int(0, zero) ? test_int(0, 1000) : 0;
            heavy[j] = zero == 0 ? 0 : test_int(0, zero) ? spread(-range, range) : 0;
            at[j] = test_int(0, rows - 1);
        }
        snprintf(about, sizeof about, "grid %lld x %lld", (long long)rows, (long long)cols);
        if (round % 3 == 0)
            STATUS(status, fpm_grid_init_real(&grid, rows, cols, heavy, 0, NULL, NULL));
        if (round % 3 == 1) STATUS(status, fpm_grid_init(&grid, rows, cols, load, 0, NULL, NULL));
        for (j = 0; j < rows * cols && round % 3 == 2; j++) load[j] = test_int(0, cols - 1);
        if (round % 3 == 2)
            STATUS(status, fpm_grid_init_sparse(&grid, rows, cols, test_int(0, rows * cols), at,
                                                load, NULL, NULL, NULL));
        CHECK_INT(status, FPM_OK);
        for (i = 0; i < m; i++) speed[i] = round % 2 ? spread(-2, 2) : spread(-60, 60);
        for (i = FPM_RECT_AUTO; i <= FPM_RECT_PEEL && status >= 0; i++) {
            opts.max_work = i >= FPM_RECT_HIER_OPT || i == FPM_RECT_AUTO ? 600000 : 6000000;
            opts.algorithm = i;
            opts.orientation = (int)test_int(FPM_RECT_BEST, FPM_RECT_VER);
            opts.direction = (int)test_int(FPM_RECT_BY_LOAD, FPM_RECT_BY_VER);
            if (i > FPM_RECT_M_OPT) opts.orientation = FPM_RECT_BEST;
            if (i != FPM_RECT_HIER_RB && i != FPM_RECT_HIER_RELAXED)
                opts.direction = FPM_RECT_BY_LOAD;
            opts.speed = NULL, opts.procs = NULL;
            rectangles_of(&grid, m, &opts);
            opts.speed = speed;
            rectangles_of(&grid, m, &opts);
            opts.speed = NULL, opts.procs = procs;
            if (grid.total > 100000000 || test_int(0, 2)) continue;
            random_procs(m, (int)test_int(FPM_CONSTANT, FPM_AKIMA), grid.total + 1, 1);
            rectangles_of(&grid, m, &opts);
        }
        QUIET(fpm_grid_free(&grid));
    }
    free_models();
}

/* Where sums round down, equal costs differ by -0: no answer is promised, but the call ends. */
static void rounding_down(void) {
#ifdef FE_DOWNWARD
    static const int64_t two[] = {1, 2};
    static const double flat[2][2] = {{3, 3}, {2, 2}};
    fpm_options opts = FPM_ZERO;
    int i, status;
    memset(procs, 0, 2 * sizeof *procs);
    for (i = 0; i < 2; i++) {
        CHECK_INT(fpm_model_init(&model[i], FPM_PIECEWISE, 2, two, flat[i], &test_borrowed, NULL),
                  FPM_OK);
        procs[i].model = &model[i];
    }
    opts.least = FPM_LEAST_TOTAL, opts.slack = 1;
    if (fesetround(FE_DOWNWARD) != 0) SKIP("no rounding downwards here");
    status = fpm_partition(7, 2, procs, &opts, d, NULL);
    fesetround(FE_TONEAREST);
    CHECK(FPM_FAILED(status) || d[0] + d[1] == 7);
#else
    SKIP("no rounding downwards here");
#endif
}

static void pipelines(void) {
    int64_t round, j, bytes[30], sent[30], begin[PROCS + 1];
    double weight[30];
    for (round = 0; round < test_count(60); round++) {
        fpm_pipeline line = FPM_ZERO;
        fpm_device device[PROCS] = FPM_ZERO;
        fpm_pipeline_options opts = FPM_ZERO;
        fpm_pipeline_outputs out = FPM_ZERO;
        double range = round % 2 ? 2 : 60;
        int p = (int)test_int(1, 6), i, status, who[PROCS];
        line.n = test_int(0, 15), line.types = (int)test_int(1, 2), line.seconds = weight;
        line.bytes = bytes, line.sent = sent;
        for (j = 0; j < 2 * line.n; j++) weight[j] = test_int(0, 3) ? spread(-range, range) : 0;
        for (j = 0; j < line.n; j++) bytes[j] = test_int(0, 9), sent[j] = test_int(0, 9);
        for (i = 0; i < p; i++) {
            device[i].type = (int)test_int(0, line.types - 1);
            device[i].factor = test_int(0, 1) ? spread(-range, range) : 0;
            device[i].max = test_int(0, 60), device[i].fixed = test_int(0, 1) ? spread(-2, 2) : 0;
            device[i].bandwidth = spread(-range, range), device[i].required = test_int(0, 5) == 0;
        }
        out.who = who, opts.overlap = (int)(round & 1);
        snprintf(about, sizeof about, "pipeline of %lld, %d", (long long)line.n, p);
        for (i = 0; i < 6; i++) {
            opts.goal = i / 2, opts.free_order = i % 2, opts.max_work = test_int(0, 3) ? 0 : 1;
            opts.batches = opts.goal == FPM_PIPELINE_FILLED ? test_int(0, 9) : 0;
            STATUS(status, fpm_pipeline_partition(&line, p, device, &opts, begin, &out, NULL));
            if (status < 0) continue;
            QUIET(fpm_pipeline_check(&line, p, device, &opts, begin, &out, NULL));
        }
    }
}

static void texts(void) {
    int status;
    QUIET(fpm_version());
    for (status = -40; status < 40; status++) QUIET(fpm_status_str(status));
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(flags);
    if (!flags_count()) return test_end();
    RUN(texts);
    RUN(points);
    RUN(statistics);
    RUN(models);
    RUN(roots);
    RUN(continuous);
    RUN(far_apart);
    RUN(literal_ends);
    RUN(packs);
    RUN(exact);
    RUN(groups);
    RUN(balancing);
    RUN(matrices);
    RUN(surfaces);
    RUN(chains);
    RUN(least_loads);
    RUN(rounding_down);
    RUN(pipelines);
    RUN(rectangles);
    return test_end();
}
