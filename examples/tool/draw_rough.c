/* draw_rough.c - the picture of rough profiles: the balanced and the optimal partition. */
#include "draw_rough.h"
#include "chart.h"
#include "solve.h"

static const double cell_side = 2; /* pixels */
enum { CELLS_X = 139, CELLS_Y = 151, MOST_TRENDS = STYLE_COLOURS, TABLE_COLUMNS = 2 };

/* Both panels share this: time against size, the lowest times up to some way above the lines. */
static void rough_axes(const problem *q, const stand_in *balanced, chart *c) {
    double late = fmax(balanced->makespan, q->info.makespan), early = q->info.makespan;
    double most = 0, least = 1e300, last = 0;
    int i, k;
    int64_t j;
    if (!(late > 0)) late = early = 1;
    c->y.log = late > 15 * early;
    c->y.high = (c->y.log ? 3 : 1.3) * late;
    c->y.low = c->y.log ? early / 30 : 0;
    for (i = 0; i < q->p; i++) {
        const fpm_model *m = &q->model[i];
        for (j = m->count; j > 0 && solve_seconds(q, i, m->size[j - 1]) > c->y.high;) j--;
        if (j > 0) last = fmax(last, (double)m->size[j - 1]);
        for (k = 0; k < 2; k++) {
            double share = (double)(k ? q->d[i] : balanced->d[i]);
            if (!(share > 0)) continue;
            most = fmax(most, share);
            least = fmin(least, share);
        }
    }
    last = fmax(last, most > 0 ? most : 1);
    c->x.log = most > 60 * least;
    c->x.high = (c->x.log ? 1.3 : 1.03) * last;
    c->x.low = c->x.log ? least / 2 : 0;
}

/* The cell of a panel that a point lies in, or -1. */
static int cell_of(const chart *c, const problem *q, int i, int64_t j, double *x, double *y) {
    const fpm_model *m = &q->model[i];
    double t = q->proc[i].fixed + m->seconds[j];
    int column, row;
    *x = chart_x(c, (double)m->size[j]);
    *y = chart_y(c, t);
    column = (int)((*x - c->x.from) / cell_side);
    row = (int)((*y - c->y.to) / cell_side);
    if (*x < c->x.from || *y < c->y.to || *x > c->x.to || *y > c->y.from) return -1;
    return column < CELLS_X && row < CELLS_Y ? row * CELLS_X + column : -1;
}

/* All points on offer as the group `cloud`, a path a processor.  A cell is owned by the processor,
   from 1, that comes first with a point in it when all take turns, and has one dot at most: that
   bounds the picture however many points there are. */
static int draw_cloud(const chart *c, const problem *q) {
    int *owner = (int *)calloc((size_t)CELLS_X * CELLS_Y, sizeof *owner);
    double x, y, dots = 0, width;
    int i, cell, more = owner != NULL, open;
    int64_t j;
    if (!owner) return out_of_memory();
    for (j = 0; more; j++)
        for (i = more = 0; i < q->p; i++) {
            if (j >= q->model[i].count) continue;
            more = 1;
            cell = cell_of(c, q, i, j, &x, &y);
            if (cell < 0 || owner[cell]) continue;
            owner[cell] = i + 1;
            dots++;
        }
    width = dots > 6000 ? 1.7 : dots > 1200 ? 2.2 : dots > 200 ? 3 : 5;
    fprintf(c->to,
            "<defs><g id=\"cloud\" class=\"fpm\" stroke-width=\"%.1f\" stroke-linecap=\"round\">\n",
            width);
    for (i = 0; i < q->p; i++) {
        for (j = open = 0; j < q->model[i].count; j++) {
            cell = cell_of(c, q, i, j, &x, &y);
            if (cell < 0 || owner[cell] != i + 1) continue;
            owner[cell] = -1;
            if (!open++) fprintf(c->to, "<path %s " SVG_STROKE " d=\"", svg_colour(q->curve[i]));
            svg_dot(c->to, x, y);
        }
        if (open) svg_dots_end(c->to);
    }
    fputs("</g></defs>\n", c->to);
    free(owner);
    return ANSWERED;
}

/* The times that the balanced partition takes for true, as lines. */
static void draw_trends(const chart *c, const problem *q, const stand_in *s) {
    int i;
    for (i = 0; i < q->p && q->p <= MOST_TRENDS; i++) {
        const fpm_model *m = &s->model[i];
        double last = -9e9;
        int64_t j;
        int pen = 0;
        if (m->count < 2) continue;
        fputs("<path d=\"", c->to);
        for (j = 0; j < m->count; j++) {
            double x = chart_x(c, (double)m->size[j]);
            if (x < last + 2 && j + 1 < m->count) continue;
            fprintf(c->to, "%c%.1f,%.1f", pen++ ? 'L' : 'M', x,
                    chart_y(c, q->proc[i].fixed + m->seconds[j]));
            last = x;
        }
        fprintf(c->to, "\" %s " SVG_STROKE " stroke-width=\"2\"/>\n", svg_colour(q->curve[i]));
    }
}

static int mark_order(const void *one, const void *other) {
    const mark *a = (const mark *)one, *b = (const mark *)other;
    int x = (int)(a->x / 12), other_x = (int)(b->x / 12);
    if (x != other_x) return x - other_x;
    if (a->y < b->y || a->y > b->y) return a->y > b->y ? -1 : 1; /* so that leaders do not cross */
    return a->proc - b->proc;
}

/* Shares as dots, and numbers in a row above the line that they end below. */
static void draw_marks(const chart *c, const problem *q, const int64_t *d, double makespan) {
    mark m[MOST_NUMBERS];
    double row = fmax(chart_y(c, makespan) - 24, c->y.to + 10);
    int i, k, count = 0, busy = 0;
    for (i = 0; i < q->p; i++) busy += d[i] > 0;
    for (i = 0; i < q->p; i++) {
        double t = solve_seconds(q, i, d[i]);
        if (d[i] == 0 || (busy > MOST_NUMBERS && (t < makespan || count == MOST_NUMBERS))) continue;
        m[count].proc = i;
        m[count].x = chart_x(c, (double)d[i]);
        m[count++].y = chart_y(c, t);
    }
    qsort(m, (size_t)count, sizeof *m, mark_order);
    chart_spread(c, m, count, 18);
    for (k = 0; k < count; k++)
        svg_line(c->to, m[k].x, m[k].y, m[k].at, row, "%s " SVG_STROKE " stroke-width=\"%s\"",
                 svg_colour(q->curve[m[k].proc]), count > 8 ? "0.7" : "1.1");
    for (i = 0; i < q->p; i++)
        if (d[i])
            svg_marker(c->to, 0, chart_x(c, (double)d[i]), chart_y(c, solve_seconds(q, i, d[i])),
                       busy > 60 ? 2.5 : 4.2, "%s " SVG_FILL, svg_colour(q->curve[i]));
    for (k = 0; k < count; k++)
        svg_number(c->to, m[k].at, row, m[k].proc, svg_colour(q->curve[m[k].proc]));
}

/* All points again; without `paler` in full colour. */
static void use_cloud(const chart *c, double shift, const char *paler) {
    fprintf(
        c->to,
        "<use xmlns:xlink=\"http://www.w3.org/1999/xlink\" xlink:href=\"#cloud\" x=\"%.2f\"%s/>\n",
        shift, paler);
}

/* One panel: all points, those below the line in full colour, the line and the shares. */
static void draw_panel(const chart *c, const problem *q, const stand_in *balanced, double shift) {
    int left = shift <= 0;
    double was = chart_y(c, balanced->makespan);
    double line = left ? balanced->makespan : q->info.makespan, y = chart_y(c, line);
    chart_begin(c, "size (units of work)", left ? "time (seconds)" : NULL);
    use_cloud(c, shift, " stroke-opacity=\"0.22\"");
    fputs("</g>\n", c->to);
    svg_clip(c->to, left ? "below0" : "below1", c->x.from, y, c->x.to - c->x.from, c->y.from - y);
    use_cloud(c, shift, "");
    fprintf(c->to, "</g>\n<g clip-path=\"url(#%s)\" fill=\"none\">\n", c->id);
    if (left) draw_trends(c, q, balanced);
    if (!left && balanced->makespan > line)
        svg_line(c->to, c->x.from, was, c->x.to, was,
                 SVG_SOFT " " SVG_STROKE " stroke-width=\"1.4\" stroke-dasharray=\"6 4\"");
    svg_line(c->to, c->x.from, y, c->x.to, y, SVG_STROKE " stroke-width=\"2\"");
    chart_end(c);
    draw_marks(c, q, left ? balanced->d : q->d, line);
    svg_text(c->to, c->x.to + 5, y + 4, SVG_BOLD, "%.4g s", line);
    if (!left && was < y - 14)
        svg_text(c->to, c->x.to + 5, was + 4, SVG_SOFT, "%.4g s", balanced->makespan);
}

static void panel_share(const problem *q, int i, int64_t share, char *text, size_t size) {
    if (share == 0) snprintf(text, size, "idle");
    else
        snprintf(text, size, "%" PRId64 " unit%s, %.4g s", share, share == 1 ? "" : "s",
                 solve_seconds(q, i, share));
}

/* Both shares of each processor, in columns of a table below the panels. */
static void draw_share_table(FILE *to, const problem *q, const stand_in *balanced, double x,
                             double y, int rows) {
    char label[LABEL], one[60], other[60];
    int i;
    for (i = 0; i < TABLE_COLUMNS * rows && i < q->p; i++) {
        double left = x + 400 * (i / rows), top = y + 38 * (i % rows);
        if (i + 1 == TABLE_COLUMNS * rows && q->p > TABLE_COLUMNS * rows) {
            svg_text(to, left + 16, top + 4, "", "and %d more", q->p - i);
            break;
        }
        svg_number(to, left, top, i, svg_colour(q->curve[i]));
        svg_text(to, left + 16, top + 4, "", "%s", problem_label(q, i, 36, label));
        panel_share(q, i, balanced->d[i], one, sizeof one);
        panel_share(q, i, q->d[i], other, sizeof other);
        svg_text(to, left + 16, top + 20, SVG_NOTE, "%s \xe2\x86\x92 %s", one, other);
    }
}

/* What the right panel shows, in words. */
static void right_title(const problem *q, char *text, size_t size) {
    int exact =
        q->algorithm == FPM_AUTO || q->algorithm == FPM_OPTIMAL || q->algorithm == FPM_HPOPTA;
    if (q->least)
        snprintf(text, size, "least %s%s", choice_name(leasts, q->least),
                 q->eps > 0 || q->limit > 0 ? " within the limit" : " of the fastest");
    else if (exact) snprintf(text, size, q->info.gap > 0 ? "best found" : "optimal");
    else snprintf(text, size, "%s", choice_name(algorithms, q->algorithm));
}

static void rough_title(const problem *q, const stand_in *balanced, char *title, size_t size) {
    double now = q->info.makespan, was = balanced->makespan;
    int length = snprintf(title, size, "%" PRId64 " units over %d processor%s: done after %.4g s",
                          q->n, q->p, PLURAL(q->p), now);
    if (now < was) snprintf(title + length, size - (size_t)length, " instead of %.4g s", was);
}

/* The two lines above a panel. */
static void panel_captions(const chart *c, const problem *q, const stand_in *balanced, int left) {
    char title[80];
    right_title(q, title, sizeof title);
    svg_text(c->to, c->x.from, c->y.to - 30, SVG_BOLD, "%s: done after %.4g s",
             left ? "balanced" : title, left ? balanced->makespan : q->info.makespan);
    if (left)
        svg_text(c->to, c->x.from, c->y.to - 13, SVG_NOTE, "equal times on the trends%s",
                 q->p <= MOST_TRENDS ? " (the curves)" : "");
    else
        svg_text(c->to, c->x.from, c->y.to - 13, SVG_NOTE, "%s%s",
                 q->info.gap > 0 ? "" : "no partition is faster",
                 balanced->makespan <= q->info.makespan ? ""
                 : q->info.gap > 0                      ? "dashed: balanced"
                                                        : "; dashed: balanced");
}

int rough_draw(FILE *to, const problem *q, const stand_in *balanced) {
    const int rows = q->p >= 12 * TABLE_COLUMNS ? 12 : (q->p + TABLE_COLUMNS - 1) / TABLE_COLUMNS;
    const double top = 146, side = 278, high = 302, gap = 106;
    char title[200], right[80];
    int k;
    chart c = FPM_ZERO;
    rough_axes(q, balanced, &c);
    rough_title(q, balanced, title, sizeof title);
    right_title(q, right, sizeof right);
    svg_begin(to, (int)(top + high) + 84 + 38 * rows, title,
              "Two charts with the same dots, the feasible sizes and their times: on the left the "
              "balanced partition, whose last share is done after %.4g s, on the right %s one, "
              "done after %.4g s.",
              balanced->makespan, right, q->info.makespan);
    svg_note(
        to, 1,
        "Each dot is a feasible size and its time. A partition finishes at the line if all its "
        "shares lie on or below it;");
    svg_note(to, 2, "these dots are in full colour. Trends are mean speeds of neighbouring sizes.");
    svg_note(to, 3,
             "%s: imbalance %.3g %%, the last processor's time over the mean (100 %%: %.4g s)",
             right, 100 * q->info.imbalance, q->info.makespan / (1 + q->info.imbalance));
    c.to = to;
    c.y.from = top + high;
    c.y.to = top;
    c.x.ticks = 5;
    for (k = 0; k < 2; k++) {
        c.id = k ? "frame1" : "frame0";
        c.x.from = 82 + k * (side + gap);
        c.x.to = c.x.from + side;
        if (k == 0 && draw_cloud(&c, q)) return NO_ANSWER;
        panel_captions(&c, q, balanced, k == 0);
        draw_panel(&c, q, balanced, k * (side + gap));
    }
    svg_text(to, SVG_LEFT, top + high + 66, SVG_NOTE,
             "processor: balanced share \xe2\x86\x92 %s share", right);
    draw_share_table(to, q, balanced, SVG_LEFT + 10, top + high + 90, rows);
    svg_end(to);
    return ANSWERED;
}
