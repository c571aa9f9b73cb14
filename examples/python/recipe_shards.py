"""Test files over the machines (shards) of a CI, by the seconds of the last run.

    python3 recipe_shards.py REPORT SHARDS [SHARD]

REPORT is a JUnit report (.xml), or text with one `seconds name` line per file.  It prints the files
of SHARD, from 0, one per line, or without SHARD what each shard gets and how long it takes.
"""
import sys
import xml.etree.ElementTree as tree
from typing import Dict

import fpm


def seconds_of(path: str) -> Dict[str, float]:
    """Seconds of each test file: the test cases of a file are summed."""
    sums: Dict[str, float] = {}
    if path.endswith(".xml"):
        for case in tree.parse(path).iter("testcase"):
            name = case.get("file") or case.get("classname") or case.get("name") or "?"
            sums[name] = sums.get(name, 0.0) + float(case.get("time") or 0)
    else:
        with open(path, encoding="utf-8") as lines:
            for line in filter(str.strip, lines):
                seconds, name = line.split(None, 1)
                sums[name.strip()] = sums.get(name.strip(), 0.0) + float(seconds)
    return sums


def main() -> None:
    if len(sys.argv) not in (3, 4): sys.exit(__doc__)
    seconds = seconds_of(sys.argv[1])
    names = sorted(seconds)  # the same order on all machines, so that each finds the same answer
    answer = fpm.items([seconds[name] for name in names], int(sys.argv[2]))
    if len(sys.argv) == 4: print("\n".join(names[i] for i in answer.groups[int(sys.argv[3])]))
    else:
        for shard, group in enumerate(answer.groups):
            total = sum(seconds[names[i]] for i in group)
            print("shard %d, %.1f s: %s" % (shard, total, " ".join(names[i] for i in group)))
        print("the last one finishes after %.1f s, no other way before %.1f s" % (answer.makespan, answer.lower_bound))


if __name__ == "__main__": main()
