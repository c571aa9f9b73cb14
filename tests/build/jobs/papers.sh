#!/bin/sh
# papers.sh: the examples of the literature's experiments, and the recipes for those who have the
# problem under another name, do what they say.  papers.sh mpi: those over MPI.
. tests/build/jobs/examples_common.sh

if [ "$1" = mpi ]; then
    need_mpi
    build "$MPICC" examples/mpi/solve_mpi.c solve_mpi
    S=$W/solve_mpi
    for count in 1 2 4 7; do
        ranks $count 0 "$S" n=211 memory=0.05 tolerance=1e-9
        ok "not solved" [ "$(tail -n 1 "$W/out")" = "solved, same bits as with even shares" ]
        ok "residual" awk '/residual/ { good = $6 + 0 < 1e-8 } END { exit !good }' "$W/out"
        ok "rows are lost" awk -v p=$count '/^rows of each/ { for (i = 8; i <= NF; i++) sum += $i; good = sum == 211 && NF == 7 + p } END { exit !good }' "$W/out"
    done
    ranks 4 0 "$S" n=3 memory=0
    ok "not solved" [ "$(tail -n 1 "$W/out")" = "solved, same bits as with even shares" ]
    ranks 4 0 "$S" n=400 window=2
    ok "rows do not migrate" grep -Eq 'for [1-9][0-9]* migrations$' "$W/out"
    ranks 2 2 "$S" n=0
    ranks 2 2 "$S" m=7
    ranks 2 2 "$S" method=best
    for method in constant dfpa numerical default; do
        ranks 4 0 "$S" n=400 window=2 method=$method
        ok "not solved" [ "$(tail -n 1 "$W/out")" = "solved, same bits as with even shares" ]
    done
    # A row that arrives without its right side, and one that is left out of the answer.
    spoil 's/memcpy(was, own->d, sizeof was);/memcpy(was, own->d, sizeof *was);/' examples/mpi/solve_mpi.c broken.c
    build "$MPICC" "$W/broken.c" broken
    what="rows that go astray"
    "$MPIRUN" $flags -n 4 "$W/broken" n=400 window=2 > "$W/out" 2> "$W/err" && fail "not noticed"
    spoil 's/next\[i\] = x\[begin + i\] + rest/next[i] = x[begin + i] + (begin > 0 ? 1.0000001 : 1) * rest/' examples/mpi/solve_mpi.c broken.c
    build "$MPICC" "$W/broken.c" broken
    what="an update that depends on the rank"
    "$MPIRUN" $flags -n 3 "$W/broken" n=100 memory=0.01 > "$W/out" 2> "$W/err" && fail "not noticed"

    # A chain over ranks: its cuts are those of the whole chain, and few bytes are sent.
    build "$MPICC" examples/mpi/chain_mpi.c chain_mpi
    C=$W/chain_mpi
    for count in 1 2 3 4 7; do
        for loads in 0 1 2 3; do
            ranks $count 0 "$C" n=20000 p=997 loads=$loads held=$(((count + loads) % 3))
            ok "other cuts" [ "$(tail -n 1 "$W/out")" = "the same cuts as those of the whole chain on one rank" ]
        done
    done
    for size in "n=0 p=3" "n=5 p=4 held=1" "n=4 p=9 held=2" "n=60 p=13 loads=3"; do
        ranks 4 0 "$C" $size
        ok "other cuts" grep -q '^the same cuts' "$W/out"
    done
    ranks 4 1 "$C" rank=2
    ok "no reason" grep -qx 'chain_mpi: rank 0: ranks have another number of parts each' "$W/err"
    ranks 3 1 "$C" p=0
    ranks 2 1 "$C" m=3
    spoil 's/home + aim % 2 : high/home : high/' examples/mpi/chain_mpi.c broken.c
    build "$MPICC" "$W/broken.c" broken
    what="cuts that are not the nearest"
    "$MPIRUN" $flags -n 3 "$W/broken" n=20000 p=997 > "$W/out" 2> "$W/err" && fail "not noticed"
    for count in 1 2 3 4 7; do
        [ -n "$CHECK_LONG" ] || break
        ranks $count 0 "$C" n=300000000 p=100000 loads=$((count % 4)) held=$((count % 3))
        ok "other cuts" grep -q '^the same cuts' "$W/out"
        ok "too much is sent" awk '/bytes a part/ { good = $(NF - 4) < 100 } END { exit !good }' "$W/out"
    done

    # Two levels: all rows are somewhere and were worked on in each window.  With times that are known
    # the shares of both levels are in the ratio of the speeds.
    build "$MPICC" examples/mpi/nodes_mpi.c nodes_mpi
    for count in 1 2 5; do
        ranks $count 0 "$W/nodes_mpi"
        ok "numbers are wrong" grep -qx '0 numbers are wrong' "$W/out"
        ok "rows are lost" awk -v p=$count '/^node/ { sum += $3; own += $6 + $8; n++ } END { exit sum != 2000 || own != 2000 || n != p }' "$W/out"
    done
    spoil 's/seconds\[k\] = task\[k\].finished - task\[k\].started;/seconds[k] = 1e-4 * (double)(w[k].rows * w[k].times);/' examples/mpi/nodes_mpi.c times.c
    build "$MPICC" "$W/times.c" times
    for count in 2 3; do
        ranks $count 0 "$W/times"
        ok "shares are not those of the speeds" awk -v p=$count '/^node/ { due = 1500 / ($2 + 1) / (p == 2 ? 1.5 : 11 / 6); bad += ($6 / due - 1) ^ 2 > .0009 || ($8 / due * 3 - 1) ^ 2 > .0009 } END { exit bad > 0 }' "$W/out"
        ok "rows move more than twice" awk '/moves between nodes/ { good = $1 <= 2 && $1 > 0 } END { exit !good }' "$W/out"
    done
    spoil '/fpm_balance_resize(inner/d' "$W/times.c" broken.c
    build "$MPICC" "$W/broken.c" broken
    what="devices that do not learn of new rows"
    "$MPIRUN" $flags -n 2 "$W/broken" > "$W/out" 2> "$W/err" && fail "not noticed"

    build "$MPICC" examples/mpi/measure_mpi.c measure_mpi
    mkdir "$W/points"
    ranks 3 0 "$W/measure_mpi" triad 1000 20000 3 "$W/points"
    ok "starts" grep -Eq '^3 sizes, 3 ranks; starts apart by [0-9.e-]+ s in the mean, [0-9.e-]+ s at most$' "$W/out"
    for r in 0 1 2; do
        ok "no skew of rank $r" grep -Eqx '# starts apart by [0-9.e-]+ s in the mean, [0-9.e-]+ s at most' "$W/points/rank-$r.pts"
        ok "points of rank $r" awk '!/^#/ { if (!($1 > last && $2 > 0 && $4 >= 1)) bad = 1; last = $1; n++ } END { exit bad || n != 3 }' "$W/points/rank-$r.pts"
    done
    ranks 2 1 "$W/measure_mpi" nothing 1 2 3 "$W/points"
    ranks 2 1 "$W/measure_mpi" triad 10 2000 3 "$W/none"
    finish
fi

for recipe in recipes/recipe_climate.c recipes/recipe_guided.c python/recipe_torch.py; do
    what=$recipe
    ok "more than 80 lines" [ "$(wc -l < examples/$recipe)" -le 80 ]
done

build "$CC" examples/recipes/recipe_climate.c climate
run 0 "$W/climate"
ok "not CIME's layout" grep -qx 'ATM  992  OCN   32  LND  120  ICE  872  tasks, 23.948 s a simulated day' "$W/out"
# No layout of blocks is faster, by trying them all.
sed 's/^int main(void)/static int solved(void)/' examples/recipes/recipe_climate.c > "$W/all.c"
cat >> "$W/all.c" << 'EOC'
int main(void) {
    double best = 1e9;
    int a, i;
    for (a = 2; a < N; a++)
        for (i = 1; i < a; i++) {
            double t = component(ATM, 8.0 * a) + fmax(component(ICE, 8.0 * i), component(LND, 8.0 * (a - i)));
            best = fmin(best, fmax(t, component(OCN, 8.0 * (N - a))));
        }
    printf("%.3f s\n", best);
    return solved();
}
EOC
build "$CC" "$W/all.c" all
run 0 "$W/all"
ok "another layout is faster" [ "$(sed -n 1p "$W/out")" = "23.948 s" ]

build "$CC" examples/recipes/recipe_guided.c guided
run 0 "$W/guided"
# Little noise: what waits costs more than it saves; much of it: the rest saves most of what is lost.
ok "the table" awk '$1 == 1 { a = $3 < $7 } $1 == 5 { b = $5 < $3 && $5 < $7 } $1 == 20 { c = $5 < $3 / 4 } END { exit !(a && b && c) }' "$W/out"

# The same bits by all shares; behind a link a fourth way, whose shares know of it.
build "$CC" examples/workloads/fft2d.c fft2d
run 0 "$W/fft2d" 32 2
ok "not three ways" [ "$(grep -c ' rows  .* times the speed of even rows$' "$W/out")" = 3 ]
for overlap in 0 1; do
    run 0 "$W/fft2d" 64 1 20 $overlap
    ok "not four ways" [ "$(grep -c ' rows  .* times the speed of even rows$' "$W/out")" = 4 ]
    ok "the link does not count" awk '/^hpopta/ { blind = $4 } /^with link/ { good = $5 + 0 <= blind } END { exit !good }' "$W/out"
done
for wrong in "17" "32 0" "32 2 -1" "32 2 1 2"; do run 2 "$W/fft2d" $wrong; done
spoil 's/if (back) memcpy/if (back \&\& first > 0) memcpy/' examples/workloads/fft2d.c broken.c
build "$CC" "$W/broken.c" broken
what="rows that do not come back"
for overlap in 0 1; do
    "$W/broken" 32 1 100 $overlap > "$W/out" 2> "$W/err" && fail "not noticed"
done

# Rows beyond the memory of a thread come from a file; which thread has them changes no bit.
build "$CC" examples/workloads/disk.c disk
for memory in 60,300 0,0 512,512 512,0; do
    run 0 "$W/disk" n=512 sweeps=12 memory=$memory folder="$W"
    ok "not the same bits" grep -qx 'the same bits by all' "$W/out"
    ok "five methods" [ "$(grep -c '^[a-z]*  *256 ' "$W/out")" = 5 ]
done
for method in even constant dfpa numerical default; do
    run 0 "$W/disk" n=512 sweeps=3 method=$method memory=0,512 folder="$W"
    ok "not that method" grep -q "^$method " "$W/out"
done
for word in n=500 n=0 sweeps=0 memory=1 memory=-1,2 method=best rows=3; do run 2 "$W/disk" folder="$W" $word; done
run 1 "$W/disk" n=512 folder="$W/none"
ok "no reason" grep -qx 'disk: no file of the matrix can be made: see folder=PATH' "$W/err"
ok "its file is left" [ "$(ls "$W" | grep -c fpm-disk)" = 0 ]
spoil 's/off_t at = (off_t)((size_t)i \* bytes)/off_t at = (off_t)((size_t)(i ^ 1) * bytes)/' examples/workloads/disk.c broken.c
build "$CC" "$W/broken.c" broken
what="another row of the file"
"$W/broken" n=512 sweeps=12 memory=60,300 folder="$W" > "$W/out" 2> "$W/err" && fail "not noticed"
spoil 's/from = i ? d\[0\] : 0/from = i ? s->n - d[1] - (d[0] != d[1]) : 0/' examples/workloads/disk.c broken.c
build "$CC" "$W/broken.c" broken
what="shares that leave a row out"
"$W/broken" n=512 sweeps=12 memory=60,300 folder="$W" > "$W/out" 2> "$W/err" && fail "not noticed"

if python3 -c 'import ctypes' 2> /dev/null; then
    what="examples/python/recipe_torch.py"
    run 0 python3 examples/python/recipe_torch.py
    ok "shares" grep -qx 'shares \[288, 96, 128\] of 512 - a batch: 0.57 s even, 0.32 s at the end' "$W/out"
    ok "the gradient is not that of the batch" awk '/^gradient/ { good = $4 + 0 < 1e-12 && $9 + 0 < 1e-4 } END { exit !good }' "$W/out"
fi

build "$CC" examples/workloads/curve.c curve
run 0 "$W/curve"
ok "parts on the curve are not as even" awk '/Hilbert/ { h[$1] = $4 } /bisection/ { if (!(h[$1] <= $4)) bad = 1; n++ } END { exit bad || n != 2 }' "$W/out"
# On a cube of 16 cells a side the curve goes from each cell to a neighbour of it, and meets all.
sed 's/^int main(void)/static int shown(void)/' examples/workloads/curve.c > "$W/path.c"
cat >> "$W/path.c" << 'EOC'
int main(void) {
    static point c[4096];
    int dim, i, k, n, bad = 0;
    for (dim = 2; dim <= 3; dim++) {
        for (n = 0, i = 0; i < (dim == 3 ? 4096 : 256); i++, n++) {
            for (k = 0; k < 3; k++) c[n].x[k] = (uint32_t)(i >> 4 * k & 15);
            c[n].key = hilbert(c[n].x, dim);
        }
        qsort(c, (size_t)n, sizeof *c, by_key);
        for (i = 0; i < n; i++) {
            int steps = 0;
            for (k = 0; k < dim && i > 0; k++) steps += abs((int)c[i].x[k] - (int)c[i - 1].x[k]);
            bad += c[i].key != (uint64_t)i || (i > 0 && steps != 1);
        }
    }
    return bad != 0 || shown();
}
EOC
build "$CC" "$W/path.c" path
run 0 "$W/path"
finish
