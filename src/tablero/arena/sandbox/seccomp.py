"""A seccomp filter: which system calls a cell may make. Any other one is its end.

The filter is a program for the kernel's little machine: it loads a field of the call, compares,
jumps, and returns what is to happen. Labels are resolved by `assemble`.

Who makes a forbidden call is killed by the kernel with SIGSYS, and nobody knows for which. Where
the kernel offers it, it halts him before the call and tells a listener outside, who kills him: he
does not run again, nothing of ours is in his process, and the call can be named.
"""

import ctypes
import errno
import os
import signal
import struct
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple

from tablero.arena.sandbox.syscalls import (
    ALLOWED,
    NONE,
    NOT_EXECUTABLE,
    NOTABLE,
    OF_ALL,
    PLAIN_WAITING,
    REFUSED,
    TO_ITSELF,
)
from tablero.arena.sandbox.system import is_linux, machine, system_call

with suppress(ImportError):  # there is none on Windows
    import fcntl

LOAD, AND, RETURN = 0x20, 0x54, 0x06
JUMP_EQUAL, JUMP_ANY_BIT, JUMP_AT_LEAST = 0x15, 0x45, 0x35
KILL, ALLOW, REFUSE = 0x80000000, 0x7FFF0000, 0x00050000 | errno.EACCES
TELL = 0x7FC00000
"""Halt whoever makes the call until the listener has answered; ours never does."""

NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16
"""Where the fields of a call lie; arguments are 8 bytes each, the lower half first."""

X32 = 0x40000000
"""Calls of x86_64 with this bit are a second set with other numbers."""

PROT_EXEC = 4
CLOCKS = 16
"""Clocks that are nobody else's have numbers below."""

WAIT, WAKE, WAIT_BITSET, WAKE_BITSET = 0, 1, 9, 10
OPERATION = 0x7F
"""The bits that tell what a futex is asked for; others tell how."""

SET_MODE_FILTER, NEW_LISTENER = 1, 8
RECEIVE = 0xC0502100
"""Asks a listener, by ioctl, for a call that was halted."""

HALTED = struct.Struct("=QIIiIQ6Q")
"""What it says: its own number, process, flags; then the call's number, machine, place, words."""


class Machine(NamedTuple):
    """column -- of the tables in syscalls.py
    audit  -- what the kernel calls this machine
    seccomp -- the number of that call
    """

    column: int
    audit: int
    seccomp: int


MACHINES = {"x86_64": Machine(0, 0xC000003E, 317), "aarch64": Machine(1, 0xC00000B7, 277)}


class Step(NamedTuple):
    """One instruction; `yes` and `no` are labels, or "" for the next instruction."""

    code: int
    value: int
    yes: str = ""
    no: str = ""
    label: str = ""


def supported() -> bool:
    return is_linux and machine in MACHINES


def count_allowed() -> int:
    """How many calls a cell may make on this machine, some of them in part."""
    column = MACHINES[machine].column
    tables = ALLOWED, NOT_EXECUTABLE, OF_ALL, PLAIN_WAITING, TO_ITSELF
    return sum(numbers[column] != NONE for table in tables for numbers in table.values())


def program(kind: Machine, pid: int, end: int = KILL) -> list[Step]:
    """The filter of the process with this pid.

    end -- what happens to who makes a forbidden call; a call of another machine's is not told,
           since its number would mean another one
    """
    steps = [
        Step(LOAD, ARCHITECTURE),
        Step(JUMP_EQUAL, kind.audit, no="foreign"),
        Step(LOAD, NUMBER),
        Step(JUMP_AT_LEAST, X32, yes="foreign"),
        *_jumps(ALLOWED, kind, "allow"),
        *_jumps(NOT_EXECUTABLE, kind, "protection"),
        *_jumps(OF_ALL, kind, "clock"),
        *_jumps(PLAIN_WAITING, kind, "waiting"),
        *_jumps(TO_ITSELF, kind, "abort"),
        *_jumps(REFUSED, kind, "refuse"),
    ]
    return [
        *steps,
        Step(RETURN, end, label="end"),
        Step(RETURN, KILL, label="foreign"),
        Step(LOAD, ARGUMENTS + 2 * 8, label="protection"),
        Step(JUMP_ANY_BIT, PROT_EXEC, yes="no", no="allow"),
        Step(LOAD, ARGUMENTS, label="clock"),
        Step(JUMP_AT_LEAST, CLOCKS, yes="no", no="allow"),
        Step(LOAD, ARGUMENTS + 8, label="waiting"),
        Step(AND, OPERATION),
        *[Step(JUMP_EQUAL, each, yes="allow") for each in (WAIT, WAKE, WAIT_BITSET)],
        Step(JUMP_EQUAL, WAKE_BITSET, yes="allow", no="no"),
        Step(LOAD, ARGUMENTS, label="abort"),
        Step(JUMP_EQUAL, pid, no="no"),
        Step(LOAD, ARGUMENTS + 2 * 8),
        Step(JUMP_EQUAL, signal.SIGABRT, yes="allow"),
        Step(RETURN, end, label="no"),
        Step(RETURN, REFUSE, label="refuse"),
        Step(RETURN, ALLOW, label="allow"),
    ]


def _jumps(calls: Mapping[str, tuple[int, int]], kind: Machine, target: str) -> Iterable[Step]:
    numbers = (numbers[kind.column] for numbers in calls.values())
    return [Step(JUMP_EQUAL, number, yes=target) for number in numbers if number != NONE]


class Instruction(ctypes.Structure):
    _fields_ = [
        ("code", ctypes.c_uint16),
        ("yes", ctypes.c_uint8),
        ("no", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    ]


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("first", ctypes.POINTER(Instruction))]


def assemble(steps: list[Step]) -> list[tuple[int, int, int, int]]:
    """(code, steps to skip if yes, if no, value) for each step."""
    places = {step.label: place for place, step in enumerate(steps) if step.label}
    return [
        (
            step.code,
            places[step.yes] - place - 1 if step.yes else 0,
            places[step.no] - place - 1 if step.no else 0,
            step.value,
        )
        for place, step in enumerate(steps)
    ]


def install(listener: bool = False) -> int:
    """Shut the door: needs no_new_privs. Raises OSError if the kernel has no such thing.

    listener -- have forbidden calls told to the listener whose descriptor is returned
    """
    kind = MACHINES[machine]
    end, flags = (TELL, NEW_LISTENER) if listener else (KILL, 0)
    lines = assemble(program(kind, os.getpid(), end))
    code = (Instruction * len(lines))(*(Instruction(*line) for line in lines))
    whole = Program(len(lines), ctypes.cast(code, ctypes.POINTER(Instruction)))
    return system_call(kind.seccomp, SET_MODE_FILTER, flags, ctypes.byref(whole))


def halted(listener: int) -> int | None:
    """The number of the call that was halted; None if whoever made it is gone."""
    room = bytearray(HALTED.size)
    try:
        fcntl.ioctl(listener, RECEIVE, room, True)
    except OSError:
        return None
    return int(HALTED.unpack(room)[3])


def call_name(number: int) -> str:
    """As people call it, as far as we know it; else its number."""
    tables = ALLOWED, NOT_EXECUTABLE, OF_ALL, PLAIN_WAITING, TO_ITSELF, REFUSED, NOTABLE
    column = MACHINES[machine].column
    names = {numbers[column]: name for table in tables for name, numbers in table.items()}
    return names.get(number, str(number))
