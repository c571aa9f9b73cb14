/* Stand-in for cuBLAS on the stand-in for the CUDA runtime beside it: two products, plainly.  It
   also counts the handles that leave a stream that they have given work for another one. */
#ifndef FAKE_CUBLAS_H
#define FAKE_CUBLAS_H

#include "cuda_runtime.h"

typedef int cublasStatus_t;
enum { CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_INTERNAL_ERROR = 14 };
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T };
struct fake_blas {
    cudaStream_t stream, used;
    int device;
};
typedef fake_blas *cublasHandle_t;

#define FAKE_BLAS                                                                                  \
    FAKE_ALONE;                                                                                    \
    if (fake_call(__func__)) return CUBLAS_STATUS_INTERNAL_ERROR

static inline cublasStatus_t cublasCreate(cublasHandle_t *handle) {
    FAKE_BLAS;
    *handle = new fake_blas();
    (*handle)->device = fake_device;
    fake.handles++;
    return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasDestroy(cublasHandle_t handle) {
    FAKE_ALONE;
    delete handle;
    fake.handles--;
    return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
    FAKE_BLAS;
    if (stream->device != handle->device) return CUBLAS_STATUS_INTERNAL_ERROR;
    if (handle->used && handle->used != stream) fake.moved++;
    handle->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}

/* C = alpha A B + beta C, by columns. */
static inline cublasStatus_t cublasDgemm(cublasHandle_t handle, cublasOperation_t,
                                         cublasOperation_t, int m, int n, int k,
                                         const double *alpha, const double *a, int lda,
                                         const double *b, int ldb, const double *beta, double *c,
                                         int ldc) {
    FAKE_BLAS;
    double by = *alpha, keep = *beta;
    if (fake_device != handle->device) return CUBLAS_STATUS_INTERNAL_ERROR;
    handle->used = handle->stream;
    fake_give(handle->stream, [=] {
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++) {
                double sum = 0;
                for (int p = 0; p < k; p++) sum += a[i + p * lda] * b[p + j * ldb];
                c[i + j * ldc] = by * sum + keep * c[i + j * ldc];
            }
    });
    return CUBLAS_STATUS_SUCCESS;
}

/* y = alpha A' x; beta is 0. */
static inline cublasStatus_t cublasDgemv(cublasHandle_t handle, cublasOperation_t, int m, int n,
                                         const double *alpha, const double *a, int lda,
                                         const double *x, int, const double *, double *y, int) {
    FAKE_BLAS;
    double by = *alpha;
    if (fake_device != handle->device) return CUBLAS_STATUS_INTERNAL_ERROR;
    handle->used = handle->stream;
    fake_give(handle->stream, [=] {
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int i = 0; i < m; i++) sum += a[i + j * lda] * x[i];
            y[j] = by * sum;
        }
    });
    return CUBLAS_STATUS_SUCCESS;
}

#endif
