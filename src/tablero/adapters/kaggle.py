"""`kaggle(my_agent.py)`: agents of Kaggle's ConnectX, unchanged.

They run in a separate process, as players' files do:

python -P -m tablero.adapters.kaggle my_agent.py
"""

import operator
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, ClassVar

from tablero.adapters.connectx import cells_of, require_connect4
from tablero.adapters.extras import importing_extra
from tablero.agents.agent import Agent, Limits
from tablero.agents.host import main
from tablero.agents.players_file import python_launch
from tablero.agents.program import DEFAULT_PATIENCE_S
from tablero.agents.program_player import ProgramPlayer
from tablero.agents.protocol import LineProtocol, answer_text
from tablero.errors import OutsideError, UnknownName
from tablero.games.connect4.game import COLUMN_NAMES
from tablero.games.game import Game
from tablero.games.outside import blame, is_path, read_source
from tablero.limits import POSITIVE_SECONDS
from tablero.locale import _, mark
from tablero.options import write_call
from tablero.position import Side

MOVE_SECONDS = 2
"""Seconds for a move in the competition; they are part of the agent's configuration."""

OVERAGE_SECONDS = 60
"""Additional seconds for all moves of a game together."""


class Struct(dict[str, Any]):
    """A dict whose entries are also attributes: agents use both."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


class ConnectXPlayer:
    """The agent of a file, which is loaded again for every game, so that it keeps no state."""

    def __init__(self, text: str, game: Game) -> None:
        self.text, self.game = text, require_connect4(game, text)
        self.agent = load_agent(text)

    def begin(self, seed: int) -> None:
        """Seed Python's `random`, and NumPy's where it is imported, and load the agent again."""
        random.seed(seed)
        if numpy := sys.modules.get("numpy"):
            numpy.random.seed(seed % (1 << 32))
        self.agent = load_agent(self.text)

    def answer(self, position: Any, limits: Limits) -> str:
        game = self.game
        given = observation(position, game), configuration(game, limits.planned(position.turn()))
        code = getattr(self.agent, "__code__", None)
        chosen = self.agent(*given[: code.co_argcount] if code else given)
        try:
            column = operator.index(chosen)
        except TypeError:
            return answer_text(repr(chosen))
        named = 0 <= column < game.columns
        return answer_text(COLUMN_NAMES[column] if named else f"number {column}")


def observation(position: Any, game: Any) -> Struct:
    """Return the observation that an agent receives."""
    return Struct(
        board=cells_of(position, game.columns, game.rows),
        mark=position.turn() + 1,
        step=position.stones,
        remainingOverageTime=OVERAGE_SECONDS,
    )


def configuration(game: Any, planned: float | None) -> Struct:
    """Return the configuration of the game that an agent receives.

    planned: seconds for the move, if its time is limited.
    """
    seconds = MOVE_SECONDS if planned is None else planned
    return Struct(
        columns=game.columns,
        rows=game.rows,
        inarow=game.connect,
        actTimeout=seconds,
        timeout=max(1, round(seconds)),
        agentTimeout=OVERAGE_SECONDS,
        episodeSteps=1000,
        runTimeout=1200,
    )


def load_agent(text: str) -> Callable[..., Any]:
    """Return the agent of a file: the callable that was defined last, as Kaggle does.

    A text that is not a path names an agent of kaggle-environments. Raise OutsideError if the file
    has an error.
    """
    if not is_path(text):
        return _own_agent(text)
    source = read_source(text)
    names: dict[str, Any] = {"__name__": "submission", "__file__": text}
    sys.path.append(str(Path(text).parent))
    try:
        with blame(text, _("the file does not import")):
            exec(compile(source, text, "exec"), names)
    finally:
        sys.path.pop()
    found = [value for value in names.values() if callable(value)]
    if not found:
        raise OutsideError(_("{path}: no function, expected def agent").format(path=text))
    return found[-1]  # type: ignore[no-any-return]


def _own_agent(name: str) -> Callable[..., Any]:
    with importing_extra("kaggle"):
        agents = import_module("kaggle_environments.envs.connectx.connectx").agents
    if name not in agents:
        raise UnknownName(_("agent of kaggle-environments"), name, agents)
    return agents[name]  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Kaggle(Agent):
    """An agent of Kaggle's ConnectX.

    agent: the path of a file, or the name of an agent of kaggle-environments.
    """

    name: ClassVar[str] = "kaggle"
    about: ClassVar[str] = mark(
        "an agent of Kaggle's ConnectX, unchanged: docs/adapters/kaggle.md"
    )

    agent: str = "agent.py"
    patience: Annotated[float, POSITIVE_SECONDS] = DEFAULT_PATIENCE_S
    log: str = ""

    def __str__(self) -> str:
        return write_call(self.name, self).replace("(agent=", "(", 1)

    def seat(self, game: Game, side: Side) -> ProgramPlayer:
        """Start the player. Raise OutsideError, with the line, if the file has an error."""
        require_connect4(game, str(self))
        module = "tablero.adapters.kaggle"
        launch = python_launch(module, self.agent, self.agent, self.patience, self.log)
        return ProgramPlayer(launch, LineProtocol(game, side))


if __name__ == "__main__":
    main(sys.argv[1], lambda text, game, side: ConnectXPlayer(text, game))
