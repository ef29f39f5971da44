"""Agreement with BitBully: the exact scores of the same Connect-4 positions by both solvers."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import tablero.games as games
from bench import with_version
from bench.positions import random_position, stones
from bench.rows import SCORES, Row, must_agree
from tablero.solve import solver_of

STONES, EACH, SEED = range(8, 37), 20, 1
"""Numbers of stones, positions for each number, and the seed of the random generator."""

GAME = games.load("connect4")


def measure() -> Iterator[Row]:
    """Yield the number of equal scores. Raise Disagreement for a position with different ones."""
    from bench.peer_bitbully import BitBully

    sample = positions()
    same = count_same(sample, solver_of(GAME, book=False).score, BitBully(GAME).score)
    details = {"least": STONES[0], "most": STONES[-1], "each": EACH, "seed": SEED}
    name = "exact scores, {least} to {most} stones"
    yield Row(name, same, with_version("BitBully"), len(sample), SCORES, 1, details)


def positions() -> list[Any]:
    """Return the positions to solve, those that are solved fastest first."""
    generator = random.Random(SEED)
    wanted = [number for number in reversed(STONES) for _i in range(EACH)]
    return [random_position(generator, GAME.start, stones, number) for number in wanted]


def count_same(sample: list[Any], ours: Callable[[Any], int], theirs: Callable[[Any], int]) -> int:
    """Return the number of positions. Raise Disagreement if two scores differ."""
    for position in sample:
        must_agree(f"connect4 {GAME.write(position)}", ours(position), theirs(position))
    return len(sample)
