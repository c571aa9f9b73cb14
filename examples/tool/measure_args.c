/* measure_args.c - options of measure. */
#include "measure.h"
#include "text.h"

/* A or A-B: cores. */
static int take_cores(device *dev, const char *text) {
    const char *dash = strchr(text, '-');
    size_t length = dash ? (size_t)(dash - text) : strlen(text);
    fpmk_capabilities caps;
    int64_t first, last;
    if (!read_whole(text, length, 0, 4095, &first)) return 0;
    last = first;
    if (dash && !read_whole(dash + 1, strlen(dash + 1), first, 4095, &last)) return 0;
    dev->core = fpmk_core((int)first);
    dev->threads = (int)(last - first) + 1;
    if (dev->core < 0 || fpmk_core((int)last) < 0) return -1;
    if (fpmk_caps(&caps) == FPM_OK && !caps.affinity) dev->core = -1;
    return 1;
}

static void take_device(session *s, args *a, const char *name) {
    device *dev = &s->dev[s->count];
    const char *value = strchr(name, ':') ? strchr(name, ':') + 1 : "";
    size_t kind = (size_t)(value - name);
    fpmk_capabilities caps;
    int64_t k = 1;
    int i, good = 0;
    for (i = 0; i < s->count; i++)
        if (!strcmp(s->dev[i].name, name)) wrong_use(a, "device %s is there twice", name);
    if (s->count == MOST_DEVICES) wrong_use(a, "more than %d devices", MOST_DEVICES);
    if (a->status) return;
    memset(dev, 0, sizeof *dev);
    dev->name = name;
    dev->form = "";
    dev->core = -1;
    dev->threads = 1;
    if (kind == 4 && !strncmp(name, "cpu:", kind)) good = take_cores(dev, value);
    if (kind == 5 && !strncmp(name, "blas:", kind))
        good = take_cores(dev, value), dev->form = "-blas";
    if (kind == 4 && !strncmp(name, "omp:", kind)) {
        good = read_whole(value, strlen(value), 1, 1024, &k);
        dev->threads = (int)k;
    }
    if (kind == 5 && !strncmp(name, "cuda:", kind)) {
        good = read_whole(value, strlen(value), 0, 1023, &k);
        dev->setup.device = (int)k;
        dev->form = "-cuda";
    }
    if (kind == 4 && !strncmp(name, "cmd:", kind) && *value) good = 1, dev->command = value;
    if (good == 0)
        wrong_use(a, "device %s: cpu:I, cpu:I-J, omp:T, blas:I, blas:I-J, cuda:I or cmd:COMMAND",
                  name);
    if (good < 0) wrong_use(a, "device %s: this process may not use so many cores", name);
    if (good > 0 && dev->threads > 1 && fpmk_caps(&caps) == FPM_OK && !caps.openmp)
        wrong_use(a, "device %s: this build has no OpenMP, a kernel runs on one core", name);
    s->count++;
}

/* A:B or A:B:COUNT. */
static void take_sizes(session *s, args *a, const char *text) {
    const char *b = strchr(text, ':'), *count = b ? strchr(b + 1, ':') : NULL;
    const char *end = count ? count : text + strlen(text);
    int64_t low, high, most = 10;
    int i;
    s->sizes = text;
    if (!b || !read_whole(text, (size_t)(b - text), 1, FPM_SIZE_MAX, &low) ||
        !read_whole(b + 1, (size_t)(end - b) - 1, 1, FPM_SIZE_MAX, &high) || low > high ||
        (count && !read_whole(count + 1, strlen(count + 1), LEAST_SIZES, MOST_SIZES, &most))) {
        wrong_use(a, "--sizes %s: it takes A:B or A:B:COUNT, A up to B, COUNT from %d to %d", text,
                  LEAST_SIZES, MOST_SIZES);
        return;
    }
    for (i = 0; i < MOST_DEVICES; i++) s->low[i] = low, s->high[i] = high;
    s->rounds = fpmk_sizes(low, high, (int)most, s->x);
    if (s->rounds < LEAST_SIZES)
        wrong_use(a, "--sizes %s: fewer than %d different sizes", text, LEAST_SIZES);
}

/* N or N:M. */
static void take_units(session *s, args *a, const char *text) {
    const char *colon = strchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : strlen(text);
    s->adaptive = 1;
    s->how.n_high = 0;
    if (!read_whole(text, length, 1, FPM_SIZE_MAX, &s->how.n_low) ||
        (colon &&
         !read_whole(colon + 1, strlen(colon + 1), s->how.n_low, FPM_SIZE_MAX, &s->how.n_high)))
        wrong_use(a, "-n %s: it takes N or N:M, whole numbers from 1 on, N up to M", text);
}

static void take_setting(args *a, const char *option, const char *text, double most, double *to) {
    if (!read_real(text, strlen(text), to) || !(*to > 0) || !(*to <= most))
        wrong_use(a, "%s %s: a number above 0, up to %g%s", option, text, most,
                  comma_hint(text, strlen(text)));
}

static int64_t take_count(args *a, const char *option, const char *text, int64_t low,
                          int64_t most) {
    int64_t value = low;
    if (!read_whole(text, strlen(text), low, most, &value))
        wrong_use(a, "%s %s: a whole number from %" PRId64 " to %" PRId64, option, text, low, most);
    return value;
}

static int measure_setting(session *s, args *a) {
    const char *v;
    if (take_flag(a, "--resume")) s->resume = 1;
    else if (take_flag(a, "--mean")) s->opts.method = FPM_MEAN;
    else if ((v = take_value(a, "--precision")) != NULL)
        take_setting(a, "--precision", v, 1, &s->opts.precision);
    else if ((v = take_value(a, "--max-seconds")) != NULL)
        take_setting(a, "--max-seconds", v, 1e6, &s->opts.max_seconds);
    else if ((v = take_value(a, "--tolerance")) != NULL)
        take_setting(a, "--tolerance", v, 1, &s->how.tolerance);
    else if ((v = take_value(a, "--timeout")) != NULL)
        take_setting(a, "--timeout", v, 1e6, &s->timeout);
    else if ((v = take_value(a, "--device-memory")) != NULL)
        take_setting(a, "--device-memory", v, 1e15, &s->device_memory);
    else if ((v = take_value(a, "--visits")) != NULL)
        s->visits = (int)take_count(a, "--visits", v, 1, 1000);
    else if ((v = take_value(a, "--max-rounds")) != NULL)
        s->how.max_rounds = (int)take_count(a, "--max-rounds", v, 1, 10000);
    else if ((v = take_value(a, "--seed")) != NULL)
        s->opts.seed = (uint64_t)take_count(a, "--seed", v, 0, FPM_SIZE_MAX);
    else if ((v = take_value(a, "-n")) != NULL) take_units(s, a, v);
    else return 0;
    return 1;
}

/* The kernel of each device: the form of it that the device needs, with its own context. */
static void choose_kernels(session *s, args *a) {
    static const char *const vendor[] = {"-cublas", "-cufft"};
    int i, j;
    for (i = 0; i < s->count && !a->status; i++) {
        device *dev = &s->dev[i];
        const fpmk_kernel *kernel = NULL;
        char name[80];
        if (dev->command) {
            memset(&dev->kernel, 0, sizeof dev->kernel);
            dev->kernel.name = "command", dev->kernel.what = "x = {size}, unit = what it counts";
            dev->kernel.init = command_init, dev->kernel.run = command_run;
            dev->kernel.fini = command_fini;
            dev->kernel.context = dev;
            dev->timeout = s->timeout;
            continue;
        }
        if (!s->kernel) return;
        for (j = 0; j < 2 && !strcmp(dev->form, "-cuda") && !kernel; j++) {
            snprintf(name, sizeof name, "%s%s", s->kernel, vendor[j]);
            kernel = fpmk_kernel_find(name);
        }
        snprintf(name, sizeof name, "%s%s", s->kernel, dev->form);
        if (!kernel) kernel = fpmk_kernel_find(name);
        if (!kernel && *dev->form && fpmk_kernel_find(s->kernel))
            wrong_use(a, "device %s: this build has no %s", dev->name, name);
        if (!kernel) wrong_use(a, "no kernel %s (fpm-tool devices lists them)", name);
        if (a->status) return;
        dev->kernel = *kernel;
        dev->setup.device_bytes = (size_t)s->device_memory;
        dev->kernel.context = &dev->setup;
    }
}

int measure_options(session *s, args *a) {
    const char *v;
    int listing = 0, i, commands = 0; /* listing: operands are devices */
    while (!a->status && a->at < a->count) {
        int was = listing;
        listing = 0;
        if ((v = take_value(a, "--kernel")) != NULL) {
            s->kernel = v;
            if (!fpmk_kernel_find(v)) wrong_use(a, "no kernel %s (fpm-tool devices lists them)", v);
        } else if ((v = take_value(a, "--device")) != NULL) {
            take_device(s, a, v);
            listing = 1;
        } else if ((v = take_value(a, "--sizes")) != NULL) {
            take_sizes(s, a, v);
        } else if ((v = take_value(a, "--dir")) != NULL) {
            s->dir = v;
        } else if (!measure_setting(s, a) && (v = take_operand(a)) != NULL) {
            if (was) take_device(s, a, v);
            else wrong_use(a, "%s: measure takes no files", v);
            listing = was;
        }
    }
    for (i = 0; i < s->count; i++) commands += s->dev[i].command != NULL;
    choose_kernels(s, a);
    if (!s->kernel && (commands < s->count || !s->count)) wrong_use(a, "--kernel NAME is needed");
    if (!s->count) wrong_use(a, "--device SPEC is needed");
    if (!s->rounds) wrong_use(a, "--sizes A:B is needed");
    if (!s->dir) wrong_use(a, "--dir OUT is needed");
    return a->status;
}
