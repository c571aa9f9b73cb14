/* After <windows.h>, with all that it defines; on other systems after what it defines that a C
   program may use as a name.  `min` and `max` there take arguments: fields may be called so. */
#ifdef _WIN32
#include <windows.h>
#else
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#include <sys/time.h>
#include <unistd.h>
#endif
#define near
#define far
#define small char
#define hyper long long
#define interface struct
#define cdecl
#define pascal
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define CONST const
#define VOID void
#define IN
#define OUT
#define OPTIONAL
#define ERROR 0
#define DELETE (0x00010000L)
#define IGNORE 0
#define INFINITE 0xffffffff
#define ABSOLUTE 1
#define RELATIVE 2
#define STRICT 1
#define THIS void
#define PURE = 0
#endif
#define GEMM 1 /* not of Windows, but of many a program */
#define HOST "localhost"
#define PLAIN

#define FPM_IMPLEMENTATION
#define FPMK_IMPLEMENTATION
#include "fpm.h"

#include "fpm_kernels.h"
