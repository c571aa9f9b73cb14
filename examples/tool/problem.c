/* problem.c - the problem: n, processors from files, constraints. */
#include "problem.h"
#include "costs.h"
#include "file.h"
#include "points.h"
#include "points_table.h"
#include "text.h"

/* A kind, and above its lowest four bits the flags. */
const choice model_kinds[] = {{"akima", FPM_AKIMA},
                              {"akima-plain", FPM_AKIMA | FPM_PLAIN << 4},
                              {"akima-literal", FPM_AKIMA | FPM_LITERAL << 4},
                              {"piecewise", FPM_PIECEWISE},
                              {"shaped", FPM_SHAPED},
                              {"discrete", FPM_DISCRETE},
                              {"constant", FPM_CONSTANT},
                              {NULL, 0}};
const choice algorithms[] = {{"auto", FPM_AUTO},
                             {"even", FPM_EVEN},
                             {"proportional", FPM_PROPORTIONAL},
                             {"geometric", FPM_GEOMETRIC},
                             {"numerical", FPM_NUMERICAL},
                             {"optimal", FPM_OPTIMAL},
                             {"hpopta", FPM_HPOPTA},
                             {NULL, 0}};
const choice leasts[] = {
    {"total", FPM_LEAST_TOTAL}, {"busy", FPM_LEAST_BUSY}, {"cost", FPM_LEAST_COST}, {NULL, 0}};

int problem_begin(problem *q, args *a) {
    memset(q, 0, sizeof *q);
    q->n = -1;
    q->file = (const char **)calloc((size_t)a->count + 1, sizeof *q->file);
    q->cost_file = (const char **)calloc((size_t)a->count + 1, sizeof *q->cost_file);
    q->rules = (rule *)calloc((size_t)a->count + 1, sizeof *q->rules);
    if (!q->file || !q->cost_file || !q->rules) a->status = out_of_memory();
    return a->status;
}

void problem_end(problem *q) {
    int i;
    costs_end(q);
    for (i = 0; i < q->p; i++) {
        if (q->model) fpm_model_free(&q->model[i]);
        fpm_points_free(&q->points[i]);
    }
    free(q->curve);
    free(q->d);
    free(q->proc);
    free(q->model);
    free(q->points);
    free(q->rules);
    doubts_free(&q->doubtful);
    free((void *)q->cost_file);
    if (q->names) {
        for (i = 0; i < q->files; i++) free(q->names[i]);
    }
    free(q->names);
    free((void *)q->file);
}

enum { RULE_MAX, RULE_MIN, RULE_GRAIN, RULE_FIXED, RULE_REQUIRED, RULES };
static const char *const rule_options[RULES] = {"--max", "--min", "--grain", "--fixed",
                                                "--required"};

static const double most_seconds = 1e60; /* FPM_TIME_MAX */

/* A second value for the same processors is refused, as one of the two would be lost. */
static void refuse_second(const problem *q, args *a, const rule *last) {
    int i;
    for (i = 0; &q->rules[i] < last; i++)
        if (q->rules[i].what == last->what && q->rules[i].proc == last->proc)
            wrong_use(a, "%s %s: %s %s was there already", last->option, last->text, last->option,
                      q->rules[i].text);
}

/* `I:VALUE`, or VALUE alone where that is allowed. */
static void take_rule(problem *q, args *a, int what, const char *text) {
    rule *r = &q->rules[q->rule_count++];
    const char *option = rule_options[what], *colon = strchr(text, ':');
    const char *value = colon ? colon + 1 : text;
    int none = what == RULE_REQUIRED, ok = what == RULE_GRAIN;
    r->what = what;
    r->option = option;
    r->text = text;
    r->proc = -1;
    if (none || colon)
        ok = text_whole(text, none ? strlen(text) : (size_t)(colon - text), 0, INT_MAX, &r->proc);
    if (!ok)
        wrong_use(a, "%s %s: it takes %s", option, text,
                  none ? "I, a processor counted from 0; repeat it for each processor"
                       : "I:VALUE, with processor I from 0; repeat it for each processor");
    else if (what == RULE_FIXED &&
             (!text_seconds(value, &r->seconds) || r->seconds < 0 || r->seconds > most_seconds))
        wrong_use(a, "%s %s: the value is seconds, from 0 to 1e60, such as 0.003 or 3ms%s", option,
                  text, text_comma_hint(text, strlen(text)));
    else if (what != RULE_FIXED && !none &&
             !text_whole(value, strlen(value), 1, FPM_SIZE_MAX, &r->value) &&
             (what == RULE_GRAIN || !text_bytes(value, strlen(value), &r->bytes)))
        wrong_use(a, "%s %s: the value is a whole number from 1 to 2^53, of units of work%s%s",
                  option, text,
                  what == RULE_GRAIN ? "" : ", or memory such as 24GB with --unit 0.8GB",
                  strchr(value, ':') ? "; repeat the option for each processor" : "");
    refuse_second(q, a, r);
}

/* Sizes in memory become units of work, when --unit is known. */
void problem_rules_checked(problem *q, args *a) {
    int i;
    for (i = 0; i < q->rule_count && !a->status; i++) {
        rule *r = &q->rules[i];
        if (!r->bytes) continue;
        if (!q->unit) {
            wrong_use(a,
                      "%s %s: write units of work, or add the memory of one unit, such as "
                      "--unit 0.8GB",
                      r->option, r->text);
            return;
        }
        r->value = r->bytes / q->unit;
        if (r->what == RULE_MIN && r->bytes % q->unit) r->value++;
        if (r->value < 1)
            wrong_use(a, "%s %s: less than a unit, which takes %" PRId64 " bytes", r->option,
                      r->text, q->unit);
    }
}

void problem_only_rules(const problem *q, args *a, const char *names, const char *things) {
    int i;
    for (i = 0; i < q->rule_count; i++)
        if (q->rules[i].what != RULE_MAX && q->rules[i].what != RULE_FIXED)
            wrong_use(a, "%s %s is not for %s: %s are", q->rules[i].option, q->rules[i].text,
                      things, names);
}

int problem_kind_option(problem *q, args *a) {
    return (args_choice(a, "-m", model_kinds, &q->kind) ||
            args_choice(a, "--model", model_kinds, &q->kind)) &&
           args_one_of(a, "-m", "--model");
}

int problem_count_option(problem *q, args *a) { return args_processors(a, "-p", &q->asked_p); }

int problem_at_option(problem *q, args *a) {
    return args_whole(a, "--at", 1, FPM_SIZE_MAX, "a size, from 1 to 2^53 units of work", &q->at);
}

void problem_at_checked(const problem *q, args *a) {
    if (q->at && q->speeds) wrong_use(a, "--at: --speeds are the same at all sizes");
    if (q->at && q->kind != FPM_CONSTANT)
        wrong_use(a, "--at is the size of -m constant: add that, or leave --at out");
}

int problem_model_option(problem *q, args *a) {
    const char *v = NULL;
    if (args_text(a, "--instance", &v)) {
        if (q->instance) wrong_use(a, "--instance %s: there is one already", v);
        q->instance = v;
        return 1;
    }
    return args_whole(a, "-n", 0, FPM_SIZE_MAX, NOT_AN_AMOUNT, &q->n) ||
           problem_count_option(q, a) || problem_kind_option(q, a);
}

int problem_unit_option(problem *q, args *a) {
    const char *v = NULL;
    if (!args_text(a, "--unit", &v)) return 0;
    if (v && !text_bytes(v, strlen(v), &q->unit))
        wrong_use(a, "--unit %s: memory, such as 0.8GB, 750MiB or 4096B", v);
    return 1;
}

int problem_rule_option(problem *q, args *a) {
    const char *v = NULL;
    int what;
    if (problem_unit_option(q, a)) return 1;
    for (what = 0; what < RULES; what++)
        if (args_each(a, rule_options[what], &v)) {
            if (v) take_rule(q, a, what, v);
            return 1;
        }
    return 0;
}

int problem_option(problem *q, args *a) {
    return problem_rule_option(q, a) || problem_model_option(q, a) ||
           args_choice(a, "-a", algorithms, &q->algorithm);
}

void problem_file(problem *q, args *a) {
    const char *name = args_operand(a);
    if (name) q->file[q->files++] = name;
}

/* Room for processor p, or NULL. */
static fpm_points *add_processor(problem *q) {
    fpm_points *list = (fpm_points *)more_room(q->points, (size_t)q->p, sizeof *list);
    if (!list) return NULL;
    q->points = list;
    memset(&list[q->p], 0, sizeof *list);
    return &list[q->p++];
}

int problem_repeat_file(problem *q, args *a, int64_t p) {
    const char **file;
    if (q->files != 1 || p < 2) return a->status;
    file = (const char **)calloc((size_t)p, sizeof *file);
    if (!file) return a->status = out_of_memory();
    while (q->files < p) file[q->files++] = q->file[0];
    file[0] = q->file[0];
    free((void *)q->file);
    q->file = file;
    return a->status;
}

/* Speeds become points files of one point each. */
static int take_speeds(problem *q, args *a) {
    double *speed = args_speeds(a, q->speeds, &q->asked_p);
    int64_t i;
    for (i = 0; i < q->asked_p && !a->status; i++) {
        fpm_points *points = add_processor(q);
        fpm_point point = FPM_ZERO;
        point.size = 1;
        point.seconds = 1 / speed[i];
        if (!points || fpm_points_add(points, &point) != FPM_OK)
            wrong_use(a, "--speeds %s: numbers from 1e-60 to 1e60", q->speeds);
    }
    free(speed);
    if (q->kind && q->kind != FPM_CONSTANT)
        wrong_use(a, "-m %s: --speeds are constant", choice_name(model_kinds, q->kind));
    q->kind = FPM_CONSTANT;
    return a->status;
}

int problem_checked(problem *q, args *a) {
    int i;
    const char *other = q->instance ? "--instance" : q->speeds ? "--speeds" : NULL;
    for (i = 0; i < q->files; i++)
        if (q->n < 0) wrong_file(a, q->file[i], "-n");
    if (q->files && q->speeds) wrong_file(a, q->file[0], NULL);
    if (other && q->files)
        wrong_use(a, "%s was taken for a file of timings, which %s excludes", q->file[0], other);
    if (q->instance && q->speeds) wrong_use(a, "--speeds: not together with --instance");
    if (!other && !q->files) wrong_use(a, "no FILE given");
    if (q->speeds && !a->status) take_speeds(q, a);
    if (!a->status) problem_repeat_file(q, a, q->asked_p);
    if (q->files && q->asked_p && q->asked_p != q->files)
        wrong_use(a, "-p %" PRId64 ": there are %d files", q->asked_p, q->files);
    problem_rules_checked(q, a);
    if (!q->kind) q->kind = q->instance || q->algorithm == FPM_HPOPTA ? FPM_DISCRETE : FPM_AKIMA;
    return a->status;
}

/* One more processor of that file, or of that name in a table, which the problem then owns. */
static fpm_points *add_file(problem *q, const char *file, char *name) {
    const char **files = (const char **)more_room(q->file, (size_t)q->files, sizeof *files);
    char **names;
    if (!files) return NULL;
    q->file = files;
    names = (char **)more_room(q->names, (size_t)q->files, sizeof *names);
    if (!names) return NULL;
    q->names = names;
    q->names[q->files] = name;
    q->file[q->files++] = name ? name : file;
    return add_processor(q);
}

/* The points of the processor before once more. */
static int repeat_processor(problem *q, const char *file) {
    fpm_points *points = add_file(q, file, NULL);
    int64_t j;
    int status = points ? FPM_OK : FPM_E_MEMORY;
    for (j = 0; status == FPM_OK && j < points[-1].count; j++) {
        const fpm_points *from = points - 1;
        fpm_point point;
        point.size = from->size[j], point.seconds = from->seconds[j];
        point.half_width = from->half_width[j], point.reps = from->reps[j];
        status = fpm_points_add(points, &point);
    }
    return status == FPM_OK ? ANSWERED : out_of_memory();
}

/* The processors of a table, which take the names in it. */
static int take_table(problem *q, const char *file, named_points *list, int count) {
    int i, status = ANSWERED;
    for (i = 0; i < count && !status; i++) {
        char *name = list[i].name;
        fpm_points *points = add_file(q, file, name);
        list[i].name = NULL;
        if (points)
            status =
                points_parse_file(file, list[i].text, strlen(list[i].text), points, &q->doubtful);
        else {
            free(name);
            status = out_of_memory();
        }
    }
    points_split_free(list, count);
    return status;
}

/* A file of one processor, or a table of several: then *tables is one more. */
static int read_file(problem *q, const char *file, int *tables) {
    named_points *list;
    fpm_points *points;
    char *text;
    size_t length;
    int count, status = file_read(file, 0, &text, &length);
    if (status) return status;
    text_unquote(text, length);
    count = points_split(text, length, &list);
    if (count > 0) {
        if (count > 1) ++*tables; /* one name: a file like any other */
        status = take_table(q, file, list, count);
    } else {
        points = count < 0 ? NULL : add_file(q, file, NULL);
        status =
            points ? points_parse_file(file, text, length, points, &q->doubtful) : out_of_memory();
    }
    free(text);
    return status;
}

/* A file that was given once for several processors is read once. */
static int read_files(problem *q) {
    const char **given = q->file;
    int i, count = q->files, tables = 0, status = ANSWERED;
    q->file = NULL;
    q->files = 0;
    for (i = 0; i < count && !status; i++) {
        int again = i > 0 && given[i] == given[i - 1];
        if (!again) status = read_file(q, given[i], &tables);
        else if (!tables) status = repeat_processor(q, given[i]);
    }
    if (!status && tables && q->asked_p && q->asked_p != q->files)
        status = no_answer("-p %" PRId64 ": %s has %d processors: leave -p away", q->asked_p,
                           given[0], q->files);
    free((void *)given);
    return status;
}

/* One processor of an instance file: how many points, and the points. */
static int scan_processor(problem *q, scanner *s) {
    fpm_points *points = add_processor(q);
    fpm_point point = FPM_ZERO;
    int64_t count = 0, i;
    int status;
    if (!points) return out_of_memory();
    status = scan_whole(s, 0, 0, FPM_SIZE_MAX, "a number of points", &count);
    if (status) return status;
    for (i = 0; i < count && status == FPM_OK; i++) {
        if (scan_whole(s, 0, 1, FPM_SIZE_MAX, "a size (a whole number from 1 to 2^53)",
                       &point.size) ||
            scan_real(s, 0, "a time in seconds", &point.seconds))
            return NO_ANSWER;
        status = fpm_points_add(points, &point);
    }
    if (status == FPM_OK) status = fpm_points_sort(points, NULL);
    return status == FPM_OK ? ANSWERED : scan_error(s, "%s", fpm_status_str(status));
}

static int read_instance(problem *q) {
    scanner s;
    char *text;
    size_t length;
    int64_t n = 0, p = 0, i;
    int status = file_read(q->instance, 0, &text, &length);
    if (status) return status;
    s = scan_begin(q->instance, text, length);
    s.cells = 1;
    status = scan_whole(&s, 0, 0, FPM_SIZE_MAX, "n (a whole number from 0 to 2^53)", &n);
    if (!status) status = scan_whole(&s, 0, 1, INT_MAX, "a number of processors, 1 or more", &p);
    for (i = 0; i < p && !status; i++) status = scan_processor(q, &s);
    if (!status && scan_word(&s)) status = scan_bad(&s, "the end of the file");
    if (q->n < 0) q->n = n;
    free(text);
    return status;
}

const char *problem_name(const problem *q, int i, char *room, size_t size) {
    if (q->files) return q->file[i];
    snprintf(room, size, "processor %d", i);
    return room;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *problem_label(const problem *q, int i, size_t most, char room[LABEL]) {
    char number[40];
    const char *path = problem_name(q, i, number, sizeof number), *name = path;
    int j;
    if (q->files) name = base_name(path);
    for (j = 0; j < q->files; j++)
        if (strcmp(q->file[j], path) != 0 && !strcmp(base_name(q->file[j]), name)) break;
    if (j < q->files) name = path;
    return text_short(name, most, room, LABEL);
}

const char *problem_unit(const problem *q) { return q->speeds ? "" : " s"; }

int problem_refused(const problem *q, int i, int status, const char *more) {
    char room[40];
    return no_answer("%s%s%s: %s%s", q->instance ? q->instance : "", q->instance ? ": " : "",
                     problem_name(q, i, room, sizeof room), fpm_status_str(status), more);
}

/* Times become those of at least so many units. */
static int pad(problem *q, int i) {
    fpm_points *points = &q->points[i];
    int64_t *to = (int64_t *)calloc((size_t)points->count + 1, sizeof *to);
    int status =
        to ? fpm_points_pad(points->count, points->size, points->seconds, points->seconds, to, NULL)
           : FPM_E_MEMORY;
    free(to);
    return status;
}

int problem_make_model(problem *q, int i) {
    const fpm_points *points = &q->points[i];
    fpm_model_options opts = FPM_ZERO;
    int status = q->padded ? pad(q, i) : FPM_OK;
    if (status < 0) return problem_refused(q, i, status, "");
    if (q->kind == FPM_CONSTANT && q->n >= 0) /* unless it is given, that of the even share */
        opts.at = q->n > q->p ? q->n / q->p : 1;
    if (q->kind == FPM_CONSTANT && q->at) opts.at = q->at;
    if (!q->padded) opts.half_width = points->half_width, opts.reps = points->reps;
    if (q->risk) opts.risk = fpm_risk(q->p);
    opts.flags = q->kind >> 4;
    if (opts.flags == FPM_LITERAL && q->n > 0) opts.extent = q->n;
    status = fpm_model_init(&q->model[i], q->kind & 15, points->count, points->size,
                            points->seconds, &opts, NULL);
    return status < 0 ? problem_refused(q, i, status, "") : ANSWERED;
}

static int make_models(problem *q) {
    int i, status = ANSWERED;
    q->model = (fpm_model *)calloc((size_t)q->p, sizeof *q->model);
    q->proc = (fpm_proc *)calloc((size_t)q->p, sizeof *q->proc);
    q->d = (int64_t *)calloc((size_t)q->p, sizeof *q->d);
    if (!q->model || !q->proc || !q->d) return out_of_memory();
    for (i = 0; i < q->p && !status; i++) {
        status = problem_make_model(q, i);
        q->proc[i].model = &q->model[i];
    }
    return status;
}

int64_t problem_divisor(const problem *q, int64_t with) {
    int64_t j, size, rest;
    int i;
    for (i = 0; i < q->p; i++)
        for (j = 0; j < q->model[i].count && with != 1; j++)
            for (size = q->model[i].size[j]; size; size = rest) {
                rest = with % size;
                with = size;
            }
    return with;
}

void problem_apply_rules(problem *q, const rule *without, int option) {
    int i, j;
    for (i = 0; i < q->p; i++) {
        fpm_proc *proc = &q->proc[i];
        proc->max = proc->min = proc->grain = proc->required = 0;
        proc->fixed = 0;
    }
    for (j = 0; j < q->rule_count; j++) {
        const rule *r = &q->rules[j];
        if (without && (r == without || (option && r->what == without->what))) continue;
        for (i = 0; i < q->p; i++) {
            fpm_proc *proc = &q->proc[i];
            if (r->proc >= 0 && r->proc != i) continue;
            if (r->what == RULE_MAX) proc->max = r->value;
            else if (r->what == RULE_MIN) proc->min = r->value;
            else if (r->what == RULE_GRAIN) proc->grain = r->value;
            else if (r->what == RULE_FIXED) proc->fixed = r->seconds;
            else proc->required = 1;
        }
    }
}

static int check_rules(const problem *q, args *a) {
    int j;
    for (j = 0; j < q->rule_count; j++)
        if (q->rules[j].proc >= q->p)
            return wrong_use(a, "%s %s: processors are counted from 0 and there are %d",
                             q->rules[j].option, q->rules[j].text, q->p);
    return ANSWERED;
}

/* The constraint of that kind that counts for a processor, the last one given. */
static const rule *rule_of(const problem *q, int i, int what) {
    int j = q->rule_count;
    while (j-- > 0)
        if (q->rules[j].what == what && (q->rules[j].proc < 0 || q->rules[j].proc == i))
            return &q->rules[j];
    return NULL;
}

static int check_ranges(const problem *q) {
    int i;
    for (i = 0; i < q->p; i++) {
        const rule *min = rule_of(q, i, RULE_MIN), *max = rule_of(q, i, RULE_MAX);
        if (min && max && min->value > max->value)
            return no_answer("--min %s, --max %s: a share cannot be at least %" PRId64
                             " and at most %" PRId64,
                             min->text, max->text, min->value, max->value);
    }
    return ANSWERED;
}

/* Do two processors take the same seconds beside those of their models? */
static int same_additions(const fpm_proc *one, const fpm_proc *other) {
    const fpm_model *a = one->link, *b = other->link;
    double more = one->fixed - other->fixed;
    if (more > 0 || more < 0 || one->overlap != other->overlap) return 0;
    if (!a || !b) return a == b;
    return a->count == b->count && a->kind == b->kind &&
           !memcmp(a->size, b->size, (size_t)a->count * sizeof *a->size) &&
           !memcmp(a->seconds, b->seconds, (size_t)a->count * sizeof *a->seconds);
}

/* Number the different speed functions in the order of their first processors. */
int problem_find_curves(problem *q) {
    int i, j;
    free(q->curve);
    q->curves = 0;
    q->curve = (int *)calloc((size_t)q->p, sizeof *q->curve);
    if (!q->curve) return out_of_memory();
    for (i = 0; i < q->p; i++) {
        const char *file = q->files ? q->file[i] : NULL;
        for (j = file ? 0 : i; j < i; j++)
            if (!strcmp(q->file[j], file) && same_additions(&q->proc[j], &q->proc[i])) break;
        q->curve[i] = j < i ? q->curve[j] : q->curves++;
    }
    return ANSWERED;
}

static const double far_apart = 100; /* as no two processors that share work usually are */

static double peak_speed(const fpm_points *points) {
    double peak = 0;
    int64_t j;
    for (j = 0; j < points->count; j++)
        peak = fmax(peak, (double)points->size[j] / points->seconds[j]);
    return peak;
}

/* May these times be sizes? */
static int whole_times(const fpm_points *points) {
    int64_t j = 0;
    while (j < points->count && floor(points->seconds[j]) >= points->seconds[j]) j++;
    return points->count > 0 && j == points->count;
}

/* A speed is the largest one of a file's points, since small sizes are slow on a GPU and large ones
   on a processor that pages: times in milliseconds are too long at every size, and where times are
   whole numbers, they may be the sizes. */
static void doubt_units(problem *q) {
    double least = 1e300, most = 0, peak;
    int i, slow = 0, quick = 0, odd;
    for (i = 0; i < q->files; i++) {
        peak = peak_speed(&q->points[i]);
        if (peak < least) least = peak, slow = i;
        if (peak > most) most = peak, quick = i;
    }
    if (!(most > far_apart * least)) return;
    odd = whole_times(&q->points[slow]) ? slow : whole_times(&q->points[quick]) ? quick : -1;
    doubts_add(&q->doubtful,
               "%s is %.0f times as fast as %s: %s%s%s (milliseconds against seconds)?",
               q->file[quick], most / least, q->file[slow], odd < 0 ? "" : "are the columns of ",
               odd < 0 ? "" : q->file[odd],
               odd < 0 ? "do their units differ"
                       : " swapped (a line is size, then seconds), or do their units differ");
}

/* Sizes that differ, and the same times: as in a table that was measured at the same sizes and has
   these in the second column. */
static void doubt_columns(problem *q) {
    const fpm_points *first = q->points, *other;
    int i, moved = 0;
    int64_t j;
    for (i = 1; i < q->files; i++) {
        other = &q->points[i];
        if (other->count != first->count || first->count < 2) return;
        for (j = 0; j < first->count; j++) {
            if (other->seconds[j] < first->seconds[j] || other->seconds[j] > first->seconds[j])
                return;
            moved |= other->size[j] != first->size[j];
        }
    }
    if (moved)
        doubts_add(&q->doubtful, "the second columns of all files are the same, the first are not: "
                                 "are they swapped (a line is size, then seconds)?");
}

/* Times that fall from each size to the next, by more than noise in all: no work does. */
static void doubt_falls(problem *q) {
    int i;
    int64_t j;
    for (i = 0; i < q->files; i++) {
        const fpm_points *points = &q->points[i];
        if (points->count < 2 || (i > 0 && q->file[i] == q->file[i - 1])) continue;
        for (j = 1; j < points->count && points->seconds[j] < points->seconds[j - 1];) j++;
        if (j < points->count || points->seconds[j - 1] > 0.95 * points->seconds[0]) continue;
        doubts_add(&q->doubtful,
                   "%s: times fall with size: are these speeds, or threads in the first column "
                   "(a line is size, then seconds)?",
                   q->file[i]);
    }
}

void problem_doubt(problem *q) {
    if (!q->lists_doubts) doubts_say(&q->doubtful);
}

int problem_load(problem *q, args *a) {
    int status = q->instance ? read_instance(q) : read_files(q);
    if (!status && q->instance && q->asked_p && q->asked_p != q->p)
        status =
            wrong_use(a, "-p %" PRId64 ": %s has %d processors", q->asked_p, q->instance, q->p);
    if (!status) doubt_units(q), doubt_columns(q), doubt_falls(q);
    if (!status) status = make_models(q);
    if (!status) status = check_rules(q, a);
    if (!status) status = check_ranges(q);
    if (!status) problem_apply_rules(q, NULL, 0);
    if (!status) status = problem_find_curves(q);
    if (!status) status = costs_load(q, a);
    problem_doubt(q);
    return status;
}
