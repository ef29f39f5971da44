"""Connect-4 positions of up to twelve stones with the opening book: the slowest of many."""

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import tablero.games as games
from bench.positions import random_position, stones
from bench.rows import SECONDS, Row
from tablero.solve import Solver, solve, solver_of

MAX_STONES = 12
POSITIONS, SEED = 20, 1
WANTED = 0.1
GAME = games.load("connect4")


def measure() -> Iterator[Row]:
    """Yield wall times of the exact score and, as far as the book reaches, of `solve`.

    `solve` returns the scores of all moves and the principal variation. Every call uses a new
    solver, which has not loaded the book.
    """
    generator = random.Random(SEED)
    for count in range(MAX_STONES + 1):
        sample = [random_position(generator, GAME.start, stones, count) for _i in range(POSITIONS)]
        details = {"stones": count, "positions": POSITIONS}
        name = "{stones} stones, slowest score of {positions}"
        yield Row(name, slowest(sample, score), "wanted", WANTED, SECONDS, 1, details)
        if count < MAX_STONES:
            name = "{stones} stones, moves and line, slowest of {positions}"
            taken = slowest(sample, solve)
            yield Row(name, taken, "wanted", WANTED, SECONDS, 1, details)


def slowest(sample: list[Any], ask: Callable[[Solver, Any], object]) -> float:
    """Return the seconds of the slowest position."""
    ask(solver_of(GAME), sample[0])
    taken = []
    for position in sample:
        solver = solver_of(GAME)
        start = time.perf_counter()
        ask(solver, position)
        taken.append(time.perf_counter() - start)
    return max(taken)


def score(solver: Solver, position: Any) -> int:
    return solver.score(position)
