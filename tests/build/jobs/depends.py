"""depends.py: says whether the Makefile makes a target anew when a file changes that the target is compiled
from: what its sources include, beside or below the folders that compilers are told to look in.  The
prerequisites of a target are those that make itself names (make -pn, which builds nothing).  Run from the
root; B names a folder for make's probes."""
import glob
import os
import re
import subprocess
import sys

B = os.environ.get("B", "build/depends")
FOLDERS = [".", "tests", "bench"]


def included(sources):
    """The files of this repository that the sources include, themselves among them."""
    files = set()
    left = list(sources)
    while left:
        path = os.path.normpath(left.pop())
        if path in files:
            continue
        files.add(path)
        for name in re.findall(r'^ *# *include "([^"]+)"', open(path).read(), re.M):
            places = [os.path.join(folder, name) for folder in [os.path.dirname(path)] + FOLDERS]
            left += [place for place in places if os.path.exists(place)][:1]
    return files


def programs():
    """Pairs of a target and the sources that it is compiled from."""
    for source in sorted(glob.glob("examples/tool/*.c")):
        yield f"{B}/tool/{stem(source)}.o", [source]
    yield f"{B}/tests/fpm-tool", sorted(glob.glob("examples/tool/*.c"))
    for source in sorted(glob.glob("tests/test_*.c")):
        yield f"{B}/tests/{stem(source)}.o", [source]
    for source in sorted(glob.glob("bench/bench_*.c")):
        yield f"{B}/bench/{stem(source)}", [source]
    for source in sorted(glob.glob("examples/*/*.c") + glob.glob("examples/*/*.cpp")):
        if source.split("/")[1] not in ("tool", "web") and stem(source) != "demo":
            yield f"{B}/examples/{stem(source)}", [source]
    for source in sorted(glob.glob("examples/*/*.cu")):
        yield f"{B}/examples/{stem(source)}-cu", [source]
    yield f"{B}/demo", ["examples/start/demo.c"]
    yield f"{B}/libfpm.so", ["fpm.h"]
    compiled = re.findall(r"examples/tool/\w+\.c", open("examples/web/build.sh").read())
    yield f"{B}/fpm-web.html", compiled + [f for f in glob.glob("examples/web/*") if not f.endswith("/index.html")]


def stem(path):
    return os.path.splitext(os.path.basename(path))[0]


def prerequisites(targets):
    """Of each target, as make knows them after it has chosen the rules."""
    plain = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    run = subprocess.run(["make", "-pn", f"B={B}"] + targets, env=plain, capture_output=True, text=True)
    if run.returncode:
        sys.exit("make -pn: " + run.stderr)
    lines = re.findall(rf"^({re.escape(B)}/[^\s:]+):([^\n=]*)$", run.stdout, re.M)
    return {target: {os.path.normpath(name) for name in names.replace("|", " ").split()} for target, names in lines}


def main():
    pairs = list(programs())
    known = prerequisites([target for target, _ in pairs])
    wrong = 0
    for target, sources in pairs:
        for name in sorted(included(sources) - known.get(target, set())):
            wrong += 1
            print(f"Makefile: {target} is not made anew when {name} changes")
    print(f"{len(pairs)} targets, {wrong} files that are missing")
    return wrong > 0


sys.exit(main())
