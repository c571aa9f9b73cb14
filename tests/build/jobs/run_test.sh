#!/bin/sh
# run_test.sh LOG COMMAND...: run a test, its output and its exit status go to LOG.
log=$1
shift
ASAN_OPTIONS=${ASAN_OPTIONS:-allocator_may_return_null=1:quarantine_size_mb=8}
UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
export ASAN_OPTIONS UBSAN_OPTIONS
limit= run=
[ "$1" = sh ] || run=$TEST_RUN
command -v timeout >/dev/null 2>&1 && limit="timeout ${TEST_LIMIT:-2400}"
$limit $run "$@" > "$log" 2>&1
status=$?
case $status in
0) ;;
124) echo "exit status 124: stopped after ${TEST_LIMIT:-2400} s" >> "$log" ;;
*) echo "exit status $status" >> "$log" ;;
esac
exit 0
