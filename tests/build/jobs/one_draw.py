"""one_draw.py: refuses two draws of random numbers whose order a compiler may choose.

C leaves open which argument of a call is evaluated first, and which operand of an operator.  Two
draws there give other instances by other compilers, so a test that passes by one fails by another.
A draw is a call of a function that changes the state of a generator, itself or by a call.  What
&& || ? and a comma between statements or variables part is in order.  Run from the root.
"""
import glob
import os
import re
import sys

sys.dont_write_bytecode = True
from plain_code import tokens, partners, ASSIGNMENTS

FILES = ["tests/*.[ch]", "tests/build/probes/*.c", "tests/fuzz/*.[ch]", "bench/*.[ch]",
         "examples/*/*.[ch]"]
FOLDERS = ["tests", "tests/fuzz", "bench"]
GENERATOR = re.compile(r"0x9e3779b97f4a7c15|6364136223846793005", re.I)
MACRO = re.compile(r"(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)((?:[^\n]*\\\n)*[^\n]*)")
CONTROL = ("if", "while", "for", "switch", "return", "sizeof", "case", "else", "do")


def functions(toks, pair):
    """(name, first token, last token) of each function's body."""
    i = 0
    while i < len(toks):
        if toks[i][1] != "{" or i not in pair:
            i += 1
            continue
        if toks[i - 1][1] == ")" and i - 1 in pair and toks[pair[i - 1] - 1][0] == "word":
            yield toks[pair[i - 1] - 1][1], i + 1, pair[i]
        if toks[i - 1][1] == '"C"':
            i += 1
        else:
            i = pair[i] + 1


def macros(text):
    """(name, words) of each macro."""
    for name, body in MACRO.findall(text):
        yield name, set(re.findall(r"\w+(?=\s*\()", body))


def keeps_state(words):
    """Does a function change a generator that outlives it?  A variable of its own does not."""
    for i, word in enumerate(words):
        shifts = word == "^=" and "<< 13" in " ".join(words[i + 1:i + 5])
        if not GENERATOR.match(word) and not shifts:
            continue
        at = i
        while words[at] not in ASSIGNMENTS and words[at] not in ("{", ";"):
            at -= 1
        name, before = words[at - 1], words[at - 2]
        types = {a for a, b in zip(words, words[1:]) if b == name} - {"return"}
        own = any(re.match("[a-z]", a) for a in types)
        if before in (".", "->", "*") or not own or "static" in words:
            return True
    return False


class Source:
    """A file: its tokens, who calls whom, and who has a generator of its own."""

    def __init__(self, text):
        self.text = text
        self.includes = re.findall(r'(?m)^[ \t]*#[ \t]*include[ \t]+"([^"]+)"', text)
        self.toks = None

    def read(self):
        if self.toks is not None:
            return
        self.toks = tokens(self.text)
        self.pair = partners(self.toks)
        self.calls = {}
        self.draws = set()
        for function, first, last in functions(self.toks, self.pair):
            body = [self.toks[i] for i in range(first, last)]
            called = {a[1] for a, b in zip(body, body[1:]) if a[0] == "word" and b[1] == "("}
            self.calls.setdefault(function, set()).update(called)
            if keeps_state([t[1] for t in self.toks[self.pair[first - 2]:last]]):
                self.draws.add(function)
        for macro, called in macros(self.text):
            self.calls.setdefault(macro, set()).update(called)


SOURCES = {}


def source(name):
    if name not in SOURCES:
        SOURCES[name] = Source(open(name, errors="replace").read())
    return SOURCES[name]


def with_headers(name, seen):
    """A file and the headers of the tests or benches that it includes."""
    if name in seen:
        return
    seen.append(name)
    here = os.path.dirname(name)
    for header in source(name).includes:
        for folder in [here] + FOLDERS:
            path = os.path.normpath(os.path.join(folder, header))
            if os.path.exists(path) and not os.path.basename(path).startswith("fpm"):
                with_headers(path, seen)
                break


def drawing(name):
    """The functions that draw, as a file sees them."""
    seen = []
    if name.endswith(".h") and os.path.dirname(name) in FOLDERS: # its includer brings the others
        for header in sorted(glob.glob(os.path.dirname(name) + "/*.h")):
            with_headers(header, seen)
    with_headers(name, seen)
    if not any(GENERATOR.search(source(s).text) or "<< 13" in source(s).text for s in seen):
        return set()
    for s in seen:
        source(s).read()
    draws = set().union(*(source(s).draws for s in seen))
    grows = True
    while grows:
        grows = False
        for s in seen:
            for function, called in source(s).calls.items():
                if function not in draws and called & draws:
                    draws.add(function)
                    grows = True
    return draws


class Reader:
    def __init__(self, name):
        s = source(name)
        self.toks, self.pair, self.draws = s.toks, s.pair, drawing(name)
        self.found = []

    def split(self, first, last, marks):
        """The parts of an expression between marks outside brackets."""
        parts, start, i = [], first, first
        while i < last:
            kind, text, _ = self.toks[i]
            if kind == "mark" and text in marks:
                parts.append((start, i))
                start = i + 1
            elif kind == "mark" and text in "([{" and i in self.pair:
                i = self.pair[i]
            i += 1
        parts.append((start, last))
        return parts

    def together(self, parts, line):
        """Parts whose order is open: is there a draw, and is there at most one?"""
        drawn = [p for p in parts if self.expression(*p)]
        if len(drawn) > 1:
            self.found.append(line)
        return bool(drawn)

    def expression(self, first, last):
        """Does an expression draw?  From the operators that bind least to those that bind most."""
        if first >= last:
            return False
        line = self.toks[first][2]
        for marks in (ASSIGNMENTS, ("?", ":"), ("||",), ("&&",)):
            parts = self.split(first, last, marks)
            if len(parts) > 1 and marks is ASSIGNMENTS:
                return self.together(parts, line)
            if len(parts) > 1:
                return any([self.expression(*p) for p in parts])
        return self.operands(first, last)

    def operands(self, first, last):
        drawn, i, line = 0, first, self.toks[first][2]
        while i < last:
            kind, text, here = self.toks[i]
            if kind == "mark" and text in "([{" and i in self.pair:
                end = self.pair[i]
                before = self.toks[i - 1] if i else ("", "", 0)
                named = i > first and before[0] == "word" and before[1] not in CONTROL
                call = text == "(" and named
                parts = self.split(i + 1, end, (",",))
                if call or text == "{":
                    inside = self.together(parts, here)
                else:
                    inside = any([self.expression(*p) for p in parts])
                drawn += inside or (call and before[1] in self.draws)
                i = end
            i += 1
        if drawn > 1:
            self.found.append(line)
        return drawn > 0

    def statement(self, first, last):
        while first < last and self.toks[first][1] in ("return", "else", "do", "case"):
            first += 1
        for part in self.split(first, last, (",",)):
            self.expression(*part)

    def block(self, first, last):
        start, i = first, first
        while i < last:
            kind, text, _ = self.toks[i]
            if kind == "mark" and text == "(" and i in self.pair:
                end = self.pair[i]
                if self.toks[i - 1][1] in ("if", "while", "for", "switch"):
                    for part in self.split(i + 1, end, (";",)):
                        self.statement(*part)
                    start = end + 1
                i = end + 1
                continue
            if kind == "mark" and text == "{" and self.toks[i - 1][1] in ("=", "]"):
                i = self.pair.get(i, i) + 1
                continue
            if kind == "mark" and text in "{};":
                if text == ";":
                    self.statement(start, i)
                start = i + 1
            i += 1


def places(name):
    if not drawing(name):
        return []
    reader = Reader(name)
    for _, first, last in functions(reader.toks, reader.pair):
        reader.block(first, last)
    return sorted(set(reader.found))


# What has to be found, by itself: else this job finds nothing, and says so.
PLANTED = """
static uint64_t state;
static int draw(int most) { state += 0x9e3779b97f4a7c15; return state % most; }
static int twice(void) { int first = draw(2); return first + draw(2); }
static int pure(uint64_t x) { x += 0x9e3779b97f4a7c15; return x % 3; }
static void found(void) {
    call(draw(3), draw(4));
    call(twice(), (int)draw(4));
    if (a && draw(2) * 10 + draw(3)) a = 1;
    int pair[] = {draw(2), draw(2)};
    a[draw(2)] = draw(2);
    for (i = 0; i < draw(2) - draw(3); i++) a = i;
}
static void right(void) {
    int a = draw(3), b = draw(4);
    call(a, draw(b), pure(3));
    call(pure(draw(2)), pure(3));
    if (draw(2) && draw(3)) b = draw(2) ? draw(3) : draw(4);
    for (i = draw(2); i < draw(3); i++) draw(draw(2) + 1);
}
"""
WANTED = [7, 8, 9, 10, 11, 12]


def main():
    SOURCES["planted"] = Source(PLANTED)
    if places("planted") != WANTED:
        sys.exit("planted draws: found in lines %s, not in %s" % (places("planted"), WANTED))
    files = sorted(n for p in FILES for n in glob.glob(p))
    bad, drawn = 0, 0
    for name in files:
        drawn += bool(drawing(name))
        lines = open(name, errors="replace").read().split("\n")
        for line in places(name):
            print("%s:%d: two draws in an open order: %s" % (name, line, lines[line - 1].strip()))
            bad += 1
    print("%d files, %d of them draw, %d places" % (len(files), drawn, bad))
    sys.exit(bad > 0 or drawn == 0)


if __name__ == "__main__":
    main()
