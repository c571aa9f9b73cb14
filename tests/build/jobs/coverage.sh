#!/bin/sh
# coverage.sh [-n | SECTION]: how many branches of fpm.h the tests take, section by section; with SECTION
# also its lines that have branches never taken.  -n only says whether each line that the list names
# is still there.  Run from the root of the repository.
# Exit status 1: less than 95 % of them are taken, a line that has others is not in uncovered_branches.txt,
# which says why, or a line there has none any more, or a test fails; 77: no gcov.
# gcov counts two branches for each condition, also for those within && and ||.  Those of FPM_ASSERT
# do not count.  The stages of the exact engine (exact_stages.sh) count as tests.
# CC compiles (gcc, or clang with GCOV="llvm-cov gcov"); TEST_COUNT as for the tests.  The list is
# compared where both are what it was made with: gcc, and TEST_COUNT not given.
CC=${CC:-cc} GCOV=${GCOV:-gcov}
LC_ALL=C
list=tests/build/lists/uncovered_branches.txt
if [ "$1" = -n ]; then
    awk '
    FNR == 1 { file++ }
    file == 1 && /^    / {
        rows++
        where[rows] = $1; sub(/:.*/, "", where[rows])
        part[rows] = $0; sub(/^[^:]*: ?/, "", part[rows])
        next
    }
    file == 1 { next }
    /^#define FPM__IMPLEMENTED/ { inside = 1 }
    !inside { next }
    /^\/\* ---- >>/ { s = $0; sub(/.*>>/, "", s); sub(/[ -].*/, "", s) }
    /^[A-Za-z].*\(/ && !/;$/ { f = $0; sub(/\(.*/, "", f); sub(/.*[ *]/, "", f) }
    { for (k = 1; k <= rows; k++) if (where[k] == s || (where[k] == f && index($0, part[k]))) found[k] = 1 }
    END {
        for (k = 1; k <= rows; k++) if (!found[k]) { print "not in fpm.h: " where[k] ": " part[k]; bad++ }
        if (!bad) print rows " lines, all in fpm.h"
        exit bad > 0
    }' $list fpm.h
    exit
fi
[ -z "$TEST_COUNT" ] && $CC --version | grep -q 'Free Software' || list=/dev/null
TEST_COUNT=${TEST_COUNT:-0.5}
export LC_ALL TEST_COUNT
W=build/coverage
command -v ${GCOV%% *} > /dev/null || { echo "no ${GCOV%% *}"; exit 77; }
rm -rf $W
mkdir -p $W/fpm
# Functions that are always inlined would count anew at every call.
flags="-O0 --coverage -Dalways_inline=noinline"
$CC -w $flags -I. -Itests -c tests/fpm.c -o $W/fpm/fpm.o || exit 77
for t in tests/test_*.c; do
    name=$(basename $t .c) own=fpm with=
    # A test that has the implementation itself is counted apart, and added by the lines below.
    ! grep -q 'define FPM_IMPLEMENTATION' $t || own=$name with=$flags
    mkdir -p $W/$own
    $CC -O1 -w $with -I. -Itests -c $t -o $W/$own/$name.o || exit 1
    [ $own = fpm ] && objects="$W/fpm/$name.o $W/fpm/fpm.o" || objects=$W/$name/$name.o
    $CC --coverage $objects -o $W/$own/$name -lm -lpthread || exit 1
    $W/$own/$name > $W/$own/$name.out || { tail -n 20 $W/$own/$name.out; exit 1; }
done
STAGES_DIR=$PWD/$W/stages STAGES_FLAGS="$flags" sh tests/build/jobs/exact_stages.sh > $W/stages.out || { cat $W/stages.out; exit 1; }
for o in $W/stages/*/impl.o; do (cd ${o%/*} && $GCOV -b -c impl.o > gcov.out 2>&1); done
for d in $W/*/; do
    [ $d != $W/stages/ ] || continue
    ln -s "$PWD/fpm.h" "$PWD/tests" $d
    for o in $d*.gcda; do (cd $d && $GCOV -b -c -o . $(basename $o .gcda).o > gcov.out 2>&1); done
done
awk -v wanted="$1" -v list=$list '
FILENAME == list { # a reason, then lines of it: function, colon, part of the line
    if (/^#/ || !NF || !/^ /) next
    part[++parts] = $0; sub(/^[^:]*: ?/, "", part[parts])
    where[parts] = $1; sub(/:.*/, "", where[parts])
    next
}
/^branch/ { # one number on a line is one branch, or call, in all objects
    at = number " " $2
    if (!(at in branch)) branch[at] = 0
    if ($0 ~ /taken [1-9]/) branch[at] = 1
    if ($2 + 1 > most[number]) most[number] = $2 + 1
    next
}
/^(call|unconditional|function)/ { next }
{
    count = $1; sub(/:.*/, "", count)
    number = $0; sub(/^[^:]*: */, "", number); sub(/:.*/, "", number); number += 0
    if (!(number in text)) { text[number] = $0; sub(/^[^:]*: *[0-9]+:/, "", text[number]) }
    if (number > last) last = number
    if (count ~ /^[0-9#=]/) { code[number] = 1; if (count ~ /^[0-9]/) ran[number] = 1 }
}
END {
    for (n = 1; n <= last; n++) {
        if (text[n] ~ /^#define FPM__IMPLEMENTED/) inside = 1
        if (text[n] ~ /^\/\* ---- >>/) { s = text[n]; sub(/.*>>/, "", s); sub(/[ -].*/, "", s) }
        if (text[n] ~ /^[A-Za-z].*\(/ && text[n] !~ /;$/) { f = text[n]; sub(/\(.*/, "", f); sub(/.*[ *]/, "", f) }
        if (!inside || !(n in code)) continue
        if (!(s in lines)) order[++sections] = s
        lines[s]++; lines["in all"]++
        run[s] += ran[n]; run["in all"] += ran[n]
        missed = ""
        for (k = 0; k < most[n] && text[n] !~ /FPM_ASSERT/; k++) {
            if (!((n " " k) in branch)) continue
            all[s]++; all["in all"]++
            hit = branch[n " " k]
            taken[s] += hit; taken["in all"] += hit
            if (!hit) missed = missed " " k
        }
        if (missed != "" || !ran[n]) {
            for (k = 1; k <= parts && where[k] != s && !(where[k] == f && index(text[n], part[k])); k++) {}
            if (k <= parts) used[k] = 1
            else if (list != "/dev/null") { print "no reason: " f ":" text[n] "  branch" missed " of " most[n]; unexplained++ }
        }
        if (s == wanted && (missed != "" || !ran[n])) print n ":" text[n] (ran[n] ? "" : "  NEVER RUN") (missed != "" ? "  branch" missed " of " most[n] : "")
    }
    order[++sections] = "in all"
    printf "%-12s %7s %7s %9s %7s\n", "section", "lines", "run", "branches", "taken"
    for (k = 1; k <= sections; k++) {
        s = order[k]
        printf "%-12s %7d %6.1f%% %9d %6.1f%%\n", s, lines[s], 100 * run[s] / lines[s], all[s], all[s] ? 100 * taken[s] / all[s] : 100
    }
    for (k = 1; k <= parts; k++) if (!(k in used)) { print "taken now: " where[k] ": " part[k]; unexplained++ }
    exit unexplained || !(taken["in all"] >= 0.95 * all["in all"])
}' $list $W/*/fpm.h.gcov $W/stages/*/fpm.h.gcov
