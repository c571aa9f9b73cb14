"""bindings.py [check]: reads the public part of fpm.h and renews what other languages need of it.

examples/fortran/fpm.f90 is written whole.  In examples/python/fpm.py the block between the lines "# ---- from fpm.h"
and "# ---- end" is renewed: the block itself says which structs, calls and enumerations the module
uses (add a name with nothing behind it and run this script).  With "check" nothing is written, and the
exit status is 1 where a file is not what this script would write.  Run from the root of the repository.
"""
import re
import sys

sys.path.insert(0, "examples/packaging")
sys.dont_write_bytecode = True
from declarations import CALLS, DEFINES, ENUMS, STRUCTS, VERSION, number
LETTER = {"int": "i", "int64_t": "q", "double": "d", "size_t": "z", "float": "f"}
FORTRAN = {"i": "integer(c_int)", "q": "integer(c_int64_t)", "d": "real(c_double)",
           "z": "integer(c_size_t)", "f": "real(c_float)"}


def letters(fields, prefix=""):
    """(letter, dotted name) of each field; a struct within a struct gives its own fields."""
    for base, stars, name, length in fields:
        if stars: yield "s" if (base, stars) == ("char", 1) else "p", prefix + name
        elif base in STRUCTS: yield from letters(STRUCTS[base], prefix + name + ".")
        elif length: raise SystemExit("%s: an array in a struct that fpm.py uses" % name)
        else: yield LETTER[base], prefix + name


def wrap(words, width, lead, between=" "):
    """Words in lines of that width, those after the first behind the lead."""
    lines = [words[0]]
    for word in words[1:]:
        if len(lines[-1] + between + word) <= width: lines[-1] += between + word
        else: lines.append(lead + word)
    return lines


def python(block):
    """The block of fpm.py, with the values that the header has today."""
    lines = ['__version__ = "%s"' % VERSION, "# The enumerations of fpm.h."]
    for name, first in re.findall(r"^(\w+) = dict\((\w+)=", block, re.M):
        prefix = re.search(r"^%s = dict\([^)]*\)  # FPM_(\w*)$" % name, block, re.M).group(1)
        family = [e for e in ENUMS if any(k == "FPM_%s%s" % (prefix, first.upper()) for k, _ in e)]
        if len(family) != 1: raise SystemExit("%s: no one enumeration has FPM_%s%s" % (name, prefix, first.upper()))
        items = ["%s=%d" % (k[4 + len(prefix):].lower(), v) for k, v in family[0]]
        text = ("%s = dict(%s)" % (name, ", ".join(items))).split(" ")
        text[-1] += "  # FPM_" + prefix  # on the same line
        lines += wrap(text, 118, " " * (len(name) + 8))
    lines += ["# Its structs: i int, q int64_t, d double, z size_t, s text, p pointer, each with its fields."]
    wanted = re.findall(r"\b(fpm_\w+)[:;\"]", re.search(r'STRUCTS = """(.*?)"""', block, re.S).group(1) + ";")
    texts = []
    for name in wanted:
        groups = []
        for letter, field in letters(STRUCTS.get(name) or sys.exit("no struct %s in fpm.h" % name)):
            if groups and groups[-1][0] == letter: groups[-1].append(field)
            else: groups.append([letter, field])
        texts += wrap((name + ": " + ", ".join(" ".join(g) for g in groups) + ";").split(" "), 118, "    ")
    lines += ['STRUCTS = """' + "\n".join(texts)[:-1] + '"""', "# Its calls: the letters of their parameters."]
    calls = []
    for name in re.findall(r'"(\w+)": "', block):
        if "fpm_" + name not in CALLS: raise SystemExit("no call fpm_%s in fpm.h" % name)
        calls.append('"%s": "%s",' % (name, "".join("p" if p[1] else LETTER[p[0]] for p in CALLS["fpm_" + name][1])))
    lines += wrap(["CALLS = {" + calls[0], *calls[1:]], 118, " " * 9)
    lines[-1] = lines[-1][:-1] + "}"
    records, kinds = [name for name in wanted if name.endswith("info")], {}
    for letter, field in [pair for name in records for pair in letters(STRUCTS[name])]:
        if kinds.get(field) != "float": kinds[field] = {"d": "float", "s": "Optional[str]"}.get(letter, "int")
    lines += ["class Info:", '    """The fields of %s."""' % ", ".join(records)]
    return "\n".join(lines + ["    " + line for line in wrap(["%s: %s" % pair for pair in kinds.items()], 114, "", "; ")]) + "\n"


def declared(p):
    """The declaration of a parameter of a call in Fortran; NULL is an argument that is left out."""
    base, stars, name, _, constant = p
    if base == "function": return "type(c_funptr), value :: " + name
    if not stars: return "%s, value :: %s" % (FORTRAN[LETTER[base]], name)
    if base == "void" or stars > 1: return "type(c_ptr), value :: " + name
    kind = "character(kind=c_char)" if base == "char" else "type(%s)" % base if base in STRUCTS else FORTRAN[LETTER[base]]
    one = base in STRUCTS and (base == "fpm_tiles" or name in (
        "opts", "out", "info", "alloc", "grid", "chain", "line", "point", "model", "index", "report", "stat", "points",
        "walk", "b", "proc", "interval", "edges"))
    return "%s, %soptional :: %s%s" % (kind, "intent(in), " if constant else "", name, "" if one else "(*)")


def fortran():
    """The module, all of it."""
    out = ["! fpm.h " + VERSION + " for Fortran 2018, written from the header by tests/build/jobs/bindings.py.",
           "! Copy this file; quickstart.f90 says how to compile the implementation.  NULL is an argument",
           "! that is left out; what the library keeps (points of a model) must live as a target as long.",
           "! A constant whose name is that of a call ends in `_`: FPM_MATRIX_COLUMNS_.",
           "! Processors, elements, rows and columns count from 0, so processor k is that of d(k + 1), part k",
           "! of a chain is elements begin(k + 1) + 1 to begin(k + 2) of an array from 1, and ranks of MPI",
           "! need no change.  A grid of rows x cols loads is an array load(cols, rows), as Fortran stores it.",
           "! A text is character(len=..): j = fpm_explain(info, text, len(text, c_size_t)), see recipe_mpi.f90.",
           "module fpm", "    use, intrinsic :: iso_c_binding", "    implicit none", ""]
    for name, value in [pair for e in ENUMS for pair in e if "__" not in pair[0]]:  # Fortran does not tell FPM_MATRIX_COLUMNS from a call
        out.append("    integer(c_int), parameter :: %s%s = %d" % (name, "_" * (name.lower() in CALLS), value))
    for name, text in DEFINES.items():
        value = number(text)
        if isinstance(value, float): out.append("    real(c_double), parameter :: %s = %s" % (name, repr(value).replace("e", "d")))
        elif isinstance(value, int): out.append("    integer(c_int%s), parameter :: %s = %d%s" % (
            ("64_t", name, value, "_c_int64_t") if "INT64" in text else ("", name, value, "")))
    for name, fields in STRUCTS.items():
        out += ["", "    type, bind(c) :: " + name]
        for base, stars, field, length in fields:
            kind = ("type(c_funptr)" if base == "function" else "type(c_ptr)" if stars else
                    "type(%s)" % base if base in STRUCTS else FORTRAN[LETTER[base]])
            zero = " = c_null_funptr" if "funptr" in kind else " = c_null_ptr" if "c_ptr" in kind else "" if base in STRUCTS else " = 0"
            size = "(%s)" % DEFINES.get(length, length) if length else ""
            out.append("        %s :: %s%s%s" % (kind, field.replace("__", "_private_"), size, zero))
        out.append("    end type")
    out += ["", "    interface"]
    for name, (result, parameters) in CALLS.items():
        what = "subroutine" if result == "void" else "function"
        head = "" if result == "void" else ("type(c_ptr) " if "*" in result else FORTRAN[LETTER[result]] + " ")
        text = "        %s%s %s(%s) bind(c)" % (head, what, name, ", ".join(p[2] for p in parameters))
        lines = wrap(re.sub(r", ", ",\0", text).split("\0"), 96, " " * 12)
        out += [line + " &" for line in lines[:-1]] + lines[-1:] + ["            import"]
        out += ["            " + declared(p) for p in parameters] + ["        end " + what]
    return "\n".join(out + ["    end interface", "end module", ""])


old = open("examples/python/fpm.py").read()
begin, end = old.index("# ---- from fpm.h"), old.index("# ---- end")
begin = old.index("\n", begin) + 1
wrong = 0
for path, text in (("examples/python/fpm.py", old[:begin] + python(old[begin:end]) + old[end:]), ("examples/fortran/fpm.f90", fortran())):
    try: same = open(path).read() == text
    except FileNotFoundError: same = False
    if same: continue
    if sys.argv[1:] != ["check"]: open(path, "w").write(text)
    else: wrong = print("%s is not what fpm.h says: python3 tests/build/jobs/bindings.py renews it" % path) or 1
sys.exit(wrong)
