"""How the work of exact solvers grows: positions of many sizes, each solved from nothing."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from tablero import games
from tablero.bench.clock import cpu_seconds_once
from tablero.bench.positions import random_position, stones
from tablero.bench.rows import Spread, quartiles
from tablero.locale import mark
from tablero.solve import Solver
from tablero.solve.asking import Asking
from tablero.solve.connect4.solver import Connect4Solver
from tablero.solve.sowing.solver import SowingSolver

POSITIONS, SEED = 100, 1
T = TypeVar("T", bound=Asking)

ENDGAME, KALAH_SEEDS = 12, 48
PAGE = 512
"""Entries of a table between two that lie on different pages of memory."""


def connect4_solver(game: Any) -> Solver:
    return with_real_table(Connect4Solver(game))


def kalah_solver(game: Any) -> Solver:
    """One with an endgame table of few seeds, the same for all positions."""
    solver = SowingSolver(game, seeds=ENDGAME, folder=Path(lent_folder().name))
    solver.endgame.reach(ENDGAME)
    return with_real_table(solver)


def with_real_table(solver: T) -> T:
    """A solver whose table the system has really given: else that is what would be measured."""
    table = solver.rooms[0].memory.table
    for place in range(0, len(table), PAGE):
        table[place] = 0
    return solver


@cache
def lent_folder() -> "TemporaryDirectory[str]":
    return TemporaryDirectory(prefix="tablero-")


def seeds_in_play(position: Any) -> int:
    """Those that are not in a store."""
    return KALAH_SEEDS - int(position.store + position.their_store)


@dataclass(frozen=True)
class Case:
    """A game with a solver.

    solver -- makes one that has learnt nothing yet
    x      -- what the size of a position is called
    size   -- how large a position is
    sizes  -- those measured, the hardest first
    """

    game: str
    solver: Callable[[Any], Solver]
    x: str
    size: Callable[[Any], int]
    sizes: Sequence[int]


CASES = (
    Case("connect4", connect4_solver, mark("stones on the board"), stones, range(8, 37, 2)),
    Case("kalah", kalah_solver, mark("seeds in play"), seeds_in_play, range(32, 13, -2)),
)


def measure() -> Iterator[Spread]:
    """Nodes and seconds by size: random positions, one thread, no opening table."""
    for case in CASES:
        solved(case, case.sizes[-1], 1)  # have it compiled
        for size in case.sizes:
            works = solved(case, size, POSITIONS)
            nodes, seconds = (quartiles(figures) for figures in zip(*works, strict=True))
            yield Spread(case.game, case.x, size, POSITIONS, nodes, seconds)


def solved(case: Case, size: int, count: int) -> list[tuple[int, float]]:
    """Nodes and seconds for each of so many positions, each with an empty table."""
    game, dice = games.load(case.game), random.Random(SEED)
    works = []
    for _i in range(count):
        position = random_position(dice, game.start, case.size, size)
        solver = case.solver(game)
        seconds, _score = cpu_seconds_once(partial(solver.score, position))
        works.append((solver.nodes, seconds))
    return works
