/* chain_mpi.c - a chain that no machine holds as a whole, cut exactly: its elements are spread over
   MPI ranks in order, and p parts of contiguous elements, the largest as small as possible, go to
   the ranks in order.  The cuts are those that fpm_chain_partition gives for the whole chain.

      make mpi && mpirun -n 4 build/examples/chain_mpi [WORD...]

      n=N        elements (1000000)      loads=0..3   even, heavy-tailed, hilly, one over all (0)
      p=P        parts (1000)            held=0..2    by ranks: equal, odd ranks none, last all (0)
      check=1    gather all on rank 0 and compare (default); 0: only check the parts
      rank=R     this rank has another p, which is an error

   A round tries K values for the largest part.  For each of them a rank takes what the rank before
   it left, 16 bytes, goes on by searches in its own sums, and hands it on: while it tries the next
   value its neighbour goes on with this one.  K values cut the interval in K + 1, and the loads
   themselves are never sent until each goes to its new owner. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { K = 16, ROUNDS = 4 };

static struct {
    int me, ranks, p;
    int64_t n, first, all;        /* elements here, before, of all ranks */
    int64_t base, total, largest; /* load before, of all; the largest element of all */
    int64_t *w;                   /* n + 1 sums of the loads here */
    fpm_chain chain;
    int64_t sent; /* bytes, for the search and the cuts */
} the;

/* All ranks end with one message if any of them is not well. */
static void require(int good, const char *what) {
    int bad = good ? the.ranks : the.me, first;
    MPI_Allreduce(&bad, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (first == the.ranks) return;
    if (the.me == first) fprintf(stderr, "chain_mpi: rank %d: %s\n", the.me, what);
    MPI_Finalize();
    exit(1);
}

static void *room(int64_t count, size_t size) {
    void *p = malloc((size_t)(count > 0 ? count : 1) * size);
    require(p != NULL, "out of memory");
    return p;
}

/* Where share k of `count` even ones begins. */
static int64_t even(int64_t all, int count, int64_t k) {
    return all / count * k + all % count * k / count;
}

/* The state of a walk comes from the neighbour on one side, and goes to the other's. */
static void take(void *state, size_t bytes, int way) {
    int from = the.me - way;
    if (from < 0 || from >= the.ranks) return;
    MPI_Recv(state, (int)bytes, MPI_BYTE, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void hand_on(const void *state, size_t bytes, int way) {
    int to = the.me + way;
    if (to < 0 || to >= the.ranks) return;
    MPI_Send(state, (int)bytes, MPI_BYTE, to, 1, MPI_COMM_WORLD);
    the.sent += (int64_t)bytes;
}

/* Greedy parts, as long as possible: how many are complete, and the load of the one that is not. */
typedef struct walk {
    int64_t parts, open;
} walk;

/* Go on with greedy parts of at most `most` over the elements here, from the left or the right.
   A part that becomes complete here, number k of the walk, ends at cut[k].  More parts than p: too
   many, or an element is too large. */
static void go_on(int64_t most, int right, walk *s, int64_t *cut) {
    int64_t i = right ? the.n : 0, left = the.n, way = right ? -1 : 1;
    while (s->parts <= the.p) {
        int64_t low = 0, high = left; /* so many elements from i on still fit */
        while (low < high) {
            int64_t mid = high - (high - low) / 2;
            if (way * (the.w[i + way * mid] - the.w[i]) <= most - s->open) low = mid;
            else high = mid - 1;
        }
        s->open += way * (the.w[i + way * low] - the.w[i]);
        i += way * low;
        left -= low;
        if (left == 0) return;
        if (cut && s->parts < the.p) cut[s->parts] = i;
        s->parts++;
        s->open = 0;
    }
}

/* The least value that suffices for the largest part. */
static int64_t bottleneck(int *rounds) {
    int64_t low = the.total / the.p + (the.total % the.p > 0), high, width, most[K];
    int t, enough;
    if (low < the.largest) low = the.largest;
    high = the.total / the.p + the.largest; /* cuts nearest to even ones are within this */
    if (high < low) high = low;
    for (*rounds = 0; low < high; ++*rounds) {
        width = high - low;
        for (t = 0, enough = K; t < K; t++) {
            walk at = {0, 0};
            most[t] = low + width / K * t + width % K * t / K;
            take(&at, sizeof at, 1);
            go_on(most[t], 0, &at, NULL);
            hand_on(&at, sizeof at, 1);
            if (at.parts < the.p && enough == K) enough = t;
        }
        MPI_Bcast(&enough, 1, MPI_INT, the.ranks - 1, MPI_COMM_WORLD);
        if (enough < K) high = most[enough];
        if (enough > 0) low = most[enough - 1] + 1;
    }
    return high;
}

/* ---- the cuts: of all partitions whose parts are within `most` the one that fpm_chain_partition
   gives, in three walks.  Of what belongs to a cut a rank knows what lies on its own elements: for
   what lies on ranks before it the first place does as well, on later ones the last. ---- */

/* Load before a place that is here; the last place here that has no more, or the first that has. */
static int64_t load(int64_t place) { return the.base + the.w[place - the.first]; }

static int64_t find(int64_t limit, int last) {
    int64_t low = 0, high = the.n + 1; /* the answer is from low to high - 1, if it is here */
    while (high - low > 1) {
        int64_t mid = low + (high - low) / 2;
        if (the.base + the.w[mid] + !last <= limit) low = mid;
        else high = mid;
    }
    return the.first + (last || load(the.first) >= limit ? low : low + 1);
}

/* Greedy from the right: the first places of cuts. */
static void first_places(int64_t most, int64_t *low) {
    walk at = {0, 0};
    int64_t *cut = (int64_t *)room(the.p, sizeof *cut);
    int from, j;
    take(&at, sizeof at, -1);
    from = (int)at.parts;
    go_on(most, 1, &at, cut);
    hand_on(&at, sizeof at, -1);
    for (j = 0; j < the.p; j++)
        low[the.p - 1 - j] = j < from ? the.all : j < at.parts ? the.first + cut[j] : 0;
    low[the.p] = the.all;
    free(cut);
}

/* Targets of cuts: k even shares of a load `sum`, in which an element that is more than a share
   counts as one, and what such elements are beyond that does not count. */
typedef struct aims {
    int64_t k, home, before, element; /* the last place not right of target k; its loads */
    double target, shift, over, due, sum;
} aims;

/* Go on to target k; returns 0 if it is beyond this rank, else the place nearest to it, and how. */
static int next_aim(aims *a, int64_t *place) {
    const double dust = 1e-12 * (double)the.total;
    double at = a->target, next, due, left = 0, size;
    int64_t end = the.first + the.n, old = a->home, limit;
    next = a->sum * ((double)(a->k + 1) / the.p);
    due = next - at;
    at += a->shift - (double)a->before + dust;
    if (at >= 0) {
        limit = a->before + (int64_t)at;
        if (limit >= load(end) && end < the.all) return 0;
        a->home = find(limit, 1);
        left = at - (double)(load(a->home) - a->before) - dust;
        if (left < dust) left = 0;
        a->before = load(a->home);
        a->element = a->home < the.all ? load(a->home + 1) - a->before : 0;
    }
    a->target = next;
    size = (double)a->element;
    if ((a->k == 0 || a->home > old) && size > due * (1 + 1e-12) && left < due) {
        a->shift += size - due;
        a->over += size;
        a->due += due / a->sum;
        size = due;
    }
    *place = 2 * a->home + (a->home < the.all && size - left < left * (1 - 1e-9));
    return 1;
}

/* One round of the targets, into aim; returns the next round's load, 0: there is none. */
static double targets(double sum, int last, int64_t *aim) {
    aims a;
    double rest, more = 0;
    int k;
    for (k = 0; k < the.p; k++) aim[k] = the.total > 0 ? 0 : 2 * even(the.all, the.p, k);
    if (the.total == 0) return 0;
    memset(&a, 0, sizeof a);
    a.sum = sum;
    take(&a, sizeof a, 1);
    while (a.k < the.p && next_aim(&a, &aim[a.k])) a.k++;
    hand_on(&a, sizeof a, 1);
    for (k = (int)a.k; k < the.p; k++) aim[k] = 2 * the.all;
    rest = (double)the.total - a.over;
    if (a.over > 0 && rest > 1e-12 * (double)the.total && a.due < 1) more = rest / (1 - a.due);
    if (last || !(more < sum * (1 - 1e-9))) more = 0;
    MPI_Bcast(&more, 1, MPI_DOUBLE, the.ranks - 1, MPI_COMM_WORLD);
    return more;
}

/* The place from low to high that an aim says. */
static int64_t pick(int64_t aim, int64_t low, int64_t high) {
    int64_t home = aim / 2;
    return home < low ? low : home < high ? home + aim % 2 : high;
}

/* Cuts from the left, each as near to its target as it can be; those that lie here into cut.
   Returns how many were set before, and *count. */
static int place(int64_t most, const int64_t *first, const int64_t *aim, int64_t *cut, int *count) {
    struct {
        int64_t k, at, before, zeros;
    } s = {1, 0, 0, 0};
    int64_t end = the.first + the.n, low, high, at, from;
    int few = the.all < the.p;
    take(&s, sizeof s, 1);
    for (from = s.k; s.k < the.p; s.k++) {
        low = few ? the.all - (the.p - s.k) : s.at + 1;
        if (low < s.at) low = s.at;
        if (low < first[s.k]) low = first[s.k];
        high = few ? s.at + 1 : the.all - (the.p - s.k);
        if (high > the.all) high = the.all;
        at = pick(aim[s.k], low, high);
        if (at > end && load(end) - s.before <= most) break;
        if (at > end || load(at) - s.before > most)
            at = pick(aim[s.k], low, find(s.before + most, 1));
        s.before = load(at);
        if (at > low && the.total > 0) { /* of places with the same load the first */
            at = find(s.before, 0);
            if (at == the.first) at = s.zeros;
            if (at < low) at = low;
        }
        cut[s.k] = s.at = at;
    }
    low = find(load(end), 0);
    if (low > the.first || the.first == 0) s.zeros = low;
    hand_on(&s, sizeof s, 1);
    *count = (int)(s.k - from);
    return (int)from;
}

/* ---- the loads ---- */

static double random_of(int64_t i) {
    uint64_t x = ((uint64_t)i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)((x ^ x >> 31) >> 11) / 9007199254740992.0;
}

static int64_t load_of(int64_t i, int kind) {
    double at = (double)i / (double)the.all - 0.3, u = random_of(i);
    if (kind == 0) return (int64_t)(100 * u);
    if (kind == 1) return (int64_t)(1 / (1e-5 + u * u));
    if (kind == 2) return (int64_t)(1000 * u * exp(-50 * at * at));
    return i == the.all / 3 ? 100 * the.all : (int64_t)(3 * u);
}

static void make_loads(int kind, int held) {
    int64_t i, from = even(the.all, the.ranks, the.me), to = even(the.all, the.ranks, the.me + 1);
    double sum, own;
    if (held == 1) from = even(the.all, (the.ranks + 1) / 2, (the.me + 1) / 2);
    if (held == 1) to = even(the.all, (the.ranks + 1) / 2, the.me / 2 + 1);
    if (held == 2) {
        from = 0;
        to = the.me + 1 == the.ranks ? the.all : 0;
    }
    the.n = to - from;
    the.first = from;
    the.w = (int64_t *)room(the.n + 1, sizeof *the.w);
    for (i = 0, own = 0; i < the.n; i++) own += (double)(the.w[i + 1] = load_of(from + i, kind));
    MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    require(sum < 1e18, "loads sum to more than 1e18");
    require(fpm_chain_init(&the.chain, the.n, the.w + 1, the.w, NULL) == FPM_OK, "bad loads");
    MPI_Allreduce(&the.w[the.n], &the.total, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    MPI_Exscan(&the.w[the.n], &the.base, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    if (the.me == 0) the.base = 0;
    i = the.chain.largest;
    i = the.n > 0 ? the.w[i + 1] - the.w[i] : 0;
    MPI_Allreduce(&i, &the.largest, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
}

/* Numbers that lie on the ranks as `have` says go to where `want` says, of each rank so many. */
static int64_t *move(const int64_t *data, int64_t have, int64_t want) {
    int64_t *share = (int64_t *)room(2 * the.ranks, sizeof *share), *got;
    int *send = (int *)room(4 * the.ranks, sizeof *send), *send_at = send + the.ranks;
    int *get = send_at + the.ranks, *get_at = get + the.ranks;
    MPI_Allgather(&have, 1, MPI_INT64_T, share, 1, MPI_INT64_T, MPI_COMM_WORLD);
    MPI_Allgather(&want, 1, MPI_INT64_T, share + the.ranks, 1, MPI_INT64_T, MPI_COMM_WORLD);
    require(fpm_export_moves(the.ranks, share, share + the.ranks, 1, the.me, send, send_at, get,
                             get_at) == FPM_OK,
            "more elements than MPI counts");
    got = (int64_t *)room(want, sizeof *got);
    MPI_Alltoallv(data, send, send_at, MPI_INT64_T, got, get, get_at, MPI_INT64_T, MPI_COMM_WORLD);
    free(share);
    free(send);
    return got;
}

/* The whole chain on rank 0, cut by fpm_chain_partition. */
static void compare(const int64_t *loads, const int64_t *own, int64_t parts, int64_t most) {
    int64_t all = the.me == 0 ? the.all : 0, p = the.me == 0 ? the.p : 0, k;
    int64_t *whole = move(loads, the.n, all), *cut = move(own, parts, p);
    int64_t *w = (int64_t *)room(all + 1, sizeof *w), *begin = (int64_t *)room(p + 1, sizeof *w);
    fpm_chain chain;
    fpm_info info;
    int good = 1;
    if (the.me == 0) {
        fpm_chain_init(&chain, all, whole, w, NULL);
        good = fpm_chain_partition(&chain, the.p, NULL, begin, NULL, &info) == FPM_OK;
        for (k = 0; k < p; k++) good &= cut[k] == begin[k];
        good &= info.makespan == (double)most;
    }
    require(good, "not the cuts of the whole chain");
    if (the.me == 0) printf("the same cuts as those of the whole chain on one rank\n");
    free(whole);
    free(cut);
    free(w);
    free(begin);
}

int main(int argc, char **argv) {
    int64_t most, *low, *aim, *cut, *load, *own, *bound, i, sent, k0, k1;
    int kind = 0, held = 0, check = 1, odd = -1, rounds, from, count = 0, a, range[2], all[2],
        good = 1;
    double sum, next;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &the.me);
    MPI_Comm_size(MPI_COMM_WORLD, &the.ranks);
    the.all = 1000000;
    the.p = 1000;
    for (a = 1; a < argc; a++) {
        if (sscanf(argv[a], "n=%" SCNd64, &the.all) == 1) continue;
        if (sscanf(argv[a], "p=%d", &the.p) == 1 || sscanf(argv[a], "rank=%d", &odd) == 1) continue;
        if (sscanf(argv[a], "loads=%d", &kind) == 1 || sscanf(argv[a], "held=%d", &held) == 1)
            continue;
        require(sscanf(argv[a], "check=%d", &check) == 1,
                "unknown word: see the head of its source");
    }
    the.p += the.me == odd;
    range[0] = the.p;
    range[1] = -the.p;
    MPI_Allreduce(range, all, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    require(all[0] == -all[1], "ranks have another number of parts each");
    require(the.p > 0 && the.p < INT_MAX / 2 && the.all >= 0 && the.all < INT_MAX, "n or p");
    make_loads(kind, held);
    low = (int64_t *)room(the.p + 1, sizeof *low);
    aim = (int64_t *)room(the.p, sizeof *aim);
    cut = (int64_t *)room(the.p, sizeof *cut);
    bound = (int64_t *)room(the.ranks + 1, sizeof *cut);

    most = bottleneck(&rounds);
    first_places(most, low);
    sum = (double)the.total;
    if ((double)the.largest > sum / the.p && sum - (double)the.largest > 1e-12 * sum)
        sum = (sum - (double)the.largest) * the.p / (the.p - 1);
    for (a = 0; (next = targets(sum, a == ROUNDS, aim)) > 0; a++) sum = next;
    from = place(most, low, aim, cut, &count);

    /* Each rank gets the cuts of its parts, and where the ranks' parts begin, then the loads. */
    if (the.me == 0) {
        cut[0] = 0;
        from = 0;
        count++;
    }
    for (a = 0; a <= the.ranks; a++) {
        i = even(the.p, the.ranks, a);
        bound[a] = a == the.ranks ? the.all : i >= from && i < from + count ? cut[i] : 0;
    }
    MPI_Allreduce(MPI_IN_PLACE, bound, the.ranks + 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
    k0 = even(the.p, the.ranks, the.me);
    k1 = even(the.p, the.ranks, the.me + 1);
    own = move(cut + from, count, k1 - k0);
    the.sent += 8 * (int64_t)count;
    load = (int64_t *)room(the.n, sizeof *load);
    for (i = 0; i < the.n; i++) load[i] = the.w[i + 1] - the.w[i];
    free(the.w);
    the.w = move(load, the.n, bound[the.me + 1] - bound[the.me]);
    for (i = k0; i < k1; i++) {
        int64_t at = own[i - k0], end = i + 1 < k1 ? own[i - k0 + 1] : bound[the.me + 1], part = 0;
        good &= end > at || (the.all < the.p && end == at);
        for (; at < end; at++) part += the.w[at - bound[the.me]];
        good &= part <= most;
    }
    require(good, "a part that is too large, or empty");
    MPI_Allreduce(&the.sent, &sent, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    if (the.me == 0)
        printf("%" PRId64 " elements over %d ranks in %d parts: the largest %" PRId64
               ", mean %.6g; %d rounds, %.1f bytes a part sent\n",
               the.all, the.ranks, the.p, most, (double)the.total / the.p, rounds,
               (double)sent / the.p);
    if (check) compare(load, own, k1 - k0, most);
    free(the.w);
    free(load);
    free(own);
    free(low);
    free(aim);
    free(cut);
    free(bound);
    MPI_Finalize();
    return 0;
}
