/* Classes of partitions into rectangles side by side: imbalance against the number of processors on
   fields of the literature, how long the borders of the parts are, and how many cells change their
   owner when the field changes a little.  Prints a table a field and draws what they say.
   usage: bench_classes [PICTURE.svg]     default build/classes.svg */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "../examples/tool/style.h"
#include "../tests/oracle_rect.h"
#include "bench.h"

enum { N = 512, FIELDS = 6, SIZES = 9, CLASSES = 14, HIER_OPT = 12, COLUMN = 5 };

static const int fields[FIELDS] = {ORACLE_FLOW, ORACLE_UNIFORM,   ORACLE_CLUSTERED,
                                   ORACLE_PEAK, ORACLE_MULTIPEAK, ORACLE_DIAGONAL};
static const int sizes[SIZES] = {16, 36, 100, 256, 576, 1024, 2304, 4096, 10000};

enum { GROUPS = 3 }; /* of the picture: classes side by side; auto is in each */

/* A class: in which group it is drawn, in what colour (8 and more: dashed, so that no two classes
   have the same), and how far it is tried. */
static const struct {
    const char *name;
    int algorithm, group, colour;
    int most;     /* processors */
    int64_t work; /* 0: the default */
} classes[CLASSES] = {
    {"uniform", FPM_RECT_UNIFORM, 0, 0, 10000, 0},
    {"rect-nicol", FPM_RECT_NICOL, 0, 1, 10000, 0},
    {"jag-pq-heur", FPM_RECT_PQ_HEUR, 0, 2, 10000, 0},
    {"jag-pq-opt", FPM_RECT_PQ_OPT, 0, 3, 10000, 0},
    {"jag-m-heur", FPM_RECT_M_HEUR, 1, 5, 10000, 0},
    {"jag-m-probe", FPM_RECT_M_PROBE, 1, 6, 10000, 0},
    {"jag-m-alloc", FPM_RECT_M_ALLOC, 1, 7, 10000, 0},
    {"jag-m-heur-probe", FPM_RECT_M_HEUR_PROBE, 1, 8, 10000, 0},
    {"jag-m-opt", FPM_RECT_M_OPT, 1, 9, 10000, 0},
    {"hier-rb", FPM_RECT_HIER_RB, 2, 10, 10000, 0},
    {"hier-relaxed", FPM_RECT_HIER_RELAXED, 2, 11, 10000, 0},
    {"hier-search", FPM_RECT_HIER_SEARCH, 2, 12, 10000, 600000000},
    {"hier-opt", FPM_RECT_HIER_OPT, 2, 13, 36, 3000000000},
    {"auto", FPM_RECT_AUTO, -1, -1, 10000, 0},
};

enum { IMBALANCE, PERIMETER, MOVED, RENUMBERED, MEASURES };

/* In per cent, but the perimeter; negative: not known. */
static double result[MEASURES][FIELDS][CLASSES][SIZES], bound[FIELDS][SIZES];
static double seconds[CLASSES];

/* ---- measuring ---- */

/* Mean half-perimeter of the parts, in units of that of a square part of the same mean area. */
static double perimeter(int m, const fpm_rect *part) {
    double sum = 0;
    int i;
    for (i = 0; i < m; i++)
        if (part[i].r0 < part[i].r1 && part[i].c0 < part[i].c1)
            sum += (double)(part[i].r1 - part[i].r0 + part[i].c1 - part[i].c0);
    return sum / (2 * N * sqrt((double)m));
}

static void paint(int m, const fpm_rect *part, int *owner) {
    int64_t r, c;
    int i;
    for (i = 0; i < m; i++)
        for (r = part[i].r0; r < part[i].r1; r++)
            for (c = part[i].c0; c < part[i].c1; c++) owner[r * N + c] = i;
}

/* Cells that change their owner at least, when each new part goes to the processor that has most of
   its cells, or, if that one takes another part, moves as a whole. */
static int64_t renumbered(int m, const fpm_rect *part, const int *owner) {
    int64_t *count = (int64_t *)need(2 * (size_t)m, sizeof *count), *kept = count + m, r, c;
    int64_t moved = (int64_t)N * N;
    int i;
    for (i = 0; i < m; i++) {
        int most = -1;
        for (r = part[i].r0; r < part[i].r1; r++)
            for (c = part[i].c0; c < part[i].c1; c++) {
                int old = owner[r * N + c];
                if (++count[old] > (most < 0 ? 0 : count[most])) most = old;
            }
        if (most >= 0 && count[most] > kept[most]) kept[most] = count[most];
        for (r = part[i].r0; r < part[i].r1; r++)
            for (c = part[i].c0; c < part[i].c1; c++) count[owner[r * N + c]] = 0;
    }
    for (i = 0; i < m; i++) moved -= kept[i];
    free(count);
    return moved;
}

/* The status; dies of what is no partition. */
static int solve(const fpm_grid *grid, int k, int m, fpm_rect *part, fpm_rect_outputs *out,
                 fpm_info *info) {
    fpm_rect_options o = FPM_ZERO;
    fpm_info check;
    fpm_rect_outputs check_out;
    double start = bench_now();
    int status;
    o.algorithm = classes[k].algorithm;
    o.max_work = classes[k].work;
    status = fpm_rect_partition(grid, m, &o, part, out, info);
    seconds[k] += bench_now() - start;
    if (status < 0) return status;
    if (fpm_rect_check(grid, m, NULL, part, &check_out, &check) != FPM_OK) {
        printf("%s, m = %d: not a partition\n", classes[k].name, m);
        exit(1);
    }
    if (check_out.load_bound > out->load_bound) out->load_bound = check_out.load_bound;
    return status;
}

/* One class with one number of processors, on the field and on the changed one. */
static void measure(int f, int k, int s, const fpm_grid *grid, const fpm_grid *changed) {
    int m = sizes[s], i, *owner = (int *)need(2 * N * N, sizeof *owner), moved = 0, status;
    fpm_rect *part = (fpm_rect *)need((size_t)m, sizeof *part);
    fpm_info info, again;
    fpm_rect_outputs out;
    double mean = (double)grid->total / m;
    for (i = 0; i < MEASURES; i++) result[i][f][k][s] = -1;
    status = m > classes[k].most ? -1 : solve(grid, k, m, part, &out, &info);
    if (status >= 0 && (k != HIER_OPT || status != FPM_WORK_LIMIT)) {
        result[IMBALANCE][f][k][s] = 100 * info.imbalance;
        result[PERIMETER][f][k][s] = perimeter(m, part);
        bound[f][s] = fmax(bound[f][s], 100 * ((double)out.load_bound / mean - 1));
        paint(m, part, owner);
        if (solve(changed, k, m, part, &out, &again) >= 0) {
            paint(m, part, owner + N * N);
            for (i = 0; i < N * N; i++) moved += owner[i] != owner[N * N + i];
            result[MOVED][f][k][s] = 100.0 * moved / (N * N);
            result[RENUMBERED][f][k][s] =
                fmin(result[MOVED][f][k][s], 100.0 * (double)renumbered(m, part, owner) / (N * N));
        }
    }
    free(owner);
    free(part);
}

static void print_value(double v) {
    if (v < 0) printf("        -");
    else printf(v < 0.9995 ? "%9.3f" : v < 99.95 ? "%9.2f" : "%9.0f", v);
}

static void field(int f) {
    int64_t *cell = (int64_t *)need(N * N, sizeof *cell);
    uint64_t state = 1;
    fpm_grid grid, changed;
    int i, k, s;
    if (oracle_field(fields[f], N, N, 1.2, &state, cell) < 0) exit(1);
    if (fpm_grid_init(&grid, N, N, cell, 0, NULL, NULL) < 0) exit(1);
    for (i = 0; i < N * N; i++)
        cell[i] = (int64_t)((double)cell[i] * bench_between(0.99, 1.01) + 0.5);
    if (fpm_grid_init(&changed, N, N, cell, 0, NULL, NULL) < 0) exit(1);
    printf("\n%s, %d x %d%*s imbalance %% for m =%*sperimeter   moved %%   renumbered\n%-16s",
           oracle_field_name(fields[f]), N, N, 17 - (int)strlen(oracle_field_name(fields[f])), "",
           44, "", "");
    for (s = 0; s < SIZES; s++) printf("%9d", sizes[s]);
    printf("  (m = %d)\n", sizes[COLUMN]);
    for (k = 0; k < CLASSES; k++) {
        printf("%-16s", classes[k].name);
        for (s = 0; s < SIZES; s++) {
            measure(f, k, s, &grid, &changed);
            print_value(result[IMBALANCE][f][k][s]);
            fflush(stdout);
        }
        print_value(result[PERIMETER][f][k][COLUMN]);
        print_value(result[MOVED][f][k][COLUMN]);
        print_value(result[RENUMBERED][f][k][COLUMN]);
        printf("\n");
    }
    printf("%-16s", "(bound)");
    for (s = 0; s < SIZES; s++) print_value(bound[f][s]);
    printf("\n");
    fpm_grid_free(&grid);
    fpm_grid_free(&changed);
    free(cell);
}

/* ---- drawing: a row of panels a field, a column a group ---- */

enum { WIDE = 236, HIGH = 104, LEFT = 62, TOP = 246, ROW = 152, COLUMN_STEP = WIDE + 22 };
enum { PICTURE = LEFT + GROUPS * COLUMN_STEP + 4, ROWS = FIELDS + 2 };

/* Both axes are logarithmic; the bottom is value low, the top high. */
typedef struct panel {
    FILE *to;
    double x, y, low, high;
} panel;

static double at_m(const panel *p, double m) {
    return p->x + WIDE * log(m / sizes[0]) / log((double)sizes[SIZES - 1] / sizes[0]);
}

static double at_value(const panel *p, double v) {
    double share = log(fmax(v, 1e-9) / p->low) / log(p->high / p->low);
    return p->y + HIGH * (1 - fmin(fmax(share, 0), 1));
}

static void text(const panel *p, double x, double y, const char *attributes, const char *words) {
    fprintf(p->to, "<text x=\"%.1f\" y=\"%.1f\" %s>%s</text>\n", x, y, attributes, words);
}

/* Lines at 1, 10, ..., between them at 2 and 5 where there is room; values on the left of a row. */
static void axes(const panel *p, int first, const char *unit) {
    static const int ticks[] = {16, 100, 1000, 10000};
    static const char *const names[] = {"16", "100", "1k", "10k"};
    static const double steps[] = {1, 2, 5};
    char words[40];
    int i, k, all = p->high < 99 * p->low;
    for (i = -3; i < 6; i++)
        for (k = 0; k < (all ? 3 : 1); k++) {
            double v = steps[k] * pow(10, i), y = at_value(p, v);
            if (v < p->low * 0.99 || v > p->high * 1.01) continue;
            fprintf(p->to, "<path class=\"grid\" stroke=\"currentColor\" d=\"M%.1f %.1fh%d\"/>\n",
                    p->x, y, WIDE);
            snprintf(words, sizeof words, "%g%s%s", v < 1000 ? v : v / 1000, v < 1000 ? "" : "k",
                     unit);
            if (first) text(p, p->x - 6, y + 4, "text-anchor=\"end\" font-size=\"12\"", words);
        }
    fprintf(p->to,
            "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.2\" d=\"M%.1f "
            "%.1fv%dh%d\"/>\n",
            p->x, p->y, HIGH, WIDE);
    for (i = 0; i < 4; i++) {
        fprintf(p->to, "<path stroke=\"currentColor\" d=\"M%.1f %.1fv4\"/>\n", at_m(p, ticks[i]),
                p->y + HIGH);
        text(p, at_m(p, ticks[i]), p->y + HIGH + 17,
             i == 0   ? "font-size=\"12\"" /* apart from the panels beside */
             : i == 3 ? "text-anchor=\"end\" font-size=\"12\""
                      : "text-anchor=\"middle\" font-size=\"12\"",
             names[i]);
    }
}

static const char *stroke(int k) {
    static char attributes[120];
    if (classes[k].group < 0) return "stroke-width=\"2\" stroke-dasharray=\"2 3\"";
    snprintf(attributes, sizeof attributes, "class=\"c%d\" stroke-width=\"1.6\"%s",
             classes[k].colour % STYLE_COLOURS,
             classes[k].colour < STYLE_COLOURS ? "" : " stroke-dasharray=\"7 3\"");
    return attributes;
}

/* A line; one that ends early has dots. */
static void line(const panel *p, int k, const double *value) {
    char path[SIZES * 20 + 1] = "";
    int s, known = 0;
    while (known < SIZES && value[known] >= 0) known++;
    for (s = 0; s < known; s++) {
        double x = at_m(p, sizes[s]), y = at_value(p, value[s]);
        snprintf(path + strlen(path), 20, "%c%.1f %.1f", s ? 'L' : 'M', x, y);
        if (known < SIZES)
            fprintf(p->to, "<circle %s fill=\"currentColor\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n",
                    stroke(k), x, y);
    }
    if (known)
        fprintf(p->to, "<path fill=\"none\" stroke=\"currentColor\" %s d=\"%s\"/>\n", stroke(k),
                path);
}

/* Where no partition is, whatever its class. */
static void forbidden(const panel *p, const double *least) {
    int s;
    fprintf(p->to, "<path class=\"grid\" fill=\"currentColor\" d=\"M%.1f %.1f", p->x, p->y + HIGH);
    for (s = 0; s < SIZES; s++)
        fprintf(p->to, "L%.1f %.1f", at_m(p, sizes[s]), at_value(p, least[s]));
    fprintf(p->to, "V%.1fz\"/>\n", p->y + HIGH);
}

/* To 1, 2 or 5 times a power of ten. */
static double rounded(double v, int up) {
    double ten = pow(10, floor(log10(v))), digit = v / ten;
    if (up) return ten * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    return ten * (digit < 2 ? 1 : digit < 5 ? 2 : 5);
}

static int in_group(int k, int g) { return classes[k].group == g || classes[k].group < 0; }

/* All groups with the same axes. */
static void draw_row(FILE *to, int place, const char *title, const char *unit, double lowest,
                     double (*value)[SIZES], const double *least) {
    panel p;
    double low = 1e9, high = 0;
    int g, k, s;
    for (k = 0; k < CLASSES; k++)
        for (s = 0; s < SIZES && value[k][s] >= 0; s++)
            low = fmin(low, value[k][s]), high = fmax(high, value[k][s]);
    p.low = rounded(fmax(low, lowest), 0), p.high = rounded(fmax(high, 2 * lowest), 1);
    p.to = to;
    p.y = TOP + place * ROW;
    for (g = 0; g < GROUPS; g++) {
        p.x = LEFT + g * COLUMN_STEP;
        if (g == 0) text(&p, 16, p.y - 9, "font-weight=\"bold\"", title);
        if (least) forbidden(&p, least);
        axes(&p, g == 0, unit);
        for (k = 0; k < CLASSES; k++)
            if (in_group(k, g)) line(&p, k, value[k]);
    }
}

/* The names of the lines above their column. */
static void legend(FILE *to, int g) {
    static const char *const title[GROUPS] = {"grids, P x Q stripes", "stripes, any parts each",
                                              "cuts from side to side"};
    double x = LEFT + g * COLUMN_STEP, y = 106;
    panel p;
    int k;
    p.to = to;
    text(&p, x, 86, "font-weight=\"bold\"", title[g]);
    for (k = 0; k < CLASSES; k++) {
        if (!in_group(k, g)) continue;
        fprintf(to, "<path fill=\"none\" stroke=\"currentColor\" %s d=\"M%.1f %.1fh26\"/>\n",
                stroke(k), x, y - 4);
        if (k == HIER_OPT)
            fprintf(to, "<circle %s fill=\"currentColor\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n",
                    stroke(k), x + 13, y - 4);
        text(&p, x + 34, y, "", classes[k].name);
        y += 18;
    }
}

/* Of all fields, what is in the middle. */
static void middle(int of, double (*value)[SIZES]) {
    double all[FIELDS];
    int f, k, s;
    for (k = 0; k < CLASSES; k++)
        for (s = 0; s < SIZES; s++) {
            int known = 1;
            for (f = 0; f < FIELDS; f++) {
                all[f] = result[of][f][k][s];
                known = known && all[f] >= 0;
            }
            value[k][s] = known ? bench_median(all, FIELDS) : -1;
        }
}

static void draw(FILE *to) {
    static const char *const notes[] = {
        "100 %: the mean load of the parts. Shaded: no partition into rectangles is as even "
        "(proven).",
        "auto is the default. Dots: hier-opt ended with a proof within 1e8 steps. The lowest line "
        "of a panel stands for this value or less."};
    static double value[CLASSES][SIZES];
    int f, g, height = TOP + (ROWS - 1) * ROW + HIGH + 50;
    panel p;
    p.to = to;
    fprintf(to, STYLE_HEAD, PICTURE, height, PICTURE, height);
    fprintf(to,
            "Imbalance against the number of processors" STYLE_DESC
            "Curves of the imbalance of %d classes of rectangles against 16 to 10000 processors on "
            "%d fields of %d by %d cells, in columns of related classes; for %d processors on the "
            "first field auto has %.2g %%, uniform %.2g %%. Below, medians of their borders and of "
            "the cells that move." STYLE_BODY,
            (int)CLASSES, (int)FIELDS, (int)N, (int)N, sizes[COLUMN],
            result[IMBALANCE][0][CLASSES - 1][COLUMN], result[IMBALANCE][0][0][COLUMN]);
    text(&p, 16, 28, "font-size=\"18\" font-weight=\"bold\"",
         "Imbalance against the number of processors, 512 x 512 cells");
    for (f = 0; f < 2; f++) text(&p, 16, 48 + 17 * f, "font-size=\"12\" class=\"soft\"", notes[f]);
    for (g = 0; g < GROUPS; g++) legend(to, g);
    for (f = 0; f < FIELDS; f++)
        draw_row(to, f, oracle_field_name(fields[f]), " %", 0.01, result[IMBALANCE][f], bound[f]);
    middle(PERIMETER, value);
    draw_row(to, FIELDS, "length of the borders, over that of square parts: median of the fields",
             "", 0.1, value, NULL);
    middle(RENUMBERED, value);
    draw_row(to, FIELDS + 1,
             "cells that move when loads change by 1 %, of all cells: median of the fields", " %",
             0.02, value, NULL);
    text(&p, LEFT + 1.5 * COLUMN_STEP - 11, height - 12, "text-anchor=\"middle\"",
         "processors, logarithmic");
    fprintf(to, "</svg>\n");
}

int main(int argc, char **argv) {
    const char *path = argc > 1 ? argv[1] : "build/classes.svg";
    FILE *to;
    int f, k;
    bench_head("rectangles: all classes on all fields");
    printf(
        "# moved: cells that change their owner when each load changes by up to 1 %%; then, when\n"
        "# each new part goes to the processor that has most of it, if that is less\n"
        "# bound: no partition into rectangles whatever has less\n"
        "# hier-search: 2e7 steps at most; hier-opt: m <= %d where 1e8 steps suffice\n",
        classes[HIER_OPT].most);
    for (f = 0; f < FIELDS; f++) field(f);
    printf("\nseconds in all:");
    for (k = 0; k < CLASSES; k++)
        if (seconds[k] >= 0.05) printf("  %s %.1f", classes[k].name, seconds[k]);
    printf("\n");
    to = fopen(path, "wb");
    if (!to) return perror(path), 1;
    draw(to);
    if (fclose(to)) return perror(path), 1;
    printf("%s\n", path);
    return 0;
}
