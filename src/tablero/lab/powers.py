"""Logarithmic scales with numbers that people read at once."""

from typing import Any

from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

WIDE = 30
"""From such a factor on powers of ten are enough."""

PREFIXES = {1e9: "G", 1e6: "M", 1e3: "k", 1: "", 1e-3: "m", 1e-6: "µ"}


def short(value: float, unit: str = "") -> str:
    """With the prefixes of units: 200, 5k, 10M; 20 µs."""
    size = max((size for size in PREFIXES if size <= value * 1.001), default=1e-6)
    space = " " if unit else ""
    return f"{value / size:g}{space}{PREFIXES[size]}{unit}"


def label_powers(axis: Any, unit: str = "") -> None:
    """Label a logarithmic axis that has its data already."""
    low, high = axis.get_data_interval()
    axis.set_major_locator(LogLocator(subs=(1.0,) if high > WIDE * low else (1.0, 2.0, 5.0)))
    axis.set_major_formatter(FuncFormatter(lambda value, _place: short(value, unit)))
    axis.set_minor_formatter(NullFormatter())
