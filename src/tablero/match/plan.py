"""The plan of a match: who plays which game from where, and with which dice."""

import shlex
from dataclasses import dataclass
from typing import Any

from tablero import agents, games
from tablero.agents.dice import derive
from tablero.errors import OptionError
from tablero.locale import _
from tablero.match.openings import Opening, Openings
from tablero.match.referee import FREE, Rules
from tablero.position import FIRST, SECOND

OPENINGS = 0
"""Where the seeds of openings branch off; games are numbered from 1 on."""


@dataclass(frozen=True)
class Terms:
    """All that decides how the games go, in texts and numbers: any process, on any day, makes
    the same games of it.

    agents -- as they are called in all that is told about the match
    """

    game: str
    agents: tuple[str, str]
    games: int
    seed: int
    openings: Openings = Openings()
    rules: Rules = FREE

    def __post_init__(self) -> None:
        if self.games < 2 or self.games % 2:
            message = _("games must be an even number, 2 or more, not {games}: each starts half")
            raise OptionError(message.format(games=self.games))
        most, plies = self.rules.most_moves, self.openings.plies
        if most is not None and most <= plies:
            message = _("a game must be longer than {plies} plies of opening, not {most} moves")
            raise OptionError(message.format(plies=plies, most=most))

    @property
    def command(self) -> str:
        """What is typed to play these games."""
        limits = self.rules.limits
        options = {
            "--games": self.games,
            "--seed": self.seed,
            "--openings": f"plies={self.openings.plies}" if self.openings.plies else None,
            "--depth": limits.depth,
            "--nodes": limits.nodes,
            "--time": limits.seconds,
            "--max-moves": self.rules.most_moves,
        }
        given = [(name, str(value)) for name, value in options.items() if value is not None]
        words = [self.game, *self.agents, *(word for option in given for word in option)]
        return f"tablero match {shlex.join(words)}"


class Plan:
    """The games of a match, numbered from 1 on.

    Games 2k - 1 and 2k are a pair: the same opening, the first-named agent starts the one, the
    other agent the other.
    """

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.game = games.load(terms.game)
        self.agents = [agents.load(text) for text in terms.agents]
        self.openings = terms.openings.draw(self.game, derive(terms.seed, OPENINGS))

    def opening(self, number: int) -> Opening:
        """Of this game."""
        return self.openings.at(pair_of(number))

    def seeds(self, number: Any, starter: int) -> tuple[Any, Any]:
        """Where the chance of each side begins in a game that this agent starts, or in an array
        of games: its own seed, or that of the match."""
        first, second = self._seed(starter), self._seed(1 - starter)
        return derive(first, number, FIRST), derive(second, number, SECOND)

    def _seed(self, agent: int) -> int:
        own = self.agents[agent].seed
        return self.terms.seed if own is None else own


def agents_by_side(number: int) -> tuple[int, int]:
    """Which agent, 0 or 1, plays first in this game, and which second."""
    return (0, 1) if number % 2 else (1, 0)


def pair_of(number: int) -> int:
    """The pair that a game belongs to, from 0 on."""
    return (number - 1) // 2
