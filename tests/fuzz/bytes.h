/* bytes.h - numbers and models that the bytes of an input spell; zeros when it is at its end.
   Include fpm.h before it. */
#ifndef BYTES_H
#define BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#define BYTES_FN __attribute__((unused)) static
#else
#define BYTES_FN static
#endif

static const uint8_t *bytes;
static size_t left;

BYTES_FN unsigned take(void) { return left ? left--, *bytes++ : 0u; }

BYTES_FN uint64_t take_bits(void) {
    uint64_t u = 0;
    int i;
    for (i = 0; i < 8; i++) u = u << 8 | take();
    return u;
}

BYTES_FN double take_double(void) {
    uint64_t u = take_bits();
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

/* Mostly small, at times anything. */
BYTES_FN int64_t take_size(void) {
    unsigned how = take();
    if (how < 200) return (int64_t)(how % 24);
    if (how < 225) return (int64_t)take();
    if (how < 245) return (int64_t)(take() << 16 | take() << 8 | take());
    if (how < 250) return (int64_t)(take_bits() >> 11);
    return (int64_t)take_bits();
}

BYTES_FN double take_seconds(void) {
    unsigned how = take();
    if (how < 230) return (1 + how) / 16.0;
    if (how < 250) return (double)take_bits() / 1e18;
    return take_double();
}

/* A model of one of the four kinds through 1 .. most points that rise; the arrays hold them. */
BYTES_FN int take_model(fpm_model *model, int most, int64_t *size, double *seconds) {
    int kind = FPM_CONSTANT + (int)(take() % 4), k = 1 + (int)(take() % (unsigned)most), j;
    int64_t x = 0;
    double t = 0;
    for (j = 0; j < k; j++) {
        x += 1 + take() % 40, t += (1 + take()) / 16.0;
        size[j] = x, seconds[j] = t;
    }
    return fpm_model_init(model, kind, k, size, seconds, NULL, NULL);
}

#endif /* BYTES_H */
