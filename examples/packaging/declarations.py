"""declarations.py: what the public part of fpm.h declares, for those who write bindings.

STRUCTS  name: [(type, pointers, field, length of an array or "")]
CALLS    name: (type of the result, [(type, pointers, parameter, length, is it const)])
ENUMS    [[(constant, value)]], ENUM_NAMES the names of these enumerations, "" where there is none
DEFINES  macro: text; VERSION
ABOUT    call: the first sentence of its comment; struct.field: its comment
"""
import os
import re

HEADER = open(os.environ.get("FPM_HEADER") or "fpm.h").read().split("#ifdef FPM_IMPLEMENTATION")[0]
TEXT = re.sub(r"/\*.*?\*/|//[^\n]*", " ", HEADER, flags=re.S).replace("\\\n", " ")
DEFINES = dict(re.findall(r"^#define (FPM_[A-Z_]+) +(\S.*?) *$", TEXT, re.M))
CODE = re.sub(r"^[ \t]*#.*$", "", TEXT, flags=re.M)


def variables(text, end=";"):
    """(type, pointers, name, length) of each variable of `int a, *b; double c[4];`."""
    found = []
    for line in filter(str.strip, text.split(end)):
        call = re.match(r"\s*\w[\w \*]*\(\*(\w+)\)\s*\(.*\)\s*$", line, re.S)
        if call:
            found.append(("function", 1, call.group(1), ""))
            continue
        base, rest = re.match(r"\s*(?:const )?(?:struct )?(\w+)(?: const)?\b(.*)", line, re.S).groups()
        for one in rest.split(","):
            stars, name, length = re.match(r"([\s\*]*(?:const\b[\s\*]*)*)(\w+)\s*(?:\[(\w*)\])?\s*$", one).groups()
            found.append((base, stars.count("*") + (end == "," and length is not None), name, length or ""))
    return found


def split(parameters):
    """The parameters of a call: commas inside the parameters of a callback do not count."""
    parts, depth = [""], 0
    for c in parameters:
        depth += (c == "(") - (c == ")")
        parts[-1] += c if c != "," or depth else ""
        if c == "," and not depth: parts.append("")
    return [] if parts == ["void"] else [variables(part, "\0")[0] + ("const" in part,) for part in parts]


def number(text):
    """The value of an enumerator or of a define, or None."""
    text = re.sub(r"INT64_C\((-?\d+)\)", r"\1", text.strip())
    try: return eval(text, {"__builtins__": {}}, {})
    except Exception: return None


STRUCTS = {name: variables(body) for body, name in re.findall(r"typedef struct \w+ \{([^{}]*)\} (\w+);", CODE)}
CALLS = {name: (result.strip(), split(parameters))
         for result, name, parameters in re.findall(r"FPM__DECL\s+([\w \*]+?)(fpm_\w+)\(((?:[^()]|\([^()]*\))*)\);", CODE)}
BODIES = [(name, body) for name, body in re.findall(r"\benum (\w* ?)\{([^{}]*)\};", CODE)
          if "FPM_STATUS_LIST" not in body]
ENUMS = [[(name, number(value)) for name, value in re.findall(r"(FPM_\w+) = (-?\d+)", body)] for _, body in BODIES]
ENUMS += [[(name, int(value)) for name, value in re.findall(r"X\((FPM_\w+), (-?\d+),", TEXT)]]
ENUM_NAMES = [name.strip() for name, _ in BODIES] + ["fpm_status"]


def sentence(comment):
    """The first sentence of a comment, in one line."""
    text = " ".join(comment.split())
    end = re.search(r"(?<!\.)\.(?= |$)", text)
    return text[:end.end()] if end else text


def about():
    """What the comments say: those right above calls, and those right behind fields."""
    found = {}
    for comment, declared in re.findall(r"/\*((?:(?!\*/).)*)\*/\s*((?:FPM__DECL[^;]*;\s*)+)", HEADER, re.S):
        names = re.findall(r"\b(fpm_\w+)\(", declared)
        for name in names:
            if len(names) == 1 or not name.endswith("_free"): found[name] = sentence(comment)
    for body, name in re.findall(r"typedef struct \w+ \{(.*?)\n\} (\w+);", HEADER, re.S):
        for code, comment in re.findall(r"([^;{}]*;)[ \t]*/\*((?:(?!\*/).)*)\*/", re.sub(r"/\*(?:(?!\*/).)*\*/(?=\s*/\*)", "", body, flags=re.S), re.S):
            fields = re.findall(r"\*?(\w+)(?:\[\w*\])?\s*[,;]", re.sub(r"\(\*(\w+)\)\(.*\)", r"\1", code, flags=re.S))
            for field in fields: found["%s.%s" % (name, field)] = " ".join(comment.split())
    return found


ABOUT = about()
VERSION = "%s.%s.%s" % tuple(DEFINES["FPM_VERSION_" + part] for part in ("MAJOR", "MINOR", "PATCH"))
