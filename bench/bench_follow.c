/* Rectangles that follow loads in motion: fpm_rect_partition by default, then with the last answer
   as opts.from in each step, beside new partitions by AUTO and by M_HEUR in each step. Four fields
   of 512 x 512 over 40 steps, equal processors and speeds 1 to 3, m = 64 and 256. Means over the
   steps; moved is counted cell by cell.
   bench_follow [FIELD] two minutes; one field: its steps one by one
   bench_follow curves [SIDE]: moved load against evenness for three drifts, three sides (or one)
   and four numbers of parts, beside two simple rivals: stripes of equally many parts, whose cuts
   are two rounds of chains in each step, and new partitions by default whose parts go to the owners
   with most of their load */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"

enum {
    SIDE = 512,
    STEPS = 40,
    MOST = 256,
    LARGEST = 1024,
    DRIFT = 0,
    SPIRAL,
    SHELL,
    BIRTH,
    FIELDS
};
enum { FOLLOW, ANEW, HEUR, WAYS };
static const char *const name[] = {"drift", "spiral", "shell", "birth"};

/* The load at a place, 0 to 1 in both directions, at a step. */
static double density(int kind, double y, double x, double t) {
    static const double at[4][5] = {{0.25, 0.3, 0.9, 0.5, 0.05},
                                    {0.7, 0.6, -0.7, 0.6, 0.08},
                                    {0.4, 0.75, 0.3, -1, 0.04},
                                    {0.8, 0.2, 0, 0.2, 0.06}};
    double v = y - 0.5, u = x - 0.5, far = hypot(v, u), sum = 1, birth;
    int k;
    if (kind == SPIRAL) {
        far = exp(-5 * far) * (1 + cos(2 * atan2(v, u) - 12 * log(far + 0.02) - 0.06 * t));
        return 0.02 + 10 * far * far;
    }
    if (kind == SHELL) {
        far = (far - 0.08 - t / 176.0) / 0.02;
        return 0.2 + 8 * exp(-0.5 * far * far);
    }
    birth = kind == BIRTH ? 0.3 : 1; /* of the speed of clusters */
    for (k = 0; k < 4; k++) {
        v = y - at[k][0] - 1.4 * birth * t * at[k][2] / 512,
        u = x - at[k][1] - 1.4 * birth * t * at[k][3] / 512;
        far = (v * v + u * u) / (at[k][4] * at[k][4]);
        sum += 0.1 / (at[k][4] * at[k][4]) * exp(-0.5 * far);
    }
    if (kind == BIRTH && t >= 15) { /* a cluster more, at its full size after five steps */
        v = y - 0.45, u = x - 0.15;
        sum += fmin(1, (t - 14) / 5.0) * 60 * exp(-0.5 * (v * v + u * u) / (0.03 * 0.03));
    }
    return sum;
}

static int owner[SIDE][SIDE];
static int64_t cell[SIDE * SIDE];
static fpm_rect part[WAYS][LARGEST], old[LARGEST];
static double speed[MOST];

/* The load that changes its owner, and whether the parts are a partition. */
static double moved(int m, const fpm_rect *now) {
    double load = 0;
    int64_t r, c, cells = 0;
    int i;
    for (i = 0; i < m; i++)
        for (r = old[i].r0; r < old[i].r1; r++)
            for (c = old[i].c0; c < old[i].c1; c++) owner[r][c] = i;
    for (i = 0; i < m; i++)
        for (r = now[i].r0; r < now[i].r1; r++)
            for (c = now[i].c0; c < now[i].c1; c++, cells++)
                if (owner[r][c] != i) load += (double)cell[r * SIDE + c];
    if (cells != SIDE * SIDE) exit(1);
    return load;
}

static void steps(int kind, int m, int speeds, int each) {
    double imbalance[WAYS] = {0}, worst[WAYS] = {0}, away[WAYS] = {0}, ms[WAYS][STEPS], cut = 0,
           off;
    int t, w, i;
    int64_t r, c;
    bench_state = 5;
    for (i = 0; i < m; i++) speed[i] = 1 + 2 * bench_random();
    for (t = 0; t <= STEPS; t++) {
        fpm_grid grid;
        fpm_info info;
        fpm_rect_outputs out;
        for (r = 0; r < SIDE; r++)
            for (c = 0; c < SIDE; c++)
                cell[r * SIDE + c] = (int64_t)(1000 * density(kind, ((double)r + 0.5) / SIDE,
                                                              ((double)c + 0.5) / SIDE, t));
        if (fpm_grid_init(&grid, SIDE, SIDE, cell, 0, NULL, NULL) < 0) exit(1);
        for (w = 0; w < WAYS; w++) {
            fpm_rect_options o = FPM_ZERO;
            double start;
            if (speeds) o.speed = speed;
            memcpy(old, part[w], sizeof old);
            if (w == FOLLOW && t > 0) o.from = old;
            if (w == ANEW && t > 0 && t % 4) continue; /* takes long */
            if (w == HEUR) o.algorithm = speeds ? FPM_RECT_M_HEUR_PROBE : FPM_RECT_M_HEUR;
            start = bench_now();
            if (fpm_rect_partition(&grid, m, &o, part[w], &out, &info) < 0) exit(1);
            if (t == 0) continue;
            ms[w][w == ANEW ? t / 4 - 1 : t - 1] = 1e3 * (bench_now() - start);
            imbalance[w] += 100 * info.imbalance / (w == ANEW ? STEPS / 4 : STEPS);
            worst[w] = fmax(worst[w], 100 * info.imbalance);
            off = 100 * moved(m, part[w]) / (double)grid.total;
            away[w] += off / STEPS;
            if (w == FOLLOW) cut += (out.half_perimeter - 2 * SIDE) / STEPS;
            if (each && w != ANEW)
                printf("%s%2d  %s %6.2f %%, moved %5.2f %%, %6.2f ms, class %d, status %d",
                       w ? " | " : "", t, w ? "m-heur" : "follow", 100 * info.imbalance, off,
                       1e3 * (bench_now() - start), info.algorithm, info.status);
            if (each && w == HEUR) printf("\n");
        }
        fpm_grid_free(&grid);
    }
    printf("%-7s %4d %6s | %6.2f %6.2f %6.2f %7.2f %6.0f | %6.2f %6.2f %6.2f | %6.2f %7.2f\n",
           name[kind], m, speeds ? "1 to 3" : "equal", imbalance[0], worst[0], away[0],
           bench_median(ms[0], STEPS), cut, imbalance[2], worst[2], bench_median(ms[2], STEPS),
           imbalance[1], bench_median(ms[1], STEPS / 4));
    fflush(stdout);
}

/* ---- curves ---- */

typedef struct shared { /* load that an old and a new part share */
    int was, is;
    int64_t load;
} shared;

static int more_shared(const void *a, const void *b) {
    const shared *x = (const shared *)a, *y = (const shared *)b;
    if (x->load != y->load) return x->load < y->load ? 1 : -1;
    return x->was != y->was ? x->was - y->was : x->is - y->is;
}

/* New parts go to the old owners that have most of their load, the largest first. */
static void match(const fpm_grid *grid, int m, fpm_rect *now) {
    static shared pair[64 * LARGEST];
    static int taken[LARGEST], of[LARGEST];
    static fpm_rect kept[LARGEST];
    int i, j, count = 0, next = 0;
    for (i = 0; i < m; i++) {
        taken[i] = 0;
        of[i] = -1;
        kept[i] = now[i];
        for (j = 0; j < m; j++) {
            int64_t r0 = now[i].r0 > old[j].r0 ? now[i].r0 : old[j].r0;
            int64_t r1 = now[i].r1 < old[j].r1 ? now[i].r1 : old[j].r1;
            int64_t c0 = now[i].c0 > old[j].c0 ? now[i].c0 : old[j].c0;
            int64_t c1 = now[i].c1 < old[j].c1 ? now[i].c1 : old[j].c1;
            if (r0 >= r1 || c0 >= c1 || count == 64 * LARGEST) continue;
            pair[count].was = j;
            pair[count].is = i;
            pair[count++].load = fpm_grid_load(grid, r0, r1, c0, c1);
        }
    }
    qsort(pair, (size_t)count, sizeof *pair, more_shared);
    for (i = 0; i < count; i++) {
        if (of[pair[i].is] >= 0 || taken[pair[i].was]) continue;
        of[pair[i].is] = pair[i].was;
        taken[pair[i].was] = 1;
    }
    for (i = 0; i < m; i++) {
        while (next < m && taken[next]) next++;
        if (of[i] < 0) {
            of[i] = next;
            taken[next] = 1;
        }
        now[of[i]] = kept[i];
    }
}

/* The load that changes its owner: what no part keeps. */
static double left(const fpm_grid *grid, int m, const fpm_rect *now) {
    int64_t stays = 0;
    int i;
    for (i = 0; i < m; i++) {
        int64_t r0 = now[i].r0 > old[i].r0 ? now[i].r0 : old[i].r0;
        int64_t r1 = now[i].r1 < old[i].r1 ? now[i].r1 : old[i].r1;
        int64_t c0 = now[i].c0 > old[i].c0 ? now[i].c0 : old[i].c0;
        int64_t c1 = now[i].c1 < old[i].c1 ? now[i].c1 : old[i].c1;
        if (r0 < r1 && c0 < c1) stays += fpm_grid_load(grid, r0, r1, c0, c1);
    }
    return (double)(grid->total - stays);
}

enum { SLACKS = 3, CURVE_WAYS = SLACKS + 2, CURVE_STEPS = 8 };

/* One row: means over the steps of imbalance and moved load, in per cent. */
static void curve(double drift, int side, int m) {
    static const double slack[SLACKS] = {0, 0.05, 0.2};
    static fpm_rect kept[CURVE_WAYS][LARGEST];
    double imbalance[CURVE_WAYS] = {0}, away[CURVE_WAYS] = {0};
    int t, w;
    int64_t r, c;
    for (t = 0; t <= CURVE_STEPS; t++) {
        double at = t * drift * 512 / (1.44 * side); /* of steps of 1.44 cells in 512 */
        fpm_grid grid;
        for (r = 0; r < side; r++)
            for (c = 0; c < side; c++)
                cell[r * side + c] = (int64_t)(1000 * density(DRIFT, ((double)r + 0.5) / side,
                                                              ((double)c + 0.5) / side, at));
        if (fpm_grid_init(&grid, side, side, cell, 0, NULL, NULL) < 0) exit(1);
        for (w = 0; w < CURVE_WAYS; w++) {
            fpm_rect_options o = FPM_ZERO;
            fpm_info info;
            memcpy(old, kept[w], sizeof old);
            if (w < SLACKS && t > 0) o.from = old;
            if (w < SLACKS && t > 0) o.slack = slack[w];
            if (w == SLACKS) o.algorithm = FPM_RECT_PQ_HEUR;
            if (w == SLACKS) o.orientation = FPM_RECT_HOR;
            if (w == SLACKS) o.stripes = (int)(sqrt((double)m) + 0.5);
            if (fpm_rect_partition(&grid, m, &o, kept[w], NULL, &info) < 0) exit(1);
            if (t == 0) continue;
            if (w > SLACKS) match(&grid, m, kept[w]);
            imbalance[w] += 100 * info.imbalance / CURVE_STEPS;
            away[w] += 100 * left(&grid, m, kept[w]) / (double)grid.total / CURVE_STEPS;
        }
        fpm_grid_free(&grid);
    }
    printf("%5.1f %4d %5d |", drift, side, m);
    for (w = 0; w < CURVE_WAYS; w++)
        printf(" %6.2f %6.2f %s", imbalance[w], away[w], w + 1 == SLACKS ? "|" : "");
    printf("%s\n",
           imbalance[0] > imbalance[SLACKS + 1] && away[0] > away[SLACKS + 1] ? " above" : "");
    fflush(stdout);
}

static void curves(int one) {
    static const double drifts[] = {0.2, 1, 4};
    static const int sides[] = {128, 256, 512}, parts[] = {16, 64, 256, 1024};
    int d, s, k;
    printf(
        "# imbalance and moved load in %%, means of 8 steps; drift in cells a step\n"
        "                  | from, slack 0   slack .05       slack .2      | P x P anew     "
        "default anew, matched\n"
        "drift side     m | imb. %%  moved   imb. %%  moved   imb. %%  moved  | imb. %%  moved   "
        "imb. %%  moved\n");
    for (d = 0; d < 3; d++)
        for (s = 0; s < 3; s++)
            for (k = 0; k < 4; k++)
                if (parts[k] * 64 <= sides[s] * sides[s] && (one == 0 || one == sides[s]))
                    curve(drifts[d], sides[s], parts[k]);
}

int main(int argc, char **argv) {
    int kind, m, speeds;
    bench_head("loads in motion: fpm_rect_partition, opts.from");
    if (argc > 1 && !strcmp(argv[1], "curves")) {
        curves(argc > 2 ? atoi(argv[2]) : 0);
        return 0;
    }
    printf(
        "                     |      follow, by default             |  M_HEUR anew         |  by "
        "default anew\n"
        "field      m speeds  | imb. %%  worst moved %%      ms    cut | imb. %%  worst     ms | "
        "imb. %%      ms\n");
    for (kind = 0; kind < FIELDS; kind++)
        for (m = 64; m <= MOST; m *= 4)
            for (speeds = 0; speeds < 2; speeds++)
                if (argc < 2 || !strcmp(argv[1], name[kind])) steps(kind, m, speeds, argc > 2);
    return 0;
}
