#!/bin/sh
# halo_mpi.sh SCRATCH: examples/mpi/halo_mpi.c on 1, 2, 5 and 8 ranks gives what one rank gives, and without its
# exchange it does not.  Exit status 77: no MPI.
W=$1
command -v mpicc > /dev/null && command -v mpirun > /dev/null || { echo "no mpicc (Debian: openmpi-bin libopenmpi-dev)"; exit 77; }
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
mpicc -O1 -w -I. examples/mpi/halo_mpi.c -o "$W/halo" -lm || exit 1
sed 's/exchange(&h, &t);//' examples/mpi/halo_mpi.c > "$W/halo_without.c"
mpicc -O1 -w -I. "$W/halo_without.c" -o "$W/halo_without" -lm || exit 1
for n in 1 2 5 8; do
    mpirun --oversubscribe -n $n "$W/halo" 90 130 12 > "$W/halo.out" 2>&1 &&
        grep -q "^$n rectangles of 90 x 130 cells, .*equal to one rank's to the last bit" "$W/halo.out" || { cat "$W/halo.out"; exit 1; }
done
mpirun --oversubscribe -n 5 "$W/halo_without" 90 130 12 > "$W/halo.out" 2>&1 && { echo "FAIL nothing is seen without an exchange"; exit 1; }
grep -q "cells differ from those of one rank" "$W/halo.out" || { cat "$W/halo.out"; exit 1; }
