"""The greatest cube of Quarry that a search solves within a time budget."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from tablero.errors import SearchStopped
from tablero.games import evaluations, load
from tablero.lab.papers.measure import nodes, on_the_clock, seconds
from tablero.search.run import Result, Search, Settings
from tablero.search.state import MAX_PLY
from tablero.threads import called_when_spent

SolvedCubes: TypeAlias = Sequence[tuple[int, Result]]
"""Sides of cubes and the results of their searches, in ascending order; at least two."""

FIRST = 2, 3
"""Sides of the cubes searched first, in negligible time."""

LARGEST = MAX_PLY // 3 + 1
"""Side of the greatest cube whose longest game is within the depth limit of a search."""

FINE = 32
"""Relative precision of the side found: one part in FINE."""

SLACK = 1.1
"""A search expected to take more than SLACK budgets is not started."""

SHORT, RUNS = 0.1, 3
"""A search shorter than the share SHORT of the budget is run RUNS times, and the quickest run
counts, which other load disturbed least."""


@dataclass(frozen=True)
class Reached:
    """The greatest cube within a budget.

    too_large: side of the smallest cube that exceeded it; None: the depth limit was reached.
    expected: seconds estimated for that cube, which was not started; None: it was started and
        stopped.
    """

    side: int
    result: Result
    too_large: int | None
    expected: float | None


def cube(side: int) -> Any:
    return load(f"quarry(side={side})").start


def cube_search(side: int, settings: Settings) -> Search:
    """Return a search of a cube to the end of the game."""
    return Search(cube(side), evaluations.load("zero", load("quarry")), settings)


def reach(settings: Settings, budget: float, largest: int = LARGEST) -> Reached:
    """Return the greatest cube that a search solves within the budget, in CPU seconds.

    Try the side estimated to fit, at most twice the last one; after one that is too large, halve
    the gap. Without a cache the growth factor itself grows: then try the side estimated to fit
    half the budget, or one step more.
    """
    climb = [(side, on_the_clock(cube_search(side, settings))) for side in FIRST]
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
    """Return the difference of sides at which `reach` stops halving the gap."""
    return max(1, side // FINE)


def expect(climb: SolvedCubes, side: int, cache: bool) -> float:
    """Return the seconds estimated for a greater cube, by the growth of nodes between the last
    two.

    Nodes grow by a power of the side with a cache, else by a factor for each step.
    """
    (small, before), (large, last) = climb[-2:]
    scale = math.log if cache else float
    steps = (scale(side) - scale(large)) / (scale(large) - scale(small))
    pace = min(seconds(each) / nodes(each) for each in (before, last))
    growth = nodes(last) / nodes(before)
    return pace * nodes(last) * math.pow(growth, steps)


def quickest(budget: float, side: int, settings: Settings) -> Result | None:
    """Return the quickest result of searching a cube; None if it exceeds the budget."""
    best = within(budget, cube_search(side, settings))
    for _run in range(RUNS - 1):
        if best is not None and seconds(best) < SHORT * budget:
            best = min(best, on_the_clock(cube_search(side, settings)), key=seconds)
    return best


def within(budget: float, search: Search) -> Result | None:
    """Return the result of a search; None if it exceeds the budget of CPU seconds.

    Compilation does not count.
    """
    search.prepare()
    try:
        with called_when_spent(budget, search.stop):
            result = on_the_clock(search)
    except SearchStopped:
        return None
    return result if seconds(result) <= budget else None
