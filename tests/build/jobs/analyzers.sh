#!/bin/sh
# analyzers.sh DIRECTORY: what clang's analyzer, gcc -fanalyzer and cppcheck say of fpm.h,
# fpm_kernels.h and the tool, less what false_findings.txt explains.  gcc's is not asked about fpm.h, of
# which it makes nothing within ten minutes and 3 GB.  Exit status 77: none of them is here.
# Run from the root of the repository.
W=$1 false=tests/build/lists/false_findings.txt
mkdir -p $W || exit 1
: > $W/said
for f in tests/build/probes/implementation.c tests/build/probes/kernels.c examples/tool/*.c; do
    command -v clang > /dev/null || { echo "no clang"; break; }
    clang --analyze -Xclang -analyzer-output=text -I. $f >> $W/said 2>&1
    ran="$ran clang"
done
echo 'int main(void) { return 0; }' > $W/probe.c
for f in tests/build/probes/kernels.c examples/tool/*.c; do
    gcc -fanalyzer $W/probe.c -o $W/probe 2> /dev/null || { echo "no gcc -fanalyzer"; break; }
    gcc -O1 -fanalyzer -DFPM__IMPLEMENTED -I. -c $f -o $W/probe.o >> $W/said 2>&1
    ran="$ran gcc"
done
for f in "-DFPM_IMPLEMENTATION fpm.h" "-DFPM_H -DFPMK_IMPLEMENTATION fpm_kernels.h" examples/tool; do
    command -v cppcheck > /dev/null || { echo "no cppcheck"; break; }
    cppcheck -q --language=c --std=c99 --enable=warning,portability $f >> $W/said 2>&1
    ran="$ran cppcheck"
done
[ -n "$ran" ] || { echo "no analyzer"; exit 77; }
grep -E '^[^ ]+:[0-9]+:[0-9]+: (warning|error|portability):' $W/said | sort -u | awk -F " [|] " '
FNR == NR { if ($0 !~ /^#/ && NF == 3) { file[++count] = $1; part[count] = $2 } next }
{
    for (k = 1; k <= count; k++)
        if (index($0, file[k] ":") && index($0, part[k])) next
    print
    bad = 1
}
END { exit bad }' $false - || exit 1
echo "$(grep -c "^[a-z]" $false) findings are explained, no other"
