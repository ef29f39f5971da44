"""Results of a tuning: weights before and after, and the final match between them."""

import shlex
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tablero.lab.table import Cell, Column, ResultTable, numeral
from tablero.lab.tuning.linear import Effects
from tablero.lab.tuning.parameters import TuningParameters
from tablero.lab.tuning.run import Tuning
from tablero.locale import _, language_of_the_system, spoken
from tablero.match.batch import Batch
from tablero.match.elo import Estimate, score_of
from tablero.match.openings import Openings
from tablero.match.plan import MatchTerms, Plan
from tablero.numbers import grouped, percent

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SMOOTH = 9
"""Measurements in the moving average of the picture's line."""

POINTS = 6
"""Markers per line, shifted so that those of two lines do not overlap."""


def last_match(tuning: Tuning) -> Batch:
    """Return the match of the tuned weights against the start's, from held-out openings."""
    parameters, linear = tuning.parameters, tuning.linear
    tuned, start = (
        f"alphabeta(depth={parameters.depth},eval={evaluation},order=best)"
        for evaluation in (linear.written(tuning.evaluation), linear.text)
    )
    openings = Openings(parameters.plies)
    terms = MatchTerms(
        parameters.game, (tuned, start), parameters.match, parameters.seed, openings
    )
    return Batch(Plan(terms), tuning.arbiter.pool)


def reproducing_command(tuning: Tuning, files: Sequence[Path] = ()) -> str:
    """Return the command that learns these weights in one run and writes these files.

    It includes the current language where it is not the system's, and omits default options.
    """
    parameters = tuning.parameters
    words = ["tablero", "lab", "tune", parameters.game, parameters.evaluation]
    for fact in fields(TuningParameters)[2:]:
        if (value := getattr(parameters, fact.name)) != fact.default:
            words += [f"--{fact.name}", str(value)]
    if parameters.method == "cma":
        words += ["--generations", str(len(tuning.history))]
    else:
        words += ["--games", str(tuning.games)]
    if spoken() != language_of_the_system():
        words += ["--lang", spoken()]
    return shlex.join([*words, *(word for file in files for word in ("--out", str(file)))])


def weights_table(tuning: Tuning, command: str) -> ResultTable:
    """Return every weight before and after, and its share of all effects."""
    linear = tuning.linear
    after = [getattr(tuning.evaluation, name) for name in linear.names]
    rows: list[list[Cell]] = [
        [name, before, weight, float(share), float(new_share)]
        for name, before, weight, share, new_share in zip(
            linear.names,
            linear.weights,
            after,
            shares(linear.start),
            shares(np.array(after) * linear.sizes),
            strict=True,
        )
    ]
    columns = [
        Column("weight", _("weight")),
        Column("before", _("before")),
        Column("after", _("after")),
        Column("share_before", _("share before"), percent),
        Column("share_after", _("share after"), percent),
    ]
    title = _("{game} by {method}, {games} games at depth {depth}: {tuned}")
    values = {
        "game": tuning.parameters.game,
        "method": tuning.parameters.method,
        "games": tuning.games,
    }
    tuned = linear.written(tuning.evaluation)
    caption = title.format(**values, depth=tuning.parameters.depth, tuned=tuned)
    return ResultTable(caption, columns, rows, command, "weights")


def shares(effects: Effects) -> Effects:
    """Return the share of each weight in the value, with its sign; absolute values add up to 1."""
    return effects / (np.abs(effects).sum() or 1.0)


def match_table(batch: Batch) -> ResultTable:
    """Return the result of the final match for the tuned weights."""
    lost, drawn, won = batch.tally.games
    found = batch.tally.estimate
    columns = [
        Column("games", _("games")),
        Column("won", _("won")),
        Column("drawn", _("drawn")),
        Column("lost", _("lost")),
        Column("elo", _("Elo"), points),
        Column("elo_low", _("from"), points),
        Column("elo_high", _("to"), points),
        Column("verdict", _("verdict"), lambda key: verdicts()[str(key)]),
    ]
    elos = found.elo, found.low, found.high
    rows: list[list[Cell]] = [[batch.tally.played, won, drawn, lost, *elos, verdict(found)]]
    title = _("The tuned weights against those before")
    return ResultTable(title, columns, rows, batch.plan.terms.command, "match")


def points(elo: Cell) -> str:
    return numeral(float(elo or 0), "+.1f")


def verdict(found: Estimate) -> str:
    """Return a key of `verdicts`."""
    if found.low > 0:
        return "stronger"
    return "weaker" if found.high < 0 else "open"


def verdicts() -> dict[str, str]:
    """Return the verdicts' names for people."""
    return {
        "stronger": _("stronger"),
        "weaker": _("weaker"),
        "open": _("not significantly different"),
    }


def draw(tuning: Tuning, batch: Batch | None, command: str) -> "Figure":
    """Draw the shares of the weights, and the score against the start, game by game."""
    from tablero.lab.figure import picture

    def panels(axes: Any) -> None:
        _draw_shares(axes[0, 0], tuning)
        _draw_scores(axes[0, 1], tuning, batch)

    return picture(panels, command, columns=2)


def _draw_shares(axes: Any, tuning: Tuning) -> None:
    from tablero.lab.figure import FAINT, line_style

    moments = [tuning.linear.start, *(np.array(each.effects) for each in tuning.history)]
    games = [0, *(each.games for each in tuning.history)]
    lines = 100 * np.array([shares(each) for each in moments])
    axes.axhline(0, color=FAINT, linewidth=0.8)
    every = max(1, len(games) // POINTS)
    for place in np.argsort(-lines[-1]):
        style = {**line_style(place), "linewidth": 1.2, "markersize": 5}
        spread = place * every // len(lines[-1]), every
        name = tuning.linear.names[place]
        axes.plot(games, lines[:, place], label=name, markevery=spread, **style)
    axes.set(title=_("Share of the evaluation"), xlabel=_("games"), ylabel="%")
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1), handlelength=3.5)
    axes.xaxis.set_major_formatter(lambda games, _place: grouped(int(games)))
    axes.locator_params(axis="x", nbins=4)


def _draw_scores(axes: Any, tuning: Tuning, batch: Batch | None) -> None:
    from tablero.lab.figure import FAINT, INK, line_style

    games = [each.games for each in tuning.history]
    scores = 100 * np.array([each.score for each in tuning.history])
    axes.axhline(50, color=FAINT, linewidth=0.8)
    axes.plot(games, scores, ".", color=FAINT, label=_("a step"))
    if len(scores) >= SMOOTH:
        means = np.convolve(scores, np.ones(SMOOTH) / SMOOTH, "valid")
        label = _("mean of {number}").format(number=SMOOTH)
        axes.plot(games[SMOOTH // 2 : -(SMOOTH // 2)], means, color=INK, label=label)
    if batch is not None and batch.tally.estimate.score is not None:
        found = batch.tally.estimate
        low, middle, high = (100 * score_of(elo) for elo in (found.low, found.elo, found.high))
        style = {**line_style(1), "linestyle": "none", "capsize": 3, "label": _("last match")}
        axes.errorbar([tuning.games], [middle], [[middle - low], [high - middle]], **style)
    title = _("Points against the weights before")
    axes.set(title=title, xlabel=_("games"), ylabel="%")
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1))
    axes.xaxis.set_major_formatter(lambda games, _place: grouped(int(games)))
    axes.locator_params(axis="x", nbins=4)
