/* Transfers beside work: how much longer shares take that ignore them, and what a call costs. */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"

enum { LARGEST = 64, POINTS_OF = 20, ROUNDS = 200, EVEN = 30000 };

/* p processors of random shapes; each odd one has a link of latency and bandwidth. */
typedef struct machine {
    int p;
    int64_t size[POINTS_OF];
    double seconds[LARGEST][POINTS_OF], copies[LARGEST][POINTS_OF];
    fpm_model model[LARGEST], link[LARGEST];
    fpm_proc procs[LARGEST];
} machine;

/* part: seconds of transfers over those of the work, at about the even share. */
static void machine_make(machine *m, int p, double part, int overlap) {
    const double range = 1e5;
    int i, j;
    memset(m, 0, sizeof *m);
    m->p = p;
    for (i = 0; i < p; i++) {
        bench_shape shape = bench_shape_random(0, range);
        double work, rate;
        int even = 0;
        bench_points(&shape, range, POINTS_OF, m->size, m->seconds[i]);
        while (even + 1 < POINTS_OF && m->size[even] < EVEN) even++;
        work = m->seconds[i][even];
        rate = part * bench_between(0.5, 1.5) * work / (double)m->size[even];
        for (j = 0; j < POINTS_OF; j++) {
            m->copies[i][j] = 1e-3 * work + rate * (double)m->size[j];
        }
        fpm_model_init(&m->model[i], FPM_AKIMA, POINTS_OF, m->size, m->seconds[i], &bench_borrowed,
                       NULL);
        fpm_model_init(&m->link[i], FPM_PIECEWISE, POINTS_OF, m->size, m->copies[i],
                       &bench_borrowed, NULL);
        m->procs[i].model = &m->model[i];
        if (i % 2 == 0) continue;
        m->procs[i].link = &m->link[i];
        m->procs[i].overlap = overlap;
    }
}

/* The makespan of shares that ignore links over the least, and seconds of both calls. */
static double ignored(const machine *m, int64_t n, double *blind_time, double *time) {
    fpm_proc blind[LARGEST];
    int64_t d[LARGEST];
    fpm_info info;
    double worst, begun;
    int i;
    memcpy(blind, m->procs, sizeof blind);
    for (i = 0; i < m->p; i++) {
        blind[i].link = NULL;
        blind[i].overlap = 0;
    }
    begun = bench_now();
    if (fpm_partition(n, m->p, blind, NULL, d, &info) < 0) exit(1);
    *blind_time = bench_now() - begun;
    if (fpm_partition_check(n, m->p, m->procs, NULL, d, &info) < 0) exit(1);
    worst = info.makespan;
    begun = bench_now();
    if (fpm_partition(n, m->p, m->procs, NULL, d, &info) < 0) exit(1);
    *time = bench_now() - begun;
    return worst / info.makespan;
}

static void row(int p, double part, int overlap) {
    double ratio[ROUNDS], blind[ROUNDS], time[ROUNDS], sum = 0;
    static machine m;
    int k;
    for (k = 0; k < ROUNDS; k++) {
        machine_make(&m, p, part, overlap);
        ratio[k] = ignored(&m, (int64_t)p * EVEN, &blind[k], &time[k]);
        sum += ratio[k];
    }
    printf("%6d  %10.1f  %-8s  %8.3f  ", p, part, overlap ? "beside" : "in turn", sum / ROUNDS);
    printf("%8.3f  ", bench_median(ratio, ROUNDS));
    printf("%8.3f  %9.1f  %9.1f\n", ratio[ROUNDS - 1], 1e6 * bench_median(blind, ROUNDS),
           1e6 * bench_median(time, ROUNDS));
}

int main(void) {
    static const double parts[] = {0.3, 1, 3};
    static const int sizes[] = {2, 8, 64};
    int i, k, overlap;
    bench_head("bench_links");
    putchar(10);
    puts("# Every second processor is behind a link, 20 points each, n = 30000 p: the makespan of\n"
         "# shares that ignore the links over the least one; microseconds of a call, medians of "
         "200\n"
         "#    p  copies:work  copies        mean    median     worst   no links      links");
    for (i = 0; i < 3; i++)
        for (overlap = 0; overlap < 2; overlap++)
            for (k = 0; k < 3; k++) row(sizes[i], parts[k], overlap);
    return 0;
}
