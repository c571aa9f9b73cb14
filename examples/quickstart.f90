! quickstart.c in Fortran 2003.  Link a compiled copy of the implementation:
!   printf '#define FPM_IMPLEMENTATION\n#include "fpm.h"\n' > fpm.c && cc -O2 -c fpm.c
!   gfortran quickstart.f90 fpm.o -lm
! The types mirror the structs of fpm.h field by field; keep a model's points alive (target) as
! long as the model.  With an argument the program prints the sizes of its types, to compare with C.
module fpm
    use, intrinsic :: iso_c_binding
    implicit none
    integer(c_int), parameter :: FPM_OK = 0, FPM_AKIMA = 4

    type, bind(c) :: fpm_points
        integer(c_int64_t) :: count = 0
        type(c_ptr) :: size = c_null_ptr, seconds = c_null_ptr, half_width = c_null_ptr, &
                       reps = c_null_ptr
        integer(c_int64_t) :: capacity = 0
        type(c_ptr) :: resize = c_null_ptr, context = c_null_ptr ! the allocator
    end type

    type, bind(c) :: fpm_model
        integer(c_int) :: kind = 0, flags = 0, monotone = 0, positive = 0
        integer(c_int64_t) :: count = 0
        type(c_ptr) :: size = c_null_ptr, seconds = c_null_ptr, half_width = c_null_ptr, &
                       reps = c_null_ptr
        integer(c_int64_t) :: extent = 0, at = 0
        real(c_double) :: speed = 0, change = 0
        type(fpm_points) :: own
        type(c_ptr) :: shaped = c_null_ptr
    end type

    type, bind(c) :: fpm_proc
        type(c_ptr) :: model = c_null_ptr
        integer(c_int64_t) :: min = 0, max = 0, grain = 0
        real(c_double) :: fixed = 0
        integer(c_int) :: required = 0
        type(c_ptr) :: cost = c_null_ptr
    end type

    type, bind(c) :: fpm_info
        integer(c_int) :: status, algorithm
        real(c_double) :: makespan, lower_bound, gap, imbalance, cost
        integer(c_int) :: fault, other
        integer(c_int64_t) :: at
        integer(c_int) :: last, extrapolated, busy
        integer(c_int64_t) :: iterations, evaluations, work
        integer(c_size_t) :: bytes
        real(c_double) :: moved, shift
        integer(c_int64_t) :: moved_cells
        real(c_double) :: common_time, residual, below
        integer(c_int64_t) :: nodes, cuts, hits, load, load_bound, class_bound
        integer(c_int) :: orientation, stripes
        real(c_double) :: half_perimeter
        integer(c_int64_t) :: half_max, min_extent
        real(c_double) :: shape_bound, rectangle_bound
        integer(c_int64_t) :: volume, least_volume
        real(c_double) :: area_sum
        integer(c_int) :: verdict, failed
        real(c_double) :: predicted
    end type

    interface
        integer(c_int) function fpm_model_init(model, kind, count, size, seconds, opts) bind(c)
            import :: c_int, c_int64_t, c_double, c_ptr, fpm_model
            type(fpm_model), intent(out) :: model
            integer(c_int), value :: kind
            integer(c_int64_t), value :: count
            integer(c_int64_t), intent(in), target :: size(*) ! borrowed, not copied
            real(c_double), intent(in), target :: seconds(*)
            type(c_ptr), value :: opts
        end function

        integer(c_int) function fpm_partition(n, p, procs, opts, d, info) bind(c)
            import :: c_int, c_int64_t, c_ptr, fpm_proc, fpm_info
            integer(c_int64_t), value :: n
            integer(c_int), value :: p
            type(fpm_proc), intent(in) :: procs(*)
            type(c_ptr), value :: opts
            integer(c_int64_t), intent(inout) :: d(*)
            type(fpm_info), intent(inout) :: info
        end function
    end interface
end module

program quickstart
    use fpm
    implicit none
    integer(c_int64_t), target :: size(5) = [1000, 2000, 4000, 8000, 16000]
    real(c_double), target :: quick(5) = [0.010d0, 0.020d0, 0.041d0, 0.190d0, 0.800d0]
    real(c_double), target :: steady(5) = [0.030d0, 0.060d0, 0.120d0, 0.240d0, 0.480d0]
    type(fpm_model), target :: model(2)
    type(fpm_proc) :: procs(2)
    type(fpm_info) :: info
    integer(c_int64_t) :: d(2)

    if (command_argument_count() > 0) then
        print '(4i5)', c_sizeof(model(1)), c_sizeof(procs(1)), c_sizeof(info), &
            c_sizeof(model(1)%own)
        stop
    end if
    procs(1)%model = c_loc(model(1))
    procs(2)%model = c_loc(model(2))
    if (fpm_model_init(model(1), FPM_AKIMA, 5_c_int64_t, size, quick, c_null_ptr) < 0) stop 1
    if (fpm_model_init(model(2), FPM_AKIMA, 5_c_int64_t, size, steady, c_null_ptr) < 0) stop 1
    if (fpm_partition(12000_c_int64_t, 2, procs, c_null_ptr, d, info) < 0) stop 1
    print '(i0, " + ", i0, " units, done after ", f6.4, " s, at best ", f6.4, " s")', d, &
        info%makespan, info%lower_bound
end program
