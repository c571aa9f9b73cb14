/* driver.h - what the fuzz targets share.  With clang -fsanitize=fuzzer the target is libFuzzer's;
   with -DFUZZ_STANDALONE it is a plain program: target [SECONDS [FIRST [LAST]]] runs the inputs
   FIRST, FIRST + 1, ... that fuzz_make draws, the same ones everywhere, and prints the number of
   the input that fails and what it means.  When a sanitizer kills it instead, or it hangs,
   FUZZ_TRACE=1 in the environment prints both before each run. */
#ifndef DRIVER_H
#define DRIVER_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Defined by the target: print the instance that is running. */
static void fuzz_describe(void);

/* By so much may times and bounds differ: -ffast-math changes last bits, also those of oracles. */
#ifdef __FAST_MATH__
#define LAST_BITS 1e-13
#else
#define LAST_BITS 0.0
#endif

static uint64_t fuzz_state, fuzz_number;
static int fuzz_trace;

#define EXPECT(x)                                                                                  \
    do {                                                                                           \
        if (!(x)) fuzz_fail(__FILE__, __LINE__, #x);                                               \
    } while (0)

static void fuzz_fail(const char *file, int line, const char *what) {
    printf("%s:%d: %s is false, input number %llu\n", file, line, what,
           (unsigned long long)fuzz_number);
    fuzz_describe();
    fflush(stdout);
    abort();
}

#ifdef FUZZ_STANDALONE

static uint64_t fuzz_draw(uint64_t below) {
    uint64_t z = fuzz_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (z ^ z >> 31) % below;
}

/* Defined by the target: writes an input of at most FUZZ_MOST bytes, returns its length. */
enum { FUZZ_MOST = 2048 };
static size_t fuzz_make(uint8_t *data);

/* Up to 199 bytes; half of the inputs without those of the wildest values of bytes.h. */
__attribute__((unused)) static size_t fuzz_bytes(uint8_t *data) {
    size_t size = (size_t)fuzz_draw(200), i;
    uint64_t most = fuzz_draw(2) ? 256 : 220;
    for (i = 0; i < size; i++) data[i] = (uint8_t)fuzz_draw(most);
    return size;
}

int main(int argc, char **argv) {
    double seconds = argc > 1 ? atof(argv[1]) : 5;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 0) : 0;
    uint64_t last = argc > 3 ? strtoull(argv[3], NULL, 0) : UINT64_MAX;
    time_t end = time(NULL) + (time_t)seconds + 1;
    static uint8_t scratch[FUZZ_MOST];
    for (fuzz_number = first; fuzz_number <= last && time(NULL) < end; fuzz_number++) {
        size_t size;
        uint8_t *data;
        fuzz_state = fuzz_number * UINT64_C(0xd1342543de82ef95) + 1;
        size = fuzz_make(scratch);
        data = (uint8_t *)malloc(size ? size : 1); /* exact, so that overruns show */
        if (!data) return 1;
        memcpy(data, scratch, size);
        fuzz_trace = getenv("FUZZ_TRACE") != NULL;
        if (fuzz_trace) printf("input %llu\n", (unsigned long long)fuzz_number);
        fflush(stdout);
        LLVMFuzzerTestOneInput(data, size);
        free(data);
    }
    printf("inputs %llu to %llu\n", (unsigned long long)first, (unsigned long long)fuzz_number - 1);
    return 0;
}

#endif /* FUZZ_STANDALONE */
#endif /* DRIVER_H */
