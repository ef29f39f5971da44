"""Jobs for teams that are tested: squares of numbers, and what can go wrong on the way."""

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
    """deadly -- who is at this number dies
    mark   -- a file in which every death is written down; `deaths`: no more than so many
    stop   -- a number that nobody can square
    slow   -- seconds for each, from `slow_from` on
    """

    deadly: int = -1
    mark: str = ""
    deaths: int = 10**6
    stop: int = -1
    slow: float = 0.0
    slow_from: int = 0
    whole: bool = False
    broken: bool = False

    def open(self) -> "Squares":
        if self.broken:
            raise OptionError("nothing can be squared here")
        return self

    def packed(self) -> "Squares":
        return self

    def work(self, order: Sequence[int]) -> Iterator[tuple[int, int]]:
        for number in order:
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
    """In place of a square, the process that was asked for it."""

    def work(self, order: Sequence[int]) -> Iterator[tuple[int, int]]:
        for number in order:
            yield number, os.getpid()


def blocked(pid: str) -> set[int]:
    """Signals that a process does not hear."""
    status = Path(f"/proc/{pid}/status").read_text()
    (mask,) = re.findall(r"^SigBlk:\s*(\w+)$", status, re.MULTILINE)
    return {number for number in signal.valid_signals() if int(mask, 16) >> (number - 1) & 1}


def orders(total: int, size: int = 4) -> Iterator[list[int]]:
    """The numbers from 1 on."""
    return ([*range(first, first + size)] for first in range(1, total + 1, size))


def squares(total: int) -> list[tuple[int, int]]:
    return [(number, number * number) for number in range(1, total + 1)]
