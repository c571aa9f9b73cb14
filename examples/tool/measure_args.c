/* measure_args.c - arguments of measure: devices, sizes, how to measure. */
#include "measure.h"
#include "text.h"

/* A or A-B: cores. */
static int take_cores(device *dev, const char *text) {
    fpmk_capabilities caps;
    int64_t core[2];
    int count = text_wholes(text, '-', 2, 0, 1000000, core);
    if (count == 1) core[1] = core[0];
    if (count == 0 || core[1] < core[0]) return 0;
    dev->core = fpmk_core((int)core[0]);
    dev->threads = (int)(core[1] - core[0]) + 1;
    if (dev->core < 0 || fpmk_core((int)core[1]) < 0) return -1;
    if (fpmk_caps(&caps) == FPM_OK && !caps.affinity) dev->core = -1;
    return 1;
}

/* What follows the kind of a device, or NULL if it is of another kind. */
static const char *after(const char *name, const char *kind) {
    size_t length = strlen(kind);
    return strncmp(name, kind, length) == 0 ? name + length : NULL;
}

/* Is a device well named?  -1: it is, but there are not so many cores. */
static int read_device(device *dev, const char *name) {
    const char *v;
    int64_t k = 0;
    if ((v = after(name, "cpu:")) != NULL) return take_cores(dev, v);
    if ((v = after(name, "blas:")) != NULL) {
        dev->form = "-blas";
        return take_cores(dev, v);
    }
    if ((v = after(name, "omp:")) != NULL) {
        if (!text_whole(v, strlen(v), 1, 1024, &k)) return 0;
        dev->threads = (int)k;
        return 1;
    }
    if ((v = after(name, "cuda:")) != NULL) {
        dev->form = "-cuda";
        if (!text_whole(v, strlen(v), 0, 1023, &k)) return 0;
        dev->setup.device = (int)k;
        return 1;
    }
    dev->shell.text = after(name, "cmd:");
    return dev->shell.text && *dev->shell.text;
}

static void take_device(session *s, args *a, const char *name) {
    device *dev = &s->dev[s->count];
    fpmk_capabilities caps;
    int i, good;
    for (i = 0; i < s->count; i++)
        if (!strcmp(s->dev[i].name, name)) wrong_use(a, "device %s is there twice", name);
    if (s->count == MOST_DEVICES) wrong_use(a, "more than %d devices", MOST_DEVICES);
    if (a->status) return;
    memset(dev, 0, sizeof *dev);
    dev->name = name;
    dev->form = "";
    dev->core = -1;
    dev->threads = 1;
    good = read_device(dev, name);
    if (good == 0)
        wrong_use(
            a,
            "device %s is none of cpu:I, cpu:I-J, omp:T, blas:I, blas:I-J, cuda:I or cmd:COMMAND",
            name);
    if (good < 0) wrong_use(a, "device %s: this process may not use so many cores", name);
    if (good > 0 && dev->threads > 1 && fpmk_caps(&caps) == FPM_OK && !caps.openmp)
        wrong_use(a, "device %s: this build has no OpenMP, a kernel runs on one core", name);
    s->count++;
}

/* A:B or A:B:COUNT, or A:B:+STEP: every STEP-th size, so that shares of them can sum to any n.  How
   many there are, `least` or more, and these sizes; v: A and B, and room for COUNT; 0: the text is
   none of these. */
static int read_range(const char *text, int least, int64_t *x, int64_t *v) {
    const char *plus = strstr(text, ":+");
    char range[48];
    int64_t step = 0;
    int count;
    v[2] = 10;
    snprintf(range, sizeof range, "%.*s", (int)(plus ? plus - text : 47), text);
    count = text_wholes(range, ':', 3, 1, FPM_SIZE_MAX, v);
    if (plus && (count != 2 || !text_whole(plus + 2, strlen(plus + 2), 1, FPM_SIZE_MAX, &step)))
        count = 0;
    if (step && v[1] >= v[0]) v[2] = 1 + (v[1] - v[0]) / step;
    if (count < 2 || v[0] > v[1] || v[2] < least || v[2] > MOST_SIZES) return 0;
    if (!step) return fpmk_sizes(v[0], v[1], (int)v[2], x);
    for (count = 0; count < v[2]; count++) x[count] = v[0] + count * step;
    return count;
}

static void take_sizes(session *s, args *a, const char *text) {
    int64_t v[3];
    int i;
    s->sizes = text;
    s->rounds = read_range(text, LEAST_SIZES, s->x, v);
    if (s->rounds == 0) {
        wrong_use(
            a,
            "--sizes %s: it takes A:B, A:B:COUNT or A:B:+STEP, A up to B, from %d to %d sizes, "
            "such as 100:10000:12",
            text, LEAST_SIZES, MOST_SIZES);
        return;
    }
    for (i = 0; i < MOST_DEVICES; i++) {
        s->low[i] = v[0];
        s->high[i] = v[1];
    }
    if (s->rounds < LEAST_SIZES)
        wrong_use(a, "--sizes %s: fewer than %d different sizes: widen the range", text,
                  LEAST_SIZES);
}

/* R or R,C: rows and columns of tiles. */
static void take_tiles(session *s, args *a, const char *text) {
    const char *comma = strchr(text, ',');
    int64_t v[3];
    char rows[48];
    s->tiles = text;
    snprintf(rows, sizeof rows, "%.*s", (int)(comma ? comma - text : 47), text);
    s->rounds = read_range(rows, 1, s->x, v);
    s->col_rounds = read_range(comma ? comma + 1 : rows, 1, s->cols, v);
    if (s->rounds == 0 || s->col_rounds == 0)
        wrong_use(a,
                  "--tiles %s: it takes R or R,C (rows and columns), each A:B, A:B:COUNT or "
                  "A:B:+STEP, A up to B, to %d sizes, such as 32:512:+32",
                  text, MOST_SIZES);
    else if (s->x[s->rounds - 1] > 1 << 20 || s->cols[s->col_rounds - 1] > 1 << 20)
        wrong_use(a, "--tiles %s: sides are at most 2^20", text);
}

/* N or N:M. */
static void take_units(session *s, args *a, const char *text) {
    int64_t v[2] = {0, 0};
    int count = text_wholes(text, ':', 2, 1, FPM_SIZE_MAX, v);
    if (count == 0 || (count == 2 && v[1] < v[0]))
        wrong_use(a, "-n %s: it takes N or N:M, whole numbers from 1 on, N up to M", text);
    s->adaptive = 1;
    s->how.n_low = v[0];
    s->how.n_high = v[1];
}

/* How to measure. */
static int measure_option(session *s, args *a) {
    int64_t seed = (int64_t)s->opts.seed;
    int mean = 0;
    if (args_flag(a, "--mean", &mean)) {
        s->opts.method = FPMK_MEAN;
        return 1;
    }
    if (args_whole(a, "--seed", 0, FPM_SIZE_MAX, NULL, &seed)) {
        s->opts.seed = (uint64_t)seed;
        return 1;
    }
    return args_flag(a, "--resume", &s->resume) || args_picture(a, &s->svg) ||
           args_positive(a, "--precision", 1, NULL, &s->opts.precision) ||
           args_positive(a, "--max-seconds", 1e6, NULL, &s->opts.max_seconds) ||
           args_positive(a, "--tolerance", 1, NULL, &s->how.tolerance) ||
           args_positive(a, "--timeout", 1e6, NULL, &s->timeout) ||
           args_whole(a, "--depth", 1, 1 << 20, NULL, &s->depth) ||
           args_positive(a, "--device-memory", 1e15, NULL, &s->device_memory) ||
           args_count(a, "--visits", 1, 1000, NULL, &s->visits) ||
           args_count(a, "--max-rounds", 1, 10000, NULL, &s->how.max_rounds);
}

/* The form of a kernel that a device needs: that of its maker, if this build has one.  A name that
   says the form itself, as gemm-cuda, is right where the device takes that form. */
static const fpmk_kernel *find_kernel(const session *s, const device *dev, args *a) {
    static const char *const end[] = {"-cublas", "-cufft", "-cuda", "-blas", ""};
    const char *own = strstr(s->kernel, "-cu") ? "-cuda" : strstr(s->kernel, "-blas");
    int named = !strcmp(own ? own : "", dev->form), j;
    for (j = 0; j < 5; j++) {
        char name[80];
        const fpmk_kernel *kernel;
        if (*end[j] ? strncmp(end[j], dev->form, 3) : !named) continue;
        snprintf(name, sizeof name, "%s%s", s->kernel, end[j]);
        if ((kernel = fpmk_kernel_find(name)) != NULL) return kernel;
    }
    if (!fpmk_kernel_find(s->kernel))
        wrong_use(a, "no kernel %s (fpm-tool devices lists them)", s->kernel);
    else if (own) wrong_use(a, "device %s: kernel %s is not for it", dev->name, s->kernel);
    else wrong_use(a, "device %s: this build has no %s%s", dev->name, s->kernel, dev->form);
    return NULL;
}

/* The kernel of each device, with its own context. */
static void choose_kernels(session *s, args *a) {
    int i;
    for (i = 0; i < s->count && !a->status; i++) {
        device *dev = &s->dev[i];
        const fpmk_kernel *kernel = NULL;
        dev->shell.timeout = s->timeout;
        dev->setup.device_bytes = (size_t)s->device_memory;
        dev->setup.depth = s->depth;
        if (dev->shell.text) command_kernel(&dev->kernel, &dev->shell);
        else if (!s->kernel) wrong_use(a, "--kernel NAME is needed");
        else if ((kernel = find_kernel(s, dev, a)) != NULL) {
            dev->kernel = *kernel;
            dev->kernel.context = &dev->setup;
        }
    }
}

/* Where a command takes its size, or the sides of a tile. */
static void holes_checked(const session *s, args *a) {
    int i;
    for (i = 0; i < s->count; i++) {
        const char *text = s->dev[i].shell.text;
        if (!text) continue;
        if (s->tiles && !(strstr(text, "{rows}") && strstr(text, "{cols}")))
            wrong_use(a, "device %s: {rows} and {cols} must stand where the command takes them",
                      s->dev[i].name);
        else if (!s->tiles && !strstr(text, "{size}"))
            wrong_use(a, "device %s: {size} must stand where the command takes the size",
                      s->dev[i].name);
    }
}

/* --tiles and --depth, and what goes with them. */
static void tiles_checked(const session *s, args *a) {
    int gemm = s->kernel && strncmp(s->kernel, "gemm", 4) == 0;
    if (s->depth && !gemm) wrong_use(a, "--depth is for --kernel gemm");
    if (!s->tiles) return;
    if (s->sizes) wrong_use(a, "--tiles: not together with --sizes");
    if (s->adaptive) wrong_use(a, "--tiles: not together with -n");
    if (s->kernel && !gemm)
        wrong_use(a, "--tiles: --kernel %s has no tiles; gemm has, and commands", s->kernel);
}

int measure_options(session *s, args *a) {
    int listing = 0, i; /* listing: operands are devices */
    while (args_left(a)) {
        const char *v = NULL;
        int was = listing;
        listing = 0;
        if (args_text(a, "--kernel", &v)) {
            s->kernel = v;
            if (v && !fpmk_kernel_find(v))
                wrong_use(a, "no kernel %s (fpm-tool devices lists them)", v);
        } else if (args_each(a, "--device", &v)) {
            if (v) take_device(s, a, v);
            listing = 1;
        } else if (args_text(a, "--sizes", &v)) {
            if (v) take_sizes(s, a, v);
        } else if (args_text(a, "--tiles", &v)) {
            if (v) take_tiles(s, a, v);
        } else if (args_text(a, "-n", &v)) {
            if (v) take_units(s, a, v);
        } else if (!args_text(a, "--dir", &s->dir) && !measure_option(s, a)) {
            v = args_operand(a);
            if (v && was) take_device(s, a, v);
            else if (v && fpmk_kernel_find(v)) wrong_use(a, "%s: write --kernel %s", v, v);
            else if (v && strchr(v, ':'))
                wrong_use(a, "%s: write --device or --sizes before it", v);
            else if (v) wrong_use(a, "%s: measure takes no files", v);
            listing = was;
        }
    }
    holes_checked(s, a);
    tiles_checked(s, a);
    choose_kernels(s, a);
    for (i = 0; i < s->count && s->dev[i].shell.text;) i++;
    if (s->kernel && s->count && i == s->count)
        wrong_use(a, "--kernel %s: all devices are commands, which are kernels themselves",
                  s->kernel);
    if (!s->kernel && !s->count) wrong_use(a, "--kernel NAME is needed");
    if (!s->count) wrong_use(a, "--device SPEC is needed");
    if (!s->rounds) wrong_use(a, "--sizes A:B, or --tiles A:B, is needed");
    if (!s->dir) wrong_use(a, "--dir OUT is needed");
    return a->status;
}
