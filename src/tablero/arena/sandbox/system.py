"""Linux without a library: the few system calls that Python itself does not offer.

Nothing here fails on import where there is no Linux; `is_linux` says so.
"""

import ctypes
import os
import platform
import sys
from typing import Any

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 1, 4, 38

is_linux = sys.platform == "linux"
machine = platform.machine().lower()

libc: Any = ctypes.CDLL(None, use_errno=True) if is_linux else None


def prctl(option: int, value: int) -> None:
    """Raises OSError if the kernel refuses."""
    if libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0) != 0:
        raise _refusal()


def system_call(number: int, *arguments: Any) -> int:
    """The answer of the kernel, 0 or more. Raises OSError if it refuses."""
    passed = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    libc.syscall.restype = ctypes.c_long
    answer = int(libc.syscall(ctypes.c_long(number), *passed))
    if answer < 0:
        raise _refusal()
    return answer


def _refusal() -> OSError:
    number = ctypes.get_errno()
    return OSError(number, os.strerror(number))
