enum { P = 4 };
int64_t d[P];      /* the shares to run now */
double seconds[P]; /* what each processor took for its share, alone, without waiting for others */
fpm_balance b;
fpm_balance_info info;
int k, status = fpm_balance_init(&b, 1200, P, NULL, NULL, d, &info); /* the first: even */
for (k = 0; k < 100 && status >= 0; k++) {
    /* ... an iteration on d ... */
    status = fpm_balance_step(&b, seconds, d, &info);
    if (status >= 0 && info.verdict == FPM_MOVE) { /* ... hand the data over, as d says now ... */ }
}
fpm_balance_free(&b);
