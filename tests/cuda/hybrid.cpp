/* matmul_hybrid.cu on tests/cuda/cuda_runtime.h: as many devices as FAKE_DEVICES says, with
   FAKE_MEMORY bytes together.  Whatever the program does, it may not read or write outside of its
   blocks there, nor leave any behind: exit status 3.  test_cuda.sh runs it. */
#include "cuda_runtime.h"

#include <cstdio>
#include <unistd.h>

static struct fake_devices {
    fake_devices() {
        fake.devices = atoi(getenv("FAKE_DEVICES"));
        fake.memory = (size_t)atoi(getenv("FAKE_MEMORY"));
    }
    ~fake_devices() {
        if (fake.outside == 0 && fake.blocks.empty() && fake.streams == 0) return;
        fprintf(stderr, "outside of its blocks, or left behind\n");
        _exit(3);
    }
} fake_devices_here;

#include "matmul_hybrid.cu"
