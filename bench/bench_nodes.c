/* Nodes of devices that balance themselves while they run: one balancer of all devices, a balancer
   of nodes above one in each node, and nodes whose models are composed of what their devices have
   shown so far (the literature's INPA between nodes and IDPA inside them). */
#define FPM_IMPLEMENTATION
#include "../fpm.h"

#include "bench.h"

enum { NODES = 3, DEVICES = 3, ALL = NODES * DEVICES, STEPS = 60, EARLY = 20, RUNS = 100 };
enum { UNITS = 60000, SIZES = 120 };

/* A device: a start-up time, a speed, and up to nine times as long where its memory ends. */
typedef struct device {
    double speed, memory, fixed;
} device;

static double device_seconds(const device *d, double x) {
    double over = fmin(1, fmax(0, x - d->memory) / (0.2 * d->memory));
    return x > 0 ? d->fixed + x / d->speed * (1 + 8 * over) : 0;
}

static void draw(device *d) {
    int i;
    for (i = 0; i < ALL; i++) {
        int fast = i % DEVICES == 0; /* a GPU beside cores */
        d[i].speed = (fast ? 1500 : 100) * bench_between(1, 2);
        d[i].memory = (fast ? 20000 : 8000) * bench_between(0.5, 1.5);
        d[i].fixed = fast ? 0.5 : 0;
    }
}

/* The time by which all devices together can do so many units, by halving. */
static double optimum(const device *d) {
    double low = 0, high = device_seconds(&d[0], UNITS);
    int i, k, round;
    for (round = 0; round < 60; round++) {
        double middle = (low + high) / 2, sum = 0;
        for (i = 0; i < ALL; i++) {
            double from = 0, to = UNITS;
            for (k = 0; k < 50; k++) {
                double x = (from + to) / 2;
                if (device_seconds(&d[i], x) <= middle) from = x;
                else to = x;
            }
            sum += from;
        }
        if (sum < UNITS) low = middle;
        else high = middle;
    }
    return high;
}

/* One run: the longest time of each step. */
typedef struct course {
    double makespan[STEPS];
} course;

static double noise;

static double measured(const device *d, int64_t x) {
    double length = sqrt(-2 * log(1 - bench_random()));
    double normal = length * cos(6.283185307179586 * bench_random());
    double t = device_seconds(d, (double)x) * fmax(1 + noise * normal, 0.1);
    return t > 1e-9 ? t : 1e-9;
}

static void check(int status) {
    if (status >= 0) return;
    fprintf(stderr, "bench_nodes: %s\n", fpm_status_str(status));
    exit(1);
}

/* Times of `count` devices with these shares, and the longest true one. */
static double run(const device *d, int count, const int64_t *share, double *seconds) {
    double most = 0;
    int j;
    for (j = 0; j < count; j++) {
        seconds[j] = measured(&d[j], share[j]);
        most = fmax(most, device_seconds(&d[j], (double)share[j]));
    }
    return most;
}

static void flat(const device *d, course *c) {
    fpm_balance b;
    int64_t share[ALL];
    double seconds[ALL];
    int k;
    check(fpm_balance_init(&b, UNITS, ALL, NULL, 0, 0, NULL, share, NULL));
    for (k = 0; k < STEPS; k++) {
        c->makespan[k] = run(d, ALL, share, seconds);
        check(fpm_balance_step(&b, seconds, share, NULL));
    }
    fpm_balance_free(&b);
}

/* What both two-level ways have: a balancer in each node. */
typedef struct nodes {
    fpm_balance inner[NODES];
    int64_t share[NODES], of[NODES][DEVICES];
    double seconds[NODES]; /* of the last device of each */
} nodes;

static void nodes_begin(nodes *all) {
    int i;
    for (i = 0; i < NODES; i++) {
        all->share[i] = UNITS / NODES;
        check(fpm_balance_init(&all->inner[i], all->share[i], DEVICES, NULL, 0, 0, NULL, all->of[i],
                               NULL));
    }
}

static double nodes_step(nodes *all, const device *d) {
    double seconds[DEVICES], most = 0;
    int i, j;
    for (i = 0; i < NODES; i++) {
        most = fmax(most, run(&d[i * DEVICES], DEVICES, all->of[i], seconds));
        all->seconds[i] = 0;
        for (j = 0; j < DEVICES; j++) all->seconds[i] = fmax(all->seconds[i], seconds[j]);
        check(fpm_balance_step(&all->inner[i], seconds, all->of[i], NULL));
    }
    return most;
}

static void nodes_resize(nodes *all, const int64_t *share) {
    int i;
    for (i = 0; i < NODES; i++) {
        if (share[i] == all->share[i]) continue;
        all->share[i] = share[i];
        check(fpm_balance_resize(&all->inner[i], share[i], all->of[i], NULL));
    }
}

static void nodes_end(nodes *all) {
    int i;
    for (i = 0; i < NODES; i++) fpm_balance_free(&all->inner[i]);
}

static void nested(const device *d, course *c) {
    nodes all;
    fpm_balance outer;
    int64_t share[NODES];
    int k;
    nodes_begin(&all);
    check(fpm_balance_init(&outer, UNITS, NODES, NULL, 0, 0, NULL, share, NULL));
    for (k = 0; k < STEPS; k++) {
        c->makespan[k] = nodes_step(&all, d);
        check(fpm_balance_step(&outer, all.seconds, share, NULL));
        nodes_resize(&all, share);
    }
    fpm_balance_free(&outer);
    nodes_end(&all);
}

/* The model of a node: what its devices have shown so far, composed; 0: one has no point yet. */
static int node_model(const fpm_balance *inner, fpm_model *model) {
    static int64_t sizes[SIZES];
    fpm_proc procs[DEVICES] = FPM_ZERO;
    fpm_points points = FPM_ZERO;
    int j, known = 1;
    for (j = 0; j < SIZES; j++) sizes[j] = (int64_t)UNITS * (j + 1) / SIZES;
    for (j = 0; j < DEVICES; j++) {
        procs[j].model = fpm_balance_model(inner, j);
        if (!procs[j].model) known = 0;
    }
    if (!known) return 0;
    check(fpm_compose(DEVICES, procs, SIZES, sizes, NULL, &points, NULL));
    check(fpm_model_from_points(model, FPM_PIECEWISE, &points, NULL, NULL));
    fpm_points_free(&points);
    return 1;
}

/* n units over nodes by their models; where they finish no later, shares stay. */
static void between(nodes *all, double gain) {
    fpm_model model[NODES] = FPM_ZERO;
    fpm_proc procs[NODES] = FPM_ZERO;
    fpm_info now, then;
    int64_t share[NODES];
    int i, known = 1;
    for (i = 0; i < NODES; i++) {
        if (known && !node_model(&all->inner[i], &model[i])) known = 0;
        procs[i].model = &model[i];
    }
    if (known) {
        check(fpm_partition_check(UNITS, NODES, procs, NULL, all->share, &now));
        check(fpm_partition(UNITS, NODES, procs, NULL, share, &then));
        if (then.makespan < (1 - gain) * now.makespan) nodes_resize(all, share);
    }
    for (i = 0; i < NODES; i++) fpm_model_free(&model[i]);
}

static void composed(const device *d, course *c) {
    nodes all;
    int k;
    nodes_begin(&all);
    for (k = 0; k < STEPS; k++) {
        c->makespan[k] = nodes_step(&all, d);
        between(&all, fmax(noise, 1e-3));
    }
    nodes_end(&all);
}

typedef void way(const device *, course *);

static void row(const char *name, way *solve) {
    device d[ALL];
    course c;
    double sum[3] = {0, 0, 0}, worst[3] = {0, 0, 0};
    int i, k;
    bench_state = 7; /* the same platforms and noise for all */
    for (i = 0; i < RUNS; i++) {
        double best, of[3] = {0, 0, 0};
        uint64_t state;
        draw(d);
        best = optimum(d);
        state = bench_state;
        solve(d, &c);
        bench_state = state + 1000003;
        of[0] = c.makespan[EARLY] / best;
        of[1] = c.makespan[STEPS - 1] / best;
        for (k = 0; k < STEPS; k++) of[2] += c.makespan[k] / best / STEPS;
        for (k = 0; k < 3; k++) {
            sum[k] += of[k] / RUNS;
            worst[k] = fmax(worst[k], of[k]);
        }
    }
    printf("%-34s", name);
    for (k = 0; k < 3; k++) printf("  %6.3f %6.3f", sum[k], worst[k]);
    putchar('\n');
}

int main(void) {
    static const double noises[] = {0, 0.02};
    int k;
    bench_head("bench_nodes");
    for (k = 0; k < 2; k++) {
        noise = noises[k];
        printf("\n# %d nodes of %d devices, %d units, noise %.0f %%: makespan over the optimum of "
               "all\n"
               "# devices, mean and largest of %d platforms\n%-34s  %13s  %13s  %13s\n",
               NODES, DEVICES, UNITS, 100 * noise, RUNS, "", "step 20", "step 60", "all 60 steps");
        row("one balancer of all devices", flat);
        row("a balancer of nodes, one in each", nested);
        row("composed models, one in each", composed);
    }
    return 0;
}
