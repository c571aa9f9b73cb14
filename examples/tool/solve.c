/* solve.c - the solution of a problem. */
#include "solve.h"
#include "explain.h"
#include "os.h"
#include "reach.h"

/* What partition, matrix and simulate call otherwise than most verbs do. */
static const term terms[] = {
    {"opts.slack", "--eps"},
    {"opts.max", "--max"},
    {"procs[].model has times that fall with size: take FPM_SHAPED", "take -m shaped"},
    {"procs[].model has times that fall: take FPM_AUTO or OPTIMAL", "take -m shaped"},
    {"opts.procs[].model has times that fall with size: take FPM_SHAPED", "take -m shaped"},
    {"opts.procs[].model has times that fall as the load rises: see fpm_points_pad",
     "take -m shaped"},
    {"procs[].model must not be FPM_DISCRETE: a tile may have any size",
     "-m discrete has its sizes alone: take another -m"},
    {"opts.procs[].model is FPM_DISCRETE: loads between its sizes need another kind of model",
     "-m discrete has its sizes alone: take another -m"},
    {"opts.block must be rows and cols at most", "lower --block"},
    {"opts.columns must be p at most", "--columns must be the number of processors at most"},
    {"p must be rows * cols at most", "there are more processors than elements"},
    {"procs[].min without required needs FPM_AUTO, OPTIMAL or HPOPTA",
     "--min needs --required, too, with this method"},
    {NULL, NULL}};

/* The makespan of the optimal partition, 0 if there is none. */
static double optimum(const problem *q) {
    fpm_info info;
    int64_t *d = (int64_t *)malloc((size_t)q->p * sizeof *d);
    int status = d ? fpm_partition(q->n, q->p, q->proc, NULL, d, &info) : FPM_E_MEMORY;
    free(d);
    return status >= 0 ? info.makespan : 0;
}

/* The constraint without which there would be an answer, or NULL; *option: only without all
   constraints of its option. */
static const rule *culprit(problem *q, solve_again again, void *context, int *option) {
    const rule *found = NULL;
    fpm_info info = q->info;
    int j;
    for (*option = 0; *option < 2 && !found; ++*option)
        for (j = 0; j < q->rule_count && !found; j++) {
            problem_apply_rules(q, &q->rules[j], *option);
            if (again(q, context) >= 0) found = &q->rules[j];
        }
    --*option;
    problem_apply_rules(q, NULL, 0);
    q->info = info;
    return found;
}

/* What all shares are multiples of. */
static int64_t common_grain(const problem *q) {
    int64_t common = 0, grain, rest;
    int i;
    for (i = 0; i < q->p; i++)
        for (grain = q->proc[i].grain > 1 ? q->proc[i].grain : 1; grain; grain = rest)
            rest = common % grain, common = grain;
    return common > 0 ? common : 1;
}

/* Is n no multiple of what all sizes are that may be given? */
static int off_grid(const problem *q) {
    int64_t unit = q->kind == FPM_DISCRETE ? problem_divisor(q, 0) : 0;
    return unit > 1 && q->n % unit != 0;
}

/* Where the times of the processor at fault fall. */
static void fall_text(const problem *q, int status, char *text, size_t size) {
    fpm_model_report report;
    if (status == FPM_E_NOT_MONOTONE &&
        fpm_model_check(&q->model[q->info.fault], &report) == FPM_E_VIOLATED)
        snprintf(text, size, " (it falls near size %.6g)", report.size);
}

/* The measured size nearest to x. */
static int64_t nearest_size(const fpm_model *m, double x) {
    int64_t k = 0;
    while (k + 1 < m->count && (double)m->size[k + 1] - x < x - (double)m->size[k]) k++;
    return m->size[k];
}

/* The shares that even shares or the speeds at the sizes nearest to them give discrete models, into
   d; the status. */
static int whole_shares(const problem *q, int64_t *d) {
    fpm_model *model = (fpm_model *)calloc((size_t)q->p, sizeof *model);
    fpm_proc *proc = (fpm_proc *)calloc((size_t)q->p, sizeof *proc);
    fpm_options opts = FPM_ZERO;
    int i, status = model && proc ? FPM_OK : FPM_E_MEMORY;
    opts.algorithm = q->algorithm;
    for (i = 0; i < q->p && status >= 0; i++) {
        int64_t size = 1;
        double seconds = 1;
        if (q->model[i].count) {
            size = nearest_size(&q->model[i], (double)q->n / q->p);
            seconds = solve_seconds(q, i, size) - q->proc[i].fixed;
        }
        status = fpm_model_init(&model[i], FPM_CONSTANT, 1, &size, &seconds, NULL, NULL);
        proc[i] = q->proc[i];
        proc[i].model = &model[i];
        proc[i].link = NULL;
        proc[i].overlap = 0;
    }
    if (status >= 0) status = fpm_partition(q->n, q->p, proc, &opts, d, NULL);
    if (model)
        for (i = 0; i < q->p; i++) fpm_model_free(&model[i]);
    free(model);
    free(proc);
    return status;
}

/* The share of the processor at fault, which is none of its sizes: 1 if that was said. */
static int said_share(const problem *q) {
    char name[40];
    int i = q->info.fault, known;
    int64_t *d;
    if (q->algorithm != FPM_EVEN && q->algorithm != FPM_PROPORTIONAL) return 0;
    if (q->kind != FPM_DISCRETE || i < 0 || i >= q->p || !q->info.argument) return 0;
    if (strcmp(q->info.argument, "procs[].model") != 0 || q->model[i].count == 0) return 0;
    d = (int64_t *)calloc((size_t)q->p, sizeof *d);
    known = d && whole_shares(q, d) >= 0 && nearest_size(&q->model[i], (double)d[i]) != d[i];
    if (known)
        no_answer("-a %s gives %s %" PRId64
                  " units, which is not among its measured sizes: choose another n, or "
                  "-m piecewise",
                  choice_name(algorithms, q->algorithm), problem_name(q, i, name, sizeof name),
                  d[i]);
    free(d);
    return known;
}

/* An algorithm that does not take a model or a constraint (NULL: it is the model). */
static int not_taken(const problem *q, const rule *r, int option) {
    const char *algorithm = choice_name(algorithms, q->algorithm);
    if (said_share(q)) return NO_ANSWER;
    if (!r && q->speeds) return no_answer("-a %s does not take --speeds: take -a auto", algorithm);
    if (!r && q->algorithm == FPM_HPOPTA)
        return no_answer("-a %s does not take -m %s: take -m discrete, or leave -m out", algorithm,
                         choice_name(model_kinds, q->kind));
    if (!r)
        return no_answer("-a %s does not take -m %s: take -a auto", algorithm,
                         choice_name(model_kinds, q->kind));
    return no_answer("-a %s does not take %s%s%.80s: leave it out, or take -a auto", algorithm,
                     r->option, option ? "" : " ", option ? "" : r->text);
}

/* Why no processor alone is at fault; NULL: the library's words say it. */
static const char *infeasible_text(const problem *q, char *text, size_t size) {
    int64_t most = reach_capacity(q->p, q->proc), grain = common_grain(q);
    if (q->n > most)
        snprintf(text, size, "n is %" PRId64 ", the processors can take %" PRId64 " at most", q->n,
                 most);
    else if (off_grid(q))
        snprintf(text, size,
                 "n is %" PRId64 ", no multiple of %" PRId64 " as all measured sizes are", q->n,
                 problem_divisor(q, 0));
    else if (q->n % grain)
        snprintf(text, size,
                 "n is %" PRId64 ", no multiple of %" PRId64 " as all shares are (--grain)", q->n,
                 grain);
    else return NULL;
    return text;
}

int solve_failed(problem *q, int status, solve_again again, void *context) {
    char why[160] = "", said[EXPLAIN_ROOM], name[40], take[80] = "";
    int named = q->info.fault >= 0 && q->info.fault < q->p, option = 0;
    int none = status == FPM_E_INFEASIBLE && !named;
    const char *join = "";
    const rule *r = NULL;
    q->info.status = status;
    if (status == FPM_E_INFEASIBLE && q->limit > 0 && optimum(q) > q->limit)
        return no_answer("no partition finishes within --limit %.6g s; the optimum is %.17g s",
                         q->limit, optimum(q));
    if (status == FPM_E_INFEASIBLE || status == FPM_E_UNSUPPORTED)
        r = culprit(q, again, context, &option);
    if (r && option) snprintf(why, sizeof why, "; without %s there is one", r->option);
    else if (r) snprintf(why, sizeof why, "; without %s %.80s there is one", r->option, r->text);
    if (none && !q->fixed_n) reach_text(q->n, q->p, q->proc, take, sizeof take);
    if (*take) join = r ? "; or " : "; ";
    if (none && infeasible_text(q, said, sizeof said))
        return no_answer("%s: %s%s%s%s", fpm_status_str(status), said, why, join, take);
    if (status == FPM_E_UNSUPPORTED && q->algorithm != FPM_AUTO) return not_taken(q, r, option);
    if (status == FPM_E_WORK_LIMIT || status == FPM_E_MAX_BYTES)
        return no_answer("%s: take a coarser unit of work (--grain), fewer points or fewer "
                         "processors",
                         fpm_status_str(status));
    if (status == FPM_E_NOT_MONOTONE) fall_text(q, status, why, sizeof why);
    explain(&q->info, terms, said);
    if (!named) return no_answer("%s%s%s%s", said, why, join, take);
    return no_answer("%s%s%s: %s%s", q->instance ? q->instance : "", q->instance ? ": " : "",
                     problem_name(q, q->info.fault, name, sizeof name), said, why);
}

static int partition_again(problem *q, void *context) {
    int64_t *d = (int64_t *)malloc((size_t)q->p * sizeof *d);
    int status = d ? fpm_partition(q->n, q->p, q->proc, (const fpm_options *)context, d, NULL)
                   : FPM_E_MEMORY;
    free(d);
    return status;
}

int solve_problem(problem *q, const fpm_options *more) {
    fpm_options opts = FPM_ZERO;
    int status;
    if (more) opts = *more;
    if (q->algorithm != FPM_AUTO) opts.algorithm = q->algorithm;
    opts.least = q->least;
    opts.slack = q->eps;
    opts.limit = q->limit;
    if (!opts.progress) opts.progress = os_watched;
    os_watch("searching");
    status = fpm_partition_real(q->n, q->p, q->proc, &opts, q->d, &q->more, &q->info);
    os_watch(NULL);
    q->solved = status >= 0;
    opts.progress = NULL;
    if (status < 0) return solve_failed(q, status, partition_again, &opts);
    solve_doubt(q, status, q->info.makespan, q->d, 1);
    return ANSWERED;
}

static const double long_time = 86400;

void solve_doubt(problem *q, int status, double makespan, const int64_t *shares, int64_t rows) {
    char room[40];
    int64_t most = 0, last = 0, share, k;
    int i, count = 0, first = 0, goes_on = q->kind != FPM_DISCRETE && q->kind != FPM_CONSTANT;
    for (i = q->p; goes_on && i-- > 0;) {
        const fpm_points *points = &q->points[i];
        for (k = share = 0; k < rows; k++)
            if (shares[k * q->p + i] > share) share = shares[k * q->p + i];
        if (points->count == 0 || share <= points->size[points->count - 1]) continue;
        first = i, count++;
        most = share, last = points->size[points->count - 1];
    }
    if (count)
        doubts_add(&q->doubtful,
                   "%s: its share, %" PRId64 ", lies beyond its last point, %" PRId64
                   "; measure there%s",
                   problem_name(q, first, room, sizeof room), most, last,
                   count > 1 ? " (and others)" : "");
    else if (status > 0) doubts_add(&q->doubtful, "%s", fpm_status_str(status));
    if (makespan > long_time && !q->speeds)
        doubts_add(&q->doubtful,
                   "done after %.3g days: are times in seconds, and lines size, then seconds?",
                   makespan / long_time);
    problem_doubt(q);
}

double solve_seconds(const problem *q, int i, int64_t share) {
    const fpm_proc *proc = &q->proc[i];
    double t = 0, move = 0;
    if (share == 0 || fpm_model_time(&q->model[i], (double)share, &t) < 0) return 0;
    if (proc->link && fpm_model_time(proc->link, (double)share, &move) < 0) return 0;
    return proc->fixed + (proc->overlap ? fmax(t, move) : t + move);
}

double solve_share_seconds(const problem *q, int i) { return solve_seconds(q, i, q->d[i]); }

const char *solve_cost_unit(const problem *q) {
    return q->least == FPM_LEAST_BUSY    ? "busy processors"
           : q->least == FPM_LEAST_TOTAL ? "s of busy time in total"
           : q->watts                    ? "J"
                                         : "in total";
}
