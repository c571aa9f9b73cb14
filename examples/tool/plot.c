/* plot.c - verb plot: speed functions, and the lines of a bisection. */
#include "draw_speeds.h"
#include "file.h"
#include "links.h"
#include "points.h"
#include "solve.h"
#include "text.h"
#include "verbs.h"

static const char plot_help[] =
    "usage: fpm-tool plot [-n N] [--steps] [options] --svg OUT FILE...\n\n"
    "Draw the speed functions of the processors with their measured points.  With -n, draw also\n"
    "the line through the origin that belongs to the finishing time of N units, and the shares on\n"
    "this line.  With --steps, draw also the lines of the geometric bisection, numbered in the\n"
    "order in which it tries them.  -m takes up to four kinds of models, with commas between\n"
    "them: all are drawn, and shares are those of the first.\n\n" PROBLEM_HELP LINKS_HELP
    "  --band           shade the speeds that the half-widths of the times allow, and say how\n"
    "                   wide this band is: highest less lowest, in per cent of the speed\n"
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
    besides more;
} picture;

static void draw_picture(FILE *to, const void *what) {
    const picture *p = (const picture *)what;
    speeds_draw(to, p->q, &p->more);
}

/* The kinds of models: the first is that of the problem. */
typedef struct kinds {
    const char *text; /* as it was given, or NULL */
    int of[1 + MOST_OTHERS], count;
} kinds;

static int kinds_option(kinds *k, args *a) {
    return (args_words(a, "-m", model_kinds, &k->text) ||
            args_words(a, "--model", model_kinds, &k->text)) &&
           args_one_of(a, "-m", "--model");
}

static void kinds_checked(kinds *k, args *a, problem *q) {
    const char *list = k->text, *piece;
    size_t length;
    char word[40];
    int i, kind = 0;
    while (list && !a->status && text_piece(&list, ',', &piece, &length)) {
        if (length == 0) {
            wrong_use(a, "-m %s: kind %d of the list is empty", k->text, k->count + 1);
            return;
        }
        snprintf(word, sizeof word, "%.*s", (int)(length < 39 ? length : 39), piece);
        if (!choice_find(a, "-m", word, model_kinds, &kind)) return;
        for (i = 0; i < k->count; i++)
            if (k->of[i] == kind) wrong_use(a, "-m %s: %s is there twice", k->text, word);
        if (k->count > MOST_OTHERS)
            wrong_use(a, "-m %s: a picture shows %d kinds at most", k->text, 1 + MOST_OTHERS);
        else k->of[k->count++] = kind;
    }
    if (k->count) q->kind = k->of[0];
}

/* --at is for the constant ones of them. */
static void plot_at_checked(const kinds *k, args *a, const problem *q) {
    int i = 0;
    while (i < k->count && k->of[i] != FPM_CONSTANT) i++;
    if (i == k->count) problem_at_checked(q, a);
}

/* The same processors with models of another kind. */
static int make_other(const problem *q, int kind, problem *other) {
    int i, status = ANSWERED;
    *other = *q;
    other->kind = kind;
    other->model = (fpm_model *)calloc((size_t)q->p, sizeof *other->model);
    other->proc = (fpm_proc *)calloc((size_t)q->p, sizeof *other->proc);
    if (!other->model || !other->proc) return out_of_memory();
    for (i = 0; i < q->p && !status; i++) {
        status = problem_make_model(other, i);
        other->proc[i] = q->proc[i];
        other->proc[i].model = &other->model[i];
    }
    return status;
}

static void free_others(problem *other, int count) {
    int i, k;
    for (k = 0; k < count; k++) {
        for (i = 0; i < other[k].p && other[k].model; i++) fpm_model_free(&other[k].model[i]);
        free(other[k].model);
        free(other[k].proc);
    }
}

/* How wide the bands are, one line per speed function. */
static void print_bands(const problem *q) {
    double mean, most;
    char room[40];
    int i, next = 0;
    int64_t at, count;
    for (i = 0; i < q->p; i++) {
        if (q->curve[i] != next) continue;
        next++;
        count = points_band(&q->points[i], &mean, &most, &at);
        say("%s: band %.3g %% wide in the mean of %" PRId64 " points",
            problem_name(q, i, room, sizeof room), 100 * mean, count);
        if (most > 0) say(", %.3g %% at most, at size %" PRId64, 100 * most, at);
        if (count < q->points[i].count)
            say("; %" PRId64 " with a half-width above the time are left out",
                q->points[i].count - count);
        putchar('\n');
    }
}

static int band_checked(const problem *q) {
    double mean, most;
    int64_t at;
    int i;
    for (i = 0; i < q->p; i++) {
        points_band(&q->points[i], &mean, &most, &at);
        if (most > 0) return ANSWERED;
    }
    return no_answer("--band needs half-widths: as a third column (measure writes it), or from "
                     "several timings of a size, one per line");
}

static int draw(picture *what, const char *svg) {
    int status = what->more.band ? band_checked(what->q) : ANSWERED;
    if (status) return status;
    if (!svg) {
        draw_picture(stdout, what);
        return ANSWERED;
    }
    status = file_picture(svg, draw_picture, what);
    if (!status && what->more.band) print_bands(what->q);
    return status;
}

static int run_plot(args *a) {
    problem q, other[MOST_OTHERS];
    lines steps = FPM_ZERO;
    picture what = FPM_ZERO;
    kinds all = FPM_ZERO;
    links transfers = FPM_ZERO;
    const char *svg = NULL;
    int want_steps = 0, status;
    problem_begin(&q, a);
    while (args_left(a))
        if (!kinds_option(&all, a) && !problem_option(&q, a) &&
            !args_flag(a, "--steps", &want_steps) && !args_flag(a, "--band", &what.more.band) &&
            !args_picture(a, &svg) && !problem_at_option(&q, a) && !links_option(&transfers, a))
            problem_file(&q, a);
    kinds_checked(&all, a, &q);
    problem_checked(&q, a);
    plot_at_checked(&all, a, &q);
    links_checked(&transfers, &q, a);
    if (want_steps && q.n < 0 && !q.instance) wrong_use(a, "--steps needs -n N");
    if (want_steps && q.algorithm != FPM_AUTO && q.algorithm != FPM_GEOMETRIC)
        wrong_use(a, "--steps shows the geometric algorithm, not -a %s",
                  choice_name(algorithms, q.algorithm));
    status = a->status;
    if (!status) status = problem_load(&q, a);
    if (!status) status = links_load(&transfers, &q, a);
    while (!status && what.more.others + 1 < all.count) {
        problem *next = &other[what.more.others++];
        status = make_other(&q, all.of[what.more.others], next);
    }
    if (!status) status = solve_for_plot(&q, &steps, want_steps);
    what.q = &q;
    what.more.other = other;
    what.more.steps = want_steps ? &steps : NULL;
    if (!status) status = draw(&what, svg);
    free_others(other, what.more.others);
    free(steps.time);
    links_free(&transfers);
    problem_end(&q);
    return status;
}

const verb plot_verb = {
    "plot", "draw speed functions and shares as SVG", run_plot, plot_help,
    "  fpm-tool plot --band -m shaped,akima core.pts gpu.pts --svg speeds.svg\n"
    "  fpm-tool plot -n 90000 --steps -m shaped core.pts gpu.pts --svg steps.svg\n"};
