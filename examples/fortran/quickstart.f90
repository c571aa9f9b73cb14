! quickstart.c in Fortran.  fpm.f90 is the module with all calls; link a compiled implementation.
! In a directory with fpm.h, fpm.f90 and this file (here: make build/examples/quickstart-f90):
!   printf '#define FPM_IMPLEMENTATION\n#include "fpm.h"\n' > fpm.c && cc -O2 -c fpm.c
!   gfortran fpm.f90 quickstart.f90 fpm.o -o quickstart -lm && ./quickstart
program quickstart
    use, intrinsic :: iso_c_binding
    use fpm
    implicit none
    integer(c_int64_t), target :: size(5) = [1000, 2000, 4000, 8000, 16000]
    real(c_double), target :: quick(5) = [0.010d0, 0.020d0, 0.041d0, 0.190d0, 0.800d0]
    real(c_double), target :: steady(5) = [0.030d0, 0.060d0, 0.120d0, 0.240d0, 0.480d0]
    type(fpm_model), target :: model(2)
    type(fpm_proc) :: procs(2)
    type(fpm_info) :: info
    integer(c_int64_t) :: d(2)

    procs(1)%model = c_loc(model(1))
    procs(2)%model = c_loc(model(2))
    if (fpm_model_init(model(1), FPM_AKIMA, 5_c_int64_t, size, quick) < 0) stop 1
    if (fpm_model_init(model(2), FPM_AKIMA, 5_c_int64_t, size, steady) < 0) stop 1
    if (fpm_partition(12000_c_int64_t, 2, procs, d=d, info=info) < 0) stop 1
    print '(i0, " + ", i0, " units, done after ", f6.4, " s, at best ", f6.4, " s")', d, &
        info%makespan, info%lower_bound
    call fpm_model_free(model(1))
    call fpm_model_free(model(2))
end program
