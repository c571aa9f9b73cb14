"""comment_names.py: each private name (fpm__, FPM__) in a comment of fpm.h is defined in it.  Run from the root."""
import re
import sys

text = open("fpm.h").read()
comments = re.findall(r"/\*.*?\*/", text, re.S)
code = set(re.findall(r"\b(?:fpm|FPM)__\w+", re.sub(r"/\*.*?\*/", "", text, flags=re.S)))
bad = sorted({name for comment in comments for name in re.findall(r"\b(?:fpm|FPM)__\w+\b", comment)} - code)
for name in bad:
    if not name.endswith("_"):  # a family of names, such as fpm__chain_..
        print("fpm.h: a comment names", name, "which does not exist")
sys.exit(any(not name.endswith("_") for name in bad))
