/* draw_plane.c - the picture of loads in grey and rectangles over them. */
#include "draw_plane.h"
#include "svg.h"

enum { SHADES = 24, PIXELS = 192 };

static int compare_loads(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return a < b ? -1 : a > b;
}

/* Mean loads over at most PIXELS x PIXELS blocks as shades: 0 white, the heaviest darkest, in
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
            const int64_t *low = w->grid.at + r0 * (nc + 1), *high = w->grid.at + r1 * (nc + 1);
            mean[r * *cols + c] = (double)((high[c1] - high[c0]) - (low[c1] - low[c0])) /
                                  (double)((r1 - r0) * (c1 - c0));
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

/* Runs of equal shade, one path a shade, in units of pixels. */
static void draw_shades(FILE *to, const int *shade, int rows, int cols) {
    int s, r, c, end;
    for (s = 1; s <= SHADES; s++) {
        int grey = 250 - 190 * s / SHADES, some = 0;
        for (r = 0; r < rows; r++)
            for (c = 0; c < cols; c = end) {
                for (end = c + 1; end < cols && shade[r * cols + end] == shade[r * cols + c];)
                    end++;
                if (shade[r * cols + c] != s) continue;
                if (!some++) fprintf(to, "<path fill=\"#%02x%02x%02x\" d=\"", grey, grey, grey);
                fprintf(to, "M%d %dh%dv1h-%dz", c, r, end - c, end - c);
            }
        if (some) fprintf(to, "\"/>\n");
    }
}

/* One panel: the loads, the rectangles, the part with the largest load marked. */
static void draw_tiling(FILE *to, const plane *w, const tiling *t, double x, double y,
                        double scale) {
    int64_t i;
    fprintf(to, "<use href=\"#loads\" x=\"%.2f\" y=\"%.2f\"/>\n", x, y);
    fprintf(to, "<g fill=\"none\" stroke=\"#0072b2\" stroke-width=\"%.2f\">\n",
            w->m > 2000  ? 0.4
            : w->m > 400 ? 0.6
                         : 1.0);
    for (i = 0; i < w->m; i++) {
        const fpm_rect *r = &t->part[i];
        if (r->r0 >= r->r1 || r->c0 >= r->c1) continue;
        fprintf(to, "<path d=\"M%.2f %.2fh%.2fv%.2fh%.2fz\"", x + scale * (double)r->c0,
                y + scale * (double)r->r0, scale * (double)(r->c1 - r->c0),
                scale * (double)(r->r1 - r->r0), -scale * (double)(r->c1 - r->c0));
        if (i == t->info.part)
            fprintf(to, " stroke=\"#d55e00\" stroke-width=\"2\" fill=\"#d55e00\" "
                        "fill-opacity=\"0.25\"");
        fprintf(to, "/>\n");
    }
    fprintf(to, "</g>\n");
    svg_text(to, x, y - 24, "font-size=\"14\" " SVG_BOLD, "%s",
             choice_name(rect_classes, t->algorithm));
    svg_text(to, x, y - 7, SVG_NOTE, "imbalance %.2f %%, gap %.2f %%", 100 * t->info.imbalance,
             100 * t->info.gap);
}

int plane_draw(FILE *to, const plane *w) {
    int rows, cols, i, across = w->answers < 4 ? w->answers : w->answers == 4 ? 2 : 3;
    const fpm_rect_info *t = &w->answer[0].info;
    int *shade = shade_loads(w, &rows, &cols);
    double side = across == 1 ? 640 : across == 2 ? 460 : 310;
    double scale = side / (double)(w->grid.rows > w->grid.cols ? w->grid.rows : w->grid.cols);
    double wide = scale * (double)w->grid.cols, high = scale * (double)w->grid.rows;
    int down = (w->answers + across - 1) / across, width = (int)(40 + across * (wide + 24) - 24);
    char title[200];
    if (!shade) return out_of_memory();
    snprintf(title, sizeof title, "%" PRId64 " x %" PRId64 " loads over %" PRId64 " processors%s",
             w->grid.rows, w->grid.cols, w->m, w->speed ? " of given speeds" : "");
    svg_begin(to, width < 420 ? 420 : width, (int)(66 + down * (high + 66)), title);
    svg_heading(to, 30, title);
    svg_text(
        to, 20, 49, SVG_NOTE,
        w->speed ? "imbalance: of the latest finish over that of equal finishes (100 %%: %.4g); "
                   "gap: over the lower bound"
                 : "imbalance: of the largest load over the mean (100 %%: %.4g); gap: over the "
                   "bound of any partition",
        w->speed ? t->makespan / (1 + t->imbalance) : plane_load(w, w->grid.total) / (double)w->m);
    fprintf(to,
            "<defs><g id=\"loads\"><rect width=\"%.2f\" height=\"%.2f\" fill=\"#fff\"/>"
            "<g shape-rendering=\"crispEdges\" transform=\"scale(%.5f %.5f)\">\n",
            wide, high, wide / cols, high / rows);
    draw_shades(to, shade, rows, cols);
    fprintf(to, "</g></g></defs>\n");
    for (i = 0; i < w->answers; i++)
        draw_tiling(to, w, &w->answer[i], 20 + i % across * (wide + 24),
                    108 + i / across * (high + 66), scale);
    svg_end(to);
    free(shade);
    return ANSWERED;
}
