"""The fifth paper: Connect-4, and the calls that a switch for alpha-beta saves."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tablero.games import evaluations, load
from tablero.lab.papers.measure import SearchedTurn, count, nodes, papers_command, whole_game
from tablero.lab.papers.p5_faults import faults
from tablero.lab.papers.p5_game import paper_game, saved
from tablero.lab.papers.p5_program import CALLS, DEPTH, EVALUATION
from tablero.lab.papers.report import PaperFinding, PaperVerdict, Section, exact, fault_section
from tablero.lab.table import Cell, Column, ResultTable, shown
from tablero.locale import _
from tablero.numbers import percent
from tablero.position import Move
from tablero.search.run import Settings, search

GAMES = 39
"""Games against a random player. Another game lies between the least and the greatest of them with
a probability of 95 %, (GAMES - 1) / (GAMES + 1)."""


def title() -> str:
    return _("Connect-4 with alpha-beta on a switch")


def sections(seed: int) -> list[Callable[[], Section]]:
    return [first_move, paper_game, partial(game_by_move, seed), lambda: fault_section(faults())]


def ways(depth: int) -> list[Settings]:
    """Return the settings with the switch off and on; all root moves have the full window."""
    return [Settings(name, depth, root_window="full") for name in CALLS]


def first_move(depth: int = DEPTH) -> Section:
    """Compare the calls for the first move, which depend only on the reading of the paper."""
    game = load("connect4")
    findings = []
    for settings in ways(depth):
        calls = nodes(search(game.start, evaluations.load(EVALUATION, game), settings))
        paper = CALLS[settings.algorithm][0]
        question = _("calls by {algorithm} on the empty board, depth {depth}")
        because = _("columns from left to right, every root move with the full window.")
        command = (
            f"tablero search connect4 --eval {EVALUATION} --depth {depth} "
            f"--algorithm {settings.algorithm} --root-window full"
        )
        findings.append(
            PaperFinding(
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
    return Section(_("The first move"), findings)


def game_by_move(seed: int, depth: int = DEPTH, games: int = GAMES, position: str = "") -> Section:
    """Count calls with the switch off and on, in games of the correct program.

    It plays one game against itself and `games` against a random player.
    """
    game = load("connect4")
    evaluation = evaluations.load(EVALUATION, game)
    turns = whole_game(game, evaluation, ways(depth), game.read(position))
    others = against_chance(depth, games, seed)
    finding = correct_finding(turns, others, depth, seed)
    return Section(_("The correct program's own games"), [finding], [table_of(turns)])


def saved_in(turns: Sequence[SearchedTurn]) -> float:
    """Return the share of minimax's calls that alpha-beta saves in a game."""
    return saved(*(count([turn.results[place] for turn in turns]) for place in (0, 1)))


def against_chance(depth: int, games: int, seed: int) -> list[float]:
    """Return the shares saved in games that the program begins against a random player."""
    game, generator = load("connect4"), random.Random(seed)
    evaluation = evaluations.load(EVALUATION, game)

    def rival(position: Any) -> Move:
        choices: list[Move] = list(position.moves())
        return generator.choice(choices)

    return [
        saved_in(whole_game(game, evaluation, ways(depth), rival=rival)) for _game in range(games)
    ]


def correct_finding(
    turns: Sequence[SearchedTurn], others: Sequence[float], depth: int, seed: int
) -> PaperFinding:
    """Test whether the share that the paper's game saves lies among those of other games."""
    paper, ours = saved(*map(sum, CALLS.values())), saved_in(turns)
    off, on = (count([turn.results[place] for turn in turns]) for place in (0, 1))
    because = _(
        "shares of all calls of a game. {games} games of the correct program against random "
        "players save {least:.2f} to {most:.2f} %, and another game lies in that range with a "
        "probability of {sure:.0f} %. Against itself the program needs {off} calls without "
        "alpha-beta and {on} with it."
    ).format(
        games=len(others),
        least=100 * min(others),
        most=100 * max(others),
        sure=100 * (len(others) - 1) / (len(others) + 1),
        off=shown(off),
        on=shown(on),
    )
    question = _("calls saved by the correct program in a game of its own, depth {depth}")
    return PaperFinding(
        "calls_saved_correct",
        question.format(depth=depth),
        f"{100 * paper:.2f} %",
        f"{100 * ours:.2f} %",
        PaperVerdict.NOT_SIGNIFICANT
        if min(others) <= paper <= max(others)
        else PaperVerdict.DIFFERS,
        because,
        papers_command("p5", seed),
        {"share": (paper, ours)},
    )


def table_of(turns: Sequence[SearchedTurn]) -> ResultTable:
    columns = [
        Column("turn", _("turn")),
        Column("move", _("move")),
        Column("minimax", "minimax"),
        Column("alphabeta", _("alpha-beta")),
        Column("saved", _("saved"), percent),
    ]
    rows: list[list[Cell]] = [
        [place, turn.move, *map(nodes, turn.results), saved_in([turn])]
        for place, turn in enumerate(turns, 1)
    ]
    heading = _("The correct program against itself")
    return ResultTable(heading, columns, rows, papers_command("p5"), "calls_by_move")
