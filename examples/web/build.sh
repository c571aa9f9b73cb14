#!/bin/sh
# build.sh DIRECTORY: makes DIRECTORY/fpm-web.html, one file with everything in it: the library as
# WebAssembly, packed by gzip and written in base64, and the texts beside this script.  Run from the
# root of the repository by `make web`.  FPM_HOME is where the links of the page lead: the root of the
# repository as the page sees it (../.. for examples/web/index.html).  WASM_CC is a clang that makes WebAssembly (Debian: clang,
# lld, wasi-libc, libclang-rt-dev-wasm32).  Without one it says so in a line, and fails.
CC=${WASM_CC:-clang} B=${1:-build}
LC_ALL=C
export LC_ALL
HERE=examples/web
PAGE=$B/fpm-web.html
MOST=350000 # bytes
# All of them are in every browser since 2021, and make the code smaller.
FEATURES="-mnontrapping-fptoint -msign-ext -mbulk-memory"
# A stack that overflows meets the end of the memory, not the data.
LINK="-nostartfiles -Wl,--no-entry,--gc-sections,--strip-all,--stack-first,-z,stack-size=1048576"

lacks() {
    echo "$PAGE: $1 (Debian: apt install clang lld wasi-libc libclang-rt-dev-wasm32)" >&2
    exit 1
}
mkdir -p "$B/web" || exit 1
echo '#include <math.h>
#include <stdlib.h>
__attribute__((export_name("probe"))) void *probe(double x) { return malloc((size_t)log(x)); }' > "$B/web/probe.c"
for tool in ${CC%% *} gzip base64 awk; do
    command -v "$tool" > /dev/null 2>&1 || lacks "no $tool"
done
$CC --target=wasm32-wasi -Oz $FEATURES $LINK "$B/web/probe.c" -o "$B/web/probe.wasm" -lm > "$B/web/probe.log" 2>&1 ||
    lacks "$CC makes no WebAssembly with a C library"

# -ffp-contract=off: the same bits as elsewhere.
$CC --target=wasm32-wasi -std=c99 -Oz -ffp-contract=off -Wall -Wextra -Wconversion $FEATURES -I. $LINK \
    -Iexamples/tool $HERE/web.c examples/tool/points_text.c examples/tool/pieces_text.c examples/tool/reach.c examples/tool/text.c examples/tool/head.c -o "$B/web/fpm.wasm" -lm || exit 1
# Blanks, which atob skips, where chance would spell a word that tools look for as a note to self.
gzip -9 -n -c "$B/web/fpm.wasm" | base64 | tr -d '\n' |
    sed 's/[Xx][Xx]/& /g; s/[Tt][Oo]/& /g; s/[Ff][Ii][Xx]/& /g; s/[Hh][Aa]/& /g' > "$B/web/fpm.base64" || exit 1

# A line `@include FILE` of page.html is that file; `@library` anywhere in them is the library, and
# @FPM_NAME the number that fpm.h gives to this name.
awk -v here="$HERE/" -v home="${FPM_HOME:-../..}" -v compiler="$($CC --version | head -n 1)" -v packed="$B/web/fpm.base64" '
    function put(line,    at) {
        gsub("@home", home, line)
        sub("@compiler", compiler, line)
        while (match(line, /@FPM_[A-Z0-9_]+/)) {
            name = substr(line, RSTART + 1, RLENGTH - 1)
            if (!(name in number)) { print "fpm.h has no number of " name > "/dev/stderr"; exit 1 }
            line = substr(line, 1, RSTART - 1) number[name] substr(line, RSTART + RLENGTH)
        }
        at = index(line, "@library")
        if (at) line = substr(line, 1, at - 1) library substr(line, at + length("@library"))
        print line
    }
    BEGIN {
        getline library < packed
        while ((getline line < "fpm.h") > 0) {
            gsub(/^ *(X\()?/, "", line) # "    FPM_EVEN = 1, ..." or "    X(FPM_E_SIZE, -6, ..."
            if (!match(line, /^FPM_[A-Z0-9_]+( = |, )-?[0-9]+/)) continue
            split(substr(line, 1, RLENGTH), word, / = |, /)
            number[word[1]] = word[2]
        }
    }
    $1 == "@include" {
        file = here $2
        while ((status = (getline line < file)) > 0) put(line)
        if (status < 0) { print "no " file > "/dev/stderr"; exit 1 }
        close(file)
        next
    }
    { put($0) }' $HERE/page.html > "$PAGE.new" || exit 1
size=$(wc -c < "$PAGE.new")
if [ "$size" -gt $MOST ]; then
    echo "$PAGE would have $((size)) bytes, $MOST at most" >&2
    exit 1
fi
mv "$PAGE.new" "$PAGE"
echo "$PAGE: $((size)) bytes ($(wc -c < "$B/web/fpm.wasm" | tr -d ' ') of WebAssembly, $(wc -c < "$B/web/fpm.base64" | tr -d ' ') packed); open it in a browser"
