#!/bin/sh
# languages.sh SCRATCH LANGUAGE: the example of examples/languages in that language (js, rs, go), by the
# shared library and what `make shared` writes beside it; a bad file is refused in a sentence.
# languages.sh SCRATCH layout: fpm.json is what the compiler says, and the library has all calls in it.
mkdir -p "$1" && S=$(cd "$1" && pwd) || exit 1
# CC compiles; QUICK, where it is given, the shared library.
CC=${CC:-cc}
skip() { echo "$1"; exit 77; }
case $2 in
js) command -v node > /dev/null && command -v npm > /dev/null || skip "no node or npm" ;;
rs) command -v rustc > /dev/null || skip "no rustc (Debian: rustc)" ;;
go) command -v go > /dev/null || skip "no go (Debian: golang-go)" ;;
esac
command -v python3 > /dev/null || skip "no python3 for fpm.json"
rm -rf "$S/examples" "$S/build" && mkdir -p "$S/examples" && cp -r examples/languages examples/data "$S/examples" && cp fpm.h "$S" || exit 1
make -s shared B="$S/build" CC="${QUICK:-$CC}" CFLAGS=-O0 || exit 1
if [ $2 = layout ]; then
    grep -q '"fpm_partition"' "$S/build/fpm.json" || { echo "no fpm_partition in fpm.json"; exit 1; }
    sed 's/int64_t capacity;/int capacity;/' fpm.h > "$S/other.h"
    cmp -s fpm.h "$S/other.h" && { echo "the other header is the same"; exit 1; }
    if FPM_HEADER=$S/other.h python3 -B examples/packaging/layout.py "$S/other" 2> "$S/err"; then
        echo "layout.py does not see that the text and the compiler differ"
        exit 1
    fi
    grep -q 'fpm_[a-z_.]*: \[.*\] by the compiler, \[.*\] by the text' "$S/err" || { cat "$S/err"; exit 1; }
    python3 - "$S" << 'EOP' || exit 1
import ctypes, json, sys
said, library = json.load(open(sys.argv[1] + "/build/fpm.json")), ctypes.CDLL(sys.argv[1] + "/build/libfpm.so")
assert len(said["calls"]) > 60 and all(hasattr(library, name) for name in said["calls"])
assert all(call["about"].endswith(".") for name, call in said["calls"].items() if not name.endswith("_free"))
assert said["calls"]["fpm_items_assign"]["about"].startswith("Give each of n pieces to one of p processors")
fields = [f for struct in said["structs"].values() for f in struct["fields"]]
assert sum("about" in f for f in fields) > .9 * len(fields)
assert next(f for f in said["structs"]["fpm_balance_options"]["fields"] if f["name"] == "min_items")["about"].startswith("with chain: a share is 0 or min_items")
number = library.fpm_version()
assert said["version"] == "%d.%d.%d" % (number // 10000, number // 100 % 100, number % 100)
EOP
    ! command -v readelf > /dev/null || readelf -d "$S/build/libfpm.so" | grep -q 'soname: \[libfpm.so.[0-9]*.[0-9]*\]'
    exit
fi
cd "$S" || exit 1
LD_LIBRARY_PATH=$S/build
GOCACHE=$S/cache GO111MODULE=off GOFLAGS= NODE_PATH=$S/node/node_modules
export LD_LIBRARY_PATH GOCACHE GO111MODULE GOFLAGS NODE_PATH
case $2 in
js)
    [ -d node/node_modules/koffi ] || timeout 120 npm install --prefix node koffi > npm.log 2>&1 || skip "npm gives no koffi: $(tail -n 1 npm.log)"
    set -- node examples/languages/quickstart.js
    ;;
rs)
    rustc -D warnings -L build -o quickstart examples/languages/quickstart.rs && set -- ./quickstart || exit 1
    rustc -D warnings -L build -o balance examples/languages/balance.rs && ./balance > loop || { cat loop; exit 1; }
    tr -d '[],' < loop | awk '$2 + $3 != 3000 { exit 1 } END { exit NR != 12 }' || { cat loop; exit 1; }
    ;;
go)
    CGO_CFLAGS=-O0 go build -o quickstart examples/languages/quickstart.go && set -- ./quickstart || exit 1
    CGO_CFLAGS=-O0 go build -o brokers examples/languages/brokers.go || exit 1
    # 148 on 3 brokers, of which broker 2 is new: 50 is least, as replicas are apart; 40 + 10 stays on two of them.
    printf '%s\n' '40 orders-0 0' '10 orders-0 1' '# followers follow' '30 orders-1 1' '10 orders-1 0' '20 clicks-a-0 0' '20 clicks-a-0 1' '9 new-7 -' '9 new-7 -' > replicas
    ./brokers 3 0 < replicas > plan.json 2> plan.err || { cat plan.err; exit 1; }
    python3 - << 'EOP' || { cat plan.json plan.err; exit 1; }
import itertools, json
rows = [line.split() for line in open("replicas") if not line.startswith("#")]
plan = {"%s-%d" % (p["topic"], p["partition"]): list(p["replicas"]) for p in json.load(open("plan.json"))["partitions"]}
assert all(len(set(brokers)) == len(brokers) for brokers in plan.values())
sums = [0, 0, 0]
owners = [plan[name].pop(0) for _, name, _ in rows]
for (load, _, _), broker in zip(rows, owners): sums[broker] += float(load)
def largest(choice):
    if any(choice[i] == choice[i + 1] for i in range(0, 8, 2)): return 1e9
    return max(sum(float(row[0]) for row, broker in zip(rows, choice) if broker == b) for b in range(3))
assert max(sums) == min(map(largest, itertools.product(range(3), repeat=8))), sums
moved = sum(old not in ("-", str(new)) for (_, _, old), new in zip(rows, owners))
assert open("plan.err").read() == "largest load %g, was 70; %d of 8 replicas move\n" % (max(sums), moved)
EOP
    ! ./brokers 1 0 < replicas 2> plan.err && grep -q 'line 2: 1 is no broker from 0 to 0: give their ids' plan.err || { cat plan.err; exit 1; }
    # The same by ids: 0, 1, 2 are 107, 101, 102.  Without 101 in the list its replicas go elsewhere.
    awk '/^#/ || $3 == "-" { print; next } { print $1, $2, $3 == 0 ? 107 : 101 }' replicas > ids
    ./brokers 107,101,102 0 < ids > ids.json 2> ids.err && ./brokers 3 0 < replicas > plan.json 2> plan.err && cmp plan.err ids.err || { cat ids.err; exit 1; }
    sed -n 's/.*"replicas": .\(.*\)\].*/\1/p' plan.json | sed 's/\<0\>/107/g; s/\<1\>/101/g; s/\<2\>/102/g' > wanted
    sed -n 's/.*"replicas": .\(.*\)\].*/\1/p' ids.json | diff - wanted || exit 1
    ./brokers 107,102 0 < ids > ids.json 2> ids.err && ! grep -q '\<101\>' ids.json && grep -q '; [3-9] of 8 replicas move' ids.err || { cat ids.json ids.err; exit 1; }
    for wrong in 107,107 107,x 107, 0 -1 1.5 ''; do
        ! ./brokers "$wrong" 0 < ids > ids.json 2> ids.err && [ ! -s ids.json ] && grep -q 'twice\|such as 101,102,107' ids.err || { cat ids.err; exit 1; }
    done
    ! printf '1 a-0 b1\n' | ./brokers 107,102 0 2> ids.err && grep -q "line 1: b1 is no broker's id" ids.err || { cat ids.err; exit 1; }
    printf '1 a-0 0\n1 a-0 0\n' | ./brokers 1 0 2> plan.err && exit 1
    grep -q 'a-0 has more replicas than there are brokers' plan.err || { cat plan.err; exit 1; }
    ;;
esac
"$@" > out || { cat out; exit 1; }
tr -d ',[]' < out > plain
cat > wanted << 'EOW'
shares 42829 + 17171 0.1561 s
cuts 0 4 6 8 at most 14
owners OWNERS at most 11
EOW
sed 's/^owners [012 ]* at/owners OWNERS at/' plain | diff - wanted || exit 1
awk '/^owners/ { split("3 1 4 1 5 9 2 6", load, " "); for (i = 2; i < 10; i++) sum[$i] += load[i - 1]
    for (k in sum) if (sum[k] > 11) exit 1 }' plain || { echo "an owner has more than 11"; exit 1; }
printf '1000 x\n' > examples/data/core.txt
"$@" > out 2>&1 && { echo "a bad file is not refused"; exit 1; }
grep -q 'malformed text' out || { cat out; exit 1; }
