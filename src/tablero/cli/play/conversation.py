"""The questions before a game: the board, the opponent, and the side that begins.

Every question has a default, which is used for empty and for invalid answers.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import click

import tablero.games as games
from tablero import agents
from tablero.agents.agent import Agent
from tablero.agents.human import Human
from tablero.agents.level import PERFECT, LevelAgent
from tablero.agents.random_generator import derive, random_below
from tablero.agents.searcher import SEARCHERS
from tablero.cli.prompt import read_line
from tablero.errors import TableroError
from tablero.games.game import Game
from tablero.locale import _, in_every_language, mark
from tablero.options import option_kinds
from tablero.position import FIRST
from tablero.search.state import MAX_PLY

T = TypeVar("T")

DEFAULT_OPPONENT = "level"
"""The default opponent of the user."""

NOT_OFFERED = ("human", *agents.PROGRAMS)
"""Agents that are not offered: `human` is the user, and programs need a command."""

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


def ask_word(question: str, words: Sequence[str], default: str) -> str:
    """Ask for one of these words, in any language, or for a prefix of only one of them."""
    shown, shown_default = " | ".join(map(_, words)), _(default)
    answer = read_line(f"{question} ({shown}) [{shown_default}]: ").lower()
    if not answer:
        return default
    forms = {form.lower(): word for word in words for form in in_every_language(word)}
    found = {word for form, word in forms.items() if form.startswith(answer)}
    if answer in forms:
        return forms[answer]
    if len(found) == 1:
        return found.pop()
    message = _("{answer!r} is not one of these; using the default, {usual}")
    click.echo(message.format(answer=answer, usual=shown_default))
    return default


def ask_number(question: str, least: int, most: int, default: int) -> int:
    """Ask for an integer; one that is too small or too large is replaced by the nearest limit."""
    answer = read_line(f"{question} ({least} - {most}) [{default}]: ")
    if not answer:
        return default
    try:
        number = int(answer)
    except ValueError:
        message = _("{answer!r} is not an integer; using the default, {usual}")
        click.echo(message.format(answer=answer, usual=default))
        return default
    nearest = max(least, min(number, most))
    if nearest != number:
        message = _("{number} is not possible; the nearest is {nearest}")
        click.echo(message.format(number=number, nearest=nearest))
    return nearest


def ask_text(question: str, parse: Callable[[str], T], default: str) -> T:
    """Ask for a text and return it parsed; use the default if `parse` raises TableroError."""
    answer = read_line(f"{question} [{default}]: ")
    try:
        return parse(answer or default)
    except TableroError as error:
        message = _("{error}; using the default, {usual}")
        click.echo(message.format(error=error, usual=default))
        return parse(default)
