/* os.h - all that the tool asks of the operating system itself. */
#ifndef OS_H
#define OS_H
#include "tool.h"

int os_make_dir(const char *name); /* 0, or errno says why not */
int os_is_terminal(FILE *file);

/* Name of this machine, its system and its processor; the text stays where they are unknown. */
void os_describe(char *text, size_t size);

/* Run a command of the shell without input and output: its exit status, 128 and a signal, or
   OS_KILLED when it takes more seconds than it may. */
enum { OS_KILLED = 1000 };
int os_run(const char *command, double seconds);

#endif
