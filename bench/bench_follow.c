/* Rectangles that follow loads in motion: fpm_rect_partition by default, then with the last answer
   as opts.from in each step, beside new partitions by AUTO and by M_HEUR in each step. Four fields
   of 512 x 512 over 40 steps, equal processors and speeds 1 to 3, m = 64 and 256. Means over the
   steps; moved is counted cell by cell.
   bench_follow [FIELD] two minutes; one field: its steps one by one
   bench_follow curves [SIDE [SEED]]: moved load against evenness for three drifts, three sides (or
   one) and four numbers of parts, of clusters that the seed draws (0: those of the field drift),
   beside three simple rivals: stripes of equally many parts, whose cuts are two rounds of chains in
   each step; cuts in halves that keep their direction and are shifted to halve the load again; new
   partitions by default whose parts go to the owners with most of their load */
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

/* Clusters: where they are, which way they go, how wide they are. */
static double at[4][5] = {{0.25, 0.3, 0.9, 0.5, 0.05},
                          {0.7, 0.6, -0.7, 0.6, 0.08},
                          {0.4, 0.75, 0.3, -1, 0.04},
                          {0.8, 0.2, 0, 0.2, 0.06}};

/* The load at a place, 0 to 1 in both directions, at a step. */
static double density(int kind, double y, double x, double t) {
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

enum {
    SLACKS = 3, /* from, with fixed slacks */
    STRIPES = SLACKS,
    SHIFTED,
    MATCHED,
    AS_STRIPES, /* from, with the slack that allows what a rival has */
    AS_SHIFTED,
    CURVE_WAYS,
    CURVE_STEPS = 8
};

static int across[2 * LARGEST]; /* of the node of a tree of cuts, 1: its cut is between rows */

/* Halve r for q places, as often as needed, its cuts in the directions kept: a rival. */
static void halve(const fpm_grid *grid, int node, const fpm_rect *r, int q, int first,
                  fpm_rect *now) {
    fpm_rect side[2];
    int64_t low, high, x, all = fpm_grid_load(grid, r->r0, r->r1, r->c0, r->c1);
    double off[2];
    int j = q / 2, i;
    if (q == 1) {
        now[first] = *r;
        return;
    }
    if (across[node] == 0) across[node] = r->r1 - r->r0 >= r->c1 - r->c0 ? 1 : 2;
    low = across[node] == 1 ? r->r0 : r->c0;
    high = across[node] == 1 ? r->r1 : r->c1;
    while (high - low > 1) {
        x = (low + high) / 2;
        side[0] = *r;
        if (across[node] == 1) side[0].r1 = x;
        else side[0].c1 = x;
        if ((double)fpm_grid_load(grid, r->r0, side[0].r1, r->c0, side[0].c1) * q <=
            (double)all * j)
            low = x;
        else high = x;
    }
    for (i = 0; i < 2; i++) { /* the nearer of the two places */
        side[0] = *r;
        if (across[node] == 1) side[0].r1 = i ? high : low;
        else side[0].c1 = i ? high : low;
        off[i] = fabs((double)fpm_grid_load(grid, r->r0, side[0].r1, r->c0, side[0].c1) * q -
                      (double)all * j);
    }
    x = off[1] < off[0] ? high : low;
    side[0] = *r;
    side[1] = *r;
    if (across[node] == 1) {
        side[0].r1 = x;
        side[1].r0 = x;
    } else {
        side[0].c1 = x;
        side[1].c0 = x;
    }
    halve(grid, 2 * node, &side[0], j, first, now);
    halve(grid, 2 * node + 1, &side[1], q - j, first + j, now);
}

/* How much the largest load is above the mean. */
static double above_mean(const fpm_grid *grid, int m, const fpm_rect *now) {
    int64_t most = 0;
    int i;
    for (i = 0; i < m; i++) {
        int64_t load = fpm_grid_load(grid, now[i].r0, now[i].r1, now[i].c0, now[i].c1);
        if (load > most) most = load;
    }
    return (double)most * m / (double)grid->total - 1;
}

/* The clusters of a seed. */
static void draw(int seed) {
    int k;
    bench_state = (uint64_t)seed;
    for (k = 0; k < 4; k++) {
        double way = bench_between(0, 6.283185307179586);
        at[k][0] = bench_random();
        at[k][1] = bench_random();
        at[k][2] = sin(way);
        at[k][3] = cos(way);
        at[k][4] = bench_between(0.02, 0.1);
    }
}

/* The answer of one way; its imbalance. */
static double curve_step(const fpm_grid *grid, int m, int way, double slack, int first,
                         fpm_rect *now) {
    fpm_rect_options o = FPM_ZERO;
    fpm_info info;
    fpm_rect all = FPM_ZERO;
    all.r1 = grid->rows;
    all.c1 = grid->cols;
    if (way == SHIFTED) {
        halve(grid, 1, &all, m, 0, now);
        return above_mean(grid, m, now);
    }
    if (!first && way != STRIPES && way != MATCHED) {
        o.from = old;
        o.slack = slack;
    }
    if (way == STRIPES) {
        o.algorithm = FPM_RECT_PQ_HEUR;
        o.orientation = FPM_RECT_HOR;
        o.stripes = (int)(sqrt((double)m) + 0.5);
    }
    if (fpm_rect_partition(grid, m, &o, now, NULL, &info) < 0) exit(1);
    if (!first && way == MATCHED) match(grid, m, now);
    return info.imbalance;
}

typedef struct track { /* one way along the steps */
    fpm_rect part[LARGEST];
    double imbalance, away; /* means over the steps */
} track;

/* The loads at a step. */
static void drift_to(fpm_grid *grid, int side, double cells) {
    double when = cells * 512 / (1.4 * side); /* of steps of 1.4 cells in 512 */
    int64_t r, c;
    for (r = 0; r < side; r++)
        for (c = 0; c < side; c++)
            cell[r * side + c] = (int64_t)(1000 * density(DRIFT, ((double)r + 0.5) / side,
                                                          ((double)c + 0.5) / side, when));
    if (fpm_grid_init(grid, side, side, cell, 0, NULL, NULL) < 0) exit(1);
}

/* All steps of the ways from `first` to `last`. */
static void along(double drift, int side, int m, int first, int last, const double *slack,
                  track *way) {
    int t, w;
    for (t = 0; t <= CURVE_STEPS; t++) {
        fpm_grid grid;
        drift_to(&grid, side, t * drift);
        for (w = first; w <= last; w++) {
            double now;
            memcpy(old, way[w].part, sizeof old);
            now = curve_step(&grid, m, w, slack[w], t == 0, way[w].part);
            if (t == 0) continue;
            way[w].imbalance += now / CURVE_STEPS;
            way[w].away += left(&grid, m, way[w].part) / (double)grid.total / CURVE_STEPS;
        }
        fpm_grid_free(&grid);
    }
}

/* One row. */
static void curve(double drift, int side, int m) {
    static const int beside[] = {AS_STRIPES, AS_SHIFTED, 0}; /* whom the rivals are compared with */
    double slack[CURVE_WAYS] = {0, 0.05, 0.2};
    track *way = (track *)need(CURVE_WAYS, sizeof *way);
    int w;
    memset(across, 0, sizeof across);
    along(drift, side, m, STRIPES, MATCHED, slack, way);
    for (w = STRIPES; w < MATCHED; w++)
        slack[beside[w - STRIPES]] =
            fmax(0, (1 + way[w].imbalance) / (1 + way[MATCHED].imbalance) - 1);
    along(drift, side, m, 0, SLACKS - 1, slack, way);
    along(drift, side, m, AS_STRIPES, AS_SHIFTED, slack, way);
    printf("%5.1f %4d %4d |", drift, side, m);
    for (w = 0; w < SLACKS; w++)
        printf(" %5.2f %5.2f%s", 100 * way[w].imbalance, 100 * way[w].away, w < 2 ? " " : "");
    for (w = STRIPES; w <= MATCHED; w++) {
        const track *by = &way[beside[w - STRIPES]];
        printf(" | %5.2f %5.2f", 100 * way[w].imbalance, 100 * way[w].away);
        if (w < MATCHED) printf("  %5.2f %5.2f", 100 * by->imbalance, 100 * by->away);
        if (by->imbalance > way[w].imbalance && by->away > way[w].away) printf(" above");
    }
    printf("\n");
    fflush(stdout);
    free(way);
}

static void curves(int one, int seed) {
    static const double drifts[] = {0.2, 1, 4};
    static const int sides[] = {128, 256, 512}, parts[] = {16, 64, 256, 1024};
    int d, s, k;
    if (seed) draw(seed);
    printf("# seed %d; imbalance and moved load in %%, means of 8 steps; drift in cells a step\n"
           "# ours: from, with the slack that allows the rival's imbalance\n"
           "                | from, slack 0   .05          .2     | P x P anew   ours         |"
           " cuts shifted ours         | anew, matched\n"
           "drift side    m | imb. moved   imb. moved   imb. moved|  imb. moved   imb. moved |"
           "  imb. moved   imb. moved |  imb. moved\n",
           seed);
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
        curves(argc > 2 ? atoi(argv[2]) : 0, argc > 3 ? atoi(argv[3]) : 0);
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
