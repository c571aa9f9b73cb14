#!/bin/sh
# test_matmul.sh [mpi]: the examples that multiply matrices, on small ones: that the product is right
# and that the tables are whole.  With mpi: the one over MPI, on this machine.  Nothing here depends
# on how long anything takes.  Run from the root of the repository.
CC=${CC:-cc} MPICC=${MPICC:-mpicc} MPIRUN=${MPIRUN:-mpirun}
LC_ALL=C
export LC_ALL
W=$(mktemp -d) || exit 1
trap 'rm -rf "$W"' EXIT
trap 'exit 1' HUP INT TERM
passed=0 failed=0

ok() { # ok MESSAGE COMMAND...: the command is true
    message=$1
    shift
    if "$@"; then passed=$((passed + 1)); return; fi
    failed=$((failed + 1))
    echo "FAIL $what: $message"
    head -n 8 "$W/out" "$W/err"
}
run() { # run STATUS COMMAND...
    want=$1
    shift
    what=$(echo "$*" | sed "s,[^ ]*/,,g")
    "$@" > "$W/out" 2> "$W/err"
    got=$?
    ok "status $got, not $want" [ $got -eq "$want" ]
}
build() { # build COMPILER SOURCE PROGRAM
    what="$1 $2"
    $1 -O1 -g $SAN -I. "$2" -o "$W/$3" -lm -lpthread > "$W/out" 2> "$W/err"
    ok "not built" [ -x "$W/$3" ]
}
if [ "$1" != mpi ]; then
    build "$CC" examples/matmul.c matmul
    for size in "16 1" "70 9"; do
        run 0 "$W/matmul" $size
        ok "a row is missing" [ "$(grep -c '|.*x.*|.*|.*[0-9]$' "$W/out")" -eq 4 ]
        ok "the product is wrong" grep -Fqx 'all products are right' "$W/out"
    done
    run 2 "$W/matmul" 15
    run 2 "$W/matmul" 16 17
    # Does the check notice elements that nobody computes?
    sed 's/for (i = s->t.r0; i/for (i = s->t.r0 + (s->t.r0 > 0); i/' examples/matmul.c > "$W/broken.c"
    ok "broken.c is not broken" sh -c '! cmp -s "$0" examples/matmul.c' "$W/broken.c"
    build "$CC" "$W/broken.c" broken
    run 1 "$W/broken" 40
    ok "a wrong product is not noticed" grep -q '^WRONG' "$W/out"
else
    for program in "$MPICC" "$MPIRUN"; do
        command -v "$program" > /dev/null || { echo "no $program (Debian: openmpi-bin libopenmpi-dev)"; exit 77; }
    done
    flags=
    "$MPIRUN" --version 2> /dev/null | grep -q 'Open MPI' && flags="--oversubscribe --allow-run-as-root"
    ASAN_OPTIONS=detect_leaks=0 # MPI itself leaks
    export ASAN_OPTIONS
    build "$MPICC" examples/matmul_mpi.c matmul_mpi
    for case in "4 60 7" "5 97 16" "1 20 20" "6 12 5"; do
        set -- $case
        ranks=$1
        shift
        run 0 "$MPIRUN" $flags -n "$ranks" "$W/matmul_mpi" "$@"
        ok "the product is wrong" grep -Fqx 'the product is right' "$W/out"
        ok "the volume is not as foretold" grep -Fqx 'elements received are as many as foretold' "$W/out"
    done
    run 2 "$MPIRUN" $flags -n 2 "$W/matmul_mpi" 0
fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
