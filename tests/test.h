/* test.h - the test frame.  C99 that is also C++11.  Include it once, after fpm.h.

   static void split_even(void) { CHECK_INT(fpm_partition(...), FPM_OK); }
   int main(int argc, char **argv) {
       test_begin(argc, argv);       // ./test_split PART runs the cases with PART in their name
       RUN(split_even);              // RUN_AS("split_small", split(3)): one of several
       return test_end();            // "N passed, N failed" counts cases; non-zero if any failed
   }

   Every check yields 1 or 0, prints file, line and both values when it fails, and never stops the
   case; REQUIRE returns from a void function.  got, want and tol are evaluated once.  NaN fails all
   of them, under -ffast-math too (exponent bits decide what is finite).
     CHECK(x) REQUIRE(x)                truth
     CHECK_INT(got, want)               whole numbers; CHECK_STR texts
     CHECK_REL(got, want, tol)          |got - want| <= tol * |want|
     CHECK_ABS(got, want, tol)          |got - want| <= tol
     CHECK_ULP(got, want, n)            at most n doubles apart; CHECK_SAME: same bits
     CHECK_LE(a, b) CHECK_LT(a, b)      order of doubles
   test_data("hpopt/", "x.txt") opens a file of tests/data.
   NOTE("n=%d", n) is printed with the first failure after it in the same case; SKIP("why") marks
   the case as skipped.  Environment: TEST_SEED (default 1), TEST_COUNT multiplies the sizes of long
   sweeps: test_count(100) is 100 by default, 10000 with TEST_COUNT=100, never less than 1.
   TEST_TIMES=1 prints the processor seconds of every case. */
#ifndef TEST_H
#define TEST_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__GNUC__) || defined(__clang__)
#define TEST_FN __attribute__((unused)) static
#define TEST_PRINTF __attribute__((unused, format(printf, 1, 2))) static
#else
#define TEST_FN static
#define TEST_PRINTF static
#endif

static struct {
    const char *filter, *name;
    double count;
    uint64_t seed, rng;
    long long passed, failed, skipped, bad; /* bad: failed checks of the running case */
    clock_t started;
    int skip, times;
    char note[512];
} test__;

/* Options of models that read a test's own arrays and need no fpm_model_free. */
TEST_FN const fpm_model_options test_borrowed = {FPM_BORROW, 0, 0, NULL, NULL, 0, NULL};

/* The same for any kind: FPM_SHAPED copies, and is to be freed. */
TEST_FN int test_borrow(fpm_model *model, int kind, int64_t count, const int64_t *size,
                        const double *seconds) {
    return fpm_model_init(model, kind, count, size, seconds,
                          kind == FPM_SHAPED ? NULL : &test_borrowed, NULL);
}

/* The cost that a model says, without copies; of the last 4096 that were asked for. */
static struct {
    fpm_cost cost[4096];
    const fpm_model *from[4096];
    int count;
} test_costs;

TEST_FN const fpm_cost *test_cost(const fpm_model *model) {
    int at = test_costs.count++ % 4096;
    memset(&test_costs.cost[at], 0, sizeof test_costs.cost[at]);
    test_costs.cost[at].model = *model;
    test_costs.from[at] = model;
    return &test_costs.cost[at];
}

/* FPM_LEAST_COST wants a cost somewhere: the first processor gets one of 0 if nobody has any. */
TEST_FN void test_some_cost(fpm_proc *procs, int p) {
    static const fpm_cost nothing = FPM_ZERO;
    int i = 0;
    while (i < p && !procs[i].cost) i++;
    if (i == p) procs[0].cost = &nothing;
}

/* The model that it was made of. */
TEST_FN const fpm_model *test_cost_model(const fpm_cost *cost) {
    return test_costs.from[cost - test_costs.cost];
}

#define RUN(fn) RUN_AS(#fn, fn())
#define RUN_AS(name, call) (test__start(name) ? ((call), test__stop()) : (void)0)
#define CHECK(x) test__true(__FILE__, __LINE__, #x, (x) ? 1 : 0)
#define REQUIRE(x)                                                                                 \
    do {                                                                                           \
        if (!CHECK(x)) return;                                                                     \
    } while (0)
#define CHECK_INT(got, want)                                                                       \
    test__int(__FILE__, __LINE__, #got, (long long)(got), (long long)(want))
#define CHECK_STR(got, want) test__str(__FILE__, __LINE__, #got, got, want)
#define CHECK_REL(got, want, tol) test__near(__FILE__, __LINE__, #got, 'r', got, want, tol)
#define CHECK_ABS(got, want, tol) test__near(__FILE__, __LINE__, #got, 'a', got, want, tol)
#define CHECK_ULP(got, want, n) test__near(__FILE__, __LINE__, #got, 'u', got, want, n)
#define CHECK_SAME(got, want) test__near(__FILE__, __LINE__, #got, 's', got, want, 0)
#define CHECK_LE(a, b) test__near(__FILE__, __LINE__, #a " <= " #b, '=', a, b, 0)
#define CHECK_LT(a, b) test__near(__FILE__, __LINE__, #a " < " #b, '<', a, b, 0)
#define NOTE test_note
#define SKIP test_skip

/* ---- numbers ---- */

TEST_FN uint64_t test_bits(double x) {
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

TEST_FN double test_from_bits(uint64_t u) {
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

TEST_FN int test_finite(double x) { return (test_bits(x) >> 52 & 0x7ff) != 0x7ff; }

TEST_FN double test_nan(void) { return test_from_bits(UINT64_C(0x7ff8000000000000)); }

TEST_FN double test_inf(void) { return test_from_bits(UINT64_C(0x7ff0000000000000)); }

/* Bits as a number that ascends with the double; both zeros give the same one. */
TEST_FN uint64_t test__rank(double x) {
    uint64_t u = test_bits(x), top = UINT64_C(1) << 63;
    return u & top ? top - (u & ~top) : top + u;
}

/* Doubles between a and b: 0 for equal ones (or 0 and -0), UINT64_MAX when one is a NaN. */
TEST_FN uint64_t test_ulps(double a, double b) {
    uint64_t inf = test_bits(test_inf()), sign = UINT64_C(1) << 63, x = test__rank(a),
             y = test__rank(b);
    if ((test_bits(a) & ~sign) > inf || (test_bits(b) & ~sign) > inf) return UINT64_MAX;
    return x > y ? x - y : y - x;
}

/* ---- random numbers: splitmix64, seeded anew for each case from TEST_SEED and its name ---- */

TEST_FN uint64_t test_u64(void) {
    uint64_t z = test__.rng += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* A whole number from low to high, both included (the slight bias is of no consequence here). */
TEST_FN int64_t test_int(int64_t low, int64_t high) {
    uint64_t range = (uint64_t)high - (uint64_t)low + 1;
    return (int64_t)((uint64_t)low + (range ? test_u64() % range : test_u64()));
}

/* Fill an array with such numbers. */
TEST_FN void test_ints(int64_t *x, int64_t n, int64_t low, int64_t high) {
    int64_t i;
    for (i = 0; i < n; i++) x[i] = test_int(low, high);
}

TEST_FN double test_real(void) { return (double)(test_u64() >> 11) * (1.0 / 9007199254740992.0); }

/* The product of two draws: more often small than large. */
TEST_FN double test_product(void) {
    double first = test_real();
    return first * test_real();
}

TEST_FN int64_t test_count(int64_t base) {
    double n = (double)base * test__.count;
    return n < 1 ? 1 : (int64_t)n;
}

/* Sweeps of all that there is, rather than of some: in `make check`. */
TEST_FN int test_long(void) { return test__.count >= 3; }

/* Under valgrind and the like: every answer is checked, means over a sweep are not. */
TEST_FN int test_short(void) { return test__.count < 1; }

/* Few draws: the compiler or its flags are in question, and large instances may be smaller ones. */
TEST_FN int test_brief(void) { return test__.count < 0.2; }

/* With fpm.h as tests/build/jobs/shrunk_constants.sh makes it: counts, means and limits that
   depend on the size of a table are not checked. */
TEST_FN int test_shrunk(void) {
#ifdef TEST_SHRUNK
    return 1;
#else
    return 0;
#endif
}

/* ---- cases and checks ---- */

TEST_PRINTF void test_note(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(test__.note, sizeof test__.note, format, args);
    va_end(args);
}

TEST_FN void test_skip(const char *why) {
    printf("SKIP %s: %s\n", test__.name, why);
    test__.skip = 1;
}

TEST_FN int test__fail(const char *file, int line, const char *what) {
    if (++test__.bad > 10) return 0; /* one broken loop must not drown the rest */
    printf("%s:%d: %s: %s", file, line, test__.name ? test__.name : "?", what);
    return 1;
}

TEST_FN void test__note(void) {
    if (test__.note[0]) printf("    with %s\n", test__.note);
    test__.note[0] = 0;
    fflush(stdout);
}

TEST_FN int test__true(const char *file, int line, const char *what, int ok) {
    if (!ok && test__fail(file, line, what)) printf(" is false\n"), test__note();
    return ok;
}

TEST_FN int test__int(const char *file, int line, const char *what, long long got, long long want) {
    if (got != want && test__fail(file, line, what))
        printf(" is %lld, not %lld\n", got, want), test__note();
    return got == want;
}

TEST_FN int test__str(const char *file, int line, const char *what, const char *got,
                      const char *want) {
    int ok = got && want ? !strcmp(got, want) : got == want;
    if (!ok && test__fail(file, line, what)) {
        printf(" is \"%s\", not \"%s\"\n", got ? got : "(null)", want ? want : "(null)");
        test__note();
    }
    return ok;
}

/* A file of tests/data, from the root of the repository or a directory in it; NULL, and a failed
   check, when it is not there.  folder: "" or with its slash. */
TEST_FN FILE *test_data(const char *folder, const char *name) {
    static const char *const from[] = {"", "../"};
    char path[300];
    FILE *f = NULL;
    int i;
    for (i = 0; i < 2 && !f; i++) {
        snprintf(path, sizeof path, "%stests/data/%s%s", from[i], folder, name);
        f = fopen(path, "r");
    }
    test__true(__FILE__, __LINE__, path, f != NULL);
    return f;
}

/* how: r relative, a absolute, u ULPs, s same bits, = at most, < less. */
TEST_FN int test__near(const char *file, int line, const char *what, int how, double got,
                       double want, double tol) {
    uint64_t ulps = test_ulps(got, want);
    double off = got > want ? got - want : want - got;
    double room = how == 'r' ? tol * (want < 0 ? -want : want) : tol;
    int ok = ulps != UINT64_MAX && test_finite(tol); /* not a NaN */
    if (how == 's') ok = ok && test_bits(got) == test_bits(want);
    else if (how == 'u') ok = ok && (double)ulps <= tol;
    else if (how == '=') ok = ok && test__rank(got) <= test__rank(want);
    else if (how == '<') ok = ok && test__rank(got) < test__rank(want);
    else ok = ok && (!ulps || (test_finite(off) && test_finite(room) && off <= room));
    if (!ok && test__fail(file, line, what)) {
        if (how == '=' || how == '<') printf(" is false: %.17g, %.17g\n", got, want);
        else printf(" is %.17g, not %.17g: off by %.3g, %.3g ulp\n", got, want, off, (double)ulps);
        test__note();
    }
    return ok;
}

TEST_FN int test__start(const char *name) {
    const char *c;
    if (test__.filter && !strstr(name, test__.filter)) return 0;
    test__.name = name, test__.bad = 0, test__.skip = 0, test__.note[0] = 0;
    for (test__.rng = test__.seed, c = name; *c; c++)
        test__.rng = (test__.rng ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    test__.started = clock();
    return 1;
}

TEST_FN void test__stop(void) {
    if (test__.bad) {
        printf("FAIL %s: %lld checks, TEST_SEED=%llu\n", test__.name, test__.bad,
               (unsigned long long)test__.seed);
        test__.failed++;
    } else if (test__.skip) test__.skipped++;
    else test__.passed++;
    if (test__.times)
        printf("%8.2f s %s\n", (double)(clock() - test__.started) / CLOCKS_PER_SEC, test__.name);
    fflush(stdout);
}

TEST_FN void test_begin(int argc, char **argv) {
    const char *seed = getenv("TEST_SEED"), *count = getenv("TEST_COUNT");
    test__.filter = argc > 1 ? argv[1] : NULL;
    test__.times = getenv("TEST_TIMES") != NULL;
    test__.seed = seed ? strtoull(seed, NULL, 0) : 1;
    test__.count = count ? strtod(count, NULL) : 1;
    if (!(test__.count > 0)) test__.count = 1;
    printf("seed %llu, count %g\n", (unsigned long long)test__.seed, test__.count);
}

TEST_FN int test_end(void) {
    int none = !(test__.passed + test__.failed + test__.skipped);
    if (none) printf("no case matches \"%s\"\n", test__.filter ? test__.filter : "");
    printf("%lld passed, %lld failed\n", test__.passed, test__.failed);
    return test__.failed || none;
}

/* ---- an allocator that fails on request ---- */

#ifdef FPM_H

/* test_heap h; test_heap_start(&h, k, forever); fpm_...(&h.alloc); CHECK(test_heap_clean(&h));
   The k-th request for memory (from 1; 0: none) fails, and all later ones if forever.  Sweep k
   upwards until h.failures stays 0.  Blocks always move; a wrong old_size, a write past a block's
   end and a foreign block are errors that test_heap_clean reports, as is memory still held. */
typedef struct test_heap {
    fpm_alloc alloc;
    int64_t fail_at, requests, failures, errors, blocks;
    size_t live, peak; /* bytes held now, and at most */
    int forever;
} test_heap;

enum { TEST__HEAD = 32, TEST__TAIL = 8 };

TEST_FN void *test__resize(void *context, void *block, size_t old_size, size_t new_size) {
    test_heap *h = (test_heap *)context;
    unsigned char *old = block ? (unsigned char *)block - TEST__HEAD : NULL, *fresh = NULL;
    const uint64_t magic = UINT64_C(0x7e57b10c7e57b10c);
    if (!block && old_size) h->errors++;
    if (old) {
        uint64_t size, mark;
        memcpy(&mark, old, 8);
        memcpy(&size, old + 8, 8);
        if (mark != magic || size != old_size) return h->errors++, (void *)NULL;
        if (memcmp(old + TEST__HEAD + old_size, &magic, TEST__TAIL)) h->errors++;
    }
    if (new_size) {
        h->requests++;
        if (h->fail_at && (h->forever ? h->requests >= h->fail_at : h->requests == h->fail_at))
            return h->failures++, (void *)NULL;
        if (new_size > SIZE_MAX - TEST__HEAD - TEST__TAIL) return NULL;
        fresh = (unsigned char *)malloc(new_size + TEST__HEAD + TEST__TAIL);
        if (!fresh) return NULL;
        uint64_t size = new_size;
        memcpy(fresh, &magic, 8);
        memcpy(fresh + 8, &size, 8);
        memset(fresh + TEST__HEAD, 0xa5, new_size);
        memcpy(fresh + TEST__HEAD + new_size, &magic, TEST__TAIL);
        if (old) memcpy(fresh + TEST__HEAD, block, old_size < new_size ? old_size : new_size);
        h->live += new_size, h->blocks++;
    }
    if (old) {
        memset(old, 0x5a, TEST__HEAD + old_size);
        free(old);
        h->live -= old_size, h->blocks--;
    }
    if (h->live > h->peak) h->peak = h->live;
    return fresh ? fresh + TEST__HEAD : NULL;
}

TEST_FN void test_heap_start(test_heap *h, int64_t fail_at, int forever) {
    memset(h, 0, sizeof *h);
    h->alloc.resize = test__resize, h->alloc.context = h;
    h->fail_at = fail_at, h->forever = forever;
}

TEST_FN int test_heap_clean(const test_heap *h) {
    if (h->errors || h->blocks || h->live)
        printf("heap: %lld errors, %lld blocks, %llu bytes held\n", (long long)h->errors,
               (long long)h->blocks, (unsigned long long)h->live);
    return !h->errors && !h->blocks && !h->live;
}

/* Case `which` of a test with its k-th request failing, alone or with all later ones, for k = 1, 2
   .. until none fails: the status, and nothing left behind.  The peak of the last run. */
TEST_FN size_t test_heap_sweep(int which, int (*run)(int which, const fpm_alloc *alloc)) {
    test_heap heap;
    int forever, k, status;
    for (forever = 0; forever < 2; forever++)
        for (k = 1, heap.failures = 1; heap.failures; k++) {
            test_heap_start(&heap, k, forever);
            NOTE("case %d, request %d, forever %d", which, k, forever);
            status = run(which, &heap.alloc);
            CHECK(test_heap_clean(&heap));
            if (heap.failures) CHECK_INT(status, FPM_E_MEMORY);
            else CHECK(status >= 0);
        }
    return heap.peak;
}

#endif /* FPM_H */
#endif /* TEST_H */
