"""An agent is a way to play, told by a text; a player is one at the board."""

import operator
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, cast, runtime_checkable

from tablero.errors import OptionError, TableroError
from tablero.games.game import Game
from tablero.games.options import write_call
from tablero.locale import _
from tablero.position import INFINITY, Move, Side

if TYPE_CHECKING:
    from tablero.search.run import Result

RESIGN: Move = -1
"""A choice that is no move."""

NO_SCORE = INFINITY
"""Where only an int can be: the player did not think."""

GRACE = 0.1
"""Seconds that a move may take longer than allowed: clocks, and threads that wake up late."""

GIVEN = "position", "moves", "game", "side", "seconds", "limits"
"""What the function `choose` of a player's file may ask for, by these names."""


@dataclass(frozen=True)
class Limits:
    """Of every move; None: as it likes."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Choice:
    """move       -- or RESIGN
    score      -- what the player thinks it is worth to him; None if he does not think
    exact      -- does the score rest on finished games alone?
    statistics -- of his search, if there was one
    trace      -- what his search found, one depth after the other
    """

    move: Move
    score: int | None = None
    exact: bool = False
    statistics: Mapping[str, int | float] = field(default_factory=dict)
    trace: Sequence["Result"] = ()


class TimeIsUp(TableroError):
    """A player had no move when a limit was reached.

    certain -- it was his doing, and not that of a busy machine
    """

    certain = False


class Player(Protocol):
    """Sits at the board and plays one game after the other.

    compiled -- the same player for compiled games, if there is one: a NamedTuple with the verbs
                `begin(seed)` and `pick(position)`, which answers (move, score or NO_SCORE)
    """

    compiled: Any

    def begin(self, seed: int) -> None:
        """A new game begins. What is left to chance depends on the seed alone."""

    def choose(self, position: Any, limits: Limits) -> Choice:
        """A move for the side to move in an unfinished position.

        Raises TimeIsUp if there was none within the limits.
        """

    def close(self) -> None:
        """Let go of all that is held; nothing is asked afterwards."""


@runtime_checkable
class Stoppable(Protocol):
    """A player who may think long."""

    def stop(self) -> None:
        """Let `choose`, which another thread is in, end soon: with a move, or an error."""


@dataclass(frozen=True)
class Agent(ABC):
    """The fields of a subclass that is a dataclass are its options, with their defaults."""

    name: ClassVar[str]
    about: ClassVar[str] = ""
    seed = cast(int | None, None)
    """Where chance begins; None: where the match says. An option of those who throw dice, in
    its place among the others because there is no annotation here."""

    @abstractmethod
    def seat(self, game: Game, side: Side) -> Player:
        """A player of this game who plays this side. Raises OptionError if he cannot."""

    def __str__(self) -> str:
        """The name, with the options that are not the usual ones; `load` reads it."""
        return write_call(self.name, self)


def check_most(name: str, value: float | None, most: float) -> None:
    """Raise OptionError for an option above the most that can be done."""
    if value is not None and value > most:
        message = _("option {name} must be {most:g} or less, not {value:g}")
        raise OptionError(message.format(name=name, most=most, value=value))


def check_least(name: str, value: float | None, least: float) -> None:
    """Raise OptionError for an option below the least that makes sense."""
    if value is not None and value < least:
        message = _("option {name} must be {least:g} or more, not {value:g}")
        raise OptionError(message.format(name=name, least=least, value=value))


def name_of_choice(game: Game, position: Any, chosen: Any) -> str:
    """The name of the move that the function `choose` of a file has told by its number or its
    name. What is neither keeps a name by which the referee will not know it."""
    if isinstance(chosen, str):
        return chosen
    try:
        number = operator.index(chosen)
    except TypeError:
        return repr(chosen)
    legal = number in position.moves()
    return game.move_name(position, number) if legal else f"number {number}"
