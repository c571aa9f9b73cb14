#!/bin/sh
# files.sh: what holds for every file of the repository.
LC_ALL=C
export LC_ALL
list() {
    if git rev-parse --git-dir > /dev/null 2>&1; then git ls-files --cached --others --exclude-standard
    else find . -type f ! -path './build/*' ! -path './.git/*' | sed 's,^\./,,'; fi
}
bad=0
tab=$(printf '\t')
complain() {
    [ -z "$2" ] && return
    echo "$1:"
    echo "$2" | head -n 20
    bad=1
}
mkdir -p build && list > build/files.list
[ -s build/files.list ] || { echo "neither git nor find lists the files"; exit 1; }
for f in $(cat build/files.list); do
    [ -f "$f" ] || continue
    case $f in *.png) [ "$(wc -c < "$f")" -lt 150000 ] || complain "150 kB or more" "$f" ;; esac
    # The brackets keep this file from finding itself.
    complain "path of one machine" "$(grep -nIE '/[w]ork(/|\b)|\.\./[s]hared|/[h]ome/|/[r]oot/|/[U]sers/' "$f" /dev/null)"
    complain "note to self" "$(grep -nIE '\b(TO[D]O|FIX[M]E|XX[X]|HA[C]K)\b' "$f" /dev/null)"
    case $f in
    *.h | *.c | *.cpp | *.cu | *.f90 | *.py | *.1 | *.sh | *.js | *.css | *.html | *.txt | Makefile | .ci/* | LICENSE)
        complain "not ASCII" "$(grep -nI '[^ -~	]' "$f" /dev/null)"
        complain "blank at the end of a line" "$(grep -nI "[ $tab]\$" "$f" /dev/null)"
        ;;
    esac
    case $f in
    examples/web/index.html) ;; # is built: the library is one line
    *.h | *.c | *.cpp | *.cu | *.f90 | *.js | *.css | *.html)
        complain "tab" "$(grep -nI "$tab" "$f" /dev/null)"
        complain "over 100 columns" "$(grep -nIE '^.{101,}$' "$f" /dev/null)"
        ;;
    esac
done
top='fpm\.h|fpm_kernels\.h|Makefile|README\.md|LICENSE|\.[^/]*|(tests|examples|bench|\.[^/]*)/.*'
complain "outside the top level that is fixed" "$(grep -vxE "$top" build/files.list)"
[ $bad -eq 0 ]
