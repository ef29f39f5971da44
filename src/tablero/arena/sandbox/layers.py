"""The walls around a cell, one behind the other, and what each does on this machine."""

import os
from dataclasses import dataclass

from tablero.arena.sandbox import landlock, seccomp
from tablero.arena.sandbox.level import Level
from tablero.arena.sandbox.system import machine
from tablero.locale import _


@dataclass(frozen=True)
class Layer:
    """name  -- of the wall
    holds -- is it there, at this level and on this machine?
    does  -- what it does, or why it is not there
    """

    name: str
    holds: bool
    does: str


def layers(level: Level) -> list[Layer]:
    """From the outermost to the innermost."""
    return [
        Layer("process", True, _("one for each player, with an empty environment")),
        _bubblewrap(level),
        _user(),
        _limits(level),
        _landlock(level),
        _seccomp(level),
    ]


def _bubblewrap(level: Level) -> Layer:
    holds = level is Level.FULL
    does = _("no network, no /proc, no other processes; Python's files, to be read only")
    return Layer("bubblewrap", holds, does if holds else _("not here, or refused"))


def _user() -> Layer:
    if hasattr(os, "getuid") and os.getuid() == 0:
        return Layer("user", True, _("players run as nobody, not as root"))
    return Layer("user", True, _("players run as you, without new privileges"))


def _limits(level: Level) -> Layer:
    holds = level.reaches(Level.LIMITS)
    does = _("memory, CPU time, no new processes, no bytes into files")
    return Layer("limits", holds, does if holds else _("not at this level"))


def _landlock(level: Level) -> Layer:
    version = landlock.abi()
    if not version or not level.reaches(Level.LOCKED):
        reason = _("not at this level") if version else _("this kernel has none")
        return Layer("Landlock", False, reason)
    denied = [_("files")]
    denied += [_("ports")] * (version >= min(landlock.NET_RIGHTS))
    denied += [_("abstract sockets"), _("signals")] * (version >= min(landlock.SCOPES))
    message = _("version {version}: no {denied}")
    return Layer("Landlock", True, message.format(version=version, denied=", ".join(denied)))


def _seccomp(level: Level) -> Layer:
    if not seccomp.supported():
        message = _("there is no list of system calls for {machine}")
        return Layer("seccomp", False, message.format(machine=machine))
    if not level.reaches(Level.LOCKED):
        return Layer("seccomp", False, _("not at this level"))
    message = _("{count} system calls are allowed; any other ends the player")
    return Layer("seccomp", True, message.format(count=seccomp.count_allowed()))
