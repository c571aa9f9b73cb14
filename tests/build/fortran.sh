#!/bin/sh
# fortran.sh SCRATCH: examples/fpm.f90 and quickstart.f90 make a program, and every type of the module
# has the size that C gives it.  FC compiles.  Exit status 77: no Fortran compiler.
CC=${CC:-cc} FC=${FC:-gfortran} W=$1
command -v "$FC" > /dev/null || { echo "no Fortran compiler $FC"; exit 77; }
make -s "$W/examples/quickstart-f90" B="$W" CFLAGS=-O0 && "$W/examples/quickstart-f90" > "$W/out" || exit 1
grep -q '^7200 + 4800 units, done after 0\.1440 s' "$W/out" || { cat "$W/out"; exit 1; }
types=$(sed -n 's/^    type, bind(c) :: //p' examples/fpm.f90)
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
$CC -I. "$W/sizes.c" -o "$W/sizes-c" && $FC "-J$W" examples/fpm.f90 "$W/sizes.f90" "$W/fpm.o" -o "$W/sizes-f" -lm || exit 1
"$W/sizes-c" > "$W/c.txt" && "$W/sizes-f" > "$W/f.txt" && diff "$W/c.txt" "$W/f.txt" || exit 1
[ "$(wc -l < "$W/c.txt")" -gt 20 ] || { echo "few types were compared"; exit 1; }
