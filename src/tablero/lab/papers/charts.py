"""Charts that several papers use; each fills one panel."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.transforms import ScaledTranslation

from tablero.lab.figure import FAINT, line_style
from tablero.locale import _
from tablero.match.elo import Estimate

SHADES = ("#0b3c5d", "#c3d3e0", "#d1495b")
HATCHES = ("", "", "///")
"""Hatches of games won, drawn and lost, distinct in grey too."""

LABEL = 0.46
"""Height of an axis' numbers and label, in inches."""


def stacked(axes: Any, names: Sequence[str], counts: Sequence[Sequence[int]]) -> None:
    """Draw the shares of games won, drawn and lost: a bar for each name, the first on top."""
    labels = _("won"), _("drawn"), _("lost")
    shares = [[100 * count / sum(row) for count in row] for row in counts]
    left = [0.0] * len(names)
    for place, label in enumerate(labels):
        widths = [row[place] for row in shares]
        style = {"color": SHADES[place], "hatch": HATCHES[place], "edgecolor": "white"}
        axes.barh(names, widths, left=left, height=0.6, linewidth=0.8, label=label, **style)
        left = [begun + width for begun, width in zip(left, widths, strict=True)]
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.set_xlabel(_("% of the games"))
    axes.set_xlim(0, 100)
    legend_below(axes, 3)


def curves(
    axes: Any, x: Sequence[float], lines: Mapping[str, Sequence[float | None]], log: bool = True
) -> None:
    """Draw a line for each name; None is a gap."""
    for place, (name, values) in enumerate(lines.items()):
        seen = [math.nan if value is None else value for value in values]
        axes.plot(x, seen, label=name, linewidth=1.6, **line_style(place))
    if log:
        axes.set_yscale("log")
    axes.grid(visible=False, axis="x")
    legend_below(axes, 2)


def elo_by_depth(axes: Any, series: Mapping[str, Mapping[int, Estimate]]) -> None:
    """Draw Elo differences with their intervals; infinite values are left out."""
    axes.axhline(0, color=FAINT, linewidth=1)
    for place, (name, by_depth) in enumerate(series.items()):
        shift = 0.12 * (place - (len(series) - 1) / 2)
        told = {
            depth + shift: (each.elo, each.low, each.high)
            for depth, each in by_depth.items()
            if all(map(math.isfinite, (each.elo, each.low, each.high)))
        }
        with_intervals(axes, told, name, line_style(place))
        axes.set_xticks([*by_depth])
    axes.set_xlabel(_("depth"))
    axes.set_ylabel(_("Elo, with its 95 % interval"))
    axes.grid(visible=False, axis="x")
    if len(series) > 1:
        legend_below(axes, 1)


def with_intervals(
    axes: Any,
    points: Mapping[float, tuple[float, float, float]],
    name: str,
    style: Mapping[str, Any],
) -> None:
    """Draw a line through (value, low, high), with whiskers from low to high."""
    reach = [
        [v - low for v, low, _high in points.values()],
        [h - v for v, _l, h in points.values()],
    ]
    values = [value for value, _low, _high in points.values()]
    axes.errorbar([*points], values, yerr=reach, capsize=3, linewidth=1.4, label=name, **style)


def legend_below(axes: Any, columns: int) -> None:
    """Draw the legend outside, below the label of the axis, whatever the panel's height."""
    below = ScaledTranslation(0, -LABEL, axes.figure.dpi_scale_trans)
    place = {"bbox_to_anchor": (0.5, 0), "bbox_transform": axes.transAxes + below}
    axes.legend(loc="upper center", ncols=columns, fontsize=8.5, framealpha=0, **place)
