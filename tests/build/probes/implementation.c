/* The implementation alone: compiled as C or C++, linked with client.c compiled as either. */
#define FPM_IMPLEMENTATION
#include "fpm.h"
