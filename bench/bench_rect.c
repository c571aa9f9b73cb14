/* fpm_rect_partition against building the sums of the grid, which every user pays: the table of one
   orientation by plain loops, in the same run.  Quality on fields of the literature; the exact
   m-way class over numbers of processors; Zoltan's recursive coordinate bisection of the same
   cells where it is installed.

   peers: zoltan

   bench_rect [all | oceans | steps | tiles]: with all, larger grids too; oceans: parts no thinner
   than a halo, on masks; steps: how even AUTO is after how long; tiles: equal tiles of the masks in
   tests/data beside all pairs */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "../tests/oracle_rect.h"
#include "bench.h"
#include "peers_rect.h"

enum { RUNS = 3 };

/* Of the CPU, which other programs that run do not count in. */
static double seconds(void) { return 1e-3 * cpu_ms(); }

typedef struct field {
    const char *name;
    int64_t n;
    int64_t *cell, *sums; /* loads; room for the plain table */
    fpm_grid grid;
    double plain; /* seconds of the plain table */
} field;

/* The table that every method needs, as it is usually written. */
static double plain_sums(field *f) {
    int64_t n = f->n, r, c;
    double start = seconds();
    for (r = 0; r < n; r++) {
        const int64_t *above = f->sums + r * (n + 1), *load = f->cell + r * n;
        int64_t *out = f->sums + (r + 1) * (n + 1), sum = 0;
        for (c = 0, out[0] = 0; c < n; c++) {
            sum += load[c];
            out[c + 1] = above[c + 1] + sum;
        }
    }
    return seconds() - start;
}

/* Fields beside those of the oracles. */
enum { PARTICLES = -1, TREES = -2, NEARLY_EVEN = -3 };
static const double turn = 6.283185307179586;

/* 62 a cell, and 9.52 deposits a cell on average, one a step, of particles that cross the plane in
   a flow tilted by 34 degrees, half of them of either charge, bent by a centre; a tenth of them
   come from anywhere. */
static void particles(int64_t n, uint64_t *dice, int64_t *cell) {
    const double tilt = 34 * turn / 360, step = 0.012;
    int64_t i, left = (int64_t)(9.52 * (double)(n * n));
    int k;
    for (i = 0; i < n * n; i++) cell[i] = 62;
    while (left > 0) {
        double x, y, u, v, back, side, charge = oracle_unit(dice) < 0.5 ? 0.02 : -0.02;
        if (oracle_unit(dice) < 0.1) {
            double way = turn * oracle_unit(dice), speed = 0.3 + 0.7 * oracle_unit(dice);
            x = oracle_unit(dice), y = oracle_unit(dice);
            u = speed * cos(way), v = speed * sin(way);
        } else {
            back = -0.9 - 0.1 * oracle_unit(dice), side = 1.8 * (oracle_unit(dice) - 0.5);
            x = 0.5 + back * cos(tilt) - side * sin(tilt);
            y = 0.5 + back * sin(tilt) + side * cos(tilt);
            u = cos(tilt) + 0.05 * oracle_bell(dice), v = sin(tilt) + 0.05 * oracle_bell(dice);
        }
        for (k = 0; k < 220; k++) {
            double dx = x - 0.5, dy = y - 0.45, far = dx * dx + dy * dy + 2e-3;
            double bend = step * charge / (far * sqrt(far)), old = u;
            u = u * cos(bend) - v * sin(bend), v = old * sin(bend) + v * cos(bend);
            x += step * u, y += step * v;
            if (!(x >= 0 && x < 1 && y >= 0 && y < 1)) continue;
            cell[(int64_t)(y * (double)n) * n + (int64_t)(x * (double)n)]++, left--;
        }
    }
}

/* Clusters of Soneira and Peebles: each of 4 points is the centre of 4 at a smaller distance, 8
   times; such trees, of 65536 points, until there are 8 points a cell on average. */
static void trees(int64_t n, uint64_t *dice, int64_t *cell) {
    enum { LEAVES = 65536 };
    double *x = (double *)need(LEAVES, sizeof *x), *y = (double *)need(LEAVES, sizeof *y);
    int64_t left;
    memset(cell, 0, (size_t)(n * n) * sizeof *cell);
    for (left = 8 * n * n; left > 0; left -= LEAVES) {
        double radius = 0.25;
        int count, i, k;
        x[0] = oracle_unit(dice), y[0] = oracle_unit(dice);
        for (count = 1; count < LEAVES; count *= 4, radius /= 1.75)
            for (i = count - 1; i >= 0; i--)
                for (k = 3; k >= 0; k--) {
                    double way = turn * oracle_unit(dice), far = radius * sqrt(oracle_unit(dice));
                    x[4 * i + k] = x[i] + far * cos(way), y[4 * i + k] = y[i] + far * sin(way);
                }
        for (i = 0; i < LEAVES; i++) {
            double r = y[i] - floor(y[i]), c = x[i] - floor(x[i]);
            cell[(int64_t)(r * (double)n) * n + (int64_t)(c * (double)n)]++;
        }
    }
    free(x), free(y);
}

static void field_make(field *f, int kind, int64_t n) {
    uint64_t state = 1;
    double t[RUNS];
    int i;
    f->name = kind == PARTICLES     ? "particles"
              : kind == TREES       ? "trees"
              : kind == NEARLY_EVEN ? "nearly even"
                                    : oracle_field_name(kind);
    f->n = n;
    f->cell = (int64_t *)need((size_t)(n * n), sizeof *f->cell);
    f->sums = (int64_t *)need((size_t)((n + 1) * (n + 1)), sizeof *f->sums);
    if (kind == PARTICLES) particles(n, &state, f->cell);
    else if (kind == TREES) trees(n, &state, f->cell);
    else if (oracle_field(kind == NEARLY_EVEN ? ORACLE_UNIFORM : kind, n, n, 1.2, &state, f->cell))
        exit(1);
    for (i = 0; i < RUNS; i++) t[i] = plain_sums(f);
    f->plain = bench_median(t, RUNS);
    if (fpm_grid_init(&f->grid, n, n, f->cell, 0, NULL, NULL) < 0) exit(1);
    for (i = 0; i < RUNS; i++) {
        fpm_grid again;
        double start = seconds();
        if (fpm_grid_init(&again, n, n, f->cell, 0, NULL, NULL) < 0) exit(1);
        t[i] = seconds() - start;
        fpm_grid_free(&again);
    }
    printf("\n%s, %d x %d: plain table %.1f ms, fpm_grid_init (two tables, checked) %.1f ms\n",
           f->name, (int)n, (int)n, 1e3 * f->plain, 1e3 * bench_median(t, RUNS));
}

static void field_free(field *f) {
    fpm_grid_free(&f->grid);
    free(f->cell);
    free(f->sums);
}

/* Mean half-perimeter of the parts, in units of that of a square part of the same mean area. */
static double perimeter(const field *f, int m, const fpm_rect *part) {
    double sum = 0;
    int i;
    for (i = 0; i < m; i++)
        if (part[i].r0 < part[i].r1 && part[i].c0 < part[i].c1)
            sum += (double)(part[i].r1 - part[i].r0 + part[i].c1 - part[i].c0);
    return sum / (2.0 * m * (double)f->n / sqrt((double)m));
}

static double run(const field *f, int m, int algorithm, int orientation, int p, fpm_rect *part,
                  fpm_info *info) {
    fpm_rect_options o = FPM_ZERO;
    double t[RUNS];
    int i, runs = 1;
    o.algorithm = algorithm;
    o.orientation = orientation;
    if (p) o.stripes = p;
    for (i = 0; i < runs; i++) {
        double start = seconds();
        int status = fpm_rect_partition(&f->grid, m, &o, part, NULL, info);
        t[i] = seconds() - start;
        if (status < 0) return 0;
        if (t[0] < 0.3) runs = RUNS;
    }
    if (fpm_rect_check(&f->grid, m, NULL, part, NULL, NULL) != FPM_OK) {
        printf("not a partition\n");
        exit(1);
    }
    return bench_median(t, runs);
}

typedef struct row {
    const char *name;
    int algorithm, orientation, square;
} row;

static void classes(const field *f, int m) {
    static const row rows[] = {{"uniform", FPM_RECT_UNIFORM, 1, 1},
                               {"rect-nicol", FPM_RECT_NICOL, 1, 1},
                               {"jag-pq-heur", FPM_RECT_PQ_HEUR, 1, 1},
                               {"jag-pq-opt", FPM_RECT_PQ_OPT, 1, 1},
                               {"jag-pq-opt, all pairs", FPM_RECT_PQ_OPT, 0, 0},
                               {"jag-m-heur", FPM_RECT_M_HEUR, 0, 0},
                               {"jag-m-heur-probe", FPM_RECT_M_HEUR_PROBE, 0, 0},
                               {"jag-m-opt, rows", FPM_RECT_M_OPT, 1, 0},
                               {"jag-m-opt, columns", FPM_RECT_M_OPT, 2, 0},
                               {"hier-rb", FPM_RECT_HIER_RB, 0, 0},
                               {"hier-relaxed", FPM_RECT_HIER_RELAXED, 0, 0},
                               {"peel", FPM_RECT_PEEL, 0, 0},
                               {"auto", FPM_RECT_AUTO, 0, 0}};
    fpm_rect *part = (fpm_rect *)need((size_t)m, sizeof *part);
    fpm_info info;
    size_t i;
    int side = (int)floor(sqrt((double)m) + 0.5);
    printf("m = %d                    ms   of the table  imbalance %%    gap %%  perimeter\n", m);
    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const row *r = &rows[i];
        double t = run(f, m, r->algorithm, r->orientation, r->square ? side : 0, part, &info);
        if (t <= 0) continue; /* refused: this class takes no such orientation or side */
        printf("%-22s %8.2f %10.3f %12.3f %10.3f %8.2f%s\n", r->name, 1e3 * t, t / f->plain,
               100 * info.imbalance, 100 * info.gap, perimeter(f, m, part),
               info.status == FPM_OK ? "  proven optimal" : "");
        fflush(stdout);
    }
    free(part);
}

/* The exact m-way class over numbers of processors, both orientations. */
static void exact(const field *f) {
    static const int m[] = {16, 100, 1000, 2304, 10000};
    fpm_info info;
    size_t i;
    printf("jag-m-opt          m        ms   of the table  imbalance %%\n");
    for (i = 0; i < sizeof m / sizeof m[0]; i++) {
        fpm_rect *part = (fpm_rect *)need((size_t)m[i], sizeof *part);
        double t = run(f, m[i], FPM_RECT_M_OPT, FPM_RECT_BEST, 0, part, &info);
        printf("              %6d %9.2f %12.2f %12.3f%s\n", m[i], 1e3 * t, t / f->plain,
               100 * info.imbalance, info.status == FPM_OK ? "  proven optimal" : "");
        fflush(stdout);
        free(part);
    }
}

#ifdef HAVE_ZOLTAN
/* Our time includes the tables: Zoltan starts from the cells. */
static void peer(const field *f) {
    static const int m[] = {64, 2304};
    int i;
    printf("peer Zoltan RCB    m       s  imbalance %%   auto s  imbalance %%   times faster   "
           "jag-pq-opt s  imbalance %%   times faster\n");
    for (i = 0; i < 2; i++) {
        fpm_rect *part = (fpm_rect *)need((size_t)m[i], sizeof *part);
        fpm_info info, pq;
        double theirs, off, start = seconds(), tables, ours, quick;
        peer_cells cells = peer_cells_of(&f->grid, f->cell);
        peer_answer z;
        fpm_grid again;
        if (fpm_grid_init(&again, f->n, f->n, f->cell, 0, NULL, NULL) < 0) exit(1);
        tables = seconds() - start;
        fpm_grid_free(&again);
        ours = tables + run(f, m[i], FPM_RECT_AUTO, 0, 0, part, &info);
        quick = tables + run(f, m[i], FPM_RECT_PQ_OPT, 0, 0, part, &pq);
        z = zoltan_parts(&cells, m[i], "RCB");
        theirs = 1e-3 * z.ms;
        off = z.imbalance;
        free(cells.owner);
        printf("              %6d %7.2f %10.3f %9.2f %12.3f %12.1f %14.3f %12.3f %12.1f\n", m[i],
               theirs, 100 * off, ours, 100 * info.imbalance, theirs / ours, quick,
               100 * pq.imbalance, theirs / quick);
        fflush(stdout);
        free(part);
    }
}
#endif

/* An ocean of 340 x 720 cells over 256 processors: land is made of ellipses, 60 to 70 % are sea of
   40 to 75 levels.  Returns the part that is sea. */
enum { SEA_ROWS = 340, SEA_COLS = 720, SEA_PARTS = 256 };

static double ocean(int seed, int64_t *level) {
    double y[40], x[40], high[40], wide[40], sea;
    int lands = 6, r, c, i, wet;
    bench_state = (uint64_t)seed;
    for (i = 0; i < 40; i++) {
        y[i] = bench_between(0, SEA_ROWS), x[i] = bench_between(0, SEA_COLS);
        high[i] = bench_between(12, 70), wide[i] = bench_between(15, 110);
    }
    do {
        for (r = wet = 0; r < SEA_ROWS; r++)
            for (c = 0; c < SEA_COLS; c++) {
                double shore = 5;
                for (i = 0; i < lands; i++) {
                    double v = (r - y[i]) / high[i], u = (c - x[i]) / wide[i];
                    shore = fmin(shore, u * u + v * v);
                }
                level[r * SEA_COLS + c] = shore < 1 ? 0 : (int64_t)(40 + 35 * (shore - 1) / 4);
                wet += shore >= 1;
            }
        sea = (double)wet / (SEA_ROWS * SEA_COLS);
    } while (sea > 0.7 && lands++ < 39);
    return sea;
}

/* Cuts at multiples of `least` of blocks: what one does without min_rows. */
static double blocks(const fpm_grid *grid, int64_t least) {
    int64_t rows = SEA_ROWS / least, cols = SEA_COLS / least, r, c;
    int64_t *sum = (int64_t *)need((size_t)(rows * cols), sizeof *sum);
    fpm_rect part[SEA_PARTS];
    fpm_info info;
    fpm_rect_outputs out;
    fpm_grid coarse;
    for (r = 0; r < rows; r++)
        for (c = 0; c < cols; c++)
            sum[r * cols + c] =
                fpm_grid_load(grid, r * least, (r + 1) * least, c * least, (c + 1) * least);
    if (fpm_grid_init(&coarse, rows, cols, sum, 0, NULL, NULL) < 0 ||
        fpm_rect_partition(&coarse, SEA_PARTS, NULL, part, &out, &info) < 0)
        exit(1);
    fpm_grid_free(&coarse);
    free(sum);
    return info.imbalance;
}

static void oceans(void) {
    static const int algorithm[] = {FPM_RECT_PQ_OPT, FPM_RECT_HIER_RELAXED, FPM_RECT_AUTO};
    static const char *const name[] = {"jag-pq-opt", "hier-relaxed", "auto"};
    static const int64_t least[] = {0, 5, 10, 20};
    int64_t *level = (int64_t *)need(SEA_ROWS * SEA_COLS, sizeof *level);
    fpm_rect part[SEA_PARTS];
    fpm_info info;
    fpm_rect_outputs out;
    int seed, a, l;
    printf("\noceans, %d x %d, m = %d: imbalance %% (thinnest part) with min_rows = min_cols\n"
           "sea  class                 0            5           10           20   ms (10)   blocks "
           "of 10\n",
           SEA_ROWS, SEA_COLS, SEA_PARTS);
    for (seed = 1; seed <= 4; seed++) {
        double sea = ocean(seed, level), t = 0;
        fpm_grid grid;
        if (fpm_grid_init(&grid, SEA_ROWS, SEA_COLS, level, 0, NULL, NULL) < 0) exit(1);
        for (a = 0; a < 3; a++) {
            printf("%2.0f %% %-13s", 100 * sea, name[a]);
            for (l = 0; l < 4; l++) {
                fpm_rect_options o = FPM_ZERO;
                double start = seconds();
                int status;
                o.compact = FPM_EXACT; /* evenness alone, as of the other classes */
                o.algorithm = algorithm[a], o.min_rows = o.min_cols = least[l];
                status = fpm_rect_partition(&grid, SEA_PARTS, &o, part, &out, &info);
                if (least[l] == 10) t = seconds() - start;
                if (status < 0) printf("            -");
                else if (fpm_rect_check(&grid, SEA_PARTS, &o, part, NULL, NULL) != FPM_OK) exit(1);
                else printf(" %7.2f (%2d)", 100 * info.imbalance, (int)out.min_extent);
            }
            printf(" %9.1f", 1e3 * t);
            if (algorithm[a] == FPM_RECT_AUTO) printf(" %8.2f", 100 * blocks(&grid, 10));
            printf("\n");
        }
        fpm_grid_free(&grid);
    }
    free(level);
}

/* AUTO after so many steps a part, and by default: its time over that of a plain table. */
static void after_steps(field *f) {
    static const int many[] = {512, 2304, 10000}, steps[] = {300, 1000, 2500, 0};
    int j, k, i;
    printf("    m  300 steps a part      1000              2500              by default\n");
    for (j = 0; j < 3; j++) {
        fpm_rect *part = (fpm_rect *)need((size_t)many[j], sizeof *part);
        printf("%5d", many[j]);
        for (k = 0; k < 4; k++) {
            fpm_rect_options o = FPM_ZERO;
            fpm_info info;
            fpm_rect_outputs out;
            double least = 1e9;
            o.compact = FPM_EXACT;                         /* evenness alone */
            o.max_work = 30 * (int64_t)steps[k] * many[j]; /* 30 ns a step */
            for (i = 0; i < RUNS; i++) {
                double start = seconds();
                if (fpm_rect_partition(&f->grid, many[j], &o, part, &out, &info) < 0) exit(1);
                least = fmin(least, seconds() - start);
            }
            printf("  %7.1f  %6.4f %%", least / f->plain, 100 * info.imbalance);
        }
        printf("\n");
        free(part);
    }
}

/* The least number of parts, by default partitions alone: upwards from the load over the limit, one
   by one, until the call meets the limit. */
static int one_by_one(const fpm_grid *grid, double limit, fpm_rect *part) {
    int m = (int)ceil((double)grid->total / limit);
    fpm_info info;
    while (fpm_rect_partition(grid, m, NULL, part, NULL, &info) >= 0 && info.makespan > limit) m++;
    return m;
}

/* The fewest rectangles within the mean load of 64 and 256 parts, and within 3 % more. */
static void fewest(const field *f) {
    static const int of[] = {64, 256};
    static const double above[] = {1, 1.03};
    fpm_rect *part = (fpm_rect *)need(4096, sizeof *part);
    int i, k;
    for (i = 0; i < 2; i++)
        for (k = 0; k < 2; k++) {
            double limit = floor(above[k] * (double)f->grid.total / of[i]), t = seconds(), u;
            fpm_info info;
            int plain;
            if (fpm_rect_fewest(&f->grid, 4096, limit, NULL, part, NULL, &info) < 0) exit(1);
            t = seconds() - t;
            u = seconds();
            plain = one_by_one(&f->grid, limit, part);
            u = seconds() - u;
            printf("%-12s %6d  %4.2f %8.0f %8.0f %9.1f %12d %9.1f\n", f->name, of[i], above[k],
                   info.cost, info.least, 1e3 * t, plain, 1e3 * u);
        }
    free(part);
}

/* ---- equal tiles, beside all pairs ---- */

enum { MASK_MOST = 64 * 128 };

static int64_t mask[MASK_MOST], wet[65 * 129];

/* Where side i of `count` begins: sides alike but the last one, or sides that differ by one. */
static int64_t tile_begin(int form, int64_t length, int64_t side, int64_t count, int64_t i) {
    int64_t at = form == FPM_TILES_EVEN ? i * length / count : i * side;
    return at < length ? at : length;
}

/* The tiles of so many rows and columns of tiles that have load. */
static int64_t tiles_kept(int form, const int64_t *length, const int64_t *side,
                          const int64_t *count) {
    int64_t i, j, kept = 0, across = length[1] + 1;
    for (i = 0; i < count[0]; i++)
        for (j = 0; j < count[1]; j++) {
            int64_t r0 = tile_begin(form, length[0], side[0], count[0], i);
            int64_t r1 = tile_begin(form, length[0], side[0], count[0], i + 1);
            int64_t c0 = tile_begin(form, length[1], side[1], count[1], j);
            int64_t c1 = tile_begin(form, length[1], side[1], count[1], j + 1);
            int64_t load = wet[r1 * across + c1] - wet[r0 * across + c1] - wet[r1 * across + c0] +
                           wet[r0 * across + c0];
            if (load > 0) kept++;
        }
    return kept;
}

/* The cells of the least tiles of which at most p have load: all pairs, one after the other. */
static int64_t all_pairs(int form, int64_t rows, int64_t cols, int p) {
    int64_t length[2], x[2], side[2], count[2], least = rows * cols;
    int k;
    length[0] = rows;
    length[1] = cols;
    for (x[0] = 1; x[0] <= rows; x[0]++)
        for (x[1] = 1; x[1] <= cols; x[1]++) { /* numbers of tiles, or sides */
            for (k = 0; k < 2; k++) {
                int64_t other = (length[k] + x[k] - 1) / x[k];
                side[k] = form == FPM_TILES_EVEN ? other : x[k];
                count[k] = form == FPM_TILES_EVEN ? x[k] : other;
            }
            if (form == FPM_TILES_DIVIDE && (rows % x[0] || cols % x[1])) continue;
            if (side[0] * side[1] >= least) continue;
            if (tiles_kept(form, length, side, count) <= p) least = side[0] * side[1];
        }
    return least;
}

/* A mask of tests/data, 0 and 1, and the sums of its cells. */
static void read_mask(const char *name, int64_t rows, int64_t cols) {
    FILE *file = fopen(name, "r");
    int64_t r, c;
    int value;
    if (!file) exit(1);
    for (r = 0; r < rows; r++)
        for (c = 0; c < cols; c++) {
            if (fscanf(file, "%d", &value) != 1) exit(1);
            mask[r * cols + c] = value;
            wet[(r + 1) * (cols + 1) + c + 1] = value + wet[r * (cols + 1) + c + 1] +
                                                wet[(r + 1) * (cols + 1) + c] -
                                                wet[r * (cols + 1) + c];
        }
    fclose(file);
}

static void tiles_of_mask(const char *name, int64_t rows, int64_t cols) {
    static const int of[] = {16, 64, 256};
    static const char *const form[] = {"even", "divide", "short"};
    fpm_rect part[256];
    fpm_grid grid;
    int k, j;
    memset(wet, 0, sizeof wet);
    read_mask(name, rows, cols);
    if (fpm_grid_init(&grid, rows, cols, mask, 0, NULL, NULL) < 0) exit(1);
    for (k = 0; k < 3; k++)
        for (j = FPM_TILES_EVEN; j <= FPM_TILES_SHORT; j++) {
            fpm_tiles_options o = FPM_ZERO;
            fpm_tiles tiles = FPM_ZERO;
            fpm_info info;
            double t = seconds(), u;
            int64_t least;
            o.form = j;
            if (fpm_tiles_partition(&grid, of[k], &o, part, &tiles, &info) < 0) exit(1);
            t = seconds() - t;
            u = seconds();
            least = all_pairs(j, rows, cols, of[k]);
            u = seconds() - u;
            printf("%3d x %-3d %5d %-7s %3d x %-3d %5d %6d %8.2f %10d %8.2f%s\n", (int)rows,
                   (int)cols, of[k], form[j], (int)tiles.down, (int)tiles.across, (int)tiles.kept,
                   (int)tiles.cells, 1e3 * t, (int)least, 1e3 * u,
                   least == tiles.cells ? "" : " DIFFERS");
        }
    fpm_grid_free(&grid);
}

static void tiles_of_masks(void) {
    bench_head("equal tiles of two oceans: fpm_tiles_partition");
    printf("# beside all pairs of sides, one after the other; ms of CPU\n"
           "sea           p form       tiles  kept  cells       ms  all pairs       ms\n");
    tiles_of_mask("tests/data/ocean_40x90.txt", 40, 90);
    tiles_of_mask("tests/data/ocean_64x128.txt", 64, 128);
}

int main(int argc, char **argv) {
    static const int kind[] = {ORACLE_FLOW, ORACLE_UNIFORM, ORACLE_CLUSTERED, ORACLE_DIAGONAL,
                               ORACLE_MULTIPEAK};
    int all = argc > 1 && !strcmp(argv[1], "all");
    field f;
    size_t i;
    if (argc > 1 && !strcmp(argv[1], "fewest")) {
        bench_head("rectangles: fpm_rect_fewest, 512 x 512");
        printf(
            "# limit: so many times the mean load of m parts; one by one: the first number from\n"
            "# the bound up for which fpm_rect_partition alone meets the limit; seconds of CPU\n"
            "field             m limit   fewest    bound        ms   one by one        ms\n");
        for (i = 0; i < 3; i++) {
            field_make(&f, kind[i], 512);
            fewest(&f);
            field_free(&f);
        }
        return 0;
    }
    if (argc > 1 && !strcmp(argv[1], "tiles")) {
        tiles_of_masks();
        return 0;
    }
    bench_head("rectangles: fpm_rect_partition");
    if (argc > 1 && !strcmp(argv[1], "oceans")) return oceans(), 0;
    for (i = 0; i < 3 && argc > 1 && !strcmp(argv[1], "steps"); i++) {
        field_make(&f, i == 0 ? PARTICLES : i == 1 ? TREES : NEARLY_EVEN, 2048);
        after_steps(&f);
        field_free(&f);
    }
    if (i == 3) return 0;
#ifdef HAVE_ZOLTAN
    float version;
    if (Zoltan_Initialize(argc, argv, &version) != ZOLTAN_OK) return 1;
#endif
    for (i = 0; i < sizeof kind / sizeof kind[0]; i++) {
        field_make(&f, kind[i], 2048);
        classes(&f, 2304);
#ifdef HAVE_ZOLTAN
        peer(&f);
#endif
        field_free(&f);
        field_make(&f, kind[i], 512);
        exact(&f);
        field_free(&f);
        if (!all) continue;
        field_make(&f, kind[i], 4096);
        classes(&f, 10000);
        field_free(&f);
    }
    oceans();
#ifdef HAVE_ZOLTAN
    MPI_Finalize();
#endif
    return 0;
}
