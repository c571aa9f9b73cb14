/* fpm_items_share beside another method: the least time by halving all times that there can be,
   each of them decided by plain augmenting paths on a matrix. */
#include "../fpm.h"

#include "test.h"

#include <math.h>

enum { MOST_N = 9, MOST_P = 6, MOST_SLOTS = 40, NODES = MOST_N + MOST_P + 2 };

static struct {
    int n, p, slots, unlike, limited;
    int64_t load[MOST_N], max[MOST_P], total;
    int copies[MOST_N], owner[MOST_SLOTS];
    double speed[MOST_P];
} q;

/* By -Ofast last bits of fpm.h's times may differ. */
#ifdef __FAST_MATH__
#define LAST_BITS 1e-14
#else
#define LAST_BITS 0
#endif
#define CHECK_TIME(time, want) CHECK_REL(time, want, LAST_BITS)
#define CHECK_NOT_LATER(time, want) CHECK_LE(time, (want) * (1 + LAST_BITS))

/* When processor j finishes a load.  Divisors are volatile: -Ofast may not multiply instead. */
static double finish(int64_t load, int j) {
    volatile double divisor = q.unlike ? q.speed[j] : 1;
    return (double)load / divisor;
}

static void dump(void) {
    int i, k, at = 0;
    for (i = 0; i < q.n; i++) {
        printf("    load %lld on", (long long)q.load[i]);
        for (k = 0; k < q.copies[i]; k++) printf(" %d", q.owner[at++]);
        printf("\n");
    }
    for (k = 0; k < q.p; k++)
        printf("    speed %.17g, max %lld\n", q.unlike ? q.speed[k] : 1,
               q.limited ? (long long)q.max[k] : 0);
}

static void random_copies(int how) {
    int i, k, j;
    memset(&q, 0, sizeof q);
    q.n = (int)test_int(1, MOST_N);
    q.p = (int)test_int(1, MOST_P);
    q.unlike = how == 1;
    q.limited = how == 2;
    for (i = 0; i < q.n; i++) {
        q.load[i] = test_int(0, test_int(0, 3) ? 12 : 60);
        q.total += q.load[i];
        q.copies[i] = (int)test_int(1, q.p < 4 ? q.p : 4);
        for (k = 0; k < q.copies[i]; k++) {
            int again = 1;
            while (again) {
                again = 0;
                q.owner[q.slots] = (int)test_int(0, q.p - 1);
                for (j = 1; j <= k; j++)
                    if (q.owner[q.slots - j] == q.owner[q.slots]) again = 1;
            }
            q.slots++;
        }
    }
    for (j = 0; j < q.p; j++) {
        q.speed[j] = 0.25 * (double)test_int(1, 12);
        if (test_int(0, 1)) q.speed[j] += 1e-3 * test_real();
        q.max[j] = test_int(0, 2) ? test_int(1, 2 + 2 * q.total / q.p) : test_int(-1, 0);
    }
}

static int64_t capacity(int j, double time) {
    int64_t c = 0;
    if (q.limited && q.max[j] < 0) return 0;
    while (c < q.total && finish(c + 1, j) <= time) c++;
    return q.limited && q.max[j] > 0 && q.max[j] < c ? q.max[j] : c;
}

/* Ford and Fulkerson on a matrix: source, pieces, processors, sink. */
static int64_t left[NODES][NODES];

static int64_t augment(int from, int64_t amount, char *seen) {
    int to;
    if (from == q.n + q.p + 1) return amount;
    seen[from] = 1;
    for (to = 0; to < q.n + q.p + 2; to++) {
        int64_t sent;
        if (seen[to] || left[from][to] == 0) continue;
        sent = augment(to, left[from][to] < amount ? left[from][to] : amount, seen);
        left[from][to] -= sent;
        left[to][from] += sent;
        if (sent > 0) return sent;
    }
    return 0;
}

static int enough(double time) {
    int64_t all = 0, sent = 1;
    int i, j, k, at = 0;
    memset(left, 0, sizeof left);
    for (i = 0; i < q.n; i++) {
        left[0][1 + i] = q.load[i];
        for (k = 0; k < q.copies[i]; k++) left[1 + i][1 + q.n + q.owner[at++]] = q.total;
    }
    for (j = 0; j < q.p; j++) left[1 + q.n + j][q.n + q.p + 1] = capacity(j, time);
    while (sent > 0) {
        char seen[NODES] = {0};
        sent = augment(0, q.total + 1, seen);
        all += sent;
    }
    return all == q.total;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The least of all times of whole loads that is enough; below 0: none is. */
static double least_time(void) {
    static double time[MOST_P * 700];
    int count = 1, j, low = -1, high;
    int64_t c;
    time[0] = 0;
    for (j = 0; j < q.p; j++)
        for (c = 1; c <= q.total; c++) {
            time[count] = finish(c, j);
            count++;
        }
    qsort(time, (size_t)count, sizeof *time, by_size);
    if (!enough(time[count - 1])) return -1;
    high = count - 1;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (enough(time[middle])) high = middle;
        else low = middle;
    }
    return time[high];
}

/* When the last processor finishes; -1: one has more than it may have. */
static double last_of(const int64_t *share) {
    int64_t sum[MOST_P] = {0};
    double time = 0;
    int j, at;
    for (at = 0; at < q.slots; at++) sum[q.owner[at]] += share[at];
    for (j = 0; j < q.p; j++) {
        double each = finish(sum[j], j);
        if (each > time) time = each;
        if (q.limited && q.max[j] > 0 && sum[j] > q.max[j]) return -1;
        if (q.limited && q.max[j] < 0 && sum[j] > 0) return -1;
    }
    return time;
}

/* Shares of a piece are 0 or more and sum to its load. */
static void whole_pieces(const int64_t *share) {
    int i, k, at = 0;
    for (i = 0; i < q.n; i++) {
        int64_t all = 0;
        for (k = 0; k < q.copies[i]; k++) {
            CHECK(share[at] >= 0);
            all += share[at];
            at++;
        }
        CHECK_INT(all, q.load[i]);
    }
}

static fpm_items_options options_of_q(void) {
    fpm_items_options o = FPM_ZERO;
    o.replicas = q.slots;
    if (q.unlike) o.speed = q.speed;
    if (q.limited) o.max = q.max;
    return o;
}

static void shares(int how) {
    int64_t count = test_count(300), share[MOST_SLOTS];
    int infeasible = 0;
    for (; count > 0; count--) {
        fpm_items_options o;
        fpm_items_outputs out = FPM_ZERO;
        fpm_info info;
        double want;
        int status;
        random_copies(how);
        out.copies = q.copies;
        o = options_of_q();
        want = least_time();
        memset(share, -1, sizeof share);
        status = fpm_items_share(q.n, q.load, q.p, &o, q.owner, &out, share, &info);
        if (want < 0) {
            infeasible++;
            CHECK_INT(status, FPM_E_INFEASIBLE);
            CHECK(info.at >= 0 && info.at < q.n && info.most < info.total);
            CHECK_INT(share[0], -1);
        } else if (CHECK_INT(status, FPM_OK)) {
            whole_pieces(share);
            CHECK_TIME(last_of(share), want);
            CHECK_TIME(info.makespan, want);
            CHECK_TIME(info.lower_bound, want);
        }
        if (test__.bad) {
            dump();
            return;
        }
    }
    NOTE("%d infeasible", infeasible);
    CHECK(how < 2 || test_count(300) < 100 || infeasible > 0);
}

/* Even shares, the first ones a unit more; when they finish, -1: they are not allowed. */
static double even_time(void) {
    int64_t share[MOST_SLOTS];
    int i, k, at = 0;
    for (i = 0; i < q.n; i++) {
        for (k = 0; k < q.copies[i]; k++) {
            share[at] = q.load[i] / q.copies[i];
            if (k < q.load[i] % q.copies[i]) share[at]++;
            at++;
        }
    }
    return last_of(share);
}

/* Twice as much max_work, again and again: allowed shares, never worse than even ones or than those
   by less work, the bound right, and in the end those by any work. */
static void with_little_work(int how) {
    int64_t count = test_count(600), share[MOST_SLOTS], work;
    int cut = 0, none = 0, between = 0;
    for (; count > 0; count--) {
        fpm_items_outputs out = FPM_ZERO;
        double want, even, before = 1e300;
        int status = FPM_E_WORK_LIMIT;
        random_copies(how);
        out.copies = q.copies;
        want = least_time();
        even = even_time();
        for (work = 1; work < INT64_C(1) << 40 && status != FPM_OK; work += work) {
            fpm_items_options o = options_of_q();
            fpm_info info;
            o.max_work = work;
            memset(share, -1, sizeof share);
            status = fpm_items_share(q.n, q.load, q.p, &o, q.owner, &out, share, &info);
            if (status == FPM_E_INFEASIBLE) break;
            if (status == FPM_E_WORK_LIMIT) {
                CHECK(even < 0 && before > 1e299);
                CHECK(info.work >= work);
                CHECK_INT(share[0], -1);
                none++;
                continue;
            }
            CHECK(status == FPM_OK || status == FPM_WORK_LIMIT);
            whole_pieces(share);
            CHECK_TIME(last_of(share), info.makespan);
            CHECK_NOT_LATER(info.makespan, before);
            if (even >= 0) CHECK_NOT_LATER(info.makespan, even);
            CHECK_NOT_LATER(info.lower_bound, want);
            if (status == FPM_WORK_LIMIT) CHECK(info.work >= work && info.gap > 0);
            if (status == FPM_WORK_LIMIT) cut++;
            if (before < 1e299 && info.makespan < before && info.makespan > want) between++;
            before = info.makespan;
            if (test__.bad) break;
        }
        CHECK(want < 0 ? status == FPM_E_INFEASIBLE : status == FPM_OK);
        if (status == FPM_OK) CHECK_TIME(before, want);
        if (test__.bad) {
            dump();
            return;
        }
    }
    NOTE("%d cut short, %d without an answer, %d better and not the best", cut, none, between);
    CHECK(test_count(600) < 100 || (cut > 0 && (how < 2 ? between > 0 : none > 0)));
}

/* progress: stops the search when it is asked for the n-th time; what it is told is right. */
typedef struct stop_at {
    int asked, at;
    double best, bound;
} stop_at;

static int stop_there(void *context, const fpm_progress *state) {
    stop_at *s = (stop_at *)context;
    CHECK(s->best <= 0 || state->best <= s->best);
    CHECK_LE(s->bound, state->bound);
    s->best = state->best;
    s->bound = state->bound;
    s->asked++;
    return s->asked == s->at;
}

/* As many copies as there are: each has all of its piece.  No pieces at all. */
static void one_each(void) {
    const int64_t load[3] = {4, 2, 1};
    const int owner[3] = {1, 0, 1};
    int64_t share[3];
    fpm_info info;
    CHECK_INT(fpm_items_share(3, load, 2, NULL, owner, NULL, share, &info), FPM_OK);
    CHECK_INT(share[0], 4);
    CHECK_SAME(info.makespan, 5);
    CHECK_INT(info.last, 1);
    CHECK_INT(info.busy, 2);
    CHECK_INT(fpm_items_share(0, NULL, 2, NULL, NULL, NULL, NULL, &info), FPM_OK);
    CHECK_SAME(info.makespan, 0);
}

/* The comment's example. */
static void example(void) {
    const int64_t load[2] = {9, 3};
    int copies[2] = {2, 1};
    const int owner[3] = {0, 1, 1};
    int64_t share[3];
    fpm_items_options o = FPM_ZERO;
    fpm_items_outputs out = FPM_ZERO;
    fpm_info info;
    o.replicas = 3;
    out.copies = copies;
    CHECK_INT(fpm_items_share(2, load, 2, &o, owner, &out, share, &info), FPM_OK);
    CHECK_INT(share[0], 6);
    CHECK_INT(share[1], 3);
    CHECK_INT(share[2], 3);
    CHECK_SAME(info.makespan, 6);
}

/* Copies as fpm_items_assign places them, each sharing evenly: uneven shares are never worse. */
static void after_assign(void) {
    enum { N = 60, P = 12, SLOTS = 96 };
    int64_t count = test_count(20), load[N], share[SLOTS];
    int owner[SLOTS], copies[N], i, better = 0, all = 0;
    for (; count > 0; count--) {
        fpm_items_options o = FPM_ZERO;
        fpm_items_outputs out = FPM_ZERO;
        fpm_info even, info;
        for (i = 0; i < N; i++) load[i] = test_int(0, 30);
        for (i = 0; i < N; i++) load[i] = 1 + load[i] * test_int(0, 30);
        o.replicas = SLOTS;
        o.equal_counts = 1;
        o.max_work = 100000;
        out.copies = copies;
        CHECK(fpm_items_assign(N, load, P, &o, owner, &out, &even) >= 0);
        for (i = 0; i < N; i++) load[i] += test_int(0, load[i] / 5); /* they drift */
        CHECK(fpm_items_check(N, load, P, &o, owner, &out, &even) >= 0);
        o.equal_counts = 0;
        o.max_work = 0;
        CHECK_INT(fpm_items_share(N, load, P, &o, owner, &out, share, &info), FPM_OK);
        CHECK_LE(info.makespan, even.makespan);
        all++;
        if (info.makespan < even.makespan) better++;
    }
    CHECK(better > all / 2);
}

/* A row of 2,001 processors, each two neighbours with a piece, and most load at one end: the first
   half of it fills 1,001 of them. */
static void long_way(void) {
    enum { N = 2000 };
    static int64_t load[N], share[2 * N];
    static int owner[2 * N], copies[N];
    fpm_items_options o = FPM_ZERO;
    fpm_items_outputs out = FPM_ZERO;
    fpm_info info;
    int i;
    for (i = 0; i < N; i++) {
        load[i] = i < N / 2 ? 4000 : 1000;
        copies[i] = 2;
        owner[2 * i] = i;
        owner[2 * i + 1] = i + 1;
    }
    o.replicas = 2 * N;
    out.copies = copies;
    CHECK_INT(fpm_items_share(N, load, N + 1, &o, owner, &out, share, &info), FPM_OK);
    CHECK_SAME(info.makespan, 3997);
}

/* A row of N processors and twice as many pieces, from each processor to the next one; those of the
   first half are a little heavier.  What they have too much passes through the whole row. */
enum { ROW = 2000 };
static struct {
    int64_t load[ROW], share[2 * ROW];
    int owner[2 * ROW], copies[ROW];
} row;

static fpm_items_options a_row(fpm_items_outputs *out) {
    fpm_items_options o = FPM_ZERO;
    int i;
    for (i = 0; i < ROW; i++) {
        row.load[i] = i < ROW / 2 ? 100000000 + 10000 : 100000000;
        row.copies[i] = 2;
        row.owner[2 * i] = i;
        row.owner[2 * i + 1] = (i + 1) % ROW;
    }
    o.replicas = 2 * ROW;
    out->copies = row.copies;
    return o;
}

/* Nearly the same loads everywhere, and a search that takes long: it ends when it is told to. */
static void stopped(void) {
    fpm_items_outputs out = FPM_ZERO;
    fpm_items_options o = a_row(&out);
    stop_at s = {0, 0, 0, 0};
    fpm_info info, whole;
    int status, i;
    CHECK_INT(fpm_items_share(ROW, row.load, ROW, &o, row.owner, &out, row.share, &whole), FPM_OK);
    CHECK_SAME(whole.makespan, 100000000 + 5000);
    o.progress = stop_there;
    o.context = &s;
    for (s.at = 1; s.at < 100; s.at *= 3) {
        int64_t all = 0;
        s.asked = 0;
        s.best = 0;
        s.bound = 0;
        status = fpm_items_share(ROW, row.load, ROW, &o, row.owner, &out, row.share, &info);
        CHECK_INT(status, FPM_STOPPED);
        CHECK_INT(s.asked, s.at);
        CHECK(info.work < whole.work && info.gap > 0 && info.makespan <= 100000000 + 10000);
        CHECK_LE(info.lower_bound, whole.makespan);
        for (i = 0; i < 2 * ROW; i++) all += row.share[i];
        CHECK_INT(all, ROW / 2 * INT64_C(200010000));
    }
    s.asked = 0;
    s.best = 0;
    s.bound = 0;
    s.at = -1;
    CHECK_INT(fpm_items_share(ROW, row.load, ROW, &o, row.owner, &out, row.share, &info), FPM_OK);
    CHECK_SAME(info.makespan, whole.makespan);
    CHECK(s.asked > 100);
}

/* One row of processors ends in a fan of them with little room: one phase sends from the last piece
   through the whole row to each processor of the fan.  It ends within max_work, but for the way at
   hand and the passes over all copies that every call makes. */
static void ends_in_a_phase(void) {
    enum { LONG = 300, FAN = 400, COPIES = 2 * LONG + FAN + 3 };
    static int64_t load[LONG + 2], share[COPIES];
    static int owner[COPIES], copies[LONG + 2];
    const int64_t each = 100 * COPIES; /* nanoseconds of ten passes over all copies */
    fpm_items_options o = FPM_ZERO;
    fpm_items_outputs out = FPM_ZERO;
    fpm_info info, whole;
    int i, at = 0, quarter;
    for (i = 0; i < LONG; i++) {
        load[i] = 4 * FAN;
        copies[i] = 2;
        owner[at++] = i;
        owner[at++] = i + 1;
    }
    load[LONG] = FAN * (4 * FAN - 1);
    copies[LONG] = FAN + 1;
    for (i = 0; i <= FAN; i++) owner[at++] = LONG + i;
    load[LONG + 1] = 4 * FAN;
    copies[LONG + 1] = 2;
    owner[at++] = 0;
    owner[at++] = 1;
    o.replicas = at;
    out.copies = copies;
    o.max_work = INT64_C(1) << 50;
    CHECK_INT(fpm_items_share(LONG + 2, load, LONG + FAN + 1, &o, owner, &out, share, &whole),
              FPM_OK);
    CHECK(whole.work > 20 * each);
    CHECK_SAME(whole.makespan, 4 * FAN);
    for (quarter = 1; quarter < 4; quarter++) {
        o.max_work = whole.work / 4 * quarter;
        CHECK_INT(fpm_items_share(LONG + 2, load, LONG + FAN + 1, &o, owner, &out, share, &info),
                  FPM_WORK_LIMIT);
        CHECK_LE((double)info.work, (double)(o.max_work + each));
    }
}

/* A processor that may take nothing has an even share: before there are others, there is none. */
static void stopped_without_an_answer(void) {
    const int64_t load[1] = {8}, max[2] = {FPM_NOTHING, 0};
    const int owner[2] = {0, 1};
    int64_t share[2] = {-7, -7};
    int copies[1] = {2};
    stop_at s = {0, 1, 0, 0};
    fpm_items_options o = FPM_ZERO;
    fpm_items_outputs out = FPM_ZERO;
    fpm_info info;
    o.replicas = 2;
    o.max = max;
    o.progress = stop_there;
    o.context = &s;
    out.copies = copies;
    CHECK_INT(fpm_items_share(1, load, 2, &o, owner, &out, share, &info), FPM_E_STOPPED);
    CHECK_INT(share[0], -7);
    o.progress = NULL;
    CHECK_INT(fpm_items_share(1, load, 2, &o, owner, &out, share, &info), FPM_OK);
    CHECK_INT(share[1], 8);
}

/* One piece on two processors of any speeds: the least makespan of all shares, to the bit.  What a
   processor takes within a time is a quotient that rounding can put on either side. */
static void to_the_bit(void) {
    const int owner[2] = {0, 1};
    int64_t draws;
    for (draws = 0; draws < test_count(4000); draws++) {
        int64_t load = test_int(1, 60), share[2], x;
        double speed[2], best = 1e300;
        int copies = 2;
        fpm_items_options o = FPM_ZERO;
        fpm_items_outputs out = FPM_ZERO;
        fpm_info info;
        speed[0] = draws % 2 ? 0.1 * (double)test_int(1, 30) : test_real() + 0.01;
        speed[1] = 0.1 * (double)test_int(1, 30);
        for (x = 0; x <= load; x++) {
            double last = fmax((double)x / speed[0], (double)(load - x) / speed[1]);
            best = fmin(best, last);
        }
        o.speed = speed;
        o.replicas = 2;
        out.copies = &copies;
        CHECK_INT(fpm_items_share(1, &load, 2, &o, owner, &out, share, &info), FPM_OK);
        NOTE("load %lld, speeds %.17g %.17g", (long long)load, speed[0], speed[1]);
        CHECK_TIME(info.makespan, best);
    }
}

/* A piece without load is not what is too much. */
static void at_fault(void) {
    const int64_t load[2] = {0, 5}, max[1] = {4};
    const int owner[2] = {0, 0};
    int64_t share[2];
    fpm_items_options o = FPM_ZERO;
    fpm_info info;
    o.max = max;
    CHECK_INT(fpm_items_share(2, load, 1, &o, owner, NULL, share, &info), FPM_E_INFEASIBLE);
    CHECK_INT(info.at, 1);
}

/* A call with this memory; shares are untouched if it fails. */
static int run_case(int which, const fpm_alloc *alloc) {
    const int64_t load[3] = {9, 3, 5};
    const int owner[6] = {0, 1, 1, 2, 3, 0};
    const double speed[4] = {1, 2, 3, 4};
    int64_t share[6] = {-7};
    int copies[3] = {2, 2, 2}, status;
    fpm_items_options o = FPM_ZERO;
    fpm_items_outputs out = FPM_ZERO;
    o.replicas = 6;
    o.alloc = alloc;
    out.copies = copies;
    if (which) o.speed = speed;
    if (which) o.max_work = 1000000;
    status = fpm_items_share(3, load, 4, &o, owner, &out, share, NULL);
    if (status < 0) CHECK_INT(share[0], -7);
    return status;
}

static void failing_memory(void) {
    CHECK(test_heap_sweep(0, run_case) > 0);
    CHECK(test_heap_sweep(1, run_case) > 0);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN_AS("equal", shares(0));
    RUN_AS("speeds", shares(1));
    RUN_AS("limits", shares(2));
    RUN_AS("equal, little work", with_little_work(0));
    RUN_AS("speeds, little work", with_little_work(1));
    RUN_AS("limits, little work", with_little_work(2));
    RUN(stopped);
    RUN(ends_in_a_phase);
    RUN(stopped_without_an_answer);
    RUN(one_each);
    RUN(example);
    RUN(after_assign);
    RUN(long_way);
    RUN(to_the_bit);
    RUN(at_fault);
    RUN(failing_memory);
    return test_end();
}
