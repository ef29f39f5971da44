"""Exact scores of the same Connect-4 positions by Tablero and by BitBully, with one thread each.

There is no opening book. Both keep their tables within a set and start each round with empty ones.
"""

import random
from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from typing import Any

import tablero.games as games
from bench import with_version
from bench.clock import cpu_seconds_once
from bench.positions import random_position, stones
from bench.rows import SECONDS, Row, must_agree
from tablero.solve import Solver, solver_of

SETS = {
    "solve {positions} easy": (24, 1000, None),
    "solve {positions} medium": (16, 200, 2),
    "solve {positions} hard": (10, 40, 2),
}
"""Stones on the board, number of positions, and target ratio."""

ROUNDS, SEED = 3, 1
GAME = games.load("connect4")


def measure() -> Iterator[Row]:
    """Yield the seconds for a whole set, the best of several alternating rounds."""
    from bench.peer_bitbully import BitBully

    for name, (count, positions, target) in SETS.items():
        generator = random.Random(SEED)
        sample = [random_position(generator, GAME.start, stones, count) for _i in range(positions)]
        fast, slow = best_times(sample, partial(BitBully, GAME))
        details = {"stones": count, "positions": positions, "seed": SEED}
        yield Row(name, fast, with_version("BitBully"), slow, SECONDS, target, details)


def best_times(sample: list[Any], peer: Callable[[], Any]) -> tuple[float, float]:
    """Return the times of Tablero and of the peer. Raise Disagreement if their scores differ."""
    fast = slow = inf
    for _round in range(ROUNDS):
        seconds, ours = cpu_seconds_once(partial(all_scores, our_solver, sample))
        fast = min(fast, seconds)
        seconds, theirs = cpu_seconds_once(partial(all_scores, peer, sample))
        slow = min(slow, seconds)
        must_agree("scores", ours, theirs)
    return fast, slow


def our_solver() -> Solver:
    return solver_of(GAME, book=False)


def all_scores(make: Callable[[], Any], positions: list[Any]) -> list[int]:
    """Return the scores of these positions by a new solver."""
    solver = make()
    return [solver.score(position) for position in positions]
