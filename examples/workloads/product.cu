/* product.cu - the implementation of both headers with CUDA, for product.c to be linked with. */
#define FPM_IMPLEMENTATION
#define FPMK_IMPLEMENTATION
#define FPMK_USE_CUDA
#include "fpm_kernels.h"
