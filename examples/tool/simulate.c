/* simulate.c - verb: simulate. */
#include "draw_simulation.h"
#include "file.h"
#include "text.h"
#include "verbs.h"

static const char simulate_help[] =
    "usage: fpm-tool simulate -n N [options] FILE...\n"
    "       fpm-tool simulate --instance FILE [options]\n\n"
    "Run an iterative routine over processors whose true times are the models of the files, and\n"
    "balance it: nothing is known at first, the measured times of each iteration teach it.\n"
    "A row an iteration: iteration makespan optimum ratio moved imbalance; row 0 is the even\n"
    "start.  makespan, optimum and imbalance are those of the true times, ratio is makespan over\n"
    "optimum, moved is the number of units that changed hands before the iteration.\n\n"
    "  -n N             units of work, 12000 or 1.2e4\n"
    "  -m KIND          true model made of the points: akima (default), piecewise, shaped,\n"
    "                   constant (speed at the even share)\n"
    "  --instance FILE  all processors in one file: `n p`, then for each its number of points\n"
    "                   and as many `size seconds`; -n overrides n\n"
    "  --method M       default, constant (the traditional one), dfpa (piecewise linear,\n"
    "                   geometric) or numerical (Akima splines, Powell's hybrid method)\n"
    "  --iterations K   at most so many after row 0 (default 20): without noise and with nothing\n"
    "                   to come, the run ends when the method has converged\n"
    "  --eps E          look for no gain below this part of the makespan (default 0.001);\n"
    "                   other methods: times within E are equal (default 0.05)\n"
    "  --noise E        relative standard deviation of each measured time, 0 to 1 (default 0)\n"
    "  --outliers F:X   a part F of the measured times is X times too long\n"
    "  --seed S         of the noise, a whole number (default 1); same seed, same rows; the same\n"
    "                   noise for every method\n"
    "  --slow I:AT:X    processor I, from 0, becomes X times slower from iteration AT on (and\n"
    "                   again by another --slow; below 1: faster)\n"
    "  --drift I:R      times of processor I grow by a part R with every iteration\n"
    "  --leave I:AT     processor I is gone from iteration AT on\n"
    "  --join I:AT      ... is there from then on, after it left or for the first time\n"
    "  --unit-cost S    seconds to move one unit to another processor (default 0)\n"
    "  --move-cost S    ... and those that a redistribution takes on top\n" RULES_HELP
    "  --tsv            tab-separated, 17 digits: `# key value` lines, then a row an iteration\n"
    "  --svg OUT        draw shares and times over iterations, and frames of the partial models\n\n"
    "Exit status: 0 answered, 1 no answer, 2 wrong use.\n";

typedef struct totals {
    double all, moving, even, optimum;
    int64_t moved, moves;
} totals;

static totals add_up(const simulation *s) {
    totals sum = {0, 0, 0, 0, 0, 0};
    int64_t k;
    for (k = 0; k < s->count; k++) {
        const iteration *r = &s->rows[k];
        sum.all += r->makespan + r->cost;
        sum.moving += r->cost;
        sum.even += r->even;
        sum.optimum += r->optimum;
        sum.moved += r->moved;
        sum.moves += r->moved > 0;
    }
    return sum;
}

static void print_rows_tsv(const simulation *s) {
    totals sum = add_up(s);
    int64_t k;
    printf("# status %s\n# method %s\n# model %s\n# n %" PRId64 "\n# p %d\n# noise %.17g\n"
           "# seed %" PRId64 "\n",
           fpm_status_str(FPM_OK), choice_name(methods, s->method), choice_name(kinds, s->q.kind),
           s->q.n, s->q.p, s->noise, s->seed);
    printf("# total %.17g\n# total_moving %.17g\n# total_even %.17g\n# total_optimum %.17g\n"
           "# moved %" PRId64 "\n# moves %" PRId64 "\n# failed %" PRId64 "\n",
           sum.all, sum.moving, sum.even, sum.optimum, sum.moved, sum.moves, s->b.failed);
    printf("iteration\tmakespan\toptimum\tratio\tmoved\timbalance\n");
    for (k = 0; k < s->count; k++) {
        const iteration *r = &s->rows[k];
        printf("%" PRId64 "\t%.17g\t%.17g\t%.17g\t%" PRId64 "\t%.17g\n", k, r->makespan, r->optimum,
               ratio(r->makespan, r->optimum), r->moved, r->imbalance);
    }
}

static void print_rows(const simulation *s) {
    totals sum = add_up(s);
    char text[80];
    int64_t k;
    int j;
    printf("iteration     makespan      optimum    ratio         moved  imbalance\n");
    for (k = 0; k < s->count; k++) {
        const iteration *r = &s->rows[k];
        printf("%9" PRId64 "  %11.6g  %11.6g  %7.4f  %12" PRId64 "  %7.2f %%", k, r->makespan,
               r->optimum, ratio(r->makespan, r->optimum), r->moved, 100 * r->imbalance);
        for (j = 0; j < s->event_count; j++) {
            if (s->events[j].at != k) continue;
            event_text(&s->events[j], text, sizeof text);
            printf("  %s", text);
        }
        putchar('\n');
    }
    printf("\nin all       %.6g s, moving %" PRId64 " units in %" PRId64
           " redistributions included",
           sum.all, sum.moved, sum.moves);
    if (sum.moving > 0) printf(" (%.6g s)", sum.moving);
    if (sum.even > 0) printf("\neven shares  %.6g s", sum.even);
    printf("\noptimal      %.6g s   (the fastest shares from the start, moving free of cost)\n",
           sum.optimum);
    printf("method       %s\n", choice_name(methods, s->method));
    if (s->b.failed) printf("failed       %" PRId64 " solves found no root\n", s->b.failed);
}

/* `A:B` or `A:B:C` as so many numbers; 0 if it is not that. */
static int split_numbers(const char *text, int count, double *value) {
    int k;
    for (k = 0; k < count; k++) {
        size_t length = strcspn(text, ":");
        if (!read_real(text, length, &value[k])) return 0;
        if ((text[length] == ':') != (k + 1 < count)) return 0;
        text += length + 1;
    }
    return 1;
}

static int whole(double v, double most) { return v >= 0 && v <= most && floor(v) >= v; }

static void take_event(simulation *s, args *a, int what, const char *option, const char *text) {
    event *list = (event *)more_room(s->events, (size_t)s->event_count, sizeof *list), *e;
    double v[3] = {0, 0, 0};
    int count = what == SLOW ? 3 : 2;
    if (!list) {
        a->status = out_of_memory();
        return;
    }
    s->events = list;
    e = &list[s->event_count++];
    if (!split_numbers(text, count, v) || !whole(v[0], INT_MAX) ||
        (what != DRIFT && !whole(v[1], 1e15)) || (what == SLOW && !(v[2] > 0 && v[2] <= 1e9)) ||
        (what == DRIFT && !(v[1] > -1 && v[1] <= 10)))
        wrong_use(a, "%s %s: it takes %s%s", option, text,
                  what == SLOW    ? "I:AT:X, processor and iteration from 0, X above 0"
                  : what == DRIFT ? "I:R, with processor I from 0 and R above -1"
                                  : "I:AT, processor and iteration from 0",
                  comma_hint(text, strlen(text)));
    e->what = what;
    e->place = s->event_count;
    e->text = text;
    e->proc = (int)v[0];
    e->at = what == DRIFT ? 0 : (int64_t)v[1];
    e->value = what == SLOW ? v[2] : v[1];
}

/* Events; 1 if the argument was one. */
static int event_option(simulation *s, args *a) {
    static const char *const option[] = {"--slow", "--drift", "--leave", "--join"};
    const char *v;
    int what, at = a->at;
    for (what = SLOW; what <= JOIN && a->at == at && !a->status; what++)
        if ((v = take_value(a, option[what])) != NULL) take_event(s, a, what, option[what], v);
    return a->at > at || a->status;
}

static void take_amount(args *a, const char *option, const char *text, double most, double *to) {
    if (!read_real(text, strlen(text), to) || !(*to >= 0 && *to <= most))
        wrong_use(a, "%s %s: a number from 0 to %g%s", option, text, most,
                  comma_hint(text, strlen(text)));
}

/* How to balance and what is measured; 1 if the argument was one of these. */
static int run_option(simulation *s, args *a) {
    const char *v;
    double out[2];
    int at = a->at;
    if ((v = take_value(a, "--method")) != NULL) {
        take_choice(a, "--method", v, methods, &s->method);
    } else if ((v = take_value(a, "--iterations")) != NULL) {
        if (!read_whole(v, strlen(v), 0, MOST_ITERATIONS, &s->iterations))
            wrong_use(a, "--iterations %s: a whole number from 0 to %d", v, MOST_ITERATIONS);
    } else if ((v = take_value(a, "--seed")) != NULL) {
        if (!read_whole(v, strlen(v), 0, FPM_SIZE_MAX, &s->seed))
            wrong_use(a, "--seed %s: a whole number from 0 to 2^53", v);
    } else if ((v = take_value(a, "--noise")) != NULL) {
        take_amount(a, "--noise", v, 1, &s->noise);
    } else if ((v = take_value(a, "--eps")) != NULL) {
        take_amount(a, "--eps", v, 1e6, &s->eps);
    } else if ((v = take_value(a, "--unit-cost")) != NULL) {
        take_amount(a, "--unit-cost", v, 1e9, &s->unit_cost);
    } else if ((v = take_value(a, "--move-cost")) != NULL) {
        take_amount(a, "--move-cost", v, 1e9, &s->move_cost);
    } else if ((v = take_value(a, "--outliers")) != NULL) {
        if (!split_numbers(v, 2, out) || !(out[0] >= 0 && out[0] <= 1) ||
            !(out[1] > 0 && out[1] <= 1e9))
            wrong_use(a, "--outliers %s: it takes F:X, a part from 0 to 1 and a factor%s", v,
                      comma_hint(v, strlen(v)));
        else s->outliers = out[0], s->outlier = out[1];
    }
    return a->at > at || a->status;
}

static int event_order(const void *one, const void *other) {
    const event *a = (const event *)one, *b = (const event *)other;
    if (a->at != b->at) return a->at < b->at ? -1 : 1;
    return a->place - b->place;
}

/* Processors that exist, and nobody leaves or joins twice. */
static int events_checked(simulation *s, args *a) {
    int i, j;
    if (s->event_count) qsort(s->events, (size_t)s->event_count, sizeof *s->events, event_order);
    for (j = 0; j < s->event_count; j++) {
        const event *e = &s->events[j];
        if (e->proc >= s->q.p)
            return wrong_use(a, "%s: processors are counted from 0 and there are %d", e->text,
                             s->q.p);
        if (e->what < LEAVE) continue;
        for (i = j; i-- > 0;)
            if (s->events[i].proc == e->proc && s->events[i].what >= LEAVE) break;
        if (i >= 0 && s->events[i].what == e->what)
            return wrong_use(a, "%s: processor %d %s twice", e->text, e->proc,
                             e->what == LEAVE ? "leaves" : "joins");
    }
    return ANSWERED;
}

static int answer_simulate(simulation *s) {
    FILE *file;
    int status = simulate(s);
    if (status != ANSWERED) return status;
    if (s->tsv) print_rows_tsv(s);
    else print_rows(s);
    if (!s->svg) return ANSWERED;
    file = fopen(s->svg, "wb");
    if (!file) return no_answer("%s: %s", s->svg, strerror(errno));
    status = draw_simulation(file, s);
    if (status == ANSWERED) return finish_file(file, s->svg);
    fclose(file);
    return status;
}

static int run_simulate(args *a) {
    simulation s;
    const char *v;
    int status;
    memset(&s, 0, sizeof s);
    s.iterations = 20;
    s.seed = 1;
    status = problem_begin(&s.q, a);
    while (status == ANSWERED && !a->status && a->at < a->count) {
        if (event_option(&s, a) || run_option(&s, a) || rule_option(&s.q, a) ||
            model_option(&s.q, a))
            continue;
        if (take_flag(a, "--tsv")) s.tsv = 1;
        else if ((v = take_value(a, "--svg")) != NULL) s.svg = v;
        else if ((v = take_operand(a)) != NULL) s.q.file[s.q.files++] = v;
    }
    if (status == ANSWERED && !s.q.kind) s.q.kind = FPM_AKIMA;
    if (status == ANSWERED) status = problem_checked(&s.q, a);
    if (status == ANSWERED && s.q.kind == FPM_DISCRETE)
        status = wrong_use(a, "-m discrete: true times of every size are needed");
    if (status == ANSWERED && s.q.n < 0 && !s.q.instance) status = wrong_use(a, "-n N is needed");
    if (status == ANSWERED) status = problem_load(&s.q, a);
    if (status == ANSWERED) status = events_checked(&s, a);
    if (status == ANSWERED) status = simulation_begin(&s);
    if (status == ANSWERED) status = answer_simulate(&s);
    simulation_end(&s);
    return status;
}

const verb simulate_verb = {"simulate", "balance an iterative routine over given processors",
                            run_simulate, simulate_help};
