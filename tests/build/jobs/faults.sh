#!/bin/sh
# faults.sh [-n] [PART]: plants each fault of tests/build/lists/faults.txt (or those with PART in the name
# or section) in a copy of fpm.h and runs the tests of its section against it: "noticed" by the
# first that fails, with its first failing check, or "SURVIVED".  -n only says whether all faults
# still apply.  FAULTS_EVERY=20 takes a random twentieth, drawn by FAULTS_SEED (default: the clock),
# which is printed.  Run from the root of the repository; takes about two minutes of one core for ten.
# CC compiles (-O0), JOBS faults are tried at a time (2).  A program is stopped, and its fault noticed, after five times
# the processor time that it takes without a fault on this machine, a minute at least.
#
# A block of faults.txt, blocks being apart by an empty line:
#    name     what is wrong
#    section  as in fpm.h, or stat of fpm_kernels.h
#    tests    programs in tests/, the likeliest to notice first; .sh runs as a script
#    in       function that holds the line, or - when the text is there only once in the file
#    old      text within one line of code, exactly as it stands
#    new      what replaces it, to the end of the line; may be empty
# When code moves nothing has to be done; when the line itself changes, "old" has to follow it, and
# the script says "DOES NOT APPLY" until it does.
CC=${CC:-cc}
LC_ALL=C
export LC_ALL CC
list=tests/build/lists/faults.txt
dry=
[ "$1" != -n ] || { dry=1; shift; }
part=$1
W=$(mktemp -d) || exit 1
trap 'rm -rf "$W"' EXIT
trap 'exit 1' HUP INT TERM

if [ -n "$dry" ]; then
    cat > "$W/dry.awk" << 'EOA'
# All faults against both headers in one pass each, as apply.awk plants them one by one.
function times(line, text,    n, at) {
    for (n = 0; (at = index(line, text)) > 0; n++) line = substr(line, at + length(text))
    return n
}
function begin(    k) { for (k in inside) delete inside[k] }
FNR == 1 { file++; begin() }
file == 1 && /^#/ { next }
file == 1 && $0 == "" { open = 0; next }
file == 1 {
    if (!open) count++
    open = 1
    key = $1; value = $0
    sub(/^[a-z]+ */, "", value)
    field[count, key] = value
    if (key == "in" && value == "-") anywhere[count] = 1
    next
}
{
    if ($0 ~ /^[A-Za-z]/ && $0 !~ /;( *\/\*.*)?$/)
        for (k = 1; k <= count; k++)
            if (index($0, field[k, "in"] "(") && (field[k, "section"] == "stat") == (file == 3)) inside[k] = 1
    for (k in inside) found[k] += times($0, field[k, "old"])
    for (k in anywhere) if ((field[k, "section"] == "stat") == (file == 3)) found[k] += times($0, field[k, "old"])
    if ($0 ~ /^}/) begin()
}
END {
    for (k = 1; k <= count; k++) {
        what = field[k, "section"] ": " field[k, "name"]
        if (part != "" && what !~ part) continue
        all++
        if (found[k] != 1) { print "DOES NOT APPLY " what; bad++ }
        else if (field[k, "old"] == field[k, "new"]) { print "CHANGES NOTHING " what; bad++ }
    }
    if (!bad) print all " faults, all apply"
    exit bad > 0
}
EOA
    awk -v part="$part" -f "$W/dry.awk" $list fpm.h fpm_kernels.h
    exit
fi

# apply NUMBER HEADER: the header with the fault, on standard output; fails unless the text is there
# exactly once.
cat > "$W/apply.awk" << 'EOA'
function count(line, text,    n, at) {
    for (n = 0; (at = index(line, text)) > 0; n++) line = substr(line, at + length(text))
    return n
}
FNR == NR {
    if ($0 == "") { if (open) block++; open = 0; next }
    if ($0 ~ /^#/) next
    open = 1
    if (block == number) {
        key = $1; value = $0
        sub(/^[a-z]+ */, "", value)
        field[key] = value
    }
    next
}
{
    if ($0 ~ /^[A-Za-z]/ && index($0, field["in"] "(") && $0 !~ /;( *\/\*.*)?$/) inside = 1
    if ((field["in"] == "-" || inside) && (n = count($0, field["old"])) > 0) {
        found += n
        at = index($0, field["old"])
        $0 = substr($0, 1, at - 1) field["new"] substr($0, at + length(field["old"]))
    }
    if ($0 ~ /^}/) inside = 0
    print
}
END { exit found != 1 }
EOA

awk '$0 == "" { if (open) block++; open = 0; next }
/^#/ { next }
{ open = 1; key = $1; value = $0; sub(/^[a-z]+ */, "", value); field[key] = value }
key == "new" { gsub(/ /, ",", field["tests"]); print block + 0, field["section"], field["tests"], field["name"] }
' $list > "$W/all"
grep -e "$part" "$W/all" > "$W/faults" || { echo "no fault has \"$part\" in its name or section"; exit 1; }
if [ -n "$FAULTS_EVERY" ]; then
    seed=${FAULTS_SEED:-$(date +%s)}
    echo "FAULTS_SEED=$seed"
    awk -v seed="$seed" -v every="$FAULTS_EVERY" 'BEGIN { srand(seed) } rand() * every < 1' "$W/faults" > "$W/some"
    mv "$W/some" "$W/faults"
fi

# One fault: try.sh W NUMBER; a line of W/all is NUMBER SECTION TESTS NAME...
cat > "$W/try.sh" << 'EOA'
W=$1 number=$2
read -r number section tests name << EOL
$(grep "^$number " $W/all)
EOL
tests=$(echo $tests | tr , ' ')
D=$W/$number
mkdir -p $D
say() { echo "$1 $section: $name${2:+: $2}" | tee $W/$number.verdict; }
cp fpm.h fpm_kernels.h $D
header=fpm.h
[ "$section" != stat ] || header=fpm_kernels.h
if [ $number = none ]; then :
elif ! awk -v number=$number -f $W/apply.awk tests/build/lists/faults.txt $header > $D/$header; then
    say "DOES NOT APPLY"
    exit 0
elif cmp -s $header $D/$header; then say "CHANGES NOTHING"; exit 0
fi
mkdir $D/tests
cp tests/*.[ch] tests/*.sh $D/tests
for file in tests/data examples bench Makefile README.md; do ln -s "$PWD/$file" $D/$file; done
$CC -O0 -w -I$D -c $D/tests/fpm.c -o $D/impl.o 2>&1 || { say "DOES NOT COMPILE"; exit 0; }
for test in $tests; do
    case $test in
    *.sh) command="sh tests/$test" ;;
    *)
        command=./program object=$D/impl.o
        ! grep -q 'define FPM_IMPLEMENTATION' $D/tests/$test || object=
        $CC -O0 -w -I$D -I$D/tests $D/tests/$test $object -o $D/program -lm -lpthread 2>&1 ||
            { say "DOES NOT COMPILE" $test; exit 0; }
        ;;
    esac
    limit=$(cat $W/$test.limit 2> /dev/null)
    (cd $D && ulimit -t ${limit:-unlimited} && ulimit -v 8000000 && { $command; status=$?; times > times; exit $status; }) > $D/out 2>&1
    status=$?
    [ $number != none ] || sed -n '2s/[ms]/ /gp' $D/times |
        awk '{ t = 5 * (60 * ($1 + $3) + $2 + $4); print int(t > 60 ? t : 60) }' > $W/$test.limit
    [ $status -eq 0 ] && continue
    check=$(grep -E -m 1 '^[^ ]+:[0-9]+: |^FAIL' $D/out | sed "s,^.*tests/,," | cut -c 1-100)
    [ -n "$check" ] || check="status $status"
    [ $status -lt 128 ] || check="status $status (crash or hang); $check"
    say noticed "$test: $check"
    rm -rf $D
    exit 0
done
say SURVIVED "$tests"
rm -rf $D
EOA

# What fails without a fault notices nothing.
tests=$(cut -d ' ' -f 3 "$W/faults" | tr , '\n' | sort -u | tr '\n' ,)
echo "none - ${tests%,} no change" >> "$W/all"
sh "$W/try.sh" "$W" none 2> /dev/null | sed 's/^SURVIVED -: no change:/without a fault all pass:/'
grep -q '^SURVIVED' "$W/none.verdict" || exit 1
cut -d ' ' -f 1 "$W/faults" | xargs -n 1 -P "${JOBS:-2}" sh "$W/try.sh" "$W" 2> /dev/null
rm -f "$W/none.verdict"
total=$(grep -c . "$W/faults")
noticed=$(cat "$W"/*.verdict 2> /dev/null | grep -c '^noticed')
bad=$(cat "$W"/*.verdict 2> /dev/null | grep -v '^noticed')
echo "$total faults, $noticed noticed"
[ -z "$bad" ] || echo "$bad"
[ -z "$bad" ]
