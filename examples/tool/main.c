/* main.c - fpm-tool: partitions, measurements and pictures on the command line.  Here are its table
   of verbs and its help. */
#include "file.h"
#include "os.h"
#include "text.h"
#include "verbs.h"

static const verb *const verbs[] = {&partition_verb, &matrix_verb,   &measure_verb, &devices_verb,
                                    &plot_verb,      &simulate_verb, &chain_verb,   &rect_verb,
                                    &tiles_verb,     &pipeline_verb, &items_verb,   &advise_verb,
                                    &completion_verb};
enum { VERBS = (int)(sizeof verbs / sizeof verbs[0]) };

const verb *verb_at(int i) { return i < VERBS ? verbs[i] : NULL; }

static const char status_help[] = "Exit status: 0 answered, 1 no answer, 2 wrong use.\n";

static void print_help(FILE *to) {
    int i;
    fprintf(to, "usage: fpm-tool VERB [options]\n\n"
                "Split work over unequal processors so that the last one finishes as early as\n"
                "possible (fpm.h).\n\n");
    for (i = 0; i < VERBS; i++) fprintf(to, "  %-10s %s\n", verbs[i]->name, verbs[i]->what);
    fprintf(
        to,
        "\nfpm-tool VERB --help, or fpm-tool help VERB, explains the options of a verb.\n"
        "fpm-tool --version, or -V, prints the version.  Write options as -n 40, -n40, --n=40,\n"
        "--name VALUE or --name=VALUE; after -- all arguments are files.\n%s",
        status_help);
}

static void print_verb_help(const verb *v) {
    printf("%s\nExamples:\n%s", v->help, v->examples);
    if (!strstr(v->help, "Exit status")) fputs(status_help, stdout);
}

static int wants_help(const args *a) {
    int i;
    for (i = 0; i < a->count && strcmp(a->list[i], "--") != 0; i++)
        if (!strcmp(a->list[i], "--help") || !strcmp(a->list[i], "-h")) return 1;
    return 0;
}

/* The verb of that name, or NULL after a complaint. */
static const verb *find_verb(const char *name) {
    const char *nearest = NULL;
    int i, distance, least = TOO_FAR;
    if (name[0] == '-') {
        no_answer("%s: the verb comes first: fpm-tool partition %s ... (see fpm-tool --help)", name,
                  name);
        return NULL;
    }
    for (i = 0; i < VERBS; i++) {
        if (!strcmp(name, verbs[i]->name)) return verbs[i];
        distance = text_distance(name, strlen(name), verbs[i]->name);
        if (distance < least) least = distance, nearest = verbs[i]->name;
    }
    if (os_is_file(name)) {
        no_answer("%s is a file, and the verb comes first: fpm-tool partition -n N %s ... (see "
                  "fpm-tool --help)",
                  name, name);
        return NULL;
    }
    no_answer("unknown verb %s%s%s%s (see fpm-tool --help)", name, nearest ? "; did you mean " : "",
              nearest ? nearest : "", nearest ? "?" : "");
    return NULL;
}

static int print_version(void) {
    int v = fpm_version();
    printf("fpm-tool %d.%d.%d\n", v / 10000, v / 100 % 100, v % 100);
    return ANSWERED;
}

static int run(int argc, char **argv) {
    args a = FPM_ZERO;
    const verb *found;
    int help;
    a.verb = argc > 1 ? argv[1] : "";
    if (argc < 2) return print_help(stderr), WRONG_USE;
    if (!strcmp(a.verb, "--version") || !strcmp(a.verb, "-V")) return print_version();
    help = !strcmp(a.verb, "--help") || !strcmp(a.verb, "-h") || !strcmp(a.verb, "help");
    if (help && argc == 2) return print_help(stdout), ANSWERED;
    found = find_verb(argv[1 + help]);
    if (!found) return WRONG_USE;
    a.list = argv + 2;
    a.count = argc - 2;
    if (!help && !wants_help(&a)) return found->run(&a);
    print_verb_help(found);
    return ANSWERED;
}

int main(int argc, char **argv) {
    int status = run(argc, argv), written = file_finish(stdout, NULL, ANSWERED);
    return status ? status : written;
}
