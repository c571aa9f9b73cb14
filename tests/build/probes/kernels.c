/* Both headers, with both implementations. */
#define FPM_IMPLEMENTATION
#define FPMK_IMPLEMENTATION
#include "fpm.h"

#include "fpm_kernels.h"
