/* simulation.c - a balanced run over processors that are known. */
#include "simulation.h"
#include "explain.h"
#include "solve.h"

const choice simulation_methods[] = {{"default", FPM_BALANCE_DEFAULT},
                                     {"constant", FPM_BALANCE_CONSTANT},
                                     {"dfpa", FPM_BALANCE_DFPA},
                                     {"numerical", FPM_BALANCE_NUMERICAL},
                                     {NULL, 0}};
const int64_t simulation_frames[EARLY_FRAMES] = {1, 2, 3, 5};

/* Shares and times, p of each in a row, are for a picture only. */
int simulation_begin(simulation *s) {
    size_t p = (size_t)s->q.p, rows = (size_t)s->iterations + 1, cells = s->out.svg ? rows : 1;
    size_t j;
    int i;
    if (cells > SIZE_MAX / 16 / p) return out_of_memory();
    s->given = (double **)calloc(p, sizeof *s->given);
    s->fixed = (double *)calloc(p, sizeof *s->fixed);
    s->factor = (double *)calloc(p, sizeof *s->factor);
    s->seconds = (double *)calloc(p, sizeof *s->seconds);
    s->there = (int *)calloc(p, sizeof *s->there);
    s->proc = (fpm_proc *)calloc(p, sizeof *s->proc);
    s->d = (int64_t *)calloc(p, sizeof *s->d);
    s->last = (int64_t *)calloc(p, sizeof *s->last);
    s->most = (int64_t *)calloc(p, sizeof *s->most);
    s->stayed = (int64_t *)calloc(p, sizeof *s->stayed);
    s->rows = (iteration *)calloc(rows, sizeof *s->rows);
    s->shares = (int64_t *)calloc(cells * p, sizeof *s->shares);
    s->measured = (double *)calloc(cells * p, sizeof *s->measured);
    if (!s->given || !s->fixed || !s->factor || !s->seconds || !s->there || !s->proc || !s->d ||
        !s->last || !s->most || !s->stayed || !s->rows || !s->shares || !s->measured)
        return out_of_memory();
    for (i = 0; i < s->q.p; i++) {
        const fpm_points *points = &s->q.points[i];
        s->given[i] = (double *)malloc((size_t)points->count * sizeof(double) + 1);
        if (!s->given[i]) return out_of_memory();
        for (j = 0; j < (size_t)points->count; j++) s->given[i][j] = points->seconds[j];
        s->fixed[i] = s->q.proc[i].fixed;
        s->factor[i] = s->there[i] = 1;
    }
    return ANSWERED;
}

void simulation_end(simulation *s) {
    int i, j;
    fpm_balance_free(&s->b);
    for (j = 0; j < EARLY_FRAMES; j++) {
        for (i = 0; s->frame[j] && i < s->q.p; i++) fpm_model_free(&s->frame[j][i]);
        free(s->frame[j]);
    }
    for (i = 0; s->given && i < s->q.p; i++) free(s->given[i]);
    free((void *)s->given);
    free(s->fixed);
    free(s->factor);
    free(s->seconds);
    free(s->there);
    free(s->proc);
    free(s->d);
    free(s->last);
    free(s->most);
    free(s->stayed);
    free(s->rows);
    free(s->shares);
    free(s->measured);
    free(s->events);
    links_free(&s->transfers);
    problem_end(&s->q);
}

/* Times of processor i in iteration k over those given. */
static double factor_at(const simulation *s, int i, int64_t k) {
    double factor = 1;
    int j;
    for (j = 0; j < s->event_count; j++) {
        const event *e = &s->events[j];
        if (e->proc != i || e->at > k) continue;
        if (e->what == SLOW) factor *= e->value;
        if (e->what == DRIFT) factor *= pow(1 + e->value, (double)k);
    }
    return factor;
}

int simulation_set_truth(simulation *s, int64_t k, int *changed) {
    problem *q = &s->q;
    int i;
    int64_t j;
    if (s->event_count == 0) return ANSWERED;
    for (i = 0; i < q->p; i++) {
        double factor = factor_at(s, i, k);
        fpm_points *points = &q->points[i];
        if (factor >= s->factor[i] && factor <= s->factor[i]) continue;
        for (j = 0; j < points->count; j++) points->seconds[j] = factor * s->given[i][j];
        fpm_model_free(&q->model[i]);
        if (problem_make_model(q, i)) return NO_ANSWER;
        q->proc[i].fixed = factor * s->fixed[i];
        s->factor[i] = factor;
        *changed = 1;
    }
    return ANSWERED;
}

/* True seconds of the shares d, and the one that has none, or -1. */
static int true_times(const simulation *s, const int64_t *d, double *seconds) {
    int i;
    for (i = 0; i < s->q.p; i++) {
        double t = 0;
        seconds[i] = 0;
        if (d[i] == 0) continue;
        if (fpm_model_time(&s->q.model[i], (double)d[i], &t) < 0 || !(t > 0)) return i;
        seconds[i] = solve_seconds(&s->q, i, d[i]);
        if (!(seconds[i] > 0) || !(seconds[i] < 1e60)) return i;
    }
    return -1;
}

static double latest(const double *seconds, int p) {
    double most = 0;
    int i;
    for (i = 0; i < p; i++) most = fmax(most, seconds[i]);
    return most;
}

/* What a balancer is told of a processor: its constraints. */
static void unknown(fpm_proc *proc) {
    proc->model = NULL;
    proc->link = NULL;
    proc->overlap = 0;
}

/* What those that are there can reach at best, and what even shares take them, and those that they
   had when something happened last. */
static int find_optimum(simulation *s, int64_t k) {
    problem *q = &s->q;
    fpm_balance even;
    fpm_info info;
    char why[EXPLAIN_ROOM];
    int i, m = 0, status;
    for (i = 0; i < q->p; i++)
        if (s->there[i]) s->proc[m++] = q->proc[i];
    if (m == 0) return no_answer("iteration %" PRId64 ": nobody is left", k);
    status = fpm_partition(q->n, m, s->proc, NULL, s->d, &info);
    if (status < 0)
        return no_answer("iteration %" PRId64 ": %d of the processors are there: %s", k, m,
                         explain(&info, NULL, why));
    s->optimum = info.makespan;
    for (i = 0; i < m; i++) unknown(&s->proc[i]);
    status = fpm_balance_init(&even, q->n, m, s->proc, 0, 0, NULL, s->d, &info);
    if (status < 0) return no_answer("even shares: %s", explain(&info, NULL, why));
    fpm_balance_free(&even);
    for (i = q->p; i-- > 0;) s->d[i] = s->there[i] ? s->d[--m] : 0;
    i = true_times(s, s->d, s->seconds);
    s->even = i < 0 ? latest(s->seconds, q->p) : 0;
    for (i = 0; i < s->event_count && s->events[i].at != k; i++) {}
    if (k == 0 || i < s->event_count) memcpy(s->stayed, s->b.d, (size_t)q->p * sizeof *s->stayed);
    i = true_times(s, s->stayed, s->seconds);
    s->stay = i < 0 ? latest(s->seconds, q->p) : 0;
    return ANSWERED;
}

/* Processors that leave and join before iteration k runs. */
static int set_present(simulation *s, int64_t k, int *changed) {
    char why[EXPLAIN_ROOM];
    fpm_info info;
    int j, status;
    for (j = 0; j < s->event_count; j++) {
        const event *e = &s->events[j];
        int join = e->what == JOIN;
        if (e->at != k || (!join && e->what != LEAVE)) continue;
        status = join ? fpm_balance_join(&s->b, e->proc, NULL, &info)
                      : fpm_balance_leave(&s->b, e->proc, NULL, &info);
        if (status == FPM_E_INFEASIBLE && !join)
            return no_answer("iteration %" PRId64 ": processor %d leaves: no partition satisfies "
                             "the constraints: raise --max of those that stay, or let one join",
                             k, e->proc);
        if (status < 0)
            return no_answer("iteration %" PRId64 ": processor %d %s: %s", k, e->proc,
                             join ? "joins" : "leaves", explain(&info, NULL, why));
        s->there[e->proc] = join;
        *changed = 1;
    }
    return ANSWERED;
}

/* Those that join before they ever leave are not there at the start. */
static int set_absent(simulation *s) {
    char why[EXPLAIN_ROOM];
    fpm_info info = FPM_ZERO;
    int i, j, status = FPM_OK;
    for (i = 0; i < s->q.p && status >= 0; i++) {
        for (j = 0; j < s->event_count; j++)
            if (s->events[j].proc == i && s->events[j].what >= LEAVE) break;
        if (j == s->event_count || s->events[j].what == LEAVE) continue;
        s->there[i] = 0;
        status = fpm_balance_leave(&s->b, i, NULL, &info);
    }
    memcpy(s->last, s->b.d, (size_t)s->q.p * sizeof *s->last);
    return status < 0 ? no_answer("the start: %s", explain(&info, NULL, why)) : ANSWERED;
}

/* Row k: the truth of the partition that runs now. */
static int add_row(simulation *s, int64_t k) {
    iteration *r = &s->rows[s->count++];
    char room[40];
    double sum = 0;
    int i = true_times(s, s->b.d, s->seconds), busy = 0, p = s->q.p;
    if (i >= 0)
        return no_answer("iteration %" PRId64 ": the model of %s has no time for %" PRId64 " units",
                         k, problem_name(&s->q, i, room, sizeof room), s->b.d[i]);
    for (i = 0; i < p; i++) {
        r->moved += s->b.d[i] > s->last[i] ? s->b.d[i] - s->last[i] : 0;
        s->last[i] = s->b.d[i];
        if (s->b.d[i] > s->most[i]) s->most[i] = s->b.d[i];
        if (s->out.svg) s->shares[k * p + i] = s->b.d[i];
        busy += s->b.d[i] > 0;
        sum += s->seconds[i];
    }
    r->makespan = latest(s->seconds, p);
    r->optimum = s->optimum;
    r->even = s->even;
    r->stay = s->stay;
    r->imbalance = busy ? fmax(r->makespan / (sum / busy) - 1, 0) : 0;
    r->cost = r->moved ? s->move_cost + s->unit_cost * (double)r->moved : 0;
    return ANSWERED;
}

/* The function of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
static uint64_t scramble(uint64_t z) {
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Number `which` of processor i in iteration k, in (0, 1): whatever else happens, it stays. */
static double drawn(const simulation *s, int64_t k, int i, int which) {
    uint64_t z = scramble(scramble((uint64_t)s->seed) + (uint64_t)k);
    z = scramble(z + (uint64_t)i) + (uint64_t)which;
    return ((double)(scramble(z) >> 12) + 0.5) / 4503599627370496.0;
}

/* True times become measured ones. */
static void disturb(simulation *s, int64_t k) {
    int i;
    for (i = 0; i < s->q.p; i++) {
        double normal = sqrt(-2 * log(drawn(s, k, i, 0))) * cos(2 * acos(-1.0) * drawn(s, k, i, 1));
        if (s->b.d[i] == 0) continue;
        if (s->noise > 0) s->seconds[i] *= fmax(1 + s->noise * normal, 0.05);
        if (drawn(s, k, i, 2) < s->outliers) s->seconds[i] *= s->outlier;
        if (s->out.svg) s->measured[k * s->q.p + i] = s->seconds[i];
    }
}

/* Copies of the models after so many iterations, if a frame shows them. */
static int keep_frame(simulation *s, int64_t after) {
    int i, j;
    for (j = 0; j < EARLY_FRAMES && s->out.svg; j++) {
        if (simulation_frames[j] != after) continue;
        s->frame[j] = (fpm_model *)calloc((size_t)s->q.p, sizeof *s->frame[j]);
        if (!s->frame[j]) return out_of_memory();
        for (i = 0; i < s->q.p; i++) {
            const fpm_model *m = fpm_balance_model(&s->b, i);
            fpm_model_options opts = FPM_ZERO;
            if (!m) continue;
            opts.flags = m->flags & ~FPM_BORROW;
            opts.extent = m->extent;
            if (fpm_model_init(&s->frame[j][i], m->kind, m->count, m->size, m->seconds, &opts,
                               NULL) < 0)
                return out_of_memory();
        }
    }
    return ANSWERED;
}

/* Is nothing else to come after iteration k?  A time that contradicts the others is believed after
   a few repeats, so the verdict right after an event is not the last word. */
static int settled(const simulation *s, int64_t k) {
    int j;
    for (j = 0; j < s->event_count; j++)
        if (s->events[j].what == DRIFT || s->events[j].at + 5 > k) return 0;
    return !(s->noise > 0) && !(s->outliers > 0);
}

static int balance_again(problem *q, void *context) {
    fpm_proc *proc = (fpm_proc *)calloc((size_t)q->p, sizeof *proc);
    fpm_balance b;
    int i, status = proc ? FPM_OK : FPM_E_MEMORY;
    for (i = 0; proc && i < q->p; i++) {
        proc[i] = q->proc[i];
        unknown(&proc[i]);
    }
    if (proc)
        status = fpm_balance_init(&b, q->n, q->p, proc, 0, 0, (const fpm_balance_options *)context,
                                  NULL, NULL);
    if (proc && status >= 0) fpm_balance_free(&b);
    free(proc);
    return status;
}

int simulation_run(simulation *s) {
    problem *q = &s->q;
    fpm_balance_options opts = FPM_ZERO;
    fpm_info info;
    char why[EXPLAIN_ROOM];
    int64_t k;
    int i, status, stop = 0;
    opts.method = s->method;
    opts.min_gain = s->min_gain;
    if (s->method == FPM_BALANCE_DEFAULT) opts.iterations = s->iterations + 1;
    for (i = 0; i < q->p; i++) {
        s->proc[i] = q->proc[i];
        unknown(&s->proc[i]);
    }
    status = fpm_balance_init(&s->b, q->n, q->p, s->proc, s->unit_cost, s->move_cost, &opts, NULL,
                              &info);
    if (status < 0) {
        q->info = info;
        return solve_failed(q, status, balance_again, &opts);
    }
    status = set_absent(s);
    for (k = 0; !status && k <= s->iterations && !stop; k++) {
        int changed = k == 0;
        status = simulation_set_truth(s, k, &changed);
        if (!status) status = set_present(s, k, &changed);
        if (!status && changed) status = find_optimum(s, k);
        if (!status) status = add_row(s, k);
        if (status || k == s->iterations) break;
        disturb(s, k);
        i = fpm_balance_step(&s->b, s->seconds, NULL, &info);
        if (i < 0) return no_answer("iteration %" PRId64 ": %s", k, explain(&info, NULL, why));
        s->failed += s->b.failed;
        stop = s->b.verdict == FPM_CONVERGED && settled(s, k);
        status = keep_frame(s, k + 1);
    }
    return status;
}

/* Has moving paid for itself by iteration k? */
static void note_gain(stretch *t, int64_t k) {
    if (!(t->all < t->stay)) t->pays = -1;
    else if (t->pays < 0) t->pays = k;
}

int simulation_stretches(const simulation *s, stretch *list, int most) {
    int64_t k;
    int i, count = 0;
    for (k = 0; k < s->count; k++) {
        const iteration *r = &s->rows[k];
        for (i = 0; k && i < s->event_count && s->events[i].at != k;) i++;
        if (k == 0 || i < s->event_count) {
            if (count == most) memmove(list, list + 1, (size_t)--count * sizeof *list);
            memset(&list[count], 0, sizeof *list);
            list[count].pays = -1;
            list[count++].from = k;
        }
        list[count - 1].count++;
        list[count - 1].all += r->makespan + r->cost;
        list[count - 1].stay += r->stay;
        list[count - 1].optimum += r->optimum;
        note_gain(&list[count - 1], k);
    }
    return count;
}

void simulation_event_text(const event *e, char *text, size_t size) {
    if (e->what == LEAVE || e->what == JOIN)
        snprintf(text, size, "processor %d %s", e->proc, e->what == LEAVE ? "leaves" : "joins");
    else if (e->what == DRIFT)
        snprintf(text, size, "processor %d drifts by %.3g %%", e->proc, 100 * e->value);
    else
        snprintf(text, size, "processor %d: %.3g times %s", e->proc,
                 e->value < 1 ? 1 / e->value : e->value, e->value < 1 ? "faster" : "slower");
}

double simulation_ratio(double time, double optimum) { return optimum > 0 ? time / optimum : 1; }
