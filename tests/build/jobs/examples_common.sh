# examples_common.sh: what the tests of examples share; they read it in the root of the repository.  CC, CXX
# and MPICC are compilers, SAN their sanitizers, MPIRUN starts ranks.  $W is a directory of its own.
CC=${CC:-cc} CXX=${CXX:-c++} MPICC=${MPICC:-mpicc} MPIRUN=${MPIRUN:-mpirun}
LC_ALL=C
export LC_ALL
W=$(mktemp -d) || exit 1
trap 'rm -rf "$W"' EXIT
trap 'exit 1' HUP INT TERM
passed=0 failed=0

fail() {
    failed=$((failed + 1))
    echo "FAIL $what: $1"
    head -n 8 "$W/out" "$W/err"
}
ok() { # ok MESSAGE COMMAND...: the command is true
    message=$1
    shift
    if "$@"; then passed=$((passed + 1)); else fail "$message"; fi
}
# run STATUS COMMAND...: run it.  Output and errors are in $W/out and $W/err.
run() {
    want=$1
    shift
    what=$(echo "$*" | sed "s,[^ ]*/,,g")
    "$@" > "$W/out" 2> "$W/err"
    got=$?
    ok "status $got, not $want" [ $got -eq "$want" ]
}
finish() {
    echo "$passed passed, $failed failed"
    [ $failed -eq 0 ]
    exit
}
# plain SOURCE: it, linking the implementation rather than holding a static one, where FPM_O is an
# object that has it, made with SAN.
plain() { sed "${FPM_O:+/^#define FPM_STATIC\$/d}" "$1"; }
# build COMPILER SOURCE PROGRAM [FLAGS]
build() {
    : > "$W/out"
    what="$1 $3"
    plain "$2" > "$W/plain.${2##*.}"
    $1 -Og -g1 $SAN $4 ${FPM_O:+-DFPM__IMPLEMENTED} -I. "$W/plain.${2##*.}" $FPM_O -o "$W/$3" -lm -lpthread \
        > "$W/err" 2>&1 && [ -x "$W/$3" ] && return
    fail "not built"
    finish
}
# spoil SED-SCRIPT SOURCE COPY: the copy differs
spoil() {
    what="a wrong $2"
    plain "$2" > "$W/right"
    sed "$1" "$W/right" > "$W/$3"
    ok "it is not wrong" sh -c '! cmp -s "$0" "$1"' "$W/$3" "$W/right"
}
# Exit status 77: no MPI here.  ranks COUNT STATUS COMMAND...: run it on so many.
need_mpi() {
    for program in "$MPICC" "$MPIRUN"; do
        command -v "$program" > /dev/null || { echo "no $program (Debian: openmpi-bin libopenmpi-dev)"; exit 77; }
    done
    flags=
    "$MPIRUN" --version 2> /dev/null | grep -q 'Open MPI' && flags="--oversubscribe --allow-run-as-root"
    echo 'int main(void) { return 0; }' > "$W/probe.c"
    $MPICC $SAN "$W/probe.c" $FPM_O -o "$W/probe" -lm 2> /dev/null || FPM_O= # of another family of compilers
    ASAN_OPTIONS=detect_leaks=0 # MPI itself leaks
    export ASAN_OPTIONS
}
ranks() {
    count=$1 want=$2
    shift 2
    run "$want" "$MPIRUN" $flags -n "$count" "$@"
}
