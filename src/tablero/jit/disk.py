"""Where machine code is kept.

Numba's own cache overlooks edits in *other* files: a changed rule would be answered by
yesterday's search. So a directory is named after all sources that its machine code comes from:
one after the package's, and one after those and all texts from outside. A file of the user's
takes nothing away from our own games, whose machine code is found with it and without it.

Whoever uses the package with positions of his own module has a third kind, named after that
module too: a process that cannot import it could not even read the list of what is kept there.
"""

import io
import os
import pickle
import shutil
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from platformdirs import user_cache_path

from tablero import sources

CACHES_KEPT = 24

SETTLED = {*sys.stdlib_module_names, "tablero", "numba", "numpy"}
"""Packages that every process has, and whose texts do not change under us."""


def cache_directory(texts: str) -> Path:
    """Where the machine code of the sources with this digest is kept."""
    return user_cache_path("tablero") / f"kernels-{texts}"


class Shelves:
    """The cache of one kernel, as Numba asks it: a shelf for our own types, and another one for
    all that has to do with types from outside."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self._shelves: dict[str, Any] = {}

    @property
    def cache_path(self) -> str:
        return str(self._shelf(sources.package_digest()).cache_path)

    def load_overload(self, signature: Any, context: Any) -> Any:
        return self._shelf_for(signature).load_overload(signature, context)

    def save_overload(self, signature: Any, machine_code: Any) -> None:
        self._shelf_for(signature).save_overload(signature, machine_code)

    def _shelf_for(self, signature: Any) -> Any:
        from numba.core.serialize import dumps

        text = dumps(signature)
        if strangers := strangers_in(text):
            return self._shelf(sources.digest(strangers))
        outside = sources.mentions_outside(text)
        return self._shelf(sources.digest() if outside else sources.package_digest())

    def _shelf(self, texts: str) -> Any:
        from numba import config
        from numba.core.caching import FunctionCache

        if texts not in self._shelves:
            config.CACHE_DIR = str(_opened(cache_directory(texts)))
            self._shelves[texts] = FunctionCache(self.function)
        return self._shelves[texts]


class Modules(pickle.Unpickler):
    """named -- those that a pickled text leads to, when it is loaded"""

    def __init__(self, text: bytes) -> None:
        super().__init__(io.BytesIO(text))
        self.named: set[str] = set()

    def find_class(self, module: str, name: str) -> Any:
        self.named.add(module)
        return super().find_class(module, name)


def strangers_in(text: bytes) -> list[str]:
    """Modules that this pickled text leads to, and that nobody has told us of."""
    modules = Modules(text)
    modules.load()
    return sorted(
        name
        for name in modules.named
        if name.partition(".")[0] not in SETTLED and not sources.is_included(name)
    )


@cache
def _opened(directory: Path) -> Path:
    """The directory, used now; in a home that cannot be written, one of this process alone."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        directory.touch()
        sweep(directory.parent)
    except OSError:
        return Path(_lent_directory().name)
    return directory


@cache
def _lent_directory() -> "TemporaryDirectory[str]":
    return TemporaryDirectory(prefix="tablero-")


def sweep(root: Path) -> None:
    """Remove all but the directories used last; others may be sweeping too."""
    directories = [entry for entry in os.scandir(root) if entry.name.startswith("kernels-")]
    directories.sort(key=lambda entry: entry.stat().st_mtime)
    for old in directories[:-CACHES_KEPT]:
        shutil.rmtree(old, ignore_errors=True)
