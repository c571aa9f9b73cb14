#!/bin/sh
# recipes.sh: the recipes of examples/ do what they say, and those of examples/recipes have 150 lines at most.
# recipes.sh mpi: that over MPI moves every row to its owner, and wrong moves are noticed.
. tests/build/jobs/examples_common.sh
if [ "$1" = mpi ]; then
    need_mpi
    spoil 's/WINDOW = 100/WINDOW = 8/' examples/recipes/recipe_mpi.c quick.c
    build "$MPICC" "$W/quick.c" recipe_mpi
    for count in 1 2 4 7; do
        ranks $count 0 "$W/recipe_mpi"
        ok "not so many ranks" [ "$(grep -c '^rank [0-9]*: [0-9]* of 2000 rows$' "$W/out")" -eq $count ]
        ok "rows are lost" [ "$(awk '/^rank/ { sum += $3 } END { print sum }' "$W/out")" = 2000 ]
        ok "numbers are wrong" grep -qx '0 numbers are wrong' "$W/out"
    done
    # Times that are known, instead of the clock: shares are in the ratio of the speeds.
    spoil 's/return MPI_Wtime() - start;/return 1e-4 * (double)d[me] * (me + 1);/
        s/^        whole = MPI_Wtime() - start;/        whole = 0; for (int j = 0; me == 0 \&\& j < p; j++) whole = all[j] > whole ? all[j] : whole;/' "$W/quick.c" times.c
    build "$MPICC" "$W/times.c" times
    ranks 4 0 "$W/times"
    ok "shares are not 960, 480, 320, 240" [ "$(awk '/^rank/ { d = $3 / (960 / ++n); if (d < .99 || d > 1.01) print }' "$W/out")" = "" ]
    ok "no times before and after" grep -Eq '^an iteration: [0-9.e-]+ s even, [0-9.e-]+ s later$' "$W/out"
    ranks 3 0 "$W/times"
    # A rank that is far too slow keeps a row.
    spoil 's/(me + 1);/(me == 1 ? 1e6 : 1);/' "$W/times.c" slow.c
    build "$MPICC" "$W/slow.c" slow
    ranks 3 0 "$W/slow"
    ok "rank 1 has no row" grep -q '^rank 1: [1-9]' "$W/out"
    spoil '/required = 1;/d' "$W/slow.c" none.c
    build "$MPICC" "$W/none.c" none
    # Its neighbours have no halo: numbers are wrong or not, as messages come.
    "$MPIRUN" $flags -n 3 "$W/none" > "$W/out" 2> /dev/null
    ok "rank 1 has rows without being required" grep -qx 'rank 1: 0 of 2000 rows' "$W/out"
    # Rows travel for FPM_MOVE alone: for moves that never pay nothing does.
    spoil 's/fpm_balance_cost(&b, 0, whole)/fpm_balance_cost(\&b, 0, 1e9)/; s/move_rows(was);/check(-1);/' "$W/times.c" dear.c
    build "$MPICC" "$W/dear.c" dear
    ranks 3 0 "$W/dear"
    ok "shares are not even" grep -qx 'rank 2: 666 of 2000 rows' "$W/out"
    # More elements than counts can say are an error, not a silent loss.
    spoil 's/was, d, ROW, me/was, d, INT64_C(1) << 40, me/' "$W/times.c" wrong.c
    build "$MPICC" "$W/wrong.c" wrong
    what="counts that do not fit"
    "$MPIRUN" $flags -n 3 "$W/wrong" > "$W/out" 2> "$W/err" && fail "not noticed"
    spoil 's/next + ROW, in, in_at/next + ROW, in, out_at/' "$W/times.c" wrong.c
    build "$MPICC" "$W/wrong.c" wrong
    ranks 3 1 "$W/wrong"
    spoil 's/memcpy(was, d, sizeof was);/memcpy(was, d, sizeof *was);/' "$W/times.c" wrong.c
    build "$MPICC" "$W/wrong.c" wrong
    what="wrong moves"
    "$MPIRUN" $flags -n 3 "$W/wrong" > "$W/out" 2> "$W/err" && fail "not noticed"
    # Ghost rows that are set before the first move alone.
    spoil 's/if (me == p - 1) set_border/if (me == p - 1 \&\& w == 0) set_border/' "$W/times.c" wrong.c
    build "$MPICC" "$W/wrong.c" wrong
    ranks 3 1 "$W/wrong"
    ok "stale ghost rows are not noticed" grep -q '^[1-9][0-9]* numbers are wrong$' "$W/out"
    finish
fi
what="the tool"
if [ -z "$TOOL" ]; then
    TOOL=$W/fpm-tool
    $CC -O0 ${FPM_O:+-DFPM__IMPLEMENTED} $SAN -I. examples/tool/*.c $FPM_O -o "$TOOL" -lm -lpthread || exit 1
fi
export TOOL
for recipe in examples/recipes/recipe_*; do
    what=$recipe
    ok "more than 150 lines" [ "$(wc -l < $recipe)" -le 150 ]
done

run 0 sh examples/recipes/recipe_rows.sh
ok "equal rows" grep -qx 'equal rows  64 ranks, 24405 entries, at most 888: 132.9 % above the mean' "$W/out"
ok "the chain" grep -qx 'chain       64 ranks, 24405 entries, at most 418: 9.6 % above the mean' "$W/out"
ok "the .part file" grep -qx '0 0 0 ... are the first lines of the .part file, which has 512' "$W/out"
run 0 sh examples/recipes/recipe_rows.sh examples/data/uszip_512.mtx 7
ok "7 ranks" grep -q '^chain       7 ranks, 24405 entries, at most [0-9]*: [0-3]\.' "$W/out"
run 1 sh examples/recipes/recipe_rows.sh "$W/none.mtx"
# Of a symmetric matrix one half is stored, and both count.
awk 'BEGIN { srand(1); n = 200; print n, n, 4 * n - 6
    for (i = 1; i <= n; i++) for (j = i; j > i - 4 && j > 0; j--) print i, (i > 150 && j < i ? j - 140 : j), -1 }' > "$W/half"
{ echo '%%MatrixMarket matrix coordinate real symmetric'; cat "$W/half"; } > "$W/symmetric.mtx"
{ echo '%%MatrixMarket MATRIX Coordinate Real General'; echo '200 200 1388'
  awk 'NR > 1 { print; if ($1 != $2) print $2, $1, $3 }' "$W/half"; } > "$W/general.mtx"
for kind in symmetric general; do run 0 sh examples/recipes/recipe_rows.sh "$W/$kind.mtx" 7; cp "$W/out" "$W/$kind.out"; done
ok "the halves do not count as the whole" cmp -s "$W/symmetric.out" "$W/general.out"
"$TOOL" chain -p 7 --pattern --tsv "$W/general.mtx" | sed -n 's/^# lmax //p' > "$W/lmax"
ok "not what the tool says, $(cat "$W/lmax")" grep -q "^chain  *7 ranks, 1388 entries, at most $(cat "$W/lmax"): " "$W/symmetric.out"
{ echo; cat "$W/general.mtx"; } > "$W/blank.mtx" # a line before the banner
run 0 sh examples/recipes/recipe_rows.sh "$W/blank.mtx" 7
ok "entries count twice behind a blank line" cmp -s "$W/out" "$W/general.out"
printf '%%%%MatrixMarket matrix coordinate real general\n3 3 0\n' > "$W/none.mtx"
run 0 sh examples/recipes/recipe_rows.sh "$W/none.mtx" 2
ok "no entries" grep -q '^chain  *2 ranks, 0 entries, at most 0: 0.0 % above' "$W/out"
rm "$W/none.mtx"
printf '%%%%MatrixMarket matrix array real general\n1 1\n2\n' > "$W/array.mtx"; run 1 sh examples/recipes/recipe_rows.sh "$W/array.mtx"

# Joules of two packages, which count on beyond their range, in files of our own; another zone does not count.
for z in 0 1; do
    mkdir -p "$W/cap/intel-rapl:$z"
    echo package-$z > "$W/cap/intel-rapl:$z/name"
    echo 1000000000 > "$W/cap/intel-rapl:$z/max_energy_range_uj"
    echo 999000000 > "$W/cap/intel-rapl:$z/energy_uj"
done
mkdir "$W/cap/intel-rapl:0:0"
echo core > "$W/cap/intel-rapl:0:0/name"
cat > "$W/draw" << 'EOD'
for z in 0 1; do
    f=$POWERCAP/intel-rapl:$z/energy_uj
    awk -v s=$1 '{ printf "%d\n", ($1 + 2e6 * s) % 1e9 }' "$f" > "$f.new"
    cat "$f.new" > "$f"
done
EOD
joules="env POWERCAP=$W/cap REST=0.1 RUNS=3 sh examples/recipes/recipe_joules.sh"
run 0 $joules "sh $W/draw {size}" 1 2 50
ok "joules" [ "$(sed 1d "$W/out" | tr '\n' ';')" = "1 4;2 8;50 200;" ]
cp "$W/out" "$W/core.joules"
printf '1 1\n50 50\n' > "$W/core.times"
run 0 "$TOOL" partition -n 50 -m piecewise --least cost --cost "$W/core.joules" --cost "$W/core.joules" "$W/core.times" "$W/core.times" --tsv
ok "the tool does not take these joules" grep -q '^# cost 200$' "$W/out"
run 0 $joules true 7
ok "a program that draws nothing" grep -qx '# 7: no more than at rest' "$W/out"
run 1 $joules false 7
ok "no reason" grep -qx 'recipe_joules: the command fails at size 7' "$W/err"
run 2 $joules true
run 1 env POWERCAP="$W/none" sh examples/recipes/recipe_joules.sh true 1
ok "no refusal" grep -q '^recipe_joules: no package in .*: this machine has no power capping files' "$W/err"

build "$CC" examples/recipes/recipe_ocean.c ocean
run 0 "$W/ocean" "$W/ocean.pgm"
ok "the table" awk '/^(P x Q|auto)/ { least = $(NF - 4); bad += $(NF - 1) < least || $(NF - 3) > (/^auto/ ? 2.1 : 6); n++ } /^uniform/ { bad += $NF < 1 } END { exit bad || n != 5 }' "$W/out"
ok "the mask" awk 'NR > 3 { n++; sea += $1 > 0; bad += $1 > 0 && $1 < 40 || $1 > 75 } END { exit bad || n != 340 * 720 || sea < 0.6 * n || sea > 0.7 * n }' "$W/ocean.pgm"
run 1 "$W/ocean" "$W/none/ocean.pgm"
build "$CC" examples/recipes/ocean.c picture -Iexamples/recipes
{ echo "P2 24 30 255"; awk 'BEGIN { for (i = 0; i < 720; i++) print i % 7 ? 40 + i % 9 : 0 }'; } > "$W/small.pgm"
run 0 "$W/picture" "$W/small.pgm" "$W/small.svg" 8 5
ok "thin parts" grep -Eq '^least 5: imbalance [0-9.]* %, thinnest ([5-9]|[1-9][0-9])$' "$W/out"
ok "the picture" [ "$(grep -c 'class="\(c1\|ink\)" stroke' "$W/small.svg") $(tail -n 1 "$W/small.svg")" = "16 </svg>" ]
run 1 "$W/picture" "$W/small.pgm"
run 1 "$W/picture" "$W/ocean" "$W/small.svg"
echo "P2 24 30 255 1 2 3" > "$W/short.pgm"; run 1 "$W/picture" "$W/short.pgm" "$W/small.svg"
run 1 "$W/picture" "$W/small.pgm" "$W/small.svg" 8 100

build "$CC" examples/recipes/recipe_layers.c layers
run 0 "$W/layers"
ok "nothing is too much without caps" [ "$(grep -c 'too many' "$W/out")" = 2 ]
ok "caps" awk '/^bytes/ { capped = 1 } /^  stage/ { n++; bad += capped && $6 + 0 > $8 + 0 } END { exit bad || n != 12 }' "$W/out"
build "$CC" examples/calls/drift.c drift
run 0 "$W/drift"
ok "following does not pay" awk '/scratch  / { most = $5 } /near_to/ { bad += $(NF - 2) >= 1 || $4 > 1.5 * most } /slack 0.2/ { bad += $(NF - 2) > 0.6 || $6 > 1.5 * most } { n += /moved 1.00/ } END { exit bad || n != 3 }' "$W/out"

run 0 sh examples/recipes/recipe_gpus.sh
ok "there are doubts" [ ! -s "$W/err" ]
for line in '--split-mode layer  --tensor-split 44,17  a ubatch each 150 ms, a token 19.3 ms  (E = 0)' \
    '--split-mode layer  --tensor-split 46,15  a ubatch each 156 ms, a token 18.9 ms  (E = 0.05)' \
    '--split-mode layer  --tensor-split 48,13  a ubatch each 163 ms, a token 18.5 ms  (E = 0.2)' \
    '--split-mode tensor --tensor-split 64,36'; do
    ok "the output lacks: $line" grep -Fqx -e "$line" "$W/out"
done
# Where llama.cpp puts them: layer k of 61 on the first GPU whose part of the sums is above k / 61.
sed -n 's/^--split-mode layer .*split \([0-9]*\),\([0-9]*\) .*/\1 \2/p' "$W/out" | awk '
    { for (k = a = b = 0; k < 61; k++) if (k / 61 < $1 / ($1 + $2)) a++; else b++
      if (a != $1 || b != $2 || a > 48 || b > 32) bad++ } END { print NR, bad + 0 }' > "$W/placed"
ok "not four splits that mean what they say" [ "$(cat "$W/placed")" = "4 0" ]
# The times of a layer that were measured are found: 2 and 5 ms of a prompt, 0.2 and 0.4 of a token.
what="recipe_gpus.sh, other times"
sed 's/^echo "48 13 .*/echo "40 21 2767.5676 60.9756098/; s/^30 31 .*/20 41 2089.7959 49.0196078" > "$W\/measured"/' examples/recipes/recipe_gpus.sh > "$W/gpus.sh"
sh "$W/gpus.sh" > "$W/out" 2> "$W/err"
ok "not 44,17: $(head -n 1 "$W/out")" grep -Fqx -e '--split-mode layer  --tensor-split 44,17  a ubatch each 88 ms, a token 15.6 ms  (E = 0)' "$W/out"

# Two splits that tell nothing, or times that no GPU has, or too little memory: no split at all.
measured() { # measured "FIRST LINE" "SECOND LINE": recipe_gpus.sh with these
    sed "s/^echo \"48 13 .*/echo \"$1/; s/^30 31 [0-9. ]*/$2/" examples/recipes/recipe_gpus.sh > "$W/gpus.sh"
    ok "no such lines" [ "$(grep -Fc -e "$1" -e "$2" "$W/gpus.sh")" -ge 1 ]
}
for second in '48 13 1871 54.2' '30 31 600 45.3' '30 31 1401 20' '30 31' '30 31 1401'; do
    measured '48 13 1871 54.2' "$second"
    run 1 sh "$W/gpus.sh"
    ok "\"$second\" is not refused in a line: $(cat "$W/err")" [ "$(grep -c 'no times of a layer above 0 explain both lines' "$W/err") $(wc -l < "$W/err")" = "1 1" ]
    ok "there is a split" [ ! -s "$W/out" ]
done
sed 's/fit0=48/fit0=20/' examples/recipes/recipe_gpus.sh > "$W/gpus.sh"
run 1 sh "$W/gpus.sh"
ok "there is a split" [ ! -s "$W/out" ]

build "$CC" examples/recipes/recipe_petsc.c petsc
run 0 "$W/petsc"
ok "ranges" grep -q '^chain  *0 .. 5915 *5915 .. 7752 *7752 .. 9010 *9010 .. 10000 *latest 55711$' "$W/out"
ok "speeds" grep -q '^speeds .*latest 20266$' "$W/out"

# A GGUF header with what models have: keys and values in some blocks, experts, a heavy output, or one
# that is the embedding.  The weights are holes in the file.
if command -v python3 > /dev/null; then
    cat > "$W/make.py" << 'EOP'
import struct, sys
text = lambda t: struct.pack("<Q", len(t)) + t.encode()
number = lambda key, v: text("odd." + key) + struct.pack("<II", 4, v)
pairs = [text("general.architecture") + struct.pack("<I", 8) + text("odd"), number("block_count", 6),
         number("embedding_length", 1000), number("expert_count", 4), number("expert_used_count", 1),
         text("tokens") + struct.pack("<IIQ", 9, 8, 2) + text("a") + text("bc"),
         text("scale") + struct.pack("<If", 6, 1.5), text("on") + struct.pack("<I?", 7, True)]
tensors, at = [], 0
def add(name, *shape):
    global at
    size = 2
    for side in shape: size *= side
    tensors.append(text(name) + struct.pack("<I%dQIQ" % len(shape), len(shape), *shape, 1, at))
    at += size
add("token_embd.weight", 1000, 2000000)
for b in range(6):
    if b in (0, 3): add("blk.%d.attn_k.weight" % b, 1000, 1000), add("blk.%d.attn_v.weight" % b, 1000, 1000)
    if b < 5: add("blk.%d.ffn_up.weight" % b, 1000, 1000000)
    else: add("blk.%d.ffn_up_exps.weight" % b, 1000, 250000, 4)
if sys.argv[2] != "tied": add("output.weight", 1000, 2000000)
head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(pairs)) + b"".join(pairs) + b"".join(tensors)
head += bytes(-len(head) % 32)
with open(sys.argv[1], "wb") as file: file.write(head), file.truncate(len(head) + at)
EOP
    what="a library for Python"
    ok "not built" $CC -O0 -shared -fPIC -DFPM_IMPLEMENTATION -x c fpm.h -o "$W/libfpm.so" -lm
    PYTHONPATH=examples/python PYTHONDONTWRITEBYTECODE=1 FPM_LIBRARY=$W/libfpm.so
    export PYTHONPATH PYTHONDONTWRITEBYTECODE FPM_LIBRARY
    for kind in own tied; do
        python3 "$W/make.py" "$W/$kind.gguf" $kind
        run 0 python3 examples/python/recipe_gguf.py "$W/$kind.gguf" 100000 2048 10:1000:100:10 20:500:50:10
        # GPU 0 has 9 GB for 4 blocks of 2 GB and the keys and values of 2, 0.4 GB and weights; a token
        # reads these, half of the context, block 4, a fourth of block 5 and the output.
        ok "split, a token" grep -qx 'least time of a token   --split-mode layer -ngl 999 --tensor-split 4,3: a token 21.4 ms, .*' "$W/out"
        ok "layers of GPU 0" grep -qx '    GPU 0: layers 0 .. 3, 8.81 GB' "$W/out"
        ok "layers of GPU 1" grep -qx '    GPU 1: layers 4 .. 6, 8.00 GB' "$W/out"
        ok "four lines more" [ "$(wc -l < "$W/out")" -eq 6 ]
    done
    # Both GPUs are too small, and what they lack is in the first one's RAM and on the other's disk.
    run 0 python3 examples/python/recipe_gguf.py "$W/own.gguf" 100000 2048 4:1000:100:10:6:50 4.5:500:50:10:1:25:2
    ok "GPU 0 and its RAM" grep -qx '    GPU 0: layers 0 .. 3, 8.81 GB, 5.81 in its RAM' "$W/out"
    ok "GPU 1, its RAM and its disk" grep -qx '    GPU 1: layers 4 .. 6, 8.00 GB, 1.00 in its RAM, 3.50 on its disk' "$W/out"
    ok "a line for llama.cpp" sh -c '! grep -q -e --tensor-split "$0"' "$W/out"
    ok "what it needs" [ "$(grep -c '^least time of .* needs 10.31 GB of RAM or disk (llama.cpp cannot hold layers there: append cpu:ROOM:MEMORY:COMPUTE:LINK instead, or lower CONTEXT): a token' "$W/out")" -eq 2 ]
    # The CPU has the first layers, wherever it is given: room for a block in GPU 0, for the output in GPU 1.
    for order in '4:1000:100:10 6GB:500:50:10 cpu:64:80:1:12' 'cpu:64:80:1:12 4:1000:100:10 6000MB:500:50:10'; do
        run 0 python3 examples/python/recipe_gguf.py "$W/own.gguf" 100000 2048 $order
        ok "layers on the CPU" [ "$(grep -c '^least time of .* --split-mode layer -ngl 2 --tensor-split 1,1: a token ' "$W/out")" -eq 2 ]
        ok "the CPU's layers" grep -qx '    CPU: layers 0 .. 4, 10.81 GB' "$W/out"
        ok "the GPUs are counted without it" grep -qx '    GPU 1: layers 6 .. 6, 4.00 GB' "$W/out"
    done
    run 0 python3 examples/python/recipe_gguf.py "$W/own.gguf" 100000 2048 24564MiB:1000:100:10 cpu:64:80:1:12
    ok "an idle CPU" grep -q 'least time of a token .* -ngl 999 --tensor-split 7: ' "$W/out"
    run 0 python3 examples/python/recipe_gguf.py "$W/own.gguf" 100000 2048 4:1000:100:10 cpu:64:80:1:12
    ok "all on the CPU" grep -q 'least time of a token   -ngl 0: ' "$W/out"
    run 0 python3 examples/python/recipe_gguf.py "$W/own.gguf" 100000 2048 4:1000:100:10:60:50 cpu:64:2:0.1:1
    ok "RAM beside the CPU" grep -q 'there: leave out the RAM of the GPUs, or lower' "$W/out"
    run 1 python3 examples/python/recipe_gguf.py "$W/own.gguf" 100000 2048 4:1000:100:10 4.5:500:50:10
    ok "not in a line what does not fit: $(cat "$W/err")" [ "$(grep -c '^no split: 16.81 GB .* have 4 + 4.5 GB and keep 1 each (.*layer 6.*): append cpu:ROOM:MEMORY:COMPUTE:LINK or lower CONTEXT$' "$W/err") $(wc -l < "$W/err")" = "1 1" ]
    run 1 python3 examples/python/recipe_gguf.py "$W/make.py" 100000 2048 4:1000:100:10
    ok "no GGUF file" grep -q 'make.py: not a GGUF file of version 2 or 3' "$W/err"
    said() { ok "it says not alone: $1: $(cat "$W/err")" [ "$(grep -c -e "$1" "$W/err") $(wc -l < "$W/err")" = "1 1" ]; }
    run 1 python3 examples/python/recipe_gguf.py "$W/own.gguf" 100000 2048 24:936:71
    said '^24:936:71: not ROOM:MEMORY:COMPUTE:LINK, four numbers'
    for wrong in 24XB:936:71:12 24:936GB:71:12 24:nan:71:12 cpu:24:80:1:12:64:40 0:936:71:12; do
        run 1 python3 examples/python/recipe_gguf.py "$W/own.gguf" 100000 2048 $wrong; said "^$wrong: not ROOM:MEMORY:COMPUTE:LINK"
    done
    run 1 python3 examples/python/recipe_gguf.py "$W/own.gguf" 100000 2048 24564:936:71:12; said '^24564: is that MiB? write 24564MiB, or GB$'
    run 1 python3 examples/python/recipe_gguf.py "$W/own.gguf" 100000 2048 24:936:71:12:64000:40; said '^64000: is that MiB?'
    run 1 python3 examples/python/recipe_gguf.py "$W/own.gguf" 100000 2048 80:3.35:900:50; said '^3.35 GB/s: is that TB/s? write 3350$'
    run 1 python3 examples/python/recipe_gguf.py "$W/own.gguf" 100000 2048 cpu:64:80:1:12; said '^no GPU, such as'
    run 1 python3 examples/python/recipe_gguf.py "$W/own.gguf" 100000 2048 cpu:64:80:1:12 cpu:64:80:1:12 24:936:71:12; said '^cpu: one is enough$'
    for cut in 3 30 300 700; do
        head -c $cut "$W/own.gguf" > "$W/cut.gguf"
        run 1 python3 examples/python/recipe_gguf.py "$W/cut.gguf" 100000 2048 24:936:71:12
        said 'cut.gguf: no'
    done
    head -c 100000 "$W/own.gguf" > "$W/cut.gguf"
    run 1 python3 examples/python/recipe_gguf.py "$W/cut.gguf" 8192 2048 24:936:71:12
    said 'cut.gguf: no whole GGUF file: its data end before the last tensor$'
    # Damaged headers: a sentence for each, in little memory and time.
    cat > "$W/damaged.py" << 'EOP'
import os, random, resource, struct, sys
import recipe_gguf as recipe
resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
path, seed = sys.argv[1], int(sys.argv[2])
text = lambda t: struct.pack("<Q", len(t)) + t.encode()
pair = lambda key, kind, data: text(key) + struct.pack("<I", kind) + data
number = lambda key, v: pair(key, 4, struct.pack("<I", v))
nested = lambda depth: struct.pack("<IQ", 9, 1) * depth + struct.pack("<IQ", 4, 0)
name = pair("general.architecture", 8, text("odd"))
blocks, width = number("odd.block_count", 2), number("odd.embedding_length", 64)
tensor = lambda n, offset, *shape: text(n) + struct.pack("<I%dQIQ" % len(shape), len(shape), *shape, 1, offset)
plain = [tensor("blk.0.a", 0, 4, 4), tensor("blk.1.a", 32, 4, 4), tensor("output.weight", 64, 4, 4)]
def write(pairs, tensors, counts=None, data=128):
    head = b"GGUF" + struct.pack("<IQQ", 3, *(counts or (len(tensors), len(pairs)))) + b"".join(pairs) + b"".join(tensors)
    with open(path, "wb") as file: file.write(head + bytes(-len(head) % 32 + data))
def outcome():
    try: return str(recipe.layers(path, 100))
    except recipe.Damaged as fault: return "damaged: %s" % fault
    except SystemExit as end: return str(end)
def expect(what, *given, **more):
    write(*given, **more)
    got = outcome()
    if what not in got: print("FAIL %r, not %r" % (got, what))
expect("[[32, 32.0, 16.0], [32, 32.0, 16.0], [64", [name, blocks, width], plain)
expect("block_count is 'two', not a whole number", [name, pair("odd.block_count", 8, text("two"))], plain)
expect("block_count is nan, not a whole number", [name, pair("odd.block_count", 6, struct.pack("<f", float("nan")))], plain)
expect("block_count is 300000000, not a whole number from 1 to 3", [name, number("odd.block_count", 300000000)], plain)
expect("block_count is 0", [name], plain)
expect("alignment is 'x', not a whole number", [name, blocks, pair("general.alignment", 8, text("x"))], plain)
expect("alignment is 0, not", [name, blocks, number("general.alignment", 0)], plain)
expect("embedding_length is True", [name, blocks, pair("odd.embedding_length", 7, b"\1")], plain)
expect("architecture is missing", [blocks], plain)
expect("architecture is missing", [number("general.architecture", 3)], plain)
expect("a value of type 9", [name, blocks, pair("deep", 9, nested(1))], plain)
expect("a value of type 9", [name, blocks, pair("deep", 9, nested(100000))], plain)
expect("a value of type 77", [name, pair("odd", 77, b"")], plain)
expect("entries do not fit", [name, blocks, pair("long", 9, struct.pack("<IQ", 0, 2**40))], plain)
expect("entries do not fit", [name], plain, counts=(2**50, 1))
expect("entries do not fit", [name], plain, counts=(1, 2**62))
expect("ends within its header", [name, blocks, struct.pack("<Q", 2**63) + b"a"], plain)
expect("is of none of 2 blocks", [name, blocks], plain + [tensor("blk.9.a", 96, 4)])
expect("is of none of 2 blocks", [name, blocks], plain + [tensor("blk.-1.a", 96, 4)])
expect("0 of 0 experts", [name, blocks], plain + [tensor("blk.1.b_exps", 96, 4, 4)])
expect("has no shape", [name, blocks], [tensor("blk.0.a", 0)] + plain[1:])
expect("too large", [name, blocks], [tensor("blk.0.a", 0, 2**60, 2**60)] + plain[1:])
expect("data end before", [name, blocks], plain, data=0)
expect("data end before", [name, blocks], [])
write([name, blocks, width, pair("list", 9, struct.pack("<IQ", 8, 2) + text("a") + text("bc"))], plain)
good, draw = open(path, "rb").read(), random.Random(seed)
for round in range(500):
    bytes_ = bytearray(good)
    for _ in range(draw.choice((1, 1, 2, 8))):
        at = draw.randrange(len(good) - 100)
        bytes_[at] = draw.choice((0, 1, 8, 9, 255, draw.randrange(256)))
    with open(path, "wb") as file: file.write(bytes_[:draw.randrange(len(good))] if round % 9 == 0 else bytes_)
    try: outcome()
    except BaseException as error: print("FAIL seed %d, round %d: %r" % (seed, round, error))
write([name, number("odd.block_count", 300000000)], plain)
EOP
    what="damaged GGUF files, seed ${TEST_SEED:-1}"
    PYTHONPATH=examples/python python3 "$W/damaged.py" "$W/damaged.gguf" ${TEST_SEED:-1} > "$W/out" 2> "$W/err"
    ok "status is not 0" [ $? -eq 0 ]
    ok "a wrong answer: $(head -n 1 "$W/out")" [ ! -s "$W/out" ]
    run 1 python3 examples/python/recipe_gguf.py "$W/damaged.gguf" 8192 2048 24:936:71:12
    said 'damaged.gguf: no whole GGUF file: odd.block_count is 300000000, not a whole number from 1 to 3$'
    run 1 python3 examples/python/recipe_gguf.py "$W/own.gguf" 8k 2048 24:936:71:12
    said "^CONTEXT: '8k' is not a whole number of tokens, such as 8192$"
    run 1 python3 examples/python/recipe_gguf.py "$W/nosuch.gguf" 8192 2048 24:936:71:12
    said 'nosuch.gguf: No such file'
    run 1 python3 examples/python/recipe_gguf.py
    ok "no help" grep -q 'ROOM:MEMORY:COMPUTE:LINK' "$W/err"
    run 0 python3 examples/python/recipe_verl.py
    ok "sequences" grep -qx '512 sequences on 8 ranks: 1918[01][0-9] to 191811 tokens, even shares are 191810.6' "$W/out"
    run 0 python3 examples/python/recipe_tables.py
    ok "tables" grep -qx 'longest first finds no place in 15, else it takes up to [0-9.]* % longer' "$W/out"
    run 0 python3 examples/python/experts.py
    ok "uneven copies" grep -q '^without a move: 214.00; weights .*: 203.00$' "$W/out"
    ok "copies of experts" [ "$(grep -o ' [0-9.]*, E' "$W/out" | tr -d '\n')" = " 196.67, E 136.00, E 172.00, E 156.00, E 179.50, E" ]
    shards="python3 examples/python/recipe_shards.py"
    printf '60 slow one\n31 b\n30 c\n' > "$W/seconds"
    run 0 $shards "$W/seconds" 2 1
    ok "a shard of the lines" [ "$(cat "$W/out")" = "$(printf 'b\nc')" ]
    said 'files that the report lacks get no shard: list today.s files by --files$'
    printf '<r><testsuite><testcase file="a.py" time="2"/><testcase classname="b" time="1.5"/><testcase file="a.py" time="1"/></testsuite></r>' > "$W/r.xml"
    run 0 $shards "$W/r.xml" 2
    ok "shards of a report" grep -qx 'the last one finishes after 3.0 s, no other way before 3.0 s' "$W/out"
    # A new file counts as the mean, one that is gone gets no shard, and both are said.
    printf 'b\nnew one\nslow one\n' > "$W/files"
    run 0 $shards --files "$W/files" "$W/seconds" 2
    ok "not the files of today: $(cat "$W/out")" [ "$(sed 's/^[^:]*: //' "$W/out" | head -n 2 | tr '\n' ';')" = "slow one;b new one;" ]
    ok "a new file is not said" grep -q 'not in the report, counted as 40.3 s each, the mean: new one$' "$W/err"
    ok "a file that is gone is not said" grep -q 'in the report, and not in --files: c$' "$W/err"
    run 0 sh -c "$shards --files=- '$W/seconds' 2 0 < '$W/files'"
    ok "not from standard input" [ "$(cat "$W/out")" = "slow one" ]
    : > "$W/empty"
    run 0 $shards --files "$W/files" "$W/empty" 3; said 'counted as 1 s each'
    # Speeds; yesterday's shards.
    run 0 $shards --speeds 2,1 --files "$W/files" "$W/seconds" 2
    ok "no speeds" grep -qx 'the last one finishes after 45.5 s, .*' "$W/out"
    awk 'BEGIN { for (i = 0; i < 60; i++) print 5 + i % 7, "t" i }' > "$W/seconds"
    awk '{ print $2 }' "$W/seconds" > "$W/files"
    run 0 $shards --save "$W/yesterday" "$W/seconds" 4
    sed 's/^9/9.2/' "$W/seconds" > "$W/later"
    run 0 $shards --old "$W/yesterday" --slack 0.05 --save "$W/now" "$W/later" 4
    ok "files change shard for nothing" grep -qx 'files of 0.0 s change shard' "$W/out"
    ok "not yesterday's shards" cmp -s "$W/yesterday" "$W/now"
    run 0 $shards --old "$W/yesterday" "$W/later" 3; ok "a shard too many" [ "$(grep -c '^shard' "$W/out")" = 3 ]
    # What the reports of four runners name, as they are run.
    mkdir -p "$W/repo/tests/unit" && : > "$W/repo/tests/unit/test_cart.py"
    names() { # names RUNNER NAMES: what is run
        run 0 sh -c "cd '$W/repo' && python3 '$PWD/examples/python/recipe_shards.py' --runner $1 ../report.xml 1 0"
        ok "$1 runs $(tr '\n' ' ' < "$W/out")" [ "$(tr '\n' ' ' < "$W/out")" = "$2 " ]
    }
    report() { printf '<testsuites><testsuite name="%s">%s</testsuite></testsuites>' "$1" "$2" > "$W/report.xml"; }
    PYTHONPATH=$PWD/$PYTHONPATH
    report pytest '<testcase classname="tests.unit.test_cart.TestSum" name="a" time="1"/><testcase classname="other.test_far.TestB.TestC" name="b" time="1,001.5"/>'
    names pytest 'other/test_far.py tests/unit/test_cart.py'
    report pytest '<testcase classname="x.y" file="tests/test_z.py" name="a" time="1"/>'; names pytest tests/test_z.py
    report src/sum.test.ts '<testcase classname="adds up" name="a" time="1"/><testcase file="src/b.test.js" name="a"/>'; names jest 'src/b.test.js src/sum.test.ts'
    report example.com/m/cart '<testcase classname="example.com/m/cart" name="TestA" time="0.1"/><testcase name="TestB" time="0"/>'; names go example.com/m/cart
    report cart::api '<testcase classname="cart::api" name="a::b" time="0.1"/>'; names cargo cart::api
    mkdir "$W/reports" && cp "$W/report.xml" "$W/reports/1.xml" && cp "$W/r.xml" "$W/reports/2.xml"
    run 0 $shards "$W/reports" 2 0
    # What is wrong is said in a line.
    refused() { run 1 $shards $1; said "^recipe_shards.py: $2"; }
    printf '5 a\nxx b\n' > "$W/words"; printf '3\n' > "$W/one"; printf 'nan a\n' > "$W/nan"; printf '2 a\n-1 b\n' > "$W/minus"; printf '\377 a\n' > "$W/bytes"
    printf '<r><testcase file="a" time="1,101"/></r>' > "$W/comma.xml"; head -c 60 "$W/r.xml" > "$W/cut.xml"; mkdir "$W/none"
    printf '<!DOCTYPE r SYSTEM "x" [<!ENTITY a "b">]><r>&a;&c;</r>' > "$W/entity.xml"; printf '<?xml version="1.0" encoding="no-such"?><r/>' > "$W/code.xml"
    report jest '<testcase classname="adds" name="a"/>'
    refused "$W/seconds seven" "SHARDS: 'seven' is not a whole number from 1 to 1000000$"
    refused "$W/seconds 0" "SHARDS: '0' "; refused "$W/seconds -2" "SHARDS: '-2' "; refused "$W/seconds 99999999999" 'SHARDS: '; refused "$W/seconds 7 9" "SHARD: '9' is not a whole number from 0 to 6$"
    refused "$W/nosuch 2" '.*nosuch: No such file'; refused "$W/nosuch.xml 2" '.*nosuch.xml: No such file'; refused "$W/none 2" '.*none: a directory without .xml files$'
    refused "$W/cut.xml 2" '.*cut.xml: not a whole XML file'; refused "$W/entity.xml 2" '.*entity.xml: not a whole XML file'; refused "$W/code.xml 2" '.*code.xml: not a whole XML file'
    refused "$W/comma.xml 2" '.*a: time: "1,101" is not a number of seconds, 0 or more; decimal comma, or one between thousands?$'
    refused "$W/words 2" '.*words:2: "xx" is not a number of seconds'; refused "$W/one 2" '.*one:1: "3": a line is `seconds name`$'
    refused "$W/nan 2" '.*nan:1: "nan" is not'; refused "$W/minus 2" '.*minus:2: "-1" is not'; refused "$W/bytes 2" '.*bytes: no text in UTF-8 .a compressed file. Unpack it.$'
    refused "--files $W/files --old $W/words $W/seconds 2" '.*words:2: "xx b": a line is `shard name`'
    refused "--files $W/nosuch $W/seconds 2" '.*nosuch: No such file'; refused "--files $W/files --save $W/no/such $W/seconds 2" '.*no/such: No such file'
    for list in 1 1,2,3 1,x 1,-1 1,0 1,nan; do refused "--speeds $list --files $W/files $W/seconds 2" "--speeds $list: not 2 numbers above 0"; done
    refused "--runner tap $W/seconds 2" '--runner tap: it is one of pytest, jest, go, cargo$'; refused "--slack 1 $W/seconds 2" '--slack is for --old$'
    refused "--shards $W/seconds 2" 'unknown option --shards'; refused "$W/seconds 2 --files" '--files needs a value$'
    refused "--runner jest $W/report.xml 2" '.*report.xml: no file in a test case (run jest with JEST_JUNIT_ADD_FILE_ATTRIBUTE=true)$'
    run 1 $shards "$W/empty" 2; ok "no tests" grep -q 'empty: no tests in it$' "$W/err"; ok "a traceback" sh -c '! grep -q Traceback "$0"' "$W/err"
    run 1 $shards; ok "no help of shards" grep -q 'REPORT SHARDS' "$W/err"
    for word in -h --help; do run 0 $shards $word; ok "no help by $word" grep -q 'REPORT SHARDS' "$W/out"; done
    told() { ok "it does not say: $1: $(cat "$W/err")" grep -q -e "$1" "$W/err"; }
    # The command lines of its help: names with blanks stay whole, and without files, or where it fails, nothing runs.
    mkdir -p "$W/bin" "$W/ci"
    for stub in pytest npx go cargo; do printf '#!/bin/sh\nfor a; do printf "<%%s>" "$a"; done >> ran\n' > "$W/bin/$stub"; done
    printf '#!/bin/sh\ncat listed\n' > "$W/bin/git"; chmod +x "$W"/bin/*
    { echo '#!/bin/sh'; echo '[ "$1" != list ] || exec cat listed'; sed 1d "$W/bin/npx"; } > "$W/bin/go"
    $shards --help | grep -E '^    (git|go|python3.*&&)' | sed "s,python3 recipe_shards.py,python3 $PWD/examples/python/recipe_shards.py," > "$W/lines"
    ok "not 7 command lines" [ "$(wc -l < "$W/lines")" = 7 ]
    lines() { # lines RUNNER WHAT-RAN
        { grep -B 1 -e "--runner $1" "$W/lines" | grep -v -e "--runner $([ $1 = cargo ] && echo go || echo cargo)"; } > "$W/ci/lines"
        what="the command lines for $1"
        : > "$W/ci/ran"; (cd "$W/ci" && PATH="$W/bin:$PATH" sh ./lines > "$W/out" 2> "$W/err")
        ok "it ran $(cat "$W/ci/ran"), not $2" [ "$(cat "$W/ci/ran")" = "$2" ]
    }
    printf 'tests/test_a b.py\n' > "$W/ci/listed"; report p '<testcase file="tests/test_a b.py" name="a" time="2"/>'; cp "$W/report.xml" "$W/ci"
    lines pytest '<tests/test_a b.py>'; lines jest '<jest><--runTestsByPath><tests/test_a b.py>'
    printf '/x/cart\n' > "$W/ci/listed"; report p '<testcase classname="/x/cart" name="a" time="2"/>'; cp "$W/report.xml" "$W/ci"
    lines go '<test></x/cart>'; lines cargo '<nextest><run><-E><binary_id(=/x/cart)>'
    sed 's/xml 4 0/xml 4 3/' "$W/lines" > "$W/lines3"; mv "$W/lines3" "$W/lines"
    for runner in go cargo; do lines $runner ''; told 'shard 3 has no files$'; done
    report p '<testcase file="tests/test_a b.py" name="a" time="2"/>'; cp "$W/report.xml" "$W/ci"; printf 'tests/test_a b.py\n' > "$W/ci/listed"
    for runner in pytest jest; do lines $runner ''; said 'shard 3 has no files$'; done
    echo '<broken' > "$W/ci/report.xml"
    for runner in pytest jest go cargo; do lines $runner ''; said 'not a whole XML file'; done
    # One file by several names; it is printed as --files has it.
    printf '4 tests\\a.py\n2 ./tests/b.py\n1 tests//c.py\n' > "$W/dots"; printf './tests/a.py\ntests/b.py\ntests\\c.py\n' > "$W/dotfiles"
    printf '1 tests/a.py\n0 tests\\b.py\n1 ./tests/c.py\n' > "$W/dotold"
    run 0 $shards --files "$W/dotfiles" --old "$W/dotold" --slack 9 "$W/dots" 2
    ok "other files: $(cat "$W/out" "$W/err")" [ "$(sed 's/.*: //' "$W/out" | head -n 2 | tr '\n' ';')" = 'tests/b.py;./tests/a.py tests\c.py;' ]
    ok "files change shard or are new" [ "$(tail -n 1 "$W/out"; cat "$W/err")" = 'files of 0.0 s change shard' ]
    printf './cart\n' > "$W/dots"; printf '1 ./cart\n' > "$W/cart"; run 0 $shards --runner go --files "$W/dots" "$W/cart" 1 0
    ok "a package has another name" [ "$(cat "$W/out")" = ./cart ]
    # No name matches: an example of each and the cure.
    printf 'src/test_a.py\nsrc/test_b.py\n' > "$W/files"; report p '<testcase classname="test_a.TestX" name="a" time="1"/>'
    run 0 $shards --files "$W/files" "$W/report.xml" 2
    told 'no name of --files is in the report: src/test_a.py there, test_a.TestX in the report; --runner pytest, jest, go or cargo'
    run 0 $shards --runner pytest --files "$W/files" "$W/report.xml" 2
    told 'no name of --files is in the report: src/test_a.py there, test_a.py in the report; are both from the root directory of the project?$'
    printf '1 a.py\n' > "$W/old"; run 0 $shards --runner pytest --files "$W/files" --old "$W/old" "$W/report.xml" 2
    told "no name of --old is among today's files: a.py there, src/test_a.py today; from the root"
    run 0 $shards "$W/report.xml" 2; told 'the report names classes, not files, such as test_a.TestX: --runner pytest finds the files$'
    report p '<testcase classname="src.test_a.TestX" name="a" time="3"/><testcase classname="src.test_b" name="b" time="1"/>'
    run 0 $shards --files "$W/files" "$W/report.xml" 2
    said 'the report names classes, not files: read as with --runner pytest$'; ok "no times of them" grep -q '^shard 0, 3.0 s: src/test_a.py$' "$W/out"
    # No times, several reports, a report of another name, speeds of yesterday.
    report p '<testcase file="a" name="a"/><testcase file="b" name="b" time="0"/>'; printf 'a\nb\nc\n' > "$W/files"
    run 0 $shards --files "$W/files" "$W/report.xml" 1; told 'no times in the report: each file counts as 1 s$'
    ok "no second each" grep -q '^shard 0, 3.0 s: a b c$' "$W/out"
    rm -r "$W/reports"; mkdir "$W/reports"; report p '<testcase file="a" name="a" time="2"/><testcase file="a" name="b" time="1"/><testcase file="b" name="c" time="1"/>'
    cp "$W/report.xml" "$W/reports/1.xml"; cp "$W/report.xml" "$W/reports/2.xml"; printf 'a\nb\n' > "$W/files"; rm "$W/reports/2.xml"
    run 0 $shards --files "$W/files" "$W/reports" 1; ok "one report is several: $(cat "$W/err")" [ ! -s "$W/err" ]
    sed 's/file="b"/file="c"/' "$W/report.xml" > "$W/reports/2.xml"; echo c >> "$W/files"
    run 0 $shards --files "$W/files" "$W/reports" 1; said 'in several reports, their times are added: a$'
    ok "not added" grep -q '^shard 0, 8.0 s: a b c$' "$W/out"
    { printf '\357\273\277'; cat "$W/report.xml"; } > "$W/junit.txt"; printf 'a\nb\n' > "$W/files"
    run 0 $shards --files "$W/files" "$W/junit.txt" 1; ok "a report by its first character" grep -q '^shard 0, 4.0 s: a b$' "$W/out"
    run 0 sh -c "$shards --files '$W/files' - 1 < '$W/report.xml'"; ok "a report from standard input" grep -q '^shard 0, 4.0 s: a b$' "$W/out"
    printf '0 a\n1 b\n' > "$W/ranfile"; printf '5 a\n6 b\n2 c\n' > "$W/took"; printf 'a\nb\nc\n' > "$W/files"
    run 0 $shards --speeds 4,1 --ran "$W/ranfile" --files "$W/files" "$W/took" 2; said 'in no shard of --ran, taken as run at speed 1: c$'
    ok "seconds of a fast shard: $(cat "$W/out")" [ "$(tr '\n' ';' < "$W/out")" = 'shard 0, 5.5 s: a c;shard 1, 6.0 s: b;the last one finishes after 6.0 s, no other way before 6.0 s;' ]
    refused "--ran $W/ranfile $W/took 2" '--ran is for --speeds$'
    # A line instead of a traceback.
    awk 'BEGIN { for (i = 0; i < 9000; i++) print 1, "a/long/name/of/a/test/file/" i }' > "$W/many"; awk '{ print $2 }' "$W/many" > "$W/files"
    run 0 sh -c "{ $shards --files '$W/files' '$W/many' 1 0; echo \$? > '$W/status'; } | :"
    said 'standard output: Broken pipe$'; ok "not status 1" [ "$(cat "$W/status")" = 1 ]
    mkdir "$W/alone" && cp examples/python/recipe_shards.py "$W/alone"
    alone() { run 1 env -u FPM_LIBRARY -u PYTHONPATH HOME="$W/alone" "$@" python3 "$W/alone/recipe_shards.py" --files "$W/files" "$W/many" 2; }
    if ! (cd / && env -u PYTHONPATH python3 -c 'import fpm' 2> /dev/null); then alone; said 'no module fpm: copy fpm.py and fpm.h beside this file'; fi
    cp examples/python/fpm.py "$W/alone"
    alone; said 'the module fpm cannot be used: no fpm.h in .*: copy it there'
    alone FPM_HEADER="$PWD/fpm.h" CC=no-such-cc; told '^recipe_shards.py: the module fpm cannot be used: no C compiler no-such-cc'
    alone FPM_HEADER="$PWD/fpm.h" CC=false; told '^recipe_shards.py: the module fpm cannot be used: false does not compile .*fpm.h: CC names another'
    alone FPM_LIBRARY="$W/nosuch.so"; said 'the module fpm cannot be used: .*nosuch.so'
    rm "$W/alone/fpm.py"; mkdir "$W/alone/fpm"; alone; said 'another module fpm is found first'
else echo "SKIP recipe_gguf.py: no python3"; fi

if $CC -fopenmp -I. ${FPM_O:+-DFPM__IMPLEMENTED} -O1 -c tests/build/probes/declared_before.c -o "$W/omp.o" 2> /dev/null; then
    plain examples/recipes/recipe_openmp.c > "$W/openmp.c"
    what="examples/recipes/recipe_openmp.c"
    ok "not built" $CC -O1 -fopenmp $SAN -I. ${FPM_O:+-DFPM__IMPLEMENTED} "$W/openmp.c" $FPM_O -o "$W/openmp" -lm
    for threads in 1 2 3; do
        OMP_WAIT_POLICY=passive OMP_NUM_THREADS=$threads "$W/openmp" > "$W/out" 2> "$W/err" || fail "status $?"
        tail -n 1 "$W/out"
    done > "$W/sums"
    # The team may be smaller than was asked for, from the first loop on or later.
    OMP_WAIT_POLICY=passive OMP_NUM_THREADS=4 OMP_THREAD_LIMIT=2 "$W/openmp" | tail -n 1 >> "$W/sums"
    OMP_WAIT_POLICY=passive OMP_NUM_THREADS=9 OMP_DYNAMIC=true "$W/openmp" | tail -n 1 >> "$W/sums"
    spoil 's/num_threads(p)/num_threads((p + 1) \/ 2)/' examples/recipes/recipe_openmp.c fewer.c
    $CC -O1 -fopenmp $SAN -I. ${FPM_O:+-DFPM__IMPLEMENTED} "$W/fewer.c" $FPM_O -o "$W/fewer" -lm
    OMP_WAIT_POLICY=passive OMP_NUM_THREADS=5 "$W/fewer" | tail -n 1 >> "$W/sums"
    what="examples/recipes/recipe_openmp.c"
    ok "the checksum changes: $(sort "$W/sums" | uniq -c | tr '\n' ' ')" \
        [ "$(grep -c '^checksum -*[0-9.]*$' "$W/sums") $(sort -u "$W/sums" | wc -l)" = "6 1" ]
    spoil 's/seconds\[part\] += .*;/seconds[part] = -1;/' examples/recipes/recipe_openmp.c bad.c
    $CC -O1 -fopenmp $SAN -I. ${FPM_O:+-DFPM__IMPLEMENTED} "$W/bad.c" $FPM_O -o "$W/bad" -lm
    run 1 "$W/bad"
    ok "it does not say why" grep -qx 'recipe_openmp: a time is not a number from 1e-60 to 1e60 seconds' "$W/out"
    # Every row of every loop once, with any number of threads: the sum of all results is known.
    plain examples/recipes/recipe_loops.c | sed 's/REPEAT = 20/REPEAT = 2/' > "$W/loops.c"
    spoil 's/rows\[loop\] \* begin\[part + 1\]/ROWS * begin[part + 1]/' "$W/loops.c" unscaled.c
    for program in loops unscaled; do
        what="recipe_loops.c, $program"
        ok "not built" $CC -O1 -fopenmp $SAN -I. ${FPM_O:+-DFPM__IMPLEMENTED} "$W/$program.c" $FPM_O -o "$W/$program" -lm
        for threads in 1 2 3 7; do OMP_WAIT_POLICY=passive OMP_NUM_THREADS=$threads "$W/$program"; done > "$W/out" 2> "$W/err"
        right=$([ $program = loops ] && echo 4 || echo 0)
        ok "not $right right sums: $(grep checksum "$W/out" | tr '\n' ' ')" [ "$(grep -cx 'checksum 6437076' "$W/out")" = $right ]
    done
    spoil 's/own\[part\] = .*;/own[part] = UNITS;/' "$W/loops.c" own.c
    $CC -O1 -fopenmp $SAN -I. ${FPM_O:+-DFPM__IMPLEMENTED} "$W/own.c" $FPM_O -o "$W/own" -lm
    OMP_NUM_THREADS=2 run 1 "$W/own"
else echo "SKIP recipe_openmp.c: $CC has no -fopenmp"; fi
finish
