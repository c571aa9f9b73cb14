/* The other one. */
#include <stdio.h>
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"

/* Models that read the arrays of this program. */
static const fpm_model_options borrowed = {FPM_BORROW, 0, 0, NULL, NULL, 0, NULL};

#ifdef __cplusplus
extern "C" int version_a(void);
#else
extern int version_a(void);
#endif

int main(void) {
    static const double seconds[] = {0.5};
    static const int64_t size[] = {100};
    fpm_model model;
    fpm_proc proc = FPM_ZERO;
    int64_t d = 0;
    proc.model = &model;
    if (fpm_model_init(&model, FPM_PIECEWISE, 1, size, seconds, &borrowed, NULL) < 0) return 1;
    if (fpm_partition(70, 1, &proc, NULL, &d, NULL) < 0 || d != 70) return 2;
    puts(fpm_status_str(FPM_OK));
    return version_a() == fpm_version() ? 0 : 3;
}
