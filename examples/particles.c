/* Particles that move, over the processors of a plane: who owns which cells when the load has gone
   elsewhere?  Three ways, step by step: keep the first partition, partition anew, or move the cuts
   of the last partition (opts.from) no more than keeps the largest load near the mean.

      cc -O2 -I. examples/particles.c -o particles -lm && ./particles [PICTURE.svg [PARTICLES]]

   Prints the imbalance and the share of particles that change owner; the picture has both over time
   and the cuts at three times. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 256, PROCS = 64, STEPS = 60, MOST = 1000000, WAYS = 3, FRAMES = 3 };
static const char *const name[WAYS] = {"keep", "anew", "near"};
static const char *const colour[WAYS] = {"#c0392b", "#d68910", "#2471a3"};
static double x[MOST], y[MOST], right[MOST], down[MOST];
static int64_t cell[SIDE * SIDE];
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
        for (k = 0; k < 12; k++) x[i] += number(), y[i] += number(); /* about normal */
        x[i] = c[0] + size * x[i], y[i] = c[1] + size * y[i];
        right[i] = 0.004 * c[2], down[i] = 0.004 * c[3];
        if (number() < 1.0 / 3) x[i] = number(), y[i] = number(), right[i] = down[i] = 0;
    }
}

/* One step of the simulation, which wraps around; then particles are counted. */
static void step(int particles, int first) {
    int i;
    memset(cell, 0, sizeof cell);
    for (i = 0; i < particles; i++) {
        if (!first) x[i] += right[i], y[i] += down[i];
        x[i] -= floor(x[i]), y[i] -= floor(y[i]);
        cell[(int)(y[i] * SIDE) % SIDE * SIDE + (int)(x[i] * SIDE) % SIDE]++;
    }
}

/* The partition of a step, one way; what it costs. */
static int divide(const fpm_grid *grid, int way, int t) {
    fpm_rect old[PROCS];
    fpm_rect_options o = FPM_ZERO;
    fpm_rect_info info;
    int i;
    memcpy(old, part[way], sizeof old);
    if (t == 0) o.algorithm = FPM_RECT_M_HEUR_PROBE, o.stripes = 8;
    else o.from = old, o.slack = way == 2 ? 0.05 : 0;
    if (way == 1 && t > 0) o.algorithm = FPM_RECT_M_HEUR_PROBE;
    if (way == 0 && t > 0) { /* loads of today in the parts of old */
        for (i = 0; i < PROCS; i++)
            part[0][i].load = fpm_grid_load(grid, old[i].r0, old[i].r1, old[i].c0, old[i].c1);
        if (fpm_rect_check(grid, PROCS, part[0], &o, &info) != FPM_OK) return 0;
    } else if (fpm_rect_partition(grid, PROCS, &o, part[way], &info) < 0) return 0;
    imbalance[way][t] = 100 * info.imbalance;
    moved[way][t] = 100 * (double)info.moved / (double)grid->total;
    return 1;
}

/* The loads and the cuts of `near` at a time. */
static void frame(FILE *to, int k, int t) {
    int left = 20 + k * 270, r, c, i;
    fprintf(
        to,
        "<text x=\"%d\" y=\"46\">step %d: %.1f %% above the mean</text>\n<path class=\"load\" d=\"",
        left, t, imbalance[2][t]);
    for (r = 0; r < SIDE; r += 2)
        for (c = 0; c < SIDE; c += 2)
            if (cell[r * SIDE + c] + cell[r * SIDE + c + 1] > cell[0] / 2 + 4 * STEPS / 10)
                fprintf(to, "M%d %dh2v2h-2z", left + c, 56 + r);
    fprintf(to, "\"/>\n<g class=\"cut\">");
    for (i = 0; i < PROCS; i++)
        fprintf(to, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
                left + (int)part[2][i].c0, 56 + (int)part[2][i].r0,
                (int)(part[2][i].c1 - part[2][i].c0), (int)(part[2][i].r1 - part[2][i].r0));
    fprintf(to, "</g>\n");
}

/* A figure of all ways over time, up to `most`. */
static void plot(FILE *to, int left, const char *title, double values[WAYS][STEPS + 1],
                 double most) {
    int w, t;
    fprintf(to, "<text x=\"%d\" y=\"346\">%s, up to %g %%</text>\n", left, title, most);
    fprintf(to, "<path class=\"axis\" d=\"M%d 356v150h370\"/>\n", left);
    for (w = 0; w < WAYS; w++) {
        fprintf(to, "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"%s\" points=\"",
                colour[w]);
        for (t = 0; t <= STEPS; t++)
            fprintf(to, "%.1f,%.1f ", left + 370.0 * t / STEPS,
                    506 - 150 * fmin(values[w][t] / most, 1));
        fprintf(to, "\"/>\n");
    }
}

int main(int argc, char **argv) {
    int particles = argc > 2 ? atoi(argv[2]) : 300000, t, w, frames = 0;
    FILE *to = argc > 1 ? fopen(argv[1], "w") : NULL;
    double mean[WAYS][2] = {{0, 0}, {0, 0}, {0, 0}};
    if (particles < 1 || particles > MOST || (argc > 1 && !to)) return 1;
    if (to)
        fprintf(
            to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"820\" height=\"550\" role=\"img\" "
            "aria-labelledby=\"title desc\" font-family=\"sans-serif\" font-size=\"13\">\n"
            "<title id=\"title\">Particles on the move over 64 processors</title>\n"
            "<desc id=\"desc\">Cuts that follow three clusters; imbalance and moved load.</desc>\n"
            "<style>svg{color:#222}.ground{fill:#fff}text{fill:currentColor}"
            ".load{fill:currentColor;fill-opacity:.3}.cut,.axis{fill:none;stroke:currentColor}"
            "@media(prefers-color-scheme:dark){svg{color:#ddd}.ground{fill:#111}}</style>\n"
            "<path class=\"ground\" d=\"M0 0h820v550H0z\"/>"
            "<text x=\"20\" y=\"22\" font-weight=\"bold\">Cuts that follow the particles</text>\n");
    begin(particles);
    for (t = 0; t <= STEPS; t++) {
        fpm_grid grid;
        step(particles, t == 0);
        if (fpm_grid_init(&grid, SIDE, SIDE, cell, 0, NULL, NULL) < 0) return 1;
        for (w = 0; w < WAYS; w++) {
            if (!divide(&grid, w, t)) return 1;
            mean[w][0] += imbalance[w][t] / (STEPS + 1), mean[w][1] += moved[w][t] / STEPS;
        }
        fpm_grid_free(&grid);
        if (to && t == frames * STEPS / (FRAMES - 1)) frame(to, frames++, t);
    }
    if (to) {
        plot(to, 20, "imbalance", imbalance, 20);
        plot(to, 420, "particles that change owner", moved, 100);
        for (w = 0; w < WAYS; w++)
            fprintf(to, "<text x=\"%d\" y=\"536\" style=\"fill:%s\">%s</text>\n", 20 + 70 * w,
                    colour[w], name[w]);
        fprintf(to, "</svg>\n");
        if (fclose(to)) return 1;
    }
    printf("        imbalance   change owner a step\n");
    for (w = 0; w < WAYS; w++) printf("%-6s %9.2f %% %13.2f %%\n", name[w], mean[w][0], mean[w][1]);
    return mean[2][1] < mean[1][1] && mean[2][0] < mean[0][0] ? 0 : 1;
}
