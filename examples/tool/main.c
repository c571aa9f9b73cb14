/* main.c - fpm-tool: partitions, measurements and pictures on the command line.  Here are its table
   of verbs and its help. */
#include "file.h"
#include "verbs.h"

static const verb *const verbs[] = {&partition_verb, &matrix_verb, &measure_verb,
                                    &devices_verb,   &plot_verb,   &simulate_verb,
                                    &chain_verb,     &rect_verb,   &advise_verb};
enum { VERBS = (int)(sizeof verbs / sizeof verbs[0]) };

static void print_help(FILE *to) {
    int i;
    fprintf(to, "usage: fpm-tool VERB [options]\n\n"
                "Functional performance models and optimal data partitioning (fpm.h).\n\n");
    for (i = 0; i < VERBS; i++) fprintf(to, "  %-10s %s\n", verbs[i]->name, verbs[i]->what);
    fprintf(to, "\nfpm-tool VERB --help tells more; fpm-tool --version.\n" STATUS_HELP);
}

static int wants_help(const args *a) {
    int i;
    for (i = 0; i < a->count; i++)
        if (!strcmp(a->list[i], "--help") || !strcmp(a->list[i], "-h")) return 1;
    return 0;
}

static int run(int argc, char **argv) {
    args a = FPM_ZERO;
    int i;
    a.verb = argc > 1 ? argv[1] : "";
    a.list = argv + 2;
    a.count = argc > 2 ? argc - 2 : 0;
    if (!strcmp(a.verb, "--help") || !strcmp(a.verb, "-h")) return print_help(stdout), ANSWERED;
    if (!strcmp(a.verb, "--version")) {
        int v = fpm_version();
        printf("fpm-tool %d.%d.%d\n", v / 10000, v / 100 % 100, v % 100);
        return ANSWERED;
    }
    for (i = 0; i < VERBS; i++) {
        if (strcmp(a.verb, verbs[i]->name) != 0) continue;
        if (!wants_help(&a)) return verbs[i]->run(&a);
        fputs(verbs[i]->help, stdout);
        return ANSWERED;
    }
    if (argc > 1) fprintf(stderr, "fpm-tool: unknown verb %s (see fpm-tool --help)\n", a.verb);
    else print_help(stderr);
    return WRONG_USE;
}

int main(int argc, char **argv) {
    int status = run(argc, argv), written = file_finish(stdout, NULL, ANSWERED);
    return status ? status : written;
}
