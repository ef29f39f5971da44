"""A seccomp filter: which system calls a cell may make. Any other one ends it with SIGSYS.

The filter is a program for the kernel's little machine: it loads a field of the call, compares,
jumps, and returns what is to happen. Labels are resolved by `assemble`.
"""

import ctypes
import errno
import os
import signal
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tablero.arena.sandbox.syscalls import (
    ALLOWED,
    NONE,
    NOT_EXECUTABLE,
    OF_ALL,
    PLAIN_WAITING,
    REFUSED,
    TO_ITSELF,
)
from tablero.arena.sandbox.system import is_linux, machine, system_call

LOAD, AND, RETURN = 0x20, 0x54, 0x06
JUMP_EQUAL, JUMP_ANY_BIT, JUMP_AT_LEAST = 0x15, 0x45, 0x35
KILL, ALLOW, REFUSE = 0x80000000, 0x7FFF0000, 0x00050000 | errno.EACCES

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

SET_MODE_FILTER = 1


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


def program(kind: Machine, pid: int) -> list[Step]:
    """The filter of the process with this pid."""
    steps = [
        Step(LOAD, ARCHITECTURE),
        Step(JUMP_EQUAL, kind.audit, no="kill"),
        Step(LOAD, NUMBER),
        Step(JUMP_AT_LEAST, X32, yes="kill"),
        *_jumps(ALLOWED, kind, "allow"),
        *_jumps(NOT_EXECUTABLE, kind, "protection"),
        *_jumps(OF_ALL, kind, "clock"),
        *_jumps(PLAIN_WAITING, kind, "waiting"),
        *_jumps(TO_ITSELF, kind, "abort"),
        *_jumps(REFUSED, kind, "refuse"),
    ]
    return [
        *steps,
        Step(RETURN, KILL, label="kill"),
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
        Step(RETURN, KILL, label="no"),
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


def install() -> None:
    """Shut the door: needs no_new_privs. Raises OSError if the kernel has no such thing."""
    kind = MACHINES[machine]
    lines = assemble(program(kind, os.getpid()))
    code = (Instruction * len(lines))(*(Instruction(*line) for line in lines))
    whole = Program(len(lines), ctypes.cast(code, ctypes.POINTER(Instruction)))
    system_call(kind.seccomp, SET_MODE_FILTER, 0, ctypes.byref(whole))
