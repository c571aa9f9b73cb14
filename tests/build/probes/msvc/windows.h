/* What fpm_kernels.h calls of Windows, declared with the types of Microsoft's headers: DWORD is an
   unsigned long, masks of cores have the width of an address, calls are __stdcall. */
#pragma once
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0A00
#endif
#ifndef NOMINMAX
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#endif
#define near
#define far
#define CONST const
#define IN
#define OUT
#define OPTIONAL
#define INFINITE 0xFFFFFFFF
#define WINAPI __stdcall

typedef unsigned short WORD;
typedef unsigned long DWORD;
typedef unsigned __int64 DWORDLONG;
typedef int BOOL;
typedef void *HANDLE;
#ifdef _WIN64
typedef unsigned __int64 KAFFINITY;
#else
typedef unsigned long KAFFINITY;
#endif

typedef union _LARGE_INTEGER {
    __int64 QuadPart;
} LARGE_INTEGER;

typedef struct _GROUP_AFFINITY {
    KAFFINITY Mask;
    WORD Group;
    WORD Reserved[3];
} GROUP_AFFINITY;

typedef struct _MEMORYSTATUSEX {
    DWORD dwLength;
    DWORD dwMemoryLoad;
    DWORDLONG ullTotalPhys;
    DWORDLONG ullAvailPhys;
    DWORDLONG ullTotalPageFile;
    DWORDLONG ullAvailPageFile;
    DWORDLONG ullTotalVirtual;
    DWORDLONG ullAvailVirtual;
    DWORDLONG ullAvailExtendedVirtual;
} MEMORYSTATUSEX;

typedef struct _RTL_SRWLOCK {
    void *Ptr;
} SRWLOCK;

typedef struct _RTL_CONDITION_VARIABLE {
    void *Ptr;
} CONDITION_VARIABLE;

HANDLE WINAPI GetCurrentThread(void);
DWORD WINAPI GetActiveProcessorCount(WORD group);
WORD WINAPI GetActiveProcessorGroupCount(void);
BOOL WINAPI GetThreadGroupAffinity(HANDLE thread, GROUP_AFFINITY *own);
BOOL WINAPI SetThreadGroupAffinity(HANDLE thread, CONST GROUP_AFFINITY *wanted,
                                   GROUP_AFFINITY *before);
BOOL WINAPI QueryPerformanceFrequency(LARGE_INTEGER *frequency);
BOOL WINAPI QueryPerformanceCounter(LARGE_INTEGER *count);
BOOL WINAPI GlobalMemoryStatusEx(MEMORYSTATUSEX *memory);
void WINAPI InitializeSRWLock(SRWLOCK *lock);
void WINAPI AcquireSRWLockExclusive(SRWLOCK *lock);
void WINAPI ReleaseSRWLockExclusive(SRWLOCK *lock);
void WINAPI InitializeConditionVariable(CONDITION_VARIABLE *changed);
void WINAPI WakeAllConditionVariable(CONDITION_VARIABLE *changed);
BOOL WINAPI SleepConditionVariableSRW(CONDITION_VARIABLE *changed, SRWLOCK *lock,
                                      DWORD milliseconds, unsigned long flags);
DWORD WINAPI WaitForSingleObject(HANDLE handle, DWORD milliseconds);
BOOL WINAPI CloseHandle(HANDLE handle);

#ifdef __cplusplus
}
#endif
