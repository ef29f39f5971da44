"""The horizon effect: a search overestimates the side that moves last before the horizon."""

from collections.abc import Mapping, Sequence
from functools import partial, reduce
from typing import Any, NamedTuple

import numpy as np

from tablero.games import evaluations, load
from tablero.lab.bootstrap import interval
from tablero.lab.figure import FAINT, line_style
from tablero.lab.papers import charts
from tablero.lab.papers.measure import papers_command
from tablero.lab.papers.report import Chart, PaperFinding, PaperVerdict, Section, ours_alone
from tablero.lab.papers.tournament import GAME, REGULAR
from tablero.lab.table import Cell, Column, ResultTable
from tablero.locale import _
from tablero.match.openings import Openings
from tablero.search.run import Settings, search

PLIES = 6
"""Random moves that lead to the positions whose scores are compared."""


class Mean(NamedTuple):
    """A mean score with its confidence interval over positions."""

    mean: float
    low: float
    high: float


def horizon(seed: int, positions: int = 400, depths: Sequence[int] = range(1, 11)) -> Section:
    """Compare the scores of *regular* at odd and at even depths, on the same positions."""
    scores = scores_of(seed, positions, depths)
    odd = np.array([depth % 2 == 1 for depth in depths])
    apart = mean_of(scores[odd].mean(axis=0) - scores[~odd].mean(axis=0), seed)
    means = {depth: mean_of(row, seed) for depth, row in zip(depths, scores, strict=True)}
    finding = last_word(
        float(scores[odd].mean()), float(scores[~odd].mean()), apart, positions, seed
    )
    columns = [
        Column("depth", _("depth")),
        Column("mean", _("mean score for the mover"), score_text),
        Column("low", _("from"), score_text),
        Column("high", _("to"), score_text),
    ]
    rows: list[list[Cell]] = [[depth, *mean] for depth, mean in means.items()]
    table = ResultTable(
        _("Scores of regular by depth"), columns, rows, papers_command("p3", seed), "horizon"
    )
    chart = Chart(_("Scores at odd and even depths"), partial(draw_horizon, means=means))
    return Section(_("The horizon"), [finding], [table], [chart])


def scores_of(seed: int, positions: int, depths: Sequence[int]) -> Any:
    """Return the scores of *regular* on random positions, a row for every depth."""
    game = load(GAME)
    evaluation, openings = evaluations.load(REGULAR, game), Openings(PLIES).draw(game, seed)
    places = [
        reduce(lambda place, move: place.play(move), opening, game.start)
        for opening in openings.first(positions)
    ]
    rows = [
        [search(place, evaluation, Settings(depth=depth)).score for place in places]
        for depth in depths
    ]
    return np.array(rows, float)


def mean_of(scores: Any, seed: int) -> Mean:
    """Return the mean over positions, with its interval."""
    between = interval(lambda some: some.mean(), scores, seed)
    assert between is not None, "one position tells nothing"
    return Mean(float(scores.mean()), *map(float, between))


def score_text(score: Cell) -> str:
    return f"{score:+.2f}"


def last_word(odd: float, even: float, apart: Mean, positions: int, seed: int) -> PaperFinding:
    ours = _(
        "mean score {odd:+.2f} at odd depths, {even:+.2f} at even ones: {mean:.2f} apart "
        "({low:.2f} to {high:.2f})"
    )
    because = _(
        "the scores are those of the same {positions} positions; at an odd depth the side to "
        "move makes the last move before the horizon."
    )
    return PaperFinding(
        "horizon",
        _("odd and even depth: the horizon"),
        _("asked"),
        ours.format(odd=odd, even=even, **apart._asdict()),
        PaperVerdict.ANSWERED,
        because.format(positions=positions),
        papers_command("p3", seed),
        ours_alone(odd=odd, even=even, apart=apart.mean, low=apart.low, high=apart.high),
    )


def draw_horizon(axes: Any, means: Mapping[int, Mean]) -> None:
    """Draw odd and even depths as two lines."""
    axes.axhline(0, color=FAINT, linewidth=1)
    for place, (parity, name) in enumerate({1: _("odd"), 0: _("even")}.items()):
        some = {float(depth): mean for depth, mean in means.items() if depth % 2 == parity}
        charts.with_intervals(axes, some, name, line_style(place))
    charts.legend_below(axes, 2)
    axes.grid(visible=False, axis="x")
    axes.set_xticks([*means])
    axes.set_xlabel(_("depth"))
    axes.set_ylabel(_("mean score for the mover, 95 %"))
