enum { NODES = 3, DEVICES = 2, N = 4000 };
static fpm_proc devices[NODES][DEVICES], nodes[NODES]; /* devices[i][j].model: measured */
static fpm_points points[NODES];
static fpm_model model[NODES];
int64_t part[NODES], d[NODES][DEVICES];
int i;
for (i = 0; i < NODES; i++) { /* on node i; a status each, left out here */
    fpm_compose(DEVICES, devices[i], N, NULL, NULL, &points[i], NULL);
    fpm_model_init(&model[i], FPM_DISCRETE, points[i].count, points[i].size, points[i].seconds, NULL);
    nodes[i].model = &model[i];
}
fpm_partition(N, NODES, nodes, NULL, part, NULL);
for (i = 0; i < NODES; i++) fpm_partition(part[i], DEVICES, devices[i], NULL, d[i], NULL);
