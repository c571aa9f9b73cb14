/* Shares in the forms that other libraries ask for: MPI counts and displacements, METIS target
   weights, tensor-split ratios, OpenMP chunks. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>

enum { POINTS = 4, P = 3 };

static int partition(int64_t n, int64_t *d) {
    const int64_t size[POINTS] = {1000, 4000, 16000, 64000};
    const double quick[POINTS] = {0.005, 0.020, 0.080, 0.320};
    const double middle[POINTS] = {0.010, 0.040, 0.160, 0.640};
    const double slow[POINTS] = {0.040, 0.160, 0.640, 2.560};
    fpm_model model[P] = FPM_ZERO;
    fpm_proc procs[P] = FPM_ZERO;
    int i, status = fpm_model_init(&model[0], FPM_PIECEWISE, POINTS, size, quick, NULL, NULL);
    if (status >= 0)
        status = fpm_model_init(&model[1], FPM_PIECEWISE, POINTS, size, middle, NULL, NULL);
    if (status >= 0)
        status = fpm_model_init(&model[2], FPM_PIECEWISE, POINTS, size, slow, NULL, NULL);
    for (i = 0; i < P; i++) procs[i].model = &model[i];
    if (status >= 0) status = fpm_partition(n, P, procs, NULL, d, NULL);
    for (i = 0; i < P; i++) fpm_model_free(&model[i]);
    return status;
}

static int failed(const char *what, int status) {
    if (status < 0) fprintf(stderr, "%s: %s\n", what, fpm_status_str(status));
    return status < 0;
}

int main(void) {
    const int row = 8; /* numbers in a unit of work */
    int64_t d[P], begin[P + 1], ratio[P];
    int counts[P], displs[P], i;
    float tpwgts[P];
    if (failed("partition", partition(13000, d))) return 1;

    /* MPI_Scatterv(data, counts, displs, MPI_DOUBLE, ...); counts64 for MPI_Scatterv_c */
    if (failed("counts", fpm_export_counts(P, d, row, counts, displs))) return 1;
    for (i = 0; i < P; i++)
        printf("rank %d: count %6d, displacement %6d\n", i, counts[i], displs[i]);

    /* METIS_PartGraphKway(..., &nparts, tpwgts, ...): real_t is float by default */
    if (failed("weights", fpm_export_weightsf(P, d, tpwgts))) return 1;
    printf("tpwgts %.6f %.6f %.6f\n", (double)tpwgts[0], (double)tpwgts[1], (double)tpwgts[2]);

    /* --tensor-split 8,4,1 and the like */
    if (failed("ratios", fpm_export_ratios(P, d, 13, ratio))) return 1;
    printf("ratios %d,%d,%d\n", (int)ratio[0], (int)ratio[1], (int)ratio[2]);

    /* #pragma omp parallel num_threads(P), then each thread runs its own part of the loop */
    if (failed("chunks", fpm_export_chunks(P, d, begin))) return 1;
    for (i = 0; i < P; i++)
        printf("thread %d: for (k = %d; k < %d; k++)\n", i, (int)begin[i], (int)begin[i + 1]);
    return 0;
}
