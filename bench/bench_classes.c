/* Classes of partitions into rectangles side by side: imbalance against the number of processors on
   fields of the literature, how long the borders of the parts are, and how many cells change their
   owner when the field changes a little.  Prints a table a field and draws build/classes.svg. */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "../tests/oracle_rect.h"
#include "bench.h"

enum { N = 512, FIELDS = 6, SIZES = 9, CLASSES = 16, COLUMN = 5 };

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

enum { IMBALANCE, PERIMETER, MOVED, MEASURES };

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
    result[IMBALANCE][f][k][s] = result[PERIMETER][f][k][s] = result[MOVED][f][k][s] = -1;
    status = m > classes[k].most ? -1 : solve(grid, k, m, part, &info);
    if (status >= 0 && (k != CLASSES - 4 || status != FPM_WORK_LIMIT)) {
        result[IMBALANCE][f][k][s] = 100 * info.imbalance;
        result[PERIMETER][f][k][s] = perimeter(m, part);
        bound[f][s] = fmax(bound[f][s], 100 * ((double)info.lower_bound / mean - 1));
        paint(m, part, owner);
        if (solve(changed, k, m, part, &again) >= 0) {
            paint(m, part, owner + N * N);
            for (i = 0; i < N * N; i++) moved += owner[i] != owner[N * N + i];
            result[MOVED][f][k][s] = 100.0 * moved / (N * N);
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
    printf("\n%s, %d x %d%*s imbalance %% for m =%*sperimeter  moved %%\n%-16s",
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
        printf("\n");
    }
    printf("%-16s", "(no partition)");
    for (s = 0; s < SIZES; s++) print_value(bound[f][s]);
    printf("\n");
    fpm_grid_free(&grid);
    fpm_grid_free(&changed);
    free(cell);
}

/* ---- drawing ---- */

enum { WIDE = 268, HIGH = 208, LABELS = 118, LEFT = 52, TOP = 118, STEP = 266 };

/* Both axes are logarithmic; y from 10^low to 10^high. */
typedef struct panel {
    FILE *to;
    double x, y;
    int low, high;
} panel;

static double at_m(const panel *p, double m) {
    return p->x + WIDE * log(m / sizes[0]) / log((double)sizes[SIZES - 1] / sizes[0]);
}

static double at_value(const panel *p, double v) {
    double share = (log10(fmax(v, 1e-9)) - p->low) / (p->high - p->low);
    return p->y + HIGH * (1 - fmin(fmax(share, 0), 1));
}

static void axes(const panel *p, const char *title, const char *unit) {
    static const int ticks[] = {16, 100, 1000, 10000};
    int i;
    fprintf(p->to, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"13\" font-weight=\"bold\">%s</text>\n",
            p->x, p->y - 8, title);
    for (i = p->low; i <= p->high; i++) {
        double y = at_value(p, pow(10, i));
        fprintf(p->to,
                "<path d=\"M%.1f %.1fh%d\" stroke=\"#ddd\"/><text x=\"%.1f\" y=\"%.1f\" "
                "text-anchor=\"end\">%g%s</text>\n",
                p->x, y, WIDE, p->x - 5, y + 4, pow(10, i), unit);
    }
    for (i = 0; i < 4; i++)
        fprintf(p->to,
                "<path d=\"M%.1f %.1fv4\" stroke=\"#888\"/><text x=\"%.1f\" y=\"%.1f\" "
                "text-anchor=\"middle\">%d</text>\n",
                at_m(p, ticks[i]), p->y + HIGH, at_m(p, ticks[i]), p->y + HIGH + 16, ticks[i]);
}

static void line(const panel *p, int k, const double *value) {
    int s;
    fprintf(p->to,
            "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\" stroke-dasharray=\"%s\" d=\"",
            classes[k].colour, classes[k].width, classes[k].dash);
    for (s = 0; s < SIZES && value[s] >= 0; s++)
        fprintf(p->to, "%c%.1f %.1f", s ? 'L' : 'M', at_m(p, sizes[s]), at_value(p, value[s]));
    fprintf(p->to, "\"/>\n");
}

/* The names of lines at their ends: as near as they fit without overlap. */
static void labels(const panel *p, double (*value)[SIZES]) {
    enum { APART = 12 };
    double end[CLASSES], put[CLASSES], x = p->x + WIDE;
    int order[CLASSES], count = 0, i, k;
    for (k = 0; k < CLASSES; k++) {
        double y = at_value(p, value[k][SIZES - 1]);
        if (value[k][SIZES - 1] < 0) continue;
        for (i = count++; i > 0 && end[order[i - 1]] > y; i--) order[i] = order[i - 1];
        order[i] = k, end[k] = y;
    }
    for (i = 0; i < count; i++)
        put[i] = i ? fmax(end[order[i]], put[i - 1] + APART) : end[order[0]];
    for (i = count - 1; i >= 0; i--)
        put[i] = fmin(put[i], i == count - 1 ? p->y + HIGH + 4 : put[i + 1] - APART);
    for (i = 0; i < count; i++) {
        k = order[i];
        fprintf(p->to,
                "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#bbb\" stroke-width=\"0.6\"/>"
                "<path d=\"M%.1f %.1fh16\" stroke=\"%s\" stroke-width=\"%.1f\" "
                "stroke-dasharray=\"%s\"/><text x=\"%.1f\" y=\"%.1f\">%s</text>\n",
                x, end[k], x + 10, put[i], x + 10, put[i], classes[k].colour, classes[k].width,
                classes[k].dash, x + 29, put[i] + 3.5, classes[k].name);
    }
    for (k = 0; k < CLASSES; k++) { /* a line that ends early: its name on it */
        int s = 0;
        while (s < SIZES && value[k][s] >= 0) s++;
        if (s == 0 || s == SIZES) continue;
        fprintf(p->to,
                "<text x=\"%.1f\" y=\"%.1f\" stroke=\"#fff\" stroke-width=\"3\" "
                "paint-order=\"stroke\">%s</text>\n",
                at_m(p, sizes[s - 1]) + 4, at_value(p, value[k][s - 1]) + 9, classes[k].name);
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

static void range(panel *p, double (*value)[SIZES], int lowest) {
    double low = 1e9, high = 0;
    int k, s;
    for (k = 0; k < CLASSES; k++)
        for (s = 0; s < SIZES; s++) {
            if (value[k][s] < 0) continue;
            low = fmin(low, value[k][s]), high = fmax(high, value[k][s]);
        }
    p->low = (int)floor(log10(fmax(low, pow(10, lowest))));
    p->high = (int)ceil(log10(high));
}

static void draw_panel(FILE *to, int place, const char *title, const char *unit, int lowest,
                       double (*value)[SIZES], const double *least) {
    panel p;
    int k;
    p.to = to;
    p.x = LEFT + place % 2 * (LEFT + WIDE + LABELS + 6);
    p.y = TOP + place / 2 * STEP;
    range(&p, value, lowest);
    if (least) forbidden(&p, least);
    axes(&p, title, unit);
    for (k = 0; k < CLASSES; k++) line(&p, k, value[k]);
    labels(&p, value);
}

/* Of all fields, the one in the middle. */
static void middle(int measure_of, double (*value)[SIZES]) {
    double all[FIELDS];
    int f, k, s;
    for (k = 0; k < CLASSES; k++)
        for (s = 0; s < SIZES; s++) {
            int count = 0;
            for (f = 0; f < FIELDS; f++)
                if (result[measure_of][f][k][s] >= 0) all[count++] = result[measure_of][f][k][s];
            value[k][s] = count == FIELDS ? bench_median(all, count) : -1;
        }
}

static void draw(FILE *to) {
    static const char *const legend[] = {
        "Grey: the same cuts everywhere. Orange: P stripes of Q parts. Blue: stripes of any number "
        "of parts, dark: the best of them.",
        "Green: recursive bisection. Red: cuts from side to side, searched. Purple: spiral, hybrid. "
        "Black dots: auto, the default.",
        "Shaded: no partition into rectangles is there (certified)."};
    static double value[CLASSES][SIZES];
    int f, width = 2 * (LEFT + WIDE + LABELS + 6), height = TOP + 4 * STEP - 26;
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"11\" "
            "fill=\"#222\">\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n"
            "<text x=\"16\" y=\"26\" font-size=\"17\" font-weight=\"bold\">Imbalance against the "
            "number of processors, %d x %d cells</text>\n",
            width, height, width, height, width, height, N, N);
    for (f = 0; f < 3; f++)
        fprintf(to, "<text x=\"16\" y=\"%d\" font-size=\"12\">%s</text>\n", 46 + 16 * f, legend[f]);
    for (f = 0; f < FIELDS; f++)
        draw_panel(to, f, oracle_field_name(fields[f]), " %", -2, result[IMBALANCE][f], bound[f]);
    middle(PERIMETER, value);
    draw_panel(to, FIELDS, "perimeter over that of squares, median of fields", "", -1, value, NULL);
    middle(MOVED, value);
    draw_panel(to, FIELDS + 1, "cells that change owner when loads change by 1 %", " %", -2, value,
               NULL);
    fprintf(to, "</svg>\n");
}

int main(void) {
    FILE *to;
    int f, k;
    bench_head("rectangles: all classes on all fields");
    printf("# moved: cells that change their owner when each load changes by up to 1 %%\n"
           "# hier-search: 2e7 steps at most; hier-opt: m <= %d where 1e8 steps suffice\n",
           classes[CLASSES - 4].most);
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
