/* curve.c - points in space, cut along Hilbert's curve: sort the points by their place on it,
   and cut them as a chain.  Parts are as even as the chain's optimum is, and compact since the
   curve is.  Beside it recursive bisection: halve the points across their longest side, and so on.

   A point costs as much as it has neighbours, as in molecular dynamics.  What crosses from one part
   to another is counted in pairs of neighbours. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 20000, PARTS = 60, BITS = 16 };

typedef struct point {
    uint32_t x[3]; /* coordinates of BITS bits */
    uint64_t key;
    int64_t load;
    int part;
} point;

/* ---- Hilbert's curve (Skilling, AIP Conf. Proc. 707, 2004) ---- */

/* The place on the curve of a point whose `dim` coordinates have BITS bits.  From the highest bit
   down, where coordinate i has the bit the first coordinate's lower bits are mirrored, where it has
   not they are swapped with those of i: that undoes the turns of the curve in its subcubes.  Then
   the bits, interleaved, are a Gray code of the place. */
static uint64_t hilbert(const uint32_t *coordinate, int dim) {
    uint32_t x[3], bit, turn = 0;
    uint64_t key = 0;
    int i, b;
    for (i = 0; i < dim; i++) x[i] = coordinate[i];
    for (bit = 1u << (BITS - 1); bit > 1; bit >>= 1)
        for (i = 0; i < dim; i++) {
            uint32_t lower = bit - 1, both = (x[0] ^ x[i]) & lower;
            if (x[i] & bit) x[0] ^= lower;
            else {
                x[0] ^= both;
                x[i] ^= both;
            }
        }
    for (i = 1; i < dim; i++) x[i] ^= x[i - 1];
    for (bit = 1u << (BITS - 1); bit > 1; bit >>= 1)
        if (x[dim - 1] & bit) turn ^= bit - 1;
    for (b = BITS - 1; b >= 0; b--)
        for (i = 0; i < dim; i++) key = key << 1 | (((x[i] ^ turn) >> b) & 1);
    return key;
}

static int by_key(const void *a, const void *b) {
    const point *u = (const point *)a, *v = (const point *)b;
    return (u->key > v->key) - (u->key < v->key);
}

/* ---- points, and what they cost ---- */

static uint64_t state = 1;

static double uniform(void) { /* 0 .. 1, the same everywhere */
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(state >> 11) / 9007199254740992.0;
}

/* Half of the points lie in three clusters. */
static void scatter(point *at, int dim) {
    int i, k;
    for (i = 0; i < POINTS; i++)
        for (k = 0; k < dim; k++) {
            double x = uniform(), bell = -2;
            int draw;
            for (draw = 0; draw < 4; draw++) bell += uniform();
            if (i % 2) x = 0.2 + 0.3 * ((i / 2 + k) % 3) + 0.08 * bell;
            at[i].x[k] = (uint32_t)(x < 0 ? 0 : x >= 1 ? (1 << BITS) - 1 : x * (1 << BITS));
        }
}

/* Pairs of points no farther apart than a cell's side: all of them, and those of different parts.
   With `count` they are added to the loads.  Lists of the points of each cell make it quick. */
static int64_t pairs(point *at, int dim, int count, int64_t *crossing) {
    static int head[80 * 80 * 80], next[POINTS];
    const int across = dim == 3 ? 80 : 160; /* cells */
    const int64_t side = (1 << BITS) / across + 1;
    int64_t all = 0;
    int i, j, n, c[3] = {0, 0, 0}, cells = across * across * (dim == 3 ? across : 1);
    for (i = 0; i < cells; i++) head[i] = -1;
    for (i = 0, *crossing = 0; i < POINTS; i++) {
        int around = dim == 3 ? 27 : 9, cell = 0, k;
        for (k = dim - 1; k >= 0; k--) {
            c[k] = (int)(at[i].x[k] / side);
            cell = cell * across + c[k];
        }
        for (n = 0; n < around; n++) { /* points before i in this cell and those around it */
            int x = c[0] + n % 3 - 1, y = c[1] + n / 3 % 3 - 1, z = dim == 3 ? c[2] + n / 9 - 1 : 0;
            if (x < 0 || y < 0 || z < 0 || x >= across || y >= across || z >= across) continue;
            for (j = head[(z * across + y) * across + x]; j >= 0; j = next[j]) {
                int64_t square = 0;
                for (k = 0; k < dim; k++) {
                    int64_t apart = (int64_t)at[i].x[k] - at[j].x[k];
                    square += apart * apart;
                }
                if (square > side * side) continue;
                all++;
                *crossing += at[i].part != at[j].part;
                if (count) {
                    at[i].load++;
                    at[j].load++;
                }
            }
        }
        next[i] = head[cell];
        head[cell] = i;
    }
    return all;
}

/* ---- two partitions ---- */

static int along_curve(point *at, int dim) {
    static int64_t load[POINTS], prefix[POINTS + 1], cut[PARTS + 1];
    fpm_chain chain;
    int i, part, status;
    for (i = 0; i < POINTS; i++) at[i].key = hilbert(at[i].x, dim);
    qsort(at, POINTS, sizeof *at, by_key);
    for (i = 0; i < POINTS; i++) load[i] = at[i].load;
    status = fpm_chain_init(&chain, POINTS, load, prefix, NULL);
    if (status >= 0) status = fpm_chain_partition(&chain, PARTS, NULL, cut, NULL, NULL);
    for (part = 0; part < PARTS && status >= 0; part++)
        for (i = (int)cut[part]; i < cut[part + 1]; i++) at[i].part = part;
    return status;
}

static int axis;
static int by_axis(const void *a, const void *b) {
    const point *u = (const point *)a, *v = (const point *)b;
    return (u->x[axis] > v->x[axis]) - (u->x[axis] < v->x[axis]);
}

/* Parts first .. first + parts - 1 for these points: two sides, as even as their parts are. */
static void bisect(point *at, int n, int dim, int first, int parts) {
    int64_t total = 0, sum = 0, wide = -1;
    int i, k, left = parts / 2;
    for (k = 0; k < dim; k++) {
        int64_t least = INT64_MAX, most = 0;
        for (i = 0; i < n; i++) {
            if (at[i].x[k] < least) least = at[i].x[k];
            if (at[i].x[k] > most) most = at[i].x[k];
        }
        if (most - least > wide) {
            wide = most - least;
            axis = k;
        }
    }
    for (i = 0; i < n; i++) {
        at[i].part = first;
        total += at[i].load;
    }
    if (parts == 1) return;
    qsort(at, (size_t)n, sizeof *at, by_axis);
    for (i = 0; i < n && (2 * sum + at[i].load) * parts < 2 * total * left; i++) sum += at[i].load;
    bisect(at, i, dim, first, left);
    bisect(at + i, n - i, dim, first + left, parts - left);
}

static void report(const char *name, point *at, int dim) {
    static int64_t load[PARTS];
    int64_t total = 0, most = 0, crossing, all;
    int i;
    for (i = 0; i < PARTS; i++) load[i] = 0;
    for (i = 0; i < POINTS; i++) load[at[i].part] += at[i].load;
    for (i = 0; i < PARTS; i++) {
        total += load[i];
        most = load[i] > most ? load[i] : most;
    }
    all = pairs(at, dim, 0, &crossing);
    printf("%dD  %-20s %8.2f %% %10.1f %%\n", dim, name,
           100 * ((double)most * PARTS / (double)total - 1), 100 * (double)crossing / (double)all);
}

int main(void) {
    static point at[POINTS];
    int64_t crossing;
    int dim, i, status;
    printf("%d points, %d parts\n    cut by              imbalance  pairs apart\n", POINTS, PARTS);
    for (dim = 2; dim <= 3; dim++) {
        scatter(at, dim);
        for (i = 0; i < POINTS; i++) {
            at[i].part = 0;
            at[i].load = 1;
        }
        pairs(at, dim, 1, &crossing);
        if ((status = along_curve(at, dim)) < 0) {
            printf("%s\n", fpm_status_str(status));
            return 1;
        }
        report("Hilbert's curve", at, dim);
        bisect(at, POINTS, dim, 0, PARTS);
        report("recursive bisection", at, dim);
    }
    return 0;
}
