r"""Test files over the machines (shards) of a CI, by the seconds of the last run.

    python3 recipe_shards.py [options] REPORT SHARDS [SHARD]

REPORT is a JUnit report, a directory of them (.xml), or text with one `seconds name` line per file.
The times of a file that stands in several reports, or several times in one, are added.
The program prints the files of SHARD, from 0, one per line; without SHARD it prints what each shard
gets and how long that takes.  All machines find the same shards from the same input.

  --files FILE     the test files of today, one per line (- is standard input).  A new file counts as
                   the mean of the others; a file that is gone gets no shard.  Both are said.
  --runner RUNNER  how the report names what you run:
                     pytest  files, from `file` or from names of classes
                     jest    files (jest: JEST_JUNIT_ADD_FILE_ATTRIBUTE=true; vitest as it is)
                     go      packages, from gotestsum --junitfile
                     cargo   binaries, from cargo nextest
  --speeds LIST    speeds of the shards, such as 2,1,1.  The seconds of REPORT are then those of a
                   machine of speed 1, unless --ran says where each file ran
  --ran FILE       with --speeds: the shards that took the seconds of REPORT, as --save wrote them
  --old FILE       yesterday's shards, as --save wrote them: few files change shard
  --slack S        with --old: the last shard may finish (1 + S) times as late as it could (0.02)
  --save FILE      write one `shard name` line per file

./tests/a.py, tests/a.py and tests\a.py are one file; it is printed as --files has it.

Shard 0 of 4.  The list goes through a file, and && behind it: where this program fails, no test runs
rather than all.  xargs -0 keeps names with blanks whole, and -r runs nothing for a shard without files
(in GNU xargs alone: xargs -r -d '\n' pytest < shard.txt).

    git -c core.quotePath=off ls-files '*test_*.py' > files.txt
    python3 recipe_shards.py --files files.txt --runner pytest report.xml 4 0 > shard.txt && tr '\n' '\0' < shard.txt | xargs -0 -r pytest

    git -c core.quotePath=off ls-files '*.test.ts' > files.txt
    python3 recipe_shards.py --files files.txt --runner jest report.xml 4 0 > shard.txt && tr '\n' '\0' < shard.txt | xargs -0 -r npx jest --runTestsByPath

    go list ./... > files.txt
    python3 recipe_shards.py --files files.txt --runner go report.xml 4 0 > shard.txt && tr '\n' '\0' < shard.txt | xargs -0 -r go test

    python3 recipe_shards.py --runner cargo report.xml 4 0 > shard.txt && { [ ! -s shard.txt ] || cargo nextest run -E "$(sed 's/.*/binary_id(=&)/' shard.txt | paste -sd'|' -)"; }
"""
import glob
import math
import os
import posixpath
import re
import sys
import xml.etree.ElementTree as tree
from typing import Any, Dict, Iterable, List, Optional, Set, Tuple

OPTIONS = ("--files", "--runner", "--speeds", "--ran", "--old", "--slack", "--save")
RUNNERS = ("pytest", "jest", "go", "cargo")
CLASS = re.compile(r"^(\w+\.)*(test_\w+|\w+_test)(\.[A-Z]\w*)*$")  # tests.unit.test_cart.TestSum


def refuse(text: str) -> None:
    sys.exit("recipe_shards.py: " + text)


def note(text: str) -> None:
    print("recipe_shards.py: " + text, file=sys.stderr)


def short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def shown(names: List[str]) -> str:
    """A few of the names."""
    return " ".join(map(short, names[:5])) + (" and %d more" % (len(names) - 5) if len(names) > 5 else "")


def read(path: str) -> bytes:
    try:
        with open(0 if path == "-" else path, "rb") as file:
            return file.read()
    except OSError as error:
        refuse("%s: %s" % (path, error.strerror))
    return b""


def lines_of(path: str, data: Optional[bytes] = None) -> List[str]:
    try:
        return (read(path) if data is None else data).decode("utf-8-sig").splitlines()
    except UnicodeError:
        refuse("%s: no text in UTF-8 (a compressed file? Unpack it)" % path)
    return []


def import_fpm() -> Any:
    """The module fpm, or a line that says how to get it."""
    try:
        import fpm
        fpm.items([1.0], 1)  # the library is compiled here
        return fpm
    except AttributeError:
        refuse("another module fpm is found first: rename it, or copy fpm.py and fpm.h beside this file")
    except (ImportError, OSError) as error:
        lacks = getattr(error, "name", "") == "fpm"
        refuse("no module fpm: copy fpm.py and fpm.h beside this file, or pip install ./examples/python" if lacks
               else "the module fpm cannot be used: %s" % error)
    return None


def path_of(name: str, runner: str) -> str:
    """One name for each file: ./tests/a.py and tests\\a.py are tests/a.py; no packages or binaries."""
    return name if not name or runner in ("go", "cargo") else posixpath.normpath(name.replace("\\", "/"))


def number(where: str, text: str, what: str = "seconds") -> float:
    """A number, 0 or more; a comma between thousands only where a decimal point tells that it is one."""
    if re.fullmatch(r"\d{1,3}(,\d{3})+\.\d+", text): text = text.replace(",", "")
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 1e12:
        hint = "; decimal comma, or one between thousands?" if "," in text else ""
        refuse('%s: "%s" is not a number of %s, 0 or more%s' % (where, short(text), what, hint))
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


def read_report(path: str, data: bytes, runner: str, known: Set[str]) -> Iterable[Tuple[str, float]]:
    """Name and seconds of each test case of a JUnit report."""
    try:
        root = tree.fromstring(data)
    except (tree.ParseError, ValueError, LookupError) as error:
        refuse("%s: not a whole XML file: %s" % (path, error))
    for suite in root.iter():
        for case in suite.findall("testcase"):
            name = name_of(case, suite.get("name") or "", runner, known)
            if not name and runner == "jest":
                refuse("%s: no file in a test case (run jest with JEST_JUNIT_ADD_FILE_ATTRIBUTE=true)" % path)
            if not name: refuse("%s: a test case without a name" % path)
            yield name, number("%s: %s: time" % (path, short(name)), case.get("time") or "0")


def read_lines(path: str, data: bytes) -> Iterable[Tuple[str, float]]:
    """Name and seconds of each line."""
    for row, line in enumerate(lines_of(path, data), 1):
        words = line.split(None, 1)
        if len(words) == 1: refuse('%s:%d: "%s": a line is `seconds name`' % (path, row, short(line.strip())))
        if words: yield words[1].strip(), number("%s:%d" % (path, row), words[0])


def reports_of(path: str) -> Dict[str, bytes]:
    """The contents of each report."""
    reports = sorted(glob.glob(os.path.join(glob.escape(path), "*.xml"))) if os.path.isdir(path) else [path]
    if not reports: refuse("%s: a directory without .xml files" % path)
    return {report: read(report) for report in reports}


def measured(reports: Dict[str, bytes], runner: str, known: Set[str]) -> Tuple[Dict[str, float], List[str]]:
    """Seconds of each file: its test cases are summed.  And what stands in several reports."""
    sums: Dict[str, float] = {}
    last: Dict[str, str] = {}  # the last report of each file
    several: Set[str] = set()
    for report, data in reports.items():
        xml = report.endswith(".xml") or data.lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n").startswith(b"<")
        for name, seconds in read_report(report, data, runner, known) if xml else read_lines(report, data):
            name = path_of(name, runner)
            sums[name] = sums.get(name, 0.0) + seconds
            if last.setdefault(name, report) != report: several.add(name)
            last[name] = report
    return sums, sorted(several)


def no_match(what: str, names: List[str], sums: Dict[str, float], runner: str) -> None:
    """None of the names is one of those that have seconds."""
    cure = "are both from the root directory of the project?" if runner else "--runner pytest, jest, go or cargo finds what is run"
    note("no name of %s is in the report: %s there, %s in the report; %s" % (what, short(names[0]), short(min(sums)), cure))


def seconds_of(path: str, runner: str, files: Optional[List[str]]) -> Tuple[Dict[str, float], str]:
    """Seconds of each file of the report; names of Python classes are taken as files where these are known."""
    reports, known = reports_of(path), {path_of(f, runner) for f in files or []}
    sums, several = measured(reports, runner, known)
    if known and sums and not runner and not known & set(sums):
        guess = measured(reports, "pytest", known)
        if known & set(guess[0]):
            note("the report names classes, not files: read as with --runner pytest")
            (sums, several), runner = guess, "pytest"
    if several: note("in several reports, their times are added: %s" % shown(several))
    if sums and files is None and not runner and all(CLASS.search(name) for name in sums):
        note("the report names classes, not files, such as %s: --runner pytest finds the files" % short(min(sums)))
    if sums and not any(sums.values()):
        note("no times in the report: each file counts as 1 s")
        sums = {name: 1.0 for name in sums}
    return sums, runner


def today(sums: Dict[str, float], files: Optional[List[str]], runner: str) -> Dict[str, float]:
    """Seconds of the files of today: a new one counts as the mean."""
    if files is None:
        note("files that the report lacks get no shard: list today's files by --files")
        return sums
    known = {path_of(f, runner): f for f in reversed(files)}  # as --files has them
    new, gone = sorted(known[f] for f in known if f not in sums), sorted(set(sums) - set(known))
    mean = sum(sums.values()) / len(sums) if sums else 1.0
    if known and sums and len(new) == len(known): no_match("--files", new, sums, runner)
    if new: note("not in the report, counted as %.3g s each, the mean: %s" % (mean, shown(new)))
    if gone: note("in the report, and not in --files: %s" % shown(gone))
    return {f: sums.get(path, mean) for path, f in known.items()}


def at_speed_one(sums: Dict[str, float], ran: Dict[str, int], speeds: List[float], runner: str) -> Dict[str, float]:
    """The seconds of each file times the speed of the shard that took them."""
    shard = {path_of(name, runner): k for name, k in ran.items()}
    lost = sorted(set(sums) - set(shard))
    if lost: note("in no shard of --ran, taken as run at speed 1: %s" % shown(lost))
    return {name: seconds * (speeds[shard[name]] if name in shard else 1) for name, seconds in sums.items()}


def whole(what: str, text: str, low: int, high: int) -> int:
    if re.fullmatch(r"\d{1,9}", text) and low <= int(text) <= high: return int(text)
    refuse("%s: '%s' is not a whole number from %d to %d" % (what, short(text), low, high))
    return 0


def speeds_of(text: str, shards: int) -> List[float]:
    try:
        speeds = [float(v) for v in text.split(",")]
    except ValueError:
        speeds = []
    if len(speeds) == shards and all(1e-9 <= v <= 1e9 for v in speeds): return speeds
    refuse("--speeds %s: not %d numbers above 0 with commas between them" % (short(text), shards))
    return []


def old_shards(path: str, shards: int) -> Dict[str, int]:
    """The shard of each file yesterday; of a shard that is no more: none."""
    old: Dict[str, int] = {}
    for row, line in enumerate(lines_of(path), 1):
        words = line.split(None, 1)
        if words and (len(words) == 1 or not re.fullmatch(r"\d{1,9}", words[0])):
            refuse('%s:%d: "%s": a line is `shard name`, as --save writes it' % (path, row, short(line.strip())))
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


def parse(words: List[str]) -> Tuple[List[str], Dict[str, str]]:
    """The arguments, where they fit together."""
    plain, options = arguments(words)
    if len(plain) not in (2, 3): sys.exit(__doc__)
    runner = options.get("--runner", "")
    if runner and runner not in RUNNERS: refuse("--runner %s: it is one of %s" % (short(runner), ", ".join(RUNNERS)))
    if "--slack" in options and "--old" not in options: refuse("--slack is for --old")
    if "--ran" in options and "--speeds" not in options: refuse("--ran is for --speeds")
    return plain, options


def main(words: List[str]) -> None:
    if any(word in ("-h", "--help") for word in words):
        print(__doc__)
        return
    plain, options = parse(words)
    shards = whole("SHARDS", plain[1], 1, 10**6)
    asked = whole("SHARD", plain[2], 0, shards - 1) if len(plain) == 3 else None
    speeds = speeds_of(options["--speeds"], shards) if "--speeds" in options else None
    old = old_shards(options["--old"], shards) if "--old" in options else None
    slack = number("--slack", options.get("--slack", "0.02"), "times the least")
    files = sorted(set(filter(None, map(str.strip, lines_of(options["--files"]))))) if "--files" in options else None
    sums, runner = seconds_of(plain[0], options.get("--runner", ""), files)
    if "--ran" in options: sums = at_speed_one(sums, old_shards(options["--ran"], shards), speeds or [], runner)
    seconds = today(sums, files, runner)
    if not seconds: refuse("%s: no tests in it" % plain[0])
    names = sorted(seconds)  # the same order on all machines
    was = None if old is None else {path_of(name, runner): shard for name, shard in old.items()}
    before = None if was is None else [was.get(path_of(n, runner), -1) for n in names]
    if was and before and max(before) < 0:
        note("no name of --old is among today's files: %s there, %s today; from the root directory of the project?" % (short(min(was)), short(names[0])))
    fpm = import_fpm()
    try:
        answer = fpm.items([seconds[n] for n in names], None if speeds else shards, speeds, old=before, slack=slack if old is not None else 0)
    except fpm.Error as error:
        refuse(str(error))
    if "--save" in options: save(options["--save"], names, answer.owner)
    if asked is not None:
        if not answer.groups[asked]: note("shard %d has no files" % asked)
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
        sys.stdout.flush()
    except OSError as error:
        # What is left in the buffer would fail again at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        refuse("standard output: %s" % error.strerror)
