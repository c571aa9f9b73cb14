/* partition.c - verb partition: n units of work over processors. */
#include "costs.h"
#include "draw_bars.h"
#include "draw_rough.h"
#include "draw_speeds.h"
#include "file.h"
#include "front.h"
#include "groups.h"
#include "links.h"
#include "solve.h"
#include "text.h"
#include "trace.h"
#include "tsv.h"
#include "verbs.h"

static const char partition_help[] =
    "usage: fpm-tool partition -n N [options] FILE...   (or --instance FILE, or --speeds S,...)\n\n"
    "Split N units of work over unequal processors so that the last one finishes as early as\n"
    "possible.  Each FILE holds the timings of one processor, a pair `size seconds` per line,\n"
    "then perhaps half_width and repetitions; or of several, with a first column of their names.\n"
    "# starts a comment, - is standard input; lines of one size are averaged.\n\n" PROBLEM_HELP
        LINKS_HELP
    "  --speeds S,...   constant speeds instead of files; times are then sizes over speeds\n"
    "  --least WHAT     of all fastest partitions, the one with the least total (sum of the busy\n"
    "                   times), busy (number of busy processors) or cost (below)\n"
    "  --eps E          with --least: allow up to (1 + E) times the least makespan; 0.05 is 5 %\n"
    "  --limit S        with --least: allow up to S seconds\n" COSTS_HELP
    "  --padded         a size takes the least time from it on, as padded FFTs do\n"
    "  --risk           allow for half-widths: less certain processors get less\n"
    "  --runs N         measure again only what pays in N more runs\n"
    "  --front          with --least: each makespan with its least cost and the shares\n"
    "  --groups K,...   two levels: over groups of so many processors in turn, then inside each\n"
    "  --trace          with -a hpopta: each time threshold of the search, with its sizes\n"
    "  --ratios K       print only the shares as whole numbers of sum K, as --tensor-split\n"
    "  --tpwgts FILE    write the shares as weights for gpmetis -tpwgts=FILE\n"
    "  --part FILE      write the owner of each unit, one per line\n"
    "  --tsv, --json    for programs: keys and values, then one row per processor\n"
    "  --svg OUT        draw speed functions and shares; --front: the trade-off\n";
/* The size that a share is padded to, the share where that is none. */
static int64_t padded_size(const problem *q, int i) {
    const fpm_points *points = &q->points[i];
    int64_t k = 0;
    if (!q->padded || q->d[i] == 0) return q->d[i];
    while (k < points->count && points->size[k] < q->d[i]) k++;
    if (k == points->count) return q->d[i];
    while (k + 1 < points->count && !(points->seconds[k + 1] > points->seconds[k])) k++;
    return points->size[k];
}

/* Below its first point a model goes on at the speed there: a start-up time is not known. */
static const char *share_remark(const problem *q, int i, char *room, size_t capacity) {
    const fpm_model *m = &q->model[i];
    int64_t size = padded_size(q, i);
    double t;
    if (q->d[i] == 0) return "  (idle)";
    if (size > q->d[i]) {
        snprintf(room, capacity, "  (padded to %" PRId64 ")", size);
        return room;
    }
    if (m->count > 1 && q->kind != FPM_DISCRETE && q->d[i] < m->size[0])
        return "  (below its first point)";
    if (fpm_model_time(m, (double)q->d[i], &t) != FPM_EXTRAPOLATED) return "";
    return "  (beyond its last point)";
}

/* How sure the makespan is, where half-widths are known: 1. */
static int interval_known(const problem *q, fpm_interval *f) {
    fpm_options opts = FPM_ZERO;
    int64_t n = 0;
    int i;
    for (i = 0; i < q->p; i++) n += q->d[i];
    opts.runs = q->runs;
    return !q->speeds && !q->padded &&
           fpm_partition_interval(n, q->p, q->proc, &opts, q->d, NULL, f, NULL) >= 0 &&
           f->high > f->low;
}

/* What is printed beyond the shares. */
typedef struct extras {
    int64_t ratios; /* their sum, or 0 */
    const char *part, *weights;
    int front, trace;
    groups nodes;
    links transfers;
} extras;

/* The shares as whole numbers that sum to `sum`, as 3,1; the caller frees the text. */
static char *ratios_text(problem *q, int64_t sum) {
    int64_t *ratio = (int64_t *)calloc((size_t)q->p, sizeof *ratio);
    char *text = NULL, room[40];
    int i, status = ratio ? fpm_export_ratios(q->p, q->d, sum, ratio) : FPM_E_MEMORY;
    if (status == FPM_OK && (text = text_list(ratio, q->p)) == NULL) status = FPM_E_MEMORY;
    for (i = 0; i < q->p && status == FPM_OK && (ratio[i] > 0 || q->d[i] == 0);) i++;
    if (status == FPM_OK && i < q->p)
        doubts_add(&q->doubtful, "--ratios %" PRId64 ": %s gets 0, and its share is %" PRId64, sum,
                   problem_name(q, i, room, sizeof room), q->d[i]);
    problem_doubt(q);
    free(ratio);
    if (status < 0) no_answer("--ratios %" PRId64 ": %s", sum, fpm_status_str(status));
    return text;
}

static void print_tsv(const problem *q, const output *out, const char *ratios, const groups *g) {
    const fpm_info *info = &q->info;
    fpm_interval f;
    int i;
    tsv_begin(out);
    tsv_text("status", fpm_status_str(info->status));
    tsv_real("makespan", info->makespan);
    tsv_real("lower_bound", info->lower_bound);
    tsv_real("imbalance", info->imbalance);
    tsv_text("algorithm", choice_name(algorithms, info->algorithm));
    tsv_real("gap", info->gap);
    tsv_real("common_time", info->common_time);
    tsv_whole("n", q->n);
    if (interval_known(q, &f)) {
        tsv_real("mean", f.mean);
        tsv_real("low", f.low);
        tsv_real("high", f.high);
        tsv_whole("measure_next", f.next);
        tsv_real("measure_gain", f.gain);
    }
    if (q->least) {
        tsv_text("least", choice_name(leasts, q->least));
        tsv_real("cost", info->cost);
        if (q->watts) tsv_real("energy", costs_energy(q, info->makespan, info->cost));
    }
    if (info->algorithm == FPM_NUMERICAL) tsv_real("residual", q->more.residual);
    if (info->algorithm == FPM_HPOPTA) {
        tsv_whole("nodes", q->more.nodes);
        tsv_whole("cuts", q->more.cuts);
        tsv_whole("hits", q->more.hits);
        tsv_whole("bytes", (int64_t)info->bytes);
    }
    tsv_whole("iterations", info->iterations);
    tsv_whole("evaluations", info->evaluations);
    tsv_text("model", choice_name(model_kinds, q->kind));
    if (g->count) groups_print_tsv(g);
    if (ratios) tsv_text("ratios", ratios);
    tsv_columns(q->speeds ? "proc\tsize\ttime" : "proc\tsize\tseconds");
    for (i = 0; i < q->p; i++) {
        tsv_cell_whole(i);
        tsv_cell_whole(q->d[i]);
        tsv_cell_real(solve_share_seconds(q, i));
    }
    tsv_end();
}

/* Are times those of models that do not run through the points? */
static int is_fitted(const problem *q) {
    return !q->speeds && (q->kind == FPM_SHAPED || q->kind == FPM_CONSTANT);
}

static void print_table(const problem *q) {
    const fpm_info *info = &q->info;
    const char *unit = q->speeds ? " (units / speed)" : q->risk ? " s, with risk" : " s";
    int i, width = snprintf(NULL, 0, "%" PRId64, q->n);
    char remark[40], name[40];
    fpm_interval f;
    if (width < 5) width = 5;
    say("proc  %*s  percent  %10s%s\n", width, "share", q->speeds ? "time" : "seconds",
        q->files ? "  file" : "");
    for (i = 0; i < q->p; i++) {
        say("%4d  %*" PRId64 "  %6.2f%%  %10.4g", i, width, q->d[i],
            q->n ? 100 * (double)q->d[i] / (double)q->n : 0.0, solve_share_seconds(q, i));
        say("%s%s%s\n", q->files ? "  " : "", q->files ? q->file[i] : "",
            share_remark(q, i, remark, sizeof remark));
    }
    say("\nmakespan     %.6g%s\nlower bound  %.6g%s", info->makespan, unit, info->lower_bound,
        q->speeds ? "" : unit);
    if (info->gap > 0 && q->least) say("   (%.3g %% earlier)\n", 100 * info->gap);
    else if (info->gap > 0) say("   (gap %.3g %%)\n", 100 * info->gap);
    else say("   (no partition is faster%s)\n", is_fitted(q) ? " by these models" : "");
    if (interval_known(q, &f)) {
        say("expected     %.6g s, with 95 %% between %.6g and %.6g s\n", f.mean, f.low, f.high);
        if (f.next >= 0)
            say("measure      %s again at %" PRId64 ": half its error saves %.2g s\n",
                problem_name(q, f.next, name, sizeof name), q->d[f.next], f.gain);
        else if (q->runs > 0)
            say("measure      nothing: no measurement repays its time in %.6g runs\n", q->runs);
    }
    if (q->least)
        say("cost         %.6g %s%s\n", info->cost, solve_cost_unit(q),
            q->watts ? " above those at rest" : "");
    if (q->watts)
        say("energy       %.6g J until the last one finishes\n",
            costs_energy(q, info->makespan, info->cost));
    say("imbalance    %.3g %%   (%d of %d busy)\n", 100 * info->imbalance, info->busy, q->p);
    say("algorithm    %s on %s models\n", choice_name(algorithms, info->algorithm),
        choice_name(model_kinds, q->kind));
    if (info->algorithm == FPM_HPOPTA)
        say("search       %" PRId64 " points tried, %" PRId64 " cuts, %" PRId64
            " workloads found in the memo, %.3g MB\n",
            q->more.nodes, q->more.cuts, q->more.hits, 1e-6 * (double)info->bytes);
    if (info->status != FPM_OK) say("status       %s\n", fpm_status_str(info->status));
}

/* The shares are blocks of units, in the order of the processors. */
static int write_part(const problem *q, const char *name) {
    FILE *to = file_create("--part", name);
    int64_t k;
    int i;
    if (!to) return NO_ANSWER;
    for (i = 0; i < q->p && !ferror(to); i++)
        for (k = 0; k < q->d[i]; k++) fprintf(to, "%d\n", i);
    return file_finish(to, name, ANSWERED);
}

/* A line a processor. */
static int write_weights(problem *q, const char *name) {
    double *weight = (double *)calloc((size_t)q->p, sizeof *weight);
    int i, status = weight ? fpm_export_weights(q->p, q->d, weight) : FPM_E_MEMORY;
    FILE *to = status == FPM_OK ? file_create("--tpwgts", name) : NULL;
    if (status < 0) no_answer("--tpwgts %s: %s", name, fpm_status_str(status));
    for (i = 0; to && i < q->p; i++) {
        char room[40];
        fprintf(to, "%d = %.17g\n", i, weight[i]);
        if (q->d[i] == 0)
            doubts_add(&q->doubtful,
                       "--tpwgts %s: %s gets 0, which METIS does not take: leave it out", name,
                       problem_name(q, i, room, sizeof room));
    }
    problem_doubt(q);
    free(weight);
    return to ? file_finish(to, name, ANSWERED) : NO_ANSWER;
}

/* Sizes on offer alone are drawn beside the balanced way. */
static int draw(const char *svg, const problem *q) {
    stand_in balanced = FPM_ZERO;
    FILE *to = NULL;
    int rough = q->kind == FPM_DISCRETE, status = ANSWERED;
    if (rough) status = stand_in_solve(q, 0, &balanced);
    if (!status && (to = file_create("--svg", svg)) == NULL) status = NO_ANSWER;
    if (to && rough) status = rough_draw(to, q, &balanced);
    else if (to && q->speeds) bars_draw(to, q);
    else if (to) speeds_draw(to, q, NULL);
    if (to) status = file_finish(to, svg, status);
    stand_in_free(&balanced);
    return status;
}

/* All processors draw power until the last one finishes: does waiting longer pay? */
static void doubt_waiting(problem *q) {
    double energy, first;
    fpm_options opts = FPM_ZERO;
    fpm_info info;
    int64_t *d = (int64_t *)malloc((size_t)q->p * sizeof *d);
    opts.least = q->least;
    if (d && fpm_partition(q->n, q->p, q->proc, &opts, d, &info) >= 0) {
        energy = costs_energy(q, q->info.makespan, q->info.cost);
        first = costs_energy(q, info.makespan, info.cost);
        if (first < energy)
            doubts_add(&q->doubtful,
                       "the fastest partition takes %.6g J until the last one finishes, this one "
                       "%.6g J: --front lists all that pay",
                       first, energy);
    }
    free(d);
    problem_doubt(q);
}

static int answer(problem *q, const output *out, extras *x) {
    char *ratios = NULL;
    trace steps = {q, 0, 0};
    fpm_options opts = FPM_ZERO;
    int status;
    if (x->trace) opts = trace_options(&steps);
    status = solve_problem(q, &opts);
    if (steps.printed) putchar('\n');
    if (!status && x->nodes.count) status = groups_solve(&x->nodes, q);
    if (!status && q->watts && (q->eps > 0 || q->limit > 0)) doubt_waiting(q);
    if (!status && x->ratios && (ratios = ratios_text(q, x->ratios)) == NULL) status = NO_ANSWER;
    if (!status && x->part) status = write_part(q, x->part);
    if (!status && x->weights) status = write_weights(q, x->weights);
    if (!status && out->svg) status = draw(out->svg, q);
    if (!status && out->tsv) print_tsv(q, out, ratios, &x->nodes);
    else if (!status && ratios) puts(ratios);
    else if (!status) {
        if (x->nodes.count) groups_print(&x->nodes, q);
        print_table(q);
    }
    free(ratios);
    return status;
}

/* Options about the least cost. */
static int least_option(problem *q, args *a) {
    return costs_option(q, a) || args_choice(a, "--least", leasts, &q->least) ||
           args_amount(a, "--eps", 1e300, "a number, 0 or more; 0.05 is 5 %", &q->eps) ||
           args_positive(a, "--limit", 1e300, "seconds, above 0", &q->limit);
}

static void least_checked(const problem *q, args *a, int front) {
    const char *lone = front          ? "--front"
                       : q->eps > 0   ? "--eps"
                       : q->limit > 0 ? "--limit"
                                      : costs_given(q);
    if (!q->least && lone)
        wrong_use(a, "%s needs --least%s", lone, lone == costs_given(q) ? " cost" : "");
    if (q->eps > 0 && q->limit > 0) wrong_use(a, "--eps or --limit, not both");
    costs_checked(q, a);
    if (q->least && q->algorithm != FPM_AUTO && q->algorithm != FPM_OPTIMAL)
        wrong_use(a, "--least needs -a auto or optimal");
    if (front && (q->eps > 0 || q->limit > 0))
        wrong_use(a, "--front is of all limits: no --eps, no --limit");
}

enum { MOST_OWNERS = 1000000000 };

static void extras_checked(const problem *q, args *a, const extras *x) {
    if (x->front && (x->ratios || x->part || x->weights))
        wrong_use(a, "--front has no shares: no %s",
                  x->part      ? "--part"
                  : x->weights ? "--tpwgts"
                               : "--ratios");
    if (x->part && q->n > MOST_OWNERS)
        wrong_use(a, "--part %s: n is %" PRId64 ", a file has %d lines at most", x->part, q->n,
                  MOST_OWNERS);
    if (q->risk && (q->padded || q->speeds))
        wrong_use(a, "--risk needs measured points, without %s",
                  q->padded ? "--padded" : "--speeds");
    if (q->runs > 0 && (q->padded || q->speeds))
        wrong_use(a, "--runs needs measured points, without %s",
                  q->padded ? "--padded" : "--speeds");
    if (q->speeds && q->least)
        wrong_use(a, "--least: --speeds are relative, and there are no seconds to save");
}

/* Options that only some methods know. */
static void methods_checked(const problem *q, args *a, const output *out, const extras *x) {
    if (x->trace && q->algorithm != FPM_HPOPTA)
        wrong_use(a, "--trace shows the search of -a hpopta: add that");
    if (x->trace && x->transfers.count)
        wrong_use(a, "--trace knows no transfers: no %s with it", x->transfers.rule[0].option);
    if (x->trace && (out->tsv || x->ratios || x->front))
        wrong_use(a, "--trace prints lines for people: no --tsv, --json, --ratios or --front");
    if (x->nodes.count && q->algorithm != FPM_AUTO)
        wrong_use(a, "--groups is optimal in both levels: no -a %s",
                  choice_name(algorithms, q->algorithm));
    if (x->nodes.count && (q->least || x->front))
        wrong_use(a, "--groups finds the least makespan: no --least");
}

static int extra_option(extras *x, args *a) {
    return args_whole(a, "--ratios", 1, FPM_SIZE_MAX, "a whole number from 1 to 2^53",
                      &x->ratios) ||
           args_text(a, "--part", &x->part) || args_text(a, "--tpwgts", &x->weights) ||
           args_flag(a, "--front", &x->front) || args_flag(a, "--trace", &x->trace) ||
           groups_option(&x->nodes, a) || links_option(&x->transfers, a);
}

static int run_partition(args *a) {
    problem q;
    output out = FPM_ZERO;
    extras x = FPM_ZERO;
    int status;
    problem_begin(&q, a);
    while (args_left(a))
        if (!problem_option(&q, a) && !args_flag(a, "--padded", &q.padded) &&
            !args_flag(a, "--risk", &q.risk) &&
            !args_positive(a, "--runs", 1e15, "runs, above 0", &q.runs) && !least_option(&q, a) &&
            !args_forms(a, &out) && !extra_option(&x, a) && !args_text(a, "--speeds", &q.speeds) &&
            !problem_at_option(&q, a))
            problem_file(&q, a);
    problem_checked(&q, a);
    problem_at_checked(&q, a);
    least_checked(&q, a, x.front);
    extras_checked(&q, a, &x);
    methods_checked(&q, a, &out, &x);
    links_checked(&x.transfers, &q, a);
    if (q.n < 0 && !q.instance) wrong_use(a, "-n N is needed");
    status = a->status;
    if (!status) status = problem_load(&q, a);
    if (!status) status = links_load(&x.transfers, &q, a);
    if (!status) status = x.front ? front_answer(&q, &out) : answer(&q, &out, &x);
    groups_free(&x.nodes);
    links_free(&x.transfers);
    problem_end(&q);
    return status;
}

const verb partition_verb = {"partition", "split n units of work over processors", run_partition,
                             partition_help,
                             "  fpm-tool partition -n 60000 --max 0:40000 gpu.txt core.txt\n"
                             "  fpm-tool partition -n 80 --speeds 312,142,121 --ratios 80\n"};
