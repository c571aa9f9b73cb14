/* fpm_grid_init and fpm_rect_partition on anything the bytes spell: whole, real or sparse loads on
   up to 6 x 6 cells, up to 6 processors that are equal or have speeds or models, any class, way and
   limit.  A negative status leaves the outputs alone; rectangles tile the grid with the loads that
   they say, nothing lies below the bounds, exact classes are compared with their definitions, and
   on the smallest grids with all partitions there are. */
#define FPM_IMPLEMENTATION
#include "fpm.h"

#include "bytes.h"
#include "driver.h"

#include "../oracle_rect.h"

#ifdef __FAST_MATH__
#define SAME (1 + 1e-15) /* a quotient may be a product with a reciprocal, and off by a last bit */
#else
#define SAME 1
#endif

enum { PROCS = 6, SIDE = 6, POINTS = 5, TINY = 9 };

static struct {
    int64_t load[SIDE * SIDE], row[SIDE * SIDE], col[SIDE * SIDE];
    double value[SIDE * SIDE], speed[PROCS];
    int64_t size[PROCS][POINTS], cuts[PROCS + 1];
    double seconds[PROCS][POINTS];
    fpm_model model[PROCS];
    fpm_proc procs[PROCS];
    fpm_grid grid;
    fpm_rect_options opts;
    fpm_rect part[PROCS];
    fpm_info info;
    fpm_rect_outputs out;
    oracle_grid field, turned;
    int rows, cols, m, counts[PROCS], status;
} q;

static void fuzz_describe(void) {
    const fpm_rect_options *o = &q.opts;
    int r, c, i;
    printf("class %d, orientation %d, direction %d, stripes %d, cuts %d, counts %d, "
           "max_work %lld, max_bytes %llu; %d parts of %d x %d\n",
           o->algorithm, o->orientation, o->direction, o->stripes, o->cuts != NULL,
           o->counts != NULL, (long long)o->max_work, (unsigned long long)o->max_bytes, q.m, q.rows,
           q.cols);
    for (r = 0; r < q.rows; r++)
        for (c = 0; c < q.cols; c++)
            printf("%lld%c", (long long)q.field.cell[r][c], c + 1 < q.cols ? ' ' : '\n');
    for (i = 0; i < q.m && o->speed; i++) printf("speed %.17g\n", q.speed[i]);
    for (i = 0; i < q.m && o->procs; i++)
        printf("kind %d, points %lld, max %lld, fixed %.17g\n", q.procs[i].model->kind,
               (long long)q.procs[i].model->count, (long long)q.procs[i].max, q.procs[i].fixed);
    printf("status %d (%s), lmax %lld, bounds %lld and %lld, makespan %.17g, bound %.17g\n",
           q.status, fpm_status_str(q.status), (long long)q.out.load, (long long)q.out.load_bound,
           (long long)q.out.class_bound, q.info.makespan, q.info.lower_bound);
    for (i = 0; i < q.m; i++)
        printf("%lld .. %lld x %lld .. %lld: %lld\n", (long long)q.part[i].r0,
               (long long)q.part[i].r1, (long long)q.part[i].c0, (long long)q.part[i].c1,
               (long long)q.part[i].load);
}

/* Seconds of a load of the grid; equal processors: the load. */
static double cost(int proc, int64_t load) {
    double x = (double)load * q.grid.unit, t;
    if (q.opts.speed) return x / q.speed[proc];
    if (!q.opts.procs || !load) return (double)load;
    if (q.procs[proc].max && x > (double)q.procs[proc].max) return 1e300;
    if (fpm_model_time(q.procs[proc].model, x, &t) < 0) return 1e300;
    return q.procs[proc].fixed + t;
}

/* The earliest finish of all rectangles and all orders of processors: the first cell that is free
   is the corner of the next rectangle, of any processor that has none. */
static double best_any(unsigned taken, unsigned used, double now, double limit) {
    int r, c, r1, c1, i, right, free_ = 0;
    while (free_ < q.rows * q.cols && taken >> free_ & 1) free_++;
    if (free_ == q.rows * q.cols) return now;
    r = free_ / q.cols, c = free_ % q.cols;
    for (right = c; right < q.cols && !(taken >> (r * q.cols + right) & 1); right++) {}
    for (r1 = r + 1; r1 <= q.rows; r1++)
        for (c1 = c + 1; c1 <= right; c1++) {
            int64_t load = oracle_load(&q.field, r, r1, c, c1);
            unsigned cells = taken;
            int a, b;
            for (a = r; a < r1; a++)
                for (b = c; b < c1; b++) cells |= 1u << (a * q.cols + b);
            for (i = 0; i < q.m; i++) {
                double most = fmax(now, cost(i, load));
                if (used >> i & 1 || most >= limit) continue;
                limit = fmin(limit, best_any(cells, used | 1u << i, most, limit));
                if (!q.opts.speed && !q.opts.procs) break; /* they are equal */
            }
        }
    return limit;
}

/* The best of an exact class for equal processors, or -1. */
static int64_t best_class(void) {
    const oracle_grid *way[2] = {&q.field, &q.turned};
    int64_t best = -1, x = -1;
    int a, p;
    for (a = 0; a < 2; a++) {
        if (q.opts.orientation == FPM_RECT_HOR + 1 - a) continue;
        for (p = 1; p <= q.m; p++) {
            if (q.opts.stripes ? p != q.opts.stripes : q.m % p != 0) continue;
            if (q.opts.algorithm != FPM_RECT_PQ_OPT) continue;
            x = oracle_jag_pq(way[a], p, q.m / p);
            best = best < 0 ? x : oracle_least(x, best);
        }
        if (q.opts.algorithm == FPM_RECT_M_OPT) x = oracle_jag_m(way[a], q.m);
        if (q.opts.algorithm == FPM_RECT_M_ALLOC)
            x = oracle_jag_alloc(way[a], q.opts.stripes, q.counts);
        if (x >= 0) best = best < 0 ? x : oracle_least(x, best);
    }
    if (q.opts.algorithm == FPM_RECT_HIER_OPT) return oracle_hier(&q.field, q.m);
    return best;
}

static void check_answer(void) {
    oracle_canvas canvas;
    fpm_info seen;
    fpm_rect_outputs seen_out;
    int64_t lmax = 0, exact;
    double most = 0, best;
    int i, timed = q.opts.speed || q.opts.procs, status;
    EXPECT(oracle_canvas_start(&canvas, q.rows, q.cols));
    for (i = 0; i < q.m; i++) {
        const fpm_rect *t = &q.part[i];
        EXPECT(oracle_canvas_paint(&canvas, t->r0, t->r1, t->c0, t->c1));
        EXPECT(t->load == oracle_load(&q.field, (int)t->r0, (int)t->r1, (int)t->c0, (int)t->c1));
        lmax = oracle_most(lmax, t->load);
        most = fmax(most, cost(i, t->load));
    }
    EXPECT(oracle_canvas_done(&canvas));
    EXPECT(q.out.load == lmax && q.out.load_bound <= lmax && q.out.class_bound <= lmax);
    if (timed) EXPECT(q.info.makespan >= most && q.info.makespan <= most && most < 1e300);
    if (timed) EXPECT(q.info.lower_bound <= most);
    q.opts.max_bytes = 0;
    status = fpm_rect_check(&q.grid, q.m, &q.opts, q.part, &seen_out, &seen);
    EXPECT(status == FPM_OK || status == FPM_EXTRAPOLATED);
    EXPECT(seen_out.load == lmax && seen_out.load_bound <= lmax);
    exact = timed ? -1 : best_class();
    if (exact >= 0) EXPECT(lmax >= exact && q.out.class_bound <= exact);
    if (exact >= 0 && (q.status == FPM_OK || q.status == FPM_CLASS_OPTIMUM)) EXPECT(lmax <= exact);
    if (q.rows * q.cols > TINY || q.m > 4) return;
    best = best_any(0, 0, 0, 1e299);
    EXPECT((timed ? most : (double)lmax) >= best);
    if (timed) EXPECT(q.info.lower_bound <= best * SAME && seen.lower_bound <= best * SAME);
    else EXPECT((double)q.out.load_bound <= best && (double)seen_out.load_bound <= best);
    if (q.status == FPM_OK) EXPECT((timed ? most : (double)lmax) <= best);
}

/* Loads by one of the three calls; 0 when they are refused. */
static int make_grid(void) {
    int64_t i, count = q.rows * q.cols;
    fpm_info made;
    unsigned how = take() % 3, scale = take();
    int status, bad = 0;
    for (i = 0; i < count; i++) {
        q.load[i] = take_size();
        if (scale < 240 && (q.load[i] < 0 || q.load[i] >= INT64_C(1) << 50)) q.load[i] = 1;
        bad |= q.load[i] < 0;
        q.value[i] = scale < 128 ? (double)q.load[i] / 8 : take_seconds();
        q.row[i] = i / q.cols, q.col[i] = i % q.cols;
        if (how == 2 && scale % 4 == 3)
            q.row[i] = (int)take() % q.rows, q.col[i] = (int)take() % q.cols;
    }
    status = how == 0   ? fpm_grid_init(&q.grid, q.rows, q.cols, q.load, 0, NULL, &made)
             : how == 1 ? fpm_grid_init_real(&q.grid, q.rows, q.cols, q.value, 0, NULL, &made)
                        : fpm_grid_init_sparse(&q.grid, q.rows, q.cols, count, q.row, q.col, q.load,
                                               NULL, &made);
    if (how != 1 && bad) EXPECT(status == FPM_E_LOAD || status == FPM_E_OVERFLOW);
    if (status < 0)
        EXPECT(fpm_grid_load(&q.grid, 0, 0, 0, 0) == -1 && made.at >= -1 && made.at < count);
    if (status < 0) return 0;
    for (i = 0; i < count; i++) { /* in units of the grid, which the sums tell */
        int64_t r = i / q.cols, c = i % q.cols, x = fpm_grid_load(&q.grid, r, r + 1, c, c + 1);
        if (how == 0) EXPECT(x == q.load[i]);
        if (how == 1) EXPECT(fabs((double)x * q.grid.unit - q.value[i]) <= q.grid.rounded);
        EXPECT(x >= 0);
        q.load[i] = x;
    }
    oracle_grid_set(&q.field, q.rows, q.cols, q.load);
    oracle_turn(&q.field, &q.turned);
    return 1;
}

static void make_procs(void) {
    unsigned how = take() % 4;
    int i;
    for (i = 0; i < q.m && how == 1; i++) {
        q.speed[i] = take_seconds();
        q.opts.speed = q.speed;
    }
    for (i = 0; i < q.m && how == 2; i++) {
        EXPECT(take_model(&q.model[i], POINTS, q.size[i], q.seconds[i]) == FPM_OK);
        q.procs[i].model = &q.model[i];
        if (take() % 8 == 7) q.procs[i].max = take_size();
        if (take() % 4 == 3) q.procs[i].fixed = take_seconds();
        q.opts.procs = q.procs;
    }
}

static void make_options(void) {
    int i, rest = q.m;
    q.opts.algorithm = (int)(take() % 17);
    q.opts.orientation = (int)(take() % 3);
    q.opts.direction = (int)(take() % 4);
    if (take() % 4 == 3) q.opts.stripes = 1 + (int)(take() % PROCS);
    if (q.opts.algorithm == FPM_RECT_M_ALLOC) {
        for (i = 0; rest > 0; i++) rest -= q.counts[i] = 1 + (int)(take() % (unsigned)rest);
        q.opts.counts = q.counts, q.opts.stripes = i;
    } else if (q.opts.algorithm == FPM_RECT_M_PROBE) {
        int side = q.opts.orientation == FPM_RECT_VER ? q.cols : q.rows;
        if (!q.opts.orientation) q.opts.orientation = FPM_RECT_HOR;
        q.opts.stripes = 1 + (int)(take() % (unsigned)q.m);
        for (i = 1; i < q.opts.stripes; i++)
            q.cuts[i] = q.cuts[i - 1] + take() % (side - q.cuts[i - 1] + 1);
        q.cuts[q.opts.stripes] = side;
        q.opts.cuts = q.cuts;
    } else if (take() % 4 == 3) q.opts.stripes = (int)(take() % PROCS);
    if (take() % 8 == 7) q.opts.max_work = 1 + take() * 120;
    if (take() % 8 == 7) q.opts.max_bytes = 1 + take() * 32;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int i;
    bytes = data, left = size;
    memset(&q, 0, sizeof q);
    q.rows = 1 + (int)(take() % SIDE), q.cols = 1 + (int)(take() % SIDE);
    q.m = 1 + (int)(take() % PROCS);
    if (!make_grid()) return 0;
    make_procs();
    make_options();
    memset(q.part, 0x5a, sizeof q.part);
    if (fuzz_trace) fuzz_describe(), fflush(stdout);
    q.status = fpm_rect_partition(&q.grid, q.m, &q.opts, q.part, &q.out, &q.info);
    EXPECT(strcmp(fpm_status_str(q.status), "unknown status") != 0 && q.info.status == q.status);
    if (q.status >= 0) check_answer();
    for (i = q.status >= 0 ? q.m : 0; i < PROCS; i++)
        EXPECT(q.part[i].r0 == INT64_C(0x5a5a5a5a5a5a5a5a) && q.part[i].load == q.part[i].r0);
    EXPECT(q.status != FPM_E_MAX_BYTES || q.opts.max_bytes);
    EXPECT(q.status != FPM_E_WORK_LIMIT || q.opts.max_work);
    for (i = 0; i < q.m; i++) fpm_model_free(&q.model[i]);
    fpm_grid_free(&q.grid);
    return 0;
}

#ifdef FUZZ_STANDALONE

static size_t fuzz_make(uint8_t *data) {
    size_t size = fuzz_bytes(data);
    if (size > 1 && fuzz_draw(2)) data[0] %= 3, data[1] %= 3;
    return size;
}

#endif
