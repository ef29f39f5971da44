"""Jobs for the tests of worker pools: squares of numbers, with failures on demand."""

import os
import re
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import sleep

from tablero.errors import OptionError


@dataclass(frozen=True)
class Squares:
    """The squares of numbers.

    deadly: the number at which the process kills itself.
    mark: a file to which every such death appends a byte.
    deaths: deaths after which the number is harmless.
    stop: a number that raises OptionError.
    slow: seconds for each number from `slow_from` on.
    broken: whether the job cannot be opened.
    """

    deadly: int = -1
    mark: str = ""
    deaths: int = 10**6
    stop: int = -1
    slow: float = 0.0
    slow_from: int = 0
    splittable: bool = True
    broken: bool = False

    def open(self) -> "Squares":
        if self.broken:
            raise OptionError("nothing can be squared here")
        return self

    def bundled(self) -> "Squares":
        return self

    def run(self, keys: Sequence[int]) -> Iterator[tuple[int, int]]:
        for number in keys:
            sleep(self.slow if number >= self.slow_from else 0)
            if number == self.stop:
                raise OptionError(f"{number} has no square")
            if number == self.deadly and self._dies():
                os.kill(os.getpid(), signal.SIGKILL)
            yield number, number * number

    def _dies(self) -> bool:
        with Path(self.mark).open("a") as mark:
            mark.write("x")
        return Path(self.mark).stat().st_size <= self.deaths

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Names(Squares):
    """The id of the process in place of a square."""

    def run(self, keys: Sequence[int]) -> Iterator[tuple[int, int]]:
        for number in keys:
            yield number, os.getpid()


def blocked(pid: str) -> set[int]:
    """Return the signals that a process blocks."""
    status = Path(f"/proc/{pid}/status").read_text()
    (mask,) = re.findall(r"^SigBlk:\s*(\w+)$", status, re.MULTILINE)
    return {number for number in signal.valid_signals() if int(mask, 16) >> (number - 1) & 1}


def tasks(total: int, size: int = 4) -> Iterator[list[int]]:
    """Yield tasks with the numbers from 1 on."""
    return ([*range(first, first + size)] for first in range(1, total + 1, size))


def squares(total: int) -> list[tuple[int, int]]:
    return [(number, number * number) for number in range(1, total + 1)]
