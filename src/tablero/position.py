"""The verbs of a position and of a judge of positions. Search knows only these.

A position is a NamedTuple of ints, seen by the side to move. An author writes
four verbs; `@rules` completes the others. A judge is a NamedTuple of weights
with one verb, `value`; `@opinion` completes the others.
"""

from collections.abc import Iterator
from typing import Any, Protocol, Self, TypeAlias, TypeVar

Move: TypeAlias = int
"""A small code; only its game can read it."""

Side: TypeAlias = int
FIRST, SECOND = 0, 1

ONGOING = 1 << 20
"""An outcome that no finished game has."""

WIN = 10_000
"""An opinion counts for less; a won game is worth more."""

INFINITY = 1 << 30
"""No score is as large."""


class Position(Protocol):
    """A value. It never changes; `play` makes a new one."""

    def moves(self) -> Iterator[Move]:
        """Legal moves, in the order of their names; the same order every time."""

    def play(self, move: Move) -> Self:
        """The position after `move`, seen by whoever moves next."""

    def outcome(self) -> int:
        """ONGOING, or the margin: above 0 the side to move has won, below 0 it has lost."""

    def turn(self) -> Side:
        """Who moves: FIRST or SECOND. The same side may move again."""

    def promising(self) -> Iterator[Move]:
        """The legal moves again, the game's best guess first."""

    def theory(self) -> int:
        """The margin that best play leads to, where a theorem tells it; else ONGOING."""

    def bounds(self) -> tuple[int, int]:
        """(least, most): no game goes on from here to a margin outside."""

    def key(self) -> tuple[int, ...]:
        """Equal exactly where positions are equal."""


class Judge(Protocol):
    """An evaluation: weights as fields, opinion as verb."""

    def value(self, position: Any) -> int:
        """Points for the side to move in an unfinished game; searches keep it within ±WIN."""

    def final(self, outcome: int) -> int:
        """Points for the side to move in a game that ended with this margin."""

    def span(self, least: int, most: int) -> tuple[int, int]:
        """Between which points every score lies, if every margin lies between least and most."""


class Foreign:
    """The base of positions that are objects of another package's: they have every verb, but no
    machine code can take them. Searches walk through their texts in place of compiling them."""


REQUIRED_VERBS = ("moves", "play", "outcome", "turn")

P = TypeVar("P")


def _no_theory(self: Any) -> int:
    return ONGOING


def _no_bounds(self: Any) -> tuple[int, int]:
    return -INFINITY, INFINITY


def _whole(self: Any) -> Any:
    return self


def rules(cls: type[P]) -> type[P]:
    """Complete a class of positions with the verbs that a plain game need not write."""
    moves: Any = cls.moves  # type: ignore[attr-defined]
    _complete(cls, promising=moves, theory=_no_theory, bounds=_no_bounds, key=_whole)
    return cls


def _complete(cls: type[P], **defaults: Any) -> None:
    for verb, default in defaults.items():
        if not hasattr(cls, verb):
            setattr(cls, verb, default)


def win_first(self: Any, outcome: int) -> int:
    """Any win is worth more than any opinion, and a larger margin more than a smaller."""
    if outcome > 0:
        return WIN + outcome
    if outcome < 0:
        return outcome - WIN
    return 0


def _win_first_span(self: Any, least: int, most: int) -> tuple[int, int]:
    return min(self.final(least), 1 - WIN), max(self.final(most), WIN - 1)


def _any_score(self: Any, least: int, most: int) -> tuple[int, int]:
    return -INFINITY, INFINITY


def opinion(cls: type[P]) -> type[P]:
    """Complete a class of judges: unless it says otherwise, winning comes first."""
    span = _any_score if hasattr(cls, "final") else _win_first_span
    _complete(cls, final=win_first, span=span)
    return cls
