/* pipeline.c - verb pipeline: layers in contiguous stages over unequal devices. */
#include "explain.h"
#include "file.h"
#include "os.h"
#include "sheet.h"
#include "svg.h"
#include "text.h"
#include "tsv.h"
#include "verbs.h"

#include <math.h>

static const char pipeline_help[] =
    "usage: fpm-tool pipeline --devices FILE [options] FILE\n\n"
    "Cut the layers of a model, in their order, into one contiguous stage per device.  Both files\n"
    "are tables.  Their first row names the columns; blanks, tabs, commas or semicolons separate\n"
    "the fields, # begins a comment, and - stands for no value.\n\n"
    "FILE has one row per layer, or per group of equal layers, with these columns: name, count\n"
    "(1), bytes (which the layer keeps), sent (bytes that go to the next layer), and its seconds,\n"
    "in one column per type of device, with the name of this type (-: it may not run the layer).\n"
    "--devices has one row per device: name, type (one of these columns; needed where there are\n"
    "several), factor on its seconds (1), max and held (bytes; - is no limit), fixed (seconds),\n"
    "latency and bandwidth (bytes per second) of what it sends, in_latency and in_bandwidth of\n"
    "what it receives, required (1: it gets a layer).  Slower memories for what is beyond max:\n"
    "tier1 and tier2 (bytes), seconds1 and seconds2, which each byte in them adds.  price (1):\n"
    "what it costs to use the device, for --fewest.\n"
    "Bytes may be written 24GB (10^9) or 16GiB (2^30), seconds 3ms or 20us.\n\n"
    "  --goal GOAL      latest (default): the slowest stage, which limits throughput; total: the\n"
    "                   sum of stages and transfers, the time of one token; filled: the time\n"
    "                   of all --batches\n"
    "  --batches N      (N - 1) times the slowest stage plus the sum (the goal is then filled)\n"
    "  --fewest LIMIT   use as few devices as possible, or those with the least sum of prices, so\n"
    "                   that no stage takes longer than LIMIT (20ms)\n"
    "  --overlap        devices compute the next batch while they send\n"
    "  --free           the devices may follow each other in any order\n"
    "  --ratios         print only the numbers of layers, in the order of the stages, as 4,2,6,\n"
    "                   which vLLM takes; with --free the devices in this order go to standard\n"
    "                   error, as `order: b,a,c` (keys ratios and order of --tsv and --json)\n"
    "  --work W         most work, in about nanoseconds (default 2e10)\n"
    "  --max-bytes N    most memory for the layers (default: 64M and 100 times the length of\n"
    "                   FILE), and for the search (default 1G): 2000000000, or 2G of 1024^3 bytes\n"
    "  --tsv, --json    for programs: keys and values, then one row per stage\n"
    "  --svg OUT        draw one bar per device: its layers, its bytes, its transfer\n\n"
    "Where a name or type begins with cpu, the answer ends with the options of llama.cpp: -ngl,\n"
    "and --tensor-split for the GPUs (with --ratios on standard error; key llama).  It has the\n"
    "first layers on the CPU: write this row first, without --free.\n";

static const choice goals[] = {{"latest", FPM_PIPELINE_LATEST},
                               {"total", FPM_PIPELINE_TOTAL},
                               {"filled", FPM_PIPELINE_FILLED},
                               {NULL, 0}};

typedef struct pipeline_job {
    sheet layers, devices;
    output out;
    const char *file, *device_file;
    int ratios;         /* print the numbers of layers alone */
    int64_t n, *row, p; /* the row of each layer */
    const char **type;  /* names of types */
    double *seconds, *stage;
    int64_t *bytes, *sent, *begin;
    int *who;
    double fewest, *price; /* the limit, or below 0: all devices; of each device */
    int priced;            /* there is a column of prices */
    fpm_device *device;
    fpm_tier (*tier)[2];
    fpm_pipeline line;
    fpm_pipeline_options opts;
    fpm_pipeline_outputs made;
    fpm_info info;
} pipeline_job;

static void pipeline_end(pipeline_job *j) {
    sheet_free(&j->layers), sheet_free(&j->devices);
    free(j->row), free((void *)j->type), free(j->seconds), free(j->stage), free(j->bytes);
    free(j->sent), free(j->begin), free(j->who), free(j->device), free(j->tier);
    free(j->price);
}

enum { MOST_LAYERS = 10000000 };

/* How many layers a row stands for. */
static int layers_of_row(const sheet *s, int64_t r, int64_t column, int64_t *count) {
    const char *text = sheet_cell(s, r, column);
    *count = 1;
    if (!text || text_whole(text, strlen(text), 0, MOST_LAYERS, count)) return ANSWERED;
    return sheet_bad(s, r, column, "a whole number of layers, up to 10^7");
}

/* How many layers there are, and the row of each.  A few bytes can stand for many layers: the
   memory for them is asked for before any is taken. */
static int count_layers(pipeline_job *j) {
    const sheet *s = &j->layers;
    int64_t column = sheet_column(s, "count"), r, k, count, n = 0;
    double each = 8.0 * (double)s->columns + 24;
    char what[48];
    for (r = 1; r < s->rows; r++) {
        if (layers_of_row(s, r, column, &count)) return NO_ANSWER;
        n += count;
        if (n > MOST_LAYERS) return no_answer("%s: more than 10^7 layers", s->file);
    }
    snprintf(what, sizeof what, "%" PRId64 " layers", n);
    if (file_allows(s->file, s->length, j->opts.max_bytes, each * (double)n, what))
        return NO_ANSWER;
    j->row = (int64_t *)calloc((size_t)n + 1, sizeof *j->row);
    if (!j->row) return out_of_memory();
    for (r = 1; r < s->rows; r++) {
        layers_of_row(s, r, column, &count);
        for (k = 0; k < count; k++) j->row[j->n++] = r;
    }
    return ANSWERED;
}

static int read_layers(pipeline_job *j) {
    static const char *const known[] = {"name", "layer", "count", "bytes", "sent"};
    static const char *const others[] = {"max", "held", "latency", "bandwidth", "price"};
    sheet *s = &j->layers;
    int64_t c, e, bytes = sheet_column(s, "bytes"), sent = sheet_column(s, "sent");
    int k, status = count_layers(j);
    if (status) return status;
    for (k = 0; k < 5; k++)
        if (sheet_column(s, others[k]) >= 0)
            return no_answer("%s:%" PRId64 ": %s is a column of --devices: are the two files "
                             "exchanged?",
                             s->file, s->line[0], others[k]);
    j->type = (const char **)calloc((size_t)s->columns, sizeof *j->type);
    j->seconds = (double *)calloc((size_t)s->columns * ((size_t)j->n + 1), sizeof *j->seconds);
    j->bytes = (int64_t *)calloc((size_t)j->n + 1, sizeof *j->bytes);
    j->sent = (int64_t *)calloc((size_t)j->n + 1, sizeof *j->sent);
    if (!j->type || !j->seconds || !j->bytes || !j->sent) return out_of_memory();
    for (c = 0; c < s->columns && !status; c++) {
        for (k = 0; k < 5 && strcmp(s->cell[c], known[k]) != 0;) k++;
        if (k < 5) continue;
        for (e = 0; e < j->n && !status; e++) {
            double *to = &j->seconds[j->line.types * j->n + e];
            *to = FPM_NOTHING;
            status = sheet_seconds(s, j->row[e], c, to);
        }
        j->type[j->line.types++] = s->cell[c];
    }
    for (e = 0; e < j->n && !status; e++) {
        status = sheet_bytes(s, j->row[e], bytes, &j->bytes[e]);
        if (!status) status = sheet_bytes(s, j->row[e], sent, &j->sent[e]);
    }
    if (!status && j->line.types == 0)
        return no_answer("%s:%" PRId64 ": no column of seconds, such as `seconds`", s->file,
                         s->line[0]);
    j->line.n = j->n, j->line.seconds = j->seconds;
    j->line.bytes = j->bytes, j->line.sent = j->sent;
    return status;
}

/* Bytes per second: a number, or bytes with their unit.  0 is none, not the library's "no limit".
   */
static int read_bandwidth(const sheet *s, int64_t r, int64_t column, double *value) {
    const char *text = sheet_cell(s, r, column);
    int64_t bytes = 0;
    int status = ANSWERED;
    if (text && text_real(text, strlen(text), value)) {
        if (!(*value >= 0)) status = sheet_bad(s, r, column, "bytes per second, 0 or more");
        else if (!(*value > 0)) *value = FPM_NOTHING;
    } else {
        status = sheet_bytes(s, r, column, &bytes);
        *value = (double)bytes;
    }
    return status;
}

/* The slower memories of a device.  A tier of 0 is none, not the library's "no limit". */
static int read_tiers(pipeline_job *j, int64_t r, fpm_device *d) {
    const sheet *s = &j->devices;
    fpm_tier *tier = j->tier[r - 1];
    int k, status = ANSWERED;
    for (k = 0; k < 2 && !status; k++) {
        int64_t column = sheet_column(s, k ? "seconds2" : "seconds1"),
                room = sheet_column(s, k ? "tier2" : "tier1");
        if (!sheet_cell(s, r, column)) {
            if (sheet_cell(s, r, room))
                status = sheet_bad(s, r, room, "a memory whose seconds are given, too");
            continue;
        }
        status = sheet_seconds(s, r, column, &tier[d->tiers].seconds);
        if (!status) status = sheet_bytes(s, r, room, &tier[d->tiers].max);
        if (sheet_cell(s, r, room) && tier[d->tiers].max == 0) tier[d->tiers].max = FPM_NOTHING;
        d->tiers++;
    }
    d->tier = tier;
    if (!status && d->tiers && d->max == 0)
        status = sheet_bad(s, r, sheet_column(s, "max"), "a max, beyond which is a tier");
    return status;
}

/* What it costs to use a device. */
static int read_price(pipeline_job *j, int64_t r) {
    const sheet *s = &j->devices;
    int64_t column = sheet_column(s, "price");
    j->price[r - 1] = 1;
    if (!sheet_cell(s, r, column)) return ANSWERED;
    j->priced = 1;
    return sheet_real(s, r, column, &j->price[r - 1]);
}

/* One device.  A max of 0 is nothing, not the library's "no limit". */
static int read_device(pipeline_job *j, int64_t r, fpm_device *d) {
    const sheet *s = &j->devices;
    int64_t type = sheet_column(s, "type"), room = sheet_column(s, "max"),
            must = sheet_column(s, "required");
    const char *text = sheet_cell(s, r, type);
    int status;
    if (!text && j->line.types > 1)
        return no_answer("%s:%" PRId64 ": a type is needed, %s or another column of %s", s->file,
                         s->line[r], j->type[0], j->layers.file);
    while (text && d->type < j->line.types && strcmp(text, j->type[d->type]) != 0) d->type++;
    if (d->type == j->line.types)
        return no_answer("%s:%" PRId64 ": %s is no column of seconds of %s", s->file, s->line[r],
                         text, j->layers.file);
    status = sheet_real(s, r, sheet_column(s, "factor"), &d->factor);
    if (!status && sheet_cell(s, r, sheet_column(s, "factor")) && d->factor == 0)
        status = sheet_bad(s, r, sheet_column(s, "factor"), "a number above 0");
    if (!status) status = sheet_bytes(s, r, room, &d->max);
    if (!status) status = sheet_bytes(s, r, sheet_column(s, "held"), &d->held);
    if (!status && sheet_cell(s, r, room) && d->max == 0) d->max = d->held = 1;
    if (!status) status = sheet_seconds(s, r, sheet_column(s, "fixed"), &d->fixed);
    if (!status) status = sheet_seconds(s, r, sheet_column(s, "latency"), &d->latency);
    if (!status) status = read_bandwidth(s, r, sheet_column(s, "bandwidth"), &d->bandwidth);
    if (!status) status = sheet_seconds(s, r, sheet_column(s, "in_latency"), &d->in_latency);
    if (!status) status = read_bandwidth(s, r, sheet_column(s, "in_bandwidth"), &d->in_bandwidth);
    if (!status) status = read_tiers(j, r, d);
    if (!status) status = read_price(j, r);
    text = sheet_cell(s, r, must);
    d->required = text && (!strcmp(text, "1") || !strcmp(text, "yes"));
    if (!status && text && !d->required && strcmp(text, "0") != 0 && strcmp(text, "no") != 0)
        status = sheet_bad(s, r, must, "1 or yes, 0 or no");
    return status;
}

static int read_devices(pipeline_job *j) {
    static const char *const known[] = {
        "name",  "device",   "type",      "factor",     "max",          "held",
        "fixed", "latency",  "bandwidth", "in_latency", "in_bandwidth", "tier1",
        "tier2", "seconds1", "seconds2",  "required",   "price"};
    enum { KNOWN = sizeof known / sizeof *known };
    const sheet *s = &j->devices;
    int64_t r, c;
    int k, status = ANSWERED;
    for (c = 0; c < s->columns; c++) {
        for (k = 0; k < KNOWN && strcmp(s->cell[c], known[k]) != 0;) k++;
        if (k == KNOWN)
            return no_answer("%s:%" PRId64 ": unknown column %s (the first row names the columns: "
                             "name, type, factor, max, held, fixed, latency, bandwidth, "
                             "in_latency, in_bandwidth, tier1, seconds1, tier2, seconds2, "
                             "required, price)",
                             s->file, s->line[0], s->cell[c]);
    }
    j->p = s->rows - 1;
    j->device = (fpm_device *)calloc((size_t)j->p, sizeof *j->device);
    j->tier = (fpm_tier(*)[2])calloc((size_t)j->p, sizeof *j->tier);
    j->begin = (int64_t *)calloc((size_t)j->p + 1, sizeof *j->begin);
    j->who = (int *)calloc((size_t)j->p, sizeof *j->who);
    j->stage = (double *)calloc((size_t)j->p, sizeof *j->stage);
    j->price = (double *)calloc((size_t)j->p, sizeof *j->price);
    if (!j->device || !j->tier || !j->begin || !j->who || !j->stage || !j->price)
        return out_of_memory();
    for (r = 1; r < s->rows && !status; r++) status = read_device(j, r, &j->device[r - 1]);
    return status;
}

/* The name in a table, or a number. */
static const char *name_of(const sheet *s, int64_t row, const char *other, int64_t number,
                           char *room) {
    const char *text = sheet_cell(s, row, sheet_column(s, "name"));
    if (!text) text = sheet_cell(s, row, sheet_column(s, other));
    sprintf(room, "%" PRId64, number);
    return text ? text : room;
}

static const char *device_name(const pipeline_job *j, int i, char *room) {
    return name_of(&j->devices, i + 1, "device", i, room);
}

/* 1.23 GB */
static const char *size_text(double bytes, char *room) {
    static const char *const unit[] = {"B", "kB", "MB", "GB", "TB"};
    int k = 0;
    while (bytes >= 1000 && k < 4) bytes /= 1000, k++;
    sprintf(room, "%.4g %s", bytes, unit[k]);
    return room;
}

static double stage_bytes(const pipeline_job *j, int64_t k) {
    double sum = 0;
    int64_t e;
    for (e = j->begin[k]; e < j->begin[k + 1]; e++) sum += (double)j->bytes[e];
    return sum;
}

/* Bytes of a stage beyond the device's room, and the seconds that they add. */
static double stage_beyond(const pipeline_job *j, int64_t k, double *seconds) {
    const fpm_device *d = &j->device[j->who[k]];
    double room = d->max > d->held ? (double)(d->max - d->held) : 0;
    double beyond = d->tiers ? fmax(stage_bytes(j, k) - room, 0) : 0, rest = beyond;
    int t;
    for (t = 0, *seconds = 0; t < d->tiers; t++) {
        double part = d->tier[t].max ? fmin(rest, fmax((double)d->tier[t].max, 0)) : rest;
        *seconds += part * d->tier[t].seconds;
        rest -= part;
    }
    return beyond;
}

/* Seconds that a stage takes to receive and to send: the last one sends nothing. */
static double stage_hop(const pipeline_job *j, int64_t k) {
    const fpm_device *d = &j->device[j->who[k]];
    int64_t begin = j->begin[k], end = j->begin[k + 1];
    double seconds = 0;
    if (end == begin) return 0;
    if (begin > 0) seconds += d->in_latency;
    if (begin > 0 && d->in_bandwidth > 0) seconds += (double)j->sent[begin - 1] / d->in_bandwidth;
    if (end < j->n) seconds += d->latency;
    if (end < j->n && d->bandwidth > 0) seconds += (double)j->sent[end - 1] / d->bandwidth;
    return seconds;
}

static double stage_compute(const pipeline_job *j, int64_t k) {
    const fpm_device *d = &j->device[j->who[k]];
    double sum = 0, beyond;
    int64_t e;
    if (j->begin[k] == j->begin[k + 1]) return 0;
    for (e = j->begin[k]; e < j->begin[k + 1]; e++) sum += j->seconds[d->type * j->n + e];
    stage_beyond(j, k, &beyond);
    return sum * (d->factor > 0 ? d->factor : 1) + d->fixed + beyond;
}

/* All stages and hops, which are not what --fewest reports as the cost. */
static double stages_total(const pipeline_job *j) {
    double sum = 0;
    int64_t k;
    if (j->fewest < 0) return j->info.cost;
    for (k = 0; k < j->p; k++) sum += stage_compute(j, k) + stage_hop(j, k);
    return sum;
}

/* Why there is no answer, with the layer or device at fault. */
static int pipeline_failed(const pipeline_job *j, int status) {
    const fpm_info *f = &j->info;
    char layer[32], device[32], size[32], why[EXPLAIN_ROOM];
    const char *named =
        f->at >= 0 && f->at < j->n ? name_of(&j->layers, j->row[f->at], "layer", f->at, layer) : "";
    if (status == FPM_E_INFEASIBLE && f->at >= 0 && f->argument && !strcmp(f->argument, "limit"))
        return no_answer("layer %" PRId64
                         " (%s) takes longer than --fewest on every device: raise it",
                         f->at, named);
    if (status == FPM_E_INFEASIBLE && f->at >= 0 && f->argument &&
        !strcmp(f->argument, "line.seconds[]"))
        return no_answer("no device may run layer %" PRId64
                         " (%s): give it seconds in the column of a type that a device has",
                         f->at, named);
    if (status == FPM_E_LOAD && f->at >= 0)
        return no_answer("%s:%" PRId64 ": layer %" PRId64
                         " (%s) takes so long that other seconds are lost in sums: write - where a "
                         "type may not run a layer",
                         j->layers.file, j->layers.line[j->row[f->at]], f->at, named);
    if (status == FPM_E_INFEASIBLE && f->at >= 0)
        return no_answer("no device has room for layer %" PRId64
                         " (%s), %s: raise max, or give tier1",
                         f->at, named, size_text((double)j->bytes[f->at], size));
    if (status == FPM_E_INFEASIBLE && f->fault >= 0)
        return no_answer("device %s is required, and has no room for any layer that it may run",
                         device_name(j, f->fault, device));
    if (status == FPM_E_BOUNDS && f->fault >= 0)
        return no_answer("%s:%" PRId64 ": device %s: %s", j->devices.file,
                         j->devices.line[f->fault + 1], device_name(j, f->fault, device),
                         explain(f, NULL, why));
    if (status == FPM_E_INFEASIBLE && f->total > f->most)
        return no_answer("the layers keep %s, the devices have room for %s",
                         size_text(f->total, size), size_text(f->most, device));
    if (status == FPM_E_INFEASIBLE && j->fewest >= 0)
        return no_answer("%s: the devices cannot keep each stage within --fewest, max, bandwidth, "
                         "required and what each may run%s",
                         j->devices.file, j->opts.free_order ? "" : " in this order: try --free");
    if (status == FPM_E_INFEASIBLE)
        return no_answer("%s: the devices allow no stages within max, bandwidth, required and what "
                         "each may run%s",
                         j->devices.file, j->opts.free_order ? "" : " in this order: try --free");
    explain(f, NULL, why);
    return no_answer("%s: %s%s%s", j->layers.file, why, f->at >= 0 ? ", layer " : "", named);
}

/* Texts for other programs; NULL: none. */
typedef struct pipeline_texts {
    char *ratios, *order;        /* numbers of layers and names, of all stages */
    char *ngl, *devices, *split; /* options of llama.cpp */
    int output;                  /* the split counts it, though the table does not have it */
} pipeline_texts;

static void print_tsv(const pipeline_job *j, const pipeline_texts *texts, const char *llama) {
    char room[32];
    int64_t k;
    tsv_begin(&j->out);
    tsv_text("status", fpm_status_str(j->info.status));
    tsv_text("goal", choice_name(goals, j->opts.goal));
    tsv_real("makespan", j->info.makespan);
    tsv_real("lower_bound", j->info.lower_bound);
    tsv_real("gap", j->info.gap);
    tsv_real("imbalance", j->info.imbalance);
    tsv_real("slowest", j->info.common_time);
    tsv_real("total", stages_total(j));
    if (j->fewest >= 0) {
        tsv_whole("busy", j->info.busy);
        tsv_real("cost", j->info.cost);
        tsv_real("least_cost", j->info.least);
    }
    tsv_whole("layers", j->n);
    if (texts->ratios) tsv_text("ratios", texts->ratios);
    if (texts->order) tsv_text("order", texts->order);
    if (llama) tsv_text("llama", llama);
    tsv_columns("stage\tdevice\tname\tbegin\tend\tseconds\tcompute\thop\tbytes");
    for (k = 0; k < j->p; k++) {
        tsv_cell_whole(k);
        tsv_cell_whole(j->who[k]);
        tsv_cell_text(device_name(j, j->who[k], room));
        tsv_cell_whole(j->begin[k]);
        tsv_cell_whole(j->begin[k + 1]);
        tsv_cell_real(j->stage[k]);
        tsv_cell_real(stage_compute(j, k));
        tsv_cell_real(stage_hop(j, k));
        tsv_cell_whole((int64_t)stage_bytes(j, k));
    }
    tsv_end();
}

static void print_table(const pipeline_job *j) {
    const fpm_info *f = &j->info;
    char room[32], bytes[32], most[32];
    double beyond, seconds;
    int64_t k;
    say("  stage  device            layers, first to last  compute s      hop s  memory\n");
    for (k = 0; k < j->p; k++) {
        const fpm_device *d = &j->device[j->who[k]];
        say("  %-6" PRId64 " %-16.16s ", k, device_name(j, j->who[k], room));
        if (j->begin[k] == j->begin[k + 1]) {
            say("-\n");
            continue;
        }
        say("%8" PRId64 " to %-8" PRId64 " %10.6g %10.4g  %s", j->begin[k], j->begin[k + 1] - 1,
            stage_compute(j, k), stage_hop(j, k), size_text(stage_bytes(j, k), bytes));
        if (d->max) say(" of %s", size_text(fmax((double)(d->max - d->held), 0), most));
        beyond = stage_beyond(j, k, &seconds);
        if (beyond > 0) say(", %s in slower memory", size_text(beyond, bytes));
        say("%s\n", j->who[k] == f->last ? "  <- the slowest" : "");
    }
    say("\n  slowest stage %.6g s, sum of stages and hops %.6g s", f->common_time, stages_total(j));
    if (j->opts.goal == FPM_PIPELINE_FILLED)
        say(", %" PRId64 " batches %.6g s", j->opts.batches ? j->opts.batches : 1, f->makespan);
    if (j->fewest >= 0 && j->priced)
        say("\n  %d device%s for %.10g, no others within %.6g s cost less than %.10g", f->busy,
            PLURAL(f->busy), f->cost, j->fewest, f->least);
    else if (j->fewest >= 0)
        say("\n  %d device%s; no fewer than %.10g keep each stage within %.6g s", f->busy,
            PLURAL(f->busy), f->least, j->fewest);
    say("\n  goal %s: no partition below %.6g s, gap %.3g %%: %s\n",
        choice_name(goals, j->opts.goal), f->lower_bound, 100 * f->gap, fpm_status_str(f->status));
}

/* Is device i a CPU, by its name or its type? */
static int is_cpu(const pipeline_job *j, int64_t i) {
    char room[32];
    const char *name = device_name(j, (int)i, room), *type = j->type[j->device[i].type];
    return !strncmp(name, "cpu", 3) || !strncmp(name, "CPU", 3) || !strncmp(type, "cpu", 3) ||
           !strncmp(type, "CPU", 3);
}

/* Does the name of a layer begin with one of these? */
static int is_called(const pipeline_job *j, int64_t layer, const char *const *known, size_t count) {
    const char *name = sheet_cell(&j->layers, j->row[layer], sheet_column(&j->layers, "name"));
    size_t k;
    if (!name) return 0;
    for (k = 0; k < count; k++)
        if (strncmp(name, known[k], strlen(known[k])) == 0) return 1;
    return 0;
}

/* Is the last layer of the table the output, which llama.cpp counts as a layer of its own? */
static int has_output(const pipeline_job *j) {
    static const char *const known[] = {"output", "lm_head", "head"};
    return is_called(j, j->n - 1, known, 3);
}

/* Is the first one the embedding, which llama.cpp has on the host and never counts? */
static int has_embedding(const pipeline_job *j) {
    static const char *const known[] = {"embed", "token_embd"};
    return is_called(j, 0, known, 2);
}

static int64_t stage_layers(const pipeline_job *j, int64_t k) {
    return j->begin[k + 1] - j->begin[k];
}

/* Is stage k one of a GPU that has layers? */
static int is_gpu_stage(const pipeline_job *j, int64_t k) {
    return stage_layers(j, k) > 0 && !is_cpu(j, j->who[k]);
}

/* The names of devices in the order of the stages, all or those of GPUs that have layers; the
   caller frees the text, NULL: no memory. */
static char *names_text(const pipeline_job *j, int gpus) {
    char room[32], *text, *to;
    size_t length = 1;
    int64_t k;
    for (k = 0; k < j->p; k++) length += strlen(device_name(j, j->who[k], room)) + 1;
    text = (char *)calloc(length, 1);
    if (!text) return NULL;
    to = text;
    for (k = 0; k < j->p; k++)
        if (!gpus || is_gpu_stage(j, k))
            to += sprintf(to, "%s%s", to > text ? "," : "", device_name(j, j->who[k], room));
    return text;
}

/* Do the GPUs that have layers follow each other as their rows do? */
static int in_order(const pipeline_job *j) {
    int64_t k;
    int last = -1;
    for (k = 0; k < j->p; k++) {
        if (!is_gpu_stage(j, k)) continue;
        if (j->who[k] < last) return 0;
        last = j->who[k];
    }
    return 1;
}

/* Stages of CPUs that have layers behind those of a GPU: llama.cpp cannot have them. */
static int64_t late_cpu(const pipeline_job *j) {
    int64_t k = 0;
    while (k < j->p && !is_gpu_stage(j, k)) k++;
    while (k < j->p && (stage_layers(j, k) == 0 || is_gpu_stage(j, k))) k++;
    return k < j->p ? k : -1;
}

/* The layers of the GPUs: of each row where their order is that of the rows, else of each stage
   that has any.  The last one has the output too, the first one no embedding. */
static char *split_text(const pipeline_job *j, int more, int64_t *sum) {
    int64_t *layers = (int64_t *)calloc((size_t)j->p, sizeof *layers), *to, k, last = -1;
    int rows = in_order(j), count = 0;
    char *text;
    if (!layers) return NULL;
    for (k = 0; k < j->p; k++)
        if (is_gpu_stage(j, k)) last = k;
    *sum = 0;
    for (k = 0; k <= last; k++) {
        if (!is_gpu_stage(j, k)) continue;
        to = &layers[rows ? j->who[k] : count++];
        *to = stage_layers(j, k);
        if (j->begin[k] == 0) *to -= has_embedding(j);
        if (k == last) *to += more;
        *sum += *to;
    }
    for (k = 0; k < j->p; k++)
        if (rows && !is_cpu(j, k)) layers[count++] = layers[k];
    text = text_list(layers, count);
    free(layers);
    return text;
}

/* Why llama.cpp cannot have the layers of a stage of a CPU, and what to do. */
static void doubt_cpu(const pipeline_job *j, int64_t stage) {
    doubts d = FPM_ZERO;
    char room[32];
    const char *name = device_name(j, j->who[stage], room), *file = j->devices.file;
    int64_t before = 0;
    while (before < j->who[stage] && is_cpu(j, before)) before++;
    if (before == j->who[stage])
        doubts_add(&d, "%s: llama.cpp has the first layers on the CPU: leave out --free", file);
    else
        doubts_add(&d, "%s: llama.cpp has the first layers on the CPU: write the row of %s first%s",
                   file, name, j->opts.free_order ? ", and leave out --free" : "");
    doubts_say(&d);
}

/* The options of llama.cpp, which has the first layers on the CPU, whatever is asked for. */
static int llama_texts(const pipeline_job *j, pipeline_texts *texts) {
    int64_t k = 0, gpu_layers, late = late_cpu(j);
    while (k < j->p && !is_cpu(j, k)) k++;
    if (k == j->p) return ANSWERED;
    if (late >= 0) return doubt_cpu(j, late), ANSWERED;
    texts->output = !has_output(j);
    texts->split = split_text(j, texts->output, &gpu_layers);
    if (!texts->split) return out_of_memory();
    texts->ngl = text_list(&gpu_layers, 1);
    if (!texts->ngl) return out_of_memory();
    if (in_order(j)) return ANSWERED;
    texts->devices = names_text(j, 1);
    return texts->devices ? ANSWERED : out_of_memory();
}

/* Its line, which ends where `--tensor-split` does, as a text of its own; the caller frees it. */
static char *llama_line(const pipeline_texts *texts) {
    const char *device = texts->devices ? texts->devices : "";
    size_t length = strlen(texts->ngl) + strlen(device) + strlen(texts->split) + 48;
    char *text = (char *)malloc(length);
    if (!text) return NULL;
    if (!strcmp(texts->ngl, "0")) snprintf(text, length, "-ngl 0");
    else
        snprintf(text, length, "-ngl %s%s%s --tensor-split %s", texts->ngl,
                 texts->devices ? " --device " : "", device, texts->split);
    return text;
}

static void texts_free(pipeline_texts *texts) {
    free(texts->ratios);
    free(texts->order);
    free(texts->ngl);
    free(texts->devices);
    free(texts->split);
}

static int make_texts(const pipeline_job *j, pipeline_texts *texts) {
    int64_t *layers, k;
    if (j->ratios) {
        layers = (int64_t *)calloc((size_t)j->p, sizeof *layers);
        if (!layers) return out_of_memory();
        for (k = 0; k < j->p; k++) layers[k] = stage_layers(j, k);
        texts->ratios = text_list(layers, (int)j->p);
        texts->order = names_text(j, 0);
        free(layers);
        if (!texts->ratios || !texts->order) return out_of_memory();
    }
    return llama_texts(j, texts);
}

/* What a stage keeps, and below it what of that is in slower memory. */
static void draw_bytes(FILE *to, const pipeline_job *j, int64_t k, double x, double y) {
    const fpm_device *d = &j->device[j->who[k]];
    char bytes[32], most[48] = "", size[32];
    double seconds, beyond = stage_beyond(j, k, &seconds);
    if (d->max) snprintf(most, sizeof most, " of %s", size_text((double)(d->max - d->held), size));
    svg_text(to, x, y, SVG_NOTE, "%s%s", size_text(stage_bytes(j, k), bytes), most);
    if (beyond > 0)
        svg_text(to, x, y + 14, SVG_NOTE, "%s in slower memory", size_text(beyond, size));
}

/* A bar for each stage: what it computes, then its hop, or that below it where they overlap. */
static void draw_stages(FILE *to, const void *job) {
    const pipeline_job *j = (const pipeline_job *)job;
    enum { LABEL = 130, WIDE = 430, ROW = 44, TOP = 70 };
    const fpm_info *f = &j->info;
    double scale = f->common_time > 0 ? (int)WIDE / f->common_time : 0;
    char title[160], room[32], label[40];
    int64_t k, shown = j->p < 40 ? j->p : 40;
    int bottom = TOP + (int)shown * ROW;
    snprintf(title, sizeof title, "%" PRId64 " layers on %d of %" PRId64 " device%s", j->n, f->busy,
             j->p, PLURAL(j->p));
    svg_begin(to, bottom + 48, title,
              "A bar for each stage of a pipeline, its layers, memory and hop; the slowest stage "
              "takes %.4g s, all stages and hops %.4g s.",
              f->common_time, stages_total(j));
    svg_note(to, 1, "slowest stage %.4g s; sum of stages and hops %.4g s; goal %s, gap %.3g %%",
             f->common_time, stages_total(j), choice_name(goals, j->opts.goal), 100 * f->gap);
    for (k = 0; k < shown; k++) {
        double y = (int)TOP + (int)ROW * (double)k, own = scale * stage_compute(j, k),
               hop = scale * stage_hop(j, k), x = SVG_LEFT + LABEL;
        svg_text(to, SVG_LEFT, y + 17, "", "%s",
                 text_short(device_name(j, j->who[k], room), 16, label, sizeof label));
        if (j->begin[k] == j->begin[k + 1]) {
            svg_text(to, x, y + 17, SVG_NOTE, "idle");
            continue;
        }
        svg_rect(to, x, y, own, 24, "%s " SVG_AREA, svg_colour(j->who[k]));
        if (j->opts.overlap) svg_rect(to, x, y + 25, hop, 6, SVG_SOFT " " SVG_FILL);
        else svg_rect(to, x + own, y + 6, hop, 12, SVG_SOFT " " SVG_FILL);
        svg_text(to, x + 6, y + 17, "", "%" PRId64 " layer%s, from %" PRId64,
                 j->begin[k + 1] - j->begin[k], PLURAL(j->begin[k + 1] - j->begin[k]), j->begin[k]);
        svg_text(to, x + (int)WIDE + 16, y + 10, SVG_NOTE, "%.4g s + %.3g s", stage_compute(j, k),
                 stage_hop(j, k));
        draw_bytes(to, j, k, x + (int)WIDE + 16, y + 26);
    }
    svg_text(to, SVG_LEFT, bottom + 24, SVG_NOTE,
             "bars: seconds of a stage; grey: its hop to the next device%s",
             j->p > shown ? "; 40 stages are shown" : "");
    svg_end(to);
}

/* A memory limits nothing where no layer has bytes. */
static void doubt_max(const pipeline_job *j) {
    doubts d = FPM_ZERO;
    int64_t r, room = sheet_column(&j->devices, "max");
    if (sheet_column(&j->layers, "bytes") >= 0) return;
    for (r = 1; r < j->devices.rows && !sheet_cell(&j->devices, r, room);) r++;
    if (r == j->devices.rows) return;
    doubts_add(&d, "%s has no column bytes: max counts nothing", j->layers.file);
    doubts_say(&d);
}

/* Names may hold anything. */
static void put_line(FILE *to, const char *what, const char *text, const char *more) {
    fputs(what, to);
    text_show(to, text, "");
    fprintf(to, "%s\n", more);
}

static int print_answer(const pipeline_job *j, const pipeline_texts *texts) {
    char *llama = NULL;
    const char *more = "";
    if (texts->ngl && (llama = llama_line(texts)) == NULL) return out_of_memory();
    if (texts->devices)
        more = " (the names that llama-server --list-devices has for these, in this order)";
    else if (llama && texts->output && strcmp(texts->ngl, "0") != 0)
        more = " (the last layer is the output)";
    if (j->out.tsv) print_tsv(j, texts, llama);
    else if (j->ratios) puts(texts->ratios);
    else print_table(j);
    if (j->ratios && j->opts.free_order && !j->out.tsv)
        put_line(stderr, "order: ", texts->order, "");
    if (llama && !j->out.tsv) put_line(j->ratios ? stderr : stdout, "llama.cpp: ", llama, more);
    free(llama);
    return ANSWERED;
}

static int answer(pipeline_job *j) {
    pipeline_texts texts = FPM_ZERO;
    int status;
    j->made.who = j->who, j->made.stage = j->stage;
    if (j->p > INT_MAX - 1) return no_answer("%s: too many devices", j->devices.file);
    j->opts.progress = os_watched;
    os_watch("searching");
    if (j->fewest >= 0)
        status = fpm_pipeline_fewest(&j->line, (int)j->p, j->device, j->fewest, j->price, &j->opts,
                                     j->begin, &j->made, &j->info);
    else
        status = fpm_pipeline_partition(&j->line, (int)j->p, j->device, &j->opts, j->begin,
                                        &j->made, &j->info);
    os_watch(NULL);
    if (status < 0) return pipeline_failed(j, status);
    doubt_max(j);
    status = make_texts(j, &texts);
    if (!status) status = file_picture(j->out.svg, draw_stages, j);
    if (!status) status = print_answer(j, &texts);
    texts_free(&texts);
    return status;
}

static int run_pipeline(args *a) {
    pipeline_job j;
    const char *fewest = NULL;
    int status, goal = -1;
    memset(&j, 0, sizeof j);
    j.fewest = -1;
    while (args_left(a))
        if (!args_text(a, "--devices", &j.device_file) && !args_choice(a, "--goal", goals, &goal) &&
            !args_text(a, "--fewest", &fewest) &&
            !args_whole(a, "--batches", 1, FPM_SIZE_MAX, "a whole number from 1",
                        &j.opts.batches) &&
            !args_whole(a, "--work", 1, FPM_SIZE_MAX, "a whole number from 1", &j.opts.max_work) &&
            !args_max_bytes(a, &j.opts.max_bytes) && !args_flag(a, "--overlap", &j.opts.overlap) &&
            !args_flag(a, "--free", &j.opts.free_order) && !args_flag(a, "--ratios", &j.ratios) &&
            !args_forms(a, &j.out)) {
            const char *name = args_operand(a);
            if (name && j.file) wrong_use(a, "%s: there is a FILE already", name);
            j.file = name;
        }
    j.opts.goal = goal >= 0 ? goal : j.opts.batches ? FPM_PIPELINE_FILLED : FPM_PIPELINE_LATEST;
    if (fewest && !text_seconds(fewest, &j.fewest))
        wrong_use(a, "--fewest: \"%s\" is no time, such as 20ms", fewest);
    if (fewest && j.opts.goal != FPM_PIPELINE_LATEST)
        wrong_use(a, "--fewest limits the slowest stage: it excludes --batches and other goals");
    if (!j.file) wrong_use(a, "no FILE of layers given");
    if (!j.device_file) wrong_use(a, "--devices FILE is needed");
    if (j.opts.batches && j.opts.goal != FPM_PIPELINE_FILLED)
        wrong_use(a, "--batches is for --goal filled");
    status = a->status;
    if (!status) status = sheet_read(&j.layers, j.file);
    if (!status) status = read_layers(&j);
    if (!status) status = sheet_read(&j.devices, j.device_file);
    if (!status) status = read_devices(&j);
    if (!status) status = answer(&j);
    pipeline_end(&j);
    return status;
}

const verb pipeline_verb = {
    "pipeline", "cut the layers of a model into stages for unequal devices", run_pipeline,
    pipeline_help,
    "  fpm-tool pipeline --devices devices.txt layers.txt\n"
    "  fpm-tool pipeline --goal total --devices devices.txt --svg stages.svg layers.txt\n"};
