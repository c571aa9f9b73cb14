/* roughness.c - is what neighbouring sizes differ by real, or noise of measuring? */
#include "roughness.h"

int roughness_points(const fpm_points *points, fpmk_roughness_report *r) {
    int status = FPM_OK;
    memset(r, 0, sizeof *r);
    if (points->count > 0)
        status = fpmk_roughness(points->count, points->size, NULL, points->seconds,
                                points->half_width, NULL, r);
    if (status == FPM_E_MEMORY) return out_of_memory();
    return status < 0 ? no_answer("%s", fpmk_status_str(status)) : ANSWERED;
}

int roughness_tiles(const char *file, const tile_times *t, fpmk_roughness_report *r) {
    int status = fpmk_roughness(t->count, t->m, t->n, t->seconds, t->half_width, NULL, r);
    if (status >= 0) return ANSWERED;
    if (t->count == 0)
        return no_answer("%s: no tiles: write a line `rows columns seconds` for each", file);
    if (status == FPM_E_MEMORY) return out_of_memory();
    if (status == FPM_E_ORDER)
        return no_answer("%s:%" PRId64 ": a second time for a tile of %" PRId64 " by %" PRId64
                         ": keep one, such as the mean",
                         file, t->line[r->at], t->m[r->at], t->n[r->at]);
    return no_answer("%s:%" PRId64 ": %s", file, t->line[r->at], fpmk_status_str(status));
}

const char *roughness_word(const fpmk_roughness_report *r) {
    static const char *const word[] = {"undecided", "smooth", "rough", "spots"};
    return word[r->verdict];
}

/* A part in per cent, without an exponent where it is large. */
static const char *percent_text(double part, char *room, size_t size) {
    if (part < 0.995) snprintf(room, size, "%.2g", 100 * part);
    else snprintf(room, size, "%.0f", 100 * part);
    return room;
}

const char *roughness_text(const fpmk_roughness_report *r, char *room) {
    char differ[100], noise[24], besides[24];
    if (r->groups == 0) {
        snprintf(room, ROUGHNESS_ROOM,
                 "roughness or noise: not known, which takes half-widths of four sizes or tiles "
                 "in a row");
        return room;
    }
    snprintf(differ, sizeof differ, "times repeat within %s %%, sizes differ by %s %% besides",
             percent_text(r->noise, noise, sizeof noise),
             percent_text(r->roughness, besides, sizeof besides));
    switch (r->verdict) {
    case FPMK_ROUGH: snprintf(room, ROUGHNESS_ROOM, "%s: rough, take -m discrete", differ); break;
    case FPMK_SMOOTH:
        snprintf(room, ROUGHNESS_ROOM, "%s: noise, take a smooth model", differ);
        break;
    case FPMK_SPOTS:
        snprintf(room, ROUGHNESS_ROOM,
                 "%s: smooth, except for %" PRId64 " of %" PRId64
                 " places (steps, or sizes that are slow)",
                 differ, r->spots, r->groups);
        break;
    default:
        snprintf(room, ROUGHNESS_ROOM, "%s: undecided, measure again (--visits) or at more sizes",
                 differ);
    }
    return room;
}
