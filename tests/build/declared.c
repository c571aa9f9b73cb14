/* Some other header brought the declarations in before the switch was defined. */
#include "fpm.h"

typedef struct holder {
    fpm_model model;
    fpm_info info;
} holder;

extern int holder_size(void);
int holder_size(void) { return (int)sizeof(holder); }

#define FPM_IMPLEMENTATION
#include "fpm.h"
