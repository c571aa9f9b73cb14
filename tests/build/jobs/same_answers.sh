#!/bin/sh
# same_answers.sh WHAT REFERENCE PROGRAM COMPILER FLAG...: answers.c as this compiler makes it prints the lines
# of REFERENCE, which another build printed: answers of all public calls, with their bits.  WHAT is
# answers, or arithmetic to leave out the sections that use exp, log and tan of the C library.
# A program for another processor runs under qemu.  Exit status 77: none is made that runs here.
what=$1 reference=$2 program=$3 compiler=$4
shift 3
run=
case $compiler in
powerpc64*-linux-*) run=ppc64${compiler#powerpc64} ;;
*-linux-*) run=$compiler ;;
esac
if [ -n "$run" ]; then
    emulator=qemu-${run%%-linux-*}
    run=$(command -v $emulator-static || command -v $emulator) ||
        { echo "no $emulator-static (Debian: qemu-user-static)"; exit 77; }
fi
echo 'int main(void) { return 0; }' > $program.c
if ! "$@" $program.c -o $program 2> $program.err || ! $run $program; then
    tail -n 2 $program.err
    echo "no program that runs here is made by $*"
    exit 77
fi
"$@" -ffp-contract=off -I. tests/build/probes/answers.c -o $program -lm || exit 1
$run $program $(sed -n '1s/# seed \([0-9]*\), scale /-s \1 -x /p' $reference) > $program.all || exit 1
case $what in arithmetic) skip='#(stat|numerical|balance)\.' ;; *) skip='^$' ;; esac
grep -vE "$skip" $reference > $program.want
grep -vE "$skip" $program.all > $program.got
diff $program.want $program.got | head -n 6
cmp $program.want $program.got
