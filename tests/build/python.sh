#!/bin/sh
# python.sh SCRATCH: examples/fpm.py: its doctests, the layout of its structs beside that of C, and
# what its doctests do not show.  Exit status 77: no python3.  CC compiles.
CC=${CC:-cc}
command -v python3 > /dev/null || { echo "no python3"; exit 77; }
mkdir -p "$1"
W=$(cd "$1" && pwd)
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=examples
export PYTHONDONTWRITEBYTECODE PYTHONPATH
# As its documentation says, but faster.
$CC -O0 -shared -fPIC -x c -DFPM_IMPLEMENTATION fpm.h -o "$W/libfpm.so" -lm || exit 1
FPM_LIBRARY=$W/libfpm.so
export FPM_LIBRARY
[ "$(wc -l < examples/fpm.py)" -le 200 ] || { echo "examples/fpm.py has more than 200 lines"; exit 1; }
python3 -m doctest examples/fpm.py || exit 1

# The sizes of all structs, and the places of all fields.
python3 - > "$W/layout.c" << 'EOP' || exit 1
import ctypes, fpm
print('#include "fpm.h"\n#include <stdio.h>\nint main(void) {')
for name, t in fpm.C.items():
    if isinstance(t, type) and issubclass(t, ctypes.Structure):
        print('printf("%s %%d\\n", (int)sizeof(%s));' % (name, name))
        for field, _ in t._fields_:
            print('printf("%s.%s %%d %%d\\n", (int)offsetof(%s, %s), (int)sizeof((*(%s *)0).%s));'
                  % (name, field, name, field, name, field))
print('printf("state %%d\\n", sizeof(fpm_balance) <= %d);\nreturn 0;\n}' % fpm.STATE_BYTES)
EOP
$CC -w -I. "$W/layout.c" -o "$W/layout" && "$W/layout" > "$W/c.txt" || exit 1
python3 - > "$W/py.txt" << 'EOP' || exit 1
import ctypes, fpm
for name, t in fpm.C.items():
    if isinstance(t, type) and issubclass(t, ctypes.Structure):
        print(name, ctypes.sizeof(t))
        for field, _ in t._fields_:
            print("%s.%s" % (name, field), getattr(t, field).offset, getattr(t, field).size)
print("state 1")
EOP
diff "$W/c.txt" "$W/py.txt" || { echo "the structs of C (<) and of examples/fpm.py (>) differ"; exit 1; }
[ "$(wc -l < "$W/c.txt")" -gt 120 ] || { echo "few fields were compared"; exit 1; }

python3 - << 'EOP' || exit 1
import array, fpm
passed = failed = 0
def ok(what, true):
    global passed, failed
    passed, failed = passed + bool(true), failed + (not true)
    if not true: print("FAIL", what)
def refused(what, error, call):
    try: call()
    except error as e: ok(what, True); return e
    ok(what, False)

size, quick, slow = [1000, 2000, 4000], [1.0, 2.0, 4.0], array.array("d", [2, 4, 8])
a, b = fpm.Model(size, quick), fpm.Model(array.array("l", size), slow)
ok("time", a.time(2000) == 2.0 and b.time(4000) == 8.0)
ok("a buffer is shared",
   fpm.ctypes.addressof(fpm._array(slow, "d")) == slow.buffer_info()[0])
ok("a buffer that cannot be written is copied", list(fpm._array(memoryview(slow).toreadonly(), "d")) == [2, 4, 8])
ok("32 bits are copied", list(fpm._array(array.array("i", [1, 2]))) == [1, 2])
ok("floats that are whole", list(fpm._array([1.0, 2.0], "q")) == [1, 2])
answer = fpm.partition(3000, [a, b])
ok("shares", answer.shares == [2000, 1000] and answer.makespan == 2.0 and answer.gap == 0 and answer.status == 0)
ok("algorithm", fpm.partition(3000, [a, b], "even").shares == [1500, 1500])
ok("limits", fpm.partition(3000, [a, b], grain=500, min=[None, 1500]).shares == [1500, 1500])
ok("fixed and required", fpm.partition(3000, [a, b], fixed=[0, 9], required=[0, 1], min=[0, 10]).shares == [2990, 10])
e = refused("infeasible", fpm.Error, lambda: fpm.partition(30, [a, b], max=10))
ok("its text and status", str(e) == "no partition satisfies the constraints" and e.status < 0)
e = refused("monotone", fpm.Error, lambda: fpm.partition(3000, [a, fpm.Model(size, [5, 1, 7], "piecewise")], "geometric"))
ok("the processor at fault", e and e.proc == 1)
refused("order", fpm.Error, lambda: fpm.Model([2, 1], [1, 1]))
refused("lengths of a model", ValueError, lambda: fpm.Model([1, 2], [1]))
refused("lengths of limits", ValueError, lambda: fpm.partition(9, [a, b], max=[1]))
refused("a limit of another name", TypeError, lambda: fpm.partition(9, [a, b], most=9))
refused("a size that is not whole", ValueError, lambda: fpm.Model([1.5, 2], [1, 2]))
refused("a kind", ValueError, lambda: fpm.Model([1], [1], "cubic"))
refused("an algorithm", ValueError, lambda: fpm.partition(9, [a, b], "optimall"))
ok("n as a float", fpm.partition(3e3, [a, b]).shares == answer.shares)
for n in 2**64 + 7, -2**64, 0.5, float("nan"): refused("n %r" % n, ValueError, lambda: fpm.partition(n, [a, b]))
refused("a size of 65 bits", ValueError, lambda: fpm.Model([2**64 + 1], [1]))
refused("a largest share of 0", ValueError, lambda: fpm.partition(9, [a, b], max=[0, None]))
refused("p and models", ValueError, lambda: fpm.Balance(10, 3, [a, b]))
refused("neither p nor models", ValueError, lambda: fpm.Balance(10))
refused("no rows", ValueError, lambda: fpm.rect([1, 2], rows=0, parts=2))
c = fpm.chain([0.5, 0.25, 0.25], 2)
ok("real loads", c.begin == [0, 1, 3] and c.makespan == 0.5)
c = fpm.chain([5, 6, 7], models=[a, b], max=[None, 7])
ok("models", c.begin == [0, 2, 3] and c.who == [0, 1])
ok("any order", fpm.chain([4, 1, 3, 2, 6, 1], speeds=array.array("d", [2, 1]), free_order=True).makespan == 6)
refused("speeds and parts", ValueError, lambda: fpm.chain([1], 3, speeds=[1, 2]))
refused("a load below 0", fpm.Error, lambda: fpm.chain([1, -1], 2))
r = fpm.rect(array.array("d", [.5, .25, .125, .125]), 2, 2)
ok("real plane", r.lmax == 0.625 and sum(t[4] for t in r.parts) == 1)
r = fpm.rect(range(12), 3, speeds=[1, 2, 3])
ok("speeds", r.makespan >= 11 and len(r.parts) == 3 and sum(t[4] for t in r.parts) == 66)
ok("class", fpm.rect([1] * 16, 4, 4, algorithm=1).parts[0][:4] == (0, 2, 0, 2))
refused("rows", ValueError, lambda: fpm.rect([1, 2, 3], 2, 2))
refused("parts and speeds", ValueError, lambda: fpm.rect([1, 2, 3], 1, 2, speeds=[1]))
s = fpm.Balance(3000, models=[a, b])
ok("first shares of models", s.shares == [2000, 1000])
ok("a verdict", s.step([2.0, 2.0]).verdict in fpm.VERDICTS)
refused("times", ValueError, lambda: s.step([1.0]))
refused("a time below 0", fpm.Error, lambda: s.step([1.0, -1.0]))
refused("no partition", fpm.Error, lambda: fpm.Balance(30, 2, max=1))
print("%d passed, %d failed" % (passed, failed))
raise SystemExit(failed > 0)
EOP

# Built by itself, into a cache.
unset FPM_LIBRARY
printf '#!/bin/sh\nfor a; do shift; [ "$a" = -O2 ] || set -- "$@" "$a"; done\nexec %s -O0 "$@"\n' "$CC" > "$W/cc-O0"
chmod +x "$W/cc-O0"
rm -rf "$W/home" && mkdir -p "$W/home"
HOME=$W/home CC=$W/cc-O0 python3 -c 'import fpm; assert fpm.chain([1, 2, 3], 2).begin == [0, 2, 3]' &&
    HOME=$W/home CC=false python3 -c 'import fpm; assert fpm.chain([1, 2, 3], 2).begin == [0, 2, 3]' || {
    echo "FAIL a library made at the first use, and found at the second"
    exit 1
}
