/* Equal tiles with land dropped: against plain enumeration of all pairs on small masks, two masks
   of oceans, checks of damaged tiles, limits, memory. */
#include "fpm.h"

#include "test.h"

enum { SIDE = 160, MOST = 400 };

static int64_t load[SIDE * SIDE];
static fpm_rect part[MOST];
static fpm_tiles tiles;
static fpm_info info;

/* ---- plain enumeration, which shares nothing with the header ---- */

/* A tiling, and all that decides between two of them, in the order in which it does. */
typedef struct plain_tiles {
    int64_t cells, sides, kept, all, down, rows, across, cols;
} plain_tiles;

/* Where tiles of one direction begin; `side` is read by DIVIDE and SHORT alone.  Returns the
   number of tiles, or 0 where the form has none. */
static int64_t plain_cuts(int form, int64_t n, int64_t count, int64_t side, int64_t *cut) {
    int64_t size[SIDE], i, left = n, low = 0, high = count - 1;
    int odd = count % 2 == 1;
    int mirror =
        (odd && n % 2 == 1) || (!odd && n % 2 == 0) || (odd && n % 2 == 0 && count < n / 2);
    if (form == FPM_TILES_DIVIDE && n % count != 0) return 0;
    for (i = 0; form == FPM_TILES_EVEN && i <= count; i++) cut[i] = i * n / count;
    if (form == FPM_TILES_DIVIDE)
        for (i = 0; i <= count; i++) cut[i] = i * (n / count);
    if (form == FPM_TILES_SHORT) {
        for (i = 0; i * side < n; i++) cut[i] = i * side;
        cut[i] = n;
        return i;
    }
    if (form != FPM_TILES_FMS) return count;
    while (low <= high) { /* a share of what is left, at the lower end, then its image above */
        int64_t tiles_left = high - low + 1, share = (left + tiles_left - 1) / tiles_left;
        size[low++] = share;
        left -= share;
        if (!mirror || low > high) continue;
        if (share > left) share = left;
        size[high--] = share;
        left -= share;
    }
    for (i = cut[0] = 0; i < count; i++) cut[i + 1] = cut[i] + size[i];
    return count;
}

static int64_t plain_load(int64_t cols, int64_t r0, int64_t r1, int64_t c0, int64_t c1) {
    int64_t r, c, sum = 0;
    for (r = r0; r < r1; r++)
        for (c = c0; c < c1; c++) sum += load[r * cols + c];
    return sum;
}

static int plain_less(const plain_tiles *a, const plain_tiles *b) {
    const int64_t x[6] = {a->cells, a->sides, a->kept, a->all, a->down, a->rows};
    const int64_t y[6] = {b->cells, b->sides, b->kept, b->all, b->down, b->rows};
    int i;
    for (i = 0; i < 6; i++)
        if (x[i] != y[i]) return x[i] < y[i];
    return 0;
}

/* The longest side, and the shortest one in *least. */
static int64_t plain_longest(int64_t count, const int64_t *cut, int64_t *least) {
    int64_t i, most = 0;
    *least = INT64_MAX;
    for (i = 0; i < count; i++) {
        int64_t side = cut[i + 1] - cut[i];
        if (side > most) most = side;
        if (side < *least) *least = side;
    }
    return most;
}

/* One pair: 1 if it may be taken; *t says what it is. */
static int plain_pair(int64_t rows, int64_t cols, int64_t p, const fpm_tiles_options *o, int64_t a,
                      int64_t b, plain_tiles *t) {
    static int64_t down[SIDE + 1], across[SIDE + 1];
    int64_t i, j, low, flat;
    t->down = plain_cuts(o->form, rows, a, a, down);
    t->across = plain_cuts(o->form, cols, b, b, across);
    if (t->down == 0 || t->across == 0) return 0;
    if (o->down && t->down != o->down) return 0;
    if (o->across && t->across != o->across) return 0;
    t->rows = plain_longest(t->down, down, &low);
    t->cols = plain_longest(t->across, across, &flat);
    if (low < o->min_rows || low < o->halo || flat < o->min_cols || flat < o->halo) return 0;
    t->sides = t->rows + t->cols;
    t->all = t->down * t->across;
    t->cells = (t->rows + 2 * o->halo) * (t->cols + 2 * o->halo);
    t->kept = 0;
    for (i = 0; i < t->down; i++)
        for (j = 0; j < t->across; j++)
            if (plain_load(cols, down[i], down[i + 1], across[j], across[j + 1]) > 0) t->kept++;
    return t->kept <= p;
}

/* The best of all pairs; 0: there is none. */
static int plain_best(int64_t rows, int64_t cols, int64_t p, const fpm_tiles_options *o,
                      plain_tiles *best) {
    int64_t a, b;
    int found = 0;
    for (a = 1; a <= rows; a++)
        for (b = 1; b <= cols; b++) {
            plain_tiles t;
            if (!plain_pair(rows, cols, p, o, a, b, &t)) continue;
            if (!found || plain_less(&t, best)) *best = t;
            found = 1;
        }
    return found;
}

/* ---- cases ---- */

static fpm_grid grid_of(int64_t rows, int64_t cols) {
    fpm_grid grid = FPM_ZERO;
    CHECK_INT(fpm_grid_init(&grid, rows, cols, load, 0, NULL, NULL), FPM_OK);
    return grid;
}

/* Seas of random sizes: any cells, a few wide seas, all land, one cell, no land. */
static void draw_mask(int64_t rows, int64_t cols) {
    int kind = (int)test_int(0, 9);
    int64_t i, k, r, c;
    for (i = 0; i < rows * cols; i++) {
        load[i] = 0;
        if (kind < 3) load[i] = test_int(0, 3) == 0 ? test_int(1, 5) : 0;
        if (kind == 3) load[i] = 1;
    }
    if (kind == 4) load[test_int(0, rows * cols - 1)] = 7;
    if (kind < 6) return; /* 5: all land */
    for (k = test_int(1, 4); k > 0; k--) {
        int64_t r0 = test_int(0, rows - 1), r1 = test_int(r0 + 1, rows);
        int64_t c0 = test_int(0, cols - 1), c1 = test_int(c0 + 1, cols);
        for (r = r0; r < r1; r++)
            for (c = c0; c < c1; c++) load[r * cols + c] = test_int(1, 2);
    }
}

static fpm_tiles_options draw_options(int64_t rows, int64_t cols) {
    fpm_tiles_options o = FPM_ZERO;
    o.form = (int)test_int(0, FPM_TILES_FMS);
    if (test_int(0, 2) == 0) o.halo = test_int(0, 3);
    if (test_int(0, 3) == 0) o.min_rows = test_int(0, 4);
    if (test_int(0, 3) == 0) o.min_cols = test_int(0, 4);
    if (test_int(0, 5) == 0) o.down = test_int(1, rows);
    if (test_int(0, 5) == 0) o.across = test_int(1, cols);
    return o;
}

/* Do parts and owners name the tiles with load, row by row? */
static void owners_agree(const fpm_grid *grid, int p) {
    static int owner[SIDE * SIDE];
    static int64_t down[SIDE + 1], across[SIDE + 1];
    int64_t i, j, at, k = 0;
    CHECK_INT(plain_cuts(tiles.form, grid->rows, tiles.down, tiles.rows, down), tiles.down);
    CHECK_INT(plain_cuts(tiles.form, grid->cols, tiles.across, tiles.cols, across), tiles.across);
    CHECK_INT(fpm_tiles_owners(grid, &tiles, owner, tiles.down * tiles.across, NULL), FPM_OK);
    for (i = at = 0; i < tiles.down; i++)
        for (j = 0; j < tiles.across; j++, at++) {
            int64_t sum = plain_load(grid->cols, down[i], down[i + 1], across[j], across[j + 1]);
            if (sum == 0) CHECK_INT(owner[at], -1);
            if (sum == 0) continue;
            CHECK_INT(owner[at], k);
            if (!CHECK(k < p)) return;
            CHECK(part[k].r0 == down[i] && part[k].r1 == down[i + 1]);
            CHECK(part[k].c0 == across[j] && part[k].c1 == across[j + 1]);
            CHECK(part[k].load == sum && part[k].amount > (double)sum - 0.5);
            k++;
        }
    CHECK_INT(k, tiles.kept);
    for (; k < p; k++) CHECK(part[k].r0 == part[k].r1 && part[k].load == 0);
}

static void against_all_pairs(void) {
    int64_t turn;
    for (turn = 0; turn < test_count(1500); turn++) {
        int64_t rows = test_int(1, 18), cols = test_int(1, 18);
        int p = (int)test_int(1, turn % 3 ? 12 : 60), found, status;
        fpm_tiles_options o = draw_options(rows, cols);
        plain_tiles best;
        fpm_info again;
        fpm_grid grid;
        NOTE("turn %d: %d x %d, p %d, form %d", (int)turn, (int)rows, (int)cols, p, o.form);
        draw_mask(rows, cols);
        grid = grid_of(rows, cols);
        found = plain_best(rows, cols, p, &o, &best);
        tiles.kept = -5;
        part[0].r0 = -5;
        status = fpm_tiles_partition(&grid, p, &o, part, &tiles, &info);
        CHECK_INT(status, found ? FPM_OK : FPM_E_INFEASIBLE);
        CHECK_INT(info.status, status);
        if (status == FPM_OK && found) {
            CHECK_INT(tiles.form, o.form);
            CHECK_INT(tiles.cells, best.cells);
            CHECK_INT(tiles.kept, best.kept);
            CHECK_INT(tiles.dropped, best.all - best.kept);
            CHECK(tiles.down == best.down && tiles.across == best.across);
            CHECK(tiles.rows == best.rows && tiles.cols == best.cols);
            CHECK(info.gap <= 0 && info.gap >= 0 && info.busy == best.kept);
            owners_agree(&grid, p);
            CHECK_INT(fpm_tiles_check(&grid, p, &o, part, &tiles, &again), FPM_OK);
            CHECK_LE(again.lower_bound, info.lower_bound);
            CHECK_ABS(again.imbalance, info.imbalance, 1e-12);
            CHECK(again.busy == info.busy && again.makespan >= info.makespan);
        }
        if (!found) CHECK(tiles.kept == -5 && part[0].r0 == -5 && info.reason);
        fpm_grid_free(&grid);
    }
}

static fpm_grid ocean(const char *name, int64_t rows, int64_t cols) {
    FILE *from = test_data("", name);
    int64_t i;
    int one = 0;
    if (CHECK(from != NULL)) {
        for (i = 0; i < rows * cols; i++) {
            CHECK_INT(fscanf(from, "%d", &one), 1);
            load[i] = one;
        }
        fclose(from);
    }
    return grid_of(rows, cols);
}

static void ocean_tiles(const fpm_grid *grid, int form, int64_t cells, int64_t down, int64_t across,
                        int64_t kept) {
    fpm_tiles_options o = FPM_ZERO;
    o.form = form;
    CHECK_INT(fpm_tiles_partition(grid, 64, &o, part, &tiles, &info), FPM_OK);
    CHECK_INT(tiles.cells, cells);
    CHECK_INT(tiles.down, down);
    CHECK_INT(tiles.across, across);
    CHECK_INT(tiles.kept, kept);
    CHECK_INT(fpm_tiles_check(grid, 64, &o, part, &tiles, NULL), FPM_OK);
}

static void oceans(void) {
    fpm_grid grid = ocean("ocean_40x90.txt", 40, 90);
    int form;
    for (form = FPM_TILES_EVEN; form <= FPM_TILES_FMS; form++)
        ocean_tiles(&grid, form, 50, 8, 9, 63);
    fpm_grid_free(&grid);
    grid = ocean("ocean_64x128.txt", 64, 128);
    ocean_tiles(&grid, FPM_TILES_DIVIDE, 128, 8, 8, 56);
    ocean_tiles(&grid, FPM_TILES_SHORT, 112, 10, 8, 60);
    ocean_tiles(&grid, FPM_TILES_EVEN, 110, 13, 6, 62);
    ocean_tiles(&grid, FPM_TILES_FMS, 120, 8, 9, 61);
    fpm_grid_free(&grid);
}

/* Sides that FMS makes of a layout, worked out by hand from its rule. */
static void fms_sides(void) {
    static const struct {
        int64_t n, count, side[6];
    } known[] = {{18, 4, {5, 4, 4, 5}}, {10, 3, {4, 2, 4}},      {7, 3, {3, 1, 3}},
                 {7, 2, {4, 3}},        {8, 5, {2, 2, 2, 1, 1}}, {12, 5, {3, 2, 2, 2, 3}},
                 {11, 3, {4, 3, 4}},    {9, 4, {3, 2, 2, 2}}};
    size_t k;
    int64_t i;
    for (i = 0; i < SIDE; i++) load[i] = 1;
    for (k = 0; k < sizeof known / sizeof *known; k++) {
        fpm_tiles_options o = FPM_ZERO;
        fpm_grid grid = grid_of(known[k].n, 1);
        o.form = FPM_TILES_FMS;
        o.down = known[k].count;
        CHECK_INT(fpm_tiles_partition(&grid, 6, &o, part, &tiles, NULL), FPM_OK);
        for (i = 0; i < known[k].count; i++) CHECK_INT(part[i].r1 - part[i].r0, known[k].side[i]);
        CHECK_INT(fpm_tiles_check(&grid, 6, &o, part, &tiles, NULL), FPM_OK);
        fpm_grid_free(&grid);
    }
}

/* Any number of an answer that is changed is a violation. */
static void check_finds_damage(void) {
    int64_t turn;
    for (turn = 0; turn < test_count(2000); turn++) {
        int64_t rows = test_int(1, 14), cols = test_int(1, 14), more = test_int(0, 1) ? 1 : -1;
        int p = (int)test_int(1, 20), what = (int)test_int(0, 11);
        fpm_tiles_options o = draw_options(rows, cols);
        fpm_rect *a = &part[test_int(0, p - 1)];
        fpm_grid grid;
        draw_mask(rows, cols);
        grid = grid_of(rows, cols);
        if (fpm_tiles_partition(&grid, p, &o, part, &tiles, NULL) == FPM_OK) {
            int empty = a->r0 == a->r1;
            NOTE("turn %d: damage %d", (int)turn, what);
            if (what == 0) a->r0 += more;
            if (what == 1) a->r1 += more;
            if (what == 2) a->c0 += more;
            if (what == 3) a->c1 += more;
            if (what == 4) tiles.down += more;
            if (what == 5) tiles.across += more;
            if (what == 6) tiles.rows += more;
            if (what == 7) tiles.cols += more;
            if (what == 8) tiles.kept += more;
            if (what == 9) tiles.dropped += more;
            if (what == 10) tiles.cells += more;
            if (what == 11) tiles.form = -1;
            if (what < 4 && empty) { /* as long as it is empty it may lie anywhere */
                fpm_rect cell = {0, 1, 0, 1, 0, 0};
                *a = cell;
            }
            CHECK_INT(fpm_tiles_check(&grid, p, &o, part, &tiles, &info), FPM_E_VIOLATED);
            CHECK(info.argument && info.reason);
        }
        fpm_grid_free(&grid);
    }
}

/* The check holds tiles to what the options ask for. */
static void check_reads_options(void) {
    fpm_tiles_options o = FPM_ZERO;
    fpm_grid grid = ocean("ocean_40x90.txt", 40, 90);
    CHECK_INT(fpm_tiles_partition(&grid, 64, NULL, part, &tiles, NULL), FPM_OK);
    o.form = FPM_TILES_DIVIDE;
    CHECK_INT(fpm_tiles_check(&grid, 64, &o, part, &tiles, NULL), FPM_E_VIOLATED);
    o.form = FPM_TILES_EVEN;
    o.min_rows = 6;
    CHECK_INT(fpm_tiles_check(&grid, 64, &o, part, &tiles, NULL), FPM_E_VIOLATED);
    o.min_rows = 5;
    o.min_cols = 11;
    CHECK_INT(fpm_tiles_check(&grid, 64, &o, part, &tiles, NULL), FPM_E_VIOLATED);
    o.min_cols = 10;
    o.down = 4;
    CHECK_INT(fpm_tiles_check(&grid, 64, &o, part, &tiles, NULL), FPM_E_VIOLATED);
    o.down = 8;
    o.across = 18;
    CHECK_INT(fpm_tiles_check(&grid, 64, &o, part, &tiles, NULL), FPM_E_VIOLATED);
    o.across = 9;
    CHECK_INT(fpm_tiles_check(&grid, 64, &o, part, &tiles, NULL), FPM_OK);
    CHECK_INT(fpm_tiles_check(&grid, 62, &o, part, &tiles, NULL), FPM_E_VIOLATED);
    o.halo = 1;
    CHECK_INT(fpm_tiles_check(&grid, 64, &o, part, &tiles, NULL), FPM_E_VIOLATED);
    tiles.cells = 7 * 12;
    CHECK_INT(fpm_tiles_check(&grid, 64, &o, part, &tiles, NULL), FPM_OK);
    o.halo = 6;
    CHECK_INT(fpm_tiles_check(&grid, 64, &o, part, &tiles, NULL), FPM_E_VIOLATED);
    fpm_grid_free(&grid);
}

/* Less work: tiles that hold, a bound that holds, and never better than with more. */
static void work_is_limited(void) {
    int64_t turn, work;
    for (turn = 0; turn < test_count(60); turn++) {
        int64_t rows = test_int(20, 60), cols = test_int(20, 60);
        int p = (int)test_int(2, 60);
        fpm_tiles_options o = FPM_ZERO;
        fpm_grid grid;
        double most = 0, least;
        draw_mask(rows, cols);
        grid = grid_of(rows, cols);
        o.form = (int)test_int(0, FPM_TILES_FMS);
        CHECK_INT(fpm_tiles_partition(&grid, p, &o, part, &tiles, &info), FPM_OK);
        least = info.makespan;
        for (work = 1; work < INT64_C(1000000000); work *= 4) {
            int status;
            o.max_work = work;
            status = fpm_tiles_partition(&grid, p, &o, part, &tiles, &info);
            CHECK(status == FPM_OK || status == FPM_WORK_LIMIT);
            CHECK_INT(fpm_tiles_check(&grid, p, &o, part, &tiles, NULL), FPM_OK);
            if (status == FPM_OK) CHECK_REL(info.makespan, least, 0);
            CHECK_LE(info.lower_bound, least);
            CHECK_LE(least, info.makespan);
            if (work > 1) CHECK_LE(info.makespan, most);
            most = info.makespan;
        }
        CHECK_REL(most, least, 0);
        fpm_grid_free(&grid);
    }
}

static int stop(void *context, const fpm_progress *state) {
    int *asked = (int *)context;
    (void)state;
    ++*asked;
    return 1;
}

static void callers_stop(void) {
    fpm_tiles_options o = FPM_ZERO;
    fpm_grid grid = ocean("ocean_64x128.txt", 64, 128);
    int asked = 0;
    o.progress = stop;
    o.context = &asked;
    CHECK_INT(fpm_tiles_partition(&grid, 64, &o, part, &tiles, &info), FPM_STOPPED);
    CHECK_INT(asked, 1);
    CHECK_INT(fpm_tiles_check(&grid, 64, &o, part, &tiles, NULL), FPM_OK);
    o.down = 10; /* 100 tiles: there may be more with load than processors */
    o.across = 10;
    tiles.kept = -1;
    CHECK_INT(fpm_tiles_partition(&grid, 64, &o, part, &tiles, &info), FPM_E_STOPPED);
    CHECK_INT(tiles.kept, -1);
    o.progress = NULL;
    o.max_work = 1;
    CHECK_INT(fpm_tiles_partition(&grid, 64, &o, part, &tiles, &info), FPM_E_WORK_LIMIT);
    fpm_grid_free(&grid);
}

static fpm_grid shared;

static int solve(int p, const fpm_alloc *alloc) {
    fpm_tiles_options o = FPM_ZERO;
    o.alloc = alloc;
    return fpm_tiles_partition(&shared, p, &o, part, &tiles, &info);
}

static int hold(int p, const fpm_alloc *alloc) {
    fpm_tiles_options o = FPM_ZERO;
    o.alloc = alloc;
    return fpm_tiles_check(&shared, p, &o, part, &tiles, &info);
}

static void without_memory(void) {
    fpm_tiles_options o = FPM_ZERO;
    size_t bytes;
    shared = ocean("ocean_40x90.txt", 40, 90);
    test_heap_sweep(64, solve);
    CHECK_INT(solve(64, NULL), FPM_OK);
    bytes = info.bytes;
    test_heap_sweep(64, hold);
    o.max_bytes = bytes;
    CHECK_INT(fpm_tiles_partition(&shared, 64, &o, part, &tiles, NULL), FPM_OK);
    o.max_bytes = bytes - 1;
    tiles.kept = -1;
    CHECK_INT(fpm_tiles_partition(&shared, 64, &o, part, &tiles, &info), FPM_E_MAX_BYTES);
    CHECK(tiles.kept == -1 && info.reason);
    fpm_grid_free(&shared);
}

/* A mask needs room, and tiles that cut the grid. */
static void masks(void) {
    int owner[72];
    fpm_tiles wrong;
    fpm_grid grid = ocean("ocean_40x90.txt", 40, 90);
    CHECK_INT(fpm_tiles_partition(&grid, 64, NULL, part, &tiles, NULL), FPM_OK);
    owner[0] = 77;
    CHECK_INT(fpm_tiles_owners(&grid, &tiles, owner, 71, &info), FPM_E_CAPACITY);
    wrong = tiles;
    wrong.rows++;
    CHECK_INT(fpm_tiles_owners(&grid, &wrong, owner, 72, &info), FPM_E_ARGUMENT);
    wrong = tiles;
    wrong.form = FPM_TILES_DIVIDE;
    wrong.down = 7;
    CHECK_INT(fpm_tiles_owners(&grid, &wrong, owner, 72, &info), FPM_E_ARGUMENT);
    CHECK_INT(owner[0], 77);
    CHECK_INT(fpm_tiles_owners(&grid, &tiles, owner, 72, NULL), FPM_OK);
    fpm_grid_free(&grid);
}

/* A large mask ends soon: bounds refute most pairs. */
static void large_masks(void) {
    int64_t r, c, turn;
    for (turn = 0; turn < test_count(4); turn++) {
        fpm_tiles_options o = FPM_ZERO;
        fpm_grid grid;
        for (r = 0; r < SIDE; r++)
            for (c = 0; c < SIDE; c++)
                load[r * SIDE + c] = (r - 60) * (r - 60) + (c - 90) * (c - 90) > 1600;
        for (r = 0; r < 500; r++) load[test_int(0, SIDE * SIDE - 1)] = 0;
        grid = grid_of(SIDE, SIDE);
        o.form = (int)turn % 4;
        CHECK_INT(fpm_tiles_partition(&grid, 397, &o, part, &tiles, &info), FPM_OK);
        CHECK_INT(fpm_tiles_check(&grid, 397, &o, part, &tiles, NULL), FPM_OK);
        CHECK(info.evaluations < 2000000);
        fpm_grid_free(&grid);
    }
}

/* Before any pair is counted: the least tile of which there are p at most, land or not. */
static void first_answer(void) {
    int64_t rows, cols, down, across;
    int k, p;
    for (k = 0; k < 64; k++) load[k] = 1 + k % 3;
    for (rows = 1; rows <= 8; rows++) {
        for (cols = 1; cols <= 8; cols++) {
            fpm_grid grid;
            CHECK_INT(fpm_grid_init(&grid, rows, cols, load, 0, NULL, NULL), FPM_OK);
            for (p = 1; p <= 64; p += 3) {
                fpm_tiles_options o = FPM_ZERO;
                int64_t least = rows * cols;
                o.max_work = 1;
                for (down = 1; down <= rows; down++) {
                    for (across = 1; across <= cols && down * across <= p; across++) {
                        int64_t high = (rows + down - 1) / down;
                        int64_t wide = (cols + across - 1) / across;
                        if (high * wide < least) least = high * wide;
                    }
                }
                CHECK(fpm_tiles_partition(&grid, p, &o, part, &tiles, NULL) >= 0);
                CHECK_INT(tiles.cells, least);
            }
            fpm_grid_free(&grid);
        }
    }
}

int main(int argc, char **argv) {
    test_begin(argc, argv);
    RUN(against_all_pairs);
    RUN(oceans);
    RUN(fms_sides);
    RUN(check_finds_damage);
    RUN(check_reads_options);
    RUN(work_is_limited);
    RUN(callers_stop);
    RUN(without_memory);
    RUN(masks);
    RUN(large_masks);
    RUN(first_answer);
    return test_end();
}
