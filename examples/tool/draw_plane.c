/* draw_plane.c - the picture of loads, the darker the more, and rectangles over them. */
#include "draw_plane.h"
#include "svg.h"

enum { SHADES = 24, PIXELS = 192 };
#define NO_LOAD "class=\"grid\" " SVG_FILL
#define LOADED "class=\"c0\" " SVG_FILL " "
#define MOVED "class=\"c2\" stroke=\"none\" fill-opacity=\"0.5\" " SVG_FILL
#define MARKED "class=\"c1\" stroke-width=\"2.4\" fill-opacity=\"0.3\" " SVG_FILL

static int compare_loads(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return a < b ? -1 : a > b;
}

/* Mean loads over at most PIXELS x PIXELS blocks as shades: 0 none, the heaviest darkest, in
   proportion to the root of the load, as a few cells usually hold most of it. */
static int *shade_loads(const plane *w, int *rows, int *cols) {
    int64_t nr = w->grid.rows, nc = w->grid.cols, step = 1;
    double *mean, top;
    int *shade, r, c, count;
    while (nr / step > PIXELS || nc / step > PIXELS) step++;
    *rows = (int)((nr + step - 1) / step);
    *cols = (int)((nc + step - 1) / step);
    count = *rows * *cols;
    mean = (double *)malloc(2 * (size_t)count * sizeof *mean);
    shade = (int *)malloc((size_t)count * sizeof *shade);
    for (r = 0; mean && shade && r < *rows; r++)
        for (c = 0; c < *cols; c++) {
            int64_t r0 = r * step, r1 = r0 + step < nr ? r0 + step : nr;
            int64_t c0 = c * step, c1 = c0 + step < nc ? c0 + step : nc;
            mean[r * *cols + c] =
                (double)fpm_grid_load(&w->grid, r0, r1, c0, c1) / (double)((r1 - r0) * (c1 - c0));
        }
    if (mean && shade) {
        memcpy(mean + count, mean, (size_t)count * sizeof *mean);
        qsort(mean + count, (size_t)count, sizeof *mean, compare_loads);
        top = mean[count + count - 1 - count / 200]; /* a few peaks may be cut off */
        if (!(top > 0)) top = mean[count + count - 1];
        for (r = 0; r < count; r++) {
            double v = top > 0 ? sqrt(mean[r] / top) * (int)SHADES : 0;
            shade[r] = v >= (int)SHADES ? SHADES : mean[r] > 0 && v < 1 ? 1 : (int)v;
        }
    } else {
        free(shade);
        shade = NULL;
    }
    free(mean);
    return shade;
}

/* The attributes of a shade: grey where there is no load, else the darker the more. */
static void put_shade(FILE *to, int s) {
    if (s == 0) fputs(NO_LOAD, to);
    else fprintf(to, LOADED "fill-opacity=\"%.2f\"", 0.1 + 0.8 * s / (int)SHADES);
}

/* Runs of equal shade, one path a shade, in units of pixels. */
static void draw_shades(FILE *to, const int *shade, int rows, int cols) {
    int s, r, c, end;
    for (s = 0; s <= SHADES; s++) {
        int some = 0;
        for (r = 0; r < rows; r++)
            for (c = 0; c < cols; c = end) {
                for (end = c + 1; end < cols && shade[r * cols + end] == shade[r * cols + c];)
                    end++;
                if (shade[r * cols + c] != s) continue;
                if (!some++) {
                    fputs("<path ", to);
                    put_shade(to, s);
                    fputs(" d=\"", to);
                }
                fprintf(to, "M%d %dh%dv1h-%dz", c, r, end - c, end - c);
            }
        if (some) fprintf(to, "\"/>\n");
    }
}

int draw_loads(FILE *to, const plane *w, double wide, double high, int turned) {
    int rows, cols, *shade = shade_loads(w, &rows, &cols);
    double down = high / rows;
    if (!shade) return out_of_memory();
    fprintf(to, "<defs><g id=\"loads\" class=\"fpm\" shape-rendering=\"crispEdges\" "
                "transform=\"");
    if (turned) fprintf(to, "translate(0 %.5f) ", high);
    fprintf(to, "scale(%.5f %.5f)\">\n", wide / cols, turned ? -down : down);
    draw_shades(to, shade, rows, cols);
    fprintf(to, "</g></defs>\n");
    free(shade);
    return ANSWERED;
}

void draw_loads_at(FILE *to, double x, double y) {
    fprintf(to,
            "<use xmlns:xlink=\"http://www.w3.org/1999/xlink\" xlink:href=\"#loads\" x=\"%.2f\" "
            "y=\"%.2f\"/>\n",
            x, y);
}

double draw_loads_key(FILE *to, double y) {
    double x = SVG_LEFT;
    int s;
    svg_key_area(to, x, y, NO_LOAD, "no load");
    x += 100;
    for (s = 2; s <= SHADES; s += 2) {
        fprintf(to, "<path ");
        put_shade(to, s);
        fprintf(to, " d=\"M%.0f %.0fh5v14h-5z\"/>\n", x, y - 11);
        x += 5;
    }
    svg_text(to, x + 8, y, "", "load: the darker the more");
    return x + 190;
}

void draw_part_number(FILE *to, int64_t i, double x, double y, double width, double height) {
    char text[24];
    double half = 4 * snprintf(text, sizeof text, "%" PRId64, i) + 3;
    if (width < 2 * half || height < 15) return;
    x += width / 2, y += height / 2;
    svg_rect(to, x - half, y - 7.5, 2 * half, 15,
             "class=\"ground\" rx=\"3\" fill-opacity=\"0.8\" " SVG_FILL);
    svg_text(to, x, y + 4.4, SVG_MIDDLE " font-size=\"12\" " SVG_BOLD, "%s", text);
}

/* Which class auto took, or "". */
static const char *class_taken(const tiling *t, char *room, size_t size) {
    if (t->algorithm != FPM_RECT_AUTO) return "";
    snprintf(room, size, ": %s", choice_name(rect_classes, t->info.algorithm));
    return room;
}

/* The cells of a part that were not its owner's: above and below the old part, then beside it. */
static void draw_moved(FILE *to, const plane *w, int64_t i, const fpm_rect *r, double x, double y,
                       double across, double down) {
    fpm_rect k = *r;
    int64_t cut[4][4];
    int side;
    if (i < w->opts.parts) k = w->from[i];
    k.r0 = k.r0 > r->r0 ? k.r0 : r->r0, k.r1 = k.r1 < r->r1 ? k.r1 : r->r1;
    k.c0 = k.c0 > r->c0 ? k.c0 : r->c0, k.c1 = k.c1 < r->c1 ? k.c1 : r->c1;
    if (i >= w->opts.parts || k.r0 >= k.r1 || k.c0 >= k.c1) k.r0 = k.r1 = r->r1, k.c1 = k.c0;
    for (side = 0; side < 4; side++) {
        cut[side][0] = side == 0 ? r->r0 : side == 1 ? k.r1 : k.r0;
        cut[side][1] = side == 0 ? k.r0 : side == 1 ? r->r1 : k.r1;
        cut[side][2] = side == 3 ? k.c1 : r->c0;
        cut[side][3] = side == 2 ? k.c0 : r->c1;
        if (cut[side][0] >= cut[side][1] || cut[side][2] >= cut[side][3]) continue;
        svg_rect(to, x + across * (double)cut[side][2], y + down * (double)cut[side][0],
                 across * (double)(cut[side][3] - cut[side][2]),
                 down * (double)(cut[side][1] - cut[side][0]), MOVED);
    }
}

/* One panel: the loads, the rectangles with lines that are as thin as they are narrow, the part
   with the largest load marked, the numbers of those that go to given processors. */
static void draw_tiling(FILE *to, const plane *w, const tiling *t, double x, double y, double wide,
                        double high) {
    double across = wide / (double)w->grid.cols, down = high / (double)w->grid.rows;
    char more[120];
    int64_t i;
    draw_loads_at(to, x, y);
    fprintf(to, "<g fill=\"none\" " SVG_STROKE ">\n");
    for (i = 0; i < w->m; i++) {
        const fpm_rect *r = &t->part[i];
        double width = across * (double)(r->c1 - r->c0), height = down * (double)(r->r1 - r->r0);
        if (r->r0 >= r->r1 || r->c0 >= r->c1) continue;
        if (w->from) draw_moved(to, w, i, r, x, y, across, down);
        if (i == t->info.last && w->m > 1) snprintf(more, sizeof more, MARKED);
        else
            snprintf(more, sizeof more, "stroke-width=\"%.2f\"",
                     fmin(fmax(fmin(width, height) / 12, 0.2), 1));
        svg_rect(to, x + across * (double)r->c0, y + down * (double)r->r0, width, height, "%s",
                 more);
    }
    fprintf(to, "</g>\n");
    for (i = 0; (w->speed || w->answers == 1) && i < w->m; i++) {
        const fpm_rect *r = &t->part[i];
        draw_part_number(to, i, x + across * (double)r->c0, y + down * (double)r->r0,
                         across * (double)(r->c1 - r->c0), down * (double)(r->r1 - r->r0));
    }
    svg_text(to, x, y - 24, SVG_BOLD, "%s%s", choice_name(rect_classes, t->algorithm),
             class_taken(t, more, sizeof more));
    svg_text(to, x, y - 7, SVG_NOTE, "imbalance %.2f %%, gap %.2f %%", 100 * t->info.imbalance,
             100 * t->info.gap);
}

/* What is seen, in a sentence. */
static void describe(const plane *w, char *text, size_t size) {
    int i, length = snprintf(text, size, "Loads as shades, none in grey, under the rectangles of");
    for (i = 0; i < w->answers && i < 12; i++)
        length += snprintf(text + length, size - (size_t)length, "%s %s (imbalance %.2f %%)",
                           i ? "," : "", choice_name(rect_classes, w->answer[i].algorithm),
                           100 * w->answer[i].info.imbalance);
    snprintf(text + length, size - (size_t)length, "; the part that is done last is marked.");
}

/* What colours and numbers mean. */
static void draw_key(FILE *to, const plane *w, double y) {
    const char *numbers = "";
    double x = draw_loads_key(to, y);
    if (w->answers == 1) numbers = "; numbers: parts";
    if (w->speed) numbers = "; numbers: processors, in the order of their speeds";
    svg_key_area(to, x, y, MARKED, "%s%s", w->speed ? "done last" : "largest load", numbers);
    if (w->from) svg_key_area(to, x + 340, y, MOVED, "has moved");
}

int plane_draw(FILE *to, const plane *w) {
    int i, across = w->answers < 4 ? w->answers : w->answers == 4 ? 2 : 3;
    const fpm_info *t = &w->answer[0].info;
    double pitch = (double)(SVG_WIDTH - 2 * SVG_LEFT + 20) / across;
    double side = pitch - 20, least = 12, mean;
    double tall = (double)w->grid.rows / (double)w->grid.cols;
    double wide = fmax(fmin(side, side / tall), least), high = fmax(fmin(side, side * tall), least);
    int down = (w->answers + across - 1) / across;
    char title[200], desc[1000];
    mean =
        w->speed ? t->makespan / (1 + t->imbalance) : plane_load(w, w->grid.total) / (double)w->m;
    snprintf(title, sizeof title, "%" PRId64 " x %" PRId64 " loads over %" PRId64 " processor%s%s",
             w->grid.rows, w->grid.cols, w->m, PLURAL(w->m), w->speed ? " of given speeds" : "");
    describe(w, desc, sizeof desc);
    svg_begin(to, (int)(88 + down * (high + 60)), title, "%s", desc);
    svg_note(to, 1,
             w->speed
                 ? "imbalance: the last processor over equal finishes (100 %%: "
                   "%.*g); gap: over the lower bound"
                 : "imbalance: of the largest load over the mean (100 %%: %.*g); gap: over the "
                   "bound of any partition",
             mean < 1e4 ? 4 : 15, mean < 1e4 ? mean : floor(mean + 0.5)); /* no exponent */
    draw_key(to, w, 69);
    if (draw_loads(to, w, wide, high, 0)) return NO_ANSWER;
    for (i = 0; i < w->answers; i++)
        draw_tiling(to, w, &w->answer[i], (int)SVG_LEFT + i % across * pitch,
                    118 + i / across * (high + 60), wide, high);
    svg_end(to);
    return ANSWERED;
}
