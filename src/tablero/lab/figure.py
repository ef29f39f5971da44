"""Common style of all pictures: readable in grey and by the colour-blind, with the command."""

import io
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import MaxNLocator

INK, SHADE, FAINT = "#0b3c5d", "#c3d3e0", "#6f7b85"
"""Dark, light and middle colours, distinct in grey too."""

SERIES = (
    {"color": "#0b3c5d", "linestyle": "-", "marker": "o"},
    {"color": "#d1495b", "linestyle": "--", "marker": "s"},
    {"color": "#e0a030", "linestyle": "-.", "marker": "^"},
    {"color": "#3a9d8f", "linestyle": ":", "marker": "D"},
    {"color": "#6a3d9a", "linestyle": (0, (6, 1.5, 1, 1.5, 1, 1.5)), "marker": "v"},
    {"color": "#7fb2d9", "linestyle": (0, (9, 3)), "marker": "P"},
)
MARKERS = (">", "X", "<", "*", "p", "h")
"""Markers of the lines after the first six."""


def line_style(number: int) -> dict[str, Any]:
    """Return the style of a line: colour, lightness, stroke and marker.

    From the seventh on, a line repeats colour and stroke of an earlier one, with another, hollow
    marker.
    """
    turn, place = divmod(number, len(SERIES))
    if not turn:
        return dict(SERIES[place])
    marker = MARKERS[(place + turn - 1) % len(MARKERS)]
    return {**SERIES[place], "marker": marker, "markerfacecolor": "white"}


def series_colour(number: int) -> str:
    """Return the colour of a series of bars; colours repeat after six."""
    return str(SERIES[number % len(SERIES)]["color"])


def set_numbers(axes: Any, first: int, last: int) -> None:
    """Set the horizontal axis to move numbers from `first` to `last`."""
    axes.set_xlim(first - 0.5, last + 0.5)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


STYLE = {
    "axes.edgecolor": FAINT,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "font.size": 10,
    "grid.color": "#e6e9ec",
    "legend.edgecolor": "none",
    "legend.framealpha": 1,
    "lines.markersize": 4,
    "svg.hashsalt": "tablero",
    "xtick.color": FAINT,
    "xtick.labelcolor": "black",
    "ytick.color": FAINT,
    "ytick.labelcolor": "black",
}
PANEL, FOOTER, MARGIN = (4.6, 3.5), 0.4, 0.12
"""Width and height of a panel, height of the footer, and margin, in inches."""

COMMAND_CHARACTERS = 16
"""Characters of the command per inch."""


def picture(draw: Callable[[Any], None], command: str, rows: int = 1, columns: int = 1) -> Figure:
    """Return a figure whose panels `draw` has filled, with the command that reproduces it below.

    draw: function that receives the array of panels, [rows, columns].
    """
    with matplotlib.rc_context(STYLE):  # type: ignore[arg-type]
        size = columns * PANEL[0], rows * PANEL[1] + FOOTER
        figure = Figure(size, layout=ConstrainedLayoutEngine(w_pad=MARGIN, h_pad=MARGIN))
        draw(figure.subplots(rows, columns, squeeze=False))
        width = round(size[0] * COMMAND_CHARACTERS)
        footer = textwrap.fill(command, width, break_long_words=False, break_on_hyphens=False)
        figure.supxlabel(footer, fontsize=7, color=FAINT)
    return figure


def save(figure: Figure, file: Path, command: str) -> None:
    """Write the figure to a file, in the format of its suffix."""
    file.write_bytes(written(figure, file.suffix, command))


def written(figure: Figure, suffix: str, command: str) -> bytes:
    """Return the figure as .svg, .png or .pdf; the same figure gives the same bytes."""
    facts = metadata(suffix, command)
    file = io.BytesIO()
    with matplotlib.rc_context(STYLE):  # type: ignore[arg-type]
        figure.savefig(file, format=suffix[1:], dpi=200, metadata=facts)
    return file.getvalue()


def metadata(suffix: str, command: str) -> dict[str, Any]:
    """Return the file's metadata: the command under the format's own key, and no date."""
    if suffix == ".pdf":
        return {"Subject": command, "CreationDate": None}
    dates = {"Date": None} if suffix == ".svg" else {}
    return {"Description": command, **dates}
