/* A ragged profile, measured: two cores of one machine run a plain matrix product, or a plain FFT
   of any length, whose times have teeth.  What models made of a few points cost on such profiles:
   the comparison of PaCT 2011 (straight lines restricted in shape against Akima splines), and the
   optimum of TPDS 2018 against both.

   The points were measured twice, minutes apart: shares are found from the one half and judged by
   the other, since the best of many noisy times looks better than it is.

   usage: bench_profile [DIR]            of DIR/first and DIR/second (bench/data), measured before
          bench_profile work KIND W D    the work itself, D rows, W columns at a time
          bench_profile run DIR          that work at shares found from DIR/second, on both cores
                                         at once: the lines of DIR/second/runs.txt */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"
#include <inttypes.h>

enum { KINDS = 2, CORES = 2, HALVES = 2, SIZES = 320, APART = 5, MOST = 8, PLACES = 6, RUNS = 11 };

static const char *const kind_name[KINDS] = {"product", "fft"};

/* ---- the work: D rows, which a core keeps as a slab of its own.  Cores of one machine are of one
   kind: that they differ, the second takes two columns at a time, W = 2 ---- */

/* C += A B by dot products, W columns of C at a time.  A is D by INNER, column by column, so that a
   row of it lies in INNER lines of the cache, D numbers apart: where D is a multiple of a high
   power of 2 they are of the same sets, and drive each other out. */
enum { INNER = 192, OUTER = 32 };

static void product(int64_t d, int w, const double *a, const double *b, double *c) {
    int64_t i, j, k;
    for (j = 0; j < OUTER; j += w)
        for (i = 0; i < d; i++) {
            double sum[2] = {0, 0};
            if (w == 1)
                for (k = 0; k < INNER; k++) sum[0] += a[k * d + i] * b[j * INNER + k];
            else
                for (k = 0; k < INNER; k++) {
                    sum[0] += a[k * d + i] * b[j * INNER + k];
                    sum[1] += a[k * d + i] * b[(j + 1) * INNER + k];
                }
            c[j * d + i] += sum[0];
            if (w > 1) c[(j + 1) * d + i] += sum[1];
        }
}

/* Columns of D complex numbers are transformed, W at a time side by side: mixed radix, the smallest
   factors first, O(r) a number for a factor r.  Where D has a large prime factor it rules. */
enum { COLUMNS = 128 };

typedef struct transform {
    int64_t d; /* length */
    int w;
    double *root, *t; /* d roots of unity; room for r numbers of w columns */
} transform;

static void passes(const transform *f, int64_t n, int64_t stride, const double *in, double *out) {
    int64_t m, r = n % 4 == 0 ? 4 : 2, j, k, q;
    int w = f->w, c;
    if (n == 1) {
        memcpy(out, in, 2 * (size_t)w * sizeof *out);
        return;
    }
    while (n % r) r++;
    m = n / r;
    for (q = 0; q < r; q++) passes(f, m, stride * r, in + 2 * w * q * stride, out + 2 * w * q * m);
    for (k = 0; k < m; k++) {
        for (q = 0; q < r; q++) {
            const double *u = f->root + 2 * (q * k * stride), *x = out + 2 * w * (q * m + k);
            double *t = f->t + 2 * w * q;
            for (c = 0; c < w; c++) {
                t[2 * c] = x[2 * c] * u[0] - x[2 * c + 1] * u[1];
                t[2 * c + 1] = x[2 * c] * u[1] + x[2 * c + 1] * u[0];
            }
        }
        for (j = 0; j < r; j++) {
            double sum[4] = {0, 0, 0, 0}, *y = out + 2 * w * (j * m + k);
            int64_t at = 0;
            for (q = 0; q < r; q++) {
                const double *u = f->root + 2 * (at * (f->d / r)), *t = f->t + 2 * w * q;
                for (c = 0; c < w; c++) {
                    sum[2 * c] += t[2 * c] * u[0] - t[2 * c + 1] * u[1];
                    sum[2 * c + 1] += t[2 * c] * u[1] + t[2 * c + 1] * u[0];
                }
                at = at + j < r ? at + j : at + j - r;
            }
            memcpy(y, sum, 2 * (size_t)w * sizeof *y);
        }
    }
}

static transform transform_make(int64_t d, int w) {
    transform f;
    int64_t i;
    f.d = d, f.w = w;
    f.root = (double *)need((size_t)(2 * d), sizeof(double));
    f.t = (double *)need((size_t)(2 * d * w), sizeof(double));
    for (i = 0; i < d; i++) {
        double turn = -6.283185307179586 * (double)i / (double)d;
        f.root[2 * i] = cos(turn), f.root[2 * i + 1] = sin(turn);
    }
    return f;
}

/* What a core does for its d rows, and a number made of all results. */
static double work(int kind, int w, int64_t d) {
    double sum = 0;
    int64_t i;
    if (d < 1 || w < 1 || w > 2) exit(1);
    if (kind == 0) {
        double *a = (double *)need((size_t)(d * INNER), sizeof *a);
        double *b = (double *)need(INNER * OUTER, sizeof *b);
        double *c = (double *)need((size_t)(d * OUTER), sizeof *c);
        for (i = 0; i < d * INNER; i++) a[i] = (double)(i % 7);
        for (i = 0; i < INNER * OUTER; i++) b[i] = (double)(i % 5);
        product(d, w, a, b, c);
        for (i = 0; i < d * OUTER; i++) sum += c[i];
        free(a), free(b), free(c);
    } else {
        transform f = transform_make(d, w);
        double *x = (double *)need((size_t)(2 * d * COLUMNS), sizeof *x);
        double *y = (double *)need((size_t)(2 * d * w), sizeof *y);
        for (i = 0; i < 2 * d * COLUMNS; i++) x[i] = (double)(i % 7);
        for (i = 0; i < COLUMNS; i += w) {
            passes(&f, d, 1, x + 2 * d * i, y);
            sum += y[0] + y[2 * d * w - 1];
        }
        free(f.root), free(f.t), free(x), free(y);
    }
    return sum;
}

/* The transform of a few lengths against its definition. */
static void transform_check(void) {
    static const int length[] = {1, 2, 12, 35, 64, 74};
    double off = 0;
    int l, w, c, i, j;
    for (l = 0; l < 6; l++)
        for (w = 1; w <= 2; w++) {
            double x[2 * 74 * 2], y[2 * 74 * 2];
            int n = length[l];
            transform f = transform_make(n, w);
            for (i = 0; i < 2 * n * w; i++) x[i] = bench_random();
            passes(&f, n, 1, x, y);
            for (j = 0; j < n; j++)
                for (c = 0; c < w; c++) {
                    double re = 0, im = 0;
                    for (i = 0; i < n; i++) {
                        const double *u = f.root + 2 * (i * j % n), *v = x + 2 * (i * w + c);
                        re += v[0] * u[0] - v[1] * u[1], im += v[0] * u[1] + v[1] * u[0];
                    }
                    off = fmax(off, fabs(re - y[2 * (j * w + c)]));
                    off = fmax(off, fabs(im - y[2 * (j * w + c) + 1]));
                }
            free(f.root), free(f.t);
        }
    if (!(off < 1e-11)) exit((printf("the transform is wrong by %g\n", off), 1));
}

/* ---- partitions by models of the points ---- */

/* The points of both cores: multiples of `step`, all of them, up to `high`, in two halves. */
typedef struct profile {
    fpm_points core[HALVES][CORES];
    int64_t step, high;
    int count; /* of the points that some models see */
    int64_t some_size[HALVES][CORES][SIZES];
    double some_seconds[HALVES][CORES][SIZES];
} profile;

enum { EVEN, CONSTANT, SHAPED, AKIMA, SHAPED_ALL, OPTIMUM, DEFAULT, METHODS };
static const char *const half_name[HALVES] = {"first", "second"};
static const int apart[APART] = {1, 2, 4, 8, 20}; /* sizes from a point seen to the next */

static profile profile_read(const char *directory, int kind) {
    static char text[1 << 17];
    profile f;
    int h, i, j;
    memset(&f, 0, sizeof f);
    for (h = 0; h < HALVES; h++)
        for (i = 0; i < CORES; i++) {
            fpm_points *points = &f.core[h][i];
            FILE *from;
            size_t length;
            snprintf(text, sizeof text, "%s/%s/%s-%d.pts", directory, half_name[h], kind_name[kind],
                     i + 1);
            from = fopen(text, "rb");
            if (!from) exit((perror(text), 1));
            length = fread(text, 1, sizeof text, from);
            fclose(from);
            if (fpm_points_parse(points, text, length, NULL) < 0) exit(1);
            f.step = points->size[0], f.high = f.step * points->count;
            if (points->count != f.core[0][0].count || points->count > SIZES) exit(1);
            for (j = 0; j < points->count; j++)
                if (points->size[j] != f.step * (j + 1)) exit(1);
        }
    return f;
}

/* Some models see every so many of the points, of which phase says where they begin. */
static void profile_see(profile *f, int every, int phase) {
    int h, i, j;
    for (h = 0; h < HALVES; h++)
        for (i = 0; i < CORES; i++)
            for (f->count = 0, j = every - 1 - phase; j < f->core[h][i].count; j += every) {
                f->some_size[h][i][f->count] = f->core[h][i].size[j];
                f->some_seconds[h][i][f->count++] = f->core[h][i].seconds[j];
            }
}

/* What was measured for a partition, in one half: when the last is done. */
static double measured(const profile *f, int half, int p, const int64_t *d) {
    double last = 0;
    int i;
    for (i = 0; i < p; i++)
        if (d[i] > 0) last = fmax(last, f->core[half][i % CORES].seconds[d[i] / f->step - 1]);
    return last;
}

/* Shares by a method, of n over p processors: both cores, again and again. */
static void shares(const profile *f, int half, int method, int64_t n, int p, int64_t *d) {
    static const int kind[METHODS] = {FPM_SHAPED, FPM_CONSTANT, FPM_SHAPED, FPM_AKIMA,
                                      FPM_SHAPED, FPM_DISCRETE, FPM_AKIMA};
    static const int algorithm[METHODS] = {FPM_EVEN,      FPM_GEOMETRIC, FPM_GEOMETRIC,
                                           FPM_NUMERICAL, FPM_GEOMETRIC, FPM_OPTIMAL};
    fpm_model model[CORES];
    fpm_proc procs[MOST] = FPM_ZERO;
    fpm_options opts = FPM_ZERO;
    int i, status = FPM_OK;
    for (i = 0; i < CORES && status >= 0; i++) {
        fpm_model_options spline = FPM_ZERO;
        const fpm_points *all = &f->core[half][i];
        int some = method == SHAPED || method == AKIMA || method == DEFAULT;
        spline.flags = method == AKIMA ? FPM_PLAIN : 0; /* as the paper has it */
        spline.at = method == CONSTANT ? n / p : 0;
        status = fpm_model_init(&model[i], kind[method], some ? f->count : all->count,
                                some ? f->some_size[half][i] : all->size,
                                some ? f->some_seconds[half][i] : all->seconds, &spline, NULL);
    }
    for (i = 0; i < p; i++) {
        procs[i].model = &model[i % CORES];
        if (method != OPTIMUM) procs[i].grain = f->step, procs[i].max = f->high;
    }
    opts.algorithm = algorithm[method];
    if (status >= 0) status = fpm_partition(n, p, procs, &opts, d, NULL);
    if (status < 0) exit((printf("method %d: %s\n", method, fpm_status_str(status)), 1));
    for (i = 0; i < CORES; i++) fpm_model_free(&model[i]);
}

/* All n between a quarter and three quarters of the sizes measured: the time of each method over
   that of the optimum, geometric means, where models see every so many of the points. */
static void compare(profile *f, int p, int every) {
    double over[METHODS] = {0}, lost = 0, best = 0;
    int64_t d[MOST], cells = 0, better = 0, n, all = p * f->high / f->step;
    int m, phase, half, phases = every < 4 ? every : 4;
    for (half = 0; half < HALVES; half++)
        for (phase = 0; phase < phases; phase++) {
            profile_see(f, every, phase * every / phases);
            for (n = all / 4; n <= 3 * all / 4; n += p, cells++) {
                double t[METHODS];
                for (m = 0; m < METHODS; m++) {
                    shares(f, half, m, n * f->step, p, d);
                    t[m] = measured(f, 1 - half, p, d);
                }
                for (m = 0; m < METHODS; m++) over[m] += log(t[m] / t[OPTIMUM]);
                shares(f, 1 - half, OPTIMUM, n * f->step, p, d);
                lost += log(measured(f, 1 - half, p, d) / t[OPTIMUM]);
                better += t[SHAPED] > t[AKIMA], best = fmax(best, t[SHAPED] / t[AKIMA]);
            }
        }
    if (every == 1)
        printf("%d processors: even %.2f, constant speeds %.2f, judge's own optimum %.2f\n", p,
               exp(over[EVEN] / (double)cells), exp(over[CONSTANT] / (double)cells),
               exp(lost / (double)cells));
    printf("  every %2d: %8.2f %8.2f %8.2f %14.2f %8.2f %6.0f %%\n", every,
           exp(over[SHAPED] / (double)cells), exp(over[AKIMA] / (double)cells),
           exp(over[DEFAULT] / (double)cells), exp((over[SHAPED] - over[AKIMA]) / (double)cells),
           best, 100 * (double)better / (double)cells);
}

/* How far the time of both cores at once was from what the points of a half say. */
static void agreement(const profile *f, const char *directory, int kind) {
    char path[400], name[20];
    double off[HALVES] = {0}, most[HALVES] = {0}, picked[HALVES] = {0}, seconds;
    int method, cells = 0, optima = 0, h;
    int64_t n, d[CORES];
    FILE *from;
    snprintf(path, sizeof path, "%s/second/runs.txt", directory);
    from = fopen(path, "rb");
    if (!from) exit((perror(path), 1));
    if (fscanf(from, "%*[^\n]") != 0) exit(1);
    while (fscanf(from, "%19s %" SCNd64 " %d %" SCNd64 " %" SCNd64 " %*f %lf", name, &n, &method,
                  &d[0], &d[1], &seconds) == 6) {
        if (strcmp(name, kind_name[kind]) != 0) continue;
        cells++, optima += method == OPTIMUM;
        for (h = 0; h < HALVES; h++) {
            double error = seconds / measured(f, h, CORES, d) - 1;
            off[h] += fabs(error), most[h] = fmax(most[h], fabs(error));
            if (method == OPTIMUM) picked[h] += error;
        }
    }
    fclose(from);
    printf("both cores at once, %d partitions found from the second half: time that differs from\n",
           cells);
    for (h = HALVES - 1; h >= 0; h--)
        printf(
            "  the %-6s half's by %4.1f %% in the mean, %4.1f %% at most; of optima %+5.1f %% in "
            "the mean\n",
            half_name[h], 100 * off[h] / cells, 100 * most[h], 100 * picked[h] / optima);
}

/* ---- the work at the shares found, on both cores at once ---- */

/* Seconds until the last core has done its share. */
static double at_once(const char *program, int kind, const int64_t *d) {
    char line[1000];
    size_t used = 0;
    double start;
    int i;
    for (i = 0; i < CORES; i++)
        used += (size_t)snprintf(line + used, sizeof line - used,
                                 "taskset -c %d %s work %s %d %d > /dev/null & ", i, program,
                                 kind_name[kind], i + 1, (int)d[i]);
    snprintf(line + used, sizeof line - used, "wait");
    start = bench_now();
    if (system(line) != 0) exit(1);
    return bench_now() - start;
}

/* All partitions in turn, RUNS times, so that a slow moment of the machine meets all alike. */
static void run(const char *program, profile *f, int kind) {
    static double real[PLACES][METHODS][RUNS];
    int64_t d[PLACES][METHODS][CORES], n;
    int k, m, r;
    profile_see(f, apart[APART - 1], 0);
    for (k = 0; k < PLACES; k++)
        for (m = 0; m < METHODS; m++) {
            n = (int64_t)(CORES * (double)f->core[1][0].count * (0.3 + 0.08 * k)) * f->step;
            shares(f, 1, m, n, CORES, d[k][m]);
        }
    for (r = 0; r < RUNS; r++)
        for (k = 0; k < PLACES; k++)
            for (m = 0; m < METHODS; m++) real[k][m][r] = at_once(program, kind, d[k][m]);
    for (k = 0; k < PLACES; k++)
        for (m = 0; m < METHODS; m++)
            printf("%s %d %d %d %d %.5f %.5f\n", kind_name[kind], (int)(d[k][m][0] + d[k][m][1]), m,
                   (int)d[k][m][0], (int)d[k][m][1], measured(f, 1, CORES, d[k][m]),
                   bench_median(real[k][m], RUNS));
}

int main(int argc, char **argv) {
    int running = argc > 1 && !strcmp(argv[1], "run"), kind, i, p;
    const char *directory = argc > 1 + running ? argv[1 + running] : "bench/data";
    if (argc > 4 && !strcmp(argv[1], "work")) {
        printf("%g\n", work(!strcmp(argv[2], "fft"), atoi(argv[3]), atoi(argv[4])));
        return 0;
    }
    transform_check();
    if (running)
        printf("# kernel n method shares predicted measured (seconds, median of %d)\n", RUNS);
    for (kind = 0; kind < KINDS; kind++) {
        profile f = profile_read(directory, kind);
        if (running) run(argv[0], &f, kind);
        else {
            printf(
                "%s%s: %d sizes of each core, twice; time over that of the optimum, in the mean\n"
                "  points:    shaped    Akima  default   shaped/Akima  at most  above 1\n",
                kind ? "\n" : "", kind_name[kind], (int)f.core[0][0].count);
            for (p = CORES; p <= MOST; p *= MOST / CORES)
                for (i = 0; i < APART; i++) compare(&f, p, apart[i]);
            agreement(&f, directory, kind);
        }
        for (i = 0; i < HALVES * CORES; i++) fpm_points_free(&f.core[i / 2][i % 2]);
    }
    return 0;
}
