/* fft2d.c - a two-dimensional Fourier transform by two unequal workers: each transforms its rows,
   the matrix is transposed, each transforms its rows again.  The unit of work is a row, and shares
   sum to the number of rows.  The workers are timed together at some numbers of rows; from these
   times three partitions are made: even, by one constant speed each, and by HPOPTA.

      cc -O2 -I. examples/workloads/fft2d.c -o fft2d -lm -lpthread
      ./fft2d [ROWS [SLOW [MB [OVERLAP]]]]

   ROWS is a power of two from 16 on (512).  The second worker transforms each row SLOW times (3).
   With MB above 0 (0) the second worker has a memory of its own, as a GPU has, behind a link of so
   many megabytes per second, which is imitated: a copy is made at once and counts as there when
   the link would have brought it.  With OVERLAP 0 (0) rows are brought before the work and
   fetched after it; with 1 the link brings and fetches blocks of rows while the worker transforms
   others.  Transfers are timed alone and make the link of a fourth partition, which knows of
   OVERLAP too; the other three ignore transfers. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#define FPMK_STATIC
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORKERS = 2, SIZES = 15, RUNS = 5, WAYS = 4, BLOCKS = 16 };

typedef struct number {
    double re, im;
} number;

static int length;    /* of a row; there are as many rows */
static number *roots; /* exp(-2 pi i k / length) for k < length / 2 */

typedef struct worker {
    number *rows; /* its own; the first of them */
    int64_t count;
    int times;          /* that it transforms each row */
    double bytes_per_s; /* of its link; 0: it works in place */
    int overlap;        /* transfers run beside the work */
    number *own;        /* its memory behind the link, for all rows */
    double link_free;   /* when the link has done all that it was told, by fpmk_now */
    number *spare;      /* a row */
} worker;

/* The transform of a row in place: bit reversal, then butterflies of 2, 4, .. numbers. */
static void transform(number *row) {
    int i, j = 0, half, k;
    for (i = 1; i < length; i++) {
        int bit = length >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) {
            number swapped = row[i];
            row[i] = row[j];
            row[j] = swapped;
        }
    }
    for (half = 1; half < length; half *= 2)
        for (i = 0; i < length; i += 2 * half)
            for (k = 0; k < half; k++) {
                number root = roots[k * (length / (2 * half))];
                number *a = &row[i + k], *b = &row[i + k + half];
                double re = b->re * root.re - b->im * root.im;
                double im = b->re * root.im + b->im * root.re;
                b->re = a->re - re;
                b->im = a->im - im;
                a->re += re;
                a->im += im;
            }
}

/* What a worker does: count rows.  What is measured is the same function. */
static void transform_some(const worker *w, number *rows, int64_t count) {
    size_t bytes = (size_t)length * sizeof(number);
    int64_t r;
    int k;
    for (r = 0; r < count; r++) {
        for (k = 1; k < w->times; k++) {
            memcpy(w->spare, rows + r * length, bytes);
            transform(w->spare);
        }
        transform(rows + r * length);
    }
}

static int transform_rows(void *context) {
    const worker *w = (const worker *)context;
    transform_some(w, w->rows, w->count);
    return 0;
}

/* Tell the link to bring rows to the worker's memory, or to fetch them; returns when it will have
   done so.  It does one thing after the other. */
static double tell_link(worker *w, int64_t first, int64_t count, int back) {
    size_t bytes = (size_t)count * (size_t)length * sizeof(number);
    number *here = w->rows + first * length, *there = w->own + first * length;
    if (back) memcpy(here, there, bytes);
    else memcpy(there, here, bytes);
    w->link_free = fmax(w->link_free, fpmk_now()) + (double)bytes / w->bytes_per_s;
    return w->link_free;
}

static void wait_until(double then) {
    while (fpmk_now() < then) continue;
}

/* Transfers alone, which are measured as the link. */
static int transfer_rows(void *context) {
    worker *w = (worker *)context;
    wait_until(tell_link(w, 0, w->count, 0));
    wait_until(tell_link(w, 0, w->count, 1));
    return 0;
}

/* A worker behind a link: there, work, and back. */
static int transform_there(void *context) {
    worker *w = (worker *)context;
    wait_until(tell_link(w, 0, w->count, 0));
    transform_some(w, w->own, w->count);
    wait_until(tell_link(w, 0, w->count, 1));
    return 0;
}

/* The same in blocks: the link brings later ones while the worker transforms this one, and fetches
   earlier ones. */
static int transform_beside(void *context) {
    worker *w = (worker *)context;
    double there[BLOCKS];
    int block;
    for (block = 0; block < BLOCKS; block++) {
        int64_t begin = w->count * block / BLOCKS, end = w->count * (block + 1) / BLOCKS;
        there[block] = tell_link(w, begin, end - begin, 0);
    }
    for (block = 0; block < BLOCKS; block++) {
        int64_t begin = w->count * block / BLOCKS, end = w->count * (block + 1) / BLOCKS;
        wait_until(there[block]);
        transform_some(w, w->own + begin * length, end - begin);
        tell_link(w, begin, end - begin, 1);
    }
    wait_until(w->link_free);
    return 0;
}

/* How a worker does its rows. */
static int (*work_of(const worker *w))(void *) {
    if (w->bytes_per_s == 0) return transform_rows;
    return w->overlap ? transform_beside : transform_there;
}

/* A measured function runs many times: it transforms zeros, which stay zeros. */
static int measure(worker *w, fpm_points *points, fpm_points *link) {
    int (*run[WORKERS])(void *) = {transform_rows, transform_rows};
    void *context[WORKERS] = {&w[0], &w[1]};
    fpmk_options options = FPM_ZERO;
    fpm_point now[WORKERS];
    int64_t rows[WORKERS];
    int i, k;
    options.max_seconds = 0.3;
    for (k = 1; k <= SIZES; k++) { /* together always all rows, as in the runs below */
        rows[0] = (int64_t)length * k / (SIZES + 1);
        rows[1] = length - rows[0];
        for (i = 0; i < WORKERS; i++) w[i].count = rows[i];
        w[1].rows = w[0].rows + rows[0] * length;
        if (fpmk_measure_calls(WORKERS, run, context, rows, &options, now, NULL) < 0) return -1;
        for (i = 0; i < WORKERS; i++)
            if (fpm_points_add(&points[i], &now[i]) < 0) return -1;
        if (w[1].bytes_per_s == 0) continue;
        if (fpmk_measure_call(transfer_rows, &w[1], rows[1], &options, now, NULL) < 0) return -1;
        if (fpm_points_add(link, now) < 0) return -1;
    }
    for (i = 0; i < WORKERS; i++)
        if (fpm_points_sort(&points[i], NULL) < 0) return -1;
    return link->count ? fpm_points_sort(link, NULL) : 0;
}

/* The partitions; seconds: what HPOPTA foretells for one half of the work. */
static int partition(const fpm_points *points, const fpm_points *link, int overlap,
                     int64_t d[WAYS][WORKERS], double *seconds) {
    fpm_model measured[WORKERS] = FPM_ZERO, constant[WORKERS] = FPM_ZERO, moved = FPM_ZERO;
    fpm_proc rough[WORKERS] = FPM_ZERO, plain[WORKERS] = FPM_ZERO;
    fpm_model_options at_even = FPM_ZERO;
    fpm_options proportional = FPM_ZERO, hpopta = FPM_ZERO;
    fpm_info info = FPM_ZERO;
    int i, status = FPM_OK;
    at_even.at = length / WORKERS;
    for (i = 0; i < WORKERS; i++) {
        fpm_model_from_points(&measured[i], FPM_DISCRETE, &points[i], NULL, NULL);
        fpm_model_from_points(&constant[i], FPM_CONSTANT, &points[i], &at_even, NULL);
        rough[i].model = &measured[i];
        plain[i].model = &constant[i];
        d[0][i] = length / WORKERS;
    }
    proportional.algorithm = FPM_PROPORTIONAL;
    hpopta.algorithm = FPM_HPOPTA;
    status = fpm_partition(length, WORKERS, plain, &proportional, d[1], &info);
    if (status >= 0) status = fpm_partition(length, WORKERS, rough, &hpopta, d[2], &info);
    *seconds = info.makespan;
    if (status >= 0 && link->count > 0) {
        status = fpm_model_from_points(&moved, FPM_PIECEWISE, link, NULL, NULL);
        rough[1].link = &moved;
        rough[1].overlap = overlap;
        if (status >= 0) status = fpm_partition(length, WORKERS, rough, NULL, d[3], &info);
        fpm_model_free(&moved);
    }
    if (status < 0) fprintf(stderr, "fft2d: %s\n", fpm_status_str(status));
    for (i = 0; i < WORKERS; i++) {
        fpm_model_free(&measured[i]);
        fpm_model_free(&constant[i]);
    }
    return status;
}

static void transpose(number *a) {
    int i, j;
    for (i = 0; i < length; i++)
        for (j = 0; j < i; j++) {
            number swapped = a[i * length + j];
            a[i * length + j] = a[j * length + i];
            a[j * length + i] = swapped;
        }
}

/* The whole transform with these shares: seconds of the workers' own halves, -1: a failure. */
static double run(worker *w, number *a, const int64_t *d) {
    double seconds = 0;
    int half, i;
    for (half = 0; half < 2; half++) {
        fpmk_task task[WORKERS] = FPM_ZERO;
        for (i = 0; i < WORKERS; i++) {
            w[i].rows = a + (i ? d[0] : 0) * length;
            w[i].count = d[i];
            task[i].run = d[i] > 0 ? work_of(&w[i]) : NULL;
            task[i].context = &w[i];
            task[i].core = fpmk_core(i);
        }
        if (fpmk_run_group(WORKERS, task) < 0) return -1;
        seconds += fmax(task[0].finished, task[1].finished);
        transpose(a);
    }
    return seconds;
}

static void fill(number *a) {
    int i;
    for (i = 0; i < length * length; i++) {
        a[i].re = (i % 1009 * 7919 % 1000) / 1000.0;
        a[i].im = 0;
    }
}

/* Each way RUNS times in turn, compared with what one worker alone computes, bit by bit. */
static int compare(worker *w, number *a, number *alone, int64_t d[WAYS][WORKERS]) {
    static const char *const name[WAYS] = {"even", "constant", "hpopta", "with link"};
    double best[WAYS] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
    int ways = w[1].bytes_per_s > 0 ? WAYS : WAYS - 1;
    size_t bytes = (size_t)length * (size_t)length * sizeof(number);
    int64_t all[WORKERS] = {length, 0};
    int k, way;
    fill(alone);
    if (run(w, alone, all) < 0) return -1;
    for (k = 0; k < RUNS; k++)
        for (way = 0; way < ways; way++) {
            double seconds;
            fill(a);
            seconds = run(w, a, d[way]);
            if (seconds < 0 || memcmp(a, alone, bytes) != 0) {
                printf("%s: not what one worker computes\n", name[way]);
                return -1;
            }
            best[way] = fmin(best[way], seconds);
        }
    for (way = 0; way < ways; way++)
        printf("%-9s %5d + %5d rows  %.5f s  %.2f times the speed of even rows\n", name[way],
               (int)d[way][0], (int)d[way][1], best[way], best[0] / best[way]);
    return 0;
}

int main(int argc, char **argv) {
    worker w[WORKERS] = FPM_ZERO;
    fpm_points points[WORKERS] = FPM_ZERO, link = FPM_ZERO;
    int64_t d[WAYS][WORKERS];
    number *a, *alone, *spare, *own;
    double seconds = 0;
    int i, status;
    length = argc > 1 ? atoi(argv[1]) : 512;
    w[0].times = 1;
    w[1].times = argc > 2 ? atoi(argv[2]) : 3;
    w[1].bytes_per_s = 1e6 * (argc > 3 ? atof(argv[3]) : 0);
    w[1].overlap = argc > 4 ? atoi(argv[4]) : 0;
    if (length < 16 || length > 8192 || (length & (length - 1)) || w[1].times < 1 ||
        !(w[1].bytes_per_s >= 0) || w[1].overlap < 0 || w[1].overlap > 1) {
        fputs("usage: fft2d [ROWS [SLOW [MB [OVERLAP]]]], ROWS 16, 32, .. 8192, SLOW from 1 on\n",
              stderr);
        return 2;
    }
    a = (number *)calloc((size_t)length * (size_t)length, sizeof *a);
    alone = (number *)calloc((size_t)length * (size_t)length, sizeof *alone);
    roots = (number *)calloc((size_t)length / 2, sizeof *roots);
    spare = (number *)calloc((size_t)length * WORKERS, sizeof *spare);
    own = (number *)calloc((size_t)length * (size_t)length, sizeof *own);
    if (!a || !alone || !roots || !spare || !own) return 1;
    w[1].own = own;
    for (i = 0; i < length / 2; i++) {
        roots[i].re = cos(6.283185307179586 * i / length);
        roots[i].im = -sin(6.283185307179586 * i / length);
    }
    w[0].rows = a;
    for (i = 0; i < WORKERS; i++) w[i].spare = spare + i * length;
    status = measure(w, points, &link);
    if (status >= 0) status = partition(points, &link, w[1].overlap, d, &seconds);
    if (status >= 0) {
        printf("%d rows of %d numbers, %d sizes measured; half of the work by hpopta: %.5f s\n",
               length, length, SIZES, seconds);
        status = compare(w, a, alone, d);
    }
    for (i = 0; i < WORKERS; i++) fpm_points_free(&points[i]);
    fpm_points_free(&link);
    free(own);
    free(spare);
    free(roots);
    free(alone);
    free(a);
    return status < 0;
}
