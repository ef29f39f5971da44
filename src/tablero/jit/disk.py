"""The disk cache of machine code.

Numba's own cache does not notice edits in *other* files: after a rule was changed, a search
compiled with the old rule would still run. Here a cache directory is named after a digest of all
source code that its machine code depends on. There are three kinds of directories:

- the package's source code alone, for kernels whose arguments are types of the package;
- the same and all of the user's files, for kernels whose arguments are types in such files;
- both and other modules of the user, for kernels and types in modules that were not loaded as
  user's files, as those of a script. A process that cannot import such a module could not even
  read the index of that directory.

Machine code for types of a notebook or a main program is not kept: these have no module that
another process can import.
"""

import io
import os
import pickle
import shutil
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from platformdirs import user_cache_path

from tablero import sources

CACHES_KEPT = 24
"""Number of cache directories kept on disk, those used last."""


def cache_directory(digest: str) -> Path:
    """Return the directory of the machine code that was made from source code of this digest."""
    return user_cache_path("tablero") / f"kernels-{digest}"


def can_keep(function: Callable[..., Any]) -> bool:
    """Return whether the source code of a kernel is in a file, so that its digest can be known."""
    return Path(function.__code__.co_filename).is_file()


class KernelCache:
    """The disk cache of one kernel, with the methods that Numba calls.

    It consists of one cache of Numba's for each digest of source code.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self._by_digest: dict[str, Any] = {}

    @property
    def cache_path(self) -> str:
        return str(self._cache(sources.package_digest()).cache_path)

    def load_overload(self, signature: Any, context: Any) -> Any:
        cache = self._cache_for(signature)
        return cache and cache.load_overload(signature, context)

    def save_overload(self, signature: Any, machine_code: Any) -> None:
        if cache := self._cache_for(signature):
            cache.save_overload(signature, machine_code)

    def _cache_for(self, signature: Any) -> Any:
        """Return the cache for a signature, or None if its machine code is not kept."""
        from numba.core.serialize import dumps

        pickled = dumps(signature)
        module, unknown = self.function.__module__, unknown_modules(pickled)
        if unknown is None:
            return None
        if modules := {*unknown, *sources.modules_of(module)}:
            return self._cache(sources.digest(modules))
        outside = sources.mentions_outside(pickled) or sources.is_included(module)
        return self._cache(sources.digest() if outside else sources.package_digest())

    def _cache(self, digest: str) -> Any:
        if digest not in self._by_digest:
            directory = _prepared(cache_directory(digest))
            self._by_digest[digest] = _function_cache(self.function, directory)
        return self._by_digest[digest]


def _function_cache(function: Callable[..., Any], directory: Path) -> Any:
    """Return Numba's cache of a kernel in a directory that is named after the source code.

    Numba would also depend on the path and the time of the kernel's file, which differ where the
    same file is copied for another process.
    """
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

    class Locator(_CacheLocator):  # type: ignore[misc]
        def get_cache_path(self) -> str:
            return str(directory / function.__module__)

        def get_source_stamp(self) -> int:
            return 0

        def get_disambiguator(self) -> str:
            return str(function.__code__.co_firstlineno)

        @classmethod
        def from_function(cls, function: Callable[..., Any], file: str) -> "Locator":
            return cls()

    class Implementation(CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = (Locator,)

    class DigestCache(FunctionCache):  # type: ignore[misc]
        _impl_class = Implementation

    return DigestCache(function)


class ModuleNames(pickle.Unpickler):
    """An unpickler that collects the modules of the object's classes in `found`.

    by_value: whether a class has no module that can be imported, so that it was pickled by value.
    """

    def __init__(self, pickled: bytes) -> None:
        super().__init__(io.BytesIO(pickled))
        self.found: set[str] = set()
        self.by_value = False

    def find_class(self, module: str, name: str) -> Any:
        self.found.add(module)
        self.by_value |= name == "_make_skeleton_class"
        return super().find_class(module, name)


def unknown_modules(pickled: bytes) -> list[str] | None:
    """Return the modules of a pickled object whose source code is not included in `sources`.

    Return None if a class of the object was pickled by value.
    """
    modules = ModuleNames(pickled)
    modules.load()
    if modules.by_value:
        return None
    return sorted(
        name
        for name in modules.found
        if name.partition(".")[0] not in sources.UNCHANGING and not sources.is_included(name)
    )


@cache
def _prepared(directory: Path) -> Path:
    """Make the directory and return it; if that fails, return a temporary one of this process."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        directory.touch()
    except OSError:
        return Path(_temporary_directory().name, directory.name)
    with suppress(OSError):  # Another process has removed a directory meanwhile.
        sweep(directory.parent)
    return directory


@cache
def _temporary_directory() -> "TemporaryDirectory[str]":
    return TemporaryDirectory(prefix="tablero-")


def sweep(root: Path) -> None:
    """Remove all but the directories used last. Other processes may do so at the same time."""
    directories = [entry for entry in os.scandir(root) if entry.name.startswith("kernels-")]
    directories.sort(key=lambda entry: entry.stat().st_mtime)
    for old in directories[:-CACHES_KEPT]:
        shutil.rmtree(old, ignore_errors=True)
