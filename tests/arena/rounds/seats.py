"""Players of all kinds for rounds that are tested: clumsy ones, and ones in processes of their own
that may be killed."""

import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablero.agents.agent import RESIGN, Choice, TimeIsUp
from tablero.arena.rounds.entrants import ByText, Doubtful, Entrant, Tools
from tablero.arena.rounds.meeting import Terms
from tablero.errors import WorkerDied

GAME = "mancala11"
"""Its rules need no machine code, and `random` neither."""

OPENINGS = {1: (0, 1), 2: (2, 3), 3: (5, 0), 4: (4, 4)}


def terms(openings=OPENINGS, seed: int = 5, **others: Any) -> Terms:
    return Terms(GAME, seed, openings, **others)


def entrants(*seats: Any, references: int = 0) -> list[Entrant]:
    """P1, P2 … in the order of their seats."""
    return [
        Entrant(f"id{number}", f"P{number}", number <= references, _seat(seat))
        for number, seat in enumerate(seats, 1)
    ]


def _seat(seat: Any) -> Any:
    return ByText(seat) if isinstance(seat, str) else seat


class Slow(TimeIsUp):
    """By a clock that nobody else can make go faster."""

    certain = True


class Clumsy:
    """Plays the first legal move, unless `way` says how it goes wrong."""

    compiled = None

    def __init__(self, seat: "Wrong") -> None:
        self.seat = seat

    def begin(self, seed: int) -> None:
        self.dodges = self.seat.way == "dodge" and self.seat.is_odd()
        if self.seat.way == "begin":
            raise ConnectionError("nobody is there")

    def choose(self, position, limits):
        if self.dodges:
            raise TimeIsUp("he did not like it")
        way = self.seat.way if self.seat.way != "dodge" and self.seat.is_wrong() else "well"
        if way == "slow":
            raise Slow("too much of his own time")
        if way == "crash":
            raise ZeroDivisionError("division by zero")
        if way == "late":
            raise TimeIsUp("too late")
        if way == "doubtful":
            raise Doubtful("the process is gone")
        if way == "spoilt":
            raise WorkerDied("the nursery is gone")
        if way == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if way == "illegal":
            return Choice(99)
        return Choice(RESIGN if way == "resign" else next(iter(position.moves())))

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Wrong:
    """A seat whose player goes wrong in some way; with a file as mark, only so many times."""

    way: str
    mark: str = ""
    times: int = 1
    seed: int | None = None

    def is_wrong(self) -> bool:
        """Is it still to go wrong? Every question is one of the times, whichever process asks."""
        if not self.mark:
            return True
        with Path(self.mark).open("a") as mark:
            mark.write("x")
        return Path(self.mark).stat().st_size <= self.times

    def is_odd(self) -> bool:
        """The first time, the third, the fifth …"""
        with Path(self.mark).open("a") as mark:
            mark.write("x")
        return Path(self.mark).stat().st_size % 2 == 1

    def check(self, game) -> None:
        pass

    def packed(self):
        return self

    def check_machine(self) -> None:
        pass

    def take(self, game, tools: Tools):
        if self.way == "seat late" and self.is_wrong():
            raise TimeIsUp("too late")
        if self.way == "seat":
            raise SyntaxError("does not load")
        if self.way == "seat spoilt":
            raise WorkerDied("no room for another process")
        player = Clumsy(self)
        return player, player


@dataclass(frozen=True)
class Stillborn(Wrong):
    """A seat that no process survives to be told of."""

    def __reduce__(self):
        return os._exit, (3,)


CHILD = """
import sys
for line in sys.stdin:
    seed, count = map(int, line.split())
    print(seed * 2654435761 % 4294967296 % count, flush=True)
"""


class Remote:
    """Asks a process of its own which of the legal moves to take. If the process is gone, that is
    nobody's fault."""

    compiled = None

    def __init__(self) -> None:
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen([sys.executable, "-S", "-c", CHILD], **pipes)

    def begin(self, seed: int) -> None:
        self.seed = seed

    def choose(self, position, limits):
        moves = list(position.moves())
        self.seed += 1
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(f"{self.seed} {len(moves)}\n".encode())
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except OSError:
            answer = b""
        if not answer:
            raise WorkerDied("the player's process is gone")
        return Choice(moves[int(answer)])

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


@dataclass(frozen=True)
class InProcess:
    """A seat for Remote; one process for both sides."""

    seed: int | None = None

    def check(self, game) -> None:
        pass

    def packed(self):
        return self

    def check_machine(self) -> None:
        pass

    def take(self, game, tools: Tools):
        player = Remote()
        return player, player
