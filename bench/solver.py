"""Exact scores of the same Connect-4 positions, by ours and by BitBully, one thread each.

No opening table. Both keep their tables within a set and begin each round with empty ones.
"""

import random
from collections.abc import Iterator
from functools import partial
from importlib.metadata import version
from math import inf
from typing import Any

from bitbully import bitbully_core
from clock import cpu_seconds_once
from report import SECONDS, Row

from tablero import games
from tablero.position import ONGOING
from tablero.solve.connect4.solver import Connect4Solver

SETS = {"easy": (24, 1000, None), "medium": (16, 200, 2), "hard": (10, 40, 2)}
"""Stones on the board, how many positions, and the least ratio that we want."""

ROUNDS, SEED = 3, 1
GAME: Any = games.load("connect4")


def measure() -> Iterator[Row]:
    """Seconds for a whole set, the best of some rounds that take turns."""
    against = f"BitBully {version('bitbully')}"
    for name, (stones, count, target) in SETS.items():
        dice = random.Random(SEED)
        positions = [random_position(dice, stones) for _i in range(count)]
        fast = slow = inf
        for _round in range(ROUNDS):
            seconds, scores = cpu_seconds_once(partial(ours, positions))
            fast = min(fast, seconds)
            seconds, others = cpu_seconds_once(partial(theirs, positions))
            slow = min(slow, seconds)
            assert scores == others
        details = {"stones": stones, "positions": count, "seed": SEED}
        yield Row(f"solve {count} {name}", fast, against, slow, SECONDS, target, details)


def random_position(dice: random.Random, stones: int) -> Any:
    """A position of random moves that nobody has won, nor can win at once."""
    while True:
        position = GAME.start
        while position.stones < stones and position.outcome() == ONGOING:
            position = position.play(dice.choice(list(position.moves())))
        after = [position.play(move).outcome() for move in position.moves()]
        if position.outcome() == ONGOING and all(outcome == ONGOING for outcome in after):
            return position


def ours(positions: list[Any]) -> list[int]:
    solver = Connect4Solver(GAME)
    return [solver.score(position) for position in positions]


def theirs(positions: list[Any]) -> list[int]:
    solver = bitbully_core.BitBullyCore()
    scores = []
    for position in positions:
        board = bitbully_core.BoardCore()
        assert board.setBoard([int(name) - 1 for name in GAME.write(position)])
        scores.append(solver.mtdf(board, 0))
    return scores
