/* measure.c - verb measure: a kernel on devices, into points files. */
#include "measure.h"
#include "file.h"
#include "os.h"
#include "points.h"
#include "standin.h"
#include "text.h"
#include "verbs.h"

static const char measure_help[] =
    "usage: fpm-tool measure --kernel NAME --device SPEC... --sizes A:B[:COUNT] --dir OUT\n"
    "       fpm-tool measure --kernel gemm --device SPEC... --tiles A:B:+STEP --dir OUT\n\n"
    "Time a kernel on processors and write one points file per device: OUT/<device>.pts, with -\n"
    "for : and for characters that file names lack.  Devices of one call are measured at\n"
    "the same time, because they share caches and memory.  There are COUNT sizes from A to B (10\n"
    "by default, at least 5, in geometric progression), in a random order.  With -n the tool\n"
    "chooses the sizes: those that decide how n units are partitioned over these devices.\n\n"
    "  --kernel NAME      what to run; fpm-tool devices lists the kernels\n"
    "  --device SPEC...   cpu:0 the first core that this process may use, cpu:0-3 four cores,\n"
    "                     omp:4 four threads anywhere, blas:0 or blas:0-3 the kernel by a BLAS,\n"
    "                     cuda:0 the kernel on that device, \"cmd:COMMAND {size}\" a command of\n"
    "                     the shell, with the size in place of {size}\n"
    "  --sizes A:B[:N]    sizes of the kernel, for example the side of a matrix; the points files\n"
    "                     hold units of work, for example its area.  The size of a command is its\n"
    "                     units.  A:B:+S is every S-th size, for rough profiles (-m discrete)\n"
    "  --tiles R[,C]      instead of --sizes, of gemm or a command with {rows} and {cols}: each\n"
    "                     tile of R rows by C columns (as --sizes; without ,C as R), in files\n"
    "                     OUT/<device>.tiles for the verbs matrix and advise\n"
    "  --depth K          of gemm: columns of A and rows of B, the panels (128)\n"
    "  --dir OUT          directory of the points files, made if it is missing; it replaces what\n"
    "                     an earlier measurement of a device wrote there\n"
    "  -n N, -n N:M       choose sizes from A to B for partitions of N units, or of N to M\n"
    "  --tolerance E      with -n: until no partition can be faster by more than E (0.02)\n"
    "  --max-rounds R     with -n: at most R rounds (200)\n"
    "  --resume           keep the points in the files and do not measure their sizes again\n"
    "  --visits V         measure each size V times, far apart in time (3)\n"
    "  --precision E      stop when the 95 % interval is within E of the time (0.025)\n"
    "  --mean             use the mean and Student's t, not the median and order statistics\n"
    "  --max-seconds S    most time for one size at one visit (5)\n"
    "  --timeout S        kill a command after S seconds (60)\n"
    "  --device-memory B  bytes of a CUDA device to use; larger problems go in tiles (90 %)\n"
    "  --seed S           of the random order (0)\n"
    "  --svg OUT          draw how the repeated times of each device spread: a histogram beside\n"
    "                     normal noise; the last lines give the skewness (0: symmetric)\n\n"
    "The files grow while the measurement runs, and a size that fails (too large, for example)\n"
    "does not stop the others.  The last lines say how speeds vary and, of several devices, what\n"
    "constant speeds and smooth models would lose in a partition into sizes that were measured,\n"
    "near the middle of each device's sizes.\n\n"
    "Exit status: 0 all measured, 1 something failed, 2 wrong use.\n";

/* Why a size could not be measured: the device at fault is not the ones that had to stop for it. */
static void note_failure(session *s, const int64_t *x, int status, const fpmk_report *reports) {
    int i, at = 0;
    const device *dev;
    char why[100];
    if (s->failures++ > 0) return;
    for (i = 0; i < s->count; i++)
        if (reports[i].status < 0 && reports[i].status != FPM_E_STOPPED) at = i;
    dev = &s->dev[at];
    snprintf(why, sizeof why, "%s", fpmk_status_str(status));
    if (status == FPMK_E_KERNEL && dev->shell.text && reports[at].result == OS_KILLED)
        snprintf(why, sizeof why, "killed after %g s", dev->shell.timeout);
    else if (status == FPMK_E_KERNEL && dev->shell.text)
        snprintf(why, sizeof why, "the command ended with status %d%s", reports[at].result,
                 reports[at].result == 127 ? ": the shell finds no such program" : "");
    if (s->tiles)
        snprintf(s->failure, sizeof s->failure,
                 "%s on %.80s at a tile of %" PRId64 " by %" PRId64 ": %s", dev->kernel.name,
                 dev->name, x[at], dev->shell.text ? dev->shell.cols : dev->setup.width, why);
    else
        snprintf(s->failure, sizeof s->failure, "%s on %.80s at size %" PRId64 ": %s",
                 dev->kernel.name, dev->name, x[at], why);
}

/* Measure the devices whose x is not 0 as a group: what fpmk_build_model calls, and the rounds of
   a grid. */
int measure_round(void *context, int count, const int64_t *x, fpm_point *points,
                  fpmk_report *reports) {
    session *s = (session *)context;
    fpmk_member member[MOST_DEVICES];
    int i, status, who[MOST_DEVICES], working = 0;
    memset(member, 0, sizeof member);
    for (i = 0; i < count; i++) {
        if (x[i] == 0) continue;
        member[working].kernel = &s->dev[i].kernel;
        member[working].core = s->dev[i].core;
        member[working].threads = s->dev[i].threads;
        member[working].x = x[i];
        s->working[working] = i;
        who[working++] = i;
    }
    status = fpmk_measure_group(working, member, &s->opts, points, reports);
    while (working-- > 0) {
        device *dev = &s->dev[i = who[working]];
        points[i] = points[working];
        reports[i] = reports[working];
        if (status < 0) continue;
        dev->rough += reports[i].status > 0;
        dev->unstable += reports[i].unstable != 0;
        dev->seen |= reports[i].unstable;
        if (reports[i].reps >= 3) spread_note(&dev->times, reports[i].skewness);
        if (reports[i].skew > dev->skew) dev->skew = reports[i].skew;
    }
    if (status < 0) note_failure(s, x, status, reports);
    return status;
}

/* What fpmk_options.samples calls, one member after the other. */
static void keep_samples(void *context, int member, const double *seconds, int64_t count) {
    session *s = (session *)context;
    if (!spread_add(&s->dev[s->working[member]].times, seconds, count)) s->memory = 1;
}

void measure_progress(const char *text) {
    int cells = (int)strlen(text);
    if (!os_is_terminal(stderr)) return;
    fputc('\r', stderr);
    text_show(stderr, text, "");
    fprintf(stderr, "%*s%s", cells < 40 ? 40 - cells : 0, "", *text ? "" : "\r");
}

/* Keep the points of a round in the files. */
static int keep_built(void *context, const fpmk_progress *state) {
    session *s = (session *)context;
    char text[80];
    int i;
    for (i = 0; i < s->count; i++)
        if (state->x[i] > 0 && fpmk_points_pool(&s->dev[i].points, &state->points[i]) != FPM_OK)
            return 1;
    s->writing = measure_write(s);
    snprintf(text, sizeof text, "round %d, gap %.1f %%", state->done, 100 * state->gap);
    measure_progress(text);
    return !s->writing;
}

static int copy_points(const fpm_points *from, fpm_points *to) {
    int64_t j;
    int status = FPM_OK;
    for (j = 0; j < from->count && status >= 0; j++) {
        fpm_point point;
        point.size = from->size[j], point.seconds = from->seconds[j];
        point.half_width = from->half_width[j], point.reps = from->reps[j];
        status = fpmk_points_pool(to, &point);
    }
    return status;
}

/* How far a measured time may be off, relative. */
static double widest_interval(const session *s) {
    double most = 0;
    int64_t j;
    int i;
    for (i = 0; i < s->count; i++)
        for (j = 0; j < s->dev[i].points.count; j++)
            most = fmax(most, s->dev[i].points.half_width[j] / s->dev[i].points.seconds[j]);
    return most;
}

/* Sizes chosen for partitions of n. */
static int measure_chosen(session *s) {
    fpm_points lists[MOST_DEVICES]; /* with the points that the files hold */
    fpmk_member members[MOST_DEVICES];
    fpmk_build_info info = FPM_ZERO;
    int i, status = FPM_OK;
    memset(lists, 0, sizeof lists);
    memset(members, 0, sizeof members);
    for (i = 0; i < s->count && status >= 0; i++) {
        status = copy_points(&s->dev[i].points, &lists[i]);
        members[i].kernel = &s->dev[i].kernel;
    }
    s->how.low = s->low, s->how.high = s->high;
    s->how.visits = s->visits;
    s->how.measure = measure_round, s->how.context = s;
    s->opts.progress = keep_built, s->opts.progress_context = s;
    s->writing = 1;
    measure_progress("round 1");
    if (status >= 0) status = fpmk_build_model(s->count, members, &s->how, &s->opts, lists, &info);
    measure_progress("");
    for (i = 0; i < s->count; i++) fpm_points_free(&lists[i]);
    if (!s->writing) return measure_unwritten(s);
    if (status == FPM_E_SIZE && s->failures == 0)
        return no_answer("-n: the sizes %s of all devices together do not reach it", s->sizes);
    if (s->failures > 0 && (status < 0 || !info.limited)) return no_answer("%s", s->failure);
    if (status < 0) return no_answer("%s", fpmk_status_str(status));
    say("%d rounds; ", info.rounds);
    if (info.gap < 1e3)
        say("no partition can be faster by more than %.1f %%, as far as times are right (%.2g %%)",
            100 * info.gap, 100 * widest_interval(s));
    else say("a share is larger than all sizes that were measured");
    say("%s%s\n", status > 0 ? "; the limit of rounds came first" : "",
        info.limited ? "; sizes are limited by memory" : "");
    return ANSWERED;
}

int measure_unwritten(const session *s) {
    return no_answer("%s: points could not be written: %s", s->dir, strerror(errno));
}

void measure_shuffle(int64_t *x, int64_t count, uint64_t random) {
    int64_t i;
    for (i = count - 1; i > 0; i--) {
        int64_t kept = x[i], j;
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        j = (int64_t)((random >> 33) % (uint64_t)(i + 1));
        x[i] = x[j];
        x[j] = kept;
    }
}

int measure_known(const device *d, int64_t key) {
    int64_t j;
    for (j = 0; j < d->points.count; j++)
        if (d->points.size[j] == key) return 1;
    return 0;
}

/* Do the files that were resumed hold this size of every device? */
static int known_already(const session *s, int64_t x) {
    int i;
    for (i = 0; i < s->count; i++) {
        const fpmk_kernel *k = &s->dev[i].kernel;
        if (!measure_known(&s->dev[i], k->units ? k->units(k->context, x) : x)) return 0;
    }
    return 1;
}

/* One size on all devices, pooled and written; ANSWERED even if it could not be measured. */
static int measure_size(session *s, int64_t x, int *measured) {
    fpm_point points[MOST_DEVICES];
    fpmk_report reports[MOST_DEVICES];
    int64_t sizes[MOST_DEVICES];
    int i, ok = 1;
    for (i = 0; i < s->count; i++) sizes[i] = x;
    memset(reports, 0, sizeof reports);
    *measured = measure_round(s, s->count, sizes, points, reports) >= 0;
    for (i = 0; i < s->count && *measured; i++)
        ok = ok && fpmk_points_pool(&s->dev[i].points, &points[i]) == FPM_OK;
    if (ok && (!*measured || measure_write(s))) return ANSWERED;
    return measure_unwritten(s);
}

/* All sizes, also those after one that fails: it may have been too large for the memory. */
static int measure_grid(session *s) {
    int64_t x[MOST_SIZES];
    int visit, j, left = 0, status = ANSWERED, measured;
    char text[80];
    for (j = 0; j < s->rounds; j++)
        if (!s->resume || !known_already(s, s->x[j])) x[left++] = s->x[j];
    for (visit = 0; visit < s->visits; visit++) {
        int count = left;
        measure_shuffle(x, count, s->opts.seed + (uint64_t)visit + 1);
        for (left = 0, j = 0; j < count && !status; j++) {
            snprintf(text, sizeof text, "visit %d of %d, %d of %d sizes: %" PRId64, visit + 1,
                     s->visits, j + 1, count, x[j]);
            measure_progress(text);
            status = measure_size(s, x[j], &measured);
            if (measured) x[left++] = x[j];
        }
    }
    measure_progress("");
    if (status || s->failures == 0) return status;
    return no_answer("%s (%d of %d sizes are measured)", s->failure, s->rounds - s->failures,
                     s->rounds);
}

static void print_device(const device *dev) {
    const fpm_points *points = &dev->points;
    int64_t last = points->count - 1;
    double mean, most;
    if (points->count == 0) return;
    say("%s: %" PRId64
        " points, %d measurements imprecise, %d unstable, %.4g units/s at the largest",
        dev->path, points->count, dev->rough, dev->unstable,
        (double)points->size[last] / points->seconds[last]);
    points_variation(points, &mean, &most);
    if (dev->times.measured > 0)
        say(", skewness of the times %.2f (%.2f at most)", spread_skewness(&dev->times),
            dev->times.most_skewed);
    if (most > 0)
        say(", speeds vary by %.3g %% from peak to dip, %.3g %% at most", 100 * mean, 100 * most);
    putchar('\n');
}

/* What was said of a device as "imprecise" and "unstable": what it means, and what to do. */
static void print_meaning(const session *s) {
    int i, rough = 0, seen = 0;
    for (i = 0; i < s->count; i++) {
        rough += s->dev[i].rough;
        seen |= s->dev[i].seen;
    }
    if (rough > 0)
        say("imprecise: the 95 %% interval of a time stayed wider than %g %% of it (the %s column "
            "of the file\n   is its half); %s that into account, a larger --max-seconds (%g) "
            "narrows it\n",
            100 * s->opts.precision, s->tiles ? "fourth" : "third",
            s->tiles ? "advise --points2d takes" : "partition --risk takes", s->opts.max_seconds);
    if (seen & ~FPMK_WIDE)
        say("unstable: the same work may take another time when you run it, because\n");
    if (seen & FPMK_CROWDED)
        say("   other programs had the core for more than 5 %% of the time: stop them, or take "
            "another --device\n");
    if (seen & FPMK_WARMING)
        say("   successive runs still differed by 10 %% after the warm-up: take larger sizes, or "
            "a quiet machine\n");
    if (seen & FPMK_TRENDING)
        say("   times rose or fell from run to run: clock rates or heat; measure again later, "
            "with --visits\n");
    if (seen & FPMK_OUTLIERS)
        say("   more than a tenth of the times lay far outside: measure again when the machine "
            "is quiet\n");
}

/* What simpler models would lose, where each device takes about the middle one of its sizes. */
static void print_losses(const session *s) {
    fpm_model model[MOST_DEVICES];
    fpm_proc proc[MOST_DEVICES] = FPM_ZERO;
    int64_t d[MOST_DEVICES];
    stand_in constant = FPM_ZERO, smooth = FPM_ZERO;
    problem q = FPM_ZERO;
    int i, enough = 1;
    for (; q.p < s->count && enough; q.p += enough) {
        const fpm_points *points = &s->dev[q.p].points;
        enough = points->count >= LEAST_SIZES &&
                 fpm_model_from_points(&model[q.p], FPM_DISCRETE, points, NULL, NULL) >= 0;
        proc[q.p].model = &model[q.p];
        if (enough) q.n += points->size[points->count / 2];
    }
    q.model = model, q.proc = proc, q.d = d;
    if (enough && q.p > 1 && fpm_partition(q.n, q.p, proc, NULL, d, &q.info) >= 0 &&
        stand_in_solve(&q, 1, &constant) == ANSWERED && stand_in_solve(&q, 0, &smooth) == ANSWERED)
        say("%" PRId64 " units in sizes measured take %.4g s, %.3g %% more by constant speeds, "
            "%.3g %% by smooth models\n",
            q.n, q.info.makespan, 100 * (constant.makespan / q.info.makespan - 1),
            100 * (smooth.makespan / q.info.makespan - 1));
    stand_in_free(&constant);
    stand_in_free(&smooth);
    for (i = 0; i < q.p; i++) fpm_model_free(&model[i]);
}

/* The histogram of each device that was measured. */
static int draw_spreads(const session *s) {
    const spread *of[MOST_DEVICES];
    const char *name[MOST_DEVICES];
    spreads all = FPM_ZERO;
    int i;
    for (i = 0; i < s->count; i++) {
        if (s->dev[i].times.count == 0) continue;
        of[all.count] = &s->dev[i].times;
        name[all.count++] = s->dev[i].name;
    }
    if (s->memory) return out_of_memory();
    if (all.count == 0)
        return no_answer("--svg %s: nothing was measured%s", s->svg,
                         s->resume ? ": --resume keeps what is there" : "");
    all.of = of;
    all.name = name;
    return file_picture(s->svg, spreads_draw, &all);
}

static int run_measure(args *a) {
    session *s = (session *)calloc(1, sizeof *s);
    int i, status;
    if (!s) return out_of_memory();
    s->opts.precision = 0.025;
    s->opts.max_seconds = 5;
    s->timeout = 60;
    s->visits = 3;
    s->opts.samples = keep_samples;
    s->opts.samples_context = s;
    status = measure_options(s, a);
    if (!status) status = measure_name_files(s);
    if (!status && s->tiles) status = measure_tiles(s);
    else if (!status) status = s->adaptive ? measure_chosen(s) : measure_grid(s);
    for (i = 0; i < s->count && !a->status; i++) {
        if (s->tiles) measure_tiles_print(&s->dev[i]);
        else print_device(&s->dev[i]);
    }
    if (!a->status) print_meaning(s);
    if (!a->status && !s->tiles) print_losses(s);
    if (!a->status && s->svg && draw_spreads(s)) status = NO_ANSWER;
    for (i = 0; i < s->count; i++) {
        fpm_points_free(&s->dev[i].points);
        spread_free(&s->dev[i].times);
        free(s->dev[i].path);
    }
    free(s);
    return status;
}

const verb measure_verb = {
    "measure", "time a kernel on devices, write points files", run_measure, measure_help,
    "  fpm-tool measure --kernel gemm --device cpu:0 --sizes 50:1000 --dir points\n"
    "  fpm-tool measure --device \"cmd:./solver {size}\" --sizes 1000:32000:6 --dir points\n"};
