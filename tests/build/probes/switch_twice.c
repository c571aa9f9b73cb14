/* The switch is seen twice in one translation unit. */
#include "fpm.h"
#define FPM_IMPLEMENTATION
#include "fpm.h"
#undef FPM_IMPLEMENTATION
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include "fpm.h"
