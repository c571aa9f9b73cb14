/* groups.c - partition --groups: first over groups of processors, then inside each group. */
#include "groups.h"
#include "os.h"
#include "text.h"
#include "tsv.h"

/* Every size up to n has a point in the model of a group. */
static const int64_t most_units = 1 << 22;

int groups_option(groups *g, args *a) {
    int commas = 0;
    const char *at;
    if (!args_text(a, "--groups", &g->text)) return 0;
    if (!g->text) return 1;
    for (at = strchr(g->text, ','); at; at = strchr(at + 1, ',')) commas++;
    groups_free(g);
    g->size = (int64_t *)calloc((size_t)commas + 1, sizeof *g->size);
    g->share = (int64_t *)calloc((size_t)commas + 1, sizeof *g->share);
    if (!g->size || !g->share) a->status = out_of_memory();
    else g->count = text_wholes(g->text, ',', commas + 1, 1, INT_MAX, g->size);
    if (!a->status && g->count == 0)
        wrong_use(a, "--groups %s: how many processors each group has, such as 2,2,3", g->text);
    return 1;
}

void groups_free(groups *g) {
    free(g->size);
    free(g->share);
    g->size = NULL;
    g->share = NULL;
}

static int check_groups(const groups *g, const problem *q) {
    int64_t sum = 0;
    int k;
    for (k = 0; k < g->count; k++) sum += g->size[k];
    if (sum != q->p)
        return no_answer("--groups %s: %" PRId64 " processor%s in all, there are %d: the sizes "
                         "of the groups, such as 2,2,3, add up to all processors",
                         g->text, sum, sum == 1 ? "" : "s", q->p);
    if (q->n > most_units)
        return no_answer("--groups: n is %" PRId64 ", groups are made for up to %" PRId64
                         " units: take a coarser unit of work",
                         q->n, most_units);
    return ANSWERED;
}

/* The processor that stands for a group. */
static int compose(const problem *q, int first, int count, fpm_model *model, fpm_proc *node) {
    fpm_points points = FPM_ZERO;
    int i, status = fpm_compose(count, q->proc + first, q->n, NULL, NULL, &points, NULL);
    if (status >= 0) status = fpm_model_from_points(model, FPM_DISCRETE, &points, NULL, NULL);
    fpm_points_free(&points);
    node->model = model;
    for (i = 0; i < count; i++) node->required |= q->proc[first + i].required;
    return status;
}

/* Between groups, then inside each. */
static int two_levels(groups *g, problem *q, fpm_model *model, fpm_proc *node) {
    int k, first = 0, status = FPM_OK;
    for (k = 0; k < g->count && status >= 0; k++) {
        status = compose(q, first, (int)g->size[k], &model[k], &node[k]);
        first += (int)g->size[k];
    }
    if (status >= 0) status = fpm_partition(q->n, g->count, node, NULL, g->share, NULL);
    first = 0;
    for (k = 0; k < g->count && status >= 0; k++) {
        int size = (int)g->size[k];
        status = fpm_partition(g->share[k], size, q->proc + first, NULL, q->d + first, NULL);
        first += size;
    }
    return status;
}

int groups_solve(groups *g, problem *q) {
    fpm_model *model = (fpm_model *)calloc((size_t)g->count, sizeof *model);
    fpm_proc *node = (fpm_proc *)calloc((size_t)g->count, sizeof *node);
    fpm_info found;
    double bound = q->info.lower_bound;
    int k, status = check_groups(g, q);
    if (!status && (!model || !node)) status = out_of_memory();
    g->flat = q->info.makespan;
    if (!status) {
        os_watch("composing groups");
        status = two_levels(g, q, model, node);
        os_watch(NULL);
        if (status >= 0) status = fpm_partition_check(q->n, q->p, q->proc, NULL, q->d, &found);
        status =
            status < 0 ? no_answer("--groups %s: %s", g->text, fpm_status_str(status)) : ANSWERED;
    }
    for (k = 0; k < g->count && model; k++) fpm_model_free(&model[k]);
    free(model);
    free(node);
    if (status) return status;
    q->info.makespan = found.makespan;
    q->info.imbalance = found.imbalance;
    q->info.busy = found.busy;
    q->info.gap = bound > 0 ? fmax(0, found.makespan / bound - 1) : 0;
    return ANSWERED;
}

void groups_print(const groups *g, const problem *q) {
    int64_t first = 0;
    int k;
    say("group  share  processors\n");
    for (k = 0; k < g->count; k++) {
        say("%5d  %5" PRId64 "  %" PRId64, k, g->share[k], first);
        first += g->size[k];
        if (g->size[k] > 1) say(" to %" PRId64, first - 1);
        putchar('\n');
    }
    say("all processors at once finish after %.6g s, in two levels after %.6g s\n\n", g->flat,
        q->info.makespan);
}

void groups_print_tsv(const groups *g) {
    char *text = text_list(g->share, g->count);
    tsv_text("groups", g->text);
    tsv_text("group_shares", text ? text : "");
    tsv_real("all_at_once", g->flat);
    free(text);
}
