"""Test files over the machines (shards) of a CI, by the seconds of the last run.

    python3 recipe_shards.py [options] REPORT SHARDS [SHARD]

REPORT is a JUnit report (.xml), a directory of them, or text with one `seconds name` line per file.
The program prints the files of SHARD, from 0, one per line; without SHARD it prints what each shard
gets and how long that takes.  All machines find the same shards from the same input.

  --files FILE     the test files of today, one per line (- is standard input).  A new file counts as
                   the mean of the others; a file that is gone gets no shard.  Both are said.
  --runner RUNNER  how the report names what you run:
                     pytest  files, from `file` or from names of classes
                     jest    files (jest: JEST_JUNIT_ADD_FILE_ATTRIBUTE=true; vitest as it is)
                     go      packages, from gotestsum --junitfile
                     cargo   binaries, from cargo nextest
  --speeds LIST    speeds of the shards, such as 2,1,1
  --old FILE       yesterday's shards, as --save wrote them: few files change shard
  --slack S        with --old: the last shard may finish (1 + S) times as late as it could (0.02)
  --save FILE      write one `shard name` line per file

    git ls-files '*test_*.py' | python3 recipe_shards.py --files - --runner pytest report.xml 4 0 | xargs pytest
    git ls-files '*.test.ts' | python3 recipe_shards.py --files - --runner jest report.xml 4 0 | xargs npx jest
    go list ./... | python3 recipe_shards.py --files - --runner go report.xml 4 0 | xargs go test
    python3 recipe_shards.py --runner cargo report.xml 4 0 | sed 's/.*/binary_id(=&)/' | paste -sd'|' | xargs -0 cargo nextest run -E
"""
import glob
import math
import os
import re
import sys
import xml.etree.ElementTree as tree
from typing import Dict, Iterable, List, Optional, Set, Tuple

import fpm

OPTIONS = ("--files", "--runner", "--speeds", "--old", "--slack", "--save")
RUNNERS = ("pytest", "jest", "go", "cargo")


def refuse(text: str) -> None:
    sys.exit("recipe_shards.py: " + text)


def note(text: str) -> None:
    print("recipe_shards.py: " + text, file=sys.stderr)


def shown(names: List[str]) -> str:
    """A few of the names."""
    return " ".join(names[:5]) + (" and %d more" % (len(names) - 5) if len(names) > 5 else "")


def read(path: str) -> str:
    try:
        with open(0 if path == "-" else path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        refuse("%s: %s" % (path, error.strerror))
    except UnicodeError:
        refuse("%s: no text in UTF-8" % path)
    return ""


def number(where: str, text: str, what: str = "seconds") -> float:
    """A number, 0 or more; a comma between thousands only where a decimal point tells that it is one."""
    if re.fullmatch(r"\d{1,3}(,\d{3})+\.\d+", text): text = text.replace(",", "")
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 1e12:
        hint = "; decimal comma, or one between thousands?" if "," in text else ""
        refuse('%s: "%s" is not a number of %s, 0 or more%s' % (where, text, what, hint))
    return value


def module_file(classname: str, known: Set[str]) -> str:
    """The file of tests.unit.test_cart.TestSum: the longest beginning that is a file, known or here."""
    words = classname.split(".")
    paths = ["/".join(words[:k]) + ".py" for k in range(len(words), 0, -1)]
    for path in paths:
        if path in known or os.path.exists(path): return path
    for path in paths:
        name = os.path.basename(path)
        if name.startswith("test_") or name.endswith("_test.py"): return path
    return paths[0]


def name_of(case: tree.Element, suite: str, runner: str, known: Set[str]) -> str:
    """What a test case belongs to, as its runner takes it."""
    file, classname = case.get("file") or "", case.get("classname") or ""
    if runner == "pytest": return file or module_file(classname, known)
    if runner == "jest": return file or next((n for n in (classname, suite) if re.search(r"\.[cm]?[jt]sx?$", n)), "")
    if runner in ("go", "cargo"): return classname or suite
    return file or classname or case.get("name") or ""


def read_report(path: str, runner: str, known: Set[str]) -> Iterable[Tuple[str, float]]:
    """Name and seconds of each test case of a JUnit report."""
    try:
        root = tree.parse(path).getroot()
    except OSError as error:
        refuse("%s: %s" % (path, error.strerror))
    except (tree.ParseError, ValueError, LookupError) as error:
        refuse("%s: not a whole XML file: %s" % (path, error))
    for suite in root.iter():
        for case in suite.findall("testcase"):
            name = name_of(case, suite.get("name") or "", runner, known)
            if not name and runner == "jest":
                refuse("%s: no file in a test case (run jest with JEST_JUNIT_ADD_FILE_ATTRIBUTE=true)" % path)
            if not name: refuse("%s: a test case without a name" % path)
            yield name, number("%s: %s: time" % (path, name), case.get("time") or "0")


def read_lines(path: str) -> Iterable[Tuple[str, float]]:
    """Name and seconds of each line."""
    for row, line in enumerate(read(path).splitlines(), 1):
        words = line.split(None, 1)
        if len(words) == 1: refuse('%s:%d: "%s": a line is `seconds name`' % (path, row, line.strip()))
        if words: yield words[1].strip(), number("%s:%d" % (path, row), words[0])


def measured(path: str, runner: str, known: Set[str]) -> Dict[str, float]:
    """Seconds of each file: its test cases are summed."""
    sums: Dict[str, float] = {}
    reports = sorted(glob.glob(os.path.join(glob.escape(path), "*.xml"))) if os.path.isdir(path) else [path]
    if not reports: refuse("%s: a directory without .xml files" % path)
    for report in reports:
        for name, seconds in read_report(report, runner, known) if report.endswith(".xml") else read_lines(report):
            sums[name] = sums.get(name, 0.0) + seconds
    return sums


def today(sums: Dict[str, float], files: Optional[List[str]]) -> Dict[str, float]:
    """Seconds of the files of today: a new one counts as the mean."""
    if files is None:
        note("files that the report lacks get no shard: list today's files by --files")
        return sums
    new, gone = [f for f in files if f not in sums], sorted(set(sums) - set(files))
    mean = sum(sums.values()) / len(sums) if sums else 1.0
    if new: note("not in the report, counted as %.3g s each, the mean: %s" % (mean, shown(new)))
    if gone: note("in the report, and not in --files: %s" % shown(gone))
    return {f: sums.get(f, mean) for f in files}


def whole(what: str, text: str, low: int, high: int) -> int:
    if re.fullmatch(r"\d{1,9}", text) and low <= int(text) <= high: return int(text)
    refuse("%s: %r is not a whole number from %d to %d" % (what, text, low, high))
    return 0


def speeds_of(text: str, shards: int) -> List[float]:
    try:
        speeds = [float(v) for v in text.split(",")]
    except ValueError:
        speeds = []
    if len(speeds) == shards and all(1e-9 <= v <= 1e9 for v in speeds): return speeds
    refuse("--speeds %s: not %d numbers above 0 with commas between them" % (text, shards))
    return []


def old_shards(path: str, shards: int) -> Dict[str, int]:
    """The shard of each file yesterday; of a shard that is no more: none."""
    old: Dict[str, int] = {}
    for row, line in enumerate(read(path).splitlines(), 1):
        words = line.split(None, 1)
        if words and (len(words) == 1 or not re.fullmatch(r"\d{1,9}", words[0])):
            refuse('%s:%d: "%s": a line is `shard name`, as --save writes it' % (path, row, line.strip()))
        if words and int(words[0]) < shards: old[words[1].strip()] = int(words[0])
    return old


def arguments(words: List[str]) -> Tuple[List[str], Dict[str, str]]:
    """What is no option, and the options, as --name VALUE or --name=VALUE."""
    plain: List[str] = []
    options: Dict[str, str] = {}
    words = list(words)
    while words:
        word, equals, value = words.pop(0).partition("=")
        if not word.startswith("--"): plain.append(word + equals + value)
        elif word not in OPTIONS: refuse("unknown option %s (%s)" % (word, " ".join(OPTIONS)))
        elif equals: options[word] = value
        elif words: options[word] = words.pop(0)
        else: refuse("%s needs a value" % word)
    return plain, options


def save(path: str, names: List[str], owner: List[int]) -> None:
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.writelines("%d %s\n" % row for row in zip(owner, names))
    except OSError as error:
        refuse("%s: %s" % (path, error.strerror))


def main(words: List[str]) -> None:
    plain, options = arguments(words)
    if len(plain) not in (2, 3): sys.exit(__doc__)
    runner = options.get("--runner", "")
    if runner and runner not in RUNNERS: refuse("--runner %s: it is one of %s" % (runner, ", ".join(RUNNERS)))
    if "--slack" in options and "--old" not in options: refuse("--slack is for --old")
    shards = whole("SHARDS", plain[1], 1, 10**6)
    asked = whole("SHARD", plain[2], 0, shards - 1) if len(plain) == 3 else None
    speeds = speeds_of(options["--speeds"], shards) if "--speeds" in options else None
    old = old_shards(options["--old"], shards) if "--old" in options else None
    slack = number("--slack", options.get("--slack", "0.02"), "times the least")
    files = sorted(set(filter(None, map(str.strip, read(options["--files"]).splitlines())))) if "--files" in options else None
    seconds = today(measured(plain[0], runner, set(files or [])), files)
    if not seconds: refuse("%s: no tests in it" % plain[0])
    names = sorted(seconds)  # the same order on all machines
    answer = fpm.items([seconds[n] for n in names], None if speeds else shards, speeds,
                       old=None if old is None else [old.get(n, -1) for n in names],
                       slack=slack if old is not None else 0)
    if "--save" in options: save(options["--save"], names, answer.owner)
    if asked is not None:
        print("".join(names[i] + "\n" for i in answer.groups[asked]), end="")
        return
    for shard, group in enumerate(answer.groups):
        total = sum(seconds[names[i]] for i in group) / (speeds[shard] if speeds else 1)
        print("shard %d, %.1f s: %s" % (shard, total, " ".join(names[i] for i in group)))
    print("the last one finishes after %.1f s, no other way before %.1f s" % (answer.makespan, answer.lower_bound))
    if old is not None: print("files of %.1f s change shard" % answer.moved)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except fpm.Error as error:
        refuse(str(error))
