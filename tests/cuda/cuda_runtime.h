/* Not NVIDIA's header, but a stand-in for it that needs no device, for tests of what fpm_kernels.h
   does with CUDA on a machine without one: which bytes go where, in what order, within what memory,
   and what becomes of errors.  It says nothing of times, nor of what nvcc makes of the kernels.

   Work that streams are given is kept, and done when somebody waits for it (or a random part of it
   sooner), the streams' queues interleaved at random: a missing wait shows as a wrong result.
   Copies from pageable memory read it when they are asked for, those to it are waited for.  Every
   thread has its current device and its last error.  Every call counts, and the k-th can be made
   to fail.  Threads may call, one at a time.  C++11. */
#ifndef FAKE_CUDA_H
#define FAKE_CUDA_H

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>

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
    cudaErrorInvalidResourceHandle = 400,
    cudaErrorUnknown = 999
};
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2 };
enum { cudaHostRegisterDefault = 0, cudaStreamNonBlocking = 1, cudaEventDisableTiming = 2 };

enum cudaMemoryType { cudaMemoryTypeUnregistered = 0, cudaMemoryTypeHost = 1 };
struct cudaPointerAttributes {
    cudaMemoryType type;
};

struct fake_stream {
    std::deque<std::function<void()>> work;
    int device, busy, waited; /* busy: in a piece of work; waited: how often the host did */
    long given;               /* pieces of work */
};
struct fake_event {
    long asked, done; /* records of it */
    int device;
};
typedef fake_stream *cudaStream_t;
typedef fake_event *cudaEvent_t;
struct cudaDeviceProp {
    char name[256];
};

static struct {
    int devices, calls, fail_at, error;
    const char *failed; /* the call that did */
    size_t memory, used, peak;
    uint64_t random;
    int streams, events, handles; /* handles: of cuBLAS and cuFFT */
    int no_pins;                  /* 1: no memory can be pinned */
    unsigned contexts;            /* devices that have one */
    std::map<char *, size_t> blocks, pins;
    std::deque<fake_stream *> all;
    long outside, unpinned; /* copies to or from where no memory is, or not pinned memory */
    long left;              /* streams that ended with work left, which nobody waited for */
    long moved;             /* handles of cuBLAS that went from one stream to another */
} fake = {};
static thread_local int fake_device, fake_last; /* the current one, the last error */

static inline cudaError_t fake_error(cudaError_t error) {
    return error ? fake_last = error : error;
}
static inline cudaError_t fake_call(const char *name) {
    if (++fake.calls != fake.fail_at) return cudaSuccess;
    fake.failed = name;
    return fake_error(fake.error);
}
static std::recursive_mutex fake_lock;
#define FAKE_ALONE std::lock_guard<std::recursive_mutex> alone(fake_lock)
#define FAKE_CALL                                                                                  \
    FAKE_ALONE;                                                                                    \
    cudaError_t failure = fake_call(__func__);                                                     \
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
    if (s->work.empty() || s->busy) return;
    std::function<void()> next = s->work.front();
    s->work.pop_front();
    s->busy = 1;
    next();
    s->busy = 0;
}
static inline void fake_give(cudaStream_t stream, std::function<void()> work) {
    stream->work.push_back(work);
    stream->given++;
    while (fake_random(3) == 0) fake_step();
}
static inline void fake_drain(fake_stream *s) {
    while (!s->work.empty()) fake_step();
}

static inline bool fake_within(const std::map<char *, size_t> &blocks, const void *at,
                               size_t bytes) {
    for (auto &b : blocks)
        if ((const char *)at >= b.first && (const char *)at + bytes <= b.first + b.second)
            return true;
    return false;
}
static inline void fake_copy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
    if (fake_within(fake.blocks, kind == cudaMemcpyHostToDevice ? to : from, bytes))
        memcpy(to, from, bytes);
    else fake.outside++;
}
/* Rows of bytes, as the host's memory allows. */
static inline void fake_give_copy(char *to, size_t to_pitch, const char *from, size_t from_pitch,
                                  size_t width, size_t rows, cudaMemcpyKind kind,
                                  cudaStream_t stream) {
    for (size_t i = 0; i < rows; i++, to += to_pitch, from += from_pitch) {
        if (fake_within(fake.pins, kind == cudaMemcpyHostToDevice ? from : to, width)) {
            fake_give(stream, [=] { fake_copy(to, from, width, kind); });
            continue;
        }
        fake.unpinned++;
        if (kind == cudaMemcpyHostToDevice) {
            std::string staged(from, width);
            fake_give(stream, [=] { fake_copy(to, staged.data(), width, kind); });
        } else {
            fake_drain(stream);
            fake_copy(to, from, width, kind);
        }
    }
}

static inline cudaError_t cudaGetDeviceCount(int *count) {
    FAKE_CALL;
    *count = fake.devices;
    return fake_error(fake.devices ? cudaSuccess : cudaErrorNoDevice);
}
static inline cudaError_t cudaSetDevice(int device) {
    FAKE_CALL;
    if (device < 0 || device >= fake.devices) return fake_error(cudaErrorInvalidDevice);
    fake.contexts |= 1u << device;
    fake_device = device;
    return cudaSuccess;
}
static inline cudaError_t cudaGetDevice(int *device) {
    FAKE_CALL;
    *device = fake_device;
    return cudaSuccess;
}
static inline cudaError_t cudaPeekAtLastError(void) { return fake_last; }
static inline cudaError_t cudaGetLastError(void) {
    cudaError_t last = fake_last;
    fake_last = cudaSuccess;
    return last;
}
static inline cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *known, const void *at) {
    FAKE_CALL;
    known->type = fake_within(fake.pins, at, 1) ? cudaMemoryTypeHost : cudaMemoryTypeUnregistered;
    return cudaSuccess;
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
    if (bytes > fake.memory - fake.used) return fake_error(cudaErrorMemoryAllocation);
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
    if (fake.no_pins) return fake_error(cudaErrorMemoryAllocation);
    fake.pins[(char *)block] = bytes;
    return cudaSuccess;
}
static inline cudaError_t cudaHostUnregister(void *block) {
    FAKE_ALONE;
    fake.pins.erase((char *)block);
    return cudaSuccess;
}
static inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned) {
    FAKE_CALL;
    *stream = new fake_stream();
    (*stream)->device = fake_device;
    fake.streams++;
    fake.all.push_back(*stream);
    return cudaSuccess;
}
static inline cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    FAKE_ALONE;
    fake.left += !stream->work.empty();
    for (size_t i = 0; i < fake.all.size(); i++)
        if (fake.all[i] == stream) fake.all.erase(fake.all.begin() + (long)i);
    delete stream;
    fake.streams--;
    return cudaSuccess;
}
static inline cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    FAKE_ALONE;
    fake_drain(stream); /* even when it fails: a stream that ends badly has ended */
    stream->waited++;
    return fake_call(__func__);
}
static inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned) {
    FAKE_CALL;
    *event = new fake_event();
    (*event)->device = fake_device;
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
    if (event->device != stream->device) return fake_error(cudaErrorInvalidResourceHandle);
    long record = ++event->asked;
    stream->work.push_back([=] { event->done = record; });
    return cudaSuccess;
}
static inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
    FAKE_CALL;
    long record = event->asked;
    stream->work.push_back([=] {
        while (event->done < record) fake_step();
    });
    return cudaSuccess;
}
static inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                                          cudaMemcpyKind kind, cudaStream_t stream) {
    FAKE_CALL;
    fake_give_copy((char *)to, bytes, (const char *)from, bytes, bytes, 1, kind, stream);
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
    if (width > to_pitch || width > from_pitch) return fake_error(cudaErrorUnknown);
    fake_give_copy((char *)to, to_pitch, (const char *)from, from_pitch, width, rows, kind, stream);
    return cudaSuccess;
}

/* A launch: all threads of all blocks, one after the other.  The arguments are read now. */
template <typename F, typename... A>
static inline cudaError_t fake_launch(F function, cudaStream_t stream, long long count,
                                      A... arguments) {
    FAKE_CALL;
    if (stream->device != fake_device) return fake_error(cudaErrorInvalidResourceHandle);
    fake_give(stream, [=] {
        for (long long i = 0; i < (count + 255) / 256 * 256; i++) {
            blockIdx.x = (unsigned)(i / 256);
            threadIdx.x = (unsigned)(i % 256);
            function(count, arguments...);
        }
    });
    return cudaSuccess;
}
#define FPMK__LAUNCH fake_launch

#endif
