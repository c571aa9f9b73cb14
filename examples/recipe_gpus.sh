#!/bin/sh
# recipe_gpus.sh - layers of a model over two unequal GPUs, for llama.cpp.  Measure each GPU alone,
# with as many layers as given (llama-bench -m MODEL -ngl LAYERS), and write `layers seconds`, the
# seconds of a token in these layers, a file a GPU.  Usage: TOOL=build/fpm-tool sh examples/recipe_gpus.sh
TOOL=${TOOL:-build/fpm-tool}
W=$(mktemp -d) && trap 'rm -rf "$W"' EXIT || exit 1
echo "10 0.0027
20 0.0052
40 0.0102
48 0.0123" > "$W/large.pts" # these times are made up
echo "10 0.0056
20 0.0111
40 0.0221" > "$W/small.pts"
layers=60 memory="--max 0:48 --max 1:32" # layers that fit
files="$W/large.pts $W/small.pts"
split() { "$TOOL" partition -n $layers $files $memory "$@" --ratios $layers; }
value() { "$TOOL" partition -n $layers $files $memory "$@" --tsv | awk -v key=$key '$2 == key { printf "%.3g ms", 1000 * $3 }'; }

# --split-mode layer, the default, is a pipeline.  With many streams at once each GPU works on
# another stream: the slowest GPU decides, and the fastest partition is best.
key=makespan
echo "many streams: --split-mode layer --tensor-split $(split) a token each $(value)"

# One stream visits one GPU after the other: its latency is the sum.  Of the partitions that are
# slower by E at most this is the one with the least sum; a larger E gives up throughput.
for e in 0 0.05 0.1 0.2; do
    key=cost
    latency=$(value --least total --eps $e) key=makespan
    echo "one stream:   --split-mode layer --tensor-split $(split --least total --eps $e)" \
        "latency $latency, a token each $(value --least total --eps $e) (E = $e)"
done

# --split-mode row splits each matrix: all wait for the slowest in every layer, so sizes are rows.
# (Measured the same way: seconds for so many rows of a matrix.)
echo "1024 0.00004
2048 0.00008
4096 0.00015" > "$W/large.pts"
echo "1024 0.00009
2048 0.00018
4096 0.00035" > "$W/small.pts"
layers=4096 memory="--grain 32" key=makespan
echo "rows:         --split-mode row --tensor-split $(split) a matrix each $(value)"
