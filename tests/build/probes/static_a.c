/* One of two translation units, each with its own copy of the library. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"

#ifdef __cplusplus
extern "C" int version_a(void);
#else
extern int version_a(void);
#endif

int version_a(void) { return fpm_version(); }
