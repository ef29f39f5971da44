"""The methods of a position and of an evaluation. Searches call nothing else.

A position is a NamedTuple of ints, seen by the side to move. An author writes
four methods; `@rules` adds the others. An evaluation is a NamedTuple of weights
with one method, `value`; `@complete_evaluation` adds the others.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Annotated, Any, Protocol, Self, TypeAlias, TypeVar, get_type_hints

Move: TypeAlias = int
"""A small code; only its game can read it."""

Side: TypeAlias = int
FIRST, SECOND = 0, 1

ONGOING = 1 << 20
"""An outcome that no finished game has."""

WIN = 10_000
"""Values of unfinished games lie strictly between -WIN and WIN; a win scores WIN or more."""

INFINITY = 1 << 30
"""A number that is larger than every score."""

Bitboard: TypeAlias = Annotated[int, "unsigned, 64 bits"]
"""A field of a position with a bit for each of up to 64 squares: 0 to 2**64 - 1. Other fields are
signed: -2**63 to 2**63 - 1."""

LARGEST_INT, LARGEST_BITBOARD = (1 << 63) - 1, (1 << 64) - 1

NUMBER_OVERFLOW = "an int has more than 63 bits; a field declared as Bitboard may have 64"
BOARD_OVERFLOW = "a bitboard has more than 64 bits or is negative; mask it, as in (a << 8) & mask"
"""Messages of the OverflowError that code raises at both speeds."""


class PlainPosition(Protocol):
    """A position of a game, with the methods that every author writes.

    It is a value that never changes; `play` returns a new one.
    """

    def moves(self) -> Iterator[Move]:
        """Yield the legal moves in the order of their names, the same order every time."""

    def play(self, move: Move) -> Self:
        """Return the position after `move`, seen by the side that moves next."""

    def outcome(self) -> int:
        """Return ONGOING, or the margin: above 0 the side to move has won, below 0 it has lost."""

    def turn(self) -> Side:
        """Return the side to move, FIRST or SECOND. The same side may move again."""


class Position(PlainPosition, Protocol):
    """A position with all methods that searches call: `@rules` adds those that are missing."""

    def promising(self) -> Iterator[Move]:
        """Yield the legal moves again, the game's best guess first."""

    def theory(self) -> int:
        """Return the theoretical margin where a theorem gives it, else ONGOING."""

    def bounds(self) -> tuple[int, int]:
        """Return (least, most): no game from here ends with a margin outside of these."""

    def key(self) -> tuple[int, ...]:
        """Return a tuple that is equal exactly where positions are equal."""


class PlainEvaluation(Protocol):
    """An evaluation function with the method that every author writes: its fields are weights."""

    def value(self, position: Any) -> int:
        """Return points for the side to move in an unfinished game. Searches clip them at ±WIN."""


class Evaluation(PlainEvaluation, Protocol):
    """An evaluation with all methods that searches call; `@complete_evaluation` adds the rest."""

    def final(self, outcome: int) -> int:
        """Return points for the side to move in a game that ended with this margin."""

    def span(self, least: int, most: int) -> tuple[int, int]:
        """Return (lowest, highest) of all scores if every margin lies between least and most."""


Judge = Evaluation
"""Another name of it, for users' files."""


class Foreign:
    """Base class of positions that are objects of another package.

    They have all methods of a position, but Numba cannot compile them: searches are interpreted.
    """


REQUIRED_METHODS = ("moves", "play", "outcome", "turn")
"""The methods of a position that every game must write."""

OPTIONAL_METHODS = ("promising", "theory", "bounds")
"""The methods of a position, beside `key`, that `@rules` adds where they are missing."""

EVALUATION_METHODS = ("value", "final", "span")

P = TypeVar("P")


def _bitboard_fields(cls: Any) -> frozenset[str]:
    """Return the names of the fields that a class of positions declares as Bitboard."""
    if not issubclass(cls, tuple) or not hasattr(cls, "_fields") or not hasattr(cls, "play"):
        return frozenset()
    hints = get_type_hints(cls, include_extras=True)
    return frozenset(name for name in cls._fields if hints.get(name) == Bitboard)


bitboard_fields: Callable[[Any], frozenset[str]] = cache(_bitboard_fields)


def overflow_in(position: Any) -> str | None:
    """Return what is wrong with the first field that is too large; None if all fields fit."""
    boards = bitboard_fields(type(position))
    for name, value in zip(position._fields, position, strict=True):
        least, most = (0, LARGEST_BITBOARD) if name in boards else (~LARGEST_INT, LARGEST_INT)
        if isinstance(value, int) and not least <= value <= most:
            reason = BOARD_OVERFLOW if name in boards else NUMBER_OVERFLOW
            return f"{name} = {value}: {reason}"
    return None


def _no_theory(self: Any) -> int:
    return ONGOING


def _no_bounds(self: Any) -> tuple[int, int]:
    return -INFINITY, INFINITY


def _whole(self: Any) -> Any:
    return self


def rules(cls: type[P]) -> type[P]:
    """Add the methods that a plain game need not write to a class of positions."""
    moves: Any = cls.moves  # type: ignore[attr-defined]
    complete(cls, promising=moves, theory=_no_theory, bounds=_no_bounds, key=_whole)
    return cls


def complete(cls: type[P], **defaults: Any) -> None:
    """Give a class these methods, except those that it has."""
    for name, default in defaults.items():
        if not hasattr(cls, name):
            setattr(cls, name, default)


def position_key(position: Any) -> tuple[int, ...]:
    """Return the key of a position; the whole position if `key` is one of its fields."""
    method = position.key
    key: tuple[int, ...] = method() if callable(method) else position
    return key


def win_first(self: Any, outcome: int) -> int:
    """Any win is worth more than any evaluation, and a larger margin more than a smaller."""
    if outcome > 0:
        return WIN + outcome
    if outcome < 0:
        return outcome - WIN
    return 0


def win_first_span(self: Any, least: int, most: int) -> tuple[int, int]:
    """Return the range of all scores, where no evaluation is worth as much as a win."""
    return min(self.final(least), 1 - WIN), max(self.final(most), WIN - 1)


def _any_score(self: Any, least: int, most: int) -> tuple[int, int]:
    return -INFINITY, INFINITY


def complete_evaluation(cls: type[P]) -> type[P]:
    """Add the missing methods to a class of evaluations; by default, winning comes first."""
    span = _any_score if hasattr(cls, "final") else win_first_span
    complete(cls, final=win_first, span=span)
    return cls


opinion = complete_evaluation
"""Another name of it, for users' files."""
