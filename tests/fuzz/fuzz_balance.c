/* fpm_balance_parse on any bytes: no crash; what it accepts is written as the same text by format,
   goes on for 50 steps on partitions that are sound, with resizes, leaves and joins between them,
   and never hangs.  What it refuses names a line of the text. */
#define FPM_IMPLEMENTATION
#include "fpm.h"

#include "driver.h"

static const uint8_t *running;
static size_t running_size;

static void fuzz_describe(void) {
    size_t i;
    for (i = 0; i < running_size; i++)
        printf(running[i] == '\n' || (running[i] >= ' ' && running[i] < 127) ? "%c" : "\\x%02x",
               running[i]);
    puts("");
}

/* Numbers that follow from the input alone, under either driver. */
static uint64_t chance;

static double any(void) {
    chance = chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(chance >> 11) / 9007199254740992.0;
}

static void sound(const fpm_balance *b) {
    int64_t left = b->n;
    int i;
    for (i = 0; i < b->p; i++) {
        const fpm_proc *r = &b->procs[i];
        int64_t x = b->d[i];
        EXPECT(x >= 0 && x <= left);
        EXPECT(x == 0 || (!b->gone[i] && x >= r->min && (r->max == 0 || x <= r->max)));
        EXPECT(r->grain == 0 || x % r->grain == 0);
        EXPECT(x > 0 || !r->required || b->gone[i]);
        left -= x;
    }
    EXPECT(left == 0);
}

static char *written(const fpm_balance *b, size_t *length) {
    size_t again = 0;
    char *text;
    EXPECT(fpm_balance_format(b, NULL, 0, length) == FPM_E_CAPACITY);
    text = (char *)malloc(*length + 1);
    if (!text) abort();
    EXPECT(fpm_balance_format(b, text, *length + 1, &again) == FPM_OK && again == *length);
    return text;
}

/* Counters may have run past 2^52, as none ever does. */
static void round_trip(const fpm_balance *b, const fpm_balance_options *opts) {
    const int64_t most = INT64_C(1) << 52;
    fpm_balance other;
    size_t length, length2;
    char *text, *text2;
    if (b->steps > most || b->moves > most || b->failed > most) return;
    text = written(b, &length);
    EXPECT(fpm_balance_parse(&other, text, length, opts, NULL) == FPM_OK);
    text2 = written(&other, &length2);
    EXPECT(length == length2 && !memcmp(text, text2, length));
    free(text), free(text2);
    fpm_balance_free(&other);
}

/* Times like those that are known, or any: up to every time that is allowed. */
static void go_on(fpm_balance *b, int wild) {
    double *seconds = (double *)malloc((size_t)b->p * sizeof *seconds);
    int i;
    if (!seconds) abort();
    for (i = 0; i < b->p; i++) {
        double t = b->count[i] ? b->seconds[i * FPM_BALANCE_POINTS] : 1;
        if (wild) t *= exp((wild > 1 ? 200 : 4) * (any() - 0.5));
        seconds[i] = fmin(fmax(t * (0.9 + 0.2 * any()), FPM_TIME_MIN), FPM_TIME_MAX);
    }
    i = fpm_balance_step(b, seconds, NULL, NULL);
    EXPECT(i == FPM_OK || i == FPM_E_WORK_LIMIT || i == FPM_E_MAX_BYTES);
    sound(b);
    free(seconds);
}

static void change(fpm_balance *b) {
    int i = (int)(any() * b->p), status;
    if (any() < 0.3) status = fpm_balance_resize(b, (int64_t)(any() * (double)b->n), NULL, NULL);
    else if (b->gone[i]) status = fpm_balance_join(b, i, NULL, NULL);
    else status = fpm_balance_leave(b, i, NULL, NULL);
    EXPECT(status == FPM_OK || status == FPM_E_INFEASIBLE || status == FPM_E_MAX_BYTES ||
           status == FPM_E_UNSUPPORTED || status == FPM_E_WORK_LIMIT);
    sound(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fpm_balance b;
    fpm_balance_options opts = FPM_ZERO;
    int64_t line = -99, lines = 1;
    size_t i;
    int k, wild;
    running = data, running_size = size;
    if (fuzz_trace) fuzz_describe(), fflush(stdout);
    opts.max_bytes = 1 << 18;
    for (chance = size, i = 0; i < size; i++) {
        chance = (chance ^ data[i]) * UINT64_C(0x100000001b3);
        lines += data[i] == '\n' || data[i] == '\r';
    }
    k = fpm_balance_parse(&b, (const char *)data, size, &opts, &line);
    if (k < 0) {
        EXPECT(line >= 1 && line <= lines);
        EXPECT(!b.state && !b.p);
        return 0;
    }
    EXPECT(k == FPM_OK);
    sound(&b);
    wild = (int)(any() * 3);
    for (k = 0; k < 50; k++) {
        if (k % 16 == 0) round_trip(&b, &opts);
        go_on(&b, wild);
        if (any() < 0.05) change(&b);
    }
    round_trip(&b, &opts);
    fpm_balance_free(&b);
    return 0;
}

#ifdef FUZZ_STANDALONE

/* A state after some steps, of which a few numbers are then others, or a few bytes. */
static size_t fuzz_make(uint8_t *data) {
    static const char *const number[] = {"0",
                                         "1",
                                         "2",
                                         "3",
                                         "5",
                                         "6",
                                         "7",
                                         "2147483647",
                                         "2147483648",
                                         "9007199254740992",
                                         "9007199254740993",
                                         "4503599627370496",
                                         "-1",
                                         "1e-60",
                                         "1e60",
                                         "1e100",
                                         "1e200",
                                         "1e300",
                                         "-1e120",
                                         "5e-324",
                                         "0.5",
                                         "300",
                                         "nan",
                                         "1000"};
    fpm_balance b;
    fpm_balance_options opts = FPM_ZERO;
    int p = 1 + (int)fuzz_draw(3), k, steps = (int)fuzz_draw(12);
    int64_t n = (int64_t)fuzz_draw(fuzz_draw(4) ? 100000 : 9007199254740993u);
    char *text;
    size_t size, at, end, length;
    opts.method = (int)fuzz_draw(4);
    opts.iterations = fuzz_draw(2) ? 0 : (int64_t)fuzz_draw(60);
    opts.unit_cost = fuzz_draw(3) ? 0 : 1e-6;
    chance = fuzz_draw(UINT64_MAX);
    if (fpm_balance_init(&b, n, p, NULL, &opts, NULL, NULL) != FPM_OK) return 0;
    for (k = 0; k < steps; k++) go_on(&b, 1);
    text = written(&b, &size);
    fpm_balance_free(&b);
    if (size + 200 > FUZZ_MOST) size = 0;
    memcpy(data, text, size);
    free(text);
    for (k = (int)fuzz_draw(4); k >= 0 && size > 40; k--) {
        const char *to = number[fuzz_draw(sizeof number / sizeof number[0])];
        if (!fuzz_draw(8)) {
            data[fuzz_draw(size)] = (uint8_t) "0123456789 .e-+\nx"[fuzz_draw(17)];
            continue;
        }
        for (at = fuzz_draw(size - 16) + 16; at < size && data[at - 1] > ' '; at++) {}
        for (end = at; end < size && data[end] > ' '; end++) {}
        length = strlen(to);
        if (size + length > FUZZ_MOST) break;
        memmove(data + at + length, data + end, size - end);
        memcpy(data + at, to, length);
        size += length - (end - at);
    }
    return size;
}

#endif
