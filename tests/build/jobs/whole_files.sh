#!/bin/sh
# whole_files.sh TOOL SCRATCH: a file that the tool is told to write is afterwards the former one or the whole
# new one, and nothing is left beside it: after writes that fail at every place, a full disk, calls of
# the system that fail, signals at random moments, a closed pipe.  What is no regular file is written
# as it stands.
TOOL=$1
case $TOOL in /*) ;; *) TOOL=$PWD/$TOOL ;; esac
D=$PWD/tests/data/tool
mkdir -p "$2"
cd "$2" || exit 1
W=$PWD passed=0 failed=0
LC_ALL=C
export LC_ALL
fail() { failed=$((failed + 1)); echo "FAIL $*"; }
ok() { # ok MESSAGE COMMAND...
    message=$1
    shift
    if "$@"; then passed=$((passed + 1)); else fail "$message"; fi
}
rm -rf d && mkdir d && cd d || exit 1
echo "old and dear" > old
part="partition -n 9000 --speeds 1,2 --part"
draw="partition -n 9000 $D/quick.pts $D/slow.pts --svg"
"$TOOL" $part new > /dev/null && mv new ../part.new && "$TOOL" $draw new > /dev/null && mv new ../svg.new || exit 1

# state WHAT NEW STATUS: out is NEW, or after a failure what it was (or not there, where it was not)
state() {
    if [ "$3" -eq 0 ] || cmp -s out "../$2"; then ok "$1: status 0, not the whole file" cmp -s out "../$2"
    elif [ -n "$there" ]; then ok "$1: status $3, neither the former file" cmp -s out old
    else ok "$1: status $3, a file is there" [ ! -e out ]; fi
    ok "$1: $(ls -A | tr '\n' ' ')is there" [ "$(ls -A | grep -vcxE 'old|out')" -eq 0 ]
}
begin() { rm -f out; [ -z "$there" ] || cp old out; }

# Writes that fail at every block of 512 bytes: as an error, and as the signal.
for there in 1 ''; do
    for new in part.new svg.new; do
        command=$part; [ $new = part.new ] || command=$draw
        most=$(($(wc -c < ../$new) / 512 + 1)) k=0 status=1
        while [ $status -ne 0 ] && [ $k -le $((most + 2)) ]; do
            begin; said=$( (trap '' XFSZ; ulimit -f $k; exec "$TOOL" $command out) 2>&1 > /dev/null)
            status=$?
            state "block $k of $most" $new $status
            [ $status -eq 0 ] || case $said in *'out: File too large') ;; *) fail "block $k: no word of it: $said" ;; esac
            k=$((k + 2))
        done
        ok "$new: whole within $k blocks of $most" [ $status -eq 0 ] && ok "$new: $k of $most blocks" [ $k -ge $most ]
        begin; (ulimit -f 1; exec "$TOOL" $command out) > /dev/null 2>&1
        state "signal XFSZ" $new $?
    done
done
# Each call of the system that may fail.
if command -v strace > /dev/null && strace -o ../trace true 2> /dev/null; then
    calls=0
    for there in 1 ''; do
        for call in write close openat rename fchmod access lstat newfstatat; do
            k=0 status=1
            while [ $k -lt 40 ]; do
                k=$((k + 1))
                begin; strace -o ../trace -e trace=$call -e inject=$call:error=ENOSPC:when=$k "$TOOL" $part out > /dev/null 2>&1
                status=$?
                grep -q INJECTED ../trace || break
                calls=$((calls + 1))
                state "$call $k" part.new $status
            done
        done
        for call in rename openat; do
            begin; strace -o ../trace -e trace=$call -e "inject=$call:error=EIO:when=$([ $call = rename ] && echo 1 || echo 4)+" "$TOOL" $part out > /dev/null 2>&1
            state "$call fails" part.new $?
        done
    done
    ok "few calls failed: $calls" [ $calls -gt 40 ]
else echo "SKIP calls that fail: no strace that may trace"; fi
# A disk of 16 KiB.
mkdir -p ../disk
if mount -t tmpfs -o size=16k none ../disk 2> /dev/null; then
    trap 'umount "$W/disk"' EXIT
    for there in 1 ''; do
        (cd ../disk; rm -f out; [ -z "$there" ] || cp ../d/old out
            "$TOOL" partition -n 1e6 --speeds 1,2 --part out) > ../out 2> ../err
        ok "a full disk: status 0" [ $? -eq 1 ]
        ok "a full disk is not told" grep -q 'out: No space left on device' ../err
        ok "there is an answer" [ ! -s ../out ]
        ok "on the full disk: $(ls -A ../disk)" [ "$(ls -A ../disk)" = "${there:+out}" ]
        [ -z "$there" ] || ok "the former file" cmp -s ../disk/out old
    done
    umount "$W/disk"
    trap - EXIT
else echo "SKIP a full disk: no tmpfs may be mounted"; fi
# Signals at random moments.
long="partition -n 3e6 --speeds 1,2 --part"
"$TOOL" $long ../long.new > /dev/null || exit 1
seed=${SEED:-$$}
echo "signals: SEED=$seed"
runs=0 cut=0
for there in 1 ''; do
    for signal in INT TERM HUP PIPE QUIT KILL; do
        for k in 1 2 3 4 5; do
            begin; rm -f .fpm-tool-*
            seed=$(((seed * 1103515245 + 12345) % 2147483648))
            timeout -s $signal 0.$(printf '%03d' $((seed / 65536 % 250))) "$TOOL" $long out > /dev/null 2>&1
            status=$? runs=$((runs + 1))
            if cmp -s out ../long.new; then status=0; fi
            [ $status -eq 0 ] || cut=$((cut + 1))
            [ $signal != KILL ] || rm -f .fpm-tool-*
            state "signal $signal" long.new $status
        done
    done
done
ok "few of $runs runs were cut: $cut" [ $cut -ge 10 ]
# A closed pipe: the answer is lost, the file is whole.
there=1; begin
{ sleep 0.1; "$TOOL" $part out 2> /dev/null; } | true
ok "a closed pipe" cmp -s out ../part.new
# Permissions stay; what is no regular file is written as it stands.
begin; chmod 640 out; "$TOOL" $part out > /dev/null
ok "permissions" [ "$(ls -l out | cut -c1-10)" = "-rw-r-----" ]
begin; ln -s out link; "$TOOL" $part link > /dev/null
ok "a symbolic link" sh -c '[ -h link ] && cmp -s out ../part.new'
rm link; mkfifo fifo; "$TOOL" $part fifo > /dev/null & cat fifo > ../read; wait
ok "a FIFO" cmp -s ../read ../part.new
rm fifo
"$TOOL" $part /dev/stdout | head -c 4 > ../read
ok "a device" [ "$(head -n 2 ../read | tr -d '\n')" = 00 ]
begin; chmod 444 out
if [ "$(id -u)" -ne 0 ]; then "$TOOL" $part out > /dev/null 2> ../err && fail "a file that may not be written"; ok "a file that may not be written" cmp -s out old; fi
# Points that were measured are the former ones or new ones too.
rm -f out
"$TOOL" measure --device "cmd:test {size} -gt 0" --sizes 1:9:5 --dir m --max-seconds 0.02 --visits 1 > /dev/null || fail measure
cp m/*.pts ../points
(trap '' XFSZ; ulimit -f 0; exec "$TOOL" measure --device "cmd:test {size} -gt 0" --sizes 1:9:5 --dir m --max-seconds 0.02 --visits 1) > /dev/null 2> ../err
ok "measure that cannot write: status" [ $? -ne 0 ]
ok "points are lost" cmp -s ../points "$(ls m/*.pts)"
ok "left beside points: $(ls -A m)" [ "$(ls -A m | wc -l)" -eq 1 ]
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
