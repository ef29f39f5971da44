"""`tablero arena`: a class tournament. Each step is a command of its own, imported when it is
asked for."""

import click

from tablero.cli import Commands
from tablero.locale import _

STEPS = (
    "init",
    "calendar",
    "secret",
    "template",
    "sandbox",
    "submit",
    "watch",
    "check",
    "round",
    "standings",
    "run",
    "again",
    "time",
    "verdict",
    "grades",
    "serve",
    "site",
    "export",
    "import",
)


def command() -> click.Command:
    text = _("A class tournament: players' files, sandbox, rounds, standings and grades.")
    return Commands("arena", __name__, STEPS, help=text)
