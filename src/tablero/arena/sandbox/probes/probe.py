"""A hostile player: a small text, and where it finds what it is after."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tablero.arena.player.forms import Track
from tablero.arena.sandbox.faults import FaultKind
from tablero.arena.sandbox.system import machine

THROUGH, REFUSED, OWN = "through: ", "refused: ", "own: "
"""How an answer begins: the act was done; it was not; it was, and reached its own process only."""

CALLS = {
    "fork": (57, None),
    "vfork": (58, None),
    "clone": (56, 220),
    "clone3": (435, 435),
    "execve": (59, 221),
    "kill": (62, 129),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "prlimit64": (302, 261),
    "io_uring_setup": (425, 425),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "keyctl": (250, 219),
    "perf_event_open": (298, 241),
    "memfd_create": (319, 279),
    "unshare": (272, 97),
    "mount": (165, 40),
    "pidfd_open": (434, 434),
    "socket": (41, 198),
    "openat": (257, 56),
    "setuid": (105, 146),
    "shmget": (29, 194),
    "shmctl": (31, 195),
    "seccomp": (317, 277),
    "futex": (202, 98),
}
"""Numbers on x86_64 and aarch64."""

PRELUDE = """
import gc, os, sys

gc.unfreeze()

def module(name):
    for found in [sys.modules.get(name), *gc.get_objects()]:
        if type(found) is type(sys) and found.__name__ == name:
            return found
    raise LookupError(name)

def kernel(name, *arguments):
    if CALLS[name] is None:
        raise OSError("no such call on this machine")
    ctypes = module("ctypes")
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    passed = [ctypes.c_long(each) if type(each) is int else each for each in arguments]
    answer = libc.syscall(ctypes.c_long(CALLS[name]), *passed)
    if answer < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return answer
"""

EPILOGUE = f"""
def choose(position, moves):
    try:
        got = act()
    except Exception as error:
        return "{REFUSED}" + type(error).__name__ + ": " + str(error)
    return "{THROUGH}" + str(got)
"""


@dataclass(frozen=True)
class Probe:
    """name   -- what it tries, in a word or two
    text   -- a function `act`, or a whole player
    ends   -- the faults it may end in where the lock holds; None: it is refused, or does what
              reaches its own process only
    limits -- other limits than the prober's usual ones
    """

    name: str
    text: str
    ends: tuple[FaultKind | None, ...] = (None,)
    track: Track = Track.AGENT
    limits: Mapping[str, Any] = field(default_factory=dict)

    def full_text(self, facts: Mapping[str, Any]) -> str:
        """The player's file, with what it is after as constants."""
        if self.track is Track.EVALUATION:
            return self.text
        column = 1 if machine == "aarch64" else 0
        calls = {name: numbers[column] for name, numbers in CALLS.items()}
        constants = "\n".join(f"{name} = {value!r}" for name, value in facts.items())
        epilogue = EPILOGUE if "def act(" in self.text else ""
        return f"CALLS = {calls!r}\n{constants}\n{PRELUDE}\n{self.text}\n{epilogue}"
