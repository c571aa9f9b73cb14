#!/bin/sh
# recipes.sh: the recipes of examples/ do what they say, and have 60 lines at most.
# recipes.sh mpi: that over MPI moves every row to its owner, and wrong moves are noticed.
. tests/build/example.sh
if [ "$1" = mpi ]; then
    need_mpi
    build "$MPICC" examples/recipe_mpi.c recipe_mpi
    for count in 1 2 4 7; do
        ranks $count 0 "$W/recipe_mpi"
        ok "not so many ranks" [ "$(grep -c '^rank [0-9]*: [0-9]* of 2000 rows$' "$W/out")" -eq $count ]
        ok "rows are lost" [ "$(awk '/^rank/ { sum += $3 } END { print sum }' "$W/out")" = 2000 ]
        ok "numbers are wrong" grep -qx '0 numbers are wrong' "$W/out"
    done
    # Times that are known, instead of the clock: shares are in the ratio of the speeds.
    spoil 's/seconds = MPI_Wtime() - seconds;/seconds = 1e-6 * (double)d[me] * (me + 1);/' examples/recipe_mpi.c times.c
    build "$MPICC" "$W/times.c" times
    ranks 4 0 "$W/times"
    ok "shares are not 960, 480, 320, 240" [ "$(awk '/^rank/ { d = $3 / (960 / ++n); if (d < .99 || d > 1.01) print }' "$W/out")" = "" ]
    ranks 3 0 "$W/times"
    spoil 's/MPI_DOUBLE, next, in, in_at/MPI_DOUBLE, next, in, out_at/' "$W/times.c" wrong.c
    build "$MPICC" "$W/wrong.c" wrong
    ranks 3 1 "$W/wrong"
    spoil 's/memcpy(was, d, sizeof was);/memcpy(was, d, sizeof *was);/' "$W/times.c" wrong.c
    build "$MPICC" "$W/wrong.c" wrong
    what="wrong moves"
    "$MPIRUN" $flags -n 3 "$W/wrong" > "$W/out" 2> "$W/err" && fail "not noticed"
    finish
fi
TOOL=$W/fpm-tool
what="the tool"
$CC -O0 ${FPM_O:+-DFPM__IMPLEMENTED} $SAN -I. examples/tool/*.c $FPM_O -o "$TOOL" -lm -lpthread || exit 1
export TOOL
for recipe in examples/recipe_*; do
    what=$recipe
    ok "more than 60 lines" [ "$(wc -l < $recipe)" -le 60 ]
done

run 0 sh examples/recipe_rows.sh
ok "equal rows" grep -qx 'equal rows  64 ranks, 24405 entries, at most 888: 132.9 % above the mean' "$W/out"
ok "the chain" grep -qx 'chain       64 ranks, 24405 entries, at most 418: 9.6 % above the mean' "$W/out"
ok "the .part file" grep -qx '0 0 0 ... are the first lines of the .part file, which has 512' "$W/out"
run 0 sh examples/recipe_rows.sh examples/data/uszip_512.mtx 7
ok "7 ranks" grep -q '^chain       7 ranks, 24405 entries, at most [0-9]*: [0-3]\.' "$W/out"
run 1 sh examples/recipe_rows.sh "$W/none.mtx"

run 0 sh examples/recipe_gpus.sh
for line in 'many streams: --split-mode layer --tensor-split 41,19 a token each 10.6 ms' \
    'one stream:   --split-mode layer --tensor-split 41,19 latency 21 ms, a token each 10.6 ms (E = 0)' \
    'one stream:   --split-mode layer --tensor-split 48,12 latency 19 ms, a token each 12.3 ms (E = 0.2)' \
    'rows:         --split-mode row --tensor-split 2848,1248 a matrix each 0.11 ms'; do
    ok "the output lacks: $line" grep -Fqx -e "$line" "$W/out"
done

build "$CC" examples/recipe_petsc.c petsc
run 0 "$W/petsc"
ok "ranges" grep -q '^chain  *0 .. 5915 *5915 .. 7752 *7752 .. 9010 *9010 .. 10000 *latest 55711$' "$W/out"
ok "speeds" grep -q '^speeds .*latest 20266$' "$W/out"

if $CC -fopenmp -I. ${FPM_O:+-DFPM__IMPLEMENTED} -O1 -c tests/build/declared.c -o "$W/omp.o" 2> /dev/null; then
    plain examples/recipe_openmp.c > "$W/openmp.c"
    what="examples/recipe_openmp.c"
    ok "not built" $CC -O1 -fopenmp $SAN -I. ${FPM_O:+-DFPM__IMPLEMENTED} "$W/openmp.c" $FPM_O -o "$W/openmp" -lm
    for threads in 1 2 3; do
        OMP_WAIT_POLICY=passive OMP_NUM_THREADS=$threads "$W/openmp" > "$W/out" 2> "$W/err" || fail "status $?"
        tail -n 1 "$W/out"
    done > "$W/sums"
    ok "the checksum changes" [ "$(grep -c '^checksum -*[0-9.]*$' "$W/sums") $(sort -u "$W/sums" | wc -l)" = "3 1" ]
else echo "SKIP recipe_openmp.c: $CC has no -fopenmp"; fi
finish
