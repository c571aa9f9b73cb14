#!/bin/sh
# total_of_logs.sh LOG...: print the logs of tests in order and one closing line for all of them.  A test
# without a closing line, or with a bad exit status and no failure to show for it, counts as failed.
passed=0 failed=0
for log; do
    name=${log##*/}
    name=${name%.log}
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$log" 2>/dev/null | tail -n 1)
    if [ -n "$line" ]; then
        p=${line%% passed*} f=${line#*, } f=${f%% failed*}
    else
        p=0 f=1
        line="no closing line (not built, or it crashed)"
    fi
    if [ "$f" -eq 0 ] && grep -q '^exit status' "$log"; then
        f=1
        line="$line, but a bad exit status"
    fi
    if [ "$f" -ne 0 ]; then
        echo "== $name"
        if [ -f "$log" ]; then tail -n 100 "$log"; else cat "${log%.log}.cc" 2>/dev/null; fi
    else
        cat "${log%.log}.cc" 2>/dev/null # warnings of the compiler
        grep '^SKIP' "$log"
    fi
    echo "$name: $line"
    passed=$((passed + p)) failed=$((failed + f))
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
