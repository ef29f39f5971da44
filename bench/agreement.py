"""Do ours and BitBully give the same exact scores? Each Connect-4 position is asked of both."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from bench import with_version
from bench.positions import random_position, stones
from bench.rows import SCORES, Row, must_agree
from tablero import games
from tablero.solve import solver_of

STONES, EACH, SEED = range(8, 37), 20, 1
"""Numbers of stones, how many positions of each, and the dice."""

GAME = games.load("connect4")


def measure() -> Iterator[Row]:
    """How many scores are the same: all, or Disagreement is raised."""
    from bench.peer_bitbully import BitBully

    sample = positions()
    same = count_same(sample, solver_of(GAME, book=False).score, BitBully(GAME).score)
    details = {"least": STONES[0], "most": STONES[-1], "each": EACH, "seed": SEED}
    name = "exact scores, {least} to {most} stones"
    yield Row(name, same, with_version("BitBully"), len(sample), SCORES, 1, details)


def positions() -> list[Any]:
    """The positions to ask, the quick ones first."""
    dice = random.Random(SEED)
    wanted = [number for number in reversed(STONES) for _i in range(EACH)]
    return [random_position(dice, GAME.start, stones, number) for number in wanted]


def count_same(sample: list[Any], ours: Callable[[Any], int], theirs: Callable[[Any], int]) -> int:
    """How many positions both give the same score: every one."""
    for position in sample:
        must_agree(f"connect4 {GAME.write(position)}", ours(position), theirs(position))
    return len(sample)
