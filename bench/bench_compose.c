/* Groups of processors at every size at once, and many equal processors. */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"

/* p discrete models of m sizes 1 .. m: a constant speed times 1 to 1 + noise. */
typedef struct crowd {
    int p;
    int64_t m, *size;
    double *seconds;
    fpm_model *model;
    fpm_proc *procs;
} crowd;

static crowd crowd_make(int p, int64_t m, double noise) {
    crowd c;
    int64_t j;
    int i;
    c.p = p;
    c.m = m;
    c.size = (int64_t *)need((size_t)m, sizeof(int64_t));
    c.seconds = (double *)need((size_t)p * (size_t)m, sizeof(double));
    c.model = (fpm_model *)need((size_t)p, sizeof(fpm_model));
    c.procs = (fpm_proc *)need((size_t)p, sizeof(fpm_proc));
    for (j = 0; j < m; j++) c.size[j] = j + 1;
    for (i = 0; i < p; i++) {
        double *t = c.seconds + i * m, speed = bench_between(10, 100);
        for (j = 0; j < m; j++) t[j] = (double)(j + 1) / speed * (1 + noise * bench_random());
        if (fpm_model_init(&c.model[i], FPM_DISCRETE, m, c.size, t, &bench_borrowed, NULL) < 0)
            exit(1);
        c.procs[i].model = &c.model[i];
    }
    return c;
}

static void crowd_free(crowd *c) {
    free(c->size), free(c->seconds), free(c->model), free(c->procs);
}

/* The textbook's program over processors and sizes: seconds it took, and whether the points say the
   same. */
static double plain(const crowd *c, const fpm_points *points, int *same) {
    int64_t n = c->p * c->m, top = 0, w, j;
    double *best = (double *)need((size_t)n + 1, sizeof(double)), *swap, started = bench_now();
    double *next = (double *)need((size_t)n + 1, sizeof(double)), took;
    int i;
    for (w = 1; w <= n; w++) best[w] = FPM_TIME_MAX;
    for (i = 0; i < c->p; i++) {
        memcpy(next, best, ((size_t)n + 1) * sizeof *best);
        for (j = 0; j < c->m; j++) {
            double t = c->seconds[i * c->m + j];
            for (w = 0; w <= top; w++) {
                double worst = best[w] > t ? best[w] : t;
                if (worst < next[w + j + 1]) next[w + j + 1] = worst;
            }
        }
        top += c->m;
        swap = best, best = next, next = swap;
    }
    took = bench_now() - started;
    *same = points->count == n;
    for (w = 0; w < points->count; w++)
        *same &= !(best[points->size[w]] < points->seconds[w]) &&
                 !(best[points->size[w]] > points->seconds[w]);
    free(best), free(next);
    return took;
}

static void compose_row(int p, double noise) {
    crowd c = crowd_make(p, 1000, noise);
    fpm_points points = FPM_ZERO;
    fpm_info info;
    double took[3], mine, theirs;
    int rep, same;
    for (rep = 0; rep < 3; rep++) {
        double started;
        fpm_points_free(&points);
        started = bench_now();
        if (fpm_compose(p, c.procs, p * c.m, NULL, NULL, &points, &info) < 0) exit(1);
        took[rep] = bench_now() - started;
    }
    mine = bench_median(took, 3);
    printf("%6d  1000  %4.0f %% %9lld %9.4f s %7.1f MB", p, 100 * noise, (long long)points.count,
           mine, (double)info.bytes / 1e6);
    if (p <= 64) {
        theirs = plain(&c, &points, &same);
        printf(" %9.4f s %6.1f x  %s", theirs, theirs / mine, same ? "same" : "DIFFERENT");
    }
    printf("\n");
    fpm_points_free(&points);
    crowd_free(&c);
}

static void compose(void) {
    static const int procs[] = {16, 64, 256, 1024, 4096};
    int i, noise;
    printf(
        "\n# fpm_compose: the optimal makespan of p processors of m sizes at every size, and the "
        "plain\n# dynamic program over processors and sizes\n");
    printf("     p     m   noise    values   fpm_compose    memory      plain   ratio  values\n");
    for (noise = 0; noise < 2; noise++)
        for (i = 0; i < 5; i++) compose_row(procs[i], noise ? 3 : 0.3);
}

static void identical(void) {
    static const int counts[] = {32, 256, 2048, 100000};
    enum { M = 1000, REPS = 21 };
    crowd c = crowd_make(1, M, 3);
    fpm_proc *same = (fpm_proc *)malloc(100000 * sizeof *same);
    int64_t *d = (int64_t *)malloc(100000 * sizeof *d);
    int i, rep;
    if (!same || !d) exit(1);
    for (i = 0; i < 100000; i++) same[i] = c.procs[0];
    printf("\n# fpm_partition of equal processors: %d sizes, about a third of the largest each; "
           "median and\n# longest\n#     processors     median    longest    memory  thresholds\n",
           M);
    for (i = 0; i < 4; i++) {
        fpm_info info;
        int64_t thresholds = 0;
        double took[REPS];
        for (rep = 0; rep < REPS; rep++) {
            int64_t n = (int64_t)((double)counts[i] * bench_between(0.2, 0.5) * M) + 1;
            double started = bench_now();
            if (fpm_partition(n, counts[i], same, NULL, d, &info) != FPM_OK) exit(1);
            took[rep] = bench_now() - started;
            thresholds = info.evaluations > thresholds ? info.evaluations : thresholds;
        }
        bench_median(took, REPS);
        printf("%16d %7.2f ms %7.2f ms %6.1f MB %11lld\n", counts[i], 1e3 * took[REPS / 2],
               1e3 * took[REPS - 1], (double)info.bytes / 1e6, (long long)thresholds);
    }
    free(same), free(d);
    crowd_free(&c);
}

int main(void) {
    bench_head("bench_compose");
    compose();
    identical();
    return 0;
}
