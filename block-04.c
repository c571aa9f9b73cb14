int64_t load[] = {9, 9, 1, 1, 9, 9, 1, 1, 1, 1, 2, 2}; // 3 rows of 4 cells
fpm_grid grid;
fpm_rect part[4]; // rows r0 .. r1 - 1, columns c0 .. c1 - 1
fpm_rect_info info;
if (fpm_grid_init(&grid, 3, 4, load, 0, NULL, NULL) == FPM_OK && // sums, checked
    fpm_rect_partition(&grid, 4, NULL, part, &info) >= 0)
    printf("%d at most, no partition below %d\n", (int)info.lmax, (int)info.lower_bound);
fpm_grid_free(&grid);
