"""What the columns of all tables of a forecast have in common: units, and how sure a figure is."""

from collections.abc import Callable

from tablero.lab.table import Cell, Column, shown
from tablero.locale import _

HOUR = 3600.0
UNITS = ((86_400.0, "d"), (HOUR, "h"), (60.0, "min"), (1.0, "s"), (1e-3, "ms"))
MEGA, GIGA = 1e6, 1e9


def duration(seconds: Cell) -> str:
    """Three figures in the largest unit of which there is one or more."""
    if not isinstance(seconds, float):
        return shown(seconds)
    size, unit = next((each for each in UNITS if seconds >= each[0]), (1e-6, "µs"))
    return f"{rounded(seconds / size)} {unit}"


def times(factor: Cell) -> str:
    return f"×{factor:.3g}" if isinstance(factor, float) else shown(factor)


def rounded(number: Cell) -> str:
    """Three figures, thousands set apart."""
    if not isinstance(number, float):
        return shown(number)
    return shown(int(float(f"{number:.3g}"))) if number >= 100 else f"{number:.3g}"


def between(show: Callable[[Cell], str]) -> list[Column]:
    """The two columns in which a figure lies as often as SURE says."""
    return [Column("low", _("low"), show), Column("high", _("high"), show)]


def foretold(name: str, show: Callable[[Cell], str]) -> list[Column]:
    """A figure that is foretold, and these two."""
    return [Column(name, _("foretold"), show), *between(show)]
