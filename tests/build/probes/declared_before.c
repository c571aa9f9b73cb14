/* Some other header brought the declarations in before the switch was defined. */
#include "fpm.h"

typedef struct declared_pair {
    fpm_model model;
    fpm_info info;
} declared_pair;

extern int declared_size(void);
int declared_size(void) { return (int)sizeof(declared_pair); }

#define FPM_IMPLEMENTATION
#include "fpm.h"
