/* front.c - partition --front: find, print and draw. */
#include "front.h"
#include "chart.h"
#include "costs.h"
#include "file.h"
#include "os.h"
#include "solve.h"
#include "text.h"
#include "tsv.h"

typedef struct front {
    double *makespan, *cost; /* ascending, descending */
    int64_t *d;              /* shares of each pair, p of them */
    int64_t count;
} front;

static const char *cost_axis(const problem *q) {
    return q->least == FPM_LEAST_BUSY    ? "busy processors"
           : q->least == FPM_LEAST_TOTAL ? "total busy time (seconds)"
           : q->watts                    ? "energy (joules)"
                                         : "cost";
}

/* What is saved by waiting some per cent longer, for the notes. */
static void front_note(const front *f, char *text, size_t size) {
    static const double later[] = {0.02, 0.05, 0.1, 0.2, 0.5, 1};
    size_t length = 0;
    int64_t j = 0;
    double last = 0;
    int i, shown = 0;
    text[0] = '\0';
    for (i = 0; i < 6; i++) {
        double saved;
        while (j + 1 < f->count && f->makespan[j + 1] <= (1 + later[i]) * f->makespan[0]) j++;
        saved = 100 * (1 - f->cost[j] / f->cost[0]);
        if (!(saved > last + 0.5) || !(f->cost[0] > 0) || shown == 5) continue;
        length += (size_t)snprintf(text + length, size - length, "%s%g %%%s%.3g %%",
                                   shown ? ", " : "waiting ", 100 * later[i],
                                   shown ? ": " : " longer saves ", saved);
        shown++;
        last = saved;
    }
}

static void front_axes(const front *f, chart *c) {
    double first = f->makespan[0], last = f->makespan[f->count - 1];
    double high = f->cost[0], low = f->cost[f->count - 1], wide = last - first, tall = high - low;
    if (!(wide > 0)) wide = first > 0 ? 0.2 * first : 1;
    if (!(tall > 0)) tall = high > 0 ? 0.2 * high : 1;
    c->x.log = first > 0 && last > 30 * first;
    c->x.low = c->x.log ? first / 1.15 : fmax(0, first - 0.05 * wide);
    c->x.high = c->x.log ? last * 1.3 : first + 1.07 * wide;
    c->y.low = fmax(0, low - 0.12 * tall);
    c->y.high = high + 0.12 * tall;
}

/* A cost holds until the next makespan. */
static void draw_steps(const chart *c, const front *f) {
    int64_t j, end = f->count - 1;
    double x, y, last_x = 0, last_y = 0;
    fputs("<path d=\"", c->to);
    for (j = 0; j <= end; j++) {
        x = chart_x(c, f->makespan[j]);
        y = chart_y(c, f->cost[j]);
        if (j && j < end && x - last_x < 0.4 && y - last_y < 0.4) continue;
        last_x = x;
        last_y = y;
        if (j) fprintf(c->to, "H%.2fV%.2f", x, y);
        else fprintf(c->to, "M%.2f,%.2f", x, y);
    }
    fprintf(c->to, "H%.2f\" %s " SVG_STROKE " stroke-width=\"1.8\"/>\n", c->x.to, svg_colour(0));
}

static void draw_front(FILE *to, const problem *q, const front *f) {
    const int height = 500;
    char title[200], text[300];
    int64_t j, end = f->count - 1;
    double x, y;
    chart c = FPM_ZERO;
    c.to = to;
    c.id = "frame";
    front_axes(f, &c);
    c.y.whole = q->least == FPM_LEAST_BUSY;
    c.x.from = 92;
    c.x.to = SVG_WIDTH - 30;
    c.y.from = height - 56;
    c.y.to = 84;
    snprintf(title, sizeof title,
             "%" PRId64 " units over %d processor%s: what waiting longer saves", q->n, q->p,
             PLURAL(q->p));
    svg_begin(to, height, title,
              "A falling step curve of %s against the makespan allowed, %" PRId64
              " pairs: from %.4g at the optimal makespan of %.4g s to %.4g at %.4g s.",
              cost_axis(q), f->count, f->cost[0], f->makespan[0], f->cost[end], f->makespan[end]);
    front_note(f, text, sizeof text);
    svg_note(to, 1, "%s", text);
    if (text[0])
        svg_note(to, 2, "100 %%: makespan %.4g s; %.4g %s", f->makespan[0], f->cost[0],
                 solve_cost_unit(q));
    chart_begin(&c, "makespan allowed (seconds)", cost_axis(q));
    draw_steps(&c, f);
    x = chart_x(&c, f->makespan[0]);
    svg_line(to, x, c.y.from, x, c.y.to, SVG_STROKE " stroke-dasharray=\"5 4\"");
    chart_end(&c);
    for (j = 0; j <= end && end < 400; j++)
        svg_marker(to, 0, chart_x(&c, f->makespan[j]), chart_y(&c, f->cost[j]), 2.4, "%s " SVG_FILL,
                   svg_colour(0));
    y = chart_y(&c, f->cost[0]);
    svg_ring(to, 0, x, y, svg_colour(1));
    svg_text(to, x + 13, y - 9, SVG_BOLD, "optimal makespan %.4g s: %.4g %s", f->makespan[0],
             f->cost[0], solve_cost_unit(q));
    if (end > 0)
        svg_text(to, c.x.to - 4, chart_y(&c, f->cost[end]) + 22, SVG_END,
                 "least: %.4g %s, done after %.4g s", f->cost[end], solve_cost_unit(q),
                 f->makespan[end]);
    svg_end(to);
}

static int front_again(problem *q, void *context) {
    int64_t count;
    double makespan, cost;
    int status = fpm_pareto(q->n, q->p, q->proc, (const fpm_options *)context, 1, &makespan, &cost,
                            &count, &q->info);
    return status == FPM_E_CAPACITY ? FPM_OK : status;
}

/* Joules until the last one finishes, instead of those above rest: a pair that takes as many as a
   faster one is not in the front. */
static void front_energy(const problem *q, front *f) {
    int64_t j, kept = 0;
    for (j = 0; j < f->count; j++) {
        double energy = costs_energy(q, f->makespan[j], f->cost[j]);
        if (kept > 0 && !(energy < f->cost[kept - 1])) continue;
        f->makespan[kept] = f->makespan[j];
        f->cost[kept++] = energy;
    }
    f->count = kept;
}

/* All of the front, in arrays that the caller frees; q->info tells what went wrong. */
static int find_front(problem *q, front *f) {
    fpm_options opts = FPM_ZERO;
    int64_t room = 1024;
    int status;
    opts.algorithm = q->algorithm;
    opts.least = q->least;
    os_watch("looking for the front");
    do {
        free(f->makespan);
        f->makespan = (double *)malloc((size_t)room * 2 * sizeof *f->makespan);
        if (!f->makespan) return out_of_memory();
        f->cost = f->makespan + room;
        status =
            fpm_pareto(q->n, q->p, q->proc, &opts, room, f->makespan, f->cost, &f->count, &q->info);
        if (status == FPM_E_CAPACITY) room = f->count;
    } while (status == FPM_E_CAPACITY);
    os_watch(NULL);
    return status < 0 ? solve_failed(q, status, front_again, &opts) : ANSWERED;
}

static int front_shares(problem *q, front *f) {
    fpm_options opts = FPM_ZERO;
    fpm_info info;
    int64_t j;
    int status = FPM_OK;
    f->d = (int64_t *)calloc((size_t)(f->count * q->p) + 1, sizeof *f->d);
    if (!f->d) return out_of_memory();
    opts.algorithm = q->algorithm;
    opts.least = q->least;
    os_watch("finding the shares of the front");
    for (j = 0; j < f->count && status >= 0; j++) {
        opts.limit = f->makespan[j];
        status = fpm_partition(q->n, q->p, q->proc, &opts, f->d + j * q->p, &info);
    }
    os_watch(NULL);
    solve_doubt(q, q->info.status, 0, f->d, f->count);
    return status < 0 ? no_answer("shares of the front: %s", fpm_status_str(status)) : ANSWERED;
}

static void print_tsv(const problem *q, const output *out, const front *f) {
    int64_t j;
    tsv_begin(out);
    tsv_text("status", fpm_status_str(q->info.status));
    tsv_text("least", choice_name(leasts, q->least));
    tsv_whole("n", q->n);
    tsv_whole("pairs", f->count);
    tsv_columns("makespan\tcost\tshares");
    for (j = 0; j < f->count; j++) {
        char *shares = text_list(f->d + j * q->p, q->p);
        tsv_cell_real(f->makespan[j]);
        tsv_cell_real(f->cost[j]);
        tsv_cell_text(shares ? shares : "");
        free(shares);
    }
    tsv_end();
}

static void print_table(const problem *q, const front *f) {
    int64_t j;
    say("%12s  %12s  %9s  %9s  shares   (cost: %s)\n", "makespan", "cost", "later", "saved",
        cost_axis(q));
    for (j = 0; j < f->count; j++) {
        char *shares = text_list(f->d + j * q->p, q->p);
        say("%12.6g  %12.6g  %7.2f %%  %7.2f %%  %s\n", f->makespan[j], f->cost[j],
            f->makespan[0] > 0 ? 100 * (f->makespan[j] / f->makespan[0] - 1) : 0.0,
            f->cost[0] > 0 ? 100 * (1 - f->cost[j] / f->cost[0]) : 0.0, shares ? shares : "");
        free(shares);
    }
    if (q->info.status != FPM_OK) say("status %s\n", fpm_status_str(q->info.status));
}

static int answer(problem *q, front *f, const output *out) {
    int status = find_front(q, f);
    if (!status && q->watts) front_energy(q, f);
    if (!status) status = front_shares(q, f);
    if (!status && out->svg) {
        FILE *to = file_create("--svg", out->svg);
        if (!to) return NO_ANSWER;
        if (f->count) draw_front(to, q, f);
        status = file_finish(to, out->svg, ANSWERED);
    }
    if (status) return status;
    if (out->tsv) print_tsv(q, out, f);
    else print_table(q, f);
    return ANSWERED;
}

int front_answer(problem *q, const output *out) {
    front f = FPM_ZERO;
    int status = answer(q, &f, out);
    free(f.makespan), free(f.d);
    return status;
}
