"""The source code that machine code depends on: the package, and user modules from outside it."""

import ast
import hashlib
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from sysconfig import get_path
from typing import NamedTuple

UNCHANGING = {*sys.stdlib_module_names, "tablero", "numba", "numpy"}
"""Packages that every process can import, and whose source code does not change meanwhile, or is
in every digest."""

INSTALLED = tuple({get_path("purelib"), get_path("platlib")})
"""The folders of installed packages."""

_outside: dict[str, "Source"] = {}


class Source(NamedTuple):
    """The source code of a user module.

    path: the path as the user gave it.
    text: the source code.
    """

    path: str
    text: bytes


def include(name: str, path: str, text: bytes) -> None:
    """Add the source code of a user module to what machine code depends on from now on."""
    _outside[name] = Source(path, text)


def is_included(name: str) -> bool:
    """Return whether the user module of this name has been added by `include`."""
    return name in _outside


def outside_files() -> str:
    """Return the paths of all user modules as they were given, separated by commas."""
    return ", ".join(source.path for source in _outside.values())


def outside_path(file: str) -> str | None:
    """Return the path of the user module in this file as it was given, or None."""
    paths = {resolved(source.path): source.path for source in _outside.values()}
    return paths.get(resolved(file))


def resolved(file: str) -> Path:
    """Return the absolute path of a file, or the path as it is if the current folder is gone."""
    try:
        return Path(file).resolve()
    except FileNotFoundError:
        return Path(file)


def mentions_outside(text: bytes) -> bool:
    """Return whether `text` contains the name of a user module."""
    return any(name.encode() in text for name in _outside)


@cache
def package_digest() -> str:
    """Return a digest of the source code of the package."""
    package = Path(__file__).parent
    return _digest(
        {str(path.relative_to(package)): path.read_bytes() for path in package.rglob("*.py")}
    )


def imported_by(text: bytes, importer: str) -> Iterator[str]:
    """Yield the full names of all modules that the source code of `importer` may import."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = importer.split(".")[: -node.level] if node.level else []
            base = ".".join([*parents, *filter(None, [node.module])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def modules_of(module: str) -> set[str]:
    """Return a module that is not included, and those that it imports, directly or not.

    Installed packages are returned without what they import in turn.
    """
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        unchanging = name.partition(".")[0] in UNCHANGING
        if name in found or unchanging or is_included(name) or not (text := _text_of(name)):
            continue
        found.add(name)
        if not str(sys.modules[name].__file__).startswith(INSTALLED):
            waiting += imported_by(text, name)
    return found


def digest(modules: Iterable[str] = ()) -> str:
    """Return a digest of the source code of the package, all user modules, and `modules`."""
    outside = {name: source.text for name, source in _outside.items()}
    beside = {name: _text_of(name) for name in modules}
    return _digest({"": package_digest().encode(), **outside, **beside})


def _text_of(module: str) -> bytes:
    """Return the source code of a module as it is on disk; empty if it has no file."""
    file = getattr(sys.modules.get(module), "__file__", None) or ""
    return Path(file).read_bytes() if file.endswith(".py") and Path(file).is_file() else b""


def _digest(texts: dict[str, bytes]) -> str:
    found = hashlib.sha256()
    for name, text in sorted(texts.items()):
        found.update(b"%d %d " % (len(name), len(text)) + name.encode() + text)
    return found.hexdigest()[:16]
