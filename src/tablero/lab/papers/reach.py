"""How far a search of Quarry comes in a time: the greatest cube."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from tablero import evals
from tablero.errors import SearchStopped
from tablero.games import load
from tablero.lab.papers.measure import nodes, on_the_clock, seconds
from tablero.search.notes import MAX_PLY
from tablero.search.run import Result, Search, Settings
from tablero.threads import called_when_spent

Climb: TypeAlias = Sequence[tuple[int, Result]]
"""Sides and what a search of their cubes found, growing; two at least."""

FIRST = 2, 3
"""Sides that take no time."""

LARGEST = MAX_PLY // 3 + 1
"""The side of the greatest cube whose longest game a search can follow."""

FINE = 32
"""The side is found to one part in so many."""

SLACK = 1.1
"""What is expected to take longer than so many budgets is not begun."""

SHORT, RUNS = 0.1, 3
"""What takes less than this share of the budget is run so often, and the quickest counts: others
use the machine too."""


@dataclass(frozen=True)
class Reached:
    """The greatest cube within a budget.

    too_large -- the smallest one that was not; None: our searches follow no longer games
    expected  -- the seconds for which that one was not begun; None: it was begun, and stopped
    """

    side: int
    result: Result
    too_large: int | None
    expected: float | None


def cube(side: int) -> Any:
    return load(f"quarry(side={side})").start


def looked_at(side: int, settings: Settings) -> Search:
    """A search of a cube to the end of the game."""
    return Search(cube(side), evals.load("zero", load("quarry")), settings)


def reach(settings: Settings, budget: float, largest: int = LARGEST) -> Reached:
    """Try the side that should just fit, twice the last one at most; where one was too large,
    halve the gap. Without a cache the growth grows: then half the budget should do, or one step
    more."""
    climb = [(side, on_the_clock(looked_at(side, settings))) for side in FIRST]
    too_large, trusted = None, budget if settings.cache else budget / 2
    while (side := climb[-1][0]) < largest and (too_large is None or too_large - side > gap(side)):
        least = min(side + gap(side), largest)
        most = min(2 * side, largest) if too_large is None else (side + too_large) // 2
        need = {
            each: expect(climb, each, settings.cache)
            for each in range(least, max(least, most) + 1)
        }
        wanted = max((each for each in need if need[each] <= trusted), default=least)
        if need[wanted] > SLACK * budget:
            return Reached(*climb[-1], wanted, need[wanted])
        found = quickest(budget, wanted, settings)
        if found is None:
            too_large = wanted
        else:
            climb.append((wanted, found))
    return Reached(*climb[-1], too_large, None)


def gap(side: int) -> int:
    """As near as that a greatest side and one that is too large come."""
    return max(1, side // FINE)


def expect(climb: Climb, side: int, cache: bool) -> float:
    """The seconds for a greater cube, if nodes go on to grow as they did between the last two:
    with a cache by a power of the side, else by a factor for each step."""
    (small, before), (large, last) = climb[-2:]
    scale = math.log if cache else float
    steps = (scale(side) - scale(large)) / (scale(large) - scale(small))
    pace = min(seconds(each) / nodes(each) for each in (before, last))
    growth = nodes(last) / nodes(before)
    return pace * nodes(last) * math.pow(growth, steps)


def quickest(budget: float, side: int, settings: Settings) -> Result | None:
    """What a search of a cube finds in so many seconds; None: nothing."""
    best = within(budget, looked_at(side, settings))
    for _run in range(RUNS - 1):
        if best is not None and seconds(best) < SHORT * budget:
            best = min(best, on_the_clock(looked_at(side, settings)), key=seconds)
    return best


def within(budget: float, search: Search) -> Result | None:
    """What a search finds in so many seconds of the processor; None: nothing. Compiling does not
    count."""
    search.prepare()
    try:
        with called_when_spent(budget, search.stop):
            result = on_the_clock(search)
    except SearchStopped:
        return None
    return result if seconds(result) <= budget else None
