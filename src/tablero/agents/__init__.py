"""The registry of agents: loads an agent by its name and options, or by a path."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tablero.agents.agent import Agent
from tablero.definitions import Kind, check_name, define, defined
from tablero.errors import OutsideError, UnknownName
from tablero.games import evaluations
from tablero.games.game import Game
from tablero.games.outside import entry_points_of, is_path, load_entry_point
from tablero.lazy import imported
from tablero.locale import _
from tablero.options import convert, option_kinds, parse_call
from tablero.search import ALGORITHMS

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

AGENTS = {
    "random": "tablero.agents.random_player:Random",
    **dict.fromkeys(ALGORITHMS, "tablero.agents.searcher:SEARCHERS"),
    "engine": "tablero.agents.engine:Engine",
    "perfect": "tablero.agents.perfect:Perfect",
    "greedy": "tablero.agents.greedy:Greedy",
    "mcts": "tablero.agents.mcts:Mcts",
    "level": "tablero.agents.level:LevelAgent",
    "regular": "tablero.agents.tournament:RegularAgent",
    "good": "tablero.agents.tournament:GoodAgent",
    "program": "tablero.agents.program:ProgramAgent",
    "ugi": "tablero.agents.ugi:UgiAgent",
    "human": "tablero.agents.human:Human",
}
"""Agents of this package: `module:attribute` by name."""

ENTRY_POINTS = "tablero.agents"
"""Entry point group of agents in other packages and adapters.

Each of them checks which games it can play. Lists of a game's agents leave them out.
"""

SEARCHES = "tablero.searches"
"""Entry point group of the kernels of searches in other packages, by name."""

PROGRAMS = ("program", "ugi")
"""Agents whose first option is a command that is run."""

TOURNAMENT = ("regular", "good")
"""Agents of the tournament; each needs the evaluation that has the same name."""


def names(game: Game) -> list[str]:
    """Return the names of this package's agents that can play `game`."""
    known = evaluations.names(game)
    return [name for name in AGENTS if name not in TOURNAMENT or name in known]


def load(text: str) -> Agent:
    """Return the agent that a text describes.

    The text is a name with options, `alphabeta(depth=8,eval=lines)`, or a path: to a player's
    file, `my_player.py(depth=4)`, or to a program, `./bot.sh`.
    """
    name, options = parse_call(text)
    if is_path(name):
        return _at_path(name, options)
    cls = agent_class(name)
    return cls(**convert(options, option_kinds(cls)))


def as_agent(agent: str | Agent | Callable[..., int], **options: Any) -> Agent:
    """Return an agent.

    agent: the text of an agent, an agent, or the kernel of a search. The class of an agent that
        the package does not bring, and a kernel, are defined under their names.
    options: options of the agent that replace those it has; an evaluation may be an object.

    >>> import tablero
    >>> print(tablero.agent("alphabeta(depth=4)", eval="zero"))
    alphabeta(depth=4,eval=zero)
    """
    if not isinstance(agent, str | Agent):
        from tablero.agents import searches

        return _search_agent(searches.load_algorithm(agent))(**options)
    if isinstance(agent, str):
        agent = load(agent)
    elif type(agent).__module__.partition(".")[0] != "tablero":
        _define_agent(type(agent))
    return replace(agent, **options) if options else agent


def _define_agent(cls: type[Agent]) -> None:
    """Let texts name a class of agents, unless it is that of another package already."""
    others = entry_points_of(ENTRY_POINTS)
    if cls.name in others and others[cls.name].load() is cls:
        return
    check_name(Kind.AGENT, cls.name, [*AGENTS, *others])
    define(Kind.AGENT, cls.name, cls)


def _search_agent(algorithm: str) -> type[Agent]:
    """Return the agent class of a search that this package does not bring."""
    from tablero.agents.searcher import agent_of

    return agent_of(algorithm)


def runs_code(text: str) -> bool:
    """Return whether this agent may run code from outside the package.

    Such code is in a player's file, a program, or a file with an evaluation.
    """
    name, _options = parse_call(text)
    return name in PROGRAMS or ".py" in text or "/" in text or "\\" in text


def agent_class(name: str) -> type[Agent]:
    """Return the agent class with this name. Raise UnknownName if there is none."""
    if name in AGENTS:
        found = imported(AGENTS[name])
        return found[name] if isinstance(found, dict) else found  # type: ignore[no-any-return]
    if name in defined(Kind.AGENT):
        return defined(Kind.AGENT)[name]  # type: ignore[no-any-return]
    if name in defined(Kind.SEARCH) or name in entry_points_of(SEARCHES):
        from tablero.agents import searches

        return _search_agent(searches.load_algorithm(name))
    others = entry_points_of(ENTRY_POINTS)
    if name not in others:
        raise UnknownName(_("agent"), name, [*AGENTS, *sorted(others)])
    return _checked(load_entry_point(others[name], _("the agent does not import")), others[name])


def _checked(cls: Any, entry: "EntryPoint") -> type[Agent]:
    """Return `cls`. Raise OutsideError if it is no agent or its name differs from the entry's."""
    is_agent = isinstance(cls, type) and issubclass(cls, Agent)
    if not is_agent or getattr(cls, "name", None) != entry.name:
        message = _("{origin}: expected a class derived from Agent with the name {name!r}")
        raise OutsideError(message.format(origin=entry.value, name=entry.name))
    return cls  # type: ignore[no-any-return]


def _at_path(path: str, options: dict[str, str]) -> Agent:
    """Return the agent for a player's file (`.py`) or for a program."""
    if path.endswith(".py"):
        from tablero.agents import searches

        if searches.is_search(path):
            cls = _search_agent(searches.load_algorithm(path))
            return cls(**convert(options, option_kinds(cls)))
        from tablero.agents.players_file import PlayersFile

        return PlayersFile.at(path, options)
    from tablero.agents.program import ProgramAgent

    return ProgramAgent.at(path, options)
