#!/bin/sh
# check.sh [PART]: everything beyond `make test` (or only what has PART in its name).  Run from the
# root of the repository by `make check`.  Each check is a job: status 0 is passed, 77 is skipped
# with the reason on the last line, all else failed.  A job that ends in the closing line of tests
# counts as so many.  Jobs that `make check-long` has on top run here when PART names them (coverage,
# analyzers, libFuzzer).  Jobs run $JOBS at a time and are reported in order, with their processor
# seconds.  CHECK_COUNT is TEST_COUNT of the sweeps under all sanitizers (0.5; `make test` has 0.25),
# FUZZ_SECONDS how long each fuzzer runs, CHECK_LIMIT the most seconds of a job, which ends
# what hangs: the longest takes 10 minutes of a processor, and a busy machine has a sixth of one for it.  CHECK_TESTS is a build (B)
# that `make test SEEN=` has left, which then was the sweeps, with the draws that they have; it is moved to build/check.
# One run at a time in a tree: build/check.lock (lock.sh).
CC=${CC:-cc} CXX=${CXX:-c++} FC=${FC:-gfortran} NVCC=${NVCC:-nvcc} JOBS=${JOBS:-2}
export CC CXX FC NVCC SAN
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES GNUMAKEFLAGS
LC_ALL=C
export LC_ALL
W=build/check
ONLY=$1
. tests/build/jobs/lock.sh
mkdir -p build
lock $W.lock || exit 1
rm -rf $W
mkdir -p $W/jobs
[ ! -d "$CHECK_TESTS" ] || mv "$CHECK_TESTS" $W/long
started=$(date +%s)

# gcc for C takes five sixths of its time over fpm.h for -Wmisleading-indentation alone.  Standards, macros and
# optimisation do not change what this warning finds, and clang-format indents by structure: header_first has it, and all of g++.
WARNINGS="-Wall -Wextra -pedantic -Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wno-misleading-indentation -Werror"
# The stubs that nvcc wraps around the host code are not pedantic.
NVWARN="-Xcompiler -Wall,-Wextra,-Wshadow,-Wconversion,-Wsign-conversion,-Werror -Werror all-warnings"
export WARNINGS NVWARN W

number=1000
# job NAME [COMMAND...]: the script is read from standard input, or is COMMAND.
job() {
    name=$1
    shift
    case $name in *"$ONLY"*) ;; *) [ $# -gt 0 ] || cat > /dev/null; return ;; esac
    number=$((number + 1))
    echo "$name" > $W/jobs/$number.name
    if [ $# -gt 0 ]; then echo "$*" > $W/jobs/$number.sh; else cat > $W/jobs/$number.sh; fi
}

# count SHORT LONG: TEST_COUNT of what is slow: in make check, and in make check-long.
count() { if [ -n "$CHECK_LONG" ]; then echo $2; else echo $1; fi; }

have() { command -v "$1" > /dev/null 2>&1; }

# ---- the long ones first, so that the short ones fill in ----

# The sanitizers' build, with all that they check, and the sweeps from another seed than that of
# `make test` (check-long: a hundred times as long): a job each.
# LONG has the implementation as these link it: it is made first, once.
LONG=$W/long/tests/fpm.o
PLAIN=$W/long/tests/plain.o  # for programs without
TOOL=$W/long/tests/fpm-tool  # the tool, of PLAIN
SANE=$W/long/fpm-tool        # the tool, of LONG; its objects are in $W/long/tool
FULL=$W/full.o               # at -O2, with all warnings
CLANG=$W/clang.o             # by clang, at -O2
QUICK=$(command -v tcc || echo "$CC") # makes what is in question for other things than its code
# What answers.c answers, for the rows of the matrix that have to answer the same: of this seed
# nearly 6000 lines in half a second.
ANSWERS=$W/answers.out
for t in tests/test_*.c; do
    [ -n "$CHECK_LONG$ONLY" ] || [ -z "$CHECK_TESTS" ] || continue # they were make test
    job "long sweeps, $t" << EOJ
[ -f $LONG ] || exit 1
TEST_SEED=2 TEST_COUNT=\${CHECK_COUNT:-0.5} make -s test TESTS=$t B=$W/long JOBS=1 SAN='$SAN' || exit 1
warnings=$W/long/${t%.c}.cc
[ ! -s \$warnings ] || { echo "FAIL: make test prints the warnings above"; exit 1; }
EOJ
done
[ -z "$CHECK_TESTS" ] || job "make test has printed no warning" << EOJ
[ -f $LONG ] && ls $W/long/tests/test_*.cc > $W/warnings || exit 1
cat $W/long/tests/*.cc | tee $W/warnings
[ ! -s $W/warnings ]
EOJ

job "commands of the texts print what stands there" "FPM_O=$FULL sh tests/build/jobs/docs.sh commands $W/docs-commands"

[ -z "$CHECK_LONG$ONLY" ] || job "long sweeps, tests/test_cuda.sh" "TEST_COUNT=4 FPM_O=$LONG sh tests/test_cuda.sh"

# A build whose subject is a compiler or its flags has to execute each line, not to draw much.  With fewer than LEAST of
# the draws tests fail that ask how often an answer came.
LEAST=0.02

# objects BUILD: the library, and the functions that it solves; own BUILD: the tests that hold fpm.h for its private
# functions.  Made first, they may have other flags.
objects() { echo $1/tests/fpm.o $1/tests/test_root.o; }
own() { grep -l 'define FPM_IMPLEMENTATION' tests/test_*.c | sed "s,.*,$1/&,; s/c\$/o/" | tr '\n' ' '; }

# both COMPILER BUILD LINKER: commands that make one object of the implementation and of test_balance, which looks
# inside and would be a second one.  Other programs link it as fpm.o; test_balance is the same with a main.
both() {
    cat << EOB
mkdir -p $2/tests && echo 'int balance_main(int, char **); int main(int n, char **v) { return balance_main(n, v); }' > $2/tests/main.c || exit 1
$1 -I. -Itests -Dmain=balance_main -include tests/fpm.c -c tests/test_balance.c -o $2/tests/fpm.o || exit 1
$1 -c $2/tests/main.c -o $2/tests/main.o && $3 -r $2/tests/main.o $2/tests/fpm.o -o $2/tests/test_balance.o || exit 1
EOB
}

# By clang only in check-long, as it is a build of all tests: the build matrix compiles its -Ofast.
fast=$CC
[ -z "$CHECK_LONG$ONLY" ] || fast="$CC clang"
for c in $fast; do
    job "tests, -Ofast, $c" << EOJ
command -v $c > /dev/null || { echo "no $c"; exit 77; }
set -- CC=$c B=$W/fast-$c JOBS=1 SAN= TESTFLAGS="-Ofast -I. -Itests"
make -s "\$@" $(objects $W/fast-$c) || exit 1 # fpm.h alone: what the tests compute is not in question
# >>balance has no other test; what else holds the implementation looks into sections that all tests use.
make -s "\$@" $W/fast-$c/tests/test_balance.o TESTFLAGS="-O1 -ffast-math -I. -Itests" || exit 1
TEST_COUNT=$(count $LEAST 0.25) make -s test TESTS="\$(echo tests/test_*.c)" "\$@" TESTFLAGS="-O0 -ffast-math -I. -Itests"
EOJ
done

job "tests, later stages of the exact engine" "CC=$QUICK sh tests/build/jobs/exact_stages.sh"

shrunk="tests/test_chain.c tests/test_matrix.c tests/test_hier.c tests/test_split.c"
[ -z "$CHECK_LONG" ] || shrunk=
job "tests, every threshold shrunk" "TEST_COUNT=0.02 SHRUNK_FUZZ=4 sh tests/build/jobs/shrunk_constants.sh $shrunk"

job "tests, the memo of FPM_HPOPTA read wrongly" "sh tests/build/jobs/memo_mutants.sh"

job "each status of fpm.h has an input that reaches it" "CC=$QUICK sh tests/build/jobs/refusals.sh $W/refusals"

for t in cuda jacobi matmul; do
    job "wrong results of examples are noticed, $t" "FPM_O=$LONG sh tests/test_$t.sh spoilt"
done

MEMORY="-O1 -g1 -fsanitize=memory -fno-sanitize-recover=all -ffp-exception-behavior=maytrap"
cat > $W/memory.sh << EOM # does clang make programs with it that run?
echo 'int main(void) { return 0; }' > $W/\$1.c
clang $MEMORY $W/\$1.c -o $W/\$1 2> /dev/null && $W/\$1
EOM

# The sanitizers of addresses, leaks and memory see in all tests what valgrind sees: where there are
# all three it runs in check-long, all tests, and else here the quick ones.
slow='compose|chain|rect|rect_speeds|kernels|hier|pipeline|items|optimal|progress|least|balance|matrix|tiles|compact'
[ -z "$CHECK_LONG" ] || slow=none
if [ -n "$CHECK_LONG$ONLY" ] || [ -z "$SAN" ] || ! sh $W/memory.sh sees; then
    job "tests, valgrind" << EOJ
command -v valgrind > /dev/null || { echo "no valgrind"; exit 77; }
tests=\$(echo tests/test_*.c | tr ' ' '\n' | grep -vE '/test_($slow)[.]c' | tr '\n' ' ')
TEST_RUN="valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite,possible" \\
TEST_COUNT=0.03 make -s test TESTS="\$tests" B=$W/valgrind JOBS=1 SAN= TESTFLAGS="-O1 -g -I. -Itests"
EOJ
fi

# Reads of what nobody wrote.  Without maytrap clang divides where the code does not.
job "tests, memory sanitizer" << EOJ
flags="$MEMORY"
sh $W/memory.sh memory || { echo "no clang with -fsanitize=memory (Debian: clang, libclang-rt-14-dev)"; exit 77; }
$(both "clang $MEMORY" $W/memory-tests ld)
set -- CC=clang B=$W/memory-tests JOBS=1 SAN= TESTFLAGS="\$flags -I. -Itests"
TEST_COUNT=$(count $LEAST 0.05) make -s test TESTS="\$(echo tests/test_*.c)" "\$@" TESTFLAGS="\$flags -O0 -I. -Itests" || exit 1
[ -n "$CHECK_LONG" ] || exit 0 # the tool: 4600 commands, which the other sanitizers see as well
clang \$flags -DFPM__IMPLEMENTED -I. examples/tool/*.c $W/memory-tests/tests/fpm.o -o $W/memory-tool -lm -lpthread || exit 1
TOOL=$W/memory-tool sh tests/test_tool.sh
EOJ

job "tests, 32 bits" << EOJ
echo 'int main(void) { return 0; }' > $W/m32.c
if $CC -m32 $W/m32.c -o $W/m32 2> /dev/null && $W/m32; then
    # Beside compilers for other machines there is no link to the headers of this one's kernel.
    after="-idirafter /usr/include/\$($CC -print-multiarch 2> /dev/null)"
    flags="-Werror -m32 -msse2 -mfpmath=sse \$after -I. -Itests"
    $(both "$CC -Og \$flags" $W/m32-tests "ld -m elf_i386")
    set -- B=$W/m32-tests JOBS=1 SAN=
    make -s "\$@" $(objects $W/m32-tests) $(own $W/m32-tests) TESTFLAGS="\$flags -Og" || exit 1
    TEST_COUNT=$(count $LEAST 0.25) make -s test TESTS="\$(echo tests/test_*.c)" "\$@" TESTFLAGS="\$flags -O0"
else echo "no 32-bit C library for $CC -m32 (Debian: gcc-12-multilib)"; exit 77; fi
EOJ

# Where a product and a sum are one instruction gcc fuses them, which no other job has: here, or by
# qemu for another processor.  What fuses them needs no more of -O2 than this flag.
fused='-O1 -fexpensive-optimizations -I. -Itests'
job "tests, products and sums fused" << EOJ
echo 'int main(int n, char **v) { volatile double x = n; (void)v; return x * x + x != 2; }' > $W/fused.c
for t in model split chain verify calls; do tests="\$tests tests/test_\$t.c"; done
set -- B=$W/fused-tests JOBS=1 SAN= TESTS="\$tests"
if $CC -O2 -mfma $W/fused.c -o $W/fused 2> /dev/null && $W/fused 2> /dev/null; then
    TEST_COUNT=0.05 make -s test "\$@" TESTFLAGS="-mfma $fused" || exit 1
    objdump -d $W/fused-tests/tests/fpm.o | grep -q vfmadd
    exit
fi
cc=aarch64-linux-gnu-gcc run=\$(command -v qemu-aarch64-static || command -v qemu-aarch64)
[ -n "\$run" ] && \$cc -static $W/fused.c -o $W/fused 2> /dev/null && \$run $W/fused ||
    { echo "no -mfma here, no aarch64-linux-gnu-gcc and qemu (Debian: gcc-aarch64-linux-gnu, libc6-dev-arm64-cross, qemu-user-static)"; exit 77; }
TEST_RUN=\$run TEST_COUNT=0.05 make -s test "\$@" CC=\$cc TESTFLAGS="-static $fused"
EOJ

job "32 bits compile" << EOJ
# A 64-bit installation of glibc has all headers but the one that says which functions are stubs.
mkdir -p $W/stubs/gnu && : > $W/stubs/gnu/stubs-32.h
dir=\$($CC -print-multiarch 2> /dev/null)
echo '#include <stdlib.h>' > $W/m32-probe.c
$CC -m32 -idirafter /usr/include/\$dir -idirafter $W/stubs -fsyntax-only $W/m32-probe.c || { echo "no headers for $CC -m32"; exit 77; }
set -- $CC -m32 -idirafter /usr/include/\$dir -idirafter $W/stubs -std=c99 -O2 $WARNINGS -I.
# Where there is the compiler for ARM a row of the matrix makes code for 32 bits, with the same warnings.
code="-c -o $W/m32.o"
! command -v arm-linux-gnueabihf-gcc > /dev/null || code=-fsyntax-only
"\$@" -msse2 -mfpmath=sse \$code tests/build/probes/header_first.c || exit 1
# Numbers of more digits than a double has: calls never ended, and found no answer where there is one.
echo '#include "fpm.h"' > $W/x87.c
"\$@" -mfpmath=387 -fsyntax-only $W/x87.c || exit 1
"\$@" -mfpmath=387 -fsyntax-only tests/build/probes/header_first.c 2> $W/x87 && { echo "x87 passes"; exit 1; }
grep -q 'error.*-msse2 -mfpmath=sse' $W/x87
EOJ

# The answers of a build by g++ are compared to the bit, so the tests by it are in check-long.
[ -z "$CHECK_LONG$ONLY" ] || job "tests, C++" << EOJ
command -v $CXX > /dev/null || { echo "no $CXX"; exit 77; }
TEST_COUNT=0.25 make -s test TESTS="\$(echo tests/test_*.c)" CC="$CXX -x c++ -std=c++11" B=$W/cxx JOBS=1 SAN= TESTFLAGS="-O1 -I. -Itests" \\
    OBJECT="-x none"
EOJ

job "tool tests, sanitizers" << EOJ
[ -f tests/test_tool.sh ] && [ -d examples/tool ] || { echo "no tool yet"; exit 77; }
[ -n "$SAN$CHECK_TESTS" ] || { echo "no sanitizers"; exit 77; }
[ -f $LONG ] && [ -x $SANE ] || exit 1
TOOL=$SANE sh tests/test_tool.sh
EOJ

for t in parse partition optimal chain rect items balance tool; do
    [ -f tests/fuzz/fuzz_$t.c ] || continue
    sources="tests/fuzz/fuzz_$t.c"
    objects=
    if [ $t = tool ]; then
        files=$(echo examples/tool/*.c | tr ' ' '\n' | grep -vE '/(main|file)\.c' | tr '\n' ' ')
        sources="-Iexamples/tool tests/fuzz/fuzz_tool.c $files -lpthread"
        objects="-Iexamples/tool tests/fuzz/fuzz_tool.c $(echo $files | sed "s,examples,$W/long,g; s/[.]c\>/.o/g") -lpthread"
    fi
    for f in "-Og -g1 $SAN" -Ofast; do
        [ "$f" != -Ofast ] || [ -n "$CHECK_LONG$ONLY" ] || continue
        program=$W/fuzz-$t${f%% *}
        own=-DFPM_STATIC
        [ $t != tool ] || own= # one of the tool's files holds the library
        [ "$f" = -Ofast ] || [ $t = balance ] || own="-DFPM__IMPLEMENTED $LONG" # balance looks inside
        job "fuzz $t, random driver, ${f%% *}" << EOJ
sources="$sources"
$([ -z "$objects" ] || [ "$f" = -Ofast ] || echo "[ -x $SANE ] || exit 1; sources='$objects'")
$CC $f -I. -DFUZZ_STANDALONE \$sources $own -o $program -lm || exit 1
limit=; command -v timeout > /dev/null && limit="timeout \$((\${FUZZ_SECONDS:-5} + 600))"
\$limit $program \${FUZZ_SECONDS:-5}
status=\$?
[ \$status -eq 0 ] || { echo "the last input of FUZZ_TRACE=1 $program:"
    FUZZ_TRACE=1 \$limit $program \${FUZZ_SECONDS:-5} 2>&1 | tail -n 20; }
exit \$status
EOJ
    done
    # To make one takes longer than the seconds that it runs here.
    [ -n "$CHECK_LONG$ONLY" ] || continue
    own=-DFPM_STATIC
    [ $t != tool ] || own=
    job "fuzz $t, libFuzzer" << EOJ
echo 'int LLVMFuzzerTestOneInput(void); int LLVMFuzzerTestOneInput(void) { return 0; }' > $W/fuzzer.c
clang -fsanitize=fuzzer,address,undefined $W/fuzzer.c -o $W/fuzzer-$t 2> /dev/null ||
    { echo "no clang with libFuzzer (Debian: clang, libclang-rt-14-dev)"; exit 77; }
clang -O1 -g1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -I. $own $sources -o $W/fuzz-$t -lm || exit 1
mkdir -p $W/corpus-$t $W/crash-$t
$W/fuzz-$t -max_total_time=\${FUZZ_SECONDS:-5} -timeout=120 -report_slow_units=120 -max_len=2048 -verbosity=0 \\
    -artifact_prefix=$W/crash-$t/ $W/corpus-$t \$(ls -d tests/fuzz/corpus_$t 2> /dev/null) > $W/fuzz-$t.log 2>&1
status=\$?
grep -v '^    #[0-9]' $W/fuzz-$t.log | tail -n 30
[ \$status -eq 0 ] && [ -z "\$(ls -A $W/crash-$t)" ]
EOJ
done

job "clang-format" << EOJ
command -v clang-format > /dev/null || { echo "no clang-format"; exit 77; }
for f in \$(ls *.h tests/*.h tests/*.c tests/build/probes/*.c tests/fuzz/*.[ch] examples/*/*.c examples/*/*.cpp examples/*/*.cu examples/tool/*.h tests/cuda/* bench/*.[ch] 2> /dev/null); do
    clang-format \$f | cmp -s - \$f && continue
    echo "\$f: \$(clang-format \$f | diff \$f - | grep -c '^<') lines differ"; clang-format \$f | diff -u \$f - | head -n 12; bad=1
done
[ -z "\$bad" ]
EOJ

# ---- the build matrix ----

# compile COMPILER STANDARD LEVEL SOURCE FLAGS OUTPUT: prints the command.
compile() {
    [ $3 != syntax ] || set -- $1 $2 -fsyntax-only $4 "$5" $6
    case $1$4 in *++* | *header_first) set -- $1 $2 $3 $4 "-Wmisleading-indentation $5" $6 ;; esac
    case $4 in
    answers | arithmetic | linked)
        object=$CLANG
        [ "$1" != cc ] || object=$FULL
        [ $4 != linked ] || set -- $1 $2 $3 answers "$5 -DFPM__IMPLEMENTED $object -lm" $6
        [ "$1" != cc ] || set -- "$CC" $2 $3 $4 "$5" $6
        [ "$1" = "${1%++}" ] || set -- "$1 -x c++" $2 $3 $4 "$5" $6
        echo "sh tests/build/jobs/same_answers.sh $4 $ANSWERS ${6%.o} $1 -std=$2 $3 $WARNINGS $5"
        return
        ;;
    esac
    case $1 in
    cc) echo "$CC -std=$2 $3 $WARNINGS $5 -I. -c tests/build/probes/$4.c -o $6" ;;
    nvcc) echo "$NVCC -x cu -std=$2 $3 $NVWARN $5 -I. -c tests/build/probes/$4.c -o $6" ;;
    *++*) echo "$1 -x c++ -std=$2 $3 $WARNINGS $5 -I. -c tests/build/probes/$4.c -o $6" ;;
    *) echo "$1 -std=$2 $3 $WARNINGS $5 -I. -c tests/build/probes/$4.c -o $6" ;;
    esac
}

# Rows that begin with "long" are those of check-long.
long='s/^long *//'
[ -n "$CHECK_LONG$ONLY" ] || long='/^long /d'
grep -v '^ *#' tests/build/lists/build_matrix.txt | sed "$long" | while read -r compilers standards levels sources macros; do
    [ -n "$compilers" ] || continue
    [ "$macros" = none ] && macros=
    for compiler in $(echo $compilers | tr , ' '); do for standard in $(echo $standards | tr , ' '); do
    for level in $(echo $levels | tr , ' '); do for source in $(echo $sources | tr , ' '); do
        echo "$compiler $standard $level $source $(echo $macros | tr + ' ')"
    done; done; done; done
done > $W/rows

while read -r compiler standard level source flags; do
    name="matrix: $compiler $standard $level $source${flags:+ $flags}"
    program=$compiler
    case $compiler in nvcc) program=$NVCC ;; cc) program=${CC%% *} ;; esac
    case $source in
    kernels*) [ -f fpm_kernels.h ] || { job "$name" "echo 'no fpm_kernels.h'; exit 77"; continue; } ;;
    esac
    have $program || { job "$name" "echo 'no $compiler'; exit 77"; continue; }
    object=$W/$(echo "$name" | tr -c 'a-zA-Z0-9\n' _).o
    job "$name" "$(compile $compiler $standard $level $source "$flags" "$object")"
done < $W/rows

for compiler in "gcc -std=c99" "g++ -x c++ -std=c++11" "clang -std=c99" "clang++ -x c++ -std=c++11"; do
    code="-O1 -c -o $W/tool-${compiler%% *}.o" # gcc's warnings of data flow come with code
    case $CHECK_LONG$compiler in *clang* | g++*) code=-fsyntax-only ;; esac
    job "the tool: $compiler" << EOJ
command -v ${compiler%% *} > /dev/null || { echo "no ${compiler%% *}"; exit 77; }
for f in \$(ls examples/tool/*.c | grep -vx examples/tool/fpm.c); do # fpm.c is the header, which the matrix has
    $compiler $code $WARNINGS -Wno-cast-qual -I. \$f || bad=1
done
[ -z "\$bad" ]
EOJ
done

# ---- clients in one language, implementation in another ----

# clients LINKER COMPILER STANDARD CLIENT...: programs of that compiler's implementation and clients, COMPILER:STANDARD
# each.  $CC's implementation in C is FULL.
clients() {
    link=$1 compiler=$2 standard=$3
    shift 3
    name="clients $*, implementation $compiler $standard"
    o=$W/client-$compiler$standard
    program=$compiler implementation=$o-impl.o
    case $compiler in nvcc) program=$NVCC ;; cc) program=${CC%% *} implementation=$FULL ;; esac
    if ! have $program || ! have $link; then job "$name" "echo 'no $program or $link'; exit 77"; return; fi
    {
        [ $compiler = cc ] || echo "$(compile $compiler $standard -O0 implementation "" $implementation) || exit 1"
        for client in "$@"; do
            have ${client%:*} || { echo "no ${client%:*}"; exit 77; }
            object=$o-$client.o
            echo "$(compile ${client%:*} ${client#*:} -O0 client "" $object) && $link $object $implementation -o $o -lm && $o || exit 1"
        done
    } > $W/clients
    job "$name" < $W/clients
}

clients g++ g++ c++11 gcc:c99 g++:c++17
clients g++ cc c99 g++:c++11
clients clang++ clang++ c++17 clang:c99
clients clang++ clang c11 clang++:c++11 gcc:c99
clients $NVCC nvcc c++17 gcc:c99

for c in "gcc c99" "g++ c++11" "clang c99" "clang++ c++11"; do
    set -- $c
    if ! have $1; then job "two static units, $1" "echo 'no $1'; exit 77"; continue; fi
    o=$W/static-$1
    job "two static units, $1" << EOJ
$(compile $1 $2 -O1 static_a "" $o-a.o) && $(compile $1 $2 -O1 static_b "" $o-b.o) &&
$1 $o-a.o $o-b.o -o $o -lm && $o &&
if nm -g --defined-only $o-a.o | grep -i fpm; then echo "a static unit exports these"; exit 1; fi
EOJ
    job "user's allocator, assertion and linkage, $1" << EOJ
$(compile $1 $2 -O0 user_macros "" $W/user-$1.o) && $1 $W/user-$1.o -o $W/user-$1 -lm && $W/user-$1 &&
if nm -g --defined-only $W/user-$1.o | grep -i fpm; then echo "FPM_DEF was static"; exit 1; fi
EOJ
done

job "half an allocator is refused" << EOJ
for half in FPM_FREE FPM_REALLOC; do
    $CC -I. "-D\$half(...)=0" -fsyntax-only tests/build/probes/implementation.c 2> $W/half && { echo "\$half alone passes"; exit 1; }
    grep -q 'error.*define both FPM_REALLOC and FPM_FREE, or neither' $W/half || exit 1
    ! grep -q 'redefined' $W/half || exit 1
done
EOJ

job "calls take as much stack as fpm.h says" << EOJ
case "\$($CC -dumpmachine)" in x86_64*linux*) ;; *) echo "the figures are for x86-64, Linux"; exit 77 ;; esac
$CC -O2 $WARNINGS -I. tests/build/probes/stack.c $FULL -o $W/stack -lm -lpthread && $W/stack
EOJ

job "words that Qt takes away are not used" << EOJ
for unit in client implementation; do
    $CC -I. -Dslots= -Dsignals= -Demit= -fsyntax-only tests/build/probes/\$unit.c || exit 1
done
EOJ

job "declarations are read by cffi, as bindings of other languages read them" << EOJ
python3 -c 'import cffi' 2> /dev/null || { echo "no python3 with cffi (Debian: python3-cffi)"; exit 77; }
$CC -E fpm.h | awk '/^# [0-9]+ "/ { own = \$3 ~ /fpm.h"/; next } own' > $W/declarations.txt
$QUICK -shared -fPIC -x c -DFPM_IMPLEMENTATION fpm.h -o $W/libcffi.so -lm || exit 1
python3 - << 'EOP'
import cffi, re
ffi = cffi.FFI()
ffi.cdef(open("$W/declarations.txt").read())
lib = ffi.dlopen("$W/libcffi.so")
calls = re.findall(r"^FPM__DECL .*?\\b(fpm_\\w+)\\(", open("fpm.h").read(), re.M)
assert len(calls) > 60 and all(hasattr(lib, name) for name in calls)
assert ffi.string(lib.fpm_status_str(lib.FPM_E_INFEASIBLE)) == b"no partition satisfies the constraints"
EOP
EOJ

job "one make check at a time in a tree" << EOJ
sh tests/build/jobs/check.sh none > $W/second.out 2>&1 && { echo "a second one begins"; exit 1; }
grep -q '^make check runs in this tree already, as process [0-9]*: wait for it, or remove $W.lock\$' $W/second.out && [ -d $W/jobs ] || exit 1
# Of a process that has ended, and of one that was killed before it wrote its number.
for left in "\$(sh -c 'echo \$\$')" ""; do
    printf '%s' "\$left" > $W/lock
    sh -c '. tests/build/jobs/lock.sh; lock \$1 && [ "\$(cat \$1)" = \$\$ ]' check.sh $W/lock || { echo "not taken over: '\$left'"; exit 1; }
    [ ! -e $W/lock ] || { echo "it is left"; exit 1; }
done
EOJ

# ---- names, calls, state ----

job "exports are the declared functions" "sh tests/build/jobs/exports.sh fpm.h FPM_DEF fpm_ implementation.c $W/exports $PLAIN"
job "exports of the kernels" << EOJ
[ -f fpm_kernels.h ] || { echo "no fpm_kernels.h"; exit 77; }
sh tests/build/jobs/exports.sh fpm_kernels.h FPMK_DEF fpmk_ kernels_first.c $W/exports-kernels
EOJ

job "no output, clock, exit, random number or state in fpm.h" << EOJ
[ -f $PLAIN ] || exit 1
bad=\$(nm -u $PLAIN | sed 's/.* U //' | grep -xE '_*((v?f?printf|f?puts?c?|putchar|fopen|fread|fwrite|std(in|out|err))(_chk)?|abort|exit|_Exit|time|clock|clock_gettime|gettimeofday|s?rand|random|getenv|setlocale|pthread_.*|signal|system|assert_fail|errno_location)')
[ -z "\$bad" ] || { echo "fpm.h calls" \$bad; exit 1; }
# Position-independent code has constants that hold addresses in a section that begins with .data.
objdump -t $PLAIN > $W/symbols || exit 1
bad=\$(grep -E '^[0-9a-f]+ .{5}[^d]. ([.]t?(data|bss)|[*]COM[*])' $W/symbols | grep -v '[.]data[.]rel[.]ro')
[ -z "\$bad" ] || { echo "fpm.h keeps state:" "\$bad"; exit 1; }
EOJ

for pair in "fpm.h FPM implementation" "fpm_kernels.h FPMK? kernels_first"; do
    set -- $pair
    [ -f $1 ] || continue
    m=$W/macros-$3
    job "macros of $1 are its own" << EOJ
$CC -I. -M tests/build/probes/$3.c | tr ' ' '\n' | grep '^/.*\.h\$' | sed 's/.*/#include "&"/' > $m-std.c
$CC -dM -E -w $m-std.c | sed 's/^#define \([A-Za-z0-9_]*\).*/\1/' | sort -u > $m-std
$CC -dM -E -I. tests/build/probes/$3.c | sed 's/^#define \([A-Za-z0-9_]*\).*/\1/' | sort -u > $m-all
[ -s $m-std ] && [ -s $m-all ] || exit 1
bad=\$(comm -13 $m-std $m-all | grep -vE '^$2(_|\$)')
[ -z "\$bad" ] || { echo "$1 defines" \$bad; exit 1; }
EOJ
done

job "names that Windows defines are none of the examples'" << EOJ
for e in examples/*/*.c; do
    [ \$e != examples/web/web.c ] || continue
    ! grep -q '[<"]mpi.h' \$e || continue
    $QUICK -std=gnu99 -D_GNU_SOURCE -DFPM__IMPLEMENTED -c -o $W/windows-names.o -w -I. -include tests/build/probes/windows_names.c \$e || bad=1
done
[ -z "\$bad" ]
EOJ

job "Windows: the tool and the tests, by mingw under wine" \
    "[ -f $PLAIN ] && TOOL=$TOOL FPM_O=$PLAIN TEST_COUNT=$(count $LEAST 0.08) sh tests/build/jobs/windows.sh $W/windows"
job "Windows: both headers as cl.exe reads them, by clang" "sh tests/build/jobs/windows.sh msvc $W"

# ---- flags, threads, installation ----

# At -O0 the code raises its own flags, whoever compiles it: clang has that turn in check-long.
for c in $CC clang; do for o in -O0 -O2; do
    [ $c$o != clang-O0 ] || [ -n "$CHECK_LONG$ONLY" ] || continue
    implementation=tests/build/probes/implementation.c
    [ $c$o != $CC-O2 ] || implementation=$FULL
    [ $c$o != clang-O2 ] || implementation=$CLANG
    [ $c$o != $CC-O0 ] || implementation=$PLAIN
    job "no floating-point flags are raised, $c $o" << EOJ
command -v $c > /dev/null || { echo "no $c"; exit 77; }
$c $o -I. -Itests tests/test_fenv.c $implementation -o $W/fenv-$c$o -lm && $W/fenv-$c$o
EOJ
done; done

job "answers are recorded without a leak" << EOJ
[ -s $ANSWERS ] || exit 1
$W/answers -x 0.1 > $W/answers.long || exit 1
! grep '^leak' $W/answers.long
EOJ

for t in "objects that are shared" "groups of the kernels"; do
    case $t in
    groups*) files="-Itests tests/test_kernels.c $PLAIN" ;; # fpm.h has no threads of its own
    *) files="-DFPM_STATIC tests/build/probes/threads.c" ;;
    esac
    o=$W/threads-${t%% *}
    job "thread sanitizer, $t" << EOJ
echo 'int main(void) { return 0; }' > $o.c
$CC -fsanitize=thread $o.c -o $o 2> /dev/null || { echo "no -fsanitize=thread"; exit 77; }
$CC -Og -g1 -fsanitize=thread -I. $files -o $o -lm -lpthread || exit 1
$o > $o.out 2>&1; status=\$?
grep -q 'unexpected memory mapping' $o.out && { echo "no thread sanitizer on this kernel"; exit 77; }
head -n 40 $o.out
exit \$status
EOJ
done

# Fortran's and nvcc's link no sanitizers; the others link one implementation that has them.  (The
# tests of the tool make one with sanitizers, the installation makes it by make.)  nvcc takes most of a minute for
# fpm.h in two programs: the matrix and a client have it, so these link the object of Fortran's.
job "all builds, the examples run" << EOJ
[ -f $LONG ] || exit 1
t=$W/all o=build/fpm.o
rm -rf \$t && mkdir -p \$t && cp -r Makefile fpm.h fpm_kernels.h examples \$t || exit 1
[ -n "$CHECK_LONG" ] || sed -i 's/N = 600, RUNS/N = 240, RUNS/' \$t/examples/workloads/product.c || exit 1
for e in \$(cd examples/fortran && ls *.f90 | grep -vx fpm.f90); do o="\$o build/examples/\${e%.f90}-f90"; done
for e in examples/*/*.cu; do e=\${e##*/} o="\$o build/examples/\${e%.cu}-cu"; done
sed -i '/^#define FPM_STATIC\$/d' \$t/examples/*/*.c \$t/examples/*/*.cpp
sed -i '/^#define FPM_IMPLEMENTATION\$/d' \$t/examples/*/*.cu
NVCC_APPEND_FLAGS="-Xlinker \$PWD/\$t/build/fpm.o" \
    make -s -C \$t \$o CFLAGS=-O0 CUFLAGS="-O0 -DFPM__IMPLEMENTED" FFLAGS=-O0 || exit 1
for e in \$o; do [ ! -f \$t/\$e ] || touch \$t/\$e; done
flags="-Og -g1 $SAN -DFPM__IMPLEMENTED"
make -s -C \$t examples CFLAGS="\$flags" CXXFLAGS="\$flags" LIBS="\$PWD/$LONG -lm -lpthread" || exit 1
for e in \$t/build/examples/*; do
    [ -f \$e ] && [ -x \$e ] || continue
    grep -qs '[<"]mpi.h' examples/*/\${e##*/}.c && continue # the next job
    case \${e##*/} in *_mpi-f90) continue ;; esac # the check of Fortran
    [ \${e##*/} != ocean ] || continue # draws a mask that it is given: the recipes
    case \${e##*/} in # what calculates for long does so on a small matrix, as in the tests of these
    matmul | matmul_hybrid-cu) set -- 40 9 ;;
    matmul_rough) set -- 12 4 ;;
    jacobi) set -- 300 120 12 ;;
    *) set -- ;;
    esac
    [ -z "$CHECK_LONG" ] || set --
    \$e "\$@" > $W/example.out 2>&1 && continue
    echo "\$e: status \$?"
    tail -n 20 $W/example.out
    bad=1
done
[ -z "\$bad" ]
EOJ

job "the demo, and its picture" << EOJ
sed '/^#define FPM_STATIC\$/d' examples/start/demo.c > $W/demo.c || exit 1
$CC -O1 -DFPM__IMPLEMENTED -I. -Iexamples/start $W/demo.c $PLAIN -o $W/demo -lm -lpthread && $W/demo $W/demo.svg > $W/demo.out || exit 1
tail -n 1 $W/demo.out | grep 'speedup [0-9]' || exit 1
if command -v xmllint > /dev/null; then xmllint --noout $W/demo.svg || exit 1; fi
grep -q 'role="img" aria-labelledby="title desc"' $W/demo.svg && grep -q '^<desc id="desc">.*\.</desc>$' $W/demo.svg &&
    tail -n 1 $W/demo.svg | grep -q '^</svg>$' && ! grep -Eq "[\", ']-?(nan|inf)" $W/demo.svg
EOJ

job "web page" << EOJ
make -s web B=$W/web 2> $W/web.err || {
    cat $W/web.err
    grep -q 'apt install clang lld wasi-libc' $W/web.err || exit 1
    echo "no clang that makes WebAssembly"
    exit 77
}
[ -x $TOOL ] || exit 1
sh tests/build/jobs/web.sh $W/web/fpm-web.html $TOOL $W/web/test $PLAIN || exit 1
sh tests/build/jobs/published_page.sh $W/web/fpm-web.html $W/web/page || exit 1
cmp -s $W/web/fpm-web.html examples/web/index.html || sh tests/build/jobs/web.sh examples/web/index.html $TOOL $W/web/published $PLAIN
EOJ

job "web page: controls pressed at random" << EOJ
command -v python3 > /dev/null || { echo "no python3"; exit 77; }
python3 tests/build/jobs/page_presses.py examples/web/index.html $W/presses
EOJ

job "files that the tool writes are whole or not there" << EOJ
[ -x $TOOL ] || exit 1
sh tests/build/jobs/whole_files.sh $TOOL $W/whole
EOJ

job "Jacobi over MPI" << EOJ
[ -f examples/mpi/jacobi_mpi.c ] || { echo "no examples/mpi/jacobi_mpi.c"; exit 77; }
FPM_O=$LONG sh tests/test_jacobi.sh mpi
EOJ

for f in "" "-fopenmp -DFPMK_USE_OPENMP"; do
    o=$W/blas${f%% *}
    job "tests of the kernels with a BLAS $f" << EOJ
printf '#include <cblas.h>\nint main(void) { return 0; }\n' > $o.c
$CC $o.c -o $o -lopenblas 2> /dev/null || { echo "no OpenBLAS with its cblas.h (Debian: libopenblas-dev)"; exit 77; }
$CC -O2 $WARNINGS $f -DFPMK_USE_CBLAS -I. -Itests tests/test_kernels.c $PLAIN -o $o -lopenblas -lm -lpthread || exit 1
$o
EOJ
done

job "CUDA: the tool, compiled and linked by nvcc, says what is here" << EOJ
command -v $NVCC > /dev/null || { echo "no nvcc"; exit 77; }
make -s cuda B=$W/cuda CFLAGS=-O0 CUFLAGS=-O0 || exit 1
$W/cuda/fpm-tool-cuda devices || exit 1
if $W/cuda/fpm-tool-cuda devices | grep -q '^device  cuda:0 '; then
    $W/cuda/fpm-tool-cuda measure --kernel gemm --device cuda:0 --sizes 100:2000:5 --device-memory 8e6 --dir $W/cuda/m
else
    $W/cuda/fpm-tool-cuda measure --kernel gemm --device cuda:0 --sizes 16:64:5 --dir $W/cuda/m 2> $W/cuda/err && exit 1
    grep 'no such CUDA device' $W/cuda/err
fi
EOJ

job "CUDA: the kernels on a real device" << EOJ
command -v $NVCC > /dev/null || { echo "no nvcc"; exit 77; }
optimise=-O2
[ -e /dev/nvidia0 ] || optimise=-O0 # it compiles, no more
$NVCC -x cu \$optimise -I. -Itests tests/cuda/device.cu -o $W/device -lcublas -lcufft -lpthread || exit 1
$W/device > $W/device.log
status=\$?
cat $W/device.log
grep -q '^SKIP' $W/device.log && { echo "no CUDA device"; exit 77; }
exit \$status
EOJ

job "the recipes" "FPM_O=$LONG TOOL=\$PWD/$SANE sh tests/build/jobs/recipes.sh"
job "the recipe over MPI" "FPM_O=$LONG sh tests/build/jobs/recipes.sh mpi"
job "examples of the papers" "FPM_O=$LONG sh tests/build/jobs/papers.sh"
job "examples of the papers, over MPI" "FPM_O=$LONG sh tests/build/jobs/papers.sh mpi"

# What warns without optimisation is the front end; "all builds" links these programs.
job "make mpi prints no warning" << EOJ
command -v \${MPICC:-mpicc} > /dev/null || { echo "no mpicc (Debian: openmpi-bin libopenmpi-dev)"; exit 77; }
rm -rf $W/mpi && mkdir -p $W/mpi && cp -r Makefile fpm.h fpm_kernels.h examples $W/mpi || exit 1
sed -i '/^#define FPM_STATIC\$/d' $W/mpi/examples/*/*.c # the header whole is in the matrix
make -s -C $W/mpi mpi CFLAGS="-O0 -fsyntax-only -DFPM__IMPLEMENTED" 2> $W/mpi.err || { cat $W/mpi.err; exit 1; }
cat $W/mpi.err
[ ! -s $W/mpi.err ]
EOJ

job "halos of rectangles over MPI" "sh tests/build/jobs/halo_mpi.sh $W"

job "matrix multiplication over MPI" << EOJ
[ -f examples/mpi/matmul_mpi.c ] || { echo "no examples/mpi/matmul_mpi.c"; exit 77; }
FPM_O=$LONG sh tests/test_matmul.sh mpi
EOJ

job "install, pkg-config, uninstall, into a path with blanks" << EOJ
i="\$PWD/$W/stage/a b's"
p="\$i/opt/one two"
rm -rf $W/stage && mkdir -p "\$i" || exit 1
make -s install B=$W/install-build CC=$QUICK CFLAGS=-O0 DESTDIR="\$i" PREFIX="/opt/one two" || exit 1
[ "\$(cd "\$p" && find . -type f | wc -l)" -eq 9 ] && cmp fpm.h "\$p/include/fpm.h" || exit 1
if command -v pkg-config > /dev/null; then
    flags=\$(PKG_CONFIG_PATH="\$p/share/pkgconfig" pkg-config --cflags fpm)
    eval "set -- \$flags"
    [ "\$1" = "-I/opt/one two/include" ] || { echo "pkg-config says \$flags"; exit 1; }
fi
touch $W/stage/a $W/stage/one
make -s uninstall B=$W/install-build DESTDIR="\$i" PREFIX="/opt/one two" || exit 1
[ -z "\$(find "\$i" -type f)" ] && [ -f $W/stage/a ] && [ -f $W/stage/one ] || { echo "uninstall leaves files, or takes others"; exit 1; }
touch none && make -s uninstall DESTDIR="none b" && [ -f none ] && rm none || exit 1
i=\$PWD/$W/stage/plain
make -s install B=$W/install-build CC=$QUICK CFLAGS=-O0 DESTDIR=\$i PREFIX=/usr/local || exit 1
(cd \$i && find . -type f | sort) > $W/installed
diff - $W/installed << 'EOF' || exit 1
./usr/local/bin/fpm-tool
./usr/local/include/fpm.h
./usr/local/include/fpm_kernels.h
./usr/local/share/cmake/fpm/fpmConfig.cmake
./usr/local/share/cmake/fpm/fpmConfigVersion.cmake
./usr/local/share/doc/fpm/LICENSE
./usr/local/share/fpm/fpm.py
./usr/local/share/man/man1/fpm-tool.1
./usr/local/share/pkgconfig/fpm.pc
EOF
cmp fpm.h \$i/usr/local/include/fpm.h || exit 1
$CC -std=c99 $WARNINGS -I\$i/usr/local/include tests/build/probes/client.c -c -o $W/installed.o || exit 1
# The version of the tool, of the manual in the header and of fpm.pc is one.
v=\$(\$i/usr/local/bin/fpm-tool --version)
grep -qx "Version: \${v#fpm-tool }" \$i/usr/local/share/pkgconfig/fpm.pc || { echo "fpm.pc has another version than \$v"; exit 1; }
head -n 1 fpm.h | grep -qF "v\${v#fpm-tool } " || { echo "the first line of fpm.h has another version than \$v"; exit 1; }
if command -v pkg-config > /dev/null; then # a program made by what pkg-config says
    PKG_CONFIG_PATH=\$i/usr/local/share/pkgconfig PKG_CONFIG_SYSROOT_DIR=\$i
    export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR
    cd $W || exit 1
    cp ../../examples/start/quickstart.c installed.c && $CC \$(pkg-config --cflags fpm) installed.c -o installed-program \$(pkg-config --libs fpm) || exit 1
    ./installed-program || exit 1
    cd ../..
fi
if command -v cmake > /dev/null; then CC=$QUICK sh tests/build/jobs/cmake.sh \$i/usr/local $W/installed-cmake || exit 1; fi
if command -v python3 > /dev/null; then # fpm.py finds the header that was installed with it
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=\$i/usr/local/share/fpm HOME=\$PWD/$W/stage CC=$QUICK python3 -c \
        'import fpm; assert fpm.partition(12, speeds=[2, 1]).shares == [8, 4]' || exit 1
    rm -rf $W/stage/.cache
fi
make -s uninstall B=$W/install-build DESTDIR=\$i PREFIX=/usr/local || exit 1
[ ! -d \$i/usr/local/share/fpm ] && [ ! -d \$i/usr/local/share/cmake/fpm ] || { echo "uninstall leaves directories"; exit 1; }
[ -z "\$(find \$i -type f)" ] || { echo "uninstall leaves files"; exit 1; }
EOJ

job "make dist: the same bytes each time, and what is in it works" << EOJ
tar --version 2> /dev/null | grep -q 'GNU tar' || { echo "no GNU tar"; exit 77; }
command -v python3 > /dev/null || { echo "no python3 for make manual"; exit 77; }
d=$W/dist
rm -rf \$d && mkdir -p \$d/copy && make -s dist B=\$d/one CFLAGS=-O0 || exit 1
cp -R Makefile README.md LICENSE fpm.h fpm_kernels.h examples \$d/copy && touch \$d/copy/* && chmod -R go-rwx \$d/copy || exit 1
mkdir -p \$d/copy/examples/python/__pycache__ && : > \$d/copy/examples/python/__pycache__/fpm.pyc
(umask 027; sleep 1; make -s -C \$d/copy dist CFLAGS=-O0 MINGW=none) > /dev/null || exit 1
for f in \$d/one/fpm-*; do
    case \$f in *.sha256) ;; # of all files
    *.exe) # not made twice: it has no time in it, and no path
        x86_64-w64-mingw32-objdump -p \$f | grep -q '^Time/Date.* 1970\$' || { echo "\$f has the time in it"; exit 1; }
        ! grep -qF "\$PWD" \$f || { echo "\$f has a path in it"; exit 1; } ;;
    *) cmp \$f \$d/copy/build/\${f##*/} || exit 1 ;;
    esac
done
(cd \$d/one && sha256sum --quiet -c fpm-*.sha256 && [ "\$(ls fpm-* | wc -l)" -eq "\$((\$(cat fpm-*.sha256 | wc -l) + 1))" ]) || exit 1
if [ -x \$d/one/fpm-*-linux ]; then
    \$d/one/fpm-*-linux partition -n 9 --speeds 2,1 | grep -q '^   0      6 ' || exit 1
    ! command -v ldd > /dev/null || ldd \$d/one/fpm-*-linux 2>&1 | grep -q 'not a dynamic executable' || exit 1
fi
! command -v x86_64-w64-mingw32-gcc > /dev/null || [ -f \$d/one/fpm-*-windows.exe ] || exit 1
tar -xzf \$d/one/fpm-*.tar.gz -C \$d && rm -rf \$d/one \$d/copy && cd \$d/fpm-* || exit 1
sha256sum --quiet -c SHA256SUMS && [ "\$(find . -type f ! -name SHA256SUMS | wc -l)" -eq "\$(wc -l < SHA256SUMS)" ] || exit 1
[ -f manual.html ] && [ -f manual.txt ] && [ -f examples/web/index.html ] && [ ! -e examples/python/__pycache__ ] || exit 1
make -s build/fpm-tool build/examples/quickstart CC=$QUICK CFLAGS=-O0 && build/examples/quickstart && build/fpm-tool --version | grep -qF "\${PWD##*/fpm-}"
EOJ

job "make manual: every public function is an anchor and has a comment, no link leads nowhere" << EOJ
command -v python3 > /dev/null || { echo "no python3"; exit 77; }
m=$W/manual
python3 examples/packaging/manual.py \$m || exit 1
for f in \$(grep -hE '^FPMK?__DECL ' fpm.h fpm_kernels.h | grep -oE '\bfpmk?_[a-z0-9_]+\(' | tr -d '('); do
    grep -q "id=\"\$f\"" \$m.html && grep -qE "^    .*\b\$f\(" \$m.txt || { echo "not in the manual: \$f"; bad=1; }
done
grep -oE 'id="[^"]*"' \$m.html | cut -d'"' -f2 | sort > \$m.ids
[ -z "\$(uniq -d \$m.ids)" ] || { echo "two anchors:" \$(uniq -d \$m.ids); bad=1; }
grep -oE 'href="#[^"]*"' \$m.html | cut -d'#' -f2 | tr -d '"' | sort -u > \$m.links
[ -z "\$(comm -13 \$m.ids \$m.links)" ] || { echo "no anchor:" \$(comm -13 \$m.ids \$m.links); bad=1; }
if command -v node > /dev/null; then sed -n '/^<script>/,/^<.script>/p' \$m.html | sed '1d;\$d' > \$m.js && node --check \$m.js || bad=1; fi
[ -z "\$bad" ]
EOJ

job "a tree whose path has blanks" << EOJ
t="$W/a tree's"
rm -rf "\$t" && mkdir -p "\$t" && cp -r Makefile fpm.h fpm_kernels.h README.md LICENSE examples tests "\$t" && cd "\$t" || exit 1
make -s build/examples/quickstart build/fpm-tool CC=$QUICK CFLAGS=-O0 && build/examples/quickstart &&
    build/fpm-tool partition -n 9 --speeds 1,2 > /dev/null || exit 1
command -v python3 > /dev/null || exit 0
HOME=\$PWD/build CC=$QUICK PYTHONPATH=examples/python python3 -c \
    'import fpm; assert fpm.partition(12, speeds=[2, 1]).shares == [8, 4]'
EOJ

job "the tool by tcc, which has no OpenMP" << EOJ
command -v tcc > /dev/null || { echo "no tcc"; exit 77; }
make -s $W/tcc/fpm-tool B=$W/tcc CC=tcc && $W/tcc/fpm-tool partition -n 9 --speeds 1,2 | grep -q '^   1      6 '
EOJ

job "the workflow, and what the texts beside it name" "sh tests/build/jobs/github.sh"

job "fpm.json is what the compiler says of fpm.h, and the shared library has all calls" "sh tests/build/jobs/languages.sh $W/l-layout layout"
for l in js rs go; do
    quick=$QUICK
    [ $l = js ] || quick= # ld takes no library of tcc's
    job "examples/languages: quickstart.$l" "QUICK=$quick sh tests/build/jobs/languages.sh $W/l-$l $l"
done

job "make install-shared: a program links the library, and uninstall takes it away" << EOJ
command -v pkg-config > /dev/null || { echo "no pkg-config"; exit 77; }
i="\$PWD/$W/shared-install"
set -- B=$W/shared-build CFLAGS=-O0 DESTDIR= PREFIX="\$i"
make -s install-shared "\$@" || exit 1
flags=\$(PKG_CONFIG_PATH=\$i/lib/pkgconfig pkg-config --cflags --libs fpm-shared) || exit 1
sed '/^#define FPM_/d' examples/start/quickstart.c > $W/linked.c
eval $CC $W/linked.c -o $W/linked "\$flags" || exit 1
[ "\$(LD_LIBRARY_PATH=\$i/lib $W/linked)" = "7200 + 4800 units, done after 0.1440 s, at best 0.1440 s" ] || exit 1
[ ! -e $W/shared-build/fpm.json ] || cmp $W/shared-build/fpm.json \$i/share/fpm/fpm.json || exit 1
make -s uninstall "\$@" || exit 1
[ -z "\$(find \$i -type f -o -type l)" ] || { echo "uninstall leaves files"; exit 1; }
EOJ

job "fpm.py and fpm.f90 are what fpm.h says" << EOJ
command -v python3 > /dev/null || { echo "no python3"; exit 77; }
python3 tests/build/jobs/bindings.py check
EOJ

job "Fortran: the example, and the sizes of all types" "sh tests/build/jobs/fortran.sh $W/f"
job "Fortran over MPI: the recipe" "sh tests/build/jobs/fortran.sh $W/f-mpi mpi"

job "examples/python/fpm.py: doctests, structs, answers" "QUICK=$QUICK sh tests/build/jobs/python.sh $W/python"

job "quickstart runs" << EOJ
[ -f examples/start/quickstart.c ] || { echo "no examples/start/quickstart.c"; exit 77; }
set -- -Wall -Wextra -pedantic -Wno-misleading-indentation -Werror -I. -fsyntax-only examples/start/quickstart.c
$CC -std=c99 "\$@" && $QUICK -I. examples/start/quickstart.c -o $W/quickstart -lm && $W/quickstart || exit 1
! command -v $CXX > /dev/null || $CXX -x c++ -std=c++11 "\$@"
EOJ

# Benches compile without warnings, with the libraries that they compare with and without them.  What
# the header itself gives is in the matrix.
for b in bench/bench_*.c; do
    [ -f $b ] || continue
    o=$W/$(basename $b .c)
    job "$b, no peers" "$CC -std=c11 -O1 $WARNINGS -DFPM__IMPLEMENTED -I. -Ibench $b $PLAIN -o $o -lm -lpthread"
    grep -q 'peers:' $b || continue
    job "$b, peers" << EOJ
sh tests/build/jobs/bench_peers.sh $b $W > $o.peers || exit 1
flags=\$(sed -n 1p $o.peers) libs=\$(sed -n 2p $o.peers)
$CC -std=c11 -O1 $WARNINGS -DFPM__IMPLEMENTED -I. -Ibench \$flags $b $PLAIN -o $o-peers \$libs -lm -lpthread || exit 1
for peer in \$(sed -n 's/.*peers: *//p' $b | head -n 1); do
    case "\$flags " in *"-DHAVE_\$(echo \$peer | tr a-z- A-Z_) "*) ;; *) missing="\$missing \$peer" ;; esac
done
[ -z "\$missing" ] || { echo "not found:\$missing"; exit 77; }
EOJ
done

# ---- what takes minutes, and changes seldom ----

if [ -n "$CHECK_LONG$ONLY" ]; then
    job "branch coverage of fpm.h" "sh tests/build/jobs/coverage.sh"
    job "analyzers" "sh tests/build/jobs/analyzers.sh $W/analyzers"
    job "a random twentieth of the planted faults is noticed" "FAULTS_EVERY=20 JOBS=1 sh tests/build/jobs/faults.sh"
fi
job "the planted faults apply to fpm.h" "JOBS=1 sh tests/build/jobs/faults.sh -n"
job "the lines of the list of uncovered branches are in fpm.h" "sh tests/build/jobs/coverage.sh -n"

# ---- the texts ----

job "header, README and quickstart.c show the same program" "sh tests/build/jobs/docs.sh same $W/docs"
job "C blocks of the texts compile" "CC=$QUICK sh tests/build/jobs/docs.sh snippets $W/docs"
job "the Python block of README.md" "CC=$QUICK sh tests/build/jobs/docs.sh python $W/docs"
job "the lines for CMake in the texts" "CC=$QUICK sh tests/build/jobs/docs.sh cmake $W/docs"
job "links of the texts, and their indices" "sh tests/build/jobs/docs.sh links $W/docs"
job "texts for users: no phrase of tests/build/lists/words.txt" << EOJ
[ -x $TOOL ] || exit 1
TOOL=$TOOL sh tests/build/jobs/docs.sh words $W/docs
EOJ
job "files: ASCII, no tabs, 100 columns, no notes to self, no paths of one machine" "sh tests/build/jobs/files.sh"
job "fpm.h: data flows down, and the map of its sections says so" "sh tests/build/jobs/sections.sh"
job "the headers join no statements by commas" << EOJ
command -v clang > /dev/null || { echo "no clang"; exit 77; }
printf '#define FPM_IMPLEMENTATION\n#define FPMK_IMPLEMENTATION\n#include "fpm_kernels.h"\n' > $W/commas.c
clang -std=c99 -Wcomma -Werror -fsyntax-only -I. $W/commas.c
EOJ
job "names in the comments of fpm.h exist" "python3 tests/build/jobs/comment_names.py"
job "public comments of fpm.h: length, figures that a caller cannot check" "python3 tests/build/jobs/public_text.py"
job "Makefile: targets are made anew when what they include changes" "B=$W/depends python3 tests/build/jobs/depends.py"
job "plain code: the counts of tests/build/lists/plain_code.txt" "python3 tests/build/jobs/plain_code.py"
job "draws: one in an expression, as compilers choose the order of two" "python3 tests/build/jobs/one_draw.py"

# ---- run them ----

ls $W/jobs | grep -q . || { echo "no job has \"$ONLY\" in its name"; exit 1; }

limit=
have timeout && limit="timeout ${CHECK_LIMIT:-3600}"
# A program that starts thousands of times: with the sanitizers' runtime in it, at a fixed place, half as many pages are
# written until main begins.
START="-no-pie -static-libasan -static-libubsan"
echo 'int main(void) { return 0; }' > $W/start.c
$CC $SAN $START $W/start.c -o $W/start > $W/start.out 2>&1 && $W/start && [ ! -s $W/start.out ] || START=
# What jobs share: shared TARGET BUILD ARGUMENT... makes it by make, if a job names it.
shared() {
    target=$1 build=$2
    shift 2
    grep -qs "$target" $W/jobs/*.sh && make -s $target B=$build "$@"
}
(
    shared $PLAIN $W/long
    shared $TOOL $W/long
) &
(
    shared $LONG $W/long SAN="$SAN"
    shared $SANE $W/long -j"$JOBS" OPENMP= STATIC="$START" CFLAGS="-Og -g1 $SAN -DFPM__IMPLEMENTED" LIBS="$LONG -lm -lpthread"
) &
grep -qs "$FULL" $W/jobs/*.sh && $CC -std=c99 -O2 $WARNINGS -I. -c tests/build/probes/implementation.c -o $FULL &
grep -qs "$ANSWERS" $W/jobs/*.sh &&
    $CC -std=c99 -O1 $WARNINGS -ffp-contract=off -I. tests/build/probes/answers.c -o $W/answers -lm &&
    $W/answers -s 7 -x 0.02 > $ANSWERS &
grep -qs "$CLANG" $W/jobs/*.sh && have clang &&
    clang -std=c99 -O2 -ffp-contract=off -I. -c tests/build/probes/implementation.c -o $CLANG &
wait
ls $W/jobs | sed -n 's/\.sh$//p' | xargs -n 1 -P "$JOBS" sh -c '
    '"$limit"' sh '$W'/jobs/$0.sh > '$W'/jobs/$0.out 2>&1; echo $? > '$W'/jobs/$0.rc
    times > '$W'/jobs/$0.times'

passed=0 failed=0 skipped=0
for file in $W/jobs/*.name; do
    file=${file%.name}
    name=$(cat $file.name)
    status=$(cat $file.rc 2> /dev/null || echo "none")
    seconds=$(sed -n '2s/[ms]/ /gp' $file.times 2> /dev/null | awk '{ printf ", %.0f s", 60 * ($1 + $3) + $2 + $4 }')
    closing=$(tail -n 1 $file.out | grep -E '^[0-9]+ passed, [0-9]+ failed')
    p=0 f=0
    if [ -n "$closing" ]; then
        p=${closing%% passed*} f=${closing#*, } f=${f%% failed*}
    fi
    case $status in
    0) [ -n "$closing" ] || p=1 ;;
    77) skipped=$((skipped + 1)) ;;
    *) [ $f -gt 0 ] || f=1 ;;
    esac
    passed=$((passed + p)) failed=$((failed + f))
    if [ $f -gt 0 ]; then
        echo "FAIL $name (status $status$seconds)"
        if [ "$(wc -l < $file.out)" -gt 60 ]; then
            head -n 25 $file.out | sed 's/^/    /'
            echo "    ... ($file.out)"
            tail -n 25 $file.out | sed 's/^/    /'
        else sed 's/^/    /' $file.out; fi
    elif [ "$status" = 77 ]; then
        echo "SKIP $name: $(tail -n 1 $file.out)"
    else
        echo "ok   $name${closing:+: $closing}$seconds"
    fi
done
echo "$(($(date +%s) - started)) s"
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
