"""The build backend of pyproject.toml (PEP 517): makes a wheel and an sdist with the standard library alone.

The wheel is a package: fpm/__init__.py is fpm.py, beside it lie fpm.h, py.typed and, where there is a C compiler
at build time, the compiled library.  Without a compiler the first calls compile fpm.h, as those of a copied fpm.py do.
The sdist has a copy of fpm.h, so that it needs no repository around it.
"""
import base64, hashlib, importlib.util, io, os, re, sys, sysconfig, tarfile, tempfile, zipfile

HERE = os.path.dirname(os.path.abspath(__file__))  # the directory of pyproject.toml

def _find(name):
    """A file beside pyproject.toml, as in an sdist, or above it, as in the repository."""
    for path in (os.path.join(HERE, name), os.path.join(HERE, "..", "..", name)):
        if os.path.exists(path): return path
    raise SystemExit("no %s in %s or above it" % (name, HERE))

def _read(name):
    with open(_find(name), "rb") as file: return file.read()

VERSION = re.search(rb'^__version__ = "([^"]+)"', _read("fpm.py"), re.M).group(1).decode()
METADATA = """Metadata-Version: 2.1
Name: fpm-partition
Version: %s
Summary: Splits work over unequal processors so that the last one finishes as early as possible
License: MIT OR Unlicense
Requires-Python: >=3.8
Classifier: Programming Language :: C
Classifier: Topic :: System :: Distributed Computing
Classifier: Typing :: Typed
Description-Content-Type: text/plain

The module fpm: fpm.h in Python, by ctypes.  help(fpm) shows the first program.
""" % VERSION

def get_requires_for_build_wheel(config_settings=None): return []
def get_requires_for_build_sdist(config_settings=None): return []

def _compiled():
    """The name and the bytes of the compiled library, or None without a compiler that works."""
    spec = importlib.util.spec_from_file_location("fpm", _find("fpm.py"))
    fpm = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(fpm)
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "libfpm" + fpm.SUFFIX)
        try: fpm.compile_library(os.path.abspath(_find("fpm.h")), path)
        except Exception as error:
            print("no library is compiled now, but at the first calls (%s)" % error, file=sys.stderr)
            return None
        with open(path, "rb") as file: return os.path.basename(path), file.read()

def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    library = _compiled()
    tag = "py3-none-" + (re.sub(r"[-.]", "_", sysconfig.get_platform()) if library else "any")
    info = "fpm_partition-%s.dist-info/" % VERSION
    files = {"fpm/__init__.py": _read("fpm.py"), "fpm/fpm.h": _read("fpm.h"), "fpm/py.typed": b""}
    if library: files["fpm/" + library[0]] = library[1]
    files[info + "METADATA"] = METADATA.encode()
    files[info + "LICENSE"] = _read("LICENSE")
    files[info + "WHEEL"] = ("Wheel-Version: 1.0\nGenerator: fpm\nRoot-Is-Purelib: %s\nTag: %s\n" % ("false" if library else "true", tag)).encode()
    record = []
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record.append("%s,sha256=%s,%d\n" % (path, digest, len(data)))
    files[info + "RECORD"] = "".join(record + [info + "RECORD,,\n"]).encode()
    name = "fpm_partition-%s-%s.whl" % (VERSION, tag)
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items(): wheel.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return name

def build_sdist(sdist_directory, config_settings=None):
    root = "fpm_partition-%s" % VERSION
    files = {name: _read(name) for name in ("pyproject.toml", "fpm.py", "fpm.h", "LICENSE", "python_build.py")}
    files["PKG-INFO"] = METADATA.encode()
    with tarfile.open(os.path.join(sdist_directory, root + ".tar.gz"), "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for path, data in files.items():
            member = tarfile.TarInfo(root + "/" + path)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return root + ".tar.gz"
