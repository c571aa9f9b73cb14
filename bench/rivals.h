/* What bench_rivals.c and bench_rivals_calls.c share: rows that time two functions in turn.
   Include after bench.h. */
#ifndef RIVALS_H
#define RIVALS_H

/* What the answers of fpm.h and of the other program are judged by, the less the better; 0: nothing
   but time. */
static double judged[2];

static void failed(void) {
    fprintf(stderr, "bench: a call failed\n");
    exit(1);
}

/* Processor time, which other programs on the machine lengthen little. */
static double seconds_of(void (*run)(void), int times) {
    clock_t start = clock();
    int k;
    for (k = 0; k < times; k++) run();
    return (double)(clock() - start) / CLOCKS_PER_SEC / times;
}

/* The head of a table: what is asked, what theirs lacks, and what both are judged by. */
static void head(const char *name, const char *lacks, const char *measure) {
    printf("\n# %s.\n# Theirs lacks: %s.\n%-22s %10s %7s %11s %11s %8s  %8s\n", name, lacks, "",
           "n", "p", "fpm.h us", "theirs us", "ratio", measure);
}

/* A row: both in turn, until each has run for 2 ms nine times (a long one once). */
static void row(const char *what, int64_t n, int p, void (*ours)(void), void (*theirs)(void)) {
    void (*run[2])(void);
    double time[2][9], once;
    int times[2], round, k, rounds = 9;
    run[0] = ours;
    run[1] = theirs;
    for (k = 0; k < 2; k++) {
        run[k]();
        once = seconds_of(run[k], 1);
        times[k] = once < 2e-3 ? (int)(2e-3 / (once + 2e-8)) + 1 : 1;
        if (once > 0.2) rounds = 1;
    }
    for (round = 0; round < rounds; round++)
        for (k = 0; k < 2; k++) time[k][round] = seconds_of(run[k], times[k]);
    for (k = 0; k < 2; k++) time[k][0] = bench_median(time[k], rounds);
    printf("%-22s %10lld %7d %11.2f %11.2f %8.2f", what, (long long)n, p, 1e6 * time[0][0],
           1e6 * time[1][0], time[1][0] / time[0][0]);
    if (judged[0] > 0) {
        double worse = judged[1] / judged[0] - 1;
        printf("  %+8.1e\n", fabs(worse) > 1e-12 ? worse : 0);
    } else printf("         -\n");
}

#endif
