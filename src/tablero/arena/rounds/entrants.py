"""Who takes part in a round, and how to get him to a board in any process."""

from collections.abc import Callable, Hashable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from tablero import agents
from tablero.agents.agent import Player
from tablero.errors import OptionError, TableroError
from tablero.games.game import Game
from tablero.locale import _
from tablero.position import FIRST, SECOND

T = TypeVar("T")


class Tools:
    """What a process has once and all who play in it share: a warden, say. Each is a context
    manager, entered when it is first asked for, and left when we are closed."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._known: dict[Hashable, Any] = {}

    def shared(self, name: Hashable, make: Callable[[], AbstractContextManager[T]]) -> T:
        """The tool of this name."""
        if name not in self._known:
            self._known[name] = self._open.enter_context(make())
        found: T = self._known[name]
        return found

    def close(self) -> None:
        """Leave all of them; whoever asks afterwards gets new ones."""
        self._known = {}
        self._open.close()


class Doubtful(TableroError):
    """A player failed in a way that may be none of his doing: his process is gone, and anybody
    may have killed it. It counts only if it happens again and again."""


class Seat(Protocol):
    """How to get a player. It is sent to other processes, so it is made of plain values.

    seed -- where his chance begins; None: where the round says
    """

    @property
    def seed(self) -> int | None: ...

    def check(self, game: Game) -> None:
        """Raise TableroError if whoever set up the round has made a mistake here."""

    def packed(self) -> "Seat":
        """The same for another machine than the one on which the round was set up."""

    def check_machine(self) -> None:
        """Raise TableroError if this other machine is not fit for him."""

    def take(self, game: Game, tools: Tools) -> tuple[Player, Player]:
        """A player of the first side, and of the second; they may be one and the same. They are
        seated once for all games of a meeting, and `begin` makes every game independent of
        those before it.

        What is the player's own fault is any error but WorkerDied: he loses the games of the
        meeting. WorkerDied, here or from the players, is not his fault: the game is void. A
        player may raise Doubtful for what may be his fault or not.
        """


@dataclass(frozen=True)
class ByText:
    """One of our own agents: `alphabeta(depth=3)`. Never for a student's file."""

    text: str

    @property
    def seed(self) -> int | None:
        return agents.load(self.text).seed

    def check(self, game: Game) -> None:
        agents.load(self.text).seat(game, FIRST).close()

    def packed(self) -> "ByText":
        return self

    def check_machine(self) -> None:
        """Any machine is."""

    def take(self, game: Game, tools: Tools) -> tuple[Player, Player]:
        agent = agents.load(self.text)
        return agent.seat(game, FIRST), agent.seat(game, SECOND)


@dataclass(frozen=True)
class Entrant:
    """id        -- his name where nobody reads it: in keys, records and seeds
    alias     -- his name where people read it
    reference -- one of the teachers', a mark of level
    """

    id: str
    alias: str
    reference: bool
    seat: Seat


def check_entrants(game: Game, entrants: Sequence[Entrant]) -> None:
    """Raise TableroError unless they can play a round of this game."""
    for kind in ("id", "alias"):
        names = [getattr(entrant, kind) for entrant in entrants]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            message = _("two players of a round have the same {kind}: {names}")
            raise OptionError(message.format(kind=kind, names=", ".join(twice)))
    if len(entrants) < 2:
        message = _("a round needs two players or more, not {count}")
        raise OptionError(message.format(count=len(entrants)))
    for entrant in entrants:
        entrant.seat.check(game)
