"""Base classes: an agent describes a way to play; a player plays one side of one game for it."""

import operator
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, cast, runtime_checkable

from tablero.errors import TableroError
from tablero.games import evaluations
from tablero.games.game import Game
from tablero.options import check_options, write_call
from tablero.position import INFINITY, Move, Side

if TYPE_CHECKING:
    from tablero.search.run import Result

RESIGN: Move = -1
"""Value of `Choice.move` when the player resigns."""

NO_SCORE = INFINITY
"""Score of compiled players that do not evaluate, where only an int is possible."""

GRACE = 0.1
"""Seconds by which a move may exceed its time limit, for clock error and late thread wake-ups."""

CHOOSE_PARAMETERS = "position", "moves", "game", "side", "seconds", "limits"
"""Names of the parameters that the function `choose` of a player's file may have."""


MOVES_TO_GO = 25
"""Part of the remaining time of a clock that a search takes for a move: one of so many."""

INCREMENT_SHARE = 0.8
"""Part of the increment that a search takes for a move."""

LARGEST_SHARE = 0.5
"""Largest part of the remaining time that a search takes for a move."""


@dataclass(frozen=True)
class Clock:
    """A clock with increment, before a move.

    remaining: seconds that each side has left for the rest of the game. It is negative after a
        move that took a part of GRACE, which a side has once in a game.
    increment: seconds that a side gets after each of its moves.
    """

    remaining: tuple[float, float]
    increment: float = 0.0

    def after(self, side: Side, seconds: float) -> "Clock":
        """Return the clock after a move of this side that took so many seconds."""
        left = list(self.remaining)
        left[side] += self.increment - seconds
        return Clock((left[0], left[1]), self.increment)


@dataclass(frozen=True)
class Limits:
    """Limits of a move; None: unlimited.

    depth: plies.
    nodes: nodes of the search.
    seconds: wall time in seconds.
    clock: the clock of the game.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    clock: Clock | None = None

    def allowed(self, side: Side) -> float | None:
        """Return the seconds after which a move of this side loses the game."""
        remaining = self.clock.remaining[side] if self.clock else None
        return cast(float | None, strictest(self.seconds, remaining))

    def planned(self, side: Side) -> float | None:
        """Return the seconds that a search of this side should take.

        Without a clock these are the seconds allowed. With one it is a share of what is left, so
        that the time suffices for a game of any length.
        """
        if self.clock is None:
            return self.seconds
        left = max(0.0, self.clock.remaining[side])
        share = left / MOVES_TO_GO + INCREMENT_SHARE * self.clock.increment
        return cast(float, strictest(self.seconds, share, LARGEST_SHARE * left))


NO_LIMITS = Limits()


def strictest(*limits: float | None) -> Any:
    """Return the strictest of these limits; None if there is none."""
    return min((limit for limit in limits if limit is not None), default=None)


@dataclass(frozen=True, slots=True)
class Choice:
    """A chosen move, and what the player's search found.

    move: the move, or RESIGN.
    score: its value for the player to move; None if the player does not evaluate.
    exact: whether the score rests on finished games alone.
    statistics: counters of the search, if there was one.
    trace: results of the search, one for each depth.
    """

    move: Move
    score: int | None = None
    exact: bool = False
    statistics: Mapping[str, int | float] = field(default_factory=dict)
    trace: Sequence["Result"] = ()


class TimeIsUp(TableroError):
    """The player had no move when a limit was reached.

    certain: whether the player caused it, rather than a busy machine.
    """

    certain = False


class Player(Protocol):
    """A player of one side, which plays one game after the other.

    compiled: the same player for compiled games, or None: a NamedTuple with the methods
        `begin(seed)` and `pick(position)`, which returns (move, score or NO_SCORE).
    """

    compiled: Any

    def begin(self, seed: int) -> None:
        """Start a new game. All randomness depends on the seed alone."""

    def choose(self, position: Any, limits: Limits) -> Choice:
        """Return a move for the side to move in an unfinished position.

        Raise TimeIsUp if there was none within the limits.
        """

    def close(self) -> None:
        """Release all resources. No other method is called afterwards."""


@runtime_checkable
class Stoppable(Protocol):
    """A player whose `choose` can be stopped."""

    def stop(self) -> None:
        """Make `choose`, running in another thread, end soon: with a move, or with an error."""


@runtime_checkable
class NeedsWarmUp(Protocol):
    """A player in a process of its own, which compiles at its own time."""

    def warm_up(self, positions: Sequence[Any], limits: Limits) -> None:
        """Choose moves that do not count now, and again in every process that replaces this one.

        The time of the limits is told, but not enforced.
        """


@runtime_checkable
class FollowsMoves(Protocol):
    """A player that is told the moves of a game by the referee."""

    def follow(self, before: Any, move: Move) -> None:
        """Note a move played in the position `before`, by either side or by the opening."""


@dataclass(frozen=True)
class Agent(ABC):
    """A way to play.

    The fields of a subclass that is a dataclass are its options, with their defaults. Their types
    define the allowed values, as for the options of a Game.
    """

    name: ClassVar[str]
    about: ClassVar[str] = ""
    seed = cast(int | None, None)
    """Seed of the random generator; None: the seed of the match.

    It has no annotation and so is no field here: agents that use randomness declare it as an
    option in its place among the others.
    """

    def __post_init__(self) -> None:
        """Raise OptionError for an option that is outside its limits.

        An evaluation that is given as an object is kept as its text.
        """
        if not isinstance(evaluation := getattr(self, "eval", ""), str):
            object.__setattr__(self, "eval", evaluations.as_text(evaluation))
        check_options(self)

    @abstractmethod
    def seat(self, game: Game, side: Side) -> Player:
        """Return a player for this side. Raise OptionError if the agent cannot play the game."""

    def __str__(self) -> str:
        """Return the name with the options that differ from their defaults; `load` parses it."""
        return write_call(self.name, self)


def name_of_choice(game: Game, position: Any, chosen: Any) -> str:
    """Return the name of the move that `choose` of a player's file returned as a number or a name.

    For any other value, return a text that the referee rejects as a move name.
    """
    if isinstance(chosen, str):
        return chosen
    try:
        number = operator.index(chosen)
    except TypeError:
        return repr(chosen)
    legal = number in position.moves()
    return game.move_name(position, number) if legal else f"number {number}"
