/* kernels.c - the one file of the tool that holds what is timed, apart from the library: kernels
   are compiled as the user asks, the library for a quick start. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* clocks, threads bound to cores */
#endif
#define FPMK_IMPLEMENTATION
#include "fpm.h"
#include "fpm_kernels.h"
