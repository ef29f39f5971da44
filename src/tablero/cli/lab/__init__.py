"""`tablero lab`: experiments. Each is a separate command, imported when it is used."""

import click

from tablero.cli import Commands
from tablero.locale import _

EXPERIMENTS = (
    "papers",
    "faults",
    "compare",
    "growth",
    "pruning",
    "round-robin",
    "tune",
    "regret",
    "mistakes",
)
ALIASES = {"ladder": "round-robin"}
"""Other names of experiments, which the help does not list."""


def command() -> click.Command:
    text = _(
        "Experiments: tables and charts, each with the command that reproduces it. `--out FILE` "
        "saves them: .csv, .json, .md and .tex are tables; .svg, .png and .pdf are charts."
    )
    return Commands("lab", __name__, EXPERIMENTS, ALIASES, help=text)
