"""The forecast as a picture: time by machines, who is at work, what was foretold and measured, and
Kalah's nodes."""

from itertools import groupby
from typing import Any

from matplotlib.figure import Figure

from tablero.lab.figure import FAINT, SHADE, line_style, picture
from tablero.lab.powers import label_powers
from tablero.lab.scale.kalah_report import PITS, SEEDS, Sowing
from tablero.lab.scale.report import Scale
from tablero.locale import _
from tablero.numbers import grouped

MARGIN = 1.2
"""How many times further than the points a line goes."""


def draw_scale(scale: Scale, sowing: Sowing, command: str) -> Figure:
    def draw(panels: Any) -> None:
        (upper_left, upper_right), (lower_left, lower_right) = panels
        draw_time(upper_left, scale)
        draw_shares(upper_right, scale)
        draw_checks(lower_left, scale)
        draw_kalah(lower_right, sowing)

    return picture(draw, command, 2, 2)


def draw_time(axes: Any, scale: Scale) -> None:
    """By the clock, beside what it would be if nothing were ever lost."""
    counts = scale.counts
    ends, low, high = zip(*scale.grown, strict=True)
    ideal = [end.work / end.workers for end in ends]
    axes.fill_between(counts, low, high, color=SHADE, linewidth=0, label=_("low to high"))
    axes.plot(counts, ideal, color=FAINT, linewidth=1, label=_("all workers always busy"))
    axes.plot(counts, [end.seconds for end in ends], label=_("simulated"), **line_style(0))
    axes.set_yscale("log")
    label_powers(axes.yaxis, "s")
    title = _("A book of {stones} stones, {cores} cores a machine")
    axes.set_title(title.format(stones=scale.stones, cores=scale.cores), fontsize=11)
    axes.set_ylabel(_("time"))
    _machines(axes)


def draw_shares(axes: Any, scale: Scale) -> None:
    """Where the driver is always at work, workers are not."""
    ends = [end for end, _low, _high in scale.grown]
    lines = {
        _("workers: efficiency"): [end.efficiency for end in ends],
        _("the driver"): [end.driver / end.seconds for end in ends],
    }
    for number, (label, shares) in enumerate(lines.items()):
        axes.plot(scale.counts, [100 * each for each in shares], label=label, **line_style(number))
    axes.set_ylim(0, 100)
    axes.set_title(_("Share of the time at work"), fontsize=11)
    axes.set_ylabel("%")
    _machines(axes)


def _machines(axes: Any) -> None:
    axes.set_xscale("log")
    label_powers(axes.xaxis)
    axes.set_xlabel(_("machines"))
    axes.legend(fontsize=8.5)


def draw_checks(axes: Any, scale: Scale) -> None:
    """Points on the line are foretold as they were measured."""
    checks, fitted = scale.checks, len(scale.measured.runs)
    walls = [check.run.wall for check in checks]
    ends = [min(walls) / MARGIN, max(walls) * MARGIN]
    axes.plot(ends, ends, color=FAINT, linewidth=1, label=_("as measured"))
    larger = checks[fitted:]
    kinds: dict[str, list[tuple[float, float | None]]] = {
        _("fitted"): [(check.run.wall, check.seconds) for check in checks[:fitted]],
        _("larger, not fitted"): [(check.run.wall, check.seconds) for check in larger],
        _("larger, from a sample"): [(check.run.wall, check.sampled) for check in larger],
    }
    for number, (label, points) in enumerate(kinds.items()):
        style = {**line_style(number), "linestyle": "none"}
        axes.plot(*zip(*points, strict=True), label=label, **style)
    axes.set_xscale("log")
    axes.set_yscale("log")
    label_powers(axes.xaxis, "s")
    label_powers(axes.yaxis, "s")
    axes.set_title(_("Real runs, one worker and two"), fontsize=11)
    axes.set_xlabel(_("measured"))
    axes.set_ylabel(_("foretold"))
    axes.legend(fontsize=8.5)


def draw_kalah(axes: Any, sowing: Sowing) -> None:
    for number, (pits, some) in enumerate(groupby(sowing.searches, key=lambda each: each.pits)):
        points = [(each.seeds, each.nodes) for each in some]
        label = _("{pits} pits").format(pits=pits)
        axes.plot(*zip(*points, strict=True), label=label, **line_style(number))
    guesses = ((sowing.largest.seeds, sowing.foretold(sowing.largest)), (SEEDS, sowing.wanted))
    seeds, nodes, below, above = zip(
        *(
            (seeds, each.nodes, each.nodes - each.low, each.high - each.nodes)
            for seeds, each in guesses
        ),
        strict=True,
    )
    label = _("{pits} pits, foretold").format(pits=PITS)
    axes.errorbar(seeds, nodes, (below, above), fmt="_", color=FAINT, capsize=4, label=label)
    told = _("{nodes} G nodes?").format(nodes=grouped(round(sowing.wanted.nodes / 1e9)))
    place = (SEEDS, sowing.wanted.nodes)
    axes.annotate(told, place, (-8, 0), textcoords="offset points", ha="right", fontsize=8.5)
    axes.set_yscale("log")
    label_powers(axes.yaxis)
    axes.set_title(
        _("Kalah, to {pits} pits with {seeds} seeds").format(pits=PITS, seeds=SEEDS), fontsize=11
    )
    axes.set_xlabel(_("seeds in every pit"))
    axes.set_ylabel(_("nodes"))
    axes.legend(fontsize=8.5)
