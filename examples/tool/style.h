/* style.h - how pictures look: one font, one palette, light and dark pages.  It needs nothing else
   of the tool; the demo and the benches that draw use it too.

   Everything is drawn in the colour `currentColor`, which is that of text unless the element has a
   class: soft (notes), grid, ground or c0 to c7 (parts).  Where dark pages are wanted the same
   classes have other values.  The ground is painted: a page may be white though its reader asked
   for dark ones, and programs other than browsers know light pictures only.  What <use> shows
   again needs an ancestor of class fpm of its own: rules see no further.

   The colours of parts have a contrast of 3.0 or more to a white page, of 3.8 or more to a dark
   one, and differ by 11 or more (CIEDE2000) from each other for any kind of colour vision.
   More parts take them in turn: areas have numbers, and curves also have one of five markers, which
   makes 40 kinds. */
#ifndef STYLE_H
#define STYLE_H

enum { STYLE_COLOURS = 8 };

#define STYLE_FONT "Helvetica, Arial, sans-serif"

#define STYLE_LIGHT                                                                                \
    ".fpm{color-scheme:light dark;color:#1f2328}.fpm text{fill:currentColor;stroke:none}\n"        \
    ".fpm .soft{color:#59636e}.fpm .grid{color:#dce0e5}.fpm .ground{color:#fff}\n"                 \
    ".fpm .c0{color:#0072b2}.fpm .c1{color:#c03600}.fpm .c2{color:#00a383}"                        \
    ".fpm .c3{color:#8c4a78}\n"                                                                    \
    ".fpm .c4{color:#a09036}.fpm .c5{color:#8888ff}.fpm .c6{color:#3b0b70}"                        \
    ".fpm .c7{color:#4a1608}\n"
#define STYLE_DARK                                                                                 \
    ".fpm{color:#e6edf3}\n"                                                                        \
    ".fpm .soft{color:#9da7b3}.fpm .grid{color:#343b44}.fpm .ground{color:#0d1117}\n"              \
    ".fpm .c0{color:#56a9e4}.fpm .c1{color:#f08a3c}.fpm .c2{color:#1fe0a8}"                        \
    ".fpm .c3{color:#b888a8}\n"                                                                    \
    ".fpm .c4{color:#ffee50}.fpm .c5{color:#c4dcff}.fpm .c6{color:#6a6ce0}"                        \
    ".fpm .c7{color:#a0604e}\n"

/* How a picture begins, as formats: STYLE_HEAD with width and height, twice; the title; STYLE_DESC;
   a sentence for those who do not see the picture; STYLE_BODY. */
#define STYLE_HEAD                                                                                 \
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "  \
    "class=\"fpm\" role=\"img\" aria-labelledby=\"title desc\" font-family=\"" STYLE_FONT          \
    "\" font-size=\"13\">\n<title id=\"title\">"
#define STYLE_DESC "</title>\n<desc id=\"desc\">"
#define STYLE_BODY                                                                                 \
    "</desc>\n<style>\n" STYLE_LIGHT "@media (prefers-color-scheme:dark){\n" STYLE_DARK            \
    "}\n</style>\n<rect class=\"ground\" width=\"100%%\" height=\"100%%\" rx=\"6\" "               \
    "fill=\"currentColor\"/>\n"

#endif
