/* answers.c - records what fpm.h answers: every public call on thousands of random and extreme
   instances, one line a call.  Two builds of it, against two states of fpm.h, print the same lines
   unless an answer has changed; tests/build/jobs/answers.sh builds, runs and compares them.

      answers [-e] [-s SEED] [-x SCALE] [-i INSTANCE] [-t SECONDS] [SECTION...]

   -e adds a line for the effort of each call (iterations, bytes, work), which a rebuild may change;
   -x multiplies the number of instances, -i runs one instance only, -t names on standard error
   those that take longer.  A line is

      CALL#SECTION.INSTANCE.NUMBER status=S field=value ...

   Fields that are 0 (or -1, where that means none) are left out.  A real number is printed with
   nine digits and its bits, a long list by its first entries, its length and a hash of all.  kept=1
   says that the outputs of a failed call are untouched; a line "leak" that an instance left memory
   behind, or gave wrong sizes of blocks back.  CALL/limit has a limit on work, so that its answer
   depends on effort; CALL/bytes has one on memory, CALL/bad has arguments that must be refused.

   Each side is compiled with the answers.c of its own revision.  -DANSWERS_PLAIN=4:
   the value of the flag that names the textbook spline. */
#ifndef FPM__IMPLEMENTED /* the implementation is linked */
#ifndef FPM_IMPLEMENTATION
#define FPM_IMPLEMENTATION
#endif
#ifndef FPM_STATIC
#define FPM_STATIC
#endif
#endif
#include "fpm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Models that read the arrays of this program. */
static const fpm_model_options borrowed = {FPM_BORROW, 0, 0, NULL, NULL, 0, NULL};

#ifndef ANSWERS_PLAIN
#define ANSWERS_PLAIN 0
#endif

/* Values of names that later versions may drop; they have to be refused then. */
enum { LEAST_TIMES = 4, RECT_NONE = 17, MATRIX_SLICES = 3 };

/* ---- random numbers: splitmix64, seeded anew for each instance.  Compilers differ in the order in
   which they evaluate operands and arguments: of those of one call, one at most may draw, so that
   all draw the same instances. ---- */

static uint64_t seed = 1, rng;

static uint64_t bits64(void) {
    uint64_t z = rng += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static int64_t draw(int64_t low, int64_t high) {
    uint64_t range = (uint64_t)high - (uint64_t)low + 1;
    return (int64_t)((uint64_t)low + (range ? bits64() % range : bits64()));
}

static int pick(int count) { return (int)(bits64() % (uint64_t)count); }

static int once_in(int count) { return pick(count) == 0; }

static double real(void) { return (double)(bits64() >> 11) * (1.0 / 9007199254740992.0); }

static double times_two(double x) { /* by two draws, the first one first */
    double first = x * real();
    return first * real();
}

/* x times 10^e, by as many exactly rounded steps whatever the C library. */
static double tens(double x, int e) {
    for (; e > 0; e--) x *= 10;
    for (; e < 0; e++) x /= 10;
    return x;
}

/* From 10^low to 10^high, evenly in the logarithm, and the ends themselves now and then.  Division
   by ten rounds; what should be 1e-60 seconds must not be less. */
static double decades(int low, int high) {
    int e = (int)draw(low, high - 1);
    double x = 1 + 9 * real();
    if (once_in(16)) x = 1, e = once_in(2) ? low : high;
    x = tens(x, e);
    if (low == -60 && x < FPM_TIME_MIN) x = FPM_TIME_MIN;
    return high == 60 && x > FPM_TIME_MAX ? FPM_TIME_MAX : x;
}

/* Small numbers are more likely than large ones. */
static int64_t few(int64_t most) {
    int64_t top = draw(1, most);
    return draw(1, once_in(2) ? top : draw(1, top));
}

/* ---- output ---- */

static int effort;
static const char *section;
static int64_t instance, number, live;

static void line(const char *call, int status) {
    printf("%s#%s.%lld.%lld status=%d", call, section, (long long)instance, (long long)++number,
           status);
}

/* Of the call before. */
static void effort_line(const char *call) {
    printf("effort:%s#%s.%lld.%lld", call, section, (long long)instance, (long long)number);
}

/* What follows a call must not depend on its answer: neither numbers nor what is drawn. */
typedef struct place {
    int64_t number;
    uint64_t rng;
} place;

static place place_after(int lines) {
    place after;
    after.number = number + lines;
    after.rng = bits64();
    return after;
}

static void go_on(place after) { number = after.number, rng = after.rng; }

static void end(void) { putchar('\n'); }

static uint64_t bits_of(double v) {
    uint64_t u;
    memcpy(&u, &v, sizeof u);
    return u;
}

static void put_real(const char *name, double v) {
    if (v != v) printf(" %s=nan", name);
    else if (bits_of(v)) printf(" %s=%.9g:%016llx", name, v, (unsigned long long)bits_of(v));
}

static void put(const char *name, int64_t v, int64_t none) {
    if (v != none) printf(" %s=%lld", name, (long long)v);
}

static uint64_t hash_of(const void *data, size_t bytes) {
    const unsigned char *c = (const unsigned char *)data;
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    while (bytes--) h = (h ^ *c++) * UINT64_C(0x100000001b3);
    return h;
}

enum { SHOWN = 8 };

/* The hash is of the least byte of each number first, whatever the order in memory. */
static void put_tail(int64_t count, int64_t shown, const void *data) {
    const unsigned char *c = (const unsigned char *)data;
    uint64_t h = hash_of("", 0), word;
    int64_t i;
    int k;
    for (i = 0; i < count && count > shown; i++)
        for (memcpy(&word, c + 8 * i, 8), k = 0; k < 64; k += 8) {
            unsigned char byte = (unsigned char)(word >> k);
            h = (h ^ byte) * UINT64_C(0x100000001b3);
        }
    if (count > shown) printf("..%lld#%016llx", (long long)count, (unsigned long long)h);
    putchar(']');
}

static void put_list(const char *name, int64_t count, const int64_t *v) {
    int64_t i, shown = count > SHOWN + 4 ? (int64_t)SHOWN : count;
    printf(" %s=[", name);
    for (i = 0; i < shown; i++) printf(i ? ",%lld" : "%lld", (long long)v[i]);
    put_tail(count, shown, v);
}

static void put_ints(const char *name, int64_t count, const int *v) {
    int64_t i, *wide = (int64_t *)malloc((size_t)count * 8 + 8);
    for (i = 0; i < count; i++) wide[i] = v[i];
    put_list(name, count, wide);
    free(wide);
}

static void put_reals(const char *name, int64_t count, const double *v) {
    int64_t i, shown = count > 4 ? 3 : count;
    printf(" %s=[", name);
    for (i = 0; i < shown; i++)
        printf(i ? ",%.9g:%016llx" : "%.9g:%016llx", v[i], (unsigned long long)bits_of(v[i]));
    put_tail(count, shown, v);
}

static void put_text(const char *name, const char *text, size_t length) {
    printf(" %s=%lld#%016llx", name, (long long)length, (unsigned long long)hash_of(text, length));
}

/* Outputs are filled before a call; after a failure they must be as filled. */
static void fill(void *data, size_t bytes) { memset(data, 0x5a, bytes); }

static void put_kept(int status, const void *data, size_t bytes) {
    const unsigned char *c = (const unsigned char *)data;
    size_t i, same = 0;
    if (status >= 0) return;
    for (i = 0; i < bytes; i++) same += c[i] == 0x5a;
    printf(" kept=%d", same == bytes);
}

/* An allocator that counts what is held, and checks that old sizes are those of the blocks. */
static int64_t wrong;

static void *count_resize(void *context, void *block, size_t old_size, size_t size) {
    enum { HEAD = 16 };
    char *old = block ? (char *)block - HEAD : NULL, *moved = NULL;
    size_t was = 0;
    (void)context;
    if (old) memcpy(&was, old, sizeof was);
    wrong += was != old_size;
    if (size) {
        moved = (char *)realloc(old, size + HEAD);
        if (!moved) return NULL;
        memcpy(moved, &size, sizeof size);
    } else free(old);
    live += (int64_t)size - (int64_t)was;
    return moved ? moved + HEAD : NULL;
}

static const fpm_alloc counted = {count_resize, NULL};

/* The processor that a record names first. */
static int put_proc(const fpm_info *info) {
    if (info->status < 0) return info->fault;
    return info->status == FPM_EXTRAPOLATED ? info->extrapolated : info->last;
}

static void put_info(const fpm_info *info) {
    put("algorithm", info->algorithm, 0);
    put_real("makespan", info->makespan);
    put_real("bound", info->lower_bound);
    put_real("gap", info->gap);
    put_real("imbalance", info->imbalance);
    put_real("common", info->common_time);
    put_real("cost", info->cost);
    put("proc", put_proc(info), -1);
    put("busy", info->busy, 0);
    put("point", info->at, -1);
    put("beyond", info->extrapolated, -1);
}

static void put_effort(const char *call, const fpm_info *info) {
    if (!effort) return;
    effort_line(call);
    put("iterations", info->iterations, 0);
    put("evaluations", info->evaluations, 0);
    put("bytes", (int64_t)info->bytes, 0);
    end();
}

/* ---- points ---- */

enum { POINTS = 4096, SLOTS = 64, MANY = 30000, TEXT = 1 << 20 };

static char text[TEXT];

static void put_points(const char *name, const fpm_points *points) {
    printf(" %s:", name);
    put_list("size", points->count, points->size);
    put_reals("seconds", points->count, points->seconds);
    put_reals("half_width", points->count, points->half_width);
    put_list("reps", points->count, points->reps);
}

static fpm_point point_random(int style) {
    fpm_point point = FPM_ZERO;
    point.size = style == 0 ? draw(1, 9) : style == 1 ? draw(1, FPM_SIZE_MAX) : draw(1, 1000);
    point.seconds = style == 1 ? decades(-60, 60) : once_in(3) ? (double)draw(1, 5) : 9 * real();
    if (point.seconds < FPM_TIME_MIN) point.seconds = 1;
    if (style != 2) point.half_width = once_in(4) ? 0 : real() * point.seconds;
    point.reps = once_in(3) ? 0 : style == 1 && once_in(4) ? FPM_SIZE_MAX : draw(0, 40);
    switch (pick(400)) {
    case 0: point.size = 0; break;
    case 1: point.size = FPM_SIZE_MAX + 1; break;
    case 2: point.seconds = 0; break;
    case 3: point.seconds = 2e60; break;
    case 4: point.half_width = -1; break;
    case 5: point.reps = -1; break;
    case 6: point.seconds = -point.seconds; break;
    case 7: point.half_width = 1e300 * 1e300; break;
    default: break;
    }
    return point;
}

static void format_points(const fpm_points *points) {
    size_t length = 0, again = 0;
    int status = fpm_points_format(points, NULL, 0, &length);
    fpm_points back = FPM_ZERO;
    fpm_info info;
    line("points_format", status);
    put("length", (int64_t)length, 0);
    end();
    if (length + 1 > TEXT) return;
    fill(text, length + 1);
    status = fpm_points_format(points, text, length, &again);
    line("points_format", status);
    put("length", (int64_t)again, 0);
    put_kept(status, text, length + 1);
    end();
    status = fpm_points_format(points, text, length + 1, &again);
    line("points_format", status);
    put_text("text", text, length + 1);
    end();
    back.alloc = counted;
    status = fpm_points_parse(&back, text, length, &info);
    line("points_parse", status);
    put("line", info.at, -1);
    put_points("points", &back);
    end();
    fpm_points_free(&back);
}

/* A number as somebody might write it, with errors now and then. */
static size_t write_number(char *out, int whole) {
    static const char *const odd[] = {"1e5",
                                      "4E6",
                                      "1e400",
                                      "1e-400",
                                      "0",
                                      "-0",
                                      "+5",
                                      "1.",
                                      ".5",
                                      ".",
                                      "1e",
                                      "1e+",
                                      "--1",
                                      "0x10",
                                      "nan",
                                      "inf",
                                      "1.5.2",
                                      "1e1000000",
                                      "00012",
                                      "12abc",
                                      "-3",
                                      "1e16",
                                      "1e15",
                                      "9007199254740992",
                                      "1e60",
                                      "1.0000001e60",
                                      "1e-60",
                                      "9.9e-61",
                                      "2.5e1",
                                      "100e-2",
                                      "9007199254740993",
                                      "0.1e1",
                                      "4.9e-324",
                                      "1.7976931348623157e308",
                                      "seconds",
                                      "1_000"};
    int i, digits, length;
    if (once_in(60)) return (size_t)sprintf(out, "%s", odd[pick(sizeof odd / sizeof *odd)]);
    if (whole) return (size_t)sprintf(out, "%lld", (long long)draw(1, once_in(9) ? 1LL << 53 : 99));
    if (once_in(2)) return (size_t)sprintf(out, "%.17g", once_in(3) ? decades(-60, 60) : real());
    if (once_in(60)) { /* more digits than any double has */
        digits = (int)draw(20, 900);
        length = sprintf(out, "%s", once_in(2) ? "0." : "3");
        for (i = 0; i < digits; i++) out[length++] = (char)('0' + (once_in(9) ? 5 : pick(10)));
        if (once_in(2)) length += sprintf(out + length, "e-%d", digits);
        return (size_t)length;
    }
    length = sprintf(out, "%lld.", (long long)draw(0, 99));
    length += sprintf(out + length, "%lld", (long long)draw(0, 1LL << 60));
    if (once_in(5)) length += sprintf(out + length, "e%d", (int)draw(-70, 70));
    return (size_t)length;
}

static size_t write_text(char *out) {
    static const char *const blank[] = {" ", "\t", "  ", ", ", "; ", ",", " \t "};
    static const char *const ends[] = {"\n", "\r\n", "\r", "\n\n", " \n", "# note\n", " # 1 2\n"};
    int lines = (int)draw(0, once_in(20) ? 200 : 12), i, j, same = pick(5);
    int mixed = once_in(4);
    size_t length = 0;
    if (once_in(9)) length += (size_t)sprintf(out, "\xEF\xBB\xBF");
    if (once_in(20)) length += (size_t)sprintf(out + length, "# size seconds\n");
    if (once_in(60)) length += (size_t)sprintf(out + length, "size,seconds\n");
    for (i = 0; i < lines; i++) {
        int fields = once_in(60) ? pick(6) : 2 + pick(3);
        for (j = 0; j < fields; j++) {
            if (j || (mixed && once_in(9)))
                length += (size_t)sprintf(out + length, "%s",
                                          blank[mixed && once_in(9) ? pick(7) : same]);
            length += write_number(out + length, j == 0 || j == 3);
        }
        if (i + 1 < lines || once_in(2))
            length += (size_t)sprintf(out + length, "%s", ends[once_in(5) ? pick(7) : same % 3]);
    }
    return length;
}

static void points_bad(void) {
    fpm_points points = FPM_ZERO;
    fpm_point point = {5, 1, 0, 0};
    int64_t size[] = {1, 2, 2};
    fpm_info info;
    double seconds[] = {1, 2, 0};
    size_t length = 0;
    line("points_add/bad", fpm_points_add(NULL, &point)), end();
    line("points_add/bad", fpm_points_add(&points, NULL)), end();
    line("points_sort/bad", fpm_points_sort(NULL, &info)), end();
    line("points_check/bad", fpm_points_check(-1, size, seconds, &info)), end();
    line("points_check/bad", fpm_points_check(1, NULL, seconds, &info)), end();
    line("points_check/bad", fpm_points_check(1, size, NULL, &info)), end();
    line("points_check/bad", fpm_points_check(3, size, seconds, &info)), put("at", info.at, -1),
        end();
    line("points_check", fpm_points_check(0, NULL, NULL, NULL)), end();
    line("points_parse/bad", fpm_points_parse(NULL, "1 2", 3, NULL)), end();
    line("points_parse/bad", fpm_points_parse(&points, NULL, 3, &info)), end();
    line("points_parse", fpm_points_parse(&points, NULL, 0, &info)), end();
    line("points_format/bad", fpm_points_format(NULL, text, 9, &length)), end();
    line("points_format/bad", fpm_points_format(&points, text, 9, NULL)), end();
    line("points_format/bad", fpm_points_format(&points, NULL, 9, &length)), end();
    line("points_format", fpm_points_format(&points, text, 9, &length)), end();
    fpm_points_free(NULL);
    fpm_points_free(&points);
}

static void do_points(void) {
    fpm_points points = FPM_ZERO, read = FPM_ZERO;
    fpm_info info;
    int64_t count = few(once_in(9) ? 400 : 30), i;
    int style = pick(4), status, added = 0;
    size_t length;
    if (instance == 0) points_bad();
    length = write_text(text);
    read.alloc = counted;
    status = fpm_points_parse(&read, text, length, &info);
    line("points_parse", status);
    put("line", info.at, -1);
    put_points("points", &read);
    end();
    for (i = 0; i < count; i++) {
        fpm_point point = point_random(style);
        status = fpm_points_add(&points, &point);
        if (status >= 0) added++;
        else line("points_add", status), put("count", points.count, 0), end();
    }
    format_points(&points);
    if (once_in(9) && points.count)
        points.seconds[pick((int)points.count)] = 0; /* spoilt by hand */
    status = fpm_points_sort(&points, &info);
    line("points_sort", status);
    put("added", added, 0);
    put("at", info.at, -1);
    put_points("points", &points);
    end();
    if (points.count > 1 && once_in(4)) {
        i = pick((int)points.count);
        points.size[i] = draw(0, 9);
    }
    status = fpm_points_check(points.count, points.size, points.seconds, &info);
    line("points_check", status);
    put("at", info.at, -1);
    end();
    fpm_points_free(&points);
    fpm_points_free(&read);
}

static void do_status(void) {
    int s;
    line("version", fpm_version() / 10000), end();
    for (s = -50; s <= 50; s++) line("status_str", s), printf(" text=%s", fpm_status_str(s)), end();
    s = fpm_status_str(1 << 30) != NULL;
    line("status_str", s), end();
}

/* ---- models ---- */

static fpm_model model[SLOTS];
static int64_t sizes[SLOTS][POINTS], repeats[SLOTS][POINTS];
static double times[SLOTS][POINTS], widths[SLOTS][POINTS];
static int slots; /* in use */

enum { T_RISING, T_CLIFF, T_EXACT, T_NOISY, T_SMALL, T_FLAT, T_FALLING, T_WIDE, T_WILD, T_STEPS };
enum { TIME_STYLES = 10 };

enum {
    K_CONSTANT = 1 << FPM_CONSTANT,
    K_PIECEWISE = 1 << FPM_PIECEWISE,
    K_SHAPED = 1 << FPM_SHAPED,
    K_AKIMA = 1 << FPM_AKIMA,
    K_DISCRETE = 1 << FPM_DISCRETE,
    K_CONTINUOUS = K_CONSTANT | K_PIECEWISE | K_SHAPED | K_AKIMA,
    K_ALL = K_CONTINUOUS | K_DISCRETE
};

/* k ascending sizes up to top: all, evenly spaced, random; how many there are. */
static int64_t draw_sizes(int64_t *size, int64_t k, int64_t top) {
    int64_t i, at, step, count = 0;
    int style = pick(4);
    if (top > FPM_SIZE_MAX) top = FPM_SIZE_MAX;
    if (k > top) k = top;
    step = top / k;
    for (i = 0, at = 0; i < k && at < top; i++) {
        int64_t room = top - at - (k - 1 - i);
        if (style == 0) at += 1;
        else if (style == 1) at += step;
        else if (style == 2) at += draw(1, step * 2 < room ? step * 2 : room);
        else at = once_in(3) ? at + 1 : at + draw(1, step < room ? step : room);
        size[count++] = at;
    }
    if (once_in(8)) size[count - 1] = top;
    return count;
}

static void draw_times(int64_t k, const int64_t *size, double *seconds, int style) {
    double speed = 0.5 + times_two(20), t = 0, whole = (double)draw(1, 8) / 4;
    double cliff = (double)size[pick((int)k)], factor = 4 + 36 * real(), ahead = 30 * real();
    int64_t i;
    for (i = 0; i < k; i++) {
        double x = (double)size[i], before = i > 0 ? (double)size[i - 1] : 0;
        double over = x > cliff ? x - cliff : 0;
        switch (style) {
        case T_CLIFF: t = (ahead + x + factor * over) / speed; break;
        case T_EXACT: t = x * whole; break;
        case T_SMALL: t = (double)draw(1, 6); break;
        case T_FLAT: t = whole; break;
        case T_FALLING: t = (double)(k - i) * speed; break;
        case T_WIDE:
        case T_WILD: t = decades(-60, 60); break;
        case T_STEPS: t += once_in(3) ? (double)draw(1, 3) : 0; break;
        default: t += (x - before) * (0.05 + times_two(3)) / speed; break;
        }
        if (style == T_STEPS && i == 0) t += 1;
        seconds[i] = style == T_NOISY ? t * (0.5 + real()) : t;
    }
    for (i = 1; i < k && style == T_WIDE; i++) { /* in order */
        int64_t j = i;
        for (t = seconds[i]; j > 0 && seconds[j - 1] > t; j--) seconds[j] = seconds[j - 1];
        seconds[j] = t;
    }
}

static int draw_kind(int kinds) {
    int kind;
    do kind = FPM_CONSTANT + pick(FPM_DISCRETE);
    while (!(kinds & 1 << kind));
    return kind;
}

static int model_make(int slot, int kind, int64_t k, int64_t top, int style) {
    fpm_model_options opts = FPM_ZERO;
    int64_t i, last, extent, at;
    k = draw_sizes(sizes[slot], k, top);
    draw_times(k, sizes[slot], times[slot], style);
    for (i = 0; i < k; i++)
        widths[slot][i] = once_in(9) ? 0 : real(), repeats[slot][i] = draw(0, 9);
    last = sizes[slot][k - 1];
    opts.flags = kind == FPM_AKIMA ? pick(4) : 0;
    if (kind == FPM_AKIMA && !(opts.flags & (FPM_SAFE | FPM_LITERAL))) opts.flags = ANSWERS_PLAIN;
    extent = once_in(2)                ? draw(0, last)
             : last > FPM_SIZE_MAX / 3 ? FPM_SIZE_MAX
                                       : draw(last, 3 * last);
    at = once_in(9) ? draw(0, FPM_SIZE_MAX) : draw(1, last);
    if (opts.flags & FPM_LITERAL && once_in(2)) opts.extent = extent;
    if (kind == FPM_CONSTANT && once_in(2)) opts.at = at;
    if (once_in(2)) opts.half_width = widths[slot];
    if (once_in(2)) opts.reps = repeats[slot];
    opts.alloc = &counted;
    return fpm_model_init(&model[slot], kind, k, sizes[slot], times[slot], &opts, NULL);
}

static void models_free(void) {
    while (slots > 0) fpm_model_free(&model[--slots]);
}

static void put_model(const char *call, int status, const fpm_model *m) {
    line(call, status);
    if (status < 0) {
        put_kept(status, m, sizeof *m);
        end();
        return;
    }
    put("kind", m->kind, 0);
    put("monotone", m->monotone, 0);
    put("positive", m->positive, 0);
    put("count", m->count, 0);
    put("extent", m->extent, 0);
    put("at", m->at, 0);
    put_real("speed", m->speed);
    put_real("change", m->change);
    if (m->shaped) put_reals("shaped", m->count, m->shaped);
    if (m->count && (m->shaped || strstr(call, "add"))) {
        put_list("size", m->count, m->size);
        put_reals("seconds", m->count, m->seconds);
        if (m->half_width) put_reals("half_width", m->count, m->half_width);
        if (m->reps) put_list("reps", m->count, m->reps);
    }
    end();
}

static void model_ask(const fpm_model *m, double x) {
    double t, s, d;
    int a, b, c;
    fill(&t, sizeof t), fill(&s, sizeof s), fill(&d, sizeof d);
    a = fpm_model_time(m, x, &t);
    b = fpm_model_speed(m, x, &s);
    c = fpm_model_slope(m, x, &d);
    line("model_time", a), put_real("x", x), put_real("seconds", t), end();
    line("model_speed", b), put_real("speed", s), end();
    line("model_slope", c), put_real("slope", d), end();
}

static void model_ask_size(const fpm_model *m, double seconds) {
    int64_t size;
    int status;
    fill(&size, sizeof size);
    status = fpm_model_size(m, seconds, &size);
    line("model_size", status), put_real("seconds", seconds), put("size", size, 0), end();
}

static void model_report(const fpm_model *m) {
    fpm_model_report r;
    int status;
    fill(&r, sizeof r);
    status = fpm_model_check(m, &r);
    line("model_check", status);
    put("positive", r.positive, 0);
    put("monotone", r.monotone, 0);
    put("crossing", r.single_crossing, 0);
    put("point", r.point, -2);
    put_real("size", r.size);
    end();
}

static void model_questions(const fpm_model *m) {
    int64_t last = m->count ? m->size[m->count - 1] : 1, i;
    model_report(m);
    for (i = 0; i < 6 && m->count; i++) {
        int64_t j = pick((int)m->count);
        model_ask(m, (double)m->size[j]);
        model_ask(m, (double)draw(0, last));
        model_ask(m, (double)last * 1.2 * real());
        model_ask_size(m, m->seconds[j]);
        model_ask_size(m, m->seconds[j] * (0.5 + real()));
        model_ask_size(m, m->seconds[j] * real());
    }
    model_ask(m, 0);
    model_ask(m, (double)FPM_SIZE_MAX);
    model_ask(m, (double)FPM_SIZE_MAX * (once_in(2) ? real() : 2));
    model_ask(m, once_in(2) ? -1 : 1e300 * 1e300);
    model_ask_size(m, decades(-60, 60));
    model_ask_size(m, 0);
    model_ask_size(m, once_in(2) ? -1 : 1e300 * 1e300);
    model_ask_size(m, 1e70);
}

static void model_bad(void) {
    fpm_model m = FPM_ZERO, *none = NULL;
    fpm_model_options opts = FPM_ZERO;
    fpm_point point = {5, 1, 0, 0};
    int64_t size[] = {1, 2, 3}, reps[] = {1, -1, 1};
    double seconds[] = {1, 2, 3}, wide[] = {0, -1, 0}, x;
    int kind, status;
    for (kind = -1; kind <= 7; kind++) {
        fpm_model made;
        fill(&made, sizeof made);
        status = fpm_model_init(&made, kind, 0, NULL, NULL, NULL, NULL);
        put_model("model_init/bad", status, &made);
    }
    line("model_init/bad", fpm_model_init(NULL, 1, 3, size, seconds, NULL, NULL)), end();
    line("model_init/bad", fpm_model_init(&m, 1, -3, size, seconds, NULL, NULL)), end();
    line("model_init/bad", fpm_model_init(&m, 1, 3, NULL, seconds, NULL, NULL)), end();
    line("model_init/bad", fpm_model_init(&m, 1, 3, size, NULL, NULL, NULL)), end();
    opts.flags = FPM_SAFE,
    line("model_init/bad", fpm_model_init(&m, 2, 3, size, seconds, &opts, NULL)), end();
    opts.flags = 0, opts.extent = 9;
    line("model_init/bad", fpm_model_init(&m, 4, 3, size, seconds, &opts, NULL)), end();
    opts.extent = 0, opts.at = 9;
    line("model_init/bad", fpm_model_init(&m, 2, 3, size, seconds, &opts, NULL)), end();
    opts.at = 0, memset(&m, 0, sizeof m);
    opts.flags = 64, line("model_init/bad", fpm_model_init(&m, 4, 3, size, seconds, &opts, NULL)),
    end();
    opts.flags = 0, opts.extent = -1;
    line("model_init/bad", fpm_model_init(&m, 4, 3, size, seconds, &opts, NULL)), end();
    opts.extent = 0, opts.at = -1;
    line("model_init/bad", fpm_model_init(&m, 1, 3, size, seconds, &opts, NULL)), end();
    opts.at = FPM_SIZE_MAX + 1;
    line("model_init/bad", fpm_model_init(&m, 1, 3, size, seconds, &opts, NULL)), end();
    opts.at = 0, opts.reps = reps;
    line("model_init/bad", fpm_model_init(&m, 1, 3, size, seconds, &opts, NULL)), end();
    opts.reps = NULL, opts.half_width = wide;
    line("model_init/bad", fpm_model_init(&m, 1, 3, size, seconds, &opts, NULL)), end();
    size[1] = 1, line("model_init/bad", fpm_model_init(&m, 2, 3, size, seconds, NULL, NULL)), end();
    size[1] = 0, line("model_init/bad", fpm_model_init(&m, 2, 3, size, seconds, NULL, NULL)), end();
    size[1] = 2, seconds[1] = 0;
    line("model_init/bad", fpm_model_init(&m, 2, 3, size, seconds, NULL, NULL)), end();
    line("model_time/bad", fpm_model_time(none, 1, &x)), end();
    line("model_time/bad", fpm_model_time(&m, 1, &x)), end();
    line("model_size/bad", fpm_model_size(&m, 1, size)), end();
    line("model_check/bad", fpm_model_check(&m, NULL)), end();
    line("model_add/bad", fpm_model_add(&m, &point)), end();
    seconds[1] = 2, status = fpm_model_init(&m, FPM_PIECEWISE, 3, size, seconds, &borrowed, NULL);
    line("model_time/bad", fpm_model_time(&m, 1, NULL)), end();
    line("model_speed/bad", fpm_model_speed(&m, 1, NULL)), end();
    line("model_slope/bad", fpm_model_slope(&m, 1, NULL)), end();
    line("model_size/bad", fpm_model_size(&m, 1, NULL)), end();
    line("model_add/bad", fpm_model_add(&m, NULL)), end();
    fpm_model_free(NULL);
    fpm_model_free(&m);
}

static int64_t draw_top(void) {
    switch (pick(8)) {
    case 0: return FPM_SIZE_MAX;
    case 1: return draw(1, 9);
    case 2: return draw(1000, 100000000);
    default: return draw(10, 3000);
    }
}

static void do_model(void) {
    int kind = draw_kind(K_ALL), style = pick(TIME_STYLES), status, i, adds = pick(4);
    int64_t k = once_in(12) ? draw(65, 400) : few(30);
    if (instance == 0) model_bad();
    fill(&model[0], sizeof model[0]);
    status = model_make(0, kind, k, draw_top(), style);
    put_model("model_init", status, &model[0]);
    if (status < 0) return;
    slots = 1;
    model_questions(&model[0]);
    for (i = 0; i < adds * adds; i++) {
        fpm_point point = point_random(pick(3));
        if (once_in(3)) point.size = model[0].size[pick((int)model[0].count)];
        status = fpm_model_add(&model[0], &point);
        if (status < 0) line("model_add", status), end();
        else put_model("model_add", status, &model[0]);
    }
    if (adds) model_questions(&model[0]);
    models_free();
}

/* ---- roots ---- */

static int root_problem, root_calls;

/* Systems without functions of the C library but sqrt. */
static int residual(void *context, int n, const double *x, double *f) {
    double sum = 0;
    int i;
    if (context && ++root_calls == *(int *)context) return 1;
    for (i = 0; i < n; i++) sum += (i + 1) * (x[i] - 1);
    for (i = 0; i < n; i++) {
        double y = x[(i + 1) % n], z = x[i];
        switch (root_problem) {
        case 0: f[i] = z - 1 + (i + 1) * sum * (1 + 2 * sum * sum); break; /* More et al., 25 */
        case 1: f[i] = i % 2 ? 1 - x[i - 1] : 10 * (y - z * z); break;     /* Rosenbrock */
        case 2: f[i] = (3 - 2 * z) * z - (i ? x[i - 1] : 0) - 2 * (i + 1 < n ? y : 0) + 1; break;
        case 3: f[i] = z * z + 1; break;              /* no root */
        case 4: f[i] = sqrt(z) - 1 - i; break;        /* not finite left of 0 */
        case 5: f[i] = (z - 1) * (z - 1); break;      /* double root */
        case 6: f[i] = x[0] + y - 2 * (i + 1); break; /* no full rank */
        case 7: f[i] = 1e100 * (z - 1e-3 * i) + 1e90 * y; break;
        case 8: f[i] = z / (1 + z * z) - 0.25; break;
        case 9: f[i] = i == n / 2 ? 1 / (z - 3) : z * y - 2; break;
        case 10: f[i] = 1e300 * z * 1e10; break;
        case 12: f[i] = sqrt(3 - z) - 1; break; /* not finite right of 3, where it starts */
        default: f[i] = (i + 1) * z - 3; break;
        }
    }
    return 0;
}

static int jacobian(void *context, int n, const double *x, double *j) {
    int i, k;
    (void)context;
    for (i = 0; i < n * n; i++) j[i] = 0;
    for (i = 0; i < n; i++) {
        k = (i + 1) % n;
        switch (root_problem) {
        case 3: j[i * n + i] = 2 * x[i]; break;
        case 4: j[i * n + i] = 0.5 / sqrt(x[i]); break;
        case 5: j[i * n + i] = 2 * (x[i] - 1); break;
        case 6: j[i * n] += 1, j[i * n + k] += 1; break;
        case 7: j[i * n + i] += 1e100, j[i * n + k] += 1e90; break;
        default: j[i * n + i] = i + 1; break;
        }
    }
    return root_problem == 8 && n > 3;
}

static int root_stop(void *context, const fpm_root_progress *state) {
    return --*(int *)context <= 0 && state->n > 0;
}

static void root_solve(const char *call, int n, const fpm_root_options *opts, const double *from,
                       int stop) {
    double x[40], f[40];
    fpm_root_info info;
    int status, limit = stop;
    memcpy(x, from, (size_t)n * sizeof *x);
    fill(f, sizeof f);
    root_calls = 0;
    status =
        fpm_root_solve(n, residual, stop ? &limit : NULL, opts, x, once_in(9) ? NULL : f, &info);
    line(call, status);
    put_reals("x", n, x);
    if (status >= 0) put_reals("f", n, f);
    put_real("norm", info.norm);
    put("at", info.at, -1);
    end();
    if (!effort) return;
    effort_line(call);
    put("tries", info.tries, 0);
    put("iterations", info.iterations, 0);
    put("evaluations", info.evaluations, 0);
    put("jacobians", info.jacobians, 0);
    put("bytes", (int64_t)info.bytes, 0);
    end();
}

static void root_bad(void) {
    double x[2] = {1, 2}, scale[2] = {1, 0};
    fpm_root_options o = FPM_ZERO;
    int i;
    root_problem = 11;
    line("root_solve/bad", fpm_root_solve(0, residual, NULL, NULL, x, NULL, NULL)), end();
    line("root_solve/bad", fpm_root_solve(2, NULL, NULL, NULL, x, NULL, NULL)), end();
    line("root_solve/bad", fpm_root_solve(2, residual, NULL, NULL, NULL, NULL, NULL)), end();
    for (i = 0; i < 15; i++) {
        fpm_root_options bad = o;
        switch (i) {
        case 0: bad.scaling = 3; break;
        case 1: bad.scaling = -1; break;
        case 2: bad.scaling = FPM_SCALE_GIVEN; break;
        case 3: bad.scaling = FPM_SCALE_GIVEN, bad.scale = scale; break;
        case 4: bad.radius = -1; break;
        case 5: bad.x_tol = 1; break;
        case 6: bad.f_tol = -1; break;
        case 7: bad.step = 1; break;
        case 8: bad.max_evaluations = -1; break;
        case 9: bad.work = scale, bad.work_bytes = 8; break;
        case 10: bad.max_bytes = 100; break;
        case 11: bad.radius = 1e300 * 1e300; break;
        case 12: x[1] = 1e300 * 1e300; break;
        case 13: x[1] = 2, bad.ladder = 2; break;
        default: x[1] = 2; break;
        }
        root_solve("root_solve/bad", 2, &bad, x, 0);
    }
    for (i = -2; i < 6; i++)
        line("root_work_bytes", 0), put("n", i, 0), put("some", fpm_root_work_bytes(i) > 0, 0),
            end();
    line("root_work_bytes", 0), put("some", fpm_root_work_bytes(2147483647) > 0, 0), end();
}

static void do_root(void) {
    static char work[100000];
    double x[40], scale[40];
    fpm_root_options o = FPM_ZERO;
    int n = (int)few(once_in(9) ? 40 : 8), i, stop = 0;
    if (instance == 0) root_bad();
    root_problem = pick(13);
    for (i = 0; i < n; i++) {
        x[i] = root_problem == 12 ? 3
               : once_in(6)       ? 0
               : once_in(9)       ? (double)draw(-100, 100)
                                  : 4 * real() - 1;
        scale[i] = once_in(3) ? 1 : decades(-3, 3);
    }
    o.scaling = pick(3);
    o.scale = o.scaling == FPM_SCALE_GIVEN ? scale : NULL;
    o.ladder = once_in(3);
    if (once_in(3)) o.radius = decades(-3, 3);
    if (once_in(4)) o.x_tol = decades(-12, -1);
    if (once_in(4)) o.f_tol = decades(-12, 1);
    if (once_in(5)) o.max_evaluations = few(30);
    if (once_in(5)) o.step = decades(-12, -2);
    if (root_problem > 2 && root_problem < 9 && once_in(2)) o.jacobian = jacobian;
    if (once_in(5)) o.work = work + pick(9), o.work_bytes = once_in(9) ? 64 : sizeof work - 9;
    o.alloc = &counted;
    root_solve(o.max_evaluations ? "root_solve/limit" : "root_solve", n, &o, x, 0);
    if (once_in(6)) root_solve("root_solve/stop", n, &o, x, (int)draw(1, 9));
    if (once_in(6)) {
        stop = (int)draw(1, 4);
        o.progress = root_stop, o.progress_context = &stop;
        root_solve("root_solve/stop", n, &o, x, 0);
    }
}

/* ---- processors ---- */

static fpm_proc procs[MANY];
static int64_t d[MANY], spoilt[MANY];
static double real_shares[MANY];

enum {
    R_MAX = 1,
    R_MIN = 2,
    R_GRAIN = 4,
    R_GRAINS = 8,
    R_FIXED = 16,
    R_REQUIRED = 32,
    R_COST = 64
};

static double reach; /* what the processors can take at their last points, roughly */

static void rule_random(fpm_proc *r, int rules, int64_t grain) {
    const fpm_model *m = r->model;
    int64_t last = m->size[m->count - 1];
    if (rules & R_MAX && once_in(2)) r->max = once_in(4) ? draw(1, FPM_SIZE_MAX) : draw(1, last);
    if (rules & R_MIN && once_in(2)) r->min = draw(0, r->max ? r->max : last);
    if (rules & R_MIN && once_in(3)) r->min = m->size[pick((int)m->count)];
    if (r->max && r->min > r->max) r->min = once_in(40) ? r->min : r->max;
    if (rules & R_GRAIN) r->grain = grain;
    if (rules & R_GRAINS && once_in(2)) r->grain = few(8);
    if (rules & R_FIXED && once_in(2)) r->fixed = m->seconds[0] * (once_in(3) ? 1 : 3 * real());
    if (rules & R_REQUIRED && once_in(3)) r->required = 1;
}

static fpm_cost prices[MANY];

/* What a model says as a cost. */
static fpm_cost cost_of(const fpm_model *m) {
    fpm_cost c = FPM_ZERO;
    c.model = *m;
    return c;
}

/* p processors; kinds and times: which models; most: points of one, up to size top. */
static void procs_make(int p, int kinds, int style, int64_t most, int64_t top, int rules) {
    int own = p <= SLOTS && !once_in(5), i, mixed = style < 0;
    int64_t grain = few(8);
    models_free();
    reach = 0;
    for (slots = 0; slots < (own ? p : (int)draw(1, p < 16 ? p : 16)); slots++) {
        if (mixed && (slots == 0 || once_in(4))) style = pick(TIME_STYLES);
        int64_t k = few(most);
        if (model_make(slots, draw_kind(kinds), k, top, style) < 0) {
            line("model_init/refused", FPM_E_ARGUMENT), end();
            fpm_model_init(&model[slots], FPM_CONSTANT, 1, sizes[slots], times[slots], &borrowed,
                           NULL);
        }
    }
    memset(procs, 0, (size_t)p * sizeof procs[0]);
    for (i = 0; i < p; i++) {
        procs[i].model = &model[own ? i : pick(slots)];
        rule_random(&procs[i], rules, grain);
        if (rules & R_COST && !once_in(5))
            prices[i] = cost_of(&model[pick(slots)]), procs[i].cost = &prices[i];
        if (rules && i > 0 && once_in(2)) procs[i] = procs[pick(i)]; /* equal ones */
        reach += (double)procs[i].model->size[procs[i].model->count - 1];
    }
}

static int draw_rules(void) {
    int rules = 0, i;
    if (once_in(2)) return 0;
    if (once_in(4)) return pick(64);
    for (i = 1 + pick(2); i > 0; i--) rules |= 1 << pick(6);
    return rules;
}

static int64_t draw_n(int p) {
    int64_t sum = 0, top = reach < (double)FPM_SIZE_MAX ? (int64_t)reach : FPM_SIZE_MAX;
    int i;
    switch (pick(12)) {
    case 0: return draw(0, p);
    case 1:
        for (i = 0; i < p && procs[i].max && sum <= FPM_SIZE_MAX; i++) sum += procs[i].max;
        return i < p || sum > FPM_SIZE_MAX ? p : sum;
    case 2: return top;
    case 3: return top < FPM_SIZE_MAX / 2 ? draw(top, 2 * top) : FPM_SIZE_MAX;
    case 4:
    case 5:
    case 6: return draw(0, top);
    default:
        for (i = 0; i < p; i++) { /* what could be reached with sizes on offer */
            const fpm_model *m = procs[i].model;
            int64_t x = once_in(3) ? 0 : m->size[pick((int)m->count)];
            if (procs[i].max && x > procs[i].max) x = procs[i].max;
            if (procs[i].grain) x -= x % procs[i].grain;
            if (sum + x <= FPM_SIZE_MAX) sum += x;
        }
        return sum;
    }
}

static int64_t list_sum(int p, const int64_t *v) {
    uint64_t sum = 0;
    int i;
    for (i = 0; i < p; i++) sum += (uint64_t)v[i];
    return (int64_t)sum;
}

static void check_shares(const char *call, int64_t n, int p, const int64_t *shares) {
    fpm_info info;
    int status = fpm_partition_check(n, p, procs, NULL, shares, &info);
    line(call, status);
    put_info(&info);
    end();
    put_effort(call, &info);
}

static double *o_real; /* where the next call of split puts real shares, or NULL */

/* One call, its answer, and what the check says of it. */
static void split(const char *call, int64_t n, int p, fpm_options *o) {
    size_t bytes = (size_t)p * sizeof d[0];
    place after = place_after(2);
    fpm_partition_outputs out = FPM_ZERO;
    fpm_info info;
    int status;
    fill(d, bytes);
    if (o) o->alloc = &counted;
    if (o_real) fill(o_real, bytes);
    fill(&info, sizeof info);
    out.real = o_real;
    status = fpm_partition_real(n, p, procs, o, d, &out, &info);
    line(call, status);
    put("n", n, 0);
    put("p", p, 0);
    put("same", info.status == status, 1);
    put_info(&info);
    put_kept(status, d, bytes);
    if (status >= 0) put_list("d", p, d), put("sum", list_sum(p, d), n);
    if (status >= 0 && o_real) put_reals("real", p, o_real);
    else if (o_real) put_kept(status, o_real, bytes);
    end();
    put_effort(call, &info);
    if (status >= 0) check_shares("partition_check", n, p, d);
    go_on(after);
    o_real = NULL;
}

static const char *const algorithm_name[] = {
    "partition/auto",    "partition/even",      "partition/proportional", "partition/geometric",
    "partition/optimal", "partition/numerical", "partition/hpopta",       "partition/7"};

static int stop_after(void *context, const fpm_progress *state) {
    return --*(int *)context <= 0 && state->iteration >= 0;
}

static void split_limits(int64_t n, int p, int algorithm) {
    fpm_options o = FPM_ZERO;
    int stop = (int)few(4);
    o.algorithm = algorithm;
    o.dense = algorithm == FPM_NUMERICAL && p <= 40 && once_in(2);
    o.max_work = once_in(2) ? few(30) : draw(1, 30000);
    if (algorithm == FPM_HPOPTA) o.max_work *= 3; /* in 0.4 it counted nodes, of about 3 ns */
    split("partition/limit", n, p, &o);
    o.max_work = 0, o.max_bytes = (size_t)(once_in(2) ? draw(1, 300) : draw(1, 30000));
    split("partition/bytes", n, p, &o);
    o.max_bytes = 0, o.progress = stop_after, o.context = &stop;
    split("partition/stop", n, p, &o);
}

static void split_bad(void) {
    fpm_options o = FPM_ZERO;
    fpm_model none = FPM_ZERO;
    fpm_cost invalid = FPM_ZERO;
    int i;
    procs_make(3, K_PIECEWISE, T_RISING, 5, 100, 0);
    line("partition/bad", fpm_partition(-1, 3, procs, NULL, d, NULL)), end();
    line("partition/bad", fpm_partition(FPM_SIZE_MAX + 1, 3, procs, NULL, d, NULL)), end();
    line("partition/bad", fpm_partition(5, 0, procs, NULL, d, NULL)), end();
    line("partition/bad", fpm_partition(5, 3, NULL, NULL, d, NULL)), end();
    line("partition/bad", fpm_partition(5, 3, procs, NULL, NULL, NULL)), end();
    for (i = 0; i < 26; i++) {
        fpm_options bad = o;
        fpm_proc *r = &procs[1], kept = *r;
        switch (i) {
        case 0: bad.algorithm = 7; break;
        case 1: bad.algorithm = -1; break;
        case 2: bad.search = 2; break;
        case 3: bad.search = -1; break;
        case 4: bad.max_work = -1; break;
        case 5: bad.least = 5; break;
        case 6: bad.least = -1; break;
        case 7: bad.slack = 0.1; break;
        case 8: bad.limit = 1; break;
        case 9: bad.least = 1, bad.slack = -1; break;
        case 10: bad.least = 1, bad.limit = -1; break;
        case 11: bad.least = 1, bad.algorithm = FPM_GEOMETRIC; break;
        case 12: bad.least = 1, bad.slack = 1e300 * 1e300; break;
        case 13: r->model = NULL; break;
        case 14: r->model = &none; break;
        case 15: r->min = -1; break;
        case 16: r->max = -2; break;
        case 17: r->min = 5, r->max = 4; break;
        case 18: r->grain = -1; break;
        case 19: r->fixed = -1; break;
        case 20: r->fixed = 1e300 * 1e300; break;
        case 21: o_real = real_shares; break;
        case 22: bad.algorithm = FPM_EVEN, bad.search = FPM_BISECTION; break;
        case 23: bad.dense = 1; break;
        case 24: r->required = 2; break;
        default: bad.least = 2, invalid.busy = -1, r->cost = &invalid; break;
        }
        split("partition/bad", 50, 3, &bad);
        check_shares("partition_check/bad", 50, 3, spoilt);
        *r = kept;
    }
    line("partition_check/bad", fpm_partition_check(5, 3, procs, NULL, NULL, NULL)), end();
    line("partition_check/bad", fpm_partition_check(5, 3, NULL, NULL, d, NULL)), end();
    line("partition_check/bad", fpm_partition_check(-5, 3, procs, NULL, d, NULL)), end();
    line("partition_check/bad", fpm_partition_check(5, 0, procs, NULL, d, NULL)), end();
    models_free();
}

static int draw_p(void) {
    switch (pick(16)) {
    case 0: return 1;
    case 1: return (int)draw(9, 64);
    case 2: return (int)draw(65, 400);
    default: return (int)draw(2, 8);
    }
}

static int64_t draw_sum_top(int p) {
    int64_t top = draw_top();
    return top < FPM_SIZE_MAX ? top : once_in(3) ? top : FPM_SIZE_MAX / p;
}

/* Monotone models: the searches for a line, rounding, constraints. */
static void do_split(void) {
    static const int kinds[] = {K_CONSTANT, K_PIECEWISE,  K_SHAPED,
                                K_AKIMA,    K_CONTINUOUS, K_DISCRETE};
    int huge = instance % 150 == 1, p = huge ? (int)draw(4000, MANY) : draw_p(), a, s;
    int rules = draw_rules() & ~(R_MIN | R_GRAINS), style = once_in(4) ? -1 : pick(3);
    int64_t n, most, top;
    if (instance == 0) split_bad();
    if (once_in(8)) style = T_FLAT + pick(5);
    if (once_in(6)) rules = draw_rules();
    most = once_in(9) ? 300 : 20, top = draw_sum_top(p);
    procs_make(p, kinds[pick(huge ? 5 : 6)], style, most, top, rules);
    for (a = 0; a < p && huge && instance % 300 == 1; a++) procs[a].max = draw(1, 3);
    for (a = 0; a < 5 && huge && instance % 600 == 1; a++)
        procs[pick(p)].max = 0; /* few are not full */
    n = huge && instance % 600 == 301 ? draw(2 * p - 9, 2 * p + 9) : draw_n(p);
    if (huge && instance % 600 == 1) n = 4 * (int64_t)p;
    for (a = FPM_AUTO; a <= FPM_GEOMETRIC; a++)
        for (s = 0; s < (a == FPM_AUTO || a == FPM_GEOMETRIC ? 2 : 1); s++) {
            fpm_options o = FPM_ZERO;
            o.algorithm = a, o.search = s, o.max_work = 3000000;
            if (a == FPM_GEOMETRIC && once_in(2)) o_real = real_shares;
            split(algorithm_name[a], n, p, &o);
        }
    if (once_in(9)) split_limits(n, p, once_in(2) ? FPM_AUTO : FPM_GEOMETRIC);
    models_free();
}

/* Few sizes far apart that take equal times: what has to be given back lies in a wide window. */
static int64_t wide_make(int p) {
    static const int64_t tops[] = {100000, 1000000, 1000000000, INT64_C(1000000000000)};
    int64_t top = tops[pick(4)], step = once_in(2) ? top / draw(20, 60) : 1, sum = 0;
    int i, j, k;
    models_free();
    memset(procs, 0, (size_t)p * sizeof procs[0]);
    for (; slots < p; slots++) {
        for (i = 0, k = (int)draw(1, 5); i < k; i++) {
            int64_t x = draw(1, top / step) * step;
            x += once_in(step > 1 ? 6 : 1) ? draw(0, 99) : 0;
            for (j = i; j > 0 && sizes[slots][j - 1] > x; j--)
                sizes[slots][j] = sizes[slots][j - 1];
            sizes[slots][j] = x;
        }
        for (i = j = 1; i < k; i++)
            if (sizes[slots][i] > sizes[slots][j - 1]) sizes[slots][j++] = sizes[slots][i];
        for (i = 0; i < j; i++) times[slots][i] = once_in(6) ? 2 : 1;
        fpm_model_init(&model[slots], FPM_DISCRETE, j, sizes[slots], times[slots], &borrowed, NULL);
        procs[slots].model = &model[slots];
        sum += once_in(4) ? 0 : sizes[slots][pick(j)];
    }
    return once_in(9) ? sum + draw(-2, 2) * step : sum;
}

/* Any shape: discrete ones, and continuous ones whose times fall. */
static void do_optimal(void) {
    int large = instance % 40 == 1, p = large ? (int)draw(60, 1000) : draw_p(), a;
    int kinds = once_in(2) ? K_DISCRETE : once_in(2) ? K_ALL : K_CONTINUOUS, style = -1;
    int64_t n, top = kinds == K_DISCRETE && once_in(3) ? draw_sum_top(p) : draw(5, 2000);
    fpm_options o = FPM_ZERO;
    if (once_in(2)) style = pick(TIME_STYLES);
    if (p > 64 && kinds != K_DISCRETE) p = 64;
    if (instance % 8 == 3) p = (int)draw(4, once_in(2) ? 40 : 16), n = wide_make(p);
    else {
        procs_make(p, kinds, style, large ? 300 : 25, top, draw_rules());
        n = draw_n(p);
    }
    o.max_work = 20000000;
    for (a = 0; a < 2; a++) {
        o.algorithm = a ? FPM_OPTIMAL : FPM_AUTO;
        split(algorithm_name[o.algorithm], n, p, &o);
    }
    if (once_in(5)) split_limits(n, p, FPM_OPTIMAL);
    models_free();
}

static void do_hpopta(void) {
    int p = once_in(8) ? (int)draw(8, 20) : (int)draw(1, 7), a;
    int kinds = once_in(30) ? K_ALL : K_DISCRETE;
    static const int algorithms[] = {FPM_HPOPTA, FPM_OPTIMAL};
    fpm_options o = FPM_ZERO;
    int64_t n, most = few(40), top = draw(5, 400);
    int style = once_in(3) ? -1 : pick(TIME_STYLES);
    procs_make(p, kinds, style, most, top, draw_rules());
    n = draw_n(p);
    for (a = 0; a < 2; a++) {
        o.algorithm = algorithms[a];
        o.max_work = o.algorithm == FPM_HPOPTA ? 9000000 : 3000000;
        split(algorithm_name[o.algorithm], n, p, &o);
    }
    if (once_in(5)) split_limits(n, p, FPM_HPOPTA);
    models_free();
}

static void do_numerical(void) {
    int p = once_in(60) ? (int)draw(500, 3000) : draw_p(), rules = draw_rules();
    int style = once_in(3) ? -1 : pick(TIME_STYLES), kinds = once_in(2) ? K_AKIMA : K_CONTINUOUS;
    fpm_options o = FPM_ZERO;
    int64_t n, most = once_in(9) ? 100 : 20;
    if (!once_in(4)) rules &= ~(R_MIN | R_GRAINS);
    procs_make(p, kinds, style, most, draw_sum_top(p), rules);
    n = draw_n(p);
    o.algorithm = FPM_NUMERICAL, o.max_work = 3000000;
    o_real = once_in(4) ? NULL : real_shares;
    split(algorithm_name[o.algorithm], n, p, &o);
    if (p <= 40) o.dense = 1, split("partition/dense", n, p, &o);
    if (once_in(5)) split_limits(n, p, FPM_NUMERICAL);
    models_free();
}

/* ---- a second objective ---- */

static void pareto(const char *call, int64_t n, int p, fpm_options *o, int64_t capacity) {
    static double makespan[2000], cost[2000];
    int64_t count;
    fpm_info info;
    int status;
    fill(makespan, sizeof makespan), fill(cost, sizeof cost), fill(&count, sizeof count);
    fill(&info, sizeof info);
    o->alloc = &counted;
    status = fpm_pareto(n, p, procs, o, capacity, makespan, cost, &count, &info);
    line(call, status);
    put_info(&info);
    put("count", count, 0);
    put_kept(status, makespan, sizeof makespan);
    put_kept(status, cost, sizeof cost);
    if (status >= 0) put_reals("makespan", count, makespan), put_reals("cost", count, cost);
    end();
    put_effort(call, &info);
}

static void least_bad(void) {
    fpm_options o = FPM_ZERO;
    double a[2], b[2];
    int64_t count;
    procs_make(3, K_DISCRETE, T_RISING, 5, 100, 0);
    o.least = 1;
    line("pareto/bad", fpm_pareto(-1, 3, procs, &o, 2, a, b, &count, NULL)), end();
    line("pareto/bad", fpm_pareto(5, 3, procs, NULL, 2, a, b, &count, NULL)), end();
    line("pareto/bad", fpm_pareto(5, 3, procs, &o, -1, a, b, &count, NULL)), end();
    line("pareto/bad", fpm_pareto(5, 3, procs, &o, 2, NULL, b, &count, NULL)), end();
    line("pareto/bad", fpm_pareto(5, 3, procs, &o, 2, a, NULL, &count, NULL)), end();
    line("pareto/bad", fpm_pareto(5, 3, procs, &o, 2, a, b, NULL, NULL)), end();
    o.slack = 0.1, pareto("pareto/bad", 5, 3, &o, 2);
    o.slack = 0, o.least = 0, pareto("pareto/bad", 5, 3, &o, 2);
    o.least = LEAST_TIMES, pareto("pareto/bad", 5, 3, &o, 2);
    o.least = 1, o.algorithm = FPM_EVEN, pareto("pareto/bad", 5, 3, &o, 2);
    models_free();
}

static void do_least(void) {
    static const char *const name[] = {"", "least/total", "least/cost", "least/busy",
                                       "least/times"};
    int p = once_in(6) ? (int)draw(8, 40) : (int)draw(1, 7), least, style = -1, kinds = K_DISCRETE;
    int rules = once_in(3) ? 0 : R_COST;
    int64_t n;
    double best;
    fpm_info info;
    fpm_options o = FPM_ZERO;
    rules |= draw_rules();
    if (instance == 0) least_bad();
    if (once_in(3)) kinds = once_in(2) ? K_ALL : K_CONTINUOUS;
    if (once_in(2)) style = pick(TIME_STYLES);
    procs_make(p, kinds, style, 25, draw(3, once_in(4) ? 2000 : 100), rules);
    n = draw_n(p);
    o.max_work = 10000000;
    best = fpm_partition(n, p, procs, &o, d, &info) < 0 ? 1 : info.makespan;
    o.max_work = 40000000; /* nanoseconds: 4 per step, which 0.4 counted */
    for (least = FPM_LEAST_TOTAL; least <= FPM_LEAST_BUSY; least++) {
        o.least = least, o.slack = once_in(2) ? 0 : once_in(3) ? 2 * real() : 0.1 * real();
        o.algorithm = once_in(2) ? FPM_AUTO : FPM_OPTIMAL;
        if (once_in(4))
            o.slack = 0, o.limit = best * (once_in(6) ? 0.9 : once_in(3) ? 1 : 1 + real());
        split(name[least], n, p, &o);
        o.limit = 0, o.slack = 0;
        if (p > 12 && kinds != K_DISCRETE) continue;
        if (once_in(4)) o.limit = best * (1 + 2 * real());
        else if (kinds != K_DISCRETE) o.limit = best * 1.1;
        pareto("pareto", n, p, &o, once_in(6) ? pick(4) : 2000);
        if (once_in(12)) {
            o.max_work = 4 * draw(1, 20000), split("least/limit", n, p, &o);
            pareto("pareto/limit", n, p, &o, 2000);
            o.max_work = 40000000, o.max_bytes = (size_t)draw(1, 20000);
            split("least/bytes", n, p, &o);
            pareto("pareto/bytes", n, p, &o, 2000);
            o.max_bytes = 0;
        }
        o.limit = 0;
    }
    models_free();
}

/* ---- groups ---- */

static void compose(const char *call, int p, int64_t count, const int64_t *want, fpm_options *o) {
    fpm_points points = FPM_ZERO;
    fpm_info info;
    int status;
    fill(&info, sizeof info);
    o->alloc = &counted;
    status = fpm_compose(p, procs, count, want, o, &points, &info);
    line(call, status);
    put("p", p, 0);
    put_info(&info);
    put_points("points", &points);
    end();
    put_effort(call, &info);
    fpm_points_free(&points);
}

static void compose_bad(void) {
    fpm_options o = FPM_ZERO;
    fpm_points points = FPM_ZERO;
    int64_t some[] = {1, 5, 5, 9}, zero[] = {0, 1}, far[] = {1, FPM_SIZE_MAX + 1};
    procs_make(3, K_DISCRETE, T_RISING, 5, 100, 0);
    line("compose/bad", fpm_compose(0, procs, 5, NULL, NULL, &points, NULL)), end();
    line("compose/bad", fpm_compose(3, NULL, 5, NULL, NULL, &points, NULL)), end();
    line("compose/bad", fpm_compose(3, procs, -1, NULL, NULL, &points, NULL)), end();
    line("compose/bad", fpm_compose(3, procs, 5, NULL, NULL, NULL, NULL)), end();
    compose("compose/bad", 3, 4, some, &o);
    compose("compose/bad", 3, 2, zero, &o);
    compose("compose/bad", 3, 2, far, &o);
    compose("compose", 3, 0, some, &o);
    compose("compose", 3, 0, NULL, &o);
    compose("compose/bad", 3, FPM_SIZE_MAX + 1, NULL, &o);
    o.max_work = -1, compose("compose/bad", 3, 5, NULL, &o);
    o.max_work = 0, procs[2].min = -1, compose("compose/bad", 3, 5, NULL, &o);
    procs[2].min = 0, procs[2].model = NULL, compose("compose/bad", 3, 5, NULL, &o);
    models_free();
}

static void do_compose(void) {
    static int64_t want[4000];
    int many = once_in(20), p = many ? (int)draw(30, 300) : (int)draw(1, 9);
    int kinds = once_in(2) ? K_DISCRETE : once_in(2) ? K_ALL : K_CONTINUOUS, style = -1;
    int rules;
    int64_t top = many ? draw(3, 60) : once_in(8) ? draw(1000, 100000) : draw(3, 300), count, i;
    fpm_options o = FPM_ZERO;
    if (instance == 0) compose_bad();
    if (once_in(2)) style = pick(TIME_STYLES);
    if (p > 40) kinds = K_DISCRETE;
    rules = draw_rules();
    procs_make(p, kinds, style, 25, top, rules & (once_in(3) ? 63 : ~R_GRAINS));
    o.max_work = 90000000; /* nanoseconds: 3 per step, which 0.4 counted */
    count = kinds == K_DISCRETE ? draw(1, 4 * p * (top < 1000 ? top : 9)) : draw(1, 600);
    compose("compose", p, count, NULL, &o);
    count = few(once_in(9) ? 4000 : 40);
    count = draw_sizes(want, count, once_in(3) ? draw(1, 9) : draw_n(p) + 1);
    for (i = 0; i < count && top > 1000 && kinds != K_DISCRETE; i++)
        if (want[i] > 3000) count = i;
    if (count) compose("compose/sizes", p, count, want, &o);
    if (once_in(6)) {
        o.max_work = 3 * draw(1, 5000), compose("compose/limit", p, 300, NULL, &o);
        o.max_work = 90000000, o.max_bytes = (size_t)draw(1, 20000);
        compose("compose/bytes", p, 300, NULL, &o);
        if (count) compose("compose/bytes", p, count, want, &o);
        o.max_bytes = 0, o.max_work = 3 * draw(1, 2000);
        if (count) compose("compose/limit", p, count, want, &o);
    }
    models_free();
}

/* So many copies of one processor, by FPM_OPTIMAL. */
static void identical(const char *call, int64_t n, int count, fpm_options *o) {
    static fpm_proc same[3000];
    static int64_t share[3000];
    fpm_info info;
    int i, status;
    for (i = 0; i < count; i++) same[i] = procs[0];
    fill(share, sizeof share), fill(&info, sizeof info);
    o->alloc = &counted;
    o->algorithm = FPM_OPTIMAL;
    status = fpm_partition(n, count, same, o, share, &info);
    line(call, status);
    put("n", n, 0);
    put("copies", count, 0);
    put_info(&info);
    put_kept(status, share, sizeof share);
    if (status >= 0) put_list("d", count, share);
    end();
    put_effort(call, &info);
}

static void do_identical(void) {
    int kind = draw_kind(K_ALL), style = pick(TIME_STYLES), count;
    int64_t top = kind == FPM_DISCRETE && once_in(4) ? draw_top() : draw(2, 500), n, most;
    int64_t mean = draw(0, top);
    fpm_options o = FPM_ZERO;
    most = once_in(3) ? 200 : 20;
    procs_make(1, 1 << kind, style, most, top, draw_rules() & ~R_COST);
    count = (int)(once_in(5) ? draw(1, 3000) : draw(1, 40));
    n = (double)mean * (double)count < (double)FPM_SIZE_MAX ? mean * count : draw(0, FPM_SIZE_MAX);
    if (once_in(2)) n = draw(0, n);
    if (once_in(3)) {
        n = procs->model->size[pick((int)procs->model->count)];
        n *= draw(1, 9);
    }
    if (n > FPM_SIZE_MAX) n = FPM_SIZE_MAX;
    o.max_work = 5000000;
    identical("identical", n, count, &o);
    if (once_in(6)) {
        o.max_work = draw(1, 3000), identical("identical/limit", n, count, &o);
        o.max_work = 5000000, o.max_bytes = (size_t)draw(1, 9000);
        identical("identical/bytes", n, count, &o);
    }
    models_free();
}

/* ---- checks and exports ---- */

static void do_verify(void) {
    int p = draw_p(), i, round;
    int64_t n;
    fpm_options o = FPM_ZERO;
    int kinds = once_in(2) ? K_CONTINUOUS : K_ALL, style = once_in(2) ? -1 : pick(TIME_STYLES);
    int64_t top = draw_sum_top(p);
    procs_make(p, kinds, style, 20, top, draw_rules());
    n = draw_n(p);
    o.algorithm = once_in(2) ? FPM_EVEN : FPM_AUTO, o.max_work = 1000000;
    if (fpm_partition(n, p, procs, &o, spoilt, NULL) < 0)
        for (i = 0; i < p; i++) spoilt[i] = n / p + (i < n % p);
    for (round = 0; round < 6; round++) {
        int from = pick(p), to = pick(p);
        int64_t some = once_in(2) ? spoilt[from] : draw(0, spoilt[from] < 0 ? 0 : spoilt[from]);
        check_shares("partition_check", n, p, spoilt);
        spoilt[from] -= some, spoilt[to] += some;
        if (once_in(12)) spoilt[from] += draw(-2, 2);
    }
    models_free();
}

static void do_export(void) {
    static int counts[600], displs[600];
    static int64_t counts64[600], displs64[600];
    static double weights[600];
    static float weightsf[600];
    static double asreal[600];
    int p = once_in(9) ? (int)draw(65, 500) : (int)draw(0, 12), i, status;
    int64_t unit = once_in(3) ? 1 : once_in(6) ? draw(-1, 0) : draw(1, 1000), parts;
    int style = pick(4);
    size_t n = p > 0 ? (size_t)p : 0;
    for (i = 0; i < p; i++) {
        d[i] = style == 0 ? draw(0, 9) : style == 1 ? draw(0, FPM_SIZE_MAX) : draw(0, 100000);
        if (style == 3 && !once_in(3)) d[i] = 0;
        if (once_in(800)) d[i] = -1;
    }
    fill(counts, sizeof counts), fill(displs, sizeof displs);
    fill(counts64, sizeof counts64), fill(displs64, sizeof displs64);
    fill(weights, sizeof weights), fill(weightsf, sizeof weightsf);
    status = fpm_export_counts(p, d, unit, counts, displs);
    line("export_counts", status), put_kept(status, counts, sizeof counts);
    if (status >= 0) put_ints("counts", p, counts), put_ints("displs", p, displs);
    end();
    status = fpm_export_counts64(p, d, unit, counts64, displs64);
    line("export_counts64", status), put_kept(status, counts64, sizeof counts64);
    if (status >= 0) put_list("counts", p, counts64), put_list("displs", p, displs64);
    end();
    status = fpm_export_weights(p, d, weights);
    line("export_weights", status), put_kept(status, weights, sizeof weights);
    if (status >= 0) put_reals("weights", p, weights);
    end();
    status = fpm_export_weightsf(p, d, weightsf);
    line("export_weightsf", status), put_kept(status, weightsf, sizeof weightsf);
    for (i = 0; i < p && status >= 0; i++) asreal[i] = (double)weightsf[i];
    if (status >= 0) put_reals("weights", p, asreal);
    end();
    parts = once_in(9) ? draw(-1, 0) : once_in(4) ? FPM_SIZE_MAX : few(2000);
    fill(counts64, sizeof counts64), fill(displs64, sizeof displs64);
    status = fpm_export_ratios(p, d, parts, counts64);
    line("export_ratios", status), put("parts", parts, 0);
    put_kept(status, counts64, sizeof counts64);
    if (status >= 0) put_list("ratios", p, counts64);
    end();
    status = fpm_export_chunks(p, d, displs64);
    line("export_chunks", status), put_kept(status, displs64, sizeof displs64);
    if (status >= 0) put_list("begin", (int64_t)n + 1, displs64);
    end();
    if (instance) return;
    line("export/bad", fpm_export_counts(3, NULL, 1, counts, displs)), end();
    line("export/bad", fpm_export_counts(3, d, 1, NULL, displs)), end();
    line("export/bad", fpm_export_counts(3, d, 1, counts, NULL)), end();
    line("export/bad", fpm_export_counts64(3, NULL, 1, counts64, displs64)), end();
    line("export/bad", fpm_export_counts64(3, d, 1, NULL, displs64)), end();
    line("export/bad", fpm_export_weights(3, NULL, weights)), end();
    line("export/bad", fpm_export_weights(3, d, NULL)), end();
    line("export/bad", fpm_export_weightsf(3, d, NULL)), end();
    line("export/bad", fpm_export_ratios(3, d, 5, NULL)), end();
    line("export/bad", fpm_export_ratios(3, NULL, 5, counts64)), end();
    line("export/bad", fpm_export_chunks(3, d, NULL)), end();
    line("export/bad", fpm_export_chunks(3, NULL, counts64)), end();
}

/* ---- balancing ---- */

static struct {
    double speed, cliff, factor, ahead, slow;
    int gone;
} truth[400];

static void put_state(const char *call, int status, const fpm_balance *b, const int64_t *out,
                      const fpm_info *info) {
    size_t bytes = sizeof(int64_t) * (size_t)(b->p > 0 ? b->p : 1);
    line(call, status);
    put("same", info->status == status, 1);
    put("verdict", status < 0 ? 0 : b->verdict, 0);
    put_real("makespan", info->makespan);
    put_real("imbalance", info->imbalance);
    put_real("predicted", status < 0 ? 0 : b->predicted);
    put_real("bound", info->lower_bound);
    put_real("cost", info->cost);
    put("moved", (int64_t)info->moved, 0);
    put("failed", status < 0 ? 0 : b->failed, 0);
    put("proc", put_proc(info), -1);
    put_kept(status, out, bytes);
    if (b->d) {
        put_list("d", b->p, b->d);
        put("agree", status < 0 || !memcmp(out, b->d, bytes), 1);
        put("n", b->n, 0);
        put("steps", b->steps, 0);
        put("moves", b->moves, 0);
        put("all_moved", b->moved, 0);
    }
    end();
}

/* The points that are kept, which decide all that follows, and what the models make of them. */
static void put_known(const fpm_balance *b) {
    fpm_points points = FPM_ZERO;
    int64_t count[400];
    double took[400];
    int i;
    for (i = 0; i < b->p && fpm_balance_points(b, i, &points) == FPM_OK; i++) {
        const fpm_model *m = fpm_balance_model(b, i);
        count[i] = points.count;
        took[i] = 0;
        if (m) fpm_model_time(m, (double)b->d[i], &took[i]);
    }
    line("balance_points", i == b->p ? FPM_OK : FPM_E_MEMORY);
    put_list("count", i, count);
    put_list("size", points.count, points.size);
    put_list("reps", points.count, points.reps);
    put_reals("seconds", points.count, points.seconds);
    put_reals("took", i, took);
    end();
    fpm_points_free(&points);
}

static double truth_time(int i, int64_t x) {
    double size = (double)x, over = size > truth[i].cliff ? size - truth[i].cliff : 0;
    return truth[i].slow * (truth[i].ahead + size + truth[i].factor * over) / truth[i].speed;
}

/* A routine that starts from the points of this one: its first two partitions. */
static void balance_started(const fpm_balance *b) {
    static fpm_model known[400];
    static fpm_proc from[400];
    static double seconds[400];
    fpm_points points = FPM_ZERO;
    fpm_balance_options o = FPM_ZERO;
    fpm_balance next;
    fpm_info info;
    int64_t first[401] = {0};
    size_t bytes = sizeof d[0] * (size_t)b->p;
    int i, status;
    points.alloc = counted, o.alloc = &counted;
    memset(from, 0, sizeof from);
    for (i = 0; i < b->p && fpm_balance_points(b, i, &points) == FPM_OK; i++)
        first[i + 1] = points.count;
    for (i = 0; i < b->p; i++)
        if (fpm_model_init(&known[i], FPM_PIECEWISE, first[i + 1] - first[i],
                           points.size + first[i], points.seconds + first[i], &borrowed,
                           NULL) == FPM_OK)
            from[i].model = &known[i];
    fill(d, bytes), fill(&info, sizeof info);
    status = fpm_balance_init(&next, b->n, b->p, from, -1, -1, &o, d, &info);
    put_state("balance_started", status, &next, d, &info);
    if (status >= 0) {
        for (i = 0; i < b->p; i++) seconds[i] = next.d[i] ? truth_time(i, next.d[i]) : 0;
        fill(d, bytes), fill(&info, sizeof info);
        status = fpm_balance_step(&next, seconds, d, &info);
        put_state("balance_started", status, &next, d, &info);
    }
    fpm_balance_free(&next);
    fpm_points_free(&points);
}

static void balance_bad(void) {
    fpm_balance b = FPM_ZERO;
    fpm_balance_options o = FPM_ZERO;
    double seconds[3] = {1, 2, 3};
    int i;
    line("balance_init/bad", fpm_balance_init(NULL, 5, 3, NULL, -1, -1, NULL, d, NULL)), end();
    line("balance_init/bad", fpm_balance_init(&b, -1, 3, NULL, -1, -1, NULL, d, NULL)), end();
    line("balance_init/bad",
         fpm_balance_init(&b, FPM_SIZE_MAX + 1, 3, NULL, -1, -1, NULL, d, NULL)),
        end();
    line("balance_init/bad", fpm_balance_init(&b, 5, 0, NULL, -1, -1, NULL, d, NULL)), end();
    for (i = 0; i < 14; i++) {
        fpm_balance_options bad = o;
        switch (i) {
        case 0: bad.method = 4; break;
        case 1: bad.method = -1; break;
        case 2: bad.min_gain = -1; break;
        case 3: bad.min_gain = 1e300 * 1e300; break;
        case 4: bad.iterations = -1; break;
        case 5: bad.stale = 1e300 * 1e300; break;
        case 6: bad.trust = -1; break;
        case 7: bad.trust = 0.5; break;
        case 8: bad.stale = 0.5; break;
        case 9: bad.stale = -1; break;
        case 10: bad.max_bytes = 100; break;
        case 11: bad.trust = 1e300 * 1e300; break;
        case 12: bad.min_gain = 1; break;
        default: bad.trust = 1; break;
        }
        line("balance_init/bad", fpm_balance_init(&b, 50, 3, NULL, -1, -1, &bad, d, NULL)), end();
        fpm_balance_free(&b);
    }
    memset(procs, 0, 3 * sizeof procs[0]);
    procs[1].min = -1;
    line("balance_init/bad", fpm_balance_init(&b, 50, 3, procs, -1, -1, NULL, d, NULL)), end();
    procs[1].min = 60, procs[1].required = 1;
    line("balance_init/bad", fpm_balance_init(&b, 50, 3, procs, -1, -1, NULL, d, NULL)), end();
    line("balance_init", fpm_balance_init(&b, 50, 3, NULL, -1, -1, NULL, d, NULL)), end();
    line("balance_step/bad", fpm_balance_step(NULL, seconds, d, NULL)), end();
    line("balance_step/bad", fpm_balance_step(&b, NULL, d, NULL)), end();
    line("balance_resize/bad", fpm_balance_resize(&b, -1, d, NULL)), end();
    line("balance_cost/bad", fpm_balance_cost(&b, -1, 0)), end();
    line("balance_cost/bad", fpm_balance_cost(&b, 0, 1e300 * 1e300)), end();
    line("balance_leave/bad", fpm_balance_leave(&b, 3, d, NULL)), end();
    line("balance_leave/bad", fpm_balance_leave(&b, -1, d, NULL)), end();
    line("balance_join/bad", fpm_balance_join(&b, 0, d, NULL)), end();
    line("balance_leave", fpm_balance_leave(&b, 0, d, NULL)), end();
    line("balance_leave/bad", fpm_balance_leave(&b, 0, d, NULL)), end();
    line("balance_leave", fpm_balance_leave(&b, 1, d, NULL)), end();
    line("balance_leave/bad", fpm_balance_leave(&b, 2, d, NULL)), end();
    fpm_balance_free(&b);
    line("balance_step/bad", fpm_balance_step(&b, seconds, d, NULL)), end();
    fpm_balance_free(NULL);
}

static void balance_event(fpm_balance *b, int event, const int64_t *out) {
    fpm_info info;
    int i = pick(b->p), status;
    int64_t n = once_in(3) ? draw(0, 2 * b->n) : b->n + b->n / 10;
    fill(&info, sizeof info), fill(d, sizeof d[0] * (size_t)b->p);
    if (event == 0) {
        status = fpm_balance_resize(b, n, d, &info);
        put_state("balance_resize", status, b, out, &info);
    } else if (event == 1) {
        status = fpm_balance_leave(b, i, d, &info);
        if (status >= 0) truth[i].gone = 1;
        put_state("balance_leave", status, b, out, &info);
    } else {
        for (i = 0; i < b->p - 1 && !truth[i].gone; i++) {}
        status = fpm_balance_join(b, i, d, &info);
        if (status >= 0) truth[i].gone = 0;
        put_state("balance_join", status, b, out, &info);
    }
}

static void do_balance(void) {
    static double seconds[400];
    fpm_balance b;
    fpm_balance_options o = FPM_ZERO;
    fpm_info info;
    int p = once_in(25) ? (int)draw(65, 300) : (int)draw(1, 10), i, step, steps = 25, status;
    int rules = once_in(3) ? draw_rules() & ~R_FIXED : 0, prior = once_in(6);
    int64_t n = once_in(9) ? draw(0, 3 * p) : draw(10, 1000) * p, share = n / p + 1;
    double unit_cost = 0, move_cost = 0;
    double noise = once_in(2) ? 0 : 0.1 * real(), accidents = once_in(2)   ? 0
                                                              : once_in(2) ? 0.03
                                                                           : 0.12;
    if (instance == 0) balance_bad();
    for (i = 0; i < p; i++) {
        truth[i].speed = decades(0, 2), truth[i].slow = 1;
        truth[i].cliff = once_in(3) ? 1e15 : (double)share * 4 * real();
        truth[i].factor = 40 * real();
        truth[i].gone = 0;
        truth[i].ahead = once_in(2) ? 0 : (double)share * real();
    }
    procs_make(p, K_CONTINUOUS, T_RISING, 12, share * 3, rules);
    for (i = 0; i < p && !prior; i++) procs[i].model = NULL;
    o.method = once_in(3) ? 1 + pick(3) : FPM_BALANCE_DEFAULT;
    if (once_in(3)) o.min_gain = decades(-6, -1);
    if (once_in(2) && !o.method) o.iterations = steps;
    if (once_in(3)) unit_cost = decades(-5, 0);
    if (once_in(4)) move_cost = decades(-3, 1);
    if (once_in(4)) o.trust = o.method ? (real(), 0) : 1.1 + 4 * real();
    if (once_in(4)) o.stale = o.method ? (real(), 0) : 1.1 + 2 * real();
    if (once_in(30)) o.max_bytes = (size_t)draw(100, 20000);
    o.alloc = &counted;
    fill(d, sizeof d[0] * (size_t)p), fill(&info, sizeof info);
    status = fpm_balance_init(&b, n, p, rules || prior ? procs : NULL, -1, -1, &o, d, &info);
    put_state("balance_init", status, &b, d, &info);
    if (status >= 0 && unit_cost + move_cost > 0)
        line("balance_cost", fpm_balance_cost(&b, unit_cost, move_cost)), end();
    for (step = 0; step < steps && status >= 0; step++) {
        for (i = 0; i < p; i++) {
            double t = b.d[i] ? truth_time(i, b.d[i]) : 0;
            if (accidents > 0 && real() < accidents) t *= 1 + 9 * real();
            seconds[i] = t * (1 + noise * (2 * real() - 1));
            if (once_in(900)) seconds[i] = once_in(2) ? -1 : 1e300 * 1e300;
            if (once_in(1500)) truth[i].slow = once_in(2) ? 0.3 : 3;
        }
        fill(d, sizeof d[0] * (size_t)p), fill(&info, sizeof info);
        status = fpm_balance_step(&b, seconds, d, &info);
        put_state("balance_step", status, &b, d, &info);
        if (status == FPM_E_TIME) status = 0;
        if (once_in(9)) put_known(&b);
        if (once_in(25)) balance_started(&b);
        if (once_in(25)) balance_event(&b, pick(3), d);
    }
    if (status >= 0) put_known(&b);
    fpm_balance_free(&b);
    models_free();
}

/* ---- tiles of a matrix ---- */

enum { TILES = 3000 };

static fpm_tile tile[TILES];

static void put_matrix(const char *call, int status, int p, const fpm_info *info,
                       const fpm_matrix_outputs *out) {
    static int64_t list[4 * TILES];
    int i;
    line(call, status);
    put("same", info->status == status, 1);
    put("arrangement", info->algorithm, 0);
    put("columns", status < 0 ? 0 : out->columns, 0);
    put_real("makespan", info->makespan);
    put_real("bound", info->lower_bound);
    put_real("gap", info->gap);
    put_real("imbalance", info->imbalance);
    put_real("total", info->cost);
    put_real("half", status < 0 ? 0 : out->half_perimeter);
    put_real("half_bound", status < 0 ? 0 : out->shape_bound);
    put_real("rectangle_bound", status < 0 ? 0 : out->rectangle_bound);
    put("volume", status < 0 ? 0 : out->volume, 0);
    put_real("sum", status < 0 ? 0 : out->area_sum);
    put("proc", put_proc(info), -1);
    put("busy", info->busy, 0);
    put("beyond", info->extrapolated, -1);
    put_kept(status, tile, sizeof tile[0] * (size_t)p);
    for (i = 0; i < p && status >= 0; i++) {
        list[4 * i] = tile[i].r0, list[4 * i + 1] = tile[i].r1;
        list[4 * i + 2] = tile[i].c0, list[4 * i + 3] = tile[i].c1;
    }
    if (status >= 0) put_list("tiles", 4 * p, list);
    end();
    if (!effort) return;
    effort_line(call);
    put("tried", info->evaluations, 0);
    put("bytes", (int64_t)info->bytes, 0);
    end();
}

static const char *const arrangement_name[] = {"/auto", "/columns", "/rows", "/slices", "/4"};

static const char *joined(const char *call, const char *tail) {
    static char name[64];
    snprintf(name, sizeof name, "%s%s", call, tail);
    return name;
}

static void matrix_sizes(int64_t *rows, int64_t *cols, int p) {
    int64_t room = once_in(2) ? 1000 : once_in(2) ? 60 : 100000;
    *rows = once_in(12) ? 1 : once_in(40) ? draw(1, 1LL << 26) : draw(1, room);
    *cols = once_in(12) ? 1 : once_in(3) ? *rows : draw(1, room);
    if (once_in(60)) *cols = FPM_SIZE_MAX / *rows;
    while (*rows * *cols < p && !once_in(30)) ++*rows, ++*cols;
}

static void matrix_options(fpm_matrix_options *o, int64_t rows, int64_t cols, int p) {
    if (once_in(4)) o->columns = (int)draw(1, p < 40 ? p : 40);
    if (once_in(4)) o->block = draw(1, 1 + (rows < cols ? rows : cols) / 4);
    if (once_in(60)) o->block = draw(1, 2 * rows);
    if (once_in(30)) o->max_bytes = (size_t)draw(1, 20000);
    o->alloc = &counted;
}

static void matrix_bad(void) {
    fpm_matrix_options o = FPM_ZERO;
    fpm_info info;
    fpm_matrix_outputs out;
    double areas[3] = {1, 2, 3};
    int64_t most[3] = {1, -1, 0};
    int i;
    line("matrix_columns/bad", fpm_matrix_areas(0, 5, 3, areas, NULL, tile, NULL, NULL)), end();
    line("matrix_columns/bad", fpm_matrix_areas(5, 0, 3, areas, NULL, tile, NULL, NULL)), end();
    line("matrix_columns/bad", fpm_matrix_areas(5, 5, 0, areas, NULL, tile, NULL, NULL)), end();
    line("matrix_columns/bad", fpm_matrix_areas(5, 5, 3, NULL, NULL, tile, NULL, NULL)), end();
    line("matrix_columns/bad", fpm_matrix_areas(5, 5, 3, areas, NULL, NULL, NULL, NULL)), end();
    line("matrix_columns/bad",
         fpm_matrix_areas(1LL << 40, 1LL << 40, 3, areas, &o, tile, &out, &info)),
        end();
    for (i = 0; i < 13; i++) {
        fpm_matrix_options bad = o;
        switch (i) {
        case 0: bad.arrangement = 5; break;
        case 1: bad.arrangement = -1; break;
        case 2: bad.columns = -1; break;
        case 3: bad.columns = 4; break;
        case 4: bad.arrangement = MATRIX_SLICES; break;
        case 5: bad.compact = -1; break;
        case 6: bad.compact = 1e300 * 1e300; break;
        case 7: bad.block = -1; break;
        case 8: bad.block = 6; break;
        case 9: bad.max = most; break;
        case 10: bad.max_work = -1; break;
        case 11: areas[1] = 0; break;
        default: areas[1] = 1e-20; break;
        }
        fill(tile, sizeof tile), fill(&info, sizeof info);
        put_matrix("matrix_columns/bad", fpm_matrix_areas(5, 5, 3, areas, &bad, tile, &out, &info),
                   3, &info, &out);
    }
}

static void do_matrix(void) {
    static double areas[TILES];
    static int64_t most[TILES];
    int p = once_in(40) ? (int)draw(200, TILES) : once_in(4) ? (int)draw(10, 80) : (int)draw(1, 9);
    int i, status, style = pick(4), a, rules = once_in(2) ? 0 : R_MAX | R_FIXED, kinds;
    int64_t rows, cols;
    double sum = 0, eps = once_in(2) ? 0 : once_in(2) ? 0.1 * real() : real();
    fpm_matrix_options o = FPM_ZERO;
    fpm_info info;
    fpm_matrix_outputs out;
    if (instance == 0) matrix_bad();
    matrix_sizes(&rows, &cols, p);
    for (i = 0; i < p; i++) {
        areas[i] = style == 0 ? 1 : style == 1 ? (double)draw(1, 4) : 0.01 + real();
        if (style == 3) areas[i] = decades(-6, 3);
        sum += areas[i];
    }
    for (i = 0; i < p && style == 1; i++) areas[i] /= sum;
    if (once_in(60)) {
        i = pick(p);
        areas[i] = once_in(2) ? 0 : -1;
    }
    matrix_options(&o, rows, cols, p);
    for (i = 0; i < p; i++) most[i] = once_in(2) ? 0 : draw(1, 1 + 3 * rows * cols / p);
    if (once_in(4)) o.max = most;
    for (a = 0; a <= MATRIX_SLICES; a++) {
        if (p > 150 && (a == MATRIX_SLICES || (a == 0 && !o.columns))) continue;
        o.arrangement = a, o.compact = a ? 0 : eps;
        fill(tile, sizeof tile[0] * (size_t)p), fill(&info, sizeof info);
        status = fpm_matrix_areas(rows, cols, p, areas, &o, tile, &out, &info);
        put_matrix(joined("matrix_columns", arrangement_name[a]), status, p, &info, &out);
    }
    if (once_in(6)) rules |= once_in(3) ? R_MIN : once_in(2) ? R_GRAIN : R_REQUIRED;
    kinds = once_in(20) ? K_ALL : K_CONTINUOUS, style = once_in(3) ? -1 : pick(3);
    procs_make(p, kinds, style, 12, rows * cols > 9 ? rows * cols / (once_in(2) ? 1 : p) + 1 : 9,
               rules);
    o.max = NULL;
    if (o.columns) { /* 0.1.0 crashes when more columns are asked for than processors get work */
        fpm_info shares;
        if (fpm_partition(rows * cols, p, procs, NULL, d, &shares) >= 0 && shares.busy < o.columns)
            o.columns = shares.busy;
    }
    for (a = 0; a <= MATRIX_SLICES; a++) {
        if (p > 150 && (a == MATRIX_SLICES || (a == 0 && !o.columns))) continue;
        o.arrangement = a, o.compact = a ? 0 : eps;
        fill(tile, sizeof tile[0] * (size_t)p), fill(&info, sizeof info);
        status = fpm_matrix_partition(rows, cols, p, procs, &o, tile, &out, &info);
        put_matrix(joined("matrix_partition", arrangement_name[a]), status, p, &info, &out);
    }
    models_free();
}

static fpm_model2d plane[8];

static void ask_plane(const fpm_model2d *m, int64_t rows, int64_t cols) {
    double t;
    int status;
    fill(&t, sizeof t);
    status = fpm_model2d_time(m, rows, cols, &t);
    line("model2d_time", status), put_real("seconds", t), put_kept(status, &t, sizeof t), end();
}

/* A grid of points, or points anywhere, or on a line. */
static int plane_make(fpm_model2d *m, int64_t top) {
    static int64_t x[400], y[400];
    static double t[400];
    int64_t count = 0, step = top / 5 + 1;
    int status, style = pick(4), a = (int)draw(1, 5), b = (int)draw(1, 5), i, j,
                k = (int)draw(1, 40);
    double speed = 1 + 9 * real();
    fpm_info found;
    for (i = 0; i < (style < 2 ? a : k); i++)
        for (j = 0; j < (style < 2 ? b : 1); j++, count++) {
            x[count] = style < 2 ? 1 + i * step : style == 2 ? draw(1, top) : 1 + i;
            y[count] = style < 2 ? 1 + j * step : style == 2 ? draw(1, top) : 2 + 2 * i;
            t[count] =
                (double)x[count] * (double)y[count] / speed * (once_in(3) ? 1 : 0.5 + real());
            if (once_in(3)) t[count] *= 1 + (double)x[count] / (double)top;
        }
    if (once_in(9) && count > 3) x[1] = x[2], y[1] = y[2];
    if (once_in(60)) t[0] = 0;
    if (once_in(60)) x[0] = 0;
    fill(m, sizeof *m);
    status = fpm_model2d_init(m, count, x, y, t, &counted, &found);
    line("model2d_init", status);
    put("where", found.at, -1);
    put_kept(status, m, sizeof *m);
    if (status >= 0) {
        int64_t all = (int64_t)m->rows * m->cols;
        put("monotone", m->monotone, 0);
        put_list("m", m->rows, m->m), put_list("n", m->cols, m->n);
        put_reals("speed", all, m->speed), put_reals("plan", all, m->plan);
        put_reals("beyond", all, m->beyond);
    }
    end();
    for (i = 0; i < 6 && status >= 0; i++) {
        int64_t wide = once_in(9) ? 0 : draw(0, top + top / 3);
        ask_plane(m, draw(0, top + top / 3), wide);
    }
    if (status >= 0) ask_plane(m, x[0], y[0]);
    return status;
}

static void matrix2d_bad(void) {
    fpm_model2d m = FPM_ZERO;
    fpm_proc2d one[2] = FPM_ZERO;
    int64_t size[2] = {1, 2}, huge[2] = {1, 1LL << 31};
    double t[2] = {1, 2}, x;
    line("model2d_init/bad", fpm_model2d_init(NULL, 2, size, size, t, NULL, NULL)), end();
    line("model2d_init/bad", fpm_model2d_init(&m, 0, size, size, t, NULL, NULL)), end();
    line("model2d_init/bad", fpm_model2d_init(&m, -1, size, size, t, NULL, NULL)), end();
    line("model2d_init/bad", fpm_model2d_init(&m, 2, NULL, size, t, NULL, NULL)), end();
    line("model2d_init/bad", fpm_model2d_init(&m, 2, size, NULL, t, NULL, NULL)), end();
    line("model2d_init/bad", fpm_model2d_init(&m, 2, size, size, NULL, NULL, NULL)), end();
    line("model2d_init/bad", fpm_model2d_init(&m, 2, size, huge, t, NULL, NULL)), end();
    line("model2d_time/bad", fpm_model2d_time(NULL, 1, 1, &x)), end();
    line("model2d_time/bad", fpm_model2d_time(&m, 1, 1, &x)), end();
    line("model2d_init", fpm_model2d_init(&m, 2, size, size, t, NULL, NULL)), end();
    line("model2d_time/bad", fpm_model2d_time(&m, 1, 1, NULL)), end();
    line("model2d_time/bad", fpm_model2d_time(&m, -1, 1, &x)), end();
    line("model2d_time/bad", fpm_model2d_time(&m, 1, FPM_SIZE_MAX, &x)), end();
    line("matrix_partition2d/bad", fpm_matrix_partition2d(5, 5, 2, one, NULL, tile, NULL, NULL)),
        end();
    line("matrix_partition2d/bad", fpm_matrix_partition2d(5, 5, 2, NULL, NULL, tile, NULL, NULL)),
        end();
    one[0].model = one[1].model = &m, one[1].fixed = -1;
    line("matrix_partition2d/bad", fpm_matrix_partition2d(5, 5, 2, one, NULL, tile, NULL, NULL)),
        end();
    one[1].fixed = 0, one[1].max = -2;
    line("matrix_partition2d/bad", fpm_matrix_partition2d(5, 5, 2, one, NULL, tile, NULL, NULL)),
        end();
    one[1].max = 0;
    line("matrix_partition2d/bad", fpm_matrix_partition2d(5, 5, 2, one, NULL, NULL, NULL, NULL)),
        end();
    line("matrix_partition2d/bad", fpm_matrix_partition2d(0, 5, 2, one, NULL, tile, NULL, NULL)),
        end();
    fpm_model2d_free(&m);
    fpm_model2d_free(NULL);
}

static void do_matrix2d(void) {
    static fpm_proc2d some[64];
    int p = once_in(9) ? (int)draw(10, 40) : (int)draw(1, 8), i, count = 1 + pick(8), a;
    int64_t rows, cols;
    double eps = once_in(2) ? 0 : once_in(2) ? 0.1 * real() : real();
    fpm_matrix_options o = FPM_ZERO;
    fpm_info info;
    fpm_matrix_outputs out;
    if (instance == 0) matrix2d_bad();
    matrix_sizes(&rows, &cols, p);
    for (i = 0; i < count; i++)
        if (plane_make(&plane[i], rows < 1000000 ? rows + 3 : 1000) < 0) i--;
    memset(some, 0, sizeof some);
    for (i = 0; i < p; i++) {
        some[i].model = &plane[pick(count)];
        if (once_in(4)) some[i].max = draw(1, rows * cols < 9 ? 9 : rows * cols);
        if (once_in(4)) some[i].fixed = real();
    }
    matrix_options(&o, rows, cols, p);
    for (a = 0; a <= MATRIX_SLICES; a++) {
        int status;
        if (a > FPM_MATRIX_ROWS && !once_in(20)) continue;
        o.arrangement = a, o.compact = a ? 0 : eps;
        o.max_work = a == 0 && once_in(6) ? 1000 * draw(1, 500) : 0;
        fill(tile, sizeof tile[0] * (size_t)p), fill(&info, sizeof info);
        status = fpm_matrix_partition2d(rows, cols, p, some, &o, tile, &out, &info);
        put_matrix(
            joined(o.max_work ? "limit:partition2d" : "matrix_partition2d", arrangement_name[a]),
            status, p, &info, &out);
    }
    for (i = 0; i < count; i++) fpm_model2d_free(&plane[i]);
}

/* ---- chains ---- */

enum { CHAIN = 20000 };

static int64_t load[CHAIN + 1], prefix[CHAIN + 1], begin_[MANY + 1], proof[MANY + 1];
static double loads[CHAIN + 1], prefixes[CHAIN + 1], speeds[MANY];
static int who[MANY];

static void draw_loads(int64_t n, int64_t *v, double *r) {
    int64_t i, large = draw(0, n), top = once_in(12) ? (1LL << 52) / (n + 1) : draw(1, 1000);
    int style = pick(8);
    for (i = 0; i < n; i++) {
        int64_t x = draw(0, top);
        if (style == 0) x = 1;
        if (style == 1 && !once_in(3)) x = 0;
        if (style == 2) x = once_in(9) ? x * 9 : draw(0, 3);
        if (style == 3) x = i == large ? 1000000 : draw(0, 9);
        if (style == 4) x = 0;
        if (style == 5) x = i + 1;
        v[i] = x;
        r[i] = style == 6 ? decades(-100, 100) : style == 7 ? real() : (double)x * 0.37;
    }
}

static int far_apart; /* speeds so different that their sums lose some */

static void draw_speeds(int p) {
    int style = pick(5), i;
    for (i = 0; i < p; i++) {
        speeds[i] = style == 0   ? 1 + pick(3)
                    : style == 1 ? 0.1 + real()
                    : style == 2 ? 3
                                 : 1 + pick(2);
        if (style == 4) speeds[i] = once_in(2) ? decades(-60, 60) : decades(-1, 1);
    }
    far_apart = style == 4;
    if (once_in(80)) {
        i = pick(p);
        speeds[i] = once_in(2) ? 0 : 1e61;
    }
}

static void chain_call(const char *call, const fpm_chain *chain, int p, fpm_chain_options *o,
                       fpm_chain_outputs *out) {
    size_t bytes = sizeof(int64_t) * (size_t)(p + 1);
    place after = place_after(4);
    fpm_info info;
    int status, i, round;
    o->alloc = &counted;
    fill(begin_, bytes), fill(proof, bytes), fill(who, sizeof who[0] * (size_t)p);
    fill(&info, sizeof info);
    status = fpm_chain_partition(chain, p, o, begin_, out, &info);
    line(call, status);
    put("n", chain->n, 0);
    put("p", p, 0);
    put("same", info.status == status, 1);
    put_info(&info);
    put_kept(status, begin_, bytes);
    if (out->proof) put_kept(status, proof, bytes);
    if (out->who) put_kept(status, who, sizeof who[0] * (size_t)p);
    if (status >= 0) {
        put_list("begin", p + 1, begin_);
        if (out->proof) put_list("proof", p + 1, proof);
        if (out->who) put_ints("who", p, who);
    }
    end();
    put_effort(call, &info);
    for (round = 0; round < 3 && status >= 0; round++) {
        int seen = fpm_chain_check(chain, p, o, begin_, out, &info);
        line("chain_check", seen);
        put_info(&info);
        end();
        i = pick(p + 1);
        if (!once_in(3) || !(out->proof || out->who)) begin_[i] += draw(-2, 2);
        else if (out->proof) proof[i] += draw(-2, 2);
        else who[i % p] = pick(p + 1);
    }
    go_on(after);
}

static void chain_bad(void) {
    fpm_chain c = FPM_ZERO;
    fpm_chain_options o = FPM_ZERO;
    int64_t three[4] = {1, 2, 3}, sums[5], bad_sums[4] = {0, 5, 4, 9},
            huge[3] = {1LL << 62, 1LL << 62, 1};
    double reals[4] = {1, 2, -1}, real_sums[5];
    fpm_info info;
    int i;
    line("chain_init/bad", fpm_chain_init(NULL, 3, three, sums, NULL)), end();
    line("chain_init/bad", fpm_chain_init(&c, -1, three, sums, NULL)), end();
    line("chain_init/bad", fpm_chain_init(&c, 3, three, NULL, NULL)), end();
    line("chain_init/bad", fpm_chain_init(&c, 3, NULL, bad_sums, &info)), put("at", info.at, -1),
        end();
    bad_sums[0] = 1;
    line("chain_init/bad", fpm_chain_init(&c, 3, NULL, bad_sums, &info)), put("at", info.at, -1),
        end();
    line("chain_init/bad", fpm_chain_init(&c, 3, huge, sums, &info)), put("at", info.at, -1), end();
    three[1] = -1;
    line("chain_init/bad", fpm_chain_init(&c, 3, three, sums, &info)), put("at", info.at, -1),
        end();
    line("chain_init/bad", fpm_chain_init_real(&c, 3, reals, real_sums, &info)),
        put("at", info.at, -1), end();
    reals[2] = 1e300 * 1e300;
    line("chain_init/bad", fpm_chain_init_real(&c, 3, reals, real_sums, &info)),
        put("at", info.at, -1), end();
    reals[2] = 1e201;
    line("chain_init/bad", fpm_chain_init_real(&c, 3, reals, real_sums, &info)),
        put("at", info.at, -1), end();
    line("chain_init/bad", fpm_chain_init_real(NULL, 3, reals, real_sums, &info)), end();
    line("chain_partition/bad", fpm_chain_partition(&c, 2, NULL, begin_, NULL, NULL)), end();
    three[1] = 2, i = fpm_chain_init(&c, 3, three, sums, NULL);
    line("chain_partition/bad", fpm_chain_partition(NULL, 2, NULL, begin_, NULL, NULL)), end();
    line("chain_partition/bad", fpm_chain_partition(&c, 0, NULL, begin_, NULL, NULL)), end();
    line("chain_partition/bad", fpm_chain_partition(&c, 2, NULL, NULL, NULL, NULL)), end();
    line("chain_check/bad", fpm_chain_check(&c, 2, NULL, NULL, NULL, NULL)), end();
    line("chain_check/bad", fpm_chain_check(&c, 0, NULL, begin_, NULL, NULL)), end();
    procs_make(2, K_PIECEWISE, T_RISING, 3, 9, 0);
    speeds[0] = speeds[1] = 1;
    for (i = 2; i < 13; i++) {
        fpm_chain_options bad = o;
        fpm_chain_outputs bad_out = FPM_ZERO;
        fpm_chain odd = c;
        int64_t first[3] = {0, 2, 3};
        switch (i) {
        case 2: bad.speed = speeds, bad.procs = procs; break;
        case 3: bad.free_order = 1, bad_out.who = NULL; break;
        case 4: bad.free_order = 1, bad_out.who = who, bad_out.proof = proof; break;
        case 5: bad.max_work = -1; break;
        case 6: odd.chains = 2; break;
        case 7: odd.chains = 2, odd.first = first, first[1] = 4; break;
        case 8: odd.chains = 2, odd.first = first, first[2] = 2; break;
        case 9: sums[3] = -1; break;
        case 10: sums[3] = 6, odd.real = real_sums; break;
        case 11: odd.largest = 3; break;
        default: odd.chains = -1; break;
        }
        chain_call("chain_partition/bad", &odd, 2, &bad, &bad_out);
    }
    models_free();
}

static void do_chain(void) {
    static int64_t first[40];
    fpm_chain chain = FPM_ZERO;
    int64_t n = once_in(20) ? draw(1000, CHAIN) : few(80) - 1, i;
    int p = once_in(20) ? (int)draw(100, 3000) : (int)few(14), use_real = once_in(3), status, way,
        m;
    int chains = once_in(4) ? (int)draw(1, 6) : 0, kinds, style;
    double total;
    fpm_info made;
    if (instance == 0) chain_bad();
    draw_loads(n, load, loads);
    status = use_real ? fpm_chain_init_real(&chain, n, loads, prefixes, &made)
                      : fpm_chain_init(&chain, n, load, prefix, &made);
    line("chain_init", status), put("largest", chain.largest, 0), put("at", made.at, -1);
    if (status >= 0 && use_real) put_reals("prefix", n + 1, prefixes);
    if (status >= 0 && !use_real) put_list("prefix", n + 1, prefix);
    end();
    if (status < 0) return;
    status = use_real ? fpm_chain_init_real(&chain, n, NULL, prefixes, &made)
                      : fpm_chain_init(&chain, n, NULL, prefix, &made);
    line("chain_init", status), put("largest", chain.largest, 0), end();
    if (once_in(6) && n) chain.largest = draw(0, n - 1);
    for (i = 0; i <= chains; i++) first[i] = i == chains ? n : once_in(3) ? n * i / chains : 0;
    for (i = 1; i <= chains; i++)
        if (first[i] < first[i - 1]) first[i] = first[i - 1];
    first[0] = 0;
    if (chains) chain.chains = chains, chain.first = first;
    total = use_real ? prefixes[n] : (double)prefix[n];
    draw_speeds(p);
    kinds = once_in(30) ? K_ALL : K_CONTINUOUS & ~(once_in(2) ? K_AKIMA : 0), style = pick(3);
    procs_make(p, kinds, style, 12,
               total < 9      ? 9
               : total < 1e12 ? (int64_t)total
                              : 1000000,
               once_in(2)    ? 0
               : once_in(20) ? 63
                             : R_MAX | R_FIXED);
    for (way = 0; way < 3; way++) /* equal, speeds, models */
        for (m = 0; m < 4; m++) { /* draws of four methods, of which the first is left */
            fpm_chain_options o = FPM_ZERO;
            fpm_chain_outputs out = FPM_ZERO;
            if ((m == 1 || m == 2) && chains && !once_in(9)) continue;
            if (m == 2 && way == 1 && far_apart) continue;
            if (way == 1) o.speed = speeds;
            if (way == 2) o.procs = procs;
            if (once_in(2)) out.proof = proof;
            if (once_in(3)) out.who = who;
            if (once_in(40)) o.max_bytes = (size_t)draw(1, 3000);
            if (m > 0) go_on(place_after(4));
            else chain_call(o.max_bytes ? "chain/bytes" : "chain/exact", &chain, p, &o, &out);
        }
    if (p > 400 || n > 1000) {
        models_free();
        return;
    }
    if (once_in(2)) /* few kinds */
        for (i = 0; i < p; i++) procs[i] = procs[pick(p < 3 ? p : 3)];
    for (way = 0; way < 3; way++) {
        fpm_chain_options o = FPM_ZERO;
        fpm_chain_outputs out = FPM_ZERO;
        o.free_order = 1, out.who = who, o.max_work = 50 * 300000;
        if (way == 1) o.speed = speeds;
        if (way == 2) o.procs = procs;
        chain_call("chain/free", &chain, p, &o, &out);
        if (!once_in(12)) continue;
        o.max_work = 50 * draw(1, 300);
        chain_call("chain/limit", &chain, p, &o, &out);
    }
    models_free();
}

/* ---- pipelines ---- */

#ifndef ANSWERS_NO_PIPELINE
static void pipeline_call(const char *call, const fpm_pipeline *l, int p, const fpm_device *device,
                          fpm_pipeline_options *o, fpm_pipeline_outputs *out) {
    static double stage[MANY];
    size_t bytes = sizeof(int64_t) * (size_t)(p + 1);
    place after = place_after(4);
    fpm_info info;
    int status, i, round;
    o->alloc = &counted, out->stage = stage;
    fill(begin_, bytes), fill(who, sizeof who[0] * (size_t)p), fill(&info, sizeof info);
    fill(stage, sizeof stage[0] * (size_t)p);
    status = fpm_pipeline_partition(l, p, device, o, begin_, out, &info);
    line(call, status);
    put("n", l->n, 0);
    put("p", p, 0);
    put("same", info.status == status, 1);
    put_info(&info);
    put_kept(status, begin_, bytes);
    put_kept(status, stage, sizeof stage[0] * (size_t)p);
    if (out->who) put_kept(status, who, sizeof who[0] * (size_t)p);
    if (status >= 0) {
        put_list("begin", p + 1, begin_);
        if (out->who) put_ints("who", p, who);
        put_reals("stage", p, stage);
    }
    end();
    put_effort(call, &info);
    for (round = 0; round < 3 && status >= 0; round++) {
        int seen = fpm_pipeline_check(l, p, device, o, begin_, out, &info);
        line("pipeline_check", seen);
        put_info(&info);
        end();
        i = pick(p + 1);
        begin_[i] += draw(-1, 1);
    }
    go_on(after);
}

static void do_pipeline(void) {
    enum { DEVICES = 12, TYPES = 3, LAYERS = 200 };
    fpm_pipeline l = FPM_ZERO;
    fpm_device device[DEVICES];
    int p = (int)draw(1, once_in(3) ? DEVICES : 5), k, goal, free_order;
    int64_t n = draw(0, once_in(5) ? LAYERS : 20), i, top = draw(1, 50);
    memset(device, 0, sizeof device);
    l.n = n, l.types = (int)draw(1, TYPES), l.seconds = loads;
    for (i = 0; i < n * l.types; i++) loads[i] = once_in(9) ? 0 : once_in(2) ? real() : 1;
    for (i = 0; i < n; i++) load[i] = draw(0, top), prefix[i] = draw(0, 9);
    if (once_in(2)) l.bytes = load;
    if (once_in(2)) l.sent = prefix;
    if (n > 0 && once_in(40)) load[n / 2] = once_in(2) ? -1 : INT64_MAX;
    if (n > 0 && once_in(40)) loads[n / 3] = -1;
    for (k = 0; k < p; k++) {
        fpm_device *at = &device[k];
        at->type = once_in(60) ? 7 : (int)draw(0, l.types - 1);
        at->factor = once_in(2) ? 1 + pick(3) : once_in(9) ? 0.1 + real() : 0;
        if (once_in(3)) at->max = draw(1, top * (n + 1)), at->held = draw(0, top);
        if (once_in(3)) at->fixed = real();
        if (once_in(3)) at->latency = real();
        at->bandwidth = once_in(60) ? FPM_NOTHING : once_in(2) ? 10 : 1 + real();
        at->required = once_in(6);
    }
    for (goal = FPM_PIPELINE_LATEST; goal <= FPM_PIPELINE_FILLED; goal++)
        for (free_order = 0; free_order < 2; free_order++) {
            fpm_pipeline_options o = FPM_ZERO;
            fpm_pipeline_outputs out = FPM_ZERO;
            o.goal = goal, o.free_order = free_order, o.overlap = once_in(3);
            o.batches = draw(0, 40), o.max_work = 20 * (once_in(5) ? draw(1, 5000) : 300000);
            if (goal != FPM_PIPELINE_FILLED) o.batches = 0;
            if (free_order || once_in(2)) out.who = who;
            if (once_in(20)) o.max_bytes = (size_t)draw(1, 20000);
            pipeline_call(free_order ? "pipeline/free" : "pipeline", &l, p, device, &o, &out);
        }
}
#else
static void do_pipeline(void) {}
#endif

/* ---- loads on a plane ---- */

enum { CELLS = 1 << 18, PARTS = 3000 };

static int64_t cell[CELLS], entry_row[CELLS], entry_col[CELLS];
static double cells[CELLS];
static fpm_rect part[PARTS];

static void draw_field(int64_t rows, int64_t cols) {
    int style = pick(9), i;
    int64_t r, c, peak_r = draw(0, rows), peak_c = draw(0, cols), top = 1000;
    if (once_in(20)) top = (1LL << 59) / (rows * cols);
    for (r = 0; r < rows; r++)
        for (c = 0; c < cols; c++) {
            int64_t far = (r - peak_r) * (r - peak_r) + (c - peak_c) * (c - peak_c), x;
            x = draw(0, top);
            if (style == 0) x = 1;
            if (style == 1 && !once_in(8)) x = 0;
            if (style == 2) x = top * 8 / (8 + far) + draw(0, 2);
            if (style == 3) x = r == c ? 9 : once_in(20);
            if (style == 4) x = far < rows * cols / 16 ? 7 : 0;
            if (style == 5) x = 100 + draw(0, 5);
            if (style == 6) x = 0;
            if (style == 7) x = (r + c) % 7 == 0 ? draw(0, 30) : 1;
            cell[r * cols + c] = x;
            cells[r * cols + c] = (double)x * 0.01 + (style == 8 ? decades(-80, 2) : 0);
        }
    if (style == 6 && once_in(2))
        for (i = 0; i < 3; i++) cell[pick((int)(rows * cols))] = 5;
}

/* The sums of a grid, which were public once. */
#ifdef ANSWERS_OPEN
#define ANSWERS_SUMS(grid, which) (grid)->which
#else
#define ANSWERS_SUMS(grid, which) (grid)->fpm__##which
#endif

static void put_grid(const char *call, int status, const fpm_grid *grid, int64_t at) {
    line(call, status);
    put("cell", at, -2);
    put_kept(status, grid, sizeof *grid);
    if (status >= 0) {
        put("rows", grid->rows, 0);
        put("cols", grid->cols, 0);
        put("total", grid->total, 0);
        put("largest", grid->largest, 0);
        put_real("unit", grid->unit);
        put_real("rounded", grid->rounded);
        put_list("at", (grid->rows + 1) * (grid->cols + 1), ANSWERS_SUMS(grid, at));
        put_list("flip", (grid->rows + 1) * (grid->cols + 1), ANSWERS_SUMS(grid, flip));
    }
    end();
}

static int grid_make(fpm_grid *grid, int64_t rows, int64_t cols) {
    fpm_grid_options o = FPM_ZERO;
    int64_t count, i;
    fpm_info info;
    int status, way = pick(6);
    o.alloc = &counted;
    fill(grid, sizeof *grid);
    draw_field(rows, cols);
    if (once_in(60)) cell[once_in(2) ? 0 : pick((int)(rows * cols))] = -1;
    if (once_in(60)) {
        i = pick((int)(rows * cols));
        cells[i] = once_in(2) ? -1 : 1e300 * 1e300;
    }
    if (once_in(60)) o.max_bytes = (size_t)draw(1, 4000);
    if (way == 0) status = fpm_grid_init_real(grid, rows, cols, cells, 0, &o, &info);
    else if (way == 1) {
        count = few(rows * cols);
        for (i = 0; i < count; i++)
            entry_row[i] = draw(0, rows - 1), entry_col[i] = draw(0, cols - 1);
        if (once_in(60)) entry_row[0] = rows;
        status = fpm_grid_init_sparse(grid, rows, cols, count, entry_row, entry_col,
                                      once_in(2) ? NULL : cell, &o, &info);
    } else if (way == 2 && cols > 1)
        status = fpm_grid_init(grid, rows, cols - 1, cell, cols, &o, &info);
    else status = fpm_grid_init(grid, rows, cols, cell, 0, &o, &info);
    put_grid(way == 0   ? "grid_init_real"
             : way == 1 ? "grid_init_sparse"
                        : "grid_init",
             status, grid, info.at);
    return status;
}

static void put_rect(const char *call, int status, int m, const fpm_rect_outputs *out,
                     const fpm_info *info) {
    static int64_t list[5 * PARTS];
    int i;
    line(call, status);
    put("same", info->status == status, 1);
    put("m", m, 0);
    put("algorithm", info->algorithm, 0);
    put("orientation", status < 0 ? 0 : out->orientation, 0);
    put("stripes", status < 0 ? 0 : out->stripes, 0);
    put("lmax", status < 0 ? 0 : out->load, 0);
    put("bound", status < 0 ? 0 : out->load_bound, 0);
    put("class_bound", status < 0 ? 0 : out->class_bound, 0);
    put_real("imbalance", info->imbalance);
    put_real("gap", info->gap);
    put("part", info->last, -1);
    put("other", info->other, -1);
    put_real("makespan", info->makespan);
    put_real("makespan_bound", info->lower_bound);
    put("beyond", info->extrapolated, -1);
    if (strcmp(call, "rect_check")) put_kept(status, part, sizeof part[0] * (size_t)m);
    for (i = 0; i < m && status >= 0; i++) {
        list[5 * i] = part[i].r0, list[5 * i + 1] = part[i].r1, list[5 * i + 2] = part[i].c0;
        list[5 * i + 3] = part[i].c1, list[5 * i + 4] = part[i].load;
    }
    if (status >= 0) put_list("parts", 5 * m, list);
    end();
    if (!effort) return;
    effort_line(call);
    put("probes", info->iterations, 0);
    put("work", info->work, 0);
    put("bytes", (int64_t)info->bytes, 0);
    end();
}

static void rect_check(const fpm_grid *grid, int m, const fpm_rect_options *o) {
    fpm_rect_outputs out;
    fpm_info info;
    int status;
    fill(&info, sizeof info);
    status = fpm_rect_check(grid, m, o, part, &out, &info);
    put_rect("rect_check", status, m, &out, &info);
}

/* Parts with a mistake, and who owns the cells. */
static void rect_spoil(const fpm_grid *grid, int m, const fpm_rect_options *o) {
    fpm_rect_index index;
    int i = pick(m), round, status, owner[60];
    fpm_rect kept = part[i];
    fill(&index, sizeof index);
    status = fpm_rect_index_init(&index, m, part, &counted);
    for (round = 0; round < 60 && status >= 0; round++) {
        int64_t row = draw(-1, grid->rows);
        owner[round] = fpm_rect_owner(&index, row, draw(-1, grid->cols));
    }
    line("rect_index", status);
    put_kept(status, &index, sizeof index);
    if (status >= 0) put_ints("owner", 60, owner);
    end();
    if (status >= 0) fpm_rect_index_free(&index);
    switch (pick(6)) {
    case 0: part[i].r1 += draw(-1, 1); break;
    case 1: part[i].c0 += draw(-1, 1); break;
    case 2: part[i].load += draw(-1, 1); break;
    case 3: part[i] = part[pick(m)]; break;
    case 4: part[i].r0 = part[i].r1; break;
    default: part[i].c1 = grid->cols + draw(0, 1); break;
    }
    rect_check(grid, m, o);
    part[i] = kept;
}

static const char *const rect_name[] = {
    "auto",     "uniform",     "nicol",        "pq_heur", "pq_opt",  "m_heur",
    "m_probe",  "m_alloc",     "m_heur_probe", "m_opt",   "hier_rb", "hier_relaxed",
    "hier_opt", "hier_search", "peel",         "near",    "compact", "none"};

static void rect_call(const char *kind, const fpm_grid *grid, int m, fpm_rect_options *o) {
    place after = place_after(4);
    fpm_rect_outputs out;
    fpm_info info;
    int status;
    o->alloc = &counted;
    fill(part, sizeof part[0] * (size_t)m), fill(&info, sizeof info);
    status = fpm_rect_partition(grid, m, o, part, &out, &info);
    put_rect(joined(kind, rect_name[o->algorithm < 0 ? RECT_NONE : o->algorithm]), status, m, &out,
             &info);
    if (status >= 0 && once_in(3)) {
        rect_check(grid, m, o);
        if (once_in(4)) rect_spoil(grid, m, o);
    }
    go_on(after);
}

static void rect_bad(void) {
    static fpm_grid grid;
    fpm_rect_options o = FPM_ZERO;
    fpm_info info;
    fpm_rect_index index;
    int64_t cuts[3] = {0, 5, 4}, one[2] = {0, 0};
    double reals[1] = {1e300};
    int counts[2] = {1, 1}, i;
    line("grid_init/bad", fpm_grid_init(NULL, 1, 1, one, 0, NULL, NULL)), end();
    line("grid_init/bad", fpm_grid_init(&grid, 0, 1, one, 0, NULL, NULL)), end();
    line("grid_init/bad", fpm_grid_init(&grid, 1, 0, one, 0, NULL, NULL)), end();
    line("grid_init/bad", fpm_grid_init(&grid, 1, 1, NULL, 0, NULL, NULL)), end();
    line("grid_init/bad", fpm_grid_init(&grid, 1, 2, one, 1, NULL, NULL)), end();
    line("grid_init/bad", fpm_grid_init(&grid, 1LL << 40, 1LL << 40, one, 0, NULL, &info)), end();
    one[0] = 1LL << 60;
    line("grid_init/bad", fpm_grid_init(&grid, 1, 1, one, 0, NULL, &info)), put("at", info.at, -2),
        end();
    line("grid_init/bad", fpm_grid_init_real(&grid, 1, 1, NULL, 0, NULL, NULL)), end();
    line("grid_init_real", fpm_grid_init_real(&grid, 1, 1, reals, 0, NULL, &info)), end();
    fpm_grid_free(&grid);
    line("grid_init/bad", fpm_grid_init_sparse(&grid, 5, 5, -1, one, one, NULL, NULL, &info)),
        end();
    line("grid_init/bad", fpm_grid_init_sparse(&grid, 5, 5, 1, NULL, one, NULL, NULL, &info)),
        end();
    line("grid_init_sparse", fpm_grid_init_sparse(&grid, 5, 5, 0, NULL, NULL, NULL, NULL, &info)),
        end();
    line("rect/bad", fpm_rect_partition(NULL, 2, NULL, part, NULL, NULL)), end();
    line("rect/bad", fpm_rect_partition(&grid, 0, NULL, part, NULL, NULL)), end();
    line("rect/bad", fpm_rect_partition(&grid, 2, NULL, NULL, NULL, NULL)), end();
    line("rect/bad", fpm_rect_check(&grid, 2, NULL, NULL, NULL, &info)), end();
    line("rect/bad", fpm_rect_check(NULL, 2, NULL, part, NULL, &info)), end();
    line("rect/bad", fpm_rect_index_init(NULL, 2, part, NULL)), end();
    line("rect/bad", fpm_rect_index_init(&index, 0, part, NULL)), end();
    line("rect/bad", fpm_rect_index_init(&index, 2, NULL, NULL)), end();
    procs_make(2, K_PIECEWISE, T_RISING, 3, 9, 0);
    speeds[0] = speeds[1] = 1;
    for (i = 0; i < 22; i++) {
        fpm_rect_options bad = o;
        switch (i) {
        case 0: bad.algorithm = 17; break;
        case 1: bad.algorithm = -1; break;
        case 2: bad.orientation = 3; break;
        case 3: bad.orientation = -1; break;
        case 4: bad.algorithm = FPM_RECT_HIER_RB, bad.direction = 4; break;
        case 5: bad.algorithm = FPM_RECT_HIER_RB, bad.direction = -1; break;
        case 6: bad.algorithm = FPM_RECT_PQ_OPT, bad.stripes = 2; break;
        case 7: bad.algorithm = FPM_RECT_PQ_OPT, bad.stripes = 3; break;
        case 8: bad.algorithm = FPM_RECT_PQ_OPT, bad.stripes = -1; break;
        case 9: bad.algorithm = FPM_RECT_M_PROBE; break;
        case 10: bad.algorithm = FPM_RECT_M_PROBE, bad.stripes = 2, bad.cuts = cuts; break;
        case 11: bad.algorithm = FPM_RECT_M_ALLOC; break;
        case 12:
            bad.algorithm = FPM_RECT_M_ALLOC, bad.stripes = 2, counts[1] = 2, bad.counts = counts;
            break;
        case 13:
            bad.algorithm = FPM_RECT_M_ALLOC, bad.stripes = 2, counts[1] = 0, bad.counts = counts;
            break;
        case 14: bad.algorithm = FPM_RECT_M_HEUR, bad.stripes = -1; break;
        case 15: bad.algorithm = FPM_RECT_M_HEUR, bad.stripes = 3; break;
        case 16: bad.max_work = -1; break;
        case 17: bad.speed = speeds, bad.procs = procs; break;
        case 18: bad.speed = speeds, speeds[1] = 0; break;
        case 19: bad.procs = procs, procs[1].model = NULL; break;
        case 20: bad.algorithm = RECT_NONE; break;
        default: bad.speed = speeds, speeds[1] = 1, bad.algorithm = FPM_RECT_PEEL; break;
        }
        rect_call("rect/bad/", &grid, 2, &bad);
    }
    fpm_grid_free(&grid);
    fpm_grid_free(&grid);
    models_free();
}

static void rect_sizes(int64_t *rows, int64_t *cols, int *m) {
    int large = once_in(40), middle = once_in(8);
    *rows = large ? draw(100, 400) : middle ? draw(20, 90) : few(16);
    *cols = large ? draw(100, 400) : middle ? draw(20, 90) : few(16);
    *m = once_in(9) ? (int)(*rows * *cols) + pick(3) : (int)few(large ? 300 : middle ? 60 : 14);
    if (*m > PARTS) *m = PARTS;
}

/* Options that a class needs or may have. */
static void rect_options(fpm_rect_options *o, const fpm_grid *grid, int m) {
    static int64_t cuts[PARTS + 1];
    static int counts[PARTS];
    int i, left = m, divisor;
    int64_t lines = o->orientation == FPM_RECT_VER ? grid->cols : grid->rows;
    switch (o->algorithm) {
    case FPM_RECT_UNIFORM:
    case FPM_RECT_NICOL:
    case FPM_RECT_PQ_HEUR:
    case FPM_RECT_PQ_OPT:
        for (divisor = 1 + pick(m); m % divisor; divisor--) {}
        if (once_in(2)) o->stripes = divisor;
        break;
    case FPM_RECT_M_PROBE:
        o->stripes = (int)draw(1, m < 9 ? m : 9);
        if (o->orientation == FPM_RECT_BEST && !once_in(3)) o->orientation = FPM_RECT_HOR;
        for (i = 0; i <= o->stripes; i++) cuts[i] = lines * i / o->stripes;
        for (i = 1; i < o->stripes; i++) cuts[i] = draw(cuts[i - 1], cuts[i]);
        o->cuts = cuts;
        break;
    case FPM_RECT_M_ALLOC:
        o->stripes = (int)draw(1, m < 9 ? m : 9);
        for (i = 0; i < o->stripes; i++) {
            counts[i] = i + 1 == o->stripes ? left : (int)draw(1, left - (o->stripes - 1 - i));
            left -= counts[i];
        }
        o->counts = counts;
        break;
    case FPM_RECT_M_HEUR:
    case FPM_RECT_M_HEUR_PROBE:
        if (once_in(2)) o->stripes = (int)draw(1, m);
        break;
    default: break;
    }
}

static void do_rect(void) {
    fpm_grid grid;
    int64_t rows, cols;
    int m, a;
    if (instance == 0) rect_bad();
    rect_sizes(&rows, &cols, &m);
    if (grid_make(&grid, rows, cols) < 0) return;
    for (a = FPM_RECT_AUTO; a <= FPM_RECT_PEEL; a++) {
        fpm_rect_options o = FPM_ZERO;
        o.algorithm = a;
        if (a >= FPM_RECT_PQ_HEUR ? a <= FPM_RECT_M_OPT : !a && once_in(4)) o.orientation = pick(3);
        if (a == FPM_RECT_HIER_RB || a == FPM_RECT_HIER_RELAXED) o.direction = pick(4);
        o.max_work = 30 * (rows * cols > 1000 ? 400000 : 1500000);
        if (a == FPM_RECT_HIER_SEARCH) o.max_work /= 8;
        rect_options(&o, &grid, m);
        rect_call("rect/", &grid, m, &o);
        if (!once_in(20)) continue;
        o.max_work = 30 * draw(1, 3000), rect_call("limit:rect/", &grid, m, &o);
        o.max_work = 45000000, o.max_bytes = (size_t)draw(1, 9000);
        rect_call("bytes:rect/", &grid, m, &o);
    }
    fpm_grid_free(&grid);
}

static void do_rect_speeds(void) {
    static const int classes[] = {FPM_RECT_AUTO,    FPM_RECT_UNIFORM,      FPM_RECT_PQ_OPT,
                                  FPM_RECT_M_PROBE, FPM_RECT_M_ALLOC,      FPM_RECT_M_HEUR_PROBE,
                                  FPM_RECT_M_OPT,   FPM_RECT_HIER_RELAXED, FPM_RECT_HIER_RB};
    fpm_grid grid;
    int64_t rows, cols;
    int m, a, way, kinds, style;
    rect_sizes(&rows, &cols, &m);
    if (grid_make(&grid, rows, cols) < 0) return;
    draw_speeds(m);
    kinds = once_in(30) ? K_ALL : K_CONTINUOUS & ~(once_in(2) ? K_AKIMA : 0), style = pick(3);
    procs_make(m, kinds, style, 12,
               grid.total < 9              ? 9
               : grid.total < FPM_SIZE_MAX ? grid.total
                                           : FPM_SIZE_MAX,
               once_in(2)    ? 0
               : once_in(20) ? 63
                             : R_MAX | R_FIXED);
    for (way = 0; way < 2; way++)
        for (a = 0; a < 9; a++) {
            fpm_rect_options o = FPM_ZERO;
            o.algorithm = classes[a];
            if (a ? a > 1 && a < 7 : once_in(4)) o.orientation = pick(3);
            if (o.algorithm >= FPM_RECT_HIER_RB) o.direction = pick(4);
            if (way) o.procs = procs;
            else o.speed = speeds;
            o.max_work = 30 * (rows * cols > 1000 ? 400000 : 1500000);
            rect_options(&o, &grid, m);
            rect_call(way ? "rect_procs/" : "rect_speed/", &grid, m, &o);
            if (!once_in(20)) continue;
            o.max_work = 30 * draw(1, 3000), rect_call("limit:rect_speed/", &grid, m, &o);
            o.max_work = 45000000, o.max_bytes = (size_t)draw(1, 9000);
            rect_call("bytes:rect_speed/", &grid, m, &o);
        }
    for (way = 0; way < 2; way++)
        for (a = 0; a < 3; a++) {
            fpm_rect_options o = FPM_ZERO;
            o.algorithm = a == 0   ? FPM_RECT_AUTO
                          : a == 1 ? FPM_RECT_COMPACT
                                   : FPM_RECT_HIER_RELAXED;
            if (way) o.procs = procs;
            else o.speed = speeds;
            o.max_work = 30 * (rows * cols > 1000 ? 400000 : 1500000);
            rect_options(&o, &grid, m);
            o.free_order = 1;
            rect_call(way ? "rect_free_procs/" : "rect_free/", &grid, m, &o);
        }
    for (way = 0; way < 4; way++) {
        fpm_rect_options o = FPM_ZERO;
        o.algorithm = FPM_RECT_NICOL;
        if (way % 2) o.procs = procs;
        else o.speed = speeds;
        if (once_in(3)) o.border = (double)pick(3);
        if (once_in(3)) o.min_rows = draw(1, 3);
        o.max_work = 30 * (rows * cols > 1000 ? 400000 : 1500000);
        rect_options(&o, &grid, m);
        o.free_order = way / 2;
        rect_call(way % 2 ? "rect_nicol_procs/" : "rect_nicol_speed/", &grid, m, &o);
    }
    fpm_grid_free(&grid);
    models_free();
}

/* ---- items ---- */

static void do_items(void) {
    enum { PIECES = 400, OWNERS = 40 };
    static int64_t piece[PIECES], most[OWNERS], most_of[OWNERS];
    static int owner[PIECES], from[PIECES];
    int64_t n = draw(0, once_in(3) ? PIECES : 12), i, top = draw_top();
    int p = (int)draw(1, once_in(3) ? OWNERS : 5), way;
    for (i = 0; i < n; i++) piece[i] = draw(0, once_in(4) ? top / (n + 1) : 30);
    draw_speeds(p);
    procs_make(p, K_CONTINUOUS & ~K_AKIMA, pick(3), 12, top, R_MAX | R_FIXED);
    for (way = 0; way < 4; way++) {
        fpm_items_options o = FPM_ZERO;
        fpm_info info;
        int status, j;
        o.alloc = &counted, o.max_work = 9000000;
        if (way == 1) o.speed = speeds;
        if (way == 2) o.procs = procs;
        for (j = 0; j < p; j++) most[j] = once_in(5) ? draw(-1, top) : 0, most_of[j] = draw(-1, 9);
        if (once_in(4)) o.max = most;
        if (once_in(4)) o.max_pieces = most_of;
        if (once_in(4)) o.equal_counts = 1;
        for (i = 0; i < n; i++) from[i] = (int)draw(-1, p - 1);
        if (way == 3) o.from = from, o.slack = once_in(2) ? 0.05 : 0;
        if (way == 3 && once_in(3)) o.max_moved = draw(-1, top);
        fill(owner, sizeof owner), fill(&info, sizeof info);
        status = fpm_items_assign(n, piece, p, &o, owner, NULL, &info);
        line(way == 1   ? "items/speed"
             : way == 2 ? "items/procs"
             : way      ? "items/from"
                        : "items",
             status);
        put_info(&info), put_real("moved", info.moved), put("at", info.at, -1);
        if (status >= 0) put_ints("owner", n, owner);
        else put_kept(status, owner, sizeof owner);
        end();
        put_effort("items", &info);
        if (status < 0) continue;
        status = fpm_items_check(n, piece, p, &o, owner, NULL, &info);
        line("items_check", status), put_info(&info), end();
    }
    models_free();
}

/* Types of processors, groups, and copies, started anew or with present owners: ties, which
   trades and trees break by the order in which they look. */
static void do_kinds(void) {
    enum { PIECES = 60, OWNERS = 8, TYPES = 3 };
    static int64_t piece[PIECES], size[PIECES];
    static double seconds[TYPES * PIECES];
    static int owner[2 * PIECES], from[3 * PIECES], group[PIECES], type[OWNERS];
    static int copies[PIECES], from_copies[PIECES];
    int64_t n = draw(1, once_in(3) ? PIECES : 12), i, k;
    int p = (int)draw(1, OWNERS), way, j;
    draw_speeds(p);
    for (j = 0; j < p; j++) type[j] = pick(TYPES);
    for (way = 0; way < 8; way++) {
        static const char *const names[8] = {"types", "types_from", "groups", "groups_from",
                                             "both",  "both_from",  "copies", "copies_from"};
        fpm_items_types types = FPM_ZERO;
        fpm_items_groups groups = FPM_ZERO;
        fpm_items_options o = FPM_ZERO;
        fpm_items_outputs out = FPM_ZERO;
        fpm_info info;
        int64_t all = n, listed = 0;
        int status, top = once_in(2) ? 4 : 400;
        o.alloc = &counted;
        o.max_work = 3000000;
        types.count = TYPES;
        types.seconds = seconds;
        types.type = type;
        groups.of = group;
        groups.most = FPM_ITEMS_TOGETHER;
        if (!once_in(4)) groups.most = draw(1, 3);
        if (once_in(4)) groups.most = FPM_ITEMS_EVEN;
        for (i = 0; i < n; i++) {
            piece[i] = draw(0, top);
            size[i] = draw(0, 9);
            group[i] = (int)draw(-1, (n - 1) / 3);
            from_copies[i] = (int)draw(0, p < 3 ? p : 3);
        }
        for (i = 0; i < TYPES * n; i++) {
            seconds[i] = (double)draw(1, top) / 8;
            if (once_in(9)) seconds[i] = real();
        }
        for (i = 0; i < 3 * n; i++) from[i] = (int)draw(-1, p - 1);
        if (way == 0 || way == 1 || way == 4 || way == 5) o.types = &types;
        if (way > 1 && way < 6) o.groups = &groups;
        if (way % 2) o.from = from;
        if (way % 2 && once_in(2)) o.size = size;
        if (way % 2 && once_in(2)) o.slack = 0.05;
        if (once_in(2)) o.speed = speeds;
        if (way >= 6) {
            all = n + draw(0, n * (p - 1) < n ? n * (p - 1) : n);
            o.replicas = all;
            out.copies = copies;
        }
        if (way == 7) {
            o.from_copies = from_copies;
            for (i = 0; i < n; i++) {
                int first = pick(p);
                for (k = 0; k < from_copies[i]; k++) {
                    from[listed] = (int)((first + k) % p);
                    listed++;
                }
            }
        }
        fill(owner, sizeof owner);
        fill(&info, sizeof info);
        status = fpm_items_assign(n, piece, p, &o, owner, &out, &info);
        line(names[way], status);
        put_info(&info);
        put_real("moved", info.moved);
        put("at", info.at, -1);
        put("least_moved", out.least_moved, 0);
        if (status >= 0) put_ints("owner", all, owner);
        else put_kept(status, owner, sizeof owner);
        end();
        put_effort(names[way], &info);
    }
}

/* ---- the program ---- */

static const struct {
    const char *name;
    void (*run)(void);
    int count; /* instances at -x 1 */
} sections[] = {
    {"status", do_status, 1},
    {"points", do_points, 1000},
    {"model", do_model, 700},
    {"root", do_root, 1500},
    {"split", do_split, 1500},
    {"optimal", do_optimal, 800},
    {"hpopta", do_hpopta, 1500},
    {"numerical", do_numerical, 800},
    {"least", do_least, 1000},
    {"compose", do_compose, 600},
    {"identical", do_identical, 1500},
    {"verify", do_verify, 500},
    {"export", do_export, 500},
    {"balance", do_balance, 500},
    {"matrix", do_matrix, 300},
    {"matrix2d", do_matrix2d, 150},
    {"chain", do_chain, 800},
    {"rect", do_rect, 500},
    {"rect_speeds", do_rect_speeds, 300},
    {"pipeline", do_pipeline, 800},
    {"items", do_items, 500},
    {"kinds", do_kinds, 150},
};
enum { SECTIONS = sizeof sections / sizeof sections[0] };

static double patience = 1e9; /* seconds of an instance that are worth a line */

static void run(int which, int64_t at) {
    clock_t before = clock();
    double seconds;
    section = sections[which].name, instance = at, number = 0, live = wrong = 0;
    rng = seed ^ hash_of(section, strlen(section)) ^ (uint64_t)at * UINT64_C(0xd6e8feb86659fd93);
    sections[which].run();
    if (live || wrong)
        printf("leak#%s.%lld bytes=%lld wrong=%lld\n", section, (long long)at, (long long)live,
               (long long)wrong);
    seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
    if (seconds > patience)
        fprintf(stderr, "%s -i %lld: %.2f s\n", section, (long long)at, seconds);
}

int main(int argc, char **argv) {
    double scale = 1;
    int64_t only = -1;
    int i, j, first = 1, known;
    for (; first < argc && argv[first][0] == '-'; first++) {
        char option = argv[first][1];
        if (option == 'e') effort = 1;
        else if (first + 1 == argc) break;
        else if (option == 's') seed = strtoull(argv[++first], NULL, 0);
        else if (option == 'x') scale = strtod(argv[++first], NULL);
        else if (option == 't') patience = strtod(argv[++first], NULL);
        else if (option == 'i') only = strtoll(argv[++first], NULL, 0);
        else break;
    }
    for (j = first; j < argc; j++) {
        for (i = known = 0; i < SECTIONS; i++) known |= !strcmp(argv[j], sections[i].name);
        if (known) continue;
        fprintf(stderr, "answers: no section \"%s\"; there are", argv[j]);
        for (i = 0; i < SECTIONS; i++) fprintf(stderr, " %s", sections[i].name);
        fputc('\n', stderr);
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 1 << 16); /* whole lines, should a call never return */
    printf("# seed %llu, scale %g\n", (unsigned long long)seed, scale);
    for (i = 0; i < SECTIONS; i++) {
        int64_t at, count = (int64_t)(sections[i].count * scale);
        for (j = first; j < argc && strcmp(argv[j], sections[i].name); j++) {}
        if (first < argc && j == argc) continue;
        for (at = only < 0 ? 0 : only; at < (only < 0 ? (count > 0 ? count : 1) : only + 1); at++)
            run(i, at);
        fflush(stdout);
    }
    return 0;
}
