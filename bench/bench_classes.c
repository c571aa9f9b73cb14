/* Classes of partitions into rectangles side by side: imbalance against the number of processors on
   fields of the literature, how long the borders of the parts are, and how many cells change their
   owner when the field changes a little.  Prints a table a field and draws build/classes.svg. */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "../tests/oracle_rect.h"
#include "bench.h"

enum { N = 512, FIELDS = 6, SIZES = 9, CLASSES = 16, HIER_OPT = 12, COLUMN = 5 };

static const int fields[FIELDS] = {ORACLE_FLOW, ORACLE_UNIFORM,   ORACLE_CLUSTERED,
                                   ORACLE_PEAK, ORACLE_MULTIPEAK, ORACLE_DIAGONAL};
static const int sizes[SIZES] = {16, 36, 100, 256, 576, 1024, 2304, 4096, 10000};

/* A class: how it is drawn, and how far it is tried. */
static const struct {
    const char *name;
    int algorithm;
    const char *colour, *dash;
    double width;
    int most;     /* processors */
    int64_t work; /* 0: the default */
} classes[CLASSES] = {
    {"uniform", FPM_RECT_UNIFORM, "#888888", "none", 1.2, 10000, 0},
    {"rect-nicol", FPM_RECT_NICOL, "#888888", "4 2", 1.2, 10000, 0},
    {"jag-pq-heur", FPM_RECT_PQ_HEUR, "#e69f00", "4 2", 1.2, 10000, 0},
    {"jag-pq-opt", FPM_RECT_PQ_OPT, "#e69f00", "none", 1.6, 10000, 0},
    {"jag-m-heur", FPM_RECT_M_HEUR, "#56b4e9", "4 2", 1.2, 10000, 0},
    {"jag-m-probe", FPM_RECT_M_PROBE, "#56b4e9", "1 2", 1.4, 10000, 0},
    {"jag-m-alloc", FPM_RECT_M_ALLOC, "#56b4e9", "6 2 1 2", 1.2, 10000, 0},
    {"jag-m-heur-probe", FPM_RECT_M_HEUR_PROBE, "#56b4e9", "none", 1.6, 10000, 0},
    {"jag-m-opt", FPM_RECT_M_OPT, "#0072b2", "none", 2.4, 10000, 0},
    {"hier-rb", FPM_RECT_HIER_RB, "#009e73", "4 2", 1.2, 10000, 0},
    {"hier-relaxed", FPM_RECT_HIER_RELAXED, "#009e73", "none", 1.6, 10000, 0},
    {"hier-search", FPM_RECT_HIER_SEARCH, "#d55e00", "4 2", 1.2, 10000, 20000000},
    {"hier-opt", FPM_RECT_HIER_OPT, "#d55e00", "none", 2.4, 36, 100000000},
    {"spiral", FPM_RECT_SPIRAL, "#cc79a7", "none", 1.2, 10000, 0},
    {"hybrid", FPM_RECT_HYBRID, "#cc79a7", "4 2", 1.2, 10000, 0},
    {"auto", FPM_RECT_AUTO, "#000000", "1 3", 2.0, 10000, 0},
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
static int solve(const fpm_grid *grid, int k, int m, fpm_rect *part, fpm_rect_info *info) {
    fpm_rect_options o = FPM_ZERO;
    fpm_rect_info check;
    double start = bench_now();
    int status;
    o.algorithm = classes[k].algorithm;
    o.max_work = classes[k].work;
    status = fpm_rect_partition(grid, m, &o, part, info);
    seconds[k] += bench_now() - start;
    if (status < 0) return status;
    if (fpm_rect_check(grid, m, part, NULL, &check) != FPM_OK) {
        printf("%s, m = %d: not a partition\n", classes[k].name, m);
        exit(1);
    }
    if (check.lower_bound > info->lower_bound) info->lower_bound = check.lower_bound;
    return status;
}

/* One class with one number of processors, on the field and on the changed one. */
static void measure(int f, int k, int s, const fpm_grid *grid, const fpm_grid *changed) {
    int m = sizes[s], i, *owner = (int *)need(2 * N * N, sizeof *owner), moved = 0, status;
    fpm_rect *part = (fpm_rect *)need((size_t)m, sizeof *part);
    fpm_rect_info info, again;
    double mean = (double)grid->total / m;
    for (i = 0; i < MEASURES; i++) result[i][f][k][s] = -1;
    status = m > classes[k].most ? -1 : solve(grid, k, m, part, &info);
    if (status >= 0 && (k != HIER_OPT || status != FPM_WORK_LIMIT)) {
        result[IMBALANCE][f][k][s] = 100 * info.imbalance;
        result[PERIMETER][f][k][s] = perimeter(m, part);
        bound[f][s] = fmax(bound[f][s], 100 * ((double)info.lower_bound / mean - 1));
        paint(m, part, owner);
        if (solve(changed, k, m, part, &again) >= 0) {
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

/* ---- drawing ---- */

enum { WIDE = 268, HIGH = 208, LABELS = 140, LEFT = 62, TOP = 118, STEP = 266 };

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

/* Lines at 1, 10, ..., between them at 2 and 5 where there is room. */
static void axes(const panel *p, const char *title, const char *unit) {
    static const int ticks[] = {16, 100, 1000, 10000};
    static const double steps[] = {1, 2, 5};
    char words[40];
    int i, k, all = p->high < 99 * p->low;
    text(p, p->x, p->y - 8, "font-size=\"13\" font-weight=\"bold\"", title);
    for (i = -3; i < 6; i++)
        for (k = 0; k < (all ? 3 : 1); k++) {
            double v = steps[k] * pow(10, i), y = at_value(p, v);
            if (v < p->low * 0.99 || v > p->high * 1.01) continue;
            fprintf(p->to, "<path d=\"M%.1f %.1fh%d\" stroke=\"#ddd\"/>\n", p->x, y, WIDE);
            snprintf(words, sizeof words, "%g%s", v, unit);
            text(p, p->x - 5, y + 4, "text-anchor=\"end\"", words);
        }
    for (i = 0; i < 4; i++) {
        fprintf(p->to, "<path d=\"M%.1f %.1fv4\" stroke=\"#888\"/>\n", at_m(p, ticks[i]),
                p->y + HIGH);
        snprintf(words, sizeof words, "%d", ticks[i]);
        text(p, at_m(p, ticks[i]), p->y + HIGH + 16, "text-anchor=\"middle\"", words);
    }
}

static void stroke(const panel *p, int k, const char *path) {
    fprintf(p->to,
            "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\" stroke-dasharray=\"%s\" "
            "d=\"%s\"/>\n",
            classes[k].colour, classes[k].width, classes[k].dash, path);
}

/* A line; one that ends early has dots, and its name on it. */
static void line(const panel *p, int k, const double *value) {
    char path[SIZES * 20 + 1] = "";
    double x = 0, y = 0;
    int s, known = 0;
    while (known < SIZES && value[known] >= 0) known++;
    for (s = 0; s < known; s++) {
        x = at_m(p, sizes[s]), y = at_value(p, value[s]);
        snprintf(path + strlen(path), 20, "%c%.1f %.1f", s ? 'L' : 'M', x, y);
        if (known < SIZES)
            fprintf(p->to, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n", x, y,
                    classes[k].colour);
    }
    if (known) stroke(p, k, path);
    if (known && known < SIZES)
        text(p, x + 6, y + 8, "stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\"",
             classes[k].name);
}

/* The names of lines at their ends: as near as they fit without overlap. */
static void labels(const panel *p, double (*value)[SIZES]) {
    enum { APART = 13 };
    double end[CLASSES], put[CLASSES], x = p->x + WIDE;
    char path[60];
    int order[CLASSES], count = 0, i, k;
    for (k = 0; k < CLASSES; k++) {
        if (value[k][SIZES - 1] < 0) continue;
        end[k] = at_value(p, value[k][SIZES - 1]);
        for (i = count++; i > 0 && end[order[i - 1]] > end[k]; i--) order[i] = order[i - 1];
        order[i] = k;
    }
    for (i = 0; i < count; i++)
        put[i] = i ? fmax(end[order[i]], put[i - 1] + APART) : end[order[0]];
    for (i = count - 1; i >= 0; i--)
        put[i] = fmin(put[i], i == count - 1 ? p->y + HIGH - 2 : put[i + 1] - APART);
    for (i = 0; i < count; i++) {
        k = order[i];
        fprintf(p->to, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#bbb\" stroke-width=\"0.6\"/>\n",
                x, end[k], x + 10, put[i]);
        snprintf(path, sizeof path, "M%.1f %.1fh18", x + 10, put[i]);
        stroke(p, k, path);
        text(p, x + 32, put[i] + 3.5, "", classes[k].name);
    }
}

/* Where no partition is, whatever its class. */
static void forbidden(const panel *p, const double *least) {
    int s;
    fprintf(p->to, "<path fill=\"#eee\" d=\"M%.1f %.1f", p->x, p->y + HIGH);
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

static void draw_panel(FILE *to, int place, const char *title, const char *unit, double lowest,
                       double (*value)[SIZES], const double *least) {
    panel p;
    double low = 1e9, high = 0;
    int k, s;
    for (k = 0; k < CLASSES; k++)
        for (s = 0; s < SIZES && value[k][s] >= 0; s++)
            low = fmin(low, value[k][s]), high = fmax(high, value[k][s]);
    p.low = rounded(fmax(low, lowest), 0), p.high = rounded(fmax(high, 2 * lowest), 1);
    p.to = to;
    p.x = LEFT + place % 2 * (LEFT + WIDE + LABELS);
    p.y = TOP + place / 2 * STEP;
    if (least) forbidden(&p, least);
    axes(&p, title, unit);
    for (k = 0; k < CLASSES; k++) line(&p, k, value[k]);
    labels(&p, value);
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
    static const char *const legend[] = {
        "Grey: the same cuts everywhere. Orange: P stripes of Q parts. Blue: stripes of any number "
        "of parts, dark: the best.",
        "Green: recursive bisection. Red: cuts from side to side, searched. Purple: spiral, "
        "hybrid. Black dots: auto, the default.",
        "Shaded: no partition into rectangles whatever, as certified. The last two: medians of "
        "the six fields."};
    static double value[CLASSES][SIZES];
    int f, width = 2 * (LEFT + WIDE + LABELS), height = TOP + 4 * STEP - 26;
    panel p;
    p.to = to;
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"11\" "
            "fill=\"#222\">\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
            width, height, width, height, width, height);
    text(&p, 16, 26, "font-size=\"17\" font-weight=\"bold\"",
         "Imbalance against the number of processors, 512 x 512 cells");
    for (f = 0; f < 3; f++) text(&p, 16, 46 + 16 * f, "font-size=\"12\"", legend[f]);
    for (f = 0; f < FIELDS; f++)
        draw_panel(to, f, oracle_field_name(fields[f]), " %", 0.01, result[IMBALANCE][f], bound[f]);
    middle(PERIMETER, value);
    draw_panel(to, FIELDS, "perimeter over that of square parts", "", 0.1, value, NULL);
    middle(RENUMBERED, value);
    draw_panel(to, FIELDS + 1, "cells that move when loads change by 1 %", " %", 0.02, value, NULL);
    fprintf(to, "</svg>\n");
}

int main(void) {
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
    to = fopen("build/classes.svg", "wb");
    if (!to) return perror("build/classes.svg"), 1;
    draw(to);
    if (fclose(to)) return perror("build/classes.svg"), 1;
    printf("build/classes.svg\n");
    return 0;
}
