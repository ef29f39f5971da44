"""The filter, read by a second machine that knows nothing of how it was made."""

import re
import signal
import time
from pathlib import Path

import pytest

from tablero.arena.sandbox import seccomp, syscalls
from tablero.arena.sandbox.probes.probe import CALLS
from tablero.arena.sandbox.system import machine

pytestmark = pytest.mark.plain

PID = 4711
ALLOW, KILL, REFUSE, TELL = 0x7FFF0000, 0x80000000, 0x0005000D, 0x7FC00000
PARTLY = {
    **syscalls.NOT_EXECUTABLE,
    **syscalls.OF_ALL,
    **syscalls.PLAIN_WAITING,
    **syscalls.TO_ITSELF,
}
EVERY = {**syscalls.ALLOWED, **PARTLY, **syscalls.REFUSED}


def verdict(name: str, number: int, arguments=(0, 0, 0), audit: int | None = None) -> int:
    """What the kernel's machine would return for a call: loads 32 bits, compares, jumps."""
    kind = seccomp.MACHINES[name]
    words = {0: number, 4: kind.audit if audit is None else audit}
    words |= {16 + 8 * place: value & 0xFFFFFFFF for place, value in enumerate(arguments)}
    lines, place, loaded = seccomp.assemble(seccomp.program(kind, PID)), 0, 0
    while True:
        code, yes, no, value = lines[place]
        place += 1
        if code == 0x06:
            return value
        if code == 0x20:
            loaded = words[value]
            continue
        if code == 0x54:
            loaded &= value
            continue
        holds = {0x15: loaded == value, 0x35: loaded >= value, 0x45: bool(loaded & value)}[code]
        place += yes if holds else no


@pytest.mark.parametrize("name", seccomp.MACHINES)
def test_every_number_gets_what_the_tables_say(name):
    column = seccomp.MACHINES[name].column
    allowed = {numbers[column] for numbers in syscalls.ALLOWED.values()}
    partly = {numbers[column] for numbers in PARTLY.values()}
    refused = {numbers[column] for numbers in syscalls.REFUSED.values()}
    for number in set(range(600)) - partly:
        expected = ALLOW if number in allowed else REFUSE if number in refused else KILL
        assert verdict(name, number) == expected, number


@pytest.mark.parametrize("name", seccomp.MACHINES)
def test_arguments_matter_where_they_should(name):
    column = seccomp.MACHINES[name].column
    for call in ("mmap", "mprotect"):
        number = syscalls.NOT_EXECUTABLE[call][column]
        assert verdict(name, number, (0, 4096, 3)) == ALLOW
        assert verdict(name, number, (0, 4096, 4)) == KILL
        assert verdict(name, number, (0, 4096, 7)) == KILL
    kill = syscalls.TO_ITSELF["tgkill"][column]
    assert verdict(name, kill, (PID, PID, signal.SIGABRT)) == ALLOW
    assert verdict(name, kill, (PID, PID, signal.SIGKILL)) == KILL
    assert verdict(name, kill, (PID + 1, PID + 1, signal.SIGABRT)) == KILL


@pytest.mark.parametrize("name", seccomp.MACHINES)
def test_clocks_of_others_are_shut(name):
    column = seccomp.MACHINES[name].column
    for call in ("clock_gettime", "clock_getres", "clock_nanosleep"):
        number = syscalls.OF_ALL[call][column]
        for clock in (time.CLOCK_REALTIME, time.CLOCK_MONOTONIC, time.CLOCK_PROCESS_CPUTIME_ID):
            assert verdict(name, number, (clock, 0, 0)) == ALLOW
        for other in (1, PID, 1 << 22):
            assert verdict(name, number, (~other << 3 | 2, 0, 0)) == KILL


@pytest.mark.parametrize("name", seccomp.MACHINES)
def test_locks_wait_and_wake_and_no_more(name):
    number = syscalls.PLAIN_WAITING["futex"][seccomp.MACHINES[name].column]
    for how in (0, 128, 256, 128 | 256):  # private, by the clock on the wall
        allowed = {
            each for each in range(128) if verdict(name, number, (0, each | how, 0)) == ALLOW
        }
        assert allowed == {0, 1, 9, 10}


def test_other_machines_and_other_sets_of_calls_are_shut():
    read = syscalls.ALLOWED["read"][0]
    assert verdict("x86_64", read) == ALLOW
    assert verdict("x86_64", read, audit=0x40000003) == KILL  # 32 bits
    assert verdict("x86_64", read | 0x40000000) == KILL  # x32


@pytest.mark.parametrize("name", seccomp.MACHINES)
def test_no_probe_knocks_at_an_open_door(name):
    column = seccomp.MACHINES[name].column
    for call, numbers in CALLS.items():
        number = numbers[column]
        if number is not None and call not in PARTLY:
            assert verdict(name, number) == KILL, call


@pytest.mark.parametrize("name", seccomp.MACHINES)
def test_who_listens_hears_of_what_is_forbidden_and_nothing_else_is_changed(name):
    kind = seccomp.MACHINES[name]
    silent = seccomp.program(kind, PID)
    telling = seccomp.program(kind, PID, TELL)
    changed = [(one, other) for one, other in zip(silent, telling, strict=True) if one != other]
    assert [(one.value, other.value) for one, other in changed] == [(KILL, TELL)] * 2
    assert {one.label for one, _other in changed} == {"end", "no"}
    labels = {step.label: step.value for step in telling}
    assert labels["foreign"] == KILL, "its number would mean another call"


def test_calls_have_names():
    for table in (syscalls.NOTABLE, EVERY):
        for name, numbers in table.items():
            number = numbers[seccomp.MACHINES[machine].column]
            assert number == syscalls.NONE or seccomp.call_name(number) == name
    assert seccomp.call_name(999) == "999"


def test_jumps_fit_into_a_byte():
    for kind in seccomp.MACHINES.values():
        for _code, yes, no, _value in seccomp.assemble(seccomp.program(kind, PID)):
            assert 0 <= yes < 256
            assert 0 <= no < 256


@pytest.mark.parametrize(
    ("file", "column"),
    [
        ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", 0),
        ("/usr/include/asm-generic/unistd.h", 1),
    ],
)
def test_numbers_are_those_of_the_kernel(file, column):
    if not Path(file).exists():
        pytest.skip("the kernel's headers are not installed")
    pattern = r"#define __NR(?:3264)?_(\w+)\s+(\d+)"
    theirs = {name: int(number) for name, number in re.findall(pattern, Path(file).read_text())}
    theirs["newfstatat"] = theirs.get("newfstatat", theirs.get("fstatat", -1))
    ours = {**EVERY, **CALLS, **syscalls.NOTABLE}
    wrong = {
        name: numbers[column]
        for name, numbers in ours.items()
        if numbers[column] not in (None, syscalls.NONE) and theirs.get(name) != numbers[column]
    }
    assert not wrong, wrong
    assert len(ours) > 70
