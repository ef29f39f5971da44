"""Growth as a picture: a row of two panels for every game, nodes and seconds by size."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from tablero.bench.machine import cpu_model
from tablero.bench.rows import Quartiles, Spread
from tablero.locale import _, spoken

INK, SHADE, FAINT = "#0b3c5d", "#c3d3e0", "#6f7b85"
"""Dark, light and between: apart in grey as well as in colour."""

STYLE = {
    "axes.edgecolor": FAINT,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.size": 10,
    "legend.edgecolor": "none",
    "legend.framealpha": 1,
    "svg.hashsalt": "tablero",
    "xtick.color": FAINT,
    "xtick.labelcolor": "black",
    "ytick.color": FAINT,
    "ytick.labelcolor": "black",
}
PANEL, FOOTER, MARGIN = (4.6, 3.5), 0.6, 0.12
"""Inches."""


def draw_growth(rows: Sequence[Spread], file: Path) -> None:
    """Draw what was measured into a file; its ending tells the format."""
    games = [list(some) for _game, some in groupby(rows, key=lambda row: row.game)]
    with matplotlib.rc_context(STYLE):  # type: ignore[arg-type]
        size = 2 * PANEL[0], len(games) * PANEL[1] + FOOTER
        figure = Figure(size, layout=ConstrainedLayoutEngine(w_pad=MARGIN, h_pad=MARGIN))
        panels = figure.subplots(len(games), 2, squeeze=False)
        for (left, right), some in zip(panels, games, strict=True):
            draw_panel(left, some, [row.nodes for row in some], _("nodes"))
            draw_panel(right, some, [row.seconds for row in some], _("seconds"))
            left.set_title(some[0].game, loc="left", fontsize=13, fontweight="bold", pad=10)
            right.legend(reverse=True)
        figure.supxlabel(footer(file), fontsize=8, color=FAINT)
        figure.savefig(file, dpi=200, metadata=metadata(file))


def draw_panel(axes: Any, rows: Sequence[Spread], figures: Sequence[Quartiles], y: str) -> None:
    """Median, middle half and extremes of one figure, on a logarithmic scale."""
    x = [row.value for row in rows]
    least, lower, median, upper, most = zip(*figures, strict=True)
    axes.set_yscale("log")
    axes.grid(axis="y", color="#e6e9ec", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.fill_between(x, lower, upper, color=SHADE, linewidth=0, label=_("middle half"))
    for extreme in (least, most):
        axes.plot(x, extreme, color=FAINT, linewidth=1, linestyle=(0, (1, 2)))
    axes.lines[-1].set_label(_("least and most"))
    axes.plot(x, median, color=INK, linewidth=2, marker="o", markersize=4, label=_("median"))
    axes.set_xlabel(_(rows[0].x))
    axes.set_xticks(x)
    axes.set_ylabel(y)
    axes.minorticks_off()


def footer(file: Path) -> str:
    """What was drawn, where it was measured, and how to do it again."""
    text = _("Exact scores of random positions, one thread of {cpu}. Again: {command}")
    return text.format(cpu=cpu_model(), command=command(file))


def command(file: Path) -> str:
    return f"tablero bench growth --plot {file.name} --lang {spoken()}"


def metadata(file: Path) -> dict[str, Any]:
    """The command, under the name that the format has for such things; no date."""
    title = {"Title": "Tablero: growth"}
    if file.suffix == ".pdf":
        return {**title, "Subject": command(file), "CreationDate": None}
    dates = {"Date": None} if file.suffix == ".svg" else {}
    return {**title, "Description": command(file), **dates}
