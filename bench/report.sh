#!/bin/sh
# report.sh DIRECTORY: runs the benches that bench/README.md shows and puts what they print in its
# place, and the three figures of README.md that are from there: below each line
# <!-- output of: COMMAND --> stands a block with the output of COMMAND, which is run where the
# benches are, in DIRECTORY.  Every bench prints machine, compiler, flags and date.
cd "$1" || exit 1
directory=$PWD
cd - > /dev/null || exit 1
new=$(mktemp) || exit 1
while IFS= read -r line; do
    case $line in
    '```'*)
        [ "$skip" != 1 ] || { skip=2; continue; }
        [ "$skip" != 2 ] || { skip=; continue; }
        ;;
    esac
    [ "$skip" != 2 ] || continue
    printf '%s\n' "$line"
    case $line in
    '<!-- output of: '*)
        command=${line#'<!-- output of: '}
        command=${command%' -->'}
        echo "$command" >&2
        printf '```text\n'
        (cd "$directory" && PATH=.:$PATH && eval "$command") | sed 's/ *$//; ${/^$/d}' || exit 1
        printf '```\n'
        skip=1
        ;;
    esac
done < bench/README.md > "$new" && cat "$new" > bench/README.md
awk '$1 == 64 && /e-0[0-9] .*e-0[0-9]/ && !done++ { printf "s/take [0-9.]* microseconds/take %.0f microseconds/\n", 1e6 * $2 }
    $1 == 1000000 && /akima/ { printf "s/million processors [0-9.]* s/million processors %.2g s/\n", $5 }
    /^N = 10000000/ { most = 1 } most && $1 == 10000 { printf "s/loads [0-9.]* ms/loads %.2g ms/\n", $4; exit }' \
    bench/README.md > "$new" && sed -f "$new" README.md > "$new.2" && cat "$new.2" > README.md
rm -f "$new" "$new.2"
