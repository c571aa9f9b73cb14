/* draw_bars.c - the picture of shares alone, where speeds have no curves: a bar a processor. */
#include "draw_bars.h"
#include "solve.h"
#include "svg.h"

enum { MOST_BARS = 40, PITCH = 26, FIRST = 84 };
static const double names = 110, letter = 7.7; /* pixels of names, most of a letter on average */

/* Where a number of units ends, where the longest bar has so many pixels. */
static double place(double units, double most, double room) { return names + room * units / most; }

/* What stands beside a bar. */
static int label(char *text, size_t size, const problem *q, int i) {
    return snprintf(text, size, "%" PRId64 " unit%s, %.4g %%, done after %.4g", q->d[i],
                    PLURAL(q->d[i]), q->n ? 100 * (double)q->d[i] / (double)q->n : 0.0,
                    solve_share_seconds(q, i));
}

void bars_draw(FILE *to, const problem *q) {
    int i, bars = q->p < MOST_BARS ? q->p : MOST_BARS, limits = 0, letters = 0;
    double most = 1, even = (double)q->n / q->p, room, y, x;
    char title[160], text[160];
    for (i = 0; i < bars; i++) {
        int count = label(text, sizeof text, q, i);
        if (count > letters) letters = count;
    }
    room = (double)SVG_WIDTH - names - 14 - 8 - letter * letters;
    for (i = 0; i < bars; i++) {
        most = fmax(most, (double)q->d[i]);
        limits |= q->proc[i].max > 0;
    }
    most = fmax(most, even);
    snprintf(title, sizeof title, "%" PRId64 " units over %d processor%s of given speeds", q->n,
             q->p, PLURAL(q->p));
    svg_begin(to, FIRST + PITCH * (bars + (bars < q->p)) + 12, title,
              "One bar per processor, as long as its share; the last one is done after %.4g.",
              q->info.makespan);
    svg_note(to, 1, "done after %.4g (units / speed); dashed: an even share%s", q->info.makespan,
             limits ? "; a stop: its largest share" : "");
    for (i = 0; i < bars; i++) {
        y = FIRST + PITCH * i, x = place((double)q->d[i], most, room);
        svg_text(to, SVG_LEFT, y + 14, "", "processor %d", i);
        if (q->d[i] > 0)
            svg_rect(to, names, y, x - names, 19, "%s fill-opacity=\"0.75\" " SVG_FILL,
                     svg_colour(i));
        if (q->proc[i].max > 0 && q->d[i] >= q->proc[i].max)
            svg_line(to, x, y - 3, x, y + 22, SVG_STROKE " stroke-width=\"3\"");
        label(text, sizeof text, q, i);
        svg_text(to, names + room + 14, y + 14, "", "%s", text);
    }
    if (bars < q->p)
        svg_text(to, SVG_LEFT, FIRST + PITCH * bars + 14, SVG_NOTE, "and %d more", q->p - bars);
    x = place(even, most, room);
    svg_line(to, x, FIRST - 8, x, FIRST + PITCH * bars - 4,
             SVG_SOFT " " SVG_STROKE " stroke-dasharray=\"5 4\"");
    svg_end(to);
}
