/* problem.c - the problem: n, processors from files, constraints. */
#include "problem.h"
#include "file.h"
#include "points.h"
#include "text.h"

const choice kinds[] = {{"akima", FPM_AKIMA},       {"piecewise", FPM_PIECEWISE},
                        {"shaped", FPM_SHAPED},     {"discrete", FPM_DISCRETE},
                        {"constant", FPM_CONSTANT}, {NULL, 0}};
const choice algorithms[] = {{"auto", FPM_AUTO},
                             {"even", FPM_EVEN},
                             {"proportional", FPM_PROPORTIONAL},
                             {"geometric", FPM_GEOMETRIC},
                             {"numerical", FPM_NUMERICAL},
                             {"optimal", FPM_OPTIMAL},
                             {"hpopta", FPM_HPOPTA},
                             {NULL, 0}};
const choice leasts[] = {{"total", FPM_LEAST_TOTAL},
                         {"busy", FPM_LEAST_BUSY},
                         {"times", FPM_LEAST_TIMES},
                         {"cost", FPM_LEAST_COST},
                         {NULL, 0}};

int problem_begin(problem *q, const args *a) {
    memset(q, 0, sizeof *q);
    q->n = -1;
    q->file = (const char **)calloc((size_t)a->count + 1, sizeof *q->file);
    q->cost_file = (const char **)calloc((size_t)a->count + 1, sizeof *q->cost_file);
    q->rules = (rule *)calloc((size_t)a->count + 1, sizeof *q->rules);
    return q->file && q->cost_file && q->rules ? ANSWERED : out_of_memory();
}

void problem_end(problem *q) {
    int i;
    for (i = 0; i < q->p; i++) {
        if (q->model) fpm_model_free(&q->model[i], NULL);
        fpm_points_free(&q->points[i], NULL);
    }
    for (i = 0; i < q->costs && q->cost_points; i++) fpm_points_free(&q->cost_points[i], NULL);
    free(q->curve);
    free(q->d);
    free(q->proc);
    free(q->cost);
    free(q->cost_points);
    free(q->model);
    free(q->points);
    free(q->rules);
    free((void *)q->cost_file);
    free((void *)q->file);
}

/* `I:VALUE`, or VALUE alone where that is allowed. */
static void take_rule(problem *q, args *a, const char *option, const char *text) {
    rule *r = &q->rules[q->rule_count++];
    const char *colon = strchr(text, ':'), *value = colon ? colon + 1 : text;
    int real = !strcmp(option, "--fixed"), none = !strcmp(option, "--required"), ok;
    r->option = option;
    r->text = text;
    r->proc = -1;
    if (none) ok = read_whole(text, strlen(text), 0, INT_MAX, &r->proc);
    else if (colon) ok = read_whole(text, (size_t)(colon - text), 0, INT_MAX, &r->proc);
    else ok = !strcmp(option, "--grain");
    if (!ok) {
        wrong_use(a, "%s %s: it takes %s", option, text,
                  none ? "I, a processor counted from 0" : "I:VALUE, with processor I from 0");
    } else if (real && (!read_real(value, strlen(value), &r->seconds) || r->seconds < 0)) {
        wrong_use(a, "%s %s: the value is seconds, 0 or more%s", option, text,
                  comma_hint(text, strlen(text)));
    } else if (!real && !none && !read_whole(value, strlen(value), 1, FPM_SIZE_MAX, &r->value)) {
        wrong_use(a, "%s %s: the value is a whole number from 1 to 2^53", option, text);
    }
}

/* Options that say what is asked of which processors; 1 if the argument was one. */
int model_option(problem *q, args *a) {
    const char *v;
    int at = a->at;
    if ((v = take_value(a, "-n")) != NULL) {
        if (!read_whole(v, strlen(v), 0, FPM_SIZE_MAX, &q->n))
            wrong_use(a, "-n %s: not a whole number from 0 to 2^53", v);
    } else if ((v = take_value(a, "-m")) != NULL) {
        take_choice(a, "-m", v, kinds, &q->kind);
    } else if ((v = take_value(a, "--instance")) != NULL) {
        if (q->instance) wrong_use(a, "--instance %s: there is one already", v);
        q->instance = v;
    }
    return a->at > at || a->status;
}

/* Constraints; 1 if the argument was one. */
int rule_option(problem *q, args *a) {
    static const char *const constraints[] = {"--max", "--min", "--grain", "--fixed", "--required"};
    const char *v;
    int i, at = a->at;
    for (i = 0; i < 5 && a->at == at && !a->status; i++)
        if ((v = take_value(a, constraints[i])) != NULL) take_rule(q, a, constraints[i], v);
    return a->at > at || a->status;
}

/* All of these, and the algorithm. */
int problem_option(problem *q, args *a) {
    const char *v;
    if (rule_option(q, a)) return 1;
    if ((v = take_value(a, "-a")) != NULL) take_choice(a, "-a", v, algorithms, &q->algorithm);
    else return model_option(q, a);
    return 1;
}

/* Options about the least cost; 1 if the argument was one. */
int least_option(problem *q, args *a) {
    const char *v;
    int at = a->at;
    if ((v = take_value(a, "--least")) != NULL) {
        take_choice(a, "--least", v, leasts, &q->least);
    } else if ((v = take_value(a, "--cost")) != NULL) {
        q->cost_file[q->costs++] = v;
    } else if ((v = take_value(a, "--eps")) != NULL) {
        if (!read_real(v, strlen(v), &q->eps) || q->eps < 0)
            wrong_use(a, "--eps %s: a number, 0 or more; 0.05 is 5 %%%s", v,
                      comma_hint(v, strlen(v)));
    } else if ((v = take_value(a, "--limit")) != NULL) {
        if (!read_real(v, strlen(v), &q->limit) || !(q->limit > 0))
            wrong_use(a, "--limit %s: seconds, above 0%s", v, comma_hint(v, strlen(v)));
    }
    return a->at > at || a->status;
}

int least_checked(const problem *q, args *a, int front) {
    const char *lone = front          ? "--front"
                       : q->eps > 0   ? "--eps"
                       : q->limit > 0 ? "--limit"
                       : q->costs     ? "--cost"
                                      : NULL;
    if (!q->least && lone) wrong_use(a, "%s needs --least", lone);
    if (q->eps > 0 && q->limit > 0) wrong_use(a, "--eps or --limit, not both");
    if (q->costs && q->least != FPM_LEAST_COST) wrong_use(a, "--cost needs --least cost");
    if (!q->costs && q->least == FPM_LEAST_COST)
        wrong_use(a, "--least cost needs --cost FILE, one a processor");
    if (q->least && q->algorithm != FPM_AUTO && q->algorithm != FPM_OPTIMAL)
        wrong_use(a, "--least needs -a auto or optimal");
    if (front && q->least == FPM_LEAST_TIMES) wrong_use(a, "--front: not of --least times");
    if (front && (q->eps > 0 || q->limit > 0))
        wrong_use(a, "--front is of all limits: no --eps, no --limit");
    return a->status;
}

int problem_checked(problem *q, args *a) {
    if (q->instance && q->files) wrong_use(a, "%s: not together with --instance", q->file[0]);
    if (!q->instance && !q->files) wrong_use(a, "no FILE given");
    if (!q->kind) q->kind = q->instance || q->algorithm == FPM_HPOPTA ? FPM_DISCRETE : FPM_AKIMA;
    return a->status;
}

/* Room for processor p, or NULL. */
static fpm_points *add_processor(problem *q) {
    fpm_points *list = (fpm_points *)more_room(q->points, (size_t)q->p, sizeof *list);
    if (!list) return NULL;
    q->points = list;
    memset(&list[q->p], 0, sizeof *list);
    return &list[q->p++];
}

static int read_processor(problem *q, const char *file) {
    fpm_points *points = add_processor(q);
    return points ? read_points(file, points) : out_of_memory();
}

/* One processor of an instance file: how many points, and the points. */
static int scan_processor(problem *q, scanner *s) {
    fpm_points *points = add_processor(q);
    fpm_point point;
    int64_t count = 0, i;
    int status = FPM_OK;
    memset(&point, 0, sizeof point);
    if (!points) return out_of_memory();
    if (!next_word(s) || !read_whole(s->word, s->length, 0, FPM_SIZE_MAX, &count))
        return bad_word(s, "a number of points");
    for (i = 0; i < count && status == FPM_OK; i++) {
        if (!next_word(s) || !read_whole(s->word, s->length, 1, FPM_SIZE_MAX, &point.size))
            return bad_word(s, "a size (a whole number from 1 to 2^53)");
        if (!next_word(s) || !read_real(s->word, s->length, &point.seconds))
            return bad_word(s, "a time in seconds");
        status = fpm_points_add(points, &point, NULL);
    }
    if (status == FPM_OK) status = fpm_points_sort(points, NULL);
    if (status == FPM_OK) return ANSWERED;
    return no_answer("%s:%" PRId64 ": %s", s->file, s->line, fpm_status_str(status));
}

static int read_instance(problem *q) {
    scanner s;
    char *text;
    size_t length;
    int64_t n = 0, p = 0, i;
    int status = read_file(q->instance, &text, &length);
    if (status != ANSWERED) return status;
    memset(&s, 0, sizeof s);
    s.file = q->instance;
    s.cells = 1;
    s.at = text;
    s.end = text + length;
    s.line = 1;
    if (!next_word(&s) || !read_whole(s.word, s.length, 0, FPM_SIZE_MAX, &n))
        status = bad_word(&s, "n (a whole number from 0 to 2^53)");
    else if (!next_word(&s) || !read_whole(s.word, s.length, 1, INT_MAX, &p))
        status = bad_word(&s, "a number of processors");
    for (i = 0; i < p && status == ANSWERED; i++) status = scan_processor(q, &s);
    if (status == ANSWERED && next_word(&s)) status = bad_word(&s, "the end of the file");
    if (q->n < 0) q->n = n;
    free(text);
    return status;
}

/* How messages and tables call processor i. */
const char *processor_name(const problem *q, int i, char *room, size_t size) {
    if (!q->instance) return q->file[i];
    snprintf(room, size, "processor %d", i);
    return room;
}

/* The name of a file without its directory, unless another one has the same. */
const char *legend_name(const problem *q, int i, char *room, size_t size) {
    const char *name = processor_name(q, i, room, size), *base = strrchr(name, '/');
    int j;
    if (q->instance || !base) return name;
    for (j = 0; j < q->files; j++) {
        const char *other = strrchr(q->file[j], '/');
        other = other ? other + 1 : q->file[j];
        if (strcmp(q->file[j], name) != 0 && !strcmp(other, base + 1)) return name;
    }
    return base + 1;
}

int make_model(problem *q, int i) {
    const fpm_points *points = &q->points[i];
    fpm_model_options opts;
    char room[40];
    int status;
    memset(&opts, 0, sizeof opts);
    if (q->kind == FPM_CONSTANT && q->n >= 0) /* the speed at the even share */
        opts.at = q->n > q->p ? q->n / q->p : 1;
    opts.half_width = points->half_width;
    opts.reps = points->reps;
    status =
        fpm_model_init(&q->model[i], q->kind, points->count, points->size, points->seconds, &opts);
    if (status >= 0) return ANSWERED;
    return no_answer("%s%s%s: %s", q->instance ? q->instance : "", q->instance ? ": " : "",
                     processor_name(q, i, room, sizeof room), fpm_status_str(status));
}

static int make_models(problem *q) {
    int i, status = ANSWERED;
    q->model = (fpm_model *)calloc((size_t)q->p, sizeof *q->model);
    q->proc = (fpm_proc *)calloc((size_t)q->p, sizeof *q->proc);
    q->d = (int64_t *)calloc((size_t)q->p, sizeof *q->d);
    if (!q->model || !q->proc || !q->d) return out_of_memory();
    for (i = 0; i < q->p && status == ANSWERED; i++) {
        status = make_model(q, i);
        q->proc[i].model = &q->model[i];
    }
    return status;
}

static int apply_rules(problem *q, args *a) {
    int i, j;
    for (j = 0; j < q->rule_count; j++) {
        const rule *r = &q->rules[j];
        if (r->proc >= q->p)
            return wrong_use(a, "%s %s: processors are counted from 0 and there are %d", r->option,
                             r->text, q->p);
        for (i = 0; i < q->p; i++) {
            fpm_proc *proc = &q->proc[i];
            if (r->proc >= 0 && r->proc != i) continue;
            if (!strcmp(r->option, "--max")) proc->max = r->value;
            else if (!strcmp(r->option, "--min")) proc->min = r->value;
            else if (!strcmp(r->option, "--grain")) proc->grain = r->value;
            else if (!strcmp(r->option, "--fixed")) proc->fixed = r->seconds;
            else proc->required = 1;
        }
    }
    return ANSWERED;
}

/* What shares cost: as given at the points; between them units per cost is on straight lines. */
static int read_costs(problem *q, args *a) {
    int i, status;
    if (!q->costs) return ANSWERED;
    if (q->costs != q->p) return wrong_use(a, "--cost: %d files for %d processors", q->costs, q->p);
    q->cost_points = (fpm_points *)calloc((size_t)q->costs, sizeof *q->cost_points);
    q->cost = (fpm_model *)calloc((size_t)q->costs, sizeof *q->cost);
    if (!q->cost_points || !q->cost) return out_of_memory();
    for (i = 0; i < q->costs; i++) {
        fpm_points *points = &q->cost_points[i];
        if (read_points(q->cost_file[i], points) != ANSWERED) return NO_ANSWER;
        status = fpm_model_init(&q->cost[i], FPM_PIECEWISE, points->count, points->size,
                                points->seconds, NULL);
        if (status < 0) return no_answer("%s: %s", q->cost_file[i], fpm_status_str(status));
        q->proc[i].cost = &q->cost[i];
    }
    return ANSWERED;
}

/* Number the different speed functions in the order of their first processors. */
static int find_curves(problem *q) {
    int i, j;
    q->curve = (int *)calloc((size_t)q->p, sizeof *q->curve);
    if (!q->curve) return out_of_memory();
    for (i = 0; i < q->p; i++) {
        const char *file = q->instance ? NULL : q->file[i];
        for (j = file ? 0 : i; j < i; j++) {
            double more = q->proc[j].fixed - q->proc[i].fixed;
            if (!(more > 0 || more < 0) && !strcmp(q->file[j], file)) break;
        }
        q->curve[i] = j < i ? q->curve[j] : q->curves++;
    }
    return ANSWERED;
}

static const double far_apart = 100; /* as no two processors that share work usually are */

/* The files whose speeds are farthest apart, when one is more than 100 times the other; else 0.  A
   speed is the largest one of a file's points, since small sizes are slow on a GPU and large ones
   on a processor that pages: times in milliseconds are too long at every size. */
double speeds_apart(const problem *q, int *slow, int *quick) {
    double least = 1e300, most = 0;
    int64_t j;
    int i;
    *slow = *quick = 0;
    for (i = 0; i < q->files; i++) {
        const fpm_points *points = &q->points[i];
        double peak = 0;
        for (j = 0; j < points->count; j++)
            peak = fmax(peak, (double)points->size[j] / points->seconds[j]);
        if (peak < least) least = peak, *slow = i;
        if (peak > most) most = peak, *quick = i;
    }
    return most > far_apart * least ? most / least : 0;
}

static void warn_units(const problem *q) {
    int slow, quick;
    double times = speeds_apart(q, &slow, &quick);
    if (!(times > 0)) return;
    fprintf(stderr, "fpm-tool: warning: " UNITS_DIFFER "\n", q->file[quick], times, q->file[slow]);
}

/* Read all files, make the models, apply the constraints. */
int problem_load(problem *q, args *a) {
    int i, status = q->instance ? read_instance(q) : ANSWERED;
    for (i = 0; i < q->files && status == ANSWERED; i++) status = read_processor(q, q->file[i]);
    if (status == ANSWERED) warn_units(q);
    if (status == ANSWERED) status = make_models(q);
    if (status == ANSWERED) status = apply_rules(q, a);
    if (status == ANSWERED) status = find_curves(q);
    return status == ANSWERED ? read_costs(q, a) : status;
}
