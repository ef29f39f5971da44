"""The package's games as games of OpenSpiel, and its agents as bots of OpenSpiel.

import pyspiel
from tablero.adapters.openspiel_out import TableroBot, register

register()
game = pyspiel.load_game("tablero_kalah(pits=4,seeds=3)")
bot = TableroBot("alphabeta(depth=8)", game, 0)
"""

import warnings
from dataclasses import fields
from typing import Any, NamedTuple, TypeAlias

import tablero.games as games
from tablero import agents
from tablero.adapters.extras import importing_extra
from tablero.adapters.learning import actions_of
from tablero.adapters.openspiel import SpielGame, SpielPosition
from tablero.agents.agent import NO_LIMITS, RESIGN
from tablero.errors import OptionError, OutsideError
from tablero.games.game import Game
from tablero.games.learning import Actions
from tablero.locale import _
from tablero.position import FIRST, ONGOING, Move, Side

with importing_extra("openspiel"):
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

PREFIX = "tablero_"
"""Prefix of the games' names in OpenSpiel."""


class TableroGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Tablero. A win returns 1, whatever the margin, as in OpenSpiel's own games."""

    def __init__(self, game: Game) -> None:
        self.rules, self.actions = game, actions_of(game)
        parameters = {field.name: getattr(game, field.name) for field in fields(game)}
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.size,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.actions.longest,
        )
        super().__init__(type_of(type(game)), info, parameters)

    def new_initial_state(self, _state: Any = None) -> "TableroState":
        return TableroState(self, self.rules.start)

    def state_at(self, position: Any) -> "TableroState":
        """Return a state without a history, at any position."""
        return TableroState(self, position)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Any:
        if kind is None or (kind.public_info and not kind.perfect_recall):
            return BoardObserver()
        return IIGObserverForPublicInfoGame(kind, parameters)


class TableroState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel. position: the position in the package's game."""

    def __init__(self, game: TableroGame, position: Any) -> None:
        super().__init__(game)
        self.position = position

    @property
    def _game(self) -> TableroGame:
        return self.get_game()  # type: ignore[no-any-return]

    def current_player(self) -> Any:
        over = self.position.outcome() != ONGOING
        return pyspiel.PlayerId.TERMINAL if over else self.position.turn()

    def _legal_actions(self, player: Side) -> list[int]:
        return list(self._game.actions.legal(self.position))

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(self._game.actions.legal(self.position)[action])

    def _action_to_string(self, player: Side, action: int) -> str:
        legal = self._game.actions.legal(self.position)
        if action not in legal:
            return str(action)
        return self._game.rules.move_name(self.position, legal[action])

    def is_terminal(self) -> bool:
        return bool(self.position.outcome() != ONGOING)

    def returns(self) -> list[float]:
        margin = self.position.outcome()
        if margin == ONGOING:
            return [0.0, 0.0]
        mine = float((margin > 0) - (margin < 0))
        return [mine, -mine] if self.position.turn() == FIRST else [-mine, mine]

    def __str__(self) -> str:
        return self._game.rules.draw(self.position)


class BoardObserver:
    """The observation of both players: the position, as the game writes it."""

    def __init__(self) -> None:
        self.tensor, self.dict = None, dict[str, Any]()

    def set_from(self, state: TableroState, player: Side) -> None:
        """Do nothing: there is no tensor to set."""

    def string_from(self, state: TableroState, player: Side) -> str:
        return state.get_game().rules.write(state.position)  # type: ignore[no-any-return]


def type_of(cls: type[Game]) -> Any:
    """Return OpenSpiel's game type for a class of games."""
    types = pyspiel.GameType
    return types(
        short_name=PREFIX + cls.name,
        long_name=f"{cls.name} of Tablero",
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.DETERMINISTIC,
        information=types.Information.PERFECT_INFORMATION,
        utility=types.Utility.ZERO_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={field.name: field.default for field in fields(cls)},
    )


def register() -> None:
    """Register all games in OpenSpiel: `tablero_kalah`, with the same options.

    Warn of a game of another package that cannot be loaded.
    """
    for name in games.names():
        try:
            cls = games.game_class(name)
        except OutsideError as error:
            warnings.warn(str(error), stacklevel=2)
            continue
        if PREFIX + cls.name not in pyspiel.registered_names():
            pyspiel.register_game(type_of(cls), _registered(cls))


def _registered(cls: type[Game]) -> type[TableroGame]:
    """Return the class that OpenSpiel calls with the options of a game of this class.

    OpenSpiel keeps it until the process exits. A function without any other reference could not be
    released then.
    """

    class Registered(TableroGame):
        def __init__(self, options: dict[str, Any] | None = None) -> None:
            super().__init__(cls(**(options or {})))

    return Registered


class OwnView(NamedTuple):
    """A view of a game of the package."""

    game: Game
    actions: Actions

    def position(self, state: Any) -> Any:
        return state.position

    def action(self, _position: Any, move: Move) -> int:
        return self.actions.number(move)


class OpenSpielView(NamedTuple):
    """A view of a game of OpenSpiel as SpielGame."""

    game: SpielGame

    def position(self, state: Any) -> Any:
        return SpielPosition(state, state.current_player())

    def action(self, _position: Any, move: Move) -> int:
        return int(move)


class EquivalentView(NamedTuple):
    """A view of a game of OpenSpiel as the package's game with the same rules, which is compiled.

    shift: by player, the difference of OpenSpiel's action numbers to the package's.
    """

    game: Game
    actions: Actions
    shift: tuple[int, int] = (0, 0)

    def position(self, state: Any) -> Any:
        """Return the position after the actions of a state, from the start."""
        position = self.game.start
        for action in state.history():
            number = action - self.shift[position.turn()]
            position = position.play(self.actions.legal(position)[number])
        return position

    def action(self, position: Any, move: Move) -> int:
        return self.actions.number(move) + self.shift[position.turn()]


View: TypeAlias = OwnView | OpenSpielView | EquivalentView
"""A view of a game: converts states to positions, and moves to actions."""


def view_of(game: Any) -> View:
    """Return the view that runs compiled, if there is one."""
    if isinstance(game, TableroGame):
        return OwnView(game.rules, game.actions)
    return equivalent_view(game) or OpenSpielView(SpielGame(str(game)))


def equivalent_view(game: Any) -> EquivalentView | None:
    """Return the view as our game with the same rules and size; None if there is none."""
    options, name = game.get_parameters(), game.get_type().short_name
    text, shift = "", (0, 0)
    if name == "connect_four":
        text = "connect4(columns={columns},rows={rows},connect={x_in_row})".format(**options)
    elif name == "tic_tac_toe":
        text = "tictactoe"
    elif name == "mancala":
        text, shift = "kalah", (1, 8)
    if not text:
        return None
    try:
        ours = games.load(text)
    except OptionError:
        return None
    return EquivalentView(ours, actions_of(ours), shift)


class TableroBot(pyspiel.Bot):  # type: ignore[misc]
    """An agent of the package, by its text, as a bot for a game of OpenSpiel or of the package."""

    def __init__(self, agent: str, game: Any, player: Side, seed: int = 0) -> None:
        super().__init__()
        self.agent, self.side, self.seed = agents.load(agent), player, seed
        self._use_view(view_of(game))

    def _use_view(self, view: View) -> None:
        self.view = view
        self.player = self.agent.seat(view.game, self.side)
        self.player.begin(self.seed)

    def restart_at(self, state: Any) -> None:
        self.player.begin(self.seed)

    def restart(self) -> None:
        self.player.begin(self.seed)

    def inform_action(self, state: Any, player: Side, action: int) -> None:
        """Do nothing: the state contains all that is needed."""

    def step(self, state: Any) -> int:
        """Return an action. Raise OptionError if the agent resigns, which OpenSpiel lacks."""
        if isinstance(self.view, EquivalentView) and state.starting_state() is not None:
            self.player.close()
            self._use_view(OpenSpielView(SpielGame(str(state.get_game()))))
        position = self.view.position(state)
        move = self.player.choose(position, NO_LIMITS).move
        if move == RESIGN:
            raise OptionError(_("the agent resigns, which OpenSpiel does not support"))
        return self.view.action(position, move)
