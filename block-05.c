int64_t rows[] = {512, 1024, 1536, 2048, 2560, 3072}; /* FFTs of 4096 points, or requests at once */
double t[3][6] = {{0.021, 0.043, 0.098, 0.088, 0.151, 0.129},
                  {0.030, 0.059, 0.091, 0.172, 0.153, 0.240},
                  {0.085, 0.170, 0.262, 0.351, 0.437, 0.702}}; /* seconds, three processors */
fpm_model model[3];
fpm_proc procs[3] = FPM_ZERO;
fpm_info info;
int64_t d[3];
int i, status = FPM_OK;
for (i = 0; i < 3 && status >= 0; i++) {
    status = fpm_model_init(&model[i], FPM_DISCRETE, 6, rows, t[i], NULL);
    procs[i].model = &model[i];
}
if (status >= 0) status = fpm_partition(4096, 3, procs, NULL, d, &info);
if (status >= 0)
    printf("%d + %d + %d, %.3f s\n", (int)d[0], (int)d[1], (int)d[2], info.makespan);
