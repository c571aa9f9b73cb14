/* draw_speeds.c - the picture of speed functions, lines through the origin, shares. */
#include "draw_speeds.h"
#include "draw_legend.h"
#include "solve.h"

/* Seconds of a processor for x units whose work takes t: with its fixed cost and transfers. */
static double with_transfers(const fpm_proc *proc, double x, double t) {
    double move = 0;
    if (proc->link && fpm_model_time(proc->link, x, &move) < 0) return 0;
    return proc->fixed + (proc->overlap ? fmax(t, move) : t + move);
}

/* Speed of a processor at size x with its fixed cost and transfers; 0 where there is none. */
static double speed_at(const fpm_proc *proc, double x) {
    double s = 0, t;
    if (fpm_model_speed(proc->model, x, &s) < 0 || !(s > 0)) return 0;
    if (!(x > 0) && proc->fixed > 0) return 0;
    if (!(x > 0) && !proc->link) return s;
    if (!(x > 0)) x = 1e-6; /* of a transfer: as near as that */
    t = with_transfers(proc, x, x / s);
    return t > 0 ? x / t : 0;
}

static double last_size(const fpm_model *m) { return m->count ? (double)m->size[m->count - 1] : 0; }

/* The sizes to show: measured from first to last, shares from least to most. */
typedef struct extent {
    double first, last, least, most;
} extent;

static extent sizes_to_show(const problem *q) {
    extent e = {1e300, 0, 1e300, 0};
    int i;
    for (i = 0; i < q->p; i++) {
        const fpm_model *m = &q->model[i];
        e.last = fmax(e.last, last_size(m));
        if (m->count) e.first = fmin(e.first, (double)m->size[0]);
        if (!q->solved || q->d[i] == 0) continue;
        e.most = fmax(e.most, (double)q->d[i]);
        e.least = fmin(e.least, (double)q->d[i]);
    }
    if (!(e.last > 0)) e.first = e.last = e.most > 0 ? e.most : 1;
    if (!(e.most > 0)) e.least = e.most = e.last;
    return e;
}

double speeds_peak(const problem *q, int i, double end, double *lowest) {
    const fpm_model *m = &q->model[i];
    int k, columns = m->kind == FPM_DISCRETE ? 0 : q->p <= 100 ? 240 : 12;
    double peak = 0, s;
    int64_t j;
    for (j = 0; j < m->count && (double)m->size[j] <= end; j++) {
        s = speed_at(&q->proc[i], (double)m->size[j]);
        peak = fmax(peak, s);
        if (s > 0) *lowest = fmin(*lowest, s);
    }
    for (k = 1; k <= columns && m->count; k++)
        peak = fmax(peak, speed_at(&q->proc[i], end * k / columns));
    return peak;
}

/* Ends of the axes, and whether they are logarithmic: lines through the origin stay straight only
   if both are, or none. */
static void choose_axes(const problem *q, const besides *more, chart *c) {
    extent e = sizes_to_show(q);
    double slow = 1e300, quick = 0, lowest = 1e300; /* peaks of two processors; any point */
    int i, k;
    c->x.high = fmin(fmax(e.last, 1.12 * e.most), 4 * e.most) * 1.03;
    for (i = 0; i < q->p; i++) {
        double peak = speeds_peak(q, i, c->x.high, &lowest);
        for (k = 0; k < more->others; k++)
            peak = fmax(peak, speeds_peak(&more->other[k], i, c->x.high, &lowest));
        if (peak > 0) slow = fmin(slow, peak), quick = fmax(quick, peak);
    }
    if (!(quick > 0)) quick = slow = 1;
    lowest = fmin(lowest, slow);
    if (q->solved) c->x.log = c->y.log = quick > 40 * slow || e.most > 100 * e.least;
    else c->x.log = e.last > 200 * e.first, c->y.log = quick > 60 * lowest;
    if (c->x.log) c->x.low = fmin(e.first, q->solved ? e.least : e.first) / 1.3;
    if (c->y.log) c->y.low = lowest / 1.5;
    c->y.high = (c->y.log ? 1.4 : 1.06) * quick;
}

/* Samples are as dense as pixels, and the knots are among them. */
void speeds_draw_span(const chart *c, const fpm_proc *proc, double a, double b, const char *more) {
    const fpm_model *m = proc->model;
    double x, y, next, from = fmax(a, c->x.low), last = chart_x(c, from) - 1;
    int pen = 0;
    int64_t j = 0;
    b = fmin(b, c->x.high);
    if (!(from < b)) return;
    while (j < m->count && (double)m->size[j] <= from) j++;
    fputs("<path d=\"", c->to);
    for (x = from;; x = next) {
        double s = speed_at(proc, x), at = chart_x(c, x);
        if (s > 0) {
            y = chart_y(c, s);
            fprintf(c->to, "%c%.2f,%.2f", pen ? 'L' : 'M', at, y);
            last = at;
        }
        pen = s > 0;
        if (!(x < b)) break;
        if (c->x.log) next = x * exp(1.5 * log(c->x.high / c->x.low) / (c->x.to - c->x.from));
        else next = x + 1.5 * (c->x.high - c->x.low) / (c->x.to - c->x.from);
        while (j < m->count && chart_x(c, (double)m->size[j]) < last + 0.2) j++;
        if (j < m->count && (double)m->size[j] < next) next = (double)m->size[j++];
        if (!(next < b) || !(next > x)) next = b;
    }
    fprintf(c->to, "\" %s/>\n", more);
}

/* The largest size that a processor of the curve of processor i may get in the picture. */
static double curve_end(const chart *c, const problem *q, int i) {
    double end = 0;
    int j;
    for (j = i; j < q->p; j++)
        if (q->curve[j] == q->curve[i])
            end = fmax(end, q->proc[j].max ? (double)q->proc[j].max : c->x.high);
    return end;
}

const char *speeds_dashes(int k) {
    static const char *const dashes[MOST_OTHERS] = {
        "stroke-dasharray=\"9 3\"", "stroke-dasharray=\"2 2\"", "stroke-dasharray=\"9 3 2 3\""};
    return dashes[k % MOST_OTHERS];
}

/* The curve of processor i with the models of another kind, over all sizes. */
static void draw_other(const chart *c, const problem *q, int i, int k) {
    char line[120];
    snprintf(line, sizeof line, "%s " SVG_STROKE " stroke-width=\"1.3\" %s",
             svg_colour(q->curve[i]), speeds_dashes(k));
    if (q->model[i].count == 0 || q->kind == FPM_DISCRETE) return;
    speeds_draw_span(c, &q->proc[i], 0, curve_end(c, q, i), line);
}

/* The speeds from x / (t + half-width) to x / (t - half-width), straight between the points. */
static void draw_band(const chart *c, const problem *q, int i) {
    const fpm_points *points = &q->points[i];
    int64_t j;
    fprintf(c->to, "<path d=\"");
    for (j = 0; j < points->count; j++) {
        double x = (double)points->size[j];
        double t = with_transfers(&q->proc[i], x, points->seconds[j] + points->half_width[j]);
        fprintf(c->to, "%c%.2f,%.2f", j ? 'L' : 'M', chart_x(c, x), chart_y(c, x / t));
    }
    while (j-- > 0) {
        double x = (double)points->size[j], least = 1e-9 * points->seconds[j];
        double t = fmax(points->seconds[j] - points->half_width[j], least);
        t = with_transfers(&q->proc[i], x, t);
        fprintf(c->to, "L%.2f,%.2f", chart_x(c, x), chart_y(c, x / t));
    }
    fprintf(c->to, "Z\" %s " SVG_FILL " fill-opacity=\"0.2\"/>\n", svg_colour(q->curve[i]));
}

/* The curve that processor i is the first of, as far as one of its processors may go, and where the
   memory of each of them ends. */
static void draw_curve(const chart *c, const problem *q, int i) {
    const fpm_proc *proc = &q->proc[i];
    const fpm_model *m = proc->model;
    double end, last = last_size(m);
    char solid[120], dashed[120];
    int j, curve = q->curve[i];
    snprintf(solid, sizeof solid, "%s " SVG_STROKE " stroke-width=\"2\"", svg_colour(curve));
    snprintf(dashed, sizeof dashed,
             "%s " SVG_STROKE " stroke-width=\"1.6\" stroke-dasharray=\"5 4\"", svg_colour(curve));
    if (m->count == 0 || m->kind == FPM_DISCRETE) return;
    end = curve_end(c, q, i);
    speeds_draw_span(c, proc, 0, fmin((double)m->size[0], end), dashed);
    speeds_draw_span(c, proc, (double)m->size[0], fmin(last, end), solid);
    speeds_draw_span(c, proc, last, end, dashed);
    for (j = i; j < q->p; j++) {
        double most = (double)q->proc[j].max, x = chart_x(c, most), y;
        if (q->curve[j] != curve || !(most > 0 && most <= c->x.high)) continue;
        y = chart_y(c, speed_at(proc, most));
        svg_line(c->to, x, y - 9, x, y + 9, "%s", solid);
    }
}

/* The measured points with their confidence intervals; those that would cover each other are left
   out. */
static void draw_points(const chart *c, const problem *q, int i) {
    const fpm_points *points = &q->points[i];
    const char *colour = svg_colour(q->curve[i]);
    double last_x = -9e9, last_y = -9e9;
    int64_t j;
    for (j = 0; j < points->count; j++) {
        const fpm_proc *proc = &q->proc[i];
        double size = (double)points->size[j], half = points->half_width[j];
        double own = points->seconds[j], t = with_transfers(proc, size, own);
        double x = chart_x(c, size), y = chart_y(c, size / t);
        if (size > c->x.high || fabs(x - last_x) + fabs(y - last_y) < 2) continue;
        if (half > 0 && half < t) {
            double slow = with_transfers(proc, size, own + half);
            double quick = with_transfers(proc, size, own - half);
            svg_line(c->to, x, fmin(chart_y(c, size / slow), c->y.from), x,
                     fmax(chart_y(c, size / quick), c->y.to),
                     "%s " SVG_STROKE " stroke-width=\"1.2\"", colour);
        }
        svg_marker(c->to, q->curve[i], x, y, 3, "%s " SVG_FILL, colour);
        last_x = x;
        last_y = y;
    }
}

/* Where the line speed = size / time leaves the frame; 0 if it misses it. */
static int line_exit(const chart *c, double time, double *x, double *y) {
    *x = time * c->y.high;
    *y = c->y.high;
    if (*x > c->x.high) *x = c->x.high, *y = c->x.high / time;
    return time > 0 && *x > c->x.low && *y > c->y.low;
}

static int exits_right(const chart *c, double time) {
    double x, y;
    return line_exit(c, time, &x, &y) && x >= c->x.high;
}

static void draw_line(const chart *c, double time, const char *more) {
    double x, y, from = fmax(c->x.low, time * c->y.low);
    if (!line_exit(c, time, &x, &y)) return;
    svg_line(c->to, chart_x(c, from), chart_y(c, from / time), chart_x(c, x), chart_y(c, y), "%s",
             more);
}

/* Labels around the frame that do not touch each other. */
typedef struct label_space {
    double from[80], to[80]; /* taken along the top edge, then on down the right one */
    int count;
} label_space;

static void draw_label(const chart *c, label_space *taken, double time, const char *more,
                       const char *text) {
    double x, y, at, half;
    int i, right = exits_right(c, time);
    if (!line_exit(c, time, &x, &y) || taken->count == 80) return;
    x = chart_x(c, x);
    y = chart_y(c, y);
    half = right ? 7.5 : 3.7 * (double)strlen(text) + 3;
    at = right ? c->x.to + 20 + y : x;
    for (i = 0; i < taken->count; i++)
        if (at + half > taken->from[i] && at - half < taken->to[i]) return;
    taken->from[i] = at - half;
    taken->to[i] = at + half;
    taken->count++;
    if (right) svg_text(c->to, x + 6, y + 4, more, "%s", text);
    else {
        char middle[160];
        snprintf(middle, sizeof middle, SVG_MIDDLE " %s", more);
        svg_text(c->to, x, y - 7, middle, "%s", text);
    }
}

/* The time of the line that tells the result: whole shares lie on it or above it. */
static double result_time(const problem *q) { return q->solved ? q->info.makespan : 0; }

static void draw_lines(const chart *c, const problem *q, const lines *steps) {
    int i;
    for (i = 0; steps && i < steps->count; i++)
        draw_line(c, steps->time[i],
                  i < 2 ? SVG_SOFT " " SVG_STROKE
                        : SVG_SOFT " " SVG_STROKE " stroke-opacity=\"0.75\"");
    draw_line(c, result_time(q), SVG_STROKE " stroke-width=\"1.8\"");
}

static void draw_line_labels(const chart *c, const problem *q, const lines *steps) {
    label_space taken;
    char text[40];
    int i;
    taken.count = 0;
    snprintf(text, sizeof text, "%.4g s", result_time(q));
    if (!steps) draw_label(c, &taken, result_time(q), SVG_BOLD, text);
    for (i = 0; steps && i < steps->count; i++) {
        snprintf(text, sizeof text, "%d", i + 1);
        draw_label(c, &taken, steps->time[i], SVG_NOTE, text);
    }
}

static void draw_shares(const chart *c, const problem *q) {
    int i;
    for (i = 0; i < q->p && q->solved; i++) {
        const char *colour = svg_colour(q->curve[i]);
        double t = solve_share_seconds(q, i), x = chart_x(c, (double)q->d[i]), y;
        if (q->d[i] == 0 || !(t > 0)) continue;
        y = chart_y(c, (double)q->d[i] / t);
        svg_line(c->to, x, y, x, c->y.from,
                 "%s " SVG_STROKE " stroke-width=\"1.2\" stroke-dasharray=\"2 3\"", colour);
        svg_ring(c->to, q->curve[i], x, y, colour);
    }
}

/* All curves, the band below them and the other kinds above. */
static void draw_curves(const chart *c, const problem *q, const besides *more) {
    int i, k, next = 0;
    for (i = 0; i < q->p; i++) {
        if (q->curve[i] != next) continue;
        if (more->band) draw_band(c, q, i);
        draw_curve(c, q, i);
        for (k = 0; k < more->others; k++) draw_other(c, &more->other[k], i, k);
        next++;
    }
}

void speeds_draw(FILE *to, const problem *q, const besides *with) {
    static const besides nothing = {NULL, NULL, 0, 0};
    const besides *more = with ? with : &nothing;
    const lines *steps = more->steps;
    const int bottom = 474, key = 586;
    int rows = q->curves > 16 ? 16 : q->curves; /* of the legend */
    char title[160], desc[1000];
    rivals others = rivals_of(q);
    chart c = FPM_ZERO;
    int i, next, right;
    c.to = to;
    c.id = "frame";
    choose_axes(q, more, &c);
    right = q->solved && exits_right(&c, result_time(q));
    for (i = 0; steps && i < steps->count; i++) right |= exits_right(&c, steps->time[i]);
    c.x.from = 82;
    c.x.to = right ? 500 : 556;
    c.y.from = bottom;
    c.y.to = q->solved ? steps ? 120 : 103 : 66;
    if (q->solved)
        snprintf(title, sizeof title, "%" PRId64 " units over %d processor%s: done after %.4g s",
                 q->n, q->p, PLURAL(q->p), q->info.makespan);
    else snprintf(title, sizeof title, "Speed of %d processor%s", q->p, PLURAL(q->p));
    speeds_describe(q, &others, desc, sizeof desc);
    rows = (rows - 5) * speeds_row(q, more);
    if (rows < 0 || (!q->solved && !more->band)) rows = 0;
    svg_begin(to, bottom + 56 + rows, title, "%s", desc);
    speeds_notes(to, q, steps, &others);
    chart_begin(&c, "size (units of work)", "speed (units per second)");
    if (others.share > 0 && (double)others.share < c.x.high) {
        double x = chart_x(&c, (double)others.share);
        svg_line(to, x, c.y.from, x, c.y.to, EVEN_LINE);
    }
    if (q->solved) draw_lines(&c, q, steps);
    draw_curves(&c, q, more);
    chart_end(&c);
    for (i = next = 0; i < q->p; i++)
        if (q->curve[i] == next) draw_points(&c, q, i), next++;
    draw_shares(&c, q);
    if (q->solved) draw_line_labels(&c, q, steps);
    speeds_legend(&c, q, more, &others, key, c.y.from + rows);
    svg_end(to);
}
