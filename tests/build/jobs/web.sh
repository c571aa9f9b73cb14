#!/bin/sh
# web.sh PAGE TOOL DIRECTORY [OBJECT]: the page of examples/web in headless Chromium, with the cases below;
# its shares, times and rectangles are those of the tool on the same input, to the last bit, and
# where the tool has no answer the page says so in the library's words.  Status 77, with the reason
# on the last line: no browser.  BROWSER names one that knows --headless and --dump-dom.
PAGE=$1 TOOL=$2 W=$3 FPM_O=$4 CC=${CC:-cc}
LC_ALL=C
export LC_ALL
for b in $BROWSER chromium chromium-browser chromium-headless-shell google-chrome chrome; do
    browser=$(command -v "$b") && break
done
[ -n "$browser" ] || { echo "no Chromium to open the page in (Debian: chromium)"; exit 77; }
[ -f "$PAGE" ] || { echo "no $PAGE"; exit 1; }
rm -rf "$W"
mkdir -p "$W"
W=$(cd "$W" && pwd)

# Each line is a problem as main.js reads it from an address.  keys and drag move points by hand,
# paint paints: the answer must then be that for the points and loads as they are reported.
QUICK='p=quick+core;1000+0.01;2000+0.02;4000+0.041;8000+0.19;16000+0.8'
STEADY='1000+0.03;2000+0.06;4000+0.12;8000+0.24;16000+0.48'
CORE='1000+.0088;2000+.0171;4000+.0336;6000+.05;8000+.0672;10000+.0926;13000+.1444;16000+.1975;20000+.2597;26000+.3467;32000+.4324;38000+.5205;42000+.5915;45000+.9783;48000+2.1818;52000+4.16;58000+6.8235'
GPU='2000+.0195;4000+.027;7000+.0383;10000+.0493;14000+.0644;20000+.0873;28000+.1173;36000+.1472;44000+.1772;52000+.207;58000+.2298;64000+.2525'
LONG='1000+.0169;4000+.0668;8000+.1327;16000+.2662;24000+.4007;32000+.5352;40000+.6711;50000+.8418;60000+1.0135'
FILES='95+auth;40+cart;120+search;61+pay;33+mail;47+admin;155+image;210+video;18+login;74+index;29+audit;80+export;52+import;12+health;66+report;25+theme;143+sync;38+cache'
JOBS=$(awk 'BEGIN { for (k = 0; k < 300; k++) printf "%s%d+job-%d", k ? ";" : "", 20 + k * k * k * 7919 % 977, k }')
cat > "$W/cases" << EOF
preset=0
preset=1
preset=2
preset=3
n=12000&curve=akima&$QUICK&p=steady+core;$STEADY
n=12000&curve=piecewise&$QUICK&p=steady+core;$STEADY
n=150000&curve=akima&p=core;$CORE&p=GPU;$GPU&p=steady;$LONG
n=150000&curve=akima&p=core,max:20000,grain:512;$CORE&p=GPU,max:64000,fixed:0.05;$GPU&p=steady,min:500,required:1;$LONG
n=3000&curve=piecewise&p=a,fixed:0.05;1000+.002;64000+.065&p=b;1000+.01;64000+.66&p=c,min:2000;1000+.01;64000+.66
n=9999&curve=akima&p=a;500+.0052;8000+.088&p=a;500+.0052;8000+.088&p=a;500+.0052;8000+.088&p=a;500+.0052;8000+.088&p=b;500+.0051;8000+.089
n=10000&curve=piecewise&p=falls;1000+.5;2000+.3;4000+.9&p=rises;1000+.2;9000+1&p=wavy;1000+.1;2000+.4;3000+.2;8000+.7
n=7000&curve=akima&p=twice,grain:7;2000+.03;2000+.05;1000+.02&p=commas,grain:5;1000,.03;3000,.08
n=100&curve=piecewise&p=slow,required:1,fixed:9;$STEADY&p=b;$STEADY&p=c;$STEADY
n=0&curve=akima&$QUICK&p=steady;$STEADY
n=12000&curve=akima&$QUICK&p=steady;$STEADY&keys=0.2.ArrowUp,ArrowUp,ArrowRight,ArrowDown,ArrowLeft,ArrowLeft
n=12000&curve=piecewise&$QUICK&p=steady;$STEADY&keys=1.1.Delete,Insert
n=12000&curve=akima&$QUICK&p=steady;$STEADY&drag=0:3:9100:70000
n=12000&curve=akima&view=time&$QUICK&p=steady;$STEADY&drag=1:4:14000:0.21
n=5000&curve=akima&p=a;1000+.01;abc&p=b;$STEADY
n=5000&curve=akima&p=a;1000+.01;2000+-4&p=b;$STEADY
n=5000&curve=akima&p=a;1000+.01;2000.5+4&p=b;$STEADY
n=5000&curve=akima&p=empty&p=b;$STEADY
n=5000&curve=akima&p=a,max:100;$STEADY&p=b,max:100;$STEADY
n=5000&curve=akima&p=a,max:10,min:900;$STEADY&p=b;$STEADY
n=5001&curve=akima&p=a,grain:10;$STEADY&p=b,grain:4;$STEADY
n=5000.5&curve=akima&p=a;$STEADY&p=b;$STEADY
n=-3&curve=akima&p=a;$STEADY&p=b;$STEADY
n=1e17&curve=akima&p=a;$STEADY&p=b;$STEADY
n=many&curve=akima&p=a;$STEADY&p=b;$STEADY
m=16&class=auto&field=clouds
m=9&class=jag-m-opt&field=ridge
m=12&class=hier-opt&field=ring
m=33&class=hier-rb&field=specks
m=64&class=jag-pq-opt&field=even
m=7&class=peel&field=empty
m=24&class=auto&speeds=4,1,1&field=clouds
m=10&class=jag-m-opt&speeds=1.5+2.25&field=ring
m=5&class=rect-nicol&field=empty&paint=10.12,50.40,50.44,63.0
m=8&class=peel&speeds=2,1&field=ring
m=8&class=auto&speeds=2,-1&field=ring
m=65&class=auto&field=ring
m=1.5&class=auto&field=ring
n=1,5&curve=akima&p=a;$STEADY&p=b;$STEADY
n=10.000&curve=akima&p=a;$STEADY&p=b;$STEADY
n=5000&curve=akima&p=a,max:12x;$STEADY&p=b;$STEADY
n=5000&curve=akima&p=a,max:0;$STEADY&p=b;$STEADY
n=5000&curve=akima&p=a;$STEADY&p=b,min:-3;$STEADY
n=5000&curve=akima&p=a;10.000+.01;20000+.02&p=b;$STEADY
n=5000&curve=akima&p=a;size+ms;1000+10;20000+200&p=b;$STEADY
n=5000&curve=akima&p=a;1000;0,01&p=b;$STEADY
n=5000&curve=akima&p=a;1,000+.01;2,000+.02&p=b;$STEADY
n=5000&curve=akima&p=a;1000+.1;2000+1,5&p=b;$STEADY
n=5000&curve=akima&p=a;1000+.01;1000+.09&p=b;$STEADY
n=5000&curve=akima&p=a;0.01+1000&p=b;$STEADY
n=5000&curve=akima&p=a;size+GFLOPS;1000+3&p=b;$STEADY
n=5000&curve=akima&p=a;1000+nan&p=b;$STEADY
n=5000&curve=akima&p=a;1000+0&p=b;$STEADY
pieces=$FILES&m=4
pieces=5+a;5+b;4+c;4+d;3+e;3+f;3+g&m=3&show=longest
pieces=61.5+pay;40+cart;120.25+search;33;0.5+tiny;0+none&m=3&speeds=2,1
pieces=$JOBS&m=16&speeds=3,1,2
pieces=$FILES&m=4&move=7:3
pieces=$FILES&m=4&slack=5&hand=0,0,0,0,1,1,1,1,2,2,2,2,3,3,3,3,0,0&show=hand
pieces=$FILES&m=3&speeds=2,1,1&slack=0&hand=0,0,0,0,1,1,1,1,2,2,2,2,0,0,0,0,0,0&show=hand
pieces=0+a;0+b;0+c&m=2
pieces=1e-9+a;3e-9+b;2e-9+c&m=2
pieces=1,5;2,7&m=2
pieces=load+name;3+a&m=2
pieces=3+a+b&m=2
pieces=3+a;-1+b&m=2
pieces=3+a;nan+b&m=2
pieces=+&m=2
pieces=1e300+a;1e300+b&m=2
pieces=3+a;2+b&m=0
pieces=3+a;2+b&m=65
pieces=3+a;2+b&m=1,5
pieces=3+a;2+b&m=2&speeds=1,x
pieces=3+a;2+b&m=2&slack=-1&hand=0,0&show=hand
pieces=3+a;2+b&m=2&hand=0,9&show=hand
EOF
# Wrong inputs of each tab beyond those, and two that are odd: none is read as something else in silence.
wrong_from=$(wc -l < "$W/cases")
cat >> "$W/cases" << EOF
n=9007199254740993&curve=akima&p=a;$STEADY&p=b;$STEADY
n=5%27000&curve=akima&p=a;$STEADY&p=b;$STEADY
n=5000%25&curve=akima&p=a;$STEADY&p=b;$STEADY
n=1e400&curve=akima&p=a;$STEADY&p=b;$STEADY
n=5000&curve=akima&p=a,max:1e30;$STEADY&p=b;$STEADY
n=5000&curve=akima&p=a,max:9007199254740993;$STEADY&p=b;$STEADY
n=5000&curve=akima&p=a,max:64GB;$STEADY&p=b;$STEADY
n=5000&curve=akima&p=a,min:5e3,max:4e3;$STEADY&p=b;$STEADY
n=5000&curve=akima&p=a,grain:0.5;$STEADY&p=b;$STEADY
n=5000&curve=akima&p=a,fixed:-1;$STEADY&p=b;$STEADY
n=5000&curve=akima&p=a,fixed:1e400;$STEADY&p=b;$STEADY
n=5000&curve=akima&p=a;%221000%22,%220,01%22&p=b;$STEADY
n=5000&curve=akima&p=a;,1000,.01&p=b;$STEADY
n=5000&curve=akima&p=a;1000%7C.01&p=b;$STEADY
n=5000&curve=akima&p=a;1000+-999&p=b;$STEADY
n=5000&curve=akima&p=a;-1000+.01&p=b;$STEADY
n=5000&curve=akima&p=a;0+0&p=b;$STEADY
n=5000&curve=akima&p=a;1000+1e400&p=b;$STEADY
n=5000&curve=akima&p=a;1e30+1&p=b;$STEADY
n=5000&curve=akima&p=a;1K+.01&p=b;$STEADY
n=5000&curve=akima&p=a;1000+.01+1000+.01+2000+.02&p=b;$STEADY
n=5000&curve=akima&p=a;size+ms;1000+10&p=b;$STEADY
m=nan&class=auto&field=ring
m=0x10&class=auto&field=ring
m=4&class=auto&speeds=1,5%3B2,5&field=ring
m=4&class=auto&speeds=1,1e400&field=ring
m=4&class=auto&speeds=0&field=ring
m=2&class=auto&speeds=4,1,1&field=ring
pieces={%22a%22:5}&m=2
pieces=[5,4]&m=2
pieces=inf+a&m=2
pieces=1+000+a&m=2
pieces=5+4+3+2&m=2
pieces=a+5&m=2
pieces=5s+a&m=2
pieces=3+a;2+b&m=2&speeds=1,5%3B2,5
pieces=3+a;2+b&m=2&speeds=nan
pieces=3+a;2+b&m=2&speeds=2,1,1
EOF
named=$(wc -l < "$W/cases")
# Each kind of cuts that the page offers has an answer.
sed -n '/^const CLASSES/,/];/s/^  \["\([a-z-]*\)",.*/m=6\&class=\1\&field=ring/p' "$PAGE" >> "$W/cases"
count=$(wc -l < "$W/cases")
[ "$count" -gt $((named + 9)) ] || { echo "the page lists few kinds of cuts"; exit 1; }

# No sandbox: with one it would not start for root, and the page is ours.
limit=
command -v timeout > /dev/null && limit="timeout 900"
# On a busy machine the browser's clock may end before the library is compiled: three tries.
for try in 1 2 3; do
    $limit "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$W/profile" --virtual-time-budget=60000 --dump-dom \
    "file://$(cd "$(dirname "$PAGE")" && pwd)/$(basename "$PAGE")#test!$(paste -s -d '!' "$W/cases")" > "$W/dom" 2> "$W/browser.log" ||
        { tail -n 5 "$W/browser.log"; echo "$browser failed"; exit 1; }
    ! grep -qx end "$W/dom" || break
done
sed -n '/<pre id="test"/,/^end$/p' "$W/dom" | sed 's/^<pre[^>]*>//; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g' > "$W/page"
tail -n 1 "$W/page" | grep -qx end || { sed -n '/id="broken"/p' "$W/dom"; echo "the page has not run its cases"; exit 1; }
awk -v w="$W" '$1 == "case" { file = w "/" $2 ".page" } $1 != "end" { print > file }' "$W/page"

failed=0 passed=0
wrong() {
    failed=$((failed + 1))
    echo "FAIL case $k: $1"
    echo "    $link"
    sed 's/^/    /' "$W/diff" | head -n 20
}

# Numbers with the 17 digits that tell any two of them apart.
digits() { awk '{ for (i = 2; i <= NF; i++) if ($i ~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/) $i = sprintf("%.17g", $i); print }'; }

# agrees WHAT: the page's lines in ours and the tool's standard output as lines in theirs; or, when
# the tool ended otherwise, its message has the text of the page's status, or spoke of wrong use.
agrees() {
    : > "$W/diff"
    if [ $status -eq 0 ]; then
        digits < "$W/ours" > "$W/ours.digits"
        digits < "$W/theirs" | diff - "$W/ours.digits" > "$W/diff" || { wrong "$1"; return; }
        grep '^shown ' "$W/answer" > "$W/shown"
        for units in $(awk '$1 == "share" && $3 > 0 { print $3 }' "$W/answer"); do
            units=$(echo $units | sed ':a
                s/\([0-9]\)\([0-9][0-9][0-9]\)\($\|,\)/\1,\2\3/
                ta')
            grep -qF "$units units" "$W/shown" || { cp "$W/shown" "$W/diff"; wrong "$1: $units units not shown"; return; }
        done
    else
        code=$(sed -n 's/^status \(-*[0-9]*\) .*/\1/p' "$W/answer")
        text=$(sed -n 's/^status -*[0-9]* //p' "$W/answer")
        { cat "$W/err"; echo "page: $code $text"; } > "$W/diff"
        [ "${code:-0}" -lt 0 ] && ! grep -qE '^(share|part) ' "$W/answer" || { wrong "$1: the page has an answer"; return; }
        if [ $status -eq 2 ]; then [ "$code" = -1 ] || { wrong "$1: no wrong use"; return; }
        elif [ "$code" = -15 ] && grep -q 'does not take' "$W/err"; then : # the tool names its option
        elif [ "$code" = -1 ] && grep -q 'a share cannot be' "$W/err"; then :
        else grep -qF "$text" "$W/err" || { wrong "$1: another reason"; return; }; fi
        grep '^shown ' "$W/answer" | grep -qF "No answer: $text" || { wrong "$1: not shown"; return; }
        # Of points that are refused the page says what the tool says.
        sed -n "s|^fpm-tool: $W/[0-9]*\.pts:\([0-9]*\): \(.*\)|\2, line \1|p" "$W/err" > "$W/sentence"
        [ ! -s "$W/sentence" ] || grep -qF "$(cat "$W/sentence")" "$W/answer" || { wrong "$1: other words"; return; }
    fi
    passed=$((passed + 1))
}

# word NAME: what is said of it in the link.
word() { echo "$link" | tr '&' '\n' | sed -n "s/^$1=//p" | tr '+' ' '; }

shares() {
    case $link in preset=*) link=$(sed -n 's/^link //p' "$W/$k.page") ;; esac
    options="-m $(word curve)" files= i=0
    word p > "$W/procs"
    while read -r line; do
        sed -n "s/^points $i //p" "$W/$k.page" | tr ';' '\n' > "$W/$i.pts"
        files="$files $W/$i.pts"
        for c in $(echo "${line%%;*}" | tr ' ' '_' | tr ',' ' '); do
            case $c in
            required:1) options="$options --required $i" ;;
            *:*) options="$options --${c%%:*} $i:${c#*:}" ;;
            esac
        done
        # Points that nobody has moved are those of the link.
        echo "$link" | grep -qE '&(keys|drag)=' ||
            case $line in *%*) ;; *\;*) echo "${line#*;}" | tr ';' '\n' | diff - "$W/$i.pts" > "$W/diff" || wrong "points of $i" ;; esac
        i=$((i + 1))
    done < "$W/procs"
    for method in auto proportional even; do
        awk -v m=$method '$1 == "method" { on = $2 == m }  on' "$W/$k.page" > "$W/answer"
        "$TOOL" partition -n "$(word n)" -a $method --tsv $options $files > "$W/out" 2> "$W/err"
        status=$?
        awk '$1 == "status" { $2 = ""; sub("  ", " ") } $1 ~ /^(status|makespan|lower_bound|share)$/' "$W/answer" > "$W/ours"
        awk '$1 == "#" && $2 ~ /^(status|makespan|lower_bound)$/ { sub("# ", ""); print } /^[0-9]/ { print "share", $1, $2, $3 }' \
            "$W/out" > "$W/theirs"
        agrees $method
    done
}

rectangles() {
    speeds=$(word speeds | tr ', ' '\n\n') m=$(word m)
    { echo "64 64"; sed -n 's/^loads //p' "$W/$k.page"; } > "$W/field"
    if [ -n "$speeds" ]; then
        list=$(echo "$speeds" | awk -v m="$m" '{ v[NR - 1] = $1 } END { for (i = 0; i < m; i++) printf "%s%s", i ? "," : "", v[i % NR] }')
    fi
    grep -v -e '^case' -e '^said' -e '^loads' -e '^wide' -e '^copy' -e '^verdict' -e '^constraints' "$W/$k.page" > "$W/answer"
    # The page has room for 64 parts.
    if [ "$m" -gt 64 ] 2> /dev/null; then m=0; fi
    "$TOOL" rect -m "$m" ${speeds:+--speeds "$list"} -a "$(word class)" --work 300000000 --tsv "$W/field" > "$W/out" 2> "$W/err"
    status=$?
    awk '$1 == "status"  { $2 = ""; sub("  ", " ") } $1 != "shown"' "$W/answer" > "$W/ours"
    awk -v timed="$speeds" 'BEGIN { most = timed != "" ? "makespan" : "lmax"; bound = timed != "" ? "makespan_bound" : "lower_bound" }
        $1 == "#" { key = $2; sub("# [a-z_]* ", ""); value[key] = $0; next }
        /^[0-9]/ { row[n++] = "part " $1 " " $2 " " $3 " " $4 " " $5 " " $6 " " $NF }
        END { print "status", value["status"]; print "most", value[most]; print "bound", value[bound]; print "imbalance", value["imbalance"]
              for (i = 0; i < n; i++) print row[i] }' "$W/out" > "$W/theirs"
    agrees rectangles
}

# The pieces of the link, in lines; $1: with the owners by hand behind them.
lines_of() {
    word pieces | tr ';' '\n' | awk -v hand="$1" -v owners="$(sed -n 's/^hand //p' "$W/$k.page")" '
        BEGIN { split(owners, owner, ",") } { print $0 (hand ? " " owner[NR] : "") }'
}

pieces() {
    m=$(word m) speeds=$(word speeds)
    if [ "$m" = 65 ]; then m=0; fi
    list=$(echo "$speeds" | tr ',' '\n' | awk -v m="$m" '{ v[NR - 1] = $1 } END { for (i = 0; i < m; i++) printf "%s%s", i ? "," : "", v[i % NR] }')
    for method in auto mend; do
        grep -q "^method $method" "$W/$k.page" || continue
        awk -v m=$method '$1 == "method" { on = $2 == m } $1 == "shown" || on' "$W/$k.page" > "$W/answer"
        lines_of "$([ $method = auto ] || echo 1)" > "$W/0.pts"
        from= slack=$(word slack)
        [ $method = auto ] || from="--from --slack $(awk -v s="${slack:-2}" 'BEGIN { print s / 100 }')"
        "$TOOL" items -p "$m" ${speeds:+--speeds "$list"} $from --work 50000000 --tsv "$W/0.pts" > "$W/out" 2> "$W/err"
        status=$?
        awk -v from="$from" '$1 == "status" { $2 = ""; sub("  ", " ") } $1 ~ /^(status|makespan|lower_bound|gap|imbalance|piece)$/ ||
            ($1 == "moved" && from)' "$W/answer" > "$W/ours"
        awk -F '\t' -v from="$from" '/^# (status|makespan|lower_bound|gap|imbalance) / || (/^# moved / && from) { sub("# ", ""); print }
            /^[0-9]/ { print "piece", $1, $4 }' "$W/out" > "$W/theirs"
        if [ $status -ne 1 ]; then
            agrees $method
            continue
        fi
        { cat "$W/err"; sed -n 's/^shown //p' "$W/answer"; } > "$W/diff"
        said=$(sed -n "s|^fpm-tool: $W/0\.pts[:0-9]*: ||p" "$W/err")
        [ -n "$said" ] && grep '^shown No answer' "$W/answer" | grep -qF "$said" && passed=$((passed + 1)) || wrong "pieces: other words"
    done
}

k=0
while read -r link; do
    case $link in pieces=*) pieces ;; m=*) rectangles ;; *) shares ;; esac
    if [ $k -ge "$named" ] && ! grep -q '^status [0-9]' "$W/$k.page"; then
        failed=$((failed + 1))
        echo "FAIL case $k: no answer: $link"
    fi
    k=$((k + 1))
done < "$W/cases"
[ $k -eq "$count" ] || failed=$((failed + 1))

# Hands move points, and paint: what the reported points must be.
moved() { grep -qxF "$2" "$W/$1.page" || { failed=$((failed + 1)); echo "FAIL case $1 has no line: $2"; }; }
moved 15 "points 1 1000 0.03;4000 0.12;6000 0.18;8000 0.24;16000 0.48"
moved 16 "points 0 1000 0.01;2000 0.02;4000 0.041;9100 0.13;16000 0.8"
moved 17 "points 1 1000 0.03;2000 0.06;4000 0.12;8000 0.24;14000 0.21"
painted=$(sed -n 's/^loads //p' "$W/37.page" | tr ' ' '\n' | awk '{ s += $1 } END { print s }')
[ "$painted" -gt 4000 ] || { failed=$((failed + 1)); echo "FAIL: painting left $painted units"; }

# Messages as good as the tool's; the default figures are those of the picture in examples/README.md.
shows() { grep -F "$2" "$W/$1.page" | grep -q '^shown ' || { failed=$((failed + 1)); echo "FAIL case $1 does not show: $2"; }; }
shows 22 "(the work is 5,000 units, the processors can take 200 at most; with 200 units there is one)"
shows 24 "(the work is 5,001 units; with 5,000 or 5,002 units there is one)"
shows 25 "(the work is a whole number from 0 to 2^53 of units, such as 12000 or 1.2e4)"
shows 39 "(number 2 of the speeds, -1: a number above 0 is wanted)"
says() { grep -F "$2" "$W/$1.page" | grep -q '^said ' || { failed=$((failed + 1)); echo "FAIL case $1 does not say: $2"; grep '^said' "$W/$1.page"; }; }
says 42 '(the work is a whole number from 0 to 2^53 of units, such as 12000 or 1.2e4; "1,5": write 1.5)'
says 42 'copied: an argument is missing, out of range or not for this call (the work is'
says 43 'The work, "10.000" is read as 10: for thousands write 10000.'
says 44 '(a, at most, units: "12x" is not a number, such as 12000, 1.2e4 or 0.5)'
says 45 '(a, at most, units: "0": to give it nothing, remove the processor)'
says 46 '(b, at least, units: "-3" is below 0)'
says 47 'Line 1: "10.000" is read as 10: a point between thousands?'
says 48 '2 points.'
says 49 'malformed text: "1000" has no time beside its size, line 1 (a)'
says 50 'Line 1: malformed text: "1,000"; decimal comma, or one between thousands? Write 1.000 or 1000.'
says 52 '1 point. 2 times of size 1000, 0.01 to 0.09 s, a factor 9 apart, count as their mean'
# Pieces: what the three ways to look at them say, and a drag.
p=$(grep -n '^pieces=' "$W/cases" | head -n 1 | cut -d : -f 1)
p=$((p - 1))
grep -q '^rule longest 11$' "$W/$((p + 1)).page" || { failed=$((failed + 1)); echo "FAIL: longest first"; }
says $p 'fpm.h: the last processor finishes at 325, and no assignment finishes earlier. Longest first at 330 (1.5'
hands=$(sed -n 's/^hand //p' "$W/$((p + 4)).page") none=$(sed -n 's/^hand //p' "$W/$p.page")
[ "$(echo "$hands" | cut -d , -f 8)" = 3 ] && [ -z "$none" ] || { failed=$((failed + 1)); echo "FAIL: a drag gives the owners $hands"; }
says $((p + 9)) '"5" a name: are the loads behind the names, or is this a decimal comma?'
says $((p + 10)) 'malformed text: "load": a line begins with a load, a number of 0 or more, then its name; delete the line with the names of columns (the load is the first one), line 1.'
says $((p + 16)) '(processors: a whole number from 1 to 64)'
says $((p + 18)) '(processors: a whole number from 1 to 64; "1,5": write 1.5)'
says $((p + 19)) '(number 2 of the speeds, x: a number above 0 is wanted)'
grep -q '^method mend' "$W/$((p + 21)).page" && { failed=$((failed + 1)); echo "FAIL: owners beyond the processors"; }
wrong_says() { says $((wrong_from + $1)) "$2"; }
wrong_says 1 '"5'"'"'000": write 5000)'
wrong_says 5 '"9007199254740993" is too large: 2^53 units at most)'
wrong_says 7 '(a, at least, units: "5e3" is above what it takes at most)'
wrong_says 10 '(a, start-up, s: "1e400" is too large)'
wrong_says 11 'malformed text: "0,01"; decimal comma? Write 0.01'
wrong_says 12 'malformed text: column 1 is empty: delete the separator in front'
wrong_says 24 '(the speeds, 1,5;2,5: decimal commas? Write 1.5 2.5)'
wrong_says 27 '3 speeds for 2 processors: the last one is not used.'
wrong_says 31 'a blank or comma between thousands? Write 1000'
wrong_says 35 '(the speeds, 1,5;2,5: decimal commas? Write 1.5 2.5)'
wrong_says 37 '3 speeds for 2 processors: the last one is not used.'
for share in '0 28818' '1 98015' '2 23167'; do
    grep -q "^share $share " "$W/1.page" || { failed=$((failed + 1)); echo "FAIL the default has not the share $share"; }
    grep -q "$(echo ${share#* } | sed 's/...$/,&/')" examples/README.md || { failed=$((failed + 1)); echo "FAIL examples/README.md lacks ${share#* }"; }
done

# What the page gives to take along, run: the same answers, in C, in Python and by the tool, the shares of
# cases 1, 7 and 8, the rectangles of 29 and 35.
copied() { sed -n "s/^copy $1|//p" "$W/$k.page"; }
same_as_page() { # same_as_page WHAT: the numbers of $W/got are those of the page
    [ "$(wc -l < "$W/want")" -gt 1 ] && diff "$W/want" "$W/got" > "$W/diff" && passed=$((passed + 1)) || wrong "$1"
}
[ -n "$FPM_O" ] || { FPM_O=$W/fpm.o && printf '#define FPM_IMPLEMENTATION\n#include "fpm.h"\n' | $CC -O0 -I. -x c -c - -o "$FPM_O"; } || exit 1
$CC -O0 -shared -fPIC -x c -DFPM_IMPLEMENTATION fpm.h -o "$W/libfpm.so" -lm || exit 1
python=$(command -v python3) || echo "SKIP what is copied as Python: no python3"
for k in 1 7 8 29 35 $p $((p + 3)) $((p + 5)); do
    link="what case $k copies" unit=units
    if grep -q '^piece ' "$W/$k.page"; then
        method=$(grep -q '^method mend' "$W/$k.page" && echo mend || echo auto)
        awk -v m=$method '$1 == "method" { on = $2 == m } on && $1 == "piece" { print $3 }' "$W/$k.page" > "$W/want"
        list='s/.*: processor \([0-9]*\)$/\1/p' rows='$1 ~ /^[0-9]+$/ { print $4 }' python_rows='!/^[0-9.]+ / { print $2 }'
    elif grep -q '^part ' "$W/$k.page"; then
        awk '$1 == "part" { print $3, $4, $5, $6 }' "$W/$k.page" > "$W/want"
        list='s/^rows \([0-9]*\) to \([0-9]*\), columns \([0-9]*\) to \([0-9]*\):.*/\1 \2 \3 \4/p'
        rows='$1 ~ /^[0-9]+$/ { print $2, $3, $4, $5 }' python_rows='{ print $1, $2, $3, $4 }'
    else
        awk '$1 == "method" { on = $2 == "auto" } on && $1 == "share" { print $3 }' "$W/$k.page" > "$W/want"
        list='s/^\([0-9]*\) units.*/\1/p' rows='$1 ~ /^[0-9]+$/ { print $2 }'
        python_rows='{ gsub(/[][,]/, " "); for (i = 1; i < NF; i++) print $i }'
    fi
    copied c | sed '/^#define FPM_STATIC$/d; /^#define FPM_IMPLEMENTATION$/d' > "$W/copy.c"
    $CC -Wall -Wextra -Werror -I. "$W/copy.c" "$FPM_O" -o "$W/copy" -lm && "$W/copy" | sed -n "$list" > "$W/got"
    same_as_page "as C"
    (cd "$W" && copied command > copy.sh && sed "s|^fpm-tool|\"$(cd "$OLDPWD" && cd "$(dirname "$TOOL")" && pwd)/$(basename "$TOOL")\"|; s|\(.*/.*\)|\1 --tsv|" copy.sh > run.sh &&
        sh run.sh 2> err | awk "$rows" > got)
    same_as_page "as a command"
    [ -z "$python" ] || { copied python > "$W/copy.py"
        PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=examples/python FPM_LIBRARY=$W/libfpm.so $python -W ignore "$W/copy.py" | awk "$python_rows" > "$W/got"
        same_as_page "as Python"; }
    copied link | grep -q "^file://.*#$(sed -n 's/^link //p' "$W/$k.page" | cut -c 1-20)" || wrong "as a link"
done

# Nothing is wider than the window, and no label lies on a mark, on a phone and on a desk, light and dark.
sed '1,4!s/$/\&view=time/' "$W/cases" | paste -s -d '!' > "$W/link"
cat > "$W/frame.html" << EOF
<iframe id="frame" height="900" src="file://$(cd "$(dirname "$PAGE")" && pwd)/$(basename "$PAGE")#test!$(sed 's/&/\&amp;/g' "$W/link")"></iframe>
<pre id="test"></pre>
<script>
const frame = document.getElementById("frame");
frame.width = location.hash.slice(1);
frame.style.border = 0;
const timer = setInterval(() => {
  const text = frame.contentDocument.getElementById("test").textContent;
  if (!text.endsWith("end\\n")) return;
  document.getElementById("test").textContent = text;
  clearInterval(timer);
}, 50);
</script>
EOF
for width in 320 768 1280; do
    for scheme in 0 1; do
        $limit "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$W/profile-$width-$scheme" --virtual-time-budget=60000 \
            --allow-file-access-from-files --hide-scrollbars --window-size=1400,1000 --blink-settings=preferredColorScheme=$scheme \
            --dump-dom "file://$W/frame.html#$width" 2> "$W/browser.log" > "$W/dom"
        sed -n 's/^wide //p' "$W/dom" > "$W/wide"
        [ "$(wc -l < "$W/wide")" -eq "$count" ] || { failed=$((failed + 1)); echo "FAIL $width px: $(wc -l < "$W/wide") cases"; }
        dark=$([ $scheme = 0 ] && echo true || echo false)
        grep -n -v "^$width of $width, 0 out, 0 covered, dark $dark\$" "$W/wide" > "$W/bad" &&
            { failed=$((failed + 1)); echo "FAIL $width px, dark $dark:"; head -n 5 "$W/bad"; }
        [ $width = 320 ] && as=blocks || as=table
        [ "$(grep -c "^constraints as $as\$" "$W/dom")" -eq "$count" ] || { failed=$((failed + 1)); echo "FAIL $width px: constraints not as $as"; }
        # At 1280 x 800 nobody scrolls for the verdict.
        [ $width != 1280 ] || [ "$(sed -n 's/^verdict ends at //p' "$W/dom" | awk '$1 >= 60 && $1 <= 500' | wc -l)" -eq "$count" ] ||
            { failed=$((failed + 1)); echo "FAIL $width px: the verdict is below the fold"; }
        passed=$((passed + count))
    done
done

# Nothing is asked of the network.
urls=$(grep -oE '(https?:)?//[a-z0-9.-]+\.[a-z]+/[^"]*|url\([^#]|@import' "$PAGE" | grep -v '^http://www.w3.org/2000/svg$')
[ -z "$urls" ] || { failed=$((failed + 1)); echo "FAIL: the page names $urls"; }

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
