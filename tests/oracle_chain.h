/* oracle_chain.h - the least cost of all partitions of a chain, by a plain dynamic program over
   parts and elements.  It knows nothing of fpm.h: cost(k, proc, i, j) is what part k, elements
   [i, j) on that processor, costs; ORACLE_BARRED: it may not be.  A partition costs what its
   dearest part does. */
#ifndef ORACLE_CHAIN_H
#define ORACLE_CHAIN_H

#include <stdint.h>

#define ORACLE_BARRED 1e300

enum { ORACLE_ELEMENTS = 64 };

typedef double oracle_cost(int k, int proc, int64_t i, int64_t j);

/* Part k is done by who[k]; NULL: by k. */
static double oracle_chain(int64_t n, int p, const int *who, oracle_cost *cost) {
    double best[2][ORACLE_ELEMENTS + 1], t;
    int64_t i, j;
    int k;
    for (j = 0; j <= n; j++) best[0][j] = j ? ORACLE_BARRED : 0;
    for (k = 0; k < p; k++)
        for (j = 0; j <= n; j++) {
            double *least = &best[(k + 1) % 2][j];
            for (*least = ORACLE_BARRED, i = 0; i <= j; i++) {
                if (!(best[k % 2][i] < ORACLE_BARRED)) continue;
                t = cost(k, who ? who[k] : k, i, j);
                if (t < best[k % 2][i]) t = best[k % 2][i];
                if (t < *least) *least = t;
            }
        }
    return best[p % 2][n];
}

/* The least of all orders of who[k ..]; who is as it was afterwards. */
static double oracle_chain_any(int64_t n, int p, int *who, int k, oracle_cost *cost) {
    double best = ORACLE_BARRED, t;
    int i, swap;
    if (k == p) return oracle_chain(n, p, who, cost);
    for (i = k; i < p; i++) {
        swap = who[k], who[k] = who[i], who[i] = swap;
        t = oracle_chain_any(n, p, who, k + 1, cost);
        if (t < best) best = t;
        swap = who[k], who[k] = who[i], who[i] = swap;
    }
    return best;
}

#endif /* ORACLE_CHAIN_H */
