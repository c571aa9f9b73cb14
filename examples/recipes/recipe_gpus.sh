#!/bin/sh
# recipe_gpus.sh - a model over two unequal GPUs, for llama.cpp.
# Usage: TOOL=build/fpm-tool sh examples/recipes/recipe_gpus.sh
TOOL=${TOOL:-build/fpm-tool}
W=$(mktemp -d) && trap 'rm -rf "$W"' EXIT || exit 1

# llama.cpp places a layer more than the model has blocks: the output is the last one, on the last
# GPU.  A tensor split whose numbers sum to just that many means what it says: 48,13 puts 48 blocks
# on GPU 0, 12 blocks and the output on GPU 1.
blocks=60
layers=$((blocks + 1)) fit0=48 fit1=32 # layers that fit on GPU 0, 1; the output counts as one

# How long does each GPU take for a layer?  A prompt of one ubatch, or a token, passes the GPUs one
# after the other, so two splits of the whole model tell.  For llama-bench a / stands between GPUs,
# a comma between tests (three GPUs need three splits, and three equations below):
#     llama-bench -m MODEL -ngl 999 -p 512 -n 128 -ts 48/13,30/31
# (With -ngl below all layers the rest runs on the CPU, and its time is in the tokens per second.)
# Layers on GPU 0 and 1, tokens/s of pp512 and of tg128.  These are made up: write your own.
echo "48 13 1871 54.2
30 31 1401 45.3" > "$W/measured"

# tokens / (tokens/s) = a x + b y in both lines: x and y are the seconds of a layer on each GPU.
layer_times() { # layer_times NAME COLUMN TOKENS
    awk -v to="$W/$1" -v column="$2" -v tokens="$3" '
        { a[NR] = $1; b[NR] = $2; t[NR] = $column > 0 ? tokens / $column : 0 }
        END { det = a[1] * b[2] - a[2] * b[1]
              if (det) x = (t[1] * b[2] - t[2] * b[1]) / det
              if (det) y = (a[1] * t[2] - a[2] * t[1]) / det
              if (!(x > 0 && y > 0)) exit 1
              print 1, x "\n" 1000, 1000 * x > (to "0")
              print 1, y "\n" 1000, 1000 * y > (to "1") }' "$W/measured" && return
    echo "no times of a layer above 0 explain both lines of a $1: measure splits further apart" >&2
    exit 1
}
layer_times prompt 3 512
layer_times token 4 1
# split N OPTION...: N layers; what fits is in layers of the whole model.
split() {
    n=$1 && shift
    "$TOOL" partition -n $n --max 0:$((n * fit0 / layers)) --max 1:$((n * fit1 / layers)) "$@"
}

# --split-mode layer, the default.  The ubatches of a long prompt follow each other in a pipeline:
# the slowest GPU decides.  A token visits one GPU after the other: the sum decides, here as a cost.
# Of the partitions whose prompts are slower by E at most, the one whose tokens are fastest:
for e in 0 0.05 0.1 0.2; do
    by="$W/prompt0 $W/prompt1 --least cost --cost $W/token0 --cost $W/token1 --eps $e"
    ratios=$(split $layers $by --ratios $layers) || exit 1
    ms=$(split $layers $by --tsv | awk '$2 == "makespan" { s = $3 }
        $2 == "cost" { printf "a ubatch each %.3g ms, a token %.3g ms", 1000 * s, 1000 * $3 }')
    echo "--split-mode layer  --tensor-split $ratios  $ms  (E = $e)"
done

# --split-mode tensor (experimental) cuts every layer, and all wait for the slowest GPU each time: a
# hundred parts of the model, as far as they fit.  What the GPUs tell each other is not counted.
echo "--split-mode tensor --tensor-split $(split 100 "$W/token0" "$W/token1" --ratios 100)"
