/* partition.c - verb: partition. */
#include "draw_rough.h"
#include "draw_speeds.h"
#include "file.h"
#include "front.h"
#include "solve.h"
#include "verbs.h"

static const char partition_help[] =
    "usage: fpm-tool partition -n N [options] FILE...\n"
    "       fpm-tool partition --instance FILE [options]\n\n"
    "Split N units of work over the processors so that the last one finishes as early as\n"
    "possible.  Each FILE holds the points of one processor, a line each:\n"
    "size seconds [half_width [repetitions]], separated by blanks, commas, semicolons or tabs,\n"
    "of one kind in a line; a first line of words is skipped; # starts a comment; - is standard\n"
    "input.\n"
    "\n" PROBLEM_HELP
    "  --least WHAT     of the partitions with the optimal makespan, the one with the least\n"
    "                   total (sum of the busy times), busy (number of busy processors), times\n"
    "                   (largest, then second largest, ...) or cost (sum of --cost)\n"
    "  --eps E          ... of those within (1 + E) times the optimal makespan; 0.05 is 5 %\n"
    "  --limit S        ... of those done by S seconds\n"
    "  --cost FILE      what shares cost, a FILE a processor in their order: `size cost` a line;\n"
    "                   between its sizes, units per cost lies on straight lines\n"
    "  --front          print the whole front instead: each makespan with the least cost that it\n"
    "                   allows, as far as waiting longer lowers it (--least total, busy or cost;\n"
    "                   models other than discrete have a pair for nearly every unit of N)\n"
    "  --tsv            tab-separated, 17 digits: `# key value` lines, then a row a processor\n"
    "                   (--front: a row a pair)\n"
    "  --svg OUT        draw the speed functions, the result's line and the shares; -m discrete:\n"
    "                   the balanced partition and this one side by side; --front: the front\n\n"
    "Exit status: 0 answered, 1 no answer, 2 wrong use.\n";

static const char *share_remark(const problem *q, int i) {
    double t;
    if (q->d[i] == 0) return "  (idle)";
    if (fpm_model_time(&q->model[i], (double)q->d[i], &t) != FPM_EXTRAPOLATED) return "";
    return "  (beyond its last point)";
}

static void print_tsv(const problem *q) {
    const fpm_info *info = &q->info;
    int i;
    printf("# status %s\n# makespan %.17g\n# lower_bound %.17g\n# imbalance %.17g\n",
           fpm_status_str(info->status), info->makespan, info->lower_bound, info->imbalance);
    printf("# algorithm %s\n# gap %.17g\n# common_time %.17g\n# n %" PRId64 "\n",
           choice_name(algorithms, info->algorithm), info->gap, info->common_time, q->n);
    printf("# below %.17g\n", info->below);
    if (q->least) printf("# least %s\n# cost %.17g\n", choice_name(leasts, q->least), info->cost);
    if (info->algorithm == FPM_NUMERICAL) printf("# residual %.17g\n", info->residual);
    if (info->algorithm == FPM_HPOPTA)
        printf("# nodes %" PRId64 "\n# cuts %" PRId64 "\n# hits %" PRId64 "\n# bytes %.0f\n",
               info->nodes, info->cuts, info->hits, (double)info->bytes);
    printf("# iterations %" PRId64 "\n# evaluations %" PRId64 "\n# model %s\n", info->iterations,
           info->evaluations, choice_name(kinds, q->kind));
    printf("proc\tsize\tseconds\n");
    for (i = 0; i < q->p; i++) printf("%d\t%" PRId64 "\t%.17g\n", i, q->d[i], share_seconds(q, i));
}

static void print_table(const problem *q) {
    const fpm_info *info = &q->info;
    int i, width = snprintf(NULL, 0, "%" PRId64, q->n);
    if (width < 5) width = 5;
    printf("proc  %*s  percent     seconds%s\n", width, "share", q->instance ? "" : "  file");
    for (i = 0; i < q->p; i++) {
        printf("%4d  %*" PRId64 "  %6.2f%%  %10.4g", i, width, q->d[i],
               q->n ? 100 * (double)q->d[i] / (double)q->n : 0.0, share_seconds(q, i));
        printf("%s%s%s\n", q->instance ? "" : "  ", q->instance ? "" : q->file[i],
               share_remark(q, i));
    }
    printf("\nmakespan     %.6g s\nlower bound  %.6g s", info->makespan, info->lower_bound);
    if (info->gap > 0 && q->least) printf("   (%.3g %% earlier)\n", 100 * info->gap);
    else if (info->gap > 0) printf("   (gap %.3g %%)\n", 100 * info->gap);
    else printf("   (no partition is faster)\n");
    if (info->below > 0 && info->below < 0.999999 * info->lower_bound)
        printf("certificate  no partition is done by %.6g s, and no share ends between\n"
               "             that and the bound\n",
               info->below);
    if (q->least == FPM_LEAST_TIMES) printf("least        the largest time, then the next\n");
    else if (q->least) printf("cost         %.6g %s\n", info->cost, cost_text(q->least));
    printf("imbalance    %.3g %%   (%d of %d busy)\n", 100 * info->imbalance, info->busy, q->p);
    printf("algorithm    %s on %s models\n", choice_name(algorithms, info->algorithm),
           choice_name(kinds, q->kind));
    if (info->algorithm == FPM_HPOPTA)
        printf("search       %" PRId64 " points tried, %" PRId64 " cuts, %" PRId64
               " workloads found in the memo, %.3g MB\n",
               info->nodes, info->cuts, info->hits, 1e-6 * (double)info->bytes);
    if (info->status != FPM_OK) printf("status       %s\n", fpm_status_str(info->status));
}

/* The picture of a solved problem; sizes on offer alone are compared with the balanced way. */
static int save_picture(const char *name, const problem *q) {
    stand_in balanced;
    FILE *file;
    int status = ANSWERED;
    memset(&balanced, 0, sizeof balanced);
    if (q->kind == FPM_DISCRETE) status = stand_in_solve(q, 0, &balanced);
    if (status == ANSWERED) {
        file = fopen(name, "wb");
        if (!file) {
            status = no_answer("%s: %s", name, strerror(errno));
        } else {
            if (q->kind == FPM_DISCRETE) status = draw_rough(file, q, &balanced);
            else draw_speeds(file, q, NULL);
            if (status == ANSWERED) status = finish_file(file, name);
            else fclose(file);
        }
    }
    stand_in_free(&balanced);
    return status;
}

static int answer_partition(problem *q, int tsv, const char *svg) {
    int status = solve(q, NULL);
    if (status != ANSWERED) return status;
    if (tsv) print_tsv(q);
    else print_table(q);
    return svg ? save_picture(svg, q) : ANSWERED;
}

static int run_partition(args *a) {
    problem q;
    const char *v, *svg = NULL;
    int tsv = 0, whole_front = 0, status = problem_begin(&q, a);
    while (status == ANSWERED && !a->status && a->at < a->count) {
        if (problem_option(&q, a) || least_option(&q, a)) continue;
        if (take_flag(a, "--tsv")) tsv = 1;
        else if (take_flag(a, "--front")) whole_front = 1;
        else if ((v = take_value(a, "--svg")) != NULL) svg = v;
        else if ((v = take_operand(a)) != NULL) q.file[q.files++] = v;
    }
    if (status == ANSWERED) status = problem_checked(&q, a);
    if (status == ANSWERED) status = least_checked(&q, a, whole_front);
    if (status == ANSWERED && q.n < 0 && !q.instance) status = wrong_use(a, "-n N is needed");
    if (status == ANSWERED) status = problem_load(&q, a);
    if (status == ANSWERED)
        status = whole_front ? answer_front(&q, tsv, svg) : answer_partition(&q, tsv, svg);
    problem_end(&q);
    return status;
}

const verb partition_verb = {"partition", "split n units of work over processors", run_partition,
                             partition_help};
