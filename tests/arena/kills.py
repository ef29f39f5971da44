"""Processes that work at a round are killed with -9 at random moments, again and again, and the
same command is given until the round is over."""

import os
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

PATIENCE = 120.0


@dataclass(frozen=True)
class Hunt:
    """command -- that plays the round: the driver
    victims -- of a driver, by their kinds
    kinds   -- who is killed, each as likely as it is often named
    written -- how much of the round is written down
    spread  -- of that, most that is waited for between two kills
    """

    command: Sequence[str]
    victims: Callable[[int], dict[str, list[int]]]
    kinds: Sequence[str]
    written: Callable[[], int]
    spread: int

    def run(self, dice: Random, most: int) -> Counter[str]:
        """Play the round to its end, while so many kills happen at most: those that did."""
        kills: Counter[str] = Counter()
        while True:
            driver = subprocess.Popen(self.command, stderr=subprocess.PIPE)
            while driver.poll() is None and kills.total() < most:
                kind = self.kill_one(driver, dice)
                kills.update([kind] if kind else [])
                if kind == "driver":
                    break
            _nothing, errors = driver.communicate()
            if driver.returncode == 0:
                return kills
            assert driver.returncode == -signal.SIGKILL, errors.decode()

    def kill_one(self, driver: subprocess.Popen[bytes], dice: Random) -> str | None:
        """Wait until some more is written, then kill somebody: what he was. None: nobody is there
        any more."""
        wanted, deadline = dice.choice(self.kinds), time.monotonic() + PATIENCE
        more = self.written() + dice.randrange(self.spread)
        while driver.poll() is None:
            assert time.monotonic() < deadline, "the round does not go on"
            there = self.victims(driver.pid)[wanted]
            if there and self.written() >= more:
                time.sleep(dice.random() * 0.01)
                with suppress(ProcessLookupError):
                    os.kill(dice.choice(there), signal.SIGKILL)
                    return wanted
            time.sleep(0.001)
        return None


def children(pid: int) -> list[int]:
    found: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    return found


def below(pids: Sequence[int]) -> list[int]:
    return [pid for each in pids for pid in children(each)]


def workers_of(driver: int) -> list[int]:
    return [pid for pid in children(driver) if "spawn_main" in command_of(pid)]


def nurseries_of(driver: int) -> list[int]:
    """Below a driver, where its workers and Python's own tracker are too."""
    words = ("spawn_main", "resource_tracker")
    return [pid for pid in children(driver) if not any(map(command_of(pid).count, words))]


def command_of(pid: int) -> str:
    """With its words; "" if it is gone."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    return ""
