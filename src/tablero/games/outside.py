"""Games and evaluations in the user's files, and the entry points of other packages."""

import builtins
import hashlib
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tablero.errors import OutsideError, TableroError, system_reason
from tablero.faults import located, reason_of
from tablero.locale import _
from tablero.sources import UNCHANGING, imported_by, include, is_included, outside_files, resolved

_distinguished: dict[str, type[Any]] = {}
"""The classes of users, by their unique names."""

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def is_path(name: str) -> bool:
    """Return whether this is the path of a file, and not the name of a built-in object."""
    return name.endswith(".py") or "/" in name or "\\" in name


def read_source(path: str) -> bytes:
    """Return the source code in the user's file. Raise OutsideError if it cannot be read."""
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        message = _("cannot read {path!r}: {reason}")
        raise OutsideError(message.format(path=path, reason=system_reason(error))) from None


def packages_of(path: str) -> set[str]:
    """Return the packages that the source code of a file imports; none if it is invalid."""
    try:
        names = set(imported_by(read_source(path), ""))
    except (SyntaxError, ValueError):
        return set()
    return {name.partition(".")[0] for name in names}


def load_module(path: str, importer: Callable[..., ModuleType] | None = None) -> ModuleType:
    """Return the module in this file, as the file is now.

    Its name contains a hash of its source code, so the classes of an edited file are different
    classes, and machine code on disk finds them again as long as the source code is the same.

    importer: a function that import statements of the file call instead of `__import__`.
    """
    text = read_source(path)
    name = f"tablero_outside_{hashlib.sha256(text).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    loader = SourceFileLoader(name, str(Path(path)))
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    if importer is not None:
        vars(module)["__builtins__"] = {**vars(builtins), "__import__": importer}
    sys.modules[name] = module
    try:
        with blame(path, _("the file does not import")):
            exec(compile(text, path, "exec"), module.__dict__)
    except TableroError:
        del sys.modules[name]
        raise
    include(name, path, text)
    include_imports(module, text)
    return module


def entry_points_of(group: str) -> "dict[str, EntryPoint]":
    """Return the entry points of a group, by name; of two packages, the first on the path counts.

    This reads a file of every installed package, so known names are looked up before.
    """
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in reversed(tuple(entry_points(group=group)))}


def load_entry_point(entry: "EntryPoint", what: str) -> Any:
    """Return the object of an entry point. Raise OutsideError, which says `what` went wrong."""
    with blame(entry.value, what):
        found = entry.load()
    include_imports(sys.modules[entry.module], f"import {entry.module}".encode())
    return found


def include_imports(module: ModuleType, text: bytes) -> None:
    """Add the modules that `module` imports to the source code that machine code depends on."""
    for name in imported_by(text, module.__name__):
        imported = sys.modules.get(name)
        file = getattr(imported, "__file__", None) or ""
        unchanging = name.partition(".")[0] in UNCHANGING
        if imported and file.endswith(".py") and not unchanging and not is_included(name):
            below = Path(file).read_bytes()
            include(name, file, below)
            include_imports(imported, below)


def check_fields(cls: Any, methods: Sequence[str], origin: str) -> None:
    """Raise OutsideError if a field hides one of these methods of the class."""
    if hidden := [name for name in methods if name in cls._fields]:
        message = _("{origin}: fields of the class {cls} hide methods of the same name: {names}")
        values = {"cls": cls.__qualname__, "names": ", ".join(hidden)}
        raise OutsideError(message.format(origin=origin, **values))


def distinguish(cls: type[Any]) -> None:
    """Give a class of the user a unique name.

    Numba names machine code after the names of types: with two classes `Grid`, one would
    run the code of the other. A notebook may define a class again under the same name.
    """
    if cls.__module__.partition(".")[0] == "tablero":
        return
    name = f"{cls.__qualname__}@{cls.__module__}"
    while _distinguished.setdefault(name, cls) is not cls:
        name += "_"
    cls.__name__ = name
    if "__orig_bases__" in vars(cls):  # With it, `cloudpickle` would check the name.
        del cls.__orig_bases__


@contextmanager
def blame(origin: str, what: str) -> Iterator[None]:
    """Convert any error of the user's code in the block to an OutsideError with file and line."""
    try:
        yield
    except TableroError:
        raise
    except (Exception, SystemExit) as error:
        line = _line(error, origin)
        place = _("{file}, line {line}").format(file=origin, line=line) if line else origin
        raise OutsideError(f"{place}: {what}: {reason_of(error)}", line) from error


def blame_any(error: Exception) -> Exception:
    """Return an OutsideError if user code is loaded, else the error itself."""
    if found := located(error):
        return found
    return OutsideError(f"{outside_files()}: {reason_of(error)}") if outside_files() else error


def _line(error: BaseException, origin: str) -> int | None:
    """Return the line of this file where `error` was raised, if it was raised there."""
    if isinstance(error, SyntaxError):
        return error.lineno
    here = resolved(origin)
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if resolved(frame.filename) == here]
    return lines[-1] if lines else None
