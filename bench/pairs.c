/* Two states of fpm.h against each other, in turn, inside one process: what did a change cost?

   make pairs REF=v0.1.0 compiles this file once with each fpm.h as a shared object (PAIRS_SIDE: the
   workloads), and once as the program that loads both and alternates.  A row: seconds of the old
   state, the median of new / old over 11 alternations, and the interval that holds the true median
   with 98.8 % (the second least and the second largest).  A difference counts when the interval
   excludes 5 %.  Arguments: parts of the names of the workloads to run.

   make pairs COUNT=1 counts instructions instead: see pairs_count.sh, which runs `pairs -c OBJECT`
   for each state. */
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#ifdef PAIRS_SIDE
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include <fpm.h>

#include "bench.h"

enum { MOST = 100000, NOISY = 700, SIDE = 512 };

static platform akima[3];
static fpm_model *profile;
static fpm_proc *noisy;
static int64_t *d, *cuts, *prefix;
static double *reals, *seconds;
static fpm_chain chain;
static fpm_grid grid;
static fpm_rect *part;
static fpm_tile *tile;
static fpm_alloc kept;

/* Memory that is kept between calls, so that page faults do not hide the work. */
static void *resize(void *context, void *block, size_t old_size, size_t new_size) {
    (void)context, (void)old_size;
    if (new_size) return realloc(block, new_size);
    free(block);
    return NULL;
}

static void check(int status) {
    if (status >= 0) return;
    fprintf(stderr, "pairs: %s\n", fpm_status_str(status));
    exit(1);
}

static void profiles(int p, int m) {
    int64_t *size = (int64_t *)need((size_t)p * (size_t)m, sizeof *size);
    double *time = (double *)need((size_t)p * (size_t)m, sizeof *time);
    int i, k;
    profile = (fpm_model *)need((size_t)p, sizeof *profile);
    noisy = (fpm_proc *)need((size_t)p, sizeof *noisy);
    for (i = 0; i < p; i++) {
        bench_shape s = bench_shape_random(BENCH_MEM, m);
        for (k = 0; k < m; k++) {
            size[i * m + k] = k + 1;
            time[i * m + k] = (k + 1) / bench_shape_speed(&s, k + 1, m) * bench_between(0.7, 1.6);
        }
        check(fpm_model_init(&profile[i], FPM_DISCRETE, m, size + i * m, time + i * m,
                             &bench_borrowed, NULL));
        noisy[i].model = &profile[i];
    }
}

static void prepare(void) {
    int64_t *load = (int64_t *)need((size_t)SIDE * SIDE, sizeof *load), i, n = 1000000;
    bench_state = 1;
    kept.resize = resize;
    akima[0] = platform_make(16, FPM_AKIMA, BENCH_MEM, RANGE);
    akima[1] = platform_make(1000, FPM_AKIMA, BENCH_MEM, RANGE);
    akima[2] = platform_make(MOST, FPM_AKIMA, BENCH_MEM, RANGE);
    profiles(1024, NOISY);
    d = (int64_t *)need(MOST, sizeof *d);
    cuts = (int64_t *)need(MOST + 1, sizeof *cuts);
    reals = (double *)need(MOST, sizeof *reals);
    seconds = (double *)need(MOST, sizeof *seconds);
    part = (fpm_rect *)need(MOST, sizeof *part);
    tile = (fpm_tile *)need(MOST, sizeof *tile);
    prefix = (int64_t *)need((size_t)n + 1, sizeof *prefix);
    for (i = 0; i < n; i++) prefix[i + 1] = (int64_t)(bench_random() * 1000);
    check(fpm_chain_init(&chain, n, prefix + 1, prefix, NULL));
    for (i = 0; i < (int64_t)SIDE * SIDE; i++) {
        double x = (double)(i % SIDE) / SIDE, y = (double)(i / SIDE) / SIDE;
        load[i] = (int64_t)(bench_random() * 1000 * (1 + 8 * exp(-20 * (x * x + y * y))));
    }
    check(fpm_grid_init(&grid, SIDE, SIDE, load, 0, NULL, NULL));
    for (i = 0; i < MOST; i++) reals[i] = bench_between(1, 4);
    free(load);
}

static void split(const platform *f, int p, double load, int algorithm) {
    fpm_options o = FPM_ZERO;
    fpm_info info;
    o.algorithm = algorithm;
    o.alloc = &kept;
    check(fpm_partition((int64_t)(load * p), p, f->procs, &o, d, &info));
}

static void discrete(int p, int algorithm, int least) {
    fpm_options o = FPM_ZERO;
    fpm_info info;
    o.algorithm = algorithm;
    o.least = least;
    o.slack = least ? 0.05 : 0;
    o.alloc = &kept;
    check(fpm_partition((int64_t)p * NOISY / 3, p, noisy, &o, d, &info));
}

static void groups(int p) {
    fpm_points points = FPM_ZERO;
    check(fpm_compose(p, noisy, (int64_t)p * NOISY / 2, NULL, NULL, &points, NULL));
    fpm_points_free(&points);
}

/* The first of the noisy ones, p times. */
static void identical(int p) {
    static fpm_proc same[100000];
    static int64_t share[100000];
    int i;
    for (i = 0; i < p; i++) same[i] = noisy[0];
    check(fpm_partition((int64_t)p * NOISY / 3, p, same, NULL, share, NULL));
}

static void balancing(int p, int steps) {
    fpm_balance b;
    int i, k;
    bench_state = 7;
    check(fpm_balance_init(&b, (int64_t)p * 10000, p, NULL, -1, -1, NULL, d, NULL));
    for (k = 0; k < steps; k++) {
        for (i = 0; i < p; i++) {
            fpm_model_time(&akima[2].model[i], (double)d[i], &seconds[i]);
            seconds[i] *= 1 + 0.02 * (bench_random() - 0.5);
        }
        check(fpm_balance_step(&b, seconds, d, NULL));
    }
    fpm_balance_free(&b);
}

static void columns(int p, int arrangement, int bounds) {
    fpm_matrix_options o = FPM_ZERO;
    fpm_matrix_outputs out;
    o.arrangement = arrangement;
    if (arrangement == FPM_MATRIX_AUTO) o.compact = FPM_EXACT;
    check(fpm_matrix_areas(20000, 20000, p, reals, &o, tile, bounds ? &out : NULL, NULL));
}

static void tiles(int p) {
    fpm_matrix_options o = FPM_ZERO;
    o.compact = FPM_EXACT; /* as 0 was before 0.4.0 */
    check(fpm_matrix_partition(4000, 4000, p, akima[1].procs, &o, tile, NULL, NULL));
}

static void row(int p, int speeds, int models) {
    fpm_chain_options o = FPM_ZERO;
    if (speeds) o.speed = reals;
    if (models) o.procs = akima[2].procs;
    check(fpm_chain_partition(&chain, p, &o, cuts, NULL, NULL));
}

static void kinds(int p) {
    static double speed[2000];
    fpm_chain_options o = FPM_ZERO;
    fpm_chain_outputs out = FPM_ZERO;
    int who[2000], i;
    for (i = 0; i < p; i++) speed[i] = i % 3 ? 1 : 3;
    o.free_order = 1;
    o.speed = speed;
    out.who = who;
    check(fpm_chain_partition(&chain, p, &o, cuts, &out, NULL));
}

static void plane(int m, int algorithm, int64_t work, int speeds) {
    fpm_rect_options o = FPM_ZERO;
    fpm_info info;
    o.algorithm = algorithm;
    o.max_work = work;
    if (speeds) o.speed = reals;
    check(fpm_rect_partition(&grid, m, &o, part, NULL, &info));
}

static void models(int p, int kind, int flags) {
    fpm_model_options o = FPM_ZERO;
    fpm_model m;
    int i;
    o.flags = kind == FPM_SHAPED ? flags : flags | FPM_BORROW;
    for (i = 0; i < p; i++) {
        const fpm_model *from = &akima[2].model[i];
        check(fpm_model_init(&m, kind, from->count, from->size, from->seconds, &o, NULL));
        fpm_model_free(&m);
    }
}

static void evaluate(void) {
    double t, sum = 0;
    int i, x;
    for (i = 0; i < 1000; i++)
        for (x = 1; x < 10; x++) {
            fpm_model_time(&akima[1].model[i], 1000 * x + i, &t);
            sum += t;
        }
    check(sum > 0 ? FPM_OK : FPM_E_TIME);
}

/* A partition is checked that is the best there is. */
static void proof(int p) {
    static int known;
    fpm_info info;
    if (known != p) split(&akima[1], p, 1e4, FPM_AUTO);
    known = p;
    check(fpm_partition_check((int64_t)(1e4 * p), p, akima[1].procs, NULL, d, &info));
}

static void proof_discrete(int p) {
    static int64_t *known;
    const int64_t n = (int64_t)p * NOISY / 3;
    fpm_info info;
    if (!known) {
        known = (int64_t *)need((size_t)p, sizeof *known);
        check(fpm_partition(n, p, noisy, NULL, known, NULL));
    }
    check(fpm_partition_check(n, p, noisy, NULL, known, &info));
}

static void texts(void) {
    static char text[1 << 20];
    fpm_points points = FPM_ZERO;
    size_t length;
    int i;
    for (i = 0; i < 10000; i++) {
        fpm_point point = FPM_ZERO;
        point.size = i + 1, point.seconds = reals[i] / 1000, point.half_width = reals[i] / 77000;
        check(fpm_points_add(&points, &point));
    }
    check(fpm_points_format(&points, text, sizeof text, &length));
    fpm_points_free(&points);
}

/* Seconds of this process alone, so that other programs on the machine disturb less. */
static double cpu_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Name, and the call. */
#define WORKLOADS(X)                                                                               \
    X("model init akima safe 1e5", models(MOST, FPM_AKIMA, FPM_SAFE))                              \
    X("model init shaped 1e4", models(10000, FPM_SHAPED, 0))                                       \
    X("model time akima", evaluate())                                                              \
    X("points format 1e4", texts())                                                                \
    X("check akima p=1000", proof(1000))                                                           \
    X("auto akima p=16", split(&akima[0], 16, 1e4, FPM_AUTO))                                      \
    X("auto akima p=1000", split(&akima[1], 1000, 1e4, FPM_AUTO))                                  \
    X("auto akima p=1e5", split(&akima[2], MOST, 1e4, FPM_AUTO))                                   \
    X("numerical akima p=16", split(&akima[0], 16, 1e4, FPM_NUMERICAL))                            \
    X("numerical akima p=1000", split(&akima[1], 1000, 1e4, FPM_NUMERICAL))                        \
    X("optimal akima p=16", split(&akima[0], 16, 1e4, FPM_OPTIMAL))                                \
    X("optimal akima p=1000", split(&akima[1], 1000, 1e4, FPM_OPTIMAL))                            \
    X("optimal discrete p=16", discrete(16, FPM_OPTIMAL, 0))                                       \
    X("optimal discrete p=256", discrete(256, FPM_OPTIMAL, 0))                                     \
    X("optimal discrete p=1024", discrete(1024, FPM_OPTIMAL, 0))                                   \
    X("hpopta p=16", discrete(16, FPM_HPOPTA, 0))                                                  \
    X("least total p=256", discrete(256, FPM_AUTO, FPM_LEAST_TOTAL))                               \
    X("compose p=64", groups(64))                                                                  \
    X("identical 1e5", identical(100000))                                                          \
    X("balance p=1000", balancing(1000, 20))                                                       \
    X("balance p=1e5", balancing(MOST, 5))                                                         \
    X("matrix columns p=1000", columns(1000, FPM_MATRIX_COLUMNS, 0))                               \
    X("matrix bounds p=1000", columns(1000, FPM_MATRIX_COLUMNS, 1))                                \
    X("matrix auto p=100", columns(100, FPM_MATRIX_AUTO, 0))                                       \
    X("matrix models p=64", tiles(64))                                                             \
    X("chain p=1000", row(1000, 0, 0))                                                             \
    X("chain p=1e4", row(10000, 0, 0))                                                             \
    X("chain speeds p=1e4", row(10000, 1, 0))                                                      \
    X("chain models p=1e4", row(10000, 0, 1))                                                      \
    X("chain free order p=300", kinds(300))                                                        \
    X("rect pq-opt m=1024", plane(1024, FPM_RECT_PQ_OPT, 0, 0))                                    \
    X("rect m-heur-probe m=1024", plane(1024, FPM_RECT_M_HEUR_PROBE, 0, 0))                        \
    X("rect m-opt m=256", plane(256, FPM_RECT_M_OPT, 0, 0))                                        \
    X("rect m-opt m=1024", plane(1024, FPM_RECT_M_OPT, 0, 0))                                      \
    X("rect hier-relaxed m=1024", plane(1024, FPM_RECT_HIER_RELAXED, 0, 0))                        \
    X("rect hier-opt m=16", plane(16, FPM_RECT_HIER_OPT, 0, 0))                                    \
    X("rect hier-search m=256", plane(256, FPM_RECT_HIER_SEARCH, 90000000, 0))                     \
    X("rect speeds pq-opt m=256", plane(256, FPM_RECT_PQ_OPT, 0, 1))                               \
    X("rect speeds m-opt m=64", plane(64, FPM_RECT_M_OPT, 0, 1))                                   \
    X("check discrete p=1024", proof_discrete(1024))

/* Seconds of `repeats` times workload w, and its name; w beyond the last: NULL. */
const char *pairs_run(int w, int repeats, double *took);
const char *pairs_run(int w, int repeats, double *took) {
    int k = 0, r;
    if (!d) prepare();
#define ROW(name, call)                                                                            \
    if (k++ == w) {                                                                                \
        double start = cpu_now();                                                                  \
        for (r = 0; r < repeats; r++) call;                                                        \
        *took = cpu_now() - start;                                                                 \
        return name;                                                                               \
    }
    WORKLOADS(ROW)
#undef ROW
    return NULL;
}

#else
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 11 };

typedef const char *(*side)(int w, int repeats, double *took);

static side load(const char *path) {
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL), *symbol;
    side run;
    symbol = object ? dlsym(object, "pairs_run") : NULL;
    if (!symbol) {
        fprintf(stderr, "pairs: %s\n", dlerror());
        exit(1);
    }
    memcpy(&run, &symbol, sizeof run);
    return run;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int asked(const char *name, int argc, char **argv) {
    int k, any = argc <= 3;
    for (k = 3; k < argc; k++) any |= strstr(name, argv[k]) != NULL;
    return any;
}

#if defined(__GNUC__)
#define APART __attribute__((noinline))
#else
#define APART
#endif

/* What callgrind counts, by its name. */
APART void counted(side run, int w);
APART void counted(side run, int w) {
    double took;
    run(w, 1, &took);
}

/* Run the workloads of one state for callgrind, the second time counted; print their names. */
static int count_one(const char *path, int argc, char **argv) {
    side run = load(path);
    double took;
    const char *name = run(0, 0, &took);
    int w;
    for (w = 0; name; w++) {
        if (asked(name, argc, argv)) {
            run(w, 1, &took);
            counted(run, w);
            puts(name);
        }
        name = run(w + 1, 0, &took);
    }
    return 0;
}

int main(int argc, char **argv) {
    side old_side, new_side;
    const char *name;
    double took, other, ratio[PAIRS];
    int w, k, repeats;
    if (argc < 3) return 2;
    if (strcmp(argv[1], "-c") == 0) return count_one(argv[2], argc, argv);
    old_side = load(argv[1]);
    new_side = load(argv[2]);
    printf("%-28s %12s %9s   %s\n", "workload", "old, s", "new/old", "98.8 %");
    for (w = 0; (name = old_side(w, 0, &took)) != NULL; w++) {
        if (!asked(name, argc, argv)) continue;
        if (strcmp(name, new_side(w, 0, &took)) != 0) {
            printf("%-28s is another workload now\n", name);
            continue;
        }
        old_side(w, 1, &took), new_side(w, 1, &took);
        old_side(w, 1, &took);
        repeats = took < 0.03 ? (int)(0.03 / (took + 1e-6)) + 1 : 1;
        for (k = 0; k < PAIRS; k++) { /* who goes first changes from pair to pair */
            if (k % 2) new_side(w, repeats, &other), old_side(w, repeats, &took);
            else old_side(w, repeats, &took), new_side(w, repeats, &other);
            ratio[k] = other / took;
        }
        qsort(ratio, PAIRS, sizeof *ratio, compare);
        printf("%-28s %12.6f %9.3f   %.3f .. %.3f%s\n", name, took / repeats, ratio[PAIRS / 2],
               ratio[1], ratio[PAIRS - 2],
               ratio[1] > 1.05           ? "  slower"
               : ratio[PAIRS - 2] < 0.95 ? "  faster"
                                         : "");
        fflush(stdout);
    }
    return 0;
}
#endif
