int64_t entries[] = {3, 3, 4, 3, 40, 9, 8, 6, 5, 4, 4, 3}; // of each row of a matrix
int64_t prefix[13], begin[5];
fpm_chain chain;
if (fpm_chain_init(&chain, 12, entries, prefix, NULL) == FPM_OK) // prefix sums, checked
    fpm_chain_partition(&chain, 4, NULL, begin, NULL); // part k: rows begin[k] .. begin[k + 1] - 1
