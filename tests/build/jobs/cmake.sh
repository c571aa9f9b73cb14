#!/bin/sh
# cmake.sh PREFIX SCRATCH: find_package finds what `make install` put below PREFIX, in a version that
# fits and in no other, and makes quickstart.c a program.
P=$1 W=$2
rm -rf "$W" && mkdir -p "$W/find" && cp examples/start/quickstart.c "$W/find/" || exit 1
cp tests/build/probes/other_target.c "$W/find/other.c" || exit 1
version=$(sed -n 's/^set(PACKAGE_VERSION "\(.*\)")/\1/p' "$P/share/cmake/fpm/fpmConfigVersion.cmake")
find_in() { # find_in VERSION: a project that asks for it, and uses either name of the target; cmake looks anew
    printf 'cmake_minimum_required(VERSION 3.10)\nproject(test C)\nfind_package(fpm %s REQUIRED)\n' "$1" > "$W/find/CMakeLists.txt"
    printf 'add_executable(quickstart quickstart.c)\ntarget_link_libraries(quickstart fpm::fpm)\n' >> "$W/find/CMakeLists.txt"
    printf 'add_executable(other other.c)\ntarget_link_libraries(other fpm)\n' >> "$W/find/CMakeLists.txt"
    cmake -S "$W/find" -B "$W/find/build" -U fpm_DIR "-DCMAKE_PREFIX_PATH=$P" > "$W/find/log" 2>&1
}
made() { # the programs of the project that was found last
    cmake --build "$W/find/build" >> "$W/find/log" 2>&1 &&
        "$W/find/build/quickstart" | grep -q '^7200 + 4800 units' && "$W/find/build/other" > "$W/find/out"
}
minor=${version#*.} minor=${minor%%.*}
for v in "" "${version%.*}" "$version" "$version EXACT"; do
    find_in "$v" || { tail -n 20 "$W/find/log"; echo "FAIL find_package(fpm $v)"; exit 1; }
done
made || { tail -n 20 "$W/find/log"; echo "FAIL the programs of find_package(fpm $version EXACT)"; exit 1; }
for v in "${version%%.*}.$((minor + 1))" "${version%.*}.99" "${version%%.*}.${minor}9" $((${version%%.*} + 1)); do
    find_in "$v" && { echo "FAIL find_package(fpm $v) takes $version"; exit 1; }
    grep -q 'requested version' "$W/find/log" || { tail -n 20 "$W/find/log"; exit 1; }
done
