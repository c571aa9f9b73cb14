/* chain.c - verb chain: a row of loads in contiguous parts. */
#include "chart.h"
#include "explain.h"
#include "file.h"
#include "loads.h"
#include "os.h"
#include "solve.h"
#include "text.h"
#include "tsv.h"
#include "verbs.h"

static const char chain_help[] =
    "usage: fpm-tool chain -p P [options] FILE\n\n"
    "Cut a row of loads into P contiguous parts so that the largest part is as small as possible,\n"
    "or, with --speeds or --models, so that the last processor finishes as early as possible.\n"
    "FILE holds numbers separated by white space; # begins a comment, and - is standard input.\n"
    "In a matrix the rows are the elements.  A matrix is text with the same number of values, two\n"
    "or more, on every line, a Matrix Market file, a NumPy array (.npy), a PGM image or a\n"
    "variable of a NetCDF file, as ncdump -v NAME writes it (CDL).\n\n"
    "  -p P             number of parts (not needed with --speeds)\n"
    "  --speeds S,...   one speed per processor, from left to right\n"
    "  --models FILE,.. one points file per processor, or one for all P: seconds against load\n"
    "  -m, --model KIND of the models: akima (default), akima-plain, akima-literal, piecewise,\n"
    "                   shaped, constant\n"
    "  --max I:K        processor I, counted from 0, takes at most K units of load\n"
    "  --fixed I:S      processor I spends S seconds more if it gets any work\n"
    "  --free           processors may take the parts in any order\n"
    "  --min-items K    a part is empty or has at least K elements\n"
    "  --grain G        cuts lie at multiples of G elements\n"
    "  --cuts FILE      cuts lie only at the places in FILE, in ascending order\n"
    "  --limit FILE:A   FILE holds another load of the same elements, and a part has at most A of\n"
    "                   this load; up to 8 times\n"
    "  --near FILE      stay near the P + 1 cuts in FILE, from 0 to the number of elements\n"
    "  --slack X        stay near these cuts, or near even parts, with a largest part of up to\n"
    "                   (1 + X) times the least possible (0.01: 1 % above)\n"
    "  --fewest LIMIT   use as few processors as possible, none longer than LIMIT (a load; with\n"
    "                   --speeds load / speed; with --models seconds); -p P: at most P of them\n"
    "  --prices C,...   with --fewest: what each processor costs if it is used; the least sum\n"
    "  --columns        the columns of a matrix or image are the elements\n"
    "  --pattern        every entry of a Matrix Market file counts 1\n"
    "  --variable NAME  of ncdump's text: the variable (default: the only one with loads);\n"
    "                   NAME:0 its first layer, NAME:sum the sum of all\n"
    "  --max-bytes N    most memory for the elements (default: 64M and 100 times the length of\n"
    "                   FILE), and for the search (default 1G): 2000000000, or 2G of 1024^3 bytes\n"
    "  --part FILE      write the owner of each element, one per line\n"
    "  --tsv, --json    for programs: keys and values, then part begin end load (with models also\n"
    "                   proc seconds, with speeds proc time, which is load / speed): elements\n"
    "                   begin to end - 1, counted from 0\n"
    "  --svg OUT        draw loads and parts\n";

enum { MOST_LIMITS = 8 };

static const term terms[] = {
    {"opts.from", "--near"},
    {"opts.cut", "--cuts"},
    {"opts.free_order excludes min_items, limit, and min and required of procs",
     "--free excludes --min-items, --limit, --min and --required"},
    {"opts.free_order excludes opts.from and opts.slack", "--free excludes --near and --slack"},
    {"opts.min_items is more than some chain has elements",
     "--min-items is more than the file has elements"},
    {"limit cannot be met by p processors: raise it, or p",
     "--fewest cannot be met by so many processors: raise it, or -p"},
    {"limit cannot be met by p processors within these constraints: raise it, or p",
     "--fewest cannot be met by these processors within these constraints: raise it"},
    {"limit (or opts.limit[].max) is below this element: raise it",
     "--fewest (or --limit) is below one element: raise it"},
    {NULL, NULL}};

typedef struct chain_job {
    loads in;
    output out;
    const char *file, *speeds, *prices, *part, *cuts, *near_to; /* as given, or NULL */
    const char *limit_file[MOST_LIMITS];
    double amount[MOST_LIMITS], *held[MOST_LIMITS], *most[MOST_LIMITS];
    fpm_chain_limit limit[MOST_LIMITS];
    int64_t *cut_at, *near_at;
    problem q; /* the models */
    int64_t p; /* 0: not given */
    double *speed;
    double fewest, *price; /* the limit, or below 0: all P processors */
    fpm_chain chain;
    int64_t *whole;
    double *real;
    fpm_chain_options opts;
    fpm_chain_outputs made;
    int64_t *begin;
    int *who;
    fpm_info info;
} chain_job;

static void chain_end(chain_job *j) {
    int l;
    problem_end(&j->q);
    loads_free(&j->in);
    for (l = 0; l < MOST_LIMITS; l++) free(j->held[l]), free(j->most[l]);
    free(j->cut_at), free(j->near_at), free(j->price);
    free(j->speed), free(j->whole), free(j->real), free(j->begin), free(j->who);
}

/* Names of models: the list is cut up in place, so it must be writable, as arguments are. */
static void take_models(chain_job *j, args *a, const char *text) {
    const char *piece, *list = text;
    size_t length;
    int count = 0;
    free((void *)j->q.file);
    j->q.file = (const char **)calloc(strlen(text) + 1, sizeof *j->q.file);
    if (!j->q.file) a->status = out_of_memory();
    while (j->q.file && text_piece(&list, ',', &piece, &length)) {
        if (length == 0)
            wrong_use(a,
                      "--models: name %d of the list is empty; it takes files with commas between "
                      "them, such as a.pts,b.pts",
                      count + 1);
        ((char *)piece)[length] = '\0';
        j->q.file[count++] = piece;
    }
    j->q.files = count;
}

static void take_limit(chain_job *j, args *a, const char *text) {
    int l = j->opts.limits;
    if (l == MOST_LIMITS) wrong_use(a, "--limit: more than %d", MOST_LIMITS);
    else if (args_limit(a, text, &j->limit_file[l], &j->amount[l])) j->opts.limits++;
}

static int chain_option(chain_job *j, args *a) {
    const char *v = NULL;
    if (args_each(a, "--limit", &v)) {
        if (v) take_limit(j, a, v);
        return 1;
    }
    if (args_whole(a, "--min-items", 0, FPM_SIZE_MAX, "a number of elements", &j->opts.min_items) ||
        args_whole(a, "--grain", 0, FPM_SIZE_MAX, "a number of elements", &j->opts.grain) ||
        args_text(a, "--cuts", &j->cuts) || args_text(a, "--near", &j->near_to) ||
        args_amount(a, "--slack", 1e6, "a part of the least, 0 or more", &j->opts.slack) ||
        args_amount(a, "--fewest", 1e200, "a load or a time, 0 or more", &j->fewest) ||
        args_text(a, "--prices", &j->prices))
        return 1;
    if (args_text(a, "--models", &v)) {
        if (v) take_models(j, a, v);
        return 1;
    }
    return args_processors(a, "-p", &j->p) || problem_kind_option(&j->q, a) ||
           args_text(a, "--speeds", &j->speeds) || args_text(a, "--part", &j->part) ||
           args_flag(a, "--free", &j->opts.free_order) || args_max_bytes(a, &j->opts.max_bytes) ||
           args_flag(a, "--columns", &j->in.columns) || args_flag(a, "--pattern", &j->in.pattern) ||
           args_text(a, "--variable", &j->in.variable);
}

static void take_file(chain_job *j, args *a) {
    const char *name = args_operand(a);
    if (name && j->file && !j->p) wrong_file(a, j->file, j->speeds ? NULL : "-p");
    if (name && j->file)
        wrong_use(a, "%s: there is a FILE already, %s%s", name, j->file,
                  j->q.files ? "; --models takes names with commas, and no blanks, between them"
                             : "");
    j->file = name;
}

static int chain_checked(chain_job *j, args *a) {
    int all = j->fewest >= 0 && !j->speeds && !j->q.files; /* as many as there are elements */
    if (!j->file) return wrong_use(a, "no FILE given");
    if (!j->p && !all) wrong_file(a, j->file, j->speeds ? NULL : "-p");
    problem_rules_checked(&j->q, a);
    if (j->speeds && j->q.files) return wrong_use(a, "--speeds or --models, not both");
    if (j->speeds) j->opts.speed = j->speed = args_speeds(a, j->speeds, &j->p);
    if (j->q.files && j->p == 0) j->p = j->q.files;
    problem_repeat_file(&j->q, a, j->p);
    if (j->q.files && j->p != j->q.files)
        wrong_use(a,
                  "--models: %d files for -p %" PRId64 ": one for each processor, or one for all",
                  j->q.files, j->p);
    if (j->prices) j->price = args_prices(a, j->prices, &j->p);
    if (j->prices && j->fewest < 0) wrong_use(a, "--prices needs --fewest");
    if (j->fewest >= 0 && (j->opts.free_order || j->near_to || j->opts.slack > 0))
        wrong_use(a, "--fewest excludes --free, --near and --slack");
    if (j->p == 0 && !all)
        wrong_use(a, "no -p given: -p 4 cuts into 4 parts, and --speeds 2,1 for 2");
    if (!j->q.files && j->q.rule_count) wrong_use(a, "%s needs --models", j->q.rules[0].option);
    if (!j->q.kind) j->q.kind = FPM_AKIMA;
    return a->status;
}

/* Sums of rows, or of columns, of what was read; for a chain, its numbers. */
static int chain_sums(chain_job *j) {
    loads *l = &j->in;
    int rows = !l->chain && !j->in.columns, status;
    int64_t n = l->chain || j->in.columns ? l->cols : l->rows, k;
    char what[48], why[EXPLAIN_ROOM];
    fpm_info info;
    if (l->rows < 1 || l->cols < 1)
        return no_answer("%s: no loads: there must be a number, 0 or more, for each element",
                         l->file);
    snprintf(what, sizeof what, "%" PRId64 " elements", n);
    if (file_allows(l->file, l->length, j->opts.max_bytes, 16 * ((double)n + 1), what))
        return NO_ANSWER;
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
    status = l->whole ? fpm_chain_init(&j->chain, n, j->whole + 1, j->whole, &info)
                      : fpm_chain_init_real(&j->chain, n, j->real + 1, j->real, &info);
    if (j->p == 0) j->p = n < INT_MAX - 1 ? n : INT_MAX - 1;
    if (status == FPM_OK) return ANSWERED;
    return no_answer("%s: %s", l->file, explain(&info, terms, why));
}

/* Is this a list of numbers, where the name of a file with them belongs? */
static int is_list(const char *text) {
    int64_t number;
    FILE *file;
    if (!text_whole(text, strcspn(text, ","), 0, FPM_SIZE_MAX, &number)) return 0;
    file = fopen(text, "rb");
    if (file) fclose(file);
    return !file;
}

/* Whole numbers in a row. */
static int64_t *read_places(chain_job *j, const char *option, const char *file, int64_t *count) {
    int64_t i, *at = NULL;
    loads l;
    memset(&l, 0, sizeof l);
    l.chain = 1;
    l.places = 1;
    if (is_list(file)) {
        no_answer("%s %s: it takes a FILE with the cuts in it, whole numbers with blanks between "
                  "them, such as 0 4 8 12",
                  option, file);
        return NULL;
    }
    if (loads_read(&l, file, &j->q.doubtful) != ANSWERED) *count = -1;
    else if (l.rows != 1 || !l.whole || l.row || l.col)
        no_answer("%s %s: places of cuts are whole numbers in a row, such as 0 4 8 12", option,
                  file);
    else if (l.count == 0) no_answer("%s %s: there is no cut in it", option, file);
    else if (!(at = (int64_t *)calloc((size_t)l.count + 1, sizeof *at))) out_of_memory();
    for (i = 0; at && i < l.count; i++) at[i] = (int64_t)l.value[i];
    *count = l.count;
    loads_free(&l);
    return at;
}

/* Another load of the same elements, and the same limit for all. */
static int read_limit(chain_job *j, int which) {
    const char *file = j->limit_file[which];
    int64_t n = j->chain.n, k;
    fpm_chain sums;
    int status;
    loads l;
    memset(&l, 0, sizeof l);
    l.chain = 1;
    status = loads_read(&l, file, &j->q.doubtful);
    if (status == ANSWERED && (l.rows != 1 || l.count != n || l.row))
        status = no_answer("%s: %" PRId64 " number%s, not a row of %" PRId64 " numbers, as %s has",
                           file, l.count, l.count == 1 ? "" : "s", n, j->in.file);
    if (status == ANSWERED) {
        double *held = j->held[which] = (double *)calloc((size_t)n + 1, sizeof *held);
        double *most = j->most[which] = (double *)calloc((size_t)j->p, sizeof *most);
        if (!held || !most) status = out_of_memory();
        else if (fpm_chain_init_real(&sums, n, l.value, held, NULL) != FPM_OK)
            status = no_answer("%s: sums above 1e200", file);
        for (k = 0; status == ANSWERED && k < j->p; k++)
            most[k] = j->amount[which] > 0 ? j->amount[which] : FPM_NOTHING;
        j->limit[which].real = held;
        j->limit[which].max = most;
    }
    loads_free(&l);
    return status;
}

/* What constraints read from files. */
static int chain_files(chain_job *j) {
    int64_t count = 0;
    int l, status = ANSWERED;
    if (j->cuts && !(j->opts.cut = j->cut_at = read_places(j, "--cuts", j->cuts, &j->opts.cuts)))
        return NO_ANSWER;
    if (j->near_to && !(j->opts.from = j->near_at = read_places(j, "--near", j->near_to, &count)))
        return NO_ANSWER;
    if (j->near_to && count != j->p + 1)
        return no_answer("%s: %" PRId64 " cut%s, where %" PRId64 " parts have %" PRId64
                         ", from 0 to the number of elements",
                         j->near_to, count, count == 1 ? "" : "s", j->p, j->p + 1);
    for (l = 0; l < j->opts.limits && status == ANSWERED; l++) status = read_limit(j, l);
    if (j->opts.limits) j->opts.limit = j->limit;
    return status;
}

static double load_of(const chain_job *j, int64_t from, int64_t to) {
    if (j->chain.whole) return (double)(j->chain.whole[to] - j->chain.whole[from]);
    return j->chain.real[to] - j->chain.real[from];
}

static double part_load(const chain_job *j, int64_t k) {
    return load_of(j, j->begin[k], j->begin[k + 1]);
}

/* What counts: the load, or the seconds that it takes. */
static double part_value(const chain_job *j, int64_t k) {
    double load = part_load(j, k), t = 0;
    int proc = j->who[k];
    if (j->speed) return load / j->speed[proc];
    if (!j->q.files || !(load > 0)) return load;
    fpm_model_time(&j->q.model[proc], load, &t);
    return j->q.proc[proc].fixed + t;
}

/* Do times count?  Speeds are relative: a time is a load over a speed, and no seconds. */
static int in_time(const chain_job *j) { return j->speed || j->q.files; }

static int chain_cut(const chain_job *j, const fpm_chain_options *opts, int64_t *begin,
                     fpm_chain_outputs *made, fpm_info *info) {
    int k, p = (int)j->p;
    if (j->fewest < 0) return fpm_chain_partition(&j->chain, p, opts, begin, made, info);
    for (k = 0; k < p; k++)
        if (made) made->who[k] = k;
    return fpm_chain_fewest(&j->chain, p, j->fewest, j->price, opts, begin, info);
}

static int chain_again(problem *q, void *context) {
    const chain_job *j = (const chain_job *)context;
    fpm_chain_options opts = j->opts;
    fpm_info info;
    int64_t *begin = (int64_t *)malloc((size_t)(j->p + 1) * sizeof *begin);
    int status = FPM_E_MEMORY;
    (void)q;
    if (begin) status = chain_cut(j, &opts, begin, NULL, &info);
    free(begin);
    return status;
}

static int is_about(const chain_job *j, const char *argument) {
    return j->info.at >= 0 && j->info.argument && !strcmp(j->info.argument, argument);
}

/* The cut at fault, of those in a file. */
static int no_cut(const chain_job *j, const char *file, const int64_t *cut, const char *range) {
    return no_answer("%s: number %" PRId64 ", %" PRId64
                     ", is no cut: they are whole, ascending, and %s, %" PRId64,
                     file, j->info.at + 1, cut[j->info.at], range, j->chain.n);
}

static int chain_solve(chain_job *j) {
    char why[EXPLAIN_ROOM];
    int64_t k;
    int status;
    j->begin = (int64_t *)calloc((size_t)j->p + 1, sizeof *j->begin);
    j->who = (int *)calloc((size_t)j->p, sizeof *j->who);
    if (!j->begin || !j->who) return out_of_memory();
    j->made.who = j->who;
    if (j->q.files) j->opts.procs = j->q.proc;
    j->opts.progress = os_watched;
    os_watch("searching");
    status = chain_cut(j, &j->opts, j->begin, &j->made, &j->info);
    while (status >= 0 && !in_time(j) && j->fewest >= 0 && j->p > 1 &&
           j->begin[j->p - 1] == j->chain.n)
        j->p--; /* the last ones are not used */
    os_watch(NULL);
    j->opts.progress = NULL;
    for (k = 0; status >= 0 && j->q.files && k < j->p; k++)
        j->q.d[j->who[k]] = (int64_t)ceil(part_load(j, k));
    if (status >= 0 && j->q.files) solve_doubt(&j->q, FPM_OK, j->info.makespan, j->q.d, 1);
    if (status >= 0) return ANSWERED;
    j->q.info = j->info;
    if (j->q.files) return solve_failed(&j->q, status, chain_again, j);
    if (status == FPM_E_ARGUMENT && is_about(j, "opts.from[]"))
        return no_cut(j, j->near_to, j->near_at, "the first is 0, the last the number of elements");
    if (status == FPM_E_ARGUMENT && is_about(j, "opts.cut[]"))
        return no_cut(j, j->cuts, j->cut_at, "from 0 to the number of elements");
    if (status == FPM_E_INFEASIBLE && j->info.at >= 0 && j->fewest >= 0)
        return no_answer("%s: element %" PRId64 ", from 0: %s", j->in.file, j->info.at,
                         explain(&j->info, terms, why));
    if (status == FPM_E_INFEASIBLE && j->info.at >= 0)
        return no_answer("--limit %s:%g alone allows no partition: raise it, or take more parts",
                         j->limit_file[j->info.at], j->amount[j->info.at]);
    return no_answer("%s: %s", j->in.file, explain(&j->info, terms, why));
}

/* The least and the largest number of elements of a part. */
static int64_t part_size(const chain_job *j, int largest) {
    int64_t k, size, found = j->begin[1] - j->begin[0];
    for (k = 1; k < j->p; k++) {
        size = j->begin[k + 1] - j->begin[k];
        if (largest ? size > found : size < found) found = size;
    }
    return found;
}

static const char *time_name(const chain_job *j) { return j->speed ? "time" : "seconds"; }

static void print_tsv(const chain_job *j) {
    const fpm_info *info = &j->info;
    double most = 0;
    int64_t k;
    for (k = 0; k < j->p; k++) most = fmax(most, part_load(j, k));
    tsv_begin(&j->out);
    tsv_text("status", fpm_status_str(info->status));
    tsv_real("lmax", most);
    tsv_real("makespan", info->makespan);
    tsv_real("lower_bound", info->lower_bound);
    tsv_real("imbalance", info->imbalance);
    tsv_real("gap", info->gap);
    if (j->fewest >= 0) tsv_whole("busy", info->busy);
    if (j->fewest >= 0) tsv_real("cost", info->cost);
    if (j->fewest >= 0) tsv_real("least_cost", info->least);
    tsv_whole("n", j->chain.n);
    tsv_whole("probes", info->iterations);
    tsv_whole("least_size", part_size(j, 0));
    tsv_whole("largest_size", part_size(j, 1));
    if (j->near_to) tsv_real("moved", info->moved);
    if (j->near_to) tsv_real("shift", j->made.shift);
    tsv_columns(!in_time(j) ? "part\tbegin\tend\tload"
                : j->speed  ? "part\tbegin\tend\tload\tproc\ttime"
                            : "part\tbegin\tend\tload\tproc\tseconds");
    for (k = 0; k < j->p; k++) {
        tsv_cell_whole(k);
        tsv_cell_whole(j->begin[k]);
        tsv_cell_whole(j->begin[k + 1]);
        if (j->chain.whole) tsv_cell_whole((int64_t)part_load(j, k));
        else tsv_cell_real(part_load(j, k));
        if (in_time(j)) tsv_cell_whole(j->who[k]);
        if (in_time(j)) tsv_cell_real(part_value(j, k));
    }
    tsv_end();
}

static void print_table(const chain_job *j) {
    const fpm_info *info = &j->info;
    const char *unit = j->speed ? " (load / speed)" : j->q.files ? " s" : "";
    int64_t k;
    say("%8s  %14s %13s %16s", "part", "first element", "last element", "load");
    if (in_time(j)) say(" %8s %12s", "proc", time_name(j));
    putchar('\n');
    for (k = 0; k < j->p; k++) {
        say("%8" PRId64, k);
        if (j->begin[k] == j->begin[k + 1]) say("  %14s %13s", "-", "-");
        else say("  %14" PRId64 " %13" PRId64, j->begin[k], j->begin[k + 1] - 1);
        say(" %16.10g", part_load(j, k));
        if (in_time(j)) say(" %8d %12.6g", j->who[k], part_value(j, k));
        putchar('\n');
    }
    say("\n%" PRId64 " elements: %s %.10g%s, lower bound %.10g%s", j->chain.n,
        in_time(j) ? "done after" : "largest part", info->makespan, unit, info->lower_bound,
        j->speed ? "" : unit);
    say("; imbalance %.3g %%\nparts of %" PRId64 " to %" PRId64 " elements", 100 * info->imbalance,
        part_size(j, 0), part_size(j, 1));
    if (j->near_to) say("; %.10g moved, %.10g at one cut", info->moved, j->made.shift);
    if (j->fewest >= 0 && j->price)
        say("\n%d processors for %.10g, no others within %.10g cost less than %.10g", info->busy,
            info->cost, j->fewest, info->least);
    else if (j->fewest >= 0)
        say("\n%d processor%s; no fewer than %.10g finish within %.10g", info->busy,
            PLURAL(info->busy), info->least, j->fewest);
    say("\n%s\n", fpm_status_str(info->status));
}

enum { MOST_COLUMNS = 800 }; /* of the picture */

/* The mean load of the elements in a column of the picture: those from *from to before *to. */
static double column_load(const chain_job *j, int columns, int at, int64_t *from, int64_t *to) {
    *from = (int64_t)((double)j->chain.n * at / columns);
    *to = (int64_t)((double)j->chain.n * (at + 1) / columns);
    return *to > *from ? load_of(j, *from, *to) / (double)(*to - *from) : 0;
}

/* The columns, each in the colour of the part that it begins in, and cuts where there is room. */
static void draw_elements(const chart *c, const chain_job *j, int columns) {
    int colour, at;
    int64_t k, from, to;
    for (colour = 0; colour < STYLE_COLOURS; colour++) {
        fputs("<path d=\"", c->to);
        for (at = 0, k = 0; at < columns; at++) {
            double load = column_load(j, columns, at, &from, &to);
            while (k + 1 < j->p && j->begin[k + 1] <= from) k++;
            if (k % STYLE_COLOURS != colour || to <= from) continue;
            fprintf(c->to, "M%.2f,%.2fV%.2fH%.2fV%.2fZ", chart_x(c, (double)from), c->y.from,
                    chart_y(c, load), chart_x(c, (double)to), c->y.from);
        }
        fprintf(c->to, "\" %s fill-opacity=\"0.75\" " SVG_FILL "/>\n", svg_colour(colour));
    }
    for (k = 1; k < j->p && j->p <= 100; k++) {
        double x = chart_x(c, (double)j->begin[k]);
        svg_line(c->to, x, c->y.from, x, c->y.to,
                 SVG_SOFT " " SVG_STROKE " stroke-dasharray=\"2 3\"");
    }
}

static void draw_parts(const chart *c, const chain_job *j) {
    int64_t k;
    double width = (c->x.to - c->x.from) / (double)j->p, low = chart_y(c, j->info.lower_bound);
    for (k = 0; k < j->p; k++) {
        double x = chart_x(c, (double)k - 0.5), y = chart_y(c, part_value(j, k));
        svg_rect(c->to, x + (width > 6 ? 1 : 0), y, width - (width > 6 ? 2 : 0), c->y.from - y,
                 "%s fill-opacity=\"0.75\" " SVG_FILL, svg_colour((int)(k % STYLE_COLOURS)));
    }
    svg_line(c->to, c->x.from, low, c->x.to, low, SVG_STROKE " stroke-dasharray=\"6 4\"");
}

static void draw_chain(FILE *to, const void *job) {
    const chain_job *j = (const chain_job *)job;
    int64_t n = j->chain.n, k, from, next;
    int columns = n < MOST_COLUMNS ? (int)n : MOST_COLUMNS, at;
    const char *unit = j->q.files ? " s" : "";
    char title[200];
    double top = 0;
    chart c = FPM_ZERO;
    snprintf(title, sizeof title, "%" PRId64 " load%s in %" PRId64 " part%s: %s %.6g%s", n,
             PLURAL(n), j->p, PLURAL(j->p), in_time(j) ? "done after" : "largest", j->info.makespan,
             unit);
    svg_begin(to, 600, title,
              "Above, the loads in the order of their elements, coloured by part; below, a bar for "
              "each of %" PRId64 " parts, the highest %.6g%s, where no partition has less than "
              "%.6g%s.",
              j->p, j->info.makespan, unit, j->info.lower_bound, unit);
    svg_note(to, 1,
             "lower bound %.6g%s; imbalance %.3g %% above the mean of the parts (100 %%: %.4g%s)",
             j->info.lower_bound, unit, 100 * j->info.imbalance,
             j->info.makespan / (1 + j->info.imbalance), unit);
    for (at = 0; at < columns; at++) top = fmax(top, column_load(j, columns, at, &from, &next));
    c.to = to;
    c.id = "elements";
    c.x.from = 90, c.x.to = SVG_WIDTH - 20, c.x.high = n > 0 ? (double)n : 1, c.x.whole = 1;
    c.y.from = 280, c.y.to = 66, c.y.high = top > 0 ? 1.05 * top : 1, c.y.ticks = 4;
    chart_begin(&c, n > columns ? "element (a column is the mean of those beneath)" : "element",
                "load");
    draw_elements(&c, j, columns);
    chart_end(&c);
    for (k = 0, top = j->info.lower_bound; k < j->p; k++) top = fmax(top, part_value(j, k));
    c.id = "parts";
    c.x.low = -0.5, c.x.high = (double)j->p - 0.5; /* the number of a part is in its middle */
    c.y.from = 548, c.y.to = 346, c.y.high = top > 0 ? 1.12 * top : 1;
    chart_begin(&c, "part (dashed: no partition has less)",
                j->speed     ? "time (load / speed)"
                : j->q.files ? "seconds"
                             : "load");
    draw_parts(&c, j);
    chart_end(&c);
    svg_end(to);
}

/* Without speeds and models part k is for processor k. */
static int write_part(const chain_job *j) {
    FILE *to = file_create("--part", j->part);
    int64_t k, e;
    if (!to) return NO_ANSWER;
    for (k = 0; k < j->p; k++)
        for (e = j->begin[k]; e < j->begin[k + 1]; e++)
            fprintf(to, "%" PRId64 "\n", in_time(j) ? (int64_t)j->who[k] : k);
    return file_finish(to, j->part, ANSWERED);
}

static int answer(const chain_job *j) {
    if (j->part && write_part(j)) return NO_ANSWER;
    if (file_picture(j->out.svg, draw_chain, j)) return NO_ANSWER;
    if (j->out.tsv) print_tsv(j);
    else print_table(j);
    return ANSWERED;
}

static int run_chain(args *a) {
    chain_job j;
    int status;
    memset(&j, 0, sizeof j);
    j.fewest = -1;
    problem_begin(&j.q, a);
    j.in.chain = j.in.matrix = 1;
    while (args_left(a))
        if (!chain_option(&j, a) && !problem_rule_option(&j.q, a) && !args_forms(a, &j.out))
            take_file(&j, a);
    status = chain_checked(&j, a);
    if (!status) status = loads_read(&j.in, j.file, &j.q.doubtful);
    problem_doubt(&j.q);
    if (!status) status = chain_sums(&j);
    if (!status) status = chain_files(&j);
    if (!status && j.q.files) {
        j.q.fixed_n = 1;
        j.q.n = (int64_t)fmin(load_of(&j, 0, j.chain.n), (double)FPM_SIZE_MAX);
        status = problem_load(&j.q, a);
    }
    if (!status) status = chain_solve(&j);
    if (!status) status = answer(&j);
    chain_end(&j);
    return status;
}

const verb chain_verb = {
    "chain", "cut a row of loads into contiguous parts", run_chain, chain_help,
    "  fpm-tool chain -p 12 uszip_512.mtx\n"
    "  fpm-tool chain --speeds 4,1,1 --near cuts.txt --slack 0.05 loads.txt\n"};
