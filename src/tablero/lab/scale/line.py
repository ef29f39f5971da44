"""A line through measured values, by least squares, and how sure it is."""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Any

import numpy as np

from tablero.match.elo import SURE


class Line:
    """Every value is the sum of the figures of its row, each times a factor of its own, and an
    error; all errors are alike.

    factors -- those by which the squares of the errors have the least sum
    """

    def __init__(self, rows: Any, values: Any) -> None:
        """There are more values than figures in a row."""
        figures, found = np.array(rows, float), np.array(values, float)
        self.factors, *_others = np.linalg.lstsq(figures, found, rcond=None)
        free = len(found) - len(self.factors)
        errors = found - figures @ self.factors
        self._inverse = np.linalg.pinv(figures.T @ figures)
        self._reach = student(free) * math.sqrt(float(errors @ errors) / free)

    def at(self, row: Sequence[float]) -> float:
        return float(np.array(row, float) @ self.factors)

    def margin(self, row: Sequence[float], errors: int = 0) -> float:
        """The truth is so near to what is said of a row as often as SURE says; with errors=1, one
        more value that is measured there."""
        at = np.array(row, float)
        return self._reach * math.sqrt(errors + float(at @ self._inverse @ at))

    def factor(self, place: int) -> tuple[float, float]:
        """With its margin."""
        row = [float(each == place) for each in range(len(self.factors))]
        return self.at(row), self.margin(row)


def student(free: int) -> float:
    """How many deviations a draw of Student's t with so many degrees of freedom, two or more,
    stays within as often as SURE says: by the first terms of Cornish and Fisher."""
    z = NormalDist().inv_cdf((1 + SURE) / 2)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return float(z + sum(term / free**power for power, term in enumerate(terms, 1)))


def widened(count: int) -> float:
    """How sure an interval of values drawn anew from so few is to be asked for, so that it is as
    sure as SURE says: few values hold less of the spread than there is."""
    deviations = student(count - 1) * math.sqrt(count / (count - 1))
    return 2 * NormalDist().cdf(deviations) - 1
