#!/bin/sh
# test_cuda.sh: the CUDA forms of the kernels without a device: on a stand-in for the CUDA runtime
# (tests/cuda/cuda_runtime.h).  What nvcc makes of them is a row of the build matrix.
CXX=${CXX:-c++}
W=$(mktemp -d) || exit 1
trap 'rm -rf "$W"' EXIT
trap 'exit 1' HUP INT TERM
if ! command -v ${CXX%% *} > /dev/null; then
    echo "SKIP: no $CXX"
    echo "0 passed, 0 failed"
    exit 0
fi
SAN="-fsanitize=address,undefined"
echo 'int main() { return 0; }' > "$W/probe.cpp"
$CXX $SAN "$W/probe.cpp" -o "$W/probe" 2> /dev/null && "$W/probe" || SAN=
$CXX -std=c++11 -O1 -g $SAN -I. -Itests/cuda -Itests tests/cuda/test_cuda.cpp -o "$W/test" -lm -lpthread || exit 1
"$W/test" > "$W/out"
status=$?
cat "$W/out"
exit $status
