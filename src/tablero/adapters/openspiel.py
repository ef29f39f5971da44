"""OpenSpiel: its games, `openspiel(breakthrough)`, and its bots, `openspiel(mcts)`.

A deterministic game of two players with perfect information is a game here: agents play it, and
searches search it, at the speed of the interpreter.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Annotated, Any, ClassVar, Literal, Self

from tablero.adapters.extras import importing_extra
from tablero.adapters.move_history import HistoryGame, HistoryPosition, without_blanks
from tablero.agents.agent import Agent, Choice, Limits
from tablero.errors import OptionError, OutsideError, UnknownName
from tablero.games.game import Game, Paint, plain
from tablero.limits import Between
from tablero.locale import _, mark
from tablero.options import parse_call, write_call
from tablero.position import ONGOING, Move, Side, rules


@rules
class SpielPosition(HistoryPosition):
    """A position of an OpenSpiel game.

    state: OpenSpiel's state.
    side: the side to move, or that would move if the game were not over.
    """

    __slots__ = ("side", "state")

    def __init__(self, state: Any, side: Side) -> None:
        self.state, self.side = state, side

    def moves(self) -> Iterator[Move]:
        yield from self.state.legal_actions()

    def play(self, move: Move) -> Self:
        after = self.state.child(int(move))
        return type(self)(after, 1 - self.side if after.is_terminal() else after.current_player())

    def outcome(self) -> int:
        """Return the utility for the side to move. Raise OutsideError if it is not an integer."""
        if not self.state.is_terminal():
            return ONGOING
        paid = self.state.returns()[self.side]
        if paid != int(paid):
            message = _("OpenSpiel returns {paid}, expected an integer")
            raise OutsideError(message.format(paid=paid))
        return int(paid)

    def turn(self) -> Side:
        return self.side

    def bounds(self) -> tuple[int, int]:
        """Return the minimum and the maximum utility of the game."""
        game = self.state.get_game()
        return int(game.min_utility()), int(game.max_utility())

    def history(self) -> list[Move]:
        """Return all moves: OpenSpiel does not state which rules depend on them."""
        return self.state.history()  # type: ignore[no-any-return]

    def identity(self) -> str:
        """Return the starting state and the moves: a state may start at any position."""
        return f"{self.state.starting_state_str()}{super().identity()}"


def load_spiel_game(text: str) -> Any:
    """Return OpenSpiel's game for its text, `breakthrough(rows=6,columns=6)`.

    Raise UnknownName if there is none. Raise OptionError if it cannot be loaded, or if the loaded
    game has chance, hidden information or other than two players. The type alone is not enough:
    options may set the number of players, or the game that another one is made from.
    """
    with importing_extra("openspiel"):
        import pyspiel
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    name, _options = parse_call(text)
    if name not in kinds:
        fitting = (known for known, kind in kinds.items() if not missing_properties(kind, pyspiel))
        raise UnknownName(_("OpenSpiel game"), name, fitting)
    try:
        with stderr_suppressed():
            game = pyspiel.load_game(text)
    except (pyspiel.SpielError, LookupError, ValueError) as error:  # C++ raises other types
        reason = " ".join(str(error).split())
        message = _("OpenSpiel cannot load {text!r}: {reason}")
        raise OptionError(message.format(text=text, reason=reason)) from None
    if missing := missing_properties(game.get_type(), pyspiel, game.num_players()):
        message = _("OpenSpiel's {text} cannot be played here; a game must have {missing}")
        raise OptionError(message.format(text=text, missing=", ".join(missing)))
    return game


def missing_properties(kind: Any, pyspiel: Any, players: int = 2) -> list[str]:
    """Return the required properties that a game of this type and number of players lacks."""
    types = pyspiel.GameType
    wanted = {
        _("turns"): kind.dynamics == types.Dynamics.SEQUENTIAL,
        _("no randomness"): kind.chance_mode == types.ChanceMode.DETERMINISTIC,
        _("perfect information"): kind.information == types.Information.PERFECT_INFORMATION,
        _("zero-sum results"): kind.utility == types.Utility.ZERO_SUM,
        _("two players"): kind.min_num_players <= 2 == players <= kind.max_num_players,
    }
    return [name for name, is_there in wanted.items() if not is_there]


def is_in_python(game: Any) -> bool:
    """Return whether a game is written in Python, as ours and some of OpenSpiel's are."""
    return type(game).__module__.partition(".")[0] != "pyspiel"


@contextmanager
def stderr_suppressed() -> Iterator[None]:
    """Suppress the lines that OpenSpiel's C++ writes to stderr when it raises an error."""
    kept, null = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(null, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(null)


@dataclass(frozen=True)
class SpielGame(HistoryGame):
    """A game of OpenSpiel.

    game: its text in OpenSpiel, with OpenSpiel's options.
    """

    name = "openspiel"
    about = mark("An OpenSpiel game for two players, deterministic and with perfect information.")
    move_limit = 0

    game: str = "tic_tac_toe"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.spiel  # noqa: B018 -- raise at once if it cannot be loaded

    @cached_property
    def spiel(self) -> Any:
        return load_spiel_game(self.game)

    @property
    def start(self) -> Any:
        state = self.spiel.new_initial_state()
        return SpielPosition(state, state.current_player())

    def move_name(self, position: Any, move: Move) -> str:
        return without_blanks(position.state.action_to_string(position.side, int(move)))

    def draw(self, position: Any, paint: Paint = plain) -> str:
        return str(position.state).rstrip("\n")

    def __str__(self) -> str:
        return f"{self.name}({self.game})"


class BotPlayer:
    """A player that uses a bot of OpenSpiel; a game of the package is wrapped as TableroGame."""

    compiled = None

    def __init__(self, agent: "SpielAgent", game: Game, side: Side) -> None:
        self.agent, self.side = agent, side
        self.actions = None
        if isinstance(game, SpielGame):
            self.spiel = game.spiel
        else:
            self.spiel = import_module("tablero.adapters.openspiel_out").TableroGame(game)
            self.actions = self.spiel.actions
        self.bot = self._new_bot(0)

    def begin(self, seed: int) -> None:
        self.bot = self._new_bot(seed % (1 << 31))

    def choose(self, position: Any, limits: Limits) -> Choice:
        if self.actions is None:
            return Choice(self.bot.step(position.state))
        action = self.bot.step(self.spiel.state_at(position))
        return Choice(self.actions.legal(position)[action])

    def close(self) -> None:
        pass

    def _new_bot(self, seed: int) -> Any:
        return self.agent.bot(self.spiel, self.side, seed)


class AlphaBeta:
    """OpenSpiel's alpha-beta in Python, to a fixed depth; unfinished leaves count as draws."""

    def __init__(self, game: Any, depth: int) -> None:
        self.game, self.depth = game, depth

    def step(self, state: Any) -> int:
        from open_spiel.python.algorithms.minimax import alpha_beta_search

        _value, action = alpha_beta_search(
            self.game,
            state=state,
            value_function=lambda _state: 0,
            maximum_depth=self.depth,
            maximizing_player_id=state.current_player(),
        )
        return int(action)


@dataclass(frozen=True)
class SpielAgent(Agent):
    """A bot of OpenSpiel.

    mcts: OpenSpiel's UCT, in C++ for its games in C++.
    alphabeta: OpenSpiel's search in Python, without an evaluation.
    random: a random move.
    """

    name: ClassVar[str] = "openspiel"
    about: ClassVar[str] = mark("an OpenSpiel bot: mcts, alphabeta or random")

    kind: Literal["mcts", "alphabeta", "random"] = "mcts"
    simulations: Annotated[int, Between(1)] = 1000
    exploration: Annotated[float, Between(0)] = 2.0
    depth: Annotated[int, Between(1)] = 3
    seed: int | None = None

    def __str__(self) -> str:
        text = write_call(self.name, self)
        return text.replace("(kind=", "(", 1)

    def bot(self, game: Any, side: Side, seed: int) -> Any:
        """Return a bot of this kind for a game that OpenSpiel has loaded."""
        with importing_extra("openspiel"):
            import pyspiel
        if self.kind == "random":
            return pyspiel.make_uniform_random_bot(side, seed)
        if self.kind == "alphabeta":
            return AlphaBeta(game, self.depth)
        if is_in_python(game):
            return self._mcts_in_python(game, seed)
        rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
        memory, solve, verbose = 1000, True, False
        settings = self.exploration, self.simulations, memory, solve, seed, verbose
        return pyspiel.MCTSBot(game, rollouts, *settings)

    def _mcts_in_python(self, game: Any, seed: int) -> Any:
        """Return the MCTS bot in Python: the one in C++ ends the process for games in Python."""
        import numpy as np
        from open_spiel.python.algorithms import mcts

        generator = np.random.RandomState(seed)
        rollouts = mcts.RandomRolloutEvaluator(1, generator)
        settings = self.exploration, self.simulations, rollouts
        return mcts.MCTSBot(game, *settings, solve=True, random_state=generator)

    def seat(self, game: Game, side: Side) -> BotPlayer:
        return BotPlayer(self, game, side)
