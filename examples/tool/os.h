/* os.h - all that the tool asks of the operating system itself. */
#ifndef OS_H
#define OS_H
#include "tool.h"

int os_make_dir(const char *name); /* 0, or errno says why not */
int os_is_terminal(FILE *file);

/* Is there a file of that name, neither a directory nor a device; are these names of one file? */
int os_is_file(const char *name);
int os_same_file(const char *name, const char *other);

/* A file that becomes whole or is not there: what is written goes to a new one beside it, which
   os_replace closes and gives that name, with the permissions of the one that was there (keep: 0
   discards it).  Signals that end the program discard it too.  A device, a FIFO or what a symbolic
   link leads to is written at once.  NULL, or not 0: errno says why.  One at a time. */
FILE *os_beside(const char *name);
int os_replace(FILE *file, const char *name, int keep);

/* Says on standard error, if that is a terminal, what is going on and for how many seconds, from
   the second one on; NULL: it has ended. */
void os_watch(const char *what);

/* opts.progress of a search between os_watch(what) and os_watch(NULL): the line then has the gap of
   the best answer so far, and Ctrl-C (SIGINT) ends the search with this answer.  A second one ends
   the program. */
int os_watched(void *unused, const fpm_progress *state);

/* Whether a core is one of those for speed (P) or for economy (E), or 0 where the system does not
   tell. */
char os_core_kind(int core);

/* Name of this machine, its system and its processor; the text stays where they are unknown. */
void os_describe(char *text, size_t size);

/* Run a command of the shell without input and output: its exit status, 128 and a signal, or
   OS_KILLED when it takes more seconds than it may. */
enum { OS_KILLED = 1000 };
int os_run(const char *command, double seconds);

#endif
