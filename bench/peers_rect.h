/* Other libraries that give the cells of a grid to parts: METIS 5.1 (k-way) on the graph of the
   cells, and Zoltan 3: recursive coordinate bisection, and its partitioner of hypergraphs on that
   graph.  A bench that includes this file names metis and zoltan after "peers".  Include after
   bench.h.  A cut is the number of pairs of neighbouring cells in different parts. */
#ifndef PEERS_RECT_H
#define PEERS_RECT_H

#ifdef HAVE_METIS
#include <metis.h>
#endif
#ifdef HAVE_ZOLTAN
#include <zoltan.h>
#endif

typedef struct peer_cells {
    int64_t rows, cols, total;
    const int64_t *load;
    int *owner; /* of each cell, by the latest call */
} peer_cells;

typedef struct peer_answer {
    double imbalance, cut, ms; /* ms of CPU, of the library's call alone */
} peer_answer;

/* Milliseconds of CPU, which other programs that run do not count in. */
BENCH_FN double cpu_ms(void) { return 1e3 * (double)clock() / (double)CLOCKS_PER_SEC; }

BENCH_FN peer_cells peer_cells_of(const fpm_grid *grid, const int64_t *load) {
    peer_cells c;
    c.rows = grid->rows;
    c.cols = grid->cols;
    c.total = grid->total;
    c.load = load;
    c.owner = (int *)need((size_t)(c.rows * c.cols), sizeof *c.owner);
    return c;
}

BENCH_FN int64_t peer_count(const peer_cells *c) { return c->rows * c->cols; }

/* The neighbours of cell i; returns how many. */
BENCH_FN int peer_neighbours(const peer_cells *c, int64_t i, int64_t *other) {
    int n = 0;
    if (i >= c->cols) other[n++] = i - c->cols;
    if (i % c->cols > 0) other[n++] = i - 1;
    if (i % c->cols < c->cols - 1) other[n++] = i + 1;
    if (i < peer_count(c) - c->cols) other[n++] = i + c->cols;
    return n;
}

/* How even the parts of c->owner are, and their cut. */
BENCH_FN peer_answer peer_measure(const peer_cells *c, int m, double ms) {
    int64_t *load = (int64_t *)need((size_t)m, sizeof *load), most = 0, cut = 0, i;
    int64_t other[4];
    peer_answer a;
    int k;
    for (i = 0; i < peer_count(c); i++) {
        int n = peer_neighbours(c, i, other);
        load[c->owner[i]] += c->load[i];
        for (k = 0; k < n; k++)
            if (c->owner[other[k]] != c->owner[i]) cut++;
    }
    for (k = 0; k < m; k++)
        if (load[k] > most) most = load[k];
    free(load);
    a.imbalance = (double)most * m / (double)c->total - 1;
    a.cut = 0.5 * (double)cut; /* each pair was seen from both sides */
    a.ms = ms;
    return a;
}

#ifdef HAVE_METIS
typedef struct metis_graph {
    idx_t n, *first, *other, *weight, *owner;
} metis_graph;

BENCH_FN metis_graph metis_graph_of(const peer_cells *c) {
    metis_graph g;
    int64_t i, other[4];
    idx_t e = 0;
    int k;
    g.n = (idx_t)peer_count(c);
    g.first = (idx_t *)need((size_t)g.n + 1, sizeof(idx_t));
    g.other = (idx_t *)need(4 * (size_t)g.n, sizeof(idx_t));
    g.weight = (idx_t *)need((size_t)g.n, sizeof(idx_t));
    g.owner = (idx_t *)need((size_t)g.n, sizeof(idx_t));
    for (i = 0; i < g.n; i++) {
        int n = peer_neighbours(c, i, other);
        g.first[i] = e;
        g.weight[i] = (idx_t)(c->load[i] / (c->total / 1000000000 + 1));
        for (k = 0; k < n; k++) g.other[e + k] = (idx_t)other[k];
        e += n;
    }
    g.first[g.n] = e;
    return g;
}

BENCH_FN void metis_graph_free(metis_graph *g) {
    free(g->first);
    free(g->other);
    free(g->weight);
    free(g->owner);
}

/* METIS with a tolerance of so many thousandths. */
BENCH_FN peer_answer metis_parts(metis_graph *g, peer_cells *c, int m, int tolerance) {
    idx_t opts[METIS_NOPTIONS], one = 1, parts = m, cut = 0, i;
    double ms;
    METIS_SetDefaultOptions(opts);
    opts[METIS_OPTION_UFACTOR] = tolerance;
    ms = cpu_ms();
    if (METIS_PartGraphKway(&g->n, &one, g->first, g->other, g->weight, NULL, NULL, &parts, NULL,
                            NULL, opts, &cut, g->owner) != METIS_OK)
        exit(1);
    ms = cpu_ms() - ms;
    for (i = 0; i < g->n; i++) c->owner[i] = (int)g->owner[i];
    return peer_measure(c, m, ms);
}
#endif

#ifdef HAVE_ZOLTAN
BENCH_FN int zoltan_count(void *data, int *error) {
    *error = ZOLTAN_OK;
    return (int)peer_count((const peer_cells *)data);
}

BENCH_FN void zoltan_list(void *data, int gids, int lids, ZOLTAN_ID_PTR gid, ZOLTAN_ID_PTR lid,
                          int dim, float *weight, int *error) {
    const peer_cells *c = (const peer_cells *)data;
    int64_t i;
    (void)gids, (void)lids, (void)dim;
    for (i = 0; i < peer_count(c); i++) {
        gid[i] = (ZOLTAN_ID_TYPE)i;
        lid[i] = (ZOLTAN_ID_TYPE)i;
        weight[i] = (float)c->load[i];
    }
    *error = ZOLTAN_OK;
}

BENCH_FN int zoltan_dimensions(void *data, int *error) {
    (void)data;
    *error = ZOLTAN_OK;
    return 2;
}

BENCH_FN void zoltan_places(void *data, int gids, int lids, int count, ZOLTAN_ID_PTR gid,
                            ZOLTAN_ID_PTR lid, int dim, double *at, int *error) {
    const peer_cells *c = (const peer_cells *)data;
    int i;
    (void)gids, (void)lids, (void)lid, (void)dim;
    for (i = 0; i < count; i++) {
        at[2 * i] = (double)((int64_t)gid[i] % c->cols);
        at[2 * i + 1] = (double)((int64_t)gid[i] / c->cols);
    }
    *error = ZOLTAN_OK;
}

BENCH_FN void zoltan_degrees(void *data, int gids, int lids, int count, ZOLTAN_ID_PTR gid,
                             ZOLTAN_ID_PTR lid, int *degree, int *error) {
    int64_t other[4];
    int i;
    (void)gids, (void)lids, (void)lid;
    for (i = 0; i < count; i++)
        degree[i] = peer_neighbours((const peer_cells *)data, (int64_t)gid[i], other);
    *error = ZOLTAN_OK;
}

BENCH_FN void zoltan_edges(void *data, int gids, int lids, int count, ZOLTAN_ID_PTR gid,
                           ZOLTAN_ID_PTR lid, int *degree, ZOLTAN_ID_PTR to, int *process, int dim,
                           float *weight, int *error) {
    int64_t other[4], e = 0;
    int i, k;
    (void)gids, (void)lids, (void)lid, (void)degree, (void)dim, (void)weight;
    for (i = 0; i < count; i++) {
        int n = peer_neighbours((const peer_cells *)data, (int64_t)gid[i], other);
        for (k = 0; k < n; k++, e++) {
            to[e] = (ZOLTAN_ID_TYPE)other[k];
            process[e] = 0;
        }
    }
    *error = ZOLTAN_OK;
}

BENCH_FN struct Zoltan_Struct *zoltan_of(peer_cells *c, int m) {
    struct Zoltan_Struct *z = Zoltan_Create(MPI_COMM_WORLD);
    char parts[20];
    snprintf(parts, sizeof parts, "%d", m);
    Zoltan_Set_Param(z, "DEBUG_LEVEL", "0");
    Zoltan_Set_Param(z, "NUM_GLOBAL_PARTS", parts);
    Zoltan_Set_Param(z, "OBJ_WEIGHT_DIM", "1");
    Zoltan_Set_Param(z, "RETURN_LISTS", "PARTS");
    Zoltan_Set_Param(z, "RCB_RECTILINEAR_BLOCKS", "1");
    Zoltan_Set_Param(z, "IMBALANCE_TOL", "1.01");
    Zoltan_Set_Num_Obj_Fn(z, zoltan_count, c);
    Zoltan_Set_Obj_List_Fn(z, zoltan_list, c);
    Zoltan_Set_Num_Geom_Fn(z, zoltan_dimensions, c);
    Zoltan_Set_Geom_Multi_Fn(z, zoltan_places, c);
    Zoltan_Set_Num_Edges_Multi_Fn(z, zoltan_degrees, c);
    Zoltan_Set_Edge_List_Multi_Fn(z, zoltan_edges, c);
    return z;
}

/* Zoltan by "RCB" or "PHG", the latter within 1 %. */
BENCH_FN peer_answer zoltan_parts(peer_cells *c, int m, const char *method) {
    struct Zoltan_Struct *z = zoltan_of(c, m);
    int changes, gids, lids, in, out, *in_proc, *in_part, *out_proc, *out_part, i, status;
    ZOLTAN_ID_PTR in_gid, in_lid, out_gid, out_lid;
    double ms;
    Zoltan_Set_Param(z, "LB_METHOD", strcmp(method, "PHG") ? method : "GRAPH");
    Zoltan_Set_Param(z, "GRAPH_PACKAGE", "PHG");
    ms = cpu_ms();
    status = Zoltan_LB_Partition(z, &changes, &gids, &lids, &in, &in_gid, &in_lid, &in_proc,
                                 &in_part, &out, &out_gid, &out_lid, &out_proc, &out_part);
    ms = cpu_ms() - ms;
    if (status != ZOLTAN_OK && status != ZOLTAN_WARN) exit(1);
    for (i = 0; i < out; i++) c->owner[out_gid[i]] = out_part[i];
    Zoltan_LB_Free_Part(&in_gid, &in_lid, &in_proc, &in_part);
    Zoltan_LB_Free_Part(&out_gid, &out_lid, &out_proc, &out_part);
    Zoltan_Destroy(&z);
    return peer_measure(c, m, ms);
}
#endif

#endif
