/* chart.c - pictures: axes, grids, places in a chart. */
#include "chart.h"

static double place(const axis *a, double v) {
    double f;
    if (a->log) f = v > 0 ? log(v / a->low) / log(a->high / a->low) : -9;
    else f = (v - a->low) / (a->high - a->low);
    f = f < -9 ? -9 : f > 9 ? 9 : f;
    return a->from + f * (a->to - a->from);
}

double chart_x(const chart *c, double v) { return place(&c->x, v); }

double chart_y(const chart *c, double v) { return place(&c->y, v); }

/* A round value in few characters: 250, 1.5k, 20M, 1e-05. */
static const char *round_text(double v, char *room, size_t size) {
    static const char *const suffix[] = {"", "k", "M", "G", "T"};
    double scaled = fabs(v);
    int k = 0;
    while (scaled >= 999.9995 && k < 4) scaled /= 1000, k++;
    snprintf(room, size, "%s%.4g%s", v < 0 ? "-" : "", scaled, suffix[k]);
    return room;
}

/* The next of 1, 2, 5 times powers of ten that is at least v. */
static double round_up(double v) {
    double power = pow(10, floor(log10(v))), f = v / power;
    return power * (f <= 1.0000001 ? 1 : f <= 2.0000001 ? 2 : f <= 5.0000001 ? 5 : 10);
}

/* Values for ticks, about as many as asked for; the number of them. */
static int axis_ticks(const axis *a, int about, double *tick, int room) {
    static const double times[] = {1, 2, 5};
    int count = 0, k;
    if (a->log) {
        int first = (int)floor(log10(a->low)), last = (int)floor(log10(a->high));
        int every = 1 + (last - first) / (about + 2), fine = last - first <= about / 3;
        for (k = first; k <= last; k += every) {
            int j;
            for (j = 0; j < (fine ? 3 : 1); j++) {
                double v = times[j] * pow(10, k);
                if (v >= a->low * 0.999 && v <= a->high * 1.001 && count < room) tick[count++] = v;
            }
        }
    } else {
        double step = round_up((a->high - a->low) / about);
        if (a->whole) step = fmax(step, 1);
        for (k = (int)ceil(a->low / step - 1e-9); k * step <= a->high * 1.0000001; k++)
            if (count < room) tick[count++] = k * step;
    }
    return count;
}

void chart_begin(const chart *c, const char *x_title, const char *y_title) {
    const axis *x = &c->x, *y = &c->y;
    double tick[40];
    char room[40], turned[120];
    double aside = 54; /* of the title, past the widest value */
    int i, count = axis_ticks(x, x->ticks ? x->ticks : 7, tick, 40);
    for (i = 0; i < count; i++) {
        double at = place(x, tick[i]);
        svg_line(c->to, at, y->from, at, y->to, "class=\"grid\" " SVG_STROKE);
        svg_text(c->to, at, y->from + 18, SVG_MIDDLE, "%s", round_text(tick[i], room, sizeof room));
    }
    count = axis_ticks(y, y->ticks ? y->ticks : 6, tick, 40);
    for (i = 0; i < count; i++) {
        double at = place(y, tick[i]);
        svg_line(c->to, x->from, at, x->to, at, "class=\"grid\" " SVG_STROKE);
        if (!y_title) continue;
        svg_text(c->to, x->from - 8, at + 4, SVG_END, "%s", round_text(tick[i], room, sizeof room));
        aside = fmax(aside, 24 + 7.5 * (double)strlen(room));
    }
    svg_text(c->to, (x->from + x->to) / 2, y->from + 42, SVG_MIDDLE, "%s%s", x_title,
             x->log ? ", logarithmic" : "");
    snprintf(turned, sizeof turned, SVG_MIDDLE " transform=\"rotate(-90 %.2f %.2f)\"",
             x->from - aside, (y->from + y->to) / 2);
    if (y_title)
        svg_text(c->to, x->from - aside, (y->from + y->to) / 2, turned, "%s%s", y_title,
                 y->log ? ", logarithmic" : "");
    svg_clip(c->to, c->id, x->from, y->to, x->to - x->from, y->from - y->to);
}

void chart_end(const chart *c) {
    const axis *x = &c->x, *y = &c->y;
    fprintf(c->to,
            "</g>\n<path d=\"M%.2f,%.2fV%.2fH%.2f\" fill=\"none\" " SVG_STROKE
            " stroke-width=\"1.2\"/>\n",
            x->from, y->to, y->from, x->to);
}

void chart_spread(const chart *c, mark *m, int count, double gap) {
    double left[MOST_NUMBERS], most = c->x.to;
    int k;
    for (k = 0; k < count; k++) left[k] = k ? fmax(m[k].x, left[k - 1] + gap) : m[k].x;
    for (k = count; k-- > 0;) m[k].at = k + 1 < count ? fmin(m[k].x, m[k + 1].at - gap) : m[k].x;
    for (k = 0; k < count; k++) m[k].at = (m[k].at + left[k]) / 2;
    for (k = count; k-- > 0; most -= gap) m[k].at = fmin(m[k].at, most);
    most = c->x.from;
    for (k = 0; k < count; k++, most += gap) m[k].at = fmax(m[k].at, most);
}
