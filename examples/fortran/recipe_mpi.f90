! recipe_mpi.f90 - an MPI loop in Fortran that balances itself.  Copy it with fpm.h and fpm.f90:
!   printf '#define FPM_IMPLEMENTATION\n#include "fpm.h"\n' > fpm.c && cc -O2 -c fpm.c
!   mpif90 -O2 fpm.f90 recipe_mpi.f90 fpm.o -o loop -lm && mpirun --oversubscribe -n 4 ./loop
! A unit of work is a column.  Rank r has d(r + 1) of them, and is r + 1 times slow: take that out.
program recipe
    use mpi_f08
    use fpm
    implicit none
    integer(c_int64_t), parameter :: COLUMNS = 2000, ROWS = 2000
    integer(c_int) :: p, me, n, step, j
    integer(c_int64_t), allocatable :: d(:), was(:)
    integer(c_int), allocatable :: out(:), out_at(:), in(:), in_at(:)
    real(c_double) :: field(ROWS, COLUMNS), old(ROWS, COLUMNS), seconds
    real(c_double), allocatable :: all(:)
    type(fpm_proc), allocatable :: procs(:)
    type(fpm_balance_options) :: opts
    type(fpm_balance) :: b ! of rank 0
    type(fpm_info) :: info
    call MPI_Init()
    call MPI_Comm_size(MPI_COMM_WORLD, p)
    call MPI_Comm_rank(MPI_COMM_WORLD, me)
    allocate (procs(p), d(p + 1), all(p), out(p), out_at(p), in(p), in_at(p))
    procs%required = 1 ! with halos; else a share may be 0
    opts%contiguous = 1
    if (me == 0) call check(fpm_balance_init(b, COLUMNS, p, procs, &
        -1._c_double, -1._c_double, opts, d, info)) ! not known what a move costs
    call MPI_Bcast(d, p, MPI_INTEGER8, 0, MPI_COMM_WORLD)
    n = int(d(me + 1))
    field = 1
    field(1, 1:n) = [(real(sum(d(1:me)) + j, c_double), j = 1, n)] ! which column this is
    do step = 1, 20 ! if other programs use the same cores, let a step be a window of 0.1 s or more
        ! ... exchange halos, as in recipe_mpi.c ...
        seconds = MPI_Wtime()
        do j = 0, me
            field(2:, 1:n) = cos(field(2:, 1:n))
        end do
        seconds = MPI_Wtime() - seconds ! elapsed, of the work alone, without waiting for others
        call MPI_Gather(seconds, 1, MPI_REAL8, all, 1, MPI_REAL8, 0, MPI_COMM_WORLD)
        was = d
        if (me == 0) call check(fpm_balance_step(b, all, d, info))
        d(p + 1) = b%verdict ! travels with the shares
        call MPI_Bcast(d, p + 1, MPI_INTEGER8, 0, MPI_COMM_WORLD)
        if (d(p + 1) /= FPM_MOVE) cycle
        ! More arrays: one fpm_export_moves, with its elements per column, for each.
        call check(fpm_export_moves(p, was, d, ROWS, me, out, out_at, in, in_at))
        old = field
        call MPI_Alltoallv(old, out, out_at, MPI_REAL8, field, in, in_at, MPI_REAL8, MPI_COMM_WORLD)
        n = int(d(me + 1))
    end do
    print '(i0, " columns on rank ", i0, ", ", i0, " of them wrong")', n, me, &
        count(nint(field(1, 1:n)) /= [(sum(d(1:me)) + j, j = 1, n)])
    call fpm_balance_free(b)
    call MPI_Finalize()
contains
    subroutine check(status)
        integer(c_int), intent(in) :: status
        character(kind=c_char, len=200) :: text
        info%status = status
        j = int(fpm_explain(info, text, len(text, c_size_t)))
        if (status < 0) error stop text(:min(j, len(text) - 1))
    end subroutine
end program
