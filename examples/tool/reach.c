/* reach.c - the sums of shares that processors can take.  The page has it too.

   One more processor takes what the others cannot.  Each unit takes it longer than anything takes
   another processor, so that the fastest partition leaves it as few as possible: the others take
   the largest sum up to n that they can reach.  That sum grows with n, so the smallest one above n
   is found by doubling the step, then by halving it. */
#include "reach.h"

typedef struct search {
    int p;
    const fpm_proc *proc;
    int64_t work; /* that is left to it */
} search;

static const int64_t all_work = 20000000;
static const size_t most_bytes = (size_t)1 << 27;

static const int64_t no_sum = -1, not_known = -2;

int64_t reach_capacity(int p, const fpm_proc *proc) {
    int64_t all = 0;
    int i;
    for (i = 0; i < p; i++) {
        const fpm_model *m = proc[i].model;
        int64_t most = proc[i].max > 0 ? proc[i].max : FPM_SIZE_MAX;
        int64_t last = m->count > 0 ? m->size[m->count - 1] : 0;
        if (m->kind == FPM_DISCRETE && last < most) most = last;
        all = most < FPM_SIZE_MAX - all ? all + most : FPM_SIZE_MAX;
    }
    return all;
}

static int64_t partition_all(search *s, int64_t n, fpm_proc *all, int64_t *d) {
    static const int64_t one = 1;
    static const double late = 1267650600228229401496703205376.0; /* 2^100: exact times */
    fpm_model left = FPM_ZERO;
    fpm_options opts = FPM_ZERO;
    fpm_info info;
    int status = fpm_model_init(&left, FPM_CONSTANT, 1, &one, &late, NULL, NULL);
    opts.max_work = s->work;
    opts.max_bytes = most_bytes;
    memcpy(all, s->proc, (size_t)s->p * sizeof *all);
    all[s->p].model = &left;
    if (status == FPM_OK) status = fpm_partition(n, s->p + 1, all, &opts, d, &info);
    fpm_model_free(&left);
    if (status == FPM_E_INFEASIBLE) return no_sum;
    if (status < 0 || info.gap > 0 || info.work >= s->work) return not_known;
    s->work -= info.work;
    return n - d[s->p];
}

/* The largest sum up to n. */
static int64_t largest_sum(search *s, int64_t n) {
    fpm_proc *all = (fpm_proc *)calloc((size_t)s->p + 1, sizeof *all);
    int64_t *d = (int64_t *)calloc((size_t)s->p + 1, sizeof *d), sum = not_known;
    if (all && d) sum = partition_all(s, n, all, d);
    free(all);
    free(d);
    return sum;
}

/* A sum above n, after longer and longer steps; none is above n up to *low. */
static int64_t any_above(search *s, int64_t n, int64_t *low) {
    int64_t top = reach_capacity(s->p, s->proc), sum = no_sum, step = 1, high;
    for (*low = n; *low < top; *low = high) {
        high = step < top - n ? n + step : top;
        sum = largest_sum(s, high);
        if (sum == not_known || sum > n) return sum;
        step *= 2;
    }
    return no_sum;
}

/* The smallest sum above n. */
static int64_t smallest_above(search *s, int64_t n) {
    int64_t low, high = any_above(s, n, &low);
    while (high > n && low + 1 < high) {
        int64_t middle = low + (high - low) / 2, sum = largest_sum(s, middle);
        if (sum == not_known) return sum;
        if (sum > n) high = sum;
        else low = middle;
    }
    return high;
}

void reach_nearest(int64_t n, int p, const fpm_proc *proc, int64_t *below, int64_t *above) {
    search s = {p, proc, all_work};
    *below = n > 0 ? largest_sum(&s, n - 1) : no_sum;
    *above = smallest_above(&s, n);
}

void reach_text(int64_t n, int p, const fpm_proc *proc, char *text, size_t size) {
    int64_t below, above;
    reach_nearest(n, p, proc, &below, &above);
    if (size) *text = 0;
    if (below > 0 && above > 0)
        snprintf(text, size, "take n = %" PRId64 " or %" PRId64, below, above);
    else if (below > 0 || above > 0)
        snprintf(text, size, "take n = %" PRId64, below > 0 ? below : above);
}
