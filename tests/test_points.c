/* Points and their text. */
#include "../fpm.h"

#include <float.h>
#include <locale.h>
#include <math.h>

#include "test.h"

static int parse(fpm_points *points, const char *text, int64_t *line) {
    fpm_info info;
    int status = fpm_points_parse(points, text, strlen(text), &info);
    CHECK_INT(info.status, status);
    if (line) *line = info.at;
    return status;
}

/* ---- text ---- */

static void text_is_read(void) {
    fpm_points p = FPM_ZERO;
    const char *text = "\xEF\xBB\xBF# sizes and seconds\r\n10 0.5\r\n\n"
                       "20;\v1.25 ;0.01\r4e1 2e0 .5 12 # four fields\n  0.5e2 +3.";
    CHECK_INT(parse(&p, text, NULL), FPM_OK);
    REQUIRE(p.count == 4);
    CHECK(p.size[0] == 10 && p.size[1] == 20 && p.size[2] == 40 && p.size[3] == 50);
    CHECK_SAME(p.seconds[0], 0.5), CHECK_SAME(p.seconds[1], 1.25);
    CHECK_SAME(p.seconds[2], 2.0), CHECK_SAME(p.seconds[3], 3.0);
    CHECK_SAME(p.half_width[1], 0.01), CHECK_SAME(p.half_width[2], 0.5);
    CHECK(p.reps[1] == 0 && p.reps[2] == 12);
    fpm_points_free(&p);
    CHECK(p.count == 0 && p.size == NULL);
}

static void errors_name_the_line(void) {
    static const struct {
        const char *text;
        int status, line;
    } bad[] = {{"1 2\n3\n", FPM_E_SYNTAX, 2},
               {"1e16 1", FPM_E_SIZE, 1},
               {"1000000000000000000000e-4 1", FPM_E_SIZE, 1},
               {"100.01 1", FPM_E_SIZE, 1},
               {"1 2 3 4 5", FPM_E_SYNTAX, 1},
               {"\n\n1 x", FPM_E_SYNTAX, 3},
               {"1 nan", FPM_E_SYNTAX, 1},
               {"1 inf", FPM_E_SYNTAX, 1},
               {"1 0x10", FPM_E_SYNTAX, 1},
               {"1 1e", FPM_E_SYNTAX, 1},
               {"1 1e+", FPM_E_SYNTAX, 1},
               {"1 .", FPM_E_SYNTAX, 1},
               {"1 1.2.3", FPM_E_SYNTAX, 1},
               {"1 --2", FPM_E_SYNTAX, 1},
               {"1.5 2", FPM_E_SIZE, 1},
               {"0 2", FPM_E_SIZE, 1},
               {"# c\r-4 2", FPM_E_SIZE, 2},
               {"9007199254740993 1", FPM_E_SIZE, 1},
               {"1e17 1", FPM_E_SIZE, 1},
               {"1.00000000000000000001 1", FPM_E_SIZE, 1},
               {"1,000 2", FPM_E_SYNTAX, 1},
               {"1,000,2", FPM_E_TIME, 1},
               {"1 0", FPM_E_TIME, 1},
               {"1 -2", FPM_E_TIME, 1},
               {"1 1e400", FPM_E_TIME, 1},
               {"1 1e-400", FPM_E_TIME, 1},
               {"1 1e99999999999999999999", FPM_E_TIME, 1},
               {"1 2 -1", FPM_E_WEIGHT, 1},
               {"1 2 3 -4", FPM_E_WEIGHT, 1},
               {"1 2 3 0.5", FPM_E_WEIGHT, 1}};
    fpm_points p = FPM_ZERO, none = FPM_ZERO;
    const int64_t *where;
    int64_t capacity;
    size_t i;
    CHECK_INT(parse(&p, "7 7", NULL), FPM_OK);
    for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        int64_t line = -1;
        NOTE("%s", bad[i].text);
        CHECK_INT(parse(&p, bad[i].text, &line), bad[i].status);
        CHECK_INT(line, bad[i].line);
        CHECK_INT(p.count, 1);
    }
    where = p.size, capacity = p.capacity; /* a text at fault does not even move the list */
    CHECK_INT(parse(&p, "1 1\n2 2\n3 3\n4 4\n5 5\n6 6\n7 7\n8 8\n9 9\n10 x", NULL), FPM_E_SYNTAX);
    CHECK(p.size == where && p.capacity == capacity && p.count == 1);
    CHECK_INT(parse(&none, "4 1\n5 x\n", NULL), FPM_E_SYNTAX);
    CHECK(!none.size && none.capacity == 0);
    CHECK_INT(fpm_points_parse(&p, "8\0 1", 4, NULL), FPM_E_SYNTAX);
    CHECK_INT(fpm_points_parse(&p, NULL, 0, NULL), FPM_OK);
    CHECK_INT(fpm_points_parse(&p, NULL, 3, NULL), FPM_E_ARGUMENT);
    CHECK_INT(parse(&p, "9007199254740992 1", NULL), FPM_OK);
    CHECK_INT(p.size[1], FPM_SIZE_MAX);
    fpm_points_free(&p);
}

/* Each of these is one point, whose numbers stand in one column each whoever reads them. */
static void separators_of_one_kind(void) {
    static const char *const good[] = {
        "8,0.5,25,3",      "8, 0.5, 25, 3",        "8 ,0.5 ,25 ,3", "8;0.5;25;3",
        "8 ; 0.5; 25 ;3",  "8\t0.5\t25\t3",        "8 0.5  25 3",   "8\t 0.5 \t25\t3",
        "  8 0.5 25 3\t ", "8\t0.5\t25\t3\t\t# c", "8,.5,25,3",     "8;0.5;25;3 # 8;;1, 4;1,010"};
    static const char *const bad[] = {
        /* decimal commas, or not */
        "4;1,010", "4;0,010", "4\t1,010", "4 1,010", "4,010 8,021", "4,010, 8,021", "4,010; 8",
        "4; 1,010", "4,01 ,5", "4,010\t8,021", "4,010;8,021", "8, 0.001,25",
        /* empty fields */
        "8,,0.001,25", "8;;1", "8\t\t1", "8 ; ; 1", "8, ,1", "8\t \t1", ",8,1", ";8;1", "\t8\t1",
        "8,1,", "8;1;", "8;1 ; # c", "8,;1", "8;\t1", ";", " , ",
        /* two points, or not */
        "4 1.0; 8 2.0", "4 1.0, 8 2.0", "4 1.0\t8 2.0", "4;1.0 8;2.0", "4,1.0;8,2.0"};
    size_t i;
    for (i = 0; i < sizeof good / sizeof good[0]; i++) {
        fpm_points p = FPM_ZERO;
        NOTE("%s", good[i]);
        CHECK_INT(parse(&p, good[i], NULL), FPM_OK);
        REQUIRE(p.count == 1);
        CHECK(p.size[0] == 8 && p.reps[0] == 3);
        CHECK_SAME(p.seconds[0], 0.5), CHECK_SAME(p.half_width[0], 25);
        fpm_points_free(&p);
    }
    for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        fpm_points p = FPM_ZERO;
        char text[80];
        int64_t line = -1;
        NOTE("%s", bad[i]);
        snprintf(text, sizeof text, "1 1\n2 2\n%s\n", bad[i]);
        CHECK_INT(parse(&p, text, &line), FPM_E_SYNTAX);
        CHECK_INT(line, 3);
        CHECK_INT(p.count, 0);
        CHECK_INT(parse(&p, bad[i], &line), FPM_E_SYNTAX); /* nor is it a header row */
        CHECK_INT(line, 1);
        fpm_points_free(&p);
    }
}

/* The columns are those that the header names, in the units that it names: each text is the point
   of size 8 with a time of .5, and a half-width of .25 and 3 repetitions where it has them. */
static void header_is_understood(void) {
    static const struct {
        const char *text;
        double seconds;
    } good[] = {{"size,seconds\n8,0.5\n", .5},
                {"# made by hand\r\n\r\nsize\tseconds\r\n8 0.5", .5},
                {"\xEF\xBB\xBFsize;time (s)\n8;0.5", .5},
                {"\"units (n)\", \"time in s\"  # c\n\n8 0.5\n", .5},
                {"time steps,seconds\n8,0.5\n", .5},
                {"n time/s\n8 .5", .5},
                {"size,time_ms\n8,0.5\n", .5e-3},
                {"size;milliseconds\n8;0.5\n", .5e-3},
                {"n time/ms\n8 0.5\n", .5e-3},
                {"size,ns\n8,0.5\n", .5e-9},
                {"size time [ms]\n8 0.5\n", .5e-3},
                {"size time in ms\n8 0.5\n", .5e-3},
                {"size;time (us)\n8;0.5\n", .5e-6},
                {"size \xc2\xb5s\n8 0.5\n", .5e-6},
                {"Size;Wall time [NS]\n8;0.5\n", .5e-9},
                {"rows,elapsed (min)\n8,0.5\n", 30},
                {"x minutes\n8 0.5\n", 30},
                {"n,hours\n8,0.5\n", 1800},
                {"n,t_h\n8,0.5\n", 1800},
                {"n,time per step (ms)\n8,.5\n", .5e-3},
                {"n,ms/run\n8,.5\n", .5e-3},
                {"n;seconds per iteration\n8;.5\n", .5},
                {"cells/rank,time\n8,.5", .5},
                {"elements per rank,seconds\n8,.5", .5},
                {"problem_size,mean time\n8,.5", .5},
                {"tokens,ms\n8,.5", .5e-3},
                {"particles time\n8 .5", .5},
                /* in another order */
                {"t,n\n.5,8\n", .5},
                {"time_s,size\n.5,8\n", .5},
                {"seconds,size\n.5,8\n", .5},
                {"# c\nTime;N\n.5;8", .5},
                {"reps,ms,size,half_width\n3,500,8,250\n", .5},
                {"half width (us),size,reps,t [ms]\n250000,8,3,500\n", .5},
                /* half-widths are in the unit of the times, if they have none */
                {"size,time,half width in seconds,runs\n8,0.5,.25,3\n", .5},
                {"size,time_ms,ci,reps\n8,500,250,3\n", .5},
                {"size,time,ci [ms],reps\n8,.5,250,3\n", .5},
                /* in comments */
                {"# size ms\n8 .5\n", .5e-3},
                {"#n\tt_us\n8\t.5\n", .5e-6},
                {"# seconds size\n.5 8\n", .5},
                {"# size ms\nsize,seconds\n8 .5\n", .5},
                {"# size  seconds  half_width  reps\n8 .5 .25 3\n", .5},
                /* comments that name no columns */
                {"# times in ms were divided by 1000\n8 .5\n", .5},
                {"# elapsed time\n8 .5\n", .5},
                {"# mean times of all runs, ms\n8 .5\n", .5},
                {"# 2026-11-22 ms\n8 .5\n", .5},
                {"# size\n8 .5\n", .5},
                {"8 .5 # size ms\n", .5},
                /* units after numbers */
                {"8 500ms\n", .5},
                {"8 500 ms\n", .5},
                {"8,500ms\n", .5},
                {"8, 500 ms\n", .5},
                {"8;5e8 ns;250000us;3\n", .5},
                {"8 30 min\n", 1800},
                {"8\t.5h\n", 1800},
                {"8 0.5s .25s 3\n", .5},
                {"8 500ms 250 3\n", .5},
                {"8 500 \xce\xbcs\n", .5e-3},
                {"size,time_ms\n8,.5s\n", .5}};
    size_t i;
    for (i = 0; i < sizeof good / sizeof good[0]; i++) {
        fpm_points p = FPM_ZERO;
        NOTE("%s", good[i].text);
        CHECK_INT(parse(&p, good[i].text, NULL), FPM_OK);
        CHECK_INT(p.count, 1);
        if (p.count == 1) {
            CHECK_INT(p.size[0], 8);
            CHECK_SAME(p.seconds[0], good[i].seconds);
            if (p.half_width[0] > 0 || p.reps[0] > 0) {
                CHECK_SAME(p.half_width[0], .25);
                CHECK_INT(p.reps[0], 3);
            }
        }
        CHECK_INT(parse(&p, good[i].text, NULL), FPM_OK); /* each text may have one */
        CHECK_INT(p.count, 2);
        fpm_points_free(&p);
    }
}

/* Columns in any order, with any names and units, after numbers or in the header. */
static void random_headers(void) {
    static const struct {
        const char *name;
        int means; /* 0: size, 1: time, 2: half-width, 3: repetitions */
        double scale;
    } list[] = {{"size", 0, 1},
                {"N", 0, 1},
                {"matrix_rows", 0, 1},
                {"work", 0, 1},
                {"Elements", 0, 1},
                {"time", 1, 1},
                {"t", 1, 1},
                {"elapsed_s", 1, 1},
                {"time[ms]", 1, 1e-3},
                {"Milliseconds", 1, 1e-3},
                {"t/us", 1, 0},
                {"time/us", 1, 1e-6},
                {"wall-time(ns)", 1, 1e-9},
                {"duration_h", 1, 3600},
                {"minutes", 1, 60},
                {"half_width", 2, 0},
                {"ci_ms", 2, 1e-3},
                {"error(s)", 2, 1},
                {"reps", 3, 1},
                {"repetitions", 3, 1}};
    static const struct {
        const char *name;
        double scale;
    } unit[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"min", 60}, {"h", 3600}};
    int64_t round, rounds = test_count(5000);
    for (round = 0; round < rounds; round++) {
        char text[400] = "", line[200] = "";
        const char *gap = ",\0;\0\t\0 \0" + 2 * test_int(0, 3);
        int order[4] = {0, 1, 2, 3}, count = (int)test_int(2, 4), i, j, speed = 0;
        double value[4] = {0}, scale[4] = {0}, half = 0, time = 1;
        fpm_points p = FPM_ZERO;
        for (i = count - 1; i > 0; i--) {
            int other = (int)test_int(0, i), swap = order[i];
            order[i] = order[other], order[other] = swap;
        }
        for (i = 0; i < count; i++) {
            do j = (int)test_int(0, sizeof list / sizeof *list - 1);
            while (list[j].means != order[i]);
            if (!strcmp(list[j].name, "t/us")) speed = 1; /* or time units per microsecond */
            strcat(strcat(text, i ? gap : ""), list[j].name);
            value[order[i]] = (double)test_int(1, 1000);
            scale[order[i]] = list[j].scale;
            sprintf(line + strlen(line), "%s%g", i ? gap : "", value[order[i]]);
            if ((order[i] == 1 || order[i] == 2) && test_int(0, 2) == 0) {
                j = (int)test_int(0, 5);
                strcat(strcat(line, test_int(0, 1) ? " " : ""), unit[j].name);
                scale[order[i]] = unit[j].scale;
            }
        }
        strcat(strcat(strcat(text, "\n"), line), "\n");
        NOTE("%s", text);
        if (speed) {
            CHECK_INT(parse(&p, text, NULL), FPM_E_SYNTAX);
            continue;
        }
        time = scale[1];
        half = scale[2] > 0 ? scale[2] : time;
        REQUIRE(parse(&p, text, NULL) == FPM_OK && p.count == 1);
        CHECK_INT(p.size[0], (int64_t)value[0]);
        CHECK_REL(p.seconds[0], value[1] * time, 1e-15);
        CHECK_REL(p.half_width[0], value[2] * half, 1e-15);
        CHECK_INT(p.reps[0], (int64_t)value[3]);
        fpm_points_free(&p);
    }
}

/* What is not understood in full is refused, never read as seconds. */
static void header_is_refused(void) {
    static const struct {
        const char *text;
        int line;
    } bad[] = {{"8 0.5\nsize,seconds\n", 2},
               {"size,seconds\nsize,seconds\n8 0.5\n", 2},
               {"size,seconds\n# c\n\nx 1\n8 0.5", 4},
               {"size 1\n8 0.5\n", 1},
               {"8 x\n", 1},
               {"x 8\n", 1},
               {"-x .y\n8 0.5\n", 1},
               {"threads;size;seconds\n1;1000;0.5\n", 1},
               {"n,block,time\n1,1000,0.5\n", 1},
               {"seconds", 1},
               {"size\n8 .5\n", 1},
               {"a b\n8 .5\n", 1},
               {"size,gpu\n8,.5\n", 1},
               {"my points of May\n8 .5\n", 1},
               {"threads,seconds\n8,.5\n", 1},
               {"step,seconds\n8,.5\n", 1},
               {"size,size\n8,.5\n", 1},
               {"time,seconds\n8,.5\n", 1},
               {"rows mean sd\n8 .5 .1\n", 1},
               {"size,time,std\n8,.5,.1\n", 1},
               {"size,time,note\n8,.5,1\n", 1},
               {"size,time,ci,reps,more\n8,.5,.1,1\n", 1},
               {"size,time,half_width_%\n8,.5,1\n", 1},
               {"size,time,\n8,.5,1\n", 1},
               /* units that are not known, or not one */
               {"size,time_days\n8,.5\n", 1},
               {"size,time [10^-3 s]\n8,.5\n", 1},
               {"size,cycles\n8,.5\n", 1},
               {"size,time_min\n8,.5\n", 1},
               {"size,min\n8,.5\n", 1},
               {"size,milli-seconds\n8,.5\n", 1},
               {"size,ms seconds\n8,.5\n", 1},
               {"size_ms,time\n8,.5\n", 1},
               {"size,relative time\n8,.5\n", 1},
               {"seconds_of_film;time\n8;0.5", 1},
               /* speeds, and times per unit */
               {"size,speed\n8,.5\n", 1},
               {"n units/s\n8 .5\n", 1},
               {"n;t/s\n8;.5\n", 1},
               {"n,time per unit\n8,.5\n", 1},
               {"n,s/row\n8,.5\n", 1},
               {"n,rows per step\n8,.5\n", 1},
               {"n,time per\n8,.5\n", 1},
               {"n,ms/s/x\n8,.5\n", 1},
               {"# size GFLOPS\n8 .5\n", 1},
               {"# n   MFlop/s\n8 .5\n", 1},
               /* lines that do not suit the header */
               {"size,seconds\n8,.5,.1\n", 2},
               {"t,half_width,n\n.5,.1,8\n.5,.1\n", 3},
               {"size,seconds,reps\n8,.5,1.5s\n", 2},
               /* units that stand at other numbers, or are none */
               {"8 .5 .1 3s\n", 1},
               {"8s .5\n", 1},
               {"8 s .5\n", 1},
               {"8 .5 fortnights\n", 1},
               {"8 .5m\n", 1},
               {"8 ms .5\n", 1},
               {"8,.5,ms\n", 1},
               {"8 .5ms ms\n", 1},
               {"'8' '.5'\n", 1}};
    size_t i;
    for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        fpm_points p = FPM_ZERO;
        int64_t line = -1;
        NOTE("%s", bad[i].text);
        CHECK_INT(parse(&p, bad[i].text, &line), FPM_E_SYNTAX);
        CHECK_INT(line, bad[i].line);
        CHECK_INT(p.count, 0);
        fpm_points_free(&p);
    }
}

/* Correctly rounded: the same bits as strtod, on random decimals of up to 40 digits. */
static void numbers_are_read_exactly(void) {
    int64_t round;
    for (round = 0; round < test_count(20000); round++) {
        char text[80] = "1 ", *end = text + 2;
        int digits = (int)test_int(1, test_int(0, 1) ? 17 : 40), point = (int)test_int(0, digits),
            i;
        fpm_points p = FPM_ZERO;
        for (i = 0; i < digits; i++) {
            if (i == point) *end++ = '.';
            *end++ = (char)('0' + test_int(i == 0, 9));
        }
        snprintf(end, 8, "e%d", (int)test_int(-30, 20 - (digits > 20 ? 20 : digits)));
        REQUIRE(parse(&p, text, NULL) == FPM_OK);
        if (!CHECK_SAME(p.seconds[0], strtod(text + 2, NULL))) printf("%s\n", text);
        fpm_points_free(&p);
    }
}

/* Sizes that are whole, however they are written. */
static void whole_sizes(void) {
    static const char *const text[] = {"5.0 1",
                                       "5000e-3 1",
                                       "1000000000000000000000e-18 1",
                                       "4.20e1 1",
                                       "0042.000 1",
                                       "0.00000000000000000000005e23 1",
                                       "+70.0e-1 1",
                                       "9007199254740992.00 1"};
    static const int64_t size[] = {5, 5, 1000, 42, 42, 5, 7, FPM_SIZE_MAX};
    int i;
    for (i = 0; i < 8; i++) {
        fpm_points p = FPM_ZERO;
        NOTE("%s", text[i]);
        if (CHECK_INT(parse(&p, text[i], NULL), FPM_OK)) CHECK_INT(p.size[0], size[i]);
        fpm_points_free(&p);
    }
}

/* Written in up to 15 digits if these read back to the same bits, else in 17, which always do. */
static void text_round_trip(void) {
    int64_t round;
    for (round = 0; round < test_count(3000); round++) {
        fpm_points p = FPM_ZERO, q = FPM_ZERO;
        fpm_point point = FPM_ZERO;
        char text[200], shortest[64];
        size_t length = 0, i;
        int digits;
        point.size = test_int(1, test_int(0, 1) ? 100 : FPM_SIZE_MAX);
        do point.seconds = test_from_bits(test_u64() >> 1);
        while (!(point.seconds > 1e-60 && point.seconds < 1e60));
        if (test_int(0, 1)) point.seconds = (double)test_int(1, 10000) / 1000;
        point.half_width = test_int(0, 1) ? 0 : test_from_bits(test_u64() >> 2);
#ifdef __FAST_MATH__ /* no numbers below the normal ones there */
        if (point.half_width < DBL_MIN) point.half_width = 0;
#endif
        point.reps = test_int(0, 2) ? 0 : test_int(1, 1000);
        REQUIRE(fpm_points_add(&p, &point) == FPM_OK);
        CHECK_INT(fpm_points_format(&p, NULL, 0, &length), FPM_E_CAPACITY);
        REQUIRE(length < sizeof text);
        memset(text, 'x', sizeof text);
        CHECK_INT(fpm_points_format(&p, text, length, &length), FPM_E_CAPACITY);
        CHECK_INT(text[0], 'x');
        CHECK_INT(fpm_points_format(&p, text, length + 1, &length), FPM_OK);
        CHECK_INT(strlen(text), length);
        REQUIRE(parse(&q, text, NULL) == FPM_OK && q.count == 1);
        CHECK_INT(q.size[0], point.size), CHECK_SAME(q.seconds[0], point.seconds);
        CHECK_SAME(q.half_width[0], point.half_width), CHECK_INT(q.reps[0], point.reps);
        for (digits = 1; digits < 16; digits++) {
            snprintf(shortest, sizeof shortest, "%.*e", digits - 1, point.seconds);
            if (test_bits(strtod(shortest, NULL)) == test_bits(point.seconds)) break;
        }
        if (digits == 16) { /* 17, without zeros at the end */
            snprintf(shortest, sizeof shortest, "%.16e", point.seconds);
            for (digits = 17; shortest[digits] == '0';) digits--;
        }
        for (i = 0; text[i] != ' '; i++) {}
        { /* count significant digits of what was written */
            int written = 0, zeros = 0, started = 0;
            for (i++; text[i] != ' ' && text[i] != '\n' && text[i] != 'e'; i++) {
                if (text[i] == '.') continue;
                started |= text[i] != '0';
                zeros = text[i] == '0' ? zeros + started : 0;
                written += started;
            }
            if (!CHECK_INT(written - zeros, digits)) printf("%s", text);
        }
        fpm_points_free(&p), fpm_points_free(&q);
    }
}

/* Numbers of usual sizes are written by a way of their own: the digits are what the C library
   prints, for random numbers, numbers of few digits, their neighbours, and ties of two and of one
   digit less. */
static void usual_digits(void) {
    int64_t round, rounds = test_count(20000);
    for (round = 0; round < rounds; round++) {
        fpm_points p = FPM_ZERO;
        fpm_point point = FPM_ZERO;
        double value = pow(10, test_real() * 28 - 12);
        char want[40], plain[48], text[64], digit[40];
        int digits, i, k, zeros;
        size_t length;
        if (test_int(0, 3) == 0) {
            value = (double)test_int(1, 9999999);
            value *= pow(10, (double)test_int(-16, 9));
        }
        if (test_int(0, 3) == 0)
            value = test_from_bits(test_bits(value) + (uint64_t)test_int(0, 2));
        if (test_int(0, 3) == 0) {
            value = (double)test_int(1, 999);
            value = ldexp(value, (int)test_int(-43, 46));
        }
        for (digits = 1; digits < 16; digits++) {
            snprintf(want, sizeof want, "%.*e", digits - 1, value);
            if (test_bits(strtod(want, NULL)) == test_bits(value)) break;
        }
        snprintf(want, sizeof want, "%.*g", digits == 16 ? 17 : 15, value);
        snprintf(plain, sizeof plain, "1 %s\n", want);
        snprintf(want, sizeof want, "%.*e", digits == 16 ? 16 : digits - 1, value);
        for (i = k = 0; want[i] != 'e'; i++)
            if (want[i] >= '0' && want[i] <= '9') want[k++] = want[i];
        while (want[k - 1] == '0') k--;
        want[k] = 0;
        NOTE("round %lld, value %.17g", (long long)round, value);
        point.size = 1, point.seconds = value;
        REQUIRE(fpm_points_add(&p, &point) == FPM_OK);
        REQUIRE(fpm_points_format(&p, text, sizeof text, &length) == FPM_OK);
        for (i = 2, k = zeros = 0; text[i] != '\n' && text[i] != 'e'; i++) {
            if (text[i] == '.' || (k == 0 && text[i] == '0')) continue;
            digit[k++] = text[i];
            zeros = text[i] == '0' ? zeros + 1 : 0;
        }
        digit[k - zeros] = 0;
        CHECK_STR(digit, want);
        CHECK_STR(text, plain);
        CHECK_SAME(strtod(text + 2, NULL), value);
        fpm_points_free(&p);
        if (test__.bad > 10) return;
    }
}

static void any_locale(void) {
    static const char *names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE", "fr_FR"};
    fpm_points p = FPM_ZERO;
    char text[64];
    size_t i, length;
    for (i = 0; i < 5; i++)
        if (setlocale(LC_ALL, names[i]) && strcmp(localeconv()->decimal_point, ",") == 0) break;
    if (i == 5) {
        SKIP("no locale with a decimal comma is installed");
        return;
    }
    CHECK_INT(parse(&p, "3 1.234567890123456789e1", NULL), FPM_OK);
    CHECK_SAME(p.seconds[0], 12.34567890123456789);
    CHECK_INT(fpm_points_format(&p, text, sizeof text, &length), FPM_OK);
    CHECK_STR(text, "3 12.345678901234567\n");
    fpm_points_free(&p);
    setlocale(LC_ALL, "C");
}

/* ---- sorting and merging ---- */

/* The mean of times lies between them, whatever their weights: 1 s +- 1 and 1e-30 s +- 1e-30 gave
   0, and a model that fpm_model_add merged had speeds that are no numbers. */
static void merged_between(void) {
    int64_t round, rounds = test_count(2000), k;
    for (round = 0; round < rounds; round++) {
        fpm_points list = FPM_ZERO;
        fpm_model model;
        double low = 1e60, high = 0, time;
        int64_t count = test_int(2, 4);
        for (k = 0; k < count; k++) {
            fpm_point point = {10, 1, 1, 0};
            if (round > 0) {
                point.seconds = pow(10, (double)test_int(-59, 59));
                point.half_width = point.seconds * pow(10, (double)test_int(-9, 1));
            } else if (k > 0) point.seconds = point.half_width = 1e-30;
            if (point.seconds < low) low = point.seconds;
            if (point.seconds > high) high = point.seconds;
            CHECK_INT(fpm_points_add(&list, &point), FPM_OK);
            if (k == 0) CHECK_INT(fpm_model_from_points(&model, FPM_SHAPED, &list, NULL, NULL), 0);
            else CHECK_INT(fpm_model_add(&model, &point), FPM_OK);
        }
        CHECK_INT(fpm_points_sort(&list, NULL), FPM_OK);
        CHECK_INT(list.count, 1);
        NOTE("round %lld", (long long)round);
        CHECK_LE(low, list.seconds[0]);
        CHECK_LE(list.seconds[0], high);
        CHECK_INT(fpm_model_time(&model, 10, &time), FPM_OK);
        CHECK_LE(low * (1 - 1e-15), time);
        CHECK_LE(time, high * (1 + 1e-15));
        fpm_model_free(&model);
        fpm_points_free(&list);
    }
}

/* Independent of the order, to the bit; equal to a plain weighted mean. */
static void sort_and_merge(void) {
    int64_t round;
    for (round = 0; round < test_count(2000); round++) {
        fpm_points p = FPM_ZERO, q = FPM_ZERO;
        int i, j, k = (int)test_int(1, round % 8 ? 12 : 100), weighted = (int)test_int(0, 1);
        int order[100];
        fpm_point point[100];
        for (i = 0; i < k; i++) {
            memset(&point[i], 0, sizeof point[i]);
            point[i].size = test_int(1, test_int(0, 1) ? 6 : FPM_SIZE_MAX);
            point[i].seconds = (double)test_int(1, 5) * 0.3;
            point[i].half_width = weighted ? 0.1 * (double)test_int(1, 4) : 0;
            point[i].reps = test_int(0, 5);
            order[i] = i;
        }
        for (i = k - 1; i > 0; i--) {
            int swap = order[i];
            j = (int)test_int(0, i);
            order[i] = order[j], order[j] = swap;
        }
        for (i = 0; i < k; i++) {
            CHECK_INT(fpm_points_add(&p, &point[i]), FPM_OK);
            CHECK_INT(fpm_points_add(&q, &point[order[i]]), FPM_OK);
        }
        CHECK(fpm_points_sort(&p, NULL) == FPM_OK && fpm_points_sort(&q, NULL) == FPM_OK);
        REQUIRE(p.count == q.count);
        CHECK_INT(fpm_points_check(p.count, p.size, p.seconds, NULL), FPM_OK);
        for (i = 0; i < (int)p.count; i++) {
            double sum = 0, mean = 0;
            int64_t reps = 0, members = 0;
            for (j = 0; j < k; j++)
                if (point[j].size == p.size[i]) {
                    int64_t r = point[j].reps > 0 ? point[j].reps : 1;
                    double w =
                        weighted ? 1 / (point[j].half_width * point[j].half_width) : (double)r;
                    sum += w, mean += w * point[j].seconds, reps += r, members++;
                }
            CHECK_REL(p.seconds[i], mean / sum, 1e-14);
            if (weighted) CHECK_REL(p.half_width[i], 1 / sqrt(sum), 1e-14);
            if (members > 1) CHECK_INT(p.reps[i], reps);
            CHECK_SAME(p.seconds[i], q.seconds[i]);
            CHECK_SAME(p.half_width[i], q.half_width[i]);
            CHECK(p.reps[i] == q.reps[i] && p.size[i] == q.size[i]);
        }
        p.seconds[0] = test_nan();
        {
            fpm_info info;
            CHECK_INT(fpm_points_sort(&p, &info), FPM_E_TIME);
            CHECK_INT(info.at, 0);
        }
        fpm_points_free(&p), fpm_points_free(&q);
    }
}

/* 800 digits and more: one that is cut off still decides what lies halfway between two doubles. */
static void endless_digits(void) {
    static const char *const half = "1 1.00000000000000011102230246251565404236316680908203125";
    char text[2000];
    size_t length = strlen(half), more;
    for (more = 0; more < 2; more++) {
        fpm_points p = FPM_ZERO;
        memset(text, '0', sizeof text);
        memcpy(text, half, length);
        text[1500] = (char)('0' + more);
        text[1600] = '\0';
        REQUIRE(parse(&p, text, NULL) == FPM_OK && p.count == 1);
        CHECK_SAME(p.seconds[0], more ? 1.0000000000000002 : 1.0);
        fpm_points_free(&p);
    }
    memset(text, '0', sizeof text); /* 10^1000 ones too many, and as many places to the left */
    memcpy(text, "1 1", 3);
    memcpy(text + 1003, "e-1000", 7);
    {
        fpm_points p = FPM_ZERO;
        REQUIRE(parse(&p, text, NULL) == FPM_OK && p.count == 1);
        CHECK_SAME(p.seconds[0], 1.0);
        fpm_points_free(&p);
    }
}

static void bad_arguments(void) {
    fpm_points p = FPM_ZERO;
    fpm_point good = {5, 1, 0, 1}, bad[4];
    char buffer[8];
    size_t length = 77;
    int i;
    for (i = 0; i < 4; i++) bad[i] = good;
    bad[0].size = FPM_SIZE_MAX + 1, bad[1].reps = FPM_SIZE_MAX + 1;
    bad[2].half_width = test_inf(), bad[3].size = 0;
    CHECK_INT(fpm_points_add(&p, &good), FPM_OK);
    for (i = 0; i < 4; i++)
        CHECK_INT(fpm_points_add(&p, &bad[i]), i % 3 ? FPM_E_WEIGHT : FPM_E_SIZE);
    CHECK_INT(fpm_points_add(NULL, &good), FPM_E_ARGUMENT);
    CHECK_INT(fpm_points_add(&p, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_points_sort(NULL, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_points_parse(NULL, "1 1", 3, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_points_parse(&p, NULL, 3, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_points_parse(&p, NULL, 0, NULL), FPM_OK);
    CHECK_INT(fpm_points_format(NULL, buffer, sizeof buffer, &length), FPM_E_ARGUMENT);
    CHECK_INT(fpm_points_format(&p, buffer, sizeof buffer, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_points_format(&p, NULL, sizeof buffer, &length), FPM_E_ARGUMENT);
    CHECK_INT((int64_t)length, 77);
    CHECK_INT(p.count, 1);
    p.size[0] = 0; /* at fault, and nobody asks which */
    CHECK_INT(fpm_points_sort(&p, NULL), FPM_E_SIZE);
    CHECK_INT(fpm_points_check(p.count, p.size, p.seconds, NULL), FPM_E_SIZE);
    fpm_points_free(&p);
    fpm_points_free(NULL);
}

/* fpm_points_check names the first point at fault, by its place. */
static void first_at_fault(void) {
    int64_t size[6], i, round;
    fpm_info info;
    double seconds[6];
    for (round = 0; round < 200; round++) {
        int64_t at = test_int(0, 5), other = test_int(at, 5);
        int what = (int)test_int(0, 2), want[] = {FPM_E_SIZE, FPM_E_TIME, FPM_E_ORDER};
        for (i = 0; i < 6; i++) size[i] = 2 * i + 1, seconds[i] = 1;
        if (what == 2) at = at > 0 ? at : 1, size[at] = size[at - 1] - test_int(0, at > 1);
        if (other > at) seconds[other] = -1; /* a later fault, which nobody hears of */
        if (what == 0) size[at] = test_int(0, 1) ? 0 : FPM_SIZE_MAX + 1;
        if (what == 1) seconds[at] = test_int(0, 1) ? 0 : 2 * FPM_TIME_MAX;
        NOTE("fault %d at %d", what, (int)at);
        CHECK_INT(fpm_points_check(6, size, seconds, &info), want[what]);
        CHECK_INT(info.at, at);
        CHECK_INT(fpm_points_check(at, size, seconds, &info), FPM_OK);
        CHECK_INT(info.at, -1);
    }
}

/* The same with up to 100 points, which are looked at in blocks: a wrong one at each place. */
static void fault_at_any_place(void) {
    int64_t size[100], keep_size;
    fpm_info info;
    double seconds[100], keep_seconds;
    int count, at, what, i;
    for (i = 0; i < 100; i++) size[i] = i + 2, seconds[i] = 1 + (i % 3);
    for (count = 1; count <= 100; count += count < 31 ? 10 : 1)
        for (at = 0; at < count; at++)
            for (what = 0; what < 9; what++) {
                int want = what < 4 ? FPM_E_SIZE : FPM_E_TIME;
                keep_size = size[at], keep_seconds = seconds[at];
                if (what == 0) size[at] = 0;
                if (what == 1) size[at] = INT64_MIN;
                if (what == 2) size[at] = FPM_SIZE_MAX + 1;
                if (what == 3) size[at] = INT64_MAX;
                if (what == 4) seconds[at] = -1;
                if (what == 5) seconds[at] = FPM_TIME_MIN / 2;
                if (what == 6) seconds[at] = FPM_TIME_MAX * 2;
                if (what == 7) seconds[at] = test_nan();
                if (what == 8) size[at] = at > 0 ? size[at - 1] : 1, want = FPM_E_ORDER;
                NOTE("count %d, at %d, what %d", count, at, what);
                if (what == 8 && at == 0) want = FPM_OK;
                CHECK_INT(fpm_points_check(count, size, seconds, &info), want);
                if (want != FPM_OK) CHECK_INT(info.at, at);
                size[at] = keep_size, seconds[at] = keep_seconds;
            }
}

/* Blanks of all kinds, a large E, and a half-width that is below all normal numbers. */
#ifdef __FAST_MATH__ /* there are none */
#define TINY 3e-300
#else
#define TINY 2.99999999999999e-310 /* as it is written: it has fewer bits than others */
#endif
#define AS_TEXT(x) #x
#define TEXT_OF(x) AS_TEXT(x)
static void rare_marks(void) {
    fpm_points p = FPM_ZERO;
    char text[100];
    size_t length;
    REQUIRE(parse(&p, "2\v0.5\f" TEXT_OF(TINY) "\v3\f\n\f4E0\v1E+1 \v", NULL) == FPM_OK);
    REQUIRE(p.count == 2);
    CHECK(p.size[1] == 4 && p.reps[0] == 3);
    CHECK_SAME(p.half_width[0], TINY);
    CHECK_SAME(p.seconds[1], 10.0);
    CHECK_INT(fpm_points_format(&p, text, sizeof text, &length), FPM_OK);
    CHECK_STR(text, "2 0.5 " TEXT_OF(TINY) " 3\n4 10\n");
    fpm_points_free(&p);
}

static void failing_allocator(void) {
    int64_t k;
    for (k = 1; k < 20; k++) {
        fpm_points p = FPM_ZERO;
        test_heap h;
        const char *text = "1 1\n2 2\n3 3\n4 4\n5 5\n6 6\n7 7\n8 8\n9 9\n10 10\n11 11\n12 12\n"
                           "13 13\n14 14\n15 15\n16 16\n17 17\n";
        fpm_info info;
        int status;
        test_heap_start(&h, k, 0);
        p.alloc = h.alloc;
        status = fpm_points_parse(&p, text, strlen(text), &info);
        CHECK_INT(info.at, -1);
        CHECK_INT(status, h.failures ? FPM_E_MEMORY : FPM_OK);
        CHECK_INT(p.count, h.failures ? 0 : 17);
        CHECK(h.failures || h.requests >= 4); /* the list that is read, which grows, and p */
        fpm_points_free(&p);
        CHECK(test_heap_clean(&h));
    }
}

/* The least time from each size on, by definition; in place, too. */
static void padding(void) {
    int64_t size[40], to[40], rounds = test_count(2000), k;
    double seconds[40], least[40], was[40];
    int i, j, n, status;
    for (k = 0; k < rounds; k++) {
        n = (int)test_int(0, 40);
        for (i = 0; i < n; i++) {
            size[i] = (i ? size[i - 1] : 0) + test_int(1, 9);
            seconds[i] = was[i] = test_int(0, 1) ? (double)test_int(1, 6) : 1e-3 + test_real();
            least[i] = -1, to[i] = -1;
        }
        if (n > 0 && !test_int(0, 9)) { /* nothing is written */
            i = (int)test_int(0, n - 1);
            seconds[i] = -1;
            CHECK_INT(fpm_points_pad(n, size, seconds, least, to, NULL), FPM_E_TIME);
            for (j = 0; j < n; j++) CHECK(least[j] < 0 && to[j] < 0);
            continue;
        }
        CHECK_INT(fpm_points_pad(n, size, seconds, least, to, NULL), FPM_OK);
        status = fpm_points_pad(n, size, seconds, seconds, to, NULL);
        CHECK_INT(status, FPM_OK);
        for (i = 0; i < n; i++) {
            int first = i;
            for (j = i; j < n; j++)
                if (was[j] < was[first]) first = j;
            CHECK_SAME(least[i], was[first]);
            CHECK_SAME(seconds[i], was[first]);
            CHECK_INT(to[i], first);
        }
    }
    CHECK_INT(fpm_points_pad(-1, size, seconds, least, to, NULL), FPM_E_ARGUMENT);
    size[0] = 1, seconds[0] = 1;
    CHECK_INT(fpm_points_pad(1, size, seconds, NULL, to, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_points_pad(1, size, seconds, least, NULL, NULL), FPM_E_ARGUMENT);
    CHECK_INT(fpm_points_pad(1, NULL, seconds, least, to, NULL), FPM_E_ARGUMENT);
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(text_is_read);
    RUN(errors_name_the_line);
    RUN(separators_of_one_kind);
    RUN(header_is_understood);
    RUN(random_headers);
    RUN(header_is_refused);
    RUN(numbers_are_read_exactly);
    RUN(whole_sizes);
    RUN(text_round_trip);
    RUN(usual_digits);
    RUN(any_locale);
    RUN(sort_and_merge);
    RUN(merged_between);
    RUN(endless_digits);
    RUN(padding);
    RUN(first_at_fault);
    RUN(fault_at_any_place);
    RUN(rare_marks);
    RUN(bad_arguments);
    RUN(failing_allocator);
    return test_end();
}
