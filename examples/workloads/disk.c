/* disk.c - memory that really ends: a dense linear system by Jacobi's method on two threads, each
   of which may hold some rows of the matrix only.  What a thread is given beyond these is read from
   a file, in each sweep anew.  So a thread's speed falls many times where its memory ends, as in
   HeteroPar 2010 and PaCT 2011, whose nodes page.

      cc -O2 -I. examples/workloads/disk.c -o disk -lm -lpthread && ./disk [WORD...]

      n=N            unknowns, a multiple of 512 (2048)
      sweeps=K       of each method (24)
      memory=A,B     rows that the threads hold (300,1500): thread 0 the first ones of the matrix,
                     thread 1 the last ones
      method=WORD    even, constant, dfpa, numerical or default; without it all in turn
      folder=PATH    for the file, which is deleted at once (.)

   Shares change between sweeps as fpm_balance_step says.  No row has to move: what a thread does
   not hold lies in the file, for both.  Each method must compute the bits of even shares, and its
   error must shrink as the theory says.  The file is read past the page cache, by O_DIRECT, where
   the file system can do this; else its pages are given back after each row. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* O_DIRECT, pread */
#endif
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#define FPMK_STATIC
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h"
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORKERS = 2, METHODS = 5, EVEN = 4, SHOWN = 8, ALIGNED = 4096 };

static const char *const methods[METHODS] = {"default", "constant", "dfpa", "numerical", "even"};

typedef struct setup {
    int64_t n, memory[WORKERS];
    int sweeps, method; /* method: -1: all */
    const char *folder;
} setup;

typedef struct linear_system {
    int64_t n;
    int file, direct;      /* direct: reads pass the page cache */
    double *held[WORKERS]; /* rows in memory: those before `first`, those from `last` on */
    int64_t first, last;
    double *right, *x, *next;
} linear_system;

/* A thread's share of a sweep. */
typedef struct worker {
    const linear_system *s;
    int64_t from, count;
    double *row; /* for one row of the file */
} worker;

static int failed(const char *what) {
    fprintf(stderr, "disk: %s\n", what);
    return -1;
}

/* Row i of the matrix, and b_i, the sum of a_ij x_j for x_j = 1 + j mod 7.  Entries are above 0 and
   the diagonal is the sum of the others in its row over 0.9: errors shrink by 0.9 a sweep. */
static double make_row(int64_t n, int64_t i, double *row) {
    double others = 0, right = 0;
    int64_t j;
    for (j = 0; j < n; j++) {
        row[j] = (double)(((i + 11) * (j + 17) + 7919 * j) % 1009 + 1) / 1009;
        if (j != i) others += row[j];
    }
    row[i] = others / 0.9;
    for (j = 0; j < n; j++) right += row[j] * (double)(1 + j % 7);
    return right;
}

/* Memory that reads past the page cache accept. */
static double *aligned(int64_t count) {
    void *block = NULL;
    size_t bytes = (size_t)count * sizeof(double);
    if (bytes == 0) bytes = 1;
    if (posix_memalign(&block, ALIGNED, bytes) != 0) return NULL;
    return (double *)block;
}

static int write_row(int file, const double *row, size_t bytes) {
    const char *from = (const char *)row;
    while (bytes > 0) {
        ssize_t done = write(file, from, bytes);
        if (done <= 0) return -1;
        from += done;
        bytes -= (size_t)done;
    }
    return 0;
}

/* One row of the file. */
static int read_row(const linear_system *s, int64_t i, double *row) {
    size_t bytes = (size_t)s->n * sizeof *row;
    off_t at = (off_t)((size_t)i * bytes);
    if (pread(s->file, row, bytes, at) != (ssize_t)bytes) return -1;
#ifdef POSIX_FADV_DONTNEED
    if (!s->direct) posix_fadvise(s->file, at, (off_t)bytes, POSIX_FADV_DONTNEED);
#endif
    return 0;
}

/* Open the file again for reads, past the page cache if possible: one row is tried. */
static void open_file(linear_system *s, const char *name, double *row) {
    s->direct = 0;
#ifdef O_DIRECT
    s->file = open(name, O_RDONLY | O_DIRECT);
    s->direct = s->file >= 0 && read_row(s, 0, row) == 0;
    if (s->direct) return;
    if (s->file >= 0) close(s->file);
#endif
    s->file = open(name, O_RDONLY);
    if (s->file < 0 || read_row(s, 0, row) < 0) s->file = -1;
}

/* The matrix goes to the file row by row; what the threads hold stays in memory as well. */
static int make_system(const setup *w, linear_system *s) {
    char name[4096];
    size_t bytes = (size_t)w->n * sizeof(double);
    double *row = aligned(w->n);
    int64_t i;
    int file, bad = 0;
    memset(s, 0, sizeof *s);
    s->n = w->n;
    s->file = -1;
    s->first = w->memory[0] < w->n ? w->memory[0] : w->n;
    s->last = w->n - (w->memory[1] < w->n ? w->memory[1] : w->n);
    s->held[0] = aligned(s->first * w->n);
    s->held[1] = aligned((w->n - s->last) * w->n);
    s->right = aligned(w->n);
    s->x = aligned(w->n);
    s->next = aligned(w->n);
    if (!row || !s->held[0] || !s->held[1] || !s->right || !s->x || !s->next) {
        free(row);
        return failed("out of memory");
    }
    snprintf(name, sizeof name, "%s/fpm-disk-%ld", w->folder, (long)getpid());
    file = open(name, O_WRONLY | O_CREAT | O_EXCL, 0600);
    for (i = 0; i < w->n; i++) {
        if (file < 0 || bad) break;
        s->right[i] = make_row(w->n, i, row);
        if (i < s->first) memcpy(s->held[0] + i * w->n, row, bytes);
        if (i >= s->last) memcpy(s->held[1] + (i - s->last) * w->n, row, bytes);
        bad = write_row(file, row, bytes);
    }
    if (file >= 0) {
        if (fsync(file) < 0 || close(file) < 0) bad = 1;
        if (!bad) open_file(s, name, row);
        unlink(name);
    }
    free(row);
    return s->file < 0 ? failed("no file of the matrix can be made: see folder=PATH") : 0;
}

static void free_system(linear_system *s) {
    int i;
    for (i = 0; i < WORKERS; i++) free(s->held[i]);
    free(s->right);
    free(s->x);
    free(s->next);
    if (s->file >= 0) close(s->file);
}

/* Row i, from the memory of the thread with this number or from the file; NULL: unreadable. */
static const double *get_row(const worker *w, int number, int64_t i) {
    const linear_system *s = w->s;
    if (number == 0 && i < s->first) return s->held[0] + i * s->n;
    if (number == 1 && i >= s->last) return s->held[1] + (i - s->last) * s->n;
    return read_row(s, i, w->row) < 0 ? NULL : w->row;
}

static int sweep(const worker *w, int number) {
    const linear_system *s = w->s;
    int64_t i, j;
    for (i = w->from; i < w->from + w->count; i++) {
        const double *row = get_row(w, number, i);
        double sum = 0;
        if (!row) return 1;
        for (j = 0; j < s->n; j++) sum += row[j] * s->x[j];
        s->next[i] = s->x[i] + (s->right[i] - sum) / row[i];
    }
    return 0;
}

static int sweep_first(void *context) { return sweep((const worker *)context, 0); }
static int sweep_second(void *context) { return sweep((const worker *)context, 1); }

/* One sweep by both: seconds of each thread's own work, and of the sweep; below 0: it failed. */
static double run_sweep(linear_system *s, worker *w, const int64_t *d, double *seconds) {
    fpmk_task task[WORKERS] = FPM_ZERO;
    double *swapped = s->x;
    int i;
    for (i = 0; i < WORKERS; i++) {
        w[i].from = i ? d[0] : 0;
        w[i].count = d[i];
        task[i].context = &w[i];
        task[i].core = fpmk_core(i);
    }
    if (d[0]) task[0].run = sweep_first;
    if (d[1]) task[1].run = sweep_second;
    if (fpmk_run_group(WORKERS, task) < 0) return -1;
    for (i = 0; i < WORKERS; i++) {
        seconds[i] = task[i].finished - task[i].started;
        if (!(seconds[i] > 1e-9)) seconds[i] = 1e-9;
    }
    s->x = s->next;
    s->next = swapped;
    return task[0].finished > task[1].finished ? task[0].finished : task[1].finished;
}

typedef struct outcome {
    double all, last; /* seconds of all sweeps, and of the last one */
    int moves;
    int64_t share; /* of thread 0 in the last sweep */
} outcome;

/* All sweeps by one method, from x = 0; the first shares of thread 0 are printed. */
static int run_method(const setup *w, linear_system *s, worker *threads, int method, outcome *o) {
    fpm_balance_options opts = FPM_ZERO;
    fpm_balance b;
    fpm_info info = FPM_ZERO;
    int64_t d[WORKERS];
    double seconds[WORKERS];
    int k, status;
    memset(o, 0, sizeof *o);
    memset(s->x, 0, (size_t)s->n * sizeof *s->x);
    if (method != EVEN) opts.method = method;
    if (opts.method == FPM_BALANCE_DEFAULT) opts.iterations = w->sweeps;
    status = fpm_balance_init(&b, s->n, WORKERS, NULL, 0, 0, &opts, d, &info);
    printf("%-9s", methods[method]);
    for (k = 0; k < w->sweeps && status >= 0; k++) {
        o->share = d[0];
        o->last = run_sweep(s, threads, d, seconds);
        if (o->last < 0) break;
        o->all += o->last;
        if (k < SHOWN) printf(" %5d", (int)d[0]);
        if (method != EVEN) status = fpm_balance_step(&b, seconds, d, &info);
    }
    o->moves = (int)b.moves;
    fpm_balance_free(&b);
    if (k < w->sweeps) putchar('\n');
    if (status < 0) return failed(fpm_status_str(status));
    return k < w->sweeps ? failed("a row cannot be read, or a thread not be started") : 0;
}

/* The largest error of x: at most 7 x 0.9^sweeps, as the first one is 7 and sweeps shrink it. */
static int error_ok(const setup *w, const double *x) {
    double most = 0;
    int64_t j;
    for (j = 0; j < w->n; j++) most = fmax(most, fabs(x[j] - (double)(1 + j % 7)));
    return most <= 7 * pow(0.9, w->sweeps) + 1e-9;
}

static int run_all(const setup *w, linear_system *s, worker *threads, double *even_x) {
    static const int order[METHODS] = {EVEN, FPM_BALANCE_CONSTANT, FPM_BALANCE_DFPA,
                                       FPM_BALANCE_NUMERICAL, FPM_BALANCE_DEFAULT};
    outcome even = FPM_ZERO, o;
    size_t bytes = (size_t)w->n * sizeof(double);
    int k;
    printf("%d unknowns, %d sweeps; threads hold %d and %d rows, others are read %s\n", (int)w->n,
           w->sweeps, (int)w->memory[0], (int)w->memory[1],
           s->direct ? "past the page cache" : "from the file");
    printf("%-9s%-*s  all ms  last ms  moves  times as fast as even\n", "method",
           6 * (w->sweeps < SHOWN ? w->sweeps : SHOWN), " rows of thread 0");
    for (k = 0; k < METHODS; k++) {
        int method = order[k];
        if (method != EVEN && w->method >= 0 && w->method != method) continue;
        if (run_method(w, s, threads, method, &o) < 0) return -1;
        if (method == EVEN) {
            even = o;
            memcpy(even_x, s->x, bytes);
        }
        printf("  %6.1f  %7.2f  %5d  %6.2f\n", 1e3 * o.all, 1e3 * o.last, o.moves,
               even.all / o.all);
        if (memcmp(even_x, s->x, bytes) != 0) return failed("not the bits of even shares");
        if (!error_ok(w, s->x)) return failed("the error does not shrink");
    }
    puts("the same bits by all");
    return 0;
}

static int parse(int argc, char **argv, setup *w) {
    int i, k, a, b, good = 1;
    for (i = 1; i < argc; i++) {
        const char *word = argv[i];
        int n = 0;
        if (sscanf(word, "n=%d", &n) == 1) w->n = n;
        else if (sscanf(word, "sweeps=%d", &n) == 1) w->sweeps = n;
        else if (strncmp(word, "folder=", 7) == 0) w->folder = word + 7;
        else if (sscanf(word, "memory=%d,%d", &a, &b) == 2) {
            w->memory[0] = a;
            w->memory[1] = b;
        } else if (strncmp(word, "method=", 7) == 0) {
            for (k = 0; k < METHODS; k++)
                if (strcmp(word + 7, methods[k]) == 0) w->method = k;
            good = good && w->method >= 0;
        } else good = 0;
    }
    return good && w->n >= 512 && w->n <= 32768 && w->n % 512 == 0 && w->sweeps >= 1 &&
           w->sweeps <= 100000 && w->memory[0] >= 0 && w->memory[1] >= 0;
}

int main(int argc, char **argv) {
    setup w = {2048, {300, 1500}, 24, -1, "."};
    linear_system s;
    worker threads[WORKERS] = FPM_ZERO;
    double *even_x = NULL;
    int i, status;
    if (!parse(argc, argv, &w)) {
        fputs("disk: bad argument; the top of disk.c lists them\n", stderr);
        return 2;
    }
    status = make_system(&w, &s);
    even_x = aligned(w.n);
    for (i = 0; i < WORKERS; i++) {
        threads[i].s = &s;
        threads[i].row = aligned(w.n);
        if (!threads[i].row || !even_x) status = failed("out of memory");
    }
    if (status == 0) status = run_all(&w, &s, threads, even_x);
    for (i = 0; i < WORKERS; i++) free(threads[i].row);
    free(even_x);
    free_system(&s);
    return status < 0;
}
