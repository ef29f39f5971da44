"""The positions that every search is tried on: all games, under several rules and evaluations."""

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import tablero.games as games
from tablero.games import evaluations
from tablero.jit import INTERPRETED
from tablero.position import ONGOING
from tablero.search import ALGORITHMS
from tablero.search.run import Result, Settings, search

HEAP_FILE = '''\
"""A heap of counters, made for tests: extra moves, many ways to the same position."""

from dataclasses import dataclass
from typing import NamedTuple

from tablero.games.game import Game
from tablero.position import ONGOING

ROUND = 5


class Heap(NamedTuple):
    """Take 1 to 3; some of it counts. A taker who leaves a multiple of four moves again."""

    left: int
    mine: int
    theirs: int
    side: int

    def moves(self):
        for counters in range(1, min(3, self.left) + 1):
            yield counters

    def promising(self):
        for counters in range(min(3, self.left), 0, -1):
            yield counters

    def play(self, move):
        mine = self.mine + self.left * move % ROUND
        left = self.left - move
        if left % 4 == 0:
            return Heap(left, mine, self.theirs, self.side)
        return Heap(left, self.theirs, mine, 1 - self.side)

    def outcome(self):
        return ONGOING if self.left else self.mine - self.theirs

    def turn(self):
        return self.side

    def theory(self):
        return self.mine + 1 - self.theirs if self.left == 1 else ONGOING


class Lead(NamedTuple):
    weight: int = 2

    def value(self, position):
        return self.weight * (position.mine - position.theirs)


@dataclass(frozen=True)
class HeapGame(Game):
    name = "heap"

    size: int = 17

    @property
    def start(self):
        return Heap(self.size, 0, 0, 0)
'''


class Case(NamedTuple):
    """A game and a evaluation, and what is cheap there.

    plies -- at most so many random moves lead to a position
    depth -- so far do the searches look
    """

    game: str
    evaluation: str
    plies: int
    depth: int

    def __str__(self) -> str:
        return f"{self.game}:{self.evaluation}"


TICTACTOE = Case("tictactoe", "zero", 6, 4)
QUARRY = Case("quarry(side=3)", "zero", 2, 5)
SMALL_CONNECT4 = Case("connect4(columns=4,rows=4)", "lines", 10, 4)
SMALL_KALAH = Case("kalah(pits=2,seeds=2)", "stores", 4, 7)
HEAP = Case("heap", "lead", 4, 5)
"""A game from outside: HEAP_FILE."""

CASES = [
    HEAP,
    QUARRY,
    TICTACTOE,
    SMALL_CONNECT4,
    Case("connect4", "potential", 24, 3),
    SMALL_KALAH,
    Case("kalah(seeds=5,capture=empty,end=mover)", "composite", 24, 3),
    Case("mancala11", "regular", 30, 3),
    Case("mancala11(passes=true)", "good", 30, 3),
]

GRID = [HEAP, QUARRY]
"""Where every combination of options is tried; machine code for one takes half a second."""


class Board(NamedTuple):
    """A case made ready."""

    case: Case
    game: Any
    evaluation: Any

    def positions(self, count: int, seed: int = 1) -> list[Any]:
        return random_positions(self.game.start, at_this_speed(count), seed, self.case.plies)

    def fixed_positions(self) -> list[Any]:
        """The same at both speeds."""
        return random_positions(self.game.start, 2, 8, self.case.plies)


def open_board(case: Case, directory: Path) -> Board:
    """The game and the evaluation of a case; `directory` takes the file of a game from outside."""
    game = games.load(str(write_heap(directory)) if case.game == "heap" else case.game)
    return Board(case, game, evaluations.load(case.evaluation, game))


def at_this_speed(count: int) -> int:
    """A third of the work is enough when it is interpreted; the rest is done compiled."""
    return (count + 2) // 3 if INTERPRETED else count


def write_heap(directory: Path) -> Path:
    path = directory / "heap.py"
    path.write_text(HEAP_FILE, encoding="utf-8")
    return path


def random_positions(start: Any, count: int, seed: int, plies: int) -> list[Any]:
    """`start`, and unfinished positions up to `plies` random moves away from it."""
    dice = random.Random(seed)
    found = [start]
    while len(found) < count:
        position = start
        for _ply in range(dice.randint(1, plies)):
            after = position.play(dice.choice(list(position.moves())))
            if after.outcome() != ONGOING:
                break
            position = after
        if position not in found:
            found.append(position)
    return found


def run(position: Any, evaluation: Any, algorithm: str, depth: int, **options: Any) -> Result:
    """A search, with a table that is large enough for tests unless told otherwise."""
    return search(
        position, evaluation, Settings(algorithm, depth, **{"table_bits": 12, **options})
    )


def counters(result: Result) -> dict[str, int | float]:
    """The statistics without the time."""
    return {name: count for name, count in result.statistics.items() if name != "seconds"}


PLAIN = {"order": "natural", "cache": False}
CACHED = {"order": "best", "cache": True}


def kernels(case: Case) -> Iterator[tuple[str, dict[str, Any]]]:
    """Algorithms with the options that ask for machine code of their own."""
    if case in GRID:
        for algorithm, order, cached in product(ALGORITHMS, ("natural", "best"), (False, True)):
            yield algorithm, {"order": order, "cache": cached}
    else:
        for algorithm in ALGORITHMS:
            yield algorithm, PLAIN
        for algorithm in ("alphabeta", "mtdf"):
            yield algorithm, CACHED
