/* recipe_petsc.c - rows of a sparse matrix for MPI ranks, as PETSc wants them: contiguous ownership
   ranges with equal numbers of nonzeros, or of what ranks of unequal speed can do.

      cc -O2 -I. examples/recipes/recipe_petsc.c -o recipe_petsc -lm && ./recipe_petsc

   Row pointers of a matrix in CSR are its prefix sums already, so nothing is added up:

      m = begin[rank + 1] - begin[rank];
      MatSetSizes(A, m, m, PETSC_DETERMINE, PETSC_DETERMINE);   VecSetSizes(x, m, PETSC_DETERMINE);

   and MatGetOwnershipRange(A, &first, &last) then says begin[rank] and begin[rank + 1]. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>

enum { ROWS = 10000, RANKS = 4 };
static int64_t row_pointer[ROWS + 1]; /* "i" of MatCreateAIJ, in 64 bits */

static void show(const char *what, const int64_t *begin, const double *speed) {
    double most = 0;
    int r;
    for (r = 0; r < RANKS; r++) {
        double part = (double)(row_pointer[begin[r + 1]] - row_pointer[begin[r]]);
        if (part / speed[r] > most) most = part / speed[r];
    }
    printf("%-8s", what);
    for (r = 0; r < RANKS; r++) printf("  %5d .. %-5d", (int)begin[r], (int)begin[r + 1]);
    printf("  latest %.0f\n", most);
}

int main(void) {
    const double equal[RANKS] = {1, 1, 1, 1}, unequal[RANKS] = {4, 4, 2, 1};
    int64_t even[RANKS + 1], begin[RANKS + 1], k;
    fpm_chain chain = FPM_ZERO;
    fpm_chain_options opts = FPM_ZERO;
    int r;
    for (k = 0; k < ROWS; k++) /* longer rows at the end */
        row_pointer[k + 1] = row_pointer[k] + 3 + 60 * k / ROWS * k / ROWS;
    chain.n = ROWS;
    chain.whole = row_pointer;
    for (r = 0; r <= RANKS; r++) even[r] = (int64_t)ROWS * r / RANKS; /* PETSC_DECIDE */
    if (fpm_chain_partition(&chain, RANKS, NULL, begin, NULL, NULL) < 0) return 1;
    show("decide", even, equal);
    show("chain", begin, equal);
    opts.speed = unequal;
    if (fpm_chain_partition(&chain, RANKS, &opts, begin, NULL, NULL) < 0) return 1;
    show("decide", even, unequal);
    show("speeds", begin, unequal);
    return 0;
}
