/* command.h - a command of the shell as a kernel. */
#ifndef COMMAND_H
#define COMMAND_H
#include "fpm_kernels.h"

typedef struct command {
    const char *text; /* with {size} where the size goes; NULL: the device has none */
    double timeout;   /* seconds */
} command;

/* The kernel keeps a pointer to the command. */
void command_kernel(fpmk_kernel *kernel, command *what);

#endif
