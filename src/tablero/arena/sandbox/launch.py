"""How a nursery is started: with an empty environment, inside bubblewrap where that is wanted."""

import os
import shutil
import site
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from tablero.arena.sandbox.level import Level
from tablero.games.outside import is_path
from tablero.options import parse_call

NEEDED = ("tablero", "platformdirs", "numpy")
"""Packages whose directories Python must find."""

LIBRARIES = (
    "/lib",
    "/lib32",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/etc/ld.so.cache",
    "/nix/store",
    "/gnu/store",
)
"""Where shared libraries lie, on one system or another."""

ENVIRONMENT = {
    "NUMBA_DISABLE_JIT": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONUTF8": "1",
    "MALLOC_ARENA_MAX": "1",
}
"""All that a nursery is told: rules are interpreted, sets have the same order every time, numpy
starts no threads, and a thread that comes and goes leaves no room of its own in memory."""

FOR_ROOT = ("CAP_SETUID", "CAP_SETGID", "CAP_DAC_READ_SEARCH")
"""What root keeps inside bubblewrap until it has read its modules and becomes nobody."""


def command(level: Level, game: str, order: str) -> list[str]:
    """The words that start a nursery."""
    inner = [sys.executable, "-P", "-s", "-m", "tablero.arena.sandbox.nursery", order]
    return [*_bubblewrap(game), *inner] if level is Level.FULL else inner


def environment() -> dict[str, str]:
    return {**ENVIRONMENT, "PYTHONPATH": os.pathsep.join(_packages())}


@cache
def _packages() -> list[str]:
    """The directories of what the nursery imports, wherever they were installed."""
    found = []
    for name in NEEDED:
        spec = find_spec(name)
        if spec and spec.origin:
            found.append(str(Path(spec.origin).parents[1]))
    return list(dict.fromkeys(found))


def _bubblewrap(game: str) -> list[str]:
    words = [shutil.which("bwrap") or "bwrap", "--new-session"]
    words += ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
    words += ["--unshare-cgroup-try", "--hostname", "cell", "--cap-drop", "ALL"]
    if os.getuid() == 0:
        words += [word for name in FOR_ROOT for word in ("--cap-add", name)]
    else:
        words += ["--unshare-user"]
    for path in _readable(game):
        words += ["--ro-bind", path, path]
    words += ["--chdir", "/", "--clearenv"]
    for name, value in environment().items():
        words += ["--setenv", name, value]
    return [*words, "--"]


def _readable(game: str) -> list[str]:
    """All that can be seen inside, to be read only; gone for a cell once it is locked."""
    paths = [sys.prefix, sys.base_prefix, str(Path(sys.executable).resolve().parent)]
    paths += [*_packages(), *site.getsitepackages(), *LIBRARIES]
    name = parse_call(game)[0]
    if is_path(name):
        paths.append(str(Path(name).resolve().parent))
    return sorted({path for path in paths if Path(path).exists() and path != "/"})
