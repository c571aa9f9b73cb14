#!/bin/sh
# shrunk_constants.sh [TEST...]: the tests pass on a copy of fpm.h in which blocks, lists and quanta of work
# are tiny and cut-overs between algorithms come at once, so that small instances go beyond all of
# them.  With SHRUNK_FUZZ=SECONDS tests/fuzz/fuzz_rect.c runs first, on a copy where limits of exact
# searches are tiny, too: answers are worse there, but still partitions.  Lines of tests that depend on the size of a table
# are left out where test_shrunk().  Run from the root of the repository.  CC compiles, with SAN.
# SHRUNK is a regular expression: which lines of the lists below apply.  FPM__FIRST is no threshold:
# no class of rectangles takes more steps until its first partition.
CC=${CC:-cc} SAN=${SAN--fsanitize=address,undefined -fno-sanitize-recover=all}
W=build/shrunk
LC_ALL=C
export LC_ALL
TESTS=${*:-$(echo tests/test_*.c)}
rm -rf $W
mkdir -p $W || exit 1
cp -R Makefile fpm_kernels.h examples tests $W || exit 1

# What stands in fpm.h, and what comes instead.
cat > $W/answers << 'EOL'
FPM__LANES = 8|FPM__LANES = 2
FPM__FEW_PROCS = 512, FPM__FEW_OWN = 32|FPM__FEW_PROCS = 5, FPM__FEW_OWN = 2
packs - pack < 32 ? packs : pack + 32|packs - pack < 2 ? packs : pack + 2
(3 * sqrt(c->p))|(1 + sqrt(c->p) / 8)
2 * (int64_t)c->p + 4096|2
++sum->count < 256|++sum->count < 2
FPM__EXACT_SAMPLE = 512|FPM__EXACT_SAMPLE = 1
FPM__FEW_OPEN = 8|FPM__FEW_OPEN = 1
FPM__SMALL_WINDOW = 1 << 15|FPM__SMALL_WINDOW = 8
FPM__MANY_COPIES = 128|FPM__MANY_COPIES = 2
FPM__FEW_RANGES = 1 << 12|FPM__FEW_RANGES = 3
int bits = 6, status|int bits = 1, status
FPM__MOVES = 128|FPM__MOVES = 2
FPM__CHAIN_NEAR = 8, FPM__CHAIN_AHEAD = 6|FPM__CHAIN_NEAR = 2, FPM__CHAIN_AHEAD = 1
CANDIDATES = 32|CANDIDATES = 2
FPM__PIPELINE_CUT << 16|1
RANGES = 64|RANGES = 2
q->o.max_work - q->effort.work, 1 << 18|q->o.max_work - q->effort.work, 1
FPM__TILE = 32|FPM__TILE = 2
FPM__HEAVY = 4|FPM__HEAVY = 1
FPM__BOXES = 10000000|FPM__BOXES = 4
FPM__WINDOW = 4|FPM__WINDOW = 2
FPM__RECT_NS << 17|1
FPM__FOLLOW = 400|FPM__FOLLOW = 9
bits > 8 &&|bits > 1 \&\&
job->m < 24 ? 6 + job->m / 2 : 18|4
&h->memo, job, 14|\&h->memo, job, 4
FPM__PEELINGS = 32|FPM__PEELINGS = 2
FPM__UNPEEL = 5|FPM__UNPEEL = 1
FPM__NAMED = 46340|FPM__NAMED = 3
fpm__watch_ask(&u->watch, steps, every|fpm__watch_ask(\&u->watch, steps, 1
(u->rank.p <= 32) + (u->rank.p <= 1024)|(u->rank.p <= 2) + (u->rank.p <= 4)
EOL

cat > $W/effort << 'EOL'
FPM__HALF_RANGES = 1 << 22|FPM__HALF_RANGES = 1 << 12
FPM__LAST_STEPS = 1 << 26|FPM__LAST_STEPS = 16
FPM__CANDIDATES = 1 << 14|FPM__CANDIDATES = 4
FPM__BIT_WINDOW (INT64_C(1) << 26)|FPM__BIT_WINDOW INT64_C(16)
FPM__REPORT = 1 << 24|FPM__REPORT = 16
l->work + (1 << 20)|l->work + 16
job->most_work / (20 * FPM__CHAIN_PART * l.of.kinds)|8
FPM__ITEMS_CORE = 12, FPM__ITEMS_TINY = 16, FPM__ITEMS_FEW = 128|FPM__ITEMS_CORE = 2, FPM__ITEMS_TINY = 16, FPM__ITEMS_FEW = 20
FPM__SMALL = 12|FPM__SMALL = 2
FPM__DEEP = 128|FPM__DEEP = 6
FPM__PEELED = 50000|FPM__PEELED = 100
FPM__BLOCK = 64|FPM__BLOCK = 4
FPM__WIDER = 4|FPM__WIDER = 2
FPM__INNER = 6|FPM__INNER = 1
info.work + 400|info.work + 4
FPM__COMPACT = 24|FPM__COMPACT = 4
FPM__THROUGH = 6|FPM__THROUGH = 2
FPM__FOLLOWED = 12|FPM__FOLLOWED = 3
FPM__SOME_FOLLOWED = 4|FPM__SOME_FOLLOWED = 1
FPM__LOPSIDED = 3|FPM__LOPSIDED = 2
FPM__PLACES = 4|FPM__PLACES = 2
FPM__CUTS = 24|FPM__CUTS = 3
FPM__SHORTEN = 1000|FPM__SHORTEN = 4
FPM__LONGER = 8|FPM__LONGER = 2
FPM__LAST_PASS = 3|FPM__LAST_PASS = 1
FPM__PATIENT = 64|FPM__PATIENT = 2
FPM__MATCHED = 256|FPM__MATCHED = 4
FPM__RECUT = 4000|FPM__RECUT = 40
FPM__PROVABLE = 32, FPM__PROVING = 1000000|FPM__PROVABLE = 6, FPM__PROVING = 1000
FPM__LAYERS = 1 << 14|FPM__LAYERS = 3
FPM__LAYER_CELLS = 1 << 22|FPM__LAYER_CELLS = 16
FPM__ROUNDS = 4|FPM__ROUNDS = 1
FPM__SWAPS = 500000000|FPM__SWAPS = 16000
plan->count <= 256|plan->count <= 2
FPM__SOME_RANGES = 1 << 16|FPM__SOME_RANGES = 17
EOL

# shrink FROM LIST TO: FROM as the list changes it.
shrink() {
    grep -E "${SHRUNK:-.}" $2 > $W/some
    : > $W/sed
    while IFS='|' read -r old new; do
        grep -qF -- "$old" $1 || { echo "FAIL fpm.h has no \"$old\""; exit 1; }
        echo "s|$(printf '%s' "$old" | sed 's/[*.]/\\&/g')|$new|g" >> $W/sed
    done < $W/some
    sed -f $W/sed $1 > $3
}

shrink fpm.h $W/answers $W/fpm.h
mkdir $W/less
shrink $W/fpm.h $W/effort $W/less/fpm.h
if [ -n "$SHRUNK_FUZZ" ]; then
    $CC -Og -g1 $SAN -I$W/less -DFUZZ_STANDALONE -DFPM_STATIC $W/tests/fuzz/fuzz_rect.c -o $W/fuzz -lm &&
        $W/fuzz "$SHRUNK_FUZZ" || exit 1
fi
cd $W || exit 1
make -s test TESTS="$TESTS" B=build JOBS=1 SAN="$SAN" TESTFLAGS="-Og -g1 -DTEST_SHRUNK \$(SAN) -I. -Itests"
