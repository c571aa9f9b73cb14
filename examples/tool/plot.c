/* plot.c - verb: plot. */
#include "draw_speeds.h"
#include "solve.h"
#include "verbs.h"

static const char plot_help[] =
    "usage: fpm-tool plot [-n N] [--steps] [options] FILE... > out.svg\n\n"
    "Draw the speed functions of the processors with their measured points; with -n the line\n"
    "through the origin of the time that N units take, and the shares on it; with --steps also\n"
    "the lines of the geometric bisection that leads there, numbered in the order tried.\n"
    "\n" PROBLEM_HELP
    "  --steps          draw the bisection (needs -n, and times that never fall with size)\n\n"
    "Exit status: 0 answered, 1 no answer, 2 wrong use.\n";

/* Progress of the bisection: the first call tells the two lines that enclose the answer. */
static int note_step(void *context, const fpm_progress *state) {
    lines *steps = (lines *)context;
    double fresh[3];
    int i, count = 0;
    if (steps->count == 0) {
        if (state->low > 0) fresh[count++] = state->low;
        if (state->high != state->seconds) fresh[count++] = state->high;
    }
    fresh[count++] = state->seconds;
    for (i = 0; i < count; i++) {
        void *room = more_room(steps->time, (size_t)steps->count, sizeof(double));
        if (!room) return steps->failed = 1;
        steps->time = (double *)room;
        steps->time[steps->count++] = fresh[i];
    }
    return 0;
}

static int solve_for_plot(problem *q, lines *steps, int want_steps) {
    fpm_options opts;
    int status;
    memset(&opts, 0, sizeof opts);
    if (q->n < 0) return ANSWERED;
    if (!want_steps) return solve(q, NULL);
    opts.algorithm = FPM_GEOMETRIC;
    opts.search = FPM_BISECTION;
    opts.progress = note_step;
    opts.context = steps;
    status = solve(q, &opts);
    return steps->failed ? out_of_memory() : status;
}

static int run_plot(args *a) {
    problem q;
    lines steps = FPM_ZERO;
    const char *v;
    int want_steps = 0, status = problem_begin(&q, a);
    while (status == ANSWERED && !a->status && a->at < a->count) {
        if (problem_option(&q, a)) continue;
        if (take_flag(a, "--steps")) want_steps = 1;
        else if ((v = take_operand(a)) != NULL) q.file[q.files++] = v;
    }
    if (status == ANSWERED) status = problem_checked(&q, a);
    if (status == ANSWERED && want_steps && q.n < 0 && !q.instance)
        status = wrong_use(a, "--steps needs -n N");
    if (status == ANSWERED && want_steps && q.algorithm != FPM_AUTO && q.algorithm != FPM_GEOMETRIC)
        status = wrong_use(a, "--steps shows the geometric algorithm, not -a %s",
                           choice_name(algorithms, q.algorithm));
    if (status == ANSWERED) status = problem_load(&q, a);
    if (status == ANSWERED) status = solve_for_plot(&q, &steps, want_steps);
    if (status == ANSWERED) draw_speeds(stdout, &q, want_steps ? &steps : NULL);
    free(steps.time);
    problem_end(&q);
    return status;
}

const verb plot_verb = {"plot", "draw speed functions and shares as SVG", run_plot, plot_help};
