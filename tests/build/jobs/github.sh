#!/bin/sh
# github.sh: the workflow runs .ci/run, and the files, names and targets in the texts of .github exist.
bad=
complain() { echo ".github names $1, which is not there"; bad=1; }
[ -x .ci/run ] && grep -q 'run: .ci/run$' .github/workflows/test.yml || { echo "the workflow does not run .ci/run"; exit 1; }
for name in $(grep -ohE '(tests|examples|bench|\.ci)/[A-Za-z0-9_/.-]*[A-Za-z0-9_]' .github/*.md | sort -u); do
    [ -e "$name" ] || complain "$name"
done
for name in $(grep -ohE '\b(fpmk?_[a-z_]+|FPMK?_[A-Z_]+)[a-zA-Z]\b' .github/*.md | sort -u); do
    grep -q "$name" fpm.h fpm_kernels.h || complain "$name"
done
for target in $(grep -ohE '(`|    )make [a-z-]+' .github/*.md | sed 's/.*make //' | sort -u); do
    grep -q "^$target:" Makefile || complain "make $target"
done
if command -v python3 > /dev/null && python3 -c 'import yaml' 2> /dev/null; then
    python3 -c 'import yaml; yaml.safe_load(open(".github/workflows/test.yml"))' || bad=1
fi
[ -z "$bad" ]
