"""`tablero --version`; with `--verbose`, the facts for a bug report."""

import os
import platform
import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import click

import tablero
from tablero.errors import TableroError
from tablero.jit import INTERPRETED
from tablero.jit.disk import cache_directory
from tablero.lab.machine import commit, cpu_model
from tablero.locale import _, spoken
from tablero.sources import package_digest

REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)[^;]*(?:;\s*extra == ['\"](?P<extra>\w+)['\"])?")

OURS = ("dev", "docs")
"""Extras for the development of Tablero, which are not listed."""

MEGABYTE = 1 << 20  # bytes


def show_version(verbose: bool) -> None:
    """Print the version; if `verbose`, also the facts for a bug report.

    Missing parts are listed as missing, so that this works in a broken installation.
    """
    click.echo(f"tablero {tablero.__version__}")
    if verbose:
        facts = [*_facts()]
        width = max(len(name) for name, _value in facts)
        for name, value in facts:
            click.echo(f"  {name.ljust(width)}  {value}")


def _facts() -> Iterator[tuple[str, str]]:
    built = commit()
    changed = _("with changes") if built.get("changed") else ""
    texts = package_digest(), built.get("commit", ""), changed
    yield _("sources"), " ".join(filter(None, texts))
    yield "python", f"{platform.python_version()} {platform.python_implementation()}"
    yield _("system"), f"{platform.system()} {platform.release()} {platform.machine()}"
    yield _("processor"), f"{cpu_model()}, {os.cpu_count()} ×"
    yield _("language"), spoken()
    yield _("machine code"), _("none, NUMBA_DISABLE_JIT is set") if INTERPRETED else _kept()
    yield _("sandbox"), _level()
    for extra, found in _packages().items():
        yield extra, ", ".join(found)


def _kept() -> str:
    """Return the number, the size and the folder of the compiled files on disk."""
    folder = cache_directory(package_digest())
    files = [path for path in folder.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / MEGABYTE
    message = _("{files} files, {size:.1f} MB, in {folder}")
    return message.format(files=len(files), size=size, folder=_without_home(folder))


def _without_home(path: Path) -> str:
    """Return a path with `~` for the home directory, so that it can be published."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)


def _level() -> str:
    """Return the sandbox level that a self-test finds, or the message of its error."""
    try:
        from tablero.arena.sandbox.level import level_found

        return level_found().value
    except (ImportError, TableroError) as error:
        return str(error)


def _packages() -> dict[str, list[str]]:
    """Return the dependencies of Tablero, with installed versions, by extra."""
    found: dict[str, list[str]] = {}
    for text in requires("tablero") or []:
        needed = REQUIREMENT.match(text)
        assert needed, text
        extra = needed["extra"] or _("core")
        if extra not in OURS:
            found.setdefault(extra, []).append(_installed(needed["name"]))
    return found


def _installed(name: str) -> str:
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:
        return _("{name} is not installed").format(name=name)
