/* command.h - a command of the shell as a kernel. */
#ifndef COMMAND_H
#define COMMAND_H
#include "fpm_kernels.h"

typedef struct command {
    const char *text; /* with {size} where the size goes, or {rows} and {cols}; NULL: none */
    double timeout;   /* seconds */
    int64_t cols;     /* columns of a tile, whose rows are its size; 0: there is no tile */
} command;

/* The kernel keeps a pointer to the command. */
void command_kernel(fpmk_kernel *kernel, command *what);

#endif
