/* chain.c - verb: chain. */
#include "chart.h"
#include "file.h"
#include "loads.h"
#include "problem.h"
#include "text.h"
#include "verbs.h"

static const char chain_help[] =
    "usage: fpm-tool chain -p P [options] FILE\n\n"
    "Cut a row of loads into P contiguous parts so that the largest part, or the latest finish,\n"
    "is as small as possible. FILE holds numbers separated by white space (# begins a comment),\n"
    "or is a Matrix Market file or a PGM image, whose rows are the elements; - is standard\n"
    "input.\n\n"
    "  -a METHOD        exact (default), nicol, direct, bisection\n"
    "  --speeds S,...   one speed a processor, left to right (then -p may be left out)\n"
    "  --models FILE,.. one points file a processor: seconds against load\n"
    "  -m KIND          of the models: akima (default), piecewise, shaped, constant\n"
    "  --max I:K        processor I (from 0) takes at most K units of load\n"
    "  --fixed I:S      processor I spends S seconds more if it gets any work\n"
    "  --free           parts go to the processors in any order\n"
    "  --columns        of a matrix or image: columns are the elements\n"
    "  --pattern        of a Matrix Market file: every entry counts 1\n"
    "  --tsv            for programs: # key value, then part begin end load\n"
    "                   (and proc seconds with models, proc time, load / speed, with speeds)\n"
    "  --svg OUT        draw loads and parts\n\n"
    "Exit status: 0 answered, 1 no answer, 2 wrong use.\n";

static const choice chain_methods[] = {{"exact", FPM_CHAIN_EXACT},
                                       {"nicol", FPM_CHAIN_NICOL},
                                       {"direct", FPM_CHAIN_DIRECT},
                                       {"bisection", FPM_CHAIN_BISECTION},
                                       {NULL, 0}};

typedef struct chain_job {
    loads in;
    int columns;
    problem q; /* the models */
    int64_t p; /* 0: not given */
    double *speed;
    fpm_chain chain;
    int64_t *whole;
    double *real;
    fpm_chain_options opts;
    int64_t *begin;
    int *who;
    fpm_info info;
} chain_job;

static void chain_end(chain_job *j) {
    problem_end(&j->q);
    loads_free(&j->in);
    free(j->speed), free(j->whole), free(j->real), free(j->begin), free(j->who);
}

/* Names of models: the list is cut up in place, so it must be writable, as arguments are. */
static void take_models(chain_job *j, args *a, const char *text) {
    const char *piece, *list = text;
    int length, count = 0;
    free((void *)j->q.file);
    j->q.file = (const char **)calloc(strlen(text) + 1, sizeof *j->q.file);
    while (j->q.file && (length = next_piece(&list, &piece)) >= 0) {
        if (length == 0) wrong_use(a, "--models: name %d of the list is empty", count + 1);
        ((char *)piece)[length] = '\0';
        j->q.file[count++] = piece;
    }
    j->q.files = count;
}

static int chain_option(chain_job *j, args *a, const char **speeds) {
    const char *v;
    int at = a->at;
    if ((v = take_value(a, "-p")) != NULL) {
        if (!read_whole(v, strlen(v), 1, INT_MAX - 1, &j->p))
            wrong_use(a, "-p %s: a whole number of processors, 1 or more", v);
    } else if ((v = take_value(a, "-a")) != NULL) {
        take_choice(a, "-a", v, chain_methods, &j->opts.method);
    } else if ((v = take_value(a, "-m")) != NULL) {
        take_choice(a, "-m", v, kinds, &j->q.kind);
    } else if ((v = take_value(a, "--speeds")) != NULL) {
        *speeds = v;
    } else if ((v = take_value(a, "--models")) != NULL) {
        take_models(j, a, v);
    } else if (take_flag(a, "--free")) {
        j->opts.free_order = 1;
    } else if (take_flag(a, "--columns")) {
        j->columns = 1;
    } else if (take_flag(a, "--pattern")) {
        j->in.pattern = 1;
    }
    return a->at > at || a->status || rule_option(&j->q, a);
}

static int chain_checked(chain_job *j, args *a, const char *speeds, const char *file) {
    if (!file) return wrong_use(a, "no FILE given");
    if (speeds && j->q.files) return wrong_use(a, "--speeds or --models, not both");
    if (speeds) j->opts.speed = j->speed = read_speeds(a, speeds, "-p", &j->p);
    if (j->q.files && j->p == 0) j->p = j->q.files;
    if (j->q.files && j->p != j->q.files)
        wrong_use(a, "--models: %d files for -p %" PRId64, j->q.files, j->p);
    if (j->p == 0) wrong_use(a, "no -p given");
    if (!j->q.files && j->q.rule_count) wrong_use(a, "%s needs --models", j->q.rules[0].option);
    if (!j->q.kind) j->q.kind = FPM_AKIMA;
    return a->status;
}

/* Sums of rows, or of columns, of what was read; for a chain, its numbers. */
static int chain_sums(chain_job *j) {
    loads *l = &j->in;
    int rows = !l->chain && !j->columns, status;
    int64_t n = l->chain || j->columns ? l->cols : l->rows, k, at = 0;
    if (n == 0) return no_answer("%s: no loads", l->file);
    j->real = (double *)calloc((size_t)n + 1, sizeof *j->real);
    j->whole = (int64_t *)calloc((size_t)n + 1, sizeof *j->whole);
    if (!j->real || !j->whole) return out_of_memory();
    for (k = 0; k < l->count; k++) {
        int64_t row = l->row ? l->row[k] : k / l->cols, col = l->col ? l->col[k] : k % l->cols;
        double *to = &j->real[1 + (rows ? row : col)];
        *to += l->value[k];
        if (*to > (double)FPM_SIZE_MAX) l->whole = 0;
    }
    for (k = 1; k <= n && l->whole; k++) j->whole[k] = (int64_t)j->real[k];
    status = l->whole ? fpm_chain_init(&j->chain, n, j->whole + 1, j->whole, &at)
                      : fpm_chain_init_real(&j->chain, n, j->real + 1, j->real, &at);
    if (status == FPM_OK) return ANSWERED;
    return no_answer("%s: %s (element %" PRId64 ")", l->file, fpm_status_str(status), at);
}

static double part_load(const chain_job *j, int64_t from, int64_t to) {
    if (j->chain.whole) return (double)(j->chain.whole[to] - j->chain.whole[from]);
    return j->chain.real[to] - j->chain.real[from];
}

/* What counts: the load, or the seconds that it takes. */
static double part_value(const chain_job *j, int64_t k) {
    double load = part_load(j, j->begin[k], j->begin[k + 1]), t = 0;
    int proc = j->who[k];
    if (j->speed) return load / j->speed[proc];
    if (!j->q.files || !(load > 0)) return load;
    fpm_model_time(&j->q.model[proc], load, &t);
    return j->q.proc[proc].fixed + t;
}

static int chain_solve(chain_job *j) {
    int status;
    j->begin = (int64_t *)calloc((size_t)j->p + 1, sizeof *j->begin);
    j->who = (int *)calloc((size_t)j->p, sizeof *j->who);
    if (!j->begin || !j->who) return out_of_memory();
    j->opts.who = j->who;
    if (j->q.files) j->opts.procs = j->q.proc;
    status = fpm_chain_partition(&j->chain, (int)j->p, &j->opts, j->begin, &j->info);
    if (status >= 0) return ANSWERED;
    if (j->info.proc >= 0 && j->q.files)
        return no_answer("%s: %s", j->q.file[j->info.proc], fpm_status_str(status));
    return no_answer("%s: %s", j->in.file, fpm_status_str(status));
}

/* Do times count?  Speeds are relative: a time is a load over a speed, and no seconds. */
static int in_time(const chain_job *j) { return j->speed || j->q.files; }

static const char *time_name(const chain_job *j) { return j->speed ? "time" : "seconds"; }

static void print_chain_number(const chain_job *j, double v) {
    if (j->chain.whole) printf("%.0f", v);
    else printf("%.17g", v);
}

static void print_chain_tsv(const chain_job *j) {
    const fpm_info *info = &j->info;
    double most = 0;
    int64_t k;
    for (k = 0; k < j->p; k++) most = fmax(most, part_load(j, j->begin[k], j->begin[k + 1]));
    printf("# status %s\n# lmax %.17g\n# makespan %.17g\n", fpm_status_str(info->status), most,
           info->makespan);
    printf("# lower_bound %.17g\n# imbalance %.17g\n# algorithm %s\n# gap %.17g\n",
           info->lower_bound, info->imbalance, choice_name(chain_methods, info->algorithm),
           info->gap);
    printf("# n %" PRId64 "\n# probes %" PRId64 "\npart\tbegin\tend\tload%s%s\n", j->chain.n,
           info->iterations, in_time(j) ? "\tproc\t" : "", in_time(j) ? time_name(j) : "");
    for (k = 0; k < j->p; k++) {
        printf("%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t", k, j->begin[k], j->begin[k + 1]);
        print_chain_number(j, part_load(j, j->begin[k], j->begin[k + 1]));
        if (in_time(j)) printf("\t%d\t%.17g", j->who[k], part_value(j, k));
        putchar('\n');
    }
}

static void print_chain(const chain_job *j) {
    const fpm_info *info = &j->info;
    const char *unit = j->speed ? " (load / speed)" : j->q.files ? " s" : "";
    int64_t k;
    printf("%8s %12s %12s %16s", "part", "begin", "end", "load");
    if (in_time(j)) printf(" %8s %12s", "proc", time_name(j));
    putchar('\n');
    for (k = 0; k < j->p; k++) {
        printf("%8" PRId64 " %12" PRId64 " %12" PRId64 " %16.10g", k, j->begin[k], j->begin[k + 1],
               part_load(j, j->begin[k], j->begin[k + 1]));
        if (in_time(j)) printf(" %8d %12.6g", j->who[k], part_value(j, k));
        putchar('\n');
    }
    printf("\n%" PRId64 " elements: %s %.10g%s, lower bound %.10g%s", j->chain.n,
           in_time(j) ? "done after" : "largest part", info->makespan, unit, info->lower_bound,
           j->speed ? "" : unit);
    printf("; imbalance %.3g %%\n%s\n", 100 * info->imbalance, fpm_status_str(info->status));
}

/* ---- drawing: a chain, its parts ---- */

enum { CHAIN_COLUMNS = 800 };

/* The mean load of elements in each column of the picture, in the colour of the part that the
   column begins in; cuts where there is room for them. */
static void draw_elements(const chart *c, const chain_job *j, int columns) {
    int colour, at;
    int64_t k, n = j->chain.n;
    for (colour = 0; colour < COLOURS; colour++) {
        fputs("<path d=\"", c->to);
        for (at = 0, k = 0; at < columns; at++) {
            int64_t from = (int64_t)((double)n * at / columns);
            int64_t to = (int64_t)((double)n * (at + 1) / columns);
            while (k + 1 < j->p && j->begin[k + 1] <= from) k++;
            if (k % COLOURS != colour || to <= from) continue;
            fprintf(c->to, "M%.2f,%.2fV%.2fH%.2fV%.2fZ", place(&c->x, (double)from), c->y.from,
                    place(&c->y, part_load(j, from, to) / (double)(to - from)),
                    place(&c->x, (double)to), c->y.from);
        }
        fprintf(c->to, "\" fill=\"%s\"/>\n", colour_of(colour));
    }
    for (k = 1; k < j->p && j->p <= 100; k++) {
        double x = place(&c->x, (double)j->begin[k]);
        svg_line(c->to, x, c->y.from, x, c->y.to, "stroke=\"#999\" stroke-dasharray=\"2 3\"");
    }
}

static void draw_parts(const chart *c, const chain_job *j) {
    int64_t k;
    double width = (c->x.to - c->x.from) / (double)j->p, low = place(&c->y, j->info.lower_bound);
    for (k = 0; k < j->p; k++) {
        double x = place(&c->x, (double)k), y = place(&c->y, part_value(j, k));
        fprintf(c->to, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"/>\n",
                x + (width > 6 ? 1 : 0), y, width - (width > 6 ? 2 : 0), c->y.from - y,
                colour_of((int)(k % COLOURS)));
    }
    svg_line(c->to, c->x.from, low, c->x.to, low, "stroke=\"#222\" stroke-dasharray=\"6 4\"");
}

static void draw_chain(FILE *to, const chain_job *j) {
    int64_t n = j->chain.n, k;
    int columns = n < CHAIN_COLUMNS ? (int)n : CHAIN_COLUMNS, at;
    char title[200];
    double top = 0;
    chart c;
    memset(&c, 0, sizeof c);
    snprintf(title, sizeof title,
             "%" PRId64 " loads in %" PRId64
             " parts: %s %.6g%s, lower bound %.6g, imbalance %.3g %%",
             n, j->p, in_time(j) ? "done after" : "largest", j->info.makespan,
             j->q.files ? " s" : "", j->info.lower_bound, 100 * j->info.imbalance);
    svg_begin(to, 920, 640, title);
    svg_text(to, 90, 30, "font-size=\"16\"", "%s", title);
    for (at = 0; at < columns; at++) {
        int64_t from = (int64_t)((double)n * at / columns);
        int64_t next = (int64_t)((double)n * (at + 1) / columns);
        if (next > from) top = fmax(top, part_load(j, from, next) / (double)(next - from));
    }
    c.to = to;
    c.id = "elements";
    c.x.from = 90, c.x.to = 890, c.x.high = n > 0 ? (double)n : 1, c.x.whole = 1;
    c.y.from = 290, c.y.to = 50, c.y.high = top > 0 ? 1.05 * top : 1, c.y.ticks = 4;
    chart_begin(&c, n > columns ? "element (a column is the mean of those beneath)" : "element",
                "load");
    draw_elements(&c, j, columns);
    chart_end(&c);
    for (k = 0, top = j->info.lower_bound; k < j->p; k++) top = fmax(top, part_value(j, k));
    c.id = "parts";
    c.x.high = (double)j->p;
    c.y.from = 570, c.y.to = 370, c.y.high = top > 0 ? 1.12 * top : 1;
    chart_begin(&c, "part (dashed: no partition has less)",
                j->speed     ? "time (load / speed)"
                : j->q.files ? "seconds"
                             : "load");
    draw_parts(&c, j);
    chart_end(&c);
    svg_end(to);
}

static int answer_chain(const chain_job *j, int tsv, const char *svg) {
    FILE *file;
    if (svg) {
        file = fopen(svg, "wb");
        if (!file) return no_answer("%s: %s", svg, strerror(errno));
        draw_chain(file, j);
        if (finish_file(file, svg) != ANSWERED) return NO_ANSWER;
    }
    if (tsv) print_chain_tsv(j);
    else print_chain(j);
    return ANSWERED;
}

static int run_chain(args *a) {
    chain_job j;
    const char *v, *svg = NULL, *file = NULL, *speeds = NULL;
    int tsv = 0, status;
    memset(&j, 0, sizeof j);
    status = problem_begin(&j.q, a);
    j.in.chain = 1;
    while (status == ANSWERED && !a->status && a->at < a->count) {
        if (chain_option(&j, a, &speeds)) continue;
        if (take_flag(a, "--tsv")) tsv = 1;
        else if ((v = take_value(a, "--svg")) != NULL) svg = v;
        else if ((v = take_operand(a)) != NULL) {
            if (file) wrong_use(a, "%s: there is a FILE already", v);
            file = v;
        }
    }
    if (status == ANSWERED) status = a->status ? a->status : chain_checked(&j, a, speeds, file);
    if (status == ANSWERED) status = read_loads(&j.in, file);
    if (status == ANSWERED) status = chain_sums(&j);
    if (status == ANSWERED && j.q.files) {
        j.q.n = (int64_t)fmin(part_load(&j, 0, j.chain.n), (double)FPM_SIZE_MAX);
        status = problem_load(&j.q, a);
    }
    if (status == ANSWERED) status = chain_solve(&j);
    if (status == ANSWERED) status = answer_chain(&j, tsv, svg);
    chain_end(&j);
    return status;
}

const verb chain_verb = {"chain", "cut a row of loads into contiguous parts", run_chain,
                         chain_help};
