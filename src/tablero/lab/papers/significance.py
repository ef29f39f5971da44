"""Significance tests on counts of games won, drawn and lost."""

import math
from typing import TypeAlias

from tablero.lab.papers.report import PaperVerdict
from tablero.locale import _
from tablero.match.elo import DEVIATIONS, SURE
from tablero.numbers import percent

WonDrawnLost: TypeAlias = tuple[int, int, int]
"""Numbers of games."""


def chi_square(some: WonDrawnLost, others: WonDrawnLost) -> float:
    """Return the chi-square statistic of two samples, which may differ in size."""
    total = sum(some) + sum(others)
    distance = 0.0
    for sample in (some, others):
        for count, both in zip(sample, map(sum, zip(some, others, strict=True)), strict=True):
            expected = both * sum(sample) / total
            distance += (count - expected) ** 2 / expected if expected else 0.0
    return distance


def p_value(some: WonDrawnLost, others: WonDrawnLost) -> float:
    """Return the p-value of the chi-square test on three categories.

    With two degrees of freedom the tail is an exponential function.
    """
    return math.exp(-chi_square(some, others) / 2)


def reproduction_verdict(theirs: WonDrawnLost, ours: WonDrawnLost) -> PaperVerdict:
    """Return the verdict on the paper's own program, run again.

    The result is NOT_SIGNIFICANT where chance explains the difference; else DIFFERS, even if our
    run won more games.
    """
    by_chance = p_value(theirs, ours) > 1 - SURE
    return PaperVerdict.NOT_SIGNIFICANT if by_chance else PaperVerdict.DIFFERS


def counts_verdict(theirs: WonDrawnLost, ours: WonDrawnLost) -> PaperVerdict:
    """Return the verdict on a program of ours: BETTER if it won significantly more games."""
    more = ours[0] * sum(theirs) > theirs[0] * sum(ours)
    verdict = reproduction_verdict(theirs, ours)
    return PaperVerdict.BETTER if more and verdict is PaperVerdict.DIFFERS else verdict


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


def counts_text(counts: WonDrawnLost) -> str:
    """Return counts as text: 493 / 53 / 454."""
    return " / ".join(map(str, counts))
