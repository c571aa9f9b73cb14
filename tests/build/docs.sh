#!/bin/sh
# docs.sh same SCRATCH: the program at the top of fpm.h, examples/quickstart.c and the first C block
# of README.md that starts with the switch are the same, byte for byte.
# docs.sh snippets SCRATCH: every C block of README.md compiles: as it is when it has a main, else
# with the headers before it and, but for its #lines, inside a function.  A block right after the
# line <!-- not compiled --> is left out.
CC=${CC:-cc}
mkdir -p "$2"
cd "$2" || exit 1
scratch=$PWD
cd - > /dev/null || exit 1
[ -f README.md ] || { echo "no README.md"; exit 77; }

rm -f "$scratch"/block-*
awk -v out="$scratch/block-" '
    /^```/ { if (inside) inside = 0; else if ($0 ~ /^```c$/ && last !~ /not compiled/) { inside = 1; n++; next } else if ($0 !~ /^``` *$/ || 1) other = !other }
    inside { print > (out sprintf("%02d", n) ".c") }
    !/^ *$/ { last = $0 }' README.md

case $1 in
same)
    [ -f examples/quickstart.c ] || { echo "no examples/quickstart.c"; exit 77; }
    sed -n '/^      #define FPM_STATIC$/,/^      }$/p' fpm.h | sed 's/^      //' > "$scratch/header.c"
    diff -u "$scratch/header.c" examples/quickstart.c || { echo "fpm.h (-) and quickstart.c (+) differ"; exit 1; }
    for b in "$scratch"/block-*.c; do
        [ "$(head -n 1 "$b")" = "#define FPM_STATIC" ] || continue
        diff -u "$b" examples/quickstart.c || { echo "README.md (-) and quickstart.c (+) differ"; exit 1; }
        exit 0
    done
    echo "README.md does not show the program"
    exit 1
    ;;
snippets)
    count=0
    for b in "$scratch"/block-*.c; do
        [ -f "$b" ] || break
        t=${b%.c}-test.c
        if grep -q 'main(' "$b"; then cp "$b" "$t"
        else
            {
                echo '#include "fpm.h"'
                [ ! -f fpm_kernels.h ] || echo '#include "fpm_kernels.h"'
                echo '#include <stdio.h>'
                grep '^ *#' "$b"
                echo 'extern void snippet(void); void snippet(void) {'
                grep -v '^ *#' "$b"
                echo '}'
            } > "$t"
        fi
        $CC -I. -w -c "$t" -o "$b.o" || { echo "README.md, C block $(basename "$b")"; cat "$b"; exit 1; }
        count=$((count + 1))
    done
    echo "$count blocks"
    [ $count -gt 0 ] || { echo "no C blocks in README.md"; exit 77; }
    ;;
esac
