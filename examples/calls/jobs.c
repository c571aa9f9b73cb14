/* Jobs on a GPU and three CPUs, with the seconds of each job on each type of processor; two jobs
   cannot run on the GPU.  Loads are gigabytes here, as the memory of each processor is limited.
   Then jobs come in pairs, a service and its spare, which must not be on one processor; they take
   other times the next day, and few of them move.
      cc -O2 -I. examples/calls/jobs.c -o jobs -lm */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>

enum { JOBS = 10, PROCESSORS = 4, NO = FPM_NOTHING };

static void show(const int *owner, const fpm_info *info, const char *const *of) {
    int j, i;
    for (j = 0; j < PROCESSORS; j++) {
        printf("   %s:", of[j]);
        for (i = 0; i < JOBS; i++)
            if (owner[i] == j) printf(" %c", 'A' + i);
        printf("\n");
    }
    printf("   done after %g s, no assignment before %g s\n", info->makespan, info->lower_bound);
}

int main(void) {
    static const char *const name[PROCESSORS] = {"GPU  ", "CPU 0", "CPU 1", "CPU 2"};
    static const int type[PROCESSORS] = {0, 1, 1, 1};
    static const double seconds[2 * JOBS] = {4,  9,  2,  NO, 7,  3,  NO, 5,  1, 6,   /* on a GPU */
                                             60, 45, 44, 12, 21, 30, 10, 50, 8, 18}; /* on a CPU */
    static const int64_t gigabytes[JOBS] = {16, 8, 20, 4, 12, 16, 2, 10, 4, 6};
    static const int64_t memory[PROCESSORS] = {80, 64, 64, 64};
    static const int64_t minutes[JOBS] = {9, 9, 7, 7, 6, 6, 4, 4, 3, 3};
    static const int64_t later[JOBS] = {9, 9, 7, 7, 8, 8, 4, 4, 3, 3};
    static const int pair[JOBS] = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4};
    fpm_items_types types = FPM_ZERO;
    fpm_items_groups pairs = FPM_ZERO;
    fpm_items_options opts = FPM_ZERO;
    fpm_items_outputs out = FPM_ZERO;
    fpm_info info;
    int owner[JOBS];

    types.count = 2;
    types.seconds = seconds;
    types.type = type;
    opts.types = &types;
    opts.max = memory;
    printf("jobs A to J, D and G not on the GPU\n");
    if (fpm_items_assign(JOBS, gigabytes, PROCESSORS, &opts, owner, NULL, &info) < 0) return 1;
    show(owner, &info, name);

    opts.types = NULL;
    opts.max = NULL;
    pairs.of = pair;
    pairs.most = 1; /* of each pair on a processor; FPM_ITEMS_TOGETHER: both on the same */
    opts.groups = &pairs;
    printf("A and B, C and D, .. apart, all processors equal\n");
    if (fpm_items_assign(JOBS, minutes, PROCESSORS, &opts, owner, NULL, &info) < 0) return 1;
    show(owner, &info, name);

    opts.from = owner; /* may be the array that receives the new owners */
    opts.slack = 0.05; /* a twentieth more time, so that less moves */
    printf("the next day, within 1.05 times the least time found\n");
    if (fpm_items_assign(JOBS, later, PROCESSORS, &opts, owner, &out, &info) < 0) return 1;
    show(owner, &info, name);
    printf("   %g minutes of jobs moved, at least %g must\n", info.moved, (double)out.least_moved);
    opts.from = NULL; /* a check would compare the owners with themselves */
    opts.slack = 0;
    return fpm_items_check(JOBS, later, PROCESSORS, &opts, owner, NULL, &info) != FPM_OK;
}
