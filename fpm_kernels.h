/* fpm_kernels.h - v0.5.0 - measure real processors for fpm.h - MIT or public domain

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
      your own function               fpmk_measure_call; several at the same time, because they
                                      share memory: fpmk_measure_calls
      one kernel, this thread         fpmk_measure
      several kernels together        fpmk_measure_group, at given sizes: fpmk_measure_sizes
      tiles of a matrix               fpmk_measure_tiles: times by both sides
      roughness or noise              fpmk_roughness     which model suits measured times
      what a measurement is worth     fpmk_explain       a sentence about its report
      models for a partition          fpmk_build_model: chooses the sizes
      the real work, once             fpmk_run_group     says when each one finished
      what a cell, a particle costs   fpmk_costs         from counts and times of parts, no clock
      is it worth moving data         fpmk_gain          from times of two partitions, no clock

   FEATURE MACROS  Strict modes (-std=c99, -std=c11) make the system's headers hide clocks and the
   binding of threads.  The header then compiles with what remains, and fpmk_caps says what that is
   (glibc: gettimeofday or timespec_get, threads, but no binding).  For everything use the
   compiler's default mode (or -std=gnu99, or C++), or define _GNU_SOURCE before the first system
   header.  macOS cannot bind threads to cores.  Windows has everything from Windows 7 on
   (_WIN32_WINNT at least 0x0601), but threads that a bound kernel starts itself, as OpenMP does,
   are not bound there.

   DOES NOT print, abort, keep global state, change the calling thread's binding, or run anything
   after it has returned.

   CONTENTS (search for the anchor: first the declarations, then the implementation)
      >>config   macros                       >>gemm     matrix product
      >>status   results                      >>measure  one processor
      >>clock    time, what this build can    >>group    several at the same time
      >>kernel   what can be measured         >>build    the sizes that matter
      >>cuda     devices and their streams    >>stat     repeated measurements, when to stop
      >>gain     is a move worth it           >>costs    what elements cost, from times of parts
      >>roughness  is it real, or noise       >>license  MIT or public domain

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
   FPMK_USE_CBLAS       with it: kernels that call a BLAS by cblas.h (link with it, as -lopenblas)
   FPMK_USE_CUDA        with it: kernels for CUDA devices (compile that unit by nvcc -x cu)
   FPMK_USE_CUBLAS, FPMK_USE_CUFFT  besides: forms of them that call the toolkit's own libraries

   The functions of fpm.h that measuring needs (points) come from its implementation, in this
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
    X(FPMK_IMPRECISE, 100,                                                                         \
      "measured, less precisely than asked: all repetitions were made, raise max_reps")            \
    X(FPMK_TIME_LIMIT, 101,                                                                        \
      "measured, less precisely than asked: the time limit came first, raise max_seconds")         \
    X(FPMK_TOGETHER, 102, "fitted; costs of some kinds cannot be told apart by these times")       \
    X(FPMK_E_CLOCK, -100, "the clock stands still, runs backwards or is not a number")             \
    X(FPMK_E_THREADS, -101, "no threads in this build, or one could not be started")               \
    X(FPMK_E_CORE, -102, "no such core for this process, or threads cannot be bound here")         \
    X(FPMK_E_KERNEL, -103, "the measured function failed")                                         \
    X(FPMK_E_VERIFY, -104, "the kernel computed a wrong result")                                   \
    X(FPMK_E_DEVICE, -105, "no such CUDA device here, or no driver for it")                        \
    X(FPMK_E_CUDA, -106, "a call of CUDA failed; the report's result is its error")

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
    int blas;             /* 1: there are kernels that call a BLAS */
    int cuda;             /* 1: there are kernels for CUDA devices (fpmk_device_get lists these) */
    int cores;            /* that the calling thread may use, at least 1 */
    double memory;        /* bytes that this process may still use; 1e18: the system does not say */
    int simd_bytes;       /* width of the vectors that gemm was compiled for; 0: plain C */
    const char *compiler; /* that compiled the implementation, with its version */
} fpmk_capabilities;

/* Fill caps.  FPM_OK; FPM_E_ARGUMENT: NULL; FPMK_E_CLOCK: the clock stands still.  Takes the time
   of about 20 ticks.  Threads: any. */
FPMK__DECL int fpmk_caps(fpmk_capabilities *caps);

/* A CUDA device. */
typedef struct fpmk_device {
    char name[80];
    double memory, free; /* bytes */
} fpmk_device;

/* The i-th CUDA device, from 0.  FPMK_E_DEVICE: there is no such device, or no driver for it;
   FPM_E_UNSUPPORTED: this build has no CUDA; FPM_E_ARGUMENT, FPMK_E_CUDA: *device is untouched.
   The free memory is known only with a CUDA context on that device, which the call makes.  Like all
   calls of this header, it leaves the thread's current device and pending error as they were. */
FPMK__DECL int fpmk_device_get(int i, fpmk_device *device);

/* The operating system's number of the i-th core, from 0, that the calling thread may use; -1 past
   the last one.  Where the system does not tell (caps.affinity is 0) they are numbered from 0.
   Windows: core c of processor group g has the number 64 g + c; a thread cannot be bound to cores
   of two groups. */
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
    /* Floating-point operations of one run, and bytes that it must read and write at least, each
       operand once; NULL: not known. */
    double (*complexity)(void *context, int64_t x);
    double (*bytes)(void *context, int64_t x);
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
    /* Free what init made; NULL: nothing to do. */
    void (*fini)(void *context, void *state);
} fpmk_kernel;

/* The kernels of this build: the i-th from 0, NULL past the last; and by name, NULL when there is
   none.  They are constant; copy one to give it a context, NULL or a fpmk_setup.

      name      what one run does, in double precision      x, unit       operations   bytes
      gemm      C += A B, x by depth times depth by x       side, x^2     2 x^2 depth  16 x^2
      gemv      y = A u, x by x                             side, x^2     2 x^2        8 x^2
      jacobi    a sweep over x rows of a dense system       rows, x       2 x columns  8 x columns
      stencil5  a sweep over an x by x grid                 side, x^2     6 x^2        16 x^2
      stencil7  a sweep over an x by x by x grid            side, x^3     8 x^3        16 x^3
      fft2d     FFT of x by x complex numbers: rows, then   side, x^2     10 x^2 lb x  64 x^2
                columns (lb: to base 2), any x
      triad     a = b + s c                                 elements, x   2 x          24 x

   x is at most 2^20, 2^16 (stencil7), 2^40 (triad).  They are plain C, on as many threads as they
   are given when built with FPMK_USE_OPENMP, and on one without.  Besides there are
      gemm-plain            three nested loops, one thread, the reference for gemm
      NAME-cuda             with FPMK_USE_CUDA: each of the seven on a device, transfers included,
                            in tiles that fit into setup.device_bytes, on two streams
      gemm-cublas, gemv-cublas, fft2d-cufft  with FPMK_USE_CUBLAS, FPMK_USE_CUFFT: the same with the
                            toolkit's own functions, whose work areas, one for each stream, come
                            on top of device_bytes
      gemm-blas, gemv-blas  with FPMK_USE_CBLAS: one strip of rows per thread, which calls the BLAS
                            by itself (OpenBLAS is set to 1 thread; set another BLAS to 1, too) */
FPMK__DECL const fpmk_kernel *fpmk_kernel_at(int i);
FPMK__DECL const fpmk_kernel *fpmk_kernel_find(const char *name);

/* Context of these kernels.  Zero means the default. */
typedef struct fpmk_setup {
    int64_t depth;       /* gemm: columns of A and rows of B, the width of the panel by which C is
                        updated, 1 .. 2^20; 0: 128 */
    int64_t columns;     /* jacobi: unknowns of the system, 1 .. 2^20; 0: 4096 */
    int device;          /* CUDA: which one, from 0 */
    size_t device_bytes; /* CUDA: memory there to use; larger problems go in tiles; 0: nine tenths
                            of what is free.  Members of a group on one device share it evenly,
                            after those with a device_bytes of their own */
    void *stream;        /* CUDA: a cudaStream_t whose work a run waits for before it begins (on the
                            device, if it is a stream of this device); NULL: none */
    int64_t width;       /* gemm: columns of B and C, 1 .. 2^20; 0: as many as rows, a square C */
} fpmk_setup;

/* ---- >>gemm -------------------------------------------------------------------------------- */

/* C += A B in double precision, row by row: A is m by k, B is k by n, C is m by n, and element
   (i, j) of a matrix lies at [i * ld + j], so that blocks of larger matrices can be multiplied.

   m, n, k  0 .. 2^31 - 1; with any of them 0 nothing is done and the pointers may be NULL
   lda      at least k;  ldb, ldc  at least n;  no more than 2^31 - 1
   C may overlap neither A nor B.

   fpmk_gemm packs panels of B for the cache and computes tiles in vector registers (set the vectors
   by compiler flags, as -march=native); with FPMK_USE_OPENMP it uses omp_get_max_threads()
   threads.  fpmk_gemm_plain is three nested loops, the reference for it.
   FPM_OK; FPM_E_ARGUMENT: a size, a leading dimension or NULL; FPM_E_MEMORY (fpmk_gemm only).
   2 m n k operations; fpmk_gemm allocates one block, at most 8 MiB.
   Threads: distinct C at the same time. */
FPMK__DECL int fpmk_gemm(int64_t m, int64_t n, int64_t k, const double *a, int64_t lda,
                         const double *b, int64_t ldb, double *c, int64_t ldc);
FPMK__DECL int fpmk_gemm_plain(int64_t m, int64_t n, int64_t k, const double *a, int64_t lda,
                               const double *b, int64_t ldb, double *c, int64_t ldc);

/* The same on the CUDA device of setup (NULL: the first one), within setup->device_bytes there, in
   tiles; pinned matrices (cudaHostAlloc) let transfers and work overlap.  Besides: FPMK_E_DEVICE,
   FPMK_E_CUDA (C is undefined then), FPM_E_UNSUPPORTED: this build has no CUDA. */
FPMK__DECL int fpmk_gemm_cuda(const fpmk_setup *setup, int64_t m, int64_t n, int64_t k,
                              const double *a, int64_t lda, const double *b, int64_t ldb, double *c,
                              int64_t ldc);

/* ---- >>stat -------------------------------------------------------------------------------- */

/* How repeated measurements become a point. */
enum {
    FPMK_MEDIAN =
        0,        /* median, with the interval of order statistics (no assumption on the noise) */
    FPMK_MEAN = 1 /* mean, with Student's t (assumes normal noise) */
};

/* Sequential statistics of one measured quantity: the stopping rule, and no clock.  Give it an
   array for samples, set method, confidence and precision (zero means the default), zero the rest,
   then add until done.  Source: Hoefler and Belli, SC 2015, rules 5 and 6.

   Rounds.  Repetitions in a row do not show how a machine drifts.  Measure everything in five or
   more rounds, and add the value of each round to a second fpmk_stat with FPMK_MEAN: its half-width
   comes from what rounds differ by.  For one further round, as in fpm_partition_interval, take
   sqrt(count + 1) times that half-width, which is the mean's: bench_interval counts how many
   makespans of a shared machine lie within. */
typedef struct fpmk_stat {
    double *sample;    /* caller's array for capacity samples, kept in ascending order */
    int64_t capacity;  /* entries of it */
    int method;        /* FPMK_MEDIAN or FPMK_MEAN */
    double confidence; /* of the interval, above 0 and below 1; 0: 0.95 */
    double precision;  /* stop when half_width <= precision * value; 0: 0.025 */
    /* results, valid after each fpmk_stat_add */
    int64_t count;     /* samples so far */
    double value;      /* the median or mean */
    double half_width; /* of the interval; 0 while there are too few samples to have one */
    double low, high;  /* the interval itself; equal to value while there is none */
    int64_t outliers;  /* samples beyond 3 interquartile ranges outside the quartiles */
} fpmk_stat;

/* Add one sample.  FPM_E_ARGUMENT for bad settings, FPM_E_TIME when seconds is out of range,
   FPM_E_CAPACITY when the array is full; nothing changes then.  O(count). */
FPMK__DECL int fpmk_stat_add(fpmk_stat *stat, double seconds);

/* 1 when the interval is as narrow as asked for, else 0.  The mean has an interval from 3 samples
   on, the median at 95 % from 6: 5 all lie on one side of it 6 % of the time. */
FPMK__DECL int fpmk_stat_done(const fpmk_stat *stat);

/* ---- >>costs ------------------------------------------------------------------------------- */

enum { FPMK_KINDS = 32 }; /* at most, in fpmk_costs */

typedef struct fpmk_costs_options {
    const double *half_width; /* of each time, above 0; NULL: in proportion to the times */
    const int *proc;          /* processor that took each time, 0 .. p-1; NULL: all are equal */
    int p;                    /* processors, where proc is given */
    const fpm_alloc *alloc;   /* NULL: malloc */
} fpmk_costs_options;

typedef struct fpmk_costs_info {
    int status;       /* what the call returned */
    int64_t at;       /* FPM_E_TIME, FPM_E_LOAD, FPM_E_WEIGHT, FPM_E_ARGUMENT of proc: the row at
                         fault; else the one whose time lies farthest from what the costs say */
    int64_t outliers; /* rows that were left out: farther than 4 times the scatter of the others */
    double scatter;   /* standard deviation of time / what the costs say (with half_width: of the
                         difference, in half-widths), outliers left out */
    int kind;         /* FPMK_TOGETHER: the first of these kinds; else -1 */
} fpmk_costs_info;

/* What does an element cost?  Part r of a program holds so many elements of each kind (cells,
   particles, levels, bytes to send; 1 for what every part spends) and took so many seconds: find
   the seconds of one element of each kind.

   rows        times that were measured, of any parts in any steps
   kinds       1 .. FPMK_KINDS
   count       rows x kinds numbers of elements, 0 or more, row by row
   seconds     of each row
   cost        out: kinds numbers, 0 or more
   half_width  out: kinds numbers, or NULL: 95 % intervals are cost[j] +- half_width[j]; HUGE_VAL
               where the costs cannot be told apart or there are not more rows than unknowns
   speed       out: p numbers, or NULL.  Costs are those on the processor of the first row; the
               others are speed[i] times as fast as it; 0: no times of i
   outlier     out: rows numbers, or NULL: 1 for rows that were left out, else 0

   Example: rows (cells, particles, seconds) 1000 500 0.0125; 1000 1500 0.0175; 1000 4000 0.03 give
   cost[0] = 1e-5 and cost[1] = 5e-6.  The load of a part, or of a cell with its particles, is then
   the sum of count[j] * cost[j]: loads for fpm_chain_partition, fpm_grid_init, fpm_items_assign
   after a division by the smallest cost that matters (examples/calls/costs.c).

   Least squares with costs of 0 or more (active sets: Lawson and Hanson, 1974), and with speeds in
   turns.  Rows that something else disturbed are found by Huber's weights (1964): the scatter is
   1.48 times the median distance; what lies beyond 4 times of it at the end is left out.  So an
   eighth of the rows may be wrong in any way, more where each processor has many.

   FPMK_TOGETHER: some kinds have (nearly) the same proportion in all rows, or never occur.  What
   costs say of such mixtures is right, but it is shared among these kinds evenly, and their
   intervals are more than 1,000 times as wide as each alone would have them.  The same holds for a
   kind whose only processor has no other kind: the kind may be expensive, or the processor slow.

   FPM_OK, FPMK_TOGETHER; below 0, nothing is written but info: FPM_E_ARGUMENT, FPM_E_LOAD (a count
   is negative, not finite or above 2^53), FPM_E_TIME, FPM_E_WEIGHT, FPM_E_OVERFLOW, FPM_E_MEMORY.
   Time: for two kinds 2 to 5 us per row (bench_costs), with kinds^2 for more; memory: 2 numbers per
   row, kinds + 2 per processor. */
FPMK__DECL int fpmk_costs(int64_t rows, int kinds, const double *count, const double *seconds,
                          const fpmk_costs_options *opts, double *cost, double *half_width,
                          double *speed, unsigned char *outlier, fpmk_costs_info *info);

/* ---- >>gain -------------------------------------------------------------------------------- */

typedef struct fpmk_gain_options {
    const double *error;    /* half-widths of the times now, relative (0.05: 5 %); NULL: 0 */
    const double *added;    /* half-widths that predictions have besides, relative; NULL: 0 */
    const fpm_alloc *alloc; /* NULL: malloc */
} fpmk_gain_options;

typedef struct fpmk_gain_report {
    double gain;      /* seconds that each step after the move is expected to save */
    double low, high; /* it saves between these in 95 of 100 cases */
    double net;       /* seconds that all steps are expected to save, less the cost of the move */
    double odds;      /* the probability that the steps save more than the move costs */
    int verdict;      /* FPM_MOVE: net > 0; else FPM_KEEP */
} fpmk_gain_report;

/* Is it worth moving the data to another partition?  Both may be of any kind, shares, cuts,
   rectangles or items: the call takes the seconds of each processor in both.

   p       processors
   now     seconds per step of each in the present partition; 0: unused
   next    the same after the move, predicted from the times now; 0: unused
   cost    seconds that the move takes
   steps   to be made after the move
   opts    may be NULL: times are sure

   Example: 16 ranks take 1 s per step, one takes 1.3 s, all give or take 5 %.  Even loads would
   take 1.015 s each.  A move of 3 GB costs 1.2 s, and 400 steps are to come:

      fpmk_gain_options o = FPM_ZERO;
      fpmk_gain_report r;
      o.error = error; // half_width / value of an fpmk_stat of each rank's latest steps
      if (fpmk_gain(16, now, next, 1.2, 400, &o, &r) == FPM_OK && r.verdict == FPM_MOVE) ...

   Errors.  The true times of processor i are now[i] (1 + e) and next[i] (1 + e + a).  e is normal
   with 1.96 standard deviations in error[i], and is the same in both: a prediction inherits the
   error of the time that it was made from, and a share that stays has one time.  a has added[i];
   let that be 0 where the share stays.  Errors of processors are independent.

   The slowest of 16 even ranks seems 5 % late if the times are off by 5 %.  A partition made from
   such times promises to save these 5 %, and takes 5 % longer instead.  So the call finds out how
   much the times now differ beyond their errors: they are taken as normal around one mean, except
   those that are far from the median (examples/calls/gain.c shows both cases).

   Simulated (bench_interval; 4 to 64 processors, errors of 1 to 5 %): the interval holds in 86 to
   98 of 100 cases, and moves that harm fall from 98 to 1 of 100 where loads are even.  Errors that
   follow one another need half-widths by rounds, see fpmk_stat.

   FPM_OK.  Below 0 the report is untouched: FPM_E_ARGUMENT (NULL; p below 1; cost or steps below 0
   or above FPM_TIME_MAX), FPM_E_TIME (neither 0 nor a time that a point may have), FPM_E_WEIGHT (an
   error is below 0, above 1,000 or not finite), FPM_E_MEMORY.
   About 50 us and 8 bytes per processor: 1,000 draws, the same in each call. */
FPMK__DECL int fpmk_gain(int p, const double *now, const double *next, double cost, double steps,
                         const fpmk_gain_options *opts, fpmk_gain_report *report);

/* ---- >>roughness --------------------------------------------------------------------------- */

/* What neighbouring sizes differ by. */
enum {
    FPMK_UNDECIDED =
        0,           /* too few neighbours, or both about alike: measure more, or more precisely */
    FPMK_SMOOTH = 1, /* errors of measurement: a smooth model is nearer to the true times */
    FPMK_ROUGH = 2,  /* properties of the sizes: the measured times are nearer (FPM_DISCRETE) */
    FPMK_SPOTS = 3   /* smooth except at a few places: steps, or single slow sizes */
};

typedef struct fpmk_roughness_report {
    int verdict;      /* one of FPMK_UNDECIDED .. FPMK_SPOTS */
    int64_t groups;   /* of four neighbours that were compared */
    int64_t spots;    /* of these, far off a smooth curve, beyond all chance */
    double noise;     /* standard deviation of a time by errors of measurement, relative: median */
    double roughness; /* standard deviation of what repeats, relative to a smooth curve; 0: none */
    double share;     /* of the groups (where one side of tiles is rough: of those along this side),
                         those in which what repeats is more than the errors */
    double error;     /* of share, a 95 % interval: share +- error */
    int64_t at;       /* FPM_E_SIZE, FPM_E_TIME, FPM_E_WEIGHT, FPM_E_ORDER: the entry at fault; else
                         -1 */
} fpmk_roughness_report;

/* Times of neighbouring sizes differ: is this so each time, or are these errors of measurement?  It
   decides between a discrete model, which trusts every measured time, and a smooth one.

   count       measured times, 1 or more, in any order, no size twice
   m, n        rows and columns of tiles; n NULL: m are sizes in one dimension
   seconds     of each
   half_width  of the 95 % interval of each; 0: not known, and that time is left out
   report      out: what was found

      fpmk_roughness(64, m, n, seconds, half_width, NULL, &r);
      if (r.verdict == FPMK_ROUGH) status = fpm_model2d_discrete(&model, 64, m, n, seconds, ..

   A discrete model is wrong by the errors, and a smooth one by the roughness, so FPMK_ROUGH means:
   what repeats has the larger variance.  Four neighbours in a row or a column, on a straight or a
   bent line, give one number that would be 0 for smooth times without errors.  It is compared with
   what their half-widths make of it.  A share of the groups well above one half is FPMK_ROUGH, well
   below FPMK_SMOOTH; both need 7 groups at least, and 9 of tiles.  Tiles are FPMK_ROUGH, too, where
   the groups along one side are: a width of 512 may be slow at each height.

   FPM_OK.  Below 0 nothing is written but report->at: FPM_E_ARGUMENT, FPM_E_SIZE (below 1 or above
   FPM_SIZE_MAX), FPM_E_TIME, FPM_E_WEIGHT, FPM_E_ORDER (a size is there twice), FPM_E_MEMORY.
   O(count log count); 100 bytes per time. */
FPMK__DECL int fpmk_roughness(int64_t count, const int64_t *m, const int64_t *n,
                              const double *seconds, const double *half_width,
                              const fpm_alloc *alloc, fpmk_roughness_report *report);

/* ---- >>measure ----------------------------------------------------------------------------- */

#define FPMK_NONE (-1) /* in an option whose 0 means the default: none at all */

/* The state after each round of fpmk_measure_sizes and fpmk_build_model. */
typedef struct fpmk_progress {
    int done, total;                   /* rounds; fpmk_build_model: total is the limit */
    int count;                         /* processors */
    const int64_t *x;                  /* their sizes; 0: this one rested */
    double gap;                        /* fpmk_build_model: as in its info, so far; else 0 */
    const fpm_point *points;           /* just measured, one for each; zeros: it rested */
    const struct fpmk_report *reports; /* likewise */
} fpmk_progress;

/* How to measure.  All zero, or NULL for a pointer to it: the defaults. */
typedef struct fpmk_options {
    int method; /* FPMK_MEDIAN with order statistics (default), or FPMK_MEAN with Student's t */
    double confidence;   /* of the interval, in (0, 1); 0: 0.95 */
    double precision;    /* half-width wanted, relative to the time; 0: 0.025 */
    double min_seconds;  /* least length of a timed repetition (and 1000 ticks of the clock): short
                            runs are repeated inside it; 0: 1 ms; FPMK_NONE: the ticks only */
    double max_seconds;  /* no repetition begins after this time; 0: 5 s.  One is always made, but a
                            point has a half-width from 6 on (FPMK_MEAN: 3), else 0 */
    int64_t max_reps;    /* timed repetitions, up to 1000000; 0: 100 */
    int64_t max_warmups; /* untimed repetitions until two successive ones agree within 10 %; 0: 5;
                            FPMK_NONE: none but those that find how long a run is */
    uint64_t seed;       /* many sizes: of their order */
    const fpm_alloc *alloc;         /* for samples and the kernels' data; NULL: malloc.  In groups
                                         it is called from several threads at the same time;
                                         lists of points have their own */
    double (*clock)(void *context); /* another clock, in seconds; NULL: fpmk_now */
    void *clock_context;            /* for it */
    double tick;                    /* of that clock; 0: found by reading it until it steps */
    int (*progress)(void *context, const fpmk_progress *state); /* many sizes: after every round;
                                                                   non-zero: stop; NULL */
    void *progress_context;                                     /* for it */
    /* after each measurement, for each member: its `count` samples, ascending, seconds of a run;
       NULL */
    void (*samples)(void *context, int member, const double *seconds, int64_t count);
    void *samples_context; /* for it */
} fpmk_options;

/* Why a time may not be the same next time. */
enum {
    FPMK_WARMING = 1,  /* the warm-up did not settle: successive repetitions differ by over 10 % */
    FPMK_WIDE = 2,     /* the precision was not reached */
    FPMK_OUTLIERS = 4, /* more than a tenth of the samples are outliers */
    FPMK_TRENDING = 8, /* the samples rise or fall from the first to the last */
    FPMK_CROWDED = 16  /* others had the core for more than a twentieth of the time */
};

/* How a measurement went; filled whatever the status. */
typedef struct fpmk_report {
    int status;         /* of this processor; for one that was stopped because another one failed:
                           FPM_E_STOPPED */
    int result;         /* what the measured function returned when it failed, else 0 */
    const char *reason; /* what is wrong with the arguments, as "opts.precision is below 0"; NULL:
                           the status says it */
    int unstable;       /* 0, or the sum of those of FPMK_WARMING .. FPMK_CROWDED that apply */
    int64_t warmups;    /* repetitions before the first sample */
    int64_t inner;      /* runs inside a repetition */
    int64_t reps;       /* samples */
    int64_t outliers;   /* samples beyond 3 interquartile ranges outside the quartiles */
    double fastest;     /* seconds of a run in the quickest sample */
    double slowest;     /* and in the slowest */
    double skewness;    /* of the samples: third central moment over the cube of their standard
                           deviation; 0: symmetric, as normal noise is, or fewer than 3 samples;
                           above 0: a tail of long times */
    double trend;       /* of the samples in the order of time (Kendall's tau): 1 all rise, -1 all
                         fall, about 0 none */
    double waited;   /* seconds that the thread was ready to run while others had its core, during
                         the samples (Linux, without a clock of your own; else 0) */
    double flops;    /* floating-point operations per second; 0: not known */
    double bytes;    /* bytes read and written per second, at least; 0: not known */
    double checksum; /* of the kernel's result; 0: none */
    double tick;     /* seconds: resolution of the clock */
    double skew;     /* groups: seconds from the earliest start of a processor to this one's */
    double sampled;  /* seconds that the samples took, by the clock, */
    double spent;    /* and the whole measurement */
} fpmk_report;

/* Write a sentence about a report: what its status means, which argument is wrong, and, if the
   measurement is unstable, what was seen and what to do.  For instance

      measured; unstable: others had the core for 34 % of the time (stop them, or use another core)

   text    out: ended by 0, cut off where capacity is short; may be NULL if capacity is 0
   Returns the length of the whole sentence; 0 if report is NULL.  The call never fails. */
FPMK__DECL size_t fpmk_explain(const fpmk_report *report, char *text, size_t capacity);

/* Measure a kernel at size x on the calling thread: make its state, warm up until two repetitions
   agree, find how many runs make a repetition long enough for the clock, time repetitions until
   the confidence interval is narrow enough (fpmk_stat), and check the result.

   x       1 or more                     opts    NULL: defaults
   point   size in units of work, seconds of one run, half-width (0: too few samples), samples
   report  may be NULL

   FPM_OK; FPMK_IMPRECISE, FPMK_TIME_LIMIT: measured, but the interval is wider than asked for.
   FPM_E_ARGUMENT (NULL, options out of range), FPM_E_SIZE (x, or the kernel's units), FPM_E_MEMORY,
   FPM_E_TIME (outside of FPM_TIME_MIN and _MAX), FPMK_E_CLOCK, FPMK_E_KERNEL, FPMK_E_VERIFY: *point
   is untouched.
   Cost: max_seconds and the last repetition; 8 bytes per repetition and the kernel's data.
   Threads: distinct states may be measured at the same time, but see fpmk_measure_group. */
FPMK__DECL int fpmk_measure(const fpmk_kernel *kernel, int64_t x, const fpmk_options *opts,
                            fpm_point *point, fpmk_report *report);

/* Measure any function in the same way: run(context) does `size` units of work and returns 0. */
FPMK__DECL int fpmk_measure_call(int (*run)(void *context), void *context, int64_t size,
                                 const fpmk_options *opts, fpm_point *point, fpmk_report *report);

/* ---- >>group ------------------------------------------------------------------------------- */

/* Measure functions of your own at the same time, one thread each: processors that share caches or
   memory slow each other down, so times taken one after the other would be too short.

   count    functions, 1 .. 4096
   run      run[i](context[i]) does sizes[i] units of work, on its own thread, any number of times;
            it returns 0, or another number if it failed.  An entry may stand there several times
   context  NULL: each gets NULL.  Two that run at the same time must not write the same data
   sizes    1 .. FPM_SIZE_MAX each
   points, reports  as in fpmk_measure_group: reports may be NULL

   Thread i is bound to the i-th core that the calling thread may use (fpmk_core); if there are
   fewer cores than functions, or threads cannot be bound here, none is bound.  For other cores fill
   an fpmk_member with one.  Statuses and cost are those of fpmk_measure_group.

      int (*run[2])(void *) = {blur_rows, blur_rows_slowly};
      void *context[2] = {&mine, &yours};
      int64_t sizes[2] = {4000, 1000};
      status = fpmk_measure_calls(2, run, context, sizes, NULL, points, reports);

   Call it for several sizes, and add the points to lists (fpm_points_add):
   examples/start/together.c. */
FPMK__DECL int fpmk_measure_calls(int count, int (*const *run)(void *context), void *const *context,
                                  const int64_t *sizes, const fpmk_options *opts, fpm_point *points,
                                  fpmk_report *reports);

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

/* Measure a group at many sizes and append the points to one list per member.

   sizes    number of rounds, 1 or more
   x        sizes of member i: x[i * sizes] .. x[i * sizes + sizes - 1]; a round measures all
            members at their j-th size, at the same time.  Rounds come in a random order fixed by
            opts->seed, so that a drift of the machine does not look like a property of the sizes
   members  as in fpmk_measure_group; their x is not used
   points   count lists (FPM_ZERO for new ones), sorted and merged afterwards

   Statuses of fpmk_measure_group (positive: the highest of all rounds) and of fpm_points_add, and
   FPM_E_STOPPED by opts->progress; the lists are as before then.  Cost: the sum of all rounds. */
FPMK__DECL int fpmk_measure_sizes(int count, const fpmk_member *members, int sizes,
                                  const int64_t *x, const fpmk_options *opts, fpm_points *points);

/* Measure a group at tiles of many sizes: what fpm_matrix_partition2d takes, times by both sides of
   a tile.  A run adds a panel of m rows times a panel of n columns to a tile of m x n elements; the
   panels are as deep as setup.depth says.  In each round all members do the same tile together.

   members   as in fpmk_measure_group; their x is not used.  The kernel is gemm in one of its forms
             (gemm, gemm-plain, ..), and its context is NULL or a fpmk_setup, whose width is not
             used
   tiles     1 or more
   m, n      rows and columns of each tile, 1 .. 2^20.  Rounds come in a random order as in
             fpmk_measure_sizes; a tile may stand there several times
   points    out: count x tiles points, those of member i from points[i * tiles] on; a point's size
             is m n

      status = fpmk_measure_tiles(2, members, 64, m, n, &opts, points);
      for (k = 0; k < 64; k++) seconds[k] = points[64 + k].seconds; // of members[1]
      status = fpm_model2d_discrete(&model, 64, m, n, seconds, NULL, NULL);

   fpmk_roughness says whether that model or a smooth one suits such times.

   Statuses of fpmk_measure_sizes; FPM_E_UNSUPPORTED: a kernel that is no gemm.  If the status is
   negative, points are untouched.  For a kernel of your own call fpmk_measure_calls with the sides
   in its context.  Cost: the sum of all rounds; 32 bytes per point. */
FPMK__DECL int fpmk_measure_tiles(int count, const fpmk_member *members, int tiles,
                                  const int64_t *m, const int64_t *n, const fpmk_options *opts,
                                  fpm_point *points);

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

/* ---- >>build ------------------------------------------------------------------------------- */

/* Insert a point into a sorted list, or pool it with the point of its size, measured at another
   time: the mean by repetitions, and an interval that holds both, because repetitions next to each
   other know nothing of how a machine drifts.  (Between three visits and three others a gap is left
   by chance in one case of ten, whatever the drift's law.)  FPM_E_ARGUMENT and the statuses of
   fpm_points_add: nothing changes.  O(k log k). */
FPMK__DECL int fpmk_points_pool(fpm_points *points, const fpm_point *point);

/* Which sizes fpmk_build_model may choose, and how well it must know them. */
typedef struct fpmk_build {
    const int64_t *low, *high; /* sizes x of each processor, 1 <= low[i] <= high[i] */
    int64_t n_low, n_high;     /* units of work that will be partitioned: from .. to; n_high 0:
                                  n_low alone; both 0: all that the sizes from low to high allow */
    double tolerance;          /* stop when no partition can be faster by more than this part, and
                                  half the noise of the points that show it; 0: 0.02 */
    int visits;                /* times that each round is measured, far apart in time; 0: 1 */
    int max_rounds;            /* at most, up to 10000; 0: 200 */
    /* Measure all processors at x[i] (0: this one rests), as fpmk_measure_group would; NULL: that.
       A processor whose report has FPM_E_MEMORY or FPM_E_SIZE gets no larger sizes from then on. */
    int (*measure)(void *context, int count, const int64_t *x, fpm_point *points,
                   fpmk_report *reports);
    void *context; /* for it */
} fpmk_build;

/* How the building went; filled whatever the status. */
typedef struct fpmk_build_info {
    int status;       /* what the call returned */
    int rounds;       /* measured, repeated visits included */
    int64_t measured; /* points, likewise */
    double gap;       /* largest, over all n, of (time of the partition at worst) / (time of any
                         partition at best) - 1, as far as the points tell; 1e300: a share is
                         larger than all sizes that were measured */
    double noise;     /* largest half-width of a point next to a share, as a part of its time; 0
                         also if points have none (max_seconds too short for 6 repetitions of a
                         large size): then the search follows noise down to neighbouring sizes */
    int limited;      /* processors for which a size was too large */
} fpmk_build_info;

/* Measure processors at the sizes that matter to how n units are partitioned over them, until more
   points cannot change the answer.

   count    processors, 1 .. 4096
   members  as in fpmk_measure_group, their x is not used; with how->measure only their kernels'
            units, and NULL means that x is units
   how      must not be NULL
   opts     for measuring, and seed, progress (after each round)
   points   count lists; points that are there already are used and not measured again.  Points are
            kept sorted, and stay whatever the status: what was measured is not lost

   At first all are measured at the even share.  Then, as in the partial models of Lastovetsky and
   Reddy (DFPA, HeteroPar 2009), at the shares of the best partition under linear speeds between the
   points.  Bounds decide when to stop.  Let times rise with size, and the speed between two
   neighbouring points lie between their speeds (below the first point and above the last it is at
   most the speed there, continued as it rose): then no partition ends before some time T, and the
   one that was found ends by T'.  The search stops when T' is at most (1 + tolerance + noise / 2)
   T.  While T is too low for a known partition, it measures the sizes that T assumes to be so fast.
   For a range of n the call does this at 17 values of n, in a random order, with the points of
   all.
   Visits of one size are pooled (fpmk_points_pool).

   FPM_OK: all within the tolerance, or down to neighbouring sizes.  FPM_WORK_LIMIT: max_rounds came
   first.  FPM_E_STOPPED by opts->progress.  FPM_E_ARGUMENT, FPM_E_SIZE (low, high, the units there,
   n below 1 or above what the sizes allow), FPM_E_MEMORY, and those of measuring. */
FPMK__DECL int fpmk_build_model(int count, const fpmk_member *members, const fpmk_build *how,
                                const fpmk_options *opts, fpm_points *points,
                                fpmk_build_info *info);

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
#include <stdio.h>
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
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#if defined(_WIN32_WINNT) && _WIN32_WINNT >= 0x0601 /* processor groups, slim locks */
#define FPMK__WINDOWS 1
#define FPMK__AFFINITY 1
#include <process.h>
#endif
#endif

/* The system call itself: its wrapper asks for _GNU_SOURCE, this for a default mode only. */
#if defined(FPMK__UNIX) && defined(__linux__) &&                                                   \
    (defined(_GNU_SOURCE) || defined(_DEFAULT_SOURCE) || defined(_BSD_SOURCE))
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

/* FPMK__IF_...: rows of the table of kernels that are there with a library. */
#ifdef FPMK_USE_CBLAS
#include <cblas.h>
#define FPMK__IF_BLAS(rows) rows
#else
#define FPMK__IF_BLAS(rows)
#endif

/* FPMK__BOTH: functions that a device runs as well. */
#ifdef FPMK_USE_CUDA
#include <cuda_runtime.h>
#define FPMK__BOTH __host__ __device__
#define FPMK__IF_CUDA(rows) rows
#else
#if defined(FPMK_USE_CUBLAS) || defined(FPMK_USE_CUFFT)
#error "fpm_kernels.h: FPMK_USE_CUBLAS and FPMK_USE_CUFFT need FPMK_USE_CUDA as well"
#endif
#define FPMK__BOTH
#define FPMK__IF_CUDA(rows)
#endif
#ifdef FPMK_USE_CUBLAS
#include <cublas_v2.h>
#define FPMK__IF_CUBLAS(rows) rows
#else
#define FPMK__IF_CUBLAS(rows)
#endif
#ifdef FPMK_USE_CUFFT
#include <cufft.h>
#define FPMK__IF_CUFFT(rows) rows
#else
#define FPMK__IF_CUFFT(rows)
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

/* A whole number from a file of Linux: in the line that begins with `key`, after so many others;
   -1 when there is none. */
static double fpmk__system_number(const char *file, const char *key, int others) {
    char line[256], *at;
    double value = -1;
    FILE *f = fopen(file, "r");
    while (f && value < 0 && fgets(line, sizeof line, f)) {
        at = strncmp(line, key, strlen(key)) == 0 ? strpbrk(line, "0123456789") : NULL;
        if (!at) continue;
        for (; others >= 0; others--) value = strtod(at, &at);
    }
    if (f) fclose(f);
    return value;
}

/* Bytes that this process may still use: what Linux calls available, within the limit of the
   group that it belongs to; what Windows calls available, within what it may still commit and has
   addresses for; 1e18 elsewhere. */
static double fpmk__memory(void) {
#ifdef _WIN32
    MEMORYSTATUSEX m;
    uint64_t least;
    m.dwLength = sizeof m;
    if (!GlobalMemoryStatusEx(&m)) return 1e18;
    least = m.ullAvailPhys;
    if (m.ullAvailPageFile < least) least = m.ullAvailPageFile;
    if (m.ullAvailVirtual < least) least = m.ullAvailVirtual;
    return (double)least;
#else
    double bytes = 1024 * fpmk__system_number("/proc/meminfo", "MemAvailable:", 0);
    double limit = fpmk__system_number("/sys/fs/cgroup/memory.max", "", 0);
    double used = fpmk__system_number("/sys/fs/cgroup/memory.current", "", 0);
    if (bytes < 0) return 1e18;
    return limit >= 0 && used >= 0 && limit - used < bytes ? limit - used : bytes;
#endif
}

/* ---- >>status ------------------------------------------------------------------------------ */

FPMK__DECL const char *fpmk_status_str(int status) {
    switch (status) {
#define FPMK__TEXT(name, value, text)                                                              \
    case name: return text;
        FPMK_STATUS_LIST(FPMK__TEXT)
#undef FPMK__TEXT
    case FPM_E_UNSUPPORTED:
        return "this build has no CUDA, or the algorithm cannot honour this model or constraint";
    default: return fpm_status_str(status);
    }
}

/* ---- >>clock ------------------------------------------------------------------------------- */

/* Feature macros are judged by what they show: CLOCK_MONOTONIC and TIME_UTC are macros. */
FPMK__DECL double fpmk_now(void) {
#if defined(_WIN32)
#define FPMK__CLOCK "QueryPerformanceCounter"
    LARGE_INTEGER count, frequency;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&count);
    return (double)count.QuadPart / (double)frequency.QuadPart;
#elif defined(CLOCK_MONOTONIC) || defined(TIME_UTC)
    struct timespec t;
#ifdef CLOCK_MONOTONIC
#define FPMK__CLOCK "clock_gettime"
    clock_gettime(CLOCK_MONOTONIC, &t);
#else
#define FPMK__CLOCK "timespec_get"
    timespec_get(&t, TIME_UTC);
#endif
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#elif defined(FPMK__UNIX)
#define FPMK__CLOCK "gettimeofday"
    struct timeval t;
    gettimeofday(&t, NULL);
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
#else
#define FPMK__CLOCK "clock"
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

/* Cores are found in masks by number; without masks they are numbered from 0. */
#ifdef FPMK__AFFINITY
#ifdef FPMK__WINDOWS
typedef uint64_t fpmk__word; /* a group of processors */
#else
typedef unsigned long fpmk__word; /* of the system's masks */
#endif

enum {
    FPMK__CORES = 8192, /* as many as a mask has room for */
    FPMK__WORD_BITS = 8 * (int)sizeof(fpmk__word),
    FPMK__WORDS = FPMK__CORES / FPMK__WORD_BITS
};

typedef struct fpmk__mask {
    fpmk__word word[FPMK__WORDS];
} fpmk__mask;

#ifdef FPMK__WINDOWS

/* All cores of a group of processors: they have the lowest bits. */
static KAFFINITY fpmk__group_cores(WORD group) {
    DWORD count = GetActiveProcessorCount(group);
    if (count >= 8 * sizeof(KAFFINITY)) return ~(KAFFINITY)0;
    return ((KAFFINITY)1 << count) - 1;
}

/* A thread that may use all cores of its group has not been restricted.  Then it may be bound to
   cores of the other groups as well, though it would not go there by itself. */
static fpmk__mask fpmk__mask_get(void) {
    fpmk__mask mask;
    GROUP_AFFINITY own;
    WORD group, groups = GetActiveProcessorGroupCount();
    memset(&mask, 0, sizeof mask);
    if (!GetThreadGroupAffinity(GetCurrentThread(), &own)) return mask;
    if (own.Mask != fpmk__group_cores(own.Group)) groups = 0;
    if (own.Group < FPMK__WORDS) mask.word[own.Group] = own.Mask;
    for (group = 0; group < groups && group < FPMK__WORDS; group++)
        mask.word[group] = fpmk__group_cores(group);
    return mask;
}

/* 1: the calling thread is bound to the cores of that mask, which are of one group. */
static int fpmk__mask_set(const fpmk__mask *mask) {
    GROUP_AFFINITY wanted;
    int word, groups = 0;
    memset(&wanted, 0, sizeof wanted);
    for (word = 0; word < FPMK__WORDS; word++) {
        if (mask->word[word] == 0) continue;
        wanted.Group = (WORD)word;
        wanted.Mask = (KAFFINITY)mask->word[word];
        groups++;
    }
    return groups == 1 && SetThreadGroupAffinity(GetCurrentThread(), &wanted, NULL);
}

#else

/* The cores that the calling thread may use: none if the system does not tell. */
static fpmk__mask fpmk__mask_get(void) {
    fpmk__mask mask;
    memset(&mask, 0, sizeof mask);
    syscall(SYS_sched_getaffinity, 0, sizeof mask, &mask);
    return mask;
}

/* 1: the calling thread is bound to the cores of that mask. */
static int fpmk__mask_set(const fpmk__mask *mask) {
    return syscall(SYS_sched_setaffinity, 0, sizeof *mask, mask) == 0;
}

#endif

/* The first core of a mask from number `core` on; -1: there is none. */
static int fpmk__mask_next(const fpmk__mask *mask, int core) {
    for (; core < FPMK__CORES; core++)
        if (mask->word[core / FPMK__WORD_BITS] >> core % FPMK__WORD_BITS & 1) return core;
    return -1;
}
#endif

FPMK__DECL int fpmk_core(int i) {
#ifdef FPMK__AFFINITY
    fpmk__mask mask = fpmk__mask_get();
    int core = i < 0 ? -1 : fpmk__mask_next(&mask, 0);
    while (core >= 0 && i-- > 0) core = fpmk__mask_next(&mask, core + 1);
    return core;
#elif defined(_SC_NPROCESSORS_ONLN)
    return i >= 0 && i < sysconf(_SC_NPROCESSORS_ONLN) ? i : -1;
#else
    return i == 0 ? 0 : -1;
#endif
}

/* Bind the calling thread to as many of its cores as `threads`, from number `core` on. */
static int fpmk__bind(int core, int threads) {
    int status = core < 0 ? (int)FPM_OK : (int)FPMK_E_CORE;
#ifdef FPMK__AFFINITY
    fpmk__mask all = fpmk__mask_get(), mask;
    if (core < 0 || fpmk__mask_next(&all, core) != core) return status;
    memset(&mask, 0, sizeof mask);
    for (; threads > 0 && core >= 0; threads--, core = fpmk__mask_next(&all, core + 1))
        mask.word[core / FPMK__WORD_BITS] |= (fpmk__word)1 << core % FPMK__WORD_BITS;
    if (threads == 0 && fpmk__mask_set(&mask)) status = FPM_OK;
#endif
    (void)threads;
    return status;
}

/* ---- >>gemm -------------------------------------------------------------------------------- */

/* A vector of the GNU language, as wide as the compiler's flags allow; elsewhere one number (so on
   the x87, whose registers are wider than the elements of a vector). */
#if (defined(__GNUC__) || defined(__clang__)) && !(__FLT_EVAL_METHOD__ > 0)
#if defined(__AVX512F__)
#define FPMK__VECTOR 64
#elif defined(__AVX__)
#define FPMK__VECTOR 32
#else
#define FPMK__VECTOR 16
#endif
typedef double fpmk__vector __attribute__((vector_size(FPMK__VECTOR), may_alias));
#else
#define FPMK__VECTOR 0
typedef double fpmk__vector;
#endif

/* The product is cut as by Goto and van de Geijn (ACM TOMS 34, 2008): a panel of B (depth by width)
   for the last cache, packed into slivers of two vectors in the order in which they are read; a
   block of A (height by depth), read where it lies, for the second; a tile of C, 4 rows by two
   vectors, stays in registers. */
enum {
    FPMK__ROWS = 4,
    FPMK__COLUMNS = 2 * (int)(sizeof(fpmk__vector) / sizeof(double)),
    FPMK__DEPTH = 256,
    FPMK__HEIGHT = 96,
    FPMK__WIDTH = 4096
};
#define FPMK__LINE 64 /* bytes of a cache line */

/* What the public products are given. */
typedef struct fpmk__product {
    int64_t m, n, k;
    const double *a;
    int64_t lda;
    const double *b;
    int64_t ldb;
    double *c;
    int64_t ldc;
} fpmk__product;

/* C += A B for `rows` rows, at most 4, of A and C, and a sliver of B (depth by two vectors), of
   which `columns` are in C.  Rows that are missing repeat the first one, and go nowhere.  The sums
   have names, because compilers keep small arrays in registers at -O3 only. */
static void fpmk__gemm_tile(int64_t rows, int64_t columns, int64_t depth, const double *a,
                            int64_t lda, const double *b, double *c, int64_t ldc) {
    const fpmk__vector *v = (const fpmk__vector *)(const void *)b;
    const double *a1 = a + (rows > 1 ? lda : 0), *a2 = a + (rows > 2 ? 2 * lda : 0);
    const double *a3 = a + (rows > 3 ? 3 * lda : 0);
    fpmk__vector c00 = {0}, c01 = c00, c10 = c00, c11 = c00, c20 = c00, c21 = c00, c30 = c00;
    fpmk__vector c31 = c00, tile[2 * FPMK__ROWS];
    const double *sum = (const double *)(const void *)tile;
    int64_t i, j;
    for (i = 0; i < depth; i++, v += 2) {
        fpmk__vector left = v[0], right = v[1];
        c00 += left * a[i];
        c01 += right * a[i];
        c10 += left * a1[i];
        c11 += right * a1[i];
        c20 += left * a2[i];
        c21 += right * a2[i];
        c30 += left * a3[i];
        c31 += right * a3[i];
    }
    tile[0] = c00;
    tile[1] = c01;
    tile[2] = c10;
    tile[3] = c11;
    tile[4] = c20;
    tile[5] = c21;
    tile[6] = c30;
    tile[7] = c31;
    for (i = 0; i < rows; i++, c += ldc, sum += FPMK__COLUMNS)
        for (j = 0; j < columns; j++) c[j] += sum[j];
}

/* Doubles of a packed panel of B and what aligns it: at most 8 MiB. */
static int64_t fpmk__gemm_room(int64_t n, int64_t k) {
    return fpmk__min(k, FPMK__DEPTH) * fpmk__round_up(fpmk__min(n, FPMK__WIDTH), FPMK__COLUMNS) +
           FPMK__LINE / 8;
}

/* C += A B with `threads` threads and room for packing; blocks of A are no higher than leaves work
   for every thread. */
static void fpmk__gemm(const fpmk__product *g, int threads, double *room) {
    int64_t height =
        fpmk__min(fpmk__round_up((g->m + threads - 1) / threads, FPMK__ROWS), FPMK__HEIGHT);
    int64_t m = g->m, lda = g->lda, ldb = g->ldb, ldc = g->ldc, j, p;
    double *panel = room + (0 - (uintptr_t)room) % FPMK__LINE / sizeof(double);
    for (j = 0; j < g->n; j += FPMK__WIDTH) {
        int64_t width = fpmk__min(FPMK__WIDTH, g->n - j);
        for (p = 0; p < g->k; p += FPMK__DEPTH) {
            const double *a = g->a + p, *b = g->b + p * ldb + j;
            double *c = g->c + j;
            int64_t depth = fpmk__min(FPMK__DEPTH, g->k - p), from;
            FPMK__OMP(omp parallel num_threads(threads)) {
                int64_t i, s, q, r;
                FPMK__OMP(omp for)
                for (from = 0; from < width; from += FPMK__COLUMNS)
                    for (q = 0; q < depth; q++)
                        for (r = 0; r < FPMK__COLUMNS; r++)
                            panel[from * depth + q * FPMK__COLUMNS + r] =
                                from + r < width ? b[q * ldb + from + r] : 0;
                FPMK__OMP(omp for schedule(dynamic))
                for (from = 0; from < m; from += height)
                    for (s = 0; s < width; s += FPMK__COLUMNS)
                        for (i = from; i < m && i < from + height; i += FPMK__ROWS)
                            fpmk__gemm_tile(fpmk__min(FPMK__ROWS, m - i),
                                            fpmk__min(FPMK__COLUMNS, width - s), depth, a + i * lda,
                                            lda, panel + s * depth, c + i * ldc + s, ldc);
            }
        }
    }
}

/* What the public products refuse: FPM_E_ARGUMENT, or FPM_OK. */
static int fpmk__gemm_status(const fpmk__product *g) {
    const int64_t most = 0x7fffffff;
    if (g->m < 0 || g->n < 0 || g->k < 0 || g->m > most || g->n > most || g->k > most ||
        g->lda < g->k || g->ldb < g->n || g->ldc < g->n || g->lda > most || g->ldb > most ||
        g->ldc > most)
        return FPM_E_ARGUMENT;
    return g->m && g->n && g->k && (!g->a || !g->b || !g->c) ? FPM_E_ARGUMENT : FPM_OK;
}

FPMK__DECL int fpmk_gemm(int64_t m, int64_t n, int64_t k, const double *a, int64_t lda,
                         const double *b, int64_t ldb, double *c, int64_t ldc) {
    const fpmk__product g = {m, n, k, a, lda, b, ldb, c, ldc};
    int threads = 1, status = fpmk__gemm_status(&g);
    size_t bytes;
    void *room;
#ifdef FPMK_USE_OPENMP
    threads = (int)fpmk__min(omp_get_max_threads(), 1024);
#endif
    if (status != FPM_OK || !m || !n || !k) return status;
    bytes = (size_t)fpmk__gemm_room(n, k) * sizeof(double);
    room = fpmk__resize(NULL, NULL, 0, bytes);
    if (!room) return FPM_E_MEMORY;
    fpmk__gemm(&g, threads, (double *)room);
    fpmk__resize(NULL, room, bytes, 0);
    return FPM_OK;
}

FPMK__DECL int fpmk_gemm_plain(int64_t m, int64_t n, int64_t k, const double *a, int64_t lda,
                               const double *b, int64_t ldb, double *c, int64_t ldc) {
    const fpmk__product g = {m, n, k, a, lda, b, ldb, c, ldc};
    int status = fpmk__gemm_status(&g);
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

/* ---- >>cuda -------------------------------------------------------------------------------- */

#ifdef FPMK_USE_CUDA

/* The data lie in the host's memory, pinned; a run sends tiles to the device, works on them and
   brings results back, on two streams in turn, so that copies and work overlap.  What a stream
   does is in order, and each has its own buffers: nothing else has to wait.  Tiles are as large as
   the budget allows, but at least four: a problem larger than the device is no special case.
   Kernels use neither shared memory nor barriers: over PCIe their times are those of transfers.

   The first error stays in the `status` of a state or a tile, and what comes later is left out. */

enum { FPMK__LANES = 2, FPMK__BLOCK = 256, FPMK__PARTS = 32, FPMK__SIDE4 = 4 };

#define FPMK__CUDA_ERROR 10000 /* a status of CUDA is - this - its error */
#define FPMK__INDEX ((int64_t)blockIdx.x * FPMK__BLOCK + threadIdx.x)
#define FPMK__TRY(owner, call)                                                                     \
    do {                                                                                           \
        if ((owner)->status == FPM_OK) (owner)->status = fpmk__cuda(call);                         \
    } while (0)
/* The same for the toolkit's libraries: all of them say 0 for success. */
#define FPMK__ASK(owner, call) FPMK__TRY(owner, (call) == 0 ? cudaSuccess : cudaErrorUnknown)

#ifndef FPMK__LAUNCH
#ifndef __CUDACC__
#error "fpm_kernels.h: FPMK_USE_CUDA needs nvcc (nvcc -x cu)"
#endif
#define FPMK__LAUNCH fpmk__launch
template <typename T> struct fpmk__as { typedef T type; };

/* Start `count` threads.  The launch returns its own error: after <<<>>> it would have to be told
   from the last error of the thread, which may be the caller's. */
template <typename... P>
static cudaError_t fpmk__launch(void (*function)(int64_t, P...), cudaStream_t stream, int64_t count,
                                typename fpmk__as<P>::type... value) {
    void *arguments[] = {(void *)&count, (void *)&value...};
    return cudaLaunchKernel((const void *)function,
                            dim3((unsigned)((count + FPMK__BLOCK - 1) / FPMK__BLOCK)),
                            dim3(FPMK__BLOCK), arguments, 0, stream);
}
#endif

/* What a state has on the device. */
typedef struct fpmk__gpu {
    int status, device;
    int caller;          /* the current device of the calling thread, */
    cudaError_t pending; /* and its last error, during a call */
    int pinned;          /* 1 if all data in the host's memory are */
    cudaEvent_t event;
    cudaStream_t lane[FPMK__LANES], before; /* before: the caller's */
    double *memory;                         /* first what all tiles use, then each stream's */
    double budget;                          /* doubles that tiles of a stream may have there, */
    int64_t room;                           /* and those that they have */
    int64_t down, across, tile;             /* extents of the problem, and the side of a tile */
#ifdef FPMK_USE_CUBLAS
    cublasHandle_t blas[FPMK__LANES]; /* a handle has one workspace, */
    int handles;
#endif
#ifdef FPMK_USE_CUFFT
    cufftHandle plan[2 * FPMK__LANES + 2]; /* and so has a plan: rows, columns for whole tiles of */
    int plans;                             /* each lane, then for the last tile */
#endif
} fpmk__gpu;

static int fpmk__cuda(cudaError_t error) {
    switch (error) {
    case cudaSuccess: return FPM_OK;
    case cudaErrorMemoryAllocation: return FPM_E_MEMORY;
    case cudaErrorNoDevice:
    case cudaErrorInvalidDevice:
    case cudaErrorInsufficientDriver: return FPMK_E_DEVICE;
    default: return -FPMK__CUDA_ERROR - (int)error;
    }
}

/* From the caller's device to ours ... (CUDA makes a context where there was none, here and on the
   way back.) */
static int fpmk__gpu_enter(fpmk__gpu *g, int device) {
    int count = 0;
    g->status = FPM_OK;
    g->device = device;
    g->caller = device;
    g->pending = cudaPeekAtLastError();
    FPMK__TRY(g, cudaGetDeviceCount(&count));
    if (g->status == FPM_OK && (device < 0 || device >= count)) g->status = FPMK_E_DEVICE;
    FPMK__TRY(g, cudaGetDevice(&g->caller));
    if (g->caller != device) FPMK__TRY(g, cudaSetDevice(device));
    return g->status;
}

/* ... and back.  An error of ours is told by a status and forgotten here, unless the caller had one
   pending: then one stays, though CUDA may have put ours in its place. */
static int fpmk__gpu_leave(const fpmk__gpu *g) {
    if (g->caller != g->device) cudaSetDevice(g->caller);
    if (g->pending == cudaSuccess) cudaGetLastError();
    return g->status <= -FPMK__CUDA_ERROR ? (int)FPMK_E_CUDA : g->status;
}

FPMK__DECL int fpmk_device_get(int i, fpmk_device *device) {
    cudaDeviceProp properties;
    fpmk__gpu g;
    size_t left = 0, all = 0;
    int status;
    if (i < 0 || !device) return FPM_E_ARGUMENT;
    fpmk__gpu_enter(&g, i);
    FPMK__TRY(&g, cudaGetDeviceProperties(&properties, i));
    FPMK__TRY(&g, cudaMemGetInfo(&left, &all));
    status = fpmk__gpu_leave(&g);
    if (status != FPM_OK) return status;
    memset(device, 0, sizeof *device);
    memcpy(device->name, properties.name, sizeof device->name - 1);
    device->memory = (double)all;
    device->free = (double)left;
    return FPM_OK;
}

/* Let all lanes wait for the work that a stream was given. */
static void fpmk__gpu_follow(fpmk__gpu *g, cudaStream_t stream) {
    int i;
    FPMK__TRY(g, cudaEventRecord(g->event, stream));
    for (i = 0; i < FPMK__LANES; i++) FPMK__TRY(g, cudaStreamWaitEvent(g->lane[i], g->event, 0));
}

/* A part of the problem on its way through the device: what is done with it is given to its stream
   by the calls below, in the order in which it has to happen.  With any status but FPM_OK nothing
   is given, and the buffers that it takes are only counted. */
typedef struct fpmk__tile {
    int status, phase, lane;
    cudaStream_t stream;
    double *buffers; /* of its lane, or NULL */
    int64_t used;    /* doubles of them */
    int64_t first, rows, column, columns;
} fpmk__tile;

/* The next `count` doubles of the buffers. */
static double *fpmk__take(fpmk__tile *t, int64_t count) {
    double *at = t->buffers ? t->buffers + t->used : NULL;
    t->used += count;
    return at;
}

/* Copy `rows` rows of `wide` doubles, which begin a pitch apart. */
static void fpmk__copy(fpmk__tile *t, double *to, int64_t to_pitch, const double *from,
                       int64_t from_pitch, int64_t rows, int64_t wide, cudaMemcpyKind kind) {
    size_t each = sizeof *to, width = (size_t)wide * each;
    if (to_pitch == from_pitch)
        FPMK__TRY(t, cudaMemcpyAsync(to, from, (size_t)rows * width, kind, t->stream));
    else
        FPMK__TRY(t, cudaMemcpy2DAsync(to, (size_t)to_pitch * each, from, (size_t)from_pitch * each,
                                       width, (size_t)rows, kind, t->stream));
}

/* Send such rows of the host to the device, where they touch; and bring them back. */
static double *fpmk__send(fpmk__tile *t, const double *from, int64_t pitch, int64_t rows,
                          int64_t wide) {
    double *at = fpmk__take(t, rows * wide);
    fpmk__copy(t, at, wide, from, pitch, rows, wide, cudaMemcpyHostToDevice);
    return at;
}

static void fpmk__fetch(fpmk__tile *t, double *to, int64_t pitch, const double *at, int64_t rows,
                        int64_t wide) {
    fpmk__copy(t, to, pitch, at, wide, rows, wide, cudaMemcpyDeviceToHost);
}

#else
typedef struct fpmk__tile fpmk__tile; /* on the host there are none */

FPMK__DECL int fpmk_device_get(int i, fpmk_device *device) {
    return i < 0 || !device ? FPM_E_ARGUMENT : FPM_E_UNSUPPORTED;
}
#endif

/* ---- >>kernel ------------------------------------------------------------------------------ */

/* A kernel is a kind of problem (gemm, fft2d, ...) at a place: this unit's own code, a BLAS, a
   device.  Its state, fpmk__work, holds the arrays that its kind needs, filled with numbers whose
   sums are exact.  A kind has a run and a check on the host; for devices it has a function for one
   tile: what is sent, what is done with it, what comes back.  The same function counts the memory
   that a tile takes, by which the size of tiles is chosen.  A macro makes each kernel's calls at
   the end. */

enum { FPMK__ARRAYS = 5, FPMK__SIDE = 1048576, FPMK__CUBE = 65536 };
#define FPMK__LONG (INT64_C(1) << 40)

/* What is computed: the largest n; units, operations and bytes of size n, with the depth or the
   columns that were chosen (c), and of gemm the width; what n is. */
#define FPMK__KINDS(X)                                                                             \
    X(GEMM, FPMK__SIDE, n *wide, 2 * n * wide * c, 8 * (c * (n + wide) + 2 * n * wide),            \
      "x = side of the square C in C += A B, unit = element of C")                                 \
    X(GEMV, FPMK__SIDE, n *n, 2 * n * n, 8 * n * (n + 2),                                          \
      "x = side of the square A in y = A u, unit = element of A")                                  \
    X(JACOBI, FPMK__SIDE, n, 2 * n * (c + 1.5), 8 * (n * (c + 2) + c),                             \
      "x = rows of a sweep over a dense system, unit = row")                                       \
    X(STENCIL5, FPMK__SIDE, n *n, 6 * n * n, 16 * n * n,                                           \
      "x = side of the square grid, 5 points each, unit = point")                                  \
    X(STENCIL7, FPMK__CUBE, n *n *n, 8 * n * n * n, 16 * n * n * n,                                \
      "x = side of the cubic grid, 7 points each, unit = point")                                   \
    X(FFT2D, FPMK__SIDE, n *n, n > 1 ? 10 * n * n * log(n) / log(2.0) : 1, 64 * n * n,             \
      "x = side of the square of complex numbers, unit = number")                                  \
    X(TRIAD, FPMK__LONG, n, 2 * n, 24 * n, "x = elements of a = b + s c, unit = element")

enum {
#define FPMK__ENUM(kind, most, units, flops, bytes, what) FPMK__##kind,
    FPMK__KINDS(FPMK__ENUM)
#undef FPMK__ENUM
};
/* By what: this unit's own code, its plain loops, a BLAS; a device, the toolkit's libraries. */
enum { FPMK__HOST, FPMK__PLAIN, FPMK__BLAS, FPMK__CUDA, FPMK__VENDOR };

/* A discrete Fourier transform of n points by passes over `length` points: n itself, or, when n is
   no power of two, one for Bluestein's convolution. */
typedef struct fpmk__fft {
    int64_t n, length;
    const double *tables; /* exp(-2 pi i k / length) for all k < length; in the second case also the
                             chirp exp(-pi i k k / n), k < n, and the transform of its conjugate,
                             divided by length */
} fpmk__fft;

/* The state of every kernel here: arrays in one block, each of which begins a cache line. */
typedef struct fpmk__work {
    const fpm_alloc *alloc;
    size_t bytes;
    int kind, place;
    int64_t x, other; /* other: depth of gemm, columns of a matrix, doubles of a slab */
    int threads;
    int64_t runs; /* begun so far, this one included */
    char *free;   /* where the next array goes; NULL: arrays are only counted, */
    double need;  /* in bytes */
    double *v[FPMK__ARRAYS];
    const double *common;  /* of them, what all tiles on a device use, */
    int64_t commons;       /* and how many doubles that is */
    fpmk__product product; /* gemm */
    fpmk__fft fft;
#ifdef FPMK_USE_CUDA
    fpmk__gpu gpu;
#endif
} fpmk__work;

/* A size that the caller may choose, or 0 if it is out of range: depth of gemm, columns of
   jacobi. */
static int64_t fpmk__chosen(int kind, const void *context) {
    const fpmk_setup *setup = (const fpmk_setup *)context;
    int64_t value = 0;
    if (setup) value = kind == FPMK__GEMM ? setup->depth : setup->columns;
    if (setup && kind == FPMK__GEMM && (setup->width < 0 || setup->width > FPMK__SIDE)) return 0;
    if (value == 0) return kind == FPMK__GEMM ? 128 : 4096;
    return value >= 1 && value <= FPMK__SIDE ? value : 0;
}

/* Columns of C in gemm, which has x rows. */
static int64_t fpmk__width(int kind, const void *context, int64_t x) {
    const fpmk_setup *setup = (const fpmk_setup *)context;
    return kind == FPMK__GEMM && setup && setup->width > 0 ? setup->width : x;
}

static int fpmk__differ(double got, double want) {
    return !fpmk__finite(got) || got < want || got > want;
}

/* gemm: C += A B; v: A (x by depth), B (depth by width), C, B r for the check, room to pack. */

static void fpmk__gemm_run(fpmk__work *w) { fpmk__gemm(&w->product, w->threads, w->v[4]); }

/* C r = runs * A (B r) for a vector r of small whole numbers, none of them 0 (Freivalds): a single
   wrong element of C always shows, and it takes x^2 steps instead of x^2 depth. */
static int fpmk__gemm_check(const fpmk__work *w, double *checksum) {
    double *product = w->v[3], runs = (double)w->runs;
    int64_t i, j, depth = w->other, width = w->product.n;
    int wrong = 0;
    for (i = 0; i < depth; i++) {
        product[i] = 0;
        for (j = 0; j < width; j++) product[i] += w->v[1][i * width + j] * (double)(1 + j % 7);
    }
    for (i = 0; i < w->x; i++) {
        double got = 0, want = 0;
        for (j = 0; j < width; j++) got += w->v[2][i * width + j] * (double)(1 + j % 7);
        for (j = 0; j < depth; j++) want += w->v[0][i * depth + j] * product[j];
        wrong |= fpmk__differ(got, runs * want);
        *checksum += got;
    }
    return wrong;
}

/* gemv: y = A u; jacobi: y = u + (f - A u) / diagonal; v: A (x by other), u, y, f. */

#define FPMK__DIAGONAL 16

/* Partial sums that a compiler may keep in a vector without being allowed to reorder sums. */
static double fpmk__dot(int64_t n, const double *a, const double *b) {
    double sum[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    int64_t j;
    int k;
    for (j = 0; j + 8 <= n; j += 8)
        for (k = 0; k < 8; k++) sum[k] += a[j + k] * b[j + k];
    for (; j < n; j++) sum[0] += a[j] * b[j];
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

static void fpmk__rows_run(fpmk__work *w) {
    int64_t i;
    FPMK__OMP(omp parallel for schedule(static) num_threads(w->threads))
    for (i = 0; i < w->x; i++) {
        double sum = fpmk__dot(w->other, w->v[0] + i * w->other, w->v[1]);
        if (w->kind == FPMK__JACOBI)
            sum = w->v[1][i % w->other] + (w->v[3][i] - sum) / FPMK__DIAGONAL;
        w->v[2][i] = sum;
    }
}

/* Every row anew: A x, or of Jacobi (b - (A - D) x) / D, as it is in the books. */
static int fpmk__rows_check(const fpmk__work *w, double *checksum) {
    int64_t i, j;
    int wrong = 0, jacobi = w->kind == FPMK__JACOBI;
    for (i = 0; i < w->x; i++) {
        double sum = 0;
        for (j = 0; j < w->other; j++)
            if (!jacobi || j != i % w->other) sum += w->v[0][i * w->other + j] * w->v[1][j];
        if (jacobi) sum = (w->v[3][i] - sum) / FPMK__DIAGONAL;
        wrong |= fpmk__differ(w->v[2][i], sum);
        *checksum += sum;
    }
    return wrong;
}

/* stencil5, stencil7: v: two grids with a border, each the result of the other in turn.  A slab is
   a row of the square or a plane of the cube; the work on one is that on its lines. */

static FPMK__BOTH double fpmk__point5(const double *at, int64_t row) {
    return 0.5 * at[0] + 0.125 * ((at[-1] + at[1]) + (at[-row] + at[row]));
}

static FPMK__BOTH double fpmk__point7(const double *at, int64_t row, int64_t plane) {
    return 0.25 * at[0] +
           0.125 * (((at[-1] + at[1]) + (at[-row] + at[row])) + (at[-plane] + at[plane]));
}

static void fpmk__stencil_run(fpmk__work *w) {
    const double *from = w->v[1 - w->runs % 2];
    double *to = w->v[w->runs % 2];
    int64_t k, row = w->x + 2, slab = w->other;
    FPMK__OMP(omp parallel for schedule(static) num_threads(w->threads))
    for (k = slab; k <= w->x * slab; k += slab) {
        int64_t i, j;
        if (slab == row)
            for (j = k + 1; j <= k + w->x; j++) to[j] = fpmk__point5(from + j, row);
        else
            for (i = k + row; i <= k + w->x * row; i += row)
                for (j = i + 1; j <= i + w->x; j++) to[j] = fpmk__point7(from + j, row, slab);
    }
}

/* Every point of the last sweep, from the grid that it was made of; contraction may differ. */
static int fpmk__stencil_check(const fpmk__work *w, double *checksum) {
    const double *old = w->v[1 - w->runs % 2], *now = w->v[w->runs % 2];
    int64_t i, x = w->x, row = x + 2, slab = w->other;
    int wrong = 0, cube = slab > row;
    for (i = 0; i < row * slab; i++) {
        int64_t column = i % row, line = i / row % row, plane = i / slab;
        double got = now[i], want = old[i], sum;
        if (column > 0 && column <= x && line > 0 && line <= x && plane > 0 && plane <= x) {
            sum = old[i - row] + old[i + row] + old[i - 1] + old[i + 1];
            if (cube) sum += old[i - slab] + old[i + slab];
            want = (cube ? 0.25 : 0.5) * old[i] + sum / 8;
        }
        if (!fpmk__finite(got) || got < want - 1e-14 || got > want + 1e-14) wrong = 1;
        *checksum += got;
    }
    return wrong;
}

/* triad: a = b + c / 2; v: a, b, c. */

static void fpmk__triad_run(fpmk__work *w) {
    double *a = w->v[0];
    const double *b = w->v[1], *c = w->v[2];
    int64_t i;
    FPMK__OMP(omp parallel for schedule(static) num_threads(w->threads))
    for (i = 0; i < w->x; i++) a[i] = b[i] + 0.5 * c[i];
}

static int fpmk__triad_check(const fpmk__work *w, double *checksum) {
    int64_t i;
    int wrong = 0;
    for (i = 0; i < w->x; i++) {
        wrong |= fpmk__differ(2 * w->v[0][i], 2 * w->v[1][i] + w->v[2][i]);
        *checksum += w->v[0][i];
    }
    return wrong;
}

/* fft2d: rows, then columns; v: input (x by x complex numbers), output, scratch of each thread,
   tables of the plan.  Complex numbers are pairs.  Vectors lie in `outer` blocks one after the
   other, in each of which `inner` are interleaved: rows one by one, columns side by side. */

static FPMK__BOTH void fpmk__times(const double *x, const double *y, double *product) {
    product[0] = x[0] * y[0] - x[1] * y[1];
    product[1] = x[0] * y[1] + x[1] * y[0];
}

/* A point of the unit circle, `turn` of the way around it. */
static void fpmk__root(double turn, double *root) {
    root[0] = cos(2 * 3.14159265358979323846 * turn);
    root[1] = sin(2 * 3.14159265358979323846 * turn);
}

/* Copies of vectors of `from` numbers as vectors of `to` (zeros beyond `from`), each number times
   that of the table; mirror: number e of the copy is made of number -e modulo `from`. */
typedef struct fpmk__turn {
    const double *table;
    int64_t from, to, inner;
    int mirror;
} fpmk__turn;

/* Number e of the copy of vector v. */
static FPMK__BOTH void fpmk__turn_one(fpmk__turn t, int64_t e, int64_t v, const double *in,
                                      double *out) {
    out += 2 * (e * t.inner + v);
    out[0] = 0;
    out[1] = 0;
    if (e >= t.from) return;
    if (t.mirror && e > 0) in += 2 * (t.from - 2 * e) * t.inner;
    fpmk__times(in + 2 * (e * t.inner + v), t.table + 2 * e, out);
}

/* A butterfly: the sum of in[0] and in[gap], and their difference turned by a root of unity. */
static FPMK__BOTH void fpmk__butterfly(const double *root, const double *in, int64_t gap,
                                       double *out, int64_t next) {
    double less[2];
    less[0] = in[0] - in[2 * gap];
    less[1] = in[1] - in[2 * gap + 1];
    out[0] = in[0] + in[2 * gap];
    out[1] = in[1] + in[2 * gap + 1];
    fpmk__times(less, root, out + 2 * next);
}

/* The same on a device, a thread for each number that is written, or for each butterfly.  Numbers
   of all vectors are counted through: within a number by vector, then by number, then by block. */
#ifdef FPMK_USE_CUDA
static __global__ void fpmk__gpu_turn(int64_t count, fpmk__turn t, const double *in, double *out) {
    int64_t i = FPMK__INDEX, e = i / t.inner % t.to, block = i / t.inner / t.to * t.inner;
    if (i < count)
        fpmk__turn_one(t, e, i % t.inner, in + 2 * block * t.from, out + 2 * block * t.to);
}

static __global__ void fpmk__gpu_pass(int64_t count, int64_t gap, const double *roots, int64_t s,
                                      int64_t inner, const double *in, double *out) {
    int64_t i = FPMK__INDEX, each = s * inner, p = i / each % (gap / s);
    if (i >= count) return;
    in += 2 * (i + i / inner / gap * gap * inner);
    out += 2 * (2 * (i - i % each) + i % each);
    fpmk__butterfly(roots + 2 * p * s, in, gap * inner, out, each);
}
#endif

/* These two queue their work for a tile on a device, or do it here (NULL; then outer is 1). */
static void fpmk__fft_turn(fpmk__turn t, int64_t outer, const double *in, double *out,
                           fpmk__tile *tile) {
    int64_t e, v;
#ifdef FPMK_USE_CUDA
    if (tile)
        FPMK__TRY(tile,
                  FPMK__LAUNCH(fpmk__gpu_turn, tile->stream, outer * t.to * t.inner, t, in, out));
#endif
    (void)outer;
    if (tile) return;
    for (e = 0; e < t.to; e++)
        for (v = 0; v < t.inner; v++) fpmk__turn_one(t, e, v, in, out);
}

/* Stockham's self-sorting transform: before each pass s transforms lie interleaved, then twice as
   many. */
static void fpmk__fft_passes(const fpmk__fft *f, int64_t outer, int64_t inner, const double *in,
                             double *out, double *spare, fpmk__tile *tile) {
    int64_t s, p, q, gap = f->length / 2, left;
    (void)outer;
    if (gap == 0 && !tile) memcpy(out, in, 2 * (size_t)inner * sizeof(double));
    for (left = 0, s = 1; s <= gap; s *= 2) left++;
    for (s = 1; s <= gap; s *= 2) {
        double *to = left-- % 2 ? out : spare;
        int64_t each = s * inner;
#ifdef FPMK_USE_CUDA
        if (tile)
            FPMK__TRY(tile, FPMK__LAUNCH(fpmk__gpu_pass, tile->stream, outer * gap * inner, gap,
                                         f->tables, s, inner, in, to));
#endif
        if (!tile)
            for (p = 0; p < gap / s; p++)
                for (q = 0; q < each; q++)
                    fpmk__butterfly(f->tables + 2 * p * s, in + 2 * (q + each * p), gap * inner,
                                    to + 2 * (q + each * 2 * p), each);
        in = to;
    }
}

/* Transform vectors, with spare room for three of the passes' length each.  Bluestein (IEEE Trans.
   Audio 18, 1970): with 2 j k = j j + k k - (k - j)^2 it is a convolution with a chirp.  The
   inverse transform is the forward one, mirrored.  In this case `in` and `out` may be the last
   third of the room. */
static void fpmk__fft_run(const fpmk__fft *f, int64_t outer, int64_t inner, const double *in,
                          double *out, double *spare, fpmk__tile *tile) {
    const double *chirp = f->tables + 2 * f->length, *comb = chirp + 2 * f->n;
    double *middle = spare + 2 * f->length * outer * inner;
    double *last = middle + 2 * f->length * outer * inner;
    fpmk__turn t;
    if (f->length == f->n) {
        fpmk__fft_passes(f, outer, inner, in, out, middle, tile);
        return;
    }
    t.table = chirp;
    t.from = f->n;
    t.to = f->length;
    t.inner = inner;
    t.mirror = 0;
    fpmk__fft_turn(t, outer, in, spare, tile);
    fpmk__fft_passes(f, outer, inner, spare, middle, last, tile);
    t.table = comb;
    t.from = f->length;
    fpmk__fft_turn(t, outer, middle, spare, tile);
    fpmk__fft_passes(f, outer, inner, spare, middle, last, tile);
    t.table = chirp;
    t.to = f->n;
    t.mirror = 1;
    fpmk__fft_turn(t, outer, middle, out, tile);
}

/* The length of passes for n points. */
static void fpmk__fft_size(fpmk__fft *f, int64_t n) {
    f->n = n;
    for (f->length = 1; f->length < n;) f->length *= 2;
    if (f->length > n)
        while (f->length < 2 * n - 1) f->length *= 2;
}

/* Fill tables of 2 * (2 * length + n) doubles; scratch: 2 * length complex numbers. */
static void fpmk__fft_plan(fpmk__fft *f, double *tables, double *scratch) {
    double *chirp = tables + 2 * f->length, *comb = chirp + 2 * f->n, length = (double)f->length;
    int64_t k, part;
    f->tables = tables;
    for (k = 0; k < f->length; k++) fpmk__root(-(double)k / length, tables + 2 * k);
    if (f->length == f->n) return;
    memset(scratch, 0, 2 * (size_t)f->length * sizeof(double));
    for (k = 0; k < f->n; k++) {
        double *ahead = scratch + 2 * k, *back = scratch + 2 * ((f->length - k) % f->length);
        fpmk__root(-(double)(k * k % (2 * f->n)) / (double)(2 * f->n), chirp + 2 * k);
        for (part = 0; part < 2; part++) {
            ahead[part] = (part ? -1 : 1) * chirp[2 * k + part] / length;
            back[part] = ahead[part];
        }
    }
    fpmk__fft_passes(f, 1, 1, scratch, comb, scratch + 2 * f->length, NULL);
}

enum { FPMK__STRIP = 4 }; /* columns that are transformed at once: a cache line of a row */

/* Doubles for one thread: three buffers of passes, two of a strip. */
static int64_t fpmk__fft_scratch(const fpmk__fft *f) {
    return fpmk__round_up(2 * FPMK__STRIP * (3 * f->length + 2 * f->n), FPMK__LINE / 8);
}

/* Rows go straight from the input to the output; strips of columns are copied to where they lie
   close together, transformed, and copied back. */
static void fpmk__fft2d_run(fpmk__work *w) {
    const fpmk__fft *f = &w->fft;
    FPMK__OMP(omp parallel num_threads(w->threads)) {
        int64_t i, k, x = w->x;
        double *spare = w->v[2], *in, *out; /* in, out: a strip close together */
#ifdef FPMK_USE_OPENMP
        spare += omp_get_thread_num() * fpmk__fft_scratch(f);
#endif
        in = spare + 6 * FPMK__STRIP * f->length;
        out = in + 2 * FPMK__STRIP * x;
        FPMK__OMP(omp for schedule(static))
        for (i = 0; i < x; i++)
            fpmk__fft_run(f, 1, 1, w->v[0] + 2 * i * x, w->v[1] + 2 * i * x, spare, NULL);
        FPMK__OMP(omp for schedule(static))
        for (i = 0; i < x; i += FPMK__STRIP) {
            int64_t wide = 2 * fpmk__min(FPMK__STRIP, x - i);
            size_t bytes = (size_t)wide * sizeof *in;
            double *strip = w->v[1] + 2 * i;
            for (k = 0; k < x; k++) memcpy(in + k * wide, strip + 2 * k * x, bytes);
            fpmk__fft_run(f, 1, wide / 2, in, out, spare, NULL);
            for (k = 0; k < x; k++) memcpy(strip + 2 * k * x, out + k * wide, bytes);
        }
    }
}

/* Two elements of the input from all of the output, by the plain sum of the inverse transform, in
   which each element of the output has weight 1: a wrong one shows. */
static int fpmk__fft2d_check(const fpmk__work *w, double *checksum) {
    double *root = w->v[2], all = (double)w->x * (double)w->x, error;
    int64_t point, i, j, x = w->x;
    int wrong = 0;
    for (point = 0; point < 2; point++) {
        int64_t row = (x - 1) * point / 2, column = x - 1 - (x - 1) * point / 3;
        const double *in = w->v[0] + 2 * (row * x + column);
        double off[2] = {-all * in[0], -all * in[1]};
        for (j = 0; j < x; j++) fpmk__root((double)(j * column % x) / (double)x, root + 2 * j);
        for (i = 0; i < x; i++) {
            double sum[2] = {0, 0}, factor[2], part[2];
            for (j = 0; j < x; j++) {
                fpmk__times(w->v[1] + 2 * (i * x + j), root + 2 * j, part);
                sum[0] += part[0];
                sum[1] += part[1];
            }
            fpmk__root((double)(i * row % x) / (double)x, factor);
            fpmk__times(sum, factor, part);
            off[0] += part[0];
            off[1] += part[1];
        }
        error = off[0] * off[0] + off[1] * off[1];
        if (!fpmk__finite(error) || error > 1e-22 * all * all) wrong = 1;
        *checksum += w->v[1][2 * (row * x + column)];
    }
    return wrong || !fpmk__finite(*checksum);
}

/* gemm and gemv by a BLAS: a strip of rows a thread, each of which calls it alone. */
#ifdef FPMK_USE_CBLAS
static void fpmk__blas_run(fpmk__work *w) {
    int i, k = (int)w->other, x = (int)(w->kind == FPMK__GEMM ? w->product.n : w->x);
#ifdef OPENBLAS_VERSION
    openblas_set_num_threads(1);
#endif
    FPMK__OMP(omp parallel for schedule(static) num_threads(w->threads))
    for (i = 0; i < w->threads; i++) {
        int64_t from = w->x * i / w->threads;
        int rows = (int)(w->x * (i + 1) / w->threads - from);
        double *a = w->v[0] + from * k;
        if (rows > 0 && w->kind == FPMK__GEMM)
            cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, x, k, 1, a, k, w->v[1], x,
                        1, w->v[2] + from * x, x);
        else if (rows > 0)
            cblas_dgemv(CblasRowMajor, CblasNoTrans, rows, x, 1, a, k, w->v[1], 1, 0,
                        w->v[2] + from, 1);
    }
}
#endif

/* ---- the same on a device: kernels, and the work on a tile ---- */

#ifdef FPMK_USE_CUDA

static __global__ void fpmk__gpu_triad(int64_t count, double *a, const double *b, const double *c) {
    int64_t i = FPMK__INDEX;
    if (i < count) a[i] = b[i] + 0.5 * c[i];
}

/* A product with a vector in two steps.  Sums of every 32nd product of a row, so that neighbours
   read neighbours; */
static __global__ void fpmk__gpu_parts(int64_t count, int64_t columns, const double *a,
                                       const double *u, double *part) {
    int64_t i = FPMK__INDEX, j;
    double sum = 0;
    if (i >= count) return;
    for (j = i % FPMK__PARTS; j < columns; j += FPMK__PARTS)
        sum += a[i / FPMK__PARTS * columns + j] * u[j];
    part[i] = sum;
}

/* then their sums; f is NULL for gemv. */
static __global__ void fpmk__gpu_sums(int64_t rows, int64_t first, int64_t columns,
                                      const double *part, const double *u, const double *f,
                                      double *y) {
    int64_t i = FPMK__INDEX, j;
    double sum = 0;
    if (i >= rows) return;
    for (j = 0; j < FPMK__PARTS; j++) sum += part[i * FPMK__PARTS + j];
    y[i] = f ? u[(first + i) % columns] + (f[i] - sum) / FPMK__DIAGONAL : sum;
}

/* A slab is a row or a plane; `from` begins one slab before `to`. */
static __global__ void fpmk__gpu_stencil(int64_t count, int64_t x, int64_t slab, const double *from,
                                         double *to) {
    int64_t i = FPMK__INDEX, row = x + 2, column, line;
    const double *at = from + slab + i;
    if (i >= count) return;
    column = i % row;
    line = slab > row ? i % slab / row : 1;
    if (column == 0 || column > x || line == 0 || line > x) to[i] = *at;
    else to[i] = slab > row ? fpmk__point7(at, row, slab) : fpmk__point5(at, row);
}

/* Each thread makes 4 by 4 elements, of 4 rows next to each other and columns n/4 apart.  Without
   shared memory this is far from what the device can do, but it hides behind transfers over PCIe.
   Where the host's memory is ten times as close (NVLink-C2C) the kernel is what takes the time, and
   says little of the device: measure gemm-cublas there. */
static __global__ void fpmk__gpu_gemm(int64_t count, int64_t m, int64_t n, int64_t k,
                                      const double *a, const double *b, double *c) {
    int64_t wide = (n + FPMK__SIDE4 - 1) / FPMK__SIDE4, i = FPMK__INDEX / wide * FPMK__SIDE4;
    int64_t j = FPMK__INDEX % wide, p;
    double sum[FPMK__SIDE4][FPMK__SIDE4];
    int r, s;
    (void)count;
    if (i >= m) return; /* the same as count, and tells the compiler that row i is there */
    for (r = 0; r < FPMK__SIDE4; r++)
        for (s = 0; s < FPMK__SIDE4; s++) sum[r][s] = 0;
    for (p = 0; p < k; p++) {
        double left[FPMK__SIDE4], right[FPMK__SIDE4];
        for (r = 0; r < FPMK__SIDE4; r++) left[r] = i + r < m ? a[(i + r) * k + p] : 0;
        for (s = 0; s < FPMK__SIDE4; s++) right[s] = j + s * wide < n ? b[p * n + j + s * wide] : 0;
        for (r = 0; r < FPMK__SIDE4; r++)
            for (s = 0; s < FPMK__SIDE4; s++) sum[r][s] += left[r] * right[s];
    }
    for (r = 0; r < FPMK__SIDE4; r++)
        for (s = 0; s < FPMK__SIDE4; s++)
            if (i + r < m && j + s * wide < n) c[(i + r) * n + j + s * wide] += sum[r][s];
}

/* The toolkit's own function for a tile in place of our kernels: 0 if the kernel is not by these.
   To them matrices lie by columns: C' += B' A'. */
static int fpmk__by_library(const fpmk__work *w, fpmk__tile *t, const double *a, const double *b,
                            double *c, int64_t depth) {
#ifdef FPMK_USE_CUBLAS
    const double one = 1, zero = 0;
    int rows = (int)t->rows, columns = (int)t->columns, deep = (int)depth;
    if (w->place == FPMK__VENDOR && w->kind == FPMK__GEMM)
        FPMK__ASK(t, cublasDgemm(w->gpu.blas[t->lane], CUBLAS_OP_N, CUBLAS_OP_N, columns, rows,
                                 deep, &one, b, columns, a, deep, &one, c, columns));
    if (w->place == FPMK__VENDOR && w->kind == FPMK__GEMV)
        FPMK__ASK(t, cublasDgemv(w->gpu.blas[t->lane], CUBLAS_OP_T, deep, rows, &one, a, deep, b, 1,
                                 &zero, c, 1));
#endif
#ifdef FPMK_USE_CUFFT
    if (w->place == FPMK__VENDOR && w->kind == FPMK__FFT2D) {
        int lane = t->rows == w->gpu.tile ? t->lane : (int)FPMK__LANES;
        cufftHandle plan = w->gpu.plan[2 * lane + t->phase];
        cufftDoubleComplex *z = (cufftDoubleComplex *)c;
        FPMK__ASK(t, cufftSetStream(plan, t->stream));
        FPMK__ASK(t, cufftExecZ2Z(plan, z, z, CUFFT_FORWARD));
    }
#endif
    (void)t;
    (void)a;
    (void)b;
    (void)c;
    (void)depth;
    return w->place == FPMK__VENDOR;
}

/* A rectangle of C, and what it needs of A and B in steps of the depth: all of it if that fits,
   else as much as the budget leaves, which is at least a square for each. */
static void fpmk__gemm_device(const fpmk__work *w, fpmk__tile *t) {
    const fpmk__product *g = &w->product;
    double side = (double)w->gpu.tile, m = fmin(side, (double)g->m), n = fmin(side, (double)g->n);
    double fits = floor((w->gpu.budget - m * n) / (m + n));
    int64_t step = (int64_t)fmin((double)g->k, fmax(side, fits)), p;
    int64_t threads = fpmk__round_up(t->rows, FPMK__SIDE4) / FPMK__SIDE4 *
                      (fpmk__round_up(t->columns, FPMK__SIDE4) / FPMK__SIDE4);
    double *corner = g->c + t->first * g->ldc + t->column;
    double *c = fpmk__send(t, corner, g->ldc, t->rows, t->columns);
    double *a = fpmk__take(t, t->rows * step), *b = fpmk__take(t, step * t->columns);
    for (p = 0; p < g->k && t->status == FPM_OK; p += step) {
        int64_t deep = fpmk__min(step, g->k - p);
        fpmk__copy(t, a, deep, g->a + t->first * g->lda + p, g->lda, t->rows, deep,
                   cudaMemcpyHostToDevice);
        fpmk__copy(t, b, t->columns, g->b + p * g->ldb + t->column, g->ldb, deep, t->columns,
                   cudaMemcpyHostToDevice);
        if (!fpmk__by_library(w, t, a, b, c, deep))
            FPMK__TRY(t, FPMK__LAUNCH(fpmk__gpu_gemm, t->stream, threads, t->rows, t->columns, deep,
                                      a, b, c));
    }
    fpmk__fetch(t, corner, g->ldc, c, t->rows, t->columns);
}

/* Rows of A, with all of u. */
static void fpmk__rows_device(const fpmk__work *w, fpmk__tile *t) {
    const double *u = w->gpu.memory, *f = NULL;
    int64_t rows = t->rows, other = w->other;
    double *a = fpmk__send(t, w->v[0] + t->first * other, other, rows, other);
    double *part = fpmk__take(t, rows * FPMK__PARTS), *y = fpmk__take(t, rows);
    if (w->kind == FPMK__JACOBI) f = fpmk__send(t, w->v[3] + t->first, 1, rows, 1);
    if (!fpmk__by_library(w, t, a, u, y, other)) {
        FPMK__TRY(t,
                  FPMK__LAUNCH(fpmk__gpu_parts, t->stream, rows * FPMK__PARTS, other, a, u, part));
        FPMK__TRY(t, FPMK__LAUNCH(fpmk__gpu_sums, t->stream, rows, t->first, other, part, u, f, y));
    }
    fpmk__fetch(t, w->v[2] + t->first, 1, y, rows, 1);
}

/* Rows of the input, or in the second phase columns of the output. */
static void fpmk__fft_device(const fpmk__work *w, fpmk__tile *t) {
    int64_t x = w->x, room = 2 * w->fft.length * t->rows, at = 2 * t->first * (t->phase ? 1 : x);
    int64_t rows = t->phase ? x : t->rows, wide = 2 * (t->phase ? t->rows : x);
    double *spare = fpmk__take(t, 2 * room), *data = fpmk__take(t, room);
    fpmk__fft f = w->fft;
    f.tables = w->gpu.memory;
    fpmk__copy(t, data, wide, w->v[t->phase] + at, 2 * x, rows, wide, cudaMemcpyHostToDevice);
    if (t->status == FPM_OK && !fpmk__by_library(w, t, NULL, NULL, data, 0)) {
        double *out = f.length == f.n && f.n > 1 ? spare : data;
        fpmk__fft_run(&f, t->phase ? 1 : t->rows, t->phase ? t->rows : 1, data, out, spare, t);
        data = out;
    }
    fpmk__fetch(t, w->v[1] + at, 2 * x, data, rows, wide);
}

/* Slabs of the new grid, from those of the old one with their neighbours on both sides. */
static void fpmk__stencil_device(const fpmk__work *w, fpmk__tile *t) {
    int64_t slab = w->other, count = t->rows * slab, at = t->first * slab;
    double *from = fpmk__send(t, w->v[1 - w->runs % 2] + at, slab, t->rows + 2, slab);
    double *to = fpmk__take(t, count);
    FPMK__TRY(t, FPMK__LAUNCH(fpmk__gpu_stencil, t->stream, count, w->x, slab, from, to));
    fpmk__fetch(t, w->v[w->runs % 2] + at + slab, slab, to, t->rows, slab);
}

static void fpmk__triad_device(const fpmk__work *w, fpmk__tile *t) {
    double *b = fpmk__send(t, w->v[1] + t->first, 1, t->rows, 1);
    double *c = fpmk__send(t, w->v[2] + t->first, 1, t->rows, 1), *a = fpmk__take(t, t->rows);
    FPMK__TRY(t, FPMK__LAUNCH(fpmk__gpu_triad, t->stream, t->rows, a, b, c));
    fpmk__fetch(t, w->v[0] + t->first, 1, a, t->rows, 1);
}

/* ---- all tiles ---- */

/* The tile that begins at a row (element, slab, vector) and, in gemm, a column. */
static void fpmk__gpu_tile(const fpmk__work *w, fpmk__tile *t, int64_t first, int64_t column) {
    const fpmk__gpu *g = &w->gpu;
    t->first = first;
    t->rows = fpmk__min(g->tile, g->down - first);
    t->column = column;
    t->columns = fpmk__min(g->tile, g->across - column);
    t->used = 0;
    switch (w->kind) {
    case FPMK__GEMM: fpmk__gemm_device(w, t); break;
    case FPMK__GEMV:
    case FPMK__JACOBI: fpmk__rows_device(w, t); break;
    case FPMK__FFT2D: fpmk__fft_device(w, t); break;
    case FPMK__TRIAD: fpmk__triad_device(w, t); break;
    default: fpmk__stencil_device(w, t);
    }
}

/* All of them, on the streams in turn. */
static int fpmk__gpu_tiles(const fpmk__work *w, int phase) {
    const fpmk__gpu *g = &w->gpu;
    int64_t row, column;
    fpmk__tile t;
    memset(&t, 0, sizeof t);
    t.phase = phase;
    for (row = 0; row < g->down; row += g->tile) {
        for (column = 0; column < g->across; column += g->tile) {
            t.stream = g->lane[t.lane];
            t.buffers = g->memory + w->commons + t.lane * g->room;
            fpmk__gpu_tile(w, &t, row, column);
            t.lane = (t.lane + 1) % FPMK__LANES;
        }
    }
    return t.status;
}

/* Choose the largest tile, up to a side, that the budget has room for, or 0. */
static void fpmk__gpu_choose(fpmk__work *w, double most) {
    fpmk__gpu *g = &w->gpu;
    int64_t low = 0, high = (int64_t)most;
    while (low < high) {
        fpmk__tile t;
        memset(&t, 0, sizeof t);
        t.status = FPM_E_STOPPED; /* it only counts */
        g->tile = low + (high - low + 1) / 2;
        fpmk__gpu_tile(w, &t, 0, 0);
        if ((double)t.used <= g->budget) {
            low = g->tile;
            g->room = t.used;
        } else high = g->tile - 1;
    }
    g->tile = low;
}

/* All of a run, after what the caller's stream was given.  The host itself waits for that where
   CUDA may read memory at once, as it does when it is pageable, and where the event is refused, as
   it is by a stream of another device. */
static void fpmk__gpu_phases(fpmk__work *w) {
    fpmk__gpu *g = &w->gpu;
    int phase, i;
    if (g->before && g->pinned) fpmk__gpu_follow(g, g->before);
    if (g->before && (!g->pinned || g->status != FPM_OK)) {
        g->status = FPM_OK;
        FPMK__TRY(g, cudaStreamSynchronize(g->before));
    }
    if (w->commons) {
        FPMK__TRY(g, cudaMemcpyAsync(g->memory, w->common, (size_t)w->commons * sizeof *g->memory,
                                     cudaMemcpyHostToDevice, g->lane[0]));
        fpmk__gpu_follow(g, g->lane[0]);
    }
    for (phase = 0; phase < (w->kind == FPMK__FFT2D ? 2 : 1); phase++) {
        if (g->status == FPM_OK) g->status = fpmk__gpu_tiles(w, phase);
        for (i = 0; i < FPMK__LANES; i++) { /* also after a failure, for buffers are in use */
            cudaError_t ended = cudaStreamSynchronize(g->lane[i]);
            FPMK__TRY(g, ended);
        }
    }
}

/* Handles and plans of the toolkit's own libraries.  Plans for rows and columns: a pair for the
   whole tiles of each lane, since lanes work at the same time and a plan has one work area, and one
   for the last tile. */
static void fpmk__gpu_libraries(fpmk__work *w) {
    int i;
    (void)w;
    (void)i;
#ifdef FPMK_USE_CUBLAS
    for (i = 0; i < FPMK__LANES && w->kind != FPMK__FFT2D; i++) {
        FPMK__ASK(&w->gpu, cublasCreate(&w->gpu.blas[i]));
        if (w->gpu.status == FPM_OK) w->gpu.handles++;
        FPMK__ASK(&w->gpu, cublasSetStream(w->gpu.blas[i], w->gpu.lane[i]));
    }
#endif
#ifdef FPMK_USE_CUFFT
    int n = (int)w->x, tile = (int)w->gpu.tile, plans = 2 * FPMK__LANES + (n % tile ? 2 : 0);
    for (i = 0; i < plans && w->gpu.status == FPM_OK && w->kind == FPMK__FFT2D; i++) {
        int many = i < 2 * FPMK__LANES ? tile : n % tile;
        int step = i % 2 ? many : 1, next = i % 2 ? 1 : n;
        cufftResult made =
            cufftPlanMany(&w->gpu.plan[i], 1, &n, &n, step, next, &n, step, next, CUFFT_Z2Z, many);
        if (made == CUFFT_SUCCESS) w->gpu.plans++;
        FPMK__ASK(&w->gpu, made);
        if (made == CUFFT_ALLOC_FAILED) w->gpu.status = FPM_E_MEMORY;
    }
#endif
}

/* Give back what the device has of a state; the current device must be that one. */
static void fpmk__gpu_close(fpmk__work *w) {
    fpmk__gpu *g = &w->gpu;
    int i;
#ifdef FPMK_USE_CUBLAS
    for (i = 0; i < g->handles; i++) cublasDestroy(g->blas[i]);
#endif
#ifdef FPMK_USE_CUFFT
    for (i = 0; i < g->plans; i++) cufftDestroy(g->plan[i]);
#endif
    for (i = 0; i < FPMK__LANES; i++)
        if (g->lane[i]) cudaStreamDestroy(g->lane[i]);
    if (g->event) cudaEventDestroy(g->event);
    if (g->memory) cudaFree(g->memory);
    if (w->bytes && g->pinned) cudaHostUnregister(w);
}

/* Choose the tiles, and make what they need on the device: streams, and memory.  The memory of a
   state is pinned; where the system lets no more be (a limit, a container), copies from and to
   pageable memory work as well, only slower. */
static int fpmk__gpu_attach(fpmk__work *w, const fpmk_setup *setup) {
    fpmk__gpu *g = &w->gpu;
    size_t left = 0, all = 0;
    double budget, most;
    int i;
    FPMK__TRY(g, cudaMemGetInfo(&left, &all));
    if (g->status != FPM_OK) return g->status;
    g->before = setup ? (cudaStream_t)setup->stream : NULL;
    budget = setup && setup->device_bytes ? (double)setup->device_bytes : 0.9 * (double)left;
    g->budget = (budget / 8 - (double)w->commons) / FPMK__LANES;
    g->down = w->kind == FPMK__GEMM ? w->product.m : w->x;
    g->across = w->kind == FPMK__GEMM ? w->product.n : 1;
    most = fmax((double)g->down, (double)g->across);
    if (w->kind == FPMK__GEMM) most = most > 64 ? ceil(most / 2) : most;
    else most = most > 8 ? ceil(most / 4) : most;
    fpmk__gpu_choose(w, most);
    if (g->tile < 1) {
        g->status = FPM_E_MEMORY;
        return g->status;
    }
    g->pinned = w->bytes && cudaHostRegister(w, w->bytes, cudaHostRegisterDefault) == cudaSuccess;
    FPMK__TRY(g, cudaEventCreateWithFlags(&g->event, cudaEventDisableTiming));
    for (i = 0; i < FPMK__LANES; i++)
        FPMK__TRY(g, cudaStreamCreateWithFlags(&g->lane[i], cudaStreamNonBlocking));
    FPMK__TRY(g, cudaMalloc((void **)&g->memory,
                            (size_t)(w->commons + FPMK__LANES * g->room) * sizeof *g->memory));
    if (w->place == FPMK__VENDOR) fpmk__gpu_libraries(w);
    return g->status;
}

static int fpmk__pinned(const void *at) {
    cudaPointerAttributes known;
    memset(&known, 0, sizeof known);
    return cudaPointerGetAttributes(&known, at) == cudaSuccess && known.type == cudaMemoryTypeHost;
}

#endif

FPMK__DECL int fpmk_gemm_cuda(const fpmk_setup *setup, int64_t m, int64_t n, int64_t k,
                              const double *a, int64_t lda, const double *b, int64_t ldb, double *c,
                              int64_t ldc) {
    const fpmk__product g = {m, n, k, a, lda, b, ldb, c, ldc};
    int status = fpmk__gemm_status(&g);
#ifdef FPMK_USE_CUDA
    fpmk__work w;
    if (status != FPM_OK || !m || !n || !k) return status;
    memset(&w, 0, sizeof w);
    w.kind = FPMK__GEMM;
    w.place = FPMK__CUDA;
    w.product = g;
    fpmk__gpu_enter(&w.gpu, setup ? setup->device : 0);
    fpmk__gpu_attach(&w, setup);
    w.gpu.pinned = w.gpu.before && fpmk__pinned(a) && fpmk__pinned(b) && fpmk__pinned(c);
    if (w.gpu.status == FPM_OK) fpmk__gpu_phases(&w);
    fpmk__gpu_close(&w);
    return fpmk__gpu_leave(&w.gpu);
#else
    (void)setup;
    return status == FPM_OK ? (int)FPM_E_UNSUPPORTED : status;
#endif
}

/* ---- states, and the table of kernels ---- */

/* Array i of a state, a matrix (a vector is one row or one column): counted, or placed and filled
   with multiples of 1/8 from -1 to 1 by the threads that will work on its rows.  Sums of products
   of these are exact in any order, so that results are compared without a tolerance.  Seed 0:
   zeros. */
static void fpmk__array(fpmk__work *w, int i, int64_t rows, int64_t columns, uint32_t seed) {
    double *to;
    int64_t row;
    w->need += 8 * (double)rows * (double)columns + FPMK__LINE;
    if (!w->free) return;
    w->free += (0 - (uintptr_t)w->free) % FPMK__LINE;
    to = (double *)(void *)w->free;
    w->v[i] = to;
    w->free += (size_t)(rows * columns) * sizeof(double);
    FPMK__OMP(omp parallel for schedule(static) num_threads(w->threads))
    for (row = 0; row < rows; row++) {
        int64_t j;
        for (j = row * columns; j < (row + 1) * columns; j++) {
            uint32_t z = ((uint32_t)j ^ seed) * 2654435769u;
            z = (z ^ z >> 15) * 2246822519u;
            to[j] = seed ? (double)((int)(z >> 24) % 17 - 8) / 8 : 0;
        }
    }
}

/* The arrays of a state, and what is derived from them and from x: what `other` means. */
static void fpmk__arrays(fpmk__work *w) {
    int64_t x = w->x, side = x + 2, other = w->other, i;
    switch (w->kind) {
    case FPMK__GEMM:
        fpmk__array(w, 0, x, other, 1);
        fpmk__array(w, 1, other, w->product.n, 2);
        fpmk__array(w, 2, x, w->product.n, 0);
        fpmk__array(w, 3, other, 1, 0);
        fpmk__array(w, 4, fpmk__gemm_room(w->product.n, other), 1, 0);
        w->product.m = x;
        w->product.k = other;
        w->product.lda = other;
        w->product.ldb = w->product.n;
        w->product.ldc = w->product.n;
        w->product.a = w->v[0];
        w->product.b = w->v[1];
        w->product.c = w->v[2];
        break;
    case FPMK__GEMV:
    case FPMK__JACOBI:
        other = w->other = w->kind == FPMK__GEMV ? x : other;
        fpmk__array(w, 0, x, other, 4);
        fpmk__array(w, 1, 1, other, 5);
        fpmk__array(w, 2, x, 1, 6);
        fpmk__array(w, 3, x, 1, 7);
        if (w->free && w->kind == FPMK__JACOBI)
            for (i = 0; i < x; i++) w->v[0][i * other + i % other] = FPMK__DIAGONAL;
        w->common = w->v[1];
        w->commons = other;
        break;
    case FPMK__FFT2D:
        fpmk__fft_size(&w->fft, x);
        fpmk__array(w, 0, x, 2 * x, 12);
        fpmk__array(w, 1, x, 2 * x, 13);
        fpmk__array(w, 2, w->threads, fpmk__fft_scratch(&w->fft), 0);
        fpmk__array(w, 3, 1, 2 * (2 * w->fft.length + x), 0);
        if (w->free) fpmk__fft_plan(&w->fft, w->v[3], w->v[2]);
        w->common = w->v[3];
        w->commons = 2 * (2 * w->fft.length + x);
        break;
    case FPMK__TRIAD:
        for (i = 0; i < 3; i++) fpmk__array(w, (int)i, x, 1, 9 + (uint32_t)i);
        break;
    default: /* both grids hold the same at first, which gives both the same border */
        w->other = w->kind == FPMK__STENCIL5 ? side : side * side;
        for (i = 0; i < 2; i++) fpmk__array(w, (int)i, side, w->other, 8);
    }
}

/* Make a state with its arrays.  Memory that the system does not have is refused, for it would
   grant it and then end the process. */
static int fpmk__work_make(fpmk__work *like, fpmk__work **made) {
    fpmk__work *w;
    like->need = sizeof *like + FPMK__LINE;
    fpmk__arrays(like);
    if (like->need > (double)(SIZE_MAX / 4) || (!like->alloc && like->need > fpmk__memory()))
        return FPM_E_MEMORY;
    like->bytes = (size_t)like->need;
    w = (fpmk__work *)fpmk__resize(like->alloc, NULL, 0, like->bytes);
    if (!w) return FPM_E_MEMORY;
    *w = *like;
    w->free = (char *)(w + 1);
    fpmk__arrays(w);
    *made = w;
    return FPM_OK;
}

static void fpmk__work_fini(void *context, void *state) {
    fpmk__work *w = (fpmk__work *)state;
    (void)context;
    fpmk__resize(w->alloc, w, w->bytes, 0);
}

#ifdef FPMK_USE_CUDA
/* A state with its part on the device, which is known to be there before the arrays are made. */
static int fpmk__gpu_make(const fpmk_setup *setup, fpmk__work *like, fpmk__work **made) {
    fpmk__work *w = NULL;
    int status = fpmk__gpu_enter(&like->gpu, setup ? setup->device : 0);
    if (status == FPM_OK) status = fpmk__work_make(like, &w);
    if (w) status = fpmk__gpu_attach(w, setup);
    if (w && status != FPM_OK) {
        fpmk__gpu_close(w);
        fpmk__work_fini(NULL, w);
    }
    fpmk__gpu_leave(&like->gpu);
    *made = w;
    return status;
}

static int fpmk__gpu_run(fpmk__work *w) {
    if (fpmk__gpu_enter(&w->gpu, w->gpu.device) == FPM_OK) fpmk__gpu_phases(w);
    fpmk__gpu_leave(&w->gpu);
    return w->gpu.status;
}

static void fpmk__gpu_fini(void *context, void *state) {
    fpmk__work *w = (fpmk__work *)state;
    fpmk__gpu_enter(&w->gpu, w->gpu.device);
    fpmk__gpu_close(w);
    fpmk__gpu_leave(&w->gpu);
    fpmk__work_fini(context, w);
}
#endif

/* What all kernels' init does: x and what was chosen are checked before anything is made. */
static int fpmk__work_init(int kind, int place, int64_t units, void *context, int64_t x,
                           int threads, const fpm_alloc *alloc, void **state) {
    fpmk__work like, *made = NULL;
    int status;
    memset(&like, 0, sizeof like);
    like.alloc = alloc;
    like.kind = kind;
    like.place = place;
    like.x = x;
    like.threads = 1;
#ifdef FPMK_USE_OPENMP
    if (threads > 1) like.threads = threads;
#endif
    (void)threads;
    like.product.n = fpmk__width(kind, context, x);
    if (kind == FPMK__GEMM || kind == FPMK__JACOBI) {
        like.other = fpmk__chosen(kind, context);
        if (!like.other) return FPM_E_ARGUMENT;
    }
    if (!units) return FPM_E_SIZE;
#ifdef FPMK_USE_CUDA
    if (place >= FPMK__CUDA) status = fpmk__gpu_make((const fpmk_setup *)context, &like, &made);
    else
#endif
        status = fpmk__work_make(&like, &made);
    if (status == FPM_OK) *state = made;
    return status;
}

static int fpmk__work_run(void *context, void *state) {
    static void (*const run[])(fpmk__work *) = {
        fpmk__gemm_run,    fpmk__rows_run,  fpmk__rows_run, fpmk__stencil_run,
        fpmk__stencil_run, fpmk__fft2d_run, fpmk__triad_run};
    fpmk__work *w = (fpmk__work *)state;
    (void)context;
    w->runs++;
    switch (w->place) {
    case FPMK__PLAIN:
        return fpmk_gemm_plain(w->x, w->product.n, w->other, w->v[0], w->other, w->v[1],
                               w->product.n, w->v[2], w->product.n);
#ifdef FPMK_USE_CBLAS
    case FPMK__BLAS: fpmk__blas_run(w); break;
#endif
#ifdef FPMK_USE_CUDA
    case FPMK__CUDA:
    case FPMK__VENDOR: return fpmk__gpu_run(w);
#endif
    default: run[w->kind](w);
    }
    return FPM_OK;
}

static int fpmk__work_check(void *context, void *state, double *checksum) {
    static int (*const check[])(const fpmk__work *, double *) = {
        fpmk__gemm_check,    fpmk__rows_check,  fpmk__rows_check, fpmk__stencil_check,
        fpmk__stencil_check, fpmk__fft2d_check, fpmk__triad_check};
    const fpmk__work *w = (const fpmk__work *)state;
    (void)context;
    *checksum = 0;
    return check[w->kind](w, checksum) | (w->runs == 0 && w->kind != FPMK__GEMM);
}

/* What a kernel says of its kind. */
#define FPMK__SAYS(kind, most, units, flops, bytes, what)                                          \
    static const char fpmk__##kind##_what[] = what;                                                \
    static int64_t fpmk__##kind##_units(void *context, int64_t n) {                                \
        int64_t wide = fpmk__width(FPMK__##kind, context, n);                                      \
        (void)wide;                                                                                \
        return n >= 1 && n <= most ? units : 0;                                                    \
    }                                                                                              \
    static double fpmk__##kind##_flops(void *context, int64_t x) {                                 \
        double n = (double)x, c = (double)fpmk__chosen(FPMK__##kind, context);                     \
        double wide = (double)fpmk__width(FPMK__##kind, context, x);                               \
        (void)c;                                                                                   \
        (void)wide;                                                                                \
        return flops;                                                                              \
    }                                                                                              \
    static double fpmk__##kind##_bytes(void *context, int64_t x) {                                 \
        double n = (double)x, c = (double)fpmk__chosen(FPMK__##kind, context);                     \
        double wide = (double)fpmk__width(FPMK__##kind, context, x);                               \
        (void)c;                                                                                   \
        (void)wide;                                                                                \
        return bytes;                                                                              \
    }
FPMK__KINDS(FPMK__SAYS)

/* The kernels of this build: what is computed, by what, what ends it, the name.  Words like GEMM
   and CUDA only go where they are pasted to others: a program may have macros of these names. */
#define FPMK__SEVEN(X, place, fini, tail)                                                          \
    X(GEMM, place, fini, "gemm" tail)                                                              \
    X(GEMV, place, fini, "gemv" tail)                                                              \
    X(JACOBI, place, fini, "jacobi" tail)                                                          \
    X(STENCIL5, place, fini, "stencil5" tail)                                                      \
    X(STENCIL7, place, fini, "stencil7" tail)                                                      \
    X(FFT2D, place, fini, "fft2d" tail)                                                            \
    X(TRIAD, place, fini, "triad" tail)
#define FPMK__KERNELS(X)                                                                           \
    FPMK__SEVEN(X, FPMK__HOST, fpmk__work_fini, "")                                                \
    X(GEMM, FPMK__PLAIN, fpmk__work_fini, "gemm-plain")                                            \
    FPMK__IF_BLAS(X(GEMM, FPMK__BLAS, fpmk__work_fini, "gemm-blas"))                               \
    FPMK__IF_BLAS(X(GEMV, FPMK__BLAS, fpmk__work_fini, "gemv-blas"))                               \
    FPMK__IF_CUDA(FPMK__SEVEN(X, FPMK__CUDA, fpmk__gpu_fini, "-cuda"))                             \
    FPMK__IF_CUBLAS(X(GEMM, FPMK__VENDOR, fpmk__gpu_fini, "gemm-cublas"))                          \
    FPMK__IF_CUBLAS(X(GEMV, FPMK__VENDOR, fpmk__gpu_fini, "gemv-cublas"))                          \
    FPMK__IF_CUFFT(X(FFT2D, FPMK__VENDOR, fpmk__gpu_fini, "fft2d-cufft"))

#define FPMK__INIT(kind, place, fini, name)                                                        \
    static int fpmk__##kind##_##place(void *context, int64_t x, int threads,                       \
                                      const fpm_alloc *alloc, void **state) {                      \
        return fpmk__work_init(FPMK__##kind, place, fpmk__##kind##_units(context, x), context, x,  \
                               threads, alloc, state);                                             \
    }
FPMK__KERNELS(FPMK__INIT)

/* Rows of the table: what a kernel says, and its calls. */
#define FPMK__SAID(kind) kind##_what, NULL, kind##_units, kind##_flops, kind##_bytes
#define FPMK__RUN fpmk__work_run, fpmk__work_check
#define FPMK__ROW(kind, place, fini, name)                                                         \
    {name, FPMK__SAID(fpmk__##kind), fpmk__##kind##_##place, FPMK__RUN, fini},

FPMK__DECL const fpmk_kernel *fpmk_kernel_at(int i) {
    static const fpmk_kernel kernels[] = {FPMK__KERNELS(FPMK__ROW)};
    return i >= 0 && i < (int)(sizeof kernels / sizeof kernels[0]) ? &kernels[i] : NULL;
}

FPMK__DECL const fpmk_kernel *fpmk_kernel_find(const char *name) {
    const fpmk_kernel *kernel;
    int i;
    if (!name) return NULL;
    for (i = 0;; i++) {
        kernel = fpmk_kernel_at(i);
        if (!kernel || strcmp(kernel->name, name) == 0) return kernel;
    }
}

FPMK__DECL int fpmk_caps(fpmk_capabilities *caps) {
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
#if defined(FPMK__UNIX) || defined(FPMK__WINDOWS)
    caps->threads = 1;
#endif
#ifdef FPMK__AFFINITY
    caps->affinity = 1;
#endif
#ifdef FPMK_USE_OPENMP
    caps->openmp = 1;
#endif
    caps->blas = fpmk_kernel_find("gemm-blas") != NULL;
    caps->cuda = fpmk_kernel_find("gemm-cuda") != NULL;
    do caps->cores++;
    while (fpmk_core(caps->cores) >= 0);
    caps->memory = fpmk__memory();
    caps->simd_bytes = FPMK__VECTOR;
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

/* ---- >>stat ---------------------------------------------------------------------------------- */

/* Repeated measurements of one time: its median or mean, an interval around it that holds the true
   value with the confidence asked for, and whether it is narrow enough to stop.  Nothing of the
   library is needed; the samples are the caller's array, kept ascending by insertion.

   The median's interval runs from one sample to another.  Each sample lies below the true median
   with probability 1/2, so the number that does is binomial, whatever the noise looks like: samples
   j and n + 1 - j enclose the median except with probability 2 P(B(n, 1/2) < j), and j is the
   largest rank for which that is at most 1 - confidence.  The mean's interval is Student's t times
   the standard error, which assumes normal noise.  See Hoefler and Belli, SC 2015. */

/* The confidence asked for, with its default. */
static double fpmk__stat_confidence(const fpmk_stat *stat) {
    return stat->confidence > 0 ? stat->confidence : 0.95;
}

/* Two-sided quantile of Student's t: P(|T| <= t) = confidence for df degrees of freedom, by the
   finite series of Abramowitz and Stegun, 26.7.3-4, in the angle theta = atan(t / sqrt(df)).  There
   P rises concavely, its derivative is the last term times (df - 1) cos(theta), and Newton's method
   rises to the quantile from 0 in about six steps. */
static double fpmk__student(int64_t df, double confidence) {
    const double pi = 3.14159265358979323846;
    double theta = 0, rest = confidence, step = 1; /* rest: of the confidence */
    int round, nu = (int)fpmk__min(df, 1000);      /* beyond, t is within 0.2 % of the normal's */
    for (round = 0;
         rest > 1e-14 * confidence && step > 1e-9 * fmin(theta, pi / 2 - theta) && round < 60;
         round++) {
        double c = cos(theta), s = sin(theta), c2 = c * c;
        /* The series: sum over cos^k(theta) with the coefficients of odd or even nu. */
        double term = nu % 2 ? c : 1, sum = term, p, rise;
        int k;
        for (k = nu % 2 ? 3 : 2; k < nu; k += 2) {
            term *= c2 * (double)(k - 1) / (double)k;
            sum += term;
        }
        p = nu % 2 ? 2 / pi * (theta + s * sum) : s * sum;
        rise = (nu % 2 ? 2 / pi : 1) * (term * c * (nu - 1));
        rest = confidence - p;
        step = rest / (rise + 1e-300);
        theta += fmin(step, 0.5 * (pi / 2 - theta)); /* rounding must not lead past pi / 2 */
    }
    return sqrt((double)nu) * tan(theta);
}

/* The rank j, from 1, such that samples j and count + 1 - j enclose the median with the confidence;
   0 when there are too few samples.  The binomial tail is summed exactly up to 1000 samples, where
   2^-count is still a normal double (up to 1022 it is); beyond, it is n/2 - t sqrt(n)/2. */
static int64_t fpmk__median_rank(int64_t count, double confidence) {
    double term, tail, beyond = 0.5 * (1 - confidence);
    int64_t j = 0;
    if (count > 1000) {
        double n = (double)count;
        return (int64_t)(0.5 * (n - fpmk__student(1000, confidence) * sqrt(n)));
    }
    term = ldexp(1.0, -(int)count);
    for (tail = term; tail <= beyond; tail += term) { /* beyond the middle rank it is above 1/2 */
        j++;
        term *= (double)(count - j + 1) / (double)j;
    }
    return j;
}

/* Set value, low, high and half_width for the median. */
static void fpmk__stat_median(fpmk_stat *stat) {
    const double *x = stat->sample;
    int64_t n = stat->count, rank = fpmk__median_rank(n, fpmk__stat_confidence(stat));
    stat->value = n % 2 ? x[n / 2] : 0.5 * x[n / 2 - 1] + 0.5 * x[n / 2];
    stat->low = rank > 0 ? x[rank - 1] : stat->value;
    stat->high = rank > 0 ? x[n - rank] : stat->value;
    stat->half_width = 0.5 * (stat->high - stat->low);
}

/* Set them for the mean.  Sums are of differences, so that like samples lose no digits. */
static void fpmk__stat_mean(fpmk_stat *stat) {
    const double *x = stat->sample;
    double sum = 0, squares = 0;
    int64_t i, n = stat->count;
    for (i = 0; i < n; i++) sum += x[i] - x[0];
    stat->value = x[0] + sum / (double)n;
    for (i = 0; i < n; i++) squares += (x[i] - stat->value) * (x[i] - stat->value);
    stat->half_width = 0;
    if (n > 2)
        stat->half_width = fpmk__student(n - 1, fpmk__stat_confidence(stat)) *
                           sqrt(squares / ((double)n * (double)(n - 1)));
    stat->low = stat->value - stat->half_width;
    stat->high = stat->value + stat->half_width;
}

/* How many samples lie more than 3 interquartile ranges outside the quartiles. */
static int64_t fpmk__stat_outliers(const fpmk_stat *stat) {
    const double *x = stat->sample;
    int64_t i, n = stat->count, outside = 0;
    double first = x[(n - 1) / 4], third = x[(n - 1) - (n - 1) / 4], reach = 3 * (third - first);
    for (i = 0; i < n; i++)
        if (x[i] < first - reach || x[i] > third + reach) outside++;
    return outside;
}

FPMK__DECL int fpmk_stat_add(fpmk_stat *stat, double seconds) {
    int64_t i;
    if (!stat || !stat->sample || stat->count < 0 || stat->method < FPMK_MEDIAN ||
        stat->method > FPMK_MEAN || !fpmk__finite(stat->confidence) || !(stat->confidence >= 0) ||
        !(stat->confidence < 1) || !fpmk__finite(stat->precision) || !(stat->precision >= 0))
        return FPM_E_ARGUMENT;
    if (!fpmk__finite(seconds) || seconds < FPM_TIME_MIN || seconds > FPM_TIME_MAX)
        return FPM_E_TIME;
    if (stat->count >= stat->capacity) return FPM_E_CAPACITY;
    for (i = stat->count; i > 0 && stat->sample[i - 1] > seconds; i--)
        stat->sample[i] = stat->sample[i - 1];
    stat->sample[i] = seconds;
    stat->count++;
    if (stat->method == FPMK_MEDIAN) fpmk__stat_median(stat);
    else fpmk__stat_mean(stat);
    stat->outliers = fpmk__stat_outliers(stat);
    return FPM_OK;
}

FPMK__DECL int fpmk_stat_done(const fpmk_stat *stat) {
    double precision;
    if (!stat || stat->count < 3) return 0;
    precision = stat->precision > 0 ? stat->precision : 0.025;
    if (!(stat->half_width <= precision * stat->value)) return 0;
    return stat->method == FPMK_MEAN ||
           fpmk__median_rank(stat->count, fpmk__stat_confidence(stat)) > 0;
}

/* ---- >>costs --------------------------------------------------------------------------------- */

/* Row r says: seconds = u[proc] * (sum of cost * count) + an error of size h, u = 1 / speed.  For
   fixed u that is a linear least squares problem in the costs, for fixed costs one in each u: one
   after the other is solved until nothing moves.  Only at the end the first processor gets speed 1
   (held there from the start, its rows would look disturbed until all costs have its scale).  Sums
   over rows are of count / h and seconds / h.
   Columns are scaled to length 1, and 1e-10 is added to the diagonal: kinds that cannot be told
   apart then share evenly, others do not notice. */

typedef struct fpmk__fit {
    int64_t rows;
    int kinds, p, first; /* first: the processor whose speed is 1 */
    const double *count, *seconds, *half_width;
    const int *proc;
    double *weight, *off;     /* of each row: 0 .. 1; distance from the fit, in h */
    double *up, *down, *part; /* of each processor: a sum, its u, kinds numbers */
    double cost[FPMK_KINDS], scale[FPMK_KINDS];
    double gram[FPMK_KINDS][FPMK_KINDS], right[FPMK_KINDS];
} fpmk__fit;

static double fpmk__fit_inverse(const fpmk__fit *f, int64_t r) {
    return 1 / (f->half_width ? f->half_width[r] : f->seconds[r]);
}

/* The sum of cost * count of a row. */
static double fpmk__fit_value(const fpmk__fit *f, int64_t r) {
    double sum = 0;
    int j;
    for (j = 0; j < f->kinds; j++) sum += f->cost[j] * f->count[r * f->kinds + j];
    return sum;
}

/* Normal equations of the costs, columns not yet scaled.  With `profile`, less what the speeds of
   all but the first processor could explain as well. */
static void fpmk__fit_gram(fpmk__fit *f, int profile) {
    int i, j, k, n = f->kinds;
    int64_t r;
    memset(f->gram, 0, sizeof f->gram);
    memset(f->right, 0, sizeof f->right);
    for (k = 0; k < f->p * n; k++) f->part[k] = 0;
    for (k = 0; k < f->p; k++) f->up[k] = 0;
    for (r = 0; r < f->rows; r++) {
        int proc = f->proc ? f->proc[r] : 0;
        double inverse = fpmk__fit_inverse(f, r), by = f->down[proc] * inverse, row[FPMK_KINDS];
        double value = profile ? fpmk__fit_value(f, r) * inverse : 0;
        if (!(f->weight[r] > 0)) continue;
        for (i = 0; i < n; i++) row[i] = f->count[r * n + i] * by;
        for (i = 0; i < n; i++) {
            double weighted = f->weight[r] * row[i];
            f->right[i] += weighted * (f->seconds[r] * inverse);
            for (j = 0; j <= i; j++) f->gram[i][j] += weighted * row[j];
            if (profile) f->part[proc * n + i] += weighted * value;
        }
        if (profile) f->up[proc] += f->weight[r] * value * value;
    }
    for (i = 0; i < n; i++) {
        f->scale[i] = f->gram[i][i] > 0 ? 1 / sqrt(f->gram[i][i]) : 0;
        for (k = 0; k < f->p; k++) {
            const double *a = f->part + k * n;
            double by = profile && k != f->first && f->up[k] > 0 ? 1 / sqrt(f->up[k]) : 0;
            if (by > 0)
                for (j = 0; j <= i; j++) f->gram[i][j] -= a[i] * by * (a[j] * by);
        }
    }
    for (i = 0; i < n; i++) {
        f->right[i] *= f->scale[i];
        for (j = 0; j <= i; j++) {
            f->gram[i][j] *= f->scale[i] * f->scale[j];
            f->gram[j][i] = f->gram[i][j];
        }
        f->gram[i][i] += 1e-10;
    }
}

/* Factor the rows and columns of gram that `in` has, lower * transposed lower. */
static void fpmk__fit_factor(const fpmk__fit *f, const int *in, double low[][FPMK_KINDS]) {
    int i, j, k;
    for (i = 0; i < f->kinds; i++)
        for (j = 0; j <= i; j++) {
            double sum = in[i] && in[j] ? f->gram[i][j] : i == j;
            for (k = 0; k < j; k++) sum -= low[i][k] * low[j][k];
            low[i][j] = i == j ? sqrt(fmax(sum, 1e-12)) : sum / low[j][j];
        }
}

static void fpmk__fit_solve(const fpmk__fit *f, double low[][FPMK_KINDS], double *x) {
    int i, k;
    for (i = 0; i < f->kinds; i++) {
        for (k = 0; k < i; k++) x[i] -= low[i][k] * x[k];
        x[i] /= low[i][i];
    }
    for (i = f->kinds - 1; i >= 0; i--) {
        for (k = i + 1; k < f->kinds; k++) x[i] -= low[k][i] * x[k];
        x[i] /= low[i][i];
    }
}

/* Costs of 0 or more: kinds enter where that lowers the sum of squares most, and leave where a step
   to the least squares of those inside passes 0. */
static void fpmk__fit_costs(fpmk__fit *f) {
    double x[FPMK_KINDS], z[FPMK_KINDS], low[FPMK_KINDS][FPMK_KINDS];
    int in[FPMK_KINDS], i, j, n = f->kinds, best, rounds;
    memset(x, 0, sizeof x);
    memset(in, 0, sizeof in);
    fpmk__fit_gram(f, 0);
    for (rounds = 0; rounds < 8 * n; rounds++) {
        double most = 0;
        for (best = -1, i = 0; i < n; i++) {
            double slope = f->right[i];
            for (j = 0; j < n; j++) slope -= f->gram[i][j] * x[j];
            if (!in[i] && f->scale[i] > 0 && slope > 1e-12 * fabs(f->right[i]) && slope > most) {
                most = slope;
                best = i;
            }
        }
        if (best < 0) break;
        in[best] = 1;
        for (;;) {
            double step = 1;
            int out = -1;
            fpmk__fit_factor(f, in, low);
            for (i = 0; i < n; i++) z[i] = in[i] ? f->right[i] : 0;
            fpmk__fit_solve(f, low, z);
            for (i = 0; i < n; i++)
                if (in[i] && !(z[i] > 0) && x[i] <= step * (x[i] - z[i])) {
                    step = x[i] / (x[i] - z[i] + 1e-300);
                    out = i;
                }
            for (i = 0; i < n; i++) x[i] = in[i] ? x[i] + step * (z[i] - x[i]) : 0;
            if (out < 0) break;
            in[out] = 0;
            x[out] = 0;
        }
    }
    for (i = 0; i < n; i++) f->cost[i] = x[i] * f->scale[i];
}

/* The u of each processor from the costs; those that only have rows of no cost keep theirs. */
static void fpmk__fit_speeds(fpmk__fit *f) {
    int64_t r;
    int k;
    for (k = 0; k < f->p; k++) {
        f->up[k] = 0;
        f->part[k] = 0;
    }
    for (r = 0; r < f->rows; r++) {
        int proc = f->proc ? f->proc[r] : 0;
        double inverse = fpmk__fit_inverse(f, r), value = fpmk__fit_value(f, r) * inverse;
        f->up[proc] += f->weight[r] * value * (f->seconds[r] * inverse);
        f->part[proc] += f->weight[r] * value * value;
    }
    for (k = 0; k < f->p; k++)
        if (f->part[k] > 0 && f->up[k] > 0) f->down[k] = f->up[k] / f->part[k];
}

/* Distances of all rows, and the scatter of those inside: 1.4826 times the median, which is the
   standard deviation of normal errors.  Numbers of 0 and more are ordered as their bits are. */
static double fpmk__fit_scatter(fpmk__fit *f, int64_t *at) {
    int64_t r, low = 0, high = INT64_MAX, inside = 0;
    double middle;
    *at = 0;
    for (r = 0; r < f->rows; r++) {
        double by = f->down[f->proc ? f->proc[r] : 0];
        f->off[r] = fabs(f->seconds[r] - by * fpmk__fit_value(f, r)) * fpmk__fit_inverse(f, r);
        if (f->off[r] > f->off[*at]) *at = r;
        if (f->weight[r] > 0) inside++;
    }
    while (low < high) {
        int64_t mid = low + (high - low) / 2, below = 0;
        memcpy(&middle, &mid, sizeof mid);
        for (r = 0; r < f->rows; r++) {
            int64_t bits;
            memcpy(&bits, &f->off[r], sizeof bits);
            if (bits <= mid && f->weight[r] > 0) below++;
        }
        if (2 * below >= inside) high = mid;
        else low = mid + 1;
    }
    memcpy(&middle, &low, sizeof low);
    return fmax(1.4826 * middle, 1e-6); /* what rounds ends before that */
}

/* Huber's weights until nothing moves; then those beyond 4 times the scatter leave for good, until
   nobody does.  Returns how many left. */
static int64_t fpmk__fit_all(fpmk__fit *f, int64_t *at) {
    int64_t r, left = 0;
    int hard, round, k;
    for (r = 0; r < f->rows; r++) f->weight[r] = 1;
    for (k = 0; k < f->p; k++) f->down[k] = 1;
    for (hard = 0; hard < 100; hard++) {
        double scatter, before[FPMK_KINDS], change;
        int64_t moved = 0;
        for (round = 0; round < 300; round++) {
            memcpy(before, f->cost, sizeof before);
            fpmk__fit_costs(f);
            if (f->p > 1) fpmk__fit_speeds(f);
            for (change = 0, k = 0; k < f->kinds; k++)
                change = fmax(change, fabs(f->cost[k] - before[k]) / (f->cost[k] + 1e-300));
            if ((hard && f->p < 2) || change < 1e-8) break;
            if (hard) continue;
            scatter = fpmk__fit_scatter(f, at);
            for (r = 0; r < f->rows; r++) f->weight[r] = fmin(1, 1.345 * scatter / f->off[r]);
        }
        scatter = fpmk__fit_scatter(f, at);
        for (r = 0; hard < 99 && r < f->rows; r++) {
            double weight = f->off[r] <= 4 * scatter && (hard == 0 || f->weight[r] > 0);
            if (hard == 0 || weight != f->weight[r]) moved++;
            f->weight[r] = weight;
        }
        if (!moved) break;
    }
    for (r = 0; r < f->rows; r++)
        if (!(f->weight[r] > 0)) left++;
    for (k = 0; k < f->kinds; k++) f->cost[k] *= f->down[f->first];
    for (k = f->p; k-- > 0;) f->down[k] /= k == f->first ? 1 : f->down[f->first];
    f->down[f->first] = 1;
    return left;
}

/* Half-widths of costs and the scatter, by the normal equations at the end. */
static void fpmk__fit_errors(fpmk__fit *f, int64_t left, double *half_width,
                             fpmk_costs_info *info) {
    double low[FPMK_KINDS][FPMK_KINDS], sum = 0, wide;
    int64_t r, spare = f->rows - left - f->kinds;
    int in[FPMK_KINDS], i, k;
    for (i = 0; i < f->kinds; i++) in[i] = 1;
    fpmk__fit_gram(f, 1);
    for (k = 0; k < f->p; k++)
        if (k != f->first && f->up[k] > 0) spare--;
    for (r = 0; r < f->rows; r++) sum += f->weight[r] * f->off[r] * f->off[r];
    info->scatter = spare > 0 ? sqrt(sum / (double)spare) : 0;
    wide = spare > 0 ? fpmk__student(spare, 0.95) * info->scatter : HUGE_VAL;
    fpmk__fit_factor(f, in, low);
    for (i = 0; i < f->kinds; i++) {
        double x[FPMK_KINDS] = {0};
        x[i] = 1;
        fpmk__fit_solve(f, low, x);
        half_width[i] = wide;
        if (f->scale[i] > 0 && x[i] < 1e6) {
            if (spare > 0) half_width[i] *= sqrt(x[i]) * f->scale[i];
        } else {
            half_width[i] = HUGE_VAL;
            if (info->kind < 0) info->kind = i;
        }
    }
}

static int fpmk__costs_check(int64_t rows, int kinds, const double *count, const double *seconds,
                             const fpmk_costs_options *o, const double *cost, int64_t *at) {
    int64_t r;
    int j;
    if (rows < 1 || kinds < 1 || kinds > FPMK_KINDS || !count || !seconds || !cost ||
        (o->proc && o->p < 1))
        return FPM_E_ARGUMENT;
    if (rows > (int64_t)(SIZE_MAX / 16 / FPMK_KINDS) ||
        (o->proc && o->p > 0x7fffffff / (FPMK_KINDS + 2)))
        return FPM_E_OVERFLOW;
    for (r = 0; r < rows; r++) {
        *at = r;
        if (o->proc && (o->proc[r] < 0 || o->proc[r] >= o->p)) return FPM_E_ARGUMENT;
        if (!fpmk__finite(seconds[r]) || seconds[r] < FPM_TIME_MIN || seconds[r] > FPM_TIME_MAX)
            return FPM_E_TIME;
        if (o->half_width && (!fpmk__finite(o->half_width[r]) || o->half_width[r] < FPM_TIME_MIN ||
                              o->half_width[r] > FPM_TIME_MAX))
            return FPM_E_WEIGHT;
        for (j = 0; j < kinds; j++) {
            double c = count[r * kinds + j];
            if (!fpmk__finite(c) || c < 0 || c > (double)FPM_SIZE_MAX) return FPM_E_LOAD;
        }
    }
    *at = -1;
    return FPM_OK;
}

FPMK__DECL int fpmk_costs(int64_t rows, int kinds, const double *count, const double *seconds,
                          const fpmk_costs_options *opts, double *cost, double *half_width,
                          double *speed, unsigned char *outlier, fpmk_costs_info *info) {
    fpmk_costs_options o = FPM_ZERO;
    fpmk_costs_info unused;
    fpmk__fit f;
    size_t bytes;
    double *block, wide[FPMK_KINDS], sum;
    int64_t r;
    int k;
    if (opts) o = *opts;
    if (!info) info = &unused;
    memset(info, 0, sizeof *info);
    info->kind = -1;
    info->at = -1;
    info->status = fpmk__costs_check(rows, kinds, count, seconds, &o, cost, &info->at);
    if (info->status < 0) return info->status;
    memset(&f, 0, sizeof f);
    f.rows = rows;
    f.kinds = kinds;
    f.p = o.proc ? o.p : 1;
    f.count = count;
    f.seconds = seconds;
    f.half_width = o.half_width;
    f.proc = o.proc;
    f.first = o.proc ? o.proc[0] : 0;
    bytes = (2 * (size_t)rows + (size_t)f.p * (size_t)(kinds + 2)) * sizeof(double);
    block = (double *)fpmk__resize(o.alloc, NULL, 0, bytes);
    if (!block) {
        info->status = FPM_E_MEMORY;
        return info->status;
    }
    f.weight = block;
    f.off = block + rows;
    f.up = f.off + rows;
    f.down = f.up + f.p;
    f.part = f.down + f.p;
    info->outliers = fpmk__fit_all(&f, &info->at);
    fpmk__fit_errors(&f, info->outliers, wide, info);
    for (sum = info->scatter, k = 0; k < kinds; k++) sum += f.cost[k];
    for (k = 0; k < f.p; k++) sum += f.down[k];
    if (!fpmk__finite(sum)) info->status = FPM_E_OVERFLOW;
    if (info->status == FPM_OK) {
        memcpy(cost, f.cost, (size_t)kinds * sizeof *cost);
        if (half_width) memcpy(half_width, wide, (size_t)kinds * sizeof *cost);
        if (speed)
            for (k = 0; k < f.p; k++) speed[k] = k == f.first || f.up[k] > 0 ? 1 / f.down[k] : 0;
        if (outlier)
            for (r = 0; r < rows; r++) outlier[r] = !(f.weight[r] > 0);
        if (info->kind >= 0) info->status = FPMK_TOGETHER;
    }
    fpmk__resize(o.alloc, block, bytes, 0);
    return info->status;
}

/* ---- >>gain ---------------------------------------------------------------------------------- */

/* Both makespans of 1,000 draws of all errors.  Let the true times of q processors be normal around
   one mean m with variance tau, and measured with variance s^2.  Then the sum of squares S of the
   measured times, over tau + s^2, is chi-square with q - 1 degrees of freedom.  So tau of a draw is
   S / chi-square - s^2, or 0 (a fiducial distribution: Weerahandi, Exact Statistical Methods,
   1995); m is normal around the mean, and a true time around a mean of m and the measured time,
   each weighted by the other's variance (Efron and Morris, JASA 68, 1973).  With one number for tau
   or m intervals held in 40 to 90 of 100 cases.
   Not of that mean are times farther from the median than 3.5 times what their scatter is by the
   median distance (Iglewicz and Hoaglin, 1993), or by their errors. */

enum { FPMK__DRAWS = 1000 };

typedef struct fpmk__alike {
    double middle, reach; /* times now within reach of the middle are alike: */
    double mean, squares; /* their mean, and the sum of squares around it */
    double own;           /* mean of their own variances */
    int count;
} fpmk__alike;

static int fpmk__ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double fpmk__middle(double *x, int count) {
    qsort(x, (size_t)count, sizeof *x, fpmk__ascending);
    return count ? 0.5 * (x[count / 2] + x[(count - 1) / 2]) : 0;
}

static int fpmk__is_alike(const fpmk__alike *g, double t) {
    return t > 0 && fabs(t - g->middle) <= g->reach;
}

/* The times that are alike; x has room for p. */
static fpmk__alike fpmk__alike_of(int p, const double *now, const double *error, double *x) {
    fpmk__alike g = FPM_ZERO;
    double own = 0;
    int i, used = 0;
    for (i = 0; i < p; i++) {
        double s = error ? now[i] * error[i] / 1.96 : 0;
        if (now[i] > 0) {
            x[used++] = now[i];
            own += s * s;
        }
    }
    g.middle = fpmk__middle(x, used);
    for (i = 0; i < used; i++) x[i] = fabs(x[i] - g.middle);
    g.reach = 3.5 * fmax(1.4826 * fpmk__middle(x, used), sqrt(own / (used ? used : 1)));
    for (i = 0; i < p; i++)
        if (fpmk__is_alike(&g, now[i])) {
            g.count++;
            g.mean += (now[i] - g.mean) / g.count;
        }
    for (i = 0; i < p; i++) {
        double s = error ? now[i] * error[i] / 1.96 : 0;
        if (!fpmk__is_alike(&g, now[i])) continue;
        g.squares += (now[i] - g.mean) * (now[i] - g.mean);
        g.own += s * s / g.count;
    }
    if (g.count < 4) g.reach = -1; /* too few to tell */
    return g;
}

/* Two normal numbers of a fixed sequence: Box and Muller, from Knuth's MMIX generator. */
static double fpmk__normal(uint64_t *state, double *other) {
    double u[2];
    int i;
    for (i = 0; i < 2; i++) {
        *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        u[i] = ((double)(*state >> 12) + 0.5) / 4503599627370496.0;
    }
    u[0] = sqrt(-2 * log(u[0]));
    *other = u[0] * sin(6.283185307179586 * u[1]);
    return u[0] * cos(6.283185307179586 * u[1]);
}

/* What a step gains in two draws, whose errors have opposite signs. */
static void fpmk__gain_draw(int p, const double *now, const double *next,
                            const fpmk_gain_options *o, const fpmk__alike *g, uint64_t *state,
                            double *gain) {
    double longest[2][2] = {{0, 0}, {0, 0}}, tau = 0, mean = 0, z, w, n = 4.5 * (g->count - 1);
    int i, sign;
    z = fpmk__normal(state, &w);
    if (g->reach > 0) { /* chi-square: Wilson and Hilferty, PNAS 17, 1931 */
        double root = fmax(1 - 1 / n + z / sqrt(n), 1e-3);
        tau = fmax(0, g->squares / ((g->count - 1) * root * root * root) - g->own);
        mean = g->mean + w * sqrt((g->own + tau) / g->count);
    }
    for (i = 0; i < p; i++) {
        double t = now[i] > 0 ? now[i] : 1, s = o->error ? t * o->error[i] / 1.96 : 0;
        z = fpmk__normal(state, &w);
        if (s * s > 0 && fpmk__is_alike(g, now[i])) {
            double part = s * s / (s * s + tau);
            t += part * (mean - t);
            s *= sqrt(1 - part);
        }
        for (sign = 0; sign < 2; sign++) {
            double took = sign ? t - s * z : t + s * z, own = o->added ? o->added[i] / 1.96 * w : 0;
            double takes = took * (now[i] > 0 ? next[i] / now[i] : next[i]);
            if (now[i] > 0) longest[sign][0] = fmax(longest[sign][0], took);
            longest[sign][1] = fmax(longest[sign][1], takes + next[i] * (sign ? -own : own));
        }
    }
    for (sign = 0; sign < 2; sign++) gain[sign] = longest[sign][0] - longest[sign][1];
}

static int fpmk__gain_ok(double v) { return fpmk__finite(v) && v >= 0 && v <= FPM_TIME_MAX; }

FPMK__DECL int fpmk_gain(int p, const double *now, const double *next, double cost, double steps,
                         const fpmk_gain_options *opts, fpmk_gain_report *report) {
    fpmk_gain_options o = FPM_ZERO;
    fpmk_gain_report r = FPM_ZERO;
    const double draws = FPMK__DRAWS;
    double gain[FPMK__DRAWS], *x;
    fpmk__alike g;
    uint64_t state = 1;
    int i, k;
    if (opts) o = *opts;
    if (p < 1 || !now || !next || !report || !fpmk__gain_ok(cost) || !fpmk__gain_ok(steps))
        return FPM_E_ARGUMENT;
    for (i = 0; i < p; i++) {
        if (!fpmk__gain_ok(now[i]) || (now[i] > 0 && now[i] < FPM_TIME_MIN)) return FPM_E_TIME;
        if (!fpmk__gain_ok(next[i]) || (next[i] > 0 && next[i] < FPM_TIME_MIN)) return FPM_E_TIME;
        if (o.error && !(fpmk__gain_ok(o.error[i]) && o.error[i] <= 1000)) return FPM_E_WEIGHT;
        if (o.added && !(fpmk__gain_ok(o.added[i]) && o.added[i] <= 1000)) return FPM_E_WEIGHT;
    }
    x = (double *)fpmk__resize(o.alloc, NULL, 0, (size_t)p * sizeof *x);
    if (!x) return FPM_E_MEMORY;
    g = fpmk__alike_of(p, now, o.error, x);
    fpmk__resize(o.alloc, x, (size_t)p * sizeof *x, 0);
    for (k = 0; k < FPMK__DRAWS; k += 2) fpmk__gain_draw(p, now, next, &o, &g, &state, gain + k);
    qsort(gain, FPMK__DRAWS, sizeof *gain, fpmk__ascending);
    for (k = 0; k < FPMK__DRAWS; k++) {
        r.gain += (gain[k] - gain[0]) / draws; /* no rounding where all draws are equal */
        if (steps * gain[k] > cost) r.odds++;
    }
    r.gain += gain[0];
    r.odds /= draws;
    r.low = gain[FPMK__DRAWS / 40 - 1];
    r.high = gain[FPMK__DRAWS - FPMK__DRAWS / 40];
    r.net = steps * r.gain - cost;
    r.verdict = r.net > 0 ? FPM_MOVE : FPM_KEEP;
    *report = r;
    return FPM_OK;
}

/* ---- >>roughness ----------------------------------------------------------------------------- */

/* Let y = log(seconds / units) of a size be f + r + e: f smooth, r what repeats at this size, e the
   error of measurement, with standard deviation half-width / (1.96 seconds).  The third divided
   difference d of y at four neighbours, over the logarithms of their sides, is 0 where f is a
   parabola.  With coefficients a its variance is sum a^2 (var r + var e).  The variance by errors
   alone, v = sum a^2 var e, is known.

   A discrete model takes y for f + r: its mean square error is var e.  A smooth one takes f: var r.
   Which is less?  If both are alike, d^2 / v is 2 chi^2 with one degree of freedom, of which half
   lies above twice its median, FPMK__CHI_MEDIAN.  So the share of the groups above is compared with
   one half.

   Groups that share a size are not independent.  With even spaces a is 1 -3 3 -1, and groups one,
   two and three places apart have the correlations c = -15/20, 6/20, -1/20.  Whether |d| is above
   its median has then, by the series of Hermite, the correlation .368 c^2 + .198 c^4 + .116 c^6 +
   .., which is .31, .035, .001.  So the variance of the share is 1 + 2 (.31 + .035 + .001) = 1.7
   times that of independent groups.  In a grid each group crosses 16 others, of which c^2 sums to 1
   and c^4 to .17: that adds .4.

   Times that jump with one side of the tiles, such as a width whose stride makes lines collide in a
   cache, are smooth along the other side, and all groups together say one half.  So the groups
   along each side are also taken alone.  Two looks have two chances to err: FPMK__OF_TWO.

   Spots: d^2 / (2 v) beyond the quantile of chi^2 that one of all groups exceeds in one of 20
   profiles.  v is not taken for less than by the median error of all sizes, because half-widths of
   few repetitions are too narrow now and then. */

#define FPMK__CHI_MEDIAN 0.45493642311957 /* of chi^2 with one degree of freedom */
#define FPMK__LINE_SPREAD 1.7             /* variance of the share, by that of independent groups */
#define FPMK__GRID_SPREAD 2.1             /* ... where lines cross */
#define FPMK__OF_ONE 1.96                 /* quantile of the normal law that 95 % lie within */
#define FPMK__OF_TWO 2.24                 /* ... that both of two do, in 95 % of cases */

/* A measured size: its sides, log(seconds / units), variance of that by errors, the entry. */
typedef struct fpmk__size {
    int64_t along, across;
    double y, variance;
    int64_t entry;
} fpmk__size;

typedef struct fpmk__rough {
    int64_t count; /* sizes whose error is known */
    fpmk__size *size;
    int64_t groups;
    double *ratio;  /* d^2 / v of each group */
    double typical; /* median of the variances */
} fpmk__rough;

static int fpmk__by_line(const void *a, const void *b) {
    const fpmk__size *x = (const fpmk__size *)a, *y = (const fpmk__size *)b;
    if (x->across != y->across) return x->across < y->across ? -1 : 1;
    return x->along < y->along ? -1 : x->along > y->along;
}

/* d^2 / v of four neighbours. */
static double fpmk__third(const fpmk__size *s, double least) {
    double x[4], d = 0, v = 0;
    int i, k;
    for (i = 0; i < 4; i++) x[i] = log((double)s[i].along / (double)s[0].along);
    for (i = 0; i < 4; i++) {
        double a = 1;
        for (k = 0; k < 4; k++)
            if (k != i) a *= (x[3] - x[0]) / (x[i] - x[k]);
        d += a * s[i].y;
        v += a * a * fmax(s[i].variance, least);
    }
    return d * d / v;
}

/* All groups of the lines in one direction. */
static void fpmk__rough_lines(fpmk__rough *r) {
    int64_t i;
    qsort(r->size, (size_t)r->count, sizeof *r->size, fpmk__by_line);
    for (i = 0; i + 3 < r->count; i++)
        if (r->size[i].across == r->size[i + 3].across)
            r->ratio[r->groups++] = fpmk__third(r->size + i, r->typical);
}

/* The two sides change places. */
static void fpmk__rough_turn(fpmk__rough *r) {
    int64_t i;
    for (i = 0; i < r->count; i++) {
        int64_t along = r->size[i].along;
        r->size[i].along = r->size[i].across;
        r->size[i].across = along;
    }
}

/* The median of count numbers, which are put in order; 0 of none. */
static double fpmk__rough_median(double *x, int64_t count) {
    if (count == 0) return 0;
    qsort(x, (size_t)count, sizeof *x, fpmk__ascending);
    return (x[(count - 1) / 2] + x[count / 2]) / 2;
}

/* What chi^2 with one degree of freedom exceeds with a probability. */
static double fpmk__chi_quantile(double probability) {
    double low = 0, high = 40; /* of its root, over sqrt(2) */
    while (high - low > 1e-9) {
        double middle = (low + high) / 2;
        if (erfc(middle) > probability) low = middle;
        else high = middle;
    }
    return 2 * high * high;
}

/* What some groups say, in the terms of fpmk_roughness_report. */
typedef struct fpmk__groups {
    double share, error, roughness;
} fpmk__groups;

/* spread: variance of the share, by that of independent groups; quantile: of the normal law. */
static fpmk__groups fpmk__rough_share(const fpmk__rough *r, double *ratio, int64_t groups,
                                      double spread, double quantile) {
    fpmk__groups g = {0, 0.5, 0};
    double above = 0, alike = 2 * FPMK__CHI_MEDIAN, middle;
    int64_t i;
    if (groups == 0) return g;
    for (i = 0; i < groups; i++)
        if (ratio[i] > alike) above++;
    middle = fpmk__rough_median(ratio, groups) / FPMK__CHI_MEDIAN;
    g.share = above / (double)groups;
    g.error = fmin(0.5, quantile * 0.5 * sqrt(spread / (double)groups));
    g.roughness = middle > 1 ? sqrt(r->typical * (middle - 1)) : 0;
    return g;
}

/* The groups that lie beyond what chance makes of the largest one. */
static int64_t fpmk__rough_spots(const fpmk__rough *r) {
    double beyond = 2 * fpmk__chi_quantile(0.05 / (double)r->groups);
    int64_t i, spots = 0;
    for (i = 0; i < r->groups; i++)
        if (r->ratio[i] > beyond) spots++;
    return spots;
}

/* Of the groups along one side (the first ones) and along the other, the rougher ones. */
static fpmk__groups fpmk__rough_side(const fpmk__rough *r, int64_t first) {
    fpmk__groups one = fpmk__rough_share(r, r->ratio, first, FPMK__LINE_SPREAD, FPMK__OF_TWO);
    fpmk__groups other =
        fpmk__rough_share(r, r->ratio + first, r->groups - first, FPMK__LINE_SPREAD, FPMK__OF_TWO);
    return other.share > one.share ? other : one;
}

/* What the groups say; first: those along one side of tiles, or 0 where sizes have one side. */
static void fpmk__rough_judge(const fpmk__rough *r, int64_t first, fpmk_roughness_report *report) {
    double spread = first > 0 ? FPMK__GRID_SPREAD : FPMK__LINE_SPREAD;
    fpmk__groups all, side;
    report->groups = r->groups;
    report->noise = sqrt(r->typical);
    report->error = 0.5;
    if (r->groups == 0) return;
    report->spots = fpmk__rough_spots(r);
    side = fpmk__rough_side(r, first);
    all = fpmk__rough_share(r, r->ratio, r->groups, spread, FPMK__OF_ONE);
    if (first > 0 && side.share - side.error > 0.5) all = side;
    report->share = all.share;
    report->error = all.error;
    report->roughness = all.roughness;
    if (all.share - all.error > 0.5) report->verdict = FPMK_ROUGH;
    else if (all.share + all.error < 0.5 && !(side.share > 0.5))
        report->verdict = report->spots > 0 ? FPMK_SPOTS : FPMK_SMOOTH;
}

/* What is wrong with entry i. */
static int fpmk__rough_fault(int64_t m, int64_t n, double seconds, double half_width) {
    if (m < 1 || n < 1 || m > FPM_SIZE_MAX || n > FPM_SIZE_MAX) return FPM_E_SIZE;
    if (!fpmk__finite(seconds) || seconds < FPM_TIME_MIN || seconds > FPM_TIME_MAX)
        return FPM_E_TIME;
    return fpmk__finite(half_width) && half_width >= 0 ? FPM_OK : FPM_E_WEIGHT;
}

/* An entry whose size is there twice, or -1. */
static int64_t fpmk__rough_twice(fpmk__rough *r) {
    int64_t i;
    qsort(r->size, (size_t)r->count, sizeof *r->size, fpmk__by_line);
    for (i = 1; i < r->count; i++)
        if (fpmk__by_line(&r->size[i - 1], &r->size[i]) == 0)
            return r->size[i].entry > r->size[i - 1].entry ? r->size[i].entry
                                                           : r->size[i - 1].entry;
    return -1;
}

/* Those whose error is known; their median error. */
static void fpmk__rough_known(fpmk__rough *r) {
    int64_t i, kept = 0;
    for (i = 0; i < r->count; i++)
        if (r->size[i].variance > 0) r->size[kept++] = r->size[i];
    r->count = kept;
    for (i = 0; i < kept; i++) r->ratio[i] = r->size[i].variance;
    r->typical = fpmk__rough_median(r->ratio, kept);
}

FPMK__DECL int fpmk_roughness(int64_t count, const int64_t *m, const int64_t *n,
                              const double *seconds, const double *half_width,
                              const fpm_alloc *alloc, fpmk_roughness_report *report) {
    fpmk_roughness_report told;
    fpmk__rough r;
    size_t bytes;
    int64_t i, first = 0;
    int status;
    if (count < 1 || !m || !seconds || !half_width || !report) return FPM_E_ARGUMENT;
    for (i = 0; i < count; i++) {
        status = fpmk__rough_fault(m[i], n ? n[i] : 1, seconds[i], half_width[i]);
        report->at = i;
        if (status != FPM_OK) return status;
    }
    report->at = -1;
    if ((uint64_t)count > SIZE_MAX / 2 / (sizeof *r.size + 2 * sizeof *r.ratio))
        return FPM_E_MEMORY;
    bytes = (size_t)count * (sizeof *r.size + 2 * sizeof *r.ratio);
    r.size = (fpmk__size *)fpmk__resize(alloc, NULL, 0, bytes);
    if (!r.size) return FPM_E_MEMORY;
    r.count = count;
    r.groups = 0;
    r.ratio = (double *)(void *)(r.size + count); /* each size begins one group in each direction */
    for (i = 0; i < count; i++) {
        double side = n ? (double)n[i] : 1, error = half_width[i] / 1.96 / seconds[i];
        r.size[i].along = m[i];
        r.size[i].across = n ? n[i] : 1;
        r.size[i].y = log(seconds[i] / (double)m[i] / side);
        r.size[i].variance = error * error;
        r.size[i].entry = i;
    }
    memset(&told, 0, sizeof told);
    told.at = fpmk__rough_twice(&r);
    report->at = told.at;
    if (told.at < 0) {
        fpmk__rough_known(&r);
        fpmk__rough_lines(&r);
        if (n) first = r.groups;
        if (n) fpmk__rough_turn(&r);
        if (n) fpmk__rough_lines(&r);
        fpmk__rough_judge(&r, first, &told);
        *report = told;
    }
    fpmk__resize(alloc, r.size, bytes, 0);
    return told.at < 0 ? FPM_OK : FPM_E_ORDER;
}

/* ---- >>measure ----------------------------------------------------------------------------- */

/* Where a measurement is in a group, its members meet before the warm-up and before the first
   sample; one that has its samples goes on working until all have theirs, or one has failed.  Times
   are those of the clock in the options; fpmk_now watches the limit as well, since the other clock
   may stand still. */

/* Threads that start together: a barrier, who still works, and what went wrong. */
typedef struct fpmk__group {
#ifdef FPMK__UNIX
    pthread_mutex_t mutex;
    pthread_cond_t changed;
#elif defined(FPMK__WINDOWS)
    SRWLOCK mutex;
    CONDITION_VARIABLE changed;
#endif
    double start;       /* fpmk_now of the moment at which the last round of the barrier ends */
    int count, working; /* members; those that have not got their samples yet */
    int arrived, round; /* at the barrier */
    int status;         /* of the first member that failed, else FPM_OK */
} fpmk__group;

/* What a group needs of the system: a lock, and waiting until something has changed. */
#if defined(FPMK__UNIX)
static void fpmk__group_open(fpmk__group *group) {
    pthread_mutex_init(&group->mutex, NULL);
    pthread_cond_init(&group->changed, NULL);
}
static void fpmk__group_close(fpmk__group *group) {
    pthread_cond_destroy(&group->changed);
    pthread_mutex_destroy(&group->mutex);
}
static void fpmk__lock(fpmk__group *group) { pthread_mutex_lock(&group->mutex); }
static void fpmk__unlock(fpmk__group *group) { pthread_mutex_unlock(&group->mutex); }
static void fpmk__changed(fpmk__group *group) { pthread_cond_broadcast(&group->changed); }
static void fpmk__wait(fpmk__group *group) { pthread_cond_wait(&group->changed, &group->mutex); }
#elif defined(FPMK__WINDOWS)
static void fpmk__group_open(fpmk__group *group) {
    InitializeSRWLock(&group->mutex);
    InitializeConditionVariable(&group->changed);
}
static void fpmk__group_close(fpmk__group *group) { (void)group; }
static void fpmk__lock(fpmk__group *group) { AcquireSRWLockExclusive(&group->mutex); }
static void fpmk__unlock(fpmk__group *group) { ReleaseSRWLockExclusive(&group->mutex); }
static void fpmk__changed(fpmk__group *group) { WakeAllConditionVariable(&group->changed); }
static void fpmk__wait(fpmk__group *group) {
    SleepConditionVariableSRW(&group->changed, &group->mutex, INFINITE, 0);
}
#else /* without threads there are groups of one, which wait for nobody */
static void fpmk__group_open(fpmk__group *group) { (void)group; }
static void fpmk__group_close(fpmk__group *group) { (void)group; }
static void fpmk__lock(fpmk__group *group) { (void)group; }
static void fpmk__unlock(fpmk__group *group) { (void)group; }
static void fpmk__changed(fpmk__group *group) { (void)group; }
static void fpmk__wait(fpmk__group *group) { (void)group; }
#endif

/* One measurement in progress. */
typedef struct fpmk__job {
    const fpmk_kernel *kernel;
#ifdef FPMK_USE_CUDA
    fpmk_kernel shared; /* the same in a group, with its share of the device's memory */
    fpmk_setup setup;
#endif
    int64_t x;
    int place, threads; /* place: among the members */
    fpmk_options opts;  /* with the defaults filled in */
    fpmk__group *group; /* NULL: measured alone */
    void *state;
    fpmk_stat stat;
    fpm_point point;
    fpmk_report report;
    double begin;   /* by the options' clock */
    double watch;   /* by fpmk_now, in case that the other one stands still */
    double target;  /* seconds that a repetition should last */
    double started; /* fpmk_now of the first sample's start */
    double rises;   /* pairs of samples that rise, less those that fall */
} fpmk__job;

/* All members of the group come here, the failed ones too, and leave at group->start, which is late
   enough to wake all of them; until then they do not give up their cores.  Returns the member's own
   status when that is negative, else FPM_E_STOPPED when another one has failed. */
static int fpmk__meet(fpmk__group *group, int status) {
    int round, failed;
    if (!group) return status;
    fpmk__lock(group);
    if (status < 0 && group->status == FPM_OK) group->status = status;
    round = group->round;
    if (++group->arrived == group->count) {
        group->arrived = 0;
        group->round = round + 1;
        group->start = fpmk_now() + 1e-4 + 2e-5 * group->count;
    }
    if (group->round != round) fpmk__changed(group);
    while (group->round == round) fpmk__wait(group);
    failed = group->status < 0;
    fpmk__unlock(group);
    if (failed) return status < 0 ? status : (int)FPM_E_STOPPED;
    while (fpmk_now() < group->start) {}
    return status;
}

/* Tell the group how this member stands (done: it has its samples, or failed).  Returns 1 while
   members are still taking theirs and none has failed. */
static int fpmk__working(fpmk__group *group, int status, int done) {
    int working = !done;
    if (!group) return working;
    fpmk__lock(group);
    if (status < 0 && group->status == FPM_OK) group->status = status;
    group->working -= done;
    working = group->working > 0 && group->status == FPM_OK;
    fpmk__unlock(group);
    return working;
}

static int fpmk__not_negative(double v) { return fpmk__finite(v) && v >= 0; }

/* What is wrong with options whose defaults are filled in, or NULL. */
static const char *fpmk__option_fault(const fpmk_options *o) {
    if (o->method < FPMK_MEDIAN || o->method > FPMK_MEAN)
        return "opts.method is neither FPMK_MEDIAN nor FPMK_MEAN";
    if (!fpmk__not_negative(o->confidence) || o->confidence >= 1)
        return "opts.confidence is not in 0 .. 1, without 1";
    if (!fpmk__not_negative(o->precision)) return "opts.precision is below 0 or not finite";
    if (!fpmk__not_negative(o->min_seconds)) return "opts.min_seconds is below 0 or not finite";
    if (!fpmk__not_negative(o->max_seconds)) return "opts.max_seconds is below 0 or not finite";
    if (!fpmk__not_negative(o->tick)) return "opts.tick is below 0 or not finite";
    if (o->max_reps < 1 || o->max_reps > 1000000) return "opts.max_reps is not in 0 .. 1000000";
    if (o->max_warmups < 0) return "opts.max_warmups is below 0 and not FPMK_NONE";
    return NULL;
}

/* The options with their defaults.  Returns what is wrong with them, or NULL. */
static const char *fpmk__resolve(const fpmk_options *opts, fpmk_options *to) {
    const char *fault;
    memset(to, 0, sizeof *to);
    if (opts) *to = *opts;
    if (fpmk__finite(to->min_seconds)) { /* else it stays: with -Ofast NaN compares as equal */
        if (to->min_seconds <= 0 && to->min_seconds >= 0) to->min_seconds = 1e-3;
        else if (to->min_seconds <= FPMK_NONE && to->min_seconds >= FPMK_NONE) to->min_seconds = 0;
    }
    if (to->max_reps == 0) to->max_reps = 100;
    if (to->max_warmups == 0) to->max_warmups = 5;
    else if (to->max_warmups == FPMK_NONE) to->max_warmups = 0;
    fault = fpmk__option_fault(to);
    if (!(to->max_seconds > 0)) to->max_seconds = 5;
    return fault;
}

/* The clock's resolution, how long a repetition should be by it, and where both clocks stand. */
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

/* What a callback's failure means, and what the report says of it. */
static int fpmk__failed(fpmk__job *job, int result) {
#ifdef FPMK_USE_CUDA
    if (result == FPM_E_MEMORY || result == FPMK_E_DEVICE) return result;
    if (result <= -FPMK__CUDA_ERROR) {
        job->report.result = -FPMK__CUDA_ERROR - result;
        return FPMK_E_CUDA;
    }
#endif
    job->report.result = result;
    return FPMK_E_KERNEL;
}

static int fpmk__run(fpmk__job *job, int64_t times) {
    int64_t i;
    for (i = 0; i < times; i++) {
        int result = job->kernel->run(job->kernel->context, job->state);
        if (result != 0) return fpmk__failed(job, result);
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

/* Seconds that this thread has been ready to run and did not; -1e-9 where nobody tells. */
static double fpmk__waited(void) {
    return 1e-9 * fpmk__system_number("/proc/thread-self/schedstat", "", 1);
}

/* One more sample, and how it lies to those before it. */
static int fpmk__sample(fpmk__job *job, double seconds) {
    fpmk_report *r = &job->report;
    const double *x = job->stat.sample;
    double each = seconds / (double)r->inner, n;
    int64_t i, rises = 0;
    int status;
    if (!(seconds > 0)) return FPMK_E_CLOCK;
    for (i = 0; i < job->stat.count; i++) {
        if (x[i] < each) rises++;
        if (x[i] > each) rises--;
    }
    status = fpmk_stat_add(&job->stat, each);
    if (status != FPM_OK) return status;
    r->fastest = r->reps == 0 || each < r->fastest ? each : r->fastest;
    r->slowest = each > r->slowest ? each : r->slowest;
    r->reps = job->stat.count;
    r->outliers = job->stat.outliers;
    job->rises += (double)rises;
    n = (double)r->reps;
    r->trend = r->reps > 1 ? 2 * job->rises / (n * (n - 1)) : 0;
    return FPM_OK;
}

/* Of differences from the mean, so that like samples lose no digits. */
static double fpmk__skewness(const fpmk_stat *stat) {
    const double *x = stat->sample;
    double n = (double)stat->count, mean = 0, squares = 0, cubes = 0, deviation;
    int64_t i;
    if (stat->count < 3) return 0;
    for (i = 0; i < stat->count; i++) mean += (x[i] - x[0]) / n;
    for (i = 0; i < stat->count; i++) {
        double off = x[i] - x[0] - mean;
        squares += off * off / n;
    }
    deviation = sqrt(squares);
    if (!(deviation > 0)) return 0;
    for (i = 0; i < stat->count; i++) {
        double off = (x[i] - x[0] - mean) / deviation;
        cubes += off * off * off / n;
    }
    return cubes;
}

/* A trend that chance gives once in 100 times (the test of Mann and Kendall), in samples whose
   middle half is wider than the precision asked for. */
static int fpmk__trending(const fpmk__job *job) {
    const fpmk_stat *s = &job->stat;
    double n = (double)s->count, deviation = sqrt(n * (n - 1) * (2 * n + 5) / 18);
    double precision = s->precision > 0 ? s->precision : 0.025;
    return s->count >= 8 && fabs(job->rises) > 2.58 * deviation &&
           s->sample[s->count - 1 - s->count / 4] - s->sample[s->count / 4] > precision * s->value;
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
        if (status >= 0) r->warmups++;
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
    if (!settled && job->opts.max_warmups > 0) r->unstable |= FPMK_WARMING;
    return FPM_OK;
}

/* One timed repetition after the other until the interval is narrow enough, or a limit comes. */
static int fpmk__sampling(fpmk__job *job) {
    double seconds, waited = job->opts.clock ? 0 : fpmk__waited();
    int status = FPM_OK;
    job->started = fpmk_now();
    while (status == FPM_OK && !fpmk_stat_done(&job->stat)) {
        if (job->stat.count >= job->opts.max_reps) status = FPMK_IMPRECISE;
        else if (job->stat.count > 0) status = fpmk__limit(job);
        if (status == FPM_OK && !fpmk__working(job->group, FPM_OK, 0)) status = FPM_E_STOPPED;
        if (status == FPM_OK) status = fpmk__repeat(job, &seconds);
        if (status != FPM_OK) break;
        job->report.sampled += seconds;
        status = fpmk__sample(job, seconds);
    }
    if (!job->opts.clock) job->report.waited = fpmk__waited() - waited;
    return status;
}

/* What a measurement gives: result checked, point and report filled. */
static int fpmk__conclude(fpmk__job *job, int status) {
    const fpmk_kernel *k = job->kernel;
    fpmk_report *r = &job->report;
    double flops = k->complexity ? k->complexity(k->context, job->x) : 0;
    double bytes = k->bytes ? k->bytes(k->context, job->x) : 0;
    if (k->check && k->check(k->context, job->state, &r->checksum) != 0) return FPMK_E_VERIFY;
    if (!fpmk__finite(r->checksum)) return FPMK_E_VERIFY;
    if (!fpmk__not_negative(flops) || !fpmk__not_negative(bytes)) return FPMK_E_KERNEL;
    job->point.seconds = job->stat.value;
    job->point.half_width = job->stat.half_width;
    job->point.reps = job->stat.count;
    r->flops = flops / job->stat.value;
    r->bytes = bytes / job->stat.value;
    if (status > 0) r->unstable |= FPMK_WIDE;
    if (10 * r->outliers > r->reps) r->unstable |= FPMK_OUTLIERS;
    if (fpmk__trending(job)) r->unstable |= FPMK_TRENDING;
    if (20 * r->waited > r->sampled) r->unstable |= FPMK_CROWDED;
    return status;
}

/* The whole measurement of one processor, on the thread that is to run it: alone (no group), or as
   a member whose status is negative if it cannot take part. */
static void fpmk__measure(void *item, fpmk__group *group, int status) {
    fpmk__job *job = (fpmk__job *)item;
    const fpmk_kernel *k = job->kernel;
    int made = 0;
    job->group = group;
    if (status == FPM_OK && k->init) {
        status = k->init(k->context, job->x, job->threads, job->opts.alloc, &job->state);
        made = status == 0;
        if (!made && status != FPM_E_MEMORY && status != FPM_E_SIZE && status != FPM_E_ARGUMENT)
            status = fpmk__failed(job, status);
    }
    if (status == FPM_OK) status = fpmk__clock_begin(job);
    status = fpmk__meet(group, status);
    if (status == FPM_OK) status = fpmk__warm_up(job);
    status = fpmk__meet(group, status);
    if (status == FPM_OK) {
        status = fpmk__sampling(job);
        if (fpmk__working(group, status, 1))
            do { /* the load under which the others take their samples */
                int failed = fpmk__run(job, 1);
                status = failed < 0 ? failed : status;
            } while (fpmk__working(group, status, 0));
    }
    if (status >= 0) fpmk__limit(job);
    if (status >= 0) status = fpmk__conclude(job, status);
    if (made && k->fini) k->fini(k->context, job->state);
    job->report.status = status;
}

/* What is wrong with a member that has this size x, and the status for it, or NULL. */
static const char *fpmk__member_fault(const fpmk_member *member, int64_t x, int *status) {
    const fpmk_kernel *kernel = member->kernel;
    int64_t units;
    *status = FPM_E_ARGUMENT;
    if (!kernel || !kernel->run) return "there is no kernel, or nothing in it to run";
    if (member->threads < 0 || member->threads > 1024) return "threads is not in 0 .. 1024";
    if (member->core < -1) return "core is below -1";
    *status = FPM_E_SIZE;
    if (x < 1 || x > FPM_SIZE_MAX) return "the size is not in 1 .. FPM_SIZE_MAX";
    units = kernel->units ? kernel->units(kernel->context, x) : x;
    if (units < 1 || units > FPM_SIZE_MAX)
        return "the kernel's units at this size are not in 1 .. FPM_SIZE_MAX";
    return NULL;
}

/* Check the arguments of one measurement and prepare it; samples has room for opts->max_reps. */
static int fpmk__job_init(fpmk__job *job, const fpmk_member *member, int64_t x,
                          const fpmk_options *resolved, double *samples) {
    const fpmk_kernel *kernel = member->kernel;
    const char *fault;
    int status;
    memset(job, 0, sizeof *job);
    fault = fpmk__member_fault(member, x, &status);
    job->report.reason = fault;
    if (fault) return status;
    job->kernel = kernel;
    job->x = x;
    job->threads = member->threads > 0 ? member->threads : 1;
    job->opts = *resolved;
    job->point.size = kernel->units ? kernel->units(kernel->context, x) : x;
    job->stat.sample = samples;
    job->stat.capacity = resolved->max_reps;
    job->stat.method = resolved->method;
    job->stat.confidence = resolved->confidence;
    job->stat.precision = resolved->precision;
    return FPM_OK;
}

/* A text that grows at its end, cut off where its buffer is full. */
typedef struct fpmk__words {
    char *text;
    size_t capacity, length; /* length: of the whole text */
} fpmk__words;

static void fpmk__say(fpmk__words *w, const char *text) {
    size_t i;
    for (i = 0; text[i]; i++) {
        if (w->length + 1 < w->capacity) w->text[w->length] = text[i];
        w->length++;
    }
    if (w->capacity > 0) w->text[w->length < w->capacity ? w->length : w->capacity - 1] = 0;
}

/* One more thing that was seen, behind those before it. */
static void fpmk__say_seen(fpmk__words *w, int *said, const char *text) {
    fpmk__say(w, *said > 0 ? ", " : "; unstable: ");
    fpmk__say(w, text);
    (*said)++;
}

/* What was seen, and what to do about it. */
static void fpmk__say_unstable(fpmk__words *w, const fpmk_report *r) {
    char text[160];
    int said = 0;
    if (r->unstable & FPMK_CROWDED) {
        snprintf(text, sizeof text,
                 "others had the core for %.0f %% of the time (stop them, or use another core)",
                 100 * r->waited / r->sampled);
        fpmk__say_seen(w, &said, text);
    }
    if (r->unstable & FPMK_WARMING)
        fpmk__say_seen(w, &said, "the warm-up did not settle (raise max_warmups)");
    if (r->unstable & FPMK_TRENDING)
        fpmk__say_seen(w, &said,
                       r->trend > 0
                           ? "times rise from sample to sample (does the work grow, or the "
                             "processor get hot?)"
                           : "times fall from sample to sample (raise max_warmups)");
    if (r->unstable & FPMK_OUTLIERS) {
        snprintf(text, sizeof text,
                 "%lld of %lld samples are outliers (measure again when the machine is quiet)",
                 (long long)r->outliers, (long long)r->reps);
        fpmk__say_seen(w, &said, text);
    }
}

FPMK__DECL size_t fpmk_explain(const fpmk_report *report, char *text, size_t capacity) {
    fpmk__words w;
    char number[40];
    w.text = text;
    w.capacity = text ? capacity : 0;
    w.length = 0;
    if (w.capacity > 0) text[0] = 0;
    if (!report) return 0;
    fpmk__say(&w, report->status == FPM_OK ? "measured" : fpmk_status_str(report->status));
    if (report->reason) {
        fpmk__say(&w, ": ");
        fpmk__say(&w, report->reason);
    }
    if (report->result != 0) {
        snprintf(number, sizeof number, ": it returned %d", report->result);
        fpmk__say(&w, number);
    }
    if (report->status >= 0) fpmk__say_unstable(&w, report);
    return w.length;
}

/* ---- >>group ------------------------------------------------------------------------------- */

/* A crew: threads of which each binds itself before it does anything, and then does its work, which
   begins by meeting the others; so nothing runs unless all are there and bound.  The work is a task
   of the caller or a measurement. */

enum { FPMK__MEMBERS = 4096 };

typedef struct fpmk__hand {
    void (*work)(void *item, fpmk__group *group, int status); /* status: whether it is bound */
    void *item;
    int core, threads;
    fpmk__group *group;
#if defined(FPMK__UNIX)
    pthread_t thread;
#elif defined(FPMK__WINDOWS)
    uintptr_t thread;
    GROUP_AFFINITY home; /* of the thread that starts it */
#endif
} fpmk__hand;

static void fpmk__hand_is(fpmk__hand *hand, void (*work)(void *, fpmk__group *, int), void *item,
                          int core, int threads) {
    hand->work = work;
    hand->item = item;
    hand->core = core;
    hand->threads = threads > 0 ? threads : 1;
}

static void fpmk__hand_work(fpmk__hand *hand) {
    hand->work(hand->item, hand->group, fpmk__bind(hand->core, hand->threads));
}

/* fpmk__hand_start: 0 if its thread was started. */
#if defined(FPMK__UNIX)
static void *fpmk__hand_main(void *hand) {
    fpmk__hand_work((fpmk__hand *)hand);
    return NULL;
}
static int fpmk__hand_start(fpmk__hand *hand) {
    return pthread_create(&hand->thread, NULL, fpmk__hand_main, hand);
}
static void fpmk__hand_join(fpmk__hand *hand) { pthread_join(hand->thread, NULL); }
#elif defined(FPMK__WINDOWS)
/* A thread of Windows does not inherit the cores that its starter is restricted to. */
static unsigned __stdcall fpmk__hand_main(void *argument) {
    fpmk__hand *hand = (fpmk__hand *)argument;
    if (hand->home.Mask != 0) SetThreadGroupAffinity(GetCurrentThread(), &hand->home, NULL);
    fpmk__hand_work(hand);
    return 0;
}
static int fpmk__hand_start(fpmk__hand *hand) {
    memset(&hand->home, 0, sizeof hand->home);
    if (!GetThreadGroupAffinity(GetCurrentThread(), &hand->home) ||
        hand->home.Mask == fpmk__group_cores(hand->home.Group))
        hand->home.Mask = 0;
    hand->thread = _beginthreadex(NULL, 0, fpmk__hand_main, hand, 0, NULL);
    return hand->thread == 0;
}
static void fpmk__hand_join(fpmk__hand *hand) {
    WaitForSingleObject((HANDLE)hand->thread, INFINITE);
    CloseHandle((HANDLE)hand->thread);
}
#else /* without threads a crew of one that is not bound can still work, here */
static int fpmk__hand_start(fpmk__hand *hand) {
    if (hand->group->count > 1) return -1;
    fpmk__hand_work(hand);
    return 0;
}
static void fpmk__hand_join(fpmk__hand *hand) { (void)hand; }
#endif

/* Returns the status of the first one that failed. */
static int fpmk__crew_run(int count, fpmk__hand *hands) {
    fpmk__group group;
    int i;
    memset(&group, 0, sizeof group);
    group.count = count;
    group.working = count;
    fpmk__group_open(&group);
    fpmk__lock(&group); /* nobody can meet before all are there, or known to be missing */
    for (i = 0; i < count; i++) {
        hands[i].group = &group;
        if (fpmk__hand_start(&hands[i]) != 0) break;
    }
    group.count = i;
    if (i < count) group.status = FPMK_E_THREADS;
    fpmk__unlock(&group);
    while (i > 0) fpmk__hand_join(&hands[--i]);
    fpmk__group_close(&group);
    return group.status;
}

static void fpmk__do_task(void *item, fpmk__group *group, int status) {
    fpmk_task *task = (fpmk_task *)item;
    if (fpmk__meet(group, status) != FPM_OK || !task->run) return;
    task->started = fpmk_now() - group->start;
    task->result = task->run(task->context);
    task->finished = fpmk_now() - group->start;
}

FPMK__DECL int fpmk_run_group(int count, fpmk_task *tasks) {
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
        fpmk__hand_is(&hands[i], fpmk__do_task, &tasks[i], tasks[i].core, tasks[i].threads);
    }
    status = fpmk__crew_run(count, hands);
    fpmk__resize(NULL, hands, bytes, 0);
    for (i = 0; i < count && status == FPM_OK; i++)
        if (tasks[i].result != 0) status = FPMK_E_KERNEL;
    return status;
}

/* The worst of two statuses: the lowest negative one, else the highest.  Being stopped because of
   another one is no news. */
static int fpmk__worse(int a, int b) {
    if (a >= 0 && b >= 0) return a > b ? a : b;
    if (a == FPM_E_STOPPED && b < 0) return b;
    if (b == FPM_E_STOPPED && a < 0) return a;
    return a < b ? a : b;
}

#ifdef FPMK_USE_CUDA

/* Members on one device make their states at the same time, and each would take nine tenths of what
   it finds free: those that do not say how much they take are told. */
static void fpmk__gpu_share(int count, fpmk__job *jobs) {
    const fpmk__job *end = jobs + count, *other;
    fpmk__job *job;
    for (job = jobs; job < end; job++) {
        if (job->kernel->fini != fpmk__gpu_fini) continue;
        if (job->kernel->context) job->setup = *(const fpmk_setup *)job->kernel->context;
        job->shared = *job->kernel;
        job->shared.context = &job->setup;
        job->kernel = &job->shared;
    }
    for (job = jobs; job < end; job++) {
        double bytes = 0, sharing = 0;
        fpmk_device device;
        if (job->kernel != &job->shared || job->setup.device_bytes ||
            fpmk_device_get(job->setup.device, &device) != FPM_OK)
            continue;
        for (other = jobs; other < end; other++) {
            if (other->kernel != &other->shared || other->setup.device != job->setup.device)
                continue;
            sharing += !other->setup.device_bytes;
            bytes -= (double)other->setup.device_bytes; /* also of those that were just told */
        }
        bytes = (bytes + 0.9 * device.free) / sharing;
        job->setup.device_bytes = bytes >= 1 ? (size_t)bytes : 1;
    }
}

#endif

/* Nothing is measured: every report says why.  Returns the status. */
static int fpmk__refuse_all(int count, fpmk_report *reports, int status, const char *reason) {
    int i;
    for (i = 0; i < count && reports; i++) {
        memset(&reports[i], 0, sizeof reports[i]);
        reports[i].status = status;
        reports[i].reason = reason;
    }
    return status;
}

/* Measure members as a group, or the only one on this thread (alone).  With x these are their
   sizes, and those with 0 rest: what is theirs of points and reports is not touched. */
static int fpmk__measure_members(int count, const fpmk_member *members, const int64_t *x,
                                 const fpmk_options *opts, fpm_point *points, fpmk_report *reports,
                                 int alone) {
    fpmk_options resolved;
    size_t each, bytes;
    fpmk__job *jobs, *job, *end;
    fpmk__hand *hands;
    double *samples, first = 0;
    int i, status = FPM_OK;
    const char *fault = fpmk__resolve(opts, &resolved);
    if (count < 1 || count > FPMK__MEMBERS) return FPM_E_ARGUMENT;
    if (!fault && !members) fault = "members is NULL";
    if (!fault && !points) fault = "points is NULL";
    if (fault) return fpmk__refuse_all(count, x ? NULL : reports, FPM_E_ARGUMENT, fault);
    each = sizeof *jobs + sizeof *hands + (size_t)resolved.max_reps * sizeof *samples;
    if (each > SIZE_MAX / 2 / (size_t)count)
        return fpmk__refuse_all(count, x ? NULL : reports, FPM_E_MEMORY, NULL);
    bytes = each * (size_t)count;
    jobs = (fpmk__job *)fpmk__resize(resolved.alloc, NULL, 0, bytes);
    if (!jobs) return fpmk__refuse_all(count, x ? NULL : reports, FPM_E_MEMORY, NULL);
    samples = (double *)(void *)(jobs + count);
    hands = (fpmk__hand *)(void *)(samples + count * resolved.max_reps);
    for (i = 0, end = jobs; i < count; i++) {
        if (x && x[i] == 0) continue;
        end->report.status = fpmk__job_init(end, &members[i], x ? x[i] : members[i].x, &resolved,
                                            samples + (end - jobs) * resolved.max_reps);
        status = fpmk__worse(status, end->report.status);
        fpmk__hand_is(&hands[end - jobs], fpmk__measure, end, members[i].core, members[i].threads);
        end++->place = i;
    }
#ifdef FPMK_USE_CUDA
    if (status == FPM_OK && !alone) fpmk__gpu_share((int)(end - jobs), jobs);
#endif
    if (status == FPM_OK && alone) fpmk__measure(&jobs[0], NULL, FPM_OK);
    else if (status == FPM_OK) {
        for (job = jobs; job < end; job++) job->report.status = FPMK_E_THREADS; /* until it runs */
        fpmk__crew_run((int)(end - jobs), hands);
    }
    for (job = jobs; job < end; job++) {
        status = fpmk__worse(status, job->report.status);
        first = job == jobs ? job->started : fmin(first, job->started);
    }
    for (job = jobs; job < end; job++) {
        job->report.skewness = fpmk__skewness(&job->stat);
        if (status >= 0 && resolved.samples)
            resolved.samples(resolved.samples_context, job->place, job->stat.sample,
                             job->stat.count);
        job->report.skew = first > 0 ? job->started - first : 0; /* 0: one did not start */
        if (status >= 0) points[job->place] = job->point;
        if (reports) reports[job->place] = job->report;
    }
    fpmk__resize(resolved.alloc, jobs, bytes, 0);
    return status;
}

FPMK__DECL int fpmk_measure_group(int count, const fpmk_member *members, const fpmk_options *opts,
                                  fpm_point *points, fpmk_report *reports) {
    return fpmk__measure_members(count, members, NULL, opts, points, reports, 0);
}

FPMK__DECL int fpmk_measure(const fpmk_kernel *kernel, int64_t x, const fpmk_options *opts,
                            fpm_point *point, fpmk_report *report) {
    fpmk_member member = {kernel, x, -1, 1};
    fpmk_report told;
    memset(&told, 0, sizeof told);
    told.status = fpmk__measure_members(1, &member, NULL, opts, point, &told, 1);
    if (report) *report = told;
    return told.status;
}

static int fpmk__run_call(void *context, void *state) {
    fpmk_task *call = (fpmk_task *)context;
    (void)state;
    return call->run(call->context);
}

FPMK__DECL int fpmk_measure_call(int (*run)(void *context), void *context, int64_t size,
                                 const fpmk_options *opts, fpm_point *point, fpmk_report *report) {
    fpmk_kernel kernel;
    fpmk_task call; /* the function and its context */
    call.run = run;
    call.context = context;
    memset(&kernel, 0, sizeof kernel);
    kernel.context = &call;
    if (run) kernel.run = fpmk__run_call;
    return fpmk_measure(&kernel, size, opts, point, report);
}

/* The core of the i-th thread of so many, or -1 if they are not bound. */
static int fpmk__core_of(int count, int i) {
#ifdef FPMK__AFFINITY
    return fpmk_core(count - 1) >= 0 ? fpmk_core(i) : -1;
#else
    (void)count;
    (void)i;
    return -1;
#endif
}

/* What is wrong with the arguments, or NULL. */
static const char *fpmk__calls_fault(int count, int (*const *run)(void *context),
                                     const int64_t *sizes, const fpm_point *points) {
    int i;
    if (!run) return "run is NULL";
    if (!sizes) return "sizes is NULL";
    if (!points) return "points is NULL";
    for (i = 0; i < count; i++)
        if (!run[i]) return "a function of run is NULL";
    return NULL;
}

FPMK__DECL int fpmk_measure_calls(int count, int (*const *run)(void *context), void *const *context,
                                  const int64_t *sizes, const fpmk_options *opts, fpm_point *points,
                                  fpmk_report *reports) {
    const fpm_alloc *alloc = opts ? opts->alloc : NULL;
    fpmk_task *calls; /* the functions with their contexts, */
    fpmk_member *members;
    fpmk_kernel *kernels; /* which run these */
    const char *fault;
    size_t bytes;
    int i, status;
    if (count < 1 || count > FPMK__MEMBERS) return FPM_E_ARGUMENT;
    fault = fpmk__calls_fault(count, run, sizes, points);
    if (fault) return fpmk__refuse_all(count, reports, FPM_E_ARGUMENT, fault);
    bytes = (size_t)count * (sizeof *kernels + sizeof *members + sizeof *calls);
    calls = (fpmk_task *)fpmk__resize(alloc, NULL, 0, bytes);
    if (!calls) return fpmk__refuse_all(count, reports, FPM_E_MEMORY, NULL);
    memset(calls, 0, bytes);
    members = (fpmk_member *)(void *)(calls + count);
    kernels = (fpmk_kernel *)(void *)(members + count);
    for (i = 0; i < count; i++) {
        calls[i].run = run[i];
        calls[i].context = context ? context[i] : NULL;
        kernels[i].context = &calls[i];
        kernels[i].run = fpmk__run_call;
        members[i].kernel = &kernels[i];
        members[i].x = sizes[i];
        members[i].core = fpmk__core_of(count, i);
    }
    status = fpmk_measure_group(count, members, opts, points, reports);
    fpmk__resize(alloc, calls, bytes, 0);
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

/* Tell the caller's progress, if there is one, how far it is: FPM_OK, or FPM_E_STOPPED. */
static int fpmk__tell(const fpmk_options *opts, const fpmk_progress *state) {
    if (!opts || !opts->progress) return FPM_OK;
    return opts->progress(opts->progress_context, state) != 0 ? FPM_E_STOPPED : FPM_OK;
}

FPMK__DECL int fpmk_measure_sizes(int count, const fpmk_member *members, int sizes,
                                  const int64_t *x, const fpmk_options *opts, fpm_points *points) {
    const fpm_alloc *alloc = opts ? opts->alloc : NULL;
    fpm_point *fresh; /* results of a round, */
    fpmk_report *reports;
    int64_t *now, *before; /* its sizes; points of each list when we came */
    int i, round, *order, worst = FPM_OK;
    size_t bytes;
    if (count < 1 || count > FPMK__MEMBERS || sizes < 1 || sizes > 1000000 || !members || !x ||
        !points)
        return FPM_E_ARGUMENT;
    bytes = (size_t)count * (sizeof *fresh + sizeof *reports + 2 * sizeof *now) +
            (size_t)sizes * sizeof *order;
    fresh = (fpm_point *)fpmk__resize(alloc, NULL, 0, bytes);
    if (!fresh) return FPM_E_MEMORY;
    reports = (fpmk_report *)(void *)(fresh + count);
    before = (int64_t *)(void *)(reports + count);
    now = before + count;
    order = (int *)(void *)(now + count);
    for (i = 0; i < count; i++) before[i] = points[i].count;
    fpmk__shuffle(sizes, order, opts ? opts->seed : 0);
    for (round = 0; round < sizes && worst >= 0; round++) {
        const fpmk_progress state = {round + 1, sizes, count, now, 0, fresh, reports};
        for (i = 0; i < count; i++) {
            now[i] = x[(int64_t)i * sizes + order[round]];
            if (now[i] < 1) worst = FPM_E_SIZE; /* nobody rests here */
        }
        if (worst >= 0)
            worst = fpmk__worse(
                worst, fpmk__measure_members(count, members, now, opts, fresh, reports, 0));
        for (i = 0; i < count && worst >= 0; i++)
            worst = fpmk__worse(worst, fpm_points_add(&points[i], &fresh[i]));
        if (worst >= 0) worst = fpmk__worse(worst, fpmk__tell(opts, &state));
    }
    for (i = 0; i < count; i++) {
        if (worst >= 0) fpm_points_sort(&points[i], NULL);
        else points[i].count = before[i];
    }
    fpmk__resize(alloc, fresh, bytes, 0);
    return worst;
}

/* What fpmk_measure_tiles works with. */
typedef struct fpmk__tiling {
    int count;
    fpmk_setup *setup; /* of each member, with the width of the tile */
    fpmk_kernel *kernel;
    fpmk_member *member;
    fpm_point *fresh; /* results of a round */
    fpmk_report *report;
    int64_t *rows; /* of the tile, the same for all members */
} fpmk__tiling;

/* The members with kernels of their own, of which the width can be set. */
static int fpmk__tiling_init(fpmk__tiling *t, const fpmk_member *members) {
    int i;
    memset(t->setup, 0, (size_t)t->count * sizeof *t->setup);
    for (i = 0; i < t->count; i++) {
        const fpmk_kernel *kernel = members[i].kernel;
        if (!kernel) return FPM_E_ARGUMENT;
        if (kernel->units != fpmk__GEMM_units) return FPM_E_UNSUPPORTED;
        if (kernel->context) t->setup[i] = *(const fpmk_setup *)kernel->context;
        t->kernel[i] = *kernel;
        t->kernel[i].context = &t->setup[i];
        t->member[i] = members[i];
        t->member[i].kernel = &t->kernel[i];
    }
    return FPM_OK;
}

/* All members at a tile. */
static int fpmk__tiling_round(fpmk__tiling *t, int64_t m, int64_t n, const fpmk_options *opts) {
    int i;
    if (m < 1 || n < 1 || m > FPMK__SIDE || n > FPMK__SIDE) return FPM_E_SIZE;
    for (i = 0; i < t->count; i++) {
        t->setup[i].width = n;
        t->rows[i] = m;
    }
    return fpmk__measure_members(t->count, t->member, t->rows, opts, t->fresh, t->report, 0);
}

/* All rounds; points of member i from made[i * tiles] on. */
static int fpmk__tiling_rounds(fpmk__tiling *t, int tiles, const int64_t *m, const int64_t *n,
                               const int *order, const fpmk_options *opts, fpm_point *made) {
    int i, round, worst = FPM_OK;
    for (round = 0; round < tiles && worst >= 0; round++) {
        const fpmk_progress state = {round + 1, tiles, t->count, t->rows, 0, t->fresh, t->report};
        int at = order[round];
        worst = fpmk__worse(worst, fpmk__tiling_round(t, m[at], n[at], opts));
        if (worst < 0) break;
        for (i = 0; i < t->count; i++) made[(int64_t)i * tiles + at] = t->fresh[i];
        worst = fpmk__worse(worst, fpmk__tell(opts, &state));
    }
    return worst;
}

FPMK__DECL int fpmk_measure_tiles(int count, const fpmk_member *members, int tiles,
                                  const int64_t *m, const int64_t *n, const fpmk_options *opts,
                                  fpm_point *points) {
    const fpm_alloc *alloc = opts ? opts->alloc : NULL;
    fpmk__tiling t;
    fpm_point *made;
    size_t each, bytes, results;
    int status, *order;
    if (count < 1 || count > FPMK__MEMBERS || tiles < 1 || tiles > 1000000) return FPM_E_ARGUMENT;
    if (!members || !m || !n || !points) return FPM_E_ARGUMENT;
    each = sizeof *t.setup + sizeof *t.kernel + sizeof *t.member + sizeof *t.report +
           sizeof *t.rows + sizeof *t.fresh;
    results = (size_t)count * sizeof *made;
    if (results > SIZE_MAX / 2 / (size_t)tiles) return FPM_E_MEMORY;
    results *= (size_t)tiles;
    bytes = results + (size_t)count * each + (size_t)tiles * sizeof *order;
    made = (fpm_point *)fpmk__resize(alloc, NULL, 0, bytes);
    if (!made) return FPM_E_MEMORY;
    t.count = count;
    t.fresh = made + (size_t)count * (size_t)tiles;
    t.report = (fpmk_report *)(void *)(t.fresh + count);
    t.setup = (fpmk_setup *)(void *)(t.report + count);
    t.kernel = (fpmk_kernel *)(void *)(t.setup + count);
    t.member = (fpmk_member *)(void *)(t.kernel + count);
    t.rows = (int64_t *)(void *)(t.member + count);
    order = (int *)(void *)(t.rows + count);
    fpmk__shuffle(tiles, order, opts ? opts->seed : 0);
    status = fpmk__tiling_init(&t, members);
    if (status >= 0) status = fpmk__tiling_rounds(&t, tiles, m, n, order, opts, made);
    if (status >= 0) memcpy(points, made, results);
    fpmk__resize(alloc, made, bytes, 0);
    return status;
}

FPMK__DECL int fpmk_sizes(int64_t low, int64_t high, int count, int64_t *x) {
    int i, made = 0;
    if (low < 1 || high < low || high > FPM_SIZE_MAX || count < 1 || !x) return FPM_E_ARGUMENT;
    for (i = 0; i < count && (made == 0 || x[made - 1] < high); i++) {
        double part = count > 1 ? (double)i / (double)(count - 1) : 0;
        int64_t size = (int64_t)floor((double)low * pow((double)high / (double)low, part) + 0.5);
        if (made > 0 && size <= x[made - 1]) size = x[made - 1] + 1;
        if (size > high || i == count - 1) size = i > 0 ? high : low;
        x[made++] = size;
    }
    return made;
}

/* ---- >>build ------------------------------------------------------------------------------- */

/* The bounds of the declaration: at best a processor's speed between two points is the higher one
   of theirs, and its time not below that of the smaller one (fpmk__reach: the most units within
   some seconds); at worst its speed is the lower one, and its time not above that of the larger one
   (fpmk__latest).  A share that is to be measured is moved into the middle half of its interval, or
   shares would creep along a cliff: without that a third more points are measured, with steep
   cliffs more than twice as many. */

#define FPMK__NEVER 1e300
enum { FPMK__TARGETS = 17 };

typedef struct fpmk__builder {
    int count, targets;
    const fpmk_member *members; /* or NULL */
    fpmk_build how;             /* with the defaults filled in */
    fpmk_options opts;          /* seed: of the next random order */
    fpm_points *points;
    fpmk_build_info info;
    int64_t target[FPMK__TARGETS];
    int64_t *high;        /* sizes of each, which fall when memory does not suffice */
    int64_t *x, *d;       /* of the next round, shares of a partition */
    int64_t *past;        /* sizes of all different rounds, one after the other, */
    int rounds, visited;  /* how many there are, and have had all their visits, */
    int *order;           /* and a random order of them */
    fpm_point *fresh;     /* results of a round */
    fpmk_report *reports; /* likewise */
    fpm_model *model;
    fpm_proc *procs;
} fpmk__builder;

/* Units of work of a size. */
static int64_t fpmk__units(const fpmk__builder *b, int i, int64_t x) {
    const fpmk_kernel *k = b->members ? b->members[i].kernel : NULL;
    return k && k->units ? k->units(k->context, x) : x;
}

/* The size whose units are nearest. */
static int64_t fpmk__nearest(const fpmk__builder *b, int i, int64_t units) {
    int64_t low = b->how.low[i], high = b->high[i];
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (fpmk__units(b, i, middle) <= units) low = middle;
        else high = middle;
    }
    return units - fpmk__units(b, i, low) <= fpmk__units(b, i, high) - units ? low : high;
}

/* How many points lie below so many units. */
static int64_t fpmk__below(const fpm_points *p, int64_t units) {
    int64_t low = 0, high = p->count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (p->size[middle] < units) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* The point that stands for a share, as the size nearest to it was measured; -1: there is none. */
static int64_t fpmk__stands_for(const fpmk__builder *b, int i, int64_t share) {
    const fpm_points *p = &b->points[i];
    int64_t units = fpmk__units(b, i, fpmk__nearest(b, i, share)), j = fpmk__below(p, units);
    return j < p->count && p->size[j] == units ? j : -1;
}

static double fpmk__speed(const fpm_points *p, int64_t j) {
    return (double)p->size[j] / p->seconds[j];
}

/* The highest speed between points j - 1 and j: that of one of them, and beyond the last one that
   to which it rose before. */
static double fpmk__fastest(const fpm_points *p, int64_t j) {
    double left, right;
    if (j == 0) return fpmk__speed(p, 0);
    left = fpmk__speed(p, j - 1);
    if (j < p->count) right = fpmk__speed(p, j);
    else right = j > 1 ? 2 * left - fpmk__speed(p, j - 2) : left;
    return left > right ? left : right;
}

/* The latest time at which a share may be done. */
static double fpmk__latest(const fpmk__builder *b, int i, int64_t share) {
    const fpm_points *p = &b->points[i];
    int64_t known = fpmk__stands_for(b, i, share), j = fpmk__below(p, share);
    double units = (double)share;
    if (known >= 0) return units / fpmk__speed(p, known);
    if (j == p->count) return FPMK__NEVER;
    if (j == 0) return p->seconds[0];
    return fmin(units / fmin(fpmk__speed(p, j - 1), fpmk__speed(p, j)), p->seconds[j]);
}

/* The most units that processor i could finish within some seconds, at best. */
static int64_t fpmk__reach(const fpmk__builder *b, int i, double seconds) {
    const fpm_points *p = &b->points[i];
    int64_t j = p->count, most = fpmk__units(b, i, b->high[i]);
    double units;
    while (j > 0 && p->seconds[j - 1] > seconds) j--;
    units = seconds * fpmk__fastest(p, j);
    if (j < p->count) units = fmin(units, (double)p->size[j] - 1);
    if (units < (double)most) most = (int64_t)units;
    return most < fpmk__units(b, i, b->how.low[i]) ? 0 : most;
}

/* No partition of n is done before this time, at best. */
static double fpmk__best_time(const fpmk__builder *b, int64_t n, double enough) {
    double low = 0, high = enough;
    int step, i;
    for (step = 0; step < 50 && high - low > 1e-6 * high; step++) {
        double middle = 0.5 * (low + high);
        int64_t sum = 0;
        for (i = 0; i < b->count && sum < n; i++) sum += fpmk__reach(b, i, middle);
        if (sum < n) low = middle;
        else high = middle;
    }
    return low;
}

/* Partition n under linear speeds between the points. */
static int fpmk__share(fpmk__builder *b, int64_t n) {
    fpm_options opts;
    fpm_model_options borrowed;
    int i, status = FPM_OK;
    memset(&opts, 0, sizeof opts);
    memset(&borrowed, 0, sizeof borrowed);
    opts.alloc = b->opts.alloc;
    borrowed.flags = FPM_BORROW;
    for (i = 0; i < b->count && status >= 0; i++) {
        const fpm_points *p = &b->points[i];
        status = fpm_model_from_points(&b->model[i], FPM_PIECEWISE, p, &borrowed, NULL);
        memset(&b->procs[i], 0, sizeof b->procs[i]);
        b->procs[i].model = &b->model[i];
        b->procs[i].min = fpmk__units(b, i, b->how.low[i]);
        b->procs[i].max = fpmk__units(b, i, b->high[i]);
    }
    if (status >= 0) status = fpm_partition(n, b->count, b->procs, &opts, b->d, NULL);
    return status;
}

/* The shares b->d are done by this time, at worst. */
static double fpmk__worst(const fpmk__builder *b) {
    double worst = 0;
    int i;
    for (i = 0; i < b->count; i++)
        if (b->d[i] > 0) worst = fmax(worst, fpmk__latest(b, i, b->d[i]));
    return worst;
}

/* How far from the best the partition of n may be, as a part of it; and the noise in that. */
static int fpmk__gap(fpmk__builder *b, int64_t n, double *gap, double *noise) {
    double worst, low;
    int i, status = fpmk__share(b, n);
    if (status < 0) return status;
    *noise = 0;
    for (i = 0; i < b->count; i++) {
        const fpm_points *p = &b->points[i];
        int64_t j = fpmk__below(p, b->d[i]);
        double part;
        if (b->d[i] == 0) continue;
        if (j == p->count) j--;
        part = p->half_width[j] / p->seconds[j];
        if (part > *noise) *noise = part;
    }
    worst = fpmk__worst(b);
    low = fpmk__best_time(b, n, worst);
    *gap = low > 0 && worst < FPMK__NEVER ? worst / low - 1 : FPMK__NEVER;
    return FPM_OK;
}

/* A share between points j - 1 and j, moved into the middle half of their interval. */
static int64_t fpmk__inside(const fpm_points *p, int64_t j, int64_t share) {
    int64_t room;
    if (j == 0 || j == p->count || share == p->size[j]) return share;
    room = (p->size[j] - p->size[j - 1]) / 4;
    if (share < p->size[j - 1] + room) return p->size[j - 1] + room;
    return share > p->size[j] - room ? p->size[j] - room : share;
}

/* Sizes of the next round from the shares b->d.  How many of them are not known. */
static int fpmk__choose(fpmk__builder *b) {
    int i, fresh = 0;
    for (i = 0; i < b->count; i++) {
        const fpm_points *p = &b->points[i];
        b->d[i] = fpmk__inside(p, fpmk__below(p, b->d[i]), b->d[i]);
        b->x[i] = b->d[i] > 0 ? fpmk__nearest(b, i, b->d[i]) : 0;
        if (b->d[i] > 0 && fpmk__stands_for(b, i, b->d[i]) < 0) fresh++;
    }
    return fresh;
}

FPMK__DECL int fpmk_points_pool(fpm_points *points, const fpm_point *point) {
    fpm_points *p = points;
    int64_t j, last;
    double low, high, a, c;
    int status = fpm_points_add(p, point);
    if (status != FPM_OK) return status;
    last = --p->count;
    j = fpmk__below(p, point->size);
    if (j == last || p->size[j] != point->size) {
        p->count++;
        status = j < last ? fpm_points_sort(p, NULL) : FPM_OK;
        if (status != FPM_OK) p->count = last;
        return status;
    }
    a = (double)(p->reps[j] > 0 ? p->reps[j] : 1);
    c = (double)(point->reps > 0 ? point->reps : 1);
    low = fmin(p->seconds[j] - p->half_width[j], point->seconds - point->half_width);
    high = fmax(p->seconds[j] + p->half_width[j], point->seconds + point->half_width);
    p->seconds[j] = (a * p->seconds[j] + c * point->seconds) / (a + c);
    p->half_width[j] = fmax(high - p->seconds[j], p->seconds[j] - low);
    p->reps[j] = (int64_t)(a + c);
    return FPM_OK;
}

/* After a failure: may it go on with smaller sizes for those whose size was too large? */
static int fpmk__retreat(fpmk__builder *b, int status) {
    int i, found = 0;
    for (i = 0; i < b->count && (status == FPM_E_MEMORY || status == FPM_E_SIZE); i++) {
        const fpm_points *p = &b->points[i];
        int64_t j;
        if (b->x[i] == 0 || b->reports[i].status != status) continue;
        j = fpmk__below(p, fpmk__units(b, i, b->x[i]));
        if (b->high[i] == b->how.high[i]) b->info.limited++; /* each once */
        if (j == 0) b->high[i] = b->how.low[i] + (b->x[i] - b->how.low[i]) / 2;
        else b->high[i] = fpmk__nearest(b, i, p->size[j - 1]);
        if (b->high[i] >= b->x[i]) return status;
        found = 1;
    }
    return found ? (int)FPM_OK : status;
}

/* One round at b->x: measured, pooled, told. */
static int fpmk__build_round(fpmk__builder *b) {
    fpmk_progress state = {0, b->how.max_rounds, b->count, b->x, b->info.gap, b->fresh, b->reports};
    int i, status, pooled;
    memset(b->fresh, 0, (size_t)b->count * sizeof *b->fresh);
    memset(b->reports, 0, (size_t)b->count * sizeof *b->reports);
    status = b->how.measure ? b->how.measure(b->how.context, b->count, b->x, b->fresh, b->reports)
                            : fpmk__measure_members(b->count, b->members, b->x, &b->opts, b->fresh,
                                                    b->reports, 0);
    state.done = ++b->info.rounds;
    if (status < 0) return fpmk__retreat(b, status);
    for (i = 0; i < b->count; i++) {
        if (b->x[i] == 0) continue;
        if (b->fresh[i].size != fpmk__units(b, i, b->x[i])) return FPM_E_SIZE;
        pooled = fpmk_points_pool(&b->points[i], &b->fresh[i]);
        if (pooled < 0) return pooled;
        b->info.measured++;
    }
    return fpmk__tell(&b->opts, &state);
}

/* What the processors can take together now, at most. */
static int64_t fpmk__all_can(const fpmk__builder *b, const int64_t *x) {
    int64_t sum = 0;
    int i;
    for (i = 0; i < b->count; i++) {
        int64_t units = fpmk__units(b, i, x[i]);
        if (units < 1 || units > FPM_SIZE_MAX) return 0;
        sum = sum > FPM_SIZE_MAX - units ? FPM_SIZE_MAX : sum + units;
    }
    return sum;
}

/* Rounds until the partition of n is known well enough. */
static int fpmk__settle(fpmk__builder *b, int64_t n) {
    double gap = 0, noise = 0;
    int i, status = FPM_OK;
    while (status >= 0) {
        int64_t units = fpmk__min(n, fpmk__all_can(b, b->high));
        int64_t measured = b->info.measured;
        int fresh, empty = 0;
        for (i = 0; i < b->count; i++)
            if (b->points[i].count == 0) empty = 1;
        if (empty)
            for (i = 0; i < b->count; i++) b->d[i] = units / b->count > 0 ? units / b->count : 1;
        else status = fpmk__gap(b, units, &gap, &noise);
        if (status < 0 || (!empty && gap <= b->how.tolerance + 0.5 * noise)) break;
        fresh = fpmk__choose(b);
        if (!fresh) { /* what the lower bound takes for possible */
            double best = fpmk__best_time(b, units, fpmk__worst(b));
            for (i = 0; i < b->count; i++) b->d[i] = fpmk__reach(b, i, best * (1 + 1e-5));
            fresh = fpmk__choose(b);
        }
        if (!fresh) break; /* these sizes are next to each other */
        if (b->info.rounds >= b->how.max_rounds) {
            status = FPM_WORK_LIMIT;
            break;
        }
        status = fpmk__build_round(b);
        if (status < 0 || b->info.measured == measured) continue; /* too large: not visited again */
        memcpy(b->past + (int64_t)b->rounds++ * b->count, b->x, (size_t)b->count * sizeof *b->x);
    }
    b->info.gap = fmax(b->info.gap, gap);
    b->info.noise = fmax(b->info.noise, noise);
    return status;
}

/* Visit the rounds that were new as often as was asked for, each time in a random order. */
static int fpmk__revisit(fpmk__builder *b) {
    int visit, i, fresh = b->rounds - b->visited, status = FPM_OK;
    for (visit = 1; visit < b->how.visits; visit++) {
        fpmk__shuffle(fresh, b->order, b->opts.seed++);
        for (i = 0; i < fresh && status >= 0; i++) {
            int64_t round = b->visited + b->order[i];
            if (b->info.rounds >= b->how.max_rounds) return FPM_WORK_LIMIT;
            memcpy(b->x, b->past + round * b->count, (size_t)b->count * sizeof *b->x);
            status = fpmk__build_round(b);
        }
    }
    b->visited = b->rounds;
    return status;
}

/* All targets, one after the other, with the points of all, and the visits; again for what these
   change. */
static int fpmk__build(fpmk__builder *b) {
    int i, status = FPM_OK, worst, rounds = -1, order[FPMK__TARGETS];
    while (status >= 0 && b->info.rounds != rounds) { /* until a pass measures nothing */
        rounds = b->info.rounds;
        b->info.gap = 0;
        b->info.noise = 0;
        worst = FPM_OK;
        fpmk__shuffle(b->targets, order, b->opts.seed++);
        for (i = 0; i < b->targets && status >= 0; i++) {
            status = fpmk__settle(b, b->target[order[i]]);
            worst = fpmk__worse(worst, status);
        }
        if (status >= 0) status = fpmk__worse(worst, fpmk__revisit(b));
    }
    return status;
}

/* The options, the ranges and the targets; FPM_OK if all are sound. */
static int fpmk__build_begin(fpmk__builder *b) {
    fpmk_build *how = &b->how;
    int64_t least, most;
    int i;
    if (!fpmk__not_negative(how->tolerance) || how->visits < 0 || how->max_rounds < 0 ||
        how->max_rounds > 10000 || how->n_low < 0 || how->n_high < 0 ||
        (how->n_high > 0 && how->n_low > how->n_high))
        return FPM_E_ARGUMENT;
    if (!(how->tolerance > 0)) how->tolerance = 0.02;
    if (!how->visits) how->visits = 1;
    if (!how->max_rounds) how->max_rounds = 200;
    for (i = 0; i < b->count; i++) {
        if (!how->measure && (!b->members[i].kernel || !b->members[i].kernel->run))
            return FPM_E_ARGUMENT;
        if (how->low[i] < 1 || how->high[i] < how->low[i] || how->high[i] > FPM_SIZE_MAX)
            return FPM_E_SIZE;
    }
    least = fpmk__all_can(b, how->low);
    most = fpmk__all_can(b, how->high);
    if (!least || !most || how->n_low > most) return FPM_E_SIZE;
    if (!how->n_high) how->n_high = how->n_low ? how->n_low : most;
    if (!how->n_low) how->n_low = least;
    if (how->n_high > most) return FPM_E_SIZE;
    b->targets = fpmk_sizes(how->n_low, how->n_high, FPMK__TARGETS, b->target);
    return b->targets < 0 ? b->targets : FPM_OK;
}

/* With the memory that the building needs. */
static int fpmk__build_all(fpmk__builder *b) {
    size_t count = (size_t)b->count, rounds = (size_t)b->how.max_rounds;
    size_t each = sizeof *b->model + sizeof *b->procs + sizeof *b->fresh + sizeof *b->reports;
    size_t bytes = count * (each + (3 + rounds) * sizeof *b->x) + rounds * sizeof *b->order;
    int status;
    b->model = (fpm_model *)fpmk__resize(b->opts.alloc, NULL, 0, bytes);
    if (!b->model) return FPM_E_MEMORY;
    b->procs = (fpm_proc *)(void *)(b->model + count);
    b->fresh = (fpm_point *)(void *)(b->procs + count);
    b->reports = (fpmk_report *)(void *)(b->fresh + count);
    b->high = (int64_t *)(void *)(b->reports + count);
    b->x = b->high + count;
    b->d = b->x + count;
    b->past = b->d + count;
    b->order = (int *)(void *)(b->past + rounds * count);
    memcpy(b->high, b->how.high, count * sizeof *b->high);
    status = fpmk__build(b);
    fpmk__resize(b->opts.alloc, b->model, bytes, 0);
    return status;
}

FPMK__DECL int fpmk_build_model(int count, const fpmk_member *members, const fpmk_build *how,
                                const fpmk_options *opts, fpm_points *points,
                                fpmk_build_info *info) {
    fpmk__builder b;
    int i, status = FPM_E_ARGUMENT;
    memset(&b, 0, sizeof b);
    if (count >= 1 && count <= FPMK__MEMBERS && how && how->low && how->high && points &&
        (members || how->measure)) {
        b.count = count;
        b.members = members;
        b.how = *how;
        if (opts) b.opts = *opts;
        b.points = points;
        status = fpmk__build_begin(&b);
    }
    for (i = 0; i < count && status == FPM_OK; i++) status = fpm_points_sort(&points[i], NULL);
    if (status == FPM_OK) status = fpmk__build_all(&b);
    b.info.status = status;
    if (info) *info = b.info;
    return status;
}

#endif /* FPMK__IMPLEMENTED */
#endif /* FPMK_IMPLEMENTATION */

/* ---- >>license -------------------------------------------------------------------------------

   Copyright (c) 2026 the fpm.h authors.  This header works with fpm.h only and is available under
   the same two licences, whose text is at the end of that file: MIT, or public domain
   (www.unlicense.org).  Choose whichever you prefer. */
