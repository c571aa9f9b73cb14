/* svg.c - pictures: the elements of SVG. */
#include "svg.h"
#include "text.h"

const char *svg_colour(int i) {
    static const char *const classes[STYLE_COLOURS] = {
        "class=\"c0\"", "class=\"c1\"", "class=\"c2\"", "class=\"c3\"",
        "class=\"c4\"", "class=\"c5\"", "class=\"c6\"", "class=\"c7\""};
    return classes[i % STYLE_COLOURS];
}

/* Any text as the content of an element; what XML forbids becomes a question mark. */
static void svg_escape(FILE *to, const char *text) {
    const unsigned char *s = (const unsigned char *)text;
    while (*s) {
        int length = text_utf8(s);
        if (*s == '&') fputs("&amp;", to);
        else if (*s == '<') fputs("&lt;", to);
        else if (*s == '>') fputs("&gt;", to);
        else if (length == 0) fputc('?', to);
        else fwrite(s, 1, (size_t)length, to);
        s += length ? length : 1;
    }
}

void svg_text(FILE *to, double x, double y, const char *more, const char *format, ...) {
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fprintf(to, "<text x=\"%.2f\" y=\"%.2f\"%s%s>", x, y, more[0] ? " " : "", more);
    svg_escape(to, text);
    fputs("</text>\n", to);
}

/* A line no wider than the picture: `fit` characters at this font size, more in a smaller one. */
static void wide_line(FILE *to, double y, double size, size_t fit, const char *rest,
                      const char *text) {
    char more[80];
    size_t length = strlen(text);
    if (length > fit) size *= (double)fit / (double)length;
    snprintf(more, sizeof more, "font-size=\"%.3g\" %s", size, rest);
    svg_text(to, SVG_LEFT, y, more, "%s", text);
}

void svg_note(FILE *to, int line, const char *format, ...) {
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    wide_line(to, 31 + 17 * line, 12, 112, SVG_SOFT, text);
}

void svg_begin(FILE *to, int height, const char *title, const char *format, ...) {
    char desc[1000];
    va_list list;
    va_start(list, format);
    vsnprintf(desc, sizeof desc, format, list);
    va_end(list);
    fprintf(to, STYLE_HEAD, SVG_WIDTH, height, SVG_WIDTH, height);
    svg_escape(to, title);
    fputs(STYLE_DESC, to);
    svg_escape(to, desc);
    fprintf(to, STYLE_BODY);
    wide_line(to, 28, 18, 72, SVG_BOLD, title);
}

void svg_end(FILE *to) { fputs("</svg>\n", to); }

static void end_element(FILE *to, const char *format, va_list list) {
    vfprintf(to, format, list);
    fputs("/>\n", to);
}

void svg_line(FILE *to, double x0, double y0, double x1, double y1, const char *format, ...) {
    va_list list;
    va_start(list, format);
    fprintf(to, "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" ", x0, y0, x1, y1);
    end_element(to, format, list);
    va_end(list);
}

void svg_rect(FILE *to, double x, double y, double width, double height, const char *format, ...) {
    va_list list;
    va_start(list, format);
    fprintf(to, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" ", x, y, width, height);
    end_element(to, format, list);
    va_end(list);
}

void svg_marker(FILE *to, int shape, double x, double y, double r, const char *format, ...) {
    static const double corner[SVG_SHAPES][4][2] = {{{0, 0}, {0, 0}, {0, 0}, {0, 0}},
                                                    {{-.9, -.9}, {.9, -.9}, {.9, .9}, {-.9, .9}},
                                                    {{0, -1.2}, {1.1, .8}, {-1.1, .8}, {0, -1.2}},
                                                    {{0, -1.25}, {1.25, 0}, {0, 1.25}, {-1.25, 0}},
                                                    {{0, 1.2}, {1.1, -.8}, {-1.1, -.8}, {0, 1.2}}};
    va_list list;
    int i;
    shape %= SVG_SHAPES;
    if (shape == 0) {
        fprintf(to, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\" ", x, y, r);
    } else {
        fputs("<path d=\"", to);
        for (i = 0; i < 4; i++)
            fprintf(to, "%c%.2f,%.2f", i ? 'L' : 'M', x + r * corner[shape][i][0],
                    y + r * corner[shape][i][1]);
        fputs("Z\" ", to);
    }
    va_start(list, format);
    end_element(to, format, list);
    va_end(list);
}

void svg_number(FILE *to, double x, double y, int number, const char *colour) {
    svg_marker(to, 0, x, y, 8.4, "class=\"ground\" " SVG_FILL);
    svg_marker(to, 0, x, y, 8.4, "%s fill=\"none\" " SVG_STROKE " stroke-width=\"1.6\"", colour);
    svg_text(to, x, y + 3.6, SVG_MIDDLE " font-size=\"10\"", "%d", number);
}

void svg_ring(FILE *to, int shape, double x, double y, const char *colour) {
    svg_marker(to, shape, x, y, 6, "class=\"ground\" " SVG_FILL);
    svg_marker(to, shape, x, y, 6, "%s fill=\"none\" " SVG_STROKE " stroke-width=\"2.4\"", colour);
}

/* The text of an entry of a legend. */
static void key_text(FILE *to, double x, double y, const char *format, va_list list) {
    char text[300];
    vsnprintf(text, sizeof text, format, list);
    svg_text(to, x + 34, y, "", "%s", text);
}

void svg_key_line(FILE *to, double x, double y, const char *more, const char *format, ...) {
    va_list list;
    svg_line(to, x, y - 4, x + 26, y - 4, "%s", more);
    va_start(list, format);
    key_text(to, x, y, format, list);
    va_end(list);
}

void svg_key_area(FILE *to, double x, double y, const char *more, const char *format, ...) {
    va_list list;
    if (more[0]) svg_rect(to, x, y - 11, 26, 14, "%s", more);
    va_start(list, format);
    key_text(to, x, y, format, list);
    va_end(list);
}

void svg_dots_begin(FILE *to, const char *colour, double width) {
    fprintf(to, "<path %s " SVG_STROKE " stroke-width=\"%.1f\" stroke-linecap=\"round\" d=\"M0 0",
            colour, width);
}

void svg_dot(FILE *to, double x, double y) { fprintf(to, "M%.1f %.1fh0", x, y); }

void svg_dots_end(FILE *to) { fputs("\"/>\n", to); }

void svg_clip(FILE *to, const char *id, double x, double y, double width, double height) {
    fprintf(to,
            "<clipPath id=\"%s\"><rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"/>"
            "</clipPath>\n<g clip-path=\"url(#%s)\" fill=\"none\">\n",
            id, x, y, width, height > 0 ? height : 0, id);
}
