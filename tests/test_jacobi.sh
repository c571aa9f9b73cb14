#!/bin/sh
# test_jacobi.sh [mpi|spoilt]: the examples that balance themselves, on small grids: that they end,
# that shares add up, and that the grid is right whatever the partition.  With mpi: the one over MPI,
# 4 ranks on this machine.  With spoilt: a row that nobody computes is noticed.  Nothing here depends
# on how long anything takes.  Run from the root of the repository.
. tests/build/jobs/examples_common.sh

# table ROWS PROCESSORS SWEEPS WHO: so many rows, numbered; shares that add up; a right result.
table() {
    ok "the table is not as it should be" awk -F '|' -v n="$1" -v p="$2" -v last="$3" '
        /^ *[0-9]+ \|/ {
            shares = split($2, d, " ")
            sum = 0
            for (i = 1; i <= shares; i++) { sum += d[i]; if (d[i] !~ /^[0-9]+$/) bad = 1 }
            times = split($3, t, " ")
            for (i = 1; i <= times; i++) if ((t[i] > 0) && d[i] == 0 || t[i] !~ /^[0-9.]+$/) bad = 1
            if ($1 + 0 != rows++ || sum != n || shares != p && p || times != shares) bad = 1
            if ($5 !~ /^ (keep|converged|move [1-9][0-9]*)$/) bad = 1
        }
        END { exit bad || rows != last }' "$W/out"
    ok "the result is wrong" [ "$(tail -n 1 "$W/out")" = "same bits as one $4 alone" ]
    ok "no speed-up" grep -Eq '^[0-9.]+ times as fast as the even shares' "$W/out"
    ok "there is text on standard error" [ ! -s "$W/err" ]
}

if [ "$1" = spoilt ]; then
    spoil 's/parts\[i\].begin = begin\[i\]/parts[i].begin = begin[i] + (i > 0)/' examples/workloads/jacobi.c broken.c
    build "$CC" "$W/broken.c" broken
    run 1 "$W/broken" 61 7 2
    ok "a wrong grid is not noticed" grep -q '^WRONG' "$W/out"
    finish
fi
if [ "$1" != mpi ]; then
    build "$CC" examples/workloads/jacobi.c jacobi
    J=$W/jacobi
    run 0 "$J" 300 120 12
    table 300 0 12 thread
    grep -q 'move' "$W/out" || echo "SKIP rows that move in jacobi: all threads seem equally fast"
    run 0 "$J" 61 7 25
    table 61 0 25 thread
    run 0 "$J" 1 1 3 # fewer rows than processors
    table 1 0 3 thread
    run 2 "$J" 0
    run 2 "$J" 10 10 10 10
    finish
fi

need_mpi
build "$MPICC" examples/mpi/jacobi_mpi.c jacobi_mpi
J=$W/jacobi_mpi
ranks 4 0 "$J" sweeps=15
table 1200 4 15 rank
grep -q 'move' "$W/out" || echo "SKIP rows that move in jacobi_mpi: all ranks seem equally fast"
ranks 4 0 "$J" sweeps=15 replicated
table 1200 4 15 rank
ok "rank 0 decides" grep -q 'every rank decides' "$W/out"
ranks 4 0 "$J" rows=600 sweeps=24 slow=0:12:3
table 600 4 24 rank
ranks 4 0 "$J" rows=3 columns=5 sweeps=6
table 3 4 6 rank
ranks 7 0 "$J" rows=211 columns=33 sweeps=10
table 211 7 10 rank
ranks 1 0 "$J" rows=50 columns=1 sweeps=3
table 50 1 3 rank
ranks 4 1 "$J" replicated disagree
ok "not said clearly" grep -q '^jacobi_mpi: the ranks disagree about the shares: let rank 0 decide$' "$W/err"
ranks 2 2 "$J" rows=0
ranks 2 2 "$J" rowse=9
spoil 's/first - pitch, pitch, MPI_DOUBLE, up, 1/first, pitch, MPI_DOUBLE, up, 1/' examples/mpi/jacobi_mpi.c broken.c
build "$MPICC" "$W/broken.c" jacobi_mpi
ranks 4 1 "$J" rows=60 sweeps=2
ok "a wrong grid is not noticed" grep -q '^WRONG' "$W/out"
finish
