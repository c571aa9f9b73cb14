/* completion.c - verb completion: what a shell completes, from the options that the verbs read. */
#include "verbs.h"

static const char completion_help[] =
    "usage: fpm-tool completion bash | zsh | fish\n\n"
    "Print a script with which this shell completes verbs, options and their values.  It is made\n"
    "from the options that this build reads.\n\n"
    "bash: eval \"$(fpm-tool completion bash)\"      in ~/.bashrc\n"
    "zsh:  eval \"$(fpm-tool completion zsh)\"       in ~/.zshrc, after compinit\n"
    "fish: fpm-tool completion fish | source       in ~/.config/fish/config.fish\n";

enum { BASH, ZSH, FISH };
static const choice shells[] = {{"bash", BASH}, {"zsh", ZSH}, {"fish", FISH}, {NULL, 0}};

/* The options that a verb reads: it is run with arguments that only list them. */
static int find_options(const verb *v, option_list *found) {
    char nothing[] = "";
    char *list[] = {nothing, NULL};
    args a = FPM_ZERO;
    found->count = 0;
    a.verb = v->name;
    a.list = list;
    a.count = 1;
    a.listing = found;
    v->run(&a);
    return a.memory ? out_of_memory() : ANSWERED;
}

static void print_words(const choice *all) {
    int i;
    for (i = 0; all[i].name; i++) printf("%s%s", i ? " " : "", all[i].name);
}

/* One branch of a case for all options of a verb whose values are of that kind. */
static void bash_kind(const char *name, const option_list *found, int kind, const char *reply) {
    int i, first = 1;
    for (i = 0; i < found->count; i++) {
        if (found->of[i].kind != kind) continue;
        printf("%s%s:%s", first ? "    " : "|", name, found->of[i].name);
        first = 0;
    }
    if (!first) printf(") %sreturn ;;\n", reply);
}

static int bash_values(const verb *v, option_list *found) {
    int i, status = find_options(v, found);
    if (status) return status;
    for (i = 0; i < found->count; i++) {
        if (found->of[i].kind != OPTION_CHOICE) continue;
        printf("    %s:%s) COMPREPLY=($(compgen -W '", v->name, found->of[i].name);
        print_words(found->of[i].all);
        puts("' -- \"$cur\")); return ;;");
    }
    bash_kind(v->name, found, OPTION_NUMBER, "");
    bash_kind(v->name, found, OPTION_TEXT, "COMPREPLY=($(compgen -f -- \"$cur\")); ");
    return ANSWERED;
}

static int print_bash(option_list *found) {
    int i, k, status = ANSWERED;
    puts("_fpm_tool() {\n"
         "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} verb options\n"
         "  verb=${COMP_WORDS[1]}\n"
         "  COMPREPLY=()");
    fputs("  local verbs='help", stdout);
    for (i = 0; verb_at(i); i++) printf(" %s", verb_at(i)->name);
    puts("'\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    COMPREPLY=($(compgen -W \"$verbs --help --version\" -- \"$cur\")); return\n"
         "  fi\n"
         "  case $verb in\n"
         "    help) COMPREPLY=($(compgen -W \"$verbs\" -- \"$cur\")); return ;;\n"
         "    completion) COMPREPLY=($(compgen -W 'bash zsh fish' -- \"$cur\")); return ;;\n"
         "  esac\n"
         "  case $verb:$prev in");
    for (i = 0; verb_at(i) && !status; i++) status = bash_values(verb_at(i), found);
    puts("  esac\n"
         "  case $verb in");
    for (i = 0; verb_at(i) && !status; i++) {
        status = find_options(verb_at(i), found);
        printf("    %s) options='--help", verb_at(i)->name);
        for (k = 0; k < found->count; k++) printf(" %s", found->of[k].name);
        puts("' ;;");
    }
    puts("  esac\n"
         "  case $cur in\n"
         "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$cur\")) ;;\n"
         "    *) COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n"
         "  esac\n"
         "}\n"
         "complete -o filenames -F _fpm_tool fpm-tool");
    return status;
}

static int print_zsh(option_list *found) {
    int i, k, status = ANSWERED;
    puts("#compdef fpm-tool\n"
         "_fpm_tool() {\n"
         "  local -a verbs\n"
         "  verbs=('help:explain a verb'");
    for (i = 0; verb_at(i); i++) printf("    '%s:%s'\n", verb_at(i)->name, verb_at(i)->what);
    puts("  )\n"
         "  if (( CURRENT == 2 )); then _describe verb verbs; return; fi\n"
         "  local verb=$words[2]\n"
         "  shift words\n"
         "  (( CURRENT-- ))\n"
         "  case $verb in\n"
         "    help) _describe verb verbs ;;\n"
         "    completion) compadd bash zsh fish ;;");
    for (i = 0; verb_at(i) && !status; i++) {
        status = find_options(verb_at(i), found);
        if (found->count == 0) continue;
        printf("    %s) _arguments '--help'", verb_at(i)->name);
        for (k = 0; k < found->count; k++) {
            const known_option *o = &found->of[k];
            printf(" '*%s", o->name);
            if (o->kind == OPTION_NUMBER) fputs(":number: ", stdout);
            if (o->kind == OPTION_TEXT) fputs(":value:_files", stdout);
            if (o->kind == OPTION_CHOICE) {
                fputs(":value:(", stdout);
                print_words(o->all);
                putchar(')');
            }
            putchar('\'');
        }
        puts(" '*:file:_files' ;;");
    }
    puts("  esac\n"
         "}\n"
         "if [ \"$funcstack[1]\" = _fpm-tool ]; then _fpm_tool \"$@\"\n"
         "else compdef _fpm_tool fpm-tool\n"
         "fi");
    return status;
}

static int print_fish(option_list *found) {
    int i, k, status = ANSWERED;
    for (i = 0; verb_at(i); i++)
        printf("complete -c fpm-tool -f -n __fish_use_subcommand -a %s -d '%s'\n", verb_at(i)->name,
               verb_at(i)->what);
    puts("complete -c fpm-tool -f -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'");
    for (i = 0; verb_at(i) && !status; i++) {
        status = find_options(verb_at(i), found);
        for (k = 0; k < found->count; k++) {
            const known_option *o = &found->of[k];
            int brief = o->name[1] != '-';
            printf("complete -c fpm-tool -n '__fish_seen_subcommand_from %s' -%c %s",
                   verb_at(i)->name, brief ? 's' : 'l', o->name + (brief ? 1 : 2));
            if (o->kind == OPTION_TEXT) fputs(" -r", stdout);
            if (o->kind == OPTION_NUMBER) fputs(" -x", stdout);
            if (o->kind == OPTION_CHOICE) {
                fputs(" -x -a '", stdout);
                print_words(o->all);
                putchar('\'');
            }
            putchar('\n');
        }
    }
    return status;
}

static int run_completion(args *a) {
    option_list found = FPM_ZERO;
    int shell = -1, status;
    while (args_left(a)) {
        const char *name = args_operand(a);
        if (name && shell >= 0) wrong_use(a, "%s: one shell at a time", name);
        else if (name) choice_find(a, "completion", name, shells, &shell);
    }
    if (shell < 0) wrong_use(a, "the name of a shell is needed: bash, zsh or fish");
    if (a->status) return a->status;
    status = shell == BASH  ? print_bash(&found)
             : shell == ZSH ? print_zsh(&found)
                            : print_fish(&found);
    free(found.of);
    return status;
}

const verb completion_verb = {"completion", "let a shell complete verbs and options",
                              run_completion, completion_help,
                              "  fpm-tool completion bash\n"
                              "  fpm-tool completion zsh\n"};
