#!/bin/sh
# bench_peers.sh SOURCE SCRATCH: two lines, flags to compile and to link the libraries that SOURCE names
# after "peers:" and this machine has; says on standard error which it has not.  A library whose
# header or dependencies have names of their own is listed in known().
CC=${CC:-cc}
mkdir -p "$2"
grep -q 'peers: *$' "$1" && { echo "$1: a line ends in peers: and names none" >&2; exit 1; }
flags= libs=
known() { # flags to compile; flags to link
    case $1 in
    zoltan)
        for mpi in ompi-c mpich; do
            pkg-config --exists $mpi 2> /dev/null || continue
            also="-I/usr/include/trilinos $(pkg-config --cflags $mpi)"
            with="-ltrilinos_zoltan $(pkg-config --libs $mpi)"
            return
        done
        ;;
    esac
    also= with="-l$1"
}
for peer in $(sed -n 's/.*peers: *\([a-zA-Z0-9_ -]*\).*/\1/p' "$1" | head -n 1); do
    upper=$(echo "$peer" | tr 'a-z-' 'A-Z_')
    if command -v pkg-config > /dev/null 2>&1 && pkg-config --exists "$peer" 2> /dev/null; then
        flags="$flags -DHAVE_$upper $(pkg-config --cflags "$peer")"
        libs="$libs $(pkg-config --libs "$peer")"
        continue
    fi
    printf '#include <%s.h>\nint main(void) { return 0; }\n' "$peer" > "$2/peer-$peer.c"
    known "$peer"
    if $CC $also "$2/peer-$peer.c" -o "$2/peer-$peer" $with -lm > /dev/null 2>&1; then
        flags="$flags -DHAVE_$upper $also" libs="$libs $with"
    else echo "SKIP peer $peer of $1: not found" >&2; fi
    rm -f "$2/peer-$peer.c" "$2/peer-$peer"
done
echo "$flags"
echo "$libs"
