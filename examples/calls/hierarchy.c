/* Nodes of devices: each node becomes one processor (fpm_compose), the work is split over nodes,
   then each node's part over its devices.  The result is the optimum over all devices at once.

   In a cluster every node composes its own model, one of them gathers the points, and only whole
   nodes are partitioned centrally.  Racks of nodes are the same call again, over nodes. */
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <stdio.h>

enum { POINTS = 6, NODES = 3, DEVICES = 2, N = 4000 };

/* One processor that stands for a node, for up to n units. */
static int compose(const fpm_proc *devices, int p, int64_t n, fpm_model *model, fpm_proc *node) {
    fpm_points points = FPM_ZERO;
    int i, status = fpm_compose(p, devices, n, NULL, NULL, &points, NULL);
    if (status >= 0) status = fpm_model_from_points(model, FPM_DISCRETE, &points, NULL, NULL);
    fpm_points_free(&points);
    node->model = model; /* keep the model as long as the node is in use */
    for (i = 0; i < p; i++) node->required |= devices[i].required;
    return status;
}

int main(void) {
    const int64_t size[POINTS] = {200, 400, 800, 1200, 1600, 2400};
    const double gpu[POINTS] = {0.9, 1.1, 1.9, 2.6, 3.3, 9.1}; /* its memory ends at 1600 units */
    const double cpu[POINTS] = {0.8, 1.7, 3.6, 5.2, 7.4, 11.9};
    const double old[POINTS] = {1.3, 3.1, 5.9, 9.9, 12.4, 20.3};
    fpm_model device[3] = FPM_ZERO, node_model[NODES] = FPM_ZERO;
    fpm_proc devices[NODES * DEVICES] = FPM_ZERO, nodes[NODES] = FPM_ZERO;
    fpm_info info, flat;
    int64_t part[NODES], d[DEVICES], all[NODES * DEVICES];
    int i, j, status = fpm_model_init(&device[0], FPM_AKIMA, POINTS, size, gpu, NULL, NULL);
    if (status >= 0) status = fpm_model_init(&device[1], FPM_AKIMA, POINTS, size, cpu, NULL, NULL);
    if (status >= 0) status = fpm_model_init(&device[2], FPM_AKIMA, POINTS, size, old, NULL, NULL);
    for (i = 0; i < NODES; i++) { /* gpu + cpu, gpu + old, cpu + old */
        devices[i * DEVICES].model = &device[i / 2];
        devices[i * DEVICES + 1].model = &device[i == 0 ? 1 : 2];
    }

    for (i = 0; i < NODES && status >= 0; i++)
        status = compose(&devices[i * DEVICES], DEVICES, N, &node_model[i], &nodes[i]);
    if (status >= 0) status = fpm_partition(N, NODES, nodes, NULL, part, &info);
    for (i = 0; i < NODES && status >= 0; i++) {
        status = fpm_partition(part[i], DEVICES, &devices[i * DEVICES], NULL, d, NULL);
        if (status < 0) break;
        printf("node %d: %4d units =", i, (int)part[i]);
        for (j = 0; j < DEVICES; j++) printf(" %s%4d", j ? "+ " : "", (int)d[j]);
        printf("\n");
    }
    if (status >= 0) status = fpm_partition(N, NODES * DEVICES, devices, NULL, all, &flat);
    for (i = 0; i < NODES; i++) fpm_model_free(&node_model[i]);
    for (i = 0; i < 3; i++) fpm_model_free(&device[i]);
    if (status < 0) {
        printf("%s\n", fpm_status_str(status));
        return 1;
    }
    printf("two levels %.6f s, all devices at once %.6f s\n", info.makespan, flat.makespan);
    return !(info.makespan - flat.makespan < 1e-9 && flat.makespan - info.makespan < 1e-9);
}
