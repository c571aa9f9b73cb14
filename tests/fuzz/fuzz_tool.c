/* The tool's verbs on files of any bytes: points, instances, chains and planes of loads, Matrix
   Market files, PGM images, texts of ncdump.  No crash, no leak, no hang, and the exit status is
   one that is documented; and fpm_model2d_init on any points, whose times are then positive
   everywhere.  The first byte says which command line; this file stands in for file.c, so that no
   file is read or written, and what the tool prints goes nowhere.  Linked with all other files of
   the tool except main.c. */
#include "file.h"
#include "head.h"
#include "verbs.h"

#include "bytes.h"
#include "driver.h"

#include <fcntl.h>
#include <unistd.h>

/* Where clang's and gcc's sanitizers report to; there without them, too. */
__attribute__((weak)) void __sanitizer_set_report_fd(void *fd);

enum { ARGUMENTS = 12 };

/* Each is called with FILE as the bytes that follow. */
static const struct {
    const verb *of;
    const char *list[ARGUMENTS];
} command[] = {
    {&partition_verb, {"-n", "1000", "FILE", "FILE"}},
    {&partition_verb, {"-n", "37", "-m", "discrete", "--json", "-p", "3", "FILE"}},
    {&partition_verb, {"-n", "300", "-m", "shaped", "--max", "0:9", "--tsv", "FILE", "FILE"}},
    {&partition_verb, {"--instance", "FILE"}},
    {&partition_verb, {"--instance", "FILE", "-a", "geometric", "-m", "piecewise"}},
    {&advise_verb, {"-n", "500", "FILE", "FILE"}},
    {&advise_verb, {"--instance", "FILE", "-n", "20"}},
    {&simulate_verb, {"-n", "100", "--iterations", "4", "--noise", "0.1", "FILE", "FILE"}},
    {&plot_verb, {"-n", "60", "FILE", "FILE"}},
    {&plot_verb, {"-n", "90", "--steps", "-m", "piecewise", "FILE", "FILE"}},
    {&matrix_verb, {"--rows", "40", "--cols", "30", "--svg", "OUT", "FILE", "FILE"}},
    {&chain_verb, {"-p", "3", "--svg", "OUT", "FILE"}},
    {&pipeline_verb, {"--devices", "FILE", "--svg", "OUT", "FILE"}},
    {&items_verb, {"-p", "3", "--from", "--svg", "OUT", "FILE"}},
    {&chain_verb, {"-p", "2", "--pattern", "--columns", "--part", "OUT", "FILE"}},
    {&chain_verb, {"--free", "--speeds", "1,2,4", "--json", "FILE"}},
    {&chain_verb, {"-p", "2", "--models", "FILE", "FILE"}},
    {&rect_verb, {"-p", "4", "--work", "20000", "--max-bytes", "4M", "--svg", "OUT", "FILE"}},
    {&rect_verb, {"--speeds", "1,2", "--work", "20000", "--max-bytes", "4M", "--tsv", "FILE"}},
    {&rect_verb, {"-p", "3", "-a", "rows,peel", "--pattern", "--max-bytes", "4M", "FILE"}},
    {&tiles_verb, {"-p", "9", "--work", "20000", "--max-bytes", "4M", "--svg", "OUT", "FILE"}},
    {&tiles_verb, {"-p", "5", "--fold", "--mask-table", "OUT", "--max-bytes", "4M", "FILE"}}};
enum { COMMANDS = sizeof command / sizeof command[0] };

static const uint8_t *running;
static size_t running_size;
static unsigned which;
static int shown = -1, silent; /* where standard output was; 1: nothing is seen */

static void speak(void) {
    if (silent) dup2(shown, 1);
    silent = 0;
}

static void be_silent(void) {
    int none;
    if (shown < 0) {
        shown = dup(1);
        none = open("/dev/null", O_WRONLY);
        if (shown < 0 || none < 0) abort();
        if (__sanitizer_set_report_fd) __sanitizer_set_report_fd((void *)(intptr_t)dup(2));
        dup2(none, 2);
        close(none);
    }
    fflush(stdout);
    none = open("/dev/null", O_WRONLY);
    dup2(none, 1);
    close(none);
    silent = 1;
}

static void fuzz_describe(void) {
    size_t i;
    speak();
    for (i = 0; which < COMMANDS && i < ARGUMENTS && command[which].list[i]; i++)
        printf("%s ", i ? command[which].list[i] : command[which].of->name);
    puts("");
    for (i = 0; i < running_size; i++)
        printf(running[i] == '\n' || (running[i] >= ' ' && running[i] < 127) ? "%c" : "\\x%02x",
               running[i]);
    puts("");
}

/* ---- verbs.h: those that run here, and no completion ---- */

const verb *verb_at(int i) { return i < (int)COMMANDS ? command[i].of : NULL; }

/* ---- file.h, without files ---- */

int file_read(const char *name, int any, char **text, size_t *length) {
    *text = NULL, *length = running_size;
    if (!any && memchr(running, 0, running_size)) return no_answer("%s: not a text file", name);
    *text = (char *)malloc(running_size + 1);
    if (!*text) return out_of_memory();
    memcpy(*text, running, running_size);
    head_strip(*text, length);
    return ANSWERED;
}

int file_allows(const char *name, size_t length, size_t max_bytes, double need, const char *what) {
    double allowed = max_bytes ? (double)max_bytes : 100.0 * (double)length + 64.0 * 1048576;
    if (need <= allowed) return ANSWERED;
    return no_answer("%s: %s take too much memory", name, what);
}

FILE *file_create(const char *option, const char *name) {
    (void)option, (void)name;
    return fopen("/dev/null", "wb");
}

int file_finish(FILE *file, const char *name, int status) {
    if (name) fclose(file);
    return status;
}

int file_picture(const char *name, void (*draw)(FILE *to, const void *what), const void *what) {
    FILE *to = name ? file_create("--svg", name) : NULL;
    if (to) draw(to, what);
    return to ? file_finish(to, name, ANSWERED) : ANSWERED;
}

/* ---- models of tiles ---- */

static void tile_models(void) {
    enum { MOST = 40 };
    int64_t m[MOST], n[MOST], count = take() % (MOST + 1), i;
    double seconds[MOST], t;
    fpm_model2d model;
    fpm_info info;
    int status, same = 0;
    memset(&model, 0x5a, sizeof model);
    for (i = 0; i < count; i++) {
        m[i] = take_size(), n[i] = take_size(), seconds[i] = take_seconds();
        if (take() < 240) m[i] = 1 + (m[i] & 255), n[i] = 1 + (n[i] & 255);
    }
    for (i = 1; i < count; i++) same |= m[i] == m[0] && n[i] == n[0];
    status = fpm_model2d_init(&model, count, m, n, seconds, NULL, &info);
    if (same) EXPECT(status < 0);
    if (status < 0) {
        EXPECT(model.rows == 0x5a5a5a5a && info.at >= -1 && info.at < count);
        return;
    }
    for (i = 0; i < count; i++) {
        EXPECT(fpm_model2d_time(&model, m[i], n[i], &t) >= 0);
        EXPECT(t > 0 && fabs(t - seconds[i]) <= 1e-9 * seconds[i]);
    }
    for (i = 0; i < 30; i++) {
        int64_t rows = 1 + take() * 3, cols = 1 + take() * 3;
        EXPECT(fpm_model2d_time(&model, rows, cols, &t) >= 0);
        EXPECT(t > 0 && t < 1e300);
    }
    fpm_model2d_free(&model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char room[ARGUMENTS][16], *list[ARGUMENTS]; /* verbs may write into their arguments */
    args a = FPM_ZERO;
    int i, status;
    bytes = data, left = size;
    which = take() % (COMMANDS + 2);
    running = bytes, running_size = left;
    if (fuzz_trace) fuzz_describe(), fflush(stdout);
    if (which >= COMMANDS) return tile_models(), 0;
    for (i = 0; i < ARGUMENTS && command[which].list[i]; i++)
        list[i] = strcpy(room[i], command[which].list[i]);
    a.verb = command[which].of->name, a.list = list, a.count = i;
    be_silent();
    status = command[which].of->run(&a);
    EXPECT(status == ANSWERED || status == NO_ANSWER);
    fflush(stdout);
    speak();
    return 0;
}

#ifdef FUZZ_STANDALONE

/* Files of each kind in plausible pieces, with some bytes changed afterwards. */
static size_t fuzz_make(uint8_t *data) {
    static const char *const head[] = {"",
                                       "",
                                       "",
                                       "# c\n",
                                       "3 4\n",
                                       "12 2\n",
                                       "P2\n3 3\n9\n",
                                       "P5 4 4 255\n",
                                       "P2 2 2 65536 ",
                                       "%%MatrixMarket matrix coordinate real general\n4 4 6\n",
                                       "%%MatrixMarket matrix coordinate pattern symmetric\n",
                                       "%%MatrixMarket matrix array integer general\n3 2\n",
                                       "netcdf a {\ndimensions:\n x = 3 ;\n y = 4 ;\n"
                                       "variables:\n short m(x, y) ;\n m:_FillValue = -1s ;\n"
                                       "data:\n m = ",
                                       "netcdf a {\ndimensions: t = UNLIMITED ; // (1 currently)\n"
                                       "variables: float m(t, t, t), t(t) ; data: t = 1, \n",
                                       "size seconds\n"};
    static const char *const piece[] = {
        "1",   "2",      "3",  "4",    "10",      "64",   "0",
        "0.5", "1e-3",   "1e", "nan",  "-1",      "2e9",  "9007199254740993",
        "%",   "# text", ".",  "1e60", "1e61",    "255",  "4.25",
        ",",   "; m =",  ";",  "_",    "\"a\\\"", "NaNf", "// (2"};
    const char *s = head[fuzz_draw(sizeof head / sizeof head[0])];
    size_t size, goal = (size_t)fuzz_draw(250), i;
    data[0] = (uint8_t)fuzz_draw(256);
    memcpy(data + 1, s, strlen(s)), size = 1 + strlen(s);
    while (size < goal) {
        char number[40];
        s = piece[fuzz_draw(sizeof piece / sizeof piece[0])];
        if (fuzz_draw(4)) s = number, snprintf(number, sizeof number, "%d", (int)fuzz_draw(90));
        memcpy(data + size, s, strlen(s)), size += strlen(s);
        data[size++] = (uint8_t)(fuzz_draw(3) ? ' ' : '\n');
    }
    if (!fuzz_draw(3))
        for (i = fuzz_draw(4) + 1; i; i--) {
            uint8_t *byte = data + fuzz_draw(size);
            *byte = (uint8_t)fuzz_draw(256);
        }
    return size;
}

#endif
