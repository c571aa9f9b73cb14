#!/bin/sh
# The constants of balancing: value, half, double and off (the value that takes the rule away), where
# each comes from, and what bench_balance totals say of them, all on the same runs.  Rows in which the
# time over the best plain way (lines) or over the optima (cliffs) differs by 3 % or more have a star.
# The headers of commits or tags that are named are compared as they are.
#
#   sh bench/constants.sh [-n PLATFORMS] [-s SEED] [NAME | COMMIT ...]   (default: 16; 0; all
#                                                     constants; about two minutes of one core)
set -e
cd "$(dirname "$0")/.."
n=16
seed=0
[ "$1" = -n ] && n=$2 && shift 2
[ "$1" = -s ] && seed=$2 && shift 2
W=build/constants
mkdir -p $W/bench
cp bench/bench_balance.c bench/bench.h $W/bench

# NAME OFF SOURCE; OFF is - where there is no such value
cat > $W/table << 'EOT'
STEEP 1 guess: the cliffs of bench_balance's families have 8 to 390; off: the least that reach allows
FALL 1e9 guess; off: the budget alone limits a step
CAREFUL 12 guess, once a cliff was met; off: as FALL
WAY 0 derived: fair where one bold step in five falls
RUN 1e9 derived: normal quantile of one in 4,300, one side
JUMP - derived: a second program on a core doubles the time, ln 2
STRAY - guess: ten times as long, ln 10
TO_COME - choice: a run of which nothing is known
JUMPS 0 derived: Jeffreys' prior of a rate, half an event
STRAYS 0 guess: one accident for two jumps
CLIFFS 0 guess: prior rate of cliffs per e-fold of size
MET 0 guess: growth at which a cliff is met
BEND 0 guess: speed changes as the fourth root of the size
CLOSE 0 choice: sizes within 2 % are one
VISIBLE 0 choice: times sigma sqrt(2 ln p), the largest deviation of p means
UNTOLD 0 choice: a move counts as 1.5 iterations if nobody says
PLATEAU 1e9 choice: what entering a plateau may gain in the rest of the run
SURE 1e6 choice: measurements that a point stands for at most
EOT

# The constants become variables of one program, which tries all values.
python3 - $W fpm.h << 'EOP'
import re, sys
folder, header = sys.argv[1], sys.argv[2]
text = open(header).read()
rows = [line.split(" ", 2) for line in open(folder + "/table").read().splitlines()]
tries = []
for name, off, source in rows:
    found = re.search(r"^#define FPM__%s +([0-9.e+-]+)" % name, text, re.M)
    kept = found or re.search(r"^    FPM__%s = ([0-9]+)" % name, text, re.M)
    if not kept:
        sys.exit(name + ": no such constant")
    value = kept.group(1)
    if found:
        text = text.replace(found.group(0), "static double fpm__value_%s = %s;\n#define FPM__%s fpm__value_%s"
                            % (name, value, name, name), 1)
    else:
        text = text.replace(kept.group(0), "    FPM__%s_WAS = %s" % (name, value), 1)
        text = text.replace("/* The belief at the start", "static double fpm__value_%s = %s;\n"
                            "#define FPM__%s fpm__value_%s\n/* The belief at the start" % (name, value, name, name), 1)
    tries.append((name, float(value), off, source))
open(folder + "/fpm.h", "w").write(text)
with open(folder + "/all.c", "w") as out:
    out.write('#define main bench_main\n#include "bench/bench_balance.c"\n#undef main\n'
              "int main(int argc, char **argv) {\n    int n = atoi(argv[1]), i;\n"
              "    first_seed = UINT64_C(1000000000) * (uint64_t)atoi(argv[2]);\n"
              '    printf("as_it_is - "), totals(n);\n    for (i = 3; i < argc; i++) {\n')
    for name, value, off, source in tries:
        out.write('        if (!strcmp(argv[i], "%s")) {\n' % name)
        for label, v in (("half", repr(value / 2)), ("double", repr(value * 2)), ("off", off)):
            if v != "-":
                out.write('            fpm__value_%s = %s, printf("%s %s "), totals(n), fflush(stdout);\n'
                          % (name, v, name, label))
        out.write("            fpm__value_%s = %r;\n        }\n" % (name, value))
    out.write("    }\n    return 0;\n}\n")
with open(folder + "/sources", "w") as out:
    for name, value, off, source in tries:
        out.write("%-8s %-6g %s\n" % (name, value, source))
EOP
names= commits=
for name in "$@"; do
    name=${name#FPM__}
    if grep -q "^$name " $W/table; then names="$names $name"
    elif git rev-parse -q --verify "$name^{commit}" > /dev/null 2>&1; then commits="$commits $name"
    else echo "$name: no such constant or commit" && exit 1
    fi
done
[ $# -gt 0 ] || names=$(cut -d ' ' -f 1 $W/table)
echo "# constant, value, where it comes from"
for name in $names; do grep "^$name " $W/sources; done
echo "# straight lines: mean over the best plain way, worst cell, moves;   with cliffs: all time over"
echo "# the optima, worst run over staying even, runs in 1000 above 1.02, moves;   where memory pages: all time"
${CC:-cc} -O2 -w $W/all.c -o $W/run -lm
$W/run $n $seed $names | awk '
    NR == 1 { lines = $3; cliffs = $6 }
    { star = $3 / lines >= 1.03 || lines / $3 >= 1.03 || $6 / cliffs >= 1.03 || cliffs / $6 >= 1.03
      printf "%-9s %-7s %.4f %.3f %5.1f   %.4f %.3f %5.1f %5.1f   %.4f %s\n",
             $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, star ? "*" : "" }'
for name in $commits; do
    git show "$name:fpm.h" > $W/fpm.h
    git show "$name:bench/bench_balance.c" > $W/bench/bench_balance.c
    git show "$name:bench/bench.h" > $W/bench/bench.h
    ${CC:-cc} -O2 -w $W/bench/bench_balance.c -o $W/run -lm
    printf '%-17s %s\n' "$name" "$($W/run totals $n $seed | tail -n 1)"
done
