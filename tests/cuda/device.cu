/* The CUDA forms of the kernels on a real device: results in core and in tiles, matrices of the
   caller in pinned and in pageable memory, what waits for the caller's stream, two members of a
   group on one device, and that all memory there comes back.  Built by nvcc as a job of make check;
   without a device it says so and passes.  device [SEED] */
#define FPM_IMPLEMENTATION
#define FPMK_IMPLEMENTATION
#define FPMK_USE_CUDA
#define FPMK_USE_CUBLAS
#define FPMK_USE_CUFFT
#include "fpm_kernels.h"

#include "test.h"

#include <unistd.h>

static const fpmk_kernel *device_kernel(int *i) {
    const fpmk_kernel *k;
    while ((k = fpmk_kernel_at((*i)++)) != NULL)
        if (strstr(k->name, "-cu")) return k;
    return NULL;
}

static int64_t largest(const fpmk_kernel *k) { /* millions of elements */
    if (!strcmp(k->name, "triad-cuda")) return 3000000;
    if (!strcmp(k->name, "stencil7-cuda")) return 150;
    return strncmp(k->name, "fft2d", 5) ? 1700 : 700;
}

static size_t free_there(void) {
    size_t free_bytes = 0, total = 0;
    CHECK_INT(cudaMemGetInfo(&free_bytes, &total), cudaSuccess);
    return free_bytes;
}

/* What run and check say at sizes of all magnitudes, with four times the memory that the problem
   needs, and down to a twentieth of it. */
static void right_in_core_and_in_tiles(void) {
    static const double part[] = {4, 1, 0.5, 0.2, 0.05};
    const fpmk_kernel *k;
    int i = 0, found = 0, round;
    for (; (k = device_kernel(&i)) != NULL; found++) {
        int tiles = 0;
        for (round = 0; round < 25; round++) {
            double most = log((double)largest(k)), sum = 0;
            int64_t x = round < 3 ? round + 1 : (int64_t)exp(most * test_real());
            fpmk_setup setup = FPM_ZERO;
            fpmk_kernel copy = *k;
            void *state = NULL;
            int runs, status;
            setup.depth = test_int(1, 200), setup.columns = test_int(1, 3000);
            setup.device_bytes =
                (size_t)(part[round % 5] * k->bytes((void *)(uintptr_t)&setup, x)) + 4096;
            copy.context = &setup;
            status = copy.init(&setup, x, 1, NULL, &state);
            NOTE("%s x %lld depth %d columns %d, %lld bytes: %s", k->name, (long long)x,
                 (int)setup.depth, (int)setup.columns, (long long)setup.device_bytes,
                 fpmk_status_str(status));
            if (status == FPM_E_MEMORY && round % 5 > 0) continue; /* not even a row fits */
            REQUIRE(status == FPM_OK);
            tiles += ((fpmk__work *)state)->gpu.tile < x;
            for (runs = 0; runs < 3; runs++) {
                CHECK_INT(copy.run(&setup, state), FPM_OK);
                CHECK_INT(copy.check(&setup, state, &sum), 0);
            }
            copy.fini(&setup, state);
            CHECK_INT(cudaGetLastError(), cudaSuccess);
        }
        CHECK(tiles > 2);
    }
    CHECK_INT(found, 10);
}

/* Blocks of larger matrices of small whole numbers, so that sums are exact in any order. */
static void products(void) {
    enum { SIDE = 400, LD = 410 };
    int round;
    for (round = 0; round < 30; round++) {
        int64_t m = test_int(0, SIDE), n = test_int(0, SIDE), k = test_int(0, SIDE), i, j, p;
        int64_t wrong = 0, total = SIDE * LD;
        double *all = NULL, *a, *b, *c, *want = (double *)malloc(sizeof *want * (size_t)total);
        int pinned = round % 2;
        fpmk_setup setup = FPM_ZERO;
        size_t bytes = sizeof *all * 3 * (size_t)total;
        if (pinned) cudaHostAlloc((void **)&all, bytes, 0);
        else all = (double *)malloc(bytes);
        REQUIRE(all != NULL && want != NULL);
        a = all, b = a + total, c = b + total;
        for (i = 0; i < 3 * total; i++) all[i] = (double)(test_int(0, 16) - 8);
        for (i = 0; i < total; i++) want[i] = c[i];
        for (i = 0; i < m; i++)
            for (p = 0; p < k; p++)
                for (j = 0; j < n; j++) want[i * LD + j] += a[i * LD + p] * b[p * LD + j];
        setup.device_bytes = (size_t)test_int(20000, 4000000);
        NOTE("%d x %d x %d in %d bytes, pinned %d", (int)m, (int)n, (int)k, (int)setup.device_bytes,
             pinned);
        CHECK_INT(fpmk_gemm_cuda(&setup, m, n, k, a, LD, b, LD, c, LD), FPM_OK);
        for (i = 0; i < total; i++) wrong += test_bits(c[i]) << 1 != test_bits(want[i]) << 1;
        CHECK_INT(wrong, 0);
        if (pinned) cudaFreeHost(all);
        else free(all);
        free(want);
    }
}

static void write_ones(void *a) {
    int i;
    usleep(30000);
    for (i = 0; i < 100 * 100; i++) ((double *)a)[i] = 1;
}

/* The caller's stream fills A after a while: the product is of what it wrote. */
static void waits_for_the_callers_stream(void) {
    int round;
    for (round = 0; round < 6; round++) {
        size_t bytes = sizeof(double) * 3 * 10000;
        fpmk_setup setup = FPM_ZERO;
        cudaStream_t mine = NULL;
        double *all = NULL;
        int i, wrong = 0, pinned = round % 2;
        if (pinned) cudaHostAlloc((void **)&all, bytes, 0);
        else all = (double *)malloc(bytes);
        REQUIRE(all != NULL && cudaStreamCreateWithFlags(&mine, 0) == cudaSuccess);
        for (i = 0; i < 30000; i++) all[i] = i / 10000 == 1;
        setup.stream = mine, setup.device_bytes = 100000;
        CHECK_INT(cudaLaunchHostFunc(mine, write_ones, all), cudaSuccess);
        CHECK_INT(
            fpmk_gemm_cuda(&setup, 100, 100, 100, all, 100, all + 10000, 100, all + 20000, 100),
            FPM_OK);
        for (i = 20000; i < 30000; i++) wrong += !(all[i] > 99 && all[i] < 101);
        NOTE("pinned %d", pinned);
        CHECK_INT(wrong, 0);
        cudaStreamDestroy(mine);
        if (pinned) cudaFreeHost(all);
        else free(all);
    }
}

/* Every kernel measured, alone and by two members of a group that share the device. */
static void measured(void) {
    const fpmk_kernel *k;
    int i = 0;
    while ((k = device_kernel(&i)) != NULL) {
        fpmk_member member[2];
        fpmk_options opts = FPM_ZERO;
        fpm_point point[2];
        fpmk_report report[2];
        int j;
        opts.max_reps = 20;
        for (j = 0; j < 2; j++) {
            member[j].kernel = k, member[j].x = largest(k) / 3;
            member[j].core = -1, member[j].threads = 1;
        }
        NOTE("%s", k->name);
        CHECK(fpmk_measure(k, largest(k) / 3, &opts, point, report) >= 0);
        CHECK(fpmk_measure_group(2, member, &opts, point, report) >= 0);
        CHECK(point[0].seconds > 0 && point[1].seconds > 0);
        printf("%-14s x %8lld: %.3g s alone or shared, %.3g Gflop/s, %.3g GB/s, %d samples\n",
               k->name, (long long)member[0].x, point[0].seconds, 1e-9 * report[0].flops,
               1e-9 * report[0].bytes, (int)report[0].reps);
    }
}

static void bad_input(void) {
    const fpmk_kernel *k;
    fpm_point point = FPM_ZERO;
    fpmk_device device = FPM_ZERO;
    int i = 0;
    CHECK_INT(fpmk_device_get(1000, &device), FPMK_E_DEVICE);
    CHECK_INT(fpmk_device_get(-1, &device), FPM_E_ARGUMENT);
    while ((k = device_kernel(&i)) != NULL) {
        fpmk_setup setup = FPM_ZERO;
        fpmk_kernel copy = *k;
        copy.context = &setup;
        NOTE("%s", k->name);
        setup.device = 1000;
        CHECK_INT(fpmk_measure(&copy, 5, NULL, &point, NULL), FPMK_E_DEVICE);
        setup.device = 0, setup.device_bytes = 8;
        CHECK_INT(fpmk_measure(&copy, 5, NULL, &point, NULL), FPM_E_MEMORY);
        CHECK_INT(fpmk_measure(&copy, 0, NULL, &point, NULL), FPM_E_SIZE);
        CHECK_INT(cudaGetLastError(), cudaSuccess);
    }
    CHECK_INT(point.size, 0);
}

/* What was free is free again. */
static size_t before;
static void memory_comes_back(void) { CHECK_INT((int64_t)free_there(), (int64_t)before); }

static void no_device(void) { test_skip("no CUDA device"); }

int main(int argc, char **argv) {
    fpmk_device device;
    test_begin(argc, argv);
    if (fpmk_device_get(0, &device) == FPMK_E_DEVICE) {
        RUN(no_device);
        return test_end();
    }
    printf("%s, %.1f GB free\n", device.name, 1e-9 * device.free);
    RUN(measured); /* first, so that the libraries have loaded their code */
    before = free_there();
    RUN(right_in_core_and_in_tiles);
    RUN(products);
    RUN(waits_for_the_callers_stream);
    RUN(bad_input);
    RUN(memory_comes_back);
    return test_end();
}
