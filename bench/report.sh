#!/bin/sh
# report.sh DIRECTORY: runs the benches that bench/README.md shows and puts what they print in its
# place: below each line <!-- output of: COMMAND --> stands a block with the output of COMMAND, which
# is run where the benches are, in DIRECTORY.  Every bench prints machine, compiler, flags and date.
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
rm -f "$new"
