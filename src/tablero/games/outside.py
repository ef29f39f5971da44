"""Games and evaluations in files of the user's."""

import hashlib
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

from tablero.errors import OutsideError, TableroError
from tablero.jit import include_source
from tablero.locale import _


def is_path(name: str) -> bool:
    """Is this the path of a file, and not the name of something of ours?"""
    return name.endswith(".py") or "/" in name or "\\" in name


def load_module(path: str) -> ModuleType:
    """The module in this file, as the file is now.

    Its name holds a hash of its text: classes of an edited file are other classes,
    and machine code kept on disk finds them again as long as the text is the same.
    """
    file = Path(path)
    try:
        text = file.read_bytes()
    except OSError as error:
        message = _("cannot read {path}: {reason}")
        raise OutsideError(message.format(path=path, reason=error.strerror)) from None
    name = f"tablero_outside_{hashlib.sha256(text).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    loader = SourceFileLoader(name, str(file))
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        with blame(path, _("the file does not import")):
            exec(compile(text, path, "exec"), module.__dict__)
    except OutsideError:
        del sys.modules[name]
        raise
    include_source(name, path, text)
    return module


def include_package(module: str) -> None:
    """From now on machine code also depends on the package of `module`, as far as imported."""
    package = module.partition(".")[0]
    for name, part in list(sys.modules.items()):
        file = getattr(part, "__file__", None)
        if name.partition(".")[0] == package and file and file.endswith(".py"):
            include_source(name, file, Path(file).read_bytes())


@contextmanager
def blame(origin: str, what: str) -> Iterator[None]:
    """Tell in one line, with file and line, whatever the user's code raises in here."""
    try:
        yield
    except TableroError:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise OutsideError(f"{_place(error, origin)}: {what}: {reason}") from error


def _place(error: Exception, origin: str) -> str:
    """Where `error` began, as far as it lies in the user's file."""
    if isinstance(error, SyntaxError):
        return f"{origin}, line {error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == origin]
    return f"{origin}, line {lines[-1]}" if lines else origin
