/* measure_files.c - the points files that measure writes. */
#include "measure.h"
#include "os.h"
#include "points.h"
#include <time.h>

static void write_comments(FILE *file, const session *s, int i) {
    const device *dev = &s->dev[i];
    fpmk_capabilities caps;
    char machine[300] = "unknown", date[40] = "unknown";
    time_t now = time(NULL);
    const struct tm *utc = gmtime(&now);
    int j;
    if (utc) strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", utc);
    os_describe(machine, sizeof machine);
    fprintf(file, "# kernel   %s: %s\n# device   %s", dev->kernel.name,
            s->tiles ? "a tile of rows by columns" : dev->kernel.what, dev->name);
    if (dev->core >= 0) fprintf(file, " (core %d)", dev->core);
    for (j = 0; j < s->count; j++)
        if (j != i) fprintf(file, ", together with %s", s->dev[j].name);
    fprintf(file, "\n# machine  %s\n", machine);
    if (fpmk_caps(&caps) == FPM_OK)
        fprintf(file, "# compiler %s\n# clock    %s, ticks of %.2g s\n", caps.compiler, caps.clock,
                caps.tick);
    fprintf(file, "# date     %s\n# options  --%s %s --precision %g --max-seconds %g --visits %d",
            date, s->tiles ? "tiles" : "sizes", s->tiles ? s->tiles : s->sizes, s->opts.precision,
            s->opts.max_seconds, s->visits);
    if (s->depth) fprintf(file, " --depth %" PRId64, s->depth);
    if (s->adaptive) fprintf(file, " -n %" PRId64, s->how.n_low);
    if (s->adaptive && s->how.n_high) fprintf(file, ":%" PRId64, s->how.n_high);
    fprintf(file, "%s%s\n", s->opts.method == FPMK_MEAN ? " --mean" : "",
            s->resume ? " --resume" : "");
    fprintf(file,
            "# quality  %d measurements did not reach the precision, %d were unstable; %d visits "
            "each; starts within %.2g s; skewness of the times %.2f in the mean, %.2f at most\n",
            dev->rough, dev->unstable, s->visits, dev->skew, spread_skewness(&dev->times),
            dev->times.most_skewed);
    fprintf(file, "# %s seconds half_width repetitions\n", s->tiles ? "rows columns" : "size");
}

/* The points as text; 0: that failed. */
static int write_points(FILE *file, const fpm_points *points) {
    char *text;
    size_t length = 0;
    int ok;
    fpm_points_format(points, NULL, 0, &length);
    text = (char *)malloc(length + 1);
    ok = text && fpm_points_format(points, text, length + 1, &length) == FPM_OK &&
         fwrite(text, 1, length, file) == length;
    free(text);
    return ok;
}

static void write_tiles(FILE *file, const fpm_points *points) {
    int64_t k;
    for (k = 0; k < points->count; k++)
        fprintf(file, "%" PRId64 " %" PRId64 " %.17g %.17g %" PRId64 "\n",
                tile_rows(points->size[k]), tile_cols(points->size[k]), points->seconds[k],
                points->half_width[k], points->reps[k]);
}

static int write_device(const session *s, int i) {
    const fpm_points *points = &s->dev[i].points;
    FILE *file = os_beside(s->dev[i].path);
    int ok = 1;
    if (!file) return 0;
    write_comments(file, s, i);
    if (s->tiles) write_tiles(file, points);
    else ok = write_points(file, points);
    ok = ok && !ferror(file) && !fflush(file);
    return os_replace(file, s->dev[i].path, ok) == 0 && ok;
}

int measure_write(const session *s) {
    int i;
    for (i = 0; i < s->count; i++)
        if (s->dev[i].points.count > 0 && !write_device(s, i)) return 0;
    return 1;
}

/* Can this file be written?  What it holds stays, and if there was none there is none. */
static int can_write(const char *path) {
    FILE *file = fopen(path, "rb");
    int there = file != NULL, error;
    if (there) fclose(file);
    file = os_beside(path);
    error = errno;
    if (file) os_replace(file, path, 0);
    errno = error;
    return file ? 1 + there : 0;
}

/* Which kernel's points a file has, as its first line says: NULL where measure did not write it; ""
   where it is empty. */
static const char *written_kernel(const char *path, char *line, int room) {
    const char *mark = "# kernel   ";
    FILE *file = fopen(path, "rb");
    if (!file || !fgets(line, room, file)) line[0] = '\0';
    if (file) fclose(file);
    if (line[0] == '\0') return line;
    line[strcspn(line, ":\r\n")] = '\0';
    return strncmp(line, mark, strlen(mark)) ? NULL : line + strlen(mark);
}

/* A file that is there.  Its points stay with --resume, unless they are of another kernel; without,
   they go, unless somebody else wrote them. */
static int take_file(const session *s, device *dev) {
    char line[200];
    const char *kernel = written_kernel(dev->path, line, sizeof line);
    doubts d = FPM_ZERO;
    int status = ANSWERED;
    if (s->resume && kernel && *kernel && strcmp(kernel, dev->kernel.name) != 0)
        return no_answer("%s: its points are of %s, not of %s; another --dir leaves them alone",
                         dev->path, kernel, dev->kernel.name);
    if (!s->resume && !kernel)
        return no_answer("%s: measure did not write this file; --resume adds to its points, "
                         "another --dir leaves it alone",
                         dev->path);
    if (s->resume && s->tiles) status = measure_tiles_read(dev->path, &dev->points);
    else if (s->resume) status = points_read(dev->path, &dev->points, &d);
    else if (*kernel)
        doubts_add(&d, "%s: a new point replaces those of %s; --resume keeps them", dev->path,
                   kernel);
    doubts_say(&d);
    return status;
}

int measure_name_files(session *s) {
    int i, j, there;
    if (os_make_dir(s->dir) != 0 && errno != EEXIST)
        return no_answer("%s: %s", s->dir, strerror(errno));
    if (os_is_file(s->dir))
        return no_answer("%s is a file, and --dir names a directory: give another name", s->dir);
    for (i = 0; i < s->count; i++) {
        const char *end = s->tiles ? "tiles" : "pts";
        size_t size = strlen(s->dir) + strlen(s->dev[i].name) + 8;
        char *path = (char *)malloc(size), *at;
        if (!path) return out_of_memory();
        snprintf(path, size, "%s/%s.%s", s->dir, s->dev[i].name, end);
        for (at = path + strlen(s->dir) + 1; *at; at++)
            if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._", *at))
                *at = '-';
        if (strlen(s->dev[i].name) > 80) snprintf(path + strlen(s->dir) + 81, 7, ".%s", end);
        s->dev[i].path = path;
        for (j = 0; j < i; j++)
            if (!strcmp(s->dev[j].path, path))
                return no_answer("%s: the file of two devices", path);
        there = can_write(path);
        if (!there) return no_answer("%s: %s", path, strerror(errno));
        if (there == 2 && take_file(s, &s->dev[i])) return NO_ANSWER;
    }
    return ANSWERED;
}
