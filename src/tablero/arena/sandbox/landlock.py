"""Landlock: from now on no file, no port, no abstract socket and no signal to others."""

import ctypes
import os

from tablero.arena.sandbox.system import is_linux, system_call

CREATE_RULESET, RESTRICT_SELF = 444, 446
ASK_VERSION = 1

FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 5: 16}
"""From this version of the interface on there are so many rights over files, one bit each."""

NET_RIGHTS = {4: 2}
SCOPES = {6: 2}
"""Abstract sockets and signals outside the own domain."""


class Ruleset(ctypes.Structure):
    """Rights that are taken from whoever has no rule that gives them back; we make no rule."""

    _fields_ = [("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scopes", ctypes.c_uint64)]


def abi() -> int:
    """The version of the kernel's interface; 0: there is none."""
    if not is_linux:
        return 0
    try:
        return system_call(CREATE_RULESET, None, 0, ASK_VERSION)
    except OSError:
        return 0


def deny_everything(version: int) -> None:
    """Take every right that this version knows. Needs no_new_privs. Raises OSError."""
    wanted = [_mask(rights, version) for rights in (FILE_RIGHTS, NET_RIGHTS, SCOPES)]
    ruleset = Ruleset(*wanted)
    size = 8 if version < 4 else 16 if version < 6 else 24
    descriptor = system_call(CREATE_RULESET, ctypes.byref(ruleset), size, 0)
    try:
        system_call(RESTRICT_SELF, descriptor, 0)
    finally:
        os.close(descriptor)


def _mask(rights: dict[int, int], version: int) -> int:
    known = [bits for since, bits in rights.items() if since <= version]
    return (1 << max(known, default=0)) - 1
