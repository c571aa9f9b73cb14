/* ocean_files.c - which tiles are dropped, in the files that models read.  Both count from 1, x
   (columns) before y (rows), and begin in the south. */
#include "file.h"
#include "ocean.h"

/* FMS: how many are dropped, the layout, then a line for each: its place in x and y. */
int ocean_write_mask_table(const ocean *o) {
    const fpm_tiles *t = &o->tiles;
    FILE *to = file_create("--mask-table", o->mask_file);
    int64_t i, j;
    if (!to) return NO_ANSWER;
    fprintf(to, "%" PRId64 "\n%" PRId64 ",%" PRId64 "\n", t->dropped, t->across, t->down);
    for (i = 0; i < t->down; i++)
        for (j = 0; j < t->across; j++)
            if (o->owner[i * t->across + j] < 0)
                fprintf(to, "%" PRId64 ",%" PRId64 "\n", j + 1, i + 1);
    return file_finish(to, o->mask_file, ANSWERED);
}

/* exch2 of MITgcm numbers the tiles of a facet row by row.  It makes room for twice as many tiles
   as are active. */
int ocean_write_blank_list(const ocean *o) {
    enum { A_LINE = 10 };
    const fpm_tiles *t = &o->tiles;
    int64_t all = t->down * t->across, i, written = 0;
    FILE *to = file_create("--blank-list", o->blank_file);
    if (!to) return NO_ANSWER;
    fprintf(to,
            "# %" PRId64 " of %" PRId64 " tiles are active.  SIZE.h: sNx = %" PRId64
            ", sNy = %" PRId64 ", nSx * nSy * nPx * nPy = %" PRId64 "\n",
            t->kept, all, t->cols, t->rows, t->kept);
    if (all > 2 * t->kept)
        fprintf(to, "# W2_EXCH2_SIZE.h: W2_maxNbTiles must be %" PRId64 " or more\n", all);
    fprintf(to, " &W2_EXCH2_PARM01\n  dimsFacets = %" PRId64 ", %" PRId64 ",\n", o->w.grid.cols,
            o->w.grid.rows);
    for (i = 0; i < all; i++) {
        if (o->owner[i] >= 0) continue;
        if (written == 0) fputs("  blankList  =", to);
        else if (written % A_LINE == 0) fputs("\n              ", to);
        fprintf(to, " %" PRId64 ",", i + 1);
        written++;
    }
    fputs(written > 0 ? "\n &\n" : " &\n", to);
    return file_finish(to, o->blank_file, ANSWERED);
}
