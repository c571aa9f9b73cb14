#!/bin/sh
# memo_mutants.sh: the memo of FPM_HPOPTA read wrongly, in each of the ways that the paper's text
# allows.  The cases memo_* of test_hpopta.c must give wrong makespans on every such copy of fpm.h,
# and none on fpm.h itself.  Run from the root of the repository.  tcc compiles where it is, as it
# takes a tenth of the time, and else CC.
CC=$(command -v tcc || echo "${CC:-cc}")
LC_ALL=C
export LC_ALL
W=$(mktemp -d) || exit 1
trap 'rm -rf "$W"' EXIT
trap 'exit 1' HUP INT TERM
passed=0 failed=0
limit=
command -v timeout > /dev/null 2>&1 && limit="timeout 600"

verdict() { # verdict OK WHAT
    if [ "$1" -eq 1 ]; then passed=$((passed + 1)); return; fi
    failed=$((failed + 1))
    echo "FAIL $2"
    tail -n 5 "$W/out"
}

# mutant SED-SCRIPT WHAT [CHECK]: the script changes fpm.h, the program ends, and CHECK has failed.
mutant() {
    check=${3:-'info\.makespan is|status is'}
    rm -rf "$W/tests"
    mkdir "$W/tests"
    cp tests/test.h tests/inside.h tests/fpm.c tests/test_hpopta.c "$W/tests"
    sed "$1" fpm.h > "$W/fpm.h"
    : > "$W/out"
    if [ -n "$1" ] && [ "$(diff fpm.h "$W/fpm.h" | grep -c '^>')" -gt 2 ] || cmp -s fpm.h "$W/fpm.h"; then
        [ -z "$1" ] || { verdict 0 "$2: the change does not apply"; return; }
    fi
    $CC -O0 -I"$W" "$W/tests/test_hpopta.c" "$W/tests/fpm.c" -o "$W/program" -lm > "$W/out" 2>&1 || { verdict 0 "$2"; return; }
    TEST_COUNT=${TEST_COUNT:-0.8} $limit "$W/program" memo_ > "$W/out" 2>&1
    status=$?
    wrong=$(grep -cE "$check" "$W/out")
    if [ -z "$1" ]; then verdict $((status == 0)) "$2"
    else verdict $((status == 1 && wrong > 0)) "$2: status $status, $wrong failed checks seen"; fi
    [ -z "$VERBOSE" ] || { echo "== $2: status $status"; grep -E '^FAIL|passed' "$W/out"; }
}

mutant '' "no change"
mutant 's/^    if (fpm__cell_time(v) < h->tau) \*status/    if (v < FPM__EMPTY \&\& fpm__cell_time(v) >= h->tau) return 0;\n&/' \
    "an intermediate cell with time >= tau is no solution"
mutant 's/^    if (f->at >= f->end || .*) \*v = stored;/    *v = stored;/' \
    "every cell backtracked over is finalised"
mutant 's/^    return v < 0;/    f->at += v < FPM__EMPTY;\n&/' "resuming at index + 1"
# The answer stays right, but levels that hold no more of it are searched.
mutant 's/if (own >= suffix)/if (own > suffix)/' "bk farthest from the root" \
    'state->seconds < last_time'
mutant 's/^        h->bk = h->job->p;//' "bk is not cleared"
mutant 's/^    return v < 0;/    return v < FPM__EMPTY || c == 0;/' "an empty cell is no solution"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
