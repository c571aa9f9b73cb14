/* command.c - a command of the shell as a kernel. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "measure.h"
#ifndef _WIN32
#include <fcntl.h>
#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#endif

int command_init(void *context, int64_t x, int threads, const fpm_alloc *alloc, void **state) {
    const char *text = ((const device *)context)->command, *hole;
    size_t room = 1, used = 0;
    char *line;
    (void)threads, (void)alloc;
    for (hole = text; *hole; hole++) room += 20;
    line = (char *)malloc(room);
    if (!line) return FPM_E_MEMORY;
    while ((hole = strstr(text, "{size}")) != NULL) {
        memcpy(line + used, text, (size_t)(hole - text));
        used += (size_t)(hole - text);
        used += (size_t)snprintf(line + used, room - used, "%" PRId64, x);
        text = hole + 6;
    }
    strcpy(line + used, text);
    *state = line;
    return FPM_OK;
}

void command_fini(void *context, void *state) {
    (void)context;
    free(state);
}

#ifdef _WIN32
int command_run(void *context, void *state) {
    (void)context;
    return system((const char *)state);
}
#else
/* Run it in a group of processes of its own, so that all of them can be killed.  It is looked after
   in steps of 1/400 of the time that it has taken, which is the error of the measurement. */
int command_run(void *context, void *state) {
    const device *dev = (const device *)context;
    double start = fpmk_now(), spent = 0;
    int status = 0;
    pid_t child = fork(), done;
    if (child < 0) return errno;
    if (child == 0) {
        int null = open("/dev/null", O_RDWR);
        setpgid(0, 0);
        if (null >= 0) dup2(null, 0), dup2(null, 1);
        execl("/bin/sh", "sh", "-c", (const char *)state, (char *)NULL);
        _exit(127);
    }
    while ((done = waitpid(child, &status, WNOHANG)) == 0 && spent < dev->timeout) {
        struct timespec step = {0, 20000};
        if (spent > 0.008) step.tv_nsec = (long)fmin(spent / 400 * 1e9, 1e8);
        nanosleep(&step, NULL);
        spent = fpmk_now() - start;
    }
    if (done == 0) {
        kill(-child, SIGKILL);
        kill(child, SIGKILL); /* if it has not made its group yet */
        waitpid(child, &status, 0);
        return KILLED;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
#endif
