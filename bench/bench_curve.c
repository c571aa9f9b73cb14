/* The headline plot of PaCT 2011 and HeteroPar 2010: speed-up over even shares against the size of
   the problem, for constant speeds, DFPA, the numerical method and the default.  Simulated: Jacobi
   sweeps for a dense system of N equations, rows shared by nodes of unequal memory, balanced while
   it runs; the time is that of all iterations and of all rows that migrate.

   usage: bench_curve [PICTURE.svg]     default build/curve.svg */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "../examples/tool/style.h"
#include "bench.h"

enum { ITERATIONS = 100, SEEDS = 5, MOST = 16, METHODS = 4, SIZES = 40, CLUSTERS = 2 };

static const char *const method_name[METHODS] = {"default", "constant speeds", "DFPA", "numerical"};

/* A node.  A row of N numbers takes 2 N operations; rows that are within memory run at `speed`.
   Beyond, the speed falls to a twelfth while the rows grow by a tenth more: a sweep that reads rows
   in turn finds none of them in memory that holds the others. */
typedef struct node {
    double memory, speed; /* bytes that rows may fill; operations a second */
} node;

typedef struct cluster {
    const char *name;
    int p;
    node of[MOST];
} cluster;

/* Memories of 256, 256, 512 and 1024 MB as in the papers' table, a tenth of them the system's. */
static cluster cluster_make(const char *name, int p) {
    static const double megabytes[4] = {256, 256, 512, 1024}, gflops[4] = {0.5, 0.55, 0.6, 0.8};
    cluster c;
    int i;
    memset(&c, 0, sizeof c);
    c.name = name, c.p = p;
    for (i = 0; i < p; i++) {
        c.of[i].memory = 0.9e6 * megabytes[i % 4];
        c.of[i].speed = 1e9 * gflops[i % 4] * (1 + 0.25 * (i / 4) / 3.0);
    }
    return c;
}

static double sweep_time(const node *v, double unknowns, int64_t rows) {
    double fit = v->memory / (8 * unknowns), x = (double)rows;
    double slower = x > fit ? 1 + 11 * fmin((x - fit) / (0.1 * fit), 1) : 1;
    return 2 * unknowns * x / v->speed * slower;
}

/* Uniform in -1 .. 1, the same for all methods. */
static double noise_at(int seed, int k, int i) {
    bench_state = (uint64_t)seed * 1000003 + (uint64_t)k * 1009 + (uint64_t)i;
    bench_random();
    return 2 * bench_random() - 1;
}

static double makespan(const cluster *c, double unknowns, const int64_t *d) {
    double last = 0;
    int i;
    for (i = 0; i < c->p; i++) last = fmax(last, sweep_time(&c->of[i], unknowns, d[i]));
    return last;
}

/* Seconds of a run, where a redistribution takes `start` seconds beside the bytes; *even: of one on
   even shares. */
static double run(const cluster *c, int method, int64_t unknowns, double start, int seed,
                  double *even) {
    fpm_balance_options opts = FPM_ZERO;
    fpm_info info;
    fpm_balance b;
    int64_t d[MOST];
    double seconds[MOST], total = 0;
    int i, k;
    double unit = 8 * (double)unknowns / 100e6 / (c->p / 2); /* 100 MB/s, all pairs at a time */
    opts.method = method;
    if (method == FPM_BALANCE_DEFAULT) opts.iterations = ITERATIONS;
    if (fpm_balance_init(&b, unknowns, c->p, NULL, unit, start, &opts, d, NULL) < 0) exit(1);
    *even = ITERATIONS * makespan(c, (double)unknowns, d);
    for (k = 0; k < ITERATIONS; k++) {
        total += makespan(c, (double)unknowns, d);
        for (i = 0; i < c->p; i++)
            seconds[i] = fmax(1e-9, sweep_time(&c->of[i], (double)unknowns, d[i]) *
                                        (1 + 0.01 * noise_at(seed, k, i)));
        if (fpm_balance_step(&b, seconds, d, &info) < 0) exit(1);
        total += k + 1 < ITERATIONS ? info.cost : 0;
    }
    fpm_balance_free(&b);
    return total;
}

/* ---- the picture: a panel a cluster, sizes to the right, speed-up upward, logarithmic ---- */

enum { LEFT = 60, WIDE = 380, STEP = 450, TOP = 100, HIGH = 300 };
static const double LOW = 0.25, TALL = 16;

static double speedup[CLUSTERS][METHODS][SIZES];
static int64_t size_of[CLUSTERS][SIZES];
static int sizes[CLUSTERS];

static double at_x(int c, double unknowns) {
    return LEFT + c * STEP + WIDE * unknowns / (double)size_of[c][sizes[c] - 1];
}
static double at_y(double v) { return TOP + HIGH * (1 - log(v / LOW) / log(TALL / LOW)); }

static void draw_panel(FILE *to, const cluster *c, int at) {
    double v;
    int m, j;
    fprintf(to, "<text x=\"%.1f\" y=\"%d\" font-weight=\"bold\">%s</text>\n", at_x(at, 0), TOP - 12,
            c->name);
    for (v = LOW; v <= TALL; v *= 2)
        fprintf(to,
                "<path class=\"grid\" stroke=\"currentColor\" stroke-width=\"%d\" "
                "d=\"M%.1f %.1fh%d\"/>\n<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\" "
                "font-size=\"12\">%g</text>\n",
                v > 0.9 && v < 1.1 ? 2 : 1, at_x(at, 0), at_y(v), WIDE, at_x(at, 0) - 6,
                at_y(v) + 4, v);
    for (v = 0; v <= (double)size_of[at][sizes[at] - 1]; v += at ? 8000 : 4000)
        fprintf(to,
                "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" font-size=\"12\">%.0f</text>\n",
                at_x(at, v), TOP + HIGH + 18, v);
    for (m = METHODS - 1; m >= 0; m--) {
        fprintf(to,
                "<path class=\"c%d\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"%s\"%s "
                "d=\"",
                m, m ? "1.6" : "3", m == 3 ? " stroke-dasharray=\"5 3\"" : "");
        for (j = 0; j < sizes[at]; j++)
            fprintf(to, "%c%.1f %.1f", j ? 'L' : 'M', at_x(at, (double)size_of[at][j]),
                    at_y(fmax(LOW, fmin(TALL, speedup[at][m][j]))));
        fprintf(to, "\"/>\n");
    }
}

static void draw(FILE *to, const cluster *c) {
    int m, height = TOP + HIGH + 50, width = LEFT + STEP + WIDE + 30;
    fprintf(to, STYLE_HEAD, width, height, width, height);
    fprintf(to,
            "Speed-up over even shares against the number of equations" STYLE_DESC
            "Two panels of four curves each, for 4 and for 16 nodes: constant speeds fall below "
            "1 where memory ends, the others do not." STYLE_BODY);
    fprintf(to, "<text x=\"16\" y=\"28\" font-size=\"18\" font-weight=\"bold\">Speed-up over even "
                "shares: Jacobi's method, 100 iterations, migration included</text>\n");
    for (m = 0; m < METHODS; m++)
        fprintf(to,
                "<path class=\"c%d\" stroke=\"currentColor\" stroke-width=\"%s\"%s "
                "d=\"M%d 52h26\"/>\n<text x=\"%d\" y=\"56\">%s</text>\n",
                m, m ? "1.6" : "3", m == 3 ? " stroke-dasharray=\"5 3\"" : "", LEFT + 180 * m,
                LEFT + 34 + 180 * m, method_name[m]);
    for (m = 0; m < CLUSTERS; m++) draw_panel(to, &c[m], m);
    fprintf(to, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">equations</text>\n</svg>\n",
            LEFT + (STEP + WIDE) / 2, height - 10);
}

/* All sizes of one cluster, up to where the memories of all nodes are full. */
static void table(const cluster *c, int at) {
    double all = 0, worst = 1e9, crossing = 0, even;
    int i, j, m, seed;
    for (i = 0; i < c->p; i++) all += c->of[i].memory;
    sizes[at] = SIZES;
    printf("\n%s\n%10s", c->name, "equations");
    for (m = 0; m < METHODS; m++) printf("  %15s", method_name[m]);
    printf("\n");
    for (j = 0; j < SIZES; j++) {
        double best = 0;
        size_of[at][j] = (int64_t)(sqrt(all / 8) * 0.99 * (j + 1) / SIZES);
        for (m = 0; m < METHODS; m++) {
            double gain = 0;
            for (seed = 1; seed <= SEEDS; seed++)
                gain += log(1 / run(c, m, size_of[at][j], 0, seed, &even) * even) / SEEDS;
            speedup[at][m][j] = exp(gain);
            if (m > 0) best = fmax(best, speedup[at][m][j]);
        }
        worst = fmin(worst, speedup[at][0][j] / best);
        if (speedup[at][1][j] >= 1) crossing = 0;
        else if (crossing == 0) crossing = (double)size_of[at][j];
        if (j % 4 != 3) continue;
        printf("%10d", (int)size_of[at][j]);
        for (m = 0; m < METHODS; m++) printf("  %15.2f", speedup[at][m][j]);
        printf("\n");
    }
    if (crossing > 0) printf("constant speeds are worse than even shares from %.0f on\n", crossing);
    printf("default over the best of the others, of %d sizes: %.3f at worst\n", (int)SIZES, worst);
}

/* Small systems, where agreeing on new shares takes longer than it saves. */
static void small_sizes(const cluster *c) {
    static const int64_t unknowns[] = {200, 400, 800, 1600, 3200, 6400};
    const double start = 0.05;
    double even;
    size_t j;
    int m, seed;
    printf("\n%s, small systems, %g s for each redistribution beside its bytes\n%10s", c->name,
           start, "equations");
    for (m = 0; m < METHODS; m++) printf("  %15s", method_name[m]);
    printf("\n");
    for (j = 0; j < sizeof unknowns / sizeof *unknowns; j++) {
        printf("%10d", (int)unknowns[j]);
        for (m = 0; m < METHODS; m++) {
            double gain = 0;
            for (seed = 1; seed <= SEEDS; seed++)
                gain += log(1 / run(c, m, unknowns[j], start, seed, &even) * even) / SEEDS;
            printf("  %15.2f", exp(gain));
        }
        printf("\n");
    }
}

int main(int argc, char **argv) {
    const char *path = argc > 1 ? argv[1] : "build/curve.svg";
    cluster c[CLUSTERS];
    FILE *to;
    int i;
    bench_head("speed-up over even shares against the size of the problem, simulated");
    printf("# %d iterations and the rows that migrate; 1 %% of noise, geometric mean of %d runs\n",
           (int)ITERATIONS, (int)SEEDS);
    c[0] = cluster_make("4 nodes of 256, 256, 512 and 1024 MB", 4);
    c[1] = cluster_make("16 nodes", 16);
    for (i = 0; i < CLUSTERS; i++) table(&c[i], i);
    for (i = 0; i < CLUSTERS; i++) small_sizes(&c[i]);
    to = fopen(path, "wb");
    if (!to) return perror(path), 1;
    draw(to, c);
    if (fclose(to)) return perror(path), 1;
    printf("\n%s\n", path);
    return 0;
}
