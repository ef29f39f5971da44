"""Who plays: agents by name."""

from importlib import import_module

from tablero import evals
from tablero.agents.agent import Agent
from tablero.errors import UnknownName
from tablero.games.game import Game
from tablero.games.options import convert, option_kinds, parse_call
from tablero.games.outside import is_path
from tablero.locale import _

AGENTS = {
    "random": "tablero.agents.chance:Random",
    "minimax": "tablero.agents.searcher:Minimax",
    "negamax": "tablero.agents.searcher:Negamax",
    "alphabeta": "tablero.agents.searcher:Alphabeta",
    "negascout": "tablero.agents.searcher:Negascout",
    "mtdf": "tablero.agents.searcher:Mtdf",
    "engine": "tablero.agents.engine:Engine",
    "perfect": "tablero.agents.perfect:Perfect",
    "greedy": "tablero.agents.greedy:Greedy",
    "mcts": "tablero.agents.mcts:Mcts",
    "level": "tablero.agents.level:Level",
    "regular": "tablero.agents.shipped:Regular",
    "good": "tablero.agents.shipped:Good",
    "program": "tablero.agents.program:Program",
    "human": "tablero.agents.human:Human",
}

ELSEWHERE = {
    "easyai": "tablero.adapters.easyai:EasyAgent",
    "kaggle": "tablero.adapters.kaggle:Kaggle",
    "openspiel": "tablero.adapters.openspiel:SpielAgent",
}
"""Players of other packages: each knows which games it can play."""

SHIPPED = ("regular", "good")
"""The tournament's: each needs the evaluation of its own name."""


def names(game: Game) -> list[str]:
    """The agents that can play `game`."""
    known = evals.names(game)
    return [name for name in AGENTS if name not in SHIPPED or name in known]


def load(text: str) -> Agent:
    """The agent of a name, with options: `alphabeta(depth=8,eval=lines)`; or of a path, which
    leads to a player's file, `my_player.py(depth=4)`, or to a program, `./bot.sh`."""
    name, options = parse_call(text)
    if is_path(name):
        return _at_path(name, options)
    cls = agent_class(name)
    return cls(**convert(options, option_kinds(cls)))


def runs_code(text: str) -> bool:
    """Could this agent lead out of the package: a file, a program, a file with an evaluation?"""
    name, _options = parse_call(text)
    return name == "program" or ".py" in text or "/" in text or "\\" in text


def agent_class(name: str) -> type[Agent]:
    """The class of the agents with this name."""
    known = AGENTS | ELSEWHERE
    if name not in known:
        raise UnknownName(_("agent"), name, known)
    module, _colon, attribute = known[name].partition(":")
    return getattr(import_module(module), attribute)  # type: ignore[no-any-return]


def _at_path(path: str, options: dict[str, str]) -> Agent:
    """A player's file, or a program."""
    if path.endswith(".py"):
        from tablero.agents.players_file import PlayersFile

        return PlayersFile.at(path, options)
    from tablero.agents.program import Program

    return Program.at(path, options)
