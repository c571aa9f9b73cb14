#!/bin/sh
# windows.sh DIRECTORY: the threads of fpm_kernels.h by calls of Windows, imitated here; the tool,
# quickstart, the C++ examples and the tests made for Windows by mingw, without warnings; under wine
# the tool prints what it prints here (line ends aside), and the tests pass.
# Exit status 77: no mingw, or no wine.  Run from the root of the repository.  CC compiles.  Where there are TOOL, the
# tool, and FPM_O, an object that holds the implementation, they are what is compared with.
# windows.sh msvc DIRECTORY: clang reads fpm.h, and fpm_kernels.h with its threads, as cl.exe does (its
# target, its dialect, none of the branches for gcc and clang), beside headers that declare what they
# call as Microsoft's do.
CC=${CC:-cc} CROSS=${CROSS:-x86_64-w64-mingw32-gcc} WINE=${WINE:-wine}
if [ "$1" = msvc ]; then
    command -v clang > /dev/null || { echo "no clang"; exit 77; }
    W=$2/msvc passed=0 failed=0
    mkdir -p $W || exit 1
    begin='#pragma once
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif'
    end='#ifdef __cplusplus
}
#endif'
    printf '%s\n' "$begin" 'double atan(double), ceil(double), cos(double), erfc(double), exp(double), expm1(double), fabs(double), floor(double),
    fmax(double, double), fmin(double, double), fmod(double, double), frexp(double, int *), ldexp(double, int), log(double), log10(double), pow(double, double), sin(double), sqrt(double), tan(double);
#define INFINITY ((float)(1e300 * 1e300))
#define HUGE_VAL ((double)INFINITY)' "$end" > $W/math.h
    printf '%s\n' "$begin" 'typedef struct _iobuf FILE;
FILE *fopen(const char *, const char *);
int fclose(FILE *);
char *fgets(char *, int, FILE *);
int snprintf(char *, size_t, const char *, ...);' "$end" > $W/stdio.h
    printf '%s\n' "$begin" 'void free(void *);
void *realloc(void *, size_t);
void qsort(void *, size_t, size_t, int (__cdecl *)(const void *, const void *));
double strtod(const char *, char **);' "$end" > $W/stdlib.h
    printf '%s\n' "$begin" '#ifdef __cplusplus
const void *memchr(const void *, int, size_t);
const char *strstr(const char *, const char *);
extern "C++" const char *strpbrk(const char *, const char *);
extern "C++" char *strpbrk(char *, const char *);
#else
void *memchr(const void *, int, size_t);
char *strstr(const char *, const char *), *strpbrk(const char *, const char *);
#endif
int memcmp(const void *, const void *, size_t), strcmp(const char *, const char *), strncmp(const char *, const char *, size_t);
void *memcpy(void *, const void *, size_t), *memmove(void *, const void *, size_t), *memset(void *, int, size_t);
size_t strlen(const char *);
char *strchr(const char *, int);' "$end" > $W/string.h
    printf '%s\n' "$begin" 'typedef __int64 time_t;
typedef long clock_t;
struct timespec { time_t tv_sec; long tv_nsec; };
#define TIME_UTC 1
#define CLOCKS_PER_SEC ((clock_t)1000)
clock_t clock(void);
int timespec_get(struct timespec *, int);' "$end" > $W/time.h
    cp tests/build/probes/msvc/*.h $W || exit 1
    # reads SWITCH PROBE: the probe, as that target and dialect
    reads() {
        clang -x $dialect $1 --target=$target-pc-windows-msvc $sse -fms-compatibility-version=19.29 -fms-extensions -fms-compatibility \
            -fdelayed-template-parsing -U__clang__ -U__GNUC__ -fsyntax-only -Wall -Wextra -Wshadow -Wconversion \
            -Wsign-conversion -Wno-unused-function -Werror -isystem $W -I. tests/build/probes/$2.c && passed=$((passed + 1)) && return
        echo "FAIL $target, $dialect $1, $2.c"
        failed=$((failed + 1))
    }
    for target in x86_64 i686 aarch64; do
        sse= && [ $target != i686 ] || sse=-msse2 # cl.exe: /arch:SSE2
        for dialect in "c -std=c11" "c -std=c17" "c++ -std=c++14" "c++ -std=c++20"; do
            for switch in "" -DFPM_STATIC; do reads "$switch" implementation; done
            switch= && [ "${dialect% *}" = c ] || switch=-DFPMK_STATIC
            reads "$switch" kernels_first
        done
    done
    echo "$passed passed, $failed failed"
    exit $failed
fi
W=$1 passed=0 failed=0
mkdir -p $W || exit 1
tsan=-fsanitize=thread
echo 'int main(void) { return 0; }' > $W/tsan.c
$CC $tsan $W/tsan.c -o $W/tsan 2> /dev/null && $W/tsan 2> /dev/null || tsan=
$CC -std=gnu99 -O1 -g1 $tsan -Wall -Wextra -Werror -Itests/build/probes/windows -I. -Itests \
    tests/build/probes/windows_threads.c -o $W/threads -lm -lpthread || exit 1
$W/threads > $W/threads.out 2>&1 || { cat $W/threads.out; exit 1; }
command -v $CROSS > /dev/null || { echo "no $CROSS (Debian: gcc-mingw-w64-x86-64-win32)"; exit 77; }
WARN="-Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Wno-misleading-indentation -Werror"
# The implementation has a file for itself: what else is made here links it.  Its warnings are those of fpm-tool.exe.
$CROSS -Og -I. -Itests -c tests/fpm.c -o $W/fpm.o || exit 1
linked() { sed '/^#define FPM_STATIC$/d' $1 > $W/linked.${1##*.} && echo "-DFPM__IMPLEMENTED $W/linked.${1##*.}"; }
$CROSS -std=c99 -O0 -pedantic $WARN -include windows.h -I. $(linked examples/start/quickstart.c) $W/fpm.o -o $W/quickstart.exe || exit 1
CROSSXX=${CROSS%gcc}g++
for program in calls/containers start/blur; do
    command -v $CROSSXX > /dev/null || continue
    $CROSSXX -std=c++11 -O0 -pedantic -Wall -Wextra -Wshadow -Wno-misleading-indentation -Werror -I. \
        $(linked examples/$program.cpp) -x none $W/fpm.o -o $W/$(basename $program).exe || exit 1
done
# make's tool has OpenMP in it, and wants no DLL that is not of Windows.  Names that windows.h defines are another job.
make -s CC=$CROSS B=$W/made CFLAGS="-std=c99 -D_GNU_SOURCE -O0 -pedantic $WARN" $W/made/fpm-tool || exit 1
cp $W/made/fpm-tool.exe $W || exit 1
libraries=$(${CROSS%gcc}objdump -p $W/fpm-tool.exe | sed -n 's/.*DLL Name: //p' | tr 'A-Z' 'a-z')
[ -n "$libraries" ] && ! echo "$libraries" | grep -vqE '^(kernel32|msvcrt|advapi32|api-ms-win-crt-.*)\.dll$' ||
    { echo "the tool of make wants" $libraries; exit 1; }
if ! command -v $WINE > /dev/null; then
    for t in tests/test_*.c; do $CROSS -std=gnu99 -fsyntax-only $WARN -I. -Itests $t || exit 1; done
    echo "made by mingw, but no wine to run it (Debian: wine64 wine)"
    exit 77
fi
# A Windows of its own, without what asks questions or adds to menus.
WINEPREFIX=$(cd $W && pwd)/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml,winemenubuilder.exe="
export WINEPREFIX WINEDEBUG WINEDLLOVERRIDES
trap 'wineserver -k 2> /dev/null; rm -rf "$WINEPREFIX"' EXIT
trap 'exit 1' HUP INT TERM
limit=
command -v timeout > /dev/null && limit="timeout 900"
$limit $WINE $W/quickstart.exe > $W/out 2> $W/err || { tail -n 5 $W/err; echo "wine runs no program here"; exit 77; }

same() { # same PROGRAM ARGUMENT...: status, output and errors are those of the native program
    program=$1
    shift
    $W/$program "$@" > $W/want 2> $W/want-err
    want=$?
    $limit $WINE $W/$program.exe "$@" > $W/out 2> $W/err
    got=$?
    tr -d '\r' < $W/out | diff $W/want - && tr -d '\r' < $W/err | diff $W/want-err - && [ $got -eq $want ] &&
        passed=$((passed + 1)) && return
    echo "FAIL $program $*: status $got, not $want"
    failed=$((failed + 1))
}
if [ -n "$FPM_O" ]; then $CC -O0 -I. $(linked examples/start/quickstart.c) $FPM_O -o $W/quickstart -lm || exit 1
else $CC -O0 -I. examples/start/quickstart.c -o $W/quickstart -lm || exit 1; fi
if [ -n "$TOOL" ]; then cp $TOOL $W/fpm-tool || exit 1
else $CC -O1 -I. examples/tool/*.c -o $W/fpm-tool -lm -lpthread || exit 1; fi
data=examples/data
same quickstart
same fpm-tool partition -n 1000000 $data/core.pts $data/gpu.pts $data/steady.pts
same fpm-tool partition -n 1000000 --tsv $data/core.pts $data/gpu.pts
same fpm-tool chain -p 7 --json $data/uszip_512.mtx
same fpm-tool rect -m 7 $data/uszip_512.mtx
same fpm-tool simulate -n 100000 $data/core.pts $data/gpu.pts
same fpm-tool partition -n 10 $data/none.pts

for t in tests/test_*.c; do
    object=$W/fpm.o name=$(basename $t .c)
    ! grep -q 'define FPM_IMPLEMENTATION' $t || object=
    $CROSS -std=gnu99 -O0 $WARN -I. -Itests $t $object -o $W/$name.exe || exit 1
    TEST_COUNT=${TEST_COUNT:-0.02} $limit $WINE $W/$name.exe > $W/$name.out 2>&1
    status=$?
    [ $status -eq 0 ] && passed=$((passed + 1)) && continue
    echo "FAIL $name: status $status"
    tail -n 20 $W/$name.out
    failed=$((failed + 1))
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
