#!/bin/sh
# test_matmul.sh [mpi|spoilt]: the examples that multiply matrices, on small ones: that the product
# is right and that the tables are whole.  With mpi: the one over MPI, on this machine.  With spoilt:
# elements that nobody computes are noticed.  Nothing here depends on how long anything takes.  Run
# from the root of the repository.
. tests/build/jobs/examples_common.sh

if [ "$1" = spoilt ]; then
    spoil 's/for (i = s->t.r0; i/for (i = s->t.r0 + (s->t.r0 > 0); i/' examples/workloads/matmul.c broken.c
    build "$CC" "$W/broken.c" broken
    run 1 "$W/broken" 40
    ok "a wrong product is not noticed" grep -q '^WRONG' "$W/out"
    spoil 's/for (j = 0; j < w; j++) s->g->c/for (j = i == 0; j < w; j++) s->g->c/' examples/workloads/matmul_rough.c broken.c
    build "$CC" "$W/broken.c" broken
    run 1 "$W/broken" 12 4
    ok "a wrong product is not noticed" grep -q '^WRONG' "$W/out"
    finish
fi
if [ "$1" != mpi ]; then
    build "$CC" examples/workloads/matmul.c matmul
    for size in "16 1" "70 9" 16; do
        run 0 "$W/matmul" $size
        ok "a row is missing" [ "$(grep -c '|.*x.*|.*|.*[0-9]$' "$W/out")" -eq 4 ]
        ok "the product is wrong" grep -Fqx 'all products are right' "$W/out"
    done
    build "$CC" examples/workloads/matmul_rough.c matmul_rough
    for size in "32 8" "6 1" "36 12"; do
        run 0 "$W/matmul_rough" $size
        ok "a row is missing" [ "$(grep -c '|.*x.*| foretold .* ms | took .* ms$' "$W/out")" -eq 3 ]
        ok "a kind is not judged" [ "$(grep -c '^gemm.*times repeat within .* besides: ' "$W/out")" -eq 2 ]
        ok "the product is wrong" grep -Fqx 'all products are right' "$W/out"
    done
    run 2 "$W/matmul_rough" 33 8
    run 2 "$W/matmul_rough" 8 8
    run 2 "$W/matmul" 15
    run 2 "$W/matmul" 16 17
    finish
fi

need_mpi
build "$MPICC" examples/mpi/matmul_mpi.c matmul_mpi
for case in "4 60 7" "5 97 16" "1 20 20" "6 12 5"; do
    set -- $case
    count=$1
    shift
    ranks "$count" 0 "$W/matmul_mpi" "$@"
    ok "the product is wrong" grep -Fqx 'the product is right' "$W/out"
    ok "the volume is not as foretold" grep -Fqx 'elements received are as many as foretold' "$W/out"
done
ranks 2 2 "$W/matmul_mpi" 0
finish
