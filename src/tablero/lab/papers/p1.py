"""The first paper: Kalah of six pits with five seeds each, random players, minimax, alpha-beta."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tablero.games import evaluations, load
from tablero.lab.papers import charts
from tablero.lab.papers.duels import Duels, duel_table, estimates, nearest, play_duels, searcher
from tablero.lab.papers.measure import (
    clocked,
    count,
    elo_numbers,
    elo_range,
    papers_command,
    seconds_text,
    total_seconds,
    whole_game,
)
from tablero.lab.papers.p1_faults import faults as faults
from tablero.lab.papers.p1_games import against_random, random_games
from tablero.lab.papers.p1_program import DEPTH, GAME
from tablero.lab.papers.report import (
    Chart,
    PaperFinding,
    PaperVerdict,
    Section,
    beside,
    faster,
    fault_section,
)
from tablero.lab.table import Column, ResultTable, shown
from tablero.locale import _
from tablero.search.run import Result, Settings

SECONDS = 0.397, 0.189
"""The paper's times of minimax and of alpha-beta, in seconds."""


def title() -> str:
    return _("Kalah: chance, minimax and alpha-beta")


def sections(seed: int) -> list[Callable[[], Section]]:
    return [
        partial(random_games, seed),
        partial(against_random, seed),
        both_searches,
        partial(composite, seed),
        lambda: fault_section(faults()),
    ]


def both_searches(depth: int = 4, deepest: int = 8, position: str = "") -> Section:
    """Compare minimax with alpha-beta on all positions of a game, at the paper's and other
    depths."""
    rules = load(GAME)
    evaluation = evaluations.load("simple", rules)
    turns = whole_game(rules, evaluation, [Settings(depth=depth)], rules.read(position))
    found = {
        at: [
            [clocked(turn.position, evaluation, Settings(name, at)) for turn in turns]
            for name in ("minimax", "alphabeta")
        ]
        for at in range(2, deepest + 1, 2)
    }
    heading = _("Minimax and alpha-beta on the same game")
    rows = [
        [at, *compared(*map(count, both)), *compared(*map(total_seconds, both))]
        for at, both in found.items()
    ]
    title = _("Nodes and time for all {turns} moves of a game").format(turns=len(turns))
    chart = Chart(heading, partial(draw_depths, found=found))
    finding = _times(depth, len(turns), *found[depth])
    table = ResultTable(title, _both_columns(), rows, papers_command("p1"), finding.key)
    return Section(heading, [finding], [table], [chart])


def _both_columns() -> list[Column]:
    return [
        Column("depth", _("depth")),
        Column("minimax", "minimax"),
        Column("alphabeta", _("alpha-beta")),
        Column("ratio", _("times fewer")),
        Column("minimax_seconds", "minimax", seconds_text),
        Column("alphabeta_seconds", _("alpha-beta"), seconds_text),
        Column("seconds_ratio", _("times as fast")),
    ]


def compared(slow: float, fast: float) -> tuple[float, float, float]:
    return slow, fast, slow / fast


def _times(depth: int, turns: int, slow: Sequence[Result], fast: Sequence[Result]) -> PaperFinding:
    """Compare the times with the paper's."""
    theirs, ours = SECONDS, (total_seconds(slow), total_seconds(fast))
    text = _("{minimax} and {alphabeta}, {ratio:.1f} times")
    paper, here = (
        text.format(minimax=seconds_text(a), alphabeta=seconds_text(b), ratio=a / b)
        for a, b in (theirs, ours)
    )
    because = _(
        "our times are those of all {turns} moves of a game together. They are so short that "
        "starting a search takes longer than visiting its nodes: {fast} by alpha-beta, {slow} "
        "by minimax. The greater depths show the difference."
    )
    return PaperFinding(
        "both_searches",
        _("minimax and alpha-beta of depth {depth} on the same game: time").format(depth=depth),
        paper,
        here,
        faster(sum(theirs), sum(ours)),
        because.format(turns=turns, fast=shown(count(fast)), slow=shown(count(slow))),
        papers_command("p1"),
        beside(("minimax_seconds", "alphabeta_seconds"), theirs, ours),
    )


def draw_depths(axes: Any, found: dict[int, list[list[Result]]]) -> None:
    """Draw the nodes of a whole game, by depth."""
    slow, fast = ([count(both[place]) for both in found.values()] for place in (0, 1))
    charts.curves(axes, list(found), {"minimax": slow, _("alpha-beta"): fast})
    axes.set_xticks(list(found))
    axes.set_xlabel(_("depth"))
    axes.set_ylabel(_("nodes"))


def composite(seed: int, games: int = 1000, depths: Sequence[int] = range(1, 7)) -> Section:
    """Measure whether the composite evaluation is better than the simple one."""
    players = searcher("composite"), searcher("simple")
    duels = play_duels(GAME, *players, depths, games, seed)
    heading = _("Is the composite evaluation better than the simple one?")
    title = _("Composite against simple, alpha-beta of the same depth, {games} games each")
    table = duel_table(
        "composite", title.format(games=shown(games)), duels, papers_command("p1", seed)
    )
    drawn = partial(charts.elo_by_depth, series={"composite": estimates(duels)})
    chart = Chart(_("Composite against simple"), drawn)
    return Section(heading, [_better(heading, duels)], [table], [chart])


def _better(question: str, duels: Duels) -> PaperFinding:
    """Return the answer at the paper's depth or the nearest, and how many depths are
    significant."""
    sure = sum(outcome.estimate.low > 0 for outcome in duels.values())
    depth, outcome = nearest(DEPTH, duels)
    because = _(
        "the interval lies above 0 at {sure} of {all} depths; the games are pairs with the same "
        "opening and swapped sides."
    )
    return PaperFinding(
        "composite",
        question,
        _("not measured"),
        _("{elo} at depth {depth}").format(elo=elo_range(outcome.estimate), depth=depth),
        PaperVerdict.ANSWERED,
        because.format(sure=sure, all=len(duels)),
        outcome.command,
        elo_numbers(outcome.estimate),
    )
