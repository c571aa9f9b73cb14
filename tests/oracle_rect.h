/* oracle_rect.h - optima of partitions of a grid into rectangles, straight from their definitions.

   Shares nothing with fpm.h.  Slow on purpose: dynamic programs and exhaustive searches in whole
   numbers, for grids up to ORACLE_SIDE rows and columns and ORACLE_PARTS parts.  Parts may be
   empty everywhere.  Stripes are rows; oracle_turn gives the transposed grid for the other way.
     oracle_chain          m intervals of a chain
     oracle_stripes        table of oracle_chain over the columns of every stripe of rows
     oracle_rectilinear    P x Q by cuts common to all
     oracle_jag_pq         P stripes of Q parts
     oracle_jag_m          stripes of any number of parts, m together
     oracle_jag_fewest     how many such parts a largest load takes (512 rows and any columns)
     oracle_jag_probe      best numbers of parts for fixed stripes
     oracle_jag_alloc      best stripes for fixed numbers of parts
     oracle_jag_speeds     oracle_jag_m for ordered speeds: largest load/speed as a fraction
     oracle_hier           any guillotine partition
     oracle_any            any partition into rectangles (tiny grids)
     oracle_pq_guarantee, oracle_m_guarantee   what the heuristics promise on fields without zeros
     oracle_canvas_*       do rectangles tile a grid of any size?
     oracle_field          fields of the literature and others, of any size */
#ifndef ORACLE_RECT_H
#define ORACLE_RECT_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef ORACLE_FN
#if defined(__GNUC__) || defined(__clang__)
#define ORACLE_FN __attribute__((unused)) static
#else
#define ORACLE_FN static
#endif
#endif

enum { ORACLE_SIDE = 16, ORACLE_PARTS = 24 };

typedef struct oracle_grid {
    int rows, cols;
    int64_t border; /* what a cell of the side of a part costs */
    int high, wide; /* least rows and columns of a part that has cells */
    int64_t cell[ORACLE_SIDE][ORACLE_SIDE];
    int64_t sum[ORACLE_SIDE + 1][ORACLE_SIDE + 1]; /* of the cells above and to the left */
} oracle_grid;

static int64_t oracle_least(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t oracle_most(int64_t a, int64_t b) { return a > b ? a : b; }

/* Take rows x cols cells given row by row. */
ORACLE_FN void oracle_grid_set(oracle_grid *g, int rows, int cols, const int64_t *cell) {
    int r, c;
    memset(g, 0, sizeof *g);
    g->rows = rows, g->cols = cols;
    for (r = 0; r < rows; r++)
        for (c = 0; c < cols; c++) {
            g->cell[r][c] = cell[r * cols + c];
            g->sum[r + 1][c + 1] =
                g->cell[r][c] + g->sum[r][c + 1] + g->sum[r + 1][c] - g->sum[r][c];
        }
}

/* What a part costs: nothing if it is empty, else its load and its border; one that is too thin,
   INT64_MAX. */
ORACLE_FN int64_t oracle_load(const oracle_grid *g, int r0, int r1, int c0, int c1) {
    if (r0 == r1 || c0 == c1) return 0;
    if (r1 - r0 < g->high || c1 - c0 < g->wide) return INT64_MAX;
    return g->sum[r1][c1] - g->sum[r0][c1] - g->sum[r1][c0] + g->sum[r0][c0] +
           g->border * (r1 - r0 + c1 - c0);
}

ORACLE_FN int64_t oracle_total(const oracle_grid *g) { return g->sum[g->rows][g->cols]; }

ORACLE_FN int64_t oracle_largest_cell(const oracle_grid *g) {
    int64_t most = 0;
    int r, c;
    for (r = 0; r < g->rows; r++)
        for (c = 0; c < g->cols; c++) most = oracle_most(most, g->cell[r][c]);
    return most;
}

ORACLE_FN void oracle_turn(const oracle_grid *g, oracle_grid *turned) {
    int64_t cell[ORACLE_SIDE * ORACLE_SIDE];
    int r, c;
    for (r = 0; r < g->rows; r++)
        for (c = 0; c < g->cols; c++) cell[c * g->rows + r] = g->cell[r][c];
    oracle_grid_set(turned, g->cols, g->rows, cell);
    turned->border = g->border, turned->high = g->wide, turned->wide = g->high;
}

/* ---- chains and stripes ---- */

/* best[q]: least largest load of q intervals of w[0 .. n-1], for q = 1 .. m. */
ORACLE_FN void oracle_chain(const int64_t *w, int n, int m, int64_t *best) {
    int64_t sum[ORACLE_SIDE + 1], now[ORACLE_SIDE + 1], next[ORACLE_SIDE + 1];
    int q, i, b;
    for (sum[0] = 0, i = 0; i < n; i++) sum[i + 1] = sum[i] + w[i];
    for (i = 0; i <= n; i++) now[i] = sum[i];
    for (q = 1; q <= m; q++) {
        best[q] = now[n];
        for (i = 0; i <= n; i++)
            for (next[i] = INT64_MAX, b = 0; b <= i; b++)
                next[i] = oracle_least(next[i], oracle_most(now[b], sum[i] - sum[b]));
        memcpy(now, next, sizeof now);
    }
}

/* best[a][b][q] for rows a .. b-1 in q parts; q = 0 is 0 where there is no row, else INT64_MAX. */
typedef struct oracle_table {
    int64_t best[ORACLE_SIDE + 1][ORACLE_SIDE + 1][ORACLE_PARTS + 1];
} oracle_table;

ORACLE_FN void oracle_stripes(const oracle_grid *g, int m, oracle_table *t) {
    int64_t now[ORACLE_SIDE + 1], next[ORACLE_SIDE + 1];
    int a, b, q, i, j;
    for (a = 0; a <= g->rows; a++)
        for (b = a; b <= g->rows; b++) {
            for (i = 0; i <= g->cols; i++) now[i] = oracle_load(g, a, b, 0, i);
            for (q = 1; q <= m; q++) {
                t->best[a][b][q] = now[g->cols];
                for (i = 0; i <= g->cols; i++)
                    for (next[i] = INT64_MAX, j = 0; j <= i; j++)
                        next[i] =
                            oracle_least(next[i], oracle_most(now[j], oracle_load(g, a, b, j, i)));
                memcpy(now, next, sizeof now);
            }
            t->best[a][b][0] = a == b ? 0 : INT64_MAX;
        }
}

/* Stripe s takes parts[s] parts; the best cuts between the stripes. */
ORACLE_FN int64_t oracle_jag_alloc(const oracle_grid *g, int stripes, const int *parts) {
    static oracle_table t;
    int64_t now[ORACLE_SIDE + 1], next[ORACLE_SIDE + 1];
    int s, a, b;
    for (s = 0, a = 0; s < stripes; s++)
        if (parts[s] > a) a = parts[s];
    oracle_stripes(g, a, &t);
    for (b = 0; b <= g->rows; b++) now[b] = b == 0 ? 0 : INT64_MAX;
    for (s = 0; s < stripes; s++) {
        for (b = 0; b <= g->rows; b++)
            for (next[b] = INT64_MAX, a = 0; a <= b; a++)
                next[b] = oracle_least(next[b], oracle_most(now[a], t.best[a][b][parts[s]]));
        memcpy(now, next, sizeof now);
    }
    return now[g->rows];
}

ORACLE_FN int64_t oracle_jag_pq(const oracle_grid *g, int p, int q) {
    int parts[ORACLE_PARTS], s;
    for (s = 0; s < p; s++) parts[s] = q;
    return oracle_jag_alloc(g, p, parts);
}

/* best[m]: m parts in stripes of any number. */
ORACLE_FN int64_t oracle_jag_m(const oracle_grid *g, int m) {
    static oracle_table t;
    int64_t best[ORACLE_PARTS + 1][ORACLE_SIDE + 1];
    int v, q, a, b;
    oracle_stripes(g, m, &t);
    for (v = 0; v <= m; v++)
        for (b = 0; b <= g->rows; b++) {
            best[v][b] = v == 0 && b == 0 ? 0 : INT64_MAX;
            for (q = 1; q <= v; q++)
                for (a = 0; a <= b; a++)
                    best[v][b] =
                        oracle_least(best[v][b], oracle_most(best[v - q][a], t.best[a][b][q]));
        }
    return best[m][g->rows];
}

/* Stripe s is rows cut[s] .. cut[s+1]-1; the best numbers of parts, at least 1 for a stripe that
   has rows, together at most m. */
ORACLE_FN int64_t oracle_jag_probe(const oracle_grid *g, int stripes, const int *cut, int m) {
    static oracle_table t;
    int64_t now[ORACLE_PARTS + 1], next[ORACLE_PARTS + 1];
    int s, v, q;
    oracle_stripes(g, m, &t);
    for (v = 0; v <= m; v++) now[v] = 0;
    for (s = 0; s < stripes; s++) {
        for (v = 0; v <= m; v++)
            for (next[v] = INT64_MAX, q = cut[s] == cut[s + 1] ? 0 : 1; q <= v; q++)
                next[v] =
                    oracle_least(next[v], oracle_most(now[v - q], t.best[cut[s]][cut[s + 1]][q]));
        memcpy(now, next, sizeof now);
    }
    return now[m];
}

/* Fewest parts of load `most` or less in stripes of rows, on a grid of any size up to
   ORACLE_LONG rows: every stripe is tried.  at: (rows + 1) (cols + 1) sums. */
enum { ORACLE_LONG = 512 };

ORACLE_FN int64_t oracle_jag_fewest(const int64_t *at, int64_t rows, int64_t cols, int64_t most) {
    int64_t few[ORACLE_LONG + 1], a, b, c, never = rows * cols + 1;
    for (few[0] = 0, b = 1; b <= rows; b++) few[b] = never;
    for (a = 0; a < rows; a++)
        for (b = a + 1; b <= rows; b++) {
            const int64_t *low = at + a * (cols + 1), *high = at + b * (cols + 1);
            int64_t need = 1, from = 0;
            for (c = 1; c <= cols && need < never; c++) {
                int64_t sum = high[c] - low[c];
                if (sum - from <= most) continue;
                from = high[c - 1] - low[c - 1], need++;
                if (sum - from > most) need = never;
            }
            if (need == never) break; /* a part of one column is too heavy: of taller ones too */
            few[b] = oracle_least(few[b], few[a] + need);
        }
    return few[rows];
}

/* ---- rectilinear ---- */

/* The best Q columns for fixed cuts between P stripes. */
ORACLE_FN int64_t oracle_common(const oracle_grid *g, int p, const int *cut, int q) {
    int64_t now[ORACLE_SIDE + 1], next[ORACLE_SIDE + 1];
    int s, k, a, b;
    for (b = 0; b <= g->cols; b++) now[b] = b == 0 ? 0 : INT64_MAX;
    for (k = 0; k < q; k++) {
        for (b = 0; b <= g->cols; b++)
            for (next[b] = INT64_MAX, a = 0; a <= b; a++) {
                int64_t most = now[a];
                for (s = 0; s < p; s++)
                    most = oracle_most(most, oracle_load(g, cut[s], cut[s + 1], a, b));
                next[b] = oracle_least(next[b], most);
            }
        memcpy(now, next, sizeof now);
    }
    return now[g->cols];
}

/* All ways to cut the rows, by counting. */
ORACLE_FN int64_t oracle_rectilinear(const oracle_grid *g, int p, int q) {
    int cut[ORACLE_PARTS + 1] = {0}, s;
    int64_t best = INT64_MAX;
    cut[p] = g->rows;
    for (;;) {
        best = oracle_least(best, oracle_common(g, p, cut, q));
        for (s = p - 1; s > 0 && cut[s] == g->rows; s--) {}
        if (s == 0) return best;
        for (cut[s]++; s + 1 < p; s++) cut[s + 1] = cut[s];
    }
}

/* ---- ordered speeds ---- */

typedef struct oracle_fraction {
    int64_t load, speed;
} oracle_fraction;

ORACLE_FN int oracle_below(oracle_fraction a, oracle_fraction b) {
    return a.load * b.speed < b.load * a.speed;
}

/* best[i]: columns 0 .. i-1 of rows a .. b-1 by processors from .. to-1 in this order. */
ORACLE_FN oracle_fraction oracle_stripe_speeds(const oracle_grid *g, int a, int b,
                                               const int64_t *speed, int from, int to) {
    oracle_fraction now[ORACLE_SIDE + 1], next[ORACLE_SIDE + 1], f;
    int k, i, j;
    for (k = from; k < to; k++) {
        for (i = 0; i <= g->cols; i++)
            for (j = k == from ? 0 : i, next[i].load = -1; j >= 0; j--) {
                f.load = oracle_load(g, a, b, j, i), f.speed = speed[k];
                if (k > from && oracle_below(f, now[j])) f = now[j];
                if (next[i].load < 0 || oracle_below(f, next[i])) next[i] = f;
            }
        memcpy(now, next, sizeof now);
    }
    return now[g->cols];
}

/* Processors keep their order within and over the stripes. */
ORACLE_FN oracle_fraction oracle_jag_speeds(const oracle_grid *g, int m, const int64_t *speed) {
    oracle_fraction best[ORACLE_PARTS + 1][ORACLE_SIDE + 1], f;
    int v, u, a, b;
    for (v = 0; v <= m; v++)
        for (b = 0; b <= g->rows; b++) {
            best[v][b].load = v == 0 && b == 0 ? 0 : -1, best[v][b].speed = 1;
            for (u = 0; u < v; u++)
                for (a = 0; a <= b; a++) {
                    if (best[u][a].load < 0) continue;
                    f = oracle_stripe_speeds(g, a, b, speed, u, v);
                    if (oracle_below(f, best[u][a])) f = best[u][a];
                    if (best[v][b].load < 0 || oracle_below(f, best[v][b])) best[v][b] = f;
                }
        }
    return best[m][g->rows];
}

/* ---- guillotine partitions ---- */

typedef struct oracle_memo {
    const oracle_grid *g;
    int m;
    int64_t *value; /* -1: not known yet */
} oracle_memo;

ORACLE_FN int64_t oracle_hier_of(oracle_memo *h, int r0, int r1, int c0, int c1, int q) {
    const oracle_grid *g = h->g;
    int64_t *value, best;
    int x, j;
    if (q == 1) return oracle_load(g, r0, r1, c0, c1);
    value = &h->value[(((r0 * (g->rows + 1) + r1) * (g->cols + 1) + c0) * (g->cols + 1) + c1) *
                          (h->m + 1) +
                      q];
    if (*value >= 0) return *value;
    best = oracle_hier_of(h, r0, r1, c0, c1, q - 1);
    for (x = r0 + 1; x < r1; x++)
        for (j = 1; j < q; j++)
            best = oracle_least(best, oracle_most(oracle_hier_of(h, r0, x, c0, c1, j),
                                                  oracle_hier_of(h, x, r1, c0, c1, q - j)));
    for (x = c0 + 1; x < c1; x++)
        for (j = 1; j < q; j++)
            best = oracle_least(best, oracle_most(oracle_hier_of(h, r0, r1, c0, x, j),
                                                  oracle_hier_of(h, r0, r1, x, c1, q - j)));
    return *value = best;
}

/* Least largest load of m rectangles got by cutting a rectangle in two, again and again; -1: out
   of memory. */
ORACLE_FN int64_t oracle_hier(const oracle_grid *g, int m) {
    oracle_memo h;
    size_t i, count = (size_t)(g->rows + 1) * (size_t)(g->rows + 1) * (size_t)(g->cols + 1) *
                      (size_t)(g->cols + 1) * (size_t)(m + 1);
    int64_t best;
    h.g = g, h.m = m;
    h.value = (int64_t *)malloc(count * sizeof *h.value);
    if (!h.value) return -1;
    for (i = 0; i < count; i++) h.value[i] = -1;
    best = oracle_hier_of(&h, 0, g->rows, 0, g->cols, m);
    free(h.value);
    return best;
}

/* ---- any partition ---- */

/* The first cell that is not covered is the corner of the next rectangle. */
ORACLE_FN int64_t oracle_any_of(const oracle_grid *g, char taken[ORACLE_SIDE][ORACLE_SIDE], int m,
                                int64_t now, int64_t limit) {
    int r, c = 0, r1, c1, i, j, right;
    for (r = 0; r < g->rows; r++) {
        for (c = 0; c < g->cols && taken[r][c]; c++) {}
        if (c < g->cols) break;
    }
    if (r == g->rows) return now;
    if (m == 0) return INT64_MAX;
    for (right = c; right < g->cols && !taken[r][right]; right++) {}
    for (r1 = r + 1; r1 <= g->rows; r1++)
        for (c1 = c + 1; c1 <= right; c1++) {
            int64_t most = oracle_most(now, oracle_load(g, r, r1, c, c1));
            if (most >= limit) break;
            for (i = r; i < r1; i++)
                for (j = c; j < c1; j++) taken[i][j] = 1;
            most = oracle_any_of(g, taken, m - 1, most, limit);
            limit = oracle_least(limit, most);
            for (i = r; i < r1; i++)
                for (j = c; j < c1; j++) taken[i][j] = 0;
        }
    return limit;
}

/* Least largest load of m rectangles that tile the grid: exhaustive, for about 5 x 5 cells. */
ORACLE_FN int64_t oracle_any(const oracle_grid *g, int m) {
    char taken[ORACLE_SIDE][ORACLE_SIDE];
    memset(taken, 0, sizeof taken);
    return oracle_any_of(g, taken, m, 0, INT64_MAX);
}

/* ---- guarantees ---- */

/* Of the P x Q heuristic: largest load / (total / (P Q)) on a field without zeros, delta = largest
   cell / smallest cell. */
ORACLE_FN long double oracle_pq_guarantee(long double delta, int p, int q, int rows, int cols) {
    return (1 + delta * (long double)p / (long double)rows) *
           (1 + delta * (long double)q / (long double)cols);
}

/* Of the m-way heuristic with P stripes: largest load / (total / m); m > P. */
ORACLE_FN long double oracle_m_guarantee(long double delta, int p, int m, int rows, int cols) {
    long double parts = (long double)m, stripes = (long double)p;
    return parts / (parts - stripes) + parts * delta / (stripes * (long double)cols) +
           delta * delta * parts / ((long double)rows * (long double)cols);
}

/* ---- tiles ---- */

typedef struct oracle_canvas {
    int64_t rows, cols, painted;
    unsigned char *bit; /* of a cell: covered */
} oracle_canvas;

ORACLE_FN int oracle_canvas_start(oracle_canvas *v, int64_t rows, int64_t cols) {
    v->rows = rows, v->cols = cols, v->painted = 0;
    v->bit = (unsigned char *)calloc((size_t)(rows * cols / 8 + 1), 1);
    return v->bit != NULL;
}

/* Cover [r0, r1) x [c0, c1); 0 when it leaves the grid, is turned over or meets another. */
ORACLE_FN int oracle_canvas_paint(oracle_canvas *v, int64_t r0, int64_t r1, int64_t c0,
                                  int64_t c1) {
    int64_t r, c;
    if (r0 < 0 || r0 > r1 || r1 > v->rows || c0 < 0 || c0 > c1 || c1 > v->cols) return 0;
    for (r = r0; r < r1; r++)
        for (c = c0; c < c1; c++) {
            int64_t at = r * v->cols + c;
            unsigned char bit = (unsigned char)(1 << at % 8);
            if (v->bit[at / 8] & bit) return 0;
            v->bit[at / 8] = (unsigned char)(v->bit[at / 8] | bit);
        }
    v->painted += (r1 - r0) * (c1 - c0);
    return 1;
}

/* Free it; 1 when every cell was covered. */
ORACLE_FN int oracle_canvas_done(oracle_canvas *v) {
    free(v->bit);
    return v->painted == v->rows * v->cols;
}

/* ---- fields ---- */

enum {
    ORACLE_UNIFORM,   /* whole numbers from 1000 to 1000 delta */
    ORACLE_DIAGONAL,  /* floor(U / (d + 0.1)), U uniform in [0, rows cols), d the distance to ... */
    ORACLE_PEAK,      /* ... a random point */
    ORACLE_MULTIPEAK, /* ... the nearest of three random points */
    ORACLE_CLUSTERED, /* a few round clusters of different weight on a thin background */
    ORACLE_ZEROS,     /* small numbers; whole rows and columns, and many cells, are 0 */
    ORACLE_TIES,      /* 0, 1 and 2 */
    ORACLE_ONE_HUGE,  /* small numbers, one cell above their sum */
    ORACLE_NOTHING,   /* 0 everywhere */
    ORACLE_FLOW,      /* particles in a flow that is deflected by a body */
    ORACLE_FIELDS
};

ORACLE_FN uint64_t oracle_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

ORACLE_FN double oracle_unit(uint64_t *state) {
    return (double)(oracle_random(state) >> 11) * (1.0 / 9007199254740992.0);
}

/* Sums of three: nearly normal, mean 0, deviation 1. */
ORACLE_FN double oracle_bell(uint64_t *state) {
    double u = oracle_unit(state);
    u += oracle_unit(state);
    u += oracle_unit(state);
    return 2 * u - 3;
}

ORACLE_FN void oracle_field_near(int kind, int64_t rows, int64_t cols, uint64_t *state,
                                 int64_t *cell) {
    double x[3], y[3], d, near, area = (double)rows * (double)cols;
    int64_t r, c;
    int i, points = kind == ORACLE_PEAK ? 1 : 3;
    for (i = 0; i < 3; i++) {
        x[i] = oracle_unit(state) * (double)rows;
        y[i] = oracle_unit(state) * (double)cols;
    }
    for (r = 0; r < rows; r++)
        for (c = 0; c < cols; c++) {
            near = fabs((double)r * (double)cols - (double)c * (double)rows) /
                   hypot((double)rows, (double)cols);
            for (i = 0; kind != ORACLE_DIAGONAL && i < points; i++) {
                d = hypot((double)r - x[i], (double)c - y[i]);
                if (i == 0 || d < near) near = d;
            }
            cell[r * cols + c] = (int64_t)(oracle_unit(state) * area / (near + 0.1));
        }
}

ORACLE_FN void oracle_field_clusters(int64_t rows, int64_t cols, uint64_t *state, int64_t *cell) {
    double x[8], y[8], size[8], weight[8];
    int64_t r, c;
    int i;
    for (i = 0; i < 8; i++) {
        x[i] = oracle_unit(state) * (double)rows;
        y[i] = oracle_unit(state) * (double)cols;
        size[i] = (0.03 + 0.12 * oracle_unit(state)) * (double)(rows < cols ? rows : cols) + 0.3;
        weight[i] = 200 + 1800 * oracle_unit(state);
    }
    for (r = 0; r < rows; r++)
        for (c = 0; c < cols; c++) {
            double sum = 100;
            for (i = 0; i < 8; i++) {
                double u = ((double)r - x[i]) / size[i], v = ((double)c - y[i]) / size[i];
                if (u * u + v * v < 60) sum += weight[i] * exp(-(u * u + v * v) / 2);
            }
            cell[r * cols + c] = (int64_t)(sum * (0.95 + 0.1 * oracle_unit(state)));
        }
}

ORACLE_FN void oracle_field_small(int kind, int64_t rows, int64_t cols, uint64_t *state,
                                  int64_t *cell) {
    int64_t i, j, at;
    for (i = 0; i < rows * cols; i++)
        cell[i] = (int64_t)(oracle_random(state) % (kind == ORACLE_TIES ? 3 : 100));
    if (kind == ORACLE_ZEROS) {
        for (i = 0; i < rows * cols; i++)
            if (oracle_random(state) % 2) cell[i] = 0;
        for (i = 0; i < rows; i++)
            for (j = 0, at = (int64_t)(oracle_random(state) % 3); at == 0 && j < cols; j++)
                cell[i * cols + j] = 0;
        for (j = 0; j < cols; j++)
            for (i = 0, at = (int64_t)(oracle_random(state) % 3); at == 0 && i < rows; i++)
                cell[i * cols + j] = 0;
    }
    if (kind == ORACLE_ONE_HUGE) {
        at = (int64_t)(oracle_random(state) % (uint64_t)(rows * cols));
        cell[at] = 200 * rows * cols;
    }
    if (kind == ORACLE_NOTHING) memset(cell, 0, (size_t)(rows * cols) * sizeof *cell);
}

/* Particles come in from the left with one speed and a little heat, and are pushed off a body in
   the middle as 1 / distance^3: a wave before it, a shadow behind it.  Where they are at equal
   steps of time is counted on a coarse grid, whose smoothed density times 1000 is the load (about
   2 % of noise a cell); -1: out of memory. */
ORACLE_FN int oracle_field_flow(int64_t rows, int64_t cols, uint64_t *state, int64_t *cell) {
    enum { COARSE = 96, PARTICLES = 24000, STEPS = 160 };
    double *count = (double *)calloc((COARSE + 2) * (COARSE + 2), sizeof *count), mean = 0;
    int64_t r, c;
    int i, k;
    if (!count) return -1;
    for (i = 0; i < PARTICLES; i++) {
        double x = -0.3 + 0.02 * oracle_unit(state),
               y = (i + oracle_unit(state)) * 1.8 / PARTICLES - 0.4;
        double u = 1 + 0.05 * oracle_bell(state), v = 0.05 * oracle_bell(state);
        for (k = 0; k < STEPS; k++) {
            double dx = x - 0.45, dy = y - 0.5, d2 = dx * dx + dy * dy + 1e-3;
            double push = 8e-5 / (d2 * d2);
            u += push * dx, v += push * dy;
            x += 0.01 * u, y += 0.01 * v;
            if (x >= 0 && x < 1 && y >= 0 && y < 1)
                count[((int)(y * COARSE) + 1) * (COARSE + 2) + (int)(x * COARSE) + 1]++, mean++;
        }
    }
    mean /= COARSE * COARSE;
    for (i = 1; i <= COARSE; i++) { /* the rim is what is next to it */
        count[i] = count[COARSE + 2 + i];
        count[(COARSE + 1) * (COARSE + 2) + i] = count[COARSE * (COARSE + 2) + i];
    }
    for (i = 0; i < COARSE + 2; i++) {
        count[i * (COARSE + 2)] = count[i * (COARSE + 2) + 1];
        count[i * (COARSE + 2) + COARSE + 1] = count[i * (COARSE + 2) + COARSE];
    }
    for (r = 0; r < rows; r++)
        for (c = 0; c < cols; c++) {
            double y = ((double)r + 0.5) / (double)rows * COARSE + 0.5;
            double x = ((double)c + 0.5) / (double)cols * COARSE + 0.5, rho;
            int j = (int)y, l = (int)x;
            const double *at = &count[j * (COARSE + 2) + l];
            y -= j, x -= l;
            rho = (1 - y) * ((1 - x) * at[0] + x * at[1]) +
                  y * ((1 - x) * at[COARSE + 2] + x * at[COARSE + 3]);
            rho = 0.93 + 0.07 * fmin(rho / mean, 4);
            cell[r * cols + c] = (int64_t)(1000 * rho * (1 + 0.02 * oracle_bell(state)));
        }
    free(count);
    return 0;
}

/* rows x cols cells, row by row; delta for ORACLE_UNIFORM.  0, or -1: out of memory. */
ORACLE_FN int oracle_field(int kind, int64_t rows, int64_t cols, double delta, uint64_t *state,
                           int64_t *cell) {
    int64_t i;
    switch (kind) {
    case ORACLE_UNIFORM:
        for (i = 0; i < rows * cols; i++)
            cell[i] = 1000 + (int64_t)(oracle_unit(state) * (1000 * (delta - 1) + 1));
        break;
    case ORACLE_DIAGONAL:
    case ORACLE_PEAK:
    case ORACLE_MULTIPEAK: oracle_field_near(kind, rows, cols, state, cell); break;
    case ORACLE_CLUSTERED: oracle_field_clusters(rows, cols, state, cell); break;
    case ORACLE_FLOW: return oracle_field_flow(rows, cols, state, cell);
    default: oracle_field_small(kind, rows, cols, state, cell);
    }
    return 0;
}

ORACLE_FN const char *oracle_field_name(int kind) {
    static const char *const name[] = {"uniform", "diagonal", "peak",     "multi-peak", "clustered",
                                       "zeros",   "ties",     "one huge", "nothing",    "flow"};
    return kind >= 0 && kind < ORACLE_FIELDS ? name[kind] : "?";
}

#endif /* ORACLE_RECT_H */
