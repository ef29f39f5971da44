"""Labels of logarithmic scales."""

import math
from typing import Any

from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter

PREFIXES = {1e9: "G", 1e6: "M", 1e3: "k", 1: "", 1e-3: "m", 1e-6: "µ"}

STEPS = ((1,), (1, 3), (1, 2, 5), (1, 1.5, 2, 3, 5, 7), (1, 1.2, 1.4, 1.7, 2, 2.5, 3, 4, 5, 6, 8))
"""Multiples within a decade that have a label, from sparse to dense."""

FEWEST = 4
"""Labels that a scale should have at least."""


def short(value: float, unit: str = "") -> str:
    """Return a number with a unit prefix: 200, 5k, 10M; 20 µs."""
    size = max((size for size in PREFIXES if size <= value * 1.001), default=1e-6)
    space = " " if unit else ""
    return f"{value / size:g}{space}{PREFIXES[size]}{unit}"


def labelled(low: float, high: float) -> list[float]:
    """Return the numbers from `low` to `high` that have a label: the sparsest STEPS that
    suffice."""
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    found: list[float] = []
    for steps in STEPS:
        every = (step * 10.0**decade for decade in decades for step in steps)
        found = [number for number in every if low <= number <= high]
        if len(found) >= FEWEST:
            break
    return found


def label_powers(axis: Any, unit: str = "") -> None:
    """Label a logarithmic axis; its data must already be drawn."""
    axis.set_major_locator(FixedLocator(labelled(*axis.get_view_interval())))
    axis.set_major_formatter(FuncFormatter(lambda value, _place: short(value, unit)))
    axis.set_minor_formatter(NullFormatter())
