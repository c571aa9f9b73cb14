"""public_text.py [-s] [-v [SECTION]]: measures the public comments of fpm.h, section by section: functions,
words, words per function, lines of the longest comment of a function.  It fails where

  - a comment of a function has more than 40 lines;
  - a number before ns, us, ms, s, %, seconds or times is none that a caller can check;
  - a word such as "usually" stands for a figure;

unless tests/build/lists/public_text.txt has the place and the reason.  That list may only become shorter:
what it allows and nobody needs is printed, and fails with -s.  Words of the opening, the map, the glossary,
the tables of statuses and of classes and of examples do not count, and figures of examples may stand.  -v prints the words
of each comment (of the sections that have SECTION in their names).  Run from the root.
"""
import re
import sys

LIST = "tests/build/lists/public_text.txt"
LINES = 40
FIGURE = re.compile(r"(?:\d[\d.,]*|\.\d+)(?:\^[-+]?\d+)? ?(?:ns|us|ms|s|%|seconds|times)(?![\w%/^(])(?! \+)")
VAGUE = re.compile(r"\b(?:usually|rarely|often|seldom|mostly|nearly always|seen)\b", re.I)
EXAMPLE = re.compile(r"\b(?:[Ee]xample|[Ff]or instance)\b")


def plain(comment):
    """The lines of a comment without its marks and margin."""
    rows = comment[2:-2].rstrip().split("\n")
    return [re.sub(r"^ {1,3}", "", row).rstrip() for row in rows]


def sentences(run):
    """The sentences of running text: two blanks end one."""
    text = "  ".join(line.strip() if line.rstrip().endswith((".", ":", "?")) else line.strip() + "\0" for line in run)
    return re.split(r"(?<=[.:?])  ", text.replace("\0  ", " ").replace("\0", ""))


def parts(lines):
    """[(text, is an example)]: sentences of running text, and single lines of lists, tables and code."""
    out, run, announced = [], [], False
    for line in lines + [""]:
        if line.strip() and not line.startswith("   "):
            run.append(line)
            continue
        if run:
            said = [bool(EXAMPLE.search(s)) for s in sentences(run)]
            out += [(s, any(said[:k + 1])) for k, s in enumerate(sentences(run))] # an example goes on to the end
            announced = out[-1][1] and run[-1].endswith(("instance", "example", ":"))
            run = []
        if line.strip():
            out.append((re.sub(r"\s+", " ", line).strip(), announced or bool(EXAMPLE.search(line))))
    return out


def words(text):
    return len(re.findall(r"[A-Za-z0-9_][\w'.>-]*", text))


def measure(text):
    """[(section, name, comment lines, words, functions)] of the public part."""
    end = text.index("IMPLEMENTATION\n   ====")
    text = text[:end]
    head = text.index("#ifndef FPM_H")
    out, section = [], "opening"
    place = 0
    pieces = []
    for found in re.finditer(r"/\*.*?\*/", text, re.S):
        pieces.append((found.start(), found.end(), found.group()))
    for k, (start, stop, comment) in enumerate(pieces):
        title = re.match(r"/\* ---- >>([a-z0-9]+)[^\n]*?(?:\*/|\n)", comment)
        if title:
            section = title[1]
            comment = "/*" + comment[title.end():] if not comment[title.end() - 2:title.end()] == "*/" else "/* */"
        upto = pieces[k + 1][0] if k + 1 < len(pieces) else len(text)
        code = text[stop:upto]
        calls = re.findall(r"^FPM__DECL[^;(]*?\b(fpm_[a-z0-9_]+)\(", code, re.M)
        names = calls or re.findall(r"(?:struct|enum) (fpm_\w+)", code) or re.findall(r"\b(FPM_\w+|fpm_\w+)\b", text[:start].split("\n")[-1])
        out.append((section if start > head or section == "glossary" else "opening", names, plain(comment), len(calls),
                    text.count("\n", 0, start) + 1))
    return out


def main():
    verbose = "-v" in sys.argv
    only = sys.argv[-1] if verbose and sys.argv[-1] != "-v" else ""
    allowed, longest_allowed = {}, {}
    for row in open(LIST, encoding="ascii"):
        fields = re.split(r"  +", row.split("#")[0].strip())
        if len(fields) >= 3:
            words_of = fields[1].split()
            if words_of[-1] == "lines":
                longest_allowed[words_of[0]] = int(words_of[1])
                continue
            allowed.setdefault((fields[0], fields[1]), 0)
            allowed[(fields[0], fields[1])] += 1
    sections, found, bad = {}, {}, False
    for section, names, lines, calls, row in measure(open("fpm.h", encoding="ascii").read()):
        total = sections.setdefault(section, [0, 0, 0, 0])
        table, mine = False, 0
        for text, example in parts(lines):
            for match in list(FIGURE.finditer(text)) + list(VAGUE.finditer(text)):
                if not example and section not in ("opening", "glossary"):
                    found.setdefault((section, match.group()), []).append((row, text))
            if text.startswith("status meaning see"):
                table = True
            elif re.match(r"class none speed, procs", text):
                table = True
            elif text.startswith(("Any call may return these", "Guarantee:")):
                table = False
            if not example and not table:
                mine += words(text)
        total[0] += calls
        total[1] += mine
        if calls:
            total[2] = max(total[2], len(lines))
        if calls and len(lines) > longest_allowed.get(names[0], LINES):
            print("fpm.h:%d: %s: the comment has %d lines, %d are allowed"
                  % (row, names[0], len(lines), longest_allowed.get(names[0], LINES)))
            bad = True
        elif calls and len(lines) < longest_allowed.get(names[0], 0):
            print("fpm.h:%d: %s: the comment has %d lines: let %s allow no more" % (row, names[0], len(lines), LIST))
            bad = bad or "-s" in sys.argv
        if verbose and only in section:
            print("%5d %4d words %3d lines  %s  %s" % (row, mine, len(lines), section, " ".join(names[:3])))
    print("%-10s %9s %7s %13s %13s" % ("section", "functions", "words", "words per one", "longest, lines"))
    all_calls = all_words = 0
    for section, (calls, count, longest, _) in sections.items():
        if section in ("opening", "glossary"):
            continue
        all_calls += calls
        all_words += count
        print("%-10s %9d %7d %13s %13d" % (section, calls, count, "%.0f" % (count / calls) if calls else "-", longest))
    print("%-10s %9d %7d %13.0f" % ("all", all_calls, all_words, all_words / all_calls))
    for key, at in sorted(found.items()):
        spare = len(at) - allowed.get(key, 0)
        if spare > 0:
            bad = True
            for row, text in at:
                print("fpm.h:%d: %s: %s: %s" % (row, key[0], key[1], text[:100]))
    for key, count in sorted(allowed.items()):
        if len(found.get(key, [])) < count:
            print("%s allows %s: %s, which is gone: take the line out" % (LIST, key[0], key[1]))
            bad = bad or "-s" in sys.argv
    sys.exit(bad)


main()
