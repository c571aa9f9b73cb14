/* draw_times.c - how repeated times of the same work spread: a histogram. */
#include "draw_times.h"
#include "chart.h"

int spread_add(spread *s, const double *seconds, int64_t count) {
    double median = count > 0 ? 0.5 * (seconds[(count - 1) / 2] + seconds[count / 2]) : 0;
    int64_t i;
    for (i = 0; i < count; i++) {
        double *list = (double *)more_room(s->ratio, (size_t)s->count, sizeof *list);
        if (!list) return 0;
        s->ratio = list;
        list[s->count++] = seconds[i] / median;
    }
    return 1;
}

void spread_note(spread *s, double skewness) {
    s->skewness += skewness;
    s->measured++;
    if (fabs(skewness) > fabs(s->most_skewed)) s->most_skewed = skewness;
}

double spread_skewness(const spread *s) {
    return s->measured > 0 ? s->skewness / (double)s->measured : 0;
}

void spread_free(spread *s) {
    free(s->ratio);
    s->ratio = NULL;
    s->count = 0;
}

enum { BINS = 48, PANEL = 190, TOP = 62, SHOWN = 12 };

/* What a panel shows: the samples from low to high, in bins. */
typedef struct histogram {
    double low, high;
    int64_t bin[BINS], inside;
    double mean, deviation; /* of those inside */
} histogram;

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    if (x < y) return -1;
    return x > y;
}

/* Sample number i of n at a part of the way from the first to the last. */
static double at_part(const double *x, int64_t n, double part) {
    return x[(int64_t)(part * (double)(n - 1))];
}

/* What lies farther than six times the distance of the quartiles from these, and one in a hundred
   of the longest, is counted, and not shown. */
static int make_histogram(const spread *s, histogram *h) {
    double *x = (double *)malloc((size_t)s->count * sizeof *x), first, third;
    int64_t i;
    if (!x) return 0;
    memset(h, 0, sizeof *h);
    memcpy(x, s->ratio, (size_t)s->count * sizeof *x);
    qsort(x, (size_t)s->count, sizeof *x, ascending);
    first = at_part(x, s->count, 0.25);
    third = at_part(x, s->count, 0.75);
    h->low = fmax(x[0], first - 6 * (third - first));
    h->high = fmin(at_part(x, s->count, 0.99), third + 6 * (third - first));
    if (h->high - h->low < 1e-6) {
        h->low -= 0.005;
        h->high += 0.005;
    }
    for (i = 0; i < s->count; i++) {
        int k = (int)((double)BINS * (x[i] - h->low) / (h->high - h->low));
        if (x[i] < h->low || x[i] > h->high) continue;
        h->bin[k < BINS ? k : BINS - 1]++;
        h->mean += x[i];
        h->deviation += (x[i] - 1) * (x[i] - 1);
        h->inside++;
    }
    h->mean /= (double)h->inside;
    h->deviation = sqrt(fmax(0, h->deviation / (double)h->inside - (h->mean - 1) * (h->mean - 1)));
    free(x);
    return 1;
}

static void draw_normal(const chart *c, const histogram *h) {
    const double pi = 3.14159265358979323846;
    double width = (h->high - h->low) / (double)BINS;
    int k;
    if (!(h->deviation > 0)) return;
    fputs("<path d=\"", c->to);
    for (k = 0; k <= 200; k++) {
        double x = h->low + (h->high - h->low) * k / 200, z = (x - h->mean) / h->deviation;
        double part = width * exp(-0.5 * z * z) / (h->deviation * sqrt(2 * pi));
        fprintf(c->to, "%c%.2f,%.2f", k ? 'L' : 'M', chart_x(c, 100 * (x - 1)),
                chart_y(c, 100 * part));
    }
    fputs("\" fill=\"none\" " SVG_STROKE " stroke-width=\"1.4\" stroke-dasharray=\"5 3\"/>\n",
          c->to);
}

static void draw_panel(FILE *to, const spread *s, const char *name, int at) {
    histogram h;
    chart c = FPM_ZERO;
    char id[20], label[80];
    double most = 0;
    int k, y = TOP + at * PANEL;
    if (s->count == 0 || !make_histogram(s, &h)) return;
    for (k = 0; k < BINS; k++) most = fmax(most, 100 * (double)h.bin[k] / (double)h.inside);
    snprintf(id, sizeof id, "frame%d", at);
    snprintf(label, sizeof label, "%.40s", name);
    c.to = to;
    c.id = id;
    c.x.low = 100 * (h.low - 1);
    c.x.high = 100 * (h.high - 1);
    c.x.from = 82;
    c.x.to = 600;
    c.y.high = 1.08 * most;
    c.y.ticks = 3;
    c.x.ticks = 6;
    c.y.from = y + PANEL - 60;
    c.y.to = y;
    chart_begin(&c, "time beside the median of its measurement (%)", "samples (%)");
    for (k = 0; k < BINS; k++) {
        double from = chart_x(&c, c.x.low + (c.x.high - c.x.low) * k / (double)BINS);
        double part = chart_y(&c, 100 * (double)h.bin[k] / (double)h.inside);
        if (h.bin[k] > 0)
            svg_rect(to, from, part, (c.x.to - c.x.from) / (double)BINS, c.y.from - part,
                     "%s " SVG_AREA, svg_colour(at));
    }
    draw_normal(&c, &h);
    chart_end(&c);
    svg_text(to, 620, y + 12, SVG_BOLD, "%s", label);
    svg_text(to, 620, y + 30, SVG_NOTE, "%" PRId64 " samples, %" PRId64 " measurements", s->count,
             s->measured);
    svg_text(to, 620, y + 48, SVG_NOTE, "skewness %.2f in the mean,", spread_skewness(s));
    svg_text(to, 620, y + 64, SVG_NOTE, "%.2f at most (0: symmetric)", s->most_skewed);
    if (h.inside < s->count)
        svg_text(to, 620, y + 82, SVG_NOTE, "%" PRId64 " samples lie farther out",
                 s->count - h.inside);
}

void spreads_draw(FILE *to, const void *all) {
    const spreads *of = (const spreads *)all;
    int k, shown = of->count < SHOWN ? of->count : SHOWN;
    svg_begin(to, TOP + shown * PANEL + 6, "How times of the same work spread",
              "Histograms of all samples over the median of their measurement, one for each of %d "
              "device%s, with normal curves.",
              shown, PLURAL(shown));
    svg_key_line(to, SVG_LEFT, 48, SVG_STROKE " stroke-width=\"1.4\" stroke-dasharray=\"5 3\"",
                 "normal noise of the same mean and standard deviation");
    for (k = 0; k < shown; k++) draw_panel(to, of->of[k], of->name[k], k);
    svg_end(to);
}
