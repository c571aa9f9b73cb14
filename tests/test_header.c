/* The header itself: version, the frozen list of statuses and their texts, sizes, FPM_ZERO. */
#include "fpm.h"

#include "test.h"

static void version_is_that_of_the_header(void) {
    CHECK_INT(fpm_version(),
              10000 * FPM_VERSION_MAJOR + 100 * FPM_VERSION_MINOR + FPM_VERSION_PATCH);
    CHECK(FPM_VERSION_MINOR >= 0 && FPM_VERSION_MINOR < 100);
    CHECK(FPM_VERSION_PATCH >= 0 && FPM_VERSION_PATCH < 100);
}

typedef struct entry {
    const char *name;
    int value;
    const char *text;
} entry;

static const entry list[] = {
#define ENTRY(name, value, text) {#name, name, text},
    FPM_STATUS_LIST(ENTRY)
#undef ENTRY
};
enum { LISTED = (int)(sizeof list / sizeof list[0]) };

/* Written out by hand: users and other languages rely on these numbers. */
static const entry frozen[] = {
    {"FPM_OK", 0, ""},
    {"FPM_EXTRAPOLATED", 1, ""},
    {"FPM_WORK_LIMIT", 2, ""},
    {"FPM_STOPPED", 3, ""},
    {"FPM_FALLBACK", 4, ""},
    {"FPM_HEURISTIC", 5, ""},
    {"FPM_CLASS_OPTIMUM", 6, ""},
    {"FPM_NORMALISED", 7, ""},
    {"FPM_E_ARGUMENT", -1, ""},
    {"FPM_E_MEMORY", -2, ""},
    {"FPM_E_MAX_BYTES", -3, ""},
    {"FPM_E_OVERFLOW", -4, ""},
    {"FPM_E_NO_POINTS", -5, ""},
    {"FPM_E_SIZE", -6, ""},
    {"FPM_E_TIME", -7, ""},
    {"FPM_E_ORDER", -8, ""},
    {"FPM_E_WEIGHT", -9, ""},
    {"FPM_E_SYNTAX", -10, ""},
    {"FPM_E_MODEL", -11, ""},
    {"FPM_E_BOUNDS", -12, ""},
    {"FPM_E_INFEASIBLE", -13, ""},
    {"FPM_E_NOT_MONOTONE", -14, ""},
    {"FPM_E_UNSUPPORTED", -15, ""},
    {"FPM_E_WORK_LIMIT", -16, ""},
    {"FPM_E_STOPPED", -17, ""},
    {"FPM_E_CAPACITY", -18, ""},
    {"FPM_E_CALLBACK", -19, ""},
    {"FPM_E_LOAD", -20, ""},
    {"FPM_E_AREA", -21, ""},
    {"FPM_E_BLOCK", -22, ""},
    {"FPM_E_TILES", -23, ""},
    {"FPM_E_VIOLATED", -24, ""},
    {"FPM_E_STALLED", -25, ""},
    {"FPM_E_EVALUATION_LIMIT", -26, ""},
};
enum { FROZEN = (int)(sizeof frozen / sizeof frozen[0]) };

static void status_values_are_frozen(void) {
    int i, j;
    CHECK_INT(LISTED, FROZEN);
    for (i = 0; i < FROZEN; i++) {
        for (j = 0; j < LISTED && strcmp(frozen[i].name, list[j].name); j++) {}
        NOTE("%s", frozen[i].name);
        if (CHECK(j < LISTED)) CHECK_INT(list[j].value, frozen[i].value);
    }
}

static void status_values_and_texts_are_distinct(void) {
    int i, j;
    for (i = 0; i < LISTED; i++) {
        NOTE("%s", list[i].name);
        CHECK(list[i].text[0] != 0);
        CHECK(list[i].value > -LISTED && list[i].value < LISTED); /* no holes */
        CHECK_INT(strncmp(list[i].name, "FPM_E_", 6) == 0, list[i].value < 0);
        for (j = 0; j < i; j++) {
            CHECK(list[i].value != list[j].value);
            CHECK(strcmp(list[i].text, list[j].text) != 0);
        }
    }
}

static void status_str_answers_every_int(void) {
    static const int extreme[] = {INT32_MIN, INT32_MIN + 1, INT32_MAX, INT32_MAX - 1, 127, 126};
    int i, j, known;
    for (i = 0; i < LISTED; i++) CHECK_STR(fpm_status_str(list[i].value), list[i].text);
    for (i = -1000; i <= 1000; i++) {
        for (known = 0, j = 0; j < LISTED; j++) known |= list[j].value == i;
        NOTE("status %d", i);
        if (!known) CHECK_STR(fpm_status_str(i), "unknown status");
    }
    for (i = 0; i < (int)(sizeof extreme / sizeof extreme[0]); i++)
        CHECK_STR(fpm_status_str(extreme[i]), "unknown status");
}

static void other_values_are_frozen(void) {
    CHECK_INT(FPM_CONSTANT, 1);
    CHECK_INT(FPM_PIECEWISE, 2);
    CHECK_INT(FPM_SHAPED, 3);
    CHECK_INT(FPM_AKIMA, 4);
    CHECK_INT(FPM_DISCRETE, 5);
    CHECK_INT(FPM_SAFE, 1);
    CHECK_INT(FPM_LITERAL, 2);
    CHECK_INT(FPM_BORROW, 8);
    CHECK_INT(FPM_AUTO, 0);
    CHECK_INT(FPM_EVEN, 1);
    CHECK_INT(FPM_PROPORTIONAL, 2);
    CHECK_INT(FPM_GEOMETRIC, 3);
    CHECK_INT(FPM_OPTIMAL, 4);
    CHECK_INT(FPM_NUMERICAL, 5);
    CHECK_INT(FPM_NEWTON, 0);
    CHECK_INT(FPM_BISECTION, 1);
    CHECK_INT(FPM_SCALE_ADAPTIVE, 0);
    CHECK_INT(FPM_SCALE_NONE, 1);
    CHECK_INT(FPM_SCALE_GIVEN, 2);
}

static void size_max_is_the_last_exact_whole_double(void) {
    volatile double top = (double)FPM_SIZE_MAX, next = top + 1; /* volatile: no excess precision */
    CHECK_INT(FPM_SIZE_MAX, INT64_C(1) << 53);
    CHECK_INT(sizeof(FPM_SIZE_MAX), 8);
    CHECK_SAME(next, top);
    CHECK_INT((int64_t)top, FPM_SIZE_MAX);
    CHECK_INT((int64_t)(top - 1), FPM_SIZE_MAX - 1);
}

static void zero_zeroes_structs_and_arrays(void) {
    fpm_options opts = FPM_ZERO;
    fpm_proc procs[3] = FPM_ZERO;
    fpm_points points = FPM_ZERO;
    fpm_model_options mopts = FPM_ZERO;
    int i;
    CHECK(opts.algorithm == FPM_AUTO && !opts.max_bytes && !opts.max_work);
    CHECK(!opts.alloc && !opts.progress && !opts.context && opts.search == FPM_NEWTON);
    for (i = 0; i < 3; i++) {
        CHECK(!procs[i].model && !procs[i].min && !procs[i].max && !procs[i].grain);
        CHECK(!procs[i].required);
        CHECK_SAME(procs[i].fixed, 0.0);
    }
    CHECK(!points.count && !points.size && !points.seconds && !points.capacity);
    CHECK(!mopts.flags && !mopts.extent && !mopts.at && !mopts.half_width && !mopts.alloc);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(version_is_that_of_the_header);
    RUN(status_values_are_frozen);
    RUN(status_values_and_texts_are_distinct);
    RUN(status_str_answers_every_int);
    RUN(other_values_are_frozen);
    RUN(size_max_is_the_last_exact_whole_double);
    RUN(zero_zeroes_structs_and_arrays);
    return test_end();
}
