"""Picture of a round robin: ratings with intervals, and all results."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from tablero.lab.figure import FAINT, INK, picture
from tablero.lab.round_robin import RoundRobinExperiment, points_table
from tablero.locale import _
from tablero.match.elo import SURE
from tablero.match.ratings import Interval, Ratings

MARGIN = 0.08
"""Margin on either side, as a share of the width."""

SHADES = LinearSegmentedColormap.from_list("shares", ["#ffffff", INK])
DARK = 0.55
"""Share of the points above which a cell has white text."""


def draw_round_robin(
    experiment: RoundRobinExperiment, ratings: Ratings, title: str, command: str
) -> Figure:
    """Draw ratings on the left and results on the right, strongest on top."""
    order = ratings.order()

    def draw(panels: Any) -> None:
        ((left, right),) = panels
        draw_ratings(left, ratings, order)
        left.set_yticks(range(len(order)), [experiment.agents[number] for number in order])
        left.set_title(title, fontsize=11, pad=10)
        draw_results(right, points_table(experiment.results())[order][:, order] / experiment.games)
        for axes in (left, right):
            axes.set_ylim(len(order) - 0.5, -0.5)
            axes.tick_params(axis="y", length=0)
            axes.grid(visible=False, axis="y")
            axes.spines["left"].set_visible(False)

    return picture(draw, command, 1, 2)


def draw_ratings(axes: Any, ratings: Ratings, order: Sequence[int]) -> None:
    """Draw each rating with its interval; an infinite end is an arrow.

    A bracket joins neighbours that are not significantly different.
    """
    ends = [end for each in ratings.players for end in each if math.isfinite(end)]
    edge = MARGIN * max(1.0, max(ends) - min(ends))
    low, high = min(ends) - edge, max(ends) + edge
    axes.set_xlim(low, high)
    axes.axvline(0, color=FAINT, linewidth=1, zorder=1)
    for row, number in enumerate(order):
        draw_whiskers(axes, row, ratings.players[number], low, high)
        if row and not ratings.differ_significantly(order[row - 1], number):
            join(axes, row)
    label = _("Elo, {percent:.0f} % confidence intervals;  ]  not significantly different")
    axes.set_xlabel(label.format(percent=100 * SURE))


def draw_whiskers(axes: Any, row: int, found: Interval, low: float, high: float) -> None:
    ends = max(low, found.low), min(high, found.high)
    axes.plot(ends, [row, row], color=INK, linewidth=1.6, solid_capstyle="butt")
    for end, true, arrow in zip(ends, found[1:], "<>", strict=True):
        sign = "|" if math.isfinite(true) else arrow
        axes.plot(end, row, sign, color=INK, markersize=6, clip_on=False)
    axes.plot(found.elo, row, "o", color=INK, markersize=7)
    place, label = (found.elo, row), f"{found.elo:+.0f}"
    axes.annotate(label, place, (0, 7), textcoords="offset points", fontsize=8, ha="center")


def join(axes: Any, row: int) -> None:
    """Draw a bracket between this row and the one above, at the right edge."""
    x, y = [1.0, 1.02, 1.02, 1.0], [row - 0.85, row - 0.85, row - 0.15, row - 0.15]
    across = axes.get_yaxis_transform()
    axes.plot(x, y, color=INK, linewidth=1.2, transform=across, clip_on=False)


def draw_results(axes: Any, shares: Any) -> None:
    """Draw each cell as the share of the points of its row against its column."""
    axes.imshow(shares, cmap=SHADES, vmin=0, vmax=1, aspect="auto")
    for row, column in np.ndindex(*shares.shape):
        if row != column:
            share = shares[row, column]
            colour = "white" if share > DARK else "black"
            label = f"{100 * share:.0f}"
            axes.text(column, row, label, ha="center", va="center", color=colour, fontsize=8.5)
    axes.set_xticks(range(len(shares)), [str(place) for place in range(1, len(shares) + 1)])
    axes.set_yticks(range(len(shares)), [str(place) for place in range(1, len(shares) + 1)])
    axes.tick_params(axis="x", length=0)
    axes.grid(visible=False)
    axes.spines["bottom"].set_visible(False)
    axes.set_xlabel(_("points in %, row against column"))
