/* flat.h - models of timings as they are printed: flat, rounded, repeated, one bit apart.  Include
   after fpm.h and test.h. */
#ifndef FLAT_H
#define FLAT_H

enum { FLAT_POINTS = 7 };
#define FLAT_NEVER 1e300 /* the time of a size that a model does not have */

/* Times that repeat, times with one decimal, times one double apart. */
TEST_FN double flat_next_time(double t, int shape) {
    int64_t step = test_int(0, 3);
    if (shape == 0) return (double)test_int(1, 4);
    if (shape == 1) return (double)test_int(1, 20) / 10;
    if (shape == 2) return t + (double)(step > 1 ? step - 1 : 0);
    if (shape == 3) return t + (double)step / 10;
    if (shape == 4) return step == 0 ? t * 1.5 : test_from_bits(test_bits(t) + (uint64_t)step - 1);
    return step == 0 ? t + test_real() : t;
}

TEST_FN void flat_dump(const char *name, const fpm_model *m) {
    int64_t j;
    printf("    %s kind %d flags %d:", name, m->kind, m->flags);
    for (j = 0; j < m->count; j++) printf(" (%lld, %.17g)", (long long)m->size[j], m->seconds[j]);
    printf("\n");
}

/* A random model, of sizes that are multiples of `scale`; extent: the last knot of FPM_LITERAL. */
TEST_FN void flat_model(fpm_model *m, int cost, int64_t scale, int64_t extent) {
    static const int flags[] = {0, 0, FPM_SAFE, FPM_PLAIN, FPM_LITERAL, FPM_LITERAL | FPM_SAFE};
    int64_t size[FLAT_POINTS], top = test_int(1, 4), most = test_int(1, FLAT_POINTS);
    double seconds[FLAT_POINTS], t = (double)test_int(1, 30) / 10;
    int shape = (int)test_int(0, 5), kind = (int)test_int(FPM_CONSTANT, FPM_DISCRETE), k;
    fpm_model_options opts = FPM_ZERO;
    if (cost) kind = test_int(0, 2) ? FPM_CONSTANT : (int)test_int(FPM_CONSTANT, FPM_DISCRETE);
    if (kind == FPM_AKIMA) opts.flags = flags[test_int(0, 5)];
    if (opts.flags & FPM_LITERAL) opts.extent = extent;
    for (k = 0; k < most; k++) {
        size[k] = top * scale;
        seconds[k] = t;
        top += test_int(1, 3);
        t = flat_next_time(t, shape);
    }
    CHECK_INT(fpm_model_init(m, kind, k, size, seconds, &opts, NULL), FPM_OK);
}

TEST_FN double flat_time(const fpm_model *m, int64_t x) {
    double t;
    return fpm_model_time(m, (double)x, &t) < 0 ? FLAT_NEVER : t;
}

#endif
