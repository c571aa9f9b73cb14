/* instance.h - a random partition problem, twice: as fpm.h takes it and as oracle.h does.  Include
   after fpm.h, test.h and oracle.h.  instance_dump prints all that is needed to replay one. */
#ifndef INSTANCE_H
#define INSTANCE_H

enum { INSTANCE_PROCS = 256 };

typedef struct instance {
    int64_t n;
    int p;
    oracle_model truth[INSTANCE_PROCS];
    fpm_model model[INSTANCE_PROCS];
    fpm_proc procs[INSTANCE_PROCS];
    oracle_proc rules[INSTANCE_PROCS];
} instance;

static instance the; /* the one at hand */

TEST_FN void instance_dump(void) {
    int i, j;
    printf("    instance: n %lld, p %d\n", (long long)the.n, the.p);
    for (i = 0; i < the.p; i++) {
        const oracle_model *m = the.rules[i].model;
        const fpm_proc *r = &the.procs[i];
        printf("    %d: kind %d flags %d extent %lld at %lld min %lld max %lld grain %lld fixed "
               "%.17g required %d points",
               i, m->kind, m->flags, (long long)m->extent, (long long)m->at, (long long)r->min,
               (long long)r->max, (long long)r->grain, r->fixed, r->required);
        for (j = 0; j < m->count; j++)
            printf(" (%lld, %.17g)", (long long)m->size[j], m->seconds[j]);
        printf("\n");
    }
    fflush(stdout);
}

/* A few such dumps a case are enough. */
TEST_FN void instance_failed(void) {
    static const char *name;
    static int dumps;
    if (name != test__.name) dumps = 0;
    name = test__.name;
    if (dumps++ < 4) instance_dump();
}

/* How times of points go with size. */
enum {
    TIMES_RISING, /* random, strictly rising */
    TIMES_MEMORY, /* overhead, plateau, paging cliff */
    TIMES_EXACT,  /* constant speed, times exact in binary: many ties */
    TIMES_NOISY,  /* rising trend times 0.5 to 1.5 */
    TIMES_SMALL   /* whole numbers from 1 to 6 */
};

TEST_FN void points_random(oracle_model *m, int k, int64_t top, int times) {
    int i, j;
    double speed = 0.5 + 20 * test_product(), t = 0, cliff, factor, ahead;
    double whole = (double)test_int(1, 8) / 4;
    m->count = 0;
    for (i = 0; i < k; i++) { /* insertion, without repeats */
        int64_t x = test_int(1, top);
        for (j = m->count; j > 0 && m->size[j - 1] > x; j--) m->size[j] = m->size[j - 1];
        m->size[j] = x;
        m->count++;
        if (j > 0 && m->size[j - 1] == x) {
            for (m->count--; j < m->count; j++) m->size[j] = m->size[j + 1];
        }
    }
    cliff = (double)m->size[test_int(0, m->count - 1)];
    factor = 4 + 36 * test_real();
    ahead = test_real() * (double)top / 10;
    for (i = 0; i < m->count; i++) {
        double x = (double)m->size[i], before = i > 0 ? (double)m->size[i - 1] : 0;
        double over = x > cliff ? x - cliff : 0;
        if (times == TIMES_EXACT) t = x * whole;
        else if (times == TIMES_SMALL) t = (double)test_int(1, 6);
        else if (times == TIMES_MEMORY) t = (ahead + x + factor * over) / speed;
        else t += (x - before) * (0.05 + 3 * test_product()) / speed;
        m->seconds[i] = times == TIMES_NOISY ? t * (0.5 + test_real()) : t;
    }
}

TEST_FN long double instance_measured(const void *model, int64_t size) {
    double t;
    int status = fpm_model_time((const fpm_model *)model, (double)size, &t);
    return status >= 0 ? (long double)t : ORACLE_NEVER;
}

/* Make both models of slot i from its points.  FPM_SAFE has no definition but properties, which
   test_model.c checks; its times are taken as they are. */
TEST_FN void instance_model(int i) {
    oracle_model *m = &the.truth[i];
    fpm_model_options opts = FPM_ZERO;
    int j;
    opts.flags = m->kind == FPM_AKIMA && m->flags == 0 ? FPM_PLAIN : m->flags;
    if (m->kind != FPM_SHAPED) opts.flags |= FPM_BORROW;
    opts.extent = m->extent;
    opts.at = m->at;
    m->time = NULL;
    CHECK_INT(fpm_model_init(&the.model[i], m->kind, m->count, m->size, m->seconds, &opts, NULL),
              FPM_OK);
    if (m->kind == FPM_SHAPED)
        for (j = 0; j < m->count; j++) m->seconds[j] = the.model[i].shaped[j];
    oracle_build(m);
    if (m->flags & FPM_SAFE) {
        m->time = instance_measured;
        m->context = &the.model[i];
    }
}

/* Processor i takes the model of slot j, without constraints. */
TEST_FN void instance_proc(int i, int j) {
    memset(&the.procs[i], 0, sizeof the.procs[i]);
    memset(&the.rules[i], 0, sizeof the.rules[i]);
    the.procs[i].model = &the.model[j];
    the.rules[i].model = &the.truth[j];
}

TEST_FN void instance_rules(void) {
    int i;
    for (i = 0; i < the.p; i++) {
        the.rules[i].min = the.procs[i].min;
        the.rules[i].max = the.procs[i].max;
        the.rules[i].grain = the.procs[i].grain;
        the.rules[i].fixed = the.procs[i].fixed;
        the.rules[i].required = the.procs[i].required;
    }
}

TEST_FN void instance_free(void) {
    int i;
    for (i = 0; i < INSTANCE_PROCS; i++)
        if (the.model[i].kind) fpm_model_free(&the.model[i]);
}

/* Seconds of a share as fpm.h evaluates it; ORACLE_NEVER when it is not defined. */
TEST_FN double instance_time(int i, int64_t x) {
    double t = 0;
    if (x == 0) return 0;
    if (fpm_model_time(the.procs[i].model, (double)x, &t) < 0) return (double)ORACLE_NEVER;
    return t + the.procs[i].fixed;
}

/* A progress callback that counts, checks what it is told, and stops at one call. */
typedef struct stopper {
    int calls, stop_at, bad;
} stopper;

TEST_FN int stop_at(void *context, const fpm_progress *state) {
    stopper *s = (stopper *)context;
    s->calls++;
    if (!(state->low <= state->high) || !(state->sum >= 0) || !(state->seconds >= 0) ||
        state->iteration < 0)
        s->bad++;
    return s->calls == s->stop_at;
}

#endif
