/* matmul_hybrid.cu - matmul.c with the machine's CUDA devices among its processors.

      nvcc -O2 -arch=sm_90 -I. examples/workloads/matmul_hybrid.cu -o matmul_hybrid -lpthread
      matmul_hybrid [N [PANEL]]

   A device is driven by a thread of its own and updates its tile by fpmk_gemm_cuda, transfers
   included, in pieces where the tile is larger than its memory; a thread on each other core, up to
   eight processors in all, updates its own by fpmk_gemm.  Both are measured at the same time, as
   they will work.  Without a device it says so and runs the four threads of matmul.c. */
#define FPMK_USE_CUDA
#include "matmul.c"
