/* plot.c - verb plot: speed functions, and the lines of a bisection. */
#include "draw_speeds.h"
#include "file.h"
#include "solve.h"
#include "verbs.h"

static const char plot_help[] =
    "usage: fpm-tool plot [-n N] [--steps] [options] --svg OUT FILE...\n\n"
    "Draw the speed functions of the processors with their measured points.  With -n, draw also\n"
    "the line through the origin that belongs to the finishing time of N units, and the shares on\n"
    "this line.  With --steps, draw also the lines of the geometric bisection, numbered in the\n"
    "order in which it tries them.\n\n" PROBLEM_HELP
    "  --steps          draw the bisection (needs -n, and times that never fall with size)\n"
    "  --svg OUT        write the picture to OUT (without it: to standard output)\n";

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
    fpm_options opts = FPM_ZERO;
    int status;
    if (q->n < 0) return ANSWERED;
    if (!want_steps) return solve_problem(q, NULL);
    opts.algorithm = FPM_GEOMETRIC;
    opts.search = FPM_BISECTION;
    opts.progress = note_step;
    opts.context = steps;
    status = solve_problem(q, &opts);
    return steps->failed ? out_of_memory() : status;
}

typedef struct picture {
    const problem *q;
    const lines *steps; /* or NULL */
} picture;

static void draw_picture(FILE *to, const void *what) {
    const picture *p = (const picture *)what;
    speeds_draw(to, p->q, p->steps);
}

static int run_plot(args *a) {
    problem q;
    lines steps = FPM_ZERO;
    picture what;
    const char *svg = NULL;
    int want_steps = 0, status;
    problem_begin(&q, a);
    while (args_left(a))
        if (!problem_option(&q, a) && !args_flag(a, "--steps", &want_steps) &&
            !args_text(a, "--svg", &svg))
            problem_file(&q, a);
    problem_checked(&q, a);
    if (want_steps && q.n < 0 && !q.instance) wrong_use(a, "--steps needs -n N");
    if (want_steps && q.algorithm != FPM_AUTO && q.algorithm != FPM_GEOMETRIC)
        wrong_use(a, "--steps shows the geometric algorithm, not -a %s",
                  choice_name(algorithms, q.algorithm));
    status = a->status;
    if (!status) status = problem_load(&q, a);
    if (!status) status = solve_for_plot(&q, &steps, want_steps);
    what.q = &q, what.steps = want_steps ? &steps : NULL;
    if (!status && svg) status = file_picture(svg, draw_picture, &what);
    else if (!status) draw_picture(stdout, &what);
    free(steps.time);
    problem_end(&q);
    return status;
}

const verb plot_verb = {
    "plot", "draw speed functions and shares as SVG", run_plot, plot_help,
    "  fpm-tool plot core.pts gpu.pts --svg speeds.svg\n"
    "  fpm-tool plot -n 90000 --steps -m shaped core.pts gpu.pts --svg steps.svg\n"};
