/* Time from models to a partition, against the dense solvers that others use for the same system of
   equations; how often each finds an answer; and a million processors, from points to whole shares.
   usage: bench_numerical [cap [p...]]
   cap    no peer is started that will probably need more seconds than this, default 60
   p      numbers of processors of the last table, default 1000000
   The first table is drawn in a file named as the program, with .svg after it.
   peers: cminpack gsl
*/
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "../examples/tool/style.h"
#include "bench.h"

#ifdef HAVE_CMINPACK
#include <cminpack.h>
#endif
#ifdef HAVE_GSL
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multiroots.h>
#endif

#define SHARE 10000     /* units a processor: n = p SHARE */
#define TOLERANCE 1e-10 /* of the peers: relative change of x at which they end */

enum { AUTO, NUMERICAL, CMINPACK, GSL, SOLVERS }; /* the last two are the peers */
enum { SOLVED, NEGATIVE, STUCK, WRONG, LATE, ABSENT, OUTCOMES };

static const char *const solver_name[SOLVERS] = {"FPM_AUTO", "FPM_NUMERICAL", "cminpack hybrj",
                                                 "GSL hybridsj"};

/* ---- the models, prepared for the peers ---- */

/* A model as a peer's user would keep it: the coefficients of each piece between two points, found
   before, and the piece of the last look.  fpm.h computes them anew in each evaluation. */
typedef struct piece {
    double from, inverse, c[4]; /* c[0] + c[1] u + ..., u = (x - from) inverse */
    int of_time;                /* the polynomial is the time, where FPM_SAFE says so; else speed */
} piece;

typedef struct spline {
    int last;
    double knot[POINTS + 2]; /* piece j lies between knot[j] and knot[j + 1] */
    piece pieces[POINTS + 1];
} spline;

typedef int (*quantity)(const fpm_model *, double, double *);

/* The cubic through four values of a quantity; returns its relative error in between. */
static double piece_fit(piece *c, const fpm_model *m, quantity of, double from, double to) {
    double v[4] = {0, 0, 0, 0}, between = 0, width = to - from;
    int j;
    for (j = 0; j < 4; j++) of(m, from + width * j / 3, &v[j]);
    c->from = from, c->inverse = 1 / width;
    c->c[0] = v[0];
    c->c[1] = (-11 * v[0] + 18 * v[1] - 9 * v[2] + 2 * v[3]) / 2;
    c->c[2] = (18 * v[0] - 45 * v[1] + 36 * v[2] - 9 * v[3]) / 2;
    c->c[3] = (-9 * v[0] + 27 * v[1] - 27 * v[2] + 9 * v[3]) / 2;
    of(m, from + width * 0.45, &between);
    return fabs((c->c[0] + 0.45 * (c->c[1] + 0.45 * (c->c[2] + 0.45 * c->c[3]))) / between - 1);
}

static void spline_make(spline *s, const fpm_model *m) {
    int j;
    memset(s, 0, sizeof *s);
    s->knot[0] = -INFINITY, s->knot[POINTS + 1] = INFINITY;
    fpm_model_speed(m, 0, &s->pieces[0].c[0]); /* constant before and after the points */
    fpm_model_speed(m, (double)m->size[POINTS - 1], &s->pieces[POINTS].c[0]);
    for (j = 1; j <= POINTS; j++) {
        double from = (double)m->size[j - 1];
        s->knot[j] = from;
        if (j == POINTS ||
            piece_fit(&s->pieces[j], m, fpm_model_speed, from, (double)m->size[j]) < 1e-11)
            continue;
        s->pieces[j].of_time = 1;
        if (!(piece_fit(&s->pieces[j], m, fpm_model_time, from, (double)m->size[j]) < 1e-11)) {
            printf("bench_numerical: a piece is neither cubic in speed nor in time\n");
            exit(1);
        }
    }
}

static const piece *spline_piece(spline *s, double x) {
    int low = 0, high = POINTS;
    if (x >= s->knot[s->last] && x < s->knot[s->last + 1]) return &s->pieces[s->last];
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (x >= s->knot[middle]) low = middle;
        else high = middle - 1;
    }
    s->last = low;
    return &s->pieces[low];
}

static double spline_time(spline *s, double x) {
    const piece *c = spline_piece(s, x);
    double u = (x - c->from) * c->inverse;
    double v = c->c[0] + u * (c->c[1] + u * (c->c[2] + u * c->c[3]));
    return c->of_time ? v : x / v;
}

static double spline_slope(spline *s, double x) {
    const piece *c = spline_piece(s, x);
    double u = (x - c->from) * c->inverse;
    double v = c->c[0] + u * (c->c[1] + u * (c->c[2] + u * c->c[3]));
    double slope = (c->c[1] + u * (2 * c->c[2] + 3 * u * c->c[3])) * c->inverse;
    return c->of_time ? slope : (v - x * slope) / (v * v);
}

static spline *splines_make(const platform *f) {
    spline *s = (spline *)need((size_t)f->p, sizeof(spline));
    int i;
    for (i = 0; i < f->p; i++) spline_make(&s[i], &f->model[i]);
    return s;
}

/* ---- the system of equations, as the peers ask for it ---- */

/* A peer's working memory for p unknowns, made once for many solves and never timed. */
typedef struct workspace {
    int p;
    double *x, *f, *jacobian, *r, *rest; /* rest: seven vectors of cminpack */
#ifdef HAVE_GSL
    gsl_multiroot_fdfsolver *solver;
    gsl_vector *start;
#endif
} workspace;

typedef struct problem {
    const platform *f;
    spline *splines; /* for the peers, one for each model; NULL: they ask fpm.h */
    int64_t n;
    int64_t *d;   /* answer of ours */
    double *x;    /* answer of a peer */
    double limit; /* the clock at which a peer gives up; 0: never looks at it */
    int late;
    int clocked; /* the part of the models is measured: */
    double evaluating;
    int64_t clocks; /* pairs of looks at the clock in it */
    workspace *work;
    fpm_info info;
} problem;

/* Below 0, where the peers also try, the speed is that of 0. */
static double time_at(const fpm_model *m, double x) {
    double v = NAN;
    if (x >= 0) fpm_model_time(m, fmin(x, (double)FPM_SIZE_MAX), &v);
    else if (fpm_model_speed(m, 0, &v) >= 0) v = x / v;
    return v;
}

static double slope_at(const fpm_model *m, double x) {
    double v = NAN;
    fpm_model_slope(m, fmax(0, fmin(x, (double)FPM_SIZE_MAX)), &v);
    return v;
}

/* Times of all processors, or slopes. */
static void models_at(problem *q, const double *x, double *v, int slopes) {
    const fpm_model *m = q->f->model;
    spline *s = q->splines;
    double start = q->clocked ? bench_now() : 0;
    int i, p = q->f->p;
    if (s && slopes)
        for (i = 0; i < p; i++) v[i] = spline_slope(&s[i], x[i]);
    else if (s)
        for (i = 0; i < p; i++) v[i] = spline_time(&s[i], x[i]);
    else
        for (i = 0; i < p; i++) v[i] = slopes ? slope_at(&m[i], x[i]) : time_at(&m[i], x[i]);
    if (q->clocked) q->evaluating += bench_now() - start, q->clocks++;
    if (q->limit > 0 && bench_now() > q->limit) q->late = 1;
}

/* F_1 = n - sum x_i, F_i = t_i(x_i) - t_1(x_1). */
BENCH_FN void residuals(problem *q, const double *x, double *f) {
    int i, p = q->f->p;
    double sum = 0, first;
    models_at(q, x, f, 0);
    for (first = f[0], i = 0; i < p; i++) sum += x[i], f[i] -= first;
    f[0] = (double)q->n - sum;
}

/* Its derivatives; row and column are the distances of neighbours in the matrix. */
BENCH_FN void derivatives(problem *q, const double *x, double *j, size_t row, size_t column,
                          double *slope) {
    size_t i, p = (size_t)q->f->p;
    models_at(q, x, slope, 1);
    memset(j, 0, p * p * sizeof *j);
    for (i = 0; i < p; i++) j[i * column] = -1;
    for (i = 1; i < p; i++) j[i * row] = -slope[0], j[i * (row + column)] = slope[i];
}

/* ---- the solvers ---- */

#ifdef HAVE_CMINPACK
static int cminpack_eval(void *context, int p, const double *x, double *f, double *j, int ld,
                         int flag) {
    problem *q = (problem *)context;
    if (flag == 1) residuals(q, x, f);
    else derivatives(q, x, j, 1, (size_t)ld, q->work->rest + 6 * p);
    return q->late ? -1 : 0;
}

/* hybrj with its own scaling, step bound and limit of calls. */
static int run_cminpack(problem *q) {
    workspace *w = q->work;
    double *v = w->rest;
    int i, p = w->p, calls, jacobians, info;
    for (i = 0; i < p; i++) w->x[i] = (double)q->n / p;
    info = hybrj(cminpack_eval, q, p, w->x, w->f, w->jacobian, p, TOLERANCE, 100 * (p + 1), v, 1,
                 100, 0, &calls, &jacobians, w->r, p * (p + 1) / 2, v + p, v + 2 * p, v + 3 * p,
                 v + 4 * p, v + 5 * p);
    q->x = w->x;
    return q->late ? LATE : info == 1 ? SOLVED : STUCK;
}
#else
static int run_cminpack(problem *q) { return q ? ABSENT : LATE; }
#endif

#ifdef HAVE_GSL
static int gsl_f(const gsl_vector *x, void *context, gsl_vector *f) {
    residuals((problem *)context, x->data, f->data);
    return ((problem *)context)->late ? GSL_EFAILED : GSL_SUCCESS;
}

static int gsl_df(const gsl_vector *x, void *context, gsl_matrix *j) {
    problem *q = (problem *)context;
    derivatives(q, x->data, j->data, j->tda, 1, q->work->rest);
    return q->late ? GSL_EFAILED : GSL_SUCCESS;
}

static int gsl_fdf(const gsl_vector *x, void *context, gsl_vector *f, gsl_matrix *j) {
    return gsl_f(x, context, f) ? GSL_EFAILED : gsl_df(x, context, j);
}

static int run_gsl(problem *q) {
    workspace *w = q->work;
    gsl_multiroot_function_fdf system;
    int i, p = w->p, status;
    system.f = gsl_f, system.df = gsl_df, system.fdf = gsl_fdf;
    system.n = (size_t)p, system.params = q;
    for (i = 0; i < p; i++) w->start->data[i] = (double)q->n / p;
    status = gsl_multiroot_fdfsolver_set(w->solver, &system, w->start);
    for (i = 0; i < 100 * (p + 1) && status == GSL_SUCCESS; i++) {
        status = gsl_multiroot_fdfsolver_iterate(w->solver);
        if (status == GSL_SUCCESS &&
            gsl_multiroot_test_delta(w->solver->dx, w->solver->x, 0, TOLERANCE) == GSL_SUCCESS)
            break;
    }
    q->x = w->solver->x->data;
    return q->late ? LATE : status == GSL_SUCCESS && i < 100 * (p + 1) ? SOLVED : STUCK;
}
#else
static int run_gsl(problem *q) { return q ? ABSENT : LATE; }
#endif

static void workspace_make(workspace *w, int p) {
    size_t m = (size_t)p;
    memset(w, 0, sizeof *w);
    w->p = p;
    w->x = (double *)need(m, sizeof(double));
    w->f = (double *)need(m, sizeof(double));
    w->jacobian = (double *)need(m * m, sizeof(double));
    w->r = (double *)need(m * (m + 1) / 2, sizeof(double));
    w->rest = (double *)need(7 * m, sizeof(double));
#ifdef HAVE_GSL
    w->solver = gsl_multiroot_fdfsolver_alloc(gsl_multiroot_fdfsolver_hybridsj, m);
    w->start = gsl_vector_alloc(m);
    if (!w->solver || !w->start) exit(1);
#endif
}

static void workspace_free(workspace *w) {
    if (!w->p) return;
    free(w->x), free(w->f), free(w->jacobian), free(w->r), free(w->rest);
#ifdef HAVE_GSL
    gsl_multiroot_fdfsolver_free(w->solver);
    gsl_vector_free(w->start);
#endif
    w->p = 0;
}

/* What is timed: from models to real shares (the peers) or to whole ones (ours).  The statistics
   cost ours its lower bound, so that they are left out but where told. */
static int run(int solver, problem *q, int told) {
    fpm_options opts = FPM_ZERO;
    int status;
    if (solver == CMINPACK) return run_cminpack(q);
    if (solver == GSL) return run_gsl(q);
    opts.algorithm = solver == AUTO ? FPM_AUTO : FPM_NUMERICAL;
    opts.max_bytes = (size_t)8 << 30;
    status = fpm_partition(q->n, q->f->p, q->f->procs, &opts, q->d, told ? &q->info : NULL);
    return status == FPM_E_ARGUMENT ? ABSENT : status < 0 ? STUCK : SOLVED;
}

/* ---- what the answers are worth ---- */

static double common_time(const problem *q) { /* of a peer's shares */
    double sum = 0;
    int i;
    for (i = 0; i < q->f->p; i++) sum += time_at(&q->f->model[i], q->x[i]) / q->f->p;
    return sum;
}

static int judge_peer(const problem *q, int outcome) {
    double sum = 0, most = common_time(q);
    int i, balanced = 1, negative = 0;
    for (i = 0; i < q->f->p; i++) {
        sum += q->x[i];
        negative |= !(q->x[i] >= 0);
        balanced &= fabs(time_at(&q->f->model[i], q->x[i]) / most - 1) < 1e-6;
    }
    balanced &= fabs(sum / (double)q->n - 1) < 1e-9;
    return negative ? NEGATIVE : balanced ? SOLVED : outcome == SOLVED ? WRONG : outcome;
}

/* Ours must be valid, and optimal where the times only rise with size, which is then proven by the
   check, independently of the search. */
static int judge_ours(const problem *q) {
    fpm_info info;
    int i, monotone = 1;
    int status = fpm_partition_check(q->n, q->f->p, q->f->procs, NULL, q->d, &info);
    for (i = 0; i < q->f->p; i++) monotone &= q->f->model[i].monotone;
    if (status < 0) return WRONG;
    return monotone && info.gap > 1e-12 ? WRONG : SOLVED;
}

static int judge(int solver, const problem *q, int outcome) {
    if (outcome == ABSENT || outcome == LATE) return outcome;
    if (solver >= CMINPACK) return judge_peer(q, outcome);
    return outcome == SOLVED ? judge_ours(q) : outcome;
}

/* ---- first table: time against p ---- */

enum { SIZES = 11, MOST = 256 };
static const int sizes[SIZES] = {4, 16, 64, 256, 512, 1024, 4096, 16384, 65536, 262144, 1000000};
static const int instances[SIZES] = {MOST, 128, 32, 8, 2, 1, 1, 1, 1, 1, 1};

typedef struct figure {
    double seconds; /* for a solve; NAN: blank */
    int solved;
    double evaluating; /* part of the time that goes into the models, median */
} figure;

static figure figures[SIZES][SOLVERS];

/* Instances of one p, and which of them each solver solves. */
typedef struct batch {
    int count, prepared;
    platform f[MOST];
    spline *splines[MOST];
    int good[SOLVERS][MOST];
} batch;

static double cap = 60; /* seconds */
static double looking;  /* seconds that a pair of looks at the clock takes */

static void calibrate(void) {
    double start = bench_now();
    int i;
    for (i = 0; i < 100000; i++) bench_now(), bench_now();
    looking = (bench_now() - start) / 100000;
}

/* Seconds that a peer will need at sizes[k]: those of the size before, grown as p^3. */
static double predicted(int k, int solver) {
    return k ? figures[k - 1][solver].seconds * pow((double)sizes[k] / sizes[k - 1], 3) : 0;
}

static int run_on(int solver, problem *q, batch *b, int i) {
    q->f = &b->f[i];
    q->splines = b->splines[i];
    return run(solver, q, 0);
}

/* Solves each instance once with a clock for each, and judges the answers. */
static figure first_pass(int solver, problem *q, batch *b) {
    figure g = {NAN, 0, 0};
    double total = 0, share[MOST], start, taken;
    int i, outcome = ABSENT;
    q->clocked = solver >= CMINPACK;
    for (i = 0; i < b->count; i++) {
        q->evaluating = 0, q->clocks = 0, q->late = 0;
        start = bench_now();
        q->limit = solver >= CMINPACK && b->f->p >= 256 ? start + cap : 0;
        outcome = run_on(solver, q, b, i);
        taken = bench_now() - start - looking * ((double)q->clocks + 0.5);
        outcome = judge(solver, q, outcome);
        if (outcome == LATE)
            printf("# %s at p = %d: ended by the cap\n", solver_name[solver], b->f->p);
        if (outcome == LATE || outcome == ABSENT) break;
        b->good[solver][i] = outcome == SOLVED;
        if (outcome != SOLVED) continue;
        total += taken;
        share[g.solved++] = (q->evaluating - 0.5 * looking * (double)q->clocks) / taken;
    }
    if (g.solved > 0) g.seconds = total / g.solved, g.evaluating = bench_median(share, g.solved);
    q->clocked = 0, q->limit = 0;
    return g;
}

/* Further passes over the instances that the solver solves, one clock for all, in turn with the
   other solvers until each has spent some seconds: the median is the figure. */
static void more_passes(figure *g, problem *q, batch *b) {
    enum { PASSES = 201 };
    double time[SOLVERS][PASSES], spent[SOLVERS] = {0}, start;
    int done[SOLVERS] = {0}, pass, solver, i;
    for (pass = 0; pass < PASSES; pass++)
        for (solver = 0; solver < SOLVERS; solver++) {
            if (!(g[solver].seconds * g[solver].solved < 2.5) || spent[solver] > 3) continue;
            start = bench_now();
            for (i = 0; i < b->count; i++)
                if (b->good[solver][i]) run_on(solver, q, b, i);
            spent[solver] += bench_now() - start;
            time[solver][done[solver]++] = (bench_now() - start) / g[solver].solved;
        }
    for (solver = 0; solver < SOLVERS; solver++)
        if (done[solver] >= 2) g[solver].seconds = bench_median(time[solver], done[solver]);
}

static void measure(int k, int prepared) {
    static batch b;
    int p = sizes[k], solver, i;
    figure *g = figures[k];
    workspace work = {0};
    problem q = {0};
    bench_state = (uint64_t)p; /* the same instances in both tables */
    q.n = (int64_t)p * SHARE;
    q.d = (int64_t *)need((size_t)p, sizeof(int64_t));
    q.work = &work;
    b.count = instances[k];
    for (i = 0; i < b.count; i++) {
        b.f[i] = platform_make(p, FPM_AKIMA, BENCH_MEM, RANGE);
        b.splines[i] = prepared && p <= 4096 ? splines_make(&b.f[i]) : NULL;
    }
    for (solver = 0; solver < SOLVERS; solver++) {
        g[solver].seconds = NAN;
        if (solver >= CMINPACK && !(predicted(k, solver) <= cap)) continue;
        if (solver >= CMINPACK && !work.p) workspace_make(&work, p);
        g[solver] = first_pass(solver, &q, &b);
    }
    more_passes(g, &q, &b);
    for (i = 0; i < b.count; i++) platform_free(&b.f[i]), free(b.splines[i]);
    workspace_free(&work);
    free(q.d);
}

static void cell(const char *format, int blank, double value) { /* NAN: blank */
    if (isfinite(value)) printf(format, value);
    else printf("%*s", blank, "");
}

static void time_row(int k) {
    const figure *g = figures[k];
    int solver;
    printf("%7d", sizes[k]);
    for (solver = 0; solver < CMINPACK; solver++) cell("   %8.2e", 11, g[solver].seconds);
    for (; solver < SOLVERS; solver++) {
        double t = g[solver].seconds, blank = isfinite(t) ? 1 : NAN;
        cell("   %8.2e", 11, t);
        cell(" %4.0f %%", 7, blank * 100 * g[solver].solved / instances[k]);
        cell(" %4.0f %%", 7, 100 * g[solver].evaluating * blank);
        cell(" %8.1f", 9, t / g[AUTO].seconds);
        cell(" %8.1f", 9, t / g[NUMERICAL].seconds);
    }
    printf("\n");
    fflush(stdout);
}

static void times(int from, int to, int prepared) {
    printf("      p       AUTO  NUMERICAL   cminpack solved models    /AUTO /NUMERIC        GSL "
           "solved models    /AUTO /NUMERIC\n");
    for (; from < to; from++) measure(from, prepared), time_row(from);
}

static void time_tables(void) {
    printf(
        "\n# Seconds from safe Akima models of %d points (MEM shapes) to a partition of n = %d p: "
        "whole\n# shares by ours, real ones by the peers.  Means over the instances that the "
        "solver solves, medians of\n# up to 201 passes over them where a pass is short.  Peers: "
        "analytic dense Jacobian, start n/p,\n# workspace made before, relative change %g at "
        "the end; what would need over %g s is left out.\n# solved: real shares not below 0 "
        "that sum to n within 1e-9, times equal within 1e-6.  models: the\n# part of the time "
        "that the models take.  Ratios: time over that of AUTO, of NUMERICAL.\n",
        POINTS, SHARE, TOLERANCE, cap);
    calibrate();
    printf("\n# The peers ask fpm_model_time and fpm_model_slope, which find the spline anew each "
           "time, as ours do.\n");
    times(0, 3, 0);
    printf(
        "\n# The peers have the coefficients of all splines from before, untimed; ours start from "
        "the points.\n");
    times(0, SIZES, 1);
}

/* ---- the first table as a picture ---- */

enum { LEFT = 96, TOP = 70, WIDE = 604, HIGH = 440 };

typedef struct canvas {
    FILE *f;
    double low, high; /* powers of ten of the seconds shown */
} canvas;

static double at_x(double p) { return LEFT + WIDE * (log10(p) - 0.4) / (6.1 - 0.4); }

static double at_y(const canvas *v, double t) {
    return TOP + HIGH * (v->high - log10(t)) / (v->high - v->low);
}

static void draw_axes(const canvas *v) {
    static const char *const unit[] = {"&#181;s", "ms", "s"};
    static const char *const procs[] = {"10", "100", "1,000", "10,000", "100,000", "1,000,000"};
    int e;
    fprintf(v->f,
            STYLE_HEAD
            "Seconds to a partition against the number of processors" STYLE_DESC
            "Lines of the time from models to a partition against up to a million processors: "
            "straight ones of this library, and steeper ones of dense solvers that end "
            "early." STYLE_BODY
            "<text x='16' y='28' font-size='18' font-weight='bold'>From models to a "
            "partition</text>\n<text x='16' y='48' font-size='12' class='soft'>one thread, "
            "safe Akima models of %d points with paging cliffs; the dense solvers end where "
            "the next would take over %g s</text>\n<text x='%d' y='%d' "
            "text-anchor='middle'>processors</text>\n<text x='26' y='%d' "
            "text-anchor='middle' transform='rotate(-90 26 %d)'>time</text>\n",
            840, 580, 840, 580, POINTS, cap, LEFT + WIDE / 2, TOP + HIGH + 48, TOP + HIGH / 2,
            TOP + HIGH / 2);
    for (e = 1; e <= 6; e++)
        fprintf(v->f,
                "<path d='M%.1f %dv%d' class='grid' stroke='currentColor'/><text x='%.1f' "
                "y='%d' text-anchor='middle'>%s</text>\n",
                at_x(pow(10, e)), TOP, HIGH, at_x(pow(10, e)), TOP + HIGH + 22, procs[e - 1]);
    for (e = (int)v->low; e <= v->high; e++)
        fprintf(v->f,
                "<path d='M%d %.1fh%d' class='grid' stroke='currentColor'/><text x='%d' "
                "y='%.1f' text-anchor='end'>%g %s</text>\n",
                LEFT, at_y(v, pow(10, e)), WIDE, LEFT - 10, at_y(v, pow(10, e)) + 5,
                pow(10, e < 0 ? (e + 9) % 3 : e),
                unit[e < -3  ? 0
                     : e < 0 ? 1
                             : 2]);
}

static int last_size(int solver) { /* the last with a figure, or -1 */
    int k = SIZES - 1;
    while (k >= 0 && !isfinite(figures[k][solver].seconds)) k--;
    return k;
}

/* A curve with its name at its end: on the left for the upper one of the peers. */
static void draw_curve(const canvas *v, int solver, double shift) {
    int k, last = last_size(solver), left = solver == GSL;
    if (last < 0) return;
    fprintf(v->f,
            "<g class='c%d' stroke='currentColor' fill='currentColor'><polyline fill='none' "
            "stroke-width='%s' points='",
            solver, solver == GSL ? "4" : "2");
    for (k = 0; k <= last; k++)
        if (isfinite(figures[k][solver].seconds))
            fprintf(v->f, "%.1f,%.1f ", at_x(sizes[k]), at_y(v, figures[k][solver].seconds));
    fprintf(v->f, "'/>\n");
    for (k = 0; k <= last; k++)
        if (isfinite(figures[k][solver].seconds))
            fprintf(v->f, "<circle cx='%.1f' cy='%.1f' r='%s'/>", at_x(sizes[k]),
                    at_y(v, figures[k][solver].seconds), solver == GSL ? "4" : "3");
    fprintf(v->f,
            "\n<text font-weight='bold' x='%.1f' y='%.1f' text-anchor='%s'>%s"
            "</text></g>\n",
            at_x(sizes[last]) + (left ? -12 : 12), at_y(v, figures[last][solver].seconds) + shift,
            left ? "end" : "start", solver_name[solver]);
}

/* How many times the faster peer's time AUTO takes, where that peer ends. */
static void draw_ratio(const canvas *v) {
    int peer = last_size(CMINPACK) >= 0 ? CMINPACK : GSL, k = last_size(peer);
    double a, b, ratio;
    char text[32];
    if (k < 0) return;
    a = at_y(v, figures[k][AUTO].seconds) - 8, b = at_y(v, figures[k][peer].seconds) + 8;
    ratio = figures[k][peer].seconds / figures[k][AUTO].seconds;
    ratio = floor(ratio / pow(10, floor(log10(ratio)) - 1)) * pow(10, floor(log10(ratio)) - 1);
    if (ratio < 1000) snprintf(text, sizeof text, "%.0f", ratio);
    else snprintf(text, sizeof text, "%.0f,%03.0f", floor(ratio / 1000), fmod(ratio, 1000));
    fprintf(
        v->f,
        "<path d='M%.1f %.1fV%.1f' stroke='currentColor' stroke-dasharray='2 4'/><text x='%.1f' "
        "y='%.1f'>%s times</text>\n",
        at_x(sizes[k]), a, b, at_x(sizes[k]) + 10, 0.4 * a + 0.6 * b, text);
}

static void draw(const char *program) {
    char path[1024];
    canvas v = {NULL, INFINITY, -INFINITY};
    double ours[2], shift[SOLVERS] = {5, 5, 5, 0}, apart;
    int k, solver;
    for (k = 0; k < SIZES; k++)
        for (solver = 0; solver < SOLVERS; solver++) {
            double t = figures[k][solver].seconds;
            if (!isfinite(t)) continue;
            v.low = fmin(v.low, floor(log10(t))), v.high = fmax(v.high, ceil(log10(t)));
        }
    for (k = 0; k < 2; k++) ours[k] = at_y(&v, figures[SIZES - 1][k].seconds);
    apart = 10 - fabs(ours[1] - ours[0]) / 2; /* names that would touch */
    if (apart > 0) {
        shift[AUTO] += ours[AUTO] > ours[NUMERICAL] ? apart : -apart;
        shift[NUMERICAL] -= ours[AUTO] > ours[NUMERICAL] ? apart : -apart;
    }
    snprintf(path, sizeof path, "%s.svg", program);
    if (!(v.f = fopen(path, "w"))) return;
    draw_axes(&v);
    draw_ratio(&v);
    for (solver = SOLVERS - 1; solver >= 0; solver--) draw_curve(&v, solver, shift[solver]);
    fprintf(v.f, "</svg>\n");
    if (fclose(v.f) == 0) printf("\n# drawn: %s\n", path);
}

/* ---- second table: success ---- */

enum { SHAPES = 3, ROWS = 8 };

typedef struct tally {
    int count[SOLVERS][OUTCOMES];
    int monotone;
    int64_t steps[2]; /* most, of ours */
    double slower;    /* longest time of a peer's answer over the makespan of ours */
} tally;

static void try_once(tally *t, problem *q, int kind, int p, int peers) {
    platform f = platform_make(p, FPM_AKIMA, kind, RANGE);
    double makespan = NAN;
    int solver, i, outcome, monotone = 1;
    q->f = &f;
    q->n = (int64_t)(RANGE * pow(10, bench_between(-3, 2)) * p) + 1;
    for (solver = 0; solver < (peers ? SOLVERS : CMINPACK); solver++) {
        outcome = judge(solver, q, run(solver, q, 1));
        t->count[solver][outcome]++;
        if (solver == AUTO) makespan = q->info.makespan;
        if (solver < CMINPACK && outcome == SOLVED && q->info.iterations > t->steps[solver])
            t->steps[solver] = q->info.iterations;
        if (solver >= CMINPACK && outcome == SOLVED)
            t->slower = fmax(t->slower, common_time(q) / makespan);
    }
    for (i = 0; i < p; i++) monotone &= f.model[i].monotone;
    t->monotone += monotone;
    platform_free(&f);
}

static void success_row(int kind, int p, int reps, int peers) {
    static const char *const shape[SHAPES] = {"MEM", "SMOOTH", "SAW"};
    tally t = {{{0}}, 0, {0, 0}, NAN};
    workspace work = {0};
    problem q = {0};
    int solver, i;
    q.d = (int64_t *)need((size_t)p, sizeof(int64_t));
    q.work = &work;
    if (peers) workspace_make(&work, p);
    for (i = 0; i < reps; i++) try_once(&t, &q, kind, p, peers);
    printf("%-6s %5d %6d %7.1f %%", shape[kind], p, reps, 100.0 * t.monotone / reps);
    for (solver = 0; solver < SOLVERS; solver++) {
        const int *c = t.count[solver];
        int absent = c[ABSENT] == reps || (solver >= CMINPACK && !peers);
        cell("  %6.2f %%", 10, absent ? NAN : 100.0 * c[SOLVED] / reps);
        if (solver < CMINPACK) cell(" %4.0f", 5, absent ? NAN : (double)t.steps[solver]);
        for (i = NEGATIVE; solver >= CMINPACK && i <= WRONG; i++)
            cell(" %5.0f", 6, absent ? NAN : (double)c[i]);
    }
    cell("  %6.3f", 8, t.slower);
    printf("\n");
    fflush(stdout);
    workspace_free(&work);
    free(q.d);
}

static void success(void) {
    static const int procs[ROWS] = {2, 4, 8, 16, 32, 64, 256, 1024};
    static const int reps[ROWS] = {8000, 8000, 6000, 2000, 600, 200, 100, 30};
    int kind, i;
    printf("\n# Answers over random instances, n from 0.001 to 100 times what was measured.  "
           "monotone: no time falls\n# with size on any processor.  Ours is solved when the check "
           "finds no violation and, where monotone,\n# proves it optimal; steps: most iterations.  "
           "Peers fail with a negative share (neg), no progress or too\n# many calls (stuck), or "
           "take unequal times for equal (wrong); slower: the longest time of a peer's\n# answer "
           "over that of AUTO's (real shares: may be just below 1).\n");
    printf("shape      p  tried  monotone   AUTO    steps  NUMERIC  steps  cminpack   neg stuck "
           "wrong       GSL   neg stuck wrong  slower\n");
    for (kind = 0; kind < SHAPES; kind++)
        for (i = 0; i < ROWS; i++) success_row(kind, procs[i], reps[i], procs[i] <= 64);
}

/* ---- third table: a million processors ---- */

/* Memory that is kept from call to call, as a code that partitions again and again may have it: an
   allocator for a few blocks.  Without it each call pays for the pages of the system's. */
static struct kept {
    void *block;
    size_t size;
    int used;
} kept[8];

static void *keep(void *context, void *block, size_t old_size, size_t size) {
    int i;
    (void)context, (void)old_size;
    for (i = 0; i < 8 && size == 0; i++)
        if (kept[i].block == block) kept[i].used = 0;
    if (size == 0 || block) return NULL;
    for (i = 0; i < 8; i++)
        if (!kept[i].block || (!kept[i].used && kept[i].size >= size)) {
            if (!kept[i].block) kept[i].block = malloc(kept[i].size = size);
            kept[i].used = 1;
            return kept[i].block;
        }
    return NULL;
}

static double many_once(platform *f, int fresh, int64_t *d, fpm_info *info) {
    static const fpm_alloc keeper = {keep, NULL};
    fpm_options opts = FPM_ZERO;
    double start = bench_now();
    opts.max_bytes = (size_t)8 << 30;
    if (!fresh) opts.alloc = &keeper;
    if (fpm_partition((int64_t)f->p * SHARE, f->p, f->procs, &opts, d, info) < 0) exit(1);
    return bench_now() - start;
}

static double many_models(platform *f, int kind) {
    fpm_model_options opts = FPM_ZERO;
    double start = bench_now();
    int i;
    opts.flags = kind == FPM_SHAPED ? 0 : FPM_BORROW;
    for (i = 0; i < f->p; i++)
        fpm_model_init(&f->model[i], kind, POINTS, f->size + (int64_t)i * POINTS,
                       f->seconds + (int64_t)i * POINTS, &opts, NULL);
    return bench_now() - start;
}

static void many_row(int p, int kind) {
    enum { RUNS = 7 };
    platform f = platform_make(p, kind, BENCH_MEM, RANGE);
    double models[RUNS], fresh[RUNS], again[RUNS], pass[RUNS], sink = 0, one;
    fpm_info info, checked;
    int64_t *d = (int64_t *)need((size_t)p, sizeof(int64_t));
    int run_of;
    for (run_of = 0; run_of < RUNS; run_of++) {
        models[run_of] = many_models(&f, kind);
        fresh[run_of] = many_once(&f, 1, d, &info);
        again[run_of] = many_once(&f, 0, d, &info);
        pass[run_of] = bench_stream(f.size, f.seconds, (int64_t)p * POINTS, &sink);
    }
    one = bench_median(pass, RUNS);
    if (fpm_partition_check((int64_t)p * SHARE, p, f.procs, NULL, d, &checked) < 0 ||
        checked.gap > 1e-12)
        exit(1);
    printf("%8d %-12s %8.4f %8.4f %8.4f %10.5f %8.1f %6.1f %6.1f %6lld %6.1f%s\n", p,
           kind == FPM_AKIMA ? "akima, safe" : "piecewise", bench_median(models, RUNS),
           bench_median(fresh, RUNS), bench_median(again, RUNS), one, models[RUNS / 2] / one,
           fresh[RUNS / 2] / one, again[RUNS / 2] / one, (long long)info.evaluations,
           (double)info.bytes / p, sink < 0 ? "!" : "");
    fflush(stdout);
    for (run_of = 0; run_of < 8; run_of++) {
        free(kept[run_of].block);
        memset(&kept[run_of], 0, sizeof kept[run_of]);
    }
    free(d);
    platform_free(&f);
}

static void many(int p) {
    many_row(p, FPM_PIECEWISE);
    many_row(p, FPM_AKIMA);
}

int main(int argc, char **argv) {
    int i;
    bench_head("bench_numerical");
    if (argc > 1) cap = atof(argv[1]);
#ifdef HAVE_GSL
    gsl_set_error_handler_off();
#else
    printf("# SKIP GSL: not installed when this was built (Debian: libgsl-dev)\n");
#endif
#ifndef HAVE_CMINPACK
    printf("# SKIP cminpack: not installed when this was built (Debian: libcminpack-dev)\n");
#endif
    time_tables();
    draw(argv[0]);
    success();
    printf(
        "\n# AUTO, checked; median of 7 runs, over one streaming pass over sizes and seconds: the "
        "models\n# (points validated, monotony proven); the partition into optimal whole shares "
        "with memory fresh\n# from the system, and with memory kept from call to call\n");
    printf(
        "       p kind           models    fresh     kept  streaming   models  fresh   kept   sums "
        "bytes/p\n");
    if (argc <= 2) many(1000000);
    for (i = 2; i < argc; i++) many(atoi(argv[i]));
    return 0;
}
