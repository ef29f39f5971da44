"""Growth as a picture: a row of two panels for every game, nodes and seconds by size."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from tablero.bench.machine import cpu_model
from tablero.bench.rows import Quartiles, Spread
from tablero.lab.figure import FAINT, INK, SHADE, picture, save
from tablero.locale import _, spoken


def draw_growth(rows: Sequence[Spread], file: Path) -> None:
    """Draw what was measured into a file; its ending tells the format."""
    games = [list(some) for _game, some in groupby(rows, key=lambda row: row.game)]

    def draw(panels: Any) -> None:
        for (left, right), some in zip(panels, games, strict=True):
            draw_panel(left, some, [row.nodes for row in some], _("nodes"))
            draw_panel(right, some, [row.seconds for row in some], _("seconds"))
            left.set_title(some[0].game, fontsize=13, pad=10)
            right.legend(reverse=True)

    save(picture(draw, footer(file), len(games), 2), file, command(file))


def draw_panel(axes: Any, rows: Sequence[Spread], figures: Sequence[Quartiles], y: str) -> None:
    """Median, middle half and extremes of one figure, on a logarithmic scale."""
    x = [row.value for row in rows]
    least, lower, median, upper, most = zip(*figures, strict=True)
    axes.set_yscale("log")
    axes.grid(visible=False, axis="x")
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
