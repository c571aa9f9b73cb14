/* devices.c - verb devices: what can be measured here. */
#include "fpm_kernels.h"
#include "os.h"
#include "tsv.h"
#include "verbs.h"

static const char devices_help[] =
    "usage: fpm-tool devices [--tsv | --json]\n\n"
    "List what fpm-tool measure can measure on this machine, with this build: devices, kernels,\n"
    "and how well it can time them.  Fast cores (P) and economical cores (E) are marked where the\n"
    "system tells them apart.\n";

static void list_row(int tsv, const char *kind, const char *name, const char *what) {
    if (tsv) {
        tsv_cell_text(kind);
        tsv_cell_text(name);
        tsv_cell_text(what);
    } else say("%-6s  %-13s %s\n", kind, name, what);
}

static void list_cores(const fpmk_capabilities *caps, int tsv) {
    char name[40], what[80];
    int i, core;
    for (i = 0; (core = fpmk_core(i)) >= 0 && i < caps->cores; i++) {
        char kind = os_core_kind(core);
        snprintf(name, sizeof name, "cpu:%d", i);
        snprintf(what, sizeof what, "core %d%s", core,
                 kind == 'P'   ? ", a P core"
                 : kind == 'E' ? ", an E core"
                               : "");
        list_row(tsv, "device", name, what);
    }
    if (!caps->openmp || caps->cores < 2) return;
    snprintf(name, sizeof name, "cpu:0-%d", caps->cores - 1);
    list_row(tsv, "device", name, "all these cores together, one thread on each");
    snprintf(name, sizeof name, "omp:%d", caps->cores);
    list_row(tsv, "device", name, "as many threads, on any cores");
}

static void list_cuda(int tsv) {
    char name[40], what[200];
    fpmk_device found;
    int i;
    for (i = 0; i < 1024 && fpmk_device_get(i, &found) == FPM_OK; i++) {
        snprintf(name, sizeof name, "cuda:%d", i);
        snprintf(what, sizeof what, "%s, %.1f of %.1f GB free", found.name, found.free * 1e-9,
                 found.memory * 1e-9);
        list_row(tsv, "device", name, what);
    }
}

static void describe(const fpmk_capabilities *caps) {
    say("clock     %s, resolution %.2g s\n"
        "compiler  %s\n"
        "together  %s\n"
        "one core  %s\n"
        "OpenMP    %s\n"
        "BLAS      %s\n"
        "CUDA      %s\n",
        caps->clock, caps->tick, caps->compiler,
        caps->threads ? "yes: several devices can be measured at the same time"
                      : "no: this build has no threads; devices are measured one by one",
        caps->affinity ? "yes: a measurement of cpu:0 stays on that core"
                       : "no: the system may move a measurement from core to core",
        caps->openmp ? "yes: a kernel can use several cores (cpu:0-3, omp:4)"
                     : "no: a kernel uses one core; build with OpenMP for more",
        caps->blas ? "yes: the gemm kernels call a BLAS"
                   : "no: kernels in plain C; build with -DFPMK_USE_CBLAS for a BLAS",
        caps->cuda ? "yes: GPUs can be measured (cuda:0)"
                   : "no: GPUs cannot be measured; make cuda builds a tool that can");
    if (caps->memory < 1e17)
        say("memory    %.3g GB may be used by a measurement\n", caps->memory * 1e-9);
}

static void describe_tsv(const fpmk_capabilities *caps) {
    tsv_text("clock", caps->clock);
    tsv_real("tick", caps->tick);
    tsv_text("compiler", caps->compiler);
    tsv_whole("threads", caps->threads);
    tsv_whole("affinity", caps->affinity);
    tsv_whole("openmp", caps->openmp);
    tsv_whole("blas", caps->blas);
    tsv_whole("cuda", caps->cuda);
    if (caps->memory < 1e17) tsv_real("memory", caps->memory);
}

static int run_devices(args *a) {
    fpmk_capabilities caps;
    fpmk_device first;
    const fpmk_kernel *kernel;
    output out = FPM_ZERO;
    int i, status;
    while (args_left(a)) {
        const char *v = NULL;
        if (!args_form(a, &out) && (v = args_operand(a)) != NULL)
            wrong_use(a, "%s: devices takes no files", v);
    }
    if (a->status) return a->status;
    status = fpmk_caps(&caps);
    if (status < 0) return no_answer("%s", fpmk_status_str(status));
    tsv_begin(&out);
    if (out.tsv) describe_tsv(&caps);
    else describe(&caps);
    status = fpmk_device_get(0, &first);
    if (status != FPM_OK && status != FPM_E_UNSUPPORTED) { /* a build for CUDA without a device */
        if (out.tsv) tsv_text("cuda_status", fpmk_status_str(status));
        else say("CUDA      %s\n", fpmk_status_str(status));
    }
    if (out.tsv) tsv_columns("kind\tname\twhat");
    else puts("\nkind    name          what");
    list_cores(&caps, out.tsv);
    list_cuda(out.tsv);
    for (i = 0; (kernel = fpmk_kernel_at(i)) != NULL; i++)
        list_row(out.tsv, "kernel", kernel->name, kernel->what);
    if (out.tsv) tsv_end();
    return ANSWERED;
}

const verb devices_verb = {"devices", "list what can be measured here", run_devices, devices_help,
                           "  fpm-tool devices\n"
                           "  fpm-tool devices --json\n"};
