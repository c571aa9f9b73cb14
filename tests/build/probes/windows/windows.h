/* What fpm_kernels.h calls of Windows, over POSIX threads, as a machine with processor groups that
   windows_threads.c describes: so its threads are tested where there is no Windows, with
   sanitizers, and on groups that hardly any machine has. */
#ifndef WINDOWS_EMULATED
#define WINDOWS_EMULATED

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define _WIN32_WINNT 0x0601
#define INFINITE 0xffffffffu
#define __stdcall

typedef unsigned short WORD;
typedef unsigned int DWORD;
typedef unsigned long long ULONGLONG;
typedef int BOOL;
typedef uintptr_t KAFFINITY;
typedef void *HANDLE;
typedef pthread_mutex_t SRWLOCK;
typedef pthread_cond_t CONDITION_VARIABLE;

typedef union LARGE_INTEGER {
    long long QuadPart;
} LARGE_INTEGER;

typedef struct GROUP_AFFINITY {
    KAFFINITY Mask;
    WORD Group, Reserved[3];
} GROUP_AFFINITY;

typedef struct MEMORYSTATUSEX {
    DWORD dwLength;
    ULONGLONG ullAvailPhys, ullAvailPageFile, ullAvailVirtual;
} MEMORYSTATUSEX;

/* The machine, and what a test counts. */
static struct {
    WORD groups;
    DWORD cores[4];
    int threads, most; /* threads begun in all; no more can be begun: -1: no limit */
    int handles;       /* open ones */
    MEMORYSTATUSEX memory;
} emulated = {2, {3, 64, 0, 0}, 0, -1, 0, {0, 1, 1, 1}};

/* A new thread may use the cores of the process, whatever its starter may use. */
static __thread GROUP_AFFINITY emulated_own;

static DWORD GetActiveProcessorCount(WORD group) { return emulated.cores[group]; }

static WORD GetActiveProcessorGroupCount(void) { return emulated.groups; }

static HANDLE GetCurrentThread(void) { return NULL; }

static KAFFINITY emulated_all(WORD group) {
    if (emulated.cores[group] == 64) return ~(KAFFINITY)0;
    return ((KAFFINITY)1 << emulated.cores[group]) - 1;
}

static BOOL GetThreadGroupAffinity(HANDLE thread, GROUP_AFFINITY *own) {
    (void)thread;
    if (emulated_own.Mask == 0) emulated_own.Mask = emulated_all(0);
    *own = emulated_own;
    return 1;
}

static BOOL SetThreadGroupAffinity(HANDLE thread, const GROUP_AFFINITY *wanted,
                                   GROUP_AFFINITY *before) {
    (void)thread;
    if (before) GetThreadGroupAffinity(thread, before);
    if (wanted->Group >= emulated.groups || wanted->Mask == 0) return 0;
    if (wanted->Mask & ~emulated_all(wanted->Group)) return 0;
    if (wanted->Reserved[0] != 0 || wanted->Reserved[1] != 0 || wanted->Reserved[2] != 0) return 0;
    emulated_own = *wanted;
    return 1;
}

static BOOL QueryPerformanceFrequency(LARGE_INTEGER *frequency) {
    frequency->QuadPart = 10000000;
    return 1;
}

static BOOL QueryPerformanceCounter(LARGE_INTEGER *count) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    count->QuadPart = t.tv_sec * 10000000ll + t.tv_nsec / 100;
    return 1;
}

static BOOL GlobalMemoryStatusEx(MEMORYSTATUSEX *m) {
    if (m->dwLength != sizeof *m) return 0;
    *m = emulated.memory;
    return 1;
}

static void InitializeSRWLock(SRWLOCK *lock) { pthread_mutex_init(lock, NULL); }

static void AcquireSRWLockExclusive(SRWLOCK *lock) { pthread_mutex_lock(lock); }

static void ReleaseSRWLockExclusive(SRWLOCK *lock) { pthread_mutex_unlock(lock); }

static void InitializeConditionVariable(CONDITION_VARIABLE *changed) {
    pthread_cond_init(changed, NULL);
}

static void WakeAllConditionVariable(CONDITION_VARIABLE *changed) {
    pthread_cond_broadcast(changed);
}

static BOOL SleepConditionVariableSRW(CONDITION_VARIABLE *changed, SRWLOCK *lock,
                                      DWORD milliseconds, DWORD flags) {
    (void)milliseconds, (void)flags;
    return pthread_cond_wait(changed, lock) == 0;
}

/* A handle of a thread: the thread is joined when it is waited for, and freed when it is closed. */
typedef struct emulated_thread {
    pthread_t thread;
    unsigned (*main)(void *argument);
    void *argument;
} emulated_thread;

static void *emulated_main(void *handle) {
    emulated_thread *t = (emulated_thread *)handle;
    t->main(t->argument);
    return NULL;
}

static uintptr_t _beginthreadex(void *security, unsigned stack, unsigned (*main)(void *),
                                void *argument, unsigned flags, unsigned *id) {
    emulated_thread *t;
    (void)security, (void)stack, (void)flags, (void)id;
    if (emulated.most >= 0 && emulated.threads >= emulated.most) return 0;
    t = (emulated_thread *)malloc(sizeof *t);
    if (!t) return 0;
    t->main = main;
    t->argument = argument;
    if (pthread_create(&t->thread, NULL, emulated_main, t) != 0) {
        free(t);
        return 0;
    }
    emulated.threads++;
    emulated.handles++;
    return (uintptr_t)t;
}

static DWORD WaitForSingleObject(HANDLE handle, DWORD milliseconds) {
    (void)milliseconds;
    return (DWORD)pthread_join(((emulated_thread *)handle)->thread, NULL);
}

static BOOL CloseHandle(HANDLE handle) {
    free(handle);
    emulated.handles--;
    return 1;
}

#endif
