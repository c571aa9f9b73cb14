/* item_times.h - items --times and --groups: seconds on types of processors; groups of pieces. */
#ifndef ITEM_TIMES_H
#define ITEM_TIMES_H
#include "args.h"

typedef struct item_times {
    const char *times, *list, *groups; /* --times, --types, --groups as they were given, or NULL */
    int64_t apart;                     /* --apart, or 0 */
    int together, spread;              /* --together, --spread */
    double *seconds;                   /* of each type in a row, for all pieces */
    int *type, *of;                    /* of processors; groups of pieces */
    fpm_items_types types;
    fpm_items_groups group;
} item_times;

int item_times_option(item_times *t, args *a); /* as in args.h */

/* Complain of options that do not go together; the number of --types becomes *p. */
int item_times_checked(item_times *t, args *a, int64_t *p);

/* Read the files for n pieces; *p becomes the number of types if it is 0.  The status. */
int item_times_read(item_times *t, int64_t n, int64_t *p, fpm_items_options *opts);
void item_times_free(item_times *t);

#endif
