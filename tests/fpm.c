/* The implementation, compiled once for all tests that do not define the switch themselves, and
   what they need of its static functions. */
#define FPM_IMPLEMENTATION
#include "fpm.h"

#include "inside.h"

typedef struct inside_watch {
    const fpm__tree *tree;
    inside_hpopta *out;
} inside_watch;

static int inside_seen(void *context, const fpm_progress *state) {
    const inside_watch *w = (const inside_watch *)context;
    const fpm__level *level = w->tree->level;
    int c;
    w->out->wrong += (int64_t)state->sum != level[0].sigma;
    for (c = 0; c < 4 && w->out->seen < 20; c++) w->out->sigma[w->out->seen][c] = level[c].sigma;
    w->out->seen++;
    return 0;
}

int inside_hpopta_search(int64_t n, const fpm_proc *procs, inside_hpopta *out) {
    fpm__job job;
    fpm__tree tree;
    inside_watch w;
    int status, c;
    memset(&job, 0, sizeof job);
    memset(&tree, 0, sizeof tree);
    memset(out, 0, sizeof *out);
    w.tree = &tree, w.out = out;
    job.n = n, job.p = 4, job.procs = procs;
    job.mem.limit = 1 << 20;
    job.opts.max_work = 1 << 20;
    job.work_left = job.opts.max_work;
    job.opts.progress = inside_seen;
    job.opts.context = &w;
    tree.job = &job, tree.unit = 1, tree.n = n;
    fpm__even_start(&tree);
    out->first = tree.first;
    status = fpm__tree_size(&tree);
    if (status == FPM_OK) status = fpm__tree_make(&tree);
    if (status == FPM_OK) {
        fpm__tree_start(&tree);
        status = fpm__tree_search(&tree);
        for (c = 0; c < 4; c++) out->share[c] = tree.level[c].share;
        out->time = tree.time[tree.tau];
    }
    fpm__release(&job.mem, 0);
    return status;
}

int inside_envelope(int64_t n, int p, const fpm_proc *procs, double *least) {
    fpm__job job;
    fpm__exact e;
    int64_t bits = 0;
    int status = fpm__job_begin(&job, n, p, procs, NULL, NULL);
    if (status == FPM_OK) status = fpm__exact_make(&e, &job);
    if (status == FPM_OK && n % e.unit != 0) status = FPM_E_INFEASIBLE;
    if (status == FPM_OK) status = fpm__envelope_time(&e, &bits);
    *least = fpm__from_bits(bits);
    return fpm__job_end(&job, status, NULL);
}

int64_t inside_listed(const fpm_proc *proc, int64_t n) {
    fpm__job job;
    fpm__exact e;
    fpm__climb climb = FPM_ZERO;
    int64_t work = -1;
    int status = fpm__job_begin(&job, n, 1, proc, NULL, NULL);
    if (status == FPM_OK) status = fpm__exact_make(&e, &job);
    if (status == FPM_OK) status = fpm__next_of(&e, &climb, 0, 1, n, 0, FPM__LATEST);
    if (status == FPM_OK) work = e.steps.done;
    fpm__job_end(&job, status, NULL);
    return work;
}

int inside_least(int64_t n, int p, const fpm_proc *procs, const fpm_options *opts, int64_t *work) {
    fpm__job job;
    fpm__least l;
    int status = fpm__job_begin(&job, n, p, procs, opts, NULL);
    *work = 0;
    if (status == FPM_OK) {
        status = fpm__least_make(&l, &job);
        if (status == FPM_OK) status = fpm__least_sum(&l, opts->limit, NULL);
        *work = l.work;
    }
    return fpm__job_end(&job, status, NULL);
}

int compose_over(int64_t count, const int64_t *sizes, int p, const fpm_proc *procs,
                 const fpm_options *opts, fpm_points *points, fpm_info *info) {
    fpm_points made = FPM_ZERO;
    int status = fpm_compose(p, procs, count, sizes, opts, points ? &made : NULL, info);
    if (status >= 0) {
        fpm_points_free(points);
        *points = made;
    }
    return status;
}

int inside_slots_relieve(inside_slots *t) {
    fpm__items q;
    fpm_items_options o = FPM_ZERO;
    fpm_items_outputs out = FPM_ZERO;
    int unused[INSIDE_SLOTS] = {0}, copies[INSIDE_SLOTS], status, s, found = 0;
    o.replicas = t->slots;
    o.from = t->from;
    o.from_copies = t->from_copies;
    out.copies = copies;
    status = fpm__items_begin(&q, t->n, t->load, t->p, &o, unused, &out, 0);
    if (status == FPM_OK) {
        fpm__slots *w = &q.copy.slot;
        int64_t before;
        q.copy.hosts = t->p;
        for (s = 0; s < t->p; s++) q.proc[s].cap = t->cap;
        fpm__slots_empty(&q);
        for (s = 0; s < t->slots; s++) fpm__slots_add(&q, t->piece[s], t->host[s]);
        before = w->moved;
        q.moves.budget = before + t->budget;
        q.moves.largest = t->largest;
        found = fpm__slots_relieve(&q, t->late, FPM__SLOTS_SCAN);
        for (s = 0; s < t->slots; s++) {
            t->piece[s] = w->piece[s];
            t->host[s] = w->host[s];
        }
        t->more = w->moved - before;
    }
    fpm__items_end(&q, status, NULL);
    return status == FPM_OK ? found : -1;
}
