/* Rectangles by default where it is hard: on six fields that nobody has looked at, 256 to 2048 a
   side, drawn by a seed, beside METIS 5.1 (k-way, tolerances of 1 and 10 %), Zoltan and each class
   alone; along the number of parts, in steps of 5 %; and with little work, on the fields of
   bench_compact, too. Times are those of the CPU.
   bench_ladder [SEED [M]]: beside METIS and the classes, up to M parts (4096): minutes
   bench_ladder along [SEED]: from one number of parts to the next, counted work instead of times:
   minutes
   bench_ladder along-work [SEED]: max_work 1e4 to 1e9 by factors of 2, m = 64, 256 and 1024
   bench_ladder peers [SEED]: beside METIS and Zoltan, twelve fields: minutes
   bench_ladder work [SEED]: max_work 1e6, m = 1024
   bench_ladder images FILE.pgm ...: images of up to 2048 a side beside METIS and the classes

   peers: metis zoltan
*/
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"
#include "fields.h"
#include "peers_rect.h"

enum { MOST = 4096, SIDE = 2048 };

typedef struct answer {
    double imbalance, cut, ms, work; /* work: as the call counts it */
    int algorithm;
} answer;

static int64_t cell[SIDE * SIDE];
static fpm_rect part[MOST];

/* The answer of a call. */
static answer ours(const fpm_grid *grid, int m, int algorithm, int64_t max_work) {
    fpm_rect_options o = FPM_ZERO;
    fpm_rect_outputs out;
    fpm_info info;
    answer a = FPM_ZERO;
    o.algorithm = algorithm;
    o.max_work = max_work;
    a.ms = cpu_ms();
    if (fpm_rect_partition(grid, m, &o, part, &out, &info) < 0) exit(1);
    a.ms = cpu_ms() - a.ms;
    a.imbalance = info.imbalance;
    a.cut = out.half_perimeter - (double)(grid->rows + grid->cols);
    a.work = (double)info.work;
    a.algorithm = info.algorithm;
    return a;
}

/* The cut of squares. */
static double squares(const fpm_grid *grid, int m) {
    return 2 * sqrt((double)(grid->rows * grid->cols) * m) - (double)(grid->rows + grid->cols);
}

/* An answer of another library. */
BENCH_FN answer theirs(peer_answer of) {
    answer a = FPM_ZERO;
    a.imbalance = of.imbalance;
    a.cut = of.cut;
    a.ms = of.ms;
    return a;
}

/* Is one more even than the other and shorter, both by more than 1 %? */
static int beats(const answer *a, const answer *b) {
    return a->imbalance + 1 < 0.99 * (b->imbalance + 1) && a->cut < 0.99 * b->cut;
}

static const int classes[] = {FPM_RECT_COMPACT, FPM_RECT_M_HEUR_PROBE, FPM_RECT_HIER_RELAXED,
                              FPM_RECT_HIER_RB, FPM_RECT_PQ_OPT,       FPM_RECT_M_HEUR,
                              FPM_RECT_PQ_HEUR, FPM_RECT_UNIFORM,      FPM_RECT_PEEL};
static const char *const class_name[] = {"compact", "m-heur-probe", "relaxed", "rb",  "pq-opt",
                                         "m-heur",  "pq-heur",      "uniform", "peel"};
enum { CLASSES = sizeof classes / sizeof *classes };

/* Field k of twelve: the last six are drawn. Returns its name. */
static const char *draw(int k, int seed, fpm_grid *grid) {
    int64_t rows, cols, n = 512;
    if (k >= FIELDS) {
        bench_state = (uint64_t)seed * 1000 + (uint64_t)k;
        n = (int64_t)bench_between(256, SIDE);
    }
    field(k % FIELDS, n, k < FIELDS ? 77 : seed * 1000, &rows, &cols, cell);
    if (fpm_grid_init(grid, rows, cols, cell, 0, NULL, NULL) < 0) exit(1);
    return field_name[k % FIELDS];
}

typedef struct tally {
    int cells, both, slower, beaten;
} tally;

/* Columns of METIS with tolerances of 1 and 10 %, and what is noted of them. */
static void metis_print(const fpm_grid *grid, int m, const answer *a, tally *t) {
#ifdef HAVE_METIS
    peer_cells of = peer_cells_of(grid, cell);
    metis_graph g = metis_graph_of(&of);
    double square = squares(grid, m);
    int c;
    for (c = 0; c < 2; c++) {
        answer b = theirs(metis_parts(&g, &of, m, c ? 100 : 10));
        printf(" %6.2f %6.3f", 100 * b.imbalance, b.cut / square);
        if (!c) printf(" %7.1f", b.ms);
        printf(" |");
        if (beats(&b, a)) {
            t->both++;
            printf(" METIS ahead;");
        }
        if (!c && a->ms > b.ms) {
            t->slower++;
            printf(" slower;");
        }
    }
    metis_graph_free(&g);
    free(of.owner);
#endif
    (void)grid;
    (void)m;
    (void)a;
    (void)t;
}

/* One field beside METIS and the classes. */
static void beside_field(const char *name, const fpm_grid *grid, int most, tally *t) {
    static const int parts[] = {16, 64, 256, 1024, 4096};
    int j, c;
    for (j = 0; j < 5 && parts[j] <= most; j++) {
        int m = parts[j];
        answer a = ours(grid, m, FPM_RECT_AUTO, 0);
        double square = squares(grid, m);
        printf("%-9s%10dx%-4d %4d | %6.2f %6.3f %7.1f |", name, (int)grid->rows, (int)grid->cols, m,
               100 * a.imbalance, a.cut / square, a.ms);
        t->cells++;
        metis_print(grid, m, &a, t);
        for (c = 0; c < CLASSES; c++) {
            answer b = ours(grid, m, classes[c], 0);
            if (!beats(&b, &a)) continue;
            t->beaten++;
            printf(" %s %.2f %.3f;", class_name[c], 100 * b.imbalance, b.cut / square);
        }
        printf("\n");
        fflush(stdout);
    }
}

static void beside_head(void) {
    printf(
        "# cut over that of squares; beaten: by a class alone in evenness and cut, by over 1 %%\n"
        "field          side     m | imb. %%    cut      ms | METIS 1 %%  cut     ms | 10 %%    "
        "cut | notes\n");
}

static void beside_foot(const tally *t) {
    printf("# %d cells: METIS ahead in both in %d, slower than METIS in %d, a class ahead in %d\n",
           t->cells, t->both, t->slower, t->beaten);
}

static void beside(int seed, int most) {
    tally t = FPM_ZERO;
    int k;
    beside_head();
    for (k = FIELDS; k < 2 * FIELDS; k++) {
        fpm_grid grid;
        const char *name = draw(k, seed, &grid);
        beside_field(name, &grid, most, &t);
        fpm_grid_free(&grid);
    }
    beside_foot(&t);
}

/* An image as `pngtopnm` and `djpeg -grayscale` write it: P5, sides, 255, a byte per cell, which is
   its load. */
static void image_read(const char *name, fpm_grid *grid) {
    FILE *file = fopen(name, "rb");
    int rows, cols, most, i;
    if (!file || fscanf(file, "P5 %d %d %d", &cols, &rows, &most) != 3) exit(1);
    if (most > 255 || rows < 1 || cols < 1 || rows > SIDE || cols > SIDE) exit(1);
    fgetc(file);
    for (i = 0; i < rows * cols; i++) cell[i] = fgetc(file);
    fclose(file);
    if (fpm_grid_init(grid, rows, cols, cell, 0, NULL, NULL) < 0) exit(1);
}

/* Images from files, named by their first letters. */
static void images(int count, char **name) {
    tally t = FPM_ZERO;
    int i;
    beside_head();
    for (i = 0; i < count; i++) {
        const char *slash = strrchr(name[i], '/');
        fpm_grid grid;
        char label[10];
        snprintf(label, sizeof label, "%.8s", slash ? slash + 1 : name[i]);
        label[strcspn(label, ".")] = 0;
        image_read(name[i], &grid);
        beside_field(label, &grid, MOST, &t);
        fpm_grid_free(&grid);
    }
    beside_foot(&t);
}

/* METIS within 1 %, and Zoltan's two, of which that of hypergraphs takes long: "-" where it was not
   run.  Returns how many are ahead of ours in evenness and cut. */
enum { FEW_CELLS = 300000, FEW_PARTS = 16 };

static int peers_print(peer_cells *c, int m, const answer *a, double square) {
    int ahead = 0;
#ifdef HAVE_METIS
    metis_graph g = metis_graph_of(c);
    answer b = theirs(metis_parts(&g, c, m, 10));
    metis_graph_free(&g);
    printf(" %6.2f %6.3f %8.1f |", 100 * b.imbalance, b.cut / square, b.ms);
    ahead += beats(&b, a);
#endif
#ifdef HAVE_ZOLTAN
    answer z = theirs(zoltan_parts(c, m, "RCB"));
    printf(" %6.2f %6.3f %8.1f |", 100 * z.imbalance, z.cut / square, z.ms);
    ahead += beats(&z, a);
    if (peer_count(c) > FEW_CELLS || m > FEW_PARTS) printf("      -      -        -");
    else {
        z = theirs(zoltan_parts(c, m, "PHG"));
        printf(" %6.2f %6.3f %8.1f", 100 * z.imbalance, z.cut / square, z.ms);
        ahead += beats(&z, a);
    }
#endif
    (void)c, (void)m, (void)a, (void)square;
    return ahead;
}

/* Twelve fields beside both libraries. */
static void peers(int seed) {
    static const int parts[] = {16, 256, 4096};
    int k, j, ahead = 0;
#ifdef HAVE_ZOLTAN
    float version;
    if (Zoltan_Initialize(0, NULL, &version) != ZOLTAN_OK) exit(1);
#endif
    printf(
        "# cut over that of squares; METIS and PHG within 1 %% if they can\n"
        "field          side     m | imb. %%    cut       ms | METIS   cut       ms | RCB     cut "
        "      ms | PHG     cut       ms\n");
    for (k = 0; k < 2 * FIELDS; k++) {
        fpm_grid grid;
        const char *name = draw(k, seed, &grid);
        peer_cells c = peer_cells_of(&grid, cell);
        for (j = 0; j < 3; j++) {
            answer a = ours(&grid, parts[j], FPM_RECT_AUTO, 0);
            double square = squares(&grid, parts[j]);
            printf("%-9s%10dx%-4d %4d | %6.2f %6.3f %8.1f |", name, (int)grid.rows, (int)grid.cols,
                   parts[j], 100 * a.imbalance, a.cut / square, a.ms);
            ahead += peers_print(&c, parts[j], &a, square);
            printf("\n");
            fflush(stdout);
        }
        free(c.owner);
        fpm_grid_free(&grid);
    }
#ifdef HAVE_ZOLTAN
    MPI_Finalize();
#endif
    printf("# ahead of ours in evenness and cut, by over 1 %% each: %d\n", ahead);
}

enum { GAP, CUT, WORK, SEEN, STEPS = 128 };

/* How answers change from one number of parts to the next: each factor, or one over it if that is
   larger. */
typedef struct changes {
    double by[SEEN][STEPS];
    int count;
} changes;

static void changes_add(changes *all, const answer *was, const answer *a) {
    double ratio[SEEN];
    int i;
    ratio[GAP] = (a->imbalance + 0.01) / (was->imbalance + 0.01);
    ratio[CUT] = a->cut / was->cut;
    ratio[WORK] = (a->work + 1e5) / (was->work + 1e5);
    for (i = 0; i < SEEN; i++) all->by[i][all->count] = fmax(ratio[i], 1 / ratio[i]);
    all->count++;
}

/* Adds to `above` how many changes are above 1.5. */
static void changes_print(changes *all, int *above) {
    static const char *const what[] = {"gap + .01", "cut", "work"};
    int i, j;
    for (i = 0; i < SEEN; i++) {
        int count = 0;
        for (j = 0; j < all->count; j++)
            if (all->by[i][j] > 1.5) count++;
        above[i] += count;
        printf("# %s changes by more than 1.5 in %d of %d steps, median %.3f,", what[i], count,
               all->count, bench_median(all->by[i], all->count));
        printf(" largest %.2f\n", all->by[i][all->count - 1]); /* the median has sorted them */
    }
}

static void along_field(const char *name, const fpm_grid *grid, int *above) {
    static const char *const what[] = {"gap", "cut", "work"};
    changes all;
    answer was = FPM_ZERO;
    int m, i;
    all.count = 0;
    printf("%s %d x %d\n    m imb. %%    cut       work  class  changes by more than 1.5\n", name,
           (int)grid->rows, (int)grid->cols);
    for (m = 32; m <= 2048; m = (int)(1.05 * m + 0.999)) {
        answer a = ours(grid, m, FPM_RECT_AUTO, 0);
        a.cut /= squares(grid, m);
        printf("%5d %6.2f %6.3f %10.3g  %d", m, 100 * a.imbalance, a.cut, a.work, a.algorithm);
        if (m > 32) changes_add(&all, &was, &a);
        for (i = 0; m > 32 && i < SEEN; i++)
            if (all.by[i][all.count - 1] > 1.5)
                printf(" %s %.2f", what[i], all.by[i][all.count - 1]);
        printf("\n");
        fflush(stdout);
        was = a;
    }
    changes_print(&all, above);
}

/* From one number of parts to the next, in steps of 5 %. Work is counted, since clocks jump on a
   machine that does something else. */
static void along(int seed) {
    int k, above[SEEN] = {0, 0, 0};
    for (k = FIELDS; k < 2 * FIELDS; k++) {
        fpm_grid grid;
        const char *name = draw(k, seed, &grid);
        along_field(name, &grid, above);
        fpm_grid_free(&grid);
    }
    printf("# all fields: changes by more than 1.5: gap + .01 %d, cut %d, work %d\n", above[GAP],
           above[CUT], above[WORK]);
}

/* Makespans of one field and number of parts as max_work doubles, each beside the least of those by
   less work. */
typedef struct doubling {
    double least, last; /* makespans over the mean */
    double worst, at;   /* the largest ratio, and its max_work */
    int steps, above;   /* above: more than opts.compact allows */
} doubling;

static void doubling_add(doubling *d, double makespan, double max_work) {
    static const double compact = 0.01; /* the default of opts.compact */
    double ratio = makespan / d->least;
    d->last = makespan;
    if (d->least == HUGE_VAL) ratio = 1;
    else d->steps++;
    if (ratio > (1 + compact) * (1 + 1e-9)) d->above++;
    if (ratio > d->worst) {
        d->worst = ratio;
        d->at = max_work;
    }
    d->least = fmin(d->least, makespan);
}

/* From 1e4 to 1e9, and the default. */
static doubling doubling_of(const fpm_grid *grid, int m) {
    doubling d = FPM_ZERO;
    int64_t max_work;
    d.least = HUGE_VAL;
    for (max_work = 10000; max_work <= 1000000000; max_work *= 2) {
        answer a = ours(grid, m, FPM_RECT_AUTO, max_work);
        doubling_add(&d, 1 + a.imbalance, (double)max_work);
    }
    doubling_add(&d, 1 + ours(grid, m, FPM_RECT_AUTO, 0).imbalance, 3e10);
    return d;
}

/* Is more work ever worse by more than opts.compact? */
static void along_work(int seed) {
    static const int parts[] = {64, 256, 1024};
    int k, j, steps = 0, above = 0;
    printf("# max_work 1e4, 2e4 .. 6.6e8, default: makespans over the least by less work\n"
           "field          side     m  imb. %% at last  above 1.01  largest  at max_work\n");
    for (k = 0; k < 2 * FIELDS; k++) {
        fpm_grid grid;
        const char *name = draw(k, seed, &grid);
        for (j = 0; j < 3; j++) {
            doubling d = doubling_of(&grid, parts[j]);
            printf("%-9s%10dx%-4d %4d %15.2f %11d %8.4f %12.2g\n", name, (int)grid.rows,
                   (int)grid.cols, parts[j], 100 * (d.last - 1), d.above, d.worst, d.at);
            fflush(stdout);
            steps += d.steps;
            above += d.above;
        }
        fpm_grid_free(&grid);
    }
    printf("# %d steps: above 1.01 in %d\n", steps, above);
}

/* Little work, beside the best class alone with as little. */
static void work(int seed) {
    int k, c;
    printf(
        "# max_work 1e6, m = 1024\nfield       imb. %%    cut  best class alone   imb. %%    cut  "
        "imb. over its\n");
    for (k = 0; k < 2 * FIELDS; k++) {
        fpm_grid grid;
        const char *name = draw(k, seed, &grid);
        answer a = ours(&grid, 1024, FPM_RECT_AUTO, 1000000), best = FPM_ZERO;
        double square = squares(&grid, 1024);
        const char *by = "none";
        for (c = 0; c < CLASSES; c++) {
            answer b = ours(&grid, 1024, classes[c], 1000000);
            if (!strcmp(by, "none") || b.imbalance < best.imbalance) {
                best = b;
                by = class_name[c];
            }
        }
        printf("%-9s %8.2f %6.3f  %-16s %8.2f %6.3f %8.2f\n", name, 100 * a.imbalance,
               a.cut / square, by, 100 * best.imbalance, best.cut / square,
               a.imbalance / best.imbalance);
        fflush(stdout);
        fpm_grid_free(&grid);
    }
}

int main(int argc, char **argv) {
    static const char *const mode[] = {"along", "along-work", "work", "peers"};
    static void (*const run[])(int) = {along, along_work, work, peers};
    int i, word = 0, seed;
    for (i = 0; i < 4; i++)
        if (argc > 1 && !strcmp(argv[1], mode[i])) word = i + 1;
    if (word) {
        argc--;
        argv++;
    }
    seed = argc > 1 ? atoi(argv[1]) : (int)(time(NULL) % 100000);
    bench_head("default rectangles where they are hard");
#ifndef HAVE_METIS
    printf("METIS (libmetis-dev) IS NOT INSTALLED: ITS COLUMNS ARE LEFT OUT\n");
#endif
    if (argc > 1 && !strcmp(argv[1], "images")) {
        images(argc - 2, argv + 2);
        return 0;
    }
    printf("# seed %d\n", seed);
    if (word) run[word - 1](seed);
    else beside(seed, argc > 2 ? atoi(argv[2]) : MOST);
    return 0;
}
