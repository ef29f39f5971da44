"""What a measurement says."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Any, NamedTuple

from tablero.errors import Disagreement

NODES_PER_SECOND, GAMES_PER_SECOND, SECONDS, SCORES = "nodes/s", "games/s", "s", "scores"
KILOBYTES = "kB"
COSTS = (SECONDS, KILOBYTES)
"""Units of which less is better."""


@dataclass(frozen=True)
class Row:
    """Ours beside another figure of the same unit, both from one run unless `against` says else.

    measure -- what is measured; names in braces are those of details
    target  -- the least ratio we want; None where nobody asked for one
    details -- depth, nodes, versions: whatever is needed to understand the figures
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
        """How many times better ours is."""
        return self.other / self.ours if self.unit in COSTS else self.ours / self.other

    @property
    def verdict(self) -> str:
        if self.target is None:
            return ""
        return "met" if self.ratio >= self.target else "missed"

    def record(self) -> dict[str, Any]:
        """Return all of it as plain types, with the details put into the texts."""
        texts = {
            name: getattr(self, name).format(**self.details) for name in ("measure", "against")
        }
        return {**vars(self), **texts, "ratio": self.ratio, "verdict": self.verdict}


class Quartiles(NamedTuple):
    """A sample in five figures; a quarter of it lies between each two of them."""

    least: float
    lower: float
    median: float
    upper: float
    most: float


def quartiles(sample: Sequence[float]) -> Quartiles:
    """Those of two figures or more."""
    lower, median, upper = quantiles(sample, n=4, method="inclusive")
    return Quartiles(min(sample), lower, median, upper, max(sample))


@dataclass(frozen=True)
class Spread:
    """The work that positions of one size take, one by one.

    x     -- what their size is called
    value -- how large they are
    """

    game: str
    x: str
    value: int
    positions: int
    nodes: Quartiles
    seconds: Quartiles

    def record(self) -> dict[str, Any]:
        """Return all of it as plain types."""
        named = {"nodes": self.nodes._asdict(), "seconds": self.seconds._asdict()}
        return {**vars(self), **named}


def must_agree(what: str, ours: Any, theirs: Any) -> None:
    """Raise Disagreement unless both are the same."""
    if ours != theirs:
        raise Disagreement(f"{what}: {ours} by us, {theirs} by the other")
