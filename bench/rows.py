"""Rows of results: a comparison of two figures, or the distribution of a sample."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Any, NamedTuple

from tablero.errors import Disagreement

NODES_PER_SECOND, GAMES_PER_SECOND, SECONDS, SCORES = "nodes/s", "games/s", "s", "scores"
KILOBYTES = "kB"
COSTS = (SECONDS, KILOBYTES)
"""Units in which a smaller figure is better."""


@dataclass(frozen=True)
class Row:
    """A figure of Tablero and another one of the same unit, usually from the same run.

    measure: what is measured; names in braces are keys of `details`.
    against: what the other figure belongs to.
    target: least ratio that is required; None: no requirement.
    details: depth, nodes, versions and the like, which explain the figures.
    """

    measure: str
    ours: float
    against: str
    other: float
    unit: str
    target: float | None = None
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def ratio(self) -> float:
        """How many times better Tablero is."""
        return self.other / self.ours if self.unit in COSTS else self.ours / self.other

    @property
    def verdict(self) -> str:
        if self.target is None:
            return ""
        return "met" if self.ratio >= self.target else "missed"

    def record(self) -> dict[str, Any]:
        """Return the row as plain types, with the details inserted into the texts."""
        texts = {
            name: getattr(self, name).format(**self.details) for name in ("measure", "against")
        }
        return {**vars(self), **texts, "ratio": self.ratio, "verdict": self.verdict}


class Quartiles(NamedTuple):
    """The five-number summary of a sample: a quarter of it lies between two neighbours."""

    least: float
    lower: float
    median: float
    upper: float
    most: float


def quartiles(sample: Sequence[float]) -> Quartiles:
    """Return the summary of two figures or more."""
    lower, median, upper = quantiles(sample, n=4, method="inclusive")
    return Quartiles(min(sample), lower, median, upper, max(sample))


@dataclass(frozen=True)
class Spread:
    """The distribution of a solver's work over positions of one size.

    x: name of the size.
    value: the size.
    positions: number of positions.
    """

    game: str
    x: str
    value: int
    positions: int
    nodes: Quartiles
    seconds: Quartiles

    def record(self) -> dict[str, Any]:
        """Return the row as plain types."""
        named = {"nodes": self.nodes._asdict(), "seconds": self.seconds._asdict()}
        return {**vars(self), **named}


def must_agree(what: str, ours: Any, theirs: Any) -> None:
    """Raise Disagreement unless both values are equal."""
    if ours != theirs:
        raise Disagreement(f"{what}: {ours} by us, {theirs} by the other")
