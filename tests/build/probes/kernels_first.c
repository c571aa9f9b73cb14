/* The kernels alone: they bring in the declarations that they need. */
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h"
#include <stdio.h>
#include <stdlib.h>
