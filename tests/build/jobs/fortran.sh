#!/bin/sh
# fortran.sh SCRATCH: examples/fortran/fpm.f90 and quickstart.f90 make a program, and every type of the module
# has the size that C gives it.  FC compiles.  Exit status 77: no Fortran compiler.
# fortran.sh SCRATCH mpi: in recipe_mpi.f90 every column ends on its owner, and a refusal is a sentence.
# MPIFC compiles.  Exit status 77: no such compiler, no module mpi_f08 or no mpirun.
CC=${CC:-cc} FC=${FC:-gfortran} MPIFC=${MPIFC:-mpif90} W=$1
if [ "$2" = mpi ]; then
    mkdir -p "$W/spoilt" || exit 1
    for need in "$MPIFC" mpirun; do command -v "$need" > /dev/null || { echo "no $need (Debian: openmpi-bin libopenmpi-dev gfortran)"; exit 77; }; done
    printf 'program p\nuse mpi_f08\nend program\n' > "$W/probe.f90"
    "$MPIFC" -c "$W/probe.f90" -o "$W/probe.o" 2> /dev/null || { echo "no module mpi_f08 for $MPIFC"; exit 77; }
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
    make -s "$W/examples/recipe_mpi-f90" B="$W" CFLAGS=-O0 || exit 1
    mpirun -n 3 "$W/examples/recipe_mpi-f90" > "$W/out" || { cat "$W/out"; exit 1; }
    awk '/^[0-9]+ columns on rank [0-2], 0 of them wrong$/ { n++; sum += $1 } END { exit n != 3 || sum != 2000 }' "$W/out" || { cat "$W/out"; exit 1; }
    sed 's/b, COLUMNS, p/b, -COLUMNS, p/' examples/fortran/recipe_mpi.f90 > "$W/spoilt/refused.f90"
    sed 's/was, d, ROWS/d, was, ROWS/' examples/fortran/recipe_mpi.f90 > "$W/spoilt/moved.f90"
    for f in refused moved; do
        cmp -s examples/fortran/recipe_mpi.f90 "$W/spoilt/$f.f90" && { echo "$f is not spoilt"; exit 1; }
        "$MPIFC" "-J$W/spoilt" examples/fortran/fpm.f90 "$W/spoilt/$f.f90" "$W/fpm.o" -o "$W/spoilt/$f" -lm || exit 1
        mpirun -n 2 "$W/spoilt/$f" > "$W/spoilt/$f.out" 2>&1
    done
    grep -q 'not for this call' "$W/spoilt/refused.out" || { cat "$W/spoilt/refused.out"; exit 1; }
    ! grep -q ' on rank 0, 0 of them wrong$' "$W/spoilt/moved.out" || ! grep -q ' on rank 1, 0 of them wrong$' "$W/spoilt/moved.out" ||
        { echo "wrong moves are not noticed"; exit 1; }
    exit 0
fi
command -v "$FC" > /dev/null || { echo "no Fortran compiler $FC"; exit 77; }
make -s "$W/examples/quickstart-f90" B="$W" CFLAGS=-O0 && "$W/examples/quickstart-f90" > "$W/out" || exit 1
grep -q '^7200 + 4800 units, done after 0\.1440 s' "$W/out" || { cat "$W/out"; exit 1; }
types=$(sed -n 's/^    type, bind(c) :: //p' examples/fortran/fpm.f90)
{
    printf '#include "fpm.h"\n#include <stdio.h>\nint main(void) {\n'
    for t in $types; do printf 'printf("%s %%d\\n", (int)sizeof(%s));\n' "$t" "$t"; done
    printf 'return 0;\n}\n'
} > "$W/sizes.c"
{
    printf 'program sizes\nuse, intrinsic :: iso_c_binding\nuse fpm\n'
    for t in $types; do echo "type($t) :: x_$t"; done
    for t in $types; do echo "print '(a, 1x, i0)', '$t', c_sizeof(x_$t)"; done
    echo 'end program'
} > "$W/sizes.f90"
$CC -I. "$W/sizes.c" -o "$W/sizes-c" && $FC "-J$W" examples/fortran/fpm.f90 "$W/sizes.f90" "$W/fpm.o" -o "$W/sizes-f" -lm || exit 1
"$W/sizes-c" > "$W/c.txt" && "$W/sizes-f" > "$W/f.txt" && diff "$W/c.txt" "$W/f.txt" || exit 1
[ "$(wc -l < "$W/c.txt")" -gt 20 ] || { echo "few types were compared"; exit 1; }
