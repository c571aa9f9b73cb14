/* Bytes spell calls of balancing and their times: options and constraints of any kind, steps with
   times that are likely, wild or none, costs, moves, walls, a new n, processors that leave and
   join, and runs that start again from their points.  An even first byte means equal units, and a
   second state that gets the same calls and has to give the same answers.  An odd one means
   elements in a row (opts.chain), with loads from 0 to more than is allowed, or real, that change
   between the calls.  Statuses are foretold, a negative one leaves outputs and state alone, shares
   sum to n or tile the row and keep their constraints, and what moves is counted anew. */
#define FPM_IMPLEMENTATION
#include "fpm.h"

#include "bytes.h"
#include "driver.h"

/* Models that read the arrays of this program. */
static const fpm_model_options borrowed = {FPM_BORROW, 0, 0, NULL, NULL, 0, NULL};

static const uint8_t *running;
static size_t running_size;

enum { PROCS = 6, ELEMENTS = 300 };

/* Elements in a row, and what balances them. */
static struct {
    int64_t sums[ELEMENTS + 1], first[3], d[PROCS];
    double real[ELEMENTS + 1], slower[PROCS]; /* seconds of a load of 1 */
    double cliff[PROCS];                      /* a larger share takes eight times as long */
    fpm_chain row;
    fpm_proc procs[PROCS];
    int64_t size[PROCS][4];
    double seconds[PROCS][4];
    fpm_model model[PROCS];
    fpm_balance_options opts;
    fpm_balance b;
    fpm_info info;
    int steps, status; /* since the input began; of the latest call */
    fpm_balance twin;  /* equal units: gets the same calls */
    fpm_info twins;
    int64_t also[PROCS];
} q;

static const fpm__balance_state *inside(void) { return fpm__balance_state_of(&q.b); }

static void fuzz_describe(void) {
    size_t i;
    if (!q.row.whole)
        printf("%d calls, status %d (%s), p %d, n %lld, method %d, steps %lld\n", q.steps, q.status,
               fpm_status_str(q.status), q.b.p, (long long)q.b.n, q.opts.method,
               (long long)q.b.steps);
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
    for (i = 0; i < running_size; i++) printf("\\x%02x", running[i]);
    puts("");
}

/* Numbers that follow from the input alone, under either driver. */
static uint64_t chance;

static double any(void) {
    chance = chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(chance >> 11) / 9007199254740992.0;
}

static void sound(const fpm_balance *b) {
    const fpm__balance_state *own = fpm__balance_state_of(b);
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

/* A copy of all that a state holds but what each call sees anew. */
static unsigned char *copied(const fpm_balance *b) {
    const fpm__balance_state *own = fpm__balance_state_of(b);
    unsigned char *copy = (unsigned char *)malloc(b->bytes);
    if (!copy) abort();
    memcpy(copy, own, b->bytes);
    memset(copy + offsetof(fpm__balance_state, all), 0, sizeof own->all);
    if (own->opts.chain)
        memset(copy + ((const unsigned char *)own->units - (const unsigned char *)own), 0,
               (size_t)b->p * sizeof *own->units);
    return copy;
}

/* Is the state as it was? */
static void unchanged(const fpm_balance *b, const unsigned char *was) {
    unsigned char *now = copied(b);
    EXPECT(!memcmp(now, was, b->bytes));
    free(now);
}

/* Models of the points that b keeps, in procs; the points are the caller's to free. */
static void models_of(const fpm_balance *b, fpm_proc *procs, fpm_model *model, fpm_points *points) {
    int i;
    for (i = 0; i < b->p; i++) {
        memset(&points[i], 0, sizeof points[i]);
        EXPECT(fpm_balance_points(b, i, &points[i]) == FPM_OK);
        EXPECT(points[i].count <= FPM_BALANCE_POINTS);
        procs[i].model = points[i].count > 0 ? &model[i] : NULL;
        if (points[i].count > 0)
            EXPECT(fpm_model_init(&model[i], FPM_PIECEWISE, points[i].count, points[i].size,
                                  points[i].seconds, &borrowed, NULL) == FPM_OK);
    }
}

/* Times like those that are known, or any: up to every time that is allowed. */
static void go_on(fpm_balance *b, int wild) {
    const fpm__balance_state *own = fpm__balance_state_of(b);
    double *seconds = (double *)malloc((size_t)b->p * sizeof *seconds);
    int i;
    if (!seconds) abort();
    for (i = 0; i < b->p; i++) {
        double t = own->points.count[i] ? own->points.seconds[i * FPM_BALANCE_POINTS] : 1;
        if (wild) t *= exp((wild > 1 ? 200 : 4) * (any() - 0.5));
        seconds[i] = fmin(fmax(t * (0.9 + 0.2 * any()), FPM_TIME_MIN), FPM_TIME_MAX);
    }
    i = fpm_balance_step(b, seconds, NULL, NULL);
    EXPECT(i == FPM_OK || i == FPM_E_WORK_LIMIT || i == FPM_E_MAX_BYTES ||
           (own->opts.chain && i == FPM_E_INFEASIBLE)); /* loads that constraints do not suit */
    sound(b);
    free(seconds);
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
static void called(int want, int64_t n, const int64_t *was, int suited,
                   const unsigned char *state) {
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
        EXPECT((q.b.verdict == FPM_MOVE) == differs);
        EXPECT(q.info.moved == moved_between(n, was, q.b.d));
        EXPECT(q.b.predicted >= q.info.lower_bound && q.info.lower_bound >= 0);
        EXPECT(suits());
    }
    if (state) unchanged(&q.b, state);
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
    unsigned char *state = NULL;
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
    if (want != FPM_OK) state = copied(&q.b);
    memcpy(was, q.b.d, sizeof was[0] * (size_t)q.b.p);
    for (i = 0; i < PROCS; i++) q.d[i] = -7;
    q.status = fpm_balance_step(&q.b, t, q.d, &q.info);
    EXPECT(want != FPM_E_TIME || q.info.fault == at);
    q.row.n = n, q.sums[n] = last;
    called(want, q.b.n, was, suited, state);
    free(state);
}

/* A new n with new loads, a processor that leaves or joins; some with a row of another length. */
static void change_row(unsigned how) {
    int64_t was[PROCS], n = q.b.n, next = n, spoilt = q.row.n, last = q.sums[q.row.n];
    int i = (int)(how / 4 % (unsigned)q.b.p), want, k, others = 0, bound = q.row.chains > 1;
    unsigned char *state = copied(&q.b);
    memcpy(was, q.b.d, sizeof was[0] * (size_t)q.b.p);
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
    if (q.status >= 0) free(state), state = NULL;
    called(want, n, was, 0, state);
    EXPECT(q.status < 0 || suits());
    EXPECT(q.status < 0 || q.b.n == next);
    free(state);
    if (q.b.n != q.row.n) draw_loads(q.b.n); /* the state is still of the old n */
}

/* A second run starts from the points of this one. */
static void start_row(void) {
    fpm_balance other;
    fpm_proc procs[PROCS];
    fpm_model model[PROCS];
    fpm_points points[PROCS];
    int i, k;
    for (i = 0; i < q.b.p; i++) procs[i] = inside()->procs[i];
    models_of(&q.b, procs, model, points);
    k = fpm_balance_init(&other, q.b.n, q.b.p, procs, -1, -1, &q.opts, NULL, &q.info);
    EXPECT(k == row_status() || k == FPM_E_MAX_BYTES || k == FPM_E_INFEASIBLE);
    for (i = 0; i < q.b.p; i++) fpm_points_free(&points[i]);
    if (k != FPM_OK) return;
    sound(&other);
    for (i = 0; i < 5; i++) go_on(&other, (int)(take() % 3));
    fpm_balance_free(&other);
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
    if (q.opts.method) q.opts.iterations = 0, q.opts.trust = 0; /* of the default method */
    q.opts.contiguous = (int)(take() % 32);
    if (q.opts.contiguous > 2) q.opts.contiguous = 0;
    q.b.n = n;
    if (take() % 16 == 1 && n > 0) q.b.n--;
    if (take() % 16 == 1) EXPECT(fpm_chain_init_real(&q.row, n, NULL, real, NULL) == FPM_OK);
    want = row_status();
    if (q.opts.method > FPM_BALANCE_CONSTANT) want = FPM_E_UNSUPPORTED;
    if (q.opts.contiguous == 2) want = FPM_E_ARGUMENT;
    for (i = 0; i < PROCS; i++) q.d[i] = -7;
    q.status = k = fpm_balance_init(&q.b, q.b.n, p, take() % 4 ? q.procs : NULL, -1, -1, &q.opts,
                                    q.d, &q.info);
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
        case 3: start_row(); break;
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

/* ---- equal units ---- */

/* What is not a time or a cost now and then. */
static double any_seconds(void) { return take() % 8 ? take() / 64.0 : take_seconds(); }

static int is_cost(double v) { return v >= 0 && v <= FPM_TIME_MAX; }

static int is_time(double v) { return v >= FPM_TIME_MIN && v <= FPM_TIME_MAX; }

/* Units that change processors where each keeps what it can. */
static double moved_units(const int64_t *from, const int64_t *to) {
    int64_t up = 0, down = 0;
    int i;
    for (i = 0; i < q.b.p; i++) {
        up += to[i] > from[i] ? to[i] - from[i] : 0;
        down += to[i] < from[i] ? from[i] - to[i] : 0;
    }
    return (double)(up < down ? up : down);
}

/* After a call of both states: the same answers; what must stay stays. */
static void both_called(int status, const int64_t *was, const unsigned char *state) {
    size_t share = (size_t)q.b.p * sizeof *was;
    int i, differs = memcmp(was, q.b.d, share) != 0;
    EXPECT(q.status == status && q.info.status == status && q.twins.status == status);
    EXPECT(!memcmp(q.b.d, q.twin.d, share) && q.b.moved == q.twin.moved);
    EXPECT(q.b.verdict == q.twin.verdict && q.info.fault == q.twins.fault);
    EXPECT(!memcmp(&q.b.predicted, &q.twin.predicted, sizeof q.b.predicted));
    if (state) unchanged(&q.b, state);
    if (status < 0) {
        for (i = 0; i < q.b.p; i++) EXPECT(q.d[i] == -7);
        EXPECT(!differs);
    } else {
        EXPECT(!memcmp(q.d, q.b.d, share) && !memcmp(q.also, q.b.d, share));
        EXPECT((q.b.verdict == FPM_MOVE) == differs);
        if (!q.opts.contiguous) EXPECT(q.info.moved == moved_units(was, q.b.d));
        EXPECT(q.b.predicted >= q.info.lower_bound && q.info.lower_bound >= 0);
    }
    sound(&q.b);
}

/* Times that are likely, far from it, or spelt one by one: some are none. */
static void step_units(unsigned how) {
    double t[PROCS];
    int64_t was[PROCS];
    int i, at = -1, status;
    unsigned char *state = NULL;
    for (i = 0; i < q.b.p; i++) {
        double x = (double)q.b.d[i], known = 1;
        if (inside()->points.count[i]) known = inside()->points.seconds[i * FPM_BALANCE_POINTS];
        t[i] = how % 4 == 0 ? q.slower[i] * x * (0.95 + 0.1 * any()) : known * (0.9 + 0.2 * any());
        if (how % 4 == 0 && x > q.cliff[i]) t[i] *= 8;
        if (how % 4 == 1) t[i] *= exp(4 * (any() - 0.5));
        if (how % 4 == 2 && how % 8 < 4) t[i] *= exp(200 * (any() - 0.5));
        t[i] = fmin(fmax(t[i], FPM_TIME_MIN), FPM_TIME_MAX);
        if (how % 16 == 3) t[i] = any_seconds();
        if (at < 0 && q.b.d[i] > 0 && !is_time(t[i])) at = i;
    }
    memcpy(was, q.b.d, sizeof was[0] * (size_t)q.b.p);
    for (i = 0; i < PROCS; i++) q.d[i] = q.also[i] = -7;
    if (at >= 0) state = copied(&q.b);
    q.status = fpm_balance_step(&q.b, t, q.d, &q.info);
    status = fpm_balance_step(&q.twin, t, q.also, &q.twins);
    if (at >= 0) EXPECT(q.status == FPM_E_TIME && q.info.fault == at);
    else EXPECT(q.status == FPM_OK || q.status == FPM_E_WORK_LIMIT || q.status == FPM_E_MAX_BYTES);
    both_called(status, was, state);
    free(state);
}

/* A new n, a processor that leaves or joins; some that are none. */
static void change_units(unsigned how) {
    int64_t was[PROCS], n = q.b.n;
    int i = (int)(how / 4 % (PROCS + 1)) - (how / 4 == 0), k, want, status;
    unsigned char *state = copied(&q.b);
    memcpy(was, q.b.d, sizeof was[0] * (size_t)q.b.p);
    for (k = 0; k < PROCS; k++) q.d[k] = q.also[k] = -7;
    if (how % 4 == 0) {
        n = take() % 2 ? take_size() : (int64_t)(any() * 2 * (double)(n < 1000000 ? n : 1000000));
        want = n < 0 || n > FPM_SIZE_MAX ? FPM_E_ARGUMENT : FPM_OK;
        q.status = fpm_balance_resize(&q.b, n, q.d, &q.info);
        status = fpm_balance_resize(&q.twin, n, q.also, &q.twins);
    } else {
        int leave = how % 4 < 3;
        want = i < 0 || i >= q.b.p || inside()->gone[i] == leave ? FPM_E_ARGUMENT : FPM_OK;
        q.status = leave ? fpm_balance_leave(&q.b, i, q.d, &q.info)
                         : fpm_balance_join(&q.b, i, q.d, &q.info);
        status = leave ? fpm_balance_leave(&q.twin, i, q.also, &q.twins)
                       : fpm_balance_join(&q.twin, i, q.also, &q.twins);
    }
    if (want != FPM_OK) EXPECT(q.status == want);
    else
        EXPECT(q.status == FPM_OK || q.status == FPM_E_INFEASIBLE || q.status == FPM_E_MAX_BYTES ||
               q.status == FPM_E_WORK_LIMIT ||
               (q.status == FPM_E_UNSUPPORTED && q.opts.method >= FPM_BALANCE_DFPA));
    EXPECT(q.status < 0 || q.b.n == n);
    both_called(status, was, q.status < 0 ? state : NULL);
    free(state);
}

/* Both states begin; 0: they do not. */
static int begin_units(int64_t n, int p, const fpm_proc *procs, int want) {
    int i, status, bound = 0;
    for (i = 0; i < PROCS; i++) q.d[i] = q.also[i] = -7;
    q.status = status = fpm_balance_init(&q.b, n, p, procs, -1, -1, &q.opts, q.d, &q.info);
    EXPECT(fpm_balance_init(&q.twin, n, p, procs, -1, -1, &q.opts, q.also, &q.twins) == status);
    EXPECT(q.info.status == status);
    EXPECT(want == FPM_OK || status == want || status == FPM_E_MAX_BYTES);
    if (status == FPM_OK) {
        EXPECT(!memcmp(q.d, q.b.d, sizeof q.d[0] * (size_t)p));
        EXPECT(!memcmp(q.also, q.b.d, sizeof q.d[0] * (size_t)p));
        sound(&q.b);
        return 1;
    }
    for (i = 0; procs && i < p; i++)
        bound |= procs[i].min > 0 || procs[i].max != 0 || procs[i].required || procs[i].grain > 1;
    EXPECT(bound || (status != FPM_E_INFEASIBLE && status != FPM_E_UNSUPPORTED));
    EXPECT(status == want || status == FPM_E_INFEASIBLE || status == FPM_E_MAX_BYTES ||
           status == FPM_E_WORK_LIMIT ||
           (status == FPM_E_UNSUPPORTED && q.opts.method >= FPM_BALANCE_DFPA));
    for (i = 0; i < p; i++) EXPECT(q.d[i] == -7);
    EXPECT(!q.b.state && !q.b.p && !q.twin.state);
    return 0;
}

/* The run ends, and another one starts from its points; 0: it does not. */
static int start_units(void) {
    fpm_proc procs[PROCS];
    fpm_model model[PROCS];
    fpm_points points[PROCS];
    int64_t n = q.b.n;
    int i, p = q.b.p, begun;
    for (i = 0; i < p; i++) procs[i] = inside()->procs[i];
    models_of(&q.b, procs, model, points);
    fpm_balance_free(&q.b);
    fpm_balance_free(&q.twin);
    begun = begin_units(n, p, procs, FPM_OK);
    for (i = 0; i < p; i++) fpm_points_free(&points[i]);
    return begun;
}

/* One of the calls that say something. */
static void tell_units(unsigned how) {
    double a = any_seconds(), b = any_seconds();
    int k, want;
    if (how % 3 == 0) {
        want = (is_cost(a) && is_cost(b)) || (a < 0 && b < 0 && a > -1e308 && b > -1e308)
                   ? FPM_OK
                   : FPM_E_ARGUMENT;
        k = fpm_balance_cost(&q.b, a, b), q.status = fpm_balance_cost(&q.twin, a, b);
    } else if (how % 3 == 1) {
        want = is_cost(a) && q.b.moves > 0 ? FPM_OK : FPM_E_ARGUMENT;
        k = fpm_balance_moved(&q.b, a), q.status = fpm_balance_moved(&q.twin, a);
    } else {
        want = is_time(a) ? FPM_OK : FPM_E_ARGUMENT;
        k = fpm_balance_wall(&q.b, a), q.status = fpm_balance_wall(&q.twin, a);
    }
    EXPECT(k == want && q.status == want);
}

static void run_units(void) {
    int64_t n = take() % 4 ? (int64_t)take() << take() % 12 : take_size();
    int p = 1 + (int)(take() % PROCS), i, more, want = FPM_OK, begun, limits = FPM_OK;
    unsigned how = take();
    fpm_balance_options *o = &q.opts;
    chance = take_bits();
    for (i = 0; i < p; i++) {
        fpm_proc *proc = &q.procs[i];
        unsigned own = take();
        if (own % 8 == 5 && take_model(&q.model[i], 4, q.size[i], q.seconds[i]) == FPM_OK)
            proc->model = &q.model[i];
        q.slower[i] = exp(4 * (any() - 0.5));
        q.cliff[i] = any() * 3 * (double)n / p;
        proc->required = own % 16 == 1;
        if (own % 16 == 2) proc->min = take_size();
        if (own % 16 == 3) proc->max = take_size();
        if (own % 16 == 4) proc->grain = take_size();
        if (own % 16 == 6) proc->min = (int64_t)(any() * (double)n / p);
        if (proc->min < 0 || proc->max < FPM_NOTHING || proc->grain < 0 ||
            (proc->max > 0 && proc->min > proc->max))
            limits = FPM_E_BOUNDS;
    }
    o->max_bytes = take() % 16 ? 1 << 18 : 1 + (size_t)take() * 64;
    o->max_work = 1 + ((int64_t)take() << take() % 8);
    o->method = how % 2 ? (int)(how / 2 % 4) : 0;
    o->iterations = how / 8 % 2 ? (int64_t)take() : 0;
    o->contiguous = how / 16 % 2;
    if (how / 32 % 2) o->trust = 1.1 + take() % 5, o->stale = 1.1 + take() % 3;
    if (o->method) o->iterations = 0, o->trust = o->stale = 0; /* of the default method */
    if (how / 64 % 2) o->min_gain = take() / 2560.0;
    if (take() % 16 == 1) o->contiguous = 2, want = FPM_E_ARGUMENT;
    if (n < 0 || n > FPM_SIZE_MAX) want = FPM_E_ARGUMENT;
    begun = take() % 4 == 0;
    if (want == FPM_OK && !begun) want = limits;
    begun = begin_units(n, p, begun ? NULL : q.procs, want);
    for (more = 60; more > 0 && left > 0 && begun; more--, q.steps++) {
        how = take();
        switch (how % 16) {
        case 0:
        case 1: change_units(take()); break;
        case 2:
        case 3: tell_units(take()); break;
        case 4: begun = start_units(); break;
        default: step_units(how / 16);
        }
    }
    fpm_balance_free(&q.b);
    fpm_balance_free(&q.twin);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int k;
    running = data, running_size = size;
    memset(&q, 0, sizeof q);
    if (fuzz_trace) fuzz_describe(), fflush(stdout);
    if (size == 0) return 0;
    bytes = data + 1, left = size - 1;
    if (data[0] % 2) run_row();
    else run_units();
    for (k = 0; k < PROCS; k++) fpm_model_free(&q.model[k]);
    return 0;
}

#ifdef FUZZ_STANDALONE

static size_t fuzz_make(uint8_t *data) { return fuzz_bytes(data); }

#endif
