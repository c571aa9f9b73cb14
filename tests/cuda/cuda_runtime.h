/* Not NVIDIA's header, but a stand-in for it that needs no device, for tests of what fpm_kernels.h
   does with CUDA on a machine without one: which bytes go where, in what order, within what memory,
   and what becomes of errors.  It says nothing of times, nor of what nvcc makes of the kernels.

   Work that streams are given is kept, and done when somebody waits for it (or a random part of it
   sooner), the streams' queues interleaved at random: a missing wait shows as a wrong result.
   Every call counts, and the k-th can be made to fail.  Threads may call, one at a time.  C++11. */
#ifndef FAKE_CUDA_H
#define FAKE_CUDA_H

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>

#define __host__
#define __device__
#define __global__

struct fake_dim {
    unsigned x;
};
static fake_dim blockIdx, threadIdx;

typedef int cudaError_t;
enum {
    cudaSuccess = 0,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInsufficientDriver = 35,
    cudaErrorNoDevice = 100,
    cudaErrorInvalidDevice = 101,
    cudaErrorUnknown = 999
};
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2 };
enum { cudaHostRegisterDefault = 0, cudaStreamNonBlocking = 1, cudaEventDisableTiming = 2 };

struct fake_stream {
    std::deque<std::function<void()>> work;
};
struct fake_event {
    bool recorded;
};
typedef fake_stream *cudaStream_t;
typedef fake_event *cudaEvent_t;
struct cudaDeviceProp {
    char name[256];
};

static struct {
    int devices, calls, fail_at, error, pending; /* pending: the error of a launch */
    size_t memory, used, peak;
    uint64_t random;
    int streams, events, pinned;
    std::map<char *, size_t> blocks;
    std::deque<fake_stream *> all;
    long outside, unpinned; /* copies to or from where no memory is, or not pinned memory */
    char *pin_from, *pin_to;
} fake = {};

static inline cudaError_t fake_call(void) {
    return ++fake.calls == fake.fail_at ? fake.error : (int)cudaSuccess;
}
static std::recursive_mutex fake_lock;
#define FAKE_ALONE std::lock_guard<std::recursive_mutex> alone(fake_lock)
#define FAKE_CALL                                                                                  \
    FAKE_ALONE;                                                                                    \
    cudaError_t failure = fake_call();                                                             \
    if (failure) return failure

static inline unsigned fake_random(unsigned below) {
    fake.random = fake.random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(fake.random >> 33) % below;
}

/* Do some work of any streams, in each stream's order. */
static inline void fake_step(void) {
    fake_stream *s;
    if (fake.all.empty()) return;
    s = fake.all[fake_random((unsigned)fake.all.size())];
    if (s->work.empty()) return;
    std::function<void()> next = s->work.front();
    s->work.pop_front();
    next();
}
static inline void fake_give(cudaStream_t stream, std::function<void()> work) {
    stream->work.push_back(work);
    while (fake_random(3) == 0) fake_step();
}
static inline void fake_drain(fake_stream *s) {
    while (!s->work.empty()) fake_step();
}

static inline bool fake_on_device(const void *at, size_t bytes) {
    for (auto &b : fake.blocks)
        if ((const char *)at >= b.first && (const char *)at + bytes <= b.first + b.second)
            return true;
    return false;
}
static inline void fake_copy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
    const void *device = kind == cudaMemcpyHostToDevice ? to : from;
    const char *host = (const char *)(kind == cudaMemcpyHostToDevice ? from : to);
    if (!fake_on_device(device, bytes)) fake.outside++;
    else if (host < fake.pin_from || host + bytes > fake.pin_to) fake.unpinned++;
    else memcpy(to, from, bytes);
}

static inline cudaError_t cudaGetDeviceCount(int *count) {
    FAKE_CALL;
    *count = fake.devices;
    return fake.devices ? cudaSuccess : cudaErrorNoDevice;
}
static inline cudaError_t cudaSetDevice(int device) {
    FAKE_CALL;
    return device < fake.devices ? cudaSuccess : cudaErrorInvalidDevice;
}
static inline cudaError_t cudaGetLastError(void) {
    FAKE_ALONE;
    cudaError_t last = fake.pending;
    fake.pending = 0;
    return last;
}
static inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int) {
    FAKE_CALL;
    memset(p, 0, sizeof *p);
    memset(p->name, 'x', 200);
    return cudaSuccess;
}
static inline cudaError_t cudaMemGetInfo(size_t *left, size_t *all) {
    FAKE_CALL;
    *left = fake.memory - fake.used;
    *all = fake.memory;
    return cudaSuccess;
}
static inline cudaError_t cudaMalloc(void **block, size_t bytes) {
    FAKE_CALL;
    if (bytes > fake.memory - fake.used) return cudaErrorMemoryAllocation;
    *block = malloc(bytes);
    memset(*block, 0x7f, bytes);
    fake.blocks[(char *)*block] = bytes;
    fake.used += bytes;
    if (fake.used > fake.peak) fake.peak = fake.used;
    return cudaSuccess;
}
static inline cudaError_t cudaFree(void *block) {
    FAKE_ALONE;
    fake.used -= fake.blocks.at((char *)block);
    fake.blocks.erase((char *)block);
    free(block);
    return cudaSuccess;
}
static inline cudaError_t cudaHostRegister(void *block, size_t bytes, unsigned) {
    FAKE_CALL;
    fake.pinned++;
    fake.pin_from = (char *)block, fake.pin_to = fake.pin_from + bytes;
    return cudaSuccess;
}
static inline cudaError_t cudaHostUnregister(void *block) {
    FAKE_ALONE;
    if (block == fake.pin_from) fake.pinned--;
    return cudaSuccess;
}
static inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned) {
    FAKE_CALL;
    *stream = new fake_stream();
    fake.streams++;
    fake.all.push_back(*stream);
    return cudaSuccess;
}
static inline cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    FAKE_ALONE;
    for (size_t i = 0; i < fake.all.size(); i++)
        if (fake.all[i] == stream) fake.all.erase(fake.all.begin() + (long)i);
    delete stream;
    fake.streams--;
    return cudaSuccess;
}
static inline cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    FAKE_ALONE;
    fake_drain(stream); /* even when it fails: a stream that ends badly has ended */
    return fake_call();
}
static inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned) {
    FAKE_CALL;
    *event = new fake_event();
    fake.events++;
    return cudaSuccess;
}
static inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
    FAKE_ALONE;
    delete event;
    fake.events--;
    return cudaSuccess;
}
static inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    FAKE_CALL;
    event->recorded = false;
    stream->work.push_back([event] { event->recorded = true; });
    return cudaSuccess;
}
static inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
    FAKE_CALL;
    stream->work.push_back([event] {
        while (!event->recorded) fake_step();
    });
    return cudaSuccess;
}
static inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                                          cudaMemcpyKind kind, cudaStream_t stream) {
    FAKE_CALL;
    fake_give(stream, [=] { fake_copy(to, from, bytes, kind); });
    return cudaSuccess;
}
static inline cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes,
                                     cudaMemcpyKind kind) {
    FAKE_CALL;
    fake_copy(to, from, bytes, kind);
    return cudaSuccess;
}
static inline cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                                            size_t from_pitch, size_t width, size_t rows,
                                            cudaMemcpyKind kind, cudaStream_t stream) {
    FAKE_CALL;
    if (width > to_pitch || width > from_pitch) return cudaErrorUnknown;
    fake_give(stream, [=] {
        for (size_t i = 0; i < rows; i++)
            fake_copy((char *)to + i * to_pitch, (const char *)from + i * from_pitch, width, kind);
    });
    return cudaSuccess;
}

/* A launch: all threads of all blocks, one after the other.  The arguments are read now. */
template <typename F, typename... A>
static inline void fake_launch(long long count, cudaStream_t stream, F function, A... arguments) {
    FAKE_ALONE;
    fake.pending = fake_call();
    if (fake.pending) return;
    fake_give(stream, [=] {
        for (long long i = 0; i < (count + 255) / 256 * 256; i++) {
            blockIdx.x = (unsigned)(i / 256);
            threadIdx.x = (unsigned)(i % 256);
            function(arguments...);
        }
    });
}
#define FAKE_UNPACK(...) __VA_ARGS__
#define FPMK__LAUNCH(function, count, stream, arguments)                                           \
    fake_launch((long long)(count), stream, function, FAKE_UNPACK arguments)

#endif
