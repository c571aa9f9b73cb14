#!/bin/sh
# python.sh SCRATCH: examples/python/fpm.py: its doctests, its structs and enumerations beside those of C, and
# what its doctests do not show, without NumPy and, where a python3 has it, with.  Exit status 77: no
# python3.  CC compiles; QUICK, where it is given, the library and what fpm.py makes for itself.
CC=${CC:-cc}
command -v python3 > /dev/null || { echo "no python3"; exit 77; }
mkdir -p "$1" || exit 1
W=$(cd "$1" && pwd)
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=examples/python
export PYTHONDONTWRITEBYTECODE PYTHONPATH
# As its documentation says, but faster.
${QUICK:-$CC} -O0 -shared -fPIC -x c -DFPM_IMPLEMENTATION fpm.h -o "$W/libfpm.so" -lm || exit 1
FPM_LIBRARY=$W/libfpm.so
export FPM_LIBRARY
python3 -m doctest examples/python/fpm.py || exit 1

# The sizes of all structs, the places of all fields, the values of all enumerations.
python3 - > "$W/layout.c" << 'EOP' || exit 1
import ctypes, fpm
print('#include "fpm.h"\n#include <stdio.h>\nint main(void) {')
for name, t in fpm.C.items():
    if isinstance(t, type) and issubclass(t, ctypes.Structure):
        print('printf("%s %%d\\n", (int)sizeof(%s));' % (name, name))
        for field, _ in t._fields_:
            print('printf("%s.%s %%d %%d\\n", (int)offsetof(%s, %s), (int)sizeof((*(%s *)0).%s));'
                  % (name, field, name, field, name, field))
for prefix, names in (("", fpm.KINDS), ("", fpm.ALGORITHMS), ("LEAST_", fpm.LEASTS),
                      ("RECT_", fpm.CLASSES), ("TILES_", fpm.FORMS), ("MATRIX_", fpm.ARRANGEMENTS), ("FOLD_", fpm.FOLDS), ("PIPELINE_", fpm.GOALS), ("BALANCE_", fpm.METHODS), ("", fpm.FLAGS), ("", fpm.STATUSES), ("", {"SIZE_MAX": 0}), ("", fpm.VERDICTS)):
    for name in names: print('printf("%s%s %%lld\\n", (long long)FPM_%s%s);' % (prefix, name, prefix, name.upper()))
print('printf("version %d.%d.%d\\n", FPM_VERSION_MAJOR, FPM_VERSION_MINOR, FPM_VERSION_PATCH);')
print("return 0;\n}")
EOP
$CC -w -I. "$W/layout.c" -o "$W/layout" && "$W/layout" > "$W/c.txt" || exit 1
python3 - > "$W/py.txt" << 'EOP' || exit 1
import ctypes, fpm
for name, t in fpm.C.items():
    if isinstance(t, type) and issubclass(t, ctypes.Structure):
        print(name, ctypes.sizeof(t))
        for field, _ in t._fields_:
            print("%s.%s" % (name, field), getattr(t, field).offset, getattr(t, field).size)
for prefix, names in (("", fpm.KINDS), ("", fpm.ALGORITHMS), ("LEAST_", fpm.LEASTS),
                      ("RECT_", fpm.CLASSES), ("TILES_", fpm.FORMS), ("MATRIX_", fpm.ARRANGEMENTS), ("FOLD_", fpm.FOLDS), ("PIPELINE_", fpm.GOALS), ("BALANCE_", fpm.METHODS),
                      ("", fpm.FLAGS), ("", fpm.STATUSES), ("", {"SIZE_MAX": fpm.LARGEST}), ("", fpm.VERDICTS)):
    for name, value in names.items(): print(prefix + name, value)
print("version", fpm.__version__)
EOP
# Every enumerator of these families is there.
for prefix in FPM_LEAST_ FPM_PIPELINE_ FPM_BALANCE_ FPM_RECT_; do
    case $prefix in FPM_BALANCE_) no='POINTS' ;; FPM_RECT_) no='BEST|HOR|VER|BY_[A-Z]*' ;; *) no='-' ;; esac
    sed -n "s/^ *$prefix\([A-Z_]*\) = [0-9].*/\1/p; s/^enum { $prefix\([A-Z_]*\) = [0-9].*/\1/p" fpm.h | grep -vxE "$no" | tr 'A-Z' 'a-z'
done | sort > "$W/c.names"
python3 -c 'import fpm; print(*sorted([*fpm.LEASTS, *fpm.GOALS, *fpm.METHODS, *fpm.CLASSES]), sep="\n")' | sort > "$W/py.names"
diff "$W/c.names" "$W/py.names" || { echo "enumerators of C (<) and of examples/python/fpm.py (>) differ"; exit 1; }
diff "$W/c.txt" "$W/py.txt" || { echo "the structs of C (<) and of examples/python/fpm.py (>) differ"; exit 1; }
[ "$(wc -l < "$W/c.txt")" -gt 120 ] || { echo "few fields were compared"; exit 1; }

cat > "$W/tests.py" << 'EOP'
import array, copy, inspect, itertools, os, pathlib, pickle, sys, threading, time, warnings
if sys.argv[1] == "without": sys.modules["numpy"] = None
import fpm
warnings.simplefilter("ignore", fpm.Doubt)
passed = failed = 0
def ok(what, true):
    global passed, failed
    passed, failed = passed + bool(true), failed + (not true)
    if not true: print("FAIL", what)
def refused(what, error, call):
    try: call()
    except error as e: ok(what, True); return e
    ok(what, False)

# Values of any length are quoted in 60 characters.
LONG = "x" * 5000
for call in (lambda: fpm.items([1, LONG], 2), lambda: fpm.items([1], LONG), lambda: fpm.items(LONG, 2), lambda: fpm.items([1], 10**5000), lambda: fpm.items([1], 2, old=[LONG]),
             lambda: fpm.items([1], 2, limits=[LONG]), lambda: fpm.items([1], 2, limits=[[1] * 5000]), lambda: fpm.items([1], 2, seconds={LONG: [1]}), lambda: fpm.chain([1, LONG], 2), lambda: fpm.chain([1], 2, limits=[[1] * 5000]),
             lambda: fpm.partition(LONG, [1.0]), lambda: fpm.partition(9, [LONG]), lambda: fpm.partition(9, LONG), lambda: fpm.partition(9, [1.0], algorithm=LONG), lambda: fpm.partition(9, [1.0], progress=LONG),
             lambda: fpm.partition(9, speeds=[1, 2], watts=[[1] * 5000, 1]), lambda: fpm.partition(9, speeds=[1, 2], cost=[[1] * 5000, 1]), lambda: fpm.rect([[1, LONG]], 2), lambda: fpm.rect([[1, 1], LONG], 2), lambda: fpm.neighbours([LONG], 2),
             lambda: fpm.pipeline({LONG: [1.0]}, [{"type": "z"}]), lambda: fpm.pipeline([1.0], [{LONG: 1}]), lambda: fpm.pipeline([1.0], [LONG]), lambda: fpm.Model([1, 2], [1, 2], kind=LONG), lambda: fpm.Model.read([LONG])):
    error = refused("a long value", fpm.Error, call)
    ok("a long value is quoted: %s" % error, 10 < len(str(error)) < 240 and LONG[:61] not in str(error))
size, quick, slow = [1000, 2000, 4000], [1.0, 2.0, 4.0], array.array("d", [2, 4, 8])
a, b = fpm.Model(size, quick), fpm.Model(array.array("l", size), slow)
ok("time", a.time(2000) == 2.0 and b.time(4000) == 8.0)
ok("a buffer is shared",
   fpm.ctypes.addressof(fpm._array(slow, "d")[0]) == slow.buffer_info()[0])
ok("a buffer that cannot be written is copied", list(fpm._array(memoryview(slow).toreadonly(), "d")[0]) == [2, 4, 8])
ok("32 bits are copied", list(fpm._array(array.array("i", [1, 2]))[0]) == [1, 2])
ok("floats that are whole", list(fpm._array([1.0, 2.0], "q")[0]) == [1, 2])
for kind in "bBhHiIlLqQfd": ok("array of " + kind, fpm.chain(array.array(kind, [4, 1, 3, 2, 6, 1]), 3).begin == [0, 2, 4, 6])
ok("every second of a buffer", fpm.chain(memoryview(array.array("h", [4, 9, 1, 9, 3, 9]))[::2], 2).makespan == 4)
ok("a buffer of two dimensions", fpm.rect(memoryview(bytes([1, 9, 1, 1])).cast("B", (2, 2)), parts=2).makespan == 10)
# By name, in whatever order the names stand.
named = dict(a=6, b=5, c=4, d=3)
for groups, wanted in ((dict(d=1, a=1), [["a", "c"], ["b", "d"]]), (dict(c=1, a=1, b=2, d=2), [["a", "d"], ["b", "c"]])):
    ok("apart by name", fpm.items(named, 2, apart=groups).groups == wanted)
ok("limits by name", fpm.items(named, 2, limits=[(dict(d=4, c=1, b=1, a=4), 5)]).groups == [["a", "c"], ["b", "d"]]
   and fpm.items(named, speeds=dict(x=1, y=1), limits=[(dict(c=1, d=1, b=1, a=4), dict(y=3, x=4))]).groups["x"] == ["a"])
ok("limits of a chain by name", fpm.chain(named, 2).groups == [["a", "b"], ["c", "d"]]
   and fpm.chain(named, 2, limits=[(dict(d=1, c=1, b=9, a=3), 11)]).groups == [["a"], ["b", "c", "d"]])
ok("moves by name", fpm.moves(dict(x=6, y=6), dict(y=4, x=8), rank=1) == fpm.moves([6, 6], [8, 4], rank=1))
for wanted, call in (("limits[0]: nothing for 'a'", lambda: fpm.items(named, 2, limits=[(dict(d=4), 5)])), ("limits[0]: a dict, where loads have no names", lambda: fpm.chain([1], 2, limits=[(dict(d=4), 5)])),
                     ("apart: a dict, where loads have no names", lambda: fpm.items([1], 2, apart=dict(a=1))), ("apart: 'z' is none of", lambda: fpm.items(named, 2, apart=dict(z=1))),
                     ("apart[1]: [1] is no name of a group", lambda: fpm.items([1, 2], 2, apart=[None, [1]])), ("new: 'z' is none of", lambda: fpm.moves(dict(x=6), dict(z=6), 0)),
                     ("shape: a list, not 3", lambda: fpm.neighbours([(0, 1, 0, 1)], 3)), ("shape: 1 given, 2 needed", lambda: fpm.neighbours([(0, 1, 0, 1)], (3,))),
                     ("replicas: 'x' is not a whole number", lambda: fpm.items([1], 2, replicas="x"))):
    error = refused(wanted, fpm.Error, call)
    ok("%s: %s" % (wanted, error), wanted in str(error))
# Whatever yields numbers in an order is a row; a set is not, and a tensor says what is wrong with it.
import collections, random
row = [4, 1, 3, 2, 6, 1]
class Tensor:  # as of PyTorch: NumPy reads some, tolist all but those without numbers
    def __init__(self, values, why=None, dense=None): self.values, self.why, self.dense = values, why, dense
    def __len__(self): return len(self.values) if isinstance(self.values, list) else exec("raise TypeError")
    def __float__(self): return float(self.values)
    def __floordiv__(self, other): return self.values // other
    def __int__(self): return int(self.values)
    def __eq__(self, other): return self.values == other
    def __array__(self, *_): raise self.why("Got unsupported ScalarType BFloat16")
    def tolist(self): return self.values if self.values is not None else exec("raise NotImplementedError")
    def to_dense(self): return self.dense
for what, values in (("a generator", (v for v in row)), ("a map", map(float, row)), ("dict.values()", dict(enumerate(row)).values()), ("a deque", collections.deque(row)),
                     ("a tensor of bfloat16", Tensor(row, TypeError)), ("one with a gradient", Tensor(row, RuntimeError)), ("a sparse one", Tensor(None, TypeError, Tensor(row)))):
    ok(what, fpm.chain(values, 3).begin == [0, 2, 4, 6])
class Several:  # no truth value, as an array of several numbers
    def __bool__(self): raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
    def __floordiv__(self, other): return self
    def __eq__(self, other): return self
    __float__ = __int__ = __bool__
odd = [None, 0, -1, 2**63, 10**400, 1.5, float("nan"), float("inf"), "", "x", b"xx", [], [[], []], {}, {1: 2}, {1, 2}, (), object(), len, range(3), ["x"], [1, "x"], [[1], 2], [1, [2]], 3j, [3j], [float("nan")] * 3, [2**53] * 3, a, [a], type, Several(), [Several()] * 2]
usual = (("items", ([6, 5, 4], 3), dict(equal_counts=True, old=[0, 1, 2], slack=.1, max_moved=5, max_work=10**5, gap=.01)), ("items", ([6, 5, 4], 3), dict(replicas=4, old=[[0], [1], [2]], sizes=[1, 2, 3])),
         ("items", ([6, 5, 4], 3), dict(max=[9, 9, 9], max_pieces=3, min_pieces=1, limits=[([1, 2, 3], 30)], apart=[0, 0, None], per_group=1, time_limit=.1)), ("items", ([6, 5, 4],), dict(fewest=9, prices=[1] * 3)),
         ("items", (None,), dict(seconds=[[6, 5, 4], [6, 5, 4]], types=[0, 1, 1])), ("chain", ([6, 5, 4], 3), dict(min_items=1, grain=1, near=[0, 1, 2, 3], slack=.1, limits=[([1, 2, 3], 30)])),
         ("chain", ([6, 5, 4], 3), dict(ranges=True, proof=True, cuts=[0, 1, 2, 3])), ("rect", ([[6, 5], [4, 3]], 3), dict(speeds=None)), ("tiles", ([[6, 5], [4, 3]], 3), dict(form="even", halo=0, min_rows=1)),
         ("neighbours", ([(0, 1, 0, 1), (0, 1, 1, 2)],), dict(shape=[1, 2], wrap_rows=True)), ("partition", (100, [a, b]), dict(max=60, min=1, grain=2, fixed=.1, required=1)), ("partition", (100,), dict(speeds=[1, 2, 3])),
         ("check", ([50, 50], [a, b]), {}), ("advise", (100, [a, b]), {}), ("front", (100, [a, b]), {}), ("interval", ([10, 10], [a, b]), {}), ("compose", ([a, b], [10, 20]), {}), ("shares", ([9, 3], [[0, 1], [1]], 2), dict(max=20)),
         ("pipeline", ([6, 5, 4], [dict(type=0), dict(type=0)]), {}), ("moves", ([5, 5], [4, 6], 0), {}), ("ratios", ([5, 5], 4), {}), ("matrix", (10, 10, [a, b]), {}), ("Model", ([10, 20], [1., 2.5]), dict(kind="akima", half_widths=[.1, .1])),
         ("Balance", (100, 2), dict(min_gain=.1, old=[50, 50])), ("Cost", (1,), dict(busy=1, sizes=[1, 2], costs=[1, 2])))
dice = random.Random(int(os.environ.get("TEST_SEED", "1")))
for trial in range(int(1500 * float(os.environ.get("TEST_COUNT", "1")))):
    name, given, options = dice.choice(usual)
    given, options, value = list(given), dict(options), dice.choice(odd)
    if options and dice.random() < .7: into, at = options, dice.choice(list(options))
    else: into, at = given, dice.randrange(len(given))
    if isinstance(into[at], list) and dice.random() < .5: into[at] = [*into[at][:-1], value]
    else: into[at] = value
    try: getattr(fpm, name)(*given, **options)
    except fpm.Error as error: ok("%s: a long text" % name, len(str(error)) < 400)
    except Exception as error: ok("%s(%r, %r), not an fpm.Error but %r" % (name, given, options, error), False)
ok("a generator of speeds", fpm.partition(6, speeds=(v for v in (1, 2))).shares == [2, 4])
ok("a plane of bfloat16", fpm.rect(Tensor([[1, 9], [1, 1]], TypeError), 2).makespan == 10)
class Number(Tensor): __array__ = property(lambda self: exec("raise AttributeError"))
ok("a list of tensors without a dimension", fpm.items([Number(v) for v in row], 3).makespan == 6)
for wanted, values in (("loads: a set has no order: give a list, or a dict by name", set(row)), ("loads: <__main__.Tensor object", Tensor(None, TypeError)), ("loads: one or two dimensions of numbers, not 3", 3),
                       ("loads[1]: [2] is not a number", (v for v in (1, [2]))), ("loads of 3e-300 together are too small", [1e-300, 2e-300])):
    error = refused(wanted, fpm.Error, lambda: fpm.items(values, 2))
    ok("%s: %s" % (wanted, error), wanted in str(error))
tiny = fpm.items([1e-280, 2e-280, 2.5e-280], 2)
ok("tiny loads", abs(tiny.makespan / 3e-280 - 1) < 1e-12 and tiny.owner[0] == tiny.owner[1] != tiny.owner[2])
ok("lists of lists", fpm.rect(((1, 9), [1, 1]), parts=2).makespan == 10 and fpm.rect([[.5, .25], [0, 0]], 2).makespan == .5)
answer = fpm.partition(3000, [a, b])
# Ranges and proofs of chains, one or several, beside all partitions; a dict of pieces; searches that are stopped.
import random
draw = random.Random(int(os.environ.get("TEST_SEED", "1")))
def cuts_of(n, p): return [(0, *c, n) for c in itertools.combinations_with_replacement(range(n + 1), p - 1)]
for trial in range(150):
    n, p, slack = draw.randrange(1, 8), draw.randrange(1, 5), draw.choice((0, 0, .1, .5))
    loads, many = [draw.randrange(0, 9) for _ in range(n)], draw.random() < .3
    ends = sorted({0, n, draw.randrange(n + 1)}) if many else [0, n]
    rows = [loads[i:j] for i, j in zip(ends, ends[1:])]
    def fits(c): return all(i == j or any(s <= i and j <= e for s, e in zip(ends, ends[1:])) for i, j in zip(c, c[1:]))
    def height(c): return max(sum(loads[i:j]) for i, j in zip(c, c[1:]))
    all_cuts = [c for c in cuts_of(n, p) if fits(c)]
    if not all_cuts:
        refused("rows that need more parts", fpm.Error, lambda: fpm.chain(rows, p))
        continue
    least = min(map(height, all_cuts))
    near = [c for c in all_cuts if height(c) <= (1 + slack) * least]
    found = fpm.chain(rows if many else loads, p, slack=slack, ranges=True)
    what = "seed %s, trial %d: %r, %d parts, slack %g" % (os.environ.get("TEST_SEED", "1"), trial, rows, p, slack)
    ok("least, " + what, height(found.begin) <= (1 + slack) * least and fits(found.begin) and found.lower_bound == least)
    ok("ranges, " + what, all(lo <= min(c[k] for c in near) and hi >= max(c[k] for c in near) for k, (lo, hi) in enumerate(zip(found.low, found.high))))
    if not many: ok("tight ranges, " + what, found.low == [min(c[k] for c in near) for k in range(p + 1)] and found.high == [max(c[k] for c in near) for k in range(p + 1)])
    if slack == 0 and not many and least > 0:
        proof = fpm.chain(loads, p, proof=True).proof
        ok("proof, " + what, proof[-1] < n and all(sum(loads[i:j]) < least and sum(loads[i:j + 1]) >= least for i, j in zip(proof, proof[1:])))
ok("no ranges unless asked", not hasattr(fpm.chain([1, 2], 2), "proof"))
refused("ranges of any order", fpm.Error, lambda: fpm.chain([1, 2, 3], speeds=[1, 2], free_order=True, ranges=True))
refused("a proof with slack", fpm.Error, lambda: fpm.chain([1, 2, 3], 2, slack=.1, proof=True))
refused("a row of rows", fpm.Error, lambda: fpm.chain([[1, [2]], [3]], 2))
ok("rows of arrays", fpm.chain([array.array("d", [1, 2]), [3.5]], 2).begin == [0, 2, 3])
ok("empty rows", fpm.chain([[], [1, 2], []], 2).begin == [0, 1, 2])
named = fpm.items({"a": 3, "b": 2.5, ("c", 1): 1}, 2, old={"b": 1, "gone": 0}, slack=.5)
ok("a dict", named.owner["b"] == 1 and sorted(map(str, sum(named.groups, []))) == ["('c', 1)", "a", "b"] and all(k in named.groups[j] for k, j in named.owner.items()))
ok("no dict is the same", [*fpm.items({"x": 3, "y": 2}, 2).owner.values()] == fpm.items([3, 2], 2).owner)
ok("copies of names", sorted(fpm.items({"hot": 9, "cold": 1}, 2, replicas=3).owner["hot"]) == [0, 1])
refused("old as a dict beside a list", fpm.Error, lambda: fpm.items([1, 2], 2, old={"a": 1}))
refused("a name of no processor", fpm.Error, lambda: fpm.items({"a": 1}, 2, old={"a": 2}))
hard, powers = [10**6 + k**3 * 7919 % 9999991 for k in range(60)], [1.1**k for k in range(11)]
told, start = [], time.monotonic()
late = fpm.items(hard, speeds=powers, gap=0, time_limit=.2, progress=lambda at: told.append(at))
ok("a time limit", late.status.name == "stopped" and time.monotonic() - start < 300 and sorted(set(late.owner)) == [*range(11)])
ok("progress", told and told[-1].best >= late.makespan > 0 and 0 < told[-1].bound <= late.makespan and told[-1].elapsed < 300 and told[-1].work >= told[0].work)
tenths = []
fpm.items([v / 10 for v in hard], speeds=powers, progress=lambda at: tenths.append(at.best) or at.best > 0)
ok("progress in the unit of the loads", abs(tenths[-1] * 10 / next(at.best for at in told if at.best > 0) - 1) < .1)
chain_of = [[k, (k + 1) % 400] for k in range(400)]
slow = dict(loads=[10**6 + 99 * (k < 200) for k in range(400)], owner=chain_of, parts=400)
routed, cut, asked = fpm.shares(**slow), fpm.shares(**slow, max_work=1000000), []
ended = fpm.shares(**slow, progress=lambda at: asked.append(at.best) or len(asked) > 3)
ok("uneven shares cut short", cut.status.name == "work_limit" and ended.status.name == "stopped" and routed.gap == 0 < min(cut.gap, ended.gap) and routed.makespan < min(cut.makespan, ended.makespan) <= 10**6 + 99)
ok("uneven shares cut short are whole", all(abs(sum(v) - w) < 1e-9 for v, w in zip(cut.share, slow["loads"])) and asked[-1] >= ended.makespan > 0)
class Mine(Exception): pass
def fails(at): raise Mine(at)
for call in (lambda: fpm.items(hard, speeds=powers, progress=fails), lambda: fpm.rect([[k * k % 97 + 1 for k in range(40)]] * 40, 6, progress=fails),
             lambda: fpm.partition(3000, [a, b], "numerical", progress=fails), lambda: fpm.pipeline([1.0] * 30, [dict(factor=1 + k / 9, max=8) for k in range(8)], [1] * 30, free_order=True, progress=fails),
             lambda: fpm.chain([k * k % 97 + 1 for k in range(400)], speeds=[1 + k / 9 for k in range(12)], free_order=True, progress=fails)):
    refused("what progress raises passes through", Mine, call)
for call in (lambda: fpm.items([1], 1, progress=3), lambda: fpm.chain([1], 1, time_limit=-1), lambda: fpm.rect([[1]], 1, time_limit="x")): refused("no such watcher", fpm.Error, call)
ok("shares", answer.shares == [2000, 1000] and answer.makespan == 2.0 and answer.gap == 0 and answer.status == 0)
ok("algorithm", fpm.partition(3000, [a, b], "even").shares == [1500, 1500])
ok("limits", fpm.partition(3000, [a, b], grain=500, min=[None, 1500]).shares == [1500, 1500])
ok("fixed and required", fpm.partition(3000, [a, b], fixed=[0, 9], required=[0, 1], min=[0, 10]).shares == [2990, 10])
e = refused("infeasible", fpm.Error, lambda: fpm.partition(30, [a, b], max=10))
ok("its text and status", str(e) == "no partition satisfies the constraints: n is above the sum of max (as multiples of grain): raise one: 30 to share, the processors can take 20 at most" and e.status < 0)
e = refused("monotone", fpm.Error, lambda: fpm.partition(3000, [a, fpm.Model(size, [5, 1, 7], "piecewise")], "geometric"))
ok("the processor at fault", e and e.fault == 1)
refused("order", fpm.Error, lambda: fpm.Model([2, 1], [1, 1]))
m = fpm.Model([10, 20], [1, 3], "piecewise", half_widths=[.2, .6], risk=2)
ok("risk", abs(m.time(10) - 1.4) + abs(m.time(20) - 4.2) < 1e-9 and m != fpm.Model([10, 20], [1, 3], "piecewise", half_widths=[.2, .6])
   and pickle.loads(pickle.dumps(m)).time(20) == m.time(20) and fpm.risk(16) == .879)
refused("risk alone", fpm.Error, lambda: fpm.Model([1], [1], risk=1))
refused("lengths of half-widths", ValueError, lambda: fpm.Model([1, 2], [1, 2], half_widths=[1]))
i = fpm.interval([10, 0], [m, m])
ok("interval", i.next == -1 and abs(i.low - .8) < .01 and abs(i.high - 1.2) < .01 and i.odds == [1, 0])
i = fpm.interval([10, 10], [m, fpm.Model([10], [1])])
ok("interval of two", i.next == 0 and i.gain > 0 and i.low == 1 < i.mean < i.high and abs(i.odds[0] - .5) < .01)
# What is wrong, and what to do: inputs that people try.
one = fpm.Model([1, 2], [1.0, 2.0])
for wanted, call in (
    ("seconds: 1 given, 2 needed", lambda: fpm.Model([1, 2], [1.0])),
    ("sizes[1] = 1: sizes are not strictly ascending", lambda: fpm.Model([2, 1], [1.0, 2.0])),
    ("sizes[0]: 1.5 is not a whole number from 1 to 2^53", lambda: fpm.Model([1.5, 2], [1, 1])),
    ("seconds[0] = nan: a time is not a number from 1e-60", lambda: fpm.Model([1, 2], [float("nan"), 1])),
    ("kind: 'spline' is none of constant, piecewise", lambda: fpm.Model([1, 2], [1, 2], "spline")),
    ("seconds[0]: 'a' is not a number", lambda: fpm.Model([1, 2], ["a", 2])),
    ("path: 3 is no name of a file", lambda: fpm.Model.read(3)),
    ("n: '9' is not a whole number from 0 to 2^53", lambda: fpm.partition("9", [one])),
    ("models: a list, not <fpm.Model akima", lambda: fpm.partition(9, one)),
    ("models[1]: 'gpu.txt' is no Model: if it is a file of timings, read it: fpm.Model.read('gpu.txt')", lambda: fpm.partition(9, [one, "gpu.txt"])),
    ("models[0]: PosixPath('gpu') is no Model: if it is a file of timings", lambda: fpm.Balance(9, models=[pathlib.Path("gpu"), one])),
    ("models[1], no Model but a speed: [9] is not a number", lambda: fpm.partition(9, [one, [9]])),
    ("9 to share, the processors can take 3 at most", lambda: fpm.partition(9, [one], max=3)),
    ("max: 1 given, 2 needed", lambda: fpm.partition(9, [one, one], max=[3])),
    ('least="cost" needs cost or watts', lambda: fpm.partition(9, [one], least="cost")),
    ("slack needs least", lambda: fpm.partition(9, [one], slack=.1)),
    ("progress: 3 cannot be called", lambda: fpm.partition(9, [one], progress=3)),
    ("give p, speeds or models", lambda: fpm.chain([1, 2, 3])),
    ("loads[1]: ", lambda: fpm.chain([1, -2, 3], 2)),
    ("old[1]: 7 is not a whole number from -1 to 1", lambda: fpm.items([1, 2], 2, old=[0, 7])),
    ("types: needs seconds", lambda: fpm.items([1, 2], 2, types=[0, 0])), ("loads: None: only with seconds", lambda: fpm.items(None, 2)),
    ("seconds lets no processor take this piece", lambda: fpm.items(None, seconds=[[1, None], [1, None]])),
    ("types[1]: 1 is not a whole number from 0 to 0", lambda: fpm.items(None, seconds=[[1, 2]], types=[0, 1])),
    ("per_group leaves too few places", lambda: fpm.items([1, 2], 1, apart="aa")), ("seconds[0]: 2 given, 1 needed", lambda: fpm.items([1], seconds=[[1, 2], [1, 2]])),
    ("apart and replicas exclude each other", lambda: fpm.items([1, 2], 2, apart="aa", replicas=3)), ("apart: 1 given, 2 needed", lambda: fpm.items([1, 2], 2, apart="a")),
    ("seconds: empty", lambda: fpm.items(None, seconds=[])), ("per_group: 'x' is not", lambda: fpm.items([1, 2], 2, apart="ab", per_group="x")),
    ("loads[1]: None is not a number", lambda: fpm.items([1, None], 2)),
    ("rows: say how many, as loads have one dimension", lambda: fpm.rect([1, 2, 3], 2)),
    ("loads[1]: 1 given, 2 needed", lambda: fpm.rect([[1, 2], [3]], 2)),
    ('"peel" contains all spirals', lambda: fpm.rect([[1, 2], [3, 4]], 2, algorithm="spiral")),
    ("stripes must divide p", lambda: fpm.rect([[1, 2], [3, 4]], 4, algorithm="jag-pq-opt", stripes=3)),
    ("give parts, speeds or models", lambda: fpm.rect([[1, 2], [3, 4]])),
    ("parts: none given", lambda: fpm.neighbours([])),
    ("parts: two of them overlap, or one ends before it begins", lambda: fpm.neighbours([(0, 2, 0, 2), (1, 3, 1, 3)])),
    ("parts[0]: %d is not a whole number from 0 to 2^53" % 2**60, lambda: fpm.neighbours([(0, 2**60, 0, 1)])),
    ("models holds None: give a Model or a number; processor 1", lambda: fpm.advise(9, [1, None])),
    ("models[1]: None, where a Model or a speed belongs", lambda: fpm.picture([1, None])),
    ("found: [1] is no Answer of partition", lambda: fpm.picture([1], [1])),
    ("models: a list, not <memory", lambda: fpm.partition(9, memoryview(array.array("d", [1, 2, 3, 4])).cast("B").cast("d", [2, 2]))),
    ("cost is None for all: give one a cost", lambda: fpm.front(9, {"a": 1, "b": 2}, cost={})),
    ("give p, models or speeds", lambda: fpm.Balance(10)),
    ("measure again, or leave; processor 1", lambda: fpm.Balance(10, 2).step([1, -1])),
    ("moved: nothing has moved yet", lambda: fpm.Balance(10, 2).moved(1)),
    ("old: the sum is 3, not n, which is 10", lambda: fpm.Balance(10, 2, old=[1, 2])),
    ("sizes and costs: give both, or none", lambda: fpm.Cost(sizes=[1]))):
    said = str(refused(wanted, fpm.Error, call))
    ok("%s lacks %s" % (said, wanted), wanted in said and "fpm_" not in said and "NULL" not in said)
# Groups, against all partitions by hand.
import itertools
def least(n, parts): return min((max(t[x] for t, x in zip(parts, d)) for d in itertools.product(range(n + 1), repeat=len(parts)) if sum(d) == n and all(x in t for t, x in zip(parts, d))), default=None)
tables = [{0: 0, 1: 3.0, 2: 1.0, 4: 7.0}, {0: 0, 1: 2.0, 3: 5.0}, {0: 0, 2: 4.0, 3: 4.5}]
members = [fpm.Model([x for x in t if x], [t[x] for x in t if x], "discrete") for t in tables]
node = fpm.compose(members, 10)
ok("compose, all sizes", dict(zip(node.size, node.seconds)) == {n: v for n in range(1, 11) for v in [least(n, tables)] if v is not None})
node = fpm.compose(members, [3, 5, 8])
ok("compose, some sizes", dict(zip(node.size, node.seconds)) == {n: least(n, tables) for n in (3, 5, 8)} and node.kind == "discrete")
ok("compose with a limit", fpm.compose(members, [3, 8], max=[2, 1, None]).size == [3] and fpm.compose(members, 0).size == [])
whole = fpm.compose([members[0], fpm.compose(members[1:], 6)], 10)
ok("compose of a composed group", whole == fpm.compose(members, 10))
ok("what is said of sizes that do not ascend", "sizes[1]" in str(refused("sizes that do not ascend", fpm.Error, lambda: fpm.compose(members, [5, 3]))))
ok("what is said of no models", "models: give one per processor" in str(refused("no models", fpm.Error, lambda: fpm.compose([], 3))))
ok("what is said of a size below 0", "sizes: -3 is not a whole number from 0 to 2^53" in str(refused("a size below 0", fpm.Error, lambda: fpm.compose(members, -3))))
ok("what is said of a text of sizes", "sizes: " in str(refused("a text of sizes", fpm.Error, lambda: fpm.compose(members, "3"))))
refused("a share that cannot be done", fpm.Error, lambda: fpm.interval([3], [fpm.Model([2], [1], "discrete")]))
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
for v in float("nan"), float("inf"), -0.5: refused("a piece of %r" % v, fpm.Error, lambda: fpm.items([1, v], 2))
refused("fewer replicas than pieces", fpm.Error, lambda: fpm.items([1, 2, 3], 2, replicas=2))
refused("replicas with old owners", fpm.Error, lambda: fpm.items([1, 2], 2, replicas=3, old=[0, 1]))
refused("runs below 0", fpm.Error, lambda: fpm.interval([1], [fpm.Model([1], [1])], runs=-1))
three = [dict(max=4, required=True), dict(factor=3, max=4, required=True), dict(type="b", max=8, required=1)]
p = fpm.pipeline({"a": [1] * 12, "b": [1.02] * 12}, three, [1] * 12, goal="total")
ok("stages", p.begin == [0, 4, 5, 12] and p.counts == [4, 1, 7] and p.who == [0, 1, 2] and p.makespan == p.cost and p.stage[:2] == [4, 3])
p = fpm.pipeline([1, 2, 3], [dict(bandwidth=10, latency=.5), {}], sent=[5, 5, 5], batches=3, goal="filled", free_order=False)
ok("batches", p.begin == [0, 2, 3] and p.makespan == 2 * 4 + 7)
e = refused("no room", fpm.Error, lambda: fpm.pipeline([1, 1], [dict(max=4)], [1, 5]))
ok("the layer at fault", e and e.at == 1 and "layer 1" in str(e))
e = refused("no type for a layer", fpm.Error, lambda: fpm.pipeline({"a": [1, None], "b": [None, 1]}, [dict(type="a")]))
ok("the layer that no device may run", e and e.at == 1 and "lets no device run this element" in str(e))
refused("seconds below 0", ValueError, lambda: fpm.pipeline([1, -1], [{}]))
refused("seconds that hide others", fpm.Error, lambda: fpm.pipeline({"a": [1, 1, 1], "b": [1e30, 1, 1]}, [dict(type="a"), dict(type="b")]))
ok("seconds in an array", fpm.pipeline(array.array("d", [1, 2]), [{}]).makespan == 3)
refused("a device that does not exist", fpm.Error, lambda: fpm.pipeline([1], [dict(speed=4)]))
refused("a max of 0", ValueError, lambda: fpm.pipeline([1], [dict(max=0)]))
refused("a type", ValueError, lambda: fpm.pipeline([1], [dict(type="c")]))
refused("no devices", ValueError, lambda: fpm.pipeline([1], []))
refused("lengths of layers", ValueError, lambda: fpm.pipeline([1, 2], [{}], [1]))
a3 = fpm.items([3, 3, 2, 2, 2], 2, old=[0, 0, 0, 1, 1])
ok("pieces that move", a3.owner == [0, 0, 1, 1, 1] and a3.moved == 2 and a3.makespan == 6 and a3.groups == [[0, 1], [2, 3, 4]])
ok("limits beyond 2^63", all(fpm.items([.5, 1 / 3, .25], 2, old=[0] * 3, max_moved=v, max=2**53 - 1).moved > 0 for v in (2.0**63, 2.0**64 + 4096, 1e60)))
ok("replicas as a float", fpm.items([5, 4, 3], 2, replicas=4.0).owner == fpm.items([5, 4, 3], 2, replicas=4).owner)
ok("none may move", fpm.items([3, 3, 2, 2, 2], 2, old=[0, 0, 0, 1, 1], max_moved=0).owner == [0, 0, 0, 1, 1])
ok("real loads", abs(fpm.items([.6, .5, .4, .3, .2, .1], 3).makespan - .7) < 1e-12)
ok("equal counts, speeds", [len(g) for g in fpm.items([9, 1, 1, 1], 2, equal_counts=True).groups] == [2, 2] and fpm.items([4, 2], speeds=[1, 2]).owner == [1, 0])
c0 = fpm.items([600, 560, 120, 120, 20, 10, 10, 10], 8, equal_counts=True, replicas=16, gap=0)
ok("copies of pieces", abs(c0.makespan - 590 / 3) < 1e-9 and sum(map(len, c0.owner)) == 16 and all(i in c0.groups[j] for i, o in enumerate(c0.owner) for j in o))
refused("fewer copies than pieces", fpm.Error, lambda: fpm.items([1, 1], 2, replicas=1))
ok("pieces by models", fpm.items([500, 600], models=[a, b], max=[None, 550]).owner == [1, 0])
e = refused("a piece above every limit", fpm.Error, lambda: fpm.items([1, 9], 2, max=4))
ok("the piece at fault", e and e.at == 1 and "loads[1]" in str(e))
refused("more pieces than slots", fpm.Error, lambda: fpm.items([1, 1, 1], 2, max_pieces=1))
refused("an owner out of range", ValueError, lambda: fpm.items([1], 2, old=[2]))
refused("a piece below 0", ValueError, lambda: fpm.items([1, -1], 2))
r = fpm.rect(array.array("d", [.5, .25, .125, .125]), 2, rows=2)
ok("real plane", r.makespan == 0.625 and sum(t[4] for t in r.parts) == 1)
r = fpm.rect(range(12), rows=3, speeds=[1, 2, 3])
ok("speeds", r.makespan >= 11 and len(r.parts) == 3 and sum(t[4] for t in r.parts) == 66)
ok("rect, any order", fpm.rect([[4, 1, 2]], speeds=[1, 2, 4], free_order=True).makespan == 1)
ok("class", fpm.rect([1] * 16, 4, rows=4, algorithm=1).parts[0][:4] == (0, 2, 0, 2))
refused("rows", ValueError, lambda: fpm.rect([1, 2, 3], 2, rows=2))
refused("parts and speeds", ValueError, lambda: fpm.rect([1, 2, 3], 2, rows=1, speeds=[1]))
s = fpm.Balance(3000, models=[a, b])
ok("first shares of models", s.shares == [2000, 1000])
ok("a verdict", s.step([2.0, 2.0]).verdict in fpm.VERDICTS)
refused("times", ValueError, lambda: s.step([1.0]))
refused("a time below 0", fpm.Error, lambda: s.step([1.0, -1.0]))
refused("no partition", fpm.Error, lambda: fpm.Balance(30, 2, max=1))
ok("first shares", fpm.Balance(100, 2, old=[30, 70]).shares == [30, 70])
ok("least elements", fpm.Balance(7, 3, loads=[1] * 7, min_items=3).shares.count(0) == 1)
refused("first shares of another sum", fpm.Error, lambda: fpm.Balance(100, 2, old=[30, 60]))
refused("first shares of one", ValueError, lambda: fpm.Balance(100, 2, old=[100]))
# Speeds, as chain and rect take them.
ok("speeds", fpm.partition(4096, speeds=[120, 80, 33.]).shares == fpm.partition(4096, [120., 80, 33]).shares == [2110, 1406, 580])
ok("a speed beside a model", fpm.partition(3000, [a, 500]).shares == [2000, 1000])
ok("speeds of an array", fpm.partition(30, speeds=array.array("f", [2, 1])).shares == [20, 10])
s = fpm.Balance(100, 2)
s.cost(0, 1e4)
ok("a cost that is told", s.step([1.0, 2.0]).verdict == "keep")
s.cost(), s.wall(2.5)
ok("and taken back", s.step([1.0, 2.0]).verdict == "move" and s.wall(9) is None)
refused("a wall", fpm.Error, lambda: s.wall(0))
refused("a cost", fpm.Error, lambda: s.cost(-1))
ok("speeds of a balance", fpm.Balance(30, speeds=[2, 1]).shares == [20, 10])
ok("every algorithm runs as itself", [fpm.ALGORITHMS[k] for k in fpm.ALGORITHMS if k not in ("auto", "hpopta")] ==
   [fpm.partition(3000, [a, b], k).algorithm for k in fpm.ALGORITHMS if k not in ("auto", "hpopta")])
ok("least", fpm.partition(3000, [a, b], least="busy", limit=9).busy == 1 and fpm.partition(300, [a, b], least="busy", slack=9).busy == 1)
joules = [fpm.Model([1, 1000, 3000], [9, 9000, 27000], "piecewise"), fpm.Model([1, 3000], [1, 3000], "piecewise")]
ok("cost", fpm.partition(3000, [a, b], least="cost", limit=6, cost=joules).shares == [0, 3000])
# Costs of 0, of being busy, of rest, against all splits; joules of timings.
for prices in [0, (1, 5)], [(0, 7, 2), (1, 0, 3)], [None, 1], [fpm.Cost(2, 1), fpm.Cost(sizes=[4, 9], costs=[0, 8], rest=5, kind="discrete")]:
    found = fpm.partition(9, [3, 1], least="cost", limit=7, cost=prices)
    def price(v, x):
        if isinstance(v, fpm.Cost) and v.sizes: return v.rest if x == 0 else dict(zip(v.sizes, v.costs)).get(x, 1e9)
        per, busy, rest = (v.per_unit, v.busy, v.rest) if isinstance(v, fpm.Cost) else (0, 0, 0) if v is None else tuple(v) + (0,) * (3 - len(v)) if isinstance(v, tuple) else (v, 0, 0)
        return busy + per * x if x else rest
    best = min(sum(price(v, x) for v, x in zip(prices, (k, 9 - k))) for k in range(10) if max(k / 3, 9 - k) <= 7)
    ok("the least cost of %r: %g" % (prices, best), abs(found.cost - best) < 1e-9)
found = fpm.partition(3000, [a, b], least="cost", slack=.5, watts=[(100, 10), 20], fixed=[.5, None])
ok("joules", abs(found.energy - (90 * (a.time(found.shares[0]) + .5) * (found.shares[0] > 0) + 20 * b.time(found.shares[1]) + 10 * found.makespan)) < 1e-9)
ok("rect by name", fpm.rect([1] * 16, 4, rows=4, algorithm="uniform").parts == fpm.rect([1] * 16, 4, rows=4, algorithm=1).parts and
   fpm.rect([1] * 16, 4, rows=4, algorithm="jag-m-opt").makespan == 4 and fpm.rect([1] * 16, 4, rows=4, algorithm="rect-nicol").makespan == 4)
line = fpm.Model([1, 100], [1, 100], "piecewise"), fpm.Model([1, 100], [2, 200], "piecewise")
r = fpm.rect([[1, 2, 3, 4]] * 6, models=line)
ok("rect by models", r.makespan == max(m.time(t[4]) for m, t in zip(line, r.parts)) and r.makespan < 50)
c = fpm.chain([1] * 12, 4, min_items=4)
ok("least parts", all(b - a in (0, 4, 8, 12) or b - a >= 4 for a, b in zip(c.begin, c.begin[1:])))
ok("grain and places of cuts", all(k % 5 == 0 for k in fpm.chain([1] * 20, 3, grain=5).begin) and
   set(fpm.chain([1] * 20, 3, cuts=[0, 3, 11, 20]).begin) <= {0, 3, 11, 20})
loads = [5, 1, 4, 2, 3, 3, 2, 4, 1, 5]
far, close = fpm.chain(loads, 3), fpm.chain(loads, 3, near=[0, 3, 6, 10], slack=.5)
ok("near a former partition", close.begin == [0, 3, 6, 10] and close.moved == 0 and close.makespan <= 1.5 * far.makespan)
c = fpm.chain(loads, 3, limits=[([1] * 10, 4)])
ok("further loads that must fit", all(b - a <= 4 for a, b in zip(c.begin, c.begin[1:])))
ok("... of each", [b - a for a, b in zip(*(lambda t: (t, t[1:]))(fpm.chain(loads, 3, limits=[([1] * 10, [5, 3, 2])]).begin))] == [5, 3, 2])
refused("loads of another number", ValueError, lambda: fpm.chain(loads, 3, limits=[([1], 4)]))
refused("cuts of another number", ValueError, lambda: fpm.chain(loads, 3, near=[0, 10]))
r = fpm.rect([[1] * 12] * 12, parts=9, min_rows=3, min_cols=3)
ok("sides", all(t[1] - t[0] >= 3 and t[3] - t[2] >= 3 for t in r.parts if t[4]))
cost = lambda t: t[4] + 3 * (t[1] - t[0] + t[3] - t[2])
r = fpm.rect([[1] * 12] * 6 + [[2] * 12] * 6, parts=9)
near = fpm.rect([[1] * 12] * 9 + [[4] * 12] * 3, parts=9, old=r.parts, slack=.01)
ok("old parts", 0 < near.moved < 126 and near.moved_cells > 0 and fpm.rect([[1] * 12] * 6 + [[2] * 12] * 6, parts=9, old=r.parts, slack=9).parts == r.parts)
refused("old parts that overlap", fpm.Error, lambda: fpm.rect([[1] * 4] * 4, parts=2, old=[(0, 4, 0, 3), (0, 4, 2, 4)]))
r = fpm.rect([[1] * 12] * 12, parts=4, border=3)
ok("border", r.makespan == max(map(cost, r.parts)) == 36 + 3 * 12 and sum(t[4] for t in r.parts) == 144)
import random
draw = random.Random(27)
for turn in range(60):
    rows, cols = draw.randint(1, 14), draw.randint(1, 14)
    r = fpm.rect([[draw.randint(0, 9) for c in range(cols)] for k in range(rows)], parts=draw.randint(1, 20)).parts
    owner = {(y, x): k for k, t in enumerate(r) for y in range(t[0], t[1]) for x in range(t[2], t[3])}
    want = [{} for t in r]
    for (y, x), k in owner.items():
        for other in (owner.get((y + 1, x), k), owner.get((y, x + 1), k)):
            if other != k: want[k][other], want[other][k] = (want[k].get(other, 0) + 1,) * 2
    met = fpm.neighbours(r)
    ok("halos of turn %d" % turn, met == want and all(list(t) == sorted(t) for t in met) and met == fpm.neighbours([t[:4] for t in r]))
sides = [h for h in (1, 2, 3) for _ in range(3)], [1, 2, 3] * 3
wavy = fpm.Model2D(*sides, [h * w * (1 + w % 2) for h, w in zip(*sides)], discrete=True)
t = fpm.matrix(3, 3, [wavy, copy.deepcopy(wavy), pickle.loads(pickle.dumps(wavy))], "cuts")
ok("cuts of a matrix", (t.status, t.arrangement, t.makespan, t.gap, sum((r - q) * (d - c) for q, r, c, d in t.parts)) == (0, "cuts", 6, 0, 9))
ok("time of a tile", wavy.time(2, 3) == 12 and fpm.Model2D(*sides, [1] * 9).time(2, 2) > 0)
ok("tiles by speeds", fpm.matrix(6, 4, speeds=[2, 1, 1]).parts[0] == (0, 3, 0, 4) and fpm.matrix(6, 4, speeds=[1, 1], arrangement="columns").columns == 1)
ok("tiles by areas", sum((r - q) * (d - c) for q, r, c, d in fpm.matrix(30, 20, [fpm.Model([10, 900], [1, 50])] * 3, compact=0, block=2, max=[60, None, None]).parts) == 600)
ok("smooth tiles", fpm.matrix(3, 3, [fpm.Model2D(*sides, [h * w for h, w in zip(*sides)])] * 2, max=6).makespan == 6)
for text, call in (("arrangement: 'odd' is none of auto", lambda: fpm.matrix(3, 3, [wavy], "odd")), ("fpm_matrix_partition2d", lambda: fpm.matrix(3, 3, speeds=[1], arrangement="cuts")),
                   ("Model2D for all", lambda: fpm.matrix(3, 3, [wavy, 1])), ("tile 1: ", lambda: fpm.Model2D([1, 1], [1, 1], [2, 3])), ("cols: ", lambda: fpm.Model2D([1, 1], [1], [2, 3])),
                   ("measured no tiles", lambda: fpm.matrix(4, 3, [wavy])), ("give models", lambda: fpm.matrix(4, 3)), ("rows: 0", lambda: fpm.matrix(0, 3, [wavy]))):
    try: call(); ok(text, False)
    except fpm.Error as error: ok("%s: %s" % (text, error), text in str(error))
t = fpm.tiles([[1, 1, 0, 0, 0], [1, 1, 0, 0, 0], [0, 0, 0, 0, 1.5]], 2, "short")
ok("tiles", (t.status, t.down, t.across, t.rows, t.cols, t.kept, t.dropped, t.cells, t.owners, t.parts) ==
   (0, 2, 3, 2, 2, 2, 4, 4, [[0, -1, -1], [-1, -1, 1]], [(0, 2, 0, 2, 4.0), (2, 3, 4, 5, 1.5)]) or print(t))
ok("forms of tiles", [fpm.tiles([[1] * 10], 3, f, down=1).cols for f in ("even", "short", "divide", "fms")] == [4, 4, 5, 4])
ok("tiles with halos", fpm.tiles([[1] * 8] * 8, 4, halo=2).cells == 64 and fpm.tiles([[1] * 8] * 8, 9, min_rows=4, min_cols=3).cells == 16)
for text, call in (("form: 'odd' is none of even", lambda: fpm.tiles([[1]], 1, "odd")), ("halo: -1", lambda: fpm.tiles([[1]], 1, halo=-1)),
                   ("min_rows", lambda: fpm.tiles([[1]], 1, min_rows=2)), ("shape", lambda: fpm.neighbours([(0, 1, 0, 1)], wrap_cols=True)),
                   ("fold: 5", lambda: fpm.neighbours([(0, 1, 0, 1)], (1, 1), fold=5))):
    try: call(); ok("refused: " + text, False)
    except fpm.Error as e: ok("refused: " + text, text in str(e) or print(e))
ok("halos around a globe", fpm.neighbours([(0, 2, 0, 3)], (2, 3), wrap_cols=True, fold="last") == [{0: 7}])
refused("halos of parts that overlap", fpm.Error, lambda: fpm.neighbours([(0, 2, 0, 2), (1, 3, 1, 3)]))
ok("halos of old parts", fpm.neighbours([(0, 2, 0, 2), (5, 9, 5, 9), [0, 3, 2, 4]]) == [{2: 2}, {}, {0: 2}])

# What is at fault is named.
class Masked(list):
    def filled(self, value): return [value]
for text, call in [
        ("n: -1 is not a whole number from 0 to 2^53", lambda: fpm.partition(-1, [a])),
        ("n: 9007199254740993 is", lambda: fpm.partition(2**53 + 1, [a])),
        ("models or speeds: give one per processor", lambda: fpm.partition(9, [])),
        ("models: a list", lambda: fpm.partition(9, 5)), ("models or speeds, not both", lambda: fpm.partition(9, [a], speeds=[1])),
        ("sizes[2] = 2: sizes are not strictly ascending", lambda: fpm.Model([1, 2, 2], [1, 2, 3])),
        ("sizes[0]: 0 is not a whole number from 1", lambda: fpm.Model([0, 2], [1, 2])), ("seconds[1] = -2.0: ", lambda: fpm.Model([1, 2], [1, -2])),
        ("speeds[7]: None is not a number", lambda: fpm.partition(9, speeds=[1] * 7 + [None] + [1] * 9)),
        ("loads[1]: 'x' is not a number", lambda: fpm.chain([1.5, "x"], 2)), ("size: 'a' is not a number", lambda: a.time("a")),
        ("loads: empty", lambda: fpm.rect([], 2)), ("loads: empty", lambda: fpm.rect([[]], 2)), ("loads: a masked", lambda: fpm.chain(Masked(), 2)),
        ("sizes[0]: 1.5 is not a whole number from 1 to 2^53", lambda: fpm.Model([1.5, 2], [1, 2])),
        ("sizes[1]: 1.5 is not", lambda: fpm.Model([1, 1.5], [1, 2])), ("seconds: 1 given, 2 needed", lambda: fpm.Model([1, 2], [1])),
        ("speeds[1]: 0.0 is not", lambda: fpm.partition(9, speeds=[1, 0])), ("speeds[0]: nan", lambda: fpm.chain([1], speeds=[float("nan")])),
        ("required of processor 1: 4294967296 is not", lambda: fpm.partition(9, [a, b], required=[0, 2**32])),
        ("required of processor 0: 2 is not", lambda: fpm.Balance(9, 2, required=2)),
        ("max of processor 1: 'x' is", lambda: fpm.partition(9, [a, b], max=[3, "x"])),
        ("fixed of processor 0: -1 is", lambda: fpm.partition(9, [a], fixed=-1)), ("min: 1 given, 2 needed", lambda: fpm.partition(9, [a, b], min=[1])),
        ("min exceeds max; processor 1", lambda: fpm.partition(9, [a, b], min=[0, 9], max=4)),
        ("a model is missing or not initialised: models holds None: give a Model or a number; processor 1", lambda: fpm.partition(9, [a, None])),
        ("algorithm: 'optimall' is none of auto, even,", lambda: fpm.partition(9, [a], "optimall")),
        ("loads[2]: a load is negative", lambda: fpm.chain([1, 2, -3], 2)), ("loads, cell 3: a load is", lambda: fpm.rect([[1, 2], [3, -.5]], parts=2)),
        ("fixed of processor 0: 1000", lambda: fpm.partition(9, [a], fixed=10**400)), ("speeds[0]: 1000", lambda: fpm.chain([1], speeds=[10**400])),
        ("loads[1]: 2, where a row belongs", lambda: fpm.rect([[1], 2], parts=2)), ("algorithm: [] is none of auto", lambda: fpm.partition(9, [a], [])),
        ("loads[1]: 1 given, 2 needed", lambda: fpm.rect([[1, 2], [3]], parts=2)), ("loads: one or two dimensions of numbers", lambda: fpm.chain("12", 2)),
        ("loads[0]: [1] is not a number", lambda: fpm.rect([[[1]]], parts=1)), ("loads[0]: '1' is not a whole number from -2^63 to 2^63", lambda: fpm.chain(["1"], 1)),
        ("loads: one or two", lambda: fpm.chain(None, 1)), ("the number of chains that have elements", lambda: fpm.chain([[1, 2], [3, 4]], 1)),
        ("p: 4294967299 is not", lambda: fpm.chain([1], 2**32 + 3)), ("p, speeds or models", lambda: fpm.chain([1])),
        ("parts, speeds or models", lambda: fpm.rect([[1]])), ("rows: say how many, as loads have one", lambda: fpm.rect([1, 2], parts=2)),
        ("rows: 3 given, 2 needed", lambda: fpm.rect([[1], [2]], 2, rows=3)), ("loads of 2 rows: 3 given, 2 needed", lambda: fpm.rect([1, 2, 3], 2, rows=2)),
        ("algorithm: 77 is no number of a class", lambda: fpm.rect([1], 1, rows=1, algorithm=77)), ("max and fixed need models", lambda: fpm.chain([1], 2, max=1)),
        ("speeds: 2 given, 3 needed", lambda: fpm.chain([1], 3, speeds=[1, 2])), ("seconds: 1 given, 2 needed", lambda: fpm.Balance(9, 2).step([1])),
        ("parts[1]: (0, 1), where r0, r1, c0, c1 belong", lambda: fpm.neighbours([(0, 1, 0, 1), (0, 1)])),
        ("parts: none", lambda: fpm.neighbours([])), ("parts[0]: 5, where", lambda: fpm.neighbours(5)), ("parts[0]: -1 is not", lambda: fpm.neighbours([(-1, 1, 0, 1)])),
        ("parts[0]: 0.5 is not", lambda: fpm.neighbours([(0, .5, 0, 1)])), ("old[0]: 'a' is not", lambda: fpm.rect([[1, 2]], parts=1, old=[(0, 1, 0, "a")])),
        ("loads: 3 given, 4 needed", lambda: fpm.Balance(4, 2, loads=[1, 2, 3])), ("loads[1]: a load is negative", lambda: fpm.Balance(2, 2, loads=[1, -1])),
        ("loads[0]: 0.5 is not a whole number", lambda: fpm.Balance(1, 2, loads=[.5])), ("loads: one or two", lambda: fpm.Balance(1, 2, loads=5)),
        ("loads: none at the beginning", lambda: fpm.Balance(9, 2).step([1, 1], loads=[1] * 9)), ("loads: none", lambda: fpm.Balance(9, 2).resize(9, [1] * 9)),
        ("loads: 8 given, 9 needed", lambda: fpm.Balance(9, 2, loads=[1] * 9).step([1, 1], [1] * 8)),
        ("n without loads: 8 given, 9 needed", lambda: fpm.Balance(9, 2, loads=[1] * 9).resize(8)),
        ("i: 2 is not a whole number from 0 to 1", lambda: fpm.Balance(9, 2).leave(2)), ("iterations: 1.5", lambda: fpm.Balance(9, 2, iterations=1.5)),
        ("i has not left", lambda: fpm.Balance(9, 2).join(0)), ("nothing has moved yet", lambda: fpm.Balance(9, 2).moved(1)),
        ("seconds: 0 is not", lambda: fpm.Balance(9, 2).wall(0)), ("trust must be above 1", lambda: fpm.Balance(9, 2, trust=1)),
        ("old: one or two", lambda: fpm.Balance(9, 2, old=5)), ("old: the sum is 3, not n", lambda: fpm.Balance(9, 2, old=[1, 2])),
        ("devices: a list, not 5", lambda: fpm.pipeline([1], 5)), ("devices[0]: None is no dict", lambda: fpm.pipeline([1], [None])),
        ("limits: a list, not None", lambda: fpm.chain([1], 1, limits=None)), ("limits[0]: a list, not 5", lambda: fpm.chain([1], 1, limits=[5])),
        ("limits[0]: (1,), where a pair", lambda: fpm.chain([1], 1, limits=[(1,)])), ("must ascend strictly", lambda: fpm.chain([1, 2], 2, cuts=[2, 1])),
        ("old: a list, not 5", lambda: fpm.items([1], 1, old=5)), ("slack needs old", lambda: fpm.items([1], 1, slack=1)),
        ("max_pieces: 1.5 is not a whole", lambda: fpm.items([1], 1, max_pieces=1.5)), ("path: 1 is no name", lambda: fpm.Model.read(1)),
        ("models: a list, not {1, 2}", lambda: fpm.partition(9, {1, 2})), ("max of processor 0: {1, 2} is not", lambda: fpm.partition(9, [a, b], max={1, 2})),
        ("cost: a list, not 5", lambda: fpm.partition(9, [a], least="cost", cost=5)), ("cost[0], no Cost but a number: 'x'", lambda: fpm.partition(9, [a], least="cost", cost=["x"])),
        ("cost[0]: (1, 2, 3, 4), where (per_unit", lambda: fpm.partition(9, [a], least="cost", cost=[(1, 2, 3, 4)])), ("rest: -1 is not a number from 0", lambda: fpm.Cost(rest=-1)),
        ("costs[1]: -2", lambda: fpm.Cost(sizes=[1, 2], costs=[1, -2])), ("sizes and costs: give both", lambda: fpm.Cost(sizes=[1])), ("cost or watts", lambda: fpm.partition(9, [a], cost=[1], watts=[1])),
        ("watts[0]: (1, 2): more while", lambda: fpm.partition(9, [a], least="cost", watts=[(1, 2)])), ("watts: 1 given, 2 needed", lambda: fpm.partition(9, [a, b], least="cost", watts=[1])),
        ("least: '' is none of total", lambda: fpm.partition(9, [a], least="")), ("slack needs least", lambda: fpm.partition(9, [a], slack=.1)),
        ("risk needs half-widths", lambda: fpm.Model([1], [1], risk=1)), ("algorithm: None is not", lambda: fpm.rect([[1]], 1, algorithm=None)),
        ('old is needed by algorithm "near"', lambda: fpm.rect([[1, 2]], 1, algorithm="near")), ("leaves cells of the grid to nobody", lambda: fpm.rect([[1, 2]], 1, old=[(0, 1, 0, 1)]))]:
    e = refused(text, fpm.Error, call)
    ok("it says %r: %r" % (text, e), e and text in str(e))
    ok("a name of C in %r" % str(e), not any(w in str(e) for w in ("opts.", "procs", "FPM_", "[].", "fpm_")))

ok("items of tiny loads", fpm.items([5e-11, 3e-11, 2e-11], 2).groups == [[0], [1, 2]] and fpm.items([1e-290] * 2, 2).groups == [[0], [1]])
ok("items and a chain of huge loads", fpm.items([5e45, 3e45, 2e45], 2).groups == [[0], [1, 2]] and fpm.chain([5e45, 3e45, 2e45], 2).begin == [0, 1, 3] and
   fpm.items([50000000000.123, 30000000000.077, 20000000000.046], 2).groups == [[0], [1, 2]])
# What is extrapolated or cut short warns, at the line of the caller; a gap above 0 is in the answer.
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    answer = fpm.partition(30000, [a, b])
    gap = fpm.rect([[1, 5, 2], [9, 2, 2], [3, 3, 3]], parts=4, algorithm="hier-rb")
    fpm.partition(3000, [a, b])
    short = fpm.rect([[k * j % 17 for k in range(30)] for j in range(30)], parts=9, algorithm="hier-opt", max_work=200)
ok("warned once each", [w.category for w in told] == [fpm.Doubt] * 2 and answer.status == 1 and short.status == fpm.STATUSES["work_limit"])
ok("the processor is named", "lies beyond the last measured point (processor 0)" in str(told[0].message))
ok("the gap is named", "(gap " in str(told[1].message) and told[0].filename == __file__)
ok("a gap alone is no warning", gap.gap > 0 and gap.status == fpm.STATUSES["heuristic"] and "status=heuristic, " in repr(gap) and "algorithm=hier_rb" in repr(gap))

# Points files, CSV.
import os, tempfile
with tempfile.TemporaryDirectory() as scratch:
    def points(text):
        with open(os.path.join(scratch, "a%d.csv"), "wb") as file: file.write(text)
        return fpm.Model.read(os.path.join(scratch, "a%d.csv"), "piecewise")
    ok("a CSV with BOM and CRLF", points(b"\xef\xbb\xbfsize,seconds\r\n2000,2\r\n1000,1.5\r\n1000,.5\r\n") == fpm.Model([1000, 2000], [1, 2], "piecewise"))
    ok("another model", points(b"1 1\n") != a and len({a, fpm.Model(size, quick), b}) == 2)
    e = refused("a line at fault", fpm.Error, lambda: points(b"1000 1\n\nx 2\n"))
    ok("it is named: %s" % e, "a%d.csv, line 3: " in str(e))
    refused("no points", fpm.Error, lambda: fpm.partition(9, [points(b"# none\n")]))

# Copies, threads.
for twin in copy.copy(a), copy.deepcopy(a), pickle.loads(pickle.dumps(a)):
    ok("a copy", twin is not a and twin.time(1500) == a.time(1500) and twin.kind == a.kind)
    del twin
ok("the original lives", a.time(1500) == 1.5 and fpm.partition(3000, [a, b]).shares == [2000, 1000])
mine = array.array("d", [1, 2])
own = fpm.Model([1000, 2000], mine)
mine[1] = 1e9
ok("a model owns its points", own.time(2000) == 2)
refused("a copy of a balance", TypeError, lambda: copy.copy(s))
s, failures = fpm.Balance(100000, 4), []
def work(first):
    try:
        for k in range(150):
            s.step([(1 + i) * 1e-6 * (1 + s.shares[i] + k % 7) for i in range(4)])
            if first and k % 50 == 9: s.leave(3), s.join(3)
            fpm.partition(3000, [a, b]), fpm.Model(size, quick).time(3)
    except Exception as e: failures.append(e)
threads = [threading.Thread(target=work, args=(k == 0,)) for k in range(8)]
for t in threads: t.start()
for t in threads: t.join()
ok("steps from eight threads: %s" % failures[:1], not failures and sum(s.shares) == 100000)
s = fpm.Balance(1200, 3, required=1)
ok("leave, join and resize", s.leave(1).shares == [600, 0, 600] and s.join(1).shares[1] > 0 and sum(s.resize(90).shares) == 90 and s.moved(1) is None)
ok("repr", repr(a) == "<fpm.Model akima: 3 points, sizes 1000 to 4000>" and repr(s).startswith("<fpm.Balance ["))
ok("an answer is readable", repr(answer).startswith("Answer(status=extrapolated, shares=[") and "algorithm=geometric" in repr(answer))
import json, pydoc
ok("and goes elsewhere", pickle.loads(pickle.dumps(answer)) == answer and json.loads(json.dumps(vars(answer)))["status"] == 1)
for thing in fpm.partition, fpm.chain, fpm.pipeline, fpm.items, fpm.rect, fpm.tiles, fpm.neighbours, fpm.interval, fpm.compose, fpm.check, fpm.advise, fpm.front, fpm.moves, fpm.ratios, fpm.picture:
    ok("help of %s is a screen" % thing.__name__, pydoc.plain(pydoc.render_doc(thing)).count("\n") <= 40)
ok("help of the module begins with a screen", fpm.__doc__.count("\n") <= 40 and all(n + "(" in fpm.__doc__ or n in ("Answer", "Progress", "Picture", "Error", "Doubt") for n in fpm.__all__))
for call in fpm.partition, fpm.chain, fpm.rect, fpm.Model.__init__, fpm.Balance.__init__:
    p = inspect.signature(call).parameters.values()
    ok("hints and names of %s" % call, all(k.annotation is not k.empty and k.kind not in (k.VAR_KEYWORD, k.VAR_POSITIONAL)
                                           for k in p if k.name != "self"))
ok("constraints in the help", all(w in fpm.partition.__doc__ for w in ("max ", "min ", "grain ", "fixed ", "required ")))

# Own shares, the gain, trade-offs: beside all partitions of a few units.  Names of processors in every call that takes them.
for trial in range(60):
    p, n = draw.randrange(1, 4), draw.randrange(1, 9)
    table, price = [[draw.randrange(1, 99) / 8 for _ in range(n)] for _ in range(p)], [draw.randrange(0, 9) for _ in range(p)]
    rough = [fpm.Model(range(1, n + 1), row, "discrete") for row in table]
    every = [d for d in itertools.product(range(n + 1), repeat=p) if sum(d) == n]
    def time_of(d): return max([row[x - 1] for row, x in zip(table, d) if x])
    what = "seed %s, trial %d: " % (os.environ.get("TEST_SEED", "1"), trial)
    own = draw.choice(every)
    found, least = fpm.check(own, rough), min(map(time_of, every))
    ok(what + "check", found.makespan == time_of(own) and found.shares == list(own) and found.lower_bound <= least and found.gap >= time_of(own) / least - 1 - 1e-12)
    said = fpm.advise(n, {"p%d" % k: m for k, m in enumerate(rough)})
    equal = [n // p + (k < n % p) for k in range(p)]
    ok(what + "advise", said.best == least and said.even == time_of(equal) and (said.constant is None or said.constant >= least) and said.measure == {} and time_of([*said.shares.values()]) == least)
    worth = sorted({(time_of(d), sum(x * c for x, c in zip(d, price))) for d in every})
    wanted = [(t, c) for k, (t, c) in enumerate(worth) if all(c < other for _, other in worth[:k])]
    pairs = [(a.makespan, a.cost) for a in fpm.front(n, rough, cost=price)]
    ok(what + "front %r %r" % (pairs, wanted), pairs == wanted)
    if len(wanted) > 2: ok(what + "a shorter front", [(a.makespan, a.cost) for a in fpm.front(n, rough, cost=price, count=2)] == [wanted[0], wanted[-1]])
    old, new = draw.choice(every), draw.choice(every)
    slab, sent = [k for k, x in enumerate(old) for _ in range(2 * x)], [fpm.moves(old, new, rank, 2) for rank in range(p)]
    at, arrived = [2 * sum(old[:k]) for k in range(p)], []
    for j in range(p):
        piece = [None] * (2 * new[j])
        for i in range(p):
            ok(what + "moves agree", sent[i][0][j] == sent[j][2][i])
            piece[sent[j][3][i]:sent[j][3][i] + sent[j][2][i]] = range(at[i] + sent[i][1][j], at[i] + sent[i][1][j] + sent[i][0][j])
        arrived += piece
    ok(what + "moves", arrived == [*range(2 * n)])
    total = draw.randrange(1, 9)
    ok(what + "ratios", sum(fpm.ratios(own, total)) == total)
named = {"gpu": a, "cpu": b}
ok("shares by name", fpm.partition(3000, named).shares == {"gpu": 2000, "cpu": 1000} and fpm.partition(3000, speeds={"x": 1, "y": 2}).shares == {"x": 1000, "y": 2000})
ok("limits by name", fpm.partition(3000, named, max={"gpu": 1500}).shares == {"gpu": 1500, "cpu": 1500})
ok("costs by name", [*fpm.partition(3000, named, least="cost", slack=1, cost={"gpu": 1, "cpu": 5}).shares.values()] == fpm.partition(3000, [a, b], least="cost", slack=1, cost=[1, 5]).shares)
ok("own shares by name", fpm.check({"cpu": 1000, "gpu": 2000}, named).makespan == 2)
sure = {"x": fpm.Model([10], [1.0], half_widths=[.3]), "y": fpm.Model([10], [1.0], half_widths=[.1])}
ok("odds by name", fpm.interval({"x": 10, "y": 10}, sure).next == "x" and [*fpm.interval({"y": 10, "x": 10}, sure).odds] == ["x", "y"])
ok("a row of names", fpm.chain({"r": 4, "s": 1, "t": 3}, 2).groups == [["r"], ["s", "t"]] and fpm.chain([4, 1, 3], speeds={"u": 1, "v": 1}).who == ["u", "v"])
ok("stages by name", fpm.pipeline([1.0] * 3, {"u": {}, "v": dict(max=1)}, [1] * 3).counts == {"u": 2, "v": 1} and fpm.pipeline([1.0] * 3, {"u": {}, "v": {}}).who == ["u", "v"])
mixed = fpm.items({"a": 6, "b": 5, "c": 3}, speeds={"quick": 2, "slow": 1}, max={"slow": 5}, old={"a": "quick", "b": "slow"})
ok("owners by name", mixed.owner == {"a": "quick", "b": "slow", "c": "quick"} and mixed.groups == {"quick": ["a", "c"], "slow": ["b"]} and mixed.moved == 0)
ok("copies by name", sorted(fpm.items([9, 1], speeds={"u": 1, "v": 1}, replicas=3, old=[["u", "v"], ["u"]]).owner[0]) == ["u", "v"])
s = fpm.Balance(1200, speeds={"u": 1, "v": 3})
ok("a balance by name", s.shares == {"u": 300, "v": 900} and s.step({"v": 3, "u": 3}).shares == s.shares and s.leave("u").shares == {"u": 0, "v": 1200} and s.join("u").shares["u"] > 0)
for _ in range(9): s.step({k: x / 100 if k == "u" else x / 300 for k, x in s.shares.items() if x} | {k: 1 for k, x in s.shares.items() if not x})
again = fpm.Balance(1200, models=s.models(), old=s.shares)
ok("a balance begins again", again.shares == s.shares and again.models()["v"].size)
for call in (lambda: fpm.partition(9, named, max={"tpu": 1}), lambda: fpm.partition(9, [a, b], max={"gpu": 1}), lambda: fpm.check([1], named), lambda: fpm.items([1], speeds={"u": 1}, old=["w"]),
             lambda: s.leave("w"), lambda: fpm.Balance(9, speeds={"u": 1}, old={"w": 9}), lambda: fpm.check([2, 1], [a, b], max=[1, 5]), lambda: fpm.ratios([0, 0], 3), lambda: fpm.moves([1], [1, 2], 0),
             lambda: fpm.moves([1], [1], 1), lambda: fpm.front(9, [a, b]), lambda: fpm.front(9, [a, b], cost=[1, 2], count=1), lambda: fpm.picture(answer), lambda: fpm.picture([]), lambda: fpm.picture(fpm.tiles([[0, 0]], 1))):
    refused("names and new calls", fpm.Error, call)
ok("the error names the cure", "fpm.Model.measured" in str(refused("not sorted", fpm.Error, lambda: fpm.Model([2, 1], [1, 2]))))
ok("timings in any order", fpm.Model.measured([4, 1, 4], [3.0, 1.0, 5.0]) == fpm.Model([1, 4], [1.0, 4.0]))
ok("speed and size", a.speed(2000) == 1000 and a.within(2.0) == 2000 and fpm.Model([5], [1.0], "discrete").within(.5) == 0)
ok("what the papers' algorithms know", sum(fpm.partition(3001, [a, b], "numerical").real) > 3000.99 and fpm.partition(3000, [a, b], "numerical").residual < 1e-9 and
   fpm.partition(100, [fpm.Model(range(1, 60), [k * (3 + j) + (k * k + j) % 31 for k in range(1, 60)], "discrete") for j in range(4)], "hpopta").nodes > 0 and not hasattr(fpm.partition(3000, [a, b]), "real"))
import xml.dom.minidom
for what, drawn in dict(speeds=fpm.picture(named, fpm.partition(3000, named)), rough=fpm.picture([fpm.Model([1, 2, 9], [1, 2, 3], "discrete"), 2.0]), rect=fpm.picture(fpm.rect([[1, 2], [0, 0]], 3)),
                        tiles=fpm.picture(fpm.tiles([[0, 1], [1, 1]], 3, "divide")), matrix=fpm.picture(fpm.matrix(9, 9, speeds=[1, 2])), stages=fpm.picture(fpm.pipeline([1.0] * 3, {"<&": {}, "b": {}}))).items():
    ok("a picture of " + what, xml.dom.minidom.parseString(drawn).documentElement.tagName == "svg" and drawn._repr_svg_() == drawn and "nan" not in drawn)

class Series(list):  # as that of pandas, of which a list of values alone has no labels
    ndim = 1
    def __init__(self, **of): list.__init__(self, of.values()); self.index = list(of)
    def to_dict(self): return dict(zip(self.index, self))
ok("labels of a series are names", fpm.partition(9, speeds=Series(u=1, v=2)).shares == {"u": 3, "v": 6} and fpm.items(Series(x=3, y=1, z=4), 2).groups == [["z"], ["x", "y"]] and
   fpm.partition(3000, named, max=Series(cpu=500)).shares == {"gpu": 2500, "cpu": 500} and fpm.partition(3000, [a, b], max=Series(x=1500, y=1500)).shares == [1500, 1500] and
   fpm.items(Series(x=3, y=1), 2, old=Series(y=0), slack=9).owner["y"] == 0)
s = fpm.Balance(100, speeds={"u": 1, "v": 1}, unit_cost=0, move_cost=0)
ok("and not their order", s.step(Series(v=1.0, u=4.0)).shares["v"] > 50)
twice = Series(u=1, v=2)
twice.index[1] = "u"
refused("a label twice", fpm.Error, lambda: fpm.partition(9, speeds=twice))
class Sparse:
    def toarray(self): return [[5, 5], [1, 1]]
    def __getitem__(self, k): raise TypeError
ok("a sparse matrix", fpm.rect(Sparse(), 2).parts == fpm.rect([[5, 5], [1, 1]], 2).parts)

if sys.argv[1] == "with":
    import numpy as np
    plane = (np.arange(40 * 30).reshape(40, 30) * 7919 % 251).astype(np.uint8)
    base = fpm.rect(plane.tolist(), parts=7).parts
    for kind in "u1 u2 i2 <i4 >i4 u4 i8 >i8 u8 f2 f4 >f4 f8 >f8".split():
        ok("NumPy " + kind, fpm.rect(plane.astype(kind), parts=7).parts == base and fpm.rect(plane.astype(kind), 7, rows=40).parts == base)
        ok("NumPy row " + kind, fpm.chain(plane[0].astype(kind), 5).begin == fpm.chain(plane[0].tolist(), 5).begin)
    for what, view in dict(transposed=plane.T, sliced=plane[:, ::2], reversed=plane[::-1, ::-1], fortran=np.asfortranarray(plane * 1.5),
                           truth=plane > 99, frozen=np.frombuffer(plane.tobytes(), np.uint8).reshape(40, 30)).items():
        ok("NumPy " + what, fpm.rect(view, parts=7).parts == fpm.rect(view.tolist(), parts=7).parts)
    ok("NumPy parts", fpm.neighbours(np.array(base)) == fpm.neighbours(base) and
       fpm.rect(plane, parts=7, old=np.array(base, int), slack=9).parts == fpm.rect(plane, parts=7, old=base, slack=9).parts)
    ok("NumPy loads of a balance", fpm.Balance(40, 3, loads=plane[:, 3]).shares == fpm.Balance(40, 3, loads=plane[:, 3].tolist()).shares)
    shared = np.arange(6.0)
    ok("NumPy shares", fpm.ctypes.addressof(fpm._array(shared)[0]) == shared.ctypes.data)
    ok("NumPy scalars", fpm.partition(np.int64(3000), [a, b], max=np.array([1500, 2000])).shares == [1500, 1500])
    ok("NumPy sizes", fpm.Model(np.array(size, float), np.array(quick, "f4")).time(2000) == 2 and fpm.partition(30, np.array([2, 1.])).shares == [20, 10])
    refused("NumPy models without a dimension", fpm.Error, lambda: fpm.partition(9, np.array(3)))
    ok("NumPy numbers without a dimension", fpm.partition(9, [a, b], max=np.array(5)).shares == fpm.partition(9, [a, b], max=5).shares)
    for bad in plane * 1j, np.array(["a"]), np.zeros((2, 2, 2)), np.float64(3), np.array([None]), np.array([[1, -1]]), np.array([[np.nan, 1]]), \
            np.array([2**63], np.uint64), np.ma.masked_less(plane, 9): refused("NumPy %r" % bad, fpm.Error, lambda: fpm.rect(bad, parts=2))
print("%d passed, %d failed" % (passed, failed))
raise SystemExit(failed > 0)
EOP
python3 "$W/tests.py" without || exit 1
for python in python3 /usr/bin/python3; do
    $python -c 'import numpy' 2> /dev/null || { python=; continue; }
    $python "$W/tests.py" with || exit 1
    break
done
[ -n "$python" ] || echo "no NumPy (Debian: python3-numpy)"

# Elements in a row with loads, in C and in Python: a hill moves, elements come, a processor goes and is back.
cat > "$W/balance.c" << 'EOF'
#include "fpm.h"
#include <stdio.h>
static int64_t load[300], sum[301], d[3];
static void hill(fpm_chain *chain, int n, int at) {
    int k;
    for (k = 0; k < n; k++) load[k] = 20 + 900 / (9 + (k - at) * (k - at) % 997);
    if (fpm_chain_init(chain, n, load, sum, NULL) < 0) printf("chain\n");
}
int main(void) {
    static const double speed[3] = {30000, 10000, 20000};
    fpm_balance_options o = FPM_ZERO;
    fpm_info info;
    fpm_proc procs[3] = FPM_ZERO;
    fpm_balance b;
    fpm_chain chain;
    double t[3];
    int i, k, at;
    for (i = 0; i < 3; i++) procs[i].required = 1;
    hill(&chain, 240, 0);
    o.chain = &chain;
    printf("%d", fpm_balance_init(&b, 240, 3, procs, 1e-5, 0, &o, d, &info));
    for (k = 0; k < 40; k++) {
        printf(" %d %d %d %d %d\n", b.verdict, (int)d[0], (int)d[1], (int)d[2], (int)info.moved);
        if (k == 20) hill(&chain, 300, 90), printf("%d", fpm_balance_resize(&b, 300, d, &info));
        else if (k == 25) printf("%d", fpm_balance_leave(&b, 1, d, &info));
        else if (k == 30) printf("%d", fpm_balance_join(&b, 1, d, &info));
        else {
            hill(&chain, (int)b.n, 6 * k);
            for (i = at = 0; i < 3; at += (int)d[i++]) t[i] = (double)(sum[at + d[i]] - sum[at]) / speed[i];
            printf("%d", fpm_balance_step(&b, t, d, &info));
        }
    }
    printf("\n");
    fpm_balance_free(&b);
    return 0;
}
EOF
cat > "$W/balance.py" << 'EOP'
import fpm
def hill(n, at): return [20 + 900 // (9 + (k - at) ** 2 % 997) for k in range(n)]
b = fpm.Balance(240, 3, loads=hill(240, 0), required=1, unit_cost=1e-5)
verdict = moved = 0
for k in range(40):
    print(0, verdict, *b.shares, moved)
    n, sums, t, shares = sum(b.shares), [0], [], b.shares
    load = hill(n, 6 * k)
    for of in b.shares: t.append(sum(load[sum(sums):sum(sums) + of]) / [30000, 10000, 20000][len(t)]), sums.append(of)
    for wrong in (lambda: b.step([-1, 1, 1], [1] * n), lambda: b.step(t, [-1] * n), lambda: b.resize(n, [2**50] * n)):  # all stays
        try: wrong()
        except fpm.Error: pass
        else: print("not refused")
    a = b.resize(300, hill(300, 90)) if k == 20 else None
    if k == 25: a = b.leave(1)
    if k == 30: a = b.join(1)
    if a is None: a = b.step(t, load)
    verdict, moved = fpm.VERDICTS[a.verdict], int(a.moved)
print(0)
EOP
$CC -w -I. "$W/balance.c" "$W/libfpm.so" -lm -o "$W/balance" && "$W/balance" > "$W/c.txt" && python3 "$W/balance.py" > "$W/py.txt" &&
    diff "$W/c.txt" "$W/py.txt" || { echo "FAIL loads in a row: C (<) and Python (>) differ"; exit 1; }
[ "$(sort -u "$W/c.txt" | wc -l)" -gt 12 ] || { cat "$W/c.txt"; echo "FAIL little moves"; exit 1; }

# Built by itself, into a cache.
unset FPM_LIBRARY
printf '#!/bin/sh\nfor a; do shift; case $a in -O*) ;; *) set -- "$@" "$a" ;; esac; done\nexec %s -O0 "$@"\n' "${QUICK:-$CC}" > "$W/cc-O0"
chmod +x "$W/cc-O0"
rm -rf "$W/home" && mkdir -p "$W/home"
use='import fpm; assert fpm.chain([1, 2, 3], 2).begin == [0, 2, 3]'
HOME=$W/home CC=$W/cc-O0 python3 -c "$use" 2> "$W/said" && HOME=$W/home CC=false python3 -c "$use" 2> "$W/said2" && [ ! -s "$W/said2" ] || {
    echo "FAIL a library made at the first use, and found at the second"
    exit 1
}
[ "$(wc -l < "$W/said")" = 1 ] && grep -q '^fpm.py: the calls of chain in .*fpm.h are compiled, once, in a few seconds$' "$W/said" ||
    { cat "$W/said"; echo "FAIL not one line while it compiles"; exit 1; }
# The name has the machine and the size of a pointer; what another machine or a full disk left there is made anew.
cache=$W/home
cache=$cache/.cache/fpm
made=$(ls "$cache")
case $made in libfpm-chain-*-$(uname -s | tr A-Z a-z)-$(uname -m)-[36][24]-*.so) ;; *) echo "FAIL name in the cache: $made"; exit 1 ;; esac
echo "no library" > "$cache/$made"
HOME=$W/home CC=$W/cc-O0 python3 -c "$use" 2> "$W/said" && grep -q 'are compiled, once' "$W/said" ||
    { cat "$W/said"; echo "FAIL a damaged file in the cache"; exit 1; }
# Where nothing can be kept, such as in a container without a home: for this process, and that is said.
HOME=/dev/null CC=$W/cc-O0 TMPDIR=$W python3 -c "$use" 2> "$W/said" && grep -q 'for this process alone.*FPM_LIBRARY' "$W/said" ||
    { cat "$W/said"; echo "FAIL no directory for the library"; exit 1; }

# The package, by pip without a network: with a compiler, without one, and by way of the sdist.
installed() { # installed SOURCE LIBRARY [NAME=VALUE...]: what it holds, and a program outside of the repository
    source=$1 library=$2
    shift 2
    rm -rf "$W/site"
    env HOME="$W/home" "$@" python3 -m pip install -q --no-index --no-cache-dir --disable-pip-version-check --root-user-action=ignore \
        --target "$W/site" "$source" > "$W/pip.log" 2>&1 || { cat "$W/pip.log"; echo "FAIL pip install $source"; exit 1; }
    got=$(cd "$W/site/fpm" && ls | grep -v __pycache__ | tr '\n' ' ')
    [ "$got" = "__init__.py fpm.h ${library}py.typed " ] || { echo "FAIL $source has $got"; exit 1; }
    (cd "$W" && HOME=$W/home PYTHONPATH=$W/site CC=$W/cc-O0 python3 -c "$use; import os; assert os.sep + 'site' + os.sep in fpm.__file__" 2> "$W/said") ||
        { cat "$W/said"; echo "FAIL $source does not work"; exit 1; }
}
if python3 -m pip --version > /dev/null 2>&1; then
    installed ./examples/python "libfpm.so " CC="$W/cc-O0"
    [ ! -s "$W/said" ] || { cat "$W/said"; echo "FAIL it is compiled a second time"; exit 1; }
    if command -v mypy > /dev/null; then
        # A client that knows its types has no error, and what is no field of an answer is one.
        mkdir -p "$W/client" && cat > "$W/client/client.py" << 'EOP'
from array import array
from typing import Dict, List
import fpm
quick = fpm.Model([1, 2], array("d", [.1, .2]))
same: bool = fpm.Model.read("quick.csv") == quick
first: int = fpm.rect([[1, 2], [3, 4]], 4).parts[0][0]
halos: List[Dict[int, int]] = fpm.neighbours(fpm.rect(array("d", [1, 2]), 2, rows=1).parts)
shares: List[int] = fpm.partition(12, [quick, 3.5], max=[4, None]).shares
gap: float = fpm.partition(12, speeds=array("f", [1, 2])).gap
begin: List[int] = fpm.chain(range(4), 2, near=(0, 2, 4)).begin
def enough(at: fpm.Progress) -> bool: return at.best < 1.01 * at.bound
proof: List[int] = fpm.chain([[1, 2], [3]], 2, proof=True, progress=enough, time_limit=9).proof
groups: List[List[str]] = fpm.items({"a": 1, "b": 2.5}, 2, old={"a": 0}).groups
stage: List[float] = fpm.pipeline([1.0, 2.0], [dict(max=4), {}], [1, 2]).stage
balance = fpm.Balance(12, 2, loads=range(12))
verdict: str = balance.step([.1, .2], loads=[1] * 12).verdict
EOP
        (cd "$W/client" && MYPYPATH=$W/site mypy --strict --no-incremental client.py > "$W/mypy.log" 2>&1) || { cat "$W/mypy.log"; echo "FAIL mypy --strict"; exit 1; }
        echo 'fpm.chain([1], 1).nonsense, fpm.partition(9, speeds=5)' >> "$W/client/client.py"
        (cd "$W/client" && MYPYPATH=$W/site mypy --strict --no-incremental client.py > "$W/mypy.log" 2>&1)
        [ "$(grep -c 'error:.*\("nonsense"\|"int"\)' "$W/mypy.log")" = 2 ] || { cat "$W/mypy.log"; echo "FAIL mypy takes anything"; exit 1; }
    else echo "SKIP mypy --strict of a client: no mypy (Debian: mypy)"; fi
    installed ./examples/python "" CC=no-such-cc
    rm -rf "$W/sdist" && mkdir -p "$W/sdist" || exit 1
    (cd examples/python && python3 -c 'import sys; import python_build; print(python_build.build_sdist(sys.argv[1]))' "$W/sdist") || exit 1
    installed "$(ls "$W"/sdist/*.tar.gz)" "libfpm.so " CC="$W/cc-O0"
else echo "SKIP the package: no pip (Debian: python3-pip)"; fi

# Without header or compiler, and with a library of another version: one message each.
mkdir -p "$W/alone/x" && cp examples/python/fpm.py "$W/alone/x/" || exit 1
fails() { # fails MESSAGE [NAME=VALUE...]
    message=$1
    shift
    env HOME="$W/nohome" PYTHONPATH="$W/alone/x" "$@" python3 -c 'import fpm
m = fpm.Model([1], [1])' 2> "$W/said" && { echo "FAIL it works: $message"; exit 1; }
    [ "$(tail -n 1 "$W/said" | grep -c "$message")$(grep -c 'Traceback\|Exception ignored' "$W/said")" = 11 ] ||
        { cat "$W/said"; echo "FAIL it does not say alone: $message"; exit 1; }
}
fails '^ImportError: no fpm.h in .*/x or above it: copy it there, or let FPM_HEADER name it$'
fails '^ImportError: no C compiler no-such-cc: CC names one' FPM_HEADER="$PWD/fpm.h" CC=no-such-cc
fails '^ImportError: false does not compile .*fpm.h: CC names another compiler' FPM_HEADER="$PWD/fpm.h" CC=false
sed 's/^__version__ = .*/__version__ = "9.9.9"/' examples/python/fpm.py > "$W/alone/x/fpm.py"
fails '^ImportError: fpm.h is [0-9.]*, and fpm.py 9.9.9$' FPM_LIBRARY="$W/libfpm.so"
