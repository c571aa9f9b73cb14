/* fpm_kernels.h - v0.1.0 - measure real processors for fpm.h - MIT or public domain

   Clocks, threads bound to cores, kernels and careful timing: what fpm.h leaves out.  A kernel run
   at a few sizes gives the points (size, seconds, how sure) that fpm.h makes speed functions of;
   processors that share caches and memory are measured at the same time.

   In ONE C or C++ file, before the include:   #define FPMK_IMPLEMENTATION
   in all others just:                         #include "fpm_kernels.h"    (link with -lm -lpthread)

      #define FPM_IMPLEMENTATION
      #define FPMK_IMPLEMENTATION
      #include "fpm_kernels.h"
      #include <stdio.h>

      int main(void) {
          const fpmk_kernel *gemm = fpmk_kernel_find("gemm");
          fpm_point point;
          fpmk_report report;
          int64_t x;
          for (x = 64; x <= 1024; x *= 2) {
              int status = fpmk_measure(gemm, x, NULL, &point, &report);
              if (status < 0) return puts(fpmk_status_str(status)), 1;
              printf("%lld %.9g %.3g %lld   # %.1f Gflop/s\n", (long long)point.size,
                     point.seconds, point.half_width, (long long)point.reps, report.flops * 1e-9);
          }
          return 0;
      }

   WHAT TO CALL
      one kernel, this thread         fpmk_measure       any function: fpmk_measure_call
      several processors together     fpmk_measure_group, at many sizes: fpmk_build_model
      the real work, once             fpmk_run_group     says when each one finished

   FEATURE MACROS  Strict modes (-std=c99, -std=c11) make the system's headers hide clocks and the
   binding of threads.  The header then compiles with what remains, and fpmk_caps says what that is
   (glibc: gettimeofday or timespec_get, threads, but no binding).  For everything use the
   compiler's default mode (or -std=gnu99, or C++), or define _GNU_SOURCE before the first system
   header.  macOS cannot bind threads to cores; Windows has its clock here, but no threads.

   DOES NOT print, abort, keep global state, change the calling thread's binding, or run anything
   after it has returned.

   CONTENTS (search for the anchor: first the declarations, then the implementation)
      >>config   macros                       >>gemm     matrix product
      >>status   results                      >>measure  one processor
      >>clock    time, what this build can    >>group    several at the same time
      >>kernel   what can be measured         >>license  at the end of the file

   Conventions are those of fpm.h: zero means the default, a negative status means that outputs are
   untouched, times are seconds. */

#include "fpm.h" /* has its own guards; here, so that a later FPM_IMPLEMENTATION is seen too */

#ifndef FPM_KERNELS_H
#define FPM_KERNELS_H

/* ---- >>config --------------------------------------------------------------------------------

   FPMK_IMPLEMENTATION  define in one translation unit: the functions themselves
   FPMK_STATIC          with it: make every function static to that unit
   FPMK_DEF             how functions are declared (default: extern, extern "C" in C++)
   FPMK_USE_OPENMP      with it: kernels use the threads that they are given (compile that unit with
                        -fopenmp); without it they use one

   The functions of fpm.h that measuring needs (points, stat) come from its implementation, in this
   unit or in another. */

#ifdef FPMK_STATIC
#if defined(__GNUC__) || defined(__clang__)
#define FPMK__DECL __attribute__((unused)) static
#else
#define FPMK__DECL static
#endif
#elif defined(FPMK_DEF)
#define FPMK__DECL FPMK_DEF
#else
#define FPMK__DECL extern
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- >>status ------------------------------------------------------------------------------ */

/* Statuses besides those of fpm.h: name, frozen value, text. */
#define FPMK_STATUS_LIST(X)                                                                        \
    X(FPMK_IMPRECISE, 100, "measured; the most repetitions did not reach the precision")           \
    X(FPMK_TIME_LIMIT, 101, "measured; the time limit came before the precision")                  \
    X(FPMK_E_CLOCK, -100, "the clock stands still, runs backwards or is not a number")             \
    X(FPMK_E_THREADS, -101, "no threads in this build, or one could not be started")               \
    X(FPMK_E_CORE, -102, "no such core for this process, or threads cannot be bound here")         \
    X(FPMK_E_KERNEL, -103, "the measured function failed")                                         \
    X(FPMK_E_VERIFY, -104, "the kernel computed a wrong result")

enum {
#define FPMK__ENUM(name, value, text) name = value,
    FPMK_STATUS_LIST(FPMK__ENUM)
#undef FPMK__ENUM
        FPMK__STATUS_END = 227
};

/* Text of any status of the two headers, never NULL. */
FPMK__DECL const char *fpmk_status_str(int status);

/* ---- >>clock ------------------------------------------------------------------------------- */

/* Seconds since some fixed moment, by the best clock of this build.  Threads: any. */
FPMK__DECL double fpmk_now(void);

/* What this build can do on this machine. */
typedef struct fpmk_capabilities {
    const char *clock;    /* what fpmk_now reads: "clock_gettime", "timespec_get", "gettimeofday",
                             "QueryPerformanceCounter" or "clock" (processor time of all threads) */
    double tick;          /* seconds: the smallest step seen on it */
    int threads;          /* 1: groups can be measured and run */
    int affinity;         /* 1: threads can be bound to cores */
    int openmp;           /* 1: kernels use several threads */
    int cores;            /* that the calling thread may use, at least 1 */
    int simd_bytes;       /* width of the vectors that gemm was compiled for; 0: plain C */
    const char *compiler; /* that compiled the implementation, with its version */
} fpmk_capabilities;

/* Fill caps.  FPM_OK; FPM_E_ARGUMENT: NULL; FPMK_E_CLOCK: the clock stands still.  Takes the time
   of about 20 ticks.  Threads: any. */
FPMK__DECL int fpmk_caps(fpmk_capabilities *caps);

/* The operating system's number of the i-th core, from 0, that the calling thread may use; -1 past
   the last one.  Where the system does not tell (caps.affinity is 0) they are numbered from 0. */
FPMK__DECL int fpmk_core(int i);

/* ---- >>kernel ------------------------------------------------------------------------------ */

/* Something that can be measured at a size x.  Every function gets the context first.  One state is
   used by one thread at a time; several states of one kernel may be alive, so the context must not
   be changed by these functions unless the caller takes care of that.

   A kernel chooses what x means (the side of a square, rows, elements) and says how many units of
   work that is, because shares are units and must add up: sides of squares do not, areas do. */
typedef struct fpmk_kernel {
    const char *name;
    const char *what; /* in a few words: what x is, and what a unit of work is */
    void *context;
    /* Units of work of size x, the size of the measured point; NULL: x itself. */
    int64_t (*units)(void *context, int64_t x);
    /* Floating-point operations of one run; NULL: not known. */
    double (*complexity)(void *context, int64_t x);
    /* Make a state for size x and at most `threads` threads, memory from alloc (which may be NULL
       for malloc and outlives the state).  Touch the memory here: the calling thread is the one
       that runs.  0, or FPM_E_MEMORY, or any other value for failure, and no state then.
       NULL: no state is needed, run gets NULL. */
    int (*init)(void *context, int64_t x, int threads, const fpm_alloc *alloc, void **state);
    /* The work, complete on return.  It may be run any number of times.  0, or failure. */
    int (*run)(void *context, void *state);
    /* Compare the result of all runs so far with a plain reference, and give a checksum of it, so
       that no part of the work can be left out.  0: right.  NULL: nothing to compare. */
    int (*check)(void *context, void *state, double *checksum);
    /* Give back what init made; NULL: nothing to do. */
    void (*fini)(void *context, void *state);
} fpmk_kernel;

/* The kernels of this build: the i-th from 0, NULL past the last; and by name, NULL when there is
   none.  They are constant; copy one to give it another context.

      gemm        C += A B, the optimised fpmk_gemm       x = side of the square C, at most 2^20
      gemm-plain  the same with fpmk_gemm_plain           unit of work = one element of C
                  context: NULL, or a fpmk_gemm_setup     flops = 2 x x depth */
FPMK__DECL const fpmk_kernel *fpmk_kernel_at(int i);
FPMK__DECL const fpmk_kernel *fpmk_kernel_find(const char *name);

/* Context of the gemm kernels. */
typedef struct fpmk_gemm_setup {
    int64_t depth; /* columns of A and rows of B, 1 .. 2^20: the width of the panel by which C is
                      updated; 0: 128 */
} fpmk_gemm_setup;

/* ---- >>gemm -------------------------------------------------------------------------------- */

/* C += A B in double precision, row by row: A is m by k, B is k by n, C is m by n, and element
   (i, j) of a matrix lies at [i * ld + j], so that blocks of larger matrices can be multiplied.

   m, n, k  0 .. 2^31 - 1; with any of them 0 nothing is done and the pointers may be NULL
   lda      at least k;  ldb, ldc  at least n;  no more than 2^31 - 1
   C may overlap neither A nor B.

   fpmk_gemm packs panels of A and B for the cache and computes tiles in vector registers (set the
   vectors by compiler flags, as -march=native); with FPMK_USE_OPENMP it uses omp_get_max_threads()
   threads.  fpmk_gemm_plain is three nested loops, the reference for it.
   FPM_OK; FPM_E_ARGUMENT: a size, a leading dimension or NULL; FPM_E_MEMORY (fpmk_gemm only).
   2 m n k operations; fpmk_gemm allocates one block, at most 8 MiB and 0.2 MiB a thread.
   Threads: distinct C at the same time. */
FPMK__DECL int fpmk_gemm(int64_t m, int64_t n, int64_t k, const double *a, int64_t lda,
                         const double *b, int64_t ldb, double *c, int64_t ldc);
FPMK__DECL int fpmk_gemm_plain(int64_t m, int64_t n, int64_t k, const double *a, int64_t lda,
                               const double *b, int64_t ldb, double *c, int64_t ldc);

/* ---- >>measure ----------------------------------------------------------------------------- */

#define FPMK_NONE (-1) /* in an option whose 0 means the default: none at all */

/* What is told while many sizes are measured. */
typedef struct fpmk_progress {
    int done, total;                   /* rounds: sizes of the group */
    int count;                         /* processors */
    const fpm_point *points;           /* just measured, one a processor */
    const struct fpmk_report *reports; /* likewise */
} fpmk_progress;

/* How to measure.  All zero, or NULL for a pointer to it: the defaults. */
typedef struct fpmk_options {
    int method; /* FPM_MEDIAN with order statistics (default), or FPM_MEAN with Student's t */
    double confidence;   /* of the interval, in (0, 1); 0: 0.95 */
    double precision;    /* half-width wanted, relative to the time; 0: 0.025 */
    double min_seconds;  /* a timed repetition lasts at least so long (and 1000 ticks of the clock):
                            short runs are repeated inside it; 0: 1 ms; FPMK_NONE: the ticks only */
    double max_seconds;  /* no repetition is begun after so long; 0: 5 s.  One is always made */
    int64_t max_reps;    /* timed repetitions, up to 1000000; 0: 100 */
    int64_t max_warmups; /* untimed repetitions until two successive ones agree within 10 %; 0: 5;
                            FPMK_NONE: none but those that find how long a run is */
    uint64_t seed;       /* fpmk_build_model: of the order of sizes */
    const fpm_alloc *alloc;         /* for samples and the kernels' data; NULL: malloc.  In groups
                                         it is called from several threads at the same time */
    double (*clock)(void *context); /* another clock, in seconds; NULL: fpmk_now */
    void *clock_context;            /* for it */
    double tick;                    /* of that clock; 0: found by reading it until it steps */
    int (*progress)(void *context, const fpmk_progress *state); /* fpmk_build_model: after every
                                                                   round; non-zero: stop; NULL */
    void *progress_context;                                     /* for it */
} fpmk_options;

/* How a measurement went; filled whatever the status. */
typedef struct fpmk_report {
    int status;       /* of this processor; for one that was stopped because another one failed:
                         FPM_E_STOPPED */
    int result;       /* what the measured function returned when it failed, else 0 */
    int unstable;     /* 1: the warm-up did not settle, the precision was not reached, or more than
                         a tenth of the samples are outliers */
    int64_t warmups;  /* repetitions before the first sample */
    int64_t inner;    /* runs inside a repetition */
    int64_t reps;     /* samples */
    int64_t outliers; /* samples beyond 3 interquartile ranges outside the quartiles */
    double fastest;   /* seconds of a run in the quickest sample */
    double slowest;   /* and in the slowest */
    double flops;     /* floating-point operations a second; 0: not known */
    double checksum;  /* of the kernel's result; 0: none */
    double tick;      /* seconds: resolution of the clock */
    double skew;      /* groups: seconds from the earliest start of a processor to this one's */
    double spent;     /* seconds that it took in all, by the clock */
} fpmk_report;

/* Measure a kernel at size x on the calling thread: make its state, warm up until two repetitions
   agree, find how many runs make a repetition long enough for the clock, time repetitions until
   the confidence interval is narrow enough (fpm_stat), and check the result.

   x       1 or more                     opts    NULL: defaults
   point   size in units of work, seconds of one run, half-width (0: too few samples), samples
   report  may be NULL

   FPM_OK; FPMK_IMPRECISE, FPMK_TIME_LIMIT: measured, but the interval is wider than asked for.
   FPM_E_ARGUMENT (NULL, options out of range), FPM_E_SIZE (x, or the kernel's units), FPM_E_MEMORY,
   FPM_E_TIME (outside of FPM_TIME_MIN and _MAX), FPMK_E_CLOCK, FPMK_E_KERNEL, FPMK_E_VERIFY: *point
   is untouched.
   Cost: max_seconds and the last repetition; 8 bytes a repetition and the kernel's data.
   Threads: distinct states may be measured at the same time, but see fpmk_measure_group. */
FPMK__DECL int fpmk_measure(const fpmk_kernel *kernel, int64_t x, const fpmk_options *opts,
                            fpm_point *point, fpmk_report *report);

/* Measure any function in the same way: run(context) does `size` units of work and returns 0. */
FPMK__DECL int fpmk_measure_call(int (*run)(void *context), void *context, int64_t size,
                                 const fpmk_options *opts, fpm_point *point, fpmk_report *report);

/* ---- >>group ------------------------------------------------------------------------------- */

/* An abstract processor: a kernel, its size, and where it runs. */
typedef struct fpmk_member {
    const fpmk_kernel *kernel;
    int64_t x;
    int core;    /* number of a core (fpmk_core) to be bound to; -1: not bound */
    int threads; /* that the kernel may use; 0: 1.  A bound member with several is bound to as many
                    allowed cores, from `core` on */
} fpmk_member;

/* Measure `count` (1 .. 4096) processors at the same time, each on a thread of its own, bound
   before it makes its data.  All start their first repetition at one moment; one that has enough
   samples goes on working, untimed, until the last has: every sample is taken under the load of
   all.

   points   count points; untouched when the status is negative
   reports  count reports, or NULL

   Statuses of fpmk_measure, the worst of all members (the lowest negative, else the highest), and
   FPMK_E_THREADS, FPMK_E_CORE.  When one member fails all stop; reports tell which.
   Cost: that of fpmk_measure, for the slowest.  Threads: one group at a time makes sense. */
FPMK__DECL int fpmk_measure_group(int count, const fpmk_member *members, const fpmk_options *opts,
                                  fpm_point *points, fpmk_report *reports);

/* Measure a group at many sizes and append the points to one list a member.

   sizes    number of rounds, 1 or more
   x        sizes of member i: x[i * sizes] .. x[i * sizes + sizes - 1]; a round measures all
            members at their j-th size, at the same time.  Rounds come in a random order fixed by
            opts->seed, so that a drift of the machine does not look like a property of the sizes
   members  as in fpmk_measure_group; their x is not used
   points   count lists (FPM_ZERO for new ones), sorted and merged afterwards

   Statuses of fpmk_measure_group (positive: the highest of all rounds) and of fpm_points_add, and
   FPM_E_STOPPED by opts->progress; the lists are as before then.  Cost: the sum of all rounds. */
FPMK__DECL int fpmk_build_model(int count, const fpmk_member *members, int sizes, const int64_t *x,
                                const fpmk_options *opts, fpm_points *points);

/* Fill x with `count` sizes from low to high, 1 <= low <= high, in geometric progression, ascending
   and without repeats.  Returns how many there are (fewer when there are not that many whole sizes
   in the range), or FPM_E_ARGUMENT. */
FPMK__DECL int fpmk_sizes(int64_t low, int64_t high, int count, int64_t *x);

/* A piece of real work for one thread. */
typedef struct fpmk_task {
    int (*run)(void *context); /* 0: done; NULL: nothing to do for this one */
    void *context;
    int core;    /* as in fpmk_member */
    int threads; /* likewise */
    /* results */
    int result;      /* what run returned */
    double started;  /* seconds after the common start; how late it was is the skew */
    double finished; /* seconds after the common start; 0 when there was nothing to do */
} fpmk_task;

/* Run `count` (1 .. 4096) tasks once, at the same time, each on its own thread bound to its core,
   and say when each one finished.  The makespan is the largest `finished`.
   FPM_OK; FPM_E_ARGUMENT, FPM_E_MEMORY, FPMK_E_THREADS, FPMK_E_CORE: nothing was run;
   FPMK_E_KERNEL: all were run, `result` tells which failed. */
FPMK__DECL int fpmk_run_group(int count, fpmk_task *tasks);

#ifdef __cplusplus
}
#endif

#endif /* FPM_KERNELS_H */

/* ===============================================================================================
   IMPLEMENTATION
   ============================================================================================= */

#ifdef FPMK_IMPLEMENTATION
#ifndef FPMK__IMPLEMENTED
#define FPMK__IMPLEMENTED

/* ---- >>config ------------------------------------------------------------------------------ */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__unix__) || defined(__APPLE__)
#define FPMK__UNIX 1
#include <pthread.h>
#include <sys/time.h>
#include <unistd.h>
#elif defined(_WIN32)
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>
#endif

/* The system call itself: its wrapper asks for _GNU_SOURCE, this for a default mode only. */
#if defined(__linux__) && (defined(_GNU_SOURCE) || defined(_DEFAULT_SOURCE) || defined(_BSD_SOURCE))
#include <sys/syscall.h>
#ifdef SYS_sched_setaffinity
#define FPMK__AFFINITY 1
#endif
#endif

#ifdef FPMK_USE_OPENMP
#ifndef _OPENMP
#error "fpm_kernels.h: FPMK_USE_OPENMP needs a compiler flag as well (-fopenmp)"
#endif
#include <omp.h>
#define FPMK__OMP(text) _Pragma(#text)
#else
#define FPMK__OMP(text)
#endif

#ifdef FPMK_STATIC
#define FPMK__DEFN static
#elif defined(FPMK_DEF)
#define FPMK__DEFN FPMK_DEF
#else
#define FPMK__DEFN
#endif

/* Not NaN and not infinite, from the exponent bits: -ffast-math cannot remove this test. */
static int fpmk__finite(double v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return ((bits >> 52) & 0x7ff) != 0x7ff;
}

static int64_t fpmk__min(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t fpmk__round_up(int64_t a, int64_t to) { return (a + to - 1) / to * to; }

static void *fpmk__resize(const fpm_alloc *alloc, void *block, size_t old_size, size_t size) {
    if (alloc && alloc->resize) return alloc->resize(alloc->context, block, old_size, size);
#ifdef FPM_REALLOC
    if (size) return FPM_REALLOC(block, size);
    FPM_FREE(block);
#else
    if (size) return realloc(block, size);
    free(block);
#endif
    return NULL;
}

/* ---- >>status ------------------------------------------------------------------------------ */

FPMK__DEFN const char *fpmk_status_str(int status) {
    switch (status) {
#define FPMK__TEXT(name, value, text)                                                              \
    case name: return text;
        FPMK_STATUS_LIST(FPMK__TEXT)
#undef FPMK__TEXT
    default: return fpm_status_str(status);
    }
}

/* ---- >>clock ------------------------------------------------------------------------------- */

/* Feature macros are judged by what they show: CLOCK_MONOTONIC and TIME_UTC are macros. */
#if defined(_WIN32)
#define FPMK__CLOCK "QueryPerformanceCounter"
#elif defined(CLOCK_MONOTONIC)
#define FPMK__CLOCK "clock_gettime"
#elif defined(TIME_UTC)
#define FPMK__CLOCK "timespec_get"
#elif defined(FPMK__UNIX)
#define FPMK__CLOCK "gettimeofday"
#else
#define FPMK__CLOCK "clock"
#endif

FPMK__DEFN double fpmk_now(void) {
#if defined(_WIN32)
    LARGE_INTEGER count, frequency;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&count);
    return (double)count.QuadPart / (double)frequency.QuadPart;
#elif defined(CLOCK_MONOTONIC)
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#elif defined(TIME_UTC)
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#elif defined(FPMK__UNIX)
    struct timeval t;
    gettimeofday(&t, NULL);
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
#else
    return (double)clock() / CLOCKS_PER_SEC;
#endif
}

static double fpmk__read(const fpmk_options *opts) {
    return opts->clock ? opts->clock(opts->clock_context) : fpmk_now();
}

/* The smallest of 20 steps of the clock.  Four million readings without one: it stands still. */
static int fpmk__tick(const fpmk_options *opts, double *tick) {
    double last, step = 0;
    int steps = 0, still = 0;
    *tick = opts->tick;
    if (opts->tick > 0) return FPM_OK;
    for (last = fpmk__read(opts); steps < 20 && still < 4000000; still++) {
        double now = fpmk__read(opts);
        if (!fpmk__finite(now) || now < last) return FPMK_E_CLOCK;
        if (now > last) {
            if (steps == 0 || now - last < step) step = now - last;
            steps++;
            still = 0;
        }
        last = now;
    }
    *tick = step;
    if (steps == 0) return FPMK_E_CLOCK;
    return FPM_OK;
}

#ifdef FPMK__AFFINITY

#define FPMK__CORES 8192 /* as many as a mask has room for */
enum { FPMK__WORD_BITS = 8 * (int)sizeof(unsigned long) };

typedef struct fpmk__mask {
    unsigned long word[FPMK__CORES / FPMK__WORD_BITS];
} fpmk__mask;

static int fpmk__mask_has(const fpmk__mask *mask, int core) {
    return (int)(mask->word[core / FPMK__WORD_BITS] >> core % FPMK__WORD_BITS & 1);
}

/* The cores that the calling thread may use; 0 if the system does not tell. */
static int fpmk__mask_get(fpmk__mask *mask) {
    memset(mask, 0, sizeof *mask);
    return syscall(SYS_sched_getaffinity, 0, sizeof *mask, mask) > 0;
}

/* Bind the calling thread to as many of its cores as `threads`, from number `core` on. */
static int fpmk__bind(int core, int threads) {
    fpmk__mask all, mask;
    int i, found = 0;
    if (core < 0) return FPM_OK;
    if (core >= FPMK__CORES || !fpmk__mask_get(&all) || !fpmk__mask_has(&all, core))
        return FPMK_E_CORE;
    memset(&mask, 0, sizeof mask);
    for (i = core; i < FPMK__CORES && found < threads; i++) {
        if (!fpmk__mask_has(&all, i)) continue;
        mask.word[i / FPMK__WORD_BITS] |= 1ul << i % FPMK__WORD_BITS;
        found++;
    }
    if (found < threads || syscall(SYS_sched_setaffinity, 0, sizeof mask, &mask) != 0)
        return FPMK_E_CORE;
    return FPM_OK;
}

FPMK__DEFN int fpmk_core(int i) {
    fpmk__mask mask;
    int core;
    if (i < 0 || !fpmk__mask_get(&mask)) return -1;
    for (core = 0; core < FPMK__CORES; core++)
        if (fpmk__mask_has(&mask, core) && i-- == 0) return core;
    return -1;
}

static int fpmk__cores(void) {
    fpmk__mask mask;
    int core, count = 0;
    if (!fpmk__mask_get(&mask)) return 1;
    for (core = 0; core < FPMK__CORES; core++) count += fpmk__mask_has(&mask, core);
    return count;
}

#else

static int fpmk__cores(void) {
#if defined(_SC_NPROCESSORS_ONLN)
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 && count < 65536 ? (int)count : 1;
#else
    return 1;
#endif
}

#ifdef FPMK__UNIX
static int fpmk__bind(int core, int threads) {
    (void)threads;
    return core < 0 ? FPM_OK : FPMK_E_CORE;
}
#endif

FPMK__DEFN int fpmk_core(int i) { return i >= 0 && i < fpmk__cores() ? i : -1; }

#endif

/* ---- >>gemm -------------------------------------------------------------------------------- */

/* The product is cut as by Goto and van de Geijn (ACM TOMS 34, 2008): a panel of B (depth by width)
   for the last cache, a block of A (height by depth) for the second, both packed into slivers in
   the order in which they are read; a tile of C, 6 rows by two vectors, stays in registers. */
enum { FPMK__ROWS = 6, FPMK__DEPTH = 256, FPMK__HEIGHT = 96, FPMK__WIDTH = 4096, FPMK__LINE = 64 };

/* c[6][columns] += the product of a sliver of A, depth by 6, and one of B, depth by columns. */
typedef void fpmk__micro(int64_t depth, const double *a, const double *b, double *c, int64_t ldc);

typedef struct fpmk__tile {
    fpmk__micro *multiply;
    int columns;
    int bytes; /* of a vector */
} fpmk__tile;

/* Vectors of the GNU language, but not for the x87, whose scalars are wider than their elements. */
#if (defined(__GNUC__) || defined(__clang__)) && !(__FLT_EVAL_METHOD__ > 0)

/* Accumulators have names, because compilers keep small arrays in registers at -O3 only. */
#define FPMK__TILE_ROW(i)                                                                          \
    c##i##0 += b0 * a[i];                                                                          \
    c##i##1 += b1 * a[i];
#define FPMK__TILE_ADD(i)                                                                          \
    u[0] += c##i##0;                                                                               \
    u[1] += c##i##1;                                                                               \
    c += ldc;                                                                                      \
    u = (loose *)(void *)c;
#define FPMK__MICRO(name, vector_bytes, attribute)                                                 \
    attribute static void name(int64_t depth, const double *a, const double *b, double *c,         \
                               int64_t ldc) {                                                      \
        typedef double vector __attribute__((vector_size(vector_bytes), may_alias));               \
        typedef double loose __attribute__((vector_size(vector_bytes), may_alias, aligned(8)));    \
        const vector *sliver = (const vector *)(const void *)b;                                    \
        loose *u = (loose *)(void *)c;                                                             \
        vector c00 = {0}, c01 = c00, c10 = c00, c11 = c00, c20 = c00, c21 = c00;                   \
        vector c30 = c00, c31 = c00, c40 = c00, c41 = c00, c50 = c00, c51 = c00;                   \
        for (; depth > 0; depth--, a += FPMK__ROWS, sliver += 2) {                                 \
            vector b0 = sliver[0], b1 = sliver[1];                                                 \
            FPMK__TILE_ROW(0)                                                                      \
            FPMK__TILE_ROW(1)                                                                      \
            FPMK__TILE_ROW(2)                                                                      \
            FPMK__TILE_ROW(3)                                                                      \
            FPMK__TILE_ROW(4)                                                                      \
            FPMK__TILE_ROW(5)                                                                      \
        }                                                                                          \
        FPMK__TILE_ADD(0)                                                                          \
        FPMK__TILE_ADD(1)                                                                          \
        FPMK__TILE_ADD(2)                                                                          \
        FPMK__TILE_ADD(3)                                                                          \
        FPMK__TILE_ADD(4)                                                                          \
        u[0] += c50;                                                                               \
        u[1] += c51;                                                                               \
    }

#if defined(__AVX512F__)
#define FPMK__BASE_BYTES 64
#elif defined(__AVX__)
#define FPMK__BASE_BYTES 32
#else
#define FPMK__BASE_BYTES 16
#endif

/* What the compiler's flags allow; and what an x86 processor may have beyond them. */
FPMK__MICRO(fpmk__micro_base, FPMK__BASE_BYTES, )
#if (defined(__x86_64__) || defined(__i386__)) && FPMK__BASE_BYTES < 64
#define FPMK__DISPATCH 1
FPMK__MICRO(fpmk__micro_avx2, 32, __attribute__((target("avx2,fma"))))
FPMK__MICRO(fpmk__micro_avx512, 64, __attribute__((target("avx512f"))))
#endif

#else

#define FPMK__BASE_BYTES 0

static void fpmk__micro_base(int64_t depth, const double *a, const double *b, double *c,
                             int64_t ldc) {
    double sum[FPMK__ROWS][4] = {{0}};
    int i, j;
    for (; depth > 0; depth--, a += FPMK__ROWS, b += 4)
        for (i = 0; i < FPMK__ROWS; i++)
            for (j = 0; j < 4; j++) sum[i][j] += a[i] * b[j];
    for (i = 0; i < FPMK__ROWS; i++)
        for (j = 0; j < 4; j++) c[i * ldc + j] += sum[i][j];
}

#endif

static fpmk__tile fpmk__tile_choose(void) {
    fpmk__tile tile;
    tile.multiply = fpmk__micro_base;
    tile.bytes = FPMK__BASE_BYTES;
#ifdef FPMK__DISPATCH
    if (__builtin_cpu_supports("avx512f")) {
        tile.multiply = fpmk__micro_avx512;
        tile.bytes = 64;
    } else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        tile.multiply = fpmk__micro_avx2;
        tile.bytes = 32;
    }
#endif
    tile.columns = tile.bytes ? tile.bytes / 4 : 4;
    return tile;
}

/* Copy a block of A as slivers of 6 rows, and `columns` columns of B as one sliver; missing rows
   and columns become zeros. */
static void fpmk__pack_rows(int64_t rows, int64_t depth, const double *a, int64_t lda, double *to) {
    int64_t i, p, r;
    for (i = 0; i < rows; i += FPMK__ROWS) {
        int64_t here = fpmk__min(FPMK__ROWS, rows - i);
        for (p = 0; p < depth; p++, to += FPMK__ROWS) {
            for (r = 0; r < here; r++) to[r] = a[(i + r) * lda + p];
            for (; r < FPMK__ROWS; r++) to[r] = 0;
        }
    }
}

static void fpmk__pack_columns(int64_t here, int64_t columns, int64_t depth, const double *b,
                               int64_t ldb, double *to) {
    int64_t j, p;
    for (p = 0; p < depth; p++, b += ldb, to += columns) {
        for (j = 0; j < here; j++) to[j] = b[j];
        for (; j < columns; j++) to[j] = 0;
    }
}

/* A tile of which only a corner, rows by columns, belongs to C. */
static void fpmk__gemm_edge(const fpmk__tile *tile, int64_t rows, int64_t columns, int64_t depth,
                            const double *a, const double *b, double *c, int64_t ldc) {
    double corner[FPMK__ROWS * 16];
    int64_t i, j;
    memset(corner, 0, sizeof corner);
    tile->multiply(depth, a, b, corner, tile->columns);
    for (i = 0; i < rows; i++)
        for (j = 0; j < columns; j++) c[i * ldc + j] += corner[i * tile->columns + j];
}

/* C += A B for packed A (rows by depth) and B (depth by columns). */
static void fpmk__gemm_block(const fpmk__tile *tile, int64_t rows, int64_t columns, int64_t depth,
                             const double *a, const double *b, double *c, int64_t ldc) {
    int64_t i, j, wide = tile->columns;
    for (j = 0; j < columns; j += wide) {
        for (i = 0; i < rows; i += FPMK__ROWS) {
            const double *left = a + i * depth, *right = b + j * depth;
            double *to = c + i * ldc + j;
            if (i + FPMK__ROWS <= rows && j + wide <= columns)
                tile->multiply(depth, left, right, to, ldc);
            else
                fpmk__gemm_edge(tile, fpmk__min(FPMK__ROWS, rows - i), fpmk__min(wide, columns - j),
                                depth, left, right, to, ldc);
        }
    }
}

/* Rows of a block of A: no more than leaves work for every thread. */
static int64_t fpmk__gemm_height(int64_t m, int threads) {
    return fpmk__min(fpmk__round_up((m + threads - 1) / threads, FPMK__ROWS), FPMK__HEIGHT);
}

/* Doubles that packing needs; the sizes are at most 2^31, the result below 2^21 a thread. */
static size_t fpmk__gemm_room(int64_t m, int64_t n, int64_t k, int threads) {
    int64_t depth = fpmk__min(k, FPMK__DEPTH);
    int64_t width = fpmk__round_up(fpmk__min(n, FPMK__WIDTH), 16);
    return (size_t)(depth * (width + threads * fpmk__gemm_height(m, threads))) + FPMK__LINE / 8;
}

/* C += A B with `threads` threads and room for packing. */
static void fpmk__gemm(int64_t m, int64_t n, int64_t k, const double *a, int64_t lda,
                       const double *b, int64_t ldb, double *c, int64_t ldc, int threads,
                       double *room) {
    const fpmk__tile tile = fpmk__tile_choose();
    int64_t height = fpmk__gemm_height(m, threads), j, p;
    uintptr_t odd = (uintptr_t)room % FPMK__LINE;
    double *panel = odd ? room + (FPMK__LINE - odd) / sizeof(double) : room;
    for (j = 0; j < n; j += FPMK__WIDTH) {
        int64_t width = fpmk__min(FPMK__WIDTH, n - j);
        for (p = 0; p < k; p += FPMK__DEPTH) {
            int64_t depth = fpmk__min(FPMK__DEPTH, k - p), i, s;
            double *blocks = panel + depth * fpmk__round_up(width, 16);
            FPMK__OMP(omp parallel num_threads(threads)) {
                double *block = blocks;
#ifdef FPMK_USE_OPENMP
                block += omp_get_thread_num() * height * depth;
#endif
                FPMK__OMP(omp for)
                for (s = 0; s < width; s += tile.columns)
                    fpmk__pack_columns(fpmk__min(tile.columns, width - s), tile.columns, depth,
                                       b + p * ldb + j + s, ldb, panel + s * depth);
                FPMK__OMP(omp for schedule(dynamic))
                for (i = 0; i < m; i += height) {
                    int64_t rows = fpmk__min(height, m - i);
                    fpmk__pack_rows(rows, depth, a + i * lda + p, lda, block);
                    fpmk__gemm_block(&tile, rows, width, depth, block, panel, c + i * ldc + j, ldc);
                }
            }
        }
    }
}

static int fpmk__gemm_status(int64_t m, int64_t n, int64_t k, const double *a, int64_t lda,
                             const double *b, int64_t ldb, const double *c, int64_t ldc) {
    const int64_t most = 0x7fffffff;
    if (m < 0 || n < 0 || k < 0 || m > most || n > most || k > most || lda < k || ldb < n ||
        ldc < n || lda > most || ldb > most || ldc > most)
        return FPM_E_ARGUMENT;
    return m && n && k && (!a || !b || !c) ? FPM_E_ARGUMENT : FPM_OK;
}

static int fpmk__threads(void) {
#ifdef FPMK_USE_OPENMP
    return omp_get_max_threads() > 1024 ? 1024 : omp_get_max_threads();
#else
    return 1;
#endif
}

FPMK__DEFN int fpmk_gemm(int64_t m, int64_t n, int64_t k, const double *a, int64_t lda,
                         const double *b, int64_t ldb, double *c, int64_t ldc) {
    int threads = fpmk__threads(), status = fpmk__gemm_status(m, n, k, a, lda, b, ldb, c, ldc);
    size_t bytes;
    void *room;
    if (status != FPM_OK || !m || !n || !k) return status;
    bytes = fpmk__gemm_room(m, n, k, threads) * sizeof(double);
    room = fpmk__resize(NULL, NULL, 0, bytes);
    if (!room) return FPM_E_MEMORY;
    fpmk__gemm(m, n, k, a, lda, b, ldb, c, ldc, threads, (double *)room);
    fpmk__resize(NULL, room, bytes, 0);
    return FPM_OK;
}

FPMK__DEFN int fpmk_gemm_plain(int64_t m, int64_t n, int64_t k, const double *a, int64_t lda,
                               const double *b, int64_t ldb, double *c, int64_t ldc) {
    int status = fpmk__gemm_status(m, n, k, a, lda, b, ldb, c, ldc);
    int64_t i, j, p;
    if (status != FPM_OK || !k) return status;
    for (i = 0; i < m; i++) {
        for (j = 0; j < n; j++) {
            double sum = 0;
            for (p = 0; p < k; p++) sum += a[i * lda + p] * b[p * ldb + j];
            c[i * ldc + j] += sum;
        }
    }
    return FPM_OK;
}

/* ---- >>kernel ------------------------------------------------------------------------------ */

#define FPMK__GEMM_SIDE 1048576
#define FPMK__GEMM_DEPTH 128

typedef struct fpmk__gemm_state {
    const fpm_alloc *alloc;
    size_t bytes; /* of the block that holds all of it */
    int64_t x, depth;
    int threads;
    double runs;
    double *a, *b, *c; /* x by depth, depth by x, x by x */
    double *product;   /* depth: B r, for the check */
    double *room;
} fpmk__gemm_state;

static int64_t fpmk__gemm_depth(const void *context) {
    const fpmk_gemm_setup *setup = (const fpmk_gemm_setup *)context;
    return setup && setup->depth ? setup->depth : FPMK__GEMM_DEPTH;
}

static int64_t fpmk__gemm_units(void *context, int64_t x) {
    (void)context;
    return x >= 1 && x <= FPMK__GEMM_SIDE ? x * x : 0;
}

static double fpmk__gemm_complexity(void *context, int64_t x) {
    return 2.0 * (double)x * (double)x * (double)fpmk__gemm_depth(context);
}

/* Multiples of 1/8 from -1 to 1: all sums of products are exact in any order, so that results are
   compared without a tolerance.  The work does not depend on the values. */
static void fpmk__fill(double *to, int64_t count, uint32_t seed) {
    int64_t i;
    for (i = 0; i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        to[i] = (double)((int)(seed >> 24) % 17 - 8) / 8;
    }
}

static int fpmk__gemm_init(void *context, int64_t x, int threads, const fpm_alloc *alloc,
                           void **state) {
    int64_t depth = fpmk__gemm_depth(context);
    double doubles;
    fpmk__gemm_state *s;
    size_t head = (sizeof *s + 63) / 64 * 64, bytes;
    if (depth < 1 || depth > FPMK__GEMM_SIDE) return FPM_E_ARGUMENT;
    if (x < 1 || x > FPMK__GEMM_SIDE) return FPM_E_SIZE;
#ifndef FPMK_USE_OPENMP
    threads = 1;
#endif
    doubles = (double)x * (double)x + 2.0 * (double)x * (double)depth + (double)depth +
              (double)fpmk__gemm_room(x, x, depth, threads);
    if (doubles > (double)(SIZE_MAX / 16)) return FPM_E_MEMORY;
    bytes = head + (size_t)doubles * sizeof(double);
    s = (fpmk__gemm_state *)fpmk__resize(alloc, NULL, 0, bytes);
    if (!s) return FPM_E_MEMORY;
    s->alloc = alloc;
    s->bytes = bytes;
    s->x = x;
    s->depth = depth;
    s->threads = threads;
    s->runs = 0;
    s->a = (double *)(void *)((char *)s + head);
    s->b = s->a + x * depth;
    s->c = s->b + x * depth;
    s->product = s->c + x * x;
    s->room = s->product + depth;
    fpmk__fill(s->a, x * depth, 1);
    fpmk__fill(s->b, x * depth, 2);
    memset(s->c, 0, (size_t)(x * x) * sizeof(double));
    *state = s;
    return FPM_OK;
}

static int fpmk__gemm_run(void *context, void *state) {
    fpmk__gemm_state *s = (fpmk__gemm_state *)state;
    (void)context;
    s->runs += 1;
    fpmk__gemm(s->x, s->x, s->depth, s->a, s->depth, s->b, s->x, s->c, s->x, s->threads, s->room);
    return FPM_OK;
}

static int fpmk__gemm_run_plain(void *context, void *state) {
    fpmk__gemm_state *s = (fpmk__gemm_state *)state;
    (void)context;
    s->runs += 1;
    return fpmk_gemm_plain(s->x, s->x, s->depth, s->a, s->depth, s->b, s->x, s->c, s->x);
}

/* C r = runs * A (B r) for a vector r of small whole numbers, none of them 0 (Freivalds): a single
   wrong element of C always shows, and it takes x^2 steps instead of x^2 depth. */
static int fpmk__gemm_check(void *context, void *state, double *checksum) {
    fpmk__gemm_state *s = (fpmk__gemm_state *)state;
    int64_t i, j;
    int wrong = 0;
    (void)context;
    *checksum = 0;
    for (i = 0; i < s->depth; i++) {
        s->product[i] = 0;
        for (j = 0; j < s->x; j++) s->product[i] += s->b[i * s->x + j] * (double)(1 + j % 7);
    }
    for (i = 0; i < s->x; i++) {
        double got = 0, want = 0;
        for (j = 0; j < s->x; j++) got += s->c[i * s->x + j] * (double)(1 + j % 7);
        for (j = 0; j < s->depth; j++) want += s->a[i * s->depth + j] * s->product[j];
        wrong |= !fpmk__finite(got) || got < s->runs * want || got > s->runs * want;
        *checksum += got;
    }
    return wrong;
}

static void fpmk__gemm_fini(void *context, void *state) {
    fpmk__gemm_state *s = (fpmk__gemm_state *)state;
    (void)context;
    fpmk__resize(s->alloc, s, s->bytes, 0);
}

FPMK__DEFN const fpmk_kernel *fpmk_kernel_at(int i) {
    static const fpmk_kernel kernels[] = {
        {"gemm", "x = side of the square C in C += A B, unit = element of C", NULL,
         fpmk__gemm_units, fpmk__gemm_complexity, fpmk__gemm_init, fpmk__gemm_run, fpmk__gemm_check,
         fpmk__gemm_fini},
        {"gemm-plain", "x = side of the square C in C += A B, unit = element of C", NULL,
         fpmk__gemm_units, fpmk__gemm_complexity, fpmk__gemm_init, fpmk__gemm_run_plain,
         fpmk__gemm_check, fpmk__gemm_fini},
    };
    return i >= 0 && i < (int)(sizeof kernels / sizeof kernels[0]) ? &kernels[i] : NULL;
}

FPMK__DEFN const fpmk_kernel *fpmk_kernel_find(const char *name) {
    const fpmk_kernel *kernel;
    int i;
    for (i = 0; name && (kernel = fpmk_kernel_at(i)) != NULL; i++)
        if (strcmp(kernel->name, name) == 0) return kernel;
    return NULL;
}

FPMK__DEFN int fpmk_caps(fpmk_capabilities *caps) {
    fpmk_options opts;
    double tick;
    int status;
    if (!caps) return FPM_E_ARGUMENT;
    memset(&opts, 0, sizeof opts);
    status = fpmk__tick(&opts, &tick);
    if (status != FPM_OK) return status;
    memset(caps, 0, sizeof *caps);
    caps->clock = FPMK__CLOCK;
    caps->tick = tick;
#ifdef FPMK__UNIX
    caps->threads = 1;
#endif
#ifdef FPMK__AFFINITY
    caps->affinity = 1;
#endif
#ifdef FPMK_USE_OPENMP
    caps->openmp = 1;
#endif
    caps->cores = fpmk__cores();
    caps->simd_bytes = fpmk__tile_choose().bytes;
#if defined(__clang__)
    caps->compiler = __VERSION__;
#elif defined(__GNUC__)
    caps->compiler = "gcc " __VERSION__;
#elif defined(_MSC_VER)
    caps->compiler = "MSVC";
#else
    caps->compiler = "unknown";
#endif
    return FPM_OK;
}

/* ---- >>measure ----------------------------------------------------------------------------- */

/* Processors measured together: a barrier, and who still works. */
typedef struct fpmk__group {
    int count, working; /* members; those that have not got their samples yet */
    int arrived, round; /* at the barrier */
    int failed;         /* 1: some member has */
    double start;       /* fpmk_now of the moment at which the last round of the barrier ends */
#ifdef FPMK__UNIX
    pthread_mutex_t mutex;
    pthread_cond_t changed;
#endif
} fpmk__group;

/* One measurement in progress. */
typedef struct fpmk__job {
    const fpmk_kernel *kernel;
    int64_t x;
    int threads;
    fpmk_options opts;  /* with the defaults filled in */
    fpmk__group *group; /* NULL: measured alone */
    void *state;
    fpm_stat stat;
    fpm_point point;
    fpmk_report report;
    double begin;   /* by the options' clock */
    double watch;   /* by fpmk_now, in case that the other one stands still */
    double target;  /* seconds that a repetition should last */
    double started; /* fpmk_now of the first sample's start */
} fpmk__job;

#ifdef FPMK__UNIX

/* Wait until a moment of fpmk_now without giving up the core. */
static void fpmk__spin(double until) {
    while (fpmk_now() < until) {}
}

/* All members of the group meet here, the failed ones too, and leave at one moment.  Returns the
   member's own status when that is negative, else FPM_E_STOPPED when another one has failed. */
static int fpmk__meet(fpmk__group *group, int status) {
    int round, failed;
    if (!group) return status;
    pthread_mutex_lock(&group->mutex);
    if (status < 0) group->failed = 1;
    round = group->round;
    if (++group->arrived == group->count) {
        group->arrived = 0;
        group->round++;
        group->start = fpmk_now() + 1e-4;
        pthread_cond_broadcast(&group->changed);
    }
    while (group->round == round) pthread_cond_wait(&group->changed, &group->mutex);
    failed = group->failed;
    pthread_mutex_unlock(&group->mutex);
    if (!failed) fpmk__spin(group->start);
    return status < 0 || !failed ? status : FPM_E_STOPPED;
}

/* Tell the group how this member stands (done: it has its samples, or failed).  Returns 1 while
   members are still taking theirs and none has failed. */
static int fpmk__working(fpmk__group *group, int status, int done) {
    int working;
    pthread_mutex_lock(&group->mutex);
    if (status < 0) group->failed = 1;
    group->working -= done;
    working = group->working > 0 && !group->failed;
    pthread_mutex_unlock(&group->mutex);
    return working;
}

#else

static int fpmk__meet(fpmk__group *group, int status) {
    (void)group;
    return status;
}

static int fpmk__working(fpmk__group *group, int status, int done) {
    if (status < 0) group->failed = 1;
    group->working -= done;
    return group->working > 0 && !group->failed;
}

#endif

static int fpmk__not_negative(double v) { return fpmk__finite(v) && v >= 0; }

/* The options with their defaults, or FPM_E_ARGUMENT. */
static int fpmk__resolve(const fpmk_options *opts, fpmk_options *to) {
    memset(to, 0, sizeof *to);
    if (opts) *to = *opts;
    if (!fpmk__finite(to->min_seconds)) return FPM_E_ARGUMENT;
    if (!(to->min_seconds > 0)) /* 0: the default; FPMK_NONE: nothing; others: refused */
        to->min_seconds = to->min_seconds < 0 ? to->min_seconds - FPMK_NONE : 1e-3;
    if (to->max_reps == 0) to->max_reps = 100;
    if (to->max_warmups == 0) to->max_warmups = 5;
    else if (to->max_warmups == FPMK_NONE) to->max_warmups = 0;
    if (!fpmk__not_negative(to->confidence) || to->confidence >= 1 ||
        !fpmk__not_negative(to->precision) || !fpmk__not_negative(to->min_seconds) ||
        !fpmk__not_negative(to->max_seconds) || !fpmk__not_negative(to->tick) || to->max_reps < 1 ||
        to->max_reps > 1000000 || to->max_warmups < 0 || to->method < FPM_MEDIAN ||
        to->method > FPM_MEAN)
        return FPM_E_ARGUMENT;
    if (!(to->max_seconds > 0)) to->max_seconds = 5;
    return FPM_OK;
}

static int fpmk__clock_begin(fpmk__job *job) {
    int status = fpmk__tick(&job->opts, &job->report.tick);
    double ticks = 1000 * job->report.tick;
    job->target = job->opts.min_seconds > ticks ? job->opts.min_seconds : ticks;
    job->watch = fpmk_now();
    job->begin = fpmk__read(&job->opts);
    return status == FPM_OK && !fpmk__finite(job->begin) ? FPMK_E_CLOCK : status;
}

/* Has the time limit passed, by either clock?  FPM_OK, FPMK_TIME_LIMIT or FPMK_E_CLOCK. */
static int fpmk__limit(fpmk__job *job) {
    double spent = fpmk__read(&job->opts) - job->begin, most = job->opts.max_seconds;
    if (!fpmk__not_negative(spent)) return FPMK_E_CLOCK;
    job->report.spent = spent;
    if (!(spent < most) || !(fpmk_now() - job->watch < most)) return FPMK_TIME_LIMIT;
    return FPM_OK;
}

static int fpmk__run(fpmk__job *job, int64_t times) {
    int64_t i;
    for (i = 0; i < times; i++) {
        job->report.result = job->kernel->run(job->kernel->context, job->state);
        if (job->report.result != 0) return FPMK_E_KERNEL;
    }
    return FPM_OK;
}

/* Run report.inner times and take the time of all. */
static int fpmk__repeat(fpmk__job *job, double *seconds) {
    double begin = fpmk__read(&job->opts), end;
    int status = fpmk__run(job, job->report.inner);
    if (status != FPM_OK) return status;
    end = fpmk__read(&job->opts);
    *seconds = end - begin;
    if (!fpmk__finite(begin) || !fpmk__not_negative(*seconds)) return FPMK_E_CLOCK;
    return FPM_OK;
}

static int fpmk__sample(fpmk__job *job, double seconds) {
    fpmk_report *r = &job->report;
    double each = seconds / (double)r->inner;
    int status = seconds > 0 ? fpm_stat_add(&job->stat, each) : FPMK_E_CLOCK;
    if (status != FPM_OK) return status;
    r->fastest = r->reps == 0 || each < r->fastest ? each : r->fastest;
    r->slowest = each > r->slowest ? each : r->slowest;
    r->reps = job->stat.count;
    r->outliers = job->stat.outliers;
    return FPM_OK;
}

/* Find how many runs last for the target, and go on until two repetitions agree.  When the time
   limit comes first, or the next step would go beyond it by the real clock (the other one may stand
   still), the last repetition is the first sample. */
static int fpmk__warm_up(fpmk__job *job) {
    fpmk_report *r = &job->report;
    double last = 0, seconds, real;
    int64_t tries = 0;
    int status, settled = 0;
    for (r->inner = 1;;) {
        real = fpmk_now();
        status = fpmk__repeat(job, &seconds);
        real = fpmk_now() - real;
        if (status == FPM_OK) status = fpmk__limit(job);
        r->warmups += status >= 0;
        if (status == FPMK_TIME_LIMIT) return fpmk__sample(job, seconds);
        if (status != FPM_OK) return status;
        if (seconds < job->target) {
            double factor = seconds * 16 > job->target ? 1.1 * job->target / seconds : 16;
            if (factor * real > job->opts.max_seconds) return fpmk__sample(job, seconds);
            if (r->inner > INT64_C(1) << 40) return FPMK_E_CLOCK;
            r->inner = (int64_t)((double)r->inner * factor) + 1;
            continue;
        }
        settled = last > 0 && seconds <= 1.1 * last && last <= 1.1 * seconds;
        if (settled || ++tries >= job->opts.max_warmups) break;
        last = seconds;
    }
    r->unstable = !settled && job->opts.max_warmups > 0;
    return FPM_OK;
}

/* One timed repetition after the other until the interval is narrow enough, or a limit comes. */
static int fpmk__sampling(fpmk__job *job) {
    double seconds;
    int status = FPM_OK;
    job->started = fpmk_now();
    while (status == FPM_OK && !fpm_stat_done(&job->stat)) {
        if (job->stat.count >= job->opts.max_reps) return FPMK_IMPRECISE;
        status = job->stat.count > 0 ? fpmk__limit(job) : FPM_OK;
        if (status == FPM_OK && job->group && job->group->count > 1 &&
            !fpmk__working(job->group, FPM_OK, 0))
            status = FPM_E_STOPPED;
        if (status == FPM_OK) status = fpmk__repeat(job, &seconds);
        if (status == FPM_OK) status = fpmk__sample(job, seconds);
    }
    return status;
}

/* What a measurement gives: result checked, point and report filled. */
static int fpmk__conclude(fpmk__job *job, int status) {
    const fpmk_kernel *k = job->kernel;
    fpmk_report *r = &job->report;
    double flops = k->complexity ? k->complexity(k->context, job->x) : 0;
    if (k->check && k->check(k->context, job->state, &r->checksum) != 0) return FPMK_E_VERIFY;
    if (!fpmk__finite(r->checksum)) return FPMK_E_VERIFY;
    if (!fpmk__not_negative(flops)) return FPMK_E_KERNEL;
    job->point.seconds = job->stat.value;
    job->point.half_width = job->stat.half_width;
    job->point.reps = job->stat.count;
    r->flops = flops / job->stat.value;
    r->unstable = r->unstable || status > 0 || 10 * r->outliers > r->reps;
    return status;
}

/* The whole measurement of one processor, on the thread that is to run it. */
static int fpmk__measure(fpmk__job *job) {
    const fpmk_kernel *k = job->kernel;
    int status = FPM_OK, made = 0;
    if (k->init) {
        int result = k->init(k->context, job->x, job->threads, job->opts.alloc, &job->state);
        made = result == 0;
        if (!made && result != FPM_E_MEMORY && result != FPM_E_SIZE && result != FPM_E_ARGUMENT) {
            job->report.result = result;
            result = FPMK_E_KERNEL;
        }
        status = result;
    }
    if (status == FPM_OK) status = fpmk__clock_begin(job);
    status = fpmk__meet(job->group, status);
    if (status == FPM_OK) status = fpmk__warm_up(job);
    status = fpmk__meet(job->group, status);
    if (status == FPM_OK) {
        status = fpmk__sampling(job);
        if (job->group && job->group->count > 1 && fpmk__working(job->group, status, 1))
            do { /* the load under which the others take their samples */
                int failed = fpmk__run(job, 1);
                status = failed < 0 ? failed : status;
            } while (fpmk__working(job->group, status, 0));
    }
    if (status >= 0) fpmk__limit(job);
    if (status >= 0) status = fpmk__conclude(job, status);
    if (made && k->fini) k->fini(k->context, job->state);
    job->report.status = status;
    return status;
}

/* Check the arguments of one measurement and prepare it; samples has room for opts->max_reps. */
static int fpmk__job_init(fpmk__job *job, const fpmk_kernel *kernel, int64_t x, int threads,
                          const fpmk_options *resolved, double *samples) {
    memset(job, 0, sizeof *job);
    if (!kernel || !kernel->run || threads < 0 || threads > 1024) return FPM_E_ARGUMENT;
    if (x < 1 || x > FPM_SIZE_MAX) return FPM_E_SIZE;
    job->kernel = kernel;
    job->x = x;
    job->threads = threads > 0 ? threads : 1;
    job->opts = *resolved;
    job->point.size = kernel->units ? kernel->units(kernel->context, x) : x;
    if (job->point.size < 1 || job->point.size > FPM_SIZE_MAX) return FPM_E_SIZE;
    job->stat.sample = samples;
    job->stat.capacity = resolved->max_reps;
    job->stat.method = resolved->method;
    job->stat.confidence = resolved->confidence;
    job->stat.precision = resolved->precision;
    return FPM_OK;
}

FPMK__DEFN int fpmk_measure(const fpmk_kernel *kernel, int64_t x, const fpmk_options *opts,
                            fpm_point *point, fpmk_report *report) {
    fpmk_options resolved;
    fpmk__job job;
    double *samples = NULL;
    size_t bytes = 0;
    int status = fpmk__resolve(opts, &resolved);
    memset(&job, 0, sizeof job);
    if (!point) status = FPM_E_ARGUMENT;
    if (status == FPM_OK) {
        bytes = (size_t)resolved.max_reps * sizeof *samples;
        samples = (double *)fpmk__resize(resolved.alloc, NULL, 0, bytes);
        status = samples ? fpmk__job_init(&job, kernel, x, 1, &resolved, samples) : FPM_E_MEMORY;
    }
    if (status == FPM_OK) status = fpmk__measure(&job);
    if (samples) fpmk__resize(resolved.alloc, samples, bytes, 0);
    if (status >= 0) *point = job.point;
    job.report.status = status;
    if (report) *report = job.report;
    return status;
}

typedef struct fpmk__call {
    int (*run)(void *context);
    void *context;
} fpmk__call;

static int fpmk__run_call(void *context, void *state) {
    fpmk__call *call = (fpmk__call *)context;
    (void)state;
    return call->run(call->context);
}

FPMK__DEFN int fpmk_measure_call(int (*run)(void *context), void *context, int64_t size,
                                 const fpmk_options *opts, fpm_point *point, fpmk_report *report) {
    fpmk_kernel kernel;
    fpmk__call call;
    call.run = run;
    call.context = context;
    memset(&kernel, 0, sizeof kernel);
    kernel.context = &call;
    if (run) kernel.run = fpmk__run_call;
    return fpmk_measure(&kernel, size, opts, point, report);
}

/* ---- >>group ------------------------------------------------------------------------------- */

enum { FPMK__MEMBERS = 4096 };

/* Threads that start at one moment: each says that it is there, bound or not, and waits. */
typedef struct fpmk__crew {
    int arrived, go; /* go: 1 start, -1 go home */
    int status;      /* of binding */
    double start;
#ifdef FPMK__UNIX
    pthread_mutex_t mutex;
    pthread_cond_t changed;
#endif
} fpmk__crew;

typedef struct fpmk__hand {
    fpmk__crew *crew;
    fpmk_task *task;
#ifdef FPMK__UNIX
    pthread_t thread;
#endif
} fpmk__hand;

static void fpmk__do_task(fpmk_task *task, double start) {
    if (!task->run) return;
    task->started = fpmk_now() - start;
    task->result = task->run(task->context);
    task->finished = fpmk_now() - start;
}

#ifdef FPMK__UNIX

static void *fpmk__hand_main(void *argument) {
    fpmk__hand *hand = (fpmk__hand *)argument;
    fpmk__crew *crew = hand->crew;
    int go, status = fpmk__bind(hand->task->core, hand->task->threads ? hand->task->threads : 1);
    pthread_mutex_lock(&crew->mutex);
    crew->arrived++;
    if (status != FPM_OK) crew->status = status;
    pthread_cond_broadcast(&crew->changed);
    while (crew->go == 0) pthread_cond_wait(&crew->changed, &crew->mutex);
    go = crew->go;
    pthread_mutex_unlock(&crew->mutex);
    if (go < 0) return NULL;
    fpmk__spin(crew->start);
    fpmk__do_task(hand->task, crew->start);
    return NULL;
}

static int fpmk__crew_run(int count, fpmk_task *tasks, fpmk__hand *hands) {
    fpmk__crew crew;
    int i, threads = 0;
    memset(&crew, 0, sizeof crew);
    if (pthread_mutex_init(&crew.mutex, NULL) != 0) return FPMK_E_THREADS;
    if (pthread_cond_init(&crew.changed, NULL) != 0) {
        pthread_mutex_destroy(&crew.mutex);
        return FPMK_E_THREADS;
    }
    for (; threads < count; threads++) {
        hands[threads].crew = &crew;
        hands[threads].task = &tasks[threads];
        if (pthread_create(&hands[threads].thread, NULL, fpmk__hand_main, &hands[threads]) != 0)
            break;
    }
    pthread_mutex_lock(&crew.mutex);
    while (crew.arrived < threads) pthread_cond_wait(&crew.changed, &crew.mutex);
    if (threads < count) crew.status = FPMK_E_THREADS;
    crew.start = fpmk_now() + 1e-4 + 2e-5 * count; /* time enough to wake all of them */
    crew.go = crew.status == FPM_OK ? 1 : -1;
    pthread_cond_broadcast(&crew.changed);
    pthread_mutex_unlock(&crew.mutex);
    for (i = 0; i < threads; i++) pthread_join(hands[i].thread, NULL);
    pthread_cond_destroy(&crew.changed);
    pthread_mutex_destroy(&crew.mutex);
    return crew.status;
}

static int fpmk__group_init(fpmk__group *group) {
    if (pthread_mutex_init(&group->mutex, NULL) != 0) return FPMK_E_THREADS;
    if (pthread_cond_init(&group->changed, NULL) == 0) return FPM_OK;
    pthread_mutex_destroy(&group->mutex);
    return FPMK_E_THREADS;
}

static void fpmk__group_fini(fpmk__group *group) {
    pthread_cond_destroy(&group->changed);
    pthread_mutex_destroy(&group->mutex);
}

#else

/* Without threads a group of one that is not bound can still run, here. */
static int fpmk__crew_run(int count, fpmk_task *tasks, fpmk__hand *hands) {
    (void)hands;
    if (tasks[0].core >= 0) return FPMK_E_CORE;
    if (count > 1) return FPMK_E_THREADS;
    fpmk__do_task(&tasks[0], fpmk_now());
    return FPM_OK;
}

static int fpmk__group_init(fpmk__group *group) {
    (void)group;
    return FPM_OK;
}

static void fpmk__group_fini(fpmk__group *group) { (void)group; }

#endif

FPMK__DEFN int fpmk_run_group(int count, fpmk_task *tasks) {
    fpmk__hand *hands;
    size_t bytes = (size_t)(count > 0 ? count : 0) * sizeof *hands;
    int i, status;
    if (count < 1 || count > FPMK__MEMBERS || !tasks) return FPM_E_ARGUMENT;
    for (i = 0; i < count; i++)
        if (tasks[i].threads < 0 || tasks[i].core < -1) return FPM_E_ARGUMENT;
    hands = (fpmk__hand *)fpmk__resize(NULL, NULL, 0, bytes);
    if (!hands) return FPM_E_MEMORY;
    for (i = 0; i < count; i++) {
        tasks[i].result = 0;
        tasks[i].started = 0;
        tasks[i].finished = 0;
    }
    status = fpmk__crew_run(count, tasks, hands);
    fpmk__resize(NULL, hands, bytes, 0);
    for (i = 0; i < count && status == FPM_OK; i++)
        if (tasks[i].result != 0) status = FPMK_E_KERNEL;
    return status;
}

static int fpmk__run_member(void *context) {
    fpmk__measure((fpmk__job *)context);
    return 0;
}

/* The worst of two statuses: the lowest negative one, else the highest.  Being stopped because of
   another one is no news. */
static int fpmk__worse(int a, int b) {
    if (a >= 0 && b >= 0) return a > b ? a : b;
    if (a == FPM_E_STOPPED && b < 0) return b;
    if (b == FPM_E_STOPPED && a < 0) return a;
    return a < b ? a : b;
}

/* Measure prepared jobs at the same time. */
static int fpmk__measure_jobs(int count, fpmk__job *jobs, fpmk_task *tasks) {
    fpmk__group group;
    double first = 0;
    int i, status;
    memset(&group, 0, sizeof group);
    group.count = count;
    group.working = count;
    status = fpmk__group_init(&group);
    if (status != FPM_OK) return status;
    for (i = 0; i < count; i++) {
        jobs[i].group = &group;
        tasks[i].run = fpmk__run_member;
        tasks[i].context = &jobs[i];
    }
    status = fpmk_run_group(count, tasks);
    fpmk__group_fini(&group);
    for (i = 0; i < count; i++) {
        if (status < 0) jobs[i].report.status = status;
        if (i == 0 || jobs[i].started < first) first = jobs[i].started;
    }
    for (i = 0; i < count; i++) {
        jobs[i].report.skew = jobs[i].started > first ? jobs[i].started - first : 0;
        status = i == 0 ? jobs[0].report.status : fpmk__worse(status, jobs[i].report.status);
    }
    return status;
}

FPMK__DEFN int fpmk_measure_group(int count, const fpmk_member *members, const fpmk_options *opts,
                                  fpm_point *points, fpmk_report *reports) {
    fpmk_options resolved;
    size_t each, bytes;
    fpmk__job *jobs;
    fpmk_task *tasks;
    double *samples;
    int i, status = fpmk__resolve(opts, &resolved);
    if (status != FPM_OK || count < 1 || count > FPMK__MEMBERS || !members || !points)
        return FPM_E_ARGUMENT;
    each = sizeof *jobs + sizeof *tasks + (size_t)resolved.max_reps * sizeof *samples;
    if (each > SIZE_MAX / 2 / (size_t)count) return FPM_E_MEMORY;
    bytes = each * (size_t)count;
    jobs = (fpmk__job *)fpmk__resize(resolved.alloc, NULL, 0, bytes);
    if (!jobs) return FPM_E_MEMORY;
    tasks = (fpmk_task *)(void *)(jobs + count);
    samples = (double *)(void *)(tasks + count);
    for (i = 0; i < count; i++) {
        int fault = fpmk__job_init(&jobs[i], members[i].kernel, members[i].x, members[i].threads,
                                   &resolved, samples + i * resolved.max_reps);
        jobs[i].report.status = fault;
        tasks[i].core = members[i].core;
        tasks[i].threads = members[i].threads;
        status = fpmk__worse(status, fault);
    }
    if (status == FPM_OK) status = fpmk__measure_jobs(count, jobs, tasks);
    for (i = 0; i < count; i++) {
        if (status >= 0) points[i] = jobs[i].point;
        if (reports) reports[i] = jobs[i].report;
    }
    fpmk__resize(resolved.alloc, jobs, bytes, 0);
    return status;
}

/* A random order of 0 .. count-1 (Fisher and Yates, splitmix64). */
static void fpmk__shuffle(int count, int *order, uint64_t seed) {
    int i;
    for (i = 0; i < count; i++) {
        uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
        int j;
        z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
        j = (int)((z ^ z >> 31) % (uint64_t)(i + 1));
        order[i] = order[j];
        order[j] = i;
    }
}

/* Working memory of fpmk_build_model. */
typedef struct fpmk__rounds {
    fpmk_member *members;
    fpm_point *points;
    fpmk_report *reports;
    int64_t *before; /* points of each list when we came */
    int *order;
} fpmk__rounds;

static int fpmk__round(int count, int round, int sizes, const int64_t *x, const fpmk_options *opts,
                       fpmk__rounds *w, fpm_points *points) {
    fpmk_progress state;
    int i, added, status;
    for (i = 0; i < count; i++) w->members[i].x = x[(int64_t)i * sizes + w->order[round]];
    status = fpmk_measure_group(count, w->members, opts, w->points, w->reports);
    for (i = 0; i < count && status >= 0; i++) {
        added = fpm_points_add(&points[i], &w->points[i], opts ? opts->alloc : NULL);
        status = added < 0 ? added : status;
    }
    if (status < 0 || !opts || !opts->progress) return status;
    state.done = round + 1;
    state.total = sizes;
    state.count = count;
    state.points = w->points;
    state.reports = w->reports;
    return opts->progress(opts->progress_context, &state) != 0 ? FPM_E_STOPPED : status;
}

FPMK__DEFN int fpmk_build_model(int count, const fpmk_member *members, int sizes, const int64_t *x,
                                const fpmk_options *opts, fpm_points *points) {
    const fpm_alloc *alloc = opts ? opts->alloc : NULL;
    fpmk__rounds w;
    size_t bytes;
    char *block;
    int i, worst = FPM_OK;
    if (count < 1 || count > FPMK__MEMBERS || sizes < 1 || sizes > 1000000 || !members || !x ||
        !points)
        return FPM_E_ARGUMENT;
    bytes = (size_t)count *
                (sizeof *w.members + sizeof *w.points + sizeof *w.reports + sizeof *w.before) +
            (size_t)sizes * sizeof *w.order;
    block = (char *)fpmk__resize(alloc, NULL, 0, bytes);
    if (!block) return FPM_E_MEMORY;
    w.members = (fpmk_member *)(void *)block;
    w.points = (fpm_point *)(void *)(w.members + count);
    w.reports = (fpmk_report *)(void *)(w.points + count);
    w.before = (int64_t *)(void *)(w.reports + count);
    w.order = (int *)(void *)(w.before + count);
    memcpy(w.members, members, (size_t)count * sizeof *members);
    for (i = 0; i < count; i++) w.before[i] = points[i].count;
    fpmk__shuffle(sizes, w.order, opts ? opts->seed : 0);
    for (i = 0; i < sizes && worst >= 0; i++)
        worst = fpmk__worse(worst, fpmk__round(count, i, sizes, x, opts, &w, points));
    for (i = 0; i < count; i++) {
        if (worst >= 0) fpm_points_sort(&points[i], NULL);
        else points[i].count = w.before[i];
    }
    fpmk__resize(alloc, block, bytes, 0);
    return worst;
}

FPMK__DEFN int fpmk_sizes(int64_t low, int64_t high, int count, int64_t *x) {
    int i, made = 0;
    if (low < 1 || high < low || high > FPM_SIZE_MAX || count < 1 || !x) return FPM_E_ARGUMENT;
    for (i = 0; i < count && (made == 0 || x[made - 1] < high); i++) {
        double part = count > 1 ? (double)i / (double)(count - 1) : 0;
        int64_t size = (int64_t)floor((double)low * pow((double)high / (double)low, part) + 0.5);
        if (made > 0 && size <= x[made - 1]) size = x[made - 1] + 1;
        x[made++] = size > high || i == count - 1 ? (i > 0 ? high : low) : size;
    }
    return made;
}

#endif /* FPMK__IMPLEMENTED */
#endif /* FPMK_IMPLEMENTATION */

/* ---- >>license ------------------------------------------------------------------------------- */
/*
fpm_kernels.h is available under two licences: choose whichever you prefer.

------------------------------------------------------------------------------
ALTERNATIVE A - MIT License

Copyright (c) 2026 the fpm.h authors

Permission is hereby granted, free of charge, to any person obtaining a copy of
this software and associated documentation files (the "Software"), to deal in
the Software without restriction, including without limitation the rights to
use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies
of the Software, and to permit persons to whom the Software is furnished to do
so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.

------------------------------------------------------------------------------
ALTERNATIVE B - Public Domain (www.unlicense.org)

This is free and unencumbered software released into the public domain.

Anyone is free to copy, modify, publish, use, compile, sell, or distribute this
software, either in source code form or as a compiled binary, for any purpose,
commercial or non-commercial, and by any means.

In jurisdictions that recognize copyright laws, the author or authors of this
software dedicate any and all copyright interest in the software to the public
domain. We make this dedication for the benefit of the public at large and to
the detriment of our heirs and successors. We intend this dedication to be an
overt act of relinquishment in perpetuity of all present and future rights to
this software under copyright law.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN
ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
*/
