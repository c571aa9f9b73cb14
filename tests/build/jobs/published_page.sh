#!/bin/sh
# published_page.sh BUILT SCRATCH: examples/web/index.html, the page as it is published, is what `make web` builds
# from the sources of today (BUILT).  Where another compiler built it the texts around the library are the
# same, and the version of the library is that of fpm.h: tests/build/jobs/web.sh compares its answers.
# `make page` renews it.  Exit status 1: it is not.
BUILT=$1 PAGE=examples/web/index.html W=$2
mkdir -p "$W" || exit 1
[ -f $PAGE ] || { echo "no $PAGE (make page)"; exit 1; }
cmp -s "$BUILT" $PAGE && exit 0
# The library is one long line in base64; the compiler is named in a comment.
for f in "$BUILT" $PAGE; do
    sed 's/^const PACKED = ".*"/const PACKED = ""/; s/^<!-- compiled by .* -->$//' "$f" > "$W/$(basename "$f").text"
    sed -n 's/^<!-- compiled by \(.*\) -->$/\1/p' "$f" > "$W/$(basename "$f").compiler"
done
diff "$W/$(basename "$BUILT").text" "$W/$(basename $PAGE).text" > "$W/diff" ||
    { head -n 10 "$W/diff"; echo "FAIL: the sources of the page have changed since $PAGE was built (make page)"; exit 1; }
cmp -s "$W/$(basename "$BUILT").compiler" "$W/$(basename $PAGE).compiler" &&
    { echo "FAIL: fpm.h has changed since $PAGE was built by the same compiler (make page)"; exit 1; }
echo "built by $(cat "$W/$(basename $PAGE).compiler"), here $(cat "$W/$(basename "$BUILT").compiler"): its answers are compared"
