#!/bin/sh
# peers.sh SOURCE SCRATCH: two lines, flags to compile and to link the libraries that SOURCE names
# after "peers:" and this machine has; says on standard error which it has not.
CC=${CC:-cc}
mkdir -p "$2"
flags= libs=
for peer in $(sed -n 's/.*peers: *\([a-zA-Z0-9_ -]*\).*/\1/p' "$1" | head -n 1); do
    upper=$(echo "$peer" | tr 'a-z-' 'A-Z_')
    if command -v pkg-config > /dev/null 2>&1 && pkg-config --exists "$peer" 2> /dev/null; then
        flags="$flags -DHAVE_$upper $(pkg-config --cflags "$peer")"
        libs="$libs $(pkg-config --libs "$peer")"
        continue
    fi
    printf '#include <%s.h>\nint main(void) { return 0; }\n' "$peer" > "$2/peer-$peer.c"
    if $CC "$2/peer-$peer.c" -o "$2/peer-$peer" "-l$peer" -lm > /dev/null 2>&1; then
        flags="$flags -DHAVE_$upper" libs="$libs -l$peer"
    else echo "SKIP peer $peer of $1: not found" >&2; fi
    rm -f "$2/peer-$peer.c" "$2/peer-$peer"
done
echo "$flags"
echo "$libs"
