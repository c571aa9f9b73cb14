/* The header before anything else. */
#define FPM_IMPLEMENTATION
#include "fpm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
