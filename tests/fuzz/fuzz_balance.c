/* Bytes that begin as a state's text: fpm_balance_parse does not crash; what it accepts, with no
   chain or with one, is written as the same text by format, goes on for 50 steps on partitions that
   are sound, with resizes, leaves and joins between them, and never hangs.  What it refuses names a
   line of the text.
   Other bytes spell elements in a row and calls of balancing with opts.chain: loads from 0 to more
   than is allowed, or real; any options and constraints; steps, loads that change, new n, leaves,
   joins, costs, walls, the state as text and back.  Statuses are foretold, a negative one leaves
   outputs and partition alone, shares tile the chain and keep min, max and required, elements that
   move are counted anew, and a state read from its text goes on as the one it was written from. */
#define FPM_IMPLEMENTATION
#include "fpm.h"

#include "bytes.h"
#include "driver.h"

static const uint8_t *running;
static size_t running_size;

enum { PROCS = 6, ELEMENTS = 300 };

/* Elements in a row, and what balances them. */
static struct {
    int64_t sums[ELEMENTS + 1], first[3], d[PROCS];
    double real[ELEMENTS + 1], slower[PROCS]; /* seconds of a load of 1 */
    fpm_chain row;
    fpm_proc procs[PROCS];
    int64_t size[PROCS][4];
    double seconds[PROCS][4];
    fpm_model model[PROCS];
    fpm_balance_options opts;
    fpm_balance b;
    fpm_info info;
    int steps, status; /* since the input began; of the latest call */
} q;

static const fpm__routine *inside(void) { return fpm__routine_of(&q.b); }

static void fuzz_describe(void) {
    size_t i;
    if (q.row.whole) {
        printf("%d calls, status %d (%s), p %d, n %lld, of a row %lld, method %d, sums", q.steps,
               q.status, fpm_status_str(q.status), q.b.p, (long long)q.b.n, (long long)q.row.n,
               q.opts.method);
        for (i = 0; i <= (size_t)q.row.n; i++) printf(" %lld", (long long)q.sums[i]);
        for (i = 0; i < (size_t)q.b.p; i++)
            printf("\n%s%lld of %lld to %lld%s", inside()->gone[i] ? "gone " : "",
                   (long long)q.b.d[i], (long long)inside()->procs[i].min,
                   (long long)inside()->procs[i].max,
                   inside()->procs[i].required ? ", required" : "");
        puts("");
    }
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
    const fpm__routine *own = fpm__routine_of(b);
    int64_t rest = b->n;
    int i;
    for (i = 0; i < b->p; i++) {
        const fpm_proc *r = &own->procs[i];
        int64_t x = b->d[i];
        EXPECT(x >= 0 && x <= rest);
        EXPECT(x == 0 || !own->gone[i]);
        EXPECT(x == 0 || own->opts.chain || (x >= r->min && (r->max == 0 || x <= r->max)));
        EXPECT(r->grain == 0 || x % r->grain == 0);
        EXPECT(x > 0 || !r->required || own->gone[i]);
        rest -= x;
    }
    EXPECT(rest == 0);
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

/* Times like those that are known, or any: up to every time that is allowed. */
static void go_on(fpm_balance *b, int wild) {
    const fpm__routine *own = fpm__routine_of(b);
    double *seconds = (double *)malloc((size_t)b->p * sizeof *seconds);
    int i;
    if (!seconds) abort();
    for (i = 0; i < b->p; i++) {
        double t = own->count[i] ? own->seconds[i * FPM_BALANCE_POINTS] : 1;
        if (wild) t *= exp((wild > 1 ? 200 : 4) * (any() - 0.5));
        seconds[i] = fmin(fmax(t * (0.9 + 0.2 * any()), FPM_TIME_MIN), FPM_TIME_MAX);
    }
    i = fpm_balance_step(b, seconds, NULL, NULL);
    EXPECT(i == FPM_OK || i == FPM_E_WORK_LIMIT || i == FPM_E_MAX_BYTES ||
           (own->opts.chain && i == FPM_E_INFEASIBLE)); /* loads that constraints do not suit */
    sound(b);
    free(seconds);
}

/* Written, read and written again it is the same text, and the next step is the same one.  Counters
   may have run past 2^52, as none ever does. */
static void round_trip(fpm_balance *b, const fpm_balance_options *opts, int ran) {
    const int64_t most = INT64_C(1) << 52;
    fpm_balance other;
    size_t length, length2;
    char *text, *text2;
    if (b->steps > most || b->moves > most || fpm__routine_of(b)->failed > most) return;
    text = written(b, &length);
    EXPECT(fpm_balance_parse(&other, text, length, opts, NULL) == FPM_OK);
    text2 = written(&other, &length2);
    EXPECT(length == length2 && !memcmp(text, text2, length));
    free(text), free(text2);
    if (ran) {
        uint64_t was = chance;
        go_on(b, 1), chance = was, go_on(&other, 1);
        text = written(b, &length), text2 = written(&other, &length2);
        EXPECT(length == length2 && !memcmp(text, text2, length));
        free(text), free(text2);
    }
    fpm_balance_free(&other);
}

static void change(fpm_balance *b) {
    const fpm__routine *own = fpm__routine_of(b);
    int i = (int)(any() * b->p), status;
    if (any() < 0.3) status = fpm_balance_resize(b, (int64_t)(any() * (double)b->n), NULL, NULL);
    else if (own->gone[i]) status = fpm_balance_join(b, i, NULL, NULL);
    else status = fpm_balance_leave(b, i, NULL, NULL);
    EXPECT(status == FPM_OK || status == FPM_E_INFEASIBLE || status == FPM_E_MAX_BYTES ||
           status == FPM_E_UNSUPPORTED || status == FPM_E_WORK_LIMIT ||
           (own->opts.chain && status == FPM_E_ARGUMENT)); /* n is the row's */
    sound(b);
}

/* ---- elements in a row ---- */

/* Loads, mostly small; zeros, one of them large, all of them so large that some are too many. */
static void draw_loads(int64_t n) {
    unsigned how = take() % 12, most = 1 + take() % 64;
    int64_t i, load;
    for (i = 0; i < n; i++) {
        load = (int64_t)(any() * most);
        if (how == 0) load = 0;
        else if (how < 4 && any() < 0.7) load = 0;
        else if (how == 4) load = (int64_t)(any() * 1.9 * (double)(FPM_SIZE_MAX / n));
        else if (how == 5 && i == (int64_t)most % n) load = FPM_SIZE_MAX - (int64_t)take() * 16;
        else if (how == 6 && any() < 0.1) load *= 1000;
        q.sums[i + 1] = q.sums[i] + load;
        q.real[i + 1] = (double)q.sums[i + 1];
    }
    EXPECT(fpm_chain_init(&q.row, n, NULL, q.sums, NULL) == FPM_OK);
    if (take() % 16) return;
    q.row.chains = 2, q.row.first = q.first;
    q.first[1] = (int64_t)(any() * (double)(n + 1)), q.first[2] = n;
}

/* What a call says to the row as it is. */
static int row_status(void) {
    if (q.row.n != q.b.n || !q.row.whole) return FPM_E_ARGUMENT;
    if (q.sums[q.row.n] < 0) return FPM_E_LOAD;
    return q.sums[q.row.n] > FPM_SIZE_MAX ? FPM_E_SIZE : FPM_OK;
}

static int64_t load_of(int i) {
    int64_t at = 0;
    int k;
    for (k = 0; k < i; k++) at += q.b.d[k];
    return q.sums[at + q.b.d[i]] - q.sums[at];
}

/* Does the partition suit the loads as they are now? */
static int suits(void) {
    int64_t at = 0;
    int i;
    for (i = 0; i < q.b.p; at += q.b.d[i++]) {
        const fpm_proc *own = &inside()->procs[i];
        int64_t x = load_of(i), end = at + q.b.d[i];
        if (q.b.d[i] == 0 && own->required && !inside()->gone[i]) return 0;
        if (q.b.d[i] == 0) continue;
        if (inside()->gone[i] || x < own->min || (own->max > 0 && x > own->max)) return 0;
        if (q.row.chains > 1 && at < q.first[1] && end > q.first[1]) return 0;
    }
    return at == q.b.n;
}

/* Elements that go from one part to another, one by one. */
static int64_t moved_between(int64_t from_n, const int64_t *from, const int64_t *to) {
    int64_t i, a = 0, b = 0, moved = 0;
    int k = 0, l = 0;
    for (i = 0; i < from_n && i < q.b.n; i++) {
        while (i >= a + from[k]) a += from[k++];
        while (i >= b + to[l]) b += to[l++];
        moved += k != l;
    }
    return moved;
}

/* After a call: `want` is what the row makes of it; what must stay stays. */
static void called(int want, int64_t n, const int64_t *was, int suited, const char *text,
                   size_t length) {
    int k = q.status, differs = memcmp(was, q.b.d, (size_t)q.b.p * sizeof *was) != 0;
    EXPECT(q.info.status == k);
    EXPECT(want == FPM_OK || k == want);
    EXPECT(k == FPM_OK || k == want || k == FPM_E_MAX_BYTES || (k == FPM_E_INFEASIBLE && !suited));
    if (k < 0) {
        int64_t i;
        for (i = 0; i < q.b.p; i++) EXPECT(q.d[i] == -7);
        EXPECT(!differs);
    } else {
        EXPECT(!memcmp(q.d, q.b.d, (size_t)q.b.p * sizeof *q.d));
        EXPECT((q.info.verdict == FPM_MOVE) == differs);
        EXPECT(q.info.moved == moved_between(n, was, q.b.d));
        EXPECT(q.info.predicted >= q.info.lower_bound && q.info.lower_bound >= 0);
        EXPECT(suits());
    }
    if (text) {
        size_t now;
        char *other = written(&q.b, &now);
        EXPECT(now == length && !memcmp(other, text, length));
        free(other);
    }
    sound(&q.b);
}

static void spoil_row(unsigned how) {
    if (how % 3 == 0 && q.row.n > 0) q.row.n--;
    else if (how % 3 == 1 && q.row.n > 0) q.sums[q.row.n] = -1;
    else if (q.row.n > 0) q.sums[q.row.n] = FPM_SIZE_MAX + 1;
}

/* A step; some with a time that is none, or with a row that is none. */
static void step_row(unsigned how) {
    static const double none[] = {0, -1, 1e300};
    double t[PROCS];
    int64_t was[PROCS], last = q.sums[q.row.n], n = q.row.n;
    int i, want, suited = suits(), at = -1;
    char *text = NULL;
    size_t length = 0;
    for (i = 0; i < q.b.p; i++) {
        double x = (double)load_of(i);
        t[i] = 0; /* not read then */
        if (!(x > 0)) continue;
        t[i] = q.slower[i] * x * (0.95 + 0.1 * any()) + (i % 2 ? 0 : 1e-3);
        if (how % 16 == 1) t[i] *= exp(200 * (any() - 0.5));
        t[i] = fmin(fmax(t[i], FPM_TIME_MIN), FPM_TIME_MAX);
        if (how % 16 == 2 && at < 0 && any() < 0.5) t[at = i] = none[how / 16 % 3];
    }
    if (how % 16 == 3) spoil_row(how / 16);
    want = row_status();
    if (want == FPM_OK && at >= 0) want = FPM_E_TIME;
    if (want != FPM_OK) text = written(&q.b, &length);
    memcpy(was, q.b.d, sizeof was[0] * (size_t)q.b.p);
    for (i = 0; i < PROCS; i++) q.d[i] = -7;
    q.status = fpm_balance_step(&q.b, t, q.d, &q.info);
    EXPECT(want != FPM_E_TIME || q.info.fault == at);
    q.row.n = n, q.sums[n] = last;
    called(want, q.b.n, was, suited, text, length);
    free(text);
}

/* A new n with new loads, a processor that leaves or joins; some with a row of another length. */
static void change_row(unsigned how) {
    int64_t was[PROCS], n = q.b.n, next = n, spoilt = q.row.n, last = q.sums[q.row.n];
    int i = (int)(how / 4 % (unsigned)q.b.p), want, k, others = 0, bound = q.row.chains > 1;
    char *text = NULL;
    size_t length = 0;
    memcpy(was, q.b.d, sizeof was[0] * (size_t)q.b.p);
    text = written(&q.b, &length);
    if (how % 4 == 0) draw_loads(next = (int64_t)(take() % 40)), bound |= q.row.chains > 1;
    spoilt = q.row.n, last = q.sums[q.row.n];
    if (how / 16 == 1) spoil_row(how);
    q.b.n = next, want = row_status(), q.b.n = n;
    for (k = 0; k < PROCS; k++) q.d[k] = -7;
    for (k = 0; k < q.b.p; k++) {
        others += !inside()->gone[k] && (how % 4 == 0 || k != i);
        bound |=
            inside()->procs[k].min > 0 || inside()->procs[k].max > 0 || inside()->procs[k].required;
    }
    if (how % 4 == 0) q.status = fpm_balance_resize(&q.b, next, q.d, &q.info);
    else if (inside()->gone[i]) q.status = fpm_balance_join(&q.b, i, q.d, &q.info), others = 1;
    else q.status = fpm_balance_leave(&q.b, i, q.d, &q.info);
    q.row.n = spoilt, q.sums[spoilt] = last;
    EXPECT(q.status != FPM_E_INFEASIBLE || bound || !others);
    if (q.status >= 0) free(text), text = NULL;
    called(want, n, was, 0, text, length);
    EXPECT(q.status < 0 || suits());
    EXPECT(q.status < 0 || q.b.n == next);
    free(text);
    if (q.b.n != q.row.n) draw_loads(q.b.n); /* the state is still of the old n */
}

/* The state as text: back it goes on alike; without its row, or spoilt, it is none or sound. */
static void text_row(unsigned how) {
    fpm_balance other;
    size_t length, at;
    int64_t line = -9;
    char *text = written(&q.b, &length), *mine, *its;
    int status, k;
    EXPECT(fpm_balance_parse(&other, text, length, NULL, &line) == FPM_E_SYNTAX && line == 3);
    if (row_status() != FPM_OK) {
        EXPECT(fpm_balance_parse(&other, text, length, &q.opts, NULL) == row_status());
    } else if (how % 2) {
        double t[PROCS];
        EXPECT(fpm_balance_parse(&other, text, length, &q.opts, NULL) == FPM_OK);
        for (k = 0; k < q.b.p; k++) t[k] = fmin(q.slower[k] * (1 + any()), FPM_TIME_MAX);
        status = fpm_balance_step(&q.b, t, NULL, NULL);
        EXPECT(fpm_balance_step(&other, t, NULL, NULL) == status);
        mine = written(&q.b, &length), its = written(&other, &at);
        EXPECT(length == at && !memcmp(mine, its, length));
        fpm_balance_free(&q.b);
        EXPECT(fpm_balance_parse(&q.b, mine, at, &q.opts, NULL) == FPM_OK);
        free(mine), free(its);
        fpm_balance_free(&other);
    } else {
        for (k = (int)(take() % 4); k >= 0; k--) {
            at = (size_t)(any() * (double)length);
            while (at < length && (text[at] < '0' || text[at] > '9')) at++;
            if (at < length) text[at] = "0123456789.e- \n5"[take() % 16];
        }
        status = fpm_balance_parse(&other, text, length, &q.opts, &line);
        EXPECT(status <= FPM_OK && (status == FPM_OK || (!other.state && !other.p && line > 0)));
        if (status == FPM_OK) {
            sound(&other);
            for (k = 0; k < 5; k++) go_on(&other, (int)(take() % 3));
            fpm_balance_free(&other);
        }
    }
    free(text);
}

static void run_row(void) {
    int64_t n = (int64_t)(take() % 40), line;
    int p = 1 + (int)(take() % PROCS), i, want, k, more;
    unsigned how = take();
    double *real = q.real, unit_cost = 0, move_cost = 0;
    chance = take_bits();
    if (how % 8 == 1) n = (int64_t)(take() % (ELEMENTS + 1));
    draw_loads(n);
    for (i = 0; i < p; i++) {
        unsigned own = take();
        q.slower[i] = exp(4 * (any() - 0.5)) * (how % 8 == 2 ? 1e-9 : 1e-3);
        q.procs[i].required = own % 16 == 1;
        if (own % 16 == 2) q.procs[i].min = (int64_t)(any() * 20);
        if (own % 16 == 3) q.procs[i].max = 1 + (int64_t)(any() * (double)q.sums[n]);
        if (own % 16 == 4) q.procs[i].grain = (int64_t)(take() % 3);
        if (own % 16 == 5 && take_model(&q.model[i], 4, q.size[i], q.seconds[i]) == FPM_OK)
            q.procs[i].model = &q.model[i];
    }
    q.opts.chain = &q.row;
    q.opts.max_bytes = 1 << 18;
    q.opts.method = how / 8 % 4 == 1 ? (int)(take() % 4) : 0;
    if (how / 32 % 2) q.opts.iterations = (int64_t)take(), move_cost = take() * 1e-4;
    if (how / 64 % 2) unit_cost = take() * 1e-6, q.opts.trust = 1.1 + take() % 5;
    q.opts.contiguous = (int)(take() % 32);
    if (q.opts.contiguous > 2) q.opts.contiguous = 0;
    q.b.n = n;
    if (take() % 16 == 1 && n > 0) q.b.n--;
    if (take() % 16 == 1) EXPECT(fpm_chain_init_real(&q.row, n, NULL, real, NULL) == FPM_OK);
    want = row_status();
    if (q.opts.method > FPM_BALANCE_CONSTANT) want = FPM_E_UNSUPPORTED;
    if (q.opts.contiguous == 2) want = FPM_E_ARGUMENT;
    for (i = 0; i < PROCS; i++) q.d[i] = -7;
    q.status = k =
        fpm_balance_init(&q.b, q.b.n, p, take() % 4 ? q.procs : NULL, &q.opts, q.d, &q.info);
    EXPECT(q.info.status == k && (want == FPM_OK || k == want));
    if (k < 0) {
        for (i = more = 0; i < p; i++)
            more |= q.procs[i].min > 0 || q.procs[i].max > 0 || q.procs[i].required;
        EXPECT(k != FPM_E_INFEASIBLE || more || q.row.chains > 1);
        for (i = 0; i < p; i++) EXPECT(q.d[i] == -7);
        EXPECT(!q.b.state && !q.b.p);
        return;
    }
    if (unit_cost + move_cost > 0) EXPECT(!fpm_balance_cost(&q.b, unit_cost, move_cost));
    EXPECT(k == FPM_OK && !memcmp(q.d, q.b.d, sizeof q.d[0] * (size_t)p) && suits());
    sound(&q.b);
    for (more = 60; more > 0 && left > 0; more--, q.steps++) {
        how = take();
        switch (how % 16) {
        case 0: draw_loads(q.b.n); break; /* that the next step is about */
        case 1:
        case 2: change_row(take()); break;
        case 3: text_row(take()); break;
        case 4: EXPECT(fpm_balance_cost(&q.b, (how / 16) * 1e-6, how / 32 * 1e-3) == FPM_OK); break;
        case 5:
            k = fpm_balance_moved(&q.b, how / 16 * 1e-3);
            EXPECT(k == (q.b.moves > 0 ? FPM_OK : FPM_E_ARGUMENT));
            break;
        case 6: EXPECT(fpm_balance_wall(&q.b, (1 + how / 16) * 1e-2) == FPM_OK); break;
        default: step_row(take());
        }
        line = q.b.n;
        EXPECT(q.row.n == line);
    }
    fpm_balance_free(&q.b);
}

/* A row of as many elements as the text says, if that is few. */
static int row_for(const char *text, size_t size) {
    char head[64];
    size_t i;
    int n = -1;
    for (i = 0; i < size && i + 1 < sizeof head; i++) head[i] = text[i];
    head[i] = 0;
    if (sscanf(head, "fpm-balance 3%*[\r\n]run %d", &n) != 1 || n < 0 || n > ELEMENTS) return 0;
    for (i = 0; i < (size_t)n; i++) q.sums[i + 1] = q.sums[i] + (int64_t)(any() * 30);
    return fpm_chain_init(&q.row, n, NULL, q.sums, NULL) == FPM_OK;
}

/* ---- any state ---- */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fpm_balance b;
    fpm_balance_options opts = FPM_ZERO;
    int64_t line = -99, lines = 1;
    size_t i;
    int k, wild;
    running = data, running_size = size;
    memset(&q, 0, sizeof q);
    if (fuzz_trace) fuzz_describe(), fflush(stdout);
    if (size > 0 && data[0] < 128 && data[0] != 'f') {
        bytes = data + 1, left = size - 1;
        run_row();
        for (k = 0; k < PROCS; k++) fpm_model_free(&q.model[k]);
        return 0;
    }
    opts.max_bytes = 1 << 18;
    for (chance = size, i = 0; i < size; i++) {
        chance = (chance ^ data[i]) * UINT64_C(0x100000001b3);
        lines += data[i] == '\n' || data[i] == '\r';
    }
    k = fpm_balance_parse(&b, (const char *)data, size, &opts, &line);
    if (k == FPM_E_SYNTAX && line == 3 && row_for((const char *)data, size)) {
        opts.chain = &q.row;
        k = fpm_balance_parse(&b, (const char *)data, size, &opts, &line);
    }
    if (k < 0) {
        EXPECT(line >= 1 && line <= lines);
        EXPECT(!b.state && !b.p);
        return 0;
    }
    EXPECT(k == FPM_OK);
    sound(&b);
    wild = (int)(any() * 3);
    for (k = 0; k < 50; k++) {
        if (k % 16 == 0) round_trip(&b, &opts, k > 0);
        go_on(&b, wild);
        if (any() < 0.05) change(&b);
    }
    round_trip(&b, &opts, 1);
    fpm_balance_free(&b);
    return 0;
}

#ifdef FUZZ_STANDALONE

/* Bytes, or a state after some steps, of which a few numbers are then others, or a few bytes. */
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
    if (fuzz_draw(2)) {
        size = fuzz_bytes(data);
        if (size > 0) data[0] = 0;
        return size;
    }
    opts.method = (int)fuzz_draw(4);
    if (!fuzz_draw(4)) {
        n = (int64_t)fuzz_draw(ELEMENTS), opts.method %= 2;
        memset(&q, 0, sizeof q);
        snprintf((char *)data, FUZZ_MOST, "fpm-balance 3\nrun %d", (int)n);
        if (!row_for((const char *)data, strlen((const char *)data))) abort();
        opts.chain = &q.row;
    }
    opts.iterations = fuzz_draw(2) ? 0 : (int64_t)fuzz_draw(60);
    chance = fuzz_draw(UINT64_MAX);
    if (fpm_balance_init(&b, n, p, NULL, &opts, NULL, NULL) != FPM_OK) return 0;
    if (!fuzz_draw(3)) EXPECT(fpm_balance_cost(&b, 1e-6, 0) == FPM_OK);
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
