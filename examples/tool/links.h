/* links.h - transfers of processors, for partition, plot, advise and simulate: --link, --bandwidth
   and --overlap. */
#ifndef LINKS_H
#define LINKS_H
#include "problem.h"

#define LINKS_HELP                                                                                 \
    "  --link I:FILE    transfers of processor I take the seconds by size in FILE\n"               \
    "  --bandwidth I:B  or --unit bytes each at B a second, as 12GB; --overlap I: beside the work\n"

typedef struct link_rule { /* as it was given */
    const char *option, *text, *file;
    int64_t proc, rate; /* bytes per second; 0: a file, or overlap */
} link_rule;

typedef struct links {
    link_rule *rule;
    int count;
    int p;
    fpm_points *points; /* p of each: what was read, and its model */
    fpm_model *model;
} links;

/* One of these options: 1, as in args.h. */
int links_option(links *l, args *a);

/* After the last argument. */
void links_checked(const links *l, const problem *q, args *a);

/* After problem_load: the processors of q get their links. */
int links_load(links *l, problem *q, args *a);
void links_free(links *l);

#endif
