"""Picture of a comparison: nodes and time of every search, with the spread over positions."""

from typing import Any

import numpy as np
from matplotlib.figure import Figure

from tablero.lab.compare import Comparison
from tablero.lab.figure import INK, SHADE, picture
from tablero.lab.powers import label_powers
from tablero.locale import _

BOX, SPREAD = 0.34, 0.11
"""Heights of a box and of the cloud of points, where the row of a search has height 1."""


def draw_comparison(comparison: Comparison, title: str, command: str) -> Figure:
    """Draw nodes on the left and seconds on the right, one row for every search."""

    def draw(panels: Any) -> None:
        ((left, right),) = panels
        points = _("nodes visited (point: a position, box: middle half, line: median)")
        draw_rows(left, comparison.figures("nodes"), points)
        draw_rows(right, comparison.figures("seconds"), _("time (×: total, the first is 1)"), "s")
        for row, search in enumerate(comparison.searches):
            place = (0.01, row - BOX)
            left.annotate(str(search), place, xycoords=("axes fraction", "data"), fontsize=8.5)
        left.set_title(title, fontsize=11, pad=10)

    return picture(draw, command, 1, 2)


def draw_rows(axes: Any, figures: Any, label: str, unit: str = "") -> None:
    """Draw a point for every position, and a box for the middle half with the median."""
    shift = np.random.default_rng(1).uniform(-SPREAD, SPREAD, figures.shape[1])
    least = figures[figures > 0].min(initial=1)
    for row, values in enumerate(figures):
        seen = np.maximum(values, least)
        lower, median, upper = np.quantile(seen, [0.25, 0.5, 0.75])
        axes.barh(row, upper - lower, BOX, left=lower, color=SHADE)
        axes.vlines(median, row - BOX / 2, row + BOX / 2, color=INK, linewidth=2.5)
        axes.plot(seen, row + shift, ".", color=INK, alpha=0.45, markersize=3.5, markeredgewidth=0)
        factor = np.sum(values) / max(np.sum(figures[0]), least)
        share = f"×{factor:.0f}" if factor >= 10 else f"×{factor:.2g}"
        place = (1.01, row)
        axes.annotate(share, place, xycoords=("axes fraction", "data"), fontsize=8.5, va="center")
    axes.set_xscale("log")
    label_powers(axes.xaxis, unit)
    axes.set_xlabel(label, fontsize=9)
    axes.set_ylim(len(figures) - 0.55, -0.75)
    axes.set_yticks([])
    axes.grid(visible=False, axis="y")
    axes.spines["left"].set_visible(False)
