"""What is to be played: told in words, asked for, or taken up again."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from tablero import agents, games
from tablero.agents.agent import Agent
from tablero.agents.human import Human
from tablero.cli.play.conversation import USUAL_MACHINE, ask_game, converse
from tablero.cli.records import games_in
from tablero.errors import NotationError
from tablero.games.game import Game, read_unfinished
from tablero.games.options import parse_call
from tablero.locale import _
from tablero.match.record import Record
from tablero.match.referee import Reason

DEMO = "connect4", "alphabeta", "alphabeta(depth=4)"
"""What there is to see where nobody can be asked."""


@dataclass(frozen=True)
class Setup:
    """record -- of the game to go on with, if it has begun
    asked  -- has there been a conversation?
    """

    game: Game
    agents: tuple[Agent, Agent]
    start: Any
    seed: int
    record: Record | None = None
    asked: bool = False

    @property
    def people(self) -> bool:
        """Does anybody have to be asked for moves?"""
        return any(isinstance(agent, Human) for agent in self.agents)


def told(game: str, first: str, second: str, start: str, seed: int) -> Setup:
    """Without agents you play against the usual one; with one agent, it against you."""
    if not game:
        game, first, second = DEMO
    rules = games.load(game)
    position = read_unfinished(rules, start)
    first_agent = agents.load(first or Human.name)
    rival = USUAL_MACHINE if isinstance(first_agent, Human) else Human.name
    return Setup(rules, (first_agent, agents.load(second or rival)), position, seed)


def asked(game: str, start: str, seed: int) -> Setup:
    """Every question has a default. A position that is given is not asked for."""
    rules = games.load(game) if game else ask_game()
    given = read_unfinished(rules, start) if start else None
    position, players = converse(rules, given, seed)
    return Setup(rules, players, position, seed, asked=True)


def resumed(file: Path, game: str, first: str, second: str) -> Setup:
    """The last game of a file that was left. Whoever could write there must not have code run:
    rules and agents that are files or programs are to be named again."""
    files = [parse_call(game)[0]] if game else []
    left = [record for record in games_in(file, files) if record.reason == Reason.UNFINISHED]
    if not left:
        message = _("{file} has no unfinished game; `save FILE` at the prompt makes one")
        raise NotationError(message.format(file=file))
    record = left[-1]
    rules = games.load(record.game)
    if files not in ([], [parse_call(record.game)[0]]):
        _deny(record.game, game)
    players = _again(record.first, first), _again(record.second, second)
    return Setup(rules, players, rules.read(record.position), record.seed, record)


def _again(recorded: str, named: str) -> Agent:
    """The agent of a record. Raises NotationError if it was not named and would run code, or if
    another one was named."""
    if named and str(agents.load(named)) != recorded:
        _deny(recorded, named)
    if not named and agents.runs_code(recorded):
        message = _(
            "{agent!r} would be run; if that is what you want, name game and agents: "
            "tablero play GAME FIRST SECOND --resume FILE"
        )
        raise NotationError(message.format(agent=recorded))
    return agents.load(recorded)


def _deny(recorded: str, named: str) -> NoReturn:
    message = _("the game to go on with has {recorded!r}, not {named!r}")
    raise NotationError(message.format(recorded=recorded, named=named))
