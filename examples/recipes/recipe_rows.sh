#!/bin/sh
# recipe_rows.sh - rows of a sparse matrix for 64 ranks, as a .part file: line k says who owns row
# k, the form in which METIS writes a partition.
# Usage: TOOL=build/fpm-tool sh examples/recipes/recipe_rows.sh [MATRIX [RANKS]], a Matrix Market file.
# Contiguous rows know nothing of the graph: where messages cost more than uneven work, hand the
# graph to METIS (gpmetis), and with unequal ranks the weights of fpm_export_weights as its target
# weights.
TOOL=${TOOL:-build/fpm-tool}
matrix=${1:-examples/data/uszip_512.mtx} ranks=${2:-64}
part=$(mktemp) && even=$(mktemp) && trap 'rm -f "$part" "$even"' EXIT || exit 1

grep -qi '^%%matrixmarket *matrix *coordinate' "$matrix" ||
    { echo "$matrix: no Matrix Market file with coordinates" >&2; exit 1; }
# --pattern: every entry of the matrix counts 1, whatever its value.
$TOOL chain -p "$ranks" --pattern --part "$part" --tsv "$matrix" > /dev/null || exit 1
awk -v ranks="$ranks" '!/^%/ && NF { for (k = 0; k < $1; k++) print int(k * ranks / $1); exit }' \
    "$matrix" > "$even"

# What each owner got, counted from the matrix itself; of a symmetric one half is stored.
for file in "$even" "$part"; do
    awk -v ranks="$ranks" -v what="$([ "$file" = "$part" ] && echo 'chain' || echo 'equal rows')" '
        function count(row) { if (++entries[owner[row]] > most) most = entries[owner[row]]; sum++ }
        NR == FNR { owner[FNR] = $1; next }
        tolower($1) == "%%matrixmarket" { half = tolower($0) !~ /general/ }
        /^%/ || NF == 0 || !size++ { next }
        { count($1); if (half && $1 != $2) count($2) }
        END { above = sum ? most * ranks / sum - 1 : 0
              printf "%-10s  %d ranks, %d entries, at most %d: %.1f %% above the mean\n",
                  what, ranks, sum, most, 100 * above }' "$file" "$matrix"
done
head -n 3 "$part" | tr '\n' ' '
echo "... are the first lines of the .part file, which has $(wc -l < "$part")"
