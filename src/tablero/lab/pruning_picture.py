"""Picture of pruning: a group of bars for every move of a game."""

from typing import Any

from matplotlib.figure import Figure

from tablero.lab.figure import picture, series_colour, set_numbers
from tablero.lab.powers import label_powers
from tablero.lab.pruning import PruningExperiment
from tablero.locale import _

GROUP = 0.8
"""Width of the bars of one turn, as a share of the distance between turns."""


def draw_pruning(pruning: PruningExperiment, title: str, command: str) -> Figure:
    """Draw the nodes of every search on a logarithmic scale, turn by turn."""

    def draw(panels: Any) -> None:
        ((axes,),) = panels
        turns, width = pruning.complete_turns, GROUP / len(pruning.searches)
        for number, search in enumerate(pruning.searches):
            shift = (number + 0.5) * width - GROUP / 2
            places = [turn + shift for turn in range(1, len(turns) + 1)]
            nodes = [turn.found[number].nodes for turn in turns]
            axes.bar(places, nodes, width, color=series_colour(number), label=str(search))
        axes.set_yscale("log")
        label_powers(axes.yaxis)
        set_numbers(axes, 1, len(turns))
        axes.grid(visible=False, axis="x")
        axes.set_xlabel(_("turn"))
        axes.set_ylabel(_("nodes visited"))
        axes.set_title(title, fontsize=11, pad=10)
        axes.figure.legend(loc="outside upper right", fontsize=8.5)

    return picture(draw, command)
