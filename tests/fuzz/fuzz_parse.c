/* fpm_points_parse on any bytes: no crash; what it accepts is valid, and format and parse give the
   same bits back; what it refuses leaves the list as it was, and names a line of the text. */
#define FPM_IMPLEMENTATION
#include "fpm.h"

#include "driver.h"

static void same(const fpm_points *a, const fpm_points *b) {
    size_t count = (size_t)a->count;
    EXPECT(a->count == b->count);
    if (!count) return;
    EXPECT(!memcmp(a->size, b->size, count * sizeof *a->size));
    EXPECT(!memcmp(a->seconds, b->seconds, count * sizeof *a->seconds));
    EXPECT(!memcmp(a->half_width, b->half_width, count * sizeof *a->half_width));
    EXPECT(!memcmp(a->reps, b->reps, count * sizeof *a->reps));
}

static void valid(const fpm_points *points) {
    int64_t i;
    for (i = 0; i < points->count; i++) {
        EXPECT(points->size[i] >= 1 && points->size[i] <= FPM_SIZE_MAX);
        EXPECT(points->seconds[i] > 0 && points->seconds[i] <= 1.7976931348623157e308);
        EXPECT(points->half_width[i] >= 0 && points->half_width[i] <= 1.7976931348623157e308);
        EXPECT(points->reps[i] >= 0);
    }
}

/* A line that was read, unless it is the first one, which may be a header row: its fields are
   separated by marks of one kind, and none is empty. */
static void one_kind(const char *line, size_t length, int first) {
    size_t i;
    char mark = 0, last = ' ';
    while (length && line[length - 1] && strchr(" \v\f\t", line[length - 1])) length--;
    for (i = 0; i < length && !first; i++) {
        if (line[i] == ' ' || line[i] == '\v' || line[i] == '\f') continue;
        if (line[i] == ',' || line[i] == ';' || line[i] == '\t') {
            EXPECT((!mark || mark == line[i]) && i + 1 < length);
            EXPECT(last != mark || !mark);
            mark = line[i];
        }
        last = line[i];
    }
}

static void lines_are_plain(const char *text, size_t size) {
    size_t i, end, next;
    int first = 1;
    for (i = size >= 3 && !memcmp(text, "\xef\xbb\xbf", 3) ? 3 : 0; i < size; i = next + 1) {
        for (next = i; next < size && text[next] != '\n' && text[next] != '\r';) next++;
        for (end = i; end < next && text[end] != '#';) end++;
        one_kind(text + i, end - i, first);
        for (; i < end; i++) first &= strchr(" \v\f\t", text[i]) && text[i];
    }
}

static const uint8_t *running;
static size_t running_size;

static void fuzz_describe(void) {
    size_t i;
    for (i = 0; i < running_size; i++)
        printf(running[i] >= ' ' && running[i] < 127 ? "%c" : "\\x%02x", running[i]);
    puts("");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const fpm_point before = {7, 0.5, 0.25, 3};
    const char *text = (const char *)data;
    fpm_points points = FPM_ZERO, again = FPM_ZERO, more = FPM_ZERO;
    fpm_info info;
    int64_t lines = 1;
    size_t i, length = 0, length2 = 0;
    char *buffer;
    int status;
    running = data, running_size = size;
    if (fuzz_trace) fuzz_describe(), fflush(stdout);
    status = fpm_points_parse(&points, text, size, &info);
    for (i = 0; i < size; i++) lines += data[i] == '\n' || data[i] == '\r';

    EXPECT(fpm_points_add(&more, &before) == FPM_OK);
    EXPECT(fpm_points_parse(&more, text, size, NULL) == status);
    EXPECT(more.size[0] == 7 && more.reps[0] == 3);
    EXPECT(more.count == (status < 0 ? 1 : 1 + points.count));
    fpm_points_free(&more);

    if (status < 0) {
        EXPECT(points.count == 0);
        EXPECT(info.at >= 1 && info.at <= lines && info.argument);
        fpm_points_free(&points);
        return 0;
    }
    EXPECT(status == FPM_OK);
    valid(&points);
    lines_are_plain(text, size);
    status = fpm_points_format(&points, NULL, 0, &length);
    EXPECT(status == FPM_E_CAPACITY);
    buffer = (char *)malloc(length + 1);
    if (!buffer) abort();
    EXPECT(fpm_points_format(&points, buffer, length, &length2) == FPM_E_CAPACITY);
    EXPECT(fpm_points_format(&points, buffer, length + 1, &length2) == FPM_OK);
    EXPECT(length2 == length && strlen(buffer) == length);
    EXPECT(fpm_points_parse(&again, buffer, length, NULL) == FPM_OK);
    same(&points, &again);
    free(buffer);
    fpm_points_free(&again);
    if (fpm_points_sort(&points, NULL) >= 0) valid(&points);
    fpm_points_free(&points);
    return 0;
}

#ifdef FUZZ_STANDALONE

/* Lines of plausible pieces, with some bytes changed afterwards. */
static size_t fuzz_make(uint8_t *data) {
    static const char *const piece[] = {"1",
                                        "2",
                                        "100",
                                        "4e6",
                                        "1e15",
                                        "9007199254740992",
                                        "9007199254740993",
                                        "0.5",
                                        "1e-3",
                                        "0x1p3",
                                        "inf",
                                        "nan",
                                        "-1",
                                        "+3",
                                        "-0",
                                        "1e308",
                                        "1e309",
                                        "5e-324",
                                        "1e-400",
                                        ".5",
                                        "5.",
                                        ".",
                                        "e5",
                                        "1e",
                                        "1e+",
                                        "1.5e+2",
                                        "00012",
                                        "#",
                                        "# c",
                                        "\xef\xbb\xbf",
                                        "2.2250738585072014e-308",
                                        "0.1000000000000000055511151231257827",
                                        "123456789012345678901234567890",
                                        "1e22",
                                        "1e23",
                                        "8.5",
                                        "17976931348623157e292",
                                        "1,5",
                                        "1;2",
                                        "size",
                                        "size,seconds\n",
                                        "4;1,010\n",
                                        "8;;1\n",
                                        "8\t1\t\n",
                                        "3ms",
                                        "ms",
                                        "2 min",
                                        "7h",
                                        "1e3us",
                                        "\xc2\xb5s",
                                        "size,time_ms\n",
                                        "# t (us) n\n",
                                        "half_width",
                                        "[s]",
                                        "n/s",
                                        "4503599627370496.5",
                                        "9.007199254740993e15"};
    static const char *const gap[] = {" ",    "\t", ",",  ";",    "\n",
                                      "\r\n", "\r", "  ", "\n\n", " # x\n"};
    size_t size = 0, goal = (size_t)fuzz_draw(300), i;
    while (size < goal) {
        const char *s = piece[fuzz_draw(sizeof piece / sizeof piece[0])];
        const char *g = gap[fuzz_draw(sizeof gap / sizeof gap[0])];
        char number[40];
        uint64_t bits = fuzz_draw(UINT64_MAX);
        double x;
        memcpy(&x, &bits, sizeof x);
        if (!fuzz_draw(3))
            s = number, snprintf(number, sizeof number, "%.*g", (int)fuzz_draw(20), x);
        else if (!fuzz_draw(2))
            s = number, snprintf(number, sizeof number, "%d", (int)fuzz_draw(5000));
        memcpy(data + size, s, strlen(s)), size += strlen(s);
        if (fuzz_draw(3)) g = size % 2 ? " " : "\n";
        memcpy(data + size, g, strlen(g)), size += strlen(g);
    }
    if (!fuzz_draw(3))
        for (i = fuzz_draw(4) + 1; i && size; i--) {
            uint8_t *byte = data + fuzz_draw(size);
            *byte = (uint8_t)fuzz_draw(256);
        }
    return size;
}

#endif
