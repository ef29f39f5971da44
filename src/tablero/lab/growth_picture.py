"""Picture of growth: nodes and time by depth, with theoretical tree sizes."""

from typing import Any

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from tablero.lab.figure import FAINT, line_style, picture
from tablero.lab.growth import GrowthExperiment
from tablero.lab.powers import label_powers
from tablero.lab.tree_sizes import TreeSizes
from tablero.locale import _

ABREAST = 4
"""Columns of the legend."""


def draw_growth(growth: GrowthExperiment, sizes: TreeSizes, title: str, command: str) -> Figure:
    """Draw nodes on the left and time on the right, on logarithmic scales.

    Growth by a constant factor is a straight line.
    """

    def draw(panels: Any) -> None:
        ((left, right),) = panels
        for number, search in enumerate(growth.searches):
            results, style = growth.of(search), line_style(number)
            depths = [result.depth for result in results]
            left.plot(depths, [result.nodes for result in results], label=str(search), **style)
            right.plot(depths, [result.seconds or None for result in results], **style)
        draw_sizes(left, sizes, growth.deepest)
        for axes, label, unit in ((left, _("nodes visited"), ""), (right, _("time"), "s")):
            axes.set_yscale("log")
            label_powers(axes.yaxis, unit)
            axes.set_xlabel(_("depth"))
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
            axes.set_ylabel(label)
            axes.grid(visible=False, axis="x")
        left.set_title(title, fontsize=11, pad=10)
        legend_style = {"fontsize": 8.5, "ncols": ABREAST, "handlelength": 3}
        left.figure.legend(loc="outside upper right", **legend_style)

    return picture(draw, command, 1, 2)


def draw_sizes(axes: Any, sizes: TreeSizes, deepest: int) -> None:
    """Draw all leaves, and the fewest that alpha-beta needs, no higher than the measured lines."""
    top = axes.get_ylim()[1] * 1.5
    for leaves_at, text, stroke, lift in (
        (sizes.full, r"$b^d$", "-", -2),
        (sizes.least, _("best case"), "-", 1),
        (sizes.root, r"$b^{d/2}$", ":", -8),
    ):
        shown = [depth for depth in range(1, deepest + 1) if leaves_at(depth) <= top]
        leaves = [leaves_at(depth) for depth in shown]
        axes.plot(shown, leaves, stroke, color=FAINT, linewidth=1, zorder=1)
        place = (shown[-1], leaves[-1])
        axes.annotate(text, place, (4, lift), textcoords="offset points", color=FAINT)
    label = _("b = {moves:.3g} moves a position").format(moves=sizes.moves)
    axes.annotate(
        label, (0.98, 0.03), xycoords="axes fraction", color=FAINT, fontsize=8.5, ha="right"
    )
