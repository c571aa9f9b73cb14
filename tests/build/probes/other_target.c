/* other_target.c - needs what a target of CMake gives: fpm.h's folder, and the library of sqrt. */
#include "fpm.h"

#include <math.h>

int main(int argc, char **argv) {
    volatile double units = argc;
    (void)argv;
    return sqrt(units) > 0 && FPM_VERSION_MINOR >= 0 ? 0 : 1;
}
