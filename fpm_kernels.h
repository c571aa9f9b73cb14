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
                             "QueryPerformanceCounter" or "clock" (processor time, of all threads) */
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
   2 m n k operations; fpmk_gemm allocates at most 9 MiB, once a call, and 0.5 MiB a thread.
   Threads: distinct C at the same time. */
FPMK__DECL int fpmk_gemm(int64_t m, int64_t n, int64_t k, const double *a, int64_t lda,
                         const double *b, int64_t ldb, double *c, int64_t ldc);
FPMK__DECL int fpmk_gemm_plain(int64_t m, int64_t n, int64_t k, const double *a, int64_t lda,
                               const double *b, int64_t ldb, double *c, int64_t ldc);

/* ---- >>measure ----------------------------------------------------------------------------- */

enum {
    FPMK_NONE = -1 /* in an option whose 0 means the default: none at all */
};

/* What is told while many sizes are measured. */
typedef struct fpmk_progress {
    int done, total;                   /* rounds: sizes of the group */
    int count;                         /* processors */
    const fpm_point *points;           /* just measured, one a processor */
    const struct fpmk_report *reports; /* likewise */
} fpmk_progress;

/* How to measure.  All zero, or NULL for a pointer to it: the defaults. */
typedef struct fpmk_options {
    int method;          /* FPM_MEDIAN with order statistics (default), or FPM_MEAN with Student's t */
    double confidence;   /* of the interval, in (0, 1); 0: 0.95 */
    double precision;    /* half-width wanted, relative to the time; 0: 0.025 */
    double min_seconds;  /* a timed repetition lasts at least so long (and 1000 ticks of the clock):
                            short runs are repeated inside it; 0: 1 ms; FPMK_NONE: the ticks only */
    double max_seconds;  /* no repetition is begun after so long; 0: 5 s.  One is always made */
    int64_t max_reps;    /* timed repetitions, up to 1000000; 0: 100 */
    int64_t max_warmups; /* untimed repetitions until two successive ones agree within 10 %; 0: 5;
                            FPMK_NONE: none but those that find how long a run is */
    uint64_t seed;       /* fpmk_build_model: of the order of sizes */
    const fpm_alloc *alloc;           /* for samples and the kernels' data; NULL: malloc.  In groups
                                         it is called from several threads at the same time */
    double (*clock)(void *context);   /* another clock, in seconds; NULL: fpmk_now */
    void *clock_context;              /* for it */
    double tick;                      /* of that clock; 0: found by reading it until it steps */
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
   agree, find how many runs make a repetition long enough for the clock, then time repetitions until
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

/* Measure `count` (1 .. 4096) processors at the same time, each on a thread of its own, bound before
   it makes its data.  All start their first repetition at one moment; one that has enough samples
   goes on working, untimed, until the last has: so every sample is taken under the load of all.

   points   count points; untouched when the status is negative
   reports  count reports, or NULL

   Statuses of fpmk_measure, the worst of all members (the lowest negative, else the highest), and
   FPMK_E_THREADS, FPMK_E_CORE.  When one member fails all stop; reports tell which.
   Cost: that of fpmk_measure, for the slowest.  Threads: one group at a time makes sense. */
FPMK__DECL int fpmk_measure_group(int count, const fpmk_member *members, const fpmk_options *opts,
                                  fpm_point *points, fpmk_report *reports);

/* Measure a group at many sizes and append the points to one list a member.

   sizes    number of rounds, 1 or more
   x        sizes of member i: x[i * sizes] .. x[i * sizes + sizes - 1]; round j measures all members
            at their j-th size, at the same time.  Rounds come in a random order fixed by opts->seed,
            so that a drift of the machine does not look like a property of the sizes
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
   FPM_OK; FPM_E_ARGUMENT, FPM_E_MEMORY, FPMK_E_THREADS, FPMK_E_CORE: nothing was run; FPMK_E_KERNEL:
   all were run, `result` tells which failed. */
FPMK__DECL int fpmk_run_group(int count, fpmk_task *tasks);

#ifdef __cplusplus
}
#endif

#endif /* FPM_KERNELS_H */
