/* costs.c - what shares cost, for --least cost: --cost, --costs and --watts. */
#include "costs.h"
#include "explain.h"
#include "file.h"
#include "head.h"
#include "text.h"

enum { COST_PARTS = 3 };
static const double most_cost = 1e60;

int costs_option(problem *q, args *a) {
    const char *v = NULL;
    if (args_each(a, "--cost", &v)) {
        if (v) q->cost_file[q->costs++] = v;
        return 1;
    }
    return args_text(a, "--costs", &q->cost_list) || args_text(a, "--watts", &q->watts);
}

const char *costs_given(const problem *q) {
    if (q->cost_list) return "--costs";
    if (q->watts) return "--watts";
    return q->costs ? "--cost" : NULL;
}

void costs_checked(const problem *q, args *a) {
    const char *given = costs_given(q);
    if ((q->costs > 0) + (q->cost_list != NULL) + (q->watts != NULL) > 1)
        wrong_use(a, "one of --cost, --costs and --watts, not two of them");
    if (given && q->least != FPM_LEAST_COST) wrong_use(a, "%s needs --least cost", given);
    if (!given && q->least == FPM_LEAST_COST)
        wrong_use(a, "--least cost needs --cost FILE, one per processor, or --costs or --watts");
}

void costs_end(problem *q) {
    int i;
    for (i = 0; i < q->p && q->cost; i++) fpm_cost_free(&q->cost[i]);
    free(q->cost);
    free(q->idle);
}

double costs_energy(const problem *q, double makespan, double cost) {
    double idle = 0;
    int i;
    for (i = 0; i < q->p; i++) idle += q->idle[i];
    return cost + idle * makespan;
}

/* A pair of a cost file. */
typedef struct price {
    int64_t size;
    double cost;
} price;

static int compare_prices(const void *one, const void *other) {
    const price *a = (const price *)one, *b = (const price *)other;
    if (a->size != b->size) return a->size < b->size ? -1 : 1;
    return a->cost < b->cost ? -1 : a->cost > b->cost;
}

/* The two words of a line, between blanks, tabs, commas or semicolons; how many there are. */
static int cut_words(const char *text, size_t length, const char *word[2], size_t size[2]) {
    size_t i = 0, begin;
    int count = 0;
    while (i < length) {
        for (begin = i; i < length && !strchr(" \t,;", text[i]);) i++;
        if (count < 2) word[count] = text + begin, size[count] = i - begin;
        count++;
        while (i < length && strchr(" \t,;", text[i])) i++;
    }
    return count;
}

static int take_price(const char *file, const head_line *line, price *to) {
    const char *word[2];
    size_t length[2];
    int count = cut_words(line->text, line->length, word, length);
    if (count != 2)
        return no_answer("%s:%" PRId64 ": %d fields, where `size cost` belongs%s", file,
                         line->number, count, text_comma_hint(line->text, line->length));
    if (!text_whole(word[0], length[0], 0, FPM_SIZE_MAX, &to->size))
        return no_answer("%s:%" PRId64 ": \"%.*s\" is no size: a whole number from 1 to 2^53, or 0 "
                         "for a processor at rest",
                         file, line->number, text_width(length[0]), word[0]);
    if (!text_real(word[1], length[1], &to->cost) || !(to->cost >= 0 && to->cost <= most_cost))
        return no_answer("%s:%" PRId64 ": \"%.*s\" is no cost: a number, 0 or more, as 12000, "
                         "1.2e4 or 0.5",
                         file, line->number, text_width(length[1]), word[1]);
    return ANSWERED;
}

/* The pairs of a file, in the order of their sizes; equal sizes count as their mean. */
static int read_prices(const char *file, price **all, int64_t *count) {
    char *text;
    size_t length;
    head_line line = FPM_ZERO;
    int64_t j, kept = 0, same;
    int status = file_read(file, 0, &text, &length), first = 1;
    if (status) return status;
    text_unquote(text, length);
    line.at = text;
    line.end = text + length;
    while (!status && head_next(&line)) {
        int names = first && head_words(line.text, line.length);
        price *list;
        if (line.length == 0) continue;
        first = 0;
        if (names) continue;
        list = (price *)more_room(*all, (size_t)*count, sizeof *list);
        if (!list) {
            status = out_of_memory();
            break;
        }
        *all = list;
        status = take_price(file, &line, &list[(*count)++]);
    }
    free(text);
    if (status) return status;
    if (*count == 0) return no_answer("%s: no costs: write a line `size cost` for each size", file);
    qsort(*all, (size_t)*count, sizeof **all, compare_prices);
    for (j = 0; j < *count; j += same) {
        double sum = 0;
        for (same = 0; j + same < *count && (*all)[j + same].size == (*all)[j].size; same++)
            sum += (*all)[j + same].cost;
        (*all)[kept].size = (*all)[j].size;
        (*all)[kept++].cost = sum / (double)same;
    }
    *count = kept;
    return ANSWERED;
}

/* The cost of processor i by these pairs, of which that of size 0 is the cost at rest. */
static int cost_of_prices(problem *q, int i, const price *all, int64_t count) {
    int64_t *size = (int64_t *)calloc((size_t)count, sizeof *size), j;
    double *value = (double *)calloc((size_t)count, sizeof *value);
    double rest = all[0].size == 0 ? all[0].cost : 0;
    int64_t from = all[0].size == 0, zeros = 0;
    fpm_info info;
    char why[EXPLAIN_ROOM];
    int status = FPM_E_MEMORY;
    for (j = from; j < count; j++) zeros += !(all[j].cost > 0);
    if (zeros && zeros < count - from && q->kind != FPM_DISCRETE) {
        free(size);
        free(value);
        return no_answer("%s: costs of 0 and above 0 in one file are for -m discrete: size / cost "
                         "is linear between the sizes; write a small cost, such as 1e-6",
                         q->cost_file[i]);
    }
    if (size && value) {
        for (j = from; j < count; j++) {
            size[j - from] = all[j].size;
            value[j - from] = all[j].cost;
        }
        status = count > from + zeros
                     ? fpm_cost_points(&q->cost[i], zeros ? FPM_DISCRETE : FPM_PIECEWISE,
                                       count - from, size, value, rest, NULL, &info)
                     : fpm_cost_linear(&q->cost[i], 0, 0, rest, &info);
    }
    free(size);
    free(value);
    if (status >= 0) return ANSWERED;
    if (status == FPM_E_MEMORY) return out_of_memory();
    return no_answer("%s: %s", q->cost_file[i], explain(&info, NULL, why));
}

static int load_files(problem *q) {
    int i, status = ANSWERED;
    for (i = 0; i < q->p && !status; i++) {
        price *all = NULL;
        int64_t count = 0;
        status = read_prices(q->cost_file[i], &all, &count);
        if (!status) status = cost_of_prices(q, i, all, count);
        free(all);
    }
    return status;
}

/* Entry i of a list such as 2:100:10,3: up to `most` numbers, 0 or more. */
static int take_entry(args *a, const char *option, const char *text, const char *piece,
                      size_t length, int most, double part[COST_PARTS]) {
    static const char *const shape[] = {"", "", "W[:I] (watts at work, and while it waits)",
                                        "U[:B[:R]] (per unit, if busy, at rest)"};
    char copy[200];
    int k, count = 0;
    if (length < sizeof copy) {
        memcpy(copy, piece, length);
        copy[length] = '\0';
        count = text_reals(copy, ':', most, part);
    }
    for (k = 0; k < count; k++)
        if (!(part[k] >= 0 && part[k] <= most_cost)) count = 0;
    if (count > 0) return ANSWERED;
    return wrong_use(a, "%s %s: \"%.*s\" is not %s, of numbers that are 0 or more", option, text,
                     text_width(length), piece, shape[most]);
}

/* Joules of processor i above those at rest: a cost that is proportional to its times. */
static int cost_of_watts(problem *q, int i, double work, double wait) {
    const fpm_points *points = &q->points[i];
    double *value = (double *)calloc((size_t)points->count + 1, sizeof *value);
    fpm_model_options opts = FPM_ZERO;
    int64_t j;
    int status = FPM_E_MEMORY;
    if (value) {
        for (j = 0; j < points->count; j++) value[j] = (work - wait) * points->seconds[j];
        opts.at = q->model[i].at;
        opts.flags = q->kind >> 4;
        if (opts.flags == FPM_LITERAL && q->n > 0) opts.extent = q->n;
        status = points->count && work > wait
                     ? fpm_cost_points(&q->cost[i], q->kind & 15, points->count, points->size,
                                       value, 0, &opts, NULL)
                     : fpm_cost_linear(&q->cost[i], 0, 0, 0, NULL);
    }
    free(value);
    if (status >= 0) q->cost[i].busy = (work - wait) * q->proc[i].fixed;
    q->idle[i] = wait;
    return status < 0 ? problem_refused(q, i, status, " (--watts)") : ANSWERED;
}

static int load_list(problem *q, args *a, const char *option, const char *list) {
    const char *text = list, *piece;
    size_t length;
    int i = 0, status = ANSWERED;
    while (!status && text_piece(&list, ',', &piece, &length)) {
        double part[COST_PARTS] = {0, 0, 0};
        status = take_entry(a, option, text, piece, length, q->watts ? 2 : COST_PARTS, part);
        if (!status && q->watts && part[1] > part[0])
            status = wrong_use(a, "--watts %s: \"%.*s\" draws more while it waits than at work",
                               text, text_width(length), piece);
        if (!status && i < q->p) {
            if (q->watts) status = cost_of_watts(q, i, part[0], part[1]);
            else status = fpm_cost_linear(&q->cost[i], part[0], part[1], part[2], NULL);
        }
        i++;
    }
    if (!status && i != q->p)
        status = wrong_use(a, "%s %s: %d %s for %d processors: one for each, such as %s", option,
                           text, i, i == 1 ? "entry" : "entries", q->p,
                           q->watts ? "95:2,30:1" : "1:2:3,1:2:3");
    return status;
}

int costs_load(problem *q, args *a) {
    int i, status;
    if (!costs_given(q)) return ANSWERED;
    if (q->costs && q->costs != q->p)
        return wrong_use(a, "--cost: %d files for %d processors", q->costs, q->p);
    q->cost = (fpm_cost *)calloc((size_t)q->p, sizeof *q->cost);
    q->idle = (double *)calloc((size_t)q->p, sizeof *q->idle);
    if (!q->cost || !q->idle) return out_of_memory();
    if (q->costs) status = load_files(q);
    else status = load_list(q, a, costs_given(q), q->watts ? q->watts : q->cost_list);
    for (i = 0; i < q->p; i++) q->proc[i].cost = &q->cost[i];
    return status;
}
