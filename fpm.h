/* fpm.h - v0.5.0 - functional performance models, optimal data partitioning - MIT or public domain

   This file splits n units of work over p unequal processors so that the last one finishes as early
   as possible; that time is the makespan.  You time each processor at a few sizes.  fpm.h makes
   speed functions of these times, returns whole shares, and proves how good they are.

   In ONE C or C++ file, before the include:   #define FPM_IMPLEMENTATION
   in all others just:                         #include "fpm.h"              (link with -lm)
   gcc -O2 compiles that one in 8 to 16 s: keep it apart from code that changes often.  A program of
   one file defines FPM_STATIC too, which leaves out functions that it does not call (3 to 5 s).

      #define FPM_STATIC
      #define FPM_IMPLEMENTATION
      #include "fpm.h"
      #include <stdio.h>

      int main(void) {
          int64_t size[] = {1000, 2000, 4000, 8000, 16000};     // units of work that were timed
          double quick[] = {0.010, 0.020, 0.041, 0.190, 0.800}; // seconds: falls out of its cache
          double steady[] = {0.030, 0.060, 0.120, 0.240, 0.480};
          fpm_model model[2]; // views: the arrays above must stay as long as these are used
          fpm_proc procs[2] = FPM_ZERO;
          fpm_info info;
          int64_t d[2];
          procs[0].model = &model[0], procs[1].model = &model[1];
          if (fpm_model_init(&model[0], FPM_AKIMA, 5, size, quick, NULL) < 0 ||
              fpm_model_init(&model[1], FPM_AKIMA, 5, size, steady, NULL) < 0 ||
              fpm_partition(12000, 2, procs, NULL, d, &info) < 0)
              return 1;
          printf("%d + %d units, done after %.4f s, at best %.4f s\n", (int)d[0], (int)d[1],
                 info.makespan, info.lower_bound);
          return 0;
      }

   WHICH ALGORITHM, WHICH CALL   fpm_partition with opts.algorithm =
      the best there is          FPM_AUTO (default): exact for every kind of model, as far as
                                 opts.max_work reaches
      to compare with papers     FPM_GEOMETRIC: equal finishing times by Newton or bisection;
                                 FPM_NUMERICAL: equal times as equations, Powell's hybrid method;
                                 FPM_HPOPTA: depth-first search over discrete sizes
      constant speeds            FPM_PROPORTIONAL;  equal shares: FPM_EVEN
      times that fall somewhere  FPM_OPTIMAL: the exact search that AUTO takes for such models
      least energy, fewest busy  opts.least, opts.slack; the whole trade-off: fpm_pareto
      a group as one processor   fpm_compose
      tiles of a matrix          fpm_matrix_columns, _partition, _partition2d
      loads in a row, on a plane fpm_chain_partition; fpm_rect_partition: proven optimal or a gap
      layers of a model          fpm_pipeline_partition: over devices of any speed, memory, link
      pieces that cannot be cut  fpm_items_assign: which processor takes which piece
      while it runs              fpm_balance_step, once per iteration or per sum of many
      F(x) = 0, without models   fpm_root_solve: Powell's hybrid method

   DOES NOT print, abort, read clocks or files, start threads, keep global state or draw random
   numbers.  fpm_kernels.h measures; examples/tool reads files and draws.

   CONTENTS  Search for an anchor: the declarations stand first, then the implementation.
      declared   >>status >>memory >>points >>model >>root >>partition >>compose >>verify
                 >>interval >>export >>chain >>pipeline >>items >>grid >>rect >>model2d >>matrix
                 >>balance; what is new: >>changes
      inside     MAP, below

   CAN THE ANSWER BE TRUSTED?  Status FPM_OK and info.gap 0: for the models as given no partition
   has a smaller makespan.  gap .02: the makespan is at most 2 % above the least.  FPM_EXTRAPOLATED:
   a share is larger than all measured sizes: measure there.  fpm_partition_check recomputes an
   answer; fpm_partition_interval says how far errors of the measured times move the makespan.

   CONVENTIONS  Sizes are whole units up to FPM_SIZE_MAX, times are seconds, processors and points
   count from 0.  Values of enumerations are the same in all versions.  A zeroed options struct, or
   NULL for it, means the defaults.  Calls return a status: 0 solved, > 0 usable with a reservation,
   < 0 no answer; then all outputs except info are untouched, unless the call says what it does to
   them.  fpm_explain(&info, ..) writes the reason as a sentence.  Objects that own memory remember
   their allocator and are freed by one call each: fpm_points_free(&x), fpm_model_free(&x),
   fpm_grid_free(&x).  Calls that make an object do not read what it held.  Threads may use distinct
   objects at the same time, and share models that no thread changes.  The same input gives the same
   bits in one build, and in all with one libm, IEEE doubles, -ffp-contract=off, no fast-math. */

/* MAP of the implementation, >>name leads to each section.  Data flows down: a section uses what
   its line names, and config, status, memory and tools; nothing is declared before it is defined.
   `make check` compares this map with the calls.

   config      switches, finite numbers, bits of doubles
   status      results, their texts, the sentence of a record
   memory      what a call may hold; what happens when memory fails
   tools       common divisors, sets of bits, heaps, sorts, searches, sums, progress callback
   points      measured points, their text
   model       speed functions (Akima, FPM_SHAPED), times, sizes within a time needs points
   root        F(x) = 0: Powell's hybrid method
   call        begin, end, bounds, times with start-up (fixed)  needs model
   common      FPM_GEOMETRIC: one finishing time, by Newton or FPM_BISECTION needs model call
   exact       FPM_OPTIMAL: any shape, by threshold and sumset  needs model call common
   hpopta      FPM_HPOPTA: size thresholds, memo, backtracking  needs call exact
   numerical   FPM_NUMERICAL: equal times, Powell in O(p)       needs model root call common
   solve       AUTO, EVEN, PROPORTIONAL               needs model call common exact hpopta numerical
   least       FPM_LEAST_TOTAL, COST, BUSY; pairs of fpm_pareto needs model call solve
   partition   the calls                                              needs call solve least
   compose     a group as one processor                         needs points model call solve
   verify      check a partition independently                  needs model call
   interval    how sure a makespan is, by half-widths           needs model call verify
   export      MPI, METIS, ratios, chunks                       needs call
   chain       loads in a row                                   needs model call partition
   pipeline    stages of elements over unequal devices          needs call chain
   items       pieces that cannot be cut: who takes which       needs model call
   grid        loads on a plane: their sums
   caps        what each processor takes by a load or a time    needs model call chain grid
   tiling      rectangles checked, lower bounds, owners of cells needs grid caps
   frame       what a part may take; the form of a class        needs grid caps
   jagged      rectangles in stripes: jag-pq-opt, jag-m-opt     needs grid caps frame
   guillotine  rectangles cut in two: hier-rb, hier-opt, peel   needs chain grid caps frame
   moves       rectangles near to old ones, and owners  needs grid caps frame jagged guillotine
   rect        classes, call  needs call chain grid caps tiling frame jagged guillotine moves
   model2d     speed over the height and width of a tile
   matrix      tiles of a matrix                                needs model call partition model2d
   balance     while a program runs                needs points model call solve verify chain

   The path of fpm_partition, from the call down:
      fpm_partition      checks all in fpm__job_begin, frees all in fpm__job_end
         fpm__solve      chooses; makes the report
            fpm__common_solve        AUTO on monotone models: fpm__search_time, then fpm__round
            fpm__solve_exact         others: fpm__envelope_time, then fpm__least_feasible
         fpm__solve_least            opts.least: fpm__solve_fastest, then fpm__least_sum
      A new objective: a value of opts.least, the last one in fpm__options_ok and fpm_pareto, and a
      line of fpm__offer_cost; costs may take any form.
      A new kind of model: see the head of the section on models. */

#ifndef FPM_H
#define FPM_H

/* ---- >>config --------------------------------------------------------------------------------

   FPM_IMPLEMENTATION   define in one translation unit: the functions themselves
   FPM_STATIC           with it, before the first include of that unit: all functions static
   FPM_DEF              what stands before public functions instead of `extern`: for a DLL
                        __declspec(dllexport) where it is built, __declspec(dllimport) where used
   FPM_ASSERT(x)        checks of internal arguments that should never fail (default: nothing)
   FPM_REALLOC(p, n), FPM_FREE(p)
                        the default allocator (define both or neither; default: stdlib)

   The implementation has casts of C: with -Wold-style-cast compile it as C or use -isystem.  It
   needs math.h, string.h, realloc and free (or those two macros) and, for points as text, strtod
   and snprintf.  A call takes up to 16 KB of stack, for rectangles 64 KB (gcc -O2, x86-64).

   Programs may trap floating-point exceptions: without -ffast-math no call raises "invalid" or
   "divide by zero" on legal input (tests/test_fenv.c, gcc and clang at -O2; clang for wider vectors
   needs -ffp-exception-behavior=maytrap, or it divides where the code does not).  With -ffast-math
   the last bits of answers may change, nothing else.  Calls expect rounding to nearest, and no more
   digits than doubles have: without -msse2 -mfpmath=sse `gcc -m32` keeps more, and is refused. */

#include <stddef.h>
#include <stdint.h>

#ifdef slots /* an empty macro of Qt, which would take a field out of fpm_items_options */
#error "fpm.h: include it before the headers of Qt, or define QT_NO_KEYWORDS"
#endif

#define FPM_VERSION_MAJOR 0
#define FPM_VERSION_MINOR 5
#define FPM_VERSION_PATCH 0

#define FPM_SIZE_MAX INT64_C(9007199254740992) /* 2^53: every whole size is exact as a double */
#define FPM_TIME_MIN 1e-60                     /* seconds; measured times outside are refused, */
#define FPM_TIME_MAX 1e60 /* so that no product of times and speeds can overflow */

#ifdef __cplusplus /* FPM_ZERO zeroes all fields: fpm_options opts = FPM_ZERO; */
#define FPM_ZERO                                                                                   \
    {}
#else
#define FPM_ZERO                                                                                   \
    { 0 }
#endif

#ifdef FPM_STATIC
#if defined(__GNUC__) || defined(__clang__)
#define FPM__DECL __attribute__((unused)) static
#else
#define FPM__DECL static
#endif
#elif defined(FPM_DEF)
#define FPM__DECL FPM_DEF
#else
#define FPM__DECL extern
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the implementation that is linked: 10000 * major + 100 * minor + patch. */
FPM__DECL int fpm_version(void);

/* Structs grow from one minor version to the next.  So the implementation defines a symbol with the
   version in its name, and a caller of a shared library (FPM_DEF) needs this symbol: a program that
   was compiled with another minor version does not link or load, and no record is overrun (gcc and
   clang).  Returns fpm_version. */
FPM__DECL int fpm_abi_0_5(void);
#if defined(FPM_DEF) && !defined(FPM_STATIC) && (defined(__GNUC__) || defined(__clang__))
__attribute__((used)) static int fpm__abi(void) { return fpm_abi_0_5(); }
#endif

#define FPM_NOTHING INT64_C(-1) /* fields max, room: a capacity of 0.  The value 0 is no limit */
#define FPM_EXACT (-1.0)        /* fields slack, compact: no tolerance.  0 is the call's default */

/* The value of `max` for a memory of `bytes`.  It is FPM_NOTHING if not even one unit fits, and 0
   (no limit) if a unit needs no memory.  For instance

      procs[0].max = fpm_capacity(free_bytes, 8 * columns);    // rows of doubles */
FPM__DECL int64_t fpm_capacity(int64_t bytes, int64_t bytes_per_unit);

/* ---- >>status ------------------------------------------------------------------------------ */

/* Every status: name, value, text.  0 and above: there is an answer.  Below 0: there is none, or a
   check found a violation.

   The status of an answer is the first line of this table that applies.  (fpm_root_solve and the
   checks name their own.)

      status             meaning                                            see
      FPM_STOPPED        opts.progress stopped the search; the best so far  info.gap
      FPM_WORK_LIMIT     the search ended at a limit; the best it found     info.gap
      FPM_FALLBACK       another algorithm than the one asked for answered  info.algorithm
      FPM_HEURISTIC      not proven optimal                                 info.gap
      FPM_CLASS_OPTIMUM  the best partition of its class                    info.gap
      FPM_EXTRAPOLATED   a share is larger than the largest measured size   info.extrapolated
      FPM_NORMALISED     the areas did not sum to 1                         info.area_sum
      FPM_OK             the partition is optimal (gap = 0), or it is exactly what the heuristic
                         that was asked for defines, and gap bounds its loss

   Rules that hold in all calls, and that no call repeats:
   - A zero in an options struct means the default.
   - Fields that choose are ints, so that any value can be refused; their enumerations have names,
     such as enum fpm_status, for switches and debuggers.
   - FPM_E_ARGUMENT: a limit below 0; an option that the chosen algorithm does not use and that is
     not 0 (except where a call says what it reads); NULL where NULL is not allowed.
   - FPM_E_MODEL: a model that is NULL or not initialised.
   - FPM_E_STOPPED: opts.progress stopped the call before it had an answer.
   - slack: the makespan may be up to (1 + slack) times the least that the call found (if that is
     proven, times the optimum).  0: none.
   - FPM_E_MEMORY, FPM_E_MAX_BYTES, FPM_E_OVERFLOW: see >>memory. */
#define FPM_STATUS_LIST(X)                                                                         \
    X(FPM_OK, 0, "solved")                                                                         \
    X(FPM_EXTRAPOLATED, 1, "solved; a share lies beyond the last measured point")                  \
    X(FPM_WORK_LIMIT, 2, "work limit reached; the best partition found so far")                    \
    X(FPM_STOPPED, 3, "stopped by the callback; the best partition found so far")                  \
    X(FPM_FALLBACK, 4, "the algorithm asked for failed; solved by another")                        \
    X(FPM_HEURISTIC, 5, "valid, not proven optimal; the gap says how good")                        \
    X(FPM_CLASS_OPTIMUM, 6, "the best of its class; the gap bounds how far from any other")        \
    X(FPM_NORMALISED, 7, "solved; the areas did not sum to 1 and were taken in proportion")        \
    X(FPM_E_ARGUMENT, -1, "missing or out-of-range argument")                                      \
    X(FPM_E_MEMORY, -2, "out of memory")                                                           \
    X(FPM_E_MAX_BYTES, -3, "needs more memory than max_bytes allows")                              \
    X(FPM_E_OVERFLOW, -4, "a sum or size overflows")                                               \
    X(FPM_E_NO_POINTS, -5, "no points")                                                            \
    X(FPM_E_SIZE, -6, "a size is not a whole number from 1 to 2^53")                               \
    X(FPM_E_TIME, -7, "a time is not a number from 1e-60 to 1e60 seconds")                         \
    X(FPM_E_ORDER, -8, "sizes are not strictly ascending")                                         \
    X(FPM_E_WEIGHT, -9, "a half-width or repetition count is negative or not finite")              \
    X(FPM_E_SYNTAX, -10, "malformed text")                                                         \
    X(FPM_E_MODEL, -11, "a model is missing or not initialised")                                   \
    X(FPM_E_BOUNDS, -12, "a constraint is negative, not finite, or min exceeds max")               \
    X(FPM_E_INFEASIBLE, -13, "no partition satisfies the constraints")                             \
    X(FPM_E_NOT_MONOTONE, -14, "the algorithm needs times that never fall with size")              \
    X(FPM_E_UNSUPPORTED, -15, "the algorithm cannot honour this model or constraint")              \
    X(FPM_E_WORK_LIMIT, -16, "work limit reached before any partition was found")                  \
    X(FPM_E_STOPPED, -17, "stopped by a callback before any partition was found")                  \
    X(FPM_E_CAPACITY, -18, "the caller's buffer is full or too small")                             \
    X(FPM_E_CALLBACK, -19, "a callback returned a value that is not a number or not finite")       \
    X(FPM_E_LOAD, -20, "a load is negative or not finite")                                         \
    X(FPM_E_AREA, -21, "an area is not a positive number")                                         \
    X(FPM_E_BLOCK, -22, "the block is larger than the matrix")                                     \
    X(FPM_E_TILES, -23, "the matrix cannot be cut into so many tiles or columns")                  \
    X(FPM_E_VIOLATED, -24, "the check found a violation")                                          \
    X(FPM_E_STALLED, -25, "no root: no further progress; the best point found so far")             \
    X(FPM_E_EVALUATION_LIMIT, -26, "no root: evaluation limit reached; the best point so far")

enum fpm_status {
#define FPM__ENUM(name, value, text) name = value,
    FPM_STATUS_LIST(FPM__ENUM)
#undef FPM__ENUM
};

/* 1: there is no answer.  Statuses above 0 are answers, so `if (fpm_partition(..))` is wrong. */
#define FPM_FAILED(status) ((status) < 0)

/* Text of a status, never NULL; "unknown status" for a value that is not in the list. */
FPM__DECL const char *fpm_status_str(int status);

/* How good an answer is, or what is at fault.  All calls share this record, and a call that takes
   one fills it whatever the status.  A field that does not apply is 0; fault, other, at, last and
   extrapolated are -1 then.

   Makespans are seconds.  Those of chains and rectangles for equal processors (without speeds or
   models) are loads in units of the input; with opts.border they are costs in these units. */
typedef struct fpm_info {
    int status;         /* what the call returned */
    int algorithm;      /* what found the answer: a value of the call's own list of algorithms */
    double makespan;    /* when the last processor finishes: the largest t_i(d_i) of the answer */
    double lower_bound; /* no partition has a smaller makespan (up to rounding: two units in the
                           last place, where times are equal over several sizes) */
    double gap;         /* makespan / lower_bound - 1; 0: proven optimal, or lower_bound is 0 */
    double imbalance;   /* makespan / (mean time of the busy processors) - 1 */
    double cost; /* opts.least: the sum that was minimised.  Pipelines: sum of stages and hops.
                           Tiles: sum of all times.  Balance: seconds that a move takes */
    int fault;   /* status < 0: the processor at fault */
    int other;   /* rectangles: the one that rectangle `fault` overlaps */
    int64_t at;  /* the point, element, size, cut or limit at fault, from 0 */
    const char *argument; /* status < 0: the argument at fault, as a caller writes it, such as
                           "opts.limit"; NULL: not one argument alone */
    const char *reason;   /* what is wrong with it and what to do, such as "needs opts.least";
                           NULL: the status says it */
    int last;             /* the processor that finishes last */
    int extrapolated;     /* a processor whose share is past its last measured point */
    int busy;             /* processors with a share above 0 */
    int64_t iterations;   /* steps of the search for the time, thresholds tried */
    int64_t evaluations;  /* sums over all processors, or parts, that the search evaluated */
    int64_t work;         /* steps that count against max_work */
    size_t bytes;         /* peak of working memory asked for */

    /* opts.from */
    double moved;        /* load that changes its owner: chains: between old and new cuts, summed */
    double shift;        /* chains: the largest load between an old cut and its new place */
    int64_t moved_cells; /* rectangles: cells that change their owner */

    /* fpm_partition */
    double common_time; /* seconds: the time within which processors finish n units in real (not
                           whole) shares, as exact as rounding needs it (fpm_partition_real: to the
                           last bits); 0: not computed.  Pipelines: the slowest stage */
    double residual;    /* FPM_NUMERICAL: the largest |t_i / common_time - 1| of the real shares,
                           or |sum x_i - n| / n if that is larger.  Processors at an active bound
                           do not count.  Other algorithms: 0 */
    double below;       /* FPM_OPTIMAL, FPM_HPOPTA: the largest time proven infeasible: no share
                           finishes strictly between it and lower_bound.  OPTIMAL: the double before
                           lower_bound.  HPOPTA: the finishing time before it (2, if shares finish
                           at 1, 2 and 5 s and lower_bound is 5); 0: none */
    int64_t nodes;      /* FPM_HPOPTA: points examined */
    int64_t cuts;       /* ... of these pruned: the work left was negative or above its threshold */
    int64_t hits;       /* ... workloads whose solution was found in the memo */

    /* rectangles */
    int64_t load;        /* the largest load of a part, in whole grid units */
    int64_t load_bound;  /* no partition into p rectangles has a smaller largest load;
                            fpm_rect_check takes more time for this bound and may raise it */
    int64_t class_bound; /* no partition of the class, in the orientations asked for, has a smaller
                            one (with min_rows or min_cols it proves nothing); 0: not known */
    int orientation;     /* FPM_RECT_HOR, FPM_RECT_VER */

    /* rectangles and tiles */
    int stripes;           /* stripes of the answer; COLUMNS: columns */
    double half_perimeter; /* sum of height + width of all parts; tiles: of the areas asked
                                  for in this arrangement, before they are rounded to whole ones */
    int64_t half_max;      /* rectangles: the largest height + width of a part */
    int64_t min_extent;    /* rectangles: the smallest height or width of a part with cells */

    /* tiles of a matrix */
    double shape_bound;     /* no shapes of the areas asked for that fill the matrix have a smaller
                               half_perimeter; at least rows + cols */
    double rectangle_bound; /* ... and no rectangles that tile the matrix have a smaller one */
    int64_t volume;       /* of the whole tiles: elements of a column of A and a row of B that have
                               to travel in each step of a multiplication */
    int64_t least_volume; /* no tiles of as many elements as these, whatever their shapes, have a
                               smaller volume */
    double area_sum;      /* of the areas that were given */

    /* balance */
    int verdict;      /* FPM_KEEP, FPM_MOVE, FPM_CONVERGED */
    int failed;       /* 1: FPM_BALANCE_NUMERICAL found no root */
    double predicted; /* seconds: makespan of the new partition, by the models; lower_bound is a
                         bound of it (makespan: of the old one, as measured); 0: none measured */

    /* FPM_E_INFEASIBLE, where sums alone say why: units, loads, bytes (pipelines) or elements */
    double total;       /* what is to be shared */
    double least, most; /* what all processors together take at least, and at most */
} fpm_info;

/* Write a sentence about a call's record: what the status means, which argument, processor and
   entry are at fault, what is missing, or how good the answer is.  For instance

      no partition satisfies the constraints: 80 to share, the processors can take 65 at most
      missing or out-of-range argument: opts.limit needs opts.least

   text    out: ended by 0, cut off where capacity is short; may be NULL if capacity is 0
   Returns the length of the whole sentence; 0 if info is NULL.  The call never fails. */
FPM__DECL size_t fpm_explain(const fpm_info *info, char *text, size_t capacity);

/* ---- >>memory ------------------------------------------------------------------------------ */

/* An allocator for one call, or for the life of an object.  resize works like realloc:
   resize(context, NULL, 0, n) allocates; (context, block, old, n) resizes, may move, and keeps the
   first min(old, n) bytes; (context, block, old, 0) frees and returns NULL.  On failure it returns
   NULL and the old block stays.  Blocks are aligned as by malloc.  NULL: FPM_REALLOC, FPM_FREE.

   When memory fails: FPM_E_MEMORY: the allocator returned NULL.  FPM_E_MAX_BYTES: the call would
   hold more than max_bytes.  FPM_E_OVERFLOW: a size does not fit in a size_t.
   The call frees all that it took, and its outputs are untouched.  If it knows a partition already
   (fpm_partition, opts.free_order, fpm_rect_partition, FPM_MATRIX_AUTO), it returns this partition
   instead, and the status says that it is not proven optimal.  The lower bound of EVEN,
   PROPORTIONAL and NUMERICAL is 0 if memory does not suffice for it. */
typedef struct fpm_alloc {
    void *(*resize)(void *context, void *block, size_t old_size, size_t new_size);
    void *context;
} fpm_alloc;

/* ---- >>points ------------------------------------------------------------------------------ */

/* One measured point. */
typedef struct fpm_point {
    int64_t size;      /* units of work, 1 .. FPM_SIZE_MAX */
    double seconds;    /* time for them, FPM_TIME_MIN .. FPM_TIME_MAX */
    double half_width; /* half-width of the confidence interval of seconds; 0: not known */
    int64_t reps;      /* repetitions of the measurement; 0 counts as 1 */
} fpm_point;

/* A growing list of points: four arrays of count entries in one block.  Initialise it with
   FPM_ZERO.  Its fields may be read; the list owns its block until fpm_points_free. */
typedef struct fpm_points {
    int64_t count; /* points in the list */
    int64_t *size; /* units of work; like the next three, count entries as in fpm_point */
    double *seconds;
    double *half_width;
    int64_t *reps;
    int64_t capacity; /* entries that the block holds */
    fpm_alloc alloc;  /* of the block: set it before the first point, zero is the default */
} fpm_points;

/* Append one point.  Amortised O(1).  FPM_E_SIZE, FPM_E_TIME, FPM_E_WEIGHT, FPM_E_MEMORY,
   FPM_E_OVERFLOW; the list is unchanged then. */
FPM__DECL int fpm_points_add(fpm_points *points, const fpm_point *point);

/* Sort by size and merge points of equal size into their weighted mean, in place.  If every point
   of a size has a half-width above 0, its weight is 1 / half_width^2, and the merged half-width is
   1 / sqrt(sum of weights); else the weights are the repetitions, and the merged half-width is 0.
   Repetitions add up.  The order of the points does not matter.  O(k log k), no memory.
   FPM_E_SIZE, FPM_E_TIME, FPM_E_WEIGHT of point *at (may be NULL): nothing changes. */
FPM__DECL int fpm_points_sort(fpm_points *points, int64_t *at);

/* Are these valid points of a model: sizes in range and strictly ascending, times from FPM_TIME_MIN
   to FPM_TIME_MAX?  O(k).  FPM_E_SIZE, FPM_E_TIME, FPM_E_ORDER: *at (may be NULL) is the first
   point at fault.  FPM_OK, FPM_E_ARGUMENT (count below 0, NULL arrays): *at is untouched. */
FPM__DECL int fpm_points_check(int64_t count, const int64_t *size, const double *seconds,
                               int64_t *at);

/* Padding, for FFTs and other kernels that take less time for a larger size.  least[i] becomes the
   smallest of seconds[i], seconds[i + 1], ..: the time for at least size[i] units.  to[i] becomes
   the first index of this time: pad size[i] to size[to[i]].  The times in least never fall: an
   AKIMA or PIECEWISE model of them is monotone, and fpm_partition takes O(p).  Only the shares of
   FPM_DISCRETE are always sizes of the list; pad another share like the next larger size.

   count, size, seconds  points, as for fpm_points_check
   least                 out: count times; may be seconds       to  out: count indices

   Example: sizes 1000 1001 1024 in .030 .090 .010 s: least .010 .010 .010, to 2 2 2.
   FPM_OK; FPM_E_ARGUMENT and statuses of fpm_points_check: nothing is written.  O(count).
   Source: PFFT-FPM-PAD (Khokhriakov, Reddy, Lastovetsky, IEEE Access 6, 2018). */
FPM__DECL int fpm_points_pad(int64_t count, const int64_t *size, const double *seconds,
                             double *least, int64_t *to);

/* Append the points written in a text of length bytes (no terminator needed).  They keep the order
   of the text: call fpm_points_sort before you make a model of them.
   Lines    one point per line, `size seconds [half_width [reps]]`, ended by LF, CRLF or CR.  Blank
            lines and a byte order mark are skipped; `#` starts a comment.
   Header   the first other line is a header if none of its words begins with a digit, a sign or a
            point: it names the columns, in any order.  A time may have a unit: `time_ms`,
            `t [us]`, `milliseconds`, `half_width (min)`.  A header that is not understood in full
            (`size,speed`; `threads,n,t`) is refused.  A comment before the points that is
            understood in full is a header, too (`# n ms`).  Without one the columns are in the
            order above.
   Units    s, ms, us, ns, min, h may follow a time: `3ms`, `3 ms`.  A half-width without a unit is
            in that of its time.
   Fields   one of five separators stands between all fields of a line: blanks, a semicolon, a
            TAB, a comma with blanks beside it, or a comma without blanks.  (Commas are so strict
            because they may be decimal: `4;1,010`, `4 1,010` and `4,010, 1,5` are refused.
            So are `4 1; 8 2` and empty fields, except TABs at the end.)
   Numbers  [+|-] digits [. digits] [e|E [+|-] digits] in every locale; the digits on one side of
            the point may be missing.  A size is whole; 4e6 is.
   FPM_E_SYNTAX, FPM_E_SIZE, FPM_E_TIME, FPM_E_WEIGHT, FPM_E_MEMORY, FPM_E_OVERFLOW (more points
   than memory can hold): the points are unchanged and *at (may be NULL) is the line at fault,
   from 1.  FPM_E_ARGUMENT (points is NULL, or text with a length): *at stays.  O(length). */
FPM__DECL int fpm_points_parse(fpm_points *points, const char *text, size_t length, int64_t *at);

/* Write points as a text that fpm_points_parse reads: one line per point, with half_width and reps
   where they are known.  A time that reads back to the same bits from 15 digits has these, any other
   one 17.  *length becomes the number of bytes without the terminating NUL.  FPM_E_CAPACITY: buffer (may be NULL if
   capacity is 0) is too small and untouched.  FPM_E_ARGUMENT: *length is untouched, too.  O(k). */
FPM__DECL int fpm_points_format(const fpm_points *points, char *buffer, size_t capacity,
                                size_t *length);

/* Give the block back and zero the list. */
FPM__DECL void fpm_points_free(fpm_points *points);

/* ---- >>model ------------------------------------------------------------------------------- */

/* Kinds of model.  Speed is s(x) = x / t(x).  Below the first point the speed is that of the first
   point, above the last point that of the last.  For example, points of 100 units in 1 s and 200 in
   4 s give .5 s for 50 units, 8 s for 400.  (Not so: FPM_CONSTANT, FPM_DISCRETE, FPM_LITERAL.) */
enum fpm_kind {
    FPM_CONSTANT = 1,  /* one speed at every size */
    FPM_PIECEWISE = 2, /* speed linear between the points */
    FPM_SHAPED = 3,    /* as FPM_PIECEWISE, but the points are moved, as little as needed, so that
                          speed rises concavely to its peak and then falls: every line through the
                          origin crosses it once (Lastovetsky, Reddy, IJHPCA 21, 2007) */
    FPM_AKIMA = 4,     /* speed is an Akima spline (J. ACM 17, 1970), smooth and local */
    FPM_DISCRETE = 5   /* a share is one of the measured sizes, or 0 */
};

/* Flags of models.  The first three are for FPM_AKIMA; without any of them it is FPM_SAFE. */
enum fpm_model_flags {
    FPM_SAFE = 1,    /* where a spline segment would make time fall or speed vanish, a monotone
                        cubic of time takes its place: time rises where the points' times do */
    FPM_LITERAL = 2, /* only to repeat results of Rychkov, Clarke, Lastovetsky (PaCT 2011): their
                        (0, s_first) and (extent, s_last) are knots of the spline too, with Akima's
                        end slopes.  Speeds may fall below zero when extent is far away; FPM_SAFE
                        may be added.  Without this flag slopes are 0 at both ends */
    FPM_PLAIN = 4,   /* the spline without corrections, also where time falls; not with FPM_SAFE */
    FPM_COPY = 8     /* every kind: the model owns a copy of its points, made with opts.alloc */
};

typedef struct fpm_model_options {
    int flags;                /* FPM_SAFE, FPM_LITERAL, FPM_PLAIN, FPM_COPY, or a sum of these */
    int64_t extent;           /* FPM_LITERAL: last knot (the paper's n), if beyond the last point */
    int64_t at;               /* FPM_CONSTANT: the size whose speed is taken (linear between the
                                 points); 0: that of the last point */
    const double *half_width; /* of the points, as in fpm_point; NULL: not known */
    const int64_t *reps;      /* of the points, as in fpm_point; NULL: 1 for each */
    double risk;              /* above 0: times are seconds + risk * half_width, see fpm_risk; the
                                 model owns a copy of its points, and fpm_model_add refuses it */
    const fpm_alloc *alloc;   /* for FPM_COPY, FPM_SHAPED and risk, which own their points */
} fpm_model_options;

/* A speed function through measured points.  Read-only for the caller; constant after
   fpm_model_init, so threads and calls may share it.  A model that owns its points (FPM_COPY,
   FPM_SHAPED, risk, fpm_model_add) must be freed, once.  Any other model borrows them
   (own.capacity is 0): it need not be freed and may be copied with `=`; both read the same arrays.
   A time of a model of k points takes O(log k) and reads at most six points. */
typedef struct fpm_model {
    int kind;                 /* FPM_CONSTANT, ... */
    int flags;                /* as given, without FPM_COPY; FPM_AKIMA: FPM_SAFE if that is 0 */
    int monotone;             /* 1: time never falls with size, as fpm_model_check proves; only by
                                 rounding (1e-14 of it), where it is nearly the same */
    int positive;             /* 1: speed is positive everywhere, as in all monotone models */
    int64_t count;            /* points */
    const int64_t *size;      /* strictly ascending */
    const double *seconds;    /* measured times; with risk: seconds + risk * half_width */
    const double *half_width; /* or NULL */
    const int64_t *reps;      /* or NULL */
    int64_t extent;           /* FPM_LITERAL: the last knot, or 0 */
    int64_t at;               /* FPM_CONSTANT: where the speed is taken */
    double speed;             /* FPM_CONSTANT: units per second */
    double change;            /* FPM_SHAPED: largest relative change of a measured speed */
    double risk;              /* as given */
    fpm_points own;           /* measured points, when the model owns them */
    double *shaped;           /* FPM_SHAPED: the moved times, owned */
} fpm_model;

/* Make a model of count points in ascending order of size (fpm_points_sort).  opts may be NULL.
   The model BORROWS size and seconds, and opts->half_width and reps: the arrays must stay,
   unchanged, as long as the model is used.  FPM_COPY, FPM_SHAPED and risk make a copy instead.

   FPM_E_NO_POINTS  count is 0 (FPM_DISCRETE may have no points: its share is 0)
   FPM_E_SIZE, FPM_E_TIME (also of a time with its risk), FPM_E_ORDER, FPM_E_WEIGHT
                    of a point; fpm_points_check says of which
   FPM_E_ARGUMENT   also FPM_SAFE with FPM_PLAIN; flags of FPM_AKIMA for another kind; risk without
                    half_width; extent without FPM_LITERAL; at without FPM_CONSTANT
   FPM_E_OVERFLOW, FPM_E_MEMORY, if points are copied.  In all these cases *model is untouched.
   O(k) time; a copy takes 32 bytes for each of 3 k / 2 + 4 points (FPM_SHAPED: 40). */
FPM__DECL int fpm_model_init(fpm_model *model, int kind, int64_t count, const int64_t *size,
                             const double *seconds, const fpm_model_options *opts);

/* Insert a measured point, O(k).  If the model has a point of this size, both are merged by the
   rule of fpm_points_sort.  The first call copies borrowed points with the opts.alloc of
   fpm_model_init, which must stay usable until fpm_model_free; the model owns the copy.  Statuses
   of fpm_points_add, FPM_E_MODEL, FPM_E_UNSUPPORTED (risk), and, if borrowed points have changed,
   those of fpm_points_check: the model is unchanged then. */
FPM__DECL int fpm_model_add(fpm_model *model, const fpm_point *point);

/* Give back what the model owns and zero it. */
FPM__DECL void fpm_model_free(fpm_model *model);

/* Time in seconds for size units (0 units take 0 s), speed in units per second, and slope, the
   derivative of time to the right of size.  size may be fractional, except for FPM_DISCRETE.
   O(log k).  FPM_EXTRAPOLATED: answered; size is above the last point (FPM_CONSTANT: FPM_OK).
   FPM_E_MODEL; FPM_E_ARGUMENT: NULL output; FPM_E_SIZE: size negative, not finite, above
   FPM_SIZE_MAX, or not measured (FPM_DISCRETE); FPM_E_UNSUPPORTED: slope of FPM_DISCRETE;
   FPM_E_TIME: the spline's speed is not positive there. */
FPM__DECL int fpm_model_time(const fpm_model *model, double size, double *seconds);
FPM__DECL int fpm_model_speed(const fpm_model *model, double size, double *speed);
FPM__DECL int fpm_model_slope(const fpm_model *model, double size, double *slope);

/* The largest whole size up to FPM_SIZE_MAX that takes at most `seconds`; 0 when there is none.
   O(log k) when the model is monotone, else O(k).  Where time is nearly the same over many sizes,
   rounding decides among them.  FPM_E_MODEL; FPM_E_TIME: seconds is negative or not finite. */
FPM__DECL int fpm_model_size(const fpm_model *model, double seconds, int64_t *size);

/* Properties of a model, and the first place where one fails.  They are proven between each two
   points: with s the spline and q(x) = s - x s', time rises exactly where q > 0; since q'(x) = -x
   s''(x), q is least at an end of the interval or at the inflection point of s.  A violation that
   rounding could hide is reported as one. */
typedef struct fpm_model_report {
    int positive;        /* speed is above 0 everywhere */
    int monotone;        /* time never falls */
    int single_crossing; /* time always rises: each line through the origin meets speed once */
    int64_t point;       /* the first violation is after this point; -1: before all; -2: none */
    double size;         /* a size at which a property fails */
} fpm_model_report;

/* Prove them.  FPM_OK: all hold.  FPM_E_VIOLATED: see report (may be NULL).  FPM_E_MODEL.  O(k). */
FPM__DECL int fpm_model_check(const fpm_model *model, fpm_model_report *report);

/* ---- >>root -------------------------------------------------------------------------------- */

/* How fpm_root_solve measures steps: the length of s is the 2-norm of scale_j s_j. */
enum fpm_scale {
    FPM_SCALE_ADAPTIVE = 0, /* the largest norm so far of each column of the Jacobian: the steps
                               do not depend on the units of the unknowns */
    FPM_SCALE_NONE = 1,     /* all 1: best for unknowns of similar magnitude */
    FPM_SCALE_GIVEN = 2     /* as in opts->scale */
};

/* State handed to the progress callback before each step: the best point of this try so far. */
typedef struct fpm_root_progress {
    int64_t iteration, evaluations; /* so far */
    int n;                          /* unknowns */
    const double *x, *f;            /* unknowns and residuals, n each, valid during the callback */
    double norm;                    /* 2-norm of f */
    double radius;                  /* of the trust region, in scaled length */
} fpm_root_progress;

typedef struct fpm_root_options {
    /* dF_i/dx_j to jacobian[i * n + j]; non-zero: stop; NULL: forward differences */
    int (*jacobian)(void *context, int n, const double *x, double *jacobian);
    int scaling;             /* FPM_SCALE_ADAPTIVE, ... */
    const double *scale;     /* FPM_SCALE_GIVEN: n numbers above 0 */
    double radius;           /* first trust region: this many times the scaled length of x; or of
                                Newton's first step, if x is shorter than 10^-8 of it; 0: 100 */
    double x_tol;            /* solved when Newton's step is at most this times x, < 1; 0: 1.5e-8 */
    double f_tol;            /* solved when norm is at most this; 0: 5e-32 times the first norm,
                                for multiple roots and roots at 0, where x_tol never holds */
    int64_t max_evaluations; /* of residual, in each try; 0: 500 (n + 1) */
    int ladder;              /* 1: after a failure try again from x, see Ladder below; 0: not */
    double step;             /* relative step of differences, 2^-52 to below 1; 0: 1.5e-8 */
    void *work;              /* fpm_root_work_bytes(n) bytes, of any alignment; NULL: alloc */
    size_t work_bytes;       /* size of work */
    size_t max_bytes;        /* most working memory from alloc; 0: 1 GiB */
    const fpm_alloc *alloc;  /* for working memory; NULL: the default */
    int (*progress)(void *context, const fpm_root_progress *state); /* non-zero: stop; NULL */
    void *progress_context;                                         /* first argument of progress */
} fpm_root_options;

/* How it went; filled whatever the status. */
typedef struct fpm_root_info {
    int status;          /* what the call returned */
    int tries;           /* starts from x: 1, up to 6 with the ladder */
    int at;              /* the residual or unknown at fault, from 0; -1: none */
    double norm;         /* 2-norm of the residual at the answer; 0 when there is none */
    int64_t iterations;  /* steps tried, in all tries, like the next two */
    int64_t evaluations; /* calls of residual, those for differences included */
    int64_t jacobians;   /* Jacobians computed */
    size_t bytes;        /* working memory */
} fpm_root_info;

/* Solve F(x) = 0, n equations in n unknowns, by Powell's hybrid method: Newton's steps where they
   reduce the residual, steepest descent where they do not, a Jacobian that is updated from step to
   step and computed anew only when the updates fail.

   n         1 or more
   residual  writes F(x) to f; non-zero return: stop.  If F is not finite, the step is shortened
   context   for residual and opts->jacobian
   opts      NULL: defaults             info  may be NULL
   x         in: where to start, finite; out: the root, or the best point (see below)
   f         F(x) there; may be NULL

   FPM_OK               norm <= f_tol, or Newton's step at the answer is within x_tol
   FPM_E_STALLED        no step reduces the norm, or F or its Jacobian is not finite beyond x, or
                        ten Jacobians in a row reduced the norm by less than 10 % each: a local
                        minimum, a border of F's domain, or a curved valley; x is the best point
   FPM_E_EVALUATION_LIMIT
                        opts.max_evaluations did not suffice; x is the best point
   FPM_E_ARGUMENT       NULL, n < 1, an option or x out of range (info->at: which unknown)
   FPM_E_CAPACITY       work is too small
   FPM_E_STOPPED        by any callback; the progress callback may keep a copy of the best point
   FPM_E_CALLBACK       at the given x: F is not finite (at: which residual, or -1: its norm
                        overflows), F is finite on neither side of unknown `at`, or the caller's
                        Jacobian is not finite (at: which column)
   Other negative statuses: x and f are untouched.

   Ladder: tries with scaling and radius as given, then NONE 100, ADAPTIVE 1, NONE 1, ADAPTIVE 0.1,
   NONE 0.1, until one solves it; else the answer is that of the smallest norm.
   A singular Jacobian is legal: pivots of R below 2.2e-16 of their column are raised to this, which
   turns Newton's step into the singular direction, and the trust region bounds it.
   Values up to 1e300 are safe, with fast-math up to about 1e120.
   Cost: O(n^2) per step, O(n^3) per Jacobian; 8 (2 n^2 + 12 n + 1) bytes.  Of the 55 runs of More,
   Garbow, Hillstrom (TOMS 7, 1981) 53 end with norm < 1e-6 with NONE, 47 with ADAPTIVE, 54 with the
   ladder; in units that vary by 10^+-2 NONE drops to 45 and ADAPTIVE stays.
   Source: Powell, two chapters in Rabinowitz (ed.), Numerical methods for nonlinear algebraic
   equations, 1970; Broyden, Math. Comp. 19, 1965. */
FPM__DECL int fpm_root_solve(int n,
                             int (*residual)(void *context, int n, const double *x, double *f),
                             void *context, const fpm_root_options *opts, double *x, double *f,
                             fpm_root_info *info);

/* Bytes of working memory for n unknowns; 0: n < 1, or they do not fit in a size_t. */
FPM__DECL size_t fpm_root_work_bytes(int n);

/* ---- >>partition ----------------------------------------------------------------------------- */

/* Algorithms.  All return whole shares that sum to n. */
enum fpm_algorithm {
    FPM_AUTO = 0,         /* exact for every kind of model: GEOMETRIC for monotone models whose
                             feasible shares are an interval (see the table below), else OPTIMAL */
    FPM_EVEN = 1,         /* n/p each, as far as max allows; models and fixed only give the times
                             of these shares */
    FPM_PROPORTIONAL = 2, /* optimal for constant speeds: those that the models have at the even
                             share */
    FPM_GEOMETRIC = 3,    /* the line through the origin that cuts off n units; needs monotone time
                             (Lastovetsky, Reddy, IJHPCA 21, 2007) */
    FPM_OPTIMAL = 4,      /* exact for any mixture of shapes, by threshold and sumset */
    FPM_NUMERICAL = 5,    /* n - sum x_i = 0 and t_i(x_i) - t_1(x_1) = 0 for real shares by Powell's
                             hybrid method, then optimal whole ones; any continuous model (Rychkov,
                             Clarke, Lastovetsky, PaCT 2011) */
    FPM_HPOPTA = 6        /* exact for FPM_DISCRETE by depth-first search with size thresholds and a
                             memo (Khaleghzadeh, Reddy, Lastovetsky, TPDS 29, 2018): the
                             literature's algorithm, slower than FPM_OPTIMAL; see >>hpopta */
};

/* The sum to minimise over the partitions that are fast enough (opts.least, see >>least). */
enum fpm_least {
    FPM_LEAST_TOTAL = 1, /* the sum of the busy processors' times: stands in for energy */
    FPM_LEAST_COST = 2,  /* the sum of procs[i].cost at d_i, such as joules */
    FPM_LEAST_BUSY = 3   /* the number of busy processors */
};

/* How FPM_GEOMETRIC (and FPM_AUTO on monotone models) finds the line. */
enum fpm_search {
    FPM_NEWTON = 0,   /* Newton's method on the common time, inside the bracket */
    FPM_BISECTION = 1 /* the paper's: the slope of the line, 1 / T, is halved between two lines */
};

/* A processor: its model and its constraints.  Zero means none. */
typedef struct fpm_proc {
    const fpm_model *model; /* its times; borrowed, and must outlive the call */
    int64_t min;            /* smallest share other than 0 */
    int64_t max;            /* largest share (its memory).  0 is NO LIMIT: compute a capacity with
                               fpm_capacity, which returns FPM_NOTHING where nothing fits */
    int64_t grain;          /* the share is a multiple of this */
    double fixed; /* start-up time, latency: seconds in addition to those of its model, if it
                               gets any work; 0 .. FPM_TIME_MAX */
    int required; /* 1: it must get at least max(min, 1) units; 0: its share may be 0 */
    const fpm_model *cost; /* FPM_LEAST_COST: its "seconds" are the cost of a share, such as joules
                               (any kind of model; without fixed).  A share without a cost is not
                               allowed.  NULL: shares cost nothing */
} fpm_proc;

/* Calls that can take longer than some milliseconds call opts.progress(opts.context, &state) now
   and then, in the caller's thread.  If the callback returns non-zero, the search ends: the call
   returns the best answer so far with FPM_STOPPED, or FPM_E_STOPPED if there is none.  The callback
   must not change the arguments of the call.  NULL: no callback.  For instance a deadline:

      static int late(void *context, const fpm_progress *state) {
          (void)state;
          return now() > *(const double *)context;
      } */
typedef struct fpm_progress {
    int64_t iteration; /* steps of the search so far */
    int64_t work;      /* ... in steps of max_work */
    double best;       /* makespan of the best answer so far; 0: none, or a call named below */
    double bound;      /* lower bound of the makespan so far; 0: not known yet */

    /* fpm_partition, fpm_pareto, fpm_compose: after each step of the search; FPM_NUMERICAL: before
       each step, and at the root; FPM_HPOPTA: at the beginning, for each better partition, and now
       and then.  Other calls: 0. */
    double low, high;   /* bracket of the common time, seconds; FPM_NUMERICAL: the least and the
                           largest time of a real share (dense: they can be negative) */
    double seconds;     /* the time just tried; FPM_NUMERICAL: the mean of these times */
    double sum;         /* units that all processors finish within it; NUMERICAL: sum of real */
    const double *real; /* FPM_NUMERICAL: the p real shares; else NULL */
} fpm_progress;

typedef struct fpm_options {
    int algorithm; /* FPM_AUTO, ... */
    int search;    /* FPM_NEWTON or FPM_BISECTION */
    int dense;     /* FPM_NUMERICAL: 1: the paper's own way, for comparison: fpm_root_solve on the
                      system as printed, dense Jacobian (eq. 5), from n/p each (eq. 4) */
    int least;     /* AUTO, OPTIMAL: the sum to minimise over partitions that finish by the limit
                      (FPM_LEAST_TOTAL, ...); 0: makespan only */
    double slack;  /* with least: the limit is (1 + slack) times the optimal makespan */
    double limit;  /* with least: ... or these seconds, if above 0 */
    size_t max_bytes; /* most working memory; 0: 1 GiB */
    int64_t max_work; /* most steps of OPTIMAL, HPOPTA, least, see below; 0: 4e9 (2 to 20 s) */
    const fpm_alloc *alloc; /* for working memory; NULL: the default */
    int (*progress)(void *context, const fpm_progress *state); /* NULL; see fpm_progress */
    void *context;                                             /* for progress */
    double runs; /* fpm_partition_interval: future runs, in which a measurement must pay off; 0:
                    measurements cost nothing */
} fpm_options;

/* Split n units over p processors so that the last one finishes as early as possible.

   n      0 .. FPM_SIZE_MAX            p      1 or more
   procs  p processors, each with a model; models may be shared
   opts   NULL: defaults               info   may be NULL (its bound is then not computed)
   d      out: p whole shares that sum to n; untouched when the status is negative

   The time t_i(x) of processor i is that of its model plus `fixed` for x > 0, and t_i(0) = 0.  The
   makespan is the largest t_i(d_i).  info->lower_bound holds for the models as given, whatever the
   algorithm.  Times of continuous models are compared in floating point, without a tolerance: where
   they are equal over several sizes, rounding decides, and the makespan and lower_bound may be two
   units in the last place above the least.

   Which constraints an algorithm honours:

      algorithm                    max, required, fixed   one common grain   all others
      AUTO, OPTIMAL                yes                    yes                yes
      HPOPTA (FPM_DISCRETE alone)  yes                    yes                yes
      GEOMETRIC, NUMERICAL         yes                    yes                FPM_E_UNSUPPORTED
      EVEN, PROPORTIONAL           yes (EVEN: fixed       yes                FPM_E_UNSUPPORTED
                                   only in the times)

   All others are min without required, grains that differ, and FPM_DISCRETE: with these the
   feasible shares of a processor are not one interval.  (EVEN and PROPORTIONAL accept
   FPM_DISCRETE when the shares they arrive at are measured sizes.)

   Which of several optimal partitions the call returns is not specified.  The same input gives the
   same one.

   NUMERICAL.  A root is accepted when all shares are within bounds and info->residual is at most
   1e-12 (dense: 1e-9).  With monotone models it is the optimum, and the whole shares are those of
   AUTO.  With other models equal times need not be best: the status is FPM_OK, too, and gap bounds
   how much better another partition may be.  If no root is found, AUTO answers, the status is
   FPM_FALLBACK, and info->algorithm names the algorithm that found the answer.  dense solves
   without bounds and rejects a root outside of them.

   FPM_OK              gap is 0, except with EVEN, PROPORTIONAL, NUMERICAL and opts.least
   FPM_WORK_LIMIT      max_work or max_bytes did not suffice for a proof
   FPM_FALLBACK        NUMERICAL only, see above
   FPM_E_ARGUMENT      also n, p, an unknown algorithm, required neither 0 nor 1 (info->fault)
   FPM_E_MODEL, FPM_E_BOUNDS
                       a model or constraint of processor info->fault is not valid
   FPM_E_INFEASIBLE    n is above the sum of max, below the sum of required min, or no sum of grains
                       or of measured sizes
   FPM_E_NOT_MONOTONE  GEOMETRIC: a model's time may fall (info->fault)
   FPM_E_UNSUPPORTED   the algorithm cannot honour a model or constraint (info->fault)
   FPM_E_WORK_LIMIT    no partition was found within max_work, nor by the search after it, see below
   FPM_E_MAX_BYTES     info->bytes is what the call took or, for HPOPTA, what it would need

   Work.  max_work counts the steps of searches through sums and trees, 0.5 to 2.5 ns each (gcc 12
   -O2, a core of an EPYC), and the finish times that they list; opts.least: 2 to 5 ns.  Passes over
   the processors or over all of their points are not counted.  If AUTO or OPTIMAL reach the limit
   before they have any partition, a search for any partition follows, which takes up to a second.
   It rarely fails, except where few shares sum to n (20 processors with different grains: 1 time
   in 1000).

   Cost, with k points per model:

      monotone models   O(p log k) for the first sum over all processors, O(p) for each other one: 3
                        on average, rarely more than 10 (where times are nearly equal over many
                        sizes); 98 bytes per processor, 24 more with constraints; for up to
                        512 processors usually 144 bytes, for up to 32 none
      NUMERICAL         O(p log k) per step; rarely more than 5 steps, also where memory pages, for
                        p up to 10^6; after 60 steps AUTO answers; 250 bytes per processor, 24 more
                        with constraints; dense: O(p^3) per Jacobian and 16 p^2 bytes
      OPTIMAL           see >>exact
      HPOPTA            about 8 p n bytes, see >>hpopta */
FPM__DECL int fpm_partition(int64_t n, int p, const fpm_proc *procs, const fpm_options *opts,
                            int64_t *d, fpm_info *info);

/* As fpm_partition with opts.algorithm FPM_GEOMETRIC or FPM_NUMERICAL; real receives the p real
   shares, of sum n, that were rounded to d (whole ones, if NUMERICAL fell back to FPM_OPTIMAL).
   FPM_E_UNSUPPORTED: real is not NULL with another algorithm, as AUTO.  Negative: untouched. */
FPM__DECL int fpm_partition_real(int64_t n, int p, const fpm_proc *procs, const fpm_options *opts,
                                 double *real, int64_t *d, fpm_info *info);

/* A second objective: fpm_partition with opts.least, and AUTO or OPTIMAL.

   With T the optimal makespan, the limit is (1 + slack) T, or opts.limit seconds; of all whole
   partitions with t_i(d_i) <= limit the answer has the smallest sum that opts.least names.  For
   many processors a small slack gains much, since few partitions reach T: on 256 noisy profiles
   slack = 0.05 saves about 20 % of the busy time.  info->makespan is that of the answer, info->cost
   its sum; lower_bound and gap are those of the makespan.

   The answer is exact, or the call refuses it by its status.  Sums of costs may err by rounding, by
   2e-15 of the sum and of n times the cost of one unit more; sums of whole costs up to 2^47 do not.
   The call asks the progress callback every 2^20 steps.

   Statuses of OPTIMAL, and:
   FPM_E_ARGUMENT      least unknown; slack or limit negative, not finite, or given without least
   FPM_E_UNSUPPORTED   another algorithm
   FPM_E_MODEL         a cost model is not initialised (FPM_LEAST_COST; info->fault)
   FPM_E_INFEASIBLE    limit < T, or no partition by the limit has a cost
   FPM_E_WORK_LIMIT, FPM_E_MAX_BYTES
                       T or the smallest sum is not proven within max_work or max_bytes: the call
                       never returns a partition without this proof

   Cost, after T: two passes over all possible shares, O(log k) each, with 24 bytes (fpm_pareto: up
   to 72) for each corner of the processors' lower convex hulls of (size, cost): about 0.4 s for
   16384 processors of 1000 points.  Then a dynamic program over the few shares that the bound
   leaves, which grows to O(p n sizes) where costs tie, such as for many identical processors.  On a
   continuous model every whole size is a possible share: at slack > 0 that is for n p / grain up to
   some 10^8, but FPM_LEAST_BUSY needs only the largest where they are an interval.

   Linear costs.  FPM_LEAST_COST takes O(p log p) for any n where all of this holds: every cost is
   FPM_CONSTANT or NULL, no model is FPM_DISCRETE, no time falls with size, there is no grain, and
   min only with required.  The cheapest processor gets all units that it finishes within the limit,
   then the next one does.  Source: Reddy and others, Concurrency and Computation 2022, doi
   10.1002/cpe.7285. */

/* The Pareto front of makespan and of the sum that opts->least names (TOTAL, COST or BUSY): all
   pairs (makespan, cost) that no partition improves in one without losing in the other, each once.
   Linear costs (see above) often have more pairs than `capacity`; then capacity pairs (2 or more)
   are returned: the fastest, the cheapest, and for even steps of time between both the cheapest
   partition within that time.

   n, p, procs, info  as for fpm_partition
   opts      not NULL; slack must be 0; limit: only makespans up to this; 0: all
   capacity  entries of makespan and cost      count  out: how many pairs there are
   makespan  out: seconds, ascending           cost   out: descending

   Makespans within 1e-14 of each other count as equal, and so do costs.  The shares of a pair:
   fpm_partition with opts.limit = makespan[i].  info->makespan, cost and gap are
   those of the fastest pair; gap > 0 only with FPM_LEAST_COST, if faster shares have no cost.
   FPM_OK; FPM_EXTRAPOLATED: in some pair info->extrapolated has a share past its points;
   FPM_E_CAPACITY: there are *count pairs, more than capacity; else statuses of fpm_partition with
   opts.least.  If negative, the arrays are untouched, and so is *count, except by FPM_E_CAPACITY.
   Cost: one search with a limit for each pair; where slower partitions cost the same, up to 100.
   The first search has no limit, so with continuous models set opts->limit, or let n p / grain
   be small or costs be linear (n = 2^53: .03 ms per pair at p = 3, 1 ms at 64).
   max_work counts the steps of all searches together, 2 to 5 ns each: by default it ends the call
   after 10 to 20 s (1024 noisy processors of 1000 sizes: FPM_E_WORK_LIMIT).  48 bytes per pair. */
FPM__DECL int fpm_pareto(int64_t n, int p, const fpm_proc *procs, const fpm_options *opts,
                         int64_t capacity, double *makespan, double *cost, int64_t *count,
                         fpm_info *info);

/* ---- >>compose ----------------------------------------------------------------------------- */

/* A group of processors as one: its optimal makespan at many sizes at once, as the points of a
   model.  FPM_DISCRETE over all sizes makes the group a processor, exactly: partitioning over
   groups and then inside each group equals partitioning over all processors at once, to any depth.

   p, procs   the members, 1 or more, any mixture of models; all constraints are honoured
   sizes      count ascending sizes, 1 .. FPM_SIZE_MAX, or NULL: every size 1 .. count
   opts       max_bytes, max_work and alloc; the rest is ignored        info   may be NULL
   points     out: a list of (size, seconds), ascending, to be freed with fpm_points_free; what it
              held before is not looked at

   A size that the members cannot do, or not within FPM_TIME_MAX, gets no point; a size that they do
   in less than FPM_TIME_MIN gets a point of FPM_TIME_MIN.  If a member is `required`, the group
   cannot do size 0, which points cannot express: set `required` for the group as well.
   Shares for a size: call fpm_partition over the members, which also reports extrapolation
   (info->extrapolated is -1 here: shares are not known).  info: makespan is that of the
   largest size that has a point, iterations counts merges; bytes and max_bytes include the points.

   FPM_OK, also when no size can be done.  Below 0 points are untouched: FPM_E_ARGUMENT (p, NULL,
   count, max_work), FPM_E_SIZE, FPM_E_ORDER (info->at: which), FPM_E_MODEL, FPM_E_BOUNDS
   (info->fault: whose), FPM_E_MAX_BYTES, FPM_E_MEMORY, FPM_E_OVERFLOW, FPM_E_WORK_LIMIT.
   Cost: with s units (of the greatest common divisor of all shares) up to the largest size,
   O(s log p) steps and 10 s to 100 s bytes where most sums can be reached, as by measured
   processors: p = 4096 of 1000 points, all 4 million sizes: a second; O(s^2 / 64) at worst.
   A run of equal processors (same model and constraints) costs log2 of its length.  A few sizes of
   many units are partitioned one by one instead.  The points themselves: 32 bytes each.
   Source: the group models of Clarke, Ilic, Lastovetsky, Sousa (Euro-Par 2012), made exact. */
FPM__DECL int fpm_compose(int64_t count, const int64_t *sizes, int p, const fpm_proc *procs,
                          const fpm_options *opts, fpm_points *points, fpm_info *info);

/* ---- >>verify ------------------------------------------------------------------------------ */

/* Check a partition, from any source, by the models alone: that shares sum to n and satisfy every
   constraint.  Recompute makespan, imbalance and a lower bound (equal to the makespan if within any
   smaller time the processors together finish less than n).  With monotone models it shares only
   the evaluation of times with fpm_partition; with others also fpm_model_size.
   Of opts (NULL: none) it reads limit: no processor may finish later.
   FPM_OK: valid.  FPM_EXTRAPOLATED: valid, too.  FPM_E_VIOLATED: info->fault is the first
   processor with a violated constraint or a share above n, -1 for the sum.  Negative: bad
   arguments, as fpm_partition.  O(p log n log k) and no memory on monotone models. */
FPM__DECL int fpm_partition_check(int64_t n, int p, const fpm_proc *procs, const fpm_options *opts,
                                  const int64_t *d, fpm_info *info);

/* ---- >>interval ---------------------------------------------------------------------------- */

/* The uncertainty of a makespan, by the half-widths of the points, and what to measure again. */
typedef struct fpm_interval {
    double low, high; /* seconds: 95 % interval of the makespan */
    double mean;      /* expected makespan, seconds: above the largest t_i, which ignores errors */
    double gain;      /* by which mean falls if the half-width of processor `next` is halved */
    int next;         /* the processor to measure again, at its share; -1: times have no errors, or
                         no measurement pays off in opts.runs */
} fpm_interval;

/* Estimate the uncertainty of the makespan of given shares, from any source.

   p, procs, share  as for fpm_partition         opts  NULL, or its alloc, max_bytes, runs
   last             out: the probability of each processor to finish last; NULL: not wanted

   Assumptions: the error of a time is normal, the half-width is 1.96 standard deviations, and
   errors of processors are independent: the probability that all finish before t is a product.
   A half-width, relative to its time, is linear in size between points and constant beyond them
   (FPM_CONSTANT: that at its size); 0 is no error.  If models have a risk, times are without it
   (nearly, for FPM_AKIMA and FPM_SHAPED).  Half-widths are of means: a single run varies more.
   They exclude errors of the model between its points, and drift from measurement to measurement
   unless points are measured in rounds (fpmk_stat).
   To halve a half-width takes 3 times the repetitions so far (reps of the point at or below the
   share).  `next` has the largest opts.runs * gain - (time of these repetitions), if above 0.
   Example: two processors take 1 +- .1 s each: mean 1.029, low .949, high 1.114.
   FPM_OK, FPM_EXTRAPOLATED; FPM_E_ARGUMENT (also of runs), FPM_E_SIZE (a share cannot be done),
   statuses of processors as by fpm_partition; FPM_E_MAX_BYTES, FPM_E_MEMORY.  Outputs are untouched
   then.  About 20 us and 40 bytes per processor. */
FPM__DECL int fpm_partition_interval(int p, const fpm_proc *procs, const int64_t *share,
                                     const fpm_options *opts, double *last, fpm_interval *interval);

/* The value of fpm_model_options.risk for p processors, if the times of some are less certain than those of others.
   Without it, a processor that was timed too fast by chance gets too much work.  With it, all
   processors finish by the predicted makespan with probability 1/2 (the median of the largest of p
   normal errors).  0, .278, .509, .879, 1.173 for p = 1, 2, 4, 16, 64.  Simulated: if 4 of 16
   have errors of 10 % and the others 2 %, the mean makespan falls by 4 % and its 95th percentile by
   9 %; if 32 of 64 have 30 %, by 22 and 20 %; if one of two has 20 %, the mean grows by 0.7 %. */
FPM__DECL double fpm_risk(int p);

/* ---- >>export ------------------------------------------------------------------------------ */

/* Shares in the forms that other libraries ask for.  All O(p), no memory.  FPM_E_ARGUMENT: NULL,
   p < 1, a negative share, unit or parts out of range; FPM_E_OVERFLOW: a value, or the sum of all,
   does not fit; outputs untouched. */

/* MPI counts and displacements, `unit` elements per unit of work: counts[i] = d_i * unit,
   displs[i] = the sum of counts before.  p entries each; unit >= 1.  64 bits: for MPI-4. */
FPM__DECL int fpm_export_counts(int p, const int64_t *d, int64_t unit, int *counts, int *displs);
FPM__DECL int fpm_export_counts64(int p, const int64_t *d, int64_t unit, int64_t *counts,
                                  int64_t *displs);

/* The arguments of MPI_Alltoallv on rank `rank`, when slabs in the order of the ranks change from
   the shares `from` to the shares `to`, with `unit` elements per unit of work.  The rank sends
   send[j] elements to rank j, from offset send_at[j] of its old slab, and receives receive[j] from
   rank j, at offset receive_at[j] of its new slab; it sends to itself what it keeps.  p entries
   each.  If the sums differ (fpm_balance_resize), the units at the end are new or gone.  unit is 0
   or more; FPM_E_ARGUMENT also for a rank outside 0 .. p - 1. */
FPM__DECL int fpm_export_moves(int p, const int64_t *from, const int64_t *to, int64_t unit,
                               int rank, int *send, int *send_at, int *receive, int *receive_at);

/* Target weights d_i / n for METIS and ParMETIS (tpwgts, one constraint), 0 or more.  Each is
   rounded once, so their sum is 1 up to rounding.  FPM_E_ARGUMENT when all shares are 0. */
FPM__DECL int fpm_export_weights(int p, const int64_t *d, double *weights);
FPM__DECL int fpm_export_weightsf(int p, const int64_t *d, float *weights);

/* The shares as whole ratios of sum `parts`, such as a tensor split 7:2:1 of parts 10.  They make
   the largest (ratio_i / parts) / (d_i / n) as small as possible, compared in floating point; a
   share of 0 gets 0.  parts is 1 .. FPM_SIZE_MAX.
   FPM_E_ARGUMENT also when all shares are 0. */
FPM__DECL int fpm_export_ratios(int p, const int64_t *d, int64_t parts, int64_t *ratios);

/* A chunk table for loops: thread i runs begin[i] <= k < begin[i + 1].  p + 1 entries. */
FPM__DECL int fpm_export_chunks(int p, const int64_t *d, int64_t *begin);

/* ---- >>chain ------------------------------------------------------------------------------- */

/* Elements in a row, each with a load: rows of a matrix, cells along a curve.  A processor takes a
   contiguous part.  The two calls below fill the struct; its arrays belong to the caller, must
   outlive the chain, and may be shared by threads.  One of whole and real is NULL. */
typedef struct fpm_chain {
    int64_t n;            /* elements, 0 .. FPM_SIZE_MAX */
    const int64_t *whole; /* n + 1 nondecreasing prefix sums: part [i, j) has load w[j] - w[i] */
    const double *real;   /* the same of real loads; differences are rounded as usual */
    int64_t largest;      /* index of the largest load; any other below n is legal, but slower */
    int64_t chains;       /* 0 or 1: one chain; more: several that share the processors; each part
                             lies in one of them */
    const int64_t *first; /* then chains + 1 ascending positions, first[0] = 0, first[chains] = n:
                             chain c is elements [first[c], first[c + 1]) */
} fpm_chain;

/* Make a chain of n loads, in one pass.  prefix receives n + 1 sums, prefix[0] = 0.  load may be
   prefix + 1: it is then summed in place.  load NULL: prefix holds the sums already, and the call
   checks them.  Loads are 0 or more; whole ones sum to less than 2^63, real ones to 1e200 at most.
   FPM_OK; FPM_E_ARGUMENT; FPM_E_LOAD: a load is negative, not finite or (real) above 1e200, or the
   given sums do not begin with 0 or decrease; FPM_E_OVERFLOW.  *at (may be NULL) is the element at
   fault, *chain is untouched, prefix has the sums before it: loads summed in place are lost. */
FPM__DECL int fpm_chain_init(fpm_chain *chain, int64_t n, const int64_t *load, int64_t *prefix,
                             int64_t *at);
FPM__DECL int fpm_chain_init_real(fpm_chain *chain, int64_t n, const double *load, double *prefix,
                                  int64_t *at);

/* A second load of the same elements, such as bytes: limited in each part, but not balanced. */
typedef struct fpm_chain_limit {
    const int64_t *whole; /* n + 1 prefix sums, as in fpm_chain */
    const double *real;   /* or these; one of whole and real is NULL */
    const double *most;   /* p limits, 0 or more: the most that processor k can hold */
} fpm_chain_limit;

typedef struct fpm_chain_options {
    int free_order;        /* 1: parts may go to the processors in any order (NP-hard): see below */
    const double *speed;   /* p speeds, 1e-60 .. 1e60: a part takes load / speed.  NULL: equal */
    const fpm_proc *procs; /* or p models of time against load with min, max, fixed, required */
    size_t max_bytes;      /* most working memory; 0: 1 GiB */
    int64_t max_work;      /* free_order: most parts tried (0: 1e9); else cells of tables, see the
                              table of costs below (0: 2^25) */
    const fpm_alloc *alloc; /* for working memory; NULL: the default */
    int64_t min_items;      /* a part is empty or has at least min_items elements; 0 and 1: any */
    int64_t grain;          /* cuts lie at multiples of it, or at ends of chains; 0, 1: anywhere */
    const int64_t *cut; /* places where cuts may lie, strictly ascending, 0 .. n; 0, n and ends of
                           chains are always allowed; NULL: cuts may lie anywhere */
    int64_t cuts;       /* entries of cut */
    const fpm_chain_limit *limit; /* further loads that must fit */
    int limits;                   /* entries of limit */
    const int64_t *from; /* p + 1 cuts of the previous partition, to stay near; NULL: none */
    double slack;        /* the makespan may be this part above the least (0.01: 1 %); 0: none */
    int (*progress)(void *context, const fpm_progress *state); /* NULL; see fpm_progress */
    void *context;                                             /* for progress */
} fpm_chain_options;

/* Further results for a chain, in arrays of the caller.  NULL: not wanted. */
typedef struct fpm_chain_outputs {
    int *who;            /* p processors: who[k] takes part k; with free_order not NULL */
    int64_t *proof;      /* p + 1 cuts that prove the optimum, see below */
    int64_t *low, *high; /* p + 1 each: the first and the last place where cut k lies in any
                            partition within the slack */
} fpm_chain_outputs;

/* Cut a chain into p parts so that the largest load, or the time at which the last processor
   finishes, is as small as possible.  It is for elements that stay in their order; if each has its
   own time on each device, or a cut costs time, see >>pipeline; if they need no order, >>items.

   chain  as above                    p     1 or more; parts may be empty (p > n is legal)
   opts   NULL: defaults              info  may be NULL
   out    NULL: no more than the cuts
   begin  out: p + 1 cuts; part k is elements [begin[k], begin[k + 1]), begin[0] = 0, begin[p] = n

   Processor k takes part k; with free_order processor who[k] takes it.

      processors   the makespan is            requirements
      equal        the largest load
      speed        the largest load / speed   whole loads sum to 2^53 at most
      procs        the largest time, seconds  models continuous and monotone (FPM_E_NOT_MONOTONE);
                                              FPM_DISCRETE, procs[].grain and cost are refused

   Times are compared in floating point, without a tolerance.  In the given order the makespan is
   the least: whole loads to the unit, others to the last bit.  (Real loads with speeds or models:
   provided that all loads and all load / speed are 0 or from 1e-280 to 1e200.)

   WHICH OF SEVERAL OPTIMAL PARTITIONS.  Cuts are chosen from left to right.  Cut k is the place
   nearest to its target, in load (of two equally near places the left one), among the places
   1. from which the parts right of it can take the rest within the makespan, and
   2. that leave an element (min_items) for part k and for each part right of it.  If fewer
      elements are left than parts, part k gets one or none.
   If no place satisfies both, rule 1 alone counts: a processor that cannot take the next element
   has an empty part.  With equal processors this never happens: min(n, p) parts are not empty.
   Targets are the cuts of the ideal partition of divisible loads: equal loads, loads in proportion
   to speed, or the shares that fpm_partition gives to models.  A single element that exceeds its
   processor's share is capped at that share; the remaining load is divided among the other
   processors.  This is repeated at most four times.

      loads              p  speeds    targets          elements   why
      1 1 1 1 1          4  equal     1.25 2.5 3.75    1 1 2 1    cut 2 is as near to 2 as to 3
      1 1 1 1 1 1 1 1 8  4  equal     2.67 5.33 8      3 2 3 1    8 counts as 2.67
      1 1 1              5  equal     0.6 1.2 1.8 2.4  1 1 1 0 0  three elements
      4 1 4              3  1 10 10   0.43 4.71        0 2 1      4 on the first one takes 4 s

   Constraints.  The makespan is the least that they allow, exactly.  With free_order all except
   grain and cut are FPM_E_UNSUPPORTED.

      required         the part is not empty
      min              a part is empty or has a load of procs[].min or more
      min_items        a part is empty or has min_items elements or more
      grain, cut       where cuts may lie.  Elements between two neighbouring places move together:
                       the rules above count them as one.  min_items still counts single elements
      limit            further loads that must fit
      slack            the rules above choose among the partitions within (1 + slack) times the
                       least makespan
      from, slack      of these, partitions whose largest shift of a cut (in load) is least; of
                       these the rules above choose, with the cuts of `from` as targets (of places
                       with no load between them the nearest).  Models: slack is at least 2e-15

   FPM_E_INFEASIBLE means that no partition exists.  info->at >= 0: limit[at] alone makes it
   impossible, with max and with the places where cuts may lie.  -1: it is impossible without any
   limit, or only several limits together (or required, min, min_items) make it so.

   free_order is exact if there are at most three kinds of processors (equal speeds; the same model,
   max and fixed) and work and memory suffice: it takes prod (m_t + 1) states for m_t processors of
   kind t (p = 1000 of two kinds: a quarter of a million), each tried once per probe.  Otherwise
   the answer is the best of the given order and of orders in which each part goes to the processor
   with the least capacity unused at that time; info->lower_bound is then for any order.
   The call searches the given order whatever max_work is, and returns it if it lacks memory.

   proof: the cuts when each part, from the left, is as long as it can be with less than the
   makespan.  If they end before n, no partition has a smaller makespan; fpm_chain_check reads
   them.  Not with free_order, slack or minimum lengths (min_items, min, required).  low, high: not
   with free_order or minimum lengths.

   FPM_OK              proven optimal for the given order; with free_order for any order
   FPM_HEURISTIC       free_order; info->gap says how good
   FPM_WORK_LIMIT      free_order: max_work ended the search; minimum lengths: a table for the proof
                       lacked max_work or memory
   FPM_EXTRAPOLATED    a part is past the points of its model (info->extrapolated)
   FPM_E_ARGUMENT      also speed with procs, a speed out of range (info->fault: whose), at info->at
                       cuts that do not ascend, or a limit without arrays
   FPM_E_BOUNDS        also limit info->at of processor info->fault is negative or not finite
   FPM_E_INFEASIBLE    max allows no partition (free_order of more than three kinds: in the orders
                       that were tried), or there are more chains with elements than processors
   FPM_E_WORK_LIMIT    free_order: no partition within max in the orders that max_work allowed;
                       minimum lengths: none was found, and a table for the proof lacked max_work
   FPM_E_SIZE          the loads, whole or for models, sum to more than 2^53
   FPM_E_MODEL, FPM_E_BOUNDS, FPM_E_NOT_MONOTONE, FPM_E_UNSUPPORTED (info->fault: whose)
   FPM_E_LOAD          the last sum is below the first or the first below 0 (of a limit: info->at).
                       Decreasing sums between them are not detected: the cuts are then wrong

   info->iterations counts probes (one time tried), evaluations the parts that they tried; imbalance
   is makespan / (total / p) - 1, with speeds makespan / (total / sum of speeds) - 1.

      what                  time                                          bytes of working memory
      equal processors      4 to 14 probes of O(p log(n / p)), and one    16 per processor
                            more for the rules (elements heavier than
                            their share: up to five)
      speed                 up to 40 probes where loads differ much       24 per processor
      procs                 the same, and a call of fpm_partition         298, with min 354
      grain, cut            the same; with several chains, or both grain  8 per place
                            and cut, a pass over the places first
      min_items, min,       a second pass per probe; if it fails, and     32 per processor,
      required              for the rules, a table: 15 to 40 ns for       4 per cell of the table
                            each place that a cut can have (equal
                            processors: n cells in all)
      from                  up to 60 probes more                          16 per processor
      free_order            25 to 630 ns per part tried                   32, or 8 per state

   If a table lacks memory or max_work, or progress stops it, the call returns the partition that
   the search found; rules 1 and 2 and from are then not applied.
   Sources: Nicol; Pinar, Aykanat (JPDC 64, 2004); with speeds Tabak, too (JPDC 68, 2008). */
FPM__DECL int fpm_chain_partition(const fpm_chain *chain, int p, const fpm_chain_options *opts,
                                  int64_t *begin, fpm_chain_outputs *out, fpm_info *info);

/* Check a partition of a chain, from any source, by the loads alone: that the cuts tile the chain
   and respect chains, max, all constraints and out->who, if it is not NULL.  Recompute the makespan
   and confirm out->proof, if not NULL (models: to 4e-15): then info->lower_bound is the makespan.
   Without proof the bound is for any order, by the largest element and, without models, the total.
   FPM_OK; FPM_EXTRAPOLATED; FPM_E_VIOLATED: info->fault is the first part at fault; -1: the partition
   is right, but the proof is not, and info->at is its first wrong cut (p: it does not end before
   n).  Negative as above.  The call does not read free_order, max_work, slack, out->low and high;
   from only for info->moved and shift.  O(p log k), p bytes of memory if who is not NULL. */
FPM__DECL int fpm_chain_check(const fpm_chain *chain, int p, const fpm_chain_options *opts,
                              const int64_t *begin, const fpm_chain_outputs *out, fpm_info *info);

/* ---- >>pipeline ------------------------------------------------------------------------------ */

/* A row of elements, each of which sends its result to the next: the layers of a model. */
typedef struct fpm_pipeline {
    int64_t n;             /* elements, 0 .. 2^31 - 2 */
    int types;             /* number of types of devices, 1 or more */
    const double *seconds; /* types * n: seconds[t * n + e] of element e on type t, 0 or more */
    const int64_t *bytes;  /* n: bytes that each element keeps on its device; NULL: 0 */
    const int64_t *sent;   /* n: bytes that each element sends to the next one; NULL: 0 */
} fpm_pipeline;

/* Slower memory for what exceeds a device's own: that of its host, or a disk.  For instance a GPU
   reads 448 GB/s from its 8 GB and 40 GB/s from its host: device.room is 8000000000, and a tier has
   room 0 and seconds 1e-9 / 40 - 1e-9 / 448.  Experts computed on the host are such a tier, too. */
typedef struct fpm_tier {
    int64_t room;   /* capacity in bytes; 0: no limit; FPM_NOTHING: none */
    double seconds; /* that each byte in it adds to the stage, 0 .. 1e60 */
} fpm_tier;

/* A device.  Zero means the default. */
typedef struct fpm_device {
    int type;         /* 0 .. types - 1 */
    double factor;    /* its seconds are those of its type times this, 1e-60 .. 1e60; 0: 1 */
    int64_t room;     /* its memory in bytes; 0: no limit; FPM_NOTHING: none */
    int64_t held;     /* bytes of room already in use; if that is all, only tiers take elements */
    double fixed;     /* seconds per batch if it has a stage, 0 .. 1e60 */
    double latency;   /* seconds before what it sends arrives, 0 .. 1e60 */
    double bandwidth; /* bytes per second that it sends, 1e-60 .. 1e60; 0: it never sends bytes */
    int required;     /* 1: it gets an element or more; 0: it may be left out */
    const fpm_tier *tier; /* slower memories for bytes beyond room - held; NULL: none */
    int tiers;            /* entries of tier; above 0 only with a room that is not 0 */
    double in_latency;    /* seconds that a stage on it spends to receive, 0 .. 1e60 */
    double in_bandwidth;  /* bytes per second that it receives, 1e-60 .. 1e60; 0: no limit */
} fpm_device;

/* What to minimise.  A hop is a transfer from one stage to the next. */
enum fpm_pipeline_goal {
    FPM_PIPELINE_LATEST = 0, /* throughput: the slowest stage; a full pipeline's time per batch */
    FPM_PIPELINE_TOTAL = 1,  /* latency: the sum of stages and hops of one batch, such as a token */
    FPM_PIPELINE_FILLED = 2  /* all batches: (batches - 1) * slowest stage + sum */
};

typedef struct fpm_pipeline_options {
    int goal;               /* FPM_PIPELINE_LATEST, ... */
    int overlap;            /* 1: a device computes the next batch while it sends this one */
    int free_order;         /* 1: devices may follow each other in any order */
    int64_t batches;        /* FPM_PIPELINE_FILLED: 1 .. FPM_SIZE_MAX; 0: 1; else unused */
    size_t max_bytes;       /* most working memory; 0: 1 GiB */
    int64_t max_work;       /* most cuts tried, 10 to 40 ns each; 0: 1e9 */
    const fpm_alloc *alloc; /* for working memory; NULL: the default */
    int (*progress)(void *context, const fpm_progress *state); /* NULL; see fpm_progress */
    void *context;                                             /* for progress */
} fpm_pipeline_options;

/* Further results for a pipeline, in arrays of the caller.  NULL: not wanted. */
typedef struct fpm_pipeline_outputs {
    int *who;      /* p: stage k is on device who[k]; may be NULL only without free_order */
    double *stage; /* p: seconds of the stages from the left */
} fpm_pipeline_outputs;

/* Cut n elements into contiguous stages over p devices, 1 or more.

   begin  out: p + 1 cuts; stage k is elements [begin[k], begin[k + 1]), on device k or who[k];
          empty for a device that is left out (free_order: these are the last)
   out    NULL: only the cuts are wanted

   Let S_t be the sums of seconds from the left, as fpm_chain_init_real makes them.  Elements [i, j)
   on a device of type t
   - compute factor * (S_t[j] - S_t[i]) + fixed seconds.  Bytes beyond room - held go to the tiers
     of the device, the first one first; each byte adds the seconds of its tier;
   - send for latency + sent[j - 1] / bandwidth seconds if j < n;
   - receive for in_latency + sent[i - 1] / in_bandwidth seconds if i > 0.
   A stage takes the sum of the three; with overlap, the largest of them.  The sum of stages and
   hops has all three in either case, as nothing is sent before it is computed.  Links belong to a
   device, not to a pair of devices, so a stage costs by its device and its ends alone.

   The partition is the best of the given order (TOTAL, FILLED: up to rounding of S_t).  Of several
   with the least slowest stage LATEST gives one with the least sum; a device is used where it costs
   nothing.  One type, factors 1, no hops: LATEST is fpm_chain_partition's makespan to the bit.
   free_order: the best of all orders, too, if the search through prod (m_k + 1) states, for m_k
   devices of kind k (16 unlike ones: 65,536), is within max_bytes and max_work.  A state takes 8 n
   bytes, and n steps (FILLED: 8 n; all times 1 + tiers) for each kind that leads to it.  Beyond
   this size pairs of devices are exchanged until nothing improves; info->gap is then against a
   bound for any order.

   info: makespan is the goal's seconds, cost the sum of stages and hops, common_time the slowest
   stage, last its device, imbalance slowest / mean of the stages - 1, iterations the searches.

   FPM_OK              no partition of the given order, with free_order of any, is better
   FPM_HEURISTIC       free_order with exchanges of pairs
   FPM_WORK_LIMIT      max_work ended these exchanges, or FILLED before its proof
   FPM_E_ARGUMENT      also a type out of range, or required neither 0 nor 1 (info->fault)
   FPM_E_BOUNDS        a device's number out of range, no bandwidth where it may send, tiers behind
                       a room without limit (info->fault)
   FPM_E_LOAD          seconds, bytes or sent below 0, not finite or above 1e200 (info->at)
   FPM_E_OVERFLOW      sums of bytes or sent reach 2^63, of seconds exceed 1e200 (info->at)
   FPM_E_INFEASIBLE    no device can hold element info->at; required device info->fault can hold no
                       element; or, both -1, no partition is within room and uses the required ones
                       (exchanges of pairs: in none of the orders that were tried)
   FPM_E_WORK_LIMIT    the same, for the orders that max_work allowed
   Cost of a given order: O(p n log n) at most, 10 to 40 ns for each of p n; TOTAL with two tiers 2
   to 3 times that; FILLED: 2 to 60 times.  8 (types + p + 4) n bytes.  A free order takes up to
   max_work: 22 s for n = 2000, p = 64. */
FPM__DECL int fpm_pipeline_partition(const fpm_pipeline *line, int p, const fpm_device *device,
                                     const fpm_pipeline_options *opts, int64_t *begin,
                                     fpm_pipeline_outputs *out, fpm_info *info);

/* Check a partition of a pipeline, from any source: that stages tile the elements, are within room
   and give each required device an element.  Recompute info, with a bound for any order.
   FPM_OK; FPM_E_VIOLATED: stage info->fault is the first at fault.  Negative as above.  Of opts it
   uses goal, overlap, batches, max_bytes, alloc; reads out->who, writes out->stage.  O(p n). */
FPM__DECL int fpm_pipeline_check(const fpm_pipeline *line, int p, const fpm_device *device,
                                 const fpm_pipeline_options *opts, const int64_t *begin,
                                 const fpm_pipeline_outputs *out, fpm_info *info);

/* ---- >>items --------------------------------------------------------------------------------- */

/* Pieces that cannot be cut and have no order: experts on GPUs, sequences on ranks, test files on
   machines of a CI, boxes of a mesh.  Limits are of load or of pieces; there is none of bytes. */
typedef struct fpm_items_options {
    const double *speed;       /* p speeds, 1e-60 .. 1e60: loads take load / speed; NULL: equal */
    const fpm_proc *procs;     /* or p monotone models of time against load, with max and fixed;
                                  FPM_DISCRETE, grain, cost, min and required are refused */
    const int64_t *max_load;   /* p: most load of each; 0: no limit; FPM_NOTHING: none above 0 */
    const int64_t *max_pieces; /* p: most pieces of each; 0: no limit; FPM_NOTHING: none */
    const int64_t *min_pieces; /* p: fewest pieces of each */
    int equal_counts;          /* 1: each gets n / p pieces, rounded down or up */
    int64_t slots;             /* number of copies of all pieces, n or more; 0: no copies */
    int *copies;               /* with slots: n counts, out (for the check: in) */
    const int *from;           /* n present owners, -1: none (a new piece); NULL: start anew */
    double slack;              /* with from: makespan up to (1 + slack) times the least found */
    int64_t max_moved;         /* with from: most load that moves; 0: no limit; FPM_NOTHING: none */
    size_t max_bytes;          /* most working memory; 0: 1 GiB */
    int64_t max_work;          /* most steps, 1 to 4 ns each; 0: 2e8 */
    const fpm_alloc *alloc;    /* for working memory; NULL: the default */
    int (*progress)(void *context, const fpm_progress *state); /* NULL; see fpm_progress */
    void *context;                                             /* for progress */
} fpm_items_options;

/* Give each of n pieces to one of p processors so that the last one finishes as early as possible
   (P || Cmax and Q || Cmax of scheduling).  Pieces in a row that must stay in order: >>chain.

   n, load  0 .. 2^31 - 2 pieces with their loads, 0 or more; they sum to FPM_SIZE_MAX at most.
            Times are best, as microseconds of the last run: sizes lack what each piece costs alike
   p        1 or more                       opts    NULL: equal processors, no constraints
   owner    out: n owners, 0 .. p - 1       info    may be NULL
            with slots: those of the copies[0] copies of piece 0, then those of piece 1, ...

   Example: loads 6 5 4 3 2 1 on 3 equal processors give 6 + 1, 5 + 2 and 4 + 3: makespan 7.
   With from: the assignment that moves the least load (info->moved) within (1 + slack) times the
   least makespan found; if max_moved allows none of these, the fastest that it allows.  The load
   moved is not proven least for more than 16 pieces, or if 1/8 of max_work is not enough.
   Example: loads 3 3 2 2 2, from 0 0 0 1 1 (sums 8 and 4): the third piece moves (6 and 6).
   With slots (from is refused) pieces have copies on different processors, which share the load
   evenly: 560 as 187, 187, 186 (choose a small unit).  Limits of pieces are limits of copies.

   FPM_OK              no assignment has a smaller makespan
   FPM_EXTRAPOLATED    the same; a sum of loads lies past the points of its model
   FPM_HEURISTIC       the bound was not met; it holds whatever moves
   FPM_WORK_LIMIT, FPM_STOPPED  the same, as max_work was spent or progress stopped the search
   FPM_E_INFEASIBLE    no assignment satisfies the limits; info->at: a piece above every capacity
   FPM_E_WORK_LIMIT    no assignment within the limits was found, max_moved among them
   FPM_E_LOAD, FPM_E_OVERFLOW, FPM_E_ARGUMENT: of piece info->at, or of an option (-1)
   FPM_E_BOUNDS, FPM_E_UNSUPPORTED, FPM_E_MODEL, FPM_E_NOT_MONOTONE: of processor info->fault

   O(n log n) and then max_work at most, until the bound is met; about 66 KB + 80 n + 110 p bytes.
   Sources: Graham, SIAM J. Appl. Math. 17, 1969; Frangioni and others, J. Comb. Optim. 8, 2004. */
FPM__DECL int fpm_items_assign(int64_t n, const int64_t *load, int p, const fpm_items_options *opts,
                               int *owner, fpm_info *info);

/* Check an assignment, from any source, and recompute info with a lower bound.  FPM_OK;
   FPM_E_VIOLATED: info->fault is the first processor, or info->at the first owner, at fault; both -1:
   more load than max_moved moves.  slack is not checked.  Negative as above.  O(n log n). */
FPM__DECL int fpm_items_check(int64_t n, const int64_t *load, int p, const fpm_items_options *opts,
                              const int *owner, fpm_info *info);

/* ---- >>grid ---------------------------------------------------------------------------------- */

/* Loads on a plane (an ocean with land, particles in cells, sparse matrices, images).  Each of p
   processors takes a rectangle of the rows x cols cells; the largest load is as small as possible.

      fpm_grid grid;
      if (fpm_grid_init(&grid, rows, cols, load, 0, NULL, NULL) < 0) ...
      fpm_rect part[64];
      fpm_info info;
      status = fpm_rect_partition(&grid, 64, NULL, part, &info);    // >= 0: part[0..63] are set
      fpm_grid_free(&grid);

   Source of the classes: Saule, Bas, Catalyurek (JPDC 72(10), 2012).

   A grid of loads, stored as sums over its first rows and columns.  Read-only for the caller;
   constant after fpm_grid_init, so threads and calls may share it.  The input may be freed. */
typedef struct fpm_grid {
    int64_t rows, cols;     /* cells in either direction, not of the sums */
    int64_t total, largest; /* sum of all loads, largest load of a cell */
    double unit;    /* a load of 1 in the grid is this much of the input: 1; init_real: 2^k */
    double rounded; /* init_real: the largest rounding error of a cell, in units of the input */
    int64_t *fpm__at, *fpm__flip; /* private: the sums by rows, and by columns */
    fpm_alloc alloc;              /* frees the sums */
} fpm_grid;

typedef struct fpm_grid_options {
    size_t max_bytes;       /* most memory for the sums; 0: 1025 MiB, what 8192 x 8192 cells take */
    const fpm_alloc *alloc; /* for the sums, until fpm_grid_free; NULL: the default */
} fpm_grid_options;

/* Make a grid from loads in row order, load[r * stride + c].

   rows, cols  1 or more; two tables of (rows + 1) (cols + 1) sums must fit in memory
   load        0 or more each (land, no work: 0), total below 2^60
   stride      elements from one row to the next, cols or more; 0: cols
   at          out, if status < 0: index of the load (sparse: entry) at fault, or -1; may be NULL

   fpm_grid_init_real rounds doubles to multiples of a power of two, such that the largest sum is
   about 2^53 multiples (sums below 1e-292: fewer, see grid->rounded); searches are then exact.
   fpm_grid_init_sparse adds up count loads load[k] at (row[k], col[k]) in any order; NULL: 1 each.

   FPM_OK; FPM_E_ARGUMENT (sizes, NULL), FPM_E_LOAD (negative, not finite), FPM_E_BOUNDS (an entry
   outside), FPM_E_OVERFLOW (total, sizes), FPM_E_MAX_BYTES, FPM_E_MEMORY: *grid is untouched.
   Cost: both tables in one pass over the loads, 16 bytes per cell. */
FPM__DECL int fpm_grid_init(fpm_grid *grid, int64_t rows, int64_t cols, const int64_t *load,
                            int64_t stride, const fpm_grid_options *opts, int64_t *at);
FPM__DECL int fpm_grid_init_real(fpm_grid *grid, int64_t rows, int64_t cols, const double *load,
                                 int64_t stride, const fpm_grid_options *opts, int64_t *at);
FPM__DECL int fpm_grid_init_sparse(fpm_grid *grid, int64_t rows, int64_t cols, int64_t count,
                                   const int64_t *row, const int64_t *col, const int64_t *load,
                                   const fpm_grid_options *opts, int64_t *at);

/* The load of rows r0 .. r1 - 1 and columns c0 .. c1 - 1, in grid units: four reads.  -1: they are
   not in the grid, or grid is NULL or was freed. */
FPM__DECL int64_t fpm_grid_load(const fpm_grid *grid, int64_t r0, int64_t r1, int64_t c0,
                                int64_t c1);

/* Give the sums back and zero the grid. */
FPM__DECL void fpm_grid_free(fpm_grid *grid);

/* ---- >>rect ---------------------------------------------------------------------------------- */

/* Classes of partitions.  Which one to take:

      you want                                             class
      even parts with short borders (start here)           AUTO
      the same in less time, maybe less even               COMPACT
      the most even partition, whatever its borders        AUTO, with opts.compact = FPM_EXACT
      parts near those of the previous partition           AUTO or NEAR, with opts.from
      processors that differ                               AUTO, with opts.speed or opts.procs
      P x Q processors, the same cuts in all rows          NICOL; UNIFORM ignores the loads
      P stripes of Q parts each                            PQ_OPT (exact), PQ_HEUR (two chains)
      stripes with any numbers of parts, quickly           M_HEUR, M_HEUR_PROBE
      the same, optimal                                    M_OPT (seconds where p is large)
      your own stripes; your own numbers of parts          M_PROBE; M_ALLOC (exact)
      recursive bisection, as in other codes               HIER_RB, HIER_RELAXED
      a proof, for about 32 parts at most                  HIER_OPT
      very even parts, for more than 64                    PEEL; HIER_SEARCH takes more work

   "Exact" below means the best of its class and orientations. */
enum fpm_rect_algorithm {
    FPM_RECT_AUTO = 0,          /* short borders, and a makespan within 1 % of its lower bound, or
                                   else of that of the most even partition: see opts.compact */
    FPM_RECT_UNIFORM = 1,       /* P x Q of equal extent: ignores the loads */
    FPM_RECT_NICOL = 2,         /* P x Q, all stripes cut alike (rectilinear); cuts of rows and of
                                   columns improve in turn (Nicol, JPDC 23, 1994) */
    FPM_RECT_PQ_HEUR = 3,       /* P stripes of even load, each cut into Q: two optimal chains */
    FPM_RECT_PQ_OPT = 4,        /* jag-pq-opt, exact: P stripes, each cut into Q */
    FPM_RECT_M_HEUR = 5,        /* P stripes of even load, processors in proportion, each stripe an
                                   optimal chain */
    FPM_RECT_M_PROBE = 6,       /* exact for the stripes in opts.cuts: how many parts each gets */
    FPM_RECT_M_ALLOC = 7,       /* exact for the numbers of parts in opts.counts: where cuts lie */
    FPM_RECT_M_HEUR_PROBE = 8,  /* P stripes of even load, processors in proportion, then M_ALLOC
                                   and M_PROBE in turn while that helps */
    FPM_RECT_M_OPT = 9,         /* jag-m-opt, exact: any stripes, any number of parts in each */
    FPM_RECT_HIER_RB = 10,      /* recursive bisection into halves of the processors */
    FPM_RECT_HIER_RELAXED = 11, /* recursive bisection; processors divide in any ratio */
    FPM_RECT_HIER_OPT = 12,     /* hier-opt: HIER_SEARCH, then exact over all guillotine cuts (from
                                   side to side); up to 128 parts, proven up to about 32 */
    FPM_RECT_HIER_SEARCH = 15,  /* PEEL, then the same with larger blocks, in up to 10 times its
                                   work; up to 12 parts exact */
    FPM_RECT_PEEL = 16,         /* a search for many parts: stripes off any side, small blocks */
    FPM_RECT_NEAR = 17,         /* the cuts of opts.from, moved */
    FPM_RECT_COMPACT = 18       /* a search for short borders: any cuts from side to side */
};

/* Direction of the stripes, for classes with stripes. */
enum fpm_rect_orientation {
    FPM_RECT_BEST = 0, /* the better of both */
    FPM_RECT_HOR = 1,  /* stripes of rows */
    FPM_RECT_VER = 2   /* stripes of columns */
};

/* How HIER_RB and HIER_RELAXED cut a rectangle. */
enum fpm_rect_direction {
    FPM_RECT_BY_LOAD = 0, /* the cut that balances better */
    FPM_RECT_BY_DIST = 1, /* across the longer side */
    FPM_RECT_BY_HOR = 2,  /* between rows and between columns in turn, rows first */
    FPM_RECT_BY_VER = 3   /* ... columns first */
};

/* Rows r0 <= r < r1, columns c0 <= c < c1; an empty one has load 0. */
typedef struct fpm_rect {
    int64_t r0, r1, c0, c1;
    int64_t load;  /* out: its load in whole grid units, which are compared */
    double amount; /* out: its load in units of the input */
} fpm_rect;

/* If a comment names classes, other classes refuse the option (cuts, counts) or ignore it. */
typedef struct fpm_rect_options {
    int algorithm;   /* FPM_RECT_AUTO, ... */
    int orientation; /* FPM_RECT_BEST, ... */
    int direction;   /* FPM_RECT_BY_LOAD, ... */
    int stripes;     /* number of stripes.  Classes of P x Q: P, a divisor of p; 0: UNIFORM, NICOL:
                    the P with parts nearest to square, PQ: the best P.  M_HEUR, M_HEUR_PROBE:
                    any number up to p; 0: many are tried */
    const int64_t *cuts;    /* M_PROBE: `stripes` + 1 ascending cuts, 0 .. rows (VER: cols), where
                               orientation is HOR or VER; NULL: stripes of even load */
    const int *counts;      /* M_ALLOC: `stripes` numbers of parts, sum p; NULL: by load */
    const double *speed;    /* p speeds, 1e-60 .. 1e60: part i takes load * grid.unit / speed[i];
                              NULL: equal */
    const fpm_proc *procs;  /* or p models of time against load, with max and fixed */
    int free_order;         /* 1: any processor may take any part; 0: processor i takes part i */
    int64_t max_work;       /* most steps (one end of a part found), see below; 0: 1e9 */
    size_t max_bytes;       /* most working memory; 0: 1 GiB */
    const fpm_alloc *alloc; /* for working memory; NULL: the default */
    double border;          /* cost of each cell along a side, 0 or more, in units of the input
                               loads: see fpm_rect_partition */
    int64_t min_rows, min_cols; /* a part is empty, or has at least this many rows and columns, for
                                   instance the width of the halo; 0 or 1: any */
    const fpm_rect *from; /* the previous partition, in the order of its owners, to stay near */
    int parts;            /* entries of from; 0: p */
    double compact;       /* AUTO, COMPACT: the makespan may be (1 + compact) times the least, for
                             shorter borders; 0: 0.01; FPM_EXACT: borders do not count */
    double slack;         /* NEAR, AUTO with from: the makespan may be (1 + slack) times its lower
                             bound (0.05: 5 % above), to move less */
    int (*progress)(void *context, const fpm_progress *state); /* NULL; see fpm_progress */
    void *context;                                             /* for progress */
} fpm_rect_options;

/* Cut a grid into p rectangles, one per processor, so that the largest load, or the time at which
   the last processor finishes, is as small as possible.

   p     1 or more                opts  NULL: defaults              info  may be NULL
   part  out: p rectangles that tile the grid; untouched when the status is negative.  Part i is
         that of processor i.  Order: stripe by stripe, and along each stripe; classes without
         stripes: the first half of each cut first; with from: the order of owners

   Of equally good partitions of a class the call returns one with shorter sides; then the first.

   WHICH CLASS HONOURS WHICH OPTION (exact: the best of the class; no: FPM_E_UNSUPPORTED)

      class                                   none   speed, procs  border  min_rows  free_order
      AUTO, COMPACT, HIER_RELAXED             yes    yes           yes     yes       yes
      UNIFORM, M_HEUR_PROBE, HIER_RB, NEAR    yes    yes           yes     yes       no
      PQ_OPT, M_PROBE (cuts), M_ALLOC (counts)
                                              exact  exact         exact   exact     no
      M_OPT                                   exact  exact         exact   exact *   no
      HIER_OPT, HIER_SEARCH, if they end      exact  no            exact   yes       no
      M_HEUR, PQ_HEUR, PEEL                   yes    no            yes     yes       no
      NICOL                                   yes    no            no      yes       no
                                              * equal processors
   speed, procs: part i takes load * grid.unit / speed[i], rounded once, or the time of model i,
   monotone as for fpm_chain_partition; the makespan is minimised.  Parts keep the order above.
   "Exact" is to the last bit.  AUTO is COMPACT, or the best of PQ_OPT, M_HEUR_PROBE, HIER_RELAXED
   and M_OPT.  load and load_bound stay loads, class_bound is 0; gap and imbalance (against total /
   sum of speeds, or the mean time of the busy processors) are of times.

   free_order: any processor may take any part.  The call first solves in the given order
   (HIER_RELAXED BY_LOAD).  Unless this meets the lower bound (AUTO: within compact), it looks for a
   better order by bisection, and AUTO then tries its classes in that order.  The makespan of AUTO
   and HIER_RELAXED is above that in the given order by compact at most; lower_bound is for any
   order.  Not with from.  Example, loads 4 1 2 in a row, speeds 1, 2 and 4: 1.75 s in the given
   order; with free_order 1 s: processor 2 takes the 4, 0 the 1, and 1 the 2.

   border: a part of height h and width w costs load * grid.unit + border (h + w), an empty one
   nothing, and the largest cost, info->makespan, is minimised (speed, procs: the cost is the work).
   All four sides count, also on the edge of the grid.  gap is of costs, imbalance the largest cost
   against the mean load; load, load_bound and class_bound are as with speeds.  A border that is no
   multiple of grid.unit is rounded to about 16 digits of what the whole grid costs.

   min_rows, min_cols: a part is empty or has at least these rows and columns.  lower_bound holds
   for parts of any size.

   from: part i belongs to owner i in the old and the new partition; info->moved is the load that
   changes its owner.  from may be the array `part`.  If a processor leaves, its old part stands
   last, and parts is p + 1.  NEAR takes the cuts of the old parts, of any class, and moves each
   only as far as a makespan of (1 + slack) times the lower bound needs; a few parts may get other
   cuts.  If this fails, the makespan is as small as NEAR can make it.  AUTO tries
   1. NEAR within slack, if slack is not 0;
   2. NEAR with the gap of M_HEUR (min_rows, speed, procs: of M_HEUR_PROBE), else 5/4 of this gap;
   3. new cuts, as other classes do.  Equal processors then take the parts so that as much load as
      possible stays: exactly for up to 256 parts, else one after the other.
   In fields that drift, 5 to 11 % of the load moves per step, not 44 to 50 % (p = 64 and 256).

   compact: AUTO and COMPACT look for a short border, the sum of height + width over all parts, and
   for few needles: a part's sides count times the square of what they are over a square's.  The sum
   minus (rows + cols) counts the pairs of neighbouring cells in different parts, which a stencil
   code sends.  AUTO
   1. looks for a partition with a makespan of at most (1 + compact) times lower_bound (COMPACT);
   2. if it finds none, finds the most even partition as with FPM_EXACT, and then looks for one with
      at most (1 + compact) times that makespan;
   3. if that fails too, returns the most even partition.
   An answer of AUTO never has more parts without cells than the most even partition.  info->gap
   still is the distance from the bound, so it shows the tolerance.  COMPACT by name doubles the
   tolerance until it finds a partition, and leaves out step 2.  Example, sea at a coast in 512 x
   512 cells, p = 256: FPM_EXACT gives an imbalance of 0.5 % and cuts 19,662 pairs of cells in 11
   ms; the default 1.0 % and 14,247 in 10 ms; METIS 5.1 0.8 % and 15,197 in 205 ms.

   Empty parts.  Equal processors all get cells if there are enough cells, except with min_rows or
   min_cols, in UNIFORM, NICOL, PQ_HEUR, PQ_OPT, M_ALLOC, HIER_RB, HIER_RELAXED and NEAR, and in
   stripes whose parts are one cell wide already.

   FPM_OK              no partition into rectangles has a smaller largest load (makespan)
   FPM_CLASS_OPTIMUM   no partition of the class has; info->gap bounds what other classes can gain
   FPM_HEURISTIC       info->gap bounds what any partition can gain
   FPM_WORK_LIMIT      the same, for the best that was found within max_work
   FPM_EXTRAPOLATED    a load is past the points of its model (info->extrapolated)
   FPM_E_ARGUMENT      an option out of range; cuts or counts that do not fit or are for another
                       class; stripes above p or (classes of P x Q) no divisor of p; speed with
                       procs; a speed or `required` of processor info->fault; from: info->fault
                       lies outside or overlaps info->other; -1: cells are left
   FPM_E_WORK_LIMIT    nothing found yet; only with max, min_rows or min_cols
   FPM_E_SIZE          speed, procs: the total (border: the cost of the whole) is above 2^53
   FPM_E_OVERFLOW      border: the whole grid costs 2^59 units of the grid or more, or 1e200
   FPM_E_INFEASIBLE    max, min_rows, min_cols exclude all that was tried (exact classes: all)
   FPM_E_MODEL, FPM_E_BOUNDS, FPM_E_NOT_MONOTONE, FPM_E_UNSUPPORTED
                       procs, as for fpm_chain_partition (info->fault: whose)
   Once there is a partition, the call returns it although a class lacks memory or (HIER_OPT,
   HIER_SEARCH, PEEL) has more than 2^31 rows or columns: FPM_HEURISTIC, unless more is known.

   Cost.  A step finds one end of a part: 3 to 70 ns, most where loads change steeply, up to 230 in
   classes with stripes other than M_OPT (512 x 512 to 2048 x 2048 cells, p = 64 to 16384).  1e9
   steps are 3 to 70 s; M_OPT uses them up where p is large, HIER_OPT from 20 parts on.  Until there
   is a partition, up to 1000 p steps (seen: 72 p) are taken whatever max_work is; NICOL, NEAR and
   min_rows: more.  More work never makes the answer worse by more than opts.compact.

      class or option       steps                                         bytes
      all                                                                 120 per part
      PQ_OPT; M_PROBE       15 to 30 thresholds of 3 p steps; of p steps
      M_OPT                 1e6 to 1e7 per threshold at 2048 x 2048,      60 per part
                            p = 2304; with speeds 10 s per orientation
                            (512 x 512, p = 1024: 0.2 to 0.7 s)
      HIER_SEARCH, PEEL     at most 50,000 per part, 45 ns each (PEEL     0.7 MB, 120 per part;
                            usually 400 to 15,000)                        HIER_OPT, AUTO 10.6 MB
      AUTO, FPM_EXACT       M_OPT's, <= .12 ms per part + .55 per row     p < 24: 2560 * 2^(p / 2)
      COMPACT               3000 per part (19,000 up to 64 parts and in   0.7 MB
                            step 2), 30 ns each
      speed; procs                                                        16; 160 per part
      free_order            4000 per part, for more than 64 parts 500     24 per part
      from                  up to 1000 p, beyond max_work, for owners     120 per part
      NEAR                  AUTO cuts anew if it lacks this memory        108 per part
      min_rows, min_cols                                                  32 per row or column */
FPM__DECL int fpm_rect_partition(const fpm_grid *grid, int p, const fpm_rect_options *opts,
                                 fpm_rect *part, fpm_info *info);

/* Check a partition, from any source: that the p rectangles lie in the grid, do not overlap and
   cover every cell.  The call does not read their load and amount.  It fills info likewise;
   load_bound may be above that of fpm_rect_partition.  Of opts (NULL: none) it reads alloc,
   max_bytes, max_work (for the bound, if info is not NULL: 30 ns each; 0: 1e7), min_rows, min_cols,
   border, from and parts (info->moved), and speed or procs: also for makespan, lower_bound, max.
   FPM_OK: valid; FPM_EXTRAPOLATED: valid, with a load past the points of its model
   (info->extrapolated).  FPM_E_VIOLATED: of rectangle info->fault (and other); -1: cells are left.
   FPM_E_ARGUMENT, memory; with speed, procs as above.  O(p log p) and 560 bytes per rectangle. */
FPM__DECL int fpm_rect_check(const fpm_grid *grid, int p, const fpm_rect_options *opts,
                             const fpm_rect *part, fpm_info *info);

/* An index that finds the rectangle of a cell.  Read-only for the caller; constant once made. */
typedef struct fpm_rect_index {
    int m;                        /* rectangles */
    fpm_rect *part;               /* a copy of the rectangles */
    int64_t lines, leaves, items; /* leaves of a tree over the rows between lines */
    int64_t *line;                /* rows where rectangles begin or end, ascending */
    int64_t *first;               /* of each node: where its items begin */
    int *owner;                   /* items: rectangles that cover the rows of a node, by columns */
    fpm_alloc alloc;              /* frees the arrays */
} fpm_rect_index;

/* Make an index of m disjoint rectangles: O(m log m), up to 168 bytes each; 40 + 8 log2(m) stay.
   Statuses of memory, FPM_E_ARGUMENT; *index is untouched when negative. */
FPM__DECL int fpm_rect_index_init(fpm_rect_index *index, int m, const fpm_rect *part,
                                  const fpm_alloc *alloc);

/* The number of the rectangle that holds the cell, or -1.  O(log^2 m). */
FPM__DECL int fpm_rect_owner(const fpm_rect_index *index, int64_t row, int64_t col);

/* Give the index back and zero it. */
FPM__DECL void fpm_rect_index_free(fpm_rect_index *index);

/* Neighbours for halos.  The neighbours of part i are the parts other[k], ascending, for first[i]
   <= k < first[i + 1]; both share a side of cells[k] cells (corners do not count; the grid does not
   wrap).  A halo one cell deep sends and receives cells[k] values.  For rank i other + first[i] are
   the ranks of MPI_Dist_graph_create_adjacent, cells + first[i] counts of MPI_Neighbor_alltoallv.

   part  m disjoint rectangles           first  out: m + 1 numbers, the last one counts all entries
   other, cells  out: arrays of `capacity` entries; 6 m is always enough (a planar graph)

   FPM_OK; FPM_E_CAPACITY; FPM_E_ARGUMENT (NULL, m below 1, a part that begins below 0);
   FPM_E_OVERFLOW, FPM_E_MEMORY: outputs are untouched.  O(m log m), 320 bytes per part. */
FPM__DECL int fpm_rect_neighbours(int m, const fpm_rect *part, int64_t *first, int *other,
                                  int64_t *cells, int64_t capacity, const fpm_alloc *alloc);

/* ---- >>model2d ------------------------------------------------------------------------------- */

/* A model of time in two dimensions: seconds for a tile of m rows and n columns.  All measured m
   and n are the lines of a grid.  The speed m n / seconds is bilinear between these lines, constant
   along m and n beyond them.  At a grid point that was not measured it is linear in the triangles
   of a Delaunay triangulation of the points (m and n scaled to equal ranges), or, outside the hull
   of the points, that of the nearest place of the hull.  Constant after fpm_model2d_init. */
typedef struct fpm_model2d {
    int rows, cols;  /* lines of the grid */
    int monotone;    /* 1: time never falls with m or n */
    int64_t *m, *n;  /* the lines, ascending */
    double *speed;   /* rows * cols elements per second, row by row */
    double *plan;    /* the same, lowered where needed so that time never falls with m or n: tiles
                       are found with these; equal to speed when monotone */
    double *beyond;  /* 1: outside the hull of the points, else 0 */
    size_t bytes;    /* of the block that holds all arrays; the model owns it */
    fpm_alloc alloc; /* frees the block */
} fpm_model2d;

/* Make a model of count points (m[k], n[k], seconds[k]) in any order, 1 <= m, n < 2^31.
   FPM_E_NO_POINTS, FPM_E_SIZE, FPM_E_TIME, FPM_E_ORDER (twice the same m and n); *at (may be
   NULL) is the point at fault; FPM_E_OVERFLOW (more than 2^24 points or grid points), FPM_E_MEMORY:
   *model is untouched.  O(count^2) at worst, where the grid is not full; 24 bytes a grid point. */
FPM__DECL int fpm_model2d_init(fpm_model2d *model, int64_t count, const int64_t *m,
                               const int64_t *n, const double *seconds, int64_t *at,
                               const fpm_alloc *alloc);

/* Time for a tile; 0 when m or n is 0.  O(log) of the grid lines.  FPM_EXTRAPOLATED: beyond the
   last line or outside the points' hull; FPM_E_MODEL, FPM_E_ARGUMENT, FPM_E_SIZE (negative). */
FPM__DECL int fpm_model2d_time(const fpm_model2d *model, int64_t m, int64_t n, double *seconds);

FPM__DECL void fpm_model2d_free(fpm_model2d *model);

/* ---- >>matrix -------------------------------------------------------------------------------- */

/* A matrix on unequal processors: each gets a rectangle in proportion to its speed, and little has
   to be communicated.  In a multiplication C += A B by panels a processor receives rows + columns
   numbers in each step, those of its tile; info.volume is the sum over all processors. */

/* Rows r0 <= r < r1 and columns c0 <= c < c1; an empty tile has r0 = r1 and c0 = c1. */
typedef struct fpm_tile {
    int64_t r0, r1, c0, c1;
} fpm_tile;

/* How tiles are arranged (opts.arrangement, and what was chosen in info). */
enum fpm_arrangement {
    FPM_MATRIX_AUTO = 0,    /* the best of many COLUMNS and ROWS, see the calls: the least makespan
                               of the whole tiles (up to opts.slack), and among equal ones the
                               least volume */
    FPM_MATRIX_COLUMNS = 1, /* columns of tiles with the least total half-perimeter of the areas,
                               then the least makespan of the whole tiles in that arrangement */
    FPM_MATRIX_ROWS = 2     /* the same, transposed: stripes of rows */
};

/* An option that names a call or arrangements is ignored by others; max is an exception: other
   calls refuse it with FPM_E_ARGUMENT. */
typedef struct fpm_matrix_options {
    int arrangement; /* FPM_MATRIX_AUTO, ... */
    int columns;     /* this many columns (or stripes of rows), none of them empty; 0: the best */
    double slack;    /* AUTO: for less volume the makespan may be (1 + slack) times the least; 0:
                           0.001; FPM_EXACT: the least makespan for any volume */
    int64_t block;   /* tiles begin at multiples of this; 0: 1 */
    const int64_t *max; /* fpm_matrix_columns: p largest tiles in elements, 0: no limit; or NULL */
    int64_t max_work;   /* fpm_matrix_partition2d, AUTO: limit of the search for better columns, in
                           evaluations of a processor; 0: 2^19 (half a second) */
    size_t max_bytes;   /* most working memory; 0: 1 GiB */
    const fpm_alloc *alloc; /* for working memory; NULL: the default */
    int (*progress)(void *context, const fpm_progress *state); /* NULL; see fpm_progress */
    void *context;                                             /* for progress */
} fpm_matrix_options;

/* Tiles for given areas, such as those of processors of constant speed.

   rows, cols  of the matrix, at least 1; their product at most FPM_SIZE_MAX
   p           processors, 1 .. rows * cols
   areas       p parts of the matrix, above 0, such as relative speeds
   opts        NULL: defaults                  info   may be NULL (bounds are then left out)
   tiles       p tiles that cover every element once; untouched when the status is negative

   Every processor whose area is a block or more gets a tile.  In the arrangement that is returned
   whole widths and heights are optimal: no makespan is smaller by more than 1e-13 of it.  AUTO
   tries all columns and rows of the sorted areas (p <= 10), or the best of each number (p <= 2^14).
   FPM_OK              the best of the arrangement that was asked for; AUTO: proven the best of all
   FPM_HEURISTIC       AUTO, and info->gap is above 0
   FPM_NORMALISED      areas that do not sum to 1 (info->area_sum) count in proportion
   FPM_E_SIZE          the matrix is too large
   FPM_E_AREA          an area is not in (0, 1e200], or is below 1e-15 of the sum (info->fault)
   FPM_E_BLOCK         block above rows or columns
   FPM_E_TILES         p above rows * cols; more columns than blocks along the side or processors
   FPM_E_BOUNDS        a max is negative
   FPM_E_INFEASIBLE    max, or too few columns, allow no tiles in the arrangements of sorted areas

   Cost: COLUMNS O(p log p) for the arrangement (the cost of a column is concave Monge, see the
   implementation) and about 100 passes over the processors for the tiles; 200 bytes per processor.
   AUTO O(p^2), and as many passes for each arrangement that is better than those before; AUTO
   takes up to 17.2 MB more, opts.columns 4 bytes for each pair of a column and a processor.
   Source: Beaumont, Boudet, Rastello, Robert (Algorithmica 34, 2002). */
FPM__DECL int fpm_matrix_columns(int64_t rows, int64_t cols, int p, const double *areas,
                                 const fpm_matrix_options *opts, fpm_tile *tiles, fpm_info *info);

/* Tiles for processors with models of time against area (in elements; measured on squares, say):
   fpm_partition gives the areas; whole tiles are the fastest of their arrangement, not the nearest.

   procs  p processors, as for fpm_partition, with model, max and fixed; other constraints, cost
          and FPM_DISCRETE are FPM_E_UNSUPPORTED.  A processor without area may get no tile

   If the time of a model falls with size, an area is within a time only if all smaller areas are,
   too.  Statuses of fpm_matrix_columns and of fpm_partition; FPM_EXTRAPOLATED (info->fault);
   FPM_WORK_LIMIT: fpm_partition's limit. */
FPM__DECL int fpm_matrix_partition(int64_t rows, int64_t cols, int p, const fpm_proc *procs,
                                   const fpm_matrix_options *opts, fpm_tile *tiles, fpm_info *info);

/* A processor with a model in two dimensions. */
typedef struct fpm_proc2d {
    const fpm_model2d *model; /* its times; borrowed, and must outlive the call */
    int64_t max;              /* largest tile in elements (its memory); 0: no limit */
    double fixed;             /* seconds in addition if it gets a tile */
} fpm_proc2d;

/* Tiles for processors whose time depends on the shape of the tile.

   FPM_MATRIX_COLUMNS or ROWS: three steps as in the source (the processors of each column, by
   areas; the widths; the heights), but the widths are those of the least makespan.
   FPM_MATRIX_AUTO: it also searches for the processors of each column: first as for areas, then
   with the areas of the tiles found, and from the best of these by exchanging two processors or
   moving one, until nothing helps or opts.max_work is spent.  It is never slower than COLUMNS and
   ROWS, and up to 6 processors nearly always the fastest arrangement (bench/bench_matrix.c).
   info->lower_bound is 0: not known, so that AUTO is FPM_HEURISTIC for more than one processor, or
   FPM_WORK_LIMIT when opts.max_work was spent.  Other statuses as of fpm_matrix_partition.
   Source: Clarke, Lastovetsky, Rychkov (HeteroPar 2011). */
FPM__DECL int fpm_matrix_partition2d(int64_t rows, int64_t cols, int p, const fpm_proc2d *procs,
                                     const fpm_matrix_options *opts, fpm_tile *tiles,
                                     fpm_info *info);

/* ---- >>balance ----------------------------------------------------------------------------- */

/* Balance an iterative program while it runs, without models measured beforehand.  You pass the
   seconds that each processor took for its share; the call returns the next shares, and a verdict.

      fpm_balance b;
      fpm_balance_init(&b, n, p, NULL, NULL, d, NULL);     // the first partition: even
      fpm_balance_cost(&b, per_unit, per_move);            // seconds; 0 and 0: moves are free
      while (...) {
          ... run an iteration on d; seconds[i] = time of processor i alone, waiting left out ...
          fpm_balance_step(&b, seconds, d, &info);
          if (info.verdict == FPM_MOVE) ... move the data, as d says now ...
      }
      fpm_balance_free(&b);

   Ranks.  One rank calls and broadcasts d: other builds may differ in last bits, and different
   counts deadlock a redistribution.  fpm_export_moves lists what each rank sends and receives.
   A share may become 0 unless procs[i].required is 1; for halos set min to their depth, too.

   Windows.  A step may stand for a window of many iterations.  Then seconds[i] is the sum over the
   window, and opts.iterations counts windows.  If other programs use the same cores, choose windows
   of 0.1 s or more, many time slices of the scheduler: an interrupted iteration takes twice as long
   as another.  Leave out a first window that is slow because caches and pages are cold.

   Elements in a row with unequal loads (opts.chain, with whole sums).  A share is a number of
   elements, its size is the sum of their loads, and fpm_chain_partition makes the cuts, near to the
   present ones.  Processors are in the order of the chain; min and max of a processor are loads;
   info.moved counts elements; the methods are DEFAULT and CONSTANT.  A step expects in the arrays
   the loads that ran, and cuts for the same loads.  If the next loads or n differ, first step, then
   update the arrays and call fpm_balance_resize. */

/* How the next partition is found. */
enum fpm_balance_method {
    FPM_BALANCE_DEFAULT = 0, /* learns the speed function of each processor and its drift, finds the
                                 optimal shares for these, and tries sizes that were never measured
                                 only within a limited budget of lost time */
    FPM_BALANCE_CONSTANT = 1, /* the usual one: constant speeds, those of the last iteration */
    FPM_BALANCE_DFPA = 2,     /* piecewise linear speed through all points, line through the origin,
                                  nearest whole shares (Lastovetsky, Reddy, HeteroPar 2009) */
    FPM_BALANCE_NUMERICAL = 3 /* literal Akima splines, Powell's hybrid method from n/p each
                                 (Rychkov, Clarke, Lastovetsky, PaCT 2011); where it finds no root
                                 the shares stay as they are, and info.failed says so */
};

/* What to do with the partition that came out. */
enum fpm_balance_verdict {
    FPM_KEEP = 0,     /* run the same shares again: a move would cost more than it gains */
    FPM_MOVE = 1,     /* d differs from the partition before: move the data */
    FPM_CONVERGED = 2 /* as FPM_KEEP, and a move would gain at most min_gain by the models
                         (baselines: the measured times differ by at most min_gain) */
};

/* Zero means the default.  CONSTANT, DFPA and NUMERICAL, the baselines, move at any cost and ignore
   iterations, trust and stale.  For example iterations = 200, min_gain = 0.02: in 200 steps, move
   only if the makespan becomes 2 % shorter and the steps left repay the move. */
typedef struct fpm_balance_options {
    int method;         /* FPM_BALANCE_DEFAULT, ... */
    double min_gain;    /* smallest part of the makespan that is worth a move; 0: 0.001 (baselines:
                           times that differ by less count as equal; 0: 0.05) */
    int64_t iterations; /* steps of the whole run: a move must pay off in those that are left.  0,
                           or once the run has outlasted it: 40 are assumed to be left */
    double trust; /* above 1: in one step a share grows to at most this multiple of the largest size
                     measured of its processor; 0: the default method decides */
    double stale; /* above 1: a time that exceeds this multiple of the time of a larger share is an
                     outlier, until later times confirm that the processor is slower now; noisy
                     times raise the multiple; 0: 1.5 */
    int contiguous;   /* 1: shares are slabs in the order of the processors.  A unit moves if its
                         slab changes, which info.moved and the cost of a move then count */
    size_t max_bytes; /* most memory, of the state and of a step; 0: 1 GiB */
    int64_t max_work; /* most work of a call in all its searches for shares, as in fpm_options; 0:
                         1e8 (0.05 to 0.25 s), NUMERICAL: 1e6.  It matters where min, grain or
                         required make FPM_OPTIMAL search; else a search takes O(p) */
    const fpm_alloc *alloc; /* for the state and for working memory; it must outlive the state */
    const fpm_chain *chain; /* unequal loads, see above: n is its number of elements; it must
                               outlive the state.  NULL: equal units */
    int64_t min_items;      /* with chain: a share is 0 or min_items elements or more; 0: any */
    const int64_t *from;    /* the first partition, p shares that sum to n, for instance where the
                               data of a checkpoint lies; NULL: fpm_balance_init chooses it */
} fpm_balance_options;

/* Most points kept per processor; beyond, the nearest two merge. */
enum { FPM_BALANCE_POINTS = 12 };

/* State of a balanced loop.  Its fields are read-only for the caller; it owns its memory until
   fpm_balance_free.  One thread at a time; do not copy it. */
typedef struct fpm_balance {
    int64_t n;
    int p;
    const int64_t *d;     /* the partition to run now */
    int64_t steps;        /* iterations that were measured */
    int64_t moves, moved; /* number of redistributions so far, and of units that they moved (2^53
                             at most) */
    size_t bytes;         /* held by the state */
    void *state;          /* private */
} fpm_balance;

/* Start balancing.  The first partition is opts.from.  Without it: as even as the constraints allow
   or, if there are models, optimal for times that are linear between their points; a processor
   without a model is then assumed to have the mean speed of all points.

   n      0 .. FPM_SIZE_MAX; less than p is legal      p     1 or more
   procs  NULL, or p processors.  min, max, grain and required hold at every step.  Points of models
          are copied; fixed and cost are ignored: measured times include them
   opts   NULL: defaults                               info  may be NULL
   d      out: the first partition; NULL: read b->d

   b need not be initialised.  FPM_OK; FPM_E_ARGUMENT (also: from does not sum to n), FPM_E_MODEL,
   FPM_E_SIZE, FPM_E_TIME, FPM_E_ORDER (points of a model, whose arrays may have changed or be gone:
   info->fault is its processor), FPM_E_BOUNDS, FPM_E_INFEASIBLE (from: info->fault is the first
   share against constraints), FPM_E_UNSUPPORTED (DFPA and NUMERICAL refuse constraints that leave
   gaps between feasible shares), FPM_E_OVERFLOW, FPM_E_MAX_BYTES, FPM_E_MEMORY, FPM_E_WORK_LIMIT:
   b is zeroed and holds nothing, d is untouched.
   900 bytes per processor, 200 to 350 more during a step (NUMERICAL to 256 processors: 16 p^2
   more); 900 more in fpm_balance_resize, leave and join. */
FPM__DECL int fpm_balance_init(fpm_balance *b, int64_t n, int p, const fpm_proc *procs,
                               const fpm_balance_options *opts, int64_t *d, fpm_info *info);

/* Take in the times of one iteration and return the next partition, with info.verdict.  seconds[i]
   is what processor i took for its share; it is not read where the share is 0 or has no load
   (opts.chain), or where i has left.  (The loop: Clarke, Lastovetsky, Rychkov, HeteroPar 2010.)
   FPM_OK.  FPM_E_ARGUMENT, or FPM_E_TIME (a time is NaN, zero, negative or out of range: measure it
   again, or call fpm_balance_leave for processor info->fault): nothing has changed.
   FPM_E_MAX_BYTES, FPM_E_MEMORY, FPM_E_WORK_LIMIT, and FPM_E_INFEASIBLE (loads of opts.chain have
   changed, and no cuts suit the constraints): the times are in, the partition stays.
   Same times, same partitions, in one build.  O(p) where procs have no min, grain or required
   (NUMERICAL: its iterations); else as fpm_partition, up to opts.max_work, with the best partition
   found so far.  opts.chain: two fpm_chain_partition. */
FPM__DECL int fpm_balance_step(fpm_balance *b, const double *seconds, int64_t *d, fpm_info *info);

/* State the cost of moves in seconds: unit_cost for each unit that changes its processor, plus
   move_cost for each redistribution.  0, 0: moves are free, for instance between threads.  The time
   to set the data up is a good first move_cost.  The call is allowed at any time and replaces what
   fpm_balance_moved stated.  If neither is called, a move counts as 1.5 iterations (the first one
   after k iterations as 1.5 / k, since it may show the true cost).
   FPM_OK; FPM_E_ARGUMENT (not finite, negative, above FPM_TIME_MAX): nothing changes. */
FPM__DECL int fpm_balance_cost(fpm_balance *b, double unit_cost, double move_cost);

/* After a move, state its seconds: those of the latest redistribution, 0 to FPM_TIME_MAX.
   The mean of about the last four, less unit_cost per unit (at least 0), replaces move_cost.
   FPM_OK; FPM_E_ARGUMENT (or nothing has moved yet). */
FPM__DECL int fpm_balance_moved(fpm_balance *b, double seconds);

/* Optional, before each step of the default method, in all windows or in none: the elapsed seconds
   of the window, with exchanges and waiting, without redistribution.  This is more than the largest
   of seconds[]: processors wait in each iteration, not always for the same one, and exchange data.
   Shares still follow seconds[], but a move after which processors wait longer, beyond noise and
   min_gain, is undone; until speeds change, a later move must gain more than this one fell short.
   FPM_OK; FPM_E_ARGUMENT (not a time that a point may have). */
FPM__DECL int fpm_balance_wall(fpm_balance *b, double seconds);

/* Between steps: resize: the amount of work becomes n.  leave: processor i leaves, and the others
   take its share.  join: processor i takes part (again), without its earlier points.  Each returns
   the new partition at once, with verdict FPM_MOVE if it differs.  What the run saved so far no
   longer pays for trying new sizes.  FPM_OK; FPM_E_ARGUMENT (n or i out of range, i has left or
   never left); FPM_E_INFEASIBLE (the processors that remain cannot take the work, or none remains),
   FPM_E_UNSUPPORTED (DFPA, NUMERICAL, as above), FPM_E_WORK_LIMIT, memory: b and d stay. */
FPM__DECL int fpm_balance_resize(fpm_balance *b, int64_t n, int64_t *d, fpm_info *info);
FPM__DECL int fpm_balance_leave(fpm_balance *b, int i, int64_t *d, fpm_info *info);
FPM__DECL int fpm_balance_join(fpm_balance *b, int i, int64_t *d, fpm_info *info);

/* Append the points that the state keeps of processor i, ascending in size, with reps measurements
   in each.  To restart from a checkpoint, save the points (fpm_points_format) and the shares; pass
   fpm_balance_init a model of the points in procs[i].model and the shares in opts.from.
   FPM_OK; FPM_E_ARGUMENT (i, points is NULL), or as fpm_points_add: points keeps its count. */
FPM__DECL int fpm_balance_points(const fpm_balance *b, int i, fpm_points *points);

/* The model of processor i that the latest call used, valid until the next call with b; NULL: there
   is no point of processor i, or i is out of range. */
FPM__DECL const fpm_model *fpm_balance_model(const fpm_balance *b, int i);

/* Give the memory back and zero the state. */
FPM__DECL void fpm_balance_free(fpm_balance *b);

#ifdef __cplusplus
}
#endif

#endif /* FPM_H */

/* ===============================================================================================
   IMPLEMENTATION
   ============================================================================================= */

#ifdef FPM_IMPLEMENTATION
#ifndef FPM__IMPLEMENTED
#define FPM__IMPLEMENTED

/* ---- >>config -------------------------------------------------------------------------------- */

/* Private macros, and doubles as bits.  A double that is not negative and its bits, read as a whole
   number, are in the same order, so the least of all doubles for which something holds can be found
   by halving bits: this is how times are exact to the last place throughout.  Tests for finite
   numbers look at bits as well, because -ffast-math removes v == v and isfinite. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(FPM_REALLOC) != defined(FPM_FREE)
#error "fpm.h: define both FPM_REALLOC and FPM_FREE, or neither"
#elif !defined(FPM_REALLOC)
#define FPM_REALLOC(block, size) realloc(block, size)
#define FPM_FREE(block) free(block)
#endif

#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ == 2
#error "fpm.h: numbers must be doubles, those of the x87 unit are not; use -msse2 -mfpmath=sse"
#endif

#ifndef FPM_ASSERT
#define FPM_ASSERT(x) ((void)0)
#endif

#if defined(__GNUC__) || defined(__clang__)
#define FPM__INLINE __attribute__((always_inline)) static inline
#define FPM__PREFETCH(address) __builtin_prefetch(address)
/* Many call it, no inner loop that matters does: one copy is enough. */
#define FPM__APART __attribute__((noinline))
/* Compiled for size, with what nobody else calls: checks, indices, the front, texts, set-up. */
#define FPM__COLD __attribute__((cold))
#define FPM__HOT __attribute__((hot)) /* not so, though what is cold calls it */
#else
#define FPM__INLINE static
#define FPM__PREFETCH(address) ((void)(address))
#define FPM__APART
#define FPM__COLD
#define FPM__HOT
#endif

#ifdef FPM_STATIC
#define FPM__DEFN static
#elif defined(FPM_DEF)
#define FPM__DEFN FPM_DEF
#else
#define FPM__DEFN
#endif

/* Zero a record, or copy it from another one.  If gcc -O2 knows its size and that is above 256
   bytes, it writes one slow instruction, 35 ns in place of 8: so it must not know. */
static FPM__APART void fpm__set_record(void *to, const void *from, size_t size) {
    volatile size_t bytes = size;
    if (from) memcpy(to, from, bytes);
    else memset(to, 0, bytes);
}

#define FPM__NEVER 1e300  /* time of a size that cannot be done; compares right under fast-math */
#define FPM__LATEST 1e200 /* above every time that can be done, below FPM__NEVER */

/* The double that has these bits. */
static double fpm__from_bits(int64_t bits) {
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

/* Infinity, which -ffast-math must not see as a constant. */
#define FPM__INFINITE fpm__from_bits(INT64_C(0x7ff) << 52)

FPM__DEFN int fpm_version(void) {
    return 10000 * FPM_VERSION_MAJOR + 100 * FPM_VERSION_MINOR + FPM_VERSION_PATCH;
}

FPM__DEFN int fpm_abi_0_5(void) { return fpm_version(); }

/* Not NaN and not infinite, from the exponent bits: -ffast-math cannot remove this test. */
static int fpm__finite(double v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return ((bits >> 52) & 0x7ff) != 0x7ff;
}

/* Is t a time that a point may have? */
static int fpm__time_ok(double t) {
    return fpm__finite(t) && t >= FPM_TIME_MIN && t <= FPM_TIME_MAX;
}

/* The bits of a double of 0 or more, as a whole number in the same order. */
static int64_t fpm__bits(double v) {
    int64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* The lesser and the greater of two numbers, a where b is NaN: an instruction; fmin is a call. */
static double fpm__min(double a, double b) { return b < a ? b : a; }

static double fpm__max(double a, double b) { return b > a ? b : a; }

static int64_t fpm__min64(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t fpm__max64(int64_t a, int64_t b) { return a > b ? a : b; }

/* A limit such as fpm_proc.max as a number from 0 to n: 0 is none, below 0 is FPM_NOTHING. */
static int64_t fpm__most(int64_t max, int64_t n) {
    return max == 0 ? n : fpm__max64(fpm__min64(max, n), 0);
}

/* May these be limits of a share?  min binds only who is used. */
static int fpm__limits_ok(int64_t min, int64_t max) {
    return min >= 0 && max >= FPM_NOTHING && (max <= 0 || min <= max);
}

FPM__DEFN int64_t fpm_capacity(int64_t bytes, int64_t bytes_per_unit) {
    if (bytes_per_unit <= 0) return 0;
    return bytes >= bytes_per_unit ? bytes / bytes_per_unit : FPM_NOTHING;
}

/* The whole part of v, held between low and high.  The comparisons come first: compilers may
   convert ahead of a test, and that of a number that is too large raises a flag. */
static int64_t fpm__floor(double v, int64_t low, int64_t high) {
    v = v > (double)low ? v : (double)low;
    return (int64_t)(v < (double)high ? v : (double)high);
}

/* ---- >>status -------------------------------------------------------------------------------- */

/* The texts of FPM_STATUS_LIST, records and the sentence of one, numbers as text. */

FPM__DEFN FPM__COLD const char *fpm_status_str(int status) {
    switch (status) {
#define FPM__TEXT(name, value, text)                                                               \
    case name: return text;
        FPM_STATUS_LIST(FPM__TEXT)
#undef FPM__TEXT
    default: return "unknown status";
    }
}

/* A record of a call that has found nothing yet. */
static void fpm__info_begin(fpm_info *info) {
    fpm__set_record(info, NULL, sizeof *info);
    info->fault = info->other = info->last = info->extrapolated = -1;
    info->at = -1;
}

/* Say what is wrong with which argument, for fpm_explain, and return the status.  Both texts are
   literals.  A refusal of no argument in particular has NULL for it and a whole sentence. */
static FPM__COLD int fpm__refuse(fpm_info *info, int status, const char *argument,
                                 const char *reason) {
    if (info) {
        info->argument = argument;
        info->reason = reason;
    }
    return status;
}

/* ---- text ---- */

/* A text that is being written.  With buffer NULL it is only counted, to learn its length. */
typedef struct fpm__writer {
    char *buffer;
    size_t length; /* characters so far */
} fpm__writer;

static void fpm__put_bytes(fpm__writer *out, const char *text, size_t length) {
    if (out->buffer) memcpy(out->buffer + out->length, text, length);
    out->length += length;
}

static void fpm__put(fpm__writer *out, char c) { fpm__put_bytes(out, &c, 1); }

static FPM__COLD void fpm__put_text(fpm__writer *out, const char *text) {
    fpm__put_bytes(out, text, strlen(text));
}

/* The digits of a whole number of 0 or more, without a 0 behind them; returns how many. */
static int fpm__digits_of(int64_t value, char *digit) {
    char reversed[20];
    int count = 0, i;
    do reversed[count++] = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    for (i = 0; i < count; i++) digit[i] = reversed[count - 1 - i];
    return count;
}

static void fpm__put_whole(fpm__writer *out, int64_t value) {
    char digit[20];
    fpm__put_bytes(out, digit, (size_t)fpm__digits_of(value, digit));
}

/* The powers of ten that are exact as doubles. */
static const double fpm__ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* Values whose decimals of 15 digits are found without the C library: its conversion both ways
   takes .7 us, this one .04. */
static int fpm__usual_size(double value) { return value >= 1e-7 && value < 1e15; }

/* Is such a value a decimal of up to 15 digits?  Then it becomes *whole / 10^*places.  A decimal of
   15 digits comes back from the double nearest to it, and whole / 10^places is rounded once, as
   fpm_points_parse does it: the comparison is a proof. */
static int fpm__short_decimal(double value, int64_t *whole, int *places) {
    int k = 0;
    int64_t w;
    while (value * fpm__ten[k] < 1e14) k++;
    w = (int64_t)(value * fpm__ten[k] + 0.5);
    if (fpm__bits((double)w / fpm__ten[k]) != fpm__bits(value)) return 0;
    while (k > 0 && w % 10 == 0) {
        w /= 10;
        k--;
    }
    *whole = w;
    *places = k;
    return 1;
}

/* Write such a decimal as snprintf's %g does: plain, or with an exponent below 1e-4. */
static void fpm__put_short(fpm__writer *out, int64_t whole, int places) {
    char digit[20];
    int count = fpm__digits_of(whole, digit), point = count - places;
    int before = point > 0 ? point : 0; /* digits before the decimal point */
    if (point <= -4) {
        fpm__put(out, digit[0]);
        if (count > 1) fpm__put(out, '.');
        fpm__put_bytes(out, digit + 1, (size_t)count - 1);
        fpm__put_text(out, "e-0");
        fpm__put_whole(out, 1 - point);
        return;
    }
    if (point > 0) fpm__put_bytes(out, digit, (size_t)before);
    else fpm__put_bytes(out, "0.000", (size_t)(2 - point));
    if (point > 0 && places > 0) fpm__put(out, '.');
    fpm__put_bytes(out, digit + before, (size_t)(count - before));
}

/* Write a number: 15 digits where these read back to the same bits (.1 stays 0.1), else 17, which
   always do.  The locale chooses what stands between digits; here it is a point.  Numbers that are
   not above 0 are written as 0. */
static FPM__APART void fpm__put_real(fpm__writer *out, double value) {
    char text[40];
    int64_t whole;
    int places, length, i, mark = 0, usual = fpm__usual_size(value);
    if (fpm__bits(value) <= 0) { /* -ffast-math has 0 for numbers that are not normal */
        fpm__put(out, '0');
        return;
    }
    if (usual && fpm__short_decimal(value, &whole, &places)) {
        fpm__put_short(out, whole, places);
        return;
    }
    length = usual ? 0 : snprintf(text, sizeof text, "%.15g", value);
    if (usual || fpm__bits(strtod(text, NULL)) != fpm__bits(value))
        length = snprintf(text, sizeof text, "%.17g", value);
    for (i = 0; i < length; i++) {
        int other = !strchr("0123456789e+-", text[i]);
        if (!other) fpm__put(out, text[i]);
        else if (!mark) fpm__put(out, '.');
        mark = other;
    }
}

static FPM__COLD void fpm__put_fact(fpm__writer *out, const char *before, double value,
                                    const char *after) {
    fpm__put_text(out, before);
    if (value >= 0 && value <= (double)FPM_SIZE_MAX && value <= floor(value))
        fpm__put_whole(out, (int64_t)value);
    else fpm__put_real(out, value);
    fpm__put_text(out, after);
}

static FPM__COLD void fpm__put_reasons(fpm__writer *out, const fpm_info *f) {
    fpm__put_text(out, fpm_status_str(f->status));
    if (f->argument || f->reason) {
        fpm__put_text(out, ": ");
        if (f->argument) fpm__put_text(out, f->argument);
        if (f->argument && f->reason) fpm__put(out, ' ');
        if (f->reason) fpm__put_text(out, f->reason);
    }
    if (f->status == FPM_E_INFEASIBLE && (f->total < f->least || f->total > f->most)) {
        fpm__put_fact(out, ": ", f->total, " to share, the processors ");
        if (f->total > f->most) fpm__put_fact(out, "can take ", f->most, " at most");
        else fpm__put_fact(out, "must take ", f->least, " at least");
    }
    if (f->status == FPM_E_MAX_BYTES) fpm__put_fact(out, ": ", (double)f->bytes, " bytes so far");
    if (f->fault >= 0 && f->status < 0) fpm__put_fact(out, "; processor ", f->fault, "");
    if (f->other >= 0) fpm__put_fact(out, " and ", f->other, "");
    if (f->at >= 0 && f->status != FPM_OK) fpm__put_fact(out, "; entry ", (double)f->at, "");
    if (f->status == FPM_EXTRAPOLATED) fpm__put_fact(out, "; processor ", f->extrapolated, "");
    else if (f->extrapolated >= 0 && f->status >= 0)
        fpm__put_fact(out, "; processor ", f->extrapolated, " is beyond its last point");
    if (f->gap > 0 && f->gap < 1e13 && f->status >= 0)
        fpm__put_fact(out, "; at most ", ceil(1e4 * f->gap) / 100, " % above the least makespan");
}

FPM__DEFN FPM__COLD size_t fpm_explain(const fpm_info *info, char *text, size_t capacity) {
    fpm__writer out = {NULL, 0};
    char whole[512];
    size_t length;
    if (capacity && text) text[0] = 0;
    if (!info) return 0;
    out.buffer = whole; /* texts of statuses and all facts take less */
    fpm__put_reasons(&out, info);
    length = capacity > out.length ? out.length : capacity ? capacity - 1 : 0;
    if (text && capacity) memcpy(text, whole, length), text[length] = 0;
    return out.length;
}

/* ---- >>memory -------------------------------------------------------------------------------- */

/* Working memory of one call, and what happens when memory fails.  Every block has a header in
   front, and the headers are a list, the newest first.  So a call releases all that it took since a
   mark with one line, whatever went wrong before, and nobody repeats the size of a block.

      size_t mark = fpm__mem_mark(mem);
      a = (double *)fpm__take(mem, n, sizeof *a);
      b = (int *)fpm__take(mem, n, sizeof *b);
      status = fpm__mem_status(mem);
      ...
      fpm__release(mem, mark);

   A request that fails returns NULL and leaves the reason in mem->status (FPM_E_MEMORY,
   FPM_E_MAX_BYTES, FPM_E_OVERFLOW); all further ones fail, too, until fpm__mem_status has told it:
   it is enough to ask after the last one.  The call then returns that status, frees what it took
   and leaves its outputs untouched.

   Every size is computed with a check for overflow.  What is held, headers included, never exceeds
   mem->limit (max_bytes), and mem->peak is the most that was held (info->bytes).  An fpm__list is
   an array whose room doubles as entries are added; it is released as blocks are.  Objects that
   outlive a call (points, models, grids) are not kept here: they use fpm__resize. */

/* Allocate (block NULL), move or free (size 0) a block, by the caller's allocator or ours. */
static FPM__APART void *fpm__resize(const fpm_alloc *alloc, void *block, size_t old_size,
                                    size_t size) {
    if (alloc && alloc->resize) return alloc->resize(alloc->context, block, old_size, size);
    if (size) return FPM_REALLOC(block, size);
    FPM_FREE(block);
    return NULL;
}

static FPM__APART void fpm__free(const fpm_alloc *alloc, void *block, size_t size) {
    if (block) fpm__resize(alloc, block, size, 0);
}

/* count * each, or 0 when that is not above 0 or not below half of what a size_t holds. */
static size_t fpm__bytes(int64_t count, size_t each) {
    if (count <= 0 || (uint64_t)count > (uint64_t)(SIZE_MAX / each / 2)) return 0;
    return (size_t)count * each;
}

/* Working memory of one call: what is in use, the peak, and the limit. */
typedef struct fpm__mem {
    const fpm_alloc *alloc;
    size_t limit, used, peak;  /* bytes: max_bytes, held now, and the most that was held */
    struct fpm__block *newest; /* the list of blocks */
    size_t serial;             /* of the block that was taken last */
    int status;                /* why a request failed */
} fpm__mem;

/* In front of a block; a multiple of 16 bytes wherever malloc's blocks are aligned to 16. */
typedef struct fpm__block {
    struct fpm__block *newer, *older; /* neighbours in the list */
    size_t size, serial;              /* bytes with this header; ascending in the list */
} fpm__block;

/* Make room for count elements in the block at `block` (NULL: a new one).  Its contents stay, moved
   perhaps.  NULL: failed, and the old block is as it was. */
static void *fpm__more(fpm__mem *mem, void *block, int64_t count, size_t each) {
    fpm__block *old = block ? (fpm__block *)block - 1 : NULL, *b;
    size_t before = old ? old->size : 0, size = fpm__bytes(count, each) + sizeof(fpm__block);
    if (mem->status != FPM_OK) return NULL;
    mem->status = size == sizeof(fpm__block) ? FPM_E_OVERFLOW : FPM_E_MAX_BYTES;
    if (mem->status == FPM_E_OVERFLOW) return NULL;
    if (size > before && size - before > mem->limit - mem->used) return NULL;
    mem->status = FPM_E_MEMORY;
    b = (fpm__block *)fpm__resize(mem->alloc, old, before, size);
    if (!b) return NULL;
    mem->status = FPM_OK;
    mem->used += size - before;
    mem->peak = mem->used > mem->peak ? mem->used : mem->peak;
    b->size = size;
    if (!block) {
        b->newer = NULL;
        b->older = mem->newest;
        b->serial = ++mem->serial;
    }
    if (b->older) b->older->newer = b;
    if (b->newer) b->newer->older = b;
    else mem->newest = b;
    return b + 1;
}

/* A new block for count elements, contents undefined; NULL: this or an earlier request failed. */
static FPM__APART void *fpm__take(fpm__mem *mem, int64_t count, size_t each) {
    return fpm__more(mem, NULL, count, each);
}

/* Why a request failed since this was asked last, or FPM_OK; then requests are served again. */
static int fpm__mem_status(fpm__mem *mem) {
    int status = mem->status;
    mem->status = FPM_OK;
    return status;
}

/* Free one block (or NULL) before the others. */
static void fpm__drop(fpm__mem *mem, void *block) {
    fpm__block *b = block ? (fpm__block *)block - 1 : NULL;
    if (!b) return;
    if (b->older) b->older->newer = b->newer;
    if (b->newer) b->newer->older = b->older;
    else mem->newest = b->older;
    mem->used -= b->size;
    fpm__free(mem->alloc, b, b->size);
}

/* A mark: blocks taken from now on are newer. */
static size_t fpm__mem_mark(const fpm__mem *mem) { return mem->serial; }

/* Free all blocks taken since a mark; mark 0: all there are. */
static FPM__APART void fpm__release(fpm__mem *mem, size_t mark) {
    while (mem->newest && mem->newest->serial > mark) fpm__drop(mem, mem->newest + 1);
}

/* Double the room for entries in the array whose pointer is at `where`, which may be of any type
   (hence the copies), until it is enough for `count`. */
static FPM__APART int fpm__double(fpm__mem *mem, void *where, int64_t *room, int64_t count,
                                  size_t each) {
    int64_t bigger = *room > 0 ? *room : 64;
    void *block;
    while (bigger < count) bigger *= 2;
    memcpy(&block, where, sizeof block);
    block = fpm__more(mem, block, bigger, each);
    if (!block) return fpm__mem_status(mem);
    memcpy(where, &block, sizeof block);
    *room = bigger;
    return FPM_OK;
}

/* Make room for at least `count` entries there. */
static int fpm__grow(fpm__mem *mem, void *where, int64_t *room, int64_t count, size_t each) {
    return count <= *room ? FPM_OK : fpm__double(mem, where, room, count, each);
}

/* A growing list of entries of one type; set `each` first, and zero the rest. */
typedef struct fpm__list {
    void *items;
    int64_t count, room; /* entries, and how many there is room for */
    size_t each;         /* bytes of an entry */
} fpm__list;

/* One more entry, uninitialised; NULL: fpm__mem_status says why. */
static void *fpm__list_add(fpm__mem *mem, fpm__list *list) {
    int status = fpm__grow(mem, &list->items, &list->room, list->count + 1, list->each);
    if (status != FPM_OK) mem->status = status;
    if (status != FPM_OK) return NULL;
    return (char *)list->items + (size_t)list->count++ * list->each;
}

/* max_bytes for a call that is made inside another one: what is left.  Where that is nothing it is
   1, with which the call fails, since 0 would stand for the default. */
static size_t fpm__mem_left(const fpm__mem *mem) {
    return mem->limit > mem->used ? mem->limit - mem->used : 1;
}

/* Such a call has held this much. */
static void fpm__mem_lent(fpm__mem *mem, size_t bytes) {
    if (mem->used + bytes > mem->peak) mem->peak = mem->used + bytes;
}

/* Working memory of a call, for at most so many bytes. */
static FPM__APART void fpm__mem_begin(fpm__mem *mem, const fpm_alloc *alloc, size_t max_bytes) {
    memset(mem, 0, sizeof *mem);
    mem->alloc = alloc;
    mem->limit = max_bytes ? max_bytes : (size_t)1 << 30;
}

/* End a call: free its memory, complete the report, hand it to the caller; returns the status. */
static FPM__APART int fpm__call_end(fpm__mem *mem, int status, fpm_info *result, fpm_info *info) {
    fpm__release(mem, 0);
    result->status = status;
    result->bytes = mem->peak;
    if (info) fpm__set_record(info, result, sizeof *info);
    return status;
}

/* ---- >>tools --------------------------------------------------------------------------------- */

/* What several sections need and none owns: greatest common divisors, shifted unions of bit sets,
   heaps, two sorts, halving, means, sums that lose no small terms, the caller's progress callback.
   No models or processors. */

/* What is sorted, or taken from a heap: by the key, and among equal keys by the value. */
typedef struct fpm__item {
    int64_t key, value;
} fpm__item;

FPM__INLINE void fpm__item_set(fpm__item *item, int64_t key, int64_t value) {
    item->key = key;
    item->value = value;
}

static int fpm__item_less(fpm__item a, fpm__item b) {
    return a.key < b.key || (a.key == b.key && a.value < b.value);
}

/* Records of numbers of 64 bits, to be sorted or kept as a heap: by the first column, where that is
   equal by the second, and so on.  The numbers are whole or times; bits of times, which are not
   negative, are in the same order.  Row i of column k lies at column[k] + i * step, so that rows
   may be records, such as items, or lie across arrays. */
typedef struct fpm__records {
    char *column[4];
    size_t step;
    int columns;
} fpm__records;

FPM__INLINE fpm__records fpm__records_of(void *records, int columns) {
    fpm__records rows = FPM_ZERO;
    for (; rows.columns < columns; rows.columns++)
        rows.column[rows.columns] = records ? (char *)records + 8 * rows.columns : NULL;
    rows.step = 8 * (size_t)columns;
    return rows;
}

/* The number of row i in column k, as an unsigned one that is in the same order. */
FPM__INLINE uint64_t fpm__row_bits(const fpm__records *rows, int k, int64_t i) {
    uint64_t bits;
    memcpy(&bits, rows->column[k] + (size_t)i * rows->step, 8);
    return bits ^ UINT64_C(1) << 63;
}

FPM__INLINE int fpm__row_less(const fpm__records *rows, int64_t i, int64_t j) {
    uint64_t a = 0, b = 0;
    int k;
    for (k = 0; k < rows->columns && a == b; k++)
        a = fpm__row_bits(rows, k, i), b = fpm__row_bits(rows, k, j);
    return a < b;
}

FPM__INLINE void fpm__row_swap(const fpm__records *rows, int64_t i, int64_t j) {
    int k;
    for (k = 0; k < rows->columns; k++) {
        char *a = rows->column[k] + (size_t)i * rows->step;
        char *b = rows->column[k] + (size_t)j * rows->step;
        int64_t x, y;
        memcpy(&x, a, 8), memcpy(&y, b, 8);
        memcpy(a, &y, 8), memcpy(b, &x, 8);
    }
}

/* A heap has its largest row on top.  Row i, which may have become smaller, sinks to its place. */
static FPM__APART void fpm__heap_sink(const fpm__records *rows, int64_t i, int64_t count) {
    int64_t child;
    while ((child = 2 * i + 1) < count) {
        child += child + 1 < count && fpm__row_less(rows, child, child + 1);
        if (!fpm__row_less(rows, i, child)) return;
        fpm__row_swap(rows, i, child);
        i = child;
    }
}

FPM__INLINE void fpm__heap_make(const fpm__records *rows, int64_t count) {
    int64_t i;
    for (i = count / 2 - 1; i >= 0; i--) fpm__heap_sink(rows, i, count);
}

/* Sort rows low to high - 1, whose columns before `column` are equal: radix exchange, which splits
   them at the highest bit in which they differ; few rows by insertion.  In place, in at most 64
   passes a column.  As all columns count, rows that are equal cannot be told apart, and the result
   does not depend on the order before.  10^6 points take .2 of a heap sort's time. */
static void fpm__rows_sort(const fpm__records *rows, int64_t low, int64_t high, int column) {
    int64_t i, j;
    for (i = low + 1; i < high && !fpm__row_less(rows, i, i - 1); i++) {}
    if (i >= high) return; /* in order already */
    while (high - low > 16 && column < rows->columns) {
        uint64_t first = fpm__row_bits(rows, column, low), bits = 0;
        for (i = low + 1; i < high; i++) bits |= fpm__row_bits(rows, column, i) ^ first;
        while (bits & (bits - 1)) bits &= bits - 1;
        for (i = low, j = high; i < j;)
            if (fpm__row_bits(rows, column, i) & bits) fpm__row_swap(rows, i, --j);
            else i++;
        if (bits) fpm__rows_sort(rows, low, i, column), low = i;
        else column++;
    }
    for (i = low + 1; i < high; i++)
        for (j = i; j > low && fpm__row_less(rows, j, j - 1); j--) fpm__row_swap(rows, j, j - 1);
}

static FPM__APART void fpm__sort(void *records, int columns, int64_t count) {
    fpm__records rows = fpm__records_of(records, columns);
    fpm__rows_sort(&rows, 0, count, 0);
}

/* The greatest common divisor; of a and 0 it is a. */
static int64_t fpm__gcd(int64_t a, int64_t b) {
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* to |= from moved up by `shift` bits; both may be the same set. */
static void fpm__or_moved(uint64_t *to, const uint64_t *from, int64_t words, int64_t shift) {
    int64_t skip = shift / 64, w;
    int bits = (int)(shift % 64);
    for (w = words - 1; w >= skip; w--) { /* downwards: to may be from */
        uint64_t v = from[w - skip] << bits;
        if (bits && w > skip) v |= from[w - skip - 1] >> (64 - bits);
        to[w] |= v;
    }
}

/* Many items by key alone, those with equal keys in the order that they had: one byte of the keys
   after the other, with room for as many at `spare`.  For thousands of items it takes a third of
   the time of the sort above, with which fpm_partition by FPM_HPOPTA would take 1.4 times as long
   (p = 16, 700 points each) and fpm_rect_check 2.7 times (30,000 rectangles). */
static void fpm__sort_many(fpm__item *items, fpm__item *spare, int64_t count) {
    const uint64_t flip = UINT64_C(1) << 63; /* negative keys first */
    fpm__item *from = items, *to = spare, *swap;
    int shift, digit;
    for (shift = 0; shift < 64; shift += 8) {
        int64_t where[256] = {0}, sum = 0, i;
        for (i = 0; i < count; i++) where[((uint64_t)from[i].key ^ flip) >> shift & 255]++;
        if (count == 0 || where[((uint64_t)from[0].key ^ flip) >> shift & 255] == count) continue;
        for (digit = 0; digit < 256; digit++) {
            int64_t same = where[digit];
            where[digit] = sum;
            sum += same;
        }
        for (i = 0; i < count; i++)
            to[where[((uint64_t)from[i].key ^ flip) >> shift & 255]++] = from[i];
        swap = from, from = to, to = swap;
    }
    if (from != items) memcpy(items, from, (size_t)count * sizeof *items);
}

/* A sum in blocks: a million terms lose little, whatever the compiler reorders. */
typedef struct fpm__sum {
    double total, block; /* of all full blocks; of the present one */
    int count;           /* terms in the present block */
} fpm__sum;

/* Add a term: blocks of 256 are summed by themselves first. */
static void fpm__add(fpm__sum *sum, double term) {
    sum->block += term;
    if (++sum->count < 256) return;
    sum->total += sum->block;
    sum->block = 0;
    sum->count = 0;
}

/* Index of the lowest bit that is 1; v is not 0. */
static int fpm__first_bit(uint64_t v) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(v);
#else
    int bit = 0;
    while (!(v >> bit & 1)) bit++;
    return bit;
#endif
}

/* A sum of sizes, each up to 2^53, that cannot overflow: what is above 2^62 counts as that. */
static int64_t fpm__add_capped(int64_t sum, int64_t size) {
    return fpm__min64(sum, INT64_MAX / 2) + size;
}

/* total / m, rounded up. */
static int64_t fpm__divide_up(int64_t total, int64_t m) { return total / m + (total % m != 0); }

/* Search for a monotone predicate: the largest whole number for which it holds, where it holds for
   all smaller ones.  Looked for from a guess in steps that double, until there are a number for
   which it holds (low) and one for which it does not (high), and then by halving in between.

      fpm__seek s = fpm__seek_begin(low, high, guess, step);
      while (fpm__seeking(&s)) fpm__seek_tell(&s, holds(s.at));

   and s.low is the number.  It works for times, too, as the bits of a double that is not negative
   are in the order of its value: then s.high is the least time that is enough.  A test of s.at that
   proves more than it was asked may move s.at before it tells: up to a larger number for which it
   holds as well, or down to a lesser one for which it does not either. */
typedef struct fpm__seek {
    int64_t low, high, at, step; /* at: the next one to be tried */
} fpm__seek;

/* Begin: it holds at low, not at high (known or assumed); the guess may lie anywhere. */
FPM__INLINE fpm__seek fpm__seek_begin(int64_t low, int64_t high, int64_t guess, int64_t step) {
    fpm__seek s;
    s.low = low, s.high = high, s.step = step;
    s.at = guess > low && guess < high ? guess : guess <= low ? low + 1 : high - 1;
    return s;
}

/* By halving from the start, where nothing says where to look. */
FPM__INLINE fpm__seek fpm__halve(int64_t low, int64_t high) {
    return fpm__seek_begin(low, high, low + (high - low) / 2, high - low);
}

FPM__INLINE int fpm__seeking(const fpm__seek *s) { return s->high - 1 > s->low; }

/* Take in whether it holds for s->at, and choose the next number: a step on in the direction in
   which the end is not known, or the middle once the step would pass the other end. */
FPM__INLINE void fpm__seek_tell(fpm__seek *s, int holds) {
    int64_t way = holds ? s->high - s->at : s->at - s->low;
    if (holds) s->low = s->at;
    else s->high = s->at;
    if (s->step < way) s->at += holds ? s->step : -s->step;
    else s->at = s->low + (s->high - s->low) / 2;
    s->step = s->step > (s->high - s->low) / 2 ? s->high - s->low : 2 * s->step;
}

/* The same where a test takes long: one copy is enough. */
static FPM__APART void fpm__seek_told(fpm__seek *s, int holds) { fpm__seek_tell(s, holds); }

/* The last of count ascending lines that is at most `at`, -1 if none is. */
static int64_t fpm__last_line(const int64_t *line, int64_t count, int64_t at) {
    fpm__seek s = fpm__halve(-1, count);
    while (fpm__seeking(&s)) fpm__seek_tell(&s, line[s.at] <= at);
    return s.low;
}

/* The k-th of a sample of p, by golden-section strides: evenly spread, in step with no period. */
static FPM__APART int fpm__scattered(int k, int p) {
    double turn = 0.6180339887498949 * k;
    return (int)((turn - floor(turn)) * p);
}

/* Where the j-th of `count` parts of n, as even as they can be, begins; without overflow. */
static int64_t fpm__even_cut(int64_t n, int64_t count, int64_t j) {
    return n / count * j + n % count * j / count;
}

/* ---- progress ---- */

/* The caller's callback; ask_at: the work at which it is asked next. */
typedef struct fpm__watch {
    int (*progress)(void *context, const fpm_progress *state);
    void *context;
    int64_t ask_at;
    double best; /* the least time told */
    int stopped; /* it has returned other than 0 */
} fpm__watch;

static void fpm__watch_begin(fpm__watch *w, int (*progress)(void *, const fpm_progress *),
                             void *context) {
    w->progress = progress;
    w->context = context;
    w->ask_at = progress ? 0 : INT64_MAX;
    w->best = 0;
    w->stopped = 0;
}

/* Ask once in `every` steps of work.  1: the caller has stopped the call. */
static FPM__COLD int fpm__watch_ask(fpm__watch *w, int64_t work, int64_t every, int64_t iteration,
                                    double best, double bound) {
    fpm_progress state;
    if (work < w->ask_at || w->stopped) return w->stopped;
    memset(&state, 0, sizeof state);
    w->ask_at = work + every;
    state.iteration = iteration;
    state.work = work;
    if (best > 0 && best < (w->best > 0 ? w->best : FPM__LATEST)) w->best = best;
    state.best = w->best;
    state.bound = bound;
    w->stopped = w->progress(w->context, &state) != 0;
    return w->stopped;
}

/* The status of a call whose search ends as if its work were used up, where it was stopped. */
static int fpm__watch_status(const fpm__watch *w, int status) {
    if (!w->stopped) return status;
    return status == FPM_WORK_LIMIT     ? FPM_STOPPED
           : status == FPM_E_WORK_LIMIT ? FPM_E_STOPPED
                                        : status;
}

/* ---- >>points -------------------------------------------------------------------------------- */

/* Measured points, and their text in both directions.  A list is four arrays (size, seconds,
   half-width, repetitions) in one block, so that each can be handed to fpm_model_init as it is.

   Points are sorted in place by radix exchange, without memory, by all four numbers: the result,
   with equal sizes merged by weights, does not depend on the order of the input, to the last bit.

   Text must read and write the same numbers whatever the locale says about decimal points.  So this
   section parses decimals itself: fpm__decimal_read takes a number apart into digits and an
   exponent; few digits make a double by one exact multiplication or division, more are passed to
   strtod as `digits e exponent`, in which no point occurs. */

/* The status of one point: FPM_OK when its size, time and weight are in range. */
static int fpm__point_status(int64_t size, double seconds, double half_width, int64_t reps) {
    if (size < 1 || size > FPM_SIZE_MAX) return FPM_E_SIZE;
    if (!fpm__time_ok(seconds)) return FPM_E_TIME;
    if (!fpm__finite(half_width) || !(half_width >= 0) || reps < 0 || reps > FPM_SIZE_MAX)
        return FPM_E_WEIGHT;
    return FPM_OK;
}

/* Bytes of one point in a list's block. */
#define FPM__POINT_BYTES (2 * sizeof(int64_t) + 2 * sizeof(double))

/* Lay the four arrays of a list out in a block for capacity points. */
static FPM__APART void fpm__points_place(fpm_points *points, void *block, int64_t capacity) {
    points->size = (int64_t *)block;
    points->reps = points->size + capacity;
    points->seconds = (double *)(void *)(points->reps + capacity);
    points->half_width = points->seconds + capacity;
    points->capacity = capacity;
}

static void fpm__points_copy(fpm_points *to, const fpm_points *from) {
    size_t bytes = (size_t)from->count * 8;
    to->count = from->count;
    if (bytes) {
        memcpy(to->size, from->size, bytes);
        memcpy(to->seconds, from->seconds, bytes);
        memcpy(to->half_width, from->half_width, bytes);
        memcpy(to->reps, from->reps, bytes);
    }
}

/* Make room for so many more points. */
static int fpm__points_reserve(fpm_points *points, int64_t more) {
    fpm_points bigger = *points;
    int64_t capacity =
        fpm__max64(points->capacity > 4 ? 2 * points->capacity : 8, points->count + more);
    size_t size = fpm__bytes(capacity, FPM__POINT_BYTES);
    void *block;
    if (more <= points->capacity - points->count) return FPM_OK;
    if (!size) return FPM_E_OVERFLOW;
    block = fpm__resize(&points->alloc, NULL, 0, size);
    if (!block) return FPM_E_MEMORY;
    fpm__points_place(&bigger, block, capacity);
    fpm__points_copy(&bigger, points);
    fpm__free(&points->alloc, points->size, fpm__bytes(points->capacity, FPM__POINT_BYTES));
    *points = bigger;
    return FPM_OK;
}

static void fpm__points_set(fpm_points *points, int64_t i, const fpm_point *point) {
    points->size[i] = point->size;
    points->seconds[i] = point->seconds;
    points->half_width[i] = point->half_width;
    points->reps[i] = point->reps;
}

static fpm_point fpm__points_get(const fpm_points *points, int64_t i) {
    fpm_point point;
    point.size = points->size[i];
    point.seconds = points->seconds[i];
    point.half_width = points->half_width[i];
    point.reps = points->reps[i];
    return point;
}

FPM__DEFN int fpm_points_add(fpm_points *points, const fpm_point *point) {
    int status;
    if (!points || !point) return FPM_E_ARGUMENT;
    status = fpm__point_status(point->size, point->seconds, point->half_width, point->reps);
    if (status == FPM_OK) status = fpm__points_reserve(points, 1);
    if (status == FPM_OK) fpm__points_set(points, points->count++, point);
    return status;
}

/* One point for points begin .. end-1, all of one size.  Weights are scaled by the smallest
   half-width, so they lie in (0, 1]; times are averaged as offsets from the first. */
static FPM__COLD fpm_point fpm__points_merge(const fpm_points *points, int64_t begin, int64_t end) {
    fpm_point merged = fpm__points_get(points, begin);
    double least = merged.half_width, sum = 0, offset = 0;
    int64_t i, reps = 0;
    for (i = begin; i < end; i++)
        least = points->half_width[i] < least ? points->half_width[i] : least;
    for (i = begin; i < end; i++) {
        double ratio = least > 0 ? least / points->half_width[i] : 0;
        double weight = least > 0 ? ratio * ratio : (double)fpm__max64(points->reps[i], 1);
        sum += weight;
        offset += weight * (points->seconds[i] - merged.seconds);
        reps = fpm__min64(reps + fpm__max64(points->reps[i], 1), FPM_SIZE_MAX);
    }
    merged.seconds += offset / sum;
    merged.half_width = least / sqrt(sum);
    merged.reps = reps;
    return merged;
}

FPM__DEFN FPM__COLD int fpm_points_sort(fpm_points *points, int64_t *where) {
    fpm__records rows = FPM_ZERO;
    int64_t i, end, kept = 0;
    if (!points) return FPM_E_ARGUMENT;
    for (i = 0; i < points->count; i++) {
        int status = fpm__point_status(points->size[i], points->seconds[i], points->half_width[i],
                                       points->reps[i]);
        if (status != FPM_OK) {
            if (where) *where = i;
            return status;
        }
    }
    /* All four numbers count, so that the order of the input cannot matter. */
    rows.column[0] = (char *)points->size;
    rows.column[1] = (char *)points->seconds;
    rows.column[2] = (char *)points->half_width;
    rows.column[3] = (char *)points->reps;
    rows.step = 8;
    rows.columns = 4;
    fpm__rows_sort(&rows, 0, points->count, 0);
    for (i = 0; i < points->count; i = end) {
        fpm_point point = fpm__points_get(points, i);
        for (end = i + 1; end < points->count && points->size[end] == point.size; end++) {}
        if (end > i + 1) point = fpm__points_merge(points, i, end);
        fpm__points_set(points, kept++, &point);
    }
    points->count = kept;
    return FPM_OK;
}

FPM__DEFN int fpm_points_check(int64_t count, const int64_t *size, const double *seconds,
                               int64_t *where) {
    uint64_t low = (uint64_t)fpm__bits(FPM_TIME_MIN), high = (uint64_t)fpm__bits(FPM_TIME_MAX),
             bad = 0;
    int64_t i, at = 0, end = 1;
    int l, status = FPM_OK;
    if (count < 0 || (count > 0 && (!size || !seconds))) return FPM_E_ARGUMENT;
    /* Without branches, in vector code (.3 of the time): what is wrong sets a sign bit.  At least
       the last point is left, and where one is wrong, all are looked at again. */
    for (; end + 32 < count; end += 32)
        for (l = 0; l < 32; l++) {
            uint64_t s = (uint64_t)size[end + l], t = (uint64_t)fpm__bits(seconds[end + l]);
            bad |= s | (s - (uint64_t)size[end + l - 1] - 1) | (t - low) | (high - t);
        }
    if (end == 1 || bad >> 63 || size[end - 1] > FPM_SIZE_MAX ||
        fpm__point_status(size[0], seconds[0], 0, 0) != FPM_OK)
        end = 0;
    for (i = end; i < count && status == FPM_OK; i++) {
        at = i;
        if (size[i] < 1 || size[i] > FPM_SIZE_MAX) status = FPM_E_SIZE;
        else if (!fpm__time_ok(seconds[i])) status = FPM_E_TIME;
        else if (i > 0 && size[i] <= size[i - 1]) status = FPM_E_ORDER;
    }
    if (status != FPM_OK && where) *where = at;
    return status;
}

FPM__DEFN int fpm_points_pad(int64_t count, const int64_t *size, const double *seconds,
                             double *least, int64_t *to) {
    int64_t i, best = count - 1;
    int status = count > 0 && !(least && to) ? (int)FPM_E_ARGUMENT
                                             : fpm_points_check(count, size, seconds, NULL);
    for (i = best; i >= 0 && status == FPM_OK; i--) {
        if (!(seconds[i] > seconds[best])) best = i;
        least[i] = seconds[best], to[i] = best;
    }
    return status;
}

FPM__DEFN void fpm_points_free(fpm_points *points) {
    if (!points) return;
    fpm__free(&points->alloc, points->size, fpm__bytes(points->capacity, FPM__POINT_BYTES));
    memset(points, 0, sizeof *points);
}

/* The most digits of a number that are kept.  A double, or the middle between two, has at most 767
   significant digits: of what comes later it only matters whether all of it is 0. */
#define FPM__DIGITS 800

/* A decimal number taken apart. */
typedef struct fpm__decimal {
    char digit[FPM__DIGITS + 16]; /* significant digits, no leading zeros */
    int count;                    /* digits kept */
    int64_t exponent; /* value = 0.digits * 10^(count + exponent), i.e. digits * 10^exponent */
    int negative;
} fpm__decimal;

static int fpm__is_digit(char c) { return c >= '0' && c <= '9'; }

/* Take one digit; beyond the room only remember that the rest is not all zeros. */
static void fpm__decimal_push(fpm__decimal *number, char c, int fraction) {
    if (number->count == 0 && c == '0') {
        number->exponent -= fraction;
        return;
    }
    if (number->count < FPM__DIGITS) {
        number->digit[number->count++] = c;
        number->exponent -= fraction;
    } else {
        number->exponent += !fraction;
        if (c != '0') number->digit[FPM__DIGITS - 1] = '1';
    }
}

/* Take the number in text[0 .. length) apart: [+-] digits [. digits] [e [+-] digits].  Returns 1
   when the whole of the text is one number.  The exponent is held below 10^9. */
static int fpm__decimal_read(fpm__decimal *number, const char *text, size_t length) {
    size_t i = 0, seen = 0;
    int64_t power = 0;
    int fraction = 0, minus = 0;
    number->count = 0; /* digits are not read before they are written */
    number->exponent = 0;
    number->negative = 0;
    if (i < length && (text[i] == '+' || text[i] == '-')) number->negative = text[i++] == '-';
    for (; i < length && (fpm__is_digit(text[i]) || (text[i] == '.' && !fraction)); i++) {
        if (text[i] == '.') {
            fraction = 1;
        } else {
            seen++;
            fpm__decimal_push(number, text[i], fraction);
        }
    }
    if (!seen) return 0;
    if (i < length && (text[i] == 'e' || text[i] == 'E')) {
        i++;
        if (i < length && (text[i] == '+' || text[i] == '-')) minus = text[i++] == '-';
        if (i == length) return 0;
        for (; i < length && fpm__is_digit(text[i]); i++)
            power = fpm__min64(10 * power + (text[i] - '0'), 1000000000);
    }
    number->exponent += minus ? -power : power;
    return i == length;
}

/* The nearest double (not finite when too large). */
static double fpm__decimal_value(fpm__decimal *number) {
    int64_t e = number->exponent, whole = 0;
    double value;
    int i;
    /* Up to 15 digits and powers up to 10^22 are exact doubles: a product is rounded once. */
    if (number->count <= 15 && e >= -22 && e <= 22) {
        for (i = 0; i < number->count; i++) whole = 10 * whole + (number->digit[i] - '0');
        value = e < 0 ? (double)whole / fpm__ten[-e] : (double)whole * fpm__ten[e];
    } else {
        char *end = number->digit + number->count;
        e = fpm__max64(fpm__min64(e, 99999), -99999);
        *end++ = 'e';
        *end++ = e < 0 ? '-' : '+';
        e = e < 0 ? -e : e;
        for (i = 4; i >= 0; i--, e /= 10) end[i] = (char)('0' + e % 10);
        end[5] = 0;
        value = strtod(number->digit, NULL);
    }
    return number->negative ? -value : value;
}

/* The value as a whole number from 0 to FPM_SIZE_MAX, exactly; 0: it is not one.  4e6 is. */
static int fpm__decimal_whole(fpm__decimal *number, int64_t *whole) {
    int64_t value = 0, e = number->exponent;
    int i, count = number->count;
    while (count > 0 && number->digit[count - 1] == '0') count--, e++;
    if (count == 0) {
        *whole = 0;
        return 1;
    }
    if (number->negative || e < 0 || count + e > 16) return 0;
    for (i = 0; i < count + (int)e; i++)
        value = 10 * value + (i < count ? number->digit[i] - '0' : 0);
    *whole = value;
    return value <= FPM_SIZE_MAX;
}

/* May this character stand between two fields? */
static int fpm__is_blank(char c) {
    return c == ' ' || c == '\t' || c == ',' || c == ';' || c == '\v' || c == '\f';
}

/* Blanks that may stand beside a separator.  A TAB is a separator itself. */
static int fpm__is_space(char c) { return c == ' ' || c == '\v' || c == '\f'; }

/* A letter of a word; all bytes of other alphabets are. */
static int fpm__is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || ((unsigned char)c & 0x80);
}

/* Is the word one of a list?  Each word of the list has a blank on both sides. */
static FPM__COLD int fpm__word_in(const char *list, const char *text, size_t length) {
    char word[24] = " ";
    size_t i;
    if (length == 0 || length + 3 > sizeof word) return 0;
    for (i = 0; i < length; i++)
        word[i + 1] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] + 32 : text[i]);
    word[length + 1] = ' ';
    word[length + 2] = 0;
    return strstr(list, word) != NULL;
}

/* Units of time: a number in one is that many seconds times 10^power times factor. */
enum { FPM__UNITS = 6, FPM__MINUTES = 4 };
static const struct {
    const char *names;
    int power;
    double factor;
} fpm__unit[FPM__UNITS] = {
    {" s sec secs second seconds ", 0, 1},
    {" ms msec msecs millis millisecond milliseconds ", -3, 1},
    {" us usec usecs micros microsecond microseconds \xc2\xb5s \xce\xbcs ", -6, 1},
    {" ns nsec nsecs nanos nanosecond nanoseconds ", -9, 1},
    {" min mins minute minutes ", 0, 60},
    {" h hr hrs hour hours ", 0, 3600}};

/* The unit that a word names, -1: none. */
static FPM__COLD int fpm__unit_of(const char *text, size_t length) {
    int unit = 0;
    while (unit < FPM__UNITS && !fpm__word_in(fpm__unit[unit].names, text, length)) unit++;
    return unit < FPM__UNITS ? unit : -1;
}

/* What a column of points is. */
enum { FPM__SIZES = 0, FPM__SECONDS = 1, FPM__WIDTHS = 2, FPM__REPS = 3, FPM__NAMELESS = 4 };

/* The columns of a text, by its header or in the order above; and what is wrong with a line. */
typedef struct fpm__reader {
    int count;                     /* columns that a line may have */
    int means[4], unit[4];         /* of each column; unit -1: not stated */
    const char *argument, *reason; /* of a refusal, as in fpm_info */
} fpm__reader;

static int fpm__refuse_column(fpm__reader *reader, int column, const char *reason) {
    static const char *const name[] = {"column 1", "column 2", "column 3", "column 4", "column 5"};
    reader->argument = name[column];
    reader->reason = reason;
    return FPM_E_SYNTAX;
}

/* A number of a line, and the unit behind it; -1: none. */
typedef struct fpm__field {
    const char *text;
    size_t length;
    int unit;
} fpm__field;

/* Read the word at *at as a field.  The unit stands at its end (3ms), or behind blanks as a word of
   its own (3 ms), which cannot be another field: a unit is no number. */
static void fpm__parse_word(fpm__field *f, const char *text, size_t length, size_t *at) {
    size_t begin = *at, end, number;
    while (*at < length && !fpm__is_blank(text[*at])) ++*at;
    for (number = *at; number > begin && fpm__is_letter(text[number - 1]);) number--;
    f->text = text + begin;
    f->length = *at - begin;
    f->unit = -1;
    if (number == begin) return;
    if (number < *at) {
        f->unit = fpm__unit_of(text + number, *at - number);
        if (f->unit >= 0) f->length = number - begin;
        return;
    }
    for (number = *at; number < length && fpm__is_space(text[number]);) number++;
    for (end = number; end < length && !fpm__is_blank(text[end]);) end++;
    f->unit = fpm__unit_of(text + number, end - number);
    if (f->unit >= 0) *at = end;
}

/* A time in a unit; -1: seconds.  Powers of ten move the decimal point, which is exact. */
static double fpm__decimal_seconds(fpm__decimal *number, int unit) {
    if (unit < 0) return fpm__decimal_value(number);
    number->exponent += fpm__unit[unit].power;
    return fpm__decimal_value(number) * fpm__unit[unit].factor;
}

/* Read the field of a column into the point.  *unit: of the times in this line, once it is known. */
static int fpm__parse_field(fpm__reader *reader, fpm_point *point, int column,
                            const fpm__field *field, int *unit) {
    int means = reader->means[column];
    fpm__decimal number;
    double value;
    if (!fpm__decimal_read(&number, field->text, field->length))
        return fpm__refuse_column(reader, column, "is not a number");
    if (field->unit >= 0 && means != FPM__SECONDS && means != FPM__WIDTHS)
        return fpm__refuse_column(reader, column, "is a time, where a whole number should be");
    if (means == FPM__SIZES)
        return fpm__decimal_whole(&number, &point->size) && point->size > 0 ? FPM_OK : FPM_E_SIZE;
    if (means == FPM__REPS)
        return fpm__decimal_whole(&number, &point->reps) ? FPM_OK : FPM_E_WEIGHT;
    if (reader->unit[column] >= 0) *unit = reader->unit[column];
    if (field->unit >= 0) *unit = field->unit;
    value = fpm__decimal_seconds(&number, *unit);
    if (means == FPM__SECONDS) {
        point->seconds = value;
        return fpm__time_ok(value) ? FPM_OK : FPM_E_TIME;
    }
    point->half_width = fabs(value); /* -0 becomes 0 */
    return fpm__finite(value) && value >= 0 ? FPM_OK : FPM_E_WEIGHT;
}

/* Move *at past what separates two fields: blanks, or one mark (comma, semicolon, TAB) with blanks
   beside it or without.  Returns the kind of separator.  A comma without blanks is a kind of its
   own (returned as '.'), because it may stand inside a number. */
static char fpm__parse_gap(const char *text, size_t length, size_t *at) {
    size_t begin = *at;
    char kind = ' ';
    while (*at < length && fpm__is_space(text[*at])) ++*at;
    if (*at < length && fpm__is_blank(text[*at])) kind = text[(*at)++];
    while (*at < length && fpm__is_space(text[*at])) ++*at;
    return kind == ',' && *at == begin + 1 ? '.' : kind;
}

/* Cut a line into fields; *fields becomes how many there are. */
static int fpm__parse_fields(fpm__reader *reader, const char *text, size_t length,
                             fpm__field *field, int *fields) {
    size_t i = 0;
    char kind = 0, gap;
    for (*fields = 0;;) {
        if (*fields == reader->count)
            return fpm__refuse_column(reader, *fields,
                                      "is one more than there are: write one line per timing");
        fpm__parse_word(&field[*fields], text, length, &i);
        if (field[*fields].length == 0) return fpm__refuse_column(reader, *fields, "is empty");
        ++*fields;
        if (i == length) return FPM_OK;
        gap = fpm__parse_gap(text, length, &i);
        if (kind && kind != gap)
            return fpm__refuse_column(reader, *fields,
                                      "follows another separator than the one before: "
                                      "a decimal comma, or several points in a line?");
        kind = gap;
    }
}

/* Read one line, without blanks at its ends, into the point.  A line with separators of two kinds,
   or with two separators and nothing in between, is refused: it would be open in which column a
   number stands.  The separators are examined before any number is, and times before half-widths,
   which are in their unit. */
static int fpm__parse_line(fpm__reader *reader, fpm_point *point, const char *text, size_t length) {
    fpm__field field[4];
    int fields, means, k, seen = 0, unit = -1;
    int status = fpm__parse_fields(reader, text, length, field, &fields);
    memset(point, 0, sizeof *point);
    for (means = FPM__SIZES; means <= FPM__REPS && status == FPM_OK; means++)
        for (k = 0; k < fields && status == FPM_OK; k++) {
            if (reader->means[k] != means) continue;
            seen |= 1 << means;
            status = fpm__parse_field(reader, point, k, &field[k], &unit);
        }
    if (status != FPM_OK || (seen & 3) == 3) return status;
    reader->argument = "the line";
    reader->reason = seen & 1 ? "has no time beside its size" : "has no size beside its time";
    return FPM_E_SYNTAX;
}

/* Words in the names of columns. */
enum {
    FPM__WORD_SIZE = FPM__SIZES,
    FPM__WORD_TIME = FPM__SECONDS,
    FPM__WORD_WIDTH = FPM__WIDTHS,
    FPM__WORD_REPS = FPM__REPS,
    FPM__WORD_ANY,   /* not known: a size may have it in its name */
    FPM__WORD_UNIT,  /* of time */
    FPM__WORD_PLAIN, /* says nothing of the column */
    FPM__WORD_PER,   /* or a slash */
    FPM__WORD_ONCE,  /* what takes the time: "time per step" is a time */
    FPM__WORD_SPEED,
    FPM__WORD_SPREAD,
    FPM__WORD_WRONG /* no column of points */
};

/* What a word says of its column. */
static FPM__COLD int fpm__word_means(const char *text, size_t length) {
    static const struct {
        int means;
        const char *words;
    } list[] = {
        {FPM__WORD_SIZE, " size sizes n x unit units row rows column columns element elements item "
                         "items cell cells work workload load loads count counts steps iterations "
                         "problem length width height dim bytes "},
        {FPM__WORD_TIME, " t time times elapsed duration durations runtime walltime "},
        {FPM__WORD_WIDTH, " half halfwidth hw ci error err uncertainty "},
        {FPM__WORD_REPS, " reps rep repetitions repeats runs samples measurements "},
        {FPM__WORD_PLAIN, " wall clock total mean average avg median best min max minimum maximum "
                          "running execution exec measured of in the a for and number num cpu gpu "
                          "core kernel compute real "},
        {FPM__WORD_PER, " per "},
        {FPM__WORD_ONCE, " run call step iteration iter sweep loop repetition "},
        {FPM__WORD_SPEED, " speed speeds rate throughput bandwidth performance flops mflops gflops "
                          "tflops flop mflop gflop tflop "},
        {FPM__WORD_SPREAD, " std stddev sd stdev deviation sigma var variance stderr sem "},
        {FPM__WORD_WRONG,
         " thread threads proc procs process processes processor processors rank "
         "ranks node nodes host device name index id log ln thousand thousands "
         "million millions ratio speedup efficiency normalized relative kilo milli "
         "micro nano "}};
    size_t i;
    if (fpm__unit_of(text, length) >= 0 && !fpm__word_in(" min ", text, length))
        return FPM__WORD_UNIT;
    for (i = 0; i < sizeof list / sizeof *list; i++)
        if (fpm__word_in(list[i].words, text, length)) return list[i].means;
    return FPM__WORD_ANY;
}

/* The name of a column as far as it has been read. */
typedef struct fpm__name {
    int means, unit;
    int any, once, per; /* it has a word that is not known; one of what takes time; ends with per */
    int letter;         /* its only word of time is `t` */
    int bracket;        /* the word stands in brackets or behind "in": a unit */
    const char *wrong;  /* why it is refused, or NULL */
} fpm__name;

static const char fpm__name_speed[] = "is a speed: points have times, in seconds";
static const char fpm__name_open[] =
    "has a name that is not known: call the columns size, seconds, half_width, reps";

/* A unit, where no slash precedes it, or behind a time. */
static FPM__COLD void fpm__name_unit(fpm__name *name, int unit) {
    if (name->means == FPM__NAMELESS && !name->any) name->means = FPM__SECONDS;
    if (name->means != FPM__SECONDS && name->means != FPM__WIDTHS) name->wrong = fpm__name_open;
    else if (name->unit >= 0 && name->unit != unit) name->wrong = "names two units of time";
    name->unit = unit;
}

/* The word after a slash, or after "per": "rows per node" are sizes, "time/ms" and "time per step"
   times; all other times per something, and anything per time, are speeds. */
static FPM__COLD void fpm__name_per(fpm__name *name, int word, int unit) {
    int timed = word == FPM__WORD_UNIT || word == FPM__WORD_TIME;
    name->per = 0;
    if (name->means != FPM__SECONDS) {
        if (timed) name->wrong = fpm__name_speed;
    } else if (word == FPM__WORD_UNIT && name->unit < 0 && !name->letter) {
        name->unit = unit;
    } else if (word != FPM__WORD_ONCE) {
        name->wrong = fpm__name_speed;
    }
}

/* One more word of the name.  The last noun decides: "work time" is a time, "time steps" a size. */
static FPM__COLD void fpm__name_word(fpm__name *name, const char *text, size_t length) {
    int word = fpm__word_means(text, length), unit = fpm__unit_of(text, length);
    int minutes = unit == FPM__MINUTES && word != FPM__WORD_UNIT;
    if (minutes && (name->bracket || name->per)) word = FPM__WORD_UNIT;
    else if (minutes)
        name->wrong = "may be in minutes, or the least time: write minutes, or least_time";
    if (word == FPM__WORD_SPEED) name->wrong = fpm__name_speed;
    else if (word == FPM__WORD_SPREAD)
        name->wrong = "is no half-width: write that of the confidence interval of the time";
    else if (word == FPM__WORD_WRONG && !name->per && name->means != FPM__SIZES)
        name->wrong = "is no column of points: keep size, seconds, half_width, reps";
    if (word == FPM__WORD_PER) name->per = 1;
    else if (name->per) fpm__name_per(name, word, unit);
    else if (word == FPM__WORD_UNIT) fpm__name_unit(name, unit);
    else if (word == FPM__WORD_ONCE) name->once = 1;
    else if (word == FPM__WORD_ANY) {
        name->any = 1;
        if (name->means != FPM__NAMELESS && name->means != FPM__SIZES) name->wrong = fpm__name_open;
    } else if (word <= FPM__WORD_REPS && name->means != FPM__WIDTHS && name->means != FPM__REPS) {
        if (word != FPM__WORD_SIZE && name->any) name->wrong = fpm__name_open;
        name->letter = word == FPM__WORD_TIME && length == 1;
        name->means = word;
    }
}

/* What a name says of its column, into column `at` of the reader; returns why it is refused, NULL
   where it is not.  A name whose words are all unknown is FPM__NAMELESS, and not refused here. */
static FPM__COLD const char *fpm__name_read(fpm__reader *reader, int at, const char *text,
                                            size_t length) {
    fpm__name name = FPM_ZERO;
    size_t i = 0, begin;
    name.means = FPM__NAMELESS;
    name.unit = -1;
    while (i < length) {
        char c = text[i];
        for (begin = i; i < length && fpm__is_letter(text[i]);) i++;
        if (i > begin) {
            fpm__name_word(&name, text + begin, i - begin);
            name.bracket = fpm__word_in(" in ", text + begin, i - begin);
            continue;
        }
        if (c == '(' || c == '[') name.bracket = 1;
        if (c == '/') name.per = 1;
        if ((fpm__is_digit(c) || c == '%') && name.means != FPM__SIZES &&
            (name.means != FPM__NAMELESS || c == '%'))
            name.wrong = fpm__name_open;
        i++;
    }
    if (name.per || (name.means == FPM__SIZES && name.unit >= 0) ||
        (name.once && name.means == FPM__NAMELESS))
        name.wrong = name.wrong ? name.wrong : fpm__name_open;
    reader->means[at] = name.means;
    reader->unit[at] = name.unit;
    return name.wrong;
}

/* Where the name of a column ends: at a mark, if the line has any, or else at a blank, if no unit
   follows: in brackets, or behind "in". */
static FPM__COLD size_t fpm__name_end(const char *text, size_t length, int marks) {
    size_t i = 0, next, begin;
    for (; marks && i < length; i++)
        if (fpm__is_blank(text[i]) && !fpm__is_space(text[i])) return i;
    while (i < length) {
        for (begin = i; i < length && !fpm__is_space(text[i]);) i++;
        for (next = i; next < length && fpm__is_space(text[next]);) next++;
        if (next == length) break;
        if (!fpm__word_in(" in ", text + begin, i - begin) && !strchr("([", text[next]) &&
            !(next + 2 < length && fpm__word_in(" in ", text + next, 2) &&
              fpm__is_space(text[next + 2])))
            break;
        i = next;
    }
    return i;
}

/* Read the names of all columns; returns how many of them are not understood, and keeps the first
   reason to refuse one. */
static FPM__COLD int fpm__header_names(fpm__reader *reader, const char *text, size_t length) {
    int marks = 0, open = 0;
    size_t i, end;
    for (i = 0; i < length; i++) marks |= fpm__is_blank(text[i]) && !fpm__is_space(text[i]);
    reader->count = 0;
    for (i = 0; i < length || marks; i += end + 1) {
        const char *wrong;
        while (i < length && fpm__is_space(text[i])) i++;
        if (reader->count == 4) {
            fpm__refuse_column(reader, 4, "is one too many: size, seconds, half_width, reps");
            return open + 1;
        }
        end = i < length ? fpm__name_end(text + i, length - i, marks) : 0;
        wrong = fpm__name_read(reader, reader->count, text + i, end);
        if (wrong && !reader->reason) fpm__refuse_column(reader, reader->count, wrong);
        open += wrong == fpm__name_open;
        open += !wrong && reader->means[reader->count] == FPM__NAMELESS;
        reader->count++;
        if (i + end >= length) break;
    }
    return open;
}

/* Take a line of words as the header: each name is understood, or the header is refused.  A first
   name that is not known, beside a time, is that of the units (`tokens,seconds`).  A comment is a
   header only where all of it is understood, with a size among the names. */
static FPM__COLD int fpm__parse_header(fpm__reader *reader, const char *text, size_t length,
                                       int comment) {
    fpm__reader names = FPM_ZERO;
    int open = fpm__header_names(&names, text, length), seen = 0, k;
    for (k = 0; k < names.count; k++) seen |= 1 << names.means[k];
    if (comment && (open || names.count < 2 || !(seen & 1 << FPM__SIZES))) return FPM_OK;
    if (open == 1 && !names.reason && names.means[0] == FPM__NAMELESS &&
        !(seen & 1 << FPM__SIZES) && names.means[1] == FPM__SECONDS && names.count > 1)
        names.means[0] = FPM__SIZES;
    for (k = seen = 0; k < names.count && !names.reason; k++) {
        if (names.means[k] == FPM__NAMELESS) fpm__refuse_column(&names, k, fpm__name_open);
        else if (seen & 1 << names.means[k])
            fpm__refuse_column(&names, k, "has a name that means the same as another column's");
        seen |= 1 << names.means[k];
    }
    if (!names.reason && !(seen & 1 << FPM__SECONDS)) {
        names.argument = "the header";
        names.reason = "names no time: write seconds, ms, us, ns, minutes or hours";
    } else if (!names.reason && !(seen & 1 << FPM__SIZES)) {
        names.argument = "the header";
        names.reason = "names no size";
    }
    *reader = names;
    return names.reason ? FPM_E_SYNTAX : FPM_OK;
}

/* Is this a row of words, the first in the first column, none of which begins as a number does? */
static int fpm__is_header(const char *text, size_t length) {
    size_t i;
    for (i = 0; i < length; i++) {
        size_t at = i + (text[i] == '"' || text[i] == '\'');
        if (i > 0 && !fpm__is_blank(text[i - 1])) continue;
        if (i == 0 && fpm__is_blank(text[i])) return 0;
        if (at < length && (fpm__is_digit(text[at]) || strchr("+-.", text[at]))) return 0;
    }
    return 1;
}

/* Leave out the comment of a line, blanks before it and at the beginning, and TABs at the end. */
static void fpm__trim_line(const char *text, size_t *begin, size_t *end) {
    const char *comment = (const char *)memchr(text + *begin, '#', *end - *begin);
    if (comment) *end = (size_t)(comment - text);
    while (*begin < *end && (fpm__is_space(text[*end - 1]) || text[*end - 1] == '\t')) --*end;
    while (*begin < *end && fpm__is_space(text[*begin])) ++*begin;
}

/* Before the first line of points: a header or a comment from begin to end.  1: a header. */
static FPM__COLD int fpm__parse_head(fpm__reader *reader, const char *text, size_t begin,
                                     size_t end, size_t line, int *status) {
    if (end > begin && fpm__is_header(text + begin, end - begin)) {
        *status = fpm__parse_header(reader, text + begin, end - begin, 0);
        return 1;
    }
    if (end > begin) return 0;
    while (begin < line && (fpm__is_blank(text[begin]) || text[begin] == '#')) begin++;
    fpm__trim_line(text, &begin, &line);
    if (line > begin && fpm__is_header(text + begin, line - begin))
        *status = fpm__parse_header(reader, text + begin, line - begin, 1);
    return 0;
}

/* Read all lines of a text into a list.  Returns the status, and in *number the line at fault. */
static int fpm__parse_text(fpm_points *list, const char *text, size_t length, fpm__reader *reader,
                           int64_t *number) {
    size_t i = 0, begin, end;
    int status = FPM_OK, first = 1, header;
    fpm_point point;
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) i = 3;
    for (*number = 1; i < length; ++*number) {
        for (begin = i; i < length && text[i] != '\n' && text[i] != '\r';) i++;
        end = i;
        fpm__trim_line(text, &begin, &end);
        header = first ? fpm__parse_head(reader, text, begin, end, i, &status) : 0;
        if (status == FPM_OK && end > begin && !header) {
            status = fpm__parse_line(reader, &point, text + begin, end - begin);
            if (status == FPM_OK) status = fpm_points_add(list, &point);
        }
        if (status != FPM_OK) return status;
        /* Only the first line that is not blank may be a header. */
        first &= end == begin;
        if (i + 1 < length && text[i] == '\r' && text[i + 1] == '\n') i++;
        i++;
    }
    --*number; /* the last line */
    return FPM_OK;
}

FPM__DEFN int fpm_points_parse(fpm_points *points, const char *text, size_t length, int64_t *at) {
    fpm__reader reader = {
        4, {FPM__SIZES, FPM__SECONDS, FPM__WIDTHS, FPM__REPS}, {-1, -1, -1, -1}, NULL, NULL};
    fpm_points read = FPM_ZERO; /* apart, so that a text at fault leaves the list where it is */
    int64_t number, k;
    int status;
    if (!points || (!text && length)) return FPM_E_ARGUMENT;
    read.alloc = points->alloc;
    status = fpm__parse_text(&read, text, length, &reader, &number);
    if (status == FPM_OK) status = fpm__points_reserve(points, read.count);
    for (k = 0; k < read.count && status == FPM_OK; k++) {
        fpm_point point = fpm__points_get(&read, k);
        fpm__points_set(points, points->count++, &point);
    }
    fpm_points_free(&read);
    if (status != FPM_OK && at) *at = number;
    return status;
}

/* One line a point, with half-width and repetitions where they are known. */
static void fpm__put_points(fpm__writer *out, const fpm_points *points) {
    int64_t i;
    for (i = 0; i < points->count; i++) {
        int known = points->reps[i] > 0 ? 2 : fpm__bits(points->half_width[i]) > 0;
        fpm__put_whole(out, points->size[i]);
        fpm__put(out, ' ');
        fpm__put_real(out, points->seconds[i]);
        if (known > 0) {
            fpm__put(out, ' ');
            fpm__put_real(out, points->half_width[i]);
        }
        if (known > 1) {
            fpm__put(out, ' ');
            fpm__put_whole(out, points->reps[i]);
        }
        fpm__put(out, '\n');
    }
}

/* No line of a point has more bytes. */
enum { FPM__LINE = 84 };

FPM__DEFN int fpm_points_format(const fpm_points *points, char *buffer, size_t capacity,
                                size_t *length) {
    fpm__writer out = {NULL, 0};
    if (!points || !length || (!buffer && capacity)) return FPM_E_ARGUMENT;
    if (capacity / FPM__LINE <= (size_t)points->count) { /* perhaps too little: count first */
        fpm__put_points(&out, points);
        *length = out.length;
        if (out.length >= capacity) return FPM_E_CAPACITY;
    }
    out.buffer = buffer;
    out.length = 0;
    fpm__put_points(&out, points);
    buffer[out.length] = 0;
    *length = out.length;
    return FPM_OK;
}

/* ---- >>model --------------------------------------------------------------------------------- */

/* A model gives the time t(x) of x units, hence the speed s(x) = x / t(x).  Here it is evaluated,
   inverted (which sizes take at most a time T), examined, made, extended and freed.

   Continuous models (every kind except FPM_DISCRETE) are a chain of segments between knots.  Knot 0
   lies at size 0 with the speed of the first point, knots 1 .. count are the points, FPM_LITERAL
   may add up to two more; segment j runs from knot j to knot j + 1, the last one to infinity.  On a
   segment either the speed or the time is a cubic polynomial.  A segment is computed from at most
   six points each time it is asked for, so that a model needs no memory beside its points.

   What other sections rely on:
   - At a knot the time is that of the point, bit for bit: fpm__model_time never recomputes it.
   - Every time comes from fpm__model_time, or from fpm__segment_time on a segment that is kept for
     neighbouring sizes, which gives the same bits: "t(x) <= T" means the same everywhere.
   - `monotone` and `positive` are proven with allowance for rounding when the model is made.  Where
     both hold, the sizes within a time are one range that begins at 0, and binary search finds its
     end.  Otherwise they are several ranges ("runs"), which fpm__runs_next lists downwards.
   - On a segment that is `inside`, no time lies outside of those at its ends.  Where time is nearly
     the same over many sizes, it may still fall by a bit from one to the next.  The inverse then
     finds one of several ends, the same for the same time and bounds, and no smaller one for a later
     time.  Who needs a limit to the bit looks at the time itself, as fpm__offered does.
   - Times that cannot be (a spline's speed is not positive, a size is not on offer) are FPM__NEVER.

   The spline is Akima's (J. ACM 17, 1970), and where it would make time fall, a monotone cubic of
   time (Fritsch, Carlson, SIAM J. Numer. Anal. 17, 1980) takes its place.

   A new kind that has a time for every size needs: its number in the enumeration and as the last
   one in fpm__model_ok and fpm__init_status, its cubic on a segment in fpm__segment_make, its knots
   in fpm__knots if they are not the points, and in fpm__model_finish a proof that `monotone` and
   `positive` hold, or the examination by segments.  Nothing else of the library looks at the kind.
   A new kind that is a list of sizes needs fpm__listed to say so; the rest is as FPM_DISCRETE. */

enum { FPM__SPEED = 0, FPM__TIME = 1, FPM__ENDS = 2 }; /* what a segment's cubic is; unknown */
enum { FPM__BESIDE = 16 };                             /* segments that are proven at once */

/* A piece of a continuous model between two knots. */
typedef struct fpm__segment {
    double x0, x1; /* sizes at its ends; the last segment's x1 and t1 are FPM__LATEST */
    double t0, t1; /* times at its ends */
    double c[4];   /* cubic in u = x - x0: the speed, or the time */
    int form;      /* what the cubic is: FPM__SPEED, FPM__TIME; FPM__ENDS: there is none yet */
    int inside;    /* 1: no time lies outside of those at the ends */
} fpm__segment;

/* The times that a model runs through: as measured, except that FPM_SHAPED moves them. */
static const double *fpm__times(const fpm_model *m) { return m->shaped ? m->shaped : m->seconds; }

/* Can only the sizes of a list be given?  Where not, the model has a time for every size. */
FPM__INLINE int fpm__listed(const fpm_model *m) { return m->kind == FPM_DISCRETE; }

/* Is there a time for every size, and does it never fall?  Then sizes within a time begin at 0. */
FPM__INLINE int fpm__rises(const fpm_model *m) { return m->monotone && !fpm__listed(m); }

/* The slope of an Akima spline at a knot, from the chords m0, m1 to its left and m2, m3 to its
   right: the mean of m1 and m2 with weights |m3 - m2| and |m1 - m0| (Akima 1970, section 2).  Where
   both weights vanish the mean is plain. */
FPM__INLINE double fpm__akima_slope(double m0, double m1, double m2, double m3) {
    double left = fabs(m3 - m2), right = fabs(m1 - m0), sum = left + right;
    double half = sum > 0 ? 0 : 0.5; /* no branches: this becomes vector code */
    return (left * m1 + right * m2) / (sum + half) + half * (m1 + m2);
}

/* Cubic with end values y0, y1 and slopes d0, d1 on [0, h]. */
FPM__INLINE void fpm__hermite_cubic(double *c, double h, double y0, double y1, double d0,
                                    double d1) {
    double r = 1 / h, m = (y1 - y0) * r;
    c[0] = y0;
    c[1] = d0;
    c[2] = (3 * m - 2 * d0 - d1) * r;
    c[3] = (d0 + d1 - 2 * m) * r * r;
}

/* Value of a cubic at distance u from the beginning of its segment. */
FPM__INLINE double fpm__cubic(const double *c, double u) {
    return ((c[3] * u + c[2]) * u + c[1]) * u + c[0];
}

/* The cubic of an Akima spline between the third and the fourth of six points of speed s at x. */
FPM__INLINE void fpm__spline_cubic(const double *x, const double *s, double *c) {
    double m0 = (s[1] - s[0]) / (x[1] - x[0]), m1 = (s[2] - s[1]) / (x[2] - x[1]);
    double m2 = (s[3] - s[2]) / (x[3] - x[2]), m3 = (s[4] - s[3]) / (x[4] - x[3]);
    double m4 = (s[5] - s[4]) / (x[5] - x[4]);
    fpm__hermite_cubic(c, x[3] - x[2], s[2], s[3], fpm__akima_slope(m0, m1, m2, m3),
                       fpm__akima_slope(m1, m2, m3, m4));
}

/* Derivative of a cubic at distance u. */
FPM__INLINE double fpm__cubic_slope(const double *c, double u) {
    return (3 * c[3] * u + 2 * c[2]) * u + c[1];
}

/* Does the spline have the paper's end knots?  From here to fpm__knot_time: the knots of a model.
   A literal spline of one point is constant; one of two points has a further knot in the middle
   between its last point and the extent, if a double is there: Akima's rule needs five knots. */
static int fpm__literal(const fpm_model *m) {
    return m->kind == FPM_AKIMA && (m->flags & FPM_LITERAL) && m->count > 1;
}

/* How many knots there are, knot 0 included.  FPM_CONSTANT has knot 0 only: one endless segment. */
static int64_t fpm__knots(const fpm_model *m) {
    int close = m->count == 2 && m->extent > FPM_SIZE_MAX / 2,
        extended = fpm__literal(m) && m->extent > m->size[m->count - 1] + close;
    if (m->kind == FPM_CONSTANT) return 1;
    return m->count + 1 + (extended ? 1 + (m->count == 2) : 0);
}

/* Size of knot e. */
static double fpm__knot_size(const fpm_model *m, int64_t e) {
    int64_t k = m->count;
    if (e <= k) return e == 0 ? 0 : (double)m->size[e - 1];
    if (e == k + 1 && k == 2) return 0.5 * ((double)m->size[1] + (double)m->extent);
    return (double)m->extent;
}

/* Speed at knot e; outside the points, that of the nearest point. */
static FPM__APART double fpm__knot_speed(const fpm_model *m, int64_t e) {
    int64_t i = fpm__max64(fpm__min64(e, m->count), 1) - 1;
    if (m->kind == FPM_CONSTANT) return m->speed;
    return (double)m->size[i] / fpm__times(m)[i];
}

/* Time at knot e: of a point exactly as it is stored. */
static double fpm__knot_time(const fpm_model *m, int64_t e) {
    if (e == 0) return 0;
    return e <= m->count ? fpm__times(m)[e - 1] : fpm__knot_size(m, e) / fpm__knot_speed(m, e);
}

/* Speeds v and slopes d of an Akima spline at the ends of segment j, from up to six knots around.
   Chords that are missing at an end are 0, or, for FPM_LITERAL, continue the last two linearly. */
static void fpm__knot_slopes(const fpm_model *m, int64_t j, double *v, double *d) {
    int literal = fpm__literal(m), i;
    int64_t first = literal ? 0 : 1, last = literal ? fpm__knots(m) - 1 : m->count;
    double x[6], s[6], chord[5];
    for (i = 0; i < 6; i++)
        if (j - 2 + i >= first && j - 2 + i <= last) {
            x[i] = fpm__knot_size(m, j - 2 + i);
            s[i] = fpm__knot_speed(m, j - 2 + i);
        }
    for (i = 0; i < 5; i++)
        chord[i] =
            j - 2 + i >= first && j - 1 + i <= last ? (s[i + 1] - s[i]) / (x[i + 1] - x[i]) : 0;
    for (i = 2; i >= 0 && literal; i--)
        if (j - 2 + i < first) chord[i] = 2 * chord[i + 1] - chord[i + 2];
    for (i = 2; i < 5 && literal; i++)
        if (j - 1 + i > last) chord[i] = 2 * chord[i - 1] - chord[i - 2];
    d[0] = fpm__akima_slope(chord[0], chord[1], chord[2], chord[3]);
    d[1] = fpm__akima_slope(chord[1], chord[2], chord[3], chord[4]);
    v[0] = s[2];
    v[1] = s[3];
    if (!literal && j <= 1) d[0] = 0;
    if (!literal && j + 1 >= m->count) d[1] = 0;
}

/* q(x) = s - x s' at x = x0 + u, for a cubic of speed.  As t' = q / s^2, time rises with q > 0. */
FPM__INLINE double fpm__rise(const double *c, double x0, double u) {
    return fpm__cubic(c, u) - (x0 + u) * fpm__cubic_slope(c, u);
}

/* The least value of q(x) and of the speed itself on a segment of speed from x0 to x0 + h; *where
   becomes the distance from x0 at which q is least.  Since q' = -x s'', q is least at an end or at
   the inflection (taken at the nearer end when it lies outside).  The speed is covered, too:
   inside, it is least where s' = 0, where it equals q, and at x0 + h it is compared itself.  From
   the result the most that rounding can have added is taken off: a positive result is a proof.  It
   cannot be had where the speeds at the ends differ by more than a sum of doubles can hold.

   Times as evaluated rise as well.  From x to x + 1 time rises by q / s^2, and E, the error of the
   value of s, moves both times by x E / s^2: none falls where q > 2 x E.  The terms of s are c0 and
   parts of at most h times the slope's terms, D; 64 roundings of Horner's rule and of coefficients
   make E at most 64 2^-53 (|c0| + h D).  The cubic of fpm__safe_cubic is no better than 13 times
   its own value: its terms are at most t0 + (3 + 6 + 4) (t1 - t0).  So a spline passes, too, where
   |c0| + h D is at most 13 times the least speed, which is s at an end or least. */
FPM__INLINE double fpm__least_rise(const double *c, double x0, double h, double *where) {
    double s1 = fpm__cubic(c, h), q0 = c[0] - x0 * c[1], q, least, at;
    double q1 = s1 - (x0 + h) * fpm__cubic_slope(c, h);
    q1 = s1 < q1 ? s1 : q1;
    at = -c[2] / (3 * c[3] + 1e-300); /* c3 = 0: far away, so an end */
    at = at < h ? at : 0;
    at = at > 0 ? at : 0;
    q = fpm__rise(c, x0, at);
    least = q1 < q0 ? q1 : q0;
    *where = q < least ? at : q1 < q0 ? h : 0;
    least = q < least ? q : least;
    /* A coefficient and its term take at most 16 roundings of 2^-53: 1.8e-15 of what was added. */
    q = fabs(c[1]) + (2 * fabs(c[2]) + 3 * fabs(c[3]) * h) * h;
    at = fabs(c[0]) + h * q;
    s1 = s1 < c[0] ? s1 : c[0];
    at *= at > 13 * (s1 < least ? s1 : least) ? 1.42e-14 : 0;
    return least - 1.8e-15 * (fabs(c[0]) + (x0 + h) * q) - (x0 + h) * at;
}

/* Replace the cubic of segment g by a monotone cubic of time between the same ends.  s0, s1 and d0,
   d1 are the spline's speeds and slopes there; its slopes of time, (s - x d) / s^2, are kept where
   they have the sign of the chord and are at most three times the chord, which is enough for a
   monotone cubic (Fritsch, Carlson 1980, section 4), and are limited to that otherwise. */
static void fpm__safe_cubic(fpm__segment *g, double s0, double s1, double d0, double d1) {
    double h = g->x1 - g->x0, chord = (g->t1 - g->t0) / h, sign = chord < 0 ? -1 : 1;
    /* Times may fall from point to point, too: `sign` mirrors such a segment. */
    double limit = 3 * chord * sign;
    double e0 = sign * (s0 - g->x0 * d0) / (s0 * s0), e1 = sign * (s1 - g->x1 * d1) / (s1 * s1);
    e0 = e0 > limit ? limit : e0 > 0 ? e0 : 0;
    e1 = e1 > limit ? limit : e1 > 0 ? e1 : 0;
    fpm__hermite_cubic(g->c, h, g->t0, g->t1, sign * e0, sign * e1);
    g->form = FPM__TIME;
}

/* Sizes and times at the ends of segment j. */
FPM__INLINE void fpm__segment_ends(const fpm_model *m, int64_t j, fpm__segment *g) {
    if (j > 0 && j < m->count) { /* between two points; FPM_CONSTANT has segment 0 only */
        g->x0 = (double)m->size[j - 1];
        g->x1 = (double)m->size[j];
        g->t0 = fpm__times(m)[j - 1];
        g->t1 = fpm__times(m)[j];
        return;
    }
    g->x0 = fpm__knot_size(m, j);
    g->t0 = fpm__knot_time(m, j);
    g->x1 = g->t1 = FPM__LATEST;
    if (j >= fpm__knots(m) - 1) return;
    g->x1 = fpm__knot_size(m, j + 1);
    g->t1 = fpm__knot_time(m, j + 1);
}

/* Compute segment j of a continuous model: straight in speed, or a cubic of an Akima spline.  Inner
   segments of a spline take a path of their own, vector code: 10 to 17 % at p = 3e5. */
static void fpm__segment_make(const fpm_model *m, int64_t j, fpm__segment *g) {
    double x[6], s[6], v[2], d[2], h, at;
    int i;
    fpm__segment_ends(m, j, g);
    g->form = FPM__SPEED;
    g->inside = 1;
    h = g->x1 - g->x0;
    if (m->kind == FPM_AKIMA && g->x1 < FPM__LATEST && (j > 0 || fpm__literal(m))) {
        if (j >= 3 && j + 3 <= m->count) { /* from six measured points */
            for (i = 0; i < 6; i++) {
                x[i] = (double)m->size[j - 3 + i];
                s[i] = x[i] / m->seconds[j - 3 + i];
            }
            fpm__spline_cubic(x, s, g->c);
        } else {
            fpm__knot_slopes(m, j, v, d);
            fpm__hermite_cubic(g->c, h, v[0], v[1], d[0], d[1]);
        }
        g->inside = (m->flags & FPM_SAFE) != 0 || m->monotone;
        if ((m->flags & FPM_SAFE) && !(fpm__least_rise(g->c, g->x0, h, &at) > 0))
            fpm__safe_cubic(g, fpm__knot_speed(m, j), fpm__knot_speed(m, j + 1), g->c[1],
                            fpm__cubic_slope(g->c, h));
        return;
    }
    g->c[1] = g->c[2] = g->c[3] = 0;
    g->c[0] = j > 0 && j <= m->count ? g->x0 / g->t0 : fpm__knot_speed(m, j);
    if (j > 0 && j < m->count) g->c[1] = (g->x1 / g->t1 - g->c[0]) / h;
}

/* How many points have at most size x.  The search halves down to eight points and counts these,
   all without branches, half of which would be predicted wrongly. */
static int64_t fpm__points_within(const fpm_model *m, double x) {
    int64_t low = 0, high = m->count, i, count = 0, most;
    if (high > 0 && (double)m->size[high - 1] <= x) return high;
    /* Sizes are often evenly spaced: look at the place that this would mean first.  FPM_OPTIMAL
       with 8 processors of 100 points takes 1.2 times as long without. */
    if (high > 32) {
        i = (int64_t)(x / (double)m->size[high - 1] * (double)high);
        if (i > 0 && i < high && (double)m->size[i - 1] <= x && (double)m->size[i] > x) return i;
    }
    most = x < (double)FPM_SIZE_MAX ? (int64_t)x : FPM_SIZE_MAX;
    for (; high > 8; high -= i) {
        i = high / 2;
        low += i & -(int64_t)(m->size[low + i - 1] <= most);
    }
    for (i = low; i < low + high; i++) count += m->size[i] <= most;
    return low + count;
}

/* How many points take at most time t, where the times of a model never fall. */
static int64_t fpm__points_before(const fpm_model *m, double t) {
    const double *times = fpm__times(m);
    int64_t low = 0, high, i, count = 0;
    for (high = m->count; high > 8; high -= i) {
        i = high / 2;
        low += i & -(int64_t)(times[low + i - 1] <= t);
    }
    for (i = low; i < low + high; i++) count += times[i] <= t;
    return low + count;
}

/* Index of the segment that holds size x: knot j <= x < knot j + 1. */
static int64_t fpm__segment_of(const fpm_model *m, double x) {
    int64_t j = m->kind == FPM_CONSTANT ? 0 : fpm__points_within(m, x);
    if (j < m->count) return j;
    while (j < fpm__knots(m) - 1 && fpm__knot_size(m, j + 1) <= x) j++;
    return j;
}

/* Index of the segment that holds time t on a monotone model: the last one that begins no later. */
static int64_t fpm__segment_by_time(const fpm_model *m, double t) {
    int64_t j = m->kind == FPM_CONSTANT ? 0 : fpm__points_before(m, t);
    if (j < m->count) return j;
    while (j < fpm__knots(m) - 1 && fpm__knot_time(m, j + 1) <= t) j++;
    return j;
}

/* Speed at size x of segment g.  A cubic of time: x / t(x), its first speed where t is 0. */
static double fpm__segment_speed(const fpm__segment *g, double x) {
    double v = fpm__cubic(g->c, x - g->x0);
    if (g->form == FPM__SPEED) return v;
    return v > 0 ? x / v : 1 / g->c[1];
}

/* A time, as evaluated between the ends of a segment on which time rises or falls throughout.  What
   rounding adds must not lead beyond the ends: on a flat segment all times are the same then, and
   none falls from one segment to the next. */
FPM__INLINE double fpm__between_ends(double t, double t0, double t1) {
    double low = t0 < t1 ? t0 : t1, high = t0 < t1 ? t1 : t0;
    t = t > low ? t : low;
    return t < high ? t : high;
}

/* Time for x in segment g; FPM__NEVER where the speed is not positive. */
static double fpm__segment_time(const fpm__segment *g, double x) {
    double v;
    if (x <= g->x0) return g->t0;
    v = fpm__cubic(g->c, x - g->x0);
    if (g->form == FPM__SPEED) v = v > x / FPM__LATEST ? x / v : FPM__NEVER;
    return g->inside ? fpm__between_ends(v, g->t0, g->t1) : v;
}

/* dt / dx in segment g; infinite where the speed is 0.  On a straight line of speed q(x) is
   x0 x1 (1 / t0 - 1 / t1) / (x1 - x0) everywhere, whose sign is that of t1 - t0 to the last bit. */
static double fpm__segment_slope(const fpm__segment *g, double x) {
    double u = x - g->x0, s, rise;
    if (g->form == FPM__TIME) return fpm__cubic_slope(g->c, u);
    s = fpm__cubic(g->c, u);
    rise = fpm__rise(g->c, g->x0, u);
    if (g->x0 > 0 && g->x1 < FPM__LATEST && g->c[2] == 0 && g->c[3] == 0)
        rise = (g->t1 - g->t0) / (g->x1 - g->x0) * (g->x0 / g->t0) * (g->x1 / g->t1);
    return s * s > 0 ? rise / (s * s) : FPM__INFINITE;
}

/* Time for x units; FPM__NEVER for what cannot be done.  All sections evaluate models here. */
static double fpm__model_time(const fpm_model *m, double x) {
    fpm__segment g;
    int64_t j;
    if (!(x > 0)) return 0;
    if (fpm__listed(m)) {
        j = fpm__points_within(m, x) - 1;
        return j >= 0 && (double)m->size[j] >= x ? m->seconds[j] : FPM__NEVER;
    }
    j = fpm__segment_of(m, x);
    if (j > 0 && fpm__knot_size(m, j) >= x) return fpm__knot_time(m, j);
    fpm__segment_make(m, j, &g);
    return fpm__segment_time(&g, x);
}

/* Time for x units by a segment kept for neighbouring sizes; x0 = x1: none yet. */
static double fpm__time_near(const fpm_model *m, double x, fpm__segment *g) {
    if (!(x >= g->x0 && x < g->x1)) fpm__segment_make(m, fpm__segment_of(m, x), g);
    return fpm__segment_time(g, x);
}

/* Whole sizes from low to high. */
typedef struct fpm__range {
    int64_t low, high; /* both included */
} fpm__range;

/* An iterator over the ranges ("runs") of whole sizes that take at most a given time, from the
   largest size down.  A segment has at most three: x / s(x) <= T is a cubic inequality. */
typedef struct fpm__runs {
    const fpm_model *model;
    double time;           /* the time that sizes may take */
    int64_t low, high;     /* only sizes in between, low >= 1 */
    int64_t next;          /* segment (FPM_DISCRETE: point) to look at next; < 0: no more */
    fpm__range pending[3]; /* runs found in one segment but not returned yet, ascending */
    int count;             /* of pending */
} fpm__runs;

/* Begin to list the sizes from low to high (low >= 1) whose time is at most `time`.  On a monotone
   model the search starts at the segment that holds the time: all above it are too slow. */
static void fpm__runs_begin(fpm__runs *runs, const fpm_model *m, double time, int64_t low,
                            int64_t high) {
    runs->model = m;
    runs->time = time;
    runs->low = low;
    runs->high = high;
    runs->count = 0;
    if (fpm__listed(m)) {
        runs->next = (m->monotone ? fpm__points_before(m, time) : m->count) - 1;
        if (runs->next >= 0 && m->size[runs->next] > high)
            runs->next = fpm__points_within(m, (double)high) - 1;
        return;
    }
    runs->next = m->monotone ? fpm__segment_by_time(m, time) : fpm__knots(m) - 1;
    if (fpm__knot_size(m, runs->next) > (double)high) runs->next = fpm__segment_of(m, (double)high);
}

/* The whole sizes from a to b that segment g does within `time`, where these are known to be none,
   all, or those on one side of a single boundary; 0 when there are none.  The boundary is found by
   halving, so it is exact for the times as they are evaluated. */
static int fpm__one_sided(const fpm__segment *g, double time, int64_t a, int64_t b,
                          fpm__range *out) {
    int at_a, at_b;
    fpm__seek s = fpm__halve(a, b);
    if (a > b) return 0;
    at_a = fpm__segment_time(g, (double)a) <= time;
    at_b = a == b ? at_a : fpm__segment_time(g, (double)b) <= time;
    if (!at_a && !at_b) return 0;
    out->low = a;
    out->high = b;
    if (at_a && at_b) return 1;
    while (fpm__seeking(&s))
        fpm__seek_tell(&s, (fpm__segment_time(g, (double)s.at) <= time) == at_a);
    if (at_a) out->high = s.low;
    else out->low = s.high;
    return 1;
}

/* Where T s(u) - x is stationary, as distances u from the beginning of the segment, ascending;
   returns how many (0 to 2).  Between two of these places the difference has at most one zero, so
   the sizes within T are one-sided there.  The root of smaller magnitude is computed as c / w from
   the other one, which keeps its digits.  Times below 1e-100 s do nothing. */
static int fpm__turning_points(const fpm__segment *g, double time, double *u) {
    double a = 3 * g->c[3], b = 2 * g->c[2], c = g->c[1] - 1 / fpm__max(time, 1e-100), disc, w;
    int count = 0;
    if (g->form == FPM__TIME) return 0;
    disc = b * b - 4 * a * c;
    if (!(disc >= 0)) return 0;
    w = -0.5 * (b + (b < 0 ? -sqrt(disc) : sqrt(disc)));
    if (a < 0 || a > 0) u[count++] = w / a;
    if (w < 0 || w > 0) u[count++] = c / w;
    if (count == 2 && u[1] < u[0]) {
        double swap = u[0];
        u[0] = u[1];
        u[1] = swap;
    }
    return count;
}

/* Find the runs among whole sizes a .. b, all inside segment g, and join those that touch. */
static void fpm__runs_of_segment(fpm__runs *runs, const fpm__segment *g, int64_t a, int64_t b) {
    double turn[2];
    int i, turns = runs->model->monotone ? 0 : fpm__turning_points(g, runs->time, turn);
    for (i = 0; i <= turns && a <= b; i++) {
        fpm__range found;
        /* Each round looks at the sizes between two turning points (`stop` is the last of them). */
        int64_t stop = i < turns ? fpm__floor(floor(g->x0 + turn[i]), a - 1, b) : b;
        if (fpm__one_sided(g, runs->time, a, stop, &found)) {
            if (runs->count > 0 && runs->pending[runs->count - 1].high + 1 == found.low)
                runs->pending[runs->count - 1].high = found.high;
            else runs->pending[runs->count++] = found;
        }
        a = fpm__max64(a, stop + 1);
    }
}

/* The next run downwards into *out; 0: no more.  Runs of neighbouring segments may touch. */
static int fpm__runs_next(fpm__runs *runs, fpm__range *out) {
    const fpm_model *m = runs->model;
    while (runs->count == 0) {
        fpm__segment g;
        int64_t a, b;
        if (runs->next < 0) return 0;
        if (fpm__listed(m)) {
            int64_t i = runs->next;
            while (i >= 0 && m->seconds[i] > runs->time && m->size[i] >= runs->low) i--;
            runs->next = i - 1;
            if (i < 0 || m->size[i] < runs->low) return 0;
            out->low = out->high = m->size[i];
            return 1;
        }
        fpm__segment_make(m, runs->next, &g);
        runs->next = g.x0 <= (double)runs->low ? -1 : runs->next - 1;
        a = fpm__max64(runs->low, (int64_t)ceil(g.x0));
        b = fpm__floor(ceil(g.x1) - 1, 0, runs->high);
        fpm__runs_of_segment(runs, &g, a, b);
        if (m->monotone && runs->count > 0) { /* all below is within time too */
            runs->pending[0].low = runs->low;
            runs->next = -1;
        }
    }
    *out = runs->pending[--runs->count];
    return 1;
}

/* The largest whole size up to `limit` whose time is at most `time`; 0 when there is none. */
static int64_t fpm__model_size(const fpm_model *m, double time, int64_t limit) {
    fpm__runs runs;
    fpm__range run;
    if (!(time > 0)) return 0;
    fpm__runs_begin(&runs, m, time, 1, limit);
    return fpm__runs_next(&runs, &run) ? run.high : 0;
}

/* Has this model been initialised?  (A zeroed one has not.) */
static int fpm__model_ok(const fpm_model *m) {
    return m && m->kind >= FPM_CONSTANT && m->kind <= FPM_DISCRETE && m->count >= 0 &&
           (m->count > 0 ? m->size && m->seconds : fpm__listed(m));
}

/* Is x beyond the last measured point of a model that continues there? */
static int fpm__extrapolates(const fpm_model *m, double x) {
    return m->kind != FPM_CONSTANT && !fpm__listed(m) && x > (double)m->size[m->count - 1];
}

/* What the three public evaluations return, found before anything is written; *time becomes that
   for the size, and *g (0 before, or NULL) the segment that it lies on, except for lists. */
static int fpm__evaluate(const fpm_model *m, double size, const double *out, fpm__segment *g,
                         double *time) {
    if (!fpm__model_ok(m)) return FPM_E_MODEL;
    if (!out) return FPM_E_ARGUMENT;
    if (!fpm__finite(size) || !(size >= 0) || size > (double)FPM_SIZE_MAX) return FPM_E_SIZE;
    *time = !g || fpm__listed(m) ? fpm__model_time(m, size) : fpm__time_near(m, size, g);
    if (!(*time < FPM__LATEST)) return fpm__listed(m) ? FPM_E_SIZE : FPM_E_TIME;
    return fpm__extrapolates(m, size) ? FPM_EXTRAPOLATED : FPM_OK;
}

FPM__DEFN int fpm_model_time(const fpm_model *model, double size, double *seconds) {
    double time;
    int status = fpm__evaluate(model, size, seconds, NULL, &time);
    if (status >= 0) *seconds = time;
    return status;
}

FPM__DEFN int fpm_model_speed(const fpm_model *model, double size, double *speed) {
    fpm__segment g = FPM_ZERO;
    double time;
    int status = fpm__evaluate(model, size, speed, &g, &time);
    if (status < 0) return status;
    if (fpm__listed(model) && !(size > 0)) return FPM_E_SIZE;
    *speed = fpm__listed(model) ? size / time : fpm__segment_speed(&g, size);
    return status;
}

FPM__DEFN int fpm_model_slope(const fpm_model *model, double size, double *slope) {
    fpm__segment g = FPM_ZERO;
    double time;
    int status = fpm__evaluate(model, size, slope, &g, &time);
    if (status < 0) return status;
    if (fpm__listed(model)) return FPM_E_UNSUPPORTED;
    *slope = fpm__segment_slope(&g, size);
    return status;
}

FPM__DEFN int fpm_model_size(const fpm_model *model, double seconds, int64_t *size) {
    if (!fpm__model_ok(model)) return FPM_E_MODEL;
    if (!size) return FPM_E_ARGUMENT;
    if (!fpm__finite(seconds) || !(seconds >= 0)) return FPM_E_TIME;
    *size = fpm__model_size(model, seconds, FPM_SIZE_MAX);
    return FPM_OK;
}

/* Slope of the speed from point `from` to point `to` of the measured points, and the size *x0 and
   speed *s0 that it starts from.  from = -1: near the origin, where FPM_SHAPED's hull starts. */
static double fpm__chord(const fpm_model *m, int64_t from, int64_t to, double *x0, double *s0) {
    *x0 = from < 0 ? 0 : (double)m->size[from];
    *s0 = from < 0 ? 1e-6 * (double)m->size[0] / m->seconds[0] : *x0 / m->seconds[from];
    return ((double)m->size[to] / m->seconds[to] - *s0) / ((double)m->size[to] - *x0);
}

/* Compute the times of FPM_SHAPED from the measured points, and m->change.

   Let f be the least function of the wanted shape that lies nowhere below the points: left of the
   peak it is their concave hull from near the origin, right of the peak the largest speed still to
   come.  Let r be the largest ratio of f to a point.  The answer is f / sqrt(r), whose ratios to
   the points lie between 1 / sqrt(r) and sqrt(r).  No function of the shape with this peak does
   better: one within a factor e of all points, times e, is nowhere below them, hence nowhere below
   f, so e^2 >= r.

   The hull starts at size 0 from a millionth of the first speed, not from 0, so that time rises
   strictly even where the points' times fall. */
static void fpm__shape(fpm_model *m, double *out) {
    const int64_t *size = m->size;
    const double *t = m->seconds;
    int64_t i, j, k = m->count, peak = 0, from, top = -1;
    double worst = 1, level = 0, slope, x0, s0;
    for (i = 1; i < k; i++)
        if ((double)size[i] / t[i] > (double)size[peak] / t[peak]) peak = i;
    for (i = 0; i <= peak; i++) { /* the hull by Andrew's chain; out[i]: the vertex before i */
        while (top >= 0 && fpm__chord(m, (int64_t)out[top], i, &x0, &s0) >=
                               fpm__chord(m, (int64_t)out[top], top, &x0, &s0))
            top = (int64_t)out[top];
        out[i] = (double)top;
        top = i;
    }
    /* Down the vertices of the hull: speeds of the points under an edge lie on that edge. */
    for (i = peak; i >= 0; i = from) {
        from = (int64_t)out[i];
        slope = fpm__chord(m, from, i, &x0, &s0);
        for (j = from + 1; j < i; j++) out[j] = s0 + slope * ((double)size[j] - x0);
        out[i] = (double)size[i] / t[i];
    }
    for (i = k - 1; i > peak; i--) {
        double s = (double)size[i] / t[i];
        level = s > level ? s : level;
        out[i] = level;
    }
    for (i = 0; i < k; i++) {
        double ratio = out[i] * t[i] / (double)size[i];
        worst = ratio > worst ? ratio : worst;
    }
    /* Ratios within 1e-14 of 1 are rounding: points that have the shape already keep their times
       exactly.  Where rounding leaves a time that does not rise, it becomes the next double. */
    worst = worst > 1 + 1e-14 ? sqrt(worst) : 1;
    m->change = 0;
    for (i = 0; i < k; i++) {
        double s = (double)size[i] / t[i], moved = out[i] / worst, change = fabs(moved / s - 1);
        out[i] = change > 1e-14 ? (double)size[i] / moved : t[i];
        if (i > 0 && fpm__bits(out[i]) <= fpm__bits(out[i - 1])) { /* as it is stored */
            out[i] = fpm__from_bits(fpm__bits(out[i - 1]) + 1);
            change = fabs(t[i] / out[i] - 1);
        }
        m->change = change > 1e-14 && change > m->change ? change : m->change;
    }
}

/* Note the first violation that is found; later ones are left out. */
static void fpm__report_at(fpm_model_report *report, int64_t point, double size) {
    if (report->point == -2) {
        report->point = point;
        report->size = size;
    }
}

/* Least speed on a segment of speed: at an end, or where s' = 0 (the turning points for a time so
   late that 1 / T vanishes). */
static double fpm__least_speed(const fpm__segment *g) {
    double turn[2], h = g->x1 - g->x0, least = fpm__min(g->c[0], fpm__cubic(g->c, h));
    int i, turns = fpm__turning_points(g, FPM__LATEST, turn);
    for (i = 0; i < turns; i++)
        if (turn[i] > 0 && turn[i] < h) least = fpm__min(least, fpm__cubic(g->c, turn[i]));
    return least;
}

/* Note in the report what segment g, which begins at point `point`, violates. */
static void fpm__check_segment(const fpm__segment *g, int64_t point, fpm_model_report *report) {
    double where, least;
    /* A limited cubic of time turns nowhere else; the time of a straight line of speed neither. */
    if (g->form == FPM__TIME || (g->c[2] == 0 && g->c[3] == 0)) {
        if (!(g->t1 > g->t0)) {
            report->single_crossing = 0;
            report->monotone &= g->t1 >= g->t0;
            fpm__report_at(report, point, g->x1);
        }
        return;
    }
    least = fpm__least_rise(g->c, g->x0, g->x1 - g->x0, &where);
    if (!(least > 0)) {
        report->single_crossing = 0;
        report->monotone &= least >= 0;
        fpm__report_at(report, point, g->x0 + where);
        if (!(fpm__least_speed(g) > 0)) report->positive = report->monotone = 0;
    }
}

/* Which of FPM__BESIDE segments of a spline from j on, all from six points, surely rise?  Bit i is
   for segment j + i, as fpm__check_segment finds.  Neighbours share points, chords and slopes (5
   divisions a segment in place of 15), and loops become vector code: .35 of the time. */
static FPM__APART FPM__HOT int64_t fpm__rise_beside(const fpm_model *m, int64_t j) {
    double x[FPM__BESIDE + 5], s[FPM__BESIDE + 5], chord[FPM__BESIDE + 4];
    double d[FPM__BESIDE + 1], least[FPM__BESIDE], c[4], where;
    int64_t rise = 0;
    int i;
    for (i = 0; i < FPM__BESIDE + 5; i++) x[i] = (double)m->size[j - 3 + i];
    for (i = 0; i < FPM__BESIDE + 5; i++) s[i] = x[i] / m->seconds[j - 3 + i];
    for (i = 0; i < FPM__BESIDE + 4; i++) chord[i] = (s[i + 1] - s[i]) / (x[i + 1] - x[i]);
    for (i = 0; i < FPM__BESIDE + 1; i++)
        d[i] = fpm__akima_slope(chord[i], chord[i + 1], chord[i + 2], chord[i + 3]);
    for (i = 0; i < FPM__BESIDE; i++) {
        fpm__hermite_cubic(c, x[i + 3] - x[i + 2], s[i + 2], s[i + 3], d[i], d[i + 1]);
        least[i] = fpm__least_rise(c, x[i + 2], x[i + 3] - x[i + 2], &where);
    }
    for (i = 0; i < FPM__BESIDE; i++) rise |= (int64_t)(least[i] > 0) << i;
    return rise;
}

/* Segment j begins at knot j, which is point j - 1.  Beyond the last knot the speed is constant.
   Of FPM_DISCRETE the times of neighbouring points are compared. */
FPM__DEFN FPM__COLD int fpm_model_check(const fpm_model *model, fpm_model_report *report) {
    fpm_model_report r = FPM_ZERO;
    int64_t j, last, rise = 0;
    if (!fpm__model_ok(model)) return FPM_E_MODEL;
    r.positive = r.monotone = r.single_crossing = 1;
    r.point = -2;
    last = fpm__knots(model) - 1;
    for (j = fpm__listed(model); j < last; j++, rise >>= 1) {
        fpm__segment g;
        if (model->kind == FPM_AKIMA && j % FPM__BESIDE == 3 && j <= model->count - FPM__BESIDE - 2)
            rise = fpm__rise_beside(model, j);
        if (rise & 1) continue;
        if (fpm__listed(model)) fpm__segment_ends(model, j, &g), g.form = FPM__TIME;
        else fpm__segment_make(model, j, &g);
        fpm__check_segment(&g, j - 1, &r);
    }
    if (report) *report = r;
    return r.single_crossing ? FPM_OK : FPM_E_VIOLATED;
}

/* Compute the derived fields, once the points are in place.  Speeds on straight lines and of safe
   splines are positive, and their times rise where the points' times rise: on a line t' = a / s^2
   with speed a + b x has one sign.  Only other splines have to be examined. */
static void fpm__model_finish(fpm_model *m) {
    fpm_model_report report = FPM_ZERO;
    const double *times;
    int64_t i, count = m->kind == FPM_CONSTANT ? 0 : m->count, falls = 0;
    int l;
    if (m->kind == FPM_CONSTANT) {
        fpm_model lines = *m;
        fpm__segment g;
        double at = m->at > 0 ? (double)m->at : (double)m->size[m->count - 1];
        lines.kind = FPM_PIECEWISE;
        fpm__segment_make(&lines, fpm__segment_of(&lines, at), &g);
        m->speed = fpm__segment_speed(&g, at);
    }
    if (m->kind == FPM_SHAPED) fpm__shape(m, m->shaped);
    times = fpm__times(m);
    for (i = 1; i + 32 <= count; i += 32) /* as vector code: .4 of the time */
        for (l = 0; l < 32; l++) falls |= fpm__bits(times[i + l]) - fpm__bits(times[i + l - 1]);
    for (; i < count; i++) falls |= fpm__bits(times[i]) - fpm__bits(times[i - 1]);
    m->monotone = falls >= 0;
    m->positive = 1;
    if (m->kind == FPM_AKIMA && !(m->flags & FPM_SAFE)) {
        fpm_model_check(m, &report);
        m->monotone = report.monotone;
        m->positive = report.positive;
    }
}

/* Free the arrays that the model owns; its view of the points must be set anew. */
static void fpm__model_free_own(fpm_model *m) {
    fpm__free(&m->own.alloc, m->shaped, (size_t)m->own.capacity * sizeof(double));
    fpm_points_free(&m->own);
    m->shaped = NULL;
}

/* Let the model's view be the points that it owns. */
static FPM__APART void fpm__model_view_own(fpm_model *m) {
    m->count = m->own.count;
    m->size = m->own.size;
    m->seconds = m->own.seconds;
    m->half_width = m->own.half_width;
    m->reps = m->own.reps;
}

/* Make the model own its points, with room for one more.  Nothing changes on failure.  Half as much
   room again is added each time, so that calls of fpm_model_add copy each point a few times. */
static int fpm__model_own(fpm_model *m) {
    fpm_points own = FPM_ZERO;
    double *shaped = NULL;
    int64_t i;
    int status;
    if (m->own.count < m->own.capacity) return FPM_OK;
    own.alloc = m->own.alloc;
    status = fpm__points_reserve(&own, m->count + m->count / 2 + 4);
    if (status == FPM_OK && m->kind == FPM_SHAPED) {
        shaped = (double *)fpm__resize(&own.alloc, NULL, 0, (size_t)own.capacity * sizeof(double));
        if (!shaped) status = FPM_E_MEMORY;
        if (!shaped) fpm_points_free(&own);
    }
    if (status != FPM_OK) return status;
    for (i = 0; i < m->count; i++) {
        fpm_point point;
        point.size = m->size[i];
        point.seconds = m->seconds[i];
        point.half_width = m->half_width ? m->half_width[i] : 0;
        point.reps = m->reps ? m->reps[i] : 0;
        fpm__points_set(&own, own.count++, &point);
    }
    fpm__model_free_own(m);
    m->own = own;
    m->shaped = shaped;
    fpm__model_view_own(m);
    return FPM_OK;
}

/* The status of kind, weights and options of fpm_model_init; sizes and times are checked. */
static int fpm__init_status(int kind, int64_t count, const double *seconds,
                            const fpm_model_options *opts) {
    const int all = FPM_SAFE | FPM_LITERAL | FPM_PLAIN | FPM_COPY;
    int64_t i;
    if (kind < FPM_CONSTANT || kind > FPM_DISCRETE ||
        (opts->flags & ~(kind == FPM_AKIMA ? all : FPM_COPY)) ||
        ((opts->flags & FPM_SAFE) && (opts->flags & FPM_PLAIN)) || opts->extent < 0 ||
        opts->extent > (opts->flags & FPM_LITERAL ? FPM_SIZE_MAX : 0) || opts->at < 0 ||
        opts->at > (kind == FPM_CONSTANT ? FPM_SIZE_MAX : 0))
        return FPM_E_ARGUMENT;
    if (!fpm__finite(opts->risk) || opts->risk < 0 || (opts->risk > 0 && !opts->half_width))
        return FPM_E_ARGUMENT;
    if (count == 0 && kind != FPM_DISCRETE) return FPM_E_NO_POINTS;
    for (i = 0; i < count && (opts->half_width || opts->reps); i++) {
        double half = opts->half_width ? opts->half_width[i] : 0;
        if (fpm__point_status(1, 1, half, opts->reps ? opts->reps[i] : 0) != FPM_OK)
            return FPM_E_WEIGHT;
        if (opts->risk > 0 && seconds[i] + opts->risk * half > FPM_TIME_MAX) return FPM_E_TIME;
    }
    return FPM_OK;
}

FPM__DEFN int fpm_model_init(fpm_model *model, int kind, int64_t count, const int64_t *size,
                             const double *seconds, const fpm_model_options *opts) {
    static const fpm_model_options defaults = FPM_ZERO;
    fpm_model m = FPM_ZERO;
    int64_t i;
    int status;
    opts = opts ? opts : &defaults;
    if (!model) return FPM_E_ARGUMENT;
    status = fpm_points_check(count, size, seconds, NULL);
    if (status == FPM_OK) status = fpm__init_status(kind, count, seconds, opts);
    if (status != FPM_OK) return status;
    m.kind = kind;
    m.flags = opts->flags & ~FPM_COPY;
    if (kind == FPM_AKIMA && m.flags == 0) m.flags = FPM_SAFE;
    m.count = count;
    m.size = size;
    m.seconds = seconds;
    m.half_width = opts->half_width;
    m.reps = opts->reps;
    m.extent = opts->extent;
    m.at = opts->at;
    if (opts->alloc) m.own.alloc = *opts->alloc;
    m.risk = opts->risk;
    if (kind == FPM_SHAPED || (opts->flags & FPM_COPY) || m.risk > 0) status = fpm__model_own(&m);
    if (status != FPM_OK) return status;
    for (i = 0; i < count && m.risk > 0; i++) m.own.seconds[i] += m.risk * m.half_width[i];
    fpm__model_finish(&m);
    *model = m;
    return FPM_OK;
}

FPM__DEFN FPM__COLD int fpm_model_add(fpm_model *model, const fpm_point *point) {
    int64_t i, at;
    int status;
    if (!fpm__model_ok(model)) return FPM_E_MODEL;
    if (!point) return FPM_E_ARGUMENT;
    status = fpm__point_status(point->size, point->seconds, point->half_width, point->reps);
    if (status == FPM_OK && model->risk > 0) status = FPM_E_UNSUPPORTED;
    if (status == FPM_OK && model->own.capacity == 0) /* borrowed: are they still what they were? */
        status = fpm_points_check(model->count, model->size, model->seconds, NULL);
    if (status == FPM_OK) status = fpm__model_own(model);
    if (status != FPM_OK) return status;
    at = fpm__points_within(model, (double)point->size);
    for (i = model->own.count; i > at; i--) {
        fpm_point moved = fpm__points_get(&model->own, i - 1);
        fpm__points_set(&model->own, i, &moved);
    }
    fpm__points_set(&model->own, at, point);
    if (at > 0 && model->own.size[at - 1] == point->size) { /* there already: merge the two */
        fpm_point merged = fpm__points_merge(&model->own, at - 1, at + 1);
        fpm__points_set(&model->own, at - 1, &merged);
        for (i = at; i < model->own.count; i++) {
            fpm_point moved = fpm__points_get(&model->own, i + 1);
            fpm__points_set(&model->own, i, &moved);
        }
        model->own.count--;
    }
    model->own.count++;
    fpm__model_view_own(model);
    fpm__model_finish(model);
    return FPM_OK;
}

FPM__DEFN void fpm_model_free(fpm_model *model) {
    if (!model) return;
    fpm__model_free_own(model);
    memset(model, 0, sizeof *model);
}

/* ---- >>root ---------------------------------------------------------------------------------- */

/* F(x) = 0 for n equations in n unknowns, by Powell's hybrid method (1970).  Nothing here knows
   models or processors: >>numerical uses it for the paper's own system, and callers for theirs.

   Near x the residual is taken to be f + J s for a step s.  The step minimises |f + J s| along the
   "dogleg": from x to the lowest point down the gradient, then towards Newton's point, but no
   farther than the trust region |D s| <= radius, D being the scale of the unknowns.  The radius
   grows where the residual falls as the linear model promised, and shrinks where it does not.

   The Jacobian is factored as J = Q R by Householder's reflections.  From step to step it is
   changed as little as makes J s the observed difference of residuals, in the scaled variables
   (Broyden, Math. Comp. 19, 1965): a change of rank 1, which costs two sweeps of rotations in Q and
   R, O(n^2).  It is computed anew, O(n^3), only when steps keep failing or hardly reduce the norm.

   Between steps: k->x, f, norm are the current point, k->c = Q^T f, k->age counts updates. */

/* 2^-52, and its square root: the usual step of a forward difference. */
#define FPM__ROOT_EPSILON 2.220446049250313e-16
#define FPM__ROOT_HALF 1.4901161193847656e-8

/* Internal status "go on", which no call returns, and the number of vectors in fpm__root. */
enum { FPM__ROOT_ON = 1000, FPM__ROOT_VECTORS = 12 };

/* The state of a solve, over all its tries. */
typedef struct fpm__root {
    int n;
    int (*residual)(void *context, int n, const double *x, double *f);
    void *context;
    fpm_root_options opts;   /* defaults filled in */
    double *q, *r;           /* Q transposed, and R, n by n */
    double *x, *f;           /* the point and its residual */
    double *y, *g;           /* the same where a step is tried */
    double *best_x, *best_f; /* of the tries so far */
    double *c;               /* Q^T f */
    double *d;               /* scale */
    double *step, *model;    /* s, and Q^T (f + J s) */
    double *v, *w;           /* scratch */
    double norm, predicted;  /* |f|, |f + J s| */
    double gain;             /* |f| after the step over |f| before; 1: it was not taken */
    double radius, length;   /* of the trust region, of the step */
    double goal;             /* solved when norm is at most this */
    double renewed;          /* norm when the Jacobian was last computed */
    int64_t budget;          /* evaluations left to this try */
    int newton;              /* the step is Newton's */
    int age;                 /* updates of the Jacobian; 0: it is that at x */
    int failures;            /* steps in a row that did little of what the model promised */
    int slow;                /* steps in a row that hardly reduced the norm */
    int stale;               /* Jacobians in a row that hardly did */
    fpm_root_info info;      /* what the call reports */
} fpm__root;

static double *fpm__row(double *matrix, int n, int i) { return matrix + (size_t)i * (size_t)n; }

static double fpm__dot(int n, const double *a, const double *b) {
    double sum = 0;
    int i;
    for (i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* The 2-norm of d_i v_i (d may be NULL), without overflow or underflow on the way. */
static double fpm__norm(int n, const double *d, const double *v) {
    double most = 0, sum = 0;
    int i;
    for (i = 0; i < n; i++) most = fpm__max(most, fabs(d ? d[i] * v[i] : v[i]));
    if (!(most > 0)) return 0;
    for (i = 0; i < n; i++) {
        double part = (d ? d[i] * v[i] : v[i]) / most;
        sum += part * part;
    }
    return most * sqrt(sum);
}

/* Which of n numbers is the first that is not finite; n: none. */
static int fpm__first_not_finite(int n, const double *v) {
    int i = 0;
    while (i < n && fpm__finite(v[i])) i++;
    return i;
}

/* Residual at x into f, and its 2-norm.  FPM_E_CALLBACK: the residual is not finite (info.at: which
   is the first), its norm overflows (info.at: -1), or x itself is not finite.
   FPM_E_EVALUATION_LIMIT: none is left. */
static int fpm__root_evaluate(fpm__root *k, const double *x, double *f, double *norm) {
    int at;
    if (fpm__first_not_finite(k->n, x) < k->n) return FPM_E_CALLBACK;
    if (k->budget-- <= 0) return FPM_E_EVALUATION_LIMIT;
    k->info.evaluations++;
    if (k->residual(k->context, k->n, x, f)) return FPM_E_STOPPED;
    at = fpm__first_not_finite(k->n, f);
    *norm = at == k->n ? fpm__norm(k->n, NULL, f) : 0;
    if (at == k->n && fpm__finite(*norm)) return FPM_OK;
    k->info.at = at < k->n ? at : -1;
    return FPM_E_CALLBACK;
}

/* Apply the reflection I - beta v v^T to rows from `top` and columns from `left` of M. */
static void fpm__root_reflect(fpm__root *k, double *m, int top, int left, double beta) {
    int i, j, n = k->n;
    for (j = left; j < n; j++) k->w[j] = 0;
    for (i = top; i < n; i++) {
        const double *row = fpm__row(m, n, i);
        for (j = left; j < n; j++) k->w[j] += k->v[i] * row[j];
    }
    for (i = top; i < n; i++) {
        double *row = fpm__row(m, n, i), part = beta * k->v[i];
        for (j = left; j < n; j++) row[j] -= part * k->w[j];
    }
}

/* Factor the Jacobian, which is in k->r, into Q (kept transposed) and R; c = Q^T f. */
static void fpm__root_factor(fpm__root *k) {
    int i, j, n = k->n;
    memset(k->q, 0, (size_t)n * (size_t)n * sizeof(double));
    for (i = 0; i < n; i++) fpm__row(k->q, n, i)[i] = 1;
    for (j = 0; j < n; j++) {
        double length, sign;
        for (i = j; i < n; i++) k->v[i] = fpm__row(k->r, n, i)[j];
        length = fpm__norm(n - j, NULL, k->v + j);
        if (!(length > 0)) continue;
        /* v is the column plus its length times the first unit vector, with the sign that cannot
           cancel; scaled so, beta is 1 / |v_j|. */
        for (i = j; i < n; i++) k->v[i] /= length;
        sign = k->v[j] < 0 ? -1 : 1;
        k->v[j] += sign;
        fpm__root_reflect(k, k->r, j, j + 1, 1 / fabs(k->v[j]));
        fpm__root_reflect(k, k->q, j, 0, 1 / fabs(k->v[j]));
        fpm__row(k->r, n, j)[j] = -sign * length;
        for (i = j + 1; i < n; i++) fpm__row(k->r, n, i)[j] = 0;
    }
    for (i = 0; i < n; i++) k->c[i] = fpm__dot(n, fpm__row(k->q, n, i), k->f);
}

/* Rotate rows a and b, of `count` numbers, by (c, s).  Both lines are sums, since gcc 12 fuses a
   sum beside a difference into one rounding even where -ffp-contract=off forbids it. */
static void fpm__rotate(int count, double *a, double *b, double c, double s) {
    double minus = -s;
    int j;
    for (j = 0; j < count; j++) {
        double t = c * a[j] + s * b[j];
        b[j] = c * b[j] + minus * a[j];
        a[j] = t;
    }
}

/* Apply the rotation that turns (a, b) into (length, 0) to rows i, i + 1 of R, Q^T, w, c. */
static void fpm__root_rotate(fpm__root *k, int i, double a, double b) {
    int n = k->n;
    double *r = fpm__row(k->r, n, i) + i, *q = fpm__row(k->q, n, i), c = 1, s = 0, t;
    if (fabs(a) < fabs(b)) t = a / b, s = 1 / sqrt(1 + t * t), c = s * t;
    else if (fabs(a) > 0) t = b / a, c = 1 / sqrt(1 + t * t), s = c * t;
    fpm__rotate(n - i, r, r + n, c, s);
    fpm__rotate(n, q, q + n, c, s);
    fpm__rotate(1, k->w + i, k->w + i + 1, c, s);
    fpm__rotate(1, k->c + i, k->c + i + 1, c, s);
}

/* Broyden's update after a step: the least change of J D^-1 for which J s is the difference of
   residuals.  It has the form Q (R + w v^T).  Rotating w into its first component gives R a second
   diagonal below the first, which is rotated away (Gill, Golub, Murray, Saunders, Math. Comp. 28,
   1974).  moved: the step was taken, so c becomes Q^T of the new residual. */
static void fpm__root_learn(fpm__root *k, int moved) {
    int i, n = k->n;
    for (i = 0; i < n; i++) {
        double now = fpm__dot(n, fpm__row(k->q, n, i), k->g);
        k->w[i] = now - k->model[i];
        k->v[i] = k->d[i] * (k->d[i] * k->step[i] / k->length) / k->length;
        if (moved) k->c[i] = now;
    }
    for (i = n - 2; i >= 0; i--) fpm__root_rotate(k, i, k->w[i], k->w[i + 1]);
    for (i = 0; i < n; i++) k->r[i] += k->w[0] * k->v[i];
    for (i = 0; i < n - 1; i++) {
        double *below = fpm__row(k->r, n, i + 1) + i;
        fpm__root_rotate(k, i, *(below - n), *below);
        *below = 0;
    }
    k->age++;
}

/* F where unknown j is moved by h, into k->g; or by -h, where F is not finite there. */
static int fpm__root_moved(fpm__root *k, int j, double h) {
    double norm;
    int status;
    memcpy(k->y, k->x, (size_t)k->n * sizeof(double));
    k->y[j] = k->x[j] + h;
    status = fpm__root_evaluate(k, k->y, k->g, &norm);
    if (status != FPM_E_CALLBACK) return status;
    k->y[j] = k->x[j] - h;
    return fpm__root_evaluate(k, k->y, k->g, &norm);
}

/* Column j of the Jacobian by a difference.  An unknown that is tiny beside the largest one,
   `most`, is moved in proportion to that; where rounding loses that, as if it were 1. */
static int fpm__root_difference(fpm__root *k, int j, double most) {
    double least = most > 0 ? sqrt(k->opts.step) * most : 1;
    double h = k->opts.step * fpm__max(fabs(k->x[j]), least);
    int i, n = k->n, status = fpm__root_moved(k, j, h);
    if (status == FPM_OK && h < k->opts.step &&
        (!(fabs(k->y[j] - k->x[j]) > 0) || !memcmp(k->g, k->f, (size_t)n * sizeof(double))))
        status = fpm__root_moved(k, j, k->opts.step);
    h = k->y[j] - k->x[j];
    for (i = 0; i < n && status == FPM_OK; i++) fpm__row(k->r, n, i)[j] = (k->g[i] - k->f[i]) / h;
    return status;
}

/* Compute the Jacobian at x, by the caller's function or by differences; with FPM_SCALE_ADAPTIVE
   raise the scale to its columns' norms; factor it.  FPM_E_CALLBACK: column info.at of
   the caller's is not finite, or residual info.at on both sides of an unknown. */
static int fpm__root_jacobian(fpm__root *k) {
    int i, j, n = k->n, status = FPM_OK;
    double most = 0, length;
    if (k->opts.jacobian && k->opts.jacobian(k->context, n, k->x, k->r)) return FPM_E_STOPPED;
    for (j = 0; j < n; j++) most = fpm__max(most, fabs(k->x[j]));
    for (j = 0; j < n && !k->opts.jacobian && status == FPM_OK; j++)
        status = fpm__root_difference(k, j, most);
    if (status != FPM_OK) return status;
    k->info.jacobians++;
    for (j = 0; j < n; j++) {
        for (i = 0; i < n; i++) k->v[i] = fpm__row(k->r, n, i)[j];
        length = fpm__norm(n, NULL, k->v);
        k->info.at = j;
        if (fpm__first_not_finite(n, k->v) < n || !fpm__finite(length)) return FPM_E_CALLBACK;
        if (k->opts.scaling == FPM_SCALE_ADAPTIVE) {
            k->d[j] = fpm__max(k->d[j], length);
            if (!(k->d[j] > 0)) k->d[j] = 1;
        }
    }
    k->info.at = -1;
    fpm__root_factor(k);
    k->age = 0;
    k->slow = 0;
    k->renewed = k->norm;
    return FPM_OK;
}

/* Newton's step, R s = -c, from the last unknown up, into k->step.  Returns its scaled length |D
   s|, or 0 when it is not finite and of no use.  Pivots below 2^-52 of their column are raised to
   that; an unknown without influence stays as it is. */
static double fpm__root_newton(fpm__root *k) {
    int i, j, n = k->n;
    double length;
    for (j = n - 1; j >= 0; j--) {
        const double *row = fpm__row(k->r, n, j);
        double most = 0, pivot = row[j];
        for (i = 0; i <= j; i++) most = fpm__max(most, fabs(fpm__row(k->r, n, i)[j]));
        most *= FPM__ROOT_EPSILON;
        if (fabs(pivot) < most) pivot = pivot < 0 ? -most : most;
        k->step[j] = -k->c[j] - fpm__dot(n - 1 - j, row + j + 1, k->step + j + 1);
        k->step[j] = most > 0 ? k->step[j] / pivot : 0;
    }
    length = fpm__norm(n, k->d, k->step);
    return fpm__first_not_finite(n, k->step) == n && fpm__finite(length) ? length : 0;
}

/* The unit vector down the gradient of |f + J s|, into e (of length 1 as steps are scaled); how far
   along it the lowest point lies (Cauchy's), as a multiple of the radius, is returned. */
static double fpm__root_cauchy(fpm__root *k, double *e) {
    int i, j, n = k->n;
    double *w = k->w, length, slope;
    for (i = 0; i < n; i++) e[i] = 0;
    for (i = 0; i < n; i++)
        for (j = i; j < n; j++) e[j] -= k->c[i] / k->norm * fpm__row(k->r, n, i)[j];
    for (i = 0; i < n; i++) e[i] /= k->d[i];
    length = fpm__norm(n, NULL, e);
    for (i = 0; i < n; i++) e[i] = length > 0 ? e[i] / length / k->d[i] : 0; /* unscaled */

    for (i = 0; i < n; i++) w[i] = fpm__dot(n - i, fpm__row(k->r, n, i) + i, e + i);
    slope = fpm__norm(n, NULL, w);
    for (i = 0; i < n; i++) w[i] = slope > 0 ? w[i] / slope : 0;
    return slope > 0 && k->radius > 0 ? -fpm__dot(n, k->c, w) / slope / k->radius : 0;
}

/* Where the way from Cauchy's point t e to Newton's, m / b, leaves the trust region: the a for
   which |t e + a u| = 1, where u = m - b t e, and e and m are unit vectors with this cosine between
   them.  It is the positive root of |u|^2 a^2 + 2 t (u e) a - (1 - t^2) = 0, in the form that
   does not cancel.  All lengths are relative to the radius. */
static double fpm__root_boundary(double t, double b, double cosine) {
    double square = fpm__max(0, 1 + b * t * (b * t - 2 * cosine)), half = t * (cosine - b * t);
    double root = sqrt(half * half + square * (1 - t * t)), a = 0;
    if (half > 0) a = (1 - t * t) / (half + root);
    else if (square > 0) a = (root - half) / square;
    return fpm__min(a, 1); /* Newton's step itself ends no farther */
}

/* The step along the dogleg that ends at the radius, into k->step: from Cauchy's point towards
   Newton's.  `full` is the length of Newton's step, which is in k->step, or 0: gradient only. */
static void fpm__root_dogleg(fpm__root *k, double full) {
    int i, n = k->n;
    double *e = k->v, t = fpm__root_cauchy(k, e), a = 0, b, cosine = 0;
    double whole = full > 0 ? full : 1;
    if (full > 0 && t < 1) {
        b = k->radius / full;
        for (i = 0; i < n; i++) cosine += (k->d[i] * e[i]) * (k->d[i] * (k->step[i] / full));
        a = fpm__root_boundary(t, b, cosine);
        t *= 1 - a * b;
    }
    for (i = 0; i < n && !(full > 0); i++) k->step[i] = 0;
    for (i = 0; i < n; i++)
        k->step[i] = k->radius * (fpm__min(t, 1) * e[i] + a * (k->step[i] / whole));
}

/* The step's scaled length, Q^T (f + J s) and its norm; 1: the model promises a smaller norm. */
static int fpm__root_predict(fpm__root *k) {
    int i, n = k->n;
    for (i = 0; i < n; i++)
        k->model[i] = k->c[i] + fpm__dot(n - i, fpm__row(k->r, n, i) + i, k->step + i);
    k->predicted = fpm__norm(n, NULL, k->model);
    k->length = fpm__norm(n, k->d, k->step);
    return fpm__first_not_finite(n, k->model) == n && fpm__finite(k->predicted) &&
           fpm__finite(k->length) && k->predicted < k->norm;
}

/* Choose the next step: Newton's when it lies in the trust region, else the dogleg's, else down the
   gradient.  k->length = 0: no step promises anything, x is stationary. */
static void fpm__root_step(fpm__root *k) {
    double full = fpm__root_newton(k);
    k->newton = full > 0 && full <= k->radius;
    if (!k->newton) fpm__root_dogleg(k, full);
    if (fpm__root_predict(k)) return;
    k->newton = 0;
    fpm__root_dogleg(k, 0);
    if (!fpm__root_predict(k)) k->length = 0;
}

/* Try the step; move if the norm falls; adapt the radius and the Jacobian.

   ratio is the reduction of |f|^2 divided by the one that was promised.  Below 0.1 the radius
   becomes half the step (a quarter when the norm trebled), above 0.75 at least twice the step.  A
   step that more than trebles the norm is too far away to update the Jacobian by; neither does a
   step that was not taken where the Jacobian is that at x, which is better than any update.  (0.05
   or 0.2, and 0.5 or 0.9, solve up to 2 more or fewer of the 55 runs cited.) */
static int fpm__root_trial(fpm__root *k) {
    double promised = k->predicted / k->norm, ratio, norm, *swap;
    int i, moved, status;
    for (i = 0; i < k->n; i++) k->y[i] = k->x[i] + k->step[i];
    status = fpm__root_evaluate(k, k->y, k->g, &norm);
    if (status != FPM_OK && status != FPM_E_CALLBACK) return status;
    k->gain = status == FPM_OK ? norm / k->norm : 4; /* not finite: a step too far */
    ratio = k->gain < 1 ? (1 - k->gain * k->gain) / (1 - promised * promised) : -1;
    moved = ratio > 1e-4;
    if (ratio < 0.1) k->radius = (k->gain < 3 ? 0.5 : 0.25) * k->length;
    else if (ratio > 0.75) k->radius = fpm__max(k->radius, 2 * k->length);
    k->failures = ratio < 0.1 ? k->failures + 1 : 0;
    k->slow = k->gain < 0.99 ? 0 : k->slow + 1;
    if (moved || (k->age > 0 && k->gain < 3)) fpm__root_learn(k, moved);
    if (!moved) k->gain = 1;
    if (!moved) return FPM_OK;
    swap = k->x, k->x = k->y, k->y = swap;
    swap = k->f, k->f = k->g, k->g = swap;
    k->norm = norm;
    return FPM_OK;
}

/* Make one step and draw the conclusions: FPM_OK a root, FPM_E_STALLED, or FPM__ROOT_ON to go on.

   A step within x_tol proves a root only where the Jacobian is fresh or the step did what it
   promised.  The Jacobian is computed anew when the step was within x_tol, after 3 failures in a
   row, or after 12 steps in a row that took less than 1 % off the norm.  The radius then reaches as
   far as Newton's step again, since it was the old Jacobian that failed.  After 10 Jacobians in a
   row that took less than a tenth off the norm the search has stalled.

   Of the runs mentioned, 2, 6 and 5 instead of 3, 12 and 10 lose up to 4 that are solved without
   the ladder; 6, 24 and 20 take up to 76 % more evaluations to gain 2 at most. */
static int fpm__root_iterate(fpm__root *k) {
    double reach = fpm__norm(k->n, k->d, k->x);
    int fresh = k->age == 0, tiny, status = FPM_OK;
    k->gain = 1;
    fpm__root_step(k);
    tiny = !(k->length > 0) || (fpm__finite(reach) && k->length <= k->opts.x_tol * reach);
    if (k->length > 0) status = fpm__root_trial(k);
    if (status != FPM_OK) return status;
    if (!(k->norm > k->goal)) return FPM_OK;
    if (tiny && k->newton && (fresh || k->gain < 0.1)) return FPM_OK;
    if (tiny && fresh) return FPM_E_STALLED;
    if (k->age == 0 || (!tiny && k->failures < 3 && k->slow < 12)) return FPM__ROOT_ON;
    k->stale = k->norm > 0.9 * k->renewed ? k->stale + 1 : 0;
    if (k->stale >= 10) return FPM_E_STALLED;
    status = fpm__root_jacobian(k);
    if (status == FPM_E_CALLBACK) return FPM_E_STALLED; /* with the best point */
    if (status != FPM_OK) return status;
    k->radius = fpm__max(k->radius, fpm__root_newton(k));
    return FPM__ROOT_ON;
}

/* Ask the caller's progress callback whether to go on. */
static int fpm__root_report(fpm__root *k) {
    fpm_root_progress state;
    if (!k->opts.progress) return FPM_OK;
    state.iteration = k->info.iterations;
    state.evaluations = k->info.evaluations;
    state.n = k->n;
    state.x = k->x;
    state.f = k->f;
    state.norm = k->norm;
    state.radius = k->radius;
    return k->opts.progress(k->opts.progress_context, &state) ? FPM_E_STOPPED : FPM_OK;
}

/* One try from x with the options as they are now: until a root, a stall or a limit. */
static int fpm__root_try(fpm__root *k, const double *x) {
    int j, n = k->n, status;
    double reach, newton;
    memcpy(k->x, x, (size_t)n * sizeof(double));
    for (j = 0; j < n; j++) k->d[j] = k->opts.scaling == FPM_SCALE_NONE;
    if (k->opts.scaling == FPM_SCALE_GIVEN) memcpy(k->d, k->opts.scale, (size_t)n * sizeof(double));
    k->budget = k->opts.max_evaluations;
    k->failures = k->stale = 0;
    status = fpm__root_evaluate(k, k->x, k->f, &k->norm);
    if (status != FPM_OK) return status;
    k->goal = k->opts.f_tol > 0 ? k->opts.f_tol : FPM__ROOT_EPSILON * FPM__ROOT_EPSILON * k->norm;
    if (!(k->norm > k->goal)) return FPM_OK;
    status = fpm__root_jacobian(k);
    if (status != FPM_OK) return status;
    reach = fpm__norm(n, k->d, k->x);
    newton = fpm__root_newton(k);
    if (!(reach > FPM__ROOT_HALF * newton)) reach = newton; /* x is as good as 0 */
    k->radius = fpm__min(k->opts.radius * (reach > 0 ? reach : 1), 1e300);
    for (;;) {
        status = fpm__root_report(k);
        if (status != FPM_OK) return status;
        k->info.iterations++;
        status = fpm__root_iterate(k);
        if (status != FPM__ROOT_ON) return status;
    }
}

/* Is there a best point, if not a root? */
static int fpm__root_has_point(int status) {
    return status == FPM_OK || status == FPM_E_STALLED || status == FPM_E_EVALUATION_LIMIT;
}

/* All tries, one without the ladder.  Returns the status of the best one, which is left in best_x,
   best_f and info.norm; with the ladder the next scaling and radius of `rung` follow a failure. */
static int fpm__root_tries(fpm__root *k, const double *x) {
    static const struct {
        int scaling;
        double radius;
    } rung[] = {{FPM_SCALE_NONE, 100},
                {FPM_SCALE_ADAPTIVE, 1},
                {FPM_SCALE_NONE, 1},
                {FPM_SCALE_ADAPTIVE, 0.1},
                {FPM_SCALE_NONE, 0.1}};
    int best = FPM_E_CALLBACK, status;
    for (;;) {
        status = fpm__root_try(k, x);
        k->info.tries++;
        if (status == FPM_E_STOPPED) return status;
        if (status == FPM_OK || (fpm__root_has_point(status) &&
                                 (!fpm__root_has_point(best) || k->norm < k->info.norm))) {
            memcpy(k->best_x, k->x, (size_t)k->n * sizeof(double));
            memcpy(k->best_f, k->f, (size_t)k->n * sizeof(double));
            k->info.norm = k->norm;
            best = status;
        }
        if (status == FPM_OK || !k->opts.ladder || k->info.tries > 5) return best;
        k->opts.scaling = rung[k->info.tries - 1].scaling;
        k->opts.radius = rung[k->info.tries - 1].radius;
    }
}

/* Check the arguments and fill the defaults in.  FPM_E_ARGUMENT: info.at says where, or -1. */
static FPM__APART int fpm__root_check(fpm__root *k, const double *x) {
    fpm_root_options *o = &k->opts;
    int j, n = k->n;
    const double number[4] = {o->radius, o->x_tol, o->f_tol, o->step};
    if (n < 1 || !k->residual || !x) return FPM_E_ARGUMENT;
    for (j = 0; j < 4; j++)
        if (!fpm__finite(number[j]) || !(number[j] >= 0)) return FPM_E_ARGUMENT;
    if (o->scaling < FPM_SCALE_ADAPTIVE || o->scaling > FPM_SCALE_GIVEN || !(o->x_tol < 1) ||
        !(o->step < 1) || (o->step > 0 && o->step < FPM__ROOT_EPSILON) || o->max_evaluations < 0 ||
        o->ladder < 0 || o->ladder > 1 || (o->scaling == FPM_SCALE_GIVEN && !o->scale))
        return FPM_E_ARGUMENT;
    for (j = 0; j < n; j++) {
        k->info.at = j;
        if (!fpm__finite(x[j])) return FPM_E_ARGUMENT;
        if (o->scaling == FPM_SCALE_GIVEN && !(fpm__finite(o->scale[j]) && o->scale[j] > 0))
            return FPM_E_ARGUMENT;
    }
    k->info.at = -1;
    if (!(o->radius > 0)) o->radius = 100;
    if (!(o->x_tol > 0)) o->x_tol = FPM__ROOT_HALF;
    if (!(o->step > 0)) o->step = FPM__ROOT_HALF;
    if (o->max_evaluations == 0) o->max_evaluations = 500 * ((int64_t)n + 1);
    return FPM_OK;
}

/* Two matrices, the vectors, and up to 8 bytes to align them. */
FPM__DEFN size_t fpm_root_work_bytes(int n) {
    int64_t count = (int64_t)n + FPM__ROOT_VECTORS / 2;
    size_t size = n < 1 ? 0 : fpm__bytes(n * count, 2 * sizeof(double));
    return size ? size + sizeof(double) : 0;
}

/* Lay matrices and vectors out in the working memory, from the first multiple of 8 bytes. */
static void fpm__root_place(fpm__root *k, void *work) {
    double **vector[FPM__ROOT_VECTORS] = {&k->x, &k->f, &k->y,    &k->g,     &k->best_x, &k->best_f,
                                          &k->c, &k->d, &k->step, &k->model, &k->v,      &k->w};
    size_t over = (size_t)((uintptr_t)work % sizeof(double));
    int i;
    k->q = (double *)(void *)((char *)work + (over ? sizeof(double) - over : 0));
    k->r = fpm__row(k->q, k->n, k->n);
    for (i = 0; i < FPM__ROOT_VECTORS; i++)
        *vector[i] = fpm__row(k->r, k->n, k->n) + (size_t)i * (size_t)k->n;
}

FPM__DEFN FPM__COLD int
fpm_root_solve(int n, int (*residual)(void *context, int n, const double *x, double *f),
               void *context, const fpm_root_options *opts, double *x, double *f,
               fpm_root_info *info) {
    fpm__root k;
    size_t size = fpm_root_work_bytes(n), limit;
    void *own = NULL;
    int status;
    memset(&k, 0, sizeof k);
    if (opts) k.opts = *opts;
    k.n = n;
    k.residual = residual;
    k.context = context;
    limit = k.opts.max_bytes ? k.opts.max_bytes : (size_t)1 << 30;
    k.info.at = -1;
    status = n > 0 && size == 0 ? (int)FPM_E_OVERFLOW : fpm__root_check(&k, x);
    if (status == FPM_OK && k.opts.work && k.opts.work_bytes < size) status = FPM_E_CAPACITY;
    if (status == FPM_OK && !k.opts.work) {
        if (size <= limit) own = fpm__resize(k.opts.alloc, NULL, 0, size);
        if (!own) status = size <= limit ? FPM_E_MEMORY : FPM_E_MAX_BYTES;
    }
    if (status == FPM_OK) {
        fpm__root_place(&k, own ? own : k.opts.work);
        k.info.bytes = size;
        status = fpm__root_tries(&k, x);
        if (fpm__root_has_point(status)) {
            memcpy(x, k.best_x, (size_t)n * sizeof(double));
            if (f) memcpy(f, k.best_f, (size_t)n * sizeof(double));
        }
    }
    fpm__free(k.opts.alloc, own, size);
    if (fpm__root_has_point(status)) k.info.at = -1;
    else k.info.norm = 0;
    k.info.status = status;
    if (info) *info = k.info;
    return status;
}

/* ---- >>call ---------------------------------------------------------------------------------- */

/* What every way to partition n units over p processors shares:
   - bounds of a share: its least and largest value and its grain, as constraints and n leave them;
   - the time of a share, with the fixed seconds;
   - the shares that a processor can take by a time, as ranges (fpm__shares) or as a list (a time
     profile, fpm__profile);
   - which processors are the same, by the contents of their models;
   - the beginning of a call: arguments checked, the kind of problem found (do all times rise, have
     shares holes); and its end: makespan, imbalance, bound, gap, shares beyond measured points.

   Fixed seconds are subtracted from a time before the model is asked.  fpm__time_left is the
   largest double whose sum with the fixed seconds, as rounded, is not above the total.  So a share
   is in time here exactly when the sum that a caller computes says so.

   Invariant: after fpm__job_begin has returned FPM_OK every model is initialised, every constraint
   is in range, and the sums of bounds do not overflow. */

#define FPM__WORK INT64_C(4000000000) /* opts.max_work where it is 0 */

/* A way to the answer that has none here: another one follows.  No call returns it. */
enum { FPM__UNSOLVED = -1000 };

/* What constraints leave of a processor's shares. */
typedef struct fpm__bounds {
    int64_t low;   /* it gets at least this */
    int64_t least; /* smallest share above 0 */
    int64_t high;  /* largest share; 0 when it cannot work */
    int64_t grain; /* shares are multiples of this, 1 or more */
} fpm__bounds;

/* One call, for every engine: its arguments, what is known of the problem, memory and report. */
typedef struct fpm__job {
    int64_t n; /* units to be partitioned */
    int p;
    const fpm_proc *procs; /* p processors */
    fpm_options opts;      /* defaults filled in; max_work counts down over the engines of a call */
    int stopped;           /* opts.progress has stopped the call */
    fpm_info info;         /* what the call reports at its end */
    fpm__mem mem;          /* all working memory of the call */
    int64_t grain;         /* of the last processor; where shares have no holes, of all */
    int holes;             /* shares between the bounds may be impossible */
    int bound;             /* some processor has a constraint */
    int monotone;          /* 1: every model is monotone: times never fall, speeds are above 0 */
    double capacity;       /* sum of the largest shares */
    double guess;          /* many processors: a time near the common one (>>balance), or 0 */
    double *real;          /* the caller's array for real shares, or NULL */
} fpm__job;

/* The shares that a processor's constraints leave it of n units.  `least` is rounded up and `high`
   down to multiples of the grain; high = 0 when nothing is left. */
static fpm__bounds fpm__bounds_of(const fpm_proc *proc, int64_t n) {
    fpm__bounds b;
    b.grain = proc->grain > 0 ? proc->grain : 1;
    b.high = fpm__most(proc->max, n);
    b.least = fpm__max64(proc->min, b.grain);
    if (b.grain > 1 && b.least <= n && b.least % b.grain) b.least += b.grain - b.least % b.grain;
    if (b.grain > 1) b.high -= b.high % b.grain;
    if (proc->model->count == 0 || b.least > b.high) b.high = 0;
    b.low = proc->required ? b.least : 0;
    return b;
}

/* The largest time whose sum with the fixed cost, as rounded, is not above the total. */
static double fpm__time_left(double total, double fixed) {
    double left = total - fixed;
    fpm__seek s;
    if (!(fixed > 0) || !(left >= 0)) return left;
    /* The difference may be rounded up: step down to one that fits, then halve between it and the
       first double whose sum with `fixed` must exceed the total. */
    while (left > 0 && fixed + left > total) left = fpm__from_bits(fpm__bits(left) - 1);
    s = fpm__halve(fpm__bits(left), fpm__bits(fpm__from_bits(fpm__bits(total) + 2) - fixed));
    while (fpm__seeking(&s)) fpm__seek_tell(&s, !(fixed + fpm__from_bits(s.at) > total));
    return fpm__from_bits(s.low);
}

/* Seconds for a whole share, fixed seconds included; FPM__NEVER when it cannot be done. */
static FPM__APART double fpm__proc_time(const fpm_proc *proc, int64_t x) {
    return x > 0 ? proc->fixed + fpm__model_time(proc->model, (double)x) : 0;
}

/* Name the processor at fault; returns the status. */
static int fpm__fail(fpm__job *job, int status, int proc) {
    job->info.fault = proc;
    return status;
}

/* Are a processor's model and constraints valid by themselves? */
static int fpm__proc_status(const fpm_proc *proc) {
    if (!fpm__model_ok(proc->model)) return FPM_E_MODEL;
    if (!fpm__limits_ok(proc->min, proc->max) || proc->grain < 0 || !fpm__finite(proc->fixed) ||
        !(proc->fixed >= 0) || proc->fixed > FPM_TIME_MAX)
        return FPM_E_BOUNDS;
    return proc->required == 0 || proc->required == 1 ? FPM_OK : FPM_E_ARGUMENT;
}

/* The shares 1 .. n that a processor finishes by a time: ranges of grains, the largest first. */
typedef struct fpm__shares {
    fpm__runs runs;
    int64_t grain; /* ranges are counted in this */
} fpm__shares;

/* Begin to list those of the shares from .. to; none where the processor cannot work. */
static void fpm__shares_begin(fpm__shares *s, const fpm_proc *proc, int64_t n, double time,
                              int64_t from, int64_t to) {
    fpm__bounds b = fpm__bounds_of(proc, n);
    double left = fpm__time_left(time, proc->fixed);
    s->grain = b.grain;
    if (b.high > 0 && left > 0)
        fpm__runs_begin(&s->runs, proc->model, left, fpm__max64(b.least, from),
                        fpm__min64(b.high, to));
    else fpm__runs_begin(&s->runs, proc->model, 0, 1, 0);
}

/* The next range, counted in grains: shares low * grain .. high * grain.  0: no more. */
static int fpm__shares_next(fpm__shares *s, fpm__range *out) {
    while (fpm__runs_next(&s->runs, out)) {
        if (s->grain == 1) return 1; /* without divisions */
        out->low = fpm__divide_up(out->low, s->grain);
        out->high /= s->grain;
        if (out->low <= out->high) return 1;
    }
    return 0;
}

/* Check the processors and classify the problem; FPM_E_INFEASIBLE by bounds or grains alone. */
static int fpm__job_classify(fpm__job *job) {
    int64_t lowest = 0, highest = 0;
    int i;
    job->grain = -1;
    job->monotone = 1;
    job->holes = job->bound = 0;
    job->capacity = 0;
    for (i = 0; i < job->p; i++) {
        const fpm_proc *proc = &job->procs[i];
        int status = fpm__proc_status(proc);
        fpm__bounds b;
        if (status != FPM_OK) return fpm__fail(job, status, i);
        b = fpm__bounds_of(proc, job->n);
        if (b.low > b.high) return fpm__fail(job, FPM_E_INFEASIBLE, i);
        job->monotone &= proc->model->monotone;
        job->holes |= fpm__listed(proc->model) || (b.low == 0 && b.least > b.grain) ||
                      (job->grain > 0 && job->grain != b.grain);
        job->bound |= b.low > 0 || b.high < job->n || proc->fixed > 0;
        job->grain = b.grain;
        /* Both sums are capped at each step, so neither can overflow. */
        lowest = fpm__min64(lowest + b.low, FPM_SIZE_MAX + 1);
        job->capacity += (double)b.high;
        highest = fpm__min64(highest + b.high, job->n);
    }
    if (lowest > job->n || highest < job->n || (!job->holes && job->n % job->grain != 0)) {
        job->info.total = (double)job->n;
        job->info.least = (double)lowest;
        job->info.most = (double)highest;
        return FPM_E_INFEASIBLE;
    }
    return FPM_OK;
}

/* Ask the caller's progress function whether to go on: FPM_OK or FPM_E_STOPPED. */
static FPM__APART int fpm__report(fpm__job *job, double low, double high, double time, double sum,
                                  const double *real) {
    fpm_progress state;
    if (!job->opts.progress) return FPM_OK;
    if (job->stopped) return FPM_E_STOPPED;
    memset(&state, 0, sizeof state);
    state.iteration = job->info.iterations;
    state.work = job->info.work;
    state.bound = job->info.lower_bound;
    state.low = low;
    state.high = high;
    state.seconds = time;
    state.sum = sum;
    state.real = real;
    job->stopped = job->opts.progress(job->opts.context, &state) != 0;
    return job->stopped ? FPM_E_STOPPED : FPM_OK;
}

/* The same after a step of a search, which is counted. */
static int fpm__report_step(fpm__job *job, double low, double high, double time, double sum) {
    job->info.iterations++;
    return fpm__report(job, low, high, time, sum, NULL);
}

/* The greatest common divisor of all shares that can be given. */
static int64_t fpm__common_unit(const fpm__job *job) {
    int64_t unit = 0, j;
    int i;
    for (i = 0; i < job->p && unit != 1; i++) {
        const fpm_model *m = job->procs[i].model;
        fpm__bounds b = fpm__bounds_of(&job->procs[i], job->n);
        if (b.high > 0 && !fpm__listed(m)) unit = fpm__gcd(unit, b.grain);
        for (j = 0; j < m->count && fpm__listed(m) && unit != 1; j++) {
            int64_t x = m->size[j];
            if (x >= b.least && x <= b.high && x % b.grain == 0) unit = fpm__gcd(unit, x);
        }
    }
    return unit > 0 ? unit : 1;
}

/* What is known of a partition while its shares are looked at in turn: the latest finish and whose
   it is, the sum of all times, how many are busy, and who is first beyond its points (or -1). */
typedef struct fpm__tally {
    double makespan, sum;
    int proc, busy, extrapolated;
} fpm__tally;

/* Processor i finishes at `time`, with x units of a model (NULL: none). */
static void fpm__tally_add(fpm__tally *v, int i, double time, const fpm_model *m, double x) {
    if (m && v->extrapolated < 0 && fpm__extrapolates(m, x)) v->extrapolated = i;
    v->sum += time;
    if (v->busy++ > 0 && !(time > v->makespan)) return;
    v->makespan = time;
    v->proc = i;
}

static FPM__APART int fpm__tally_report(const fpm__tally *v, fpm_info *info) {
    double mean = v->busy > 0 ? v->sum / v->busy : 0;
    info->extrapolated = v->extrapolated;
    info->makespan = v->makespan;
    info->last = v->proc;
    info->busy = v->busy;
    info->imbalance = mean > 0 ? fpm__max(v->makespan / mean - 1, 0) : 0;
    return v->extrapolated;
}

/* Tally the partition d from the models; returns as fpm__tally_report. */
static int fpm__evaluate_shares(const fpm_proc *procs, int p, const int64_t *d, fpm_info *info) {
    fpm__tally v = {0, 0, -1, 0, -1};
    int i;
    for (i = 0; i < p; i++)
        if (d[i] > 0)
            fpm__tally_add(&v, i, fpm__proc_time(&procs[i], d[i]), procs[i].model, (double)d[i]);
    return fpm__tally_report(&v, info);
}

/* The sum of p shares; FPM_E_ARGUMENT for a negative one, FPM_E_OVERFLOW. */
static FPM__APART int64_t fpm__share_total(int p, const int64_t *d) {
    int64_t total = 0;
    int i;
    if (p < 1 || !d) return FPM_E_ARGUMENT;
    for (i = 0; i < p; i++) {
        if (d[i] < 0) return FPM_E_ARGUMENT;
        if (d[i] > INT64_MAX - total) return FPM_E_OVERFLOW;
        total += d[i];
    }
    return total;
}

/* Set the lower bound and the gap.  A bound that rounding lifts above the makespan is that. */
static FPM__APART void fpm__set_bound(fpm_info *info, double bound) {
    info->lower_bound = bound < info->makespan ? bound : info->makespan;
    info->gap = info->lower_bound > 0 ? info->makespan / info->lower_bound - 1 : 0;
}

/* A failing call: clear what info said of shares that are no answer; returns the status. */
static int fpm__forget_shares(fpm__job *job, int status) {
    job->info.makespan = job->info.gap = job->info.imbalance = 0;
    job->info.lower_bound = job->info.common_time = job->info.residual = job->info.below = 0;
    job->info.algorithm = job->info.busy = 0;
    job->info.extrapolated = job->info.last = -1;
    return fpm__fail(job, status, -1);
}

/* Refuse what the algorithm that was asked for cannot do.  All except AUTO, OPTIMAL and HPOPTA need
   shares without holes: info->fault is the first processor that has one. */
static int fpm__job_supported(fpm__job *job) {
    int i, algorithm = job->opts.algorithm;
    if (job->real && algorithm != FPM_GEOMETRIC && algorithm != FPM_NUMERICAL)
        return FPM_E_UNSUPPORTED;
    for (i = 0; i < job->p && job->opts.least == FPM_LEAST_COST; i++)
        if (job->procs[i].cost && !fpm__model_ok(job->procs[i].cost))
            return fpm__fail(job, FPM_E_MODEL, i);
    if (algorithm == FPM_AUTO || algorithm == FPM_OPTIMAL) return FPM_OK;
    if (job->opts.least) return FPM_E_UNSUPPORTED;
    for (i = 0; i < job->p && algorithm == FPM_HPOPTA; i++)
        if (!fpm__listed(job->procs[i].model)) return fpm__fail(job, FPM_E_UNSUPPORTED, i);
    if (algorithm == FPM_HPOPTA) return FPM_OK;
    for (i = 0; i < job->p; i++) {
        const fpm_model *m = job->procs[i].model;
        fpm__bounds b = fpm__bounds_of(&job->procs[i], job->n);
        if ((b.low == 0 && b.least > b.grain && b.high > 0) || b.grain != job->grain ||
            (fpm__listed(m) && algorithm != FPM_EVEN && algorithm != FPM_PROPORTIONAL))
            return fpm__fail(job, FPM_E_UNSUPPORTED, i);
        if (algorithm == FPM_GEOMETRIC && !m->monotone)
            return fpm__fail(job, FPM_E_NOT_MONOTONE, i);
    }
    return job->n % job->grain ? FPM_E_INFEASIBLE : FPM_OK;
}

/* Are the options in range, and meant for the algorithm that is asked for? */
static int fpm__options_ok(const fpm_options *opts) {
    int lines = opts->algorithm == FPM_AUTO || opts->algorithm == FPM_GEOMETRIC;
    return opts->algorithm >= FPM_AUTO && opts->algorithm <= FPM_HPOPTA &&
           (opts->search == FPM_NEWTON || (opts->search == FPM_BISECTION && lines)) &&
           (opts->dense == 0 || (opts->dense == 1 && opts->algorithm == FPM_NUMERICAL)) &&
           opts->max_work >= 0 && opts->least >= 0 && opts->least <= FPM_LEAST_BUSY &&
           fpm__finite(opts->slack) && opts->slack >= 0 && fpm__finite(opts->limit) &&
           opts->limit >= 0 && (opts->least || !(opts->slack > 0 || opts->limit > 0)) &&
           opts->runs >= 0 && opts->runs <= 0;
}

/* Begin a call whose options are in place: defaults, memory, an empty report. */
static FPM__APART void fpm__job_open(fpm__job *job, int p, const fpm_proc *procs) {
    job->p = p;
    job->procs = procs;
    fpm__info_begin(&job->info);
    fpm__mem_begin(&job->mem, job->opts.alloc, job->opts.max_bytes);
    if (job->opts.max_work == 0) job->opts.max_work = FPM__WORK;
}

/* Begin a call: check its arguments (outputs: none is NULL).  Always ended by fpm__job_end. */
static int fpm__job_begin(fpm__job *job, int64_t n, int p, const fpm_proc *procs,
                          const fpm_options *opts, double *real, int outputs) {
    int status;
    fpm__set_record(job, NULL, sizeof *job);
    job->real = real;
    if (opts) job->opts = *opts;
    fpm__job_open(job, p, procs);
    job->n = n;
    if (n < 0 || n > FPM_SIZE_MAX || p < 1 || !procs || !outputs || !fpm__options_ok(&job->opts))
        return FPM_E_ARGUMENT;
    status = fpm__job_classify(job);
    return status == FPM_OK ? fpm__job_supported(job) : status;
}

static FPM__APART int fpm__job_end(fpm__job *job, int status, fpm_info *info) {
    return fpm__call_end(&job->mem, status, &job->info, info);
}

typedef struct fpm__entry { /* sizes size .. last take this time */
    double time;
    int64_t size, last;
} fpm__entry;

/* The time profile of a processor or a group: which sizes it can do, in ascending order of the time
   that each takes once it is sorted.  Size 0 is among them unless one is required. */
typedef struct fpm__profile {
    fpm__entry *at;
    int64_t count, room;
    int64_t top; /* the largest size */
} fpm__profile;

static FPM__APART void fpm__profile_free(fpm__mem *mem, fpm__profile *profile) {
    fpm__drop(mem, profile->at);
    memset(profile, 0, sizeof *profile);
}

static void fpm__profile_add(fpm__profile *profile, double time, int64_t size, int64_t last) {
    fpm__entry *entry = &profile->at[profile->count++];
    entry->time = time;
    entry->size = size;
    entry->last = last;
    if (last > profile->top) profile->top = last;
}

/* List the shares up to n that a processor finishes by a time, largest first; *work counts them. */
static int fpm__profile_list(fpm__job *job, const fpm_proc *proc, int64_t n, double time,
                             int64_t *work, fpm__profile *profile) {
    int64_t room = 1, x;
    fpm__shares shares;
    fpm__range r;
    int status;
    fpm__shares_begin(&shares, proc, n, time, 1, n);
    while (fpm__shares_next(&shares, &r)) room += r.high - r.low + 1;
    *work += room;
    if (*work > job->opts.max_work) return FPM_E_WORK_LIMIT;
    memset(profile, 0, sizeof *profile);
    status = fpm__grow(&job->mem, &profile->at, &profile->room, room, sizeof *profile->at);
    if (status != FPM_OK) return status;
    fpm__shares_begin(&shares, proc, n, time, 1, n);
    while (fpm__shares_next(&shares, &r))
        for (x = r.high * shares.grain; x >= r.low * shares.grain; x -= shares.grain) {
            double t = fpm__proc_time(proc, x);
            if (t <= time) fpm__profile_add(profile, t, x, x);
        }
    if (!proc->required) fpm__profile_add(profile, 0, 0, 0);
    return FPM_OK;
}

/* Do two models describe the same function?  By content: addresses must not sway an answer. */
static int fpm__same_model(const fpm_model *a, const fpm_model *b) {
    size_t bytes = (size_t)a->count * 8;
    if (a == b || a->count == 0) return a->count == b->count;
    return a->kind == b->kind && a->flags == b->flags && a->count == b->count &&
           a->extent == b->extent && a->at == b->at &&
           (fpm__times(a) == fpm__times(b) || memcmp(fpm__times(a), fpm__times(b), bytes) == 0) &&
           (a->size == b->size || memcmp(a->size, b->size, bytes) == 0);
}

/* Do two processors have the same model and constraints?  Then they may exchange shares. */
static int fpm__same_proc(const fpm_proc *a, const fpm_proc *b) {
    return a->min == b->min && a->max == b->max && a->grain == b->grain && !(a->fixed < b->fixed) &&
           !(a->fixed > b->fixed) && !a->required == !b->required &&
           fpm__same_model(a->model, b->model);
}

/* How many units all processors together could do by a time; the sum ends as soon as it is n. */
static int64_t fpm__group_capacity(const fpm__job *job, int64_t n, double time) {
    fpm__shares shares;
    fpm__range r;
    int64_t sum = 0;
    int i;
    for (i = 0; i < job->p && sum < n; i++) {
        fpm__shares_begin(&shares, &job->procs[i], n, time, 1, n);
        if (fpm__shares_next(&shares, &r)) sum += r.high * shares.grain; /* the largest */
    }
    return sum;
}

/* Begin a call about a group of processors, for no n in particular: check its arguments. */
static int fpm__group_job(fpm__job *job, int p, const fpm_proc *procs, const fpm_options *opts) {
    int i;
    memset(job, 0, sizeof *job);
    if (opts) {
        job->opts.max_bytes = opts->max_bytes;
        job->opts.max_work = opts->max_work;
        job->opts.alloc = opts->alloc;
    }
    fpm__job_open(job, p, procs);
    if (job->opts.max_work < 0 || p < 1 || !procs) return FPM_E_ARGUMENT;
    job->monotone = 1;
    for (i = 0; i < p; i++) {
        const fpm_model *m = procs[i].model;
        int status = fpm__proc_status(&procs[i]);
        if (status != FPM_OK) return fpm__fail(job, status, i);
        job->monotone &= m->monotone && !fpm__listed(m);
    }
    return FPM_OK;
}

/* Where nothing fits: what is to be shared, and what all can take. */
static FPM__COLD void fpm__too_much(fpm_info *info, double total, int p, const fpm_proc *procs) {
    int i;
    info->total = total;
    for (i = 0; i < p && info->most < FPM__NEVER; i++)
        info->most += procs && procs[i].max ? (double)fpm__max64(procs[i].max, 0) : FPM__NEVER;
}

/* ---- >>common -------------------------------------------------------------------------------- */

/* The common time of monotone models, sum x_i(T) = n, and the rounding of its real shares to whole
   ones, for AUTO and GEOMETRIC.  Processors that finish at the same time lie on a line through the
   origin of the speed functions (Lastovetsky, Reddy, IJHPCA 21, 2007).  The search is ours.

   A start is the common time of a sample of the processors, or, where these are few, what even
   shares suggest.  Then come all of them, in packs of eight: a first pass finds and copies the
   segment of each one's model, further passes read these copies only.  The next time to try is
   chosen by fpm__next_time (Newton's, or the middle of the bracket), and fpm__search_time says when
   steps are slow.  Up to FPM__FEW_PROCS processors have a scalar path.

   Rounding.  On monotone models the n units that finish earliest, one after the other on each
   processor, are an optimal partition.  All that finish by the common time are taken at once; what
   is missing (or too much) goes to the processors that would finish it earliest (give back what
   finishes latest), one step of the common grain at a time.  Ties: lowest processor first.

   Invariants: a lane's share is within its limits; its segment need not hold the time to be tried
   next (fpm__pack_load sees to that); a whole share is a multiple of the common grain. */

enum { FPM__LANES = 8, FPM__FEW_PROCS = 512, FPM__FEW_OWN = 32 };

/* Bounds of eight shares, and the fixed seconds of their processors. */
typedef struct fpm__limits {
    double low[FPM__LANES], high[FPM__LANES], fixed[FPM__LANES]; /* in units; seconds */
} fpm__limits;

/* Eight processors ("lanes") while the common time is searched.  Each field is an array of eight,
   so that compilers turn loops into vector code and a pass reads memory once and in order. */
typedef struct fpm__pack {
    double x0[FPM__LANES], x1[FPM__LANES], t0[FPM__LANES], t1[FPM__LANES]; /* as fpm__segment */
    double c[4][FPM__LANES];
    double speed[FPM__LANES]; /* 1: a cubic of speed, 0: of time */
    double x[FPM__LANES];     /* the shares at the time tried last */
    const fpm__limits *limits;
} fpm__pack;

/* One of at most FPM__FEW_PROCS processors, which need no packs. */
typedef struct fpm__few {
    fpm__segment g;                           /* the one that was used last, */
    int64_t at;                               /* and its index */
    double low, high, fixed, x, growth, time; /* x and growth at this time */
    double last, next; /* finishes of its last step (-1: it must keep that) and of one more */
} fpm__few;

/* A search for the common time of p processors: those of a call, or a sample of them. */
typedef struct fpm__common {
    fpm__job *call;   /* its memory, progress and information */
    int64_t n, grain; /* units to be shared; grain of all shares */
    int p, bound;     /* bound: some shares have bounds, or fixed seconds */
    const fpm_proc *procs;
    const double *speed;       /* constant speeds that take the place of the models, or NULL */
    int search;                /* FPM_NEWTON or FPM_BISECTION */
    int even;                  /* FPM_EVEN: fixed seconds do not count */
    int quiet;                 /* on the way to another search: nobody hears of it; few: rough */
    double target;             /* the sum that is looked for: n, or the part of it of a sample */
    double common;             /* about the time at which real shares sum to n */
    double capacity;           /* sum of the largest shares */
    fpm__pack *pack;           /* p lanes, */
    fpm__few *few;             /* or, where this is not NULL, p of these */
    fpm__limits none, *limits; /* of a pack without constraints, and of the others (or the last) */
    int made;                  /* packs that have their bounds */
    double *real;              /* the p real shares, if the caller asked for them, */
    double *given;             /* and the caller's array for them */
} fpm__common;

/* How many processors a pack has; eight except in the last one. */
static int fpm__lane_count(const fpm__common *c, int pack) {
    return c->p - FPM__LANES * pack < FPM__LANES ? c->p - FPM__LANES * pack : FPM__LANES;
}

/* How many packs there are. */
static int fpm__packs(const fpm__common *c) { return c->p / FPM__LANES + (c->p % FPM__LANES != 0); }

/* The share of processor i. */
static double *fpm__lane_x(const fpm__common *c, int i) {
    return &c->pack[i / FPM__LANES].x[i % FPM__LANES];
}

/* Put a segment into a lane; the first guess of its share at t is on the line between its ends. */
static void fpm__lane_load(fpm__pack *k, int l, const fpm__segment *g, double t) {
    int i, speed = g->form == FPM__SPEED;
    double h = g->x1 - g->x0, f0 = speed ? t * g->c[0] - g->x0 : t - g->c[0];
    double end = fpm__cubic(g->c, h), f1 = speed ? t * end - g->x1 : t - end;
    k->x0[l] = g->x0;
    k->x1[l] = g->x1;
    k->t0[l] = g->t0;
    k->t1[l] = g->t1;
    for (i = 0; i < 4; i++) k->c[i][l] = g->c[i];
    k->speed[l] = speed;
    k->x[l] = g->x0 + (f0 > 0 && f1 < 0 ? h * (f0 / (f0 - f1)) : f0 > 0 ? h : 0);
}

/* The fixed seconds of processor i, as far as they matter for shares: FPM_EVEN has no speeds. */
static double fpm__fixed_of(const fpm__common *c, int i) { return c->even ? 0 : c->procs[i].fixed; }

/* A pack before its first use: limits of shares, and segments that hold no time (so that the first
   trial loads them), or the constant speeds.  Lanes beyond the last processor take nothing. */
static void fpm__pack_make(fpm__common *c, int pack) {
    fpm__pack *k = &c->pack[pack];
    fpm__limits *own = &c->limits[c->bound ? pack : 0];
    int i = FPM__LANES * pack, l, count = fpm__lane_count(c, pack);
    fpm__set_record(k, NULL, sizeof *k);
    for (l = 0; l < FPM__LANES; l++) k->speed[l] = 1;
    for (l = c->speed ? 0 : count; l < FPM__LANES; l++) {
        k->x1[l] = FPM__LATEST, k->t1[l] = FPM__NEVER; /* above any time that is tried */
        if (l < count) k->c[0][l] = c->speed[i + l];
    }
    k->limits = &c->none;
    if (count == FPM__LANES && !c->bound) return;
    memset(own, 0, sizeof *own);
    k->limits = own;
    for (l = 0; l < count; l++) {
        fpm__bounds b = fpm__bounds_of(&c->procs[i + l], c->n);
        own->low[l] = (double)b.low;
        own->high[l] = (double)b.high;
        own->fixed[l] = fpm__fixed_of(c, i + l);
    }
}

/* Does the segment in a lane not hold time t?  (Time 0 or less needs none: the share is then 0.) */
static int fpm__lane_lacks(const fpm__pack *k, int l, double t) {
    return t > 0 && (t < k->t0[l] || t >= k->t1[l]);
}

/* Load the segments that hold time T into the lanes whose present segments do not.  If more than
   two lack one, those of splines between six points are made at once, as vector code, by the
   arithmetic of fpm__segment_make: p = 1,000 takes .88 of the time, with AVX-512 .79. */
static void fpm__pack_load(fpm__common *c, int pack, double time) {
    fpm__pack *k = &c->pack[pack];
    const fpm_proc *proc = &c->procs[FPM__LANES * pack];
    double x[6][FPM__LANES], t[6][FPM__LANES], s[6][FPM__LANES], m[5][FPM__LANES];
    double d[2][FPM__LANES], a[4][FPM__LANES], rise[FPM__LANES], at;
    int l, i, lacking = 0, some = 0;
    fpm__segment g;
    for (l = 0; l < FPM__LANES; l++) lacking += fpm__lane_lacks(k, l, time - k->limits->fixed[l]);
    for (l = 0; l < FPM__LANES && lacking; l++) {
        double left = time - k->limits->fixed[l];
        const fpm_model *f;
        int64_t j;
        for (i = 0; i < 6; i++) x[i][l] = i - 1, t[i][l] = 1; /* not among them */
        if (!fpm__lane_lacks(k, l, left)) continue;
        f = proc[l].model; /* there is none in lanes beyond the last processor */
        j = fpm__segment_by_time(f, left);
        if (lacking > 2 && f->kind == FPM_AKIMA && j >= 3 && j + 3 <= f->count) {
            for (i = 0; i < 6; i++) x[i][l] = (double)f->size[j - 3 + i];
            for (i = 0; i < 6; i++) t[i][l] = f->seconds[j - 3 + i];
            some = 1;
        } else {
            fpm__segment_make(f, j, &g);
            fpm__lane_load(k, l, &g, left);
        }
    }
    if (!some) return;
    for (i = 0; i < 6; i++)
        for (l = 0; l < FPM__LANES; l++) s[i][l] = x[i][l] / t[i][l];
    for (i = 0; i < 5; i++)
        for (l = 0; l < FPM__LANES; l++)
            m[i][l] = (s[i + 1][l] - s[i][l]) / (x[i + 1][l] - x[i][l]);
    for (i = 0; i < 2; i++)
        for (l = 0; l < FPM__LANES; l++)
            d[i][l] = fpm__akima_slope(m[i][l], m[i + 1][l], m[i + 2][l], m[i + 3][l]);
    for (l = 0; l < FPM__LANES; l++) {
        double one[4], h = x[3][l] - x[2][l];
        fpm__hermite_cubic(one, h, s[2][l], s[3][l], d[0][l], d[1][l]);
        rise[l] = fpm__least_rise(one, x[2][l], h, &at);
        a[0][l] = one[0], a[1][l] = one[1], a[2][l] = one[2], a[3][l] = one[3];
    }
    for (l = 0; l < FPM__LANES; l++) {
        if (x[0][l] < 0) continue;
        g.x0 = x[2][l], g.x1 = x[3][l], g.t0 = t[2][l], g.t1 = t[3][l];
        for (i = 0; i < 4; i++) g.c[i] = a[i][l];
        g.form = FPM__SPEED;
        if ((proc[l].model->flags & FPM_SAFE) && !(rise[l] > 0))
            fpm__safe_cubic(&g, s[2][l], s[3][l], g.c[1], fpm__cubic_slope(g.c, g.x1 - g.x0));
        fpm__lane_load(k, l, &g, time - k->limits->fixed[l]);
    }
}

/* Shares at time T of lanes whose segments hold it, and their growth dx/dT.  In a segment the share
   is the root of T s(u) - (x0 + u), or of T - t(u), with u = x - x0: a cubic that falls through
   zero once.  Newton's method inside a bracket finds it from the share before, until each lane's
   last step was below 1e-8 of its share: as it converges quadratically, to about 1e-15. */
static void fpm__pack_solve(fpm__pack *k, double time, double *growth) {
    double t[FPM__LANES], a[FPM__LANES], b0[FPM__LANES], u[FPM__LANES], slope[FPM__LANES];
    double low[FPM__LANES], high[FPM__LANES], left[FPM__LANES];
    fpm__limits limits = *k->limits;
    int l, round, open = 1;
    for (l = 0; l < FPM__LANES; l++) {
        double h = k->x1[l] - k->x0[l], start = k->x[l] - k->x0[l],
               left_time = time - limits.fixed[l];
        t[l] = left_time > k->t0[l] ? left_time : k->t0[l];
        a[l] = k->speed[l] > 0 ? t[l] : -1;
        b0[l] = k->speed[l] > 0 ? k->x0[l] : -t[l];
        low[l] = 0;
        high[l] = h;
        start = start > 0 ? start : 0;
        u[l] = start < h ? start : h;
        slope[l] = 0;
    }
    for (round = 0; round < 60 && open; round++) {
        for (l = 0; l < FPM__LANES; l++) { /* plain selections, so that this becomes vector code */
            double c3 = k->c[3][l], c2 = k->c[2][l], c1 = k->c[1][l], v = u[l], step, f, d;
            double below = low[l], above = high[l], middle;
            f = a[l] * (((c3 * v + c2) * v + c1) * v + k->c[0][l]) - b0[l] - k->speed[l] * v;
            d = a[l] * ((3 * c3 * v + 2 * c2) * v + c1) - k->speed[l];
            d = d < -1e-300 ? d : -1e-300;
            below = f >= 0 ? v : below;
            above = f <= 0 ? v : above;
            middle = 0.5 * (below + above);
            step = v - f / d;
            step = step >= below ? step : middle;
            step = step <= above ? step : middle;
            left[l] = fabs(step - v) - 1e-8 * (k->x0[l] + v);
            low[l] = below;
            high[l] = above;
            slope[l] = d;
            u[l] = step;
        }
        for (l = 1; l < FPM__LANES; l++) left[0] = left[l] > left[0] ? left[l] : left[0];
        open = left[0] > 0;
    }
    for (l = 0; l < FPM__LANES; l++) {
        double since = t[l] > 0 ? t[l] : 1, rise, limit;
        u[l] += k->x0[l];
        rise = u[l] / since;
        limit = 1e12 * rise; /* growth is capped where time is flat */
        rise = (k->speed[l] * rise + (1 - k->speed[l])) / -slope[l];
        growth[l] = rise < limit ? rise : limit;
    }
    for (l = 0; l < FPM__LANES; l++) {
        double x = u[l], rise = growth[l], least = limits.low[l], most = limits.high[l];
        x = time > limits.fixed[l] ? x : 0;
        rise = x > least ? rise : 0;
        growth[l] = x < most ? rise : 0;
        x = x > least ? x : least;
        k->x[l] = x < most ? x : most;
    }
}

/* Share of one of few processors after t seconds of its model, and its growth: as fpm__pack_solve
   has them, but a share on a curve only to about a tenth of a step.  rough: as if times were
   straight lines between the knots; then only the ends of a segment are looked up. */
static void fpm__few_solve(const fpm_model *m, fpm__few *k, double t, double step, int rough) {
    fpm__segment *g = &k->g;
    int fresh = !(t >= g->t0 && t < g->t1), speed, round = 0;
    double a, b, low = 0, high, u, v, f, r;
    if (fresh) k->at = fpm__segment_by_time(m, t);
    if (fresh && rough) fpm__segment_ends(m, k->at, g), g->form = FPM__ENDS;
    if (rough && g->x1 < FPM__LATEST) { /* the last segment is straight */
        k->growth = (g->x1 - g->x0) / (g->t1 - g->t0);
        k->x = g->x0 + k->growth * (t - g->t0);
        return;
    }
    fresh |= g->form == FPM__ENDS;
    if (fresh) fpm__segment_make(m, k->at, g);
    high = g->x1 - g->x0;
    if (g->form == FPM__SPEED && g->c[2] == 0 && g->c[3] == 0) { /* Newton's first step is exact */
        r = 1 / fpm__max(1 - t * g->c[1], 1e-300);
        u = fpm__min(fpm__max((t * g->c[0] - g->x0) * r, 0), high);
        k->growth = (g->c[0] + g->c[1] * u) * r;
    } else {
        speed = g->form == FPM__SPEED;
        a = speed ? t : -1, b = speed ? g->x0 : -t;
        u = fresh ? high * ((t - g->t0) / (g->t1 - g->t0))
                  : k->x - g->x0 + k->growth * (t - k->time);
        do {
            v = u = u > low && u < high ? u : 0.5 * (low + high);
            f = a * fpm__cubic(g->c, v) - b - speed * v;
            r = 1 / fpm__max(speed - a * fpm__cubic_slope(g->c, v), 1e-300);
            if (f >= 0) low = v;
            if (f <= 0) high = v;
            u = v + f * r;
        } while ((u - v) * (u - v) > 0.1 * step * (g->x0 + v) && round++ < 60);
        u = fpm__min(fpm__max(u, low), high);
        k->growth = (speed ? fpm__cubic(g->c, u) : 1) * r;
    }
    k->x = g->x0 + u, k->time = t;
    if (k->growth * t > 1e12 * k->x) k->growth = 1e12 * k->x / t; /* where time is flat */
}

/* fpm__share_sum for few processors. */
static double fpm__few_sum(fpm__common *c, double time, double *growth) {
    double sum = 0, rise = 0;
    int i;
    for (i = 0; i < c->p; i++) {
        fpm__few *k = &c->few[i];
        if (time > k->fixed)
            fpm__few_solve(c->procs[i].model, k, time - k->fixed, (double)c->grain, c->quiet);
        else k->x = k->g.x1 = k->g.t1 = 0; /* only its ends may be known: no segment */
        if (!(k->x > k->low && k->x < k->high)) k->growth = 0;
        k->x = fpm__min(fpm__max(k->x, k->low), k->high);
        sum += k->x;
        rise += k->growth;
    }
    *growth = rise;
    c->call->info.evaluations += !c->quiet;
    return sum;
}

/* The sum of all shares at time T, and of their growth dx/dT.  Summed in blocks, so that the
   rounding errors of a million terms stay small. */
static double fpm__share_sum(fpm__common *c, double time, double *growth) {
    double sum = 0, rise = 0;
    int pack = 0, packs = fpm__packs(c), l;
    if (c->few) return fpm__few_sum(c, time, growth);
    while (pack < packs) {
        int end = packs - pack < 32 ? packs : pack + 32;
        double x[FPM__LANES], g[FPM__LANES], one[FPM__LANES];
        for (l = 0; l < FPM__LANES; l++) x[l] = g[l] = 0;
        for (; pack < end; pack++) {
            if (pack >= c->made) fpm__pack_make(c, c->made++);
            if (!c->speed) fpm__pack_load(c, pack, time);
            fpm__pack_solve(&c->pack[pack], time, one);
            for (l = 0; l < FPM__LANES; l++) {
                x[l] += c->pack[pack].x[l];
                g[l] += one[l];
            }
        }
        for (l = 0; l < FPM__LANES; l++) {
            sum += x[l];
            rise += g[l];
        }
    }
    c->call->info.evaluations += !c->quiet;
    *growth = rise;
    return sum;
}

/* A search with some or all processors of a call, by their models or the given constant speeds. */
static int fpm__common_begin(fpm__common *c, fpm__job *call, int p, const fpm_proc *procs,
                             const double *speed, double *real) {
    int packs, l;
    fpm__set_record(c, NULL, sizeof *c);
    c->call = call;
    c->n = call->n, c->p = p, c->procs = procs, c->grain = call->grain;
    c->bound = call->bound, c->capacity = call->capacity;
    c->search = call->opts.search;
    c->even = call->opts.algorithm == FPM_EVEN;
    c->speed = speed, c->given = real;
    packs = fpm__packs(c);
    for (l = 0; l < FPM__LANES; l++) c->none.high[l] = (double)(c->n - c->n % c->grain);
    /* In one block, or malloc gives more pages back and faults them in again: 1.3 at p = 10^5. */
    c->pack = (fpm__pack *)fpm__take(&call->mem, c->bound ? packs : packs + 1,
                                     sizeof(fpm__pack) + (c->bound ? sizeof(fpm__limits) : 0));
    if (c->pack) c->limits = (fpm__limits *)(void *)(c->pack + packs);
    if (real) c->real = (double *)fpm__take(&call->mem, p, sizeof(double));
    return fpm__mem_status(&call->mem);
}

/* Seconds of processor i for a whole share, from the segment in its lane where that holds the
   share; the same bits as fpm__proc_time, except where constant speeds stand in for the model.
   (From the models alone a whole call takes 1.4 to 1.8 times the instructions.) */
static double fpm__lane_time(const fpm__common *c, int i, int64_t size) {
    const fpm__pack *k = &c->pack[i / FPM__LANES];
    double x = (double)size, u, v;
    int l = i % FPM__LANES;
    if (size <= 0) return 0;
    u = x - k->x0[l];
    if (!(u >= 0 && x <= k->x1[l])) return fpm__proc_time(&c->procs[i], size);
    if (!(u > 0 && x < k->x1[l])) return k->limits->fixed[l] + (u > 0 ? k->t1[l] : k->t0[l]);
    v = ((k->c[3][l] * u + k->c[2][l]) * u + k->c[1][l]) * u + k->c[0][l];
    if (k->speed[l] > 0) v = v > x / FPM__LATEST ? x / v : FPM__NEVER;
    return k->limits->fixed[l] + fpm__between_ends(v, k->t0[l], k->t1[l]);
}

/* A time that was tried, and what is known there (growth 0: nothing). */
typedef struct fpm__trial {
    double time, sum, growth; /* seconds; units done by then; units a second */
} fpm__trial;

/* Where the tangent at a trial reaches n, or -1. */
static double fpm__tangent(const fpm__trial *trial, double n) {
    return trial->growth > 0 ? trial->time + (n - trial->sum) / trial->growth : -1;
}

/* The next time to try, inside the bracket low < T* < high (0 or FPM__LATEST: not known yet).
   Where the sum is concave in T, Newton's step from the lower end stays inside, where it is convex,
   that from the upper one; if both do, the longer is taken, from the end with less growth.  If the
   last steps narrowed the bracket slowly, the middle is tried. */
static double fpm__next_time(const fpm__common *c, const fpm__trial *low, const fpm__trial *high,
                             int slow) {
    double n = c->target, a = fpm__tangent(low, n), b = fpm__tangent(high, n), middle;
    int a_in = a > low->time && a < high->time;
    int b_in = b > low->time && b < high->time;
    middle = low->time > 0 ? sqrt(low->time) * sqrt(high->time) : 0.5 * high->time;
    if (!(high->sum > 0)) middle = 4 * low->time; /* the upper end, maybe the latest, is untried */
    /* FPM_BISECTION (IJHPCA 21, 2007): the line of time T has slope 1 / T; of two lines the next
       one has the mean slope.  From the lower end 0, whose line is vertical, the time is halved. */
    if (c->search == FPM_BISECTION)
        return low->time > 0 ? 2 / (1 / low->time + 1 / high->time) : middle;
    if (slow || (!a_in && !b_in)) return middle;
    if (a_in && b_in) return low->growth < high->growth ? fpm__min(a, b) : fpm__max(a, b);
    return a_in ? a : b;
}

/* Real shares where the sum jumps over the target between two neighbouring times: those at both are
   mixed to sum to it.  The times move apart until rounding cannot hide which sum is below. */
static void fpm__blend_shares(fpm__common *c, double low_time, double high_time) {
    double growth, low_sum, high_sum, part = 0, width = 1e-12, *low = c->real;
    int i, round;
    for (round = 0; round < 10; round++) {
        low_sum = fpm__share_sum(c, low_time, &growth);
        for (i = 0; i < c->p; i++) low[i] = *fpm__lane_x(c, i);
        high_sum = fpm__share_sum(c, high_time, &growth);
        part = high_sum > low_sum ? (c->target - low_sum) / (high_sum - low_sum) : 0;
        if (low_sum <= c->target && high_sum >= c->target) break;
        low_time *= 1 - width;
        high_time *= 1 + width;
        width *= 4;
    }
    for (i = 0; i < c->p; i++) {
        double *x = fpm__lane_x(c, i);
        *x = low[i] + part * (*x - low[i]);
    }
}

/* Find T with |sum x_i(T) - target| <= tolerance, or the last time before the sum jumps over it,
   from a guess.  Leaves the shares at T in the lanes. */
static int fpm__search_time(fpm__common *c, double tolerance, fpm__trial *at) {
    fpm__trial low = FPM_ZERO, high = FPM_ZERO;
    double width = FPM__NEVER, before = FPM__NEVER; /* of the bracket, one and two steps ago */
    int round, real = c->real != NULL;
    high.time = FPM__LATEST;
    if (!(at->time > 0 && at->time < high.time)) at->time = high.time;
    for (round = 1;; round++) {
        int status, slow;
        at->sum = fpm__share_sum(c, at->time, &at->growth);
        status =
            c->quiet ? FPM_OK : fpm__report_step(c->call, low.time, high.time, at->time, at->sum);
        if (status != FPM_OK || fabs(at->sum - c->target) <= tolerance) return status;
        if (round > 6 && !real && c->search == FPM_NEWTON) /* rounding mends the rest */
            tolerance = fpm__min(8 * tolerance, 2 * (c->p + 1024.0) * (double)c->grain);
        if (at->sum > c->target) high = *at;
        else low = *at;
        /* The upper end was off by rounding. */
        if (at->time >= high.time && at->sum < c->target) high.time = 4 * at->time;
        if (!(low.time < high.time * (1 - (real ? 1e-12 : 4e-16)))) break;
        slow = (low.time > 0 || round > 8) && high.sum > 0 && high.time - low.time > 0.75 * before;
        slow |= round > 30 && !(high.sum > 0); /* steep growth that ends soon */
        before = width;
        width = high.time - low.time;
        at->time = fpm__next_time(c, &low, &high, slow);
    }
    at->time = low.time;
    at->sum = fpm__share_sum(c, at->time, &at->growth);
    if (real) fpm__blend_shares(c, low.time, high.time);
    return FPM_OK;
}

/* The time of x units by a straight line between two knots: a guess, and always there. */
static double fpm__rough_time(const fpm_model *m, double x) {
    fpm__segment g;
    fpm__segment_ends(m, fpm__segment_of(m, x), &g);
    if (!(g.x1 < FPM__LATEST)) return x / fpm__knot_speed(m, m->count);
    return g.t0 + (g.t1 - g.t0) * ((x - g.x0) / (g.x1 - g.x0));
}

/* The time for the target at the speeds of even shares (of the largest ones, where less). */
static double fpm__even_guess(const fpm__common *c) {
    double even = c->target / c->p, rest = c->target, speeds = 0;
    int i;
    for (i = 0; i < c->p; i++) {
        const fpm_proc *proc = &c->procs[i];
        double x = fpm__min(even, (double)fpm__bounds_of(proc, c->n).high), t;
        if (!(x > 0)) continue;
        t = c->speed ? x / c->speed[i] : fpm__rough_time(proc->model, x);
        speeds += x / t;
        rest += x / t * fpm__fixed_of(c, i);
    }
    return speeds > 0 ? fpm__min(rest / speeds, 0.5 * FPM__LATEST) : 0;
}

/* A time to start from where processors are many: the common time of a sample of them, at golden-
   section strides, so that no period in their order is seen too often.  A sample of k is off by
   about 1 / sqrt(k), so that its search ends at a quarter of that; Newton passes over all then
   square the error.  With k about sqrt(p) the first is as exact as whole shares need.  (Without it:
   the same at p <= 100, 1.7 times the instructions at 1,000, 1.9 times at 10^4.) */
static int fpm__find_start(fpm__common *c, double *guess) {
    int i, status, count = (int)(3 * sqrt(c->p));
    fpm__mem *mem = &c->call->mem;
    size_t mark = fpm__mem_mark(mem);
    double least = 0, most = 0, part;
    fpm__trial at = FPM_ZERO;
    fpm__common sample = *c;
    fpm_proc *procs;
    if (8 * count > c->p || c->search == FPM_BISECTION || c->speed) return FPM_OK;
    part = sample.target * count / c->p;
    procs = (fpm_proc *)fpm__take(mem, count, sizeof *procs);
    status = fpm__common_begin(&sample, c->call, count, procs, NULL, NULL);
    sample.target = part;
    sample.quiet = 1;
    for (i = 0; i < count && status == FPM_OK; i++) {
        fpm__bounds b;
        procs[i] = c->procs[fpm__scattered(i, c->p)];
        b = fpm__bounds_of(&procs[i], c->n);
        least += (double)b.low;
        most += (double)b.high;
    }
    if (status == FPM_OK && least < part && most > part) {
        at.time = fpm__even_guess(&sample);
        status = fpm__search_time(&sample, 0.25 / sqrt(count) * part, &at);
        *guess = at.time;
    }
    fpm__release(mem, mark);
    return status;
}

/* The next step of processor i, up (1) or down (-1); 0 if its bounds forbid it.  The largest step
   up is that which finishes earliest, and among equal ones that of the lowest processor; the
   largest step down gives back what finishes latest, and leaves the lowest its own. */
FPM__INLINE int fpm__step_of(const fpm__common *c, int i, int direction, fpm__item *step) {
    const fpm__pack *k = &c->pack[i / FPM__LANES];
    int l = i % FPM__LANES;
    double to = k->x[l] + direction * (double)c->grain, t;
    if (to < k->limits->low[l] || to > k->limits->high[l]) return 0;
    t = fpm__lane_time(c, i, (int64_t)fpm__max(to, k->x[l]));
    fpm__item_set(step, -direction * fpm__bits(t), -direction * i);
    return 1;
}

/* Take `steps` steps up (1) or down (-1), the largest first.  Returns how many bounds forbid. */
static int64_t fpm__heap_steps(fpm__common *c, fpm__item *heap, int64_t steps, int direction) {
    fpm__records rows = fpm__records_of(heap, 2);
    int i, count = 0;
    for (i = 0; i < c->p; i++) count += fpm__step_of(c, i, direction, &heap[count]);
    fpm__heap_make(&rows, count);
    for (; count > 0; steps--) {
        if (steps == 0) return 0;
        i = -direction * (int)heap[0].value;
        *fpm__lane_x(c, i) += direction * (double)c->grain;
        if (!fpm__step_of(c, i, direction, &heap[0])) heap[0] = heap[--count];
        fpm__heap_sink(&rows, 0, count);
    }
    return steps;
}

/* Whole share of lane i that is done by a time, within its bounds. */
static double fpm__lane_whole(const fpm__common *c, int i, double time) {
    const fpm__pack *k = &c->pack[i / FPM__LANES];
    int l = i % FPM__LANES;
    double t = fpm__time_left(time, k->limits->fixed[l]), x = 0, high = k->limits->high[l];
    if (t > 0 && c->speed) {
        x = floor(t * c->speed[i]);
        x += x < high && fpm__lane_time(c, i, (int64_t)x + 1) <= time;
        x -= x > 0 && fpm__lane_time(c, i, (int64_t)fpm__min(x, high)) > time;
    } else if (t > 0) {
        x = (double)fpm__model_size(c->procs[i].model, t, (int64_t)high);
    }
    x = x < high ? x - fmod(x, (double)c->grain) : high;
    return x > k->limits->low[l] ? x : k->limits->low[l];
}

/* The sum of the whole shares that are done by a time; the sum ends as soon as it is n. */
static double fpm__whole_sum(fpm__common *c, double time) {
    double sum = 0;
    int i;
    for (i = 0; i < c->p && sum < (double)c->n; i++) sum += fpm__lane_whole(c, i, time);
    c->call->info.evaluations += !c->quiet;
    return sum;
}

/* Rounding where times stay equal over too many sizes for steps.  The earliest time for n is found
   by halving; what is done before it is taken in full, the rest in the order of processors.
   UNSOLVED: the processors cannot do n units at any time, which real shares do not show. */
static FPM__COLD int fpm__round_jump(fpm__common *c, double about) {
    int64_t low = fpm__bits(about * 0.999), high = fpm__bits(about * 1.001);
    double rest = (double)c->n;
    fpm__seek s;
    int i;
    if (fpm__whole_sum(c, fpm__from_bits(low)) >= rest) low = 0;
    if (fpm__whole_sum(c, fpm__from_bits(high)) < rest) high = fpm__bits(FPM__LATEST);
    s = fpm__halve(low, high);
    while (fpm__seeking(&s)) fpm__seek_told(&s, fpm__whole_sum(c, fpm__from_bits(s.at)) < rest);
    for (i = 0; i < c->p; i++) {
        *fpm__lane_x(c, i) = fpm__lane_whole(c, i, fpm__from_bits(s.low));
        rest -= *fpm__lane_x(c, i);
    }
    for (i = 0; i < c->p && rest > 0; i++) {
        double more = fpm__lane_whole(c, i, fpm__from_bits(s.high)) - *fpm__lane_x(c, i);
        more = more < rest ? more : rest;
        *fpm__lane_x(c, i) += more;
        rest -= more;
    }
    return rest > 0 ? FPM__UNSOLVED : FPM_OK;
}

/* Where a share rounded down was off by a rounding error, the last step taken may finish after one
   that was not.  Exchange such steps; 0 if that does not end, or if a share has no time. */
static int fpm__exchange_steps(fpm__common *c) {
    int rounds, i;
    for (rounds = 0; rounds < 64; rounds++) {
        fpm__item first = {-fpm__bits(FPM__NEVER), 0}, last = {-1, 0}, step;
        for (i = 0; i < c->p; i++) {
            if (fpm__step_of(c, i, 1, &step) && fpm__item_less(first, step)) first = step;
            if (fpm__step_of(c, i, -1, &step) && fpm__item_less(last, step)) last = step;
        }
        if (last.key >= 0 && fpm__from_bits(last.key) > FPM__LATEST) return 0;
        if (-first.key > last.key || (-first.key == last.key && -first.value >= last.value))
            return 1;
        *fpm__lane_x(c, (int)-first.value) += (double)c->grain;
        *fpm__lane_x(c, (int)last.value) -= (double)c->grain;
    }
    return 0;
}

/* Round all shares down; returns how many steps are then missing from n (below 0: too many). */
static int64_t fpm__floor_shares(fpm__common *c) {
    double step = (double)c->grain;
    int64_t rest = c->n;
    int pack, l, packs = fpm__packs(c);
    for (pack = 0; pack < packs; pack++) {
        fpm__pack *k = &c->pack[pack];
        for (l = 0; l < FPM__LANES; l++) {
            double x = floor(k->x[l]);
            if (c->grain > 1) x = floor(x / step) * step;
            k->x[l] = x > k->limits->low[l] ? x : k->limits->low[l];
            rest -= (int64_t)k->x[l];
        }
    }
    return rest / c->grain;
}

/* Make the real shares in the lanes, at a time near the common one, whole and optimal.  All
   processors take part: leaving out most by a proof saves 5 % at p = 10^5, nothing at 1,000.
   UNSOLVED where times fall: whole shares do not sum to n, although the real ones do. */
static int fpm__round(fpm__common *c, double about) {
    fpm__mem *mem = &c->call->mem;
    size_t mark = fpm__mem_mark(mem);
    /* More steps than `most` are not taken one by one: fpm__round_jump halves times instead. */
    int64_t rest = fpm__floor_shares(c), most = 2 * (int64_t)c->p + 4096;
    int done = 0, way = rest < 0 ? -1 : 1;
    if (rest <= most && rest >= -most) {
        fpm__item *heap = (fpm__item *)fpm__take(mem, c->p, sizeof *heap);
        if (!heap) return fpm__mem_status(mem);
        done =
            fpm__heap_steps(c, heap, rest < 0 ? -rest : rest, way) == 0 && fpm__exchange_steps(c);
        fpm__release(mem, mark);
    }
    return done ? FPM_OK : fpm__round_jump(c, about);
}

/* Leave optimal whole shares in the lanes.  guess: a time near the common one, or 0. */
static int fpm__common_solve(fpm__common *c, double guess) {
    double tolerance, step = (double)c->grain;
    fpm__trial at = FPM_ZERO;
    int i, status = FPM_OK;
    if (c->n == 0) {
        for (i = c->made; i < fpm__packs(c); i++) fpm__pack_make(c, i);
        for (i = 0; i < c->p; i++) *fpm__lane_x(c, i) = 0;
        for (i = 0; i < c->p && c->given; i++) c->given[i] = 0;
        return FPM_OK;
    }
    at.time = guess;
    /* Newton ends a few times sqrt(p / 12) steps from n, by which sums of rounded shares scatter
       anyway, at most 1 % of n: rounding mends that.  Real shares are asked for to 1e-13. */
    tolerance = fpm__max(0.5 * step, fpm__min((24 + 2 * sqrt(c->p)) * step, 1e-2 * (double)c->n));
    c->target = (double)c->n;
    if (c->real) tolerance = 1e-13 * (double)c->n;
    else c->target += 0.5 * fpm__min(c->p * step, c->capacity - c->target); /* what floors take */
    if (!(guess > 0)) status = fpm__find_start(c, &at.time);
    if (!(at.time > 0)) at.time = fpm__even_guess(c); /* the search takes about four passes */
    if (status == FPM_OK) status = fpm__search_time(c, tolerance, &at);
    if (status != FPM_OK) return status;
    c->common = at.time;
    if (!c->real && at.growth > 0 && fpm__tangent(&at, (double)c->n) > 0)
        c->common = fpm__tangent(&at, (double)c->n);
    for (i = 0; i < c->p && c->real; i++) c->real[i] = *fpm__lane_x(c, i);
    status = fpm__round(c, at.time);
    for (i = 0; i < c->p && status == FPM_OK && c->real; i++) c->given[i] = c->real[i];
    return status == FPM__UNSOLVED ? FPM_E_INFEASIBLE : status;
}

/* The whole shares, and what info says of them, from the lanes, which hold the segments already. */
static void fpm__lanes_report(fpm__common *c, int64_t *d) {
    fpm__tally v = {0, 0, -1, 0, -1};
    int i;
    for (i = 0; i < c->p; i++) {
        double x = *fpm__lane_x(c, i);
        d[i] = (int64_t)x;
        if (x > 0) fpm__tally_add(&v, i, fpm__lane_time(c, i, d[i]), c->procs[i].model, x);
    }
    fpm__tally_report(&v, &c->call->info);
}

/* Make the real shares of few processors whole: steps are taken, given back or exchanged until none
   that is taken finishes after one that is not.  So the shares are those of fpm__round, whatever
   they were before.  UNSOLVED: they were far from it, or a time hardly rises with a step, so
   that rounding decides.  rest: what the shares lack of n. */
static int fpm__few_round(fpm__common *c, double rest) {
    double step = (double)c->grain;
    fpm__few *k, *f = c->few;
    int i, round, way, up = 0, down = 0;
    for (round = 0; round < 64; round++) {
        for (i = 0; i < c->p; i++) {
            const fpm_proc *proc = &c->procs[i];
            k = &f[i];
            if (round > 0 && i != up && i != down) continue;
            k->last = -1, k->next = FPM__NEVER;
            if (k->x > k->low) k->last = k->fixed + fpm__time_near(proc->model, k->x, &k->g);
            if (k->x + step <= k->high)
                k->next = k->fixed + fpm__time_near(proc->model, k->x + step, &k->g);
            if (k->next <= k->last * (1 + 4e-15)) return FPM__UNSOLVED;
        }
        for (i = 1, up = down = 0; i < c->p; i++) {
            up = f[i].next < f[up].next ? i : up;
            down = f[i].last < f[down].last ? down : i;
        }
        way = (rest > 0) - (rest < 0);
        if (way == 0 && (f[up].next > f[down].last || (up >= down && f[up].next >= f[down].last)))
            return FPM_OK;
        if (way >= 0) f[up].x += step, rest -= step;
        if (way <= 0) f[down].x -= step, rest += step;
    }
    return FPM__UNSOLVED;
}

/* A call for few processors, up to FPM__FEW_OWN of them without memory: 2.9, 1.9, 1.4 times as fast
   as packs for 2, 8, 512.  It begins on straight lines; its last step is along the tangents. */
static int fpm__solve_few(fpm__job *job, int64_t *d) {
    fpm__few own[FPM__FEW_OWN], *f = own;
    fpm__common c;
    fpm__tally v = {0, 0, -1, 0, -1};
    fpm__trial at = FPM_ZERO;
    double step = (double)job->grain, rest = (double)job->n, later, x, speed, speeds = 0;
    int i, status;
    fpm__set_record(&c, NULL, sizeof c);
    if (job->p > FPM__FEW_OWN) f = (fpm__few *)fpm__take(&job->mem, job->p, sizeof *f);
    if (!f) return fpm__mem_status(&job->mem);
    memset(f, 0, (size_t)job->p * sizeof *f);
    c.call = job, c.n = job->n, c.p = job->p, c.procs = job->procs, c.grain = job->grain;
    c.search = job->opts.search, c.few = f, c.target = rest;
    for (i = 0; i < c.p; i++) {
        const fpm_model *m = c.procs[i].model;
        fpm__bounds b = {0, 0, c.n, 0};
        if (job->bound) b = fpm__bounds_of(&c.procs[i], c.n);
        f[i].low = (double)b.low, f[i].high = (double)b.high, f[i].fixed = c.procs[i].fixed;
        x = fpm__min(rest / c.p / (double)m->size[m->count - 1], 1) * (double)m->count;
        speed = fpm__knot_speed(m, (int64_t)x); /* at the even share, were sizes evenly spaced */
        speeds += speed;
        at.time += speed * f[i].fixed;
        c.quiet |= m->kind != FPM_CONSTANT && c.search == FPM_NEWTON;
    }
    at.time = (at.time + rest) / speeds;
    for (i = 0; i < 4 && c.quiet && fabs(at.sum - rest) > 0.1 * rest; i++) {
        at.sum = fpm__few_sum(&c, at.time, &at.growth);
        at.time = fpm__max(fpm__tangent(&at, rest), 0.1 * at.time);
    }
    c.quiet = 0;
    status = fpm__search_time(&c, fpm__max(0.5 * step, sqrt(0.1 * step * rest)), &at);
    if (status != FPM_OK) return status;
    later = rest + 0.5 * fpm__min(c.p * step, job->capacity - rest); /* what floors take */
    later = at.growth > 0 ? (later - at.sum) / at.growth : 0;
    job->info.common_time = fpm__tangent(&at, rest) > 0 ? fpm__tangent(&at, rest) : at.time;
    for (i = 0; i < c.p; i++) {
        x = fpm__min(fpm__max(f[i].low, f[i].x + f[i].growth * later), f[i].high);
        f[i].x = fpm__max(step * (double)(int64_t)(x / step), f[i].low);
        rest -= f[i].x;
    }
    status = fpm__few_round(&c, rest);
    for (i = 0; i < c.p && status == FPM_OK; i++) {
        d[i] = (int64_t)f[i].x;
        x = f[i].last < 0 ? fpm__proc_time(&c.procs[i], d[i]) : f[i].last;
        if (d[i] > 0) fpm__tally_add(&v, i, x, c.procs[i].model, f[i].x);
    }
    fpm__tally_report(&v, &job->info);
    return status;
}

/* FPM_GEOMETRIC, and AUTO where times rise: the shares into d, the report into job->info. */
static int fpm__solve_geometric(fpm__job *job, int64_t *d) {
    fpm__common c;
    int few = job->p <= FPM__FEW_PROCS && job->n > 0 && !job->real;
    int status = few ? fpm__solve_few(job, d) : FPM__UNSOLVED;
    if (status != FPM__UNSOLVED) return status;
    status = fpm__common_begin(&c, job, job->p, job->procs, NULL, job->real);
    if (status == FPM_OK) status = fpm__common_solve(&c, job->guess);
    if (status != FPM_OK) return status;
    job->info.common_time = c.common;
    fpm__lanes_report(&c, d);
    return FPM_OK;
}

/* ---- >>exact --------------------------------------------------------------------------------- */

/* The exact engine, FPM_OPTIMAL, for any mixture of shapes and constraints: min over x of max
   t_i(x_i) with sum x_i = n.  At a threshold tau processor i may get 0 or a size that it finishes
   by tau; M_i(tau) is the largest.  n is reachable only if sum M_i >= n, and then exactly if the
   deficits M_i - x_i can add up to W = sum M_i - n: a subset sum, with several numbers to choose
   from for each processor.  The answer is the least tau at which n is reachable.

   1. Envelope.  The least tau with sum M_i >= n bounds the makespan from below.  It is found by
      interpolation and halving on the bits of a double, so it is exact.  M_i never falls with tau,
      so the ends of the bracket say where to look for it, and who has the same M_i at both is
      settled.  Once few are left, the upper end moves down to when one of them finishes, and one
      test just before often ends the search.  A sample of many processors says where the bracket
      is.
   2. Deficits.  Only those up to W matter, and at the envelope's threshold W is less than one jump
      of one M_i: the window is small however large n is.  (If n < W, sizes are summed instead.)
   3. Is W a sum of one deficit of each processor?  Three ways are tried one after the other, the
      cheap ones first; each is exact when it answers, and notes enough to walk the partition back.
      Bits             Where W is small: processors are added one at a time to the set of all sums,
                       until W is in it.  A copy of the one before moves only sums that this added.
      Short lists      The same with sorted ranges while those are few; then two sets of sums, each
                       of some of the processors and kept short.  The processors that are in neither
                       give what brings the rest into reach of both.  That finds a partition
                       wherever sums abound; it proves that there is none only where the two sets
                       take in all processors.
      Long lists       Bits, or two long sets that meet (Horowitz, Sahni, J. ACM 21, 1974).
   4. If W is no sum, later times are tried, farther and farther, until one is feasible.  Then the
      times at which shares that matter finish are halved between that and the last one that is
      not.  The result is feasible, and nothing is at any smaller time.
   5. When the work is used up without a partition, short tests follow at ever later times, so that
      there is some answer, marked FPM_WORK_LIMIT.

   Sizes are divided by the greatest common divisor of all that can be given.

   Which optimal partition: all take M_i except the first few, the fewest that can give W back; of
   these the last gives the least that the others can make up for, and so on down.  (Where sizes are
   summed, or two sets met, the walk is as fixed but has no such rule.)

   Invariants: least[i] <= M_i <= most[i] at any threshold between the ends of the bracket; nothing
   is feasible at a time that was tested and answered FPM__NO, nor below the envelope's threshold.

   Cost: a pass over the points above M_i, then a handful of points a processor; memory 80 bytes a
   processor, and what the window needs: 4.5 bytes a unit of W as bits (W < 2^26), 16 a range.
   Grains that differ make every size of a wide window a range of its own. */

enum {
    FPM__EXACT_SAMPLE = 512,     /* processors in the sample for a bracket (without it 1.6 times the
                                    instructions at p = 8,000); 256 do as well */
    FPM__FEW_OPEN = 8,           /* most open processors whose finish times bound the bracket */
    FPM__SMALL_WINDOW = 1 << 15, /* up to this W sums are bits at once, 4 KB a set, */
    FPM__MANY_COPIES = 128,      /* ... where processors are this many copies each, up to so many */
    FPM__FEW_RANGES = 1 << 12,   /* ranges in one list before a second one grows */
    FPM__SOME_RANGES = 1 << 16,  /* most ranges of either list while lists are short: 1 MB, */
    FPM__HALF_RANGES = 1 << 22,  /* ... and long: 64 MB */
    FPM__LAST_STEPS = 1 << 26,   /* steps of each of the short last tests, about 0.1 s */
    FPM__CANDIDATES = 1 << 14    /* most finish times that are listed and sorted: 128 KB */
};
/* Answers to whether something is possible; below 0: a status, the test failed.  None is FPM_OK. */
enum { FPM__NO = 1, FPM__YES, FPM__UNKNOWN };

#define FPM__BIT_WINDOW (INT64_C(1) << 26) /* widest window kept as bits: 302 MB at most */

/* Sorted ranges of sums after 0, 1, 2, .. processors, one list after another. */
typedef struct fpm__sums {
    fpm__range *range;
    int64_t *begin; /* p + 2 */
    int64_t room;
    int used; /* processors so far */
} fpm__sums;

/* The state of the exact engine. */
typedef struct fpm__exact {
    fpm__job *job;
    int64_t unit;          /* every share is a multiple */
    int64_t n;             /* in units */
    int64_t work;          /* elementary steps so far */
    int64_t share, limit;  /* most in a test, and in all */
    int last;              /* 1: the short tests of fpm__climb_last */
    int quiet;             /* 1: on the way to another answer: the caller hears nothing of it */
    int64_t stop;          /* steps at which the test at hand gives up */
    double tau;            /* the threshold tested */
    int64_t *top;          /* p: M_i there, in units; -1: a required processor cannot */
    int64_t *least, *most; /* p: what it is at least and at most, from thresholds tested before */
    int64_t *base;         /* p: smallest shares there, where sizes are summed */
    int64_t *draft;        /* p: what makes up the window at the threshold tested */
    int64_t *best;         /* p: shares of the best partition so far, in units */
    double best_time;      /* its makespan; FPM__NEVER: none yet */
    int32_t *open;         /* processors whose M_i is not settled */
    int32_t *side;         /* p: 1: the processor is in the back lists */
    int32_t *copy;         /* p: 1: it is the same as the one before */
    int64_t narrow;        /* up to this window bits are the first way */
    int opens;
    int64_t settled;               /* sum over the others */
    int64_t window;                /* the sum looked for: W, or n if that is less */
    int refused;                   /* a test did not answer for want of memory */
    int by_size;                   /* sets hold sizes instead of deficits, because n < W */
    fpm__range *set;               /* those of the first processors, ascending, one after another */
    int64_t *begin, *end;          /* p: where each one's start and end; copies have the same */
    int listed;                    /* processors that are in set */
    int64_t set_room, most_listed; /* multiples of a grain that a processor may have there */
    int unlisted;                  /* one has more */
    fpm__sums front, back;         /* the two lists of sums, with other processors in each */
} fpm__exact;

/* M_i at tau; it is known to lie from least[i] to most[i].  Lists without a grain are looked at
   here and not range by range: .7 of the instructions of a whole call with 8 of 100 points. */
static int64_t fpm__top(fpm__exact *e, int i, double tau) {
    const fpm_proc *proc = &e->job->procs[i];
    const fpm_model *m = proc->model;
    int64_t low = e->least[i] * e->unit + 1, high = e->most[i] * e->unit, j;
    double left = fpm__time_left(tau, proc->fixed);
    fpm__shares shares;
    fpm__range range;
    if (low > high) return e->most[i];
    e->work++;
    if (fpm__listed(m) && proc->grain <= 1) {
        low = fpm__max64(low, proc->min);
        j = m->monotone ? fpm__points_before(m, left) : m->count;
        if (j > 0 && m->size[j - 1] > high) j = fpm__points_within(m, (double)high);
        while (j > 0 && m->size[j - 1] >= low && m->seconds[j - 1] > left) j--;
        return j > 0 && m->size[j - 1] >= low ? m->size[j - 1] / e->unit : e->least[i];
    }
    fpm__shares_begin(&shares, proc, e->job->n, tau, low, high);
    return fpm__shares_next(&shares, &range) ? range.high * shares.grain / e->unit : e->least[i];
}

/* Forget what is known of M_i from above and, if `below`, from below. */
static void fpm__top_open(fpm__exact *e, int i, int below) {
    fpm__bounds b = fpm__bounds_of(&e->job->procs[i], e->job->n);
    e->most[i] = b.high / e->unit;
    if (below) e->least[i] = e->job->procs[i].required ? -1 : 0;
}

/* M_i at tau of `who` (NULL: all) into top, added to sum; -1 where a required one cannot. */
static int64_t fpm__tops(fpm__exact *e, double tau, const int32_t *who, int count, int64_t sum) {
    int k, lacking = 0;
    e->tau = tau;
    e->job->info.evaluations += !e->quiet;
    for (k = 0; k < count; k++) {
        int i = who ? who[k] : k, known = e->copy[i] && k > 0 && (!who || who[k - 1] == i - 1);
        e->top[i] = known ? e->top[i - 1] : fpm__top(e, i, tau);
        lacking |= e->top[i] < 0;
        sum = fpm__add_capped(sum, e->top[i]);
    }
    return lacking ? -1 : sum;
}

/* Make the time tried last an end of the bracket; settle processors with the same M_i at both. */
static void fpm__envelope_narrow(fpm__exact *e, int enough) {
    int64_t *end = enough ? e->most : e->least;
    int k, kept = 0;
    for (k = 0; k < e->opens; k++) {
        int i = e->open[k];
        end[i] = e->top[i];
        if (e->least[i] < e->most[i]) e->open[kept++] = i;
        else e->settled = fpm__add_capped(e->settled, e->most[i]);
    }
    e->opens = kept;
}

/* An end of the bracket of a threshold: bits of the time, and sum M_i there. */
typedef struct fpm__end {
    int64_t bits, sum;
} fpm__end;

/* The next time to test.  While an end of the bracket is not known: beyond the other, as far as its
   sum says that n is away, by a thousandth to a factor 2, and four times as far at each further try
   (on rough profiles sums grow by a quarter to a half of what times do).  Then where the straight
   line between both sums reaches n, a little towards the end whose sum is farther from it, so that
   both ends move; every fourth test halves the bracket, which bounds the number of tests.  (Halving
   alone takes 1.0 to 1.4 times the instructions; without moving both ends 1.03 to 1.6.) */
static int64_t fpm__envelope_try(const fpm__end *low, const fpm__end *high, double n, int round) {
    double a = fpm__from_bits(fpm__max64(low->bits, 0)), b = fpm__from_bits(high->bits), t;
    double sums = (double)high->sum - (double)low->sum, off;
    int64_t at;
    off = high->sum < 0 ? n / fpm__max((double)low->sum, 1) : (double)high->sum / fpm__max(n, 1);
    off = fpm__min(fpm__max(4 * (off - 1), 1e-3), 1);
    for (at = 1; at < round; at++) off = fpm__min(4 * off, 1e6);
    if (high->sum < 0)
        return fpm__min64(fpm__max64(fpm__bits(a * (1 + off)), low->bits + 1), high->bits);
    if (low->bits < 0) return fpm__bits(b / (1 + off));
    at = low->bits + (high->bits - low->bits) / 2;
    if (round % 4 == 3) return at;
    n += ((double)high->sum - n > n - (double)low->sum ? sums : -sums) / 32;
    t = a + (b - a) * ((n - (double)low->sum) / sums);
    at = fpm__bits(t > a ? t : a);
    return fpm__max64(low->bits + 1, fpm__min64(high->bits - 1, at));
}

/* Where few processors are open, when the last of them finishes its M_i; else `bits`.  (Without it
   and the test just before, 1.0 to 1.14 times the instructions, three times the tests.) */
static int64_t fpm__envelope_finish(fpm__exact *e, int64_t low, int64_t bits) {
    int64_t last = low + 1;
    int k;
    if (e->opens == 0 || e->opens > FPM__FEW_OPEN) return bits;
    for (k = 0; k < e->opens; k++) {
        int i = e->open[k];
        double t = fpm__proc_time(&e->job->procs[i], e->most[i] * e->unit);
        last = fpm__max64(last, fpm__bits(t));
    }
    /* Where times stay equal from size to size, rounding may hide a share at its own time. */
    for (k = 0; k < e->opens; k++)
        if (fpm__top(e, e->open[k], fpm__from_bits(last)) < e->most[e->open[k]]) return bits;
    return fpm__min64(last, bits);
}

/* Bits of the least tau with sum M_i >= n over the open processors, or of one at most a factor 1 +
   tolerance larger.  The search starts from `guess`.  FPM_E_INFEASIBLE: there is none. */
static int fpm__envelope_search(fpm__exact *e, double n, double guess, double tolerance,
                                int64_t *answer) {
    const int64_t latest = fpm__bits(FPM__LATEST);
    fpm__end low = {-1, 0}, high = {0, -1};
    int64_t at = fpm__bits(guess), sum;
    int status, round = 0;
    high.bits = latest;
    while (high.bits - low.bits > 1) {
        sum = fpm__tops(e, fpm__from_bits(at), e->open, e->opens, e->settled);
        status = e->quiet ? FPM_OK
                          : fpm__report_step(e->job, fpm__from_bits(fpm__max64(low.bits, 0)),
                                             fpm__from_bits(high.bits), fpm__from_bits(at),
                                             (double)sum * (double)e->unit);
        if (status != FPM_OK) return status;
        if ((double)sum < n && at >= latest) return FPM_E_INFEASIBLE;
        fpm__envelope_narrow(e, (double)sum >= n);
        if ((double)sum >= n) high.sum = sum, high.bits = fpm__envelope_finish(e, low.bits, at);
        else low.bits = at, low.sum = fpm__max64(sum, 0);
        if (high.sum >= 0 && low.bits >= 0 &&
            fpm__from_bits(high.bits) <= fpm__from_bits(low.bits) * (1 + tolerance))
            break;
        at = fpm__envelope_try(&low, &high, n, ++round);
        /* Is the share that finishes at the upper end needed? */
        if (round % 4 == 1 && e->opens <= FPM__FEW_OPEN && high.sum >= 0) at = high.bits - 1;
    }
    *answer = high.bits;
    return FPM_OK;
}

/* Open some processors, evenly spread, or all; a time at which their last points say n is done. */
static double fpm__open_sample(fpm__exact *e, int count, double n) {
    double speed = 0;
    int k, p = e->job->p;
    e->opens = 0;
    e->settled = 0;
    for (k = 0; k < count; k++) {
        int i = count == p ? k : fpm__scattered(k, p);
        const fpm_model *m = e->job->procs[i].model;
        fpm__top_open(e, i, 1);
        e->open[e->opens++] = i;
        if (m->count > 0) speed += (double)m->size[m->count - 1] / m->seconds[m->count - 1];
    }
    return speed > 0 ? n * (double)e->unit / speed : 1;
}

/* Bits of the envelope's threshold, a lower bound of the makespan; M_i there: e->most. */
static int fpm__envelope_time(fpm__exact *e, int64_t *bits) {
    double n = (double)e->n, part, guess, from = 0;
    int p = e->job->p, count = p > 4 * FPM__EXACT_SAMPLE ? (int)FPM__EXACT_SAMPLE : p, status;
    for (;; count = p) {
        part = count < p ? n * count / p : n;
        guess = fpm__open_sample(e, count, part);
        status = fpm__envelope_search(e, part, from > 0 ? from : guess, count < p ? 0.01 : 0, bits);
        if (count == p || status == FPM_E_STOPPED) return status;
        /* From above: the first pass looks at all points beyond M_i. */
        if (status == FPM_OK) from = fpm__from_bits(*bits) * (1 + 1.0 / 16);
    }
}

/* Append what of a range is within the window to ascending ranges from .. count - 1; join what
   touches.  Returns the new count. */
FPM__INLINE int64_t fpm__range_add(fpm__range *list, int64_t from, int64_t count, fpm__range r,
                                   int64_t window) {
    if (r.low > window) return count;
    r.high = fpm__min64(r.high, window);
    if (count == from || list[count - 1].high + 1 < r.low) list[count++] = r;
    else list[count - 1].high = fpm__max64(list[count - 1].high, r.high);
    return count;
}

/* Append the deficits low .. high within the window to the list from `first`. */
static FPM__APART int fpm__deficit_push(fpm__exact *e, int64_t first, int64_t *count, int64_t low,
                                        int64_t high, int64_t window) {
    int status = fpm__grow(&e->job->mem, &e->set, &e->set_room, *count + 1, sizeof *e->set);
    fpm__range r;
    r.low = low, r.high = high;
    if (status == FPM_OK) *count = fpm__range_add(e->set, first, *count, r, window);
    return status;
}

/* Append all deficits up to `window` of processor i to the set, ascending. */
static int fpm__deficits_of(fpm__exact *e, int i, int64_t window, int64_t *count) {
    const fpm_proc *proc = &e->job->procs[i];
    int64_t grain = proc->grain > 0 ? proc->grain : 1, step = grain / e->unit, first = *count, x;
    int status = FPM_OK, done = 0;
    fpm__shares shares;
    fpm__range r;
    x = e->top[i] > window ? (e->top[i] - window) * e->unit : 1;
    fpm__shares_begin(&shares, proc, e->job->n, e->tau, x, fpm__max64(e->top[i], 0) * e->unit);
    /* Runs come from the largest share down, so deficits ascend. */
    while (!done && status == FPM_OK && fpm__shares_next(&shares, &r)) {
        e->work++;
        if (step == 1 || r.low == r.high) {
            status = fpm__deficit_push(e, first, count, e->top[i] - r.high * grain / e->unit,
                                       e->top[i] - r.low * grain / e->unit, window);
            continue;
        }
        for (x = r.high; x >= r.low && status == FPM_OK && !done; x--) {
            int64_t deficit = e->top[i] - x * step;
            done = deficit > window || e->work > e->stop;
            if (*count - first >= e->most_listed) e->unlisted = done = 1;
            e->work++;
            status = fpm__deficit_push(e, first, count, deficit, deficit, window);
        }
    }
    if (status == FPM_OK && !proc->required)
        status = fpm__deficit_push(e, first, count, e->top[i], e->top[i], window);
    return status;
}

/* Turn all deficits of processor i into ascending sizes above 0 or its required least share. */
static void fpm__deficits_to_sizes(fpm__exact *e, int i, int64_t first, int64_t count) {
    int64_t a, b, most = e->set[count - 1].high;
    e->base[i] = e->top[i] - most;
    for (a = first, b = count - 1; a <= b; a++, b--) {
        fpm__range low = e->set[a], high = e->set[b];
        e->set[a].low = most - high.high;
        e->set[a].high = most - high.low;
        e->set[b].low = most - low.high;
        e->set[b].high = most - low.low;
    }
}

/* Where the list of all processors so far ends. */
static int64_t fpm__listed_end(const fpm__exact *e) {
    return e->listed > 0 ? e->end[e->listed - 1] : 0;
}

/* List the deficits of the processors up to `last`, or their sizes, if that is not done yet. */
static int fpm__list_deficits(fpm__exact *e, int last) {
    int status = FPM_OK;
    for (; e->listed <= last && status == FPM_OK; e->listed++) {
        int i = e->listed;
        e->begin[i] = e->end[i] = fpm__listed_end(e);
        if (e->copy[i]) {
            e->begin[i] = e->begin[i - 1];
            e->base[i] = e->base[i - 1];
            continue;
        }
        status =
            fpm__deficits_of(e, i, e->by_size ? fpm__max64(e->top[i], 0) : e->window, &e->end[i]);
        if (status == FPM_OK && e->by_size) fpm__deficits_to_sizes(e, i, e->begin[i], e->end[i]);
    }
    return status;
}

/* The largest element of ascending ranges that is at most `most`; -1 when there is none. */
static int64_t fpm__element_below(const fpm__range *range, int64_t count, int64_t most) {
    fpm__seek s = fpm__halve(-1, count);
    while (fpm__seeking(&s)) fpm__seek_tell(&s, range[s.at].low <= most);
    return s.low >= 0 ? fpm__min64(range[s.low].high, most) : -1;
}

/* The smallest deficit of processor i that leaves a rest within the ranges: there is one. */
static int64_t fpm__take_deficit(const fpm__exact *e, int i, int64_t value, const fpm__range *rest,
                                 int64_t count) {
    int64_t k;
    for (k = e->begin[i];; k++) {
        int64_t element = fpm__element_below(rest, count, value - e->set[k].low);
        FPM_ASSERT(k < e->end[i]);
        if (element >= fpm__max64(value - e->set[k].high, 0)) return value - element;
    }
}

/* Union of `a` moved by every element of `move` with `b`, both ascending, into out; the count. */
static int64_t fpm__merge_moved(const fpm__range *a, int64_t a_count, fpm__range move,
                                const fpm__range *b, int64_t b_count, int64_t window,
                                fpm__range *out) {
    int64_t i = 0, j = 0, count = 0;
    while (i < a_count || j < b_count) {
        fpm__range next;
        if (j >= b_count || (i < a_count && a[i].low + move.low < b[j].low)) {
            next.low = a[i].low + move.low;
            next.high = a[i++].high + move.high;
        } else {
            next = b[j++];
        }
        count = fpm__range_add(out, 0, count, next, window);
    }
    return count;
}

/* Begin a list of sums: 0, of no processor. */
static FPM__APART int fpm__sums_begin(fpm__exact *e, fpm__sums *s) {
    int status = fpm__grow(&e->job->mem, &s->range, &s->room, 64, sizeof *s->range);
    if (status != FPM_OK) return status;
    s->range[0].low = s->range[0].high = 0;
    s->begin[0] = 0;
    s->begin[1] = 1;
    s->used = 0;
    return FPM_OK;
}

/* The list of sums with all processors so far. */
static const fpm__range *fpm__sums_last(const fpm__sums *s, int64_t *count) {
    *count = s->begin[s->used + 1] - s->begin[s->used];
    return &s->range[s->begin[s->used]];
}

/* Write to s->range, from `at` on, the sums of the last list and one deficit from `first` to before
   `end`, by halves that are merged; *count ranges.  UNKNOWN: more than `limit`, or work. */
static int fpm__sums_moved(fpm__exact *e, fpm__sums *s, int64_t first, int64_t end, int64_t limit,
                           int64_t at, int64_t *count) {
    int64_t from = s->begin[s->used], have = s->begin[s->used + 1] - from, a = 0, b = 0, to = at;
    fpm__range move = {0, 0};
    int status = FPM__YES, one = end - first <= 1;
    if (one) {
        a = have;
        if (first < end) move = e->set[first];
    } else {
        status = fpm__sums_moved(e, s, first, first + (end - first) / 2, limit, at, &a);
        if (status == FPM__YES)
            status = fpm__sums_moved(e, s, first + (end - first) / 2, end, limit, at + a, &b);
        from = at;
        to = at + a + b;
    }
    if (status != FPM__YES) return status;
    status = fpm__grow(&e->job->mem, &s->range, &s->room, to + a + b, sizeof *s->range);
    if (status != FPM_OK) return status == FPM_E_MAX_BYTES ? FPM__UNKNOWN : status;
    *count = fpm__merge_moved(&s->range[from], a, move, &s->range[from + a], b, e->window,
                              &s->range[to]);
    if (!one) memmove(&s->range[at], &s->range[to], (size_t)*count * sizeof(fpm__range));
    e->work += 4 * (a + b); /* a merge costs about 4 steps a range: branches are unpredictable */
    return *count > limit || e->work > e->stop ? FPM__UNKNOWN : FPM__YES;
}

/* Add processor i to the sums.  UNKNOWN: not added, as above `limit` ranges or too much work. */
static int fpm__sums_add(fpm__exact *e, fpm__sums *s, int i, int64_t limit) {
    int64_t at = s->begin[s->used + 1], count = 0;
    int status = fpm__sums_moved(e, s, e->begin[i], e->end[i], limit, at, &count);
    if (status != FPM__YES) return status;
    s->begin[++s->used + 1] = at + count;
    e->side[i] = s == &e->back;
    return FPM__YES;
}

/* Walk both lists back from the values where they met; out: the deficits. */
static void fpm__walk_ranges(const fpm__exact *e, int64_t front, int64_t back, int64_t *out) {
    int used[2], i;
    int64_t value[2];
    used[0] = e->front.used, used[1] = e->back.used;
    value[0] = front, value[1] = back;
    for (i = used[0] + used[1] - 1; i >= 0; i--) {
        int side = e->side[i], k = --used[side];
        const fpm__sums *s = side ? &e->back : &e->front;
        out[i] = fpm__take_deficit(e, i, value[side], &s->range[s->begin[k]],
                                   s->begin[k + 1] - s->begin[k]);
        value[side] -= out[i];
    }
}

/* An element of the first list that one of the second makes up to `sum`, both ascending, or -1. */
static int64_t fpm__complement(const fpm__range *a, int64_t count, const fpm__range *b,
                               int64_t rest, int64_t sum) {
    int64_t k;
    for (k = 0; k < count && rest > 0; k++) { /* a ascends, so what b must give descends */
        int64_t most = sum - a[k].low, least = sum - a[k].high;
        while (rest > 0 && b[rest - 1].low > most) rest--;
        if (rest > 0 && b[rest - 1].high >= least) return sum - fpm__min64(b[rest - 1].high, most);
    }
    return -1;
}

/* Sums as bits.  `front` holds those from which the next processor may lead to new ones: all, but
   where it is a copy what the one before it added; it is 0 but from word low to before high. */
typedef struct fpm__bitset {
    uint64_t *all, *front, *next, *spread;
    int64_t words, low, high;
    int64_t top, reach; /* where all and next end */
} fpm__bitset;

/* next |= front moved by every low .. high: spread twice as far with each union.  The steps. */
static int64_t fpm__or_range(fpm__bitset *b, fpm__range r) {
    int64_t width = 1, want = r.high - r.low + 1, at = b->low + r.low / 64, many;
    many = fpm__min64(b->words, b->high + r.high / 64 + 1) - at;
    if (many <= 0) return 1;
    b->reach = fpm__max64(b->reach, at + many);
    if (want == 1) {
        fpm__or_moved(b->next + at, b->front + b->low, many, r.low % 64);
        return many;
    }
    memset(b->spread, 0, (size_t)many * 8);
    fpm__or_moved(b->spread, b->front + b->low, many, r.low % 64);
    while (width < want) {
        int64_t more = fpm__min64(width, want - width);
        fpm__or_moved(b->spread, b->spread, many, more);
        width += more;
    }
    fpm__or_moved(b->next + at, b->spread, many, 0);
    return 8 * many;
}

/* Note processor i as the first for all sums that are new, which are the front from now on. */
static void fpm__mark_first(fpm__bitset *b, int32_t *first, int i) {
    uint64_t *old = b->front;
    int64_t low = b->reach, high = 0, w;
    memset(old + b->low, 0, (size_t)(b->high - b->low) * 8);
    for (w = b->low; w < b->reach; w++) {
        uint64_t fresh = b->next[w] &= ~b->all[w];
        if (!fresh) continue;
        b->all[w] |= fresh;
        low = fpm__min64(low, w);
        high = w + 1;
        for (; fresh; fresh &= fresh - 1) first[64 * w + fpm__first_bit(fresh)] = i;
    }
    b->front = b->next;
    b->next = old;
    b->low = fpm__min64(low, high);
    b->high = high;
    b->top = fpm__max64(b->top, high);
}

/* Walk first[] back to 0: a sum first reached with i, less a deficit of i, was reached before i. */
static void fpm__walk_bits(const fpm__exact *e, const int32_t *first, int64_t *out) {
    int64_t value = e->window, k, y;
    int i;
    for (i = 0; i < e->job->p; i++) out[i] = 0;
    while (value > 0) {
        i = first[value];
        for (k = e->begin[i]; k < e->end[i] && out[i] == 0; k++)
            for (y = fpm__max64(e->set[k].low, 1);
                 y <= fpm__min64(e->set[k].high, value) && out[i] == 0; y++)
                if (value == y || (first[value - y] >= 0 && first[value - y] < i)) out[i] = y;
        FPM_ASSERT(out[i] > 0);
        value -= out[i];
    }
}

/* Add processors to the sums until the window is among them: 1; 0: never; 2: too much work. */
static int fpm__bits_fill(fpm__exact *e, fpm__bitset *b, int32_t *first) {
    int64_t k;
    int i, status;
    for (i = 0; i < e->job->p; i++) {
        if (e->copy[i] && b->low >= b->high) continue; /* the one before added nothing */
        status = fpm__list_deficits(e, i);
        if (status != FPM_OK) return status;
        if (!e->copy[i]) {
            memcpy(b->front, b->all, (size_t)b->top * 8);
            b->low = 0;
            b->high = b->top;
        }
        b->reach = b->low;
        e->work += e->end[i] - e->begin[i];
        for (k = e->begin[i]; k < e->end[i] && e->work <= e->stop; k++)
            e->work += fpm__or_range(b, e->set[k]);
        fpm__mark_first(b, first, i);
        if (first[e->window] >= 0) return FPM__YES;
        if (e->work > e->stop) return FPM__UNKNOWN;
    }
    return FPM__NO;
}

/* Is the window a sum, by bits?  YES: by the deficits in out; NO; UNKNOWN within the work. */
static int fpm__sums_by_bits(fpm__exact *e, int64_t *out) {
    int64_t words = e->window / 64 + 1;
    fpm__mem *mem = &e->job->mem;
    fpm__bitset b = FPM_ZERO;
    uint64_t *bits;
    int32_t *first;
    int result;
    if (e->window >= FPM__SMALL_WINDOW && e->work + 35 * words > e->stop)
        return FPM__UNKNOWN; /* to begin */
    e->work += 35 * words;
    bits = (uint64_t *)fpm__take(mem, 4 * words, 8);
    first = (int32_t *)fpm__take(mem, 64 * words, 4);
    result = fpm__mem_status(mem);
    if (result == FPM_OK) {
        memset(bits, 0, (size_t)words * 24);
        memset(first, 0xff, (size_t)words * 256);
        b.all = bits, b.front = bits + words, b.next = bits + 2 * words,
        b.spread = bits + 3 * words;
        b.words = words;
        b.top = 1;
        bits[0] = 1;
        result = e->window == 0 ? FPM__YES : fpm__bits_fill(e, &b, first);
        if (result == FPM__YES) fpm__walk_bits(e, first, out);
    }
    fpm__drop(mem, first); /* these two only: lists may have grown since the mark */
    fpm__drop(mem, bits);
    return result;
}

/* The deficits of processor i, *begin to *end in e->set; new ones behind all others.  Those of the
   processor before are there, unless `fresh`. */
static int fpm__deficits_at(fpm__exact *e, int i, int fresh, int64_t *begin, int64_t *end) {
    if (i < e->listed) {
        *begin = e->begin[i];
        *end = e->end[i];
    } else if (fresh || !e->copy[i]) {
        *begin = *end = fpm__listed_end(e);
        return fpm__deficits_of(e, i, e->window, end);
    }
    return FPM_OK;
}

/* Do an element of the last front list, one of the last back list and a deficit each of the
   processors from `next` on add up to the window?  Each of these gives as much as it can as long as
   half of what the two lists can give is left to them.  If they do not meet then, each in turn
   gives whatever else it can.  YES: *first is the front's element, *rest what both make up; else
   UNKNOWN.  (Without that second turn 10 answers on adverse sets lose their optimum or proof.) */
static int fpm__others_complement(fpm__exact *e, int next, int64_t *out, int64_t *first,
                                  int64_t *rest) {
    int64_t front, back, begin = 0, end = 0, k, y = 0, aim = e->window;
    const fpm__range *a = fpm__sums_last(&e->front, &front), *b = fpm__sums_last(&e->back, &back);
    int i, status = FPM_OK;
    *rest = e->window;
    aim -= (a[front - 1].high + b[back - 1].high) / 2;
    for (i = next; i < e->job->p && status == FPM_OK; i++) {
        out[i] = 0;
        if (aim <= 0) continue;
        status = fpm__deficits_at(e, i, 1, &begin, &end);
        out[i] = fpm__max64(fpm__element_below(e->set + begin, end - begin, aim), 0);
        aim -= out[i];
        *rest -= out[i];
    }
    *first = fpm__complement(a, front, b, back, *rest);
    for (i = next; i < e->job->p && *first < 0 && status == FPM_OK; i++) {
        status = fpm__deficits_at(e, i, i == next, &begin, &end);
        for (k = begin; k < end && *first < 0 && status == FPM_OK; k++) {
            e->work += 2 * (front + back);
            if (e->work > e->stop) return FPM__UNKNOWN;
            y = e->set[k].low;
            *first = fpm__complement(a, front, b, back, *rest + out[i] - y);
        }
        if (*first < 0) /* it gives a little less from now on, so that other sums are tried */
            y = fpm__max64(fpm__element_below(e->set + begin, end - begin, out[i] - 1), 0);
        *rest += out[i] - y;
        out[i] = y;
    }
    return status != FPM_OK ? status : *first < 0 ? FPM__UNKNOWN : FPM__YES;
}

/* Add processors in turn to a list of sums until the window is in it: no other gives anything then.
   Once it has more than a few ranges a second list grows as well, until both have about `limit`.
   Then the others must make up what is missing, and only YES counts, but where there are none. */
static int fpm__sums_by_ranges(fpm__exact *e, int64_t limit, int64_t *out) {
    int result = fpm__sums_begin(e, &e->front), full = 0, reached = 0, i, p = e->job->p;
    int64_t have[2] = {1, 1}, first = e->window, rest = e->window, stop = e->stop;
    if (result == FPM_OK) result = fpm__sums_begin(e, &e->back);
    e->stop = e->work + (stop - e->work) / 2;
    for (i = 0; full < 3 && i < p && result >= 0 && !reached; i += result == FPM__YES) {
        /* full: of ranges, 1 the front list, 2 the back list, 3 both. */
        int back = (full & 1) || (have[0] > FPM__FEW_RANGES && have[1] < have[0] && !(full & 2));
        fpm__sums *s = back ? &e->back : &e->front;
        const fpm__range *last;
        result = fpm__list_deficits(e, i);
        if (result == FPM_OK) result = fpm__sums_add(e, s, i, limit);
        if (result == FPM__UNKNOWN) full |= back ? 2 : 1;
        last = fpm__sums_last(s, &have[back]);
        reached = !back && have[0] > 0 && last[have[0] - 1].high >= e->window;
    }
    e->stop = stop;
    if (reached) memset(out + i, 0, (size_t)(p - i) * sizeof *out);
    else if (result >= 0) result = fpm__others_complement(e, i, out, &first, &rest);
    if (result == FPM__YES) fpm__walk_ranges(e, first, rest - first, out);
    return result == FPM__UNKNOWN && i == p ? FPM__NO : result;
}

/* Can deficits add up to `over`, or sizes to n?  The three ways in turn, with the sum in draft:
   bits where the window is narrow; short lists; bits or long lists, except in the last tests. */
static int fpm__window_reached(fpm__exact *e, int64_t over) {
    int way = fpm__min64(e->n, over) >= e->narrow, result = FPM__UNKNOWN, i;
    for (; way < 3 - e->last && result == FPM__UNKNOWN && (way < 2 || e->work <= e->stop); way++) {
        e->by_size = e->n < over;
        e->window = e->by_size ? e->n : over;
        e->listed = e->unlisted = 0;
        e->most_listed = way == 1 ? (int64_t)FPM__SOME_RANGES : INT64_MAX;
        result = e->by_size ? fpm__list_deficits(e, e->job->p - 1) : FPM_OK;
        for (i = 0; i < e->job->p && e->by_size && result == FPM_OK; i++)
            e->window -= e->base[i]; /* all have their smallest shares */
        if (result == FPM_OK && e->window >= 0)
            result = way != 1 && e->window < FPM__BIT_WINDOW
                         ? fpm__sums_by_bits(e, e->draft)
                         : fpm__sums_by_ranges(e, way == 1 ? FPM__SOME_RANGES : FPM__HALF_RANGES,
                                               e->draft);
        else if (result == FPM_OK) result = FPM__NO;
        e->refused |= result == FPM_E_MAX_BYTES;
        if (result == FPM_E_MAX_BYTES || (result == FPM__NO && (e->unlisted || e->work > e->stop)))
            result = FPM__UNKNOWN;
    }
    return result;
}

/* Is n reachable at tau?  YES: best holds the partition; NO; UNKNOWN; < 0: failed. */
static int fpm__reachable(fpm__exact *e, double tau) {
    int64_t sum = fpm__tops(e, tau, NULL, e->job->p, 0);
    int i, result;
    if (sum < e->n) return FPM__NO;
    e->stop = fpm__min64(e->work + e->share, e->limit);
    result = fpm__window_reached(e, sum - e->n);
    if (result != FPM__YES) return result;
    e->best_time = 0;
    for (i = 0; i < e->job->p; i++) {
        double t;
        e->best[i] = e->by_size ? e->base[i] + e->draft[i] : e->top[i] - e->draft[i];
        t = fpm__proc_time(&e->job->procs[i], e->best[i] * e->unit);
        e->best_time = fpm__max(e->best_time, t);
    }
    return FPM__YES;
}

/* The search from a threshold that is not feasible up to the least one that is. */
typedef struct fpm__climb {
    int64_t low, high; /* bits: nothing is feasible at low; high is best_time */
    int64_t proven;    /* nothing is feasible below: low + 1, but where a test did not answer */
    int unsure;        /* one did not */
    int tested;        /* tests so far */
    int stepped;       /* 0: climbing; 1: halving, after a time was feasible or unknown */
    int64_t step;      /* how far the last step of climbing went, in bits */
    double *time;      /* finish times that may be the optimum, ascending */
    int64_t times, room;
    int listed; /* these are all that matter between low and high */
} fpm__climb;

/* List when processor i finishes units from .. to, between two times.  FPM_E_CAPACITY: too many. */
static int fpm__next_of(fpm__exact *e, fpm__climb *c, int i, int64_t from, int64_t to, double low,
                        double high) {
    const fpm_proc *proc = &e->job->procs[i];
    const fpm_model *m = proc->model;
    int64_t x;
    fpm__shares shares;
    fpm__range r;
    /* A little beyond: where times stay equal, rounding may hide a share at its own time. */
    fpm__shares_begin(&shares, proc, e->job->n, high * (1 + 1e-15), from * e->unit, to * e->unit);
    while (fpm__shares_next(&shares, &r)) {
        if (r.high - r.low >= FPM__CANDIDATES - c->times) return FPM_E_CAPACITY;
        e->work += r.high - r.low + 1;
        for (x = r.low; x <= r.high; x++) {
            /* A range of a list is one point, the one after the next. */
            double t = fpm__listed(m) ? proc->fixed + m->seconds[shares.runs.next + 1]
                                      : fpm__proc_time(proc, x * shares.grain);
            int status = fpm__grow(&e->job->mem, &c->time, &c->room, c->times + 1, sizeof(double));
            if (status != FPM_OK) return status;
            c->time[c->times] = t;
            c->times += t > low && t < high;
        }
    }
    return FPM_OK;
}

/* List, sorted, when the shares finish that matter between the ends of the climb: processor i gives
   back no more of e->most[i] than all together do.  (By halving bits alone 1.24 times the tests,
   and 9 of 3,498 adverse answers lose their proof.) */
static int fpm__next_list(fpm__exact *e, fpm__climb *c) {
    double low = fpm__from_bits(c->low), high = fpm__from_bits(c->high);
    int64_t sum = 0;
    int i, status = FPM_OK;
    c->times = 0;
    for (i = 0; i < e->job->p; i++) sum = fpm__min64(sum + e->most[i], INT64_MAX / 2);
    for (i = 0; i < e->job->p && status == FPM_OK; i++) {
        int64_t top = fpm__max64(e->most[i], 0);
        if (!e->copy[i])
            status = fpm__next_of(e, c, i, fpm__max64(top - (sum - e->n), 1), top, low, high);
    }
    if (status == FPM_OK) fpm__sort(c->time, 1, c->times);
    c->listed = status == FPM_OK;
    return status;
}

/* Take in what a test at `bits` said. */
static void fpm__climb_learn(fpm__exact *e, fpm__climb *c, int64_t bits, int result) {
    int i;
    if (result == FPM__YES) {
        /* best_time may exceed the threshold by rounding. */
        c->high = fpm__min64(fpm__bits(e->best_time), bits);
        c->listed = 0;
        for (i = 0; i < e->job->p; i++) e->most[i] = fpm__max64(e->top[i], 0);
        return;
    }
    c->unsure |= result == FPM__UNKNOWN;
    c->low = bits;
    if (!c->unsure) c->proven = bits + 1;
    for (i = 0; i < e->job->p; i++) e->least[i] = e->top[i];
}

/* Test a time; *result as of fpm__reachable. */
static int fpm__climb_test(fpm__exact *e, fpm__climb *c, int64_t bits, int *result) {
    *result = fpm__reachable(e, fpm__from_bits(bits));
    c->tested++;
    if (*result < 0) return *result;
    return fpm__report_step(e->job, fpm__from_bits(fpm__max64(c->low, 0)),
                            fpm__min(fpm__from_bits(c->high), FPM__LATEST), fpm__from_bits(bits),
                            (double)e->n * (double)e->unit);
}

/* The next time upwards: 1e-6 later at first (2^32 of the bits), then four times as far each. */
static int64_t fpm__climb_up(fpm__climb *c) {
    c->step = c->step == 0 ? INT64_C(1) << 32 : fpm__min64(4 * c->step, INT64_C(1) << 60);
    return fpm__min64(c->low + c->step, fpm__bits(FPM__LATEST));
}

/* The middle of the listed times in the bracket, or of bits if too many; the upper end if none. */
static int fpm__climb_down(fpm__exact *e, fpm__climb *c, int64_t *next) {
    double low = fpm__from_bits(c->low), high = fpm__from_bits(c->high);
    int64_t from = 0, to, k;
    int status = c->listed ? FPM_OK : fpm__next_list(e, c);
    if (status < 0 && status != FPM_E_CAPACITY && status != FPM_E_MAX_BYTES) return status;
    *next = c->low + (c->high - c->low) / 2;
    if (!c->listed) return FPM_OK;
    for (k = 0; k < c->times; k++) from += c->time[k] <= low;
    for (to = c->times; to > from && c->time[to - 1] >= high;) to--;
    *next = from < to ? fpm__bits(c->time[from + (to - from) / 2]) : c->high;
    return FPM_OK;
}

/* The last resort, when the work is used up without a partition: a short test each at ever later
   times, then halfway back, until one may have been missed by 1.6 % at most. */
static FPM__COLD int fpm__climb_last(fpm__exact *e, fpm__climb *c) {
    const int64_t latest = fpm__bits(FPM__LATEST), close = INT64_C(1) << 46;
    int64_t step = 0, bits;
    int result = FPM__NO, found = 0, status = FPM_OK, i;
    for (i = 0; i < e->job->p; i++) fpm__top_open(e, i, 1);
    c->low = c->proven;
    e->last = 1;
    e->share = FPM__LAST_STEPS;
    e->limit = INT64_MAX;
    do {
        if (found) step = (c->high - c->low) / 2;
        bits = latest - c->low > step ? c->low + step : latest;
        status = fpm__climb_test(e, c, bits, &result);
        if (status != FPM_OK) return status;
        fpm__climb_learn(e, c, bits, result);
        found |= result == FPM__YES;
        /* 2.4e-4 later (2^40 of the bits), then each step is four times as long. */
        step = step > 0 ? 4 * fpm__min64(step, latest / 4) : INT64_C(1) << 40;
    } while (found ? c->high - c->low > close : bits < latest);
    return !found && result == FPM__NO ? FPM_E_INFEASIBLE : FPM_OK;
}

/* Find the least feasible tau, at or above the envelope's (`bits`).  The best partition is in
   e->best, and nothing is feasible below *bound.  FPM_WORK_LIMIT: *bound is below it. */
static int fpm__least_feasible(fpm__exact *e, int64_t bits, double *bound) {
    const int64_t latest = fpm__bits(FPM__LATEST);
    fpm__climb c = FPM_ZERO;
    int status = FPM_OK, result, i;
    c.low = bits - 1;
    c.high = latest + 1;
    c.proven = bits;
    e->best_time = FPM__NEVER;
    while (bits < c.high && c.high - c.low > 1) {
        status = fpm__climb_test(e, &c, bits, &result);
        if (status != FPM_OK && status != FPM_E_STOPPED) return status;
        fpm__climb_learn(e, &c, bits, result);
        c.unsure |= status == FPM_E_STOPPED;
        if (status == FPM_E_STOPPED) break;
        if (c.tested == 1) /* the envelope held above its own threshold only */
            for (i = 0; i < e->job->p && result != FPM__YES; i++) fpm__top_open(e, i, 0);
        c.stepped |= result == FPM__YES;
        if (c.high - c.low <= 1 || (bits >= latest && result != FPM__YES)) break;
        c.unsure |= e->work >= e->limit;
        if (e->work >= e->limit) break;
        if (!c.stepped) bits = fpm__climb_up(&c);
        c.stepped |= bits >= c.high || (c.unsure && e->best_time < FPM__NEVER);
        if (c.stepped) status = fpm__climb_down(e, &c, &bits);
        if (status != FPM_OK) return status;
    }
    if (e->best_time >= FPM__NEVER && c.unsure && status == FPM_OK) status = fpm__climb_last(e, &c);
    if (status != FPM_OK && (status != FPM_E_STOPPED || e->best_time >= FPM__NEVER)) return status;
    if (e->best_time >= FPM__NEVER)
        return !c.unsure ? FPM_E_INFEASIBLE : e->refused ? FPM_E_MAX_BYTES : FPM_E_WORK_LIMIT;
    *bound = c.unsure ? fpm__min(fpm__from_bits(c.proven), e->best_time) : e->best_time;
    if (!c.unsure || *bound >= e->best_time) return FPM_OK;
    return status == FPM_E_STOPPED ? FPM_STOPPED : FPM_WORK_LIMIT;
}

/* Memory and settings of the engine. */
static int fpm__exact_make(fpm__exact *e, fpm__job *job) {
    fpm__mem *mem = &job->mem;
    int64_t p = job->p, unlike = 0, i;
    memset(e, 0, sizeof *e);
    e->job = job;
    e->unit = fpm__common_unit(job);
    e->n = job->n / e->unit;
    e->stop = e->limit = job->opts.max_work;
    /* A single test may use an eighth of the work, so that hard ones leave some, and memory: with
       all of it 11 more of 21,130 adverse answers are proven, in 1.6 times the bytes. */
    e->share = e->limit / 8;
    e->top = (int64_t *)fpm__take(mem, 6 * p, sizeof(int64_t));
    e->open = (int32_t *)fpm__take(mem, 3 * p, sizeof(int32_t));
    e->begin = (int64_t *)fpm__take(mem, 4 * (p + 2), sizeof(int64_t));
    if (mem->status != FPM_OK) return fpm__mem_status(mem);
    e->side = e->open + p;
    e->least = e->top + p;
    e->most = e->top + 2 * p;
    e->base = e->top + 3 * p;
    e->best = e->top + 4 * p;
    e->draft = e->top + 5 * p;
    e->end = e->begin + p + 2;
    e->front.begin = e->begin + 2 * (p + 2);
    e->back.begin = e->begin + 3 * (p + 2);
    e->copy = e->open + 2 * p;
    for (i = 0; i < p; i++) {
        e->copy[i] = i > 0 && fpm__same_proc(&job->procs[i - 1], &job->procs[i]);
        unlike += !e->copy[i];
    }
    e->narrow = FPM__SMALL_WINDOW * fpm__min64(p / unlike, FPM__MANY_COPIES);
    return FPM_OK;
}

/* By FPM_OPTIMAL into d, with what is proven in *bound. */
static int fpm__solve_exact(fpm__job *job, int64_t *d, double *bound) {
    size_t mark = fpm__mem_mark(&job->mem);
    fpm__exact e;
    int64_t bits;
    int i, status = fpm__exact_make(&e, job);
    if (status == FPM_OK && job->n % e.unit != 0) status = FPM_E_INFEASIBLE;
    if (status == FPM_OK) status = fpm__envelope_time(&e, &bits);
    if (status == FPM_OK) status = fpm__least_feasible(&e, bits, bound);
    for (i = 0; i < job->p && status >= 0; i++) d[i] = e.best[i] * e.unit;
    /* What is left for the next engine. */
    job->opts.max_work = fpm__max64(job->opts.max_work - e.work, 0);
    fpm__release(&job->mem, mark);
    return status;
}

/* A lower bound where none is proven: the optimum if found quickly, else the envelope. */
static int fpm__lower_bound(fpm__job *job, double *bound) {
    size_t mark = fpm__mem_mark(&job->mem);
    int64_t bits;
    int i, status;
    *bound = 0;
    if (job->monotone && !job->holes) {
        fpm__common c;
        status = fpm__common_begin(&c, job, job->p, job->procs, NULL, NULL);
        c.quiet = 1;
        c.even = 0;
        if (status == FPM_OK) status = fpm__common_solve(&c, 0);
        for (i = 0; i < job->p && status == FPM_OK; i++)
            *bound = fpm__max(*bound, fpm__lane_time(&c, i, (int64_t)*fpm__lane_x(&c, i)));
    } else {
        fpm__exact e;
        status = fpm__exact_make(&e, job);
        e.quiet = 1;
        if (status == FPM_OK) status = fpm__envelope_time(&e, &bits);
        if (status == FPM_OK) *bound = fpm__from_bits(bits);
    }
    fpm__release(&job->mem, mark);
    return status;
}

/* ---- >>hpopta -------------------------------------------------------------------------------- */

/* HPOPTA (Khaleghzadeh, Reddy, Lastovetsky, TPDS 29, 2018) for FPM_DISCRETE, in the paper's names.

   A tree is searched depth first, without recursion.  Its level c gives processor c one of its
   points, in ascending order of time, size 0 with time 0 first; a node is a workload w that
   processors c .. p-1 must share.  tau is the time of the best distribution D_opt so far; only
   points that take less are tried.  At first it is the even distribution (n mod p get one unit
   more); where some even share is not on offer there is none, and tau is above all times.
   The size threshold sigma_c is the most that processors c .. p-1 can do in less than tau: Cut
   drops a node with w > sigma_c.  Mem[c][w] remembers a node:

      empty         never seen
      intermediate  a distribution of w was found.  Every distribution that starts with a point
                    before the resume index takes at least min(time stored, tau)
      finalised     every distribution of w over processors c .. p-1 does; NO_SOLUTION: all take
                    at least tau

   Both stay true, for tau never grows.  The time stored is found by walking down the cells: the
   share of the point at the index, then the cell of the rest.
   ReadMemory: empty: examine from the first point.  Finalised: a solution if its time is below tau,
   else there is none.  Intermediate: if its time is below tau, a solution; be it one or not, go on
   at the index itself, whose rest may not be done with.
   ProcessSolution: D_opt becomes the current distribution, tau its time, sigma follows.  Save puts
   each level's point and the time from there on into the cells along the path, which are better
   than what was there.  bk is the level nearest the root whose own time is tau.
   Backtrack: as long as level bk keeps its point, the makespan is at least tau, and the later
   points of that level take no less.  So all levels from bk on are left, and level bk - 1 goes on
   with its next point.  A cell that is left is finalised only if its last point takes as long as
   the time stored: then no later point can do better.  (bk could be any level whose time is tau;
   the one nearest the root leaves out most.)
   A node whose points below tau are all examined is finalised.

   Why nothing is lost: a node moves past a point when the rest was cut, was read as no solution,
   was solved by a finalised cell (and saved), or came back finalised; then no distribution that
   starts with the point takes less than min(time stored, tau).  This asks nothing of the set of
   points, so `required` just leaves size 0 out, and min, max and grain other points.

   Here times are ranks among the distinct times below the first tau, which is the last rank, and
   sizes are divided by their common divisor.  Row c of the memo holds only the workloads that can
   get there: at most min(n, sigma_c), at least n less what processors 0 .. c-1 can do, both for the
   first tau.  The row of the last processor is filled beforehand with its times, and in all rows
   so is w = 0: finalised cells like others, so that the last rests are looked up, not searched.
   Cost: at most O(p n m) nodes, O(p log m) a solution.  At most (p - 1)(n + 1) cells of 8 bytes (32
   a point, to sort, if that is more), 28 bytes a point, 80 a processor. */

/* Values of memo cells, and how many nodes there are between two calls of the progress callback. */
enum { FPM__EMPTY = -1, FPM__NO_SOLUTION = INT32_MAX, FPM__REPORT = 1 << 24 };

/* A processor of the tree; what is searched below it lies in fpm__tree. */
typedef struct fpm__level {
    int64_t begin, count; /* its points are those from begin on */
    int64_t end;          /* points that take less than tau */
    int64_t sigma;        /* the most that this and later processors do in less than tau */
    int64_t low, high;    /* workloads that have cells */
    int64_t cell;         /* where its row begins */
    int64_t work, at;     /* the current node, and the point that is being examined (D_cur) */
    int64_t share;        /* in D_opt, in units */
} fpm__level;

/* The search tree, its points and its memo. */
typedef struct fpm__tree {
    fpm__job *job;
    int64_t unit, n;             /* n in units */
    int64_t points, cells, room; /* entries of the point arrays, of the memo, of memo and next */
    double first;                /* seconds: the first tau */
    int32_t tau;                 /* as a rank */
    int bk;                      /* p: none */
    int found;                   /* there is a D_opt */
    int64_t halvings;            /* steps that sizes of thresholds took */
    fpm__level *level;
    double *time;  /* of a rank */
    int64_t *size; /* of a point, in units */
    int64_t *most; /* largest size of the processor's points up to this one */
    int32_t *rank; /* of a point's time */
    int32_t *memo; /* of a cell: the time's rank if finalised, -2 - rank if intermediate, EMPTY */
    int32_t *next; /* of a cell: the resume index */
} fpm__tree;

/* The first point from j on that processor i may get, and that takes less than the first tau. */
static int64_t fpm__usable_point(const fpm__tree *h, int i, const fpm__bounds *b, int64_t j) {
    const fpm_proc *proc = &h->job->procs[i];
    const fpm_model *m = proc->model;
    for (; j < m->count; j++)
        if (m->size[j] >= b->least && m->size[j] <= b->high &&
            proc->fixed + m->seconds[j] < h->first && (b->grain == 1 || m->size[j] % b->grain == 0))
            break;
    return j;
}

/* The even share of processor i: the first n mod p get one unit more. */
static int64_t fpm__even_share(const fpm__tree *h, int i) {
    return h->n / h->job->p + (i < h->n % h->job->p);
}

/* The first tau: the time of the even distribution, or above all times where it is not on offer. */
static void fpm__even_start(fpm__tree *h) {
    const fpm__job *job = h->job;
    int i;
    h->first = 0;
    for (i = 0; i < job->p && h->first < FPM__LATEST; i++) {
        fpm__bounds b = fpm__bounds_of(&job->procs[i], job->n);
        int64_t x = fpm__even_share(h, i) * h->unit;
        int ok = x == 0 ? b.low == 0 : x >= b.least && x <= b.high && x % b.grain == 0;
        h->first = fpm__max(h->first, ok ? fpm__proc_time(&job->procs[i], x) : FPM__NEVER);
    }
    h->found = h->first < FPM__LATEST;
    if (!h->found) h->first = FPM__LATEST;
}

/* Add processor i's points to *count, size 0 included; returns its largest size, in units. */
static int64_t fpm__count_points(const fpm__tree *h, int i, int64_t *count) {
    fpm__bounds b = fpm__bounds_of(&h->job->procs[i], h->job->n);
    int64_t j, top = 0;
    *count += b.low == 0;
    for (j = fpm__usable_point(h, i, &b, 0); j < h->job->procs[i].model->count;
         j = fpm__usable_point(h, i, &b, j + 1)) {
        top = h->job->procs[i].model->size[j];
        ++*count;
    }
    return top / h->unit;
}

/* Count points, cells, and room for cells or sorting.  FPM_E_OVERFLOW: points beyond 32 bits. */
static int fpm__tree_size(fpm__tree *h) {
    const int64_t most = INT64_MAX / 64;
    int64_t sum = 0, before = 0, unused = 0;
    int i;
    for (i = 0; i < h->job->p; i++) {
        if (h->job->procs[i].model->count > INT32_MAX) return FPM_E_OVERFLOW;
        sum += fpm__count_points(h, i, &h->points);
        if (sum > most || h->points > INT32_MAX - 2) return FPM_E_OVERFLOW;
    }
    for (i = 0; i < h->job->p && sum >= h->n; i++) {
        h->cells += fpm__min64(h->n, sum - before) - fpm__max64(0, h->n - before) + 1;
        h->cells = fpm__min64(h->cells, most);
        before += fpm__count_points(h, i, &unused);
    }
    h->room = fpm__max64(2 * h->cells, 8 * h->points) + 1;
    return FPM_OK;
}

/* Take all memory, or none: FPM_E_MAX_BYTES leaves the bytes that would be needed in info. */
static FPM__COLD int fpm__tree_make(fpm__tree *h) {
    fpm__mem *mem = &h->job->mem;
    int64_t p = h->job->p, points = h->points + 2;
    uint64_t need = (uint64_t)p * sizeof(fpm__level) + (uint64_t)points * 28 +
                    (uint64_t)h->room * 4 + 6 * sizeof(fpm__block);
    if (need > mem->limit) {
        mem->peak = need < SIZE_MAX ? (size_t)need : SIZE_MAX;
        return FPM_E_MAX_BYTES;
    }
    h->level = (fpm__level *)fpm__take(mem, p, sizeof(fpm__level));
    h->time = (double *)fpm__take(mem, points, 8);
    h->size = (int64_t *)fpm__take(mem, points, 8);
    h->most = (int64_t *)fpm__take(mem, points, 8);
    h->rank = (int32_t *)fpm__take(mem, points, 4);
    h->memo = (int32_t *)fpm__take(mem, h->room, 4);
    if (mem->status != FPM_OK) return fpm__mem_status(mem);
    memset(h->level, 0, (size_t)p * sizeof(fpm__level));
    return FPM_OK;
}

/* Each processor's points in ascending order of time, then size; times become ranks.  The value of
   an item: the processor, and the point, counted from 1. */
static void fpm__tree_points(fpm__tree *h) {
    fpm__item *list = (fpm__item *)(void *)h->memo;
    int64_t count = 0, begin = 0, j, k;
    int i;
    for (i = 0; i < h->job->p; i++) {
        const fpm_proc *proc = &h->job->procs[i];
        fpm__bounds b = fpm__bounds_of(proc, h->job->n);
        for (j = b.low == 0 ? -1 : fpm__usable_point(h, i, &b, 0); j < proc->model->count;
             j = fpm__usable_point(h, i, &b, j + 1)) {
            fpm__item_set(&list[count++],
                          j < 0 ? 0 : fpm__bits(proc->fixed + proc->model->seconds[j]),
                          (int64_t)i << 32 | (j + 1));
            h->level[i].count++;
        }
        h->level[i].begin = begin;
        begin += h->level[i].count;
    }
    fpm__sort_many(list, list + count, count);
    h->tau = 0;
    h->time[0] = 0;
    for (k = 0; k < count; k++) {
        fpm__level *f = &h->level[list[k].value >> 32];
        int64_t at = f->begin + f->end++, x = 0;
        double t = fpm__from_bits(list[k].key);
        if (t > h->time[h->tau]) h->time[++h->tau] = t;
        i = (int)(list[k].value >> 32);
        j = (list[k].value & UINT32_MAX) - 1;
        if (j >= 0) x = h->job->procs[i].model->size[j];
        h->size[at] = x / h->unit;
        h->most[at] = fpm__max64(h->size[at], at > f->begin ? h->most[at - 1] : 0);
        h->rank[at] = h->tau;
    }
    h->time[++h->tau] = h->first;
}

/* SizeThresholdCalc: `end` of the points below tau; sigma_c = sigma_{c+1} + the largest of them. */
static void fpm__thresholds(fpm__tree *h, int32_t tau) {
    int64_t sigma = 0;
    int c;
    for (c = h->job->p - 1; c >= 0; c--) {
        fpm__level *f = &h->level[c];
        fpm__seek s = fpm__halve(-1, f->count);
        while (fpm__seeking(&s)) fpm__seek_tell(&s, h->rank[f->begin + s.at] < tau);
        f->end = s.high;
        f->sigma = sigma += s.low >= 0 ? h->most[f->begin + s.low] : 0;
    }
}

/* Lay out the rows of the memo.  All cells are empty, except those for no work and the last row. */
static void fpm__tree_rows(fpm__tree *h) {
    int64_t cell = 0, k;
    int c, p = h->job->p, idle = 1;
    h->next = h->memo + h->cells;
    memset(h->memo, 0xff, (size_t)h->cells * 4);
    for (c = 0; c < p; c++) {
        fpm__level *f = &h->level[c];
        f->low = fpm__max64(0, h->n - (h->level[0].sigma - f->sigma));
        f->high = fpm__min64(h->n, f->sigma);
        f->cell = cell;
        cell += f->high - f->low + 1;
    }
    FPM_ASSERT(cell == h->cells);
    for (k = h->level[p - 1].cell; k < cell; k++) h->memo[k] = FPM__NO_SOLUTION;
    for (c = p - 1; c >= 0; c--) {
        fpm__level *f = &h->level[c];
        idle = idle && f->count > 0 && h->size[f->begin] == 0;
        if (f->low > 0) continue;
        h->memo[f->cell] = idle ? 0 : FPM__NO_SOLUTION;
        h->next[f->cell] = 0;
    }
    {
        /* The last processor has only its own points to offer: its row is complete. */
        const fpm__level *f = &h->level[p - 1];
        for (k = 0; k < f->count; k++) {
            int64_t x = h->size[f->begin + k];
            if (x < f->low) continue; /* none is above n */
            h->memo[f->cell + x - f->low] = h->rank[f->begin + k];
            h->next[f->cell + x - f->low] = (int32_t)k;
        }
    }
}

/* Everything before the search; D_opt is the even distribution. */
static void fpm__tree_start(fpm__tree *h) {
    int i;
    fpm__tree_points(h);
    fpm__thresholds(h, h->tau);
    if (h->level[0].sigma >= h->n) fpm__tree_rows(h);
    for (i = 0; i < h->job->p; i++) h->level[i].share = fpm__even_share(h, i);
}

/* Report the best time so far to the progress callback. */
static int fpm__report_tau(fpm__tree *h) {
    double tau = h->time[h->tau];
    return fpm__report_step(h->job, 0, tau, tau, (double)h->level[0].sigma);
}

/* Time stored in a cell. */
static int32_t fpm__cell_time(int32_t v) {
    return v >= 0 ? v : v == FPM__EMPTY ? FPM__NO_SOLUTION : -2 - v;
}

/* ProcessSolution and Save.  The cell of level c has a solution better than tau: walk the cells
   down to complete the current distribution, the new D_opt; note it in the cells from root to c. */
static int fpm__process_solution(fpm__tree *h, int c) {
    int l, p = h->job->p;
    int32_t suffix = 0;
    /* Down the cells: the point at each level's resume index, then the cell of what is left. */
    for (l = c; l < p; l++) {
        fpm__level *f = &h->level[l];
        f->at = h->next[f->cell + f->work - f->low];
        if (l + 1 < p) f[1].work = f->work - h->size[f->begin + f->at];
    }
    /* Back up: suffix is the latest time from level l on.  The cells of levels 0 .. c become
       intermediate with this solution, unless they are finalised. */
    for (l = p - 1; l >= 0; l--) {
        fpm__level *f = &h->level[l];
        int64_t cell = f->cell + f->work - f->low;
        int32_t own = h->rank[f->begin + f->at];
        f->share = h->size[f->begin + f->at];
        if (own >= suffix) {
            suffix = own;
            h->bk = l;
        }
        if (l > c || h->memo[cell] >= 0) continue;
        h->memo[cell] = -2 - suffix;
        h->next[cell] = (int32_t)f->at;
    }
    h->tau = suffix;
    h->found = 1;
    h->halvings += 8 * (int64_t)p;
    fpm__thresholds(h, h->tau);
    return fpm__report_tau(h);
}

/* ReadMemory at the node of level c.  Returns 1 if its points are to be examined, from `at` on. */
static int fpm__read_memory(fpm__tree *h, int c, int *status) {
    fpm__level *f = &h->level[c];
    int64_t cell = f->cell + f->work - f->low;
    int32_t v = h->memo[cell];
    f->at = v == FPM__EMPTY ? 0 : h->next[cell];
    h->job->info.hits += v >= 0;
    if (fpm__cell_time(v) < h->tau) *status = fpm__process_solution(h, c);
    return v < 0;
}

/* Examine points of level c from `at` on while Cut or a finalised cell rules out a better rest. */
static void fpm__tree_examine(fpm__tree *h, int c) {
    fpm__level *f = &h->level[c], *below = f + 1;
    const int64_t *size = h->size + f->begin;
    const int32_t *cell = h->memo + below->cell;
    int64_t i, hits = 0, work = f->work - below->low,
               room = fpm__min64(below->sigma, below->high) - below->low;
    /* No rest is possible below: let every comparison fail. */
    if (room < 0) room = 0, work = -1;
    for (i = f->at; i < f->end; i++) {
        uint64_t rest = (uint64_t)(work - size[i]); /* below 0: wraps to far above room */
        if (rest > (uint64_t)room) continue;
        if (cell[rest] < h->tau) break;
        hits++;
    }
    h->job->info.nodes += i - f->at + (i < f->end);
    h->job->info.cuts += i - f->at - hits;
    h->job->info.hits += hits;
    if (i < f->end) below->work = f->work - size[i];
    f->at = i;
}

/* Leave level c for good or, on the way back to bk, only for now. */
static void fpm__tree_leave(fpm__tree *h, int c) {
    const fpm__level *f = &h->level[c];
    int32_t *v = &h->memo[f->cell + f->work - f->low], stored = fpm__cell_time(*v);
    if (f->at >= f->end || h->rank[f->begin + f->at] >= stored) *v = stored;
}

/* The search itself.  FPM_OK: D_opt is optimal, or there is none. */
static int fpm__tree_search(fpm__tree *h) {
    fpm_info *info = &h->job->info;
    int64_t report = FPM__REPORT;
    int c = 0, status = fpm__report_tau(h);
    h->level[0].work = h->n;
    h->bk = h->job->p;
    if (status == FPM_OK && !fpm__read_memory(h, 0, &status)) return status;
    while (c >= 0 && status == FPM_OK) {
        int from = c;
        fpm__tree_examine(h, c);
        if (h->level[c].at < h->level[c].end) c += fpm__read_memory(h, c + 1, &status);
        else fpm__tree_leave(h, c--);
        for (; c >= h->bk; c--) fpm__tree_leave(h, c); /* Backtrack */
        h->bk = h->job->p;
        if (c >= 0 && c <= from) h->level[c].at++;
        /* a look into the memo costs as much as 16 points that are cut */
        if (info->nodes + 16 * (info->nodes - info->cuts) + h->halvings > h->job->opts.max_work &&
            c >= 0 && status == FPM_OK)
            status = h->found ? FPM_WORK_LIMIT : FPM_E_WORK_LIMIT;
        if (info->nodes > report && status == FPM_OK) {
            status = fpm__report_tau(h);
            report += FPM__REPORT;
        }
    }
    return status;
}

/* FPM_HPOPTA: shares into d, and *bound where the work limit ended the search. */
static int fpm__solve_hpopta(fpm__job *job, int64_t *d, double *bound) {
    fpm__tree h;
    int i, status;
    memset(&h, 0, sizeof h);
    h.job = job;
    h.unit = fpm__common_unit(job);
    h.n = job->n / h.unit;
    if (job->n % h.unit != 0) return FPM_E_INFEASIBLE;
    fpm__even_start(&h);
    status = fpm__tree_size(&h);
    if (status == FPM_OK) status = fpm__tree_make(&h);
    if (status == FPM_OK) fpm__tree_start(&h);
    if (status == FPM_OK && h.first > 0 && h.level[0].sigma >= h.n) status = fpm__tree_search(&h);
    if (status == FPM_OK && !h.found) status = FPM_E_INFEASIBLE;
    if (status == FPM_E_STOPPED && h.found) status = FPM_STOPPED;
    if (status > FPM_OK && fpm__lower_bound(job, bound) == FPM_OK && *bound >= h.time[h.tau])
        status = FPM_OK; /* the best that was found is optimal */
    if (status == FPM_OK) job->info.below = h.tau > 0 ? h.time[h.tau - 1] : 0;
    for (i = 0; i < job->p && status >= 0; i++) d[i] = h.level[i].share * h.unit;
    return status;
}

/* ---- >>numerical ----------------------------------------------------------------------------- */

/* FPM_NUMERICAL: real shares with F_1 = n - sum x_i = 0 and F_i = t_i(x_i) - t_1(x_1) = 0 (Rychkov,
   Clarke, Lastovetsky, PaCT 2011) by Powell's hybrid method (in Rabinowitz, 1970).

   The Jacobian (their eq. 5) is an arrow, so Newton's step takes O(p) where a dense one takes
   O(p^3).  It is taken here in v_i = log x_i on the hyperplane sum x = n: with y_i = log t_i and
   elasticity e_i = dy_i / dv_i, the step to a common y is u_i = (theta - y_i) / e_i with theta such
   that sum x_i u_i = n - sum x.  Constant speeds are linear, cliffs are mild (e from 1 to 60), no
   share turns negative.  The merit is |r|^2, r = y - mean y, its gradient on the hyperplane
   g_i = e_i r_i - lambda x_i; if all e_i > 0 it vanishes at the root only.  The dogleg leads from
   the steepest descent's minimum to Newton's point, inside a radius that is measured in root mean
   squares of u.  Two things go beyond Powell: a share whose step misses the common y is mended
   alone, since no other share is in its equation, and the sum is brought back to n along the common
   y rather than in proportion.

   Bounds: a processor at its largest share that would still finish early, at its least share that
   finishes late, or idle because its fixed seconds reach the common time, is pinned: it leaves the
   system with its share.  It returns as soon as theta says otherwise. */

/* Most steps before the method has failed.  Paging cliffs need at most 6 at any p up to 10^6. */
#define FPM__STEPS 60
/* The residual at which a root is accepted: some 2000 roundings of the times.  Where steps end
   without reaching it, twice as much still counts, so that the documented limit is 1e-12. */
#define FPM__RESIDUAL 5e-13

/* How a processor takes part in a step: free; pinned at a bound; released: to work again. */
enum { FPM__FREE = 0, FPM__PINNED = 1, FPM__RELEASED = 2 };

/* One processor's unknown. */
typedef struct fpm__unknown {
    fpm__segment at;         /* of its model, in use */
    double low, high, fixed; /* bounds of the share; fixed seconds */
    double y[2], e[2]; /* logarithm of its time over the scale, and elasticity, at both places */
    int pin[2];        /* FPM__FREE, ... at both iterates */
} fpm__unknown;

/* What is known of all shares at one of two places: where the search stands, and one it tries. */
typedef struct fpm__iterate {
    double *x;          /* p shares */
    double sum, theta;  /* sum of shares; common y that the next step aims at */
    double mean, merit; /* mean y of the free ones; |r|^2 + (sum / n - 1)^2 */
    double residual;    /* max |t_i / T - 1|, |sum - n| / n */
    double early, late; /* least and largest y of those that are free */
    int free;
} fpm__iterate;

/* The state of FPM_NUMERICAL (the Jacobian of its system has the shape of an arrow). */
typedef struct fpm__arrow {
    fpm__job *job;
    fpm__unknown *unknown;
    fpm__iterate place[2];
    int now;              /* the place where it stands; the other one is tried */
    int bounded;          /* bounds or fixed seconds may pin some */
    double scale, radius; /* seconds that y is relative to; of the trust region */
} fpm__arrow;

/* A start: the common time to 1 % where times rise, else equal times at speeds of even shares. */
static int fpm__arrow_start(fpm__job *job, double *x, double *time) {
    size_t mark = fpm__mem_mark(&job->mem);
    double even = (double)job->n / job->p;
    int i, status;
    fpm__trial at = FPM_ZERO;
    fpm__common c;
    status = fpm__common_begin(&c, job, job->p, job->procs, NULL, NULL);
    c.quiet = 1;
    c.target = (double)job->n;
    if (status == FPM_OK && job->monotone) status = fpm__find_start(&c, &at.time);
    if (!(at.time > 0)) at.time = fpm__even_guess(&c);
    if (status == FPM_OK && job->monotone) status = fpm__search_time(&c, 1e-2 * c.target, &at);
    for (i = 0; i < job->p && status == FPM_OK; i++) {
        const fpm_proc *proc = &job->procs[i];
        fpm__bounds b = fpm__bounds_of(proc, job->n);
        double t = fpm__max(at.time - proc->fixed, 0);
        x[i] = job->monotone ? *fpm__lane_x(&c, i) : t / fpm__rough_time(proc->model, even) * even;
        if (x[i] < 1e-200) x[i] = 0; /* so that no quotient underflows */
        x[i] = fpm__min(fpm__max(x[i], (double)b.low), (double)b.high);
    }
    *time = at.time;
    fpm__release(&job->mem, mark);
    return status;
}

/* Memory and starting shares for the search. */
static int fpm__arrow_make(fpm__arrow *a, fpm__job *job) {
    fpm__mem *mem = &job->mem;
    double *x = (double *)fpm__take(mem, 2 * (int64_t)job->p, sizeof *x);
    int i, status = fpm__mem_status(mem);
    memset(a, 0, sizeof *a);
    a->job = job;
    /* The first trust region: shares change by a factor e^2 = 7 (root mean square).  So do 1, 4. */
    a->radius = 2;
    a->place[0].x = x;
    a->scale = 1;
    for (i = 0; i < job->p && x; i++) x[i] = (double)job->n / job->p; /* eq. 4 */
    if (status == FPM_OK && !job->opts.dense) status = fpm__arrow_start(job, x, &a->scale);
    if (status != FPM_OK) return status;
    a->place[1].x = x + job->p;
    a->unknown = (fpm__unknown *)fpm__take(mem, job->p, sizeof *a->unknown);
    if (!a->unknown) return fpm__mem_status(mem);
    for (i = 0; i < job->p; i++) {
        fpm__bounds b = fpm__bounds_of(&job->procs[i], job->n);
        fpm__unknown *unknown = &a->unknown[i];
        memset(unknown, 0, sizeof *unknown); /* its segment holds no size: made at the first use */
        unknown->low = (double)b.low;
        unknown->high = b.high < job->n ? (double)b.high : 2 * (double)job->n; /* no bound */
        unknown->fixed = job->procs[i].fixed;
        a->bounded |= unknown->low > 0 || b.high < job->n || unknown->fixed > 0;
    }
    return FPM_OK;
}

/* Scale the shares that are not at a bound so that all sum to n, as far as bounds let them.  Shares
   that reach a bound on the way stay there, and the others are scaled again, five times at most. */
static void fpm__arrow_rescale(fpm__arrow *a, double *x) {
    int i, round, moved = 1;
    for (round = 0; round < 5 && moved; round++) {
        fpm__sum bound = FPM_ZERO, rest = FPM_ZERO;
        double factor, room;
        for (i = 0; i < a->job->p; i++) {
            const fpm__unknown *unknown = &a->unknown[i];
            int at_bound = x[i] <= unknown->low || x[i] >= unknown->high;
            fpm__add(at_bound ? &bound : &rest, x[i]);
        }
        room = rest.total + rest.block;
        factor = (double)a->job->n - (bound.total + bound.block);
        if (!(room > 0 && factor > 0)) return;
        factor /= room;
        for (moved = 0, i = 0; i < a->job->p; i++) {
            const fpm__unknown *unknown = &a->unknown[i];
            if (x[i] <= unknown->low || x[i] >= unknown->high) continue;
            x[i] = fpm__min(fpm__max(x[i] * factor, unknown->low), unknown->high);
            moved |= x[i] <= unknown->low || x[i] >= unknown->high;
        }
    }
}

/* Bring the sum of the tried shares to n along the common y: one Newton step in y, with the
   elasticities of fpm__unknown_share, that halves or doubles a share at most; then scale. */
static void fpm__arrow_level(fpm__arrow *a, double *x) {
    fpm__sum sum = FPM_ZERO, weight = FPM_ZERO;
    double delta;
    int i;
    for (i = 0; i < a->job->p; i++) {
        const fpm__unknown *unknown = &a->unknown[i];
        fpm__add(&sum, x[i]);
        if (x[i] > unknown->low && x[i] < unknown->high)
            fpm__add(&weight, x[i] / fpm__max(unknown->e[!a->now], 1e-9));
    }
    delta = weight.total + weight.block;
    delta = delta > 0 ? ((double)a->job->n - (sum.total + sum.block)) / delta : 0;
    for (i = 0; i < a->job->p; i++) {
        const fpm__unknown *unknown = &a->unknown[i];
        double u = delta / fpm__max(unknown->e[!a->now], 1e-9);
        if (x[i] <= unknown->low || x[i] >= unknown->high) continue;
        x[i] = fpm__min(fpm__max(x[i] * (1 + fpm__min(fpm__max(u, -0.5), 1)), unknown->low),
                        unknown->high);
    }
    fpm__arrow_rescale(a, x);
}

/* Time of processor i for a share above 0, without its fixed seconds. */
static double fpm__unknown_time(const fpm__arrow *a, int i, double x) {
    return fpm__time_near(a->job->procs[i].model, x, &a->unknown[i].at);
}

/* Elasticity e = dlog t / dlog x of processor i at share x, where its time is t with the fixed
   seconds; x must lie in the segment in use.  Held away from 0, as steps divide by it. */
static FPM__APART double fpm__unknown_elasticity(const fpm__arrow *a, int i, double x, double t) {
    double e = x > 0 ? x * fpm__segment_slope(&a->unknown[i].at, x) / t : 0;
    if (!fpm__finite(e)) return 1; /* the speed is 0: such places are never kept */
    if (fabs(e) < 1e-9) return e < 0 ? -1e-9 : 1e-9; /* flat */
    return e;
}

/* Compute times and elasticities at iterate w; 0: some speed is not positive, it cannot be used. */
static int fpm__arrow_evaluate(fpm__arrow *a, int w) {
    const double *x = a->place[w].x;
    int i, defined = 1;
    for (i = 0; i < a->job->p; i++) {
        fpm__unknown *unknown = &a->unknown[i];
        double t = x[i] > 0 ? fpm__unknown_time(a, i, x[i]) : 0, total = t + unknown->fixed;
        defined &= t < FPM__LATEST && (t > 0 || !(x[i] > 0));
        unknown->y[w] = log(fpm__max(total / a->scale, 1e-300));
        unknown->e[w] = fpm__unknown_elasticity(a, i, x[i], total);
    }
    a->job->info.evaluations++;
    return defined;
}

/* Is a processor with share x and logarithmic time y pinned to a bound, when all aim at theta? */
static int fpm__unknown_pin(const fpm__unknown *unknown, double x, double y, double theta) {
    if (unknown->high <= unknown->low) return FPM__PINNED;
    if (x >= unknown->high && y <= theta) return FPM__PINNED;
    if (x <= unknown->low && y >= theta) return FPM__PINNED;
    return x > 0 ? FPM__FREE : FPM__RELEASED;
}

/* How far y is from the common one; 0 where only a bound keeps it away. */
static double fpm__unknown_off(const fpm__unknown *unknown, double x, double y, double mean) {
    if (unknown->high <= unknown->low) return 0;
    if (x >= unknown->high) return fpm__max(y - mean, 0);
    if (x <= unknown->low) return fpm__min(y - mean, 0);
    return y - mean;
}

/* At iterate w: the free processors, the mean of their y, and the common y (theta) to aim at.  Who
   is pinned and theta depend on each other: repeated until nothing changes, at most six times. */
static void fpm__arrow_classify(fpm__arrow *a, int w) {
    fpm__iterate *place = &a->place[w];
    int i, round, changed = 1, rising;
    for (round = 0; round < 6 && changed; round++) {
        fpm__sum x = FPM_ZERO, weight = FPM_ZERO, level = FPM_ZERO, mean = FPM_ZERO;
        double top = -FPM__NEVER, most = -FPM__NEVER, least = FPM__NEVER;
        changed = 0, rising = 1, place->free = 0;
        for (i = 0; i < a->job->p; i++) {
            fpm__unknown *unknown = &a->unknown[i];
            double share = place->x[i], y = unknown->y[w];
            int pin = fpm__unknown_pin(unknown, share, y, place->theta);
            changed |= a->bounded && (round == 0 || pin != unknown->pin[w]);
            unknown->pin[w] = pin;
            fpm__add(&x, share);
            if (share > 0) most = fpm__max(most, y);
            if (share >= unknown->high && share > unknown->low) top = fpm__max(top, y);
            if (share <= unknown->low && share < unknown->high) least = fpm__min(least, y);
            if (pin) continue;
            rising &= unknown->e[w] > 0;
            fpm__add(&weight, share / unknown->e[w]);
            fpm__add(&level, share / unknown->e[w] * y);
            fpm__add(&mean, y);
            place->free++;
        }
        place->sum = x.total + x.block;
        place->mean = top > -FPM__NEVER ? top : least < FPM__NEVER ? fpm__min(least, most) : most;
        if (place->free > 0) place->mean = (mean.total + mean.block) / place->free;
        place->theta = place->mean;
        /* Some processor has to move. */
        if (place->free == 0 && fabs((double)a->job->n - place->sum) > 0) {
            place->theta = (double)a->job->n > place->sum ? least + 1e-9 : top - 1e-9;
            changed = 1;
        }
        if (place->free > 0 && rising)
            place->theta = ((double)a->job->n - place->sum + (level.total + level.block)) /
                           (weight.total + weight.block);
    }
}

/* Complete iterate w, after its evaluation: who is free, merit, residual, earliest and latest y. */
static void fpm__arrow_measure(fpm__arrow *a, int w) {
    fpm__iterate *place = &a->place[w];
    double n = (double)a->job->n;
    fpm__sum merit = FPM_ZERO;
    int i;
    place->theta = a->place[!w].theta;
    fpm__arrow_classify(a, w);
    place->residual = fabs(place->sum - n) / n;
    place->early = place->late = place->mean;
    for (i = 0; i < a->job->p; i++) {
        const fpm__unknown *unknown = &a->unknown[i];
        double y = unknown->y[w], off = fpm__unknown_off(unknown, place->x[i], y, place->mean);
        fpm__add(&merit, off * off);
        place->residual = fpm__max(place->residual, fabs(expm1(off)));
        place->early = fpm__min(place->early, place->mean + off);
        place->late = fpm__max(place->late, place->mean + off);
    }
    place->merit = merit.total + merit.block + (place->sum / n - 1) * (place->sum / n - 1);
}

/* A step along the dogleg: u = newton * N + slope * g, within the radius, with N Newton's step and
   g the gradient; the reduction of the merit that the linear model promises; lambda. */
typedef struct fpm__dogleg {
    double newton, slope, lambda, promise, length;
} fpm__dogleg;

/* Newton's step is longer than the radius: bend the step.  nn is |N|^2.  C = -alpha g is the lowest
   point down the gradient; it ends on the way to it, or after. */
static void fpm__dogleg_bend(const fpm__arrow *a, fpm__dogleg *step, double nn) {
    const fpm__iterate *place = &a->place[a->now];
    fpm__sum gg = FPM_ZERO, ng = FPM_ZERO, s1 = FPM_ZERO, s2 = FPM_ZERO;
    double g2, jg2, count = place->free, radius2 = a->radius * a->radius * count, alpha;
    int i;
    for (i = 0; i < a->job->p; i++) {
        const fpm__unknown *unknown = &a->unknown[i];
        double e = unknown->e[a->now], y = unknown->y[a->now], g;
        if (unknown->pin[a->now]) continue;
        g = e * (y - place->mean) - step->lambda * place->x[i];
        fpm__add(&gg, g * g);
        fpm__add(&ng, g * (place->theta - y) / e);
        fpm__add(&s1, e * g);
        fpm__add(&s2, e * g * (e * g));
    }
    g2 = gg.total + gg.block;
    jg2 = s2.total + s2.block - (s1.total + s1.block) * ((s1.total + s1.block) / count);
    alpha = jg2 > 0 ? g2 / jg2 : 0;
    step->newton = 0;
    if (!(alpha > 0) || !(alpha * alpha * g2 < radius2)) {
        step->slope = g2 > 0 ? -sqrt(radius2 / g2) : 0;
    } else { /* |C + tau (N - C)| = radius, C = -alpha g */
        double c2 = alpha * alpha * g2, nc = -alpha * (ng.total + ng.block);
        double a2 = nn - 2 * nc + c2, b = nc - c2, c = c2 - radius2;
        double root = sqrt(fpm__max(b * b - a2 * c, 0));
        step->newton = b > 0 ? -c / (b + root) : a2 > 0 ? (root - b) / a2 : 0;
        step->slope = -(1 - step->newton) * alpha;
    }
    step->length = a->radius;
    step->promise = place->merit * (1 - (1 - step->newton) * (1 - step->newton)) -
                    step->slope * (2 * (1 - step->newton) * g2 + step->slope * jg2);
}

/* The next step, Newton's if it lies within the radius. */
static fpm__dogleg fpm__arrow_step(const fpm__arrow *a) {
    const fpm__iterate *place = &a->place[a->now];
    fpm__sum nn = FPM_ZERO, xg = FPM_ZERO, xx = FPM_ZERO;
    fpm__dogleg step = FPM_ZERO;
    double n2;
    int i;
    for (i = 0; i < a->job->p; i++) {
        const fpm__unknown *unknown = &a->unknown[i];
        double e = unknown->e[a->now], y = unknown->y[a->now], newton = (place->theta - y) / e;
        if (unknown->pin[a->now]) continue;
        fpm__add(&nn, newton * newton);
        fpm__add(&xg, place->x[i] * (e * (y - place->mean)));
        fpm__add(&xx, place->x[i] * place->x[i]);
    }
    n2 = nn.total + nn.block;
    step.newton = 1;
    step.promise = place->merit;
    step.length = sqrt(n2 / fpm__max(place->free, 1));
    step.lambda = place->free > 0 ? (xg.total + xg.block) / (xx.total + xx.block) : 0;
    if (!(step.length <= a->radius)) fpm__dogleg_bend(a, &step, n2);
    return step;
}

/* Correct the step of one share from x to `to` where it misses the common time by more than a tenth
   of `off`, what x was off.  Secants in log x, between the two when they lie on both sides of the
   common time (Illinois rule), else further on.  Without this one processor on a cliff would shrink
   the radius for all: on noisy splines with cliffs 39 % of runs with p = 10, 84 % with p = 100 fall
   back, 20 and 58 % with it.  (A miss of 0.03 or 0.3, and 4 or 16 rounds, change little.) */
static double fpm__unknown_mend(const fpm__arrow *a, int i, double x, double to, double off) {
    const fpm__unknown *unknown = &a->unknown[i];
    double aim = a->place[a->now].theta, least = 0.1 * fabs(off), from = log(x), end = log(to);
    double over = log((fpm__unknown_time(a, i, to) + unknown->fixed) / a->scale) - aim, y = over;
    int round;
    for (round = 0; round < 8 && fabs(y) > least; round++) {
        int between = off * over < 0;
        double v;
        if (!between && !(fabs(over) < 0.9 * fabs(off))) break;
        v = from + (end - from) * (off / (off - over));
        v = fpm__min(fpm__max(v, log(x) - 3), log(x) + 3);
        to = fpm__min(fpm__max(exp(v), unknown->low), unknown->high);
        y = log((fpm__unknown_time(a, i, to) + unknown->fixed) / a->scale) - aim;
        if (between && y * off > 0) from = v, off = y, over *= 0.5;
        else if (between) end = v, over = y, off *= 0.5;
        else from = end, off = over, end = v, over = y;
    }
    return to;
}

/* The share that a step leads processor i to; its elasticity there goes to e of the iterate tried.
   A time with fixed seconds in it is more linear in x than in log x: the step is taken in x. */
static double fpm__unknown_share(const fpm__arrow *a, int i, const fpm__dogleg *step) {
    const fpm__iterate *place = &a->place[a->now];
    fpm__unknown *unknown = &a->unknown[i];
    double x = place->x[i], e = unknown->e[a->now], y = unknown->y[a->now], u, to;
    double time = a->scale * exp(place->theta);
    unknown->e[!a->now] = e;
    if (unknown->low <= 0 && unknown->fixed >= time) return 0;
    if (unknown->pin[a->now] == FPM__PINNED) return x;
    if (unknown->pin[a->now] == FPM__RELEASED) {
        double x0 = (time - unknown->fixed) * fpm__knot_speed(a->job->procs[i].model, 0);
        return fpm__min(fpm__max(x0, unknown->low), unknown->high);
    }
    u = step->newton * ((place->theta - y) / e);
    u += step->slope * (e * (y - place->mean) - step->lambda * x);
    /* A share changes by a factor of 20 at most; 4 or 400 do about as well. */
    u = fpm__min(fpm__max(u, -3), 3);
    to = fpm__min(fpm__max(x * (unknown->fixed > 0 ? fpm__max(1 + u, 0.05) : exp(u)), unknown->low),
                  unknown->high);
    if (fabs(u) < 1e-3) return to;
    to = fpm__unknown_mend(a, i, x, to, y - place->theta);
    u = fpm__unknown_time(a, i, to) + unknown->fixed;
    unknown->e[!a->now] = fpm__unknown_elasticity(a, i, to, u);
    return to;
}

/* Ask the caller's progress callback whether to go on. */
static int fpm__arrow_report(fpm__arrow *a) {
    const fpm__iterate *place = &a->place[a->now];
    if (!a->job->opts.progress) return FPM_OK;
    return fpm__report(a->job, a->scale * exp(place->early), a->scale * exp(place->late),
                       a->scale * exp(place->mean), place->sum, place->x);
}

/* Iterate.  FPM_OK: the root is at place[now].  UNSOLVED: none was found.  won, the reduction
   of the merit over the promised one, shrinks the radius or doubles it. */
static int fpm__arrow_solve(fpm__arrow *a) {
    int i, status;
    fpm__arrow_rescale(a, a->place[0].x);
    if (!fpm__arrow_evaluate(a, 0)) return FPM__UNSOLVED;
    fpm__arrow_measure(a, 0);
    for (;;) {
        fpm__iterate *from = &a->place[a->now], *to = &a->place[!a->now];
        fpm__dogleg step;
        double gain, won;
        status = fpm__arrow_report(a);
        if (status != FPM_OK || from->residual <= FPM__RESIDUAL) return status;
        if (a->job->info.iterations >= FPM__STEPS || !(a->radius > 1e-12))
            return from->residual <= 2 * FPM__RESIDUAL ? FPM_OK : FPM__UNSOLVED;
        step = fpm__arrow_step(a);
        for (i = 0; i < a->job->p; i++) to->x[i] = fpm__unknown_share(a, i, &step);
        fpm__arrow_level(a, to->x);
        a->job->info.iterations++;
        /* -2: the iterate tried is undefined somewhere, so the step is too long. */
        won = -2;
        if (fpm__arrow_evaluate(a, !a->now)) {
            fpm__arrow_measure(a, !a->now);
            gain = from->merit - to->merit;
            won = fpm__max(step.promise > 0 ? gain / step.promise : gain, -1);
        }
        if (won < 0.25) a->radius = 0.25 * fpm__min(a->radius, step.length);
        else if (won > 0.75) a->radius = fpm__max(a->radius, 2 * step.length);
        if (won > 1e-4 || (won >= -1 && to->residual <= FPM__RESIDUAL)) a->now = !a->now;
    }
}

/* opts.dense, to fpm__dense_solve: the system as printed, for comparison.  Here: the time of
   processor i and its slope; below 0 the first speed goes on, for the method may pass there. */
static FPM__COLD double fpm__dense_time(const fpm__arrow *a, int i, double x, double *slope) {
    double first = fpm__knot_speed(a->job->procs[i].model, 0), t;
    *slope = 1 / first;
    if (!(x > 0)) return a->unknown[i].fixed + x / first;
    t = fpm__unknown_time(a, i, x);
    if (!(t < FPM__LATEST)) return FPM__INFINITE; /* not finite: the step is shortened */
    *slope = fpm__segment_slope(&a->unknown[i].at, x);
    return a->unknown[i].fixed + t;
}

/* F as printed: F_1 = n - sum x, F_i = t_i - t_1. */
static FPM__COLD int fpm__dense_residual(void *context, int p, const double *x, double *f) {
    const fpm__arrow *a = (const fpm__arrow *)context;
    double sum = 0, slope, t = fpm__dense_time(a, 0, x[0], &slope);
    int i;
    for (i = 0; i < p; i++) sum += x[i];
    for (i = 1; i < p; i++) {
        f[i] = fpm__dense_time(a, i, x[i], &slope);
        if (fpm__finite(f[i])) f[i] -= t;
    }
    f[0] = (double)a->job->n - sum;
    return 0;
}

/* The Jacobian as printed (eq. 5): row 1 is -1, column 1 -t_1', the diagonal else t_i'. */
static FPM__COLD int fpm__dense_jacobian(void *context, int p, const double *x, double *jacobian) {
    const fpm__arrow *a = (const fpm__arrow *)context;
    double slope, first;
    int i;
    fpm__dense_time(a, 0, x[0], &first);
    memset(jacobian, 0, (size_t)p * (size_t)p * sizeof(double));
    for (i = 0; i < p; i++) jacobian[i] = -1;
    for (i = 1; i < p; i++) {
        fpm__dense_time(a, i, x[i], &slope);
        jacobian[(size_t)i * (size_t)p] = -first;
        jacobian[(size_t)i * (size_t)p + (size_t)i] = slope;
    }
    return 0;
}

/* Translate fpm_root_solve's progress into that of a partition. */
static FPM__COLD int fpm__dense_progress(void *context, const fpm_root_progress *at) {
    const fpm__arrow *a = (const fpm__arrow *)context;
    double slope, low = FPM__NEVER, high = -FPM__NEVER, mean = 0, sum = 0;
    int i;
    a->job->info.iterations = at->iteration;
    for (i = 0; i < at->n; i++) {
        double t = fpm__dense_time(a, i, at->x[i], &slope);
        low = fpm__min(low, t);
        high = fpm__max(high, t);
        mean += t / at->n;
        sum += at->x[i];
    }
    return fpm__report(a->job, low, high, mean, sum, at->x) != FPM_OK;
}

/* As fpm__arrow_solve, by fpm_root_solve; a root meets bounds to 1e-9 of n, equal times to 1e-9. */
static FPM__COLD int fpm__dense_solve(fpm__arrow *a) {
    fpm__job *job = a->job;
    fpm_root_options opts = FPM_ZERO;
    fpm_root_info info;
    double *x = a->place[0].x;
    int i, status;
    opts.work_bytes = fpm_root_work_bytes(job->p);
    if (opts.work_bytes == 0) return FPM_E_OVERFLOW;
    opts.work = fpm__take(&job->mem, (int64_t)opts.work_bytes, 1);
    if (!opts.work) return fpm__mem_status(&job->mem);
    opts.jacobian = fpm__dense_jacobian;
    opts.x_tol = 1e-13;
    opts.progress = job->opts.progress ? fpm__dense_progress : NULL;
    opts.progress_context = a;
    status = fpm_root_solve(job->p, fpm__dense_residual, a, &opts, x, NULL, &info);
    fpm__drop(&job->mem, opts.work);
    job->info.iterations = info.iterations;
    job->info.evaluations = info.evaluations;
    if (status == FPM_E_STOPPED) return status;
    if (status == FPM_E_STALLED || status == FPM_E_EVALUATION_LIMIT) status = FPM_OK;
    for (i = 0; i < job->p && status >= 0; i++) {
        double blur = 1e-9 * (double)job->n, low = a->unknown[i].low, high = a->unknown[i].high;
        if (!(x[i] >= low - blur && x[i] <= high + blur)) status = FPM_E_BOUNDS;
        x[i] = fpm__min(fpm__max(x[i], low), high);
    }
    if (status < 0) return FPM__UNSOLVED;
    fpm__arrow_rescale(a, x);
    if (!fpm__arrow_evaluate(a, 0)) return FPM__UNSOLVED;
    fpm__arrow_measure(a, 0);
    return a->place[0].residual <= 1e-9 ? FPM_OK : FPM__UNSOLVED;
}

/* Round the real shares into d as >>common does, given the common time and the segment of each.
   UNSOLVED where a whole share cannot be done.  Where models are not monotone, these are shares
   near a balanced root, and nothing is proven of them here. */
static int fpm__numerical_round(fpm__job *job, const fpm__arrow *a, int64_t *d) {
    const fpm__iterate *root = &a->place[a->now];
    double time = job->info.common_time;
    fpm__common c;
    int i, status = fpm__common_begin(&c, job, job->p, job->procs, NULL, NULL);
    for (; status == FPM_OK && c.made < fpm__packs(&c); c.made++) fpm__pack_make(&c, c.made);
    for (i = 0; i < job->p && status == FPM_OK; i++) {
        fpm__pack *pack = &c.pack[i / FPM__LANES];
        fpm__lane_load(pack, i % FPM__LANES, &a->unknown[i].at, time);
        if (!a->unknown[i].at.inside) pack->x0[i % FPM__LANES] = FPM__LATEST; /* holds no size */
        *fpm__lane_x(&c, i) = root->x[i];
    }
    if (status == FPM_OK) status = fpm__round(&c, time);
    for (i = 0; i < job->p && status == FPM_OK; i++)
        if (!(fpm__lane_time(&c, i, (int64_t)*fpm__lane_x(&c, i)) < FPM__LATEST))
            status = FPM__UNSOLVED;
    for (i = 0; i < job->p && status == FPM_OK; i++) {
        d[i] = (int64_t)*fpm__lane_x(&c, i);
        if (job->real) job->real[i] = fpm__min(root->x[i], (double)job->n);
    }
    return status;
}

/* FPM_NUMERICAL: whole shares into d; UNSOLVED when there is no root. */
static int fpm__solve_numerical(fpm__job *job, int64_t *d) {
    fpm__arrow a;
    int i, status = FPM_OK;
    for (i = 0; i < job->p && job->n == 0; i++) {
        d[i] = 0;
        if (job->real) job->real[i] = 0;
    }
    if (job->n == 0) return FPM_OK;
    status = fpm__arrow_make(&a, job);
    if (status == FPM_OK) status = job->opts.dense ? fpm__dense_solve(&a) : fpm__arrow_solve(&a);
    if (status == FPM_OK) {
        job->info.common_time = a.scale * exp(a.place[a.now].mean);
        job->info.residual = a.place[a.now].residual;
        status = fpm__numerical_round(job, &a, d);
    }
    return status;
}

/* ---- >>solve --------------------------------------------------------------------------------- */

/* The ways to a partition behind one door, fpm__solve: constant speeds (EVEN, PROPORTIONAL),
   >>common (GEOMETRIC), >>exact (OPTIMAL), >>hpopta and >>numerical.  AUTO is the common time when
   every model rises and no share between the bounds is impossible, else the exact engine.

   Whatever found the shares, the report is made here from the models alone (GEOMETRIC: its copies).
   NUMERICAL without a root falls back to AUTO, as the status says. */

/* Speeds of EVEN (1) and PROPORTIONAL (at the even share; FPM_DISCRETE: at the nearest size). */
static int fpm__constant_speeds(fpm__job *job, double *speed) {
    double e = (double)job->n / job->p;
    int i;
    for (i = 0; i < job->p; i++) {
        const fpm_model *m = job->procs[i].model;
        double x = e, t;
        speed[i] = 1;
        if (job->opts.algorithm == FPM_EVEN || m->count == 0) continue;
        if (fpm__listed(m)) {
            int64_t k = fpm__points_within(m, e);
            if (k == m->count || (k > 0 && e - (double)m->size[k - 1] <= (double)m->size[k] - e))
                k--;
            x = (double)m->size[k];
        }
        t = fpm__model_time(m, x > 0 ? x : 1);
        if (!(t < FPM__LATEST)) return fpm__fail(job, FPM_E_UNSUPPORTED, i);
        speed[i] = (x > 0 ? x : 1) / t;
    }
    return FPM_OK;
}

/* EVEN and PROPORTIONAL: whole shares into d. */
static int fpm__solve_constant(fpm__job *job, int64_t *d) {
    double *speed = (double *)fpm__take(&job->mem, job->p, sizeof(double)), bound;
    int i, status = fpm__mem_status(&job->mem);
    fpm__common c;
    if (status == FPM_OK) status = fpm__constant_speeds(job, speed);
    if (status == FPM_OK) status = fpm__common_begin(&c, job, job->p, job->procs, speed, NULL);
    if (status == FPM_OK) status = fpm__common_solve(&c, 0);
    for (i = 0; i < job->p && status == FPM_OK; i++)
        if (!(fpm__proc_time(&job->procs[i], (int64_t)*fpm__lane_x(&c, i)) < FPM__LATEST))
            status = fpm__fail(job, FPM_E_UNSUPPORTED, i);
    for (i = 0; i < job->p && status == FPM_OK; i++) d[i] = (int64_t)*fpm__lane_x(&c, i);
    if (status == FPM_E_UNSUPPORTED) { /* or is n out of everybody's reach? */
        int found = fpm__lower_bound(job, &bound);
        if (found < 0 && found != FPM_E_MAX_BYTES) status = fpm__fail(job, found, -1);
    }
    return status;
}

/* Partition n units: shares into d, the rest into job->info.  want_bound: always prove a bound.
   Programs that pass no options have a constant algorithm and lose the code of the others. */
static int fpm__solve(fpm__job *job, int algorithm, int64_t *d, int want_bound) {
    size_t mark = fpm__mem_mark(&job->mem);
    double bound = FPM__NEVER;
    int i, status = FPM_OK, fallen = FPM_OK;
    int late = want_bound && (algorithm == FPM_EVEN || algorithm == FPM_PROPORTIONAL ||
                              (algorithm == FPM_NUMERICAL && !job->monotone));
    if (algorithm == FPM_NUMERICAL) {
        status = fpm__solve_numerical(job, d);
        if (status == FPM__UNSOLVED) { /* no root: as AUTO, and say so */
            job->info.residual = job->info.common_time = 0;
            algorithm = FPM_AUTO;
            fallen = FPM_FALLBACK;
        }
    }
    if (algorithm == FPM_AUTO)
        algorithm = job->monotone && !job->holes ? FPM_GEOMETRIC : FPM_OPTIMAL;
    job->info.algorithm = algorithm;
    if (algorithm == FPM_OPTIMAL) {
        status = fpm__solve_exact(job, d, &bound);
        for (i = 0; i < job->p && status >= 0 && job->real; i++)
            job->real[i] = (double)d[i]; /* fallen back */
    } else if (algorithm == FPM_HPOPTA) {
        status = fpm__solve_hpopta(job, d, &bound);
    } else if (algorithm == FPM_GEOMETRIC) {
        status = fpm__solve_geometric(job, d);
    } else if (algorithm != FPM_NUMERICAL) {
        status = fpm__solve_constant(job, d);
    }
    fpm__release(&job->mem, mark);
    if (status < 0) return status;
    /* The bound must not sway the answer: where memory does not suffice for it, it is 0. */
    if (late && fallen == FPM_OK && job->n > 0 && fpm__lower_bound(job, &bound) < 0) bound = 0;
    FPM_ASSERT(fpm__share_total(job->p, d) == job->n);
    if (algorithm != FPM_GEOMETRIC) fpm__evaluate_shares(job->procs, job->p, d, &job->info);
    if (algorithm == FPM_OPTIMAL && bound > 0)
        job->info.below = fpm__from_bits(fpm__bits(fpm__min(bound, job->info.makespan)) - 1);
    fpm__set_bound(&job->info, bound);
    if (status != FPM_OK || fallen != FPM_OK) return status != FPM_OK ? status : fallen;
    return job->info.extrapolated >= 0 ? FPM_EXTRAPOLATED : FPM_OK;
}

/* Find an optimal partition, for a second objective: its makespan as models evaluate its shares,
   and that as lower bound, into info.  FPM_E_WORK_LIMIT: it is not proven. */
static int fpm__solve_fastest(fpm__job *job, int64_t *share) {
    int status = fpm__solve(job, job->opts.algorithm, share, 1);
    if (status == FPM_WORK_LIMIT) return fpm__forget_shares(job, FPM_E_WORK_LIMIT);
    if (status == FPM_STOPPED) return fpm__forget_shares(job, FPM_E_STOPPED);
    if (status < 0) return status;
    fpm__evaluate_shares(job->procs, job->p, share, &job->info);
    fpm__set_bound(&job->info, FPM__NEVER);
    return FPM_OK;
}

/* ---- >>least --------------------------------------------------------------------------------- */

/* A second objective, exactly: the least sum of costs c_i(x_i) over whole shares that sum to n and
   are done by a limit (FPM_LEAST_TOTAL, COST, BUSY); and the Pareto front of makespan and cost,
   which asks this once for each of its pairs.

   A lower bound.  Let a unit have a price, `rate`.  c_i(x) - rate x is least at a corner of the
   lower convex hull of all (x, c_i(x)) that processor i may take.  The sum of these minima, plus
   rate n, is a lower bound of the cost for every rate.  It is greatest where corners sum to n
   except for one edge; this is the relaxation in which shares may lie on edges of the hulls.

   The search.  From these corners, moving processor i by x - x_i costs the excess c_i(x) - c_i(x_i)
   - rate (x - x_i) >= 0, and a partition's cost is the bound plus all its excesses.  So a partition
   that costs at most `budget` more than the bound is made of moves each of which does.  A dynamic
   program over the sum moved so far finds the cheapest, or that there is none; then the budget
   grows.  A state is dropped where the processors to come cannot move the rest, or where moving it
   at the least excess a unit that any of them has would exceed the budget: nothing is lost.

   This is the core method of Pisinger's knapsack algorithms (Operations Research 45(5), 1997), with
   a choice of several sizes for each item, and with a budget in place of a core.

   Invariants: `best` is a partition done by the limit (once gap < FPM__NEVER) that costs bound +
   gap; all partitions within the budgets tried so far cost no less. */

/* What a processor is "offered": shares with a cost done by the limit, from the largest to 0. */
typedef struct fpm__offers {
    const fpm_proc *proc;
    int idle; /* 0 is still to come */
    int late; /* sizes beyond the limit that were looked at */
    fpm__shares shares;
    fpm__range range;            /* what is left of the last one */
    const fpm_model *model;      /* of costs; NULL: they are 0 */
    fpm__segment seconds, price; /* of both models, in use */
    int64_t size;                /* the offer, its time and its cost */
    double time, cost;
} fpm__offers;

/* A corner of a lower convex hull of (size, cost); corners stand in descending order of size. */
typedef struct fpm__corner {
    int64_t size;       /* a share */
    double cost, slope; /* cost a unit from the next smaller one; the smallest has -FPM__NEVER */
} fpm__corner;

/* Where the corners of a processor are, and for which searches: those with limits of low seconds,
   the longest time among its offers, up to high, and with no offer below `from`. */
typedef struct fpm__hull {
    int64_t begin, end, from;
    double low, high; /* 0: none are known */
} fpm__hull;

/* A change of a processor's share, away from the corner that it starts at. */
typedef struct fpm__move {
    int64_t step; /* units more, or less (negative) */
    double gain;  /* change of the cost */
    int proc;
} fpm__move;

/* A processor that has moves within the budget, and what is known of those after it. */
typedef struct fpm__mover {
    int64_t begin, end;          /* its moves, by descending step */
    int64_t low, high;           /* its least and largest step, 0 included */
    double up, down;             /* least excess a unit moved up, or down */
    int64_t rest_low, rest_high; /* the same of all processors after it, together */
    double rest_up, rest_down;   /* the least of theirs */
} fpm__mover;

/* A state of the dynamic program: the cheapest way found to have moved the sum so far. */
typedef struct fpm__state {
    int64_t moved;       /* units */
    double gain;         /* change of the cost */
    int64_t trace, move; /* before the processor at hand, and its move; -1: none */
} fpm__state;

/* How a state came about: the trace before, and the move that was added. */
typedef struct fpm__trace {
    int64_t before, move; /* index of the trace before, -1: none; index of the move */
} fpm__trace;

enum {
    FPM__BINS = 8192, /* excesses: four per octave */
    FPM__MOVES = 128, /* first budget */
    FPM__LATE = 4096  /* most sizes beyond the limit that are looked at one by one */
};

/* The state of a search for the least sum of costs. */
typedef struct fpm__least {
    fpm__job *job;
    int what;             /* FPM_LEAST_TOTAL, ... */
    double limit;         /* seconds */
    int64_t work, ask_at; /* elementary steps so far, and when fpm__least_pause looks next */
    int status;           /* FPM_OK, or why the search ends: a limit, or the callback */
    int64_t *top;         /* p: largest offers */
    int64_t slack;        /* their sum less n: no share lies further below its top */
    fpm__list corners;
    int64_t most;       /* corners, with replaced ones; then all are made anew */
    fpm__hull *hull;    /* p */
    int64_t *at;        /* p: the corner started from */
    int64_t *histogram; /* how many offers have an excess of each class */
    fpm__item *order;
    double rate, bound; /* no partition costs less than this */
    double rounding;    /* by how much rounding may change a sum of costs */
    double proven_gap;  /* no cost is closer to the bound: at this gap the search is over */
    int64_t rest;       /* units by which the corners' sum differs from n: to be moved */
    int64_t *best;      /* p: the cheapest partition so far */
    double gap;         /* its cost less the bound; FPM__NEVER: none yet */
    fpm__list moves, movers, now, next, traces; /* of the present budget */
    int32_t *table;                             /* where in `next` a sum is: open addressing */
    int64_t table_room;
    int table_bits; /* 2^bits of its places are in use now */
} fpm__least;

/* Ask the caller's callback every 2^20 steps, and compare the steps with the work limit.  FPM_OK:
   the search goes on. */
FPM__INLINE int fpm__least_pause(fpm__least *l) {
    int64_t most = l->job->opts.max_work;
    if (l->work < l->ask_at || l->status != FPM_OK) return l->status;
    l->ask_at = fpm__min64(l->work + (1 << 20), most);
    if (l->work > most) l->status = FPM_E_WORK_LIMIT;
    else
        l->status = fpm__report_step(l->job, l->job->info.lower_bound, l->limit, l->limit,
                                     (double)l->job->n);
    return l->status;
}

/* Time, or cost, of x units, which is looked for near the size asked for before. */
static double fpm__offer_value(const fpm_model *m, int64_t x, fpm__segment *g) {
    return fpm__listed(m) ? fpm__model_time(m, (double)x) : fpm__time_near(m, (double)x, g);
}

/* Begin with the offers of processor i from `from` up to `to`. */
static void fpm__offers_begin(const fpm__least *l, int i, int64_t from, int64_t to,
                              fpm__offers *o) {
    const fpm_proc *proc = &l->job->procs[i];
    o->proc = proc;
    o->model = l->what == FPM_LEAST_COST ? proc->cost : NULL;
    o->seconds.x0 = o->seconds.x1 = o->price.x0 = o->price.x1 = 0;
    o->idle = !proc->required && from <= 0;
    o->late = 0;
    o->range.low = 1;
    o->range.high = 0;
    /* Shares are asked for a little beyond the limit: where times stay equal, rounding decides
       which sizes the inverse of the model finds.  Each is then evaluated. */
    fpm__shares_begin(&o->shares, proc, l->job->n, l->limit * (1 + 1e-15), fpm__max64(from, 1), to);
}

/* The cost of a share above 0, by the objective. */
static double fpm__offer_cost(const fpm__least *l, double time, double price) {
    return l->what == FPM_LEAST_TOTAL ? time : l->what == FPM_LEAST_BUSY ? 1 : price;
}

/* The next offer into o->size, time and cost; 0: no more, or l->status says why the search ends. */
static int fpm__offers_next(fpm__least *l, fpm__offers *o) {
    const fpm_model *m = o->proc->model;
    double price = 0;
    for (;;) {
        if (o->range.low > o->range.high && !fpm__shares_next(&o->shares, &o->range)) {
            o->size = 0;
            o->time = o->cost = 0;
            return o->idle ? o->idle-- : 0;
        }
        l->work += 4;
        if (fpm__least_pause(l) != FPM_OK) return 0;
        o->size = o->range.high-- * o->shares.grain;
        /* A range of a list is one point, the one after the next. */
        o->time = fpm__listed(m) ? m->seconds[o->shares.runs.next + 1]
                                 : fpm__offer_value(m, o->size, &o->seconds);
        o->time += o->proc->fixed;
        if (!(o->time <= l->limit)) {
            o->late += !fpm__listed(m);
            if (o->late == FPM__LATE) { /* a long stretch: go on where the inverse says */
                fpm__shares_begin(&o->shares, o->proc, l->job->n, l->limit, o->shares.runs.low,
                                  o->size - 1);
                o->range.high = o->range.low - 1;
            }
            continue;
        }
        if (o->model) price = fpm__offer_value(o->model, o->size, &o->price);
        o->cost = fpm__offer_cost(l, o->time, price);
        if (o->cost < FPM__LATEST) return 1;
    }
}

/* Is processor i offered x, and at what cost? */
static int fpm__offered(const fpm__least *l, int i, int64_t x, double *cost) {
    const fpm_proc *proc = &l->job->procs[i];
    fpm__bounds b = fpm__bounds_of(proc, l->job->n);
    double time, price = 0;
    *cost = 0;
    if (x == 0) return !proc->required;
    if (x < b.least || x > b.high || x % b.grain != 0) return 0;
    time = fpm__proc_time(proc, x);
    if (l->what == FPM_LEAST_COST && proc->cost) price = fpm__model_time(proc->cost, (double)x);
    *cost = fpm__offer_cost(l, time, price);
    return time <= l->limit && *cost < FPM__LATEST;
}

/* The cost of a partition; FPM__NEVER when a share is not offered. */
static double fpm__least_cost(const fpm__least *l, const int64_t *d) {
    double sum = 0, cost;
    int i;
    for (i = 0; i < l->job->p; i++) {
        if (!fpm__offered(l, i, d[i], &cost)) return FPM__NEVER;
        sum += cost;
    }
    return sum;
}

/* Find each largest offer.  FPM_E_INFEASIBLE: not n in all. */
static int fpm__least_tops(fpm__least *l) {
    int64_t sum = 0;
    int i;
    for (i = 0; i < l->job->p; i++) {
        fpm__hull *h = &l->hull[i];
        if (!(h->low <= l->limit && l->limit < h->high)) {
            fpm__offers o;
            fpm__offers_begin(l, i, 0, l->job->n, &o);
            h->high = 0;
            if (!fpm__offers_next(l, &o)) return l->status != FPM_OK ? l->status : FPM_E_INFEASIBLE;
            l->top[i] = o.size;
        }
        sum = fpm__add_capped(sum, l->top[i]);
    }
    l->slack = sum - l->job->n;
    return l->slack < 0 ? FPM_E_INFEASIBLE : FPM_OK;
}

/* Refuse at once what takes more than the work to list twice: the sizes of continuous models. */
static int fpm__least_lists(const fpm__least *l) {
    int64_t lists = 0;
    int i;
    for (i = 0; i < l->job->p; i++)
        if (!fpm__listed(l->job->procs[i].model))
            lists = fpm__min64(lists, INT64_MAX / 16) +
                    fpm__min64(l->top[i], l->slack) / fpm__max64(l->job->procs[i].grain, 1);
    return l->work + 8 * lists > l->job->opts.max_work ? FPM_E_WORK_LIMIT : FPM_OK;
}

/* The least offer of processor i from `from` upwards, by runs; its top if that is no offer. */
static int64_t fpm__least_offer(fpm__least *l, int i, int64_t from) {
    int64_t x = l->top[i];
    fpm__offers o;
    double cost;
    fpm__offers_begin(l, i, fpm__max64(from, 1), l->top[i], &o);
    while (fpm__shares_next(&o.shares, &o.range)) {
        l->work++;
        x = o.range.low * o.shares.grain;
    }
    return fpm__offered(l, i, x, &cost) ? x : l->top[i];
}

/* FPM_LEAST_BUSY.  Returns a lower bound: the fewest processors, the required ones among them,
   whose largest offers reach n.  They are the answer if they can give back what is too much, as
   always where shares have no holes.  *over: what is left of it; 0: l->best is the answer.
   (Without this bound 1.4 times as long, 14 of 9,055 recorded answers less within the work.) */
static FPM__COLD int fpm__busy_bound(fpm__least *l, int64_t *over) {
    fpm__item *order = l->order;
    int i, count = l->job->p, busy = 0;
    int64_t sum = 0;
    double cost;
    for (i = 0; i < count; i++) {
        fpm__item_set(&order[i], l->job->procs[i].required ? INT64_MAX : l->top[i], -i);
        l->best[i] = 0;
    }
    fpm__sort(order, 2, count);
    for (; count > 0 && (sum < l->job->n || order[count - 1].key == INT64_MAX); busy++) {
        i = -(int)order[--count].value;
        l->best[i] = l->top[i];
        sum += l->top[i];
    }
    *over = sum - l->job->n;
    for (i = 0; *over > 0 && i < l->job->p; i++)
        if (l->best[i] > *over && fpm__offered(l, i, l->best[i] - *over, &cost)) {
            l->best[i] -= *over;
            *over = 0;
        }
    for (i = 0; *over > 0 && i < l->job->p; i++)
        if (l->best[i] > 0) {
            l->best[i] = fpm__least_offer(l, i, l->top[i] - *over);
            *over -= l->top[i] - l->best[i];
        }
    return busy;
}

/* Add an offer to the hull from `first`; corners above the new edge go, so slopes fall strictly. */
static int fpm__hull_add(fpm__least *l, int64_t first, const fpm__offers *o) {
    fpm__corner *c = (fpm__corner *)l->corners.items;
    int64_t count = l->corners.count;
    for (; count > first; count--) {
        c[count - 1].slope = (c[count - 1].cost - o->cost) / (double)(c[count - 1].size - o->size);
        if (count - 1 == first || c[count - 2].slope > c[count - 1].slope) break;
    }
    l->corners.count = count;
    c = (fpm__corner *)fpm__list_add(&l->job->mem, &l->corners);
    if (!c) return fpm__mem_status(&l->job->mem);
    c->size = o->size;
    c->cost = o->cost;
    c->slope = -FPM__NEVER;
    return FPM_OK;
}

/* Make the hulls of all processors, but for those of the last search that hold for this one. */
static int fpm__least_hulls(fpm__least *l) {
    int i, status = FPM_OK, all = l->corners.count >= l->most;
    if (all) l->corners.count = 0;
    for (i = 0; i < l->job->p && status == FPM_OK; i++) {
        fpm__hull *h = &l->hull[i];
        int64_t from = fpm__max64(l->top[i] - l->slack, 0);
        fpm__offers o;
        if (!all && h->high > 0 && h->from <= from && (l->top[i] - h->from) / 2 <= l->slack)
            continue;
        h->begin = l->corners.count;
        h->from = from;
        h->low = 0;
        h->high = l->limit;
        fpm__offers_begin(l, i, from, l->top[i], &o);
        while (status == FPM_OK && fpm__offers_next(l, &o)) {
            status = fpm__hull_add(l, h->begin, &o);
            h->low = fpm__max(h->low, o.time);
        }
        h->end = l->corners.count;
        if (status == FPM_OK) status = l->status;
    }
    if (all) l->most = 2 * l->corners.count;
    return status;
}

/* The corner where c_i(x) - rate x is least; of an edge with that slope the larger or `smaller`. */
static int64_t fpm__corner_at(const fpm__least *l, int i, double rate, int smaller) {
    const fpm__corner *c = (const fpm__corner *)l->corners.items;
    fpm__seek s = fpm__halve(l->hull[i].begin - 1, l->hull[i].end - 1);
    while (fpm__seeking(&s))
        fpm__seek_tell(&s, c[s.at].slope > rate || (smaller && c[s.at].slope >= rate));
    return s.high;
}

/* Do the corners for a price reach n?  *below, *above: the nearest slopes on either side. */
static int fpm__rate_enough(const fpm__least *l, double rate, double *below, double *above) {
    const fpm__corner *c = (const fpm__corner *)l->corners.items;
    int64_t sum = 0, k;
    int i;
    *below = -FPM__NEVER, *above = FPM__NEVER;
    for (i = 0; i < l->job->p; i++) {
        k = fpm__corner_at(l, i, rate, 0);
        sum = fpm__add_capped(sum, c[k].size);
        *below = fpm__max(*below, c[k].slope);
        if (k > l->hull[i].begin) *above = fpm__min(*above, c[k - 1].slope);
    }
    return sum >= l->job->n;
}

/* Doubles as whole numbers in the same order (also negative ones), and back. */
static int64_t fpm__key(double v) { return v < 0 ? -fpm__bits(-v) : fpm__bits(v) & INT64_MAX; }

static double fpm__from_key(int64_t key) {
    return key < 0 ? -fpm__from_bits(-key) : fpm__from_bits(key);
}

/* The least price at which the corners reach n.  It is the slope of some edge: halving skips what
   lies between two (0.77 of the instructions of fpm_pareto, 256 processors of 100 points). */
static double fpm__least_rate(const fpm__least *l) {
    double least, most, below, above;
    int64_t low, high;
    fpm__rate_enough(l, FPM__NEVER, &most, &above);
    fpm__rate_enough(l, -FPM__NEVER, &below, &least);
    if (least > most) return 0;
    low = fpm__key(least) - 1;
    high = fpm__key(most);
    while ((uint64_t)high - (uint64_t)low > 1) { /* unsigned: their difference may overflow */
        int64_t middle = low + (int64_t)(((uint64_t)high - (uint64_t)low) / 2);
        if (fpm__rate_enough(l, fpm__from_key(middle), &below, &above))
            high = fpm__max64(fpm__key(below), low + 1);
        else low = fpm__min64(fpm__key(above), high) - 1;
    }
    return fpm__from_key(high);
}

/* Start from the smaller corners at that price; add edges while they fit; set bound and rest.
   (Without the edges 1.2 times as long, 16 answers of 9,055 less.) */
static int fpm__least_start(fpm__least *l) {
    const fpm__corner *c = (const fpm__corner *)l->corners.items;
    double sum = 0;
    int i;
    l->rate = fpm__least_rate(l);
    l->rest = l->job->n;
    for (i = 0; i < l->job->p; i++) {
        l->at[i] = fpm__corner_at(l, i, l->rate, 1);
        l->rest -= c[l->at[i]].size;
        if (l->rest < 0) return FPM_E_INFEASIBLE; /* even the smallest offers are too much */
    }
    for (i = 0; i < l->job->p; i++) {
        int64_t *at = &l->at[i];
        while (*at > l->hull[i].begin && !(c[*at - 1].slope > l->rate) &&
               c[*at - 1].size - c[*at].size <= l->rest) {
            l->rest -= c[*at - 1].size - c[*at].size;
            --*at;
        }
        sum += c[*at].cost;
    }
    l->bound = sum + l->rate * (double)l->rest;
    l->rounding = 2e-15 * (sum + fabs(l->rate) * (double)l->job->n);
    l->proven_gap = l->rounding;
    return FPM_OK;
}

/* Let l->best be the corners that the search starts from. */
static void fpm__least_base(fpm__least *l) {
    const fpm__corner *c = (const fpm__corner *)l->corners.items;
    int i;
    for (i = 0; i < l->job->p; i++) l->best[i] = c[l->at[i]].size;
}

/* Find a first partition: the one given, or the corners with all that is missing moved by one
   processor.  It is often the optimum, and its gap is the last budget that is ever needed. */
static void fpm__least_first(fpm__least *l, const int64_t *given) {
    const fpm__corner *c = (const fpm__corner *)l->corners.items;
    double cost = given ? fpm__least_cost(l, given) : FPM__NEVER, gap;
    int i, mover = -1;
    l->gap = cost < FPM__LATEST ? fpm__max(cost - l->bound, 0) : FPM__NEVER;
    for (i = 0; i < l->job->p; i++) {
        const fpm__corner *from = &c[l->at[i]];
        if (!fpm__offered(l, i, from->size + l->rest, &cost)) continue;
        gap = fpm__max(cost - from->cost - l->rate * (double)l->rest, 0);
        if (!(gap < l->gap)) continue;
        l->gap = gap;
        mover = i;
    }
    if (mover >= 0) {
        fpm__least_base(l);
        l->best[mover] += l->rest;
    } else if (l->gap < FPM__NEVER) {
        memcpy(l->best, given, (size_t)l->job->p * sizeof *given);
    }
}

/* Excess of a size over the corner of processor i: never negative except by rounding. */
static double fpm__excess(const fpm__least *l, int i, int64_t size, double cost) {
    const fpm__corner *from = (const fpm__corner *)l->corners.items + l->at[i];
    double excess = cost - from->cost - l->rate * (double)(size - from->size);
    return excess > 0 ? excess : 0;
}

/* Begin with the offers of processor i whose excess may lie within the budget: between the nearest
   corners on either side of its own whose excess does not, as none lies below the hull. */
static void fpm__offers_near(const fpm__least *l, int i, double budget, fpm__offers *o) {
    const fpm__corner *c = (const fpm__corner *)l->corners.items;
    const fpm__hull *h = &l->hull[i];
    int64_t low = l->at[i], high = low;
    while (low < h->end - 1 && fpm__excess(l, i, c[low].size, c[low].cost) <= budget) low++;
    while (high > h->begin && fpm__excess(l, i, c[high].size, c[high].cost) <= budget) high--;
    fpm__offers_begin(l, i, c[low].size, c[high].size, o);
}

/* A budget within which there are at least so many moves; the gap if that is less.  Excesses
   are counted once, by equal leading bits.  (A part of the gap and then all of it as budgets: up to
   ten times the work for continuous models with unlike costs.) */
static int fpm__least_budget(fpm__least *l, int64_t moves, double *budget) {
    int i, k, status = FPM_OK;
    for (i = 0; i < l->job->p && status == FPM_OK && moves == FPM__MOVES; i++) {
        fpm__offers o;
        fpm__offers_near(l, i, l->gap + l->rounding, &o);
        while (fpm__offers_next(l, &o))
            l->histogram[fpm__bits(fpm__excess(l, i, o.size, o.cost)) >> 50]++;
        status = l->status;
    }
    moves += l->job->p; /* those at the start are counted too */
    for (k = 0; k < FPM__BINS && moves > 0; k++) moves -= l->histogram[k];
    *budget = fpm__max(moves > 0 ? FPM__NEVER : fpm__from_bits((int64_t)k << 50), l->proven_gap);
    *budget = fpm__min(*budget, l->gap);
    return status;
}

/* Add a move of processor i, the last in l->movers. */
static int fpm__mover_add(fpm__least *l, const fpm__corner *from, const fpm__offers *o, int i,
                          double excess) {
    fpm__move *move = (fpm__move *)fpm__list_add(&l->job->mem, &l->moves);
    fpm__mover *mover = (fpm__mover *)l->movers.items + (l->movers.count - 1);
    double each;
    if (!move) return fpm__mem_status(&l->job->mem);
    move->step = o->size - from->size;
    move->gain = o->cost - from->cost;
    move->proc = i;
    mover->end = l->moves.count;
    mover->low = fpm__min64(mover->low, move->step);
    mover->high = fpm__max64(mover->high, move->step);
    each = excess / fabs((double)move->step) * (1 - 1e-15);
    if (move->step > 0) mover->up = each < mover->up ? each : mover->up;
    else mover->down = each < mover->down ? each : mover->down;
    return FPM_OK;
}

/* List the moves within the budget. */
static int fpm__least_moves(fpm__least *l, double budget) {
    const fpm__corner *c = (const fpm__corner *)l->corners.items;
    int i, status = FPM_OK;
    l->moves.count = l->movers.count = 0;
    for (i = 0; i < l->job->p && status == FPM_OK; i++) {
        const fpm__corner *from = &c[l->at[i]];
        fpm__mover *mover = (fpm__mover *)fpm__list_add(&l->job->mem, &l->movers);
        fpm__offers o;
        if (!mover) return fpm__mem_status(&l->job->mem);
        memset(mover, 0, sizeof *mover);
        mover->begin = l->moves.count;
        mover->up = mover->down = FPM__LATEST;
        fpm__offers_near(l, i, budget + l->rounding, &o);
        while (status == FPM_OK && fpm__offers_next(l, &o)) {
            double excess = fpm__excess(l, i, o.size, o.cost);
            if (o.size != from->size && excess <= budget + l->rounding)
                status = fpm__mover_add(l, from, &o, i, excess);
        }
        l->movers.count -= mover->end == 0;
        if (status == FPM_OK) status = l->status;
    }
    return status;
}

/* Choose the order in which processors are looked at: the cheaper a unit moved the sooner, so that
   what is left to the others soon costs more than the budget; and compute what is left to them. */
static void fpm__least_order(fpm__least *l) {
    fpm__mover *m = (fpm__mover *)l->movers.items;
    fpm__item *order = l->order;
    fpm__mover rest = FPM_ZERO;
    int i, count = (int)l->movers.count;
    for (i = 0; i < count; i++)
        fpm__item_set(&order[i], fpm__key(fpm__min(m[i].up, m[i].down)), -i);
    fpm__sort(order, 2, count);
    rest.up = rest.down = FPM__LATEST;
    for (i = count - 1; i >= 0; i--) {
        fpm__mover *k = &m[-order[i].value];
        k->rest_low = rest.low;
        k->rest_high = rest.high;
        k->rest_up = rest.up;
        k->rest_down = rest.down;
        rest.low = fpm__max64(rest.low, -INT64_MAX / 4) + k->low;
        rest.high = fpm__min64(rest.high, INT64_MAX / 4) + k->high;
        rest.up = fpm__min(rest.up, k->up);
        rest.down = fpm__min(rest.down, k->down);
    }
}

/* Where a sum is, or would be, in the table. */
static int32_t *fpm__table_slot(const fpm__least *l, int64_t moved) {
    const fpm__state *next = (const fpm__state *)l->next.items;
    uint64_t mask = ((uint64_t)1 << l->table_bits) - 1;
    uint64_t at = ((uint64_t)moved * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - l->table_bits);
    while (l->table[at] >= 0 && next[l->table[at]].moved != moved) at = (at + 1) & mask;
    return &l->table[at];
}

/* Make the table, of 2^bits places, anew for the sums that are in `next`. */
static int fpm__table_make(fpm__least *l, int bits) {
    const fpm__state *next = (const fpm__state *)l->next.items;
    int64_t size = (int64_t)1 << bits, k;
    int status;
    if (bits > 31) return FPM_E_MAX_BYTES;
    status = fpm__grow(&l->job->mem, &l->table, &l->table_room, size, sizeof *l->table);
    if (status != FPM_OK) return status;
    l->table_bits = bits;
    memset(l->table, 0xff, (size_t)size * sizeof *l->table);
    for (k = 0; k < l->next.count; k++) *fpm__table_slot(l, next[k].moved) = (int32_t)k;
    return FPM_OK;
}

/* Add a state to `next`, unless there is a cheaper one of the same sum. */
static int fpm__state_put(fpm__least *l, const fpm__state *s) {
    int32_t *slot = fpm__table_slot(l, s->moved);
    fpm__state *to;
    l->work += 8; /* memory is read out of order */
    if (*slot >= 0) {
        to = (fpm__state *)l->next.items + *slot;
        if (s->gain < to->gain) *to = *s;
        return FPM_OK;
    }
    *slot = (int32_t)l->next.count;
    to = (fpm__state *)fpm__list_add(&l->job->mem, &l->next);
    if (!to) return fpm__mem_status(&l->job->mem);
    *to = *s;
    return 2 * l->next.count > (int64_t)1 << l->table_bits ? fpm__table_make(l, l->table_bits + 1)
                                                           : FPM_OK;
}

/* Can the processors after this one still move the rest within the budget? */
static int fpm__state_hopeful(const fpm__least *l, const fpm__mover *m, int64_t moved, double gain,
                              double budget) {
    double rest = (double)(l->rest - moved);
    double least = rest > 0 ? rest * m->rest_up : rest < 0 ? -rest * m->rest_down : 0;
    return gain - l->rate * (double)moved + least <= budget + l->rounding;
}

/* Add a processor: from the sums in `now` to those in `next`. */
static int fpm__least_level(fpm__least *l, const fpm__mover *m, double budget) {
    const fpm__move *move = (const fpm__move *)l->moves.items;
    int64_t low = l->rest - m->rest_high, high = l->rest - m->rest_low, k;
    int bits = 6, status;
    while ((int64_t)1 << bits < 4 * l->now.count) bits++;
    l->next.count = 0;
    status = fpm__table_make(l, bits);
    for (k = 0; k < l->now.count && status == FPM_OK; k++) {
        fpm__state old = ((const fpm__state *)l->now.items)[k], s = old;
        fpm__seek first = fpm__halve(m->begin - 1, m->end);
        int64_t j;
        if (old.moved >= low && old.moved <= high &&
            fpm__state_hopeful(l, m, old.moved, old.gain, budget))
            status = fpm__state_put(l, &s);
        while (fpm__seeking(&first)) /* the first move that is not too far up */
            fpm__seek_tell(&first, old.moved + move[first.at].step > high);
        for (j = first.high; j < m->end && status == FPM_OK; j++) {
            s.moved = old.moved + move[j].step;
            s.gain = old.gain + move[j].gain;
            s.move = j;
            if (s.moved < low) break;
            l->work++;
            if (fpm__state_hopeful(l, m, s.moved, s.gain, budget)) status = fpm__state_put(l, &s);
            if (status == FPM_OK) status = fpm__least_pause(l);
        }
        if (status == FPM_OK) status = fpm__least_pause(l);
    }
    return status;
}

/* Remember how the sums in `next` came about, and make them `now`.  *done becomes the trace of the
   sum looked for when that is there and better than the gap. */
static int fpm__least_commit(fpm__least *l, int64_t *done) {
    fpm__state *next = (fpm__state *)l->next.items;
    fpm__list swap = l->now;
    int32_t slot;
    int64_t k;
    for (k = 0; k < l->next.count; k++) {
        fpm__trace *trace;
        if (next[k].move < 0) continue;
        trace = (fpm__trace *)fpm__list_add(&l->job->mem, &l->traces);
        if (!trace) return fpm__mem_status(&l->job->mem);
        trace->before = next[k].trace;
        trace->move = next[k].move;
        next[k].trace = l->traces.count - 1;
        next[k].move = -1;
    }
    /* Is the whole rest moved in some state?  Then it is a partition. */
    slot = *fpm__table_slot(l, l->rest);
    if (slot >= 0) {
        double gap = fpm__max(next[slot].gain - l->rate * (double)l->rest, 0);
        if (gap < l->gap) {
            l->gap = gap;
            *done = next[slot].trace;
        }
    }
    l->now = l->next;
    l->next = swap;
    return FPM_OK;
}

/* Find the best partition within the budget of the bound; it becomes `best` where it is better. */
static int fpm__least_round(fpm__least *l, double budget) {
    const fpm__mover *m;
    fpm__state *start;
    int64_t done = -1;
    int i, status = fpm__least_moves(l, budget);
    if (status != FPM_OK) return status;
    fpm__least_order(l);
    m = (const fpm__mover *)l->movers.items;
    l->now.count = l->traces.count = 0;
    start = (fpm__state *)fpm__list_add(&l->job->mem, &l->now);
    if (!start) return fpm__mem_status(&l->job->mem);
    memset(start, 0, sizeof *start);
    start->trace = start->move = -1;
    for (i = 0; i < l->movers.count && status == FPM_OK && l->gap > l->proven_gap; i++) {
        status = fpm__least_level(l, &m[-l->order[i].value], fpm__min(budget, l->gap));
        if (status == FPM_OK) status = fpm__least_commit(l, &done);
    }
    if (status != FPM_OK || done < 0) return status;
    fpm__least_base(l);
    /* Add the moves of the best state to the corners. */
    while (done >= 0) {
        const fpm__trace *trace = (const fpm__trace *)l->traces.items + done;
        const fpm__move *move = (const fpm__move *)l->moves.items + trace->move;
        l->best[move->proc] += move->step;
        done = trace->before;
    }
    return FPM_OK;
}

/* Is every share up to the largest allowed, and does every unit of a processor cost the same? */
static FPM__COLD int fpm__least_linear(const fpm__job *job) {
    int i, linear =
               job->opts.least == FPM_LEAST_COST && job->monotone && !job->holes && job->grain == 1;
    for (i = 0; i < job->p && linear; i++)
        linear = !job->procs[i].cost || job->procs[i].cost->kind == FPM_CONSTANT;
    return linear;
}

/* The cheapest partition of such a job: units go to the cheapest processor that has room. */
static FPM__COLD void fpm__least_fill(fpm__least *l) {
    const fpm__job *job = l->job;
    fpm__item *order = l->order;
    int64_t rest = job->n, more;
    int i, k;
    for (i = 0; i < job->p; i++) {
        const fpm_model *cost = job->procs[i].cost;
        fpm__item_set(&order[i], fpm__bits(cost ? fpm__model_time(cost, 1) : 0), i);
        rest -= l->best[i] = fpm__bounds_of(&job->procs[i], job->n).low;
    }
    fpm__sort(order, 2, job->p);
    for (k = 0; k < job->p; k++) {
        i = (int)order[k].value;
        more = fpm__min64(l->top[i] - l->best[i], rest);
        l->best[i] += more, rest -= more;
    }
}

/* FPM_LEAST_TOTAL, COST and BUSY: the cheapest partition by a limit into l->best.  Budgets grow
   until the best lies within one, or is so near to the bound that nothing can be better. */
static int fpm__least_sum(fpm__least *l, double limit, const int64_t *given) {
    int64_t over = 1, moves;
    int status, busy = 0;
    l->limit = fpm__min(limit, FPM__LATEST);
    l->gap = FPM__NEVER;
    l->ask_at = l->work;
    memset(l->histogram, 0, FPM__BINS * sizeof *l->histogram);
    status = fpm__least_tops(l);
    if (status != FPM_OK) return status;
    if (l->what == FPM_LEAST_BUSY) busy = fpm__busy_bound(l, &over);
    if (over == 0) return FPM_OK;
    if (fpm__least_linear(l->job)) {
        fpm__least_fill(l);
        /* Where times are nearly flat, a share below the largest one may end a bit after the limit:
           then the search below, which looks at each share, decides. */
        if (fpm__least_cost(l, l->best) < FPM__LATEST) return FPM_OK;
    }
    status = fpm__least_lists(l);
    if (status == FPM_OK) status = fpm__least_hulls(l);
    if (status == FPM_OK) status = fpm__least_start(l);
    if (status != FPM_OK) return status;
    if (busy > 0) l->proven_gap = fpm__max(busy, ceil(l->bound - 1e-6)) - l->bound + 1e-6;
    fpm__least_first(l, given);
    for (moves = FPM__MOVES; status == FPM_OK && l->gap > l->proven_gap; moves *= 3) {
        double budget;
        status = fpm__least_budget(l, moves, &budget);
        if (status == FPM_OK) status = fpm__least_round(l, budget);
        if (status == FPM_OK && l->gap >= FPM__NEVER && budget >= FPM__NEVER)
            return FPM_E_INFEASIBLE;
        if (status != FPM_OK || l->gap <= budget + l->rounding) break;
        l->ask_at = l->work;
        status = fpm__least_pause(l);
    }
    return status;
}

/* Memory and settings of searches with limits: many may follow each other. */
static int fpm__least_make(fpm__least *l, fpm__job *job) {
    fpm__mem *mem = &job->mem;
    int64_t p = job->p;
    memset(l, 0, sizeof *l);
    l->job = job;
    l->what = job->opts.least;
    l->corners.each = sizeof(fpm__corner);
    l->moves.each = sizeof(fpm__move);
    l->movers.each = sizeof(fpm__mover);
    l->now.each = l->next.each = sizeof(fpm__state);
    l->traces.each = sizeof(fpm__trace);
    l->top = (int64_t *)fpm__take(mem, p, sizeof(int64_t));
    l->hull = (fpm__hull *)fpm__take(mem, p, sizeof(fpm__hull));
    l->at = (int64_t *)fpm__take(mem, p, sizeof(int64_t));
    l->best = (int64_t *)fpm__take(mem, p, sizeof(int64_t));
    l->histogram = (int64_t *)fpm__take(mem, FPM__BINS, sizeof(int64_t));
    l->order = (fpm__item *)fpm__take(mem, p, sizeof(fpm__item));
    if (l->hull) memset(l->hull, 0, (size_t)p * sizeof *l->hull);
    return fpm__mem_status(mem);
}

/* A pair of the Pareto front. */
typedef struct fpm__pair {
    double time, cost; /* makespan in seconds; sum of costs */
    int extrapolated;  /* as in info */
} fpm__pair;

/* The cheapest partition done by a limit, and when it is done. */
static int fpm__pair_at(fpm__least *l, double limit, fpm__pair *pair) {
    fpm_info info;
    int status = fpm__least_sum(l, limit, NULL);
    if (status != FPM_OK) return status;
    pair->extrapolated = fpm__evaluate_shares(l->job->procs, l->job->p, l->best, &info);
    pair->time = info.makespan;
    pair->cost = fpm__least_cost(l, l->best);
    return FPM_OK;
}

/* From a pair with the least cost by some limit: the least makespan at that cost into *at, and the
   cheapest pair that is faster by more than rounding into *next.  Limits fall below what was found,
   by more and more; once the cost rises, the least makespan is found by halving.  A step that found
   nothing faster ends it as well.  FPM_E_INFEASIBLE: no pair is faster. */
static int fpm__front_step(fpm__least *l, fpm__pair *at, fpm__pair *next) {
    const fpm__job *job = l->job;
    int64_t low = fpm__bits(job->info.lower_bound * (1 - 1e-14)) - 1, step = 1; /* rounding */
    double same = fpm__least_linear(job) ? 1 + 3e-16 * job->p : 1 + 1e-14;      /* by rounding */
    int faster = FPM_E_INFEASIBLE;
    while (fpm__bits(at->time) - low > 1) {
        int64_t high = fpm__bits(at->time);
        int64_t by = step > 0 ? fpm__max64(high - step, low + 1) : low + (high - low) / 2;
        fpm__pair found = FPM_ZERO;
        int status = fpm__pair_at(l, fpm__from_bits(by), &found);
        if (status != FPM_OK && status != FPM_E_INFEASIBLE) return status;
        if (status == FPM_OK && found.cost <= at->cost * same && found.time < at->time) {
            at->time = found.time;
            at->extrapolated = found.extrapolated;
            at->cost = fpm__min(at->cost, found.cost);
            step = step < INT64_MAX / 4 ? 2 * step : step;
        } else {
            low = by;
            if (status == FPM_OK) *next = found;
            faster = status;
            step = 0;
        }
    }
    if (faster == FPM_OK && next->time > at->time * (1 - 1e-14))
        faster = fpm__pair_at(l, at->time * (1 - 1e-14), next);
    return faster;
}

/* List pairs of the front, the slowest first, until there are `most`: all; or, if `even`, the least
   cost at each of so many even distances from the slowest to the fastest time, and the least
   makespan for it. */
static FPM__COLD int fpm__front_list(fpm__least *l, fpm__list *pairs, int64_t most, int even) {
    fpm__job *job = l->job;
    fpm__pair at = FPM_ZERO, next = FPM_ZERO, *to;
    double fast = job->info.lower_bound, each = 0;
    double limit = job->opts.limit > 0 ? job->opts.limit : FPM__LATEST;
    int status = fpm__pair_at(l, limit, &at);
    for (pairs->count = 0; status == FPM_OK && pairs->count < most; at = next) {
        status = fpm__front_step(l, &at, &next);
        if (status != FPM_OK && status != FPM_E_INFEASIBLE) return status;
        to = (fpm__pair *)fpm__list_add(&job->mem, pairs);
        if (!to) return fpm__mem_status(&job->mem);
        *to = at;
        if (!even || status != FPM_OK || pairs->count == most) continue;
        if (pairs->count == 1) each = (at.time - fast) / (double)(most - 1);
        limit = at.time * (1 - 1e-14);
        limit = fpm__min(limit, fast + each * (double)(most - 1 - pairs->count));
        status = fpm__pair_at(l, limit, &next);
    }
    return status == FPM_E_INFEASIBLE && pairs->count > 0 ? FPM_OK : status;
}

/* The front; where costs are linear as many pairs as are wanted, even ones if there are more: they
   are looked for first, as so many of them prove it. */
static int fpm__front(fpm__job *job, fpm__list *pairs, int64_t wanted) {
    fpm__least l;
    int status = fpm__least_make(&l, job), even = wanted > 1 && fpm__least_linear(job);
    if (status == FPM_OK) status = fpm__solve_fastest(job, l.best);
    if (status == FPM_OK && even) status = fpm__front_list(&l, pairs, wanted, 1);
    if (status != FPM_OK || (even && pairs->count == wanted)) return status;
    status = fpm__front_list(&l, pairs, even ? wanted + 1 : INT64_MAX, 0);
    if (status != FPM_OK || !even || pairs->count <= wanted) return status;
    return fpm__front_list(&l, pairs, wanted, 1);
}

/* ---- >>partition ----------------------------------------------------------------------------- */

/* The calls that partition n units: fpm_partition, with the second objective after the makespan
   where opts.least asks for one, and fpm_pareto, the front of both.

   Each call has the same frame: fpm__job_begin checks all arguments, one function above works in
   memory that the job counts, and fpm__job_end frees it and fills the caller's info.  Outputs are
   written only with a status of 0 or more.  Calls are independent. */

/* fpm_partition with opts.least: the optimum first, then the least within the limit. */
static int fpm__solve_least(fpm__job *job, int64_t *d) {
    size_t bytes = (size_t)job->p * sizeof *d;
    int64_t *share = (int64_t *)fpm__take(&job->mem, job->p, sizeof *d);
    fpm__least l;
    int beyond, status = fpm__least_make(&l, job);
    double best, bound, limit = job->opts.limit;
    if (status == FPM_OK) status = fpm__solve_fastest(job, share);
    best = job->info.makespan;
    bound = job->info.lower_bound;
    if (!(limit > 0)) limit = job->opts.slack < 1e100 ? (1 + job->opts.slack) * best : FPM__LATEST;
    /* Where times of continuous models stay equal, `best` may lie above the least makespan by
       rounding.  fpm__least_sum evaluates each share: it says whether such a limit can be met. */
    if (status == FPM_OK && limit < best * (1 - 1e-14))
        status = fpm__forget_shares(job, FPM_E_INFEASIBLE);
    if (status == FPM_OK) {
        status = fpm__least_sum(&l, limit, share);
        if (status == FPM_E_STOPPED && !(l.gap < FPM__NEVER)) memcpy(l.best, share, bytes);
        if (status == FPM_E_STOPPED && fpm__least_cost(&l, l.best) < FPM__NEVER)
            status = FPM_STOPPED;
        if (status < 0) fpm__forget_shares(job, status);
    }
    if (status >= 0) {
        job->info.algorithm = FPM_OPTIMAL;
        job->info.cost = fpm__least_cost(&l, l.best);
        beyond = fpm__evaluate_shares(job->procs, job->p, l.best, &job->info);
        fpm__set_bound(&job->info, bound);
        memcpy(d, l.best, bytes);
        if (beyond >= 0 && status == FPM_OK) status = FPM_EXTRAPOLATED;
    }
    return status;
}

FPM__DEFN int fpm_partition_real(int64_t n, int p, const fpm_proc *procs, const fpm_options *opts,
                                 double *real, int64_t *d, fpm_info *info) {
    fpm__job job;
    int status = fpm__job_begin(&job, n, p, procs, opts, real, d != NULL);
    if (status == FPM_OK)
        status = opts && opts->least
                     ? fpm__solve_least(&job, d)
                     : fpm__solve(&job, opts ? opts->algorithm : 0, d, info != NULL);
    return fpm__job_end(&job, status, info);
}

FPM__DEFN int fpm_partition(int64_t n, int p, const fpm_proc *procs, const fpm_options *opts,
                            int64_t *d, fpm_info *info) {
    return fpm_partition_real(n, p, procs, opts, NULL, d, info);
}

FPM__DEFN FPM__COLD int fpm_pareto(int64_t n, int p, const fpm_proc *procs, const fpm_options *opts,
                                   int64_t capacity, double *makespan, double *cost, int64_t *count,
                                   fpm_info *info) {
    fpm__job job;
    fpm__list pairs = FPM_ZERO;
    const fpm__pair *pair = NULL;
    double bound = 0;
    int64_t i;
    int ok = opts && opts->least > 0 && opts->least <= FPM_LEAST_BUSY && !(opts->slack > 0) &&
             capacity >= 0 && (capacity == 0 || (makespan && cost)) && count;
    int status = fpm__job_begin(&job, n, p, procs, opts, NULL, ok);
    pairs.each = sizeof(fpm__pair);
    if (status == FPM_OK) {
        status = fpm__front(&job, &pairs, capacity);
        bound = job.info.lower_bound;
        fpm__forget_shares(&job, status);
    }
    if (status == FPM_OK) {
        pair = (const fpm__pair *)pairs.items + (pairs.count - 1); /* the fastest was found last */
        job.info.algorithm = FPM_OPTIMAL;
        job.info.makespan = pair->time;
        job.info.cost = pair->cost;
        fpm__set_bound(&job.info, bound);
        *count = pairs.count;
        if (pairs.count > capacity) status = FPM_E_CAPACITY;
    }
    for (i = 0; i < pairs.count && status == FPM_OK; i++) {
        pair = (const fpm__pair *)pairs.items + (pairs.count - 1 - i);
        makespan[i] = pair->time;
        cost[i] = pair->cost;
        if (job.info.extrapolated < 0) job.info.extrapolated = pair->extrapolated;
    }
    if (job.info.extrapolated >= 0) status = FPM_EXTRAPOLATED;
    return fpm__job_end(&job, status, info);
}

/* ---- >>compose ------------------------------------------------------------------------------- */

/* The makespan of a group at every size at once.  It is the min-max convolution of its members'
   times: f(n) = min over x of max(g(x), h(n - x)).  That is associative, so groups are merged in
   pairs, and a run of r equal processors by doubling, in about log2 r merges.  Where it is cheaper,
   each size is partitioned by itself.

   A pair of profiles is merged in ascending order of time.  When size x becomes possible on one
   side, the sums that become possible with it are the sizes of the other side moved up by x; those
   not reached before get the present time as their makespan.  Sets of sizes are bits, 64 a step.
   Words of the result whose sums are all reached leave a linked list, and few others matter at a
   time: below them all sums are reached, above them none is in reach yet.  So a merge costs little
   more than its input, whatever its length, unless many sums can never be reached.  Neighbouring
   sizes that are reached at the same time are kept as one entry: ten sizes and more where members
   are many.

   Invariants of a merge: own[s] holds the sizes of side s whose time has come; done holds their
   sums; the output ascends in time, and each size is in it once. */

/* A group that is being merged, one member after the other. */
typedef struct fpm__group {
    fpm__job *job;
    int64_t unit; /* every share is a multiple; sizes in profiles are counted in it, */
    int64_t most; /* the largest wanted one too */
    double time;  /* what takes longer is left out */
    int64_t work; /* elementary steps so far */
    /* merged so far: the largest sizes at least halve from one to the next */
    fpm__profile stack[64];
    int count;
    uint64_t *bits; /* of fpm__merge */
    int64_t bits_room;
    int none; /* a required processor can do nothing: nobody can */
} fpm__group;

/* The state of a merge. */
typedef struct fpm__merge {
    fpm__mem *mem;
    uint64_t *own[2], *done; /* sizes possible on each side; sums reached */
    uint64_t *next;          /* next[0] is the first word that lacks sums, next[k + 1] follows k */
    int64_t taken[2], top[2], words, left; /* left: words that lack sums */
    int64_t limit;                         /* steps at which to give up */
    fpm__profile *out;
} fpm__merge;

/* Bits at, at + 1, .., at + 63, those below 0 being 0. */
FPM__INLINE uint64_t fpm__bits_from(const uint64_t *bits, int64_t at) {
    int shift = (int)(at & 63);
    if (at < 0) return at > -64 ? bits[0] << -at : 0;
    return bits[at / 64] >> shift | (shift ? bits[at / 64 + 1] << (64 - shift) : 0);
}

/* Sums of word k are reached: the new ones go to the profile, as runs. */
static int fpm__merge_reach(fpm__merge *m, int64_t k, uint64_t sums, double time) {
    uint64_t fresh = sums & ~m->done[k];
    fpm__profile *out = m->out;
    int status;
    if (!fresh) return FPM_OK;
    m->done[k] |= fresh;
    status = fpm__grow(m->mem, &out->at, &out->room, out->count + 64, sizeof *out->at);
    if (status != FPM_OK) return status;
    while (fresh) {
        int low = fpm__first_bit(fresh), high = 64;
        uint64_t above = fresh + (UINT64_C(1) << low); /* carries beyond the run */
        if (above) high = fpm__first_bit(above);
        if (out->count > 0 && out->at[out->count - 1].last == 64 * k + low - 1 &&
            !(out->at[out->count - 1].time < time))
            out->at[out->count - 1].last = 64 * k + high - 1;
        else fpm__profile_add(out, time, 64 * k + low, 64 * k + high - 1);
        fresh &= above;
    }
    out->top = fpm__max64(out->top, out->at[out->count - 1].last);
    return FPM_OK;
}

/* Sizes x .. x + count - 1, count <= 64, are possible on one side from now on: reach their sums
   with the other side's sizes, in all words that lack some.  *steps counts the words. */
static int fpm__merge_words(fpm__merge *m, int side, double time, int64_t x, int count,
                            int64_t *steps) {
    const uint64_t *other = m->own[!side];
    int64_t last = fpm__min64((x + count - 1 + m->top[!side]) / 64, m->words - 1);
    int64_t before = 0, k = (int64_t)m->next[0];
    for (; k <= last; k = (int64_t)m->next[before], ++*steps) {
        uint64_t sums = fpm__bits_from(other, 64 * k - x), lower;
        int width = 1, status;
        if (count > 1 && ~(sums | m->done[k])) { /* spread upwards over count - 1 more sums */
            lower = fpm__bits_from(other, 64 * k - x - 64);
            while (width < count) {
                int step = width < count - width ? width : count - width;
                sums |= sums << step | lower >> (64 - step);
                lower |= lower << step;
                width += step;
            }
        }
        status = fpm__merge_reach(m, k, sums, time);
        if (status != FPM_OK) return status;
        if (~m->done[k]) {
            before = k + 1;
        } else { /* complete: it leaves the list */
            m->next[before] = m->next[k + 1];
            m->left--;
        }
    }
    return FPM_OK;
}

/* Prepare a merge whose sums go up to cap: empty sets, and a list of all words. */
static int fpm__merge_begin(fpm__group *g, fpm__merge *m, int64_t cap) {
    int64_t k;
    int status;
    m->mem = &g->job->mem;
    m->words = m->left = cap / 64 + 1;
    status = fpm__grow(m->mem, &g->bits, &g->bits_room, 4 * m->words + 3, sizeof(uint64_t));
    if (status != FPM_OK) return status;
    m->own[0] = g->bits;
    m->own[1] = m->own[0] + m->words + 1; /* a word of zeros behind either */
    m->done = m->own[1] + m->words + 1;
    m->next = m->done + m->words;
    memset(g->bits, 0, (size_t)(3 * m->words + 2) * 8);
    if ((cap + 1) % 64) m->done[cap / 64] = ~UINT64_C(0) << ((cap + 1) % 64);
    for (k = 0; k <= m->words; k++) m->next[k] = (uint64_t)k;
    return FPM_OK;
}

/* The next run of either side, earliest first, is possible from now on. */
static int fpm__merge_step(fpm__merge *m, const fpm__profile *const *from, int64_t *steps) {
    const int64_t *taken = m->taken;
    int side =
        taken[0] >= from[0]->count ||
        (taken[1] < from[1]->count && from[1]->at[taken[1]].time < from[0]->at[taken[0]].time);
    fpm__entry run = from[side]->at[m->taken[side]++];
    int64_t x, count;
    int status = FPM_OK;
    m->top[side] = fpm__max64(m->top[side], run.last);
    for (x = run.size; x <= run.last && status == FPM_OK && *steps <= m->limit; x += count) {
        count = fpm__min64(64 - x % 64, run.last - x + 1);
        m->own[side][x / 64] |= ~UINT64_C(0) >> (64 - count) << (x % 64);
        if (taken[!side] > 0) status = fpm__merge_words(m, side, run.time, x, (int)count, steps);
    }
    ++*steps;
    return status;
}

static int fpm__profile_merge(fpm__group *g, const fpm__profile *a, const fpm__profile *b,
                              fpm__profile *out) {
    const fpm__profile *from[2];
    fpm__merge m;
    int status;
    memset(&m, 0, sizeof m);
    memset(out, 0, sizeof *out);
    g->job->info.iterations++;
    status = fpm__merge_begin(g, &m, fpm__min64(g->most, a->top + b->top));
    from[0] = a, from[1] = b;
    m.out = out;
    m.limit = g->job->opts.max_work;
    while (status == FPM_OK && m.left > 0 && m.taken[0] + m.taken[1] < a->count + b->count) {
        status = fpm__merge_step(&m, from, &g->work);
        if (status == FPM_OK && g->work > m.limit) status = FPM_E_WORK_LIMIT;
    }
    if (status != FPM_OK) fpm__profile_free(&g->job->mem, out);
    return status;
}

/* *into becomes the profile of both; the one before is given back. */
static FPM__APART int fpm__profile_join(fpm__group *g, fpm__profile *into,
                                        const fpm__profile *more) {
    fpm__profile both;
    int status = fpm__profile_merge(g, into, more, &both);
    if (status != FPM_OK) return status;
    fpm__profile_free(&g->job->mem, into);
    *into = both;
    return FPM_OK;
}

/* The profile of `copies` like processors: doubled for each binary digit, one more for a 1. */
static int fpm__profile_repeat(fpm__group *g, fpm__profile *one, int copies) {
    fpm__profile all;
    int digit = 30, status;
    if (copies == 1) return FPM_OK;
    while (!(copies >> digit)) digit--;
    status = fpm__profile_merge(g, one, one, &all);
    if (status != FPM_OK) return status;
    for (;;) {
        if (copies >> --digit & 1) status = fpm__profile_join(g, &all, one);
        if (digit == 0 || status != FPM_OK) break;
        status = fpm__profile_join(g, &all, &all);
        if (status != FPM_OK) break;
    }
    fpm__profile_free(&g->job->mem, one);
    *one = all;
    return status;
}

/* Add a profile to those merged so far, and merge while the last two are of about the same size;
   NULL: merge all. */
static int fpm__group_push(fpm__group *g, const fpm__profile *profile) {
    int status = FPM_OK;
    if (profile) g->stack[g->count++] = *profile;
    while (g->count > 1 && status == FPM_OK &&
           (!profile || g->stack[g->count - 2].top <= 2 * g->stack[g->count - 1].top)) {
        status = fpm__profile_join(g, &g->stack[g->count - 2], &g->stack[g->count - 1]);
        if (status == FPM_OK) fpm__profile_free(&g->job->mem, &g->stack[--g->count]);
    }
    return status;
}

/* Merge the profiles of all processors into stack[0]; none when a required one can do nothing. */
static int fpm__group_merge(fpm__group *g, int64_t n) {
    fpm__job *job = g->job;
    int64_t j;
    int i, next, status = FPM_OK;
    for (i = 0; i < job->p && status == FPM_OK; i = next) {
        fpm__profile profile;
        for (next = i + 1; next < job->p && fpm__same_proc(&job->procs[i], &job->procs[next]);)
            next++;
        status = fpm__profile_list(job, &job->procs[i], n, g->time, &g->work, &profile);
        if (status != FPM_OK) return status;
        for (j = 0; j < profile.count; j++) profile.at[j].size = profile.at[j].last /= g->unit;
        profile.top /= g->unit;
        fpm__sort(profile.at, 3, profile.count);
        if (profile.count > 0) status = fpm__profile_repeat(g, &profile, next - i);
        g->none |= profile.count == 0;
        if (status == FPM_OK && profile.top > 0) status = fpm__group_push(g, &profile);
        else fpm__profile_free(&job->mem, &profile);
    }
    return status;
}

/* What fpm_compose was asked, and the best times found so far. */
typedef struct fpm__composition {
    fpm__job *job;
    int64_t count, work;  /* sizes asked for; elementary steps so far */
    const int64_t *sizes; /* NULL: 1 .. count */
    double *best;         /* FPM__NEVER where not known */
} fpm__composition;

/* The j-th size that was asked for. */
static int64_t fpm__size_asked(const fpm__composition *c, int64_t j) {
    return c->sizes ? c->sizes[j] : j + 1;
}

/* Where a size was asked for, -1 if it was not. */
static int64_t fpm__size_index(const fpm__composition *c, int64_t size) {
    int64_t at;
    if (!c->sizes) return size - 1 < c->count ? size - 1 : -1;
    at = fpm__last_line(c->sizes, c->count, size);
    return at >= 0 && c->sizes[at] == size ? at : -1;
}

/* Find the best times up to `time` of all sizes up to n, by merging. */
static int fpm__compose_within(fpm__composition *c, int64_t n, double time) {
    fpm__group g;
    size_t mark = fpm__mem_mark(&c->job->mem);
    int64_t i;
    int status;
    memset(&g, 0, sizeof g);
    g.job = c->job;
    g.job->n = n;
    g.unit = fpm__common_unit(g.job);
    g.most = n / g.unit;
    g.time = time;
    g.work = c->work;
    status = fpm__group_merge(&g, n);
    if (status == FPM_OK) status = fpm__group_push(&g, NULL);
    for (i = 0; status == FPM_OK && g.count > 0 && !g.none && i < g.stack[0].count; i++) {
        fpm__entry run = g.stack[0].at[i];
        for (; run.size <= run.last; run.size++) {
            int64_t j = run.size > 0 ? fpm__size_index(c, run.size * g.unit) : -1;
            if (j >= 0 && run.time < c->best[j]) c->best[j] = run.time;
        }
    }
    c->work = g.work;
    fpm__release(&c->job->mem, mark);
    return status;
}

/* Find all times by merging.  Discrete shares are listed at once; a continuous model has as many as
   there are units, so only those are listed that finish by a time that should do.  For sizes then
   without an answer a longer time is tried, with shares up to the largest of these. */
static int fpm__compose_all(fpm__composition *c, int64_t n) {
    fpm__job *job = c->job;
    double time = FPM__LATEST, factor = 4;
    fpm__seek s = fpm__halve(0, fpm__bits(FPM__LATEST));
    int64_t j;
    int i, discrete = 1, status;
    n = fpm__min64(n, fpm__group_capacity(job, n, FPM__LATEST));
    for (i = 0; i < job->p; i++) discrete &= fpm__listed(job->procs[i].model);
    while (!discrete && s.high - s.low > INT64_C(1) << 49) /* to an eighth */
        fpm__seek_told(&s, fpm__group_capacity(job, n, fpm__from_bits(s.at)) < n);
    if (!discrete) time = fpm__from_bits(s.high);
    for (;; time *= factor, factor *= factor) {
        if (!(time < FPM__LATEST / factor)) time = FPM__LATEST;
        status = n > 0 ? fpm__compose_within(c, n, time) : FPM_OK;
        if (status != FPM_OK || !(time < FPM__LATEST)) return status;
        for (j = c->count - 1; j >= 0; j--)
            if (c->best[j] >= FPM__NEVER && fpm__size_asked(c, j) <= n) break;
        if (j < 0) return FPM_OK;
        n = fpm__size_asked(c, j);
    }
}

/* Partition each size on its own, on what is left of work and memory. */
static FPM__COLD int fpm__compose_each(fpm__composition *c) {
    fpm__job *job = c->job;
    const fpm_info all = job->info; /* each size leaves its own there */
    int64_t j, *d = (int64_t *)fpm__take(&job->mem, job->p, sizeof(int64_t));
    int status = fpm__mem_status(&job->mem);
    job->opts.max_work -= c->work;
    for (j = 0; j < c->count && status == FPM_OK; j++) {
        if ((job->opts.max_work -= job->p) <= 0) status = FPM_E_WORK_LIMIT;
        job->n = c->sizes[j];
        if (status == FPM_OK) status = fpm__job_classify(job);
        if (status == FPM_OK) status = fpm__solve(job, job->opts.algorithm, d, 0);
        if (status == FPM_WORK_LIMIT) status = FPM_E_WORK_LIMIT;
        if (status < 0 && status != FPM_E_INFEASIBLE) break;
        if (status >= 0) c->best[j] = job->info.makespan;
        status = FPM_OK;
    }
    job->info = all;
    return status;
}

/* Make the caller's list of the times; not on failure. */
static FPM__COLD int fpm__compose_points(const fpm__composition *c, fpm_points *points) {
    fpm_points made = FPM_ZERO;
    int64_t j, count = 0;
    for (j = 0; j < c->count; j++) count += c->best[j] <= FPM_TIME_MAX;
    if (count > 0) {
        fpm__mem *mem = &c->job->mem;
        size_t bytes = fpm__bytes(count, FPM__POINT_BYTES);
        void *block = NULL;
        if (bytes == 0) return FPM_E_OVERFLOW;
        if (bytes > mem->limit - mem->used) return FPM_E_MAX_BYTES;
        block = fpm__resize(mem->alloc, NULL, 0, bytes);
        if (!block) return FPM_E_MEMORY;
        fpm__mem_lent(mem, bytes);
        fpm__points_place(&made, block, count);
    }
    for (j = 0; j < c->count; j++) {
        fpm_point point;
        if (!(c->best[j] <= FPM_TIME_MAX)) continue;
        point.size = fpm__size_asked(c, j);
        point.seconds = fpm__max(c->best[j], FPM_TIME_MIN);
        point.half_width = 0;
        point.reps = 0;
        fpm__points_set(&made, made.count++, &point);
        c->job->info.makespan = c->job->info.lower_bound = point.seconds;
    }
    if (c->job->mem.alloc) made.alloc = *c->job->mem.alloc;
    *points = made;
    return FPM_OK;
}

/* Check the sizes asked for; info.at is the one at fault. */
static int fpm__sizes_status(fpm__job *job, int64_t count, const int64_t *sizes) {
    int64_t j;
    for (j = 0; j < count && sizes; j++)
        if (sizes[j] < 1 || sizes[j] > FPM_SIZE_MAX || (j > 0 && sizes[j] <= sizes[j - 1])) {
            job->info.at = j;
            return sizes[j] < 1 || sizes[j] > FPM_SIZE_MAX ? FPM_E_SIZE : FPM_E_ORDER;
        }
    return count < 0 || (!sizes && count > FPM_SIZE_MAX) ? FPM_E_ARGUMENT : FPM_OK;
}

/* Choose between merging and partitioning size by size.  Merging costs about as many steps as there
   are units times levels of pairs; a partition hundreds a processor, few where times rise. */
static int fpm__compose_solve(fpm__composition *c) {
    int64_t j, n = c->count > 0 ? fpm__size_asked(c, c->count - 1) : 0;
    int p = c->job->p, levels = 1, status = FPM_OK;
    double each = (c->job->monotone ? 16.0 : 256.0) * (double)c->count * p, all;
    while (p >> levels) levels++;
    all = (double)fpm__group_capacity(c->job, n, FPM__LATEST) * levels;
    if (c->count > 0) c->best = (double *)fpm__take(&c->job->mem, c->count, sizeof(double));
    if (c->job->mem.status != FPM_OK) return fpm__mem_status(&c->job->mem);
    for (j = 0; j < c->count; j++) c->best[j] = FPM__NEVER;
    if (!c->sizes || all < each) status = fpm__compose_all(c, n);
    if (c->sizes && (all >= each || status == FPM_E_MAX_BYTES || status == FPM_E_OVERFLOW))
        status = fpm__compose_each(c);
    return status;
}

FPM__DEFN int fpm_compose(int64_t count, const int64_t *sizes, int p, const fpm_proc *procs,
                          const fpm_options *opts, fpm_points *points, fpm_info *info) {
    fpm__job job;
    fpm__composition c;
    int status = fpm__group_job(&job, p, procs, opts);
    memset(&c, 0, sizeof c);
    c.job = &job;
    c.count = count;
    c.sizes = sizes;
    if (status == FPM_OK && !points) status = FPM_E_ARGUMENT;
    if (status == FPM_OK) status = fpm__sizes_status(&job, count, sizes);
    if (status == FPM_OK) status = fpm__compose_solve(&c);
    if (status == FPM_OK) status = fpm__compose_points(&c, points);
    return fpm__job_end(&job, status, info);
}

/* ---- >>verify -------------------------------------------------------------------------------- */

/* Checks a partition that anybody made, from the models alone: constraints, sum, makespan, and a
   lower bound.  On monotone models nothing is shared with the sections that find partitions except
   the evaluation of times; a fault there cannot hide here.

   The bound is the least T at which the most that all processors can do, sum M_i(T), reaches n.  It
   is found by halving the bits of T: doubles that are not negative ascend with their bits. */

/* Does share x keep the constraints of a processor, and can it be done at all? */
static int fpm__share_ok(const fpm_proc *proc, int64_t x) {
    if (x < 0 || (x == 0 && proc->required)) return 0;
    if (x == 0) return 1;
    return x >= proc->min && x <= fpm__most(proc->max, x) &&
           (proc->grain == 0 || x % proc->grain == 0) && fpm__proc_time(proc, x) < FPM__LATEST;
}

/* The most units up to n that a processor can do strictly before a time.  Where time is monotone,
   by evaluated times, first near `share`; else by fpm__model_size, which looks at all ranges. */
static int64_t fpm__most_before(const fpm_proc *proc, int64_t n, double time, int64_t share) {
    int64_t grain = proc->grain > 0 ? proc->grain : 1, high, x;
    fpm__segment g = FPM_ZERO;
    fpm__seek s;
    high = fpm__most(proc->max, n) / grain;
    if (proc->model->count == 0 || high == 0 || !(time > 0)) return 0;
    if (!fpm__rises(proc->model)) {
        double before = fpm__time_left(fpm__from_bits(fpm__bits(time) - 1), proc->fixed);
        x = before > 0 ? fpm__model_size(proc->model, before, high * grain) : 0;
        return x < proc->min ? 0 : x - x % grain;
    }
    s = fpm__seek_begin(0, high + 1, share / grain, 1);
    while (fpm__seeking(&s)) {
        double size = (double)(s.at * grain);
        fpm__seek_told(&s, proc->fixed + fpm__time_near(proc->model, size, &g) < time);
    }
    return s.low * grain < proc->min ? 0 : s.low * grain;
}

/* Can n units not be done strictly before a time, for want of capacity? */
static int fpm__out_of_reach(int64_t n, int p, const fpm_proc *procs, const int64_t *d,
                             double time) {
    int64_t sum = 0;
    int i;
    for (i = 0; i < p && sum < n; i++) sum += fpm__most_before(&procs[i], n, time, d[i]);
    return sum < n;
}

/* The lower bound: the least time at which capacities sum to n, and required shares are done. */
static double fpm__check_bound(int64_t n, int p, const fpm_proc *procs, const int64_t *d,
                               double makespan) {
    const int64_t top = fpm__bits(makespan), part = INT64_C(1) << 40; /* 2^-12 of it */
    fpm__seek s = fpm__seek_begin(0, top, top - part, part);
    double required = 0;
    int i;
    for (i = 0; i < p; i++) {
        fpm__bounds b = fpm__bounds_of(&procs[i], n);
        if (b.low > 0 && fpm__rises(procs[i].model))
            required = fpm__max(required, fpm__proc_time(&procs[i], b.low));
    }
    if (fpm__out_of_reach(n, p, procs, d, makespan)) return makespan;
    while (fpm__seeking(&s))
        fpm__seek_told(&s, fpm__out_of_reach(n, p, procs, d, fpm__from_bits(s.at)));
    return fpm__max(fpm__from_bits(s.low), required);
}

FPM__DEFN FPM__COLD int fpm_partition_check(int64_t n, int p, const fpm_proc *procs,
                                            const fpm_options *opts, const int64_t *d,
                                            fpm_info *info) {
    fpm_info result;
    int64_t rest = n;
    int i, status = FPM_OK;
    double limit = opts && opts->limit > 0 ? opts->limit : FPM__LATEST;
    fpm__info_begin(&result);
    if (n < 0 || n > FPM_SIZE_MAX)
        status = fpm__refuse(&result, FPM_E_ARGUMENT, "n", "must be from 0 to 2^53");
    else if (p < 1) status = fpm__refuse(&result, FPM_E_ARGUMENT, "p", "must be 1 or more");
    else if (!procs) status = fpm__refuse(&result, FPM_E_ARGUMENT, "procs", "must not be NULL");
    else if (!d) status = fpm__refuse(&result, FPM_E_ARGUMENT, "d", "must not be NULL");
    for (i = 0; i < p && status == FPM_OK; i++) {
        status = fpm__proc_status(&procs[i]);
        result.fault = status == FPM_OK ? -1 : i;
    }
    for (i = 0; i < p && status == FPM_OK; i++) {
        if (!fpm__share_ok(&procs[i], d[i]) || d[i] > n ||
            (limit < FPM__LATEST && d[i] > 0 && fpm__proc_time(&procs[i], d[i]) > limit)) {
            status = FPM_E_VIOLATED;
            result.fault = i;
        } else if (rest >= 0) rest -= d[i]; /* no overflow: both are within -2^53 .. 2^53 */
    }
    if (status == FPM_OK && rest != 0) status = FPM_E_VIOLATED;
    if (status == FPM_OK) {
        result.extrapolated = fpm__evaluate_shares(procs, p, d, &result);
        fpm__set_bound(&result, info ? fpm__check_bound(n, p, procs, d, result.makespan) : 0);
        status = result.extrapolated >= 0 ? FPM_EXTRAPOLATED : FPM_OK;
    }
    result.status = status;
    if (info) *info = result;
    return status;
}

/* ---- >>interval ------------------------------------------------------------------------------ */

/* The time of a processor is normal, so all are done by t with the product of p error functions.
   The mean, the odds of the last one and what half an error gains are integrals over t by the rule
   of trapezoids.  From low, where the latest begins, each distribution rises within 12 of its own
   spreads, so that nodes that lie the closer the nearer they are to low are as good for narrow ones
   as for wide ones; over their number, integrands are like bells, which that rule integrates. */

typedef struct fpm__normal {
    double time, spread; /* mean, and sqrt(2) standard deviations; 0: sure */
    double now;          /* the odds that it is done at the node */
    double last, gain; /* those of being the last; the integral of those that half its error adds */
} fpm__normal;

static double fpm__done_by(const fpm__normal *e, double spread, double t) {
    return spread > 0 ? 0.5 * erfc((e->time - t) / spread) : t >= e->time;
}

static double fpm__all_done_by(int p, fpm__normal *e, double t) {
    double all = 1;
    int i;
    for (i = 0; i < p; i++) all *= e[i].now = fpm__done_by(&e[i], e[i].spread, t);
    return all;
}

static double fpm__interval_end(int p, fpm__normal *e, double low, double high, double odds) {
    int k;
    for (k = 0; k < 60; k++) {
        double t = low + (high - low) / 2;
        if (fpm__all_done_by(p, e, t) < odds) low = t;
        else high = t;
    }
    return high;
}

/* The half-width at a size, relative to the time t there, which loses its risk as on lines. */
static double fpm__half_width(const fpm_model *m, double x, double *t) {
    int64_t last = m->count - 1, k, j;
    double at[2], r[2], s[2], w = 0;
    int i;
    if (!m->half_width) return 0;
    if (m->kind == FPM_CONSTANT) x = (double)(m->at > 0 ? m->at : m->size[last]);
    k = fpm__points_within(m, x);
    for (i = 0; i < 2; i++) {
        j = fpm__max64(0, fpm__min64(k - 1 + i, last));
        at[i] = (double)m->size[j], s[i] = at[i] / m->seconds[j];
        r[i] = fpm__min(m->half_width[j] / (m->seconds[j] - m->risk * m->half_width[j]), 1e99);
    }
    if (at[1] > at[0]) w = (x - at[0]) / (at[1] - at[0]), s[0] *= 1 - w, s[1] *= w;
    *t /= 1 + m->risk * (r[0] * s[0] + r[1] * s[1]) / (s[0] + s[1]);
    return r[0] + (r[1] - r[0]) * w;
}

/* What the nodes from low to high say.  At low only a time that is sure can be the last. */
static void fpm__interval_nodes(int p, fpm__normal *e, double low, double high, int sure,
                                fpm_interval *f) {
    const double grade = log(1e6) / 256;
    double near_low;
    int k, i;
    low = fpm__interval_end(p, e, low, high, 1e-12);
    near_low = 1e-6 * (high - low);
    f->low = fpm__interval_end(p, e, low, high, 0.025);
    f->high = fpm__interval_end(p, e, low, high, 0.975);
    if (!(e[sure].spread > 0)) e[sure].last = fpm__all_done_by(p, e, low);
    for (f->mean = low, k = 0; k <= 256; k++) {
        double y = near_low * exp(k * grade), t = low + (y - near_low);
        double weight = y * grade, all = fpm__all_done_by(p, e, t);
        f->mean += weight * (1 - all);
        for (i = 0; i < p; i++) {
            fpm__normal *a = &e[i];
            if (!(a->spread > 0)) continue;
            double others = a->now > 0 ? all / a->now : 0, z = (t - a->time) / a->spread;
            a->last += weight * others * exp(-z * z) / (1.7724538509055160 * a->spread);
            a->gain += weight * (others * fpm__done_by(a, a->spread / 2, t) - all);
        }
    }
}

/* Seconds to halve the half-width of time t of x units. */
static double fpm__measure_cost(const fpm_model *m, int64_t x, double t) {
    int64_t k = fpm__max64(fpm__points_within(m, (double)x) - 1, 0);
    return 3 * t * (double)(m->reps ? fpm__max64(m->reps[k], 1) : 1);
}

FPM__DEFN FPM__COLD int fpm_partition_interval(int p, const fpm_proc *procs, const int64_t *share,
                                               const fpm_options *opts, double *last,
                                               fpm_interval *interval) {
    fpm_interval f = FPM_ZERO;
    double low = 0, high = 0, longest = 0, sum = 0, most = 0, runs = opts ? opts->runs : 0;
    fpm__normal *e;
    fpm__mem mem;
    int i, sure = 0, status, beyond = 0;
    if (p < 1 || !procs || !share || !interval || !fpm__finite(runs) || runs < 0)
        return FPM_E_ARGUMENT;
    for (i = 0; i < p; i++) {
        status = fpm__proc_status(&procs[i]);
        if (status != FPM_OK) return status;
        if (!fpm__share_ok(&procs[i], share[i])) return FPM_E_SIZE;
        beyond |= fpm__extrapolates(procs[i].model, (double)share[i]);
    }
    fpm__mem_begin(&mem, opts ? opts->alloc : NULL, opts ? opts->max_bytes : 0);
    e = (fpm__normal *)fpm__take(&mem, p, sizeof *e);
    if (!e) return mem.status;
    memset(e, 0, (size_t)p * sizeof *e);
    for (i = 0; i < p; i++) {
        double t = fpm__proc_time(&procs[i], share[i]) - procs[i].fixed, r;
        if (share[i] == 0) continue;
        r = fpm__half_width(procs[i].model, (double)share[i], &t);
        e[i].time = procs[i].fixed + t;
        e[i].spread = t * r * (1.4142135623730951 / 1.96);
        if (e[i].spread < 1e-15 * e[i].time) e[i].spread = 0;
        longest = fpm__max(longest, e[i].time);
        high = fpm__max(high, e[i].time + 6 * e[i].spread);
        if (e[i].time - 6 * e[i].spread > low) low = e[i].time - 6 * e[i].spread, sure = i;
    }
    fpm__interval_nodes(p, e, low, high, sure, &f);
    f.mean = fpm__max(f.mean, longest);
    for (f.next = -1, i = 0; i < p; i++) {
        double worth = e[i].gain;
        if (runs > 0) worth = runs * worth - fpm__measure_cost(procs[i].model, share[i], e[i].time);
        if (worth > most && e[i].gain > 1e-9 * f.mean) most = worth, f.gain = e[i].gain, f.next = i;
        sum += e[i].last;
    }
    for (i = 0; i < p && last; i++) last[i] = e[i].last / sum;
    *interval = f;
    fpm__release(&mem, 0);
    return beyond ? FPM_EXTRAPOLATED : FPM_OK;
}

/* The error whose odds of being exceeded are 1 - 2^(-1/p), in units of 1.96 standard deviations. */
FPM__DEFN FPM__COLD double fpm_risk(int p) { /* the same in all libraries of mathematics */
    fpm__normal e = FPM_ZERO;
    e.spread = 1.4142135623730951 / 1.96;
    return floor(1000 * fpm__interval_end(1, &e, 0, 4, pow(0.5, 1.0 / (p > 1 ? p : 1))) + 0.5) /
           1000;
}

/* ---- >>export -------------------------------------------------------------------------------- */

/* Shares in the forms that other libraries ask for: counts and displacements (MPI), weights that
   sum to 1 (METIS), small ratios, cumulative chunks.  Outputs are written only if all fit. */

/* Do all counts and displacements fit?  None is above total * unit, which `most` must hold. */
static int fpm__counts_status(int p, const int64_t *d, int64_t unit, int64_t most) {
    int64_t total = fpm__share_total(p, d);
    if (total < 0) return (int)total;
    if (unit < 1) return FPM_E_ARGUMENT;
    return total > most / unit ? FPM_E_OVERFLOW : FPM_OK;
}

FPM__DEFN int fpm_export_counts(int p, const int64_t *d, int64_t unit, int *counts, int *displs) {
    int i, at = 0, status = fpm__counts_status(p, d, unit, 0x7fffffff);
    if (!counts || !displs) return FPM_E_ARGUMENT;
    for (i = 0; i < p && status == FPM_OK; i++) {
        counts[i] = (int)(d[i] * unit);
        displs[i] = at;
        at += counts[i];
    }
    return status;
}

FPM__DEFN int fpm_export_counts64(int p, const int64_t *d, int64_t unit, int64_t *counts,
                                  int64_t *displs) {
    int i, status = fpm__counts_status(p, d, unit, INT64_MAX);
    int64_t at = 0;
    if (!counts || !displs) return FPM_E_ARGUMENT;
    for (i = 0; i < p && status == FPM_OK; i++) {
        counts[i] = d[i] * unit;
        displs[i] = at;
        at += counts[i];
    }
    return status;
}

/* The overlaps of slab `rank` of one partition with the slabs of another, in elements. */
static void fpm__overlaps(int p, const int64_t *own, const int64_t *other, int64_t unit, int rank,
                          int *counts, int *displs) {
    int64_t low = 0, high, at = 0, next, done = 0;
    int i;
    for (i = 0; i < rank; i++) low += own[i];
    high = low + own[rank];
    for (i = 0; i < p; i++, at = next) {
        int64_t both;
        next = at + other[i];
        both = fpm__max64(0, fpm__min64(high, next) - fpm__max64(low, at));
        counts[i] = (int)(both * unit);
        displs[i] = (int)(done * unit);
        done += both;
    }
}

FPM__DEFN FPM__COLD int fpm_export_moves(int p, const int64_t *from, const int64_t *to,
                                         int64_t unit, int rank, int *send, int *send_at,
                                         int *receive, int *receive_at) {
    int64_t sum = fpm__share_total(p, from);
    if (sum >= 0) sum = fpm__share_total(p, to);
    if (sum < 0) return (int)sum;
    if (unit < 0 || rank < 0 || rank >= p || !send || !send_at || !receive || !receive_at)
        return FPM_E_ARGUMENT;
    if (unit > 0 && fpm__max64(from[rank], to[rank]) > 0x7fffffff / unit) return FPM_E_OVERFLOW;
    fpm__overlaps(p, from, to, unit, rank, send, send_at);
    fpm__overlaps(p, to, from, unit, rank, receive, receive_at);
    return FPM_OK;
}

/* The total to divide shares by: each weight is rounded once, so all sum to 1 up to roundings. */
static int fpm__weights_begin(int p, const int64_t *d, const void *weights, double *total) {
    int64_t sum = fpm__share_total(p, d);
    if (sum < 0) return (int)sum;
    if (!weights || sum == 0) return FPM_E_ARGUMENT;
    *total = (double)sum;
    return FPM_OK;
}

FPM__DEFN int fpm_export_weights(int p, const int64_t *d, double *weights) {
    double total = 1;
    int i, status = fpm__weights_begin(p, d, weights, &total);
    for (i = 0; i < p && status == FPM_OK; i++) weights[i] = (double)d[i] / total;
    return status;
}

FPM__DEFN int fpm_export_weightsf(int p, const int64_t *d, float *weights) {
    double total = 1;
    int i, status = fpm__weights_begin(p, d, weights, &total);
    for (i = 0; i < p && status == FPM_OK; i++) weights[i] = (float)((double)d[i] / total);
    return status;
}

/* The largest number c of parts of a share for which c / share, as rounded, is at most `level`. */
static int64_t fpm__parts_at(int64_t share, double level) {
    int64_t c = (int64_t)((double)share * level);
    while (share > 0 && (double)(c + 1) / (double)share <= level) c++;
    while (c > 0 && (double)c / (double)share > level) c--;
    return c;
}

/* Parts of all shares up to a level. */
static int64_t fpm__parts_sum(int p, const int64_t *d, double level) {
    int64_t sum = 0;
    int i;
    for (i = 0; i < p; i++) sum += fpm__parts_at(d[i], level);
    return sum;
}

/* Parts are dealt out one by one where (ratio + 1) / share is least, to the lowest number of equal
   ones.  The level of the last is found by halving bits: up to level `low` there are `given` parts,
   not too many, up to `high` not too few.  What is missing at `high` goes to the lowest numbers. */
FPM__DEFN FPM__COLD int fpm_export_ratios(int p, const int64_t *d, int64_t parts, int64_t *ratios) {
    int64_t total = fpm__share_total(p, d), given, low, high;
    int i;
    if (total < 0) return (int)total;
    if (!ratios || parts < 1 || parts > FPM_SIZE_MAX || total == 0) return FPM_E_ARGUMENT;
    low = fpm__bits(0.5 * (double)parts / (double)total);
    /* So high that the sum of floors is above parts. */
    high = fpm__bits(2 * ((double)parts + p) / (double)total);
    given = fpm__parts_sum(p, d, fpm__from_bits(low));
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2, sum = fpm__parts_sum(p, d, fpm__from_bits(middle));
        if (sum >= parts) high = middle;
        if (sum > parts) continue;
        low = middle;
        given = sum;
    }
    for (i = 0; i < p; i++) {
        int64_t most = fpm__parts_at(d[i], fpm__from_bits(high));
        ratios[i] = fpm__parts_at(d[i], fpm__from_bits(low));
        most = fpm__min64(most - ratios[i], parts - given);
        ratios[i] += most;
        given += most;
    }
    return FPM_OK;
}

FPM__DEFN int fpm_export_chunks(int p, const int64_t *d, int64_t *begin) {
    int64_t total = fpm__share_total(p, d);
    int i;
    if (total < 0 || !begin) return total < 0 ? (int)total : FPM_E_ARGUMENT;
    begin[0] = 0;
    for (i = 0; i < p; i++) begin[i + 1] = begin[i] + d[i];
    return FPM_OK;
}

/* ---- >>chain --------------------------------------------------------------------------------- */

/* Loads in a row, each part of which goes to one processor: the least time ("value") in which p
   parts reach the end.  The section owns the sums of loads (fpm_chain), the search, free orders of
   processors, and the check with its proof.

   Values are compared as whole numbers that ascend with them, their keys: loads themselves where
   they are whole and the processors equal, else the bits of a double.

   A probe at a key cuts greedily from the right, each part as long as the key allows.  If the parts
   reach the first element, the largest of them is a value that suffices, and their cuts are the
   first places where cuts within that value can lie.  If not, a value that suffices lengthens at
   least one of these parts, so it is no less than the least key that does; nor is it less than the
   load before any place that was reached, divided by the number of processors that remain.  So both
   ends of the bracket are values that parts can have (Pinar, Aykanat, JPDC 64, 2004), and the
   search ends, exactly, when they meet, for real loads as for whole ones.  A probe also says how
   much load remained, or how much more the parts could hold: about p times as much as the key is
   off, since there are p parts.

   Most of the time goes to memory.  The end of a part is looked for where the last probe had it,
   moved by what this probe is ahead, then by the load missing there; a few elements around are
   counted without branches; and the lines where later parts will end are fetched ahead. */

/* Tell the caller which element is at fault; returns the status. */
static int fpm__chain_fault(int64_t *at, int64_t where, int status) {
    if (at) *at = where;
    return status;
}

/* Fill the caller's chain. */
static int fpm__chain_set(fpm_chain *chain, int64_t n, const int64_t *whole, const double *real,
                          int64_t largest) {
    memset(chain, 0, sizeof *chain);
    chain->n = n;
    chain->whole = whole;
    chain->real = real;
    chain->largest = largest;
    return FPM_OK;
}

FPM__DEFN int fpm_chain_init(fpm_chain *chain, int64_t n, const int64_t *load, int64_t *prefix,
                             int64_t *at) {
    int64_t i, x, sum = 0, most = 0, largest = 0;
    if (!chain || !prefix || n < 0 || n > FPM_SIZE_MAX) return FPM_E_ARGUMENT;
    if (!load && prefix[0] != 0) return fpm__chain_fault(at, 0, FPM_E_LOAD);
    prefix[0] = 0;
    for (i = 0; i < n; i++) {
        if (!load && prefix[i + 1] < sum) return fpm__chain_fault(at, i, FPM_E_LOAD);
        x = load ? load[i] : prefix[i + 1] - sum;
        if (x < 0) return fpm__chain_fault(at, i, FPM_E_LOAD);
        if (x > INT64_MAX - sum) return fpm__chain_fault(at, i, FPM_E_OVERFLOW);
        prefix[i + 1] = sum += x;
        if (x > most) most = x, largest = i;
    }
    return fpm__chain_set(chain, n, prefix, NULL, largest);
}

/* The bits of a load that is 0 or more and at most 1e200; -1 for any other, NaN included. */
FPM__INLINE int64_t fpm__chain_bits(double load) {
    int64_t bits = fpm__bits(load);
    if (bits == INT64_MIN) return 0; /* -0 */
    return bits <= fpm__bits(FPM__LATEST) ? bits : -1;
}

FPM__DEFN int fpm_chain_init_real(fpm_chain *chain, int64_t n, const double *load, double *prefix,
                                  int64_t *at) {
    int64_t i, largest = 0;
    double sum = 0, most = 0, x;
    if (!chain || !prefix || n < 0 || n > FPM_SIZE_MAX) return FPM_E_ARGUMENT;
    if (!load && fpm__chain_bits(prefix[0]) != 0) return fpm__chain_fault(at, 0, FPM_E_LOAD);
    prefix[0] = 0;
    for (i = 0; i < n; i++, sum = prefix[i]) {
        x = load ? load[i] : prefix[i + 1];
        if (fpm__chain_bits(x) < 0) return fpm__chain_fault(at, i, FPM_E_LOAD);
        if (load) prefix[i + 1] = sum + x;
        else if (x < sum) return fpm__chain_fault(at, i, FPM_E_LOAD);
        if (prefix[i + 1] > FPM__LATEST) return fpm__chain_fault(at, i, FPM_E_OVERFLOW);
        x = prefix[i + 1] - sum;
        if (x > most) most = x, largest = i;
    }
    return fpm__chain_set(chain, n, NULL, prefix, largest);
}

/* What keys are: whole loads; bits of real loads, of loads over speeds, of models' times. */
enum { FPM__CHAIN_WHOLE, FPM__CHAIN_REAL, FPM__CHAIN_SPEED, FPM__CHAIN_MODEL };
/* Elements about a guess that are counted; parts by which memory is fetched ahead. */
enum { FPM__CHAIN_NEAR = 8, FPM__CHAIN_AHEAD = 6 };
/* Keys by which evaluated times of a model differ where points have equal ones, at most. */
enum { FPM__CHAIN_BITS = 8 };

/* Processors in any order: a state, 0 .. states - 1 (all), is how many of each kind are used. */
enum { FPM__KINDS = 62, FPM__CHAIN_KINDS = 3 }; /* most; of a chain that is solved exactly */
typedef struct fpm__lattice {
    int kinds, like[FPM__KINDS];                    /* one processor of each kind */
    int64_t count[FPM__KINDS], used[FPM__KINDS];    /* of the kind; of the state */
    int64_t stride[FPM__KINDS], at, states;         /* the state is the sum of used * stride */
    int (*same)(const void *context, int a, int b); /* are they of one kind? */
    const void *context;
} fpm__lattice;

/* Find the kinds; 0: there are more, or more states, than is allowed. */
static int fpm__lattice_begin(fpm__lattice *l, int p, int kinds, int64_t most) {
    int i, t;
    for (i = l->kinds = 0; i < p; i++) {
        for (t = 0; t < l->kinds && !l->same(l->context, i, l->like[t]);) t++;
        if (t == kinds) return 0;
        if (t == l->kinds) l->like[l->kinds++] = i, l->count[t] = l->used[t] = 0;
        l->count[t]++;
    }
    l->at = 0, l->states = 1;
    for (t = l->kinds - 1; t >= 0; l->states *= l->count[t--] + 1) {
        if (l->states > most / (l->count[t] + 1)) return 0;
        l->stride[t] = l->states;
    }
    return 1;
}

/* The next state, after the last one the first. */
static void fpm__lattice_step(fpm__lattice *l) {
    int t;
    l->at = (l->at + 1) % l->states;
    for (t = l->kinds - 1; t >= 0 && ++l->used[t] > l->count[t]; t--) l->used[t] = 0;
}

/* The state with one of a kind less; -1: it has none. */
static int64_t fpm__lattice_before(const fpm__lattice *l, int t) {
    return l->used[t] > 0 ? l->at - l->stride[t] : -1;
}

/* `parts` kinds become processors, those of a kind in ascending order; the others follow. */
static void fpm__lattice_name(const fpm__lattice *l, int p, int parts, int *order) {
    int64_t taken[FPM__KINDS];
    int i, k, t, next[FPM__KINDS];
    for (t = 0; t < l->kinds; t++) taken[t] = next[t] = 0;
    for (k = 0; k < parts; k++) taken[order[k]]++;
    for (t = 0; t < l->kinds; t++)
        for (; taken[t] < l->count[t]; taken[t]++) order[k++] = t;
    for (k = 0; k < p; k++) {
        t = order[k];
        for (i = next[t]; !l->same(l->context, i, l->like[t]);) i++;
        order[k] = i, next[t] = i + 1;
    }
}

/* The exact search in free order, for processors of up to three kinds: end[at] is the farthest
   element that the processors of a state reach in the best order.  Starting farther is never worse,
   so end[at] is the best of adding one part of a kind to the state without it.  A larger key gives
   other values only where it lengthens a tried part. */
typedef struct fpm__chain_lattice {
    fpm__lattice of;
    double load[FPM__CHAIN_KINDS];  /* most of a part of this kind at the key that is tried */
    double next[FPM__CHAIN_KINDS];  /* least load above that of a part that was tried */
    int64_t step[FPM__CHAIN_KINDS]; /* elements of the last one */
    int64_t *end;                   /* the farthest element each state reaches */
    int *order;                     /* p: the processor of each part, once a key got through */
} fpm__chain_lattice;

/* What a search knows, and its memory. */
typedef struct fpm__chain_job {
    const fpm_chain *given; /* the caller's elements */
    int64_t grain; /* cuts lie at some elements alone, "places", 0 .. n; 0: places are elements */
    const int64_t *at;      /* places 1 .. n - 1; NULL: the multiples of the grain */
    const fpm_chain *chain; /* what is searched: an element reaches from a place to the next one */
    const int64_t *w;       /* whole sums of the caller's elements, */
    const double *r;        /* or real ones; the other is NULL */
    int plain;              /* 1: processors are equal, cuts are free, and no other load counts */
    int64_t n;              /* elements that are searched */
    int64_t took, over; /* speeds, models: keys of the part that was cut last and of a longer one */
    int kind;           /* FPM__CHAIN_WHOLE, ... */
    int p;
    const double *speed;                /* p speeds, or NULL */
    const fpm_proc *procs;              /* p models, or NULL */
    const int *who;                     /* processor of each part; NULL: k of part k */
    struct fpm__chain_lattice *lattice; /* free order: probes go here */
    const fpm_chain_options *o;         /* constraints, near */
    fpm_chain_outputs out;
    struct fpm__chain_table *sets; /* parts have least lengths; NULL: they have none */
    int64_t *window;               /* o->from: the first and last place of each cut; NULL: any */
    double total, per;             /* load; elements for a unit of load */
    double power;                  /* p, or the sum of speeds */
    double safe;                   /* 1, less what rounding may do to such sums */
    double *sum; /* p + 1 sums of what processors do in a second (speeds) or by the first guess
                    (models); NULL: all equal */
    fpm__segment *segment; /* models: two segments of each processor, in use */
    double *share, time;   /* models, a first guess: by `time` each processor does its share */
    int64_t low, key;      /* no key below suffices; parts of the answer keep to this one */
    double guess, slope; /* the value to try first; load that a value larger by 1 makes room for */
    int64_t *cut, *best; /* p + 1 cuts: of the last probe, of the best */
    int64_t firsts;      /* best holds the first places of cuts at this key; -1: other ones */
    int64_t probes, steps; /* probes so far, and parts that they cut */
    int64_t cells;         /* of tables, that o->max_work leaves */
    int lack;              /* why a table could not be made; FPM_OK: all could */
    fpm__watch watch;
    fpm__mem mem;
} fpm__chain_job;

/* The farthest element from i towards `end`, in direction D (1: right, -1: left), such that the
   load between does not exceed the budget.  It is looked for around the guess, moved by the load
   that is missing there at the mean load of elements so far; the last few are counted. */
#define FPM__CHAIN_REACH(name, type, D)                                                            \
    FPM__INLINE int64_t name(const type *sums, int64_t i, int64_t end, type budget,                \
                             int64_t guess) {                                                      \
        const type *w = sums + i;                                                                  \
        int64_t room = D * (end - i), at = D * (guess - i), count = 0;                             \
        type base = w[0];                                                                          \
        double load, move;                                                                         \
        fpm__seek s;                                                                               \
        at = at < 0 ? 0 : at < room ? at : room;                                                   \
        load = (double)(D * (w[D * at] - base));                                                   \
        move = load > 1e-200 ? ((double)budget - load) * ((double)at / load) : 0;                  \
        if (D * (w[D * room] - base) <= budget) return end;                                        \
        /* In this order a move that is not a number goes to the end. */                           \
        move = fpm__max(fpm__min((double)(room - at), move), (double)-at);                         \
        s = fpm__seek_begin(0, room, at + (int64_t)move, FPM__CHAIN_NEAR / 2);                     \
        while (s.high - s.low > FPM__CHAIN_NEAR)                                                   \
            fpm__seek_tell(&s, D *(w[D * s.at] - base) <= budget);                                 \
        for (at = s.low + 1; at < s.high; at++) count += D * (w[D * at] - base) <= budget;         \
        return i + D * (s.low + count);                                                            \
    }

FPM__CHAIN_REACH(fpm__chain_reach_whole, int64_t, 1)
FPM__CHAIN_REACH(fpm__chain_reach_real, double, 1)
FPM__CHAIN_REACH(fpm__chain_back_whole, int64_t, -1)
FPM__CHAIN_REACH(fpm__chain_back_real, double, -1)

/* The caller's element at a place, of those from 0 to n the nearest one. */
static FPM__APART int64_t fpm__place_element(const fpm__chain_job *job, int64_t i) {
    if (i <= 0 || i >= job->n) return i <= 0 ? 0 : job->given->n;
    return job->at ? job->at[i - 1] : i * job->grain;
}

FPM__INLINE int64_t fpm__chain_element(const fpm__chain_job *job, int64_t i) {
    return job->grain ? fpm__place_element(job, i) : i;
}

/* The last place that is not right of a caller's element, about a guess; -1: none is. */
static int64_t fpm__chain_at(const fpm__chain_job *job, int64_t element, int64_t guess) {
    fpm__seek s = fpm__seek_begin(-1, job->n + 1, guess, 1);
    if (!job->grain) return element;
    while (fpm__seeking(&s)) fpm__seek_tell(&s, fpm__place_element(job, s.at) <= element);
    return s.low;
}

/* Load between two of the caller's elements. */
FPM__INLINE double fpm__given_load(const fpm__chain_job *job, int64_t i, int64_t j) {
    return fabs(job->w ? (double)(job->w[j] - job->w[i]) : job->r[j] - job->r[i]);
}

/* Load of elements [i, j), or [j, i). */
static double fpm__chain_load(const fpm__chain_job *job, int64_t i, int64_t j) {
    return fpm__given_load(job, fpm__chain_element(job, i), fpm__chain_element(job, j));
}

/* Seconds that a processor takes for a load; FPM__NEVER beyond its max.  Two segments of its model
   are kept: parts about a measured point need both (without them 1.7 times the instructions). */
static double fpm__chain_seconds(const fpm__chain_job *job, int proc, double load) {
    const fpm_proc *q = &job->procs[proc];
    fpm__segment *g = job->segment ? &job->segment[2 * (int64_t)proc] : NULL;
    if (!(load > 0)) return 0;
    if (q->max != 0 && load > (double)q->max) return FPM__NEVER;
    if (!g) return q->fixed + fpm__model_time(q->model, load);
    if (load >= g[1].x0 && load < g[1].x1) g++;
    else if (!(load >= g->x0 && load < g->x1)) g[1] = g[0];
    return q->fixed + fpm__time_near(q->model, load, g);
}

/* Which processor does a part. */
static int fpm__chain_proc(const fpm__chain_job *job, int part) {
    return job->who ? job->who[part] : part;
}

/* The key of a load on a processor (not for whole loads, whose key is the load). */
static int64_t fpm__chain_load_key(const fpm__chain_job *job, int proc, double load) {
    if (job->kind == FPM__CHAIN_SPEED) load /= job->speed[proc];
    if (job->kind == FPM__CHAIN_MODEL) load = fpm__chain_seconds(job, proc, load);
    return fpm__bits(load);
}

/* The key of the caller's elements [i, j) on a processor. */
FPM__INLINE int64_t fpm__given_key(const fpm__chain_job *job, int proc, int64_t i, int64_t j) {
    if (job->kind == FPM__CHAIN_WHOLE) return job->w[j] - job->w[i];
    return fpm__chain_load_key(job, proc, fpm__given_load(job, i, j));
}

/* The key of elements [i, j) on a processor. */
static int64_t fpm__chain_key(const fpm__chain_job *job, int proc, int64_t i, int64_t j) {
    return fpm__given_key(job, proc, fpm__chain_element(job, i), fpm__chain_element(job, j));
}

/* Do two processors take the same time for everything? */
static int fpm__chain_same_proc(const void *context, int a, int b) {
    const fpm__chain_job *job = (const fpm__chain_job *)context;
    const fpm_proc *q = job->procs;
    if (job->speed) return fpm__bits(job->speed[a]) == fpm__bits(job->speed[b]);
    return q[a].model == q[b].model && q[a].max == q[b].max &&
           fpm__bits(q[a].fixed) == fpm__bits(q[b].fixed);
}

/* A load as the sums hold it: whole, below 2^63, or the bits of a double. */
static int64_t fpm__chain_budget(const fpm__chain_job *job, double load) {
    return job->w ? fpm__floor(load, 0, INT64_C(0x7FFFFFFFFFFFFC00)) : fpm__bits(load);
}

/* Where a budget of load ends that starts at the caller's element i, to the right, or left if `end`
   is. */
static int64_t fpm__given_reach(const fpm__chain_job *job, int64_t i, int64_t end, int64_t budget,
                                int64_t guess) {
    double load = job->w ? 0 : fpm__from_bits(budget);
    if (job->w && end >= i) return fpm__chain_reach_whole(job->w, i, end, budget, guess);
    if (job->w) return fpm__chain_back_whole(job->w, i, end, budget, guess);
    if (end >= i) return fpm__chain_reach_real(job->r, i, end, load, guess);
    return fpm__chain_back_real(job->r, i, end, load, guess);
}

/* Is the load between the caller's elements i and j within a budget? */
FPM__INLINE int fpm__given_within(const fpm__chain_job *job, int64_t i, int64_t j, int64_t budget) {
    if (!job->w) return fpm__given_load(job, i, j) <= fpm__from_bits(budget);
    return (i < j ? job->w[j] - job->w[i] : job->w[i] - job->w[j]) <= budget;
}

/* The same for places. */
static int64_t fpm__chain_reach(const fpm__chain_job *job, int64_t i, int64_t end, int64_t budget,
                                int64_t guess) {
    int64_t way = end < i ? -1 : 1, from;
    fpm__seek s = fpm__seek_begin(0, way * (end - i), way * (guess - i), 1);
    if (!job->grain) return fpm__given_reach(job, i, end, budget, guess);
    from = fpm__chain_element(job, i);
    if (fpm__given_within(job, from, fpm__chain_element(job, end), budget)) return end;
    while (fpm__seeking(&s)) {
        guess = fpm__chain_element(job, i + way * s.at);
        fpm__seek_tell(&s, fpm__given_within(job, from, guess, budget));
    }
    return i + way * s.low;
}

/* About how much load a processor takes in a time, by its speed or pace. */
static double fpm__chain_forecast(const fpm__chain_job *job, int proc, double time) {
    double load = job->kind == FPM__CHAIN_SPEED ? time * job->speed[proc] : 0;
    if (job->kind == FPM__CHAIN_MODEL) {
        load = time / job->time * job->share[proc];
        if (job->procs[proc].max != 0) load = fpm__min(load, (double)job->procs[proc].max);
    }
    return load > 0 ? load < job->total ? load : job->total : 0;
}

/* The farthest element from i towards `end` such that a processor does what is between within a
   key, by evaluated times.  The pace says where to look first. */
static int64_t fpm__chain_reach_timed(fpm__chain_job *job, int proc, int64_t i, int64_t end,
                                      int64_t key, int64_t guess) {
    int64_t load = fpm__chain_budget(job, fpm__chain_forecast(job, proc, fpm__from_bits(key)));
    int64_t way = end < i ? -1 : 1, low = way * (fpm__chain_reach(job, i, end, load, guess) - i);
    fpm__seek g = fpm__seek_begin(0, way * (end - i) + 1, low, 1);
    for (job->took = 0, job->over = -1; fpm__seeking(&g);) {
        load = fpm__chain_load_key(job, proc, fpm__chain_load(job, i, i + way * g.at));
        if (load <= key) job->took = load;
        else job->over = load;
        fpm__seek_tell(&g, load <= key);
    }
    return i + way * g.low;
}

/* How far from i towards `end` a further load fits that processor. */
static int64_t fpm__limit_reach(const fpm__chain_job *job, int l, int proc, int64_t i,
                                int64_t end) {
    const fpm_chain_limit *f = &job->o->limit[l];
    fpm__chain_job load;
    load.w = f->whole, load.r = f->real;
    load.given = job->given, load.grain = job->grain, load.at = job->at, load.n = job->n;
    return fpm__chain_reach(&load, i, end, fpm__chain_budget(&load, f->most[proc]), end);
}

/* The other end of the longest part within a key from element i, or up to i where `end` < i. */
static int64_t fpm__chain_extend(fpm__chain_job *job, int proc, int64_t i, int64_t end, int64_t key,
                                 int64_t guess) {
    int l;
    if (job->kind <= FPM__CHAIN_REAL) end = fpm__chain_reach(job, i, end, key, guess);
    else end = fpm__chain_reach_timed(job, proc, i, end, key, guess);
    for (l = 0; l < job->o->limits; l++) end = fpm__limit_reach(job, l, proc, i, end);
    return end;
}

/* The load or time that a key stands for. */
static double fpm__chain_value(const fpm__chain_job *job, int64_t key) {
    return job->kind == FPM__CHAIN_WHOLE ? (double)key : fpm__from_bits(key);
}

/* What a probe found. */
typedef struct fpm__chain_trial {
    int64_t key;   /* the parts reach the end: key of the largest; else: no smaller one will do */
    int64_t next;  /* no part that was cut gets longer by a smaller key */
    double excess; /* about: load that would have fitted on top; negative: that was left over */
    int64_t parts; /* that have elements, or were tried */
} fpm__chain_trial;

/* A key below which the first k parts cannot take the caller's elements [0, i), in whatever way; 0
   if that is not above the key that is tried.  Doubles leave a margin for rounding. */
FPM__INLINE int64_t fpm__chain_left(const fpm__chain_job *job, int64_t k, int64_t i, int64_t key) {
    double left, share;
    if (job->kind == FPM__CHAIN_WHOLE) {
        int64_t load = job->w[i] - job->w[0];
        if ((double)load < (1 - 1e-15) * (double)key * (double)k) return 0; /* most often */
        return fpm__divide_up(load, k) > key ? fpm__divide_up(load, k) : 0;
    }
    if (job->kind == FPM__CHAIN_MODEL) return 0;
    left = fpm__given_load(job, 0, i) * job->safe;
    share = (double)k; /* never too small: the margin covers what the sums lost */
    if (job->sum) share = job->sum[k] + job->sum[job->p] * (1 - job->safe);
    if (!(left > share * fpm__from_bits(key))) return 0;
    return fpm__bits(left / share) > key ? fpm__bits(left / share) : 0; /* no, among denormals */
}

/* About what the first k parts would take if they were like the others, less elements [0, i). */
static double fpm__chain_excess(const fpm__chain_job *job, int64_t k, int64_t i) {
    double done = (double)(job->p - k), more = (double)k, left = fpm__chain_load(job, 0, i);
    if (job->sum) done = job->sum[job->p] - job->sum[k], more = job->sum[k];
    return (done > 0 ? (job->total - left) / done * more : job->total) - left;
}

/* Fetch the memory around the place where a later part will probably end: without it p = 10^4 parts
   of 10^6 elements take 2.5 to 4 times as long.  Lines are fetched in the direction that parts go:
   memory then keeps up (10^5 parts of 10^7 elements: 17 ms a search instead of 28). */
FPM__INLINE void fpm__chain_fetch(const fpm__chain_job *job, int64_t at, int way) {
    const int64_t *w = job->w;
    const double *r = job->r;
    int line, l;
    at = fpm__chain_element(job, at);
    if (at < 64 || at > job->given->n - 64) return;
    for (l = 0;; w = job->o->limit[l].whole, r = job->o->limit[l++].real) {
        const char *sum = w ? (const char *)(w + at) : (const char *)(r + at);
        for (line = -3; line <= 3; line++) FPM__PREFETCH(sum + 64 * way * line);
        if (l == job->o->limits) return;
    }
}

/* Cut greedily from the right at a key; returns 1 if the parts reach the first element: job->cut,
   that says where to look first, then has the first places where cuts can lie.  Without `all` a
   probe ends as soon as it is clear that the key is too small; other cuts stay. */
static int fpm__chain_probe(fpm__chain_job *job, int64_t key, int all, fpm__chain_trial *t) {
    int64_t from, to = job->given->n; /* the caller's elements of a part */
    int64_t i = job->n, old = i, snap = INT64_MAX, most = 0, c = job->chain->chains - 1, k = job->p;
    int64_t start = c > 0 ? job->chain->first[c] : 0, left = 0, j, guess, longer, *cut = job->cut;
    int known = job->kind > FPM__CHAIN_REAL && !job->window && job->o->limits == 0;
    job->probes++;
    for (cut[k] = i; k > 0 && i > 0; k--, i = j, to = from) {
        int proc = fpm__chain_proc(job, (int)k - 1);
        while (i == start) start = job->chain->first[--c];
        left = fpm__chain_left(job, k, to, key);
        if (left > 0 && !all) break;
        guess = cut[k - 1] + (i - old);
        old = cut[k - 1];
        if (k > FPM__CHAIN_AHEAD)
            fpm__chain_fetch(job, cut[k - FPM__CHAIN_AHEAD] + (guess - old), -1);
        if (job->plain) j = fpm__given_reach(job, i, start, key, guess);
        else j = fpm__chain_extend(job, proc, i, start, key, guess);
        if (job->window) j = fpm__max64(j, job->window[2 * (k - 1)]);
        cut[k - 1] = j;
        from = fpm__chain_element(job, j);
        most = fpm__max64(most, known ? job->took : fpm__given_key(job, proc, from, to));
        if (j == start) continue;
        longer = known ? job->over : fpm__given_key(job, proc, fpm__chain_element(job, j - 1), to);
        if (longer > key) snap = fpm__min64(snap, longer); /* else a limit ends the part */
    }
    t->parts = job->p - k;
    job->steps += t->parts;
    t->next = snap;
    if (i == 0) {
        t->key = most;
        t->excess = t->parts > 0 ? fpm__chain_excess(job, k + 1, cut[k + 1]) : job->total;
        for (; k > 0; k--) cut[k - 1] = 0;
        return 1;
    }
    t->excess = fpm__chain_excess(job, k, i);
    if (k > 0) snap = fpm__min64(snap, left);
    t->key = snap;
    return 0;
}

/* Where the chain ends that holds element i. */
static FPM__APART int64_t fpm__chain_end(const fpm_chain *chain, int64_t i) {
    if (chain->chains < 2) return chain->n;
    return chain->first[fpm__last_line(chain->first, chain->chains, i) + 1];
}

/* ... and where it begins. */
static int64_t fpm__chain_start(const fpm_chain *chain, int64_t i) {
    return chain->chains < 2 ? 0 : chain->first[fpm__last_line(chain->first, chain->chains, i)];
}

/* The last places of cuts: greedy from the left.  Returns the least key that moves one. */
static int64_t fpm__chain_highs(fpm__chain_job *job, int64_t key, int64_t *high) {
    int64_t at = 0, end, next = INT64_MAX, longer;
    int k;
    for (k = 0, high[0] = 0; k < job->p; k++, high[k] = at) {
        int proc = fpm__chain_proc(job, k);
        if (at < job->n) {
            end = fpm__chain_end(job->chain, at);
            at = fpm__chain_extend(job, proc, at, end, key, at + job->best[k + 1] - job->best[k]);
            if (at < end) {
                longer = fpm__chain_key(job, proc, high[k], at + 1);
                if (longer > key) next = fpm__min64(next, longer);
            }
        }
        if (job->window) at = fpm__min64(at, job->window[2 * k + 3]);
    }
    return next;
}

/* The largest load, whole where loads are, that a processor takes within a key. */
static double fpm__chain_capacity(const fpm__chain_job *job, int proc, int64_t key) {
    fpm__seek s = fpm__halve(0, (job->w ? (int64_t)job->total : fpm__bits(job->total)) + 1);
    while (fpm__seeking(&s)) {
        double load = job->w ? (double)s.at : fpm__from_bits(s.at);
        fpm__seek_tell(&s, fpm__chain_load_key(job, proc, load) <= key);
    }
    return job->w ? (double)s.low : fpm__from_bits(s.low);
}

/* The farthest element that a state reaches. */
static int64_t fpm__chain_state(fpm__chain_job *job, fpm__chain_lattice *l) {
    int64_t best = 0, from, end, j;
    int t;
    for (t = 0; t < l->of.kinds; t++) {
        if ((from = fpm__lattice_before(&l->of, t)) < 0) continue;
        from = l->end[from];
        end = fpm__chain_end(job->chain, from);
        j = fpm__chain_reach(job, from, end, fpm__chain_budget(job, l->load[t]), from + l->step[t]);
        l->step[t] = j - from;
        if (j < end) l->next[t] = fpm__min(l->next[t], fpm__chain_load(job, from, j + 1));
        if (j > best) best = j;
        job->steps++;
    }
    return best;
}

/* Cuts and processors of the parts that lead to a state, then idle processors; how many parts. */
static int fpm__chain_retrace(fpm__chain_job *job, fpm__chain_lattice *l) {
    int64_t position = job->n, from, j;
    int parts = 0, k, t;
    for (t = 0; t < l->of.kinds; t++) parts += (int)l->of.used[t];
    for (k = parts; k <= job->p; k++) job->cut[k] = position;
    /* Which kind did the last part?  One whose part from the state without it ends exactly here. */
    for (k = parts - 1; k >= 0; k--) {
        for (t = 0;; t++) {
            FPM_ASSERT(t < l->of.kinds);
            if ((from = fpm__lattice_before(&l->of, t)) < 0) continue;
            from = l->end[from];
            j = fpm__chain_reach(job, from, fpm__chain_end(job->chain, from),
                                 fpm__chain_budget(job, l->load[t]), position);
            if (j == position) break;
        }
        l->of.at -= l->of.stride[t];
        l->of.used[t]--;
        position = job->cut[k] = from;
        l->order[k] = t;
    }
    fpm__lattice_name(&l->of, job->p, parts, l->order);
    return parts;
}

/* As fpm__chain_probe, for the best order of processors of few kinds.  `rest` is what the
   processors that a state leaves could take, and the least shortfall is what is missing. */
static int fpm__chain_state_probe(fpm__chain_job *job, int64_t key, fpm__chain_trial *t) {
    fpm__chain_lattice *l = job->lattice;
    int64_t end = 0, snap = INT64_MAX;
    double rest = 0, least = job->total;
    int q, kinds = l->of.kinds;
    job->probes++;
    for (q = 0; q < kinds; q++) {
        l->load[q] = fpm__chain_capacity(job, l->of.like[q], key);
        l->next[q] = FPM__NEVER;
    }
    do {
        l->end[l->of.at] = end = fpm__chain_state(job, l);
        /* What the processors that this state leaves could take, at most. */
        for (q = 0, rest = 0; q < kinds; q++)
            rest += (double)(l->of.count[q] - l->of.used[q]) * l->load[q];
        if (end == job->n) break;
        least = fpm__min(least, fpm__chain_load(job, end, job->n) - rest);
        fpm__lattice_step(&l->of);
    } while (l->of.at > 0);
    t->excess = -fpm__max(least, 0);
    if (end == job->n) {
        int parts = fpm__chain_retrace(job, l), k;
        t->excess = rest;
        for (t->key = 0, k = 0; k < parts; k++)
            t->key =
                fpm__max64(t->key, fpm__chain_key(job, l->order[k], job->cut[k], job->cut[k + 1]));
        return 1;
    }
    for (q = 0; q < kinds; q++)
        if (l->next[q] < FPM__NEVER)
            snap = fpm__min64(snap, fpm__chain_load_key(job, l->of.like[q], l->next[q]));
    t->key = snap;
    return 0;
}

/* The largest key of a partition. */
static int64_t fpm__chain_largest(const fpm__chain_job *job, const int64_t *cut) {
    int64_t most = 0;
    int k;
    for (k = 0; k < job->p; k++)
        most = fpm__max64(most, fpm__chain_key(job, fpm__chain_proc(job, k), cut[k], cut[k + 1]));
    return most;
}

/* ---- which of several partitions ----

   Cuts are set from left to right, each at the place nearest to its target from which the parts
   right of it can take the rest within the key.  Without least lengths these places are those
   between the cut that is greedy from the right and the end of the longest part: a part that begins
   further right reaches at least as far.  Places that make no part empty, or as few as there are
   elements for, come first.  Where every processor can take any fewest elements, as equal ones can,
   there always are such places: then no partition has fewer empty parts.  With least lengths a
   table has the places from which the rest can be taken. */

/* Where cuts would lie if loads could be divided.  An element that is more than its processor's due
   counts as that due, and the rest of the load is shared anew: water filling. */
typedef struct fpm__chain_aim {
    double sum;          /* load, with such elements counted as their due */
    double target, dust; /* of the next cut; loads that do not count */
    double shift;        /* what this took off elements so far */
    double over, due;    /* of those elements: their loads, their dues as parts of 1 */
    int64_t home;        /* the last cut that is not right of the target */
    double left, right;  /* how far it and the next cut are from the target */
} fpm__chain_aim;

/* Rounds of water filling; a place from which the rest cannot be taken. */
enum { FPM__CHAIN_ROUNDS = 4, FPM__CHAIN_NONE = 1 << 30 };

#define FPM__CHAIN_TIE (1 - 1e-9) /* distances this close are the same: dues are rounded */
#define FPM__CHAIN_DUST 1e-12     /* part of all loads that does not count */

/* Go on to cut k from cut k - 1, which is at c; `length` elements on is where to look.  If `most`,
   what a part holds, is known, a target left of the cut's first place or beyond the reach of the
   part from c (home is then n) is not looked for: most are, and that took the time of a probe. */
static FPM__APART void fpm__aim_next(const fpm__chain_job *job, fpm__chain_aim *a, int k,
                                     int64_t length, int64_t c, double most) {
    int64_t h = a->home, old;
    double at = a->target, due, load;
    a->left = a->right = 0;
    if (job->o->from) {
        old = job->o->from[k];
        a->home = fpm__chain_at(job, old, h + length);
        a->left = fpm__given_load(job, fpm__chain_element(job, a->home), old);
        if (a->home < job->n)
            a->right = fpm__given_load(job, old, fpm__chain_element(job, a->home + 1));
        return;
    }
    if (!(job->total > 0)) {
        a->home = fpm__even_cut(job->n, job->p, k);
        return;
    }
    due = job->sum ? job->sum[k + 1] / job->sum[job->p] : (double)(k + 1) / job->p;
    a->target = a->sum * due;
    due = a->target - at;
    if (most < FPM__NEVER) {
        if (h == job->n) h = a->home = c;
        if (at > fpm__chain_load(job, 0, c) + most + a->dust) a->home = job->n;
        if (a->home > h || at + 2 * a->dust < fpm__chain_load(job, 0, job->cut[k])) return;
    }
    /* A target beside the end of such an element lies at it, however dues are rounded. */
    old = fpm__chain_element(job, h);
    at += a->shift - fpm__given_load(job, 0, old) + a->dust;
    if (at >= 0) {
        a->home = fpm__chain_reach(job, h, job->n, fpm__chain_budget(job, at), h + length);
        a->left = at - fpm__given_load(job, old, fpm__chain_element(job, a->home)) - a->dust;
        if (a->left < a->dust) a->left = 0;
    }
    if (a->home == job->n) return;
    load = fpm__chain_load(job, a->home, a->home + 1);
    /* The first target in it.  The margin: dues are differences of sums. */
    if ((k == 0 || a->home > h) && load > due * (1 + 1e-12) && a->left < due) {
        a->shift += load - due;
        a->over += load;
        a->due += due / a->sum;
        load = due;
    }
    a->right = fpm__max(load - a->left, 0);
}

/* May an element from c to at be above a due, which is more than half of their load?  Only the one
   in which that much load from c on ends can be. */
FPM__INLINE int fpm__aim_above(const fpm__chain_job *job, int64_t c, int64_t at, double due) {
    int64_t x = fpm__max64(c, at - FPM__CHAIN_NEAR / 2);
    if (fpm__chain_load(job, c, x) <= due && fpm__chain_load(job, x, at) <= due) return 0;
    x = fpm__chain_reach(job, c, at, fpm__chain_budget(job, due), at);
    return x < at && fpm__chain_load(job, x, x + 1) > due;
}

/* The next round's load in all, after a pass; 0: it is the same. */
static double fpm__aim_again(const fpm__chain_job *job, const fpm__chain_aim *a) {
    double rest = job->total - a->over;
    if (!(a->over > 0) || !(rest > a->dust) || !(a->due < 1)) return 0;
    return rest / (1 - a->due) < a->sum * (1 - 1e-9) ? rest / (1 - a->due) : 0;
}

/* The cut from low to high that is nearest to the target; of equals the leftmost. */
static int64_t fpm__aim_pick(const fpm__chain_job *job, const fpm__chain_aim *a, int64_t low,
                             int64_t high) {
    int64_t at = a->home < low ? low : high;
    if (a->home >= low && a->home < high) at = a->home + (a->right < a->left * FPM__CHAIN_TIE);
    if (job->o->from || !(job->total > 0) || at == low || fpm__chain_load(job, at - 1, at) > 0)
        return at;
    return fpm__chain_reach(job, at, low, 0, at - 1);
}

/* Does a part keep to a key and to the limits? */
static int fpm__chain_fits(fpm__chain_job *job, int proc, int64_t i, int64_t j, int64_t key) {
    int l, fits = fpm__chain_key(job, proc, i, j) <= key;
    for (l = 0; l < job->o->limits && fits; l++) fits = fpm__limit_reach(job, l, proc, i, j) == j;
    return fits;
}

/* Has it the elements and the load that a part must have? */
static int fpm__chain_long(const fpm__chain_job *job, int proc, int64_t i, int64_t j) {
    if (j == i) return 0;
    if (fpm__chain_element(job, j) - fpm__chain_element(job, i) < job->o->min_items) return 0;
    return !job->procs || job->procs[proc].min == 0 ||
           fpm__chain_load(job, i, j) >= (double)job->procs[proc].min;
}

/* From which places of each cut can the parts right of it take the rest?  Cells are 0 or
   FPM__CHAIN_NONE; with `need`, for equal processors, one row for all says how many parts that
   takes.  A place is worth what the best end of the part that begins there is worth: such ends are
   a window that moves left with it, and a queue holds those that no end left of them is as good
   as. */
typedef struct fpm__chain_table {
    int need, *cell;           /* rows one after the other */
    int64_t room, wide;        /* cells; the longest row */
    int64_t *found;            /* p + 1 cuts that satisfy all constraints */
    int64_t *row, *low, *high; /* p + 1 each: cell[row[k] + i] is place i, low[k] <= i <= high[k] */
    int64_t *queue;            /* of the longest row */
    int64_t key, next;         /* what parts keep to; the table stays the same below this key */
    int64_t widest;            /* the largest load of min_items elements; INT64_MAX: not known */
    int allowed;               /* 1: probes may make tables */
} fpm__chain_table;

/* Row k from row `from`: the next one, or itself. */
static void fpm__chain_table_row(fpm__chain_job *job, fpm__chain_table *t, int k, int from) {
    const int64_t right = t->row[from];
    int64_t i, head = 0, tail = 0, next = t->high[from], end, longer;
    int *cell = t->cell, proc = fpm__chain_proc(job, k), value;
    int idle = from != k && !(job->procs && job->procs[proc].required);
    for (i = t->high[k] - (from == k); i >= t->low[k]; i--) {
        for (; next >= t->low[from] && next > i && fpm__chain_long(job, proc, i, next); next--) {
            if (cell[right + next] >= FPM__CHAIN_NONE) continue;
            while (tail > head && cell[right + t->queue[tail - 1]] >= cell[right + next]) tail--;
            t->queue[tail++] = next;
        }
        end = i < job->n ? fpm__chain_end(job->chain, i) : i;
        for (; head < tail; head++) {
            if (t->queue[head] > end) continue;
            if (fpm__chain_fits(job, proc, i, t->queue[head], t->key)) break;
            longer = fpm__chain_key(job, proc, i, t->queue[head]);
            if (longer > t->key) t->next = fpm__min64(t->next, longer);
        }
        value = head < tail ? cell[right + t->queue[head]] + (from == k) : FPM__CHAIN_NONE;
        if (idle && i >= t->low[from] && i <= t->high[from] && cell[right + i] < value)
            value = cell[right + i];
        cell[t->row[k] + i] = value;
    }
}

/* The first place at least so many elements right of a place; below 0: the last one so many left of
   it.  Where parts have no least number of elements, places count. */
static int64_t fpm__chain_after(const fpm__chain_job *job, int64_t i, int64_t items) {
    int64_t more = items > 0, at = fpm__chain_element(job, i) + items - more;
    if (!job->grain || job->o->min_items < 2) return i + items;
    return fpm__chain_at(job, at, i) + more;
}

/* Cut greedily from the right at a key, with parts that have least lengths, into t->found.  1: that
   is a partition.  0: it is not, which proves nothing.  A part leaves min_items elements to those
   left of it.  Where any min_items elements fit the key (equal processors), it leaves that many to
   each of them: then a partition is found wherever there is one, since a part that is shorter for
   this reason is followed by parts that have min_items each. */
static int fpm__chain_greedy(fpm__chain_job *job, fpm__chain_table *t, int64_t key) {
    int64_t i = job->n, j, start, items = fpm__max64(job->o->min_items, 1), parts;
    const int64_t *cut = job->cut, *w = job->window;
    int k;
    for (k = job->p - 1, t->found[job->p] = i; k >= 0; k--, i = j) {
        int proc = fpm__chain_proc(job, k);
        start = i > 0 ? fpm__chain_start(job->chain, i - 1) : 0;
        j = fpm__chain_extend(job, proc, i, start, key, cut[k] + (i - cut[k + 1]));
        if (w) j = fpm__max64(j, w[2 * k]);
        parts = j > start;
        if (parts && t->widest <= fpm__min64(key, INT64_MAX - 1))
            parts = fpm__min64(k, i / items - 1);
        if (parts > 0)
            j = fpm__min64(fpm__max64(j, fpm__chain_after(job, start, parts * items)), i);
        if (!fpm__chain_long(job, proc, j, i)) j = i;
        if (j == i && job->procs && job->procs[proc].required) return 0;
        if (w && j > w[2 * k + 1]) return 0;
        t->found[k] = j;
    }
    return i == 0 && fpm__chain_largest(job, t->found) <= key;
}

/* Fill the table for a key, at which job->cut holds the first places of cuts.  FPM_OK;
   FPM_E_INFEASIBLE; FPM_WORK_LIMIT: job->lack says what fails. */
static int fpm__chain_table_make(fpm__chain_job *job, fpm__chain_table *t, int64_t key) {
    int64_t cells = 0, wide = 0;
    int k, p = job->p;
    t->key = key;
    t->need = !job->window && job->kind <= FPM__CHAIN_REAL && job->o->limits == 0;
    t->next = fpm__chain_highs(job, key, t->high);
    for (k = 0; k <= p; k++) {
        t->low[k] = job->cut[k];
        if (t->need) t->low[k] = cells = 0, t->high[k] = job->n;
        if (t->low[k] > t->high[k]) return FPM_E_INFEASIBLE;
        t->row[k] = cells - t->low[k];
        cells += t->high[k] - t->low[k] + 1;
        wide = fpm__max64(wide, t->high[k] - t->low[k] + 1);
    }
    k = cells > job->cells || fpm__watch_ask(&job->watch, job->steps, 0, job->probes, 0, 0)
            ? FPM_E_WORK_LIMIT
            : FPM_OK;
    if (k == FPM_OK) k = fpm__grow(&job->mem, &t->cell, &t->room, cells, sizeof *t->cell);
    if (k == FPM_OK) k = fpm__grow(&job->mem, &t->queue, &t->wide, wide, sizeof *t->queue);
    if (k != FPM_OK) job->lack = k;
    if (k != FPM_OK) return FPM_WORK_LIMIT;
    job->cells -= cells;
    t->cell[t->row[p] + job->n] = 0;
    for (k = t->need ? 0 : p - 1; k >= 0; k--) fpm__chain_table_row(job, t, k, t->need ? k : k + 1);
    return t->cell[t->row[0]] <= (t->need ? p : FPM__CHAIN_NONE - 1) ? FPM_OK : FPM_E_INFEASIBLE;
}

/* A round of the rule, with *sum for the load in all, into job->best; job->cut has the first
   places; with a table where parts have least lengths, or, without one, where any processor can
   take any fewest elements.  Returns 0 where that is not so, and for models by the last bits of
   times.  *sum: of the next round, or 0; `quick` assumes that no element is above its due: the same
   sum again says that one may be. */
static int fpm__chain_round(fpm__chain_job *job, int64_t key, const fpm__chain_table *t,
                            double *sum, int quick) {
    int64_t n = job->n, c = 0, at, x, low, high, last, length, rest, *first = job->cut;
    int64_t items = fpm__max64(job->o->min_items, 1), some;
    int timed = job->kind == FPM__CHAIN_MODEL; /* see fpm__chain_search */
    int k, proc, fine, few, wide;
    fpm__chain_aim a = FPM_ZERO;
    double off, least = 0, most = fpm__chain_value(job, key), due = (1 - 1e-9) * *sum / job->p;
    if (quick && most >= 2 * due) return 1;
    a.sum = *sum, a.dust = FPM__CHAIN_DUST * job->total;
    fpm__aim_next(job, &a, 0, 0, 0, FPM__NEVER);
    for (k = 0; k < job->p; k++, c = at) {
        proc = fpm__chain_proc(job, k);
        length = first[k + 1] - first[k];
        rest = job->p - k - 1;
        if (k + FPM__CHAIN_AHEAD < job->p)
            fpm__chain_fetch(job, first[k + FPM__CHAIN_AHEAD] + (quick ? c : a.home) - first[k], 1);
        if (rest > 0) fpm__aim_next(job, &a, k + 1, length, c, quick ? most : FPM__NEVER);
        last = c < n ? fpm__chain_end(job->chain, c) : n;
        if (job->window) last = fpm__min64(last, job->window[2 * k + 3]);
        if (t) last = fpm__min64(last, t->high[k + 1]);
        /* Elements for all parts, or at most one for each; if that cannot be, any places. */
        some = items > 1 ? fpm__chain_element(job, n) - fpm__chain_element(job, c) : n - c;
        few = (double)some < (double)items * (double)(rest + 1);
        for (wide = few && items > 1, at = -1; at < 0 && wide < 2; wide++) {
            low = fpm__max64(c, t ? t->low[k + 1] : first[k + 1]);
            high = last;
            if (!wide && few) high = fpm__min64(high, c + 1);
            else if (!wide) {
                low = fpm__max64(low, fpm__chain_after(job, c, items));
                high = fpm__min64(high, fpm__chain_after(job, n, -rest * items));
            } else if (!t && job->sets) return 0;
            if (low > high) continue;
            if (!t) {
                at = fpm__aim_pick(job, &a, low, high);
                if (fpm__chain_fits(job, proc, c, at, key)) continue;
                high = fpm__chain_extend(job, proc, c, at, key, c + length);
                at = low <= high ? fpm__aim_pick(job, &a, low, high) : -1;
                continue;
            }
            if (!timed) high = fpm__chain_extend(job, proc, c, high, key, c + length);
            for (x = low; x <= high; x++) {
                fine = t->cell[t->row[k + 1] + x] <= (t->need ? (int)rest : 0);
                if (x == c) fine &= !job->procs || !job->procs[proc].required;
                else
                    fine = fine && fpm__chain_long(job, proc, c, x) &&
                           (!timed || fpm__chain_fits(job, proc, c, x, key));
                off = fpm__chain_load(job, x, a.home + (x > a.home));
                off += x > a.home ? a.right : a.left;
                if (fine && (at < 0 || off < least * FPM__CHAIN_TIE ||
                             (job->o->from && off <= least &&
                              (x <= a.home || (!(off > 0) && x - a.home < a.home - at)))))
                    at = x, least = off;
                else if (at >= 0 && x > a.home && off > least) break;
            }
        }
        if (at < 0) return 0;
        if (quick && fpm__aim_above(job, c, at, due)) return 1;
        job->best[k + 1] = at;
    }
    job->best[0] = 0;
    *sum = fpm__aim_again(job, &a);
    return 1;
}

/* The rule's cuts, all rounds, into job->best; 0: there are none, and best is lost. */
static int fpm__chain_place(fpm__chain_job *job, int64_t key, const fpm__chain_table *t) {
    double sum = job->total;
    int round = job->kind <= FPM__CHAIN_REAL && !t && !job->o->from && sum > 0 ? -1 : 0, done;
    do done = fpm__chain_round(job, key, t, &sum, round < 0);
    while (done && sum > 0 && round++ < FPM__CHAIN_ROUNDS);
    if (done && job->kind == FPM__CHAIN_MODEL) done = fpm__chain_largest(job, job->best) <= key;
    return done;
}

/* Memory for a table, and what it needs to know of the chain. */
static int fpm__chain_table_begin(fpm__chain_job *job, fpm__chain_table *t) {
    int64_t i, j, p = (int64_t)job->p + 1;
    memset(t, 0, sizeof *t);
    t->row = (int64_t *)fpm__take(&job->mem, 4 * p, sizeof *t->row);
    t->widest = INT64_MAX;
    if (!t->row) return fpm__mem_status(&job->mem);
    t->low = t->row + p;
    t->high = t->low + p;
    t->found = t->high + p;
    if (job->kind > FPM__CHAIN_REAL || job->o->limits || job->chain->chains > 1 || job->grain)
        return FPM_OK;
    for (i = 0, j = job->o->min_items, t->widest = 0; j <= job->n; i++, j++)
        t->widest = fpm__max64(t->widest, fpm__chain_key(job, 0, i, j));
    return FPM_OK;
}

/* As fpm__chain_probe, where parts have least lengths: what is not possible without is not, nor is
   what takes more parts than have the fewest elements.  FPM_WORK_LIMIT: not known, since the call
   may not make a table or cannot. */
static int fpm__chain_table_probe(fpm__chain_job *job, int64_t key, fpm__chain_trial *t) {
    fpm__chain_table *s = job->sets;
    const int64_t *cut = NULL;
    int status = FPM_OK;
    if (!fpm__chain_probe(job, key, 0, t)) return 0;
    if (s->widest < INT64_MAX && t->parts > job->n / fpm__max64(job->o->min_items, 1)) {
        t->key = t->next;
        t->excess = -1 / job->per;
        return 0;
    }
    if (fpm__chain_greedy(job, s, key)) cut = s->found;
    else status = s->allowed ? fpm__chain_table_make(job, s, key) : FPM_WORK_LIMIT;
    if (!cut && status == FPM_OK && fpm__chain_place(job, key, s)) cut = job->best;
    if (cut) {
        t->key = fpm__chain_largest(job, cut);
        memcpy(job->cut, cut, ((size_t)job->p + 1) * sizeof *job->cut);
        return 1;
    }
    t->excess = -1 / job->per;
    if (status == FPM_WORK_LIMIT) return status;
    t->key = fpm__min64(t->next, s->next);
    return 0;
}

/* The key of a value, held between low and high. */
static int64_t fpm__chain_nearest(const fpm__chain_job *job, double value, int64_t low,
                                  int64_t high) {
    if (!(value > fpm__chain_value(job, low))) return low;
    if (!(value < fpm__chain_value(job, high))) return high;
    return job->kind == FPM__CHAIN_WHOLE ? (int64_t)value : fpm__bits(value);
}

/* The bracket of a search.  excess: of the probes that set its ends. */
typedef struct fpm__chain_bracket {
    int64_t low, high; /* the search goes on from low to high */
    int64_t limit;     /* no key above it is of use */
    int64_t proven;    /* no key below it suffices; less than low where a probe did not know */
    int64_t at;        /* the key to probe next */
    int64_t got, kept; /* the last key that got through, and the largest of its parts; or the limit
                          and 0 */
    double low_excess, high_excess; /* of the probes that set low and high */
    int lows, highs;                /* how many probes did */
    double width[2];                /* of the bracket, before the last two probes */
} fpm__chain_bracket;

/* A probe that failed has many of the best cuts.  The key, less 1, of that part of the best which
   leads away from them for good: a probe just below it probably fails, at it one succeeds. */
static int64_t fpm__chain_fork(const fpm__chain_job *job) {
    int k = 0;
    while (k + 1 < job->p && job->cut[k + 1] != job->best[k + 1]) k++;
    return fpm__chain_key(job, fpm__chain_proc(job, k), job->best[k], job->best[k + 1]) - 1;
}

/* The next key to probe, below high.  While an end is not from a probe, the estimate is passed by
   `noise`, doubled each time.  Later the excess is interpolated, not within a twentieth of either
   end; or the bracket is halved, if two probes took less than half.  As small as noise, it is cut
   at a fork if there is one, else halved, too. */
static int64_t fpm__chain_choose(const fpm__chain_job *job, const fpm__chain_bracket *b, int64_t at,
                                 double excess) {
    /* noise: each part wastes part of an element; over p parts by about sqrt(p). */
    double low = fpm__chain_value(job, b->low), high = fpm__chain_value(job, b->high), x;
    double noise = sqrt((double)job->p) / (job->per * job->slope);
    int64_t last = fpm__max64(b->low, b->high - 1), middle = b->low + (b->high - b->low) / 2, fork;
    if (b->lows == 0 || b->highs == 0) { /* one side only is known: past the estimate, ever more */
        x = fpm__chain_value(job, at) - excess / job->slope;
        x += (b->highs == 0 ? noise : -noise) * ldexp(0.25, b->lows + b->highs);
        return fpm__chain_nearest(job, x, b->low, last);
    }
    if (high - low > 0.5 * b->width[0]) return middle;
    if (high - low < 2 * noise) {
        fork = fpm__chain_fork(job);
        return fork < b->low - 1 ? middle : fpm__min64(fpm__max64(fork, b->low), last);
    }
    x = b->high_excess > b->low_excess ? -b->low_excess / (b->high_excess - b->low_excess) : 0;
    x = low + (high - low) * (x > 0.05 ? x < 0.95 ? x : 0.95 : 0.05);
    return fpm__chain_nearest(job, x, b->low, last);
}

/* Take into the bracket that b->at got through. */
static void fpm__chain_got(fpm__chain_job *job, fpm__chain_bracket *b, const fpm__chain_trial *t) {
    memcpy(job->best, job->cut, ((size_t)job->p + 1) * sizeof *job->best);
    b->kept = t->key;
    b->got = b->at;
    b->high = fpm__max64(b->low, fpm__min64(t->key, b->at));
    b->high_excess = t->excess;
    b->highs++;
}

/* Take into the bracket that b->at did not get through; known: nothing below t->key does. */
static void fpm__chain_missed(fpm__chain_job *job, fpm__chain_bracket *b, const fpm__chain_trial *t,
                              int known) {
    double slope;
    if (b->at >= b->high) b->high = b->got;
    /* Shares of models may grow more slowly than in proportion to time. */
    if (job->procs && b->lows > 0 && b->highs == 0 && b->at > b->low) {
        slope = (t->excess - b->low_excess) /
                (fpm__chain_value(job, b->at) - fpm__chain_value(job, b->low));
        if (slope > job->slope / 16) job->slope = fpm__min(job->slope, slope);
    }
    b->low = b->at + 1;
    if (known) b->low = b->proven = fpm__max64(b->low, t->key);
    b->low_excess = t->excess;
    b->lows++;
    b->low = fpm__min64(b->low, b->high);
}

/* Narrow the bracket until its ends meet, to the least key that gets through.  FPM_OK;
   FPM_E_INFEASIBLE: the limit does not get through; FPM_STOPPED: by the caller; FPM_WORK_LIMIT: a
   table cannot be made, or, where none may be, the limit does not get through. */
static int fpm__chain_narrow(fpm__chain_job *job, fpm__chain_bracket *b) {
    fpm__chain_trial t;
    while (b->highs == 0 || b->low < b->high ||
           (b->got != b->high && job->kind == FPM__CHAIN_MODEL && !job->lattice)) {
        double width = fpm__chain_value(job, b->high) - fpm__chain_value(job, b->low);
        int through;
        if (job->lattice && fpm__watch_ask(&job->watch, job->steps, 0, job->probes,
                                           b->highs ? fpm__chain_value(job, b->high) : 0,
                                           fpm__chain_value(job, b->low)))
            return FPM_STOPPED;
        if (job->lattice) through = fpm__chain_state_probe(job, b->at, &t);
        else if (job->sets) through = fpm__chain_table_probe(job, b->at, &t);
        else through = fpm__chain_probe(job, b->at, 0, &t);
        if (job->lack != FPM_OK) return FPM_WORK_LIMIT;
        if (through == 1) fpm__chain_got(job, b, &t);
        else if (b->at >= b->limit) return through ? FPM_WORK_LIMIT : FPM_E_INFEASIBLE;
        else fpm__chain_missed(job, b, &t, through == 0);
        b->width[0] = b->width[1];
        b->width[1] = width;
        b->at = b->low < b->high ? fpm__chain_choose(job, b, b->at, t.excess) : b->high;
    }
    return FPM_OK;
}

/* The bracket from what is proven up to what was found; `at` is probed next. */
static void fpm__chain_bracket_set(fpm__chain_bracket *b, int64_t at) {
    b->low = fpm__min64(b->proven, b->high);
    b->at = at;
    b->width[0] = b->width[1] = FPM__NEVER;
}

/* The least key of all partitions into *result, its cuts into job->best; or FPM_E_INFEASIBLE.
   Where points of a model have equal times, evaluated ones fall and rise by the last bits, and a
   probe at the largest key of parts need not get through.  So for models the result is a key at
   which one did: whoever cuts at it later finds a partition, too.

   Where parts have least lengths, a search without tables comes first.  It takes no work that is
   limited, and what it leaves open a search with tables decides, key by key.  The first table that
   lacks memory or work ends the call, so one with more work tries all that one with less did.
   FPM_WORK_LIMIT: then job->low is what is proven; without a partition, job->lack. */
static int fpm__chain_search(fpm__chain_job *job, int64_t *result) {
    fpm__chain_bracket b;
    int64_t least = job->low;
    int status;
    memset(&b, 0, sizeof b);
    b.limit = fpm__bits(FPM__LATEST);
    if (job->kind <= FPM__CHAIN_REAL)
        b.limit = fpm__max64(least, fpm__chain_key(job, 0, 0, job->n));
    if (least > b.limit) return FPM_E_INFEASIBLE; /* an element that no processor can take */
    b.proven = least;
    b.high = b.limit;
    b.got = fpm__bits(FPM__LATEST);
    if (job->sets) job->sets->allowed = 0;
    fpm__chain_bracket_set(&b, fpm__chain_nearest(job, job->guess, least, b.limit));
    status = fpm__chain_narrow(job, &b);
    if (job->sets && status >= 0 && (b.highs == 0 || b.proven < b.high)) {
        job->sets->allowed = 1;
        if (b.highs == 0) b.high = b.limit;
        fpm__chain_bracket_set(&b, b.proven);
        if (b.highs > 0) b.at = fpm__chain_choose(job, &b, b.high, b.high_excess);
        status = fpm__chain_narrow(job, &b);
    }
    if (status == FPM_E_INFEASIBLE) return status;
    job->firsts = -1;
    *result = fpm__max64(b.high, b.kept);
    if (status == FPM_OK && !job->lattice && !job->sets && b.kept <= b.high) job->firsts = b.high;
    if (status != FPM_OK) job->low = fpm__max64(job->low, b.proven);
    if (status == FPM_STOPPED && b.highs == 0) return FPM_E_STOPPED;
    if (status == FPM_WORK_LIMIT && b.highs == 0) return job->lack;
    return status;
}

/* Set up the search for equal processors.  The cuts that guide the first probe are even. */
static void fpm__chain_begin(fpm__chain_job *job, const fpm_chain *chain, int p) {
    int k;
    job->chain = chain;
    if (!job->grain) job->given = chain;
    job->w = chain->whole;
    job->r = chain->real;
    job->n = chain->n;
    job->kind = chain->whole ? FPM__CHAIN_WHOLE : FPM__CHAIN_REAL;
    job->p = p;
    job->total = fpm__chain_load(job, 0, chain->n);
    job->per = job->total > 0 ? (double)chain->n / job->total : 1;
    job->power = p;
    job->safe = 1 - 4e-16;
    for (k = 0; k <= p && job->cut; k++) job->cut[k] = (int64_t)((double)chain->n / p * k);
}

/* May these be prefix sums, by their ends? */
static int fpm__chain_ends(const int64_t *whole, const double *real, int64_t n) {
    if (!whole == !real) return FPM_E_ARGUMENT;
    if (whole) return whole[0] < 0 || whole[n] < whole[0] ? FPM_E_LOAD : FPM_OK;
    if (fpm__chain_bits(real[0]) < 0 || fpm__chain_bits(real[n]) < 0) return FPM_E_LOAD;
    return real[n] < real[0] ? FPM_E_LOAD : FPM_OK;
}

/* Are the arrays of a chain that the caller may have filled in itself consistent? */
static int fpm__chain_arrays(const fpm_chain *c, int64_t n) {
    int64_t i;
    if (n < 0 || n > FPM_SIZE_MAX || !c->whole == !c->real) return FPM_E_ARGUMENT;
    if (c->largest < 0 || (n > 0 && c->largest >= n) || c->chains < 0) return FPM_E_ARGUMENT;
    if (fpm__chain_ends(c->whole, c->real, n) != FPM_OK) return FPM_E_LOAD;
    if (c->chains < 2) return FPM_OK;
    if (!c->first || c->first[0] != 0 || c->first[c->chains] != n) return FPM_E_ARGUMENT;
    for (i = 0; i < c->chains; i++)
        if (c->first[i + 1] < c->first[i]) return FPM_E_ARGUMENT;
    return FPM_OK;
}

/* Check the options' processors; info->fault: the one at fault; least: min, required are known. */
static int fpm__chain_procs(int p, const fpm_chain_options *o, int least, fpm_info *info) {
    int i, status = FPM_OK;
    if (p < 1 || (o->speed && o->procs)) return FPM_E_ARGUMENT;
    for (i = 0; i < p && status == FPM_OK; i++) {
        if (o->speed && (!fpm__finite(o->speed[i]) || !(o->speed[i] >= FPM_TIME_MIN) ||
                         o->speed[i] > FPM_TIME_MAX))
            status = FPM_E_ARGUMENT;
        if (o->procs) {
            const fpm_proc *q = &o->procs[i];
            status = fpm__proc_status(q);
            if (status == FPM_OK && (fpm__listed(q->model) || q->grain > 1 ||
                                     (!least && (q->min > 0 || q->required)) || q->cost))
                status = FPM_E_UNSUPPORTED;
            if (status == FPM_OK && !q->model->monotone) status = FPM_E_NOT_MONOTONE;
        }
        if (status != FPM_OK) info->fault = i;
    }
    return status;
}

/* Check limits, allowed cuts and old cuts; info->at is the limit or the cut at fault. */
static int fpm__chain_rules(int64_t n, int p, const fpm_chain_options *o, fpm_info *info) {
    int64_t *i = &info->at;
    int k;
    if (o->min_items < 0 || o->grain < 0 || o->limits < 0 || o->cuts < 0) return FPM_E_ARGUMENT;
    if (!fpm__finite(o->slack) || !(o->slack >= 0)) return FPM_E_ARGUMENT;
    if ((o->limits > 0 && !o->limit) || (o->cuts > 0 && !o->cut)) return FPM_E_ARGUMENT;
    if (o->cuts > n + 1) return FPM_E_ARGUMENT;
    for (*i = 0; *i < o->cuts; ++*i)
        if (o->cut[*i] < (*i > 0 ? o->cut[*i - 1] + 1 : 0) || o->cut[*i] > n) return FPM_E_ARGUMENT;
    for (*i = 0; *i <= p && o->from; ++*i)
        if (o->from[*i] < (*i > 0 ? o->from[*i - 1] : 0) || o->from[*i] > (*i > 0 ? n : 0) ||
            (*i == p && o->from[p] < n))
            return FPM_E_ARGUMENT;
    for (*i = 0; *i < o->limits; ++*i) {
        const fpm_chain_limit *f = &o->limit[*i];
        int status = f->most ? fpm__chain_ends(f->whole, f->real, n) : FPM_E_ARGUMENT;
        if (status != FPM_OK) return status;
        for (k = 0; k < p; k++)
            if (!fpm__finite(f->most[k]) || !(f->most[k] >= 0)) {
                info->fault = k;
                return FPM_E_BOUNDS;
            }
    }
    *i = -1;
    return FPM_OK;
}

/* Have parts least lengths? */
static int fpm__chain_least(int p, const fpm_chain_options *o) {
    int i, least = o->min_items > 1;
    for (i = 0; i < p && o->procs; i++) least |= o->procs[i].min > 0 || o->procs[i].required;
    return least;
}

/* The next place after element i where a cut may lie, `end` at most.  *x, for the next call: where
   in the list of cuts, or the next multiple of the grain. */
static int64_t fpm__chain_next(const fpm_chain_options *o, int64_t i, int64_t end, int64_t *x) {
    if (!o->cut) {
        while (*x <= i) *x += fpm__max64(o->grain, 1);
        return fpm__min64(*x, end);
    }
    while (*x < o->cuts && (o->cut[*x] <= i || (o->grain > 1 && o->cut[*x] % o->grain))) ++*x;
    return *x < o->cuts ? fpm__min64(o->cut[*x], end) : end;
}

/* Where cuts may not lie anywhere: make a chain with an element from each place where one may lie
   to the next.  Multiples of the grain and the caller's list need no memory: gathering the sums
   there took three to five times as long as all the rest. */
static int fpm__chain_gather(fpm__chain_job *job, fpm_chain *few, const fpm_chain_options *o) {
    const fpm_chain *c = job->given;
    int64_t n = c->n, i = 0, m = 0, x = 0, k, end, *at, *first, head;
    head = n > 0 && o->cuts && o->cut[0] == 0;
    *few = *c;
    job->grain = fpm__max64(o->grain, 1);
    if (o->cut) job->at = o->cut + head;
    if (c->chains > 1 || (o->cut && o->grain > 1)) {
        int64_t chains = fpm__max64(c->chains, 1);
        at = (int64_t *)fpm__take(&job->mem, (o->cut ? o->cuts : n / o->grain) + chains, 8);
        first = (int64_t *)fpm__take(&job->mem, chains + 1, sizeof *first);
        if (job->mem.status != FPM_OK) return job->mem.status;
        for (k = 0; k < chains; k++) {
            end = c->chains > 1 ? c->first[k + 1] : n;
            for (first[k] = m; i < end; at[m++] = i) i = fpm__chain_next(o, i, end, &x);
        }
        first[chains] = few->n = m;
        few->first = first, job->at = at;
    } else if (!o->cut) few->n = n / o->grain + (n % o->grain > 0);
    else few->n = fpm__last_line(o->cut, o->cuts, n - 1) + 1 - head + (n > 0);
    job->n = few->n;
    few->largest = fpm__max64(fpm__chain_at(job, c->largest, few->n / 2), 0);
    return FPM_OK;
}

/* All that is checked before anything is computed, of a partition and of a check alike. */
static int fpm__chain_check_input(const fpm_chain *chain, int p, const fpm_chain_options *o,
                                  fpm_info *info) {
    int status, much;
    if (!chain) return FPM_E_ARGUMENT;
    status = fpm__chain_arrays(chain, chain->n);
    if (status == FPM_OK) status = fpm__chain_procs(p, o, 1, info);
    if (status == FPM_OK) status = fpm__chain_rules(chain->n, p, o, info);
    if (status != FPM_OK) return status;
    much = chain->whole ? chain->whole[chain->n] - chain->whole[0] > FPM_SIZE_MAX
                        : chain->real[chain->n] - chain->real[0] > (double)FPM_SIZE_MAX;
    return (o->procs || (o->speed && chain->whole)) && much ? FPM_E_SIZE : FPM_OK;
}

/* More elements than there are, in an option, are as good as one more. */
static void fpm__chain_clamp(fpm_chain_options *o, int64_t n) {
    o->min_items = fpm__min64(o->min_items, n + 1);
    o->grain = fpm__min64(o->grain, n + 1);
}

/* Are there enough processors?  Each chain that has elements needs one of its own. */
static int fpm__chain_enough(const fpm_chain *c, int p) {
    int64_t i, busy = 0;
    for (i = 0; i < c->chains && c->chains > 1; i++) busy += c->first[i + 1] > c->first[i];
    return busy <= p;
}

/* Take the arrays that the search of these processors needs. */
static int fpm__chain_memory(fpm__chain_job *job, int p, const fpm_chain_options *o) {
    fpm__mem *mem = &job->mem;
    int64_t n = (int64_t)p + 1;
    job->cut = (int64_t *)fpm__take(mem, n, sizeof *job->cut);
    job->best = (int64_t *)fpm__take(mem, n, sizeof *job->best);
    if (job->best) memset(job->best, 0, (size_t)n * sizeof *job->best);
    if (o->speed || o->procs) job->sum = (double *)fpm__take(mem, n, sizeof *job->sum);
    if (o->procs) {
        job->segment = (fpm__segment *)fpm__take(mem, 2 * (int64_t)p, sizeof *job->segment);
        job->share = (double *)fpm__take(mem, p, sizeof *job->share);
    }
    return mem->status;
}

/* Take the processors from the options: speeds, models, and with them the kind of keys. */
static void fpm__chain_take(fpm__chain_job *job, const fpm_chain_options *o) {
    int i;
    job->speed = o->speed;
    job->procs = o->procs;
    job->plain = !o->speed && !o->procs && !job->grain && o->limits == 0;
    if (o->procs) job->kind = FPM__CHAIN_MODEL;
    if (!o->speed) return;
    job->kind = FPM__CHAIN_SPEED;
    for (i = 0, job->power = 0; i < job->p; i++) job->power += o->speed[i];
    job->safe = 1 - 4e-16 * ((double)job->p + 2);
}

/* Sum what the parts before each part do: speeds, or loads at the first guess. */
static void fpm__chain_sums(fpm__chain_job *job) {
    int k;
    for (k = 0, job->sum[0] = 0; k < job->p; k++) {
        int proc = fpm__chain_proc(job, k);
        job->sum[k + 1] =
            job->sum[k] + (job->speed ? job->speed[proc] : fpm__max(job->share[proc], 1e-9));
    }
}

/* Set up the paces of models, a first time and a bound: those of an optimal partition of as many
   units, in no order, as there is load.  Rounding real loads down may lose a unit a processor.
   Least loads, with which that is NP-hard, are left out.  Where it fails, shares are even. */
static int fpm__chain_models(fpm__chain_job *job, double *time) {
    fpm__mem *mem = &job->mem;
    double units = job->w ? job->total : fpm__max(0, floor(job->total) - job->p);
    int64_t *d = job->best;
    fpm_proc *bare = NULL;
    fpm_options opts = FPM_ZERO;
    fpm_info info;
    int i, status = FPM_OK;
    for (i = 0; i < job->p && job->procs[i].min == 0 && !job->procs[i].required;) i++;
    if (i < job->p) {
        bare = (fpm_proc *)fpm__take(mem, job->p, sizeof *bare);
        status = fpm__mem_status(mem);
        for (i = 0; i < job->p && bare; i++) {
            bare[i] = job->procs[i];
            bare[i].min = bare[i].required = 0;
        }
    }
    opts.alloc = mem->alloc;
    opts.max_bytes = fpm__mem_left(mem);
    opts.max_work = 1000000;
    if (status == FPM_OK) {
        status = fpm_partition((int64_t)fpm__min(units, (double)FPM_SIZE_MAX), job->p,
                               bare ? bare : job->procs, &opts, d, &info);
        fpm__mem_lent(mem, info.bytes);
    }
    fpm__drop(mem, bare);
    if (status == FPM_E_INFEASIBLE) return status; /* max alone leaves none */
    if (status >= 0) job->low = fpm__bits(info.lower_bound * job->safe);
    for (i = 0; i < job->p && status < 0; i++) d[i] = (int64_t)(units / job->p);
    for (i = 0, *time = 0; i < job->p; i++)
        *time = fpm__max(*time, fpm__proc_time(&job->procs[i], d[i]));
    if (!(*time > 0) || *time > FPM__LATEST) *time = fpm__proc_time(&job->procs[0], 1);
    memset(job->segment, 0, 2 * (size_t)job->p * sizeof *job->segment);
    for (i = 0; i < job->p; i++) job->share[i] = (double)d[i];
    job->time = *time;
    /* Half an element more for each processor. */
    *time *= 1 + 0.5 * job->p / (double)fpm__max64(job->n, 1);
    return FPM_OK;
}

/* Make ready to search: processors, where the first probe looks, the first value and the slope. */
static int fpm__chain_prepare(fpm__chain_job *job) {
    int k, status = FPM_OK;
    job->guess = (job->total + 0.5 * job->p / job->per) / job->power;
    if (job->procs) status = fpm__chain_models(job, &job->guess);
    job->slope = job->procs ? fpm__max(job->total, 1e-9) / job->guess : job->power;
    if (status != FPM_OK || !job->sum) return status;
    fpm__chain_sums(job);
    for (k = 0; k <= job->p; k++)
        job->cut[k] = (int64_t)((double)job->n * fpm__min(1, job->sum[k] / job->sum[job->p]));
    return FPM_OK;
}

/* A bound on keys in any order: the mean, and the largest element on its fastest processor. */
static int64_t fpm__chain_floor(fpm__chain_job *job) {
    int64_t key = 0, element = INT64_MAX, at = job->chain->largest, more = 1, x;
    double best = 0;
    int i;
    if (job->n == 0) return 0;
    if (job->kind > FPM__CHAIN_REAL && job->o->min_items > 1 && !job->grain) {
        /* Its part has so many elements: the lightest ones. */
        int64_t end = fpm__chain_end(job->chain, at), last = end - job->o->min_items;
        x = fpm__max64(at + 1 - job->o->min_items, fpm__chain_start(job->chain, at));
        if (last >= x) more = job->o->min_items;
        for (last = fpm__min64(last, at), at = last >= x ? x : at; ++x <= last;)
            if (fpm__chain_load(job, x, x + more) < fpm__chain_load(job, at, at + more)) at = x;
    }
    if (job->kind == FPM__CHAIN_WHOLE)
        key = fpm__divide_up(fpm__chain_key(job, 0, 0, job->n), job->p);
    else if (job->kind == FPM__CHAIN_REAL) key = fpm__bits(job->total / job->p * job->safe);
    else if (job->kind == FPM__CHAIN_SPEED) key = fpm__bits(job->total / job->power * job->safe);
    if (job->kind <= FPM__CHAIN_REAL) element = fpm__chain_key(job, 0, at, at + 1);
    for (i = 0; i < job->p && job->kind == FPM__CHAIN_SPEED; i++)
        best = fpm__max(best, job->speed[i]);
    if (best > 0) element = fpm__bits(fpm__chain_load(job, at, at + more) / best);
    for (i = 0; i < job->p && job->kind == FPM__CHAIN_MODEL; i++)
        element = fpm__min64(element, fpm__chain_key(job, i, at, at + more));
    return fpm__max64(key, element);
}

/* What the info record says of a partition.  FPM_OK or FPM_EXTRAPOLATED. */
static int fpm__chain_report(const fpm__chain_job *job, const int64_t *begin, fpm_info *info) {
    fpm__tally v = {0, 0, -1, 0, -1};
    int k;
    v.proc = fpm__chain_proc(job, 0);
    for (k = 0; k < job->p; k++) {
        int proc = fpm__chain_proc(job, k);
        if (begin[k + 1] == begin[k]) continue;
        fpm__tally_add(&v, proc,
                       fpm__chain_value(job, fpm__chain_key(job, proc, begin[k], begin[k + 1])),
                       job->kind == FPM__CHAIN_MODEL ? job->procs[proc].model : NULL,
                       fpm__chain_load(job, begin[k], begin[k + 1]));
    }
    fpm__tally_report(&v, info);
    if (job->kind != FPM__CHAIN_MODEL && job->total / job->power > 0) /* idle ones count, too */
        info->imbalance = v.makespan / (job->total / job->power) - 1;
    return v.extrapolated >= 0 ? FPM_EXTRAPOLATED : FPM_OK;
}

/* ---- processors in any order ---- */

/* Free order, exactly: FPM_OK or FPM_E_INFEASIBLE.  Otherwise why this is not possible:
   FPM_WORK_LIMIT where 20 probes, as many as a search may need, exceed the work, or the caller
   stopped before the first partition, FPM_STOPPED: after it; FPM_HEURISTIC for too many kinds or no
   memory.  *none: the call's status if no other order has a partition. */
static int fpm__chain_by_kinds(fpm__chain_job *job, int64_t work, int *order, int64_t *key,
                               int *none) {
    fpm__chain_lattice l;
    int status;
    *none = FPM_E_INFEASIBLE;
    memset(&l, 0, sizeof l);
    l.of.same = fpm__chain_same_proc, l.of.context = job;
    if (!fpm__lattice_begin(&l.of, job->p, FPM__CHAIN_KINDS, FPM_SIZE_MAX)) return FPM_HEURISTIC;
    *none = FPM_E_WORK_LIMIT;
    if (l.of.states > work / (20 * l.of.kinds)) return FPM_WORK_LIMIT;
    l.end = (int64_t *)fpm__take(&job->mem, l.of.states, sizeof *l.end);
    if (!l.end) {
        *none = job->mem.status;
        job->mem.status = FPM_OK; /* a method that takes less memory comes next */
        return FPM_HEURISTIC;
    }
    l.order = order;
    job->lattice = &l;
    status = fpm__chain_search(job, key);
    job->lattice = NULL;
    job->who = status == FPM_E_STOPPED ? NULL : order;
    fpm__drop(&job->mem, l.end);
    return status == FPM_E_STOPPED ? FPM_WORK_LIMIT : status;
}

/* A search of orders: the one that is tried, and the best so far with its cuts and key. */
typedef struct fpm__chain_orders {
    int *order, *rest; /* p each: the order that is tried; processors that are left */
    int *kept;         /* p: the best order so far, ... */
    int64_t *cuts;     /* ... its p + 1 cuts ... */
    int64_t key;       /* ... and its key; INT64_MAX: there is none yet */
} fpm__chain_orders;

/* Always the processor that wastes least of what it can take, of 32 at most of those that are left.
   1 if the chain is cut with parts within the key; a->order: by whom. */
static int fpm__chain_thrifty(fpm__chain_job *job, int64_t key, fpm__chain_orders *a) {
    enum { CANDIDATES = 32 };
    int64_t i = 0, end, j, best_j;
    double time = fpm__from_bits(key), waste, least;
    int k, left = job->p, c, tries, at, best;
    for (k = 0; k < left; k++) a->rest[k] = k;
    /* Waste is compared, so paces are exact at this time: fixed seconds are not proportional. */
    for (job->time = time, k = 0; k < left && job->share; k++)
        job->share[k] = fpm__chain_capacity(job, k, key);
    for (k = 0; k < job->p; k++, left--, i = best_j) {
        end = fpm__chain_end(job->chain, i);
        tries = left < CANDIDATES ? left : CANDIDATES;
        least = FPM__NEVER;
        best = 0;
        best_j = i;
        for (c = 0; c < tries && i < job->n; c++) {
            at = tries == left ? c : (int)((double)left * c / tries);
            j = fpm__chain_extend(job, a->rest[at], i, end, key, i + job->n / job->p);
            waste = fpm__chain_forecast(job, a->rest[at], time) - fpm__chain_load(job, i, j);
            if (j == end && end < job->n) waste = fpm__min(waste, 0.5 / job->per);
            if (waste < least || (j == job->n && best_j < job->n)) {
                least = waste;
                best = at;
                best_j = j;
            }
            job->steps++;
        }
        a->order[k] = a->rest[best];
        for (at = best; at + 1 < left; at++) a->rest[at] = a->rest[at + 1];
    }
    return i == job->n;
}

/* Search a->order; where it is better than the best so far, keep it, its cuts and its key. */
static void fpm__chain_try(fpm__chain_job *job, fpm__chain_orders *a) {
    int64_t found;
    job->who = a->order;
    fpm__chain_sums(job);
    if (fpm__chain_search(job, &found) != FPM_OK || found >= a->key) return;
    a->key = found;
    memcpy(a->kept, a->order, (size_t)job->p * sizeof *a->kept);
    memcpy(a->cuts, job->best, ((size_t)job->p + 1) * sizeof *a->cuts);
}

/* Is the search of orders at its end, by its work or by the caller? */
static int fpm__chain_over(fpm__chain_job *job, int64_t work, const fpm__chain_orders *a) {
    double best = a->key < INT64_MAX ? fpm__from_bits(a->key) : 0;
    return job->steps >= work ||
           fpm__watch_ask(&job->watch, job->steps, 0, job->probes, best, fpm__from_bits(job->low));
}

/* Look for an order better than the given one, with which `a` begins: orders that
   fpm__chain_thrifty makes at times halved between the bound and the best (a time that it does not
   reach proves nothing).  Where the given order has no partition, the first time is the longest
   possible: then only max counts.  FPM_HEURISTIC, or FPM_WORK_LIMIT where work ran out. */
static int fpm__chain_reorder(fpm__chain_job *job, int64_t work, fpm__chain_orders *a) {
    int64_t low = job->low;
    int k, status = FPM_HEURISTIC;
    if (a->key == INT64_MAX && !fpm__chain_over(job, work, a) &&
        fpm__chain_thrifty(job, fpm__bits(FPM__LATEST), a))
        fpm__chain_try(job, a);
    if (a->key == INT64_MAX) return FPM_E_INFEASIBLE;
    /* At most 24 halvings, and none below 1e-4 of the time. */
    for (k = 0; k < 24; k++) {
        double from = fpm__from_bits(low), to = fpm__from_bits(a->key),
               time = from + 0.5 * (to - from);
        if (!(to - from > 1e-4 * to + 1e-300)) break;
        if (fpm__chain_over(job, work, a)) {
            status = FPM_WORK_LIMIT;
            break;
        }
        job->probes++;
        job->guess = time;
        if (fpm__chain_thrifty(job, fpm__bits(time), a)) fpm__chain_try(job, a);
        else low = fpm__bits(time);
    }
    job->firsts = a->key;
    memcpy(job->best, a->cuts, ((size_t)job->p + 1) * sizeof *a->cuts);
    job->who = a->kept;
    return status;
}

/* The best order found, in job->who, and its key: FPM_OK if proven optimal, FPM_HEURISTIC or
   FPM_WORK_LIMIT.  The given order comes first: without memory for others it is the answer. */
static int fpm__chain_free_order(fpm__chain_job *job, const fpm_chain_options *o, int64_t *key) {
    int64_t work = o->max_work > 0 ? o->max_work : 1000000000, p = job->p;
    size_t mark = fpm__mem_mark(&job->mem);
    fpm__chain_orders a;
    int given, none, k, status = fpm__chain_by_kinds(job, work, job->out.who, key, &none);
    if (status <= FPM_OK || status == FPM_STOPPED) return status;
    given = fpm__chain_search(job, key);
    a.cuts = (int64_t *)fpm__take(&job->mem, p + 1, sizeof *a.cuts);
    a.order = (int *)fpm__take(&job->mem, 2 * p, sizeof *a.order);
    a.kept = job->out.who;
    a.key = *key;
    if (given != FPM_OK) a.key = INT64_MAX;
    if (job->mem.status == FPM_OK) {
        a.rest = a.order + p;
        memcpy(a.cuts, job->best, ((size_t)p + 1) * sizeof *a.cuts);
        for (k = 0; k < p && given == FPM_OK; k++) a.kept[k] = k;
        k = fpm__chain_reorder(job, work, &a);
        *key = a.key;
        if (status != FPM_WORK_LIMIT || k < 0) status = k == FPM_E_INFEASIBLE ? none : k;
    } else if (given != FPM_OK) status = job->mem.status;
    fpm__release(&job->mem, mark);
    return status;
}

/* Put the rule's partition, of all within a key, into job->best, which holds one of them: that one
   stays where parts have least lengths and no table can be made. */
static void fpm__chain_rule(fpm__chain_job *job, int64_t key) {
    fpm__chain_table *t = job->sets;
    size_t bytes = ((size_t)job->p + 1) * sizeof *job->best;
    fpm__chain_trial trial;
    if (job->sum) fpm__chain_sums(job);
    if (job->window || job->firsts != key) {
        if (!fpm__chain_probe(job, key, 1, &trial) || trial.key > key) return;
    } else memcpy(job->cut, job->best, bytes);
    /* With windows, the greedy partition is near to the old cuts; the best one may not be. */
    if (t && (!job->window || !fpm__chain_greedy(job, t, key))) memcpy(t->found, job->best, bytes);
    if ((!t || t->widest <= fpm__min64(key, INT64_MAX - 1)) && fpm__chain_place(job, key, NULL))
        return;
    if (!t) {
        memcpy(job->best, job->cut, bytes);
        return;
    }
    if (fpm__chain_table_make(job, t, key) == FPM_OK && fpm__chain_place(job, key, t)) return;
    memcpy(job->best, t->found, bytes);
}

/* Set the windows of cuts that are shifted by no more than a load.  Is there a partition within a
   key and these?  Without least lengths the places that k parts reach have no gaps. */
static int fpm__chain_within(fpm__chain_job *job, int64_t key, int64_t shift) {
    int64_t *w = job->window, n = job->given->n, i;
    fpm__chain_trial t;
    int k, p = job->p;
    for (k = 0; k <= p; k++) {
        i = job->o->from[k];
        w[2 * k] = k < p ? fpm__given_reach(job, i, 0, shift, i) : n;
        w[2 * k + 1] = k > 0 ? fpm__given_reach(job, i, n, shift, i) : 0;
        w[2 * k] = fpm__chain_at(job, w[2 * k] - 1, job->best[k]) + 1;
        w[2 * k + 1] = fpm__chain_at(job, w[2 * k + 1], job->best[k]);
    }
    fpm__chain_highs(job, key, job->cut);
    for (k = 0; k <= p; k++)
        if (job->cut[k] < w[2 * k]) return FPM_E_INFEASIBLE;
    if (!job->sets && job->kind < FPM__CHAIN_MODEL) return FPM_OK;
    if (!fpm__chain_probe(job, key, 1, &t) || t.key > key) return FPM_E_INFEASIBLE;
    if (!job->sets || fpm__chain_greedy(job, job->sets, key)) return FPM_OK;
    return fpm__chain_table_make(job, job->sets, key);
}

/* Set job->window for the least largest shift from the old cuts within a key. */
static int fpm__chain_nearby(fpm__chain_job *job, int64_t key) {
    int64_t all = job->w ? job->w[job->given->n] - job->w[0] : fpm__bits(job->total);
    int64_t step = job->w ? all / job->p / 16 + 1 : all / 1024 + 1;
    fpm__seek g = fpm__seek_begin(-1, all, 0, step);
    int status = FPM_OK;
    job->window = (int64_t *)fpm__take(&job->mem, 2 * (int64_t)job->p + 2, sizeof *job->window);
    if (!job->window) return fpm__mem_status(&job->mem);
    while (fpm__seeking(&g) && (status == FPM_OK || status == FPM_E_INFEASIBLE)) {
        status = fpm__chain_within(job, key, g.at);
        fpm__seek_tell(&g, status == FPM_E_INFEASIBLE);
        job->probes++;
    }
    if (status != FPM_OK && status != FPM_E_INFEASIBLE) return status;
    return fpm__chain_within(job, key, g.high);
}

/* The key of what is this part above a key. */
static int64_t fpm__chain_slacken(const fpm__chain_job *job, int64_t key, double slack) {
    double value = fpm__min(fpm__chain_value(job, key) * (1 + slack), FPM__LATEST);
    if (!(slack > 0)) return key;
    if (job->kind != FPM__CHAIN_WHOLE) return fpm__max64(key, fpm__bits(value));
    return fpm__max64(key, fpm__floor(value, 0, INT64_C(0x7FFFFFFFFFFFFC00)));
}

/* Which limit alone leaves no partition?  -1: none alone, or there is none without limits. */
static FPM__COLD int fpm__chain_culprit(fpm__chain_job job, fpm_chain_options one) {
    int64_t most = job.kind == FPM__CHAIN_WHOLE ? INT64_MAX : fpm__bits(FPM__LATEST);
    int l, limits = one.limits;
    fpm__chain_trial t;
    job.o = &one;
    one.limits = 0;
    if (limits == 0 || !fpm__chain_probe(&job, most, 0, &t)) return -1;
    one.limits = 1;
    for (l = 0; l < limits; l++, one.limit++)
        if (!fpm__chain_probe(&job, most, 0, &t)) return l;
    return -1;
}

/* Search, choose among the best partitions and complete the report; the cuts are in job->best. */
static int fpm__chain_solve(fpm__chain_job *job, const fpm_chain_options *o, fpm_info *info) {
    int64_t key = 0;
    int status = fpm__chain_prepare(job), tidy = FPM_OK, beyond, found;
    if (status != FPM_OK) return status;
    job->low = fpm__max64(job->low, fpm__chain_floor(job));
    if (o->free_order && job->kind > FPM__CHAIN_REAL) status = fpm__chain_free_order(job, o, &key);
    else status = fpm__chain_search(job, &key);
    if (status == FPM_E_INFEASIBLE) info->at = fpm__chain_culprit(*job, *o);
    if (status < 0) return status;
    if (status == FPM_OK) job->low = key;
    job->key = fpm__chain_slacken(job, key, o->slack);
    if (o->from && o->procs) job->key += FPM__CHAIN_BITS;
    if (job->o->from) tidy = fpm__chain_nearby(job, job->key);
    if (tidy > 0 || tidy == FPM_E_INFEASIBLE) {
        job->window = NULL;
        tidy = FPM_OK;
    }
    if (tidy != FPM_OK) return tidy;
    /* A key that is not proven stays with the partition that was found: the rule's may be faster by
       chance, and more work would then make the answer worse. */
    found = status == FPM_WORK_LIMIT && job->sets && !o->from;
    if (!found) fpm__chain_rule(job, job->key);
    beyond = fpm__chain_report(job, job->best, info);
    fpm__set_bound(info, fpm__chain_value(job, job->low));
    info->iterations = job->probes;
    info->evaluations = job->steps;
    return status == FPM_OK || info->makespan <= info->lower_bound ? beyond : status;
}

/* Do the options go together, and with these outputs? */
static int fpm__chain_can(int p, const fpm_chain_options *o, const fpm_chain_outputs *out) {
    int least = fpm__chain_least(p, o), windows = out->low || out->high;
    if (o->max_work < 0 || (o->free_order & ~1)) return FPM_E_ARGUMENT;
    if (o->free_order && !out->who) return FPM_E_ARGUMENT;
    if (o->free_order && (least || windows || out->proof || o->limits || o->from || o->slack > 0))
        return FPM_E_UNSUPPORTED;
    if ((least && (windows || out->proof)) || (out->proof && o->slack > 0))
        return FPM_E_UNSUPPORTED;
    return FPM_OK;
}

/* Begin a call: an empty report, and a job that holds no memory yet. */
static FPM__APART void fpm__chain_open(fpm__chain_job *job, fpm_info *info, int p,
                                       const fpm_chain_options *o, const fpm_chain_outputs *out) {
    memset(job, 0, sizeof *job);
    fpm__info_begin(info);
    job->o = o;
    if (out) job->out = *out;
    job->p = p;
    fpm__watch_begin(&job->watch, o->progress, o->context);
    job->cells = o->max_work > 0 ? o->max_work : 1 << 25;
    fpm__mem_begin(&job->mem, o->alloc, o->max_bytes);
}

/* Places of cuts as the caller's elements, into `out`; NULL: not asked for. */
static void fpm__chain_tell(const fpm__chain_job *job, const int64_t *cut, int64_t *out) {
    int k;
    for (k = 0; k <= job->p && out; k++) out[k] = fpm__chain_element(job, cut[k]);
}

/* What moves from old cuts to places of new ones, into info. */
static FPM__APART void fpm__chain_moved(const fpm__chain_job *job, const fpm_chain_options *o,
                                        const int64_t *cut, fpm_info *info) {
    double load;
    int k;
    if (!o->from) return;
    for (k = 0; k <= job->p; k++) {
        load = fpm__given_load(job, o->from[k], fpm__chain_element(job, cut[k]));
        info->moved += load;
        info->shift = fpm__max(info->shift, load);
    }
}

FPM__DEFN int fpm_chain_partition(const fpm_chain *chain, int p, const fpm_chain_options *opts,
                                  int64_t *begin, fpm_chain_outputs *out, fpm_info *info) {
    fpm_chain_options o = FPM_ZERO;
    fpm__chain_job job;
    fpm__chain_table sets;
    fpm__chain_trial trial;
    fpm_chain few;
    fpm_info result;
    int status, i;
    if (opts) o = *opts;
    fpm__chain_open(&job, &result, p, &o, out);
    status = begin ? fpm__chain_check_input(chain, p, &o, &result) : FPM_E_ARGUMENT;
    if (status == FPM_OK) fpm__chain_clamp(&o, chain->n);
    if (status == FPM_OK) status = fpm__chain_can(p, &o, &job.out);
    if (status == FPM_OK && !fpm__chain_enough(chain, p)) status = FPM_E_INFEASIBLE;
    if (status == FPM_OK) {
        job.given = chain;
        status = fpm__chain_memory(&job, p, &o);
        if (status == FPM_OK && (o.grain > 1 || o.cut)) status = fpm__chain_gather(&job, &few, &o);
    }
    if (status == FPM_OK) {
        fpm__chain_begin(&job, job.grain ? &few : chain, p);
        fpm__chain_take(&job, &o);
        if (fpm__chain_least(p, &o)) job.sets = &sets;
        if (job.sets) status = fpm__chain_table_begin(&job, &sets);
        if (status == FPM_OK) status = fpm__chain_solve(&job, &o, &result);
        if (status >= 0) {
            fpm__chain_moved(&job, &o, job.best, &result); /* first: from may be begin */
            fpm__chain_tell(&job, job.best, begin);
            for (i = 0; i < p && job.out.who; i++) job.out.who[i] = fpm__chain_proc(&job, i);
            job.window = NULL;
            if (o.procs && !o.from) job.key += FPM__CHAIN_BITS;
            if (job.out.low) fpm__chain_probe(&job, job.key, 1, &trial);
            fpm__chain_tell(&job, job.cut, job.out.low);
            if (job.out.high) fpm__chain_highs(&job, job.key, job.cut);
            fpm__chain_tell(&job, job.cut, job.out.high);
            if (o.procs) job.low = fpm__max64(job.low - FPM__CHAIN_BITS, 0); /* fpm__chain_proves */
            if (job.out.proof && job.low > 0) fpm__chain_highs(&job, job.low - 1, job.cut);
            for (i = 0; i <= p && job.out.proof && job.low == 0; i++) job.cut[i] = 0;
            fpm__chain_tell(&job, job.cut, job.out.proof);
        }
    }
    if (status == FPM_E_INFEASIBLE) fpm__too_much(&result, job.total, p, o.procs);
    return fpm__call_end(&job.mem, fpm__watch_status(&job.watch, status), &result, info);
}

/* May a cut lie at i? */
static int fpm__chain_allowed(const fpm__chain_job *job, int64_t i) {
    const fpm_chain_options *o = job->o;
    int64_t x = o->cut ? fpm__last_line(o->cut, o->cuts, i) : 0;
    if (i == 0 || i == job->n || i == fpm__chain_start(job->chain, i)) return 1;
    return x >= 0 && (!o->cut || o->cut[x] == i) && (o->grain < 2 || i % o->grain == 0);
}

/* Do parts tile the chain, each within one chain and its limits?  FPM_E_VIOLATED: *part does not. */
static FPM__COLD int fpm__chain_tiles(fpm__chain_job *job, const int64_t *begin, int *part) {
    int k;
    for (k = 0; k < job->p; k++) {
        int64_t i = begin[k], j = begin[k + 1];
        int proc = fpm__chain_proc(job, k);
        *part = k;
        if ((k == 0 && i != 0) || j < i || j > job->n || (k + 1 == job->p && j != job->n))
            return FPM_E_VIOLATED;
        if (j == i && job->procs && job->procs[proc].required) return FPM_E_VIOLATED;
        if (j == i) continue;
        if (j > fpm__chain_end(job->chain, i)) return FPM_E_VIOLATED;
        if (!fpm__chain_long(job, proc, i, j) || !fpm__chain_allowed(job, j) ||
            !fpm__chain_fits(job, proc, i, j, INT64_MAX))
            return FPM_E_VIOLATED;
        if (job->kind == FPM__CHAIN_MODEL &&
            fpm__chain_key(job, proc, i, j) >= fpm__bits(FPM__LATEST))
            return FPM_E_VIOLATED;
    }
    return FPM_OK;
}

/* Does `proof` prove that no partition is below `most`?  By induction: with less than `most`, k
   parts reach proof[k] at best, since part k would otherwise have to hold all from there to an
   element beyond proof[k + 1]; so p parts do not reach n.  *point: the first that fails, or -1. */
static int fpm__chain_proves(fpm__chain_job *job, const int64_t *proof, int64_t most,
                             int64_t *point) {
    const fpm_chain_options *o = job->o;
    int k, bits = job->procs ? 2 * FPM__CHAIN_BITS : 1; /* equal times differ by some */
    for (k = 0; k < job->p && job->n > 0; k++) {
        int64_t i = proof[k], j = proof[k + 1], end, x;
        *point = k;
        if ((k == 0 && i != 0) || j < i || j > job->n) return FPM_E_VIOLATED;
        *point = k + 1;
        end = fpm__chain_end(job->chain, i);
        if (j >= end) continue;
        x = o->cut ? fpm__last_line(o->cut, o->cuts, j) + 1 : o->grain > 1 ? j - j % o->grain : j;
        x = fpm__chain_next(o, j, end, &x);
        if (fpm__chain_fits(job, fpm__chain_proc(job, k), i, x, most - bits)) return FPM_E_VIOLATED;
    }
    *point = job->p;
    if (job->n > 0 && proof[job->p] >= job->n) return FPM_E_VIOLATED;
    *point = -1;
    return FPM_OK;
}

/* Is every processor named once? */
static FPM__COLD int fpm__chain_everyone(fpm__chain_job *job, fpm_info *info) {
    char *seen = (char *)fpm__take(&job->mem, job->p, 1);
    int k;
    if (!seen) return job->mem.status;
    memset(seen, 0, (size_t)job->p);
    for (k = 0; k < job->p && info->fault < 0; k++)
        if (job->who[k] < 0 || job->who[k] >= job->p || seen[job->who[k]]++) info->fault = k;
    fpm__drop(&job->mem, seen);
    return info->fault < 0 ? FPM_OK : FPM_E_VIOLATED;
}

FPM__DEFN int fpm_chain_check(const fpm_chain *chain, int p, const fpm_chain_options *opts,
                              const int64_t *begin, const fpm_chain_outputs *out, fpm_info *info) {
    fpm_chain_options o = FPM_ZERO;
    fpm__chain_job job;
    fpm_info result;
    int status, part;
    if (opts) o = *opts;
    fpm__chain_open(&job, &result, p, &o, out);
    status = begin ? fpm__chain_check_input(chain, p, &o, &result) : FPM_E_ARGUMENT;
    if (status == FPM_OK) fpm__chain_clamp(&o, chain->n);
    if (status == FPM_OK) {
        fpm__chain_begin(&job, chain, p);
        fpm__chain_take(&job, &o);
        job.who = job.out.who;
        if (job.out.who) status = fpm__chain_everyone(&job, &result);
    }
    if (status == FPM_OK) {
        status = fpm__chain_tiles(&job, begin, &part);
        if (status != FPM_OK) result.fault = part;
    }
    if (status == FPM_OK) {
        int64_t most = fpm__chain_largest(&job, begin);
        status = fpm__chain_report(&job, begin, &result);
        fpm__chain_moved(&job, &o, begin, &result);
        fpm__set_bound(&result,
                       fpm__chain_value(&job, job.out.proof ? most : fpm__chain_floor(&job)));
        if (job.out.proof && fpm__chain_proves(&job, job.out.proof, most, &result.at) != FPM_OK) {
            status = FPM_E_VIOLATED;
            result.fault = -1;
            fpm__set_bound(&result, fpm__chain_value(&job, fpm__chain_floor(&job)));
        }
    }
    return fpm__call_end(&job.mem, fpm__watch_status(&job.watch, status), &result, info);
}

/* ---- >>pipeline ------------------------------------------------------------------------------ */

/* Stages of a pipeline on devices whose order is given or free.

   States stand for devices that may have been used.  In a given order state s is its first s
   devices; a free order has the lattice of how many of each kind, as in >>chain.  Devices lead from
   state to state, with a stage or, where they are not required, without one, and the last state
   holds all.  A stage costs by its device and its ends alone, so a state and a cut are all that the
   rest needs to know: the row of a state holds, for each cut, the least that the slowest stage, or
   the sum of stages none of which is too slow, can be up to there.

   A row is made from the one before, by ends of a stage from the left.  What a stage from i to the
   end takes falls as i rises, so a beginning is of use only while its value is below those of all
   later ones: a stack of ascending values, in which halving finds the first beginning within room
   and time.  It is exact for the slowest stage, too: of the beginnings before the place where a
   stage is as fast as its beginning's value the last is best, of those from it on the first.

   Tiers.  Among stages whose last byte is in the same tier each byte costs the same, so beginnings
   are worth the same for every end.  A row of sums is made of such pieces, one for each tier; in a
   piece a beginning becomes known late, and leaves early.

   Receiving links.  What a stage pays to receive counts in the value of its beginning.  Where
   stages are limited and nothing overlaps, a late beginning may be too slow where an early one
   is not.  So the search assumes that all pay what the most expensive one pays, and then tries
   one by one those that are fast enough only because they pay less.

   Cuts of use.  With a cap on stages a state reaches no farther than some cut, and the devices that
   it lacks must reach the end from there.  Few cuts remain; halving finds them as if nothing were
   sent or received.  So the cap rises from the bound of the slowest stage until the rows have a
   result within the cap, which is exact (0.2 of the instructions of all cuts, n = 10^4, p = 16). */
#define FPM__FUSED 1e-15 /* by so much may two copies of a formula differ where sums are fused */

typedef struct fpm__pipeline_job {
    const fpm_pipeline *line;
    const fpm_device *device;
    fpm_pipeline_options o;
    int p;
    int64_t n;
    double *sum;           /* types * (n + 1) sums of seconds */
    int64_t *bytes;        /* n + 1 sums */
    int64_t *room;         /* of each device the most bytes of a stage; -1: it gets none */
    const int *order;      /* given: the devices; NULL: the lattice of kinds */
    int ways;              /* devices that may lead to a state: 1, or the kinds */
    fpm__lattice of;       /* its states; of a given order: the first s devices */
    double *row;           /* states * (n + 1) values; FPM__NEVER: cannot be reached, or no use */
    int64_t *back, *reach; /* of each state the first and the last cut of use */
    int64_t *stack;        /* beginnings of stages, */
    double *value;         /* and what they are worth */
    double cap;            /* no stage may take longer */
    int latest;            /* rows hold the slowest stage, not sums */
    int *who, *best_who;   /* of the last answer, of the best one */
    int64_t *begin, *best_begin;
    double slowest, total, best; /* stage and sum of the last answer; goal of the best one */
    double bound[2];             /* of any order: slowest stage, sum */
    int64_t work, steps;         /* work left; how often all rows were made */
    int64_t kept;                /* work that the search may not use up now */
    fpm__watch watch;
    fpm__mem mem;
} fpm__pipeline_job;

/* Seconds of elements [i, j) on a device whose room holds them. */
FPM__INLINE double fpm__pipeline_time(const fpm__pipeline_job *q, const fpm_device *d, int64_t i,
                                      int64_t j) {
    const double *sum = q->sum + d->type * (q->n + 1);
    return (d->factor > 0 ? d->factor : 1) * (sum[j] - sum[i]);
}

/* Seconds to send what leaves at j. */
FPM__INLINE double fpm__pipeline_hop(const fpm__pipeline_job *q, const fpm_device *d, int64_t j) {
    int64_t sent = q->line->sent && j > 0 && j < q->n ? q->line->sent[j - 1] : 0;
    if (j == q->n) return 0;
    return sent > 0 ? d->latency + (double)sent / d->bandwidth : d->latency;
}

/* Seconds to receive what arrives at i. */
FPM__INLINE double fpm__pipeline_in(const fpm__pipeline_job *q, const fpm_device *d, int64_t i) {
    int64_t sent = q->line->sent && i > 0 && d->in_bandwidth > 0 ? q->line->sent[i - 1] : 0;
    if (i == 0) return 0;
    return sent > 0 ? d->in_latency + (double)sent / d->in_bandwidth : d->in_latency;
}

/* The most bytes of a stage that ends in the room (t = 0) or in tier t - 1. */
static int64_t fpm__pipeline_most(const fpm_device *d, int t) {
    int64_t most = fpm__max64(d->room - d->held, 0);
    int k;
    for (k = 0; k < t && d->tier[k].room != 0; k++)
        most += fpm__min64(fpm__max64(d->tier[k].room, 0), INT64_MAX - most);
    return d->room == 0 || k < t ? INT64_MAX : most;
}

/* Seconds that bytes beyond the room of a device add to a stage. */
static double fpm__pipeline_spill(const fpm_device *d, int64_t bytes) {
    double sum = 0;
    int t;
    if (d->tiers) bytes -= fpm__max64(d->room - d->held, 0);
    for (t = 0; t < d->tiers && bytes > 0; t++) {
        int64_t room = fpm__max64(d->tier[t].room, 0);
        if (d->tier[t].room == 0 || bytes < room) room = bytes;
        sum += (double)room * d->tier[t].seconds;
        bytes -= room;
    }
    return sum;
}

/* Seconds of a stage with what it receives and sends: the sum, or the longest if they overlap. */
FPM__INLINE double fpm__pipeline_sum(const fpm__pipeline_job *q, const fpm_device *d, int64_t i,
                                     int64_t j, double spill, double in, double hop, int overlap) {
    double own = fpm__pipeline_time(q, d, i, j) + d->fixed + spill;
    return overlap ? fpm__max(own, fpm__max(in, hop)) : in + own + hop;
}

static FPM__COLD double fpm__pipeline_stage(const fpm__pipeline_job *q, const fpm_device *d,
                                            int64_t i, int64_t j, int overlap) {
    return fpm__pipeline_sum(q, d, i, j, fpm__pipeline_spill(d, q->bytes[j] - q->bytes[i]),
                             fpm__pipeline_in(q, d, i), fpm__pipeline_hop(q, d, j), overlap);
}

/* The device of a way into the state q->of.at, and the state before it; -1: no such way. */
static int64_t fpm__pipeline_before(const fpm__pipeline_job *q, int way, const fpm_device **d) {
    *d = &q->device[q->order ? q->order[q->of.at - 1] : q->of.like[way]];
    return q->order ? q->of.at - 1 : fpm__lattice_before(&q->of, way);
}

/* Take into the row `to` what stages on one more device make of the row `from`: in rows of sums
   those that end in its room (t = 0) or in tier t - 1; of the slowest stage all. */
FPM__INLINE void fpm__pipeline_piece(const fpm__pipeline_job *job, const fpm_device *device,
                                     int64_t before, int t, int latest, int limited) {
    const fpm__pipeline_job copy = *job, *q = &copy; /* no store to a row changes these */
    const fpm_device own = *device, *d = &own;
    const double *from = q->row + before * (q->n + 1);
    double *to = q->row + q->of.at * (q->n + 1);
    int64_t next = q->back[before], end = q->reach[before] + 1, stop = q->reach[q->of.at];
    int64_t over = t > 0 ? fpm__pipeline_most(device, t - 1) : -1, i, j, first = 0, top = 0;
    int64_t most = fpm__pipeline_most(device, latest ? device->tiers : t), last = 0;
    double rate = t > 0 ? d->tier[t - 1].seconds : 0,
           base = t > 1 ? fpm__pipeline_spill(device, over) : 0;
    double least = FPM__NEVER, longest = 0, value;
    int overlap = q->o.overlap, links = d->in_latency > 0 || d->in_bandwidth > 0;
    int few = !links || overlap || !limited;
    for (i = 1; i < q->n && !few; i++) {
        value = fpm__pipeline_in(q, d, i);
        least = fpm__min(least, value), longest = fpm__max(longest, value);
    }
#define FPM__SPILL(i)                                                                              \
    (t > 0                ? base + (double)(q->bytes[j] - q->bytes[i] - over) * rate               \
     : latest && d->tiers ? fpm__pipeline_spill(device, q->bytes[j] - q->bytes[i])                 \
                          : 0)
    for (j = fpm__max64(q->back[q->of.at], 1); j <= stop; j++) {
        double hop = fpm__pipeline_hop(q, d, j), in;
        int64_t limit = fpm__min64(j, end);
        fpm__seek s;
        for (; next < limit && q->bytes[j] - q->bytes[next] > over; next++) {
            in = fpm__pipeline_in(q, d, next);
            if (from[next] > FPM__LATEST || (!latest && overlap && in > q->cap)) continue;
            value = latest ? fpm__max(from[next], overlap ? in : 0)
                           : from[next] + in - fpm__pipeline_time(q, d, 0, next) -
                                 rate * (double)q->bytes[next];
            while (top > first && q->value[top - 1] >= value) top--;
            q->stack[top] = next;
            q->value[top++] = value;
        }
        while (first < top && q->bytes[j] - q->bytes[q->stack[first]] > most) first++;
        if (first == top) continue;
        s = fpm__seek_begin(first - 1, limited ? top : first, last, 1);
        while (fpm__seeking(&s)) {
            i = q->stack[s.at];
            value = fpm__pipeline_sum(q, d, i, j, FPM__SPILL(i), longest, hop, overlap);
            fpm__seek_tell(&s, value > (latest ? q->value[s.at] : q->cap));
        }
        last = s.high;
        if (s.high < top) {
            i = q->stack[s.high];
            value = latest ? q->value[s.high]
                           : from[i] + fpm__pipeline_sum(q, d, i, j, FPM__SPILL(i),
                                                         fpm__pipeline_in(q, d, i), hop, 0);
            to[j] = fpm__min(to[j], value);
        }
        /* The one before it; with links all that pay less than assumed, and element 0 nothing. */
        for (i = s.low < first ? -1 : q->stack[s.low]; limited && i >= 0; i = few ? -1 : i - 1) {
            if (!few && fpm__pipeline_sum(q, d, i, j, FPM__SPILL(i), least, hop, 0) >
                            (latest ? to[j] : q->cap))
                i = 0;
            if (q->bytes[j] - q->bytes[i] > most) break;
            value = fpm__pipeline_sum(q, d, i, j, FPM__SPILL(i), fpm__pipeline_in(q, d, i), hop,
                                      overlap);
            if (!latest && value > q->cap) continue;
            to[j] = fpm__min(to[j], latest ? fpm__max(value, from[i]) : from[i] + value);
        }
    }
#undef FPM__SPILL
}

/* Where a stage that begins at a cut (way 1), or ends there (-1), may end, or begin, to be within
   room and `cap` if it neither receives nor sends. */
static int64_t fpm__pipeline_edge(const fpm__pipeline_job *q, const fpm_device *d, int64_t cut,
                                  int way, double cap) {
    fpm__seek s = fpm__halve(0, (way > 0 ? q->n - cut : cut) + 1);
    while (fpm__seeking(&s)) {
        int64_t i = fpm__min64(cut, cut + way * s.at), j = i + s.at;
        int64_t bytes = q->bytes[j] - q->bytes[i];
        double own = fpm__pipeline_sum(q, d, i, j, fpm__pipeline_spill(d, bytes), 0, 0, 0);
        fpm__seek_tell(&s, bytes <= q->room[d - q->device] && own <= cap);
    }
    return cut + way * s.low;
}

/* The seconds that count, of a slowest stage and a sum. */
static double fpm__pipeline_goal(const fpm__pipeline_job *q, double slowest, double total) {
    if (q->o.goal == FPM_PIPELINE_LATEST) return slowest;
    if (q->o.goal == FPM_PIPELINE_TOTAL) return total;
    return (double)(q->o.batches - 1) * slowest + total;
}

/* 1: the work is used up, or the caller stops. */
static int fpm__pipeline_over(fpm__pipeline_job *q) {
    if (fpm__watch_ask(&q->watch, q->o.max_work - q->work, 1 << 16, q->steps, q->best,
                       fpm__pipeline_goal(q, q->bound[0], q->bound[1])))
        return 1;
    return q->work <= q->kept;
}

/* All rows, at cuts that are of use.  The result is the least value at the end, FPM__NEVER if it
   cannot be reached or the caller has stopped: a lattice takes long. */
static double fpm__pipeline_rows(fpm__pipeline_job *q) {
    int64_t i, before, width = q->n + 1, last = q->of.states - 1, *s = &q->of.at;
    double cap = q->cap * (1 + 4 * FPM__FUSED), *to;
    const fpm_device *d;
    int way, t, latest = q->latest;
    q->reach = (int64_t *)(q->row + q->of.states * width), q->back = q->reach + q->of.states;
    for (i = 0; i <= last; i++) q->reach[i] = 0, q->back[i] = q->n;
    for (*s = 0, fpm__lattice_step(&q->of); *s > 0; fpm__lattice_step(&q->of))
        for (way = 0; way < q->ways; way++) {
            if ((before = fpm__pipeline_before(q, way, &d)) < 0) continue;
            q->work -= 16 + q->n / 16; /* as much as so many cuts */
            i = fpm__pipeline_edge(q, d, q->reach[before], 1, cap);
            q->reach[*s] = fpm__max64(q->reach[*s], i);
            if (q->order) d = &q->device[q->order[last - *s]]; /* a lattice is symmetric */
            i = fpm__pipeline_edge(q, d, q->back[last - before], -1, cap);
            q->back[last - *s] = fpm__min64(q->back[last - *s], i);
        }
    if (q->reach[last] < q->n) return FPM__NEVER;
    for (i = 0; i < q->of.states * width; i++) q->row[i] = i > 0 ? FPM__NEVER : 0;
    for (*s = 0, fpm__lattice_step(&q->of); *s > 0; fpm__lattice_step(&q->of))
        for (way = 0; way < q->ways; way++) {
            if ((before = fpm__pipeline_before(q, way, &d)) < 0) continue;
            to = q->row + *s * width;
            for (i = q->back[*s]; i <= q->reach[*s] && !d->required; i++)
                to[i] = fpm__min(to[i], q->row[before * width + i]);
            for (t = 0; t <= (latest ? 0 : d->tiers) && q->room[d - q->device] >= 0; t++) {
                if (latest || q->cap < FPM__LATEST) fpm__pipeline_piece(q, d, before, t, latest, 1);
                else fpm__pipeline_piece(q, d, before, t, 0, 0);
                q->work -= fpm__max64(q->reach[*s] - q->back[*s] + 1, 1);
            }
            if (!q->order && fpm__pipeline_over(q) && q->watch.stopped) return FPM__NEVER;
        }
    q->steps++;
    return q->row[q->of.states * width - 1];
}

/* Do two devices take the same for everything? */
static int fpm__pipeline_same(const void *context, int i, int k) {
    const fpm_device *a = (const fpm_device *)context + i, *b = (const fpm_device *)context + k;
    int t, tiers = a->tiers == b->tiers;
    for (t = 0; t < a->tiers && tiers; t++)
        tiers = a->tier[t].room == b->tier[t].room && a->tier[t].seconds == b->tier[t].seconds;
    return a->type == b->type && a->factor == b->factor && a->room == b->room &&
           a->held == b->held && a->fixed == b->fixed && a->latency == b->latency &&
           a->bandwidth == b->bandwidth && a->in_latency == b->in_latency &&
           a->in_bandwidth == b->in_bandwidth && a->required == b->required && tiers;
}

/* From the end of the last row back to the first: the stages, into who and begin; of a free order
   the idle devices follow.  Of equal ones the latest beginning, and a stage rather than none. */
static FPM__COLD void fpm__pipeline_trace(fpm__pipeline_job *q) {
    int64_t j = q->n, i, before, to = 0, at = 0;
    const fpm_device *d;
    int k = q->p, way, by = 0, stages, fused;
    q->of.at = q->of.states - 1;
    for (way = 0; way < q->of.kinds; way++) q->of.used[way] = q->of.count[way];
    for (; q->of.at > 0; q->of.at = to, j = at) {
        double best = FPM__NEVER, value, cap = q->cap;
        double sum = q->row[q->of.at * (q->n + 1) + j] * (1 + 1e-12);
        for (way = 0, to = 0, fused = 0; way < q->ways || (best > sum && !fused); way++) {
            const double *from = q->row;
            if (way == q->ways) fused = 1, way = 0, cap *= 1 + FPM__FUSED; /* the row has better */
            if ((before = fpm__pipeline_before(q, way, &d)) < 0) continue;
            from += before * (q->n + 1);
            if (!d->required && from[j] < best) best = from[j], to = before, at = j, by = way;
            for (i = j - 1; i >= q->back[before]; i--) {
                value = fpm__pipeline_time(q, d, i, j);
                if (value > fpm__min(cap, best)) break;
                if (q->bytes[j] - q->bytes[i] > q->room[d - q->device]) break;
                if (from[i] + value > best) continue;
                value = fpm__pipeline_stage(q, d, i, j, 0);
                if ((q->o.overlap ? fpm__pipeline_stage(q, d, i, j, 1) : value) > cap) continue;
                value += from[i];
                if (value < best || (value == best && at == j && value < FPM__NEVER))
                    best = value, to = before, at = i, by = way;
            }
        }
        if (q->order) by = q->order[q->of.at - 1];
        else q->of.used[by]--;
        if (at < j || (q->order && !q->o.free_order)) q->who[--k] = by, q->begin[k] = at;
    }
    stages = q->p - k;
    memmove(q->who, q->who + k, (size_t)stages * sizeof *q->who);
    memmove(q->begin, q->begin + k, (size_t)stages * sizeof *q->begin);
    for (k = stages; k <= q->p; k++) q->begin[k] = q->n;
    if (!q->order) fpm__lattice_name(&q->of, q->p, stages, q->who);
    for (k = way = 0; q->order && way < q->p; way++) { /* those with a stage are in this order */
        if (k < stages && q->who[k] == q->order[way]) k++;
        else q->who[stages + way - k] = q->order[way];
    }
}

/* The slowest stage and the sum of a partition, into the report, and its stages if wanted. */
static FPM__COLD void fpm__pipeline_sums(fpm__pipeline_job *q, const int *who, const int64_t *begin,
                                         double *stage, fpm_info *info) {
    fpm__tally v = {0, 0, -1, 0, -1};
    int k;
    for (k = 0, q->total = 0; k < q->p; k++) {
        const fpm_device *d = &q->device[who ? who[k] : k];
        double value;
        if (stage) stage[k] = 0;
        if (begin[k] == begin[k + 1]) continue;
        q->total += fpm__pipeline_stage(q, d, begin[k], begin[k + 1], 0);
        value = fpm__pipeline_stage(q, d, begin[k], begin[k + 1], q->o.overlap);
        fpm__tally_add(&v, (int)(d - q->device), value, NULL, 0);
        if (stage) stage[k] = value;
    }
    q->slowest = v.makespan;
    if (!info) return;
    fpm__tally_report(&v, info);
    info->common_time = q->slowest;
    info->cost = q->total;
    info->makespan = fpm__pipeline_goal(q, q->slowest, q->total);
}

/* The least sum with no stage above q->cap, as an answer that is kept if it is the best. */
static double fpm__pipeline_try(fpm__pipeline_job *q) {
    double value, sum;
    q->latest = 0;
    sum = fpm__pipeline_rows(q);
    if (sum > FPM__LATEST) return sum;
    fpm__pipeline_trace(q);
    fpm__pipeline_sums(q, q->who, q->begin, NULL, NULL);
    value = fpm__pipeline_goal(q, q->slowest, q->total);
    if (!(value < q->best)) return sum;
    q->best = value;
    memcpy(q->best_who, q->who, (size_t)q->p * sizeof *q->who);
    memcpy(q->best_begin, q->begin, ((size_t)q->p + 1) * sizeof *q->begin);
    return sum;
}

/* FPM_PIPELINE_FILLED, where the slowest stage takes `low` or more.  A search with a cap on stages
   gives the least sum, which lower caps do not make less.  Slowest stages that are left are within
   ranges, each with a sum that its partitions have at least.  The range with the least bound is
   searched next: at its end, or at its middle where it is wide. */
static int fpm__pipeline_filled(fpm__pipeline_job *q, double low, double *bound) {
    enum { RANGES = 64 };
    struct {
        double low, high, sum;
    } range[RANGES];
    double more = (double)q->o.batches - 1;
    double proven = 1 - 4e-16 * ((double)q->p + 2); /* what rounding of p sums may hide */
    int count = 1, at = 0, k;
    range[0].low = low, range[0].sum = 0;
    for (q->cap = FPM__LATEST;; q->cap = range[at].high) {
        double sum = fpm__pipeline_try(q);
        if (q->watch.stopped) return FPM_WORK_LIMIT;
        range[at].sum = fpm__max(range[at].sum, sum);
        range[at].high = fpm__from_bits(fpm__bits(fpm__min(q->slowest, q->cap)) - 1);
        do {
            for (at = 0, k = 1; k < count; k++)
                if (more * (range[k].low - range[at].low) < range[at].sum - range[k].sum) at = k;
            *bound = fpm__min(more * range[at].low + range[at].sum, q->best);
            if (!(*bound < q->best * proven)) return FPM_OK;
            if (fpm__pipeline_over(q)) return FPM_WORK_LIMIT;
            range[at].high = fpm__min(range[at].high, (q->best - range[at].sum) / more);
            if (range[at].high < range[at].low) range[at].sum = FPM__NEVER;
        } while (range[at].high < range[at].low);
        if (count < RANGES && range[at].high - range[at].low > range[at].high / 64) {
            range[count] = range[at];
            range[at].high = range[at].low + (range[at].high - range[at].low) / 2;
            range[count++].low = range[at].high;
        }
    }
}

/* The best of the order set, or of the lattice, if better than what is known: FPM_OK,
   FPM_E_INFEASIBLE, or FPM_WORK_LIMIT and a bound. */
static int fpm__pipeline_run(fpm__pipeline_job *q, double *bound) {
    double low = 0, step = 1.0 / 64, sum;
    q->cap = FPM__LATEST;
    if (q->o.goal != FPM_PIPELINE_TOTAL) {
        q->latest = 1;
        q->cap = fpm__min(q->bound[0] * (1 + step), FPM__LATEST);
        for (; (low = fpm__pipeline_rows(q)) > q->cap && q->cap < FPM__LATEST; step *= 2)
            q->cap = !(q->cap > 0) || q->watch.stopped ? FPM__LATEST
                                                       : fpm__min(low, q->cap * (1 + step));
        if (low < FPM__NEVER && q->o.goal == FPM_PIPELINE_LATEST && low >= q->best) return FPM_OK;
        q->cap = low;
    }
    sum = low > FPM__LATEST ? low : fpm__pipeline_try(q);
    if (sum > FPM__LATEST && low > 0 && low <= FPM__LATEST && !q->watch.stopped) {
        q->cap *= 1 + FPM__FUSED;
        sum = fpm__pipeline_try(q);
    }
    if (sum > FPM__LATEST) return q->watch.stopped ? FPM_WORK_LIMIT : FPM_E_INFEASIBLE;
    if (q->o.goal != FPM_PIPELINE_FILLED || !(low > 0)) return FPM_OK;
    return fpm__pipeline_filled(q, low, bound);
}

/* Make the lattice of a free order.  Returns the work of all its rows, once; FPM__NEVER: it has more
   kinds, or more states, than may be. */
static FPM__COLD double fpm__pipeline_lattice(fpm__pipeline_job *q) {
    double into = 0;
    if (!fpm__lattice_begin(&q->of, q->p, FPM__KINDS, q->work)) return FPM__NEVER;
    q->order = NULL;
    for (q->ways = 0; q->ways < q->of.kinds; q->ways++)
        into += (double)q->of.count[q->ways] / (double)(q->of.count[q->ways] + 1) *
                (1 + q->device[q->of.like[q->ways]].tiers);
    return into * (double)q->of.states * ((double)q->n + 1);
}

/* Look for an order better than the given one: two devices at a time change places. */
static int fpm__pipeline_exchange(fpm__pipeline_job *q, int *order) {
    double before, bound;
    int a, b, better;
    do {
        for (better = a = 0; a < q->p; a++)
            for (b = a + 1; b < q->p; b++) {
                int first = order[a];
                if (fpm__pipeline_same(q->device, first, order[b])) continue;
                if (fpm__pipeline_over(q)) return FPM_WORK_LIMIT;
                before = q->best;
                order[a] = order[b], order[b] = first;
                fpm__pipeline_run(q, &bound);
                if (q->best < before) better = 1;
                else order[b] = order[a], order[a] = first;
            }
    } while (better);
    return FPM_HEURISTIC;
}

/* Search the given order; then, where any order will do, others by exchanges. */
static int fpm__pipeline_orders(fpm__pipeline_job *q, int *order, double *bound) {
    double other = 0; /* a bound for one order only */
    int i;
    for (i = 0; i < q->p; i++) order[i] = i;
    q->order = order;
    q->ways = 1;
    q->of.kinds = 0;
    q->of.states = (int64_t)q->p + 1;
    q->row = (double *)fpm__take(&q->mem, q->of.states * (q->n + 3), sizeof *q->row);
    if (!q->row) return fpm__mem_status(&q->mem);
    if (!q->o.free_order) return fpm__pipeline_run(q, bound);
    fpm__pipeline_run(q, &other);
    return fpm__pipeline_exchange(q, order);
}

/* The same after a lattice whose work was used up, with this much more work: the best partition of
   the lattice stays if none is better.  Which orders are tried does not depend on it. */
static void fpm__pipeline_after(fpm__pipeline_job *q, int *order, int64_t work) {
    int64_t *begin = q->best_begin, room = (int64_t)q->p + 1;
    int *who = q->best_who;
    double known = q->best, other = 0;
    q->best_begin = (int64_t *)fpm__take(&q->mem, room, sizeof *q->best_begin);
    q->best_who = (int *)fpm__take(&q->mem, room, sizeof *q->best_who);
    if (q->mem.status == FPM_OK) {
        q->best = FPM__NEVER;
        q->kept = q->work - work;
        fpm__pipeline_orders(q, order, &other);
    }
    q->mem.status = FPM_OK;
    if (q->best < known) return;
    q->best = known;
    q->best_begin = begin;
    q->best_who = who;
}

/* Search the lattice if work and memory suffice; if not, orders.  *bound holds where not proven.
   A lattice of FILLED may use up its work before its proof.  So orders have the work then, in which
   a lattice usually ends, and the lattice has what is beyond: more work in all is then never less
   for either. */
static int fpm__pipeline_solve(fpm__pipeline_job *q, double *bound) {
    enum { FILLED_TIMES = 8 };
    int *order = (int *)fpm__take(&q->mem, q->p, sizeof *order), status = FPM_HEURISTIC;
    double once = FPM__NEVER;
    int64_t work = 0; /* that orders have after the lattice */
    if (!order) return fpm__mem_status(&q->mem);
    *bound = fpm__pipeline_goal(q, q->bound[0], q->bound[1]);
    if (q->o.free_order) once = fpm__pipeline_lattice(q);
    if (once < FPM__NEVER && q->o.goal == FPM_PIPELINE_FILLED)
        work = fpm__floor(FILLED_TIMES * once, 0, FPM_SIZE_MAX);
    if (once <= (double)q->work - (double)work) {
        q->row = (double *)fpm__take(&q->mem, q->of.states * (q->n + 3), sizeof *q->row);
        q->kept = work;
        if (q->row) status = fpm__pipeline_run(q, bound);
        if (q->row && status != FPM_WORK_LIMIT) return status;
        q->mem.status = FPM_OK; /* an order takes less memory */
        fpm__drop(&q->mem, q->row);
        q->kept = 0;
    } else if (work > 0) q->kept = fpm__max64(q->work - work, 0); /* as much as after a lattice */
    if (status == FPM_WORK_LIMIT) fpm__pipeline_after(q, order, work);
    else status = fpm__pipeline_orders(q, order, bound);
    if (q->best < FPM__NEVER || !q->o.free_order) return status;
    if (status != FPM_HEURISTIC && status != FPM_WORK_LIMIT) return status;
    return status == FPM_WORK_LIMIT ? FPM_E_WORK_LIMIT : FPM_E_INFEASIBLE;
}

/* Check the devices and elements, and make the sums; info has the device or element at fault. */
static FPM__COLD int fpm__pipeline_read(fpm__pipeline_job *q, fpm_info *info) {
    const fpm_pipeline *line = q->line;
    int64_t t, *sent = q->stack;
    fpm_chain chain;
    int k, status = FPM_OK;
    sent[0] = 0;
    memset(q->bytes, 0, ((size_t)q->n + 1) * sizeof *q->bytes);
    if (line->bytes) status = fpm_chain_init(&chain, q->n, line->bytes, q->bytes, &info->at);
    if (line->sent && status == FPM_OK)
        status = fpm_chain_init(&chain, q->n, line->sent, sent, &info->at);
    for (t = 0; t < line->types && q->n == 0; t++) q->sum[t] = 0;
    for (t = 0; t < line->types && q->n > 0 && status == FPM_OK; t++)
        status = fpm_chain_init_real(&chain, q->n, line->seconds + t * q->n,
                                     q->sum + t * (q->n + 1), &info->at);
    for (k = 0; k < q->p && status == FPM_OK; k++) {
        const fpm_device *d = &q->device[k];
        /* The last of a given order never sends. */
        int last = q->order ? q->order[q->p - 1] : q->p - 1;
        int sends = line->sent && q->n > 0 && sent[q->n - 1] > 0 && q->p > 1 &&
                    (k != last || q->o.free_order);
        /* By their bits, as -ffast-math takes a NaN for 0. */
        if ((fpm__chain_bits(d->factor) != 0 && !fpm__time_ok(d->factor)) ||
            ((sends || fpm__chain_bits(d->bandwidth) != 0) && !fpm__time_ok(d->bandwidth)) ||
            fpm__chain_bits(d->fixed) < 0 || d->fixed > FPM_TIME_MAX ||
            fpm__chain_bits(d->latency) < 0 || d->latency > FPM_TIME_MAX || d->room < FPM_NOTHING ||
            d->held < 0 || fpm__chain_bits(d->in_latency) < 0 || d->in_latency > FPM_TIME_MAX ||
            (fpm__chain_bits(d->in_bandwidth) != 0 && !fpm__time_ok(d->in_bandwidth)) ||
            (d->tiers > 0 && d->room == 0))
            status = FPM_E_BOUNDS;
        if (d->type < 0 || d->type >= line->types || (d->required & ~1) || d->tiers < 0 ||
            (d->tiers > 0 && !d->tier))
            status = FPM_E_ARGUMENT;
        for (t = 0; t < d->tiers && status == FPM_OK; t++)
            if (d->tier[t].room < FPM_NOTHING || fpm__chain_bits(d->tier[t].seconds) < 0 ||
                d->tier[t].seconds > FPM_TIME_MAX)
                status = FPM_E_BOUNDS;
        if (status != FPM_OK) info->fault = k;
        else
            q->room[k] = fpm__pipeline_most(d, d->tiers) > 0 ? fpm__pipeline_most(d, d->tiers) : -1;
    }
    return status;
}

/* Bounds for any order: an element takes no less than on the device that is fastest for it, and a
   device no less than a factor, its least over all elements, times that. */
static FPM__COLD int fpm__pipeline_bounds(fpm__pipeline_job *q, fpm_info *info) {
    double sum = 0, most = 0, rate = 0, safe = 1 - 3e-16 * ((double)q->n + q->p + 16), x;
    const fpm_device *d = q->device, *end = d + q->p;
    int64_t e;
    for (e = 0; e < q->n; e++, sum += x, most = fpm__max(most, x)) {
        for (x = FPM__NEVER, d = q->device; d < end; d++)
            if (q->bytes[e + 1] - q->bytes[e] <= q->room[d - q->device])
                x = fpm__min(x, fpm__pipeline_time(q, d, e, e + 1));
        q->value[e] = x;
        if (x < FPM__LATEST) continue;
        info->at = e;
        return FPM_E_INFEASIBLE;
    }
    for (d = q->device; d < end; d++) {
        int holds = 0;
        for (x = FPM__NEVER, e = 0; e < q->n; e++) {
            if (q->bytes[e + 1] - q->bytes[e] > q->room[d - q->device]) continue;
            holds = 1;
            if (q->value[e] > 0) x = fpm__min(x, fpm__pipeline_time(q, d, e, e + 1) / q->value[e]);
        }
        if (x < FPM__LATEST) rate += 1 / x;
        if (holds || !d->required) continue;
        info->fault = (int)(d - q->device);
        return FPM_E_INFEASIBLE;
    }
    q->bound[0] = fpm__max(most, sum / (rate > 0 ? rate : 1)) * safe;
    q->bound[1] = sum * safe;
    return FPM_OK;
}

/* All that a call needs before it searches or checks; who: the order, where one is checked. */
static FPM__COLD int fpm__pipeline_begin(fpm__pipeline_job *q, const fpm_pipeline *line, int p,
                                         const fpm_device *device, const fpm_pipeline_options *opts,
                                         const int *who, fpm_info *info) {
    const fpm_pipeline_options *o = &q->o;
    int64_t room = (int64_t)p + 1;
    int status;
    memset(q, 0, sizeof *q);
    fpm__info_begin(info);
    if (opts) q->o = *opts;
    if (o->max_work == 0) q->o.max_work = 1000000000;
    q->work = q->o.max_work;
    fpm__watch_begin(&q->watch, o->progress, o->context);
    fpm__mem_begin(&q->mem, o->alloc, o->max_bytes);
    if (!line || !device || p < 1 || line->n < 0 || line->n > INT32_MAX - 1 || line->types < 1 ||
        (line->n > 0 && !line->seconds) || o->goal < 0 || o->goal > FPM_PIPELINE_FILLED ||
        (o->overlap & ~1) || (o->free_order & ~1) || o->batches < 0 || o->batches > FPM_SIZE_MAX ||
        o->max_work < 0)
        return FPM_E_ARGUMENT;
    q->line = line, q->device = device, q->p = p, q->n = line->n;
    q->order = who;
    if (o->goal == FPM_PIPELINE_FILLED && o->batches < 2) q->o.goal = FPM_PIPELINE_TOTAL;
    q->best = FPM__NEVER;
    q->sum = (double *)fpm__take(&q->mem, line->types * (q->n + 1), sizeof *q->sum);
    q->bytes = (int64_t *)fpm__take(&q->mem, q->n + 1, sizeof *q->bytes);
    q->stack = (int64_t *)fpm__take(&q->mem, q->n + 1, sizeof *q->stack);
    q->value = (double *)fpm__take(&q->mem, q->n + 1, sizeof *q->value);
    q->room = (int64_t *)fpm__take(&q->mem, p, sizeof *q->room);
    q->begin = (int64_t *)fpm__take(&q->mem, 2 * room, sizeof *q->begin);
    q->who = (int *)fpm__take(&q->mem, 2 * room, sizeof *q->who);
    status = fpm__mem_status(&q->mem);
    if (status != FPM_OK) return status;
    q->best_begin = q->begin + room, q->best_who = q->who + room;
    memset(q->best_who, 0, (size_t)room * sizeof *q->best_who);
    q->of.same = fpm__pipeline_same, q->of.context = device;
    status = fpm__pipeline_read(q, info);
    return status == FPM_OK ? fpm__pipeline_bounds(q, info) : status;
}

static FPM__COLD int fpm__pipeline_end(fpm__pipeline_job *q, int status, fpm_info *result,
                                       fpm_info *info) {
    result->iterations = q->steps;
    result->evaluations = q->o.max_work - q->work;
    return fpm__call_end(&q->mem, fpm__watch_status(&q->watch, status), result, info);
}

FPM__DEFN int fpm_pipeline_partition(const fpm_pipeline *line, int p, const fpm_device *device,
                                     const fpm_pipeline_options *opts, int64_t *begin,
                                     fpm_pipeline_outputs *out, fpm_info *info) {
    fpm__pipeline_job q;
    fpm_info result;
    double bound = 0;
    int *who = out ? out->who : NULL;
    int status = fpm__pipeline_begin(&q, line, p, device, opts, NULL, &result);
    if (status == FPM_OK && (!begin || (q.o.free_order && !who))) status = FPM_E_ARGUMENT;
    if (status == FPM_OK) status = fpm__pipeline_solve(&q, &bound);
    if (status == FPM_E_INFEASIBLE && line->bytes) {
        const fpm_device *d;
        result.total = (double)q.bytes[q.n];
        for (d = device; d < device + p; d++)
            result.most += (double)fpm__pipeline_most(d, d->tiers);
    }
    if (status >= 0) {
        memcpy(begin, q.best_begin, ((size_t)p + 1) * sizeof *begin);
        if (who) memcpy(who, q.best_who, (size_t)p * sizeof *who);
        fpm__pipeline_sums(&q, q.best_who, begin, out ? out->stage : NULL, &result);
        fpm__set_bound(&result, status == FPM_OK ? result.makespan : bound);
        if (!(result.makespan > result.lower_bound)) status = FPM_OK;
    }
    return fpm__pipeline_end(&q, status, &result, info);
}

FPM__DEFN FPM__COLD int fpm_pipeline_check(const fpm_pipeline *line, int p,
                                           const fpm_device *device,
                                           const fpm_pipeline_options *opts, const int64_t *begin,
                                           const fpm_pipeline_outputs *out, fpm_info *info) {
    const int *who = out ? out->who : NULL;
    fpm__pipeline_job q;
    fpm_info result;
    int status, k;
    status = fpm__pipeline_begin(&q, line, p, device, opts, who, &result);
    if (status == FPM_OK && !begin) status = FPM_E_ARGUMENT;
    for (k = 0; k < p && status == FPM_OK; k++) {
        int i = who ? who[k] : k;
        int64_t from = begin[k], to = begin[k + 1];
        if (i < 0 || i >= p || q.best_who[i]++ || from < 0 || to < from || to > q.n ||
            (k == 0 && from != 0) || (k + 1 == p && to != q.n) ||
            (from == to ? device[i].required : q.bytes[to] - q.bytes[from] > q.room[i]))
            status = FPM_E_VIOLATED, result.fault = k;
    }
    if (status == FPM_OK) {
        fpm__pipeline_sums(&q, who, begin, out ? out->stage : NULL, &result);
        fpm__set_bound(&result, fpm__pipeline_goal(&q, q.bound[0], q.bound[1]));
    }
    return fpm__pipeline_end(&q, status, &result, info);
}

/* ---- >>items --------------------------------------------------------------------------------- */

/* Makespan scheduling.  Pieces are numbered by falling load.  The state is the owner of each piece,
   and a list of the pieces of each processor, in ascending order.

   1. Bound: the least time at which no argument excludes an assignment.
   2. Longest first, to the processor that has most capacity left at the bound.
   3. Exchanges: the last processor to finish and the first put their 12 least pieces together and
      split them again, by all subsets: large pieces stay spread, which is best if loads are rough.
      Where that brought nothing, 12 spread over the sizes, and a third processor is first filled to
      its capacity.  [Of 780 published instances 757 are proven in 2e8 steps; 20 fewer without it.]
   4. The tree, for few pieces: bin completion (Martello, Toth, 1990; Korf, AAAI 2002).  Processors
      get their pieces one after the other, least capacity first.  No more capacity is wasted than
      all have too much.  Equal pieces have ascending owners, same processors ascending first
      pieces; a set that can be made larger in exchange for what it then lacks is not tried.
   5. Copies: exchanges from other counts of copies instead.

   A load above a processor's limit takes longer than FPM__LATEST, the longer the more it is, so
   that exchanges leave such states; no answer has one. */
enum { FPM__ITEMS_CORE = 12, FPM__ITEMS_TINY = 16, FPM__ITEMS_FEW = 128 };
enum { FPM__ITEMS_WORK = 200000000 }; /* opts.max_work where it is 0 */

typedef struct fpm__items_proc {
    int64_t most, slots, least;    /* limits */
    double speed;                  /* up to here equal processors are equal */
    int64_t cap, sum, count, head; /* capacity; load and pieces; their list, ended by -1 */
    double time;                   /* when it finishes */
    const fpm_proc *model;         /* or NULL */
    int kind;                      /* the first of the processors that are the same */
} fpm__items_proc;

typedef struct fpm__items {
    fpm__items_proc *proc;
    const int64_t *given;          /* what the caller's pieces weigh */
    int64_t *load, *piece, *rest;  /* falling loads; the caller's numbers; sums from each on */
    int64_t *next;                 /* in the list of a processor */
    int *owner, *best;             /* of pieces: in the state, and in the best assignment */
    int *copies, *kept, *of;       /* counts, those of the best; whose copy; NULL: no copies */
    int64_t kinds, widest, hosts;  /* pieces without copies; largest capacity; who has slots */
    int64_t joined;                /* pieces in join */
    fpm__item *list, *join;        /* scratch: 2 n, p, or a core's subsets and their pieces */
    int64_t n, total, work, cut;   /* work that is left; the present phase ends at `cut` */
    int64_t moved, budget;         /* load that the state moves; the most that may */
    double makespan, bound, found; /* of the state; none ends earlier; of `best` */
    int p, last, first, out, stay; /* who ends last, first; the tree: was cut short; see there */
    int loose, *order;             /* the tree: no limits of counts; processors, least first */
    uint64_t random;
    fpm_items_options o;
    fpm_info info;
    fpm__mem mem;
    fpm__watch watch;
} fpm__items;

/* When a processor finishes a load. */
static FPM__APART double fpm__items_time(const fpm__items_proc *a, int64_t x) {
    if (x > a->most) return FPM__LATEST * (1 + (double)(x - a->most));
    return a->model ? fpm__min(fpm__proc_time(a->model, x), FPM__LATEST) : (double)x / a->speed;
}

/* Capacities at a time, and their sum. */
static FPM__COLD int64_t fpm__items_caps(fpm__items *q, double time) {
    int64_t all = 0;
    fpm__items_proc *a;
    for (a = q->proc, q->widest = 0; a < q->proc + q->p; a++) {
        int64_t top = fpm__min64(a->most, q->total) + 1;
        fpm__seek s = fpm__seek_begin(0, top, fpm__floor(time * a->speed, 0, top), 1);
        if (a > q->proc + a->kind) s.low = q->proc[a->kind].cap, s.high = s.low + 1;
        while (fpm__seeking(&s)) fpm__seek_tell(&s, !(fpm__items_time(a, s.at) > time));
        a->cap = s.low, all = fpm__add_capped(all, a->cap);
        if (a->slots > 0) q->widest = fpm__max64(q->widest, a->cap);
    }
    return all;
}

/* Processors that are all the same, of capacity c: 1: the i largest pieces do not fit, for some i.
   Of these, the largest `alone` share a processor with none, which leaves p - alone processors.  At
   most k of the others fit on one, as the k + 1 least do not.  So at least `many` have k, together
   no less load than the k `many` least; if k = 2, no better than the least with the largest. */
static FPM__COLD int fpm__items_crowded(const fpm__items *q, int64_t c) {
    int64_t i, k = 0, alone = 0;
    for (i = 1; i <= q->n && q->load[i - 1] > 0; i++) {
        int64_t w = q->load[i - 1], procs, many;
        while (k > 0 && q->rest[i - k] - q->rest[i] > c) k--;
        while (k < i && k < q->proc->slots && q->rest[i - k - 1] - q->rest[i] <= c) k++;
        alone = fpm__min64(alone + 1, i - 1);
        while (alone > 0 && q->load[alone - 1] + w <= c) alone--;
        procs = q->p - alone, many = i - alone - (k - 1) * procs;
        if (procs <= 0 || many > procs || fpm__divide_up(q->rest[alone] - q->rest[i], procs) > c ||
            (many > 0 && fpm__divide_up(q->rest[i - many * k] - q->rest[i], many) > c) ||
            (many > 0 && k == 2 && q->load[i - 2 * many] + w > c))
            return 1;
    }
    return 0;
}

/* No assignment ends before this time; above FPM__LATEST: there is none.  Copies: the largest share
   is the least that there is, so this holds for all counts. */
static FPM__COLD double fpm__items_bound(fpm__items *q) {
    int same = q->proc[q->p - 1].kind == 0 && !q->copies;
    fpm__seek s = fpm__halve(-1, fpm__bits(FPM__LATEST) + 1);
    while (fpm__seeking(&s))
        fpm__seek_told(&s, fpm__items_caps(q, fpm__from_bits(s.at)) < q->total ||
                               (q->n > 0 && q->widest < q->load[0]) ||
                               (same && fpm__items_crowded(q, q->proc->cap)));
    return fpm__from_bits(s.high);
}

/* Load that counts as moved when piece i is on j. */
static int64_t fpm__items_away(const fpm__items *q, int64_t i, int j) {
    int from = q->o.from ? q->o.from[q->piece[i]] : -1;
    return from >= 0 && from != j ? q->load[i] : 0;
}

static void fpm__items_put(fpm__items *q, int64_t i, int j) {
    q->owner[i] = j, q->moved += fpm__items_away(q, i, j);
    q->proc[j].sum += q->load[i], q->proc[j].count++;
}

static FPM__COLD void fpm__items_empty(fpm__items *q) {
    fpm__items_proc *a;
    for (a = q->proc; a < q->proc + q->p; a++) a->head = -1, a->sum = a->count = 0;
    q->moved = 0;
}

/* Which processor of the state finishes last, which first, and the makespan. */
static FPM__COLD void fpm__items_ends(fpm__items *q) {
    int j;
    for (j = q->last = q->first = 0; j < q->p; j++) {
        if (q->proc[j].time > q->proc[q->last].time) q->last = j;
        if (q->proc[j].time < q->proc[q->first].time) q->first = j;
    }
    q->makespan = q->proc[q->last].time;
}

/* Make all of the state out of the owners. */
static FPM__COLD void fpm__items_lists(fpm__items *q) {
    fpm__items_proc *a;
    int64_t i;
    fpm__items_empty(q);
    for (i = q->n - 1; i >= 0; i--) {
        fpm__items_put(q, i, q->owner[i]);
        a = &q->proc[q->owner[i]];
        q->next[i] = a->head, a->head = i;
    }
    for (a = q->proc; a < q->proc + q->p; a++) a->time = fpm__items_time(a, a->sum);
    fpm__items_ends(q);
}

/* The piece of which i is a copy. */
static int fpm__items_of(const fpm__items *q, int64_t i) { return q->of[q->piece[i]]; }

static FPM__APART FPM__COLD int64_t fpm__items_random(fpm__items *q, int64_t below) {
    q->random = q->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int64_t)((double)(q->random >> 33) / 2147483648 * (double)below);
}

/* Pieces stay where they are in `from` (may be NULL), where they fit; the others go, longest
   first, to the processor with most capacity left at a time (copies after the first time: a quarter
   of the capacities are drawn).  Pieces with several copies go before all others, and processors
   that got one are set aside.  0: the counts do not allow it. */
static FPM__COLD int fpm__items_greedy(fpm__items *q, double time, const int *from) {
    fpm__records heap = fpm__records_of(q->list, 2);
    int64_t i, left = q->n, need = 0;
    int j, size = q->p, several = q->copies != NULL, piece = -1, last;
    fpm__items_caps(q, time);
    fpm__items_empty(q);
    for (i = 0; i < q->n; i++) {
        j = from ? from[q->piece[i]] : -1;
        q->owner[i] = -1;
        if (j < 0 || q->proc[j].count >= q->proc[j].slots) continue;
        if (q->load[i] <= q->proc[j].cap - q->proc[j].sum) fpm__items_put(q, i, j), left--;
    }
    for (j = 0; j < q->p; j++) {
        fpm__item_set(&q->list[j], q->proc[j].cap - q->proc[j].sum, -j);
        if (several && q->found > 0 && fpm__items_random(q, 4) == 0)
            q->list[j].key = fpm__items_random(q, q->total + 1);
        need += fpm__max64(q->proc[j].least - q->proc[j].count, 0);
    }
    fpm__heap_make(&heap, size);
    for (i = 0; left > 0; fpm__heap_sink(&heap, 0, size)) {
        const fpm__items_proc *a;
        while (q->owner[i] >= 0 || (several && q->copies[fpm__items_of(q, i)] == 1))
            if (++i == q->n) i = several = 0;
        last = piece, piece = several ? fpm__items_of(q, i) : -1;
        if (q->copies && piece != last) fpm__heap_make(&heap, size = q->p);
        if (size == 0) return 0;
        a = &q->proc[j = (int)-q->list[0].value];
        if (a->count >= (need < left ? a->slots : a->least)) {
            fpm__row_swap(&heap, 0, --size); /* full, or others need all that is left */
        } else {
            left--, need -= a->count < a->least;
            q->list[0].key -= q->load[i];
            fpm__items_put(q, i, j);
            if (several) fpm__row_swap(&heap, 0, --size);
        }
    }
    fpm__items_lists(q);
    return need == 0;
}

/* The pieces of j and k by falling load, into q->join, and a core of them: the last, or spread over
   all sizes, from a random one on; how many.  What both have a copy of lies side by side, stays. */
static FPM__COLD int fpm__items_core(fpm__items *q, int j, int k, int end, int64_t *core) {
    int64_t m = 0, i, x = q->proc[j].head, y = q->proc[k].head, shift;
    int size, c;
    for (q->joined = 0; x >= 0 || y >= 0; q->join[q->joined++].value = i) {
        if (y < 0 || (x >= 0 && x < y)) i = x, x = q->next[x];
        else i = y, y = q->next[y];
        if (q->copies && q->joined > 0 &&
            fpm__items_of(q, q->join[q->joined - 1].value) == fpm__items_of(q, i))
            m--;
        else q->list[m++].value = i;
    }
    size = (int)fpm__min64(m, FPM__ITEMS_CORE);
    shift = m > size ? fpm__items_random(q, m) : 0;
    for (c = 0; c < size; c++) core[c] = q->list[end ? m - size + c : (m * c + shift) / size].value;
    q->work -= m + (1 << size) + 64;
    return size;
}

/* Of the sums of `low` to `high` pieces of a core, the sets of those next to a target, from below
   and from above; -1: none. */
static void fpm__items_subsets(fpm__items *q, const int64_t *core, int size, int64_t low,
                               int64_t high, int64_t target, int *nearest) {
    int64_t below = -1, above = INT64_MAX;
    int c, set;
    nearest[0] = nearest[1] = -1;
    fpm__item_set(&q->list[0], 0, 0);
    for (c = 0; c < size; c++)
        for (set = 0; set < 1 << c; set++)
            fpm__item_set(&q->list[set + (1 << c)], q->list[set].key + q->load[core[c]],
                          q->list[set].value + 1);
    for (set = 0; set < 1 << size; set++) {
        int64_t sum = q->list[set].key, count = q->list[set].value;
        if (count < low || count > high) continue;
        if (sum <= target && sum > below) below = sum, nearest[0] = set;
        if (sum > target && sum < above) above = sum, nearest[1] = set;
    }
}

/* Split the pieces of j and k again: so that the later of both ends earlier, or, to fill j, with
   its load next to its capacity and both before the makespan.  end: the least ones.  1: done. */
static FPM__COLD int fpm__items_exchange(fpm__items *q, int j, int k, int fill, int end) {
    fpm__items_proc *a = &q->proc[j], *b = &q->proc[k], *to;
    int64_t core[FPM__ITEMS_CORE], whole = a->sum + b->sum, kept = a->sum;
    int64_t has = a->count, pieces = has + b->count, more = 0, i;
    double value = fill ? q->makespan : fpm__max(a->time, b->time);
    int size = fpm__items_core(q, j, k, end, core), c, side, nearest[2], set = -1;
    fpm__seek aim = fpm__halve(fill ? a->cap : -1, fill ? 0 : whole + 1);
    while (fpm__seeking(&aim))
        fpm__seek_told(&aim, !(fpm__items_time(a, aim.at) > fpm__items_time(b, whole - aim.at)));
    for (c = 0; c < size; c++)
        if (q->owner[core[c]] == j) kept -= q->load[core[c]], has--;
    fpm__items_subsets(q, core, size, fpm__max64(a->least, pieces - b->slots) - has,
                       fpm__min64(a->slots, pieces - b->least) - has, aim.low - kept, nearest);
    q->info.iterations++;
    for (side = 0; side < 2; side++)
        if (nearest[side] >= 0) {
            int64_t x = kept + q->list[nearest[side]].key;
            double later = fpm__max(fpm__items_time(a, x), fpm__items_time(b, whole - x));
            if (later < value) value = later, set = nearest[side];
        }
    for (c = 0; c < size && set >= 0; c++)
        more += fpm__items_away(q, core[c], set >> c & 1 ? j : k) -
                fpm__items_away(q, core[c], q->owner[core[c]]);
    if (set < 0 || q->moved + more > q->budget) return 0;
    for (c = 0; c < size; c++) q->owner[core[c]] = set >> c & 1 ? j : k;
    a->head = b->head = -1, a->sum = b->sum = a->count = b->count = 0, q->moved += more;
    while (q->joined > 0) {
        i = q->join[--q->joined].value, to = &q->proc[q->owner[i]];
        q->next[i] = to->head, to->head = i, to->sum += q->load[i], to->count++;
    }
    a->time = fpm__items_time(a, a->sum), b->time = fpm__items_time(b, b->sum);
    return 1;
}

static FPM__COLD int fpm__items_over(fpm__items *q) {
    double best = q->o.max_moved && q->budget == INT64_MAX ? FPM__NEVER : q->found;
    return q->work <= q->cut || fpm__watch_ask(&q->watch, q->o.max_work - q->work, 1 << 18,
                                               q->info.iterations, best, q->bound);
}

/* Exchanges with the last processor, until the phase ends or `tries` in a row brought nothing. */
static FPM__COLD void fpm__items_improve(fpm__items *q, int64_t tries) {
    int64_t failed = 0;
    fpm__items_caps(q, q->bound);
    while (failed <= tries && q->p > 1 && q->makespan > q->bound && !fpm__items_over(q)) {
        int last = q->last, j = (int)fpm__items_random(q, q->p);
        int k = failed % 2 ? (int)fpm__items_random(q, q->p) : q->first;
        if (failed && j != last && k != last && j != k) fpm__items_exchange(q, j, k, 1, 0);
        failed = k != last && fpm__items_exchange(q, last, k, 0, !failed) ? 0 : failed + 1;
        fpm__items_ends(q);
        q->work -= 2 * q->p;
    }
}

static void fpm__items_keep(fpm__items *q) {
    memcpy(q->best, q->owner, (size_t)q->n * sizeof *q->best);
    if (q->copies) memcpy(q->kept, q->copies, (size_t)q->kinds * sizeof *q->kept);
    q->found = q->makespan;
}

/* The pieces, or their copies with what each takes of the load, by falling load.  Copies of a piece
   stay together, those with a unit more first; the last one of all has the least load. */
static FPM__COLD void fpm__items_expand(fpm__items *q) {
    int64_t i, e, m = 0;
    int k, each = 1;
    for (e = 0; e < q->kinds; e++) {
        if (q->copies) each = q->copies[e];
        for (k = 0; k < each; k++) fpm__item_set(&q->list[m], -(q->given[e] / each), m), m++;
        for (k = 0; k < each && q->copies; k++) q->of[m - 1 - k] = (int)e;
    }
    fpm__sort_many(q->list, q->list + m, m);
    for (i = 0, k = 0; i < m; i++) {
        q->piece[i] = q->list[i].value, q->load[i] = -q->list[i].key;
        if (!q->copies) continue;
        e = fpm__items_of(q, i), k = i > 0 && e == fpm__items_of(q, i - 1) ? k + 1 : 0;
        q->load[i] += k < q->given[e] % q->copies[e];
    }
    for (i = m - 1, q->rest[m] = 0; i >= 0; i--) q->rest[i] = q->rest[i + 1] + q->load[i];
}

/* The best becomes the state. */
static FPM__COLD void fpm__items_recall(fpm__items *q) {
    if (q->copies) {
        memcpy(q->copies, q->kept, (size_t)q->kinds * sizeof *q->kept);
        fpm__items_expand(q);
    }
    memcpy(q->owner, q->best, (size_t)q->n * sizeof *q->owner);
    fpm__items_lists(q);
}

/* Copies: the next one always goes to the piece with the largest share.  Let T be the least largest
   share that can be.  While a share is above T, the piece with the largest one has fewer than the
   ceil(load / T) copies that it needs for T; and all together need no more than there are. */
static FPM__COLD void fpm__items_count(fpm__items *q) {
    fpm__records heap = fpm__records_of(q->list, 2);
    int64_t e, left = q->n - q->kinds;
    for (e = 0; e < q->kinds; e++) q->copies[e] = 1, fpm__item_set(&q->list[e], q->given[e], -e);
    fpm__heap_make(&heap, q->kinds);
    for (; left > 0; left--) {
        int c = ++q->copies[e = -q->list[0].value];
        q->list[0].key = c < q->hosts ? fpm__divide_up(q->given[e], c) : -1;
        fpm__heap_sink(&heap, 0, q->kinds);
    }
    memcpy(q->kept, q->copies, (size_t)q->kinds * sizeof *q->kept);
}

/* Can the pieces of a processor, with room left, be changed without loss: a free one added, or put
   in place of a lesser one, which the owner of the free one can have?  Its first piece stays. */
static FPM__COLD int fpm__items_dominated(const fpm__items *q, int j, int64_t room) {
    const fpm__items_proc *a = &q->proc[j];
    int64_t i, k;
    if (q->stay || a->count == 0) return 0;
    for (k = q->n - 1; k > a->head; k--) {
        if (q->loose && q->owner[k] < 0 && q->load[k] <= room) return 1;
        for (i = k - 1; q->owner[k] == j && i > a->head && q->load[i] <= q->load[k] + room; i--)
            if (q->owner[i] < 0 && q->load[i] > q->load[k]) return 1;
    }
    return 0;
}

/* The pieces of processor `at` of the order are known.  1: the next ones get what is left. */
static FPM__COLD int fpm__items_closed(fpm__items *q, int at, int64_t room) {
    const fpm__items_proc *a = &q->proc[q->order[at]];
    int64_t left = q->n, slots = 0, need = 0;
    int k;
    q->work -= q->p;
    for (k = 0; k <= at; k++) left -= q->proc[q->order[k]].count;
    for (; k < q->p; k++) slots += q->proc[q->order[k]].slots, need += q->proc[q->order[k]].least;
    if (a->count < a->least || left > slots || left < need ||
        fpm__items_dominated(q, q->order[at], room))
        return 0;
    if (left > 0) return 1;
    fpm__items_lists(q);
    if (q->stay == 2) q->budget = q->moved - 1;
    else if (q->makespan < q->found) q->out = 2; /* times of models may fall by an ulp */
    if (q->stay == 2 || q->out == 2) fpm__items_keep(q);
    return 0;
}

/* Processor `at` of the order gets any of the free pieces from i on, of a load `open`; then those
   after it get the others.  Together they have `spare` more capacity than what is free. */
static FPM__COLD void fpm__items_branch(fpm__items *q, int at, int64_t i, int64_t open,
                                        int64_t spare) {
    int j = q->order[at], k;
    fpm__items_proc *a = &q->proc[j];
    int64_t room = a->cap - a->sum, first = -1, from, w;
    if (!q->stay && a->kind < j && a->count == 0) first = a[-1].count > 0 ? a[-1].head : q->n;
    for (k = 0; k < at && i == 0; k++) open -= q->proc[q->order[k]].sum;
    for (;;) {
        for (from = i; i < q->n; i++) {
            if (q->owner[i] >= 0) continue;
            if (i > first && q->load[i] <= room && a->count < a->slots) break;
            open -= q->load[i];
        }
        q->work -= 8 + i - from;
        q->info.nodes++;
        if (!q->out) q->out = fpm__items_over(q);
        if (q->out || q->moved > q->budget || room - open > spare) return;
        if (i == q->n) break;
        w = q->load[i];
        if (a->count == 0) a->head = i;
        fpm__items_put(q, i, j);
        fpm__items_branch(q, at, i + 1, open - w, spare);
        a->sum -= w, a->count--, q->moved -= fpm__items_away(q, i, j);
        q->owner[i] = -1;
        if (a->count == 0 && !q->stay && q->proc[q->order[q->p - 1]].kind == a->kind) return;
        for (i++, open -= w; i < q->n && q->owner[i] < 0 && q->load[i] == w && !q->stay; i++)
            open -= w; /* equal pieces have ascending owners */
    }
    if (fpm__items_closed(q, at, room)) fpm__items_branch(q, at + 1, 0, q->total, spare - room);
}

/* The tree, until the phase ends, for less than the best known (stay 0; 1: within the budget, too)
   or (2) for what ends within a time and moves least.  1: none is better. */
static FPM__COLD int fpm__items_tree(fpm__items *q, int stay, double time) {
    int64_t spare;
    int j;
    if (q->n > (stay ? FPM__ITEMS_TINY : FPM__ITEMS_FEW) || q->p > 2 * FPM__ITEMS_FEW ||
        q->copies || q->watch.stopped)
        return 0;
    do {
        q->out = 0, q->stay = stay, q->loose = 1;
        if (stay < 2) time = fpm__from_bits(fpm__bits(fpm__min(q->found, FPM__LATEST)) - 1);
        spare = fpm__items_caps(q, time) - q->total;
        fpm__items_empty(q);
        memset(q->owner, -1, (size_t)q->n * sizeof *q->owner);
        for (j = 0; j < q->p; j++) {
            fpm__item_set(&q->list[j], q->proc[j].cap, j);
            q->loose = q->loose && q->proc[j].slots >= q->n && q->proc[j].least == 0;
        }
        fpm__sort(q->list, 2, q->p);
        for (j = 0; j < q->p; j++) q->order[j] = (int)q->list[j].value;
        fpm__items_branch(q, 0, 0, q->total, spare);
    } while (q->out == 2 && q->found > q->bound);
    return !q->out || !(q->found > q->bound);
}

/* Copies pass from a piece to another, and all are placed anew; what is no worse is kept. */
static FPM__COLD void fpm__items_recount(fpm__items *q) {
    while (q->found > q->bound && !fpm__items_over(q)) {
        do {
            int a = fpm__items_of(q, fpm__items_random(q, q->n)),
                b = (int)fpm__items_random(q, q->kinds);
            if (a != b && q->copies[a] > 1 && q->copies[b] < q->hosts)
                q->copies[a]--, q->copies[b]++;
        } while (fpm__items_random(q, 2));
        q->work -= 32 * q->n + (q->n - q->kinds + 1) * q->p;
        fpm__items_expand(q);
        q->makespan = FPM__NEVER;
        if (fpm__items_greedy(q, q->bound, NULL)) fpm__items_improve(q, 2 * q->p);
        if (q->makespan <= fpm__min(q->found, FPM__LATEST)) fpm__items_keep(q);
        else memcpy(q->copies, q->kept, (size_t)q->kinds * sizeof *q->kept);
    }
}

/* The best was found without regard to what moves.  Now pieces stay where they are, as far as they
   fit within the limit that slack sets, or within the least time for which no more moves than may;
   the greedy rule places the others, and exchanges go on from there.  The best stays the answer
   where that is too late, and the tree of few pieces may have a better one.  1: there is one. */
static FPM__COLD int fpm__items_near(fpm__items *q) {
    double limit = fpm__min((1 + q->o.slack) * q->found, FPM__LATEST);
    int64_t most = q->moved, first = fpm__bits(limit);
    fpm__seek s = fpm__seek_begin(first - 1, fpm__bits(FPM__LATEST) + 1, first, INT64_C(1) << 44);
    int good;
    q->budget = fpm__most(q->o.max_moved, INT64_MAX);
    q->cut = q->work / 2, q->found = FPM__NEVER;
    while (fpm__seeking(&s)) {
        good = fpm__items_greedy(q, fpm__from_bits(s.at), q->o.from);
        fpm__seek_told(&s, !good || q->moved > q->budget);
    }
    good = fpm__items_greedy(q, fpm__from_bits(s.high), q->o.from);
    if (good && q->budget < most && q->makespan > limit) fpm__items_improve(q, 32 * q->p);
    good = good && q->moved <= q->budget && q->makespan < FPM__LATEST;
    if (most <= q->budget && !(good && !(q->makespan > limit) && q->moved <= most))
        fpm__items_recall(q), good = 1;
    q->cut = q->work - q->work / 8;
    if (good) fpm__items_keep(q);
    if (!(q->found > limit)) q->budget = q->moved - 1;
    fpm__items_tree(q, 2, limit);
    if (q->found > limit) fpm__items_tree(q, 1, 0);
    if (q->found < FPM__NEVER) fpm__items_recall(q);
    return q->found < FPM__NEVER;
}

/* The least makespan that is found: exchanges and the tree in turn, each for an eighth, a quarter,
   half of the work; then what few moves reach. */
static FPM__COLD int fpm__items_solve(fpm__items *q) {
    int64_t most = q->work, part = fpm__min64(most, FPM__ITEMS_WORK) / 8 + 1;
    int round = 0, proven = 0, begun = fpm__items_greedy(q, q->bound, NULL);
    if (q->o.from) most /= 4; /* the rest is for what moves */
    for (q->found = FPM__NEVER; part <= most + 1 && !proven; round++, part *= 2) {
        q->cut = fpm__max64(q->work - part, 0);
        if (begun) fpm__items_improve(q, round && !q->copies ? INT64_MAX : 2 * q->p);
        if (begun && q->makespan < fpm__min(q->found, FPM__LATEST)) fpm__items_keep(q);
        if (q->copies) fpm__items_recount(q);
        q->cut = fpm__max64(q->work - part, 0);
        proven = !(q->found > q->bound) || fpm__items_tree(q, 0, 0);
        begun = q->found < FPM__NEVER;
        if (begun) fpm__items_recall(q);
    }
    if (!begun) return proven ? FPM_E_INFEASIBLE : FPM_E_WORK_LIMIT;
    if (proven) q->bound = q->found;
    return q->o.from && !fpm__items_near(q) ? FPM_E_WORK_LIMIT : FPM_OK;
}

/* Constraints of processor j, and whether it may change places with the one before. */
static FPM__COLD int fpm__items_constrain(fpm__items *q, int j) {
    const fpm_items_options *o = &q->o;
    fpm__items_proc *a = &q->proc[j];
    const fpm_proc *r = o->procs ? &o->procs[j] : NULL;
    int64_t load = o->max_load ? o->max_load[j] : 0, slots = o->max_pieces ? o->max_pieces[j] : 0;
    int same, status = r ? fpm__proc_status(r) : FPM_OK;
    a->least = o->min_pieces ? o->min_pieces[j] : 0;
    a->speed = o->speed ? o->speed[j] : 1, a->model = r;
    if (status != FPM_OK) return status;
    if (r && (fpm__listed(r->model) || r->grain > 1 || r->cost || r->min > 0 || r->required))
        return FPM_E_UNSUPPORTED;
    if (r && !r->model->monotone) return FPM_E_NOT_MONOTONE;
    if (!fpm__time_ok(a->speed) || !fpm__limits_ok(0, load) || !fpm__limits_ok(a->least, slots))
        return FPM_E_BOUNDS;
    a->most = fpm__most(load, r ? fpm__most(r->max, FPM_SIZE_MAX) : FPM_SIZE_MAX);
    a->slots = fpm__most(slots, q->kinds);
    if (o->equal_counts) {
        a->slots = fpm__min64(a->slots, q->n / q->p + (q->n % q->p != 0));
        a->least = fpm__max64(a->least, q->n / q->p);
    }
    same = j > 0 && memcmp(a, a - 1, offsetof(fpm__items_proc, cap)) == 0 &&
           (!r || fpm__same_proc(r, r - 1));
    a->kind = same ? a[-1].kind : j;
    return a->least > a->slots ? FPM_E_INFEASIBLE : FPM_OK;
}

/* Check loads, present owners or counts of copies, and processors; the pieces by falling load. */
static FPM__COLD int fpm__items_read(fpm__items *q, int check) {
    int64_t i, slots = 0, least = 0, widest = 0, copies = 0;
    int status;
    for (i = 0; i < q->kinds; i++) {
        q->info.at = i;
        if (q->given[i] < 0) return FPM_E_LOAD;
        if (q->given[i] > FPM_SIZE_MAX - q->total) return FPM_E_OVERFLOW;
        if (q->o.from && (q->o.from[i] < -1 || q->o.from[i] >= q->p)) return FPM_E_ARGUMENT;
        q->total += q->given[i];
        if (!check || !q->copies) continue;
        if (q->o.copies[i] < 1 || q->o.copies[i] > q->n - copies) return FPM_E_ARGUMENT;
        copies += q->o.copies[i];
    }
    q->info.at = -1;
    if (check && q->copies && copies < q->n) return FPM_E_ARGUMENT;
    for (q->info.fault = 0; q->info.fault < q->p; q->info.fault++) {
        const fpm__items_proc *a = &q->proc[q->info.fault];
        status = fpm__items_constrain(q, q->info.fault);
        if (status != FPM_OK) return status;
        slots += a->slots, least = fpm__add_capped(least, a->least);
        if (a->slots > 0) widest = fpm__max64(widest, a->most), q->hosts++;
    }
    q->info.fault = -1;
    if (slots < q->n || least > q->n || q->n > q->kinds * q->hosts) return FPM_E_INFEASIBLE;
    if (q->copies) fpm__items_count(q);
    fpm__items_expand(q);
    if (q->n > 0 && q->load[0] > widest) q->info.at = q->copies ? q->of[q->piece[0]] : q->piece[0];
    if (q->info.at >= 0) return FPM_E_INFEASIBLE;
    q->bound = fpm__items_bound(q);
    if (check && q->copies) {
        memcpy(q->copies, q->o.copies, (size_t)q->kinds * sizeof *q->copies);
        fpm__items_expand(q);
    }
    return q->bound > FPM__LATEST ? FPM_E_INFEASIBLE : FPM_OK;
}

/* Begin a call; always ended by fpm__items_end. */
static FPM__COLD int fpm__items_begin(fpm__items *q, int64_t n, const int64_t *load, int p,
                                      const fpm_items_options *opts, const int *owner, int check) {
    const fpm_items_options *o = &q->o;
    int64_t many, room;
    int status;
    memset(q, 0, sizeof *q);
    fpm__info_begin(&q->info);
    if (opts) q->o = *opts;
    fpm__mem_begin(&q->mem, o->alloc, o->max_bytes);
    fpm__watch_begin(&q->watch, o->progress, o->context);
    if (n < 0 || n > INT32_MAX - 1 || (n > 0 && (!load || !owner)) || p < 1 ||
        (o->speed && o->procs) || (o->equal_counts & ~1) || o->max_work < 0 ||
        !fpm__finite(o->slack) || o->slack < 0 || o->max_moved < FPM_NOTHING ||
        (!o->from && (o->max_moved || o->slack > 0)) || o->slots > INT32_MAX - 1 ||
        (o->slots ? o->slots < n || !o->copies || o->from || !owner : o->copies != NULL))
        return FPM_E_ARGUMENT;
    q->p = p, q->n = o->slots ? o->slots : n, q->random = 1, q->budget = INT64_MAX;
    q->given = load, q->kinds = n, many = q->n + 1;
    if (!o->max_work) q->o.max_work = FPM__ITEMS_WORK;
    q->work = q->o.max_work = fpm__min64(o->max_work, FPM_SIZE_MAX);
    q->proc = (fpm__items_proc *)fpm__take(&q->mem, p, sizeof *q->proc);
    q->load = (int64_t *)fpm__take(&q->mem, 4 * many, sizeof *q->load);
    q->owner = (int *)fpm__take(&q->mem, 2 * many + p, sizeof *q->owner);
    room = fpm__max64(1 << FPM__ITEMS_CORE, many); /* a core's subsets, or all pieces of two */
    q->list = (fpm__item *)fpm__take(&q->mem, room + fpm__max64(p, many), sizeof *q->list);
    if (o->slots) q->copies = (int *)fpm__take(&q->mem, 2 * n + many, sizeof *q->copies);
    status = fpm__mem_status(&q->mem);
    if (status != FPM_OK) return status;
    if (o->slots) q->kept = q->copies + n, q->of = q->kept + n;
    q->piece = q->load + many, q->rest = q->piece + many, q->next = q->rest + many;
    q->best = q->owner + many, q->order = q->best + many, q->join = q->list + room;
    return fpm__items_read(q, check);
}

/* The state into the report; how good it is. */
static FPM__COLD int fpm__items_tally(fpm__items *q) {
    fpm__tally v = {0, 0, -1, 0, -1};
    int j;
    for (j = 0; j < q->p; j++) {
        const fpm__items_proc *a = &q->proc[j];
        if (a->sum == 0) continue;
        fpm__tally_add(&v, j, a->time, a->model ? a->model->model : NULL, (double)a->sum);
    }
    fpm__tally_report(&v, &q->info);
    fpm__set_bound(&q->info, q->bound);
    q->info.moved = (double)q->moved;
    if (!(v.makespan > q->bound)) return v.extrapolated >= 0 ? FPM_EXTRAPOLATED : FPM_OK;
    return q->work <= 0 || q->watch.stopped ? FPM_WORK_LIMIT : FPM_HEURISTIC;
}

static FPM__COLD int fpm__items_end(fpm__items *q, int status, fpm_info *info) {
    q->info.work = q->o.max_work - q->work;
    return fpm__call_end(&q->mem, fpm__watch_status(&q->watch, status), &q->info, info);
}

FPM__DEFN FPM__COLD int fpm_items_assign(int64_t n, const int64_t *load, int p,
                                         const fpm_items_options *opts, int *owner,
                                         fpm_info *info) {
    fpm__items q;
    int64_t i;
    int status = fpm__items_begin(&q, n, load, p, opts, owner, 0);
    if (status == FPM_OK) status = fpm__items_solve(&q);
    if (status == FPM_OK) status = fpm__items_tally(&q);
    for (i = 0; i < q.n && status >= 0; i++) owner[q.piece[i]] = q.owner[i];
    for (i = 0; q.copies && i < n && status >= 0; i++) q.o.copies[i] = q.copies[i];
    return fpm__items_end(&q, status, info);
}

FPM__DEFN FPM__COLD int fpm_items_check(int64_t n, const int64_t *load, int p,
                                        const fpm_items_options *opts, const int *owner,
                                        fpm_info *info) {
    fpm__items q;
    int64_t i;
    int status = fpm__items_begin(&q, n, load, p, opts, owner, 1), j;
    for (i = 0; i < q.n && status == FPM_OK; i++) {
        j = q.owner[i] = owner[q.piece[i]];
        if (j < 0 || j >= p) status = FPM_E_VIOLATED, q.info.at = q.piece[i];
    }
    if (status == FPM_OK) fpm__items_lists(&q);
    for (j = 0; j < p && status == FPM_OK; j++) {
        const fpm__items_proc *a = &q.proc[j];
        if (a->count < a->least || a->count > a->slots || a->sum > a->most)
            status = FPM_E_VIOLATED, q.info.fault = j;
        for (i = a->head; q.copies && i >= 0 && q.next[i] >= 0 && status == FPM_OK; i = q.next[i])
            if (q.of[q.piece[i]] == q.of[q.piece[q.next[i]]])
                status = FPM_E_VIOLATED, q.info.fault = j, q.info.at = q.piece[q.next[i]];
    }
    if (status == FPM_OK && q.moved > fpm__most(q.o.max_moved, INT64_MAX)) status = FPM_E_VIOLATED;
    if (status == FPM_OK) fpm__items_tally(&q);
    return fpm__items_end(&q, status, info);
}

/* ---- >>grid ---------------------------------------------------------------------------------- */

/* Loads on a plane as sums over their first rows and columns: any rectangle's load is four reads.

   The sums are kept twice, by rows and transposed.  A plane is one view: classes with stripes are
   written for stripes of rows, and find those of columns on the other.  Sums along a row lie side
   by side in the first table, along a column in the other, so no search strides through memory.

   Invariants: loads are whole and 0 or more, and sum to less than 2^60 (real loads were rounded to
   multiples of grid.unit), so all comparisons are exact and differences of sums cannot overflow;
   both tables have (rows + 1) x (cols + 1) entries, the first row and column of which are 0. */

#define FPM__LOAD_MAX (INT64_C(1) << 60) /* sums of a grid are below this */

/* What the classes of partitions see: a grid, or its transpose, tables exchanged. */
typedef struct fpm__plane {
    const int64_t *at, *flip; /* sums by rows, and by columns */
    int64_t rows, cols;
    int64_t border;     /* what a cell of side costs, 0: nothing; loads then count 2^shift */
    int64_t high, wide; /* least rows and columns of a part that has cells */
    int shift;
    int transposed; /* 1: rows here are columns of the grid */
} fpm__plane;

/* Sums of the first r rows: entry c is the load of the rows before r and the columns before c. */
FPM__INLINE const int64_t *fpm__plane_row(const fpm__plane *v, int64_t r) {
    return v->at + r * (v->cols + 1);
}

/* Sums of the first c columns, by row. */
FPM__INLINE const int64_t *fpm__plane_col(const fpm__plane *v, int64_t c) {
    return v->flip + c * (v->rows + 1);
}

/* The load of rows r0 .. r1 - 1 and columns c0 .. c1 - 1. */
FPM__INLINE int64_t fpm__plane_load(const fpm__plane *v, int64_t r0, int64_t r1, int64_t c0,
                                    int64_t c1) {
    const int64_t *low = fpm__plane_row(v, r0), *high = fpm__plane_row(v, r1);
    return (high[c1] - high[c0]) - (low[c1] - low[c0]);
}

/* Compute the sums of one more row: out[c + 1] = above[c + 1] + the loads up to c, which may lie in
   out + 1 already.  Returns -1, or the first column at fault. */
static int64_t fpm__grid_sum(const int64_t *load, const int64_t *above, int64_t *out, int64_t cols,
                             int64_t *largest) {
    int64_t c, sum = 0, most = *largest;
    out[0] = 0;
    for (c = 0; c < cols; c++) {
        int64_t w = load[c];
        if ((uint64_t)w >= (uint64_t)(FPM__LOAD_MAX - sum)) return c;
        if (w > most) most = w;
        sum += w;
        out[c + 1] = above[c + 1] + sum;
    }
    *largest = most;
    return out[cols] < FPM__LOAD_MAX ? -1 : cols - 1;
}

static int fpm__rect_empty(const fpm_rect *a) { return a->r0 >= a->r1 || a->c0 >= a->c1; }

/* The cells of two rectangles that are in both. */
static fpm_rect fpm__rect_both(const fpm_rect *a, const fpm_rect *b) {
    fpm_rect c = FPM_ZERO;
    c.r0 = fpm__max64(a->r0, b->r0), c.r1 = fpm__min64(a->r1, b->r1);
    c.c0 = fpm__max64(a->c0, b->c0), c.c1 = fpm__min64(a->c1, b->c1);
    return c;
}

/* Has it cells, but too few rows or columns? */
static int fpm__rect_thin(const fpm_rect *a, int64_t rows, int64_t cols) {
    return !fpm__rect_empty(a) && (a->r1 - a->r0 < rows || a->c1 - a->c0 < cols);
}

/* What the rectangle of rows r0 .. r1 - 1 and columns c0 .. c1 - 1 costs; if empty, 0. */
FPM__INLINE int64_t fpm__plane_cost(const fpm__plane *v, int64_t r0, int64_t r1, int64_t c0,
                                    int64_t c1) {
    int64_t load = fpm__plane_load(v, r0, r1, c0, c1);
    if (v->border == 0 || r0 >= r1 || c0 >= c1) return load;
    return (load << v->shift) + v->border * (r1 - r0 + c1 - c0);
}

/* What the rows from r on cost at least, however they are cut. */
FPM__INLINE int64_t fpm__plane_rest(const fpm__plane *v, int64_t r) {
    const int64_t *rows = fpm__plane_col(v, v->cols);
    int64_t load = rows[v->rows] - rows[r];
    if (v->border == 0 || r >= v->rows) return load;
    return (load << v->shift) + v->border * (v->rows - r + v->cols);
}

enum { FPM__TILE = 32 }; /* lines of both tables that are turned at once */

/* Copy rows first .. last - 1 of `at`, at most FPM__TILE, into `flip`, by way of a tile of 8 KB
   that stays in the first-level cache: so both tables are read and written along their lines. */
static void fpm__grid_flip(fpm_grid *g, int64_t first, int64_t last) {
    int64_t tile[FPM__TILE][FPM__TILE], width = g->cols + 1, height = g->rows + 1, c, r, k;
    for (c = 0; c < width; c += FPM__TILE) {
        int64_t wide = fpm__min64(FPM__TILE, width - c);
        for (r = first; r < last; r++)
            for (k = 0; k < wide; k++) tile[k][r - first] = g->fpm__at[r * width + c + k];
        for (k = 0; k < wide; k++)
            memcpy(g->fpm__flip + (c + k) * height + first, tile[k],
                   (size_t)(last - first) * sizeof(int64_t));
    }
}

/* Where the loads of a grid come from. */
typedef struct fpm__source {
    const int64_t *whole; /* or NULL */
    const double *real;   /* or NULL; both NULL: the loads are in the table already */
    int64_t stride;       /* elements from one row to the next */
} fpm__source;

/* Fill both tables in one pass over the loads.  Returns a status; *cell is the load at fault. */
static int fpm__grid_fill(fpm_grid *g, const fpm__source *from, int64_t *cell) {
    int64_t width = g->cols + 1, r, c, done = 0, bad;
    memset(g->fpm__at, 0, (size_t)width * sizeof(int64_t));
    for (r = 0; r < g->rows; r++) {
        int64_t *out = g->fpm__at + (r + 1) * width;
        const int64_t *load = from->whole ? from->whole + r * from->stride : out + 1;
        for (c = 0; from->real && c < g->cols; c++) {
            double v = from->real[r * from->stride + c];
            double units = v / g->unit; /* which may underflow to 0 */
            int64_t whole = (int64_t)units;
            out[c + 1] = whole + (units - (double)whole >= 0.5); /* to the nearest; halves up */
            g->rounded = fpm__max(g->rounded, fabs(v - (double)out[c + 1] * g->unit));
        }
        bad = fpm__grid_sum(load, out - width, out, g->cols, &g->largest);
        if (bad >= 0) {
            *cell = r * g->cols + bad;
            return load[bad] < 0 ? FPM_E_LOAD : FPM_E_OVERFLOW;
        }
        if (r + 2 - done == FPM__TILE || r + 1 == g->rows) {
            fpm__grid_flip(g, done, r + 2);
            done = r + 2;
        }
    }
    g->total = g->fpm__at[g->rows * width + g->cols];
    return FPM_OK;
}

/* An empty grid with room for its tables; fpm_grid_free frees it, also on failure. */
static int fpm__grid_make(fpm_grid *g, int64_t rows, int64_t cols, const fpm_grid_options *opts) {
    const fpm_alloc *alloc = opts ? opts->alloc : NULL;
    size_t limit = opts && opts->max_bytes ? opts->max_bytes : (size_t)1025 << 20, size;
    memset(g, 0, sizeof *g);
    if (rows < 1 || cols < 1) return FPM_E_ARGUMENT;
    if (rows >= FPM__LOAD_MAX || cols >= FPM__LOAD_MAX / (rows + 1) - 1) return FPM_E_OVERFLOW;
    size = fpm__bytes((rows + 1) * (cols + 1), sizeof(int64_t));
    if (size == 0) return FPM_E_OVERFLOW;
    if (size > limit / 2) return FPM_E_MAX_BYTES;
    if (alloc) g->alloc = *alloc;
    g->rows = rows;
    g->cols = cols;
    g->unit = 1;
    g->fpm__at = (int64_t *)fpm__resize(alloc, NULL, 0, size);
    if (g->fpm__at) g->fpm__flip = (int64_t *)fpm__resize(alloc, NULL, 0, size);
    return g->fpm__flip ? FPM_OK : FPM_E_MEMORY;
}

FPM__DEFN FPM__COLD void fpm_grid_free(fpm_grid *grid) {
    const fpm_alloc *alloc;
    size_t size;
    if (!grid) return;
    alloc = grid->alloc.resize ? &grid->alloc : NULL;
    size = (size_t)((grid->rows + 1) * (grid->cols + 1)) * sizeof(int64_t);
    fpm__free(alloc, grid->fpm__at, size);
    fpm__free(alloc, grid->fpm__flip, size);
    memset(grid, 0, sizeof *grid);
}

/* End an fpm_grid_init...: hand over the grid that was made or, on failure, free it. */
static FPM__APART int fpm__grid_done(fpm_grid *made, int status, int64_t at_fault, fpm_grid *grid,
                                     int64_t *cell) {
    if (status == FPM_OK) *grid = *made;
    else fpm_grid_free(made);
    if (status != FPM_OK && cell) *cell = at_fault;
    return status;
}

/* Set the unit for real loads: 1 if all are whole and sum to at most 2^53, else the power of two of
   which the sum is 2^52 to 2^53. */
static int fpm__grid_unit(fpm_grid *g, const fpm__source *from, int64_t *cell) {
    int64_t r, c;
    double sum = 0;
    int whole = 1, e;
    for (r = 0; r < g->rows; r++) {
        double part = 0;
        for (c = 0; c < g->cols; c++) {
            double v = from->real[r * from->stride + c];
            *cell = r * g->cols + c;
            if (!fpm__finite(v) || !(v >= 0)) return FPM_E_LOAD;
            whole = whole && v < 9007199254740992.0 && (double)(int64_t)v == v;
            part += v;
        }
        sum += part;
        if (!fpm__finite(sum)) return FPM_E_OVERFLOW;
    }
    *cell = -1;
    if (whole && sum <= 9007199254740992.0) return FPM_OK;
    frexp(sum, &e);
    g->unit = ldexp(1, e - 53 > -1022 ? e - 53 : -1022);
    return FPM_OK;
}

/* A grid of loads in rows, whole or real ones. */
static int fpm__grid_rows(fpm_grid *grid, int64_t rows, int64_t cols, const int64_t *whole,
                          const double *real, int64_t stride, const fpm_grid_options *opts,
                          int64_t *cell) {
    fpm_grid made;
    fpm__source from = FPM_ZERO;
    int64_t at_fault = -1;
    int status = fpm__grid_make(&made, grid && (whole || real) ? rows : 0, cols, opts);
    from.whole = whole;
    from.real = real;
    from.stride = stride ? stride : cols;
    if (status == FPM_OK && from.stride < cols) status = FPM_E_ARGUMENT;
    if (status == FPM_OK && real) status = fpm__grid_unit(&made, &from, &at_fault);
    if (status == FPM_OK) status = fpm__grid_fill(&made, &from, &at_fault);
    return fpm__grid_done(&made, status, at_fault, grid, cell);
}

FPM__DEFN int fpm_grid_init(fpm_grid *grid, int64_t rows, int64_t cols, const int64_t *load,
                            int64_t stride, const fpm_grid_options *opts, int64_t *cell) {
    return fpm__grid_rows(grid, rows, cols, load, NULL, stride, opts, cell);
}

FPM__DEFN int fpm_grid_init_real(fpm_grid *grid, int64_t rows, int64_t cols, const double *load,
                                 int64_t stride, const fpm_grid_options *opts, int64_t *cell) {
    return fpm__grid_rows(grid, rows, cols, NULL, load, stride, opts, cell);
}

FPM__DEFN int fpm_grid_init_sparse(fpm_grid *grid, int64_t rows, int64_t cols, int64_t count,
                                   const int64_t *row, const int64_t *col, const int64_t *load,
                                   const fpm_grid_options *opts, int64_t *cell) {
    fpm_grid made;
    fpm__source from = FPM_ZERO;
    int64_t k, at_fault = -1;
    int ok = grid && count >= 0 && (count == 0 || (row && col));
    int status = fpm__grid_make(&made, ok ? rows : 0, cols, opts);
    if (status == FPM_OK)
        memset(made.fpm__at, 0, (size_t)((rows + 1) * (cols + 1)) * sizeof(int64_t));
    for (k = 0; status == FPM_OK && k < count; k++) {
        int64_t w = load ? load[k] : 1, *to;
        at_fault = k;
        if (w < 0 || row[k] < 0 || row[k] >= rows || col[k] < 0 || col[k] >= cols) {
            status = w < 0 ? FPM_E_LOAD : FPM_E_BOUNDS;
            break;
        }
        to = &made.fpm__at[(row[k] + 1) * (cols + 1) + col[k] + 1];
        if (w >= FPM__LOAD_MAX - *to) status = FPM_E_OVERFLOW;
        else *to += w;
    }
    if (status == FPM_OK) {
        status = fpm__grid_fill(&made, &from, &at_fault);
        at_fault = -1; /* the total overflows: no entry is at fault */
    }
    return fpm__grid_done(&made, status, at_fault, grid, cell);
}

/* A plane of a grid: as it is, or transposed. */
static void fpm__plane_of(const fpm_grid *grid, int transposed, fpm__plane *v) {
    v->at = transposed ? grid->fpm__flip : grid->fpm__at;
    v->flip = transposed ? grid->fpm__at : grid->fpm__flip;
    v->rows = transposed ? grid->cols : grid->rows;
    v->cols = transposed ? grid->rows : grid->cols;
    v->border = v->shift = 0;
    v->high = v->wide = 1;
    v->transposed = transposed;
}

FPM__DEFN int64_t fpm_grid_load(const fpm_grid *grid, int64_t r0, int64_t r1, int64_t c0,
                                int64_t c1) {
    fpm__plane v;
    if (!grid || !grid->fpm__at || r0 < 0 || r1 < r0 || r1 > grid->rows || c0 < 0 || c1 < c0 ||
        c1 > grid->cols)
        return -1;
    fpm__plane_of(grid, 0, &v);
    return fpm__plane_load(&v, r0, r1, c0, c1);
}

/* ---- >>caps ---------------------------------------------------------------------------------- */

/* What processors can take.  A partition of a chain or a grid is searched by its key, a whole
   number that ascends with what is to be small: the largest load of a part where processors are
   equal, the bits of the latest finish where they differ (part i is then done by processor i).  For
   each key that is tried the load that each processor can take within it is computed once.  After
   that all is whole numbers, and the same searches serve both cases.

   Invariants.  No partition has a key below `low`.  If no partition has a key up to one that was
   tried, none has a key below fpm__caps_next either, since until then no processor can take a unit
   more.  So a search ends at the key of a part, exact to the last bit.

   What is compared is the cost of a part, fpm__caps_cost: its load, or load + border (height +
   width).  Costs are multiples of c->unit, finer than the grid's where the border asks for it.

   From >>chain: fpm__chain_load_key, the check of processors; from >>call: the report's tally. */

/* Processors, the bounds of their keys, and what each can take at the key that is tried. */
typedef struct fpm__caps {
    int m;          /* processors, and parts */
    double unit;    /* of costs, in those of the grid's input */
    double weight;  /* the load of the whole grid, in these */
    int64_t total;  /* what the whole grid costs as one part */
    int64_t border; /* what a cell of side costs, 0: nothing; loads then count 2^shift */
    int shift;
    int64_t load;         /* equal: what each can take at the key that is tried */
    int64_t often;        /* ... and how often this can be added without overflow: to above 2^60 */
    int64_t *each;        /* unequal: m, what each can take, at most the total; NULL: equal */
    int64_t *left;        /* ... and m + 1, what those from here on can take, at most 2^60 */
    int64_t low, limit;   /* the least key that is possible, the largest that is of use */
    int64_t none;         /* above all keys: there is no partition yet */
    int64_t step;         /* up from low, where a first partition is looked for */
    fpm__chain_job times; /* unequal: speeds, or models and where they are */
    int64_t *ends;        /* least rows or columns of a part: scratch, four times the longer side */
} fpm__caps;

/* What a part costs; one that is empty, nothing. */
FPM__INLINE int64_t fpm__caps_cost(const fpm__caps *c, const fpm_rect *a) {
    if (c->border == 0 || a->r0 >= a->r1 || a->c0 >= a->c1) return a->load;
    return (a->load << c->shift) + c->border * (a->r1 - a->r0 + a->c1 - a->c0);
}

/* The key of a cost on processor i: with times.who, that of place i. */
static int64_t fpm__caps_key(const fpm__caps *c, int i, int64_t cost) {
    if (!c->each) return cost;
    return fpm__chain_load_key(&c->times, fpm__chain_proc(&c->times, i), (double)cost * c->unit);
}

/* The time that a key stands for: without speeds or models, its cost. */
static double fpm__caps_time(const fpm__caps *c, int64_t key) {
    return c->each ? fpm__from_bits(key) : (double)key * c->unit;
}

/* The key of a time that is by this part above that of another key. */
static int64_t fpm__caps_above(const fpm__caps *c, int64_t key, double part) {
    double most = fpm__caps_time(c, key) * (1 + fpm__min(part, 1e9));
    most = fpm__min(most, fpm__caps_time(c, c->limit));
    return fpm__max64(key, c->each ? fpm__bits(most) : (int64_t)(most / c->unit));
}

/* The largest cost, at most the total, that processor i takes within a key.  The search starts from
   what its speed says, or from what its model gave for the key before. */
static int64_t fpm__caps_most(const fpm__caps *c, int i, int64_t key) {
    const fpm__chain_job *t = &c->times;
    int64_t guess = c->each[i];
    int proc = fpm__chain_proc(t, i);
    fpm__seek g;
    if (t->speed)
        guess = (int64_t)fpm__min(fpm__from_bits(key) * t->speed[proc] / c->unit, (double)c->total);
    g = fpm__seek_begin(0, c->total + 1, guess, 1);
    while (fpm__seeking(&g))
        fpm__seek_tell(&g, fpm__chain_load_key(t, proc, (double)g.at * c->unit) <= key);
    return g.low;
}

/* What processors u .. e - 1 can take together; above the total: any number. */
FPM__INLINE int64_t fpm__caps_room(const fpm__caps *c, int64_t u, int64_t e) {
    if (!c->each) return fpm__min64(e - u, c->often) * c->load;
    return c->left[u] < FPM__LOAD_MAX ? c->left[u] - c->left[e] : FPM__LOAD_MAX;
}

/* What processor i can take. */
FPM__INLINE int64_t fpm__caps_of(const fpm__caps *c, int64_t i) {
    return c->each ? c->each[i] : c->load;
}

/* Compute what each can take at a key.  1: all together can take the total; 0: no partition. */
static int fpm__caps_try(fpm__caps *c, int64_t key) {
    int i;
    if (c->each) {
        for (i = c->m - 1, c->left[c->m] = 0; i >= 0; i--) {
            c->each[i] = fpm__caps_most(c, i, key);
            c->left[i] = fpm__min64(c->left[i + 1] + c->each[i], FPM__LOAD_MAX);
        }
    } else {
        c->load = fpm__max64(key, 1);
        c->often = 6 * FPM__LOAD_MAX / c->load;
    }
    return fpm__caps_room(c, 0, c->m) >= c->total;
}

/* The least key above this one, which is being tried, at which some processor takes more. */
static int64_t fpm__caps_next(const fpm__caps *c, int64_t key) {
    int64_t next = c->each ? INT64_MAX : key + 1;
    int i;
    for (i = 0; i < c->m && c->each; i++)
        if (c->each[i] < c->total) next = fpm__min64(next, fpm__caps_key(c, i, c->each[i] + 1));
    return fpm__max64(next, key + 1);
}

/* The last processor u such that u .. m - 1 can take a load: m for no load, < 0: nobody. */
static int64_t fpm__caps_last(const fpm__caps *c, int64_t load) {
    fpm__seek g = fpm__seek_begin(-1, (int64_t)c->m + 1, c->m, 1);
    if (!c->each) return c->m - fpm__divide_up(load, c->load);
    while (fpm__seeking(&g)) fpm__seek_tell(&g, c->left[g.at] >= load);
    return g.low;
}

/* Set c->low for processors that differ: the time of the largest cell on the fastest for it, and
   that in which all can take the total in whole units.  FPM_E_INFEASIBLE: they never can. */
static int fpm__caps_floor(fpm__caps *c, int64_t largest) {
    const int64_t none = fpm__bits(FPM__LATEST);
    int64_t low = INT64_MAX;
    fpm__seek s;
    int i;
    for (i = 0; i < c->m; i++) low = fpm__min64(low, fpm__caps_key(c, i, largest));
    if (c->times.speed)
        low =
            fpm__max64(low, fpm__bits((double)c->total * c->unit / c->times.power * c->times.safe));
    s = fpm__seek_begin(low - 1, none, low, c->step / 1024);
    while (fpm__seeking(&s)) {
        int enough = fpm__caps_try(c, s.at);
        if (!enough) s.at = fpm__caps_next(c, s.at) - 1;
        fpm__seek_told(&s, !enough);
    }
    c->low = s.high;
    if (c->low == none) return FPM_E_INFEASIBLE;
    fpm__caps_try(c, c->low);
    return FPM_OK;
}

/* A border that is no multiple of the grid's unit makes loads count 2^shift, to be one of the finer
   unit: as fine as it needs, while the whole costs 2^53 at most; it is rounded to that. */
static FPM__COLD int fpm__caps_scale(fpm__caps *c, const fpm_grid *grid, double border) {
    double each, whole;
    c->unit = grid->unit;
    c->weight = (double)grid->total * grid->unit;
    c->total = grid->total;
    if (!fpm__finite(border) || border < 0) return FPM_E_ARGUMENT;
    if (!(border > 0)) return FPM_OK;
    each = border / grid->unit;
    whole = (double)grid->total + each * ((double)grid->rows + (double)grid->cols);
    if (!(whole < (double)FPM__LOAD_MAX / 2 && whole * c->unit < FPM__LATEST))
        return FPM_E_OVERFLOW;
    if (grid->total == 0) each = 1, c->unit = border; /* no load has to be a multiple, too */
    for (; each > floor(each) && whole < (double)FPM_SIZE_MAX / 4 && c->unit > 1e-290;
         each *= 2, whole *= 2)
        c->shift++, c->unit /= 2;
    c->border = (int64_t)(each + 0.5);
    if (c->border == 0) c->unit = grid->unit, c->shift = 0;
    c->total = (grid->total << c->shift) + c->border * (grid->rows + grid->cols);
    return FPM_OK;
}

/* No partition into parts of cost b or less has a smaller b, for equal processors: a part of load w
   has sides that sum to (b - w) / border at most, so an area of a quarter of its square, by the
   chord at most (1 - w / b) (b / border)^2 / 4.  Over all parts that must be the whole area. */
static int64_t fpm__caps_squares(const fpm__caps *c, const fpm_grid *grid) {
    double load = c->weight / c->unit / c->m / 2, edge = (double)c->border;
    edge *= sqrt((double)grid->rows * (double)grid->cols / c->m);
    return (int64_t)((load + sqrt(load * load + 4 * edge * edge)) * (1 - 1e-12));
}

/* Check a set of processors, and that costs are exact in doubles. */
static FPM__COLD int fpm__caps_ok(const fpm__caps *c, const fpm_chain_options *o, fpm_info *info) {
    double units = (double)c->total * c->unit;
    fpm_info seen = FPM_ZERO;
    int status;
    fpm__info_begin(&seen);
    status = fpm__chain_procs(c->m, o, 0, &seen);
    if (status != FPM_OK) info->fault = seen.fault;
    else if (c->total > FPM_SIZE_MAX || units > (o->procs ? (double)FPM_SIZE_MAX : 1e139))
        status = FPM_E_SIZE;
    return status;
}

/* Set up the processors of the options: their bound, and what each can take there. */
static FPM__COLD int fpm__caps_begin(fpm__caps *c, const fpm_grid *grid, int m,
                                     const fpm_rect_options *opts, fpm__mem *mem, fpm_info *info) {
    fpm_chain_options o = FPM_ZERO;
    int64_t room = 2 * (int64_t)m + 1;
    int status;
    int64_t largest;
    memset(c, 0, sizeof *c);
    c->m = m;
    status = fpm__caps_scale(c, grid, opts ? opts->border : 0);
    if (status != FPM_OK) return status;
    largest = (grid->largest << c->shift) + 2 * c->border;
    c->low = fpm__max64(1, fpm__max64(fpm__divide_up(c->total, m), largest));
    if (c->border > 0) c->low = fpm__max64(c->low, fpm__caps_squares(c, grid));
    c->limit = fpm__max64(c->total, c->low);
    c->none = INT64_MAX;
    c->step = c->low / 64 + 1;
    if (!opts || (!opts->speed && !opts->procs)) return FPM_OK;
    c->none = fpm__bits(FPM__NEVER);
    c->limit = c->none - 1;
    c->step = INT64_C(1) << 46; /* 1/64 of a power of two */
    o.speed = opts->speed;
    o.procs = opts->procs;
    status = fpm__caps_ok(c, &o, info);
    if (status != FPM_OK) return status;
    c->times.p = m;
    fpm__chain_take(&c->times, &o);
    c->each = (int64_t *)fpm__take(mem, room, sizeof *c->each);
    if (o.procs) c->times.segment = (fpm__segment *)fpm__take(mem, room, sizeof(fpm__segment));
    if (mem->status != FPM_OK) return mem->status;
    memset(c->each, 0, (size_t)room * sizeof *c->each);
    if (o.procs) memset(c->times.segment, 0, (size_t)room * sizeof(fpm__segment));
    c->left = c->each + m;
    return fpm__caps_floor(c, largest);
}

/* Write to info what is known of times: makespan, bound, gap, imbalance, the last part, a part
   beyond its model's points.  FPM_OK, FPM_EXTRAPOLATED, or FPM_E_VIOLATED: a part above its max. */
static FPM__COLD int fpm__caps_report(const fpm__caps *c, const fpm_rect *part, fpm_info *info) {
    const fpm_proc *procs = c->times.procs;
    fpm__tally v = {0, 0, -1, 0, -1};
    double mean;
    int i;
    for (i = 0; i < c->m; i++) {
        int64_t cost = fpm__caps_cost(c, &part[i]);
        if (cost == 0) continue;
        fpm__tally_add(&v, i, fpm__caps_time(c, fpm__caps_key(c, i, cost)),
                       procs ? procs[i].model : NULL, (double)cost * c->unit);
    }
    info->last = v.proc;
    info->extrapolated = v.extrapolated;
    if (v.makespan >= FPM__LATEST) {
        info->fault = v.proc;
        info->makespan = info->lower_bound = info->gap = info->imbalance = 0;
        return FPM_E_VIOLATED;
    }
    mean = c->times.speed ? c->weight / c->times.power
           : c->each      ? v.sum / fpm__max(v.busy, 1)
                          : c->weight / c->m;
    info->makespan = v.makespan;
    info->lower_bound = fpm__min(fpm__caps_time(c, c->low), v.makespan);
    info->imbalance = mean > 0 ? v.makespan / mean - 1 : 0;
    info->gap =
        v.makespan > info->lower_bound && c->low > 0 ? v.makespan / info->lower_bound - 1 : 0;
    return v.extrapolated < 0 ? FPM_OK : FPM_EXTRAPOLATED;
}

/* ---- >>tiling -------------------------------------------------------------------------------- */

/* Are rectangles a partition, how good is it, whose is a cell?  Checks share nothing with searches.

   check   the rectangles over a cell are counted by adding up corners: fpm__tiles
   bounds  from heavy cells, for partitions of any class: fpm__rect_bound
   index   a tree over the rows between lines, a sorted list a node: fpm_rect_owner
   sides   sorted by place, upper and lower ones merged: fpm_rect_neighbours */

/* Four corners, by rows, then columns; values above and to the left of a cell sum to 1 inside. */
static void fpm__rect_corners(fpm__item *corner, const fpm_grid *grid, const fpm_rect *a,
                              int64_t sign) {
    int64_t width = grid->cols + 1;
    fpm__item_set(corner, a->r0 * width + a->c0, sign);
    fpm__item_set(corner + 1, a->r0 * width + a->c1, -sign);
    fpm__item_set(corner + 2, a->r1 * width + a->c0, -sign);
    fpm__item_set(corner + 3, a->r1 * width + a->c1, sign);
}

/* Find two rectangles that cover a cell, into info->fault and info->other; -1: there is none. */
static void fpm__covers(int m, const fpm_rect *part, int64_t r, int64_t c, fpm_info *info) {
    int i;
    info->fault = info->other = -1;
    for (i = 0; i < m; i++) {
        if (r < part[i].r0 || r >= part[i].r1 || c < part[i].c0 || c >= part[i].c1) continue;
        if (info->fault < 0) info->fault = i;
        else if (info->other < 0) info->other = i;
    }
}

/* Do the rectangles cover every cell once?  The number over a cell is the sum of corners above and
   to the left, so it is 1 everywhere exactly if at every place corners of parts add up to the
   grid's.  The first place in row order where they do not is a cell covered twice or not at all. */
static int fpm__tiles(const fpm_grid *grid, int m, const fpm_rect *part, fpm__item *corners,
                      fpm_info *info) {
    fpm_rect whole = FPM_ZERO;
    int64_t count = 4 * ((int64_t)m + 1), width = grid->cols + 1, i, sum = 0;
    whole.r1 = grid->rows;
    whole.c1 = grid->cols;
    for (i = 0; i < m; i++) fpm__rect_corners(corners + 4 * i, grid, &part[i], 1);
    fpm__rect_corners(corners + 4 * i, grid, &whole, -1);
    fpm__sort_many(corners, corners + count, count);
    for (i = 0; i < count; i++) {
        sum += corners[i].value;
        if ((i + 1 < count && corners[i + 1].key == corners[i].key) || sum == 0) continue;
        fpm__covers(m, part, corners[i].key / width, corners[i].key % width, info);
        return 0;
    }
    return 1;
}

/* Set load and last from the loads, imbalance and gap from load and load_bound. */
static void fpm__rect_measure(const fpm_grid *grid, int m, const fpm_rect *part, fpm_info *info) {
    int i;
    info->load = -1;
    info->half_max = info->min_extent = 0;
    info->half_perimeter = 0;
    info->busy = 0;
    for (i = 0; i < m; i++) {
        int64_t high = part[i].r1 - part[i].r0, wide = part[i].c1 - part[i].c0;
        info->busy += part[i].load > 0;
        if (high > 0 && wide > 0) {
            info->half_max = fpm__max64(info->half_max, high + wide);
            info->half_perimeter += (double)(high + wide);
            high = fpm__min64(high, wide);
            info->min_extent = info->min_extent ? fpm__min64(info->min_extent, high) : high;
        }
        if (part[i].load <= info->load) continue;
        info->load = part[i].load;
        info->last = i;
    }
    info->makespan = (double)info->load * grid->unit;
    info->lower_bound = (double)info->load_bound * grid->unit;
    info->imbalance = grid->total > 0 ? (double)info->load / ((double)grid->total / m) - 1 : 0;
    info->gap =
        info->load == info->load_bound ? 0 : (double)info->load / (double)info->load_bound - 1;
}

/* Cells a part that the pigeonhole bound looks at; boxes of two cells for the other one: 0.3 s. */
enum { FPM__HEAVY = 4, FPM__BOXES = 10000000 };

/* The heaviest cells, at most `most`, those of load 0 left out: by minus the load, then by number;
   there is room for 4 * most (the upper half is for sorting).  How many. */
static int64_t fpm__heaviest(const fpm_grid *grid, fpm__item *cells, int64_t most) {
    int64_t r, c, count = 0, floor = 0, width = grid->cols + 1;
    for (r = 0; r < grid->rows; r++) {
        const int64_t *low = grid->fpm__at + r * width, *high = low + width;
        for (c = 0; c < grid->cols; c++) {
            int64_t load = (high[c + 1] - high[c]) - (low[c + 1] - low[c]);
            if (load <= floor) continue;
            fpm__item_set(&cells[count++], -load, r * grid->cols + c);
            if (count < 2 * most) continue;
            fpm__sort_many(cells, cells + 2 * most, count);
            count = most;
            floor = -cells[most - 1].key;
        }
    }
    fpm__sort_many(cells, cells + 2 * most, count);
    return fpm__min64(count, most);
}

/* The load of the smallest rectangle that holds two cells. */
static int64_t fpm__box(const fpm_grid *grid, int64_t a, int64_t b) {
    fpm__plane v;
    int64_t ar = a / grid->cols, ac = a % grid->cols, br = b / grid->cols, bc = b % grid->cols;
    fpm__plane_of(grid, 0, &v);
    return fpm__plane_load(&v, fpm__min64(ar, br), fpm__max64(ar, br) + 1, fpm__min64(ac, bc),
                           fpm__max64(ac, bc) + 1);
}

/* Are there m + 1 cells of which no two fit into a rectangle lighter than bound?  Greedy, heaviest
   first, into `taken`.  Each box looked at takes 1 of *budget. */
static int fpm__apart(const fpm_grid *grid, int m, const fpm__item *cells, int64_t count,
                      fpm__item *taken, int64_t bound, int64_t *budget) {
    int64_t i, j, chosen = 0;
    for (i = 0; i < count && chosen <= m && *budget > 0; i++) {
        for (j = 0; j < chosen; j++)
            if (fpm__box(grid, cells[i].value, taken[j].value) < bound) break;
        *budget -= j;
        if (j == chosen) taken[chosen++] = cells[i];
    }
    return chosen > m;
}

/* A lower bound for any partition into m rectangles, given one with largest load `upper`.  The
   mean; the largest cell; of the k m + 1 heaviest cells some part holds k + 1, which are at least
   the lightest of them; of cells that are pairwise too far apart for one part there are at most m.
   The last two can only win where cells are heavy, and are left out elsewhere; and where the reads
   of all cells and as many boxes as make up `budget` are not enough. */
static int fpm__rect_bound(const fpm_grid *grid, int m, int64_t upper, int64_t budget,
                           fpm__mem *mem, int64_t *bound) {
    int64_t low = fpm__max64(fpm__divide_up(grid->total, m), grid->largest), cells, most, count, k,
            i;
    fpm__item *heavy;
    fpm__seek s;
    *bound = low;
    cells = grid->rows * grid->cols;
    budget = fpm__min64(budget - cells, FPM__BOXES);
    if (low >= upper || grid->largest <= low / 2 || m >= cells || budget < 0) return FPM_OK;
    most = fpm__min64(cells, FPM__HEAVY * (int64_t)m + 1);
    heavy = (fpm__item *)fpm__take(mem, 4 * most, sizeof *heavy);
    if (!heavy) return mem->status;
    count = fpm__heaviest(grid, heavy, most);
    for (k = 1; k * m + 1 <= count; k++) {
        int64_t sum = 0;
        for (i = 0; i <= k; i++) sum -= heavy[k * m - i].key;
        low = fpm__max64(low, sum);
    }
    s = fpm__seek_begin(low, grid->total + 1, low + 1, low / 64 + 1);
    while (fpm__seeking(&s) && budget > 0)
        fpm__seek_told(&s, fpm__apart(grid, m, heavy, count, heavy + count, s.at, &budget));
    fpm__drop(mem, heavy);
    *bound = s.low;
    return FPM_OK;
}

/* The first rectangle outside the grid or with ends exchanged; m: none. */
static int fpm__first_bad(const fpm_grid *grid, int m, const fpm_rect *part) {
    int i;
    for (i = 0; i < m; i++) {
        const fpm_rect *a = &part[i];
        if (a->r0 < 0 || a->r1 < a->r0 || a->r1 > grid->rows || a->c0 < 0 || a->c1 < a->c0 ||
            a->c1 > grid->cols)
            break;
    }
    return i;
}

/* Do rectangles lie in the grid and tile it?  FPM_E_VIOLATED: found->fault, other say where not. */
static int fpm__rect_tiling(const fpm_grid *grid, int m, const fpm_rect *part, fpm__mem *mem,
                            fpm_info *found) {
    int64_t room = 8 * ((int64_t)m + 1);
    fpm__item *corners;
    int status;
    found->fault = fpm__first_bad(grid, m, part);
    if (found->fault < m) return FPM_E_VIOLATED;
    found->fault = -1;
    corners = (fpm__item *)fpm__take(mem, room, sizeof *corners);
    if (!corners) return mem->status;
    status = fpm__tiles(grid, m, part, corners, found) ? FPM_OK : FPM_E_VIOLATED;
    fpm__drop(mem, corners);
    return status;
}

/* Set what a partition moves of that in o->from, which is checked (mem NULL: it was before). */
static FPM__COLD int fpm__moves(const fpm_grid *grid, int m, const fpm_rect *part,
                                const fpm_rect_options *o, fpm__mem *mem, fpm_info *found) {
    int parts = o->parts ? o->parts : m, i, status;
    int64_t moved;
    if (!o->from) return FPM_OK;
    if (parts < 0) return FPM_E_ARGUMENT;
    status = mem ? fpm__rect_tiling(grid, parts, o->from, mem, found) : FPM_OK;
    if (status == FPM_E_VIOLATED) return FPM_E_ARGUMENT;
    if (status != FPM_OK) return status;
    moved = grid->total, found->moved_cells = grid->rows * grid->cols;
    for (i = 0; part && i < parts && i < m; i++) {
        fpm_rect both = fpm__rect_both(&part[i], &o->from[i]);
        if (fpm__rect_empty(&both)) continue;
        moved -= fpm_grid_load(grid, both.r0, both.r1, both.c0, both.c1);
        found->moved_cells -= (both.r1 - both.r0) * (both.c1 - both.c0);
    }
    found->moved = (double)moved * grid->unit;
    return FPM_OK;
}

FPM__DEFN FPM__COLD int fpm_rect_check(const fpm_grid *grid, int m, const fpm_rect_options *opts,
                                       const fpm_rect *part, fpm_info *info) {
    fpm_info found;
    fpm_rect *own; /* the same with their loads, which are the caller's to leave out */
    fpm__caps caps = FPM_ZERO;
    fpm__mem mem;
    int64_t work = opts && opts->max_work ? opts->max_work : INT64_MAX;
    int i, status = FPM_E_ARGUMENT;
    fpm__info_begin(&found);
    fpm__mem_begin(&mem, opts ? opts->alloc : NULL,
                   opts && opts->max_bytes ? opts->max_bytes : SIZE_MAX);
    if (grid && grid->fpm__at && m >= 1 && part && work > 0 &&
        (!opts || (opts->min_rows >= 0 && opts->min_cols >= 0 && !(opts->free_order & ~1)))) {
        status = fpm__caps_begin(&caps, grid, m, opts, &mem, &found);
        /* Infeasible: some part is above its max, found below. */
        if (status == FPM_OK || status == FPM_E_INFEASIBLE)
            status = fpm__rect_tiling(grid, m, part, &mem, &found);
    }
    if (status == FPM_OK && opts) status = fpm__moves(grid, m, part, opts, &mem, &found);
    for (i = 0; status == FPM_OK && opts && i < m; i++)
        if (fpm__rect_thin(&part[i], opts->min_rows, opts->min_cols))
            found.fault = i, status = FPM_E_VIOLATED;
    own = status == FPM_OK ? (fpm_rect *)fpm__take(&mem, m, sizeof *own) : NULL;
    if (status == FPM_OK) status = own ? FPM_OK : mem.status;
    if (status == FPM_OK) {
        memcpy(own, part, (size_t)m * sizeof *own);
        for (i = 0; i < m; i++)
            own[i].load = fpm_grid_load(grid, own[i].r0, own[i].r1, own[i].c0, own[i].c1);
        found.load_bound = fpm__max64(fpm__divide_up(grid->total, m), grid->largest);
        fpm__rect_measure(grid, m, own, &found);
        if (info) status = fpm__rect_bound(grid, m, found.load, work, &mem, &found.load_bound);
        fpm__rect_measure(grid, m, own, &found);
    }
    if (status == FPM_OK && (caps.each || caps.border))
        status = fpm__caps_report(&caps, own, &found);
    /* Without memory what was found is of those looked at so far. */
    if (status == FPM_E_MEMORY || status == FPM_E_MAX_BYTES) fpm__info_begin(&found);
    return fpm__call_end(&mem, status, &found, info);
}

/* Nodes of a binary tree over slabs that together cover [a, b), at most 2 a level.  How many. */
static int fpm__index_nodes(int64_t leaves, int64_t a, int64_t b, int64_t *nodes) {
    int count = 0;
    for (a += leaves, b += leaves; a < b; a /= 2, b /= 2) {
        if (a & 1) nodes[count++] = a++;
        if (b & 1) nodes[count++] = --b;
    }
    return count;
}

/* Where rectangles begin and end in rows, each once. */
static void fpm__index_lines(fpm_rect_index *x, int m, fpm__item *items) {
    int64_t i, count = 0;
    for (i = 0; i < m; i++) {
        if (fpm__rect_empty(&x->part[i])) continue;
        fpm__item_set(&items[count++], x->part[i].r0, 0);
        fpm__item_set(&items[count++], x->part[i].r1, 0);
    }
    fpm__sort_many(items, items + 2 * m, count);
    for (i = 0; i < count; i++)
        if (i == 0 || items[i].key != items[i - 1].key) x->line[x->lines++] = items[i].key;
    for (x->leaves = 1; x->leaves < x->lines; x->leaves *= 2) {}
}

/* Put every rectangle to the nodes whose slabs it covers, those of a node by columns: `first` of
   the node before, of which the lists grow.  fill 0: just count. */
static void fpm__index_items(fpm_rect_index *x, int m, const fpm__item *order, int fill) {
    int64_t nodes[128], i, a, b;
    int k, count;
    for (i = 0; i < m; i++) {
        const fpm_rect *part = &x->part[order[i].value];
        if (fpm__rect_empty(part)) continue;
        a = fpm__last_line(x->line, x->lines, part->r0);
        b = fpm__last_line(x->line, x->lines, part->r1);
        count = fpm__index_nodes(x->leaves, a, b, nodes);
        for (k = 0; k < count; k++) {
            if (fill) x->owner[x->first[nodes[k]]++] = (int)order[i].value;
            else x->first[nodes[k] + 1]++;
        }
    }
}

/* The lists of an index whose rectangles are there; items: room for 4 m. */
static int fpm__index_make(fpm_rect_index *x, int m, fpm__item *items, const fpm_alloc *alloc) {
    int64_t i;
    x->line = (int64_t *)fpm__resize(alloc, NULL, 0, 2 * (size_t)m * sizeof(int64_t));
    if (!x->line) return FPM_E_MEMORY;
    fpm__index_lines(x, m, items);
    x->first =
        (int64_t *)fpm__resize(alloc, NULL, 0, (size_t)(2 * x->leaves + 1) * sizeof(int64_t));
    if (!x->first) return FPM_E_MEMORY;
    memset(x->first, 0, (size_t)(2 * x->leaves + 1) * sizeof(int64_t));
    for (i = 0; i < m; i++) fpm__item_set(&items[i], x->part[i].c0, i);
    fpm__sort_many(items, items + m, m);
    fpm__index_items(x, m, items, 0);
    for (i = 0; i < 2 * x->leaves; i++) x->first[i + 1] += x->first[i];
    x->items = x->first[2 * x->leaves];
    x->owner = (int *)fpm__resize(alloc, NULL, 0, (size_t)(x->items + 1) * sizeof(int));
    if (!x->owner) return FPM_E_MEMORY;
    fpm__index_items(x, m, items, 1);
    for (i = 2 * x->leaves; i > 0; i--) x->first[i] = x->first[i - 1]; /* filling moved them on */
    x->first[0] = 0;
    return FPM_OK;
}

FPM__DEFN FPM__COLD void fpm_rect_index_free(fpm_rect_index *index) {
    const fpm_alloc *alloc;
    if (!index) return;
    alloc = index->alloc.resize ? &index->alloc : NULL;
    fpm__free(alloc, index->part, (size_t)index->m * sizeof(fpm_rect));
    fpm__free(alloc, index->line, 2 * (size_t)index->m * sizeof(int64_t));
    fpm__free(alloc, index->first, (size_t)(2 * index->leaves + 1) * sizeof(int64_t));
    fpm__free(alloc, index->owner, (size_t)(index->items + 1) * sizeof(int));
    memset(index, 0, sizeof *index);
}

FPM__DEFN FPM__COLD int fpm_rect_index_init(fpm_rect_index *index, int m, const fpm_rect *part,
                                            const fpm_alloc *alloc) {
    fpm_rect_index made = FPM_ZERO;
    size_t room = 4 * (size_t)(m > 0 ? m : 0) * sizeof(fpm__item);
    fpm__item *items;
    int status = FPM_E_MEMORY;
    if (!index || m < 1 || !part) return FPM_E_ARGUMENT;
    if (alloc) made.alloc = *alloc;
    made.m = m;
    items = (fpm__item *)fpm__resize(alloc, NULL, 0, room);
    if (items) made.part = (fpm_rect *)fpm__resize(alloc, NULL, 0, (size_t)m * sizeof *part);
    if (made.part) {
        memcpy(made.part, part, (size_t)m * sizeof *part);
        status = fpm__index_make(&made, m, items, alloc);
    }
    fpm__free(alloc, items, room);
    if (status == FPM_OK) *index = made;
    else fpm_rect_index_free(&made);
    return status;
}

/* The row lies in one slab, hence in one node of each level, and rectangles in a node's list do not
   overlap, as all cover its slabs: a search by column finds the only candidate of each. */
FPM__DEFN int fpm_rect_owner(const fpm_rect_index *index, int64_t row, int64_t col) {
    int64_t node;
    if (!index || !index->first) return -1;
    node = fpm__last_line(index->line, index->lines, row);
    if (node < 0 || node >= index->lines - 1) return -1;
    for (node += index->leaves; node > 0; node /= 2) {
        fpm__seek s = fpm__halve(index->first[node] - 1, index->first[node + 1]);
        while (fpm__seeking(&s)) fpm__seek_told(&s, index->part[index->owner[s.at]].c0 <= col);
        if (s.low >= index->first[node] && index->part[index->owner[s.low]].c1 > col)
            return index->owner[s.low];
    }
    return -1;
}

/* A rectangle with columns for rows, where turned. */
static fpm_rect fpm__turned(const fpm_rect *part, int64_t i, int turned) {
    fpm_rect a = part[i], b = a;
    b.r0 = a.c0, b.r1 = a.c1, b.c0 = a.r0, b.c1 = a.r1;
    return turned ? b : a;
}

/* Rectangles with cells by first row (side 0) or the row after the last, then column; how many. */
static int64_t fpm__sides(int m, const fpm_rect *part, int turned, int side, fpm__item *items) {
    int64_t i, k = 0;
    for (i = 0; i < m; i++) {
        fpm_rect a = fpm__turned(part, i, turned);
        if (!fpm__rect_empty(&a)) fpm__item_set(&items[k++], a.c0, i);
    }
    fpm__sort_many(items, items + m, k);
    for (i = 0; i < k; i++) {
        fpm_rect a = fpm__turned(part, items[i].value, turned);
        items[i].key = side ? a.r1 : a.r0;
    }
    fpm__sort_many(items, items + m, k); /* which keeps the order of equals */
    return k;
}

FPM__DEFN FPM__COLD int fpm_rect_neighbours(int m, const fpm_rect *part, int64_t *first, int *other,
                                            int64_t *cells, int64_t capacity,
                                            const fpm_alloc *alloc) {
    int64_t most = 8 * (int64_t)m, count = 0, above, below, i, j, k;
    fpm__item *pairs, *up, *down;
    fpm__mem mem;
    int turned, status = FPM_OK;
    if (m < 1 || !part || !first || !other || !cells) return FPM_E_ARGUMENT;
    for (i = 0; i < m; i++)
        if (part[i].r0 < 0 || part[i].c0 < 0) return FPM_E_ARGUMENT;
    fpm__mem_begin(&mem, alloc, SIZE_MAX);
    up = (fpm__item *)fpm__take(&mem, 4 * (int64_t)m + 2 * most, sizeof *up);
    if (!up) return mem.status;
    down = up + 2 * (int64_t)m, pairs = down + 2 * (int64_t)m;
    for (turned = 0; turned < 2; turned++) {
        above = fpm__sides(m, part, turned, 1, up);
        below = fpm__sides(m, part, turned, 0, down);
        for (i = j = 0; i < above && j < below;) {
            fpm_rect a = fpm__turned(part, up[i].value, turned);
            fpm_rect b = fpm__turned(part, down[j].value, turned);
            k = fpm__min64(a.c1, b.c1) - fpm__max64(a.c0, b.c0);
            if (a.r1 == b.r0 && k > 0) {
                fpm__item_set(&pairs[count++], up[i].value * m + down[j].value, k);
                fpm__item_set(&pairs[count++], down[j].value * m + up[i].value, k);
            }
            if (a.r1 < b.r0 || (a.r1 == b.r0 && a.c1 < b.c1)) i++;
            else j++;
        }
    }
    status = count > capacity ? FPM_E_CAPACITY : FPM_OK;
    if (status == FPM_OK) {
        fpm__sort_many(pairs, pairs + most, count);
        for (i = k = 0; i <= m; i++)
            for (first[i] = k; k < count && pairs[k].key / m == i; k++) {
                other[k] = (int)(pairs[k].key % m);
                cells[k] = pairs[k].value;
            }
    }
    fpm__release(&mem, 0);
    return status;
}

/* ---- >>frame --------------------------------------------------------------------------------- */

/* What all classes of rectangles share: the job of a call, what a rectangle costs and what a part
   may take, work, offers, the search for the least key, and the form of a class.

   A rectangle of load w, height h and width d costs w + border (h + d); fpm__caps turns what
   processor i pays into a key.  The cost grows with the rectangle, whichever way that grows, and
   nothing else is asked of it: where a rectangle is possible within a key, so is any inside it that
   is not too thin.  So every search can ask for key after key, and take as much as it can.

   In a stripe of height h the parts share a cost, border h, which the stripe knows as `side`, and
   each column costs its load and border more, the `slope`.  So a part of a stripe is what
   fpm__stripe_sum says between its ends, against fpm__stripe_cap of its processor: inside a loop
   sums against one number.  A block of several parts costs no less than one part of its place
   would, fpm__plane_cost, against what its processors can take in all, fpm__caps_room.

   A class writes m rectangles in the coordinates of its view into `trial` (r0, r1, c0, c1) and
   calls fpm__rect_offer, as often as it likes; the best stays.  It calls fpm__rect_spend with the
   steps that it takes, and ends with FPM_WORK_LIMIT when that returns 1.  What it can prove of its
   class goes to job->class_bound: no partition of the class has a key below.

   A third dimension would enter in fpm_rect, fpm__plane and fpm__stripe (a slab between two planes
   of sums); the searches ask for thresholds alone.

   Sums are those of >>grid, processors those of >>caps. */

/* What calls ask for, which a class can do, and where it is exact. */
enum {
    FPM__UNEQUAL = 1, /* processors that differ */
    FPM__BORDER = 2,  /* a border that costs */
    FPM__THICK = 4,   /* least rows and columns of a part */
    FPM__ALL = FPM__UNEQUAL | FPM__BORDER | FPM__THICK,
    FPM__ALWAYS = 8,  /* exact where nothing of that is asked for */
    FPM__FILLED = 16, /* any number of parts may be where there are empty ones */
    FPM__EXACT = FPM__ALL | FPM__ALWAYS
};

/* How a class is run: once; for each orientation that is asked for; and there for the p x q that
   makes parts square, for all p q = m, for many numbers of stripes. */
enum { FPM__SIDES = 1, FPM__SQUARE, FPM__PAIRED, FPM__STRIPED };

/* One call of fpm_rect_partition.  Invariants: `best` and `key` are the best partition so far and
   its key (caps.none: none), which only fpm__rect_offer changes; trial and all from `cut` on is
   scratch of the class that runs. */
typedef struct fpm__rect_job {
    const fpm_grid *grid;
    int m;
    int needs; /* FPM__UNEQUAL, ...: of the options */
    fpm_rect_options opts;
    int64_t max_work;    /* work after which the class at hand ends */
    int algorithm;       /* that class */
    int64_t class_bound; /* of it, on the plane at hand; 0: nothing is known */
    fpm__plane view[2];  /* as given; transposed */
    fpm__caps caps;      /* what processors can take at the key that is tried */
    int64_t key;         /* of the best partition so far; caps.none: there is none */
    int64_t within;      /* keys up to this one are as good as each other; 0: none are */
    int64_t goal;        /* AUTO, NEAR: a key that is low enough; 0: none is; -1: the rival runs */
    int *order;          /* free_order: the processor of each place, NULL: they are alike; */
    int fill;            /* empty parts are filled: 1, across the longer side; 2, along stripes */
    fpm_rect *trial;     /* room for m */
    fpm_rect *best;      /* the best offered so far, in coordinates of the grid */
    fpm_info info;       /* of best: load, stripes, half_perimeter before empty parts are filled */
    fpm__watch watch;
    fpm__mem mem;
    int stripes;    /* of the trial */
    int64_t *cut;   /* ... m + 1 cuts of the rows */
    int64_t *count; /* ... and how many parts each has */
    int64_t *load;  /* ... and its load */
    int64_t *above; /* bounds on the cuts, while keys are tried for the same numbers of parts */
    int64_t *below; /* upper ones */
} fpm__rect_job;

typedef int (*fpm__run)(fpm__rect_job *job, const fpm__plane *v, int p);

/* A row of fpm__classes in >>rect.  run finds partitions of the class on a plane, in p stripes
   where that applies; exact: FPM_OK from it with these options proves class_bound. */
typedef struct fpm__class {
    int number; /* FPM_RECT_AUTO, ... */
    fpm__run run;
    int form, can, exact;
} fpm__class;

/* ---- what a part may take ---- */

/* A chain cut out of a plane, whose first j columns hold high[j] - low[j].  Rows r0 .. r1 - 1 are
   one, along their columns.  All rows are one as well (all columns of the transposed plane), and so
   is a rectangle, in both directions; its columns, or rows, are begin .. n - 1. */
typedef struct fpm__stripe {
    const int64_t *low, *high; /* the two rows of sums */
    int64_t begin, n;          /* first place, last place */
    int64_t cost;              /* of all columns, `side` not counted */
    int64_t slope;             /* what a column costs beside its load; 0: no border */
    int64_t side;              /* what each part costs beside its columns */
    int64_t least;             /* columns of a part, unless it is empty */
    int shift;                 /* loads count 2^shift */
} fpm__stripe;

/* fpm__stripe_sum; `sloped` is constant where this is inlined. */
FPM__INLINE int64_t fpm__stripe_at(const fpm__stripe *s, int64_t j, int sloped) {
    int64_t load = s->high[j] - s->low[j];
    return sloped ? (load << s->shift) + s->slope * j : load;
}

/* What its columns 0 .. j - 1 cost. */
FPM__INLINE int64_t fpm__stripe_sum(const fpm__stripe *s, int64_t j) {
    return fpm__stripe_at(s, j, s->slope > 0);
}

/* The chain between two lines of sums, from begin to n, `across` wide. */
FPM__INLINE void fpm__stripe_set(fpm__stripe *s, const fpm__plane *v, const int64_t *low,
                                 const int64_t *high, int64_t begin, int64_t n, int64_t across,
                                 int64_t least) {
    s->low = low, s->high = high;
    s->begin = begin, s->n = n, s->least = least;
    s->shift = v->shift, s->slope = v->border, s->side = v->border * across;
    s->cost = fpm__stripe_sum(s, n) - fpm__stripe_sum(s, begin);
}

/* The stripe of rows r0 .. r1 - 1 of a plane. */
FPM__INLINE void fpm__stripe_of(fpm__stripe *s, const fpm__plane *v, int64_t r0, int64_t r1) {
    fpm__stripe_set(s, v, fpm__plane_row(v, r0), fpm__plane_row(v, r1), 0, v->cols, r1 - r0,
                    v->wide);
}

/* All rows of a plane as a chain: what stripes are cut from. */
FPM__INLINE void fpm__stripe_down(fpm__stripe *s, const fpm__plane *v) {
    fpm__stripe_set(s, v, fpm__plane_col(v, 0), fpm__plane_col(v, v->cols), 0, v->rows, v->cols,
                    v->high);
}

/* A rectangle as a chain of its rows, or of its columns (rows = 0), along which it may be cut. */
static fpm__stripe fpm__span_of(const fpm__plane *v, const fpm_rect *r, int rows) {
    fpm__stripe s;
    if (rows)
        fpm__stripe_set(&s, v, fpm__plane_col(v, r->c0), fpm__plane_col(v, r->c1), r->r0, r->r1,
                        r->c1 - r->c0, v->high);
    else
        fpm__stripe_set(&s, v, fpm__plane_row(v, r->r0), fpm__plane_row(v, r->r1), r->c0, r->c1,
                        r->r1 - r->r0, v->wide);
    return s;
}

/* What a part, or several, that may take so much have for columns of a stripe. */
FPM__INLINE int64_t fpm__stripe_room(const fpm__stripe *s, int64_t cap) {
    return cap > s->side ? cap - s->side : 0;
}

/* What processor i can take of the columns of a stripe. */
FPM__INLINE int64_t fpm__stripe_cap(const fpm__stripe *s, const fpm__caps *c, int64_t i) {
    return fpm__stripe_room(s, fpm__caps_of(c, i));
}

enum { FPM__WINDOW = 4 }; /* columns that are counted without branches */

/* fpm__stripe_reach; `sloped` is constant where this is inlined. */
FPM__INLINE int64_t fpm__stripe_find(const fpm__stripe *s, int64_t from, int64_t guess,
                                     int64_t limit, int sloped) {
    int64_t count = 0, j;
    fpm__seek g;
    if (guess < s->n && fpm__stripe_at(s, guess, sloped) <= limit &&
        fpm__stripe_at(s, guess + 1, sloped) > limit)
        return guess;
    g = fpm__seek_begin(from, s->n + 1, guess, FPM__WINDOW);
    while (g.high - g.low > FPM__WINDOW)
        fpm__seek_tell(&g, fpm__stripe_at(s, g.at, sloped) <= limit);
    for (j = g.low + 1; j < g.high; j++) count += fpm__stripe_at(s, j, sloped) <= limit;
    return g.low + count;
}

static FPM__APART int64_t fpm__stripe_sloped(const fpm__stripe *s, int64_t from, int64_t guess,
                                             int64_t limit) {
    return fpm__stripe_find(s, from, guess, limit, 1);
}

/* fpm__stripe_reach, for the loops that cut one part after the other. */
FPM__INLINE int64_t fpm__stripe_ahead(const fpm__stripe *s, int64_t from, int64_t guess,
                                      int64_t limit) {
    if (s->slope > 0) return fpm__stripe_sloped(s, from, guess, limit);
    return fpm__stripe_find(s, from, guess, limit, 0);
}

/* The largest j from `from` up of which the sum is at most `limit`, near a guess.  The guess itself
   is tested first: as long as that is predicted, the next part need not wait for this one. */
static FPM__APART int64_t fpm__stripe_reach(const fpm__stripe *s, int64_t from, int64_t guess,
                                            int64_t limit) {
    return fpm__stripe_ahead(s, from, guess, limit);
}

/* The first j up to `from` with a sum of at least this, which holds at `from`. */
static int64_t fpm__stripe_back(const fpm__stripe *s, int64_t from, int64_t sum) {
    if (fpm__stripe_sum(s, s->begin) >= sum) return s->begin;
    return fpm__stripe_reach(s, s->begin, from - 1, sum - 1) + 1;
}

/* The greedy count of fpm__parts_needed; the last two are constant where this is inlined. */
FPM__INLINE int64_t fpm__count_parts(const fpm__stripe *s, const fpm__caps *c, int64_t u, int64_t q,
                                     int64_t *work, int unequal, int sloped) {
    int64_t cap = fpm__stripe_room(s, c->load), slack, from = 0, at = 0, ahead = s->n / q, parts, j,
            sum;
    double per = (double)s->n / (double)fpm__max64(s->cost, 1), next = per; /* columns a load */
    slack = unequal ? fpm__caps_room(c, u, u + q) : fpm__min64(q, c->often) * cap;
    slack -= s->cost;
    for (parts = 0; from < s->n && parts < q; parts++) {
        if (unequal) {
            cap = fpm__stripe_room(s, c->each[u + parts]);
            slack = fpm__caps_room(c, u + parts, u + q) - (s->cost - at);
            ahead = (int64_t)fpm__min((double)cap * per, (double)s->n);
            per = next; /* of the last part but one, so that nothing waits for a division */
        }
        if (slack < 0) break;
        j = fpm__stripe_find(s, from, from + ahead, at + cap, sloped);
        sum = fpm__stripe_at(s, j, sloped);
        slack -= at + cap - sum;
        ahead = j - from;
        if (unequal && j > from) next = (double)ahead / fpm__max((double)cap, 1);
        from = j;
        at = sum;
    }
    *work += from < s->n ? parts + 1 : parts;
    return from < s->n ? q + 1 : parts;
}

static FPM__APART int64_t fpm__count_sloped(const fpm__stripe *s, const fpm__caps *c, int64_t u,
                                            int64_t q, int64_t *work) {
    return fpm__count_parts(s, c, u, q, work, c->each != NULL, 1);
}

/* May layer k of some layers begin at i and end at j? */
typedef int (*fpm__joins)(void *context, int64_t k, int64_t i, int64_t j);

/* Layers from 0 to n, each empty or at least so long.  Going farthest fails: of 4 places with the
   least 2, one that takes 3 leaves 1.  So first[j], the least number of layers that end at j, or
   -1, is computed for all places.  What is possible from i to j is so from later places and to
   earlier ones: the last beginning is best, and once it fails it fails on.  Returns first[n]. */
static int64_t fpm__thick_layers(int64_t n, int64_t least, int64_t layers, int64_t *first,
                                 fpm__joins joins, void *context) {
    int64_t i, j, k, dead;
    for (j = 1; j <= n; j++) first[j] = layers + 1;
    for (first[0] = 0, k = 1; k <= layers && first[n] > layers; k++)
        for (i = dead = -1, j = least; j <= n; j++) {
            if (first[j - least] < k) i = j - least;
            if (i == dead || first[j] < k) continue;
            if (joins(context, k - 1, i, j)) first[j] = k;
            else dead = i;
        }
    return first[n];
}

/* Where the layer that ends at j, layer first[j] - 1, begins. */
static int64_t fpm__layer_begin(const int64_t *first, int64_t least, int64_t j) {
    int64_t i = j - least;
    while (first[i] >= first[j]) i--;
    return i;
}

/* The columns of a stripe as layers: processor u + k takes one. */
typedef struct fpm__columns {
    const fpm__stripe *s;
    const fpm__caps *c;
    int64_t u;
} fpm__columns;

static int fpm__column_joins(void *context, int64_t k, int64_t i, int64_t j) {
    const fpm__columns *f = (const fpm__columns *)context;
    return fpm__stripe_sum(f->s, j) - fpm__stripe_sum(f->s, i) <=
           fpm__stripe_cap(f->s, f->c, f->u + k);
}

/* fpm__parts_needed where a part has several columns or none; exact: c->ends is filled in any case.
   `few` is what it takes without.  Where processors are equal and can take any s->least columns,
   parts can end anywhere from where the shortest do to where the longest do, and there can be too
   few columns only; as many such places in a row as that have a column that no part can take. */
static int64_t fpm__parts_thick(const fpm__stripe *s, const fpm__caps *c, int64_t u, int64_t q,
                                int64_t few, int64_t *work, int exact) {
    int64_t cap = fpm__stripe_room(s, c->load), j, run = 0, longest = 0;
    fpm__columns f;
    f.s = s, f.c = c, f.u = u;
    if (few > q || (!c->each && few * s->least > s->n)) return q + 1;
    for (j = s->least; j <= s->n && !c->each && longest < s->least; j++) {
        run = fpm__stripe_sum(s, j) - fpm__stripe_sum(s, j - s->least) > cap ? run + 1 : 0;
        longest = fpm__max64(longest, run);
    }
    *work += s->n / 16;
    if (longest == s->least) return q + 1;
    if (!c->each && longest == 0 && !exact) return few;
    few = fpm__thick_layers(s->n, s->least, q, c->ends, fpm__column_joins, &f);
    *work += fpm__min64(few, q) * s->n / 8;
    return few;
}

/* How many parts a stripe needs, at least 1, if processors u .. u + q - 1 take as much of it as
   they can in turn.  More than q: q + 1, once they have wasted more than there is to waste. */
static int64_t fpm__parts_needed(const fpm__stripe *s, const fpm__caps *c, int64_t u, int64_t q,
                                 int64_t *work) {
    if (s->least > 1) {
        fpm__stripe any = *s;
        any.least = 1;
        return fpm__parts_thick(s, c, u, q, fpm__parts_needed(&any, c, u, q, work), work, 0);
    }
    if (s->slope > 0) return fpm__count_sloped(s, c, u, q, work);
    return c->each ? fpm__count_parts(s, c, u, q, work, 1, 0)
                   : fpm__count_parts(s, c, u, q, work, 0, 0);
}

/* ---- work, offers, the search ---- */

/* Steps a part until there is a first partition (no class takes as many); of a call by default. */
enum { FPM__FIRST = 1000, FPM__ALLOWED = 1000000000 };

/* 1: max_work is used up, or the caller stops: then nothing of it is left, for any class. */
FPM__INLINE int fpm__rect_over(fpm__rect_job *job) {
    if (job->info.work >= job->watch.ask_at &&
        fpm__watch_ask(&job->watch, job->info.work, 1 << 17, job->info.iterations,
                       job->key < job->caps.none ? fpm__caps_time(&job->caps, job->key) : 0,
                       job->grid->total > 0 ? fpm__caps_time(&job->caps, job->caps.low) : 0))
        job->max_work = 0;
    return job->info.work > job->max_work;
}

/* Count elementary steps; 1: max_work is used up.  More is granted until there is a partition. */
FPM__INLINE int fpm__rect_spend(fpm__rect_job *job, int64_t steps) {
    job->info.work += steps;
    return fpm__rect_over(job) &&
           (job->key < job->caps.none || job->info.work > FPM__FIRST * (int64_t)job->m);
}

/* End a class: free its memory, and forget that some was refused; a later class may want less. */
static int fpm__rect_leave(fpm__rect_job *job, size_t mark, int status) {
    fpm__release(&job->mem, mark);
    job->mem.status = FPM_OK;
    return status;
}

/* Set the place of a rectangle; its load is computed when it is offered. */
static void fpm__rect_set(fpm_rect *a, int64_t r0, int64_t r1, int64_t c0, int64_t c1) {
    a->r0 = r0;
    a->r1 = r1;
    a->c0 = c0;
    a->c1 = c1;
}

/* Equal processors: while parts are empty, cut others into more, which makes none heavier: along
   stripes of a class, else across the longer side, in proportion to how often each can be cut. */
static FPM__COLD void fpm__rect_fill(fpm__rect_job *job, int along) {
    const fpm_grid *g = job->grid;
    int64_t room = 1, idle = 1, seen, given, length, cuts, k;
    int i, to;
    while (room > 0 && idle > 0) {
        for (i = 0, room = idle = 0; i < job->m; i++) {
            fpm_rect *a = &job->trial[i];
            *a = job->best[i];
            length = a->c1 - a->c0;
            if (along == FPM_RECT_VER || (!along && a->r1 - a->r0 > length)) length = a->r1 - a->r0;
            a->load = fpm__rect_empty(a) ? 0 : length;
            room += fpm__max64(a->load - 1, 0), idle += a->load == 0;
        }
        for (i = to = 0, seen = given = 0; i < job->m && room > 0 && idle > 0; i++) {
            const fpm_rect *a = &job->trial[i];
            if (a->load == 0) continue;
            length = a->load, seen += length - 1;
            cuts = fpm__min64(idle, room); /* the last one ends it, however quotients are rounded */
            if (seen < room) cuts = (int64_t)((double)seen / (double)room * (double)cuts);
            cuts -= given;
            cuts = fpm__max64(0, fpm__min64(cuts, length - 1));
            given += cuts;
            for (k = 0; k <= cuts; k++) {
                fpm_rect *b = &job->best[to++];
                int64_t low = fpm__even_cut(length, (int)cuts + 1, (int)k),
                        high = fpm__even_cut(length, (int)cuts + 1, (int)k + 1);
                *b = *a;
                if (length == a->r1 - a->r0 && along != FPM_RECT_HOR)
                    b->r0 = a->r0 + low, b->r1 = a->r0 + high;
                else b->c0 = a->c0 + low, b->c1 = a->c0 + high;
            }
        }
        for (; to > 0 && to < job->m; to++)
            fpm__rect_set(&job->best[to], g->rows, g->rows, g->cols, g->cols);
    }
    for (i = 0, job->key = 0; i < job->m; i++) {
        fpm_rect *a = &job->best[i];
        a->load = fpm__plane_load(&job->view[0], a->r0, a->r1, a->c0, a->c1);
        job->key = fpm__max64(job->key, fpm__caps_cost(&job->caps, a));
    }
}

/* Compute the loads of the trial; if no part is too thin, and it is better than the best so far, or
   as good with shorter sides, it becomes that, turned back to the grid's own rows.  No other place
   decides ties, those of M_OPT's stripes either.  stripes: of the class, 0 where it has none. */
static void fpm__rect_offer(fpm__rect_job *job, const fpm__plane *v, int stripes) {
    int64_t key = 0, lmax = 0, most;
    double sides = 0;
    int i, idle = 0;
    for (i = 0; i < job->m; i++) {
        fpm_rect *a = &job->trial[i];
        a->load = fpm__plane_load(v, a->r0, a->r1, a->c0, a->c1);
        if (fpm__rect_thin(a, v->high, v->wide)) return;
        lmax = fpm__max64(lmax, a->load);
        key = fpm__max64(key, fpm__caps_key(&job->caps, i, fpm__caps_cost(&job->caps, a)));
        if (fpm__rect_empty(a)) idle = 1;
        else sides += (double)(a->r1 - a->r0 + a->c1 - a->c0);
    }
    most = fpm__max64(job->key, job->within);
    if (key > most || (fpm__max64(key, job->within) == most && sides >= job->info.half_perimeter))
        return;
    for (i = 0; i < job->m; i++) {
        const fpm_rect *a = &job->trial[i];
        fpm_rect *to = &job->best[i];
        *to = *a;
        if (v->transposed) {
            to->r0 = a->c0, to->r1 = a->c1;
            to->c0 = a->r0, to->c1 = a->r1;
        }
    }
    job->key = key;
    job->info.load = lmax, job->info.half_perimeter = sides;
    job->info.algorithm = job->algorithm;
    job->info.stripes = stripes;
    job->info.orientation = stripes == 0 ? 0 : v->transposed ? FPM_RECT_VER : FPM_RECT_HOR;
    if (idle && job->fill) fpm__rect_fill(job, job->fill > 1 ? job->info.orientation : 0);
}

/* Is there a partition at the key tried, for which job->caps is set?  1: it was offered; 0: none,
   and *key may be raised to the largest key for which that is known; -1: the work ran out. */
typedef int (*fpm__fits)(fpm__rect_job *job, const fpm__plane *v, void *state, int64_t *key);

/* The least key for which the class has a partition, from `low` up to that of the best partition so
   far: looked for near a guess, in steps that grow, then by halving.  class_bound is raised as keys
   are refuted.  FPM_OK: the class has no partition with a key below the best; FPM_WORK_LIMIT. */
static int fpm__rect_search(fpm__rect_job *job, const fpm__plane *v, fpm__fits fits, void *state,
                            int64_t low, int64_t guess, int64_t step) {
    fpm__caps *c = &job->caps;
    fpm__seek s = fpm__seek_begin(low - 1, fpm__min64(job->key, c->limit + 1), guess, step);
    int answer = 0;
    job->class_bound = low;
    while (fpm__seeking(&s)) {
        if (fpm__rect_spend(job, c->each ? job->m : 0)) return FPM_WORK_LIMIT;
        job->info.iterations++;
        answer = 0;
        if (fpm__caps_try(c, s.at)) answer = fits(job, v, state, &s.at);
        if (answer < 0) return FPM_WORK_LIMIT;
        s.at = answer ? fpm__min64(s.at, job->key) : fpm__max64(s.at, fpm__caps_next(c, s.at) - 1);
        fpm__seek_tell(&s, !answer);
        job->class_bound = s.low + 1;
    }
    return FPM_OK;
}

/* ---- >>jagged -------------------------------------------------------------------------------- */

/* Classes with stripes ("jagged" partitions): the grid is cut into stripes of rows, and each stripe
   into parts.  The best of them are jag-pq-opt (FPM_RECT_PQ_OPT, P stripes of Q parts each) and
   jag-m-opt (FPM_RECT_M_OPT, any stripes, any number of parts in each).

   Everything follows from one test, fpm__parts_needed of >>frame: how many processors, from a given
   one on, does a stripe need when each takes as much as it can within the key that is tried?
   Cutting greedily answers it, and the count never falls when a stripe becomes taller.  Therefore a
   stripe that is as tall as its processors allow is never worse, and fpm__rect_search finds the
   least key of a class by asking for one key after the other: is there a partition of the class?

   jag-pq-opt  the greedy stripes with Q parts each: fpm__stripes_fit.
   jag-m-opt   a dynamic program over the number k of processors used: fpm__jagged_fits.  Its
               value row[k] is the farthest row that they can cover: the maximum over u < k of the
               end of the tallest stripe from row[u] that needs at most processors u .. k - 1.

   Source of the classes: Saule, Bas, Catalyurek, JPDC 72, 2012; the searches are ours. */

/* UNIFORM: parts of equal extent, in p stripes. */
static int fpm__rect_uniform(fpm__rect_job *job, const fpm__plane *v, int p) {
    int s, t, q = job->m / p;
    for (s = 0; s < p; s++)
        for (t = 0; t < q; t++)
            fpm__rect_set(&job->trial[s * q + t], fpm__even_cut(v->rows, p, s),
                          fpm__even_cut(v->rows, p, s + 1), fpm__even_cut(v->cols, q, t),
                          fpm__even_cut(v->cols, q, t + 1));
    fpm__rect_offer(job, v, p);
    return FPM_OK;
}

/* Cut a stripe greedily into parts for q processors, known to suffice; the last takes the rest. */
static void fpm__stripe_lay(fpm__rect_job *job, const fpm__plane *v, int64_t r0, int64_t r1,
                            int64_t first, int64_t q) {
    fpm__stripe s;
    int64_t i, from = 0, width = q > 0 ? v->cols / q : 0;
    const int64_t *ends = job->caps.ends;
    fpm__stripe_of(&s, v, r0, r1);
    if (s.least > 1 && q > 0 && r0 < r1) {
        int64_t few = fpm__parts_thick(&s, &job->caps, first, q, 1, &job->info.work, 1), to = s.n;
        for (i = q; i > 0 && few <= q; i--) {
            from = to > 0 && ends[to] == i ? fpm__layer_begin(ends, s.least, to) : to;
            fpm__rect_set(&job->trial[first + i - 1], r0, r1, from, to);
            to = from;
        }
        if (few <= q) return;
    }
    for (i = 0; i < q; i++) {
        int64_t limit = fpm__stripe_sum(&s, from) + fpm__stripe_cap(&s, &job->caps, first + i);
        int64_t j = i + 1 == q ? s.n : fpm__stripe_reach(&s, from, from + width, limit);
        fpm__rect_set(&job->trial[first + i], r0, r1, from, j);
        width = j - from;
        from = j;
    }
}

/* The greedy cuts of fpm__cross_try; q is constant where this is inlined for one chain. */
FPM__INLINE int fpm__cross_cut(const fpm__stripe *chain, int q, int64_t p, int64_t *load,
                               int64_t *cut) {
    int64_t n = chain->n, most = 0, snap = FPM__LOAD_MAX, from = 0, width = n / p, s;
    int t;
    cut[0] = 0;
    for (s = 0; s < p; s++) {
        int64_t limit = fpm__stripe_sum(chain, from) + *load, next = 0;
        int64_t to = fpm__stripe_ahead(chain, from, from + width, limit);
        for (t = 1; t < q; t++) {
            limit = fpm__stripe_sum(&chain[t], from) + *load;
            if (fpm__stripe_sum(&chain[t], to) > limit)
                to = fpm__stripe_ahead(&chain[t], from, fpm__min64(to, from + width), limit);
        }
        for (t = 0; t < q; t++) {
            int64_t at = fpm__stripe_sum(&chain[t], from);
            most = fpm__max64(most, fpm__stripe_sum(&chain[t], to) - at);
            if (to < n) next = fpm__max64(next, fpm__stripe_sum(&chain[t], to + 1) - at);
        }
        if (to < n) snap = fpm__min64(snap, next);
        width = to - from;
        from = to;
        cut[s + 1] = to;
    }
    *load = from == n ? most : snap;
    return from == n;
}

/* Can p parts of at most *load cover q chains that are all cut at the same places?  1: they can,
   and *load becomes the largest load of a part; 0: they cannot, and *load becomes the least value
   above it with which a part would be longer.  The cuts go to `cut`. */
static int fpm__cross_try(const fpm__stripe *chain, int q, int64_t p, int64_t *load, int64_t *cut) {
    return q == 1 ? fpm__cross_cut(chain, 1, p, load, cut) : fpm__cross_cut(chain, q, p, load, cut);
}

/* The least largest load of p parts of q chains, sought from the bound `low` in growing steps. */
static int64_t fpm__cross_best(fpm__rect_job *job, const fpm__stripe *chain, int q, int64_t p,
                               int64_t low, int64_t step, int64_t *cut) {
    fpm__seek g = fpm__seek_begin(low - 1, job->caps.total, low + step, step);
    while (fpm__seeking(&g)) {
        int fits = fpm__cross_try(chain, q, p, &g.at, cut);
        fpm__rect_spend(job, p * q);
        g.at -= !fits; /* no load below is enough */
        fpm__seek_tell(&g, !fits);
    }
    fpm__cross_try(chain, q, p, &g.high, cut);
    return g.high;
}

/* ---- stripes of a plane: cuts of the rows, and how many parts each stripe has ---- */

/* Cut the rows into p stripes whose largest load is least, into job->cut. */
static void fpm__rows_even(fpm__rect_job *job, const fpm__plane *v, int p) {
    fpm__stripe s;
    fpm__stripe_down(&s, v);
    job->stripes = p;
    fpm__cross_best(job, &s, 1, p, fpm__divide_up(s.cost, p), s.cost / s.n / 2 + 1, job->cut);
}

/* Make the rectangles of the trial's stripes, job->count[s] parts in stripe s, each as large as it
   can be at the key that is tried, and offer them; processors that are left over get nothing. */
static void fpm__stripes_offer(fpm__rect_job *job, const fpm__plane *v) {
    int64_t at = 0;
    int s;
    for (s = 0; s < job->stripes; s++) {
        fpm__stripe_lay(job, v, job->cut[s], job->cut[s + 1], at, job->count[s]);
        at += job->count[s];
    }
    for (; at < job->m; at++) fpm__rect_set(&job->trial[at], v->rows, v->rows, v->cols, v->cols);
    fpm__rect_spend(job, 2 * (int64_t)job->m);
    fpm__rect_offer(job, v, job->stripes);
}

/* Processors that are left over, one by one to where there is most load a part. */
static void fpm__parts_left_over(int p, const int64_t *load, int64_t left, int64_t *count) {
    int s, to;
    for (; left > p; left -= p) /* whole rounds, as the counts are in proportion already */
        for (s = 0; s < p; s++) count[s]++;
    for (; left > 0; left--) {
        for (s = 1, to = 0; s < p; s++) {
            double most = (double)load[to] / (double)fpm__max64(count[to], 1);
            if ((double)load[s] / (double)fpm__max64(count[s], 1) > most) to = s;
        }
        count[to]++;
    }
}

/* Parts in proportion to loads: ceil((m - p) load / total), at least one; then those left over. */
static void fpm__parts_by_load(int m, int p, const int64_t *load, int64_t *count) {
    double total = 0;
    int64_t left = m;
    int s;
    for (s = 0; s < p; s++) total += (double)load[s];
    for (s = 0; s < p; s++) {
        double parts = total > 0 ? ceil((m - p) * ((double)load[s] / total)) : 1;
        count[s] = fpm__max64(1, fpm__min64((int64_t)parts, left - (p - 1 - s)));
        left -= count[s];
    }
    fpm__parts_left_over(p, load, left, count);
}

/* Share out processors that differ: those before a stripe can take the load before it. */
static void fpm__parts_by_capacity(fpm__rect_job *job, const fpm__plane *v) {
    const int64_t *rows = fpm__plane_col(v, v->cols), *each = job->caps.each;
    double total = (double)job->grid->total, all = 0, sum = 0;
    int s, u = 0, e, p = job->stripes;
    fpm__caps_try(&job->caps, job->caps.low);
    for (e = 0; e < job->m; e++) all += (double)each[e];
    for (s = 0, e = 0; s < p; s++) {
        double due = total > 0 ? (double)rows[job->cut[s + 1]] / total * all : 0;
        while (e < job->m - (p - 1 - s) && (e == u || sum + 0.5 * (double)each[e] < due))
            sum += (double)each[e++];
        if (s + 1 == p) e = job->m;
        job->count[s] = e - u;
        u = e;
    }
}

/* The loads of the stripes in job->cut, into job->load. */
static void fpm__stripes_loads(fpm__rect_job *job, const fpm__plane *v) {
    const int64_t *rows = fpm__plane_col(v, v->cols);
    int s;
    for (s = 0; s < job->stripes; s++) job->load[s] = rows[job->cut[s + 1]] - rows[job->cut[s]];
}

/* Numbers of parts in proportion to load, for the stripes in job->cut. */
static void fpm__stripes_share(fpm__rect_job *job, const fpm__plane *v) {
    fpm__stripes_loads(job, v);
    if (job->caps.each) fpm__parts_by_capacity(job, v);
    else fpm__parts_by_load(job->m, job->stripes, job->load, job->count);
}

/* The farthest row down to which a stripe from r0 needs processors u .. e - 1 at most; it is in low
   .. high. */
static int64_t fpm__stripe_farthest(fpm__rect_job *job, const fpm__plane *v, int64_t r0,
                                    int64_t low, int64_t high, int64_t u, int64_t e) {
    int64_t all;
    fpm__stripe s, down;
    fpm__seek g;
    fpm__stripe_down(&down, v);
    all = fpm__stripe_sum(&down, r0) + fpm__stripe_room(&down, fpm__caps_room(&job->caps, u, e));
    if (low < r0) low = r0;
    if (high > low)
        high = fpm__min64(high, fpm__stripe_reach(&down, r0, r0 + v->rows * (e - u) / job->m, all));
    g = fpm__seek_begin(low, high + 1, high, 1);
    while (fpm__seeking(&g)) {
        fpm__stripe_of(&s, v, r0, g.at);
        fpm__seek_tell(&g, fpm__parts_needed(&s, &job->caps, u, e - u, &job->info.work) <= e - u);
    }
    return g.low;
}

/* The rows of a plane as layers: job->count[k] processors take stripe k. */
typedef struct fpm__heights {
    fpm__rect_job *job;
    const fpm__plane *v;
    int64_t u, at; /* the first processor of stripe `at` */
} fpm__heights;

static int fpm__row_joins(void *context, int64_t k, int64_t i, int64_t j) {
    fpm__heights *f = (fpm__heights *)context;
    int64_t *count = f->job->count;
    fpm__stripe s;
    while (f->at < k) f->u += count[f->at++];
    if (count[k] == 0) return 0;
    fpm__stripe_of(&s, f->v, i, j);
    return fpm__parts_needed(&s, &f->job->caps, f->u, count[k], &f->job->info.work) <= count[k];
}

/* fpm__stripes_fit for least rows and columns: every place where a stripe can end counts. */
static int fpm__stripes_thick(fpm__rect_job *job, const fpm__plane *v) {
    int64_t *first = job->caps.ends + 2 * (fpm__max64(v->rows, v->cols) + 1), to = v->rows;
    fpm__heights f;
    int s = job->stripes;
    f.job = job, f.v = v, f.u = f.at = 0;
    if (fpm__thick_layers(v->rows, v->high, s, first, fpm__row_joins, &f) > s) return 0;
    for (; s >= 0; s--) {
        job->cut[s] = to;
        if (to > 0 && first[to] == s) to = fpm__layer_begin(first, v->high, to);
    }
    return 1;
}

/* Do stripes of job->count[s] processors each, as tall as the key allows, cover all rows?  The cuts
   stay in job->cut.  For the same counts, no cut is above where it was for a smaller key that did
   not fit, nor below where it was for a larger one that did: job->above and below keep these. */
static int fpm__stripes_fit(fpm__rect_job *job, const fpm__plane *v) {
    if (job->needs & FPM__THICK) return fpm__stripes_thick(job, v);
    int64_t r = 0, u = 0, e;
    int s, p = job->stripes, fits;
    job->cut[0] = 0;
    for (s = 0; s < p; s++, u = e) {
        e = u + job->count[s];
        if (e > u && r < v->rows)
            r = fpm__stripe_farthest(job, v, r, job->above[s + 1], job->below[s + 1], u, e);
        job->cut[s + 1] = r;
        if (fpm__plane_rest(v, r) > fpm__caps_room(&job->caps, e, job->m)) break;
    }
    fits = s == p && r == v->rows;
    memcpy(fits ? job->below : job->above, job->cut,
           (size_t)(s < p ? s + 2 : p + 1) * sizeof *job->cut);
    return fits;
}

/* fpm__rect_search that first asks whether there is anything better than the best partition. */
static int fpm__rect_better(fpm__rect_job *job, const fpm__plane *v, fpm__fits fits, void *state) {
    int64_t low = job->caps.low, step = job->caps.step;
    if (job->key == job->caps.none)
        return fpm__rect_search(job, v, fits, state, low, low + step, 8 * step);
    return fpm__rect_search(job, v, fits, state, low, job->key - 1, job->key);
}

/* Are the numbers of parts in job->count enough for the stripes in job->cut? */
static int fpm__chains_fit(fpm__rect_job *job, const fpm__plane *v, void *state, int64_t *key) {
    int64_t *count = job->count, u = 0;
    fpm__stripe t;
    int s;
    (void)state, (void)key;
    for (s = 0; s < job->stripes; u += count[s++]) {
        fpm__stripe_of(&t, v, job->cut[s], job->cut[s + 1]);
        if (fpm__parts_needed(&t, &job->caps, u, count[s], &job->info.work) > count[s]) return 0;
    }
    fpm__stripes_offer(job, v);
    return 1;
}

/* The best parts for the stripes in job->cut and the numbers in job->count, no bound of a class. */
static int fpm__stripes_chains(fpm__rect_job *job, const fpm__plane *v) {
    int status = fpm__rect_better(job, v, fpm__chains_fit, NULL);
    job->class_bound = 0;
    return status;
}

/* fpm__stripes_fit, as fpm__rect_search asks for it. */
static int fpm__cuts_fit(fpm__rect_job *job, const fpm__plane *v, void *state, int64_t *key) {
    int fits = fpm__stripes_fit(job, v);
    (void)state, (void)key;
    if (fits) fpm__stripes_offer(job, v);
    return fits;
}

/* The best cuts of rows for the numbers of parts in job->count; fpm__rect_search's status. */
static int fpm__stripes_cut(fpm__rect_job *job, const fpm__plane *v) {
    int s;
    for (s = 0; s <= job->stripes; s++) job->above[s] = 0, job->below[s] = v->rows;
    return fpm__rect_better(job, v, fpm__cuts_fit, NULL);
}

/* ---- jag-pq-heur, jag-pq-opt: P stripes, Q parts in each ---- */

/* PQ_HEUR: two rounds of chains: stripes of even load, then each into equally many parts. */
static int fpm__rect_pq_heur(fpm__rect_job *job, const fpm__plane *v, int p) {
    int s;
    fpm__rows_even(job, v, p);
    for (s = 0; s < p; s++) job->count[s] = job->m / p;
    return fpm__stripes_chains(job, v);
}

/* PQ_OPT: the same numbers of parts, and the best stripes for them. */
static int fpm__rect_pq_opt(fpm__rect_job *job, const fpm__plane *v, int p) {
    int s;
    job->stripes = p;
    for (s = 0; s < p; s++) job->count[s] = job->m / p;
    return fpm__stripes_cut(job, v);
}

/* ---- nicol: P x Q by the same cuts everywhere ---- */

/* The best p cuts of rows where columns are cut in q at given places; returns the largest load. */
static int64_t fpm__nicol_rows(fpm__rect_job *job, const fpm__plane *v, fpm__stripe *chain, int p,
                               int q, const int64_t *col, int64_t *row) {
    int64_t low = job->info.load_bound;
    int t;
    for (t = 0; t < q; t++) {
        const int64_t *left = fpm__plane_col(v, col[t]), *right = fpm__plane_col(v, col[t + 1]);
        fpm__stripe_set(&chain[t], v, left, right, 0, v->rows, col[t + 1] - col[t], 1);
    }
    return fpm__cross_best(job, chain, q, p, low, low / 64 + 1, row);
}

/* NICOL: in turn the best columns for the rows and the best rows for the columns, while the largest
   load falls.  That ends where neither can fall alone, so it begins thrice: with rows of even load,
   with rows of one height, and with columns of one width. */
static FPM__COLD int fpm__rect_nicol(fpm__rect_job *job, const fpm__plane *v, int p) {
    fpm__plane turned;
    int64_t *row = job->cut, *col, best, load;
    fpm__stripe *chain;
    int s, t, start, q = job->m / p;
    col = (int64_t *)fpm__take(&job->mem, (int64_t)q + 1, sizeof(int64_t));
    chain = (fpm__stripe *)fpm__take(&job->mem, job->m, sizeof *chain);
    if (!chain) return job->mem.status;
    turned = job->view[!v->transposed];
    for (start = 0; start < 3 && (!start || !fpm__rect_spend(job, 0)); start++) {
        if (!start) fpm__rows_even(job, v, p);
        for (s = 0; start == 1 && s <= p; s++) row[s] = fpm__even_cut(v->rows, p, s);
        for (t = 0; start == 2 && t <= q; t++) col[t] = fpm__even_cut(v->cols, q, t);
        if (start == 2) fpm__nicol_rows(job, v, chain, p, q, col, row);
        for (best = INT64_MAX;; best = load) {
            load = fpm__nicol_rows(job, &turned, chain, q, p, row, col);
            if (load >= best || fpm__rect_spend(job, 0)) break;
            best = load;
            load = fpm__nicol_rows(job, v, chain, p, q, col, row);
            if (load >= best) break;
        }
        for (s = 0; s < p; s++)
            for (t = 0; t < q; t++)
                fpm__rect_set(&job->trial[s * q + t], row[s], row[s + 1], col[t], col[t + 1]);
        fpm__rect_offer(job, v, p);
    }
    return FPM_OK;
}

/* ---- jag-m-probe, jag-m-alloc, jag-m-heur-probe: any number of parts a stripe ---- */

/* Can the stripes in job->cut be cut into parts at the key tried?  Each gets as many parts as it
   needs, into job->count, and must leave enough processors for those after it.  Those left over go
   to where there is most load a part or, where processors differ, to the last stripe. */
static int fpm__stripes_allot(fpm__rect_job *job, const fpm__plane *v) {
    const int64_t *cut = job->cut;
    int64_t u = 0, most;
    fpm__stripe t;
    int s, last = 0;
    for (s = 0; s < job->stripes; s++) {
        job->count[s] = 0;
        if (cut[s + 1] == cut[s]) continue;
        fpm__stripe_of(&t, v, cut[s], cut[s + 1]);
        most = fpm__caps_last(&job->caps, fpm__plane_rest(v, cut[s + 1])) - u;
        if (most < 1) return 0;
        job->count[s] = fpm__parts_needed(&t, &job->caps, u, most, &job->info.work);
        if (job->count[s] > most) return 0;
        u += job->count[s];
        last = s;
    }
    if (job->caps.each) job->count[last] += job->m - u;
    else {
        fpm__stripes_loads(job, v);
        fpm__parts_left_over(job->stripes, job->load, job->m - u, job->count);
    }
    return 1;
}

/* fpm__stripes_allot, as fpm__rect_search asks for it. */
static int fpm__counts_fit(fpm__rect_job *job, const fpm__plane *v, void *state, int64_t *key) {
    int fits = fpm__stripes_allot(job, v);
    (void)state, (void)key;
    if (fits) fpm__stripes_offer(job, v);
    return fits;
}

/* M_PROBE: the given stripes, or p of even load. */
static int fpm__rect_m_probe(fpm__rect_job *job, const fpm__plane *v, int p) {
    fpm__rows_even(job, v, p);
    if (job->opts.cuts) memcpy(job->cut, job->opts.cuts, (size_t)(p + 1) * sizeof(int64_t));
    return fpm__rect_better(job, v, fpm__counts_fit, NULL);
}

/* M_ALLOC: given numbers of parts, or in proportion to load for p stripes of even load. */
static int fpm__rect_m_alloc(fpm__rect_job *job, const fpm__plane *v, int p) {
    int s;
    fpm__rows_even(job, v, p);
    fpm__stripes_share(job, v);
    for (s = 0; job->opts.counts && s < p; s++) job->count[s] = job->opts.counts[s];
    return fpm__stripes_cut(job, v);
}

/* M_HEUR: p stripes of even load, parts in proportion, each stripe an optimal chain. */
static int fpm__rect_m_heur(fpm__rect_job *job, const fpm__plane *v, int p) {
    fpm__rows_even(job, v, p);
    fpm__stripes_share(job, v);
    return fpm__stripes_chains(job, v);
}

/* M_HEUR_PROBE: p stripes of even load with parts in proportion; then the best cuts for these
   numbers of parts and the best numbers of parts for these cuts in turn, while that helps. */
static int fpm__rect_m_heur_probe(fpm__rect_job *job, const fpm__plane *v, int p) {
    int turn, better, status = FPM_OK;
    fpm__rows_even(job, v, p);
    fpm__stripes_share(job, v);
    memcpy(job->load, job->cut + 1, (size_t)p * sizeof *job->cut); /* the even stripes */
    for (turn = 0; status == FPM_OK; turn++) {
        int64_t before = job->key;
        if (turn % 2) status = fpm__rect_better(job, v, fpm__counts_fit, NULL);
        else status = fpm__stripes_cut(job, v);
        better = job->key < before && fpm__caps_try(&job->caps, job->key);
        /* The cuts or counts of the answer once more (which fast-math may refuse). */
        if (better) better = turn % 2 ? fpm__stripes_allot(job, v) : fpm__stripes_fit(job, v);
        if (!better && turn > 0) break;
        if (!better) memcpy(job->cut + 1, job->load, (size_t)p * sizeof *job->cut);
    }
    return status;
}

/* ---- jag-m-opt: any stripes, any number of parts in each ---- */

/* A state of the program: the first `used` processors cover rows 0 .. row - 1, and this may be part
   of an answer.  The stripe from there to the row tried last needs the processors up to `end`, as
   far as is known: until there are as many it need not be looked at: more rows never need fewer. */
typedef struct fpm__jagged_state {
    int64_t row;
    int used, end;
} fpm__jagged_state;

/* Bounds of row[k] that hold for all keys that are still open, since rows only grow with the key:
   known[k] is row[k] at the largest key that failed, top[k] at the least one that did not. */
typedef struct fpm__jagged {
    int64_t *row;             /* m + 1: the farthest that k processors are known to cover */
    int64_t *known, *top;     /* m + 1 each */
    int *from;                /* m + 1: row[k] comes from a stripe that begins at row[from[k]] */
    int *before;              /* the same for known */
    fpm__jagged_state *state; /* the states that matter: the first to reach their row */
    int states;
} fpm__jagged;

/* The stripes of a program that ends after processor k - 1, into job->cut and job->count.  row[k]
   is reached by a stripe from row[from[k]] with the processors between, unless it is the same row.
   Processors that have nothing to do between two stripes join the stripe above, or the first one,
   where processors differ; else they and those after k go to where there is most load a part. */
static FPM__COLD void fpm__jagged_trace(fpm__rect_job *job, const fpm__plane *v, const int64_t *row,
                                        const int *from, int k) {
    int64_t idle = job->m - k;
    int at, s = 0;
    for (at = k; at > 0; at = from[at]) s += row[at] > row[from[at]];
    job->stripes = s;
    job->cut[s] = v->rows;
    for (at = k; at > 0; at = from[at]) {
        idle += at - from[at];
        if (row[at] == row[from[at]]) continue;
        job->cut[--s] = row[from[at]];
        job->count[s] = job->caps.each ? idle : at - from[at];
        idle = 0;
    }
    if (job->caps.each) job->count[0] += idle;
    else {
        fpm__stripes_loads(job, v);
        fpm__parts_left_over(job->stripes, job->load, job->m - k, job->count);
    }
}

/* Find where the stripe from a state to a row ends, now that there are k processors; it is looked
   for a good deal beyond k: the farther it is, the longer the state need not be looked at. */
static void fpm__jagged_count(fpm__rect_job *job, const fpm__plane *v, fpm__jagged_state *state,
                              int k, int64_t row) {
    int64_t u = state->used, most = fpm__min64(job->m, k + 2 + (k - u) / 4) - u;
    fpm__stripe s;
    fpm__stripe_of(&s, v, state->row, row);
    state->end = (int)(u + fpm__parts_needed(&s, &job->caps, u, most, &job->info.work));
}

/* Push row k as far as `top` by stripes from a state that end before processor k; 1: any does. */
static int fpm__jagged_push(fpm__rect_job *job, const fpm__plane *v, fpm__jagged_state *state,
                            int k, int64_t top, int64_t *best) {
    int64_t start = *best;
    while (*best < top && state->end <= k) {
        fpm__jagged_count(job, v, state, k, *best + 1);
        *best += state->end <= k;
    }
    return *best > start;
}

/* Row k from states that may have enough processors now; the farthest, or -1.  Equal processors: a
   stripe needs no fewer than one to the same row from a later state. */
static int fpm__jagged_step(fpm__rect_job *job, const fpm__plane *v, fpm__jagged *g, int k,
                            int64_t *best) {
    int by = -1, need = 1, equal = job->caps.each == NULL, i;
    for (i = g->states - 1; i >= 0 && *best < g->top[k]; i--) {
        fpm__jagged_state *state = &g->state[i];
        if (equal && state->end < state->used + need) state->end = state->used + need;
        if (state->end <= k && fpm__jagged_push(job, v, state, k, g->top[k], best)) by = i;
        need = state->end - state->used;
    }
    return by;
}

static void fpm__jagged_add(fpm__jagged *g, int64_t row, int used) {
    fpm__jagged_state *state = &g->state[g->states++];
    state->row = row;
    state->used = used;
    state->end = used + 1;
}

/* What the first `count` rows at this key say of all keys to come.  A row that did not matter,
   since the processors after it could not take what is left, does not matter for a smaller key. */
static void fpm__jagged_learn(fpm__jagged *g, int count, int fits) {
    int64_t *row = g->row;
    int *from = g->from;
    if (fits) memcpy(g->top, row, ((size_t)count + 1) * sizeof *row);
    else {
        g->row = g->known, g->known = row;
        g->from = g->before, g->before = from;
    }
}

/* Can m processors cover all rows by stripes, in their order, at the key that is tried?  A state
   matters only if the processors after it can take what is left, and of states with equal rows only
   the first does.  A stripe is tried only to rows that are not reached yet.  Late in a search
   known[k] and top[k] are mostly the same, and nothing is left to be tried. */
static int fpm__jagged_fits(fpm__rect_job *job, const fpm__plane *v, void *states, int64_t *key) {
    int64_t end = v->rows, least = 0, best;
    fpm__jagged *g = (fpm__jagged *)states;
    int k, by, fits;
    (void)key;
    g->states = 0;
    fpm__jagged_add(g, g->row[0] = 0, 0);
    for (k = 1; k <= job->m && g->row[k - 1] < end; k++) {
        int better = g->known[k] > g->row[k - 1];
        while (fpm__plane_rest(v, least) > fpm__caps_room(&job->caps, k, job->m)) least++;
        g->row[k] = better ? g->known[k] : g->row[k - 1];
        g->from[k] = better ? g->before[k] : k - 1;
        best = fpm__max64(g->row[k], least - 1);
        by = fpm__jagged_step(job, v, g, k, &best);
        if (by >= 0) {
            g->row[k] = best;
            g->from[k] = g->state[by].used;
        }
        if (k < job->m && g->row[k] > g->row[k - 1] && g->row[k] >= least)
            fpm__jagged_add(g, g->row[k], k);
        if (fpm__rect_spend(job, g->states / 8)) return -1;
    }
    fits = g->row[k - 1] == end;
    if (fits) {
        fpm__jagged_trace(job, v, g->row, g->from, k - 1);
        fpm__stripes_offer(job, v);
    }
    fpm__jagged_learn(g, k - 1, fits);
    return fits;
}

/* The same for least rows and columns, and processors that are equal: the fewest that cover rows 0
   .. j - 1, over where the last stripe begins. */
static int fpm__jagged_thick(fpm__rect_job *job, const fpm__plane *v, void *state, int64_t *key) {
    int64_t *few = job->caps.ends + 2 * (fpm__max64(v->rows, v->cols) + 1), i, j, m = job->m, need;
    int64_t *from = few + fpm__max64(v->rows, v->cols) + 1;
    fpm__stripe t;
    int s = 0;
    (void)state, (void)key;
    for (j = 1; j <= v->rows; j++) few[j] = m + 1;
    for (few[0] = i = 0; i + v->high <= v->rows; i++) {
        if (few[i] >= m || fpm__plane_rest(v, i) > fpm__caps_room(&job->caps, few[i], m)) continue;
        for (j = i + v->high; j <= v->rows; j++) {
            fpm__stripe_of(&t, v, i, j);
            need = few[i] + fpm__parts_needed(&t, &job->caps, 0, m - few[i], &job->info.work);
            if (need > m) break;
            if (need < few[j]) few[j] = need, from[j] = i;
        }
        if (fpm__rect_spend(job, 0)) return -1;
    }
    if (few[v->rows] > m) return 0;
    for (j = v->rows; j > 0; j = from[j]) s++;
    for (job->stripes = s, job->cut[s] = v->rows, j = v->rows; j > 0; j = from[j]) {
        job->cut[--s] = from[j];
        job->count[s] = few[j] - few[from[j]];
    }
    fpm__stripes_offer(job, v);
    return 1;
}

/* Of all ways through the rows that the least key reaches, the one with the shortest sides: stripes
   of height h in q parts have q h and their width, and only what would shorten them is tested. */
static FPM__COLD void fpm__jagged_short(fpm__rect_job *job, const fpm__plane *v, fpm__jagged *g) {
    int64_t *row = g->top, *sides = g->row, key = job->key, all;
    fpm__stripe s;
    int k, u;
    fpm__caps_try(&job->caps, key);
    if (fpm__jagged_fits(job, v, g, &key) != 1) return;
    for (sides[0] = 0, k = 1; k <= job->m && row[k - 1] < v->rows; k++) {
        sides[k] = row[k] > row[k - 1] ? INT64_MAX : sides[k - 1], g->from[k] = k - 1;
        for (u = k - 1; u >= 0; u--) {
            all = (k - u) * (row[k] - row[u]) + v->cols;
            if (all >= sides[k]) break;
            if (row[u] == row[k] || sides[u] >= sides[k] - all) continue;
            fpm__stripe_of(&s, v, row[u], row[k]);
            if (fpm__parts_needed(&s, &job->caps, u, k - u, &job->info.work) > k - u) continue;
            sides[k] = sides[u] + all, g->from[k] = u;
        }
        if (fpm__rect_spend(job, (k - u) / 8)) return; /* what was found before is as even */
    }
    fpm__jagged_trace(job, v, row, g->from, k - 1);
    fpm__stripes_offer(job, v);
}

/* M_OPT: the memory of the program, then the search with the test above.  Much better than what
   other stripes are is likely, so it begins lower than half way; where cuts from side to side are
   the best so far, by asking whether stripes can be better at all. */
static FPM__COLD int fpm__rect_m_opt(fpm__rect_job *job, const fpm__plane *v, int p) {
    int64_t room = (int64_t)job->m + 1, low = job->caps.low, before, k;
    int thick = job->needs & FPM__THICK, status;
    fpm__jagged g;
    if (thick && job->caps.each) return FPM_OK; /* P x Q is what there is */
    g.row = (int64_t *)fpm__take(&job->mem, 3 * room, sizeof(int64_t));
    g.from = (int *)fpm__take(&job->mem, 2 * room, sizeof(int));
    g.state = (fpm__jagged_state *)fpm__take(&job->mem, room, sizeof *g.state);
    if (!g.state) return job->mem.status;
    g.known = g.row + room, g.top = g.row + 2 * room;
    g.before = g.from + room;
    for (k = 0; k < room; k++) g.known[k] = 0, g.top[k] = v->rows;
    (void)p;
    if (thick) return fpm__rect_better(job, v, fpm__jagged_thick, NULL);
    before = job->key;
    if (before == job->caps.none || job->info.algorithm == job->algorithm || !job->info.stripes)
        status = fpm__rect_better(job, v, fpm__jagged_fits, &g);
    else
        status = fpm__rect_search(job, v, fpm__jagged_fits, &g, low, low + (before - low) / 8 * 3,
                                  before);
    if (job->key < before && status == FPM_OK) fpm__jagged_short(job, v, &g);
    return status;
}

/* ---- >>guillotine ---------------------------------------------------------------------------- */

/* Partitions by cuts from side to side.  They work on the grid as it is, job->view[0], and have no
   orientation.

   hier-rb, hier-relaxed  cut each rectangle once, in proportion to its processors: fpm__hier_bisect
   hier-opt               exact: parts of at most b, with cuts limited to windows (fpm__slack_*)
   peel, hier-search      the same, where stripes are cut off all sides of the rest (fpm__peel_*)

   Partitions grow in `trial` itself, without a stack: a rectangle for q parts stands at the first
   of its q places with q in its load, and a cut puts the second one where its own parts begin.

   Source of the classes: Saule, Bas, Catalyurek, JPDC 72, 2012. */

/* A cut of a rectangle for q parts at x, between rows or columns, the first side for j of them. */
typedef struct fpm__guillotine {
    int64_t x;
    int rows, j;    /* 1: between rows; parts of the first side, 0: no cut yet */
    int64_t rating; /* more is better, among cuts that are equal otherwise */
} fpm__guillotine;

/* The two sides of a rectangle, the first in place of it. */
static void fpm__cut_sides(const fpm__guillotine *cut, fpm_rect *first, fpm_rect *second) {
    *second = *first;
    if (cut->rows) first->r1 = second->r0 = cut->x;
    else first->c1 = second->c0 = cut->x;
}

/* Cut the rectangle at its place; the second side goes to the place of its first part. */
static void fpm__cut_apply(fpm_rect *at, const fpm__guillotine *cut) {
    fpm__cut_sides(cut, at, at + cut->j);
    at[cut->j].load = at->load - cut->j, at->load = cut->j;
}

/* Make a rectangle for q parts one part; the other places that it holds become empty parts. */
static void fpm__leaf(fpm_rect *at) {
    int64_t k, q = at->load;
    for (k = 1; k < q; k++) {
        at[k] = *at;
        at[k].r0 = at[k].r1, at[k].c0 = at[k].c1, at[k].load = 1;
    }
    at->load = 1;
}

/* Begin with the whole grid for all m parts. */
static void fpm__uncut(fpm__rect_job *job) {
    fpm_rect *all = job->trial;
    all->r0 = all->c0 = 0, all->r1 = job->view[0].rows, all->c1 = job->view[0].cols;
    all->load = job->m;
}

/* ---- hier-rb, hier-relaxed: recursive bisection ---- */

/* What j parts of a rectangle of `load` are likely to cost together, in columns, near to square. */
static double fpm__likely_cost(const fpm__stripe *s, double load, int64_t length, int j) {
    double across = (double)s->side, along = (double)s->slope * (double)length, columns;
    if (s->side == 0 || length == 0) return load;
    columns = fpm__max(1, fpm__min(sqrt(j * along / across), j));
    return load - along + columns * across + j * along / columns;
}

/* Try the two cuts next to where the load on either side is in proportion to what its processors
   do; sum[i]: of i of them.  *least: load over that on the worse side of the best cut so far; of
   equal cuts that with more even numbers of processors is better, then one with load on both sides.
   The search begins at x and returns the place found, as that for j + 1 is not before it. */
static int64_t fpm__cut_at(fpm__guillotine *best, double *least, const fpm__stripe *s, int rows,
                           int64_t x, int j, int q, const double *sum) {
    int64_t start = fpm__stripe_sum(s, s->begin), even = j < q - j ? j : q - j, rating, y, at;
    int64_t low, high;
    double first = sum[j] - sum[0], second = sum[q] - sum[j];
    double share = first + second > 0 ? first / (first + second) : 0;
    int64_t due = fpm__min64((int64_t)(share * (double)s->cost), s->cost);
    x = fpm__stripe_reach(s, x, x + 1, start + due);
    low = s->begin + (s->least > 1 ? s->least : 0), high = s->n - (low - s->begin);
    for (at = x; at <= x + 1 && low <= high; at++) {
        y = fpm__max64(low, fpm__min64(at, high));
        int64_t before = fpm__stripe_sum(s, y) - start;
        double a = fpm__likely_cost(s, (double)before, y - s->begin, j), worse;
        double b = fpm__likely_cost(s, (double)(s->cost - before), s->n - y, q - j);
        worse = fpm__max(a > 0 ? a / fpm__max(first, 1e-200) : 0,
                         b > 0 ? b / fpm__max(second, 1e-200) : 0);
        rating = 2 * even + (before > 0 && before < s->cost);
        if (best->j && (worse > *least || (!(worse < *least) && rating <= best->rating))) continue;
        best->rating = rating;
        *least = worse;
        best->x = y;
        best->rows = rows;
        best->j = j;
    }
    return x;
}

/* Which ways a rectangle may be cut at a level: 1 between columns, 2 between rows, 3 both. */
static int fpm__cut_ways(int direction, const fpm_rect *r, int level) {
    int64_t high = r->r1 - r->r0, wide = r->c1 - r->c0;
    if (direction == FPM_RECT_BY_LOAD) return 3;
    if (direction == FPM_RECT_BY_DIST) return high >= wide ? 2 : 1;
    if (high < 2 || wide < 2) return high >= wide ? 2 : 1; /* only one way divides anything */
    return (direction == FPM_RECT_BY_HOR) == (level % 2 == 0) ? 2 : 1;
}

/* What the processor of place i does, at the key that is tried. */
static double fpm__hier_does(const fpm__caps *c, int i) {
    const double *speed = c->times.speed;
    return speed ? speed[fpm__chain_proc(&c->times, i)] : c->each ? (double)c->each[i] : 1;
}

/* Sums of what processors do, which the caller drops: 1 each where equal.  NULL: no memory. */
static double *fpm__hier_sums(fpm__rect_job *job) {
    fpm__caps *c = &job->caps;
    double *sum = (double *)fpm__take(&job->mem, (int64_t)job->m + 1, sizeof *sum);
    int i;
    fpm__caps_try(c, c->low);
    for (i = 0; i < job->m && sum; i++) sum[i + 1] = (i > 0 ? sum[i] : 0) + fpm__hier_does(c, i);
    if (sum) sum[0] = 0;
    return sum;
}

/* The best cut of a rectangle for q processors, between rows (ways: 2), columns (1) or both (3),
   and *least of it; j is 0 where it is too thin. */
static fpm__guillotine fpm__hier_cut(fpm__rect_job *job, const fpm_rect *r, int q, int relaxed,
                                     int ways, const double *sum, double *least) {
    fpm__guillotine best = {0, 0, 0, 0};
    int rows, j, last = relaxed ? q - 1 : q - q / 2;
    for (rows = 1, *least = FPM__NEVER; rows >= 0; rows--) {
        fpm__stripe s = fpm__span_of(&job->view[0], r, rows);
        int64_t x = s.begin;
        if (!(ways >> rows & 1)) continue;
        job->info.work += relaxed ? 8 * (int64_t)q + 24 : 24;
        for (j = relaxed ? 1 : q / 2; j <= last; j++)
            x = fpm__cut_at(&best, least, &s, rows, x, j, q, sum);
    }
    return best;
}

/* HIER_RB halves the processors, HIER_RELAXED splits them as fits best: for each j the cut next to
   j / q of the load.  (The published form takes each cut and its best j; the best pair is the same;
   this takes O(q log(n / q)) reads rather than O(n).)  Out of work, the rest is halved.  For ways
   that alternate, the parity of a rectangle's level is in bit 31 of its load until it is cut. */
static int fpm__hier_bisect(fpm__rect_job *job, int relaxed, int direction) {
    const int64_t odd = INT64_C(1) << 31;
    int i, q, level, status = FPM_OK;
    double *sum = fpm__hier_sums(job), least;
    if (!sum) return job->mem.status;
    fpm__uncut(job);
    for (i = 0; i < job->m; i++) {
        /* The first place of a rectangle says how many parts it is for, until it is for one. */
        while (job->trial[i].load % odd > 1) {
            fpm_rect *at = &job->trial[i];
            fpm__guillotine best;
            level = at->load >= odd, at->load %= odd, q = (int)at->load;
            if (relaxed && fpm__rect_over(job)) relaxed = 0, status = FPM_WORK_LIMIT;
            best = fpm__hier_cut(job, at, q, relaxed, fpm__cut_ways(direction, at, level), sum + i,
                                 &least);
            if (!best.j) { /* too thin to be cut */
                fpm__leaf(at);
                continue;
            }
            fpm__cut_apply(at, &best);
            if (!level) at->load += odd, at[best.j].load += odd;
        }
    }
    fpm__drop(&job->mem, sum);
    if (status == FPM_OK || job->key == job->caps.none) fpm__rect_offer(job, &job->view[0], 0);
    return status;
}

/* HIER_RB and HIER_RELAXED. */
static int fpm__rect_hier(fpm__rect_job *job, const fpm__plane *v, int p) {
    (void)v, (void)p;
    return fpm__hier_bisect(job, job->algorithm == FPM_RECT_HIER_RELAXED, job->opts.direction);
}

/* ---- processors in any order ---- */

/* Bisection that chooses the order of the processors, by restarts.  For a threshold a tenth of the
   way from the best partition to the bound: a rectangle for q processors is cut where HIER_RELAXED
   cuts it, and so are both sides; if a part then has a larger key, the processors of the rectangle
   are shuffled and it is cut again, a few times where q is small.  So most failures are found
   early, and are repaired among few processors.

   Geometric mean of the imbalance of AUTO, given order over free, on five fields (60 x 60 to 512 x
   512; speeds 1 to 4, and 1 or 10), m = 8, 16, 37, 64, 256: 2.2, 2.6, 2.2, 1.9, 1.2. */
enum { FPM__ORDER = 4000 }; /* steps a part, for more than 64 parts an eighth of that each */

typedef struct fpm__order {
    fpm__rect_job *job;
    int *at;            /* the processor of each place */
    double *does, *sum; /* of each processor; m + 1 of those of the places before */
    uint64_t random;
    int64_t until; /* the work at which it ends */
} fpm__order;

/* Put the processors of q places from u on into any order. */
static void fpm__order_shuffle(fpm__order *h, int u, int q) {
    int k, j, was;
    for (k = q - 1; k > 0; k--) {
        h->random = h->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        j = (int)((h->random >> 33) % ((uint64_t)k + 1));
        was = h->at[u + k], h->at[u + k] = h->at[u + j], h->at[u + j] = was;
    }
}

/* Cut a rectangle into parts for the processors of places u .. u + q - 1, with keys up to `most`.
   1: they are in trial; 0: none were found.  Calls itself for both sides of a cut, about 210 deep
   at most: a cut is 8 q steps, and `until` comes after 4000 (64 + m / 8). */
static int fpm__order_cut(fpm__order *h, const fpm_rect *r, int u, int q, int64_t most) {
    fpm__rect_job *job = h->job;
    const fpm__caps *c = &job->caps;
    int tries = q < 3 ? q : q < 9 ? 4 : q < 25 ? 2 : 1, t, k;
    int64_t cost = fpm__plane_cost(&job->view[0], r->r0, r->r1, r->c0, r->c1);
    job->trial[u] = *r;
    if (q == 1) return fpm__caps_key(c, u, cost) <= most;
    for (t = 0; t < tries && job->info.work <= h->until && !fpm__rect_spend(job, 0); t++) {
        fpm__guillotine cut;
        fpm_rect side[2];
        double least;
        if (t > 0) fpm__order_shuffle(h, u, q);
        for (k = u; k < u + q; k++) h->sum[k + 1] = h->sum[k] + h->does[h->at[k]];
        cut = fpm__hier_cut(job, r, q, 1, 3, h->sum + u, &least);
        if (!cut.j || (c->times.speed && least * c->unit > fpm__from_bits(most))) continue;
        side[0] = *r;
        fpm__cut_sides(&cut, &side[0], &side[1]);
        for (k = 0; k < 2; k++) { /* the side for fewer parts is the sooner refuted */
            int last = (2 * cut.j > q) != k, from = last ? u + cut.j : u;
            if (!fpm__order_cut(h, &side[last], from, last ? q - cut.j : cut.j, most)) break;
        }
        if (k == 2) return 1;
    }
    return 0;
}

/* Look for an order with a better partition than the best so far, from the given one on.  If there
   is one, the job has processors in that order from then on. */
static FPM__COLD int fpm__order_find(fpm__rect_job *job) {
    size_t mark = fpm__mem_mark(&job->mem);
    int64_t m = job->m, i;
    fpm_rect all = FPM_ZERO;
    fpm__order h;
    h.job = job, h.random = 1;
    h.until = job->info.work + FPM__ORDER * (fpm__min64(m, 64) + m / 8);
    h.does = (double *)fpm__take(&job->mem, 2 * m + 1, sizeof(double));
    h.at = (int *)fpm__take(&job->mem, m, sizeof(int));
    if (job->mem.status != FPM_OK) return fpm__rect_leave(job, mark, job->mem.status);
    all.r1 = job->view[0].rows, all.c1 = job->view[0].cols;
    job->algorithm = FPM_RECT_HIER_RELAXED;
    fpm__caps_try(&job->caps, job->caps.low);
    h.sum = h.does + m, h.sum[0] = 0;
    for (i = 0; i < m; i++)
        job->order[i] = h.at[i] = (int)i, h.does[i] = fpm__hier_does(&job->caps, (int)i);
    while (job->key > job->caps.low && job->info.work <= h.until && !fpm__rect_over(job)) {
        int64_t most = job->key - 1 - (job->key - job->caps.low) / 10;
        job->caps.times.who = h.at;
        if (fpm__order_cut(&h, &all, 0, job->m, most)) {
            memcpy(job->order, h.at, (size_t)m * sizeof(int));
            fpm__rect_offer(job, &job->view[0], 0);
        }
        job->info.iterations++;
        fpm__order_shuffle(&h, 0, job->m);
    }
    job->caps.times.who = job->order;
    fpm__release(&job->mem, mark);
    return fpm__rect_over(job) ? FPM_WORK_LIMIT : FPM_OK;
}

/* ---- the exact search ---- */

/* A place of the memo: for a rectangle and q the most b known to fail, the least known to do. */
typedef struct fpm__mark {
    int32_t r0, r1, c0, c1;
    int32_t q;           /* 0: free */
    int64_t fails, does; /* largest b known to fail, -1: none; least known to do */
} fpm__mark;

/* The memo of a search: for a rectangle and a number of parts (and, by a code for the two, a way to
   cut it) what is known, so that it serves all b; where two meet in a place the later one stays. */
typedef struct fpm__memo {
    fpm__mark *mark; /* 2^bits places */
    int bits;
} fpm__memo;

/* The place of a rectangle and q in the memo, by a multiplicative hash. */
static fpm__mark *fpm__memo_at(const fpm__memo *memo, const fpm_rect *r, int q) {
    const uint64_t mix = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t key = (uint64_t)r->r0 << 32 ^ (uint64_t)r->r1 ^ (uint64_t)q << 54;
    key = (key * mix ^ (uint64_t)r->c0 << 32 ^ (uint64_t)r->c1) * mix;
    key = (key ^ key >> 29) * mix;
    return &memo->mark[key >> (64 - memo->bits)];
}

/* Does a place hold this rectangle and q? */
static int fpm__mark_is(const fpm__mark *k, const fpm_rect *r, int q) {
    return k->q == q && k->r0 == r->r0 && k->r1 == r->r1 && k->c0 == r->c0 && k->c1 == r->c1;
}

/* Can a rectangle be cut into q parts of at most b?  1 or 0; -1: it is not known. */
static int fpm__memo_says(const fpm__memo *memo, const fpm_rect *r, int q, int64_t b) {
    const fpm__mark *k = fpm__memo_at(memo, r, q);
    if (!fpm__mark_is(k, r, q)) return -1;
    return k->does <= b ? 1 : k->fails >= b ? 0 : -1;
}

/* Note that a rectangle can, or cannot, be cut into q parts of at most b. */
static void fpm__memo_learn(const fpm__memo *memo, const fpm_rect *r, int q, int64_t b, int does) {
    fpm__mark *k = fpm__memo_at(memo, r, q);
    if (!fpm__mark_is(k, r, q)) {
        k->r0 = (int32_t)r->r0, k->r1 = (int32_t)r->r1;
        k->c0 = (int32_t)r->c0, k->c1 = (int32_t)r->c1;
        k->q = q, k->fails = -1, k->does = INT64_MAX;
    }
    if (does) k->does = fpm__min64(k->does, b);
    else k->fails = fpm__max64(k->fails, b);
}

/* Memory for a memo, no more than a grid can fill.  It does not depend on max_work, so that less of
   it only ends a search earlier. */
static int fpm__memo_begin(fpm__memo *memo, fpm__rect_job *job, int bits) {
    double side = (double)job->view[0].rows * (double)job->view[0].cols; /* a few rectangles each */
    int64_t places;
    if (job->view[0].rows > INT32_MAX || job->view[0].cols > INT32_MAX) return FPM_E_OVERFLOW;
    while (bits > 8 && side * side * job->m < (double)(INT64_C(1) << bits)) bits--;
    places = INT64_C(1) << bits;
    memo->bits = bits;
    memo->mark = (fpm__mark *)fpm__take(&job->mem, places, sizeof(fpm__mark));
    if (memo->mark) memset(memo->mark, 0, (size_t)places * sizeof(fpm__mark));
    return job->mem.status;
}

/* hier-opt by search: can a rectangle be cut into q parts of at most b?  Not if it holds more than
   q b.  Otherwise a cut that leaves j parts to the first side must put at most j b in the first and
   (q - j) b in the second: a window, mostly narrow or empty when b is near the average.  The side
   for fewer parts is made as large as it can be within the window, by halving: what lies inside a
   rectangle that can be cut into j parts can be, too.  Then the rest, now least, is tested once. */
typedef struct fpm__slack {
    fpm__rect_job *job;
    const fpm__plane *v;
    int64_t b;    /* the threshold */
    int64_t *cap; /* of q: q b, at most the total */
    fpm__memo memo;
} fpm__slack;

/* Can r be cut into q parts of at most h->b?  1, with the first cut if that is asked for; 0; -1:
   out of work.  It calls itself for both sides, FPM__DEEP deep at most. */
static int fpm__slack_solve(const fpm__slack *h, const fpm_rect *r, int q, fpm__guillotine *cut) {
    int64_t cost = fpm__plane_cost(h->v, r->r0, r->r1, r->c0, r->c1), *work = &h->job->info.work;
    fpm__guillotine at = {0, 1, 0, 0};
    int answer;
    *work += 4;
    if (cost <= h->b) return 1;
    if (cost > h->cap[q]) return 0;
    *work += 32;
    answer = cut ? -1 : fpm__memo_says(&h->memo, r, q, h->b);
    if (answer >= 0) return answer;
    for (; at.rows >= 0; at.rows--) {
        fpm__stripe s = fpm__span_of(h->v, r, at.rows);
        int64_t start = fpm__stripe_sum(&s, s.begin), end = fpm__stripe_sum(&s, s.n), x = s.begin;
        for (at.j = 1; at.j < q; at.j++) {
            int64_t low, high, rest = end - fpm__stripe_room(&s, h->cap[q - at.j]);
            int last = 2 * at.j > q, fewer = last ? q - at.j : at.j; /* parts of the smaller side */
            fpm_rect side[2];
            fpm__seek g;
            x = fpm__stripe_reach(&s, x, x + 1, start + fpm__stripe_room(&s, h->cap[at.j]));
            *work += 8;
            if (fpm__rect_over(h->job)) return -1;
            high = fpm__min64(x, s.n - s.least);
            if (high < s.begin + s.least || fpm__stripe_sum(&s, high) < rest) continue;
            low = fpm__max64(s.begin + s.least, fpm__stripe_back(&s, high, rest));
            g = fpm__seek_begin(-1, high - low + 1, high - low, high - low + 1);
            for (answer = 0; answer >= 0 && fpm__seeking(&g);) { /* all of the window first */
                at.x = last ? high - g.at : low + g.at;
                side[0] = *r;
                fpm__cut_sides(&at, &side[0], &side[1]);
                answer = fpm__slack_solve(h, &side[last], fewer, NULL);
                if (answer >= 0) fpm__seek_tell(&g, answer);
            }
            if (answer < 0) return answer;
            if (g.low < 0) continue;
            at.x = last ? high - g.low : low + g.low;
            side[0] = *r;
            fpm__cut_sides(&at, &side[0], &side[1]);
            answer = fpm__slack_solve(h, &side[!last], q - fewer, NULL);
            if (answer > 0 && cut) *cut = at;
            if (answer > 0) fpm__memo_learn(&h->memo, r, q, h->b, 1);
            if (answer != 0) return answer;
        }
    }
    fpm__memo_learn(&h->memo, r, q, h->b, 0);
    return 0;
}

/* The search for fpm__rect_search: cut what is in `trial` until no part holds more than the key. */
static int fpm__slack_fits(fpm__rect_job *job, const fpm__plane *v, void *state, int64_t *key) {
    fpm__slack *h = (fpm__slack *)state;
    int64_t total = job->caps.total;
    fpm__guillotine cut = {0, 0, 0, 0};
    int i, q, answer;
    h->b = *key;
    for (q = 0; q <= job->m; q++) h->cap[q] = h->b < total / (q + 1) ? q * h->b : total;
    fpm__uncut(job);
    for (i = 0; i < job->m; i++)
        while (job->trial[i].load > 1) {
            fpm_rect *r = &job->trial[i];
            if (fpm__plane_cost(v, r->r0, r->r1, r->c0, r->c1) <= h->b) {
                fpm__leaf(r);
                continue;
            }
            answer = fpm__slack_solve(h, r, (int)r->load, &cut);
            if (answer != 1) return answer; /* the whole, or given up while cutting again */
            fpm__cut_apply(r, &cut);
        }
    fpm__rect_offer(job, v, 0);
    return 1;
}

/* Search until the class's optimum is proven or the work is used up: up from the bound in growing
   steps, as tests far below the optimum end at once; not by 1, as those just below take longest. */
static FPM__COLD int fpm__slack_search(fpm__rect_job *job) {
    int64_t low = fpm__max64(job->class_bound, job->caps.low), step = (job->key - low) / 256 + 2;
    size_t mark = fpm__mem_mark(&job->mem);
    fpm__slack h;
    int status;
    memset(&h, 0, sizeof h);
    h.job = job, h.v = &job->view[0];
    h.cap = (int64_t *)fpm__take(&job->mem, (int64_t)job->m + 1, sizeof(int64_t));
    if (!h.cap) return job->mem.status;
    status = fpm__memo_begin(&h.memo, job, job->m < 24 ? 6 + job->m / 2 : 18);
    if (status == FPM_OK) status = fpm__rect_search(job, h.v, fpm__slack_fits, &h, low, low, step);
    fpm__release(&job->mem, mark);
    return status;
}

/* ---- peel, hier-search ---- */

/* peel, for many parts.  At a threshold b a stripe is cut off one of the four sides of what is
   left, and then another, such that a stripe for x parts costs nearly x b, and such that it is a
   chain of blocks of a few parts each, which are cut across, as a chain again, and so on.  What is
   nearly used up early leaves slack for the end, where there is less to choose from: so of all
   stripes those that waste least a part come first, and what is left grows long and narrow until it
   is a stripe itself.

   A chain is tested by the farthest place that v parts reach: a smaller rest is never worse.  It
   goes on from the block found last, smallest blocks first, and back where none fits: what can be
   done is found with a third of the steps that v = 1, 2, .. in turn take.  Blocks of what was found
   are then cut with the largest blocks first, for a tenth more steps: sides are 0.5 to 0.9 times as
   long.  That is exact for blocks cut so; only a chain that has wasted more than its share on the
   way, and that of three parts, is given up.  (If stripes alone are, HIER_SEARCH needs six times as
   long for the same with 24 to 91 parts, and PEEL 4.7 and 2.3 times with 91 and 250.)

   A failure proves nothing.  Above the mean load after 0.1 s of HIER_SEARCH (24 to 91 parts, seven
   fields) with one constant changed: the share of 2 or 5 parts 3 and 2 % more; all blocks within
   blocks of up to 6 parts 22 %; no stripe taken back 2 %; any waste of a stripe 1 %. */
enum {
    FPM__SMALL = 12,     /* HIER_SEARCH goes through all cuts for so many parts */
    FPM__DEEP = 128,     /* HIER_OPT does so for so many, which takes 50 KB of the stack */
    FPM__PEELED = 50000, /* steps a part after which HIER_SEARCH ends */
    FPM__BLOCK = 64,    /* most parts of a block of a stripe, once smaller blocks were not enough */
    FPM__WIDER = 4,     /* ... times that, for HIER_SEARCH; by AUTO in two thirds of its work */
    FPM__INNER = 6,     /* parts of a block within a block, beside an eighth of those of a block */
    FPM__PEELINGS = 32, /* stripes that may be tried of what is left */
    FPM__UNPEEL = 5     /* ... and how often at a threshold one is taken back */
};

/* The sums along one way of a rectangle, all from the table by rows: the rows of a stripe stay in
   the cache while a chain goes along it, so peel is 1.4 times as fast as with fpm__span_of. */
typedef struct fpm__line {
    const int64_t *low, *high;
    int64_t stride, begin, n;
    int64_t slope, side; /* what a place costs beside its load, and a part beside its places */
    int64_t least;       /* places of a part */
    int shift;
} fpm__line;

static fpm__line fpm__line_of(const fpm__plane *v, const fpm_rect *r, int rows) {
    fpm__line s;
    s.low = rows ? v->at + r->c0 : fpm__plane_row(v, r->r0);
    s.high = rows ? v->at + r->c1 : fpm__plane_row(v, r->r1);
    s.stride = rows ? v->cols + 1 : 1;
    s.begin = rows ? r->r0 : r->c0;
    s.n = rows ? r->r1 : r->c1;
    s.least = rows ? v->high : v->wide;
    s.slope = v->border, s.shift = v->shift;
    s.side = v->border * (rows ? r->c1 - r->c0 : r->r1 - r->r0);
    return s;
}

/* What is before place x. */
FPM__INLINE int64_t fpm__line_sum(const fpm__line *s, int64_t x) {
    return ((s->high[x * s->stride] - s->low[x * s->stride]) << s->shift) + s->slope * x;
}

/* The last place, after low and before high, with a sum of at most this; low: none. */
static FPM__APART int64_t fpm__line_reach(const fpm__line *s, int64_t low, int64_t high,
                                          int64_t guess, int64_t sum) {
    fpm__seek g = fpm__seek_begin(low, high, guess, FPM__WINDOW);
    int64_t count = 0, x;
    while (g.high - g.low > FPM__WINDOW) fpm__seek_tell(&g, fpm__line_sum(s, g.at) <= sum);
    for (x = g.low + 1; x < g.high; x++) count += fpm__line_sum(s, x) <= sum;
    return g.low + count;
}

/* Of a chain: the farthest place that so many parts reach, below the first if none, and the parts
   of the last block before it; of the next block, how many were tried, and how far those reach. */
typedef struct fpm__link {
    int64_t x, reach;
    int parts, tried;
} fpm__link;

static void fpm__link_set(fpm__link *link, int64_t x, int parts) {
    link->x = link->reach = x;
    link->parts = parts, link->tried = 0;
}

/* A stripe that may be cut off: 0, 1 of rows, from the top, the bottom; 2, 3 of columns, from the
   left, the right. */
typedef struct fpm__peeling {
    double waste; /* a part */
    int64_t size; /* rows, or columns */
    int side, parts;
} fpm__peeling;

/* What is left after some stripes. */
typedef struct fpm__rest {
    fpm_rect r;
    int place;         /* parts before it */
    fpm__peeling last; /* the stripe that was tried last */
} fpm__rest;

typedef struct fpm__peel {
    fpm__rect_job *job;
    const fpm__plane *v; /* where the stripe that is tried is one of rows */
    int64_t b, until;    /* the threshold, and the work at which it is given up */
    int most;            /* parts of a block of a stripe */
    int lay;             /* the stripe was found, and its blocks are cut: largest first */
    fpm__memo memo;
    fpm__link *link; /* of the chain at hand, then of the blocks in it */
    fpm__rest *rest; /* m */
    int strips;
    fpm__peeling strip[FPM__PEELINGS];
} fpm__peel;

/* Most parts of a block within a block of k parts. */
static int fpm__peel_inner(const fpm__peel *h, int k) {
    int most = FPM__INNER + h->most / 8;
    return k <= most ? k - 1 : most;
}

/* Is a rectangle for q parts a chain of blocks of at most `most` parts, between rows (rows = 1) or
   columns?  A block is a part, or a chain the other way.  1: `link` has it; 0.  Calls itself for
   blocks, the links of which come after its own. */
static int fpm__peel_chain(fpm__peel *h, const fpm_rect *r, int q, int rows, int most,
                           fpm__link *link) {
    const fpm__caps *c = &h->job->caps;
    fpm__line s = fpm__line_of(h->v, r, rows);
    int64_t end = fpm__line_sum(&s, s.n), *work = &h->job->info.work;
    double per = (double)(s.n - s.begin) /
                 (double)fpm__max64(end - fpm__line_sum(&s, s.begin), 1); /* places a load */
    int64_t slack = fpm__caps_room(c, 0, q) - (end + s.side - fpm__line_sum(&s, s.begin));
    int v, k;
    if (slack < 0) return 0;
    for (v = 0; v <= q; v++) link[v].x = s.begin - 1;
    fpm__link_set(link, s.begin, 0);
    for (v = 0; v < q;) {
        fpm__link *on = &link[v], *to;
        int64_t from = on->x, room, at, low, least, x;
        int code, top = most < q - v ? most : q - v;
        fpm_rect block = *r;
        int64_t *cut = rows ? &block.r1 : &block.c1;
        fpm__seek g;
        k = ++on->tried;
        if (k > top) { /* back; here again only if that is farther */
            if (v == 0) return 0;
            v -= on->parts;
            continue;
        }
        if (h->lay) k = top + 1 - k, on->reach = from;
        to = on + k;
        code = 4 * k + 2 * h->v->transposed + rows;
        at = fpm__line_sum(&s, from) - s.side;
        room = fpm__caps_room(c, 0, k);
        if (k == q - v) on->reach = s.n;
        else if (on->reach < s.n)
            on->reach = fpm__line_reach(&s, on->reach, s.n + 1,
                                        from + (int64_t)((double)room * per), at + room);
        ++*work;
        /* The other parts must be able to take the rest. */
        least = k == q - v ? end : end + s.side - fpm__caps_room(c, 0, q - v - k);
        /* No chain may waste more than its share on the way, but for three parts'. */
        if (v + k + 3 < q) least += (int64_t)((double)slack * (double)(q - 3 - v - k) / (double)q);
        if (on->reach < s.n) on->reach = fpm__min64(on->reach, s.n - s.least);
        x = on->reach;
        if (x <= to->x || fpm__line_sum(&s, x) < least) continue;
        low = x - 1; /* a part reaches as far as it can, the last block to the end */
        if (k > 1 && k < q - v && fpm__line_sum(&s, x) - at > h->b)
            low = fpm__line_reach(&s, fpm__max64(to->x, from), x, x - 1, least - 1);
        if (from < s.n) low = fpm__max64(low, from + s.least - 1);
        if (low >= x) continue;
        if (rows) block.r0 = from;
        else block.c0 = from;
        /* The shortest block first: mostly not even that is possible. */
        for (g = fpm__seek_begin(low, x + 1, low + 1, 1); fpm__seeking(&g);) {
            int answer = fpm__line_sum(&s, g.at) - at <= h->b ? 1 : k > 1 ? -1 : 0;
            *cut = g.at;
            if (answer < 0) answer = fpm__memo_says(&h->memo, &block, code, h->b);
            if (answer < 0) {
                answer = fpm__peel_chain(h, &block, k, !rows, fpm__peel_inner(h, k), link + q + 1);
                if (*work > h->until) return 0;
                fpm__memo_learn(&h->memo, &block, code, h->b, answer);
            }
            fpm__seek_tell(&g, answer);
        }
        if (g.low == low) continue;
        fpm__link_set(to, g.low, k);
        v += k;
    }
    return 1;
}

/* Write the parts of a chain to the places of trial from `place` on.  0: a block was possible at a
   smaller threshold, but is not found at this one, where least sizes are asked for. */
static FPM__COLD int fpm__peel_lay(fpm__peel *h, const fpm_rect *r, int q, int rows,
                                   fpm__link *link, int place) {
    fpm__link *inner = link + q + 1;
    int v, k;
    for (v = q; v > 0; v -= k) {
        fpm_rect block = *r, *to;
        k = link[v].parts;
        if (rows) block.r0 = link[v - k].x, block.r1 = link[v].x;
        else block.c0 = link[v - k].x, block.c1 = link[v].x;
        if (fpm__plane_cost(h->v, block.r0, block.r1, block.c0, block.c1) > h->b) {
            if (!fpm__peel_chain(h, &block, k, !rows, fpm__peel_inner(h, k), inner) ||
                !fpm__peel_lay(h, &block, k, !rows, inner, place + v - k))
                return 0;
            continue;
        }
        to = &h->job->trial[place + v - k];
        *to = block;
        if (h->v->transposed) fpm__rect_set(to, block.c0, block.c1, block.r0, block.r1);
        to->load = k;
        fpm__leaf(to);
    }
    return 1;
}

/* Can a rectangle of the grid be q parts, as a chain of blocks side by side, or (down) one below
   the other?  1: they are in trial from `place` on; 0.  Blocks are cut largest first for as many
   steps as finding the stripe took, then as they were found. */
static FPM__COLD int fpm__peel_try(fpm__peel *h, const fpm_rect *a, int q, int down, int most,
                                   int place) {
    int64_t until = h->until, *work = &h->job->info.work, before = *work;
    fpm_rect r = *a;
    int found;
    h->v = &h->job->view[down];
    if (down) fpm__rect_set(&r, a->c0, a->c1, a->r0, a->r1);
    if (!fpm__peel_chain(h, &r, q, 0, most, h->link)) return 0;
    h->until = 2 * *work - before, h->lay = 1;
    found = fpm__peel_lay(h, &r, q, 0, h->link, place);
    h->until = INT64_MAX, h->lay = 0;
    if (!found) found = fpm__peel_lay(h, &r, q, 0, h->link, place);
    h->until = until;
    return found;
}

/* What x parts of a rectangle cost together if they are square: without a border its load. */
static double fpm__peel_cost(const fpm__caps *c, double load, double area, double x) {
    return load * (double)(INT64_C(1) << c->shift) + 2 * (double)c->border * sqrt(area * x);
}

/* Is a stripe before another one? */
static int fpm__peeling_before(const fpm__peeling *a, const fpm__peeling *b) {
    if (a->waste < b->waste || a->waste > b->waste) return a->waste < b->waste;
    return a->side != b->side ? a->side < b->side : a->size < b->size;
}

/* The stripes of what is left that may be tried after the last one: with the fewest parts that
   waste a quarter as much each as there is to waste, if that is not more than 1.5 times as much,
   and with 0.25 to 1.2 times the height of square parts. */
static FPM__COLD void fpm__peel_offers(fpm__peel *h, const fpm__rest *rest) {
    const fpm__plane *v = &h->job->view[0];
    const fpm__caps *c = &h->job->caps;
    const fpm_rect *r = &rest->r;
    double high = (double)(r->r1 - r->r0), wide = (double)(r->c1 - r->c0), b = (double)h->b;
    double load = (double)fpm__plane_load(v, r->r0, r->r1, r->c0, r->c1);
    double q = h->job->m - rest->place;
    double slack = b - fpm__peel_cost(c, load, high * wide, q) / q, less = b - 0.25 * slack;
    int side;
    h->strips = 0;
    for (side = 0; side < 4; side++) {
        double along = side < 2 ? wide : high, across = side < 2 ? high : wide;
        const int64_t *low = side < 2 ? fpm__plane_col(v, r->c0) : fpm__plane_row(v, r->r0);
        const int64_t *top = side < 2 ? fpm__plane_col(v, r->c1) : fpm__plane_row(v, r->r1);
        int64_t begin = side < 2 ? r->r0 : r->c0, end = side < 2 ? r->r1 : r->c1;
        int64_t least = side < 2 ? v->high : v->wide;
        fpm__peeling n;
        n.side = side;
        for (n.size = least; (double)(n.size + least) <= across; n.size++) {
            int64_t x = side % 2 ? end - n.size : begin, y = x + n.size;
            double area = along * (double)n.size, root = (double)c->border * sqrt(area), part,
                   shape;
            int at = h->strips;
            load = (double)((top[y] - low[y]) - (top[x] - low[x]));
            root += sqrt(root * root + fpm__peel_cost(c, load, 0, 0) * less);
            part = ceil(root / less * (root / less) * (1 - 1e-15)); /* cost part * less at most */
            shape = part * (double)n.size / along;
            h->job->info.work++;
            if (shape > 1.44 || part >= q) break;
            if (part < 1 || shape < 0.06) continue;
            n.parts = (int)part;
            n.waste = b - fpm__peel_cost(c, load, area, part) / part;
            if (n.waste > 1.5 * slack) continue;
            if (rest->last.parts && !fpm__peeling_before(&rest->last, &n)) continue;
            if (at < FPM__PEELINGS) h->strips++;
            else if (!fpm__peeling_before(&n, &h->strip[--at])) continue;
            for (; at > 0 && fpm__peeling_before(&n, &h->strip[at - 1]); at--)
                h->strip[at] = h->strip[at - 1];
            h->strip[at] = n;
        }
    }
}

/* Can what is left be cut as it is, as one stripe or as a block? */
static FPM__COLD int fpm__peel_end(fpm__peel *h, const fpm__rest *rest) {
    const fpm_rect *r = &rest->r;
    int q = h->job->m - rest->place, down = r->r1 - r->r0 > r->c1 - r->c0;
    double high = (double)(r->r1 - r->r0), wide = (double)(r->c1 - r->c0);
    if (q <= FPM__SMALL || q <= h->most)
        return fpm__peel_try(h, r, q, down, q > 1 ? q - 1 : 1, rest->place) ||
               fpm__peel_try(h, r, q, !down, q > 1 ? q - 1 : 1, rest->place);
    if (fpm__min(high, wide) * q > 1.44 * fpm__max(high, wide)) return 0;
    return fpm__peel_try(h, r, q, down, h->most, rest->place);
}

/* Is there a partition with parts of at most b?  1: it is in trial; 0: none was found. */
static FPM__COLD int fpm__peel_probe(fpm__peel *h) {
    fpm__rect_job *job = h->job;
    int depth = 0, taken = 0, i;
    memset(h->rest, 0, sizeof *h->rest);
    h->rest->r.r1 = job->view[0].rows, h->rest->r.c1 = job->view[0].cols;
    for (;;) {
        fpm__rest *rest = &h->rest[depth], *next = rest + 1;
        int found = 0;
        if (!rest->last.parts && fpm__peel_end(h, rest)) return 1;
        fpm__peel_offers(h, rest);
        for (i = 0; i < h->strips && !found && job->info.work <= h->until && !fpm__rect_over(job);
             i++) {
            const fpm__peeling *n = &h->strip[i];
            fpm_rect a = rest->r;
            rest->last = *n;
            *next = *rest;
            switch (n->side) {
            case 0: a.r1 = next->r.r0 = a.r0 + n->size; break;
            case 1: a.r0 = next->r.r1 = a.r1 - n->size; break;
            case 2: a.c1 = next->r.c0 = a.c0 + n->size; break;
            default: a.c0 = next->r.c1 = a.c1 - n->size; break;
            }
            next->place += n->parts;
            next->last.parts = 0;
            found = fpm__peel_try(h, &a, n->parts, n->side >= 2, h->most, rest->place);
        }
        if (job->info.work > h->until || fpm__rect_over(job)) return 0;
        if (found) depth++;
        else if (depth == 0 || taken++ == FPM__UNPEEL) return 0;
        else depth--;
    }
}

/* Thresholds between the best and the bound, half of the way at first, a tenth after a failure.
   What has failed is tried again with blocks of twice as many parts, for about twice the work, and
   once that has failed, too, nearer to the best.  lost < 1: larger blocks, too, when this share of
   the work that is left is dropped.  FPM__PEELED steps a part at most. */
static FPM__COLD int fpm__peel_search(fpm__rect_job *job, double lost) {
    int64_t low = job->caps.low, top = lost < 1 ? FPM__WIDER * FPM__BLOCK : FPM__BLOCK,
            inner = FPM__INNER + top / 8, room = top + 1 + inner * (inner + 3) / 2,
            end = fpm__min64(job->max_work, job->info.work + FPM__PEELED * (int64_t)job->m);
    size_t mark = fpm__mem_mark(&job->mem);
    double share = 0.5, step = 0.5;
    fpm__peel h;
    int status, failed = 0;
    memset(&h, 0, sizeof h);
    h.job = job;
    h.link = (fpm__link *)fpm__take(&job->mem, (int64_t)job->m + 1 + room, sizeof *h.link);
    h.rest = (fpm__rest *)fpm__take(&job->mem, (int64_t)job->m + 1, sizeof *h.rest);
    status = fpm__memo_begin(&h.memo, job, 14);
    for (h.most = 4; status == FPM_OK && h.most <= top && job->info.work < end;) {
        h.b = low + (int64_t)((double)(job->key - low) * share);
        if (h.b >= job->key) break;
        h.until = fpm__min64(end, job->info.work + 400 * (int64_t)h.most * job->m);
        job->info.iterations++;
        fpm__caps_try(&job->caps, h.b);
        if (fpm__peel_probe(&h)) {
            fpm__rect_offer(job, &job->view[0], 0);
            share = step, failed = 0;
        } else if (fpm__rect_over(job)) status = FPM_WORK_LIMIT;
        else {
            step = 0.9;
            if (failed++ % 2) share = sqrt(share);
            else {
                h.most *= 2;
                if (h.most > FPM__BLOCK) end -= (int64_t)(lost * (double)(end - job->info.work));
                memset(h.memo.mark, 0, (sizeof *h.memo.mark) << h.memo.bits);
            }
        }
    }
    fpm__release(&job->mem, mark);
    return status == FPM_OK && fpm__rect_over(job) ? FPM_WORK_LIMIT : status;
}

/* PEEL, HIER_SEARCH and HIER_OPT: bisection, then up to FPM__SMALL parts the exact search, but for
   PEEL, and for more the one above; from there HIER_OPT goes on with the exact search.  AUTO
   drops a third of the work before wide blocks, less from max_work 1e9 on, nothing from 1e10. */
static FPM__COLD int fpm__rect_hier_search(fpm__rect_job *job, const fpm__plane *v, int p) {
    int exact = job->algorithm == FPM_RECT_HIER_OPT, peel = job->algorithm == FPM_RECT_PEEL, status;
    double work = (double)job->opts.max_work / (double)FPM__ALLOWED;
    double lost = fpm__max(10 - fpm__max(work, 1), 0) / 27;
    (void)v, (void)p;
    fpm__hier_bisect(job, 0, FPM_RECT_BY_LOAD);
    if (!fpm__rect_spend(job, 0)) fpm__hier_bisect(job, 1, FPM_RECT_BY_LOAD);
    if (exact) job->class_bound = job->caps.low;
    if (job->key <= job->caps.low) return FPM_OK;
    if (!peel && job->m <= FPM__SMALL) return fpm__slack_search(job);
    status = fpm__peel_search(job, peel ? 1 : job->opts.algorithm ? 0 : lost);
    if (!exact || status != FPM_OK || job->m > FPM__DEEP) return status;
    return job->key > job->caps.low ? fpm__slack_search(job) : FPM_OK;
}

/* ---- compact: short borders ---- */

/* At a key, a partition by cuts from side to side, with short sides and few needles.  A rectangle
   for q parts is cut in two, one side for j parts, where both sides stay within what their
   processors can take.  Of all such cuts those come first that leave most room for short sides: by
   the sides that square parts would have, and more for a cut that leaves the parts of one side less
   slack than the other's, since cells are coarse and slack is what makes the cuts below possible.
   For up to FPM__COMPACT parts several cuts are followed to their end, and the one with the
   shortest sides stays; for more the first that leads to a partition does.

   Geometric mean of all sides on the six fields of bench_compact, drawn twice, m = 60 to 500, with
   a constant changed alone: FPM__COMPACT 12 and 48: .8 % more and .2 % less, in half and 1.8 times
   the time; parts that are searched through 8: .4 % less; FPM__WISHFUL .9 and 1: 0 and .1 % more;
   two passes: .3 % more.  Sides alone, without squares: .3 to .5 % more, and half as many parts
   again of more than 2.5 times a square's. */
enum {
    FPM__COMPACT = 24,   /* parts up to which several cuts are followed */
    FPM__THROUGH = 6,    /* parts up to which FPM__FOLLOWED cuts are */
    FPM__FOLLOWED = 12,  /* ... and for more a third of these */
    FPM__CUTS = 24,      /* cuts of a rectangle that may be followed */
    FPM__SHORTEN = 1000, /* steps a part that a pass may take */
    FPM__LONGER = 16,    /* ... times that, the last one */
    FPM__PASSES = 3,     /* passes, each with a third of the weight of slack */
    FPM__PATIENT = 64,   /* parts up to which the last pass is made in any case */
    FPM__NAMED = 46340   /* processors that differ up to which the memo has their rectangles */
};
#define FPM__WISHFUL 0.97   /* what square parts' sides are taken times, to give up a cut */
#define FPM__TOLERANCE 0.01 /* of the makespan, for short borders, by default */

typedef struct fpm__compact {
    fpm__rect_job *job;
    const fpm__plane *v;
    int64_t until;  /* the work at which it is given up */
    double weight;  /* of slack */
    fpm_rect *save; /* the best parts of the rectangles at hand that are for few */
    fpm__memo memo; /* rectangles that have no sides of less than so much */
} fpm__compact;

/* The sides of q parts of equal extent in columns of a rectangle, as near to square as can be,
   times the square of what they are over a square's, as a needle costs more than it has of them. */
static double fpm__square_sides(double high, double wide, double q) {
    double columns = fpm__max(1, fpm__min(sqrt(q * wide / high), q));
    double sides = columns * high + q / columns * wide;
    return fpm__min(sides * sides * sides / (4 * q * high * wide), 1e12);
}

/* Add the cuts of a rectangle along one way to a list, the best first.  How many it has then. */
static int fpm__compact_cuts(const fpm__compact *h, const fpm_rect *r, int u, int q, int rows,
                             fpm__guillotine *list, int count, int most) {
    const fpm__caps *c = &h->job->caps;
    fpm__stripe s = fpm__span_of(h->v, r, rows);
    int64_t start = fpm__stripe_sum(&s, s.begin), end = fpm__stripe_sum(&s, s.n), x = s.begin, y;
    int64_t across = rows ? r->c1 - r->c0 : r->r1 - r->r0;
    int64_t line = across / (rows ? h->v->wide : h->v->high); /* parts that lie side by side */
    fpm__guillotine cut = {0, 0, 0, 0};
    cut.rows = rows;
    for (cut.j = q > FPM__COMPACT ? q / 3 : 1; cut.j <= (q > FPM__COMPACT ? q - q / 3 : q - 1);
         cut.j++) {
        int e = u + cut.j, rest = q - cut.j, at;
        int64_t first = fpm__stripe_room(&s, fpm__caps_room(c, u, e)), low, high, step;
        int64_t second = fpm__stripe_room(&s, fpm__caps_room(c, e, u + q));
        double slack = (double)(first + second - (end - start)) / q;
        x = fpm__stripe_reach(&s, x, x + 1, start + first);
        low = fpm__max64(fpm__stripe_back(&s, s.n, end - second),
                         s.begin + fpm__divide_up(cut.j, line) * s.least);
        high = fpm__min64(x, s.n - fpm__divide_up(rest, line) * s.least);
        h->job->info.work += 4;
        for (y = low, step = (high - low) / 4 + 1; y <= high; y += step) {
            double before = (double)(fpm__stripe_sum(&s, y) - start), sides, share;
            share = fpm__min(((double)first - before) / cut.j,
                             ((double)(second - (end - start)) + before) / rest);
            share /= fpm__max(slack, 1);
            if (q > FPM__THROUGH && share < 0.3) continue;
            sides = fpm__square_sides((double)(y - s.begin), (double)across, cut.j) +
                    fpm__square_sides((double)(s.n - y), (double)across, rest);
            if (q > FPM__THROUGH) sides *= 1 + h->weight * (1 - share);
            cut.x = y, cut.rating = -(int64_t)(1024 * sides);
            at = count;
            if (at < most) count++;
            else if (cut.rating <= list[--at].rating) continue;
            for (; at > 0 && cut.rating > list[at - 1].rating; at--) list[at] = list[at - 1];
            list[at] = cut;
        }
    }
    return count;
}

/* Cut a rectangle into parts for processors u .. u + q - 1, with sides of less than `most` in all:
   the sides that were found, and the parts are in trial from u on; FPM__LOAD_MAX: none were.  Calls
   itself for both sides of a cut, 70 deep at most. */
static int64_t fpm__compact_best(fpm__compact *h, const fpm_rect *r, int u, int q, int64_t most,
                                 fpm_rect *save) {
    fpm__rect_job *job = h->job;
    fpm__guillotine list[FPM__CUTS];
    fpm_rect *inner = q <= FPM__COMPACT ? save + q : save;
    int64_t sides, best = FPM__LOAD_MAX, bound = most;
    int tries = q <= FPM__THROUGH ? FPM__FOLLOWED : q <= FPM__COMPACT ? FPM__FOLLOWED / 3 : 1;
    int i, n, k;
    if (fpm__plane_cost(h->v, r->r0, r->r1, r->c0, r->c1) > fpm__caps_room(&job->caps, u, u + q) ||
        job->info.work > h->until || fpm__rect_over(job))
        return FPM__LOAD_MAX;
    if (q == 1) {
        sides = (int64_t)fpm__square_sides((double)(r->r1 - r->r0), (double)(r->c1 - r->c0), 1);
        if (sides >= most) return FPM__LOAD_MAX;
        job->trial[u] = *r;
        return sides;
    }
    k = !job->caps.each ? q : job->m < FPM__NAMED ? q + u * (job->m + 1) : 0;
    if (q > 2 && k > 0 && fpm__memo_says(&h->memo, r, k, most) == 0) return FPM__LOAD_MAX;
    n = q <= FPM__THROUGH ? FPM__FOLLOWED : FPM__CUTS;
    i = fpm__compact_cuts(h, r, u, q, 0, list, 0, n);
    n = fpm__compact_cuts(h, r, u, q, 1, list, i, n);
    for (i = 0; i < n && tries > 0; i++) {
        fpm_rect side[2];
        int last = 2 * list[i].j > q, parts[2], from[2];
        int64_t one, two, rest;
        parts[0] = list[i].j, parts[1] = q - list[i].j;
        from[0] = u, from[1] = u + list[i].j;
        side[0] = *r;
        fpm__cut_sides(&list[i], &side[0], &side[1]);
        rest = (int64_t)(FPM__WISHFUL * fpm__square_sides((double)(side[!last].r1 - side[!last].r0),
                                                          (double)(side[!last].c1 - side[!last].c0),
                                                          parts[!last]));
        if ((double)bound <= -FPM__WISHFUL * (double)list[i].rating / 1024) continue;
        /* The side for fewer parts is the sooner refuted. */
        one = fpm__compact_best(h, &side[last], from[last], parts[last],
                                bound < FPM__LOAD_MAX ? bound - rest : bound, inner);
        if (one == FPM__LOAD_MAX) continue;
        two = fpm__compact_best(h, &side[!last], from[!last], parts[!last],
                                bound < FPM__LOAD_MAX ? bound - one : bound, inner);
        if (two == FPM__LOAD_MAX) continue;
        best = bound = one + two;
        if (--tries > 0) memcpy(save, job->trial + u, (size_t)q * sizeof *save);
    }
    if (best < FPM__LOAD_MAX && tries > 0) memcpy(job->trial + u, save, (size_t)q * sizeof *save);
    if (best == FPM__LOAD_MAX && q > 2 && k > 0 && job->info.work <= h->until)
        fpm__memo_learn(&h->memo, r, k, most, 0);
    return best;
}

/* Offer partitions with a key of at most job->within, in a few passes.  Where these find none, a
   longer one follows if there is a more even partition, or there are few parts. */
static FPM__COLD int fpm__compact_search(fpm__rect_job *job) {
    size_t mark = fpm__mem_mark(&job->mem);
    int64_t room = (FPM__COMPACT + 1) * FPM__COMPACT / 2, steps = FPM__SHORTEN * (int64_t)job->m;
    int pass, passes = FPM__PASSES, even = job->key < job->caps.none, last, status;
    fpm_rect all = FPM_ZERO;
    fpm__compact h;
    memset(&h, 0, sizeof h);
    h.job = job, h.v = &job->view[0], h.weight = 4;
    all.r1 = h.v->rows, all.c1 = h.v->cols;
    if (!fpm__caps_try(&job->caps, job->within) ||
        (all.r1 / h.v->high) * (all.c1 / h.v->wide) < job->m)
        return FPM_OK;
    h.save = (fpm_rect *)fpm__take(&job->mem, room, sizeof *h.save);
    status = h.save ? fpm__memo_begin(&h.memo, job, 14) : job->mem.status;
    last = even || job->m <= FPM__PATIENT;
    for (pass = 0; status == FPM_OK && pass < passes + last; pass++) {
        if (pass == passes) h.weight = 4, steps *= FPM__LONGER;
        memset(h.memo.mark, 0, (sizeof *h.memo.mark) << h.memo.bits);
        /* Half of the work is left to classes that find a partition in any case. */
        h.until = fpm__min64(even ? job->max_work : job->max_work / 2, job->info.work + steps);
        job->info.iterations++;
        if (fpm__compact_best(&h, &all, 0, job->m, FPM__LOAD_MAX, h.save) < FPM__LOAD_MAX) {
            fpm__rect_offer(job, h.v, 0);
            last = 0;
        }
        if (fpm__rect_over(job)) status = FPM_WORK_LIMIT;
        h.weight /= 3;
    }
    return fpm__rect_leave(job, mark, status);
}

/* The same with what opts.compact allows, `times` over, above a key. */
static FPM__COLD int fpm__compact_within(fpm__rect_job *job, int64_t key, double times) {
    double part = job->opts.compact > 0 ? job->opts.compact : FPM__TOLERANCE;
    job->algorithm = FPM_RECT_COMPACT;
    job->within = fpm__caps_above(&job->caps, key, times * part);
    return fpm__compact_search(job);
}

/* COMPACT: within the tolerance of the bound, else within 2, 4, 8, .. times as much, as long as
   bisection is not as even. */
static FPM__COLD int fpm__rect_compact(fpm__rect_job *job, const fpm__plane *v, int p) {
    double times = 1;
    int64_t key;
    int status;
    (void)v, (void)p;
    status = fpm__hier_bisect(job, 1, FPM_RECT_BY_LOAD);
    if (job->order && status == FPM_OK) status = fpm__order_find(job);
    key = job->key; /* there may be none: no tolerance above 1e9 is tried */
    for (; status == FPM_OK && job->within < key && job->key == key && times < 1e12; times *= 2)
        status = fpm__compact_within(job, job->caps.low, times);
    return status;
}

/* ---- >>moves --------------------------------------------------------------------------------- */

/* Parts that stay near to old ones (opts.from).

   near    the cuts of the old parts, found again from these and moved: fpm__near_lay
   labels  which owner gets which part: fpm__label, for all classes */

enum {
    FPM__FOLLOW = 400,  /* steps a part for a key */
    FPM__ANEW = 16,     /* most parts of a rectangle that is cut anew */
    FPM__DEEPEST = 128, /* old cuts within each other that are kept */
    FPM__MATCHED = 256  /* parts up to which owners are found exactly: 0.3 ms where few moved */
};

/* The load that is in both of two rectangles. */
static int64_t fpm__common_load(const fpm__plane *v, const fpm_rect *a, const fpm_rect *b) {
    fpm_rect c;
    if (a->r0 >= b->r1 || b->r0 >= a->r1) return 0;
    c = fpm__rect_both(a, b);
    return c.c0 < c.c1 ? fpm__plane_load(v, c.r0, c.r1, c.c0, c.c1) : 0;
}

/* An old cut, of q places: the first side is for j of them.  Its sides' own cuts, if they have any,
   stand 1 and j after it. */
typedef struct fpm__old_cut {
    int64_t x;
    int rows, j; /* rows, 1: it lies between rows */
} fpm__old_cut;

typedef struct fpm__near {
    fpm__rect_job *job;
    fpm_rect *was;     /* the old part of each processor; of another one, if it had none */
    int *owner;        /* the processor of each place */
    fpm__old_cut *cut; /* m - 1 */
    fpm__item *item;   /* scratch */
    int anew;          /* places up to which a rectangle may be cut in other ways */
    int full;          /* 1: cuts stay where a side of them gets full, too */
    int64_t until;     /* the work at which a key is given up */
} fpm__near;

/* Sort q places from u on by where their old parts begin.  Where cuts divide these, one may be in
   *cut, that which divides the places more evenly than it did: of several the most even. */
static void fpm__near_sort(fpm__near *h, int u, int q, int rows, fpm__old_cut *cut) {
    int64_t end = 0;
    int i, even = cut->j < q - cut->j ? cut->j : q - cut->j;
    for (i = 0; i < q; i++) {
        const fpm_rect *a = &h->was[h->owner[u + i]];
        fpm__item_set(&h->item[i], rows ? a->r0 : a->c0, h->owner[u + i]);
    }
    fpm__sort(h->item, 2, q);
    h->job->info.work += q;
    for (i = 0; i < q; i++) {
        const fpm_rect *a = &h->was[h->item[i].value];
        int side = i < q - i ? i : q - i;
        if (i > 0 && h->item[i].key >= end && side > even)
            cut->x = end, cut->rows = rows, cut->j = i, even = side;
        end = fpm__max64(end, rows ? a->r1 : a->c1);
        h->owner[u + i] = (int)h->item[i].value;
    }
}

/* The old cut of q places from u on, which are put in order for it.  Places that no cut divides (it
   is not a partition by such cuts, or they share an old part) are halved, and so are all that lie
   within `depth` other cuts when these are many. */
static void fpm__near_find(fpm__near *h, int u, int q, int64_t depth, fpm__old_cut *cut) {
    const fpm_rect *a = &h->was[h->owner[u]];
    cut->j = 0;
    fpm__near_sort(h, u, q, 1, cut);
    fpm__near_sort(h, u, q, 0, cut);
    if (cut->j && cut->rows) fpm__near_sort(h, u, q, 1, cut);
    if (cut->j && depth < FPM__DEEPEST) return;
    cut->j = q / 2, cut->rows = a->r1 - a->r0 >= a->c1 - a->c0;
    cut->x = cut->rows ? (a->r0 + a->r1) / 2 : (a->c0 + a->c1) / 2;
}

/* Find all old cuts.  Who has no old part shares that with most load, or the whole grid. */
static FPM__COLD void fpm__near_begin(fpm__near *h) {
    fpm__rect_job *job = h->job;
    int parts = job->opts.parts ? job->opts.parts : job->m, i, q;
    fpm_rect *at = job->trial, most = FPM_ZERO; /* at: places of a side in load, its depth in r0 */
    fpm__old_cut *cut = h->cut;
    most.r1 = job->view[0].rows, most.c1 = job->view[0].cols, most.load = -1;
    for (i = 0; i < 2 * job->m; i++) {
        const fpm_rect *a = &job->opts.from[i % job->m < parts ? i % job->m : 0];
        int had = i % job->m < parts && !fpm__rect_empty(a);
        int64_t load = had ? fpm__plane_load(&job->view[0], a->r0, a->r1, a->c0, a->c1) : -1;
        h->was[i % job->m] = had ? *a : most, h->owner[i % job->m] = i % job->m;
        if (load > most.load) most = *a, most.load = load;
    }
    at[0].load = job->m, at[0].r0 = 0;
    for (i = 0; i < job->m; i++)
        for (; (q = (int)at[i].load) > 1; cut++) {
            fpm__near_find(h, i, q, at[i].r0, cut);
            at[i + cut->j].load = q - cut->j, at[i].load = cut->j;
            at[i + cut->j].r0 = ++at[i].r0;
        }
}

/* Where a rectangle for q places may be cut: the load on either side must not be more than these
   can take.  at->x is moved there, and, beyond slack, so far that sides of several places keep
   0.75 of their part of what is free: in full ones all cuts would have to move.  0: nowhere. */
static int fpm__near_window(const fpm__near *h, const fpm_rect *r, int u, int q,
                            fpm__guillotine *at, int64_t *low, int64_t *high) {
    const fpm__caps *c = &h->job->caps;
    const fpm__plane *v = &h->job->view[0];
    fpm__stripe s = fpm__span_of(v, r, at->rows);
    int64_t start = fpm__stripe_sum(&s, s.begin), end = fpm__stripe_sum(&s, s.n);
    int64_t first = fpm__stripe_room(&s, fpm__caps_room(c, u, u + at->j));
    int64_t second = fpm__stripe_room(&s, fpm__caps_room(c, u + at->j, u + q)), a, b;
    double rooms = (double)first + (double)second, load = (double)(end - start), keep;
    int full = h->full;
    keep = load < rooms ? 0.75 * (1 - load / rooms) : 0;
    at->x = fpm__max64(s.begin, fpm__min64(at->x, s.n));
    do {
        a = first - (full || at->j == 1 ? 0 : (int64_t)(keep * (double)first));
        b = second - (full || q - at->j == 1 ? 0 : (int64_t)(keep * (double)second));
        *low = s.begin;
        if (b < end - start) *low = fpm__stripe_reach(&s, s.begin, at->x, end - b - 1) + 1;
        *high = fpm__stripe_reach(&s, s.begin, at->x, start + a);
        if (*low <= *high) at->x = fpm__max64(*low, fpm__min64(at->x, *high));
        h->job->info.work += 4;
    } while (full++ < 1);
    return *low <= *high;
}

/* Cut a rectangle into parts for q places from u on, at the old cuts, each moved no farther than it
   must be: 1, the parts are in trial.  A side that can be cut so can if it is smaller, too.  So a
   cut moves away from the side that cannot, until that can, and then the other one must.  0: that
   fails, and so do all ways to cut it, where there are few places.  cut, NULL: no old ones. */
static int fpm__near_lay(fpm__near *h, const fpm_rect *r, int u, int q, const fpm__old_cut *cut) {
    fpm__rect_job *job = h->job;
    const fpm__plane *v = &job->view[0];
    int k, ways = q <= h->anew ? 2 * q - 2 : 0, found = 0, t, turn;
    int tall = r->r1 - r->r0 >= r->c1 - r->c0;
    if (q == 1) {
        job->trial[u] = *r;
        return !fpm__rect_thin(r, v->high, v->wide) &&
               fpm__plane_cost(v, r->r0, r->r1, r->c0, r->c1) <= fpm__caps_of(&job->caps, u);
    }
    for (k = cut ? -1 : 0; k < ways && !found && job->info.work <= h->until; k++) {
        const fpm__old_cut *next[2] = {NULL, NULL};
        fpm__guillotine at = {0, 0, 0, 0};
        fpm_rect side[2];
        int64_t low, high, x, away;
        if (k < 0) {
            at.x = cut->x, at.rows = cut->rows, at.j = cut->j;
            if (at.j > 1) next[0] = cut + 1;
            if (q - at.j > 1) next[1] = cut + at.j;
        } else { /* across the longer side first */
            at.rows = k < q - 1 ? tall : !tall, at.j = 1 + k % (q - 1);
            at.x = at.rows ? (r->r0 + r->r1) / 2 : (r->c0 + r->c1) / 2;
        }
        if (!fpm__near_window(h, r, u, q, &at, &low, &high)) continue;
        for (turn = 0; turn < 2; turn++) {
            fpm__seek g;
            side[0] = *r;
            fpm__cut_sides(&at, &side[0], &side[1]);
            for (t = 0; t < 2; t++)
                if (!fpm__near_lay(h, &side[t], t ? u + at.j : u, t ? q - at.j : at.j, next[t]))
                    break;
            found = t == 2;
            if (found || turn) break;
            x = at.x, away = t ? high - x : x - low;
            for (g = fpm__seek_begin(0, away + 1, 1, 1); fpm__seeking(&g);) {
                at.x = t ? x + g.at : x - g.at, side[0] = *r;
                fpm__cut_sides(&at, &side[0], &side[1]);
                fpm__seek_tell(&g, !fpm__near_lay(h, &side[t], t ? u + at.j : u,
                                                  t ? q - at.j : at.j, next[t]));
            }
            at.x = t ? x + g.high : x - g.high;
            if (g.high > away) break;
        }
    }
    return found;
}

/* Is there such a partition at the key tried?  It is offered. */
static int fpm__near_fits(fpm__rect_job *job, const fpm__plane *v, void *state, int64_t *key) {
    fpm__near *h = (fpm__near *)state;
    fpm_rect all = FPM_ZERO;
    all.r1 = v->rows, all.c1 = v->cols;
    h->until = job->info.work + (fpm__rect_over(job) ? 16 : FPM__FOLLOW) * (int64_t)job->m;
    if (!fpm__near_lay(h, &all, 0, job->m, h->cut)) return fpm__rect_spend(job, 0) ? -1 : 0;
    fpm__rect_offer(job, v, 0);
    return job->key <= *key;
}

/* NEAR: at what slack allows, else at job->goal, with more and more places whose old cuts may give
   way to others; else, unless there is a goal, at the least key for which there is a partition. */
static FPM__COLD int fpm__rect_near(fpm__rect_job *job, const fpm__plane *v, int p) {
    const int64_t m = job->m, low = job->caps.low;
    int64_t key = fpm__caps_above(&job->caps, low, job->opts.slack);
    fpm_rect *found = job->best;
    fpm__near h;
    int fits = 0, status, i, turn;
    (void)p;
    if (!job->opts.from) return FPM_E_ARGUMENT;
    memset(&h, 0, sizeof h);
    h.job = job;
    h.was = (fpm_rect *)fpm__take(&job->mem, m, sizeof *h.was);
    h.item = (fpm__item *)fpm__take(&job->mem, m, sizeof *h.item);
    h.cut = (fpm__old_cut *)fpm__take(&job->mem, m, sizeof *h.cut);
    h.owner = (int *)fpm__take(&job->mem, m, sizeof *h.owner);
    if (job->mem.status != FPM_OK) return job->mem.status;
    fpm__near_begin(&h);
    job->caps.times.who = h.owner;
    for (turn = job->goal && !(job->opts.slack > 0); turn < (job->goal ? 3 : 1) && !fits; turn++) {
        if (turn) key = fpm__max64(key, job->goal + (turn - 1) * ((job->goal - low) / 4));
        h.full = turn == 0;
        if (!fpm__caps_try(&job->caps, key)) continue;
        for (h.anew = turn == 2 ? FPM__ANEW / 2 : 1; h.anew <= FPM__ANEW && !fits; h.anew *= 2)
            fits = fpm__near_fits(job, v, &h, &key);
    }
    status = fits < 0 ? FPM_WORK_LIMIT : FPM_OK;
    h.anew = 4, h.full = 0;
    if (!fits && !job->goal) status = fpm__rect_better(job, v, fpm__near_fits, &h);
    job->class_bound = 0; /* cuts near old ones are no class */
    job->caps.times.who = NULL;
    for (i = 0; i < m; i++) job->trial[h.owner[i]] = found[i];
    job->best = job->trial, job->trial = found;
    return status;
}

/* ---- owners ---- */

/* Owners such that the most load stays with its own, by shortest augmenting paths (Edmonds, Karp,
   J. ACM 19, 1972): parts are given owners one after the other; u and w are prices, of parts and
   of owners, for which no part finds an owner cheaper than its own; d is how far owners are from
   the part at hand, -1: done with.  For many parts only free owners are looked at, and parts that
   none of these has anything of come last.  When max_work and FPM__FIRST steps per part beyond it
   are used up, the parts without an owner get the free ones in turn.  Where processors differ, each
   part has its own. */
static void fpm__label(fpm__rect_job *job) {
    int k = job->opts.parts ? job->opts.parts : job->m, greedy = job->m > FPM__MATCHED;
    fpm_rect *found = job->best;
    int64_t room = (int64_t)job->m + 1, *u = job->cut, *w = u + room, *d = w + room;
    int64_t most = fpm__add_capped(fpm__max64(job->max_work, job->info.work), FPM__FIRST * room);
    int64_t *part = d + room, *way = part + room, i, j, j0, j1, best, cost;
    if (job->caps.each) return;
    memset(u, 0, (size_t)(4 * room) * sizeof *u);
    for (i = 1; i < room && job->info.work <= most; i++) {
        for (u[i] = 0, part[0] = i, j0 = j = 0; j < room; j++) d[j] = INT64_MAX;
        do {
            const fpm_rect *a = &job->best[part[j0] - 1];
            for (d[j0] = -1, best = INT64_MAX, j1 = 0, j = 1; j < room; j++) {
                if (d[j] < 0 || (greedy && part[j] > 0)) continue;
                cost = a->load - u[part[j0]] - w[j];
                if (j <= k) cost -= fpm__common_load(&job->view[0], a, &job->opts.from[j - 1]);
                if (cost < d[j]) d[j] = cost, way[j] = j0;
                if (d[j] < best || (d[j] == best && part[j] == 0)) best = d[j], j1 = j;
            }
            job->info.work += room / 8 + 1;
            if (job->info.work > most) j0 = 0; /* no owner */
            if (job->info.work > most || (greedy && best == a->load)) break;
            for (j = 0; j < room && !greedy; j++) {
                if (d[j] < 0) u[part[j]] += best, w[j] -= best;
                else d[j] -= best;
            }
            j0 = j1;
        } while (part[j0] > 0);
        for (; j0 > 0; j0 = j1) j1 = way[j0], part[j0] = part[j1];
    }
    for (memset(d, 0, (size_t)room * sizeof *d), j = 1; j < room; j++) d[part[j]] = 1;
    for (i = j = 1; j < room; j++) {
        for (; part[j] == 0 && d[i]; i++) {}
        job->trial[j - 1] = found[(part[j] ? part[j] : i++) - 1];
    }
    job->best = job->trial, job->trial = found;
}

/* ---- >>rect ---------------------------------------------------------------------------------- */

/* The table of classes, what runs them, and the call: options checked, a class run, the answer
   judged.  The classes are those of >>jagged, >>guillotine and >>moves.

   A new class is a row of fpm__classes, its function in the section of its relatives (what it may
   rely on stands in >>frame), a number in the enumeration of FPM_RECT_AUTO, and its tests. */

/* The number of stripes, a divisor of m, that makes parts of even extent nearest to square. */
static int fpm__rect_square(const fpm__plane *v, int m) {
    double best = FPM__NEVER;
    int d, side, found = 1;
    for (d = 1; d <= m / d; d++) /* d and m / d */
        for (side = 0; side < 2 && m % d == 0; side++) {
            int p = side ? m / d : d;
            double shape = (double)v->rows / p / ((double)v->cols / (m / p));
            shape = fpm__max(shape, 1 / shape);
            if (shape > best || (!(shape < best) && p > found)) continue;
            best = shape;
            found = p;
        }
    return found;
}

/* ---- from one run to a class ---- */

/* A class of P x Q parts: the pair asked for, if any; for classes of the same cuts everywhere the
   one that makes square parts; for others all pairs, square parts first: these are mostly good, and
   then one probe refutes most others. */
static FPM__COLD int fpm__rect_pairs(fpm__rect_job *job, const fpm__plane *v, fpm__run run,
                                     int many) {
    int asked = job->opts.algorithm == job->algorithm ? job->opts.stripes : 0;
    int all = !asked && many;
    int64_t square = asked ? asked : fpm__rect_square(v, job->m), below, above;
    int status = FPM_OK;
    below = square, above = square + 1;
    while (status == FPM_OK && (below >= 1 || above <= job->m)) {
        int down = above > job->m || below * above >= square * square;
        int p = (int)(down ? below-- : above++);
        if (job->m % p != 0) continue;
        if (fpm__rect_spend(job, 0)) return FPM_WORK_LIMIT;
        status = run(job, v, p);
        if (!all) break;
    }
    return status;
}

/* A class of stripes for the number that was asked for, or for many: the divisors of m, and numbers
   that are at distances 1, 2, .., growing by an eighth, from the one that makes square parts.  The
   rival of NEAR leaves out those above 4 times that one (speeds: twice), which makes it 0 to 2 %
   (.5 %) less even.  What is found is the best of the class only for given cuts or counts. */
static FPM__COLD int fpm__rect_scan(fpm__rect_job *job, const fpm__plane *v, fpm__run run) {
    int64_t asked = job->opts.stripes, square, p, d, next = 0;
    int64_t most = fpm__max64(asked, fpm__min64(job->m, v->rows));
    int side, status = FPM_OK;
    square = (int64_t)sqrt((double)job->m * (double)v->rows / (double)v->cols);
    square = asked ? asked : fpm__max64(1, fpm__min64(square, most));
    if (job->goal < 0) most = fpm__min64(most, (job->caps.each ? 2 : 4) * square + 1);
    for (d = 0; d < (asked ? 1 : most); d++) {
        int chosen = d == next;
        if (chosen) next = d + 1 + d / 8;
        for (side = 0; side < 1 + (d > 0); side++) {
            p = side ? square + d : square - d;
            if (p < 1 || p > most || (!chosen && job->m % p != 0)) continue;
            if (status != FPM_OK || job->key <= job->caps.low) break;
            if (fpm__rect_spend(job, 0)) status = FPM_WORK_LIMIT;
            else status = run(job, v, (int)p);
        }
    }
    if (!job->opts.cuts && !job->opts.counts) job->class_bound = 0;
    return status;
}

/* M_OPT with P x Q first: cheap, a partition in any case, and seldom far off. */
static FPM__COLD int fpm__rect_m_first(fpm__rect_job *job, const fpm__plane *v, int p) {
    int status = FPM_OK;
    if (job->key == job->caps.none) {
        job->algorithm = FPM_RECT_PQ_OPT;
        status = fpm__rect_pairs(job, v, fpm__rect_pq_opt, 1);
        job->algorithm = FPM_RECT_M_OPT;
        job->class_bound = 0;
    }
    if (status == FPM_OK) status = fpm__rect_m_opt(job, v, p);
    if (job->opts.algorithm == FPM_RECT_M_OPT) job->info.algorithm = FPM_RECT_M_OPT;
    return status;
}

/* The classes: what runs them, what they can do, where they are exact.  What a class cannot do is
   FPM_E_UNSUPPORTED; a number that is not here, FPM_E_ARGUMENT.  AUTO runs others, see below. */
static const fpm__class fpm__classes[] = {
    {FPM_RECT_AUTO, NULL, 0, FPM__ALL | FPM__FILLED, FPM__EXACT & ~FPM__THICK},
    {FPM_RECT_UNIFORM, fpm__rect_uniform, FPM__SQUARE, FPM__ALL, 0},
    {FPM_RECT_NICOL, fpm__rect_nicol, FPM__SQUARE, FPM__THICK, 0},
    {FPM_RECT_PQ_HEUR, fpm__rect_pq_heur, FPM__PAIRED, FPM__BORDER | FPM__THICK, 0},
    {FPM_RECT_PQ_OPT, fpm__rect_pq_opt, FPM__PAIRED, FPM__ALL, FPM__EXACT},
    {FPM_RECT_M_HEUR, fpm__rect_m_heur, FPM__STRIPED, FPM__BORDER | FPM__THICK | FPM__FILLED, 0},
    {FPM_RECT_M_PROBE, fpm__rect_m_probe, FPM__STRIPED, FPM__ALL | FPM__FILLED, FPM__EXACT},
    {FPM_RECT_M_ALLOC, fpm__rect_m_alloc, FPM__STRIPED, FPM__ALL, FPM__EXACT},
    {FPM_RECT_M_HEUR_PROBE, fpm__rect_m_heur_probe, FPM__STRIPED, FPM__ALL | FPM__FILLED, 0},
    {FPM_RECT_M_OPT, fpm__rect_m_first, FPM__SIDES, FPM__ALL | FPM__FILLED, FPM__EXACT},
    {FPM_RECT_HIER_RB, fpm__rect_hier, 0, FPM__ALL, 0},
    {FPM_RECT_HIER_RELAXED, fpm__rect_hier, 0, FPM__ALL, 0},
    {FPM_RECT_HIER_OPT, fpm__rect_hier_search, 0, FPM__BORDER | FPM__THICK | FPM__FILLED,
     FPM__BORDER | FPM__ALWAYS},
    {FPM_RECT_HIER_SEARCH, fpm__rect_hier_search, 0, FPM__BORDER | FPM__THICK | FPM__FILLED,
     FPM__BORDER | FPM__ALWAYS},
    {FPM_RECT_PEEL, fpm__rect_hier_search, 0, FPM__BORDER | FPM__THICK | FPM__FILLED, 0},
    {FPM_RECT_NEAR, fpm__rect_near, 0, FPM__ALL, 0},
    {FPM_RECT_COMPACT, fpm__rect_compact, 0, FPM__ALL | FPM__FILLED, 0},
};

/* The row of a class, NULL: there is none. */
static const fpm__class *fpm__class_of(int number) {
    size_t k;
    for (k = 0; k < sizeof fpm__classes / sizeof *fpm__classes; k++)
        if (fpm__classes[k].number == number) return &fpm__classes[k];
    return NULL;
}

/* Run a class, in the orientations asked for where it has any.  info.class_bound becomes what is
   known of it: with an orientation, nothing unless it ended. */
static FPM__COLD int fpm__class_run(fpm__rect_job *job, int number) {
    const fpm__class *k = fpm__class_of(number);
    int64_t least = INT64_MAX;
    int t, status = FPM_OK;
    for (t = 0; t < 2 && status == FPM_OK; t++) {
        const fpm__plane *v = &job->view[t];
        size_t mark = fpm__mem_mark(&job->mem);
        if (k->form ? job->opts.orientation == 2 - t : t) continue;
        job->algorithm = number;
        job->class_bound = 0;
        if (k->form <= FPM__SIDES) status = k->run(job, v, 0);
        else if (k->form == FPM__STRIPED) status = fpm__rect_scan(job, v, k->run);
        else status = fpm__rect_pairs(job, v, k->run, k->form == FPM__PAIRED);
        fpm__rect_leave(job, mark, status);
        least = fpm__min64(least, job->class_bound);
    }
    least = k->form && status != FPM_OK ? 0 : fpm__min64(least, job->key);
    job->info.class_bound = least;
    return status;
}

/* The searches of AUTO share nanoseconds (at 3 GHz): a third of so many per part, 1.6 times so many
   per row of a square grid, half for 192 parts; the exact one by the odds that it ends (26, 5, 1 of
   29 fields at 24, 30, 37 parts).  FPM__RIVAL m: steps a part of the rival of NEAR. */
enum { FPM__PART = 345000, FPM__PROVEN = 25, FPM__RIVAL = 4 };

/* Run a class for so many steps as if alone, from its own first partition, so that AUTO has what it
   finds alone; or HIER_OPT's exact search, below the best so far.  The better answer stays. */
static FPM__COLD int fpm__auto_run(fpm__rect_job *job, int number, int64_t steps) {
    fpm_info was = job->info;
    fpm_rect *best = job->best;
    size_t mark = fpm__mem_mark(&job->mem);
    int64_t key = job->key, limit = job->max_work;
    int status = FPM_E_MEMORY;
    job->best = (fpm_rect *)fpm__take(&job->mem, job->m, sizeof(fpm_rect));
    if (job->best) {
        job->max_work = was.work + fpm__min64(steps, limit - was.work);
        job->algorithm = number, job->class_bound = 0;
        if (number == FPM_RECT_HIER_OPT) status = fpm__slack_search(job);
        else job->key = job->caps.none, status = fpm__class_run(job, number);
        if (status == FPM_WORK_LIMIT && job->info.work < limit && !job->watch.stopped)
            status = FPM_HEURISTIC;
    }
    if (job->best &&
        (job->key < key || (job->key == key && job->info.half_perimeter < was.half_perimeter)))
        memcpy(best, job->best, (size_t)job->m * sizeof *best);
    else {
        was.work = job->info.work, was.iterations = job->info.iterations;
        job->info = was, job->key = key;
    }
    job->best = best, job->max_work = job->watch.stopped ? 0 : limit;
    return fpm__rect_leave(job, mark, status);
}

/* AUTO: cheap classes; cuts from side to side, the exact search first, as a proof ends it all; the
   best stripes, which answer for M_HEUR_PROBE where they are exact.  A smaller max_work only ends
   it, so more is never worse; of what is above the default both searches have an eighth. */
static FPM__COLD int fpm__auto_even(fpm__rect_job *job) {
    static const int order[] = {FPM_RECT_PQ_OPT,   FPM_RECT_HIER_RELAXED, FPM_RECT_M_HEUR_PROBE,
                                FPM_RECT_HIER_OPT, FPM_RECT_HIER_SEARCH,  FPM_RECT_M_OPT};
    double m = job->m, side = sqrt((double)job->grid->rows * (double)job->grid->cols), time, odds;
    int64_t more = fpm__max64(0, job->opts.max_work - FPM__ALLOWED) / 8;
    int i, number, exact, status = FPM_OK;
    odds = job->m > 2 * FPM__PROVEN ? 0 : pow((double)FPM__PROVEN / m, 8);
    time = (double)FPM__PART * (m / 3 + 1.6 * side / (1 + m * m / (192 * 192))) / (1 + odds);
    for (i = 0; i < 6 && status != FPM_WORK_LIMIT && job->key > job->caps.low; i++) {
        number = order[i], exact = number == FPM_RECT_HIER_OPT;
        if ((job->needs & ~fpm__class_of(number)->can) || (exact && !(odds > 0))) continue;
        if (number == FPM_RECT_M_HEUR_PROBE && !(job->needs & ~FPM__BORDER)) continue;
        if (exact) status = fpm__auto_run(job, number, (int64_t)(odds * time / 3) + more);
        else if (number != FPM_RECT_HIER_SEARCH) status = fpm__class_run(job, number);
        else status = fpm__auto_run(job, number, (int64_t)(time / 45) + more);
        if (exact && status == FPM_OK && !(job->needs & FPM__THICK)) {
            job->info.class_bound = job->key;
            return FPM_OK;
        }
    }
    if (job->info.stripes == 0) job->info.class_bound = 0;
    return status > FPM_OK && status != FPM_WORK_LIMIT ? FPM_OK : status;
}

/* AUTO with a tolerance: first within that of the bound, where few fields fail; else within that of
   the most even partition, which is then found first. */
static FPM__COLD int fpm__rect_auto(fpm__rect_job *job) {
    int status = FPM_OK, compact = job->opts.compact >= 0;
    int64_t key;
    if (compact) status = fpm__compact_within(job, job->caps.low, 1);
    if (job->key < job->caps.none) return status;
    job->within = 0;
    status = fpm__auto_even(job);
    key = job->key;
    if (job->order && status == FPM_OK) status = fpm__order_find(job);
    if (job->key < key && status == FPM_OK) status = fpm__auto_even(job);
    if (compact && status == FPM_OK && job->key < job->caps.none &&
        fpm__compact_within(job, job->key, 1) == FPM_WORK_LIMIT)
        status = FPM_WORK_LIMIT;
    return status;
}

/* AUTO with old parts: NEAR, if that is about as even as stripes made anew. */
static FPM__COLD int fpm__auto_follow(fpm__rect_job *job) {
    int number = job->needs & ~FPM__BORDER ? FPM_RECT_M_HEUR_PROBE : FPM_RECT_M_HEUR;
    int64_t steps = FPM__RIVAL * fpm__max64(60, fpm__min64(job->m, 300)) * job->m;
    job->goal = -1;
    fpm__auto_run(job, number, job->needs & FPM__THICK ? 20 * steps : steps);
    job->goal = job->key == job->caps.none ? 0 : job->key;
    job->key = job->caps.none;
    return fpm__class_run(job, FPM_RECT_NEAR);
}

/* ---- the call ---- */

/* Run the class that was asked for, if it can do what is asked. */
static int fpm__rect_solve(fpm__rect_job *job) {
    const fpm__class *k = fpm__class_of(job->opts.algorithm);
    int orders = !k->run || k->number == FPM_RECT_COMPACT || k->number == FPM_RECT_HIER_RELAXED;
    int status;
    if (job->needs & ~k->can) return FPM_E_UNSUPPORTED;
    if (job->order && (!orders || job->opts.from)) return FPM_E_UNSUPPORTED;
    if (k->can & FPM__FILLED && !(job->needs & ~FPM__BORDER)) job->fill = k->form ? 2 : 1;
    if (!k->run && job->opts.from) {
        status = fpm__auto_follow(job);
        if (job->key < job->caps.none) return status; /* else NEAR is left out */
    }
    if (!k->run) return fpm__rect_auto(job);
    status = fpm__class_run(job, k->number);
    if (job->order && status == FPM_OK && k->number == FPM_RECT_HIER_RELAXED)
        status = fpm__order_find(job);
    return status;
}

/* Are given cuts ascending from 0 to the end, and do given counts sum to m? */
static int fpm__rect_stripes_ok(const fpm_rect_options *o, const fpm_grid *grid, int m) {
    int64_t sum = 0, end = o->orientation == FPM_RECT_VER ? grid->cols : grid->rows;
    int s, ok = o->stripes <= m;
    if (!o->cuts && !o->counts) return ok;
    if (o->stripes < 1 || !ok) return 0;
    if (o->cuts) {
        ok = o->algorithm == FPM_RECT_M_PROBE && o->orientation != FPM_RECT_BEST &&
             o->cuts[0] == 0 && o->cuts[o->stripes] == end;
        for (s = 0; s < o->stripes; s++) ok = ok && o->cuts[s] <= o->cuts[s + 1];
    }
    if (o->counts) {
        ok = ok && o->algorithm == FPM_RECT_M_ALLOC;
        for (s = 0; s < o->stripes; s++) {
            ok = ok && o->counts[s] >= 0;
            sum += o->counts[s];
        }
        ok = ok && sum == m;
    }
    return ok;
}

/* Are the other options in range? */
static int fpm__rect_options_ok(const fpm_rect_options *o, int m) {
    int form;
    if (!fpm__class_of(o->algorithm) || o->orientation < 0 || o->orientation > FPM_RECT_VER ||
        o->direction < 0 || o->direction > FPM_RECT_BY_VER)
        return 0;
    if (o->stripes < 0 || o->max_work < 0 || o->min_rows < 0 || o->min_cols < 0 || o->parts < 0 ||
        (o->free_order & ~1) || !fpm__finite(o->slack) || o->slack < 0 ||
        !fpm__finite(o->compact) ||
        (o->compact < 0 && (o->compact > FPM_EXACT || o->compact < FPM_EXACT)))
        return 0;
    form = fpm__class_of(o->algorithm)->form;
    return !o->stripes || (form != FPM__SQUARE && form != FPM__PAIRED) || m % o->stripes == 0;
}

/* Check the arguments, take the memory of a call, set up the processors and the bounds. */
static int fpm__rect_begin(fpm__rect_job *job, const fpm_grid *grid, int m,
                           const fpm_rect_options *opts) {
    int i, t, status, unlike = 0;
    memset(job, 0, sizeof *job);
    fpm__info_begin(&job->info);
    if (!grid || !grid->fpm__at || m < 1) return FPM_E_ARGUMENT;
    if (opts) job->opts = *opts;
    if (!fpm__rect_options_ok(&job->opts, m) || !fpm__rect_stripes_ok(&job->opts, grid, m))
        return FPM_E_ARGUMENT;
    fpm__mem_begin(&job->mem, job->opts.alloc, job->opts.max_bytes);
    job->max_work = job->opts.max_work ? job->opts.max_work : (int64_t)FPM__ALLOWED;
    fpm__watch_begin(&job->watch, job->opts.progress, job->opts.context);
    job->grid = grid;
    job->m = m;
    job->trial = (fpm_rect *)fpm__take(&job->mem, m, sizeof(fpm_rect));
    job->best = (fpm_rect *)fpm__take(&job->mem, m, sizeof(fpm_rect));
    job->cut = (int64_t *)fpm__take(&job->mem, 5 * (int64_t)m + 5, sizeof(int64_t));
    if (job->cut) {
        job->count = job->cut + m + 1;
        job->load = job->count + m;
        job->above = job->load + m;
        job->below = job->above + m + 1;
    }
    if (job->mem.status != FPM_OK) return job->mem.status;
    status = fpm__caps_begin(&job->caps, grid, m, opts, &job->mem, &job->info);
    if (status != FPM_OK) return status;
    job->needs = (job->caps.each ? FPM__UNEQUAL : 0) | (job->caps.border ? FPM__BORDER : 0);
    if (job->opts.min_rows > 1 || job->opts.min_cols > 1) {
        if (job->opts.min_rows > grid->rows || job->opts.min_cols > grid->cols)
            return FPM_E_INFEASIBLE;
        job->needs |= FPM__THICK;
        job->caps.ends = (int64_t *)fpm__take(
            &job->mem, 4 * (fpm__max64(grid->rows, grid->cols) + 1), sizeof(int64_t));
        if (!job->caps.ends) return job->mem.status;
    }
    for (t = 0; t < 2; t++) {
        fpm__plane_of(grid, t, &job->view[t]);
        job->view[t].border = job->caps.border, job->view[t].shift = job->caps.shift;
        job->view[t].high = fpm__max64(1, t ? job->opts.min_cols : job->opts.min_rows);
        job->view[t].wide = fpm__max64(1, t ? job->opts.min_rows : job->opts.min_cols);
    }
    for (i = 1; i < m && job->opts.free_order && job->caps.each; i++)
        unlike |= !fpm__chain_same_proc(&job->caps.times, 0, i);
    if (unlike) job->order = (int *)fpm__take(&job->mem, m, sizeof(int));
    if (job->mem.status != FPM_OK) return job->mem.status;
    job->key = job->caps.none;
    job->info.load = INT64_MAX;
    job->info.load_bound = fpm__max64(fpm__divide_up(grid->total, m), grid->largest);
    return fpm__moves(grid, m, NULL, &job->opts, &job->mem, &job->info);
}

/* Complete the report and find the status.  There is an answer as soon as anything was found,
   whatever ended the search, even if memory was refused to a later class or for a better bound. */
static int fpm__rect_judge(fpm__rect_job *job, int status) {
    fpm_info *info = &job->info;
    fpm__caps *c = &job->caps;
    const fpm__class *k = fpm__class_of(job->opts.algorithm);
    int64_t bound, exact = job->order ? 0 : info->class_bound;
    int i, proven = FPM_OK;
    for (i = 0; i < job->m && c->times.who; i++) job->trial[c->times.who[i]] = job->best[i];
    if (c->times.who) memcpy(job->best, job->trial, (size_t)job->m * sizeof *job->best);
    c->times.who = NULL;
    if ((job->needs | FPM__ALWAYS) & ~k->exact) exact = 0;
    if (job->key == c->none) {
        info->load = info->load_bound = info->class_bound = 0;
        info->orientation = 0;
        if (status == FPM_OK && job->needs) return FPM_E_INFEASIBLE;
        return status >= 0 ? FPM_E_WORK_LIMIT : status;
    }
    if (!c->each && !c->border) {
        fpm__rect_bound(job->grid, job->m, info->load, 1000 + info->work, &job->mem, &bound);
        info->load_bound = fpm__max64(info->load_bound, bound);
        c->low = info->load_bound;
    }
    if (job->opts.from) fpm__label(job);
    fpm__rect_measure(job->grid, job->m, job->best, info);
    fpm__moves(job->grid, job->m, job->best, &job->opts, NULL, info);
    if (job->needs & ~FPM__THICK) {
        info->class_bound = 0; /* keys are not loads */
        proven = fpm__caps_report(c, job->best, info);
    }
    if (job->key <= c->low) return proven;
    if (status == FPM_WORK_LIMIT) return status;
    return job->key == exact ? FPM_CLASS_OPTIMUM : FPM_HEURISTIC;
}

FPM__DEFN int fpm_rect_partition(const fpm_grid *grid, int m, const fpm_rect_options *opts,
                                 fpm_rect *part, fpm_info *info) {
    fpm__rect_job job;
    int i, status = fpm__rect_begin(&job, part ? grid : NULL, m, opts);
    if (status == FPM_OK)
        status = fpm__watch_status(&job.watch, fpm__rect_judge(&job, fpm__rect_solve(&job)));
    if (status == FPM_E_INFEASIBLE)
        fpm__too_much(&job.info, (double)grid->total * grid->unit, m, job.opts.procs);
    for (i = 0; i < m && status >= 0; i++) {
        part[i] = job.best[i];
        part[i].amount = (double)part[i].load * grid->unit;
    }
    return fpm__call_end(&job.mem, status, &job.info, info);
}

/* ---- >>model2d ------------------------------------------------------------------------------- */

/* Seconds for a tile of m rows and n columns, from points measured at any (m, n).

   This section owns fpm_model2d: making it from points, its time for a tile, and the most rows that
   a processor finishes in a given time at a given width (what the matrix is partitioned with).

   The speed m n / seconds is bilinear on a grid whose lines are the m and n that were measured.
   Where points and grid points are the same, that is all.  Otherwise Delaunay's triangulation of
   the points (no point lies inside the circle through the corners of a triangle) gives the speed at
   the grid points without a measurement: linear in each triangle, and outside the hull that of the
   hull's nearest place.  The triangles are not stored: from a side of one, the next is made by the
   point that sees this side under the largest angle, so that a place is reached by walking from
   triangle to triangle.

   Searches need times that never fall with m or n: they use a second grid of speeds, `plan`,
   nowhere above the first.  Along a grid line the speed is a + b m, and the time m n / (a + b m)
   rises when a > 0; as a is bilinear too, times need only rise between grid points.

   Invariants: lines ascend, speeds are above 0, plan <= speed, one block of memory holds all
   arrays; beyond[k] is 1 where grid point k lies outside the hull of the points, else 0. */

/* The points of a model, sorted by m, then n. */
typedef struct fpm__site {
    int64_t m, n, index; /* index: of the caller's point */
    double speed;        /* elements a second */
} fpm__site;

/* Most points of a grid, and of a list: 2^24, which is 400 MB of grid. */
enum { FPM__NODES = 1 << 24 };

/* The triangulation while a model is made. */
typedef struct fpm__mesh {
    fpm__site *site;
    int64_t count; /* points */
    int64_t *hull; /* corners and points between them, counter-clockwise; the first one again */
    int64_t sides, corner[3]; /* the triangle found last; when all points are on a line there is
                                 none, and places without a point are beyond it */
    double scale;             /* what a unit of n counts in units of m: both ranges are as long */
} fpm__mesh;

/* Twice the area of a b c, positive when counter-clockwise: exact, coordinates are below 2^31. */
static int64_t fpm__turn(const fpm__site *a, const fpm__site *b, const fpm__site *c) {
    return (b->m - a->m) * (c->n - a->n) - (b->n - a->n) * (c->m - a->m);
}

/* The hull by Andrew's chains, with all points on its sides. */
static FPM__COLD void fpm__mesh_hull(fpm__mesh *g) {
    int64_t i, k = 0, lower = 1;
    int pass;
    for (pass = 0; pass < 2; pass++, lower = k)
        for (i = pass; i < g->count; i++) {
            int64_t at = pass ? g->count - 1 - i : i;
            while (k > lower &&
                   fpm__turn(&g->site[g->hull[k - 2]], &g->site[g->hull[k - 1]], &g->site[at]) < 0)
                k--;
            g->hull[k++] = at;
        }
    g->sides = k - 1;
}

/* The third corner of the Delaunay triangle on the left of side a b: the point that sees the side
   under the largest angle, that is, with the least cotangent.  -1: no point lies there. */
static int64_t fpm__mesh_apex(const fpm__mesh *g, int64_t a, int64_t b) {
    const fpm__site *s = g->site, *p = &s[a], *q = &s[b];
    int64_t i, apex = -1;
    double square = g->scale * g->scale, top = 0, under = 0; /* the least is top / under */
    for (i = 0; i < g->count; i++) {
        double turn = (double)fpm__turn(p, q, &s[i]), dot;
        if (!(turn > 0)) continue;
        dot = (double)((p->m - s[i].m) * (q->m - s[i].m)) +
              (double)((p->n - s[i].n) * (q->n - s[i].n)) * square;
        if (apex >= 0 && dot * under >= top * turn) continue;
        apex = i;
        top = dot, under = turn;
    }
    return apex;
}

/* Speed inside the hull: walk across sides that the place is beyond, then interpolate linearly. */
static double fpm__mesh_inside(fpm__mesh *g, const fpm__site *at) {
    int64_t *c = g->corner, step;
    double sum = 0, speed = 0;
    int i;
    /* A walk meets no Delaunay triangle twice: the limit is for coordinates rounded by scaling. */
    for (step = 0; step < 4 * g->count + 8; step++) {
        int64_t from = -1, to = -1, apex;
        for (i = 0; i < 3 && from < 0; i++)
            if (fpm__turn(&g->site[c[(i + 1) % 3]], &g->site[c[(i + 2) % 3]], at) < 0)
                from = c[(i + 2) % 3], to = c[(i + 1) % 3];
        apex = from < 0 ? -1 : fpm__mesh_apex(g, from, to);
        if (apex < 0) break;
        c[0] = from, c[1] = to, c[2] = apex;
    }
    for (i = 0; i < 3; i++) {
        double part = (double)fpm__turn(&g->site[c[(i + 1) % 3]], &g->site[c[(i + 2) % 3]], at);
        sum += fpm__max(part, 0);
        speed += fpm__max(part, 0) * g->site[c[i]].speed;
    }
    return speed / sum;
}

/* Speed at any place; *beyond: it is outside the hull, whose nearest place is taken instead. */
static double fpm__mesh_speed(fpm__mesh *g, const fpm__site *at, double *beyond) {
    double least = FPM__NEVER, speed = 0;
    int64_t i;
    for (i = 0; i < g->sides; i++) {
        const fpm__site *a = &g->site[g->hull[i]], *b = &g->site[g->hull[i + 1]];
        double x = (double)(b->m - a->m), y = (double)(b->n - a->n) * g->scale;
        double to_x = (double)(at->m - a->m), to_y = (double)(at->n - a->n) * g->scale;
        double v = fpm__min(1, fpm__max(0, (to_x * x + to_y * y) / (x * x + y * y))), off;
        off = (v * x - to_x) * (v * x - to_x) + (v * y - to_y) * (v * y - to_y);
        if (fpm__turn(a, b, at) < 0) *beyond = 1;
        if (off >= least) continue;
        least = off;
        /* -Ofast turns this into a + v (b - a), which loses the slower of two very different. */
        speed = (1 - v) * a->speed + v * b->speed;
        speed = fpm__max(speed, fpm__min(a->speed, b->speed));
    }
    return *beyond > 0 ? speed : fpm__mesh_inside(g, at);
}

/* Speeds at all points of the grid: those measured, and what the mesh says elsewhere. */
static FPM__APART int fpm__surface_fill(fpm_model2d *s, fpm__mesh *g, fpm__mem *mem) {
    int64_t nodes = (int64_t)s->rows * s->cols, i, j, k;
    for (k = 0; k < nodes; k++) s->speed[k] = 0, s->beyond[k] = 0;
    for (k = 0; k < g->count; k++) {
        i = fpm__last_line(s->m, s->rows, g->site[k].m);
        j = fpm__last_line(s->n, s->cols, g->site[k].n);
        s->speed[i * s->cols + j] = g->site[k].speed;
    }
    if (g->count == nodes) return FPM_OK;
    g->hull = (int64_t *)fpm__take(mem, 2 * g->count + 1, sizeof(int64_t));
    if (!g->hull) return mem->status;
    g->scale = fpm__max(1, (double)(s->m[s->rows - 1] - s->m[0])) /
               fpm__max(1, (double)(s->n[s->cols - 1] - s->n[0]));
    fpm__mesh_hull(g);
    FPM_ASSERT(g->sides > 0);                             /* one point alone would be all nodes */
    g->corner[0] = g->hull[0], g->corner[1] = g->hull[1]; /* a side of a Delaunay triangle */
    g->corner[2] = fpm__mesh_apex(g, g->hull[0], g->hull[1]);
    for (k = 0; k < nodes; k++) {
        fpm__site at = {0, 0, 0, 0};
        at.m = s->m[k / s->cols], at.n = s->n[k % s->cols];
        if (!(s->speed[k] > 0)) s->speed[k] = fpm__mesh_speed(g, &at, &s->beyond[k]);
    }
    return FPM_OK;
}

/* Speeds low enough for time never to fall from one grid point to the next. */
static FPM__COLD void fpm__surface_plan(fpm_model2d *s) {
    int64_t i, j;
    s->monotone = 1;
    for (i = 0; i < s->rows; i++)
        for (j = 0; j < s->cols; j++) {
            int64_t k = i * s->cols + j;
            double area = (double)s->m[i] * (double)s->n[j], least = area / s->speed[k], t = least;
            if (i > 0)
                t = fpm__max(t, (double)s->m[i - 1] * (double)s->n[j] / s->plan[k - s->cols]);
            if (j > 0) t = fpm__max(t, (double)s->m[i] * (double)s->n[j - 1] / s->plan[k - 1]);
            s->plan[k] = t > least ? area / t : s->speed[k];
            if (t > least * (1 + 1e-12)) s->monotone = 0;
        }
}

/* Make the grid and its speeds, in a block that the model keeps; rows and cols lines at m, n. */
static FPM__COLD int fpm__surface_make(fpm_model2d *s, fpm__mesh *g, const int64_t *m, int rows,
                                       const int64_t *n, int cols, fpm__mem *mem) {
    int64_t nodes = (int64_t)rows * cols, words = rows + cols + 3 * nodes;
    int status;
    if (nodes > FPM__NODES) return FPM_E_OVERFLOW;
    s->bytes = (size_t)words * sizeof(int64_t);
    s->m = (int64_t *)fpm__resize(mem->alloc, NULL, 0, s->bytes);
    if (!s->m) return FPM_E_MEMORY;
    s->rows = rows, s->cols = cols;
    s->n = s->m + rows;
    s->speed = (double *)(void *)(s->n + cols);
    s->plan = s->speed + nodes;
    s->beyond = s->plan + nodes;
    memcpy(s->m, m, (size_t)rows * sizeof *m);
    memcpy(s->n, n, (size_t)cols * sizeof *n);
    status = fpm__surface_fill(s, g, mem);
    if (status == FPM_OK) fpm__surface_plan(s);
    else fpm__free(mem->alloc, s->m, s->bytes);
    return status;
}

/* The different values, in order; returns how many there are. */
static FPM__APART int fpm__surface_lines(int count, const int64_t *value, int64_t *line) {
    int k, lines = 0;
    memcpy(line, value, (size_t)count * sizeof *line);
    fpm__sort(line, 1, count);
    for (k = 0; k < count; k++)
        if (lines == 0 || line[lines - 1] != line[k]) line[lines++] = line[k];
    return lines;
}

/* Sort the points, find the grid's lines and make the model.  FPM_E_ORDER: one is twice there. */
static FPM__COLD int fpm__surface_points(fpm_model2d *made, int count, const int64_t *m,
                                         const int64_t *n, const double *seconds, int64_t *where,
                                         fpm__mem *mem) {
    int64_t *ms = (int64_t *)fpm__take(mem, count, sizeof(int64_t));
    int64_t *ns = (int64_t *)fpm__take(mem, count, sizeof(int64_t));
    int k;
    fpm__mesh g;
    memset(&g, 0, sizeof g);
    g.site = (fpm__site *)fpm__take(mem, count, sizeof *g.site);
    g.count = count;
    if (!g.site) return mem->status;
    for (k = 0; k < count; k++) {
        fpm__site *p = &g.site[k];
        p->m = m[k], p->n = n[k], p->index = k;
        p->speed = (double)m[k] * (double)n[k] / seconds[k];
    }
    fpm__sort(g.site, 4, count);
    for (k = 1; k < count; k++)
        if (g.site[k].m == g.site[k - 1].m && g.site[k].n == g.site[k - 1].n) {
            if (where) *where = g.site[k].index;
            return FPM_E_ORDER;
        }
    return fpm__surface_make(made, &g, ms, fpm__surface_lines(count, m, ms), ns,
                             fpm__surface_lines(count, n, ns), mem);
}

FPM__DEFN FPM__COLD int fpm_model2d_init(fpm_model2d *model, int64_t count, const int64_t *m,
                                         const int64_t *n, const double *seconds, int64_t *where,
                                         const fpm_alloc *alloc) {
    fpm__mem mem;
    fpm_model2d made;
    int64_t k;
    int status = FPM_OK;
    if (!model || !m || !n || !seconds) return FPM_E_ARGUMENT;
    if (count < 1) return FPM_E_NO_POINTS;
    if (count > FPM__NODES) return FPM_E_OVERFLOW;
    for (k = 0; k < count; k++) {
        if (m[k] < 1 || m[k] > INT32_MAX || n[k] < 1 || n[k] > INT32_MAX) status = FPM_E_SIZE;
        else if (!fpm__time_ok(seconds[k])) status = FPM_E_TIME;
        if (status < 0 && where) *where = k;
        if (status < 0) return status;
    }
    fpm__mem_begin(&mem, alloc, SIZE_MAX / 4);
    memset(&made, 0, sizeof made);
    status = fpm__surface_points(&made, (int)count, m, n, seconds, where, &mem);
    fpm__release(&mem, 0);
    if (alloc) made.alloc = *alloc;
    if (status == FPM_OK) *model = made;
    return status;
}

FPM__DEFN FPM__COLD void fpm_model2d_free(fpm_model2d *model) {
    if (!model) return;
    fpm__free(&model->alloc, model->m, model->bytes);
    memset(model, 0, sizeof *model);
}

/* Where v lies between lines: the line before it and the part of the way to the next one. */
static int64_t fpm__between_lines(const int64_t *line, int count, int64_t v, double *part) {
    int64_t i = fpm__last_line(line, count, v);
    *part = 0;
    if (i < 0) return 0;
    if (i >= count - 1) return count - 1;
    *part = (double)(v - line[i]) / (double)(line[i + 1] - line[i]);
    return i;
}

/* The value at part a of the way from row i to the next, and part b of that from column j. */
static double fpm__bilinear(const fpm_model2d *s, const double *grid, int64_t i, double a,
                            int64_t j, double b) {
    const double *at = grid + i * s->cols + j;
    int64_t down = a > 0 ? s->cols : 0, right = b > 0;
    double first = at[0] + a * (at[down] - at[0]);
    return first + b * (at[right] + a * (at[right + down] - at[right]) - first);
}

/* Seconds for a tile of m by n, both above 0, by one of the two grids of speeds. */
static double fpm__surface_time(const fpm_model2d *s, const double *grid, int64_t m, int64_t n) {
    double a, b;
    int64_t i = fpm__between_lines(s->m, s->rows, m, &a);
    int64_t j = fpm__between_lines(s->n, s->cols, n, &b);
    return (double)m * (double)n / fpm__bilinear(s, grid, i, a, j, b);
}

/* Does the speed of such a tile rest on no measurement around it? */
static int fpm__surface_beyond(const fpm_model2d *s, int64_t m, int64_t n) {
    double a, b;
    int64_t i = fpm__between_lines(s->m, s->rows, m, &a);
    int64_t j = fpm__between_lines(s->n, s->cols, n, &b);
    return m > s->m[s->rows - 1] || n > s->n[s->cols - 1] ||
           fpm__bilinear(s, s->beyond, i, a, j, b) > 0;
}

FPM__DEFN int fpm_model2d_time(const fpm_model2d *model, int64_t m, int64_t n, double *seconds) {
    if (!seconds) return FPM_E_ARGUMENT;
    if (!model || !model->m) return FPM_E_MODEL;
    if (m < 0 || n < 0 || (n > 0 && m > FPM_SIZE_MAX / n)) return FPM_E_SIZE;
    *seconds = m == 0 || n == 0 ? 0 : fpm__surface_time(model, model->speed, m, n);
    return m > 0 && n > 0 && fpm__surface_beyond(model, m, n) ? FPM_EXTRAPOLATED : FPM_OK;
}

/* The most rows, up to `limit`, of a tile w wide whose planned time is at most `time`.  First the
   last grid line within that time is found, then the root of h w = time (a + b h) between this line
   and the next, and from there on whole rows are tried.  (Where the planned time is flat the root
   may be off by all of the flat stretch.)  flip: rows and columns have changed places. */
static int64_t fpm__surface_rows(const fpm_model2d *s, int flip, int64_t w, double time,
                                 int64_t limit) {
    const int64_t *line = flip ? s->n : s->m;
    int64_t count = flip ? s->cols : s->rows, step = flip ? 1 : s->cols;
    double part, h, s0, b = 0;
    int64_t i = flip ? fpm__between_lines(s->m, s->rows, w, &part)
                     : fpm__between_lines(s->n, s->cols, w, &part);
    int64_t next = part > 0 ? (flip ? s->cols : 1) : 0;
    const double *at = s->plan + (flip ? i * s->cols : i);
    fpm__seek rows, line_at = fpm__halve(-1, count);
    if (!(time > 0)) return 0;
    while (fpm__seeking(&line_at)) {
        const double *v = at + line_at.at * step;
        double speed = v[0] + part * (v[next] - v[0]);
        fpm__seek_tell(&line_at, (double)line[line_at.at] * (double)w <= time * speed);
    }
    at += fpm__max64(line_at.low, 0) * step;
    s0 = at[0] + part * (at[next] - at[0]);
    h = time * s0 / (double)w;
    if (line_at.low >= 0 && line_at.high < count) { /* beyond the lines the speed is constant */
        double x = (double)line[line_at.low], x1 = (double)line[line_at.high];
        at += step;
        b = (at[0] + part * (at[next] - at[0]) - s0) / (x1 - x);
        h = (double)w - time * b;
        h = h > 0 ? fpm__max(x, fpm__min(time * (s0 - b * x) / h, x1)) : x1;
    }
    rows = fpm__seek_begin(0, limit + 1, fpm__floor(h, 0, limit), 1);
    while (fpm__seeking(&rows))
        fpm__seek_tell(&rows, (flip ? fpm__surface_time(s, s->plan, w, rows.at)
                                    : fpm__surface_time(s, s->plan, rows.at, w)) <= time);
    return rows.low;
}

/* ---- >>matrix -------------------------------------------------------------------------------- */

/* Tiles of a matrix for unequal processors.

   This section owns the three calls fpm_matrix_...  It needs times by area (model, call) or by rows
   and columns (model2d), and fpm_partition, which tells the areas that processors deserve.

   An answer takes two steps.  First the areas are arranged: processors are sorted by descending
   area, and a candidate is columns, each a stack of consecutive processors.  The columns of least
   half-perimeter are a shortest path with concave Monge costs (see below).  Then tiles become
   whole: in a time T a processor can take so many elements, hence so many rows of a column w wide;
   a column is done in T when these add up to the height of the matrix, a candidate when the largest
   such widths of its columns add up to its width.  What is done in T is done in any longer time, so
   the least T is found by halving.

   Models in two dimensions use the same tiles; a local search then changes who shares a column.

   Invariants: stripes of rows are columns of the transposed matrix (flip = 1), with rows and cols
   exchanged.  A position is a place in the sorted order: all arrays except `given` and `key` are by
   position or by column.  Sizes are multiples of opts.block, except one part of each side. */

/* How far AUTO goes: 2^9 arrangements of 10 processors; p^2 steps for all columns, in 16 MB. */
enum {
    FPM__ENUMERATE = 10,        /* processors up to which all columns of sorted areas are tried */
    FPM__LAYERS = 1 << 14,      /* processors up to which all numbers of columns are tried ... */
    FPM__LAYER_CELLS = 1 << 22, /* ... as far as this many entries of a table go */
    FPM__ROUNDS = 4             /* rounds of areas and tiles, with models in two dimensions */
};

/* A candidate: columns that begin at first[c]; first[columns] = p. */
typedef struct fpm__layout {
    int columns, *first;
} fpm__layout;

/* Whole tiles of the candidate. */
typedef struct fpm__tiling {
    int64_t *limit, *height; /* of each position: the largest height in time, and the one chosen */
    int64_t *width;          /* of each column */
    int *must;               /* of each column: may it not be empty? */
    fpm_tile *tile;          /* of each position */
} fpm__tiling;

/* A shortest path: columns of least cost. */
typedef struct fpm__path {
    double *cost;       /* the least cost of the first positions, p + 1, */
    int *from;          /* ... and where the last column of these begins */
    int *rival, *since; /* begins that are still to win, and the first ends at which they do */
} fpm__path;

/* The best candidate so far. */
typedef struct fpm__kept {
    double time;    /* the least makespan; 0: none */
    double within;  /* 0: that is looked for; else the least volume in this makespan */
    fpm_tile *tile; /* the tiles, by position, */
    fpm__layout in; /* ... their columns (before there are tiles: those of the least makespan), */
    int flip;       /* ... and how the matrix lay */
} fpm__kept;

/* What a call knows, the candidate with its tiles, and the best one so far. */
typedef struct fpm__matrix_job {
    fpm__mem mem;
    fpm_matrix_options opts;
    fpm_info info;

    /* The problem */
    const fpm_proc *procs;     /* models by area, */
    const fpm_proc2d *pairs;   /* ... by rows and columns, or neither: constant speeds */
    int all;                   /* processors of the call, */
    double *given;             /* ... and the part of the matrix that each of them deserves */
    int64_t rows, cols, block; /* of the matrix as it lies, */
    int flip;                  /* ... 1: on its side; */
    int64_t tallest;           /* tiles that a column can hold */
    int p, *order;             /* processors with a share, by descending share, */
    int *must;                 /* ... may their tiles not be empty, */
    int64_t *most;             /* ... their largest tiles in elements, */
    double *share, *sum;       /* ... their parts of the matrix, and of all before; p + 1 */
    fpm__item *item;           /* processors or columns while they are sorted */
    double floor, guess;       /* seconds: no makespan is less, 0: not known; where to look first */
    double *cells, *below;     /* elements at each position, and their sums, for the bounds, */
    int bounds;                /* ... which are asked for */
    int cut_short;             /* a limit of work was reached */
    fpm__watch watch;
    int lack; /* why memory for candidates failed in this search, or FPM_OK */

    /* Candidates */
    fpm__path path;
    fpm__layout now;   /* the candidate */
    double time;       /* that is tried, */
    int64_t *room;     /* ... what each position does in it, in elements (not used for pairs), */
    int64_t *wide;     /* ... and the largest widths of the columns */
    fpm__tiling whole; /* tiles of the candidate */
    fpm__kept best;
} fpm__matrix_job;

/* Blocks along a side, the last of which may not be whole. */
static int64_t fpm__blocks(const fpm__matrix_job *u, int64_t side) {
    return fpm__divide_up(side, u->block);
}

static FPM__APART void fpm__matrix_transpose(fpm__matrix_job *u, int flip) {
    int64_t rows = u->rows;
    if (u->flip != flip) u->rows = u->cols, u->cols = rows;
    u->flip = flip;
    u->tallest = fpm__blocks(u, u->rows);
}

/* Take what is known at each position for processors in this order. */
static void fpm__matrix_known(fpm__matrix_job *u) {
    double block = (double)u->block * (double)u->block * (1 - 1e-9);
    int64_t area = u->rows * u->cols;
    int k;
    u->sum[0] = 0;
    for (k = 0; k < u->p; k++) {
        int i = u->order[k];
        int64_t max = u->procs      ? u->procs[i].max
                      : u->pairs    ? u->pairs[i].max
                      : u->opts.max ? u->opts.max[i]
                                    : 0;
        u->share[k] = u->given[i];
        u->sum[k + 1] = u->sum[k] + u->share[k];
        u->most[k] = fpm__most(max, area);
        u->must[k] = u->share[k] * (double)area >= block;
        u->wide[k] = 0;
    }
}

/* Sort the processors that have a share. */
static FPM__COLD void fpm__matrix_order(fpm__matrix_job *u) {
    int i;
    for (u->p = i = 0; i < u->all; i++) {
        fpm__item_set(&u->item[u->p], -fpm__bits(u->given[i]), i);
        u->p += u->given[i] > 0;
    }
    fpm__sort(u->item, 2, u->p);
    for (i = 0; i < u->p; i++) u->order[i] = (int)u->item[i].value;
    fpm__matrix_known(u);
}

/* ---- sizes that sum up ---- */

/* Whole sizes of parts (heights in a column, widths of columns) that add up to a total: multiples
   of a block, and one part has the rest where it does not divide the total.  Parts are added with
   their largest sizes; then fpm__fill_ok tells if sizes exist with none empty that must not be. */
typedef struct fpm__fill {
    int64_t block, need, rest; /* the total: whole blocks, and what is left */
    int64_t sum, must;         /* blocks that the parts take at most, and that they must take */
    int lack;  /* parts that must not be empty and can hold no whole block: one of them can have the
                  rest alone; 2 or more: there are no such sizes */
    int spare; /* 1: some part can have the rest on top of all its blocks */
} fpm__fill;

/* No parts yet, for a total of so many elements. */
static FPM__APART fpm__fill fpm__fill_begin(int64_t total, int64_t block) {
    fpm__fill f = {0, 0, 0, 0, 0, 0, 0};
    f.block = block;
    f.need = total / block;
    f.rest = total % block;
    return f;
}

/* Add a part that can have at most `limit` elements. */
static void fpm__fill_add(fpm__fill *f, int64_t limit, int must) {
    int64_t blocks = f->block == 1 ? limit : limit / f->block;
    f->sum += blocks;
    f->must += must;
    if (must && blocks == 0) f->lack += f->rest > 0 && limit >= f->rest ? 1 : 2;
    if (f->rest > 0 && limit - blocks * f->block >= f->rest) f->spare = 1;
}

/* Do sizes exist?  The parts can take the total, and those that must not be empty can be filled. */
static int fpm__fill_ok(const fpm__fill *f) {
    return f->lack <= 1 && f->must - (f->rest > 0) <= f->need &&
           f->sum - (f->rest > 0 && !f->spare) >= f->need;
}

/* Choose the part that has the rest, -1 if there is none: one that can hold nothing else first,
   then one that saves a block where blocks are scarce, then one that can take it on top. */
static int fpm__fill_holder(const fpm__fill *f, int count, const int64_t *limit, const int *must) {
    int k, holder = -1, most = -1;
    for (k = 0; k < count && f->rest > 0; k++) {
        int64_t blocks = limit[k] / f->block;
        int worth = 8 * (must[k] && blocks == 0) + 4 * (must[k] && f->must > f->need) +
                    2 * (limit[k] - blocks * f->block >= f->rest) + must[k];
        if (limit[k] < f->rest || worth <= most) continue;
        holder = k;
        most = worth;
    }
    return holder;
}

/* Sizes that add up to the total.  Each part that must not be empty gets a block first, then parts
   grow to their largest sizes in the given order (NULL: as they stand). */
static void fpm__fill_take(const fpm__fill *f, int count, const int64_t *limit, const int *must,
                           const fpm__item *order, int64_t *size) {
    int i, k, holder = fpm__fill_holder(f, count, limit, must);
    int64_t left = f->need;
    for (k = 0; k < count; k++) left -= size[k] = must[k] && k != holder;
    for (i = 0; i < count && left > 0; i++) {
        int64_t top;
        k = order ? (int)order[i].value : i;
        top = (limit[k] - (k == holder ? f->rest : 0)) / f->block;
        top = fpm__min64(left, top - size[k]);
        size[k] += top;
        left -= top;
    }
    for (k = 0; k < count; k++) size[k] = size[k] * f->block + (k == holder ? f->rest : 0);
}

/* ---- what is done in a time ---- */

/* The largest area such that the processor is done in time with it and with all smaller areas. */
static int64_t fpm__area_within(const fpm_proc *proc, double time, int64_t limit) {
    double left = fpm__time_left(time, proc->fixed);
    int64_t high = 0, low = 0;
    fpm__runs runs;
    fpm__range run;
    if (!(left > 0) || limit < 1) return 0;
    fpm__runs_begin(&runs, proc->model, left, 1, limit);
    while (fpm__runs_next(&runs, &run)) { /* runs come from above, and may touch */
        if (high == 0 || run.high + 1 < low) high = run.high;
        low = run.low;
    }
    return low == 1 ? high : 0;
}

/* Time of the processor at position k for a tile that is not empty. */
static double fpm__tile_time(const fpm__matrix_job *u, int k, int64_t h, int64_t w) {
    if (u->pairs) {
        const fpm_proc2d *proc = &u->pairs[u->order[k]];
        const fpm_model2d *s = proc->model;
        return proc->fixed + fpm__surface_time(s, s->speed, u->flip ? w : h, u->flip ? h : w);
    }
    if (u->procs) return fpm__proc_time(&u->procs[u->order[k]], h * w);
    return (double)(h * w) / (u->share[k] * (double)(u->rows * u->cols));
}

static FPM__HOT int64_t fpm__matrix_room(const fpm__matrix_job *u, int k) {
    double rate;
    int64_t x;
    if (u->procs) return fpm__area_within(&u->procs[u->order[k]], u->time, u->most[k]);
    rate = u->share[k] * (double)(u->rows * u->cols);
    x = fpm__floor(u->time * rate, 0, u->most[k]);
    while (x < u->most[k] && (double)(x + 1) / rate <= u->time) x++;
    while (x > 0 && (double)x / rate > u->time) x--;
    return x;
}

/* Try a time: what these positions do in it. */
static FPM__HOT void fpm__set_time(fpm__matrix_job *u, int begin, int end, double time) {
    int k;
    u->time = time;
    for (k = begin; k < end && !u->pairs; k++) u->room[k] = fpm__matrix_room(u, k);
}

/* Rows that the processor at position k does in time when its tile is w wide. */
FPM__INLINE int64_t fpm__matrix_tall(const fpm__matrix_job *u, int k, int64_t w) {
    const fpm_proc2d *proc;
    if (!u->pairs) return fpm__min64(u->rows, u->room[k] / w);
    proc = &u->pairs[u->order[k]];
    return fpm__surface_rows(proc->model, u->flip, w, fpm__time_left(u->time, proc->fixed),
                             fpm__min64(u->rows, u->most[k] / w));
}

static FPM__HOT int fpm__column_fits(const fpm__matrix_job *u, int begin, int end, int64_t w) {
    fpm__fill f = fpm__fill_begin(u->rows, u->block);
    int k;
    for (k = begin; k < end; k++) fpm__fill_add(&f, fpm__matrix_tall(u, k, w), u->must[k]);
    return fpm__fill_ok(&f);
}

/* Must a column not be empty?  None may where their number was asked for. */
static int fpm__column_must(const fpm__matrix_job *u, int c) {
    int k, must = u->opts.columns > 0;
    for (k = u->now.first[c]; k < u->now.first[c + 1]; k++) must |= u->must[k];
    return must;
}

/* How wide column c can be.  What fits a width fits all smaller ones, because tiles only shrink.
   Areas alone tell a bound that is near; else the width is looked for near another one. */
static FPM__HOT int64_t fpm__matrix_widest(const fpm__matrix_job *u, int c, int64_t guess) {
    int64_t high = u->cols;
    int k, begin = u->now.first[c], end = u->now.first[c + 1];
    double area = 0;
    fpm__seek s;
    for (k = begin; k < end && !u->pairs; k++) area += (double)u->room[k];
    if (!u->pairs && area / (double)u->rows < (double)high)
        high = guess = fpm__min64(high, (int64_t)(area / (double)u->rows) + 1);
    s = fpm__seek_begin(0, high + 1, guess, 1);
    while (fpm__seeking(&s)) fpm__seek_tell(&s, fpm__column_fits(u, begin, end, s.at));
    return s.low;
}

/* What fpm__done_in is asked about: elements of any shape, the candidate, or column `what`. */
enum { FPM__ANY = -2, FPM__CANDIDATE = -1 };

/* Is it done in time? */
static FPM__HOT int fpm__done_in(fpm__matrix_job *u, int what, int64_t width, double time) {
    const fpm__layout *now = &u->now;
    int64_t left = u->rows * u->cols;
    int c, begin = what >= 0 ? now->first[what] : 0, end = what >= 0 ? now->first[what + 1] : u->p;
    fpm__fill f;
    fpm__set_time(u, begin, end, time);
    if (what >= 0) return fpm__column_fits(u, begin, end, width);
    if (what == FPM__ANY) {
        for (c = 0; c < u->p && left > 0; c++) left -= u->room[c];
        return left <= 0;
    }
    f = fpm__fill_begin(u->cols, u->block);
    for (c = 0; c < now->columns && f.lack <= 1; c++) {
        u->wide[c] = fpm__matrix_widest(u, c, u->wide[c]);
        fpm__fill_add(&f, u->wide[c], fpm__column_must(u, c));
    }
    return fpm__fill_ok(&f);
}

static int fpm__matrix_fits(fpm__matrix_job *u, double time) {
    return fpm__done_in(u, FPM__CANDIDATE, 0, time);
}

/* The least time, sought near a guess (first 2^-12 of it away); 0: none. */
static double fpm__least_time(fpm__matrix_job *u, int what, int64_t width, double guess) {
    int64_t low = what == FPM__CANDIDATE && u->floor > 0 ? fpm__bits(u->floor) - 1 : 0;
    fpm__seek s = fpm__seek_begin(low, fpm__bits(FPM__LATEST), fpm__bits(guess), (int64_t)1 << 40);
    while (fpm__seeking(&s))
        fpm__seek_told(&s, !fpm__done_in(u, what, width, fpm__from_bits(s.at)));
    return s.high < fpm__bits(FPM__LATEST) ? fpm__from_bits(s.high) : 0;
}

/* ---- whole tiles ---- */

/* Tiles of the heights and widths that were chosen.  The column, and the tile of a column, that is
   not of whole blocks comes last, so that all others begin at multiples of the block. */
static void fpm__lay_tiles(fpm__matrix_job *u) {
    const int64_t *height = u->whole.height, *width = u->whole.width;
    int c, k, broken, part;
    int64_t left = 0, top;
    memset(u->whole.tile, 0, (size_t)u->p * sizeof(fpm_tile));
    for (broken = 0; broken < 2; broken++)
        for (c = 0; c < u->now.columns; c++) {
            if (width[c] == 0 || (width[c] % u->block != 0) != broken) continue;
            for (top = 0, part = 0; part < 2; part++)
                for (k = u->now.first[c]; k < u->now.first[c + 1]; k++) {
                    fpm_tile *t = &u->whole.tile[k];
                    if (height[k] == 0 || (height[k] % u->block != 0) != part) continue;
                    t->r0 = top, t->r1 = top += height[k];
                    t->c0 = left, t->c1 = left + width[c];
                }
            left += width[c];
        }
}

/* Heights for column c, w wide: as quick as the column can be. */
static void fpm__lay_column(fpm__matrix_job *u, int c, int64_t w, double time) {
    int begin = u->now.first[c], end = u->now.first[c + 1], k;
    fpm__fill f = fpm__fill_begin(u->rows, u->block);
    if (w == 0) return;
    fpm__set_time(u, begin, end, fpm__least_time(u, c, w, time));
    for (k = begin; k < end; k++) {
        u->whole.limit[k] = fpm__matrix_tall(u, k, w);
        fpm__fill_add(&f, u->whole.limit[k], u->must[k]);
    }
    fpm__fill_take(&f, end - begin, u->whole.limit + begin, u->must + begin, NULL,
                   u->whole.height + begin);
}

/* All tiles of columns that are done by a time: the widths with the least volume. */
static void fpm__lay_columns(fpm__matrix_job *u, double time) {
    fpm__tiling *t = &u->whole;
    int c;
    fpm__fill f = fpm__fill_begin(u->cols, u->block);
    for (c = 0; c < u->now.columns; c++) {
        t->must[c] = fpm__column_must(u, c);
        fpm__item_set(&u->item[c], u->now.first[c + 1] - u->now.first[c], c);
        fpm__fill_add(&f, u->wide[c], t->must[c]);
    }
    fpm__sort(u->item, 2, u->now.columns); /* columns of few tiles grow first */
    fpm__fill_take(&f, u->now.columns, u->wide, t->must, u->item, t->width);
    for (c = 0; c < u->now.columns; c++) fpm__lay_column(u, c, t->width[c], time);
    fpm__lay_tiles(u);
}

/* ---- columns of least half-perimeter ---- */

/* With the areas in order (an exchange argument puts the large ones into columns of few tiles) a
   column of positions i .. j - 1 costs its height and j - i times its width: with S the sums of
   shares, w(i, j) = rows + cols (j - i) (S_j - S_i).  For a <= b <= c <= d

      w(a, c) + w(b, d) - w(a, d) - w(b, c) = -cols ((d - c) (S_b - S_a) + (b - a) (S_d - S_c)) <= 0

   so w is concave Monge: once a later begin of the last column wins it wins for good.  One queue of
   begins that are still to win, with the first end at which they do, makes O(p log p) of the plain
   O(p^2) recurrence; for a given number of columns, the begin at (c, j) lies between those at
   (c - 1, j) and (c, j + 1) (Yao's argument), O(p (p + c)) for all numbers up to c.  Columns of
   more tiles than blocks cost extra, a convex function of j - i, which leaves w as it is. */

static double fpm__column_cost(const fpm__matrix_job *u, int i, int j) {
    int64_t over = (j - i) - u->tallest;
    double rows = (double)u->rows, cols = (double)u->cols;
    double cost = rows + cols * (double)(j - i) * ((u->sum[j] - u->sum[i]) / u->sum[u->p]);
    return over > 0 ? cost + 1e3 * (double)over * (rows + cols * (double)u->p) : cost;
}

static double fpm__rival_cost(const fpm__matrix_job *u, int i, int j) {
    return u->path.cost[i] + fpm__column_cost(u, i, j);
}

/* Columns of the least cost: u->path.from tells where they begin. */
static FPM__HOT void fpm__least_columns(fpm__matrix_job *u) {
    int head = 0, tail = 0, j;
    u->path.cost[0] = 0;
    u->path.rival[0] = 0;
    u->path.since[0] = 1;
    for (j = 1; j <= u->p; j++) {
        int low, high = u->p + 1;
        fpm__seek wins;
        while (head < tail && u->path.since[head + 1] <= j) head++;
        u->path.from[j] = u->path.rival[head];
        u->path.cost[j] = fpm__rival_cost(u, u->path.rival[head], j);
        while (tail > head && u->path.since[tail] > j &&
               fpm__rival_cost(u, j, u->path.since[tail]) <
                   fpm__rival_cost(u, u->path.rival[tail], u->path.since[tail]))
            high = u->path.since[tail--];
        low = j + 1 > u->path.since[tail] ? j + 1 : u->path.since[tail];
        wins = fpm__halve(low - 1, high);
        while (fpm__seeking(&wins)) /* the first end at which j wins */
            fpm__seek_tell(&wins, !(fpm__rival_cost(u, j, (int)wins.at) <
                                    fpm__rival_cost(u, u->path.rival[tail], (int)wins.at)));
        if (wins.high > u->p) continue;
        u->path.rival[++tail] = j;
        u->path.since[tail] = (int)wins.high;
    }
}

/* Make a candidate of so many columns: from[c row + j] is where the last of c columns of the first
   j positions begins; row = 0: whatever c is. */
static FPM__APART void fpm__take_columns(fpm__matrix_job *u, int count, const int *from,
                                         int64_t row) {
    int c;
    u->now.columns = count;
    u->now.first[count] = u->p;
    for (c = count; c > 0; c--) u->now.first[c - 1] = from[c * row + u->now.first[c]];
}

/* The columns of least cost of the whole matrix. */
static void fpm__take_least(fpm__matrix_job *u) {
    int j, count = 0;
    fpm__least_columns(u);
    for (j = u->p; j > 0; j = u->path.from[j]) count++;
    fpm__take_columns(u, count, u->path.from, 0);
}

/* The least columns for each number of them up to count, as fpm__take_columns takes them, with rows
   of p + 1; in a block of working memory (NULL: there is none). */
static FPM__HOT int *fpm__layers(fpm__matrix_job *u, int count) {
    const int64_t row = u->p + 1;
    int *layer = (int *)fpm__take(&u->mem, (count + 1) * row, sizeof(int)), c, i, j;
    double *was = (double *)fpm__take(&u->mem, 2 * row, sizeof(double)), *old = was, *now;
    if (!was) fpm__drop(&u->mem, layer);
    if (!was) return NULL;
    now = was + row;
    for (j = 1; j <= u->p; j++) {
        was[j] = fpm__column_cost(u, 0, j);
        layer[row + j] = 0;
    }
    for (c = 2; c <= count; c++) {
        double *swap = was;
        for (j = u->p; j >= c; j--) {
            int from = layer[(c - 1) * row + j], to = j < u->p ? layer[c * row + j + 1] : j - 1;
            now[j] = FPM__NEVER;
            if (to > j - 1) to = j - 1;
            if (from > to) from = to; /* rounding has closed the window */
            for (i = from > c - 1 ? from : c - 1; i <= to; i++) {
                double cost = was[i] + fpm__column_cost(u, i, j);
                if (cost >= now[j]) continue;
                now[j] = cost;
                layer[c * row + j] = i;
            }
        }
        was = now;
        now = swap;
    }
    fpm__drop(&u->mem, old);
    return layer;
}

static double fpm__half_perimeter(const fpm__matrix_job *u) {
    const int *first = u->now.first;
    double sum = (double)u->now.columns * (double)u->rows;
    int c;
    for (c = 0; c < u->now.columns; c++)
        sum +=
            (first[c + 1] - first[c]) * (u->sum[first[c + 1]] - u->sum[first[c]]) * (double)u->cols;
    return sum;
}

/* ---- the best arrangement ---- */

/* Elements that travel in a step. */
static int64_t fpm__matrix_volume(const fpm__matrix_job *u) {
    const fpm_tile *t = u->whole.tile;
    int64_t sum = 0;
    int k;
    for (k = 0; k < u->p; k++) sum += t[k].r1 - t[k].r0 + t[k].c1 - t[k].c0;
    return sum - u->rows - u->cols;
}

static void fpm__layout_copy(fpm__layout *to, const fpm__layout *from) {
    to->columns = from->columns;
    memcpy(to->first, from->first, ((size_t)from->columns + 1) * sizeof(int));
}

/* The candidate and its tiles are the best so far. */
static FPM__COLD void fpm__matrix_keep(fpm__matrix_job *u, int64_t volume) {
    fpm_tile *swap = u->whole.tile;
    int c;
    u->info.algorithm = u->flip ? FPM_MATRIX_ROWS : FPM_MATRIX_COLUMNS;
    u->info.stripes = 0;
    for (c = 0; c < u->now.columns; c++) u->info.stripes += u->whole.width[c] > 0;
    u->info.volume = volume;
    u->info.half_perimeter = fpm__half_perimeter(u);
    u->best.flip = u->flip;
    fpm__layout_copy(&u->best.in, &u->now);
    u->whole.tile = u->best.tile;
    u->best.tile = swap;
}

static double fpm__just_below(double time) { return fpm__from_bits(fpm__bits(time) - 1); }

/* Ask the caller; 1: the search shall end, and what it has is cut short. */
static int fpm__matrix_stopped(fpm__matrix_job *u) {
    int64_t seen = u->info.evaluations;
    u->cut_short |= fpm__watch_ask(&u->watch, seen, 64, seen, u->best.time, u->floor);
    return u->watch.stopped;
}

/* Compare the candidate with the best: in the first pass over all candidates by its least makespan,
   in the second, where best.within is that of all, by its volume, and keep its tiles.  The widths
   and heights with the least volume depend on the makespan allowed, known by then. */
static void fpm__consider(fpm__matrix_job *u) {
    int64_t volume;
    if (!(u->best.within > 0)) {
        double before = u->best.time > 0 ? fpm__just_below(u->best.time) : 0;
        double guess = u->best.time > 0 ? before : u->floor > 0 ? u->floor : u->guess;
        u->info.evaluations++;
        if (u->best.time > 0 && (before < u->floor || !fpm__matrix_fits(u, before))) return;
        u->best.time = fpm__least_time(u, FPM__CANDIDATE, 0, guess);
        fpm__layout_copy(&u->best.in, &u->now);
        u->best.flip = u->flip;
        return;
    }
    if (!fpm__matrix_fits(u, u->best.within)) return;
    fpm__lay_columns(u, u->best.within);
    volume = fpm__matrix_volume(u);
    if (!u->info.algorithm || volume < u->info.volume) fpm__matrix_keep(u, volume);
}

/* Columns: the least of each number (of any, if memory fails); for few processors all, if `every`
   or if none of these has whole tiles. */
static void fpm__consider_columns(fpm__matrix_job *u, int every) {
    int64_t wide = fpm__blocks(u, u->cols);
    int count = u->opts.columns, c, k, mask, *layer;
    if (count > wide) return; /* so many columns do not fit in this direction */
    if (!count) count = (int)fpm__min64(fpm__min64(u->p, wide), 1 + FPM__LAYER_CELLS / (u->p + 1));
    layer = fpm__layers(u, count);
    for (c = u->opts.columns ? count : 1; c <= count && layer; c++) {
        fpm__take_columns(u, c, layer, u->p + 1);
        fpm__consider(u);
        if (fpm__matrix_stopped(u) &&
            (u->best.within > 0 ? u->info.algorithm > 0 : u->best.time > 0))
            break;
    }
    if (!layer) u->lack = fpm__mem_status(&u->mem);
    if (!layer && !u->opts.columns) fpm__take_least(u), fpm__consider(u);
    fpm__drop(&u->mem, layer);
    if (u->p > FPM__ENUMERATE) return;
    if (!every && (u->best.within > 0 ? u->info.algorithm > 0 : u->best.time > 0)) return;
    for (mask = 0; mask < 1 << (u->p - 1); mask++) {
        for (c = 0, u->now.first[0] = 0, k = 1; k < u->p; k++)
            if (mask >> (k - 1) & 1) u->now.first[++c] = k;
        u->now.first[u->now.columns = c + 1] = u->p;
        if (!u->opts.columns || u->now.columns == u->opts.columns) fpm__consider(u);
    }
}

/* Columns as they are least, or where these have no whole tiles any others. */
static void fpm__consider_least(fpm__matrix_job *u) {
    if (!u->opts.columns) fpm__take_least(u);
    if (u->opts.columns || !fpm__matrix_fits(u, FPM__LATEST))
        fpm__consider_columns(u, !u->opts.columns);
    else fpm__consider(u);
}

/* One pass over the candidates of an arrangement. */
static void fpm__consider_all(fpm__matrix_job *u, int way) {
    int flip, any = way == FPM_MATRIX_AUTO;
    for (flip = 0; flip < 2; flip++) {
        int same = flip && !u->pairs && u->rows == u->cols; /* a square: the same as columns */
        if (way != (flip ? FPM_MATRIX_ROWS : FPM_MATRIX_COLUMNS) && !(any && !same)) continue;
        fpm__matrix_transpose(u, flip);
        if (any && (u->p <= FPM__LAYERS || u->opts.columns)) fpm__consider_columns(u, 1);
        else fpm__consider_least(u);
    }
}

/* AUTO goes without the candidates for which there is no memory, down to those of COLUMNS. */
static int fpm__matrix_search(fpm__matrix_job *u, int way) {
    int any = way == FPM_MATRIX_AUTO;
    u->best.within = 0;
    u->lack = FPM_OK;
    fpm__consider_all(u, way);
    if (u->lack != FPM_OK && (!any || !(u->best.time > 0))) return u->lack;
    if (!(u->best.time > 0)) return FPM_E_INFEASIBLE;
    u->best.within = u->best.time * (1 + 1e-13); /* equal except for rounding */
    fpm__consider_all(u, way);
    if (!any) return u->lack;
    if (!u->info.algorithm) { /* memory failed in the second pass, which has not met the best */
        fpm__matrix_transpose(u, u->best.flip);
        fpm__layout_copy(&u->now, &u->best.in);
        fpm__consider(u);
    }
    u->best.within *= 1 + u->opts.slack; /* what was found stays when nothing has less volume */
    if (u->opts.slack > 0) fpm__consider_all(u, way);
    return FPM_OK;
}

/* ---- bounds ---- */

/* The least height + width of an area between lines `side` apart: a square, or else that high. */
static FPM__APART double fpm__around(double area, double side) {
    return area <= side * side ? 2 * sqrt(area) : side + area / side;
}

/* u->cells: the areas, ascending; u->below: sums of those before, and of their square roots. */
static void fpm__bound_sums(fpm__matrix_job *u) {
    double area = (double)u->rows * (double)u->cols, *sum = u->below, *roots = sum + u->p + 1;
    int k;
    for (k = 0; k < u->p; k++) u->cells[u->p - 1 - k] = u->share[k] * area;
    fpm__sort(u->cells, 1, u->p); /* swaps have left them in another order */
    for (sum[0] = roots[0] = 0, k = 0; k < u->p; k++) {
        sum[k + 1] = sum[k] + u->cells[k];
        roots[k + 1] = roots[k] + sqrt(u->cells[k]);
    }
}

/* The sum of fpm__around over areas begin .. end - 1; the first `small` are side^2 at most. */
static double fpm__around_all(const fpm__matrix_job *u, int begin, int end, int lesser,
                              double side) {
    const double *sum = u->below, *roots = sum + u->p + 1;
    int middle = lesser < begin ? begin : lesser < end ? lesser : end;
    return 2 * (roots[middle] - roots[begin]) + (end - middle) * side +
           (sum[end] - sum[middle]) / side;
}

/* Half-perimeters that rectangles of these areas, without up to two of them (out, the lesser place
   first, -1: none), must have at least when they tile a rectangle of this height and width.  Either
   every vertical line crosses an inner horizontal side, and every horizontal line a vertical one:
   then inner sides are as long as height and width together.  Or some rectangle goes from side to
   side: then the others tile what is left when it is taken out.  O((2 p)^depth log p). */
static FPM__HOT double fpm__tiles_bound(const fpm__matrix_job *u, double height, double width,
                                        const int *out, int depth) {
    const double *area = u->cells;
    double side = fpm__min(height, width), sum, best, others = 0; /* all areas but the largest */
    int k, way, count = u->p - (out[0] >= 0) - (out[1] >= 0), last = u->p - 1;
    fpm__seek lesser = fpm__halve(-1, u->p);
    if (count == 0) return 0;
    while (fpm__seeking(&lesser)) fpm__seek_told(&lesser, area[lesser.at] <= side * side);
    sum = fpm__around_all(u, out[1] + 1, u->p, (int)lesser.high, side);
    if (out[1] >= 0) sum += fpm__around_all(u, out[0] + 1, out[1], (int)lesser.high, side);
    if (out[0] >= 0) sum += fpm__around_all(u, 0, out[0], (int)lesser.high, side);
    sum = fpm__max(sum, height + width + (count > 1 ? side : 0));
    if (depth == 0 || count == 1) return sum;
    while (last == out[0] || last == out[1]) last--;
    for (k = 0; k < last; k++) others += k == out[0] || k == out[1] ? 0 : area[k];
    best = fpm__max(sum, 2 * (height + width));
    for (k = 0; k < u->p; k++)
        /* Rectangle k goes from side to side (way 1: across the width), others tile the rest. */
        for (way = 0; way < 2; way++) {
            double length = way ? width : height, thick = area[k] / length;
            double rest = others / length + (k == last ? 0 : area[last] / length - thick);
            int gone[2];
            gone[0] = k < out[1] ? k : out[1], gone[1] = k < out[1] ? out[1] : k;
            if (k == out[0] || k == out[1] || !(rest > 0)) continue;
            best = fpm__min(best, length + thick +
                                      fpm__tiles_bound(u, way ? rest : height, way ? width : rest,
                                                       gone, depth - 1));
        }
    return fpm__max(sum, best);
}

/* Half-perimeters (rows and columns that a shape has a part in) of any shapes of cells[k] cells, at
   most a shape's rows times columns.  All rows are shared by two shapes or more; or all columns; or
   one has a whole row and a whole column, so a part in all, and the others come on top. */
static double fpm__shapes_bound(const fpm__matrix_job *u, const double *cells) {
    double rows = (double)u->rows, cols = (double)u->cols, side = fpm__min(rows, cols);
    double sum = 0, most = 0;
    int k;
    for (k = 0; k < u->p; k++) {
        double least = fpm__around(cells[k], side);
        sum += least;
        most = fpm__max(most, least);
    }
    return fpm__max(sum, rows + cols + fpm__min(side, sum - most));
}

/* For the whole tiles, whose cells are known, and for the areas that were asked for. */
static void fpm__set_bounds(fpm__matrix_job *u) {
    static const int none[2] = {-1, -1};
    double whole = fpm__shapes_bound(u, u->cells), tiles;
    double rounded = 1e-16 * (u->p + 8); /* of a sum of p terms */
    /* Deeper where that takes no longer than the arrangement itself. */
    int depth = (u->p <= 32) + (u->p <= 1024);
    u->info.least_volume = (int64_t)ceil(whole * (1 - 1e-12)) - u->rows - u->cols;
    u->info.least_volume = fpm__max64(0, u->info.least_volume);
    fpm__bound_sums(u);
    u->info.shape_bound = (1 - 3 * rounded) * fpm__shapes_bound(u, u->cells);
    u->info.shape_bound = fpm__max(u->info.shape_bound, (double)u->rows + (double)u->cols);
    tiles = fpm__tiles_bound(u, (double)u->rows, (double)u->cols, none, depth);
    tiles *= 1 - 10 * rounded; /* of differences of such sums */
    u->info.rectangle_bound = fpm__max(u->info.shape_bound, tiles);
}

/* ---- from shares to tiles ---- */

/* The tiles to the caller, and what they are worth. */
static FPM__COLD void fpm__matrix_report(fpm__matrix_job *u, fpm_tile *tiles) {
    fpm__tally v = {0, 0, -1, 0, -1};
    int k;
    fpm__matrix_transpose(u, u->best.flip);
    memset(tiles, 0, (size_t)u->all * sizeof *tiles);
    for (k = 0; k < u->p; k++) {
        fpm_tile *t = &u->best.tile[k], *to = &tiles[u->order[k]];
        int64_t h = t->r1 - t->r0, w = t->c1 - t->c0;
        int proc = u->order[k], beyond;
        *to = *t;
        if (u->flip) to->r0 = t->c0, to->r1 = t->c1, to->c0 = t->r0, to->c1 = t->r1;
        u->cells[k] = (double)(h * w);
        if (h == 0 || w == 0) continue;
        fpm__tally_add(&v, proc, fpm__tile_time(u, k, h, w), NULL, 0);
        beyond = u->procs ? fpm__extrapolates(u->procs[proc].model, u->cells[k])
                 : u->pairs
                     ? fpm__surface_beyond(u->pairs[proc].model, u->flip ? w : h, u->flip ? h : w)
                     : 0;
        if (v.extrapolated < 0 && beyond) v.extrapolated = proc;
    }
    fpm__matrix_transpose(u, 0);
    u->info.makespan = v.makespan;
    u->info.last = v.proc;
    u->info.extrapolated = v.extrapolated;
    u->info.busy = v.busy;
    u->info.imbalance = fpm__max(v.makespan / (v.sum / v.busy) - 1, 0);
    u->info.cost = v.sum;
    u->info.lower_bound = fpm__min(u->floor, v.makespan);
    u->info.gap = u->floor > 0 ? v.makespan / u->info.lower_bound - 1 : 0;
    if (u->bounds) fpm__set_bounds(u);
}

/* Arrays by position or by column: p + 1 entries each, twice as many of `below`. */
static FPM__COLD int fpm__matrix_alloc(fpm__matrix_job *u) {
    double **real[] = {&u->given, &u->share, &u->sum, &u->cells, &u->path.cost, &u->below};
    int64_t **whole[] = {&u->most,        &u->room,         &u->wide,
                         &u->whole.limit, &u->whole.height, &u->whole.width};
    int **place[] = {&u->order,      &u->must,      &u->path.from,     &u->path.rival,
                     &u->path.since, &u->now.first, &u->best.in.first, &u->whole.must};
    int64_t n = (int64_t)u->all + 1;
    double *reals = (double *)fpm__take(&u->mem, 7 * n, sizeof(double));
    int64_t *wholes = (int64_t *)fpm__take(&u->mem, 6 * n, sizeof(int64_t));
    int *places = (int *)fpm__take(&u->mem, 8 * n, sizeof(int)), k;
    u->item = (fpm__item *)fpm__take(&u->mem, u->all, sizeof(fpm__item));
    u->whole.tile = (fpm_tile *)fpm__take(&u->mem, u->all, sizeof(fpm_tile));
    u->best.tile = (fpm_tile *)fpm__take(&u->mem, u->all, sizeof(fpm_tile));
    for (k = 0; k < 6 && u->mem.status == FPM_OK; k++) {
        *real[k] = reals + k * n;
        *whole[k] = wholes + k * n;
    }
    for (k = 0; k < 8 && u->mem.status == FPM_OK; k++) *place[k] = places + k * n;
    return u->mem.status;
}

/* What all three calls check, and the state to start from. */
#define FPM__LESS_VOLUME 0.001 /* opts.slack where it is 0 */

static FPM__COLD int fpm__matrix_begin(fpm__matrix_job *u, int64_t rows, int64_t cols, int p,
                                       int inputs, const fpm_matrix_options *opts) {
    memset(u, 0, sizeof *u);
    if (opts) u->opts = *opts;
    fpm__info_begin(&u->info);
    fpm__mem_begin(&u->mem, u->opts.alloc, u->opts.max_bytes);
    fpm__watch_begin(&u->watch, u->opts.progress, u->opts.context);
    u->all = p, u->rows = rows, u->cols = cols;
    u->block = u->opts.block ? u->opts.block : 1;
    if (rows < 1 || cols < 1 || p < 1 || !inputs || u->block < 1 || u->opts.arrangement < 0 ||
        u->opts.arrangement > FPM_MATRIX_ROWS || u->opts.columns < 0 ||
        !fpm__finite(u->opts.slack) ||
        !(u->opts.slack >= 0 || (u->opts.slack >= FPM_EXACT && u->opts.slack <= FPM_EXACT)) ||
        u->opts.max_work < 0)
        return FPM_E_ARGUMENT;
    u->opts.slack = u->opts.slack > 0 ? u->opts.slack : u->opts.slack < 0 ? 0 : FPM__LESS_VOLUME;
    if (rows > FPM_SIZE_MAX / cols) return FPM_E_SIZE;
    if (p > rows * cols || u->opts.columns > p) return FPM_E_TILES;
    if (u->block > rows || u->block > cols) return FPM_E_BLOCK;
    fpm__matrix_transpose(u, 0);
    return fpm__matrix_alloc(u);
}

/* The status of an answer, as it is said at >>status. */
static FPM__COLD int fpm__matrix_status(fpm__matrix_job *u) {
    const fpm_info *f = &u->info;
    int proven = f->lower_bound > 0 ? !(f->gap > 0) : u->all == 1;
    if (u->cut_short) return FPM_WORK_LIMIT;
    if (u->opts.arrangement == FPM_MATRIX_AUTO && !proven) return FPM_HEURISTIC;
    if (f->extrapolated >= 0) return FPM_EXTRAPOLATED;
    return fabs(f->area_sum - 1) > 1e-9 ? FPM_NORMALISED : FPM_OK;
}

static FPM__COLD int fpm__matrix_end(fpm__matrix_job *u, int status, fpm_info *info) {
    if (status == FPM_OK) status = fpm__watch_status(&u->watch, fpm__matrix_status(u));
    return fpm__call_end(&u->mem, status, &u->info, info);
}

/* Can there be as many columns as were asked for? */
static FPM__COLD int fpm__columns_ok(const fpm__matrix_job *u) {
    int64_t most = 0;
    int way = u->opts.arrangement;
    if (way != FPM_MATRIX_ROWS) most = fpm__blocks(u, u->cols);
    if (way != FPM_MATRIX_COLUMNS) most = fpm__max64(most, fpm__blocks(u, u->rows));
    return u->opts.columns <= fpm__min64(u->p, most);
}

/* What each processor deserves is known: arrange the shares, and find whole tiles. */
static int fpm__matrix_solve(fpm__matrix_job *u, fpm_tile *tiles) {
    int status;
    fpm__matrix_order(u);
    if (!fpm__columns_ok(u)) return FPM_E_TILES;
    if (!u->procs && !u->pairs) {
        /* The floor: all elements, in any shapes.  No makespan is below 1, but for rounding. */
        u->floor = fpm__least_time(u, FPM__ANY, 0, 1 - 1e-12);
        if (!(u->floor > 0)) return FPM_E_INFEASIBLE;
    }
    status = fpm__matrix_search(u, u->opts.arrangement);
    if (status != FPM_OK) return status;
    fpm__matrix_report(u, tiles);
    return FPM_OK;
}

static FPM__COLD int fpm__areas_ok(fpm__matrix_job *u, int p, const double *areas) {
    int i;
    for (i = 0; i < p; i++) {
        u->info.fault = i;
        if (!fpm__finite(areas[i]) || !(areas[i] > 0) || areas[i] > 1e200) return FPM_E_AREA;
        if (u->opts.max && u->opts.max[i] < FPM_NOTHING) return FPM_E_BOUNDS;
        u->info.area_sum += areas[i];
    }
    for (i = 0; i < p; i++) {
        u->info.fault = i;
        if (areas[i] < 1e-15 * u->info.area_sum) return FPM_E_AREA;
    }
    u->info.fault = -1;
    return FPM_OK;
}

FPM__DEFN int fpm_matrix_columns(int64_t rows, int64_t cols, int p, const double *areas,
                                 const fpm_matrix_options *opts, fpm_tile *tiles, fpm_info *info) {
    fpm__matrix_job u;
    int i, status = fpm__matrix_begin(&u, rows, cols, p, areas && tiles, opts);
    u.bounds = info != NULL;
    if (status == FPM_OK) status = fpm__areas_ok(&u, p, areas);
    for (i = 0; i < p && status == FPM_OK; i++) u.given[i] = areas[i] / u.info.area_sum;
    if (status == FPM_OK) status = fpm__matrix_solve(&u, tiles);
    return fpm__matrix_end(&u, status, info);
}

/* The areas that fpm_partition gives, as parts of the matrix. */
static FPM__COLD int fpm__partition_areas(fpm__matrix_job *u) {
    int64_t cells = u->rows * u->cols, *d;
    fpm_options opts;
    fpm_info found;
    int i, status;
    for (i = 0; i < u->all; i++) {
        const fpm_proc *proc = &u->procs[i];
        u->info.fault = i;
        if (!fpm__model_ok(proc->model)) return FPM_E_MODEL;
        if (proc->min > 0 || proc->grain > 1 || proc->required || proc->cost ||
            fpm__listed(proc->model))
            return FPM_E_UNSUPPORTED;
    }
    d = (int64_t *)fpm__take(&u->mem, u->all, sizeof *d);
    if (!d) return u->mem.status;
    memset(&opts, 0, sizeof opts);
    opts.alloc = u->mem.alloc;
    opts.max_bytes = fpm__mem_left(&u->mem);
    status = fpm_partition(cells, u->all, u->procs, &opts, d, &found);
    fpm__mem_lent(&u->mem, found.bytes);
    u->info.fault = found.fault;
    if (status < 0) return status;
    for (i = 0; i < u->all; i++) u->given[i] = (double)d[i] / (double)cells;
    fpm__drop(&u->mem, d);
    u->floor = found.lower_bound;
    u->cut_short = status == FPM_WORK_LIMIT;
    u->info.area_sum = 1;
    return FPM_OK;
}

FPM__DEFN int fpm_matrix_partition(int64_t rows, int64_t cols, int p, const fpm_proc *procs,
                                   const fpm_matrix_options *opts, fpm_tile *tiles,
                                   fpm_info *info) {
    fpm__matrix_job u;
    int status = fpm__matrix_begin(&u, rows, cols, p, procs && tiles, opts);
    u.procs = procs;
    u.bounds = info != NULL;
    if (status == FPM_OK && u.opts.max) status = FPM_E_ARGUMENT;
    if (status == FPM_OK) status = fpm__partition_areas(&u);
    if (status == FPM_OK) status = fpm__matrix_solve(&u, tiles);
    return fpm__matrix_end(&u, status, info);
}

/* ---- other columns for processors ---- */

/* A local search over who shares a column, as areas do not tell whose tiles should be tall.  Just
   below the best time the columns together are not as wide as the matrix.  Two processors change
   places, or one goes to another column or its own, if that raises the sum of the largest widths;
   once it suffices the time falls.  As the time falls or, at one time, the sum rises, it ends. */
typedef struct fpm__swaps {
    fpm__matrix_job *u;
    int64_t work; /* processors of changed columns that may still be looked at */
    int *order;   /* the best arrangement, which takes u->best.time, */
    fpm__layout best;
    int flip; /* ... of a matrix that lies so */
} fpm__swaps;

static FPM__COLD void fpm__swap_save(fpm__swaps *g, const fpm__layout *layout, int flip) {
    memcpy(g->order, g->u->order, (size_t)g->u->p * sizeof *g->order);
    fpm__layout_copy(&g->best, layout);
    g->flip = flip;
}

/* The arrangement that was saved becomes the candidate, without empty columns. */
static FPM__COLD void fpm__swap_load(fpm__swaps *g) {
    fpm__matrix_job *u = g->u;
    const int *first = g->best.first;
    int c, k = 0;
    fpm__matrix_transpose(u, g->flip);
    memcpy(u->order, g->order, (size_t)u->p * sizeof *g->order);
    for (c = 0; c < g->best.columns; c++)
        if (first[c] < first[c + 1]) u->now.first[k++] = first[c];
    u->now.first[u->now.columns = k] = u->p;
    fpm__matrix_known(u);
}

/* Compute the largest widths of all columns in a time just below the best. */
static void fpm__swap_widths(fpm__matrix_job *u) {
    int c;
    u->time = fpm__just_below(u->best.time);
    for (c = 0; c < u->now.columns; c++) u->wide[c] = fpm__matrix_widest(u, c, u->wide[c]);
}

/* The candidate is done in the time that was tried: keep it, and find its least time. */
static void fpm__swap_keep(fpm__swaps *g) {
    fpm__matrix_job *u = g->u;
    fpm__swap_save(g, &u->now, u->flip);
    u->best.time = fpm__least_time(u, FPM__CANDIDATE, 0, u->time);
    g->work -= 16 * u->p;
    fpm__swap_widths(u);
}

/* After a change of columns c and d: are they wider together than they were?  1: yes, the change
   stays, and where all columns now suffice the arrangement is kept. */
static FPM__HOT int fpm__swap_gains(fpm__swaps *g, int c, int d) {
    fpm__matrix_job *u = g->u;
    const int *first = u->now.first;
    int64_t block = u->block, was = u->wide[c] / block + u->wide[d] / block, wide, least, sum = 0;
    int i;
    u->info.evaluations++;
    g->work -= first[c + 1] - first[c] + first[d + 1] - first[d];
    wide = fpm__matrix_widest(u, c, u->wide[c]);
    least = (was + 1 - wide / block) * block; /* what d must reach */
    if (least > u->cols || (least > 0 && !fpm__column_fits(u, first[d], first[d + 1], least)))
        return 0;
    u->wide[d] = fpm__matrix_widest(u, d, least);
    u->wide[c] = wide;
    for (i = 0; i < u->now.columns; i++) sum += u->wide[i] / block;
    if (sum >= u->cols / block && fpm__matrix_fits(u, u->time)) fpm__swap_keep(g);
    return 1;
}

static void fpm__swap_places(fpm__matrix_job *u, int a, int b) {
    int v = u->order[a], must = u->must[a];
    int64_t most = u->most[a];
    u->order[a] = u->order[b], u->must[a] = u->must[b], u->most[a] = u->most[b];
    u->order[b] = v, u->must[b] = must, u->most[b] = most;
}

/* Move the first processor of column c to the end of column d. */
static void fpm__swap_move(fpm__matrix_job *u, int c, int d) {
    int *first = u->now.first;
    int k, at = first[c], to = d > c ? first[d + 1] - 1 : first[d + 1];
    for (k = at; k < to; k++) fpm__swap_places(u, k, k + 1);
    for (k = at; k > to; k--) fpm__swap_places(u, k, k - 1);
    for (k = c + 1; k <= d; k++) first[k]--;
    for (k = d + 1; k <= c; k++) first[k]++;
}

/* Try to move each processor of column c to column d. */
static int fpm__swap_moves(fpm__swaps *g, int c, int d) {
    fpm__matrix_job *u = g->u;
    const int *first = u->now.first;
    int left = first[c + 1] - first[c], gains = 0, k;
    int last = u->opts.columns > 0; /* this many stay, as no column may become empty */
    if (left == 1 && first[d] == first[d + 1]) return 0;
    for (; left > last && g->work > 0; left--) {
        fpm__swap_move(u, c, d);
        g->work -= u->p / 16;
        if (fpm__swap_gains(g, c, d)) {
            gains = 1;
            continue;
        }
        for (k = first[d + 1] - 1; k > first[d]; k--) fpm__swap_places(u, k, k - 1);
        fpm__swap_move(u, d, c);
    }
    return gains;
}

/* Try to exchange each pair of processors of two columns. */
static int fpm__swap_pairs(fpm__swaps *g, int c, int d) {
    fpm__matrix_job *u = g->u;
    int a, b, gains = 0;
    for (a = u->now.first[c]; a < u->now.first[c + 1]; a++)
        for (b = u->now.first[d]; b < u->now.first[d + 1] && g->work > 0; b++) {
            fpm__swap_places(u, a, b);
            if (fpm__swap_gains(g, c, d)) gains = 1;
            else fpm__swap_places(u, a, b);
        }
    return gains;
}

/* Have one column without processors, so that a processor may move into a column of its own. */
static FPM__COLD void fpm__swap_empty(fpm__swaps *g) {
    fpm__layout *now = &g->u->now;
    int c;
    for (c = 0; c < now->columns; c++)
        if (now->first[c] == now->first[c + 1]) return;
    if (now->columns == g->u->p || g->u->opts.columns) return;
    g->u->wide[now->columns++] = 0;
    now->first[now->columns] = g->u->p;
}

/* Change columns as long as anything gains and there is work left. */
static FPM__HOT void fpm__swap_climb(fpm__swaps *g) {
    const fpm__layout *now = &g->u->now;
    int c, d, gains = 1;
    fpm__swap_widths(g->u);
    fpm__swap_empty(g);
    while (gains && g->work > 0)
        for (gains = c = 0; c < now->columns; c++)
            for (d = 0; d < now->columns && g->work > 0; d++, g->work--) {
                if (fpm__matrix_stopped(g->u)) {
                    g->work = 0;
                    break;
                }
                int gained = d < c ? fpm__swap_pairs(g, d, c) : 0;
                if (d != c) gained |= fpm__swap_moves(g, c, d);
                if (gained) fpm__swap_empty(g);
                gains |= gained;
            }
}

/* Better columns than those of the tiles: the best that climbing reaches, then again transposed.
   The tiles stay when within opts.slack of the least time, and others have no less volume. */
static void fpm__pair_swaps(fpm__swaps *g, double least, fpm_tile *now, fpm_tile *tiles) {
    fpm__matrix_job *u = g->u;
    fpm_info was = u->info;
    double slack = (1 + 1e-13) * (1 + u->opts.slack); /* equal except for rounding */
    int better = 0, turn;
    g->work = u->opts.max_work ? u->opts.max_work : 1 << 19;
    fpm__swap_load(g);
    u->best.time = fpm__least_time(u, FPM__CANDIDATE, 0, was.makespan);
    if (u->best.time > 0) {
        for (turn = 0; turn < 2; turn++) {
            if (turn) fpm__matrix_transpose(u, !u->flip);
            fpm__swap_climb(g);
        }
        fpm__swap_load(g);
        u->cut_short = g->work <= 0 || u->watch.stopped;
        u->best.within = fpm__min(u->best.time, least) * slack;
        u->info.algorithm = 0;
        fpm__consider(u);
        was.evaluations = u->info.evaluations;
        if (u->info.algorithm) {
            fpm__matrix_report(u, now);
            better = was.makespan > u->best.within ||
                     (u->info.volume < was.volume && u->info.makespan <= was.makespan * slack);
        }
    }
    if (better) memcpy(tiles, now, (size_t)u->all * sizeof *tiles);
    else u->info = was;
}

/* Shares to start from: speeds at a square of the mean area. */
static FPM__COLD void fpm__pair_shares(fpm__matrix_job *u) {
    double side = sqrt((double)u->all), sum = 0;
    int64_t h = (int64_t)fpm__max(1, (double)u->rows / side);
    int64_t w = (int64_t)fpm__max(1, (double)u->cols / side);
    int i;
    for (i = 0; i < u->all; i++) {
        const fpm_proc2d *proc = &u->pairs[i];
        double t = proc->fixed + fpm__surface_time(proc->model, proc->model->plan, h, w);
        u->given[i] = (double)h * (double)w / t;
        u->guess = fpm__max(u->guess, t);
        sum += u->given[i];
    }
    for (i = 0; i < u->all; i++) u->given[i] /= sum;
}

/* What the tiles say of the shares; whether they differ from those that led to them. */
static FPM__COLD int fpm__shares_of_tiles(fpm__matrix_job *u, const fpm_tile *tiles) {
    double area = (double)u->rows * (double)u->cols;
    int i, changed = 0;
    for (i = 0; i < u->all; i++) {
        const fpm_tile *t = &tiles[i];
        double was = u->given[i];
        if (t->r1 > t->r0) u->given[i] = (double)((t->r1 - t->r0) * (t->c1 - t->c0)) / area;
        changed |= fabs(u->given[i] - was) > 1e-3 * was;
    }
    return changed;
}

/* Arrange by areas, find tiles, and do so again with the areas of these tiles: they are nearer to
   what each processor deserves, as all tiles are done at about the same time.  The best of a few
   rounds, where AUTO goes through those of COLUMNS and ROWS too, and then what swaps make of it. */
static int fpm__pair_rounds(fpm__matrix_job *u, fpm_tile *now, fpm_tile *tiles) {
    fpm_info best;
    fpm__swaps g;
    double least = FPM__NEVER;
    int asked = u->opts.arrangement, status, result = FPM_E_INFEASIBLE, way, round;
    int any = asked == FPM_MATRIX_AUTO;
    memset(&best, 0, sizeof best);
    memset(&g, 0, sizeof g);
    g.u = u;
    g.order = (int *)fpm__take(&u->mem, u->all, sizeof *g.order);
    g.best.first = (int *)fpm__take(&u->mem, u->all + 1, sizeof(int));
    if (!g.best.first) return u->mem.status;
    for (way = asked; way <= (any ? FPM_MATRIX_ROWS : asked); way++) {
        u->opts.arrangement = way;
        fpm__pair_shares(u);
        for (round = 0; round < FPM__ROUNDS; round++) {
            int64_t tried = u->info.evaluations;
            fpm__info_begin(&u->info);
            u->info.area_sum = 1;
            u->info.evaluations = tried;
            u->best.time = 0;
            fpm__matrix_transpose(u, 0);
            status = fpm__matrix_solve(u, now);
            /* Others have found something where this one has no tiles, or no memory. */
            if (status < 0 && result == FPM_OK) break;
            if (status < 0) return status;
            least = fpm__min(least, u->best.time);
            if (result != FPM_OK || u->info.makespan < best.makespan) {
                best = u->info;
                memcpy(tiles, now, (size_t)u->all * sizeof *tiles);
                fpm__swap_save(&g, &u->best.in, u->best.flip);
            }
            result = FPM_OK;
            u->guess = u->info.makespan;
            if (!fpm__shares_of_tiles(u, now)) break;
        }
    }
    u->opts.arrangement = asked;
    best.evaluations = u->info.evaluations;
    u->info = best;
    if (any && u->all > 2) fpm__pair_swaps(&g, least, now, tiles);
    return result;
}

static FPM__COLD int fpm__pairs_ok(fpm__matrix_job *u) {
    int i;
    for (i = 0; i < u->all; i++) {
        const fpm_proc2d *proc = &u->pairs[i];
        u->info.fault = i;
        if (!proc->model || !proc->model->m) return FPM_E_MODEL;
        if (proc->max < FPM_NOTHING || !fpm__finite(proc->fixed) || !(proc->fixed >= 0) ||
            proc->fixed > FPM_TIME_MAX)
            return FPM_E_BOUNDS;
    }
    u->info.fault = -1;
    return FPM_OK;
}

FPM__DEFN int fpm_matrix_partition2d(int64_t rows, int64_t cols, int p, const fpm_proc2d *procs,
                                     const fpm_matrix_options *opts, fpm_tile *tiles,
                                     fpm_info *info) {
    fpm__matrix_job u;
    fpm_tile *now = NULL;
    int status = fpm__matrix_begin(&u, rows, cols, p, procs && tiles, opts);
    u.pairs = procs;
    u.bounds = info != NULL;
    if (status == FPM_OK && u.opts.max) status = FPM_E_ARGUMENT;
    if (status == FPM_OK) status = fpm__pairs_ok(&u);
    if (status == FPM_OK) {
        now = (fpm_tile *)fpm__take(&u.mem, 2 * (int64_t)p, sizeof *now);
        status = u.mem.status;
    }
    if (status == FPM_OK) status = fpm__pair_rounds(&u, now, now + p);
    if (status == FPM_OK) memcpy(tiles, now + p, (size_t)p * sizeof *tiles);
    return fpm__matrix_end(&u, status, info);
}

/* ---- >>balance ------------------------------------------------------------------------------- */

/* Owns the state of a balanced loop and its points.  The default method estimates times, then
   decides.  x_i is a share, t_i(x) its time, sigma the standard deviation of ln t over all times.

   Estimate.  t_i(x) = l_i f_i(x).  The level l drifts, jumps and returns for all sizes at once
   (heat, another program, a clock); the shape f is nondecreasing and stays (caches, memory, tiles).
   With one point f(x) = x, and so before the first point and beyond the last of several; through
   these (means of up to FPM__SURE times) f is an isotonic regression, which shows start-up times.

   Level: a change point test.  A time refutes f only where longer than a larger point or shorter
   than a smaller one, at one size: r = ln(t / t_j) - ln(x / x_j).  Residuals of one sign are summed
   in standard deviations, FPM__BEND ln(x / x_j) of each for the shape (a cumulated sum; Page,
   Biometrika 1954): where |S_k| > FPM__RUN sqrt(k) the level is another, and its points are scaled.
   Back at the next time, at another size, it was shape; later, and within FPM__RUN sigma, it is the
   first level.  One time longer by FPM__RUN sigma is a jump or an accident, told by a likelihood
   ratio at the rates so far; alone it is believed until the next, and undone if that is back.

   Decision: a step within a trust region.  Beyond the largest size measured a cliff may come, after
   which 1 % more size takes s % more time.  A share of t seconds may grow r-fold where t r (1 + s
   (r - 1)) stays within a limit.  s = FPM__STEEP / (1 + g); g sums w ln r over all shares that grew
   without a cliff, w^2 = 1 + (FPM__BEND ln r / miss)^2, where the line missed the time by miss: an
   exact line is believed after one window, a noisy one after e-folds of growth.

   The limit bounds what one overshoot may lose against staying with the first partition, whose time
   is R.  It is R + B, where the budget B is the sum of
     what was saved so far,
     FPM__RISK R for each iteration of the run, and
     FPM__WAY (G + move), where the plan gains G a step: a bold step saves careful ones, of which
       each lacks a part of G and costs a move.
   The limit is FPM__FALL times the plan at most, FPM__CAREFUL times once a cliff was met.

   Shares change when G L > cost, and G shows in the noise.  L is all iterations to come, until a
   level has changed; then at most the iterations since the latest move: if the makespan drifts by c
   seconds per second, moves come at distances of sqrt(cost / c), near the best sqrt(2 cost / c)
   (Menon, Acun, Garcia, Sukhija, Kale, IEEE Cluster 2012); and at most until levels have moved as
   far as the gain reaches, at the rate so far.  Else shares stay or go back to the best measured.

   Walls (elapsed times).  Their means now and with the best shares are compared; a level that
   changes while shares stay changes both.  Where walls over own times rose by half as much as
   walls, beyond FPM__RUN standard errors, a second window is seen; then the best shares return.
   Plans must promise what was missed until a level changes by FPM__JUMP / 2 or they are no better.

   Not done: a prior for shapes other than the line, drift as a slope of the level. */

enum {
    FPM__KEPT = FPM_BALANCE_POINTS,
    FPM__SURE = 16 /* measurements that a point stands for at most, to follow slow changes */
};

/* The belief at the start, and what is risked on it; bench/constants.sh tries half and double. */
#define FPM__STEEP 20.0  /* s, per cent of time by per cent of size, of a cliff, at first */
#define FPM__FALL 12.0   /* times the plan: the longest that a step risks, ... */
#define FPM__CAREFUL 2.0 /* ... and once a cliff was met */
#define FPM__RISK 0.01   /* part of the time of the whole run that looking for better may cost */
#define FPM__WAY 5.0     /* gains, and moves, that a step may risk: fair where one in five falls */
#define FPM__RUN 3.5     /* standard errors by which a change of level, or an accident, shows */
#define FPM__JUMP 0.7    /* mean logarithm of a jump of the level: a second program on a core ... */
#define FPM__STRAY 2.3   /* ... and of an accident, or a cliff: ten times as long */
#define FPM__TO_COME 40.0 /* iterations to come where nobody says; half a jump in as many times */
#define FPM__CLIFFS 0.1   /* of an e-fold of sizes that have a cliff, before any was met */
#define FPM__BEND 0.25   /* power of the size by which speed changes between sizes that are close */
#define FPM__CLOSE 0.02  /* part by which sizes may differ to be taken for one, for noise */
#define FPM__VISIBLE 1.5 /* times the largest deviation that p models show by chance */
#define FPM__EFFORT 100000000 /* opts.max_work where it is 0, and ... */
#define FPM__ROOTS 1000000    /* ... of FPM_BALANCE_NUMERICAL */
#define FPM__UNTOLD 1.5       /* iterations that a move is taken to cost if nobody says */

/* Largest values of a state: sums of 2^53 and products stay below FPM__LATEST. */
#define FPM__LONGEST 1e100 /* seconds that a partition takes by the models */
#define FPM__OFTEN 1e30    /* times that something was counted */
#define FPM__SCATTER 400.0 /* logarithm of a ratio: FPM__LONGEST over 1e-60, and sizes 1, 2^53 */

/* What is known of a processor beside its points. */
typedef struct fpm__track {
    int64_t size;   /* of its latest measurement, 0: none, ... */
    double seconds; /* ... and the time */
    double turn;    /* logarithm of its speed before over that of now ... */
    int steady;     /* ... 1: by scatter, not by shape, since its size hardly changed */
    int doubts;     /* times in a row that are far too long */
    double doubt;   /* least logarithm of their ratios to what was expected */
    int run;        /* residuals of one sign in a row */
    double sum;     /* their sum, in units of the scatter */
    double jump;    /* logarithm of the change of its level at the latest time, 0: none */
    double trial;   /* that of a jump that one time alone shows, until the next one, 0: none */
    double level;   /* sum of the logarithms by which its level has changed */
    double now;     /* seconds of its present share by its model */
} fpm__track;

/* The state behind fpm_balance.state, with all arrays in one block.  Points of processor i: entries
   FPM__KEPT i and on, count[i] of them, ascending in size. */
typedef struct fpm__routine {
    int64_t n;
    int p;
    fpm_balance_options opts;    /* with the defaults filled in */
    int64_t steps, moves, moved; /* as in fpm_balance, which shows copies of them */
    int64_t *d, *best;           /* the partition to run now; the best measured, as known today */
    double best_seconds;         /* its makespan by the models; 0: there is none */
    fpm_proc *procs;             /* constraints; .model is the partial model, &model[i] */
    fpm_model *model;            /* as used for the last partition; no points: a guess */
    int *gone, *count;           /* 1: this processor has left; points kept of each */
    int64_t *size, *step;        /* of the points: units; the step of the last measurement, ... */
    double *seconds, *weight;    /* ... time, and how many measurements stand behind it */
    size_t bytes;                /* of the block */
    fpm__track *track;
    double noise, pairs; /* relative scatter of times; how many pairs of them show it */
    double measured;     /* times that were read */
    double accidents, changes, varied; /* of them: too long, jumps; by how far levels changed */
    double cliffs, grown;     /* cliffs that were met, and e-folds that shares grew by without */
    double reference, saved;  /* seconds: the first partition's, at today's levels; saved since */
    double timed, timed_cost; /* timed moves, four at most; their mean less what units cost */
    int64_t latest;           /* units of the latest redistribution, ... */
    double unit_cost, move_cost; /* as fpm_balance_cost has said, ... */
    int told;                    /* ... 1: it has */
    double wall, walls;      /* seconds of the window to come, 0: not known; windows that had one */
    double mean, rise, hope; /* of walls; that over the best shares' mean, and as was promised */
    double over, best_over, best_walls; /* walls over own times, now and of the best; its windows */
    double freedom, spread, slip;       /* pairs, variance of it; part by which a promise failed */
    int64_t since;       /* ... and the step that asked for it, or for a new situation */
    int unsteady;        /* 1: a level has changed since that situation came */
    double common;       /* the common time of the latest plan without limits */
    int fresh;           /* 1: nothing has moved since the start or the last change */
    int64_t *first;      /* the partition then */
    int64_t *units, all; /* of work: of each share that runs (b->d, or loads); of all */
    int64_t *fit_size;   /* what the models go through */
    double *fit_seconds;
} fpm__routine;

/* Units of work of the next share of a partition; *at: the element where it begins. */
static int64_t fpm__work(const fpm__routine *b, int64_t share, int64_t *at) {
    int64_t from = fpm__min64(*at, b->n);
    if (!b->opts.chain) return share;
    *at = fpm__min64(from + share, b->n);
    share = (int64_t)((uint64_t)b->opts.chain->whole[*at] - (uint64_t)b->opts.chain->whole[from]);
    return fpm__max64(0, fpm__min64(share, FPM_SIZE_MAX));
}

/* See what the shares that run are made of. */
static int fpm__work_read(fpm__routine *b) {
    const fpm_chain *c = b->opts.chain;
    int64_t at = 0;
    int i, status;
    b->all = b->n;
    if (!c) return FPM_OK;
    if (c->n != b->n || !c->whole) return FPM_E_ARGUMENT;
    status = fpm__chain_arrays(c, c->n);
    if (status != FPM_OK) return status;
    b->all = c->whole[c->n] - c->whole[0];
    if (b->all > FPM_SIZE_MAX) return FPM_E_SIZE;
    for (i = 0; i < b->p; i++) b->units[i] = fpm__work(b, b->d[i], &at);
    return FPM_OK;
}

/* The points of a processor. */
typedef struct fpm__known {
    int64_t *size, *step;
    double *seconds, *weight;
    int *count;
} fpm__known;

static fpm__known fpm__known_of(const fpm__routine *b, int i) {
    int64_t at = (int64_t)i * FPM__KEPT;
    fpm__known row;
    row.size = b->size + at;
    row.step = b->step + at;
    row.seconds = b->seconds + at;
    row.weight = b->weight + at;
    row.count = b->count + i;
    return row;
}

static void fpm__known_copy(const fpm__known *row, int to, int from) {
    row->size[to] = row->size[from];
    row->step[to] = row->step[from];
    row->seconds[to] = row->seconds[from];
    row->weight[to] = row->weight[from];
}

static void fpm__known_remove(const fpm__known *row, int j) {
    for (--*row->count; j < *row->count; j++) fpm__known_copy(row, j, j + 1);
}

/* The first point of at least x units; the count where there is none. */
static int fpm__known_from(const fpm__known *row, double x) {
    int j = 0;
    while (j < *row->count && (double)row->size[j] < x) j++;
    return j;
}

/* Take a point that stands for `weight` measurements into point j. */
static void fpm__known_mix(const fpm__known *row, int j, int64_t size, double seconds,
                           double weight, int64_t step) {
    double part = weight / (weight + row->weight[j]);
    row->size[j] += (int64_t)floor(part * (double)(size - row->size[j]) + 0.5);
    row->seconds[j] += part * (seconds - row->seconds[j]);
    row->weight[j] += weight;
    row->step[j] = fpm__max64(row->step[j], step);
}

/* Merge the two neighbours that are most alike. */
static void fpm__known_thin(const fpm__known *row) {
    double least = FPM__NEVER;
    int j, at = 0;
    for (j = 0; j + 1 < *row->count; j++) {
        double x = (double)row->size[j + 1] / (double)row->size[j];
        double t = row->seconds[j + 1] / row->seconds[j], apart = x * (t < 1 ? 1 / t : t);
        if (apart < least) least = apart, at = j;
    }
    fpm__known_mix(row, at, row->size[at + 1], row->seconds[at + 1], row->weight[at + 1],
                   row->step[at + 1]);
    fpm__known_remove(row, at + 1);
}

/* The nearest point, if its size hardly differs from x, and its time only by scatter, becomes one
   of x units, so that the next time joins it. */
static void fpm__known_shift(const fpm__known *row, int64_t x, double t, double noise) {
    int j = fpm__known_from(row, (double)x);
    double same;
    if (j == *row->count || (j > 0 && x - row->size[j - 1] < row->size[j] - x)) j--;
    if (j < 0) return;
    same = row->seconds[j] * ((double)x / (double)row->size[j]);
    if (fabs((double)(x - row->size[j])) >= FPM__CLOSE * (double)x ||
        fabs(log(t / same)) >= FPM__RUN * noise)
        return;
    row->size[j] = x;
    row->seconds[j] = fpm__min(fpm__max(same, FPM_TIME_MIN), FPM_TIME_MAX);
}

/* Put a time for x units where it belongs. */
static FPM__COLD void fpm__known_put(const fpm__routine *b, int i, int64_t x, double t) {
    fpm__known row = fpm__known_of(b, i);
    int usual = b->opts.method == FPM_BALANCE_DEFAULT && b->steps > 0, j, k; /* else given */
    if (usual) fpm__known_shift(&row, x, t, b->noise);
    for (;;) {
        j = fpm__known_from(&row, (double)x);
        if (j < *row.count && row.size[j] == x) {
            fpm__known_mix(&row, j, x, t, 1, b->steps);
            if (usual) row.weight[j] = fpm__min(row.weight[j], (double)FPM__SURE);
            return;
        }
        if (*row.count < FPM__KEPT) break;
        fpm__known_thin(&row);
    }
    for (k = (*row.count)++; k > j; k--) fpm__known_copy(&row, k, k - 1);
    row.size[j] = x;
    row.seconds[j] = t;
    row.weight[j] = 1;
    row.step[j] = b->steps;
}

static void fpm__view(fpm__routine *b, int i, int64_t at, int count) {
    fpm_model *m = &b->model[i];
    memset(m, 0, sizeof *m);
    m->kind = FPM_AKIMA;
    m->flags = FPM_SAFE;
    m->size = b->fit_size + at;
    m->seconds = b->fit_seconds + at;
    m->count = count;
    m->monotone = m->positive = 1; /* its points rise, and it is safe */
}

/* The model goes through times that rise with size, by weighted isotonic regression: points that
   fall become their mean until none do.  Where the time rises to it by more than sizes and FPM__RUN
   standard errors say, a step or plateau begins (tiles, caches): the mean stands at its first.
   A single time on top of a cliff whose foot was just measured may be an accident, where there are
   some: half of it counts, then a quarter, down to the line.  (Late ends: 17 for 63 in 1,344.) */
static FPM__COLD void fpm__fit_default(fpm__routine *b, int i) {
    fpm__known row = fpm__known_of(b, i);
    int64_t at = (int64_t)i * FPM__KEPT, *size = b->fit_size + at, first[FPM__KEPT];
    double *seconds = b->fit_seconds + at, weight[FPM__KEPT];
    int j, k = 0;
    for (j = 0; j < *row.count; j++) {
        int64_t x = row.size[j], from = x, age = b->steps - row.step[j];
        double t = row.seconds[j], w = row.weight[j];
        double line = j > 0 ? row.seconds[j - 1] * ((double)x / (double)row.size[j - 1]) : t;
        if (b->accidents > 0 && t > 2 * line && w <= 1 && row.step[j - 1] == b->steps)
            t = fpm__max(line, ldexp(t, -(int)fpm__min64(age, 999)));
        while (k > 0 && seconds[k - 1] >= t) {
            double part;
            k--;
            part = weight[k] / (w + weight[k]);
            x -= (int64_t)floor(part * (double)(x - size[k]) + 0.5);
            t += part * (seconds[k] - t);
            w += weight[k];
            from = first[k];
        }
        size[k] = x;
        first[k] = from;
        seconds[k] = t;
        weight[k++] = w;
    }
    for (j = 1; j < k; j++)
        if (size[j] > first[j] &&
            log(seconds[j] / seconds[j - 1] * ((double)size[j - 1] / (double)size[j])) >
                FPM__RUN * b->noise / sqrt(weight[j]))
            size[j] = first[j];
    fpm__view(b, i, at, k);
}

/* The level of a processor is another by the logarithm of a factor: its points are scaled, and
   stand for little.  If it had just changed the other way, it was shape, not level, as far as the
   two changes are alike: what was measured then keeps its time to that part, or the two would scale
   each other for ever. */
static void fpm__set_level(fpm__routine *b, int i, double change) {
    fpm__known row = fpm__known_of(b, i);
    fpm__track *own = &b->track[i];
    double both, off = own->level + change; /* from the level at first, which returns */
    int j, back = own->jump * change < 0;
    if (own->level * change < 0 && fabs(off) < FPM__RUN * b->noise) change = -own->level;
    own->level += change;
    both = change + own->jump;
    for (j = 0; j < *row.count; j++) {
        int shape = back && row.step[j] + 1 == b->steps;
        double factor = exp(!shape ? change : both * change > 0 ? both : 0);
        row.seconds[j] = fpm__min(fpm__max(row.seconds[j] * factor, FPM_TIME_MIN), FPM_TIME_MAX);
        if (!shape) row.weight[j] = 1;
    }
    own->jump = change;
    b->unsteady = 1;
    own->run = own->doubts = 0;
    own->sum = own->doubt = 0;
}

/* Log-likelihood that a level changed at one time, by the logarithm `off`: the rate so far, and
   logarithms that are exponential with mean FPM__JUMP. */
static double fpm__log_change(const fpm__routine *b, double off) {
    double rate = (b->changes + 0.5) / (b->measured + FPM__TO_COME);
    return log(rate / FPM__JUMP) - off / FPM__JUMP;
}

/* The smallest share so far is quicker than in proportion to the next larger size, by the logarithm
   `off`: has the level changed?  Else there is a cliff between, the likelier the wider this gap is,
   with a logarithm of mean FPM__STRAY; nothing would go there again to refute it.  Growth without a
   cliff counts as an e-fold a processor at most (bench_curve, 16 nodes that page: .445 else). */
static int fpm__is_level(const fpm__routine *b, double off, double apart) {
    double rate = FPM__CLIFFS * (1 + b->cliffs) / (1 + fpm__min(b->grown, b->p));
    return log(rate * apart / FPM__STRAY) - off / FPM__STRAY < fpm__log_change(b, off);
}

/* What no shape explains of a time for x units, as a logarithm: too long for the next larger point,
   or too short for the smaller one, at its speed.  *apart: the logarithm of the sizes' ratio. */
static double fpm__residual(fpm__routine *b, const fpm__known *row, int64_t x, double t,
                            double *apart) {
    int j = fpm__known_from(row, (double)x);
    double off;
    *apart = 0;
    if (j < *row->count) {
        *apart = row->size[j] > x ? log((double)row->size[j] / (double)x) : 0;
        off = log(t / row->seconds[j]) + *apart;
        if (off > 0 || row->size[j] == x) return off;
        if (j == 0 && fpm__is_level(b, -off, *apart)) return off;
        if (j == 0 && -off > FPM__JUMP) b->cliffs++;
    }
    if (j == 0) return 0;
    *apart = log((double)x / (double)row->size[j - 1]);
    return fpm__min(log(t / row->seconds[j - 1]) - *apart, 0);
}

/* Seconds of so many units by a processor's model. */
static double fpm__foretell_of(const fpm__routine *b, int i, int64_t units) {
    return units > 0 ? fpm__min(fpm__model_time(&b->model[i], (double)units), FPM__LONGEST) : 0;
}

/* Add a residual to the run of those with its sign.  1: the level has changed. */
static int fpm__follow(fpm__routine *b, int i, double off, double apart) {
    fpm__track *own = &b->track[i];
    double bend = apart * FPM__BEND, z = off / sqrt(b->noise * b->noise + bend * bend + 1e-6);
    if ((own->sum + z) * own->sum <= 0 || fabs(z) > FPM__RUN) own->run = 0; /* z alone shows */
    if (own->run == 0) own->sum = 0;
    own->run = own->run < 1000 ? own->run + 1 : own->run;
    own->sum += z;
    if (!(fabs(own->sum) > FPM__RUN * sqrt((double)own->run))) return 0;
    fpm__set_level(b, i, off);
    return 1;
}

/* Logarithm of the odds that k times in a row, all too long by the logarithm `off`, are a change of
   level rather than accidents, at the rates so far, logarithms being exponential with means
   FPM__JUMP and FPM__STRAY; at first there are two jumps for an accident. */
static double fpm__odds(const fpm__routine *b, int k, double off) {
    double accident = log(fpm__min((b->accidents + 0.25) / (b->measured + FPM__TO_COME), 0.5));
    return fpm__log_change(b, off) - k * accident + log(FPM__STRAY) + off / FPM__STRAY;
}

/* A time far longer than a larger size took: 1 if it is believed, alone only until the next. */
static int fpm__doubt(fpm__routine *b, int i, double off) {
    fpm__track *own = &b->track[i];
    own->doubt = own->doubts > 0 ? fpm__min(own->doubt, off) : off;
    own->doubts++;
    off = own->doubt;
    if (!(fpm__odds(b, own->doubts, off) > 0)) return 0;
    if (own->doubts > 1) b->changes++;
    else own->trial = off;
    fpm__set_level(b, i, off);
    return 1;
}

/* A jump that one time showed was an accident if the next is nearer the old level, or missing. */
static void fpm__settle(fpm__routine *b, int i, int64_t x, double t) {
    fpm__track *own = &b->track[i];
    int back = x == 0 || log(t / fpm__model_time(&b->model[i], (double)x)) < -own->trial / 2;
    b->accidents += back;
    b->changes += !back;
    b->varied += back ? 0 : own->trial;
    if (back) {
        fpm__set_level(b, i, -own->trial);
        fpm__fit_default(b, i);
        own->jump = 0;
    }
    own->trial = 0;
}

/* Smaller sizes took longer than t, by far: `count` measurements say so.  One of them alone was an
   accident, and goes; more of them say that the level has changed.  1: it has. */
static int fpm__too_short(fpm__routine *b, int i, int64_t x, double t, double factor) {
    fpm__known row = fpm__known_of(b, i);
    double count = 0, low = 0;
    int j;
    for (j = 0; j < *row.count && row.size[j] <= x; j++)
        if (row.seconds[j] > t * factor)
            count += row.weight[j], low = fpm__max(low, row.seconds[j]);
    if (count > 1) {
        b->changes++;
        fpm__set_level(b, i, log(t / low));
        return 1;
    }
    for (j = *row.count - 1; j >= 0 && count > 0; j--)
        if (row.size[j] <= x && row.seconds[j] > t * factor) fpm__known_remove(&row, j);
    if (*row.count > 0) b->accidents += count; /* not a first time, which nothing foretold */
    return 0;
}

/* A share that grew beyond the largest size measured met a cliff, longer than a jump would make it,
   or not: then its growth counts, by how little the line missed the time against a bent shape. */
static void fpm__explore(fpm__routine *b, const fpm__known *row, int64_t x, double t) {
    int last = *row->count - 1;
    double grown, rise, bend;
    if (last < 0 || x <= row->size[last]) return;
    grown = log((double)x / (double)row->size[last]);
    rise = log(t / row->seconds[last]) - grown;
    bend = FPM__BEND * grown / sqrt(rise * rise + 1e-12);
    if (rise > fpm__max(FPM__JUMP, FPM__RUN * b->noise)) b->cliffs++;
    else b->grown += grown * sqrt(1 + bend * bend);
}

/* Learn a time of processor i: 1 if its level is another now. */
static int fpm__learn(fpm__routine *b, int i, double t) {
    fpm__track *own = &b->track[i];
    fpm__known row = fpm__known_of(b, i);
    int64_t x = b->units[i];
    double surprise = fpm__max(b->opts.stale, exp(fpm__min(FPM__RUN * b->noise, FPM__SCATTER)));
    double high = FPM__NEVER, usual, off, apart = 0;
    int j, changed = 0;
    b->measured++;
    if (own->trial > 0) fpm__settle(b, i, x, t);
    for (j = fpm__known_from(&row, (double)x); j < *row.count; j++)
        high = fpm__min(high, row.seconds[j]);
    if (t > high * surprise) {
        usual = fpm__min(fpm__model_time(&b->model[i], (double)x), high);
        if (!fpm__doubt(b, i, log(t / usual))) return 0;
        if (own->trial > 0) return 1;
        changed = 1;
    } else {
        b->accidents += own->doubts;
        own->doubts = 0;
        changed = fpm__too_short(b, i, x, t, surprise);
        off = changed ? 0 : fpm__residual(b, &row, x, t, &apart);
        if (off > 0 || off < 0) changed = fpm__follow(b, i, off, apart);
    }
    b->varied += changed ? fabs(own->jump) : 0;
    if (!changed) {
        own->jump = 0;
        fpm__explore(b, &row, x, t);
    }
    fpm__known_put(b, i, x, t);
    return changed;
}

/* The scatter of times, from three of a processor that follow each other at nearly the same size:
   how the second of their ratios differs from the first, so that a steady drift does not count.
   Pairs that the shape may explain (more units, more time a unit) do not count either; a single
   difference counts for three times the scatter at most, so that accidents hardly do. */
static void fpm__learn_noise(fpm__routine *b, const double *seconds) {
    double most = 3 * fpm__max(b->noise, FPM__CLOSE), sum = 0, count = 0;
    int i;
    for (i = 0; i < b->p; i++) {
        fpm__track *own = &b->track[i];
        double grow, off;
        int steady;
        if (b->units[i] == 0) continue;
        grow = own->size > 0 ? log((double)b->units[i] / (double)own->size) : 1;
        off = own->size > 0 ? log(seconds[i] / own->seconds) - grow : 0;
        steady = fabs(grow) < 1.5 * FPM__CLOSE && !(grow > 0 && off > 0) && !(grow < 0 && off < 0);
        if (steady && own->steady) {
            double turn = fpm__min(fabs(off - own->turn) / sqrt(6.0), most);
            sum += turn * turn;
            count++;
        }
        own->steady = steady;
        own->turn = off;
        own->size = b->units[i];
        own->seconds = seconds[i];
    }
    if (!(count > 0)) return;
    b->noise = sqrt((b->noise * b->noise * b->pairs + sum) / (b->pairs + count));
    b->pairs = fpm__min(b->pairs + count, (double)FPM__SURE * b->p);
}

/* The baselines' models: points as they are; DFPA's rise, as its line through the origin needs. */
static void fpm__fit_baseline(fpm__routine *b, int i) {
    fpm__known row = fpm__known_of(b, i);
    int64_t at = (int64_t)i * FPM__KEPT;
    fpm_model_options opts = FPM_ZERO;
    int j, dfpa = b->opts.method == FPM_BALANCE_DFPA;
    for (j = 0; j < *row.count; j++) {
        double t = row.seconds[j];
        b->fit_size[at + j] = row.size[j];
        if (dfpa && j > 0)
            t = fpm__min(fpm__max(t, b->fit_seconds[at + j - 1] * (1 + 1e-9)), FPM_TIME_MAX);
        b->fit_seconds[at + j] = t;
    }
    if (b->opts.method == FPM_BALANCE_CONSTANT) { /* through one point: the speed of the last */
        fpm__view(b, i, at + *row.count - 1, 1);
        return;
    }
    opts.flags = dfpa ? 0 : FPM_LITERAL;
    opts.extent = dfpa ? 0 : b->n;
    fpm_model_init(&b->model[i], dfpa ? FPM_PIECEWISE : FPM_AKIMA, *row.count, b->fit_size + at,
                   b->fit_seconds + at, &opts);
}

/* Seconds of a partition by the models. */
static double fpm__foretell(const fpm__routine *b, const int64_t *d) {
    double most = 0;
    int64_t at = 0;
    int i;
    for (i = 0; i < b->p; i++)
        most = fpm__max(most, fpm__foretell_of(b, i, fpm__work(b, d[i], &at)));
    return most;
}

/* Who was never measured is as fast as the others together: units over seconds, of mean points. */
static void fpm__fit_unknown(fpm__routine *b) {
    double units = 0, seconds = 0;
    int i, j;
    for (i = 0; i < b->p; i++) {
        fpm__known row = fpm__known_of(b, i);
        for (j = 0; j < *row.count && !b->gone[i]; j++) {
            units += (double)row.size[j] / *row.count;
            seconds += row.seconds[j] / *row.count;
        }
    }
    for (i = 0; i < b->p; i++) {
        int64_t at = (int64_t)i * FPM__KEPT;
        if (b->count[i] > 0) continue;
        b->fit_size[at] = 1;
        /* Compilers may divide ahead of the test. */
        b->fit_seconds[at] = fpm__max(seconds / fpm__max(units, 1e-60), FPM_TIME_MIN);
        if (!(units > 0)) b->fit_seconds[at] = 1;
        fpm__view(b, i, at, 1);
    }
}

/* Take in the times of an iteration (NULL: none) and make the models, processor by processor.
   *now, *best: seconds of the partitions to run and best so far.  1: a level has changed. */
static FPM__COLD int fpm__fit(fpm__routine *b, const double *seconds, double *now, double *best) {
    const int64_t *units = b->units;
    int64_t at = 0;
    int i, method = b->opts.method, changed = 0, unknown = 0;
    *now = *best = 0;
    for (i = 0; i < b->p && seconds; i++) {
        if (units[i] > 0) {
            if (method == FPM_BALANCE_CONSTANT) b->count[i] = 0;
            if (method == FPM_BALANCE_DEFAULT) changed |= fpm__learn(b, i, seconds[i]);
            else fpm__known_put(b, i, units[i], seconds[i]);
        } else if (b->track[i].trial > 0) {
            fpm__settle(b, i, 0, 1);
        }
    }
    for (i = 0; i < b->p; i++) {
        fpm__track *own = &b->track[i];
        int64_t other = fpm__work(b, b->best[i], &at);
        unknown |= b->count[i] == 0;
        if (b->count[i] == 0) continue;
        if (method == FPM_BALANCE_DEFAULT) fpm__fit_default(b, i);
        else fpm__fit_baseline(b, i);
        own->now = fpm__foretell_of(b, i, units[i]);
        *now = fpm__max(*now, own->now);
        *best = fpm__max(*best, other == units[i] ? own->now : fpm__foretell_of(b, i, other));
    }
    if (unknown) fpm__fit_unknown(b);
    return changed;
}

/* Iterations to come: as stated, or, also of a run that outlasts that, as many as pass for the rest
   of a run. */
static double fpm__to_come(const fpm__routine *b) {
    int64_t left = b->opts.iterations - b->steps;
    return b->opts.iterations && left >= 0 ? (double)left : FPM__TO_COME;
}

/* Iterations that a gain, from `now` to `next` seconds, is taken to last: all to come while levels
   stay; once one has changed those since the latest move, so that moves follow a drift when they
   gain more than they cost, and at most until a level has moved as far, at the rate so far. */
static double fpm__lasting(const fpm__routine *b, double now, double next) {
    double moves = (b->varied + FPM__JUMP) / (b->measured + FPM__TO_COME), most = fpm__to_come(b);
    if (!b->unsteady || !(now > next && next > 0)) return most;
    return fpm__min(fpm__min(most, (double)(b->steps - b->since)), log(now / next) / moves);
}

/* Units that go to another processor from one partition to another, of those that are in both: by
   the shares alone as few as can be, or, where shares are slabs in order, all that change slabs. */
static int64_t fpm__moved(const fpm__routine *b, const int64_t *from, const int64_t *to) {
    int64_t up = 0, down = 0, end = 0, was_end = 0, kept = 0;
    int i;
    for (i = 0; i < b->p; i++) {
        up += to[i] > from[i] ? to[i] - from[i] : 0;
        down += to[i] < from[i] ? from[i] - to[i] : 0;
    }
    for (i = 0; i < b->p && b->opts.contiguous; i++) {
        end += to[i];
        was_end += from[i];
        kept +=
            fpm__max64(0, fpm__min64(end, was_end) - fpm__max64(end - to[i], was_end - from[i]));
    }
    return b->opts.contiguous ? fpm__min64(end, was_end) - kept : fpm__min64(up, down);
}

/* Seconds of a redistribution: as stated, or, beyond the costs of units, as measured. */
static double fpm__move_cost(const fpm__routine *b, const int64_t *to) {
    int64_t moved = fpm__moved(b, b->d, to);
    double any = b->timed > 0 ? b->timed_cost : b->move_cost;
    return moved > 0 ? any + b->unit_cost * (double)moved : 0;
}

/* The same for a decision: if the caller states no cost, a move counts as FPM__UNTOLD iterations.
   The first move shows what moves cost, which helps all later decisions: so the longer it has been
   put off, the less it has to gain. */
static double fpm__move_price(const fpm__routine *b, const int64_t *to, double now) {
    if (b->told || b->timed > 0) return fpm__move_cost(b, to);
    return FPM__UNTOLD * now / (b->moves > 0 ? 1 : (double)b->steps);
}

/* A search for the next partition among the processors that are there. */
typedef struct fpm__plan {
    fpm__mem mem;
    fpm_proc *procs;
    int64_t *share, *d; /* of those that are there; of all */
    double *real;       /* real shares of baselines */
    int *index, count;
    fpm_options opts;
    fpm__job job;
    double target;  /* seconds of the plan without limits of reach */
    double lasting; /* iterations that its gain is taken to last */
    double slack;   /* part of that which fewer moves are worth, where elements are cut */
    int worth;      /* 1: it gains more than a move costs, and more than noise */
    fpm_info found;
} fpm__plan;

static int fpm__plan_make(fpm__plan *plan, const fpm__routine *b) {
    int64_t p = b->p;
    int i;
    memset(plan, 0, sizeof *plan);
    fpm__info_begin(&plan->found);
    plan->mem.alloc = b->opts.alloc;
    plan->mem.limit = b->opts.max_bytes - b->bytes;
    plan->opts.max_work = b->opts.max_work;
    plan->procs = (fpm_proc *)fpm__take(&plan->mem, p, sizeof(fpm_proc));
    plan->share = (int64_t *)fpm__take(&plan->mem, p, sizeof(int64_t));
    plan->d = (int64_t *)fpm__take(&plan->mem, p, sizeof(int64_t));
    if (b->opts.method >= FPM_BALANCE_DFPA)
        plan->real = (double *)fpm__take(&plan->mem, p, sizeof(double));
    plan->index = (int *)fpm__take(&plan->mem, p, sizeof(int));
    if (plan->mem.status != FPM_OK) return plan->mem.status;
    for (i = 0; i < b->p; i++)
        if (!b->gone[i]) plan->index[plan->count++] = i;
    return plan->count > 0 ? FPM_OK : FPM_E_INFEASIBLE;
}

static void fpm__plan_free(fpm__plan *plan) {
    fpm__release(&plan->job.mem, 0);
    fpm__release(&plan->mem, 0);
}

/* The longest that the next iteration may take if a share grows past a cliff: the whole run takes
   no longer than with the first partition, plus the budget.  After a cliff no step is bold. */
static double fpm__limit(const fpm__routine *b, double now, double target, double move) {
    double first = b->reference, gain = fpm__max(0, now - target);
    double most = (b->cliffs > 0 ? FPM__CAREFUL : FPM__FALL) * target;
    double spare = b->opts.iterations ? (double)b->opts.iterations : FPM__TO_COME;
    spare = b->saved + FPM__RISK * spare * first + FPM__WAY * (gain + move);
    if (first > 0) most = fpm__min(most, first + fpm__max(0, spare));
    return fpm__min(fpm__max(most, now), FPM__LATEST);
}

/* Units that each may get because one processor has had them: where no cliff was met, and speeds at
   the largest sizes agree up to half of FPM__JUMP, shapes are one.  0: they are not.
   (Two equal processors, unequal loads, 5 % of noise: one step to the right shares, else four.) */
static double fpm__common_size(const fpm__routine *b) {
    double slow = FPM__NEVER, quick = 0, most = 0;
    int i;
    for (i = 0; i < b->p && !(b->cliffs > 0); i++) {
        fpm__known row = fpm__known_of(b, i);
        int j = *row.count - 1;
        if (j < 0 || b->gone[i]) continue;
        slow = fpm__min(slow, (double)row.size[j] / row.seconds[j]);
        quick = fpm__max(quick, (double)row.size[j] / row.seconds[j]);
        most = fpm__max(most, (double)row.size[j]);
    }
    return quick > exp(0.5 * FPM__JUMP) * slow ? 0 : most;
}

/* Most that a processor may get next, if falls take `limit` at most: from its largest point in time
   r times as much, where r (1 + s (r - 1)) is what is left.  s is the less, the more shares grew
   without a cliff, and more where the next point says so.  Where two points beyond are nearly as
   long, a wall begins: entered where all steps to come may gain 1 % of it (.985 of all time). */
static int64_t fpm__reach(const fpm__routine *b, const fpm__plan *plan, int i, double limit,
                          double trust, double common) {
    fpm__known row = fpm__known_of(b, i);
    int64_t all = b->all;
    double most = 0.5 * trust * ((double)all / plan->count + 1), grow = 1, left, r;
    double high = b->best_seconds + 100 * (b->best_seconds - plan->target) * plan->lasting;
    double s = fpm__max(FPM__STEEP / (1 + b->grown), 1);
    int j = *row.count - 1;
    if (b->steps == 0 || b->opts.method != FPM_BALANCE_DEFAULT || limit >= FPM__LATEST) return all;
    if (j >= 0) {
        while (j > 0 && row.seconds[j] > limit) j--;
        left = limit / row.seconds[j];
        if (j + 1 < *row.count) {
            r = (double)row.size[j + 1] / (double)row.size[j];
            s = fpm__max(s, (row.seconds[j + 1] / (r * row.seconds[j]) - 1) / (r - 1));
            common = 0;
            if (j + 2 < *row.count && row.seconds[j + 1] > fpm__max(high, 0.5 * row.seconds[j + 2]))
                return row.size[j];
        }
        if (left > 1) grow = 0.5 * (s - 1 + sqrt((s - 1) * (s - 1) + 4 * s * left)) / s;
        grow = fpm__max(grow, common / (double)row.size[j]);
        most = (double)row.size[j] * fpm__min(grow, trust);
    }
    return fpm__floor(floor(fpm__min(most, (double)FPM_SIZE_MAX)) + 1, 0, all);
}

/* The processors with their constraints and what they may get next: 1 if one shall have more. */
static FPM__COLD int fpm__plan_bound(fpm__plan *plan, const fpm__routine *b, double limit,
                                     double trust) {
    double common = fpm__common_size(b);
    int i, beyond = 0;
    for (i = 0; i < plan->count; i++) {
        int at = plan->index[i];
        fpm_proc *proc = &plan->procs[i];
        int64_t reach = fpm__reach(b, plan, at, limit, trust, common);
        *proc = b->procs[at];
        proc->model = &b->model[at];
        reach = fpm__max64(reach, fpm__max64(proc->min, proc->grain));
        if (reach >= b->all || fpm__most(proc->max, reach + 1) <= reach) continue;
        proc->max = reach;
        beyond |= b->opts.chain || plan->d[at] > reach;
    }
    return beyond;
}

/* The nearest whole shares: what floors leave goes to the largest fractions, the first of equal
   ones.  Real shares of very many units may be too rounded to sum to n; then the shares stay. */
static int fpm__nearest(fpm__plan *plan, int64_t n) {
    fpm__item *item = (fpm__item *)fpm__take(&plan->mem, plan->count, sizeof *item);
    int64_t above = 0;
    int i;
    for (i = 0; item && i < plan->count; i++) {
        double part = plan->real[i] - floor(plan->real[i]);
        n -= (int64_t)floor(plan->real[i]);
        above += part > 0;
        item[i].key = -fpm__bits(part);
        item[i].value = i;
    }
    if (item && n >= 0 && n <= above) {
        fpm__sort(item, 2, plan->count);
        for (i = 0; i < plan->count; i++) plan->share[i] = (int64_t)floor(plan->real[i]);
        for (i = 0; i < (int)n; i++) plan->share[item[i].value]++;
    }
    fpm__drop(&plan->mem, item);
    return fpm__mem_status(&plan->mem);
}

/* The elements of a chain, cut near to the present cuts if there are any. */
static int fpm__plan_cut(fpm__plan *plan, const fpm__routine *b) {
    fpm_chain_options opts = FPM_ZERO;
    int64_t *begin = (int64_t *)fpm__take(&plan->mem, plan->count + 1, sizeof(int64_t));
    int64_t *cut = (int64_t *)fpm__take(&plan->mem, plan->count + 1, sizeof(int64_t)), at = 0;
    int i, k = 0, status = fpm__mem_status(&plan->mem);
    for (i = 0; i < b->p && status == FPM_OK; at += b->d[i++])
        if (!b->gone[i]) cut[k++] = at;
    if (status == FPM_OK) {
        cut[0] = 0, cut[k] = b->n;
        opts.procs = plan->procs;
        opts.from = at == b->n ? cut : NULL;
        if (opts.from && b->opts.method == FPM_BALANCE_DEFAULT)
            opts.slack = b->opts.min_gain + plan->slack;
        opts.min_items = b->opts.min_items;
        opts.alloc = plan->mem.alloc;
        opts.max_bytes = fpm__mem_left(&plan->mem);
        status = fpm_chain_partition(b->opts.chain, plan->count, &opts, begin, NULL, &plan->found);
    }
    for (k = 0; k < plan->count && status >= 0; k++) plan->share[k] = begin[k + 1] - begin[k];
    fpm__drop(&plan->mem, cut);
    fpm__drop(&plan->mem, begin);
    return status;
}

/* Shares of the processors as bound now; the search begins at the latest time without limits. */
static FPM__COLD int fpm__plan_shares(fpm__plan *plan, fpm__routine *b, int within) {
    fpm__job *job = &plan->job;
    int status;
    if (b->opts.chain) return fpm__plan_cut(plan, b);
    fpm__release(&job->mem, 0);
    status = fpm__job_begin(job, b->n, plan->count, plan->procs, &plan->opts, plan->real, 1);
    if (plan->opts.algorithm == FPM_AUTO) job->guess = b->common;
    if (status == FPM_OK) status = fpm__solve(job, plan->opts.algorithm, plan->share, 1);
    plan->found = job->info;
    plan->opts.max_work = fpm__max64(1, job->opts.max_work);
    if (status >= 0 && !within) b->common = job->info.common_time;
    return status;
}

/* The partition of all from the shares. */
static void fpm__plan_spread(fpm__plan *plan, const fpm__routine *b) {
    int i;
    memset(plan->d, 0, (size_t)b->p * sizeof(int64_t));
    for (i = 0; i < plan->count; i++) plan->d[plan->index[i]] = plan->share[i];
}

/* Is a processor later than `next` by more than the largest of p means deviates by chance?  While
   few pairs show the scatter, a move that costs more than a step gains had better wait for more:
   1 + 12 / pairs^2 is about Student's quantile of one in a hundred over the normal one.  A rise of
   the latest time does not count where a step's gain, times the odds that it stays, is less. */
static int fpm__visible(const fpm__routine *b, double now, double next, double move) {
    double z = FPM__VISIBLE * b->noise * sqrt(2 * log(b->p + 1.0));
    int i, j;
    if (move > now - next) z *= 1 + 12 / (b->pairs * b->pairs);
    for (i = 0; i < b->p; i++) {
        fpm__known row = fpm__known_of(b, i);
        const fpm__track *own = &b->track[i];
        double t = own->now, weight = 1;
        if (own->jump > 0 && move > (now - next) * exp(fpm__odds(b, 1, own->jump)))
            t *= exp(-own->jump);
        if (!(t > next)) continue;
        j = fpm__known_from(&row, (double)b->units[i]);
        if (j < *row.count && row.size[j] == b->units[i]) weight = row.weight[j];
        if (t > next * (1 + z / sqrt(weight))) return 1;
    }
    return 0;
}

/* The partition that the models call best, and, where it is worth a move, the best within reach;
   further off where the work would not fit otherwise.  To be freed whatever the status. */
static FPM__COLD int fpm__plan_any(fpm__plan *plan, fpm__routine *b, double now) {
    static const int algorithm[] = {FPM_AUTO, FPM_AUTO, FPM_GEOMETRIC, FPM_NUMERICAL};
    fpm_options *opts = &plan->opts;
    double trust = b->opts.trust, best = b->best_seconds, limit, move;
    int i, status = fpm__plan_make(plan, b), known = 0, method = b->opts.method;
    fpm_info free;
    if (status != FPM_OK) return status;
    for (i = 0; i < b->p; i++) known |= b->count[i];
    opts->algorithm = known || method <= FPM_BALANCE_CONSTANT ? algorithm[method] : FPM_GEOMETRIC;
    opts->dense = opts->algorithm == FPM_NUMERICAL && plan->count <= 256;
    opts->alloc = plan->mem.alloc;
    opts->max_bytes = fpm__mem_left(&plan->mem);
    if (opts->algorithm != FPM_GEOMETRIC) plan->real = NULL;
    fpm__plan_bound(plan, b, FPM__LATEST, trust);
    status = fpm__plan_shares(plan, b, 0);
    if (status < 0) return status;
    if (plan->real && !(plan->procs[0].grain > 1)) status = fpm__nearest(plan, b->n);
    plan->target = plan->found.makespan;
    fpm__plan_spread(plan, b);
    if (method != FPM_BALANCE_DEFAULT || b->steps == 0 || !(now > 0)) return status;
    move = fpm__move_price(b, plan->d, now);
    if (fpm__to_come(b) < 2 || !(best - plan->target > b->opts.min_gain * best) ||
        !fpm__visible(b, now, plan->target, move))
        return FPM_OK;
    limit = fpm__limit(b, best, plan->target, fpm__move_cost(b, plan->d));
    plan->lasting = fpm__lasting(b, now, plan->target);
    plan->worth = (now - (1 + b->slip) * plan->target) * plan->lasting > move;
    free = plan->found;
    if (b->opts.chain) /* half of what all the moves of units cost, in parts of what is to come */
        plan->slack = 0.5 * b->unit_cost * (double)fpm__moved(b, b->d, plan->d) /
                      (plan->lasting * plan->target);
    for (; plan->worth; trust *= 2, limit *= 2) {
        if (!fpm__plan_bound(plan, b, limit, trust) &&
            !(plan->slack > 0)) { /* the plan without limits is within them */
            plan->found = free;
            return FPM_OK;
        }
        status = fpm__plan_shares(plan, b, 1);
        /* an element may be more than reach allows: a fair bet while gains exceed one fall */
        if (status != FPM_E_INFEASIBLE &&
            !(b->opts.chain && !(best - plan->found.makespan > b->opts.min_gain * best) &&
              (best - plan->target) * plan->lasting > limit))
            break;
    }
    if (status >= 0) fpm__plan_spread(plan, b);
    return status;
}

/* Are the parts of a row what constraints allow, with the loads of now? */
static int fpm__suits(const fpm__routine *b, const int64_t *d) {
    const fpm_chain *c = b->opts.chain;
    int64_t at = 0, from, load, k = 0;
    int i;
    for (i = 0; c && i < b->p; i++) {
        from = at;
        load = fpm__work(b, d[i], &at);
        if (at == from) continue;
        if (load < b->procs[i].min || load > fpm__most(b->procs[i].max, load) ||
            d[i] < b->opts.min_items)
            return 0;
        while (k < c->chains && c->chains > 1 && c->first[k] <= from) k++;
        if (c->chains > 1 && c->first[k] < at) return 0;
    }
    return 1;
}

/* Keep the best partition measured: as models see it now or, where walls are known, as these do. */
static void fpm__remember(fpm__routine *b, double now, double best_now, double own, int changed) {
    int same = memcmp(b->best, b->d, (size_t)b->p * sizeof(int64_t)) == 0;
    double off = b->mean > 0 ? b->wall / b->mean : 1, was = b->rise;
    if (b->wall > 0) {
        if ((b->walls > 0 && changed) || !(b->mean > 0)) b->mean = b->wall;
        b->walls = fpm__min(b->walls + 1, FPM__SURE);
        b->rise = fpm__min(was * (1 + (b->wall / b->mean - 1) / b->walls), FPM__OFTEN);
        b->mean += (b->wall - b->mean) / b->walls;
        if (b->walls > 1 ? changed && fabs(log(off)) > 0.5 * FPM__JUMP
                         : same && 2 * b->rise > was + 1)
            b->slip = 0;
        off = fpm__min(b->wall / fpm__max(own, FPM_TIME_MIN), FPM__OFTEN) - b->over;
        b->over += off / b->walls;
        b->freedom = fpm__min(b->freedom + (b->walls > 1), FPM__SURE);
        if (b->walls > 1) b->spread += ((1 - 1 / b->walls) * off * off - b->spread) / b->freedom;
    }
    if (b->best_seconds > 0 && !same && fpm__suits(b, b->best) &&
        (b->wall > 0 ? b->rise > 1 : now > best_now)) {
        b->best_seconds = best_now;
    } else {
        memcpy(b->best, b->d, (size_t)b->p * sizeof(int64_t));
        b->best_seconds = now;
        b->best_over = b->over;
        b->best_walls = fpm__max(b->walls, 1);
        b->rise = 1;
    }
    b->wall = 0;
}

/* Are windows longer than those of the best shares, more by waiting than by own times, beyond eps
   and the scatter, where pairs have shown that?  1: one window says so; 2: the mean of several. */
static int fpm__longer(const fpm__routine *b) {
    double best = (1 + b->opts.min_gain) * b->best_over, sigma;
    if (!(b->rise > 1 && b->over * b->over > b->rise * best * best) || b->walls < 1) return 0;
    sigma = sqrt(b->spread * (1 / b->walls + 1 / b->best_walls));
    return b->freedom > 0 && !(b->over > best + FPM__RUN * sigma) ? 0 : b->walls > 1 ? 2 : 1;
}

/* The next partition: towards the models' best, the best measured, or as it is (taking `now`). */
static const int64_t *fpm__choose(fpm__routine *b, const fpm__plan *plan, double now,
                                  fpm_info *info) {
    double next = plan->found.makespan, eps = b->opts.min_gain, best = b->best_seconds;
    double back = fpm__move_price(b, b->best, now);
    int i, longer = fpm__longer(b);
    info->verdict = now <= (1 + eps) * plan->target ? FPM_CONVERGED : FPM_KEEP;
    for (i = 0; i < b->p; i++) /* not with a processor under suspicion */
        if (b->track[i].doubts > 0 && b->units[i] > 0) info->verdict = FPM_KEEP;
    info->predicted = now;
    if (fpm__to_come(b) < 1 || longer == 1) return b->d;
    if (longer > 1 && (b->mean - b->mean / b->rise) * fpm__to_come(b) > back) {
        b->slip = fpm__min(b->rise / b->hope - 1, 1);
        info->predicted = best;
        return b->best;
    }
    if (plan->worth && best - (1 + b->slip) * next > 0.1 * eps * best) {
        info->predicted = next;
        b->hope = next / best;
        return plan->d;
    }
    if (now - best > eps * best && (now - best) * fpm__lasting(b, now, best) > back &&
        fpm__visible(b, now, best, back)) {
        info->predicted = best;
        return b->best;
    }
    return b->d;
}

/* The baselines move until the times agree. */
static const int64_t *fpm__choose_baseline(fpm__routine *b, const fpm__plan *plan, int status,
                                           const double *seconds, fpm_info *info) {
    double least = FPM__LATEST;
    int i;
    for (i = 0; i < b->p; i++)
        if (b->units[i] > 0) least = fpm__min(least, seconds[i]);
    if (!(b->best_seconds > 0) || info->makespan < b->best_seconds) {
        memcpy(b->best, b->d, (size_t)b->p * sizeof(int64_t));
        b->best_seconds = info->makespan;
    }
    info->failed = status == FPM_FALLBACK || status == FPM_E_WORK_LIMIT;
    info->verdict =
        info->makespan - least <= b->opts.min_gain * info->makespan ? FPM_CONVERGED : FPM_KEEP;
    info->predicted = fpm__foretell(b, b->d);
    if (info->verdict == FPM_CONVERGED || info->failed) return b->d;
    info->predicted = fpm__foretell(b, plan->d);
    return plan->d;
}

/* Make a partition the one to run. */
static void fpm__adopt(fpm__routine *b, const int64_t *next, int64_t *d, fpm_info *info) {
    size_t bytes = (size_t)b->p * sizeof(int64_t);
    int64_t moved = fpm__moved(b, b->d, next);
    info->moved = (double)moved;
    info->cost = fpm__move_cost(b, next);
    if (memcmp(b->d, next, bytes) != 0) {
        info->verdict = FPM_MOVE;
        b->moves++;
        b->latest = moved;
        b->since = b->steps;
        b->walls = 0;
        b->moved = fpm__min64(b->moved + moved, FPM_SIZE_MAX);
        b->saved -= info->cost;
        b->fresh = 0;
    }
    memmove(b->d, next, bytes);
    if (d) memmove(d, b->d, bytes);
}

static FPM__APART int fpm__balance_done(fpm_info *info, const fpm_info *found, int status) {
    if (info) {
        *info = *found;
        info->status = status;
    }
    return status;
}

/* Check the times, and see what they are. */
static int fpm__balance_read(const fpm__routine *b, const double *seconds, fpm_info *found) {
    double sum = 0;
    int i, busy = 0;
    for (i = 0; i < b->p; i++) {
        if (b->units[i] == 0) continue;
        if (!fpm__time_ok(seconds[i])) {
            fpm__info_begin(found), found->fault = i;
            return FPM_E_TIME;
        }
        busy++;
        sum += seconds[i];
        if (seconds[i] > found->makespan) found->makespan = seconds[i], found->last = i;
    }
    if (busy > 0) found->imbalance = fpm__max(found->makespan / (sum / busy) - 1, 0);
    return FPM_OK;
}

/* Take the times in.  Returns what the partition takes by the models now.  An iteration that took
   longer than that had an accident: it saved, or lost, what it would have without. */
static double fpm__balance_learn(fpm__routine *b, const double *seconds, double makespan) {
    int usual = b->opts.method == FPM_BALANCE_DEFAULT, changed;
    double now, best;
    b->steps++;
    if (usual) fpm__learn_noise(b, seconds);
    changed = fpm__fit(b, seconds, &now, &best);
    if (b->fresh) {
        b->reference = now;
    } else {
        if (changed) b->reference = fpm__foretell(b, b->first);
        b->saved += b->reference - fpm__min(makespan, now);
    }
    if (usual) fpm__remember(b, now, best, makespan, changed);
    return now;
}

static fpm__routine *fpm__routine_of(const fpm_balance *b) {
    return b ? (fpm__routine *)b->state : NULL;
}

/* What callers see of a state. */
static void fpm__balance_show(fpm_balance *b, fpm__routine *own) {
    b->n = own->n;
    b->p = own->p;
    b->d = own->d;
    b->steps = own->steps;
    b->moves = own->moves;
    b->moved = own->moved;
    b->bytes = own->bytes;
    b->state = own;
}

FPM__DEFN FPM__COLD int fpm_balance_step(fpm_balance *state, const double *seconds, int64_t *d,
                                         fpm_info *info) {
    fpm__routine *b = fpm__routine_of(state);
    fpm_info found;
    fpm__plan plan;
    const int64_t *next;
    double now;
    int status;
    fpm__info_begin(&found);
    if (!b || !seconds) return fpm__balance_done(info, &found, FPM_E_ARGUMENT);
    status = fpm__work_read(b);
    if (status == FPM_OK) status = fpm__balance_read(b, seconds, &found);
    if (status != FPM_OK) return fpm__balance_done(info, &found, status);
    now = fpm__balance_learn(b, seconds, found.makespan);
    status = fpm__plan_any(&plan, b, now);
    if (status >= 0 || (status == FPM_E_WORK_LIMIT && b->opts.method == FPM_BALANCE_NUMERICAL)) {
        next = b->opts.method == FPM_BALANCE_DEFAULT
                   ? fpm__choose(b, &plan, now, &found)
                   : fpm__choose_baseline(b, &plan, status, seconds, &found);
        if (!fpm__suits(b, next)) { /* loads have changed */
            next = plan.d;
            found.predicted = plan.found.makespan;
        }
        found.lower_bound = found.failed ? 0 : fpm__min(plan.found.lower_bound, found.predicted);
        fpm__adopt(b, next, d, &found);
        status = FPM_OK;
    } else {
        found.fault = plan.found.fault >= 0 ? plan.index[plan.found.fault] : -1;
    }
    found.work = b->opts.max_work - plan.opts.max_work;
    fpm__plan_free(&plan);
    fpm__balance_show(state, b);
    return fpm__balance_done(info, &found, status);
}

/* The first partition as opts.from says. */
static int fpm__begin_from(const fpm__routine *b, int64_t *d, fpm_info *found) {
    const int64_t *from = b->opts.from, items = b->opts.min_items;
    int64_t left = b->n, at = 0, x;
    int i;
    for (i = 0; i < b->p; left -= from[i++])
        if (from[i] < 0 || from[i] > left) return FPM_E_ARGUMENT;
    if (left != 0) return FPM_E_ARGUMENT;
    for (i = 0; i < b->p && found->fault < 0; i++) {
        x = fpm__work(b, from[i], &at);
        if (from[i] == 0 ? b->procs[i].required
                         : from[i] < items ||
                               (x > 0 ? !fpm__share_ok(&b->procs[i], x) : b->procs[i].min > 0))
            found->fault = i;
    }
    if (found->fault >= 0 || !fpm__suits(b, from)) return FPM_E_INFEASIBLE;
    memcpy(d, from, (size_t)b->p * sizeof(int64_t));
    return FPM_OK;
}

/* The partition for a new situation. */
static int fpm__balance_anew(fpm__routine *b, int64_t *d, fpm_info *info) {
    fpm_info found;
    fpm__plan plan;
    double now, best;
    int i, status, known = 0;
    fpm__info_begin(&found);
    status = fpm__work_read(b);
    if (status != FPM_OK) return fpm__balance_done(info, &found, status);
    b->reference = 0;
    fpm__fit(b, NULL, &now, &best);
    status = fpm__plan_any(&plan, b, 0);
    if (status < 0 && plan.found.fault >= 0) found.fault = plan.index[plan.found.fault];
    if (status >= 0 && b->opts.from) status = fpm__begin_from(b, plan.d, &found);
    if (status >= 0) {
        for (i = 0; i < b->p; i++) known |= b->count[i];
        found.predicted = known ? fpm__foretell(b, plan.d) : 0;
        found.lower_bound = known ? fpm__min(plan.found.lower_bound, found.predicted) : 0;
        fpm__adopt(b, plan.d, d, &found);
        b->fresh = 1;
        memcpy(b->first, b->d, (size_t)b->p * sizeof(int64_t));
        b->saved = b->best_seconds = b->wall = b->walls = b->slip = 0;
        b->best_walls = b->hope = b->rise = 1;
        b->since = b->steps;
        b->unsteady = 0;
        status = FPM_OK;
    }
    found.work = b->opts.max_work - plan.opts.max_work;
    fpm__plan_free(&plan);
    return fpm__balance_done(info, &found, status);
}

static FPM__APART int fpm__balance_refuse(fpm_info *info, int status, int proc) {
    fpm_info found;
    fpm__info_begin(&found);
    found.fault = proc;
    return fpm__balance_done(info, &found, status);
}

/* *n units now, or (NULL) i is gone or unknown; the state is kept, to undo a search that fails. */
static FPM__COLD int fpm__balance_change(fpm_balance *state, const int64_t *n, int i, int gone,
                                         int64_t *d, fpm_info *info) {
    fpm__routine *b = fpm__routine_of(state), *kept;
    int status;
    if (!b || (n ? *n < 0 || *n > FPM_SIZE_MAX : i < 0 || i >= b->p || b->gone[i] == gone))
        return fpm__balance_refuse(info, FPM_E_ARGUMENT, -1);
    if (b->bytes > b->opts.max_bytes - b->bytes)
        return fpm__balance_refuse(info, FPM_E_MAX_BYTES, -1);
    kept = (fpm__routine *)fpm__resize(b->opts.alloc, NULL, 0, b->bytes);
    if (!kept) return fpm__balance_refuse(info, FPM_E_MEMORY, -1);
    memcpy(kept, b, b->bytes);
    b->opts.max_bytes -= b->bytes; /* for the search */
    if (n) b->n = *n;
    else b->gone[i] = gone;
    if (!n && !gone) {
        b->count[i] = 0;
        memset(&b->track[i], 0, sizeof(fpm__track));
    }
    status = fpm__balance_anew(b, d, info);
    b->opts.max_bytes += b->bytes;
    if (status < 0) memcpy(b, kept, b->bytes);
    fpm__free(b->opts.alloc, kept, b->bytes);
    fpm__balance_show(state, b);
    return status;
}

static int fpm__cost_ok(double v) { return fpm__finite(v) && v >= 0 && v <= FPM_TIME_MAX; }

FPM__DEFN int fpm_balance_moved(fpm_balance *state, double seconds) {
    fpm__routine *b = fpm__routine_of(state);
    if (!b || !fpm__cost_ok(seconds) || b->moves == 0) return FPM_E_ARGUMENT;
    seconds = fpm__max(0, seconds - b->unit_cost * (double)b->latest);
    b->timed = fpm__min(b->timed + 1, 4);
    b->timed_cost += (seconds - b->timed_cost) / b->timed;
    return FPM_OK;
}

FPM__DEFN int fpm_balance_cost(fpm_balance *state, double unit_cost, double move_cost) {
    fpm__routine *b = fpm__routine_of(state);
    if (!b || !fpm__cost_ok(unit_cost) || !fpm__cost_ok(move_cost)) return FPM_E_ARGUMENT;
    b->unit_cost = unit_cost;
    b->move_cost = move_cost;
    b->timed = b->timed_cost = 0;
    b->told = 1;
    return FPM_OK;
}

FPM__DEFN int fpm_balance_wall(fpm_balance *state, double seconds) {
    fpm__routine *b = fpm__routine_of(state);
    if (!b || !fpm__time_ok(seconds)) return FPM_E_ARGUMENT;
    b->wall = seconds;
    return FPM_OK;
}

FPM__DEFN int fpm_balance_points(const fpm_balance *state, int i, fpm_points *points) {
    fpm__routine *b = fpm__routine_of(state);
    fpm_point point = FPM_ZERO;
    fpm__known row;
    int64_t was;
    int j, status = FPM_OK;
    if (!b || !points || i < 0 || i >= b->p) return FPM_E_ARGUMENT;
    row = fpm__known_of(b, i);
    for (was = points->count, j = 0; j < *row.count && status == FPM_OK; j++) {
        point.size = row.size[j];
        point.seconds = row.seconds[j];
        point.reps = fpm__floor(row.weight[j] + 0.5, 1, FPM_SIZE_MAX);
        status = fpm_points_add(points, &point);
    }
    if (status < 0) points->count = was;
    return status;
}

FPM__DEFN const fpm_model *fpm_balance_model(const fpm_balance *state, int i) {
    fpm__routine *b = fpm__routine_of(state);
    return b && i >= 0 && i < b->p && b->count[i] > 0 ? &b->model[i] : NULL;
}

FPM__DEFN int fpm_balance_resize(fpm_balance *b, int64_t n, int64_t *d, fpm_info *info) {
    return fpm__balance_change(b, &n, -1, 0, d, info);
}

FPM__DEFN int fpm_balance_leave(fpm_balance *b, int i, int64_t *d, fpm_info *info) {
    return fpm__balance_change(b, NULL, i, 1, d, info);
}

FPM__DEFN int fpm_balance_join(fpm_balance *b, int i, int64_t *d, fpm_info *info) {
    return fpm__balance_change(b, NULL, i, 0, d, info);
}

/* The state in one block with its arrays, begun with `from`; FPM__KEPT points a processor. */
static int fpm__balance_make(const fpm__routine *from, fpm__routine **made) {
    const size_t points = FPM__KEPT, p = (size_t)from->p;
    size_t each = sizeof(fpm__track) + sizeof(fpm_model) + sizeof(fpm_proc), bytes;
    fpm__routine *b;
    each += (3 + 6 * points) * sizeof(int64_t) + 2 * sizeof(int);
    if (from->opts.chain) each += sizeof(int64_t);
    bytes = fpm__bytes(from->p, each);
    if (bytes == 0 || bytes > SIZE_MAX - sizeof *b) return FPM_E_OVERFLOW;
    bytes += sizeof *b;
    if (bytes > from->opts.max_bytes) return FPM_E_MAX_BYTES;
    *made = b = (fpm__routine *)fpm__resize(from->opts.alloc, NULL, 0, bytes);
    if (!b) return FPM_E_MEMORY;
    memset(b, 0, bytes);
    *b = *from;
    b->bytes = bytes;
    b->noise = 0.5 * FPM__CLOSE;
    b->pairs = 1;
    b->track = (fpm__track *)(void *)(b + 1);
    b->model = (fpm_model *)(void *)(b->track + p);
    b->procs = (fpm_proc *)(void *)(b->model + p);
    b->d = (int64_t *)(void *)(b->procs + p);
    b->best = b->d + p;
    b->first = b->best + p;
    b->units = b->opts.chain ? b->first + p : b->d;
    b->size = b->first + (b->opts.chain ? 2 * p : p);
    b->step = b->size + points * p;
    b->fit_size = b->step + points * p;
    b->seconds = (double *)(void *)(b->fit_size + points * p);
    b->weight = b->seconds + points * p;
    b->fit_seconds = b->weight + points * p;
    b->gone = (int *)(void *)(b->fit_seconds + points * p);
    b->count = b->gone + p;
    return FPM_OK;
}

static int fpm__balance_options(fpm__routine *b) {
    fpm_balance_options *o = &b->opts;
    if (!fpm__cost_ok(o->min_gain) || !fpm__cost_ok(o->trust) || !fpm__cost_ok(o->stale))
        return FPM_E_ARGUMENT;
    if (o->method < FPM_BALANCE_DEFAULT || o->method > FPM_BALANCE_NUMERICAL || o->iterations < 0 ||
        o->max_work < 0 || o->min_items < 0 || (o->min_items > 0 && !o->chain) ||
        (o->trust > 0 && !(o->trust > 1)) || (o->stale > 0 && !(o->stale > 1)))
        return FPM_E_ARGUMENT;
    if (o->chain && o->method > FPM_BALANCE_CONSTANT) return FPM_E_UNSUPPORTED;
    if (o->chain) o->contiguous = 1;
    if (!(o->min_gain > 0)) o->min_gain = o->method == FPM_BALANCE_DEFAULT ? 0.001 : 0.05;
    if (!(o->trust > 0)) o->trust = (double)FPM_SIZE_MAX;
    if (!(o->stale > 0)) o->stale = 1.5;
    if (o->max_bytes == 0) o->max_bytes = (size_t)1 << 30;
    if (o->max_work == 0)
        o->max_work = o->method == FPM_BALANCE_NUMERICAL ? FPM__ROOTS : FPM__EFFORT;
    o->iterations = fpm__min64(o->iterations, FPM_SIZE_MAX);
    return FPM_OK;
}

/* Constraints, and what is known before. */
static int fpm__balance_procs(fpm__routine *b, const fpm_proc *procs, int *where) {
    int i, status;
    for (i = 0; i < b->p; i++) {
        const fpm_model *m = procs ? procs[i].model : NULL;
        fpm_proc *proc = &b->procs[i];
        int64_t j;
        *where = i;
        if (procs) { /* larger ones mean the same */
            proc->min = fpm__min64(procs[i].min, FPM_SIZE_MAX);
            proc->max = fpm__min64(procs[i].max, FPM_SIZE_MAX);
            proc->grain = fpm__min64(procs[i].grain, FPM_SIZE_MAX);
            proc->required = procs[i].required;
        }
        proc->model = &b->model[i];
        if (!fpm__limits_ok(proc->min, proc->max) || proc->grain < 0) return FPM_E_BOUNDS;
        if (m && !fpm__model_ok(m)) return FPM_E_MODEL;
        status = m && m->count > 0 ? fpm_points_check(m->count, m->size, m->seconds, NULL) : FPM_OK;
        if (status != FPM_OK) return status;
        for (j = 0; m && j < m->count; j++) fpm__known_put(b, i, m->size[j], m->seconds[j]);
    }
    return FPM_OK;
}

static void fpm__routine_free(fpm__routine *b) {
    if (b) fpm__free(b->opts.alloc, b, b->bytes);
}

FPM__DEFN void fpm_balance_free(fpm_balance *state) {
    if (!state) return;
    fpm__routine_free(fpm__routine_of(state));
    memset(state, 0, sizeof *state);
}

FPM__DEFN FPM__COLD int fpm_balance_init(fpm_balance *state, int64_t n, int p,
                                         const fpm_proc *procs, const fpm_balance_options *opts,
                                         int64_t *d, fpm_info *info) {
    fpm__routine from = FPM_ZERO, *b = NULL;
    fpm_info found;
    int status = FPM_OK;
    fpm__info_begin(&found);
    if (!state) return fpm__balance_done(info, &found, FPM_E_ARGUMENT);
    memset(state, 0, sizeof *state);
    if (opts) from.opts = *opts;
    from.n = n;
    from.p = p;
    if (n < 0 || n > FPM_SIZE_MAX || p < 1 || (from.opts.contiguous & ~1)) status = FPM_E_ARGUMENT;
    if (status == FPM_OK) status = fpm__balance_options(&from);
    if (status == FPM_OK) status = fpm__balance_make(&from, &b);
    if (status == FPM_OK) status = fpm__balance_procs(b, procs, &found.fault);
    if (status == FPM_OK) status = fpm__balance_anew(b, NULL, &found);
    if (status == FPM_OK) {
        b->moved = b->moves = 0;
        b->opts.from = NULL;
        if (d) memcpy(d, b->d, (size_t)p * sizeof(int64_t));
        fpm__balance_show(state, b);
    } else {
        fpm__routine_free(b);
    }
    found.verdict = FPM_KEEP;
    found.moved = 0;
    found.cost = 0;
    return fpm__balance_done(info, &found, status);
}

#endif /* FPM__IMPLEMENTED */
#endif /* FPM_IMPLEMENTATION */

/* ---- >>changes ------------------------------------------------------------------------------- */
/*
   What is new in 0.5.0, which asks callers for the following edits:
   - Statuses: FPM_VIOLATED, FPM_STALLED and FPM_EVALUATION_LIMIT are FPM_E_VIOLATED, FPM_E_STALLED
     and FPM_E_EVALUATION_LIMIT, below 0: `status < 0` is right for every call.  Most values are new,
     and leave no gaps: compile callers anew, and renew numbers in other languages.
   - Records: info.argument and info.reason say which argument is at fault and why.
   - Points and models:
   - fpm_partition: which of several optimal partitions is returned is not specified.  fpm_pareto:
     makespans within 1e-14 of each other count as equal.
   - Chains and pipelines:
   - Items:
   - Rectangles:
   - Tiles:
   - Balance:

   What is new in 0.4.0:
   - fpm_items_assign: pieces that cannot be cut, one owner for each;
   - fpm_partition_interval, fpm_risk: how sure a makespan is, and what to time again;
   - rectangles with short borders (opts.compact), and processors that differ in any order;
   - pipelines over devices with slower memory behind their own (fpm_tier);
   - in fpm_kernels.h: fpmk_costs, what cells and particles cost; fpmk_gain, is a move worth it;
   - fpm_points_pad: for kernels that take less time for a larger size;
   - one record, fpm_info, for all calls; fpm_explain makes a sentence of it;
   - opts.progress in all calls that search: a stopped search returns its best answer;
   - fpm_abi_0_4: who calls a shared library built with another minor version does not link.

   Before 1.0 a new minor version may ask callers to change their source.  0.4.0, whose interface is
   as 1.0 will freeze it, asks this, by compiler message:
   - fpm_rect_info, fpm_matrix_info, fpm_balance_info: fpm_info.  info.point: at.  info.beyond:
     extrapolated.  info.proc: fault (status < 0, FPM_E_VIOLATED) or last (who finishes last), or -1.
   - Rectangles: lmax is load, lower_bound is load_bound (whole grid units); makespan, lower_bound
     and moved are in units of the input, or seconds, always; makespan_bound is lower_bound; part is
     last or fault; probes is iterations; half_total is half_perimeter; thin is min_extent; idle is
     p - busy.  FPM_RECT_HYBRID and FPM_RECT_SPIRAL are gone: FPM_RECT_PEEL.
     fpm_rect_options.p and q are gone: stripes is P.  fpm_rect_check(grid, p, opts, part, info).
   - Tiles: info.arrangement is algorithm, columns is stripes, total is cost, bound is shape_bound,
     sum is area_sum, tried is evaluations; rest is gone.  FPM_MATRIX_CORNERS and FPM_MATRIX_SLICES
     are gone: FPM_MATRIX_AUTO.  fpm_matrix_options.objective, FPM_MATRIX_MAKESPAN, FPM_MATRIX_SUM
     are gone: leave them out.  slack = 0 is 0.001; FPM_EXACT: the least makespan.
   - Options: eps is slack (fpm_options, fpm_matrix_options), min_gain (fpm_balance_options);
     near_to is from.  opts.real is gone: fpm_partition_real takes the array.  who, proof, low,
     high, stage of chains and pipelines are in fpm_chain_outputs and fpm_pipeline_outputs: pass
     one, or NULL, after `begin`.  The fields of fpm_progress have another order.
   - Objects remember their allocator: fpm_points_add, _parse, _free, fpm_model_add, _free,
     fpm_model2d_free, fpmk_points_pool have no argument for it; set points.alloc before all points.
   - fpm_compose(count, sizes, p, procs, opts, points, info): points is an output that the call does
     not read.  fpm_partition_check takes opts.  The parameter that names an entry at fault is `at`.
   - max and room: FPM_NOTHING (-1) is nothing at all, 0 no limit as before; see fpm_capacity.
   - fpm_balance shows n, p, d (const), steps, moves, moved and bytes; fpm_balance_points reads
     points, fpm_balance_model models; add up info.failed.  fpm_balance_format and _parse are gone:
     keep fpm_points_format of fpm_balance_points, and give models of them to fpm_balance_init.
     opts.unit_cost, move_cost: call fpm_balance_cost.  opts.max_work: 0 is 1e8 a call.
   - fpm_partition_identical, fpm_batch: fpm_partition with the model in all procs, or fpm_compose.
     fpm_stat, fpm_stat_add, fpm_stat_done, FPM_MEDIAN, FPM_MEAN: fpmk_stat and so on.
   - Chains: FPM_CHAIN_DIRECT, _BISECTION, _NICOL, _EXACT and opts.method are gone: drop the line.
     Of several optimal partitions others come out, see >>chain.  fpm_chain_go_on: see chain_mpi.c.
*/

/* ---- >>license ------------------------------------------------------------------------------- */
/*
fpm.h is available under two licences: choose whichever you prefer.

ALTERNATIVE A - MIT License

Copyright (c) 2026 the fpm.h authors

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute,
sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial
portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES
OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

ALTERNATIVE B - Public Domain: the Unlicense, https://unlicense.org, in full in the file LICENSE.
*/
