"""fpm.h in Python, by ctypes alone: models, partition, chain, rect and dynamic balancing.

    >>> import fpm
    >>> size = [1000, 2000, 4000, 8000, 16000]
    >>> quick = fpm.Model(size, [0.010, 0.020, 0.041, 0.190, 0.800])  # falls out of its cache
    >>> steady = fpm.Model(size, [0.030, 0.060, 0.120, 0.240, 0.480])
    >>> fpm.partition(12000, [quick, steady]).shares
    [7200, 4800]

Numbers are lists, or anything with the buffer protocol (array.array, memoryview, NumPy's arrays): 64-bit whole
numbers and doubles are used where they lie, others are copied.  What fpm.h refuses is an fpm.Error.
The library is what FPM_LIBRARY names, or libfpm.so beside this file; or cc compiles it, once, in ten seconds and
into ~/.cache/fpm, from the header that FPM_HEADER names, or from fpm.h beside this file or above it.
"""
import ctypes, hashlib, os, subprocess, types

KINDS = {"constant": 1, "piecewise": 2, "shaped": 3, "akima": 4, "discrete": 5}
ALGORITHMS = {"auto": 0, "even": 1, "proportional": 2, "geometric": 3, "numerical": 4, "optimal": 5, "hpopta": 6}
VERDICTS = ["keep", "move", "converged"]
STATE_BYTES = 4096  # room for an fpm_balance, of which no field is used here

# The structs of fpm.h: i int, q int64_t, d double, z size_t, p pointer, each with its fields.
STRUCTS = """fpm_model: i kind flags monotone positive, q count, p size seconds half_width reps, q extent at, d speed change,
    q own.count, p own.size own.seconds own.half_width own.reps, q own.capacity, p shaped;
fpm_proc: p model, q min max grain, d fixed, i required, p cost;
fpm_options: i algorithm search dense, p real, i least, d eps limit, z max_bytes, q max_work, p alloc progress context;
fpm_info: i status algorithm, d makespan lower_bound gap imbalance common_time residual, q iterations evaluations nodes
    cuts hits, d below cost, z bytes, i proc beyond busy, q point;
fpm_chain: q n, p whole real, q largest chains, p first;
fpm_chain_options: i method free_order, p speed procs who proof, z max_bytes, q max_work, p alloc;
fpm_grid: q rows cols total largest, d unit rounded, p at flip alloc.resize alloc.context;
fpm_rect: q r0 r1 c0 c1 load;
fpm_rect_options: i algorithm orientation direction p q stripes, p cuts counts speed procs, q max_work,
    z max_bytes, p alloc;
fpm_rect_info: i status algorithm orientation stripes, q lmax lower_bound class_bound, d imbalance gap, q probes work,
    z bytes, i part other beyond, d makespan makespan_bound;
fpm_balance_options: i method, d eps, q iterations, d unit_cost move_cost trust stale, i contiguous, z max_bytes, p alloc;
fpm_balance_info: i status verdict, d makespan imbalance predicted lower_bound, q moved, d cost, i failed proc"""
CALLS = {"model_init": "piqppp", "model_free": "pp", "model_time": "pdp", "partition": "qipppp", "chain_init": "pqppp",
         "chain_init_real": "pqppp", "chain_partition": "pippp", "grid_init": "pqqpqpp", "grid_init_real": "pqqpqpp",
         "grid_free": "p", "rect_partition": "pippp", "balance_init": "pqipppp", "balance_step": "pppp",
         "balance_free": "p"}
C = {"i": ctypes.c_int, "q": ctypes.c_int64, "d": ctypes.c_double, "z": ctypes.c_size_t, "p": ctypes.c_void_p}
for _name, _fields in (text.split(":") for text in STRUCTS.split(";")):
    _fields = [(f, C[group.split()[0]]) for group in _fields.split(",") for f in group.split()[1:]]
    C[_name.strip()] = type(_name.strip(), (ctypes.Structure,), {"_fields_": _fields})

class Error(ValueError):
    """A negative .status of fpm.h; .proc is the processor at fault, or -1."""

def _build(here):
    near = filter(os.path.exists, [here + "/fpm.h", here + "/../fpm.h"])
    header = os.environ.get("FPM_HEADER") or next(near, "fpm.h (let FPM_HEADER name it)")
    with open(header, "rb") as file:
        path = os.path.expanduser("~/.cache/fpm/libfpm-%s.so" % hashlib.sha256(file.read()).hexdigest()[:16])
    if not os.path.exists(path):
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        part, flags = "%s.%d" % (path, os.getpid()), "-O2 -shared -fPIC -x c -DFPM_IMPLEMENTATION".split()
        subprocess.check_call([os.environ.get("CC", "cc"), *flags, header, "-o", part, "-lm"])
        os.replace(part, path)
    return path

def _library(loaded=[]):
    if not loaded:
        here = os.path.dirname(os.path.abspath(__file__))
        path = os.environ.get("FPM_LIBRARY") or os.path.join(here, "libfpm.so")
        loaded.append(ctypes.CDLL(path if os.path.exists(path) else _build(here)))
        loaded[0].fpm_status_str.restype = ctypes.c_char_p
        for name, kinds in CALLS.items():
            getattr(loaded[0], "fpm_" + name).argtypes = [C[k] for k in kinds]
    return loaded[0]

def _refuse(why): raise ValueError(why)
def _at(array): return ctypes.addressof(array) if array else None
def _one_of(table, name): return table[name] if name in table else _refuse("%r is none of %s" % (name, ", ".join(table)))
def _same(*lengths): return len(set(lengths)) == 1 or _refuse("lengths differ: %s" % (lengths,))
def _whole(v): return int(v) if v == v // 1 and -2**63 <= v < 2**63 else _refuse("no 64-bit whole number: %r" % v)

def _call(name, *args):
    args = [_whole(a) if kind == "q" else a for a, kind in zip(args, CALLS[name])]
    pointers = [ctypes.byref(a) if isinstance(a, ctypes.Structure) else a for a in args]
    status = getattr(_library(), "fpm_" + name)(*pointers)
    if status < 0 and not name.endswith("free"):
        error = Error(_library().fpm_status_str(status).decode())
        error.status, error.proc = status, getattr(args[-1], "proc", -1)
        raise error

def _answer(info, **more):  # all fields of an info record, and more or others
    return types.SimpleNamespace(**dict({f: getattr(info, f) for f, _ in info._fields_}, **more))

def _array(values, kind=None):  # of that kind (q or d), or of whole numbers if all are, or of doubles
    view = None if isinstance(values, (list, tuple, range)) else memoryview(values)
    for k in kind or "qd":
        if view and view.c_contiguous and view.itemsize == 8 and view.format[-1] in {"q": "lq", "d": "d"}[k]:
            array = C[k] * (view.nbytes // 8)
            return array.from_buffer_copy(view) if view.readonly else array.from_buffer(view)
    values = view.tolist() if view else values
    kind = kind or "dq"[all(float(v).is_integer() for v in values)]
    return (C[kind] * len(values))(*(_whole(v) if kind == "q" else v for v in values))

class Model:
    """A speed function through measured points, of one of KINDS."""
    def __init__(self, sizes, seconds, kind="akima"):
        self.size, self.seconds, self.struct = _array(sizes, "q"), _array(seconds, "d"), C["fpm_model"]()
        _same(len(self.size), len(self.seconds))
        _call("model_init", self.struct, _one_of(KINDS, kind), len(self.size), self.size, self.seconds, None)

    def time(self, size):
        seconds = ctypes.c_double()
        _call("model_time", self.struct, size, ctypes.addressof(seconds))
        return seconds.value

    def __del__(self):
        if hasattr(self, "struct"): _call("model_free", self.struct, None)

def _procs(models, limits):
    """Limits are max, min, grain, fixed and required: one for all processors, or a list, with None for no limit."""
    procs = (C["fpm_proc"] * len(models))()
    for name, values in limits.items():
        values = values if hasattr(values, "__len__") else [values] * len(models)
        _same(len(values), len(models))
        if name not in ("max", "min", "grain", "fixed", "required"): raise TypeError("no limit " + name)
        for proc, value in zip(procs, values):
            if name == "max" and value == 0: _refuse("max 0: None is no limit; leave out who can take nothing")
            setattr(proc, name, value if name == "fixed" and value else _whole(value or 0))
    for proc, model in zip(procs, models): proc.model = model and ctypes.addressof(model.struct)
    return procs

def partition(n, models, algorithm="auto", **limits):
    """n units over processors, a Model each: .shares, and the fields of fpm_info.

    >>> from array import array
    >>> a, b = Model(array("q", [10, 20]), array("d", [1, 2])), Model([10], [2], "constant")
    >>> partition(30, [a, b]).shares, partition(30, [a, b], max=[16, None]).shares
    ([20, 10], [16, 14])
    """
    options = C["fpm_options"](algorithm=_one_of(ALGORITHMS, algorithm))
    shares, info = (C["q"] * len(models))(), C["fpm_info"]()
    _call("partition", n, len(models), _procs(models, limits), options, shares, info)
    return _answer(info, shares=list(shares))

def chain(loads, p=None, speeds=(), models=(), free_order=False, **limits):
    """A row of loads in contiguous parts: part k is loads[begin[k]:begin[k + 1]], done by processor who[k].

    >>> chain([4, 1, 3, 2, 6, 1], 3).begin, chain([4, 1, 3, 2, 6, 1], speeds=[1, 2]).makespan
    ([0, 2, 4, 6], 6.0)
    """
    load, speed, procs = _array(loads), _array(speeds, "d"), _procs(models, limits)
    p = p or len(speed or procs)
    _same(p, *(len(given) for given in (speed, procs) if given))
    prefix, begin, who = (load._type_ * (len(load) + 1))(), (C["q"] * (p + 1))(), (C["i"] * p)()
    found, info = C["fpm_chain"](), C["fpm_info"]()
    options = C["fpm_chain_options"](free_order=free_order, who=_at(who), speed=_at(speed), procs=_at(procs))
    _call("chain_init" + "_real" * (load._type_ is C["d"]), found, len(load), load, prefix, None)
    _call("chain_partition", found, p, options, begin, info)
    return _answer(info, begin=list(begin), who=list(who))

def rect(loads, rows, parts=None, speeds=(), algorithm=0):
    """A plane of loads, row by row, in rectangles (r0, r1, c0, c1, load); algorithm is a number FPM_RECT_...

    >>> rect([1, 9, 1, 1], rows=2, parts=2).parts
    [(0, 2, 0, 1, 2.0), (0, 2, 1, 2, 10.0)]
    """
    load, speed, grid, info = _array(loads), _array(speeds, "d"), C["fpm_grid"](), C["fpm_rect_info"]()
    parts, cols = parts or len(speed), len(load) // max(rows, 1)
    _same((len(load), parts), (rows * cols, len(speed or [0] * parts)))
    tiles, options = (C["fpm_rect"] * parts)(), C["fpm_rect_options"](algorithm=algorithm, speed=_at(speed))
    _call("grid_init" + "_real" * (load._type_ is C["d"]), grid, rows, cols, load, 0, None, None)
    try:
        _call("rect_partition", grid, parts, options, tiles, info)
        return _answer(info, lmax=info.lmax * grid.unit, lower_bound=info.lower_bound * grid.unit,
                       parts=[(t.r0, t.r1, t.c0, t.c1, t.load * grid.unit) for t in tiles])
    finally:
        _call("grid_free", grid)

class Balance:
    """An iterative routine: run .shares, tell step the seconds that each took, and so on (for halos: required=1).

    >>> b = Balance(1200, 2)
    >>> while b.step([b.shares[0] / 100, b.shares[1] / 300]).verdict != "converged": pass
    >>> b.shares
    [300, 900]
    """
    def __init__(self, n, p=None, models=None, iterations=0, unit_cost=0, move_cost=0, **limits):
        self.models = models or [None] * (p or _refuse("p, or models"))  # the state refers to their points
        _same(len(self.models), p or len(self.models))
        self.d, info, state = (C["q"] * len(self.models))(), C["fpm_balance_info"](), (C["q"] * (STATE_BYTES // 8))()
        options = C["fpm_balance_options"](iterations=iterations, unit_cost=unit_cost, move_cost=move_cost)
        _call("balance_init", state, n, len(self.d), _procs(self.models, limits), options, self.d, info)
        self.state, self.shares = state, list(self.d)

    def step(self, seconds):
        seconds, info = _array(seconds, "d"), C["fpm_balance_info"]()
        _same(len(seconds), len(self.d))
        _call("balance_step", self.state, seconds, self.d, info)
        self.shares = list(self.d)
        return _answer(info, verdict=VERDICTS[info.verdict], shares=self.shares)

    def __del__(self):
        if hasattr(self, "state"): _call("balance_free", self.state)
