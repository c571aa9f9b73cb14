/* advise_tiles.c - advise on files of tiles: is what neighbours differ by real, or noise? */
#include "advise_tiles.h"
#include "tsv.h"

/* The advice: a discrete model where a file is rough, a smooth one where all are smooth. */
static const char *tiles_advised(const fpmk_roughness_report *r, int files) {
    int i, rough = 0, smooth = 0;
    for (i = 0; i < files; i++) {
        if (r[i].verdict == FPMK_ROUGH) rough++;
        if (r[i].verdict == FPMK_SMOOTH || r[i].verdict == FPMK_SPOTS) smooth++;
    }
    if (rough > 0) return "discrete";
    return smooth == files ? "piecewise" : "undecided";
}

static void tiles_tsv(const problem *q, const output *out, const fpmk_roughness_report *r) {
    int i;
    tsv_begin(out);
    tsv_text("advised", tiles_advised(r, q->files));
    tsv_columns("proc\tgroups\tspots\tshare\terror\tnoise\troughness\tkind");
    for (i = 0; i < q->files; i++) {
        tsv_cell_whole(i);
        tsv_cell_whole(r[i].groups);
        tsv_cell_whole(r[i].spots);
        tsv_cell_real(r[i].share);
        tsv_cell_real(r[i].error);
        tsv_cell_real(r[i].noise);
        tsv_cell_real(r[i].roughness);
        tsv_cell_text(r[i].groups ? roughness_word(&r[i]) : "unknown");
    }
    tsv_end();
}

static void tiles_text(const problem *q, const fpmk_roughness_report *r) {
    const char *advised = tiles_advised(r, q->files);
    char room[ROUGHNESS_ROOM];
    int i;
    for (i = 0; i < q->files; i++)
        say("neighbours   %s: %s\n", q->file[i], roughness_text(&r[i], room));
    if (!strcmp(advised, "discrete"))
        say("use          matrix --points2d -m discrete: these tiles alone, by measured times\n");
    else if (!strcmp(advised, "piecewise"))
        say("use          matrix --points2d -m piecewise: an exact answer follows the noise\n");
    else
        say("use          -m piecewise until more is known: measure with more --visits, or more "
            "tiles\n");
}

int advise_tiles(const problem *q, args *a, const output *out) {
    fpmk_roughness_report *r;
    int i, status;
    if (q->n >= 0 || q->kind || out->svg || q->instance || q->at)
        wrong_use(a, "--points2d: it takes FILEs, and --tsv or --json");
    if (!q->files) wrong_use(a, "no FILE given");
    status = a->status;
    if (status) return status;
    r = (fpmk_roughness_report *)calloc((size_t)q->files, sizeof *r);
    if (!r) return out_of_memory();
    for (i = 0; i < q->files && !status; i++) {
        tile_times t;
        status = tile_times_read(q->file[i], &t);
        if (!status) status = roughness_tiles(q->file[i], &t, &r[i]);
        tile_times_free(&t);
    }
    if (!status && out->tsv) tiles_tsv(q, out, r);
    else if (!status) tiles_text(q, r);
    free(r);
    return status;
}
