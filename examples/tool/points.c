/* points.c - points files, and what is wrong with them. */
#include "points.h"
#include "file.h"
#include "points_text.h"
#include "text.h"

/* Say what was seen: of its line, or of the whole file. */
static int say_wrong(const char *file, const remark *seen) {
    if (seen->line == 0) return no_answer("%s: %s", file, seen->text);
    return no_answer("%s:%" PRId64 ": %s", file, seen->line, seen->text);
}

static void add_doubt(const char *file, const remark *seen, doubts *d) {
    if (seen->line == 0) doubts_add(d, "%s: %s", file, seen->text);
    else doubts_add(d, "%s:%" PRId64 ": %s", file, seen->line, seen->text);
}

static int parse_points(const char *file, const char *text, size_t length, fpm_points *points,
                        doubts *d) {
    remark seen[REMARKS];
    int i, count;
    if (points_parse(text, length, points, &seen[0]) < 0) return say_wrong(file, &seen[0]);
    count = points_doubts(text, length, points, seen);
    for (i = 0; i < count; i++) add_doubt(file, &seen[i], d);
    return count < 0 ? out_of_memory() : ANSWERED;
}

int points_parse_file(const char *file, const char *text, size_t length, fpm_points *points,
                      doubts *d) {
    int status = parse_points(file, text, length, points, d);
    if (!status && fpm_points_sort(points, NULL) < 0) status = no_answer("%s: no points", file);
    return status;
}

int points_read(const char *file, fpm_points *points, doubts *d) {
    char *text;
    size_t length;
    int status;
    if (file_read(file, 0, &text, &length)) return NO_ANSWER;
    text_unquote(text, length);
    status = points_parse_file(file, text, length, points, d);
    free(text);
    return status;
}

void points_variation(const fpm_points *points, double *mean, double *most) {
    double before = 0, sum = 0; /* the extremum before; 0: none yet */
    int64_t j, pairs = 0;
    int up = 0;
    for (j = 1, *most = 0; j < points->count; j++) {
        double s = (double)points->size[j - 1] / points->seconds[j - 1];
        double next = (double)points->size[j] / points->seconds[j];
        int way = next > s ? 1 : next < s ? -1 : up;
        if (up && way != up) {
            if (before > 0) {
                double v = fabs(s - before) / fmin(s, before);
                sum += v;
                pairs++;
                *most = fmax(*most, v);
            }
            before = s;
        }
        up = way;
    }
    *mean = pairs ? sum / (double)pairs : 0;
}

int64_t points_band(const fpm_points *points, double *mean, double *most, int64_t *at) {
    int64_t j, count = 0;
    double sum = 0;
    *most = 0;
    *at = 0;
    for (j = 0; j < points->count; j++) {
        double r = points->half_width[j] / points->seconds[j], width;
        if (!(r < 1)) continue;
        width = 1 / (1 - r) - 1 / (1 + r);
        sum += width;
        count++;
        if (!(width > *most)) continue;
        *most = width;
        *at = points->size[j];
    }
    *mean = count ? sum / (double)count : 0;
    return count;
}
