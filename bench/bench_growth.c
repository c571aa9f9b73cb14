/* How time and memory of the public calls grow with their sizes: each call at four sizes over three
   decades, and the exponents that fit (least squares of logarithms) beside the cost that fpm.h
   states.  Seconds are the least of some runs; bytes are the most that a call holds at once beside
   what its caller holds.  A name that is given on the command line selects calls. */
#include <stddef.h>
#include <stdlib.h>

static size_t bytes_held, bytes_most;

#ifndef FPM__IMPLEMENTED /* else it is linked, as the check of the build does, and bytes are 0 */

/* Blocks with their size in front. */
static void *counted_resize(void *block, size_t size) {
    size_t *to = block ? (size_t *)block - 2 : NULL, before = block ? *to : 0;
    to = (size_t *)realloc(to, size + 2 * sizeof *to);
    if (!to) return NULL;
    *to = size;
    bytes_held = bytes_held - before + size;
    if (bytes_held > bytes_most) bytes_most = bytes_held;
    return to + 2;
}

static void counted_free(void *block) {
    if (!block) return;
    bytes_held -= ((size_t *)block)[-2];
    free((size_t *)block - 2);
}

#define FPM_REALLOC(block, size) counted_resize(block, size)
#define FPM_FREE(block) counted_free(block)
#endif
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"

enum { MOST = 1000000, PROCS = 100000, LIST = 20, SIZES = 4, TRIES = 5 };

static int64_t sizes[MOST], shares[PROCS], cuts[MOST + 1], first[PROCS + 1], wide[PROCS];
static int64_t load[MOST], prefix[MOST + 1], column[MOST], line[16 * PROCS];
static double times[MOST], real[MOST], spare[MOST + 1], result[MOST], speed[PROCS], took[PROCS];
static float narrow[PROCS];
static int owner[MOST], other[16 * PROCS], ints[4][PROCS];
static char *text;
static fpm_rect part[PROCS];
static fpm_tile tile[PROCS];
static platform akima;
static fpm_model list[PROCS], big;
static fpm_proc listed[PROCS];
static fpm_points points;
static fpm_chain chain;
static fpm_grid grid;
static fpm_rect_index index_of;
static fpm_model2d surface;
static fpm_balance balance;

static void check(int status) {
    if (status >= 0) return;
    fprintf(stderr, "bench_growth: %s\n", fpm_status_str(status));
    exit(1);
}

/* Which call a row times; `prepare` comes first, unseen by clock and counter. */
typedef struct row {
    const char *name, *of, *cost;
    int64_t least; /* size; the others are 10, 100 and 1000 times as large */
    void (*prepare)(int64_t size);
    void (*call)(int64_t size);
} row;

static void nothing(int64_t size) { (void)size; }

/* Nothing is kept of the calls before. */
static void fresh(int64_t size) {
    (void)size;
    fpm_points_free(&points);
    fpm_grid_free(&grid);
    fpm_rect_index_free(&index_of);
    fpm_model2d_free(&surface);
    fpm_balance_free(&balance);
}

static void filled(int64_t k) {
    int64_t i;
    fpm_points_free(&points);
    for (i = 0; i < k; i++) {
        fpm_point point = FPM_ZERO;
        point.size = (i * 7919) % k + 1, point.seconds = real[i] * 1e-3 * (double)point.size;
        check(fpm_points_add(&points, &point));
    }
}

static void grown(int64_t k) { filled(k); }
static void add(int64_t k) {
    int64_t i;
    fpm_point point = FPM_ZERO;
    fpm_points_free(&points);
    for (i = 0; i < k; i++) {
        point.size = i + 1, point.seconds = 1;
        check(fpm_points_add(&points, &point));
    }
}
static void sort(int64_t k) { (void)k, check(fpm_points_sort(&points, NULL)); }
static void valid(int64_t k) { check(fpm_points_check(k, sizes, times, NULL)); }
static void pad(int64_t k) { check(fpm_points_pad(k, sizes, times, spare, cuts, NULL)); }
static void format(int64_t k) {
    size_t length;
    (void)k, check(fpm_points_format(&points, text, (size_t)64 * MOST, &length));
}
static void written(int64_t k) { filled(k), format(k); }
static void parse(int64_t k) {
    (void)k;
    fpm_points_free(&points);
    check(fpm_points_parse(&points, text, strlen(text), NULL));
}

static void made(int64_t k) {
    fpm_model_options o = FPM_ZERO;
    o.flags = FPM_SAFE | FPM_BORROW;
    fpm_model_free(&big);
    check(fpm_model_init(&big, FPM_AKIMA, k, sizes, times, &o, NULL));
}
static void init(int64_t k) { made(k); }
static void owned(int64_t k) {
    fpm_model_options o = FPM_ZERO;
    fpm_model_free(&big);
    check(fpm_model_init(&big, FPM_PIECEWISE, k, sizes, times, &o, NULL));
}
static void insert(int64_t k) {
    fpm_point point = FPM_ZERO;
    point.size = k / 2 * 3 + 1, point.seconds = 1.5 * (double)k;
    check(fpm_model_add(&big, &point));
}
static void model_time(int64_t k) { check(fpm_model_time(&big, 1.7 * (double)k, spare)); }
static void model_speed(int64_t k) { check(fpm_model_speed(&big, 1.7 * (double)k, spare)); }
static void model_slope(int64_t k) { check(fpm_model_slope(&big, 1.7 * (double)k, spare)); }
static void model_size(int64_t k) { check(fpm_model_size(&big, 1.3 * (double)k, cuts)); }
static void model_check(int64_t k) { (void)k, check(fpm_model_check(&big, NULL)); }

/* Broyden's tridiagonal function. */
static int tridiagonal(void *context, int n, const double *x, double *f) {
    int i;
    (void)context;
    for (i = 0; i < n; i++)
        f[i] = (3 - 2 * x[i]) * x[i] - (i ? x[i - 1] : 0) - (i + 1 < n ? 2 * x[i + 1] : 0) + 1;
    return 0;
}
static void root(int64_t n) {
    fpm_root_info info;
    int64_t i;
    for (i = 0; i < n; i++) spare[i] = -1;
    check(fpm_root_solve((int)n, tridiagonal, NULL, NULL, spare, result, &info));
}

static void split(int64_t p, int64_t n, int algorithm) {
    fpm_options o = FPM_ZERO;
    o.algorithm = algorithm;
    check(fpm_partition(n, (int)p, akima.procs, &o, shares, NULL));
}
static void automatic(int64_t p) { split(p, 10000 * p, FPM_AUTO); }
static void units(int64_t n) { split(100, n, FPM_AUTO); }
static void numerical(int64_t p) { split(p, 10000 * p, FPM_NUMERICAL); }
static void optimal(int64_t p) { split(p, 10000 * p, FPM_OPTIMAL); }
static void real_shares(int64_t p) {
    fpm_options o = FPM_ZERO;
    fpm_partition_outputs out = FPM_ZERO;
    o.algorithm = FPM_GEOMETRIC;
    out.real = spare;
    check(fpm_partition_real(10000 * p, (int)p, akima.procs, &o, shares, &out, NULL));
}
static void discrete(int64_t p) { check(fpm_partition(p * 7, (int)p, listed, NULL, shares, NULL)); }
static void total(int64_t p) {
    fpm_options o = FPM_ZERO;
    o.least = FPM_LEAST_TOTAL, o.slack = 0.05;
    check(fpm_partition(p * 7, (int)p, listed, &o, shares, NULL));
}
static void front(int64_t p) {
    fpm_options o = FPM_ZERO;
    fpm_info info;
    int64_t count;
    check(fpm_partition(p * 7, (int)p, listed, NULL, shares, &info));
    o.least = FPM_LEAST_TOTAL, o.limit = 1.01 * info.makespan;
    check(fpm_pareto(p * 7, (int)p, listed, &o, MOST, spare, result, &count, NULL));
}
static void compose(int64_t p) {
    fpm_points group = FPM_ZERO;
    check(fpm_compose((int)p, listed, p * LIST, NULL, NULL, &group, NULL));
    fpm_points_free(&group);
}
static void proof(int64_t p) {
    check(fpm_partition_check(10000 * p, (int)p, akima.procs, NULL, shares, NULL));
}
static void interval(int64_t p) {
    fpm_interval sure;
    check(fpm_partition_interval(10000 * p, (int)p, akima.procs, NULL, shares, NULL, &sure, NULL));
}

static void counts(int64_t p) { check(fpm_export_counts((int)p, shares, 1, ints[0], ints[1])); }
static void counts64(int64_t p) { check(fpm_export_counts64((int)p, shares, 1, wide, first)); }
static void sent(int64_t p) {
    check(
        fpm_export_moves((int)p, shares, wide, 1, (int)p / 2, ints[0], ints[1], ints[2], ints[3]));
}
static void even(int64_t p) {
    fpm_options o = FPM_ZERO;
    o.algorithm = FPM_EVEN;
    split(p, 1000 * p, FPM_AUTO);
    check(fpm_partition(1000 * p, (int)p, akima.procs, &o, wide, NULL));
}
static void fewer(int64_t p) { split(p, 1000 * p, FPM_AUTO); }
static void weights(int64_t p) { check(fpm_export_weights((int)p, shares, spare)); }
static void weightsf(int64_t p) { check(fpm_export_weightsf((int)p, shares, narrow)); }
static void ratios(int64_t p) { check(fpm_export_ratios((int)p, shares, 100 * p, wide)); }
static void chunks(int64_t p) { check(fpm_export_chunks((int)p, shares, cuts)); }

static void chain_init(int64_t n) { check(fpm_chain_init(&chain, n, load, prefix, NULL)); }
static void chain_real(int64_t n) { check(fpm_chain_init_real(&chain, n, real, spare, NULL)); }
static void chain_all(int64_t p) { (void)p, chain_init(MOST); }
static void chain_parts(int64_t p) {
    check(fpm_chain_partition(&chain, (int)p, NULL, cuts, NULL, NULL));
}
static void chain_loads(int64_t n) { (void)n, chain_parts(100); }
static void chain_speeds(int64_t p) {
    fpm_chain_options o = FPM_ZERO;
    o.speed = speed;
    check(fpm_chain_partition(&chain, (int)p, &o, cuts, NULL, NULL));
}
static void chain_cut(int64_t p) { chain_all(p), chain_parts(p); }
static void chain_proof(int64_t p) {
    check(fpm_chain_check(&chain, (int)p, NULL, cuts, NULL, NULL));
}

static fpm_pipeline layers;
static fpm_device device[10000];
static void stages(int64_t n) { layers.n = n, layers.types = 1, layers.seconds = real; }
static void stages_of(int64_t p) { (void)p, stages(10000); }
static void pipeline_n(int64_t n) {
    (void)n, check(fpm_pipeline_partition(&layers, 10, device, NULL, cuts, NULL, NULL));
}
static void pipeline_p(int64_t p) {
    check(fpm_pipeline_partition(&layers, (int)p, device, NULL, cuts, NULL, NULL));
}
static void piped(int64_t n) { stages(n), pipeline_n(n); }
static void pipeline_proof(int64_t n) {
    (void)n, check(fpm_pipeline_check(&layers, 10, device, NULL, cuts, NULL, NULL));
}

static void items(int64_t n) {
    fpm_items_options o = FPM_ZERO;
    o.max_work = 1;
    check(fpm_items_assign(n, load, 10, &o, owner, NULL, NULL));
}
static void items_proof(int64_t n) { check(fpm_items_check(n, load, 10, NULL, owner, NULL, NULL)); }

static int64_t side(int64_t cells) { return (int64_t)(sqrt((double)cells) + 0.5); }
static void table(int64_t cells) {
    fpm_grid_free(&grid);
    check(fpm_grid_init(&grid, side(cells), side(cells), load, 0, NULL, NULL));
}
static void table_real(int64_t cells) {
    fpm_grid_free(&grid);
    check(fpm_grid_init_real(&grid, side(cells), side(cells), real, 0, NULL, NULL));
}
static void sparse(int64_t cells) {
    fpm_grid_free(&grid);
    check(fpm_grid_init_sparse(&grid, 1000, 1000, cells, line, column, load, NULL, NULL));
}
static void sum(int64_t cells) {
    int64_t s = side(cells);
    if (fpm_grid_load(&grid, 1, s, 1, s - 1) < 0) exit(1);
}
static void table_all(int64_t p) { (void)p, table(250000); }
static void parts(int64_t p) { check(fpm_rect_partition(&grid, (int)p, NULL, part, NULL, NULL)); }
static void parts16(int64_t cells) { (void)cells, parts(16); }
static void tiled(int64_t p) {
    fpm_rect_options o = FPM_ZERO;
    fresh(p);
    table_all(p);
    o.algorithm = FPM_RECT_PQ_OPT;
    check(fpm_rect_partition(&grid, (int)p, &o, part, NULL, NULL));
}
static void parts_proof(int64_t p) { check(fpm_rect_check(&grid, (int)p, NULL, part, NULL, NULL)); }
static void index_init(int64_t p) {
    fpm_rect_index_free(&index_of);
    check(fpm_rect_index_init(&index_of, (int)p, part, NULL));
}
static void indexed(int64_t p) { tiled(p), index_init(p); }
static void who(int64_t p) { (void)p, check(fpm_rect_owner(&index_of, 311, 97)); }
static void neighbours(int64_t p) {
    check(fpm_rect_neighbours((int)p, part, NULL, first, other, line, 16 * PROCS, NULL));
}

static void surface_init(int64_t count) {
    fpm_model2d_free(&surface);
    check(fpm_model2d_init(&surface, count, line, column, times, NULL, NULL));
}
/* A full grid of about so many points. */
static void mesh(int64_t count) {
    int64_t s = side(count), i;
    fresh(count);
    for (i = 0; i < s * s; i++) line[i] = 1 + i / s, column[i] = 1 + i % s;
}
static void surface_full(int64_t count) { surface_init(side(count) * side(count)); }
static void meshed(int64_t count) { mesh(count), surface_full(count); }
static void surface_time(int64_t count) {
    check(fpm_model2d_time(&surface, side(count) / 2 + 1, 3, spare));
}

static void columns(int64_t p) {
    fpm_matrix_options o = FPM_ZERO;
    o.arrangement = FPM_MATRIX_COLUMNS;
    check(fpm_matrix_areas(100000, 100000, (int)p, speed, &o, tile, NULL, NULL));
}
static void tiles(int64_t p) {
    fpm_matrix_options o = FPM_ZERO;
    o.arrangement = FPM_MATRIX_COLUMNS;
    check(fpm_matrix_partition(3000, 3000, (int)p, akima.procs, &o, tile, NULL, NULL));
}
static fpm_proc2d shaped[1000];
static void tiles2d(int64_t p) {
    fpm_matrix_options o = FPM_ZERO;
    int64_t i;
    for (i = 0; i < p; i++) shaped[i].model = &surface, shaped[i].fixed = 1e-3 * (double)(i % 7);
    o.arrangement = FPM_MATRIX_COLUMNS;
    check(fpm_matrix_partition2d(3000, 3000, (int)p, shaped, &o, tile, NULL, NULL));
}
static void mesh100(int64_t p) { (void)p, meshed(100); }

static void balance_init(int64_t p) {
    fpm_balance_free(&balance);
    check(fpm_balance_init(&balance, 10000 * p, (int)p, NULL, -1, -1, NULL, shares, NULL));
}
static void measure(int64_t p) {
    int64_t i;
    for (i = 0; i < p; i++) {
        took[i] = 0;
        if (shares[i]) check(fpm_model_time(&akima.model[i], (double)shares[i], &took[i]));
    }
}
static void balance_step(int64_t p) {
    (void)p, check(fpm_balance_step(&balance, took, shares, NULL));
}
static void stepped(int64_t p) {
    balance_init(p), measure(p), balance_step(p), measure(p), balance_step(p), measure(p);
}
static void balance_resize(int64_t p) {
    check(fpm_balance_resize(&balance, 11000 * p, shares, NULL));
}
static void balance_leave(int64_t p) {
    (void)p, check(fpm_balance_leave(&balance, 1, shares, NULL));
}
static void left(int64_t p) { stepped(p), balance_leave(p); }
static void balance_join(int64_t p) { (void)p, check(fpm_balance_join(&balance, 1, shares, NULL)); }
static void balance_points(int64_t p) {
    (void)p;
    fpm_points_free(&points);
    check(fpm_balance_points(&balance, 0, &points));
}

static const row rows[] = {
    {"fpm_points_add, k of them", "k", "O(1) each", 1000, fresh, add},
    {"fpm_points_sort", "k", "O(k log k)", 1000, grown, sort},
    {"fpm_points_check", "k", "O(k)", 1000, nothing, valid},
    {"fpm_points_pad", "k", "O(k)", 1000, nothing, pad},
    {"fpm_points_parse", "k", "O(k)", 1000, written, parse},
    {"fpm_points_format", "k", "O(k)", 1000, grown, format},
    {"fpm_model_init, Akima, safe", "k", "O(k)", 1000, nothing, init},
    {"fpm_model_add", "k", "O(k)", 1000, owned, insert},
    {"fpm_model_time", "k", "O(log k)", 1000, made, model_time},
    {"fpm_model_speed", "k", "O(log k)", 1000, made, model_speed},
    {"fpm_model_slope", "k", "O(log k)", 1000, made, model_slope},
    {"fpm_model_size", "k", "O(log k)", 1000, made, model_size},
    {"fpm_model_check", "k", "O(k)", 1000, made, model_check},
    {"fpm_root_solve", "n", "O(n^3), n^2 bytes", 1, nothing, root},
    {"fpm_partition", "p", "O(p)", 100, nothing, automatic},
    {"fpm_partition", "n", "-", 1000000, nothing, units},
    {"fpm_partition, NUMERICAL", "p", "O(p)", 100, nothing, numerical},
    {"fpm_partition, OPTIMAL", "p", "-", 100, nothing, optimal},
    {"fpm_partition, lists", "p", "-", 100, nothing, discrete},
    {"fpm_partition, LEAST_TOTAL", "p", "-", 10, nothing, total},
    {"fpm_partition_real", "p", "O(p)", 100, nothing, real_shares},
    {"fpm_pareto, to 1.01 makespans", "p", "-", 2, nothing, front},
    {"fpm_compose, all sizes", "p", "O(p log p)", 10, nothing, compose},
    {"fpm_partition_check", "p", "O(p log n), none", 100, automatic, proof},
    {"fpm_partition_interval", "p", "-", 100, automatic, interval},
    {"fpm_export_counts", "p", "O(p), none", 100, fewer, counts},
    {"fpm_export_counts64", "p", "O(p), none", 100, fewer, counts64},
    {"fpm_export_moves", "p", "O(p), none", 100, even, sent},
    {"fpm_export_weights", "p", "O(p), none", 100, fewer, weights},
    {"fpm_export_weightsf", "p", "O(p), none", 100, fewer, weightsf},
    {"fpm_export_ratios", "p", "O(p), none", 100, fewer, ratios},
    {"fpm_export_chunks", "p", "O(p), none", 100, fewer, chunks},
    {"fpm_chain_init", "n", "O(n), none", 1000, nothing, chain_init},
    {"fpm_chain_init_real", "n", "O(n), none", 1000, nothing, chain_real},
    {"fpm_chain_partition", "p", "O(p log(n / p)) a probe", 10, chain_all, chain_parts},
    {"fpm_chain_partition, speeds", "p", "O(p log(n / p)) a probe", 10, chain_all, chain_speeds},
    {"fpm_chain_partition, 100 parts", "n", "O(log n) a probe", 1000, chain_init, chain_loads},
    {"fpm_chain_check", "p", "O(p)", 10, chain_cut, chain_proof},
    {"fpm_pipeline_partition", "n", "O(n log n) at most", 100, stages, pipeline_n},
    {"fpm_pipeline_partition", "p", "O(p)", 1, stages_of, pipeline_p},
    {"fpm_pipeline_check", "n", "O(n)", 100, piped, pipeline_proof},
    {"fpm_items_assign, no search", "n", "O(n log n)", 100, nothing, items},
    {"fpm_items_check", "n", "O(n log n)", 100, items, items_proof},
    {"fpm_grid_init", "cells", "O(cells)", 1000, fresh, table},
    {"fpm_grid_init_real", "cells", "O(cells)", 1000, fresh, table_real},
    {"fpm_grid_init_sparse", "entries", "O(cells + entries)", 1000, fresh, sparse},
    {"fpm_grid_load", "cells", "O(1)", 1000, table, sum},
    {"fpm_rect_partition", "p", "-", 2, table_all, parts},
    {"fpm_rect_partition, 16 parts", "cells", "-", 1000, table, parts16},
    {"fpm_rect_check", "p", "O(p log p)", 10, tiled, parts_proof},
    {"fpm_rect_index_init", "p", "O(p log p)", 10, tiled, index_init},
    {"fpm_rect_owner", "p", "O(log^2 p)", 10, indexed, who},
    {"fpm_rect_neighbours", "p", "O(p log p)", 10, tiled, neighbours},
    {"fpm_model2d_init, full grids", "points", "-", 100, mesh, surface_full},
    {"fpm_model2d_time", "points", "O(log points)", 100, meshed, surface_time},
    {"fpm_matrix_areas, COLUMNS", "p", "O(p log p)", 10, nothing, columns},
    {"fpm_matrix_partition, COLUMNS", "p", "O(p log p) a pass", 1, nothing, tiles},
    {"fpm_matrix_partition2d, COLUMNS", "p", "-", 1, mesh100, tiles2d},
    {"fpm_balance_init", "p", "O(p)", 100, fresh, balance_init},
    {"fpm_balance_step", "p", "O(p)", 100, stepped, balance_step},
    {"fpm_balance_resize", "p", "O(p)", 100, stepped, balance_resize},
    {"fpm_balance_leave", "p", "O(p)", 100, stepped, balance_leave},
    {"fpm_balance_join", "p", "O(p)", 100, left, balance_join},
    {"fpm_balance_points", "p", "O(1)", 100, stepped, balance_points},
};

/* The slope of log y over log size, sizes being decades. */
static double exponent(const double *y) {
    double sum = 0;
    int k;
    for (k = 0; k < SIZES; k++) sum += (k - 1.5) * log10(y[k]);
    return sum / 5;
}

static void run(const row *r) {
    double seconds[SIZES], bytes[SIZES];
    int64_t size = r->least;
    int k, t, repeats, j;
    printf("%-32s %-8s", r->name, r->of);
    for (k = 0; k < SIZES; k++, size *= 10) {
        double all = 0;
        seconds[k] = 1e9, bytes[k] = 0;
        for (t = 0; t < TRIES && (t < 2 || all < 0.5); t++) {
            double start;
            size_t before;
            r->prepare(size);
            before = bytes_held, bytes_most = bytes_held;
            start = bench_now();
            r->call(size);
            seconds[k] = fmin(seconds[k], bench_now() - start);
            if ((double)(bytes_most - before) > bytes[k]) bytes[k] = (double)(bytes_most - before);
            all += seconds[k];
        }
        /* What is short and changes nothing that it reads is repeated. */
        repeats = strstr(r->cost, "none") || strstr(r->cost, "O(log") == r->cost ||
                  strcmp(r->cost, "O(1)") == 0;
        repeats *= (int)fmin(1e-3 / fmax(seconds[k], 1e-7), 10000);
        if (repeats) {
            double start = bench_now();
            for (j = 0; j < repeats; j++) r->call(size);
            seconds[k] = (bench_now() - start) / repeats;
        }
        printf(" %8.1e", seconds[k]);
    }
    printf("  %5.2f  %8.1e", exponent(seconds), bytes[SIZES - 1]);
    if (bytes[0] > 0 && bytes[SIZES - 1] > 0) printf("  %5.2f", exponent(bytes));
    else printf("      -");
    printf("  %s\n", r->cost);
    fflush(stdout);
}

int main(int argc, char **argv) {
    int64_t i, k;
    bench_head("bench_growth: time and memory of the public calls against their sizes");
    akima = platform_make(PROCS, FPM_AKIMA, BENCH_MEM, RANGE);
    text = (char *)need(MOST, 64);
    for (i = 0; i < MOST; i++) {
        sizes[i] = 2 * i + 2, times[i] = (double)(i + 1) * (1 + 1e-3 * (double)(i % 7));
        times[i] = i ? fmax(times[i], times[i - 1]) : times[i];
        real[i] = bench_between(1, 4), load[i] = (int64_t)(1000 * real[i]);
        line[i] = (i * 7919) % 1000, column[i] = (i * 104729) / 1000 % 1000;
    }
    for (i = 0; i < PROCS; i++) {
        int64_t *size = (int64_t *)need(LIST, sizeof *size);
        double *time = (double *)need(LIST, sizeof *time);
        speed[i] = bench_between(1, 4);
        for (k = 0; k < LIST; k++) {
            size[k] = k + 1, time[k] = (double)(k + 1) * bench_between(0.7, 1.6) * speed[i];
        }
        check(fpm_model_init(&list[i], FPM_DISCRETE, LIST, size, time, &bench_borrowed, NULL));
        listed[i].model = &list[i];
    }
    for (i = 0; i < 10000; i++) device[i].factor = speed[i];
    printf("\n# seconds at four sizes, the least and 10, 100, 1000 times that, and their exponent; "
           "bytes at the\n# largest size, and their exponent; the cost that fpm.h states "
           "(-: it states steps of its search)\n");
    printf("%-32s %-8s %8s %8s %8s %8s  %5s  %8s  %5s\n", "call", "size", "least", "10", "100",
           "1000", "time", "bytes", "grow");
    for (k = 0; k < (int64_t)(sizeof rows / sizeof *rows); k++) {
        int any = argc < 2, a;
        for (a = 1; a < argc; a++) any |= strstr(rows[k].name, argv[a]) != NULL;
        if (any) run(&rows[k]);
    }
    return 0;
}
