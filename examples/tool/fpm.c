/* fpm.c - the one file of the tool that holds the library; to change a verb does not compile it
   again. */
#define FPM_IMPLEMENTATION
#include "fpm.h"
