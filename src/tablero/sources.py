"""The texts that machine code depends on: the package's own, and those from outside."""

import hashlib
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

_outside: dict[str, "Source"] = {}


class Source(NamedTuple):
    """A text from outside the package that machine code depends on, and its path as given."""

    path: str
    text: bytes


def include(name: str, path: str, text: bytes) -> None:
    """From now on machine code also depends on the text of this module."""
    _outside[name] = Source(path, text)


def is_included(name: str) -> bool:
    """Does machine code depend on the module of this name already?"""
    return name in _outside


def is_outside(file: str) -> bool:
    """Is this the file of a module from outside?"""
    return outside_path(file) is not None


def outside_files() -> str:
    """The paths of all modules from outside, as they were given."""
    return ", ".join(source.path for source in _outside.values())


def outside_path(file: str) -> str | None:
    """The path of the module from outside that lies in this file, as it was given."""
    paths = {Path(source.path).resolve(): source.path for source in _outside.values()}
    return paths.get(Path(file).resolve())


def mentions_outside(text: bytes) -> bool:
    """Is a module from outside named in this text?"""
    return any(name.encode() in text for name in _outside)


@cache
def package_digest() -> str:
    """A name for all texts of the package together: other texts, other name."""
    package = Path(__file__).parent
    return _digest(
        {str(path.relative_to(package)): path.read_bytes() for path in package.rglob("*.py")}
    )


def digest(modules: Sequence[str] = ()) -> str:
    """A name for the texts of the package and those from outside together, and of these modules
    besides."""
    outside = {name: source.text for name, source in _outside.items()}
    beside = {name: _text_of(name) for name in modules}
    return _digest({"": package_digest().encode(), **outside, **beside})


def _text_of(module: str) -> bytes:
    """As it is on disk; empty if it has no file."""
    file = getattr(sys.modules.get(module), "__file__", None)
    return Path(file).read_bytes() if file and Path(file).is_file() else b""


def _digest(texts: dict[str, bytes]) -> str:
    found = hashlib.sha256()
    for name, text in sorted(texts.items()):
        found.update(b"%d %d " % (len(name), len(text)) + name.encode() + text)
    return found.hexdigest()[:16]
