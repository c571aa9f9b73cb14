/* draw_legend.c - the picture of speed functions: what stands beside the chart and above it. */
#include "draw_legend.h"
#include "points.h"
#include "solve.h"

/* What the same processors would need with shares that do not depend on their models, or with one
   speed of each, that at the even share; 0 if that cannot be.  *share: all have this, or 0. */
static double rival_time(const problem *q, int algorithm, int64_t *share) {
    fpm_options opts = FPM_ZERO;
    fpm_info info;
    int64_t *d = (int64_t *)malloc((size_t)q->p * sizeof *d);
    int i, status = FPM_E_MEMORY;
    opts.algorithm = algorithm;
    *share = 0;
    if (d) status = fpm_partition(q->n, q->p, q->proc, &opts, d, &info);
    for (i = 0; status >= 0 && i < q->p && llabs(d[i] - d[0]) <= 1;) i++;
    if (status >= 0 && i == q->p) *share = d[0];
    free(d);
    return status < 0 ? 0 : info.makespan;
}

rivals rivals_of(const problem *q) {
    rivals r = FPM_ZERO;
    int64_t unused;
    if (!q->solved || q->n <= 0 || q->p < 2) return r;
    if (q->info.algorithm != FPM_EVEN) r.even = rival_time(q, FPM_EVEN, &r.share);
    if (q->info.algorithm != FPM_PROPORTIONAL)
        r.constant = rival_time(q, FPM_PROPORTIONAL, &unused);
    return r;
}

/* Which kind of models each line is, and what the band is, from the bottom up; how high it is. */
static int draw_kinds(FILE *to, const problem *q, const besides *more, double x, double y) {
    int k, rows = more->others ? more->others + 1 : 0;
    char line[120];
    for (k = more->others; k-- > 0;) {
        snprintf(line, sizeof line, SVG_STROKE " stroke-width=\"1.3\" %s", speeds_dashes(k));
        svg_key_line(to, x, y, line, "%s", choice_name(model_kinds, more->other[k].kind));
        y -= 20;
    }
    if (more->others) {
        svg_key_line(to, x, y, SVG_STROKE " stroke-width=\"2\"", "%s",
                     choice_name(model_kinds, q->kind));
        y -= 20;
    }
    if (!more->band) return 20 * rows;
    svg_key_area(to, x, y, "fill-opacity=\"0.2\" " SVG_FILL, "time +- its half-width");
    return 20 * (rows + 1);
}

/* What the signs mean, from the bottom up. */
static void draw_key(const chart *c, const problem *q, const rivals *others, double x, double y) {
    if (q->solved) {
        svg_key_line(c->to, x, y, SVG_STROKE " stroke-width=\"1.8\"", "done after %.4g s",
                     q->info.makespan);
        svg_marker(c->to, 0, x + 13, y - 24, 6,
                   "fill=\"none\" " SVG_STROKE " stroke-width=\"2.4\"");
        svg_text(c->to, x + 34, y - 20, "", "share");
        y -= 40;
        if (others->share > 0 && (double)others->share < c->x.high) {
            svg_key_line(c->to, x, y, EVEN_LINE, "even share");
            y -= 20;
        }
    }
    if (q->kind != FPM_DISCRETE) {
        svg_key_line(c->to, x, y, SVG_STROKE " stroke-width=\"1.6\" stroke-dasharray=\"5 4\"",
                     "outside the points");
        y -= 20;
    }
    svg_marker(c->to, 0, x + 13, y - 4, 3, SVG_FILL);
    svg_text(c->to, x + 34, y, "", "measured");
}

/* The shares of all processors of a curve, and when the last one of them is done. */
static void shares_text(const problem *q, int curve, char *text, size_t size) {
    int64_t least = INT64_MAX, most = 0;
    double seconds = 0;
    int i, length;
    for (i = 0; i < q->p; i++) {
        if (q->curve[i] != curve) continue;
        if (q->d[i] < least) least = q->d[i];
        if (q->d[i] > most) most = q->d[i];
        seconds = fmax(seconds, solve_share_seconds(q, i));
    }
    if (most == 0) {
        snprintf(text, size, "0 units, idle");
        return;
    }
    length = least < most ? snprintf(text, size, "%" PRId64 " to ", least) : 0;
    snprintf(text + length, size - (size_t)length, "%" PRId64 " units, %.4g s", most, seconds);
}

/* Bars of what other shares take, and of what these do. */
static void draw_rivals(FILE *to, const problem *q, const rivals *others, double x, double y) {
    const char *const name[] = {"even shares", "one speed each", "these shares"};
    const double seconds[] = {others->even, others->constant, q->info.makespan};
    double longest = fmax(fmax(seconds[0], seconds[1]), seconds[2]);
    int k;
    for (k = 0; k < 3; k++, y += 20) {
        double length = 74 * seconds[k] / longest;
        svg_text(to, x + 96, y, SVG_END " font-size=\"12\"", "%s", name[k]);
        svg_rect(to, x + 102, y - 11, length, 14, k < 2 ? SVG_SOFT " " SVG_AREA : SVG_FILL);
        svg_text(to, x + 108 + length, y, "font-size=\"12\"", "%.3g s", seconds[k]);
    }
}

/* What stands below the name of processor i, the first one of a curve. */
static void draw_row(FILE *to, const problem *q, const besides *more, int i, double x, double y) {
    double mean, most;
    int64_t at;
    char text[120];
    if (q->solved) {
        shares_text(q, q->curve[i], text, sizeof text);
        svg_text(to, x, y, SVG_NOTE, "%s", text);
        y += 16;
    }
    if (!more->band) return;
    points_band(&q->points[i], &mean, &most, &at);
    svg_text(to, x, y, SVG_NOTE, "band %.3g %% wide", 100 * mean);
}

int speeds_row(const problem *q, const besides *more) {
    return 24 + (q->solved ? 18 : 0) + (more->band ? 16 : 0);
}

void speeds_legend(const chart *c, const problem *q, const besides *more, const rivals *others,
                   double x, double bottom) {
    double y = c->y.to + 10, row = speeds_row(q, more);
    int i, j, curve = 0, named = 0, fit, kinds = draw_kinds(c->to, q, more, x, bottom);
    char label[LABEL], text[120], line[120];
    bottom -= kinds;
    fit = (int)((bottom - 120 - y) / row);
    if (fit >= q->curves) fit = q->curves;
    else fit--;
    for (i = 0; i < q->p && curve < fit; i++) {
        const char *colour = svg_colour(curve);
        int count = 0;
        if (q->curve[i] != curve) continue;
        for (j = i; j < q->p; j++) count += q->curve[j] == curve;
        problem_label(q, i, 20, label);
        snprintf(text, sizeof text, count > 1 ? "%s x %d" : "%s", label, count);
        snprintf(line, sizeof line, "%s " SVG_STROKE " stroke-width=\"%s\"", colour,
                 q->kind == FPM_DISCRETE ? "0" : "2.4");
        svg_key_line(c->to, x, y, line, "%s", text);
        svg_marker(c->to, curve, x + 13, y - 4, 4, "%s " SVG_FILL, colour);
        draw_row(c->to, q, more, i, x + 34, y + 16);
        named += count, curve++, y += row;
    }
    if (named < q->p) svg_text(c->to, x + 34, y, "", "and %d more", q->p - named);
    draw_key(c, q, others, x, bottom);
    if (q->curves < 4 && y < bottom - 190 && others->even > 0 && others->constant > 0)
        draw_rivals(c->to, q, others, x, bottom - 174);
}

/* What is gained. */
static void draw_gain(FILE *to, const problem *q, const rivals *others) {
    char text[200];
    int length = snprintf(text, sizeof text, "%s", q->info.gap > 0 ? "" : "no partition is faster");
    if (q->info.gap > 0)
        length =
            snprintf(text, sizeof text, "no partition is done before %.4g s", q->info.lower_bound);
    if (others->even > 0)
        length += snprintf(text + length, sizeof text - (size_t)length, "; even shares: %.3g s",
                           others->even);
    if (others->constant > 0)
        snprintf(text + length, sizeof text - (size_t)length, "; one speed each: %.3g s",
                 others->constant);
    svg_text(to, SVG_LEFT, 48, "", "%s", text);
}

void speeds_notes(FILE *to, const problem *q, const lines *steps, const rivals *others) {
    const fpm_info *info = &q->info;
    const char *kind = choice_name(model_kinds, q->kind);
    if (!q->solved) {
        svg_note(to, 1, "%s models", kind);
        return;
    }
    draw_gain(to, q, others);
    svg_note(to, 2, "%s models, %s; imbalance %.3g %% (100 %%: the mean busy time, %.4g s)", kind,
             choice_name(algorithms, info->algorithm),
             info->imbalance > 1e-9 ? 100 * info->imbalance : 0.0,
             info->makespan / (1 + info->imbalance));
    if (steps)
        svg_note(
            to, 3,
            "lines 1 and 2 enclose the answer; each later one lies midway between the closest two "
            "that do; %d in all",
            steps->count);
}

void speeds_describe(const problem *q, const rivals *others, char *text, size_t size) {
    char label[LABEL];
    int i, length;
    if (!q->solved) {
        length = snprintf(text, size, "Curves of speed against size:");
        for (i = 0; i < q->p && i < 12; i++)
            length += snprintf(text + length, size - (size_t)length, "%s %s", i ? "," : "",
                               problem_label(q, i, 20, label));
    } else {
        length = snprintf(text, size,
                          "Curves of speed against size, and a line through the origin that meets "
                          "them where each is done after %.4g s:",
                          q->info.makespan);
        for (i = 0; i < q->p && i < 12; i++)
            length += snprintf(text + length, size - (size_t)length, "%s %s at %" PRId64 " units",
                               i ? "," : "", problem_label(q, i, 20, label), q->d[i]);
    }
    if (q->p > 12)
        length += snprintf(text + length, size - (size_t)length, " and %d more", q->p - 12);
    length += snprintf(text + length, size - (size_t)length, ".");
    if (others->even > 0)
        snprintf(text + length, size - (size_t)length, " Even shares take %.3g s.", others->even);
}
