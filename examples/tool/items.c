/* items.c - verb items: pieces that cannot be cut and have no order, over processors. */
#include "explain.h"
#include "file.h"
#include "item_times.h"
#include "loads.h"
#include "os.h"
#include "pieces_text.h"
#include "svg.h"
#include "text.h"
#include "tsv.h"
#include "verbs.h"

static const char items_help[] =
    "usage: fpm-tool items -p N [options] FILE\n\n"
    "Give each piece of work to one of N processors: test files to the machines of a CI, experts\n"
    "to GPUs, sequences to ranks.  Pieces cannot be cut, and their order does not matter.\n\n"
    "FILE has one piece per line: its load, a number of 0 or more such as seconds or tokens, then\n"
    "its name, if it has one, and then, with --from, its present processor, from 0, or - for a\n"
    "new piece; with --copies, the processors of its copies, as 0+3.  Blanks, tabs, commas or\n"
    "semicolons separate the fields; # begins a comment.\n\n"
    "  -p N             processors\n"
    "  --speeds LIST    their speeds, as 1,2.5,4; N may be left out then\n"
    "  --fewest LIMIT   as few processors as possible, none with more load (with --speeds: load /\n"
    "                   speed) than LIMIT; -p N: at most N of them\n"
    "  --prices LIST    with --fewest: what each processor costs if it is used; the least sum\n"
    "  --slots N        most pieces of each processor\n"
    "  --limit FILE:A   FILE holds another load of the same pieces, one number per line, such as\n"
    "                   bytes, and a processor has at most A of it; up to 8 times\n"
    "  --times FILE     one line per piece: its seconds on each type of processor, - where it may\n"
    "                   not be; the loads are sizes then, and processor j is of type j\n"
    "  --types LIST     with --times: the type of each processor, from 0, as 0,0,1\n"
    "  --groups FILE    one line per piece: the name of its group, or - for none\n"
    "  --apart K        with --groups: at most K pieces of a group on a processor\n"
    "  --spread         with --groups: as many pieces of a group on each processor, or one more\n"
    "  --together       with --groups: all pieces of a group on one processor\n"
    "  --counts         as many pieces for each, or one more\n"
    "  --level          of one makespan: the first processor finishes as late as possible\n"
    "  --copies N       N copies of all pieces together, for instance of hot experts; copies\n"
    "                   of one piece share its load and lie on different processors\n"
    "  --colocate       with --copies: copies of one piece may lie on the same processor\n"
    "  --uneven         with --copies: then divide each load among its copies unevenly, as a\n"
    "                   router can, so that the last processor finishes as early as possible\n"
    "  --from           stay near the present processors (the last field of each line)\n"
    "  --slack S        with --from: the makespan may be (1 + S) times the least found\n"
    "  --max-moved L    with --from: most load (with --copies, copies) that moves\n"
    "  --sizes FILE     with --from: what counts as moved instead, one number per line, such as\n"
    "                   bytes\n"
    "  --gap G          end so near to the bounds: .001 is .1 % (default .0001); 0: at the bounds\n"
    "  --work W         most work of the search, in about nanoseconds (default 5e7; --gap 0: 4e8;\n"
    "                   and 5000 for each piece)\n"
    "  --tsv, --json    for programs: keys and values, then one row per piece\n"
    "  --svg OUT        draw one bar per processor with its pieces\n";

enum { MOST_LIMITS = 8 };

/* --limit: another load of the pieces. */
typedef struct items_limits {
    const char *file[MOST_LIMITS];
    double amount[MOST_LIMITS], unit[MOST_LIMITS]; /* a whole load is so much */
    int64_t *load[MOST_LIMITS], *max[MOST_LIMITS];
    fpm_items_limit limit[MOST_LIMITS];
} items_limits;

typedef struct items_job {
    const char *file;
    char *text;
    int64_t n, p, *load, *slots, *first, *next; /* lists of the pieces of each, ended by -1 */
    double fewest, *price;                      /* --fewest, or below 0 */
    double *speed, unit;                        /* a whole load is so much */
    piece_list in;
    int64_t copies, *of; /* with --copies: pieces are copies then; of which piece */
    int uneven;          /* --uneven: */
    int64_t *share;      /* what each copy takes */
    double even;         /* the makespan of even shares */
    int cut;             /* the search for uneven ones was cut short */
    int *owner, stay;
    doubts doubtful;
    const char *sizes; /* --sizes */
    int64_t *size;
    double moves_by; /* what moves is counted in this unit */
    output out;
    items_limits more;
    item_times kinds;
    fpm_items_options opts;
    fpm_items_outputs made;
    fpm_info info;
} items_job;

static void items_end(items_job *j) {
    int l;
    for (l = 0; l < MOST_LIMITS; l++) {
        free(j->more.load[l]);
        free(j->more.max[l]);
    }
    item_times_free(&j->kinds);
    pieces_free(&j->in);
    doubts_free(&j->doubtful);
    free(j->text), free(j->load), free(j->slots), free(j->first), free(j->next), free(j->speed),
        free(j->price);
    free(j->owner), free(j->of), free(j->made.copies);
    free(j->size);
    free(j->share);
}

/* Loads in whole units.  Copies: units that 2, 3, .. 16 divide, if that fits. */
static int make_whole(items_job *j) {
    double sum = 0;
    int64_t i;
    for (i = 0; i < j->n; i++) sum += j->in.given[i];
    j->unit = pieces_unit(j->in.given, j->n);
    if (!(j->unit > 0)) return no_answer("%s: the sum of the loads is too large", j->file);
    if (j->copies && sum / j->unit * 720720 < (double)FPM_SIZE_MAX) j->unit /= 720720;
    for (i = 0; i < j->n; i++) j->load[i] = (int64_t)floor(j->in.given[i] / j->unit + 0.5);
    return ANSWERED;
}

static int read_pieces(items_job *j) {
    size_t length;
    remark odd;
    int status = file_read(j->file, 0, &j->text, &length);
    if (status) return status;
    j->in.p = j->p ? j->p : INT_MAX; /* --times says how many, and is read later */
    j->in.homed = j->stay;
    j->in.copies = j->copies > 0;
    status = pieces_parse(j->text, length, &j->in, &odd);
    if (status == FPM_E_MEMORY) return out_of_memory();
    if (status < 0 && odd.line) return no_answer("%s:%" PRId64 ": %s", j->file, odd.line, odd.text);
    if (status < 0) return no_answer("%s: %s", j->file, odd.text);
    if (pieces_doubt(&j->in, &odd)) doubts_add(&j->doubtful, "%s: %s", j->file, odd.text);
    j->n = j->in.n;
    j->load = (int64_t *)calloc((size_t)j->n, sizeof *j->load);
    j->owner = (int *)calloc((size_t)(j->n + j->copies), sizeof *j->owner);
    return j->load && j->owner ? make_whole(j) : out_of_memory();
}

/* The file of a --limit: as many numbers as there are pieces.  In whole units they are rounded up
   and the limit down, so that what is within it is so in the file's numbers. */
static int read_limit(items_job *j, int l) {
    items_limits *m = &j->more;
    doubts doubtful = FPM_ZERO;
    loads in = FPM_ZERO;
    double unit, most;
    int64_t i;
    int status;
    in.chain = 1;
    status = loads_read(&in, m->file[l], &doubtful);
    if (status == ANSWERED && (in.rows != 1 || in.count != j->n || in.row))
        status =
            no_answer("%s: not a row of %" PRId64 " numbers, as %s has", m->file[l], j->n, j->file);
    unit = status == ANSWERED ? pieces_unit(in.value, j->n) : 1;
    if (!(unit > 0)) status = no_answer("%s: the sum of the loads is too large", m->file[l]);
    if (status == ANSWERED) {
        m->load[l] = (int64_t *)calloc((size_t)j->n, sizeof *m->load[l]);
        m->max[l] = (int64_t *)calloc((size_t)j->p, sizeof *m->max[l]);
        if (!m->load[l] || !m->max[l]) status = out_of_memory();
    }
    if (status == ANSWERED) {
        for (i = 0; i < j->n; i++) m->load[l][i] = (int64_t)ceil(in.value[i] / unit - 1e-6);
        most = floor(fmin(m->amount[l] / unit * (1 + 1e-15) + 1e-6, (double)FPM_SIZE_MAX));
        for (i = 0; i < j->p; i++) m->max[l][i] = most > 0 ? (int64_t)most : FPM_NOTHING;
        m->limit[l].load = m->load[l];
        m->limit[l].max = m->max[l];
    }
    loads_free(&in);
    return status;
}

/* The file of --sizes. */
static int read_sizes(items_job *j) {
    doubts doubtful = FPM_ZERO;
    loads in = FPM_ZERO;
    int64_t i;
    int status;
    in.chain = 1;
    status = loads_read(&in, j->sizes, &doubtful);
    if (status == ANSWERED && (in.rows != 1 || in.count != j->n || in.row))
        status =
            no_answer("%s: not a row of %" PRId64 " numbers, as %s has", j->sizes, j->n, j->file);
    if (status == ANSWERED) {
        j->moves_by = pieces_unit(in.value, j->n);
        j->size = (int64_t *)calloc((size_t)j->n, sizeof *j->size);
        if (!(j->moves_by > 0))
            status = no_answer("%s: the sum of the sizes is too large", j->sizes);
        else if (!j->size) status = out_of_memory();
    }
    for (i = 0; i < j->n; i++)
        if (status == ANSWERED) j->size[i] = (int64_t)floor(in.value[i] / j->moves_by + 0.5);
    loads_free(&in);
    j->opts.size = j->size;
    return status;
}

static const char *piece_name(const items_job *j, int64_t i, char *room) {
    if (j->of) i = j->of[i];
    sprintf(room, "%" PRId64, i);
    return j->in.name[i] ? j->in.name[i] : room;
}

static double load_of(const items_job *j, int k, int64_t *pieces) {
    double sum = 0;
    int64_t i;
    for (i = j->first[k], *pieces = 0; i >= 0; i = j->next[i]) sum += j->in.given[i], ++*pieces;
    return sum;
}

/* What the loads of the pieces are: with --times the seconds on their processors. */
static const char *load_name(const items_job *j) { return j->kinds.times ? "seconds" : "load"; }

static void print_tsv(const items_job *j) {
    char room[32], columns[64];
    int64_t i;
    tsv_begin(&j->out);
    tsv_text("status", fpm_status_str(j->info.status));
    tsv_real("makespan", j->info.makespan * j->unit);
    tsv_real("lower_bound", j->info.lower_bound * j->unit);
    tsv_real("gap", j->info.gap);
    tsv_real("imbalance", j->info.imbalance);
    tsv_real("moved", j->info.moved * j->moves_by);
    if (j->fewest >= 0) tsv_whole("busy", j->info.busy);
    if (j->fewest >= 0) tsv_real("cost", j->info.cost);
    if (j->fewest >= 0) tsv_real("least_cost", j->info.least);
    if (j->uneven) tsv_real("even_makespan", j->even * j->unit);
    snprintf(columns, sizeof columns, "piece\tname\t%s\tprocessor", load_name(j));
    tsv_columns(columns);
    for (i = 0; i < j->n; i++) {
        tsv_cell_whole(j->of ? j->of[i] : i);
        tsv_cell_text(piece_name(j, i, room));
        tsv_cell_real(j->in.given[i]);
        tsv_cell_whole(j->owner[i]);
    }
    tsv_end();
}

static void print_table(const items_job *j) {
    const char *what = "load moves";
    const fpm_info *f = &j->info;
    enum { SHOWN = 8 };
    char room[32];
    int64_t i, pieces;
    int k;
    say("  processor  pieces %14s %12s  which pieces\n", load_name(j),
        j->speed && !j->kinds.times ? "load / speed" : "finishes at");
    for (k = 0; k < j->p; k++) {
        double load = load_of(j, k, &pieces);
        int shown = 0;
        say("  %-9d %7" PRId64 " %14.6g %12.6g ", k, pieces, load,
            j->speed ? load / j->speed[k] : load);
        for (i = j->first[k]; i >= 0 && shown <= SHOWN; i = j->next[i])
            say(" %s", shown++ < SHOWN ? piece_name(j, i, room) : "...");
        say("\n");
    }
    say("\n  the last one finishes at %.6g, no other way before %.6g, gap %.3g %%: %s\n",
        f->makespan * j->unit, f->lower_bound * j->unit, 100 * f->gap, fpm_status_str(f->status));
    if (j->uneven)
        say("  even shares of these copies would finish at %.6g%s\n", j->even * j->unit,
            j->cut ? "" : ", no other shares of them earlier");
    if (j->fewest >= 0 && j->price)
        say("  %d processors for %.10g, no others within %.10g cost less than %.10g\n", f->busy,
            f->cost, j->fewest, f->least);
    else if (j->fewest >= 0)
        say("  %d processor%s; no fewer than %.10g finish within %.10g\n", f->busy, PLURAL(f->busy),
            f->least, j->fewest);
    if (!j->stay) return;
    if (j->of) what = "copies move";
    if (j->size) what = "sizes moves";
    say("  %.6g of the %s, no %sway within the slack moves less than %.6g%s\n",
        f->moved * j->moves_by, what, j->opts.max_moved ? "" : "other ",
        (double)j->made.least_moved * j->moves_by,
        f->moved < (double)j->made.least_moved ? ": --max-moved allows none of these" : "");
}

/* What of a name is written on a piece: the last part of a path, in so many pixels. */
static void draw_piece_name(FILE *to, double x, double y, double wide, const char *name) {
    char room[128];
    const char *slash = strrchr(name, '/');
    size_t most = (size_t)(fmin(wide, 800) / 8);
    if (slash && slash[1]) name = slash + 1;
    if (strlen(name) > most && most < 7) return;
    svg_text(to, x + 4, y + 17, "", "%s", text_short(name, most, room, sizeof room));
}

/* A bar for each processor, as long as it takes, of its pieces. */
static void draw_items(FILE *to, const void *job) {
    const items_job *j = (const items_job *)job;
    enum { LABEL = 110, WIDE = 560, ROW = 34, TOP = 70 };
    const fpm_info *f = &j->info;
    double last = f->makespan * j->unit, scale = last > 0 ? (int)WIDE / last : 0;
    int k, shown = j->p < 60 ? (int)j->p : 60, bottom = TOP + shown * ROW;
    char title[160], room[32];
    int64_t i;
    snprintf(title, sizeof title, "%" PRId64 " %s%s on %" PRId64 " processor%s", j->n,
             j->of ? "copies" : "piece", j->of ? "" : PLURAL(j->n), j->p, PLURAL(j->p));
    svg_begin(to, bottom + 48, title,
              "A bar for each processor, of its pieces; the last one finishes at %.4g.", last);
    svg_note(to, 1, "the last one finishes at %.6g, no other way before %.6g, gap %.3g %%", last,
             f->lower_bound * j->unit, 100 * f->gap);
    for (k = 0; k < shown; k++) {
        double x = SVG_LEFT + LABEL, y = (int)TOP + (int)ROW * (double)k;
        double pace = j->speed ? scale / j->speed[k] : scale;
        svg_text(to, SVG_LEFT, y + 17, "", "processor %d", k);
        for (i = j->first[k]; i >= 0; i = j->next[i]) {
            double wide = pace * j->in.given[i];
            if (wide >= 0.5)
                svg_rect(to, x, y, wide > 1 ? wide - 0.5 : wide, 24, "%s " SVG_AREA, svg_colour(k));
            if (wide >= 16) draw_piece_name(to, x, y, wide - 4, piece_name(j, i, room));
            x += wide;
        }
        svg_text(to, x + 6, y + 17, SVG_NOTE, "%.6g", load_of(j, k, &i));
    }
    svg_text(to, SVG_LEFT, bottom + 24, SVG_NOTE,
             "bars: until when a processor works; numbers: its %s%s", load_name(j),
             j->p > shown ? "; 60 processors are shown" : "");
    svg_end(to);
}

static const term terms[] = {
    {"limit cannot be met by p processors: raise it, or p",
     "--fewest cannot be met by so many processors: raise it, or -p"},
    {"limit is below this piece on every processor: raise it", "--fewest is below this piece"},
    {"opts.max_pieces sums to less than the pieces: raise it",
     "--slots times -p is less than the pieces: raise one of them"},
    {"opts.replicas is above n times the processors that may have pieces: lower it",
     "--copies is above the pieces times -p: a processor has one copy of a piece at most"},
    {"opts.types->type[] must be from 0 to opts.types->count - 1 (NULL: p types)",
     "--types: a number is none of the columns of --times, from 0"},
    {NULL, NULL}};

static int items_failed(const items_job *j, int status) {
    char room[32], why[EXPLAIN_ROOM];
    int l = (int)j->info.at;
    if (l >= 0 && j->info.argument && strcmp(j->info.argument, "opts.limit[].max") == 0)
        return no_answer("--limit %s:%g alone allows no assignment: raise it, or take more "
                         "processors",
                         j->more.file[l], j->more.amount[l]);
    if (j->info.at >= 0 && j->info.argument && strcmp(j->info.argument, "opts.groups->most") == 0)
        return no_answer("%s: the group of piece %s has more pieces than places: raise --apart or "
                         "-p",
                         j->file, piece_name(j, j->info.at, room));
    if (j->info.at >= 0 && status == FPM_E_INFEASIBLE && j->fewest >= 0)
        return no_answer("%s: piece %s: no processor can take it within --fewest: raise it",
                         j->file, piece_name(j, j->info.at, room));
    if (j->info.at >= 0)
        return no_answer("%s: piece %s: %s", j->file, piece_name(j, j->info.at, room),
                         status == FPM_E_INFEASIBLE ? "no processor can take it"
                                                    : fpm_status_str(status));
    return no_answer("%s: %s", j->file, explain(&j->info, terms, why));
}

/* From here on the load of a piece is what it takes where it is. */
static void loads_are_seconds(items_job *j) {
    const fpm_items_types *t = j->opts.types;
    int64_t i;
    for (i = 0; i < j->n; i++) {
        int type = t->type ? t->type[j->owner[i]] : j->owner[i];
        j->in.given[i] = t->seconds[type * j->n + i];
    }
    j->unit = 1;
}

/* From here on each copy is a piece. */
static int pieces_are_copies(items_job *j) {
    double *each = (double *)calloc((size_t)j->copies, sizeof *each);
    int64_t i, k, m;
    j->of = (int64_t *)calloc((size_t)j->copies, sizeof *j->of);
    if (!each || !j->of) {
        free(each);
        return out_of_memory();
    }
    for (i = 0, m = 0; i < j->n; i++) {
        for (k = 0; k < j->made.copies[i]; k++) {
            each[m] = j->in.given[i] / j->made.copies[i];
            if (j->uneven) each[m] = (double)j->share[m] * j->unit;
            j->of[m] = i;
            m++;
        }
    }
    free(j->in.given);
    j->in.given = each, j->n = j->copies;
    return ANSWERED;
}

/* All load on all processors, if it could be cut anywhere. */
static double divided_bound(const items_job *j) {
    double load = 0, speed = 0;
    int64_t i;
    for (i = 0; i < j->n; i++) load += (double)j->load[i];
    for (i = 0; i < j->p; i++) speed += j->speed ? j->speed[i] : 1;
    return j->speed ? load / speed : ceil(load / speed);
}

/* Divide loads among the copies where they are.  From here on info is about these shares, but what
   moves, and whether the makespan is the least of all copies everywhere. */
static int shares_are_uneven(items_job *j) {
    fpm_items_options o = FPM_ZERO;
    double moved = j->info.moved, bound;
    int status;
    j->share = (int64_t *)calloc((size_t)j->copies, sizeof *j->share);
    if (!j->share) return out_of_memory();
    j->even = j->info.makespan;
    o.speed = j->speed;
    o.replicas = j->copies;
    o.max_work = j->opts.max_work;
    o.progress = os_watched;
    os_watch("dividing");
    status = fpm_items_share(j->n, j->load, (int)j->p, &o, j->owner, &j->made, j->share, &j->info);
    os_watch(NULL);
    if (status < 0) return items_failed(j, status);
    j->cut = status > 0;
    j->info.moved = moved;
    bound = divided_bound(j);
    if (bound < j->info.makespan * (1 - 1e-12)) { /* speeds round */
        j->info.lower_bound = bound;
        j->info.gap = j->info.makespan / bound - 1;
        if (status == FPM_OK) j->info.status = FPM_HEURISTIC;
    }
    return ANSWERED;
}

/* As few processors as possible within a limit, which is whole in units if it is about whole. */
static int items_fewest(items_job *j) {
    double limit = j->fewest / j->unit, whole = floor(limit + 0.5);
    int status;
    if (fabs(limit - whole) < 1e-9 * limit) limit = whole;
    status = fpm_items_fewest(j->n, j->load, (int)j->p, fmin(limit, 1e200), j->price, &j->opts,
                              j->owner, &j->info);
    while (status >= 0 && !j->speed && !j->price && (double)j->p > j->info.cost) j->p--;
    return status;
}

/* --from asks to stay near places that no line has. */
static void doubt_from(items_job *j) {
    int64_t k;
    for (k = 0; k < j->in.homes; k++)
        if (j->in.from[k] >= 0) return;
    doubts_add(&j->doubtful,
               "%s: no line ends with a present processor, such as 0: all pieces are new to --from",
               j->file);
}

static int answer(items_job *j, int64_t slots, double moved) {
    int64_t k;
    int status = item_times_read(&j->kinds, j->n, &j->p, &j->opts);
    if (status) return status;
    for (k = 0; k < j->in.homes; k++) {
        if (j->in.from[k] >= j->p && j->p > 0)
            return no_answer("%s: %d is none of the processors 0 to %" PRId64, j->file,
                             j->in.from[k], j->p - 1);
    }
    if (j->p == 0) j->p = j->n < INT_MAX - 1 ? j->n : INT_MAX - 1;
    j->slots = (int64_t *)calloc((size_t)j->p, sizeof *j->slots);
    j->first = (int64_t *)calloc((size_t)j->p, sizeof *j->first);
    j->next = (int64_t *)calloc((size_t)(j->n + j->copies), sizeof *j->next);
    if (j->copies) j->made.copies = (int *)calloc((size_t)j->n, sizeof *j->made.copies);
    if (!j->slots || !j->first || !j->next || (j->copies && !j->made.copies))
        return out_of_memory();
    if (j->copies && j->copies < j->n)
        return no_answer("%s: --copies %" PRId64 " are less than one for each of %" PRId64
                         " pieces: give as many or more",
                         j->file, j->copies, j->n);
    j->opts.replicas = j->copies;
    for (k = 0; k < j->p; k++) j->slots[k] = slots, j->first[k] = -1;
    j->opts.speed = j->speed, j->opts.max_pieces = j->slots;
    if (j->stay) doubt_from(j);
    if (j->stay) j->opts.from = j->in.from;
    if (j->stay && j->copies) j->opts.from_copies = j->in.had;
    j->moves_by = j->copies ? 1 : j->unit;
    if (j->sizes && read_sizes(j) != ANSWERED) return NO_ANSWER;
    if (moved >= 0) {
        moved = floor(fmin(moved / j->moves_by, (double)FPM_SIZE_MAX));
        j->opts.max_moved = moved > 0 ? (int64_t)moved : FPM_NOTHING;
    }
    for (k = 0; k < j->opts.limits; k++)
        if (read_limit(j, (int)k) != ANSWERED) return NO_ANSWER;
    if (j->opts.limits) j->opts.limit = j->more.limit;
    j->opts.progress = os_watched;
    os_watch("searching");
    if (j->fewest >= 0) status = items_fewest(j);
    else
        status = fpm_items_assign(j->n, j->load, (int)j->p, &j->opts, j->owner, &j->made, &j->info);
    os_watch(NULL);
    if (status < 0) return items_failed(j, status);
    if (j->uneven && shares_are_uneven(j)) return NO_ANSWER;
    if (j->copies && pieces_are_copies(j)) return NO_ANSWER;
    if (j->opts.types) loads_are_seconds(j);
    for (k = j->n - 1; k >= 0; k--) j->next[k] = j->first[j->owner[k]], j->first[j->owner[k]] = k;
    if (file_picture(j->out.svg, draw_items, j)) return NO_ANSWER;
    if (j->out.tsv) print_tsv(j);
    else print_table(j);
    return ANSWERED;
}

static int take_limit(items_job *j, args *a) {
    const char *text = NULL;
    int l = j->opts.limits;
    if (!args_each(a, "--limit", &text)) return 0;
    if (!text) return 1;
    if (l == MOST_LIMITS) wrong_use(a, "--limit: more than %d", MOST_LIMITS);
    else if (args_limit(a, text, &j->more.file[l], &j->more.amount[l])) j->opts.limits++;
    return 1;
}

static int run_items(args *a) {
    items_job j;
    const char *speeds = NULL, *prices = NULL;
    int64_t slots = 0;
    double moved = -1, gap = -1;
    int status;
    memset(&j, 0, sizeof j);
    j.fewest = -1;
    while (args_left(a))
        if (!args_processors(a, "-p", &j.p) && !args_text(a, "--speeds", &speeds) &&
            !args_text(a, "--prices", &prices) && !take_limit(&j, a) &&
            !item_times_option(&j.kinds, a) &&
            !args_amount(a, "--fewest", 1e200, "a load or a time, 0 or more", &j.fewest) &&
            !args_whole(a, "--slots", 1, INT_MAX, "a whole number from 1", &slots) &&
            !args_whole(a, "--copies", 1, INT_MAX - 1, "a whole number from 1", &j.copies) &&
            !args_flag(a, "--uneven", &j.uneven) && !args_flag(a, "--colocate", &j.opts.colocate) &&
            !args_flag(a, "--level", &j.opts.level) &&
            !args_flag(a, "--counts", &j.opts.equal_counts) && !args_flag(a, "--from", &j.stay) &&
            !args_amount(a, "--slack", 1e6, NULL, &j.opts.slack) &&
            !args_amount(a, "--max-moved", 1e300, NULL, &moved) &&
            !args_text(a, "--sizes", &j.sizes) && !args_amount(a, "--gap", 1e6, NULL, &gap) &&
            !args_whole(a, "--work", 1, FPM_SIZE_MAX, "a whole number from 1", &j.opts.max_work) &&
            !args_forms(a, &j.out)) {
            const char *name = args_operand(a);
            if (name && j.file) wrong_use(a, "%s: there is a FILE already", name);
            j.file = name;
        }
    if (!a->status && speeds) j.speed = args_speeds(a, speeds, &j.p);
    if (!a->status && !j.file) wrong_use(a, "no FILE of loads given");
    if (!a->status && prices) j.price = args_prices(a, prices, &j.p);
    if (!a->status && prices && j.fewest < 0) wrong_use(a, "--prices needs --fewest");
    if (!a->status && j.fewest >= 0 && (j.stay || j.copies || j.opts.equal_counts || gap >= 0))
        wrong_use(a, "--fewest excludes --from, --copies, --counts and --gap");
    item_times_checked(&j.kinds, a, &j.p);
    if (!a->status && (j.kinds.times || j.kinds.groups) && (j.copies || j.fewest >= 0))
        wrong_use(a, "--times and --groups exclude --copies and --fewest");
    if (!a->status && !j.p && j.fewest < 0 && !j.kinds.times) wrong_use(a, "-p N is needed");
    if (!a->status && !j.stay && (moved >= 0 || j.opts.slack > 0))
        wrong_use(a, "--slack and --max-moved need --from");
    if (!a->status && j.uneven && !j.copies) wrong_use(a, "--uneven needs --copies");
    if (!a->status && j.opts.level &&
        (j.stay || j.copies || j.fewest >= 0 || j.kinds.times || j.kinds.groups))
        wrong_use(a, "--level excludes --from, --copies, --fewest, --times and --groups");
    if (!a->status && j.opts.colocate && !j.copies) wrong_use(a, "--colocate needs --copies");
    if (!a->status && j.opts.colocate && j.stay)
        wrong_use(a, "--colocate and --from exclude each other");
    if (!a->status && !j.stay && j.sizes) wrong_use(a, "--sizes needs --from");
    if (gap >= 0) j.opts.gap = gap > 0 ? gap : FPM_EXACT;
    if (!a->status && j.opts.limits && j.fewest >= 0)
        wrong_use(a, "--fewest and --limit exclude each other");
    if (!a->status && j.opts.limits && j.copies)
        wrong_use(a, "--copies and --limit exclude each other");
    status = a->status;
    if (!status) status = read_pieces(&j);
    if (!status) status = answer(&j, slots, moved);
    if (!status) doubts_say(&j.doubtful);
    items_end(&j);
    return status;
}

const verb items_verb = {"items", "give pieces that cannot be cut to processors", run_items,
                         items_help,
                         "  fpm-tool items -p 8 seconds.txt\n"
                         "  fpm-tool items --speeds 2,1,1 --from --slack 0.02 yesterday.txt\n"};
