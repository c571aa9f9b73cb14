#!/bin/sh
# What the constants of balancing cost: bench_balance totals, with half and double of each, on the
# same runs; and with the headers of the commits or tags that are named, to compare.
#
#   sh bench/constants.sh [-n PLATFORMS] [NAME | COMMIT ...]   (default: 20; all constants)
set -e
cd "$(dirname "$0")/.."
n=20
[ "$1" = -n ] && n=$2 && shift 2
W=build/constants
mkdir -p $W/bench
cp bench/bench_balance.c bench/bench.h $W/bench
row() { # label; the header is in place
    ${CC:-cc} -O2 -w $W/bench/bench_balance.c -o $W/run -lm
    printf '%-22s %s\n' "$1" "$($W/run totals $n | tail -n 1)"
}
names=$(sed -n '/The belief at the start/,/^\/\* Largest/s/^#define \(FPM__[A-Z]*\).*/\1/p' fpm.h)
echo "# straight lines: mean over the best plain way, worst cell, moves;   with cliffs: all time over"
echo "# the optima, worst run over staying even, runs in 1000 above 1.02, moves"
cp fpm.h $W/fpm.h
row "as it is"
for name in ${*:-$names}; do
    if git rev-parse -q --verify "$name^{commit}" > /dev/null 2>&1; then
        git show "$name:fpm.h" > $W/fpm.h
        row "$name"
        continue
    fi
    for by in 0.5 2; do
        sed -E "s/^(#define $name) +([0-9.e+-]+)/\1 ($by * \2)/" fpm.h > $W/fpm.h
        cmp -s fpm.h $W/fpm.h && echo "$name: no such constant" && exit 1
        row "$name x $by"
    done
done
