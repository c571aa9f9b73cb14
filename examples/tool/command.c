/* command.c - a command of the shell as a kernel. */
#include "command.h"
#include "os.h"

static int command_init(void *context, int64_t x, int threads, const fpm_alloc *alloc,
                        void **state) {
    const char *text = ((const command *)context)->text, *hole;
    size_t room = 1 + 20 * strlen(text), used = 0;
    char *line = (char *)malloc(room);
    (void)threads, (void)alloc;
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
