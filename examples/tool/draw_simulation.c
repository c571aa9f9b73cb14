/* draw_simulation.c - the picture of shares and times over iterations, with frames of what was
   known. */
#include "draw_simulation.h"
#include "draw_speeds.h"

enum { MOST_NAMED = 20, MOST_BANDS = 60, MOST_SHOWN = 6, MOST_COLUMNS = 400, EVENT_ROWS = 4 };

/* Rows that are drawn: every so many. */
static int64_t row_step(const simulation *s) { return 1 + (s->count - 1) / MOST_COLUMNS; }

/* Edge of a stack of shares, to the right or back to the left. */
static void draw_edge(const chart *c, const simulation *s, const double *height, int back) {
    int64_t step = row_step(s), columns = (s->count + step - 1) / step, j;
    double last = 0;
    for (j = 0; j < columns; j++) {
        int64_t k = (back ? columns - 1 - j : j) * step;
        double y = chart_y(c, height[k]), left = chart_x(c, (double)k - 0.5);
        double right = chart_x(c, (double)(k + step < s->count ? k + step : s->count) - 0.5);
        if (j == 0) fprintf(c->to, "%c%.1f,%.1f", back ? 'L' : 'M', back ? right : left, y);
        else if (fabs(y - last) >= 0.05) fprintf(c->to, "H%.1fV%.1f", back ? right : left, y);
        if (j == 0 || fabs(y - last) >= 0.05) last = y;
        if (j + 1 == columns) fprintf(c->to, "H%.1f", back ? left : right);
    }
}

/* Shares as bands on top of each other; many processors: neighbours share a band. */
static int draw_bands(const chart *c, const simulation *s) {
    int p = s->q.p, bands = p < MOST_BANDS ? p : MOST_BANDS, j, i;
    double *under = (double *)calloc((size_t)s->count * 2, sizeof *under);
    double *over;
    int64_t k;
    if (!under) return out_of_memory();
    over = under + s->count;
    for (j = 0; j < bands; j++) {
        int first = (int)((int64_t)p * j / bands), next = (int)((int64_t)p * (j + 1) / bands);
        for (k = 0; k < s->count; k++) {
            over[k] = under[k];
            for (i = first; i < next; i++) over[k] += (double)s->shares[k * p + i];
        }
        fputs("<path d=\"", c->to);
        draw_edge(c, s, over, 0);
        draw_edge(c, s, under, 1);
        fprintf(c->to,
                "Z\" %s " SVG_FILL " fill-opacity=\"0.6\" " SVG_STROKE " stroke-width=\"%s\"/>\n",
                svg_colour(j), bands > MOST_NAMED ? "0.3" : "1");
        memcpy(under, over, (size_t)s->count * sizeof *under);
    }
    free(under);
    return ANSWERED;
}

/* Names beside the bands, as high as they end, the last processor on top; the numbers before them
   are those of events and options. */
static void draw_names(const chart *c, const simulation *s, double bottom) {
    const problem *q = &s->q;
    char label[LABEL];
    mark m[MOST_NUMBERS];
    double over = (double)q->n, x = c->x.to;
    chart down = *c;
    int i, j;
    if (q->p > MOST_NAMED) {
        svg_text(c->to, x + 14, c->y.to + 14, SVG_NOTE, "%d processors,", q->p);
        svg_text(c->to, x + 14, c->y.to + 30, SVG_NOTE, "the first at the bottom");
        return;
    }
    down.x.from = c->y.to + 6;
    down.x.to = bottom;
    for (i = q->p, j = 0; i-- > 0; j++) {
        double share = (double)s->shares[(s->count - 1) * q->p + i];
        m[j].proc = i;
        m[j].x = m[j].y = chart_y(c, over - share / 2);
        over -= share;
    }
    chart_spread(&down, m, q->p, 20);
    svg_text(c->to, x + 222, c->y.to - 9, SVG_NOTE " " SVG_END, "units at the end");
    for (j = 0; j < q->p; j++) {
        svg_line(c->to, x + 2, m[j].y, x + 16, m[j].at, "%s " SVG_STROKE " stroke-width=\"1.6\"",
                 svg_colour(m[j].proc));
        const fpm_proc *proc = &q->proc[m[j].proc];
        char number[16] = "", most[40] = "";
        if (q->files) snprintf(number, sizeof number, "%d ", m[j].proc);
        if (proc->max > 0) snprintf(most, sizeof most, " (max %" PRId64 ")", proc->max);
        svg_text(c->to, x + 21, m[j].at + 4, "", "%s%s%s", number,
                 problem_label(q, m[j].proc, proc->max > 0 ? 11 : 15, label),
                 s->there[m[j].proc] ? "" : " (gone)");
        svg_text(c->to, x + 222, m[j].at + 4, SVG_NOTE " " SVG_END, "%" PRId64 "%s",
                 s->last[m[j].proc], most);
    }
}

/* Times from the least optimum to the latest makespan. */
static void time_axis(const simulation *s, axis *y) {
    double high = 0, low = 1e300;
    int64_t k;
    for (k = 0; k < s->count; k++) {
        high = fmax(high, fmax(s->rows[k].makespan, s->rows[k].stay));
        low = fmin(low, s->rows[k].optimum);
    }
    y->log = low > 0 && high > 12 * low;
    y->low = y->log ? 0.7 * low : 0;
    y->high = high > 0 ? (y->log ? 1.3 : 1.08) * high : 1;
}

enum { MAKESPAN, OPTIMUM, STAY };

static double row_time(const iteration *r, int which) {
    return which == MAKESPAN ? r->makespan : which == OPTIMUM ? r->optimum : r->stay;
}

static void draw_times(const chart *c, const simulation *s, int which, const char *more) {
    int64_t k, step = row_step(s);
    fputs("<path d=\"", c->to);
    for (k = 0; k < s->count; k += step) {
        double y = chart_y(c, row_time(&s->rows[k], which));
        if (which == MAKESPAN)
            fprintf(c->to, "%c%.1f,%.1f", k ? 'L' : 'M', chart_x(c, (double)k), y);
        else
            fprintf(c->to, "%c%.1f,%.1fH%.1f", k ? 'L' : 'M', chart_x(c, (double)k - 0.5), y,
                    chart_x(c, fmin((double)(k + step), (double)s->count) - 0.5));
    }
    fprintf(c->to, "\" %s/>\n", more);
    for (k = 0; k < s->count && s->count <= 80 && which == MAKESPAN; k++)
        svg_marker(c->to, 0, chart_x(c, (double)k), chart_y(c, s->rows[k].makespan), 2.8, SVG_FILL);
}

/* Are there few enough times to show each? */
static int shows_measured(const simulation *s) {
    return s->q.p <= MOST_NAMED && s->count * s->q.p <= 2000;
}

static void draw_measured(const chart *c, const simulation *s) {
    int i, p = s->q.p;
    int64_t k;
    for (i = 0; i < p && shows_measured(s); i++) {
        svg_dots_begin(c->to, svg_colour(i), 4);
        for (k = 0; k < s->count; k++)
            if (s->measured[k * p + i] > 0)
                svg_dot(c->to, chart_x(c, (double)k), chart_y(c, s->measured[k * p + i]));
        svg_dots_end(c->to);
    }
}

/* Lines where something happens, and what, above the frame; the number of text rows that takes. */
static int draw_events(const chart *c, const simulation *s, int texts, int lines_too) {
    double end[EVENT_ROWS] = {0}, x, half;
    char text[80];
    int j, row, rows = 0;
    for (j = 0; j < s->event_count; j++) {
        const event *e = &s->events[j];
        if (e->what == DRIFT || e->at >= s->count) continue;
        x = chart_x(c, (double)e->at - 0.5);
        if (lines_too)
            svg_line(c->to, x, c->y.to - 4, x, c->y.from, SVG_STROKE " stroke-dasharray=\"2 3\"");
        simulation_event_text(e, text, sizeof text);
        half = 3.1 * (double)strlen(text);
        x = fmin(fmax(x, c->x.from + half), c->x.to - half);
        for (row = 0; row < EVENT_ROWS && x - half < end[row];) row++;
        if (row == EVENT_ROWS) continue;
        end[row] = x + half + 10;
        if (row >= rows) rows = row + 1;
        if (texts)
            svg_text(c->to, x, c->y.to - 10 - 15 * row, SVG_MIDDLE " font-size=\"12\"", "%s", text);
    }
    return rows;
}

static const char makespan_line[] = SVG_STROKE " stroke-width=\"2\"";
static const char optimum_line[] = SVG_STROKE " stroke-width=\"1.4\" stroke-dasharray=\"5 3\"";
static const char stay_line[] =
    SVG_SOFT " " SVG_STROKE " stroke-width=\"1.8\" stroke-dasharray=\"2 3\"";

/* The key of the lower chart, in the line above it. */
static void draw_time_key(FILE *to, const simulation *s, double x, double y) {
    svg_key_line(to, x, y, makespan_line, "makespan");
    svg_key_line(to, x + 124, y, optimum_line, "optimum");
    svg_key_line(to, x + 242, y, stay_line, "staying");
    if (!shows_measured(s)) return;
    svg_marker(to, 0, x + 361, y - 4, 2.1, "%s " SVG_FILL, svg_colour(0));
    svg_text(to, x + 370, y, "", "measured");
}

static void run_axis(const simulation *s, axis *x) {
    x->low = -0.5;
    x->high = (double)s->count - 0.5;
    x->from = 82;
    x->to = 590;
    x->whole = 1;
}

/* Shares above, times below, over the same iterations. */
static int draw_run(FILE *to, const simulation *s, double top) {
    const double middle = top + 220, below = middle + 62, bottom = below + 200;
    chart c = FPM_ZERO;
    int status;
    c.to = to;
    c.id = "shares";
    run_axis(s, &c.x);
    c.y.whole = 1;
    c.y.from = middle;
    c.y.to = top;
    c.y.high = s->q.n > 0 ? (double)s->q.n : 1;
    chart_begin(&c, "", "shares (units of work)");
    status = draw_bands(&c, s);
    chart_end(&c);
    draw_names(&c, s, bottom);
    draw_events(&c, s, 1, 1);
    c.id = "times";
    c.y.from = bottom;
    c.y.to = below;
    c.y.whole = 0;
    time_axis(s, &c.y);
    chart_begin(&c, "iteration", "time (seconds)");
    draw_times(&c, s, STAY, stay_line);
    draw_measured(&c, s);
    draw_times(&c, s, OPTIMUM, optimum_line);
    draw_times(&c, s, MAKESPAN, makespan_line);
    chart_end(&c);
    draw_events(&c, s, 0, 1);
    draw_time_key(to, s, 90, below - 12);
    return status;
}

/* Processor j of those that the frames show: all, or some of different colours. */
static int shown(const simulation *s, int j) {
    int p = s->q.p, i;
    if (j >= MOST_SHOWN || j >= p) return -1;
    if (p <= MOST_SHOWN) return j;
    i = (int)((int64_t)p * j / MOST_SHOWN);
    i += j - i % STYLE_COLOURS;
    return i < p ? i : i - STYLE_COLOURS;
}

/* Axes that fit all frames: shares and the speeds of the truth and of the measurements. */
static void frame_axes(const simulation *s, chart *c) {
    double least = 1e300, most = 0, slow = 1e300, quick = 0, lowest = 1e300;
    int i, j, p = s->q.p;
    int64_t k;
    for (j = 0; (i = shown(s, j)) >= 0; j++) {
        double peak = 0;
        for (k = 0; k < s->count; k++) {
            double x = (double)s->shares[k * p + i], t = s->measured[k * p + i];
            if (!(x > 0)) continue;
            most = fmax(most, x);
            least = fmin(least, x);
            if (t > 0) lowest = fmin(lowest, x / t), peak = fmax(peak, x / t);
        }
        if (peak > 0) slow = fmin(slow, peak), quick = fmax(quick, peak);
    }
    if (!(most > 0)) least = most = 1;
    if (!(quick > 0)) quick = slow = lowest = 1;
    c->x.high = 1.15 * most;
    c->x.log = c->y.log = quick > 40 * slow || most > 300 * least;
    if (!c->x.log) {
        for (j = 0; (i = shown(s, j)) >= 0; j++)
            quick = fmax(quick, fmin(speeds_peak(&s->q, i, c->x.high, &lowest), 1.6 * quick));
    } else {
        c->x.low = least / 2;
        c->y.low = lowest / 2;
    }
    c->y.high = (c->y.log ? 1.6 : 1.08) * quick;
}

/* What was known after so many iterations: models[i] of processor i, or (NULL) those of now. */
static int draw_frame(chart *c, simulation *s, const fpm_model *models, int64_t after) {
    const char *bold = SVG_MIDDLE " " SVG_BOLD " font-size=\"12\"";
    int i, j, unused, p = s->q.p;
    int64_t k;
    if (simulation_set_truth(s, after - 1, &unused)) return NO_ANSWER;
    chart_begin(c, "size (units)", c->x.from < 100 ? "speed (units/s)" : NULL);
    fputs("<g " SVG_SOFT " opacity=\"0.4\" " SVG_STROKE " stroke-width=\"4\">\n", c->to);
    for (j = 0; (i = shown(s, j)) >= 0; j++) speeds_draw_span(c, &s->q.proc[i], 0, c->x.high, "");
    fputs("</g>\n", c->to);
    for (j = 0; (i = shown(s, j)) >= 0; j++) {
        fpm_proc known = FPM_ZERO;
        char line[80];
        snprintf(line, sizeof line, "%s " SVG_STROKE " stroke-width=\"1.4\"", svg_colour(i));
        known.model = models ? &models[i] : fpm_balance_model(&s->b, i);
        if (known.model && known.model->count > 0) speeds_draw_span(c, &known, 0, c->x.high, line);
        svg_dots_begin(c->to, svg_colour(i), 4.8);
        for (k = after > 400 ? after - 400 : 0; k < after && k < s->count; k++) {
            double x = (double)s->shares[k * p + i], t = s->measured[k * p + i];
            if (t > 0) svg_dot(c->to, chart_x(c, x), chart_y(c, x / t));
        }
        svg_dots_end(c->to);
    }
    chart_end(c);
    svg_text(c->to, (c->x.from + c->x.to) / 2, c->y.to - 9, bold, "after %" PRId64 " iteration%s",
             after, after == 1 ? "" : "s");
    return ANSWERED;
}

/* Frames of the first iterations, and of the last one that was measured. */
static int draw_frames(FILE *to, simulation *s, double top) {
    static const char *const id[] = {"frame0", "frame1", "frame2", "frame3", "frame4"};
    int j, frames = 0, status = ANSWERED;
    chart c = FPM_ZERO;
    c.to = to;
    c.y.from = top + 160;
    c.y.to = top;
    frame_axes(s, &c);
    c.x.ticks = 2, c.y.ticks = 3;
    for (j = 0; j <= EARLY_FRAMES && !status; j++) {
        int64_t after = j < EARLY_FRAMES ? simulation_frames[j] : s->b.steps;
        if (after > s->b.steps || (j == EARLY_FRAMES && (after <= 3 || after == 5))) continue;
        c.id = id[frames];
        c.x.from = 76 + 153 * frames++;
        c.x.to = c.x.from + 132;
        status = draw_frame(&c, s, j < EARLY_FRAMES ? s->frame[j] : NULL, after);
    }
    return status;
}

static void frames_note(const simulation *s, char *text, size_t size) {
    int j, i, length = snprintf(text, size, "What was known");
    for (j = 0; (i = shown(s, j)) >= 0 && s->q.p > MOST_SHOWN; j++)
        length +=
            snprintf(text + length, size - (size_t)length, "%s %d", j ? "," : " of processors", i);
    snprintf(text + length, size - (size_t)length,
             ": the truth in grey, times so far as dots, the partial models as lines");
}

/* What moving was worth since each change. */
static void draw_stretches(FILE *to, const stretch *list, int count, double y) {
    int j;
    for (j = 0; j < count; j++, y += 17) {
        const stretch *t = &list[j];
        char pays[60] = "has not paid yet";
        if (t->pays >= 0)
            snprintf(pays, sizeof pays, "pays from iteration %" PRId64 " on", t->pays);
        svg_text(to, SVG_LEFT, y, "font-size=\"12\"",
                 "%s %" PRId64 ": %" PRId64
                 " iteration%s in %.4g s (%.4g s without moving, %.4g s at best): moving %s",
                 t->from ? "change at iteration" : "from iteration", t->from, t->count,
                 t->count == 1 ? "" : "s", t->all, t->stay, t->optimum, pays);
    }
}

int simulation_draw(FILE *to, simulation *s) {
    const iteration *first = &s->rows[0], *last = &s->rows[s->count - 1];
    const int frames = s->b.steps > 0;
    stretch list[MOST_STRETCHES];
    char title[300];
    chart c = FPM_ZERO;
    int status, top, below, count = simulation_stretches(s, list, MOST_STRETCHES);
    run_axis(s, &c.x);
    top = 86 + 15 * draw_events(&c, s, 0, 0);
    below = top + 220 + 62 + 200;
    snprintf(title, sizeof title,
             "%" PRId64 " units over %d processor%s: %.4g s%s, %.4g s without moving", s->q.n,
             s->q.p, PLURAL(s->q.p), list[count - 1].all,
             list[count - 1].from ? " since the change" : "", list[count - 1].stay);
    svg_begin(to, below + 60 + 17 * count + (frames ? 290 : 0), title,
              "Shares of %d processors as bands over %" PRId64
              " iterations, above their times: the "
              "makespan falls from %.4g s to %.4g s, where the optimum is %.4g s and the shares at "
              "the start or at the last change would take %.4g s.",
              s->q.p, s->count, first->makespan, last->makespan, last->optimum, last->stay);
    svg_note(
        to, 1,
        "dynamic balancing, method %s, noise %.3g %% of each time: makespan %.4g times the optimum "
        "at first, %.4g in the end",
        choice_name(simulation_methods, s->method), 100 * s->noise,
        simulation_ratio(first->makespan, first->optimum),
        simulation_ratio(last->makespan, last->optimum));
    svg_note(to, 2,
             "staying: with the shares at the start, or at the last change; moving included where "
             "it costs");
    status = draw_run(to, s, top);
    draw_stretches(to, list, count, below + 66);
    below += 66 + 17 * count;
    if (!status && frames) {
        frames_note(s, title, sizeof title);
        svg_text(to, SVG_LEFT, below + 14, SVG_NOTE, "%s", title);
        status = draw_frames(to, s, below + 48);
    }
    svg_end(to);
    return status;
}
