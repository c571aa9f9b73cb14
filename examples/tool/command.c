/* command.c - a command of the shell as a kernel. */
#include "command.h"
#include "os.h"

static int command_init(void *context, int64_t x, int threads, const fpm_alloc *alloc,
                        void **state) {
    const command *of = (const command *)context;
    const char *text = of->text, *const rows = of->cols ? "{rows}" : "{size}";
    size_t room = 1 + 20 * strlen(text), used = 0;
    char *line = (char *)malloc(room);
    (void)threads;
    (void)alloc;
    if (!line) return FPM_E_MEMORY;
    while (*text) {
        int hole = strncmp(text, rows, 6) == 0 ? 1 : 0;
        if (of->cols && strncmp(text, "{cols}", 6) == 0) hole = 2;
        if (hole == 0) {
            line[used++] = *text++;
            continue;
        }
        used += (size_t)snprintf(line + used, room - used, "%" PRId64, hole == 1 ? x : of->cols);
        text += 6;
    }
    line[used] = '\0';
    *state = line;
    return FPM_OK;
}

static int command_run(void *context, void *state) {
    return os_run((const char *)state, ((const command *)context)->timeout);
}

static void command_fini(void *context, void *state) {
    (void)context;
    free(state);
}

void command_kernel(fpmk_kernel *kernel, command *what) {
    memset(kernel, 0, sizeof *kernel);
    kernel->name = "command";
    kernel->what = "x = {size}, unit = what it counts";
    kernel->init = command_init;
    kernel->run = command_run;
    kernel->fini = command_fini;
    kernel->context = what;
}
