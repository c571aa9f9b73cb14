#!/bin/sh
# answers.sh REF [SECTION...]: does fpm.h still answer as it did at the git revision REF?  Builds
# tests/build/probes/answers.c against both and compares what they print, line by line: thousands of
# random and extreme calls of everything that is public.  Prints how many lines of each call differ
# and the fields that do, the first 40 lines of a call; succeeds when there are none.
#
#    sh tests/build/jobs/answers.sh v0.1.1                  make answers REF=v0.1.1
#    sh tests/build/jobs/answers.sh HEAD~3 chain rect       only these sections
#    ANSWERS="-x 10 -s 7" sh tests/build/jobs/answers.sh ...  ten times as many instances, another seed
#    ANSWERS=-e sh tests/build/jobs/answers.sh ...          effort as well: iterations, bytes, work
#    SHOW=1000 sh tests/build/jobs/answers.sh ...           more lines of each call
#
# Run from the root of the repository.  To look at one line of the report, such as
# partition/auto#split.17.4, run both programs in build/answers:  answers -i 17 split.
# Not part of `make check`, which has nothing to compare with.  CC compiles.
CC=${CC:-cc}
LC_ALL=C
export LC_ALL
[ $# -gt 0 ] || { sed -n 's/^# \{0,1\}//p' "$0" | sed 1d; exit 2; }
ref=$1
shift
W=build/answers
rm -rf $W
mkdir -p $W/old $W/new
git show "$ref:fpm.h" > $W/old/fpm.h || exit 2
cp fpm.h $W/new/fpm.h

# Each side has the answers.c of its own revision, since the interface may have changed in between.
git show "$ref:tests/build/probes/answers.c" > $W/old/answers.c 2> /dev/null ||
    git show "$ref:tests/build/answers.c" > $W/old/answers.c || exit 2 # its former place
cp tests/build/probes/answers.c $W/new/answers.c

# has NAME CODE: CODE compiles after this header.
has() {
    printf '#include "fpm.h"\n%s\n' "$2" > $W/probe.c
    $CC -I$W/$1 -fsyntax-only $W/probe.c 2> /dev/null
}

for side in old new; do
    flags=
    has $side 'enum { PROBE = FPM_PLAIN };' && flags="$flags -DANSWERS_PLAIN=FPM_PLAIN"
    has $side 'int probe(fpm_info i); int probe(fpm_info i) { return i.beyond; }' && flags="$flags -DANSWERS_BEYOND"
    has $side 'int64_t *probe(fpm_grid *g); int64_t *probe(fpm_grid *g) { return g->at; }' &&
        flags="$flags -DANSWERS_OPEN"
    has $side 'int probe(fpm_device d); int probe(fpm_device d) { return d.type; }' ||
        flags="$flags -DANSWERS_NO_PIPELINE"
    $CC -std=c99 -O1 -ffp-contract=off $flags -I$W/$side $W/$side/answers.c -o $W/$side/answers -lm &
done
wait
for side in old new; do
    [ -x $W/$side/answers ] || { echo "$side: does not compile"; exit 2; }
    {
        $W/$side/answers $ANSWERS "$@" > $W/$side/out
        echo $? > $W/$side/status
    } &
done
wait
for side in old new; do
    status=$(cat $W/$side/status)
    [ "$status" = 0 ] && continue
    echo "$side: exit status $status after $(tail -n 1 $W/$side/out | cut -c 1-80)"
    bad=1
done

awk -v show="${SHOW:-40}" -v old="$ref" '
function call(key) { sub(/#.*/, "", key); return key }
# Without bits and hashes.
function digits(text) { gsub(/[:#][0-9a-f]+/, "", text); return text }
function say(key, text,    name) {
    name = call(key)
    if (!(name in count)) order[++names] = name
    if (++count[name] <= show) report[name, count[name]] = key ": " text
}
# The fields of a and b that differ, by name.
function fields(a, b,    n, m, i, x, y, name, was, now, list, k, out) {
    n = split(a, x, " "); m = split(b, y, " ")
    for (i = 2; i <= n; i++) {
        name = x[i]; sub(/=.*/, "", name)
        was[name] = x[i]; list[++k] = name
    }
    for (i = 2; i <= m; i++) {
        name = y[i]; sub(/=.*/, "", name)
        if (!(name in was)) list[++k] = name
        now[name] = y[i]
    }
    for (i = 1; i <= k; i++) {
        name = list[i]
        if (was[name] == now[name]) continue
        x[1] = was[name]; y[1] = now[name]
        sub(/^[^=]*=/, "", x[1]); sub(/^[^=]*=/, "", y[1])
        out = out "  " name " " (x[1] == "" ? "-" : x[1]) " -> " (y[1] == "" ? "-" : y[1])
    }
    return out
}
FNR == NR { line[$1] = $0; next }
!($1 in line) { lines++; say($1, "new: " $0); next }
{ lines++ }
line[$1] != $0 {
    if (digits(line[$1]) == digits($0)) bits[call($1)]++
    say($1, fields(line[$1], $0))
}
{ delete line[$1] }
END {
    for (key in line) say(key, "gone: " line[key])
    for (i = 1; i <= names; i++) {
        name = order[i]; total += count[name]
        printf "== %s: %d%s\n", name, count[name], bits[name] ? ", " bits[name] " of them in bits only" : ""
        for (k = 1; k <= count[name] && k <= show; k++) print report[name, k]
    }
    printf "%d lines, %d differ from %s\n", lines, total, old
    exit total > 0
}' $W/old/out $W/new/out
[ $? -eq 0 ] && [ -z "$bad" ]
