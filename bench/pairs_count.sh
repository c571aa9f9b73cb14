#!/bin/sh
# Instructions of the workloads of pairs.c in two states of fpm.h, by callgrind: other programs on
# the machine do not disturb them, as they do times.
#
#   make pairs REF=v0.1.0 COUNT=1 [PAIRS=WORKLOAD]
#   sh bench/pairs_count.sh DIRECTORY [WORKLOAD ...]      DIRECTORY: what make pairs built
at=$1
shift
command -v valgrind > /dev/null || {
    echo "pairs: COUNT needs valgrind" >&2
    exit 1
}
for side in old new; do
    rm -f "$at/$side".count*
    valgrind -q --tool=callgrind --toggle-collect=counted --dump-after=counted \
        --callgrind-out-file="$at/$side.count" "$at/pairs" -c "$at/$side.so" "$@" \
        > "$at/$side.names" || exit 1
    k=0
    while IFS= read -r name; do # callgrind numbers its files in the order of the calls
        k=$((k + 1))
        printf '%s\t%s\n' "$name" "$(sed -n 's/^totals: //p' "$at/$side.count.$k")"
    done < "$at/$side.names" > "$at/$side.table"
done
printf '%-28s %17s %9s\n' workload "old, instructions" new/old
awk -F'\t' '
    NR == FNR { old[$1] = $2; next }
    !($1 in old) { printf "%-28s is another workload now\n", $1; next }
    {
        ratio = $2 / old[$1]
        note = ""
        if (ratio > 1.05) note = "  more"
        if (ratio < 0.95) note = "  fewer"
        printf "%-28s %17.0f %9.3f%s\n", $1, old[$1], ratio, note
    }' "$at/old.table" "$at/new.table"
