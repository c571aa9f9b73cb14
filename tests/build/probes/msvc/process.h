/* Of Microsoft's process.h what fpm_kernels.h calls. */
#pragma once
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
uintptr_t __cdecl _beginthreadex(void *security, unsigned stack,
                                 unsigned(__stdcall *main)(void *argument), void *argument,
                                 unsigned flags, unsigned *id);
#ifdef __cplusplus
}
#endif
