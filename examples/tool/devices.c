/* devices.c - verb devices: what can be measured here. */
#include "fpm_kernels.h"
#include "verbs.h"

static const char devices_help[] =
    "usage: fpm-tool devices [--tsv]\n\n"
    "List what this build can measure on this machine: devices and kernels for fpm-tool measure,\n"
    "and how well it can time them.\n";

static void list_devices(const fpmk_capabilities *caps, int tsv) {
    const char *row = tsv ? "device\t%s\t%s\n" : "device  %-13s %s\n";
    char name[40], what[200];
    int i, core, status = FPM_OK;
    for (i = 0; (core = fpmk_core(i)) >= 0 && i < caps->cores; i++) {
        snprintf(name, sizeof name, "cpu:%d", i);
        snprintf(what, sizeof what, "core %d", core);
        printf(row, name, what);
    }
    if (caps->openmp && caps->cores > 1) {
        snprintf(name, sizeof name, "cpu:0-%d", caps->cores - 1);
        printf(row, name, "that many cores, a thread each");
        snprintf(name, sizeof name, "omp:%d", caps->cores);
        printf(row, name, "that many threads on any cores");
    }
    for (i = 0; i < 1024 && status == FPM_OK; i++) {
        fpmk_device found;
        status = fpmk_device_get(i, &found);
        if (status != FPM_OK) break;
        snprintf(name, sizeof name, "cuda:%d", i);
        snprintf(what, sizeof what, "%s, %.1f of %.1f GB free", found.name, found.free * 1e-9,
                 found.memory * 1e-9);
        printf(row, name, what);
    }
    if (i == 0 && status != FPM_E_UNSUPPORTED)
        printf(tsv ? "# cuda %s\n" : "cuda    %s\n", fpmk_status_str(status));
}

static int run_devices(args *a) {
    fpmk_capabilities caps;
    const fpmk_kernel *kernel;
    int i, status, tsv = 0;
    while (args_left(a)) {
        const char *v = NULL;
        if (!args_flag(a, "--tsv", &tsv) && (v = args_operand(a)) != NULL)
            wrong_use(a, "%s: devices takes no files", v);
    }
    if (a->status) return a->status;
    status = fpmk_caps(&caps);
    if (status < 0) return no_answer("%s", fpmk_status_str(status));
    printf(tsv ? "# clock %s\n# tick %.17g\n# compiler %s\n"
               : "clock    %s, ticks of %.2g s\n"
                 "compiler %s\n",
           caps.clock, caps.tick, caps.compiler);
    printf(tsv ? "# threads %d\n# affinity %d\n# openmp %d\n# blas %d\n# cuda %d\n"
               : "threads  %d   (1: devices can be measured together)\n"
                 "affinity %d   (1: a device is one core, not any)\n"
                 "openmp   %d   (1: kernels can use several cores)\n"
                 "blas     %d   (1: kernels that call a BLAS)\n"
                 "cuda     %d   (1: kernels for CUDA devices)\n",
           caps.threads, caps.affinity, caps.openmp, caps.blas, caps.cuda);
    if (caps.memory < 1e17)
        printf(tsv ? "# memory %.17g\n" : "memory   %.3g bytes may be used\n", caps.memory);
    printf(tsv ? "kind\tname\twhat\n" : "\nkind    name          what\n");
    list_devices(&caps, tsv);
    for (i = 0; (kernel = fpmk_kernel_at(i)) != NULL; i++)
        printf(tsv ? "kernel\t%s\t%s\n" : "kernel  %-13s %s\n", kernel->name, kernel->what);
    return ANSWERED;
}

const verb devices_verb = {"devices", "list what can be measured here", run_devices, devices_help};
