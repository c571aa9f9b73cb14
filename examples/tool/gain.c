/* gain.c - advise: what functional performance models gain over simpler ones. */
#include "gain.h"
#include "chart.h"
#include "file.h"
#include "os.h"
#include "solve.h"
#include "standin.h"
#include "text.h"
#include "tsv.h"

/* Does a share lie beyond the last point of its processor? */
static int is_beyond(const problem *q, const int64_t *d) {
    int i = 0;
    while (i < q->p && (d[i] == 0 || d[i] <= q->model[i].size[q->model[i].count - 1])) i++;
    return i < q->p;
}

/* Sizes that are offered one by one: the best partition by other times, as long as it really
   takes. */
static int compare_discrete(const problem *q, gain *g) {
    stand_in s = FPM_ZERO;
    int status = stand_in_solve(q, 1, &s);
    g->constant = s.makespan;
    stand_in_free(&s);
    memset(&s, 0, sizeof s);
    if (status == ANSWERED) status = stand_in_solve(q, 0, &s);
    g->smooth = s.makespan;
    stand_in_free(&s);
    return status;
}

/* The makespan by one constant speed per processor into *seconds, with the shares in d; 0: there
   is none. */
static int compare_constant(const problem *q, int64_t *d, double *seconds) {
    fpm_model *model = (fpm_model *)calloc((size_t)q->p, sizeof *model);
    fpm_proc *proc = (fpm_proc *)calloc((size_t)q->p, sizeof *proc);
    fpm_model_options opts = FPM_ZERO;
    int i, status = model && proc ? FPM_OK : FPM_E_MEMORY;
    opts.at = q->at;
    for (i = 0; i < q->p; i++) {
        const fpm_model *m = &q->model[i];
        if (status < 0) break;
        status =
            fpm_model_init(&model[i], FPM_CONSTANT, m->count, m->size, m->seconds, &opts, NULL);
        proc[i] = q->proc[i];
        proc[i].model = &model[i];
    }
    if (status >= 0) status = fpm_partition(q->n, q->p, proc, NULL, d, NULL);
    *seconds = 0;
    for (i = 0; i < q->p; i++) {
        if (status < 0) break;
        *seconds = fmax(*seconds, solve_seconds(q, i, d[i]));
    }
    if (model)
        for (i = 0; i < q->p; i++) fpm_model_free(&model[i]);
    free(model);
    free(proc);
    return status;
}

/* The makespan with the shares of processors without transfers; 0: it is not known. */
static double compare_blind(const problem *q) {
    fpm_proc *proc = (fpm_proc *)calloc((size_t)q->p, sizeof *proc);
    int64_t *d = (int64_t *)malloc((size_t)q->p * sizeof *d);
    double most = 0;
    int i, linked = 0, status = proc && d ? FPM_OK : FPM_E_MEMORY;
    for (i = 0; i < q->p; i++) {
        if (status < 0) break;
        proc[i] = q->proc[i];
        if (proc[i].link) linked = 1;
        proc[i].link = NULL;
        proc[i].overlap = 0;
    }
    if (status >= 0 && linked) status = fpm_partition(q->n, q->p, proc, NULL, d, NULL);
    for (i = 0; i < q->p; i++)
        if (status >= 0 && linked) most = fmax(most, solve_seconds(q, i, d[i]));
    free(d);
    free(proc);
    return most;
}

/* How speeds vary near the shares: the highest over the lowest of the points within a tenth of a
   share, less 1, in the mean of the processors that have two such points. */
static double near_variation(const problem *q) {
    double sum = 0;
    int i, count = 0;
    for (i = 0; i < q->p; i++) {
        const fpm_model *m = &q->model[i];
        double share = (double)q->d[i], high = 0, low = 1e300;
        int64_t j, points = 0;
        for (j = 0; j < m->count; j++) {
            double x = (double)m->size[j], speed = x / m->seconds[j];
            if (x < 0.9 * share || x > 1.1 * share) continue;
            high = fmax(high, speed);
            low = fmin(low, speed);
            points++;
        }
        if (points < 2) continue;
        sum += high / low - 1;
        count++;
    }
    return count ? sum / count : 0;
}

int gain_compare(problem *q, gain *g) {
    fpm_options opts = FPM_ZERO;
    fpm_info info;
    int64_t *d;
    int status;
    memset(g, 0, sizeof *g);
    q->info.status = fpm_partition(q->n, q->p, q->proc, NULL, q->d, &q->info);
    q->solved = q->info.status >= 0;
    if (!q->solved || q->n == 0) return ANSWERED;
    g->optimum = q->info.makespan;
    g->blind = compare_blind(q);
    g->variation = near_variation(q);
    if (q->kind == FPM_DISCRETE) return compare_discrete(q, g);
    g->beyond = is_beyond(q, q->d);
    d = (int64_t *)malloc((size_t)q->p * sizeof *d);
    if (!d) return out_of_memory();
    opts.algorithm = FPM_PROPORTIONAL;
    if (q->at) status = compare_constant(q, d, &g->constant);
    else {
        status = fpm_partition(q->n, q->p, q->proc, &opts, d, &info);
        if (status >= 0) g->constant = info.makespan;
    }
    if (status >= 0) g->beyond |= is_beyond(q, d);
    free(d);
    return ANSWERED;
}

/* ---- at many amounts of work ---- */

enum { MOST_AMOUNTS = 100000, USUAL_AMOUNTS = 100, FEW_AMOUNTS = 10 };

int amounts_read(args *a, const char *text, amounts *of) {
    int64_t v[3] = {0, 0, 0};
    int count = text_wholes(text, ':', 3, 1, FPM_SIZE_MAX, v);
    of->usual = v[2] == 0;
    if (count >= 2 && v[0] <= v[1] && v[2] == 0) v[2] = (v[1] - v[0]) / USUAL_AMOUNTS;
    if (v[2] < 1) v[2] = 1;
    of->first = v[0];
    of->last = v[1];
    of->step = v[2];
    if (count >= 2 && v[0] <= v[1] && (v[1] - v[0]) / v[2] < MOST_AMOUNTS) return ANSWERED;
    return wrong_use(a,
                     "-n %s: it takes N, A:B or A:B:STEP, whole numbers from 1 on, A up to B, at "
                     "most %d amounts of work",
                     text, MOST_AMOUNTS);
}

/* Where sizes are offered one by one, other amounts than multiples of what divides all of them have
   no partition: begin at one and go on in such steps, unless the step was given. */
static amounts on_grid(const problem *q, amounts of) {
    int64_t unit = problem_divisor(q, 0), first;
    if (!of.usual || q->kind != FPM_DISCRETE || unit < 2) return of;
    first = (of.first + unit - 1) / unit * unit;
    if (first > of.last) return of;
    of.first = first;
    of.step = (of.step + unit - 1) / unit * unit;
    return of;
}

typedef struct row {
    int64_t n;
    gain of;
} row;

typedef struct table {
    row *rows;
    int64_t count;   /* compared */
    int64_t without; /* left out: there is no partition */
    int64_t beyond;  /* left out: a share is beyond the last point */
} table;

/* Models that are made for an amount of work: the constant speed at n / p, a knot at n. */
static int is_made_for(const problem *q) {
    return q->kind == FPM_CONSTANT || (q->kind >> 4) == FPM_LITERAL;
}

static int compare_all(problem *q, const amounts *of, table *t) {
    int64_t n;
    int i, status = ANSWERED;
    t->rows = (row *)calloc((size_t)((of->last - of->first) / of->step) + 1, sizeof *t->rows);
    if (!t->rows) return out_of_memory();
    os_watch("comparing amounts of work");
    for (n = of->first; n <= of->last && !status; n += of->step) {
        row *r = &t->rows[t->count];
        r->n = n;
        q->n = n;
        for (i = 0; i < q->p && is_made_for(q) && !status; i++) status = problem_make_model(q, i);
        if (!status) status = gain_compare(q, &r->of);
        if (r->of.optimum <= 0 || r->of.constant <= 0) t->without++;
        else if (r->of.beyond) t->beyond++;
        else t->count++;
        if (of->last - n < of->step) break;
    }
    os_watch(NULL);
    return status;
}

/* What one kind of simpler models loses. */
typedef struct loss {
    double least, mean, most;
    int64_t at; /* the amount of work where it loses most */
} loss;

/* The simpler ways. */
enum { CONSTANT, SMOOTH, BLIND };

static double lost(const row *r, int way) {
    double seconds = r->of.constant;
    if (way == SMOOTH) seconds = r->of.smooth;
    if (way == BLIND) seconds = r->of.blind;
    return seconds / r->of.optimum - 1;
}

/* Is this way compared: smooth models of discrete ones alone, and shares that ignore transfers
   where there are any? */
static int is_compared(const problem *q, const table *t, int way) {
    if (way == SMOOTH) return q->kind == FPM_DISCRETE;
    return way == CONSTANT || (t->count > 0 && t->rows[0].of.blind > 0);
}

static loss summary(const table *t, int way) {
    loss l = FPM_ZERO;
    int64_t k;
    for (k = 0; k < t->count; k++) {
        double v = lost(&t->rows[k], way);
        if (k == 0 || v < l.least) l.least = v;
        if (k == 0 || v > l.most) {
            l.most = v;
            l.at = t->rows[k].n;
        }
        l.mean += v / (double)t->count;
    }
    return l;
}

/* Pearson's correlation of what is lost with the variation near the shares, over all amounts; -2:
   one of both is the same everywhere, or there are few amounts. */
static double correlation(const table *t, int way) {
    double x = 0, y = 0, xx = 0, yy = 0, xy = 0, n = (double)t->count;
    int64_t k;
    if (t->count < FEW_AMOUNTS) return -2;
    for (k = 0; k < t->count; k++) {
        x += t->rows[k].of.variation / n;
        y += lost(&t->rows[k], way) / n;
    }
    for (k = 0; k < t->count; k++) {
        double dx = t->rows[k].of.variation - x, dy = lost(&t->rows[k], way) - y;
        xx += dx * dx;
        yy += dy * dy;
        xy += dx * dy;
    }
    return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : -2;
}

static void print_correlations(const problem *q, const table *t) {
    static const char *const names[] = {"constant speeds", "smooth models"};
    int way, printed = 0;
    for (way = CONSTANT; way <= SMOOTH; way++) {
        double r = is_compared(q, t, way) ? correlation(t, way) : -2;
        if (r < -1.5) continue;
        say("%s%s r = %.2f",
            printed ? ", " : "correlation with how speeds vary near the shares: ", names[way], r);
        printed = 1;
    }
    if (printed) putchar('\n');
}

static void print_loss(const char *name, const loss *l) {
    say("%-32s  %7.3g %%  %7.3g %%  %7.3g %%  %" PRId64 "\n", name, 100 * l->least, 100 * l->mean,
        100 * l->most, l->at);
}

/* What to do where amounts have no partition, as they are no multiples of what all sizes are. */
static void print_grid(const problem *q, const amounts *of) {
    int64_t unit = q->kind == FPM_DISCRETE ? problem_divisor(q, 0) : 1;
    if (unit < 2) return;
    if (of->first % unit) say(": give an A and a STEP that are multiples of %" PRId64, unit);
    else if (of->step % unit) say(": give a STEP that is a multiple of %" PRId64, unit);
}

static void print_table(const problem *q, const amounts *of, const table *t) {
    loss l;
    char name[60];
    say("n from %" PRId64 " to %" PRId64 " by %" PRId64 ": %" PRId64 " amounts compared", of->first,
        of->last, of->step, t->count);
    if (t->beyond) say("; at %" PRId64 " a share is beyond the last point", t->beyond);
    if (t->without) {
        say("; %" PRId64 " have no partition", t->without);
        print_grid(q, of);
    }
    putchar('\n');
    if (t->count == 0) return;
    say("%-32s  %9s  %9s  %9s  at n\n", "later than the optimum", "least", "mean", "most");
    l = summary(t, CONSTANT);
    if (q->at) snprintf(name, sizeof name, "one constant speed (at %" PRId64 ")", q->at);
    print_loss(q->at ? name : "one constant speed (that at n/p)", &l);
    if (is_compared(q, t, SMOOTH)) {
        l = summary(t, SMOOTH);
        print_loss("smooth models", &l);
    }
    if (is_compared(q, t, BLIND)) {
        l = summary(t, BLIND);
        print_loss("shares that ignore transfers", &l);
    }
    print_correlations(q, t);
}

static void print_tsv(const problem *q, const output *out, const table *t) {
    int discrete = is_compared(q, t, SMOOTH), linked = is_compared(q, t, BLIND);
    double r[2];
    int64_t k;
    r[0] = correlation(t, CONSTANT);
    r[1] = discrete ? correlation(t, SMOOTH) : -2;
    tsv_begin(out);
    tsv_text("model", choice_name(model_kinds, q->kind));
    tsv_whole("compared", t->count);
    tsv_whole("no_partition", t->without);
    tsv_whole("beyond_last_point", t->beyond);
    if (r[0] > -1.5) tsv_real("correlation_constant", r[0]);
    if (r[1] > -1.5) tsv_real("correlation_smooth", r[1]);
    if (discrete && linked) tsv_columns("n\toptimum\tconstant\tsmooth\tblind");
    else if (linked) tsv_columns("n\toptimum\tconstant\tblind");
    else tsv_columns(discrete ? "n\toptimum\tconstant\tsmooth" : "n\toptimum\tconstant");
    for (k = 0; k < t->count; k++) {
        tsv_cell_whole(t->rows[k].n);
        tsv_cell_real(t->rows[k].of.optimum);
        tsv_cell_real(t->rows[k].of.constant);
        if (discrete) tsv_cell_real(t->rows[k].of.smooth);
        if (linked) tsv_cell_real(t->rows[k].of.blind);
    }
    tsv_end();
}

static void draw_loss(const chart *c, const table *t, int way) {
    int64_t k;
    fputs("<path d=\"", c->to);
    for (k = 0; k < t->count; k++)
        fprintf(c->to, "%s%.2f,%.2f", k ? "L" : "M", chart_x(c, (double)t->rows[k].n),
                chart_y(c, 100 * lost(&t->rows[k], way)));
    fprintf(c->to, "\" %s " SVG_STROKE " fill=\"none\" stroke-width=\"1.8\"/>\n", svg_colour(way));
}

/* Line `place` of the key: the colour of a way, and what it loses. */
static void key(FILE *to, int place, int way, const loss *l) {
    static const char *const names[] = {"one constant speed per processor", "smooth models",
                                        "shares that ignore transfers"};
    char line[100];
    snprintf(line, sizeof line, "%s " SVG_STROKE " stroke-width=\"1.8\"", svg_colour(way));
    svg_key_line(to, SVG_LEFT, 52 + 18 * place, line, "%s: %.3g %% in the mean, %.3g %% at most",
                 names[way], 100 * l->mean, 100 * l->most);
}

typedef struct picture {
    const problem *q;
    const table *t;
} picture;

static void draw(FILE *to, const void *what) {
    const picture *p = (const picture *)what;
    const table *t = p->t;
    const int height = 460;
    loss of[BLIND + 1] = FPM_ZERO;
    double most = 0;
    chart c = FPM_ZERO;
    int way, rows = 0;
    for (way = CONSTANT; way <= BLIND; way++) {
        if (!is_compared(p->q, t, way)) continue;
        of[way] = summary(t, way);
        most = fmax(most, of[way].most);
        rows++;
    }
    c.to = to;
    c.id = "frame";
    c.x.low = (double)t->rows[0].n;
    c.x.high = fmax((double)t->rows[t->count - 1].n, c.x.low + 1);
    c.x.from = 92;
    c.x.to = SVG_WIDTH - 30;
    c.y.high = 100 * fmax(1.05 * most, 0.01);
    c.y.from = height - 56;
    c.y.to = rows > 2 ? 102 : 84;
    svg_begin(to, height, "What simpler models lose",
              "Curves of the time beyond the optimum against the units of work, %" PRId64
              " amounts: one constant speed per processor loses %.3g %% in the mean and %.3g %% at "
              "most.",
              t->count, 100 * of[CONSTANT].mean, 100 * of[CONSTANT].most);
    chart_begin(&c, "units of work", "later than the optimum (%)");
    for (way = CONSTANT; way <= BLIND; way++)
        if (is_compared(p->q, t, way)) draw_loss(&c, t, way);
    chart_end(&c);
    rows = 0;
    for (way = CONSTANT; way <= BLIND; way++)
        if (is_compared(p->q, t, way)) key(to, rows++, way, &of[way]);
    svg_end(to);
}

int gain_answer(problem *q, const amounts *of, const output *out) {
    amounts on = on_grid(q, *of);
    table t = FPM_ZERO;
    picture drawn;
    int status = compare_all(q, &on, &t);
    drawn.q = q;
    drawn.t = &t;
    if (!status && t.count > 0) status = file_picture(out->svg, draw, &drawn);
    else if (!status && out->svg) status = no_answer("--svg %s: no amount to draw", out->svg);
    if (!status && out->tsv) print_tsv(q, out, &t);
    else if (!status) print_table(q, &on, &t);
    free(t.rows);
    return status;
}
