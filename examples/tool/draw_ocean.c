/* draw_ocean.c - the picture of a grid in equal tiles: loads as shades, tiles that are kept in
   frames, the rest tinted; north is on top. */
#include "draw_plane.h"
#include "ocean.h"
#include "svg.h"

#define TINTED "class=\"c1\" stroke=\"none\" fill-opacity=\"0.25\" " SVG_FILL

/* Where the picture of the grid lies, and how long a cell is in it. */
typedef struct frame {
    double x, y, across, down;
} frame;

/* A tile that is kept, as a rectangle with these attributes. */
static void draw_tile(FILE *to, const ocean *o, const frame *f, int64_t i, const char *more) {
    const fpm_rect *a = &o->part[i];
    double top = (double)(o->w.grid.rows - a->r1);
    svg_rect(to, f->x + f->across * (double)a->c0, f->y + f->down * top,
             f->across * (double)(a->c1 - a->c0), f->down * (double)(a->r1 - a->r0), "%s", more);
}

/* A rectangle of a path. */
static void put_box(FILE *to, double x, double y, double width, double height) {
    fprintf(to, "M%.2f %.2fh%.2fv%.2fh%.2fz", x, y, width, height, -width);
}

/* What is dropped is the grid without the tiles that are kept. */
static void draw_dropped(FILE *to, const ocean *o, const frame *f) {
    int64_t i;
    fprintf(to, "<path fill-rule=\"evenodd\" " TINTED " d=\"");
    put_box(to, f->x, f->y, f->across * (double)o->w.grid.cols, f->down * (double)o->w.grid.rows);
    for (i = 0; i < o->tiles.kept; i++) {
        const fpm_rect *a = &o->part[i];
        put_box(to, f->x + f->across * (double)a->c0,
                f->y + f->down * (double)(o->w.grid.rows - a->r1),
                f->across * (double)(a->c1 - a->c0), f->down * (double)(a->r1 - a->r0));
    }
    fprintf(to, "\"/>\n");
}

static void draw_frames(FILE *to, const ocean *o, const frame *f) {
    double width = f->across * (double)o->tiles.cols, height = f->down * (double)o->tiles.rows;
    char more[120];
    int64_t i;
    snprintf(more, sizeof more, "stroke-width=\"%.2f\"",
             fmin(fmax(fmin(width, height) / 12, 0.2), 1));
    fprintf(to, "<g fill=\"none\" " SVG_STROKE ">\n");
    for (i = 0; i < o->tiles.kept; i++) draw_tile(to, o, f, i, more);
    fprintf(to, "</g>\n");
    for (i = 0; i < o->tiles.kept; i++) {
        const fpm_rect *a = &o->part[i];
        draw_part_number(to, i, f->x + f->across * (double)a->c0,
                         f->y + f->down * (double)(o->w.grid.rows - a->r1),
                         f->across * (double)(a->c1 - a->c0), f->down * (double)(a->r1 - a->r0));
    }
}

int ocean_draw(FILE *to, const ocean *o) {
    const fpm_tiles *t = &o->tiles;
    double side = SVG_WIDTH - 2 * SVG_LEFT, least = 12, wide, high, x;
    double tall = (double)o->w.grid.rows / (double)o->w.grid.cols;
    char title[200];
    frame f;
    wide = fmax(fmin(side, side / tall), least);
    high = fmax(fmin(side, side * tall), least);
    f.x = SVG_LEFT;
    f.y = 98;
    f.across = wide / (double)o->w.grid.cols;
    f.down = high / (double)o->w.grid.rows;
    snprintf(title, sizeof title,
             "%" PRId64 " x %" PRId64 " cells in equal tiles over %" PRId64 " processor%s",
             o->w.grid.rows, o->w.grid.cols, o->w.m, PLURAL(o->w.m));
    svg_begin(to, (int)(f.y + high + 20), title,
              "Loads as shades, none in grey; frames are the %" PRId64
              " tiles that are kept, of %" PRId64 " x %" PRId64 " cells at most; the %" PRId64
              " tiles that are dropped are tinted.",
              t->kept, t->rows, t->cols, t->dropped);
    svg_note(to, 1,
             "%" PRId64 " x %" PRId64 " tiles of up to %" PRId64 " x %" PRId64
             " cells (%s): %" PRId64 " kept, %" PRId64 " dropped",
             t->down, t->across, t->rows, t->cols, choice_name(tile_forms, t->form), t->kept,
             t->dropped);
    x = draw_loads_key(to, 69);
    svg_key_area(to, x, 69, TINTED, "dropped; numbers: processors");
    if (draw_loads(to, &o->w, wide, high, !o->north_first)) return NO_ANSWER;
    draw_loads_at(to, f.x, f.y);
    draw_dropped(to, o, &f);
    draw_frames(to, o, &f);
    svg_end(to);
    return ANSWERED;
}
