/* demo.c - the cores of this machine as unequal processors, and what a good partition gains.

   The work: C = A B, 520 columns of B that come two at a time.  A unit of work is one column of
   A with its row of B; each processor adds up its units in a C of its own.  Core 0 calls fpmk_gemm,
   every other core (up to three) fpmk_gemm_plain, which walks down the columns of B: fast until
   there are more rows than the core's tables of addresses and its cache keep.

   demo [SVG]   measures, partitions, runs the real work, checks its result, and draws a picture */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#define FPMK_STATIC
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h"
#include "../tool/style.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 64, COLUMNS = 520, STEP = 2 };  /* of C; columns at a time */
enum { MOST = 4, SIZES = 9, SHARE = 8192 };   /* processors, sizes to measure, largest even share */
enum { EVEN, CONSTANT, FPM, WAYS, RUNS = 9 }; /* partitions; runs of the real work under each */

static const char *const way_name[WAYS] = {"even", "constant model", "fpm"};
static const int way_algorithm[WAYS] = {FPM_EVEN, FPM_PROPORTIONAL, FPM_AUTO};
static double *a, *b, b_sum[SHARE * MOST]; /* A; B; B r with r[j] = 1 + j % 7, to check C by */
static int64_t lda;                        /* columns of A, rows of B */

/* ---- the work, and the same as a kernel that can be measured ---- */

typedef struct part {
    int plain;
    int64_t begin, units, runs;
    double c[ROWS * COLUMNS];
} part;

static int multiply(void *context) {
    part *s = (part *)context;
    int j, status = FPM_OK;
    for (j = 0; j < COLUMNS && status == FPM_OK; j += STEP)
        status = (s->plain ? fpmk_gemm_plain : fpmk_gemm)(ROWS, STEP, s->units, a + s->begin, lda,
                                                          b + s->begin * COLUMNS + j, COLUMNS,
                                                          s->c + j, COLUMNS);
    s->runs++;
    return status;
}

/* Is the sum of the parts of C, times r, what A (B r) says?  Exact: all numbers are small multiples
   of 1/8. */
static int right(int count, const part *s) {
    int i, j, k, good = 1;
    for (i = 0; i < ROWS; i++) {
        double got = 0, want = 0;
        int64_t p;
        for (k = 0; k < count; k++)
            for (j = 0; j < COLUMNS; j++) got += s[k].c[i * COLUMNS + j] * (1 + j % 7);
        for (p = s[0].begin; p < s[count - 1].begin + s[count - 1].units; p++)
            want += (double)s[0].runs * a[i * lda + p] * b_sum[p];
        good = good && got >= want && got <= want;
    }
    return good;
}

static int part_init(void *context, int64_t x, int threads, const fpm_alloc *alloc, void **state) {
    part *s = (part *)calloc(1, sizeof *s);
    (void)threads;
    (void)alloc;
    if (!s) return FPM_E_MEMORY;
    s->plain = context != NULL;
    s->units = x;
    *state = s;
    return FPM_OK;
}

static int part_run(void *context, void *state) { return (void)context, multiply(state); }

static int part_check(void *context, void *state, double *checksum) {
    *checksum = ((part *)state)->c[0];
    return (void)context, !right(1, (part *)state);
}

static void part_fini(void *context, void *state) {
    (void)context;
    free(state);
}

static const fpmk_kernel kernels[2] = {
    {"fpmk_gemm", "units", NULL, NULL, NULL, NULL, part_init, part_run, part_check, part_fini},
    {"fpmk_gemm_plain", "units", b_sum, NULL, NULL, NULL, part_init, part_run, part_check,
     part_fini}};

static int make_operands(int64_t units) {
    int64_t i;
    lda = units;
    a = (double *)malloc((size_t)(units * ROWS) * sizeof *a);
    b = (double *)malloc((size_t)(units * COLUMNS) * sizeof *b);
    if (!a || !b) return FPM_E_MEMORY;
    for (i = 0; i < units * ROWS; i++) a[i] = (double)(i * 7919 % 17 - 8) / 8;
    for (i = 0; i < units * COLUMNS; i++) {
        b[i] = (double)(i * 6007 % 17 - 8) / 8;
        b_sum[i / COLUMNS] += b[i] * (double)(1 + i % COLUMNS % 7);
    }
    return FPM_OK;
}

/* ---- measuring ---- */

typedef struct platform {
    int count, together; /* together: 0 when all share one core, and take turns */
    int64_t n;
    fpmk_member member[MOST];
    char name[MOST][40];
    fpm_points points[MOST];
    fpm_model model[MOST];
    fpm_proc proc[MOST];
} platform;

static int find_processors(platform *m) {
    fpmk_capabilities caps = FPM_ZERO;
    int i, status = fpmk_caps(&caps);
    if (status < 0) return status;
    m->together = caps.cores > 1 && caps.threads;
    m->count = !m->together ? 2 : caps.cores > MOST ? (int)MOST : caps.cores;
    for (i = 0; i < m->count; i++) {
        m->member[i].kernel = &kernels[i > 0];
        m->member[i].core = caps.affinity ? fpmk_core(m->together ? i : 0) : -1;
        m->proc[i].model = &m->model[i];
        snprintf(m->name[i], sizeof m->name[i], "%s %d, %s", caps.affinity ? "core" : "thread",
                 caps.affinity ? m->member[i].core : i, kernels[i > 0].name);
    }
    printf("%d processors %s\n", m->count,
           m->together ? "work at the same time, each on its own core"
                       : "share the only core: they take turns, as if they were two machines");
    return FPM_OK;
}

/* n such that an even share costs the plain loops most of their speed: that speed depends on
   size is the point. */
static int choose_n(platform *m) {
    fpmk_options opts = FPM_ZERO;
    double speed = 1, best = 0;
    int status = FPM_OK;
    int64_t x;
    opts.max_seconds = 0.3;
    for (x = 256; x < SHARE && speed > 0.4 * best && status >= 0; x += x / 4) {
        fpm_point point = FPM_ZERO;
        fpmk_member member = m->member[1];
        member.x = x;
        status = fpmk_measure_group(1, &member, &opts, &point, NULL);
        speed = status < 0 ? 0 : (double)x / point.seconds;
        best = speed > best ? speed : best;
        m->n = x * m->count;
    }
    if (status < 0) return status;
    printf(
        "n = %d units: at the even share of %d the plain loops have %.0f %% of their best speed\n",
        (int)m->n, (int)(m->n / m->count), 100 * speed / best);
    return FPM_OK;
}

/* Add a point, or keep the quicker of two at one size: what disturbs a machine makes it slower. */
static int keep(fpm_points *list, const fpm_points *from, int64_t at) {
    fpm_point point = {from->size[at], from->seconds[at], from->half_width[at], from->reps[at]};
    int64_t i;
    for (i = 0; i < list->count && list->size[i] != point.size; i++) {}
    if (i == list->count) return fpm_points_add(list, &point);
    if (list->seconds[i] > point.seconds) list->seconds[i] = point.seconds;
    return FPM_OK;
}

/* Measure at `sizes` sizes each, in an order that depends on the seed, and make the models anew. */
static int measure(platform *m, int sizes, const int64_t *x, int seed) {
    fpmk_options opts = FPM_ZERO;
    fpm_points fresh[MOST];
    int64_t j;
    int i, status = FPM_OK, step = m->together ? m->count : 1;
    opts.max_seconds = 0.6;
    opts.seed = (uint64_t)seed;
    memset(fresh, 0, sizeof fresh);
    for (i = 0; i < m->count && status >= 0; i += step)
        status = fpmk_measure_sizes(step, m->member + i, sizes, x + i * sizes, &opts, fresh + i);
    for (i = 0; i < m->count && status >= 0; i++) {
        fpm_points *p = &m->points[i];
        for (j = 0; j < fresh[i].count && status >= 0; j++) status = keep(p, &fresh[i], j);
        fpm_points_free(&fresh[i]);
        if (status >= 0) status = fpm_points_sort(p, NULL);
        if (status < 0) break;
        fpm_model_free(&m->model[i]);
        status = fpm_model_from_points(&m->model[i], FPM_AKIMA, p, NULL, NULL);
    }
    return status;
}

/* Sizes around those that shares can have, the even one among them, at two times in case that the
   machine was busy at one; then, three times, the shares to which the models lead, so that
   they are exact where it counts. */
static int build_models(platform *m) {
    int64_t x[MOST * SIZES], d[MOST], share = m->n / m->count;
    int i, round, status = FPM_OK;
    for (i = 0; i < m->count; i++) {
        fpmk_sizes(i ? share / 8 : m->n / 8, i ? share * 3 / 4 : m->n, SIZES - 1, x + i * SIZES);
        x[i * SIZES + SIZES - 1] = share;
    }
    for (round = 0; round < 2 && status >= 0; round++) status = measure(m, SIZES, x, round);
    for (round = 0; round < 3 && status >= 0; round++) {
        status = fpm_partition(m->n, m->count, m->proc, NULL, d, NULL);
        for (i = 0; i < m->count; i++) d[i] = d[i] > 0 ? d[i] : 1;
        if (status >= 0) status = measure(m, 1, d, 0);
    }
    return status;
}

/* ---- the real work ---- */

typedef struct outcome {
    int64_t d[MOST];
    fpm_info info;
    double predicted[MOST], finished[MOST + 1][RUNS]; /* the last: all of them */
} outcome;

/* One product under a partition; its result must be right. */
static int run_once(const platform *m, outcome *o, int run) {
    static part parts[MOST];
    fpmk_task task[MOST];
    int i, status = FPM_OK, step = m->together ? m->count : 1;
    double latest = 0;
    memset(task, 0, sizeof task);
    memset(parts, 0, sizeof parts);
    for (i = 0; i < m->count; i++) {
        parts[i].plain = i > 0;
        parts[i].begin = i > 0 ? parts[i - 1].begin + parts[i - 1].units : 0;
        parts[i].units = o->d[i];
        task[i].run = multiply;
        task[i].context = &parts[i];
        task[i].core = m->member[i].core;
    }
    for (i = 0; i < m->count && status >= 0; i += step) status = fpmk_run_group(step, task + i);
    for (i = 0; i < m->count && status >= 0; i++) {
        o->finished[i][run] = task[i].finished;
        latest = fmax(latest, task[i].finished);
    }
    o->finished[MOST][run] = latest;
    return status >= 0 && !right(m->count, parts) ? (int)FPMK_E_VERIFY : status;
}

static double median(const double *v) {
    int i, j, below;
    for (i = 0; i < RUNS; i++) {
        for (below = 0, j = 0; j < RUNS; j++) below += v[j] < v[i] || (v[j] <= v[i] && j < i);
        if (below == RUNS / 2) break;
    }
    return v[i];
}

static void print_table(const platform *m, const outcome *o) {
    int i, way;
    printf("\n%-25s", "seconds");
    for (way = 0; way < WAYS; way++) printf(" | %-27s", way_name[way]);
    printf("\n%-25s", "");
    for (way = 0; way < WAYS; way++) printf(" |  units predicted  measured");
    for (i = 0; i < m->count; i++) {
        printf("\n%-25s", m->name[i]);
        for (way = 0; way < WAYS; way++)
            printf(" | %6d %9.4f %9.4f", (int)o[way].d[i], o[way].predicted[i],
                   median(o[way].finished[i]));
    }
    printf("\n%-25s", "all finished");
    for (way = 0; way < WAYS; way++)
        printf(" | %6d %9.4f %9.4f", (int)m->n, o[way].info.makespan,
               median(o[way].finished[MOST]));
    printf("\n(medians of %d interleaved runs, results checked; the constant model has the speeds "
           "at the even share)\n\n",
           RUNS);
}

/* ---- the picture ---- */

typedef struct canvas {
    FILE *f;
    double most_x, most_y; /* units, Gflop/s */
} canvas;

enum { LEFT = 82, TOP = 103, WIDE = 474, HIGH = 371, BASE = TOP + HIGH, KEY = 586 };

static double at_x(const canvas *v, double x) { return LEFT + WIDE * x / v->most_x; }
static double at_y(const canvas *v, double y) { return BASE - HIGH * y / v->most_y; }

static double speed(double units, double seconds) { /* Gflop/s */
    return seconds > 0 ? 2e-9 * ROWS * COLUMNS * units / seconds : 0;
}

static double model_speed(const fpm_model *model, double units) {
    double seconds = 0;
    fpm_model_time(model, units, &seconds);
    return speed(units, seconds);
}

static double round_step(double most) { /* 1, 2 or 5 times a power of ten: 4 to 10 of it */
    double step = pow(10, floor(log10(most / 4)));
    return most / step >= 20 ? 5 * step : most / step >= 8 ? 2 * step : step;
}

static void draw_axes(const canvas *v) {
    double x, y;
    for (x = 0; x <= v->most_x; x += round_step(v->most_x))
        fprintf(v->f,
                "<path class='grid' stroke='currentColor' d='M%.1f %dv%d'/><text x='%.1f' y='%d' "
                "text-anchor='middle'>%.0f</text>\n",
                at_x(v, x), TOP, HIGH, at_x(v, x), BASE + 18, x);
    for (y = 0; y <= v->most_y; y += round_step(v->most_y))
        fprintf(v->f,
                "<path class='grid' stroke='currentColor' d='M%d %.1fh%d'/><text x='%d' y='%.1f' "
                "text-anchor='end'>%g</text>\n",
                LEFT, at_y(v, y), WIDE, LEFT - 8, at_y(v, y) + 4, y);
    fprintf(v->f,
            "<path fill='none' stroke='currentColor' stroke-width='1.2' d='M%d %dv%dh%d'/>\n"
            "<text x='%d' y='%d' text-anchor='middle'>size (units of work)</text>\n<text x='28' "
            "y='%d' text-anchor='middle' transform='rotate(-90 28 %d)'>speed (Gflop/s)</text>\n",
            LEFT, TOP, HIGH, WIDE, LEFT + WIDE / 2, BASE + 42, TOP + HIGH / 2, TOP + HIGH / 2);
}

/* One processor: its speed function and points, the constant speed, its share, its place in the
   legend. */
static void draw_processor(const canvas *v, const platform *m, int i, const outcome *o) {
    const fpm_points *p = &m->points[i];
    double x = (double)o[FPM].d[i], y = model_speed(&m->model[i], x), share = v->most_x / m->count;
    double last = (double)p->size[p->count - 1]; /* beyond it nothing is known */
    int j, row = TOP + 10 + 58 * i;
    fprintf(v->f,
            "<g class='c%d' stroke='currentColor' fill='none' stroke-width='2'><polyline points='",
            i);
    for (j = 1; j <= 400; j++)
        fprintf(v->f, "%.1f,%.1f ", at_x(v, last * j / 400),
                at_y(v, model_speed(&m->model[i], last * j / 400)));
    fprintf(v->f,
            "'/><path stroke-width='1.6' stroke-dasharray='5 4' d='M%d %.1fh%d'/><path "
            "stroke-width='1.2' stroke-dasharray='2 3' d='M%.1f %.1fV%d'/><circle cx='%.1f' "
            "cy='%.1f' r='6' stroke-width='2.4'/><path d='M%d %dh26'/></g>\n<g class='c%d' "
            "fill='currentColor'><circle cx='%d' cy='%d' r='4'/>",
            LEFT, at_y(v, model_speed(&m->model[i], share)), WIDE, at_x(v, x), at_y(v, y), BASE,
            at_x(v, x), at_y(v, y), KEY, row - 4, i, KEY + 13, row - 4);
    for (j = 0; j < p->count; j++)
        fprintf(v->f, "<circle cx='%.1f' cy='%.1f' r='3'/>", at_x(v, (double)p->size[j]),
                at_y(v, speed((double)p->size[j], p->seconds[j])));
    fprintf(v->f,
            "</g>\n<text x='%d' y='%d'>%s</text>\n<g class='soft' font-size='12'><text x='%d' "
            "y='%d'>%.0f units, %.4g s</text>\n<text x='%d' y='%d'>even: %d, constant model: "
            "%d</text></g>\n",
            KEY + 34, row, m->name[i], KEY + 34, row + 16, x, o[FPM].predicted[i], KEY + 34,
            row + 31, (int)o[EVEN].d[i], (int)o[CONSTANT].d[i]);
}

/* What the signs mean. */
static void draw_key(const canvas *v, double makespan) {
    fprintf(v->f,
            "<g stroke='currentColor' fill='none'><circle cx='%d' cy='%d' r='3' "
            "fill='currentColor'/><path stroke-width='1.6' stroke-dasharray='5 4' d='M%d "
            "%dh26'/><circle cx='%d' cy='%d' r='6' stroke-width='2.4'/><path stroke-width='1.8' "
            "d='M%d %dh26'/></g>\n",
            KEY + 13, BASE - 64, KEY, BASE - 44, KEY + 13, BASE - 24, KEY, BASE - 4);
    fprintf(v->f,
            "<text x='%d' y='%d'>measured</text>\n<text x='%d' y='%d'>one constant speed</text>\n"
            "<text x='%d' y='%d'>share</text>\n<text x='%d' y='%d'>predicted: %.4g s</text>\n",
            KEY + 34, BASE - 60, KEY + 34, BASE - 40, KEY + 34, BASE - 20, KEY + 34, BASE,
            makespan);
}

static int draw(const platform *m, const outcome *o, const char *path) {
    double makespan = o[FPM].info.makespan, slope = speed(1, makespan), end, even, constant;
    canvas v;
    int i, j, bad;
    v.f = fopen(path, "w");
    v.most_x = (double)m->n;
    if (!v.f) return 1;
    for (v.most_y = 0, i = 0; i < m->count; i++)
        for (j = 0; j < m->points[i].count; j++)
            v.most_y =
                fmax(v.most_y, 1.08 * speed((double)m->points[i].size[j], m->points[i].seconds[j]));
    end = fmin(v.most_x, v.most_y / slope);
    even = median(o[EVEN].finished[MOST]);
    constant = median(o[CONSTANT].finished[MOST]);
    fprintf(v.f, STYLE_HEAD, 840, BASE + 56, 840, BASE + 56);
    fprintf(
        v.f,
        "%.0f units over %d processors of this machine" STYLE_DESC
        "Measured speeds of %d processors against size, and the line through the origin on "
        "which all are done after %.4g s." STYLE_BODY
        "<text x='16' y='28' font-size='18' font-weight='bold'>%.0f units over %d processors "
        "of this machine</text>\n<text x='16' y='48'>done after %.4g s; even shares: %.4g s; one "
        "constant speed each: %.4g s</text>\n<text x='16' y='65' font-size='12' "
        "class='soft'>measured: medians of %d runs of the real work; line and shares are "
        "predicted</text>\n",
        v.most_x, m->count, m->count, makespan, v.most_x, m->count, median(o[FPM].finished[MOST]),
        even, constant, (int)RUNS);
    draw_axes(&v);
    fprintf(v.f, "<path stroke='currentColor' stroke-width='1.8' d='M%d %dL%.1f %.1f'/>\n", LEFT,
            BASE, at_x(&v, end), at_y(&v, slope * end));
    for (i = 0; i < m->count; i++) draw_processor(&v, m, i, o);
    draw_key(&v, makespan);
    fputs("</svg>\n", v.f);
    bad = ferror(v.f);
    return fclose(v.f) != 0 || bad;
}

static int fail(const char *what, int status) {
    fprintf(stderr, "demo: %s: %s\n", what, fpmk_status_str(status));
    return 1;
}

int main(int argc, char **argv) {
    static platform m;
    static outcome o[WAYS];
    const char *path = argc > 1 ? argv[1] : "demo.svg";
    double t[WAYS];
    int i, run, way, status = find_processors(&m);
    if (status >= 0) status = make_operands((int64_t)SHARE * m.count);
    if (status >= 0) status = choose_n(&m);
    if (status >= 0) status = build_models(&m);
    if (status < 0) return fail("measuring", status);
    for (way = 0; way < WAYS; way++) {
        fpm_options opts = FPM_ZERO;
        opts.algorithm = way_algorithm[way];
        status = fpm_partition(m.n, m.count, m.proc, &opts, o[way].d, &o[way].info);
        if (status < 0) return fail(way_name[way], status);
        for (i = 0; i < m.count; i++)
            fpm_model_time(&m.model[i], (double)o[way].d[i], &o[way].predicted[i]);
    }
    for (run = 0; run < RUNS; run++) /* interleaved, so that a drift of the machine meets all */
        for (way = 0; way < WAYS; way++)
            if ((status = run_once(&m, &o[way], run)) < 0) return fail("the real work", status);
    print_table(&m, o);
    if (draw(&m, o, path)) return fprintf(stderr, "demo: cannot write %s\n", path), 1;
    if (fabs(median(o[FPM].finished[MOST]) / o[FPM].info.makespan - 1) > 0.2)
        printf("note: not as predicted, the machine seems to be busy with something else\n");
    printf("picture: %s\n", path);
    for (way = 0; way < WAYS; way++) t[way] = median(o[way].finished[MOST]);
    printf("demo: even %.4f s, constant %.4f s, fpm %.4f s, speedup %.2f\n", t[EVEN], t[CONSTANT],
           t[FPM], t[EVEN] / t[FPM]);
    return 0;
}
