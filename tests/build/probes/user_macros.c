/* A program's own allocator pair, its own assertion and its own linkage. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int calls, held, asserted;

static void *my_realloc(void *block, size_t size) {
    calls++, held += !block;
    return realloc(block, size);
}

static void my_free(void *block) {
    held -= !!block;
    free(block);
}

#if defined(__GNUC__) || defined(__clang__)
#define FPM_DEF __attribute__((unused)) static
#else
#define FPM_DEF static
#endif
#define FPM_ASSERT(x) ((x) ? (void)0 : (void)asserted++)
#define FPM_REALLOC(p, n) my_realloc(p, n)
#define FPM_FREE(p) my_free(p)
#define FPM_IMPLEMENTATION
#include "fpm.h"

int main(void) {
    static const char text[] = "100 0.5\n200 1.25 0.125 7\n";
    static const int64_t size[] = {100, 200, 400, 800, 1600};
    static const double seconds[] = {0.5, 1.0, 2.5, 4.0, 9.0};
    fpm_points points = FPM_ZERO;
    fpm_model model;
    fpm_proc procs[3] = FPM_ZERO;
    int64_t d[3];
    int i;
    if (fpm_model_init(&model, FPM_SHAPED, 5, size, seconds, NULL, NULL) < 0) return 1;
    for (i = 0; i < 3; i++) procs[i].model = &model;
    if (fpm_partition(1000, 3, procs, NULL, d, NULL) < 0) return 2;
    if (fpm_points_parse(&points, text, strlen(text), NULL) < 0) return 3;
    fpm_points_free(&points);
    fpm_model_free(&model);
    printf("%d calls, %d blocks held, %d assertions failed\n", calls, held, asserted);
    return calls > 0 && held == 0 && asserted == 0 ? 0 : 4;
}
