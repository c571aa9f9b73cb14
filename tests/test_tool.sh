#!/bin/sh
# test_tool.sh: the command-line tool, verb by verb, and the examples.  Run from the root of the
# repository.  TOOL is the tool, CC CXX FC are compilers for the examples, FPM_O is an object with the
# implementation.
TOOL=${TOOL:-build/fpm-tool} CC=${CC:-cc} CXX=${CXX:-c++} FC=${FC:-gfortran}
case $TOOL in /*) TOOL_PATH=$TOOL ;; *) TOOL_PATH=$PWD/$TOOL ;; esac
LC_ALL=C
export LC_ALL
W=$(mktemp -d) || exit 1
trap 'rm -rf "$W"' EXIT
trap 'exit 1' HUP INT TERM
D=tests/data/tool
E=examples/data
passed=0 failed=0

# run STATUS ARGUMENT...: run the tool.  Output and errors are in $W/out and $W/err.
run() {
    want=$1
    shift
    what="fpm-tool $*"
    "$TOOL" "$@" > "$W/out" 2> "$W/err"
    got=$?
    if [ $got -eq "$want" ]; then passed=$((passed + 1))
    else fail "status $got, not $want"; fi
}
fail() {
    failed=$((failed + 1))
    echo "FAIL $what: $1"
    head -n 5 "$W/out" "$W/err"
}
ok() { # ok MESSAGE COMMAND...: the command is true
    message=$1
    shift
    if "$@"; then passed=$((passed + 1)); else fail "$message"; fi
}
has() { ok "output lacks $1" grep -Eq -e "$1" "$W/out"; }
lacks() { ! grep -Eq -e "$1" "$W/out"; }
hasnt() { ok "output has $1" lacks "$1"; }
quiet() { ok "there is text on standard error" [ ! -s "$W/err" ]; }
lacks_message() { ! grep -Eq -e "$1" "$W/err"; }
# One line on standard error, with this in it.
one_line() { read -r said && ! read -r said; }
says() {
    ok "standard error is not one line" one_line < "$W/err"
    ok "the message lacks $1" grep -Eq -e "$1" "$W/err"
}
value() { sed -n "s/^# $1 //p" "$W/out"; }
near() { ok "$1 is not near $2" awk "BEGIN { exit !($1 <= $2 * (1 + 1e-9) && $1 >= $2 * (1 - 1e-9)) }"; }
# shares A,B,...: the second column of the rows
shares() {
    got=$(awk -F '\t' '/^[0-9]/ { printf "%s%s", comma, $2; comma = "," }' "$W/out")
    ok "shares are $got, not $1" [ "$got" = "$1" ]
}
# Well-formed XML with title and description, for light and dark pages, with every one of these in it;
# in the colours of the style alone.
picture() {
    file=$1
    shift
    if command -v xmllint > /dev/null; then ok "not well-formed" xmllint --noout "$file"
    else ok "no whole SVG" sh -c 'head -n 1 "$0" | grep -q "^<svg " && tail -n 1 "$0" | grep -q "^</svg>$"' "$file"; fi
    ok "no title, description or dark style" awk '/<svg .* role="img" aria-labelledby="title desc"/ { head = 1 }
        /^<title id="title">[^<]+<\/title>$/ { title = 1 } /^<desc id="desc">[^<]+\.<\/desc>$/ { desc = 1 }
        /prefers-color-scheme:dark/ { dark = 1 } /^<\/style>$/ { body = 1 } body && /#[0-9a-f]*"/ { other = 1 }
        END { exit !(head && title && desc && dark && !other) }' "$file"
    ok "not a number in the picture" sh -c '! grep -Eq "[\", ]-?(nan|inf)" "$0"' "$file"
    for part; do ok "picture lacks $part" grep -Fq -e "$part" "$file"; done
}

# ---- the examples, built meanwhile: each with its own include, one implementation for all ----

plain() { sed '/^#define FPM_STATIC$/d' "$1" > "$W/${1##*/}"; }
build_examples() {
    if [ -n "$FPM_O" ]; then cp "$FPM_O" "$W/fpm.o"
    else $CC -I. -c tests/build/probes/implementation.c -o "$W/fpm.o"; fi || return
    for f in start/quickstart start/model_constant start/model_piecewise start/model_shaped start/model_akima \
        start/model_discrete start/constraints calls/export calls/numerical start/chain calls/rect; do
        plain examples/$f.c
        f=${f#*/}
        $CC -I. -DFPM__IMPLEMENTED "$W/$f.c" "$W/fpm.o" -o "$W/$f" -lm
    done
    if command -v "${CXX%% *}" > /dev/null; then
        plain examples/calls/containers.cpp
        $CXX -I. -DFPM__IMPLEMENTED "$W/containers.cpp" "$W/fpm.o" -o "$W/containers" -lm
    fi
    if command -v "${FC%% *}" > /dev/null; then
        $FC -J"$W" examples/fortran/fpm.f90 examples/fortran/quickstart.f90 "$W/fpm.o" -o "$W/quickstart-f90" -lm
    fi
}
build_examples > "$W/build.log" 2>&1 &

# What takes more than two seconds says so on a terminal, and Ctrl-C ends a search with the best
# answer so far: started here, of low priority, each ended once its file has what is looked for (a
# slow machine is waited for, five minutes at most), read below.
# shown NAME SIGNAL TEXT COMMAND: the command on a terminal, until its output has TEXT.
shown() {
    printf '%s\n' "echo \$\$ > '$W/$1.pid'; exec nice timeout --foreground --preserve-status -s $2 400 $4" > "$W/$1.sh"
    {
        script -qec "sh '$W/$1.sh'" /dev/null < /dev/null
        echo "status $?"
    } > "$W/$1" 2>&1 &
    {
        tries=0
        until grep -q "$3" "$W/$1" 2> /dev/null || [ $tries -ge 3000 ]; do
            tries=$((tries + 1))
            sleep 0.1
        done
        kill -s $2 "$(cat "$W/$1.pid")" 2> /dev/null
    } &
}
watched=
if timeout --foreground --preserve-status -s INT 9 true 2> /dev/null &&
    command -v script > /dev/null && script -qec true /dev/null > /dev/null 2>&1 < /dev/null; then
    watched=1
    awk 'BEGIN { srand(3); for (i = 0; i < 400; i++) print 1e6 + int(rand() * 1e6) }' > "$W/hard"
    shown front TERM ' 3 s' "'$TOOL' partition -n 40000 -p 16 $E/core.pts --front --least total"
    shown simulated TERM ' 3 s' "'$TOOL' simulate -n 4000000 -p 100 $E/core.pts --noise 0.1 --iterations 100000"
    shown stopped INT ' s, gap' "'$TOOL' rect -p 127 --pattern -a hier-opt --work 9000000000000000 $E/uszip_512.mtx"
    shown stopped2 INT ' s, gap' "'$TOOL' items -p 170 --gap 0 --work 9000000000000000 '$W/hard'"
fi

# ---- the tool itself ----

run 0 --help; has '^usage: fpm-tool VERB'; quiet
verbs='partition matrix measure devices plot advise simulate chain rect tiles pipeline items completion'
for verb in $verbs; do
    has "^  $verb "
    "$TOOL" $verb --help > "$W/$verb.help"
    ok "no help for $verb" grep -q "^usage: fpm-tool $verb" "$W/$verb.help"
done
# A help is a screen, with two examples, which the manual page explains.
sed 's/\\-/-/g; s/\\(dq/"/g' examples/docs/fpm-tool.1 > "$W/manual"
for verb in $verbs; do
    what="fpm-tool $verb --help"
    ok "more than 50 lines" [ "$(wc -l < "$W/$verb.help")" -le 50 ]
    sed -n "s/^  \(fpm-tool $verb\)/\1/p" "$W/$verb.help" > "$W/$verb.shown"
    ok "not two examples" [ "$(wc -l < "$W/$verb.shown")" -eq 2 ]
    while read -r shown; do
        ok "the manual page lacks: $shown" grep -Fqx -e ".B $shown" "$W/manual"
    done < "$W/$verb.shown"
done
# Shells complete what the verbs read: every option of the manual page, and no other.
for verb in $verbs; do
    "$TOOL" completion bash | sed -n "s/^    $verb) options='--help\(.*\)' ;;/\1/p" | tr ' ' '\n' | grep -e -- | sort > "$W/read"
    grep -Eo -e '--[a-z][a-z0-9-]*' "$W/$verb.help" | grep -v -e --tensor-split | sort -u > "$W/told"
    what="fpm-tool completion"
    ok "$verb: the help names $(comm -13 "$W/read" "$W/told" | tr '\n' ' '), which is not completed" [ -z "$(comm -13 "$W/read" "$W/told")" ]
done
if command -v bash > /dev/null; then
    # complete WORD...: what bash makes of the last word
    completes() {
        bash -c 'eval "$("$0" completion bash)"; COMP_WORDS=(fpm-tool "$@"); COMP_CWORD=$#; _fpm_tool; echo "${COMPREPLY[*]}"' "$TOOL_PATH" "$@"
    }
    what="fpm-tool completion bash"
    ok "verbs" [ "$(completes pa)" = partition ]
    ok "options" [ "$(completes partition --wa)" = --watts ]
    ok "values" [ "$(completes partition -a op)" = optimal ]
    ok "classes" [ "$(completes rect -a jag-pq)" = 'jag-pq-heur jag-pq-opt' ]
    ok "no value for a number" [ -z "$(completes partition -n '')" ]
    ok "files" [ "$(completes plot "$W/manu")" = "$W/manual" ]
    ok "verbs of help" [ "$(completes help it)" = items ]
fi
for shell in zsh fish; do
    run 0 completion $shell; has 'hpopta'
    command -v $shell > /dev/null || continue
    ok "no syntax of $shell" $shell -n "$W/out"
done
run 2 completion; says 'the name of a shell is needed: bash, zsh or fish'
run 2 completion csh; says 'it is one of bash, zsh, fish'
run 0 partition -n 5 --help; has '--instance FILE'; has '--required I'; has '--least WHAT'; has '--front'
run 0 --version; has '^fpm-tool [0-9]+\.[0-9]+\.[0-9]+$'
run 2
run 2 chains; says 'unknown verb chains; did you mean chain\?'
run 2 -n 9 a b; says '^fpm-tool: -n: the verb comes first: fpm-tool partition -n '
run 2 frobnicate; says 'unknown verb frobnicate \(see'
run 0 -V; has '^fpm-tool [0-9]+\.[0-9]+\.[0-9]+$'
run 0 help; has '^usage: fpm-tool VERB'
run 0 help chain; has '^usage: fpm-tool chain'
run 2 help chian; says 'did you mean chain\?'

# Every verb and option of the helps is in the manual page, and it has no others.
what=examples/docs/fpm-tool.1
for verb in partition matrix measure devices plot advise simulate chain rect tiles pipeline items completion; do
    ok "the manual page lacks the verb $verb" grep -q "^\.SS $verb\$" examples/docs/fpm-tool.1
done
for verb in partition matrix measure devices plot advise simulate chain rect tiles pipeline items completion; do # ... each under its verb
    sed -n "/^\.SS $verb\$/,/^\.S[SH] /{1p; /^\.S[SH] /d; p; }" examples/docs/fpm-tool.1 | sed 's/\\-/-/g; s/\\f[BRI]//g' > "$W/section"
    grep -Eo -e '--[a-z][a-z0-9-]*' "$W/section" | sort -u > "$W/a"
    "$TOOL" $verb --help | grep -Eo -e '--[a-z][a-z0-9-]*' | sort -u > "$W/b"
    ok "$verb: not the options of its help: $(comm -3 "$W/a" "$W/b" | tr '\n' ' ')" cmp -s "$W/a" "$W/b"
    ok "no example of $verb" grep -q "^\.B fpm-tool $verb" examples/docs/fpm-tool.1
done
# Its examples work.
mkdir "$W/man" && cp $E/* "$W/man"
printf '5 1 1 9 0 2\n2 2 8 1 1 1\n1 1 1 1 1 1\n4 4 4 4 4 4\n' > "$W/man/ocean.txt"
printf '4 1 3 2 6 1\n' > "$W/man/loads.txt"; printf '0 2 4 6\n' > "$W/man/cuts.txt"
printf 'name count seconds\nblock 12 2ms\nhead 1 3ms\n' > "$W/man/layers.txt"
printf 'name factor\nfast 1\nslow 2\n' > "$W/man/devices.txt"
printf '9 a 0\n3 b 1\n2 c 1\n1 d 2\n' > "$W/man/yesterday.txt"; printf '9 a\n3 b\n2 c\n1 d\n' > "$W/man/seconds.txt"
printf '#!/bin/sh\n:\n' > "$W/man/solver"; chmod +x "$W/man/solver"
sed -n 's/^\.B \(fpm-tool [a-z]* *.*\)/\1/p' examples/docs/fpm-tool.1 | sed '1,/^fpm-tool partition/{/^fpm-tool partition/!d; }; s/\\-/-/g; s/\\(dq/"/g; s/^fpm-tool/"$TOOL_PATH"/
    s/measure.*/& --max-seconds 0.01 --visits 1/' > "$W/man/list"
export TOOL_PATH
[ "$(nproc 2> /dev/null || echo 1)" -gt 1 ] || sed -i '/cpu:1/d' "$W/man/list"
while read -r line; do
    what="the example $line"
    (cd "$W/man" && sh -c "$line") > "$W/out" 2> "$W/err" < /dev/null
    ok "status is not 0" [ $? -eq 0 ]
    case $line in *--svg*) ;; *) ok "no output" [ -s "$W/out" ] ;; esac
done < "$W/man/list"
what=examples/docs/fpm-tool.1
ok "few examples" [ "$(wc -l < "$W/man/list")" -ge 10 ]
if command -v man > /dev/null && man --version 2> /dev/null | grep -q '^man '; then
    man --warnings -l examples/docs/fpm-tool.1 > "$W/out" 2> "$W/err"; quiet; has 'fpm-tool'
fi

# Names that would act on a terminal are written otherwise, in messages and answers.
esc=$(printf 'a\033]0;b\007\233c\302\233\rd\ne.pts') seen='a.x1b]0;b.x07.x9bc.xc2.x9b.x0dd.x0ae[.]pts'
only_text() { # the last output and message have no such characters
    for file in "$W/out" "$W/err"; do ok "a control character" sh -c '! tr -d "\n\t" < "$0" | grep -q "[^ -~]"' "$file"; done
}
for line in 'partition -n 9' 'partition --instance' 'partition -n' 'partition -n 9 --max' 'partition -n 9 -a' 'partition -n 9 --speeds' 'rect -p 2' \
    'chain -p 2' 'chain -p 2 --limit' 'items -p 2' 'items -p' 'pipeline --devices x' 'measure --kernel' 'advise' 'plot' '' help; do
    what="fpm-tool $line, an odd name"
    "$TOOL" $line "$esc" > "$W/out" 2> "$W/err"
    says "$seen"; only_text
done
cp $E/core.pts "$W/$esc"; cp $E/gpu.pts "$W/b.pts"; awk '!/^#/ { print $1, 1000 * $2 }' $E/core.pts > "$W/ms$esc"
for line in 'partition -n 90000' 'partition -n 90000 --tsv' 'partition -n 90000 --json' 'advise' 'advise --tsv' 'advise --json' \
    'matrix --rows 60 --cols 40' \
    'matrix --rows 60 --cols 40 --tsv' 'simulate -n 9000 --iterations 2' 'partition -n 9000000 --ratios 9'; do
    run 0 $line "$W/$esc" "$W/b.pts" "$W/ms$esc"; only_text
done
printf '3 x\033[2Jy\n1 b\n' > "$W/names"
for form in '' --tsv --json; do run 0 items -p 2 $form "$W/names"; has 'x[\\](x|u00)1b[[]2Jy'; only_text; done
printf 'name seconds\nx\033[2Jy 1\n' > "$W/names"; printf 'name\nz\033[1m\n' > "$W/esc_devs"
for form in '' --tsv; do run 0 pipeline --devices "$W/esc_devs" $form "$W/names"; has 'z[\\]x1b[[]1m'; only_text; done

# ---- forms of options ----

slow="$D/quick.pts $D/slow.pts"
for form in '-n 3000' '-n3000' '--n=3000' '--n 3000' '-n3e3 -p2 -m akima' '-n 3000 --model=akima' '-n 3000 -makima' \
    '-n 3000 --p=2 --a=auto --max=0:2000' '-n 3000 --model akima --'; do
    run 0 partition --tsv $form $slow; shares 2000,1000
    run 0 partition --tsv $slow $form; shares 2000,1000
done
run 2 partition -n 3000 --tsv=1 $slow; says '^fpm-tool partition: --tsv takes no value'
run 1 partition -n 3000 -- --tsv; says '^fpm-tool: --tsv: No such file'
run 1 partition -n 3000 -- -- -n; says '^fpm-tool: --: No such file'
run 2 partition --n=x $slow; says '^fpm-tool partition: -n x: '
run 2 partition -n; says '-n needs a value'
run 2 partition -n 9 --sped 1,2; says 'unknown option --sped; did you mean --speeds\? \(see'
run 2 partition -n 9 --iterate $slow; says 'unknown option --iterate \(see'
run 2 chain --patern=1 x; says 'unknown option --patern=1; did you mean --pattern\?'
run 2 rect -p 3 -a jag-m-op x; says '-a jag-m-op: did you mean jag-m-opt\? it is one of auto, rows, '
run 2 partition -n 9 --model picewise $slow; says '--model picewise: did you mean piecewise\? it is one of akima, '
run 2 matrix --colums 2; says 'did you mean --columns\?' # --cols is like it too
run 2 simulate --iter 5; says 'did you mean --iterations\?'
run 2 advise --isntance x; says 'did you mean --instance\?'

# A value that is given twice is refused, by every verb for every option that takes one, by any name of
# it.  What is given per processor, device, limit or cost may be there several times.
value_of() { # VERB OPTION: a value that the verb reads
    case $1:$2 in
        rect:-m) echo 3 ;;
        *:-m | *:--model) echo akima ;;
        *:-a) echo auto ;;
        *:--least) echo busy ;;
        *:--unit) echo 8KB ;;
        *:--max | *:--min | *:--fixed | *:--grain) echo 0:8 ;;
        *:--required | *:--overlap) echo 0 ;;
        *:--link | *:--bandwidth) echo 0:1KB ;;
        *:--kernel) echo gemm ;;
        *:--device) echo cpu:0 ;;
        *:--sizes | *:--tiles) echo 10:90 ;;
        *:--method) echo dfpa ;;
        *:--slow) echo 0:1:2 ;;
        *:--drift | *:--leave | *:--join) echo 0:1 ;;
        *:--outliers) echo .1:2 ;;
        *:--limit) [ $1 = partition ] && echo 1 || echo "$D/loads:9" ;;
        *:--wrap) echo x ;;
        *:--orient | *:--direction) echo hor ;;
        *:--pq) echo 2x2 ;;
        *:--form) echo fms ;;
        *:--north) echo first ;;
        *:--goal) echo total ;;
        *) echo 1 ;;
    esac
}
"$TOOL" completion bash > "$W/bash"
for verb in $verbs; do
    grep -Eo "[ |]$verb:-[a-z-]+" "$W/bash" | sed 's/.*://' > "$W/options"
    while read -r option; do
        value=$(value_of $verb $option)
        case $verb:$option in
            *:--cost | *:--link | *:--bandwidth | *:--overlap | *:--slow | *:--drift | *:--leave | *:--join | *:--device | items:--limit | chain:--limit)
                run 2 $verb $option $value $option $value
                ok "it may be there twice" lacks_message 'given twice' ;;
            chain:--grain) run 2 $verb $option 8 $option=8; says "^fpm-tool $verb: $option is given twice" ;;
            *:--max | *:--min | *:--fixed | *:--grain | *:--required)
                run 2 $verb $option 1${value#0} $option $value $option=$value
                says "^fpm-tool $verb: $option $value: $option $value was there already" ;;
            *) run 2 $verb $option $value $option=$value; says "^fpm-tool $verb: $option is given twice" ;;
        esac
    done < "$W/options"
done
ok "few options were tried" [ $(grep -Eo '[ |][a-z]+:-[a-z-]+' "$W/bash" | wc -l) -gt 170 ]
for verb in partition matrix plot advise simulate chain; do run 2 $verb -m akima --model=akima; says '^fpm-tool .*: -m and --model are two names of one option'; done
run 2 rect -p 3 -m 4 x; says '^fpm-tool rect: -m and -p are two names of one option'
run 0 partition -n 3000 --json --json $slow # nothing is lost
run 0 partition -n 80 --speeds 1,1 --max 0:30 --max 1:60 --tsv; shares 30,50
run 0 partition -n 80 --speeds 1,1 --grain 5 --grain 1:30 --tsv; shares 50,30

# -p and --model mean the same in every verb; one file stands for all processors.
run 0 partition -n 30000 -p 3 $E/core.pts --tsv; shares 10000,10000,10000
run 0 partition -n 300 -p 2 - --tsv < $D/quick.pts; shares 150,150
run 2 partition -n 9 -p 3 $slow; says '-p 3: there are 2 files'
run 2 partition -p 4 --instance $D/jumps.txt; says '-p 4: .*jumps.txt has 3 processors'
run 0 partition -p 3 --instance $D/jumps.txt
run 0 advise -p 2 --model piecewise $D/quick.pts --tsv; has '^# model piecewise$'; has '^1	3	'
run 0 plot -p 3 --model piecewise $D/quick.pts; has 'quick.pts x 3'
run 0 matrix --rows 30 --cols 30 -p 4 --model piecewise $D/quick.pts --tsv; has '^# model piecewise$'; has '^3	'
run 0 simulate -n 900 -p 3 --model piecewise $D/quick.pts --tsv --iterations 1
echo 5 6 7 > "$W/loads"
run 0 chain -p 3 --model piecewise --models $D/quick.pts "$W/loads"; has ' seconds$'
printf '1 3\n5 6 7\n' > "$W/plane"
for form in '-p 3' '-m 3' '-m3' '--p=3'; do run 0 rect $form --tsv "$W/plane"; has '^# lmax 7$'; done

# ---- JSON: the same as TSV ----

json() { # json ARGUMENT...: both forms of an answer have the same keys, columns and values
    run 0 "$@" --tsv; cp "$W/out" "$W/as.tsv"
    run 0 "$@" --json
    command -v python3 > /dev/null || return
    ok "not what --tsv says" python3 - "$W/as.tsv" "$W/out" << 'EOP'
import json, sys
lines = open(sys.argv[1]).read().splitlines()
data = json.load(open(sys.argv[2]))
def same(text, value):
    return value == text if isinstance(value, str) else value is None or float(text) == value
keys = [l[2:].partition(" ")[::2] for l in lines if l.startswith("# ")]
rows = [l.split("\t") for l in lines if not l.startswith("# ")]
assert sorted({k for k, _ in keys} | {"rows"}) == sorted(k for k in data if data[k] != [] or k == "rows")
for key, text in keys:
    value = data[key]
    assert text in value if isinstance(value, list) else key in ("tick", "memory") or same(text, value), key
assert len(rows) == 1 + len(data["rows"]) > 1
for cells, row in zip(rows[1:], data["rows"]):
    assert list(row) == rows[0] and all(map(same, cells, row.values())), row
EOP
}
json partition --instance $D/jumps.txt
json partition --instance $D/jumps.txt -a hpopta --ratios 7
json partition --instance $D/least.txt --least total --front
json partition -n 100 --speeds 1,2,4
json matrix --rows 60 --cols 45 -p 4 $E/core.pts
cp $E/gpu.pts "$W/a \"q\" \\ b.pts"; awk '!/^#/ { print $1, 1e3 * $2 }' $E/core.pts > "$W/ms.pts"
json advise -n 9000 "$W/a \"q\" \\ b.pts" "$W/ms.pts"
json advise -n 9000 $D/quick.pts $D/slow.pts # several warnings
ok "not several warnings" [ "$(grep -c '^# warning' "$W/as.tsv")" -gt 1 ]
json chain -p 2 "$W/loads"; json chain --speeds 1,2 "$W/loads"; json chain --models $E/core.pts -p 2 "$W/loads"
json rect -p 2 "$W/plane"; json rect --speeds 1,2 "$W/plane"; json rect -p 2 -a auto,uniform "$W/plane"
json devices
json simulate -n 480 $D/quick.pts $D/slow.pts --slow 0:3:2 --iterations 9

# ---- speeds, ratios, owners ----

run 0 partition -n 100 --speeds 1,2,4 --tsv; shares 14,29,57; has '^proc	size	time$'; near "$(value makespan)" 14.5
has '^# model constant$'; hasnt ratios
run 0 partition -n 100 --speeds 1,2,4; has '^makespan +14.5 \(units / speed\)$'; hasnt '[0-9] s$'; hasnt seconds
run 0 partition -n 100 --speeds 1,2,4 --max 2:50 --tsv; shares 17,33,50
run 0 partition -n 100 --speeds 1,2,4 --ratios 7; ok "not 1,2,4" [ "$(cat "$W/out")" = 1,2,4 ]
run 0 partition -n 100 --speeds 1,2,4 --ratios 7 --tsv; has '^# ratios 1,2,4$'
# Layers of a model over three GPUs: 34 fit into the first, or 24 GB of 0.8 GB each.
run 0 partition -n 80 --speeds 312,142,121 --max 0:34 --ratios 80; ok "not 34,25,21" [ "$(cat "$W/out")" = 34,25,21 ]
for size in '24GB --unit 0.8GB' '24000MB --unit=800MB' '30 --unit 1B' '24G --unit 819.2MiB' '24GiB --unit 838860.8k' '30.9TB --unit 1TB' '30B --unit 1B'; do
    run 0 partition -n 80 --speeds 312,142,121 --max 0:$size --ratios 80; ok "not 30,27,23" [ "$(cat "$W/out")" = 30,27,23 ]
done
run 0 partition -n 9 --speeds 9,1 --min 1:2.5GB --required 1 --unit 1GB --tsv; shares 6,3
run 0 simulate -n 4000 $slow --max 0:1KB --unit 1B --iterations 0; run 0 plot -n 4000 $slow --max 0:1KB --unit 1B
run 0 matrix --rows 30 --cols 30 --max 0:300B --unit 1B $slow
what_unit='write units of work, or add the memory of one unit, such as --unit 0.8GB'
run 2 partition -n 80 --speeds 3,1 --max 0:24GB; says "^fpm-tool partition: --max 0:24GB: $what_unit"
run 2 partition -n 80 --speeds 3,1 --max 0:24GB --unit 25GB; says '--max 0:24GB: less than a unit, which takes 25000000000 bytes'
for wrong in '--max 0:24gb' '--max 0:GB' '--max 0:24XB' '--max 0:0GB' '--max 0:-1GB' '--max 0:24GBs' '--max 0:1e30GB' '--grain 4GB' '--unit 3' '--unit 0GB' '--unit 1e-9B'; do
    run 2 partition -n 80 --speeds 3,1 $wrong; says "^fpm-tool partition: $wrong: "
done
run 2 partition -n 80 --speeds 3,1 --max 0:24gb; says 'of units of work, or memory such as 24GB with --unit 0.8GB'
run 2 chain -p 2 --models $D/quick.pts --max 0:24GB "$W/loads"; says "$what_unit"
# A number where a file is expected.
run 2 partition 80 --speeds 3,1; says '80 was taken for a file; -n 80\?'
run 2 partition 80 $slow; says '80 was taken for a file; -n 80\?'
for list in '3 1' '3, 1' '3 1,2'; do run 2 partition -n 80 --speeds $list; says "${list#* } was taken for a file; --speeds has commas, and no blanks, in it"; done
run 2 chain 64 $E/uszip_512.mtx; says '64 was taken for a file; -p 64\?'; run 2 rect 64 $E/uszip_512.mtx; says '64 was taken for a file; -p 64\?'
run 2 chain 64; says '64 was taken for a file'; run 2 rect --speeds 1 2 x; says '2 was taken for a file; --speeds'
(cd "$W" && cp "$OLDPWD/$D/quick.pts" 80 && "$TOOL_PATH" partition -n 9 80 > out 2> err); what="a file named 80"; has '^makespan'
# Target weights for gpmetis, and a bar a processor.
run 0 partition -n 100 --speeds 2,1,1 --tpwgts "$W/tpwgts"; quiet
ok "not the weights" [ "$(tr '\n' ' ' < "$W/tpwgts")" = "0 = 0.5 1 = 0.25 2 = 0.25 " ]
run 0 partition -n 300 $slow --tpwgts "$W/tpwgts"; near "$(sed -n 's/^0 = //p' "$W/tpwgts")" "$(awk 'BEGIN { printf "%.17g", 200 / 300 }')"
run 0 partition -n 1 --speeds 2,1 --tpwgts "$W/tpwgts"; says 'warning: --tpwgts .*: processor 1 gets 0, which METIS does not take: leave it out$'
run 1 partition -n 0 --speeds 2,1 --tpwgts "$W/none"; ok "a file is there" [ ! -e "$W/none" ]
run 2 partition -n 9 --front --least total --tpwgts "$W/none" $slow; says '--front has no shares: no --tpwgts'
run 0 partition -n 80 --speeds 312,142,121 --max 0:34 --svg "$W/p.svg"; picture "$W/p.svg" '80 units over 3 processors of given speeds' '>34 units, 42.5 %, done after 0.109<' \
    'dashed: an even share; a stop: its largest share' '>processor 2<'
run 0 partition -n 800 --speeds $(seq -s, 1 60) --svg "$W/p.svg"; picture "$W/p.svg" '>and 20 more<'
run 0 partition -n 0 --speeds 1,2 --svg "$W/p.svg"; picture "$W/p.svg" '>0 units, 0 %, done after 0<'
run 0 partition -n 3000 $slow --ratios 9 --part "$W/part"; ok "not 6,3" [ "$(cat "$W/out")" = 6,3 ]
ok "not 2000 and 1000 owners, in order" [ "$(uniq -c "$W/part" | tr -s ' \n' ' ')" = " 2000 0 1000 1 " ]
run 1 partition -n 0 $slow --ratios 9; says '--ratios 9: '
run 1 partition -n 9 $slow --part "$W/nosuch/part"; says 'nosuch/part: No such'
# What was measured is not written over: an input, by any name, or what looks like points or loads.
mkdir "$W/own"
cp $E/core.pts $E/gpu.pts $E/steady.pts $E/uszip_512.mtx "$W/own"; printf '4\n1\n3\n' > "$W/own/loads"; printf 'P2\n1 2\n9\n1 2\n' > "$W/own/image"
printf '\357\273\277# old\nsize,seconds\n8,1\n' > "$W/own/marked"; ln -s core.pts "$W/own/link"; cp -r "$W/own" "$W/kept"
for out in --svg --part; do
    run 1 partition -n 9000 $out "$W"/own/*.pts; says "^fpm-tool: $out needs a name for its output: .*own/core.pts is a points file$"
    ok "there is an answer" [ ! -s "$W/out" ]
    for name in core.pts link ../own/core.pts; do
        run 1 partition -n 9000 $out "$W/own/$name" "$W"/own/*.pts; says "own/$name is an input$"
    done
    run 1 partition -n 900 $out "$W/own/marked" $slow; says 'marked is a points file$'
    run 1 chain -p 2 $out "$W/own/loads" "$W/own/loads"; says 'loads is an input$'
    run 1 chain -p 2 $out "$W/own/uszip_512.mtx" "$W/own/loads"; says 'uszip_512.mtx is a Matrix Market file$'
    run 1 chain -p 2 $out "$W/own/image" "$W/own/loads"; says 'image is a PGM image$'
done
run 1 rect -p 2 --svg "$W/own/uszip_512.mtx" "$W/own/uszip_512.mtx"; says 'is an input$'
if [ -e /dev/stdin ]; then run 1 chain -p 2 --part "$W/own/loads" - < "$W/own/loads"; says 'loads is an input$'; fi
run 1 partition -n 90 --svg "$W/twice" --part "$W/own/../twice" $slow; says '^fpm-tool: --svg needs a name for its output: .*twice is another output$'
run 0 partition -n 90 --svg /dev/null --part /dev/null $slow
run 1 matrix --rows 9 --cols 9 --svg "$W/own/core.pts" $slow; says 'is a points file$'
run 1 simulate -n 90 --svg "$W/own/core.pts" $slow; says 'is a points file$'
run 1 partition --instance $D/least.txt --front --least total --svg "$W/own/core.pts"; says 'is a points file$'
ok "a file has changed" diff -r "$W/own" "$W/kept"
for k in 1 2; do # what the tool wrote itself is written again
    run 0 partition -n 3000 $slow --svg "$W/own/p.svg" --part "$W/own/part"
    run 0 chain -p 2 --part "$W/own/part" "$W/own/loads"
done
run 0 partition -n 90 $D/quick.pts --svg /dev/null
printf 'some text\nmore text\n8 1\n' > "$W/own/text"; run 0 partition -n 3 $slow --part "$W/own/text"
for wrong in '-n 9 --speeds 1,0' '-n 9 --speeds 1,x' '-n 9 --speeds 1,1e70' "-n 9 --speeds 1 $slow" '--speeds 1,2' '-n 9 -p 3 --speeds 1,2' \
    '-n 9 -m akima --speeds 1,2' '-n 9 --speeds 1,2 --least total' "--speeds 1,2 --instance $D/jumps.txt" \
    "-n 9 --ratios 0 $slow" "-n 1e12 --part $W/part $slow" "-n 9 --front --least total --part $W/part $slow" "-n 9 --front --least total --ratios 9 $slow"; do
    run 2 partition $wrong; says '^fpm-tool partition: '
done
printf '4 1 3 2 6 1' > "$W/loads"
run 0 chain -p 3 --part "$W/part" --tsv "$W/loads"
ok "not the owners that the cuts say" [ "$(awk '/^[0-9]/ { for (k = $2; k < $3; k++) print $1 }' "$W/out")" = "$(cat "$W/part")" ]
run 0 chain --speeds 2,1 --free --part "$W/part" --tsv "$W/loads"
ok "not the processors that the rows say" [ "$(awk '/^[0-9]/ { for (k = $2; k < $3; k++) print $5 }' "$W/out")" = "$(cat "$W/part")" ]
run 0 chain -p 64 --part "$W/part" $E/uszip_512.mtx
ok "not 512 owners" [ "$(sort -n "$W/part" | cmp - "$W/part" && sort -u "$W/part" | wc -l) $(wc -l < "$W/part")" = "64 512" ]
run 1 chain -p 2 --part "$W/nosuch/part" "$W/loads"; says 'nosuch/part: No such'

# ---- partition: every algorithm on every kind, where all of them can answer ----

for kind in akima piecewise shaped discrete constant; do
    for algorithm in auto even proportional geometric numerical optimal hpopta; do
        case $algorithm/$kind in
        hpopta/discrete) ;;
        geometric/discrete | numerical/discrete | hpopta/*)
            run 1 partition --instance $D/speeds.txt -a $algorithm -m $kind
            case $algorithm in
            hpopta) says '-a hpopta does not take -m [a-z-]*: take -m discrete, or leave -m out$' ;;
            *) says '-a [a-z]* does not take -m [a-z-]*: take -a auto$' ;;
            esac
            continue
            ;;
        esac
        run 0 partition --instance $D/speeds.txt -a $algorithm -m $kind --tsv
        quiet
        case $algorithm in
        even) shares 40,40,40; near "$(value makespan)" 4; near "$(value lower_bound)" 2 ;;
        *) shares 20,40,60; near "$(value makespan)" 2; near "$(value lower_bound)" 2 ;;
        esac
    done
done

# ---- partition: forms ----

run 0 partition --instance $D/jumps.txt --tsv
grep -Ev '^# (gap|below|common_time|n|iterations|evaluations|model) ' "$W/out" > "$W/rows"
ok "not the expected output" cmp -s $D/jumps.tsv "$W/rows"
ok "the rows are not three columns" awk -F '\t' '!/^#/ && NF != 3 { exit 1 }' "$W/out"
ok "the header is not after the comments" awk '/^proc\tsize\tseconds$/ { h = 1 } /^#/ && h { exit 1 } END { exit !h }' "$W/out"
run 0 partition --instance $D/jumps.txt -n 576 --tsv; shares 320,256,0; near "$(value makespan)" 8
run 0 partition -n 3000 $D/quick.pts $D/slow.pts --tsv; shares 2000,1000; near "$(value makespan)" 20
near "$(sed -n 's/^1\t1000\t//p' "$W/out")" 20
run 0 partition -n 3e3 $D/quick.pts $D/slow.pts; has '^ +0 +2000 +66\.67% +20 +.*quick\.pts$'
has '^makespan +20 s$'; has '^lower bound +20 s .*no partition is faster'; has '^imbalance +0 %'
run 0 partition -n 30000 $D/quick.pts $D/slow.pts
has 'beyond its last point'; has '^status +solved; a share lies beyond'
run 0 partition -n 2500 $E/core.pts $E/gpu.pts; has 'gpu.pts  \(below its first point\)$'
run 0 partition -n 30000 $E/core.pts $E/gpu.pts; hasnt 'below'
run 0 partition -n 0 $D/quick.pts --tsv; shares 0
run 0 partition -n 300 - < $D/quick.pts; has '^ +0 +300 '
run 0 partition -n 17 $D/quick.pts $D/quick.pts $D/quick.pts -a even --tsv; shares 6,6,5
run 0 partition -n 90000 $E/core.pts $E/gpu.pts $E/steady.pts --tsv; has '^# status solved$'
has '^# algorithm geometric$'
ok "the shares do not sum to n" awk -F '\t' '/^[0-9]/ { sum += $2 } END { exit sum != 90000 }' "$W/out"
run 0 partition -n 90000 $E/core.pts $E/gpu.pts $E/steady.pts -a numerical --tsv
has '^# status solved$'; has '^# algorithm numerical$'; has '^# residual [0-9.]+(e-1[2-9])?$'
near "$(value makespan)" "$(value lower_bound)"
run 0 partition -n 90000 $E/core.pts $E/gpu.pts $E/steady.pts -a numerical; has '^algorithm +numerical on akima'
printf '2 2\r\n0\r\n2 2 1.5 1 1\r\n' > "$W/none.txt" # no points: it can only take 0
run 0 partition --instance "$W/none.txt" --tsv; shares 0,2
printf '\357\273\277size;seconds;half_width;reps\r\n1e3;1;0.1;3 # c\r\n2000\t2\t\r\n\r\n' > "$W/forms.pts"
run 0 partition -n 1500 "$W/forms.pts" --tsv; near "$(value makespan)" 1.5

# One table of several processors, whose first column is their names; messages keep its lines.
printf 'gpu,batch,ms_per_step\nA 100,8,12\nB,8,11\nA 100,16,19\n# later\nB,16,20\n' > "$W/both.csv"
printf '8 .012\n16 .019\n' > "$W/A"; printf '8 .011\n16 .020\n' > "$W/B"
run 0 partition -n 20 --tsv "$W/A" "$W/B"; cp "$W/out" "$W/apart"
run 0 partition -n 20 --tsv "$W/both.csv"; ok "a table is as two files" cmp -s "$W/out" "$W/apart"
run 0 partition -n 20 -p 2 --tsv - < "$W/both.csv"; ok "a table is as two files" cmp -s "$W/out" "$W/apart"
tr ',' ';' < "$W/both.csv" | sed 1d | sed 's/;\([0-9]*\)$/;\1ms/' > "$W/marks"; run 0 partition -n 20 --tsv "$W/marks"; ok "a table is as two files" cmp -s "$W/out" "$W/apart"
run 0 partition -n 30 "$W/both.csv" "$W/B"; has '  A 100'; has '  B'; has ' 2 .*/B'
run 0 advise -n 20 "$W/both.csv"; has ' A 100$'
run 0 plot -n 20 --svg "$W/both.svg" "$W/both.csv"; picture "$W/both.svg" '>A 100<'
run 1 partition -n 20 -p 3 "$W/both.csv"; says '-p 3: .*both.csv has 2 processors: leave -p away'
printf 'A 8 1\nB 8 x\n' > "$W/marks"; run 1 partition -n 9 "$W/marks"; says 'marks:2: malformed text: "x" is not a number'
printf 'A 8 1\nB 8 1\nB 16 2x\n' > "$W/marks"; run 1 partition -n 9 "$W/marks"; says 'marks:3: malformed text: "2x"'
printf 'A 8 1\n4090 8 1\n' > "$W/marks"; run 1 partition -n 9 "$W/marks"; says 'marks:1: malformed text: "A" is not a number'

# ---- partition: constraints ----

two="$D/quick.pts $D/slow.pts -n 3000 -m piecewise --tsv"
run 0 partition $two --max 0:1500; shares 1500,1500; near "$(value makespan)" 30
run 0 partition $two --min 1:1200; shares 1800,1200; near "$(value makespan)" 24
run 0 partition $two --grain 0:900; shares 1800,1200
run 0 partition $two --grain 300; shares 2100,900
run 0 partition $two --fixed 1:15; shares 2500,500; near "$(value makespan)" 25
run 0 partition $two --fixed 1:40; shares 3000,0; near "$(value makespan)" 30
run 0 partition $two --fixed 1:40 --required 1; near "$(value makespan)" 40.02
run 0 partition $two --max=0:1500 --max 1:2000; shares 1500,1500
run 0 partition $two --link 0:$D/slow.pts; shares 1200,1800; near "$(value makespan)" 36
run 0 partition $two --unit 1KB --bandwidth 0:50KB; shares 1200,1800; near "$(value makespan)" 36
run 0 partition $two --overlap 0 --unit 1KB --bandwidth 0:50KB; shares 1500,1500
near "$(value makespan)" 30
run 0 partition $two --link 0:$D/slow.pts --overlap 0 --groups 1,1; shares 1500,1500
run 2 partition $two --bandwidth 0:50KB; says 'add the bytes of one unit, such as --unit 8KB'
run 2 partition $two --overlap 0; says '--overlap 0: add its --link or --bandwidth'
run 2 partition $two --link 2:$D/slow.pts; says 'processors are counted from 0 and there are 2'
run 2 partition $two --link 0:$D/slow.pts --link 0:$D/quick.pts; says 'there is a link already'
run 2 partition $two --link 0:$D/slow.pts -a numerical; says '-a numerical knows no transfers'
run 2 partition $two --link 0:$D/slow.pts --runs 9; says '--runs knows no transfers'
run 2 partition $two --link $D/slow.pts; says 'it takes I:VALUE, with processor I from 0'
run 2 partition $two --unit 1KB --bandwidth 0:fast; says 'the value is bytes per second'
run 1 partition $two --link 0:$W/absent.pts
# The other verbs with transfers: the same optimum, and what shares lose that ignore them: 2100, 900 take 63 for 36.
linked="$D/quick.pts $D/slow.pts -m piecewise --link 0:$D/slow.pts"
run 0 advise $linked -n 2000:3000:500 --svg "$W/linked.svg"; has '^shares that ignore transfers +66.7 % +66.7 % +66.7 %  '
picture "$W/linked.svg" '>one constant speed per processor: ' '>shares that ignore transfers: 66.7 % in the mean'
linked="$linked -n 3000"
run 0 advise $linked --tsv; near "$(value optimum)" 36; near "$(value blind)" 60; near "$(value blind_loss)" 0.6666666666666667
run 0 advise $linked; has 'with shares that ignore transfers after 60 s, 66.7 % later$'
run 0 advise $linked --overlap 0 --tsv; near "$(value optimum)" 30; near "$(value blind)" 40
run 0 advise -n 3000:3000 -m piecewise $D/quick.pts $D/slow.pts --unit 1KB --bandwidth 0:50KB --tsv; has '^3000	3[56][.0-9]*	[0-9.]*	60$'
run 0 simulate $linked --method dfpa --tsv; ok "not the optimum with transfers" awk '!/^#/ && $3 == "36" { n++; last = $4 } END { exit !(n > 1 && last < 1.001) }' "$W/out"
run 0 plot $linked --svg "$W/linked.svg"; picture "$W/linked.svg" 'done after 36 s'
run 0 plot $D/quick.pts $D/slow.pts -n 3000 -m shaped --link 0:$D/slow.pts --steps --svg "$W/linked.svg"; picture "$W/linked.svg" 'done after 36 s'
for verb in advise plot simulate; do run 2 $verb $linked --link 0:$D/quick.pts; says 'there is a link already'; run 2 $verb $linked --bandwidth 1:5KB; says 'add the bytes of one unit'; done
run 2 plot $linked -a numerical; says '-a numerical knows no transfers'
run 0 plot $D/quick.pts $D/quick.pts $D/quick.pts -n 3000 --link 1:$D/slow.pts --svg "$W/linked.svg"; ok "not two curves of one file" [ "$(grep -c '>quick.pts\( x 2\)*<' "$W/linked.svg")" = 2 ]
run 1 partition $two --max 0:1000 --max 1:1000
says 'no partition satisfies the constraints: n is 3000, the processors can take 2000 at most'
run 1 partition $two --grain 700; says 'no partition satisfies the constraints: n is 3000, no multiple of 700 as all shares are \(--grain\); without --grain 700 there is one; or take n = 2800 or 3500$'
run 1 partition $two --grain 0:600 --grain 1:400 --max 0:600 --max 1:2000; says 'n is 3000, the processors can take 2600 at most; without --max 0:600 '
run 1 partition -n 9001 $D/quick.pts $D/slow.pts --grain 0:64 --grain 1:96; says 'n is 9001, no multiple of 32 as all shares are'
run 1 partition $two --max 0:1000 --max 1:1900
says 'n is 3000, the processors can take 2900 at most; without --max 0:1000 there is one; or take n = 2900$'
run 1 partition $two --max 0:1000 --max 1:1900 --grain 300 --required 1
says 'the processors can take 2900 at most; without --max 0:1000 there is one; or take n = 2700$'
run 1 partition $two --max 0:1000 --max 1:1900 --grain 700; says 'the processors can take 2900 at most; take n = 2100$'
run 1 partition --instance $D/jumps.txt -n 500; says 'no partition'
run 1 partition --instance $D/jumps.txt -n 1e6; says 'the processors can take 1152 at most'
run 0 partition $two --fixed 1:15 -a numerical; shares 2500,500; has '^# algorithm numerical$'
run 0 partition $two --max 0:1500 -a numerical; shares 1500,1500; has '^# residual 0$'
run 1 partition $two --min 0:2000 --max 0:1999; says '^fpm-tool: --min 0:2000, --max 0:1999: a share cannot be at least 2000 and at most 1999$'
run 1 partition $two --min 0:2000 -a numerical; says '^fpm-tool: -a numerical does not take --min 0:2000: leave it out, or take -a auto$'
run 1 partition $two --min 0:2000 --min 1:2000 -a geometric; says '^fpm-tool: -a geometric does not take --min: leave it out, or take -a auto$'
printf '1 1\n2 10\n3 1\n4 1\n5 1\n' > "$W/falls.pts"
run 1 partition -n 4 "$W/falls.pts" $D/quick.pts -m piecewise -a geometric
says 'falls.pts: the algorithm needs times that never fall with size: take -m shaped \(it falls near size'
run 0 partition -n 4 "$W/falls.pts" $D/quick.pts -m piecewise --tsv; has '^# algorithm optimal$'
run 0 partition -n 4 "$W/falls.pts" $D/quick.pts -m piecewise -a numerical --tsv
printf '100 40\n200 8\n400 8\n800 21\n1600 30\n' > "$W/up.pts"
printf '100 57\n200 42\n400 13\n800 10\n1600 15\n' > "$W/down.pts"
run 0 partition -n 900 "$W/up.pts" "$W/down.pts" -a numerical -m akima-plain
has '^algorithm +optimal'; has '^status +the algorithm asked for failed; solved by another$'

# ---- partition: the exact algorithms, the least cost, the front ----

H=tests/data/hpopt
for algorithm in hpopta optimal; do
    run 0 partition --instance $D/jumps.txt -a $algorithm --tsv
    shares 192,256,0; near "$(value makespan)" 7; has "^# algorithm $algorithm$"
    run 0 partition --instance $H/dgemm_like_3.txt -a $algorithm --tsv
    near "$(value makespan)" 158.10632139176053; near "$(value lower_bound)" 158.10632139176053
done
run 0 partition --instance $D/jumps.txt -a optimal; hasnt '^search'
run 0 partition --instance $D/jumps.txt -a hpopta --tsv
has '^# nodes [1-9][0-9]*$'; has '^# cuts [0-9]+$'; has '^# hits [0-9]+$'; has '^# bytes [1-9][0-9]*$'
run 0 partition --instance $D/jumps.txt --tsv; hasnt '^# (nodes|cuts|hits|bytes|cost|least) '
# Each threshold with its size thresholds: the worked example of the paper.
run 0 partition --instance tests/data/hpopt/paper_example.txt -a hpopta --trace
ok "not the size thresholds of the paper" [ "$(awk '/^ +[0-9]+ +[0-9]+  [0-9,]+$/ { printf "%s:%s ", $2, $3 }' "$W/out")" = \
    "12:40,24,15,8 9:38,23,14,7 7:37,22,13,6 6:37,22,13,6 4:37,22,13,6 3:33,21,13,6 1:0,0,0,0 " ]
has '^   0      8   50.00%           1$'
run 2 partition --instance $D/jumps.txt --trace; says '--trace shows the search of -a hpopta: add that'
run 2 partition --instance $D/jumps.txt -a hpopta --trace --json; says '--trace prints lines for people: no --tsv, --json, '
# Two levels give what one does, as composed models are exact.
run 0 partition --instance $D/jumps.txt --groups 1,2; has '^    1    256  1 to 2$'
has '^all processors at once finish after 7 s, in two levels after 7 s$'
run 0 partition -n 150000 --groups 2,1 $E/core.pts $E/gpu.pts $E/steady.pts --max 1:90000 --json --grain 500
ok "not the makespan of one level" awk '/"(all_at_once|makespan)"/ { gsub(/[^0-9.]/, "", $2); t[n++] = $2 + 0 }
    END { exit !(n == 2 && t[0] > 0.45 && t[0] <= t[1] * (1 + 1e-12) && t[0] >= t[1] * (1 - 1e-12)) }' "$W/out"
run 0 partition -n 600 --groups 2,1 --speeds 3,2,1; has '^    0    500  0 to 1$'
run 1 partition -n 600 --groups 2,2 --speeds 3,2,1; says '--groups 2,2: 4 processors in all, there are 3'
run 1 partition -n 6e9 --groups 2,1 --speeds 3,2,1; says 'groups are made for up to 4194304 units: take a coarser unit of work'
run 2 partition -n 600 --groups 2,x --speeds 3,2,1; says '--groups 2,x: how many processors each group has, such as 2,2,3'
run 2 partition -n 600 --groups 2,1 -a even --speeds 3,2,1; says '--groups is optimal in both levels: no -a even'
# The size whose speed constant models have.
printf '10 1\n100 20\n' > "$W/at.pts"; printf '10 1\n100 10\n' > "$W/at2.pts"
run 0 partition -n 200 -m constant --at 10 "$W/at.pts" "$W/at2.pts" --tsv; shares 100,100
run 0 partition -n 150 -m constant --at 100 "$W/at.pts" "$W/at2.pts" --tsv; shares 50,100
run 2 partition -n 150 --at 100 "$W/at.pts" "$W/at2.pts"; says '--at is the size of -m constant: add that, or leave --at out'
run 2 partition -n 150 --at 0 -m constant "$W/at.pts"; says '--at 0: a size, from 1 to 2.53 units of work'
run 0 advise -n 150 -m piecewise --at 10 "$W/at.pts" "$W/at2.pts" --tsv; near "$(value constant)" 11.73913043478261 # 75 at 10 - 5 * 65 / 90 per s
run 0 advise -n 150 -m piecewise --at 100 "$W/at.pts" "$W/at2.pts" --tsv; near "$(value constant)" 10
run 0 advise -n 100:150:50 -m piecewise --at 100 "$W/at.pts" "$W/at2.pts"; has '^one constant speed .at 100. '
run 0 partition --instance $D/jumps.txt -a hpopta; has '^search +[0-9]+ points tried, [0-9]+ cuts, [0-9]+ '
run 1 partition --instance $D/jumps.txt -a hpopta -n 500; says 'no partition'
for i in 0 1 2; do # the same in files: hpopta means discrete
    awk -v i=$i 'NR == i + 2 { for (k = 2; k < NF; k += 2) print $k, $(k + 1) }' $D/jumps.txt > "$W/jump$i.pts"
done
jumps="$W/jump0.pts $W/jump1.pts $W/jump2.pts"
run 0 partition -n 448 -a hpopta $jumps --tsv; shares 192,256,0; has '^# model discrete$'

l="partition --instance $D/least.txt --tsv"
run 0 $l --least total; shares 30,50,10,30; near "$(value makespan)" 23; near "$(value cost)" 70
has '^# least total$'
run 0 $l --least total --eps 0.05; shares 20,40,30,30; near "$(value cost)" 64; near "$(value makespan)" 24
run 0 $l --least=total --limit 25.9; shares 20,40,30,30; near "$(value cost)" 64
run 0 $l --least total --limit 26 -a optimal; shares 40,40,10,30; near "$(value cost)" 62
run 0 $l --least total --eps 9; shares 20,40,10,50; near "$(value cost)" 55
run 0 $l --least busy --eps 0.2; near "$(value cost)" 3; near "$(value makespan)" 26
run 1 $l --least total --limit 22.9; says 'no partition finishes within --limit 22.9 s; the optimum is 23 s'
run 0 partition --instance $D/least.txt --least total --eps 0.05
has '^cost +64 s of busy time in total$'; has '^lower bound +23 s +\(4.35 % earlier\)$'
run 0 partition --instance $D/least.txt --least busy; has '^cost +4 busy processors$'
i=0
for price in 2 3 1; do # a unit of 64
    awk -v p=$price 'BEGIN { for (k = 1; k <= 6; k++) print 64 * k, p * k }' > "$W/cost$i.txt"
    i=$((i + 1))
done
costs="--cost $W/cost0.txt --cost $W/cost1.txt --cost $W/cost2.txt"
run 0 partition --instance $D/jumps.txt --least cost $costs --tsv; shares 192,256,0; near "$(value cost)" 18
run 0 partition -n 448 $jumps -m discrete --least cost $costs --limit 12 --tsv
shares 320,0,128; near "$(value cost)" 12; has '^# least cost$'
run 0 partition -n 448 $jumps -m discrete --least cost $costs --limit 12; has '^cost +12 in total$'
run 2 partition --instance $D/jumps.txt --least cost --cost "$W/cost0.txt"; says '1 files? for 3 processors'
printf '64 1\n128 x\n' > "$W/bad.pts"
run 1 partition --instance $D/jumps.txt --least cost --cost "$W/cost0.txt" --cost "$W/bad.pts" --cost "$W/cost0.txt"
says 'bad.pts:2: "x" is no cost: a number, 0 or more'
printf '64 0\n128 2\n' > "$W/bad.pts"
run 1 partition -n 448 -m akima $jumps --least cost --cost "$W/bad.pts" --cost "$W/bad.pts" --cost "$W/bad.pts"
says 'bad.pts: costs of 0 and above 0 in one file are for -m discrete'

# Costs of 0 and of a processor at rest (size 0), in files and in a list; of two costs of a size the mean counts.
printf 'size,cost\n0,9\n64,0\n128,1\n128,3\n192,4\n256,5\n' > "$W/cost.csv"
printf '0 2\n64 1\n128 1\n192 1\n256 1 # as much for each\n' > "$W/flat.txt"
printf '0 5\n' > "$W/rest.txt"
files="--cost $W/cost.csv --cost $W/flat.txt --cost $W/rest.txt"
run 0 partition --instance $D/jumps.txt --least cost $files --tsv; shares 192,256,0; near "$(value cost)" 10
run 0 partition --instance $D/jumps.txt --least cost $files --limit 12 --tsv; shares 64,256,128; near "$(value cost)" 1
run 0 partition --instance $D/jumps.txt --least cost --costs 2:10:3,1:0:7,0 --eps 9 --tsv; near "$(value cost)" 67; shares 0,64,384
run 0 partition --instance $D/jumps.txt --least cost --costs 0,0,0 --tsv; near "$(value cost)" 0
# Watts at work, and while a processor waits: joules above those at rest, and all until the last one finishes.
run 0 partition --instance $D/jumps.txt --least cost --watts 100:10,30:5,200 --tsv
shares 192,256,0; near "$(value cost)" 535; near "$(value energy)" 640
run 0 partition --instance $D/jumps.txt --least cost --watts 100:10,30:5,200 --eps 3
says '640 J until the last one finishes, this one 670 J: --front'
has '^cost +520 J above those at rest$'; has '^energy +670 J until the last one finishes$'
run 0 partition -n 60000 $E/gpu.txt $E/core.txt --fixed 0:1 --least cost --watts 300:50,95 --tsv
near "$(value energy)" "$(awk -F '\t' '/^# makespan/ { sub(/.* /, ""); t = $0; next } $1 == "0" { e += 250 * $3 } $1 == "1" { e += 95 * $3 }
    END { printf "%.17g", e + 50 * t }' "$W/out")"
while IFS="|" read -r priced message; do
    run 2 partition --instance $D/jumps.txt --least cost $priced; says "$message"
done << 'EOF'
--costs 1,2|--costs 1,2: 2 entries for 3 processors
--costs 1,2,x|"x" is not U\[:B\[:R]] \(per unit, if busy, at rest\), of numbers that are 0 or more
--costs 1,,3|"" is not U
--costs 1,2,3:4:5:6|"3:4:5:6" is not U
--watts 1:2,3,4|"1:2" draws more while it waits than at work
--watts 1,-3,4|"-3" is not W\[:I] \(watts at work, and while it waits\)
--watts 5,5,5 --costs 1,2,3|one of --cost, --costs and --watts, not two
EOF
run 2 partition --instance $D/jumps.txt --least total --watts 1,2,3; says '--watts needs --least cost'

# rows A:B ...: the rows of the front
rows() {
    got=$(awk -F '\t' '/^[0-9]/ { printf "%s%.9g:%.9g", blank, $1, $2; blank = " " }' "$W/out")
    ok "the front is $got, not $1" [ "$got" = "$1" ]
}
run 0 $l --front --least total; rows '23:70 24:64 26:62 35:55'; has '^# pairs 4$'; has '^makespan	cost	shares$'
has '^24	64	20,40,30,30$' # a pair has the shares that --limit gives
while read -r makespan cost shares; do
    "$TOOL" $l --least total --limit "$makespan" > "$W/limit"
    ok "$makespan: not the cost and shares of that limit" [ "$(awk -F '\t' '/^# cost/ { sub(/.* /, ""); cost = $0; next }
        /^[0-9]/ { s = s c $2; c = "," } END { print cost, s }' "$W/limit")" = "$cost $shares" ]
done << EOF
$(grep '^[0-9]' "$W/out")
EOF
run 0 $l --front --least busy; rows '23:4 26:3'
run 0 partition --instance $D/jumps.txt --front --least cost $costs --tsv; rows '7:18 8:16 12:12 25:10 40:8'
run 0 partition --instance $D/least.txt --front --least total --svg "$W/front.svg"
has '^ +23 +70 +0.00 % +0.00 %  30,50,10,30$'; has '^ +35 +55 +52.17 % +21.43 %  20,40,10,50$'
picture "$W/front.svg" '>makespan allowed (seconds)<' '>total busy time (seconds)<' \
    '>optimal makespan 23 s: 70 s of busy time in total<' '>least: 55 s of busy time in total, done after 35 s<' \
    '>waiting 5 % longer saves 8.57 %, 20 %: 11.4 %' '>100 %: makespan 23 s; 70 s of busy time in total<'
run 0 partition --instance $D/jumps.txt --front --least busy --svg "$W/front.svg" # one pair
picture "$W/front.svg" '>busy processors<' '>optimal makespan 7 s: 2 busy processors<'
run 1 partition --instance $D/jumps.txt -n 500 --front --least total; says 'no partition'
run 1 partition --instance $D/least.txt --front --least total --svg "$W/nosuch/f.svg"; says 'nosuch/f.svg: No such'
for wrong in "--front" "--eps 0.1" "--limit 30" "--cost x" "--least most" "--least" "--least total --eps -1" \
    "--least total --eps x" "--least total --limit 0" "--least total --eps 0.1 --limit 9" \
    "--least total --cost x" "--least cost" "--least total -a hpopta" "--least busy -a even" \
    "--least times" "--front --least total --eps 0.1" "--front --least total --limit 30"; do
    run 2 partition --instance $D/least.txt $wrong; says 'fpm-tool partition: .*see fpm-tool partition --help'
done

# ---- partition --svg of rough profiles: the balanced partition beside the optimal one ----

run 0 partition --instance $H/dgemm_like_3.txt --svg "$W/rough.svg"
picture "$W/rough.svg" 'over the mean (100 %: 154.1 s)' '<title id="title">1403 units over 3 processors: done after 158.1 s instead of ' \
    '>balanced: done after ' '>optimal: done after 158.1 s<' 'equal times on the trends (the curves)' \
    'time (seconds)' 'no partition is faster; dashed: balanced' '268 units, 147.3 s'
ok "larger than 200 kB" [ "$(wc -c < "$W/rough.svg")" -lt 200000 ]
run 0 partition --instance $H/profile_16_700.txt --svg "$W/rough.svg"
picture "$W/rough.svg" '>15</text>' '>processor 15<' '>optimal: done after 434.5 s<'
ok "larger than 200 kB" [ "$(wc -c < "$W/rough.svg")" -lt 200000 ]
run 0 partition --instance $H/sparse_40_60.txt --svg "$W/rough.svg"; picture "$W/rough.svg" 'and 17 more'
run 0 partition --instance $H/empty_procs.txt --svg "$W/rough.svg"
picture "$W/rough.svg" '<title id="title">6 units over 4 processors: done after 8 s<' '>idle '
run 0 partition --instance $H/n_zero.txt --svg "$W/rough.svg"; picture "$W/rough.svg" '<title id="title">0 units'
printf '10 5\n20 4\n30 9\n' > "$W/pad0"; printf '10 3\n20 6\n30 9\n' > "$W/pad1"
run 0 partition -n 30 -m discrete "$W/pad0" "$W/pad1"; has '^makespan +4 s'
run 0 partition -n 20 -m discrete --padded "$W/pad0" "$W/pad1"; has 'pad0  .padded to 20.$'; has '^makespan +4 s'
printf '10 1 .2 5\n' > "$W/unsure"; printf '10 1 .01 5\n' > "$W/surer"
run 0 partition -n 20 "$W/unsure" "$W/surer"; quiet
has '^expected     1.04[0-9]* s, with 95 % between 0.99[0-9]* and 1.2[0-9]* s$'; has '^measure      .*unsure again at 10: half its error saves 0.02 s$'
run 0 partition -n 20000 --risk --tsv "$W/unsure" "$W/surer"; has '^1	10257	'; has '^# measure_next 0$'
run 0 partition -n 20 --runs 700 "$W/unsure" "$W/surer"; has '^expected '; has '^measure      nothing: no measurement repays its time in 700 runs$'
run 0 partition -n 20 --runs 800 "$W/unsure" "$W/surer"; has '^measure      .*unsure again at 10: '
run 0 partition -n 20 --runs 700 --tsv "$W/unsure" "$W/surer"; has '^# measure_next -1$'
run 2 partition -n 20 --runs 9 --speeds 1,2; run 2 partition -n 20 --runs 0 "$W/unsure"
run 2 partition -n 20 --risk --speeds 1,2; run 2 partition -n 20 --risk --padded "$W/unsure"
run 0 partition -n 448 -m discrete $jumps -a hpopta --svg "$W/rough.svg"; picture "$W/rough.svg" '>jump2.pts<' '>optimal: '
run 0 partition --instance $D/least.txt --least total --eps 0.1 --svg "$W/rough.svg"
picture "$W/rough.svg" 'least total within the limit: done after 24 s'
run 0 partition --instance $D/speeds.txt -a even --svg "$W/rough.svg"; picture "$W/rough.svg" '>even: done after 4 s<'
run 1 partition --instance $D/jumps.txt --svg "$W/nosuch/p.svg"; says 'nosuch/p.svg: No such file'

# ---- advise ----

run 0 advise --instance $H/dgemm_like_3.txt; quiet
has '^ +0 +700 +1 +700 +[0-9.]+ % +[0-9.]+ % +-85.4 % from 560 to 564$'
has '^use +-a optimal'; has '-a hpopta'; has '\(p - 2\)\(n \+ 1\) = 1404 cells, 0.0112 MB'
has '^at n = 1403 +the optimum finishes after 158.106 s,$'; has '^ +with one constant speed per processor .* later,$'
run 0 advise --instance $H/dgemm_like_3.txt --tsv
has '^# smooth_loss 0\.9370'; has '^# constant_loss 3\.57';
has '^# advised optimal$'; has '^# rising 0$'; has '^# hpopta_cells 1404$'; near "$(value optimum)" 158.10632139176053
ok "constant speeds lose nothing" awk "BEGIN { exit !($(value constant_loss) > 0.5) }"
run 0 advise --instance $H/dgemm_like_3.txt -m piecewise; has '^consider +-m discrete: 3 of 3 profiles are rough'
has '^use +-a optimal .*the times of 3 of 3 processors fall'
run 0 advise $E/core.pts $E/gpu.pts $E/steady.pts; quiet
has '^use +-a auto: all times rise'; has '^ +1 +15 +2000 +130000 +0 % +0 %  rises +.*gpu\.pts$'; hasnt '^at n'
hasnt '^consider'; hasnt '^warning'
run 0 advise -n 90000 $E/core.pts $E/gpu.pts $E/steady.pts --tsv
has '^# advised geometric$'; has '^# rising 3$'
run 0 partition -n 90000 $E/core.pts $E/gpu.pts $E/steady.pts -a proportional --tsv
slow=$(value makespan)
run 0 advise -n 90000 $E/core.pts $E/gpu.pts $E/steady.pts --tsv; near "$(value constant)" "$slow"
run 0 advise -n 9e6 $E/core.pts -m piecewise; has '^warning +.*core.pts: its share, 9000000, lies beyond its last point, 58000'
run 0 advise $D/quick.pts; has '^warning +.*quick.pts: few points \(3\)'
printf '10 1\n20 4\n30 2\n40 8\n' > "$W/zigzag.pts" # speeds 10 5 15 5: changes of 200 %% each
run 0 advise "$W/zigzag.pts" -m piecewise --tsv
ok "variation or drop" awk -F '\t' '/^0/ { exit !($5 == 2 && $6 == 2 && $8 == 0 && $11 == 0.5) }' "$W/out"
printf '10 1 0.001\n20 1.5 0.2\n30 1.45 0.1\n40 4 0.01\n50 5\n60 6\n' > "$W/noise.pts"
run 0 advise "$W/noise.pts" -m piecewise
has 'largest drop is within the confidence intervals'; has '2 of 6 points have confidence intervals wider than 5 % \(up to 13.3 %\)'
printf '100 1\n200 1.01\n300 8\n400 8.01\n500 8.02\n600 30\n' > "$W/swing.pts"
run 0 advise "$W/swing.pts"; hasnt '^warning'
run 0 advise "$W/swing.pts" -m akima-literal; hasnt 'not one of'
run 0 advise "$W/swing.pts" -m akima-plain; has 'curve (falls|has no speed).*use -m piecewise'
run 0 advise "$W/swing.pts" -m piecewise; hasnt '^warning'
run 0 advise --instance $H/empty_procs.txt; has 'processor 2: no points; it can take nothing'
run 0 advise --instance $H/too_large_n.txt; has '^warning +at n = 100: no partition'
run 0 advise --instance $D/jumps.txt --tsv
ok "not a header and three rows of fourteen columns" awk -F '\t' '!/^#/ { n++; if (NF != 14) exit 1 } END { exit n != 4 }' "$W/out"
# A range: each row is what advise says of that n alone; amounts without an answer are counted.
run 0 advise -n 20000:90000:35000 $E/core.pts $E/gpu.pts $E/steady.pts --tsv --svg "$W/gain.svg"
picture "$W/gain.svg" 'What simpler models lose' '>one constant speed per processor: '
has '^# compared 3$'; has '^# no_partition 0$'; has '^# beyond_last_point 0$'; has '^n	optimum	constant$'
third=$(awk -F '\t' '$1 == 90000 { print $3 }' "$W/out"); near "$third" "$slow"
run 0 advise --instance $H/dgemm_like_3.txt -n 1400:1405 --tsv
ok "not the smooth models of n = 1403" awk -F '\t' '$1 == 1403 { exit !($2 > 158.1063 && $2 < 158.1064 && $4 / $2 - 1 > 0.937 && $4 / $2 - 1 < 0.9371) }' "$W/out"
run 0 advise --instance $H/dgemm_like_3.txt -n 1400:1405; has '^n from 1400 to 1405 by 1: 6 amounts compared$'
has '^one constant speed \(that at n/p\) +[0-9.]+ % +[0-9.]+ % +[0-9.]+ %  140[0-5]$'; has '^smooth models +[0-9.]+ % +'
run 0 advise -n 1:200000:100000 $E/core.pts; has ': 1 amounts compared; at 1 a share is beyond the last point$'
run 0 advise --instance $D/jumps.txt -n 1:3; has '; [0-9]+ have no partition: give an A and a STEP that are multiples of 64$'
# Sizes that are multiples of 512: amounts are, too, unless they are given; of few there is no r.
awk -v a="$W/grid_a.pts" -v b="$W/grid_b.pts" 'BEGIN {
    for (k = 1; k <= 12; k++) { print k * 512, .01 * (k + 10) > a; print k * 512, .2 + .02 * k + .03 * (k % 3) > b } }'
run 0 advise -m discrete "$W/grid_a.pts" "$W/grid_b.pts" -n 1000:9000
has '^n from 1024 to 9000 by 512: 16 amounts compared$'; has '^correlation .*constant speeds r = .*smooth models r = '
run 0 advise -m discrete "$W/grid_a.pts" "$W/grid_b.pts" -n 1024:5000; has ': 8 amounts compared$'; hasnt '^correlation'
run 0 advise -m discrete "$W/grid_a.pts" "$W/grid_b.pts" -n 1024:5000 --tsv; hasnt '^# correlation'
run 0 advise -m discrete "$W/grid_a.pts" "$W/grid_b.pts" -n 1000:9000:700; has '; 12 have no partition: give an A and a STEP that are multiples of 512$'
run 0 advise -m discrete "$W/grid_a.pts" "$W/grid_b.pts" -n 1024:9000:500; has '; 15 have no partition: give a STEP that is a multiple of 512$'
run 0 advise -m piecewise "$W/grid_a.pts" "$W/grid_b.pts" -n 1000:5000; has '^n from 1000 to 5000 by 40: 101 amounts compared$'
run 0 advise -m discrete "$W/grid_a.pts" "$W/grid_b.pts" -n 1000:1010; has '^n from 1000 to 1010 by 1: 0 amounts compared; 11 have no partition: '
run 1 partition -m discrete -n 5000 "$W/grid_a.pts" "$W/grid_b.pts"; says ': n is 5000, no multiple of 512 as all measured sizes are; take n = 4608 or 5120$'
# The nearest n beside all sums of sizes; `-` of the awk is none, 0 units are no cure.
nearest_sums() { # nearest_sums N FILE...: "B A", the sums of one size or none of each file, by enumeration
    n=$1
    shift
    awk -v n="$n" 'BEGIN { can[0] = 1 }
        FNR == 1 { for (s in next_can) can[s] = 1 }
        { for (s in can) next_can[s + $1] = 1 }
        END { for (s in next_can) can[s] = 1
              for (s in can) { if (s + 0 < n && s + 0 > below) below = s + 0
                               if (s + 0 > n && (!above || s + 0 < above)) above = s + 0 }
              print below + 0, above + 0, n in can }' "$@"
}
for seed in 1 2 3 4 5 6 7 8 9 10 11 12; do
    for i in 0 1 2 3; do
        awk -v seed=$((seed * 4 + i)) 'BEGIN { srand(seed); size = 100; for (k = 0; k < 3; k++) { size += 1 + int(400 * rand()); print size, 1 + rand() } }' > "$W/near$i.pts"
    done
    n=$((700 + 97 * seed))
    set -- $(nearest_sums $n "$W"/near[0-3].pts)
    [ $3 = 0 ] || continue
    take="take n = $1 or $2"
    [ $2 != 0 ] || take="take n = $1"
    run 1 partition -m discrete -n $n "$W"/near[0-3].pts
    ok "the message lacks $take" grep -Eq "; $take\$" "$W/err"
done
run 1 partition -n 45 --speeds 1,2 --min 0:40 --max 0:42 --max 1:20 --grain 10; says 'no multiple of 10 as all shares are \(--grain\); without --grain 10 there is one; or take n = 40 or 50$'
run 1 partition -m discrete -n 51200 "$W/grid_a.pts" "$W/grid_b.pts"; says 'n is 51200, the processors can take 12288 at most'
# Shares that were not measured.
run 1 partition -m discrete -a even -n 5000 "$W/grid_a.pts" "$W/grid_b.pts"
says '^fpm-tool: -a even gives .*/grid_a.pts 2500 units, which is not among its measured sizes: choose another n, or -m piecewise$'
run 1 partition -m discrete -a proportional -n 5120 --max 0:4000 "$W/grid_a.pts" "$W/grid_b.pts"
says '-a proportional gives .*/grid_a.pts [0-9]+ units, which is not among its measured sizes: choose another n, or -m piecewise$'
run 0 partition -m discrete -a even -n 5120 "$W/grid_a.pts" "$W/grid_b.pts" --tsv; shares 2560,2560
run 1 partition -a hpopta -n 9 --speeds 1,2; says '-a hpopta does not take --speeds: take -a auto$'
# Names of algorithms and kinds in capital letters, as papers write them.
run 0 partition -a HPOPTA -n 5120 "$W/grid_a.pts" "$W/grid_b.pts"; has '^algorithm +hpopta on discrete models$'
run 0 partition -a Geometric -m SHAPED -n 5120 "$W/grid_a.pts" "$W/grid_b.pts"; has '^lower bound .* \(no partition is faster by these models\)$'
run 0 partition -m constant -n 5120 "$W/grid_a.pts" "$W/grid_b.pts"; has '^lower bound .* \(no partition is faster by these models\)$'
run 0 partition -m piecewise -n 5120 "$W/grid_a.pts" "$W/grid_b.pts"; has '^lower bound .* \(no partition is faster\)$'
run 0 partition -n 5120 --speeds 1,2; has '^lower bound .* \(no partition is faster\)$'
# Pictures are SVG, whatever the verb.
for verb in "partition -n 9 $D/quick.pts" "plot -n 9 $D/quick.pts" "measure" "rect" "chain -p 2 $D/quick.pts" "items -p 2 $D/quick.pts"; do
    run 2 $verb --svg "$W/out.pdf"; says '--svg .*/out.pdf: it writes SVG: name it .svg and convert it, as with rsvg-convert -f pdf'
    ok "a file was written" [ ! -e "$W/out.pdf" ]
done
run 2 partition -n 9 $D/quick.pts --svg=a.b/x.PNG; says 'rsvg-convert -f png'
run 0 partition -n 9 $D/quick.pts --svg "$W/pdf"
run 1 advise --instance $H/too_large_n.txt -n 100:101 --svg "$W/none.svg"; says 'no amount to draw'
for wrong in '-n 5:3' '-n 0:4' '-n 1:2:3:4' '-n 1:1e7:1' '-n 2:x' '-n 1:9 -m constant' '-n 9 --svg x.svg'; do
    run 2 advise $wrong $D/quick.pts; says 'fpm-tool advise: .*see fpm-tool advise --help'
done
run 1 advise "$W/nosuch.pts"; says 'nosuch.pts: No such file'
for wrong in "" "-n x $D/quick.pts" "-a even $D/quick.pts" "--max 0:1 $D/quick.pts" "-m cubic $D/quick.pts" \
    "--instance $D/jumps.txt $D/quick.pts"; do
    run 2 advise $wrong; says 'fpm-tool advise: .*see fpm-tool advise --help'
done

# ---- partition: what has no answer, with file and line ----

run 1 partition -n 9 "$W/nosuch.pts"; says 'nosuch.pts: No such file'
run 1 partition -n 9 "$W"; says 'directory'
: > "$W/empty.pts"
run 1 partition -n 9 $D/quick.pts "$W/empty.pts"; says 'empty.pts: no points'
head -c 3000 "$TOOL" > "$W/binary.pts"
run 1 partition -n 9 "$W/binary.pts"; says 'binary.pts: not a text file'
# The word at fault is named, whatever is wrong with the text.
points() { # points TEXT MESSAGE
    printf "$1" > "$W/bad.pts"
    run 1 partition -n 9 "$W/bad.pts"; says "bad\\.pts:$2\$"
}
points '4;1,010\n8;2,021\n16;4,105\n' '1: malformed text: "1,010"; decimal comma, or one between thousands\? Write [0-9.]+ or [0-9]+'
points '4;0,010\n' '1: malformed text: "0,010"; decimal comma\? Write 0.010'
points '1\t1\n4\t1,010\n' '2: malformed text: "1,010"; decimal comma, or one between thousands\? Write [0-9.]+ or [0-9]+'
points '4 1,010\n' '1: malformed text: "1,010"; decimal comma, or one between thousands\? Write [0-9.]+ or [0-9]+'
points '4,010 8,021\n' '1: malformed text: "4,010"; decimal comma, or one between thousands\? Write [0-9.]+ or [0-9]+'
points '4,010, 8,021 # c\n' '1: malformed text: "4,010"; decimal comma, or one between thousands\? Write [0-9.]+ or [0-9]+'
points '1 1\r\n# c\r8,,0.001,25\n' '3: malformed text: column 2 is empty'
points '8;;1\n' '1: malformed text: column 2 is empty'
points '8\t\t1\n' '1: malformed text: column 2 is empty'
points '\t8\t1\n' '1: malformed text: column 1 is empty: delete the separator in front'
points '8,1, # c\n' '1: malformed text: column 3 is empty'
points '4 1.0; 8 2.0\n' '1: malformed text: another separator before "8" \(several points on a line\?\)'
points '83 36 43 1 2 , 3 4\n' '1: malformed text: "2" is one column too many: .*'
points 'size,seconds\n8,1\nsize,seconds\n' '3: malformed text: "size" is not a number: write it as .*'
points 'size,seconds\nsize,seconds\n8,1\n' '2: malformed text: "size" is not a number: write it as .*'
points 'size 1\n' '1: malformed text: "size" is not a number: write it as .*'
points '\357\273\2778 x\n' '1: malformed text: "x" is not a number: write it as .*'
points '8\n' '1: malformed text: "8" has no time beside its size'
points '8 1 1 1 7\n' '1: malformed text: "7" is one column too many: write repeated timings one per line'
points '0.5 100\n1.25 200\n' '1: a size is not .*: "0.5": count in a smaller unit of work; are the columns swapped\? The size comes first'
points '1.5 1\n' '1: a size is not .*: "1.5": count in a smaller unit of work'
points '8 0\n' '1: a time is not .*: "0": the clock is too coarse: .*'
points '8 1 -1 2\n' '1: a half-width or .*: "-1": the third column is a half-width, 0 or more'
points '8 1 1 .5\n' '1: a half-width or .*: "\.5" \(repeated timings\? write one line per timing\)'
points '8,0,010\n' '1: a time is not .*: "0"; decimal comma\?'
points '1 000 0.01\n' '1: a time is not .*: "000"; a blank between thousands\?'
points '"8","0,01"\n' '1: .*decimal comma\? Write 0.01'
points "'8' '1'\n" '1: malformed text: ".8." is not a number .numbers stand without quotation marks.'
points 'seconds .5\n' '1: malformed text: "seconds" is not a number: write it as .*'
# Names of columns: they are understood, in any order and unit, or refused; tests/test_points.c has the lists.
for names in 'run;size;time' 'reps,size' 'speed rows' 'case, wall, time (ms)' 'n run time' 'a b' 'size' 'n	t	note' 'rows mean sd' 'size seconds gflops'; do
    points "\n# text\n$names\n8 1\n" '3: malformed text: (column [1-4]|the header) .*'
done
points 'size,speed\n8 1\n' '1: malformed text: column 2 is a speed: points have times, in seconds; beside a time, leave it out'
points '# size GFLOPS\n8 1\n' '1: malformed text: column 2 is a speed: points have times, in seconds; beside a time, leave it out'
points 'n,time_min\n8 1\n' '1: malformed text: column 2 may be in minutes, or the least time: .*'
points 'n,s\n8,1,.1\n' '2: malformed text: "\.1" is one column too many: write repeated timings one per line'
points '8 1 q\n' '1: malformed text: "q" is not a number: write it as .*'
points '8 1 ms q\n' '1: malformed text: "q" is not a number: write it as .*'
points '8s 1\n' '1: malformed text: "8s" is a time, where a whole number should be'
for text in 'size seconds\n8 1' '# size seconds half_width repetitions\n8 1' '"Size";"Elapsed [s]"\n8;1' 'size time (s)\n8 1' 'elements per rank,seconds\n8,1' 'n,time/s\n8,1' \
    'time_ms,size\n1000,8' '"ms"	"n"\n"1000"	8' '# seconds size\n1 8' '# n	t (ms)\n8	1000' 'size \302\265s\n8 1e6' 'tokens,ns\n8,1e9' '8 1000 ms' '8 1000ms' \
    '# elapsed time\n8 1' '# mean times of all runs, ms\n8 1' '# times per unit\n8 1' '# 2026-11-22 T\n8 1' '# kernel gemm: x = {size}, unit = what it counts\n8 1'; do
    printf "$text\n" > "$W/good.pts"
    run 0 partition -n 8 "$W/good.pts" --tsv; quiet; near "$(value makespan)" 1
done
# What is doubtful is said, whatever the form of the answer, which is the same.
doubt() { # doubt TEXT MESSAGE: of a points file
    printf "$1" > "$W/odd.pts"
    for form in --tsv --json '--ratios 1' --part=$W/part; do run 0 partition -n 8 "$W/odd.pts" $form; says "warning: .*$2\$"; done
    run 0 advise "$W/odd.pts"; quiet; has "^warning +.*$2\$"
    run 0 advise --tsv "$W/odd.pts"; quiet; has "^# warning .*$2\$"
}
doubt '4 1 .1\n\n8 1 .6\n' 'odd.pts:3: the third column is a half-width, 60 % of this time: are these repeated timings\? Write one line per timing'
doubt '8,1,25\n' 'odd.pts:1: .* 2.5e\+03 % of this time: are these repeated timings, or decimal commas\? .*'
doubt '# size seconds half_width repetitions\n4 1 .1 9\n8 1 .6 9\n' 'odd.pts:3: this time is known within 60 % only \(half_width\): measure this size again .*'
hasnt 'repeated timings'
doubt '# n s\n 8.000;1\n' 'odd.pts:2: "8.000" is read as 8: a point between thousands\?'
for line in '8.0 1' '8.0000 1' '8000.000 1' '8 1.000'; do printf "$line\n" > "$W/odd.pts"; run 0 partition -n 8 "$W/odd.pts"; quiet; done
doubt '1 .5\n2 .26\n4 .14\n8 .08\n' 'odd.pts: times fall with size: are these speeds, or threads in the first column .*'
doubt '9 .05\n8 .01\n9 .01\n9 .011\n' 'odd.pts: 3 times of size 9, 0.01 to 0.05 s, a factor 5 apart, count as their mean: .*'
run 0 partition -n 8 "$W/odd.pts" $D/quick.pts "$W/odd.pts"; ok "not said once" [ "$(grep -c 'a factor 5 apart' "$W/err")" = 1 ]
printf '8 1 .5\n8 1.9 .5\n' > "$W/odd.pts"; run 0 partition -n 8 "$W/odd.pts"; quiet
printf '30 1000\n60 2000\n' > "$W/swap0.pts"; printf '50 1000\n80 2000\n' > "$W/swap1.pts"
for form in --tsv '--ratios 9'; do
    run 0 partition -n 60 "$W/swap0.pts" "$W/swap1.pts" $form
    says 'warning: the second columns of all files are the same, the first are not: are they swapped \(a line is size, then seconds\)\?$'
done
cp "$W/swap0.pts" "$W/equal.pts"; run 0 partition -n 60 "$W/swap0.pts" "$W/equal.pts"; quiet
run 0 partition -n 60 "$W/swap0.pts" $D/quick.pts; has '^makespan'
says 'are the columns of .*swap0.pts swapped \(a line is size, then seconds\), or do their units differ \(milliseconds against seconds\)\?$'
echo '9 90000' > "$W/long.pts"
run 0 partition -n 9 "$W/long.pts" --tsv; says 'done after 1.04 days: are times in seconds'
run 0 partition -n 9000000 --speeds 1,2; quiet
printf '1 1\n24 24\n' > "$W/to24.pts"; printf '1 2\n24 47\n' > "$W/slow24.pts"
for form in --tsv --json '--ratios 80' ''; do
    run 0 partition -n 70 "$W/to24.pts" "$W/slow24.pts" --max 0:24 $form
    says 'warning: .*slow24.pts: its share, 46, lies beyond its last point, 24; measure there$'
done
for m in akima piecewise; do
    run 0 partition -n 90 "$W/to24.pts" "$W/slow24.pts" -m $m
    says 'warning: .*to24.pts: its share, [56][0-9], lies beyond its last point, 24; measure there \(and others\)$'
done
run 0 partition -n 90 "$W/to24.pts" "$W/slow24.pts" -m constant; quiet
run 0 partition -n 30 "$W/to24.pts" "$W/slow24.pts" --ratios 1; says 'warning: --ratios 1: .*slow24.pts gets 0, and its share is 1[0-9]$'
run 0 partition -n 30 "$W/to24.pts" "$W/slow24.pts" --ratios 30; quiet
echo 25 > "$W/loads"
run 0 chain --models "$W/to24.pts" -p 1 "$W/loads"; says 'to24.pts: its share, 25, lies beyond its last point, 24; measure there$'
n=0
for line in '2000 nan' '2000 -1' '-5 1' '0 1' '1.5 1' '2000' 'x 1' '2000 1 -1' '2000 inf' \
    '1e17 1' '2000 1e-99' '2000 1 1 1 1' '2000 1 0.1 nan' '2000 0x1p3'; do
    printf '# first\n1000 1\n%s\n3000 3\n' "$line" > "$W/bad.pts"
    run 1 partition -n 9 "$W/bad.pts"; says 'bad\.pts:3: '
    printf '9 1\n2 1000 1\n%s\n' "$line" > "$W/bad.txt"
    [ "$line" = '2000 1 -1' ] || [ "$line" = '2000 1 1 1 1' ] || [ "$line" = '2000 1 0.1 nan' ] ||
        { run 1 partition --instance "$W/bad.txt"; says 'bad\.txt:[34]: '; }
done
for text in '' '9' 'x 1' '9 0' '9 -1' '9 1.5' '9 2\n1 5 1' '9 1\n9e15 5 1' '9 1\n99999999999999999999 5 1' \
    '9 1\n1 5 1 7' '9 2000000000\n1 5 1' '9 1\n1 5'; do
    printf "$text" > "$W/bad.txt"
    run 1 partition --instance "$W/bad.txt"; says 'bad\.txt:[0-9]+: '
done
printf '9 1\n1 5 1,5\n' > "$W/bad.txt"
run 1 partition --instance "$W/bad.txt"; says 'bad.txt:2: "1,5" is not a time in seconds; decimal comma\? Write [0-9.]+$'
printf '9 1\n2 5 1 \t\t1\n' > "$W/bad.txt"
run 1 partition --instance "$W/bad.txt"; says 'bad.txt:2: column 4 is empty'
printf '9 2\n1 5 1\n0\n' > "$W/bad.txt"
run 1 partition --instance "$W/bad.txt" -m akima; says 'bad.txt: processor 1: no points'
if [ -w /dev/full ]; then
    what="fpm-tool > /dev/full"
    "$TOOL" partition -n 9 $D/quick.pts 2> "$W/err" > /dev/full
    got=$?
    ok "status is $got, not 1" [ $got -eq 1 ]
    says 'standard output: '
fi

# ---- wrong inputs of all verbs, each with its message ----

mkdir "$W/wrong"
while IFS='|' read -r status line text wanted; do
    case $status in '#'*) continue ;; esac
    printf -- "$(printf '%s\n' "$text" | sed 's/%/%%/g')" > "$W/wrong/F"
    eval "set -- $(echo "$line" | sed 's/;/\\;/g')"
    what="fpm-tool $line, F is $text"
    (cd "$W/wrong" && "$TOOL_PATH" "$@" > "$W/out" 2> "$W/err" < /dev/null)
    got=$?
    ok "status is $got, not $status" [ $got -eq "$status" ]
    ok "standard error is not one line" one_line < "$W/err"
    ok "the message lacks: $wanted" grep -Fq -e "$wanted" "$W/err"
    ok "there is an answer" [ ! -s "$W/out" ]
    ok "a name of the library" sh -c "! grep -Eq 'opts[.]|procs|FPM_|fpm_|\\[\\]' '$W/err'"
done < $D/wrong_inputs.txt
ok "few wrong inputs" [ "$(grep -vc '^#' $D/wrong_inputs.txt)" -ge 310 ]

# ---- partition: wrong use ----

for wrong in "" "-n 9" "$D/quick.pts" "-n" "-n 9 -a" "-n x $D/quick.pts" "-n -5 $D/quick.pts" \
    "-n 1.5 $D/quick.pts" "-n 1e17 $D/quick.pts" "-n 9007199254740993 $D/quick.pts" \
    "-n 0x10 $D/quick.pts" "-n 9 -a best $D/quick.pts" \
    "-n 9 -m cubic $D/quick.pts" "-n 9 --frob $D/quick.pts" "-n 9 --max 5 $D/quick.pts" \
    "-n 9 --max 1:5 $D/quick.pts" "-n 9 --max 0:0 $D/quick.pts" "-n 9 --max 0:x $D/quick.pts" \
    "-n 9 --max -1:5 $D/quick.pts" "-n 9 --fixed 0:-1 $D/quick.pts" "-n 9 --grain 0 $D/quick.pts" \
    "-n 9 --required 0:1 $D/quick.pts" "-n 9 --min :5 $D/quick.pts" \
    "--instance $D/jumps.txt $D/quick.pts" "--instance $D/jumps.txt --instance $D/jumps.txt"; do
    run 2 partition $wrong; says 'fpm-tool partition: .*see fpm-tool partition --help'
done
run 2 partition -n 9 --fixed 0:0,5 $D/quick.pts; says '0:0,5: .*; decimal comma\?'
run 2 partition -n 9 --least total --eps 0,05 $D/quick.pts; says '0,05: .*; decimal comma\?'

# ---- files in other units: a question, and the same answer ----

awk '!/^#/ { print $1, 1000 * $2 }' $E/core.pts > "$W/ms.pts"
apart="$E/gpu.pts $E/steady.pts $W/ms.pts"
run 0 partition -n 60000 $apart --tsv
says 'warning: .*gpu\.pts is [0-9]+ times as fast as .*ms\.pts: do their units differ \(milliseconds against seconds\)\?$'
hasnt warning
run 0 advise $apart; has '^warning +.*gpu\.pts is [0-9]+ times as fast as .*ms\.pts: do their units differ'
run 0 advise $apart --tsv; has '^# warning .*do their units differ'
echo 5 6 7 > "$W/loads"
run 0 chain --models "$E/gpu.pts,$W/ms.pts" "$W/loads"; says 'units differ'
awk '!/^#/ { print $1, 40 * $2 }' $E/core.pts > "$W/slower.pts" # 86 times slower
run 0 partition -n 60000 $E/gpu.pts "$W/slower.pts"; quiet

# ---- plot, and partition --svg ----

three="$E/core.pts $E/gpu.pts $E/steady.pts"
run 0 plot $three; quiet
picture "$W/out" '<title id="title">Speed of 3 processors</title>' '>core.pts<' '>gpu.pts<' '>steady.pts<' \
    'size (units of work)' 'speed (units per second)' '>100k<' '>measured<' 'stroke-dasharray'
hasnt '>share<'
run 0 plot $three; cp "$W/out" "$W/p.svg.want"; run 0 plot --svg "$W/p.svg" $three; quiet
ok "--svg is another picture" cmp -s "$W/p.svg" "$W/p.svg.want"; ok "something on standard output" [ ! -s "$W/out" ]
run 1 plot --svg "$W/nosuch/p.svg" $three; says 'nosuch/p.svg: No such file'
# Labels of 12 digits end inside the picture, where a letter is 7.7 pixels wide.
run 0 partition -n 123456789012 --speeds 1e3,999.77,333.3 --svg "$W/p.svg"
ok "a label leaves the picture" awk -F '[<>"]' '/units?, .*done after/ { n++; x = 0; for (i = 1; i < NF; i++) if ($i ~ / x=$/) x = $(i + 1)
    if (!(x > 0) || x + 7.7 * length($(NF - 2)) > 840) bad = 1 } END { exit bad || n != 3 }' "$W/p.svg"
run 0 plot -n 90000 $three -m piecewise
picture "$W/out" '90000 units over 3 processors' ' (100 %: the mean busy time, 0.2' 'piecewise models, geometric' ' units, 0.2' '>share<' \
    '>done after 0.2' '>even share<' 'no partition is faster; even shares: 0.502 s; one speed each: 0.2'
run 0 plot -n 90000 --steps $three -m shaped
picture "$W/out" 'lines 1 and 2 enclose' '>1</text>' '>2</text>' '>3</text>' '>4</text>'
run 0 plot --instance $D/jumps.txt
picture "$W/out" '>processor 2<' '192 units, 4 s' '0 units, idle'
for i in 0 1 2 3 4 5 6 7 8 9; do # speeds over a wide range: logarithmic axes, long names, many lines
    awk "BEGIN { for (x = 10; x < 1e6; x *= 1.7) printf \"%d %.6g\\n\", x, x * (1 + 0.3 * sin(x * $i)) / 3 ^ $i }" \
        > "$W/a <&> $i, and a rather long name.pts"
done
run 0 plot -n 1e6 "$W"/a*.pts -m piecewise
picture "$W/out" ', logarithmic' 'a &lt;&amp;&gt; 1,'
fixed=
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do fixed="$fixed --fixed $i:0.00$i"; done
run 0 plot -n 400000 -p 20 $E/core.pts $fixed; picture "$W/out" '>and 4 more<'
# Names of any bytes, one point, one processor.
odd=$(printf '%s/\200\201\202\203\204\205\206\207\210\211\212\213\214\215\216\217\220\221\222\223.pts' "$W")
cp $D/quick.pts "$odd"; run 0 plot -n 40 "$odd"; picture "$W/out" '>40 units over 1 processor: ' "$(printf '>\342\200\246.pts<')"
echo '100 2' > "$W/one.pts"; run 0 plot -n 100 "$W/one.pts"; picture "$W/out" '100 units, 2 s'
run 0 plot -m discrete "$W/a <&> 1, and a rather long name.pts"
picture "$W/out" 'Speed of 1 processor<'
run 0 partition -n 120000 $three --max 1:64000 --tsv --svg "$W/p.svg"; has '^# makespan '
picture "$W/p.svg" '120000 units over 3 processors' '64000 units'
run 1 partition -n 9 $D/quick.pts --svg "$W/nosuch/p.svg"; says 'nosuch/p.svg: No such file'
# Equal curves are drawn and named once, in one colour.
colours() { # colours TEXT N: the elements with this text have so many colours
    ok "not $2 colours of $1" [ "$(grep -e "$1" "$W/p.svg" | grep -Eo 'class="c[0-7]"' | sort -u | wc -l)" -eq $2 ]
}
c=$E/core.pts
run 0 partition -n 200000 $c $c $E/gpu.pts $c $E/steady.pts $c $c $c $E/steady.pts $c $c $c --max 1:9000 \
    --svg "$W/p.svg"
picture "$W/p.svg" '>core.pts x 9<' '>gpu.pts<' '>steady.pts x 2<' '>9000 to '
ok "not three names" [ "$(grep -c '<text.*\.pts' "$W/p.svg")" -eq 3 ]
colours '<path d=.*stroke-width="2"/>' 3; colours 'stroke-width="2.4"/>$' 3
ok "not three curves" [ "$(grep -c '<path d=.*stroke-width="2"/>' "$W/p.svg")" -eq 3 ]
run 0 partition -n 9000 -m discrete $D/quick.pts $D/quick.pts $D/slow.pts $D/quick.pts --svg "$W/p.svg"
colours '<path class=.*d="M' 2; colours '<circle .*r="8.40"' 2
# The page has the colours of the pictures, light and dark.
what="examples/web/page.css"
grep -Eo '(--p[0-4]|\.c[0-4]\{color): ?#[0-9a-f]*' $what examples/tool/style.h | sed 's/.*#/#/' > "$W/colours"
ok "not 20 colours" [ "$(wc -l < "$W/colours")" -eq 20 ]
ok "not those of examples/tool/style.h" awk '{ c[NR] = $0 } END { for (i = 1; i <= 10; i++) if (c[i] != c[i + 10]) exit 1 }' "$W/colours"
# Several kinds of models in one picture: a dash each, the first one's shares.
run 0 plot -n 90000 -m shaped,akima,constant $three; cp "$W/out" "$W/p.svg"
picture "$W/p.svg" 'shaped models, geometric' '>shaped<' '>akima<' '>constant<'
ok "not three curves of each kind" [ "$(grep -c '<path d=.*stroke-dasharray="9 3"/>' "$W/p.svg") $(grep -c '<path d=.*stroke-dasharray="2 2"/>' "$W/p.svg")" = "3 3" ]
run 0 plot -m piecewise $three; cp "$W/out" "$W/p.svg.want"; run 0 plot --model=piecewise $three
ok "one kind is another picture" cmp -s "$W/out" "$W/p.svg.want"
run 2 plot -m shaped,akime $three; says 'did you mean akima'
run 2 plot -m shaped,shaped $three; says 'shaped is there twice'
run 2 plot -m shaped,akima,constant,piecewise,akima-plain $three; says 'a picture shows 4 kinds at most'
# The band of half-widths: 1 +- .1 s at 10 units are 9.0909 to 11.1111 units per second, 20.2 % of 10.
printf '10 1 .1 9\n20 2 0 9\n40 4 5 9\n' > "$W/band.pts"
run 0 plot --band "$W/band.pts" --svg "$W/p.svg"
picture "$W/p.svg" 'fill-opacity="0.2"' '>band 10.1 % wide<' '>time +- its half-width<'
ok "another width" [ "$(cat "$W/out")" = "$W/band.pts: band 10.1 % wide in the mean of 2 points, 20.2 % at most, at size 10; 1 with a half-width above the time are left out" ]
run 0 plot --band -n 90000 $three --svg "$W/p.svg"; picture "$W/p.svg" '>band 2.84 % wide<'; quiet
ok "not three bands" [ "$(grep -c '<path d=.*fill-opacity="0.2"/>' "$W/p.svg")" -eq 3 ]
run 1 plot --band "$W/one.pts"; says '--band needs half-widths: as a third column .measure writes it., or from several timings'
run 1 plot -n 4 --steps "$W/falls.pts" -m piecewise; says 'falls.pts: the algorithm needs times'
run 1 plot "$W/nosuch.pts"; says 'nosuch.pts: No such file'
run 2 plot; says 'no FILE'
run 2 plot --steps $D/quick.pts; says 'needs -n'
run 2 plot --steps -n 9 -a even $D/quick.pts; says 'geometric'
run 2 plot --tsv $D/quick.pts; says 'unknown option --tsv'

# ---- simulate ----

# row K FIELD: that field (1: iteration, 2: makespan, ...) of row K
row() { awk -F '\t' -v k="$1" -v f="$2" '!/^#/ && $1 == k { print $f }' "$W/out"; }
last() { awk -F '\t' -v f="$1" '/^[0-9]/ { v = $f } END { print v }' "$W/out"; }
least() { ok "$1 is not at most $2" awk "BEGIN { exit !($1 <= $2) }"; }
# Two quick processors that fall off a cliff beyond 1000 units, and two slow ones.
for i in 0 1; do
    awk -v v=$((200 + 50 * i)) 'BEGIN { for (x = 100; x <= 3000; x += 100)
        printf "%d %.9g\n", x, (x + (x > 1000 ? 12 * (x - 1000) : 0)) / v }' > "$W/cliff$i.pts"
    awk -v v=$((60 + 20 * i)) 'BEGIN { for (x = 100; x <= 6000; x += 100) printf "%d %.9g\n", x, x / v }' > "$W/flat$i.pts"
done
four="-m piecewise $W/cliff0.pts $W/cliff1.pts $W/flat0.pts $W/flat1.pts"
sim="simulate -n 4800 $four --tsv"
run 0 $sim; quiet
has '^iteration	makespan	optimum	ratio	moved	imbalance$'; has '^# status solved$'; has '^# method default$'
ok "rows are not six columns, numbered from 0, 21 of them at most" awk -F '\t' \
    '/^[0-9]/ { if (NF != 6 || $1 != n++) exit 1 } END { exit !(n > 1 && n <= 21) }' "$W/out"
near "$(row 0 2)" 20 # 1200 units each: 1200 / 60, and 1000 + 13 * 200 units of a cliff at 200 a second
near "$(row 0 4)" "$(awk "BEGIN { printf \"%.17g\", $(row 0 2) / $(row 0 3) }")"
near "$(row 0 6)" "$(awk 'BEGIN { printf "%.17g", 20 / ((18 + 14.4 + 20 + 15) / 4) - 1 }')"
ok "row 0 moved something" [ "$(row 0 5)" -eq 0 ]
least "$(last 4)" 1.01
optimum=$(row 0 3)
ok "the total is not that of the rows" awk -F '\t' -v total="$(value total)" \
    '/^[0-9]/ { sum += $2 } END { exit !(sum <= total * 1.000001 && sum >= total * 0.999999) }' "$W/out"
run 0 partition -n 4800 $four --tsv; near "$(value makespan)" "$optimum"
run 0 simulate -n 17 $D/quick.pts $D/quick.pts $D/quick.pts --tsv --iterations 0
ok "not one row" [ "$(grep -c '^[0-9]' "$W/out")" -eq 1 ]
near "$(row 0 2)" "$(awk 'BEGIN { print 6 / 100 }')"
run 0 simulate -n 0 $D/quick.pts --tsv; near "$(row 0 4)" 1
run 0 simulate -n 4800 $four; has '^ +0 +20 +[0-9.]+ +[0-9.]+ +0 +[0-9.]+ %$'; has '^even shares +[0-9.]+ s$'
has '^method +default$'
for method in constant dfpa numerical; do
    run 0 $sim --method $method; has "^# method $method$"; near "$(row 0 2)" 20
    run 0 simulate -n 3000 $D/quick.pts $D/slow.pts --method=$method --tsv; least "$(last 4)" 1.05
done

# Noise: the same seed gives the same rows, another one others; iterations are all run.
run 0 $sim --noise 0.05 --seed 7 --iterations 12; cp "$W/out" "$W/seed7"
ok "not 13 rows" [ "$(grep -c '^[0-9]' "$W/out")" -eq 13 ]
near "$(row 0 2)" 20
run 0 $sim --noise 0.05 --seed 7 --iterations 12; ok "other rows for the same seed" cmp -s "$W/seed7" "$W/out"
run 0 $sim --noise 0.05 --seed 8 --iterations 12
ok "the same rows for another seed" sh -c '! cmp -s "$0" "$1"' "$W/seed7" "$W/out"
run 0 $sim --outliers 0.1:10 --seed 3; ok "not all rows" [ "$(grep -c '^[0-9]' "$W/out")" -eq 21 ]
run 0 $sim --noise 0.02 --iterations 30; least "$(last 4)" 1.05

# Events: from row AT on, and the optimum is that of those who are there.
run 0 $sim --slow 3:4:3 --iterations 8
near "$(row 3 3)" "$optimum"
ok "the optimum did not rise" awk "BEGIN { exit !($(row 4 3) > 1.05 * $optimum) }"
awk '{ print $1, 3 * $2 }' "$W/flat1.pts" > "$W/flat3.pts"
slowed=$(row 4 3)
run 0 partition -n 4800 -m piecewise "$W/cliff0.pts" "$W/cliff1.pts" "$W/flat0.pts" "$W/flat3.pts" --tsv
near "$(value makespan)" "$slowed"
run 0 $sim --slow 3:4:3 --iterations 40; least "$(last 4)" 1.05
run 0 $sim --slow 3:0:3; near "$(row 0 2)" 45
run 0 $sim --drift 2:0.5 --iterations 3
near "$(row 0 2)" 20; ok "not four rows" [ "$(grep -c '^[0-9]' "$W/out")" -eq 4 ]
ok "the optimum does not rise" awk "BEGIN { exit !($(row 3 3) > $(row 1 3) && $(row 1 3) > $(row 0 3)) }"
run 0 $sim --leave 3:5 --join 3:9 --iterations 40
near "$(row 4 3)" "$optimum"; near "$(row 9 3)" "$optimum"
run 0 partition -n 4800 -m piecewise "$W/cliff0.pts" "$W/cliff1.pts" "$W/flat0.pts" --tsv
three=$(value makespan)
run 0 $sim --leave 3:5 --iterations 40; near "$(row 5 3)" "$three"; least "$(last 4)" 1.05
ok "nothing moved when it left" [ "$(row 5 5)" -gt 0 ]
run 0 $sim --join 3:5 --iterations 40; near "$(row 0 3)" "$three"; near "$(row 5 3)" "$optimum"
near "$(row 0 2)" 44 # (1000 + 13 * 600) / 200; 1600 / 60 is less
run 0 simulate -n 4800 $four --leave 3:5 --slow 0:6:0.5
has '  processor 3 leaves$'; has '  processor 0: 2 times faster$'
run 0 $sim --max 0:900 --max 1:900; near "$(value total_even)" "$(awk -F '\t' '/^[0-9]/ { n++ } END { print n * 25 }' "$W/out")"
run 0 $sim --unit-cost 1 --move-cost 1e6 --iterations 5; ok "moved though it costs too much" [ "$(value moved)" -eq 0 ]
run 0 simulate --instance $D/speeds.txt --tsv; near "$(row 0 2)" 4; least "$(last 4)" 1.01; has '^# model akima$'

run 0 $sim --svg "$W/sim.svg" --noise 0.02 --leave 3:5 --join 3:9 --slow 0:7:2
picture "$W/sim.svg" '<title id="title">4800 units over 4 processors: ' ' since the change, ' ' s without moving<' '>shares (units of work)<' '>iteration<' \
    '>time (seconds)<' '>3 flat1.pts<' '>processor 3 leaves<' '>processor 0: 2 times slower<' '>processor 3 joins<' \
    '>after 1 iteration<' '>after 5 iterations<' '>after 20 iterations<' '>optimum<' '>speed (units/s)<'
picture "$W/sim.svg" '>change at iteration 5: 2 iterations in ' '>change at iteration 9: 12 iterations in ' '>staying<'
# What staying would have cost, from each change on: without balancing it is what was spent.
run 0 $sim --method constant --eps 1e6 --slow 3:4:3 --iterations 8 --svg "$W/sim.svg"
ok "something moved" [ "$(value moved)" -eq 0 ]
near "$(value total_stay)" "$(value total)"; near "$(value total_stay)" 305 # 4 times 20 s, 5 times 45 s
picture "$W/sim.svg" '225 s since the change, 225 s without moving' '>from iteration 0: 4 iterations in 80 s (80 s without moving,'
run 0 $sim --slow 3:4:3 --iterations 12 --svg "$W/sim.svg" # ... with those of the start, then with those of iteration 4
ok "nothing moved before the change" [ "$(row 1 5)" -gt 0 ]
near "$(value total_stay)" "$(awk "BEGIN { printf \"%.17g\", 80 + ($(last 1) - 3) * $(row 4 2) }")"
picture "$W/sim.svg" " ($(awk "BEGIN { printf \"%.4g\", ($(last 1) - 3) * $(row 4 2) }") s without moving, "
run 0 simulate -n 4800 $four --slow 3:4:3; has '^staying +[0-9.]+ s   \(the shares at the start, or at the last event\)$'
ok "larger than 200 kB" [ "$(wc -c < "$W/sim.svg")" -lt 200000 ]
run 0 simulate -n 0 $D/quick.pts --iterations 0 --svg "$W/sim.svg"; picture "$W/sim.svg" '0 units over 1 processor:'
run 0 simulate --instance $H/profile_16_700.txt -m piecewise --noise 0.1 --svg "$W/sim.svg" --iterations 900 --tsv
picture "$W/sim.svg" '>processor 15<' 'What was known of processors 0, 1, 2, 11, 12, 13:'
ok "larger than 400 kB" [ "$(wc -c < "$W/sim.svg")" -lt 400000 ] # 900 iterations of 16
run 0 simulate --instance $H/sparse_40_60.txt -m piecewise -n 4000 --svg "$W/sim.svg"; picture "$W/sim.svg" '>40 processors,<'
run 1 $sim --svg "$W/nosuch/s.svg"; says 'nosuch/s.svg: No such file'

run 1 $sim --leave 0:1 --leave 1:1 --leave 2:1 --leave 3:1; says 'iteration 1: processor 3 leaves: '
run 1 $sim --max 0:1200 --max 1:1200 --max 2:1200 --max 3:1200 --leave 2:3; says 'iteration 3: processor 2 leaves: no partition'
run 1 $sim --max 0:9 --max 1:9 --max 2:9 --max 3:9; says 'no partition satisfies the constraints: n is 4800, the processors can take 36 at most; .*take n = 36$'
run 1 simulate -n 48 "$W/nosuch.pts"; says 'nosuch.pts: No such file'
run 1 simulate --instance $H/empty_procs.txt; says 'processor [0-9]*: no points'
for wrong in "" "-n 9" "$D/quick.pts" "-n 9 -m discrete $D/quick.pts" "-n 9 -a even $D/quick.pts" "$sim --method best" \
    "$sim --iterations -1" "$sim --iterations 1e9" "$sim --noise -0.1" "$sim --noise x" "$sim --noise 2" "$sim --seed 1.5" \
    "$sim --seed -1" "$sim --outliers 0.1" "$sim --outliers 2:10" "$sim --outliers 0.1:0" "$sim --slow 0:1" "$sim --slow 4:1:2" \
    "$sim --slow 0:1:0" "$sim --slow 0:-1:2" "$sim --slow 0.5:1:2" "$sim --leave 0" "$sim --leave 0:1:2" "$sim --leave x:1" \
    "$sim --leave 0:1 --leave 0:3" "$sim --join 0:1 --join 0:2" "$sim --drift 0:-1" "$sim --drift 9:0.1" "$sim --eps -1" \
    "$sim --unit-cost -1" "$sim --move-cost x" "$sim --max 4:5" "$sim --least total" "$sim --svg"; do
    run 2 simulate ${wrong#simulate }; says 'fpm-tool simulate: .*see fpm-tool simulate --help'
done

# When moving had paid for itself: from the first iteration on whose sum is below that of staying.
run 0 simulate -n 4800 -m piecewise "$W"/cliff*.pts "$W"/flat*.pts --slow 3:4:3 --iterations 12 --move-cost 15
has '^moving       since iteration 0: (pays from iteration [1-9]|has not paid yet)'; has '^moving       since iteration 4: '
run 0 simulate -n 4800 -m piecewise "$W"/cliff*.pts "$W"/flat*.pts --iterations 9 --noise 0.01
ok "another iteration" [ "$(sed -n 's/^moving .* 0: pays from iteration \([0-9]*\) on$/\1/p' "$W/out")" = "$(awk '/^ +[0-9]+ / { if (n++ == 0) stay = $2
    all += $2; even += stay; if (!(all < even)) at = -1; else if (at < 0) at = $1 } BEGIN { at = -1 } END { print at }' "$W/out")" ]

# ---- devices and measure ----

run 0 devices; has '^device  cpu:0 '; has '^kernel  gemm '; quiet
has '^together  (yes|no): '; has '^OpenMP    (yes|no): .*cores?'; has '^CUDA      (yes|no): GPUs'; has '^memory    .* GB may be used'; hasnt '[01]   \('
run 0 devices --tsv; has '^kind	name	what$'; has '^device	cpu:0	core [0-9]+$'; has '^# affinity [01]$'
cores=$(grep -c '^device	cpu:[0-9]*	' "$W/out"); has '^kernel	fft2d	'; has '^# openmp [01]$'
run 0 measure --kernel gemm --device cpu:0 --sizes 16:64:5 --dir "$W/m" --max-seconds 0.02; quiet
has 'cpu-0.pts: 5 points.*, skewness of the times -?[0-9.]+ .-?[0-9.]+ at most.'
run 1 measure --kernel gemm --device cpu:0 --sizes 16:64:5 --dir "$W/m" --resume --svg "$W/none.svg"
ok "no word of nothing" grep -q 'none.svg: nothing was measured: --resume keeps what is there' "$W/err"
run 0 measure --kernel gemm --device cpu:0 --sizes 17:65:5 --dir "$W/mh" --max-seconds 0.02 --visits 1 --svg "$W/p.svg"
picture "$W/p.svg" 'How times of the same work spread' '>cpu:0<' 'samples (%)' 'in the mean,'
run 0 measure --kernel gemm --device cpu:0 --sizes 16:64:5 --dir "$W/m3" --max-seconds 0.02
ok "imprecise or unstable, and no word of what that means" awk '
    /points, [1-9][0-9]* measurements imprecise/ { rough = 1 } /^imprecise: .*wider than 2.5 % of it/ { said++ }
    /^   .*(another --device|larger sizes|later|is quiet)/ { why++ } /^unstable: the same work may take another time/ { why += 0.5 }
    END { exit rough != said || (why > 0 && why < 1.5) }' "$W/out"
ok "not 5 points, in squares and ascending" awk '!/^#/ { n++; r = int(sqrt($1) + 0.5)
    if (r * r != $1 || r < 16 || r > 64 || $1 <= last || !($2 > 0)) exit 1
    last = $1 } END { exit n != 5 }' "$W/m/cpu-0.pts"
for key in kernel device machine compiler date options quality; do
    ok "no # $key in the points file" grep -q "^# $key " "$W/m/cpu-0.pts"
done
run 0 partition -n 2000 "$W/m/cpu-0.pts" "$W/m/cpu-0.pts" -m piecewise; has '^makespan'
cp "$W/m/cpu-0.pts" "$W/before"
run 1 measure --kernel gemm --device cpu:0 --sizes 3e6:4e6:5 --dir "$W/m"
ok "no word of what goes" grep -q 'warning: .*/m/cpu-0.pts: a new point replaces those of gemm; --resume keeps them' "$W/err"
sed -i '/: a new point replaces/d' "$W/err"; says 'gemm on cpu:0 at size 3[0-9]*: .* \(0 of 5 sizes are measured\)'
ok "what was measured before is lost" cmp -s "$W/before" "$W/m/cpu-0.pts"
run 1 measure --kernel gemm --device cpu:0 --sizes 3e6:4e6:5 --dir "$W/m2"
ok "a file without points is left" [ ! -e "$W/m2/cpu-0.pts" ]
if [ "$cores" -gt 1 ]; then
    run 0 measure --kernel gemm-plain --device cpu:0 cpu:1 --sizes 8:24:5 --dir "$W/m" --max-seconds 0.02
    ok "no word of the other device" grep -q '^# device .*cpu:1.* together with cpu:0' "$W/m/cpu-1.pts"
    run 0 partition -n 500 "$W/m/cpu-0.pts" "$W/m/cpu-1.pts" -m piecewise
fi
# Sizes chosen for a partition; resumed, nothing is left to measure, and what was there stays.
run 0 measure --kernel triad --device cpu:0 --sizes 100:9000 -n 2000:5000 --dir "$W/n" --max-seconds 0.02 --visits 1
has '^[0-9]* rounds; no partition can be faster by more than '
cp "$W/n/cpu-0.pts" "$W/before"
run 0 measure --kernel triad --device cpu:0 --sizes 100:9000 -n 2000:5000 --dir "$W/n" --max-rounds 1 --visits 1 --resume
awk '!/^#/ { print $1 }' "$W/before" > "$W/a"; awk '!/^#/ { print $1 }' "$W/n/cpu-0.pts" > "$W/b"
ok "a size is lost" sh -c "[ -z \"\$(grep -vxFf '$W/b' '$W/a')\" ]"
run 1 measure --kernel triad --device cpu:0 --sizes 100:900 -n 5000 --dir "$W/n5"; says 'the sizes 100:900 of all devices'
run 0 measure --kernel triad --device cpu:0 --sizes 10:90:5 --dir "$W/r" --max-seconds 0.02 --visits 1
cp "$W/r/cpu-0.pts" "$W/before"
run 0 measure --kernel triad --device cpu:0 --sizes 10:90:5 --dir "$W/r" --resume
ok "a known size is measured again" cmp -s "$W/before" "$W/r/cpu-0.pts"
run 1 measure --kernel gemm --device cpu:0 --sizes 10:90:5 --dir "$W/r" --resume; says 'its points are of triad, not of gemm; another --dir leaves them alone'
ok "points of another kernel are gone" cmp -s "$W/before" "$W/r/cpu-0.pts"
printf '8 1\n' > "$W/r/cpu-0.pts"
run 1 measure --kernel triad --device cpu:0 --sizes 10:90:5 --dir "$W/r"; says 'cpu-0.pts: measure did not write this file'
run 0 measure --kernel triad --device cpu:0 --sizes 10:90:5 --dir "$W/r" --max-seconds 0.02 --visits 1 --resume
ok "a given point is lost" grep -q '^8 1' "$W/r/cpu-0.pts"
printf 'x 1\n' > "$W/r/cpu-0.pts"
run 1 measure --kernel triad --device cpu:0 --sizes 10:90:5 --dir "$W/r" --resume; says 'cpu-0.pts:1: .*"x" is not a number: write it as .*'

# Commands of the shell: measured, failing, hanging; the file's name has no odd characters.
run 0 measure --device "cmd:test {size} -gt 0" --sizes 1:9:5 --dir "$W/c" --max-seconds 0.02 --visits 1
ok "no points of a command" grep -q '^9 [0-9.e-]*' "$W/c/cmd-test--size---gt-0.pts"
run 0 measure --device "cmd:sleep 0.2 & test {size} -gt 0" --sizes 3:13:+2 --dir "$W/s" --max-seconds 0.02 --visits 1
ok "not every second size" [ "$(awk '!/^#/ { printf "%s ", $1 }' "$W/s/"*.pts)" = "3 5 7 9 11 13 " ]
# What simpler models lose is what advise says of the same files.
run 0 measure --device "cmd:test {size} -gt 0" "cmd:test 1{size} -gt 0" --sizes 1:9:+2 --dir "$W/two" --max-seconds 0.02 --visits 1
line=$(grep -E '^[0-9]+ units in sizes measured take [0-9.e-]+ s, [0-9.e+-]+ % more by constant speeds, [0-9.e+-]+ % by smooth models$' "$W/out")
ok "not what simpler models lose" [ -n "$line" ]
run 0 advise -n "${line%% *}" -m discrete --tsv "$W"/two/*.pts
ok "advise says otherwise: $line" awk -v line="$line" 'function far(a, b) { return a - b > .006 * (1 + b) || b - a > .006 * (1 + b) }
    BEGIN { split(line, w, " ") } $2 == "constant_loss" { c = 100 * $3; n++ } $2 == "smooth_loss" { s = 100 * $3; n++ }
    END { exit n != 2 || far(w[9], c) || far(w[15], s) }' "$W/out"
run 1 measure --device "cmd:test {size} -lt 4 || exit 7" --sizes 1:9:5 --dir "$W/c" --max-seconds 0.02 --visits 1
says 'size [59]: the command ended with status 7 \(3 of 5 sizes are measured\)'
ok "points measured so far are lost" [ "$(grep -vc '^#' "$W/c/cmd-test--size---lt-4----exit-7.pts")" = 3 ]
run 1 measure --device "cmd:sleep 5{size}" --sizes 1:9:5 --dir "$W/c" --timeout 0.05 --visits 1
says 'killed after 0.05 s \(0 of 5 sizes are measured\)'
run 1 measure --device "cmd:kill -9 \$\$ # {size}" --sizes 1:9:5 --dir "$W/c" --visits 1; says 'status 137 '
run 2 measure --device "cmd:sleep 1" --sizes 1:9:5 --dir "$W/c"; says 'cmd:sleep 1: .size. must stand where'
run 2 measure --kernel gemm --device "cmd:sleep {size}" --sizes 1:9:5 --dir "$W/c"; says '--kernel gemm: all devices are commands'
for device in cuda:0 blas:0 cpu:0-1; do # what a build lacks is said, what it has is measured
    what="measure on $device"
    "$TOOL" measure --kernel gemm --device $device --sizes 16:64:5 --dir "$W/d" --max-seconds 0.02 --visits 1 > "$W/out" 2> "$W/err" ||
        says "fpm-tool.*(this build has no|no such CUDA device|so many cores)"
done
what="a kernel of another device"
run 2 measure --kernel gemm-cuda --device cpu:0 --sizes 16:64:5 --dir "$W/d"; says "(kernel gemm-cuda is not for it|no kernel gemm-cuda)"
run 2 measure --kernel gemm-plain --device cuda:0 --sizes 16:64:5 --dir "$W/d"; says "device cuda:0: this build has no gemm-plain-cuda"
what="examples/workloads/command.sh"
if command -v gzip > /dev/null; then
    sed 's/00000/0000/' examples/workloads/command.sh > "$W/command.sh" # a tenth of the bytes
    TOOL=$TOOL sh "$W/command.sh" > "$W/out" 2> "$W/err" || fail "status $?"
    has '^[0-9]* rounds; '; has '^makespan '
fi
m="--kernel gemm --device cpu:0 --sizes 16:64:5 --dir $W/m"
: > "$W/file"
run 1 measure --kernel gemm --device cpu:0 --sizes 16:64:5 --dir "$W/file/m"; says "file/m: "
run 1 measure --kernel gemm --device cpu:0 --sizes 16:64:5 --dir "$W/file"; says "file"
for wrong in "" "--kernel gemm" "--kernel frob $m" "--device gpu:9 $m" "--device cpu:99999 $m" "--device cpu:4000 $m" \
    "--device cpu:0 $m" "$m --sizes 64:16" "$m --sizes 16" "$m --sizes 16:64:4" "$m --sizes 16:18:9" \
    "$m --sizes 16:64:+0" "$m --sizes 16:64:+17" "$m --sizes 16:64:5:+8" "$m --sizes 16:+8" "$m --sizes 64:16:+8" "$m --sizes 1:9e15:+1" \
    "$m --sizes 0:64" "$m --precision 0" "$m --max-seconds x" "$m -n 0" \
    "$m -n 5:4" "$m --visits 0" "$m --tolerance x" "$m --timeout 0" "$m --max-rounds 0" "$m --seed -1" "--device cmd: $m" \
    "--device cpu:1-0 $m" "--device omp:0 $m" "--device cuda:x $m" "stray $m" "$m --frob"; do
    run 2 measure $wrong; says 'fpm-tool measure: '
done

# ---- items ----
printf '95 auth\n40 cart\n120 search\n61.5 pay # slow\n33 mail\n47 admin\n155 image\n' > "$W/files"
printf '3 a 0\n3 b 0\n2 c 0\n2 1\n2 -\n' > "$W/from"
run 0 items -p 3 "$W/files"; has '^  [012] *2 *188 *188  mail image$'; has 'the last one finishes at 188, no other way before 188, gap 0 %: solved'
run 0 items --speeds 1,2 --tsv "$W/files"; quiet; near "$(value makespan)" 184.75; has '^3	pay	61.5	'
run 0 items -p 2 --from --max-moved 2 "$W/from"; has '^  0 *2 *6 *6  a b$'; has '2 of the load moves, no way within the slack moves less than 2$'
run 0 items -p 2 --from --max-moved 0 "$W/from"; has '0 of the load moves, no way within the slack moves less than 2: --max-moved allows none of these$'
run 0 items -p 2 --from --max-moved 0 --slack 0.5 "$W/from"; has 'the last one finishes at 8, no other way before 6'; has '0 of the load moves'
run 0 items -p 2 --counts --slots 4 --work 1000 --svg "$W/items.svg" "$W/files"; picture "$W/items.svg" '>processor 0<' '>image<'
json items -p 2 "$W/files"
run 1 items -p 2 --slots 2 "$W/files"; says 'no partition satisfies'
run 1 items -p 2 --from "$W/files"; says 'files:1: auth is none of the processors 0 to 1'
printf '5 a 0\n6 b -1\n' > "$W/minus"; run 1 items -p 2 --from "$W/minus"; says 'minus:2: -1 is none of the processors 0 to 1; - stands for none$'
printf '"5","a"\n"6","b"\n' > "$W/quoted"; run 1 items -p 2 "$W/quoted"; says 'quoted:1: .*then its name: take off the quotation marks$'
run 1 items -p 2 "$W/from"; says 'from:1: more fields than a load and a name \(with --from'
printf '1\n-2 b\n' > "$W/bad"; run 1 items -p 2 "$W/bad"; says 'bad:2: "-2": a line begins with a load, a number of 0 or more, then its name'
printf 'load,name\n3,a\n' > "$W/bad"; run 1 items -p 2 "$W/bad"; says 'bad:1: "load": .*; delete the line with the names of columns \(the load is the first one\)$'
printf 'load\n3\n' > "$W/bad"; run 1 chain -p 2 "$W/bad"; says 'bad:1: "load" is not a load .*; delete the line with the names of columns$'
printf '# none\n' > "$W/bad"; run 1 items -p 2 "$W/bad"; says 'bad: no loads'
printf '1,5\n2,7\n' > "$W/bad"; run 0 items -p 2 "$W/bad"; says 'bad: the first number of a line is the load, "5" a name: are the loads behind the names, or is this a decimal comma\?$'
printf '0 30\n1 45\n2 x\n' > "$W/bad"; run 0 items -p 2 "$W/bad"; quiet
printf '5e-11 a\n3e-11 b\n2e-11 c\n' > "$W/tiny"; run 0 items -p 2 "$W/tiny"; has 'the last one finishes at 5e-11, no other way before 5e-11'
printf '1e-310 a\n1e-310 b\n' > "$W/tiny"; run 0 items -p 2 "$W/tiny"
printf '1 a\r2 b\r3 c\r4 d\r5 e\r6 f\r7 g\r8 h\r' > "$W/cr"; run 0 items -p 2 "$W/cr"; has 'the last one finishes at 18'
printf '%s\n' 600 560 120 120 20 10 10 10 > "$W/experts" # 590 / 3 is the least that is published
run 0 items -p 8 --slots 2 --copies 16 --tsv --work 160000000 "$W/experts"; quiet
ok "experts with copies: 196.67" awk '$2 == "makespan" { t = $3 } NF == 4 && /^[0-9]/ { n++; sum += $3; p[$4] += $3; if (at[$1, $4]++) bad = 1 }
    END { for (k in p) if (p[k] > t * (1 + 1e-9)) bad = 1; exit bad || n != 16 || sum < 1449.999 || sum > 1450.001 || t > 196.668 }' "$W/out"
run 0 items -p 3 --copies 9 --svg "$W/items.svg" "$W/files"; picture "$W/items.svg" '>9 copies on 3 processors<'
printf '60 a 0+1\n50 b 0\n90 c 1\n30 d 0+1\n' > "$W/copies"
run 0 items -p 2 --copies 6 --from "$W/copies"; has 'the last one finishes at 120'; has '1 of the copies move, no other way within the slack moves less than 1'
printf '5\n.5\n7\n1\n' > "$W/bytes"
run 0 items -p 2 --copies 6 --from --sizes "$W/bytes" "$W/copies"; has '^  [0-9.]+ of the sizes moves'
run 0 items -p 2 --copies 6 --from --slack 1 --max-moved 0 "$W/copies"; has '0 of the copies move'
run 1 items -p 2 --copies 6 --from --sizes "$W/files" "$W/copies"; says 'files'
run 2 items -p 2 --sizes "$W/bytes" "$W/files"; says '--sizes needs --from'
run 1 items -p 2 --copies 9 --from "$W/files"; says 'none of the processors'
printf '9 a 0+1\n3 b 1\n' > "$W/routed"; run 0 items -p 2 --copies 3 --from --slack 9 --max-moved 0 --uneven "$W/routed"; has '^  0 *1 *6 *6  a$'; has '^  1 *2 *6 *6  a b$'; has 'even shares of these copies would finish at 7.5, no other'; has 'at 6, no other way before 6, gap 0 %: solved$'
run 0 items --speeds 1,2 --copies 3 --from --slack 9 --max-moved 0 --uneven --tsv "$W/routed"; has '^# even_makespan 4.5$'; has '^# makespan 4$'; has '^0	a	4	0$'; has '^0	a	5	1$'
printf '9 a 0\n3 b 1\n' > "$W/routed"; run 0 items -p 3 --copies 2 --from --slack 9 --max-moved 0 --uneven "$W/routed"; has 'at 9, no other way before 4, gap 125 %: valid, not proven'
run 2 items -p 2 --uneven "$W/routed"; says '--uneven needs --copies'
printf '9 a 0+1\n3 b 1\n5 c 0+2\n8 d 1+2+3\n' > "$W/routed"
run 0 items -p 4 --copies 8 --from --slack 9 --max-moved 0 --uneven --work 1 "$W/routed"; has 'at 10.1667, no other way before 6.25, gap 62.7 %: work limit reached'; has 'even shares of these copies would finish at 10.1667$'
run 0 items -p 4 --copies 8 --from --slack 9 --max-moved 0 --uneven --work 1000000 "$W/routed"; has 'at 6.25, no other way before 6.25, gap 0 %: solved$'
printf '6 a\n4 b\n' > "$W/routed"; run 1 items -p 2 --copies 6 --slots 3 "$W/routed"; says 'a processor has one copy of a piece at most'
run 0 items -p 2 --copies 6 --slots 3 --colocate "$W/routed"; has 'at 5, no other way before 5, gap 0 %: solved$'
printf '%s\n' 10 7 7 1 1 > "$W/routed"; run 0 items -p 3 --level "$W/routed"; has '^  [012] *2 *8 *8 '; has 'at 10, no other way before 10'
run 2 items -p 2 --level --copies 6 "$W/routed"; says '--level excludes'
printf '6 a\n4 b\n' > "$W/routed"; run 2 items -p 2 --colocate "$W/routed"; says '--colocate needs --copies'
run 2 items -p 2 --copies 4 --from --colocate "$W/routed"; says '--colocate and --from exclude each other'
printf '6 a\n5 b\n4 c\n3 d\n' > "$W/four"; printf '.4\n.4\n.1\n.1\n' > "$W/held"
run 0 items -p 2 --limit "$W/held:.5" "$W/four"; has '^  0 *2 *9 *9  a d$'
run 1 items -p 2 --limit "$W/held:.49" "$W/four"; says 'held:0.49 alone allows no assignment: raise it, or take more processors'
run 1 items -p 2 --limit "$W/held:.3" --limit "$W/held:9" "$W/four"; says 'held:0.3 alone allows no assignment'
run 1 items -p 3 --limit "$W/held:.5" "$W/files"; says 'not a row of 7 numbers'
run 2 items -p 2 --limit "$W/held" "$W/four"; says 'it takes FILE:AMOUNT'
run 2 items -p 2 --limit "$W/held:1" --copies 6 "$W/four"; says 'exclude each other'
run 1 items -p 3 --copies 6 "$W/files"; says '--copies 6 are less than one for each of 7 pieces'
run 1 items -p 2 --copies 15 "$W/files"; says 'no partition satisfies'
run 2 items "$W/files"; says '[-]p N is needed'; run 2 items -p 2; says 'no FILE'; run 2 items -p 2 a b; says 'b: there is a FILE already'
run 2 items -p 2 --slack 1 "$W/files"; says 'need --from'
run 0 items -p 2 --gap 0.5 "$W/files"; run 0 items -p 2 --gap 0 "$W/files"; has 'gap 0 %: solved'
printf '16 a\n8 b\n20 c\n4 d\n' > "$W/jobs"; printf '4 60\n9,45\n2 44 # c\n- 12\n' > "$W/times"; printf 'x\nx\n-\ny y\n' > "$W/groups"
run 0 items --times "$W/times" "$W/jobs"; has '^  processor  pieces        seconds  finishes at'; has '^  0 *3 *15 *15  a b c$'; has 'finishes at 15, no other way before 15, gap 0 %: solved'
run 0 items --times "$W/times" --types 0,1,1 --groups "$W/groups" --apart 1 --tsv "$W/jobs"; has '^# makespan 45$'; has '^piece	name	seconds	processor$'; has '^1	b	45	[12]$'
run 0 items -p 2 --groups "$W/groups" --together "$W/jobs"; has '^  [01] *2 *24 *24  a b$'
run 0 items -p 2 --groups "$W/groups" --spread "$W/jobs"; hasnt ' a b$'
printf '16 a 1\n8 b 1\n20 c 1\n4 d 1\n' > "$W/jobs_were"
run 0 items --times "$W/times" --types 0,1,1 --from --tsv "$W/jobs_were"; has '^# moved 44$'
run 0 items -p 3 --groups "$W/groups" --apart 1 --from --slack .5 --tsv "$W/jobs_were"; has '^# moved 20$'
run 0 items --times "$W/times" --types 0,1,1 --from --max-moved 16 --tsv "$W/jobs_were"; has '^# moved 1[0-6]$'
run 1 items --times "$W/times" --types 0,2 "$W/jobs"; says 'types: a number is none of the columns of --times'
run 1 items -p 3 --times "$W/times" "$W/jobs"; says 'times: 2 types: say with --types'
run 1 items --times "$W/times" --types 0,0 "$W/jobs"; says 'piece d: no processor can take it'
run 1 items --times "$W/times" "$W/files"; says 'times: 4 lines for 7 pieces'
run 1 items --times "$W/files" "$W/files"; says 'files:1: "auth": seconds are numbers of 0 or more, or -'
run 1 items -p 1 --groups "$W/groups" --apart 1 "$W/jobs"; says 'the group of piece a has more pieces than places: raise --apart or -p'
run 2 items --types 0,1 "$W/jobs"; says 'types needs --times'; run 2 items --times "$W/times" --types 0,x "$W/jobs"; says 'a whole number for each processor'
run 2 items -p 2 --groups "$W/groups" "$W/jobs"; says 'groups needs one of --apart'; run 2 items -p 2 --spread "$W/jobs"; says 'need --groups'
run 1 items --from --times "$W/times" "$W/jobs"; says 'jobs:1: a is none of the processors'
printf '10 a 0\n12 b 0\n7 c 1\n5 d 1\n' > "$W/now"; run 0 items --from --slack 9 --times "$W/times" "$W/now"; has '0 of the load moves'
sed 's/1$/2/' "$W/now" > "$W/far"; run 1 items --from --times "$W/times" "$W/far"; says 'far: 2 is none of the processors 0 to 1'
run 2 items -p 3 --times "$W/times" --types 0,1 "$W/jobs"; says 'types 0,1 has 2 processors, -p says 3'

# The fewest within a limit: decimals, prices, too few, too heavy a piece.
printf '0.1 a\n0.2 b\n0.1 c\n0.3 d\n0.2 e\n' > "$W/bins"
run 0 items --fewest 0.3 "$W/bins"; has '3 processors; no fewer than 3 finish within 0.3$'; hasnt '^  3  '
run 0 items --fewest 0.3 --prices 3,2,1,1 --tsv "$W/bins"; has '^# cost 4$'; has '^# least_cost 4$'; has '^# busy 3$'
run 0 items --fewest 0.45 --speeds 2,1 "$W/bins"; has '1 processor; no fewer than 1 finish'
run 1 items --fewest 0.3 -p 2 "$W/bins"; says 'fewest cannot be met by so many processors: raise it, or -p$'
run 1 items --fewest 0.2 "$W/bins"; says 'piece d: no processor can take it'
run 2 items --fewest 1 --counts "$W/bins"; says 'fewest excludes'
run 2 items -p 2 --prices 1,2 "$W/bins"; says 'prices needs --fewest'
run 2 items --fewest 1 --prices 1,-2 "$W/bins"; says 'numbers of 0 or more'

# ---- pipeline ----

printf 'name count seconds slow bytes sent\nembed 1 1ms 2e-3 2GB 16kB\nblock 6 10ms 0.02 1500MiB 16kB # six alike\nhead 1 5000us 0.01 2000000000 0\n' > "$W/layers"
printf 'name,type,factor,max,held,latency,bandwidth,required\nbig,seconds,1,24GB,1GB,20us,1e9,1\nsmall;slow;0.75;8GB;-;1ms;10MB;no\n' > "$W/devs"
run 0 pipeline --devices "$W/devs" --tsv "$W/layers"; quiet
has '^# status solved$'; has '^# goal latest$'; has '^# layers 8$'; has '^# gap 0$'
has '^stage	device	name	begin	end	seconds	compute	hop	bytes$'; near "$(value makespan)" 0.041036
has '^0	0	big	0	5	'; has '^1	1	small	5	8	0.037[45]'; has '	5145728000$'
near "$(value total)" 0.078536; near "$(value slowest)" 0.041036
run 0 pipeline --devices "$W/devs" --goal total "$W/layers"; has '^  0      big  *0 to 7 '; has 'memory'; has '^  1      small  *-$'
has 'goal total: no partition below 0.066 s, gap 0 %: solved$'
run 0 pipeline --devices "$W/devs" --batches 100 --tsv "$W/layers"; has '^# goal filled$'; near "$(value makespan)" 4.1411
run 0 pipeline --devices "$W/devs" --batches 3 --overlap --free --work 1000000 "$W/layers"; has ', 3 batches '
run 0 pipeline --devices "$W/devs" --svg "$W/pipe.svg" "$W/layers"; picture "$W/pipe.svg" '>big<' '>5 layers, from 0<' '8.291 GB of 23 GB'
json pipeline --devices "$W/devs" "$W/layers"
# The fewest rectangles within a limit: a class, too few, too heavy a cell, what is not for it.
printf '4 1\n2 3\n' > "$W/tiny"
run 0 rect --fewest 5 "$W/tiny"; has '^  2 rectangles; no fewer than 2 can all be within 5$'; has 'over 2 processors$'
run 0 rect --fewest 5 -a jag-m-opt --tsv "$W/tiny"; has '^# cost 2$'; has '^# least_cost 2$'; has '^1	1	2	0	2	5$'
run 0 rect --fewest 7 --border 1 --tsv "$W/tiny"; has '^# cost 3$'
run 1 rect --fewest 5 -p 1 "$W/tiny"; says 'fewest cannot be met by so many rectangles: raise it, or -p$'
run 1 rect --fewest 3 "$W/tiny"; says 'row 0, column 0: --fewest is below this cell alone'
run 2 rect --fewest 5 --speeds 1,2 "$W/tiny"; says 'fewest excludes --speeds'
run 2 rect --fewest 5 -a rows "$W/tiny"; says 'not rows or columns'
# The fewest within a limit: one device or two, prices, a limit that is too short, other goals.
run 0 pipeline --devices "$W/devs" --fewest 42ms "$W/layers"; has '^  2 devices; no fewer than 2 keep each stage within 0.042 s$'; has 'sum of stages and hops 0.078536 s$'
run 0 pipeline --devices "$W/devs" --fewest 0.07 --tsv "$W/layers"; has '^# busy 1$'; has '^# cost 1$'; has '^# least_cost 1$'; has '^# total 0.066'
printf 'name type max latency price\na seconds 8GB 20us 2\nb slow 8GB 20us -\nc slow 8GB 20us 1\nd seconds - 20us 5\n' > "$W/rent"
run 0 pipeline --devices "$W/rent" --fewest 70ms "$W/layers"; has '^  2 devices for 2, no others within 0.07 s cost less than 2$'
run 0 pipeline --devices "$W/rent" --fewest 61ms --free --tsv "$W/layers"; has '^# cost 4$'; has '^2	0	a	4	8	'
run 1 pipeline --devices "$W/rent" --fewest 9ms "$W/layers"; says 'layer 1 [(]block[)] takes longer than --fewest on every device'
run 1 pipeline --devices "$W/rent" --fewest 19ms "$W/layers"; says 'rent: the devices cannot keep each stage within --fewest, .* in this order: try --free'
run 2 pipeline --devices "$W/rent" --fewest 9m "$W/layers"; says 'fewest: "9m" is no time'
run 2 pipeline --devices "$W/rent" --fewest 9ms --goal total "$W/layers"; says 'excludes --batches and other goals'
sed 's/ 5$/ -5/' "$W/rent" > "$W/rent2"; run 1 pipeline --devices "$W/rent2" --fewest 1 "$W/layers"; says 'price: "-5" is not a number, 0 or more'
run 0 pipeline --devices "$W/devs" --ratios "$W/layers"; ok "not 5,3" [ "$(cat "$W/out")" = 5,3 ]; quiet
run 0 pipeline --devices "$W/devs" --ratios --tsv "$W/layers"; has '^# ratios 5,3$'; has '^# order big,small$'; hasnt '^# llama'; quiet
# llama.cpp has the first layers on the CPU.
printf 'name type factor\ncpu seconds 4\nquick seconds 1\nslow seconds 2\n' > "$W/cpu"
sed '2{h;d;};3G' "$W/cpu" > "$W/cpu2"
run 0 pipeline --devices "$W/cpu" --ratios "$W/layers"; ok "not 2,4,2" [ "$(cat "$W/out")" = 2,4,2 ]
says '^llama.cpp: -ngl 6 --tensor-split 4,2$'
run 0 pipeline --devices "$W/cpu" "$W/layers"; ok "the last line is not llama.cpp's" [ "$(tail -n 1 "$W/out")" = 'llama.cpp: -ngl 6 --tensor-split 4,2' ]; quiet
run 0 pipeline --devices "$W/cpu" --tsv "$W/layers"; has '^# llama -ngl 6 --tensor-split 4,2$'; hasnt '^# (ratios|order)'; quiet
run 0 pipeline --devices "$W/devs" "$W/layers"; hasnt llama; quiet # no CPU
sed '/^head/d' "$W/layers" > "$W/blocks"; run 0 pipeline --devices "$W/cpu" --ratios "$W/blocks"; says "llama.cpp: -ngl $((8 - $(cut -d, -f1 "$W/out"))) --tensor-split $(awk -F, '{ print $2 "," $3 + 1 }' "$W/out") [(]the last layer is the output[)]$"
run 0 pipeline --devices "$W/cpu2" "$W/layers"; says "cpu2: llama.cpp has the first layers on the CPU: write the row of cpu first$"; hasnt llama
# Counts follow the stages, in whatever order --free has them, and a line for llama.cpp names its GPUs.
printf 'name count bytes cpu gpu\nblock 80 0.5GB 10ms 0.55ms\noutput 1 1GB 20ms 1.1ms\n' > "$W/big"
printf 'name type max\nhost cpu 64GB\nb gpu 23GB\na gpu 15GB\n' > "$W/free"
run 0 pipeline --devices "$W/free" --goal total --free --ratios "$W/big"; cp "$W/err" "$W/said"
run 0 pipeline --devices "$W/free" --goal total --free --tsv --ratios "$W/big"; has '^# ratios [0-9]+,[0-9]+,[0-9]+$'
# Its counts and names are those of the rows, in their order.
rows=$(awk -F '\t' '/^[0-9]/ { n = n c $5 - $4; o = o c $3; c = "," } END { print n, o }' "$W/out")
ok "not the rows' counts and names: $rows" [ "$(value ratios) $(value order)" = "$rows" ]
ok "not the order" grep -qx "order: $(value order)" "$W/said"
# There is a line for llama.cpp where the CPU is first; it names the GPUs unless they are in the order of the rows.
splits=$(awk -F '\t' '/^[0-9]/ && $3 != "host" { s = s g $5 - $4; d = d g $3; g = "," } END { print d, s }' "$W/out")
case $(value order) in
    host,a,b) want="-ngl 75 --device ${splits% *} --tensor-split ${splits#* }" ;;
    host,*) want="-ngl 75 --tensor-split ${splits#* }" ;;
    *) want= ;;
esac
ok "llama.cpp: $(value llama), not $want" [ "$(value llama)" = "$want" ]
printf 'name count sent gpu fast cpu\nblock 9 1MB 2ms 1ms 1s\noutput 1 0 2ms 1ms 1s\n' > "$W/small"
# a cannot hand anything on, so it is last; or b, so that a is first.
printf 'name type bandwidth\nhost cpu -\nb gpu 1e9\na fast 0\n' > "$W/free"; run 0 pipeline --devices "$W/free" --free --ratios "$W/small"
ok "not b before a: $(cat "$W/out" "$W/err")" grep -qE '^order: (host,)?b,(host,)?a(,host)?$' "$W/err"; ok "a split of other counts" grep -qx 'llama.cpp: -ngl 10 --tensor-split 3,7' "$W/err"
printf 'name type bandwidth\nhost cpu -\nb gpu 0\na fast 1e9\n' > "$W/free"; run 0 pipeline --devices "$W/free" --free --ratios "$W/small"
ok "not a before b: $(cat "$W/out" "$W/err")" grep -qE '^order: (host,)?a,(host,)?b(,host)?$' "$W/err"; ok "no order of the GPUs" grep -q '^llama.cpp: -ngl 10 --device a,b --tensor-split 7,3 [(]the names' "$W/err"
ok "not the stages' counts" grep -Eqx '(0,)?7,(0,)?3(,0)?' "$W/out"
# The CPU cannot hand anything on, so it is last.
printf 'name type bandwidth\nhost cpu 0\nb gpu 1e9\n' > "$W/free"; printf 'name count bytes sent cpu gpu\nblock 9 1GB 1MB 1ms 1ms\noutput 1 1GB 0 1ms 1ms\n' > "$W/small"
run 0 pipeline --devices "$W/free" --free "$W/small"; says 'free: llama.cpp has the first layers on the CPU: leave out --free$'; hasnt llama
sed '2{h;d;};3G' "$W/free" > "$W/free2"; run 0 pipeline --devices "$W/free2" --free "$W/small"; says 'write the row of host first, and leave out --free$'
# The embedding is no layer of llama.cpp's where a GPU has it.
printf 'name type max\ncpu seconds 0\nquick seconds -\nslow slow -\n' > "$W/free"; run 0 pipeline --devices "$W/free" --tsv "$W/layers"
has '^0	0	cpu	0	0'; has '^# llama -ngl 7 --tensor-split 4,3$'
# All layers on the CPU.
printf 'name type\ncpu seconds\n' > "$W/free"; run 0 pipeline --devices "$W/free" "$W/layers"; has '^llama.cpp: -ngl 0$'
# A max without bytes of the layers.
sed 's/ bytes//; s/ 1GB//' "$W/small" > "$W/nobytes"; printf 'name type max\na cpu 8GB\n' > "$W/free"
run 0 pipeline --devices "$W/free" --ratios "$W/nobytes"; ok "it does not warn of max" grep -q 'warning: .*nobytes has no column bytes: max counts nothing$' "$W/err"
sed 's/8GB/-/' "$W/free" > "$W/free2"; run 0 pipeline --devices "$W/free2" "$W/nobytes"; quiet
# Blanks within cells.
printf 'name type max\nRTX 4090 gpu 24GB\n' > "$W/free"; run 1 pipeline --devices "$W/free" "$W/small"; says 'free:2: 4 cells, where the header names 3 \(a blank separates cells: write RTX_4090'
printf 'name type max\na gpu 24 GB\n' > "$W/free"; run 1 pipeline --devices "$W/free" "$W/small"; says 'free:2: 4 cells, where the header names 3 \(a blank separates cells: write 24GB\)'
printf 'name gpu\na 3 ms\n' > "$W/bad"; run 1 pipeline --devices "$W/free" "$W/bad"; says 'bad:2: 3 cells, .* write 3ms\)'
printf 'name,gpu\na,3,4 \n' > "$W/bad"; run 1 pipeline --devices "$W/free" "$W/bad"; says 'bad:2: 3 cells, .* \(- stands for none\)'
run 1 pipeline --devices "$W/layers" "$W/layers"; says 'layers:1: unknown column count \(the first row names the columns: name, type'
run 1 pipeline --devices "$W/devs" "$W/devs"; says 'devs:1: [a-z]* is a column of --devices: are the two files exchanged\\?'
run 2 pipeline "$W/layers"; says '[-]-devices FILE is needed'; run 2 pipeline --devices "$W/devs"; says 'no FILE'
run 2 pipeline --devices "$W/devs" --goal total --batches 2 "$W/layers"; says 'is for --goal filled'
run 2 pipeline --devices "$W/devs" --goal fast "$W/layers"; says 'latest, total, filled'
run 2 pipeline --devices "$W/devs" a b; says 'b: there is a FILE already'
run 1 pipeline --devices "$W/devs" "$W/nosuch"; says 'nosuch: No such'
spoil_devs() { sed "$1" "$W/devs" > "$W/devs2"; run 1 pipeline --devices "$W/devs2" "$W/layers"; says "$2"; }
sed 's/1e9/-/' "$W/devs" > "$W/devs2"; run 0 pipeline --devices "$W/devs2" "$W/layers"; has '  0      big  *0 to 4 ' # no limit
sed 's/1e9/0/' "$W/devs" > "$W/devs2"; run 0 pipeline --devices "$W/devs2" "$W/layers"; has '  0      big  *0 to 7 ' # it cannot send
spoil_devs 's/1e9/0/; s/24GB/9GB/' 'devs2: the devices allow no stages within max, bandwidth, required and what each may run in this order: try --free'
spoil_devs 's/1e9/-5/' 'devs2:2: bandwidth: "-5" is not bytes per second'
spoil_devs 's/1e9/1e99/' 'devs2:2: device big: bandwidth must be from 1e-60 to 1e60 bytes per second'
spoil_devs 's/,1$/,maybe/' 'required: "maybe" is not 1 or yes, 0 or no'
spoil_devs 's/;slow;/;fast;/' 'devs2:3: fast is no column of seconds of .*layers'
spoil_devs 's/24GB/24XB/' 'max: "24XB" is not a number of bytes'
spoil_devs 's/;0.75;/;0;/' 'factor: "0" is not a number above 0'
spoil_devs 's/24GB,1GB/1GB,-/;s/8GB/0/' 'no device has room for layer 0 \(embed\), 2 GB'
spoil_devs 's/24GB,1GB/0,-/' 'device big is required, and has no room'
spoil_devs 's/24GB/5GB/' 'the layers keep 13.44 GB, the devices have room for 12 GB'
spoil_devs 's/20us,/,/' 'devs2:2: 7 cells, where the header names 8'
spoil_devs 's/latency/max/' 'devs2:1: two columns are called max'
sed '1s/$/,tier1,seconds1,in_bandwidth/; 2s/$/,2GB,1e-10,5MB/; 3s/$/;-;1e-9;-/; s/24GB,1GB/5GB,1GB/; s/8GB/2GB/' "$W/devs" > "$W/devs2"
run 0 pipeline --devices "$W/devs2" "$W/layers"; has ' 5\.[0-9]* GB of 4 GB, 1[0-9.]* GB in slower memory'; has ' of 2 GB, 6.291 GB in slower memory'
run 0 pipeline --devices "$W/devs2" --svg "$W/pipe.svg" "$W/layers"; picture "$W/pipe.svg" '>6.291 GB in slower memory<'
spoil_devs '1s/$/,seconds2/; 2s/$/,1ns/; 3s/$/,-/; s/24GB/-/' 'devs2:2: max: .* is not a max, beyond which is a tier'
# A type may be called 4090; without bandwidths nothing limits them.
printf 'name count bytes sent 4090\nlayer 12 1GB 1MB 3ms\n' > "$W/numbered"; printf 'name type bandwidth\na 4090 -\nb 4090 -\n' > "$W/devs3"
run 0 pipeline --devices "$W/devs3" --tsv "$W/numbered"; near "$(value makespan)" 0.018; near "$(value total)" 0.036; hasnt inf
spoil_devs '1s/$/,tier2/; 2s/$/,1GB/; 3s/$/,-/' 'devs2:2: tier2: "1GB" is not a memory whose seconds are given, too'
spoil_devs '1s/$/,in_bandwidth/; 2s/$/,-1/; 3s/$/,-/' 'devs2:2: in_bandwidth: "-1" is not bytes per second'
spoil_devs 1d 'devs2:2: the first row names|unknown column|names the columns'
spoil_devs '2,$d' 'a header row and rows below'
sed 's/ 6 / x /' "$W/layers" > "$W/bad"; run 1 pipeline --devices "$W/devs" "$W/bad"; says 'bad:3: count: "x" is not a whole number'
sed 's/10ms/10mm/' "$W/layers" > "$W/bad"; run 1 pipeline --devices "$W/devs" "$W/bad"; says 'seconds: "10mm" is not seconds'
sed 's/ 6 / 2000000 /' "$W/layers" > "$W/bad"; run 1 pipeline --devices "$W/devs" "$W/bad"
says 'bad: 2000002 layers take 137.3 MiB of memory, and 64.01 MiB are allowed .*--max-bytes 138M$'
run 1 pipeline --devices "$W/devs" --max-bytes 500 "$W/layers"; says 'layers: 8 layers take 576 bytes of memory, and 500 bytes are allowed: '
printf 'name bytes\na 1\n' > "$W/bad"; run 1 pipeline --devices "$W/devs" "$W/bad"; says 'bad:1: no column of seconds'
# What a type may not run: the head is for the slow type alone, so it has the last layers; a layer for none; one that costs 1e30 s.
sed 's/^head.*/head 1 - 0.01 2000000000 0/' "$W/layers" > "$W/barred"; run 0 pipeline --devices "$W/devs" --tsv "$W/barred"; has '^1	1	small	[0-6]	8	'; quiet
run 1 pipeline --devices "$W/cpu" "$W/barred"; says 'no device may run layer 7 \(head\): give it seconds in the column of a type that a device has'
sed 's/0.02/-/; s/2e-3/-/; s/0.01/-/; s/-;1ms/-;1us/; s/no$/yes/' "$W/layers" > "$W/barred2"; sed 's/no$/yes/' "$W/devs" > "$W/devs2"
run 1 pipeline --devices "$W/devs2" "$W/barred2"; says 'device small is required, and has no room for any layer that it may run'
sed 's/2e-3/1e30/' "$W/layers" > "$W/bad"; run 1 pipeline --devices "$W/devs" "$W/bad"
says 'bad:2: layer 0 \(embed\) takes so long that other seconds are lost in sums: write - where a type may not run a layer'

# ---- chain ----

printf '# loads\n4 1 3 2 6 1\n' > "$W/loads"
run 0 chain -p 3 --tsv "$W/loads"; quiet
has '^# status solved$'; has '^# lmax 7$'; has '^# lower_bound 7$'; hasnt '^# algorithm'
has '^part	begin	end	load$'
ok "cuts are wrong" [ "$(awk '/^[0-9]/ { s += $4; if ($2 != e + 0) exit; e = $3 } END { print s, e }' "$W/out")" = "17 6" ]
run 0 chain -p 3 "$W/loads"; has '^    part   first element  last element             load$'; has '^ *0  *0  *[0-9]'
printf '4 1 4\n' > "$W/four"; run 0 chain --speeds 1,10,10 "$W/four"; has '^ *0  *-  *-  *0  *0  *0$'; has '^ *1  *0  *1  *5 '; has '^ *2  *2  *2  *4 '
run 0 chain -p 2 "$W/loads"; has 'largest part 9, lower bound 9'
run 0 chain --speeds 1,2 --tsv "$W/loads"; has '^part	begin	end	load	proc	time$'; has '^# makespan 6$'
run 0 chain --speeds 1,2 --svg "$W/chain.svg" "$W/loads"; has 'done after 6 \(load / speed\), lower bound 6; '
hasnt '[0-9] s|seconds'; picture "$W/chain.svg" 'done after 6<' '>lower bound 6; ' '>time (load / speed)<'
ok "seconds" sh -c '! grep -q seconds "$0"' "$W/chain.svg"
run 0 chain --models $E/core.pts,$E/gpu.pts "$W/loads"; has ' seconds$'; has 'done after [^ ]+ s, lower bound [^ ]+ s;'
run 0 chain --speeds 2,1 --free --tsv "$W/loads"; has '^# makespan 6$'; has '^1	.*	0	6$|^0	.*	0	6$'
run 0 chain --models $E/core.pts,$E/gpu.pts --max 0:3 --tsv "$W/loads"; has '^0	0	0	0	0	0$'
# Sizes that differ by one at most; least sizes, multiples, places, former cuts, a second load.
seq 42 | sed 's/.*/1/' > "$W/ones"; printf '1\n2\n1\n9\n5\n2\n' > "$W/six"; printf '10\n30\n' > "$W/places"; printf '0\n20\n42\n' > "$W/former"
run 0 chain -p 16 "$W/ones"; has '^parts of 2 to 3 elements$'
run 0 chain -p 2 --min-items 2 --tsv "$W/six"; has '^# lmax 13$'; has '^0	0	4	13$'
run 0 chain -p 4 --grain 3 --tsv "$W/ones"; has '^# lmax 12$'; has '^2	21	30	9$'
run 0 chain -p 2 --cuts "$W/places" --tsv "$W/ones"; has '^0	0	30	30$'
run 0 chain -p 2 --near "$W/former" --tsv "$W/ones"; has '^# moved 1$'; has '^# shift 1$'; has '^0	0	21	21$'
run 0 chain -p 2 --near "$W/former" --slack 0.2 --tsv "$W/ones"; has '^# moved 0$'; has '^0	0	20	20$'
run 0 chain -p 2 --limit "$W/ones:25" --tsv "$W/ones"; has '^# lmax 21$'
run 1 chain -p 2 --limit "$W/ones:20" "$W/ones"; says 'ones:20 alone allows no partition: raise it, or take more parts'
run 1 chain -p 3 --near "$W/former" "$W/ones"; says 'former: 3 cuts, where 3 parts have 4'
printf '1 2 3 43\n' > "$W/far"; run 1 chain -p 2 --cuts "$W/far" --near "$W/former" "$W/ones"; says 'far: number 4, 43, is no cut.*, 42$'
run 1 chain -p 2 --near "$W/places" "$W/ones"; says 'places'
run 0 chain -p 20 --svg "$W/chain.svg" "$W/loads"; picture "$W/chain.svg" 'lower bound' 'above the mean of the parts (100 %: 0.85)'
printf '0.5 0.25 0.25' > "$W/reals"
run 0 chain -p 2 --tsv "$W/reals"; has '^# lmax 0.5$'; has '^0	0	1	0.5$'
printf '0 0 0' > "$W/zeros"
run 0 chain -p 2 --tsv --svg "$W/chain.svg" "$W/zeros"; has '^# lmax 0$'; picture "$W/chain.svg"
: > "$W/nothing"
run 1 chain -p 64 "$W/nothing"; says 'nothing: no loads'
printf '# none\n' > "$W/nothing"
run 1 chain -p 64 "$W/nothing"; says 'nothing: no loads'
printf '%%%%MatrixMarket matrix coordinate real general\n0 3 0\n' > "$W/nothing"
run 1 chain -p 64 "$W/nothing"; says 'nothing: no loads'
run 1 chain -p 64 "$W"; says 'directory'
printf '\t4\t1\t # c\n\t\t3\t\t\n' > "$W/tabs"
run 0 chain -p 3 --tsv "$W/tabs"; has '^# n 3$'

# Loads in all formats: row sums 5, 0, 7 and column sums 3, 9.
printf '%s\n' '%%MatrixMarket matrix coordinate real general' '% comment' '3 2 3' '1 1 3' '1 2 2.0' '3 2 7' > "$W/mat"
run 0 chain -p 3 --tsv "$W/mat"; has '^# lmax 7$'; has '^# n 3$'
run 0 chain -p 2 --columns --tsv "$W/mat"; has '^# lmax 9$'; has '^# n 2$'
run 0 chain -p 3 --pattern --tsv "$W/mat"; has '^# lmax 2$'
printf '%s\n' '%%MatrixMarket matrix coordinate pattern symmetric' '3 3 2' '2 1' '3 3' > "$W/mat"
run 0 chain -p 3 --tsv "$W/mat"; has '^# lmax 1$'; has '^2	2	3	1$'
printf '%s\n' '%%MatrixMarket MATRIX array integer general' '3 2' 3 0 0 2 0 7 > "$W/mat"
run 0 chain -p 3 --tsv "$W/mat"; has '^# lmax 7$'
printf '%s\n' '%%MatrixMarket matrix array real skew-symmetric' '3 3' 1 -2 3 > "$W/mat"
run 1 chain -p 3 "$W/mat"; says 'mat:3: .*--pattern'
run 0 chain -p 3 --pattern --tsv "$W/mat"; has '^# lmax 2$'
# The banner in any case, behind a byte order mark and blank lines; without it nothing is ignored.
printf '\357\273\277\r\n \n%%%%matrixmarket Matrix Coordinate Real General\n2 2 2\n1 1 5\n2 2 -0.7\n' > "$W/mat"
run 0 chain -p 2 --pattern --tsv "$W/mat"; has '^# lmax 1$'; has '^# n 2$'
run 0 rect -p 2 --pattern --tsv "$W/mat"; has '^# lmax 1$'
run 1 chain -p 2 "$W/mat"; says 'mat:6: "-0.7" is not a load \(a number, 0 or more\); --pattern counts every entry as 1$'
run 1 partition -n 9 "$W/mat"; says 'mat: a Matrix Market file has loads, no points; fpm-tool chain and rect cut it up$'
printf '\357\273\2771 2\n3 4\n' > "$W/marked"; run 0 chain -p 2 --tsv "$W/marked"; has '^# n 2$'
printf '\357\273\2779 1\n1 8 1\n' > "$W/marked"; run 0 partition --instance "$W/marked" -m akima
for flags in '-p 2' '-p 2 --columns'; do run 1 chain $flags --pattern "$W/loads"; says 'loads: --pattern needs a Matrix Market file, whose first word is %%MatrixMarket$'; done
run 1 chain -p 2 --columns "$W/loads"; says 'loads: --columns needs lines of two or more numbers each, a Matrix Market file, a PGM image or a .npy file$'
printf '2 1\n3 4\n' > "$W/square"; run 1 rect -p 2 --pattern "$W/square"; says 'square: --pattern needs a Matrix Market file'
printf 'P2 # image\n2 3 9\n3 2 0 0 0 7\n' > "$W/mat"
run 0 chain -p 2 --columns --tsv "$W/mat"; has '^# n 2$'
run 1 chain -p 2 --pattern "$W/mat"; says 'mat: --pattern needs'
run 0 chain -p 3 --tsv "$W/mat"; has '^# lmax 7$'
printf 'P5 2 3 255\n\003\002\000\000\000\007' > "$W/mat"
run 0 chain -p 3 --tsv "$W/mat"; has '^# lmax 7$'
printf 'P5 1 2 256\n\001\000\000\003' > "$W/mat"
run 0 chain -p 2 --tsv "$W/mat"; has '^# lmax 256$'

# Rows and columns of real data: no part is heavier than is said, and one less takes a part more.
# greedy FIELD LOAD: parts that lines take when each is filled up to LOAD; FIELD is 1, 2: rows, columns.
for way in 1 2; do
    awk -v f=$way '!/^%/ { if (n++) w[$f] += $3; else lines = $f } END { for (; ++k <= lines;) print w[k] + 0 }' \
        $E/uszip_512.mtx > "$W/lines$way"
done
greedy() {
    awk -v most=$2 'BEGIN { parts = 1 } $1 > most { parts = 9999 } s + $1 > most { parts++; s = 0 } { s += $1 }
        END { print parts }' "$W/lines$1"
}
for way in 1 2; do for p in 1 7 100 511; do
    columns=; [ $way -eq 1 ] || columns=--columns
    run 0 chain -p $p $columns --tsv $E/uszip_512.mtx; quiet
    has '^# status solved$'; has '^# n 512$'
    most=$(value lmax) parts=$(greedy $way $(value lmax)) less=$(greedy $way $(($(value lmax) - 1)))
    ok "$parts parts of $most, $less of one less" [ "0$parts" -le $p -a "0$less" -gt $p ]
    ok "cuts are wrong" [ "$(awk -v most=$most '/^[0-9]/ { bad += $2 != e + 0 || $4 > most; e = $3; n++ } END { print bad, e, n }' "$W/out")" = "0 512 $p" ]
done; done

# What is malformed is named with its line.
refuse() { printf "$1" > "$W/mat"; run 1 chain -p 2 "$W/mat"; says "$2"; }
refuse '1 2\n3 -4\n' 'mat:2: "-4" is not a load'
refuse '1 2\n3 x\n' 'mat:2: "x" is not a load'
row() { printf "$1" > "$W/mat"; run 0 chain -p 2 "$W/mat" --tsv; }
row '0 3\n1 2\n2 8\n'; says 'mat: all numbers count as loads, and there are 2 in each line: is the first an index\?$'
sum='each line is one element, its load the sum'
row '0 3\n1 2\n3 8\n'; says "mat: 3 lines of 2 numbers: $sum"; has '^# n 3$'; has '^# lmax 11$'
row '0 3\n1 2\n'; says "$sum"; has '^# lmax 3$'
row '0 3\n1 2 5\n'; quiet; has '^# n 5$'
row '0 3 1 2\n'; quiet; has '^# n 4$'
row '4,1,3,2\n'; quiet; has '^# n 4$'
row '"0","3"\n"1","2"\n'; says "$sum"; has '^# lmax 3$'
# A quoted CSV is read, its names of columns too.
printf '\357\273\277"size","seconds"\r\n"1000","0.5"\r\n"2000","1"\r\n' > "$W/quoted.csv"
run 0 partition -n 1500 --tsv "$W/quoted.csv"; quiet; has '^# makespan 0.75$'
row '0,3,9\n1,2,5\n'; says "$sum"; has '^# lmax 12$'
run 0 chain -p 3 --columns "$W/mat"; says 'each column is one element'; has '^3 elements: largest part 14'
row '3 3 3\n1 1 2\n2 2 8\n3 1 1\n'; says 'is this a Matrix Market file without its first line\?$'
row '3 3 3\n1 1\n2 2\n3 1\n'; says 'without its first line'
row '3 3 4\n1 1 2\n2 2 8\n3 1 1\n'; says "$sum"
# UTF-16 is named, with its mark or without; a large file of something else is not read to its end.
printf '\377\376' > "$W/wide"; printf '1\0 \0002\0\n\0' | tee -a "$W/wide" > "$W/wide2"
for f in "$W/wide" "$W/wide2"; do
    for verb in 'chain -p 2' 'rect -p 2' 'partition -n 9' 'pipeline --devices'; do run 1 $verb "$f" $([ "$verb" != 'pipeline --devices' ] || echo "$f"); says 'wide2*: UTF-16 text, as'; done
done
{ cat /dev/zero; } 2> /dev/null | { run 1 rect -p 2 -; says '[-]: not a text file'; echo "$passed $failed" > "$W/count"; }
read -r passed failed < "$W/count"
refuse '%%%%MatrixMarket matrix array real general\n1 2\n1\n2\n3\n' 'mat:5: "3" stands after the last of 1 x 2 values'
refuse 'P6\n1 1\n255\nabc' 'mat: a P6 image; of images PGM is read'
refuse '1 nan' 'mat:1: "nan" is not a load'
refuse '0,5 1,25' 'mat:1: "0,5" is not a load .*; decimal comma\? Write [0-9.]+$'
refuse '1 2\n3 4\t\t5' 'mat:2: column 3 is empty'
refuse '%%%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 5\n' 'mat:3: .*outside'
refuse '%%%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 5\n' 'mat:4: the file ends'
refuse '%%%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 -5\n' 'mat:3: "-5" is not a load'
refuse '%%%%MatrixMarket matrix list real general\n' 'mat:1: "list"'
refuse '%%%%MatrixMarket matrix coordinate real symmetric\n2 3 0\n' 'mat:2: .*square'
refuse '%%%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 5\n7\n' 'mat:4: .*end of the file'
refuse 'P2 2 2 9 1 2 3 10' 'mat:1: value 10'
refuse 'P2 2 2 9 1 2 3' 'mat:1: the file ends'
refuse 'P5 2 2 99\n123' 'before its last value'
refuse '1 2\0003' 'not a text file'
# A file can name more than it holds: memory is asked for before it is taken.
refuse '%%%%MatrixMarket matrix array pattern general\n2147483647 1\n' 'mat:1: `array pattern` is no Matrix Market format: an array has a value for each element'
refuse '%%%%MatrixMarket matrix coordinate pattern general\n2147483647 1 1\n7 1\n' \
    'mat: 2147483647 elements take 32 GiB of memory, and 64.01 MiB are allowed for a file of its length: .*by --max-bytes 32768M$'
sed 's/2147483647/5000000/' "$W/mat" > "$W/mat5"; run 1 chain -p 2 "$W/mat5"; says '5000000 elements take 76.29 MiB .*--max-bytes 77M$'
run 1 chain -p 2 --max-bytes 76M "$W/mat5"; says ', and 76 MiB are allowed: '; run 0 chain -p 2 --max-bytes 77M --tsv "$W/mat5"; has '^# n 5000000$'
row '999999999,0\n'; quiet; has '^# n 2$'
for wrong in 0 x 2X G -1 9e15G; do run 2 chain -p 2 --max-bytes $wrong "$W/mat5"; says "^fpm-tool chain: --max-bytes $wrong: a whole number of bytes"; done
run 1 chain -p 2 "$W/none"; says 'none: '
run 1 chain --models $E/core.pts,$W/none "$W/loads"; says 'none: '
run 1 chain --models $E/core.pts --max 0:3 "$W/loads"; says 'no partition'
for wrong in '' '-p 2' "-p 0 $W/loads" "$W/loads" "-p 2 -a best $W/loads" "-p 2 $W/loads $W/loads" \
    "-p 3 --speeds 1,2 $W/loads" "--speeds 1,0 $W/loads" "--speeds 1,2, $W/loads" "-p 2 --max 0:1 $W/loads" \
    "--speeds 1,2 --models $E/core.pts $W/loads" "-p 3 --models $E/core.pts,$E/gpu.pts $W/loads"; do
    run 2 chain $wrong; says 'fpm-tool chain: '
done
run 2 chain --speeds 1,,2 "$W/loads"; says 'number 2 of the list is empty'
run 2 chain --speeds '0,5;1' "$W/loads"; says 'decimal comma\?'
run 2 chain --models $E/core.pts,,$E/gpu.pts "$W/loads"; says 'name 2 of the list is empty'

printf '4 1 3 2 6 1\n' > "$W/six"
run 0 chain --fewest 8 "$W/six"; has '^3 processors; no fewer than 3 finish within 8$'; hasnt '^ {7}3 '
run 0 chain --fewest 10 --speeds 3,1,1 --prices 3,1,1 --tsv "$W/six"; has '^# cost 2$'; has '^0	0	0	0	'
run 0 chain --fewest 10 --speeds 3,1,1 --prices 3,1,1 "$W/six"; has '^2 processors for 2, no others within 10 cost less than 2$'
run 1 chain --fewest 8 -p 2 "$W/six"; says 'fewest cannot be met by so many processors: raise it, or -p$'
run 1 chain --fewest 5 "$W/six"; says 'element 4, from 0: .* is below one element'
run 2 chain --fewest 5 --slack 1 "$W/six"; says 'fewest excludes'
run 2 chain -p 2 --prices 1,2 "$W/six"; says 'prices needs --fewest'

# ---- rect ----

# tiles ROWS COLS LOAD PARTS: the rows of the last output are so many rectangles that cover each cell
# once, and their loads sum to LOAD.
tiles() {
    ok "no tiling of $1 x $2" [ "$(awk -v rows=$1 -v cols=$2 '/^[0-9]/ {
        n++; s += $6
        for (r = $2; r < $3; r++) for (c = $4; c < $5; c++) seen[r, c]++
    } END {
        for (r = 0; r < rows; r++) for (c = 0; c < cols; c++) bad += seen[r, c] != 1
        for (k in seen) cells++
        print bad + 0, cells, s, n }' "$W/out")" = "0 $(($1 * $2)) $3 $4" ]
}
# owned PARTS: each entry of the real data is in one rectangle, and they sum to the loads that are said.
# Most entries are where the one before was.
owned() {
    ok "entries are not in one rectangle each" [ "$(awk -v FS='[\t ]' '
        function holds(i) { return $1 > r0[i] && $1 <= r1[i] && $2 > c0[i] && $2 <= c1[i] }
        BEGIN { n = at = 0 }
        NR == FNR { if (/^[0-9]/) { r0[n] = $2; r1[n] = $3; c0[n] = $4; c1[n] = $5; load[n++] = $6; area += ($3 - $2) * ($5 - $4) } next }
        /^%/ || !entries++ { next }
        { if (!holds(at)) for (at = 0; at < n && !holds(at); at++) ;
          bad += at == n
          load[at] -= $3 }
        END {
            for (i = 0; i < n; i++) for (j = 0; j < i; j++)
                bad += r0[i] < r1[j] && r0[j] < r1[i] && c0[i] < c1[j] && c0[j] < c1[i]
            for (i = 0; i < n; i++) bad += load[i] != 0
            print bad + 0, n, area }' "$W/out" $E/uszip_512.mtx)" = "0 $1 262144" ]
}
printf '# a plane\n3 4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n' > "$W/plane"
run 0 rect -m 3 --tsv "$W/plane"; quiet
has '^part	r0	r1	c0	c1	load$'; has '^# lmax 30$'; has '^# lower_bound 26$'; tiles 3 4 78 3
for class in auto uniform rect-nicol jag-pq-heur jag-pq-opt jag-m-heur jag-m-probe jag-m-alloc \
    jag-m-heur-probe jag-m-opt hier-rb hier-relaxed hier-opt hier-search peel rows columns; do
    run 0 rect -m 4 -a $class --tsv "$W/plane"; quiet; tiles 3 4 78 4
    run 0 rect -m 16 -a $class --work 600000000 --tsv $E/uszip_512.mtx; quiet; owned 16
done
for way in rows columns; do # the same as the chain
    flag=; [ $way = rows ] || flag=--columns
    run 0 chain -p 50 $flag --tsv $E/uszip_512.mtx; most=$(value lmax)
    run 0 rect -m 50 -a $way --tsv $E/uszip_512.mtx; ok "$way: not the chain's $most" [ "$(value lmax)" = "$most" ]; owned 50
done
for way in hor ver best; do run 0 rect -m 4 -a jag-m-opt --orient $way --tsv "$W/plane"; tiles 3 4 78 4; done
for way in load dist hor ver; do run 0 rect -m 4 -a hier-rb --direction $way --tsv "$W/plane"; tiles 3 4 78 4; done
run 0 rect -m 4 -a uniform --pq 4x1 --orient ver --tsv "$W/plane"; has '^3	0	3	3	4	24$'
run 0 rect -m 4 --border 2 --tsv "$W/plane"; tiles 3 4 78 4
sides() { awk -F'\t' '/^[0-9]/ { s += $3 - $2 + $5 - $4 } END { print s }' "$W/out"; }
run 0 rect -m 64 --compact 0 --tsv $E/uszip_512.mtx; quiet; even=$(value lmax) border=$(sides)
run 0 rect -m 64 --compact 0.05 --tsv $E/uszip_512.mtx; quiet
ok "a tolerance gives no shorter border" [ "$(sides)" -lt "$border" ]; ok "a tolerance changes nothing" [ "$(value lmax)" -gt "$even" ]
run 2 rect -m 4 --compact -1 "$W/plane"; says '\-\-compact'
ok "not the largest load and border" [ "$(value makespan)" = "$(awk -F'\t' '/^[0-9]/ { v = $6 + 2 * ($3 - $2 + $5 - $4); if (v > m) m = v } END { print m }' "$W/out")" ]
run 0 rect -m 4 --border 2 "$W/plane"; has 'done after .* \(load and border\)'; run 0 rect -m 4 -a uniform,auto --border 2 --tsv "$W/plane"; has '^class.*makespan'
run 0 rect -m 4 --min-rows 3 --tsv "$W/plane"; tiles 3 4 78 4; ok "a part is thin" [ "$(awk -F'\t' '/^[0-9]/ && $3 - $2 < 3 && $3 > $2' "$W/out" | wc -l)" = 0 ]
# Halos, beside those that the owners of all cells say.
run 0 rect -p 7 --pattern --part "$W/owners" --neighbours "$W/halos" $E/uszip_512.mtx
awk '{ for (c = 1; c <= NF; c++) { if (NR > 1 && up[c] != $c) { n[up[c] " " $c, "r1"]++; n[$c " " up[c], "r0"]++ }
    if (c > 1 && $(c - 1) != $c) { n[$(c - 1) " " $c, "c1"]++; n[$c " " $(c - 1), "c0"]++ } up[c] = $c } }
    END { for (k in n) { split(k, of, SUBSEP); print of[1], n[k], of[2] } }' "$W/owners" | sort > "$W/brute"
ok "other halos than cells say" sh -c 'grep -v "^#" "$0" | sort | cmp -s - "$1"' "$W/halos" "$W/brute"
ok "few halos" [ "$(wc -l < "$W/halos")" -ge 10 ]
run 2 rect -p 7 -a rows,auto --neighbours "$W/halos" $E/uszip_512.mtx; says '[-]-neighbours is of one class'
# The same across edges that are joined; a part as wide as the plane has itself on both sides.
for way in x y xy; do
    run 0 rect -p 7 --pattern --wrap $way --part "$W/owners" --neighbours "$W/halos" $E/uszip_512.mtx
    awk -v way=$way 'function meet(a, b, last, next_) { if (a != b || joined) { n[a " " b, last]++; n[b " " a, next_]++ } }
        { for (c = 1; c <= NF; c++) { if (NR > 1) meet(up[c], $c, "r1", "r0"); else top[c] = $c
        if (c > 1) meet($(c - 1), $c, "c1", "c0"); up[c] = $c }
        joined = 1; if (way ~ /x/) meet($NF, $1, "c1", "c0"); joined = 0 }
        END { joined = 1; for (c = 1; c <= NF && way ~ /y/; c++) meet(up[c], top[c], "r1", "r0")
        for (k in n) { split(k, of, SUBSEP); print of[1], n[k], of[2] } }' "$W/owners" | sort > "$W/brute"
    ok "other halos than cells say across $way" sh -c 'grep -v "^#" "$0" | sort | cmp -s - "$1"' "$W/halos" "$W/brute"
done
run 0 rect -p 3 -a rows --wrap x --neighbours "$W/halos" "$W/plane"; quiet
ok "no part beside itself" grep -q '^0 0 [0-9]* c0$' "$W/halos"
# The last row is folded, as in a tripolar grid: a pair of its cells counts once for each of the two.
run 0 rect -p 7 --pattern --wrap x --fold --part "$W/owners" --neighbours "$W/halos" $E/uszip_512.mtx; cp "$W/halos" "$W/with"
run 0 rect -p 7 --pattern --wrap x --neighbours "$W/halos" $E/uszip_512.mtx
{ grep -v '^#' "$W/halos"; tail -n 1 "$W/owners" | awk '{ for (c = 1; c <= NF; c++) print $c, $(NF + 1 - c), 1, "r1" }'; } |
    awk '{ n[$1 " " $2, $4] += $3 } END { for (k in n) { split(k, of, SUBSEP); print of[1], n[k], of[2] } }' | sort > "$W/brute"
ok "other halos than cells say at a fold" sh -c 'grep -v "^#" "$0" | sort | cmp -s - "$1"' "$W/with" "$W/brute"
ok "the fold changes nothing" [ "$(cmp "$W/with" "$W/halos" > "$W/cmp"; echo $?)" = 1 ]
run 2 rect -p 4 --fold "$W/plane"; says '[-]-fold is for --neighbours FILE'
run 2 rect -p 4 --fold --wrap xy --neighbours "$W/halos" "$W/plane"; says '[-]-fold is not for --wrap y'
run 2 rect -p 4 --wrap x "$W/plane"; says '[-]-wrap is for --neighbours FILE'
run 2 rect -p 4 --wrap z --neighbours "$W/halos" "$W/plane"; says '[-]-wrap'
run 0 rect -p 7 --pattern --svg "$W/parts.svg" $E/uszip_512.mtx
picture "$W/parts.svg" '>6</text>' 'numbers: parts' 'no load' 'load: the darker the more'
run 1 rect -m 4 --min-cols 5 "$W/plane"; says 'no partition satisfies'; run 2 rect -m 4 --border -1 "$W/plane"; says '\-\-border'; run 2 rect -m 4 --min-rows 0 "$W/plane"; says '\-\-min-rows'
run 0 rect -m 4 -a jag-m-heur --tsv "$W/plane"; cp "$W/out" "$W/old"
run 0 rect -m 4 --from "$W/old" --slack 9 --tsv "$W/plane"; has '^# moved 0$'; has '^# algorithm near$'
run 0 rect -m 3 --from "$W/old" --svg "$W/rect.svg" "$W/plane"; has 'of the load changes owner'
run 1 rect -m 4 --from "$W/plane" "$W/plane"; run 1 rect -m 4 --from "$W/none" "$W/plane"; says 'none'
sed 1,/^part/d "$W/old" > "$W/rows"; { cat "$W/rows"; tail -n 1 "$W/rows"; } > "$W/more"; run 1 rect -m 4 --from "$W/more" "$W/plane"; says 'more: parts 3 and 4 overlap'
tail -n 3 "$W/rows" > "$W/more"; run 1 rect -m 4 --from "$W/more" "$W/plane"; says 'more: the parts do not cover .*plane'
printf '0 0 99 0 4\n' > "$W/more"; run 1 rect -m 4 --from "$W/more" "$W/plane"; says 'more: part 0 is not in .*plane'
run 2 rect -m 4 -a auto,near "$W/plane"; says '\-\-from'; run 2 rect -m 4 --slack 1 "$W/plane"; says '\-\-from'
run 0 rect -m 4 -a jag-m-heur --stripes 2 "$W/plane"; has 'jag-m-heur, 2 stripes of'; has 'any partition has'
run 0 rect -m 20 --tsv --svg "$W/rect.svg" "$W/plane"; has '^# lmax 12$'; has '^# status solved$'; tiles 3 4 78 20
picture "$W/rect.svg" '3 x 4 loads over 20 processors' 'over the mean (100 %: 3.9)'
run 0 rect -m 64 -a uniform,auto --svg "$W/rect.svg" $E/uszip_512.mtx; has '^auto .* 654 '
picture "$W/rect.svg" 'imbalance 1.07 %'
run 0 rect -m 6 -a uniform,jag-m-opt --tsv "$W/plane"; has '^class	orientation	stripes	lmax'
# Planes from lines of numbers, between blanks, TABs, commas or semicolons; `rows cols` counts where it
# stands alone and as many numbers follow; what it was read as is said.
plane() { # plane TEXT ROWS COLS TOTAL
    printf "$1" > "$W/lines"
    run 0 rect -p 1 --tsv "$W/lines"; has "^# plane_rows $2\$"; has "^# plane_cols $3\$"; has "^0	0	$2	0	$3	$4\$"
}
for text in '1 2 3\n4 5 6\n' '1,2,3\n4,5,6' '# x\n\n1;2;3\r\n4 ; 5;6 # y\r\n' '1\t2\t3\n 4\t 5\t6\n' '\357\273\2771.0e0 2. 3\n+4 5 6e0' \
    '1, 2, 3\n4, 5, 6\n' '1 2  3\n4 5 6\n\n\n'; do plane "$text" 2 3 21; quiet; has '^# read lines of numbers$'; done
for text in '2 3\n1 2 3\n4 5 6\n' '2,3\n1,2,3,4,5,6\n' '2 3\n1\n2\n3\n4\n5\n6\n' '# x\n2 3 # y\n1 2 3\n4 5 6\n'; do
    plane "$text" 2 3 21; quiet; has '^# read a first line `rows cols` and numbers$'
done
plane '1 2\n3 4\n' 2 2 10; quiet; plane '3 21\n5 6\n7 8\n' 3 2 50; quiet; plane '7\n8\n' 2 1 15; quiet; plane '2.0 2.0\n1 2\n3 4\n' 3 2 14; quiet
plane '2 2\n0.5 0.25\n0.125 0.125\n' 2 2 1; quiet
plane '1 5\n1 1 1 1 2\n' 1 5 6; quiet; plane '1 5\n1\n1\n1\n1\n2\n' 1 5 6; quiet
plane '3 2\n1 2\n3 4\n5 6\n' 3 2 21; says 'lines: the first line, 3 2, counts as `rows cols`; for 4 x 2 loads write that before it$'
plane '4 2\n3 2\n1 2\n3 4\n5 6\n' 4 2 26; says 'for 5 x 2 loads'
plane '2 3\n1 2\n3 4\n5\n6\n' 2 3 21; says 'lines: 2 x 3 loads, row by row, in lines of other lengths$'
run 0 rect -p 2 "$W/lines"; has '^2 x 3 loads from a first line `rows cols` and numbers, total 21,'
no_plane() { printf "$1" > "$W/bad"; run 1 rect -p 2 "$W/bad"; says "bad:$2"; ok "there is an answer" [ ! -s "$W/out" ]; }
no_plane '1 5\n2 2\n3 1\n1\n' '4: 1 number, and the first line has 2 .*; as `rows cols` the first line wants 1 x 5 numbers, and 5 follow$'
no_plane '1 2 3\n4 5\n' '2: 2 numbers, and the first line has 3 \(lines are equally long, or the first is `rows cols` alone\)$'
no_plane '2 3\n1 2 3\n4 5\n' '2: 3 numbers, and the first line has 2 .* wants 2 x 3 numbers, and 5 follow$'
no_plane '99999 99999\n1\n' '2: .*wants 99999 x 99999 numbers, and 1 follow$'
no_plane '1 2\nx 3\n' '2: "x" is not a load \(a number, 0 or more\)$'; no_plane 'x,y\n1,2\n' '1: "x" .*; delete the line with the names of columns$'
no_plane '1,,2\n' '1: column 2 is empty$'; no_plane '1,2,\n' '1: column 3 is empty$'; no_plane '1\t\t2\n' '1: column 2 is empty$'
no_plane '1,5;2,5\n' '1: "1,5" is not a load .*decimal comma\? Write [0-9.]+$'; no_plane 'nan 1\n' '1: "nan"'; no_plane '1 -2\n' '1: "-2"'; no_plane '' ' no loads: there must be a number, 0 or more, for each element$'
no_plane '# nothing\n' ' no loads: there must be a number, 0 or more, for each element$'; no_plane '\211PNG\r\n\032\n\000x' ' a PNG image: convert it to PGM'; no_plane '\001\002\000x' ' not a text file; of images PGM is read, of arrays .npy$'
# npy TYPE BY-COLUMNS SHAPE BYTES: such a file of NumPy, as its documentation says
npy() {
    head="{'descr': '$1', 'fortran_order': $2, 'shape': ($3), }"
    { printf '\223NUMPY\001\000\166\000%-117s\n' "$head"; printf "$4"; } > "$W/a.npy"
}
npy '|u1' False '2, 3' '\001\002\003\004\005\377'
run 0 rect -p 1 --tsv "$W/a.npy"; quiet; has '^0	0	2	0	3	270$'; has '^# read a NumPy array$'
run 1 rect -p 1 --part "$W/a.npy" "$W/plane"; says 'a.npy is a NumPy array$'
run 0 chain -p 2 --tsv "$W/a.npy"; has '^1	1	2	264$'; run 0 chain -p 3 --columns --tsv "$W/a.npy"; has '^# lmax 258$'
npy '<i2' True '2, 3' '\001\000\002\000\003\000\004\000\005\000\000\001' # columns first
run 0 rect -p 3 -a columns --tsv "$W/a.npy"; has '^# lmax 261$'; run 0 rect -p 2 -a rows --tsv "$W/a.npy"; has '^# lmax 262$'
npy '>f4' False '3, 1' '\077\200\000\000\100\000\000\000\077\000\000\000'; run 0 rect -p 1 --tsv "$W/a.npy"; has '	3.5$'
npy '<f8' False '2,' '\000\000\000\000\000\000\370\077\000\000\000\000\000\000\360\077'; run 0 rect -p 1 --tsv "$W/a.npy"; has '^0	0	2	0	1	2.5$'
run 0 chain -p 2 --tsv "$W/a.npy"; has '^0	0	1	1.5$'
npy '<f2' False '1, 3' '\000\074\000\102\001\000'; run 0 rect -p 1 --tsv "$W/a.npy"; has '	4.00000005960464[0-9]*$' # 1, 3 and 2^-24
bad_npy() { npy "$1" False "$2" "$3"; run 1 rect -p 1 "$W/a.npy"; says "a.npy: $4"; }
kinds='not an array of one or two dimensions of whole or floating-point numbers$'
bad_npy '<c8' '1, 1' '\000\000\000\000\000\000\000\000' "$kinds"; bad_npy '|u1' '1, 1, 1' '\001' "$kinds"; bad_npy '|u1' '' '\001' "$kinds"
bad_npy '|i1' '1, 2' '\001\377' 'element \(0, 1\) is not a load'; bad_npy '<f4' '1, 1' '\000\000\300\177' 'element \(0, 0\) is not a load'
npy '|u1' False '2147483647, 0' ''; run 1 chain -p 2 "$W/a.npy"; says 'no loads: there must be a number, 0 or more, for each element$'
bad_npy '|u1' '2, 2' '\001\002\003' '2 x 2 numbers of 1 bytes do not take 3 bytes$'; bad_npy '|u1' '0, 2' '' 'no loads: there must be a number, 0 or more, for each element$'
bad_npy '<i8' '2147483647, 2147483647' '\001' '2147483647 x 2147483647 '; bad_npy '|u1' '-1, 2' '\001' "$kinds"
for bytes in 7 9 10 60; do head -c $bytes "$W/a.npy" > "$W/cut.npy"; run 1 rect -p 1 "$W/cut.npy"; says 'cut.npy: not a'; done
# An owner a cell.
run 0 rect -p 3 --tsv --part "$W/part" "$W/plane"
ok "not the owners that the rectangles say" [ "$(awk '/^[0-9]/ { for (r = $2; r < $3; r++) for (c = $4; c < $5; c++) o[r, c] = $1 }
    END { for (r = 0; r < 3; r++) print o[r, 0], o[r, 1], o[r, 2], o[r, 3] }' "$W/out")" = "$(cat "$W/part")" ]
run 2 rect -p 3 -a auto,uniform --part "$W/part" "$W/plane"; says '--part is of one class'
# The picture says what auto took, and the mean without an exponent.
printf '2 2\n81412 81413\n81411 81410\n' > "$W/bright"
run 0 rect -p 2 --svg "$W/rect.svg" "$W/bright"; picture "$W/rect.svg" '>auto: compact<' '(100 %: 162823)'
printf '2 2\n0.5 0.25\n0.125 0.125\n' > "$W/reals"
run 0 rect -m 2 --tsv "$W/reals"; has '^# lmax 0.625$'
printf '2 2\n0 0 0 0\n' > "$W/zeros"
run 0 rect -m 3 --tsv --svg "$W/rect.svg" "$W/zeros"; has '^# lmax 0$'; picture "$W/rect.svg"
printf 'P2\n3 2\n9\n1 2 3\n4 5 6\n' > "$W/image"
run 0 rect -m 2 --tsv "$W/image"; tiles 2 3 21 2
printf '%s\n' '%%MatrixMarket matrix coordinate pattern general' '2 3 3' '1 1' '2 3' '2 3' > "$W/mat"
run 0 rect -m 2 --tsv "$W/mat"; has '^# lmax 2$'; tiles 2 3 3 2
printf '2 2\n1 2\n3 -4\n' > "$W/bad"
run 1 rect -m 2 "$W/bad"; says 'bad:3: '
printf '2 2\n1 2\n3\n' > "$W/bad"
run 1 rect -m 2 "$W/bad"; says 'bad:'
printf '0 2\n' > "$W/bad"
run 1 rect -m 2 "$W/bad"; says 'no loads'
run 1 rect -m 2 "$W/missing"; says 'missing'
run 0 rect -m 64 -a jag-m-opt --work 1 --tsv $E/uszip_512.mtx; owned 64
# The best cut is behind the first column: 15 and 63, and 63 take 31.5 s.
run 0 rect --speeds 1,2 -a jag-m-opt --tsv "$W/plane"; quiet; tiles 3 4 78 2
has '^part	r0	r1	c0	c1	load	seconds$'; has '^# makespan 31.5$'; has '^1	0	3	1	4	63	31.5$'
for class in auto uniform rect-nicol jag-pq-opt jag-m-probe jag-m-alloc jag-m-heur-probe jag-m-opt hier-rb hier-relaxed; do
    run 0 rect --speeds 3,1,2,2 -a $class --tsv "$W/plane"; quiet; tiles 3 4 78 4; has '^# makespan_bound 1'
done
printf '4 1 2\n' > "$W/three"; run 0 rect --speeds 1,2,4 --free --tsv "$W/three"; quiet; has '^# makespan 1$'; has '^2	0	1	0	1	4'
run 0 rect --speeds 1,2,4 --free -a rect-nicol --tsv "$W/three"; quiet; has '^# makespan 1$'; has '^2	0	1	0	1	4'
run 1 rect --speeds 1,2,4 --free -a jag-m-opt "$W/three"
run 0 rect -m 3 --speeds 1,2,4 "$W/plane"; has 'done after .* no partition before'; has '<- the last'
run 0 rect --speeds 1,2,4 -a uniform,auto --tsv --svg "$W/rect.svg" "$W/plane"; has '^class	.*	makespan	makespan_bound	'
picture "$W/rect.svg" '3 x 4 loads over 3 processors of given speeds' \
    'numbers: processors, in the order of their speeds' '>0</text>' '>1</text>' '>2</text>'
run 0 rect --speeds 1,2,4 -a uniform,auto "$W/plane"; has 'load / speed  imbalance'
hasnt '[0-9] s|seconds'
run 1 rect --speeds 1,2 -a peel "$W/plane"; says '-a peel does not take --speeds: leave it out, or take -a auto'
# How much there is, how much it takes, what else works.
run 1 rect -m 2 --max-bytes 319 "$W/plane"
says 'plane: 3 x 4 cells \(12 entries\) take 320 bytes .*allowed are 319 bytes: .*--max-bytes.* coarser .*fpm-tool chain$'
run 1 rect -m 20 --max-bytes 320 "$W/plane"; says 'plane: -a auto: .*: --max-bytes must be larger$'
run 0 rect -m 2 --max-bytes=1M --tsv "$W/plane"; tiles 3 4 78 2
printf '%s\n' '%%MatrixMarket matrix coordinate pattern general' '10000 10000 1' '7 7' > "$W/mat"
run 1 rect -m 2 "$W/mat"; says '10000 x 10000 cells \(1 entries\) take 1.49 GiB .*allowed are 1.001 GiB'
run 0 chain -p 2 --tsv "$W/mat"; has '^# n 10000$'
run 2 rect -m 2 -a uniform,,auto "$W/plane"; says 'class 2 of the list is empty'
p="$W/plane"
for wrong in "" "$p" "-m 3 --speeds 1,2 $p" "--speeds 1,0 $p" "--speeds 1,x $p" "-m 0 $p" "-m x $p" "-m 3" "-m 3 $p $p" "-m 3 -a frob $p" "-m 3 --pq 2x2 $p" \
    "-m 3 --pq 3 $p" "-m 3 --orient up $p" "-m 3 --direction up $p" "-m 3 --stripes 4 $p" "-m 3 --work 0 $p" \
    "-m 3 --max-bytes 0 $p" "-m 3 --max-bytes 2X $p" "-m 3 --max-bytes G $p" "-m 3 --max-bytes 9e15G $p" "--speeds 1,2, $p" \
    "-m 3 --frob $p"; do
    run 2 rect $wrong; says 'fpm-tool rect: '
done

# ---- tiles ----
printf '4 6\n  0, 1, 1, 1,\n 1, 0,\n 1, 1, 1, 1, 1, 1,\n 1, 1, 0, 0, 1, 1,\n 1, 1, 0, 0, 1, 1 \n' > "$W/dumped"; run 0 tiles -p 4 "$W/dumped"; has '^4 x 6 cells .*, 18 with load'
printf '0, 1, 1,\n1, 1, 0,\n' > "$W/dumped"; run 1 rect -p 2 "$W/dumped"; says 'dumped:1: column 4 is empty$'
printf '0, 1,,\n1, 1,,\n' > "$W/dumped"; run 1 rect -p 2 "$W/dumped"; says 'dumped:1: column 3 is empty$'
printf '110\n011\n' > "$W/glued"; for verb in rect tiles; do run 0 $verb -p 2 "$W/glued"; says 'glued:2: a line of digits counts as one number: is each a cell\? Write blanks between them'; done
printf '110\n11\n' > "$W/glued"; run 0 rect -p 2 "$W/glued"; quiet
printf '0 0\n0 0\n' > "$W/dry"; for verb in 'rect -p 2' 'tiles -p 1'; do run 0 $verb "$W/dry"; says 'dry: all loads are 0$'; done
run 0 partition -n 9 --fixed 1:3ms --tsv $D/quick.pts $D/quick.pts; cp "$W/out" "$W/ms"; run 0 partition -n 9 --fixed 1:.003 --tsv $D/quick.pts $D/quick.pts; ok "3ms are .003" cmp -s "$W/out" "$W/ms"

# ocean FILE RIM WRAP FOLD STITCH NORTH: the rows of the last output are the tiles, in their turn, that
# have sea in them or within RIM cells, and their loads; cell by cell.  STITCH keeps the folded edge.
ocean() {
    ok "not the tiles with sea near them" [ "$(awk -v rim=$2 -v wrap=$3 -v fold=$4 -v stitch=$5 -v north=$6 '
        function wet(r, c) {
            if (wrap) c = (c + 2 * cols) % cols
            if (fold && r >= rows) { r = 2 * rows - 1 - r; c = cols - 1 - c }
            if (stitch && r == rows - 1) return 1
            if (r < 0 || r >= rows || c < 0 || c >= cols) return 0
            return cell[north == "first" ? rows - 1 - r : r, c] > 0
        }
        FNR == NR { for (c = 1; c <= NF; c++) { cell[rows, c - 1] = $c; sea += $c }; cols = NF; rows++; next }
        /^# (down|across)/ { size[$2] = $3 }
        /^[0-9]/ { n++; tile[$2, $3] = $1; r0[$2] = $4; r1[$2] = $5; c0[$3] = $6; c1[$3] = $7; load[$2, $3] = $8; sea -= $8
            bad += $1 != n - 1 }
        END { for (i = 0; i < size["down"]; i++) for (j = 0; j < size["across"]; j++) {
            near = sum = 0
            if (!(i in r0) || !(j in c0)) continue # a row or column of tiles is dropped
            for (r = r0[i] - rim; r < r1[i] + rim; r++) for (c = c0[j] - rim; c < c1[j] + rim; c++) near += wet(r, c)
            for (r = r0[i]; r < r1[i]; r++) for (c = c0[j]; c < c1[j]; c++) sum += cell[north == "first" ? rows - 1 - r : r, c]
            if ((near > 0) != ((i, j) in tile)) bad++
            if ((i, j) in tile) bad += load[i, j] != sum
        }
        print bad + 0, sea }' "$1" "$W/out")" = '0 0' ]
}
sea=tests/data/ocean_64x128.txt small=tests/data/ocean_40x90.txt
run 0 tiles -p 64 --tsv $sea; quiet; has '^# cells 110$'; has '^# kept 62$'; has '^# down 13$'; has '^# status solved$'; ocean $sea 0 0 0 0 last
run 0 tiles -p 64 --form short --tsv $sea; has '^# cells 112$'; has '^# dropped 20$'; ocean $sea 0 0 0 0 last
run 0 tiles -p 64 --form fms --rim 0 --tsv $sea; has '^# cells 120$'; ocean $sea 0 0 0 0 last
run 0 tiles -p 64 --form fms --tsv $sea; ocean $sea 2 0 0 0 last; without=$(value cells)
run 0 tiles -p 64 --form fms --wrap x --fold --tsv $sea; ocean $sea 2 1 1 1 last; ok "a rim is for nothing" [ "$(value cells)" -ge "$without" ]
run 0 tiles -p 90 --north first --rim 3 --wrap x --fold --tsv $sea; ocean $sea 3 1 1 0 first
run 0 tiles -p 90 --north first --rim 40 --wrap xy --min-side 4 --tsv $small; has '^# dropped 0$'
run 0 tiles -p 64 --halo 2 --min-side 6 --json $small; has '"cells": ?[0-9]+'; has '"kept"'
run 0 tiles -p 12 --down 3 --across 4 --tsv $small; has '^# down 3$'; has '^# across 4$'
# A list: what each number of processors gets alone is the first row that takes no more.
for form in even divide fms; do
    run 0 tiles -p 40 --list 24 --form $form --tsv $small; quiet; cp "$W/out" "$W/choices"
    ok "too few choices" [ "$(grep -c '^[0-9]' "$W/choices")" -ge 3 ]
    for p in 40 39 37 33 30 27 24; do
        run 0 tiles -p $p --form $form --tsv $small
        ok "not the tiles of $p processors" [ "$(awk -v p=$p '/^[0-9]/ && $1 <= p { print $7; exit }' "$W/choices")" = "$(value cells)" ]
    done
done
run 0 tiles -p 40 --list 24 $small; quiet; has '^40 x 90 cells from lines of numbers, 24 to 40 processors .even.$'; has '^  [0-9]+ +[0-9]+ +[0-9]+ x [0-9]+ '
run 2 tiles -p 40 --list 41 $small; says '--list is at most -p'
run 2 tiles -p 40 --list 4 --blank-list "$W/blank" $small; says '--list writes no files'
run 0 tiles -p 64 --work 1 --tsv $small; has '^# status .*limit'
# The table is what FMS reads: how many, the layout in x and y, and as many places from 1.
run 0 tiles -p 64 --wrap x --mask-table "$W/mask" --tsv $sea; ocean $sea 2 1 0 0 last
ok "not a mask table" [ "$(awk -F, 'FNR == NR { if ($1 ~ /^# (down|across|kept|dropped) /) { split($1, a, " "); is[a[2]] = a[3] }
    split($0, b, "\t"); if (b[1] ~ /^[0-9]/) keep[b[3] + 1, b[2] + 1]; next }
    FNR == 1 { bad += $1 != is["dropped"] || NF != 1 } FNR == 2 { bad += $1 != is["across"] || $2 != is["down"] }
    FNR > 2 { bad += NF != 2 || ($1, $2) in keep || $1 < 1 || $1 > is["across"] || $2 < 1 || $2 > is["down"] || ($1, $2) in seen; seen[$1, $2]; n++ }
    END { print bad + 0, n - is["dropped"] }' "$W/out" "$W/mask")" = '0 0' ]
run 0 tiles -p 64 --wrap x --mask-table "$W/mask" $sea; has 'MOM6: LAYOUT = 16, 4 on 60 processes'; has '^  #+[.]+#'
# MITgcm numbers tiles from 1, in x first.
run 0 tiles -p 35 --down 4 --across 9 --blank-list "$W/blank" $small; has 'MITgcm: sNx = 10, sNy = 10, nSx . nSy . nPx . nPy = 33$'
ok "not the list of blank tiles" [ "$(grep -c . "$W/blank")" -eq 5 ]; ok "not the three tiles" grep -Fqx '  blankList  = 29, 30, 34,' "$W/blank"
ok "no size of the grid" grep -Fqx '  dimsFacets = 90, 40,' "$W/blank"
printf '1 0 0 0 0 0\n0 0 0 0 0 0\n' > "$W/pond"; run 0 tiles -p 1 --blank-list "$W/blank" "$W/pond"; has '1 kept, 11 dropped'
ok "no warning of W2_maxNbTiles" grep -q 'W2_maxNbTiles must be 12 or more$' "$W/blank"; ok "not the list" grep -Fq '= 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,' "$W/blank"
printf '0 0\n0 0\n' > "$W/land"; run 0 tiles -p 2 --neighbours "$W/halos" "$W/land"; has ' 0 kept, '
run 0 tiles -p 4 --down 1 --across 3 --wrap x --neighbours "$W/halos" "$W/plane"; quiet
ok "not the halos around a globe" [ "$(tr '\n' ' ' < "$W/halos")" = '# part neighbour cells side 0 1 3 c1 0 2 3 c0 1 0 3 c0 1 2 3 c1 2 0 3 c1 2 1 3 c0 ' ]
printf '1 1 1 1\n1 1 1 1\n1 1 1 1\n' > "$W/folded"; run 0 tiles -p 2 --down 1 --across 2 --wrap x --fold --neighbours "$W/halos" "$W/folded"
ok "not the halos across a fold" [ "$(tr '\n' ' ' < "$W/halos")" = '# part neighbour cells side 0 1 2 r1 0 1 3 c0 0 1 3 c1 1 0 2 r1 1 0 3 c0 1 0 3 c1 ' ]
run 0 tiles -p 64 --north first --svg "$W/tiles.svg" $sea
picture "$W/tiles.svg" '64 x 128 cells in equal tiles over 64 processors' '64 kept, 14 dropped' '>63</text>'
run 0 tiles -p 3 --form divide "$W/plane"; hasnt 'MOM6'
run 2 tiles -p 3 --form even --mask-table "$W/mask" "$W/plane"; says '[-]-mask-table is for --form fms'
run 2 tiles -p 3 --form fms --blank-list "$W/blank" "$W/plane"; says '[-]-blank-list is for --form divide'
run 2 tiles -p 3 --fold --wrap y "$W/plane"; says '[-]-fold is not for --wrap y'
printf '1 1 1\n1 0 1\n' > "$W/odd"
run 1 tiles -p 4 --fold --mask-table "$W/mask" "$W/odd"; says 'odd: 3 columns, and FMS folds an even number'
run 0 tiles -p 4 --fold "$W/odd"; has 'MOM6 cuts in another way: for its tiles say --form fms'
run 2 tiles "$W/plane"; says '[-]p P is needed'; run 2 tiles -p 3; says 'a file of loads is needed'
run 2 tiles -p 3 --form odd "$W/plane"; says 'it is one of even, divide, short, fms'
run 1 tiles -p 3 --min-side 4 "$W/plane"; says 'plane: .*rows'
run 1 tiles -p 1 --down 2 "$W/plane"; says 'plane: .*p '
run 2 tiles 64 $sea; says '64 was taken for a file; -p 64\?'

# ---- loads from the text that ncdump writes ----
# dumped FILE: lines of numbers as one variable among others, written as ncdump -f c writes them; 0 is missing.
dumped() {
    awk 'NR == 1 { cols = NF } { line[NR] = $0 } END {
        printf "netcdf ocean {\ntypes:\n  byte enum kind_t {Clear = 0, Wet = 1} ;\ndimensions:\n\ttime = UNLIMITED ; // (1 currently)\n"
        printf "\tlat = %d ;\n\tlon = %d ;\n\tnv = 2 ;\nvariables:\n\tdouble lat(lat) ;\n\t\tlat:units = \"degrees_north\" ;\n", NR, cols
        printf "\tshort mask(time, lat, lon) ;\n\t\tmask:_FillValue = 0s ;\n\t\tmask:long_name = \"levels; \\\"0\\\" = land // dry\" ;\n"
        printf "\t\tstring mask:kind = \"data: {\" ;\n\tfloat temp(time, nv, lat, lon), bare(lat, lon) ;\n\tchar name(lat, nv) ;\n\tint crs ;\n"
        printf "\tdouble lat_bnds(lat, nv) ;\n\n// global attributes:\n\t\t:title = \"lines\\n\",\n\t\t\t\"mask = 1 ;\" ;\ndata:\n\n lat = "
        for (i = 1; i <= NR; i++) printf "%d%s", i - NR, i < NR ? ", " : " ;\n\n"
        printf " crs = _ ;\n\n mask ="
        for (i = 1; i <= NR; i++) {
            printf "\n  // mask(0,%d, 0-%d)\n   ", i - 1, cols - 1
            for (j = split(line[i], v); j > 0; j--) w = " " (v[j] + 0 ? v[j] : "_") (j < cols || i < NR ? "," : " ;") (j < cols ? w : "")
            printf "%s", w
        }
        printf "\n\n name =\n  \"a;\",\n  \"}\\\"\" ;\n}\n"
    }' "$1"
}
alike() { ok "not the answer for the lines of numbers" sh -c 'sed "/^# read/d" "$0" | cmp -s - "$1"' "$W/out" "$W/plain"; }
sea=tests/data/ocean_40x90.txt; dumped $sea > "$W/sea.cdl"
for verb in 'tiles -p 40 --wrap x --fold' 'rect -p 24' 'chain -p 7' 'chain --columns -p 7'; do
    run 0 $verb --tsv $sea; sed '/^# read/d' "$W/out" > "$W/plain"
    for name in '' '--variable mask'; do run 0 $verb $name --tsv "$W/sea.cdl"; quiet; alike; done
    "$TOOL" $verb --tsv - < "$W/sea.cdl" > "$W/out" 2> "$W/err"; quiet; alike
done
run 0 rect -p 24 "$W/sea.cdl"; has '^40 x 90 loads from variable mask of ncdump.s text \(CDL\), '
cdl() { # cdl ATTRIBUTES VALUES [DECLARATION]: 2 x 3 values of one variable
    printf 'netcdf small {\ndimensions:\n\ty = 2 ;\n\tx = 3 ;\n\tt = 1 ;\nvariables:\n\tfloat %s ;\n%s\ndata:\n\n a = %s ;\n}\n' "${3:-a(y, x)}" "$1" "$2" > "$W/a.cdl"
}
loads() { has "^0	0	2	0	3	$1\$"; } # the sum over one processor
cdl '' '1, 2, 3, 4, 5, 6'; run 0 rect -p 1 --tsv "$W/a.cdl"; loads 21; run 0 rect -p 6 --tsv "$W/a.cdl"; has '^# plane_rows 2$'; has '^# lmax 6$'
cdl 'a:missing_value = -9.f ;' '1, -9, 3, _, 5, 6'; run 0 rect -p 1 --tsv "$W/a.cdl"; loads 15
cdl 'a:_FillValue = NaNf ; a:missing_value = 1.e20f ;' '1, NaNf, 3, 1e+20, NaN, 6'; run 0 rect -p 1 --tsv "$W/a.cdl"; loads 10
cdl 'a:scale_factor = 0.5 ; a:add_offset = 2. ; a:_FillValue = -4s ; a:units = -1 ;' '0, -4, 4b, -4, 1.5f, 2ll'; run 0 rect -p 1 --tsv "$W/a.cdl"; loads 11.75
cdl '' '{1, 2}, {3}, 4, 5, 6' 'a(t, y, x)'; run 0 rect -p 1 --tsv "$W/a.cdl"; loads 21
cdl '' '1, 2, 3' 'a(x)'; run 0 chain -p 3 --tsv "$W/a.cdl"; has '^# n 3$'; run 1 rect -p 2 "$W/a.cdl"; says 'a.cdl: a\(x\) has one dimension: loads on a plane have two dimensions$'
cdl '' '1, 2, 3' 'x(x), a(x)'; run 0 chain -p 3 --tsv "$W/a.cdl"; has '^# n 3$'
cdl '' '1, 2, 3, 4, 5, 6' 'a(y, t, x)'; run 1 rect -p 2 "$W/a.cdl"; says 'a.cdl: a\(y, t, x\) has layers: --variable a:0 takes the first, a:sum adds all$'
run 1 rect -p 2 --variable a "$W/a.cdl"; says 'a\(y, t, x\) has layers'
# Layers, as NEMO has them: one by its number, or the sum of all; where they lie in the text does not count.
for layer in '0 6' '1 15' 'sum 21'; do run 0 rect -p 1 --variable "a:${layer% *}" --tsv "$W/a.cdl"; has "^0	0	1	0	3	${layer#* }\$"; done
for layer in 2 -1 x '' 1:0 1.5; do run 1 rect -p 2 --variable "a:$layer" "$W/a.cdl"; says "a.cdl: --variable a:$layer: (the layers of a.y, t, x. are 0 to 1, or sum for all of them|the file has)"; done
cdl '' '1, 2, 3, 4, 5' 'a(y, t, x)'; run 1 rect -p 2 --variable a:0 "$W/a.cdl"; says 'a.cdl: a has 5 values, and its dimensions say several layers of 1 x 3$'
cdl '' '1, 2, 3, 4, 5, 6' 'a(y, x)'; run 0 rect -p 1 --variable a:0 --tsv "$W/a.cdl"; loads 21
awk 'BEGIN { printf "netcdf nemo {\ndimensions:\n\tx = 90 ;\n\ty = 40 ;\n\tz = 3 ;\n\tt = UNLIMITED ; // (1 currently)\nvariables:\n\tfloat lev(z) ;\n\tbyte tmask(t, z, y, x) ;\n\t\ttmask:_FillValue = -1b ;\ndata:\n\n lev = 1, 2, 3 ;\n\n tmask =" }
    { for (k = 0; k < 3; k++) for (j = 1; j <= NF; j++) level[k] = level[k] "\n " (k == 0 ? $j : k == 1 ? "_" : 2 * $j) "," }
    END { text = level[0] level[1] level[2]; sub(/,$/, " ;", text); print text "\n}" }' $sea > "$W/nemo.cdl"
run 0 rect -p 24 --tsv $sea; grep -v '^#' "$W/out" | cut -f 1-5 > "$W/plain"; awk '{ for (j = 1; j <= NF; j++) $j *= 3; print }' $sea > "$W/thrice"
run 0 rect -p 24 --variable tmask:0 --tsv "$W/nemo.cdl"; ok "not the surface" sh -c 'grep -v "^#" "$0" | cut -f 1-5 | cmp -s - "$1"' "$W/out" "$W/plain"
run 0 rect -p 24 --tsv "$W/thrice"; grep -v '^#' "$W/out" > "$W/plain"; run 0 rect -p 24 --variable tmask:sum --tsv "$W/nemo.cdl"; has '^# read variable tmask:sum of ncdump'
ok "not the sum of layers" sh -c 'grep -v "^#" "$0" | cmp -s - "$1"' "$W/out" "$W/plain"
run 1 tiles -p 8 "$W/nemo.cdl"; says 'nemo.cdl: tmask\(t, z, y, x\) has layers: --variable tmask:0 takes the first, tmask:sum adds all$'
sed 's/z = 3/z = 0/' "$W/nemo.cdl" > "$W/b.cdl"; run 1 tiles -p 8 --variable tmask:sum "$W/b.cdl"; says 'b.cdl: tmask has 10800 values'
cdl '' '7' a; run 1 tiles -p 2 "$W/a.cdl"; says 'a.cdl: a has no dimension'
cdl '' '1, 2, 3, 4, 5'; run 1 rect -p 2 "$W/a.cdl"; says 'a.cdl: a has 5 values, and its dimensions say 2 x 3$'
cdl '' '1, 2, 3, 4, 5, 6, 7'; run 1 rect -p 2 "$W/a.cdl"; says 'a.cdl: a has 7 values'
cdl '' '1, 2, x, 4, 5, 6'; run 1 rect -p 2 "$W/a.cdl"; says 'a.cdl:11: "x" is not a load .*_FillValue or missing_value'
cdl '' '1, 2, -3, 4, 5, 6'; run 1 rect -p 2 "$W/a.cdl"; says 'a.cdl:11: a value below 0, -3 is not a load'
cdl '' '1, 2, NaN, 4, 5, 6'; run 1 rect -p 2 "$W/a.cdl"; says 'a.cdl:11: "NaN" is not a load'
cdl 'a:add_offset = -2 ;' '1, 2, 3, 4, 5, 6'; run 1 rect -p 2 "$W/a.cdl"; says 'a value below 0, 1 is not a load'
cdl '' '1, 2, 3, 4, 5, 6' 'a(y, z)'; run 1 rect -p 2 "$W/a.cdl"; says 'a.cdl:7: "z" stands where a name of the dimensions above should be$'
cdl '' '1, 2, 3, 4, 5, 6' 'a(y x)'; run 1 rect -p 2 "$W/a.cdl"; says '"x" stands where . after dimensions should be$'
cdl '' '1, 2, 3, 4, 5, 6' 'a(y, x) b'; run 1 rect -p 2 "$W/a.cdl"; says '"b" stands where ; after a variable should be$'
cdl '' '1 ; b = 2'; run 1 rect -p 2 "$W/a.cdl"; says '"b" stands where a name of the variables above should be$'
sed 's/y = 2/y = UNLIMITED/' "$W/a.cdl" > "$W/b.cdl"; run 1 rect -p 2 "$W/b.cdl"; says 'dimension y is unlimited: write how long it is'
sed 's/y = 2/y = two/' "$W/a.cdl" > "$W/b.cdl"; run 1 rect -p 2 "$W/b.cdl"; says 'b.cdl:3: "two" stands where the length of a dimension should be$'
cdl '' '1, 2, 3, 4, 5, 6 ; b = 6, 5, 4, 3, 2, 2' 'a(y, x), b(y, x)'; run 1 rect -p 2 "$W/a.cdl"; says 'a.cdl: choose a variable by --variable NAME: a\(y, x\), b\(y, x\)$'
run 0 rect -p 1 --variable b --tsv "$W/a.cdl"; loads 22; run 0 rect -p 1 --variable=a --tsv "$W/a.cdl"; loads 21
run 1 rect -p 2 --variable c "$W/a.cdl"; says 'a.cdl: --variable c: the file has a\(y, x\), b\(y, x\)$'
# A group uses names again; the last one counts.
printf 'netcdf g {\ndimensions: x = 9 ;\nvariables: int a(x, x) ;\ngroup: sea {\n dimensions:\n x = 2 ;\n variables:\n int b(x, x) ;\n data:\n b = 1, 2, 3, 4 ;\n }\n}\n' > "$W/g.cdl"
run 0 rect -p 1 --tsv "$W/g.cdl"; has '^0	0	2	0	2	10$'
# Where nothing can be taken it says what is there.
for name in bare temp; do run 1 tiles -p 2 --variable $name "$W/sea.cdl"; says "no values of $name are in the file: write them by ncdump -v $name\$"; done
run 1 rect -p 2 --variable name "$W/sea.cdl"; says 'the values of name are no numbers$'
run 1 chain -p 2 --variable lat "$W/sea.cdl"; says 'a value below 0, -39 is not a load'
sed '/^data:/,$d' "$W/sea.cdl" > "$W/head.cdl"; run 1 rect -p 2 "$W/head.cdl"; says 'no values are in the file, which ncdump -v NAME writes: the variables are lat\(lat\), mask\(time, lat, lon\), temp'
sed '/^ mask =/,/;$/d' "$W/sea.cdl" > "$W/less.cdl"; run 1 rect -p 2 "$W/less.cdl"; says 'no variable of two dimensions has values that are numbers: the variables are lat\(lat\), '
for bytes in 30 100 140 300 380 900 2000 9000; do head -c $bytes "$W/sea.cdl" > "$W/cut.cdl"; run 1 rect -p 2 "$W/cut.cdl"; says 'cut.cdl: (the file ends|no values)'; done
run 1 items -p 2 "$W/sea.cdl"; says 'sea.cdl: text of ncdump \(CDL\): rect, tiles and chain read it, this verb does not$'
run 1 rect -p 2 --variable mask $sea; says 'ocean_40x90.txt: --variable needs text of ncdump'; run 1 rect -p 2 --pattern "$W/sea.cdl"; says '[-]-pattern needs a Matrix Market file'
for out in --svg --part --neighbours; do run 1 rect -p 2 $out - $sea; says "^fpm-tool: $out needs a file for its output: name it [(]./- if - is its name[)]\$"; ok "a file named -" [ ! -e ./- ]; done
(cd "$W" && "$TOOL_PATH" chain -p 2 --part ./- sea.cdl > out 2> err && [ "$(wc -l < ./-)" = 40 ]); ok "./- is no file" [ $? = 0 ]
run 1 rect -p 2 --part "$W/sea.cdl" $sea; says '[-]-part needs a name for its output: .*sea.cdl is text of ncdump \(CDL\)$'
for bytes in 'CDF\001' 'CDF\002' 'CDF\005' '\211HDF'; do printf "$bytes\\000\\000" > "$W/binary"; run 1 rect -p 2 "$W/binary"; says 'NetCDF.* file: write a variable as text by ncdump -v NAME, or save'; done

# ---- matrix ----

# tiles ROWS COLS: the rows of the output cover that matrix, each element once
tiles() {
    ok "tiles do not cover $1 by $2" awk -F '\t' -v m="$1" -v n="$2" '
        /^[0-9]/ { for (r = $2; r < $3; r++) for (c = $4; c < $5; c++) if (++seen[r, c] > 1) bad = 1; sum += ($3 - $2) * ($5 - $4)
            if ($3 > m || $5 > n) bad = 1 }
        END { exit bad || sum != m * n }' "$W/out"
}
four="$E/core.pts $E/core.pts $E/steady.pts $E/gpu.pts"
for way in auto columns rows; do
    run 0 matrix --rows 60 --cols 45 -a $way --tsv $four
    quiet
    tiles 60 45
    case $way in auto) has '^# status the best of its class' ;; *) has '^# status solved$' ;; esac
    has '^proc	r0	r1	c0	c1	seconds$'
    [ $way = auto ] || has "^# algorithm $way\$"
done
run 0 matrix --rows 400 --cols 500 $four --max 3:64000 --block 20 --svg "$W/tiles.svg"
quiet
has '^volume +[0-9]+ elements'
picture "$W/tiles.svg" ' s)<' '; on the right 100 % is the whole matrix<' '500 elements on 4 processors' '</svg>'
run 0 matrix --rows 60 --cols 60 --columns 2 -a columns --tsv $four
has '^# columns 2$'
tiles 60 60
# bounds: those that are printed are of the tiles that are printed, thin matrices too
bounds() {
    ok "volume and bounds do not agree" awk '$1 == "volume" { v = $2 } $1 == "bound" { any = $2; r = $(NF - 2) }
        END { exit !(v != "" && any != "" && any >= 0 && any <= v && any <= r && r <= v) }' "$W/out"
}
run 0 matrix --rows 360 --cols 480 -a columns $E/core.pts $E/gpu.pts $E/steady.pts --svg "$W/columns.svg"
bounds; has '^volume +525 '; picture "$W/columns.svg" '525 elements travel' 'at least 525 with rectangles'
run 0 matrix --rows 100 --cols 1000 -a columns $E/core.pts $E/gpu.pts; bounds
run 0 matrix --rows 7 --cols 4000 $four --tsv
ok "the bound is less than all lines" awk "BEGIN { exit !($(value bound) >= 4007) }"
for size in '40 41' '3 300' '13 7' '1000 20'; do
    for way in auto columns rows; do
        run 0 matrix --rows ${size% *} --cols ${size#* } -a $way $four; bounds
    done
done
run 0 matrix --rows 6 --cols 4 --speeds 2,1,1 --svg "$W/tiles.svg"; quiet; has '^   0  *0 to 2  *0 to 3  *50.00%  *6$'; has '^makespan +6 .elements / speed.$'
hasnt '[0-9] s$|seconds|file'; picture "$W/tiles.svg" 'done after 6, ' '>6</text>'
run 0 matrix --rows 6 --cols 4 --speeds 2,1,1 --tsv; tiles 6 4; has '^proc	r0	r1	c0	c1	time$'
run 2 matrix --rows 6 --cols 4 --speeds 2,1 $E/core.pts; says 'core.pts'
run 1 matrix --rows 1 --cols 3 $four
says 'so many tiles'
run 1 matrix --rows 8 --cols 8 --block 9 $four
says 'block is larger'
run 1 matrix --rows 8 --cols 8 -m discrete $four
says 'core.pts: '
run 1 matrix --rows 8 --cols 8 no-such-file
says 'no-such-file'
for wrong in '--rows 8' '--rows 0 --cols 8' '--rows 8 --cols 8 -a none' '--rows 8 --cols 8 -a slices' '--rows 8 --cols 8 --compact -1' \
    '--rows 4e9 --cols 4e9'; do
    run 2 matrix $wrong $four
    says '^fpm-tool matrix: '
done

run 1 matrix --rows 60 --cols 60 -m discrete $E/core.pts $E/gpu.pts; says 'core.pts: -m discrete has its sizes alone: take another -m$'

# times by both sides: three processors, of which the first is slow at widths of 32 and 96
for name in a b c; do
    awk -v name=$name 'BEGIN { print "# rows columns seconds"
        for (h = 32; h <= 128; h += 32) for (w = 32; w <= 128; w += 32)
            print h, w, h * w * (name == "a" ? 1 + w / 32 % 2 : name == "b" ? 2 : 3) * 1e-6 }' > "$W/$name.tiles"
done
sides="--points2d $W/a.tiles $W/b.tiles $W/c.tiles"
for way in auto columns rows cuts; do
    run 0 matrix --rows 128 --cols 128 -a $way -m discrete --tsv $sides; quiet
    tiles 128 128
    case $way in auto | cuts) has '^# status solved$' ;; esac
    [ $way = auto ] || has "^# algorithm $way\$"
    has '^# model discrete$'
done
run 0 matrix --rows 128 --cols 128 -m discrete $sides --svg "$W/sides.svg"; quiet; has '^lower bound '; has '  .*/a.tiles$'; hasnt ' tried'
picture "$W/sides.svg" '128 elements on 3 processors' '</svg>'
run 0 matrix --rows 120 --cols 120 $sides --tsv; tiles 120 120; has '^# model piecewise$'
run 0 matrix --rows 128 --cols 128 -m discrete $sides --max 0:1024 --fixed 1:9 --tsv; tiles 128 128; has '^2	.*	96$|^2	'
run 0 matrix --rows 64 --cols 64 -m discrete --points2d -p 4 "$W/a.tiles" --tsv; tiles 64 64
run 0 matrix --rows 900 --cols 128 $sides; says 'lies beyond the tiles that were measured; measure there$'
run 1 matrix --rows 129 --cols 128 -m discrete $sides; says 'measured no tiles that fill the matrix'
run 2 matrix --rows 128 --cols 128 -a cuts $four; says 'needs times by both sides: --points2d'
run 2 matrix --rows 128 --cols 128 -m akima $sides; says 'with --points2d it is piecewise or discrete'
run 2 matrix --rows 128 --cols 128 $sides --max 3:4; says 'counted from 0 and there are 3'
run 2 matrix --rows 128 --cols 128 --points2d --speeds 1,2; says 'speeds are constant'
for wrong in '32 32 1\n32 32 2=2: a second time for a tile of 32 by 32' '32 32\n=the file ends where the seconds' '32 32 -4\n=1: a time is not' \
    '32 1.5 4=1: .*columns of a tile' 'x 32 4=1: .*rows of a tile' '# none\n=no tiles: write a line'; do
    printf "${wrong%%=*}" > "$W/bad.tiles"
    run 1 matrix --rows 32 --cols 32 --points2d "$W/bad.tiles"; says "bad.tiles:.*${wrong#*=}"
done
run 1 matrix --rows 32 --cols 32 --points2d "$W/no.tiles"; says 'no.tiles'
for wrong in '4 4 1 .1 9 7\n=1: "7" is not the end of the line' '4 4 1 -1\n=1: "-1" is not the half-width' '4 4 1 .1 x\n=1: "x" is not a number of rep'; do
    printf "${wrong%%=*}" > "$W/bad.tiles"
    run 1 matrix --rows 4 --cols 4 --points2d "$W/bad.tiles"; says "bad.tiles:${wrong#*=}"
    run 1 advise --points2d "$W/bad.tiles"; says "bad.tiles:${wrong#*=}"
done

# Roughness or noise: tiles with half-widths, drawn (seed 3) rough, smooth, and as rough as noisy; a step.
awk -v W="$W" 'function uniform() { state = state * 16807 % 2147483647; return state / 2147483647 }
    function normal(    a) { a = sqrt(-2 * log(uniform())); return a * cos(6.283185307 * uniform()) }
    function draw(file, rough, noise,    h, w, t) {
        for (h = 32; h <= 768; h += 32) for (w = 32; w <= 768; w += 32) {
            t = h * w * 1e-9 * (1 + .3 * exp(-h * w / 1e5)) * exp(rough * normal() + noise * normal())
            print h, w, t, 1.96 * noise * t, 9 > (W "/" file)
        }
    }
    BEGIN { state = 3; draw("rough.tiles", .15, .03); draw("smooth.tiles", 0, .05); draw("both.tiles", .03, .03)
        for (x = 10; x <= 2000; x += 10) {
            t = x * 1e-6 * (x > 900 ? 2 : 1) * exp(.01 * normal())
            print x, t, 1.96 * .01 * t, 9 > (W "/step.pts")
            t = x * 1e-6 * exp(.05 * normal()); print x, t, 1.96 * .05 * t, 9 > (W "/noisy.pts")
            t = x * 1e-6 * exp(.2 * normal()); print x, t, 1.96 * .01 * t, 9 > (W "/jumps.pts")
        } }'
run 0 advise --points2d "$W/rough.tiles" "$W/smooth.tiles" "$W/both.tiles"; quiet
has '^neighbours .*/rough.tiles: times repeat within 3 %, sizes differ by 1[0-9] % besides: rough, take -m discrete$'
has '^neighbours .*/smooth.tiles: times repeat within 5 %, .*: noise, take a smooth model$'
has '^neighbours .*/both.tiles: times repeat within 3 %, sizes differ by [234].* undecided'; has '^use +matrix --points2d -m discrete: '
run 0 advise --points2d "$W/smooth.tiles" --tsv; has '^# advised piecewise$'; has '^0	1008	0	0.*	0.0(49999|5).*	smooth$'
run 0 advise --points2d "$W/both.tiles" "$W/smooth.tiles"; has '^use +-m piecewise until more is known'
run 0 advise --points2d "$W/rough.tiles" --json; has '"kind": "rough"'
run 0 advise --points2d "$W/a.tiles"; has 'a.tiles: roughness or noise: not known, which takes half-widths'
awk '{ print $1, $2, $3 * (NR % 2 ? 4 : 1), $3 * 6, 9 }' "$W/smooth.tiles" > "$W/wild.tiles"
run 0 advise --points2d "$W/wild.tiles"; has 'times repeat within [1-9][0-9][0-9]+ %'
run 2 advise --points2d "$W/a.tiles" -n 7; says '--points2d: it takes FILEs'
run 2 advise --points2d; says 'no FILE given'
run 0 advise "$W/step.pts" "$W/noisy.pts" "$W/jumps.pts" -m discrete
has '^neighbours .*/step.pts: .*: smooth, except for [1-4] of 197 places'; has '/noisy.pts: .*: noise, take a smooth model$'; has '/jumps.pts: .*: rough, take -m discrete$'
has '^warning +.*/noisy.pts: what neighbouring sizes differ by is noise, which -m discrete takes for true'; hasnt '^warning .*/jumps.pts: what'
run 0 advise "$W/step.pts" "$W/noisy.pts" --tsv; has '	spots$'; has '	smooth$'

# What measure writes of tiles is what matrix reads.
run 0 measure --kernel gemm --device cpu:0 --tiles 8:32:+8,16:32:+16 --depth 4 --dir "$W/t" --max-seconds 0.02 --visits 2
has 'cpu-0.tiles: 8 tiles, [0-9]+ measurements imprecise, .* elements/s$'; has '^   (times repeat within|roughness or noise: not known)'; hasnt '^imprecise: .*third|; partition --risk'
ok "not the tiles" [ "$(grep -v '^#' "$W/t/cpu-0.tiles" | cut -d' ' -f1,2 | tr ' \n' x,)" = 8x16,8x32,16x16,16x32,24x16,24x32,32x16,32x32, ]
ok "no head" grep -q '^# options  --tiles 8:32:+8,16:32:+16 .* --depth 4$' "$W/t/cpu-0.tiles"
ok "not five columns" awk '!/^#/ && (NF != 5 || $3 <= 0 || $4 < 0 || $5 < 1) { exit 1 }' "$W/t/cpu-0.tiles"
run 0 matrix --rows 32 --cols 32 --points2d -m discrete -p 2 "$W/t/cpu-0.tiles" --tsv; quiet; tiles 32 32
run 0 matrix --rows 30 --cols 30 --points2d -p 2 "$W/t/cpu-0.tiles" --tsv; quiet; tiles 30 30
run 0 advise --points2d "$W/t/cpu-0.tiles"; quiet
cp "$W/t/cpu-0.tiles" "$W/before"
run 0 measure --kernel gemm --device cpu:0 --tiles 8:32:+8,16:32:+16 --depth 4 --dir "$W/t" --max-seconds 0.02 --visits 2 --resume
ok "known tiles are measured again" [ "$(grep -v '^#' "$W/before")" = "$(grep -v '^#' "$W/t/cpu-0.tiles")" ]
run 0 measure --kernel gemm --device cpu:0 --tiles 8:40:+8,16:32:+16 --depth 4 --dir "$W/t" --max-seconds 0.02 --visits 1 --resume
ok "not the new tiles alone" [ "$(grep -v '^#' "$W/before")" = "$(grep -v '^#' "$W/t/cpu-0.tiles" | sed '/^40 /d')" ]
run 0 measure --device "cmd:test {rows} -lt {cols} && test {rows}{cols} -lt 99" --tiles 1:2:2,3:4:2 --dir "$W/ct" --max-seconds 0.02 --visits 1
run 1 measure --device "cmd:test {rows}{cols} -lt 24" --tiles 1:2:2,3:4:2 --dir "$W/ct" --max-seconds 0.02 --visits 1
says 'at a tile of 2 by 4: the command ended with status 1 .3 of 4 tiles are measured.'
run 2 measure --device "cmd:test {rows} -lt {size}" --tiles 1:2:2 --dir "$W/ct"; says '{rows} and {cols} must stand where'
run 2 measure --kernel gemv --device cpu:0 --tiles 1:2:2 --dir "$W/ct"; says 'kernel gemv has no tiles'
run 2 measure --kernel triad --device cpu:0 --sizes 1:9 --depth 3 --dir "$W/ct"; says '--depth is for --kernel gemm'
run 2 measure --kernel gemm --device cpu:0 --tiles 1:2:2 --sizes 1:9 --dir "$W/ct"; says 'not together with --sizes'
run 2 measure --kernel gemm --device cpu:0 --tiles 1:2:2 -n 9 --dir "$W/ct"; says 'not together with -n'
for wrong in 1:2:2,3 2:1 5 1:4:+0 1:4:2,0:3; do run 2 measure --kernel gemm --device cpu:0 --tiles $wrong --dir "$W/ct"; says "--tiles $(echo $wrong | tr + .): it takes R or R,C"; done
run 2 measure --kernel gemm --device cpu:0 --tiles 1:2097152:2 --dir "$W/ct"; says 'sides are at most 2.20'
printf '9 9 1 .1 3\n' > "$W/t/cpu-0.tiles"
run 1 measure --kernel gemm --device cpu:0 --tiles 1:2:2 --dir "$W/t"; says 'measure did not write this file'
printf '9 2097152 1 .1 3\n' > "$W/t/cpu-0.tiles"
run 1 measure --kernel gemm --device cpu:0 --tiles 1:2:2 --dir "$W/t" --resume; says 'cpu-0.tiles:1: a side of 2.21 or more'
run 1 chain --models $E/core.pts,$E/gpu.pts --max 0:3 --max 1:15 "$W/loads"; says 'without --max '

# ---- run the examples ----

wait
if [ -n "$watched" ]; then
    what="what takes long"
    tr '\r' '\n' < "$W/front" > "$W/out"; : > "$W/err"
    has '^looking for the front 2 s$'; has '^looking for the front 3 s$'; hasnt ' 1 s$'
    tr '\r' '\n' < "$W/simulated" > "$W/out"; has '^simulating 2 s$'; has '^simulating 3 s$'; hasnt ' 1 s$'
    what="Ctrl-C"
    tr '\r' '\n' < "$W/stopped" > "$W/out"
    has '^hier-opt [0-9]* s, gap [0-9.]* %, Ctrl-C stops here'
    has '^hier-opt: stopped by the callback; the best partition found so far'; has '^status 0$'
    ok "items are not stopped" grep -q 'stopped by the callback; the best' "$W/stopped2"
else echo "SKIP what takes long, Ctrl-C: no script, or no timeout of GNU"; fi
run 0 partition -n 9 $D/quick.pts; quiet
# example NAME LINE...: it ends well and prints these lines, one after the other.
example() {
    what="example $1"
    name=$1
    shift
    if [ ! -x "$W/$name" ]; then
        : > "$W/out"
        grep -v '^ ' "$W/build.log" > "$W/err"
        fail "not built"
        return
    fi
    "$W/$name" > "$W/out" 2> "$W/err"
    ok "status is not 0" [ $? -eq 0 ]
    quiet
    for line; do
        ok "the output lacks: $line" grep -Fqx -e "$line" "$W/out"
    done
}
sed -n '/^      #define FPM_STATIC$/,/^      }$/p' fpm.h | sed 's/^      //' > "$W/first.c"
what="examples/start/quickstart.c"
ok "not the program of fpm.h" cmp -s "$W/first.c" examples/start/quickstart.c
first='7200 + 4800 units, done after 0.1440 s, at best 0.1440 s'
example quickstart "$first"
example chain 'equal:  at most 40 entries, 74 % above the mean' 'speeds: done after 14.25 us' \
    'checked: no partition is done before 14.25 us'
example rect 'rows (chain)           418        9.62 %     9.42 %            12468          0' \
    'auto                   385        0.96 %     0.79 %             5012          0'
what="the figures of examples/calls/rect.c in examples/docs/fields.md and in examples/pictures/rect.svg"
"$W/rect" > "$W/out" 2> "$W/err"
while read -r line; do ok "fields.md lacks: $line" grep -Fqx -e "$line" examples/docs/fields.md; done < "$W/out"
sed -n 's/.* \([0-9.]* %\) *\([0-9.]* %\) .*/imbalance \1, gap \2/p' "$W/out" > "$W/rows"
ok "not six classes" [ "$(wc -l < "$W/rows")" -eq 6 ]
while read -r line; do ok "rect.svg lacks: $line" grep -Fq -e ">$line<" examples/pictures/rect.svg; done < "$W/rows"
example model_constant 'speeds at 1000 units: 100000 and 50000 units/s, shares 26667 and 13333' \
    'speeds at 20000 units: 50000 and 50000 units/s, shares 20000 and 20000'
example model_piecewise '14000 + 10000 units, done after 0.200 s: solved' \
    '15542 + 8458 units, done after 0.169 s: solved'
example model_shaped 'as measured: time falls near size 3000, after point 1' \
    'shaped: speeds moved by 12.1 % and 0.0 % at most'
example model_akima 'plain: 2000 units take 0.2000 s, 2900 units 0.2014 s: time falls somewhere with size' \
    'safe: 2000 units take 0.2000 s, 2900 units 0.2045 s: time rises with size' \
    '       2758 + 2542 units, done after 0.2034 s, at best 0.2034 s'
example model_discrete '448 units: 192 + 256 + 0, done after 7 s, 2 busy' \
    '576 units: 320 + 256 + 0, done after 8 s, 2 busy' '500 units: no partition satisfies the constraints'
example constraints \
    'no constraints          47174   8551   4275   0.0855 s, imbalance 0.0 %, 3 busy' \
    'a slow start            32768  27232      0   0.2723 s, imbalance 63.1 %, 2 busy' \
    'too little memory      no partition satisfies the constraints'
example export 'rank 1: count  32000, displacement  64000' 'tpwgts 0.615385 0.307692 0.076923' \
    'ratios 8,4,1' 'thread 2: for (k = 12000; k < 13000; k++)'
example numerical 'true makespan: shaped lines 0.3960 s, Akima 0.3648 s, speed-up 1.086' \
    '2000 such instances: speed-up 1.058 in the mean, 0.852 to 1.278, Akima better in 89 %'
sed 's/TERMS = 300/TERMS = 30/; /^#define FPM_STATIC$/d' examples/workloads/loop.c > "$W/loop.c"
if $CC -fopenmp -I. -DFPM__IMPLEMENTED "$W/loop.c" "$W/fpm.o" -o "$W/loop" -lm 2> /dev/null; then
    for threads in 2 3; do
        OMP_WAIT_POLICY=passive OMP_NUM_THREADS=$threads "$W/loop" | sed -n 's/.*(\(sum .*\))$/\1/p'
    done > "$W/out"
    what="example loop"
    ok "the sum changes" [ "$(grep -c '^sum [0-9.]*$' "$W/out") $(sort -u "$W/out" | wc -l)" = "2 1" ]
else echo "SKIP loop.c: $CC has no -fopenmp"; fi
if command -v "${CXX%% *}" > /dev/null; then example containers '7200 units' '4800 units' 'done after 0.1440 s' \
    '900 + 300 units after 3 steps'
else echo "SKIP containers.cpp: no $CXX"; fi
if command -v "${FC%% *}" > /dev/null; then example quickstart-f90 "$first"
else echo "SKIP quickstart.f90: no $FC"; fi

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
