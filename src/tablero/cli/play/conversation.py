"""The questions before a game: the board, the opponent, and the side that begins."""

from dataclasses import replace
from functools import partial
from typing import Any

import click

from tablero import agents, games
from tablero.agents.agent import Agent
from tablero.agents.human import Human
from tablero.agents.level import PERFECT, LevelAgent
from tablero.agents.random_generator import derive, random_below
from tablero.agents.searcher import SEARCHERS
from tablero.cli.play.questions import ask_number, ask_text, ask_word
from tablero.games.game import Game
from tablero.games.options import option_kinds
from tablero.locale import _, mark
from tablero.position import FIRST
from tablero.search.state import MAX_PLY

DEFAULT_OPPONENT = "level"
"""The default opponent of the user."""

NOT_OFFERED = ("human", "program")
"""Agents that are not offered: `human` is the user, and `program` needs a command."""

BEGINNER = 2
"""Path of the seed that decides which side begins; it differs from the seeds of the sides."""

YOU, MACHINE, CHANCE = mark("you"), mark("machine"), mark("chance")
ALPHABETA, MINIMAX = mark("alpha-beta"), mark("minimax")
LAZY, COMPLETE = mark("lazy"), mark("complete")
CACHE, SIMPLE = mark("cache"), mark("simple")
INFER, LEAF = mark("infer"), mark("leaf")


def ask_game() -> Game:
    names = " | ".join(games.names())
    return ask_text(_("game ({names})").format(names=names), games.load, "connect4")


def ask_search() -> Agent:
    """Ask for each option of the second paper's agent; return the agent."""
    algorithm = ask_word(_("search"), [ALPHABETA, MINIMAX], ALPHABETA)
    lazy = ask_word(_("children generated one by one, or all at once"), [LAZY, COMPLETE], LAZY)
    cache = ask_word(_("transposition table"), [CACHE, SIMPLE], CACHE)
    infer = ask_word(_("small blocks by theoretical value, or to the leaf"), [INFER, LEAF], INFER)
    kind = SEARCHERS["minimax" if algorithm == MINIMAX else "alphabeta"]
    return kind(cache=cache == CACHE, lazy=lazy == LAZY, infer=infer == INFER)


def ask_machine(game: Game) -> Agent:
    """Ask for an agent, and for its level or depth if it has such an option and none is given."""
    names = " | ".join(name for name in agents.names(game) if name not in NOT_OFFERED)
    question = _("opponent ({names})").format(names=names)
    agent: Any = ask_text(question, partial(_playing_agent, game), DEFAULT_OPPONENT)
    if agent == LevelAgent():
        agent = LevelAgent(ask_number(_("level"), 1, PERFECT, agent.number))
    elif "depth" in option_kinds(type(agent)) and agent.depth is None:
        agent = replace(agent, depth=ask_number(_("depth"), 1, MAX_PLY, game.depth))
    return agent  # type: ignore[no-any-return]


def _playing_agent(game: Game, text: str) -> Agent:
    """Return the agent of this notation. Raise TableroError if it cannot play this game."""
    agent = agents.load(text)
    agent.seat(game, FIRST).close()
    return agent


def ask_setup(game: Game, given: Any, seed: int) -> tuple[Any, tuple[Agent, Agent]]:
    """Ask for the missing parts of a game; return the first position and the agents."""
    start = game.ask_start(ask_number) if given is None else given
    if game.asks_search_options:
        machine, begins = ask_search(), CHANCE
    else:
        machine = ask_machine(game)
        begins = ask_word(_("who starts"), [YOU, MACHINE, CHANCE], YOU)
    if begins == CHANCE:
        begins = [YOU, MACHINE][random_below([derive(seed, BEGINNER)], 2)]
        click.echo(_("you begin") if begins == YOU else _("the machine begins"))
    first = (begins == YOU) == (start.turn() == FIRST)
    return start, (Human(), machine) if first else (machine, Human())
