"""plain_code.py [-v [PART]]: counts what makes code hard to read, group by group, and fails where a
group has more than tests/build/lists/plain_code.txt allows: there the counts may only fall.

  comma       statements that are joined by commas
  nested      conditional expressions inside conditional expressions
  compare     the result of a comparison that is added or or-ed into a variable
  guard       loops whose condition hides an if: a condition that the loop does not change
  assign      assignments inside expressions

-v lists the places (of the groups or files that have PART in their names).  Run from the root.
"""
import glob
import re
import sys

GROUPS = [
    ("fpm.h", ["fpm.h"]),
    ("fpm_kernels.h", ["fpm_kernels.h"]),
    ("tool", ["examples/tool/*.[ch]"]),
    ("examples", ["examples/start/*.c", "examples/calls/*.c", "examples/workloads/*.c",
                  "examples/mpi/*.c", "examples/recipes/*.c", "examples/web/*.c"]),
    ("tests", ["tests/*.[ch]", "tests/build/probes/*.c", "tests/fuzz/*.[ch]"]),
    ("bench", ["bench/*.[ch]"]),
]
KINDS = ["comma", "nested", "compare", "guard", "assign"]
LIMITS = "tests/build/lists/plain_code.txt"

TOKEN = re.compile(r"""
    (?P<space>\s+|//[^\n]*|/\*.*?\*/|\\\n)
  | (?P<directive>(?m:^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*))
  | (?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
  | (?P<word>[A-Za-z_]\w*)
  | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
  | (?P<mark>->|\+\+|--|<<=|>>=|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|<<|>>|\.\.\.|.)
""", re.X | re.S)
CONTROL = {"if", "while", "for", "switch", "return", "else", "do", "case", "goto", "sizeof"}
OPEN, CLOSE = "([{", ")]}"
COMPARISONS = {"<", ">", "<=", ">=", "==", "!=", "&&", "||"}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}


def tokens(text):
    """(kind, text, line) without spaces, comments and directives."""
    out, at, line = [], 0, 1
    while at < len(text):
        found = TOKEN.match(text, at)
        kind = found.lastgroup
        if kind not in ("space", "directive"):
            out.append((kind, found.group(), line))
        line += found.group().count("\n")
        at = found.end()
    return out


def partners(toks):
    """For each bracket the place of the one that it goes with."""
    pair, stack = {}, []
    for i, (kind, text, _) in enumerate(toks):
        if kind != "mark":
            continue
        if text in OPEN:
            stack.append(i)
        elif text in CLOSE and stack:
            j = stack.pop()
            pair[i], pair[j] = j, i
    return pair


def declares(toks, first, last):
    """Does the statement declare?  A type is one name or more, and a name of its own follows."""
    words = [toks[i] for i in range(first, min(last, first + 8))]
    if not words or words[0][0] != "word":
        return False
    if words[0][1] in ("static", "const", "struct", "union", "enum", "typedef", "extern", "unsigned",
                       "signed", "long", "register", "volatile", "return", "goto"):
        return True
    i = 1
    while i < len(words) and words[i][1] in ("*", "const"):
        i += 1
    return i < len(words) and words[i][0] == "word"


def span(toks, pair, at):
    """The conditional expression whose ? is at `at`: its first and last token."""
    first = at
    while first > 0:
        before = toks[first - 1]
        if before[0] == "mark" and before[1] in CLOSE and first - 1 in pair and before[1] != "}":
            first = pair[first - 1]
            continue
        if before[0] == "mark" and (before[1] in "([{;,}" or before[1] in ASSIGNMENTS):
            break
        if before[1] in ("return", "case"):
            break
        first -= 1
    last, open_marks = at, 1
    while last + 1 < len(toks):
        after = toks[last + 1]
        if after[0] == "mark" and after[1] in OPEN:
            last = pair.get(last + 1, last + 1)
            continue
        if after[0] == "mark" and after[1] in ";,)]}":
            break
        last += 1
    return first, last


def places(name):
    """(kind, line) of everything that is counted in a file."""
    text = open(name, errors="replace").read()
    toks = tokens(text)
    pair = partners(toks)
    found = []

    marks = [i for i, t in enumerate(toks) if t[0] == "mark" and t[1] == "?"]
    spans = [span(toks, pair, i) for i in marks]
    for i, at in enumerate(marks):
        if any(j != i and spans[j][0] <= at <= spans[j][1]
               and (spans[j] != spans[i] or j < i) for j in range(max(0, i - 12), min(len(marks), i + 12))):
            found.append(("nested", toks[at][2]))

    # Statements: what lies between ; { } outside round and square brackets.
    first, i = 0, 0
    initialiser = []
    while i < len(toks):
        kind, mark, line = toks[i]
        if kind == "mark" and mark in "([":
            head = toks[i - 1][1] if i else ""
            end = pair.get(i, i)
            if head == "for":
                found += loop_head(toks, pair, i, end)
            elif mark == "(":
                found += [("assign", toks[k][2]) for k in range(i, end)
                          if toks[k][0] == "mark" and toks[k][1] in ASSIGNMENTS]
            if head in ("for", "if", "while", "switch"):
                first = end + 1
            i = end + 1
            continue
        if kind == "mark" and mark == "{" and i and toks[i - 1][1] in ("=", ")") and toks[i - 1][1] == "=":
            i = pair.get(i, i) + 1 # the values of an array or struct
            continue
        if kind == "word" and mark in ("else", "do"):
            first = i + 1
        if kind == "mark" and mark in "{};":
            if mark == ";":
                found += statement(toks, pair, first, i)
            first = i + 1
        i += 1
    return found


def level(toks, pair, first, last):
    """The tokens of a statement outside brackets."""
    i = first
    while i < last:
        yield i
        if toks[i][0] == "mark" and toks[i][1] in OPEN and i in pair:
            i = pair[i]
        i += 1


def statement(toks, pair, first, last):
    if first >= last:
        return []
    found = []
    own = list(level(toks, pair, first, last))
    if not declares(toks, first, last):
        if any(toks[i][1] == "," for i in own) and toks[first][1] not in ("return", "case"):
            found.append(("comma", toks[first][2]))
        assigned = [i for i in own if toks[i][0] == "mark" and toks[i][1] in ASSIGNMENTS]
        if len(assigned) > 1 and not any(toks[i][1] == "," for i in own):
            found.append(("assign", toks[first][2]))
        if assigned and toks[assigned[0]][1] in ("+=", "-=", "|=", "&="):
            right = [toks[i][1] for i in own if i > assigned[0]]
            inner = [toks[i][1] for i in range(assigned[0] + 1, last)]
            if "?" not in right and (set(right) & COMPARISONS or
                                     (len(right) <= 2 and set(inner) & COMPARISONS and "?" not in inner)):
                found.append(("compare", toks[first][2]))
    elif toks[first][1] == "return":
        if any(toks[i][0] == "mark" and toks[i][1] in ASSIGNMENTS for i in own):
            found.append(("assign", toks[first][2]))
    return found


def changes(toks, pair, condition, step, end):
    """The names that a loop changes, by what stands before or after them: = += ++ & and their kin."""
    last = end + 1
    if last < len(toks) and toks[last][1] == "{":
        last = pair.get(last, last)
    else:
        while last < len(toks) and toks[last][1] not in ";}":
            last = pair.get(last, last) + 1 if toks[last][1] in OPEN else last + 1
    out = set()
    for i in list(range(condition, step)) + list(range(step, min(last, len(toks) - 1))):
        if toks[i][0] != "word":
            continue
        after = i + 1
        while toks[after][1] == "[" and after in pair:
            after = pair[after] + 1
        if toks[after][1] in ASSIGNMENTS or toks[after][1] in ("++", "--"):
            out.add(toks[i][1])
        if toks[i - 1][1] in "(," and toks[after][1] in ",)":
            out.add(toks[i][1] + " ->") # who is given the object may change it
        before = i - 1
        while toks[before][1] in ("->", ".") and before > 1:
            before -= 2
        if toks[before][1] in ("++", "--", "&") or (toks[before][1] == "*" and toks[after][1] in ASSIGNMENTS):
            out.add(toks[i][1])
            out.add(toks[before + 1][1])
    return out


def loop_head(toks, pair, first, end):
    """A loop's head: its condition, without what init and step may do."""
    found = []
    ends = [i for i in level(toks, pair, first + 1, end) if toks[i][1] == ";"]
    if len(ends) != 2:
        return found
    condition = [i for i in range(ends[0] + 1, ends[1])]
    found += [("assign", toks[i][2]) for i in condition
              if toks[i][0] == "mark" and toks[i][1] in ASSIGNMENTS]
    terms, term = [], []
    for i in level(toks, pair, ends[0] + 1, ends[1]):
        if toks[i][1] == "&&":
            terms.append(term)
            term = []
        else:
            term.append(toks[i][1])
    terms.append(term)
    if len(terms) < 2:
        return found
    changed = changes(toks, pair, ends[0], ends[1], end)
    for term in terms:
        text = " ".join(term)
        if (re.fullmatch(r"(! )?\w+( (->|\.) \w+)*( (==|!=) \w*(OK|NULL|0)| [<>]=? 0)?", text)
                and not set(term) & changed
                and not any(a + " " + b in changed for a, b in zip(term, term[1:]))):
            found.append(("guard", toks[ends[0]][2]))
            break
    return found


def main():
    verbose = len(sys.argv) > 1 and sys.argv[1] == "-v"
    part = sys.argv[2] if len(sys.argv) > 2 else ""
    limits = {}
    for row in open(LIMITS):
        words = row.split("#")[0].split()
        if words:
            limits[words[0]] = [int(w) for w in words[1:]]
    bad = False
    print("%-14s" % "" + "".join("%9s" % k for k in KINDS))
    for group, patterns in GROUPS:
        count = dict.fromkeys(KINDS, 0)
        for name in sorted(n for p in patterns for n in glob.glob(p)):
            for kind, line in sorted(places(name), key=lambda f: f[1]):
                count[kind] += 1
                if verbose and (part in group or part in name):
                    print("%s:%d: %s" % (name, line, kind))
        print("%-14s" % group + "".join("%9d" % count[k] for k in KINDS))
        for kind, limit in zip(KINDS, limits[group]):
            if count[kind] > limit:
                print("%s: %s: %d, %d are allowed: -v lists them" % (group, kind, count[kind], limit))
                bad = True
            elif count[kind] < limit:
                print("%s: %s: %d: let %s allow no more" % (group, kind, count[kind], LIMITS))
                bad = bad or "-s" in sys.argv
    sys.exit(bad)


if __name__ == "__main__":
    main()
