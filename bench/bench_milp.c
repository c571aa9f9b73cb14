/* Pieces that cannot be cut as a mixed-integer program: fpm_items_assign beside CBC, a solver of
   such programs (Debian: coinor-cbc), which runs as a command for at most ten seconds a row.  The
   model is what anyone writes first: x(i, j) is 1 if processor j has piece i; each piece has one
   processor; no processor takes longer than T, which is least.  fpm.h answers twice: by default,
   and with max_work 3e9, which is some seconds at most.

   Usage: bench_milp [SEED].  Without the command cbc nothing is compared, and that is said. */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"

enum { MOST = 128, MOST_PROCS = 40, SECONDS = 10 };

/* A question: seconds of each piece on each processor. */
typedef struct question {
    const char *name;
    int n, p;
    int64_t load[MOST];
    double speed[MOST_PROCS];
    double seconds[MOST_PROCS * MOST]; /* of piece i on processor j: [j * n + i] */
    int unrelated;                     /* they are no load / speed */
} question;

/* What a way answered, and what it proves that none is below. */
typedef struct answer {
    double makespan, bound, time;
} answer;

/* Loads as they are drawn: around 1000, and for `unrelated` seconds that have nothing to do with
   each other. */
static void draw(question *q, const char *name, int n, int p, int unequal, int unrelated) {
    int i, j;
    memset(q, 0, sizeof *q);
    q->name = name;
    q->n = n;
    q->p = p;
    q->unrelated = unrelated;
    for (i = 0; i < n; i++) q->load[i] = 100 + (int64_t)(1900 * bench_random());
    for (j = 0; j < p; j++) q->speed[j] = unequal ? (double)(1 + (int)(4 * bench_random())) : 1;
    for (j = 0; j < p; j++)
        for (i = 0; i < n; i++)
            q->seconds[j * n + i] = unrelated ? (double)(100 + (int)(1900 * bench_random()))
                                              : (double)q->load[i] / q->speed[j];
}

static answer ours(const question *q, int64_t work) {
    static int owner[MOST];
    fpm_items_options o = FPM_ZERO;
    fpm_items_types types = FPM_ZERO;
    fpm_info info;
    answer a;
    double start = bench_now();
    o.max_work = work;
    types.count = q->p;
    types.seconds = q->seconds;
    if (q->unrelated) o.types = &types;
    else o.speed = q->speed;
    if (fpm_items_assign(q->n, q->load, q->p, &o, owner, NULL, &info) < 0) exit(1);
    a.time = bench_now() - start;
    a.makespan = info.makespan;
    a.bound = info.lower_bound;
    return a;
}

/* The model in CPLEX's LP format. */
static void write_model(const question *q, FILE *file) {
    int i, j;
    fprintf(file, "Minimize\n obj: T\nSubject To\n");
    for (i = 0; i < q->n; i++)
        for (j = 0; j < q->p; j++)
            fprintf(file, "%s x_%d_%d%s", j ? " +" : "", i, j, j == q->p - 1 ? " = 1\n" : "\n");
    for (j = 0; j < q->p; j++) {
        for (i = 0; i < q->n; i++)
            fprintf(file, " + %.15g x_%d_%d\n", q->seconds[j * q->n + i], i, j);
        fprintf(file, " - T <= 0\n");
    }
    fprintf(file, "Binary\n");
    for (i = 0; i < q->n; i++)
        for (j = 0; j < q->p; j++) fprintf(file, " x_%d_%d\n", i, j);
    fprintf(file, "End\n");
}

/* Names of files beside each other. */
static void name_file(char *name, size_t size, const char *end) {
    const char *at = getenv("TMPDIR");
    snprintf(name, size, "%s/fpm-bench-milp.%s", at ? at : "/tmp", end);
}

/* The number after a text in the solver's log, the last one. */
static void read_number(const char *line, const char *text, double *number) {
    const char *at = strstr(line, text);
    if (at) *number = strtod(at + strlen(text), NULL);
}

static answer theirs(const question *q) {
    char model[200], log[200], command[600], line[300];
    answer a = {0, 0, 0};
    double start;
    FILE *file;
    name_file(model, sizeof model, "lp");
    name_file(log, sizeof log, "log");
    file = fopen(model, "w");
    if (!file) exit(1);
    write_model(q, file);
    if (fclose(file) != 0) exit(1);
    snprintf(command, sizeof command, "cbc '%s' sec %d solve quit > '%s' 2>&1", model, SECONDS,
             log);
    start = bench_now();
    if (system(command) != 0) exit(1);
    a.time = bench_now() - start;
    file = fopen(log, "r");
    if (!file) exit(1);
    while (fgets(line, sizeof line, file)) {
        read_number(line, "Objective value:", &a.makespan);
        read_number(line, "Lower bound:", &a.bound);
        if (strstr(line, "Optimal solution found")) a.bound = -1;
    }
    fclose(file);
    remove(model);
    remove(log);
    if (a.bound < 0) a.bound = a.makespan;
    return a;
}

static void print_answer(const answer *a, double bound) {
    printf("   %8.1f %7.3f %%", 1e3 * a->time, 100 * (a->makespan / bound - 1));
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        int n, p, unequal, unrelated;
    } rows[] = {
        {"equal processors", 24, 4, 0, 0},  {"equal processors", 40, 5, 0, 0},
        {"equal processors", 60, 20, 0, 0}, {"equal processors", 105, 35, 0, 0},
        {"speeds 1 to 4", 24, 4, 1, 0},     {"speeds 1 to 4", 60, 10, 1, 0},
        {"unrelated times", 24, 4, 0, 1},   {"unrelated times", 40, 8, 0, 1},
        {"unrelated times", 100, 10, 0, 1},
    };
    static question q;
    int k;
    bench_head("Pieces that cannot be cut, beside a solver of mixed-integer programs");
    bench_state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    if (system("cbc quit > /dev/null 2>&1") != 0) {
        printf("SKIP: no command cbc (Debian: coinor-cbc)\n");
        return 0;
    }
    printf("# seed %d; above: over the largest of the bounds that are proven\n",
           argc > 1 ? atoi(argv[1]) : 1);
    printf("%25s   fpm.h, default        fpm.h, 3e9            CBC, %d s\n", "", SECONDS);
    printf("%-18s %3s %2s", "", "n", "p");
    for (k = 0; k < 3; k++) printf("   %8s %9s", "ms", "above");
    printf("\n");
    for (k = 0; k < (int)(sizeof rows / sizeof *rows); k++) {
        answer a, long_one, b;
        double bound;
        draw(&q, rows[k].name, rows[k].n, rows[k].p, rows[k].unequal, rows[k].unrelated);
        a = ours(&q, 0);
        long_one = ours(&q, INT64_C(3000000000));
        b = theirs(&q);
        bound = fmax(fmax(a.bound, long_one.bound), b.bound);
        printf("%-18s %3d %2d", q.name, q.n, q.p);
        print_answer(&a, bound);
        print_answer(&long_one, bound);
        print_answer(&b, bound);
        printf("\n");
        fflush(stdout);
    }
    return 0;
}
