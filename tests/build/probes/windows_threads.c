/* The threads of fpm_kernels.h on Windows, by the calls that windows/windows.h imitates: a machine
   of two processor groups, of 3 and of 64 cores, one whose threads run out, and a busy one.
   -Itests/build/probes/windows says where that is; without it this program has no tests. */
#if defined(__has_include) && !defined(_WIN32)
#if __has_include(<windows.h>)
#define HAS_WINDOWS 1
#endif
#endif
#ifndef HAS_WINDOWS
int main(void) { return 77; }
#else
#include <windows.h>

#undef __unix__
#undef __APPLE__
#define _WIN32 1
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#define FPMK_STATIC
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h"

#include "test.h"

static void cores_of_two_groups(void) {
    fpmk_capabilities caps;
    int i;
    for (i = 0; i < 3; i++) CHECK_INT(fpmk_core(i), i);
    for (i = 3; i < 67; i++) CHECK_INT(fpmk_core(i), 64 + i - 3);
    CHECK_INT(fpmk_core(67), -1);
    CHECK_INT(fpmk_core(-1), -1);
    CHECK_INT(fpmk_caps(&caps), FPM_OK);
    CHECK_INT(caps.threads, 1);
    CHECK_INT(caps.affinity, 1);
    CHECK_INT(caps.cores, 67);
    CHECK_STR(caps.clock, "QueryPerformanceCounter");
}

static void memory_is_the_least_of_three(void) {
    int i;
    for (i = 0; i < 3; i++) {
        emulated.memory.ullAvailPhys = i == 0 ? 7000 : 9000;
        emulated.memory.ullAvailPageFile = i == 1 ? 7000 : 9000;
        emulated.memory.ullAvailVirtual = i == 2 ? 7000 : 9000;
        CHECK_SAME(fpmk__memory(), 7000.0);
    }
}

typedef struct seat {
    int first, second, runs;
    WORD group;
    KAFFINITY mask;
} seat;

static int look(void *context) {
    seat *s = (seat *)context;
    s->first = fpmk_core(0);
    s->second = fpmk_core(1);
    s->group = emulated_own.Group;
    s->mask = emulated_own.Mask;
    s->runs++;
    return 0;
}

static int run_on(int core, int threads, seat *s) {
    fpmk_task task[2];
    memset(task, 0, sizeof task);
    memset(s, 0, sizeof *s);
    task[0].core = core;
    task[0].threads = threads;
    task[1].core = core;
    task[1].threads = threads;
    task[0].run = look;
    task[0].context = s;
    return fpmk_run_group(2, task);
}

/* A core of either group; several of one; never some of both, nor one that does not exist. */
static void bound_to_a_group(void) {
    GROUP_AFFINITY before, after;
    seat s;
    GetThreadGroupAffinity(NULL, &before);
    CHECK_INT(run_on(2, 1, &s), FPM_OK);
    CHECK_INT(s.first, 2);
    CHECK_INT(s.second, -1);
    CHECK_INT(s.group, 0);
    CHECK_INT(run_on(127, 1, &s), FPM_OK);
    CHECK_INT(s.first, 127);
    CHECK_INT(s.second, -1);
    CHECK_INT(s.group, 1);
    CHECK(s.mask == (KAFFINITY)1 << 63);
    CHECK_INT(run_on(100, 28, &s), FPM_OK);
    CHECK(s.mask == ~(KAFFINITY)0 << 36);
    CHECK_INT(run_on(-1, 1, &s), FPM_OK);
    CHECK_INT(s.runs, 1);
    CHECK(s.mask == 7);
    CHECK_INT(run_on(1, 3, &s), FPMK_E_CORE); /* 1, 2 and the first of the other group */
    CHECK_INT(run_on(100, 29, &s), FPMK_E_CORE);
    CHECK_INT(run_on(3, 1, &s), FPMK_E_CORE);
    CHECK_INT(run_on(128, 1, &s), FPMK_E_CORE);
    CHECK_INT(s.runs, 0);
    GetThreadGroupAffinity(NULL, &after);
    CHECK_INT(after.Group, before.Group);
    CHECK(after.Mask == before.Mask);
    CHECK_INT(emulated.handles, 0);
}

/* Who may use two cores hands this on to the threads that it starts. */
static void restrictions_are_inherited(void) {
    GROUP_AFFINITY two, all;
    seat s;
    GetThreadGroupAffinity(NULL, &all);
    memset(&two, 0, sizeof two);
    two.Group = 1;
    two.Mask = 0x30;
    REQUIRE(SetThreadGroupAffinity(NULL, &two, NULL));
    CHECK_INT(fpmk_core(0), 68);
    CHECK_INT(fpmk_core(1), 69);
    CHECK_INT(fpmk_core(2), -1);
    CHECK_INT(run_on(-1, 1, &s), FPM_OK);
    CHECK_INT(s.group, 1);
    CHECK(s.mask == 0x30);
    CHECK_INT(run_on(69, 1, &s), FPM_OK);
    CHECK(s.mask == 0x20);
    CHECK_INT(run_on(68, 2, &s), FPM_OK);
    CHECK(s.mask == 0x30);
    CHECK_INT(run_on(0, 1, &s), FPMK_E_CORE);
    CHECK_INT(run_on(69, 2, &s), FPMK_E_CORE);
    REQUIRE(SetThreadGroupAffinity(NULL, &all, NULL));
}

/* No thread is left behind where the k-th cannot be started. */
static void threads_run_out(void) {
    fpmk_task task[5];
    seat s[5];
    int i, k;
    for (k = 0; k < 5; k++) {
        memset(task, 0, sizeof task);
        memset(s, 0, sizeof s);
        for (i = 0; i < 5; i++) {
            task[i].core = -1;
            task[i].run = look;
            task[i].context = &s[i];
        }
        emulated.threads = 0;
        emulated.most = k;
        CHECK_INT(fpmk_run_group(5, task), FPMK_E_THREADS);
        for (i = 0; i < 5; i++) CHECK_INT(s[i].runs, 0);
        CHECK_INT(emulated.handles, 0);
    }
    emulated.most = -1;
}

static int turns(void *context) {
    double end = fpmk_now() + 2e-5;
    while (fpmk_now() < end) {}
    ++*(int64_t *)context;
    return 0;
}

/* All start at one moment, again and again; each is measured. */
static void measured_together(void) {
    int (*run[7])(void *);
    int64_t count[7], sizes[7];
    void *context[7];
    fpmk_options opts = FPM_ZERO;
    fpm_point points[7];
    fpmk_report reports[7];
    int i, round;
    opts.max_reps = 6;
    opts.min_seconds = 1e-4;
    for (round = 0; round < 20; round++) {
        memset(count, 0, sizeof count);
        for (i = 0; i < 7; i++) {
            run[i] = turns;
            context[i] = &count[i];
            sizes[i] = i + 1;
        }
        CHECK(fpmk_measure_calls(7, run, context, sizes, &opts, points, reports) >= 0);
        for (i = 0; i < 7; i++) {
            CHECK_INT(points[i].size, i + 1);
            CHECK(points[i].seconds >= 2e-5 && count[i] >= 6);
        }
    }
    CHECK_INT(emulated.handles, 0);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(cores_of_two_groups);
    RUN(memory_is_the_least_of_three);
    RUN(bound_to_a_group);
    RUN(restrictions_are_inherited);
    RUN(threads_run_out);
    RUN(measured_together);
    return test_end();
}
#endif
