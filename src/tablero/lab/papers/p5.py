"""The fifth paper: Connect-4, and what a switch for alpha-beta saves."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tablero import evals
from tablero.games import load
from tablero.lab.figure import FAINT
from tablero.lab.papers import charts
from tablero.lab.papers.measure import Turn, again, count, nodes, whole_game
from tablero.lab.papers.report import Chart, Finding, Part, Verdict, exact
from tablero.lab.table import Cell, Column, Table, shown
from tablero.locale import _
from tablero.numbers import percent
from tablero.position import Move
from tablero.search.run import Settings, search

CALLS = {"minimax": 137_256, "alphabeta": 20_567}
SAVED = 0.8349
DEPTH, EVALUATION = 6, "potential"

GAMES = 39
"""Against chance: one more of them lies between the least and the greatest in 95 % of all cases,
(GAMES - 1) / (GAMES + 1)."""


def title() -> str:
    return _("Connect-4 with alpha-beta on a switch")


def parts(seed: int) -> list[Callable[[], Part]]:
    return [first_move, partial(game_by_move, seed)]


def ways(depth: int) -> list[Settings]:
    """The switch off and on; the paper's root moves all have the whole window."""
    return [Settings(name, depth, root_window="full") for name in CALLS]


def first_move(depth: int = DEPTH) -> Part:
    """The calls for the first move, which depend on nothing but the reading of the paper."""
    game = load("connect4")
    findings = []
    for settings in ways(depth):
        calls = nodes(search(game.start, evals.load(EVALUATION, game), settings))
        paper = CALLS[settings.algorithm]
        question = _("calls by {algorithm} on the empty board, depth {depth}")
        because = _("columns from left to right, every root move with the whole window.")
        command = (
            f"tablero search connect4 --eval {EVALUATION} --depth {depth} "
            f"--algorithm {settings.algorithm} --root-window full"
        )
        findings.append(
            Finding(
                f"calls_{settings.algorithm}",
                question.format(algorithm=settings.algorithm, depth=depth),
                shown(paper),
                shown(calls),
                exact(paper, calls),
                because,
                command,
                {"calls": (paper, calls)},
            )
        )
    return Part(_("The first move"), findings)


def game_by_move(seed: int, depth: int = DEPTH, games: int = GAMES, position: str = "") -> Part:
    """A whole game of the machine against itself, counted with the switch off and on."""
    game = load("connect4")
    judge = evals.load(EVALUATION, game)
    turns = whole_game(game, judge, ways(depth), game.read(position))
    others = against_chance(depth, games, seed)
    finding = saved_finding(turns, others, depth, seed)
    heading = _("Through a whole game")
    charted = [
        Chart(_("Calls of every move"), partial(charts.nodes_by_turn, turns=turns)),
        Chart(_("What alpha-beta saves"), partial(draw_saved, turns=turns)),
    ]
    return Part(heading, [finding], [table_of(turns)], charted)


def saved(turns: Sequence[Turn]) -> float:
    """The share of minimax's calls that alpha-beta does without."""
    off, on = (count([turn.results[place] for turn in turns]) for place in (0, 1))
    return 1 - on / off


def against_chance(depth: int, games: int, seed: int) -> list[float]:
    """What is saved in games that the machine begins and others answer by chance."""
    game, dice = load("connect4"), random.Random(seed)
    judge = evals.load(EVALUATION, game)

    def rival(position: Any) -> Move:
        choices: list[Move] = list(position.moves())
        return dice.choice(choices)

    return [saved(whole_game(game, judge, ways(depth), rival=rival)) for _game in range(games)]


def saved_finding(
    turns: Sequence[Turn], others: Sequence[float], depth: int, seed: int
) -> Finding:
    """The paper's game is not written down: does its figure lie among those of other games?"""
    off, on = (count([turn.results[place] for turn in turns]) for place in (0, 1))
    because = _(
        "the paper's game is not written down. {games} games against random players save "
        "{least:.2f} to {most:.2f} %, and one more lies between with {sure:.0f} %; the machine "
        "against itself needs {off} calls without alpha-beta and {on} with it."
    ).format(
        games=len(others),
        least=100 * min(others),
        most=100 * max(others),
        sure=100 * (len(others) - 1) / (len(others) + 1),
        off=shown(off),
        on=shown(on),
    )
    return Finding(
        "calls_saved",
        _("calls saved over a whole game, depth {depth}").format(depth=depth),
        f"{100 * SAVED:.2f} %",
        f"{100 * saved(turns):.2f} %",
        Verdict.NOT_TOLD_APART if min(others) <= SAVED <= max(others) else Verdict.DIFFERS,
        because,
        again("p5", seed),
        {"share": (SAVED, saved(turns))},
    )


def table_of(turns: Sequence[Turn]) -> Table:
    columns = [
        Column("turn", _("turn")),
        Column("move", _("move")),
        Column("minimax", "minimax"),
        Column("alphabeta", _("alpha-beta")),
        Column("saved", _("saved"), percent),
    ]
    rows: list[list[Cell]] = [
        [place, turn.move, *map(nodes, turn.results), saved([turn])]
        for place, turn in enumerate(turns, 1)
    ]
    return Table(_("Calls of every move"), columns, rows, again("p5"), "calls_by_move")


def draw_saved(axes: Any, turns: Sequence[Turn]) -> None:
    """By move, and the paper's share of the whole game."""
    places = range(1, len(turns) + 1)
    axes.axhline(100 * SAVED, color=FAINT, linestyle="--", label=_("paper, whole game"))
    ours = _("ours")
    charts.curves(axes, places, {ours: [100 * saved([turn]) for turn in turns]}, log=False)
    axes.set_xlabel(_("turn"))
    axes.set_ylabel(_("% of the calls"))
