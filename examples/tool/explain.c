/* explain.c - why the library has no answer, in the words of the command line. */
#include "explain.h"

static const term all_verbs[] = {{"opts.procs[].max", "--max"},
                                 {"opts.procs[].min", "--min"},
                                 {"opts.procs[].grain", "--grain"},
                                 {"opts.procs[].required", "--required"},
                                 {"opts.procs[].model", "the model (-m)"},
                                 {"opts.procs[]", "the processors"},
                                 {"opts.procs", "the processors"},
                                 {"procs[].max", "--max"},
                                 {"procs[].min", "--min"},
                                 {"procs[].grain", "--grain"},
                                 {"procs[].fixed", "--fixed"},
                                 {"procs[].link", "the transfers (--link, --bandwidth)"},
                                 {"procs[].required", "--required"},
                                 {"procs[].cost", "the cost"},
                                 {"procs[].model", "the model (-m)"},
                                 {"procs[]", "the processors"},
                                 {"opts.speed[]", "--speeds"},
                                 {"opts.speed", "--speeds"},
                                 {"opts.max_bytes", "--max-bytes"},
                                 {"opts.max_work", "--work"},
                                 {"opts.free_order", "--free"},
                                 {"opts.min_items", "--min-items"},
                                 {"opts.min_rows", "--min-rows"},
                                 {"opts.min_cols", "--min-cols"},
                                 {"min_cols", "--min-cols"},
                                 {"opts.compact", "--compact"},
                                 {"opts.columns", "--columns"},
                                 {"opts.block", "--block"},
                                 {"opts.border", "--border"},
                                 {"opts.stripes", "--stripes"},
                                 {"opts.orientation", "--orient"},
                                 {"opts.direction", "--direction"},
                                 {"opts.slack", "--slack"},
                                 {"opts.from", "--from"},
                                 {"opts.grain", "--grain"},
                                 {"opts.replicas", "--copies"},
                                 {"opts.max_pieces[]", "--slots"},
                                 {"opts.max_pieces", "--slots"},
                                 {"opts.max_moved", "--max-moved"},
                                 {"opts.equal_counts", "--counts"},
                                 {"opts.batches", "--batches"},
                                 {"opts.least", "--least"},
                                 {"opts.limit[]", "--limit"},
                                 {"opts.limit", "--limit"},
                                 {"rows * cols", "--rows times --cols"},
                                 {"rows and cols", "the sides of the matrix"},
                                 {"FPM_MATRIX_AUTO", "-a auto"},
                                 {"FPM_SHAPED", "-m shaped"},
                                 {"FPM_DISCRETE", "-m discrete"},
                                 {"FPM_AUTO", "-a auto"},
                                 {"FPM_AKIMA", "-m akima"},
                                 {"AUTO", "auto"},
                                 {"OPTIMAL", "optimal"},
                                 {"NEAR", "near"},
                                 {"COMPACT", "compact"},
                                 {"HIER_RB", "hier-rb"},
                                 {"HIER_RELAXED", "hier-relaxed"},
                                 {"UNIFORM", "uniform"},
                                 {"NICOL", "rect-nicol"},
                                 {"PQ and M_HEUR", "jag-pq-heur, jag-pq-opt, jag-m-heur"},
                                 {"M_HEUR_PROBE", "jag-m-heur-probe"},
                                 {"M_HEUR", "jag-m-heur"},
                                 {"M_PROBE", "jag-m-probe"},
                                 {"M_ALLOC", "jag-m-alloc"},
                                 {"device[].", ""},
                                 {"device[]", "the table of devices"},
                                 {NULL, NULL}};

static int in_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '[';
}

/* The longest term that the text begins with, or NULL. */
static const term *find_term(const term *list, const char *text) {
    const term *found = NULL;
    size_t length, longest = 0;
    for (; list && list->from; list++) {
        length = strlen(list->from);
        if (length <= longest || strncmp(text, list->from, length) != 0) continue;
        if (in_name(text[length]) && in_name(text[length - 1]) && text[length - 1] != '.') continue;
        found = list;
        longest = length;
    }
    return found;
}

/* Is a name of the library left? */
static int has_names(const char *text) {
    return strstr(text, "opts.") || strstr(text, "[]") || strstr(text, "procs") ||
           strstr(text, "FPM_") || strstr(text, "fpm_") || strchr(text, '_') || strstr(text, "->");
}

static void translate(const term *own, const char *text, char *to, size_t room) {
    size_t length = 0;
    char before = ' ';
    *to = '\0';
    while (*text && length + 1 < room) {
        const term *found = in_name(before) ? NULL : find_term(own, text);
        if (!found && !in_name(before)) found = find_term(all_verbs, text);
        if (found) {
            length += (size_t)snprintf(to + length, room - length, "%s", found->to);
            text += strlen(found->from);
        } else {
            to[length++] = *text++;
            to[length] = '\0';
        }
        before = text[-1];
    }
}

/* Leave out " (0: no limit, FPM_NOTHING: none)": the command line has no such values. */
static void drop_aside(char *text) {
    char *from = strstr(text, " ("), *end = from ? strchr(from, ')') : NULL;
    if (end) memmove(from, end + 1, strlen(end + 1) + 1);
}

const char *explain(const fpm_info *info, const term *own, char room[EXPLAIN_ROOM]) {
    char sentence[300], said[400];
    const char *status = fpm_status_str(info->status);
    int alone = info->status == FPM_E_ARGUMENT || info->status == FPM_E_BOUNDS ||
                info->status == FPM_E_UNSUPPORTED; /* the sentence says more than the status */
    snprintf(sentence, sizeof sentence, "%s%s%s", info->argument ? info->argument : "",
             info->argument && info->reason ? " " : "", info->reason ? info->reason : "");
    translate(own, sentence, said, sizeof said);
    if (has_names(said)) drop_aside(said);
    if (!*said || has_names(said)) snprintf(room, EXPLAIN_ROOM, "%s", status);
    else if (alone) snprintf(room, EXPLAIN_ROOM, "%s", said);
    else snprintf(room, EXPLAIN_ROOM, "%s: %s", status, said);
    return room;
}
