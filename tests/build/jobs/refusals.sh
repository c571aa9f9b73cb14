#!/bin/sh
# refusals.sh [DIR]: tests/test_refusals.c reaches each place in the implementation of fpm.h that
# refuses, except those listed below.  Such a place is
#    each FPM_E_... that is returned, or that a status is set to;
#    each call of fpm__refuse, fpm__refuse_null or fpm__root_refuse whose status is not written out
#    in the call ("ARGUMENT" below);
#    each text that a reason, an option or an argument is set to, or that a function returns, since
#    many of these may share one call ("TEXT" below).
# In a copy of fpm.h each notes that it was reached: of two in one line, as in `a ? FPM_E_SIZE :
# FPM_E_ORDER`, both count, which gcov cannot tell.  Comparisons and comments do not count.  It fails
# where one is neither reached nor listed, or is listed and reached.  Run from the root of the
# repository.
CC=${CC:-cc}
LC_ALL=C
export LC_ALL
W=${1:-build/refusals}
mkdir -p $W
# A reason, and below it what it holds for: function, what (as above), colon, part of the line.
cat > $W/listed << 'EOL'
The size fits in a size_t of 64 bits: counts are 2^53, 2^60 or 2^31 at most there.
    fpm__compose_points FPM_E_OVERFLOW: bytes == 0
    fpm__model_own FPM_E_OVERFLOW: if (!bytes) return capacity > 0
    fpm__balance_make FPM_E_OVERFLOW: bytes == 0
No processors are known whose real shares sum to n and whose whole ones cannot.
    fpm__common_solve FPM_E_INFEASIBLE: status == FPM__UNSOLVED
It takes 2^31 points of a model: 32 GB.
    fpm__tree_size FPM_E_OVERFLOW: model->count > INT32_MAX
It takes 2^30 processors: 64 GB.
    fpm__dense_root FPM_E_OVERFLOW: opts.work_bytes == 0
It takes 2^31 rows or columns: two tables of 32 GB.
    fpm__memo_begin FPM_E_OVERFLOW: rows > INT32_MAX
It takes 2^30 sums at a time, and max_bytes above 24 GB.
    fpm__table_make FPM_E_MAX_BYTES: bits > 31
It takes a grid whose search does not end at once: test_rect_fewest has one, in "stopped".
    fpm__rects_answer FPM_E_STOPPED: f->watch.stopped
EOL
awk -v sites=$W/sites '
# Is the text at this place in a comment?  `comment` says so of the beginning of the line.
function commented(line, at,    i, now) {
    now = comment
    for (i = 1; i < at; i++) {
        if (!now && substr(line, i, 2) == "/*") now = 1
        else if (now && substr(line, i, 2) == "*/") now = 0
    }
    return now
}
# Has the call of fpm__refuse, or fpm__root_refuse, whose arguments begin with this text a status that is written out?
function written_out(arguments) {
    sub(/^[^,]*,/, "", arguments)
    sub(/,.*/, "", arguments)
    return arguments ~ /FPM_E_/
}
# What takes the place of a word, with the number of this site.
function marked(word, before, after) {
    if (word ~ /^FPM_E_/) return before ~ /[!=]= $/ ? "" : "refusal__status(" count + 1 ", " word ")"
    if (word ~ /"$/) return substr(word, 1, length(word) - 1) "refusal__text(" count + 1 ") \""
    if (word ~ /null/) return "refusal__null(" count + 1 ", "
    return written_out(after) ? "" : "refusal__call(" count + 1 ", " substr(word, 1, length(word) - 1) ", "
}
FNR == NR { text[FNR] = $0; next }
/^#endif \/\* FPM__IMPLEMENTED/ { inside = 0 }
inside && /^[A-Za-z].*\(/ && !/;$/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
inside && /^fpm_[a-z_]*\(/ { name = $0; sub(/\(.*/, "", name) }
inside && !/^static/ && !/const char \*/ && match($0, words) {
    out = ""
    at = 1
    while (match(substr($0, at), words)) {
        from = at + RSTART - 1
        before = substr($0, at, RSTART - 1)
        word = substr($0, from, RLENGTH)
        at = from + RLENGTH
        mark = ""
        if (name != "fpm__refuse_null" && name != "fpm_status_str" && !commented($0, from))
            mark = marked(word, before, substr($0, at) text[FNR + 1])
        out = out before (mark == "" ? word : mark)
        if (mark == "") continue
        if (word !~ /^FPM_E_/) word = word ~ /"$/ ? "TEXT" : "ARGUMENT"
        print ++count "\t" FNR "\t" name "\t" word "\t" $0 > sites
    }
    print out substr($0, at)
    comment = commented($0, length($0) + 1)
    next
}
{ print; comment = commented($0, length($0) + 1) }
/^#define FPM__IMPLEMENTED/ {
    inside = 1
    words = "FPM_E_[A-Z_]+|fpm__(root_)?refuse(_null)?\\(|(reason|wrong|option|argument|bad|taken) = \"|return \""
    print "#include <stdio.h>\n#include <stdlib.h>"
    print "static unsigned char refusal__site[2000];"
    print "static void refusal__sites(void) {"
    print "    FILE *f = fopen(getenv(\"REACHED\"), \"w\");"
    print "    for (int i = 0; f && i < 2000; i++) if (refusal__site[i]) fprintf(f, \"%d\\n\", i);"
    print "    if (f) fclose(f);"
    print "}"
    print "static int refusal__status(int site, int status) {"
    print "    if (!refusal__site[0]) refusal__site[0] = 1, atexit(refusal__sites);"
    print "    refusal__site[site] = 1;"
    print "    return status;"
    print "}"
    print "#define refusal__call(site, refuse, record, status, argument, reason) \\"
    print "    refuse(record, refusal__status(site, status), argument, reason)"
    print "#define refusal__null(site, info, argument) \\"
    print "    (refusal__status(site, 0), fpm__refuse_null(info, argument))"
    print "#define refusal__text(site) !refusal__status(site, 1) ? NULL :"
}
END { exit count >= 2000 }' fpm.h fpm.h > $W/fpm.h || exit 1
printf '#define FPM_IMPLEMENTATION\n#include "fpm.h"\n' > $W/fpm.c
$CC -O0 -w -I$W -c $W/fpm.c -o $W/fpm.o || exit 1
$CC -O0 -w -I. -Itests tests/test_refusals.c $W/fpm.o -o $W/refusals -lm -lpthread || exit 1
REACHED=$W/reached $W/refusals > $W/out || { tail -n 20 $W/out; exit 1; }
awk -F '\t' '
FILENAME ~ /reached$/ { reached[$1] = 1; next }
FILENAME ~ /listed$/ {
    if (!/^    /) next
    part[++parts] = $0
    sub(/^[^:]*: ?/, "", part[parts])
    sub(/:.*/, "")
    split($0, words, / +/)
    where[parts] = words[2]; what[parts] = words[3]
    next
}
{
    for (k = 1; k <= parts && !(where[k] == $3 && what[k] == $4 && index($5, part[k])); k++) {}
    all++
    if ($1 in reached) hit++
    if (k <= parts) used[k]++
    if (k <= parts && $1 in reached) { print "reached, and listed: " $2 ": " $3 ": " $4; bad = 1 }
    if (k > parts && !($1 in reached)) { print "not reached: " $2 ": " $3 ": " $4 ":" $5; bad = 1 }
}
END {
    for (k = 1; k <= parts; k++) if (!(k in used)) { print "listed, and not in fpm.h: " where[k] " " what[k] ": " part[k]; bad = 1 }
    print hit " of " all " refusals reached"
    exit bad
}' $W/reached $W/listed $W/sites
