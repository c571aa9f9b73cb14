/* Tiles of matrices: how long arrangements take, how near they come to the bounds, and what models
   by area and by both sides gain over each other on surfaces that are known. */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"

enum { MOST = 10000 };
static double area[MOST];
static fpm_tile tile[MOST];
static fpm_matrix_outputs out;

static void random_areas(int p, double range) {
    int i;
    for (i = 0; i < p; i++) area[i] = exp(log(range) * bench_random());
}

static double timed(int64_t n, int p, int arrangement, fpm_info *info) {
    fpm_matrix_options opts = FPM_ZERO;
    double started = bench_now();
    opts.arrangement = arrangement;
    if (arrangement == FPM_MATRIX_AUTO) opts.compact = FPM_EXACT;
    if (fpm_matrix_areas(n, n, p, area, &opts, tile, &out, info) < 0) exit(1);
    return bench_now() - started;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* The plain recurrence over sorted areas: the least half-perimeter in units of the side. */
static double plain(int p) {
    static double best[MOST + 1], sum[MOST + 1];
    int i, j;
    qsort(area, (size_t)p, sizeof *area, by_size);
    for (i = 0; i < p; i++) sum[i + 1] = sum[i] + area[i];
    for (j = 1; j <= p; j++)
        for (best[j] = 1e300, i = 0; i < j; i++) {
            double cost = best[i] + 1 + (j - i) * (sum[j] - sum[i]) / sum[p];
            if (cost < best[j]) best[j] = cost;
        }
    return best[p];
}

static void columns(void) {
    static const int procs[] = {10, 100, 1000, 10000};
    fpm_info info;
    int i, rep;
    printf(
        "\n# columns: arrangement and whole tiles of a 10^5 by 10^5 matrix; the plain recurrence "
        "(arrangement\n# alone, O(p^2)); makespan of the tiles over that of the real areas\n");
    printf("     p  columns+tiles      plain  half-perimeters  makespan    memory\n");
    for (i = 0; i < 4; i++) {
        double took[3], started, theirs, half;
        random_areas(procs[i], 1000);
        for (rep = 0; rep < 3; rep++)
            took[rep] = timed(100000, procs[i], FPM_MATRIX_COLUMNS, &info);
        started = bench_now();
        half = plain(procs[i]) * 1e5;
        theirs = bench_now() - started;
        printf("%6d  %10.5f s %9.5f s  %15s  %8.6f %6.1f KB\n", procs[i], bench_median(took, 3),
               theirs, fabs(half / out.half_perimeter - 1) < 1e-11 ? "same" : "DIFFERENT",
               info.makespan, (double)info.bytes / 1e3);
    }
}

/* Ratio to the bound valid for rectangles: median, 90 % and worst. */
static void distribution(void) {
    static const int low[] = {2, 4, 8, 16, 40}, high[] = {3, 7, 15, 39, 100};
    enum { ROUNDS = 100 };
    double ratio[ROUNDS];
    fpm_info info;
    int band, k;
    printf(
        "\n# half-perimeter over the bound for rectangles, areas spread over 1 : 10 to 1 : 1000, "
        "%d instances\n# a row: median, 90 %%, worst\n",
        ROUNDS);
    printf("       p          columns\n");
    for (band = 0; band < 5; band++) {
        for (k = 0; k < ROUNDS; k++) {
            int p = (int)bench_between(low[band], high[band] + 0.999);
            random_areas(p, pow(10, 1 + k % 3));
            timed(1000, p, FPM_MATRIX_COLUMNS, &info);
            ratio[k] = out.half_perimeter / out.rectangle_bound;
        }
        bench_median(ratio, ROUNDS);
        printf("%3d .. %3d   %6.4f %6.4f %6.4f\n", low[band], high[band], ratio[ROUNDS / 2],
               ratio[ROUNDS * 9 / 10], ratio[ROUNDS - 1]);
    }
}

/* Whole tiles: the exact search for an arrangement against rounding widths and heights of the same
   arrangement by largest remainders. */
static void largest_remainders(int count, const double *part, int64_t total, int64_t *size) {
    double sum = 0;
    int64_t left = total;
    int k, at = 0;
    for (k = 0; k < count; k++) sum += part[k];
    for (k = 0; k < count; k++) {
        size[k] = (int64_t)(part[k] / sum * (double)total);
        if (size[k] < 1) size[k] = 1;
        left -= size[k];
    }
    for (; left != 0; left += left > 0 ? -1 : 1) {
        double most = -1e300;
        for (k = 0; k < count; k++) {
            double off = part[k] / sum * (double)total - (double)size[k];
            if (left < 0) off = size[k] > 1 ? -off : -1e200;
            if (off > most) most = off, at = k;
        }
        size[at] += left > 0 ? 1 : -1;
    }
}

static double rounded(int64_t n, int p) {
    static int64_t start[100], wide[100], tall[100];
    double width[100], part[100], sum = 0, worst = 0;
    int c, i, k, columns = 0, member[100];
    for (i = 0; i < p; i++) sum += area[i];
    for (i = 0; i < p; i++) {
        for (c = 0; c < columns && start[c] != tile[i].c0; c++) {}
        if (c == columns) start[columns] = tile[i].c0, width[columns++] = 0;
        width[c] += area[i];
    }
    largest_remainders(columns, width, n, wide);
    for (c = 0; c < columns; c++) {
        for (k = i = 0; i < p; i++)
            if (tile[i].c0 == start[c]) part[k] = area[i], member[k++] = i;
        largest_remainders(k, part, n, tall);
        for (i = 0; i < k; i++) {
            double time = (double)(tall[i] * wide[c]) / (area[member[i]] / sum * (double)(n * n));
            worst = time > worst ? time : worst;
        }
    }
    return worst;
}

static void whole(void) {
    static const int64_t sides[] = {50, 200, 1000, 10000};
    enum { ROUNDS = 50 };
    int s, k;
    printf("\n# whole tiles of 16 processors (1 : 100): time over the ideal, median (worst)\n");
    printf("  side   rounded columns     best of the columns    auto\n");
    for (s = 0; s < 4; s++) {
        double ratio[3][ROUNDS];
        fpm_info info;
        for (k = 0; k < ROUNDS; k++) {
            random_areas(16, 100);
            timed(sides[s], 16, FPM_MATRIX_COLUMNS, &info);
            ratio[0][k] = rounded(sides[s], 16), ratio[1][k] = info.makespan;
            timed(sides[s], 16, FPM_MATRIX_AUTO, &info);
            ratio[2][k] = info.makespan;
        }
        printf("%6d", (int)sides[s]);
        for (k = 0; k < 3; k++) {
            bench_median(ratio[k], ROUNDS);
            printf("   %7.4f (%7.4f)", ratio[k][ROUNDS / 2], ratio[k][ROUNDS - 1]);
        }
        printf("\n");
    }
}

/* ---- models in two dimensions ---- */

enum { GRID = 12, PROCS = 64 };
static fpm_model2d surface[PROCS];
static fpm_proc2d pairs[PROCS];
static fpm_model square[PROCS];
static fpm_proc procs[PROCS];
static int64_t size[PROCS][GRID];
static double squares[PROCS][GRID];

/* A time with a favourite shape and a memory that fills.  ALIKE: wide tiles are quick; MIXED: for
   half of the processors tall ones are, by up to four times; ROWS: rows that outgrow a cache cost
   three times as much. */
enum { ALIKE, MIXED, ROWS, KINDS };

static double truth(int kind, double speed, double favour, double memory, double side, double m,
                    double n) {
    double a = m * n, t = a / speed;
    if (kind == ROWS) return t * (1 + 2 * fmin(1, fmax(0, n / side - favour) * 10));
    if (kind == MIXED) t *= 1 + 6 * fabs(favour - 0.5) * (favour < 0.5 ? n : m) / (m + n);
    else t *= 1 + favour * m / (m + n);
    return t + (a > memory ? 4 * (a - memory) / speed : 0);
}

static void surfaces(int kind, int p, double side) {
    int i, j;
    for (i = 0; i < p; i++) {
        int64_t m[GRID * GRID], n[GRID * GRID];
        double t[GRID * GRID], speed = bench_between(1, 10) * 1e8, favour = bench_between(0, 1);
        double memory = bench_between(0.5, 4) * side * side / p;
        for (j = 0; j < GRID * GRID; j++) {
            m[j] = (int64_t)(side * pow(2, j / GRID - GRID + 1)) + 1;
            n[j] = (int64_t)(side * pow(2, j % GRID - GRID + 1)) + 1;
            t[j] = truth(kind, speed, favour, memory, side, (double)m[j], (double)n[j]);
        }
        for (j = 0; j < GRID; j++)
            size[i][j] = m[j * GRID] * m[j * GRID], squares[i][j] = t[j * GRID + j];
        if (fpm_model2d_init(&surface[i], GRID * GRID, m, n, t, NULL, NULL) < 0 ||
            fpm_model_init(&square[i], FPM_PIECEWISE, GRID, size[i], squares[i], &bench_borrowed,
                           NULL) < 0)
            exit(1);
        pairs[i].model = &surface[i];
        procs[i].model = &square[i];
    }
}

/* The makespan of the tiles under the models in two dimensions. */
static double judged(int p) {
    double worst = 0, t;
    int i;
    for (i = 0; i < p; i++)
        if (fpm_model2d_time(&surface[i], tile[i].r1 - tile[i].r0, tile[i].c1 - tile[i].c0, &t) >=
            0)
            worst = t > worst ? t : worst;
    return worst;
}

static void both_sides(void) {
    static const int counts[] = {4, 16, 64};
    static const char *const name[] = {"by area", "columns (three steps)", "auto"};
    int c, way, i, rep;
    printf(
        "\n# models by both sides, a 20000 by 20000 matrix, 7 instances: makespan over the best of "
        "the three in\n# the mean (worst), and median seconds\n");
    for (c = 0; c < 3; c++) {
        double ratio[3][7], took[3][7];
        int p = counts[c];
        for (rep = 0; rep < 7; rep++) {
            double makespan[3], best = 1e300;
            surfaces(ALIKE, p, 20000);
            for (way = 0; way < 3; way++) {
                fpm_matrix_options opts = FPM_ZERO;
                double started = bench_now();
                int status;
                opts.arrangement = way < 2 ? FPM_MATRIX_COLUMNS : FPM_MATRIX_AUTO;
                if (way == 2) opts.compact = FPM_EXACT;
                status =
                    way ? fpm_matrix_partition2d(20000, 20000, p, pairs, &opts, tile, NULL, NULL)
                        : fpm_matrix_partition(20000, 20000, p, procs, &opts, tile, NULL, NULL);
                took[way][rep] = bench_now() - started;
                if (status < 0) exit(1);
                makespan[way] = judged(p);
                best = makespan[way] < best ? makespan[way] : best;
            }
            for (way = 0; way < 3; way++) ratio[way][rep] = makespan[way] / best;
            for (i = 0; i < p; i++) fpm_model2d_free(&surface[i]);
        }
        for (way = 0; way < 3; way++) {
            double mean = 0;
            for (rep = 0; rep < 7; rep++) mean += ratio[way][rep] / 7;
            bench_median(ratio[way], 7);
            printf("p %2d  %-22s %8.4f (%8.4f)  %9.4f s\n", p, name[way], mean, ratio[way][6],
                   bench_median(took[way], 7));
        }
    }
}

/* ---- who shares a column: all ways ---- */

enum { SMALL = 6 };
static int member[SMALL][SMALL], members[SMALL];

/* The width of a column whose heights, each as large as the time allows, fill the side. */
static int64_t widest(int c, int64_t side, int flip, double time) {
    int64_t low = 0, high = side;
    while (low < high) {
        int64_t w = low + (high - low + 1) / 2, sum = 0;
        int k;
        for (k = 0; k < members[c]; k++) {
            const fpm_model2d *s = &surface[member[c][k]];
            int64_t from = 0, to = side;
            while (from < to) {
                int64_t h = from + (to - from + 1) / 2;
                double t = 0;
                fpm_model2d_time(s, flip ? w : h, flip ? h : w, &t);
                if (t <= time) from = h;
                else to = h - 1;
            }
            sum += from;
        }
        if (sum >= side) low = w;
        else high = w - 1;
    }
    return low;
}

static int done_in(int columns, int64_t side, int flip, double time) {
    int64_t sum = 0;
    int c;
    for (c = 0; c < columns; c++) sum += widest(c, side, flip, time);
    return sum >= side;
}

/* The least makespan, to 1e-6, of `best` and all ways to put processors i .. p - 1 into columns. */
static double best_of_all(int p, int i, int columns, int64_t side, int flip, double best) {
    double low, high = best * (1 - 1e-6);
    int c;
    for (c = 0; c <= columns && i < p; c++) {
        member[c][members[c]++] = i;
        best = best_of_all(p, i + 1, columns + (c == columns), side, flip, best);
        members[c]--;
    }
    if (i < p || !done_in(columns, side, flip, high)) return best;
    for (low = high / 2; done_in(columns, side, flip, low);) low /= 2;
    while (high - low > 1e-6 * high) {
        double middle = (low + high) / 2;
        if (done_in(columns, side, flip, middle)) high = middle;
        else low = middle;
    }
    return high;
}

/* AUTO without exchanges between columns and with them, over the best of all columns and rows, or,
   where these are too many, over each other. */
static void exchanges(void) {
    static const char *const name[KINDS] = {"alike", "mixed", "rows"};
    static const int counts[] = {3, 4, 5, 6, 16, 64};
    enum { MOST_ROUNDS = 60 };
    int kind, c, rep, way, i;
    printf(
        "\n# who shares a column: auto over the best of all columns and rows (p <= %d, side 2000), "
        "or over\n# the better of the two (side 20000): mean (worst), optimal, median seconds\n",
        (int)SMALL);
    printf("surfaces   p  rounds   without exchanges                     with\n");
    for (kind = 0; kind < KINDS; kind++)
        for (c = 0; c < 6; c++) {
            int p = counts[c], rounds = p <= SMALL ? MOST_ROUNDS : p < 64 ? 10 : 3;
            int64_t side = p <= SMALL ? 2000 : 20000;
            double ratio[2][MOST_ROUNDS], took[2][MOST_ROUNDS], mean[2] = {0, 0};
            int optimal[2] = {0, 0};
            for (rep = 0; rep < rounds; rep++) {
                double best;
                surfaces(kind, p, (double)side);
                for (way = 0; way < 2; way++) {
                    fpm_matrix_options opts = FPM_ZERO;
                    double started = bench_now();
                    opts.max_work = way ? 0 : 1, opts.compact = FPM_EXACT;
                    if (fpm_matrix_partition2d(side, side, p, pairs, &opts, tile, NULL, NULL) < 0)
                        exit(1);
                    took[way][rep] = bench_now() - started;
                    ratio[way][rep] = judged(p);
                }
                best = fmin(ratio[0][rep], ratio[1][rep]);
                for (i = 0; i < 2 && p <= SMALL; i++) best = best_of_all(p, 0, 0, side, i, best);
                for (way = 0; way < 2; way++) {
                    ratio[way][rep] /= best;
                    mean[way] += ratio[way][rep] / rounds;
                    optimal[way] += ratio[way][rep] < 1 + 1e-5;
                }
                for (i = 0; i < p; i++) fpm_model2d_free(&surface[i]);
            }
            printf("%-8s %3d  %6d", name[kind], p, rounds);
            for (way = 0; way < 2; way++) {
                bench_median(ratio[way], rounds);
                printf("   %6.4f (%6.4f) %3d %8.4f s", mean[way], ratio[way][rounds - 1],
                       optimal[way], bench_median(took[way], rounds));
            }
            printf("\n");
        }
}

/* ---- measured tiles ---- */

/* Kinds of processors whose time for h by w blocks of 32 by 32 elements is rough by up to `noise`:
   each as a discrete model and as a smooth one of the same points. */
static fpm_model2d rough[PROCS];

static void rough_models(int kinds, int blocks, double noise) {
    int64_t count = (int64_t)blocks * blocks, k;
    int64_t *m = malloc((size_t)count * sizeof *m), *n = malloc((size_t)count * sizeof *n);
    double *t = malloc((size_t)count * sizeof *t);
    int i;
    if (!m || !n || !t) exit(1);
    for (i = 0; i < kinds; i++) {
        double speed = bench_between(1, 10), small = bench_between(0, 1);
        for (k = 0; k < count; k++) {
            double h = (double)(k / blocks + 1), w = (double)(k % blocks + 1);
            m[k] = 32 * (int64_t)h;
            n[k] = 32 * (int64_t)w;
            t[k] = 1e-6 * h * w / speed * (1 + small / h + small / w);
            t[k] *= 1 + noise * bench_random();
        }
        if (fpm_model2d_discrete(&rough[i], count, m, n, t, NULL, NULL) < 0 ||
            fpm_model2d_init(&surface[i], count, m, n, t, NULL, NULL) < 0)
            exit(1);
    }
    free(m);
    free(n);
    free(t);
}

/* The makespan of the tiles by the times that were measured. */
static double rough_makespan(int p, int kinds) {
    double worst = 0, t;
    int i;
    for (i = 0; i < p; i++)
        if (fpm_model2d_time(&rough[i % kinds], tile[i].r1 - tile[i].r0, tile[i].c1 - tile[i].c0,
                             &t) >= 0)
            worst = t > worst ? t : worst;
    return worst;
}

static void measured(void) {
    static const int blocks[] = {24, 64, 64, 64, 64, 512, 512};
    static const int p[] = {6, 12, 12, 64, 64, 12, 64};
    static const int kinds[] = {6, 12, 12, 2, 64, 12, 2};
    static const double noise[] = {1, 0, 1, 1, 1, 1, 1};
    int c, i, way;
    printf(
        "\n# measured tiles (discrete models), auto, matrices of blocks x blocks: proven best of\n"
        "# columns and rows (64 kinds: not proven); over the bound for any rectangles, and "
        "for columns\n"
        "# and rows; smooth models of the same points (auto) over it, judged by the measured "
        "times\n");
    printf("blocks   p  kinds  noise     seconds       MB    over bound  of columns  smooth "
           "over it\n");
    for (c = 0; c < 7; c++) {
        double makespan[2], took = 0;
        fpm_info info[2];
        fpm_matrix_outputs found[2];
        rough_models(kinds[c], blocks[c], noise[c]);
        for (way = 0; way < 2; way++) {
            fpm_matrix_options opts = FPM_ZERO;
            double started = bench_now();
            opts.compact = FPM_EXACT;
            opts.block = 32;
            for (i = 0; i < p[c]; i++)
                pairs[i].model = way ? &surface[i % kinds[c]] : &rough[i % kinds[c]];
            if (fpm_matrix_partition2d(32 * blocks[c], 32 * blocks[c], p[c], pairs, &opts, tile,
                                       &found[way], &info[way]) < 0)
                exit(1);
            if (way == 0) took = bench_now() - started;
            makespan[way] = rough_makespan(p[c], kinds[c]);
        }
        printf("%6d %3d %6d  %5.1f  %10.4f %8.2f  %12.4f  %10.4f  %14.4f\n", blocks[c], p[c],
               kinds[c], noise[c], took, (double)info[0].bytes / 1e6, info[0].gap + 1,
               info[0].makespan / found[0].class_bound, makespan[1] / makespan[0]);
        for (i = 0; i < kinds[c]; i++) {
            fpm_model2d_free(&surface[i]);
            fpm_model2d_free(&rough[i]);
        }
    }
}

/* ---- measured tiles: cuts beside columns and rows ---- */

/* Tables of all tiles of side by side blocks, of times that are rough by so much. */
static void rough_tiles(int p, int side, double noise) {
    static int64_t m[64 * 64], n[64 * 64];
    static double t[64 * 64];
    int i, h, w, count;
    for (i = 0; i < p; i++) {
        double speed = exp(2 * bench_random());
        for (count = 0, h = 1; h <= side; h++)
            for (w = 1; w <= side; w++, count++) {
                m[count] = h;
                n[count] = w;
                t[count] = h * w / speed * (1 + noise * bench_random());
            }
        if (fpm_model2d_discrete(&surface[i], count, m, n, t, NULL, NULL) < 0) exit(1);
        pairs[i].model = &surface[i];
    }
}

/* The makespan of proven tiles; seconds are added to *took. */
static double proven_makespan(int p, int side, int way, double *took) {
    fpm_matrix_options opts = FPM_ZERO;
    double started = bench_now();
    fpm_info info;
    opts.arrangement = way;
    if (fpm_matrix_partition2d(side, side, p, pairs, &opts, tile, NULL, &info) < 0) exit(1);
    *took += bench_now() - started;
    return info.makespan;
}

static void cuts(void) {
    static const int counts[] = {4, 6, 8, 10}, sides[] = {24, 64};
    int c, s, rep, noise, i;
    printf(
        "\n# cuts: measured tiles, the better of columns and rows over all cuts, both proven, and "
        "seconds of each; 3 instances\n"
        "# blocks   p  noise  columns/cuts   columns, rows        cuts\n");
    for (s = 0; s < 2; s++)
        for (c = 0; c < 4; c++)
            for (noise = 0; noise < 2; noise++) {
                double ratio = 0, lines = 0, took = 0;
                memset(pairs, 0, sizeof pairs);
                for (rep = 0; rep < 3; rep++) {
                    double columns, rows, best;
                    rough_tiles(counts[c], sides[s], noise);
                    columns = proven_makespan(counts[c], sides[s], FPM_MATRIX_COLUMNS, &lines);
                    rows = proven_makespan(counts[c], sides[s], FPM_MATRIX_ROWS, &lines);
                    best = proven_makespan(counts[c], sides[s], FPM_MATRIX_CUTS, &took);
                    ratio += (columns < rows ? columns : rows) / best / 3;
                    for (i = 0; i < counts[c]; i++) fpm_model2d_free(&surface[i]);
                }
                printf("%8d  %2d  %3d %%  %12.3f  %13.4f s  %8.4f s\n", sides[s], counts[c],
                       100 * noise, ratio, lines / 3, took / 3);
            }
}

int main(void) {
    bench_head("bench_matrix");
    columns();
    distribution();
    whole();
    both_sides();
    exchanges();
    measured();
    cuts();
    return 0;
}
