"""The plan of a match: the sides, the opening and the seeds of every game."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import tablero.games as games
from tablero import agents
from tablero.agents.agent import Agent
from tablero.agents.random_generator import derive
from tablero.errors import OptionError
from tablero.games.game import Game
from tablero.locale import _
from tablero.match.clock import clock_text
from tablero.match.opening_file import ListedOpenings
from tablero.match.openings import Opening, Openings, check_length
from tablero.match.referee import FREE, Rules

OPENINGS = 0
"""The number from which the seed of the openings is derived; games are numbered from 1 on."""


@dataclass(frozen=True)
class MatchTerms:
    """The inputs of a match, as strings and numbers: every process makes the same games of them.

    game: the specification of the game.
    agents: the specifications of both agents, which also name them in reports.
    games: number of games, even.
    seed: the seed of openings, and of agents without a seed.
    openings: the options of random openings, or the openings of a file.
    rules: the limits that the referee enforces.
    """

    game: str
    agents: tuple[str, str]
    games: int
    seed: int
    openings: Openings | ListedOpenings = Openings()
    rules: Rules = FREE

    def __post_init__(self) -> None:
        if self.games < 2 or self.games % 2:
            message = _("games must be an even number, 2 or more, not {games}: each starts half")
            raise OptionError(message.format(games=self.games))
        check_length(self.openings.plies, self.rules.most_moves)

    @property
    def command(self) -> str:
        """Return the command line that plays these games."""
        limits, rules = self.rules.limits, self.rules
        options = {
            "--games": self.games,
            "--seed": self.seed,
            "--openings": str(self.openings) or None,
            "--depth": limits.depth,
            "--nodes": limits.nodes,
            "--time": limits.seconds,
            "--clock": rules.clock and clock_text(rules.clock),
            "--max-moves": rules.most_moves,
            "--adjudicate": rules.adjudication,
        }
        given = [(name, str(value)) for name, value in options.items() if value is not None]
        words = [self.game, *self.agents, *(word for option in given for word in option)]
        return f"tablero match {shlex.join(words)}"


class Plan:
    """The games of a match, numbered from 1 on.

    Games 2k - 1 and 2k are a pair: they have the same opening; the first-named agent starts game
    2k - 1, the other agent game 2k.
    """

    def __init__(
        self, terms: MatchTerms, game: Game | None = None, players: Sequence[Agent] | None = None
    ) -> None:
        """Load the game and the agents, unless the caller has done so."""
        self.terms = terms
        self.game = game or games.load(terms.game)
        self.agents = players or [agents.load(text) for text in terms.agents]
        self.openings = terms.openings.draw(self.game, derive(terms.seed, OPENINGS))
        check_length(self.openings.longest, terms.rules.move_limit(self.game))

    def opening(self, number: int) -> Opening:
        """Return the moves of the opening of this game."""
        return self.openings.at(pair_of(number))

    def start(self, number: int) -> Any:
        """Return the position in which this game begins, before the moves of its opening."""
        return self.openings.start_at(pair_of(number))

    def seed(self, agent: int, number: Any, side: Any) -> Any:
        """Return the seed of an agent, 0 or 1, that plays `side` in a game.

        It is derived from the seed of the agent, or else from that of the match. `number` and
        `side` may be arrays.
        """
        own = self.agents[agent].seed
        return derive(self.terms.seed if own is None else own, number, side)


def agents_by_side(number: int) -> tuple[int, int]:
    """Return the agents, 0 or 1, that play first and second in this game."""
    return (0, 1) if number % 2 else (1, 0)


def pair_of(number: int) -> int:
    """Return the number of the pair that a game belongs to, from 0 on."""
    return (number - 1) // 2
