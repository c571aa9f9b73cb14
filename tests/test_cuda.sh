#!/bin/sh
# test_cuda.sh [spoilt]: the CUDA forms of the kernels, and the example that multiplies matrices
# with them, without a device: on a stand-in for the CUDA runtime (tests/cuda/cuda_runtime.h).  What
# nvcc makes of them is a row of the build matrix.  With spoilt: that a wrong product is noticed.
# Run from the root of the repository.
. tests/build/jobs/examples_common.sh
if ! command -v ${CXX%% *} > /dev/null; then
    echo "SKIP: no $CXX"
    finish
fi
echo 'int main() { return 0; }' > "$W/probe.cpp"
probe() { $CXX $SAN "$W/probe.cpp" $FPM_O -o "$W/probe" -lm 2> /dev/null && "$W/probe"; }
probe || FPM_O= # of another family of compilers
[ -n "$FPM_O" ] || { SAN="-fsanitize=address,undefined"; probe || SAN=; }
STAND="$CXX -std=c++11 -I$W -Itests/cuda -Itests"
cp examples/workloads/matmul_hybrid.cu "$W"
plain examples/workloads/matmul.c > "$W/matmul.c"

# The example, with the devices and the memory of each that are given.
hybrid() { # hybrid PROGRAM STATUS DEVICES BYTES ARGUMENT...
    program=$1 want=$2 FAKE_DEVICES=$3 FAKE_MEMORY=$4
    export FAKE_DEVICES FAKE_MEMORY
    shift 4
    run "$want" "$W/$program" "$@"
}
if [ "$1" = spoilt ]; then
    spoil 's/fpmk_gemm_cuda(&setup, h,/fpmk_gemm_cuda(\&setup, h - 1,/' examples/workloads/matmul.c matmul.c
    build "$STAND" tests/cuda/hybrid.cpp broken
    hybrid broken 1 1 1000000 40 9
    ok "a wrong product is not noticed" grep -q '^WRONG' "$W/out"
    finish
fi

build "$STAND" tests/cuda/test_cuda.cpp test
"$W/test" > "$W/all"
status=$?
sed '/^[0-9]* passed, [0-9]* failed$/d' "$W/all"
passed=$((passed + $(sed -n 's/ passed, .*//p' "$W/all")))
failed=$((failed + $(sed -n 's/.* passed, \(.*\) failed$/\1/p' "$W/all")))
ok "exit status $status" [ $status -eq 0 ]

build "$STAND" tests/cuda/hybrid.cpp hybrid
for case in "1 1000000 40 9" "2 1000000 70 70" "1 3000 33 16" "3 1000000 50 7"; do
    hybrid hybrid 0 $case
    ok "a row is missing" [ "$(grep -c '|.*x.*|.*|.*[0-9]$' "$W/out")" -eq 4 ]
    ok "not all devices" [ "$(grep -c '^processor [0-9] is x*$' "$W/out")" -eq "${case%% *}" ]
    ok "the product is wrong" grep -Fqx 'all products are right' "$W/out"
    ok "there is text on standard error" [ ! -s "$W/err" ]
done
hybrid hybrid 0 0 0 40 9
ok "no device is not said" grep -Eqx 'matmul: no such CUDA device here.*: threads only' "$W/err"
ok "the product is wrong" grep -Fqx 'all products are right' "$W/out"
hybrid hybrid 1 1 8 40 9
ok "no memory on the device is not said" grep -Eqx 'matmul: .*memory.*' "$W/err"
hybrid hybrid 2 1 1000000 15
finish
