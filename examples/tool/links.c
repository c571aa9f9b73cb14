/* links.c - transfers of processors: their options, files and models. */
#include "links.h"
#include "points.h"
#include "text.h"

static const char *const names[] = {"--link", "--bandwidth", "--overlap"};
enum { LINK, BANDWIDTH, OVERLAP, OPTIONS };

static void take(links *l, args *a, int what, const char *text) {
    const char *colon = strchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : strlen(text);
    link_rule *list = (link_rule *)more_room(l->rule, (size_t)l->count, sizeof *list), *r;
    if (!list) {
        a->status = out_of_memory();
        return;
    }
    l->rule = list;
    r = &list[l->count++];
    memset(r, 0, sizeof *r);
    r->option = names[what];
    r->text = text;
    if (!text_whole(text, length, 0, INT_MAX, &r->proc) || (what == OVERLAP) == (colon != NULL)) {
        wrong_use(a, "%s %s: it takes %s, with processor I from 0; repeat it for each", names[what],
                  text, what == OVERLAP ? "I" : "I:VALUE");
        return;
    }
    if (what == LINK) r->file = colon + 1;
    if (what == BANDWIDTH && !text_bytes(colon + 1, strlen(colon + 1), &r->rate))
        wrong_use(a, "--bandwidth %s: the value is bytes per second, such as 12GB or 900MiB", text);
}

int links_option(links *l, args *a) {
    const char *text = NULL;
    int what;
    for (what = 0; what < OPTIONS; what++) {
        if (!args_each(a, names[what], &text)) continue;
        if (text) take(l, a, what, text);
        return 1;
    }
    return 0;
}

void links_free(links *l) {
    int i;
    for (i = 0; i < l->p; i++) {
        fpm_model_free(&l->model[i]);
        fpm_points_free(&l->points[i]);
    }
    free(l->points);
    free(l->model);
    free(l->rule);
    memset(l, 0, sizeof *l);
}

void links_checked(const links *l, const problem *q, args *a) {
    int j;
    for (j = 0; j < l->count; j++) {
        const link_rule *r = &l->rule[j];
        if (r->rate && !q->unit)
            wrong_use(a, "--bandwidth %s: add the bytes of one unit, such as --unit 8KB", r->text);
        if (q->algorithm == FPM_NUMERICAL)
            wrong_use(a, "%s %s: -a numerical knows no transfers, take -a auto", r->option,
                      r->text);
        if (q->runs > 0) wrong_use(a, "--runs knows no transfers: no %s with it", r->option);
    }
}

/* The model of transfers: straight lines of speed between the points of a file, or one speed. */
static int make_link(links *l, problem *q, const link_rule *r) {
    fpm_points *points = &l->points[r->proc];
    fpm_point one = FPM_ZERO;
    int status;
    if (r->file) {
        status = points_read(r->file, points, &q->doubtful);
        if (status) return status;
    } else {
        one.size = 1;
        one.seconds = (double)q->unit / (double)r->rate;
        if (fpm_points_add(points, &one) != FPM_OK) return out_of_memory();
    }
    status = fpm_model_from_points(&l->model[r->proc], r->file ? FPM_PIECEWISE : FPM_CONSTANT,
                                   points, NULL, NULL);
    if (status < 0) return no_answer("%s %s: %s", r->option, r->text, fpm_status_str(status));
    q->proc[r->proc].link = &l->model[r->proc];
    return ANSWERED;
}

/* When the models are made. */
static int make_links(links *l, problem *q, args *a) {
    int j, overlap, status = ANSWERED;
    if (!l->count) return ANSWERED;
    l->points = (fpm_points *)calloc((size_t)q->p, sizeof *l->points);
    l->model = (fpm_model *)calloc((size_t)q->p, sizeof *l->model);
    if (!l->points || !l->model) return out_of_memory();
    l->p = q->p;
    for (overlap = 0; overlap < 2; overlap++) /* overlap needs the link that goes with it */
        for (j = 0; j < l->count && !status; j++) {
            const link_rule *r = &l->rule[j];
            int own = !r->file && !r->rate;
            if (own != overlap) continue;
            if (r->proc >= q->p)
                return wrong_use(a, "%s %s: processors are counted from 0 and there are %d",
                                 r->option, r->text, q->p);
            if (own && !q->proc[r->proc].link)
                return wrong_use(a, "--overlap %s: add its --link or --bandwidth", r->text);
            if (!own && q->proc[r->proc].link)
                return wrong_use(a, "%s %s: there is a link already", r->option, r->text);
            if (own) q->proc[r->proc].overlap = 1;
            else status = make_link(l, q, r);
        }
    return status;
}

int links_load(links *l, problem *q, args *a) {
    int status = make_links(l, q, a);
    return status || !l->count ? status : problem_find_curves(q);
}
