/* fpm.c - the one file of the tool that holds the implementations of both headers; to change a verb
   does not compile them again. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* clocks, threads bound to cores */
#endif
#define FPM_IMPLEMENTATION
#define FPMK_IMPLEMENTATION
#include "fpm.h"
#include "fpm_kernels.h"
