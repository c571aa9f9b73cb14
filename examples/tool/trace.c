/* trace.c - partition --trace: the thresholds of HPOPTA's search. */
#include "trace.h"
#include "os.h"

/* The largest share that processor i can get in less than tau; 0 if it can get none. */
static int64_t largest_within(const problem *q, int i, double tau) {
    const fpm_proc *proc = &q->proc[i];
    const fpm_model *m = proc->model;
    int64_t j, grain = proc->grain > 1 ? proc->grain : 1, most = proc->max ? proc->max : q->n;
    for (j = m->count; j-- > 0;) {
        int64_t x = m->size[j];
        if (x > q->n || x > most || x < proc->min || x % grain != 0) continue;
        if (proc->fixed + m->seconds[j] < tau) return x;
    }
    return 0;
}

/* sigma_i is the most that processors i, i + 1, .. can do in less than tau: what is left for them
   beyond it is cut.  It is the sum of the largest shares. */
static void print_sizes(const problem *q, double tau) {
    int64_t sum = 0;
    int i;
    for (i = 0; i < q->p; i++) sum += largest_within(q, i, tau);
    for (i = 0; i < q->p; i++) {
        say("%s%" PRId64, i ? "," : "  ", sum);
        sum -= largest_within(q, i, tau);
    }
    putchar('\n');
}

/* A long search reports in between, too: the same threshold is printed once. */
static int note_threshold(void *context, const fpm_progress *state) {
    trace *t = (trace *)context;
    if (t->printed && !(state->seconds < t->last)) return os_watched(NULL, state);
    if (!t->printed)
        say("step           tau  sigma: the most that this and later processors do in less\n");
    t->printed++;
    t->last = state->seconds;
    if (state->seconds < 1e100) say("%4d  %12.6g", t->printed, state->seconds);
    else say("%4d  %12s", t->printed, "none");
    print_sizes(t->q, state->seconds);
    return os_watched(NULL, state);
}

fpm_options trace_options(trace *t) {
    fpm_options opts = FPM_ZERO;
    opts.progress = note_threshold;
    opts.context = t;
    return opts;
}
