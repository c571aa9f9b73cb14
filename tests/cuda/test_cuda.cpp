/* The CUDA forms of the kernels on tests/cuda/cuda_runtime.h, which stands in for a device: results
   in and out of core, streams in any order, every call failing once, no device, what belongs to the
   caller, several members on one device.  test_cuda.sh runs it. */
#define GEMM 1 /* a program may have such macros: no name of the header is made of them */
#define HOST "localhost"
#define CUDA 1
#define VENDOR
#define FPM_IMPLEMENTATION
#define FPMK_IMPLEMENTATION
#define FPMK_USE_CUDA
#define FPMK_USE_CUBLAS
#define FPMK_USE_CUFFT
#include "fpm_kernels.h"

#include "test.h"

static void fresh_device(size_t memory) {
    CHECK(fake.blocks.empty() && fake.pins.empty() && fake.used == 0);
    CHECK(fake.streams == 0 && fake.events == 0 && fake.handles == 0);
    CHECK(fake.outside == 0 && fake.unpinned == 0 && fake.moved == 0 && fake.left == 0);
    fake.devices = 1, fake.calls = fake.fail_at = fake.no_pins = 0, fake.failed = "";
    fake.memory = memory, fake.peak = 0, fake.outside = fake.unpinned = fake.moved = fake.left = 0;
    fake_device = fake_last = 0;
    fake.random = test_u64();
}

static const fpmk_kernel *device_kernel(int *i) {
    const fpmk_kernel *k;
    while ((k = fpmk_kernel_at((*i)++)) != NULL)
        if (strstr(k->name, "-cu")) return k;
    return NULL;
}

/* Bytes of all operands: what a problem needs in core. */
static double operands(const fpmk_kernel *k, const fpmk_setup *setup, int64_t x) {
    return k->bytes((void *)(uintptr_t)setup, x);
}

/* Right at any size, with budgets from far above the problem to a small part of it. */
static void right_in_and_out_of_core(void) {
    const fpmk_kernel *k;
    int i = 0, found = 0, round;
    for (; (k = device_kernel(&i)) != NULL; found++) {
        int big = !strcmp(k->name, "triad-cuda")      ? 5000
                  : !strcmp(k->name, "stencil7-cuda") ? 11
                                                      : 70;
        for (round = 0; round < (int)test_count(20); round++) {
            int64_t x = round < 6 ? round + 1 : test_int(1, big);
            double part[] = {4, 1, 0.5, 0.3, 0.15}, sum = 0;
            fpmk_setup setup = FPM_ZERO;
            fpmk_kernel copy = *k;
            void *state = NULL;
            int runs, status;
            setup.depth = test_int(1, 40), setup.columns = test_int(1, 90);
            setup.device_bytes = (size_t)(part[round % 5] * operands(k, &setup, x)) + 100;
            copy.context = &setup;
            fresh_device(1 << 30);
            NOTE("%s x %d depth %d columns %d budget %d", k->name, (int)x, (int)setup.depth,
                 (int)setup.columns, (int)setup.device_bytes);
            status = copy.init(&setup, x, 1, NULL, &state);
            if (status == FPM_E_MEMORY && round % 5 > 0) continue; /* not even a row fits */
            if (status == FPM_E_MEMORY && setup.device_bytes < 100000) continue;
            REQUIRE(status == FPM_OK);
            CHECK(fake.peak <= setup.device_bytes);
            for (runs = 0; runs < 3; runs++) {
                CHECK_INT(copy.run(&setup, state), FPM_OK);
                CHECK_INT(copy.check(&setup, state, &sum), 0);
            }
            copy.fini(&setup, state);
        }
    }
    CHECK_INT(found, 10);
    fresh_device(0);
}

/* With half of the memory that the problem has, tiles there are, and many; with four times as much
   some for each stream, so that copies and work overlap. */
static void tiles_on_both_streams(void) {
    const fpmk_kernel *k;
    int i = 0, much;
    while ((k = device_kernel(&i)) != NULL) {
        int64_t x = !strcmp(k->name, "triad-cuda")      ? 30000
                    : !strcmp(k->name, "stencil7-cuda") ? 30
                                                        : 150;
        for (much = 0; much < 2; much++) {
            fpmk_setup setup = FPM_ZERO;
            fpmk_kernel copy = *k;
            void *state = NULL;
            double sum;
            setup.columns = 150;
            setup.device_bytes = (size_t)((much ? 4 : 0.5) * operands(k, &setup, x));
            copy.context = &setup;
            fresh_device(1 << 30);
            NOTE("%s, much %d", k->name, much);
            REQUIRE(copy.init(&setup, x, 1, NULL, &state) == FPM_OK);
            CHECK(((fpmk__work *)state)->gpu.tile < x);
            CHECK(fake.peak <= setup.device_bytes);
            CHECK_INT(copy.run(&setup, state), FPM_OK);
            CHECK_INT(copy.check(&setup, state, &sum), 0);
            CHECK(fake.all.size() == 2 && fake.all[0]->given > 0 && fake.all[1]->given > 0);
            copy.fini(&setup, state);
        }
    }
    fresh_device(0);
}

/* The least memory is that of a row for each stream; a byte less is refused. */
static void the_least_memory(void) {
    static const struct {
        const char *name;
        int doubles; /* at x = 12, with 20 columns */
    } least[] = {{"triad-cuda", 2 * 3},
                 {"gemv-cuda", 12 + 2 * (12 + FPMK__PARTS + 1)},
                 {"jacobi-cuda", 20 + 2 * (20 + FPMK__PARTS + 2)},
                 {"stencil5-cuda", 2 * 14 * (3 + 1)},
                 {"stencil7-cuda", 2 * 14 * 14 * (3 + 1)},
                 {"fft2d-cuda", 2 * (2 * 32 + 12) + 2 * 3 * 2 * 32},
                 {"gemm-cuda", 2 * 3}};
    size_t i;
    for (i = 0; i < sizeof least / sizeof least[0]; i++) {
        fpmk_kernel copy = *fpmk_kernel_find(least[i].name);
        fpmk_setup setup = FPM_ZERO;
        void *state = NULL;
        double sum;
        fresh_device(1 << 24);
        NOTE("%s", copy.name);
        copy.context = &setup;
        setup.columns = 20;
        setup.device_bytes = sizeof(double) * (size_t)least[i].doubles - 1;
        CHECK_INT(copy.init(&setup, 12, 1, NULL, &state), FPM_E_MEMORY);
        setup.device_bytes++;
        REQUIRE(copy.init(&setup, 12, 1, NULL, &state) == FPM_OK);
        CHECK_INT(fake.peak, setup.device_bytes);
        CHECK_INT(copy.run(&setup, state), FPM_OK);
        CHECK_INT(copy.check(&setup, state, &sum), 0);
        copy.fini(&setup, state);
    }
    fresh_device(0);
}

/* The k-th call fails, for every k: a status, its error, nothing left behind, no result. */
static void every_call_fails_once(void) {
    static const int errors[3] = {cudaErrorUnknown, cudaErrorMemoryAllocation, cudaErrorNoDevice};
    static const int statuses[3] = {FPMK_E_CUDA, FPM_E_MEMORY, FPMK_E_DEVICE};
    const fpmk_kernel *k;
    int i = 0;
    while ((k = device_kernel(&i)) != NULL) {
        int at, which;
        for (at = 1; at < 2000; at++) {
            fpmk_options opts = FPM_ZERO;
            fpm_point point = FPM_ZERO;
            fpmk_report report;
            test_heap heap;
            int status;
            which = at % 3;
            test_heap_start(&heap, 0, 0);
            opts.alloc = &heap.alloc;
            opts.max_reps = 1, opts.max_warmups = FPMK_NONE, opts.min_seconds = FPMK_NONE;
            opts.tick = 1e-12;
            fresh_device(1 << 24);
            fake.fail_at = at, fake.error = errors[which];
            status = fpmk_measure(k, 9, &opts, &point, &report);
            NOTE("%s, call %d of %d", k->name, at, fake.calls);
            CHECK(test_heap_clean(&heap));
            CHECK_INT(fake_last, cudaSuccess); /* the status tells: it is not left to others */
            CHECK(fake.unpinned == 0 || !strcmp(fake.failed, "cudaHostRegister"));
            fake.unpinned = 0;
            if (fake.calls < at) {
                CHECK(status >= 0);
                break;
            }
            /* cudaHostRegister, or before the state is given back: nothing depends on these */
            if (status >= 0) continue;
            /* the libraries say no more than that they failed, but for the memory of a plan */
            if (!strncmp(fake.failed, "cublas", 6) ||
                (!strncmp(fake.failed, "cufft", 5) &&
                 (which != 1 || strcmp(fake.failed, "cufftPlanMany"))))
                which = 0;
            CHECK_INT(status, statuses[which]);
            if (which == 0) CHECK_INT(report.result, cudaErrorUnknown);
            CHECK_INT(point.size, 0);
        }
        CHECK(at > 10 && at < 2000);
    }
    fresh_device(0);
}

/* The call on its own, on blocks of larger matrices. */
static void products(void) {
    int round;
    for (round = 0; round < (int)test_count(8); round++) {
        int64_t m = test_int(0, 90), n = test_int(0, 90), k = test_int(0, 90), i, j, p, wrong = 0;
        double a[90 * 95], b[90 * 95], c[90 * 95];
        fpmk_setup setup = FPM_ZERO;
        int status;
        for (i = 0; i < 90 * 95; i++) a[i] = b[i] = c[i] = (double)(i * 7919 % 17 - 8) / 8;
        setup.device_bytes = (size_t)test_int(100, round % 2 ? 60000 : 600);
        fresh_device(1 << 20);
        status = fpmk_gemm_cuda(&setup, m, n, k, a, 95, b, 95, c, 95);
        NOTE("%d %d %d in %d bytes", (int)m, (int)n, (int)k, (int)setup.device_bytes);
        if (!CHECK_INT(status, FPM_OK)) continue;
        CHECK(fake.peak <= setup.device_bytes);
        for (i = 0; i < 90; i++) {
            for (j = 0; j < 95; j++) {
                double want = (double)((i * 95 + j) * 7919 % 17 - 8) / 8;
                for (p = 0; p < k && i < m && j < n; p++) want += a[i * 95 + p] * b[p * 95 + j];
                wrong += !(test_bits(c[i * 95 + j] - want) << 1 == 0);
            }
        }
        CHECK_INT(wrong, 0);
        fake.unpinned = 0; /* nor need it be */
    }
    fresh_device(0);
}

static void no_device(void) {
    fpmk_setup setup = FPM_ZERO;
    fpmk_device device = FPM_ZERO;
    fpmk_capabilities caps;
    const fpmk_kernel *k;
    fpm_point point = FPM_ZERO;
    int i = 0;
    fresh_device(1 << 20);
    fake.devices = 0;
    CHECK_INT(fpmk_device_get(0, &device), FPMK_E_DEVICE);
    while ((k = device_kernel(&i)) != NULL)
        CHECK_INT(fpmk_measure(k, 5, NULL, &point, NULL), FPMK_E_DEVICE);
    fake.devices = 1;
    CHECK_INT(fpmk_device_get(0, &device), FPM_OK);
    CHECK(strlen(device.name) == sizeof device.name - 1 && device.memory == 1 << 20);
    CHECK_INT(fpmk_device_get(1, &device), FPMK_E_DEVICE);
    CHECK_INT(fpmk_device_get(-1, &device), FPM_E_ARGUMENT);
    CHECK_INT(fpmk_device_get(0, NULL), FPM_E_ARGUMENT);
    CHECK(fpmk_caps(&caps) == FPM_OK && caps.cuda == 1);
    for (i = 0; (k = device_kernel(&i)) != NULL;) {
        fpmk_kernel copy = *k;
        copy.context = &setup;
        setup.device = 3;
        CHECK_INT(fpmk_measure(&copy, 5, NULL, &point, NULL), FPMK_E_DEVICE);
        setup.device = 0, setup.device_bytes = 8;
        CHECK_INT(fpmk_measure(&copy, 5, NULL, &point, NULL), FPM_E_MEMORY);
        CHECK_INT(fpmk_measure(&copy, 0, NULL, &point, NULL), FPM_E_SIZE);
    }
    fresh_device(0);
}

/* A run begins after the work that the caller's stream was given: the device waits for it, and the
   host does only where memory is pageable. */
static void waits_for_the_callers_stream(void) {
    static const char *const names[] = {"triad-cuda", "gemv-cuda", "gemv-cublas", "gemm-cuda"};
    int round;
    for (round = 0; round < 200; round++) {
        fpmk_kernel copy = *fpmk_kernel_find(names[round % 4]);
        fpmk_setup setup = FPM_ZERO;
        cudaStream_t mine = NULL;
        void *state = NULL;
        double sum;
        fresh_device(1 << 24);
        fake.no_pins = round / 4 % 2;
        REQUIRE(cudaStreamCreateWithFlags(&mine, 0) == cudaSuccess);
        setup.stream = mine;
        copy.context = &setup;
        REQUIRE(copy.init(&setup, 60, 1, NULL, &state) == FPM_OK);
        mine->work.push_back([=] { ((fpmk__work *)state)->v[1][0] = 5; });
        NOTE("%s, pageable %d", copy.name, fake.no_pins);
        CHECK_INT(copy.run(&setup, state), FPM_OK);
        CHECK(((fpmk__work *)state)->v[1][0] >= 5);
        CHECK_INT(copy.check(&setup, state, &sum), 0);
        CHECK_INT(mine->waited, fake.no_pins);
        copy.fini(&setup, state);
        cudaStreamDestroy(mine);
        fake.unpinned = 0;
    }
    fresh_device(0);
}

/* The same for a product of the caller's matrices, and for a stream of another device. */
static void product_after_the_callers_stream(void) {
    int round;
    for (round = 0; round < 60; round++) {
        double a[20 * 20], b[20 * 20], c[20 * 20] = {0};
        fpmk_setup setup = FPM_ZERO;
        cudaStream_t mine = NULL;
        int i, pinned = round % 3, other = round % 2, wrong = 0;
        for (i = 0; i < 400; i++) a[i] = 0, b[i] = 1;
        fresh_device(1 << 20);
        fake.devices = 2;
        if (pinned > 0) cudaHostRegister(a, sizeof a, 0), cudaHostRegister(b, sizeof b, 0);
        if (pinned > 1) cudaHostRegister(c, sizeof c, 0);
        cudaSetDevice(other);
        REQUIRE(cudaStreamCreateWithFlags(&mine, 0) == cudaSuccess);
        cudaSetDevice(0);
        setup.stream = mine, setup.device_bytes = 4000;
        mine->work.push_back([&] {
            for (double &v : a) v = 1;
        });
        NOTE("pinned %d, stream of device %d", pinned, other);
        CHECK_INT(fpmk_gemm_cuda(&setup, 20, 20, 20, a, 20, b, 20, c, 20), FPM_OK);
        for (i = 0; i < 400; i++) wrong += !(c[i] > 19 && c[i] < 21);
        CHECK_INT(wrong, 0);
        CHECK_INT(mine->waited, pinned < 2 || other);
        CHECK_INT(fake_last, cudaSuccess);
        cudaStreamDestroy(mine);
        fake.pins.clear(), fake.unpinned = 0;
    }
    fresh_device(0);
}

/* A limit on pinned memory (or a container, or WSL) is no failure. */
static void pageable_memory_will_do(void) {
    const fpmk_kernel *k;
    int i = 0;
    while ((k = device_kernel(&i)) != NULL) {
        fpmk_options opts = FPM_ZERO;
        fpm_point point = FPM_ZERO;
        opts.max_reps = 1, opts.max_warmups = FPMK_NONE, opts.min_seconds = FPMK_NONE;
        opts.tick = 1e-12;
        fresh_device(1 << 24);
        fake.no_pins = 1;
        NOTE("%s", k->name);
        CHECK(fpmk_measure(k, 50, &opts, &point, NULL) >= 0);
        CHECK(fake.unpinned > 0);
        CHECK_INT(fake_last, cudaSuccess);
        fake.unpinned = 0;
    }
    fresh_device(0);
}

/* The current device is the caller's again after every call, one that fails included. */
static void the_callers_device_stays(void) {
    double a[9] = {0}, b[9] = {0}, c[9] = {0};
    const fpmk_kernel *k;
    fpmk_device device;
    int i = 0, at;
    fresh_device(1 << 24);
    fake.devices = 3, fake.contexts = 0;
    cudaSetDevice(1);
    CHECK_INT(fpmk_device_get(1, &device), FPM_OK);
    CHECK_INT(fpmk_device_get(2, &device), FPM_OK);
    CHECK_INT(fpmk_device_get(3, &device), FPMK_E_DEVICE);
    CHECK_INT(fake_device, 1);
    CHECK_INT((int)fake.contexts, 1 << 1 | 1 << 2);
    CHECK_INT(fpmk_gemm_cuda(NULL, 3, 3, 3, a, 3, b, 3, c, 3), FPM_OK);
    CHECK_INT(fake_device, 1);
    fake.unpinned = 0;
    while ((k = device_kernel(&i)) != NULL) {
        fpmk_setup setup = FPM_ZERO;
        fpmk_kernel copy = *k;
        copy.context = &setup;
        for (at = 1; at < 2000; at++) {
            void *state = NULL;
            fresh_device(1 << 24);
            fake.devices = 3;
            cudaSetDevice(1);
            setup.device = 2;
            fake.calls = 0, fake.fail_at = at, fake.error = cudaErrorUnknown;
            NOTE("%s, call %d", k->name, at);
            if (copy.init(&setup, 9, 1, NULL, &state) == FPM_OK) {
                CHECK(fake_device == 1 || !strcmp(fake.failed, "cudaSetDevice"));
                cudaSetDevice(1);
                copy.run(&setup, state);
                CHECK(fake_device == 1 || !strcmp(fake.failed, "cudaSetDevice"));
                cudaSetDevice(1);
                copy.fini(&setup, state);
            }
            CHECK(fake_device == 1 || !strcmp(fake.failed, "cudaSetDevice"));
            fake.unpinned = 0;
            if (fake.calls < at) break;
        }
        CHECK(at > 10 && at < 2000);
    }
    fresh_device(0);
}

/* An error that the caller has not asked for yet is not ours, and is still there afterwards. */
static void the_callers_error_stays(void) {
    const fpmk_kernel *k;
    fpmk_device device;
    int i = 0;
    while ((k = device_kernel(&i)) != NULL) {
        double a[9] = {0}, b[9] = {0}, c[9] = {0};
        fpmk_options opts = FPM_ZERO;
        fpm_point point = FPM_ZERO;
        opts.max_reps = 1, opts.max_warmups = FPMK_NONE, opts.min_seconds = FPMK_NONE;
        opts.tick = 1e-12;
        fresh_device(1 << 24);
        fake_last = cudaErrorUnknown;
        NOTE("%s", k->name);
        CHECK(fpmk_measure(k, 20, &opts, &point, NULL) >= 0);
        CHECK_INT(fake_last, cudaErrorUnknown);
        CHECK_INT(fpmk_gemm_cuda(NULL, 3, 3, 3, a, 3, b, 3, c, 3), FPM_OK);
        CHECK_INT(fpmk_device_get(0, &device), FPM_OK);
        CHECK_INT(fake_last, cudaErrorUnknown);
        CHECK_INT(fpmk_device_get(5, &device), FPMK_E_DEVICE);
        CHECK_INT(fake_last, cudaErrorUnknown);
        fake_last = cudaSuccess;
        CHECK_INT(fpmk_device_get(5, &device), FPMK_E_DEVICE);
        CHECK_INT(fake_last, cudaSuccess);
        fake.unpinned = 0;
    }
    fresh_device(0);
}

/* Members of a group on one device, with far more data than it holds: each gets its part. */
static void members_share_a_device(void) {
    int round;
    for (round = 0; round < 12; round++) {
        int count = 2 + round % 3, i;
        fpmk_member member[4] = {};
        fpmk_options opts = FPM_ZERO;
        fpm_point points[4];
        fpmk_report reports[4];
        fpmk_setup one = FPM_ZERO, two = FPM_ZERO;
        fpmk_kernel first = *fpmk_kernel_find("triad-cuda");
        fpmk_kernel second = *fpmk_kernel_find("jacobi-cuda");
        one.columns = two.columns = 50;
        if (round % 2) two.device_bytes = 30000; /* one that says how much */
        if (round < 6) first.context = &one;
        second.context = &two;
        for (i = 0; i < count; i++) {
            member[i].kernel = i % 2 ? &second : &first;
            member[i].x = i % 2 ? 2000 : 100000;
            member[i].core = -1;
        }
        opts.max_reps = 2, opts.max_warmups = FPMK_NONE, opts.min_seconds = FPMK_NONE;
        opts.tick = 1e-12;
        fresh_device(100000);
        NOTE("round %d", round);
        CHECK(fpmk_measure_group(count, member, &opts, points, reports) >= 0);
        CHECK(fake.peak <= 90000 && fake.peak > 80000);
        CHECK(first.context == (round < 6 ? &one : NULL) && one.device_bytes == 0);
    }
    fresh_device(0);
}

/* What follows them in an else is not theirs. */
static void macros_are_statements(void) {
    fpmk__tile t;
    int other = 0;
    t.status = FPM_E_MEMORY;
    if (t.status == FPM_OK) FPMK__TRY(&t, cudaSuccess);
    else other = 1;
    CHECK_INT(other, 1);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(right_in_and_out_of_core);
    RUN(tiles_on_both_streams);
    RUN(the_least_memory);
    RUN(every_call_fails_once);
    RUN(products);
    RUN(no_device);
    RUN(waits_for_the_callers_stream);
    RUN(product_after_the_callers_stream);
    RUN(pageable_memory_will_do);
    RUN(the_callers_device_stays);
    RUN(the_callers_error_stays);
    RUN(members_share_a_device);
    RUN(macros_are_statements);
    return test_end();
}
