/* solve.c - the solution of a problem. */
#include "solve.h"

/* Most units that all processors together may take, up to 2^62 or so. */
static int64_t capacity(const problem *q) {
    int64_t sum = 0;
    int i;
    for (i = 0; i < q->p; i++) {
        const fpm_model *m = &q->model[i];
        int64_t most = q->proc[i].max ? q->proc[i].max : FPM_SIZE_MAX;
        int64_t last = m->count ? m->size[m->count - 1] : 0;
        if (m->kind == FPM_DISCRETE && last < most) most = last;
        sum = (sum < FPM_SIZE_MAX ? sum : FPM_SIZE_MAX) + most;
    }
    return sum;
}

/* The makespan of the optimal partition, 0 if there is none. */
static double optimum(const problem *q) {
    fpm_info info;
    int64_t *d = (int64_t *)malloc((size_t)q->p * sizeof *d);
    int status = d ? fpm_partition(q->n, q->p, q->proc, NULL, d, &info) : FPM_E_MEMORY;
    free(d);
    return status >= 0 ? info.makespan : 0;
}

int solve_failed(const problem *q, int status) {
    char where[80] = "";
    int named = q->info.proc >= 0 && q->info.proc < q->p;
    fpm_model_report report;
    if (status == FPM_E_INFEASIBLE && !named && q->n > capacity(q))
        return no_answer("%s: n is %" PRId64 ", the processors can take %" PRId64 " at most",
                         fpm_status_str(status), q->n, capacity(q));
    if (status == FPM_E_INFEASIBLE && q->limit > 0 && optimum(q) > q->limit)
        return no_answer("no partition is done by --limit %.6g s; the optimum is %.17g s", q->limit,
                         optimum(q));
    if (!named) return no_answer("%s (n is %" PRId64 ")", fpm_status_str(status), q->n);
    if (status == FPM_E_NOT_MONOTONE &&
        fpm_model_check(&q->model[q->info.proc], &report) == FPM_VIOLATED)
        snprintf(where, sizeof where, " (it falls near size %.6g)", report.size);
    return problem_refused(q, q->info.proc, status, where);
}

int solve_problem(problem *q, const fpm_options *more) {
    fpm_options opts = FPM_ZERO;
    int status;
    if (more) opts = *more;
    if (q->algorithm != FPM_AUTO) opts.algorithm = q->algorithm;
    opts.least = q->least;
    opts.eps = q->eps;
    opts.limit = q->limit;
    status = fpm_partition(q->n, q->p, q->proc, &opts, q->d, &q->info);
    q->solved = status >= 0;
    return status < 0 ? solve_failed(q, status) : ANSWERED;
}

double solve_seconds(const problem *q, int i, int64_t share) {
    double t = 0;
    if (share == 0 || fpm_model_time(&q->model[i], (double)share, &t) < 0) return 0;
    return q->proc[i].fixed + t;
}

double solve_share_seconds(const problem *q, int i) { return solve_seconds(q, i, q->d[i]); }

const char *solve_cost_unit(int least) {
    return least == FPM_LEAST_BUSY    ? "busy processors"
           : least == FPM_LEAST_TOTAL ? "s of busy time in total"
                                      : "in total";
}
