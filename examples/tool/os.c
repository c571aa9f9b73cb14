/* os.c - all that the tool asks of the operating system itself. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* processes, isatty */
#endif
#include "os.h"
#ifdef _WIN32
#include <direct.h>
#include <io.h>
#include <process.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <windows.h>

int os_make_dir(const char *name) { return _mkdir(name); }

int os_is_terminal(FILE *file) { return _isatty(_fileno(file)); }

int os_is_file(const char *name) {
    struct _stat about;
    return _stat(name, &about) == 0 && (about.st_mode & _S_IFREG);
}

int os_same_file(const char *name, const char *other) {
    char *a = _fullpath(NULL, name, 0), *b = _fullpath(NULL, other, 0);
    int same = a && b && _stricmp(a, b) == 0;
    free(a), free(b);
    return same;
}

static char beside[MAX_PATH]; /* the new file, or "" */

FILE *os_beside(const char *name) {
    const char *slash = name + strlen(name);
    struct _stat about;
    while (slash > name && !strchr("/\\:", slash[-1])) slash--;
    if (_stat(name, &about) == 0 && !(about.st_mode & _S_IFREG)) return fopen(name, "wb");
    if (_access(name, 0) == 0 && _access(name, 2) != 0) return NULL;
    snprintf(beside, sizeof beside, "%.*s.fpm-tool-%d.tmp", (int)(slash - name), name, _getpid());
    return fopen(beside, "wb");
}

int os_replace(FILE *file, const char *name, int keep) {
    int failed = fclose(file) != 0, error = errno;
    if (!beside[0]) return failed;
    if (keep && !failed && !MoveFileExA(beside, name, MOVEFILE_REPLACE_EXISTING))
        failed = 1, error = EACCES;
    if (!keep || failed) remove(beside);
    beside[0] = '\0';
    errno = error;
    return failed;
}

static volatile sig_atomic_t interruptible, interrupted;

static void interrupt(int signal_number) { /* the system has set the default again */
    (void)signal_number;
    interrupted = 1;
}

void os_watch(const char *what) {
    (void)what;
    if (interruptible) signal(SIGINT, SIG_DFL);
    interruptible = interrupted = 0;
}

int os_watched(void *unused, const fpm_progress *state) {
    (void)unused, (void)state;
    if (!interruptible) interruptible = 1, signal(SIGINT, interrupt);
    return interrupted;
}

char os_core_kind(int core) {
    (void)core;
    return 0;
}

void os_describe(char *text, size_t size) { snprintf(text, size, "Windows"); }

int os_run(const char *command, double seconds) {
    (void)seconds;
    return system(command);
}

#else
#include "fpm_kernels.h"
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int os_make_dir(const char *name) { return mkdir(name, 0777); }

int os_is_terminal(FILE *file) { return isatty(fileno(file)); }

int os_is_file(const char *name) {
    struct stat about;
    return stat(name, &about) == 0 && S_ISREG(about.st_mode);
}

int os_same_file(const char *name, const char *other) {
    struct stat a, b;
    return stat(name, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

static char *volatile beside; /* the new file */
static const int ends[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXCPU, SIGXFSZ};
enum { ENDS = sizeof ends / sizeof ends[0] };

/* The program ends of the signal when this returns, for until then all of these are held. */
static void discard(int signal_number) {
    if (beside) unlink(beside);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* The signals that end the program, held back while `beside` and the directory do not agree. */
static void hold_signals(int hold) {
    static int known;
    static sigset_t mask;
    struct sigaction act, was;
    sigset_t set;
    int i;
    sigemptyset(&set);
    for (i = 0; i < ENDS; i++) sigaddset(&set, ends[i]);
    if (hold) sigprocmask(SIG_BLOCK, &set, &mask);
    else sigprocmask(SIG_SETMASK, &mask, NULL);
    if (known++) return;
    memset(&act, 0, sizeof act);
    act.sa_handler = discard;
    act.sa_mask = set;
    for (i = 0; i < ENDS; i++)
        if (sigaction(ends[i], NULL, &was) == 0 && was.sa_handler == SIG_DFL)
            sigaction(ends[i], &act, NULL);
}

FILE *os_beside(const char *name) {
    const char *slash = strrchr(name, '/');
    size_t room = strlen(name) + 60;
    struct stat about;
    FILE *file = NULL;
    char *path;
    int there = lstat(name, &about) == 0, number = -1, k = 0, error;
    if (there && !S_ISREG(about.st_mode)) return fopen(name, "wb");
    if (there && access(name, W_OK) != 0) return NULL;
    if ((path = (char *)malloc(room)) == NULL) return NULL;
    hold_signals(1);
    do
        snprintf(path, room, "%.*s.fpm-tool-%ld-%d.tmp", slash ? (int)(slash + 1 - name) : 0, name,
                 (long)getpid(), k);
    while ((number = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666)) < 0 && errno == EEXIST &&
           ++k < 1000);
    if (number >= 0 && (file = fdopen(number, "wb")) != NULL) {
        if (there && fchmod(number, about.st_mode & 0777) != 0) k = 0; /* as it is, then */
        beside = path;
    } else {
        error = errno;
        if (number >= 0) close(number), unlink(path);
        free(path);
        errno = error;
    }
    hold_signals(0);
    return file;
}

int os_replace(FILE *file, const char *name, int keep) {
    char *path = beside;
    int failed = fclose(file) != 0, error = errno;
    if (!path) return failed;
    hold_signals(1);
    if (keep && !failed && rename(path, name) != 0) failed = 1, error = errno;
    if (!keep || failed) unlink(path);
    beside = NULL;
    hold_signals(0);
    free(path);
    errno = error;
    return failed;
}

static const char *watched;
static volatile sig_atomic_t watch_seconds, watch_gap; /* in tenths of a percent; -1: not known */

/* What a handler of signals may call is little: no printf. */
static char *put_text(char *to, const char *text, int most) {
    while (*text && most-- > 0) *to++ = *text++;
    return to;
}

static char *put_number(char *to, int number) {
    if (number >= 10) to = put_number(to, number / 10);
    *to = (char)('0' + number % 10);
    return to + 1;
}

static void watch_tick(int signal_number) {
    char text[120], *end = text;
    int seconds = (int)++watch_seconds + 1, gap = (int)watch_gap, error = errno;
    (void)signal_number;
    end = put_number(put_text(put_text(end, watched, 40), " ", 1), seconds);
    end = put_text(end, " s", 2);
    if (gap >= 0) {
        end = put_number(put_text(end, ", gap ", 6), gap / 10);
        end = put_number(put_text(end, ".", 1), gap % 10);
        end = put_text(end, " %, Ctrl-C stops here ", 22);
    }
    *end++ = '\r'; /* messages go over it */
    if (write(2, text, (size_t)(end - text)) < 0) watch_seconds = 0;
    errno = error;
}

static struct sigaction interrupt_was;
static volatile sig_atomic_t interruptible, interrupted;

static void interrupt(int signal_number) {
    interrupted = 1;
    sigaction(signal_number, &interrupt_was, NULL);
}

int os_watched(void *unused, const fpm_progress *state) {
    struct sigaction act;
    double gap = state->bound > 0 && state->best > 0 ? 1000 * (state->best / state->bound - 1) : -1;
    (void)unused;
    watch_gap = gap >= 0 && gap < 1e5 ? (sig_atomic_t)gap : -1;
    if (!interruptible) {
        interruptible = 1;
        memset(&act, 0, sizeof act);
        act.sa_handler = interrupt;
        if (sigaction(SIGINT, NULL, &interrupt_was) == 0 && interrupt_was.sa_handler != SIG_IGN)
            sigaction(SIGINT, &act, NULL);
    }
    return interrupted;
}

void os_watch(const char *what) {
    struct sigaction act;
    struct itimerval every;
    if (interruptible && interrupt_was.sa_handler != SIG_IGN)
        sigaction(SIGINT, &interrupt_was, NULL);
    interruptible = interrupted = 0;
    watch_gap = -1;
    if (!isatty(2)) return;
    memset(&every, 0, sizeof every);
    if (what) {
        watched = what;
        watch_seconds = 0;
        memset(&act, 0, sizeof act);
        act.sa_handler = watch_tick;
        act.sa_flags = SA_RESTART;
        sigaction(SIGALRM, &act, NULL);
        every.it_value.tv_sec = 2, every.it_interval.tv_sec = 1;
    }
    setitimer(ITIMER_REAL, &every, NULL);
    if (!what && watch_seconds) fprintf(stderr, "\r%60s\r", "");
}

/* Is a core in a list such as 0-7,12 in a file of the system? */
static int listed_core(const char *path, int core) {
    FILE *file = fopen(path, "r");
    int from, to, found = 0;
    char mark = ',';
    while (file && mark == ',' && fscanf(file, "%d%c", &from, &mark) == 2) {
        to = from;
        if (mark == '-' && fscanf(file, "%d%c", &to, &mark) < 1) break;
        found |= core >= from && core <= to;
    }
    if (file) fclose(file);
    return found;
}

static long core_capacity(int core) {
    char path[80];
    FILE *file;
    long capacity = 0;
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpu_capacity", core);
    file = fopen(path, "r");
    if (file && fscanf(file, "%ld", &capacity) != 1) capacity = 0;
    if (file) fclose(file);
    return capacity;
}

/* Linux: x86 has two lists, Arm a capacity of each core, of which the largest is 1024; where all
   have the same there are no kinds. */
char os_core_kind(int core) {
    long capacity = core_capacity(core), other;
    int i;
    if (listed_core("/sys/devices/cpu_core/cpus", core)) return 'P';
    if (listed_core("/sys/devices/cpu_atom/cpus", core)) return 'E';
    for (i = 0; (other = core_capacity(i)) > 0; i++)
        if (other != capacity) return capacity < 1024 ? 'E' : 'P';
    return 0;
}

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

/* The command is a group of processes of its own, so that all of them can be killed.  A pipe to
   which nobody writes ends with its processes, so that nothing else runs meanwhile; where one lives
   on, or they have closed it, the command is looked after in steps of a millisecond, or of 1/400 of
   the time that it has taken, which is the error of the measurement then. */
int os_run(const char *command, double seconds) {
    double start = fpmk_now(), spent = 0;
    int status = 0, both[2], ended = 0;
    struct pollfd end;
    pid_t child, done = 0;
    if (pipe(both) != 0) return errno;
    fcntl(both[0], F_SETFD, FD_CLOEXEC);
    fcntl(both[1], F_SETFD, FD_CLOEXEC);
    child = fork();
    if (child == 0) {
        int null = open("/dev/null", O_RDWR);
        setpgid(0, 0);
        fcntl(both[1], F_SETFD, 0);
        if (null >= 0) dup2(null, 0), dup2(null, 1);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    status = child < 0 ? errno : 0;
    close(both[1]);
    end.fd = both[0], end.events = POLLIN;
    while (child > 0 && (done = waitpid(child, &status, WNOHANG)) == 0 && spent < seconds) {
        struct timespec step = {0, 20000};
        if (spent > 0.008) step.tv_nsec = (long)fmin(spent / 400 * 1e9, 1e8);
        if (ended) nanosleep(&step, NULL);
        else ended = poll(&end, 1, (int)fmax(1, 1e-6 * (double)step.tv_nsec)) > 0;
        spent = fpmk_now() - start;
    }
    close(both[0]);
    if (child < 0) return status;
    if (done == 0) {
        kill(-child, SIGKILL);
        kill(child, SIGKILL); /* if it has not made its group yet */
        waitpid(child, &status, 0);
        return OS_KILLED;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
#endif
