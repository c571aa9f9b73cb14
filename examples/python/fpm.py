# mypy: ignore-errors
"""fpm.h in Python, by ctypes alone: splits work over unequal processors so that the last one finishes early.

    >>> import fpm
    >>> fpm.partition(12000, speeds=[3, 2, 1]).shares  # one constant speed per processor
    [6000, 4000, 2000]
    >>> size = [1000, 2000, 4000, 8000, 16000]         # or speed functions, through measured times
    >>> quick = fpm.Model(size, [0.010, 0.020, 0.041, 0.190, 0.800])  # its cache overflows
    >>> steady = fpm.Model(size, [0.030, 0.060, 0.120, 0.240, 0.480])
    >>> fpm.partition(12000, [quick, steady]).shares
    [7200, 4800]

Start
    Model(sizes, seconds), Model.read(path)     the time of one processor through measured points
    partition(n, models), check(shares, ..)     n units of work, one share per processor; what shares of yours are worth
    advise(n, models), picture(models, found)   what that gains, and where to measure; a picture, as SVG
    Balance(n, p).step(seconds)                 an iterative program: new shares from the last times
Fields and lists
    chain(loads, p)                             a row of loads, one contiguous part per processor
    rect(loads, parts), neighbours(parts)       a plane of loads, one rectangle per processor; its halos
    tiles(loads, parts)                         equal tiles of a plane, those without load dropped
    items(loads, p), shares(loads, owner, ..)   pieces that cannot be cut and have no order: an owner for each; uneven copies
    pipeline(seconds, devices)                  layers of a network, one contiguous stage per device
Groups, energy, errors, exports
    compose(models, sizes)                      a group of processors, such as a node of devices, as one Model
    Cost(per_unit, busy, rest), front(n, ..)    what a share costs, for the cheapest of all fast partitions; all trade-offs
    interval(shares, models), risk(p)           how sure the makespan is; models of times that are not sure
    moves(old, new, rank), ratios(shares, sum)  counts for MPI_Alltoallv; shares as a few whole numbers
Matrices
    matrix(rows, cols, models), Model2D(..)     a tile of a matrix per processor; times by height and width

Numbers are lists (of lists), or arrays of one or two dimensions, of any numeric type and strides (NumPy, pandas, SciPy's sparse
ones, array.array; those of 64 bits in a row are used where they lie), tensors of PyTorch, or what yields numbers in an order, such as
dict.values().  Processors, pieces and rows of loads may have names: give a
dict, or a Series of pandas with labels, and get a dict.  Every call returns an Answer.  Bad input raises fpm.Error, which names the argument.  fpm.Doubt warns where a model
is extrapolated or the search was cut short.  Threads may share objects.  A search ends after time_limit seconds, or when
progress(Progress) returns True.

`pip install` compiles fpm.h; or copy this file and fpm.h into one directory, and the first call of a kind compiles what
it needs once, in a few seconds, into ~/.cache/fpm.  CC names the compiler (on Windows gcc or clang, for example of MSYS2),
FPM_HEADER another fpm.h, FPM_LIBRARY a library that was compiled before.
"""
import array, ctypes, enum, hashlib, itertools, math, os, platform, re, shutil, subprocess, sys, tempfile, threading, time, warnings, weakref
from typing import Any, Callable, Dict, List, Optional, Protocol, Sequence, Tuple, Union

__all__ = ["Model", "Cost", "partition", "check", "advise", "picture", "front", "interval", "risk", "compose", "chain", "pipeline", "items", "shares", "rect", "tiles", "neighbours",
           "moves", "ratios", "Model2D", "matrix", "Balance", "Answer", "Progress", "Picture", "Error", "Doubt"]

# ---- from fpm.h, renewed by tests/build/jobs/bindings.py
__version__ = "0.5.0"
# The enumerations of fpm.h.
KINDS = dict(constant=1, piecewise=2, shaped=3, akima=4, discrete=5)  # FPM_
ALGORITHMS = dict(auto=0, even=1, proportional=2, geometric=3, optimal=4, numerical=5, hpopta=6)  # FPM_
LEASTS = dict(total=1, cost=2, busy=3)  # FPM_LEAST_
CLASSES = dict(auto=0, uniform=1, nicol=2, pq_heur=3, pq_opt=4, m_heur=5, m_probe=6, m_alloc=7, m_heur_probe=8,
               m_opt=9, hier_rb=10, hier_relaxed=11, hier_opt=12, hier_search=13, peel=14, near=15,
               compact=16)  # FPM_RECT_
FORMS = dict(even=0, divide=1, short=2, fms=3)  # FPM_TILES_
ARRANGEMENTS = dict(auto=0, columns=1, rows=2, cuts=3)  # FPM_MATRIX_
FOLDS = dict(none=0, first=1, last=2)  # FPM_FOLD_
GOALS = dict(latest=0, total=1, filled=2)  # FPM_PIPELINE_
METHODS = dict(default=0, constant=1, dfpa=2, numerical=3)  # FPM_BALANCE_
VERDICTS = dict(keep=0, move=1, converged=2)  # FPM_
FLAGS = dict(safe=1, literal=2, plain=4, borrow=8)  # FPM_
STATUSES = dict(ok=0, extrapolated=1, work_limit=2, stopped=3, fallback=4, heuristic=5, class_optimum=6, normalised=7,
                e_argument=-1, e_memory=-2, e_max_bytes=-3, e_overflow=-4, e_no_points=-5, e_size=-6, e_time=-7,
                e_order=-8, e_weight=-9, e_syntax=-10, e_model=-11, e_bounds=-12, e_infeasible=-13,
                e_not_monotone=-14, e_unsupported=-15, e_work_limit=-16, e_stopped=-17, e_capacity=-18,
                e_callback=-19, e_load=-20, e_area=-21, e_block=-22, e_tiles=-23, e_violated=-24, e_stalled=-25,
                e_evaluation_limit=-26)  # FPM_
# Its structs: i int, q int64_t, d double, z size_t, s text, p pointer, each with its fields.
STRUCTS = """fpm_points: q count, p size seconds half_width reps, q capacity, p alloc.resize alloc.context;
fpm_model: i kind flags monotone positive, q count, p size seconds half_width reps shaped, q extent at, d speed change
    risk, p block, q capacity, p alloc.resize alloc.context;
fpm_model_options: i flags, q extent at, p half_width reps, d risk, p alloc;
fpm_cost: d per_unit busy rest, i model.kind model.flags model.monotone model.positive, q model.count, p model.size
    model.seconds model.half_width model.reps model.shaped, q model.extent model.at, d model.speed model.change
    model.risk, p model.block, q model.capacity, p model.alloc.resize model.alloc.context;
fpm_proc: p model, q min max grain, d fixed, i required, p cost link, i overlap;
fpm_partition_outputs: p real, d residual, q nodes cuts hits;
fpm_progress: q iteration work, d best bound low high seconds sum, p real;
fpm_options: i algorithm search dense least, d slack limit, z max_bytes, q max_work, p alloc progress context, d runs;
fpm_info: i status algorithm, d makespan lower_bound gap imbalance cost, i fault other, q at, s argument reason, i
    last extrapolated busy, q iterations evaluations work, z bytes, d moved common_time total least most;
fpm_chain: q n, p whole real, q largest chains, p first;
fpm_chain_limit: p whole real max;
fpm_chain_options: i free_order, p speed procs, z max_bytes, q max_work, p alloc, q min_items grain, p cut, q cuts, p
    limit, i limits, p from, d slack, p progress context;
fpm_pipeline: q n, i types, p seconds bytes sent;
fpm_tier: q max, d seconds;
fpm_device: i type, d factor, q max held, d fixed latency bandwidth, i required, p tier, i tiers, d in_latency
    in_bandwidth;
fpm_chain_outputs: p who proof low high, d shift;
fpm_pipeline_outputs: p who stage;
fpm_pipeline_options: i goal overlap free_order, q batches, z max_bytes, q max_work, p alloc progress context;
fpm_items_options: p speed procs max max_pieces min_pieces limit, i limits, p types groups, i equal_counts level, q
    replicas, i colocate, p from from_copies size, d slack, q max_moved, d gap, z max_bytes, q max_work, p alloc
    progress context;
fpm_items_limit: p load max;
fpm_items_types: i count, p seconds type;
fpm_items_groups: p of, q most;
fpm_items_outputs: p copies, q least_moved;
fpm_interval: d low high mean gain, i next;
fpm_grid: q rows cols total largest, d unit rounded, p fpm__at fpm__flip alloc.resize alloc.context;
fpm_grid_options: z max_bytes, p alloc;
fpm_rect: q r0 r1 c0 c1 load, d amount;
fpm_rect_outputs: q load load_bound class_bound, i orientation stripes, d half_perimeter, q half_max min_extent
    moved_cells, d tolerance;
fpm_rect_options: i algorithm orientation direction stripes, p cuts counts speed procs, i free_order, q max_work, z
    max_bytes, p alloc, d border, q min_rows min_cols, p from, i parts, d compact slack, p progress context;
fpm_rect_edges: q rows cols, i wrap_rows wrap_cols fold;
fpm_tiles_options: i form, q halo min_rows min_cols down across max_work, z max_bytes, p alloc progress context;
fpm_tiles: i form, q down across rows cols kept dropped cells;
fpm_model2d: i kind rows cols monotone, p m n speed plan beyond seconds, z bytes, p alloc.resize alloc.context;
fpm_tile: q r0 r1 c0 c1;
fpm_proc2d: p model, q max, d fixed;
fpm_matrix_options: i arrangement columns, d compact, q block, p max, q max_work, z max_bytes, p alloc progress
    context;
fpm_matrix_outputs: i columns, d half_perimeter shape_bound rectangle_bound, q volume least_volume, d area_sum
    class_bound;
fpm_balance_options: i method, d min_gain, q iterations, d trust stale, i contiguous, z max_bytes, q max_work, p alloc
    chain, q min_items, p from;
fpm_balance: q n, i p, p d, q steps moves moved, i verdict failed, d predicted, z bytes, p state"""
# Its calls: the letters of their parameters.
CALLS = {"points_sort": "pp", "points_parse": "ppzp", "points_free": "p", "model_init": "piqpppp", "model_free": "p",
         "model_time": "pdp", "cost_linear": "pdddp", "cost_points": "piqppdpp", "cost_free": "p",
         "points_check": "qppp", "partition_real": "qippppp", "partition_check": "qipppp", "pareto": "qippqpppp",
         "export_moves": "ippqipppp", "export_ratios": "ipqp", "model_speed": "pdp", "model_size": "pdp",
         "balance_points": "pip", "partition_interval": "qipppppp", "risk": "i", "compose": "ipqpppp",
         "chain_init": "pqppp", "chain_init_real": "pqppp", "chain_partition": "pipppp", "chain_fewest": "pidpppp",
         "pipeline_partition": "pippppp", "pipeline_fewest": "pipdppppp", "items_assign": "qpipppp",
         "items_fewest": "qpidpppp", "items_share": "qpippppp", "grid_init": "pqqpqpp", "grid_init_real": "pqqpqpp",
         "grid_free": "p", "tiles_partition": "pipppp", "tiles_owners": "pppqp", "rect_partition": "pipppp",
         "rect_fewest": "pidpppp", "rect_neighbours": "ipppppqp", "model2d_init": "pqppppp",
         "model2d_discrete": "pqppppp", "model2d_time": "pqqp", "model2d_free": "p", "matrix_areas": "qqippppp",
         "matrix_partition": "qqippppp", "matrix_partition2d": "qqippppp", "balance_init": "pqipddppp",
         "balance_step": "pppp", "balance_moved": "pd", "balance_cost": "pdd", "balance_wall": "pd",
         "balance_resize": "pqpp", "balance_leave": "pipp", "balance_join": "pipp", "balance_free": "p"}
class Info:
    """The fields of fpm_info."""
    status: int; algorithm: int; makespan: float; lower_bound: float; gap: float; imbalance: float; cost: float
    fault: int; other: int; at: int; argument: Optional[str]; reason: Optional[str]; last: int; extrapolated: int
    busy: int; iterations: int; evaluations: int; work: int; bytes: int; moved: float; common_time: float
    total: float; least: float; most: float
# ---- end
LARGEST = 2**53
Status, Algorithm, RectAlgorithm = (enum.IntEnum(*names) for names in (
    ("Status", STATUSES), ("Algorithm", ALGORITHMS), ("RectAlgorithm", CLASSES)))

C = {"i": ctypes.c_int, "q": ctypes.c_int64, "d": ctypes.c_double, "z": ctypes.c_size_t, "s": ctypes.c_char_p, "p": ctypes.c_void_p}
for _name, _text in (text.split(":") for text in STRUCTS.split(";")):
    C[_name.strip()] = type(_name.strip(), (ctypes.Structure,), {"_fields_": [
        (f, C[group.split()[0]]) for group in _text.split(",") for f in group.split()[1:]]})

class Error(ValueError):
    """What fpm.h refuses: .status is below 0, .fault and .at the processor and the layer at fault, or -1."""
    status, fault, at = -1, -1, -1

class Doubt(UserWarning):
    """An answer whose status is above 0: what should be known of it."""

class Answer(Info):
    """What a call returns: the fields of the record that fpm.h fills, and the shares or parts that the call names.

    status is 0 ("ok") where the answer is optimal, or is what the algorithm that was asked for defines; gap bounds
    how far its makespan is from the least one: 0 is proven optimal.
    """
    shares: Any  # partition, Balance: a list; of a dict of processors a dict
    energy: float  # partition with watts
    real: List[float]  # partition with "geometric" or "numerical": the shares before they were rounded; and the root's
    residual: float; nodes: int; cuts: int; hits: int  # error.  "hpopta": points examined and pruned, and its memo's hits
    best: float; even: float; constant: float; measure: Any  # advise
    begin: List[int]  # chain, pipeline: part k is begin[k] to begin[k + 1] - 1, on processor who[k]
    who: Any
    counts: Any  # pipeline: the number of layers of each device, in the order in which the devices were given
    stage: List[float]  # pipeline: seconds of each stage
    owner: Any  # items: the processor of each piece, of a dict by name
    least_moved: float  # items, with old: no assignment within the slack moves less
    groups: Any  # items: the pieces of each processor, of a dict their names; chain of a dict: the names of each part
    parts: List[Tuple[int, int, int, int, float]]  # rect: r0, r1, c0, c1, load; and the fields of fpm_rect_outputs:
    load: int; load_bound: int; class_bound: float; orientation: int; stripes: int; half_perimeter: float
    half_max: int; min_extent: int; moved_cells: int; tolerance: float
    owners: List[List[int]]  # tiles: the part of each tile, -1: dropped; and the fields of fpm_tiles:
    down: int; across: int; rows: int; cols: int; kept: int; dropped: int; cells: int; form: str
    arrangement: str; columns: int; shape_bound: float; rectangle_bound: float; volume: int  # matrix, with parts: "columns", ...;
    least_volume: int; area_sum: float  # ... and the other fields of fpm_matrix_outputs
    verdict: str; failed: int; predicted: float  # Balance: "keep", "move", "converged"; no root; seconds of shares by the models
    mean: float; next: Any; gain: float; odds: Any  # interval
    low: Any; high: Any  # interval: seconds; chain with ranges: the first and the last place of each cut
    proof: List[int]  # chain with proof

    def __init__(self, **fields: Any) -> None: self.__dict__.update(fields)
    def __eq__(self, other: object) -> bool: return isinstance(other, Answer) and self.__dict__ == other.__dict__
    def __repr__(self) -> str:
        said = [(k, v) for k, v in self.__dict__.items() if k in ("status", "gap") or not (v is None or v == -1 or (isinstance(v, (int, float)) and v == 0))]
        return "Answer(%s)" % ", ".join("%s=%s" % (k, v.name if isinstance(v, enum.Enum) else repr(v)) for k, v in said)

class Progress:
    """How far a search is."""
    iteration: int  # steps
    work: int  # in the unit of max_work
    best: float  # makespan of the best answer so far; 0: none
    bound: float  # no answer is better; 0: not known
    elapsed: float  # seconds since the call began
    def __init__(self, **fields: Any) -> None: self.__dict__.update(fields)
    def __repr__(self) -> str: return "Progress(%s)" % ", ".join("%s=%r" % pair for pair in self.__dict__.items())

Watcher = Optional[Callable[[Progress], Any]]

class Array(Protocol):
    """A row or a plane of numbers, for type checkers: a list, a NumPy array, an array.array."""
    def __len__(self) -> int: ...
    def __getitem__(self, _k: int) -> Any: ...

SUFFIX = ".dll" if os.name == "nt" else ".so"

def compile_library(header: str, path: str, calls: Sequence[str] = ()) -> None:
    """Compile that fpm.h, or those calls of it alone, into a shared library, by -O1: in three fifths of the time of -O2.  CC names the compiler."""
    part, cc = "%s.%d" % (path, os.getpid()), os.environ.get("CC") or ("gcc" if os.name == "nt" else "cc")
    flags = ["-O1", "-shared", "-static-libgcc" if os.name == "nt" else "-fPIC", "-DFPM_IMPLEMENTATION", "-x", "c"]
    # With FPM_STATIC what no pointer in this table leads to is not compiled.
    flags += ["-DFPM_STATIC", "-include", os.path.abspath(header), "-"] if calls else [header]
    table = "extern void (*const fpm_calls[])(void);\nvoid (*const fpm_calls[])(void) = {%s};\n" % ", ".join("(void (*)(void))fpm_" + call for call in calls)
    try: subprocess.run([*([cc] if shutil.which(cc) else cc.split()), *flags, "-o", part, "-lm"], input=table.encode(), check=True)
    except FileNotFoundError: raise ImportError("no C compiler %s: CC names one, FPM_LIBRARY a library" % cc) from None
    except subprocess.CalledProcessError: raise ImportError("%s does not compile %s: CC names another compiler, FPM_LIBRARY a library" % (cc, header)) from None
    os.replace(part, path)

def _writable(directory: str) -> bool:
    """Is it there, or could it be made, for files of this user?  Not where a container has no home, or one that is only read."""
    try: os.makedirs(directory, mode=0o700, exist_ok=True)
    except OSError: return False
    return os.access(directory, os.W_OK | os.X_OK)

_SHARED = {"version": "", "status_str": "i", "explain": "ppz"}  # calls that all parts have
_PARTS = {"grid": "rect", "tiles": "rect", "model2d": "matrix", **{name: name for name in ("chain", "pipeline", "items", "rect", "matrix", "balance")}}

def _part_of(call: str) -> str: return _PARTS.get(call.split("_")[0], "partition")

def _returns(call: str) -> Any:
    """What a call returns, as ctypes names it."""
    return ctypes.c_char_p if call == "status_str" else None if call.endswith("free") else ctypes.c_int

def _of_this_version(number: int) -> None:
    version = "%d.%d.%d" % (number // 10000, number // 100 % 100, number % 100)
    if version != __version__: raise ImportError("fpm.h is %s, and fpm.py %s" % (version, __version__))

class _Parts:
    """The calls of fpm.h as attributes.  Those of one part are compiled at the first use of one of them, into a cache: in a fraction of the time of all."""
    def __init__(self, here: str) -> None:
        near = [path for path in (here + "/fpm.h", here + "/../fpm.h", here + "/../../fpm.h", here + "/../../include/fpm.h") if os.path.exists(path)]
        self._header = os.environ.get("FPM_HEADER") or (near or [""])[0]
        if not self._header: raise ImportError("no fpm.h in %s or above it: copy it there, or let FPM_HEADER name it" % here)
        machine = [platform.system(), platform.machine(), str(8 * ctypes.sizeof(ctypes.c_void_p)), *filter(None, platform.libc_ver())]
        with open(self._header, "rb") as file: self._name = "-".join([hashlib.sha256(file.read()).hexdigest()[:16], *machine]).lower() + SUFFIX

    def _library(self, part: str, calls: Sequence[str]) -> ctypes.CDLL:
        """The library of the cache; what is not there, or cannot be loaded on this machine, is compiled anew."""
        path = os.path.join(os.path.expanduser("~"), ".cache", "fpm", "libfpm-%s-%s" % (part, self._name))
        if os.path.exists(path):
            try: return ctypes.CDLL(path)
            except OSError: pass
        kept = _writable(os.path.dirname(path))
        if not kept: path = os.path.join(tempfile.mkdtemp(prefix="fpm-"), os.path.basename(path))
        print("fpm.py: the calls of %s in %s are compiled, %s, in a few seconds" % (
            part, self._header, "once" if kept else "for this process alone, since ~/.cache/fpm cannot be written (FPM_LIBRARY names a library)"), file=sys.stderr, flush=True)
        compile_library(self._header, path, calls)
        return ctypes.CDLL(path)

    def _load(self, part: str) -> None:
        kinds = dict(_SHARED, **{call: CALLS[call] for call in CALLS if _part_of(call) == part})
        library = self._library(part, list(kinds))
        table = (ctypes.c_void_p * len(kinds)).in_dll(library, "fpm_calls")
        found = {call: ctypes.CFUNCTYPE(_returns(call), *(C[k] for k in kinds[call]))(address) for call, address in zip(kinds, table)}
        _of_this_version(found["version"]())
        for call, function in found.items(): setattr(self, "fpm_" + call, function)

    def __getattr__(self, name: str) -> Any:  # of what is not loaded yet
        if not name.startswith("fpm_"): raise AttributeError(name)
        with _lock:
            if name not in self.__dict__: self._load(_part_of(name[4:]))
        return self.__dict__[name]

_lock, _loaded = threading.Lock(), []

def _all_calls(path: str) -> ctypes.CDLL:
    """A library with all calls."""
    library = ctypes.CDLL(path)
    _of_this_version(library.fpm_version())
    for name, kinds in dict(_SHARED, **CALLS).items():
        call = getattr(library, "fpm_" + name)
        call.argtypes, call.restype = [C[k] for k in kinds], _returns(name)
    return library

def _library() -> Any:
    with _lock:
        if not _loaded:
            here = os.path.dirname(os.path.abspath(__file__))
            path, named = os.path.join(here, "libfpm" + SUFFIX), os.environ.get("FPM_LIBRARY")
            try: library = _all_calls(named or path) if named or os.path.exists(path) else _Parts(here)
            except OSError:
                if named: raise
                library = _Parts(here)  # that beside this file is another machine's
            _loaded.append(library)
    return _loaded[0]

def _refuse(why: str) -> Any: raise Error(why)
def _said(v: Any) -> str:
    """A value as an error quotes it: 60 characters at most."""
    try: text = repr(v)
    except Exception: text = "<%s>" % type(v).__name__  # such as a number of 5000 digits
    return text if len(text) <= 60 else text[:57] + "..."
def _at(array: Any) -> Optional[int]: return ctypes.addressof(array) if array else None
def _one_of(table: dict, name: Any, what: str) -> int:
    return table[name] if isinstance(name, str) and name in table else _refuse("%s: %s is none of %s" % (what, _said(name), ", ".join(table)))

def _same(what: str, length: int, wanted: int) -> None:
    if length != wanted: _refuse("%s: %d given, %d needed" % (what, length, wanted))
def _labelled(values: Any) -> Optional[dict]:
    """A dict, or the one that a Series of pandas is whose labels are texts."""
    if isinstance(values, dict): return values
    if not hasattr(values, "to_dict") or getattr(values, "ndim", 0) != 1 or not all(isinstance(k, str) for k in values.index): return None
    return values.to_dict() if len(set(values.index)) == len(values) else _refuse("a label of %s stands there twice" % _said(list(values.index)))

def _split(values: Any) -> tuple:
    """The names and the values of a dict; of anything else no names."""
    named = _labelled(values)
    return (None, values) if named is None else (list(named), list(named.values()))

def _in_order(names: Optional[list], values: Any, what: str, whose: str = "models or speeds") -> Any:
    """The values of a dict in the order of those names, None where there is none."""
    named = _labelled(values)
    if named is None or names is None and named is not values: return values
    if names is None: _refuse("%s: a dict, where %s have no names" % (what, whose))
    for name in named:
        if name not in names: _refuse("%s: %s is none of %s" % (what, _said(name), _said(names)))
    return [named.get(name) for name in names]

def _pairs(limits: Any, names: Optional[list], workers: Optional[list]) -> List[tuple]:
    """The pairs of limits: loads in the order of the names of pieces, capacities in that of the processors."""
    pairs = []
    for k, pair in enumerate(_list(limits, "limits")):
        what = "limits[%d]" % k
        if len(_list(pair, what)) != 2: _refuse("%s: %s, where a pair of loads and a limit belongs" % (what, _said(pair)))
        load, most = _in_order(names, pair[0], what, "loads"), _in_order(workers, pair[1], what)
        if _labelled(pair[0]) is not None:
            for name, v in zip(names or (), load):
                if v is None: _refuse("%s: nothing for %s" % (what, _said(name)))
        pairs.append((load, most))
    return pairs

def _yes(v: Any, what: str) -> bool:
    try: return bool(v)
    except (TypeError, ValueError, RuntimeError): return _refuse("%s: %s is neither true nor false" % (what, _said(v)))

def _places(names: list, v: Any, what: str) -> Any:
    """The place of a name, or of each of a list; -1: of none."""
    if isinstance(v, list): return [_places(names, one, what) for one in v]
    if isinstance(v, int) and v == -1: return -1
    return names.index(v) if v in names else _refuse("%s: %s is none of %s" % (what, _said(v), _said(names)))

def _named(names: Optional[list], values: Any) -> Any: return values if names is None else dict(zip(names, values))

def _listed(values: Any) -> bool:  # one after the other: no set, no array without a dimension
    if isinstance(values, memoryview) and values.ndim != 1: return False  # it yields no rows
    return hasattr(values, "__getitem__") and hasattr(values, "__len__") and getattr(values, "shape", 1) != () and not isinstance(values, (str, dict))
def _list(values: Any, name: str) -> Any: return values if _listed(values) else _refuse("%s: a list, not %s" % (name, _said(values)))

def _whole(v: Any, name: str, low: int = -2**63, high: int = 2**63 - 1) -> int:
    try: whole = int(v) if v == v // 1 else None
    except (TypeError, ValueError, OverflowError, ZeroDivisionError, RuntimeError): whole = None  # the last one: a tensor of several
    if whole is not None and low <= whole <= high: return whole
    return _refuse("%s: %s is not a whole number from %s to %s" % (
        name, _said(v), *("2^53" if k == LARGEST else "2^63" if k > 2**62 else "-2^63" if k < -2**62 else int(k) for k in (low, high))))

def _real(v: Any, name: str, low: float = 0.0, high: float = 1e60) -> float:
    try: real = float(v) if not isinstance(v, str) else -1
    except (TypeError, ValueError, OverflowError, RuntimeError): real = -1
    return real if low <= real <= high else _refuse("%s: %s is not a number from %g to %g" % (name, _said(v), low, high))

WARNED = [STATUSES[name] for name in ("extrapolated", "work_limit", "fallback")]

class _Watch:
    """A search that may be stopped: by its time, or by the caller, whose exception passes through C."""
    def __init__(self, progress: Watcher, time_limit: float, per: float = 1.0) -> None:
        self.progress, self.per, self.begin, self.raised = progress, per, time.monotonic(), None
        self.limit = _real(time_limit, "time_limit")
        if progress is not None and not callable(progress): _refuse("progress: %s cannot be called" % _said(progress))
        kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(C["fpm_progress"]))
        self.callback = kind(self.told) if progress or self.limit else None

    def told(self, _context: Any, state: Any) -> int:
        at, elapsed = state.contents, time.monotonic() - self.begin
        if self.raised or 0 < self.limit <= elapsed: return 1
        try:
            return self.progress is not None and bool(self.progress(Progress(
                iteration=at.iteration, work=at.work, best=at.best / self.per, bound=at.bound / self.per, elapsed=elapsed)))
        except BaseException as error:  # raised again when C has returned
            self.raised = error
            return 1

    def at(self) -> Optional[int]: return ctypes.cast(self.callback, ctypes.c_void_p).value if self.callback else None

# What fpm.h calls otherwise than the arguments here are called.
_OWN = [(r"\bfpm_balance_leave\b", "leave"), (r"(an argument is missing, out of range or not for this call|a constraint is negative, not finite, or min exceeds max|the algorithm cannot honour this model or constraint): ", ""),
        (r"\bneeds opts\.chain", "needs loads"), (r"\bopts\.limit\[\]", "limits"), (r"\bopts\.types->seconds\[\]", "seconds"), (r"\bopts\.groups->most\b", "per_group"), (r"\bopts\.types\b", "seconds"), (r"\bopts\.groups\b", "apart"), (r"\bprocs\[\]\.model is NULL", "models holds None: give a Model or a number"), (r"max \(procs\[\]\.max\)", "max"), (r" \((0: no limit, )?FPM_NOTHING[^)]*\)", ""), (r"\b(opts\.)?procs\[\]\.", ""), (r"\bopts\.procs\b(\[\])?", "models"),
        (r"\bdevice\[\]\.", "devices: "), (r"\bdevice\[\]", "devices"), (r"\b(opts|chain|line)\.(?=[a-z])", ""), (r"\bout\.(?=proof|low|high)", ""),
        (r"\bload\[\]", "loads"), (r"\bspeed\b(\[\])?", "speeds"), (r"\bcuts?\[\]|\bcut\b", "cuts"), (r"\bFPM_(?:RECT_|PIPELINE_|MATRIX_|BALANCE_|LEAST_)?([A-Z_]+)", lambda m: '"%s"' % m.group(1).lower().replace("_", "-")),
        (r"\b(AUTO|NEAR|COMPACT|OPTIMAL|HPOPTA|UNIFORM)\b", lambda m: '"%s"' % m.group(1).lower()), (r"\bNULL\b", "None")]

def _own_names(call: str, text: str) -> str:
    """A sentence of the library with the names that arguments have here."""
    if call.endswith("fewest"): text = re.sub(r"(^|: )limit ", r"\1fewest ", text.replace("price[]", "prices"))
    for pattern, name in _OWN: text = re.sub(pattern, name, text)
    return re.sub(r"\bfrom\b(?! -?\d| n to| the| another| min)(\[\])?", "near" if call.startswith("chain") else "old", text) if call.split("_")[0] in ("chain", "items", "rect", "balance") else text

def _call(name: str, *args: Any, where: str = "", why: str = "", watch: Optional[_Watch] = None) -> int:  # why: what e_argument stands for
    pointers = [ctypes.byref(a) if isinstance(a, (ctypes.Structure, C["q"])) else a for a in args]
    status = getattr(_library(), "fpm_" + name)(*pointers)
    if watch and watch.raised: raise watch.raised
    info = next((a for a in reversed(args) if isinstance(a, C["q"])), args[-1])
    text = status == -1 and why or _library().fpm_status_str(status).decode()
    if status < 0:
        at, proc = info.value if isinstance(info, C["q"]) else getattr(info, "at", -1), getattr(info, "fault", -1)
        if proc >= 0: text += " (processor %d)" % proc
        if isinstance(info, C["fpm_info"]) and (info.total > info.most or info.reason):
            buffer = ctypes.create_string_buffer(512)
            _library().fpm_explain(ctypes.byref(info), buffer, ctypes.c_size_t(512))
            text = _own_names(name, buffer.value.decode().split("; line")[0])  # where says the line
        error = Error((where % at + ": " if where and at >= 0 else "") + text)
        error.status, error.fault, error.at = status, proc, at
        raise error
    if status in WARNED and not name.startswith("model_"):
        beyond = getattr(info, "extrapolated", -1)
        more = "processor %d" % beyond if beyond >= 0 and status == WARNED[0] else "gap %.3g %%" % (100 * getattr(info, "gap", 0))
        warnings.warn("%s: %s (%s)" % (name.split("_")[0], text, more), Doubt, stacklevel=3)
    return status

def _answer(info: ctypes.Structure, **more: Any) -> Answer:  # all fields of an info record, and more or others
    fields = dict({"status": Status(info.status)}, **more)
    for name, _ in info._fields_: fields.setdefault(name, getattr(info, name))
    if "arrangement" in more: del fields["algorithm"]
    if "algorithm" in fields: fields["algorithm"] = (RectAlgorithm if "parts" in more else Algorithm)(fields["algorithm"])
    return Answer(**fields)

def _entry(values: Sequence[Any], name: str) -> Any:
    """Refuse the first entry that is no number."""
    for k, v in enumerate(values):
        try: float("x" if isinstance(v, str) else v)
        except (TypeError, ValueError, OverflowError, RuntimeError): _refuse("%s[%d]: %s is not a number" % (name, k, _said(v)))
    return _refuse("%s: one or two dimensions of numbers" % name)

def _of_tensor(values: Any, name: str) -> Any:
    """A tensor that NumPy does not read (of bfloat16, on a GPU, with a gradient, sparse), as lists."""
    for dense in (lambda: values, lambda: values.to_dense(), lambda: values.get()):
        try: return dense().tolist()
        except Exception: pass  # whatever that library raises: the next way
    return _refuse("%s: %s holds no numbers that can be read" % (name, _said(values)))

def _taken(values: Any, name: str) -> list:
    """What a generator, a deque or dict.values() yields."""
    if isinstance(values, (set, frozenset)): _refuse("%s: a set has no order: give a list, or a dict by name" % name)
    if hasattr(values, "__iter__") and not isinstance(values, (str, dict)): return list(values)
    return _refuse("%s: one or two dimensions of numbers, not %s" % (name, _said(values)))

def _count(v: Any) -> Optional[int]:
    """How many entries a row has; None: it is no row (a number, a text, an array without a dimension)."""
    try: return None if isinstance(v, str) else len(v)
    except TypeError: return None

def _at_once(values: Any, kind: Optional[str], low: int, high: int) -> Any:
    """The array of a list of int alone, or of float alone, that has nothing to refuse; else None."""
    types = set(map(type, values))
    if types == {int} and low <= min(values) and max(values) <= high: kind = kind or "q"
    elif types == {float} and kind != "q" and (kind == "d" or not all(map(float.is_integer, values))): kind = "d"
    else: return None
    try: return (C[kind] * len(values)).from_buffer(array.array(kind, values))
    except OverflowError: return None  # a whole number beyond the largest float

def _within(values: Any, name: str) -> None:
    """Refuse the first of these numbers that is no load: below 0, too large, or no number."""
    plain = values[:]  # a list is read faster
    if plain and not (min(plain) >= 0 and max(plain) <= 1e60 and sum(plain) < math.inf):
        for k, v in enumerate(plain): _real(v, "%s[%d]" % (name, k))

def _units(values: Any, per: float, name: str) -> Any:
    """These loads in whole units, per of them for 1."""
    plain = values[:]
    if per == 1 and values._type_ is C["q"] and max(plain, default=0) <= LARGEST: return values
    units = list(map(round, [v * per for v in plain]))
    if max(units, default=0) > LARGEST:
        for k, v in enumerate(units): _whole(v, "%s[%d]" % (name, k), 0, LARGEST)
    return (C["q"] * len(units)).from_buffer(array.array("q", units)) if units else (C["q"] * 0)()

def _array(values: Any, kind: Optional[str] = None, name: str = "numbers", low: int = -2**63, high: int = 2**63 - 1) -> tuple:
    """Those numbers as an array of that kind (q or d; None: q if all are whole numbers), and its lengths."""
    if hasattr(values, "filled"): _refuse("%s: a masked array: what does a masked cell count?  .filled(0) says nothing" % name)
    if hasattr(values, "toarray"): values = values.toarray()  # a sparse matrix of SciPy
    if hasattr(values, "__array__"):  # NumPy, pandas and their like
        try: values = values.__array__()
        except (TypeError, RuntimeError): values = _of_tensor(values, name)
    if hasattr(values, "__array__"):
        group, size = values.dtype.kind, values.dtype.itemsize
        if group not in "biuf": _refuse("%s: no array of numbers, but of %.60s" % (name, values.dtype))
        if values.ndim not in (1, 2): _refuse("%s: %d dimensions, not one or two" % (name, values.ndim))
        if group == "f" and kind == "q" or group == "u" and size == 8 and values.size and values.max() >= 2**63: values = values.tolist()
        else: values = values.astype("float64" if group == "f" or kind == "d" else "int64", order="C", copy=False)
    try: view = None if isinstance(values, (list, tuple, range)) else memoryview(values)
    except TypeError: view, values = None, _taken(values, name)
    if view is not None:
        shape, own = view.shape, {"d": "d", "q": "q", "l": "q"}.get(view.format, "") if view.itemsize == 8 else ""
        if own and kind in (None, own) and view.c_contiguous and len(shape) in (1, 2):
            array = C[own] * (view.nbytes // 8)
            return array.from_buffer_copy(view) if view.readonly else array.from_buffer(view), shape
        values, kind = view.tolist(), kind or ("d" if view.format in ("f", "d") else "q")
    shape = (len(values),)
    if len(values) and _count(values[0]) is not None:
        shape = (len(values), len(values[0]))
        for k, row in enumerate(values): _same("%s[%d]" % (name, k), len(row) if _count(row) is not None else _refuse("%s[%d]: %s, where a row belongs" % (name, k, _said(row))), shape[1])
        values = list(itertools.chain.from_iterable(values))
    quick = _at_once(values, kind, low, high)
    if quick is not None: return quick, shape
    try: whole = kind == "q" or kind is None and all(float(v).is_integer() and not (isinstance(v, float) and abs(v) >= 2**63) for v in values)
    except (TypeError, ValueError, OverflowError, RuntimeError): _entry(values, name)
    kind = "q" if whole else "d"
    if whole: values = [_whole(v, "%s[%d]" % (name, k), low, high) for k, v in enumerate(values)]
    try: return (C[kind] * len(values))(*values), shape
    except (TypeError, ValueError, OverflowError, RuntimeError): return _entry(values, name)

def _row(values: Any, kind: Optional[str], name: str, low: int = -2**63, high: int = 2**63 - 1) -> Any:
    array, shape = _array(values, kind, name, low, high)
    return array if len(shape) == 1 or 1 in shape else _refuse("%s: %d x %d numbers, where a row belongs" % (name, *shape))

def _chain(load: Any, n: int) -> Any:
    _same("loads", len(load), n)
    found, info = C["fpm_chain"](), C["fpm_info"]()
    found.sums = (load._type_ * (n + 1))()  # for as long as it lives
    _call("chain_init" + "_real" * (load._type_ is C["d"]), found, n, load, found.sums, info, where="loads[%d]")
    return found

def _tiles(parts: Any, name: str) -> Any:
    rows = [[*a][:4] if _listed(a) and len(a) > 3 else _refuse("%s[%d]: %s, where r0, r1, c0, c1 belong" % (name, k, _said(a)))
            for k, a in enumerate(parts if _listed(parts) else [parts])]
    return (C["fpm_rect"] * len(rows))(*[tuple(_whole(v, "%s[%d]" % (name, k), 0, LARGEST) for v in a) for k, a in enumerate(rows)])

def _speeds(speeds: Optional[Array]) -> Any:
    array = _row([] if speeds is None else speeds, "d", "speeds")
    for k, v in enumerate(array): _real(v, "speeds[%d]" % k, 1e-60)
    return array

class Model:
    """The time of one processor through measured points: seconds[k] for sizes[k] units.  Sizes ascend.

    kind is "akima" (a smooth spline of speed), "piecewise" (speed linear between the points), "shaped" (the same, on
    points moved so that the speed rises, then falls), "constant" (one speed) or "discrete" (only the measured sizes
    may be given).  A Model never changes; it can be copied, compared and pickled.  half_widths say how sure the seconds
    are (95 %); with risk=fpm.risk(p) of p processors who is less sure gets less: times are seconds + risk * half_widths.
    """
    def __init__(self, sizes: Array, seconds: Array, kind: str = "akima", *, half_widths: Optional[Array] = None, risk: float = 0) -> None:
        size, time, number = _row(sizes, "q", "sizes", 1, LARGEST), _row(seconds, "d", "seconds"), _one_of(KINDS, kind, "kind")
        struct = C["fpm_model"]()
        half = None if half_widths is None else _row(half_widths, "d", "half_widths")
        _same("seconds", len(time), len(size))
        if half: _same("half_widths", len(half), len(size))
        if len(size):
            try: _call("points_check", len(size), _at(size), _at(time), C["fpm_info"]())
            except Error as error:
                k, name = error.at, "seconds" if error.status == -7 else "sizes"
                told = Error("%s[%d] = %r: %s" % (name, k, (time if name == "seconds" else size)[k], _library().fpm_status_str(error.status).decode() + " (in any order: fpm.Model.measured)" * (error.status == STATUSES["e_order"])))
                told.status = error.status
                raise told from None
        _call("model_init", struct, number, len(size), size, time, C["fpm_model_options"](
            half_width=_at(half), risk=_real(risk, "risk")), C["fpm_info"](), why="risk: only with half_widths")
        self.kind, self.size, self.seconds, self.struct = kind, list(size), list(time), struct
        self.half_widths, self.risk = None if half is None else list(half), risk
        weakref.finalize(self, _library().fpm_model_free, ctypes.byref(struct))

    @classmethod
    def read(cls, path: Union[str, "os.PathLike[str]"], kind: str = "akima", *, risk: float = 0) -> "Model":
        """The model of a points file or CSV: `size seconds [half_width]` per line; repeated sizes are averaged."""
        with open(path if isinstance(path, (str, os.PathLike)) else _refuse("path: %s is no name of a file" % _said(path)), "rb") as file: text = file.read()
        points = C["fpm_points"]()
        try:
            _call("points_parse", points, text, len(text), C["fpm_info"](), where="%s, line %%d" % str(path).replace("%", "%%"))
            _call("points_sort", points, C["fpm_info"]())
            size, time, half = (list((C[k] * points.count).from_address(at)) if points.count else [] for k, at in
                                (("q", points.size), ("d", points.seconds), ("d", points.half_width)))
        finally: _library().fpm_points_free(ctypes.byref(points))
        return cls(size, time, kind, half_widths=half if any(half) else None, risk=risk)

    @classmethod
    def measured(cls, sizes: Array, seconds: Array, kind: str = "akima") -> "Model":
        """The model of timings in any order, such as columns of a table; those of one size are averaged.

        >>> Model.measured([4000, 1000, 4000], [.42, .1, .38]).seconds
        [0.1, 0.4]
        """
        size, time, of = _row(sizes, "q", "sizes", 1, LARGEST), _row(seconds, "d", "seconds"), {}  # type: Any, Any, Dict[int, List[float]]
        _same("seconds", len(time), len(size))
        for k, v in zip(size, time): of.setdefault(k, []).append(v)
        return cls(sorted(of), [math.fsum(of[k]) / len(of[k]) for k in sorted(of)], kind)

    def time(self, size: float) -> float:
        """Seconds for so many units."""
        seconds = ctypes.c_double()
        _call("model_time", self.struct, _real(size, "size", 0, LARGEST), ctypes.addressof(seconds))
        return seconds.value

    def speed(self, size: float) -> float:
        """Units per second at that size."""
        speed = ctypes.c_double()
        _call("model_speed", self.struct, _real(size, "size", 0, LARGEST), ctypes.addressof(speed))
        return speed.value

    def within(self, seconds: float) -> int:
        """The most units that take so long at most."""
        size = ctypes.c_int64()
        _call("model_size", self.struct, _real(seconds, "seconds"), ctypes.addressof(size))
        return size.value

    def __getstate__(self) -> Dict[str, Any]: return dict(half_widths=self.half_widths, risk=self.risk)
    def __setstate__(self, state: Dict[str, Any]) -> None: Model.__init__(self, self.size, self.seconds, self.kind, **state)
    def __reduce__(self) -> Tuple[Any, ...]: return Model, (self.size, self.seconds, self.kind), self.__getstate__()
    def __eq__(self, other: object) -> bool: return isinstance(other, Model) and self.__reduce__() == other.__reduce__()
    def __hash__(self) -> int: return hash((tuple(self.size), tuple(self.seconds), self.kind))
    def __repr__(self) -> str:
        return "<fpm.Model %s: %d points, sizes %s>" % (
            self.kind, len(self.size), "%d to %d" % (self.size[0], self.size[-1]) if self.size else "none")

class Cost:
    """What a share costs: busy + per_unit * x for x > 0 units, rest for none; each 0 or more, in any unit.

    Or through points: costs[k] for sizes[k] units, and rest for none; between the points size / cost goes on as speeds
    do in a Model of that kind, so costs of 0 beside others are for "discrete".  busy and per_unit come on top.
    """
    def __init__(self, per_unit: float = 0, busy: float = 0, rest: float = 0, *, sizes: Optional[Array] = None,
                 costs: Optional[Array] = None, kind: str = "piecewise") -> None:
        self.per_unit, self.busy, self.rest = (_real(v, name) for v, name in ((per_unit, "per_unit"), (busy, "busy"), (rest, "rest")))
        if (sizes is None) != (costs is None): _refuse("sizes and costs: give both, or none")
        size, value = _row([] if sizes is None else sizes, "q", "sizes", 1, LARGEST), _row([] if costs is None else costs, "d", "costs")
        _same("costs", len(value), len(size))
        for k, v in enumerate(value): _real(v, "costs[%d]" % k)
        self.struct, number = C["fpm_cost"](), _one_of(KINDS, kind, "kind")
        if any(value): _call("cost_points", self.struct, number, len(size), size, value, self.rest, None, C["fpm_info"](), where="sizes[%d]")
        else: _call("cost_linear", self.struct, 0, 0, self.rest, C["fpm_info"]())
        self.struct.per_unit, self.struct.busy, self.sizes, self.costs, self.kind = self.per_unit, self.busy, list(size), list(value), kind
        weakref.finalize(self, _library().fpm_cost_free, ctypes.byref(self.struct))

    def __reduce__(self) -> Any: raise TypeError("a Cost is not copied or pickled: make another from its numbers")
    def __repr__(self) -> str:
        return "Cost(%g, %g, %g%s)" % (self.per_unit, self.busy, self.rest, ", sizes=%r, costs=%r" % (self.sizes, self.costs) if self.sizes else "")

Models = Union[Sequence[Union[Model, float]], Array]
Costs = Union[Sequence[Union[Cost, Model, float, Tuple[float, ...], None]], Array]
Limit = Union[None, float, Array]

def _models(models: Optional[Models], speeds: Optional[Array] = None, p: Optional[int] = None, name: str = "models") -> List[Any]:
    """One per processor; a number is its speed, and None stands for no model."""
    if models is not None and speeds is not None: _refuse("models or speeds, not both")
    models, speeds = _split(models)[1], _split(speeds)[1]
    if models is None: models = [None] * (p or 0) if speeds is None else _speeds(speeds)
    if p is not None: _same(name if speeds is None else "speeds", len(_list(models, name)), p)
    for k, m in enumerate(_list(models, name)):
        if isinstance(m, (str, os.PathLike)): _refuse("%s[%d]: %s is no Model: if it is a file of timings, read it: fpm.Model.read(%s)" % (name, k, _said(m), _said(m)))
    made: Dict[float, Model] = {}  # processors of one speed share a Model
    def one(k: int, m: Any) -> Any:
        if m is None or isinstance(m, Model): return m
        speed = _real(m, "%s[%d], no Model but a speed" % (name, k), 1e-60)
        if speed not in made: made[speed] = Model([1], [1 / speed], "constant")
        return made[speed]
    return [one(k, m) for k, m in enumerate(_list(models, name))]

def _costs(cost: Optional[Costs], p: int) -> List[Any]:
    """One Cost per processor: a number is the cost of each unit, and of a Model the seconds count as costs."""
    if cost is None: return []
    _same("cost", len(_list(cost, "cost")), p)
    def one(k: int, v: Any) -> Any:
        if v is None or isinstance(v, Cost): return v
        if isinstance(v, Model): return Cost(sizes=v.size, costs=v.seconds, kind=v.kind)
        parts = v if _listed(v) else [v]
        if not 1 <= len(parts) <= 3: _refuse("cost[%d]: %s, where (per_unit, busy, rest) belongs" % (k, _said(v)))
        return Cost(*[_real(part, "cost[%d], no Cost but a number" % k) for part in parts])
    return [one(k, v) for k, v in enumerate(cost)]

def _joules(watts: Any, models: List[Any], fixed: Limit) -> Tuple[List[Cost], float]:
    """The joules of each above those at rest, and the watts of all at rest."""
    _same("watts", len(_list(watts, "watts")), len(models))
    starts, made, idle = fixed if _listed(fixed) else [fixed] * len(models), [], 0.0
    for k, (v, model, start) in enumerate(zip(watts, models, starts)):
        work, *rest = v if _listed(v) and 1 <= len(v) <= 2 else [v] if not _listed(v) else _refuse("watts[%d]: %s, where (at work, waiting) belongs" % (k, _said(v)))
        work, wait = _real(work, "watts[%d]" % k), _real(rest[0] if rest else 0, "watts[%d]" % k)
        if wait > work: _refuse("watts[%d]: %s: more while it waits than at work" % (k, _said(v)))
        if model is None: _refuse("watts: need models or speeds")
        idle += wait
        made.append(Cost(busy=(work - wait) * _real(start or 0, "fixed"), sizes=model.size, costs=[(work - wait) * s for s in model.seconds], kind=model.kind))
    return made, idle

def _procs(models: List[Any], cost: Sequence[Any] = (), links: Sequence[Any] = (), **limits: Limit) -> Any:
    """A limit is one for all processors, or a list, with None for no limit."""
    procs = (C["fpm_proc"] * len(models))()
    for name, values in limits.items():
        values = values if _listed(values) else [values] * len(models)
        _same(name, len(values), len(models))
        for k, (proc, value) in enumerate(zip(procs, values)):
            at = "%s of processor %d" % (name, k)
            if value is None: continue
            if name == "fixed": proc.fixed = _real(value, at)
            else: setattr(proc, name, _whole(value, at, name == "max", 1 if name in ("required", "overlap") else LARGEST))
    for proc, link in zip(procs, links): proc.link = link and ctypes.addressof(link.struct)
    for proc, model in zip(procs, models): proc.model = model and ctypes.addressof(model.struct)
    for proc, price in zip(procs, cost): proc.cost = price and ctypes.addressof(price.struct)
    return procs

def _workers(p: Optional[int], speeds: Optional[Array], models: Optional[Models], name: str, **limits: Limit) -> tuple:
    """The speeds, the models, the processors of the models and how many there are, of calls that take p, speeds or models."""
    speed, models = _speeds(_split(speeds)[1]), _models(models)
    if len(speed) and models: _refuse("models or speeds, not both")
    if not models and any(v is not None for v in limits.values()): _refuse("max and fixed need models")
    procs, count = _procs(models, **limits), len(speed) or len(models)
    p = _whole(p if p is not None else count or _refuse("give %s, speeds or models" % name), name, 1, 2**31 - 2)
    if count: _same("speeds" if len(speed) else "models", count, p)
    return speed, models, procs, p

def partition(n: int, models: Optional[Models] = None, algorithm: str = "auto", *,
              speeds: Optional[Array] = None, max: Limit = None, min: Limit = None, grain: Limit = None,
              fixed: Limit = None, required: Limit = None, least: Optional[str] = None, slack: float = 0,
              limit: float = 0, cost: Optional[Costs] = None, watts: Optional[Array] = None, links: Optional[Models] = None,
              overlap: Limit = None, max_bytes: int = 0, max_work: int = 0,
              progress: Watcher = None, time_limit: float = 0) -> Answer:
    """n units over processors, a Model or a speed each: .shares, and the fields of fpm_info.

    A dict of models or speeds gives a dict of shares; limits may then be dicts, too, without those that have none.
    algorithm is "auto" (optimal for every kind of model), "even", "proportional", "geometric", "optimal", "numerical"
    or "hpopta"; those by name say more, see Answer.  Constraints, one for all processors or a list with None for no limit:
      max       largest share (its memory)        min      least share, if it gets any
      grain     shares are multiples of it        fixed    seconds that it spends if it gets any work
      required  1: it must get some
    least, one of total, cost, busy: of all partitions within (1 + slack) times the optimal makespan, or within limit seconds, the
    one of least busy time (total), number of busy processors (busy), or cost.  cost: for each processor a Cost, the cost of
    a unit, (per_unit, busy, rest), or a Model whose seconds are costs.  Or watts: for each the watts at work, or (at work,
    while it waits); costs are then joules above those of waiting, and .energy those of all until the last one finishes.

    links: for each processor a Model whose seconds are those of its transfers, the units per second that they bring, or None.
    They come before and after the work; with overlap 1 (one for all, or a list) beside it.

    >>> partition(36, [3, 6], links=[None, 6]).shares, partition(36, [3, 6], links=[None, 6], overlap=[None, 1]).shares
    ([18, 18], [12, 24])
    >>> partition(30, [2, 1], least="cost", limit=20, cost=[3, (1, 5)]).shares  # a unit costs 3; 5, and 1 for each unit
    [10, 20]
    >>> partition(30, [2, 1], least="cost", slack=0.5, watts=[(100, 5), (30, 5)]).energy
    1237.5
    >>> partition(30, speeds=[2, 1]).shares, partition(30, [2, 1], max=[16, None]).shares
    ([20, 10], [16, 14])
    >>> partition(30, {"gpu": 2, "cpu": 1}, max={"gpu": 16}).shares
    {'gpu': 16, 'cpu': 14}
    """
    names = _split(models if models is not None else speeds)[0]
    max, min, grain, fixed, required, cost, watts, links, overlap = (_in_order(names, v, what) for v, what in (
        (max, "max"), (min, "min"), (grain, "grain"), (fixed, "fixed"), (required, "required"), (cost, "cost"), (watts, "watts"), (links, "links"), (overlap, "overlap")))
    models = _models(models, speeds) or _refuse("models or speeds: give one per processor")
    if cost is not None and watts is not None: _refuse("cost or watts, not both")
    if least == "cost" and cost is None and watts is None: _refuse("least=\"cost\" needs cost or watts")
    costs, idle = _joules(watts, models, fixed) if watts is not None else (_costs(cost, len(models)), 0.0)  # they live until the call returns
    moves = _models(links, p=len(models), name="links") if links is not None else []
    procs = _procs(models, costs, moves, max=max, min=min, grain=grain, fixed=fixed, required=required, overlap=overlap)
    watch = _Watch(progress, time_limit)
    options = C["fpm_options"](
        algorithm=_one_of(ALGORITHMS, algorithm, "algorithm"), least=0 if least is None else _one_of(LEASTS, least, "least"), slack=_real(slack, "slack"),
        limit=_real(limit, "limit"), max_bytes=_whole(max_bytes, "max_bytes", 0), max_work=_whole(max_work, "max_work", 0), progress=watch.at())
    shares, info, out = (C["q"] * len(models))(), C["fpm_info"](), C["fpm_partition_outputs"]()
    real = (C["d"] * len(models))() if algorithm in ("geometric", "numerical") and least is None else None
    out.real = _at(real)
    _call("partition_real", _whole(n, "n", 0, LARGEST), len(models), procs, options, shares, out, info, why="slack and limit: only with least", watch=watch)
    more: Dict[str, Any] = {} if watts is None else dict(energy=info.cost + idle * info.makespan)
    if real: more["real"] = list(real)
    if algorithm == "numerical": more["residual"] = out.residual
    if algorithm == "hpopta": more.update(nodes=out.nodes, cuts=out.cuts, hits=out.hits)
    return _answer(info, shares=_named(names, list(shares)), **more)

def check(shares: Union[Array, Dict[Any, int]], models: Optional[Models] = None, *, speeds: Optional[Array] = None, max: Limit = None,
          min: Limit = None, grain: Limit = None, fixed: Limit = None, required: Limit = None, limit: float = 0) -> Answer:
    """What shares of your own are worth: .makespan, .imbalance, and .gap, how much faster another partition may be at most.

    An Error names the first processor whose share violates a constraint (of partition), or is late by limit.

    >>> own = check([50, 50], speeds=[3, 1])
    >>> own.makespan, own.lower_bound, own.gap
    (50.0, 25.0, 1.0)
    """
    names = _split(models if models is not None else speeds)[0]
    made = _models(models, speeds) or _refuse("models or speeds: give one per processor")
    share = _row(_in_order(names, shares, "shares"), "q", "shares", 0, LARGEST)
    _same("shares", len(share), len(made))
    procs, info = _procs(made, **{name: _in_order(names, v, name) for name, v in dict(max=max, min=min, grain=grain, fixed=fixed, required=required).items()}), C["fpm_info"]()
    _call("partition_check", sum(share), len(made), procs, C["fpm_options"](limit=_real(limit, "limit")), share, info)
    answer = _answer(info, shares=_named(names, list(share)))
    if info.lower_bound > 0: answer.gap = info.makespan / info.lower_bound - 1
    return answer

def advise(n: int, models: Models, *, max: Limit = None, min: Limit = None, grain: Limit = None, fixed: Limit = None) -> Answer:
    """What speed functions gain for n units, and where to measure: .best, .even and .constant are the seconds of the best
    shares, of even ones, and of those by one constant speed per processor (its speed at n / p); None: not possible.  .shares are
    the best ones.  .measure are the shares, by processor, that lie more than 10 % from every measured size: time these next.

    >>> found = advise(4000, {"quick": Model([1000, 2000], [.01, .02]), "slow": Model([1000, 4000], [.1, .4])})
    >>> found.shares, found.measure
    ({'quick': 3637, 'slow': 363}, {'quick': 3637, 'slow': 363})
    """
    names, made = _split(models)
    limits = {name: _in_order(names, v, name) for name, v in dict(max=max, min=min, grain=grain, fixed=fixed).items()}
    def seconds(algorithm: str) -> Optional[float]:
        try: return partition(n, made, algorithm, **limits).makespan
        except Error: return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Doubt)
        found = partition(n, made, **limits)
        found.best, found.even, found.constant = found.makespan, seconds("even"), seconds("proportional")
    apart = [(k, x) for k, (x, m) in enumerate(zip(found.shares, made)) if x and isinstance(m, Model) and all(abs(x - s) > .1 * s for s in m.size)]
    found.measure = {names[k] if names else k: x for k, x in apart}
    found.shares = _named(names, found.shares)
    return found

def front(n: int, models: Optional[Models] = None, least: str = "cost", *, speeds: Optional[Array] = None, max: Limit = None, min: Limit = None,
          grain: Limit = None, fixed: Limit = None, required: Limit = None, limit: float = 0, cost: Optional[Costs] = None, watts: Optional[Array] = None,
          count: int = 100, max_bytes: int = 0, max_work: int = 0, progress: Watcher = None, time_limit: float = 0) -> List[Answer]:
    """All trade-offs of time and cost: pairs of .makespan and .cost (and .energy), the fastest first, of which none is better in
    both than another one; `count` at most.  For the shares of one call partition with the same arguments and limit=its makespan.

    >>> [(pair.makespan, pair.cost) for pair in front(4, [2, 1], cost=[3, 1], limit=3)]
    [(1.5, 10.0), (2.0, 8.0), (3.0, 6.0)]
    """
    names = _split(models if models is not None else speeds)[0]
    max, min, grain, fixed, required, cost, watts = (_in_order(names, v, what) for v, what in (
        (max, "max"), (min, "min"), (grain, "grain"), (fixed, "fixed"), (required, "required"), (cost, "cost"), (watts, "watts")))
    made = _models(models, speeds) or _refuse("models or speeds: give one per processor")
    if cost is not None and watts is not None: _refuse("cost or watts, not both")
    if least == "cost" and cost is None and watts is None: _refuse("least=\"cost\" needs cost or watts")
    costs, idle = _joules(watts, made, fixed) if watts is not None else (_costs(cost, len(made)), 0.0)
    procs, watch = _procs(made, costs, max=max, min=min, grain=grain, fixed=fixed, required=required), _Watch(progress, time_limit)
    room, info, pairs = _whole(count, "count", 2, 10**6), C["fpm_info"](), C["q"]()
    options = C["fpm_options"](least=_one_of(LEASTS, least, "least"), limit=_real(limit, "limit"), max_bytes=_whole(max_bytes, "max_bytes", 0),
                               max_work=_whole(max_work, "max_work", 0), progress=watch.at())
    for _ in range(2):  # FPM_E_CAPACITY says how many pairs there are
        makespan, price = (C["d"] * room)(), (C["d"] * room)()
        try: _call("pareto", _whole(n, "n", 0, LARGEST), len(made), procs, options, room, makespan, price, ctypes.byref(pairs), info, watch=watch)
        except Error as error:
            if error.status != STATUSES["e_capacity"] or pairs.value <= room: raise
            room = pairs.value
        else: break
    found = [Answer(makespan=t, cost=c) for t, c in zip(makespan[:pairs.value], price)]
    if watts is not None:
        for pair in found: pair.energy = pair.cost + idle * pair.makespan
    return found if len(found) <= count else [found[k * (len(found) - 1) // (count - 1)] for k in range(count)]

def moves(old: Array, new: Array, rank: int, unit: int = 1) -> Tuple[List[int], List[int], List[int], List[int]]:
    """What MPI_Alltoallv wants on that rank when slabs in the order of the ranks change from the shares old to new: counts sent
    and their places in the old slab, counts received and their places in the new one; in elements, of which a unit of work has `unit`.

    >>> moves([6, 6], [8, 4], rank=1, unit=10)
    ([20, 40], [0, 20], [0, 40], [0, 0])
    """
    names, old = _split(old)
    new = _in_order(names, new, "new", "old shares") if names is not None else _split(new)[1]
    was, will = (_row(v, "q", name, 0, LARGEST) for v, name in ((old, "old"), (new, "new")))
    _same("new", len(will), len(was))
    made = [(C["i"] * len(was))() for _ in range(4)]
    _call("export_moves", len(was), was, will, _whole(unit, "unit", 0), _whole(rank, "rank", 0, len(was) - 1), *made, why="a count is above 2^31 - 1")
    sent, sent_at, got, got_at = map(list, made)
    return sent, sent_at, got, got_at

def ratios(shares: Array, parts: int) -> List[int]:
    """Shares as whole numbers of the sum `parts`, such as a tensor split or a world of `parts` slots.

    >>> ratios([65, 25, 10], 10)
    [7, 2, 1]
    """
    share = _row(list(shares.values()) if isinstance(shares, dict) else shares, "q", "shares", 0, LARGEST)
    made = (C["q"] * len(share))()
    _call("export_ratios", len(share), share, _whole(parts, "parts", 1, LARGEST), made, why="shares: all are 0")
    return list(made)

def risk(p: int) -> float:
    """The risk of a Model with which p processors share work best where some are measured less surely than others."""
    call = _library().fpm_risk
    call.restype = ctypes.c_double
    return call(_whole(p, "p", 1, 2**31 - 1))

def interval(shares: Array, models: Models, *, fixed: Limit = None, runs: float = 0) -> Answer:
    """How sure the makespan of shares is, where models have half_widths: .low and .high, between which it is in 95 of 100
    cases, .mean, .odds, the probability of each processor to be the last, .next, the one to measure again at its share
    (-1: none, or, with runs to come, none that pays), and .gain, the seconds by which half its half-width lowers the mean.

    >>> sure = interval([10, 10], [Model([10], [1.0], half_widths=[0.1])] * 2)
    >>> round(sure.low, 3), round(sure.mean, 3), round(sure.high, 3)
    (0.949, 1.029, 1.114)
    """
    names = _split(models)[0]
    share, models = _row(_in_order(names, shares, "shares"), "q", "shares", 0, LARGEST), _models(models)
    _same("models", len(models), len(share))
    fixed = _in_order(names, fixed, "fixed")
    procs, last, found = _procs(models, fixed=fixed), (C["d"] * len(share))(), C["fpm_interval"]()
    status = _call("partition_interval", sum(share), len(models), procs, C["fpm_options"](runs=_real(runs, "runs")), share,
                   last, found, C["fpm_info"]())
    answer = Answer(status=Status(status), odds=_named(names, list(last)), **{name: getattr(found, name) for name, _ in found._fields_})
    if names and found.next >= 0: answer.next = names[found.next]
    return answer

def compose(models: Models, sizes: Union[int, Array], *, max: Limit = None, min: Limit = None, grain: Limit = None,
            fixed: Limit = None, required: Limit = None, max_bytes: int = 0, max_work: int = 0) -> Model:
    """A group of processors as one, such as a node of devices: a "discrete" Model of its least makespans.

    sizes ascend, or one number stands for all sizes up to it.  With all sizes up to n, partition over groups and then
    inside each gives the makespan of all processors at once.  The constraints are those of partition; if a member is
    required, the group is required, too.  A size that the members cannot do has no point.

    >>> quick, slow = Model([1, 6], [1.0, 6.0]), Model([1, 6], [2.0, 12.0])
    >>> node = compose([quick, slow], 6)
    >>> node.seconds
    [1.0, 2.0, 2.0, 3.0, 4.0, 4.0]
    >>> between = partition(8, [node, slow]).shares
    >>> between, partition(between[0], [quick, slow]).shares
    ([6, 2], [4, 2])
    """
    models = _models(models) or _refuse("models: give one per processor")
    size = None if not _listed(sizes) else _row(sizes, "q", "sizes", 1, LARGEST)
    count = _whole(sizes, "sizes", 0, LARGEST) if size is None else len(size)
    procs, points, info = _procs(models, max=max, min=min, grain=grain, fixed=fixed, required=required), C["fpm_points"](), C["fpm_info"]()
    options = C["fpm_options"](max_bytes=_whole(max_bytes, "max_bytes", 0), max_work=_whole(max_work, "max_work", 0))
    _call("compose", len(models), procs, count, _at(size) if size is not None else None, options, points, info, where="sizes[%d]")
    try:
        row, time = ((C[k] * points.count).from_address(at) if points.count else () for k, at in (("q", points.size), ("d", points.seconds)))
        return Model(list(row), list(time), "discrete")
    finally: _library().fpm_points_free(ctypes.byref(points))

def _any(count: int) -> int: return 1 if count < 1 else count

def _prices(prices: Optional[Array], p: int) -> Any:
    """The prices of p processors, or nothing."""
    if prices is None: return None
    row = _row(prices, "d", "prices")
    _same("prices", len(row), p)
    return row

def chain(loads: Array, p: Optional[int] = None, speeds: Optional[Array] = None,
          models: Optional[Models] = None, free_order: bool = False, *, max: Limit = None,
          fixed: Limit = None, min_items: int = 0, grain: int = 0, cuts: Optional[Array] = None,
          near: Optional[Array] = None, slack: float = 0, limits: Sequence[Tuple[Array, Union[float, Array]]] = (), max_bytes: int = 0, max_work: int = 0,
          ranges: bool = False, proof: bool = False, fewest: Optional[float] = None, prices: Optional[Array] = None, progress: Watcher = None, time_limit: float = 0) -> Answer:
    """A row of loads in contiguous parts: part k is loads[begin[k]:begin[k + 1]], done by processor who[k].

    Equal processors (p), or speeds, or models of time against load, which may have max and fixed.  free_order: parts
    go to the processors in any order.  A part is empty or has min_items elements, cuts lie at multiples of grain, or
    at some of cuts (from 0 to the end); slack lets the makespan be this part above the least, to be nearer to the
    cuts of near, a former begin (None: to even ones): .moved is the load between old and new cuts.  limits are pairs of
    other loads and the most of them that a processor, or each of a list, can hold.

    A list of rows is several chains: they share the processors, each part lies in one row, and begin counts through all
    rows.  ranges: .low and .high are the first and the last place where each cut lies in any partition within the slack
    (not with free_order, min_items).  proof: .proof are cuts for parts that are each as long as it can be below the
    makespan; they end before the last load, so no partition has a smaller makespan (nor with slack).

    fewest: a limit of the makespan, within which as few processors as possible are used, of p at most (none: one for
    each load); with prices those with the least sum.  .cost is their number or sum, .least a bound; unused parts are
    empty.

    loads may be a dict of name: load, in its order: .groups are the names of each part.  A dict of speeds or models
    makes .who their names.

    >>> chain({"read": 4, "sort": 1, "join": 3}, speeds={"big": 2, "old": 1}).groups
    [['read', 'sort'], ['join']]
    >>> chain([4, 1, 3, 2, 6, 1], fewest=8).busy
    3
    >>> chain([4, 1, 3, 2, 6, 1], 3).begin, chain([4, 1, 3, 2, 6, 1], speeds=[1, 2]).makespan
    ([0, 2, 4, 6], 6.0)
    >>> found = chain([4, 1, 3, 2, 6, 1], 3, ranges=True, proof=True)
    >>> found.low, found.high, found.proof
    ([0, 1, 4, 6], [0, 2, 4, 6], [0, 2, 4, 5])
    >>> chain([[4, 1, 3], [2, 6, 1, 1]], 3).begin  # the second row begins at 3
    [0, 3, 4, 7]
    """
    (of, loads), workers = _split(loads), _split(models if models is not None else speeds)[0]
    max, fixed, prices = (_in_order(workers, v, what) for v, what in ((max, "max"), (fixed, "fixed"), (prices, "prices")))
    limits = _pairs(limits, of, workers)
    def named(answer: Answer) -> Answer:
        if of is not None: answer.groups = [of[i:j] for i, j in zip(answer.begin, answer.begin[1:])]
        if workers is not None: answer.who = [workers[k] for k in answer.who]
        return answer
    rows = [_row(row, None, "loads[%d]" % k) for k, row in enumerate(loads)] if isinstance(loads, (list, tuple)) and loads and all(map(_listed, loads)) else None
    load = _row([v for row in rows for v in row] if rows else loads, None, "loads")
    if fewest is not None and p is None and speeds is None and models is None: p = _any(len(load))
    speed, models, procs, p = _workers(p, speeds, models, "p", max=max, fixed=fixed)
    begin, who, info, watch = (C["q"] * (p + 1))(), (C["i"] * p)(), C["fpm_info"](), _Watch(progress, time_limit)
    more = {name: (C["q"] * (p + 1))() for name, wanted in (("low", ranges), ("high", ranges), ("proof", proof)) if _yes(wanted, "proof" if name == "proof" else "ranges")}
    places, former = _row([] if cuts is None else cuts, "q", "cuts"), _row([] if near is None else near, "q", "near")
    if near is not None: _same("near", len(former), p + 1)
    bounds, kept = (C["fpm_chain_limit"] * len(_list(limits, "limits")))(), []
    for k, pair in enumerate(limits):
        other, most = pair
        held = _array([0.0, *itertools.accumulate(_row(other, "d", "limits[%d]" % k))], "d")[0]
        tops = _row(most if _listed(most) else [most] * p, "d", "limits[%d]" % k)
        _same("loads of limits[%d]" % k, len(held) - 1, len(load)), _same("limits[%d]" % k, len(tops), p)
        bounds[k].real, bounds[k].max = _at(held), _at(tops)
        kept.append((held, tops))
    options = C["fpm_chain_options"](
        limit=_at(bounds), limits=len(limits), min_items=_whole(min_items, "min_items", 0), grain=_whole(grain, "grain", 0), cut=_at(places), cuts=len(places),
        **{"from": _at(former)}, slack=_real(slack, "slack"), free_order=bool(free_order), speed=_at(speed),
        procs=_at(procs), max_bytes=_whole(max_bytes, "max_bytes", 0), max_work=_whole(max_work, "max_work", 0), progress=watch.at())
    made, first = _chain(load, len(load)), (C["q"] * (len(rows or []) + 1))(0, *itertools.accumulate(map(len, rows or [])))
    if rows: made.chains, made.first = len(rows), _at(first)
    outputs = C["fpm_chain_outputs"](who=_at(who), **{name: _at(places) for name, places in more.items()})
    if fewest is not None:
        if ranges or proof: _refuse("fewest: leave out ranges and proof")
        _call("chain_fewest", made, p, _real(fewest, "fewest"), _prices(prices, p), options, begin, info, why="cuts ascend strictly", where="loads[%d]", watch=watch)
        used = p if speed or procs or prices is not None else _any(info.busy)  # equal ones are used from the first one on
        return named(_answer(info, begin=list(begin)[: used + 1], who=list(range(used))))
    if prices is not None: _refuse("prices: needs fewest, the limit within which the cheapest are chosen")
    _call("chain_partition", made, p, options, begin, outputs, info, why="cuts ascend strictly, near ascends from 0 to %d" % len(load), watch=watch)
    return named(_answer(info, begin=list(begin), who=list(who), **{name: list(places) for name, places in more.items()}))

def _layers(row: Any) -> List[float]:
    """Seconds of layers on a type of device; -1 for None: it may not run the layer."""
    barred = [k for k, v in enumerate(row) if v is None] if isinstance(row, (list, tuple)) else []
    array = _row([0.0 if v is None else v for v in row] if barred else row, "d", "seconds")
    found = [_real(v, "seconds[%d]" % k, 0.0, 1e200) for k, v in enumerate(array)]
    for k in barred: found[k] = -1.0
    return found

def pipeline(seconds: Union[Array, Dict[str, Any]], devices: Union[Sequence[Dict[str, Any]], Dict[Any, Dict[str, Any]]], bytes: Optional[Array] = None,
             sent: Optional[Array] = None, goal: str = "latest", *, batches: int = 1, overlap: bool = False,
             free_order: bool = False, max_bytes: int = 0, max_work: int = 0, fewest: Optional[float] = None,
             prices: Optional[Array] = None, progress: Watcher = None, time_limit: float = 0) -> Answer:
    """Layers in a contiguous stage for each device: stage k is layers begin[k] to begin[k + 1] - 1, on device who[k].

    seconds is a row, one of each layer, or a dict of rows by type of device (None: the type may not run the layer); bytes
    is what each keeps, sent what it hands on.  A device is a dict of type, factor, max, held, fixed, latency, bandwidth, in_latency, in_bandwidth, tier
    and required, all optional.  tier: slower memories for bytes beyond max, [(bytes, seconds that each byte adds)].
    .counts are the layers of each device, in the order of devices (llama.cpp's --tensor-split; vLLM's VLLM_PP_LAYER_PARTITION).
    A dict of devices by name gives .counts and .who by name.  goal: "latest", the slowest stage; "total", the sum of
    stages and hops; "filled", (batches - 1) * slowest + sum.

    fewest: the longest stage allowed, in seconds, within which as few devices as possible are used; with prices those
    with the least sum.  .cost is their number or sum; no choice of devices costs less than .least.

    >>> pipeline([1 / 819] * 12, [dict(max=4), dict(max=4, factor=3), dict(max=8)], [1] * 12).begin
    [0, 4, 6, 12]
    >>> pipeline([3e-3] * 10, [dict()] * 5, fewest=10e-3).counts
    [2, 2, 3, 3, 0]
    >>> pipeline([2e-3] * 9, {"4090": {}, "3060": dict(factor=2)}, free_order=True).counts
    {'4090': 6, '3060': 3}
    >>> pipeline({"cpu": [9e-3] * 4, "npu": [None, 1e-3, 1e-3, None]}, [dict(type="cpu"), dict(type="npu"), dict(type="cpu")]).counts
    [1, 2, 1]
    """
    labels, devices = _split(devices)
    prices = _in_order(labels, prices, "prices")
    rows = seconds if isinstance(seconds, dict) else {"": seconds}
    time = [_layers(row) for row in rows.values()] or _refuse("seconds: no types: give a row for each type of processor")
    names, n, p = list(rows), len(time[0]), _whole(len(_list(devices, "devices")), "devices", 1, 2**31 - 2)
    for row in time: _same("seconds", len(row), n)
    own, out = (_row([] if v is None else v, "q", what) for v, what in ((bytes, "bytes"), (sent, "sent")))
    if bytes is not None: _same("bytes", len(own), n)
    if sent is not None: _same("sent", len(out), n)
    table, device, tiers = (C["d"] * (n * len(time)))(*itertools.chain(*time)), (C["fpm_device"] * p)(), []  # tiers: kept alive
    for k, given in enumerate(devices):
        for key, v in given.items() if isinstance(given, dict) else _refuse("devices[%d]: %s is no dict" % (k, _said(given))):
            if key == "type": v = names.index(v) if v in names else _refuse("device %d: type %s is none of %s" % (k, _said(v), _said(names)))
            elif key in ("max", "held"): v = 0 if v is None else _whole(v, "device %d: %s" % (k, key), key == "max", 2**63 - 1)
            elif key in ("factor", "fixed", "latency", "bandwidth", "in_latency", "in_bandwidth"): v = _real(v, "device %d: %s" % (k, key))
            elif key == "tier":
                tiers.append((C["fpm_tier"] * len(v))(*((_whole(0 if r is None else r, "device %d: tier" % k, r is not None, 2**63 - 1), _real(t, "device %d: tier" % k)) for r, t in v)))
                device[k].tiers, v = len(v), ctypes.addressof(tiers[-1])
            elif key == "required": v = bool(v)
            else: _refuse("device %d: %s is none of type, factor, max, held, fixed, latency, bandwidth, in_latency, in_bandwidth, tier, required" % (k, _said(key)))
            setattr(device[k], key, v)
    begin, who, stage, info = (C["q"] * (p + 1))(), (C["i"] * p)(), (C["d"] * p)(), C["fpm_info"]()
    watch = _Watch(progress, time_limit)
    options = C["fpm_pipeline_options"](
        goal=_one_of(GOALS, goal, "goal"), batches=_whole(batches, "batches", 1, LARGEST) if batches != 1 or goal == "filled" else 0, overlap=bool(overlap), free_order=bool(free_order),
        max_bytes=_whole(max_bytes, "max_bytes", 0), max_work=_whole(max_work, "max_work", 0), progress=watch.at())
    line, made = C["fpm_pipeline"](n, len(time), _at(table), _at(own), _at(out)), C["fpm_pipeline_outputs"](who=_at(who), stage=_at(stage))
    if fewest is not None:
        _call("pipeline_fewest", line, p, device, _real(fewest, "fewest"), _prices(prices, p), options, begin, made, info, where="layer %d", watch=watch)
    else:
        if prices is not None: _refuse("prices: needs fewest, the limit within which the cheapest are chosen")
        _call("pipeline_partition", line, p, device, options, begin, made, info, where="layer %d", watch=watch)
    counts = [0] * p
    for k, device_of in enumerate(who): counts[device_of] = begin[k + 1] - begin[k]
    return _answer(info, begin=list(begin), who=[labels[k] for k in who] if labels else list(who), stage=list(stage), counts=_named(labels, counts))

def _per(given: Any) -> float:
    """Real loads become whole by this factor: a power of ten, or of two, where their sum has 50 bits then."""
    plain = given[:]
    total = sum(plain)
    if given._type_ is not C["d"] or (total < LARGEST and all(map(float.is_integer, plain))): return 1.0
    if total < 2.0**-972: _refuse("loads of %g together are too small: give them in a smaller unit" % total)
    return float(next((10**t for t in range(1, 7) if total * 10**t < LARGEST and all(abs(x - round(x)) <= 1e-9 * min(x, 1) for x in (v * 10**t for v in plain))), 2.0 ** (50 - math.frexp(total)[1])))

def items(loads: Union[Array, Dict[Any, float], None], p: Optional[int] = None, speeds: Optional[Array] = None, *, models: Optional[Models] = None,
          max: Limit = None, fixed: Limit = None, max_pieces: Limit = None, min_pieces: Limit = None,
          limits: Sequence[Tuple[Array, Union[float, Array]]] = (), equal_counts: bool = False,
          seconds: Optional[Sequence[Sequence[Optional[float]]]] = None, types: Optional[Array] = None,
          apart: Optional[Sequence[Any]] = None, per_group: Union[int, str] = 1,
          old: Union[Array, Sequence[Array], Dict[Any, Any], None] = None, slack: float = 0, max_moved: Optional[float] = None,
          max_bytes: int = 0, max_work: int = 0, replicas: int = 0, colocate: bool = False, level: bool = False, sizes: Union[Array, Dict[Any, float], None] = None, gap: float = 1e-4, fewest: Optional[float] = None, prices: Optional[Array] = None,
          progress: Watcher = None, time_limit: float = 0) -> Answer:
    """Pieces that cannot be cut and have no order: piece i goes to processor owner[i]; groups are the pieces of each.

    Equal processors (p), or speeds, or models of time against whole loads, which may have fixed.  Limits are one for all
    processors or a list: max (load), max_pieces, min_pieces; limits are pairs of other loads of the same pieces, such as
    bytes, and the most of them that a processor, or each of a list, can hold (None: any); equal_counts: as many pieces
    for each, or one more.  old: present owners, -1 for a new piece; little moves to be within (1 + slack) times the least
    makespan found, and max_moved of load at most; .moved is the load that moves, .least_moved a bound of it.  sizes: what
    counts as moved instead of the load, such as bytes.  replicas: copies of all pieces together; owner[i] lists those of
    piece i, and so does old[i] ([]: a new piece); a copy where there was none counts 1, or its size.  colocate: copies of
    a piece may be on the same processor (not with old).  level: of one makespan little difference of the last processor
    and the first (not with old, replicas, seconds, apart).  gap: the search ends so near to the bounds; 0: at the bounds.

    seconds: a list for each type of processor, of the seconds of each piece (None: may not); types: the type of each
    processor, from 0 (none: one of each).  Loads are sizes then, or None; the makespan is in seconds.  apart: the group
    of each piece (None: none), of which a processor has per_group pieces at most; "even": as many as each other, or one
    more; "together": all or none.
    fewest: a limit of the makespan, within which as few processors as possible are used, of p at most (none: one for
    each piece); with prices those with the least sum.  .cost is their number or sum; no choice costs less than .least.

    loads may be a dict of name: load: groups hold names, owner is a dict of name: processor, and so may old be (a name
    that it lacks is a new piece), sizes, apart, loads of limits.  Of a dict of speeds or models owners are names, groups
    a dict, and capacities may be.

    >>> items([6, 5, 4, 3, 2, 1], 3).groups
    [[0, 5], [1, 4], [2, 3]]
    >>> items([6, 5, 4, 3], 2, limits=[([4, 1, 1, 4], 5)]).groups  # bytes, and room for 5 on each
    [[0, 2], [1, 3]]
    >>> items(None, seconds=[[4, 9, 2, None], [60, 45, 44, 12]], types=[0, 1, 1]).groups  # a GPU and two CPUs
    [[0, 1, 2], [3], []]
    >>> brokers = items([4, 4, 2, 2, 2, 2], 3, apart="aabbcc", old=[0, 1, 0, 1, 0, 1])  # broker 2 is new
    >>> brokers.makespan, brokers.moved
    (6.0, 4.0)
    >>> experts = items([60, 50, 90, 30], 2, replicas=6, old=[[0, 1], [0], [1], [0, 1]])  # .moved copies are elsewhere now
    >>> experts.owner, experts.makespan, experts.moved
    ([[1], [0], [1, 0], [0, 1]], 120.0, 1.0)
    >>> items({"test_a": 60, "test_b": 31, "test_c": 30}, 2).groups
    [['test_a'], ['test_b', 'test_c']]
    """
    (names, loads), workers = _split(loads), _split(models if models is not None else speeds)[0]
    max, fixed, max_pieces, min_pieces, prices, types = (_in_order(workers, v, what) for v, what in (
        (max, "max"), (fixed, "fixed"), (max_pieces, "max_pieces"), (min_pieces, "min_pieces"), (prices, "prices"), (types, "types")))
    former = None if names is None else _labelled(old)
    if names is not None and former is not None: old = [former.get(name, [] if replicas else -1) for name in names]
    if workers is not None and old is not None: old = [_places(workers, v, "old[%d]" % k) for k, v in enumerate(_list(old, "old"))]
    if names is not None and _labelled(sizes) is not None: sizes = [_labelled(sizes).get(name, 0) for name in names]
    apart, limits = _in_order(names, apart, "apart", "loads"), _pairs(limits, names, workers)
    rows: Any = [] if seconds is None else [list(_list(row, "seconds[%d]" % k)) for k, row in enumerate(_list(seconds, "seconds"))]
    for k, row in enumerate(rows): _same("seconds[%d]" % k, len(row), len(rows[0]))
    if seconds is not None and not rows: _refuse("seconds: empty: a list for each type")
    if loads is None: loads = [1] * len(rows[0]) if rows else _refuse("loads: None: only with seconds: give one per piece")
    given = _row(loads, None, "loads")
    for row in rows[:1]: _same("seconds[0]", len(row), len(given))
    if types is not None and not rows: _refuse("types: needs seconds")
    if rows and p is None and speeds is None: p = len(rows if types is None else _list(types, "types"))
    if fewest is not None and p is None and speeds is None and models is None: p = _any(len(given))
    replicas = _whole(replicas, "replicas", 0, 2**31 - 2)
    speed, models, procs, p = _workers(p, speeds, models, "p", fixed=fixed)
    _within(given, "loads")
    per = _per(given)
    if per != 1 and models: _refuse("models need whole loads")
    if replicas and not models: per *= next((u for u in (720720, 2520, 12) if sum(given) * per * u < LARGEST), 1)
    load = _units(given, per, "loads")
    def tops(values: Any, name: str, per: float = 1.0) -> Any:
        if values is None: return ()
        rows = values if _listed(values) else [values] * p
        _same(name, len(rows), p)
        nothing, check = 0 if name == "min_pieces" else -1, _whole if name.endswith("pieces") else _real  # 0: none at all; None: no limit
        return (C["q"] * p)(*[0 if v is None else int(min(check(v, name, 0, LARGEST) * per, LARGEST)) or nothing for v in rows])
    most, room, least = tops(max, "max", per), tops(max_pieces, "max_pieces"), tops(min_pieces, "min_pieces")
    bounds, kept = (C["fpm_items_limit"] * len(_list(limits, "limits")))(), []
    for k, pair in enumerate(limits):
        what, (other, top) = "limits[%d]" % k, pair
        row = _row(other, None, what)
        _same("loads of " + what, len(row), len(load))
        _within(row, what)
        unit = _per(row)  # loads of whole units: rounded up, so that what is within the limit is so for the real loads
        kept.append(((C["q"] * len(row))(*[_whole(math.ceil(v * unit - 1e-6), what, 0, LARGEST) for v in row]), tops(top, what, unit * (1 + 1e-15) if unit != 1 else 1)))
        bounds[k].load, bounds[k].max = map(_at, kept[-1])
    owner, info, copies = (C["i"] * (_whole(replicas, "replicas", len(load) if replicas else 0, 2**31 - 2) or len(load)))(), C["fpm_info"](), (C["i"] * len(load))(*[1] * len(load))
    out = C["fpm_items_outputs"](copies=_at(copies if replicas else ()))
    if old is not None: _same("old", len(_list(old, "old")), len(load))
    homed = [[] if old is None else _list(v, "old[%d]" % k) for k, v in enumerate(() if old is None else old)] if replicas else []
    flat = [v for row in homed for v in row] if replicas else list(old if old is not None else ())
    was = (C["i"] * len(flat))(*[_whole(v, "old[%d]" % k, 0 if replicas else -1, p - 1) for k, v in enumerate(flat)])
    had = (C["i"] * len(homed))(*map(len, homed))
    sized = [] if sizes is None else _row(sizes, None, "sizes")
    if sizes is not None: _same("sizes", len(sized), len(load))
    _within(sized, "sizes")
    unit = _per(sized) if sized else 1 if replicas else per
    size = _units(sized, unit, "sizes") if len(sized) else ()
    watch = _Watch(progress, time_limit, 1 if rows else per)
    took = (C["d"] * sum(map(len, rows)))(*[-1.0 if v is None else _real(v, "seconds[%d]" % k) for k, row in enumerate(rows) for v in row])
    kind = () if types is None else (C["i"] * p)(*[_whole(v, "types[%d]" % k, 0, len(rows) - 1) for k, v in enumerate(types) if _same("types", len(types), p) is None])
    by_type = C["fpm_items_types"](count=len(rows), seconds=_at(took), type=_at(kind))
    first: Dict[Any, int] = {}
    if apart is not None: _same("apart", len(apart if isinstance(apart, str) else _list(apart, "apart")), len(load))
    def group(k: int, g: Any) -> int:
        try: return -1 if g is None else first.setdefault(g, k)
        except TypeError: return _refuse("apart[%d]: %s is no name of a group" % (k, _said(g)))
    of = () if apart is None else (C["i"] * len(load))(*[group(k, g) for k, g in enumerate(apart)])
    rule = {"even": -1, "together": -2}[per_group] if per_group in ("even", "together") else _whole(per_group, "per_group", 1, 2**31 - 1)
    by_group = C["fpm_items_groups"](of=_at(of), most=rule)
    if rows and not len(load): _refuse("seconds: no pieces: give a number for each piece in each row")
    options = C["fpm_items_options"](
        types=ctypes.addressof(by_type) if rows else None, groups=ctypes.addressof(by_group) if of else None,
        speed=_at(speed), procs=_at(procs), max=_at(most), max_pieces=_at(room), min_pieces=_at(least), limit=_at(bounds), limits=len(limits), equal_counts=_yes(equal_counts, "equal_counts"), replicas=int(replicas), colocate=_yes(colocate, "colocate"), level=_yes(level, "level"),
        slack=_real(slack, "slack"), gap=_real(gap, "gap") or -1.0, max_moved=0 if max_moved is None else int(min(_real(max_moved, "max_moved") * unit, LARGEST)) or -1,
        max_bytes=_whole(max_bytes, "max_bytes", 0), max_work=_whole(max_work, "max_work", 0), progress=watch.at(), from_copies=_at(had), size=_at(size), **{"from": _at(was) or (_at(had) if old is not None and replicas else None)})
    if fewest is not None:
        if gap == 1e-4: options.gap = 0
        most_each = _real(fewest, "fewest") * per
        if abs(most_each - round(most_each)) < 1e-9 * most_each: most_each = round(most_each)
        _call("items_fewest", len(load), load, p, most_each, _prices(prices, p), options, owner, info, where="loads[%d]", watch=watch)
    else:
        if prices is not None: _refuse("prices: needs fewest, the limit within which the cheapest are chosen")
        _call("items_assign", len(load), load, p, options, owner, out, info, where="loads[%d]", watch=watch)
    groups: Any = [[] for _ in range(p)]
    piece: Any = (k for k, c in enumerate(copies) for _ in range(c)) if replicas else range(len(load))
    for k, j in zip(piece, owner[:]): groups[j].append(k)
    while fewest is not None and not (speed or procs or prices is not None) and len(groups) > 1 and not groups[-1]: groups.pop()
    homes: Any = [[owner[k] for k in range(sum(copies[:i]), sum(copies[:i + 1]))] for i in range(len(load))] if replicas else owner[:]
    if workers is not None: homes = [[workers[j] for j in v] if replicas else workers[v] for v in homes]
    if names is not None: homes, groups = dict(zip(names, homes)), [[names[k] for k in group] for group in groups]
    scale = 1 if rows else per
    return _answer(info, owner=homes, groups=_named(workers, groups), makespan=info.makespan / scale, lower_bound=info.lower_bound / scale, moved=info.moved / unit, least_moved=out.least_moved / unit)

def shares(loads: Array, owner: Sequence[Sequence[int]], parts: Optional[int] = None, speeds: Optional[Array] = None, *,
           max: Limit = None, max_bytes: int = 0, max_work: int = 0, progress: Watcher = None, time_limit: float = 0) -> Answer:
    """What each copy of a piece takes of its load, unevenly, so that the largest load of a processor is least: weights of a router.

    owner[k] are the processors of the copies of piece k, as items(.., replicas=..).owner; .share[k] are the loads of these copies,
    in the same order, which sum to loads[k].  Equal processors (parts), or speeds; max: the most load of each.  The search ends at
    the best shares (max_work: 0), or earlier, and .gap then says how good they are.

    >>> shares([9, 3], [[0, 1], [1]], parts=2).share
    [[6.0, 3.0], [3.0]]
    """
    load = _row(loads, None, "loads")
    speed, _, _, p = _workers(parts, speeds, None, "parts")
    _within(load, "loads")
    per = _per(load)
    whole = _units(load, per, "loads")
    _same("owner", len(_list(owner, "owner")), len(load))
    homes = [_list(v, "owner[%d]" % k) for k, v in enumerate(owner)]
    flat = [_whole(j, "owner[%d]" % k, 0, p - 1) for k, v in enumerate(homes) for j in v]
    at, copies, share, info = (C["i"] * len(flat))(*flat), (C["i"] * len(homes))(*map(len, homes)), (C["q"] * len(flat))(), C["fpm_info"]()
    tops = [max] * p if max is None or isinstance(max, (int, float)) else _list(max, "max")
    _same("max", len(tops), p)
    most = (C["q"] * p)(*[0 if v is None else int(_real(v, "max") * per) or -1 for v in tops])
    watch = _Watch(progress, time_limit, per)
    options = C["fpm_items_options"](speed=_at(speed), max=_at(most), replicas=len(flat), max_bytes=_whole(max_bytes, "max_bytes", 0),
                                     max_work=_whole(max_work, "max_work", 0), progress=watch.at())
    _call("items_share", len(load), whole, p, options, at, C["fpm_items_outputs"](copies=_at(copies)), share, info, where="loads[%d]", watch=watch)
    parts_of = iter(share)
    return _answer(info, share=[[next(parts_of) / per for _ in v] for v in homes], makespan=info.makespan / per, lower_bound=info.lower_bound / per)

def _plane(loads: Array, rows: Optional[int]) -> Any:
    load, shape = _array(loads, None, "loads")
    if not len(load): _refuse("loads: empty: give one cell at least")
    if rows is None: rows = shape[0] if len(shape) == 2 else _refuse("rows: say how many, as loads have one dimension")
    rows = _whole(rows, "rows", 1, 2**31 - 1)
    cols = shape[1] if len(shape) == 2 else len(load) // rows
    if len(shape) == 2: _same("rows", rows, shape[0])
    _same("loads of %d rows" % rows, len(load), rows * cols)
    return load, rows, cols

def _make_grid(grid: Any, load: Any, rows: int, cols: int, sizes: Dict[str, int], info: Any) -> None:
    call = "grid_init" + "_real" * (load._type_ is C["d"])
    _call(call, grid, rows, cols, load, 0, C["fpm_grid_options"](**sizes), info, where="loads, cell %d")

def rect(loads: Array, parts: Optional[int] = None, speeds: Optional[Array] = None,
         algorithm: Union[int, str] = "auto", *, rows: Optional[int] = None, models: Optional[Models] = None, max: Limit = None, fixed: Limit = None,
         border: float = 0, min_rows: int = 0, min_cols: int = 0, free_order: bool = False, old: Optional[Sequence[Any]] = None,
         slack: float = 0, compact: Optional[float] = None, stripes: int = 0, max_bytes: int = 0, max_work: int = 0, fewest: Optional[float] = None,
         progress: Watcher = None, time_limit: float = 0) -> Answer:
    """A plane of loads in rectangles: .parts are (r0, r1, c0, c1, load), rows r0 to r1 - 1, columns c0 to c1 - 1.

    loads has two dimensions, or one, row by row, with rows saying how many.  Equal processors (parts), or speeds, or
    models of time against load, which may have max and fixed.  free_order: any of them may take any part.  border is what a cell of side costs, in units of load:
    then .makespan is the largest load and border of a part.  A part is empty or has min_rows rows and min_cols columns
    at least.  algorithm is a class of fpm.h by its name ("jag-m-heur", "hier-opt") or number; "auto" tries many.  stripes: how
    many rows of parts, or columns, classes that have stripes cut (0: those choose).  The makespan of "auto" may be compact (0.01: 1 %; 0: nothing) above the least found, for short borders.  old: .parts of an answer to
    stay near to, in the order of their owners; the makespan may be (1 + slack) times the least found for that.  .moved is
    the load that changes owner.

    fewest: the largest load (with border: load and border) of a part; as few parts as possible, at most `parts`, are within it.
    .cost is their number; no partition has fewer than .least.

    >>> rect([[1, 9], [1, 1]], parts=2).parts
    [(0, 2, 0, 1, 2.0), (0, 2, 1, 2, 10.0)]
    >>> rect([[4, 1], [2, 3]], fewest=5).parts
    [(0, 1, 0, 2, 5.0), (1, 2, 0, 2, 5.0)]
    >>> rect([[1, 1, 1, 1]], parts=4, algorithm="jag-pq-opt", stripes=1).stripes
    1
    """
    load, rows, cols = _plane(loads, rows)
    if fewest is not None and parts is None and speeds is None and models is None: parts = int(min(rows * cols, 65536))
    speed, models, procs, parts = _workers(parts, speeds, models, "parts", max=max, fixed=fixed)
    if isinstance(algorithm, str):  # the names of fpm-tool will do
        name = algorithm.replace("-", "_")
        if name == "spiral": _refuse("algorithm: \"peel\" contains all spirals: name that")
        algorithm = _one_of(CLASSES, name[4:] if name[:4] == "jag_" else name[name == "rect_nicol" and 5:], "algorithm")
    if _whole(algorithm, "algorithm") not in CLASSES.values(): _refuse("algorithm: %s is no number of a class" % _said(algorithm))
    grid, info, out, tiles = C["fpm_grid"](), C["fpm_info"](), C["fpm_rect_outputs"](), (C["fpm_rect"] * parts)()
    sizes, was = dict(max_bytes=_whole(max_bytes, "max_bytes", 0)), None if old is None else _tiles(old, "old")
    watch = _Watch(progress, time_limit)
    options = C["fpm_rect_options"](
        algorithm=int(algorithm), speed=_at(speed), procs=_at(procs), max_work=_whole(max_work, "max_work", 0), border=_real(border, "border"),
        stripes=_whole(stripes, "stripes", 0, 2**31 - 1), min_rows=_whole(min_rows, "min_rows", 0), min_cols=_whole(min_cols, "min_cols", 0), parts=len(was or ()),
        free_order=bool(free_order), slack=_real(slack, "slack"), compact=0 if compact is None else _real(compact, "compact", 0) or -1,
        progress=watch.at(), **{"from": _at(was)}, **sizes)
    _make_grid(grid, load, rows, cols, sizes, info)
    try:
        if fewest is None: _call("rect_partition", grid, parts, options, tiles, out, info, watch=watch)
        else: _call("rect_fewest", grid, parts, _real(fewest, "fewest"), options, tiles, out, info, where="loads, cell %d", watch=watch)
        if fewest is not None: tiles = tiles[:int(info.cost)]
        return _answer(info, **dict({name: getattr(out, name) for name, _ in out._fields_}, class_bound=out.class_bound * grid.unit),
                       parts=[(t.r0, t.r1, t.c0, t.c1, t.load * grid.unit) for t in tiles])
    finally:
        _library().fpm_grid_free(ctypes.byref(grid))

def tiles(loads: Array, parts: int, form: str = "even", *, rows: Optional[int] = None, halo: int = 0, min_rows: int = 0, min_cols: int = 0,
          down: int = 0, across: int = 0, max_bytes: int = 0, max_work: int = 0, progress: Watcher = None, time_limit: float = 0) -> Answer:
    """Equal tiles of a plane of loads, those without load dropped: the least tiles of which at most `parts` are left.

    .parts are those with load, row by row, as (r0, r1, c0, c1, load); .down and .across are the rows and columns of tiles, .rows
    and .cols the longest sides, .cells the cells of the largest tile with its halo, .kept and .dropped how many.  .owners is the
    mask: for each row of tiles the numbers of the parts, -1 where a tile is dropped.  form: "even" (sides differ by one), "divide" (sides
    divide the grid), "short" (the last ones are shorter), "fms" (what MOM6 cuts itself).  No side is below halo, min_rows, min_cols.

    >>> tiles([[0, 1, 1, 0], [0, 0, 1, 1]], parts=4, form="divide").owners
    [[-1, 0, 1, -1], [-1, -1, 2, 3]]
    """
    load, rows, cols = _plane(loads, rows)
    p = _whole(parts, "parts", 1, 2**31 - 1)
    grid, info, out, part = C["fpm_grid"](), C["fpm_info"](), C["fpm_tiles"](), (C["fpm_rect"] * p)()
    sizes, watch = dict(max_bytes=_whole(max_bytes, "max_bytes", 0)), _Watch(progress, time_limit)
    options = C["fpm_tiles_options"](
        form=_one_of(FORMS, form, "form"), halo=_whole(halo, "halo", 0), min_rows=_whole(min_rows, "min_rows", 0), min_cols=_whole(min_cols, "min_cols", 0),
        down=_whole(down, "down", 0), across=_whole(across, "across", 0), max_work=_whole(max_work, "max_work", 0), progress=watch.at(), **sizes)
    _make_grid(grid, load, rows, cols, sizes, info)
    try:
        _call("tiles_partition", grid, p, options, part, out, info, watch=watch)
        owner = (C["i"] * (out.down * out.across))()
        _call("tiles_owners", grid, out, owner, len(owner), None)
        return _answer(info, **{name: getattr(out, name) for name, _ in out._fields_ if name != "form"}, form=form,
                       parts=[(t.r0, t.r1, t.c0, t.c1, t.load * grid.unit) for t in part[:out.kept]],
                       owners=[list(owner[k * out.across:(k + 1) * out.across]) for k in range(out.down)])
    finally:
        _library().fpm_grid_free(ctypes.byref(grid))

def neighbours(parts: Sequence[Any], shape: Optional[Sequence[int]] = None, *, wrap_rows: bool = False, wrap_cols: bool = False,
               fold: str = "none") -> List[Dict[int, int]]:
    """Halos of .parts of rect or tiles, or others that do not overlap: whom each has a side with, ascending, of how many cells.

    shape: rows and columns of a plane whose last row (column) lies beside its first one, wrap_rows (wrap_cols), or whose "first" or "last" row
    is folded upon itself, as in the north of a tripolar grid.  A part may then be its own neighbour.

    >>> neighbours(rect([[5, 5], [1, 1], [1, 1], [1, 1]], parts=3).parts)
    [{1: 1, 2: 1}, {0: 1, 2: 1}, {0: 1, 1: 1}]
    >>> neighbours([(0, 1, 0, 1), (0, 1, 1, 2), (0, 1, 2, 3)], (1, 3), wrap_cols=True)
    [{1: 1, 2: 1}, {0: 1, 2: 1}, {0: 1, 1: 1}]
    """
    part = _tiles(parts, "parts") or _refuse("parts: none given: rect() returns them")
    sides = (1, 1) if shape is None else _list(shape, "shape")
    _same("shape", len(sides), 2)
    rows, cols = [_whole(side, "shape", 1) for side in sides]
    edges = C["fpm_rect_edges"](rows=rows, cols=cols, wrap_rows=_yes(wrap_rows, "wrap_rows"), wrap_cols=_yes(wrap_cols, "wrap_cols"), fold=_one_of(FOLDS, fold, "fold"))
    if (wrap_rows or wrap_cols or edges.fold) and shape is None: _refuse("shape: missing: give rows and columns of the plane that wraps")
    first, other, cells = (C["q"] * (len(part) + 1))(), (C["i"] * (7 * len(part)))(), (C["q"] * (7 * len(part)))()
    _call("rect_neighbours", len(part), part, edges, first, other, cells, len(cells), None,
          why="parts: two of them overlap, or one ends before it begins, or lies outside of shape")
    return [dict(zip(other[a:b], cells[a:b])) for a, b in zip(first, first[1:])]

class Model2D:
    """The time of one processor by both sides of a tile: seconds[k] for tiles of rows[k] by cols[k] elements, in any order.

    Between the tiles the speed is smooth (bilinear); with discrete=True only the measured tiles may be given, and times may have any
    shape.  Errors of measuring are no roughness: take discrete where times that are rough are so each time that they are measured.
    """
    def __init__(self, rows: Array, cols: Array, seconds: Array, discrete: bool = False) -> None:
        m, n, time = _row(rows, "q", "rows", 1, 2**31 - 1), _row(cols, "q", "cols", 1, 2**31 - 1), _row(seconds, "d", "seconds")
        _same("cols", len(n), len(m))
        _same("seconds", len(time), len(m))
        self.struct, self.discrete = C["fpm_model2d"](), bool(discrete)
        _call("model2d_discrete" if discrete else "model2d_init", self.struct, len(m), m, n, time, None, C["fpm_info"](), where="tile %d")
        self.rows, self.cols, self.seconds = list(m), list(n), list(time)
        weakref.finalize(self, _library().fpm_model2d_free, ctypes.byref(self.struct))

    def __reduce__(self) -> Tuple[Any, ...]: return Model2D, (self.rows, self.cols, self.seconds, self.discrete)

    def time(self, rows: int, cols: int) -> float:
        """Seconds for a tile."""
        seconds = ctypes.c_double()
        _call("model2d_time", self.struct, _whole(rows, "rows", 0), _whole(cols, "cols", 0), ctypes.addressof(seconds))
        return seconds.value

def matrix(rows: int, cols: int, models: Optional[Sequence[Any]] = None, arrangement: str = "auto", *, speeds: Optional[Array] = None,
           columns: int = 0, compact: Optional[float] = None, block: int = 0, max: Limit = None, fixed: Limit = None,
           max_work: int = 0, max_bytes: int = 0, progress: Watcher = None, time_limit: float = 0) -> Answer:
    """A matrix in one tile per processor: .parts are (r0, r1, c0, c1), rows r0 to r1 - 1, columns c0 to c1 - 1; (0, 0, 0, 0): none.

    models are of time against area (Model), or all of time by both sides (Model2D); or there are speeds, relative to each other.
    arrangement: "auto", "columns", "rows", or with a few Model2D "cuts" (cut in two from side to side, each part again).  With "auto"
    the makespan may be compact (0.001; 0: nothing) above the least found, for less .volume, the elements that travel in a step of a
    multiplication.  Tiles begin at multiples of block.  max: elements; fixed: seconds more for a tile that is not empty.

    >>> a = Model2D([2, 4, 4], [2, 2, 4], [1, 1.5, 4], discrete=True)
    >>> matrix(4, 4, [a, a]).parts
    [(0, 4, 0, 2), (0, 4, 2, 4)]
    """
    rows, cols, both = _whole(rows, "rows", 1), _whole(cols, "cols", 1), models is not None and any(isinstance(m, Model2D) for m in _list(models, "models"))
    watch, info, out = _Watch(progress, time_limit), C["fpm_info"](), C["fpm_matrix_outputs"]()
    if both and (speeds is not None or not all(isinstance(m, Model2D) for m in models)): _refuse("models: Model2D for all processors, or for none")
    speed, made, procs, p = _workers(len(models) if both else None, speeds, None if both else models, "models", **({} if both else dict(max=max, fixed=fixed)))
    if both:
        made, limits = models, _procs([None] * p, max=max, fixed=fixed)
        procs = (C["fpm_proc2d"] * p)(*[(ctypes.addressof(m.struct), k.max, k.fixed) for m, k in zip(models, limits)])
    options = C["fpm_matrix_options"](
        arrangement=_one_of(ARRANGEMENTS, arrangement, "arrangement"), columns=_whole(columns, "columns", 0, 2**31 - 1), block=_whole(block, "block", 0),
        compact=0 if compact is None else _real(compact, "compact") or -1, max_work=_whole(max_work, "max_work", 0), max_bytes=_whole(max_bytes, "max_bytes", 0), progress=watch.at())
    tile = (C["fpm_tile"] * p)()
    name = "matrix_areas" if len(speed) else "matrix_partition2d" if both else "matrix_partition"
    _call(name, rows, cols, p, speed if len(speed) else procs, options, tile, out, info, watch=watch)
    way = next(key for key, value in ARRANGEMENTS.items() if value == info.algorithm)
    return _answer(info, **{key: getattr(out, key) for key, _ in out._fields_}, arrangement=way, parts=[(t.r0, t.r1, t.c0, t.c1) for t in tile])

class Picture(str):
    """An SVG picture, which a notebook shows."""
    def _repr_svg_(self) -> str: return str(self)
    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Write it to a file."""
        with open(path, "w", encoding="utf-8") as file: file.write(self)

COLOURS = ["#3b7dd8", "#d9822b", "#2e9e6b", "#b04ac0", "#c8453b", "#6a7f10", "#1f98a8", "#8a6d3b"]

def _escaped(v: Any) -> str: return str(v).replace("&", "&amp;").replace("<", "&lt;")

def _ticks(top: float) -> List[float]:
    """Round numbers below top, three to nine of them."""
    step = 10.0 ** math.floor(math.log10(top / 3))
    step *= next(k for k in (5, 2, 1) if k * step <= top / 3)
    return [k * step for k in range(1, int(top / step) + 1)]

def _drawn(wide: float, high: float, title: str, marks: List[str]) -> Picture:
    return Picture('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" font-family="sans-serif" font-size="12" fill="#777" role="img">'
                   "<title>%s</title>%s</svg>\n" % (wide, high, wide, _escaped(title), "".join(marks)))

def _text(x: float, y: float, text: Any, anchor: str = "middle", colour: str = "#777") -> str:
    return '<text x="%.1f" y="%.1f" text-anchor="%s" fill="%s">%s</text>' % (x, y, anchor, colour, _escaped(text))

def _draw_speeds(models: Any, found: Any) -> Picture:
    names, made = _split(models)
    made = _models(made) or _refuse("models: none given: give one per processor")
    if None in made: _refuse("models[%d]: None, where a Model or a speed belongs" % made.index(None))
    if found is not None and not (hasattr(found, "shares") and hasattr(found, "makespan")): _refuse("found: %s is no Answer of partition" % _said(found))
    shares, time = ([], 0.0) if found is None else (_in_order(names, found.shares, "shares"), found.makespan)
    if found is not None: _same("shares", len(shares), len(made))
    far = max(max(m.size) if m.kind != "constant" else 1 for m in made)
    far = 1.05 * max([far, *shares])
    curves = []
    for m in made:
        xs = m.size if m.kind == "discrete" else [m.size[0] * (far / m.size[0]) ** (k / 200) for k in range(201)] if m.size[0] < far else m.size
        at = [(x, m.speed(x)) for x in xs]
        curves.append([(x, v) for x, v in at if v > 0])
    top = 1.1 * max(v for curve in curves for _, v in curve)
    def x_at(x: float) -> float: return 70 + 550 * x / far
    def y_at(v: float) -> float: return 300 - 270 * v / top
    marks = ['<path d="M70 20V300H630" fill="none" stroke="#999"/>', _text(620, 335, "units", "end"), _text(74, 16, "units per second", "start")]
    marks += [_text(x_at(v), 316, "%.12g" % v) for v in _ticks(0.95 * far)] + [_text(66, y_at(v) + 4, "%.12g" % v, "end") for v in _ticks(0.95 * top)]
    if time > 0:  # speed = size / makespan, as far as the picture goes
        end = min(far, top * time)
        marks += ['<path d="M70 300L%.1f %.1f" stroke="#999" stroke-dasharray="5 4"/>' % (x_at(end), y_at(end / time))]
    for k, (m, curve) in enumerate(zip(made, curves)):
        colour = COLOURS[k % len(COLOURS)]
        marks.append('<path d="M%s" fill="none" stroke="%s" stroke-width="2"/>' % ("L".join("%.1f %.1f" % (x_at(x), y_at(v)) for x, v in curve), colour))
        marks += ['<circle cx="%.1f" cy="%.1f" r="2.5" fill="%s"/>' % (x_at(x), y_at(x / t), colour) for x, t in zip(m.size, m.seconds) if m.kind != "constant" and x / t <= top]
        if shares and shares[k] > 0: marks.append('<circle cx="%.1f" cy="%.1f" r="6" fill="none" stroke="%s" stroke-width="2"/>' % (x_at(shares[k]), y_at(m.speed(shares[k])), colour))
        marks.append(_text(625, 30 + 16 * k, "%s%s" % (names[k] if names else "processor %d" % k, ": %d" % shares[k] if shares else ""), "end", colour))
    return _drawn(640, 345, "Speed functions" + (", and shares that finish within %.4g s" % time if time > 0 else ""), marks)

def _draw_parts(found: Any) -> Picture:
    if not found.parts: return _refuse("picture: no tile has load, so that none is drawn")
    high, wide = (max(part[k] for part in found.parts) for k in (1, 3))
    cell = 600 / max(high, wide)
    most = max([part[4] for part in found.parts if len(part) > 4] or [0])
    marks = []
    for k, part in enumerate(found.parts):
        r0, r1, c0, c1 = part[:4]
        if r0 == r1 or c0 == c1: continue
        shade = part[4] / most if most > 0 and len(part) > 4 else 0.5
        colour = "#%02x%02x%02x" % tuple(round(pale + (full - pale) * shade) for pale, full in ((232, 91), (240, 147), (250, 224)))
        marks.append('<rect x="%.2f" y="%.2f" width="%.2f" height="%.2f" fill="%s" stroke="#777"/>' % (
            10 + c0 * cell, 10 + r0 * cell, (c1 - c0) * cell, (r1 - r0) * cell, colour))
        if (c1 - c0) * cell > 8 * len(str(k)) and (r1 - r0) * cell > 12: marks.append(_text(10 + (c0 + c1) / 2 * cell, 14 + (r0 + r1) / 2 * cell, k, colour="#111"))
    return _drawn(20 + wide * cell, 20 + high * cell, "%d parts%s" % (len(found.parts), "; dark: more load" if most > 0 else ""), marks)

def _draw_stages(found: Any) -> Picture:
    top, marks = max(found.stage), []
    for k, (seconds, who) in enumerate(zip(found.stage, found.who)):
        y, layers = 10 + 24 * k, "layers %d to %d" % (found.begin[k], found.begin[k + 1] - 1) if found.begin[k + 1] > found.begin[k] else "none"
        marks += [_text(98, y + 14, who if isinstance(who, str) else "device %s" % (who,), "end"), _text(420, y + 14, "%s, %.4g s" % (layers, seconds), "start"),
                  '<rect x="104" y="%d" width="%.1f" height="18" fill="%s"/>' % (y, 300 * seconds / top if top > 0 else 0, COLOURS[k % len(COLOURS)])]
    return _drawn(640, 20 + 24 * len(found.stage), "Seconds of the stages", marks)

def picture(models: Any, found: Optional[Answer] = None) -> Picture:
    """An SVG picture, which a notebook shows and .save(path) writes: of models, or a dict of them, their speeds, with an Answer of
    partition its shares on the line of equal times; of an Answer of rect, tiles or matrix its parts; of pipeline its stages.

    >>> found = rect([[9, 9, 1], [9, 9, 1]], 2)
    >>> picture(found).count("<rect")
    2
    """
    if not isinstance(models, Answer): return _draw_speeds(models, found)
    if found is None and hasattr(models, "parts"): return _draw_parts(models)
    if found is None and hasattr(models, "stage"): return _draw_stages(models)
    return _refuse("picture: of shares give the models, too: picture(models, found)")

class Balance:
    """An iterative routine: run .shares, tell step the seconds that each took, and so on.

    p processors, or a Model or a speed each to begin with, and the constraints of partition (for halos: required=1).  A dict of models
    or speeds by name makes .shares a dict; step, leave, join and the limits then take names.  After a restart
    Balance(n, models=b.models(), old=b.shares) goes on.  The options
    are those of fpm_balance_options; method: "default", "constant", "dfpa", "numerical"; unit_cost, move_cost: seconds for each unit that moves, and for each move (0, 0: moves are free; None: not known).  Elements in a row with whole loads, n of them: then shares count elements, from the first on, max and min are loads (opts.chain), and a share that is not
    empty has min_items elements.  old: the first shares, as those of a run that starts again.

    >>> b = Balance(1200, 2)
    >>> while b.step([b.shares[0] / 100, b.shares[1] / 300]).verdict != "converged": pass
    >>> b.shares
    [300, 900]
    >>> Balance(6, speeds=[1, 2], loads=[4, 1, 3, 2, 6, 1]).shares
    [2, 4]
    """
    def __init__(self, n: int, p: Optional[int] = None, models: Optional[Models] = None, iterations: int = 0,
                 unit_cost: Optional[float] = None, move_cost: Optional[float] = None, *, speeds: Optional[Array] = None,
                 method: str = "default", min_gain: float = 0, trust: float = 0, stale: float = 0, contiguous: bool = False, max: Limit = None, min: Limit = None,
                 grain: Limit = None, fixed: Limit = None, required: Limit = None, loads: Optional[Array] = None,
                 min_items: int = 0, old: Optional[Array] = None) -> None:
        self._names = names = _split(models if models is not None else speeds)[0]
        max, min, grain, fixed, required, old = (_in_order(names, v, what) for v, what in (
            (max, "max"), (min, "min"), (grain, "grain"), (fixed, "fixed"), (required, "required"), (old, "old")))
        self._models = _models(models, speeds, None if p is None else _whole(p, "p", 1, 2**31 - 1)) or _refuse("give p, models or speeds")
        n = _whole(n, "n", 0, LARGEST)
        self._chain = None if loads is None else _chain(_row(loads, "q", "loads"), n)
        d, info, state = (C["q"] * len(self._models))(), C["fpm_info"](), C["fpm_balance"]()
        was = None if old is None else _row(old, "q", "old", 0)
        if was is not None: _same("old", len(was), len(d))
        if was is not None and sum(was) != n: _refuse("old: the sum is %d, not n, which is %d" % (sum(was), n))
        options = C["fpm_balance_options"](
            method=_one_of(METHODS, method, "method"), iterations=_whole(iterations, "iterations", 0, LARGEST), contiguous=bool(contiguous),
            min_gain=_real(min_gain, "min_gain"), trust=_real(trust, "trust"), stale=_real(stale, "stale"), chain=self._chain and ctypes.addressof(self._chain),
            min_items=_whole(min_items, "min_items", 0), **{"from": _at(was)})
        procs = _procs(self._models, max=max, min=min, grain=grain, fixed=fixed, required=required)
        costs = [-1.0 if unit_cost is None and move_cost is None else 0.0 if v is None else _real(v, name)
                 for v, name in ((unit_cost, "unit_cost"), (move_cost, "move_cost"))]
        _call("balance_init", state, n, len(d), procs, *costs, options, d, info)
        self._d, self._state, self._lock = d, state, threading.Lock()
        self.shares: Any = _named(names, list(d))
        weakref.finalize(self, _library().fpm_balance_free, ctypes.byref(state))

    def _next(self, name: str, *args: Any, loads: Optional[Array] = None, n: Optional[int] = None) -> Answer:
        with self._lock:
            info, chain, was = C["fpm_info"](), self._chain, {}
            if loads is not None:
                row = _row(loads, "q", "loads") if chain else _refuse("loads: none at the beginning")
                new = _chain(row, sum(self._d) if n is None else n)
                was = {f: getattr(chain, f) for f in ("n", "whole", "largest", "sums")}
                for f in was: setattr(chain, f, getattr(new, f))
            try: _call(name, self._state, *args, self._d, info)
            except Error:
                for f in was: setattr(chain, f, was[f])
                raise
            self.shares = _named(self._names, list(self._d))
            return _answer(info, verdict=list(VERDICTS)[self._state.verdict], failed=self._state.failed,
                           predicted=self._state.predicted, shares=self.shares)

    def step(self, seconds: Array, loads: Optional[Array] = None) -> Answer:
        """The elapsed seconds (not CPU time) of the own work of each, without waiting (and the loads, if others ran): the .verdict ("keep", "move", "converged") and the next .shares."""
        array = _row(_in_order(self._names, seconds, "seconds"), "d", "seconds")
        _same("seconds", len(array), len(self._d))
        return self._next("balance_step", array, loads=loads)

    def resize(self, n: int, loads: Optional[Array] = None) -> Answer:
        """The amount of work becomes n, of these loads to come."""
        n = _whole(n, "n", 0, LARGEST)
        if self._chain and loads is None: _same("n without loads", n, self._chain.n)
        return self._next("balance_resize", n, loads=loads, n=n)

    def leave(self, i: Any) -> Answer:
        """Processor i has gone."""
        return self._next("balance_leave", self._place(i))

    def join(self, i: Any) -> Answer:
        """Processor i is back."""
        return self._next("balance_join", self._place(i))

    def _place(self, i: Any) -> int: return _whole(i, "i", 0, len(self._d) - 1) if self._names is None else _places(self._names, i, "i")

    def models(self) -> Any:
        """What was measured so far, as a Model of each processor (None: nothing), for pictures and for a restart."""
        def one(i: int) -> Optional[Model]:
            points = C["fpm_points"]()
            try:
                _call("balance_points", self._state, i, points)
                size, time = ((C[k] * points.count).from_address(at) if points.count else () for k, at in (("q", points.size), ("d", points.seconds)))
                return Model(list(size), list(time), "piecewise") if points.count else None
            finally: _library().fpm_points_free(ctypes.byref(points))
        with self._lock: return _named(self._names, [one(i) for i in range(len(self._d))])

    def moved(self, seconds: float) -> None:
        """What handing the data over took, after a "move"."""
        with self._lock: _call("balance_moved", self._state, _real(seconds, "seconds"), why="moved: nothing has moved yet")

    def cost(self, unit_cost: float = 0, move_cost: float = 0) -> None:
        """From now on moving a unit takes unit_cost seconds, and a redistribution move_cost on top."""
        with self._lock: _call("balance_cost", self._state, _real(unit_cost, "unit_cost"), _real(move_cost, "move_cost"))

    def wall(self, seconds: float) -> None:
        """Before a step: what its window took as a whole, by the clock on the wall."""
        with self._lock: _call("balance_wall", self._state, _real(seconds, "seconds", 1e-60))

    def __reduce__(self) -> Any: raise TypeError("a Balance is not copied or pickled: make another")
    def __repr__(self) -> str: return "<fpm.Balance %r>" % (self.shares,)
