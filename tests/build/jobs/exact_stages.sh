#!/bin/sh
# exact_stages.sh: the exact engine decides most windows in its first stage; here its limits are so
# low that small instances go through the others, and the same tests must pass.  Run from the root
# of the repository.  CC compiles, with STAGES_FLAGS; STAGES_DIR is a new directory to keep the
# programs in.
CC=${CC:-cc} FLAGS=${STAGES_FLAGS:--Og}
LC_ALL=C
export LC_ALL
W=${STAGES_DIR:-$(mktemp -d)}
mkdir -p "$W" || exit 1
[ -n "$STAGES_DIR" ] || trap 'rm -rf "$W"' EXIT
trap 'exit 1' HUP INT TERM
passed=0 failed=0
for file in test_split test_optimal; do
    $CC -O1 -I. -Itests -c "tests/$file.c" -o "$W/$file.o" || exit 1
done

# stage NAME SED-SCRIPT...: each script changes fpm.h; the tests of the exact engine pass.
stage() {
    name=$1
    shift
    mkdir -p "$W/$name/tests"
    cp tests/*.h tests/fpm.c tests/test_split.c tests/test_optimal.c "$W/$name/tests"
    cp -r tests/data "$W/$name/tests"
    cp fpm.h "$W/$name/fpm.h"
    for script; do
        sed "$script" "$W/$name/fpm.h" > "$W/$name/changed"
        if cmp -s "$W/$name/fpm.h" "$W/$name/changed"; then
            failed=$((failed + 1))
            echo "FAIL $name: $script changes nothing"
            return
        fi
        mv "$W/$name/changed" "$W/$name/fpm.h"
    done
    $CC -w $FLAGS -I"$W/$name" -c "$W/$name/tests/fpm.c" -o "$W/$name/impl.o" || exit 1
    for file in test_split test_optimal; do
        $CC $FLAGS "$W/$file.o" "$W/$name/impl.o" -o "$W/$name/$file" -lm || exit 1
        for t in holes rough small_sets medium_sets residues; do
            grep -q "RUN($t)" "tests/$file.c" || continue
            (cd "$W/$name" && TEST_COUNT=${TEST_COUNT:-0.4} "./$file" $t) > "$W/out" 2>&1
            if [ $? -eq 0 ]; then passed=$((passed + 1)); continue; fi
            failed=$((failed + 1))
            echo "FAIL $name: $file $t"
            tail -n 8 "$W/out"
        done
    done
}

SMALL='s/FPM__SMALL_WINDOW = 1 << 15/FPM__SMALL_WINDOW = 8/'
FEW='s/FPM__FEW_RANGES = 1 << 12/FPM__FEW_RANGES = 3/'
NOBITS='s/FPM__BIT_WINDOW (INT64_C(1) << 26)/FPM__BIT_WINDOW INT64_C(4)/'
stage ranges "$SMALL"
stage bits "$SMALL" "$FEW"
stage halves "$SMALL" "$FEW" "$NOBITS"
stage samples 's/FPM__EXACT_SAMPLE = 512/FPM__EXACT_SAMPLE = 1/'
stage lists 's/FPM__CANDIDATES = 1 << 14/FPM__CANDIDATES = 4/'
stage cut "$SMALL" 's/FPM__SOME_RANGES = 1 << 16/FPM__SOME_RANGES = 9/' # no fewer than a small window has

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
