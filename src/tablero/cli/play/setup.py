"""The setup of a game: from the command line, from questions, or from a record."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import tablero.games as games
from tablero import agents
from tablero.agents.agent import Agent
from tablero.agents.human import Human
from tablero.cli.play.conversation import DEFAULT_OPPONENT, ask_game, ask_setup
from tablero.cli.positions import unfinished_place
from tablero.cli.records import games_in
from tablero.errors import NotationError
from tablero.games.game import Game
from tablero.locale import _
from tablero.match.record import Record
from tablero.match.referee import FREE, Reason, Rules
from tablero.options import parse_call

DEMO = "connect4", "alphabeta", "alphabeta(depth=4)"
"""Game and agents that are played if no game is named and no questions are asked."""


@dataclass(frozen=True)
class Setup:
    """The game, its agents and its first position.

    rules: the limits that the referee enforces.
    record: the record of a game that is resumed, else None.
    from_questions: whether the setup comes from questions to the user.
    """

    game: Game
    agents: tuple[Agent, Agent]
    start: Any
    seed: int
    rules: Rules = FREE
    record: Record | None = None
    from_questions: bool = False

    @property
    def people(self) -> bool:
        """Whether an agent is human, so that the user is asked for moves."""
        return any(isinstance(agent, Human) for agent in self.agents)


def from_arguments(
    game: str, players: tuple[str, str], start: str, moves: Sequence[str], seed: int
) -> Setup:
    """Return the setup that the command line names.

    The game begins after `moves`, from the position `start`.

    The first agent is by default the user. The second is by default DEFAULT_OPPONENT if the first
    is the user, else the user. Without a game, the setup is DEMO.
    """
    game, first, second = (game, *players) if game else DEMO
    rules = games.load(game)
    position = unfinished_place(rules, start, moves).position
    first_agent = agents.load(first or Human.name)
    rival = DEFAULT_OPPONENT if isinstance(first_agent, Human) else Human.name
    return Setup(rules, (first_agent, agents.load(second or rival)), position, seed)


def from_questions(game: str, start: str, moves: Sequence[str], seed: int) -> Setup:
    """Return the setup from questions with defaults. A given game or position is not asked for."""
    rules = games.load(game) if game else ask_game()
    given = unfinished_place(rules, start, moves).position if start or moves else None
    position, players = ask_setup(rules, given, seed)
    return Setup(rules, players, position, seed, from_questions=True)


def from_record(file: Path, game: str, first: str, second: str) -> Setup:
    """Return the setup of the last unfinished game of a file.

    A file must not cause code to run: rules and agents that are files or programs must be named
    again. Raise NotationError if there is no such game, or if it differs from the names.
    """
    files = [parse_call(game)[0]] if game else []
    left = [record for record in games_in(file, files) if record.reason == Reason.UNFINISHED]
    if not left:
        message = _("{file} has no unfinished game; `save FILE` at the prompt saves one")
        raise NotationError(message.format(file=file))
    record = left[-1]
    rules = games.load(record.game)
    if files not in ([], [parse_call(record.game)[0]]):
        _raise_mismatch(record.game, game)
    players = _recorded_agent(record.first, first), _recorded_agent(record.second, second)
    moves = record.limits.get("moves")
    limits = Rules(most_moves=None if moves is None else int(moves))
    return Setup(rules, players, rules.read(record.position), record.seed, limits, record)


def _recorded_agent(recorded: str, named: str) -> Agent:
    """Return the agent of a record.

    Raise NotationError if it runs code and was not named, or if another one was named.
    """
    if named and str(agents.load(named)) != recorded:
        _raise_mismatch(recorded, named)
    if not named and agents.runs_code(recorded):
        message = _(
            "{agent!r} would be run; if that is what you want, name game and agents: "
            "tablero play GAME FIRST SECOND --resume FILE"
        )
        raise NotationError(message.format(agent=recorded))
    return agents.load(recorded)


def _raise_mismatch(recorded: str, named: str) -> NoReturn:
    message = _("the game to resume has {recorded!r}, not {named!r}")
    raise NotationError(message.format(recorded=recorded, named=named))
