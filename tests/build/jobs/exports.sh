#!/bin/sh
# exports.sh HEADER DEF PREFIX SOURCE SCRATCH [OBJECT]: the object of SOURCE, which holds the implementation
# (OBJECT, if there is one), exports exactly the functions that HEADER declares with DEF; every other name starts with PREFIX_.
header=$1 def=$2 prefix=$3 source=$4 scratch=$5 object=$6
CC=${CC:-cc}
echo "#include \"$header\"" > $scratch.c
$CC -I. -D$def=DECLARED_HERE -E -P $scratch.c | tr '\n' ' ' | sed 's/DECLARED_HERE/\n&/g' |
    sed -n "s/^DECLARED_HERE[^(]*[ *]\(${prefix}[a-z0-9_]*\) *(.*/\1/p" | sort -u > $scratch.declared
[ -n "$object" ] || { object=$scratch.o && $CC -O0 -I. -c tests/build/probes/$source -o $object || exit 1; }
nm -g --defined-only $object | sed 's/.* //' | sort -u > $scratch.exported
nm --defined-only $object | grep -v ' [a-zA-Z] \.' | sed 's/.* [tTrRdDbBV] //' |
    grep -v "^$prefix" | grep -v '\.[0-9]*$\|^\.L\|^_Z' > $scratch.foreign # static inside a function
diff $scratch.declared $scratch.exported > $scratch.diff || {
    echo "declared (<) and exported (>) differ:"
    cat $scratch.diff
    exit 1
}
[ ! -s $scratch.foreign ] || { echo "names without $prefix:"; cat $scratch.foreign; exit 1; }
[ -s $scratch.declared ] || { echo "found no declarations"; exit 1; }
echo "$(wc -l < $scratch.declared) functions"
