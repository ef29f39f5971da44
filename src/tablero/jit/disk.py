"""Where machine code is kept.

Numba's own cache overlooks edits in *other* files: a changed rule would be answered by
yesterday's search. So a directory is named after all sources that its machine code comes from:
one after the package's, and one after those and all texts from outside. A file of the user's
takes nothing away from our own games, whose machine code is found with it and without it.
"""

import os
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from platformdirs import user_cache_path

from tablero import sources

CACHES_KEPT = 24


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

        outside = sources.mentions_outside(dumps(signature))
        return self._shelf(sources.digest() if outside else sources.package_digest())

    def _shelf(self, texts: str) -> Any:
        from numba import config
        from numba.core.caching import FunctionCache

        if texts not in self._shelves:
            config.CACHE_DIR = str(_opened(cache_directory(texts)))
            self._shelves[texts] = FunctionCache(self.function)
        return self._shelves[texts]


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
