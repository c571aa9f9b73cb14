/* standin.c - what simpler models of the same points would give. */
#include "standin.h"
#include "solve.h"

void stand_in_free(stand_in *s) {
    free(s->model);
    free(s->proc);
    free(s->seconds);
    free(s->d);
}

/* At each point the mean speed of its neighbours, about a tenth of all, and times that never fall;
   times that never fall in the first place are their own trend. */
static void trend_times(const fpm_model *m, double *seconds) {
    int64_t reach = m->monotone ? 0 : 2 + m->count / 20, from = 0, to = 0, j;
    double sum = 0;
    for (j = 0; j < m->count; j++) {
        for (; to < m->count && to <= j + reach; to++) sum += (double)m->size[to] / m->seconds[to];
        for (; from < j - reach; from++) sum -= (double)m->size[from] / m->seconds[from];
        seconds[j] = reach ? (double)m->size[j] * (double)(to - from) / sum : m->seconds[j];
        if (j) seconds[j] = fmax(seconds[j], seconds[j - 1]);
    }
}

/* One speed, that at a size. */
static void constant_times(const fpm_model *m, int64_t at, double *seconds) {
    fpm_model constant;
    fpm_model_options opts = FPM_ZERO;
    int64_t j;
    opts.at = at > 1 ? at : 1;
    opts.flags = FPM_BORROW;
    if (fpm_model_init(&constant, FPM_CONSTANT, m->count, m->size, m->seconds, &opts, NULL) < 0)
        return;
    for (j = 0; j < m->count; j++) seconds[j] = (double)m->size[j] / constant.speed;
}

int stand_in_solve(const problem *q, int one_speed, stand_in *s) {
    size_t p = (size_t)q->p, all = 0;
    double *seconds;
    int i, status = FPM_OK;
    for (i = 0; i < q->p; i++) all += (size_t)q->model[i].count;
    s->model = (fpm_model *)calloc(p, sizeof *s->model);
    s->proc = (fpm_proc *)calloc(p, sizeof *s->proc);
    s->seconds = seconds = (double *)calloc(all + 1, sizeof *seconds);
    s->d = (int64_t *)calloc(p, sizeof *s->d);
    if (!s->model || !s->proc || !s->seconds || !s->d) return out_of_memory();
    for (i = 0; i < q->p && status >= 0; i++) {
        const fpm_model *m = &q->model[i];
        fpm_model_options borrowed = FPM_ZERO;
        borrowed.flags = FPM_BORROW;
        if (one_speed) constant_times(m, q->at ? q->at : q->n / q->p, seconds);
        else trend_times(m, seconds);
        status =
            fpm_model_init(&s->model[i], FPM_DISCRETE, m->count, m->size, seconds, &borrowed, NULL);
        s->proc[i] = q->proc[i];
        s->proc[i].model = &s->model[i];
        seconds += m->count;
    }
    if (status >= 0) status = fpm_partition(q->n, q->p, s->proc, NULL, s->d, NULL);
    if (status < 0) return no_answer("the partition to compare with: %s", fpm_status_str(status));
    for (i = 0; i < q->p; i++) s->makespan = fmax(s->makespan, solve_seconds(q, i, s->d[i]));
    return ANSWERED;
}
