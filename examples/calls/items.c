/* Test files over the machines of a CI: the time of each file is known from the last run, no file
   can be cut, and the slowest machine decides.  Then a new file comes, one machine is twice as fast
   as the others, and at most 120 s of files may change their machine, as caches stay warm that way.
      cc -O2 -I. examples/calls/items.c -o items -lm */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>

enum { FILES = 12, MACHINES = 3 };

static const char *const name[FILES] = {"auth",  "cart",  "search", "pay",   "mail",  "admin",
                                        "image", "video", "login",  "index", "audit", "export"};

static void show(const int64_t *seconds, const int *owner, int files, const fpm_info *info) {
    int m, i;
    for (m = 0; m < MACHINES; m++) {
        int sum = 0;
        printf("   machine %d:", m);
        for (i = 0; i < files; i++)
            if (owner[i] == m) {
                printf(" %s", name[i]);
                sum += (int)seconds[i];
            }
        printf(" (%d s of work)\n", sum);
    }
    printf("   done after %g s, no assignment before %g s (%s), moved %g s\n", info->makespan,
           info->lower_bound, fpm_status_str(info->status), info->moved);
}

int main(void) {
    const int64_t seconds[FILES] = {95, 40, 120, 61, 33, 47, 155, 210, 18, 74, 29, 80};
    const double speed[MACHINES] = {1, 1, 2};
    int owner[FILES];
    fpm_items_options opts = FPM_ZERO;
    fpm_info info;

    printf("11 files on 3 equal machines\n");
    if (fpm_items_assign(FILES - 1, seconds, MACHINES, NULL, owner, NULL, &info) < 0) return 1;
    show(seconds, owner, FILES - 1, &info);

    printf("a file more, machine 2 twice as fast, anything may move\n");
    owner[FILES - 1] = -1; /* it is nowhere yet */
    opts.speed = speed;
    opts.from = owner;
    {
        int next[FILES];
        if (fpm_items_assign(FILES, seconds, MACHINES, &opts, next, NULL, &info) < 0) return 1;
        show(seconds, next, FILES, &info);
    }

    printf("... and at most 120 s of files\n");
    opts.max_moved = 120;
    {
        int next[FILES];
        if (fpm_items_assign(FILES, seconds, MACHINES, &opts, next, NULL, &info) < 0) return 1;
        show(seconds, next, FILES, &info);
        if (fpm_items_check(FILES, seconds, MACHINES, &opts, next, NULL, &info) != FPM_OK) return 1;
    }
    return 0;
}
