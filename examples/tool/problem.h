/* problem.h - the problem: n, processors from files, constraints, and its answer. */
#ifndef PROBLEM_H
#define PROBLEM_H
#include "args.h"

typedef struct rule { /* a constraint as it was given */
    int what;
    const char *option, *text;
    int64_t proc;         /* -1: all */
    int64_t value, bytes; /* bytes: a size in memory, of which value is made; 0: it was units */
    double seconds;
} rule;

typedef struct problem {
    int64_t n;   /* -1: not given */
    int fixed_n; /* 1: it is what a matrix or a chain has, and cannot be another */
    int algorithm, kind;
    int least;  /* FPM_LEAST_...; 0: only the makespan counts */
    int padded; /* 1: more units than a share may be done; times are those of the padded sizes */
    int risk;   /* 1: times allow for their half-widths */
    int64_t at; /* the size whose speed constant models have; 0: that at n / p */
    double eps, limit;
    double runs;                   /* to come, in which a measurement must pay; 0: not asked */
    const char *instance;          /* file of all processors, or NULL */
    const char *speeds;            /* or their constant speeds, relative to each other, or NULL */
    const char **file;             /* else one of each, or its name in a table */
    char **names;                  /* the latter, as they are to be freed; NULL: of a file */
    int64_t asked_p;               /* as many processors as were asked for; 0: as there are */
    const char **cost_file;        /* `costs` of these, */
    const char *cost_list, *watts; /* or one of these lists, or NULL */
    rule *rules;
    int64_t unit; /* bytes that a unit of work takes; 0: not given */
    int files, costs, rule_count;
    int p;
    fpm_points *points; /* p of each from here on */
    fpm_model *model;
    fpm_cost *cost; /* p, if any are given */
    double *idle;   /* watts of each while it waits */
    fpm_proc *proc;
    int64_t *d;
    int *curve,
        curves; /* which one a processor has: those of one file, fixed cost and link share it */
    fpm_info info;
    fpm_partition_outputs more;
    int solved; /* d and info are there */
    doubts doubtful;
    int lists_doubts; /* they are part of the answer: do not say them */
} problem;

extern const choice model_kinds[], algorithms[], leasts[];

/* What is wrong with -n. */
#define NOT_AN_AMOUNT "not a whole number from 0 to 2^53, such as 12000 or 1.2e4"

/* What the helps of the verbs say of the options below. */
#define COUNT_HELP                                                                                 \
    "  -p P             number of processors: one per FILE, or P processors like a single FILE\n"
#define AT_HELP "  --at SIZE        with -m constant: the speed is that at SIZE\n"
#define ASKED_HELP                                                                                 \
    "  -n N             units of work, as 12000 or 1.2e4\n"                                        \
    "  -a ALG           auto (default: optimal, by the fastest method), even, proportional,\n"     \
    "                   geometric, numerical, optimal, hpopta (for -m discrete; slower)\n"         \
    "  -m, --model KIND of the points: akima (default: a spline, monotone where they are),\n"      \
    "                   akima-plain (as it is), akima-literal (with a knot at N), piecewise,\n"    \
    "                   shaped, discrete (those sizes), constant (speed at N / p)\n" AT_HELP       \
        COUNT_HELP
#define FILES_HELP                                                                                 \
    "  --instance FILE  all processors in one file: `n p`, then for each its number of points\n"   \
    "                   and the points; -n overrides n, and the default model is discrete\n"
#define RULES_HELP                                                                                 \
    "  --max I:K        processor I, counted from 0, takes at most K units\n"                      \
    "  --unit SIZE      memory per unit, as 0.8GB or 750MiB; then K may be a memory, as 24GB\n"    \
    "  --min I:K        processor I takes at least K units, or none\n"                             \
    "  --grain [I:]G    its share is a multiple of G; without I: every share is\n"                 \
    "  --fixed I:S      it spends S seconds more if it gets any work\n"                            \
    "  --required I     it gets some work\n"
#define PROBLEM_HELP ASKED_HELP FILES_HELP RULES_HELP

/* problem_end is for every problem that was begun, whatever became of it. */
int problem_begin(problem *q, args *a);
void problem_end(problem *q);

/* Options, each 1 as in args.h: the kind of the models; the number of processors; what is asked of
   which processors; the memory of a unit; constraints, this one among them; the last two and the
   algorithm. */
int problem_kind_option(problem *q, args *a);
int problem_count_option(problem *q, args *a);
int problem_at_option(problem *q, args *a);
int problem_model_option(problem *q, args *a);
int problem_unit_option(problem *q, args *a);
int problem_rule_option(problem *q, args *a);
int problem_option(problem *q, args *a);

/* The operand is the file of a processor. */
void problem_file(problem *q, args *a);

/* After the last argument; of the constraints alone; for `p` processors where one file was given
   for all of them. */
int problem_checked(problem *q, args *a);
void problem_at_checked(const problem *q, args *a);
void problem_rules_checked(problem *q, args *a);

/* Of the constraints only --max and --fixed are for these things. */
void problem_only_rules(const problem *q, args *a, const char *names, const char *things);
int problem_repeat_file(problem *q, args *a, int64_t p);

/* Read all files, make the models, apply the constraints; model i again, after its points have
   changed. */
int problem_load(problem *q, args *a);
int problem_make_model(problem *q, int i);

/* Number the speed functions anew, after transfers have changed. */
int problem_find_curves(problem *q);

/* Set the constraints of all processors; those of `without`, a rule, or of its whole option, are
   left out (NULL: none). */
void problem_apply_rules(problem *q, const rule *without, int option);

/* Say what is doubtful by now, unless the answer lists it. */
void problem_doubt(problem *q);

/* " s", or nothing where speeds are relative. */
const char *problem_unit(const problem *q);

/* The greatest number that divides `with` and all sizes of the models; 0: all are 0. */
int64_t problem_divisor(const problem *q, int64_t with);

/* How messages and tables call processor i. */
const char *problem_name(const problem *q, int i, char *room, size_t size);

/* How pictures call it: the file without its directory, unless another file has that name too;
   both ends of what is longer than `most` bytes or so. */
enum { LABEL = 80 };
const char *problem_label(const problem *q, int i, size_t most, char room[LABEL]);

/* A message about processor i. */
int problem_refused(const problem *q, int i, int status, const char *more);

#endif
