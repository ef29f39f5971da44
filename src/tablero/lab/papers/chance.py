"""Is it chance? Counts of games: won, drawn, lost."""

import math
from collections.abc import Sequence
from typing import TypeAlias

from tablero.lab.papers.report import Verdict
from tablero.match.elo import DEVIATIONS, SURE

Counts: TypeAlias = Sequence[int]


def chi_square(some: Counts, others: Counts) -> float:
    """How far apart two samples are, of as many games as you like each."""
    total = sum(some) + sum(others)
    distance = 0.0
    for sample in (some, others):
        for count, both in zip(sample, map(sum, zip(some, others, strict=True)), strict=True):
            expected = both * sum(sample) / total
            distance += (count - expected) ** 2 / expected if expected else 0.0
    return distance


def by_chance(some: Counts, others: Counts) -> float:
    """How often two samples of the same three kinds are at least so far apart: the tail of
    chi-square with two degrees of freedom, which is an exponential function."""
    assert len(some) == len(others) == 3
    return math.exp(-chi_square(some, others) / 2)


def told_apart(theirs: Counts, ours: Counts) -> Verdict:
    """NOT_TOLD_APART where chance explains the difference, BETTER where we won more of our
    games."""
    if by_chance(theirs, ours) > 1 - SURE:
        return Verdict.NOT_TOLD_APART
    more = ours[0] * sum(theirs) > theirs[0] * sum(ours)
    return Verdict.BETTER if more else Verdict.DIFFERS


def share(count: int, total: int) -> tuple[float, float, float]:
    """(share, low, high): the true share lies between, as often as SURE says; by Wilson."""
    seen, spread = count / total, DEVIATIONS**2 / total
    middle = (seen + spread / 2) / (1 + spread)
    reach = math.sqrt(spread * (seen * (1 - seen) + spread / 4)) / (1 + spread)
    return seen, middle - reach, middle + reach


def counts_text(counts: Counts) -> str:
    """493 / 53 / 454"""
    return " / ".join(map(str, counts))
