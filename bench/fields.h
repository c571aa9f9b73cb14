/* Fields of loads that benches of rectangles share: an ocean with land, coasts, levels, galaxies,
   an image of the sky, a spiral.  Include after bench.h. */
#ifndef FIELDS_H
#define FIELDS_H

enum { OCEAN, COAST, LEVELS, GALAXIES, IMAGE, SPIRAL, FIELDS };
static const char *const field_name[] = {"ocean", "coast", "levels", "galaxies", "image", "spiral"};

BENCH_FN double bell(void) {
    double sum = 0;
    int i;
    for (i = 0; i < 12; i++) sum += bench_random();
    return sum - 6;
}

/* Noise of all lengths: from 4 cells across up, each `rough` times as high as the one before. */
BENCH_FN void noise(int64_t n, double rough, double *out) {
    int64_t cells, r, c, i;
    double high = 1;
    memset(out, 0, (size_t)(n * n) * sizeof *out);
    for (cells = 4; cells <= n; cells *= 2, high *= rough) {
        int64_t w = cells + 1;
        double *at = (double *)need((size_t)(w * w), sizeof *at);
        for (i = 0; i < w * w; i++) at[i] = bell();
        for (r = 0; r < n; r++)
            for (c = 0; c < n; c++) {
                double v = (double)(r * cells) / (double)n, u = (double)(c * cells) / (double)n;
                const double *a = at + (int64_t)v * w + (int64_t)u;
                v -= floor(v), u -= floor(u);
                v = v * v * (3 - 2 * v), u = u * u * (3 - 2 * u);
                out[r * n + c] += high * ((a[0] * (1 - u) + a[1] * u) * (1 - v) +
                                          (a[w] * (1 - u) + a[w + 1] * u) * v);
            }
        free(at);
    }
}

/* Ellipses of land in a sea of 40 to 75 levels. */
BENCH_FN void ocean(int64_t rows, int64_t cols, int64_t *cell) {
    double y[12], x[12], high[12], wide[12];
    int64_t r, c;
    int i;
    for (i = 0; i < 12; i++) {
        y[i] = bench_between(0, (double)rows), x[i] = bench_between(0, (double)cols);
        high[i] = bench_between(12, 70), wide[i] = bench_between(15, 110);
    }
    for (r = 0; r < rows; r++)
        for (c = 0; c < cols; c++) {
            double shore = 5;
            for (i = 0; i < 12; i++) {
                double v = ((double)r - y[i]) / high[i], u = ((double)c - x[i]) / wide[i];
                shore = fmin(shore, u * u + v * v);
            }
            cell[r * cols + c] = shore < 1 ? 0 : (int64_t)(40 + 35 * (shore - 1) / 4);
        }
}

/* Clusters of points, and single ones. */
BENCH_FN void galaxies(int64_t n, int64_t *cell) {
    int64_t i, many;
    int k;
    for (i = 0; i < n * n; i++) cell[i] = bench_random() < 0.2;
    for (k = 0; k < 60; k++) {
        double y = bench_random(), x = bench_random(), size = bench_between(0.01, 0.06);
        many = (int64_t)((double)(n * n / 8) * bench_between(0.3, 1.5));
        for (i = 0; i < many; i++) {
            double v = y + size * bell(), u = x + size * bell();
            if (v >= 0 && v < 1 && u >= 0 && u < 1)
                cell[(int64_t)(v * (double)n) * n + (int64_t)(u * (double)n)]++;
        }
    }
}

/* An image of the sky: noise, and 400 stars and galaxies of 0 to 255. */
BENCH_FN void image(int64_t n, double *sky, int64_t *cell) {
    int64_t r, c, i;
    int k;
    for (i = 0; i < n * n; i++) cell[i] = (int64_t)fmax(0, 12 + 3 * bell() + 2 * sky[i]);
    for (k = 0; k < 400; k++) {
        double y = bench_between(0, (double)n), x = bench_between(0, (double)n);
        double size = exp(bench_between(0, 2.3)), high = fmin(230, 20 / fmax(0.05, bench_random()));
        for (r = (int64_t)fmax(0, y - 6 * size); r < n && (double)r < y + 6 * size; r++)
            for (c = (int64_t)fmax(0, x - 6 * size); c < n && (double)c < x + 6 * size; c++)
                cell[r * n + c] +=
                    (int64_t)(high * exp(-hypot((double)r - y, (double)c - x) / size));
    }
    for (i = 0; i < n * n; i++) cell[i] = cell[i] > 255 ? 255 : cell[i];
}

/* A field of n x n cells (the ocean: fewer), drawn by a seed. */
BENCH_FN void field(int kind, int64_t n, int seed, int64_t *rows, int64_t *cols, int64_t *cell) {
    double *sky = (double *)need((size_t)(n * n), sizeof *sky);
    int64_t i;
    bench_state = (uint64_t)(seed + kind);
    *rows = kind == OCEAN ? 340 * n / 512 : n, *cols = kind == OCEAN ? 720 * n / 512 : n;
    if (kind == OCEAN) ocean(*rows, *cols, cell);
    if (kind == GALAXIES) galaxies(n, cell);
    if (kind == COAST || kind == LEVELS || kind == IMAGE)
        noise(n, kind == COAST ? 0.5 : kind == LEVELS ? 0.65 : 0.4, sky);
    if (kind == IMAGE) image(n, sky, cell);
    for (i = 0; i < n * n; i++) {
        double v = ((double)(i / n) + 0.5) / (double)n - 0.5;
        double u = ((double)(i % n) + 0.5) / (double)n - 0.5, far = hypot(u, v);
        if (kind == COAST) cell[i] = sky[i] > 0;
        if (kind == LEVELS) cell[i] = sky[i] > 0.3 ? 10 + (int64_t)(10 * fmin(sky[i], 4)) : 0;
        if (kind != SPIRAL) continue;
        far = exp(-5 * far) * (1 + cos(2 * atan2(v, u) - 12 * log(far + 0.02)));
        cell[i] = (int64_t)(1000 * far * far) + 2;
    }
    free(sky);
}

#endif
