"""Significance tests on counts of games won, drawn and lost."""

import math
from collections.abc import Sequence
from typing import TypeAlias

from tablero.lab.papers.report import Verdict
from tablero.locale import _
from tablero.match.elo import DEVIATIONS, SURE
from tablero.numbers import percent

Counts: TypeAlias = Sequence[int]


def chi_square(some: Counts, others: Counts) -> float:
    """Return the chi-square statistic of two samples, which may differ in size."""
    total = sum(some) + sum(others)
    distance = 0.0
    for sample in (some, others):
        for count, both in zip(sample, map(sum, zip(some, others, strict=True)), strict=True):
            expected = both * sum(sample) / total
            distance += (count - expected) ** 2 / expected if expected else 0.0
    return distance


def by_chance(some: Counts, others: Counts) -> float:
    """Return the p-value of the chi-square test on three categories.

    With two degrees of freedom the tail is an exponential function.
    """
    assert len(some) == len(others) == 3
    return math.exp(-chi_square(some, others) / 2)


def reproduced(theirs: Counts, ours: Counts) -> Verdict:
    """Return the verdict on the paper's own program: NOT_TOLD_APART where chance explains the
    difference, else DIFFERS, also where our games won more."""
    return Verdict.NOT_TOLD_APART if by_chance(theirs, ours) > 1 - SURE else Verdict.DIFFERS


def told_apart(theirs: Counts, ours: Counts) -> Verdict:
    """Return NOT_TOLD_APART where chance explains the difference, BETTER where we won more of
    our games, else DIFFERS."""
    more = ours[0] * sum(theirs) > theirs[0] * sum(ours)
    verdict = reproduced(theirs, ours)
    return Verdict.BETTER if more and verdict is Verdict.DIFFERS else verdict


def share(count: int, total: int) -> tuple[float, float, float]:
    """Return (share, low, high) with Wilson's confidence interval at the level SURE."""
    seen, spread = count / total, DEVIATIONS**2 / total
    middle = (seen + spread / 2) / (1 + spread)
    reach = math.sqrt(spread * (seen * (1 - seen) + spread / 4)) / (1 + spread)
    return seen, middle - reach, middle + reach


def share_range(count: int, total: int) -> str:
    """Return a share and its interval: 62.8 % (58.5 % to 66.9 %)."""
    seen, low, high = map(percent, share(count, total))
    return _("{share} ({low} to {high})").format(share=seen, low=low, high=high)


def counts_text(counts: Counts) -> str:
    """Return counts as text: 493 / 53 / 454."""
    return " / ".join(map(str, counts))
