#!/bin/sh
# recipe_rows.sh - rows of a sparse matrix for 64 ranks, as a .part file: line k says who owns row k,
# the form in which METIS writes a partition.  Usage: TOOL=build/fpm-tool sh examples/recipe_rows.sh
# [MATRIX [RANKS]], a Matrix Market file.  Contiguous rows know nothing of the graph: where messages
# cost more than uneven work, hand the graph to METIS (gpmetis), and with unequal ranks the weights
# of fpm_export_weights as its target weights.
TOOL=${TOOL:-build/fpm-tool}
matrix=${1:-examples/data/uszip_512.mtx} ranks=${2:-64}
part=$(mktemp) && even=$(mktemp) && trap 'rm -f "$part" "$even"' EXIT || exit 1

# --pattern: every entry of the matrix counts 1, whatever its value.
$TOOL chain -p "$ranks" --pattern --part "$part" --tsv "$matrix" > /dev/null || exit 1
awk -v ranks="$ranks" '!/^%/ { for (k = 0; k < $1; k++) print int(k * ranks / $1); exit }' "$matrix" > "$even"

# What each owner got, counted from the matrix itself.
for file in "$even" "$part"; do
    awk -v what="$([ "$file" = "$part" ] && echo 'chain' || echo 'equal rows')" '
        NR == FNR { owner[FNR] = $1; if ($1 > last) last = $1; next }
        /^%/ { next }
        !size++ { next }
        { entries[owner[$1]]++; sum++ }
        END { for (r in entries) if (entries[r] > most) most = entries[r]
              printf "%-10s  %d ranks, %d entries, at most %d: %.1f %% above the mean\n", what, last + 1, sum, most,
                  100 * (most * (last + 1) / sum - 1) }' "$file" "$matrix"
done
head -n 3 "$part" | tr '\n' ' '
echo "... are the first lines of the .part file, which has $(wc -l < "$part")"
