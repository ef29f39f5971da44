"""Picture of growth: nodes and time by depth, with theoretical tree sizes."""

from typing import Any

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from tablero.lab.figure import FAINT, line_style, picture
from tablero.lab.growth import Growth
from tablero.lab.powers import label_powers
from tablero.lab.theory import Theory
from tablero.locale import _

ABREAST = 4
"""Columns of the legend."""


def draw_growth(growth: Growth, theory: Theory, title: str, command: str) -> Figure:
    """Draw nodes on the left and time on the right, on logarithmic scales.

    Growth by a constant factor is a straight line.
    """

    def draw(panels: Any) -> None:
        ((left, right),) = panels
        for number, search in enumerate(growth.searches):
            steps, style = growth.of(search), line_style(number)
            depths = [step.depth for step in steps]
            left.plot(depths, [step.nodes for step in steps], label=str(search), **style)
            right.plot(depths, [step.seconds or None for step in steps], **style)
        draw_theory(left, theory, growth.deepest)
        for axes, label, unit in ((left, _("nodes visited"), ""), (right, _("time"), "s")):
            axes.set_yscale("log")
            label_powers(axes.yaxis, unit)
            axes.set_xlabel(_("depth"))
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
            axes.set_ylabel(label)
            axes.grid(visible=False, axis="x")
        left.set_title(title, fontsize=11, pad=10)
        told = {"fontsize": 8.5, "ncols": ABREAST, "handlelength": 3}
        left.figure.legend(loc="outside upper right", **told)

    return picture(draw, command, 1, 2)


def draw_theory(axes: Any, theory: Theory, deepest: int) -> None:
    """Draw all leaves, and the fewest that alpha-beta needs, no higher than the measured lines."""
    top = axes.get_ylim()[1] * 1.5
    for sizes, text, stroke, lift in (
        (theory.full, r"$b^d$", "-", -2),
        (theory.least, _("best case"), "-", 1),
        (theory.root, r"$b^{d/2}$", ":", -8),
    ):
        shown = [depth for depth in range(1, deepest + 1) if sizes(depth) <= top]
        leaves = [sizes(depth) for depth in shown]
        axes.plot(shown, leaves, stroke, color=FAINT, linewidth=1, zorder=1)
        place = (shown[-1], leaves[-1])
        axes.annotate(text, place, (4, lift), textcoords="offset points", color=FAINT)
    told = _("b = {moves:.3g} moves a position").format(moves=theory.moves)
    axes.annotate(
        told, (0.98, 0.03), xycoords="axes fraction", color=FAINT, fontsize=8.5, ha="right"
    )
