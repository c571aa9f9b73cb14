/* Stand-in for cuFFT on the stand-in for the CUDA runtime beside it: the sums themselves, in two
   pieces of work with what is between them in the plan's work area, as cuFFT does it. */
#ifndef FAKE_CUFFT_H
#define FAKE_CUFFT_H

#include "cuda_runtime.h"

#include <cmath>
#include <vector>

typedef int cufftResult;
enum { CUFFT_SUCCESS = 0, CUFFT_ALLOC_FAILED = 2, CUFFT_INTERNAL_ERROR = 5 };
enum cufftType { CUFFT_Z2Z };
enum { CUFFT_FORWARD = -1 };
struct cufftDoubleComplex {
    double x, y;
};
struct fake_plan {
    int n, step, next, vectors, device;
    cudaStream_t stream;
    std::vector<cufftDoubleComplex> area;
};
typedef int cufftHandle;
static std::map<int, fake_plan *> fake_plans;

#define FAKE_FFT                                                                                   \
    FAKE_ALONE;                                                                                    \
    if (fake_call(__func__)) return CUFFT_INTERNAL_ERROR

static inline cufftResult cufftPlanMany(cufftHandle *handle, int, int *n, int *, int step, int next,
                                        int *, int, int, cufftType, int vectors) {
    static int made;
    FAKE_ALONE;
    switch (fake_call(__func__)) {
    case cudaSuccess: break;
    case cudaErrorMemoryAllocation: return CUFFT_ALLOC_FAILED;
    default: return CUFFT_INTERNAL_ERROR;
    }
    if (vectors < 1) return CUFFT_INTERNAL_ERROR;
    fake_plan *p = fake_plans[ *handle = ++made] = new fake_plan();
    p->n = *n, p->step = step, p->next = next, p->vectors = vectors, p->device = fake_device;
    p->area.resize((size_t)*n * (size_t)vectors);
    fake.handles++;
    return CUFFT_SUCCESS;
}
static inline cufftResult cufftDestroy(cufftHandle handle) {
    FAKE_ALONE;
    delete fake_plans.at(handle);
    fake_plans.erase(handle);
    fake.handles--;
    return CUFFT_SUCCESS;
}
static inline cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream) {
    FAKE_FFT;
    fake_plans.at(handle)->stream = stream;
    return CUFFT_SUCCESS;
}
static inline cufftResult cufftExecZ2Z(cufftHandle handle, cufftDoubleComplex *in,
                                       cufftDoubleComplex *out, int) {
    FAKE_FFT;
    fake_plan *p = fake_plans.at(handle);
    if (fake_device != p->device) return CUFFT_INTERNAL_ERROR;
    fake_give(p->stream, [=] {
        for (int v = 0; v < p->vectors; v++)
            for (int i = 0; i < p->n; i++)
                p->area[(size_t)(v * p->n + i)] = in[v * p->next + i * p->step];
    });
    fake_give(p->stream, [=] {
        std::vector<cufftDoubleComplex> root((size_t)p->n);
        for (int i = 0; i < p->n; i++) {
            double angle = 8 * atan(1.0) * i / p->n;
            root[(size_t)i].x = cos(angle), root[(size_t)i].y = -sin(angle);
        }
        for (int v = 0; v < p->vectors; v++)
            for (int i = 0; i < p->n; i++) {
                cufftDoubleComplex sum = {0, 0};
                for (int j = 0; j < p->n; j++) {
                    cufftDoubleComplex a = p->area[(size_t)(v * p->n + j)];
                    cufftDoubleComplex w = root[(size_t)(i * j % p->n)];
                    sum.x += a.x * w.x - a.y * w.y;
                    sum.y += a.x * w.y + a.y * w.x;
                }
                out[v * p->next + i * p->step] = sum;
            }
    });
    return CUFFT_SUCCESS;
}

#endif
