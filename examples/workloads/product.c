/* product.c - C = A B by a CPU and a GPU together, each with its share of the rows of C.

      cc -O2 -I. examples/workloads/product.c -o product -lm -lpthread   no GPU: three plain loops
      nvcc -O2 -arch=sm_90 -I. -c examples/workloads/product.cu -o kernels.o
      cc -O2 -I. -DHAVE_KERNELS_O examples/workloads/product.c kernels.o -o product \
         -L/usr/local/cuda/lib64 -lcudart -lstdc++ -lm -lpthread

   product.cu is the implementation, compiled by nvcc; this file is plain C either way. */
#ifndef HAVE_KERNELS_O
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#define FPMK_STATIC
#define FPMK_IMPLEMENTATION
#endif
#include "fpm_kernels.h"
#include <stdio.h>
#include <string.h>

enum { N = 600, RUNS = 5 };

static double a[N * N], b[N * N], c[N * N];

typedef struct share { /* the processor's context: which rows are its own */
    int device;        /* 0: the CPU; 1: the GPU; 2: plain loops in its place */
    int64_t begin, rows;
} share;

static int multiply(void *context) {
    const share *s = (const share *)context;
    const double *rows = a + s->begin * N;
    double *to = c + s->begin * N;
    if (s->rows == 0) return FPM_OK;
    if (s->device == 1) return fpmk_gemm_cuda(NULL, s->rows, N, N, rows, N, b, N, to, N);
    return (s->device ? fpmk_gemm_plain : fpmk_gemm)(s->rows, N, N, rows, N, b, N, to, N);
}

/* The same as kernels for fpmk_build_model: x is the number of rows, and the unit of work. */
static int take_rows(void *context, int64_t x, int threads, const fpm_alloc *alloc, void **state) {
    share *s = (share *)context;
    (void)threads;
    (void)alloc;
    s->rows = x;
    *state = s;
    return FPM_OK;
}

static int multiply_rows(void *context, void *state) { return (void)context, multiply(state); }

/* The product on the shares d, from an empty C: seconds until both are done; -1: a failure. */
static double run(share *s, const int64_t *d) {
    fpmk_task task[2];
    int i;
    memset(task, 0, sizeof task);
    memset(c, 0, sizeof c);
    for (i = 0; i < 2; i++) {
        s[i].begin = i ? d[0] : 0;
        s[i].rows = d[i];
        task[i].run = multiply;
        task[i].context = &s[i];
        task[i].core = fpmk_core(i);
    }
    if (fpmk_run_group(2, task) < 0) return -1;
    return task[0].finished > task[1].finished ? task[0].finished : task[1].finished;
}

static int right(void) { /* C r = A (B r) with r = 1, 2, 3, 1, 2, 3, ... (Freivalds), exactly */
    static double product[N];
    int i, j, good = 1;
    for (i = 0; i < N; i++)
        for (product[i] = 0, j = 0; j < N; j++) product[i] += b[i * N + j] * (1 + j % 3);
    for (i = 0; i < N; i++) {
        double sum = 0;
        for (j = 0; j < N; j++) sum += c[i * N + j] * (1 + j % 3) - a[i * N + j] * product[j];
        good = good && sum >= 0 && sum <= 0;
    }
    return good;
}

int main(void) {
    share s[2] = {{0, 0, 0}, {1, 0, 0}};
    fpmk_kernel kernel[2] = {{"cpu", "rows", 0, 0, 0, 0, take_rows, multiply_rows, 0, 0},
                             {"gpu", "rows", 0, 0, 0, 0, take_rows, multiply_rows, 0, 0}};
    fpmk_member members[2];
    fpmk_build how = FPM_ZERO;
    fpmk_options opts = FPM_ZERO;
    fpmk_device device;
    fpm_points points[2] = FPM_ZERO;
    fpm_model model[2];
    fpm_proc procs[2] = FPM_ZERO;
    int64_t low[2] = {1, 1}, high[2] = {N, N}, d[2], half[2] = {N / 2, N - N / 2};
    double even = 1e9, ours = 1e9;
    int i, status;
    for (i = 0; i < N * N; i++) {
        a[i] = (i % 1009 % 17 - 8) / 8.0;
        b[i] = (i % 997 % 17 - 8) / 8.0;
    }
    if (fpmk_device_get(0, &device) < 0) s[1].device = 2;
    for (i = 0; i < 2; i++) {
        kernel[i].context = &s[i];
        members[i].kernel = &kernel[i];
        members[i].core = fpmk_core(i);
        members[i].threads = 1;
        procs[i].model = &model[i];
    }
    how.low = low;
    how.high = high;
    how.n_low = N;
    how.max_rounds = 12;
    opts.max_seconds = 0.2;
    status = fpmk_build_model(2, members, &how, &opts, points, NULL); /* both work at once */
    for (i = 0; i < 2 && status >= 0; i++)
        status = fpm_model_from_points(&model[i], FPM_PIECEWISE, &points[i], NULL, NULL);
    if (status >= 0) status = fpm_partition(N, 2, procs, NULL, d, NULL);
    for (i = 0; i < RUNS && status >= 0; i++) { /* in turn, so that a drift meets both */
        double t = run(s, half), u = run(s, d);
        even = t < even ? t : even;
        ours = u < ours ? u : ours;
        if (t < 0 || u < 0 || !right()) status = FPMK_E_VERIFY;
    }
    if (status < 0) return printf("product: %s\n", fpmk_status_str(status)), 1;
    printf("rows: CPU %d, %s %d\n", (int)d[0],
           s[1].device == 1 ? device.name : "plain loops (no GPU)", (int)d[1]);
    printf("even %.4f s, by speed %.4f s: %.2f times as fast, and right\n", even, ours,
           even / ours);
    for (i = 0; i < 2; i++) {
        fpm_model_free(&model[i]);
        fpm_points_free(&points[i]);
    }
    return 0;
}
