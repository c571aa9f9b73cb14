/* svg.c - pictures: the elements of SVG. */
#include "svg.h"
#include "text.h"

/* Okabe and Ito's colours, told apart by all kinds of colour vision; no yellow, on white. */
static const char *const palette[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#e69f00", "#56b4e9", "#000000"};

const char *svg_colour(int i) { return palette[i % COLOURS]; }

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

void svg_begin(FILE *to, int width, int height, const char *title) {
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" "
            "fill=\"#222\">\n<title>",
            width, height, width, height);
    svg_escape(to, title);
    fprintf(to, "</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height);
}

void svg_end(FILE *to) { fputs("</svg>\n", to); }

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

void svg_heading(FILE *to, double y, const char *title) {
    svg_text(to, 20, y, "font-size=\"18\" " SVG_BOLD, "%s", title);
}

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
    static const double corner[SHAPES][4][2] = {{{0, 0}, {0, 0}, {0, 0}, {0, 0}},
                                                {{-.9, -.9}, {.9, -.9}, {.9, .9}, {-.9, .9}},
                                                {{0, -1.2}, {1.1, .8}, {-1.1, .8}, {0, -1.2}},
                                                {{0, -1.25}, {1.25, 0}, {0, 1.25}, {-1.25, 0}},
                                                {{0, 1.2}, {1.1, -.8}, {-1.1, -.8}, {0, 1.2}}};
    va_list list;
    int i;
    shape %= SHAPES;
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
    svg_marker(to, 0, x, y, 8.4, "fill=\"#fff\" stroke=\"%s\" stroke-width=\"1.6\"", colour);
    svg_text(to, x, y + 3.6, SVG_MIDDLE " font-size=\"10\"", "%d", number);
}

void svg_dots_begin(FILE *to, const char *colour, double width) {
    fprintf(to, "<path stroke=\"%s\" stroke-width=\"%.1f\" stroke-linecap=\"round\" d=\"M0 0",
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
