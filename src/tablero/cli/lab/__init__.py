"""`tablero lab`: experiments. Each is a command of its own, imported when it is asked for."""

from importlib import import_module

import click

from tablero.cli import language_option
from tablero.locale import _

EXPERIMENTS = ("papers", "compare", "growth", "ladder", "tune", "regret", "mistakes")


class Experiments(click.Group):
    """Imports an experiment when it is asked for."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(EXPERIMENTS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in EXPERIMENTS:
            return None
        module = import_module(f"tablero.cli.lab.{name}")
        return module.command()  # type: ignore[no-any-return]


def command() -> click.Command:
    return Experiments(
        "lab",
        help=_(
            "Experiments: tables and pictures, with the command that makes each again. `--out "
            "FILE` keeps them: .csv, .json, .md and .tex are tables; .svg, .png and .pdf are "
            "pictures."
        ),
        params=[language_option()],
        options_metavar=_("[OPTIONS]"),
        subcommand_metavar=_("COMMAND [ARGUMENTS] …"),
    )
