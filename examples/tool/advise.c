/* advise.c - verb advise: which algorithm suits given points, and why. */
#include "advise_tiles.h"
#include "gain.h"
#include "links.h"
#include "points.h"
#include "text.h"
#include "tsv.h"
#include "verbs.h"

static const char advise_help[] =
    "usage: fpm-tool advise [-n N] [-m KIND] FILE...\n"
    "       fpm-tool advise [-n N] [-m KIND] --instance FILE\n"
    "       fpm-tool advise -n A:B[:STEP] [-m KIND] [--svg OUT] FILE...\n"
    "       fpm-tool advise --points2d FILE...\n\n"
    "Explain how rough the processors' times are, which algorithm suits them and why, what\n"
    "constant speeds and (with -m discrete) smooth models would lose at N units, and what to\n"
    "measure better.  With a range of amounts of work: what they lose at least, in the mean\n"
    "and at most, and how that goes with the variation of speeds near the shares (Pearson's r).\n"
    "A smooth model has, at each point, the mean speed of its neighbours, a tenth of all points\n"
    "and two at least to either side, and times that never fall.  Half-widths tell whether\n"
    "neighbouring sizes differ in truth (rough) or by errors of measurement (noise).\n\n"
    "  -n N             units of work, as 12000 or 1.2e4\n"
    "  -n A:B[:STEP]    compare at A, A + STEP, .. up to B units (about 100 amounts, with\n"
    "                   -m discrete multiples of what divides all sizes); those without a\n"
    "                   partition, or with shares beyond the last point, are counted\n"
    "  --svg OUT        with A:B: draw what is lost against the units of work\n"
    "  -m, --model KIND akima (default), akima-plain, akima-literal, piecewise, shaped,\n"
    "                   discrete, constant\n"
    "  --at SIZE        the constant speeds are those at SIZE, not those at N / p\n" COUNT_HELP
        FILES_HELP LINKS_HELP
    "  --unit SIZE      bytes that a unit of work moves, for --bandwidth\n"
    "  --points2d       FILEs hold tiles, as for `matrix`: are times rough, or is it noise?\n"
    "  --tsv, --json    for programs, 17 digits: keys and values, then one row per processor\n";

enum { FEW_POINTS = 5, MANY_POINTS = 30 };
static const double wide_interval = 0.05, rough_variation = 0.3;

/* What the points of a processor say, and its model. */
typedef struct profile {
    fpm_model_report report;
    /* Variation of speed between neighbouring extrema: |s1 - s2| / min(s1, s2). */
    double mean, most;
    double drop;         /* largest fall of time towards a larger size, of the time it falls from */
    int64_t from, to;    /* the points of it */
    int64_t first, last; /* sizes, 0 without points */
    int in_error;        /* it is within the confidence intervals */
    int wide;            /* points with wide intervals */
    double widest;       /* largest half-width of a time, of the time */
    fpmk_roughness_report rough; /* what the half-widths say of neighbours */
} profile;

static void note_times(const fpm_points *points, profile *f) {
    const double *t = points->seconds, *half = points->half_width;
    int64_t j, top = 0; /* the latest so far */
    f->first = points->count ? points->size[0] : 0;
    f->last = points->count ? points->size[points->count - 1] : 0;
    for (j = 0; j < points->count; j++) {
        double fall = 1 - t[j] / t[top];
        if (t[j] >= t[top]) top = j;
        if (fall > f->drop) {
            f->drop = fall;
            f->from = top;
            f->to = j;
        }
        f->wide += half[j] > wide_interval * t[j];
        f->widest = fmax(f->widest, half[j] / t[j]);
    }
    f->in_error = f->drop > 0 && t[f->from] - t[f->to] <= half[f->from] + half[f->to];
}

/* All that is said: both forms say the same. */
typedef struct advice {
    profile *of;             /* p */
    int rising, rough, idle; /* how many: times rise everywhere; many and rough points; no points */
    double cells;            /* of HPOPTA's memo */
    gain at_n;               /* what simpler models lose at n units */
    output out;
} advice;

/* Cells of HPOPTA's memo when the common divisor of n and all sizes is the unit. */
static double memo_cells(const problem *q) {
    int64_t unit = problem_divisor(q, q->n);
    return q->p < 3 ? 0 : (double)(q->p - 2) * ((double)q->n / (double)(unit ? unit : 1) + 1);
}

static int find_advice(problem *q, advice *v) {
    int i, status = ANSWERED;
    v->of = (profile *)calloc((size_t)q->p, sizeof *v->of);
    if (!v->of) return out_of_memory();
    for (i = 0; i < q->p && !status; i++) {
        const fpm_points *points = &q->points[i];
        profile *f = &v->of[i];
        status = roughness_points(points, &f->rough);
        fpm_model_check(&q->model[i], &f->report);
        points_variation(points, &f->mean, &f->most);
        note_times(points, f);
        v->rising += f->report.monotone && f->report.positive;
        v->rough += points->count >= MANY_POINTS && f->most > rough_variation &&
                    f->rough.verdict != FPMK_SMOOTH;
        v->idle += points->count == 0;
    }
    if (status) return status;
    if (q->kind == FPM_DISCRETE && q->n >= 0) v->cells = memo_cells(q);
    return q->n >= 0 ? gain_compare(q, &v->at_n) : ANSWERED;
}

/* Which algorithm. */
static const char *advised(const problem *q, const advice *v) {
    if (q->kind == FPM_DISCRETE || v->rising < q->p) return "optimal";
    return q->kind == FPM_CONSTANT ? "proportional" : "geometric";
}

PRINTS(2, 3) static void warn(const advice *v, const char *format, ...) {
    char text[1000];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (v->out.tsv) tsv_list_text(text);
    else say("warning      %s\n", text);
}

static void warn_processor(const problem *q, const advice *v, int i) {
    const profile *f = &v->of[i];
    const fpm_model *m = &q->model[i];
    char room[40];
    const char *name = problem_name(q, i, room, sizeof room);
    int smooth = q->kind != FPM_DISCRETE && q->kind != FPM_CONSTANT;
    if (m->count == 0) warn(v, "%s: no points; it can take nothing", name);
    else if (m->count < FEW_POINTS && smooth)
        warn(v, "%s: few points (%d); measure 5 or more, where the shares may lie", name,
             (int)m->count);
    if (!f->report.positive)
        warn(v, "%s: the %s curve has no speed above 0 near size %.6g; use -m piecewise", name,
             choice_name(model_kinds, q->kind), f->report.size);
    else if (!f->report.monotone && !(f->drop > 0))
        warn(v, "%s: the %s curve falls near size %.6g though the points rise; use -m piecewise",
             name, choice_name(model_kinds, q->kind), f->report.size);
    if (f->in_error)
        warn(v, "%s: the largest drop is within the confidence intervals: noise, perhaps", name);
    if (q->kind == FPM_DISCRETE && f->rough.verdict == FPMK_SMOOTH)
        warn(v,
             "%s: what neighbouring sizes differ by is noise, which -m discrete takes for true; "
             "measure again (--visits), or take a smooth model",
             name);
    if (f->wide)
        warn(v, "%s: %d of %d points have confidence intervals wider than %.0f %% (up to %.3g %%)",
             name, f->wide, (int)m->count, 100 * wide_interval, 100 * f->widest);
    if (q->solved && q->d[i] > f->last)
        warn(v,
             "%s: its share, %" PRId64 ", lies beyond its last point, %" PRId64 "; measure there",
             name, q->d[i], f->last);
}

static void print_warnings(const problem *q, const advice *v) {
    int i;
    for (i = 0; i < q->doubtful.count; i++) warn(v, "%s", q->doubtful.text[i]);
    for (i = 0; i < q->p; i++) warn_processor(q, v, i);
    if (q->n >= 0 && q->info.status < 0 && !q->solved)
        warn(v, "at n = %" PRId64 ": %s", q->n, fpm_status_str(q->info.status));
}

static void print_tsv(const problem *q, const advice *v) {
    int i;
    tsv_begin(&v->out);
    tsv_text("advised", advised(q, v));
    tsv_text("model", choice_name(model_kinds, q->kind));
    tsv_whole("rising", v->rising);
    tsv_whole("rough", v->rough);
    if (q->n >= 0) tsv_whole("n", q->n);
    if (v->cells > 0) tsv_real("hpopta_cells", v->cells);
    if (q->solved) tsv_real("optimum", q->info.makespan);
    if (v->at_n.constant > 0) {
        tsv_real("constant", v->at_n.constant);
        tsv_real("constant_loss", v->at_n.constant / q->info.makespan - 1);
    }
    if (v->at_n.smooth > 0) {
        tsv_real("smooth", v->at_n.smooth);
        tsv_real("smooth_loss", v->at_n.smooth / q->info.makespan - 1);
    }
    if (v->at_n.blind > 0) {
        tsv_real("blind", v->at_n.blind);
        tsv_real("blind_loss", v->at_n.blind / q->info.makespan - 1);
    }
    tsv_list_begin("warning");
    print_warnings(q, v);
    tsv_list_end();
    tsv_columns("proc\tpoints\tfirst\tlast\tvariation_mean\tvariation_max\tpositive\tmonotone\t"
                "single_crossing\tat\tdrop\tnoise\troughness\tkind");
    for (i = 0; i < q->p; i++) {
        const profile *f = &v->of[i];
        const fpm_model_report *report = &f->report;
        tsv_cell_whole(i);
        tsv_cell_whole(q->points[i].count);
        tsv_cell_whole(f->first);
        tsv_cell_whole(f->last);
        tsv_cell_real(f->mean);
        tsv_cell_real(f->most);
        tsv_cell_whole(report->positive);
        tsv_cell_whole(report->monotone);
        tsv_cell_whole(report->single_crossing);
        tsv_cell_real(report->size);
        tsv_cell_real(f->drop);
        tsv_cell_real(f->rough.noise);
        tsv_cell_real(f->rough.roughness);
        tsv_cell_text(f->rough.groups ? roughness_word(&f->rough) : "unknown");
    }
    tsv_end();
}

/* How the times of processor i run. */
static void times_text(const problem *q, const profile *f, int i, char *text, size_t size) {
    const fpm_points *points = &q->points[i];
    const fpm_model_report *report = &f->report;
    if (f->drop > 0)
        snprintf(text, size, "-%.3g %% from %" PRId64 " to %" PRId64, 100 * f->drop,
                 points->size[f->from], points->size[f->to]);
    else if (points->count == 0) snprintf(text, size, "takes nothing");
    else if (!report->monotone) snprintf(text, size, "falls near %.6g", report->size);
    else if (!report->single_crossing) snprintf(text, size, "flat near %.6g", report->size);
    else snprintf(text, size, "rises");
}

static void print_profiles(const problem *q, const advice *v) {
    char text[60];
    int i, drops = 0;
    say("proc  points      from        to  variation: mean     max  time%s\n",
        q->instance ? "" : "                      file");
    for (i = 0; i < q->p; i++) {
        const profile *f = &v->of[i];
        say("%4d  %6" PRId64 "  %8" PRId64 "  %8" PRId64 "  %13.3g %%  %4.3g %%  ", i,
            q->points[i].count, f->first, f->last, 100 * f->mean, 100 * f->most);
        times_text(q, f, i, text, sizeof text);
        if (q->instance) say("%s\n", text);
        else say("%-24s  %s\n", text, q->file[i]);
        drops += f->drop > 0;
    }
    say("\nvariation    of speed between a peak and the next dip: |s1 - s2| / min(s1, s2)\n");
    if (drops) say("time         largest drop: a larger size that takes less time\n");
}

/* Roughness or noise, of each file that has half-widths. */
static void print_roughness(const problem *q, const advice *v) {
    char room[ROUGHNESS_ROOM], name[40];
    int i;
    for (i = 0; i < q->p; i++)
        if (v->of[i].rough.groups > 0)
            say("neighbours   %s: %s\n", problem_name(q, i, name, sizeof name),
                roughness_text(&v->of[i].rough, room));
}

static int has_transfers(const problem *q) {
    int i = 0;
    while (i < q->p && !q->proc[i].link) i++;
    return i < q->p;
}

/* The algorithm and the reason. */
static void print_reasons(const problem *q, const advice *v) {
    if (q->kind == FPM_DISCRETE) {
        say("use          -a optimal (auto does): only the sizes measured can be given, %s\n",
            v->rising < q->p ? "and times fall\n             towards some larger ones; equal "
                               "times need not be best, only a search is exact"
                             : "so equal times are\n             hardly ever feasible");
        say("or           -a hpopta, the literature's search: exact too, slower");
        if (q->p < 3) say("; no memo for %d processor%s\n", q->p, q->p == 1 ? "" : "s");
        else if (v->cells > 0)
            say("; its memo has up to about\n             (p - 2)(n + 1) = %.4g cells, %.3g MB\n",
                v->cells, 8e-6 * v->cells);
        else say("; its memo has up to about\n             (p - 2)(n + 1) cells of 8 bytes\n");
        return;
    }
    if (v->rising == q->p) {
        say("use          -a auto: all times rise with size, so equal times are best, and\n"
            "             -a geometric %s\n",
            has_transfers(q) ? "is exact; -a numerical knows no transfers"
                             : "and -a numerical are exact");
    } else {
        say("use          -a optimal (auto does): the times of %d of %d processors fall\n"
            "             somewhere, so equal times need not be best; -a geometric refuses,\n"
            "             -a numerical may miss the best partition\n",
            q->p - v->rising, q->p);
    }
    if (v->rough)
        say("consider     -m discrete: %d of %d profiles are rough (many points, speeds that\n"
            "             jump), and between the points nothing is known\n",
            v->rough, q->p);
}

/* "12.3 s, 4.5 % later" */
static void print_later(double seconds, double optimum) {
    double times = seconds / optimum;
    say("%.6g s, ", seconds);
    if (times > 10) say("%.3g times as long", times);
    else say("%.3g %% later", 100 * (times - 1));
}

static void print_comparison(const problem *q, const advice *v) {
    if (q->n < 0 || !q->solved) return;
    say("at n = %-5" PRId64 " the optimum finishes after %.6g s", q->n, q->info.makespan);
    if (v->at_n.constant > 0 && q->info.makespan > 0) {
        say(",\n             with one constant speed per processor (that at ");
        if (q->at) say("size %" PRId64 ") after ", q->at);
        else say("n/p) after ");
        print_later(v->at_n.constant, q->info.makespan);
    }
    if (v->at_n.smooth > 0 && q->info.makespan > 0) {
        say(",\n             with smooth models after ");
        print_later(v->at_n.smooth, q->info.makespan);
    }
    if (v->at_n.blind > 0 && q->info.makespan > 0) {
        say(",\n             with shares that ignore transfers after ");
        print_later(v->at_n.blind, q->info.makespan);
    }
    putchar('\n');
}

static void print_text(const problem *q, const advice *v) {
    print_profiles(q, v);
    print_roughness(q, v);
    print_reasons(q, v);
    print_comparison(q, v);
    print_warnings(q, v);
}

/* -n N, or a range of them. */
static int amount_option(problem *q, args *a, amounts *of) {
    const char *text = NULL;
    if (!args_text(a, "-n", &text)) return 0;
    if (!text) return 1;
    if (strchr(text, ':')) amounts_read(a, text, of);
    else if (!text_whole(text, strlen(text), 0, FPM_SIZE_MAX, &q->n))
        wrong_use(a, "-n %s: %s", text, NOT_AN_AMOUNT ", or A:B");
    return 1;
}

static int run_advise(args *a) {
    problem q;
    advice v = FPM_ZERO;
    amounts range = FPM_ZERO;
    links transfers = FPM_ZERO;
    int status, by_sides = 0;
    problem_begin(&q, a);
    q.lists_doubts = 1;
    while (args_left(a))
        if (!amount_option(&q, a, &range) && !problem_model_option(&q, a) &&
            !args_forms(a, &v.out) && !problem_at_option(&q, a) && !links_option(&transfers, a) &&
            !problem_unit_option(&q, a) && !args_flag(a, "--points2d", &by_sides))
            problem_file(&q, a);
    if (by_sides) {
        status = advise_tiles(&q, a, &v.out);
        links_free(&transfers);
        problem_end(&q);
        return status;
    }
    if (range.step) q.n = range.first;
    else if (q.at && q.n < 0 && !q.instance && q.kind != FPM_CONSTANT)
        wrong_use(a, "--at needs -n N: constant speeds are compared at an amount of work");
    else if (v.out.svg) wrong_use(a, "--svg is for a range of amounts of work, as -n 1000:50000");
    if (range.step && q.kind == FPM_CONSTANT)
        wrong_use(a, "-m constant is what a range is compared with: take another kind of model");
    problem_checked(&q, a);
    links_checked(&transfers, &q, a);
    status = a->status;
    if (!status) status = problem_load(&q, a);
    if (!status) status = links_load(&transfers, &q, a);
    if (!status && range.step) {
        status = gain_answer(&q, &range, &v.out);
        links_free(&transfers);
        problem_end(&q);
        return status;
    }
    if (!status) status = find_advice(&q, &v);
    if (!status && v.out.tsv) print_tsv(&q, &v);
    else if (!status) print_text(&q, &v);
    free(v.of);
    links_free(&transfers);
    problem_end(&q);
    return status;
}

const verb advise_verb = {"advise", "say which algorithm suits given points, and why", run_advise,
                          advise_help,
                          "  fpm-tool advise -n 150000 core.pts gpu.pts steady.pts\n"
                          "  fpm-tool advise -n 1000:200000 core.pts gpu.pts steady.pts\n"};
