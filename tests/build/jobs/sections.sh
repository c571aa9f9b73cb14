#!/bin/sh
# sections.sh: fpm.h flows straight down.  The map at its top names the sections in their order and
# what each needs; this reads the calls from the implementation and compares.  It fails where a
# section uses a function, type, macro or constant of a section that it does not name, names one
# that it does not use, uses one that comes later, is in pieces, or has another place in the map;
# where a section that declares calls defines one of another section; and where tools, or what stands
# before them, know of processors, models or points.
# sections.sh -p prints the needs as they are.  Everybody may use config, status, memory and tools.
LC_ALL=C awk -v print_only="${1:-}" '
function complain(text) { print text; bad = 1 }
# The text of a line without comments, strings and character constants.
function code(line,    out, c, i, n) {
    out = ""; n = length(line)
    for (i = 1; i <= n; i++) {
        c = substr(line, i, 1)
        if (comment) { if (c == "*" && substr(line, i + 1, 1) == "/") { comment = 0; i++ } }
        else if (c == "/" && substr(line, i + 1, 1) == "*") { comment = 1; i++ }
        else if (c == "\"" || c == "\047") {
            for (i++; i <= n && substr(line, i, 1) != c; i++) if (substr(line, i, 1) == "\\") i++
            out = out " "
        } else out = out c
    }
    return out
}
/^\/\* MAP / { in_map = 1; next }
in_map && /^   [a-z0-9]+  / {
    map[++maps] = $1
    n = split($0, half, " needs ")
    named[$1] = n > 1 ? " " half[n] " " : " "
    gsub(/  +/, " ", named[$1])
    next
}
/\*\// && in_map { in_map = 0 }
/^#define FPM__IMPLEMENTED/ { inside = 1; next }
!inside && /^\/\* ---- >>/ { name = $3; sub(/^>>/, "", name); next }
!inside && /^FPM__DECL / && match($0, /fpm_[a-z0-9_]+\(/) {
    declared[substr($0, RSTART, RLENGTH - 1)] = name
    declares[name] = 1
}
!inside { next }
/^#endif \/\* FPM__IMPLEMENTED/ { inside = 0; next }
/^\/\* ---- >>/ {
    name = $3
    sub(/^>>/, "", name)
    if (name in place) complain("section " name " is in pieces, line " NR)
    place[name] = ++sections
    order[sections] = name
    comment = !/\*\/ *$/
    next
}
{
    text = code($0)
    public = /^FPM__DEFN/
    if (/^(static|FPM__INLINE|FPM__DEFN) / && text !~ /=/) head = NR
    if (/^(typedef )?(struct|union|enum) [A-Za-z0-9_ ]*;/)
        complain("a type is declared ahead, line " NR)
    if (head && text ~ /\{/) head = 0
    if (head && text ~ /; *$/) { complain("a function is declared ahead, line " head); head = 0 }
    while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
        word = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        if (word ~ /^fpm__|^FPM__/) {
            if (word == "FPM__DEFN" || word == "FPM__INLINE") continue
            if (!(word in home)) home[word] = sections # nothing is declared ahead, so this defines it
        } else if (word ~ /^fpm_[a-z0-9_]+$/ && substr(text, 1, 1) == "(") {
            if (public) {
                home[word] = sections
                if (order[sections] in declares && declared[word] != order[sections])
                    complain(word " is declared in " declared[word] " and defined in " order[sections])
                public = 0
                continue
            }
        } else {
            if (word ~ /^fpm_(proc|model|points|chain|grid)$/ && !("points" in place))
                complain(order[sections] " knows " word ", line " NR)
            continue
        }
        if (!((word, sections) in seen)) { seen[word, sections] = NR; words[++count] = word; at[count] = sections }
    }
}
END {
    for (k = 1; k <= count; k++) {
        word = words[k]; s = at[k]
        if (!(word in home)) continue # libc, or a type of the interface
        t = home[word]
        if (t == s) continue
        if (t > s) complain(order[s] " uses " word " of " order[t] ", which comes later, line " seen[word, s])
        if (t <= place["tools"]) continue
        if (!((s, t) in needs)) needs[s, t] = word
    }
    for (s = 1; s <= sections; s++) {
        line = ""
        for (t = 1; t < s; t++) if ((s, t) in needs) line = line " " order[t]
        if (print_only == "-p") { print order[s] ":" line; continue }
        if (map[s] != order[s]) complain("place " s " is " order[s] ", in the map " map[s])
        for (t = 1; t < s; t++) {
            told = index(named[order[s]], " " order[t] " ") > 0
            if (((s, t) in needs) && !told) complain(order[s] " does not name " order[t] ": it uses " needs[s, t])
            if (told && !((s, t) in needs)) complain(order[s] " names " order[t] " and does not use it")
        }
    }
    if (!sections) complain("no sections found")
    if (maps != sections && print_only != "-p") complain("the map has " maps " sections, the file " sections)
    exit bad
}' "${FPM:-fpm.h}"
