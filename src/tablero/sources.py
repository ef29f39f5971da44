"""The texts that machine code depends on: the package's own, and those from outside."""

import hashlib
from collections.abc import Mapping
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


def digest() -> str:
    """A name for all these texts together: other texts, other name."""
    return _name_of(_package() | {name: source.text for name, source in _outside.items()})


def package_digest() -> str:
    """The same, of the package alone."""
    return _name_of(_package())


def _package() -> dict[str, bytes]:
    folder = Path(__file__).parent
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.py")}


def _name_of(texts: Mapping[str, bytes]) -> str:
    found = hashlib.sha256()
    for name, text in sorted(texts.items()):
        found.update(b"%d %d " % (len(name), len(text)) + name.encode() + text)
    return found.hexdigest()[:16]
