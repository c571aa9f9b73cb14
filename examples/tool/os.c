/* os.c - all that the tool asks of the operating system itself. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* processes, isatty */
#endif
#include "os.h"
#ifdef _WIN32
#include <direct.h>
#include <io.h>

int os_make_dir(const char *name) { return _mkdir(name); }

int os_is_terminal(FILE *file) { return _isatty(_fileno(file)); }

void os_describe(char *text, size_t size) { snprintf(text, size, "Windows"); }

int os_run(const char *command, double seconds) {
    (void)seconds;
    return system(command);
}

#else
#include "fpm_kernels.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int os_make_dir(const char *name) { return mkdir(name, 0777); }

int os_is_terminal(FILE *file) { return isatty(fileno(file)); }

void os_describe(char *text, size_t size) {
    struct utsname name;
    char line[256], *model;
    FILE *file = fopen("/proc/cpuinfo", "r");
    int length = 0;
    if (uname(&name) == 0)
        length = snprintf(text, size, "%s %s, %s", name.sysname, name.release, name.machine);
    while (file && length > 0 && (size_t)length < size && fgets(line, sizeof line, file)) {
        if (strncmp(line, "model name", 10) != 0 || !(model = strchr(line, ':'))) continue;
        model[strcspn(model, "\n")] = '\0';
        snprintf(text + length, size - (size_t)length, ",%s", model + 1);
        break;
    }
    if (file) fclose(file);
}

/* The command is a group of processes of its own, so that all of them can be killed.  It is looked
   after in steps of 1/400 of the time that it has taken, which is the error of the measurement. */
int os_run(const char *command, double seconds) {
    double start = fpmk_now(), spent = 0;
    int status = 0;
    pid_t child = fork(), done;
    if (child < 0) return errno;
    if (child == 0) {
        int null = open("/dev/null", O_RDWR);
        setpgid(0, 0);
        if (null >= 0) dup2(null, 0), dup2(null, 1);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    while ((done = waitpid(child, &status, WNOHANG)) == 0 && spent < seconds) {
        struct timespec step = {0, 20000};
        if (spent > 0.008) step.tv_nsec = (long)fmin(spent / 400 * 1e9, 1e8);
        nanosleep(&step, NULL);
        spent = fpmk_now() - start;
    }
    if (done == 0) {
        kill(-child, SIGKILL);
        kill(child, SIGKILL); /* if it has not made its group yet */
        waitpid(child, &status, 0);
        return OS_KILLED;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
#endif
