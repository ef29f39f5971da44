"""Players defined in a file: a function that chooses a move, or an evaluation in either form."""

import inspect
import random
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Annotated, Any

from tablero.agents.agent import CHOOSE_PARAMETERS, Limits, name_of_choice
from tablero.agents.plain import DEFAULT_DEPTH, PlainSearch
from tablero.agents.protocol import RESIGNS, answer_text, result_text
from tablero.agents.searcher import SearchPlayer
from tablero.errors import OutsideError, TableroError
from tablero.games import evaluations
from tablero.games.game import Game
from tablero.games.outside import blame, blame_any, load_module
from tablero.games.student.functions import evaluate, find_evaluation, is_function_form
from tablero.locale import _
from tablero.options import convert, join_call, parse_call
from tablero.position import Side
from tablero.search.run import Settings
from tablero.search.state import DEPTHS


class ChoosePlayer:
    """The function `choose` of a file; its parameters outside CHOOSE_PARAMETERS are options."""

    def __init__(
        self, choose: Callable[..., Any], options: Mapping[str, str], game: Game, side: Side
    ) -> None:
        self.choose, self.game, self.side = choose, game, side
        self.signature = inspect.signature(choose)
        parameters = self.signature.parameters
        self.requested = [name for name in parameters if name in CHOOSE_PARAMETERS]
        self.options = convert(
            options,
            {
                name: type(parameter.default)
                for name, parameter in parameters.items()
                if name not in CHOOSE_PARAMETERS
                and type(parameter.default) in (int, float, bool, str)
            },
        )

    def begin(self, seed: int) -> None:
        """Seed Python's `random` with the seed of the match."""
        random.seed(seed)

    def answer(self, position: Any, limits: Limits) -> str:
        moves = list(position.moves())
        seconds = limits.planned(self.side)
        values = (position, moves, self.game, self.side, seconds, limits)
        known = dict(zip(CHOOSE_PARAMETERS, values, strict=True))
        bound = self.signature.bind_partial()
        bound.arguments |= {name: known[name] for name in self.requested} | self.options
        try:
            chosen = self.choose(*bound.args, **bound.kwargs)
        except TableroError as error:  # the file called the game with invalid arguments
            raise blame_any(error) from error
        return (
            RESIGNS
            if chosen == RESIGNS
            else answer_text(name_of_choice(self.game, position, chosen))
        )


DEPTH_OPTION = {"depth": Annotated[int, DEPTHS]}
"""Option of every file with an evaluation."""


class EvaluationFilePlayer:
    """The evaluation of a file with alpha-beta; `depth` is an option beside its weights."""

    def __init__(self, path: str, options: Mapping[str, str], game: Game, side: Side) -> None:
        weights = dict(options)
        depth_text = {"depth": weights.pop("depth")} if "depth" in weights else {}
        depth = convert(depth_text, DEPTH_OPTION).get("depth", game.depth)
        evaluation = evaluations.load(join_call(path, weights.items()), game)
        self.game, self.player = game, SearchPlayer(evaluation, Settings(depth=depth), side)
        self.player.choose(game.start, Limits(depth=1))  # compile it before a clock runs

    def begin(self, seed: int) -> None:
        """Do nothing: the search is deterministic."""

    def answer(self, position: Any, limits: Limits) -> str:
        (found,) = self.player.choose(position, limits).trace
        return result_text(self.game, position, found)


class FunctionPlayer:
    """The function `value(board)` of a file with negamax; `depth` is its option."""

    def __init__(self, names: Mapping[str, Any], options: Mapping[str, str], game: Game) -> None:
        self.depth = convert(options, DEPTH_OPTION).get("depth", DEFAULT_DEPTH)
        evaluation = find_evaluation(names, game)
        assert evaluation is not None, names
        self.game, self.evaluation = game, evaluation
        evaluate(evaluation, game.start)

    def begin(self, seed: int) -> None:
        """Seed Python's `random` with the seed of the match, in case the evaluation uses it."""
        random.seed(seed)

    def answer(self, position: Any, limits: Limits) -> str:
        depth = min(self.depth, limits.depth or self.depth)
        search = PlainSearch(self.evaluation, limits.nodes)
        return result_text(self.game, position, search.run(position, depth))


def load(
    text: str, game: Game, side: Side
) -> ChoosePlayer | EvaluationFilePlayer | FunctionPlayer:
    """Return the player of a path with options. Raise OutsideError if the file has an error."""
    path, options = parse_call(text)
    module = load_module(path)
    choose = getattr(module, "choose", None)
    if choose is None and is_function_form(vars(module)):
        with blame(path, _("the evaluation fails in the initial position")):
            return FunctionPlayer(vars(module), options, game)
    if choose is None:
        _check_evaluation(module, path)
        return EvaluationFilePlayer(path, options, game, side)
    _check_choose(choose, path)
    return ChoosePlayer(choose, options, game, side)


def _check_evaluation(module: ModuleType, path: str) -> None:
    if not any(callable(getattr(each, "value", None)) for each in vars(module).values()):
        message = _("{path}: expected def choose, def value(board), or a NamedTuple with value")
        raise OutsideError(message.format(path=path))


def _check_choose(choose: Any, path: str) -> None:
    """Raise OutsideError if it is no function, or requires others than CHOOSE_PARAMETERS."""
    if not inspect.isfunction(choose):
        raise OutsideError(_("{path}: choose must be a function").format(path=path))
    for name, parameter in inspect.signature(choose).parameters.items():
        optional = parameter.default is not parameter.empty
        if name not in CHOOSE_PARAMETERS and not optional:
            message = _("{path}, line {line}: choose asks for {name!r}; it may ask for {known}")
            line, known = choose.__code__.co_firstlineno, ", ".join(CHOOSE_PARAMETERS)
            values = {"line": line, "name": name, "known": known}
            raise OutsideError(message.format(path=path, **values))
