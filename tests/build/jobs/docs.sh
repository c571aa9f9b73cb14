#!/bin/sh
# docs.sh PART SCRATCH: README.md, examples/README.md, examples/docs/*.md and bench/README.md.
# same: the program at the top of fpm.h, examples/start/quickstart.c and the first C block of README.md that
#   starts with the switch are the same, byte for byte.
# snippets: every C block compiles: as it is when it has a main, else with the headers before it and,
#   but for its #lines, inside a function.
# python: the Python blocks of README.md print what stands there.
# cmake: the lines for CMake in examples/README.md make quickstart.c a program, with a local path as what was fetched.
# words: no phrase of tests/build/lists/words.txt stands in a text for users or in the declarations of the headers.
# links: files and headings that are linked to exist, every example and bench is in its index, README.md
#   has 220 lines at most, the figures in it are those of bench/README.md, and pictures are described.
# commands: every line "$ COMMAND" of a block without a language works, in a copy of the repository,
#   and prints what follows it; a line "..." stands for any lines.  A block right after the line
#   <!-- figures vary --> may print anything; one after <!-- not run --> is not run.  Rows of a table
#   of examples/README.md that name a command of the tool and a makespan are right, and the picture
#   of these shares says the same.  These commands draw every picture of the repository, as it is there.
#   Benches, which take minutes, are left to `make check-long`.  With FPM_O, an object that holds the
#   implementation, programs that make builds link it.
CC=${CC:-cc}
texts="README.md examples/README.md $(echo examples/docs/*.md) bench/README.md"
mkdir -p "$2"
cd "$2" || exit 1
scratch=$PWD
cd - > /dev/null || exit 1

# blocks LANGUAGE OUT: each block of that language in a file of its own, whose first line is the last
# line of text before it.
blocks() {
    rm -f "$2"*
    for text in $texts; do
        awk -v language="$1" -v out="$2$(echo $text | tr / -)-" '
            /^```/ && !inside { inside = 1; mine = substr($0, 4) == language; if (mine) { n++; print last > (out sprintf("%02d", n)) } next }
            /^```/ { inside = 0; last = ""; next }
            inside && mine { print > (out sprintf("%02d", n)) }
            !inside && !/^ *$/ { last = $0 }' $text
    done
}

case $1 in
same)
    sed -n '/^      #define FPM_STATIC$/,/^      }$/p' fpm.h | sed 's/^      //' > "$scratch/header.c"
    diff -u "$scratch/header.c" examples/start/quickstart.c || { echo "fpm.h (-) and quickstart.c (+) differ"; exit 1; }
    blocks c "$scratch/same-"
    for b in "$scratch"/same-README.md-*; do
        [ "$(sed -n 2p "$b")" = "#define FPM_STATIC" ] || continue
        sed 1d "$b" | diff -u - examples/start/quickstart.c || { echo "README.md (-) and quickstart.c (+) differ"; exit 1; }
        exit 0
    done
    echo "README.md does not show the program"
    exit 1
    ;;
snippets)
    blocks c "$scratch/snippet-"
    count=0
    for b in "$scratch"/snippet-*; do
        t=$b.c
        if grep -q 'main(' "$b"; then sed 1d "$b" > "$t"
        else
            {
                printf '#include "fpm.h"\n#include "fpm_kernels.h"\n#include <stdio.h>\n'
                sed 1d "$b" | grep '^ *#'
                echo 'extern void snippet(void); void snippet(void) {'
                sed 1d "$b" | grep -v '^ *#'
                echo '}'
            } > "$t"
        fi
        $CC -I. -w -c "$t" -o "$t.o" || { echo "C block $(basename "$b")"; cat "$b"; exit 1; }
        count=$((count + 1))
    done
    echo "$count blocks"
    [ $count -gt 6 ]
    ;;
python)
    command -v python3 > /dev/null || { echo "no python3"; exit 77; }
    [ "$(grep -c '^>>> ' README.md)" -gt 4 ] || { echo "README.md shows no Python"; exit 1; }
    $CC -O0 -shared -fPIC -x c -DFPM_IMPLEMENTATION fpm.h -o "$scratch/libfpm.so" -lm || exit 1
    blocks python "$scratch/python-block-"
    for b in "$scratch"/python-block-README.md-*; do
        sed 1d "$b" > "$b.txt"
        PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=examples/python FPM_LIBRARY=$scratch/libfpm.so \
            python3 -m doctest "$b.txt" || exit 1
    done
    ;;
cmake)
    command -v cmake > /dev/null || { echo "no cmake"; exit 77; }
    rm -rf "$scratch/cmake" && mkdir -p "$scratch/cmake/fpm/examples/packaging" || exit 1
    cp fpm.h "$scratch/cmake/fpm/" && cp examples/packaging/CMakeLists.txt "$scratch/cmake/fpm/examples/packaging/" && cp examples/start/quickstart.c "$scratch/cmake/" || exit 1
    cp tests/build/probes/other_target.c "$scratch/cmake/other.c" || exit 1
    blocks cmake "$scratch/cmake-block-"
    project() { # project LINES...: quickstart.c is made by them and either name of the target
        {
            printf 'cmake_minimum_required(VERSION 3.18)\nproject(test C)\n'
            printf '%s\n' "$@" 'add_executable(quickstart quickstart.c)' 'target_link_libraries(quickstart fpm::fpm)' \
                'add_executable(other other.c)' 'target_link_libraries(other fpm)'
        } > "$scratch/cmake/CMakeLists.txt"
        rm -rf "$scratch/cmake/build"
        cmake -S "$scratch/cmake" -B "$scratch/cmake/build" -DCMAKE_C_FLAGS=-O0 "-DFETCHCONTENT_SOURCE_DIR_FPM=$scratch/cmake/fpm" > "$scratch/cmake.log" 2>&1 && cmake --build "$scratch/cmake/build" >> "$scratch/cmake.log" 2>&1 ||
            { tail -n 20 "$scratch/cmake.log"; exit 1; }
        "$scratch/cmake/build/quickstart" | grep '^7200 + 4800 units' && "$scratch/cmake/build/other" || exit 1
    }
    line=$(sed -n 's/.*`add_subdirectory(COPY\(.*\))`.*/add_subdirectory(fpm\1)/p' examples/README.md)
    [ -n "$line" ] || { echo "examples/README.md names no add_subdirectory"; exit 1; }
    project "$line"
    project "$(sed 1d "$scratch"/cmake-block-examples-README.md-01)"
    # For Windows there is no m.
    command -v x86_64-w64-mingw32-gcc > /dev/null || exit 0
    cmake -S "$scratch/cmake" -B "$scratch/cmake/windows" -G 'Unix Makefiles' -DCMAKE_SYSTEM_NAME=Windows "-DFETCHCONTENT_SOURCE_DIR_FPM=$scratch/cmake/fpm" \
        -DCMAKE_C_COMPILER=x86_64-w64-mingw32-gcc > "$scratch/cmake.log" 2>&1 &&
        ! grep -r -e ' -lm\b' "$scratch/cmake/windows/CMakeFiles/quickstart.dir" &&
        grep -rq -e ' -lm\b' "$scratch/cmake/build/CMakeFiles/quickstart.dir" &&
        cmake --build "$scratch/cmake/windows" >> "$scratch/cmake.log" 2>&1 && [ -f "$scratch/cmake/windows/quickstart.exe" ] ||
        { tail -n 20 "$scratch/cmake.log"; exit 1; }
    ;;
links)
    bad=
    complain() { echo "$*"; bad=1; }
    [ "$(wc -l < README.md)" -le 200 ] || complain "README.md has more than 200 lines"
    for text in $texts; do
        for link in $(grep -oE '\]\([^)]*\)' $text | sed 's/^](//; s/)$//'); do
            case $link in http*) continue ;; esac
            file=${link%%#*} heading=${link#*#}
            [ -n "$file" ] && file=$(dirname $text)/$file || file=$text
            [ -e "$file" ] || complain "$text: no $file"
            [ "$heading" != "$link" ] || continue
            [ -d "$file" ] && file=$file/README.md
            sed -n 's/^#* //p' "$file" | tr 'A-Z' 'a-z' | tr -d '`,.:' | tr ' ' - | grep -qx "$heading" ||
                complain "$text: $file has no heading $heading"
        done
    done
    for file in examples/* bench/*.c; do
        name=${file#*/}
        [ $name = README.md ] || cat ${file%%/*}/*.md | grep -qF "($name)" || complain "${file%%/*}/*.md lack $name"
    done
    for file in examples/*/*; do
        case $file in examples/data/* | examples/packaging/* | examples/tool/* | examples/web/*) continue ;; esac
        cat examples/README.md examples/docs/*.md | grep -qF "${file#*/})" || complain "examples/README.md and examples/docs/*.md lack $file"
    done
    for file in examples/pictures/*.svg bench/*.svg; do
        grep -q ' role="img" aria-labelledby="title desc"' $file && grep -q 'prefers-color-scheme:dark' $file &&
            grep -q '^<desc id="desc">.*\.</desc>$' $file || complain "$file: no description or no dark style"
    done
    awk '$1 == 64 && /e-0[0-9] .*e-0[0-9]/ { printf "%.0f microseconds\n", 1e6 * $2; exit }' bench/README.md > "$scratch/figures"
    awk '$1 == 1000000 && /akima/ { printf "processors %.2g s\n", $5 }
        /^N = 10000000/ { most = 1 } most && $1 == 10000 { printf "%.2g ms\n", $4; exit }' bench/README.md >> "$scratch/figures"
    [ "$(wc -l < "$scratch/figures")" -eq 3 ] || complain "bench/README.md lacks figures"
    while read -r figure; do grep -qF -e "$figure" README.md || complain "README.md lacks: $figure"; done < "$scratch/figures"
    [ -z "$bad" ]
    ;;
commands)
    blocks '' "$scratch/command-"
    copy=$scratch/copy
    rm -rf "$copy" && mkdir -p "$copy/build" || exit 1
    cp -r Makefile fpm.h fpm_kernels.h examples tests bench "$copy"
    rm -f "$copy"/examples/pictures/*.svg "$copy"/bench/*.svg
    tool=$copy/build/fpm-tool
    # Examples link FPM_O, which holds the implementation, so that none compiles it.
    flags=-O0 object=
    if [ -n "$FPM_O" ]; then
        flags="-O0 -DFPM__IMPLEMENTED" object=$(cd "$(dirname "$FPM_O")" && pwd)/$(basename "$FPM_O")
        sed -i '/^#define FPM_STATIC$/d' "$copy"/examples/*/*.c "$copy"/examples/*/*.cpp
        export MAKEFLAGS="LIBS=$object\\ -lm\\ -lpthread"
    fi
    # Commands that say cc -O2, or mpicc, compile at -O0, and link the object, too; tcc makes a library in a moment.
    mkdir -p "$scratch/bin"
    {
        echo '#!/bin/sh'
        echo "quick=$(command -v tcc) object=$object"
        echo 'case " $* " in'
        echo '*" -shared "*) [ -z "$quick" ] || exec $quick "$@" ;;'
        echo '*" -c "* | *"$object"*) ;;'
        echo "*) exec $(command -v $CC) -DFPM__IMPLEMENTED \$object \"\$@\" -O0 ;;"
        echo 'esac'
        echo "exec $(command -v $CC) \"\$@\" -O0"
    } > "$scratch/bin/cc"
    chmod +x "$scratch/bin/cc"
    $CC -O1 ${object:+-DFPM__IMPLEMENTED} -I. -c examples/tool/kernels.c -o "$scratch/kernels.o" || exit 1 # times its own code
    $CC -O0 ${object:+-DFPM__IMPLEMENTED} -I. $(ls examples/tool/*.c | grep -v /kernels.c) "$scratch/kernels.o" $object -o "$tool" -lm -lpthread || exit 1
    touch "$tool" && make -t -s -C "$copy" build/fpm-tool CFLAGS=-O0 > /dev/null || exit 1
    passed=0 failed=0
    for b in "$scratch"/command-*; do
        before=$(sed -n 1p "$b")
        case $before in '<!-- not run -->') continue ;; esac
        sed 1d "$b" | grep '^\$ ' | sed 's/^\$ //' > "$scratch/list"
        k=0
        while read -r command; do
            k=$((k + 1))
            case $command in *build/bench/*) [ -n "$CHECK_LONG" ] || { echo "SKIP $command: minutes"; continue; } ;; esac
            case $command in *mpi*) command -v mpirun > /dev/null || { echo "SKIP $command: no mpirun"; continue; } ;; esac
            (cd "$copy" && PATH=$scratch/bin:$PATH OMPI_CC=$scratch/bin/cc && export PATH OMPI_CC && OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 TOOL=build/fpm-tool CFLAGS="$flags" \
                sh -c "$command" < /dev/null) > "$scratch/out" 2> "$scratch/err"
            status=$?
            [ $status -ne 77 ] || { echo "SKIP $command"; continue; }
            sed -i '/^make\[/d; /^\(cc\|gcc\|clang\|mpicc\|'"${CC%% *}"'\) /d; /^to run it: /d' "$scratch/out"
            sed 1d "$b" | awk -v k=$k '/^\$ / { n++; next } n == k' > "$scratch/want"
            message=
            [ $status -eq 0 ] || message="status $status"
            case $before in
            '<!-- figures vary -->') ;;
            *)
                awk 'NR == FNR { want[++n] = $0; next } { got[++m] = $0 }
                    END { j = 1
                        for (i = 1; i <= n; i++) {
                            if (want[i] == "...") { any = 1; continue }
                            while (any && j <= m && got[j] != want[i]) j++
                            any = 0
                            if (got[j++] != want[i]) exit 1
                        }
                        exit n > 0 && !any && j <= m }' "$scratch/want" "$scratch/out" || message="${message:-other output}"
                ;;
            esac
            if [ -z "$message" ]; then passed=$((passed + 1)); continue; fi
            failed=$((failed + 1))
            echo "FAIL $(basename "$b"): $command: $message"
            diff "$scratch/want" "$scratch/out" | head -n 10
            head -n 5 "$scratch/err"
        done < "$scratch/list"
    done
    for f in examples/pictures/*.svg bench/*.svg; do
        if cmp -s "$f" "$copy/$f"; then passed=$((passed + 1)); continue; fi
        case $CHECK_LONG$f in bench/*) continue ;; esac
        failed=$((failed + 1))
        if [ -e "$copy/$f" ]; then echo "FAIL $f: its command draws another picture (make pictures)"
        else echo "FAIL $f: no command of the texts draws it"; fi
    done
    grep -E '^\|.*`build/fpm-tool partition' examples/README.md > "$scratch/list"
    while read -r row; do
        command=$(echo "$row" | sed 's/[^`]*`\([^`]*\)`.*/\1/')
        want=$(echo "$row" | sed 's/.*| \([0-9.]*\) s.*/\1/')
        got=$(cd "$copy" && sh -c "$command --tsv" 2> /dev/null | awk '$2 == "makespan" { printf "%.3g %.4g", $3, $3 }')
        case $command in *-a*) said=": $want s" ;; *) said="done after ${got#* } s<" ;; esac
        if [ "${got% *}" = "$want" ] && grep -q "^<text.*$said" examples/pictures/shares.svg; then
            passed=$((passed + 1))
            continue
        fi
        failed=$((failed + 1))
        echo "FAIL $command: $got, not $want, or not so in examples/pictures/shares.svg"
    done < "$scratch/list"
    [ -s "$scratch/list" ] || failed=$((failed + 1))
    echo "$passed passed, $failed failed"
    [ $failed -eq 0 ] && [ $passed -gt 15 ]
    ;;
words)
    # Each text in one line, so that a phrase may go on in the next line of the file.
    TOOL=${TOOL:-$scratch/words-tool}
    [ -x "$TOOL" ] || $CC -O0 -I. examples/tool/*.c -o "$TOOL" -lm -lpthread || exit 1
    one() { tr '\n\t' '  ' | tr -s ' ' > "$scratch/words-$1"; }
    rm -f "$scratch"/words-*.text
    for text in README.md examples/README.md examples/docs/*.md; do one $(echo $text | tr / -).text < $text; done
    sed 's/^\.[A-Z]* *//; s/\\f[BRI]//g; s/\\//g' examples/docs/fpm-tool.1 | one fpm-tool.1.text
    for verb in $("$TOOL" help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do "$TOOL" help $verb; done | one helps.text
    for text in examples/tool/*.c examples/web/*.js; do
        grep -oE '"([^"\\]|\\.)*"|`[^`]*`' $text | sed 's/^.//; s/.$//; s/\\n/ /g' | one $(echo $text | tr / -).text
    done
    sed 's/<[^>]*>//g' examples/web/page.html | one page.text
    for text in fpm.h fpm_kernels.h; do sed '/^#ifdef FPMK*_IMPLEMENTATION/,$d' $text | one $text.text; done
    sed -n '/^.. ---- >>changes/,$p' fpm.h | one changes.text
    echo 'This text is dear.' > "$scratch/words-planted.text"
    bad=0
    grep -v '^#' tests/build/lists/words.txt > "$scratch/words.list"
    while read -r line; do
        phrase=${line%%  *}
        grep -oiE "(.{0,30}[^a-z_-])?\b($phrase)\b([^a-z_-].{0,30})?" "$scratch"/words-*.text > "$scratch/words.found" || continue
        sed "s,^.*/words-,,; s/\.text:/: /; s/\$/    (write: ${line##*  })/" "$scratch/words.found"
        bad=$((bad + $(wc -l < "$scratch/words.found")))
    done < "$scratch/words.list"
    # The planted one is found, and it is the only one.
    [ $bad -eq 1 ]
    ;;
esac
