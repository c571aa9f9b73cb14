/* A picture of an ocean over processors: rectangles as they come, and none thinner than a halo.
      cc -O2 -I. examples/recipes/ocean.c -o ocean_picture -lm
      ./ocean_picture MASK.pgm OUT.svg [PROCESSORS [LEAST]]      256 and 5 unless told
   MASK.pgm is a plain PGM image (P2) of levels, 0 on land, as recipe_ocean writes it. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include "../tool/style.h"
#include <stdio.h>
#include <stdlib.h>

enum { LEFT = 20, TOP = 84, GAP = 34, SHADES = 12 };

static int fail(const char *what) {
    fprintf(stderr, "ocean: %s\n", what);
    return 1;
}

/* Levels of a plain PGM image; NULL: it is none. */
static int64_t *read_levels(const char *path, int *rows, int *cols) {
    FILE *from = fopen(path, "r");
    int64_t *level = NULL;
    int most, one, i, count = 0;
    if (from && fscanf(from, "P2 %d %d %d", cols, rows, &most) == 3 && *rows > 0 && *cols > 0 &&
        *rows <= 10000 && *cols <= 10000) {
        count = *rows * *cols;
        level = (int64_t *)malloc((size_t)count * sizeof *level);
    }
    for (i = 0; level && i < count; i++)
        if (fscanf(from, "%d", &one) == 1 && one >= 0) level[i] = one;
        else {
            free(level);
            level = NULL;
        }
    if (from) fclose(from);
    return level;
}

/* The colours of the tool's maps: grey where there is no load, else the darker the more. */
static int shade_of(int64_t level, int64_t most) {
    if (level == 0) return 0;
    return 1 + (int)(SHADES * level / (most + 1));
}

/* Levels as runs of equal shade along each row. */
static void draw_levels(FILE *to, const int64_t *level, int rows, int cols) {
    int64_t most = 1;
    int shade, r, c, end;
    for (c = 0; c < rows * cols; c++)
        if (level[c] > most) most = level[c];
    fprintf(to, "<g id=\"levels\" class=\"fpm\" shape-rendering=\"crispEdges\">\n");
    for (shade = 0; shade <= SHADES; shade++) {
        fprintf(to, "<path class=\"%s\" fill=\"currentColor\" fill-opacity=\"%.2f\" d=\"",
                shade ? "c0" : "grid", shade ? 0.1 + 0.8 * shade / SHADES : 1.0);
        for (r = 0; r < rows; r++)
            for (c = 0; c < cols; c = end) {
                int one = shade_of(level[r * cols + c], most);
                end = c + 1;
                while (end < cols && shade_of(level[r * cols + end], most) == one) end++;
                if (one == shade) fprintf(to, "M%d %dh%dv1h-%dz", c, r, end - c, end - c);
            }
        fprintf(to, "\"/>\n");
    }
    fprintf(to, "</g>\n");
}

/* Parts as frames; those that a halo does not fit into are filled. */
static void draw_parts(FILE *to, int m, const fpm_rect *part, int64_t least) {
    int i;
    for (i = 0; i < m; i++) {
        int64_t high = part[i].r1 - part[i].r0, wide = part[i].c1 - part[i].c0;
        if (high == 0 || wide == 0) continue;
        fprintf(to,
                "<path class=\"%s\" stroke=\"currentColor\" stroke-width=\"1\" fill=\"%s\" "
                "d=\"M%d %dh%dv%dh-%dz\"/>\n",
                high < least || wide < least ? "c1" : "ink",
                high < least || wide < least ? "currentColor" : "none", (int)part[i].c0,
                (int)part[i].r0, (int)wide, (int)high, (int)wide);
    }
}

static int draw(const char *path, const int64_t *level, int rows, int cols, int m, fpm_rect *part,
                int64_t least) {
    FILE *to;
    fpm_grid grid;
    int i;
    if (fpm_grid_init(&grid, rows, cols, level, 0, NULL, NULL) < 0) return fail("no levels");
    to = fopen(path, "w");
    if (!to) return fpm_grid_free(&grid), perror(path), 1;
    fprintf(to, STYLE_HEAD, cols + 2 * LEFT, 2 * (rows + GAP) + TOP, cols + 2 * LEFT,
            2 * (rows + GAP) + TOP);
    fprintf(
        to,
        "An ocean over %d processors" STYLE_DESC
        "Two maps of the same ocean, land in grey, cut into rectangles of about equal "
        "work: above any rectangles, those thinner than %d cells filled; below none is." STYLE_BODY
        "<text x=\"%d\" y=\"28\" font-size=\"18\" font-weight=\"bold\">An ocean over %d "
        "processors</text>\n<text x=\"%d\" y=\"48\" class=\"soft\" font-size=\"12\">%d x %d "
        "cells; blue: levels, the darker the more; grey: land, no load; red: rectangles that a "
        "halo of %d does not fit into</text>\n",
        m, (int)least, LEFT, m, LEFT, rows, cols, (int)least);
    for (i = 0; i < 2; i++) {
        fpm_rect_options opts = FPM_ZERO;
        fpm_info info;
        fpm_rect_outputs out;
        int top = TOP + i * (rows + GAP);
        opts.min_rows = opts.min_cols = i ? least : 0;
        opts.compact = i ? 0 : FPM_EXACT; /* above: evenness alone */
        if (fpm_rect_partition(&grid, m, &opts, part, &out, &info) < 0)
            return fpm_grid_free(&grid), fclose(to), fail(fpm_status_str(info.status));
        printf("least %d: imbalance %.2f %%, thinnest %d\n", (int)opts.min_rows,
               100 * info.imbalance, (int)out.min_extent);
        fprintf(to,
                "<text x=\"%d\" y=\"%d\">%s: the heaviest %.2f %% above the mean, the thinnest %d "
                "cells</text>\n<g transform=\"translate(%d %d)\">\n",
                LEFT, top - 8, i ? "with a halo" : "any rectangles", 100 * info.imbalance,
                (int)out.min_extent, LEFT, top);
        if (i == 0) draw_levels(to, level, rows, cols);
        else fprintf(to, "<use href=\"#levels\"/>\n");
        draw_parts(to, m, part, least);
        fprintf(to, "</g>\n");
    }
    fprintf(to, "</svg>\n");
    fpm_grid_free(&grid);
    return fclose(to) ? (perror(path), 1) : 0;
}

int main(int argc, char **argv) {
    int rows = 0, cols = 0, m = argc > 3 ? atoi(argv[3]) : 256, bad = 1;
    int64_t *level = argc > 2 ? read_levels(argv[1], &rows, &cols) : NULL;
    int64_t least = argc > 4 ? atoi(argv[4]) : 5;
    fpm_rect *part = m > 0 ? (fpm_rect *)malloc((size_t)m * sizeof *part) : NULL;
    if (!level || !part || least < 0) fail("usage: ocean MASK.pgm OUT.svg [PROCESSORS [LEAST]]");
    else bad = draw(argv[2], level, rows, cols, m, part, least);
    free(level);
    free(part);
    return bad;
}
