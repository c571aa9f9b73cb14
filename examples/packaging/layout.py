#!/usr/bin/env python3
"""layout.py OUT: what bindings of other languages need of fpm.h, OUT.json and OUT.rs.

OUT.json has the values of all constants, the fields of all structs with their types, sizes and offsets in bytes,
the parameters of all calls, and what the header says of calls and fields in a sentence.  The declarations are read twice: as text, and by the C compiler ($CC), in a
program that prints what it takes them for.  Exit status 1: the two differ.  OUT.rs is the same as a module of Rust.
Run from the root of the repository.
"""
import ctypes, json, os, shlex, subprocess, sys, tempfile
from declarations import ABOUT, CALLS, DEFINES, ENUM_NAMES, ENUMS, STRUCTS, VERSION, number

C = {"int": ctypes.c_int, "int64_t": ctypes.c_int64, "double": ctypes.c_double, "size_t": ctypes.c_size_t,
     "float": ctypes.c_float}
RUST = {"int": "i32", "int64_t": "i64", "double": "f64", "size_t": "usize", "float": "f32", "char": "c_char", "void": "c_void"}
KEYWORDS = "as break const dyn else enum fn for if impl in let loop match mod move mut ref self static struct type use where while"


def kind(base, stars):
    """The ctypes type of a field."""
    if stars: return ctypes.c_void_p
    if base not in C: C[base] = type(base, (ctypes.Structure,), {"_fields_": [(f[2], kind(*f[:2])) for f in STRUCTS[base]]})
    return C[base]


def from_text():
    """Sizes, offsets and values as the text of the header says."""
    said = {}
    for name, fields in STRUCTS.items():
        said[name] = [ctypes.sizeof(kind(name, 0)), ctypes.alignment(kind(name, 0))]
        for field in (f[2] for f in fields):
            at = getattr(C[name], field)
            said["%s.%s" % (name, field)] = [at.offset, at.size]
    for name, value in (pair for family in ENUMS for pair in family): said[name] = [value]
    for name, text in DEFINES.items():
        if isinstance(number(text), int): said[name] = [number(text)]
    return said


def from_compiler():
    """The same as the compiler says."""
    lines = ['#include "fpm.h"', "#include <stddef.h>", "#include <stdio.h>", "int main(void) {"]
    for name, fields in STRUCTS.items():
        probe = "struct probe_%s { char c; %s it; }" % (name, name)
        lines.append('    printf("%s %%ld %%ld\\n", (long)sizeof(%s), (long)offsetof(%s, it));' % (name, name, probe))
        for field in (f[2] for f in fields):
            lines.append('    printf("%s.%s %%ld %%ld\\n", (long)offsetof(%s, %s), (long)sizeof(((%s *)0)->%s));'
                         % (name, field, name, field, name, field))
    for name in [pair[0] for family in ENUMS for pair in family] + [k for k, v in DEFINES.items() if isinstance(number(v), int)]:
        lines.append('    printf("%s %%lld\\n", (long long)(%s));' % (name, name))
    lines += ["    return 0;", "}", ""]
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "layout.c"), os.path.join(folder, "layout")
        with open(source, "w") as file: file.write("\n".join(lines))
        subprocess.check_call([*shlex.split(os.environ.get("CC") or "cc"), "-w", "-I.", source, "-o", program])
        output = subprocess.check_output([program], text=True)
    return {words[0]: [int(word) for word in words[1:]] for words in map(str.split, output.splitlines())}


def typed(base, stars, constant=False):
    """A type as C writes it."""
    return ("const " if constant else "") + base + (" " + "*" * stars if stars else "")


def described(said):
    """What OUT.json holds."""
    structs, calls = {}, {}
    for name, fields in STRUCTS.items():
        size, align = said[name]
        rows = [dict(name=f[2], type=typed(*f[:2]), offset=said["%s.%s" % (name, f[2])][0], size=said["%s.%s" % (name, f[2])][1])
                for f in fields]
        for row in rows:
            if "%s.%s" % (name, row["name"]) in ABOUT: row["about"] = ABOUT["%s.%s" % (name, row["name"])]
        structs[name] = dict(size=size, align=align, fields=rows)
    for name, (result, parameters) in CALLS.items():
        rows = [dict(name=p[2], type=typed(p[0], p[1], p[4])) for p in parameters]
        calls[name] = dict(result=result, parameters=rows, about=ABOUT.get(name, ""))
    enums = [dict(name=name or None, values=dict(family)) for name, family in zip(ENUM_NAMES, ENUMS)]
    constants = {name: number(text) for name, text in DEFINES.items() if isinstance(number(text), (int, float))}
    return dict(version=VERSION, pointer=ctypes.sizeof(ctypes.c_void_p), constants=constants, enums=enums, structs=structs, calls=calls)


def rust_type(base, stars, constant):
    if base == "function": return "*const c_void"
    word = "*const " if constant else "*mut "
    return word * stars + RUST.get(base, base)


def rust(said):
    """A module of Rust: `mod fpm;`, linked with libfpm."""
    word = lambda name: ("r#" if name in KEYWORDS.split() else "") + name
    out = ["// fpm.h %s for Rust, written by examples/packaging/layout.py." % VERSION, "#![allow(dead_code, non_camel_case_types, non_snake_case)]",
           "use std::os::raw::{c_char, c_void};", ""]
    for name, value in (pair for family in ENUMS for pair in family): out.append("pub const %s: i32 = %d;" % (name, value))
    for name, text in DEFINES.items():
        value = number(text)
        if isinstance(value, float): out.append("pub const %s: f64 = %r;" % (name, value))
        elif isinstance(value, int): out.append("pub const %s: i64 = %d;" % (name, value))
    for name, fields in STRUCTS.items():
        out += ["", "#[repr(C)]", "#[derive(Clone, Copy)]", "pub struct %s {" % name]
        for f in fields:
            if "%s.%s" % (name, f[2]) in ABOUT: out.append("    /// " + ABOUT["%s.%s" % (name, f[2])])
            out.append("    pub %s: %s," % (word(f[2]), rust_type(f[0], f[1], False)))
        out += ["}", "impl Default for %s {" % name, "    fn default() -> Self { unsafe { std::mem::zeroed() } }", "}"]
        out += ["const _: () = assert!(std::mem::size_of::<%s>() == %d);" % (name, said[name][0])]
    out += ["", "#[link(name = \"fpm\")]", "extern \"C\" {"]
    for name, (result, parameters) in CALLS.items():
        words = result.replace("const ", "").split()
        back = "" if result == "void" else " -> " + rust_type(words[0], len(words) - 1, "const" in result)
        arguments = ", ".join("%s: %s" % (word(p[2]), rust_type(p[0], p[1], p[4])) for p in parameters)
        if name in ABOUT: out.append("    /// " + ABOUT[name])
        out.append("    pub fn %s(%s)%s;" % (name, arguments, back))
    return "\n".join(out + ["}", ""])


def main(out):
    said, meant = from_compiler(), from_text()
    for name in sorted(set(said) | set(meant)):
        if said.get(name) != meant.get(name): sys.exit("%s: %s by the compiler, %s by the text of fpm.h" % (name, said.get(name), meant.get(name)))
    with open(out + ".json", "w") as file: json.dump(described(said), file, indent=1), file.write("\n")
    with open(out + ".rs", "w") as file: file.write(rust(said))


if __name__ == "__main__":
    if len(sys.argv) != 2: sys.exit(__doc__)
    main(sys.argv[1])
