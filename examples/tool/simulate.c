/* simulate.c - verb simulate: an iterative routine, balanced by what its iterations measure. */
#include "draw_simulation.h"
#include "file.h"
#include "os.h"
#include "solve.h"
#include "text.h"
#include "tsv.h"
#include "verbs.h"

static const char simulate_help[] =
    "usage: fpm-tool simulate -n N [options] FILE...\n"
    "       fpm-tool simulate --instance FILE [options]\n\n"
    "Rehearse an iterative program that balances itself.  The models of the files are the true\n"
    "times of the processors.  The balancer does not know them: it learns from the measured times\n"
    "of each iteration.  Each row of the output is an iteration, and row 0 the even start:\n"
    "iteration makespan optimum ratio moved imbalance.  makespan, optimum and imbalance come from\n"
    "the true times, ratio is makespan / optimum, and moved counts the units that changed owners\n"
    "before the iteration.\n\n"
    "  -n N             units of work, as 12000 or 1.2e4\n"
    "  -m, --model KIND true model made from the points: akima (default), akima-plain,\n"
    "                   akima-literal, piecewise, shaped, constant (the speed at the even share)\n"
    "  --instance FILE  all processors in one file: `n p`, then for each its number of points\n"
    "                   and the points, `size seconds`; -n overrides n\n"
    "  --method M       default, constant (the traditional one), dfpa (piecewise linear,\n"
    "                   geometric) or numerical (Akima splines, Powell's hybrid method)\n"
    "  --iterations K   at most K iterations after row 0 (default 20); without noise and without\n"
    "                   a change to come, the run ends when the method has converged\n"
    "  --eps E          smallest relative gain worth a move (default 0.001); other methods: times\n"
    "                   within E are equal (default 0.05)\n"
    "  --noise E        relative standard deviation of each measured time, 0 to 1 (default 0)\n"
    "  --outliers F:X   a fraction F of the measured times is X times too long\n"
    "  --seed S         of the noise, a whole number (default 1); every method meets the same\n"
    "                   noise\n"
    "  --slow I:AT:X    processor I, from 0, becomes X times slower at iteration AT (a second\n"
    "                   --slow multiplies; X below 1: faster)\n"
    "  --drift I:R      times of processor I grow by a fraction R with every iteration\n"
    "  --leave I:AT     processor I leaves at iteration AT\n"
    "  --join I:AT      processor I joins at iteration AT, after it left or for the first time\n"
    "  --unit-cost S    seconds to move one unit to another processor (default 0)\n"
    "  --move-cost S    seconds of every redistribution, besides those of its units\n" RULES_HELP
        LINKS_HELP
    "  --tsv            tab-separated, 17 digits: `# key value` lines, then one row per iteration\n"
    "  --json           the same as an object; its array `rows` holds the rows\n"
    "  --svg OUT        draw shares and times over iterations, and frames of the partial models\n";

typedef struct totals {
    double all, moving, even, stay, optimum;
    int64_t moved, moves;
} totals;

static totals add_up(const simulation *s) {
    totals sum = FPM_ZERO;
    int64_t k;
    for (k = 0; k < s->count; k++) {
        const iteration *r = &s->rows[k];
        sum.all += r->makespan + r->cost;
        sum.moving += r->cost;
        sum.even += r->even;
        sum.stay += r->stay;
        sum.optimum += r->optimum;
        sum.moved += r->moved;
        sum.moves += r->moved > 0;
    }
    return sum;
}

static void print_tsv(const simulation *s) {
    totals sum = add_up(s);
    int64_t k;
    tsv_begin(&s->out);
    tsv_text("status", fpm_status_str(FPM_OK));
    tsv_text("method", choice_name(simulation_methods, s->method));
    tsv_text("model", choice_name(model_kinds, s->q.kind));
    tsv_whole("n", s->q.n);
    tsv_whole("p", s->q.p);
    tsv_real("noise", s->noise);
    tsv_whole("seed", s->seed);
    tsv_real("total", sum.all);
    tsv_real("total_moving", sum.moving);
    tsv_real("total_even", sum.even);
    tsv_real("total_stay", sum.stay);
    tsv_real("total_optimum", sum.optimum);
    tsv_whole("moved", sum.moved);
    tsv_whole("moves", sum.moves);
    tsv_whole("failed", s->failed);
    tsv_columns("iteration\tmakespan\toptimum\tratio\tmoved\timbalance");
    for (k = 0; k < s->count; k++) {
        const iteration *r = &s->rows[k];
        tsv_cell_whole(k);
        tsv_cell_real(r->makespan);
        tsv_cell_real(r->optimum);
        tsv_cell_real(simulation_ratio(r->makespan, r->optimum));
        tsv_cell_whole(r->moved);
        tsv_cell_real(r->imbalance);
    }
    tsv_end();
}

/* When moving had paid for itself, since the start and since each change. */
static void print_pays(const simulation *s) {
    stretch list[MOST_STRETCHES];
    int j, count = simulation_stretches(s, list, MOST_STRETCHES);
    for (j = 0; j < count; j++) {
        say("moving       since iteration %" PRId64 ": ", list[j].from);
        if (list[j].pays < 0) say("has not paid yet\n");
        else say("pays from iteration %" PRId64 " on\n", list[j].pays);
    }
}

static void print_table(const simulation *s) {
    totals sum = add_up(s);
    char text[80];
    int64_t k;
    int j;
    say("iteration     makespan      optimum    ratio         moved  imbalance\n");
    for (k = 0; k < s->count; k++) {
        const iteration *r = &s->rows[k];
        say("%9" PRId64 "  %11.6g  %11.6g  %7.4f  %12" PRId64 "  %7.2f %%", k, r->makespan,
            r->optimum, simulation_ratio(r->makespan, r->optimum), r->moved, 100 * r->imbalance);
        for (j = 0; j < s->event_count; j++) {
            if (s->events[j].at != k) continue;
            simulation_event_text(&s->events[j], text, sizeof text);
            say("  %s", text);
        }
        putchar('\n');
    }
    say("\nin all       %.6g s, moving %" PRId64 " units in %" PRId64 " redistributions included",
        sum.all, sum.moved, sum.moves);
    if (sum.moving > 0) say(" (%.6g s)", sum.moving);
    if (sum.even > 0) say("\neven shares  %.6g s", sum.even);
    say("\nstaying      %.6g s   (the shares at the start, or at the last event)", sum.stay);
    say("\noptimal      %.6g s   (the fastest shares from the start, moving free of cost)\n",
        sum.optimum);
    print_pays(s);
    say("method       %s\n", choice_name(simulation_methods, s->method));
    if (s->failed) say("failed       %" PRId64 " solves found no root\n", s->failed);
}

static int whole(double v, double most) { return v >= 0 && v <= most && floor(v) >= v; }

static void take_event(simulation *s, args *a, int what, const char *option, const char *text) {
    event *list = (event *)more_room(s->events, (size_t)s->event_count, sizeof *list), *e;
    double v[3] = {0, 0, 0};
    int count = text_reals(text, ':', 3, v), drift = what == DRIFT;
    if (!list) {
        a->status = out_of_memory();
        return;
    }
    s->events = list;
    e = &list[s->event_count++];
    if (count != (what == SLOW ? 3 : 2) || !whole(v[0], INT_MAX) ||
        (!drift && !whole(v[1], 1e15)) || (drift && !(v[1] > -1 && v[1] <= 10)) ||
        (what == SLOW && !(v[2] > 0 && v[2] <= 1e9))) {
        wrong_use(a, "%s %s: it takes %s", option, text,
                  what == SLOW ? "I:AT:X, processor and iteration from 0, X above 0, such as 0:10:2"
                  : drift      ? "I:R, with processor I from 0 and R above -1, such as 0:0.01"
                               : "I:AT, processor and iteration from 0, such as 1:10");
        return;
    }
    e->what = what;
    e->place = s->event_count;
    e->text = text;
    e->proc = (int)v[0];
    e->at = drift ? 0 : (int64_t)v[1];
    e->value = what == SLOW ? v[2] : v[1];
}

static int event_option(simulation *s, args *a) {
    static const char *const option[] = {"--slow", "--drift", "--leave", "--join"};
    const char *v = NULL;
    int what;
    for (what = SLOW; what <= JOIN; what++)
        if (args_each(a, option[what], &v)) {
            if (v) take_event(s, a, what, option[what], v);
            return 1;
        }
    return 0;
}

/* How to balance and what is measured. */
static int run_option(simulation *s, args *a) {
    const char *v = NULL;
    double out[2];
    if (args_text(a, "--outliers", &v)) {
        if (v && text_reals(v, ':', 2, out) == 2 && out[0] >= 0 && out[0] <= 1 && out[1] > 0 &&
            out[1] <= 1e9)
            s->outliers = out[0], s->outlier = out[1];
        else if (v)
            wrong_use(a,
                      "--outliers %s: it takes F:X, a part from 0 to 1 and a factor, such as "
                      "0.05:10",
                      v);
        return 1;
    }
    return args_choice(a, "--method", simulation_methods, &s->method) ||
           args_whole(a, "--iterations", 0, MOST_ITERATIONS, NULL, &s->iterations) ||
           args_whole(a, "--seed", 0, FPM_SIZE_MAX, "a whole number from 0 to 2^53", &s->seed) ||
           args_amount(a, "--noise", 1, NULL, &s->noise) ||
           args_amount(a, "--eps", 1e6, NULL, &s->min_gain) ||
           args_amount(a, "--unit-cost", 1e9, NULL, &s->unit_cost) ||
           args_amount(a, "--move-cost", 1e9, NULL, &s->move_cost);
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

static int answer(simulation *s) {
    int status;
    os_watch("simulating");
    status = simulation_run(s);
    os_watch(NULL);
    if (!status) solve_doubt(&s->q, FPM_OK, 0, s->most, 1);
    if (!status && s->out.svg) {
        FILE *to = file_create("--svg", s->out.svg);
        status = to ? file_finish(to, s->out.svg, simulation_draw(to, s)) : NO_ANSWER;
    }
    if (status) return status;
    if (s->out.tsv) print_tsv(s);
    else print_table(s);
    return ANSWERED;
}

static int run_simulate(args *a) {
    simulation s;
    int status;
    memset(&s, 0, sizeof s);
    s.iterations = 20;
    s.seed = 1;
    problem_begin(&s.q, a);
    while (args_left(a))
        if (!event_option(&s, a) && !run_option(&s, a) && !problem_rule_option(&s.q, a) &&
            !problem_model_option(&s.q, a) && !args_forms(a, &s.out) &&
            !links_option(&s.transfers, a))
            problem_file(&s.q, a);
    if (!s.q.kind) s.q.kind = FPM_AKIMA;
    problem_checked(&s.q, a);
    links_checked(&s.transfers, &s.q, a);
    if (s.q.kind == FPM_DISCRETE) wrong_use(a, "-m discrete: true times of every size are needed");
    if (s.q.n < 0 && !s.q.instance) wrong_use(a, "-n N is needed");
    status = a->status;
    if (!status) status = problem_load(&s.q, a);
    if (!status) status = links_load(&s.transfers, &s.q, a);
    if (!status) status = events_checked(&s, a);
    if (!status) status = simulation_begin(&s);
    if (!status) status = answer(&s);
    simulation_end(&s);
    return status;
}

const verb simulate_verb = {
    "simulate", "balance an iterative routine over given processors", run_simulate, simulate_help,
    "  fpm-tool simulate -n 60000 core.pts steady.pts\n"
    "  fpm-tool simulate -n 60000 --slow 0:10:2 --iterations 40 core.pts steady.pts\n"};
