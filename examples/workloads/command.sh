#!/bin/sh
# command.sh - processors that are commands of the shell: two ways to compress, how many of 3
# million bytes for each, when both work at the same time?  Sizes are chosen for that question.
# Run it where fpm-tool was built (make all); TOOL says where it is.
TOOL=${TOOL:-build/fpm-tool}
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
n=3000000
$TOOL measure --device "cmd:head -c {size} /dev/urandom | gzip -9" "cmd:head -c {size} /dev/urandom | od" \
    --sizes 100000:$n -n $n --dir "$out" --visits 1 --max-seconds 0.2 --max-rounds 8 --timeout 20 &&
    $TOOL partition -n $n -m piecewise "$out"/*.pts
