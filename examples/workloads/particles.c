/* Particles that move, over the processors of a plane: who owns which cells when the load has gone
   elsewhere?  Step by step: keep the first partition, partition anew, or move the cuts of the last
   partition (opts.from), as little as keeps the largest load near the mean (opts.slack).

      cc -O2 -I. examples/workloads/particles.c -o particles -lm
      ./particles [PICTURE.svg [PARTICLES [LEAST]]]

   LEAST: rows and columns of a part at least, as a halo asks for.
   Prints the imbalance and the share of particles that change owner; the picture has both over time
   and the cuts at three times. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include "../tool/style.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 256, PROCS = 64, STEPS = 60, MOST = 1000000, WAYS = 4, FRAMES = 3 };
enum { LEFT = 20, TOP = 84, GAP = 16, PLOTS = 388, HIGH = 126, WIDE = 340 }; /* the picture's */
static const char *const name[WAYS] = {"keep", "anew", "near, 5 %", "near, 10 %"};
static const char *const colour[WAYS] = {"c1", "c2", "c0", "c3"};
static const double slack[WAYS] = {0, 0, 0.05, 0.1};
static double x[MOST], y[MOST], right[MOST], down[MOST];
static int64_t cell[SIDE * SIDE], thick; /* rows and columns of a part */
static fpm_rect part[WAYS][PROCS];
static double imbalance[WAYS][STEPS + 1], moved[WAYS][STEPS + 1];

static double number(void) { /* from 0 to 1, the same everywhere */
    static uint64_t state = 1;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(state >> 11) / 9007199254740992.0;
}

/* A third of the particles rests all over the plane, the others are in three clusters under way. */
static void begin(int particles) {
    static const double at[3][4] = {
        {0.25, 0.3, 1, 0.5}, {0.7, 0.6, -0.8, 0.6}, {0.4, 0.75, 0.3, -1}};
    int i, k;
    for (i = 0; i < particles; i++) {
        const double *c = at[i % 3];
        double size = 0.05 * (1 + 0.5 * (i % 3));
        x[i] = y[i] = -6;
        for (k = 0; k < 12; k++) { /* about normal */
            x[i] += number();
            y[i] += number();
        }
        x[i] = c[0] + size * x[i];
        y[i] = c[1] + size * y[i];
        right[i] = 0.004 * c[2];
        down[i] = 0.004 * c[3];
        if (number() < 1.0 / 3) {
            x[i] = number();
            y[i] = number();
            right[i] = 0;
            down[i] = 0;
        }
    }
}

/* One step of the simulation, which wraps around; then particles are counted. */
static void step(int particles, int first) {
    int i;
    memset(cell, 0, sizeof cell);
    for (i = 0; i < particles; i++) {
        if (!first) {
            x[i] += right[i];
            y[i] += down[i];
        }
        x[i] -= floor(x[i]);
        y[i] -= floor(y[i]);
        cell[(int)(y[i] * (double)SIDE) % SIDE * SIDE + (int)(x[i] * (double)SIDE) % SIDE]++;
    }
}

/* The partition of a step, one way; what it costs. */
static int divide(const fpm_grid *grid, int way, int t) {
    fpm_rect old[PROCS];
    fpm_rect_options o = FPM_ZERO;
    fpm_info info;
    int i;
    memcpy(old, part[way], sizeof old);
    o.min_rows = o.min_cols = t > 0 && way == 0 ? 0 : thick; /* what is kept may be thin */
    if (t == 0) {
        o.algorithm = FPM_RECT_M_HEUR_PROBE;
        o.stripes = 8;
    } else {
        o.from = old;
        o.slack = slack[way];
    }
    if (way == 1 && t > 0) o.algorithm = FPM_RECT_M_HEUR_PROBE;
    if (way == 0 && t > 0) { /* loads of today in the parts of old */
        for (i = 0; i < PROCS; i++)
            part[0][i].load = fpm_grid_load(grid, old[i].r0, old[i].r1, old[i].c0, old[i].c1);
        if (fpm_rect_check(grid, PROCS, &o, part[0], NULL, &info) != FPM_OK) return 0;
    } else if (fpm_rect_partition(grid, PROCS, &o, part[way], NULL, &info) < 0) return 0;
    imbalance[way][t] = 100 * info.imbalance;
    moved[way][t] = 100 * (double)info.moved / (double)grid->total;
    return 1;
}

/* The loads and the cuts of "near, 5 %" at a time.  Loads are shades by pairs of rows and columns:
   above the mean, three times that, and nine times. */
static void frame(FILE *to, int k, int t, double mean) {
    int left = LEFT + k * SIDE + k * GAP, level, r, c, end, i;
    double least = 4 * mean;
    fprintf(to,
            "<text x=\"%d\" y=\"%d\" font-size=\"12\">step %d: %.1f %% above the mean</text>"
            "\n<g transform=\"translate(%d %d)\">\n",
            left, TOP - 8, t, imbalance[2][t], left, TOP);
    for (level = 0; level < 3; level++, least *= 3) {
        fprintf(to, "<path class=\"c0\" fill=\"currentColor\" fill-opacity=\"0.3\" d=\"");
        for (r = 0; r < SIDE; r += 2)
            for (c = 0; c < SIDE; c = end + 2) {
                for (end = c; end < SIDE; end += 2) {
                    const int64_t *at = cell + r * SIDE + end;
                    if ((double)(at[0] + at[1] + at[SIDE] + at[SIDE + 1]) <= least) break;
                }
                if (end > c) fprintf(to, "M%d %dh%dv2h-%dz", c, r, end - c, end - c);
            }
        fprintf(to, "\"/>\n");
    }
    fprintf(to, "<path stroke=\"currentColor\" fill=\"none\" d=\"");
    for (i = 0; i < PROCS; i++)
        fprintf(to, "M%d %dh%dv%dh-%dz", (int)part[2][i].c0, (int)part[2][i].r0,
                (int)(part[2][i].c1 - part[2][i].c0), (int)(part[2][i].r1 - part[2][i].r0),
                (int)(part[2][i].c1 - part[2][i].c0));
    fprintf(to, "\"/>\n</g>\n");
}

/* How far below the top a value stands: in powers of 10 from 1 % on, or in steps of 20 %. */
static double below(double value, int powers) {
    double of = powers ? log10(fmax(value, 1)) / 3.5 : value / 70;
    return (double)HIGH * (1 - fmin(of, 1));
}

/* A figure of all ways over time. */
static void plot(FILE *to, int left, const char *title, double values[WAYS][STEPS + 1],
                 int powers) {
    int k, t, w;
    fprintf(to,
            "<text x=\"%d\" y=\"%d\" font-weight=\"bold\">%s</text>\n"
            "<g transform=\"translate(%d %d)\" font-size=\"12\">\n",
            left, PLOTS - 14, title, left + 48, PLOTS);
    for (k = 0; k <= 3; k++) {
        double value = powers ? pow(10, k) : 20 * k;
        fprintf(to,
                "<path class=\"grid\" stroke=\"currentColor\" d=\"M0 %.1fh%d\"/>"
                "<text class=\"soft\" x=\"-6\" y=\"%.1f\" text-anchor=\"end\">%g %%</text>\n"
                "<text class=\"soft\" x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s%d</text>\n",
                below(value, powers), WIDE, 4 + below(value, powers), value, WIDE * k / 3,
                HIGH + 18, k == 3 ? "end" : "middle", k == 3 ? "step " : "", STEPS * k / 3);
    }
    for (w = 0; w < WAYS; w++) {
        fprintf(to,
                "<polyline class=\"%s\" stroke=\"currentColor\" stroke-width=\"2\" "
                "fill=\"none\" points=\"",
                colour[w]);
        for (t = powers ? 0 : 1; t <= STEPS; t++)
            fprintf(to, "%.1f,%.1f ", (double)(WIDE * t) / (double)STEPS,
                    below(values[w][t], powers));
        fprintf(to, "\"/>\n");
    }
    fprintf(to, "</g>\n");
}

static void head(FILE *to) {
    fprintf(to, STYLE_HEAD, 840, 580, 840, 580);
    fprintf(
        to,
        "Particles that move, over %d processors" STYLE_DESC
        "Above, the loads, the darker the more, and the cuts that follow them, at three times; "
        "below, how the imbalance and the load that changes owner go on over the steps: kept cuts "
        "soon leave all to a few, cuts made anew move about half, and cuts moved with the loads an "
        "eighth or less." STYLE_BODY
        "<text x=\"%d\" y=\"28\" font-size=\"18\" font-weight=\"bold\">"
        "Particles that move, over %d processors</text>\n"
        "<text x=\"%d\" y=\"48\" class=\"soft\" font-size=\"12\">%d x %d cells, loads are "
        "particles in three moving clusters, the darker the more; cuts: near the last ones, slack "
        "5 %%</text>\n",
        PROCS, LEFT, PROCS, LEFT, SIDE, SIDE);
}

/* Both figures, and which line is which. */
static int foot(FILE *to) {
    static const char *const what[WAYS] = {"keep the first partition", "anew in each step",
                                           "near the last, slack 5 %", "near the last, slack 10 %"};
    int w;
    plot(to, LEFT, "imbalance", imbalance, 1);
    plot(to, LEFT + 48 + WIDE + 26, "particles that change owner", moved, 0);
    for (w = 0; w < WAYS; w++)
        fprintf(to,
                "<path class=\"%s\" stroke=\"currentColor\" stroke-width=\"2\" d=\"M%d 558h24\"/>"
                "<text x=\"%d\" y=\"562\" font-size=\"12\">%s</text>\n",
                colour[w], LEFT + 204 * w, LEFT + 204 * w + 32, what[w]);
    fprintf(to, "</svg>\n");
    return fclose(to) == 0;
}

int main(int argc, char **argv) {
    int particles = argc > 2 ? atoi(argv[2]) : 300000, t, w, frames = 0;
    FILE *to = argc > 1 ? fopen(argv[1], "w") : NULL;
    double mean[WAYS][2] = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
    thick = argc > 3 ? atoi(argv[3]) : 0;
    if (particles < 1 || particles > MOST || thick < 0 || (argc > 1 && !to)) return 1;
    if (to) head(to);
    begin(particles);
    for (t = 0; t <= STEPS; t++) {
        fpm_grid grid;
        step(particles, t == 0);
        if (fpm_grid_init(&grid, SIDE, SIDE, cell, 0, NULL, NULL) < 0) return 1;
        for (w = 0; w < WAYS; w++) {
            if (!divide(&grid, w, t)) return 1;
            mean[w][0] += imbalance[w][t] / (STEPS + 1);
            mean[w][1] += moved[w][t] / (double)STEPS;
        }
        fpm_grid_free(&grid);
        if (to && t == frames * STEPS / (FRAMES - 1))
            frame(to, frames++, t, (double)particles / (SIDE * SIDE));
    }
    if (to && !foot(to)) return 1;
    printf("             imbalance   change owner per step\n");
    for (w = 0; w < WAYS; w++)
        printf("%-11s %9.2f %% %13.2f %%\n", name[w], mean[w][0], mean[w][1]);
    return mean[3][1] < mean[2][1] && mean[2][1] < mean[1][1] && mean[2][0] < mean[0][0] ? 0 : 1;
}
